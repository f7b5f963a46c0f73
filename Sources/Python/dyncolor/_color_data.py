"""Colors as C has them: one as the fields of a dyncolor_color, many as an array in memory.

`Color` and `Colors` are the public classes for them.
"""
from __future__ import annotations

from _collections_abc import Sequence
from ctypes import (
    byref, c_char, c_char_p, c_double, c_float, c_int, c_size_t, create_string_buffer, string_at)
from struct import Struct, iter_unpack

from ._calls import DYNAMIC, call, check, new_error, public_name, utf8, wrong_type
from ._library import (
    CONTRAST_METHODS, GAMUT_METHODS, LAYOUTS, METRICS, NOTATIONS, SPACES, VISIONS,
    bare_with_gil, no_gil, word_value)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Iterator
    from typing import Any, SupportsIndex, overload

    import numpy
    from typing_extensions import Self

    from ._numbers import Numbers
    from ._pixel_rows import PixelRows
    from .words import ContrastMethod, GamutMethod, Metric, Notation, Space, Vision

    View = memoryview[Any]
    FloatArray = array[float]

# The fields of a dyncolor_color: the space, the bits of missing components, the three components
# and alpha.
Fields = tuple[int, int, float, float, float, float]
# A dyncolor_rgba: red, green, blue and alpha of a resolved color.
Floats = tuple[float, float, float, float]

# ---- One color -----------------------------------------------------------------------------------

# A dyncolor_rgba in memory: as ctypes has it, and as the module struct packs and unpacks it.
Float4 = c_float * 4
FLOATS = Struct("4f")
unpack_floats = FLOATS.unpack
# Memory for one resolved color, reused because making it takes a tenth of the time of a resolve.
# `take_pixel` raises IndexError while another thread, or a resolve that has called a provider, has
# the memory.
_pixels: list[Any] = [Float4()]
take_pixel, return_pixel = _pixels.pop, _pixels.append
# The fields of a dyncolor_color, as the module struct writes them. Packing all fields at once takes
# a third of the time of setting each.
FIELDS = "2I4d"
_struct = Struct(FIELDS)
pack_fields, pack_fields_into, unpack_fields = _struct.pack, _struct.pack_into, _struct.unpack
SIZE = _struct.size
ColorBuffer = c_char * SIZE
# Reused, too: memory for a color that is parsed, with its address; and the lengths of texts of up
# to 63 bytes, as objects of ctypes.
_buffers: list[tuple[Any, Any]] = []
_take_buffer, _return_buffer = _buffers.pop, _buffers.append
_lengths: dict[int, Any] = {}
# DYNCOLOR_COLOR_TEXT_SIZE.
TEXT_SIZE = 160
SRGB = SPACES["srgb"]
TRANSPARENT = pack_fields(SRGB, 0, 0.0, 0.0, 0.0, 0.0)
# Bits of dyncolor_missing: the components that are missing (1, 2 and 4; 8 is alpha), and a mark for
# a color that was written as hex digits, a name or rgb().
MISSING_COMPONENTS, LEGACY_NOTATION = 15, 16
_space_names: dict[int, Space] = {number: name for name, number in SPACES.items()}
_infinity = float("inf")


