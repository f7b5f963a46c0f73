"""Snapshots, and views of their tables."""
from __future__ import annotations

import gc
import struct
import weakref
from typing import TYPE_CHECKING, Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dyncolor import (
    Color, Environment, InvalidArgumentError, NoValueError, Semantic, Snapshot, StaleIdError, Theme,
    UnknownNameError)

if TYPE_CHECKING:
    from collections.abc import Callable

DARK = Environment(scheme="dark", contrast=0.5)


def make(count: int = 3) -> tuple[Theme, Snapshot]:
    theme = Theme()
    theme.register_all({str(number): (Color(number / 8, 0, 0), Color(0, number / 8, 0, 0.5))
                        for number in range(count)})
    return theme, theme.snapshot(DARK)


def test_colors() -> None:
    """A snapshot has each color, by dynamic color and by name, at the instant it was made"""
    theme, snapshot = make()
    theme.redefine({theme["1"]: "#fff"})
    assert snapshot["1"] == snapshot[theme["1"]] == Color(0, 0.125, 0, 0.5)
    assert theme.snapshot(DARK)["1"] == Color("#fff")
    assert (snapshot.rows, snapshot.generation, theme.generation) == (3, 1, 2)
    assert snapshot.environment == DARK
    assert repr(snapshot) == f"<Snapshot of 3 rows for {DARK!r}>"


def test_names_are_those_of_the_theme() -> None:
    """The values of a snapshot stay, but its names are those that the theme has now"""
    theme, snapshot = make()
    gone, value = theme["1"], snapshot["1"]
    copy = dict(snapshot)
    theme.unregister("1")
    theme.rename("2", "two")
    assert (snapshot.names(), [*snapshot], len(snapshot)) == (
        ["0", "two"], [theme["0"], theme["two"]], 2)
    for name in ("1", "2"):
        with pytest.raises(UnknownNameError):
            snapshot[name]
    assert snapshot[gone] == value and snapshot["two"] == copy["2"]
    assert list(copy) == ["0", "1", "2"]


def test_without_a_value() -> None:
    """What has no value is an error of its own in a snapshot, and transparent black in the table"""
    theme = Theme()
    a, b = theme.register("a", Semantic("primary")), theme.declare("b")
    c = theme.register("c", "#fff")
    snapshot = theme.snapshot()
    with pytest.raises(NoValueError):
        snapshot[a]
    with pytest.raises(StaleIdError):
        snapshot[b]
    assert snapshot.array().tolist() == [[0] * 4, [0] * 4, [1] * 4]
    assert snapshot[c] == Color("#fff")


def test_outlives_its_theme() -> None:
    """A snapshot outlives its theme, but not its names"""
    theme, snapshot = make()
    gone = weakref.ref(theme)
    del theme
    assert gone() is None and snapshot.view[1, 1] == 0.125
    with pytest.raises(ReferenceError, match="which knows the names"):
        snapshot["1"]
    other: Any = 5
    with pytest.raises((TypeError, AttributeError)):
        snapshot[other]


def test_view() -> None:
    """The table is in memory once, as a view and as an array, and read-only"""
    theme, snapshot = make()
    view, array = snapshot.view, snapshot.array()
    assert (view.shape, view.format, view.readonly, view.nbytes) == ((3, 4), "f", True, 48)
    assert (array.shape, str(array.dtype), array.flags.writeable) == ((3, 4), "float32", False)
    assert array.ctypes.data == numpy.asarray(view).ctypes.data == snapshot._colors
    assert bytes(snapshot) == view.tobytes() == array.tobytes() == struct.pack(
        "12f", 0, 0, 0, 0.5, 0, 0.125, 0, 0.5, 0, 0.25, 0, 0.5)
    row = theme["2"].row
    assert tuple(array[row]) == tuple(view[row, each] for each in range(4)) == (0, 0.25, 0, 0.5)
    writable: Any = view
    with pytest.raises(TypeError):
        writable[0, 0] = 1
    with pytest.raises(ValueError):
        array[0, 0] = 1
    with pytest.raises(ValueError):
        array.flags.writeable = True


