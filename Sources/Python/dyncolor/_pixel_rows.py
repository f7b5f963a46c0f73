"""Pixels in a buffer of the caller. A row is one pixel, as in an array of numpy with a row for each
pixel; it is not a line of an image."""
from __future__ import annotations

from _operator import index
from ctypes import c_size_t, c_void_p

from ._calls import advises, check, new_error, public_name, wrong_type
from ._layouts import COMPONENT_TYPES, SIZES, number_of
from ._library import BLEND_MODES, no_gil, word_value
from ._memory import address_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

    from typing_extensions import Self

    from ._memory import Buffer, WritableBuffer
    from .words import BlendMode, Layout, PixelSpace

# The default layout for each type of components, as the module struct writes it.
_default_layouts: dict[str, Layout] = {
    "f": "float4", "B": "rgba8", "c": "rgba8", "H": "rgba16", "e": "half4", "d": "double4"}


def checked_stride(stride: object) -> int:
    """Return a stride: the number of bytes from one pixel to the next. It must be a whole
    number."""
    try:
        return index(stride)  # type: ignore[arg-type]
    except TypeError:
        raise wrong_type("stride", "a whole number of bytes", stride) from None


class _ReadOnly:
    """`PixelRows.arguments` for memory that cannot be written to: raises when it is unpacked."""

    def __iter__(self) -> NoReturn:
        raise TypeError("the memory of the pixels is read-only, and cannot be written to")


