"""Reads colors from Python, with nothing but ctypes.

    python3 quickstart.py path/to/libdyncolor.so.1
"""
import ctypes
import sys

SPACE_SRGB, SPACE_DISPLAY_P3 = 1, 3
LAYOUT_RGBA8 = 2


class Color(ctypes.Structure):
    _fields_ = [("space", ctypes.c_uint32), ("missing", ctypes.c_uint32),
                ("c", ctypes.c_double * 3), ("alpha", ctypes.c_double)]


library = ctypes.CDLL(sys.argv[1])
library.dyncolor_color_parse_hex.argtypes = [
    ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_double, ctypes.POINTER(Color),
    ctypes.c_void_p]
library.dyncolor_color_pack.argtypes = [
    ctypes.POINTER(Color), ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]


def show(text: str, space: int, what: str) -> None:
    """Prints a color as a swatch, where the terminal can show one, and its bytes in sRGB."""
    color, pixel = Color(), (ctypes.c_uint8 * 4)()
    if library.dyncolor_color_parse_hex(text.encode(), len(text), space, 1.0, color, None) != 0:
        raise ValueError(text)
    library.dyncolor_color_pack(color, LAYOUT_RGBA8, pixel, len(pixel), None)
    r, g, b, a = pixel
    print(f"  \033[48;2;{r};{g};{b}m      \033[0m {r:3} {g:3} {b:3} {a:3}  {what}")


show("#3584e4", SPACE_SRGB, "sRGB")
show("#3584e4", SPACE_DISPLAY_P3, "the same digits in Display P3, seen in sRGB")
