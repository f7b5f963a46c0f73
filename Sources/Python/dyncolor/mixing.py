"""Mixing any number of colors."""
from __future__ import annotations

from ._calls import check, new_error
from ._color_data import ColorBuffer, mixing_space, unpack_fields
from ._library import HUES, no_gil, word_value
from ._numbers import Numbers
from .color import as_colors, color_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .color import Color
    from .words import Hue, Space


def mix(
    colors: Iterable[Color | str], weights: Iterable[float] | None = None, *,
    space: Space | None = None, hue: Hue = "shorter",
) -> Color:
    """Mix any number of colors, equally or by their weights, as `color-mix()` of CSS does.

    >>> mix(["red", "yellow", "blue"], [2, 1, 1], space="srgb").hex
    '#bf4040'

    `Color.mix` describes `space` and `hue`.
    """
    parts = as_colors(colors)
    numbers = None if weights is None else Numbers(weights, "weights")
    # The stride is 0 if a single number was given.
    if numbers is not None and (not numbers.stride or numbers.count != len(parts)):
        raise ValueError(f"there are {len(parts)} colors, and {numbers.count} weights")
    value, error = ColorBuffer(), new_error()
    check(no_gil.dyncolor_color_mix_many(
        parts, parts._stride, numbers, numbers.stride if numbers else 0, len(parts),
        mixing_space(space), word_value("hue", HUES, hue), value, error), error)
    return color_of(unpack_fields(value))
