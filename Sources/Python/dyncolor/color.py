"""Colors, as values."""
from __future__ import annotations

from ctypes import byref, c_char, c_double, c_float, c_size_t, create_string_buffer
from struct import Struct

from ._library import (
    BLEND_MODES, CONTRAST_METHODS, GAMUT_METHODS, HUES, LAYOUTS, METRICS, NOTATIONS, SPACES,
    ColorValue, bare_held, call, utf8, word_value)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, overload

    from ._layouts import Buffer
    from ._library import (
        BlendMode, ContrastMethod, GamutMethod, Hue, Layout, Metric, Notation, PixelSpace, Space)
    from ._memory import Pixels, WritableBuffer
    from .colors import Colors
else:
    def overload(function):
        return function

Float4 = c_float * 4
_floats = Struct("4f")
unpack_floats = _floats.unpack
# A dyncolor_color: all its fields are read and written at once, in a third of the time.
_color = Struct("2I4d")
pack_fields, unpack_fields = _color.pack, _color.unpack
_space_names: dict[int, Space] = {number: name for name, number in SPACES.items()}
_opaque = 1.0
_SRGB = SPACES["srgb"]
# A place for a dyncolor_color, and lengths of text: what ctypes would make for each call.
_Bytes = c_char * _color.size
_sizes = [c_size_t(size) for size in range(64)]
# Of dyncolor_missing: what says which numbers there are, and what says how a color was written.
_MISSING, _LEGACY_NOTATION = 15, 16
# DYNCOLOR_COLOR_TEXT_SIZE.
TEXT_SIZE = 160


