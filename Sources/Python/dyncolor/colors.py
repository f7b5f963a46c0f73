"""Many colors at once."""
from __future__ import annotations

from _operator import index
from array import array
from collections.abc import Sequence
from ctypes import byref, c_char, c_char_p, c_double, c_int, c_size_t, string_at
from itertools import starmap
from struct import iter_unpack

from ._layouts import SIZES
from ._library import (
    BLEND_MODES, CONTRAST_METHODS, GAMUT_METHODS, HUES, METRICS, NOTATIONS, SPACES, ColorValue,
    bare_held, call, details, raise_error, released, utf8, word_value)
from ._memory import Pixels, address_of
from .color import TEXT_SIZE, Color, color_of, data_of, mixing_space, pack_fields, unpack_fields
from .errors import InvalidArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, SupportsIndex, Union, overload

    import numpy

    from ._layouts import Buffer
    from ._library import (
        BlendMode, ContrastMethod, GamutMethod, Hue, Layout, Metric, Notation, PixelSpace, Space)

    # What colors take of another: one for all, or one for each.
    Others = Union[Color, str, Iterable[Union[Color, str]]]
    Fields = tuple[int, int, float, float, float, float]
else:
    def overload(function):
        return function

_SIZE = 40
_FIELDS = "2I4d"
_TRANSPARENT = pack_fields(SPACES["srgb"], 0, 0.0, 0.0, 0.0, 0.0)
# As many texts are written at once as nearby memory holds.
_TEXTS = 128
# As many colors are told by a repr.
_TOLD = 5
_infinity = float("inf")
_space_numbers = frozenset(SPACES.values())


