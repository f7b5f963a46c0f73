"""Files with colors in them: what is found in them, and how they are watched."""
from __future__ import annotations

import os
from _thread import allocate_lock
from collections.abc import Mapping
from ctypes import (
    CFUNCTYPE, addressof, byref, c_char_p, c_int, c_int32, c_size_t, c_void_p, cast,
    create_string_buffer, py_object, sizeof, string_at)
from dataclasses import dataclass

from ._library import (
    BUFFER_TOO_SMALL, FORMATS, LOAD_FLAGS, SEVERITIES, WRITE_FLAGS, EnvironmentValue, details,
    error_of, held, released, utf8, word_value)
from ._structures import FilesValue, FindingValue, LoadOptions, WriteOptions
from .errors import CLASSES, Error, FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, Literal, NoReturn, Protocol, Union

    from ._layouts import Buffer
    from ._library import ErrorDetails, Format
    from .environment import Environment
    from .theme import Layer, Theme

    Severity = Literal["note", "warning", "error"]

    class FileReader(Protocol):
        """Files that a program reads itself. Paths have slashes between their names and begin with
        none; that of the root is empty."""

        def read(self, path: str, /) -> Buffer | str:
            """All that a file has. Where there is none, an OSError or a LookupError."""
            ...

        def list(self, path: str, /) -> Iterable[str]:
            """The names of what is in a folder; those of folders end in a slash."""
            ...

    # Where files come from: their texts or bytes by their paths, or an object that reads them.
    Files = Union[Mapping[str, Union[Buffer, str]], FileReader]
    # What is told how far a load is: the file that is about to be read, and how many colors there
    # are so far. It ends the load by returning True, or by raising.
    Progress = Callable[[str, int], object]
    Path = Union[str, os.PathLike[str]]


# ---- What is found -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was found in a file, or on writing one."""

    severity: Severity
    # What was expected, or what is wrong.
    message: str
    # What varies: a name, a text, a path.
    context: str
    # The file, within what was loaded; empty if it concerns none.
    path: str
    # Where in the file, counted from 1, and in bytes; 0 where no text is concerned.
    line: int
    column: int
    offset: int
    status: int

    @property
    def error(self) -> type[Error]:
        """The kind of thing that it is: of a finding that is an error, the class of what is
        raised."""
        return CLASSES.get(self.status, Error)

    def __str__(self) -> str:
        place = self.path
        if self.line:
            place += f":{self.line}:{self.column}"
        what = f"{self.severity}: {self.message}"
        if self.context:
            what += f": {self.context}"
        return f"{place}: {what}" if place else what


class Report:
    """What was found on loading or writing: `findings` in their order, of which the library keeps
    1,000; how many more were `omitted`; and how many `colors` there are."""

    __slots__ = ("colors", "findings", "omitted")

    def __init__(self, findings: Iterable[Finding] = (), colors: int = 0, omitted: int = 0) -> None:
        self.findings = tuple(findings)
        self.colors = colors
        self.omitted = omitted

    @property
    def errors(self) -> list[Finding]:
        """Why nothing was loaded."""
        return [each for each in self.findings if each.severity == "error"]

    @property
    def warnings(self) -> list[Finding]:
        """What was read out of leniency, or is not used; or could not be written as it is."""
        return [each for each in self.findings if each.severity == "warning"]

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __bool__(self) -> bool:
        """A report is one also when nothing was found."""
        return True

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))

    def __repr__(self) -> str:
        more = f" and {self.omitted} more" if self.omitted else ""
        return f"<Report of {self.colors} colors, {len(self)} findings{more}>"


_severities: dict[int, Any] = {number: word for word, number in SEVERITIES.items()}


