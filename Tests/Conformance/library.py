"""The functions of the library that these tests call, through ctypes."""
from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from ctypes import POINTER, Structure, byref, c_char, c_char_p, c_double, c_float, c_int, c_int32
from ctypes import c_size_t, c_uint8, c_uint16, c_uint32, c_void_p
from typing import Any

from colors import Color

SPACES = (
    "", "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb",
    "rec2020", "rec2020-oetf", "xyz-d65", "xyz-d50", "hsl", "hwb", "hsv", "lab", "lch", "oklab",
    "oklch", "okhsl", "okhsv", "gray-gamma-22", "extended-srgb", "extended-srgb-linear",
    "hct")

MISSING_ALPHA, LEGACY = 8, 16
EDGE = 1e-3  # of a gamut
EXACT, BROWSER = 1, 2
BUFFER_TOO_SMALL = -5
# The number of the first custom axis.
AXIS_CUSTOM = 14


class ColorValue(Structure):
    """dyncolor_color."""
    _fields_ = [("space", c_uint32), ("missing", c_uint32), ("c", c_double * 3),
                ("alpha", c_double)]
    space: int
    missing: int
    c: ctypes.Array[c_double]
    alpha: float


class ErrorDetails(Structure):
    """dyncolor_error."""
    _fields_ = [
        ("size", c_size_t), ("status", c_int32), ("line", c_uint32), ("column", c_uint32),
        ("offset", c_size_t), ("message", c_char_p), ("context", c_char * 256)]
    status: int
    offset: int
    message: bytes
    context: bytes


class EnvironmentValue(Structure):
    """dyncolor_environment."""
    _fields_ = [
        ("scheme", c_uint8), ("contrast", c_uint8), ("elevation", c_uint8), ("gamut", c_uint8),
        ("vision", c_uint8), ("vision_severity", c_uint8), ("state", c_uint8), ("idiom", c_uint8),
        ("palette", c_uint16), ("locale", c_uint16), ("subtype", c_uint8),
        ("forced_colors", c_uint8), ("reserved", c_uint8 * 2), ("foreground", c_uint32),
        ("accent", c_uint32), ("custom", c_uint8 * 8)]
    custom: ctypes.Array[c_uint8]


class ResolvedColor(Structure):
    """dyncolor_rgba."""
    _fields_ = [("r", c_float), ("g", c_float), ("b", c_float), ("a", c_float)]
    r: float
    g: float
    b: float
    a: float


class WriteOptions(Structure):
    """dyncolor_write_options."""
    _fields_ = [
        ("size", c_size_t), ("format", c_uint32), ("flags", c_uint32), ("name", c_char_p),
        ("name_length", c_size_t), ("environments", c_void_p), ("environment_names", c_void_p),
        ("environment_count", c_size_t), ("reserved", c_uint32)]


class Failure(Exception):
    """A call that failed: its status, and what the library says of it."""

    def __init__(self, status: int, details: ErrorDetails) -> None:
        self.status, self.offset = status, int(details.offset)
        message = (details.message or b"").decode()
        context = details.context.decode(errors="replace")
        super().__init__(f"{status} at byte {self.offset}: {message}"
                         + (f": {context}" if context else ""))


_Error = POINTER(ErrorDetails)
SIGNATURES: Mapping[str, tuple[Any, ...]] = {
    "color_parse_n": (c_int, c_char_p, c_size_t, c_void_p, _Error),
    "color_parse_list": (c_int, c_void_p, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p,
                         _Error),
    "color_format": (c_int, c_void_p, c_int, c_void_p, c_size_t, c_void_p, _Error),
    "color_map_to_gamut": (c_int, c_void_p, c_int, c_int, c_void_p, _Error),
    "color_convert": (c_int, c_void_p, c_int, c_void_p, _Error),
    "pixels_dominant": (c_int, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_void_p, c_size_t,
                        c_void_p, _Error),
    "pixels_seeds": (c_int, c_void_p, c_size_t, c_size_t, c_int, c_void_p, c_size_t, c_void_p,
                     _Error),
    "theme_create": (c_int, c_void_p, c_void_p, _Error),
    "theme_release": (None, c_void_p),
    "register_css_n": (c_int, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_void_p, _Error),
    "axis_declare_n": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "axis_declare_value_n": (c_int, c_void_p, c_uint32, c_char_p, c_size_t, c_void_p, _Error),
    "unregister": (c_int, c_void_p, c_uint32, _Error),
    "theme_find_n": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "theme_load_memory_n": (c_int, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_void_p,
                            c_void_p,
                    _Error),
    "id_set_description_n": (c_int, c_void_p, c_uint32, c_char_p, c_size_t, _Error),
    "id_set_deprecation_n": (c_int, c_void_p, c_uint32, c_char_p, c_size_t, c_uint32, _Error),
    "theme_write_n": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p, _Error),
    "theme_load_n": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p, _Error),
    "report_findings": (c_void_p, c_void_p, c_void_p),
    "resolve": (c_int, c_void_p, c_uint32, c_void_p, c_void_p, _Error),
    "palette_declare_n": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, _Error),
    "theme_write_memory": (c_int, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p,
                           _Error)}


