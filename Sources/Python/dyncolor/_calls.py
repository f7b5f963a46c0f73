"""How the library is called, and what becomes of what goes wrong.

The exceptions themselves are loaded when one is needed.
"""
from __future__ import annotations

from _thread import get_ident
from ctypes import CFUNCTYPE, byref, sizeof

from ._library import ErrorDetails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import CodeType, FrameType
    from typing import Any, NoReturn, TypeVar

    from .errors import Error

    AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

# Statuses that need not be failures.
BUFFER_TOO_SMALL, UNKNOWN_NAME = -5, -6


def utf8(text: object) -> bytes:
    """A text as the library takes it, which says itself where it is not UTF-8."""
    if not isinstance(text, str):
        raise TypeError(f"a text is needed, not {type(text).__name__}")
    return text.encode("utf-8", "surrogatepass")


def details() -> ErrorDetails:
    """A place for what the library tells of an error."""
    return ErrorDetails(sizeof(ErrorDetails))


def error_of(status: int, error: ErrorDetails) -> Error:
    """The exception of a status."""
    from .errors import CLASSES, Error
    message = error.message.decode() if error.message else ""
    return CLASSES.get(status, Error)(
        message, error.context.decode("utf-8", "replace"), line=error.line, column=error.column,
        offset=error.offset, status=status)


def raise_error(status: int, error: ErrorDetails) -> NoReturn:
    """Raises the exception of a status."""
    raise error_of(status, error)


def unknown_name(message: str, context: str, names: Sequence[str] = ()) -> Error:
    """The exception of names that are not known."""
    from .errors import UnknownNameError
    return UnknownNameError(message, context, names=names)


def call(function: Callable[..., int], *arguments: object) -> None:
    """Calls a function that converts no arguments; if it fails, once more, to be told why."""
    if function(*arguments, None):
        error = details()
        raise_error(function(*arguments, byref(error)), error)


# ---- Exceptions on their way through C -----------------------------------------------------------

# An exception that a provider raises is kept, for its thread, for the function of this package
# through which Python called C, and raised there: the frame of that function says whose it is. Of
# several calls, one within the other, the outermost comes first.
raised: dict[int, list[tuple[FrameType, BaseException]]] = {}
_takers: set[CodeType] = set()


def takes_exceptions(function: AnyFunction) -> AnyFunction:
    """Marks a function that calls what may call providers, and takes what they raise."""
    _takers.add(function.__code__)
    return function


def raise_taken(frame: FrameType, *, answers: bool = True) -> None:
    """Raises what a provider raised during the call that the function of `frame` has made. Without
    `answers`, for tables, an error of this package is none: it stands in the table as a color
    without a value."""
    kept = raised.get(get_ident(), [])
    for place, (caller, error) in enumerate(kept):
        if caller is frame:
            # What comes after it is of calls within that call, which are over.
            del kept[place:]
            if not kept:
                del raised[get_ident()]
            from .errors import Error
            try:
                if answers or not isinstance(error, Error):
                    raise error
            finally:
                # The traceback has this frame: an exception must not be held by itself.
                del caller, error
            return


def keep_exception(error: BaseException, caller: FrameType | None, provider: object) -> int:
    """Keeps an exception for the caller, and returns the status that C sees meanwhile."""
    from .errors import Error, ProviderError
    if caller is not None and caller.f_code in _takers:
        kept = raised.setdefault(get_ident(), [])
        if kept:
            # Calls that are over and had no use for an exception.
            running = _and_its_callers(caller)
            kept[:] = [each for each in kept if each[0] in running]
        # Of several in one table the first counts; a mistake counts more than an answer.
        if not kept or kept[-1][0] is not caller:
            kept.append((caller, error))
        elif isinstance(kept[-1][1], Error) and not isinstance(error, Error):
            kept[-1] = (caller, error)
    elif not isinstance(error, Error):
        # It was C that asked.
        tell_nobody(error, provider)
    status: object = error.status if isinstance(error, Error) else None
    if isinstance(status, int) and -(1 << 31) <= status < 0:
        return status
    return ProviderError.status


def tell_nobody(error: BaseException, function: object) -> None:
    """Tells sys.unraisablehook, because there is nobody else, of what a function has raised."""
    CFUNCTYPE(None)(_Untold(error, function))()


class _Untold:
    """A callback of a function's name that raises an exception, which Python then reports."""

    def __init__(self, error: BaseException, function: object) -> None:
        self.error = error
        self.function = function

    def __call__(self) -> None:
        try:
            raise self.error
        finally:
            del self.error

    def __repr__(self) -> str:
        return repr(self.function)


def _and_its_callers(frame: FrameType | None) -> set[FrameType]:
    frames: set[FrameType] = set()
    while frame is not None:
        frames.add(frame)
        frame = frame.f_back
    return frames
