"""The documentation of the package."""
from __future__ import annotations

import doctest
import importlib
import inspect
from typing import TYPE_CHECKING, Any

import pytest
from places import PACKAGE

import dyncolor

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = sorted(path.stem for path in (PACKAGE / "dyncolor").glob("*.py"))
PUBLIC = {name: getattr(dyncolor, name) for name in dyncolor.__all__}


def examples() -> Iterator[doctest.DocTest]:
    """The examples of all docstrings, as they run where everything public has been imported."""
    for name in MODULES:
        module = importlib.import_module("dyncolor" if name == "__init__" else f"dyncolor.{name}")
        for found in doctest.DocTestFinder().find(module, extraglobs=PUBLIC):
            if found.examples:
                yield found


EXAMPLES = list(examples())


@pytest.mark.parametrize("test", [pytest.param(test, id=test.name) for test in EXAMPLES])
def test_examples(test: doctest.DocTest) -> None:
    """Each example in a docstring does what it says"""
    told: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert results.failed == 0, "".join(told)


def test_everything_has_its_example() -> None:
    """What a color can do is shown by examples"""
    shown = {test.name.removeprefix("dyncolor.") for test in EXAMPLES}
    assert {"dyncolor", "color.Color", "color.Colors", "mixing.mix", "theme.Theme"} <= shown
    assert {f"color.Color.{name}" for name in (
        "to", "in_gamut", "to_gamut", "mix", "blend", "difference", "contrast", "ensure_contrast",
        "is_near", "css",
        "pack", "unpack", "from_hex")} <= shown
    assert {f"color.Colors.{name}" for name in ("from_buffer", "parse", "pack", "unpack")} <= shown
    assert len(EXAMPLES) > 20


def members() -> Iterator[tuple[str, Any]]:
    for name, value in PUBLIC.items():
        yield name, value
        if inspect.isclass(value):
            for member, defined in vars(value).items():
                if not member.startswith("_") and not inspect.ismemberdescriptor(defined):
                    yield f"{name}.{member}", getattr(value, member)


def test_everything_is_documented() -> None:
    """All that is public has a docstring, which `help` shows with what it takes and returns"""
    for name, value in members():
        if isinstance(value, int):  # the status of an error
            continue
        assert inspect.getdoc(value), name
        if inspect.isfunction(value):
            hints = value.__annotations__
            parameters = set(inspect.signature(value).parameters) - {"self"}
            assert set(hints) >= parameters | {"return"}, name
