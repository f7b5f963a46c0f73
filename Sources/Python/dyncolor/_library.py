"""The C library: what dyncolor.h declares, and how the shared library is loaded.

Structs and words that few programs need are in `_structures`, because making them takes time.
The library is loaded on first use: `load` says from where.
"""
from __future__ import annotations

import ctypes
import os
from ctypes import (
    CDLL, POINTER, PyDLL, Structure, c_char, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint8,
    c_uint16, c_uint32, c_uint64, c_void_p)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Final

    from .words import Format, Layout, Space


# ---- Structs -------------------------------------------------------------------------------------


class ErrorDetails(Structure):
    """dyncolor_error."""
    _fields_ = [
        ("size", c_size_t), ("status", c_int32), ("line", c_uint32), ("column", c_uint32),
        ("offset", c_size_t), ("message", c_char_p), ("context", c_char * 256),
        ("path", c_char * 1024)]
    size: int
    status: int
    line: int
    column: int
    offset: int
    message: bytes
    context: bytes
    path: bytes


class EnvironmentValue(Structure):
    """dyncolor_environment."""
    _fields_ = [
        ("scheme", c_uint8), ("contrast", c_uint8), ("elevation", c_uint8), ("gamut", c_uint8),
        ("vision", c_uint8), ("vision_severity", c_uint8), ("state", c_uint8), ("idiom", c_uint8),
        ("palette", c_uint16), ("locale", c_uint16), ("subtype", c_uint8),
        ("forced_colors", c_uint8), ("reserved", c_uint8 * 2), ("foreground", c_uint32),
        ("accent", c_uint32), ("custom", c_uint8 * 8)]
    custom: ctypes.Array[c_uint8]


# ---- Words ---------------------------------------------------------------------------------------

# The enumerations: each word and its number in C. If an axis of an environment is unspecified, it
# is 0 in C, and None in Python.
SCHEMES: Final = {"light": 1, "dark": 2}
# A contrast from −1 to 1 has the number 101 + 100 · contrast.
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
    "okhsv": 19, "gray-gamma-22": 20, "extended-srgb": 21, "extended-srgb-linear": 22,
    "hct": 23}
VISION_MODELS: Final = {"machado": 0, "vienot": 1}
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
    "half4": 9, "double4": 10, "rgba-word": 11, "bgra-word": 12, "argb-word": 13, "abgr-word": 14}
LAYOUT_FLAGS: Final = {
    "premultiplied": 0x100, "linear": 0x200, "display-p3": 0x400, "oklab": 0x800, "oklch": 0x1000}
VOCABULARIES: Final = {"appkit": 1, "uikit": 2, "css": 3, "gtk": 4}
AXES: Final = {
    "scheme": 0, "contrast": 1, "elevation": 2, "gamut": 3, "vision": 4, "vision_severity": 5,
    "state": 6, "idiom": 7, "palette": 8, "locale": 9, "subtype": 10, "forced_colors": 11,
    "foreground": 12, "accent": 13, "custom": 14}
# Whether a theme copies the image that it is read from: dyncolor_image_memory.
IMAGE_MEMORIES: Final = {"copied": 1, "borrowed": 2}
# How an axis is changed, or a setting of the user overridden: dyncolor_policy.
POLICIES: Final = {"prefer": 1, "force": 2, "invert": 3}
# The kinds of definitions: dyncolor_kind.
KINDS: Final = {"variants": 1, "palette": 2, "provider": 3, "css": 4}
LAYERS: Final = {"theme": 0, "defaults": 1, "user": 2}
# The limits in C, by their names without DYNCOLOR_MAX_, for messages that name them.
LIMITS: Final = {
    "NESTING": 64, "COLORS": 1048575, "PALETTES": 65535, "CUSTOM_AXES": 8, "LAYERS": 4096,
    "OWNERS": 65535, "NAME": 1023, "VARIANTS": 4096, "DEPTH": 64, "FALLBACKS": 256,
    "WRITTEN_ENVIRONMENTS": 256, "AUDIT_FINDINGS": 10000, "BACKGROUNDS": 8}
LEVELS: Final = {"primary": 0, "secondary": 1, "tertiary": 2, "quaternary": 3, "quinary": 4}
FORMATS: Final[dict[Format, int]] = {
    "asset-catalog": 1, "design-tokens": 2, "style-sheet": 3, "json": 4, "base16": 5, "kde": 6,
    "tailwind": 7, "gtk": 8, "gtk-media": 9, "c-header": 10, "preview": 11, "sheet": 12,
    "gimp-palette": 13, "xresources": 14, "kitty": 15, "alacritty": 16}


