"""Colors as values: `Color`, and `Colors`, an array of them. Neither needs a theme."""
from __future__ import annotations

from ctypes import c_double, c_size_t
from struct import iter_unpack

from ._calls import advises, call, checked_contrast, listed, real, real_within, utf8
from ._color_data import (
    FIELDS, SIZE, TRANSPARENT, ColorArray, ColorBuffer, ColorData, checked, data_of,
    each_data_of, fields_of, mixing_space, pack_fields, parse, unpack_fields)
from ._library import (
    BLEND_MODES, CONTRAST_METHODS, GAMUT_METHODS, HUES, METRICS, SPACES, VISION_MODELS, VISIONS,
    bare_with_gil, no_gil, word_value)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Protocol, SupportsIndex, Union, overload

    from ._color_data import Fields, FloatArray, Floats
    from ._memory import Buffer
    from ._pixel_rows import PixelRows
    from .words import (
        BlendMode, ContrastMethod, GamutMethod, Hue, Layout, Metric, PixelSpace, Space, Vision,
        VisionModel)

    class HasColors(Protocol):
        """What Colors() needs of an object to copy its colors: a Snapshot has it."""

        def colors(self) -> Colors: ...

    # The backgrounds of one Color; or for Colors, one color for all of them, or one for each.
    ColorOrColors = Union["Color", str, Iterable[Union["Color", str]]]
    ColorSequence = Sequence["Color"]
else:
    ColorSequence = object

# The default of `alpha`. It is compared by identity, so that a given 1.0 differs from it.
_opaque = 1.0
_new = object.__new__
# Parts of the errors for the wrong keywords `ratio` and `premultiply`.
_RATIO_ADVICE, _PREMULTIPLY_ADVICE = "write contrast=…", "write premultiplied=True"


