"""The header's themes, for ctypes: structs, signatures and numbers, without logic."""
import ctypes
from ctypes import POINTER, Structure, c_char_p, c_double, c_float, c_int, c_size_t, c_void_p
from ctypes import c_uint8, c_uint16, c_uint32, c_uint64

OK = 0
INVALID_ARGUMENT = -1
OUT_OF_MEMORY = -2
SYNTAX = -3
INVALID_UTF8 = -4
BUFFER_TOO_SMALL = -5
UNKNOWN_NAME = -6
STALE_ID = -7
FOREIGN_ID = -8
NAME_TAKEN = -9
CYCLE = -10
TOO_DEEP = -11
NO_VALUE = -12
NOT_IN_SNAPSHOT = -13
TOO_MANY_AXES = -15
PROVIDER = -17
TOO_COMPLEX = -18
TOO_MANY_AXIS_VALUES = -20

SRGB, SRGB_LINEAR, DISPLAY_P3, DISPLAY_P3_LINEAR = 1, 2, 3, 4
REC2020, OKLAB, OKLCH = 7, 16, 17
FLOAT4, RGBA8, BGRA8, ARGB8, ABGR8, RGB8, BGR8, RGBA16, HALF4, DOUBLE4 = range(1, 11)
PREMULTIPLIED = 0x100
KIND_VARIANTS, KIND_PALETTE, KIND_PROVIDER, KIND_CSS = 1, 2, 3, 4
MAX_DEPTH = 64
MAX_NAME = 1023
MAX_VARIANTS = 4096
MAX_CUSTOM_AXES = 8
NUL_TERMINATED = 2**64 - 1


def row(id):
    """DYNCOLOR_ROW"""
    return (id >> 12) - 1


class Color(Structure):
    _fields_ = [("space", c_uint32), ("missing", c_uint32), ("c", c_double * 3),
                ("alpha", c_double)]


class Error(Structure):
    _fields_ = [("size", c_size_t), ("status", ctypes.c_int32), ("line", c_uint32),
                ("column", c_uint32), ("offset", c_size_t), ("message", c_char_p),
                ("context", ctypes.c_char * 256), ("path", ctypes.c_char * 1024)]


class ThemeOptions(Structure):
    _fields_ = [("size", c_size_t), ("resize", c_void_p), ("resize_user_data", c_void_p),
                ("memory_budget", c_size_t), ("default_scheme", c_uint32), ("reserved", c_uint32)]


class Part(Structure):
    _fields_ = [("css", c_char_p), ("css_length", c_size_t), ("id", c_uint32),
                ("reserved", c_uint32), ("color", Color)]


class Variant(Structure):
    _fields_ = [("scheme", c_uint8), ("contrast", c_uint8), ("elevation", c_uint8),
                ("gamut", c_uint8), ("idiom", c_uint8), ("subtype", c_uint8),
                ("locale", c_uint16), ("custom", c_uint8 * 8), ("palette", c_uint16),
                ("state", c_uint8), ("vision", c_uint8), ("reserved", c_uint32), ("part", Part)]


class Answer(Structure):
    _fields_ = [("id", c_uint32), ("reserved", c_uint32), ("color", Color)]


ProviderFunction = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Answer), c_void_p)
DestroyFunction = ctypes.CFUNCTYPE(None, c_void_p)


class Definition(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("name_length", c_size_t),
                ("kind", c_uint32), ("layer", c_uint16), ("owner", c_uint16),
                ("variants", POINTER(Variant)), ("variant_count", c_size_t),
                ("semantic", c_char_p), ("semantic_length", c_size_t),
                ("provider", c_void_p), ("user_data", c_void_p), ("destroy", c_void_p),
                ("css", c_char_p), ("css_length", c_size_t)]


class Source(Structure):
    _fields_ = [("layer", c_uint16), ("owner", c_uint16), ("kind", c_uint32)]


for struct, size in ((Color, 40), (Error, 1320), (ThemeOptions, 40), (Variant, 88), (Answer, 48),
                     (Definition, 104), (Source, 8)):
    assert ctypes.sizeof(struct) == size, (struct, ctypes.sizeof(struct))

# An environment is passed as 32 bytes, a dyncolor_rgba received as 16.
_theme, _snapshot, _context, _memory = c_void_p, c_void_p, c_void_p, c_void_p
_environment = c_char_p
_id, _error, _ids, _color = c_uint32, POINTER(Error), POINTER(c_uint32), POINTER(Color)
_part = POINTER(Part)
_text = (c_char_p, c_size_t)
_status = c_int

