"""Every message of the library, with an input that causes it and the line that people read.

Tests/Formats/messages.tsv has a row for each case: how it is caused, the input, and the line that
dyncolor_error_format or dyncolor_finding_format writes. A row whose kind is `no case` names a
message that no input can cause, with the reason.

Kinds:

- `css`: the text is registered as the CSS of a color.
- `load`: the files are loaded. `NAME: TEXT` is one file; `|||` separates files of a folder.
- `write`: after `FORMAT: ` or `FORMAT PATH: `, each `NAME = CSS` is registered, and the theme is
  written in that format. `;;` separates them.
- `call`: statements in Python, separated by `;;`. `lib` has the functions of C, `error` and
  `report` are for the results, `theme` is a theme with a few names and colors, and `out` is memory
  for other results. `load` and `write` do the same as the kinds; `save` writes a file, `load_path`
  loads it, and `edit` does so strictly, and loads it once more, with another text, in a watch.

An asterisk after a kind says that the input is an expression of Python, with the text as its value.
"""
from __future__ import annotations

import ctypes
import os
import re
import select
from ctypes import POINTER, byref, c_size_t, cast, create_string_buffer
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from dyncolor import _definitions, _library, _structures
from dyncolor.errors import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "Tests" / "Formats" / "messages.tsv"
CORE = ROOT / "Sources" / "DynColor"

NUL = ctypes.c_size_t(-1).value

# Folders and files whose texts are not messages: pages, headers and explanations that are written,
# and the misuse of handles, which ends the process.
OTHER_TEXTS = ("Formats/Preview/", "Theme/Explanation/TraceText.swift", "Concurrency/Handles.swift",
               "Memory/Trap.swift", "Memory/Buffer.swift", "Formats/CHeader/PixelTableText.swift",
               "Theme/Registry/BuiltinPalettes.swift", "Syntax/ExpressionText.swift",
               "Syntax/NamedColor.swift")


class Row(NamedTuple):
    kind: str
    input: str
    line: str


def rows() -> list[Row]:
    text = TABLE.read_text("utf-8").splitlines()
    return [Row(*line.split("\t")) for line in text if line and not line.startswith("#")][1:]


ROWS = rows()
CASES = [row for row in ROWS if row.kind != "no case"]


def format_line(function: str, value: Any, size: int = 8192) -> str:
    buffer = create_string_buffer(size)
    assert getattr(_library.with_gil, function)(byref(value), None, 0, buffer, size, None) == 0
    return buffer.value.decode()


class Outcome:
    """Lines, each with the message that it is made of."""

    def __init__(self) -> None:
        self.lines: dict[str, str] = {}

    def add_error(self, error: _library.ErrorDetails) -> None:
        if error.message:
            self.lines[format_line("dyncolor_error_format_n", error)] = error.message.decode()

    def add_report(self, report: ctypes.c_void_p) -> None:
        lib, count = _library.with_gil, c_size_t()
        address = lib.dyncolor_report_findings(report, byref(count))
        findings = cast(address, POINTER(_structures.FindingValue))
        for number in range(count.value):
            line = format_line("dyncolor_finding_format_n", findings[number])
            self.lines[line] = findings[number].message.decode()
        lib.dyncolor_report_release(report)