def taken_report(handle: c_void_p) -> Report:
    """A report of the library's, which ends with it."""
    try:
        count = c_size_t()
        address = held.dyncolor_report_findings(handle, byref(count))
        table: Any = (FindingValue * count.value).from_address(address) if count.value else ()
        return Report(
            map(_finding, table), held.dyncolor_report_colors(handle),
            held.dyncolor_report_omitted(handle))
    finally:
        held.dyncolor_report_release(handle)


def _finding(value: FindingValue) -> Finding:
    message, context, path = (
        text.decode("utf-8", "replace") for text in (value.message, value.context, value.path))
    return Finding(
        _severities[value.severity], message, context, path, value.line, value.column,
        value.offset, value.status)


# ---- Loading -------------------------------------------------------------------------------------


class Options:
    """How to load, as C takes it, and what it calls meanwhile."""

    __slots__ = ("_files", "_host", "_progress", "_raised", "address", "value")

    def __init__(
        self, theme: Theme, format: Format | None, layer: Layer | str | None, owner: str | None,
        prefix: str, strict: bool, allow_outside: bool, system_version: str, files: Files | None,
        progress: Progress | None,
    ) -> None:
        value = self.value = LoadOptions(sizeof(LoadOptions))
        if format is not None:
            value.format = word_value("format", FORMATS, format)
        value.flags = (LOAD_FLAGS["strict"] * strict
                       | LOAD_FLAGS["allow-outside"] * allow_outside)
        value.layer, value.owner = theme._layer_numbers(layer, owner)
        value.prefix = data = utf8(prefix)
        value.prefix_length = len(data)
        value.system_version = data = utf8(system_version)
        value.system_version_length = len(data)
        self._files, self._progress = files, progress
        self._raised: BaseException | None = None
        if files is not None:
            # C has only its address, and that of this object.
            self._host = FilesValue(sizeof(FilesValue), id(self), READ, LIST)
            value.files = addressof(self._host)
        if progress is not None:
            value.progress, value.progress_user_data = TELL, id(self)
        self.address = byref(value)

    def call(self, function: Callable[..., int], *arguments: object) -> Report | None:
        """Calls a function that loads, and returns what it reports."""
        report, error = c_void_p(), details()
        status = function(*arguments, byref(report), error)
        return self.finish(status, report, error)

    def finish(self, status: int, report: c_void_p, error: ErrorDetails) -> Report | None:
        """What a function reports; or raises what it failed with, or what Python raised during
        it."""
        found = taken_report(report) if report.value else None
        cause, self._raised = self._raised, None
        if cause is not None and not isinstance(cause, (OSError, LookupError)):
            raise cause
        if status:
            failure = error_of(status, error)
            failure.report = found
            raise failure from (cause if isinstance(failure, FileError) else None)
        return found

    def tell(self, path: str, colors: int) -> int:
        """Tells the program how far a load is. Whether it is to end."""
        try:
            assert self._progress is not None
            return int(self._progress(path, colors) is True)
        except BaseException as error:
            self._raised = error
            return 1

    def deliver(self, path: str, sink: int, *, is_folder: bool) -> int:
        """Gives C what the program reads."""
        try:
            return self._give_folder(path, sink) if is_folder else self._give_file(path, sink)
        except BaseException as error:
            # What is missing is told as a finding; of what is a mistake, the first counts.
            if self._raised is None or not isinstance(error, (OSError, LookupError)):
                self._raised = error
            return FileError.status

    def _give_file(self, path: str, sink: int) -> int:
        files: Any = self._files
        given: object = files.read(path) if hasattr(files, "read") else files[path]
        data = utf8(given) if isinstance(given, str) else _bytes_of(given)
        status: int = held.dyncolor_sink_append(sink, data, len(data))
        return status

    def _give_folder(self, path: str, sink: int) -> int:
        files: Any = self._files
        names: Iterable[str] = (
            files.list(path) if hasattr(files, "read") else _names_within(path, files))
        for name in names:
            data = utf8(name.removesuffix("/"))
            status: int = held.dyncolor_sink_add(sink, data, len(data), name.endswith("/"))
            if status:
                return status
        return 0


