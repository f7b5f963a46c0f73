"""Observers: what has changed in a theme, and functions that are called after each change."""
from __future__ import annotations

from _collections_abc import Callable
from _weakref import ref
from ctypes import CFUNCTYPE, byref, c_uint32, c_uint64, c_void_p, cast, py_object, pythonapi

from ._calls import check, new_error, wrong_type
from ._structures import ChangeValue
from .dynamic_color import colors_of
from .provider import DESTROY, report_unraisable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from typing_extensions import Self, TypeAlias

    from .dynamic_color import DynamicColor
    from .theme_base import ThemeBase


class Change:
    """A change of a theme: the colors whose values may be different now.

    `theme` is the `Theme`, and `generation` its generation after the change.
    """

    __slots__ = ("_ids", "generation", "theme")
    # A Theme. This module cannot import that class: theme.py depends on this module.
    theme: Any

    def __init__(self, theme: ThemeBase, generation: int, ids: list[int]) -> None:
        self.theme = theme
        self.generation = generation
        self._ids = ids

    @property
    def colors(self) -> list[DynamicColor]:
        """The colors, in the order of `DynamicColor.row`. Some may no longer be registered."""
        return colors_of(self.theme, self._ids)

    def __len__(self) -> int:
        """The number of colors."""
        return len(self._ids)

    def __bool__(self) -> bool:
        """True, even if no color changed."""
        return True

    def __repr__(self) -> str:
        return f"<Change of {len(self)} colors, generation {self.generation}>"


ObserverFunction: TypeAlias = Callable[[Change], object]


class Observation:
    """The registration of an observer, which `Theme.observe` returns.

    It ends when it is cancelled, at the end of a `with` block, or with the theme. `theme` is the
    `Theme` that is observed.
    """

    __slots__ = ("_number", "theme")
    # A Theme. This module cannot import that class: theme.py depends on this module.
    theme: Any

    def __init__(self, theme: ThemeBase, function: ObserverFunction) -> None:
        if not callable(function):
            raise wrong_type("an observer", "a function that takes a Change", function)
        self.theme = theme
        observer = Observer(function, theme)
        number, error = c_uint64(), new_error()
        check(theme._c.dyncolor_theme_observe(
            theme._handle, OBSERVE, id(observer), DESTROYED, byref(number), error), error)
        # The number of the observation in C; 0 once it is cancelled.
        self._number = number.value

    def cancel(self) -> None:
        """Stop calling the observer. A call that has begun continues.

        >>> theme = Theme()
        >>> watching = theme.observe(lambda change: print(change.colors))
        >>> ink = theme.register("ink", "black")
        [<DynamicColor 'ink'>]
        >>> watching.cancel()
        >>> ink.redefine("navy")

        Cancelling twice has no effect.
        """
        number, self._number = self._number, 0
        if number:
            error = new_error()
            check(self.theme._c.dyncolor_theme_unobserve(self.theme._handle, number, error), error)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.cancel()

    def __reduce__(self) -> NoReturn:
        raise TypeError("an observation cannot be copied or pickled")

    def __repr__(self) -> str:
        return f"<Observation of {self.theme!r}>" if self._number else "<Observation, ended>"


# ---- Callbacks -----------------------------------------------------------------------------------


class Observer:
    """An observer whose address C has. The theme keeps it alive until C calls `_destroy`.

    `theme` is a weak reference. Once Python no longer refers to the theme, but C does,
    `theme_class` makes a new object for the theme.
    """

    __slots__ = ("__weakref__", "function", "theme", "theme_class")

    def __init__(self, function: ObserverFunction, theme: ThemeBase) -> None:
        self.function = function
        self.theme = ref(theme)
        self.theme_class = type(theme)
        theme._observers.add(self)
        # True if C programs may have the theme, too.
        if theme._is_shared:
            self.share()

    def share(self) -> None:
        """Keep the observer alive until C calls `_destroy`, even without the theme: a C program may
        keep the theme longer than Python does."""
        _shared.add(self)


# The observers that this module keeps alive.
_shared: set[Observer] = set()


def _observe(theme_address: int, change_address: int, observer: Observer) -> None:
    """Call an observer. C calls this after each change."""
    try:
        theme = observer.theme() or observer.theme_class.from_address(theme_address)
        value = ChangeValue.from_address(change_address)
        ids = (c_uint32 * value.count).from_address(value.ids or 0)[:] if value.count else []
        observer.function(Change(theme, value.generation, ids))
    except BaseException as error:
        # The change is made: the caller that made it must not receive this exception.
        report_unraisable(error, observer.function)


# The default argument is needed when the interpreter exits: the globals of this module may already
# be gone when C calls this.
def _destroy(
    observer: Observer, discard: Callable[[Observer], None] = _shared.discard
) -> None:
    """Let go of an observer that C no longer needs."""
    discard(observer)
    theme = observer.theme()
    if theme is not None:
        theme._observers.discard(observer)


# The C type, except that the user data is a Python object.
OBSERVER = CFUNCTYPE(None, c_void_p, c_void_p, py_object)

_callbacks = (OBSERVER(_observe), DESTROY(_destroy))
# The addresses of the two functions, to pass to C.
OBSERVE, DESTROYED = (cast(callback, c_void_p).value for callback in _callbacks)
for _callback in _callbacks:
    # Never free the callbacks: C may call them until the process ends.
    pythonapi.Py_IncRef(py_object(_callback))
