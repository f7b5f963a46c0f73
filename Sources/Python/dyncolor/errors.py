"""The exceptions: one class for each error status of the library."""
from __future__ import annotations

import os
from ctypes import byref, c_size_t, create_string_buffer, sizeof

from ._library import ErrorDetails, with_gil

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class Error(Exception):
    """The base class of all errors of the library.

    `str(error)` is the whole line to print: with the place, the message and the context. `format`
    shows the line of the text, too, with a caret; then the first line does not repeat what is at
    the caret. The parts:

    - `message` says what is wrong or was expected.
    - `context` is the name, the argument or the text that the message is about, and often what was
      probably meant: `lightdark; did you mean "light-dark"?`.
    - `line` and `column`, counted from 1, and `offset`, counted from 0, say where in the file or
      the text the mistake is. `column` counts characters, and `offset` counts bytes. Lines end at
      LF, CR, CR LF or a form feed, as in CSS. `line` and `column` are 0 if the error is not about a
      text.
    - `path` is the file that the error is about, or an empty text. It begins with the path that was
      given to `load`, or with an absolute path in a watch. If that is a folder, the path within it
      follows.
    - `status` is the number of the status in C.
    - `report` is the `Report` of a load or a write that failed. It is None for other errors, and if
      the format of a file to be written is not known.

    Most subclasses are also exceptions of Python: an UnknownNameError is a KeyError, and a
    TextSyntaxError a ValueError. A float out of its range is an InvalidArgumentError, which is an
    Error and a ValueError. Other mistakes in arguments are no Error, but:

    - TypeError: an argument of a wrong type, or an unexpected keyword.
    - ValueError: a word that the argument does not take, a whole number out of its range, a buffer
      that is too small or has a wrong shape, and a Watch that is closed.
    - ReferenceError: a call needs the names in a theme, and the theme no longer exists.

    A provider may raise an Error, also of a subclass that you define: `resolve` raises this very
    exception. C programs see only its status, and so do `Theme.explain` and `Theme.diff`.
    """

    # C programs see this status, that of ProviderError, if a provider raises a plain Error.
    status: int = -17

    def __init__(
        self, message: str = "", context: str = "", *, line: int = 0, column: int = 0,
        offset: int = 0, status: int | None = None, path: str = "",
    ) -> None:
        super().__init__(message, context)
        self.message = message
        self.context = context
        self.line = line
        self.column = column
        self.offset = offset
        self.path = path
        # A Report. This module cannot import that class: reports.py depends on this module.
        self.report: Any = None
        if status is not None:
            self.status = status

    def format(self, text: str | bytes | None = None) -> str:
        """Return the error with the line of text that it is about, and a caret at the place.

        >>> css = ":root {\\n  --ink: #0461bg;\\n}"
        >>> try:
        ...     report = Theme().load("theme.css", css, strict=True)
        ... except Error as error:
        ...     print(error.format(css))
        theme.css:2:16: expected a hexadecimal digit
            --ink: #0461bg;
                         ^

        The first line may be shorter than `str(error)`: it has no context if the caret points at
        the same text. Here `str(error)` is `theme.css:2:16: expected a hexadecimal digit: #0461bg`.
        A suggestion such as `bleu; did you mean "blue"?` is never left out.

        `text` is what was read: the CSS text that was registered, the text that was loaded, or the
        contents of a file. The error does not have it:
        `error.format(Path(error.path).read_bytes())`. Read the bytes, because reading text changes
        the ends of some lines. If a dict was loaded, `text` is `json.dumps` of that dict. Without a
        text, and if the place is not in the text, there is no line and no caret.
        """
        problem = ErrorDetails(
            sizeof(ErrorDetails), self.status, self.line, self.column, self.offset,
            (self.message or type(self).__name__).encode("utf-8", "replace"),
            _within(self.context, _CONTEXT_ROOM), os.fsencode(self.path)[:_PATH_ROOM])
        return formatted(with_gil.dyncolor_error_format_n, problem, text)

    @property
    def status_name(self) -> str:
        """The name of the status in C, for example "DYNCOLOR_ERROR_SYNTAX"."""
        # Statuses fit in a C int. For a number that does not, ask C about 1, which is no status.
        fits = -(1 << 31) <= self.status < 1 << 31
        name: bytes = with_gil.dyncolor_status_name(self.status if fits else 1)
        return name.decode()

    def __str__(self) -> str:
        context = context_beside(self.path, self.context, self.line)
        text = sentence(self.message or type(self).__name__, context)
        if not self.line:
            return f"{self.path}: {text}" if self.path else text
        if self.path:
            return f"{self.path}:{self.line}:{self.column}: {text}"
        return f"{text} (line {self.line}, column {self.column})"