def parse(text: str) -> Fields:
    """Parse a color in CSS."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        data = utf8(text)
    try:
        size = _lengths[len(data)]
    except KeyError:
        size = c_size_t.from_param(len(data))
        if len(data) < 64:
            _lengths[len(data)] = size
    try:
        memory = _take_buffer()
    except IndexError:
        buffer = ColorBuffer()
        memory = buffer, byref(buffer)
    buffer, address = memory
    if bare_with_gil.dyncolor_color_parse_n(data, size, address, None):
        # Calls again, to raise the error with its details.
        call(bare_with_gil.dyncolor_color_parse_n, data, size, address)
    fields = unpack_fields(buffer)
    _return_buffer(memory)
    return fields


def checked(fields: Fields) -> Fields:
    """Check fields from foreign memory, and raise the library's error if they are no color. Return
    the given fields, or what the library makes of them."""
    space, missing, c0, c1, c2, alpha = fields
    # Most colors are valid, have no missing components, and need no call of C.
    if (missing or space not in _space_names or not 0 <= alpha <= 1
            or not abs(c0) + abs(c1) + abs(c2) < _infinity):
        value = ColorBuffer()
        call(bare_with_gil.dyncolor_color_convert, pack_fields(*fields),
             space if space in _space_names else SRGB, value)
        return unpack_fields(value)
    return fields


def fields_of_floats(floats: Floats) -> Fields:
    """Return the fields of a resolved color: numbers that round to the same floats.

    If red, green and blue are all multiples of 1/255 that were rounded to floats, the fields are
    the exact multiples. Otherwise each field is the number with the fewest digits that rounds to
    the same float. For alpha, this is decided on its own."""
    steps = [round(value * 255) / 255 for value in floats]
    *components, opacity = Float4(*steps)
    alpha = steps[3] if opacity == floats[3] else _shortest_decimal(floats[3])
    if tuple(components) == floats[:3]:
        return SRGB, LEGACY_NOTATION, steps[0], steps[1], steps[2], alpha
    r, g, b = map(_shortest_decimal, floats[:3])
    return SRGB, 0, r, g, b, alpha


def _shortest_decimal(single: float) -> float:
    """Return the number with the fewest digits that rounds to the same 32-bit float."""
    for digits in range(6, 9):
        number = float(f"{single:.{digits}g}")
        if c_float(number).value == single:
            return number
    # Nine digits are enough for every 32-bit float.
    return float(f"{single:.9g}")


def mixing_space(space: Space | None) -> int:
    """Return the number of a space to mix in; None lets CSS choose."""
    return 0 if space is None else word_value("space", SPACES, space)


# A color and an array of colors have the methods of a sequence, and isinstance() says that they are
# sequences. At run time they have no abstract base class: such a class would make isinstance()
# slower, and its methods would fill most of what `help` shows.
if TYPE_CHECKING:
    NumberSequence = Sequence[float]
else:
    NumberSequence = object


@public_name("Color")
class ColorData(NumberSequence):
    """The base class of `Color`: the fields of a dyncolor_color, and ways to read them."""

    __slots__ = ("_fields", "_floats")
    # The fields of a dyncolor_color; missing components are 0. For a resolved color they are
    # computed when they are first needed, by __getattr__.
    _fields: Fields
    # The four floats of a resolved color (a dyncolor_rgba), or None.
    _floats: Floats | None

    # Type checkers must not see this method, or they would accept any attribute.
    if not TYPE_CHECKING:
        def __getattr__(self, name):
            if name != "_fields":
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self._fields = fields = fields_of_floats(self._floats)
            return fields

    def _bytes(self) -> bytes:
        """Return the dyncolor_color."""
        return pack_fields(*self._fields)

    @property
    def space(self) -> Space:
        """The color space of the components."""
        return _space_names[self._fields[0]]

    @property
    def components(self) -> tuple[float | None, float | None, float | None]:
        """The three components; None for a missing one, which is `none` in CSS."""
        _, missing, c0, c1, c2, _ = self._fields
        return (None if missing & 1 else c0, None if missing & 2 else c1,
                None if missing & 4 else c2)

    @property
    def alpha(self) -> float | None:
        """The opacity, from 0 to 1; None if it is missing."""
        return None if self._fields[1] & 8 else self._fields[5]

    def _text(self, notation: Notation) -> str:
        buffer = create_string_buffer(TEXT_SIZE)
        call(bare_with_gil.dyncolor_color_format, self._bytes(), NOTATIONS[notation], buffer,
             c_size_t(TEXT_SIZE), None)
        return buffer.value.decode()

    def to_hex(self, space: Space = "srgb") -> str:
        """Return hex text, `#rrggbb` or `#rrggbbaa`, with the components clipped to the gamut.

        >>> Color("oklch(70% 0.1 200 / 50%)").to_hex(), Color("teal").to_hex("display-p3")
        ('#40b1b780', '#377e7f')

        `space` must be an RGB space, such as `srgb` or `display-p3`.
        """
        number, buffer = word_value("space", SPACES, space), ColorBuffer()
        call(bare_with_gil.dyncolor_color_format_hex, self._exact_bytes(number), number, buffer,
             c_size_t(SIZE), None)
        return buffer.value.decode()

    @property
    def hex(self) -> str:
        """Hex text in sRGB, `#rrggbb`, or `#rrggbbaa` if the color is not opaque.

        A color that a theme has resolved has the precision of four floats. A component that lies
        halfway between two bytes may be rounded down in such a color, and up in the Color of the
        same text. So compare with `Color.is_near`, which ignores this, rather than by hex text:

        >>> text = "color-mix(in srgb, #008000, white 50%)"
        >>> resolved = Theme().register("mixed", text).resolve()
        >>> resolved.hex, Color(text).hex, resolved.is_near(text)
        ('#80bf80', '#80c080', True)
        """
        return self.to_hex()

    def _exact_bytes(self, space: int = SRGB) -> bytes:
        """Return the dyncolor_color for pixels, and for hex text in a space. If a theme has
        resolved the color, and the space is sRGB, the result has exactly the floats of the theme.
        So pixels and hex text round as in `Theme.resolve_all`."""
        floats = self._floats
        return self._bytes() if floats is None or space != SRGB else pack_fields(SRGB, 0, *floats)

    def _pixel(self, layout: int, size: int) -> bytes:
        pixel = (c_char * size)()
        call(bare_with_gil.dyncolor_color_pack, self._exact_bytes(), layout, pixel, c_size_t(size))
        return pixel.raw

    @property
    def rgba8(self) -> tuple[int, int, int, int]:
        """Red, green, blue and alpha in sRGB, each an int from 0 to 255."""
        r, g, b, a = self._pixel(LAYOUTS["rgba8"], 4)
        return r, g, b, a

    def __iter__(self) -> Iterator[float]:
        """Iterate over red, green, blue and alpha in sRGB, not clipped. Missing ones are 0."""
        floats = self._floats
        if floats is not None:
            return iter(floats)
        space, _, r, g, b, a = self._fields
        if space != SRGB:
            value = ColorBuffer()
            call(bare_with_gil.dyncolor_color_convert, pack_fields(space, 0, r, g, b, a), SRGB,
                 value)
            _, _, r, g, b, a = unpack_fields(value)
        return iter((r, g, b, a))

    def __len__(self) -> int:
        """Four: red, green, blue and alpha in sRGB."""
        return 4

    if TYPE_CHECKING:
        @overload
        def __getitem__(self, index: SupportsIndex) -> float: ...

        @overload
        def __getitem__(self, index: slice) -> tuple[float, ...]: ...

    def __getitem__(self, index: SupportsIndex | slice) -> float | tuple[float, ...]:
        return tuple(self)[index]

    if not TYPE_CHECKING:
        index, count = Sequence.index, Sequence.count
        __contains__, __reversed__ = Sequence.__contains__, Sequence.__reversed__

    def in_gamut(self, gamut: Space = "srgb") -> bool:
        """Return whether the color lies within the gamut of a space.

        >>> Color("color(display-p3 0 1 0)").in_gamut("srgb")
        False
        """
        number = word_value("gamut", SPACES, gamut)
        return bool(bare_with_gil.dyncolor_color_is_in_gamut(self._bytes(), number))

    def difference(self, other: Self | str, method: Metric = "ok") -> float:
        """Return how different two colors look.

        >>> round(Color("#3584e4").difference("#3587e7"), 3)
        0.009

        `ok` is the distance in Oklab: 1 between black and white, and visible from about 0.02 on.
        `ciede2000` is CIEDE2000: 100 between black and white.
        """
        result = c_double()
        call(bare_with_gil.dyncolor_color_difference, self._bytes(), data_of(other),
             word_value("method", METRICS, method), byref(result))
        return result.value

    def contrast(self, background: Self | str, method: ContrastMethod = "wcag") -> float:
        """Return the contrast of text in this color on a background.

        >>> Color("black").contrast("white")
        21.0

        `wcag` is the ratio of WCAG 2.2, from 1 to 21; text needs 4.5. `lightness` is the difference
        of CIE L*, from 0 to 100. With a translucent background, the result is the least contrast
        over any opaque backdrop.
        """
        result = c_double()
        call(bare_with_gil.dyncolor_color_contrast, self._bytes(), data_of(background),
             word_value("method", CONTRAST_METHODS, method), byref(result))
        return result.value

    def is_near(self, other: Self | str) -> bool:
        """Return whether two colors, also of different spaces, are equal except for rounding.

        >>> Color("red").is_near(Color("red").to("oklch"))
        True

        A component may differ by 1e-5 of its scale, which is far less than a step of hex text:
        `Color("#80c080")` is not near `Color("#80bf80")`.
        """
        return bool(bare_with_gil.dyncolor_color_is_near(self._bytes(), data_of(other)))

    def _key(self) -> tuple[object, ...]:
        """Return what equal colors have in common: the space, the missing components, and the
        numbers as 32-bit floats."""
        space, missing, *values = self._fields
        try:
            return space, missing & MISSING_COMPONENTS, *unpack_floats(FLOATS.pack(*values))
        except OverflowError:
            # A number is too large for a float. ctypes converts it to infinity.
            return space, missing & MISSING_COMPONENTS, *Float4(*values)

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        """The color in CSS, with all digits."""
        return self._text("exact")


Sequence.register(ColorData)  # pyright: ignore


def fields_of(color: ColorData | str) -> Fields:
    """Return the fields of a color, or of CSS text."""
    given: Any = color
    if isinstance(given, ColorData):
        return given._fields
    if not isinstance(given, str):
        hint = ("A color of a theme is resolved first: color.resolve(environment)"
                if hasattr(given, "resolve") else "")
        raise wrong_type("a color", "a Color or CSS text", given, hint)
    try:
        return parse(given)
    except ValueError as error:
        advise_resolving(error, given)
        raise


def advise_resolving(error: Any, text: str) -> None:
    """Add to an error of CSS text what to do if the text is about a color of a theme."""
    if error.status == DYNAMIC:
        advice = "resolve it first: theme.register(None, text).resolve(environment)"
    # The text could be the name of a color of a theme.
    elif text.replace("-", "").replace("/", "").isalnum() and "did you mean" not in error.context:
        advice = f'if it is a color of a theme, resolve it first: theme.resolve("{text}")'
    else:
        return
    # The advice replaces that of the library, which is for C.
    found = error.message.partition("; ")[0]
    error.message = f"{found}; {advice}"
    error.args = (error.message, error.context)


def data_of(color: ColorData | str) -> bytes:
    """Return the dyncolor_color of a color, or of CSS text."""
    return pack_fields(*fields_of(color))


def each_data_of(colors: ColorData | str | Iterable[ColorData | str]) -> list[bytes]:
    """Return the dyncolor_color of one color, or of each of several."""
    given: Any = colors
    if isinstance(given, (ColorData, str)) or not hasattr(given, "__iter__"):
        return [data_of(given)]
    return [data_of(each) for each in given]


# ---- Many colors ---------------------------------------------------------------------------------


@public_name("Colors")
class ColorArray:
    """The base class of `Colors`: an array of dyncolor_color in memory, and calls on all of it.

    ctypes passes it to C as the address of its first element.
    """

    __slots__ = ("__weakref__", "_address", "_buffer", "_count", "_readonly", "_stride")

    # For type checkers, `Colors` inherits these methods from its other base class.
    if not TYPE_CHECKING:
        index, count = Sequence.index, Sequence.count
        __contains__, __reversed__ = Sequence.__contains__, Sequence.__reversed__

    def _adopt(
        self, view: memoryview[Any], count: int, stride: int = SIZE, offset: int = 0
    ) -> None:
        """Use the memory of a view, which cannot move or be freed while the view exists."""
        from ._memory import address_of
        self._buffer: object = view
        self._address = address_of(view) + offset
        self._count = count
        self._stride = stride
        self._readonly = view.readonly

    def _adopt_buffer(
        self, view: memoryview[Any], stride: int | None, offset: int, count: int | None
    ) -> None:
        """Use the memory of a caller's buffer: its elements, or `count` colors within its bytes."""
        if view.itemsize == SIZE:
            if view.ndim != 1 or stride is not None or offset or count is not None:
                raise ValueError(
                    "an array of colors has one dimension; stride, offset and count are for bytes")
            [step] = view.strides or (SIZE,)
            if step < 0:
                raise ValueError("colors must not run backwards")
            self._adopt(view, len(view), step)
            return
        if not view.c_contiguous:
            raise ValueError("bytes with colors must lie side by side")
        step = SIZE if stride is None else stride
        if step < SIZE or offset < 0:
            raise ValueError(f"colors cannot lie {step} bytes apart, from byte {offset} on")
        # The last color takes SIZE bytes, even if a step is longer.
        most = max(0, (view.nbytes - offset - SIZE) // step + 1)
        wanted = most if count is None else count
        if not 0 <= wanted <= most:
            raise ValueError(f"there is room for {most} colors, and not for {wanted}")
        self._adopt(view, wanted, step, offset)

    @classmethod
    def _make(cls, count: int) -> Self:
        """Make room for colors that C will write."""
        colors = object.__new__(cls)
        colors._adopt(memoryview(bytearray(count * SIZE)), count)
        return colors

    @property
    def _as_parameter_(self) -> int:
        return self._address

    def __len__(self) -> int:
        return self._count

    def _element(self, index: int) -> bytes:
        return string_at(self._address + index * self._stride, SIZE)

    def _slice(self, places: range) -> Self:
        """Return the colors at these places: the same memory, or a copy if the step is negative."""
        colors = object.__new__(type(self))
        if places.step < 0:
            memory = bytearray(b"".join(map(self._element, places)))
            colors._adopt(memoryview(memory), len(places))
        else:
            colors._buffer = self._buffer
            colors._address = self._address + places.start * self._stride
            colors._count = len(places)
            colors._stride = self._stride * places.step
            colors._readonly = self._readonly
        return colors

    def __bytes__(self) -> bytes:
        """The colors as an array of dyncolor_color without gaps."""
        if self._stride == SIZE or not self._count:
            return string_at(self._address, self._count * SIZE)
        return b"".join(map(self._element, range(self._count)))

    def _parse(self, texts: list[str], failed: list[int] | None = None) -> None:
        """Overwrite the colors by those of texts. Append the indices of invalid texts to `failed`;
        without that list, raise the first error."""
        data = [utf8(text) for text in texts]
        count, error = len(data), new_error()
        statuses = None if failed is None else (c_int * count)()
        check(no_gil.dyncolor_color_parse_list(
            (c_char_p * count)(*data), (c_size_t * count)(*map(len, data)), count, self, SIZE,
            statuses, error), error)
        if failed is not None and statuses is not None:
            failed += [index for index, status in enumerate(statuses) if status]

    def _format(self, notation: int) -> list[str]:
        """Return the colors in CSS."""
        # The texts of one call, 20 KB, fit in the fastest cache of the processor.
        texts_per_call = 128
        texts: list[str] = []
        for first in range(0, self._count, texts_per_call):
            some = self._slice(range(self._count)[first:first + texts_per_call])
            buffer, error = (c_char * (TEXT_SIZE * some._count))(), new_error()
            check(no_gil.dyncolor_color_format_list(
                some, some._stride, some._count, notation, buffer, TEXT_SIZE, error), error)
            texts += [text.rstrip(b"\0").decode()
                      for text, in iter_unpack(f"{TEXT_SIZE}s", buffer)]
        return texts

    def _unpack(self, pixels: PixelRows) -> None:
        """Overwrite the colors by those of pixels."""
        error = new_error()
        check(no_gil.dyncolor_color_unpack_list(
            pixels.address, pixels.stride, pixels.rows, pixels.number, self, SIZE, error), error)

    def _pack(self, pixels: PixelRows) -> None:
        """Write the colors as pixels."""
        number, *_ = pixels.arguments  # Raises if they are read-only.
        if self._count > pixels.rows:
            raise ValueError(f"there are {self._count} colors, and room for {pixels.rows} pixels")
        error = new_error()
        check(no_gil.dyncolor_color_pack_list(
            self, self._stride, self._count, number, pixels.address, pixels.stride, error), error)

    def format(self, notation: Notation = "exact") -> list[str]:
        """Return the colors in CSS: `exact` is as `str(color)`, `browser` as `color.css`.

        >>> Colors(["red", "oklch(70% 0.1 200)"]).format()
        ['#ff0000', 'oklch(0.7 0.1 200)']
        """
        return self._format(word_value("notation", NOTATIONS, notation))

    def to(self, space: Space) -> Self:
        """Convert the colors to another space, as `Color.to` does.

        >>> Colors(["red", "white"]).to("display-p3-linear").format("browser")
        ['color(display-p3-linear 0.822462 0.0331942 0.0170826)', 'color(display-p3-linear 1 1 1)']
        """
        return self._converted(
            no_gil.dyncolor_color_convert_list, word_value("space", SPACES, space))

    def to_gamut(self, gamut: Space = "srgb", *, method: GamutMethod = "exact") -> Self:
        """Convert the colors to a space and map them into its gamut, as `Color.to_gamut` does.

        >>> Colors(["color(display-p3 0 1 0)", "white"]).to_gamut().format("browser")
        ['color(srgb 0 0.968328 0.308307)', 'rgb(255, 255, 255)']
        """
        return self._converted(
            no_gil.dyncolor_color_map_to_gamut_list, word_value("gamut", SPACES, gamut),
            word_value("method", GAMUT_METHODS, method))

    def simulate_vision(self, vision: Vision, severity: float = 1) -> Self:
        """Return how a person sees the colors, as `Color.simulate_vision` does.

        >>> Colors(["red", "white"]).simulate_vision("achromat").format("browser")
        ['color(srgb 0.49844 0.49844 0.49844)', 'color(srgb 1 1 1)']
        """
        return self._converted(
            no_gil.dyncolor_color_simulate_vision_list, word_value("vision", VISIONS, vision),
            severity)

    def _converted(self, function: Any, *options: float) -> Self:
        """Return the results of a function of C that makes one color of each."""
        colors, error = self._make(self._count), new_error()
        check(function(self, self._stride, self._count, *options, colors, SIZE, error), error)
        return colors

    def _combined(
        self, function: Any, others: tuple[object, int], *options: float,
        after: tuple[Any, ...] = (),
    ) -> Self:
        """Return the results of a function of C that makes one color of each pair. `others` has the
        second colors and their stride, which is 0 for a single color. `after` has the arguments
        between the results and the error."""
        colors, error = self._make(self._count), new_error()
        check(function(
            self, self._stride, *others, self._count, *options, colors, SIZE, *after, error), error)
        return colors

    def _measured(self, function: Any, others: tuple[object, int], method: int) -> FloatArray:
        """Return the results of a function of C that makes one number of each pair. `others` has
        the second colors and their stride, which is 0 for a single color."""
        from array import array
        measured, error = array("d", bytes(8 * self._count)), new_error()
        check(function(
            self, self._stride, *others, self._count, method, measured.buffer_info()[0], 8, error),
            error)
        return measured

    @classmethod
    def _mixed(
        cls, one: tuple[object, int], other: tuple[object, int], amounts: Numbers, count: int,
        space: Space | None, hue: int,
    ) -> Self:
        """Return the mixes of two arrays. Each comes with its stride, which is 0 for a single
        color."""
        colors, error = cls._make(count), new_error()
        check(no_gil.dyncolor_color_mix_list(
            *one, *other, amounts, amounts.stride, count, mixing_space(space), hue, colors, SIZE,
            error), error)
        return colors

    @property
    def view(self) -> View:
        """A one-dimensional view of the colors as structs. They must lie side by side."""
        if self._stride != SIZE and self._count > 1:
            raise BufferError("the colors do not lie side by side; those of a copy() do")
        from ._color_value import ColorValue
        table: Any = (ColorValue * self._count).from_address(self._address)
        # The view keeps the table alive, and the table keeps these colors alive.
        table.colors = self
        view = memoryview(table)
        return view.toreadonly() if self._readonly else view

    def array(self) -> numpy.ndarray[tuple[int], Any]:
        """Return a numpy array that shares the memory, with the fields of a `dyncolor_color`:
        `space`, `missing`, `c` (three numbers) and `alpha`.

        >>> Colors(["red", "blue"]).array().shape
        (2,)
        """
        import numpy
        return numpy.asarray(self)

    @property
    def __array_interface__(self) -> dict[str, object]:
        """The colors for numpy and other libraries with this protocol."""
        return {"version": 3, "typestr": f"|V{SIZE}", "shape": (self._count,),
                "descr": [("space", "<u4"), ("missing", "<u4"), ("c", "<f8", (3,)),
                          ("alpha", "<f8")],
                "strides": (self._stride,), "data": (self._address, self._readonly)}


Sequence.register(ColorArray)  # pyright: ignore