def word_value(what: str, words: Mapping[Any, int], word: str) -> int:
    """Return the number of a word; `what` names the argument in the error message."""
    try:
        number = words.get(word)
    except TypeError:  # The word is not hashable.
        raise TypeError(f"{what} must be one of {', '.join(words)}, not {word!r}") from None
    if number is None:
        raise ValueError(
            f"{what} must be one of {', '.join(words)}, not {word!r}{suggestion(word, words)}")
    return number


# Comparing a name with more names than this would take longer than a message is worth.
MOST_NAMES: Final = 1000


def suggestion(given: object, known: Iterable[str]) -> str:
    """Return `; did you mean "…"?` with the nearest of some names, or an empty text."""
    names = [*known]
    if not isinstance(given, str) or not 0 < len(names) <= MOST_NAMES:
        return ""
    # Only for errors, because importing difflib takes long.
    from difflib import get_close_matches
    near = [name for name in names if name.casefold() == given.casefold()] or (
        get_close_matches(given, names, 1, 0.7))
    return f'; did you mean "{near[0]}"?' if near and near[0] != given else ""


# ---- Functions -----------------------------------------------------------------------------------

# Each function with the type of its result, followed by those of its parameters. It is one text,
# because a dict would take longer to import, and tuples of types much longer.
SIGNATURES: Final = """
dyncolor_version: uint32
dyncolor_version_string: text
dyncolor_status_name: text int
dyncolor_color_parse_n: int text size pointer error
dyncolor_color_parse_list: int pointer pointer size pointer size pointer error
dyncolor_color_format: int pointer int pointer size pointer error
dyncolor_color_format_list: int pointer size size int pointer size error
dyncolor_color_parse_hex_n: int text size int double pointer error
dyncolor_color_format_hex: int pointer int pointer size pointer error
dyncolor_color_pack: int pointer int pointer size error
dyncolor_color_unpack: int pointer size int pointer error
dyncolor_color_pack_list: int pointer size size int pointer size error
dyncolor_color_unpack_list: int pointer size size int pointer size error
dyncolor_pixels_dominant: int pointer size size int pointer pointer size pointer error
dyncolor_pixels_seeds: int pointer size size int pointer size pointer error
dyncolor_pixels_convert: int pointer size size int pointer size int error
dyncolor_pixels_blend: int pointer size pointer size size int int pointer size error
dyncolor_color_equal: int pointer pointer
dyncolor_color_hash: uint64 pointer
dyncolor_color_convert: int pointer int pointer error
dyncolor_color_convert_list: int pointer size size int pointer size error
dyncolor_color_is_in_gamut: int pointer int
dyncolor_color_map_to_gamut: int pointer int int pointer error
dyncolor_color_map_to_gamut_list: int pointer size size int int pointer size error
dyncolor_color_mix: int pointer pointer double int int pointer error
dyncolor_color_mix_list: int pointer size pointer size pointer size size int int pointer size error
dyncolor_color_mix_many: int pointer size pointer size size int int pointer error
dyncolor_color_difference: int pointer pointer int pointer error
dyncolor_color_difference_list: int pointer size pointer size size int pointer size error
dyncolor_color_contrast: int pointer pointer int pointer error
dyncolor_color_contrast_list: int pointer size pointer size size int pointer size error
dyncolor_color_ensure_contrast: int pointer pointer double int pointer pointer error
dyncolor_color_ensure_contrast_many: int pointer pointer size size double int pointer pointer error
dyncolor_color_grade_contrast: int pointer pointer size size double double pointer pointer error
dyncolor_color_ensure_contrast_list: int pointer size pointer size size double int pointer size \
pointer size error
dyncolor_color_blend: int pointer pointer int int pointer error
dyncolor_color_blend_list: int pointer size pointer size size int int pointer size error
dyncolor_color_simulate_vision: int pointer int double pointer error
dyncolor_color_simulate_vision_list: int pointer size size int double pointer size error
dyncolor_color_simulate_vision_vienot: int pointer int double pointer error
dyncolor_color_is_near: int pointer pointer
dyncolor_environment_inherit: int pointer pointer pointer error
dyncolor_environment_adjust: int pointer pointer pointer size pointer error
dyncolor_environment_from_name_n: int text size pointer error
dyncolor_environment_to_name: int pointer int pointer error
dyncolor_theme_create: int pointer pointer error
dyncolor_theme_retain: pointer pointer
dyncolor_theme_release: void pointer
dyncolor_theme_generation: uint64 pointer
dyncolor_theme_fingerprint: uint64 pointer
dyncolor_theme_level_opacities: int pointer pointer error
dyncolor_theme_set_default_scheme: int pointer int error
dyncolor_theme_set_default_contrast: int pointer uint8 error
dyncolor_register: int pointer pointer size pointer error
dyncolor_register_color_n: int pointer text size pointer pointer error
dyncolor_register_pair_n: int pointer text size pointer pointer pointer error
dyncolor_register_hex_n: int pointer text size text size text size pointer error
dyncolor_register_variants_n: int pointer text size pointer size pointer error
dyncolor_register_css_n: int pointer text size text size pointer error
dyncolor_register_alias_n: int pointer text size uint32 pointer error
dyncolor_register_semantic_n: int pointer text size text size pointer pointer error
dyncolor_register_level_n: int pointer text size uint32 int pointer error
dyncolor_register_fallbacks_n: int pointer text size pointer size pointer error
dyncolor_register_material_n: int pointer pointer int text size uint16 error
dyncolor_register_scale_n: int pointer pointer text size uint16 error
dyncolor_register_mix_n: int pointer text size pointer pointer size int int pointer error
dyncolor_theme_set_level_opacities: int pointer pointer error
dyncolor_resolve_level: int pointer uint32 int pointer pointer error
dyncolor_register_provider_n: int pointer text size pointer pointer pointer pointer error
dyncolor_theme_redefine: int pointer pointer pointer size error
dyncolor_theme_declare_n: int pointer text size pointer error
dyncolor_unregister: int pointer uint32 error
dyncolor_id_refresh: int pointer uint32 error
dyncolor_id_rename_n: int pointer uint32 text size error
dyncolor_layer_declare_n: int pointer text size uint16 pointer error
dyncolor_layer_name: int pointer uint16 pointer error
dyncolor_layer_count: size pointer
dyncolor_layer_find_n: int pointer text size pointer error
dyncolor_theme_layers: int pointer pointer size pointer error
dyncolor_layer_clear: int pointer uint16 error
dyncolor_layer_register_n: int pointer uint16 text size pointer pointer error
dyncolor_layer_unregister: int pointer uint16 uint32 error
dyncolor_owner_declare_n: int pointer text size pointer error
dyncolor_owner_name: int pointer uint16 pointer error
dyncolor_owner_count: size pointer
dyncolor_owner_find_n: int pointer text size pointer error
dyncolor_owner_clear: int pointer uint16 error
dyncolor_id_sources: int pointer uint32 pointer size pointer error
dyncolor_theme_find_n: int pointer text size pointer error
dyncolor_theme_bind: int pointer pointer size pointer pointer error
dyncolor_theme_forward_n: int pointer text size text size error
dyncolor_theme_forwarded_n: int pointer text size pointer error
dyncolor_id_name: int pointer uint32 pointer error
dyncolor_id_css: int pointer uint32 pointer size pointer error
dyncolor_theme_colors: int pointer pointer size pointer error
dyncolor_theme_count: size pointer
dyncolor_id_axes: int pointer uint32 pointer error
dyncolor_id_equal: int pointer uint32 pointer uint32
dyncolor_id_hash: uint64 pointer uint32
dyncolor_id_set_description_n: int pointer uint32 text size error
dyncolor_id_description: int pointer uint32 pointer error
dyncolor_id_set_deprecation_n: int pointer uint32 text size uint32 error
dyncolor_id_deprecation: int pointer uint32 pointer pointer error
dyncolor_id_set_annotation_n: int pointer uint32 text size error
dyncolor_id_annotation: int pointer uint32 pointer error
dyncolor_palette_declare_n: int pointer text size pointer error
dyncolor_palette_name: int pointer uint16 pointer error
dyncolor_palette_count: size pointer
dyncolor_palette_find_n: int pointer text size pointer error
dyncolor_palette_colors: int pointer uint16 pointer size pointer error
dyncolor_palette_gaps: int pointer pointer size pointer error
dyncolor_theme_set_default_palette: int pointer uint16 error
dyncolor_axis_declare_n: int pointer text size pointer error
dyncolor_axis_declare_value_n: int pointer uint32 text size pointer error
dyncolor_axis_count: size pointer
dyncolor_axis_name: int pointer uint32 pointer error
dyncolor_axis_find_n: int pointer text size pointer error
dyncolor_axis_default: uint32 pointer uint32
dyncolor_axis_value_count: size pointer uint32
dyncolor_axis_value_name: int pointer uint32 uint32 pointer error
dyncolor_axis_find_value_n: int pointer uint32 text size pointer error
dyncolor_locale_declare_n: int pointer text size pointer error
dyncolor_locale_name: int pointer uint16 pointer error
dyncolor_locale_count: size pointer
dyncolor_locale_find_n: int pointer text size pointer error
dyncolor_subtype_declare_n: int pointer text size pointer error
dyncolor_subtype_name: int pointer uint8 pointer error
dyncolor_subtype_count: size pointer
dyncolor_subtype_find_n: int pointer text size pointer error
dyncolor_builtin_at: int size pointer error
dyncolor_builtin_load_n: int pointer text size text size text size uint16 pointer error
dyncolor_resolve: int pointer uint32 pointer pointer error
dyncolor_resolve_pixel: int pointer uint32 pointer int pointer size error
dyncolor_resolve_list: int pointer pointer size pointer int pointer size pointer error
dyncolor_theme_rows: size pointer
dyncolor_resolve_all: int pointer pointer int pointer size size error
dyncolor_theme_prepare: int pointer pointer error
dyncolor_snapshot_create: int pointer pointer pointer error
dyncolor_snapshot_retain: pointer pointer
dyncolor_snapshot_release: void pointer
dyncolor_snapshot_resolve: int pointer uint32 pointer error
dyncolor_snapshot_colors: pointer pointer pointer
dyncolor_snapshot_copy: int pointer int pointer size size error
dyncolor_theme_to_image: int pointer pointer size pointer error
dyncolor_theme_from_image: int pointer pointer size int pointer error
dyncolor_snapshot_mix: int pointer pointer double int pointer size size error
dyncolor_snapshot_fingerprint: uint64 pointer
dyncolor_snapshot_origin: void pointer pointer pointer
dyncolor_theme_derive: int pointer pointer pointer error
dyncolor_id_is_derived: int pointer uint32 pointer pointer error
dyncolor_snapshot_is_derived: int pointer uint32
dyncolor_theme_repair: int pointer pointer pointer error
dyncolor_theme_diff: int pointer pointer pointer pointer size pointer error
dyncolor_theme_changes: int pointer uint64 pointer size pointer pointer error
dyncolor_snapshot_diff: int pointer pointer pointer size pointer error
dyncolor_theme_observe: int pointer pointer pointer pointer pointer error
dyncolor_theme_unobserve: int pointer uint64 error
dyncolor_explanation_create: int pointer uint32 pointer pointer error
dyncolor_explanation_steps: pointer pointer pointer
dyncolor_explanation_text: text pointer
dyncolor_explanation_release: void pointer
dyncolor_theme_audit: int pointer pointer pointer error
dyncolor_audit_findings: pointer pointer pointer
dyncolor_audit_total: void pointer pointer
dyncolor_audit_write_n: int pointer int text size pointer size pointer error
dyncolor_audit_release: void pointer
dyncolor_sink_append: int pointer pointer size
dyncolor_sink_add_n: int pointer text size int
dyncolor_report_findings: pointer pointer pointer
dyncolor_error_format_n: int pointer text size pointer size pointer
dyncolor_finding_format_n: int pointer text size pointer size pointer
dyncolor_report_omitted: size pointer
dyncolor_report_colors: size pointer
dyncolor_report_release: void pointer
dyncolor_theme_load_n: int pointer text size pointer pointer error
dyncolor_theme_load_memory_n: int pointer text size pointer size pointer pointer error
dyncolor_theme_check: int pointer pointer error
dyncolor_theme_write_n: int pointer text size pointer pointer error
dyncolor_theme_write_files: int pointer pointer pointer pointer pointer error
dyncolor_theme_write_memory: int pointer pointer pointer size pointer pointer error
dyncolor_watch_create_n: int pointer text size pointer pointer pointer error
dyncolor_watch_descriptor: int pointer
dyncolor_watch_pump: int pointer pointer pointer error
dyncolor_watch_release: void pointer
dyncolor_desktop_open: int pointer pointer error
dyncolor_desktop_retain: pointer pointer
dyncolor_desktop_release: void pointer
dyncolor_desktop_descriptor: int pointer
dyncolor_desktop_pump: int pointer pointer error
dyncolor_desktop_wait: int pointer uint32 pointer error
dyncolor_desktop_environment: int pointer pointer error
dyncolor_desktop_accent: int pointer pointer error
dyncolor_color_nearest_accent: int pointer pointer error
dyncolor_desktop_motion: int pointer
dyncolor_desktop_setting_source: int pointer int
dyncolor_desktop_override: int pointer int int uint32 error
dyncolor_desktop_override_accent: int pointer int pointer error
dyncolor_desktop_bind: int pointer pointer uint16 error
dyncolor_desktop_unbind: int pointer pointer error
dyncolor_context_axis: uint32 pointer uint32
dyncolor_context_environment: int pointer pointer error
dyncolor_context_resolve: int pointer uint32 pointer error
dyncolor_context_theme: pointer pointer
"""

