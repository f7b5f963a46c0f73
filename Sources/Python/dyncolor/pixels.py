"""Pixels: an image, or rows of any other pixels, in memory of the caller."""
from __future__ import annotations

from ctypes import byref, c_double, c_size_t

from ._calls import check, new_error, whole
from ._color_data import unpack_fields
from ._color_value import ColorValue
from ._library import no_gil
from ._pixel_rows import PixelRows
from .color import Colors, color_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .color import Color

_MOST_COLORS = 128  # DYNCOLOR_MAX_PICTURE_COLORS


class Pixels(PixelRows):
    """A buffer that holds rows of pixels, to be read and written in bulk.

    >>> Pixels(bytearray(1024))
    <Pixels of 256 rows, rgba8>
    >>> from array import array
    >>> Pixels(array("f", [0.0] * 1024), space="display-p3-linear")
    <Pixels of 256 rows, float4, display-p3-linear>
    >>> Pixels(array("I", [0] * 256), "argb-word", premultiplied=True)
    <Pixels of 256 rows, argb-word, premultiplied>

    | Layout | A pixel is | Used by | dtype of numpy |
    | --- | --- | --- | --- |
    | `rgba8` | 4 bytes: red, green, blue, alpha | OpenGL, PNG, Pillow | uint8 |
    | `bgra8` | 4 bytes: blue, green, red, alpha | Direct3D, Windows bitmaps | uint8 |
    | `argb8`, `abgr8` | 4 bytes, in this order | | uint8 |
    | `rgb8`, `bgr8` | 3 bytes, without alpha | Pillow, OpenCV | uint8 |
    | `argb-word` | the number 0xAARRGGBB | cairo, Qt, SDL (ARGB8888) | uint32 |
    | `rgba-word` | the number 0xRRGGBBAA | SDL (RGBA8888) | uint32 |
    | `abgr-word`, `bgra-word` | 0xAABBGGRR, 0xBBGGRRAA | SDL | uint32 |
    | `rgba16` | 4 numbers of 16 bits | OpenGL, PNG | uint16 |
    | `half4` | 4 floats of 16 bits | OpenGL, Vulkan | float16 |
    | `float4` | 4 floats of 32 bits | OpenGL, numpy | float32 |
    | `double4` | 4 floats of 64 bits | numpy | float64 |

    If you give no layout, it follows from the type of the buffer's numbers: bytes are `rgba8`, and
    32-bit floats `float4`. Floats may lie outside 0…1. A pixel of cairo (ARGB32) or Qt
    (ARGB32_Premultiplied) is an `argb-word` with `premultiplied=True`. Such a pixel as an int:

    >>> import sys
    >>> int.from_bytes(Color("#0461be").pack("argb-word", premultiplied=True), sys.byteorder)
    4278477246

    The buffer has one of these shapes:

    | Shape | Elements |
    | --- | --- |
    | (rows, 4) | components; `rgb8` and `bgr8` have three |
    | (rows × 4,) | components, one pixel after the other |
    | (rows × bytes of a pixel,) | bytes, for any layout: a bytearray holds `argb-word`, too |
    | (rows,) | whole pixels, as unsigned integers |

    With numpy, an image of the shape (height, width, 4) gets one of these shapes by
    `reshape(-1, 4)`, and an image of whole pixels, (height, width), by `reshape(-1)`.

    - `premultiplied`: the color components are multiplied by alpha.
    - `space`: the color space of the components. Layouts of floats also take `oklab` and, unless
      premultiplied, `oklch`.
    - `stride`: each pixel begins that many bytes after the one before. The buffer then has one
      dimension.

    Wherever `out` is taken, it may be Pixels, or a buffer, which stands for `Pixels(buffer)`: a
    bytearray has the layout `rgba8`. Make Pixels once for a buffer that you write to again and
    again. A read-only buffer can be read.
    """

    __slots__ = ()

    def pack(self, colors: Iterable[Color | str]) -> None:
        """Write colors as pixels, from the first row on. There must not be more colors than rows.

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

    def dominant(self, count: int = 8) -> list[tuple[Color, float]]:
        """Return the colors that the picture has most of, at most `count` (up to 128), the most
        frequent first, each with its share of the picture.

        >>> pixels = Pixels(bytes([53, 132, 228] * 3 + [255, 255, 255]), "rgb8")
        >>> [(color.hex, share) for color, share in pixels.dominant()]
        [('#3584e4', 0.75), ('#ffffff', 0.25)]

        Pixels with an alpha below one half are left out; the alpha of others does not count. Colors
        are clipped to sRGB, and rounded to 8 bits. If there are more than 128 colors, similar ones
        are put into groups, and each group counts as the mean of its colors. Of large pictures,
        some 30,000 pixels are looked at.
        """
        shares = (c_double * _MOST_COLORS)()
        return [(color, share) for color, share in zip(
            self._found(no_gil.dyncolor_pixels_dominant, count, shares), shares)]

    def seeds(self, count: int = 4) -> list[Color]:
        """Return the colors of the picture that are the best seeds of a color scheme, at most
        `count` (up to 128), the best first.

        >>> pixels = Pixels(bytes([53, 132, 228] + [255, 255, 255] * 3), "rgb8")
        >>> [seed.hex for seed in pixels.seeds()]
        ['#3584e4']

        They are chosen as in Material Design: by the share of the picture that has their hue, and
        by their chroma. Their hues differ by at least 15 degrees. A picture of grays has none. See
        `Theme.register_material`.
        """
        return self._found(no_gil.dyncolor_pixels_seeds, count)

    def _found(self, function: Any, count: int, *shares: Any) -> list[Color]:
        """Return the colors that a function of C finds in the picture. `shares` is the array for
        the shares of these colors, if the function has a parameter for it."""
        wanted = whole("count", "a number from 1 to 128", count, _MOST_COLORS)
        values, found, error = (ColorValue * _MOST_COLORS)(), c_size_t(), new_error()
        check(function(self.address, self.stride, self.rows, self.number, values, *shares, wanted,
                       byref(found), error), error)
        return [color_of(unpack_fields(values[index])) for index in range(found.value)]
