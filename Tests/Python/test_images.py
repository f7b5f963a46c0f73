"""Themes as bytes."""
from __future__ import annotations

import gc
import mmap
import weakref
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dyncolor import BadImageError, Environment, Semantic, StaleIdError, Theme, Variant

if TYPE_CHECKING:
    from pathlib import Path

DARK = Environment(scheme="dark")


def make() -> Theme:
    theme = Theme()
    theme.register("accent", light="#0461be", dark="#81d0ff")
    theme.register("hover", "oklch(from var(--accent) calc(l + 0.05) c h)")
    theme.register("Night/accent", [Variant("teal", contrast="more"), Variant(theme["hover"])])
    theme.register("s", Semantic("accent", "gold"))
    theme.layer("user").register("accent", "color(display-p3 0.1 0.2 0.3)")
    return theme


@pytest.mark.parametrize("borrow", [False, True])
def test_round_trip(borrow: bool) -> None:
    """A theme that is made of an image is the same, and lives on by itself"""
    theme = make()
    image = theme.save()
    again = Theme.from_image(image, borrow=borrow)
    assert again.fingerprint() == theme.fingerprint() and again.generation == 1
    assert again.snapshot(DARK).fingerprint() == theme.snapshot(DARK).fingerprint()
    assert again.save() == image
    del image
    gc.collect()
    again.layer("user").clear()
    assert again.resolve("hover", DARK) == make_without_user().resolve("hover", DARK)


def make_without_user() -> Theme:
    theme = make()
    theme.layer("user").clear()
    return theme


def test_any_memory(tmp_path: Path) -> None:
    """Images lie in bytes, in arrays, or in files that are mapped into memory"""
    theme = make()
    image = theme.save()
    file = tmp_path / "theme"
    file.write_bytes(image)
    odd = memoryview(b"x" + image)[1:]
    for buffer in (bytearray(image), memoryview(image), odd):
        assert Theme.from_image(buffer).fingerprint() == theme.fingerprint()
    with file.open("rb") as opened:
        mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    loaded = Theme.from_image(mapped, borrow=True)
    with pytest.raises(BufferError):
        mapped.close()
    assert loaded["hover"].css == theme["hover"].css
    del loaded
    gc.collect()
    mapped.close()
    with pytest.raises(ValueError, match="side by side"):
        Theme.from_image(memoryview(image)[::2])


def test_borrowed_memory_is_kept() -> None:
    """Memory that is borrowed lives as long as the theme"""
    class Memory(bytearray):
        pass

    memory = Memory(make().save())
    gone = weakref.ref(memory)
    theme = Theme.from_image(memory, borrow=True)
    del memory
    gc.collect()
    assert gone() is not None and theme["hover"].css.startswith("oklch")
    del theme
    gc.collect()
    assert gone() is None


def test_functions_are_left_out() -> None:
    """Of a function there is only the name, until another is registered"""
    theme = Theme()
    theme.register("veil", lambda context: theme_color)
    theme.register("b", "var(--veil)")
    theme_color: Any = make().resolve("hover")
    again = Theme.from_image(theme.save())
    assert "veil" not in again and len(again) == 1
    with pytest.raises(StaleIdError):
        again["b"].theme.resolve(again.declare("veil"))
    again.register("veil", lambda context: theme_color)
    assert again.resolve("b") == theme_color


def test_options() -> None:
    """The default scheme is that of the image, unless another is wanted"""
    image = Theme(default_scheme="dark").save()
    assert Theme.from_image(image).fingerprint() == Theme(default_scheme="dark").fingerprint()
    light = Theme.from_image(image, default_scheme="light", memory_budget=1 << 20)
    assert light.fingerprint() == Theme().fingerprint()
    with pytest.raises(ValueError):
        Theme.from_image(image, memory_budget=-1)


@given(st.data())
def test_damage(data: st.DataObject) -> None:
    """What is no image is refused, with the place"""
    image = make().save()
    place = data.draw(st.integers(0, len(image) - 1))
    damaged = bytearray(image)
    damaged[place] ^= data.draw(st.integers(1, 255))
    for bad in (bytes(damaged), image[:place], image + bytes(8)):
        with pytest.raises(BadImageError) as caught:
            Theme.from_image(bad)
        assert 0 <= caught.value.offset <= len(bad)
        assert (caught.value.line, caught.value.column) == (0, 0)
