"""Arrays of numbers for C."""
from __future__ import annotations

from array import array
from ctypes import byref, c_double

from ._calls import listed
from ._memory import address_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Numbers:
    """Doubles for C: a single one, with the stride 0, or an array. A buffer is not copied."""

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
            self._keep = doubles = array("d", listed("amounts", "numbers", many))
            self._as_parameter_, self.count = doubles.buffer_info()
            self.stride = 8
