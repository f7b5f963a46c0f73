"""Colors, as values."""
from __future__ import annotations

from ctypes import byref, c_char, c_double, c_float, c_size_t, create_string_buffer, sizeof
from struct import Struct

from ._library import LAYOUTS, SPACES, ColorValue, bare_held, held
from .errors import details, raise_error, utf8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import overload

    from ._library import Layout, Space
else:
    def overload(function):
        return function

Float4 = c_float * 4
unpack_floats = Struct("4f").unpack
# A dyncolor_color: what its fields hold is read and written at once, in a third of the time.
_color = Struct("2I4d")
_space_names: dict[int, Space] = {number: name for name, number in SPACES.items()}
_sizes = {"float4": 16, "rgba8": 4}
_opaque = 1.0


class Color:
    """A color: a space, three components, any of which may be missing (None), and alpha.

        Color("#3584e4")    Color("#f80", alpha=0.5)    Color(1, 0.5, 0)
        Color(0.9, 0.3, 0.1, 0.5, space="display-p3")

    Hex text has 3, 4, 6 or 8 digits, which are components of `space`. Numbers are not limited to
    0…1; alpha is.

    Colors do not change. They are equal, and hash alike, if they have the same space, the same
    components missing, and numbers that are the same to the precision of a 32-bit float, which is
    that of resolved colors. The same color in two spaces is not the same value.

    A color unpacks into what is painted: `r, g, b, a = color` are the components in sRGB.
    """

    __slots__ = ("_space", "_values")
    _space: Space
    _values: tuple[float | None, float | None, float | None, float | None]

    @overload
    def __init__(self, text: str, /, *, alpha: float = 1, space: Space = "srgb") -> None: ...

    @overload
    def __init__(
        self, c0: float | None, c1: float | None, c2: float | None, alpha: float | None = 1, /, *,
        space: Space = "srgb") -> None: ...

    @overload
    def __init__(
        self, c0: float | None, c1: float | None, c2: float | None, /, *, alpha: float | None,
        space: Space = "srgb") -> None: ...

    def __init__(
        self, first: str | float | None, *rest: float | None, alpha: float | None = _opaque,
        space: Space = "srgb",
    ) -> None:
        if space not in SPACES:
            raise ValueError(f"space must be one of {', '.join(SPACES)}, not {space!r}")
        if isinstance(first, str):
            if rest:
                raise TypeError("a color is made of a text, or of numbers")
            data, value = utf8(first), ColorValue()
            opacity = c_double(alpha)  # type: ignore[arg-type]
            arguments = (data, c_size_t(len(data)), SPACES[space], opacity, byref(value))
            if bare_held.dyncolor_color_parse_hex(*arguments, None):
                error = details()
                raise_error(bare_held.dyncolor_color_parse_hex(*arguments, byref(error)), error)
            self._set(value)
            return
        if not 2 <= len(rest) <= 3:
            raise TypeError("a color has three components, and may have an alpha")
        if len(rest) == 3 and alpha is not _opaque:
            raise TypeError("a color has one alpha")
        values = (first, rest[0], rest[1], rest[2] if len(rest) == 3 else alpha)
        self._space = space
        self._values = tuple(  # type: ignore[assignment]
            None if value is None else c_double(value).value for value in values)
        # The library's own rules for what is a color.
        self._convert(SPACES[space])

    def _set(self, value: ColorValue) -> None:
        space, missing, c0, c1, c2, alpha = _color.unpack(value)
        self._space = _space_names[space]
        self._values = (
            None if missing & 1 else c0, None if missing & 2 else c1,
            None if missing & 4 else c2, None if missing & 8 else alpha)

    def _value(self) -> ColorValue:
        """The color as C has it."""
        c0, c1, c2, alpha = self._values
        missing = (c0 is None) | (c1 is None) << 1 | (c2 is None) << 2 | (alpha is None) << 3
        return ColorValue.from_buffer_copy(_color.pack(
            SPACES[self._space], missing, c0 or 0.0, c1 or 0.0, c2 or 0.0, alpha or 0.0))

    def _convert(self, space: int) -> ColorValue:
        value, error = self._value(), details()
        status = held.dyncolor_color_convert(byref(value), space, byref(value), error)
        if status:
            raise_error(status, error)
        return value

    @property
    def space(self) -> Space:
        """The color space that the components are of."""
        return self._space

    @property
    def components(self) -> tuple[float | None, float | None, float | None]:
        """The three components; None for one that is missing."""
        return self._values[:3]

    @property
    def alpha(self) -> float | None:
        """The opacity, from 0 to 1; None if it is missing."""
        return self._values[3]

    def convert(self, space: Space) -> Color:
        """The same color in another space; nothing is cut to a gamut."""
        if space not in SPACES:
            raise ValueError(f"space must be one of {', '.join(SPACES)}, not {space!r}")
        color = object.__new__(Color)
        color._set(self._convert(SPACES[space]))
        return color

    def to_hex(self, space: Space = "srgb") -> str:
        """Hex text, `#rrggbb` or `#rrggbbaa`, of the color cut to the gamut of `space`."""
        if space not in SPACES:
            raise ValueError(f"space must be one of {', '.join(SPACES)}, not {space!r}")
        buffer, error = create_string_buffer(10), details()
        status = held.dyncolor_color_format_hex(
            byref(self._value()), SPACES[space], buffer, 10, None, error)
        if status:
            raise_error(status, error)
        return buffer.value.decode()

    @property
    def hex(self) -> str:
        """Hex text in sRGB, `#rrggbb`, or `#rrggbbaa` if the color is not opaque."""
        return self.to_hex()

    def pack(self, layout: Layout = "rgba8") -> bytes:
        """The color as a pixel: `rgba8`, four bytes, or `float4`, four floats in sRGB."""
        if layout not in LAYOUTS:
            raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}, not {layout!r}")
        pixel, error = (c_char * _sizes[layout])(), details()
        status = held.dyncolor_color_pack(
            byref(self._value()), LAYOUTS[layout], pixel, sizeof(pixel), error)
        if status:
            raise_error(status, error)
        return pixel.raw

    @property
    def rgba8(self) -> tuple[int, int, int, int]:
        """Red, green, blue and alpha in sRGB, each from 0 to 255."""
        r, g, b, a = self.pack("rgba8")
        return r, g, b, a

    def __iter__(self) -> Iterator[float]:
        """Red, green, blue and alpha in sRGB, not cut to 0…1; what is missing is 0."""
        c0, c1, c2, alpha = self._values
        if (self._space == "srgb" and c0 is not None and c1 is not None and c2 is not None
                and alpha is not None):
            return iter((c0, c1, c2, alpha))
        value = self._convert(SPACES["srgb"])
        c, missing = value.c, value.missing
        return iter((
            0.0 if missing & 1 else c[0], 0.0 if missing & 2 else c[1],
            0.0 if missing & 4 else c[2], 0.0 if missing & 8 else value.alpha))

    def _key(self) -> tuple[object, ...]:
        # Floats of ctypes, because struct refuses numbers that are too large for one.
        values = Float4(*[value or 0.0 for value in self._values])
        return (self._space, *[value is None for value in self._values], *values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Color):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        """The color in CSS: hex text if that is exact, else the function color()."""
        if self._space == "srgb" and None not in self._values:
            text = self.to_hex()
            if Color(text) == self:
                return text
        *components, alpha = (_number(value) for value in self._values)
        text = f"color({self._space} {' '.join(components)}"
        return f"{text})" if alpha == "1" else f"{text} / {alpha})"

    def __repr__(self) -> str:
        text = str(self)
        if text.startswith("#"):
            return f"Color({text!r})"
        values = ", ".join("None" if value is None else _number(value) for value in self._values)
        return f"Color({values}, space={self._space!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self._space, self._values)


def _make(
    space: Space, values: tuple[float | None, float | None, float | None, float | None]
) -> Color:
    color = object.__new__(Color)
    color._space = space
    color._values = values
    return color


def _number(value: float | None) -> str:
    """The shortest decimal that is the same number to the precision of a 32-bit float."""
    if value is None:
        return "none"
    single = c_float(value).value
    # From the float, so that equal colors print alike; unless it is too large for one.
    exact = value if single - single else single + 0.0
    for digits in range(6, 10):
        text = f"{exact:.{digits}g}"
        if c_float(float(text)).value == single:
            return text
    return repr(value)
