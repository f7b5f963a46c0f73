"""Loading colors from files: the options of a load, and files that the program reads itself."""
from __future__ import annotations

import os
from ctypes import (
    CFUNCTYPE, addressof, byref, c_char_p, c_int, c_size_t, c_void_p, cast, py_object, sizeof)

from ._calls import flag, length_field, new_error, utf8, wrong_type
from ._library import FORMATS, with_gil, no_gil
from ._structures import LOAD_FLAGS, FilesValue, LoadOptions
from .errors import FileError, MissingFileError, UnknownFormatError
from .formats import READ_FORMATS, format_number, list_formats
from .reports import Report, report_or_raise, take_report
from .layers_and_owners import layer_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn

    from ._library import ErrorDetails
    from ._memory import Buffer
    from .layers_and_owners import LayerOfTheme
    from .theme_base import ThemeBase
    from .words import Files, Format, Path, Progress


class ConvertedLoadOptions:
    """The options of a load, converted for C, and what its callbacks need.

    `anyway` is for a watch, which then begins even if the first load fails.

    C gets the address of this object as user data. In CPython, that is what `id` returns.
    """

    __slots__ = ("_files", "_files_value", "_progress", "_raised", "address", "value")

    def __init__(
        self, theme: ThemeBase, format: Format | None, layer: LayerOfTheme | str | None,
        owner: str | None, prefix: str, strict: bool, allow_outside: bool, system_version: str,
        files: Files | None, progress: Progress | None, anyway: bool = False,
    ) -> None:
        value = self.value = LoadOptions(sizeof(LoadOptions))
        if format is not None:
            value.format = format_number(format, READ_FORMATS)
        value.flags = (LOAD_FLAGS["strict"] * flag("strict", strict)
                       | LOAD_FLAGS["allow-outside"] * flag("allow_outside", allow_outside)
                       | LOAD_FLAGS["watch-anyway"] * flag("anyway", anyway))
        value.layer, value.owner = layer_numbers(theme, layer, owner)
        value.prefix = data = utf8(prefix, "prefix")
        value.prefix_length = length_field(data)
        value.system_version = data = utf8(system_version, "system_version")
        value.system_version_length = length_field(data)
        if files is not None and not (hasattr(files, "read") or hasattr(files, "keys")):
            raise wrong_type(
                "files", "a dict of contents by paths, or an object with read() and list()", files)
        if progress is not None and not callable(progress):
            raise wrong_type("progress", "a function", progress)
        self._files, self._progress = files, progress
        # What a callback has raised during the load.
        self._raised: BaseException | None = None
        if files is not None:
            self._files_value = FilesValue(sizeof(FilesValue), id(self), ON_READ, ON_LIST)
            value.files = addressof(self._files_value)
        if progress is not None:
            value.progress, value.progress_user_data = ON_PROGRESS, id(self)
        self.address = byref(value)

    def call(self, function: Callable[..., int], *arguments: object) -> Report | None:
        """Call a function of C that loads, and return its report."""
        report, error = c_void_p(), new_error()
        status = function(*arguments, byref(report), error)
        return self.finish(status, report, error)

    def finish(self, status: int, report: c_void_p, error: ErrorDetails) -> Report | None:
        """Return the report of a call that has ended. If it failed, raise its error, or what a
        callback raised."""
        cause, self._raised = self._raised, None
        # An OSError or a LookupError only says that the program has no such file, or cannot read
        # it. C reports this: see `deliver`.
        if cause is not None and not isinstance(cause, (OSError, LookupError)):
            # Frees the report.
            if report.value:
                take_report(report)
            raise cause
        try:
            return report_or_raise(status, report, error)
        except UnknownFormatError as failure:
            # The message becomes one that lists the formats.
            list_formats(failure, failure.path or failure.context, READ_FORMATS, "read")
            raise
        except FileError as failure:
            if cause is None:
                raise
            self._raise_from(failure, cause)

    def _raise_from(self, failure: FileError, cause: BaseException) -> NoReturn:
        """Raise an error of a file that the program could not read, with the reason for it."""
        number = getattr(cause, "errno", None)
        if isinstance(number, int):
            failure.errno, failure.strerror = number, os.strerror(number)
        elif isinstance(cause, LookupError):
            failure = failure.as_missing()
        raise failure from cause

    def report_progress(self, path: str, colors: int) -> int:
        """Call the progress callback. Return 1 to cancel the load."""
        try:
            assert self._progress is not None
            return int(self._progress(path, colors) is True)
        except BaseException as error:
            self._raised = error
            return 1

    def deliver(self, path: str, sink: int, *, is_folder: bool) -> int:
        """Pass the contents of a file, or the names in a folder, from the program to C. `sink` is
        the address of the dyncolor_sink that takes them. Return 0, or a status of C."""
        try:
            return self._list_folder(path, sink) if is_folder else self._read_file(path, sink)
        except BaseException as error:
            # An OSError or a LookupError becomes a finding of the report: the file is missing, or
            # cannot be read. Of all other exceptions, the load raises the first.
            file_errors = OSError, LookupError
            if self._raised is None or (
                    isinstance(self._raised, file_errors) and not isinstance(error, file_errors)):
                self._raised = error
            return FileError.status

    def _read_file(self, path: str, sink: int) -> int:
        files: Any = self._files
        given: object = files.read(path) if hasattr(files, "read") else files[path]
        data = bytes_of(given)
        status: int = with_gil.dyncolor_sink_append(sink, data, len(data))
        return status

    def _list_folder(self, path: str, sink: int) -> int:
        files: Any = self._files
        names: Iterable[str] = (
            files.list(path) if hasattr(files, "read") else _names_within(path, files))
        for name in names:
            data = utf8(name.removesuffix("/"))
            status: int = with_gil.dyncolor_sink_add_n(sink, data, len(data), name.endswith("/"))
            if status:
                return status
        return 0