class Color:
    """A color: a space, three components, any of which may be missing (None), and alpha.

    It is made of a text, which is any color in CSS that depends on nothing else, or of numbers:

    >>> Color("rebeccapurple")
    Color('#663399')
    >>> Color("oklch(70% 0.1 none)", alpha=0.5)
    Color('oklch(0.7 0.1 none / 0.5)')
    >>> Color(0.9, 0.3, 0.1, 0.5, space="display-p3")
    Color('color(display-p3 0.9 0.3 0.1 / 0.5)')

    `alpha` beside a text multiplies the text's own. Numbers are those of `space`, in the scales of
    CSS: red, green and blue from 0 to 1, hues in degrees, percentages from 0 to 100, the lightness
    of `oklab` and `oklch` from 0 to 1. Colors beyond a gamut are colors; alpha lies in 0…1.

    Colors do not change. They are equal, and hash alike, if they have the same space, the same
    components missing, and numbers that are the same to the precision of a 32-bit float, which is
    that of resolved colors. The same color in two spaces is not the same value: see `is_near`.

    `str(color)` is the color in CSS with all its digits, `color.css` as browsers write it. A color
    unpacks into what is painted: `r, g, b, a = color` are the components in sRGB.

    Where a method takes another color, a text will do.
    """

    __slots__ = ("_fields", "_floats")
    # What a dyncolor_color has. Missing components are 0.
    _fields: tuple[int, int, float, float, float, float]
    # What a resolved color, a dyncolor_rgba, has; others have None.
    _floats: tuple[float, float, float, float] | None

    @overload
    def __init__(self, color: str | Color, /, *, alpha: float = 1) -> None: ...

    @overload
    def __init__(
        self, c0: float | None, c1: float | None, c2: float | None, alpha: float | None = 1, /, *,
        space: Space = "srgb") -> None: ...

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
            # As most are made.
            self._fields = _parsed(first)
            return
        if isinstance(first, (str, Color)):
            if rest or space is not None:
                raise TypeError("a color is made of a text, or of numbers and their space")
            fields = fields_of(first)
            if alpha is not _opaque:
                opacity = c_double(alpha).value  # type: ignore[arg-type]
                if not 0 <= opacity <= 1:
                    from .errors import InvalidArgumentError
                    raise InvalidArgumentError("alpha must lie in 0...1", "alpha")
                fields = (*fields[:5], fields[5] * opacity)
            self._fields = fields
            return
        if not 2 <= len(rest) <= 3:
            raise TypeError("a color has three components, and may have an alpha")
        if len(rest) == 3 and alpha is not _opaque:
            raise TypeError("a color has one alpha")
        number = word_value("space", SPACES, "srgb" if space is None else space)
        values = (first, rest[0], rest[1], rest[2] if len(rest) == 3 else alpha)
        missing = sum(1 << place for place, value in enumerate(values) if value is None)
        c0, c1, c2, opacity = [
            0.0 if value is None else c_double(value).value for value in values]
        # The library's own rules for what is a color.
        value = ColorValue()
        call(bare_held.dyncolor_color_convert,
             pack_fields(number, missing, c0, c1, c2, opacity), number, byref(value))
        self._fields = unpack_fields(value)

    @classmethod
    def from_hex(cls, text: str, *, space: Space = "srgb", alpha: float = 1) -> Color:
        """The color of hex text, with or without a `#`, whose 3, 4, 6 or 8 digits are components of
        a space of red, green and blue. `alpha` multiplies that of the digits.

        >>> Color.from_hex("f80", space="display-p3")
        Color('color(display-p3 1 0.5333333333333333 0)')
        """
        data, value = utf8(text), ColorValue()
        call(bare_held.dyncolor_color_parse_hex, data, c_size_t(len(data)),
             word_value("space", SPACES, space), c_double(alpha), byref(value))
        return color_of(unpack_fields(value))

    # Only at run time: who checks types is to be told of names that do not exist.
    if not TYPE_CHECKING:
        def __getattr__(self, name):
            if name != "_fields":
                raise AttributeError(
                    f"{type(self).__name__!r} object has no attribute {name!r}", name=name,
                    obj=self)
            self._fields = fields = _fields_of_floats(self._floats)
            return fields

    def _bytes(self) -> bytes:
        """The dyncolor_color."""
        return pack_fields(*self._fields)

    def _value(self) -> ColorValue:
        return ColorValue.from_buffer_copy(self._bytes())

    # ---- Looking at it ----

    @property
    def space(self) -> Space:
        """The color space that the components are of."""
        return _space_names[self._fields[0]]

    @property
    def components(self) -> tuple[float | None, float | None, float | None]:
        """The three components; None for one that is missing, as CSS's `none` is."""
        _, missing, c0, c1, c2, _ = self._fields
        return (None if missing & 1 else c0, None if missing & 2 else c1,
                None if missing & 4 else c2)

    @property
    def alpha(self) -> float | None:
        """The opacity, from 0 to 1; None if it is missing."""
        return None if self._fields[1] & 8 else self._fields[5]

    @property
    def css(self) -> str:
        """The color in CSS as browsers write it, with the digits that can be seen.

        >>> Color("rebeccapurple").css
        'rgb(102, 51, 153)'
        """
        return self._text("browser")

    def _text(self, notation: Notation) -> str:
        buffer = create_string_buffer(TEXT_SIZE)
        call(bare_held.dyncolor_color_format, self._bytes(), NOTATIONS[notation], buffer,
             c_size_t(TEXT_SIZE), None)
        return buffer.value.decode()

    def to_hex(self, space: Space = "srgb") -> str:
        """Hex text, `#rrggbb` or `#rrggbbaa`, of the color cut to the gamut of `space`, which must
        be one of red, green and blue."""
        buffer = create_string_buffer(10)
        call(bare_held.dyncolor_color_format_hex, self._bytes(),
             word_value("space", SPACES, space), buffer, c_size_t(10), None)
        return buffer.value.decode()

    @property
    def hex(self) -> str:
        """Hex text in sRGB, `#rrggbb`, or `#rrggbbaa` if the color is not opaque."""
        return self.to_hex()

    def pack(
        self, layout: Layout = "rgba8", *, premultiplied: bool = False, space: PixelSpace = "srgb"
    ) -> bytes:
        """The color as a pixel. `Pixels` says what there is; `Colors` packs many at once.

        >>> Color("#3584e4").pack("bgra8").hex()
        'e48435ff'
        """
        from ._layouts import SIZES, number_of
        return self._pixel(number_of(layout, premultiplied, space), SIZES[layout])

    def _pixel(self, layout: int, size: int) -> bytes:
        floats = self._floats
        # What a table of all colors has, too: the very floats.
        data = self._bytes() if floats is None else pack_fields(_SRGB, 0, *floats)
        pixel = (c_char * size)()
        call(bare_held.dyncolor_color_pack, data, layout, pixel, c_size_t(size))
        return pixel.raw

    @classmethod
    def unpack(
        cls, pixel: Buffer, layout: Layout = "rgba8", *, premultiplied: bool = False,
        space: PixelSpace = "srgb",
    ) -> Color:
        """The color of a pixel, in the space that it is of. `Colors` unpacks many at once.

        >>> Color.unpack(bytes([53, 132, 228, 255])).hex
        '#3584e4'
        """
        from ._layouts import SIZES, number_of
        number = number_of(layout, premultiplied, space)
        data = memoryview(pixel).tobytes()  # type: ignore[arg-type]
        if len(data) != SIZES[layout]:
            raise ValueError(f"a pixel of {layout} has {SIZES[layout]} bytes, not {len(data)}")
        value = ColorValue()
        call(bare_held.dyncolor_color_unpack, data, c_size_t(len(data)), number, byref(value))
        return color_of(unpack_fields(value))

    @property
    def rgba8(self) -> tuple[int, int, int, int]:
        """Red, green, blue and alpha in sRGB, each from 0 to 255."""
        r, g, b, a = self._pixel(LAYOUTS["rgba8"], 4)
        return r, g, b, a

    def __iter__(self) -> Iterator[float]:
        """Red, green, blue and alpha in sRGB, not cut to 0…1; what is missing counts as 0."""
        if self._floats is not None:
            return iter(self._floats)
        fields = self._fields
        if fields[0] != _SRGB:
            value = ColorValue()
            call(bare_held.dyncolor_color_convert, pack_fields(fields[0], 0, *fields[2:]), _SRGB,
                 byref(value))
            fields = unpack_fields(value)
        return iter(fields[2:])

    # ---- Other colors made of it ----

    def to(self, space: Space) -> Color:
        """The same color in another space. Nothing is cut to a gamut; components that are missing
        are missing there, too, where the space has analogous ones, and so is the hue of a gray.

        >>> Color("white").to("oklch")
        Color('oklch(1 0 none)')
        """
        value = ColorValue()
        call(bare_held.dyncolor_color_convert, self._bytes(), word_value("space", SPACES, space),
             byref(value))
        return color_of(unpack_fields(value))

    def in_gamut(self, gamut: Space = "srgb") -> bool:
        """Whether the color lies within the gamut of a space.

        >>> Color("color(display-p3 0 1 0)").in_gamut("srgb")
        False
        """
        return bool(bare_held.dyncolor_color_in_gamut(
            self._bytes(), word_value("gamut", SPACES, gamut)))

    def to_gamut(self, gamut: Space = "srgb", *, method: GamutMethod = "exact") -> Color:
        """The color in a space, brought into its gamut: `exact` takes as much of its chroma as must
        be, and keeps lightness and hue; `ray-trace` and `binary-search` are those of CSS; `clip`
        cuts the components.

        >>> Color("color(display-p3 0 1 0)").to_gamut("srgb").hex
        '#00f74f'
        """
        value = ColorValue()
        call(bare_held.dyncolor_color_map_to_gamut, self._bytes(),
             word_value("gamut", SPACES, gamut), word_value("method", GAMUT_METHODS, method),
             byref(value))
        return color_of(unpack_fields(value))

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
        """This color mixed with another, of which there is `amount`, from 0 to 1: as `color-mix()`
        mixes in CSS, in a space and, where that has hues, by one of the ways around the circle.
        Without a space, colors that are written in sRGB are mixed there, and others in Oklab.

        >>> Color("red").mix("blue", 0.25, space="oklch", hue="longer").hex
        '#bc6300'

        Several amounts make several colors, of which a gradient can be painted:

        >>> Color("red").mix("blue", [0, 0.5, 1]).format()
        ['color(srgb 1 0 0)', 'color(srgb 0.5 0 0.5)', 'color(srgb 0 0 1)']
        """
        try:
            part = c_double(amount)  # type: ignore[arg-type]
        except TypeError:
            from .colors import mix_each
            return mix_each(self, other, amount, space, hue)  # type: ignore[arg-type]
        value = ColorValue()
        call(bare_held.dyncolor_color_mix, self._bytes(), data_of(other), part,
             mixing_space(space), word_value("hue", HUES, hue), byref(value))
        return color_of(unpack_fields(value))

    def blend(
        self, backdrop: Color | str, mode: BlendMode = "normal", *, space: Space = "srgb"
    ) -> Color:
        """What is seen where this color lies over another: blended by one of the modes of CSS in a
        space of red, green and blue, and composited with both alphas.

        >>> Color("#ff000080").blend("white").hex
        '#ff7f7f'
        """
        value = ColorValue()
        call(bare_held.dyncolor_color_blend, self._bytes(), data_of(backdrop),
             word_value("mode", BLEND_MODES, mode), word_value("space", SPACES, space),
             byref(value))
        return color_of(unpack_fields(value))

    # ---- Comparing it ----

    def difference(self, other: Color | str, method: Metric = "ok") -> float:
        """How different two colors look. `ok` is the distance in Oklab, 1 from black to white, of
        which 0.02 can be noticed; `ciede2000` has a hundred times as much.

        >>> round(Color("#3584e4").difference("#3587e7"), 3)
        0.009
        """
        result = c_double()
        call(bare_held.dyncolor_color_difference, self._bytes(), data_of(other),
             word_value("method", METRICS, method), byref(result))
        return result.value

    def contrast(self, background: Color | str, method: ContrastMethod = "wcag") -> float:
        """How well the color can be read on a background. `wcag` is the ratio of WCAG 2.2, from 1
        to 21, of which text needs 4.5; `lightness` is the difference of lightness L*, to 100.

        >>> Color("black").contrast("white")
        21.0
        """
        result = c_double()
        call(bare_held.dyncolor_color_contrast, self._bytes(), data_of(background),
             word_value("method", CONTRAST_METHODS, method), byref(result))
        return result.value

    def ensure_contrast(
        self, background: Color | str, contrast: float = 4.5, method: ContrastMethod = "wcag"
    ) -> Color:
        """The nearest color that can be read on a background: this one, if it has the contrast, and
        otherwise one that is lighter or darker, of the same hue and alpha. Where none has it, white
        or black.

        >>> Color("#3584e4").ensure_contrast("white").hex
        '#2676d5'
        >>> Color("#3584e4").ensure_contrast("white", 3).hex
        '#3584e4'
        """
        value = ColorValue()
        call(bare_held.dyncolor_color_ensure_contrast, self._bytes(), data_of(background),
             c_double(contrast), word_value("method", CONTRAST_METHODS, method), byref(value), None)
        return color_of(unpack_fields(value))

    def is_near(self, other: Color | str) -> bool:
        """Whether two colors, also of two spaces, are the same but for rounding.

        >>> Color("red").is_near(Color("red").to("oklch"))
        True
        """
        return bool(bare_held.dyncolor_color_is_near(self._bytes(), data_of(other)))

    def _key(self) -> tuple[object, ...]:
        space, missing, *values = self._fields
        try:
            return space, missing & _MISSING, *unpack_floats(_floats.pack(*values))
        except OverflowError:
            # Of a number too large for a float ctypes makes infinity.
            return space, missing & _MISSING, *Float4(*values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Color):
            return NotImplemented
        return self._fields == other._fields or self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    # ---- As text, and elsewhere ----

    def __str__(self) -> str:
        """The color in CSS, with all its digits."""
        return self._text("exact")

    def __repr__(self) -> str:
        return f"Color({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        if self._floats is not None:
            return resolved_color, (self._floats,)
        return color_of, (self._fields,)


