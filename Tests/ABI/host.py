"""A host in Python, from the header alone: ctypes and nothing else."""
import ctypes
import sys


class Color(ctypes.Structure):
    _fields_ = [("space", ctypes.c_uint32), ("missing", ctypes.c_uint32),
                ("c", ctypes.c_double * 3), ("alpha", ctypes.c_double)]


class Error(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("status", ctypes.c_int32), ("line", ctypes.c_uint32),
                ("column", ctypes.c_uint32), ("offset", ctypes.c_size_t),
                ("message", ctypes.c_char_p), ("context", ctypes.c_char * 256)]


library = ctypes.CDLL(sys.argv[1])
library.dyncolor_version_string.restype = ctypes.c_char_p
library.dyncolor_status_name.restype = ctypes.c_char_p
library.dyncolor_color_parse_hex_n.argtypes = [
    ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_double, ctypes.POINTER(Color),
    ctypes.POINTER(Error)]

assert library.dyncolor_version_string() == b"1.0.0"
color, error = Color(), Error(size=ctypes.sizeof(Error))
status = library.dyncolor_color_parse_hex_n(b"#3584e4", 7, 1, 0.5, color, error)
assert status == 0 and tuple(color.c) == (0x35 / 255, 0x84 / 255, 0xE4 / 255) and color.alpha == 0.5
status = library.dyncolor_color_parse_hex_n(b"#35", 3, 1, 1, color, error)
assert library.dyncolor_status_name(status) == b"DYNCOLOR_ERROR_SYNTAX"
assert (error.line, error.column, error.offset) == (1, 4, 3)
assert error.message == b"expected 3, 4, 6 or 8 hexadecimal digits" and error.context == b"#35"