# A pointer accepts an address, an array and a `byref`. `text` is UTF-8 bytes.
_types: dict[str, Any] = {
    "void": None, "int": c_int, "uint8": c_uint8, "uint16": c_uint16, "uint32": c_uint32,
    "uint64": c_uint64, "size": c_size_t, "double": c_double, "text": c_char_p,
    "pointer": c_void_p, "error": POINTER(ErrorDetails)}


def signature(name: str) -> list[Any]:
    """Return the types of a function of C: its result, followed by its parameters.

    Raises AttributeError if there is no such function.
    """
    place = SIGNATURES.find(f"\n{name}: ")
    if place < 0:
        raise AttributeError(f"the library has no function {name!r}")
    line = SIGNATURES[place + 1:SIGNATURES.index("\n", place + 1)]
    return [_types[word] for word in line.split()[1:]]


# ---- Loading -------------------------------------------------------------------------------------

SONAME: Final = "libdyncolor.so.1"

# The version of the C interface that this package was written for, as `dyncolor_version()` returns
# it: 1,000,000 · major + 1,000 · minor + patch.
VERSION: Final = 1_000_000

_library: CDLL | None = None
# The library as an object of CDLL, and, once that is needed, of PyDLL.
_opened: dict[type[CDLL], CDLL] = {}


