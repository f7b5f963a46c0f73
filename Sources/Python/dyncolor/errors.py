"""What goes wrong, as exceptions: one for each status of the library."""
from __future__ import annotations

from ._library import held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .files import Report


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
