"""What goes wrong, as exceptions: one for each status of the library."""
from __future__ import annotations

from _thread import get_ident
from ctypes import CFUNCTYPE, byref, sizeof

from ._library import ErrorDetails, held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import CodeType, FrameType
    from typing import Any, NoReturn, TypeVar

    from .files import Report

    AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


class Error(Exception):
    """Something that the library refuses.

    `status` is the number of the status in C, `message` says what is wrong or was expected, and
    `context` what varies: a name, an argument, the text at fault. `line` and `column`, counted from
    1, and `offset`, in bytes, are the place in that text; without a text they are 0. `report` is
    what was found in files that could not be loaded or written.

    A provider may raise an error, or one of a class of its own that derives from it. For the other
    colors of a table that is resolved, and for C programs, it is then its status that counts.
    """

    status: int = -17

    def __init__(
        self, message: str = "", context: str = "", *, line: int = 0, column: int = 0,
        offset: int = 0, status: int | None = None,
    ) -> None:
        super().__init__(message, context)
        self.message = message
        self.context = context
        self.line = line
        self.column = column
        self.offset = offset
        self.report: Report | None = None
        if status is not None:
            self.status = status

    @property
    def status_name(self) -> str:
        """The name of the status in C, "DYNCOLOR_ERROR_SYNTAX" for instance."""
        # What is too large for C has no name there: 1 has none either.
        known = -(1 << 31) <= self.status < 1 << 31
        name: bytes = held.dyncolor_status_name(self.status if known else 1)
        return name.decode()

    def __str__(self) -> str:
        text = self.message or type(self).__name__
        if self.context:
            text += f": {self.context}"
        if self.line:
            text += f" (line {self.line}, column {self.column})"
        return text


class InvalidArgumentError(Error, ValueError):
    """An argument is out of its range."""

    status = -1


class OutOfMemoryError(Error, MemoryError):
    """Memory could not be had."""

    status = -2


class TextSyntaxError(Error, ValueError):
    """A text does not follow its grammar; the error says where, and what was expected."""

    status = -3


class TextEncodingError(Error, ValueError):
    """A text is not UTF-8."""

    status = -4


class BufferTooSmallError(Error, BufferError):
    """A buffer is too small for the result."""

    status = -5


class UnknownNameError(Error, KeyError):
    """A name is not known; `names` has all names that are missing."""

    status = -6

    def __init__(
        self, message: str = "", context: str = "", *, names: Sequence[str] = (), **details: Any
    ) -> None:
        super().__init__(message, context, **details)
        self.names = tuple(names) or ((context,) if context else ())


class StaleIdError(Error, LookupError):
    """The color has been unregistered, or was declared and never registered."""

    status = -7


class ForeignIdError(Error, LookupError):
    """The theme never gave out this id: it is another theme's."""

    status = -8


class NameTakenError(Error, ValueError):
    """Another color has this name."""

    status = -9


class CycleError(Error, RecursionError):
    """A color refers to itself; the context names the colors it goes through."""

    status = -10


class TooDeepError(Error, RecursionError):
    """Providers that resolve colors of other providers are nested too deeply."""

    status = -11


class NoValueError(Error, LookupError):
    """The color has no value in this environment."""

    status = -12


class NotInSnapshotError(Error, LookupError):
    """The color was registered after the snapshot was made."""

    status = -13


class TooManyColorsError(Error, OverflowError):
    """The theme has as many colors as it can have."""

    status = -14


class TooManyAxesError(Error, OverflowError):
    """The theme has as many axes of the host's as it can have."""

    status = -15


class TooManyPalettesError(Error, OverflowError):
    """The theme has as many palettes as it can have."""

    status = -16


class ProviderError(Error, RuntimeError):
    """A provider failed without a status of its own."""

    status = -17


class TooComplexError(Error, ValueError):
    """A text is nested too deeply, or has too many parts."""

    status = -18


class DynamicColorError(Error, ValueError):
    """A text is a color, but one that depends on an environment or a theme."""

    status = -19


class TooManyAxisValuesError(Error, OverflowError):
    """An axis of the host's has as many values with names as it can have."""

    status = -20


class BadImageError(Error, ValueError):
    """Bytes are no image of a theme, or a damaged one: `offset` tells where."""

    status = -21


class TooManyLayersError(Error, OverflowError):
    """The theme has as many layers as it can have."""

    status = -22


class TooManyOwnersError(Error, OverflowError):
    """The theme has as many owners as it can have."""

    status = -23


class TooManyLocalesError(Error, OverflowError):
    """The theme has as many locales as it can have."""

    status = -24


class TooManySubtypesError(Error, OverflowError):
    """The theme has as many subtypes as it can have."""

    status = -25


class FileError(Error, OSError):
    """A file or a folder cannot be read or written."""

    status = -26


class UnknownFormatError(Error, ValueError):
    """A file is in no format that can be read, or there is none for what is to be written."""

    status = -27


class CancelledError(Error):
    """The program wanted no more of it."""

    status = -28


class OutsideError(Error, ValueError):
    """A path leads out of the folder that is loaded or written."""

    status = -29


class NotExactError(Error):
    """A format has no word for what a color depends on. Findings are of this kind; it is never
    raised."""

    status = -30


CLASSES: dict[int, type[Error]] = {
    kind.status: kind for kind in (
        InvalidArgumentError, OutOfMemoryError, TextSyntaxError, TextEncodingError,
        BufferTooSmallError, UnknownNameError, StaleIdError, ForeignIdError, NameTakenError,
        CycleError, TooDeepError, NoValueError, NotInSnapshotError, TooManyColorsError,
        TooManyAxesError, TooManyPalettesError, ProviderError, TooComplexError, DynamicColorError,
        TooManyAxisValuesError, BadImageError, TooManyLayersError, TooManyOwnersError,
        TooManyLocalesError, TooManySubtypesError, FileError, UnknownFormatError, CancelledError,
        OutsideError, NotExactError)}


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
    message = error.message.decode() if error.message else ""
    return CLASSES.get(status, Error)(
        message, error.context.decode("utf-8", "replace"), line=error.line, column=error.column,
        offset=error.offset, status=status)


def raise_error(status: int, error: ErrorDetails) -> NoReturn:
    """Raises the exception of a status."""
    raise error_of(status, error)


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
            try:
                if answers or not isinstance(error, Error):
                    raise error
            finally:
                # The traceback has this frame: an exception must not be held by itself.
                del caller, error
            return


def keep_exception(error: BaseException, caller: FrameType | None, provider: object) -> int:
    """Keeps an exception for the caller, and returns the status that C sees meanwhile."""
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
