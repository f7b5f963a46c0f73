"""Explanations: how the value of a color comes about, step by step."""
from __future__ import annotations

from ctypes import byref, c_size_t
from dataclasses import dataclass

from ._color_data import unpack_fields
from ._library import (
    CONTRASTS, ELEVATIONS, GAMUTS, IDIOMS, KINDS, LEVELS, ORIGINS, SCHEMES, STATES, STEP_KINDS,
    TRANSFORMS, VISIONS, held)
from ._structures import StepValue
from .color import color_of
from .dynamic_color import DynamicColor
from .errors import CLASSES, Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from ctypes import c_void_p
    from typing import Any, NoReturn

    from ._library import ColorValue
    from .color import Color
    from .theme_base import ThemeBase


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation.

    Attributes that a kind of step does not use are None, 0 or empty. The C header lists which kind
    uses what.
    """

    # color, constant, variant, reference, fallback, palette, system-color, foreground, scheme,
    # condition, provider, transform, operand, level, contrast, gamut, result or more.
    kind: str
    # How many transforms the step is nested in.
    depth: int
    # The value at this step.
    color: Color | None
    # Why there is no value: the class of the exception that is raised.
    error: type[Error] | None
    status: int
    # A name, or CSS text.
    text: str
    # The color of the theme that the step is about.
    dynamic: DynamicColor | None
    layer: int
    owner: int
    # The kind of the color's definition, the transform, the level, the gamut, or the origin of the
    # value. For a provider, the names of the axes it has read so far.
    detail: str | frozenset[str] | None
    # The index, counted from 0, of a variant or operand, and the number of all.
    index: int
    count: int
    # The conditions of a variant.
    conditions: dict[str, str | int]
    numbers: tuple[float, float, float]
    # The value before this step.
    before: Color | None


class Explanation:
    """How the value of a color comes about: its `steps` in order, and as text with `str()`.

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

    def __init__(self, theme: ThemeBase, handle: c_void_p) -> None:
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
        """The value of the color, or None if it has none."""
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
    "gamut": _words(GAMUTS), "idiom": _words(IDIOMS), "state": _words(STATES),
    "vision": _words(VISIONS), "subtype": {}, "locale": {}, "palette": {}}
_details: dict[str, dict[int, str]] = {
    "color": _words(KINDS), "palette": _words(ORIGINS), "system-color": _words(ORIGINS),
    "foreground": _words(ORIGINS), "transform": _words(TRANSFORMS), "operand": _words(TRANSFORMS),
    "level": _words(LEVELS), "gamut": _words(GAMUTS)}


def _step(value: StepValue, theme: ThemeBase) -> Step:
    kind = _kinds.get(value.kind, str(value.kind))
    detail: str | frozenset[str] | None = _details.get(kind, {}).get(value.detail)
    if kind == "provider":
        detail = frozenset(theme._axis_names(value.detail))
    conditions: dict[str, str | int] = {}
    for axis, words in _conditions.items():
        number: int = getattr(value, axis)
        if number and not words:
            words = _words(
                theme.subtypes() if axis == "subtype" else theme.locales() if axis == "locale"
                else theme.palettes())
        if number:
            conditions[axis] = words.get(number, number)
    for place, number in enumerate(value.custom):
        if number:
            axis, given = theme._custom_names(place, number)
            conditions[axis] = given
    first, second, third = value.numbers
    return Step(
        kind, value.depth, _color(value.color),
        CLASSES.get(value.status, Error) if value.status else None, value.status,
        (value.text or b"").decode("utf-8", "replace"),
        DynamicColor(theme, value.id) if value.id else None, value.layer, value.owner, detail,
        value.index, value.count, conditions, (first, second, third), _color(value.before))


def _color(value: ColorValue) -> Color | None:
    return color_of(unpack_fields(value)) if value.space else None
