"""Snapshots: a theme resolved for one environment."""
from __future__ import annotations

from _weakref import ref
from ctypes import (
    addressof, byref, c_double, c_float, c_size_t, c_uint32, c_uint64, c_void_p, string_at)

from ._calls import details, raise_error
from ._color_data import Float4, unpack_floats
from ._library import EnvironmentValue, bare_held, bare_released, held, released
from .color import Color
from .dynamic_color import colors_of, id_of, list_all, pixels_of
from .environment import Environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    import numpy

    from ._library import Layout, PixelSpace
    from ._memory import WritableBuffer
    from .dynamic_color import DynamicColor
    from .pixels import Pixels
    from .theme_base import ThemeBase


class Snapshot:
    """An immutable table of all colors of a theme, resolved for one environment at one instant.

    `snapshot[color]` is the color of a dynamic color or of a name. Each color has the row
    `color.row`. Colors that could not be resolved are transparent black.

    `view`, `array()` and `numpy.asarray` give access to the table without a copy, and keep the
    snapshot alive. A snapshot may outlive its theme, but then has no names.
    """

    __slots__ = ("__weakref__", "_colors", "_copy", "_handle", "_pointer", "_release", "_resolve",
                 "_rows", "_theme")

    def __init__(self, handle: int, theme: ThemeBase) -> None:
        self._handle = handle
        self._pointer: Any = c_void_p.from_param(handle)
        self._theme = ref(theme)
        self._resolve = bare_held.dyncolor_snapshot_resolve
        self._copy = bare_released.dyncolor_snapshot_copy
        self._release = held.dyncolor_snapshot_release
        rows = c_size_t()
        self._colors: int = held.dyncolor_snapshot_colors(handle, byref(rows)) or 0
        self._rows = rows.value

    def __del__(self) -> None:
        # If this object is freed together with others that refer to it, their __del__ may still
        # use it. They then find no rows instead of freed memory.
        handle, self._handle, self._pointer, self._rows = self._handle, 0, None, 0
        self._release(handle)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a snapshot cannot be copied or pickled")

    def __getitem__(self, color: DynamicColor | str) -> Color:
        """Return the color of a dynamic color or of a name."""
        theme: ThemeBase | None = self._theme()
        if theme is not None:
            number = id_of(theme, color)
        elif isinstance(color, str):
            raise ReferenceError("the theme, which knows the names, no longer exists")
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
        """The number of rows. Some may be empty."""
        return self._rows

    @property
    def generation(self) -> int:
        """The generation of the theme when the snapshot was taken."""
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
        """Return the colors that differ in the other snapshot, compared row by row.

        >>> theme = Theme()
        >>> ink, link = theme.register("ink", "black"), theme.register("link", "blue")
        >>> before = theme.snapshot()
        >>> theme.redefine({ink: "navy"})
        >>> before.diff(theme.snapshot())
        [<DynamicColor 'ink'>]

        The colors are those of the other snapshot's theme, which must still exist.
        """
        theme: ThemeBase | None = other._theme()
        if theme is None:
            raise ReferenceError("the theme, which knows the colors, no longer exists")
        return colors_of(theme, list_all(
            c_uint32, max(self._rows, other._rows),
            lambda *room: released.dyncolor_snapshot_diff(self._handle, other._handle, *room)))

    @property
    def view(self) -> memoryview[float]:
        """A read-only view of the table: floats, in rows of red, green, blue and alpha."""
        if self._rows == 0:
            return memoryview(b"").cast("f")
        table: Any = (c_float * (self._rows * 4)).from_address(self._colors)
        # The view keeps the table alive, and the table this snapshot.
        table.snapshot = self
        floats: Any = memoryview(table).cast("B").cast("f", (self._rows, 4)).toreadonly()
        view: memoryview[float] = floats
        return view

    @property
    def __array_interface__(self) -> dict[str, object]:
        """The table, read-only, for numpy and other libraries with this protocol."""
        return {"version": 3, "typestr": "<f4", "shape": (self._rows, 4),
                "data": (self._colors or addressof(_nothing), True)}

    def array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]:
        """Return a read-only numpy array of the shape (rows, 4) that shares the memory."""
        import numpy
        return numpy.asarray(self)

    def copy_to(self, out: WritableBuffer | Pixels) -> None:
        """Copy the table to a buffer, as `Theme.resolve_all` writes it."""
        pixels = pixels_of(out)
        layout, address, rows, stride = pixels.arguments
        if self._copy(self._pointer, layout, address, rows, stride, None):
            error = details()
            raise_error(
                self._copy(self._pointer, layout, address, rows, stride, byref(error)), error)

    def pack(
        self, layout: Layout = "rgba8", *, premultiplied: bool = False, space: PixelSpace = "srgb"
    ) -> bytearray:
        """Return the table as pixels. `Pixels` describes the layouts."""
        from ._layouts import SIZES
        from .pixels import Pixels
        memory = bytearray(self._rows * SIZES.get(layout, 0))
        self.copy_to(Pixels(memory, layout, premultiplied=premultiplied, space=space))
        return memory

    def mix_to(self, other: Snapshot, amount: float, out: WritableBuffer | Pixels) -> None:
        """Mix the table with that of another snapshot, and write the result to a buffer.

        That makes a cross-fade between two environments, or two versions, of a theme. `amount` is
        the share of `other`, from 0 to 1. `out` is as for `Theme.resolve_all`.
        """
        pixels, share, error = pixels_of(out), c_double(amount), details()
        status = bare_released.dyncolor_snapshot_mix(
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

        There are as many rows as in the longer table.
        """
        from ._layouts import SIZES
        from .pixels import Pixels
        rows = max(self._rows, other._rows)
        memory = bytearray(rows * SIZES.get(layout, 0))
        self.mix_to(
            other, amount, Pixels(memory, layout, premultiplied=premultiplied, space=space))
        return memory

    def fingerprint(self) -> int:
        """Return a hash of all rows: of their colors, or the reasons why they have none.

        It is the same in every process. The environment does not matter.
        """
        fingerprint: int = released.dyncolor_snapshot_fingerprint(self._handle)
        return fingerprint

    def __bytes__(self) -> bytes:
        """The table as bytes: four floats for each row."""
        return string_at(self._colors, self._rows * 16) if self._rows else b""

    def __repr__(self) -> str:
        return f"<Snapshot of {self._rows} rows for {self.environment!r}>"


_nothing = c_float()
_new = object.__new__

