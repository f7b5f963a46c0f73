"""Watching files that were loaded into a theme."""
from __future__ import annotations

from _thread import allocate_lock
from ctypes import byref, c_int32, c_void_p

from ._calls import new_error
from ._library import with_gil, no_gil
from .loading import path_bytes
from .reports import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from typing_extensions import Self

    from .loading import ConvertedLoadOptions
    from .theme_base import ThemeBase
    from .words import Path


class Watch:
    """A file or a folder that is loaded again whenever it changes. `Theme.watch` returns it.

    Wait until it is readable, with `select`, `selectors`, `asyncio` or anything else that takes an
    object with a `fileno` method, and then call `pump`. The watch ends when it is closed, or at the
    end of a `with` block. `theme` is the `Theme`. `report` is the report of the last load that
    succeeded. If no load has succeeded yet, which is possible with `anyway`, it is the report of
    the first load.
    """

    __slots__ = ("_close", "_descriptor", "_handle", "_is_closed", "_lock", "_options",
                 "_pump_count", "report", "theme")
    # A Theme. This module cannot import that class: theme.py depends on this module.
    theme: Any

    def __init__(self, theme: ThemeBase, path: Path, options: ConvertedLoadOptions) -> None:
        # The address of the dyncolor_watch; None before C has made it, and after it is released.
        self._handle: int | None = None
        self._is_closed = False
        self.theme = theme
        self._options = options
        self._lock = allocate_lock()
        # The number of threads in `pump`.
        self._pump_count = 0
        self._close = no_gil.dyncolor_watch_release
        path_data, watch = path_bytes(path, "path"), c_void_p()
        self.report = options.call(
            no_gil.dyncolor_watch_create_n, theme._handle, path_data, len(path_data),
            options.address, byref(watch)) or Report()
        self._handle = watch.value
        self._descriptor: int = with_gil.dyncolor_watch_descriptor(watch)

    def fileno(self) -> int:
        """Return the file descriptor. When it is readable, call `pump`; do not read or close it.

        It becomes readable when something has changed. If `pump` returned None because a file may
        still be written to, it becomes readable once more, a moment later, when the file counts as
        complete.
        """
        self._handle_if_open()
        return self._descriptor

    def pump(self) -> Report | None:
        """Load the file or folder again if it has changed and is complete. Returns the report of
        the load, or None if there was none.

        >>> theme = Theme()
        >>> from tempfile import NamedTemporaryFile
        >>> with NamedTemporaryFile("w", suffix=".json") as file:
        ...     written = file.write('{"ink": "black"}')
        ...     file.flush()
        ...     with theme.watch(file.name) as watch:
        ...         print(watch.pump())
        None

        It never waits, and may be called at any time. For a moment after each change, it returns
        None, since the file may still be written to: the watch is readable again when that time is
        over. So call it in a loop, whenever the watch is readable.

        If the load fails, the error is raised, with the report; the theme then keeps the colors of
        the last load that succeeded.

        Without `strict`, a color that is left out is unregistered, and nothing is raised: only the
        report has a warning or a note. A color is left out if it has a mistake in a style sheet, or
        if its value is no color now, such as `biege` or `1px` in a style sheet and `"A4"` in JSON.
        With `strict`, all of these raise an error. But the load with which a strict watch begins
        does not fail for values such as `biege` or `1px` in a style sheet, because these were no
        colors before.
        """
        with self._lock:
            handle = self._handle_if_open()
            self._pump_count += 1
        try:
            did_load, report, error = c_int32(), c_void_p(), new_error()
            status = no_gil.dyncolor_watch_pump(
                handle, byref(did_load), byref(report), error)
            found = self._options.finish(status, report, error)
            if not did_load.value:
                return None
            self.report = found or Report()
            return self.report
        finally:
            with self._lock:
                self._pump_count -= 1
            self._release_unused()

    def close(self) -> None:
        """End the watch. The colors stay in the theme. Closing twice has no effect."""
        with self._lock:
            self._is_closed = True
        self._release_unused()

    def _handle_if_open(self) -> int:
        """Return the dyncolor_watch. Raises ValueError if the watch is closed."""
        if self._is_closed or self._handle is None:
            raise ValueError("the watch is closed")
        return self._handle

    def _release_unused(self) -> None:
        """Release the watch if it is closed and no thread is in `pump`."""
        with self._lock:
            if not self._is_closed or self._pump_count:
                return
            handle, self._handle = self._handle, None
        if handle is not None:
            self._close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_close"):
            self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a watch cannot be copied or pickled")

    def __repr__(self) -> str:
        return "<Watch, closed>" if self._is_closed else f"<Watch of {self.theme!r}>"
