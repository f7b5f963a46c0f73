"""What dyncolor.h declares: enumerations, structs and the signatures of all functions.

Structs that few programs need are in `_structures`, because each class costs time to make.
"""
from __future__ import annotations

import ctypes
from ctypes import (
    POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint8, c_uint16,
    c_uint32, c_uint64, c_void_p)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final, Literal

    Space = Literal[
        "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb",
        "rec2020", "rec2020-oetf", "xyz-d65", "xyz-d50", "hsl", "hwb", "hsv", "lab", "lch",
        "oklab", "oklch", "okhsl", "okhsv", "gray-gamma-22", "extended-srgb",
        "extended-srgb-linear"]
    # The order and type of the components of a pixel, and their color space.
    Layout = Literal["float4", "rgba8", "bgra8", "argb8", "abgr8", "rgb8", "bgr8", "rgba16",
                     "half4", "double4"]
    PixelSpace = Literal[
        "srgb", "srgb-linear", "display-p3", "display-p3-linear", "oklab", "oklch"]
    Notation = Literal["exact", "browser"]
    GamutMethod = Literal["exact", "ray-trace", "binary-search", "clip"]
    Hue = Literal["shorter", "longer", "increasing", "decreasing"]
    Metric = Literal["ok", "ciede2000"]
    ContrastMethod = Literal["wcag", "lightness"]
    Format = Literal["asset-catalog", "design-tokens", "style-sheet", "json", "base16", "kde",
                     "tailwind", "gtk", "gtk-media", "c-header", "preview", "sheet"]
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
    Severity = Literal["note", "warning", "error"]


# ---- Structs -------------------------------------------------------------------------------------


class ErrorDetails(Structure):
    """dyncolor_error."""
    _fields_ = [
        ("size", c_size_t), ("status", c_int32), ("line", c_uint32), ("column", c_uint32),
        ("offset", c_size_t), ("message", c_char_p), ("context", c_char * 256)]
    size: int
    status: int
    line: int
    column: int
    offset: int
    message: bytes
    context: bytes


class ColorValue(Structure):
    """dyncolor_color."""
    _fields_ = [("space", c_uint32), ("missing", c_uint32), ("c", c_double * 3),
                ("alpha", c_double)]
    space: int
    missing: int
    c: ctypes.Array[c_double]
    alpha: float


class EnvironmentValue(Structure):
    """dyncolor_environment."""
    _fields_ = [
        ("scheme", c_uint8), ("contrast", c_uint8), ("elevation", c_uint8), ("gamut", c_uint8),
        ("vision", c_uint8), ("vision_severity", c_uint8), ("state", c_uint8), ("idiom", c_uint8),
        ("palette", c_uint16), ("locale", c_uint16), ("subtype", c_uint8),
        ("forced_colors", c_uint8), ("reserved", c_uint8 * 2), ("foreground", c_uint32),
        ("accent", c_uint32), ("custom", c_uint8 * 8)]
    custom: ctypes.Array[c_uint8]


class ThemeOptions(Structure):
    """dyncolor_theme_options."""
    _fields_ = [
        ("size", c_size_t), ("resize", c_void_p), ("resize_user_data", c_void_p),
        ("memory_budget", c_size_t), ("default_scheme", c_uint32), ("reserved", c_uint32)]


class VariantValue(Structure):
    """dyncolor_variant."""
    _fields_ = [
        ("scheme", c_uint8), ("contrast", c_uint8), ("elevation", c_uint8), ("gamut", c_uint8),
        ("idiom", c_uint8), ("subtype", c_uint8), ("locale", c_uint16), ("id", c_uint32),
        ("reserved2", c_uint32), ("color", ColorValue)]
    id: int
    color: ColorValue


class Definition(Structure):
    """dyncolor_definition."""
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("name_length", c_size_t), ("kind", c_uint32),
        ("layer", c_uint16), ("owner", c_uint16), ("variants", c_void_p),
        ("variant_count", c_size_t), ("semantic", c_char_p), ("semantic_length", c_size_t),
        ("provider", c_void_p), ("user_data", c_void_p), ("destroy", c_void_p), ("css", c_char_p),
        ("css_length", c_size_t)]
    name: bytes | None
    name_length: int
    kind: int
    layer: int
    owner: int
    variants: int | None
    variant_count: int
    semantic: bytes | None
    semantic_length: int
    provider: int | None
    user_data: int | None
    destroy: int | None
    css: bytes | None
    css_length: int


# ---- Words ---------------------------------------------------------------------------------------