def load(path: str | os.PathLike[str] | None = None) -> str:
    """Load the shared library now, and return the path it was loaded from.

    You rarely need to call this: the library is loaded when it is first used. Without a path, the
    library is the file that the environment variable DYNCOLOR_LIBRARY names, or else the file
    beside the package, or else the file that is installed in the system. A path without a
    slash is looked up by the dynamic linker, so `load("libdyncolor.so.1")` loads that library, too.

    Raises ImportError if the file is missing, is not the library, is too old or of another major
    version, or if another file was loaded before.
    """
    global _library
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), SONAME)
    if _library is not None:
        if path is not None and os.fspath(path) != _library._name:
            raise ImportError(f"dyncolor has already been loaded from {_library._name}")
        return _library._name
    if path is not None:
        chosen = os.fspath(path)
    else:
        chosen = os.environ.get("DYNCOLOR_LIBRARY") or (
            beside if os.path.exists(beside) else SONAME)
    try:
        library = CDLL(chosen)
    except OSError as error:
        also = f"; and there is no {beside}" if chosen == SONAME and path is None else ""
        raise ImportError(
            f"cannot load {SONAME} ({error}{also}). Build it with CMake and set the environment "
            "variable DYNCOLOR_LIBRARY to its path, or call dyncolor.load(path), or install the "
            "package with pip, which builds it.") from error
    try:
        version = int(library.dyncolor_version())
    except AttributeError:
        raise ImportError(f"{chosen} is not {SONAME}") from None
    if version < VERSION or version // 1_000_000 != VERSION // 1_000_000:
        raise ImportError(f"{chosen} has the version {version}, and {VERSION} is needed")
    _library = _opened[CDLL] = library
    return chosen


