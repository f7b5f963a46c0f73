"""Files with colors in them: loaded and written, from the disk, from memory, from a program."""
from __future__ import annotations

import gc
import weakref
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

import dyncolor
from dyncolor import (
    CancelledError, Color, CycleError, Environment, Error, FileError, Finding, NoValueError,
    OutsideError, Report, Semantic, TextSyntaxError, Theme, UnknownFormatError, UnknownNameError)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from dyncolor import Format
    from dyncolor.words import Layout

DARK = Environment(scheme="dark")
TEXT = '{"ink": "black", "paper": {"light": "snow", "dark": "#222"}}'


def check(theme: Theme, prefix: str = "") -> None:
    assert theme[f"{prefix}ink"].css == "#000000"
    assert theme[f"{prefix}paper"].css == "light-dark(#fffafa, #222222)"


# ---- Where files come from -----------------------------------------------------------------------


def test_a_file_is_loaded(tmp_path: Path) -> None:
    """A file is loaded by its path, as text or as a path object"""
    file = tmp_path / "thème.json"
    file.write_text(TEXT)
    for path in (file, str(file)):
        theme = Theme()
        report = theme.load(path)
        assert (report.colors, len(report), report.omitted, bool(report)) == (2, 0, 0, True)
        check(theme)


@pytest.mark.parametrize("data", [
    TEXT, TEXT.encode(), bytearray(TEXT.encode()), memoryview(TEXT.encode())],
    ids=["text", "bytes", "a byte array", "a view"])
def test_memory_is_loaded(data: Any) -> None:
    """A file in memory is loaded, from text or from anything with bytes"""
    theme = Theme()
    assert theme.load("theme.json", data).colors == 2
    check(theme)
    assert Theme().load("", data, format="json").colors == 2


def test_a_dict_is_loaded() -> None:
    """A dict stands for the JSON that has it, whatever its name"""
    theme = Theme()
    data = {"ink": "black", "paper": {"light": "snow", "dark": [34, 34, 34]}}
    for name in ("theme.json", "theme", ""):
        assert theme.load(name, data).colors == 2
        check(theme)
    assert theme.load("a.tokens.json", {"b": {"$type": "color", "$value": "#fff"}},
                      format="design-tokens").colors == 1


def test_names_that_nobody_knows_are_told() -> None:
    """A check of a theme finds names that nobody knows, with those that are like them"""
    theme = Theme()
    assert len(theme.check()) == 0
    theme.axis("team", "red", "blue")
    theme.register("warm", "if(style(--taem: red): red; style(--team: purple): blue; else: tan)")
    theme.register("cold", "var(--wram)")
    report = theme.check()
    told = [each.context for each in report.warnings]
    assert 'warm: taem; did you mean "team"?' in told and len(told) == 3
    assert all(each.error is UnknownNameError for each in report)


class Archive:
    """A reader that notes what it is asked for."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.asked: list[str] = []

    def read(self, path: str) -> str:
        self.asked.append(path)
        return self.files[path]

    def list(self, path: str) -> Iterable[str]:
        self.asked.append(f"{path}/")
        return [name for name in self.files if "/" not in name]


def test_a_program_reads_files_itself() -> None:
    """Files are those of a mapping, or of an object that reads them"""
    theme = Theme()
    assert theme.load("a/theme.json", files={"a/theme.json": TEXT}).colors == 2
    check(theme)
    assert Theme().load("theme.json", files={"theme.json": TEXT.encode()}).colors == 2
    archive = Archive({"theme.json": TEXT})
    assert Theme().load("theme.json", files=archive).colors == 2
    assert archive.asked == ["theme.json"]


def test_what_a_program_cannot_read_is_told() -> None:
    """A file that a program does not have is an error that tells of it, and why"""
    with pytest.raises(FileError, match="none.json") as raised:
        Theme().load("none.json", files={})
    assert isinstance(raised.value.__cause__, KeyError)
    report = raised.value.report
    assert report is not None and report.errors[0].error is FileError
    with pytest.raises(OutsideError):
        Theme().load("../none.json", files={})


def test_mistakes_of_a_program_are_raised() -> None:
    """What a program's functions raise by mistake comes out of the load, and nothing was loaded"""
    class Broken:
        def read(self, path: str) -> bytes:
            raise ZeroDivisionError(path)

        def list(self, path: str) -> list[str]:
            raise ZeroDivisionError(path)

    theme = Theme()
    with pytest.raises(ZeroDivisionError):
        theme.load("theme.json", files=Broken())
    wrong: Any = {"theme.json": 5}
    with pytest.raises(TypeError):
        theme.load("theme.json", files=wrong)
    assert len(theme) == 0


