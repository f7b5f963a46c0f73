"""Reports: the notes, warnings and errors of loading or writing files."""
from __future__ import annotations

import os
from ctypes import byref, c_size_t, c_void_p
from dataclasses import dataclass

from ._calls import error_of, utf8, with_limit_values
# Calls C without releasing the interpreter lock (GIL), for short calls.
from ._library import with_gil
from ._structures import SEVERITIES, FindingValue
from .errors import CLASSES, Error, context_beside, formatted, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ._library import ErrorDetails
    from .words import Severity


@dataclass(frozen=True)
class Finding:
    """A note, a warning or an error about a file that is loaded or written.

    >>> theme = Theme()
    >>> finding, = theme.load("theme.json", {"ink": "black", "paper": "A4"})
    >>> finding.severity, finding.context, finding.line
    ('note', 'paper', 1)
    >>> finding.message
    'not a color; it is skipped (further values with this key are skipped without a note)'

    `str(finding)` is the whole line to print. `format` also shows the line of the file.
    """

    severity: Severity
    # What is wrong, or what was expected.
    message: str
    # The name, the text or the path that the message is about.
    context: str
    # The path of the file. If a folder was passed, the path begins with that of the folder. If the
    # finding is not about a file, the path is what was passed, in an error, or empty, in a warning
    # or a note.
    path: str
    # The location in the file: the line and the column in characters, counted from 1, and the
    # offset in bytes, counted from 0. All are 0 if the finding is not about a place in a file.
    line: int
    column: int
    offset: int
    # The number of the status in C. The property `error` is the exception class for the status.
    status: int

    @property
    def error(self) -> type[Error]:
        """The class of the exception for the status.

        If the finding is an error, the load raises an exception of this class. For a missing file,
        the exception is a MissingFileError, a subclass of this class.
        """
        return CLASSES.get(self.status, Error)

    def format(self, text: str | bytes | None = None) -> str:
        """Return the finding with the line of the file that it is about, and a caret.

        >>> css = ":root { --ink: black; --paper: snwo }"
        >>> finding, = Theme().load("theme.css", css)
        >>> print(finding.format(css))
        theme.css:1:32: note: not a color: snwo; did you mean "snow"?
          :root { --ink: black; --paper: snwo }
                                         ^

        `text` is as in `Error.format`.
        """
        return formatted(with_gil.dyncolor_finding_format_n, FindingValue(
            SEVERITIES[self.severity], self.status, self.line, self.column, self.offset,
            os.fsencode(self.path), utf8(self.message), utf8(self.context)), text)

    def __str__(self) -> str:
        location = self.path
        if self.line:
            location += f":{self.line}:{self.column}"
        # Empty if the context only repeats the path.
        context = context_beside(self.path, self.context, self.line)
        what = f"{self.severity}: {sentence(self.message, context)}"
        return f"{location}: {what}" if location else what


class Report:
    """The result of loading or writing: the number of `colors`, and the `findings` in order. `str`
    has a line for each finding.

    >>> theme = Theme()
    >>> report = theme.load("theme.css", ":root { --ink: black; --paper: snwo }")
    >>> report, report.colors
    (<Report of 1 colors, 1 findings>, 1)
    >>> print(report)
    theme.css:1:32: note: not a color: snwo; did you mean "snow"?

    The library keeps 1,000 findings. `omitted` is how many more there were.
    """

    __slots__ = ("colors", "findings", "omitted")

    def __init__(self, findings: Iterable[Finding] = (), colors: int = 0, omitted: int = 0) -> None:
        self.findings = tuple(findings)
        self.colors = colors
        self.omitted = omitted

    @property
    def errors(self) -> list[Finding]:
        """The findings because of which nothing was loaded or written."""
        return [each for each in self.findings if each.severity == "error"]

    @property
    def warnings(self) -> list[Finding]:
        """The findings about input that is invalid or unused, or output that is inexact."""
        return [each for each in self.findings if each.severity == "warning"]

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __bool__(self) -> bool:
        """True, even without findings."""
        return True

    def __str__(self) -> str:
        if not self.findings:
            return f"{self.colors} color{'' if self.colors == 1 else 's'}, no findings"
        return "\n".join(map(str, self.findings))

    def __repr__(self) -> str:
        more = f" and {self.omitted} more" if self.omitted else ""
        return f"<Report of {self.colors} colors, {len(self)} findings{more}>"


_severities: dict[int, Any] = {number: word for word, number in SEVERITIES.items()}


def take_report(handle: c_void_p) -> Report:
    """Convert a dyncolor_report, and release it."""
    try:
        count = c_size_t()
        address = with_gil.dyncolor_report_findings(handle, byref(count))
        table: Any = (FindingValue * count.value).from_address(address) if count.value else ()
        return Report(
            map(_finding, table), with_gil.dyncolor_report_colors(handle),
            with_gil.dyncolor_report_omitted(handle))
    finally:
        with_gil.dyncolor_report_release(handle)


def _finding(value: FindingValue) -> Finding:
    """Convert a dyncolor_finding."""
    message, context, path = (
        text.decode("utf-8", "replace") for text in (value.message, value.context, value.path))
    # `with_limit_values` replaces names of limits, such as DYNCOLOR_MAX_BACKGROUNDS, by numbers.
    return Finding(
        _severities[value.severity], with_limit_values(message), context, path, value.line,
        value.column, value.offset, value.status)


def report_or_raise(status: int, report: c_void_p, error: ErrorDetails) -> Report | None:
    """Return the report of a call that has ended, or None if C has made none. If the call failed,
    raise its error, with the report."""
    found = take_report(report) if report.value else None
    if status:
        failure = error_of(status, error)
        failure.report = found
        raise failure
    return found
