"""A theme resolved for one environment."""
from __future__ import annotations

from ctypes import addressof, byref, c_double, c_float, c_size_t, c_uint64, c_void_p, string_at

from ._library import (
    EnvironmentValue, bare_held, bare_released, details, held, raise_error, released)
from .color import Color, Float4, pixels_of, unpack_floats
from .environment import Environment
from .theme import IdList

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    import numpy

    from ._library import Layout, PixelSpace
    from ._memory import Pixels, WritableBuffer
    from .theme import DynamicColor, Theme


class Snapshot:
    """All colors of a theme for one environment, at one instant: a table that never changes.

    `snapshot[color]` is the color of a dynamic color or a name. A snapshot outlives its theme, in
    whose absence names are not known any more.

    The rows of the table, `color.row` for each color, are in memory once, and can be looked at
    there: `memoryview` of them with `view`, a numpy array with `array()` or `numpy.asarray`. Such a
    view keeps the snapshot alive. What could not be resolved is transparent black.
    """

    __slots__ = ("__weakref__", "_colors", "_copy", "_handle", "_pointer", "_release", "_resolve",
                 "_rows", "_theme")

    def __init__(self, handle: int, theme: Any) -> None:
        self._handle = handle
        self._pointer: Any = c_void_p.from_param(handle)
        self._theme = theme
        self._resolve = bare_held.dyncolor_snapshot_resolve
        self._copy = bare_released.dyncolor_snapshot_copy
        self._release = held.dyncolor_snapshot_release
        rows = c_size_t()
        self._colors: int = held.dyncolor_snapshot_colors(handle, byref(rows)) or 0
        self._rows = rows.value

    def __del__(self) -> None:
        # What comes later, as from the end of another object of the same cycle, finds no rows.
        handle, self._handle, self._pointer, self._rows = self._handle, 0, None, 0
        self._release(handle)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a snapshot cannot be copied or pickled")

    def __getitem__(self, color: DynamicColor | str) -> Color:
        """The color of a dynamic color, or of a name."""
        theme: Theme | None = self._theme()
        if theme is not None:
            number = theme._id(color)
        elif isinstance(color, str):
            raise ReferenceError("the theme, which knows the names, is gone")
        else:
            number = color.id
        pixel = Float4()
        status = self._resolve(self._pointer, number, pixel, None)
        if status:
            error = details()
            raise_error(self._resolve(self._pointer, number, pixel, byref(error)), error)
        resolved = _new(Color)
        resolved._floats = unpack_floats(pixel)
        return resolved

    def __len__(self) -> int:
        """The number of rows, some of which may be empty."""
        return self._rows

    @property
    def generation(self) -> int:
        """The generation of the theme at that instant."""
        generation = c_uint64()
        held.dyncolor_snapshot_origin(self._handle, byref(generation), None)
        return generation.value

    @property
    def environment(self) -> Environment:
        """The environment that the theme was resolved for."""
        value = EnvironmentValue()
        held.dyncolor_snapshot_origin(self._handle, None, byref(value))
        return Environment._from(value)

    def diff(self, other: Snapshot) -> list[DynamicColor]:
        """The colors that the other snapshot has resolved otherwise, row by row; whether it is of
        the same theme or another. They are those of its theme, which must still be there.

        >>> theme = Theme()
        >>> ink, link = theme.register("ink", "black"), theme.register("link", "blue")
        >>> before = theme.snapshot()
        >>> theme.redefine({ink: "navy"})
        >>> before.diff(theme.snapshot())
        [<DynamicColor 'ink'>]
        """
        theme: Theme | None = other._theme()
        if theme is None:
            raise ReferenceError("the theme, which knows the colors, is gone")
        found = IdList(max(self._rows, other._rows))
        while found.lacks_room(
                released.dyncolor_snapshot_diff(self._handle, other._handle, *found.room)):
            pass
        return theme._colors(found.ids)

    @property
    def view(self) -> memoryview[float]:
        """The table itself, read-only: floats in rows of red, green, blue and alpha."""
        if self._rows == 0:
            return memoryview(b"").cast("f")
        table: Any = (c_float * (self._rows * 4)).from_address(self._colors)
        table.snapshot = self
        floats: Any = memoryview(table).cast("B").cast("f", (self._rows, 4)).toreadonly()
        view: memoryview[float] = floats
        return view

    @property
    def __array_interface__(self) -> dict[str, object]:
        """The table itself, read-only, for numpy and what else knows this protocol."""
        return {"version": 3, "typestr": "<f4", "shape": (self._rows, 4),
                "data": (self._colors or addressof(_nothing), True)}

    def array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]:
        """The table itself as a numpy array, read-only, of the shape (rows, 4)."""
        import numpy
        return numpy.asarray(self)

    def copy_to(self, out: WritableBuffer | Pixels) -> None:
        """Copies the table into memory: see `Theme.resolve_all`."""
        pixels = pixels_of(out)
        layout, address, rows, stride = pixels.arguments
        if self._copy(self._pointer, layout, address, rows, stride, None):
            error = details()
            raise_error(
                self._copy(self._pointer, layout, address, rows, stride, byref(error)), error)

    def pack(
        self, layout: Layout = "rgba8", *, premultiplied: bool = False, space: PixelSpace = "srgb"
    ) -> bytearray:
        """The table as pixels of a layout: see `Pixels`."""
        from ._layouts import SIZES
        from ._memory import Pixels
        memory = bytearray(self._rows * SIZES.get(layout, 0))
        self.copy_to(Pixels(memory, layout, premultiplied=premultiplied, space=space))
        return memory

    def mix_to(self, other: Snapshot, amount: float, out: WritableBuffer | Pixels) -> None:
        """Mixes the table with that of another snapshot into memory: what lies between two
        environments of a theme, or two states of it. `amount`, 0…1, is how much there is of
        `other`. What `out` may be is as with `Theme.resolve_all`."""
        pixels, share, error = pixels_of(out), c_double(amount), details()
        status = bare_released.dyncolor_snapshot_mix(
            self._pointer, other._pointer, share, *pixels.arguments, byref(error))
        if status:
            raise_error(status, error)

    def mix(
        self, other: Snapshot, amount: float, layout: Layout = "rgba8", *,
        premultiplied: bool = False, space: PixelSpace = "srgb"
    ) -> bytearray:
        """The same as pixels of a layout, with as many rows as both have at most.

        >>> from dyncolor import Environment, Theme
        >>> theme = Theme()
        >>> _ = theme.register("surface", light="#ffffff", dark="#000000")
        >>> light, dark = theme.snapshot(), theme.snapshot(Environment(scheme="dark"))
        >>> [light.mix(dark, step / 4).hex() for step in range(5)]
        ['ffffffff', 'aeaeaeff', '636363ff', '222222ff', '000000ff']
        """
        from ._layouts import SIZES
        from ._memory import Pixels
        rows = max(self._rows, other._rows)
        memory = bytearray(rows * SIZES.get(layout, 0))
        self.mix_to(
            other, amount, Pixels(memory, layout, premultiplied=premultiplied, space=space))
        return memory

    def fingerprint(self) -> int:
        """A hash of what each row has: a color, or the reason why there is none. It is the same in
        every process, whatever the environment."""
        fingerprint: int = released.dyncolor_snapshot_fingerprint(self._handle)
        return fingerprint

    def __bytes__(self) -> bytes:
        """The table in bytes: four floats for each row."""
        return string_at(self._colors, self._rows * 16) if self._rows else b""

    def __repr__(self) -> str:
        return f"<Snapshot of {self._rows} rows for {self.environment!r}>"


_nothing = c_float()
_new = object.__new__