def bytes_of(data: Any) -> bytes:
    """Return text as UTF-8, or any other buffer as bytes."""
    if isinstance(data, str):
        return utf8(data)
    return data if isinstance(data, bytes) else memoryview(data).tobytes()


def _names_within(folder: str, paths: Iterable[str]) -> set[str]:
    """Return the names in a folder, among all paths. Names of folders end in a slash."""
    prefix = f"{folder}/" if folder else ""
    names: set[str] = set()
    for path in paths:
        if path.startswith(prefix):
            name, slash, _ = path[len(prefix):].partition("/")
            names.add(name + slash)
    if not names:
        raise FileNotFoundError(folder)
    return names


# ---- Callbacks -----------------------------------------------------------------------------------


def _on_progress(options: ConvertedLoadOptions, path: bytes, colors: int) -> int:
    return options.report_progress(path.decode("utf-8", "replace"), colors)


def _read(options: ConvertedLoadOptions, path: bytes, sink: int) -> int:
    return options.deliver(path.decode("utf-8", "surrogatepass"), sink, is_folder=False)


def _list(options: ConvertedLoadOptions, path: bytes, sink: int) -> int:
    return options.deliver(path.decode("utf-8", "surrogatepass"), sink, is_folder=True)


# The C types of the callbacks, except that the user data is a Python object.
PROGRESS = CFUNCTYPE(c_int, py_object, c_char_p, c_size_t)
DELIVER = CFUNCTYPE(c_int, py_object, c_char_p, c_void_p)

_callbacks = (PROGRESS(_on_progress), DELIVER(_read), DELIVER(_list))
# The addresses of the callbacks.
ON_PROGRESS, ON_READ, ON_LIST = (cast(callback, c_void_p).value for callback in _callbacks)


# ---- Loading -------------------------------------------------------------------------------------


def load(
    theme: ThemeBase, source: Path, data: Buffer | str | dict[str, Any] | None,
    options: ConvertedLoadOptions,
) -> Report:
    """Load a file or a folder, or a file that is in memory."""
    name = path_bytes(source, "source")
    try:
        return _load(theme, name, data, options)
    except MissingFileError as error:
        # A name with a brace is probably the text of a file.
        if data is None and b"{" in name:
            error.message = ("no such file or folder; to load text, pass a name and the "
                             'text: load("theme.css", text)')
            error.args = (error.message, error.context)
        raise


def _load(
    theme: ThemeBase, name: bytes, data: Buffer | str | dict[str, Any] | None,
    options: ConvertedLoadOptions,
) -> Report:
    """Load `data` under a name or, if `data` is None, the file or folder with that name. A dict is
    loaded as JSON, unless the options have another format."""
    if data is None:
        report = options.call(
            no_gil.dyncolor_theme_load_n, theme._handle, name, len(name), options.address)
    else:
        if isinstance(data, dict):
            import json
            if not options.value.format:
                options.value.format = FORMATS["json"]
            data = json.dumps(data)
        try:
            given = bytes_of(data)
        except TypeError:
            raise wrong_type("data", "text, bytes or a dict", data) from None
        report = options.call(
            no_gil.dyncolor_theme_load_memory_n, theme._handle, name or None, len(name), given,
            len(given), options.address)
    return report or Report()


def check_names(theme: ThemeBase) -> Report:
    """Return the report of unknown names in the definitions of colors."""
    report, error = c_void_p(), new_error()
    status = no_gil.dyncolor_theme_check(theme._handle, byref(report), error)
    return report_or_raise(status, report, error) or Report()


def path_bytes(path: Path, what: str) -> bytes:
    """Return a path as bytes, in the encoding of the file system. `what` is for messages."""
    try:
        return os.fsencode(path)
    except TypeError:
        raise wrong_type(what, "a path", path) from None
