"""Explanations: how the value of a color is computed, step by step."""
from __future__ import annotations

from ctypes import byref, c_size_t, c_void_p
from dataclasses import dataclass

from ._color_data import unpack_fields
from ._library import (
    CONTRASTS, ELEVATIONS, GAMUTS, IDIOMS, KINDS, LEVELS, SCHEMES, STATES, VISIONS, with_gil)
from ._structures import ORIGINS, STEP_KINDS, TRANSFORMS, StepValue
from .color import color_of
from .dynamic_color import DynamicColor
from .errors import CLASSES, Error
from .vocabulary import Names, axis_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

    from ._color_value import ColorValue
    from .color import Color
    from .theme_base import ThemeBase


@dataclass(frozen=True)
class Step:
    """One step of an explanation.

    - `kind`: one of the kinds below.
    - `depth`: the number of transforms in which the step is nested.
    - `color`: the value at this step, or None.
    - `error` and `status`: why there is no value, as an exception class and as a number.
    - `text`: a name, or CSS text.
    - `dynamic`: the DynamicColor that the step is about.
    - `layer` and `owner`: for the kind `color`, the numbers of the layer and the owner of its
      definition. The layer `theme` has the number 0, and `theme.layer("user").number` is the
      number of the layer `user`.
    - `conditions`: the conditions of a variant.
    - `detail`, `index`, `count`, `numbers`, `before`: their meaning depends on the kind. Where
      `index` says which one of `count` it is, it counts from 0, and the text of the explanation
      counts from 1.

    >>> from dyncolor import Theme
    >>> theme = Theme()
    >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    >>> explanation = theme.explain("accent", "dark")
    >>> print(explanation)
    accent = #81d0ff: variant 2 of 2 (dark)
    >>> for step in explanation:
    ...     if step.kind == "variant":
    ...         print(step.index, step.count, step.conditions)
    1 2 {'scheme': 'dark'}

    Attributes that a kind does not use are None, 0 or empty. The kinds are:

    - `color`: a color of the theme. `text` is its name, `detail` the kind of its definition
      (`variants`, `palette`, `provider`, `css`), `count` the number of the wanted level. `index` is
      1 if the explanation already contains the color; its steps are not repeated.
    - `constant`: a constant color; `text` is its CSS.
    - `variant`: the variant that matches, number `index` (from 0) of `count`, with its
      `conditions`; or an `error` if none matches.
    - `reference`: a reference to another color, `dynamic`; None if no color has the name `text`.
    - `fallback`: a fallback, because no color was found; or a candidate of a list, number `index`
      (from 0) of `count`, with the `error` because of which it was skipped.
    - `palette`: the name `text` is looked up in the palette with the number `index`. `detail` is
      `environment`, or `theme` for the default palette. `dynamic` is the color, or None.
    - `system-color`: a system color with the name `text`; `detail` is its origin: `environment`,
      `theme` or `built-in`.
    - `foreground`: `currentcolor`, at the level with the number `count`; `detail` is its origin.
    - `scheme`: light-dark(); `index` is 0 for the light color and 1 for the dark one.
    - `condition`: the condition of if() that holds, number `index` (from 0) of `count`, with its
      `text`; or an `error` if none holds. If light-dark() or if() chooses a blend mode or a
      contrast ratio, its step `scheme` or `condition` follows the step `transform` that needs the
      choice, at the same depth.
    - `provider`: `detail` has the names of the axes that it has read so far; `index` is 1 if its
      answer was cached.
    - `transform`: a color that is computed from others. `detail` is `mix`, `relative`, `alpha`,
      `contrast-color`, `blend`, `ensure-contrast`, `first`, `graded`, `vision`, `standalone`,
      `tone`, `dark-of`, `light-of`, `material`, `scale` or `grade-contrast`, `text` its CSS. The
      steps of its operands follow, one deeper. For `graded`, `numbers[0]` is the weight of the
      second color; for `blend`, `index` is the number of the blend mode; for `vision`, `index` is
      the number of the vision, and `numbers[0]` its severity; for `tone`, `numbers[0]` is the tone;
      for `material` and `scale`, `numbers[0]` is the contrast, from -1 to 1; for `scale`,
      `numbers[1]` is the step.
    - `operand`: the beginning of an operand, number `index` (from 0) of `count`; `numbers[0]` is
      its weight in a mix.
    - `level`: alpha is multiplied by `numbers[0]`, the opacity of the level `detail`. `before` is
      the color before.
    - `contrast`: `before` is adjusted to `color`; they are equal if `before` already has enough
      contrast. The contrast was `numbers[0]`, the required one is `numbers[1]`, and the new one is
      `numbers[2]`.
    - `gamut`: `before` is mapped into the gamut `detail`.
    - `result`: the last step, with the value `color`, or with `error` and `text` that say why there
      is none.
    - `more`: steps are omitted, because the explanation would be too long. Only the result follows.
    """

    kind: str
    depth: int
    color: Color | None
    error: type[Error] | None
    status: int
    text: str
    dynamic: DynamicColor | None
    layer: int
    owner: int
    detail: str | frozenset[str] | None
    index: int
    count: int
    conditions: dict[str, str | int]
    numbers: tuple[float, float, float]
    before: Color | None


