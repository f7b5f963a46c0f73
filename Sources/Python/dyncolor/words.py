"""The types of arguments: texts that are one of several words, and files.

They exist at run time, too. Importing this module imports `typing`, which takes time, and which a
program that only registers and resolves colors does not need.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union, get_args, get_origin

if TYPE_CHECKING:
    from typing import Protocol

    from ._memory import Buffer as Buffer
    from ._memory import WritableBuffer as WritableBuffer
else:
    # The methods of the real Protocol would fill what `help` shows.
    Protocol = object
    # Python before 3.12 has no type for all objects that give access to their memory.
    Buffer = WritableBuffer = Union[bytes, bytearray, memoryview, Any]

Space = Literal[
    "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb",
    "rec2020", "rec2020-oetf", "xyz-d65", "xyz-d50", "hsl", "hwb", "hsv", "lab", "lch",
    "oklab", "oklch", "okhsl", "okhsv", "gray-gamma-22", "extended-srgb",
    "extended-srgb-linear", "hct"]
# The order and type of the components of a pixel.
Layout = Literal["float4", "rgba8", "bgra8", "argb8", "abgr8", "rgb8", "bgr8", "rgba16",
                 "half4", "double4", "rgba-word", "bgra-word", "argb-word", "abgr-word"]
# The color space of the components of a pixel.
PixelSpace = Literal[
    "srgb", "srgb-linear", "display-p3", "display-p3-linear", "oklab", "oklch"]
Notation = Literal["exact", "browser"]
VisionModel = Literal["machado", "vienot"]
GamutMethod = Literal["exact", "ray-trace", "binary-search", "clip"]
Hue = Literal["shorter", "longer", "increasing", "decreasing"]
Metric = Literal["ok", "ciede2000"]
ContrastMethod = Literal["wcag", "lightness"]
Format = Literal["asset-catalog", "design-tokens", "style-sheet", "json", "base16", "kde",
                 "tailwind", "gtk", "gtk-media", "c-header", "preview", "sheet",
                 "gimp-palette", "xresources", "kitty", "alacritty"]
BlendMode = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge",
    "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation",
    "color", "luminosity"]
Scheme = Literal["light", "dark"]
Contrast = Literal["less", "standard", "more"]
Elevation = Literal["base", "elevated"]
Gamut = Literal["srgb", "display-p3", "rec2020"]
Vision = Literal["typical", "protan", "deutan", "tritan", "achromat"]
State = Literal["normal", "hovered", "focused", "pressed", "selected", "inactive", "disabled"]
Idiom = Literal["phone", "tablet", "desktop", "tv", "watch", "car", "headset"]
ForcedColors = Literal["none", "active"]
Invertible = Literal["scheme", "contrast", "elevation", "forced_colors"]
Vocabulary = Literal["appkit", "uikit", "css", "gtk"]
Level = Literal["primary", "secondary", "tertiary", "quaternary", "quinary"]
MaterialVariant = Literal[
    "tonal-spot", "monochrome", "neutral", "vibrant", "expressive", "fidelity", "content",
    "rainbow", "fruit-salad"]
Motion = Literal["standard", "reduced"]
Accent = Literal[
    "blue", "teal", "green", "yellow", "orange", "red", "pink", "purple", "slate"]
SettingSource = Literal["portal", "gtk", "kde", "terminal", "variable", "host"]
Role = Literal["background", "text", "border", "tint", "accent", "none"]
Severity = Literal["note", "warning", "error"]
AuditKind = Literal[
    "contrast", "gamut", "unreachable-variant", "palette-gap", "vision", "unreviewed", "no-value"]

# What `help` shows of these types. An equal Literal of another package is the same object, so it
# gets this text, too.
_type: Any
for _type in [*globals().values()]:
    if get_origin(_type) is Literal:
        _type.__doc__ = f"One of these texts: {', '.join(map(repr, get_args(_type)))}."


# ---- Colors --------------------------------------------------------------------------------------


class ColorObject(TypedDict, total=False):
    """A dict that states one color, and notes on it, as an object in JSON files does.

    The color is in one of these ways:

    - `value`, `DEFAULT` or `color`: any recipe that `Theme.register` takes.
    - `hex`, and perhaps `alpha` from 0 to 1.
    - `colorSpace` and `components`, which are three numbers or "none"; perhaps `alpha`, and `hex`,
      which is ignored.
    - `r`, `g` and `b`, and perhaps `a`; or `red`, `green` and `blue`, and perhaps `alpha`. They are
      from 0 to 1, or whole numbers from 0 to 255.

    The notes are `description`, `deprecated` (the text, or True), `replacement` (the color that
    replaces it, or its name) and `extensions` (a dict of vendors to data).

    >>> theme = Theme()
    >>> color: ColorObject = {"hex": "c00", "description": "For warnings."}
    >>> theme.register("alert", color).description
    'For warnings.'
    """

    # The color, in one of the ways above. `value`, `DEFAULT` and `color` take any recipe.
    value: Any
    DEFAULT: Any
    color: Any
    hex: str
    colorSpace: str
    components: Sequence[float | str]
    r: float
    g: float
    b: float
    a: float
    red: float
    green: float
    blue: float
    alpha: float

    # The notes.
    description: str
    deprecated: str | bool
    replacement: Any
    extensions: Mapping[str, Any]


# ---- Environments --------------------------------------------------------------------------------


class HasId(Protocol):
    """A color of a theme, which is a DynamicColor."""

    @property
    def id(self) -> int: ...


class AxisValues(TypedDict, total=False):
    """The arguments of Environment() and of `replace`."""

    scheme: Scheme | None
    contrast: Contrast | float | None
    elevation: Elevation | None
    gamut: Gamut | None
    vision: Vision | None
    vision_severity: float | None
    state: State | None
    idiom: Idiom | None
    palette: int | None
    locale: int | None
    subtype: int | None
    forced_colors: ForcedColors | None
    foreground: HasId | int | None
    accent: HasId | int | None
    custom: Iterable[int] | None


# ---- Files ---------------------------------------------------------------------------------------


class FileReader(Protocol):
    """Files that a program reads itself.

    Paths are relative and separated by slashes. The path of the root folder is empty.
    """

    def read(self, path: str, /) -> Buffer | str:
        """Return the contents of a file, or raise OSError or LookupError if it is missing."""
        ...

    def list(self, path: str, /) -> Iterable[str]:
        """Return the names of the entries of a folder. Names of folders end in a slash."""
        ...


# Contents of files by their paths, or an object that reads them.
Files = Union[Mapping[str, Union[Buffer, str]], FileReader]
# Called with the file that is read next and the number of colors so far. Returning True, or
# raising, cancels the load.
Progress = Callable[[str, int], object]
Path = Union[str, os.PathLike[str]]