# The bytes of texts that a dyncolor_error has room for, without the NUL.
_CONTEXT_ROOM, _PATH_ROOM = 255, 1023


def _within(text: str, room: int) -> bytes:
    """Return a text as UTF-8, cut to at most `room` bytes."""
    return text.encode("utf-8", "replace")[:room].decode("utf-8", "ignore").encode()


def formatted(
    function: Callable[..., int], problem: Any, text: str | bytes | None
) -> str:
    """Return an error or a finding as C writes it, with its line of the text and a caret."""
    given: Any = text
    source = given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given
    if not isinstance(source, (bytes, type(None))):
        raise TypeError(f"text must be a text or bytes; got {type(given).__name__}")
    room, length = 1 << 10, c_size_t()
    while True:
        line = create_string_buffer(room)
        status = function(
            byref(problem), source, len(source or b""), line, room, byref(length))
        if status != BufferTooSmallError.status:
            return line.value.decode("utf-8", "replace")
        room = length.value + 1


def context_beside(path: str, context: str, line: int) -> str:
    """Return the context as it is written after a path. The result is empty if the context only
    repeats the path, or the end of it, as in the error of a missing file."""
    is_path = not line and f"/{path}".endswith(f"/{context.lstrip('/')}")
    return "" if is_path else context


def sentence(message: str, context: str) -> str:
    """Return a message with its context, which is put after what is wrong and before what to do.

    What to do, or the consequence, is what follows a semicolon in the message. It is in parentheses
    if the context ends with a suggestion, `did you mean "…"?`. `dyncolor_error_format` writes the
    same.
    """
    if not context:
        return message
    problem, semicolon, remedy = message.partition("; ")
    if semicolon and context.endswith("?"):
        return f"{problem}: {context} ({remedy})"
    return f"{problem}: {context}{semicolon}{remedy}"


def in_color(error: Exception, name: str) -> Exception:
    """Add to the message of an error which color it is about, unless the color has no name."""
    if not name:
        return error
    if isinstance(error, Error):
        error.message = f'in "{name}": {error.message}'
        error.args = (error.message, error.context)
    else:
        error.args = (f'in "{name}": {error}',)
    return error


class InvalidArgumentError(Error, ValueError):
    """An argument is out of range."""

    status = -1


class OutOfMemoryError(Error, MemoryError):
    """Memory is exhausted."""

    status = -2


class TextSyntaxError(Error, ValueError):
    """A text has a syntax error. The error has the location and what was expected."""

    status = -3


class TextEncodingError(Error, ValueError):
    """A text is not UTF-8."""

    status = -4


class BufferTooSmallError(Error, BufferError):
    """A buffer is too small for the result. Only C programs get this status.

    This package never raises it. Where a buffer of yours is too small, as for `resolve_all`, it
    raises ValueError.
    """

    status = -5


class UnknownNameError(Error, KeyError):
    """A name is unknown. `names` lists all unknown names."""

    status = -6

    def __init__(
        self, message: str = "", context: str = "", *, names: Sequence[str] = (), **details: Any
    ) -> None:
        super().__init__(message, context, **details)
        # A suggestion, such as `; did you mean "ink"?`, may follow the name.
        name = context.partition("; did you mean ")[0]
        self.names = tuple(names) or ((name,) if name else ())


class StaleIdError(Error, LookupError):
    """The color was unregistered, or was declared but never registered."""

    status = -7


class ForeignIdError(Error, LookupError):
    """The color belongs to another theme."""

    status = -8


class NameTakenError(Error, ValueError):
    """Another color already has this name."""

    status = -9


class CycleError(Error, RecursionError):
    """A color refers to itself. The context lists the colors of the cycle."""

    status = -10


class TooDeepError(Error, RecursionError):
    """Providers that resolve each other's colors are nested too deeply."""

    status = -11


class NoValueError(Error, LookupError):
    """The color has no value in this environment."""

    status = -12


class NotInSnapshotError(Error, LookupError):
    """The color was registered after the snapshot was taken."""

    status = -13


class TooManyColorsError(Error, OverflowError):
    """The theme cannot hold more colors."""

    status = -14


class TooManyAxesError(Error, OverflowError):
    """The theme cannot hold more custom axes."""

    status = -15


class TooManyPalettesError(Error, OverflowError):
    """The theme cannot hold more palettes."""

    status = -16


class ProviderError(Error, RuntimeError):
    """A provider failed, and nothing more is known.

    An exception of a provider in Python is raised itself. This class is for providers of C
    programs. A snapshot stores only the status of a provider's Error. If the theme has changed
    since the snapshot was taken, the snapshot raises this class for a plain Error.
    """

    status = -17