# ---- How -----------------------------------------------------------------------------------------


def test_where_colors_are_registered() -> None:
    """Colors are registered in a layer, for an owner, with a prefix before their names"""
    theme = Theme()
    theme.load("theme.json", TEXT, layer="user", owner="ana", prefix="web/")
    check(theme, "web/")
    assert theme.provenance("web/ink")[0][:2] == ("user", "ana")
    assert "web" in theme.palettes
    brand = theme.layer("brand", below="user", owner="bob")
    theme.load("theme.json", TEXT, layer=brand)
    assert theme.provenance("ink")[0][:2] == ("brand", "bob")
    with pytest.raises(ValueError, match="another theme"):
        theme.load("theme.json", TEXT, layer=Theme().layer("user"))


def test_progress_is_told() -> None:
    """Progress is told, and ends the load by True or by what it raises"""
    told: list[tuple[str, int]] = []
    theme = Theme()
    theme.load("theme.json", TEXT, progress=lambda path, count: told.append((path, count)))
    assert told == [("theme.json", 0)]
    with pytest.raises(CancelledError):
        theme.load("theme.json", '{"other": "red"}', progress=lambda path, count: True)
    def raising(path: str, count: int) -> None:
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        theme.load("theme.json", '{"other": "red"}', progress=raising)
    assert theme.names() == ["ink", "paper"]


def test_a_failed_load_changes_nothing() -> None:
    """A load that fails leaves the theme as it was, and its report has every error and its place"""
    theme = Theme()
    theme.load("theme.json", TEXT)
    before, generation = theme.fingerprint(), theme.generation
    with pytest.raises(TextSyntaxError) as raised:
        theme.load("theme.json", '{\n  "ink": "#blak",\n  "new": "red",\n  "paper": "#12345"\n}')
    error = raised.value
    assert (error.line, error.column) == (2, 13)
    assert error.report is not None
    assert [(each.path, each.line, each.severity) for each in error.report.errors] == [
        ("theme.json", 2, "error"), ("theme.json", 4, "error")]
    assert str(error.report).splitlines()[0].startswith("theme.json:2:13: error: ")
    assert (theme.fingerprint(), theme.generation) == (before, generation)


def test_leniency_is_told() -> None:
    """What is read out of leniency is a warning, and with `strict` an error"""
    lenient = '{"ink": "black",}'
    theme = Theme()
    report = theme.load("theme.json", lenient)
    assert len(report.warnings) == 1 and report.errors == [] and list(report) == report.warnings
    assert report.warnings[0].line == 1
    with pytest.raises(TextSyntaxError) as raised:
        theme.load("theme.json", lenient, strict=True)
    assert raised.value.report is not None and raised.value.report.errors


ERRORS: list[tuple[str, type[Error], str, dict[str, Any]]] = [
    ("a cycle", CycleError, '{"a": "var(--b)", "b": "var(--a)"}', {}),
    ("no format", UnknownFormatError, "\x7fELF", {}),
    ("another format", TextSyntaxError, "a { }", {"format": "json"}),
    ("no version", UnknownNameError, TEXT, {"system_version": "12"}),
    ("no UTF-8", dyncolor.TextEncodingError, '{"a": "\udc80"}', {}),
]


