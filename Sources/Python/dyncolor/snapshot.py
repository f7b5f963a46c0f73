"""Snapshots: a theme resolved for one environment."""
from __future__ import annotations

from _weakref import ref
from ctypes import (
    addressof, byref, c_double, c_float, c_size_t, c_uint32, c_uint64, c_void_p, string_at)

from ._calls import error_of, expect, list_all, new_error, raise_error, real_within
from ._color_data import Float4, return_pixel, take_pixel, unpack_floats
from ._library import EnvironmentValue, bare_with_gil, bare_no_gil, with_gil, no_gil
from .color import Color
from .dynamic_color import DynamicColor, color_name, colors_of, id_of, pixels_of
from .named_environment import NamedEnvironment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn, TypeVar, overload

    import numpy

    from ._memory import WritableBuffer
    from .color import Colors
    from .pixels import Pixels
    from .theme_base import ThemeBase
    from .words import Layout, PixelSpace

    Default = TypeVar("Default")
    FloatView = memoryview[float]


class Snapshot:
    """An immutable table of all colors of a theme, resolved for one environment at one instant.

    >>> theme = Theme()
    >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    >>> snapshot = theme.snapshot("dark")
    >>> snapshot["accent"], snapshot[accent], snapshot.get("ink"), list(snapshot)
    (Color('#81d0ff'), Color('#81d0ff'), None, [<DynamicColor 'accent'>])
    >>> snapshot.items()
    [('accent', Color('#81d0ff'))]

    As in a theme, a color is looked up by its name or the DynamicColor. Iterating gives the
    DynamicColors that have a value in the snapshot.

    Each color has the row `color.row` of the table. Rows of colors without a value are transparent
    black. `view`, `array()` and `numpy.asarray` give access to the table without a copy, and keep
    the snapshot alive. `colors()`, and likewise `Colors(snapshot)`, are the rows as Colors.

    The values are those of that instant, and never change. But names are looked up in the theme as
    it is now. After `theme.rename("ink", "text")`, the value is that of `snapshot["text"]`. After
    `theme.unregister("ink")`, `snapshot["ink"]` raises UnknownNameError, and `names`, `items`,
    `len` and iteration leave the color out; `snapshot[color]` still has its value, if you kept the
    DynamicColor. To keep names and values as they are, copy them: `dict(snapshot)`.

    A snapshot may outlive its theme. Then it has no names, and cannot be iterated over.
    """

    __slots__ = ("__weakref__", "_colors", "_copy", "_handle", "_pointer", "_release", "_resolve",
                 "_rows", "_theme")

    def __init__(self, handle: c_void_p, theme: ThemeBase) -> None:
        expect("handle", "one of the library; call Theme.snapshot", handle, c_void_p)
        self._handle = handle.value or 0
        self._pointer: Any = c_void_p.from_param(self._handle)
        self._theme = ref(theme)
        self._resolve = bare_with_gil.dyncolor_snapshot_resolve
        self._copy = bare_no_gil.dyncolor_snapshot_copy
        self._release = with_gil.dyncolor_snapshot_release
        rows = c_size_t()
        # The address of the table: four floats for each row. 0 if there are no rows.
        self._colors: int = with_gil.dyncolor_snapshot_colors(self._handle, byref(rows)) or 0
        self._rows = rows.value

    def __del__(self) -> None:
        # Nothing is to be freed if __init__ has failed.
        if not hasattr(self, "_handle"):
            return
        # If this object is freed together with others that refer to it, the __del__ of the others
        # may still use this object. They then find no rows instead of freed memory.
        handle, self._handle, self._pointer, self._rows = self._handle, 0, None, 0
        self._release(handle)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a snapshot cannot be copied or pickled")

    def __getitem__(self, color: DynamicColor | str) -> Color:
        """Return the color of a dynamic color or of a name.

        If the color has no value, the error that `resolve` would raise is raised: with all details
        if the theme has not changed since the snapshot was taken, and otherwise with the status and
        the name only.
        """
        theme: ThemeBase | None = self._theme()
        if theme is not None:
            number = id_of(theme, color)
        elif isinstance(color, str):
            raise ReferenceError("the theme, which knows the names, no longer exists")
        else:
            expect("color", "a DynamicColor", color, DynamicColor)
            number = color.id
        try:
            pixel = take_pixel()
        # No reusable Float4 is left.
        except IndexError:
            pixel = Float4()
        if self._resolve(self._pointer, number, pixel, None):
            self._raise_failure(number)
        resolved = _new(Color)
        resolved._floats = unpack_floats(pixel)
        return_pixel(pixel)
        return resolved

    def is_derived(self, color: DynamicColor) -> bool:
        """Return whether the value of a color was derived by `Theme.derive`.

        >>> theme = Theme()
        >>> paper, count = theme.register("background", "white"), theme.derive()
        >>> theme.snapshot("dark").is_derived(paper), theme.snapshot("light").is_derived(paper)
        (True, False)
        """
        expect("color", "a DynamicColor", color, DynamicColor)
        return bool(no_gil.dyncolor_snapshot_is_derived(self._handle, color.id))

    def _raise_failure(self, number: int) -> NoReturn:
        """Raise the error of a color without a value. `number` is the id of the color."""
        pixel, error = Float4(), new_error()
        status = self._resolve(self._pointer, number, pixel, byref(error))
        theme: ThemeBase | None = self._theme()
        # The table only has the status. If the theme has not changed, resolving the color in the
        # theme fails as well, with all details.
        if theme is not None and theme.generation == self.generation:
            try:
                DynamicColor(theme, number).resolve(self.environment)
            except Exception as failure:
                if getattr(failure, "status", 0) == status:
                    raise
        failed = error_of(status, error)
        if theme is not None and not failed.context:
            failed.context = color_name(theme, number)
        raise failed

    if TYPE_CHECKING:
        @overload
        def get(self, color: DynamicColor | str) -> Color | None: ...

        @overload
        def get(self, color: DynamicColor | str, default: Default) -> Color | Default: ...

    def get(self, color: DynamicColor | str, default: Any = None) -> Any:
        """Return the color of a dynamic color or of a name, or `default` if it has no value.

        >>> theme = Theme()
        >>> ink, brand = theme.register("ink", "black"), theme.register("brand", Semantic("brand"))
        >>> snapshot = theme.snapshot()
        >>> snapshot.get("ink"), snapshot.get("brand"), snapshot.get("brand", "none")
        (Color('#000000'), None, 'none')
        """
        theme: ThemeBase | None = self._theme()
        # Not `self[color]`, which is slow for an unknown name: for its error, the name is compared
        # with all names.
        if theme is not None and isinstance(color, str) and color not in self:
            return default
        try:
            return self[color]
        except LookupError:
            return default

    def __contains__(self, color: object) -> bool:
        """Return whether a dynamic color or a name has a value."""
        theme: ThemeBase | None = self._theme()
        given: Any = color
        if isinstance(color, str):
            found: DynamicColor | None = self._require_theme().get(color)
            given = found
        if not isinstance(given, DynamicColor) or (
                theme is not None and given.theme._handle != theme._handle):
            return False
        return not self._resolve(self._pointer, given.id, Float4(), None)

    def __iter__(self) -> Iterator[DynamicColor]:
        """Iterate over the colors that have a value, in the order of `DynamicColor.row`."""
        return iter([color for color in self._require_theme()
                     if not self._resolve(self._pointer, color.id, Float4(), None)])

    def __len__(self) -> int:
        """The number of colors that have a value."""
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """True, even if no color has a value."""
        return True

    def names(self) -> list[str]:
        """Return the names of the colors that have a value, in the order of `DynamicColor.row`.

        >>> theme = Theme()
        >>> ink, brand = theme.register("ink", "black"), theme.register("brand", Semantic("brand"))
        >>> theme.snapshot().names()
        ['ink']
        """
        return [name for color in self if (name := color.name)]

    def items(self) -> list[tuple[str, Color]]:
        """Return the names of the colors that have a value, each with its value.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> dict(theme.snapshot("dark").items())
        {'ink': Color('#ffffff')}
        """
        return [(name, self[color]) for color in self if (name := color.name)]

    def keys(self) -> list[str]:
        """Return the names, as `names` does, so that `dict(snapshot)` has the values by name.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> dict(theme.snapshot("dark"))
        {'ink': Color('#ffffff')}
        """
        return self.names()

    def values(self) -> list[Color]:
        """Return the values of the colors that have a name, in the order of `DynamicColor.row`.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> theme.snapshot("dark").values()
        [Color('#ffffff')]
        """
        return [value for _, value in self.items()]

    def colors(self) -> Colors:
        """Return the rows of the table as Colors.

        >>> theme = Theme()
        >>> _ = theme.register_all({"ink": "black", "paper": "white"})
        >>> theme.snapshot().colors().contrast("white").tolist()
        [21.0, 1.0]
        """
        from .color import Colors
        from .pixels import Pixels
        return Colors.unpack(Pixels(self.view, "float4"))

    def _require_theme(self) -> Any:
        """Return the Theme."""
        theme: Any = self._theme()
        if theme is None:
            raise ReferenceError("the theme, which knows the colors, no longer exists")
        return theme

    @property
    def rows(self) -> int:
        """The number of rows of the table. Some may have no color."""
        return self._rows

    @property
    def generation(self) -> int:
        """The generation of the theme when the snapshot was taken."""
        generation = c_uint64()
        with_gil.dyncolor_snapshot_origin(self._handle, byref(generation), None)
        return generation.value

    @property
    def environment(self) -> NamedEnvironment:
        """The environment that the theme was resolved for."""
        value = EnvironmentValue()
        with_gil.dyncolor_snapshot_origin(self._handle, None, byref(value))
        return NamedEnvironment(self._theme, value)

    def diff(self, other: Snapshot) -> list[DynamicColor]:
        """Return the colors that differ in the other snapshot, compared row by row.

        >>> theme = Theme()
        >>> ink, link = theme.register("ink", "black"), theme.register("link", "blue")
        >>> before = theme.snapshot()
        >>> theme.redefine({ink: "navy"})
        >>> before.diff(theme.snapshot())
        [<DynamicColor 'ink'>]

        The colors are those of the other snapshot's theme, which must still exist.
        """
        expect("other", "a Snapshot", other, Snapshot)
        theme: ThemeBase = other._require_theme()
        return colors_of(theme, list_all(
            c_uint32, max(self._rows, other._rows),
            lambda *output: no_gil.dyncolor_snapshot_diff(self._handle, other._handle, *output)))

    @property
    def view(self) -> FloatView:
        """A read-only view of the table: floats, in rows of red, green, blue and alpha."""
        if self._rows == 0:
            return memoryview(b"").cast("f")
        table: Any = (c_float * (self._rows * 4)).from_address(self._colors)
        # The view keeps the table alive, and the table keeps this snapshot alive.
        table.snapshot = self
        floats: Any = memoryview(table).cast("B").cast("f", (self._rows, 4)).toreadonly()
        view: memoryview[float] = floats
        return view

    @property
    def __array_interface__(self) -> dict[str, object]:
        """The table, read-only, for numpy and other libraries with this protocol."""
        return {"version": 3, "typestr": "<f4", "shape": (self._rows, 4),
                "data": (self._colors or addressof(_empty_table), True)}

    def array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]:
        """Return a read-only numpy array of the shape (rows, 4) that shares the memory.

        >>> theme = Theme()
        >>> colors = theme.register_all({"ink": "black", "paper": "white"})
        >>> theme.snapshot().array().shape
        (2, 4)
        """
        import numpy
        return numpy.asarray(self)

    def copy_to(self, out: WritableBuffer | Pixels) -> None:
        """Copy the table to a buffer, as `Theme.resolve_all` writes it. `Pixels` describes `out`.

        >>> theme = Theme()
        >>> colors = theme.register_all({"ink": "black", "paper": "white"})
        >>> snapshot = theme.snapshot()
        >>> pixels = bytearray(4 * snapshot.rows)
        >>> snapshot.copy_to(pixels)
        >>> pixels.hex()
        '000000ffffffffff'
        """
        pixels: Any = out
        try:
            layout, address, rows, stride = pixels.arguments
        except AttributeError:
            layout, address, rows, stride = (pixels := pixels_of(pixels)).arguments
        if pixels.rows < self._rows:
            raise ValueError(f"there are {self._rows} rows, and room for {pixels.rows}")
        if self._copy(self._pointer, layout, address, rows, stride, None):
            error = new_error()
            raise_error(
                self._copy(self._pointer, layout, address, rows, stride, byref(error)), error)

    def pack(
        self, layout: Layout = "rgba8", *, premultiplied: bool = False, space: PixelSpace = "srgb"
    ) -> bytearray:
        """Return the table as pixels. `Pixels` describes the layouts.

        >>> theme = Theme()
        >>> colors = theme.register_all({"ink": "#001122", "paper": "white"})
        >>> theme.snapshot().pack("bgra8").hex()
        '221100ffffffffff'
        """
        from ._layouts import size_of
        from .pixels import Pixels
        memory = bytearray(self._rows * size_of(layout))
        self.copy_to(Pixels(memory, layout, premultiplied=premultiplied, space=space))
        return memory

    def mix_to(self, other: Snapshot, amount: float, *, out: WritableBuffer | Pixels) -> None:
        """Mix the table with that of another snapshot, and write the result to a buffer.

        >>> theme = Theme()
        >>> surface = theme.register("surface", light="white", dark="black")
        >>> pixel = bytearray(4)
        >>> theme.snapshot("light").mix_to(theme.snapshot("dark"), 0.5, out=pixel)
        >>> pixel.hex()
        '636363ff'

        That makes a cross-fade between two environments, or two versions, of a theme. `amount` is
        the share of `other`, from 0 to 1. The colors are mixed in Oklab, whatever the color
        space of the pixels is. `Pixels` describes what `out` may be.
        """
        rows = self._rows_with(other)
        share = c_double(real_within("amount", amount, 0, 1))
        pixels: Any = out
        if not hasattr(pixels, "arguments"):
            pixels = pixels_of(pixels)
        if pixels.rows < rows:
            raise ValueError(f"there are {rows} rows, and room for {pixels.rows}")
        error = new_error()
        status = bare_no_gil.dyncolor_snapshot_mix(
            self._pointer, other._pointer, share, *pixels.arguments, byref(error))
        if status:
            raise_error(status, error)

    def mix(
        self, other: Snapshot, amount: float, layout: Layout = "rgba8", *,
        premultiplied: bool = False, space: PixelSpace = "srgb"
    ) -> bytearray:
        """Mix the table with that of another snapshot, and return the result as pixels.

        >>> from dyncolor import Environment, Theme
        >>> theme = Theme()
        >>> _ = theme.register("surface", light="#ffffff", dark="#000000")
        >>> light, dark = theme.snapshot(), theme.snapshot(Environment(scheme="dark"))
        >>> [light.mix(dark, step / 4).hex() for step in range(5)]
        ['ffffffff', 'aeaeaeff', '636363ff', '222222ff', '000000ff']

        The colors are mixed in Oklab, as by `mix_to`. There are as many rows as in the longer
        table. `Pixels` describes the layouts.
        """
        from ._layouts import size_of
        from .pixels import Pixels
        rows = self._rows_with(other)
        memory = bytearray(rows * size_of(layout))
        self.mix_to(
            other, amount,
            out=Pixels(memory, layout, premultiplied=premultiplied, space=space))
        return memory

    def _rows_with(self, other: Snapshot) -> int:
        """Return the number of rows of this table mixed with another."""
        expect("other", "a Snapshot", other, Snapshot)
        return max(self._rows, other._rows)

    def fingerprint(self) -> int:
        """Return a hash of all rows: of their colors, or the reasons why they have none.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> light, dark = theme.snapshot("light"), theme.snapshot("dark")
        >>> light.fingerprint() == dark.fingerprint()
        False

        It is the same in every process. The environment itself is not a part of it.
        """
        fingerprint: int = no_gil.dyncolor_snapshot_fingerprint(self._handle)
        return fingerprint

    def __bytes__(self) -> bytes:
        """The table as bytes: four floats for each row."""
        return string_at(self._colors, self._rows * 16) if self._rows else b""

    def __repr__(self) -> str:
        return f"<Snapshot of {self._rows} rows for {self.environment!r}>"


# The memory of tables without rows, because numpy takes no address 0.
_empty_table = c_float()
_new = object.__new__
