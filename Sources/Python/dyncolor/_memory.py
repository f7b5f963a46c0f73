"""Pixels in memory of the caller's."""
from __future__ import annotations

from ctypes import addressof, c_char, c_size_t, c_void_p

from ._library import LAYOUTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, Union

    import numpy
    from typing_extensions import Buffer

    from ._library import Layout

    # bytearray, array.array, memoryview, arrays of ctypes, numpy arrays, …
    WritableBuffer = Union[Buffer, numpy.ndarray[Any, Any]]

# The layout of pixels whose components have a format, as the module struct writes it.
_layouts: dict[str, Layout] = {
    "f": "float4", "<f": "float4", "B": "rgba8", "<B": "rgba8", "c": "rgba8", "<c": "rgba8"}


class Pixels:
    """Memory for rows of pixels, of four floats or of four bytes each, according to the format of
    the buffer. Its last dimension is 4, or it has only one. A buffer that is written to again and
    again is best made Pixels of once."""

    __slots__ = ("_keep", "address", "arguments", "layout", "rows", "stride")

    def __reduce__(self) -> NoReturn:
        raise TypeError("pixels cannot be copied or pickled")

    def __init__(self, buffer: WritableBuffer) -> None:
        view = memoryview(buffer)  # type: ignore[arg-type]
        shape, strides = view.shape or (), view.strides or ()
        layout = _layouts.get(view.format)
        if layout is None:
            raise TypeError(
                f"pixels are made of floats (f) or bytes (B), not of the format {view.format!r}")
        if view.readonly:
            raise TypeError("the memory is read-only")
        self.layout: Layout = layout
        size = 16 if layout == "float4" else 4
        self.rows, rest = divmod(view.nbytes, size)
        self.stride: int = size
        if rest or len(shape) not in (1, 2) or (len(shape) == 2 and shape[1] != 4):
            raise ValueError(
                f"pixels have the shape (rows, 4), or four numbers each, not {shape}")
        if view.c_contiguous:
            # Held, so that the memory stays where it is.
            held = c_char.from_buffer(view) if view.nbytes else c_char()
            self._keep: object = held
            self.address: int = addressof(held)
        else:
            interface: dict[str, Any] | None = getattr(buffer, "__array_interface__", None)
            if interface is None or len(strides) != 2 or strides[1] != view.itemsize:
                raise ValueError("the four numbers of a pixel must lie side by side")
            self._keep = view
            self.address = interface["data"][0]
            self.stride = strides[0]
            if self.stride < size:
                raise ValueError("pixels must not overlap, or run backwards")
        # As they go to C: layout, pixels, rows and stride.
        self.arguments = (LAYOUTS[layout], c_void_p.from_param(self.address),
                          c_size_t.from_param(self.rows), c_size_t.from_param(self.stride))