@pytest.mark.parametrize(("kind", "text", "options"), [
    pytest.param(kind, text, options, id=name) for name, kind, text, options in ERRORS])
def test_errors(kind: type[Error], text: str, options: dict[str, Any]) -> None:
    """What cannot be loaded is an error of its class"""
    theme = Theme()
    with pytest.raises(kind):
        theme.load("theme", text, **options)
    assert len(theme) == 0


WRONG: list[tuple[str, Callable[[Theme], object]]] = [
    ("a format that there is none of", lambda theme: theme.load("a", b"", format=_any("pdf"))),
    ("a format that cannot be read",
     lambda theme: theme.load("a", b"{}", format="c-header")),
    ("a path that is no text", lambda theme: theme.load(_any(5))),
    ("data that has no bytes", lambda theme: theme.load("a", _any(5))),
    ("an empty path", lambda theme: theme.load("")),
    ("a path with a NUL", lambda theme: theme.load("a\0b")),
    ("a layer that is none", lambda theme: theme.load("a", b"{}", layer=_any(5))),
    ("a format to write that there is none of", lambda theme: theme.text(_any("pdf"))),
    ("a name with a NUL", lambda theme: theme.text("json", name="a\0b")),
    ("an environment that is none",
     lambda theme: theme.written("c-header", environments=_any([5]))),
]


def _any(value: object) -> Any:
    return value


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in WRONG])
def test_wrong_arguments(call: Callable[[Theme], object]) -> None:
    """A wrong argument is refused"""
    with pytest.raises((TypeError, ValueError)):
        call(Theme())


def test_findings_are_values() -> None:
    """Findings are values, and tell what they are as text"""
    finding = Finding("warning", "expected less", "so much", "a.json", 3, 4, 20, -3)
    assert str(finding) == "a.json:3:4: warning: expected less: so much"
    assert finding.error is TextSyntaxError
    assert str(Finding("note", "as it is", "", "", 0, 0, 0, 0)) == "note: as it is"
    assert {finding: 1}[Finding("warning", "expected less", "so much", "a.json", 3, 4, 20, -3)] == 1
    assert repr(Report([finding], 5, 2)) == "<Report of 5 colors, 1 findings and 2 more>"


def test_nothing_is_kept() -> None:
    """A load keeps neither the functions that it called nor what they raised"""
    class Function:
        def __call__(self, path: str, count: int) -> None:
            raise ValueError(path)

    function = Function()
    gone = weakref.ref(function)
    theme = Theme()
    with pytest.raises(ValueError, match="theme"):
        theme.load("theme.json", TEXT, progress=function)
    del function
    gc.collect()
    assert gone() is None


def test_annotations() -> None:
    """A color carries along what formats say of it to others"""
    theme = Theme()
    ink = theme.register("ink", "black")
    assert ink.annotation == ""
    ink.annotation = '{"com.example": 1}'
    assert theme["ink"].annotation == '{"com.example": 1}'
    ink.annotation = ""
    assert ink.annotation == ""


# ---- Mistakes ------------------------------------------------------------------------------------


def test_findings_of_a_file_are_in_order() -> None:
    """The findings of a file are in the order of its lines, in a report and as text"""
    sheet = ":root {\n--a: var(--bb);\n--c: rgb(1 2);\n--d: var(--ee);\n--f: #12345;\n}"
    report = Theme().load("a.css", sheet)
    assert [each.line for each in report] == [2, 3, 4, 5]
    assert [line.split(":")[1] for line in str(report).splitlines()] == ["2", "3", "4", "5"]
    with pytest.raises(TextSyntaxError) as raised:
        Theme().load("a.json", '{"a": "#ff",\n"b": "var(--b)",\n"c": "#f"}', strict=True)
    assert (raised.value.line, [each.line for each in raised.value.report]) == (1, [1, 3])
    files = {"a.css": '@import "b.css";:root{--a:#1;\n--b:var(--zzzz)}',
             "b.css": ":root{--c:var(--yyyy);\n--d:#2}"}
    report = Theme().load("a.css", files=files)
    assert [(each.path, each.line) for each in report] == [
        ("a.css", 1), ("a.css", 2), ("b.css", 1), ("b.css", 2)]
    strict = pytest.raises(Error, match="3, 4, 6 or 8 hexadecimal digits")
    with strict as failed:
        Theme().load("a.css", files=files, strict=True)
    # The exception is for the first error of the report.
    first = failed.value.report.errors[0]
    assert (failed.value.line, failed.value.column) == (first.line, first.column)