class Session:
    """What the statements of a `call` can use."""

    def __init__(self) -> None:
        self.error = _library.ErrorDetails(ctypes.sizeof(_library.ErrorDetails))
        self.report = ctypes.c_void_p()
        self.lib: Any = _library.with_gil
        self.theme = ctypes.c_void_p()
        self.out = (ctypes.c_uint64 * 8192)()
        assert self.lib.dyncolor_theme_create(None, byref(self.theme), None) == 0

    def register(self, name: bytes, css: bytes) -> int:
        """Registers a color, and returns its id."""
        self.lib.dyncolor_register_css_n(
            self.theme, name, len(name), css, len(css), self.out, byref(self.error))
        return self.out[0] & 0xFFFFFFFF

    def provide(self, status: int) -> int:
        """Registers a provider that returns a status, and returns the id of the color."""
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
        self.provider = kind(lambda *_: status)
        self.lib.dyncolor_register_provider_n(
            self.theme, b"shadow", 6, cast(self.provider, ctypes.c_void_p), None, None, self.out,
            byref(self.error))
        return self.out[0] & 0xFFFFFFFF

    def names(self) -> dict[str, Any]:
        lib, theme, out = self.lib, self.theme, self.out
        made = ctypes.c_uint16()
        number = ctypes.c_uint32()
        lib.dyncolor_palette_declare_n(theme, b"Winter", 6, byref(made), None)
        lib.dyncolor_axis_declare_n(theme, b"season", 6, byref(number), None)
        lib.dyncolor_axis_declare_value_n(theme, number, b"spring", 6, byref(number), None)
        lib.dyncolor_layer_declare_n(theme, b"brand", 5, 0, byref(made), None)
        lib.dyncolor_owner_declare_n(theme, b"editor", 6, byref(made), None)
        lib.dyncolor_locale_declare_n(theme, b"de-AT", 5, byref(made), None)
        lib.dyncolor_subtype_declare_n(theme, b"round", 5, out, None)
        accent = self.register(b"accent", b"#0461be")
        return {
            **vars(_definitions), **vars(_structures), **vars(_library), **vars(ctypes),
            "lib": lib, "theme": theme, "out": out, "error": self.error,
            "report": byref(self.report), "accent": accent,
            "register": self.register, "provide": self.provide, "NUL": NUL, "os": os}

    def release(self) -> None:
        self.lib.dyncolor_theme_release(self.theme)


def split_files(text: str) -> list[tuple[str, str]]:
    return [(name, content) for name, _, content in
            (file.partition(": ") for file in text.split("|||"))]


def save(name: str, content: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("latin-1"))


def load_path(session: Session, path: str, options: Any = None) -> None:
    name = path.encode()
    session.lib.dyncolor_theme_load_n(
        session.theme, name, len(name), options, byref(session.report), byref(session.error))


def load(session: Session, text: str, options: Any = None) -> None:
    """Loads one file from memory, or several from a folder."""
    lib, theme, error, report = session.lib, session.theme, session.error, session.report
    files = split_files(text)
    if len(files) == 1 and "/" not in files[0][0]:
        name, content = files[0][0].encode(), files[0][1].encode("latin-1")
        lib.dyncolor_theme_load_memory_n(
            theme, name, len(name), content, len(content), options, byref(report), byref(error))
    else:
        for file_name, content_text in files:
            save(file_name, content_text)
        load_path(session, files[0][0].partition("/")[0], options)


def edit(session: Session, name: str, before: str, after: str) -> None:
    """Watches a file, and writes it anew. The path, which is absolute, is left out of the error."""
    lib, error, watch = session.lib, session.error, ctypes.c_void_p()
    options = _structures.LoadOptions(ctypes.sizeof(_structures.LoadOptions), flags=1)
    save(name, before)
    assert lib.dyncolor_watch_create_n(
        session.theme, name.encode(), len(name), byref(options), byref(watch), None, None) == 0
    save(name, after)
    descriptor = lib.dyncolor_watch_descriptor(watch)
    while select.select([descriptor], [], [], 5)[0]:
        if lib.dyncolor_watch_pump(watch, None, None, byref(error)):
            break
    error.path = b""
    lib.dyncolor_watch_release(watch)


def write(session: Session, text: str) -> None:
    """Registers colors, and writes the theme to a path, or else to the path `written`."""
    lib, theme, error = session.lib, session.theme, session.error
    target, _, definitions = text.partition(": ")
    for definition in definitions.split(" ;; "):
        name, _, css = definition.partition(" = ")
        if name:
            session.register(name.encode(), css.encode())
            assert error.status == 0, error.message
    form, _, path = target.partition(" ")
    options = _structures.WriteOptions(ctypes.sizeof(_structures.WriteOptions))
    options.format = _library.FORMATS[form]  # type: ignore[index]
    name_bytes = (path or "written").encode()
    lib.dyncolor_theme_write_n(
        theme, name_bytes, len(name_bytes), byref(options), byref(session.report), byref(error))


