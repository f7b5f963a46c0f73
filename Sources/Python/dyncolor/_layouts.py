"""Pixel layouts: how many bytes a pixel has, and the number of a layout in C."""
from __future__ import annotations

from ._calls import expect, flag
from ._library import LAYOUT_FLAGS, LAYOUTS, suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from .words import Layout, PixelSpace

# Of each layout: the size of a pixel in bytes, the type of a component as the module struct writes
# it, and whether there is alpha.
_facts: Final[dict[Layout, tuple[int, str, bool]]] = {
    "float4": (16, "f", True), "rgba8": (4, "B", True), "bgra8": (4, "B", True),
    "argb8": (4, "B", True), "abgr8": (4, "B", True), "rgb8": (3, "B", False),
    "bgr8": (3, "B", False), "rgba16": (8, "H", True), "half4": (8, "e", True),
    "double4": (32, "d", True), "rgba-word": (4, "B", True), "bgra-word": (4, "B", True),
    "argb-word": (4, "B", True), "abgr-word": (4, "B", True)}
SIZES: Final = {layout: size for layout, (size, *_) in _facts.items()}
COMPONENT_TYPES: Final = {layout: component for layout, (_, component, _) in _facts.items()}

_linear, _p3 = LAYOUT_FLAGS["linear"], LAYOUT_FLAGS["display-p3"]
_spaces: dict[PixelSpace, int] = {
    "srgb": 0, "srgb-linear": _linear, "display-p3": _p3, "display-p3-linear": _linear | _p3,
    "oklab": LAYOUT_FLAGS["oklab"], "oklch": LAYOUT_FLAGS["oklch"]}


def size_of(layout: object) -> int:
    """Return the size of a pixel in bytes. Return 0 for an unknown layout: `number_of` raises the
    error for it."""
    return SIZES.get(layout, 0) if isinstance(layout, str) else 0  # type: ignore[call-overload]


def number_of(layout: Layout, premultiplied: bool, space: PixelSpace) -> int:
    """Return the number of a layout in C, with flags for the other arguments. Raises ValueError for
    an unknown word, and if the layout cannot be combined with the other arguments."""
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
    # Oklab and OkLCh need floats, of 32, 16 or 64 bits: types f, e and d.
    if space.startswith("ok") and COMPONENT_TYPES[layout] not in "fed":
        raise ValueError(f"pixels of {layout} cannot hold numbers of {space}")
    if not flag("premultiplied", premultiplied):
        return LAYOUTS[layout] | _spaces[space]
    *_, has_alpha = _facts[layout]
    if not has_alpha:
        raise ValueError(f"pixels of {layout} have no alpha to be multiplied by")
    if space == "oklch":
        raise ValueError(
            "pixels of oklch cannot be premultiplied: a hue is not multiplied by alpha")
    return LAYOUTS[layout] | _spaces[space] | LAYOUT_FLAGS["premultiplied"]