@pytest.mark.parametrize("value", [
    "1px solid", "sans-serif", "1px solid red", "red 1px", "#000 0 0 4px", "bold", "monospace",
    "linear-gradient(red, blue)", "if(media(print): 1px; else: 2px)",
    "if(style(--team: red): 1px; else: 2px)", "var(--x, 1px)", "url(red.png)", "calc(1px + 2px)"])
def test_other_values_are_left_out(value: str) -> None:
    """A value of a style sheet that is plainly something else than a color is no mistake"""
    report = Theme().load("a.css", f":root {{ --z: #123; --a: {value}; }}", strict=True)
    assert (list(report), report.colors) == ([], 1)


def test_a_misspelled_mode_is_an_error() -> None:
    """A misspelled color of a mode in JSON is an error, which names the color that is like it"""
    for text, context in (
        ('{"a": {"light": "#fff", "dark": "rebecapurple"}}',
         'rebecapurple; did you mean "rebeccapurple"?'),
        ('{"a": {"light": "bluee", "dark": "#fff"}}', 'bluee; did you mean "blue"?'),
        ('{"a": {"light": "lightdark(red, blue)", "dark": "#fff"}}',
         'lightdark; did you mean "light-dark"?'),
        ('{"b": "red", "a": "lightdark(red, blue)"}', 'lightdark; did you mean "light-dark"?'),
        ('{"b": "red", "a": {"light": "rebecapurple", "dark": "lightgreem"}}',
         'rebecapurple; did you mean "rebeccapurple"?'),
    ):
        with pytest.raises(TextSyntaxError) as raised:
            Theme().load("a.json", text)
        error = raised.value
        assert error.context == context and error.message.startswith(("expected ", "unknown "))
        assert text[error.column - 1:].startswith(context.partition(";")[0])
    # Other texts are left out, as before.
    report = Theme().load("a.json", '{"b": "red", "c": "sans-serif", "d": {"light": "bold"}}')
    assert [each.severity for each in report] == ["note", "note"]


def test_unknown_names_have_their_places_in_json() -> None:
    """A name that is unknown is found within the value of a color, with a prefix as well"""
    text = ('{"a": "light-dark(red, var(--nope))",\n'
            '"b": {"light": "red", "dark": "var(--Night\\\\/ink)"},\n'
            '"c": "if(style(--scheme: drak): red; else: blue)",\n'
            '"d": "if(style(--team red): red; else: blue)"}')
    for prefix in ("", "web/"):
        report = Theme().load("a.json", text, prefix=prefix)
        lines = text.splitlines()
        found = [lines[each.line - 1][each.column - 1:] for each in report]
        assert [each.partition(")")[0] for each in found] == [
            "--nope", "--Night\\\\/ink", "drak", "--team red"]


def test_unknown_names_have_their_places_in_tokens() -> None:
    """A name that is unknown is found in an alias, and in CSS, of design tokens"""
    tokens = ('{"$type": "color", "a": {"$value": "{nope.x}"}, "b": {"$value": '
              '"light-dark(red, var(--nope))"}}')
    report = Theme().load("a.tokens.json", tokens)
    places = [tokens[each.offset:].partition('"')[0] for each in report
              if each.error is UnknownNameError]
    assert places == ["{nope.x}", "--nope))"]


