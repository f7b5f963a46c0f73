"""How the value of a color came about.

    python3 -m dyncolor.explanation application.colors:theme accent --in darkAqua

prints that for a color of a theme in a Python module, in the environment that an appearance name
stands for: see `Environment.named`. Of several environments, each fills in what those before it
leave open.
"""
from __future__ import annotations

import sys
from ctypes import byref, c_size_t
from dataclasses import dataclass

from ._library import (
    CONTRASTS, ELEVATIONS, GAMUTS, IDIOMS, KINDS, LEVELS, ORIGINS, SCHEMES, STEP_KINDS, TRANSFORMS,
    held)
from ._structures import StepValue
from .color import color_of, unpack_fields
from .errors import CLASSES, Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from ctypes import c_void_p
    from typing import Any, NoReturn

    from ._library import ColorValue
    from .color import Color
    from .theme import DynamicColor, Theme


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done, or found out, on the way from a color to its value. What a kind has
    no use for is None, 0 or empty; the header says which kind uses what."""

    # color, constant, variant, reference, fallback, palette, system-color, foreground, scheme,
    # condition, provider, transform, operand, level, contrast, gamut, result or more.
    kind: str
    # 0, and one more within each transform.
    depth: int
    # The value at this step.
    color: Color | None
    # Why there is none: the class of what is raised.
    error: type[Error] | None
    status: int
    # A name, or CSS.
    text: str
    # The color of the theme that is meant.
    dynamic: DynamicColor | None
    layer: int
    owner: int
    # What the color is made of, the transform, the level, the gamut, or where something comes from;
    # or the names of the axes that a provider has read so far.
    detail: str | frozenset[str] | None
    # Which of how many, from 0.
    index: int
    count: int
    # What a variant is for.
    conditions: dict[str, str | int]
    numbers: tuple[float, float, float]
    # The value before this step.
    before: Color | None


class Explanation:
    """How the value of a color came about: its `steps`, in their order, and `str` of it, the same
    as text.

    >>> from dyncolor import Environment, Theme
    >>> theme = Theme()
    >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    >>> hover = theme.register("hover", "color-mix(in srgb, var(--accent) 70%, white)")
    >>> print(theme.explain("hover", Environment(scheme="dark")))
    hover = color(srgb 0.654118 0.87098 1): color-mix(in srgb, var(--accent) 70%, #ffffff 30%)
      70%: accent = #81d0ff: variant 2 of 2 (dark)
      30%: #ffffff
    """

    __slots__ = ("_text", "steps")

    def __init__(self, theme: Theme, handle: c_void_p) -> None:
        try:
            count = c_size_t()
            address = held.dyncolor_explanation_steps(handle, byref(count))
            table: Any = (StepValue * count.value).from_address(address)
            self.steps = tuple(_step(step, theme) for step in table)
            self._text: str = held.dyncolor_explanation_text(handle).decode("utf-8", "replace")
        finally:
            held.dyncolor_explanation_release(handle)

    @property
    def color(self) -> Color | None:
        """The value, or None if there is none."""
        return self.steps[-1].color

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return self._text.removesuffix("\n")

    def __repr__(self) -> str:
        return f"<Explanation of {len(self.steps)} steps>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("an explanation cannot be copied or pickled")


def _words(words: Any) -> dict[int, str]:
    return {number: word for word, number in words.items()}


_kinds = _words(STEP_KINDS)
_conditions: dict[str, dict[int, str]] = {
    "scheme": _words(SCHEMES), "contrast": _words(CONTRASTS), "elevation": _words(ELEVATIONS),
    "gamut": _words(GAMUTS), "idiom": _words(IDIOMS), "subtype": {}, "locale": {}}
_details: dict[str, dict[int, str]] = {
    "color": _words(KINDS), "palette": _words(ORIGINS), "system-color": _words(ORIGINS),
    "foreground": _words(ORIGINS), "transform": _words(TRANSFORMS), "operand": _words(TRANSFORMS),
    "level": _words(LEVELS), "gamut": _words(GAMUTS)}


def _step(value: StepValue, theme: Theme) -> Step:
    from .theme import DynamicColor
    kind = _kinds.get(value.kind, str(value.kind))
    detail: str | frozenset[str] | None = _details.get(kind, {}).get(value.detail)
    if kind == "provider":
        detail = frozenset(theme._axis_names(value.detail))
    conditions: dict[str, str | int] = {}
    for axis, words in _conditions.items():
        number: int = getattr(value, axis)
        if number and not words:
            words = _words(theme.subtypes() if axis == "subtype" else theme.locales())
        if number:
            conditions[axis] = words.get(number, number)
    first, second, third = value.numbers
    return Step(
        kind, value.depth, _color(value.color),
        CLASSES.get(value.status, Error) if value.status else None, value.status,
        (value.text or b"").decode("utf-8", "replace"),
        DynamicColor(theme, value.id) if value.id else None, value.layer, value.owner, detail,
        value.index, value.count, conditions, (first, second, third), _color(value.before))


def _color(value: ColorValue) -> Color | None:
    return color_of(unpack_fields(value)) if value.space else None


def main(arguments: list[str] | None = None) -> int:
    """Runs as a program."""
    import argparse

    from .environment import EVERYWHERE, Environment
    from .names import NamesError, theme_at
    parser = argparse.ArgumentParser(
        prog="python3 -m dyncolor.explanation",
        description="Tells how the values of colors come about.")
    parser.add_argument("theme", metavar="MODULE:ATTRIBUTE", help="a theme in a Python module")
    parser.add_argument("names", nargs="+", metavar="NAME", help="the name of a color")
    parser.add_argument("--in", dest="environments", action="append", default=[],
                        metavar="APPEARANCE", help="the surroundings, by a name that other systems "
                        "have for them: darkAqua, prefers-contrast: more, ...")
    options = parser.parse_args(arguments)
    try:
        environment = EVERYWHERE
        for name in options.environments:
            environment = environment.inherit(Environment.named(name))
        theme = theme_at(options.theme)
        print("\n\n".join(str(theme.explain(name, environment)) for name in options.names))
    except (NamesError, Error) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