class Colors(Sequence[Color]):
    """An array of colors, in memory as C has them: what is done with all of them is one call of C,
    which takes a tenth of the time of a call for each.

    >>> colors = Colors(["red", "oklch(0.7 0.3 200)", Color(0, 0.5, 1)])
    >>> colors.to_gamut("srgb").format("browser")
    ['rgb(255, 0, 0)', 'color(srgb 0 0.706162 0.735112)', 'color(srgb 0 0.5 1)']
    >>> [round(contrast, 1) for contrast in colors.contrast("white")]
    [4.0, 2.4, 3.8]

    `Colors(1000)` are a thousand that are transparent black. `parse` reads texts, `unpack` pixels,
    and `from_buffer` takes colors where they lie.

    Where a method takes other colors, there are as many, one for each; or one, a `Color` or a text,
    for all.

    A slice is of the same memory, unless it runs backwards. So is what `array()`, `numpy.asarray`
    and `view` make: what is written there is in the colors. Colors are equal if they are as many,
    and equal one by one.
    """

    __slots__ = ("__weakref__", "_address", "_count", "_keep", "_readonly", "_stride")
    __hash__ = None  # type: ignore[assignment]

    # ---- Making them ----

    def __init__(self, colors: Iterable[Color | str] | int, /) -> None:
        data: bytes
        texts: list[str] = []
        if isinstance(colors, int):
            if colors < 0:
                raise ValueError(f"there cannot be {colors} colors")
            data = _TRANSPARENT * colors
        elif isinstance(colors, Colors):
            data = bytes(colors)
        elif isinstance(colors, str):
            raise TypeError("one text is a Color; Colors are made of several")
        else:
            several = list(colors)
            texts = [color for color in several if isinstance(color, str)]
            if len(texts) == len(several):
                data = _TRANSPARENT * len(texts)
            else:
                texts = []
                data = b"".join([data_of(color) for color in several])
        self._lie(memoryview(bytearray(data)), len(data) // _SIZE)
        if texts:
            self._parse(texts)

    def _lie(
        self, view: memoryview[Any], count: int, stride: int = _SIZE, offset: int = 0
    ) -> None:
        # Memory stays where it is as long as there is a view of it.
        self._keep: object = view
        self._address = address_of(view) + offset
        self._count = count
        self._stride = stride
        self._readonly = view.readonly

    @classmethod
    def from_buffer(
        cls, buffer: Buffer, *, stride: int | None = None, offset: int = 0,
        count: int | None = None,
    ) -> Colors:
        """The colors that lie in memory, each a `dyncolor_color` of 40 bytes, without a copy.

        They are the elements of the buffer, if these have that size, as those of a column of a
        numpy array may. Or they are somewhere in bytes: `count` of them, or as many as there are,
        from `offset` on, `stride` bytes apart.

        >>> memory = bytes(Colors(["red", "lime", "blue"]))
        >>> Colors.from_buffer(memory, stride=80)
        Colors(['#ff0000', '#0000ff'])
        """
        view = memoryview(buffer)  # type: ignore[arg-type]
        colors = _new(cls)
        if view.itemsize == _SIZE:
            if view.ndim != 1 or stride is not None or offset or count is not None:
                raise ValueError("an array of colors has one dimension, and a stride of its own")
            [step] = view.strides or (_SIZE,)
            if step < 0:
                raise ValueError("colors must not run backwards")
            colors._lie(view, len(view), step)
            return colors
        if not view.c_contiguous:
            raise ValueError("bytes with colors must lie side by side")
        step = _SIZE if stride is None else stride
        if step < _SIZE or offset < 0:
            raise ValueError(f"colors cannot lie {step} bytes apart, from byte {offset} on")
        most = max(0, (view.nbytes - offset - _SIZE) // step + 1)
        wanted = most if count is None else count
        if not 0 <= wanted <= most:
            raise ValueError(f"there is room for {most} colors, and not for {wanted}")
        colors._lie(view, wanted, step, offset)
        return colors

    @classmethod
    def parse(cls, texts: Iterable[str], *, failed: list[int] | None = None) -> Colors:
        """The colors of texts in CSS. The first that is no color raises its error; unless there is
        a list, `failed`, to which the places of all such texts are added: they become transparent
        black.

        >>> failed = []
        >>> Colors.parse(["red", "reddish", "#00f"], failed=failed)
        Colors(['#ff0000', 'color(srgb 0 0 0 / 0)', '#0000ff'])
        >>> failed
        [1]
        """
        if isinstance(texts, str):
            raise TypeError("one text is a Color; Colors are made of several")
        several = list(texts)
        colors = cls(len(several))
        colors._parse(several, failed)
        return colors

    def _parse(self, texts: list[str], failed: list[int] | None = None) -> None:
        data = [utf8(text) for text in texts]
        count, error = len(data), details()
        statuses = None if failed is None else (c_int * count)()
        _check(released.dyncolor_color_parse_list(
            (c_char_p * count)(*data), (c_size_t * count)(*map(len, data)), count, self, _SIZE,
            statuses, error), error)
        if failed is not None and statuses is not None:
            failed += [place for place, status in enumerate(statuses) if status]

    @classmethod
    def unpack(
        cls, pixels: Buffer | Pixels, layout: Layout | None = None, *, stride: int | None = None,
        premultiplied: bool = False, space: PixelSpace = "srgb",
    ) -> Colors:
        """The colors of pixels, which are what `Pixels` say.

        >>> Colors.unpack(b"\\xff\\0\\0\\xff" b"\\0\\0\\xff\\xff", "rgba8").format("browser")
        ['color(srgb 1 0 0)', 'color(srgb 0 0 1)']
        """
        if not isinstance(pixels, Pixels):
            pixels = Pixels(
                pixels, layout, stride=stride, premultiplied=premultiplied, space=space)
        colors, error = _make(pixels.rows), details()
        _check(released.dyncolor_color_unpack_list(
            pixels.address, pixels.stride, pixels.rows, pixels.number, colors, _SIZE, error),
            error)
        return colors

    def copy(self) -> Colors:
        """The same colors in memory of their own, side by side."""
        return Colors(self)

    # ---- Looking at them ----

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: SupportsIndex) -> Color: ...

    @overload
    def __getitem__(self, place: slice) -> Colors: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Color | Colors:
        if isinstance(place, slice):
            places = range(self._count)[place]
            colors = _new(Colors)
            if places.step < 0:
                memory = bytearray(b"".join(map(self._element, places)))
                colors._lie(memoryview(memory), len(places))
            else:
                colors._keep = self._keep
                colors._address = self._address + places.start * self._stride
                colors._count = len(places)
                colors._stride = self._stride * places.step
                colors._readonly = self._readonly
            return colors
        number = index(place)
        if number < 0:
            number += self._count
        if not 0 <= number < self._count:
            raise IndexError(f"there are {self._count} colors, and none at {place}")
        return _color(*unpack_fields(self._element(number)))

    def _element(self, place: int) -> bytes:
        return string_at(self._address + place * self._stride, _SIZE)

    def __iter__(self) -> Iterator[Color]:
        """The colors that there are now, one by one."""
        return starmap(_color, iter_unpack(_FIELDS, bytes(self)))

    def __bytes__(self) -> bytes:
        """The colors as C has them, side by side."""
        if self._stride == _SIZE or not self._count:
            return string_at(self._address, self._count * _SIZE)
        return b"".join(map(self._element, range(self._count)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Colors):
            return NotImplemented
        if self._count != other._count:
            return False
        mine, others = bytes(self), bytes(other)
        return mine == others or all(
            _color(*one) == _color(*another) for one, another in zip(
                iter_unpack(_FIELDS, mine), iter_unpack(_FIELDS, others), strict=True))

    def format(self, notation: Notation = "exact") -> list[str]:
        """The colors in CSS: `exact`, with all their digits, as `str(color)` has them; or as a
        `browser` writes them, as `color.css` has them."""
        number = word_value("notation", NOTATIONS, notation)
        texts: list[str] = []
        for first in range(0, self._count, _TEXTS):
            some = self[first:first + _TEXTS]
            buffer, error = (c_char * (TEXT_SIZE * some._count))(), details()
            _check(released.dyncolor_color_format_list(
                some, some._stride, some._count, number, buffer, TEXT_SIZE, error), error)
            texts += [text.rstrip(b"\0").decode()
                      for text, in iter_unpack(f"{TEXT_SIZE}s", buffer)]
        return texts

    @overload
    def pack(
        self, layout: Layout = "rgba8", into: None = None, *, stride: int | None = None,
        premultiplied: bool = False, space: PixelSpace = "srgb") -> bytearray: ...

    @overload
    def pack(
        self, layout: Layout | None = None, *, into: Buffer | Pixels, stride: int | None = None,
        premultiplied: bool = False, space: PixelSpace = "srgb") -> None: ...

    @overload
    def pack(
        self, layout: Layout | None, into: Buffer | Pixels, *, stride: int | None = None,
        premultiplied: bool = False, space: PixelSpace = "srgb") -> None: ...

    def pack(
        self, layout: Layout | None = None, into: Buffer | Pixels | None = None, *,
        stride: int | None = None, premultiplied: bool = False, space: PixelSpace = "srgb",
    ) -> bytearray | None:
        """The colors as pixels, which are what `Pixels` say: bytes of them, in `rgba8` unless there
        is a layout; or written `into` memory, from its first row on.

        >>> Colors(["red", "#0000ff80"]).pack("bgra8", premultiplied=True).hex(" ", 4)
        '0000ffff 80000080'
        """
        memory: bytearray | None = None
        if into is None:
            layout = layout or "rgba8"
            memory = into = bytearray(
                self._count * (SIZES.get(layout, 0) if stride is None else stride))
        if not isinstance(into, Pixels):
            into = Pixels(into, layout, stride=stride, premultiplied=premultiplied, space=space)
        into.pack(self)
        return memory

    # ---- Other colors made of them ----

    def to(self, space: Space) -> Colors:
        """The colors in another space: see `Color.to`."""
        return self._each(released.dyncolor_color_convert_list, word_value("space", SPACES, space))

    def to_gamut(self, gamut: Space = "srgb", *, method: GamutMethod = "exact") -> Colors:
        """The colors in a space, brought into its gamut: see `Color.to_gamut`."""
        return self._each(
            released.dyncolor_color_map_to_gamut_list, word_value("gamut", SPACES, gamut),
            word_value("method", GAMUT_METHODS, method))

    def _each(self, function: Any, *options: int) -> Colors:
        colors, error = _make(self._count), details()
        _check(function(self, self._stride, self._count, *options, colors, _SIZE, error), error)
        return colors

    def mix(
        self, other: Others, amount: float | Iterable[float] = 0.5, *, space: Space | None = None,
        hue: Hue = "shorter",
    ) -> Colors:
        """The colors mixed with others, of which there is `amount`, one for all or one for each:
        see `Color.mix`."""
        amounts = _Numbers(amount)
        if amounts.stride and amounts.count != self._count:
            raise ValueError(f"there are {self._count} colors, and {amounts.count} amounts")
        return _mixed(
            (self, self._stride), self._others(other), amounts, self._count, space, hue)

    def blend(
        self, backdrop: Others, mode: BlendMode = "normal", *, space: Space = "srgb"
    ) -> Colors:
        """What is seen where the colors lie over others: see `Color.blend`."""
        numbers = word_value("mode", BLEND_MODES, mode), word_value("space", SPACES, space)
        backdrops, stride = self._others(backdrop)
        colors, error = _make(self._count), details()
        _check(released.dyncolor_color_blend_list(
            self, self._stride, backdrops, stride, self._count, *numbers, colors, _SIZE, error),
            error)
        return colors

    def ensure_contrast(
        self, background: Others, contrast: float = 4.5, method: ContrastMethod = "wcag"
    ) -> Colors:
        """The nearest colors that can be read on backgrounds: see `Color.ensure_contrast`."""
        number = word_value("method", CONTRAST_METHODS, method)
        backgrounds, stride = self._others(background)
        colors, error = _make(self._count), details()
        _check(released.dyncolor_color_ensure_contrast_list(
            self, self._stride, backgrounds, stride, self._count, contrast, number, colors, _SIZE,
            None, 0, error), error)
        return colors

    # ---- Comparing them ----

    def difference(self, other: Others, method: Metric = "ok") -> array[float]:
        """How different each looks from another: see `Color.difference`."""
        return self._measured(
            released.dyncolor_color_difference_list, other, word_value("method", METRICS, method))

    def contrast(self, background: Others, method: ContrastMethod = "wcag") -> array[float]:
        """How well each can be read on a background: see `Color.contrast`."""
        return self._measured(
            released.dyncolor_color_contrast_list, background,
            word_value("method", CONTRAST_METHODS, method))

    def _measured(self, function: Any, other: Others, method: int) -> array[float]:
        (others, stride), error = self._others(other), details()
        measured = array("d", bytes(8 * self._count))
        _check(function(
            self, self._stride, others, stride, self._count, method, measured.buffer_info()[0], 8,
            error), error)
        return measured

    def _others(self, other: Others) -> tuple[Colors | bytes, int]:
        """Others as they go to C, and how far they lie apart."""
        if isinstance(other, (Color, str)):
            return data_of(other), 0
        others = _several(other)
        if others._count != self._count:
            raise ValueError(f"there are {self._count} colors, and {others._count} others")
        return others, others._stride

    # ---- Their memory ----

    @property
    def _as_parameter_(self) -> int:
        # By which ctypes passes colors to C.
        return self._address

    @property
    def view(self) -> memoryview[Any]:
        """A view of the colors, in one dimension, of structures; they must lie side by side."""
        if self._stride != _SIZE and self._count > 1:
            raise BufferError("the colors do not lie side by side; those of a copy() do")
        table: Any = (ColorValue * self._count).from_address(self._address)
        table.colors = self
        view = memoryview(table)
        return view.toreadonly() if self._readonly else view

    @property
    def __array_interface__(self) -> dict[str, object]:
        """The colors for numpy, and what else knows this protocol."""
        return {"version": 3, "typestr": f"|V{_SIZE}", "shape": (self._count,),
                "descr": [("space", "<u4"), ("missing", "<u4"), ("c", "<f8", (3,)),
                          ("alpha", "<f8")],
                "strides": (self._stride,), "data": (self._address, self._readonly)}

    def array(self) -> numpy.ndarray[tuple[int], Any]:
        """The colors as a numpy array of the same memory, with the fields of a `dyncolor_color`:
        `space`, `missing`, `c`, which is three numbers, and `alpha`."""
        import numpy
        return numpy.asarray(self)

    def __repr__(self) -> str:
        try:
            texts = self[:_TOLD].format()
        except InvalidArgumentError:
            return f"<{self._count} Colors, not all of which are colors>"
        if self._count <= _TOLD:
            return f"Colors({texts!r})"
        return f"<{self._count} Colors: {', '.join(texts)}, …>"

    def __reduce__(self) -> tuple[object, ...]:
        return _from_bytes, (bytes(self),)


def mix(
    colors: Iterable[Color | str], weights: Iterable[float] | None = None, *,
    space: Space | None = None, hue: Hue = "shorter",
) -> Color:
    """Mixes any number of colors, by their weights, or all alike: as `color-mix()` does in CSS. See
    `Color.mix`.

    >>> mix(["red", "yellow", "blue"], [2, 1, 1], space="srgb").hex
    '#bf4040'
    """
    parts = _several(colors)
    numbers = None if weights is None else _Numbers(weights)
    if numbers is not None and (not numbers.stride or numbers.count != parts._count):
        raise ValueError(f"there are {parts._count} colors, and {numbers.count} weights")
    value, error = ColorValue(), details()
    _check(released.dyncolor_color_mix_many(
        parts, parts._stride, numbers, numbers.stride if numbers else 0, parts._count,
        mixing_space(space), word_value("hue", HUES, hue), byref(value), error), error)
    return color_of(unpack_fields(value))


def mix_each(
    color: Color, other: Color | str, amounts: Iterable[float], space: Space | None, hue: Hue
) -> Colors:
    """A color mixed with another by several amounts."""
    numbers = _Numbers(amounts)
    return _mixed((data_of(color), 0), (data_of(other), 0), numbers, numbers.count, space, hue)


def _mixed(
    one: tuple[object, int], other: tuple[object, int], amounts: _Numbers, count: int,
    space: Space | None, hue: Hue,
) -> Colors:
    colors, error = _make(count), details()
    _check(released.dyncolor_color_mix_list(
        *one, *other, amounts, amounts.stride, count, mixing_space(space),
        word_value("hue", HUES, hue), colors, _SIZE, error), error)
    return colors


class _Numbers:
    """Doubles as they go to C: one for all, with the stride 0, or many. Those of a buffer stay
    where they are."""

    __slots__ = ("_as_parameter_", "_keep", "count", "stride")

    def __init__(self, numbers: float | Iterable[float]) -> None:
        many: Any = numbers
        self._as_parameter_: Any
        self._keep: object
        self.count, self.stride = 1, 0
        try:
            self._keep = number = c_double(many)
            self._as_parameter_ = byref(number)
            return
        except TypeError:
            pass
        try:
            view: Any = memoryview(many)
        except TypeError:
            view = None
        if (view is not None and view.format in ("d", "<d") and view.ndim == 1
                and view.strides[0] >= 8):
            self._keep, self._as_parameter_ = view, address_of(view)
            self.count, self.stride = len(view), view.strides[0]
        else:
            self._keep = doubles = array("d", iter(many))
            self._as_parameter_, self.count = doubles.buffer_info()
            self.stride = 8


def _several(colors: Iterable[Color | str]) -> Colors:
    """The colors that are given, of which a number has none."""
    if isinstance(colors, int):
        raise TypeError("colors are needed, not a number")
    return colors if isinstance(colors, Colors) else Colors(colors)


def _make(count: int) -> Colors:
    """Colors for C to write to."""
    colors = _new(Colors)
    colors._lie(memoryview(bytearray(count * _SIZE)), count)
    return colors


def _from_bytes(data: bytes) -> Colors:
    return Colors.from_buffer(bytearray(data))


def _color(
    space: int, missing: int, c0: float, c1: float, c2: float, alpha: float
) -> Color:
    """The color of fields that may be anything: those of plain colors are seen to be right; others
    go to C."""
    fields = space, missing, c0, c1, c2, alpha
    if (missing or space not in _space_numbers or not 0 <= alpha <= 1
            or not abs(c0) + abs(c1) + abs(c2) < _infinity):
        value = ColorValue()
        call(bare_held.dyncolor_color_convert, pack_fields(*fields),
             space if space in _space_numbers else SPACES["srgb"], byref(value))
        fields = unpack_fields(value)
    return color_of(fields)


def _check(status: int, error: Any) -> None:
    if status:
        raise_error(status, error)


_new = object.__new__
