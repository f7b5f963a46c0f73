"""The struct of a color, as a part of other structs and of arrays.

The struct is not in `_library`, because making a class takes time, and most programs do not need
this one: for a single color, `ColorBuffer` of `_color_data` is enough.
"""
from __future__ import annotations

from ctypes import Structure, c_double, c_uint32

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes


class ColorValue(Structure):
    """dyncolor_color."""
    _fields_ = [("space", c_uint32), ("missing", c_uint32), ("c", c_double * 3),
                ("alpha", c_double)]
    space: int
    missing: int
    c: ctypes.Array[c_double]
    alpha: float