class Functions:
    """The library's functions as attributes, each declared on first use.

    `kind` says whether calls release the interpreter lock: CDLL does, PyDLL does not. With
    `converts=False`, ctypes does not convert arguments: see `bare_no_gil` below.
    """

    def __init__(self, kind: type[CDLL], *, converts: bool = True) -> None:
        self._kind = kind
        self._converts = converts

    def __getattr__(self, name: str) -> Callable[..., Any]:
        result, *parameters = signature(name)
        opened = _opened.get(self._kind)
        if opened is None:
            path = load()
            opened = _opened.get(self._kind) or self._kind(path, handle=_opened[CDLL]._handle)
            _opened[self._kind] = opened
        function = opened[name]
        function.restype = result
        if self._converts:
            function.argtypes = parameters
        setattr(self, name, function)
        return function


# Functions that release the interpreter lock (GIL) during the call, so that other threads run.
no_gil: Final = Functions(CDLL)

# Functions that keep the GIL, for calls shorter than releasing and taking it again.
with_gil: Final = Functions(PyDLL)

# Like `no_gil` and `with_gil`, but without argument conversion, which would take as long as the
# rest of a short call.
# Arguments must be ready for C: a `byref`, an array, or an object of the type that `signature` has
# for the parameter, such as c_size_t, or what `from_param` of this type returns. An int may be
# passed only for a c_int or a c_uint32.
bare_no_gil: Final = Functions(CDLL, converts=False)
bare_with_gil: Final = Functions(PyDLL, converts=False)
