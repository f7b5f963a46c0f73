"""The address of a Python buffer."""
from __future__ import annotations

from ctypes import (
    POINTER, Structure, byref, c_char_p, c_int, c_ssize_t, c_void_p, py_object, pythonapi)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    import numpy
    from typing_extensions import Buffer as AnyBuffer

    # bytes, bytearray, array.array, memoryview, arrays of ctypes, numpy arrays, …
    Buffer = Union[AnyBuffer, numpy.ndarray[Any, Any]]
    # The same types, for buffers that are written to.
    WritableBuffer = Buffer


class _PyBuffer(Structure):
    """Py_buffer of Python's C API."""
    _fields_ = [
        ("buf", c_void_p), ("obj", c_void_p), ("len", c_ssize_t), ("itemsize", c_ssize_t),
        ("readonly", c_int), ("ndim", c_int), ("format", c_char_p),
        ("shape", POINTER(c_ssize_t)), ("strides", POINTER(c_ssize_t)),
        ("suboffsets", POINTER(c_ssize_t)), ("internal", c_void_p)]
    buf: int | None


_get_buffer, _release_buffer = pythonapi.PyObject_GetBuffer, pythonapi.PyBuffer_Release
# PyBUF_FULL_RO of Python's C API: asks for any buffer, even a read-only one or one with gaps.
_PyBUF_FULL_RO = 0x11C


def address_of(view: memoryview[Any]) -> int:
    """Return the address of a view's first element, which is valid as long as the view exists."""
    buffer = _PyBuffer()
    pointer = byref(buffer)
    _get_buffer(py_object(view), pointer, _PyBUF_FULL_RO)
    address = buffer.buf or 0
    _release_buffer(pointer)
    return address
