"""Numbers: arrays of doubles for C, and components of colors."""
from __future__ import annotations

from array import array
from ctypes import byref, c_double

from ._calls import listed, real_within, whole
from ._library import SPACES
from ._memory import address_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    # The fields of the C struct of a color: space, missing, three components, alpha.
    Fields = tuple[int, int, float, float, float, float]


class Numbers:
    """Doubles for C: an array, or a single one. `stride` is the number of bytes from one double to
    the next, and 0 for a single one. A buffer of doubles is not copied. `name` is what errors call
    the numbers."""

    __slots__ = ("_as_parameter_", "_buffer", "count", "stride")

    def __init__(self, numbers: float | Iterable[float], name: str = "amounts") -> None:
        given: Any = numbers
        # What ctypes passes to C: the address.
        self._as_parameter_: Any
        self._buffer: object
        self.count, self.stride = 1, 0
        try:
            self._buffer = number = c_double(given)
            self._as_parameter_ = byref(number)
            return
        except TypeError:
            pass
        try:
            view: Any = memoryview(given)
        except TypeError:
            view = None
        if (view is not None and view.format in ("d", "<d") and view.ndim == 1
                and view.strides[0] >= 8):
            self._buffer, self._as_parameter_ = view, address_of(view)
            self.count, self.stride = len(view), view.strides[0]
        else:
            try:
                doubles = array("d", listed(name, "numbers", given))
            except TypeError as error:
                raise TypeError(f"{name} must be numbers: {error}") from None
            self._buffer = doubles
            self._as_parameter_, self.count = doubles.buffer_info()
            self.stride = 8


# LEGACY_NOTATION and MISSING_ALPHA of dyncolor_missing: the color was written as hex digits, a name
# or rgb(); alpha is missing.
_LEGACY, _MISSING_ALPHA = 16, 8


def fields_with_alpha(fields: Fields, alpha: float | None) -> Fields:
    """Return the fields of a color with another alpha; None makes it missing."""
    space, missing, c0, c1, c2, _ = fields
    if alpha is None:
        return space, missing | _MISSING_ALPHA, c0, c1, c2, 0.0
    opacity = real_within("alpha", alpha, 0, 1)
    return space, missing & ~_MISSING_ALPHA, c0, c1, c2, opacity


def fields_of_bytes(red: int, green: int, blue: int, alpha: int) -> Fields:
    """Return the fields of a color of sRGB, whose components are bytes."""
    r, g, b, a = [whole(name, "a whole number from 0 to 255", given, 255) / 255 for name, given in (
        ("red", red), ("green", green), ("blue", blue), ("alpha", alpha))]
    return SPACES["srgb"], _LEGACY, r, g, b, a