def test_a_slash_in_a_name_is_told() -> None:
    """A slash in a name that is not escaped is told, where it is"""
    theme = Theme()
    for css in ("var(--Night/text)", "--palette(text/main)"):
        with pytest.raises(TextSyntaxError, match="a slash in a name must be written") as raised:
            theme.register("a", css)
        assert raised.value.offset == css.index("/")
    theme.register("a", "var(--Night/**/)")


def test_a_missing_file_is_named_once(tmp_path: Path) -> None:
    """The path of a missing file is in its error once, and in the finding"""
    for path in (tmp_path / "none.css", tmp_path / "none"):
        with pytest.raises(FileNotFoundError) as raised:
            Theme().load(path)
        assert str(raised.value) == f"{path}: no such file or folder"
        assert isinstance(raised.value, FileError)
        assert str(raised.value.report) == f"{path}: error: no such file or folder"
        assert [finding.path for finding in raised.value.report] == [str(path)]


def test_a_folder_without_colors_says_so(tmp_path: Path) -> None:
    """A folder is no place for files of other formats: a note says so if it has no colors"""
    (tmp_path / "a.json").write_text(TEXT)
    for strict in (False, True):
        report = Theme().load(tmp_path, strict=strict)
        assert str(report) == (
            f"note: no colors in the folder: {tmp_path}; only asset catalogs and design tokens are "
            "read from a folder")
    # A catalog may be empty, and a folder with colors has no note.
    Theme().write(tmp_path / "A.xcassets")
    assert list(Theme().load(tmp_path / "A.xcassets")) == []
    theme = Theme()
    theme.register("ink", "black")
    theme.write(tmp_path / "A.xcassets")
    assert (list(report := Theme().load(tmp_path)), report.colors) == ([], 1)


# ---- Writing -------------------------------------------------------------------------------------

FORMATS = ["asset-catalog", "design-tokens", "style-sheet", "json"]


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_written_is_read(format: Any, tmp_path: Path) -> None:
    """What is written to a path, to memory or as text is read as an equal theme"""
    theme = Theme()
    theme.load("theme.json", TEXT)
    path = tmp_path / "new" / {"asset-catalog": "A.xcassets", "design-tokens": "a.tokens.json",
                               "style-sheet": "a.css", "json": "a.json"}[format]
    assert theme.write(path, format=format).colors == 2
    again = Theme()
    again.load(path)
    assert all(again[name].equals(theme[name]) for name in ("ink", "paper"))
    files = theme.written(format)
    again = Theme()
    if "" in files:
        again.load(path.name, files[""])
        assert theme.text(format).encode() == files[""]
    else:
        name = {"asset-catalog": "A.xcassets", "design-tokens": "A/theme.resolver.json"}[format]
        folder = name.partition("/")[0]
        again.load(name, files={f"{folder}/{path}": each for path, each in files.items()})
    assert all(again[name].equals(theme[name]) for name in ("ink", "paper"))


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    """What a format has no word for is told in the report; a path that cannot be written is an
    error"""
    theme = Theme()
    theme.register("shadow", lambda context: Color("red"))
    report = theme.write(tmp_path / "a.css")
    assert [each.error for each in report.warnings] == [dyncolor.NotExactError]
    with pytest.raises(FileError) as raised:
        theme.write("/proc/none/a.css")
    assert raised.value.report is not None
    with pytest.raises(UnknownFormatError):
        theme.text("asset-catalog")
    with pytest.raises(UnknownFormatError):
        theme.write(tmp_path / "a.unknown")


