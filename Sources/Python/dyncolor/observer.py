"""Observers: functions that are told of what changes in a theme."""
from __future__ import annotations

from _weakref import ref
from ctypes import CFUNCTYPE, byref, c_uint32, c_uint64, c_void_p, cast, py_object, pythonapi

from ._library import details, raise_error, tell_nobody
from ._structures import ChangeValue
from .provider import DESTROY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from .theme import DynamicColor, Theme

    ObserverFunction = Callable[["Change"], object]


class Change:
    """What has changed in a theme: the colors whose values may be others than before, up to a
    generation of the theme."""

    __slots__ = ("_ids", "generation", "theme")

    def __init__(self, theme: Theme, generation: int, ids: list[int]) -> None:
        self.theme = theme
        self.generation = generation
        self._ids = ids

    @property
    def colors(self) -> list[DynamicColor]:
        """The colors, in the order of their rows. Some may not be registered any more."""
        return self.theme._colors(self._ids)

    def __len__(self) -> int:
        """How many colors there are."""
        return len(self._ids)

    def __bool__(self) -> bool:
        """A change is one also when it concerns no color."""
        return True

    def __repr__(self) -> str:
        return f"<Change of {len(self)} colors, generation {self.generation}>"


class Observation:
    """The time for which a function is told of what changes in a theme: until it is cancelled, or
    the block ends whose context manager it is, or the theme does."""

    __slots__ = ("_number", "theme")

    def __init__(self, theme: Theme, function: ObserverFunction) -> None:
        if not callable(function):
            raise TypeError(f"an observer must be a function, not {type(function).__name__}")
        self.theme = theme
        observer = Observer(function, theme)
        number, error = c_uint64(), details()
        status = theme._c.dyncolor_observe(
            theme._handle, OBSERVE, id(observer), DESTROYED, byref(number), error)
        if status:
            raise_error(status, error)
        self._number = number.value

    def cancel(self) -> None:
        """Ends it: the function is not called any more, except for a call that has begun. Nothing
        happens if it has ended."""
        number, self._number = self._number, 0
        if number:
            error = details()
            status = self.theme._c.dyncolor_unobserve(self.theme._handle, number, error)
            if status:
                raise_error(status, error)

    def __enter__(self) -> Observation:
        return self

    def __exit__(self, *exception: object) -> None:
        self.cancel()

    def __reduce__(self) -> NoReturn:
        raise TypeError("an observation cannot be copied or pickled")

    def __repr__(self) -> str:
        return f"<Observation of {self.theme!r}>" if self._number else "<Observation, ended>"


# ---- What C calls --------------------------------------------------------------------------------


class Observer:
    """A function whose address C has. The theme holds it, until C has no more use for it."""

    __slots__ = ("__weakref__", "function", "kind", "theme")

    def __init__(self, function: ObserverFunction, theme: Theme) -> None:
        self.function = function
        self.theme = ref(theme)
        self.kind = type(theme)
        theme._observers.add(self)
        if theme._is_shared:
            self.share()

    def share(self) -> None:
        """Holds the observer as long as C has it, because a theme of C's may outlive Python's."""
        _shared.add(self)


_shared: set[Observer] = set()


def _observe(theme_address: int, change_address: int, observer: Observer) -> None:
    try:
        theme = observer.theme() or observer.kind.from_address(theme_address)
        value = ChangeValue.from_address(change_address)
        ids = (c_uint32 * value.count).from_address(value.ids or 0)[:] if value.count else []
        observer.function(Change(theme, value.generation, ids))
    except BaseException as error:
        # Whose thread it is has changed the theme, and has been told that it could.
        tell_nobody(error, observer.function)


# What it needs is bound here, because it may run when the interpreter has taken the module down.
def _destroy(
    observer: Observer, discard: Callable[[Observer], None] = _shared.discard
) -> None:
    discard(observer)
    theme = observer.theme()
    if theme is not None:
        theme._observers.discard(observer)


# As C declares it: but the user data of an observer is an object of Python's.
OBSERVER = CFUNCTYPE(None, c_void_p, c_void_p, py_object)

_callbacks = (OBSERVER(_observe), DESTROY(_destroy))
OBSERVE, DESTROYED = (cast(callback, c_void_p).value for callback in _callbacks)
for _callback in _callbacks:
    # They live as long as the process: themes may be freed last.
    pythonapi.Py_IncRef(py_object(_callback))