# The enumerations: each word and its number in C. None stands for 0, which is unspecified.
SCHEMES: Final = {"light": 1, "dark": 2}
CONTRASTS: Final = {"less": 1, "standard": 101, "more": 201}
ELEVATIONS: Final = {"base": 1, "elevated": 2}
GAMUTS: Final = {"srgb": 1, "display-p3": 2, "rec2020": 3}
VISIONS: Final = {"typical": 1, "protan": 2, "deutan": 3, "tritan": 4, "achromat": 5}
STATES: Final = {"normal": 1, "hovered": 2, "focused": 3, "pressed": 4, "selected": 5,
                 "inactive": 6, "disabled": 7}
IDIOMS: Final = {"phone": 1, "tablet": 2, "desktop": 3, "tv": 4, "watch": 5, "car": 6,
                 "headset": 7}
FORCED_COLORS: Final = {"none": 1, "active": 2}
SPACES: Final[dict[Space, int]] = {
    "srgb": 1, "srgb-linear": 2, "display-p3": 3, "display-p3-linear": 4, "a98-rgb": 5,
    "prophoto-rgb": 6, "rec2020": 7, "rec2020-oetf": 8, "xyz-d65": 9, "xyz-d50": 10, "hsl": 11,
    "hwb": 12, "hsv": 13, "lab": 14, "lch": 15, "oklab": 16, "oklch": 17, "okhsl": 18,
    "okhsv": 19, "gray-gamma-22": 20, "extended-srgb": 21, "extended-srgb-linear": 22}
GAMUT_METHODS: Final = {"exact": 1, "ray-trace": 2, "binary-search": 3, "clip": 4}
HUES: Final = {"shorter": 1, "longer": 2, "increasing": 3, "decreasing": 4}
NOTATIONS: Final = {"exact": 1, "browser": 2}
METRICS: Final = {"ok": 1, "ciede2000": 2}
CONTRAST_METHODS: Final = {"wcag": 1, "lightness": 2}
BLEND_MODES: Final = {
    "normal": 1, "multiply": 2, "screen": 3, "overlay": 4, "darken": 5, "lighten": 6,
    "color-dodge": 7, "color-burn": 8, "hard-light": 9, "soft-light": 10, "difference": 11,
    "exclusion": 12, "hue": 13, "saturation": 14, "color": 15, "luminosity": 16}
LAYOUTS: Final[dict[Layout, int]] = {
    "float4": 1, "rgba8": 2, "bgra8": 3, "argb8": 4, "abgr8": 5, "rgb8": 6, "bgr8": 7, "rgba16": 8,
    "half4": 9, "double4": 10}
LAYOUT_FLAGS: Final = {
    "premultiplied": 0x100, "linear": 0x200, "display-p3": 0x400, "oklab": 0x800, "oklch": 0x1000}
VOCABULARIES: Final = {"appkit": 1, "uikit": 2, "css": 3, "gtk": 4}
AXES: Final = {
    "scheme": 0, "contrast": 1, "elevation": 2, "gamut": 3, "vision": 4, "vision_severity": 5,
    "state": 6, "idiom": 7, "palette": 8, "locale": 9, "subtype": 10, "forced_colors": 11,
    "foreground": 13, "accent": 14, "custom": 15}
IMAGE_MEMORIES: Final = {"copied": 1, "borrowed": 2}
POLICIES: Final = {"prefer": 1, "force": 2, "invert": 3}
KINDS: Final = {"variants": 1, "palette": 2, "provider": 3, "css": 4}
LAYERS: Final = {"theme": 0, "defaults": 1, "user": 2}
LEVELS: Final = {"primary": 0, "secondary": 1, "tertiary": 2, "quaternary": 3, "quinary": 4}
STEP_KINDS: Final = {
    "color": 1, "constant": 2, "variant": 3, "reference": 4, "fallback": 5, "palette": 6,
    "system-color": 7, "foreground": 8, "scheme": 9, "condition": 10, "provider": 11,
    "transform": 12, "operand": 13, "level": 14, "contrast": 15, "gamut": 16, "result": 17,
    "more": 18}
TRANSFORMS: Final = {
    "mix": 1, "relative": 2, "alpha": 3, "contrast-color": 4, "blend": 5, "ensure-contrast": 6,
    "first": 7, "graded": 8}
FORMATS: Final[dict[Format, int]] = {
    "asset-catalog": 1, "design-tokens": 2, "style-sheet": 3, "json": 4, "base16": 5, "kde": 6,
    "tailwind": 7, "gtk": 8, "gtk-media": 9, "c-header": 10, "preview": 11, "sheet": 12}