# What each function returns, and what it takes.
_FUNCTIONS = {
    "theme_create": (_status, POINTER(ThemeOptions), POINTER(c_void_p), _error),
    "theme_release": (None, _theme),
    "theme_generation": (c_uint64, _theme),
    "theme_fingerprint": (c_uint64, _theme),
    "theme_set_default_scheme": (_status, _theme, c_int, _error),
    "theme_set_default_palette": (_status, _theme, c_uint16, _error),
    "theme_set_level_opacities": (_status, _theme, POINTER(c_double), _error),
    "register": (_status, _theme, POINTER(Definition), c_size_t, _ids, _error),
    "register_color_n": (_status, _theme, *_text, _color, _ids, _error),
    "register_pair_n": (_status, _theme, *_text, _part, _part, _ids, _error),
    "register_hex_n": (_status, _theme, *_text, *_text, *_text, _ids, _error),
    "register_variants_n": (_status, _theme, *_text, POINTER(Variant), c_size_t, _ids, _error),
    "register_alias_n": (_status, _theme, *_text, _id, _ids, _error),
    "register_semantic_n": (_status, _theme, *_text, *_text, _part, _ids, _error),
    "register_provider_n": (_status, _theme, *_text, c_void_p, c_void_p, c_void_p, _ids, _error),
    "register_css_n": (_status, _theme, *_text, *_text, _ids, _error),
    "register_level_n": (_status, _theme, *_text, _id, c_int, _ids, _error),
    "register_fallbacks_n": (_status, _theme, *_text, _part, c_size_t, _ids, _error),
    "register_mix_n": (
        _status, _theme, *_text, _part, POINTER(c_double), c_size_t, c_int, c_int, _ids, _error),
    "theme_redefine": (_status, _theme, _ids, _color, c_size_t, _error),
    "theme_declare_n": (_status, _theme, *_text, _ids, _error),
    "unregister": (_status, _theme, _id, _error),
    "id_refresh": (_status, _theme, _id, _error),
    "id_rename_n": (_status, _theme, _id, *_text, _error),
    "theme_find_n": (_status, _theme, *_text, _ids, _error),
    "id_name": (_status, _theme, _id, POINTER(c_char_p), _error),
    "theme_colors": (_status, _theme, _ids, c_size_t, POINTER(c_size_t), _error),
    "theme_count": (c_size_t, _theme),
    "id_axes": (_status, _theme, _id, POINTER(c_uint32), _error),
    "id_equal": (c_int, _theme, _id, _theme, _id),
    "id_hash": (c_uint64, _theme, _id),
    "palette_declare_n": (_status, _theme, *_text, POINTER(c_uint16), _error),
    "palette_name": (_status, _theme, c_uint16, POINTER(c_char_p), _error),
    "axis_declare_n": (_status, _theme, *_text, POINTER(c_uint32), _error),
    "axis_declare_value_n": (_status, _theme, c_uint32, *_text, POINTER(c_uint8), _error),
    "locale_declare_n": (_status, _theme, *_text, POINTER(c_uint16), _error),
    "subtype_declare_n": (_status, _theme, *_text, POINTER(c_uint8), _error),
    "layer_declare_n": (_status, _theme, *_text, c_uint16, POINTER(c_uint16), _error),
    "layer_name": (_status, _theme, c_uint16, POINTER(c_char_p), _error),
    "theme_layers": (_status, _theme, POINTER(c_uint16), c_size_t, POINTER(c_size_t), _error),
    "layer_clear": (_status, _theme, c_uint16, _error),
    "layer_unregister": (_status, _theme, c_uint16, _id, _error),
    "owner_declare_n": (_status, _theme, *_text, POINTER(c_uint16), _error),
    "owner_name": (_status, _theme, c_uint16, POINTER(c_char_p), _error),
    "owner_clear": (_status, _theme, c_uint16, _error),
    "id_sources": (_status, _theme, _id, POINTER(Source), c_size_t, POINTER(c_size_t), _error),
    "theme_forward_n": (_status, _theme, *_text, *_text, _error),
    "theme_forwarded_n": (_status, _theme, *_text, POINTER(c_char_p), _error),
    "color_contrast": (_status, _color, _color, c_int, POINTER(c_double), _error),
    "color_parse_n": (_status, *_text, _color, _error),
    "color_ensure_contrast_many": (_status, _color, _color, c_size_t, c_size_t, c_double, c_int,
                                   _color,
                              POINTER(c_double), _error),
    "color_grade_contrast": (_status, _color, _color, c_size_t, c_size_t, c_double, c_double,
                             _color, POINTER(c_double), _error),
    "resolve": (_status, _theme, _id, _environment, _memory, _error),
    "resolve_level": (_status, _theme, _id, c_int, _environment, _memory, _error),
    "resolve_list": (_status, _theme, _ids, c_size_t, _environment, c_int, _memory, c_size_t,
                     POINTER(c_int), _error),
    "theme_diff": (_status, _theme, _environment, _environment, _ids, c_size_t, POINTER(c_size_t),
             _error),
    "theme_changes": (_status, _theme, c_uint64, _ids, c_size_t, POINTER(c_size_t),
                      POINTER(c_uint64),
                _error),
    "theme_rows": (c_size_t, _theme),
    "resolve_all": (_status, _theme, _environment, c_int, _memory, c_size_t, c_size_t, _error),
    "theme_prepare": (_status, _theme, _environment, _error),
    "snapshot_create": (_status, _theme, _environment, POINTER(c_void_p), _error),
    "snapshot_release": (None, _snapshot),
    "snapshot_resolve": (_status, _snapshot, _id, _memory, _error),
    "snapshot_colors": (POINTER(c_float), _snapshot, POINTER(c_size_t)),
    "snapshot_copy": (_status, _snapshot, c_int, _memory, c_size_t, c_size_t, _error),
    "snapshot_origin": (None, _snapshot, POINTER(c_uint64), _memory),
    "context_axis": (c_uint32, _context, c_uint32),
    "context_environment": (_status, _context, _memory, _error),
    "context_resolve": (_status, _context, _id, _memory, _error),
    "context_theme": (c_void_p, _context),
}


class Library:
    """The functions of a library at a path, without their prefix."""

    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(self._library, "dyncolor_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self._library.dyncolor_status_name.restype = c_char_p
        self._library.dyncolor_status_name.argtypes = [c_int]

    def status_name(self, status):
        known = self._library.dyncolor_status_name(status).decode()
        return f"{known.removeprefix('DYNCOLOR_')} ({status})"
