"""Palettes: names that palettes lack, built-in palettes, and colors derived from a seed."""
from __future__ import annotations

from ctypes import byref, c_size_t, c_uint32
from typing import TYPE_CHECKING, Any, NamedTuple

from ._calls import UNKNOWN_NAME, check, list_all, new_error, utf8, wrong_type
from ._definitions import PartValue
from ._library import no_gil, with_gil, word_value
from ._structures import MATERIAL_VARIANTS, BuiltinValue, PaletteGapValue
from .dynamic_color import DynamicColor, colors_of

if TYPE_CHECKING:
    from .theme_base import ThemeBase


class Gap(NamedTuple):
    """A name that a palette lacks.

    The example is a color of that name in another palette, or a semantic color that looks the name
    up.
    """

    palette: str
    name: str
    example: DynamicColor


class Builtin(NamedTuple):
    """A palette that is built into the library, for `Theme.load_builtin`.

    `colors` is the number of its colors.
    """

    name: str
    version: str
    description: str
    colors: int


Gap.palette.__doc__ = "The name of the palette."
Gap.name.__doc__ = "The name that the palette lacks, without the name of the palette."
# Type checkers take `Gap.example` for a DynamicColor, without a docstring of its own.
_example: Any = Gap.example
_example.__doc__ = "A color that has the name in another palette, or looks it up."
Builtin.name.__doc__ = "The name of the palette."
Builtin.version.__doc__ = "The version of the palette, as text."
Builtin.description.__doc__ = "What the palette is, in a few words."
Builtin.colors.__doc__ = "The number of colors."


def builtins() -> list[Builtin]:
    """Return the built-in palettes. The versions of a palette are in order, the oldest first.

    >>> [f"{each.name} {each.version}" for each in builtins()]
    ['css 4', 'apple 13', 'apple 26', 'libadwaita 1.6']
    """
    found: list[Builtin] = []
    while True:
        value, error = BuiltinValue(), new_error()
        status = with_gil.dyncolor_builtin_at(len(found), byref(value), error)
        if status == UNKNOWN_NAME:
            return found
        check(status, error)
        found.append(Builtin(
            value.name.decode(), value.version.decode(), value.description.decode(), value.count))


def load_builtin(
    theme: ThemeBase, name: str, version: str, prefix: str | None, layer: int
) -> int:
    """Register the colors of a built-in palette in a layer, and return their number. The prefix
    None stands for the name of the palette and a slash."""
    data, version_data = utf8(name, "name"), utf8(version, "version")
    count, error = c_size_t(), new_error()
    prefix_data = None if prefix is None else utf8(prefix, "prefix")
    check(no_gil.dyncolor_builtin_load_n(
        theme._handle, data, len(data), version_data, len(version_data), prefix_data,
        len(prefix_data or b""), layer, byref(count), error), error)
    return count.value


def register_material(
    theme: ThemeBase, seed: Any, variant: str, prefix: str, layer: int
) -> None:
    """Register the colors of a scheme of Material Design, which are derived from a seed, in a
    layer."""
    number = word_value("variant", MATERIAL_VARIANTS, variant)
    part, error, data = seed_part(theme, seed), new_error(), utf8(prefix, "prefix")
    check(no_gil.dyncolor_register_material_n(
        theme._handle, byref(part), number, data, len(data), layer, error), error)


def register_scale(theme: ThemeBase, seed: Any, prefix: str, layer: int) -> None:
    """Register the colors of a scale, which are derived from a seed, in a layer."""
    part, error, data = seed_part(theme, seed), new_error(), utf8(prefix, "prefix")
    check(no_gil.dyncolor_register_scale_n(
        theme._handle, byref(part), data, len(data), layer, error), error)


def seed_part(theme: ThemeBase, seed: Any) -> PartValue:
    """Return the dyncolor_part of a color from which others are derived."""
    from .color import Color
    from .recipe import set_part
    if not isinstance(seed, (str, Color, DynamicColor)):
        raise wrong_type("the seed", "CSS text, a Color or a DynamicColor", seed)
    part = PartValue()
    # `set_part` registers no color for these types, so it uses no layer, no owner and no list.
    set_part(theme, part, seed, 0, 0, [])
    return part


def palette_colors(theme: ThemeBase, name: str) -> list[DynamicColor]:
    """Return the registered colors of a palette, in the order of `DynamicColor.row`."""
    number = theme.palettes[name]
    return colors_of(theme, list_all(
        c_uint32, 0,
        lambda *output: no_gil.dyncolor_palette_colors(theme._handle, number, *output)))


def gaps(theme: ThemeBase) -> list[Gap]:
    """Return the names that palettes lack."""
    values: list[PaletteGapValue] = list_all(
        PaletteGapValue, 0, lambda *output: no_gil.dyncolor_palette_gaps(theme._handle, *output))
    palettes = theme.palettes
    return [Gap(palettes._name(value.palette), value.semantic.decode(),
                DynamicColor(theme, value.example)) for value in values]
