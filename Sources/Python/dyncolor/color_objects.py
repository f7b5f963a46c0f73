"""Mappings that state one color, and notes on it, as the objects of JSON files do."""
from __future__ import annotations

from _collections_abc import Mapping
from ctypes import byref, c_uint32

from ._calls import check, expect, new_error, utf8
from ._library import suggestion
from .color import Color
from .dynamic_color import DynamicColor, id_of
from .theme_base import ThemeBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

# The ways to state a color, each with the keys that it needs, and those that it may have. The first
# key of a way tells which way it is. Tailwind writes DEFAULT for the color of a whole group.
_WAYS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("value",), ()), (("DEFAULT",), ()), (("colorSpace", "components"), ("alpha", "hex")),
    (("r", "g", "b"), ("a",)), (("red", "green", "blue"), ("alpha",)), (("hex",), ("alpha",)),
    (("color",), ()))
NOTES = ("description", "deprecated", "replacement", "extensions")
# Spaces whose colors have functions of their own in CSS.
_FUNCTIONS = ("hsl", "hwb", "lab", "lch", "oklab", "oklch")


def split_notes(given: Mapping[Any, Any]) -> tuple[Mapping[Any, Any], dict[str, Any]]:
    """Return a mapping without its notes, and the notes."""
    notes = {key: given[key] for key in NOTES if key in given}
    if not notes:
        return given, notes
    return {key: value for key, value in given.items() if key not in notes}, notes


def states_color(given: Mapping[Any, Any]) -> bool:
    """Return whether a mapping states one color. Other mappings have a color for each mode, such as
    {"light": "white", "dark": "black"}."""
    return any(needed[0] in given for needed, _ in _WAYS)


def stated_color(given: Mapping[Any, Any], name_suffix: str) -> Any:
    """Return the recipe that a mapping without notes states. `name_suffix` says in messages which
    color has it: ` of "ink"`, or nothing for a color without a name."""
    needed, optional = next(way for way in _WAYS if way[0][0] in given)
    known = (*needed, *optional)
    for key in given:
        if key in NOTES:
            raise ValueError(
                f"unexpected note{name_suffix}: {key!r}; a part of a color has no notes: write them"
                " beside the color")
        if key not in known:
            hint = suggestion(key, (*known, *NOTES)) if isinstance(key, str) else ""
            raise ValueError(f"unknown key{name_suffix} beside {needed[0]}: {key!r}{hint}")
    for key in needed:
        if key not in given:
            raise ValueError(f"missing key{name_suffix} beside {needed[0]}: {key!r}")
    if needed == ("hex",):
        text = _with_number_sign(given["hex"])
        return _with_alpha(text, given["alpha"], name_suffix) if "alpha" in given else text
    if len(needed) == 1:
        return given[needed[0]]
    # `colorSpace` and `components` are the only way with two keys. The ways with three have red,
    # green and blue.
    if len(needed) == 2:
        return _in_space(given, name_suffix)
    return _of_channels([given[key] for key in known if key in given], name_suffix)


def _with_number_sign(text: Any) -> Any:
    """Return hex text with its number sign, and anything else as it is."""
    is_bare = isinstance(text, str) and text and all(
        digit in "0123456789abcdefABCDEF" for digit in text)
    return f"#{text}" if is_bare else text


def _with_alpha(text: Any, alpha: Any, name_suffix: str) -> Any:
    """Return the color of hex text and an alpha. If the digits have an alpha that is not 1, return
    the color of the digits alone. Anything but hex text is returned as it is."""
    if not _are_numbers([alpha]) or not 0 <= alpha <= 1:
        raise ValueError(f"alpha{name_suffix} must be from 0 to 1; got {alpha!r}")
    if not isinstance(text, str) or not text.startswith("#"):
        return text
    color = Color(text)
    return color.with_alpha(alpha) if color.alpha == 1 else color


def _in_space(given: Mapping[Any, Any], name_suffix: str) -> str:
    """Return the color of a space and components, in CSS."""
    space, alpha = given["colorSpace"], given.get("alpha", 1)
    components: object = given["components"]
    expect(f"colorSpace{name_suffix}", "a text", space, str)
    values: list[Any] = [*given["components"]] if isinstance(components, (list, tuple)) else []
    if len(values) != 3 or not _are_numbers([alpha, *(each for each in values if each != "none")]):
        raise ValueError(
            f"components{name_suffix} must be three numbers or \"none\", and alpha a number; got "
            f"{components!r} and {alpha!r}")
    numbers = " ".join(map(str, values))
    return (f"{space}({numbers} / {alpha})" if space in _FUNCTIONS
            else f"color({space} {numbers} / {alpha})")


def _of_channels(channels: list[Any], name_suffix: str) -> str:
    """Return the color of red, green, blue and perhaps alpha, in CSS."""
    if _are_numbers(channels) and min(channels) >= 0:
        # If there are only three channels, alpha is 1.
        *values, alpha = (*channels, 1)[:4]
        # A component above 1 means that all three are bytes. Otherwise all are from 0 to 1.
        factor = 255 if max(values) <= 1 else 1
        if alpha <= 1 and max(values) <= 255 and (
                factor > 1 or all(value == int(value) for value in values)):
            return f"rgb({' '.join(str(value * factor) for value in values)} / {alpha})"
    raise ValueError(
        f"red, green and blue{name_suffix} must be from 0 to 1, or whole numbers from 0 to 255, "
        f"and alpha from 0 to 1; got {', '.join(map(repr, channels))}")


def _are_numbers(values: Iterable[Any]) -> bool:
    return all(isinstance(value, (int, float)) and not isinstance(value, bool)
               for value in values)


# ---- Notes ---------------------------------------------------------------------------------------


def check_notes(
    theme: ThemeBase, notes: Mapping[str, Any], names: Collection[str | None]
) -> None:
    """Raise the error for notes that a color cannot have. `names` are the names of the colors that
    are registered in the same transaction."""
    replacement = notes.get("replacement")
    if replacement is not None and replacement not in names:
        id_of(theme, replacement, "replacement")
    # Try the notes on a color of an empty theme, which is made for this check alone.
    trial, id, error = ThemeBase(), c_uint32(), new_error()
    check(trial._c.dyncolor_theme_declare_n(trial._handle, b"a", 1, byref(id), error), error)
    set_notes(DynamicColor(trial, id.value), {**notes, "replacement": None})


def set_notes(color: DynamicColor, notes: Mapping[str, Any]) -> None:
    """Give a color its notes."""
    if "description" in notes:
        color.description = notes["description"]
    deprecated, replacement = notes.get("deprecated", ""), notes.get("replacement")
    # For C, a color is deprecated if there is a text that says so, or a replacement. So True
    # becomes a text, unless there is a replacement.
    if isinstance(deprecated, bool):
        deprecated = "deprecated" if deprecated and replacement is None else ""
    utf8(deprecated, "deprecated")
    if deprecated or replacement is not None:
        color.deprecate(deprecated, replacement)
    if "extensions" in notes:
        from json import dumps
        expect("extensions", "a mapping of vendors to data", notes["extensions"], Mapping)
        color.annotation = dumps(notes["extensions"], ensure_ascii=False)