class Explanation:
    """How the value of a color is computed: its `steps` in order, and as text with `str()`.

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
            address = with_gil.dyncolor_explanation_steps(handle, byref(count))
            table: Any = (StepValue * count.value).from_address(address)
            self.steps = tuple(_step(step, theme) for step in table)
            self._text = _with_classes(
                with_gil.dyncolor_explanation_text(handle).decode("utf-8", "replace"))
        finally:
            with_gil.dyncolor_explanation_release(handle)

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


def _with_classes(text: str) -> str:
    """Return the text of an explanation. Where it says how a provider failed, replace the names of
    statuses in C by the class names of exceptions."""
    if "DYNCOLOR_ERROR_" not in text:
        return text
    for kind in CLASSES.values():
        name = kind().status_name
        for words in "a provider, which fails with", "its provider returned":
            text = text.replace(f"{words} {name}", f"{words} {kind.__name__}")
    return text


def _words(words: Any) -> dict[int, str]:
    """Return words by their numbers."""
    return {number: word for word, number in words.items()}


_kinds = _words(STEP_KINDS)
_conditions: dict[str, dict[int, str]] = {
    "scheme": _words(SCHEMES), "contrast": _words(CONTRASTS), "elevation": _words(ELEVATIONS),
    "gamut": _words(GAMUTS), "idiom": _words(IDIOMS), "state": _words(STATES),
    "vision": _words(VISIONS)}
_details: dict[str, dict[int, str]] = {
    "color": _words(KINDS), "palette": _words(ORIGINS), "system-color": _words(ORIGINS),
    "foreground": _words(ORIGINS), "transform": _words(TRANSFORMS), "operand": _words(TRANSFORMS),
    "level": _words(LEVELS), "gamut": _words(GAMUTS)}


def _step(value: StepValue, theme: ThemeBase) -> Step:
    """Convert a dyncolor_step."""
    kind = _kinds.get(value.kind, str(value.kind))
    detail: str | frozenset[str] | None = _details.get(kind, {}).get(value.detail)
    if kind == "provider":
        # The number is a set of axes, with a bit for each.
        detail = frozenset(axis_names(theme, value.detail))
    conditions: dict[str, str | int] = {}
    for axis, words in _conditions.items():
        number: int = getattr(value, axis)
        if number:
            conditions[axis] = words.get(number, number)
    for axis in ("subtype", "locale", "palette"):
        number = getattr(value, axis)
        if number:
            names: Names = getattr(theme, f"{axis}s")
            conditions[axis] = names._name(number) or number
    if any(value.custom):
        for axis, values in theme.custom_axes.items():
            if number := value.custom[values._custom_index]:
                conditions[axis] = values._name(number) or number
    first, second, third = value.numbers
    return Step(
        kind, value.depth, _color(value.color),
        CLASSES.get(value.status, Error) if value.status else None, value.status,
        (value.text or b"").decode("utf-8", "replace"),
        DynamicColor(theme, value.id) if value.id else None, value.layer, value.owner, detail,
        value.index, value.count, conditions, (first, second, third), _color(value.before))


def _color(value: ColorValue) -> Color | None:
    """Return a color; None for the space 0, which stands for no color."""
    return color_of(unpack_fields(value)) if value.space else None
