"""Loads files into themes, through the C functions alone."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from ctypes import (
    CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int32, c_size_t, c_uint16, c_uint32,
    c_void_p)
from pathlib import Path
from typing import NamedTuple

from dyncolor import Theme, _library

STRICT, ALLOW_OUTSIDE = 1, 2

OK = 0
OUT_OF_MEMORY, SYNTAX, UNKNOWN_NAME, CYCLE, TOO_COMPLEX = -2, -3, -6, -10, -18
FILE, UNKNOWN_FORMAT, OUTSIDE, NOT_EXACT = -26, -27, -29, -30

_Read = CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)


class _Files(Structure):
    _fields_ = [("size", c_size_t), ("user_data", c_void_p), ("read", _Read), ("list", _Read)]


class _Options(Structure):
    _fields_ = [
        ("size", c_size_t), ("format", c_uint32), ("flags", c_uint32), ("layer", c_uint16),
        ("owner", c_uint16), ("reserved", c_uint32), ("prefix", c_char_p),
        ("prefix_length", c_size_t), ("system_version", c_char_p),
        ("system_version_length", c_size_t), ("files", POINTER(_Files)), ("progress", c_void_p),
        ("progress_user_data", c_void_p)]


class _Finding(Structure):
    _fields_ = [
        ("severity", c_int32), ("status", c_int32), ("line", c_uint32), ("column", c_uint32),
        ("offset", c_size_t), ("path", c_char_p), ("message", c_char_p), ("context", c_char_p)]


class Finding(NamedTuple):
    severity: str
    status: int
    line: int
    column: int
    path: str
    message: str
    context: str


class Result(NamedTuple):
    status: int
    findings: list[Finding]
    colors: int

    def of(self, severity: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == severity]

    @property
    def errors(self) -> list[Finding]:
        return self.of("error")

    @property
    def warnings(self) -> list[Finding]:
        return self.of("warning")

    def __str__(self) -> str:
        return "\n".join([f"status {self.status}", *map(str, self.findings)])


def _library_functions() -> ctypes.CDLL:
    library = ctypes.CDLL(_library.load())
    library.dyncolor_report_findings.restype = POINTER(_Finding)
    library.dyncolor_report_colors.restype = c_size_t
    return library


def _result(library: ctypes.CDLL, status: int, report: c_void_p) -> Result:
    count = c_size_t()
    found = library.dyncolor_report_findings(report, byref(count))
    severities = ("", "note", "warning", "error")
    findings = [
        Finding(severities[f.severity], f.status, f.line, f.column, f.path.decode(),
                f.message.decode(), f.context.decode())
        for f in (found[index] for index in range(count.value))]
    colors = library.dyncolor_report_colors(report)
    library.dyncolor_report_release(report)
    return Result(status, findings, colors)


def load(theme: Theme, path: str | os.PathLike[str], *, flags: int = 0, prefix: str = "") -> Result:
    """Loads a file or a folder."""
    library = _library_functions()
    options = _Options(size=ctypes.sizeof(_Options), flags=flags, prefix=prefix.encode() or None,
                       prefix_length=len(prefix.encode()))
    name = os.fsencode(path)
    report = c_void_p()
    status = library.dyncolor_theme_load_n(
        c_void_p(theme.address), name, c_size_t(len(name)), byref(options), byref(report), None)
    return _result(library, status, report)


def load_files(theme: Theme, files: Mapping[str, str | bytes], first: str, *, flags: int = 0,
               opened: list[str] | None = None) -> Result:
    """Loads the first of some files that are in memory, and the others as it asks for them."""
    library = _library_functions()
    contents = {name: text.encode() if isinstance(text, str) else text
                for name, text in files.items()}

    def read(_: object, path: bytes, sink: int) -> int:
        if opened is not None:
            opened.append(path.decode())
        data = contents.get(path.decode())
        if data is None:
            return FILE
        return int(library.dyncolor_sink_append(c_void_p(sink), data, c_size_t(len(data))))

    def lists(_: object, path: bytes, sink: int) -> int:
        prefix = path.decode() + "/" if path else ""
        for name in {name[len(prefix):].split("/")[0] + ("/" if "/" in name[len(prefix):] else "")
                     for name in contents if name.startswith(prefix)}:
            plain = name.rstrip("/").encode()
            library.dyncolor_sink_add_n(
                c_void_p(sink), plain, c_size_t(len(plain)), int(name.endswith("/")))
        return OK

    host = _Files(ctypes.sizeof(_Files), None, _Read(read), _Read(lists))
    options = _Options(size=ctypes.sizeof(_Options), flags=flags, files=ctypes.pointer(host))
    data = contents[first]
    report = c_void_p()
    name = first.encode()
    status = library.dyncolor_theme_load_memory_n(
        c_void_p(theme.address), name, c_size_t(len(name)), data, c_size_t(len(data)),
        byref(options), byref(report), None)
    return _result(library, status, report)


def load_folder(theme: Theme, files: Mapping[str, str | bytes], folder: Path) -> Result:
    """Loads files from a folder of the system."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load(theme, folder)