@public_name("Pixels")
class PixelRows:
    """The base class of `Pixels`: the memory, its layout, and the methods that need no class of
    color.py."""

    __slots__ = ("_view", "address", "arguments", "layout", "number", "premultiplied", "rows",
                 "space", "stride")

    def __reduce__(self) -> NoReturn:
        raise TypeError("pixels cannot be copied or pickled")

    # The advice is a part of the error for a wrong keyword, `premultiply`.
    @advises(premultiply="write premultiplied=True")
    def __init__(
        self, buffer: Buffer, layout: Layout | None = None, *, stride: int | None = None,
        premultiplied: bool = False, space: PixelSpace = "srgb",
    ) -> None:
        try:
            view = memoryview(buffer)  # type: ignore[arg-type]
        except TypeError:
            raise wrong_type(
                "a buffer of pixels", "a bytearray, an array or other memory", buffer) from None
        # The type of the numbers, without the byte order.
        format = view.format.lstrip("@=<")
        if layout is None:
            layout = _default_layouts.get(format)
            if layout is None:
                raise TypeError(
                    f"no pixel layout has components of the format {view.format!r}: use bytes (B), "
                    "floats (f, e or d) or 16-bit numbers (H), or name the layout, such as "
                    '"argb-word" for 32-bit numbers')
        # The number of the layout in C, with the flags for premultiplied components and the space.
        self.number: int = number_of(layout, premultiplied, space)
        self.layout: Layout = layout
        self.premultiplied = premultiplied
        self.space: PixelSpace = space
        size = SIZES[layout]
        shape: tuple[int, ...] = view.shape or ()
        # True if each element of the buffer is an unsigned integer that is a whole pixel.
        is_whole = format in ("H", "I", "L", "Q") and view.itemsize == size
        if not (is_whole or format in (COMPONENT_TYPES[layout], "B", "c")):
            raise TypeError(
                f"pixels of {layout} are made of numbers of the format {COMPONENT_TYPES[layout]}, "
                f"bytes or whole pixels, not of the format {view.format!r}")
        if stride is not None:
            stride = checked_stride(stride)
            # With a stride, the memory must have one dimension and no gaps of its own.
            if stride < size or not view.c_contiguous or len(shape) != 1:
                raise ValueError(
                    f"pixels of {layout} cannot begin {stride} bytes apart in the shape {shape}")
            self.rows = max(0, (view.nbytes - size) // stride + 1)
            self.stride = stride
        else:
            self.rows, rest = divmod(view.nbytes, size)
            if rest or len(shape) not in (1, 2) or (
                    len(shape) == 2 and shape[1] * view.itemsize != size):
                columns = size // (view.itemsize or 1)
                raise ValueError(
                    f"pixels have the shape (rows, {columns}), or one dimension that holds whole "
                    f"pixels; got {shape}" + (
                        f". Reshape an image: image.reshape(-1, {columns})"
                        if len(shape) == 3 and shape[2] == columns else ""))
            self.stride = size
            if not view.c_contiguous:
                self.stride, *inner = list(view.strides or ())
                if not (inner == [view.itemsize] or (is_whole and not inner)):
                    raise ValueError("the numbers of a pixel must lie side by side")
                if self.stride < size:
                    raise ValueError("pixels must not overlap, or run backwards")
        # A buffer cannot move or be freed while a view of it exists.
        self._view = view
        self.address = address_of(view)
        # The arguments of calls that write the pixels, converted for C: the number of the layout,
        # the pixels, the rows and the stride.
        self.arguments: Iterable[Any] = _ReadOnly() if view.readonly else (
            self.number, c_void_p.from_param(self.address), c_size_t.from_param(self.rows),
            c_size_t.from_param(self.stride))

    def copy_to(self, out: WritableBuffer | PixelRows) -> None:
        """Convert the pixels to another layout and color space, and write them to `out`.

        >>> from array import array
        >>> image, lab = Pixels(bytes([255, 128, 0, 255])), array("f", [0.0] * 4)
        >>> image.copy_to(Pixels(lab, space="oklab"))
        >>> [round(number, 3) for number in lab]
        [0.732, 0.112, 0.148, 1.0]

        Whole images convert at the speed of vector instructions. `out` needs at least as many rows
        as these pixels. It may be the same memory if each pixel begins at the same byte before and
        after. NaN becomes 0, and infinity the largest float.
        """
        pixels = out if isinstance(out, PixelRows) else PixelRows(out)
        number, *_ = pixels.arguments  # Raises if they are read-only.
        if self.rows > pixels.rows:
            raise ValueError(f"there are {self.rows} pixels, and room for {pixels.rows}")
        error = new_error()
        check(no_gil.dyncolor_pixels_convert(
            self.address, self.stride, self.rows, self.number, pixels.address, pixels.stride,
            number, error), error)

    def blend(
        self, backdrop: Self, mode: BlendMode = "normal", *, out: Self | None = None
    ) -> None:
        """Blend the pixels over a backdrop, and write the result to the backdrop, or to `out`.

        >>> red, green = bytearray([128, 0, 0, 128]), bytearray([0, 255, 0, 255])
        >>> Pixels(red, premultiplied=True).blend(Pixels(green, premultiplied=True))
        >>> green.hex()
        '807f00ff'

        All must have the same layout, `premultiplied` and `space`. The backdrop and `out` need at
        least as many rows as these pixels. `Color.blend` describes the modes.
        """
        pixels = backdrop if out is None else out
        number, *_ = pixels.arguments  # Raises if they are read-only.
        if not self.number == backdrop.number == pixels.number:
            raise ValueError(
                "pixels are blended with others of the same layout, premultiplied and space")
        if self.rows > min(backdrop.rows, pixels.rows):
            raise ValueError(
                f"there are {self.rows} pixels, and room for {min(backdrop.rows, pixels.rows)}")
        error = new_error()
        check(no_gil.dyncolor_pixels_blend(
            self.address, self.stride, backdrop.address, backdrop.stride, self.rows,
            word_value("mode", BLEND_MODES, mode), number, pixels.address, pixels.stride, error),
            error)

    def __repr__(self) -> str:
        flags = (", premultiplied" if self.premultiplied else "") + (
            f", {self.space}" if self.space != "srgb" else "")
        return f"<Pixels of {self.rows} rows, {self.layout}{flags}>"
