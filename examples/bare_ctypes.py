"""Registers dynamic colors and resolves them with nothing but ctypes: what of the header a script
needs, it declares by itself.

    python3 bare_ctypes.py path/to/libdyncolor.so.1
"""
import ctypes
import sys
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_uint32, c_void_p

LIGHT, DARK = 1, 2
LAYOUT_RGBA8 = 2


class Environment(ctypes.Structure):
    """dyncolor_environment, of which this program sets only the scheme."""
    _fields_ = [("scheme", ctypes.c_uint8), ("others", ctypes.c_uint8 * 31)]


class Error(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("status", ctypes.c_int32), ("line", c_uint32),
                ("column", c_uint32), ("offset", c_size_t), ("message", c_char_p),
                ("context", ctypes.c_char * 256)]


library = ctypes.CDLL(sys.argv[1])
library.dyncolor_theme_create.argtypes = [c_void_p, POINTER(c_void_p), POINTER(Error)]
library.dyncolor_theme_release.argtypes = [c_void_p]
library.dyncolor_theme_release.restype = None
library.dyncolor_register_hex_n.argtypes = [
    c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_char_p, c_size_t, POINTER(c_uint32),
    POINTER(Error)]
library.dyncolor_resolve_list.argtypes = [
    c_void_p, POINTER(c_uint32), c_size_t, POINTER(Environment), c_int, c_void_p, c_size_t,
    c_void_p, POINTER(Error)]

error = Error(size=ctypes.sizeof(Error))


def check(status: int) -> None:
    if status != 0:
        raise ValueError(f"{error.message.decode()}: {error.context.decode()}")


theme = c_void_p()
check(library.dyncolor_theme_create(None, theme, error))

names = {"background": ("#fafafa", "#1d1d20"), "text": ("#333338", "#ffffff"),
         "accent": ("#0461be", "#81d0ff"), "warning": ("#905300", "#ffc057")}
ids = (c_uint32 * len(names))()
for index, (name, pair) in enumerate(names.items()):
    key, light, dark = name.encode(), pair[0].encode(), pair[1].encode()
    color_id = c_uint32()
    check(library.dyncolor_register_hex_n(
        theme, key, len(key), light, len(light), dark, len(dark), color_id, error))
    ids[index] = color_id

for scheme, title in ((LIGHT, "light"), (DARK, "dark")):
    pixels = (ctypes.c_uint8 * 4 * len(names))()
    check(library.dyncolor_resolve_list(
        theme, ids, len(ids), Environment(scheme), LAYOUT_RGBA8, pixels, 4, None, error))
    print(f"  {title}")
    for name, (r, g, b, a) in zip(names, pixels):
        print(f"    \033[48;2;{r};{g};{b}m      \033[0m #{r:02x}{g:02x}{b:02x}{a:02x}  {name}")

library.dyncolor_theme_release(theme)