def _bytes_of(data: Any) -> bytes:
    """Bytes of anything that has them, in one piece."""
    return data if isinstance(data, bytes) else memoryview(data).tobytes()


def _names_within(folder: str, paths: Iterable[str]) -> set[str]:
    """What a folder has, of all paths; the names of folders end in a slash."""
    before = f"{folder}/" if folder else ""
    names: set[str] = set()
    for path in paths:
        if path.startswith(before):
            name, slash, _ = path[len(before):].partition("/")
            names.add(name + slash)
    if not names:
        raise FileNotFoundError(folder)
    return names


# ---- What C calls --------------------------------------------------------------------------------


def _tell(options: Options, path: bytes, colors: int) -> int:
    return options.tell(path.decode("utf-8", "replace"), colors)


def _read(options: Options, path: bytes, sink: int) -> int:
    return options.deliver(path.decode("utf-8", "surrogatepass"), sink, is_folder=False)


def _list(options: Options, path: bytes, sink: int) -> int:
    return options.deliver(path.decode("utf-8", "surrogatepass"), sink, is_folder=True)


def _take(files: dict[str, bytes], path: bytes, start: int, size: int) -> int:
    files[path.decode("utf-8", "replace")] = string_at(start, size) if size else b""
    return 0


# As C declares them: but the user data of each is an object of Python's.
PROGRESS = CFUNCTYPE(c_int, py_object, c_char_p, c_size_t)
DELIVER = CFUNCTYPE(c_int, py_object, c_char_p, c_void_p)
TAKEN = CFUNCTYPE(c_int, py_object, c_char_p, c_void_p, c_size_t)

_callbacks = (PROGRESS(_tell), DELIVER(_read), DELIVER(_list), TAKEN(_take))
TELL, READ, LIST, TAKE = (cast(callback, c_void_p).value for callback in _callbacks)


# ---- From where, and to where --------------------------------------------------------------------


def load(theme: Theme, source: Path, data: Buffer | str | None, options: Options) -> Report:
    """Loads a file or a folder, or what there is of one in memory."""
    if data is None:
        name = os.fsencode(source)
        report = options.call(
            released.dyncolor_load_path, theme._handle, name, len(name), options.address)
    else:
        name = utf8(os.fspath(source))
        given = utf8(data) if isinstance(data, str) else _bytes_of(data)
        report = options.call(
            released.dyncolor_load_memory, theme._handle, name, len(name), given, len(given),
            options.address)
    return report or Report()


# ---- Writing -------------------------------------------------------------------------------------


class Writing:
    """How to write, as C takes it."""

    __slots__ = ("_kept", "address", "value")

    def __init__(
        self, format: Format | None, name: str,
        environments: Mapping[str, Environment] | Iterable[Environment], classes: bool,
    ) -> None:
        value = self.value = WriteOptions(sizeof(WriteOptions))
        if format is not None:
            value.format = word_value("format", FORMATS, format)
        value.flags = WRITE_FLAGS["classes"] * classes
        value.name = data = utf8(name)
        value.name_length = len(data)
        self._kept: list[object] = []
        chosen: Any = environments
        if isinstance(environments, Mapping):
            texts = list(map(utf8, chosen))
            names = (c_char_p * len(texts))(*texts)
            value.environment_names = addressof(names)
            self._kept.append(names)
            chosen = chosen.values()
        table = b"".join(map(bytes, chosen))
        if table:
            memory = create_string_buffer(table, len(table))
            value.environments = addressof(memory)
            value.environment_count = len(table) // sizeof(EnvironmentValue)
            self._kept.append(memory)
        self.address = byref(value)


def _finished(status: int, report: c_void_p, error: ErrorDetails) -> Report:
    """What a function that writes reports; or raises what it failed with."""
    found = taken_report(report) if report.value else None
    if status:
        failure = error_of(status, error)
        failure.report = found
        raise failure
    return found or Report()