def run(row: Row) -> dict[str, str]:
    """Runs a case in the current folder, and returns its lines with their messages."""
    kind, text = row.kind, row.input
    if kind.endswith("*"):
        kind, text = kind[:-1], eval(text)
    elif kind != "call":
        text = text.replace("\\n", "\n").replace("\\t", "\t")
    session, outcome = Session(), Outcome()
    if kind == "css":
        session.register(b"color", text.encode("latin-1"))
    elif kind == "load":
        load(session, text)
    elif kind == "write":
        write(session, text)
    else:
        assert kind == "call", kind
        names = session.names()
        names["load"] = partial(load, session)
        names["load_path"] = partial(load_path, session)
        names["save"] = save
        names["edit"] = partial(edit, session)
        names["write"] = partial(write, session)
        exec(text.replace(" ;; ", "\n"), names)
    if session.report:
        outcome.add_report(session.report)
    outcome.add_error(session.error)
    session.release()
    return outcome.lines


def literals(text: str) -> Iterator[str]:
    """The string literals of Swift that can be messages."""
    code = "\n".join("" if line.lstrip().startswith("//") else line for line in text.split("\n"))
    pattern = r'(WordTable\(\s*)?(?:"""\n(.*?)"""|"((?:[^"\\\n]|\\.)*)")'
    for match in re.finditer(pattern, code, re.DOTALL):
        words, block, line = match.groups()
        content = re.sub(r"\\\n\s*", "", block).strip() if block is not None else line
        content = content.replace('\\"', '"').replace("\\\\", "\\")
        if not words and is_message(content):
            yield content


# Lists of words that look like sentences.
WORDS = ("GIMP Palette", "background text", "cursor text", "foreground background",
         "black red green yellow blue magenta cyan white", "dark more contrast",
         "light more contrast", "high more increased low less reduced decreased",
         "unknown status")


def is_message(text: str) -> bool:
    """True for a text of several words that begins with a word, and has nothing of other code."""
    start = r"([a-z]+|[A-Z]+|[a-z]+-[a-z]+|--covered\(\)|@\w+|DYNCOLOR_\w+)[ ;,]"
    return bool(re.match(start, text)) and (
        not re.search(r"\\[n0]|\n", text) and text == text.strip() and text not in WORDS)


def messages() -> set[str]:
    found: set[str] = set()
    for path in sorted(CORE.rglob("*.swift")):
        if not str(path.relative_to(CORE)).startswith(OTHER_TEXTS):
            found.update(literals(path.read_text("utf-8")))
    return found


@pytest.fixture(scope="module")
def seen() -> set[str]:
    """The messages that the cases have caused so far."""
    return set()


@pytest.mark.parametrize("row", CASES, ids=[str(number) for number in range(len(CASES))])
def test_a_message_is_a_line_that_can_be_acted_on(
    row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seen: set[str],
) -> None:
    """Each message is written as the line in the table"""
    monkeypatch.chdir(tmp_path)
    lines = run(row)
    assert row.line in lines, "\n".join([row.line, *lines])
    seen.add(lines[row.line])


def test_each_message_has_a_case(seen: set[str]) -> None:
    """Each message in the sources has a case, or a reason why no input can cause it"""
    without = {row.line for row in ROWS if row.kind == "no case"}
    # What explains why a color has no value is in the context of a message.
    known, lines = messages(), "\n".join(row.line for row in CASES)
    assert not [each for each in known - seen - without if f": {each}" not in lines]
    assert not without - known
    assert not without & seen
    assert all(row.input for row in ROWS if row.kind == "no case")


def test_no_line_ends_with_a_colon() -> None:
    """No line of the table has an empty context after a colon"""
    assert not [row.line for row in CASES if re.search(r"\w:\s*($|;)", row.line)]


def test_the_package_writes_the_same_line() -> None:
    """The package's errors are written in the order of dyncolor_error_format"""
    for message, context in [
            ("no color has this name; register it; or not", "accent"), ("no; do", ""),
            ("no color has this name; register it", 'a; did you mean "b"?'),
            ("no color has this name", "a?"), ("no; ", "a")]:
        error = _library.ErrorDetails(ctypes.sizeof(_library.ErrorDetails))
        error.message, error.context = message.encode(), context.encode()
        line = format_line("dyncolor_error_format_n", error)
        assert line == sentence(message, context)
