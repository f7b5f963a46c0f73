"""Pixels: an image, or rows of any other pixels, in memory of the caller."""
from __future__ import annotations

from ._pixel_rows import PixelRows
from .color import Colors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .color import Color


class Pixels(PixelRows):
    """A buffer that holds rows of pixels, to be read and written in bulk.

    >>> Pixels(bytearray(1024))
    <Pixels of 256 rows, rgba8>
    >>> from array import array
    >>> Pixels(array("f", [0.0] * 1024), space="display-p3-linear")
    <Pixels of 256 rows, float4, display-p3-linear>
    >>> Pixels(array("I", [0] * 256), "argb-word", premultiplied=True)
    <Pixels of 256 rows, argb-word, premultiplied>

    The last is ARGB32 of cairo and Qt. Without `premultiplied` it is ARGB8888 of SDL: 0xAARRGGBB.

    - Layouts: `rgba8`, `bgra8`, `argb8`, `abgr8`, `rgb8` and `bgr8` have bytes, in this order in
      memory. `rgba-word`, `bgra-word`, `argb-word` and `abgr-word` are numbers of 32 bits, such as
      0xRRGGBBAA, on machines of every byte order. `rgba16` has 16-bit numbers. `float4`, `half4`
      and `double4` have floats, also outside 0…1. Without a layout it follows from the buffer's
      format: floats are `float4`, bytes `rgba8`.
    - `premultiplied`: the color components are multiplied by alpha.
    - `space`: the color space of the components. Layouts of floats also take `oklab` and, unless
      premultiplied, `oklch`.
    - Shape: `(rows, 4)`, or whole pixels in one dimension, as components, as bytes, or as unsigned
      integers. With `stride`, each pixel begins that many bytes after the one before; the buffer
      then has one dimension.

    Make Pixels once for a buffer that you write to again and again. A read-only buffer can be read.
    """

    __slots__ = ()

    def pack(self, colors: Iterable[Color | str]) -> None:
        """Write colors as pixels, from the first row on. There must not be more than rows.

        >>> memory = bytearray(8)
        >>> Pixels(memory, "bgra8").pack(["red", "#0000ff80"])
        >>> memory.hex()
        '0000ffffff000080'
        """
        (colors if isinstance(colors, Colors) else Colors(colors)).pack(into=self)

    def unpack(self) -> Colors:
        """Return the colors of all pixels, in the color space of the pixels.

        >>> Pixels(bytes([255, 0, 0, 255, 0, 0, 255, 128])).unpack().format("browser")
        ['color(srgb 1 0 0)', 'color(srgb 0 0 1 / 0.501961)']
        """
        return Colors.unpack(self)
