"""Pixels in memory of the caller's."""
from __future__ import annotations

from ctypes import (
    POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_ssize_t, c_void_p, py_object, pythonapi)

from ._layouts import NUMBERS, SIZES, number_of
from ._library import BLEND_MODES, details, raise_error, released, word_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

    from ._layouts import Buffer
    from ._library import BlendMode, Layout, PixelSpace
    from .color import Color
    from .colors import Colors

    # Memory that can be written to.
    WritableBuffer = Buffer

# The layout of pixels whose numbers have a format, as the module struct writes it.
_layouts: dict[str, Layout] = {
    "f": "float4", "B": "rgba8", "c": "rgba8", "H": "rgba16", "e": "half4", "d": "double4"}


class _ReadOnly:
    """What stands for arguments that there are not."""

    def __iter__(self) -> NoReturn:
        raise TypeError("the memory is read-only")


class Pixels:
    """Memory for rows of pixels. The layout, if none is given, is by the format of the buffer:
    `float4` for floats, `rgba8` for bytes, `rgba16`, `half4` and `double4` for those.

    >>> Pixels(bytearray(1024))
    <Pixels of 256 rows, rgba8>
    >>> from array import array
    >>> Pixels(array("f", [0.0] * 1024), space="display-p3-linear")
    <Pixels of 256 rows, float4, display-p3-linear>
    >>> Pixels(array("I", [0] * 256), "bgra8", premultiplied=True)
    <Pixels of 256 rows, bgra8, premultiplied>

    The last is cairo's ARGB32, and Qt's; not premultiplied, SDL's ARGB8888: 0xAARRGGBB.

    There are `float4`, `half4` and `double4`, which hold what lies outside 0…1, too; `rgba8`,
    `bgra8`, `argb8`, `abgr8`, `rgb8` and `bgr8`, bytes in this order in memory; and `rgba16`.
    `premultiplied` components are multiplied by alpha. `space` is what the components are of; the
    three of floats may be of `oklab` and, unless premultiplied, of `oklch`.

    The rows are rows of numbers, `(rows, 4)`, or lie one after the other in a single dimension,
    which may also be one of bytes, or of whole pixels as unsigned integers. With a `stride` they
    begin as many bytes apart, in a single dimension. A buffer that is written to again and again is
    best made Pixels of once. What is read-only is only read.
    """

    __slots__ = ("_keep", "address", "arguments", "layout", "number", "premultiplied", "rows",
                 "space", "stride")

    def __reduce__(self) -> NoReturn:
        raise TypeError("pixels cannot be copied or pickled")

    def __init__(
        self, buffer: Buffer, layout: Layout | None = None, *, stride: int | None = None,
        premultiplied: bool = False, space: PixelSpace = "srgb",
    ) -> None:
        view = memoryview(buffer)  # type: ignore[arg-type]
        format = view.format.lstrip("@=<")
        if layout is None:
            layout = _layouts.get(format)
            if layout is None:
                raise TypeError(
                    "pixels are made of floats (f), bytes (B), or other numbers that a layout has, "
                    f"not of the format {view.format!r}")
        self.number: int = number_of(layout, premultiplied, space)
        self.layout: Layout = layout
        self.premultiplied = premultiplied
        self.space: PixelSpace = space
        size = SIZES[layout]
        shape: tuple[int, ...] = view.shape or ()
        is_whole = format in ("I", "L", "Q") and view.itemsize == size
        if not (is_whole or format in (NUMBERS[layout], "B", "c")):
            raise TypeError(
                f"pixels of {layout} are made of numbers of the format {NUMBERS[layout]}, bytes or "
                f"whole pixels, not of the format {view.format!r}")
        if stride is not None:
            if stride < size or not view.c_contiguous or len(shape) != 1:
                raise ValueError(
                    f"pixels of {layout} cannot begin {stride} bytes apart in the shape {shape}")
            self.rows = max(0, (view.nbytes - size) // stride + 1)
            self.stride = stride
        else:
            self.rows, rest = divmod(view.nbytes, size)
            if rest or len(shape) not in (1, 2) or (
                    len(shape) == 2 and shape[1] * view.itemsize != size):
                raise ValueError(
                    f"pixels have the shape (rows, {size // (view.itemsize or 1)}), or the numbers "
                    f"of whole pixels one after the other, not {shape}")
            self.stride = size
            if not view.c_contiguous:
                self.stride, *inner = list(view.strides or ())
                if not (inner == [view.itemsize] or (is_whole and not inner)):
                    raise ValueError("the numbers of a pixel must lie side by side")
                if self.stride < size:
                    raise ValueError("pixels must not overlap, or run backwards")
        # Memory stays where it is as long as there is a view of it.
        self._keep = view
        self.address = address_of(view)
        # As they go to C, to be written to: layout, pixels, rows and stride.
        self.arguments: Iterable[Any] = _ReadOnly() if view.readonly else (
            self.number, c_void_p.from_param(self.address), c_size_t.from_param(self.rows),
            c_size_t.from_param(self.stride))

    def pack(self, colors: Iterable[Color | str]) -> None:
        """Writes colors as pixels, from the first row on. There must not be more than rows."""
        from .colors import Colors
        many = colors if isinstance(colors, Colors) else Colors(colors)
        number, *_ = self.arguments
        if len(many) > self.rows:
            raise ValueError(f"there are {len(many)} colors, and room for {self.rows} pixels")
        error = details()
        status = released.dyncolor_color_pack_list(
            many, many._stride, len(many), number, self.address, self.stride, error)
        if status:
            raise_error(status, error)

    def unpack(self) -> Colors:
        """The colors of all pixels, in the space that they are of."""
        from .colors import Colors
        return Colors.unpack(self)

    def copy_to(self, out: WritableBuffer | Pixels) -> None:
        """Writes the same colors as pixels of another layout, and of its space, from the first row
        on: images, at the speed of vector instructions. There must not be more of them than rows.

        >>> from array import array
        >>> image, lab = Pixels(bytes([255, 128, 0, 255])), array("f", [0.0] * 4)
        >>> image.copy_to(Pixels(lab, space="oklab"))
        >>> [round(number, 3) for number in lab]
        [0.732, 0.112, 0.148, 1.0]

        What is not a number counts as 0, and infinity as the greatest float. `out` may be the same
        memory, if its rows are the same.
        """
        pixels = out if isinstance(out, Pixels) else Pixels(out)
        number, *_ = pixels.arguments
        if self.rows > pixels.rows:
            raise ValueError(f"there are {self.rows} pixels, and room for {pixels.rows}")
        error = details()
        status = released.dyncolor_pixels_convert(
            self.address, self.stride, self.rows, self.number, pixels.address, pixels.stride,
            number, error)
        if status:
            raise_error(status, error)

    def blend(
        self, backdrop: Pixels, out: Pixels | None = None, mode: BlendMode = "normal"
    ) -> None:
        """Writes what is seen where the pixels lie over others, from the first row on: of the same
        layout, flags and space, and as many or more. See `Color.blend` for the modes.

        >>> red, green = bytearray([128, 0, 0, 128]), bytearray([0, 255, 0, 255])
        >>> Pixels(red, premultiplied=True).blend(Pixels(green, premultiplied=True))
        >>> green.hex()
        '807f00ff'

        They replace the backdrop, unless they are to go `out` elsewhere.
        """
        pixels = backdrop if out is None else out
        number, *_ = pixels.arguments
        if not self.number == backdrop.number == pixels.number:
            raise ValueError("pixels are blended with others of the same layout, flags and space")
        if self.rows > min(backdrop.rows, pixels.rows):
            raise ValueError(
                f"there are {self.rows} pixels, and room for {min(backdrop.rows, pixels.rows)}")
        error = details()
        status = released.dyncolor_pixels_blend(
            self.address, self.stride, backdrop.address, backdrop.stride, self.rows,
            word_value("mode", BLEND_MODES, mode), number, pixels.address, pixels.stride, error)
        if status:
            raise_error(status, error)

    def __repr__(self) -> str:
        flags = (", premultiplied" if self.premultiplied else "") + (
            f", {self.space}" if self.space != "srgb" else "")
        return f"<Pixels of {self.rows} rows, {self.layout}{flags}>"


# ---- Where memory is -----------------------------------------------------------------------------


class _Buffer(Structure):
    """Python's Py_buffer."""
    _fields_ = [
        ("buf", c_void_p), ("obj", c_void_p), ("len", c_ssize_t), ("itemsize", c_ssize_t),
        ("readonly", c_int), ("ndim", c_int), ("format", c_char_p),
        ("shape", POINTER(c_ssize_t)), ("strides", POINTER(c_ssize_t)),
        ("suboffsets", POINTER(c_ssize_t)), ("internal", c_void_p)]
    buf: int | None


_PyBUF_FULL_RO = 0x11C


def address_of(view: memoryview[Any]) -> int:
    """Where the first element of a view is."""
    buffer = _Buffer()
    pythonapi.PyObject_GetBuffer(py_object(view), byref(buffer), _PyBUF_FULL_RO)
    address = buffer.buf or 0
    pythonapi.PyBuffer_Release(byref(buffer))
    return address
