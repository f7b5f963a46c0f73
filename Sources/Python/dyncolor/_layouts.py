"""Pixel layouts: how many bytes a pixel has, and the number of a layout in C."""
from __future__ import annotations

from ._calls import expect, flag
from ._library import LAYOUT_FLAGS, LAYOUTS, suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from .words import Layout, PixelSpace

# The size of a pixel in bytes, and the type of a component as the module struct writes it.
SIZES: Final[dict[Layout, int]] = {
    "float4": 16, "rgba8": 4, "bgra8": 4, "argb8": 4, "abgr8": 4, "rgb8": 3, "bgr8": 3, "rgba16": 8,
    "half4": 8, "double4": 32, "rgba-word": 4, "bgra-word": 4, "argb-word": 4, "abgr-word": 4}
NUMBERS: Final[dict[Layout, str]] = {
    "float4": "f", "rgba8": "B", "bgra8": "B", "argb8": "B", "abgr8": "B", "rgb8": "B", "bgr8": "B",
    "rgba16": "H", "half4": "e", "double4": "d", "rgba-word": "B", "bgra-word": "B",
    "argb-word": "B", "abgr-word": "B"}

_linear, _p3 = LAYOUT_FLAGS["linear"], LAYOUT_FLAGS["display-p3"]
_spaces: dict[PixelSpace, int] = {
    "srgb": 0, "srgb-linear": _linear, "display-p3": _p3, "display-p3-linear": _linear | _p3,
    "oklab": LAYOUT_FLAGS["oklab"], "oklch": LAYOUT_FLAGS["oklch"]}


def size_of(layout: object) -> int:
    """Return the size of a pixel in bytes. 0 for an unknown layout, which `number_of` refuses."""
    return SIZES.get(layout, 0) if isinstance(layout, str) else 0  # type: ignore[call-overload]


def number_of(layout: Layout, premultiplied: bool, space: PixelSpace) -> int:
    """Return the dyncolor_layout with its flags. Raises ValueError if the flags do not fit."""
    expect("layout", 'the name of one, such as "rgba8"', layout, str)
    expect("space", 'the name of one, such as "srgb"', space, str)
    if layout not in LAYOUTS:
        # ARGB32 and the like are numbers of 32 bits, while `argb8` is four bytes.
        hint = '; did you mean "argb-word"?' if str(layout).lower() in (
            "argb", "argb32", "argb8888") else suggestion(layout, LAYOUTS)
        raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}, not {layout!r}{hint}")
    if space not in _spaces:
        raise ValueError(f"space must be one of {', '.join(_spaces)}, not {space!r}"
                         f"{suggestion(space, _spaces)}")
    # Oklab and OkLCh need floats: types f, e and d.
    if space.startswith("ok") and NUMBERS[layout] not in "fed":
        raise ValueError(f"pixels of {layout} cannot hold numbers of {space}")
    if not flag("premultiplied", premultiplied):
        return LAYOUTS[layout] | _spaces[space]
    if SIZES[layout] == 3:
        raise ValueError(f"pixels of {layout} have no alpha to be multiplied by")
    if space == "oklch":
        raise ValueError(
            "pixels of oklch cannot be premultiplied: a hue is not multiplied by alpha")
    return LAYOUTS[layout] | _spaces[space] | LAYOUT_FLAGS["premultiplied"]