def fields_of(color: Color | str) -> tuple[int, int, float, float, float, float]:
    """What the dyncolor_color of a color or a text has."""
    given: Any = color
    if isinstance(given, Color):
        return given._fields
    if not isinstance(given, str):
        raise TypeError(f"a color or a text is needed, not {type(given).__name__}")
    return _parsed(given)


def _parsed(text: str) -> tuple[int, int, float, float, float, float]:
    """What the dyncolor_color of a text has."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        data = utf8(text)
    length = len(data)
    size = _sizes[length] if length < 64 else c_size_t(length)
    value = _Bytes()
    if bare_held.dyncolor_color_parse(data, size, value, None):
        call(bare_held.dyncolor_color_parse, data, size, value)
    return unpack_fields(value)


def data_of(color: Color | str) -> bytes:
    """The dyncolor_color of a color or a text."""
    return pack_fields(*fields_of(color))


def mixing_space(space: Space | None) -> int:
    """The number of a space to mix in, where None is for CSS to choose."""
    return 0 if space is None else word_value("space", SPACES, space)


def color_of(fields: tuple[int, int, float, float, float, float]) -> Color:
    """The color that has the fields of a dyncolor_color."""
    color = _new(Color)
    color._fields = fields
    color._floats = None
    return color


def resolved_color(floats: tuple[float, float, float, float]) -> Color:
    """The color that has the floats of a dyncolor_rgba."""
    color = _new(Color)
    color._floats = floats
    return color


def pixels_of(out: WritableBuffer | Pixels) -> Pixels:
    """Pixels as they are given, or those in memory."""
    given: Any = out
    if not hasattr(given, "arguments"):
        from ._memory import Pixels
        given = Pixels(given)
    pixels: Pixels = given
    return pixels


def _fields_of_floats(
    floats: tuple[float, float, float, float]
) -> tuple[int, int, float, float, float, float]:
    """The numbers of a resolved color: of all that are the same floats, those that are written
    in as few digits as can be; or, if its components are bytes, those of hex text."""
    steps = [round(value * 255) / 255 for value in floats]
    *components, opacity = Float4(*steps)
    alpha = steps[3] if opacity == floats[3] else _shortest(floats[3])
    if tuple(components) == floats[:3]:
        return _SRGB, _LEGACY_NOTATION, steps[0], steps[1], steps[2], alpha
    r, g, b = map(_shortest, floats[:3])
    return _SRGB, 0, r, g, b, alpha


def _shortest(single: float) -> float:
    """The number with the fewest digits that is the same as a 32-bit float."""
    for digits in range(6, 9):
        number = float(f"{single:.{digits}g}")
        if c_float(number).value == single:
            return number
    return float(f"{single:.9g}")


_new = object.__new__