def test_view_keeps_the_snapshot() -> None:
    """A view or an array keeps its snapshot alive, and the last one lets it go"""
    makers: list[Callable[[Snapshot], Any]] = [
        lambda each: each.view, lambda each: each.view.cast("B")[8:], lambda each: each.array(),
        lambda each: numpy.asarray(each)[1:]]
    for make_view in makers:
        theme, snapshot = make()
        gone = weakref.ref(snapshot)
        view: Any = make_view(snapshot)
        del theme, snapshot
        gc.collect()
        assert gone() is not None and any(bytes(view))
        del view
        gc.collect()
        assert gone() is None


def test_empty() -> None:
    """The snapshot of an empty theme has an empty view and an empty array"""
    snapshot = Theme().snapshot()
    assert (snapshot.rows, bytes(snapshot), snapshot.array().shape) == (0, b"", (0, 4))
    assert snapshot.view.nbytes == 0 and snapshot.view.readonly
    out = bytearray(b"x" * 8)
    snapshot.copy_to(out)
    assert out == bytes(8) and bool(snapshot)


def test_mixtures() -> None:
    """Between two snapshots lie the mixtures of their colors, in Oklab"""
    theme, dark = make(9)
    light = theme.snapshot()
    assert light.mix(dark, 0) == light.pack() and light.mix(dark, 1) == dark.pack()
    out = numpy.zeros((10, 4), numpy.float32)
    light.mix_to(dark, 0.25, out=out)
    for row in range(9):
        mixed = light[str(row)].mix(dark[str(row)], 0.25, space="oklab")
        assert numpy.allclose(out[row], list(mixed), rtol=0, atol=5e-5)
    assert not out[9].any()
    assert light.mix(dark, 0.5, "bgra8", premultiplied=True)[:4] == bytes([0, 0, 0, 191])
    with pytest.raises(InvalidArgumentError, match=r"amount must be from 0 to 1; got 1\.5"):
        light.mix(dark, 1.5)
    # The rows of a larger theme come out of transparency.
    _, small = make(1)
    assert small.mix(light, 0.5, "float4")[16:32] == struct.pack("4f", 0.125, 0, 0, 0.5)


def test_fingerprints() -> None:
    """A fingerprint is that of the colors, wherever they are"""
    (_, one), (theme, other) = make(), make()
    assert one.fingerprint() == other.fingerprint() != theme.snapshot().fingerprint()
    theme.redefine({theme["1"]: "#fff"})
    assert theme.snapshot(DARK).fingerprint() != other.fingerprint()


@given(st.integers(0, 8), st.integers(0, 8), st.booleans())
def test_copies(rows: int, room: int, floats: bool) -> None:
    """Copied into memory, a table fills its rows, and the rest is transparent black; memory that is
    too small is an error, and is not written to"""
    theme, snapshot = make(rows)
    dtype: Any = numpy.float32 if floats else numpy.uint8
    out = numpy.full((room, 4), 7, dtype)
    again = numpy.full((room, 4), 7, dtype)
    if room < rows:
        writes: list[Callable[[], None]] = [
            lambda: snapshot.copy_to(out), lambda: theme.resolve_all(DARK, out=again),
            lambda: snapshot.mix_to(snapshot, 0.5, out=out)]
        for write in writes:
            with pytest.raises(ValueError, match=f"there are {rows} rows, and room for {room}"):
                write()
        assert (out == 7).all() and (again == 7).all()
        return
    snapshot.copy_to(out)
    theme.resolve_all(DARK, out=again)
    layout: Any = "float4" if floats else "rgba8"
    expected = [list(numpy.frombuffer(snapshot[str(row)].pack(layout), dtype)) if row < rows
                else [0] * 4 for row in range(room)]
    assert out.tolist() == again.tolist() == expected