def write(theme: Theme, path: Path, options: Writing) -> Report:
    """Writes a theme to a path."""
    name, report, error = os.fsencode(path), c_void_p(), details()
    status = released.dyncolor_write_path(
        theme._handle, name, len(name), options.address, byref(report), error)
    return _finished(status, report, error)


def written(theme: Theme, options: Writing) -> dict[str, bytes]:
    """The files that writing a theme makes."""
    files: dict[str, bytes] = {}
    report, error = c_void_p(), details()
    status = released.dyncolor_write_files(
        theme._handle, options.address, TAKE, id(files), byref(report), error)
    _finished(status, report, error)
    return files


def text(theme: Theme, options: Writing) -> str:
    """The one file that writing a theme makes."""
    length = c_size_t()
    while True:
        room, error = create_string_buffer(length.value + 1), details()
        status = released.dyncolor_write_memory(
            theme._handle, options.address, room, len(room), byref(length), None, error)
        # In the meantime, the theme may have grown.
        if status != BUFFER_TOO_SMALL:
            _finished(status, c_void_p(), error)
            return room.raw[:length.value].decode()


# ---- Watching ------------------------------------------------------------------------------------


class Watch:
    """A file or a folder that has been loaded into a theme, and is loaded again whenever it has
    changed: see `Theme.watch`. `report` is what was found when it was loaded last, if that
    succeeded.

    It is something to wait for: what takes anything with a `fileno`, as `select`, `selectors` and
    `asyncio` do, tells when `pump` has something to do. It ends when it is closed, or the block
    does whose context manager it is.
    """

    __slots__ = ("_close", "_descriptor", "_handle", "_is_closed", "_lock", "_options", "_users",
                 "report", "theme")

    def __init__(self, theme: Theme, path: Path, options: Options) -> None:
        self._handle: int | None = None
        self._is_closed = False
        self.theme = theme
        self._options = options
        self._lock = allocate_lock()
        self._users = 0
        self._close = released.dyncolor_watch_release
        name, watch = os.fsencode(path), c_void_p()
        self.report = options.call(
            released.dyncolor_watch_create, theme._handle, name, len(name), options.address,
            byref(watch)) or Report()
        self._handle = watch.value
        self._descriptor: int = held.dyncolor_watch_descriptor(watch)

    def fileno(self) -> int:
        """The descriptor, which is readable when there is something to do. It is the watch's: it
        must not be read, or closed."""
        self._live()
        return self._descriptor

    def pump(self) -> Report | None:
        """Loads the file or folder again, if it has changed, and returns what was found; None if
        there was nothing to do. Never waits, and may be called at any time.

        If that fails, the error is raised, with the report: the theme then keeps what was loaded
        last, until the next change. An edit that is under way is left to end first.
        """
        with self._lock:
            handle = self._live()
            self._users += 1
        try:
            did_load, report, error = c_int32(), c_void_p(), details()
            status = released.dyncolor_watch_pump(
                handle, byref(did_load), byref(report), error)
            found = self._options.finish(status, report, error)
            if not did_load.value:
                return None
            self.report = found or Report()
            return self.report
        finally:
            with self._lock:
                self._users -= 1
            self._release_unused()

    def close(self) -> None:
        """Ends the watch. The colors stay. Nothing happens if it has ended."""
        with self._lock:
            self._is_closed = True
        self._release_unused()

    def _live(self) -> int:
        if self._is_closed or self._handle is None:
            raise ValueError("the watch is closed")
        return self._handle

    def _release_unused(self) -> None:
        """Gives a watch back that is closed, once nobody pumps it any more."""
        with self._lock:
            if not self._is_closed or self._users:
                return
            handle, self._handle = self._handle, None
        if handle is not None:
            self._close(handle)

    def __enter__(self) -> Watch:
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