def test_a_color_without_a_value_is_left_out() -> None:
    """A format that needs the value of a color leaves out one that has none: the report says so,
    and counts only what is written"""
    def nothing(context: object) -> Color:
        raise NoValueError("no value")

    theme = Theme()
    theme.register_all({
        "View/Ink": "#102030", "red": "#102030", "nowhere": "var(--nothing)",
        "semantic": Semantic("nothing"), "provided": nothing})
    left_out: dict[Format, set[str]] = {
        "asset-catalog": {"nowhere", "semantic", "provided"},
        "gtk": {"nowhere", "semantic", "provided"},
        "gtk-media": {"nowhere", "semantic", "provided"},
        "gimp-palette": {"nowhere", "semantic", "provided"},
        "kde": {"red", "nowhere", "semantic", "provided"},
        "kitty": {"View/Ink", "nowhere", "semantic", "provided"},
        # These formats have definitions of colors, too.
        "style-sheet": {"semantic", "provided"}, "tailwind": {"semantic", "provided"},
        "json": {"provided"}, "design-tokens": {"provided"},
        # These have a place for each color.
        "c-header": set(), "preview": set(), "sheet": set()}
    for format, names in left_out.items():
        with TemporaryDirectory() as folder:
            report = theme.write(f"{folder}/written", format=format)
        found = {each.context for each in report.warnings if each.message.endswith("is left out")}
        assert (found, report.colors) == (names, 5 - len(names)), format
    assert not any("nowhere" in path for path in theme.written("asset-catalog"))


def test_a_color_of_one_scheme_is_written_for_gtk() -> None:
    """A color that only has a value in the dark scheme is not left out of the dark style sheet"""
    theme = Theme()
    theme.register("night", "--variants(dark: #102030)")
    for format in ("gtk", "gtk-media"):
        with TemporaryDirectory() as folder:
            report = theme.write(f"{folder}/written", format=format)
        assert str(report) == "warning: the color has a value for one scheme only: night"
        assert report.colors == 1
        assert any(b"@define-color night #102030;" in each
                   for each in theme.written(format).values())


def test_environments_of_tables() -> None:
    """The environments of what is written have names, or none"""
    theme = Theme()
    theme.load("theme.json", TEXT)
    assert "uint32_t" not in theme.text("c-header", layout="rgba8")
    named = theme.text("c-header", name="night", environments={"dusk": DARK})
    assert "DUSK" in named and "night" in named
    assert theme.text("c-header", environments=[DARK])


def test_a_color_that_is_too_large_spoils_no_other() -> None:
    """Colors after one that is too large are read and written"""
    name = "n" * 1000
    many = ", ".join(f"var(--{name}{index})" for index in range(250))
    large = f"--first({', '.join([f'--first({many})'] * 4)})"
    theme = Theme()
    with pytest.raises(Error) as raised:
        theme.load("a.json", {"large": large, "ok": "#fff", "pair": "light-dark(red, blue)"})
    assert raised.value.report is not None
    assert [finding.line for finding in raised.value.report if finding.severity == "error"] == [1]


def test_a_comment_in_a_selector_is_no_space() -> None:
    """A comment after :is() is not taken for white space"""
    theme = Theme()
    text = b":root { --ink: black } :root:is(.dark)/**/:root { --ink: white }"
    assert list(theme.load("a.css", text)) == []
    assert theme["ink"].css == "light-dark(#000000, #ffffff)"


def test_colors_without_a_value_in_a_header_are_told() -> None:
    """A color that has no value in any of the environments of a C header is told, once"""
    theme = Theme()
    theme.register("ink", "if(media(prefers-color-scheme: light): black)")
    with TemporaryDirectory() as folder:
        report = theme.write(f"{folder}/colors.h")
    assert [finding.message for finding in report].count(
        "the color has no value; transparent is written") == 1


@pytest.mark.parametrize("layout", [None, "rgba8"])
def test_a_color_in_a_header_has_one_warning(layout: Layout | None) -> None:
    """A color of a C header that is inexact for several reasons has one warning"""
    theme = Theme()
    theme.register("ink", "if(media(prefers-color-scheme: light): if(style(--idiom: phone): red; "
                   "else: black))")
    theme.register("paper", lambda context: "white")
    with TemporaryDirectory() as folder:
        report = theme.write(f"{folder}/colors.h", layout=layout)
    assert [(finding.context, finding.message) for finding in report] == [
        ("ink", "the color has no value; transparent is written"),
        ("paper", "a provider cannot be written; the values that it returns now are written")]
