"""Writing a theme to files."""
from __future__ import annotations

import os
from _collections_abc import Mapping
from ctypes import (
    CFUNCTYPE, addressof, byref, c_char_p, c_int, c_size_t, c_void_p, cast, create_string_buffer,
    py_object, sizeof, string_at)

from ._calls import BUFFER_TOO_SMALL, flag, length_field, listed, new_error, utf8
from ._library import FORMATS, LAYOUTS, EnvironmentValue, no_gil, word_value
from ._structures import WRITE_FLAGS, WriteOptions
from .environment import environment_of
from .errors import UnknownFormatError
from .formats import WRITTEN_FORMATS, format_number, list_formats
from .loading import path_bytes
from .reports import Report, report_or_raise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ._library import ErrorDetails
    from .environment import Environment
    from .theme_base import ThemeBase
    from .words import Format, Layout, Path


class ConvertedWriteOptions:
    """The options of a write, converted for C: a struct, `value`, and its address."""

    __slots__ = ("_memory", "address", "value")

    def __init__(
        self, format: Format | None, name: str,
        environments: Mapping[str, Environment | str] | Iterable[Environment | str],
        classes: bool, layout: Layout | None,
    ) -> None:
        value = self.value = WriteOptions(sizeof(WriteOptions))
        if format is not None:
            value.format = format_number(format, WRITTEN_FORMATS)
        value.flags = WRITE_FLAGS["classes"] * flag("classes", classes)
        if layout is not None:
            value.layout = word_value("layout", LAYOUTS, layout)
        value.name = data = utf8(name, "name")
        value.name_length = length_field(data)
        # Memory that the options point to.
        self._memory: list[object] = []
        chosen: Any = environments
        if isinstance(environments, Mapping):
            texts = [utf8(each, "the name of an environment") for each in chosen]
            names = (c_char_p * len(texts))(*texts)
            value.environment_names = addressof(names)
            self._memory.append(names)
            chosen = list(chosen.values())
        table = b"".join([
            bytes(environment_of(each, f"environments[{index}]")) for index, each in enumerate(
                listed("environments", "a list or a dict of environments", chosen))])
        if table:
            memory = create_string_buffer(table, len(table))
            value.environments = addressof(memory)
            value.environment_count = len(table) // sizeof(EnvironmentValue)
            self._memory.append(memory)
        self.address = byref(value)


def write(theme: ThemeBase, path: Path, options: ConvertedWriteOptions) -> Report:
    """Write a theme to a path."""
    path_data, report, error = path_bytes(path, "path"), c_void_p(), new_error()
    status = no_gil.dyncolor_theme_write_n(
        theme._handle, path_data, len(path_data), options.address, byref(report), error)
    return _report_or_raise(status, report, error, os.fsdecode(path_data)) or Report()


def written(theme: ThemeBase, options: ConvertedWriteOptions) -> dict[str, bytes]:
    """Return the files that `write` would make: contents by their paths."""
    files: dict[str, bytes] = {}
    report, error = c_void_p(), new_error()
    status = no_gil.dyncolor_theme_write_files(
        theme._handle, options.address, ON_FILE, id(files), byref(report), error)
    _report_or_raise(status, report, error)
    return files


def _report_or_raise(
    status: int, report: c_void_p, error: ErrorDetails, path: str = ""
) -> Report | None:
    """Return the report of a write, or None if C has made none. If the write failed, raise its
    error. An error about the format lists the formats that can be written."""
    try:
        return report_or_raise(status, report, error)
    except UnknownFormatError as failure:
        list_formats(failure, path, WRITTEN_FORMATS, "written")
        raise


def _check_memory_write(status: int, error: ErrorDetails, options: ConvertedWriteOptions) -> None:
    """Raise the exception for the status of a write to memory, unless the status is 0. If the
    format is a folder, the exception says how to write a folder."""
    try:
        _report_or_raise(status, c_void_p(), error)
    except UnknownFormatError as failure:
        name = next((word for word in WRITTEN_FORMATS if FORMATS[word] == options.value.format), "")
        if name:
            failure.message = (
                "the format is a folder of files, not a single text; write it by "
                f'theme.write(path, format="{name}"), or get its files by theme.written("{name}")')
            failure.context = name
            failure.args = (failure.message, failure.context)
        raise


def text(theme: ThemeBase, options: ConvertedWriteOptions) -> str:
    """Return the text of the single file that `write` would make."""
    length = c_size_t()
    while True:
        buffer, error = create_string_buffer(length.value + 1), new_error()
        status = no_gil.dyncolor_theme_write_memory(
            theme._handle, options.address, buffer, len(buffer), byref(length), None, error)
        # Another thread may have made the theme larger: try again with the new size.
        if status != BUFFER_TOO_SMALL:
            _check_memory_write(status, error, options)
            return buffer.raw[:length.value].decode()


# ---- Callbacks -----------------------------------------------------------------------------------


def _on_file(files: dict[str, bytes], path: bytes, start: int, size: int) -> int:
    """Keep a file, whose contents begin at the address `start`. 0 lets the write go on."""
    files[path.decode("utf-8", "replace")] = string_at(start, size) if size else b""
    return 0


# dyncolor_file_function, except that the user data is a Python object.
FileFunction = CFUNCTYPE(c_int, py_object, c_char_p, c_void_p, c_size_t)

_callback = FileFunction(_on_file)
ON_FILE = cast(_callback, c_void_p).value