class TooComplexError(Error, ValueError):
    """A text is nested too deeply or has too many parts."""

    status = -18


class DynamicColorError(Error, ValueError):
    """A text is a color that depends on an environment or a theme, where a color that is always the
    same is required."""

    status = -19


class TooManyAxisValuesError(Error, OverflowError):
    """A custom axis cannot hold more named values."""

    status = -20


class BadImageError(Error, ValueError):
    """An image of a theme is invalid or damaged. `offset` is the location."""

    status = -21


class TooManyLayersError(Error, OverflowError):
    """The theme cannot hold more layers."""

    status = -22


class TooManyOwnersError(Error, OverflowError):
    """The theme cannot hold more owners."""

    status = -23


class TooManyLocalesError(Error, OverflowError):
    """The theme cannot hold more locales."""

    status = -24


class TooManySubtypesError(Error, OverflowError):
    """The theme cannot hold more subtypes."""

    status = -25


class FileError(Error, OSError):
    """A file or a folder cannot be read or written.

    It is an OSError, too: `filename` is the path, and `errno` and `strerror` are those of the
    system. If the error does not come from the system, `errno` is None, and `strerror` the message.
    """

    status = -26

    def __init__(self, message: str = "", context: str = "", **details: Any) -> None:
        super().__init__(message, context, **details)
        self.errno = _errno(message)
        self.strerror = _strerror(self.errno) if self.errno else message or None
        self.filename = self.path or context or None

    def as_missing(self) -> MissingFileError:
        """Return this error as a MissingFileError."""
        missing = MissingFileError(
            self.message, self.context, line=self.line, column=self.column, offset=self.offset,
            path=self.path)
        missing.report = self.report
        missing.errno = ENOENT
        missing.strerror = _strerror(ENOENT)
        return missing

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.context), {
            **vars(self), "errno": self.errno, "strerror": self.strerror,
            "filename": self.filename}


class MissingFileError(FileError, FileNotFoundError):
    """A file or a folder does not exist."""


class UnknownFormatError(Error, ValueError):
    """The format of a file is unknown, or cannot be read or written."""

    status = -27


class CancelledError(Error):
    """The program cancelled the load."""

    status = -28


class OutsideError(Error, ValueError):
    """A path leads outside the folder that is loaded or written."""

    status = -29


class NotExactError(Error):
    """A format cannot express a color exactly. Findings have this class; it is never raised."""

    status = -30


class UnsupportedError(Error):
    """The library was built without what was called, such as file formats."""

    status = -31


# The names of the system's error numbers, by the messages of the library. The module errno, which
# has the numbers, is only imported for errors.
_MESSAGES = {
    "no such file or folder": "ENOENT",
    "permission denied": "EACCES",
    "expected a folder, but the path or a part of it leads to something else": "ENOTDIR",
    "expected a file, but the path is that of a folder or a special file": "EISDIR",
    "the process or the system has too many open files": "EMFILE",
    "a name is too long, or contains a NUL byte": "ENAMETOOLONG",
    "no space is left on the device": "ENOSPC",
    "the file system is read-only": "EROFS",
    "reading or writing failed (I/O error)": "EIO",
    "another file or folder is there already": "EEXIST"}
# The number of ENOENT, which is the same on every Linux.
ENOENT = 2


def _errno(message: str) -> int | None:
    import errno
    name = _MESSAGES.get(message)
    return None if name is None else int(getattr(errno, name))


def _strerror(number: int) -> str:
    import os
    return os.strerror(number)


def error_class(status: int, message: str) -> type[Error]:
    """Return the class of the exception for a status."""
    if status == FileError.status and _errno(message) == ENOENT:
        return MissingFileError
    return CLASSES.get(status, Error)


CLASSES: dict[int, type[Error]] = {
    kind.status: kind for kind in (
        InvalidArgumentError, OutOfMemoryError, TextSyntaxError, TextEncodingError,
        BufferTooSmallError, UnknownNameError, StaleIdError, ForeignIdError, NameTakenError,
        CycleError, TooDeepError, NoValueError, NotInSnapshotError, TooManyColorsError,
        TooManyAxesError, TooManyPalettesError, ProviderError, TooComplexError, DynamicColorError,
        TooManyAxisValuesError, BadImageError, TooManyLayersError, TooManyOwnersError,
        TooManyLocalesError, TooManySubtypesError, FileError, UnknownFormatError, CancelledError,
        OutsideError, NotExactError, UnsupportedError)}