class Color(ColorData):
    """A color: a color space, three components and alpha, each of which may be missing (None).

    >>> Color("rebeccapurple"), Color("oklch(70% 0.1 none)", alpha=0.5)
    (Color('#663399'), Color('oklch(0.7 0.1 none / 0.5)'))
    >>> Color(0.9, 0.3, 0.1, 0.5, space="display-p3")
    Color('color(display-p3 0.9 0.3 0.1 / 0.5)')

    - Text is any CSS color that does not depend on an environment, also `--tone(#06c, 40)`, a tone
      of a color, or `--dark-of(#06c)`, its dark counterpart. `alpha` multiplies its alpha.
    - Numbers have the ranges of CSS: red, green and blue 0 to 1, hues in degrees, percentages 0 to
      100, the lightness of `oklab` and `oklch` 0 to 1. They may lie outside the gamut of the space.
    - A color is immutable. Two colors are equal, and have the same hash, if they have the same
      space, the same missing components, and numbers that are equal as 32-bit floats. To compare
      colors of different spaces, use `is_near`.
    - `str(color)` is CSS with all digits, and `color.css` is CSS as browsers write it.
    - `r, g, b, a = color` are the components in sRGB: a color is a sequence of these four numbers,
      as matplotlib, numpy and others take it. They lie in 0…1 if the color is in the gamut of sRGB.

    Methods that take another color also take CSS text. But `==` does not: a color is not equal to a
    text. Write `color == Color("#0461be")`.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        @overload
        def __init__(self, color: str | Color, /, *, alpha: float = 1) -> None: ...

        @overload
        def __init__(
            self, c0: float | None, c1: float | None, c2: float | None, alpha: float | None = 1,
            /, *, space: Space = "srgb") -> None: ...

        @overload
        def __init__(
            self, c0: float | None, c1: float | None, c2: float | None, /, *, alpha: float | None,
            space: Space = "srgb") -> None: ...

    def __init__(
        self, first: str | Color | float | None, *rest: float | None,
        alpha: float | None = _opaque, space: Space | None = None,
    ) -> None:
        self._floats = None
        if type(first) is str and not rest and alpha is _opaque and space is None:
            # The most common case, which should be fast.
            self._fields = parse(first)
            return
        if isinstance(first, (str, Color)):
            if rest or space is not None:
                raise TypeError("a color is made of a text, or of numbers and their space")
            fields = fields_of(first)
            if alpha is not _opaque:
                from ._numbers import fields_with_alpha
                opacity = fields_with_alpha(fields, real("alpha", alpha).value)[5]  # Checks alpha.
                fields = (*fields[:5], fields[5] * opacity)
            self._fields = fields
            return
        if not 2 <= len(rest) <= 3:
            raise TypeError("a color is made of CSS text, a Color, or three or four numbers")
        if len(rest) == 3 and alpha is not _opaque:
            raise TypeError("a color has one alpha")
        number = word_value("space", SPACES, "srgb" if space is None else space)
        values = (first, rest[0], rest[1], rest[2] if len(rest) == 3 else alpha)
        missing = sum(1 << index for index, value in enumerate(values) if value is None)
        c0, c1, c2, opacity = [
            0.0 if value is None else real("a component", value).value for value in values]
        # The library checks the numbers.
        value = ColorBuffer()
        call(bare_with_gil.dyncolor_color_convert,
             pack_fields(number, missing, c0, c1, c2, opacity), number, value)
        self._fields = unpack_fields(value)

    @classmethod
    def from_hex(cls, text: str, *, space: Space = "srgb", alpha: float = 1) -> Color:
        """Parse hex text: 3, 4, 6 or 8 digits, with or without a `#`.

        >>> Color.from_hex("f80", space="display-p3")
        Color('color(display-p3 1 0.5333333333333333 0)')

        `space` must be an RGB space, such as `srgb`. `alpha` multiplies the alpha of the digits.
        """
        data, value = utf8(text), ColorBuffer()
        call(bare_with_gil.dyncolor_color_parse_hex_n, data, c_size_t(len(data)),
             word_value("space", SPACES, space), real("alpha", alpha), value)
        return color_of(unpack_fields(value))

    @classmethod
    def from_rgba8(cls, red: int, green: int, blue: int, alpha: int = 255) -> Color:
        """Return a color of sRGB, from bytes as `rgba8` has them.

        >>> Color.from_rgba8(53, 132, 228)
        Color('#3584e4')
        >>> Color.from_rgba8(*Color("#3584e480").rgba8) == Color("#3584e480")
        True
        """
        from ._numbers import fields_of_bytes
        return color_of(fields_of_bytes(red, green, blue, alpha))

    def with_alpha(self, alpha: float | None) -> Color:
        """Return the color with another alpha, from 0 to 1; None makes it missing.

        >>> Color("#3584e4").with_alpha(0.5).css
        'rgba(53, 132, 228, 0.5)'
        """
        from ._numbers import fields_with_alpha
        return color_of(fields_with_alpha(self._fields, alpha))

    @property
    def css(self) -> str:
        """The color in CSS as browsers write it, rounded to visible digits.

        >>> Color("rebeccapurple").css
        'rgb(102, 51, 153)'
        """
        return self._text("browser")

    @advises(premultiply=_PREMULTIPLY_ADVICE)
    def pack(
        self, layout: Layout = "rgba8", *, premultiplied: bool = False, space: PixelSpace = "srgb"
    ) -> bytes:
        """Return the color as the bytes of one pixel. `Pixels` describes the layouts.

        >>> Color("#3584e4").pack("bgra8").hex()
        'e48435ff'
        """
        from ._layouts import SIZES, number_of
        return self._pixel(number_of(layout, premultiplied, space), SIZES[layout])

    @classmethod
    def unpack(
        cls, pixel: Buffer, layout: Layout = "rgba8", *, premultiplied: bool = False,
        space: PixelSpace = "srgb",
    ) -> Color:
        """Return the color of one pixel, in the color space of the pixel.

        >>> Color.unpack(bytes([53, 132, 228, 255])).hex
        '#3584e4'
        """
        from ._layouts import SIZES, number_of
        number = number_of(layout, premultiplied, space)
        data = memoryview(pixel).tobytes()  # type: ignore[arg-type]
        if len(data) != SIZES[layout]:
            raise ValueError(f"a pixel of {layout} has {SIZES[layout]} bytes, not {len(data)}")
        value = ColorBuffer()
        call(bare_with_gil.dyncolor_color_unpack, data, c_size_t(len(data)), number, value)
        return color_of(unpack_fields(value))

    def to(self, space: Space) -> Color:
        """Convert the color to another space, without clipping it to a gamut.

        >>> Color("white").to("oklch")
        Color('oklch(1 0 none)')

        Missing components stay missing if the other space has analogous ones. The hue of a gray is
        missing.
        """
        value = ColorBuffer()
        number = word_value("space", SPACES, space)
        call(bare_with_gil.dyncolor_color_convert, self._bytes(), number, value)
        return color_of(unpack_fields(value))

    def to_gamut(self, gamut: Space = "srgb", *, method: GamutMethod = "exact") -> Color:
        """Convert the color to a space, and map it into the gamut of that space.

        >>> Color("color(display-p3 0 1 0)").to_gamut("srgb").hex
        '#00f74f'

        `exact` keeps lightness and hue, and reduces the chroma no more than necessary. `ray-trace`
        and `binary-search` are the methods of CSS. `clip` clips the components.
        """
        value = ColorBuffer()
        call(bare_with_gil.dyncolor_color_map_to_gamut, self._bytes(),
             word_value("gamut", SPACES, gamut), word_value("method", GAMUT_METHODS, method),
             value)
        return color_of(unpack_fields(value))

    if TYPE_CHECKING:
        @overload
        def mix(
            self, other: Color | str, amount: float = 0.5, *, space: Space | None = None,
            hue: Hue = "shorter") -> Color: ...

        @overload
        def mix(
            self, other: Color | str, amount: Iterable[float], *, space: Space | None = None,
            hue: Hue = "shorter") -> Colors: ...

    def mix(
        self, other: Color | str, amount: float | Iterable[float] = 0.5, *,
        space: Space | None = None, hue: Hue = "shorter",
    ) -> Color | Colors:
        """Mix the color with another, as `color-mix()` of CSS does.

        >>> Color("red").mix("blue", 0.25, space="oklch", hue="longer").hex
        '#bc6300'

        `amount` is the share of the other color, from 0 to 1. Several amounts make several colors,
        for example for a gradient:

        >>> Color("red").mix("blue", [0, 0.5, 1]).format()
        ['color(srgb 1 0 0)', 'color(srgb 0.5 0 0.5)', 'color(srgb 0 0 1)']

        Without a space, colors with the legacy notations of sRGB are mixed in sRGB, all others in
        Oklab. `hue` is the direction around the color circle.
        """
        try:
            part = c_double(amount)  # type: ignore[arg-type]
        except TypeError:
            from ._numbers import Numbers
            amounts = Numbers(amount)
            # Each color has the stride 0: it is the same for all amounts.
            return Colors._mixed(
                (self._bytes(), 0), (data_of(other), 0), amounts, amounts.count, space,
                word_value("hue", HUES, hue))
        value = ColorBuffer()
        call(bare_with_gil.dyncolor_color_mix, self._bytes(), data_of(other), part,
             mixing_space(space), word_value("hue", HUES, hue), value)
        return color_of(unpack_fields(value))

    def blend(
        self, backdrop: Color | str, mode: BlendMode = "normal", *, space: Space = "srgb"
    ) -> Color:
        """Blend the color over a backdrop, with a blend mode of CSS.

        >>> Color("#ff000080").blend("white").hex
        '#ff7f7f'

        `space` must be an RGB space, such as `srgb` or `display-p3`. Both alphas have an effect.
        """
        value = ColorBuffer()
        call(bare_with_gil.dyncolor_color_blend, self._bytes(), data_of(backdrop),
             word_value("mode", BLEND_MODES, mode), word_value("space", SPACES, space),
             value)
        return color_of(unpack_fields(value))

    @advises(ratio=_RATIO_ADVICE)
    def ensure_contrast(
        self, background: ColorOrColors, contrast: float = 4.5, method: ContrastMethod = "wcag"
    ) -> Color:
        """Return the nearest color with enough contrast on a background, or on up to eight.

        >>> blue = Color("#3584e4")
        >>> blue.ensure_contrast("white").hex, blue.ensure_contrast(["white", "#111"], 3).hex
        ('#2476d7', '#3584e4')

        The result is this color if its contrast suffices. Otherwise it is the nearest color of the
        same hue and alpha that has the contrast, also after `hex` has rounded it. If there is none,
        the result is opaque white or black, whichever has more contrast.

        In CSS it is `--ensure-contrast(#3584e4, on white, on #111, 3)`, with the word `on` before
        each background, and always with the method `wcag`. In a theme, the ratio may also be
        light-dark() or if(): see `Theme.register`.
        """
        value, number = ColorBuffer(), word_value("method", CONTRAST_METHODS, method)
        on = each_data_of(background)
        call(bare_with_gil.dyncolor_color_ensure_contrast_many, self._bytes(), b"".join(on),
             c_size_t(SIZE), c_size_t(len(on)), c_double(checked_contrast(contrast, method)),
             number, value, None)
        return color_of(unpack_fields(value))

    def grade_contrast(
        self, background: ColorOrColors, degree: float, contrast: float = 7
    ) -> Color:
        """Return the color with more contrast on its backgrounds, or less if `degree` is negative.

        >>> gray = Color("#555")
        >>> [gray.grade_contrast("white", degree).hex for degree in (-1, 0, 0.5, 1)]
        ['#727272', '#555555', '#464646', '#383838']

        `degree` is from -1 to 1. At 1, the WCAG ratio is `contrast`, or 14/9 (7 / 4.5) of the
        color's own ratio if that is more. At -1, it is 9/14 of the color's own ratio, but not
        lowered below 4.5. In CSS, `--grade-contrast()` takes the degree from the environment.
        """
        value, on = ColorBuffer(), each_data_of(background)
        call(bare_with_gil.dyncolor_color_grade_contrast, self._bytes(), b"".join(on),
             c_size_t(SIZE), c_size_t(len(on)), c_double(real_within("degree", degree, -1, 1)),
             c_double(checked_contrast(contrast, "wcag")), value, None)
        return color_of(unpack_fields(value))

    def simulate_vision(
        self, vision: Vision, severity: float = 1, *, model: VisionModel = "machado",
    ) -> Color:
        """Return how a person with a kind of color vision sees the color, in sRGB.

        >>> red = Color("red")
        >>> red.simulate_vision("deutan").hex, red.simulate_vision("protan", 0.5).hex
        ('#a39000', '#b45600')

        `severity` is how far the vision deviates: 0 is typical, and 1 is a missing cone. The model
        is that of Machado and others (2009), or with `model="vienot"` that of Viénot and others
        (1999), which has only `protan` and `deutan`. `achromat` mixes the color with the gray of
        the same luminance. In CSS, `--vision()` uses the model of Machado and others.
        """
        value, function = ColorBuffer(), (
            bare_with_gil.dyncolor_color_simulate_vision,
            bare_with_gil.dyncolor_color_simulate_vision_vienot,
        )[word_value("model", VISION_MODELS, model)]
        call(function, self._bytes(), word_value("vision", VISIONS, vision), c_double(severity),
             value)
        return color_of(unpack_fields(value))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Color):
            return NotImplemented
        return self._fields == other._fields or self._key() == other._key()

    __hash__ = ColorData.__hash__

    def __repr__(self) -> str:
        return f"Color({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        if self._floats is not None:
            return resolved_color, (self._floats,)
        return color_of, (self._fields,)


def color_of(fields: Fields) -> Color:
    """Make a color of the fields of a dyncolor_color."""
    color = _new(Color)
    color._fields = fields
    color._floats = None
    return color


def resolved_color(floats: Floats) -> Color:
    """Make a color of the floats of a dyncolor_rgba. Its `_fields` are computed when needed."""
    color = _new(Color)
    color._floats = floats
    return color


# ---- Many colors ---------------------------------------------------------------------------------


class Colors(ColorArray, ColorSequence):
    """An array of colors in contiguous memory. Its methods work on all colors in one call.

    >>> colors = Colors(["red", "oklch(0.7 0.3 200)", Color(0, 0.5, 1)])
    >>> colors.to_gamut("srgb").format("browser")
    ['rgb(255, 0, 0)', 'color(srgb 0 0.706162 0.735112)', 'color(srgb 0 0.5 1)']
    >>> [round(contrast, 1) for contrast in colors.contrast("white")]
    [4.0, 2.4, 3.8]

    - `Colors(1000)` makes a thousand transparent black colors, and `Colors(snapshot)` has the rows
      of a snapshot. `parse` reads text, `unpack` reads pixels, and `from_buffer` uses memory.
    - Methods that take other colors take one for all, or as many as there are: one for each.
    - A slice shares the memory, unless its step is negative. So do `array()`, `numpy.asarray` and
      `view`: writing to them changes the colors.
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, colors: Iterable[Color | str] | HasColors | int, /) -> None:
        given: Any = colors
        data: bytes
        texts: list[str] = []
        if isinstance(colors, int):
            if colors < 0:
                raise ValueError(f"there cannot be {colors} colors")
            data = TRANSPARENT * colors
        elif isinstance(colors, Colors):
            data = bytes(colors)
        elif hasattr(given, "colors"):
            data = bytes(given.colors())
        else:
            elements = listed("colors", "a list of colors", given)
            texts = [color for color in elements if isinstance(color, str)]
            if len(texts) == len(elements):
                data = TRANSPARENT * len(texts)  # All are text, which one call parses below.
            else:
                texts = []
                data = b"".join([data_of(color) for color in elements])
        self._adopt(memoryview(bytearray(data)), len(data) // SIZE)
        if texts:
            self._parse(texts)

    @classmethod
    def from_buffer(
        cls, buffer: Buffer, *, stride: int | None = None, offset: int = 0,
        count: int | None = None,
    ) -> Colors:
        """Use the colors in a buffer without a copy. Each is a `dyncolor_color` of 40 bytes.

        >>> memory = bytes(Colors(["red", "lime", "blue"]))
        >>> Colors.from_buffer(memory, stride=80)
        Colors(['#ff0000', '#0000ff'])

        If the elements of the buffer have that size, they are the colors, as in a column of a numpy
        array. Otherwise the colors begin at the byte `offset` and are `stride` bytes apart. There
        are `count` of them, or as many as fit.
        """
        colors = _new(cls)
        colors._adopt_buffer(
            memoryview(buffer), stride, offset, count)  # type: ignore[arg-type]
        return colors

    @classmethod
    def parse(cls, texts: Iterable[str], *, failed: list[int] | None = None) -> Colors:
        """Parse CSS texts. The first text that is not a color raises its error.

        >>> failed = []
        >>> Colors.parse(["red", "reddish", "#00f"], failed=failed)
        Colors(['#ff0000', 'color(srgb 0 0 0 / 0)', '#0000ff'])
        >>> failed
        [1]

        With a list `failed`, no error is raised: the positions of the texts that are not colors are
        appended to it, and these colors are transparent black.
        """
        elements = listed("texts", "a list of texts", texts)
        colors = cls(len(elements))
        colors._parse(elements, failed)
        return colors

    @classmethod
    def unpack(
        cls, pixels: Buffer | PixelRows, layout: Layout | None = None, *, stride: int | None = None,
        premultiplied: bool = False, space: PixelSpace = "srgb",
    ) -> Colors:
        """Return the colors of pixels. `Pixels` describes the parameters.

        >>> Colors.unpack(b"\\xff\\0\\0\\xff" b"\\0\\0\\xff\\xff", "rgba8").format("browser")
        ['color(srgb 1 0 0)', 'color(srgb 0 0 1)']
        """
        from ._pixel_rows import PixelRows
        rows = pixels if isinstance(pixels, PixelRows) else PixelRows(
            pixels, layout, stride=stride, premultiplied=premultiplied, space=space)
        colors = Colors._make(rows.rows)
        colors._unpack(rows)
        return colors

    def copy(self) -> Colors:
        """Return a copy in contiguous memory of its own.

        >>> Colors(["red", "lime", "blue"])[::2].copy()
        Colors(['#ff0000', '#0000ff'])
        """
        return Colors(self)

    if TYPE_CHECKING:
        @overload
        def __getitem__(self, index: SupportsIndex) -> Color: ...

        @overload
        def __getitem__(self, index: slice) -> Colors: ...

    def __getitem__(self, index: SupportsIndex | slice) -> Color | Colors:
        if isinstance(index, slice):
            return self._slice(range(self._count)[index])
        try:
            number = range(self._count)[index]
        except IndexError:
            raise IndexError(f"there are {self._count} colors, and none at {index}") from None
        return _color(*unpack_fields(self._element(number)))

    def __iter__(self) -> Iterator[Color]:
        """Iterate over a copy of the colors."""
        from itertools import starmap
        return starmap(_color, iter_unpack(FIELDS, bytes(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Colors):
            return NotImplemented
        if self._count != other._count:
            return False
        mine, others = bytes(self), bytes(other)
        return mine == others or all(
            _color(*one) == _color(*another)
            for one, another in zip(iter_unpack(FIELDS, mine), iter_unpack(FIELDS, others)))

    if TYPE_CHECKING:
        @overload
        def pack(
            self, layout: Layout = "rgba8", into: None = None, *, stride: int | None = None,
            premultiplied: bool = False, space: PixelSpace = "srgb") -> bytearray: ...

        @overload
        def pack(
            self, layout: Layout | None = None, *, into: Buffer | PixelRows,
            stride: int | None = None, premultiplied: bool = False, space: PixelSpace = "srgb"
        ) -> None: ...

        @overload
        def pack(
            self, layout: Layout | None, into: Buffer | PixelRows, *, stride: int | None = None,
            premultiplied: bool = False, space: PixelSpace = "srgb") -> None: ...

    def pack(
        self, layout: Layout | None = None, into: Buffer | PixelRows | None = None, *,
        stride: int | None = None, premultiplied: bool = False, space: PixelSpace = "srgb",
    ) -> bytearray | None:
        """Return the colors as pixels, or write them to `into`, from its first row on.

        >>> Colors(["red", "#0000ff80"]).pack("bgra8", premultiplied=True).hex(" ", 4)
        '0000ffff 80000080'

        `Pixels` describes the parameters. The layout is `rgba8` if neither it nor `into` is given.
        """
        from ._layouts import size_of
        from ._pixel_rows import PixelRows, checked_stride
        memory: bytearray | None = None
        if into is None:
            layout = layout or "rgba8"
            memory = into = bytearray(
                self._count * (size_of(layout) if stride is None else checked_stride(stride)))
        self._pack(into if isinstance(into, PixelRows) else PixelRows(
            into, layout, stride=stride, premultiplied=premultiplied, space=space))
        return memory

    def mix(
        self, other: ColorOrColors, amount: float | Iterable[float] = 0.5, *,
        space: Space | None = None, hue: Hue = "shorter",
    ) -> Colors:
        """Mix the colors with others, as `Color.mix` does. Give one amount for all or one for each.

        >>> Colors(["red", "lime"]).mix("white", [0.25, 0.75], space="srgb").format("browser")
        ['color(srgb 1 0.25 0.25)', 'color(srgb 0.75 1 0.75)']
        """
        from ._numbers import Numbers
        amounts = Numbers(amount)
        if amounts.stride and amounts.count != self._count:
            raise ValueError(f"there are {self._count} colors, and {amounts.count} amounts")
        return self._mixed((self, self._stride), self._others(other), amounts, self._count, space,
                           word_value("hue", HUES, hue))

    def blend(
        self, backdrop: ColorOrColors, mode: BlendMode = "normal", *, space: Space = "srgb"
    ) -> Colors:
        """Blend the colors over backdrops, as `Color.blend` does.

        >>> Colors(["red", "lime"]).blend("gray", "multiply").format("browser")
        ['color(srgb 0.501961 0 0)', 'color(srgb 0 0.501961 0)']
        """
        numbers = word_value("mode", BLEND_MODES, mode), word_value("space", SPACES, space)
        return self._combined(
            no_gil.dyncolor_color_blend_list, self._others(backdrop), *numbers)

    @advises(ratio=_RATIO_ADVICE)
    def ensure_contrast(
        self, background: ColorOrColors, contrast: float = 4.5, method: ContrastMethod = "wcag"
    ) -> Colors:
        """Return the nearest colors with enough contrast, as `Color.ensure_contrast` does.

        >>> Colors(["gray", "black"]).ensure_contrast("white", 4.5).format("browser")
        ['oklch(0.567535 0 none)', 'rgb(0, 0, 0)']
        """
        numbers = checked_contrast(contrast, method), word_value("method", CONTRAST_METHODS, method)
        # C does not write the contrasts that were reached: their address is NULL.
        return self._combined(no_gil.dyncolor_color_ensure_contrast_list,
                              self._others(background), *numbers, after=(None, 0))

    def difference(self, other: ColorOrColors, method: Metric = "ok") -> FloatArray:
        """Return how different each color looks from another, as `Color.difference` does.

        >>> [round(each, 2) for each in Colors(["red", "white"]).difference("white")]
        [0.45, 0.0]
        """
        number = word_value("method", METRICS, method)
        return self._measured(
            no_gil.dyncolor_color_difference_list, self._others(other), number)

    def contrast(self, background: ColorOrColors, method: ContrastMethod = "wcag") -> FloatArray:
        """Return the contrast of each color on a background, as `Color.contrast` does.

        >>> Colors(["black", "white"]).contrast("white").tolist()
        [21.0, 1.0]
        """
        number = word_value("method", CONTRAST_METHODS, method)
        return self._measured(
            no_gil.dyncolor_color_contrast_list, self._others(background), number)

    def _others(self, other: ColorOrColors) -> tuple[Colors | bytes, int]:
        """Return other colors as C takes them, and their stride, which is 0 for a single color."""
        if isinstance(other, (Color, str)):
            return data_of(other), 0
        others = as_colors(other)
        if others._count != self._count:
            raise ValueError(f"there are {self._count} colors, and {others._count} others")
        return others, others._stride

    def __repr__(self) -> str:
        from .errors import InvalidArgumentError
        try:
            texts = self[:5].format()
        except InvalidArgumentError:
            return f"<{self._count} Colors, not all of which are colors>"
        if self._count <= 5:
            return f"Colors({texts!r})"
        return f"<{self._count} Colors: {', '.join(texts)}, …>"

    def __reduce__(self) -> tuple[object, ...]:
        return Colors.from_buffer, (bytearray(bytes(self)),)


def as_colors(colors: Iterable[Color | str]) -> Colors:
    """Return colors as Colors. A number, which Colors() would take, is a TypeError."""
    return colors if isinstance(colors, Colors) else Colors(
        listed("colors", "a list of colors", colors))


def _color(*fields: Any) -> Color:
    """Make a color of fields from memory, and check them: the memory may hold anything."""
    return color_of(checked(fields))