LOAD_FLAGS: Final = {"strict": 1, "allow-outside": 2}
WRITE_FLAGS: Final = {"classes": 1}
SEVERITIES: Final = {"note": 1, "warning": 2, "error": 3}
ORIGINS: Final = {"environment": 1, "theme": 2, "built-in": 3}


def word_value(what: str, words: Mapping[Any, int], word: str) -> int:
    """Return the number of a word; `what` names the argument in the error message."""
    number = words.get(word)
    if number is None:
        raise ValueError(f"{what} must be one of {', '.join(words)}, not {word!r}")
    return number


# ---- Functions -----------------------------------------------------------------------------------

# Each function's result type, followed by its parameter types. Pointers are c_void_p, which accepts
# an address, an array or a `byref`. Text is c_char_p.
_Error = POINTER(ErrorDetails)
SIGNATURES: Final[dict[str, tuple[Any, ...]]] = {
    "dyncolor_version": (c_uint32,),
    "dyncolor_version_string": (c_char_p,),
    "dyncolor_status_name": (c_char_p, c_int),
    "dyncolor_color_parse": (c_int, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_color_parse_list":
        (c_int, c_void_p, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_color_format": (c_int, c_void_p, c_int, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_color_format_list":
        (c_int, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_size_t, _Error),
    "dyncolor_color_parse_hex": (c_int, c_char_p, c_size_t, c_int, c_double, c_void_p, _Error),
    "dyncolor_color_format_hex": (c_int, c_void_p, c_int, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_color_pack": (c_int, c_void_p, c_int, c_void_p, c_size_t, _Error),
    "dyncolor_color_unpack": (c_int, c_void_p, c_size_t, c_int, c_void_p, _Error),
    "dyncolor_color_pack_list":
        (c_int, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_size_t, _Error),
    "dyncolor_color_unpack_list":
        (c_int, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_size_t, _Error),
    "dyncolor_pixels_convert":
        (c_int, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_size_t, c_int, _Error),
    "dyncolor_pixels_blend":
        (c_int, c_void_p, c_size_t, c_void_p, c_size_t, c_size_t, c_int, c_int, c_void_p, c_size_t,
         _Error),
    "dyncolor_color_equal": (c_int, c_void_p, c_void_p),
    "dyncolor_color_hash": (c_uint64, c_void_p),
    "dyncolor_color_convert": (c_int, c_void_p, c_int, c_void_p, _Error),
    "dyncolor_color_convert_list":
        (c_int, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_size_t, _Error),
    "dyncolor_color_in_gamut": (c_int, c_void_p, c_int),
    "dyncolor_color_map_to_gamut": (c_int, c_void_p, c_int, c_int, c_void_p, _Error),
    "dyncolor_color_map_to_gamut_list":
        (c_int, c_void_p, c_size_t, c_size_t, c_int, c_int, c_void_p, c_size_t, _Error),
    "dyncolor_color_mix": (c_int, c_void_p, c_void_p, c_double, c_int, c_int, c_void_p, _Error),
    "dyncolor_color_mix_list":
        (c_int, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t, c_size_t, c_int, c_int,
         c_void_p, c_size_t, _Error),
    "dyncolor_color_mix_many":
        (c_int, c_void_p, c_size_t, c_void_p, c_size_t, c_size_t, c_int, c_int, c_void_p, _Error),
    "dyncolor_color_difference": (c_int, c_void_p, c_void_p, c_int, c_void_p, _Error),
    "dyncolor_color_difference_list":
        (c_int, c_void_p, c_size_t, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_size_t,
         _Error),
    "dyncolor_color_contrast": (c_int, c_void_p, c_void_p, c_int, c_void_p, _Error),
    "dyncolor_color_contrast_list":
        (c_int, c_void_p, c_size_t, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_size_t,
         _Error),
    "dyncolor_color_ensure_contrast":
        (c_int, c_void_p, c_void_p, c_double, c_int, c_void_p, c_void_p, _Error),
    "dyncolor_color_ensure_contrast_list":
        (c_int, c_void_p, c_size_t, c_void_p, c_size_t, c_size_t, c_double, c_int, c_void_p,
         c_size_t, c_void_p, c_size_t, _Error),
    "dyncolor_color_blend": (c_int, c_void_p, c_void_p, c_int, c_int, c_void_p, _Error),
    "dyncolor_color_blend_list":
        (c_int, c_void_p, c_size_t, c_void_p, c_size_t, c_size_t, c_int, c_int, c_void_p, c_size_t,
         _Error),
    "dyncolor_color_is_near": (c_int, c_void_p, c_void_p),
    "dyncolor_environment_inherit": (c_int, c_void_p, c_void_p, c_void_p, _Error),
    "dyncolor_environment_adjust":
        (c_int, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_environment_from_name": (c_int, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_environment_to_name": (c_int, c_void_p, c_int, c_void_p, _Error),
    "dyncolor_theme_create": (c_int, c_void_p, c_void_p, _Error),
    "dyncolor_theme_retain": (c_void_p, c_void_p),
    "dyncolor_theme_release": (None, c_void_p),
    "dyncolor_theme_generation": (c_uint64, c_void_p),
    "dyncolor_theme_fingerprint": (c_uint64, c_void_p),
    "dyncolor_theme_set_default_scheme": (c_int, c_void_p, c_int, _Error),
    "dyncolor_register": (c_int, c_void_p, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_register_color": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p, _Error),
    "dyncolor_register_pair":
        (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p, c_void_p, _Error),
    "dyncolor_register_hex":
        (c_int, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_char_p, c_size_t, c_void_p,
         _Error),
    "dyncolor_register_variants":
        (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_register_css": (
        c_int, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_register_alias": (c_int, c_void_p, c_char_p, c_size_t, c_uint32, c_void_p, _Error),
    "dyncolor_register_semantic":
        (c_int, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_uint32, c_void_p, _Error),
    "dyncolor_register_level":
        (c_int, c_void_p, c_char_p, c_size_t, c_uint32, c_int, c_void_p, _Error),
    "dyncolor_register_fallbacks":
        (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_theme_set_level_opacities": (c_int, c_void_p, c_void_p, _Error),
    "dyncolor_resolve_level":
        (c_int, c_void_p, c_uint32, c_int, c_void_p, c_void_p, _Error),
    "dyncolor_register_provider":
        (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p, _Error),
    "dyncolor_redefine": (c_int, c_void_p, c_void_p, c_void_p, c_size_t, _Error),
    "dyncolor_declare": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_unregister": (c_int, c_void_p, c_uint32, _Error),
    "dyncolor_rename": (c_int, c_void_p, c_uint32, c_char_p, c_size_t, _Error),
    "dyncolor_layer_declare":
        (c_int, c_void_p, c_char_p, c_size_t, c_uint16, c_void_p, _Error),
    "dyncolor_layer_name": (c_int, c_void_p, c_uint16, c_void_p, _Error),
    "dyncolor_layer_list": (c_int, c_void_p, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_layer_drop": (c_int, c_void_p, c_uint16, _Error),
    "dyncolor_layer_unregister": (c_int, c_void_p, c_uint16, c_uint32, _Error),
    "dyncolor_owner_declare": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_owner_name": (c_int, c_void_p, c_uint16, c_void_p, _Error),
    "dyncolor_unregister_owner": (c_int, c_void_p, c_uint16, _Error),
    "dyncolor_provenance":
        (c_int, c_void_p, c_uint32, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_find": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_bind": (c_int, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, _Error),
    "dyncolor_forward":
        (c_int, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, _Error),
    "dyncolor_forwarded": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_name": (c_int, c_void_p, c_uint32, c_void_p, _Error),
    "dyncolor_css": (c_int, c_void_p, c_uint32, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_list": (c_int, c_void_p, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_count": (c_size_t, c_void_p),
    "dyncolor_depends_on": (c_int, c_void_p, c_uint32, c_void_p, _Error),
    "dyncolor_equal": (c_int, c_void_p, c_uint32, c_void_p, c_uint32),
    "dyncolor_hash": (c_uint64, c_void_p, c_uint32),
    "dyncolor_describe": (c_int, c_void_p, c_uint32, c_char_p, c_size_t, _Error),
    "dyncolor_description": (c_int, c_void_p, c_uint32, c_void_p, _Error),
    "dyncolor_deprecate":
        (c_int, c_void_p, c_uint32, c_char_p, c_size_t, c_uint32, _Error),
    "dyncolor_deprecation": (c_int, c_void_p, c_uint32, c_void_p, c_void_p, _Error),
    "dyncolor_annotate": (c_int, c_void_p, c_uint32, c_char_p, c_size_t, _Error),
    "dyncolor_annotation": (c_int, c_void_p, c_uint32, c_void_p, _Error),
    "dyncolor_palette_declare": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_palette_name": (c_int, c_void_p, c_uint16, c_void_p, _Error),
    "dyncolor_palette_count": (c_size_t, c_void_p),
    "dyncolor_palette_list": (c_int, c_void_p, c_uint16, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_palette_gaps": (c_int, c_void_p, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_theme_set_default_palette": (c_int, c_void_p, c_uint16, _Error),
    "dyncolor_axis_declare": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_axis_declare_value": (
        c_int, c_void_p, c_uint32, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_locale_declare": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_locale_name": (c_int, c_void_p, c_uint16, c_void_p, _Error),
    "dyncolor_subtype_declare": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "dyncolor_subtype_name": (c_int, c_void_p, c_uint8, c_void_p, _Error),
    "dyncolor_builtin_at": (c_int, c_size_t, c_void_p, _Error),
    "dyncolor_builtin_load":
        (c_int, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_char_p, c_size_t, c_uint16,
         c_void_p, _Error),
    "dyncolor_resolve": (c_int, c_void_p, c_uint32, c_void_p, c_void_p, _Error),
    "dyncolor_resolve_list":
        (c_int, c_void_p, c_void_p, c_size_t, c_void_p, c_int, c_void_p, c_size_t, c_void_p,
         _Error),
    "dyncolor_rows": (c_size_t, c_void_p),
    "dyncolor_resolve_all":
        (c_int, c_void_p, c_void_p, c_int, c_void_p, c_size_t, c_size_t, _Error),
    "dyncolor_prepare": (c_int, c_void_p, c_void_p, _Error),
    "dyncolor_snapshot_create": (c_int, c_void_p, c_void_p, c_void_p, _Error),
    "dyncolor_snapshot_retain": (c_void_p, c_void_p),
    "dyncolor_snapshot_release": (None, c_void_p),
    "dyncolor_snapshot_resolve": (c_int, c_void_p, c_uint32, c_void_p, _Error),
    "dyncolor_snapshot_colors": (c_void_p, c_void_p, c_void_p),
    "dyncolor_snapshot_copy": (c_int, c_void_p, c_int, c_void_p, c_size_t, c_size_t, _Error),
    "dyncolor_theme_save": (c_int, c_void_p, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_theme_load":
        (c_int, c_void_p, c_void_p, c_size_t, c_int, c_void_p, _Error),
    "dyncolor_snapshot_mix":
        (c_int, c_void_p, c_void_p, c_double, c_int, c_void_p, c_size_t, c_size_t, _Error),
    "dyncolor_snapshot_fingerprint": (c_uint64, c_void_p),
    "dyncolor_snapshot_origin": (None, c_void_p, c_void_p, c_void_p),
    "dyncolor_diff": (c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_changes":
        (c_int, c_void_p, c_uint64, c_void_p, c_size_t, c_void_p, c_void_p, _Error),
    "dyncolor_snapshot_diff":
        (c_int, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, _Error),
    "dyncolor_observe": (c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, _Error),
    "dyncolor_unobserve": (c_int, c_void_p, c_uint64, _Error),
    "dyncolor_explain": (c_int, c_void_p, c_uint32, c_void_p, c_void_p, _Error),
    "dyncolor_explanation_steps": (c_void_p, c_void_p, c_void_p),
    "dyncolor_explanation_text": (c_char_p, c_void_p),
    "dyncolor_explanation_release": (None, c_void_p),
    "dyncolor_sink_append": (c_int, c_void_p, c_void_p, c_size_t),
    "dyncolor_sink_add": (c_int, c_void_p, c_char_p, c_size_t, c_int),
    "dyncolor_report_findings": (c_void_p, c_void_p, c_void_p),
    "dyncolor_report_omitted": (c_size_t, c_void_p),
    "dyncolor_report_colors": (c_size_t, c_void_p),
    "dyncolor_report_release": (None, c_void_p),
    "dyncolor_load_path":
        (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p, _Error),
    "dyncolor_load_memory":
        (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p, _Error),
    "dyncolor_write_path":
        (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p, _Error),
    "dyncolor_write_files":
        (c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, _Error),
    "dyncolor_write_memory":
        (c_int, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, _Error),
    "dyncolor_watch_create":
        (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p, c_void_p, _Error),
    "dyncolor_watch_descriptor": (c_int, c_void_p),
    "dyncolor_watch_pump": (c_int, c_void_p, c_void_p, c_void_p, _Error),
    "dyncolor_watch_release": (None, c_void_p),
    "dyncolor_context_axis": (c_uint32, c_void_p, c_int),
    "dyncolor_context_environment": (c_int, c_void_p, c_void_p, _Error),
    "dyncolor_context_resolve": (c_int, c_void_p, c_uint32, c_void_p, _Error),
    "dyncolor_context_theme": (c_void_p, c_void_p),
}