class Library:
    """A library at a path. What it lacks of the functions is told by `has`."""

    def __init__(self, path: str) -> None:
        self._library = ctypes.CDLL(path)
        self._functions: dict[str, Any] = {}
        for name, (result, *arguments) in SIGNATURES.items():
            function = getattr(self._library, "dyncolor_" + name, None)
            if function:
                function.restype, function.argtypes = result, arguments
                self._functions[name] = function

    def has(self, *names: str) -> bool:
        return all(name in self._functions for name in names)

    def call(self, name: str, *arguments: Any) -> None:
        """A function that returns a status; it raises what is not DYNCOLOR_OK."""
        details = ErrorDetails(size=ctypes.sizeof(ErrorDetails))
        status = self._functions[name](*arguments, byref(details))
        if status != 0:
            raise Failure(status, details)

    def result(self, name: str, *arguments: Any) -> Any:
        """What a function returns that cannot fail."""
        return self._functions[name](*arguments)

    def release(self, theme: c_void_p) -> None:
        self._functions["theme_release"](theme)

    def parse(self, text: str) -> ColorValue:
        value, data = ColorValue(), text.encode()
        self.call("color_parse_n", data, len(data), byref(value))
        return value

    def parse_list(self, texts: Sequence[str]) -> tuple[ctypes.Array[ColorValue], Sequence[int]]:
        """All at once: the colors, and the status of each."""
        data, count = [text.encode() for text in texts], len(texts)
        colors, statuses = (ColorValue * count)(), (c_int * count)()
        self.call("color_parse_list", (c_char_p * count)(*data),
                  (c_size_t * count)(*map(len, data)), count, colors,
                  ctypes.sizeof(ColorValue), statuses)
        return colors, statuses[:]

    def format(self, value: ColorValue, notation: int) -> str:
        text, length = ctypes.create_string_buffer(512), c_size_t()
        self.call("color_format", byref(value), notation, text, len(text), byref(length))
        return text.raw[:length.value].decode()

    # What themes do; it raises Failure if it cannot be done.

    def new_theme(self) -> c_void_p:
        theme = c_void_p()
        self.call("theme_create", None, byref(theme))
        return theme

    def register(self, theme: c_void_p, css: str, name: str = "") -> int:
        """The id of a color; without a name, it is anonymous."""
        text, called, color = css.encode(), name.encode(), c_uint32()
        self.call("register_css_n", theme, called or None, len(called), text, len(text),
                  byref(color))
        return color.value

    def find(self, theme: c_void_p, name: str) -> int:
        called, color = name.encode(), c_uint32()
        self.call("theme_find_n", theme, called, len(called), byref(color))
        return color.value

    def declare(self, theme: c_void_p, axis: str, value: str) -> tuple[int, int]:
        """The place of an axis of the host's in an environment, and the number of a value of it."""
        number_of_axis, number = c_uint32(), c_uint8()
        data = axis.encode()
        self.call("axis_declare_n", theme, data, len(data), byref(number_of_axis))
        data = value.encode()
        self.call(
            "axis_declare_value_n", theme, number_of_axis, data, len(data), byref(number))
        return number_of_axis.value - AXIS_CUSTOM, number.value

    def resolve(self, theme: c_void_p, color: int, environment: EnvironmentValue) -> ResolvedColor:
        resolved = ResolvedColor()
        self.call("resolve", theme, color, byref(environment), byref(resolved))
        return resolved

    def written(self, theme: c_void_p, format: int, name: str) -> bytes:
        """All colors of a theme in a format, as a collection of a name."""
        options = WriteOptions(
            size=ctypes.sizeof(WriteOptions), format=format, name=name.encode() or None,
            name_length=len(name.encode()))
        length = c_size_t()
        try:
            self.call("theme_write_memory", theme, byref(options), None, 0, byref(length), None)
        except Failure as failure:
            if failure.status != BUFFER_TOO_SMALL:
                raise
        text = ctypes.create_string_buffer(length.value + 1)
        self.call("theme_write_memory", theme, byref(options), text, len(text), byref(length), None)
        return text.raw[:length.value]

    def brought_into(self, gamut: str, color: Color) -> list[Color]:
        """A color in the gamut of a space, which the tests of values look after; or also as it is,
        if it is outside by no more than the digits that a text lacks, which at a bent edge could
        cost much chroma."""
        number = SPACES.index("extended-srgb")
        value = ColorValue(space=number, c=color.srgb(), alpha=color.opacity)
        self.call("color_convert", byref(value), SPACES.index(gamut), byref(value))
        is_close = all(-EDGE <= share <= 1 + EDGE for share in value.c)
        self.call("color_map_to_gamut", byref(value), SPACES.index(gamut), 1, byref(value))
        self.call("color_convert", byref(value), number, byref(value))
        red, green, blue = value.c
        mapped = Color("srgb", (red, green, blue), value.alpha)
        return [color, mapped] if is_close else [mapped]


def color_of(value: ColorValue) -> Color:
    """A dyncolor_color, in our words."""
    a, b, c = (None if value.missing >> i & 1 else float(x) for i, x in enumerate(value.c))
    alpha = None if value.missing & MISSING_ALPHA else value.alpha
    return Color(SPACES[value.space], (a, b, c), alpha, bool(value.missing & LEGACY))
