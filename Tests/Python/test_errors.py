"""Statuses as exceptions."""
from __future__ import annotations

import copy
import errno
import os
import pickle
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from places import ROOT

import dyncolor
from dyncolor import (
    BufferTooSmallError, Color, Context, CycleError, DynamicColor, DynamicColorError, Environment,
    Error, FileError, ForeignIdError, InvalidArgumentError, MissingFileError, NameTakenError,
    NotInSnapshotError, NoValueError, OutOfMemoryError, ProviderError, Semantic, StaleIdError,
    TextEncodingError, TextSyntaxError, Theme, TooComplexError, TooDeepError, TooManyAxesError,
    TooManyAxisValuesError, TooManyLayersError, TooManyLocalesError, TooManyOwnersError,
    TooManyPalettesError, TooManySubtypesError, UnknownNameError, Variant, errors)
from dyncolor._calls import (
    BUFFER_TOO_SMALL, DYNAMIC, INVALID_ARGUMENT, UNKNOWN_NAME, new_error, raise_error)
from dyncolor._library import ErrorDetails
from dyncolor.errors import CLASSES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize(("text", "line", "column", "offset", "message", "context"), [
    ("#12345g", 1, 7, 6, "expected a hexadecimal digit", "#12345g"),
    ("é", 1, 1, 0, "unknown color name", "é"),
    ("rgb(\n0 0 é)", 2, 5, 9, "expected a number, a percentage or none", "0 0 é)"),
])
def test_places(
    text: str, line: int, column: int, offset: int, message: str, context: str
) -> None:
    """A syntax error has its line, column, offset, message and context, and prints them"""
    with pytest.raises(TextSyntaxError) as caught:
        Color(text)
    error = caught.value
    assert (error.line, error.column, error.offset) == (line, column, offset)
    assert (error.message, error.context) == (message, context)
    assert (error.status, error.status_name) == (-3, "DYNCOLOR_ERROR_SYNTAX")
    assert str(error) == f"{message}: {context} (line {line}, column {column})"


def theme_of_two() -> Theme:
    theme = Theme()
    theme.register_all({"button": "teal", "ink": "black"})
    return theme


def missing_file() -> None:
    Theme().load("/nonexistent/theme.json")


@pytest.mark.parametrize(("action", "text"), [
    (lambda: Theme().environment(palette="Nihgt"),
     "no palette has this name: Nihgt; known palettes: none. "
     "Declare a new palette with Theme.palette()"),
    (lambda: Theme().environment(taem="red"),
     "no custom axis has this name: taem; declared axes: none. Declare a new "
     "axis with Theme.axis()"),
    (lambda: Theme().layer("usr"),
     'no layer has this name: usr; did you mean "user"? (declared layers: defaults, theme, user. '
     'Declare a new layer with Theme.layer(name, below="user"))'),
    (lambda: Theme().environment(pallete="Night"),
     'no custom axis has this name: pallete; did you mean "palette"? (declared axes: none. Declare '
     "a new axis with Theme.axis())"),
    (lambda: Theme().environment(pallete=None),
     'no custom axis has this name: pallete; did you mean "palette"? (declared axes: none. Declare '
     "a new axis with Theme.axis())"),
    (lambda: Environment.named("drak"),
     'no appearance has this name: drak; did you mean "dark"? (some that have one word are light, '
     "dark, more, less, no-preference, aqua, darkAqua, default, prefer-light, prefer-dark. For "
     "several axes, use Environment(scheme=…, …))"),
    (lambda: theme_of_two()["buton"], 'no color has this name: buton; did you mean "button"?'),
    (lambda: theme_of_two().bind(["buton", "x"]),
     'no colors have these names: buton; did you mean "button"?, x'),
    (lambda: Theme().register("#f00", "accent"),
     'in "#f00": unknown color name: accent; the name comes before the color: '
     'register("accent", "#f00") (line 1, column 1)'),
    (lambda: Color("red").contrast("button"),
     "unknown color name: button; if it is a color of a theme, resolve it first: "
     'theme.resolve("button") (line 1, column 1)'),
    (lambda: Color("red").contrast("var(--button)"),
     "the color depends on an environment or a theme: var(--button); resolve it first: "
     "theme.register(None, text).resolve(environment) (line 1, column 1)"),
    (lambda: theme_of_two().redefine({"ink": "var(--button)"}),
     'the new value of "ink" must not depend on anything: var(--button); to define it in '
     'another way, register it again: theme.register("ink", …)'),
    (lambda: theme_of_two().redefine({"button": "red", "ink": "nope"}),
     'in "ink": unknown color name: nope; if it is a color of a theme, resolve it first: '
     'theme.resolve("nope") (line 1, column 1)'),
    (lambda: Theme().register_all({"a": "red", "b": [Variant("red", season="winter")]}),
     'in "b": no custom axis has this name: season; declared axes: none. Declare a new axis with '
     "Theme.axis()"),
    (lambda: Theme().register_all({"a": "red", "b": [Variant("red", palette="Night")]}),
     'in "b": no palette has this name: Night; known palettes: none. Declare a new palette with '
     "Theme.palette()"),
    (lambda: Theme().register(None, [Variant("red", palette="Night")]),
     "no palette has this name: Night; known palettes: none. Declare a new palette with "
     "Theme.palette()"),
    (lambda: Theme().register("wrong", lambda context: "nope").resolve(),
     'in "wrong": unknown color name: nope (line 1, column 1)'),
    (lambda: Theme().register("wrong", lambda context: "light-dark(red, blue)").resolve(),
     'the answer of the provider of "wrong" must be a constant color: light-dark(red, blue); '
     "register what depends on an environment or on other colors as a color of its own, and return "
     "that"),
    (lambda: Theme().text("asset-catalog"),
     "the format is a folder of files, not a single text: asset-catalog; write it by "
     'theme.write(path, format="asset-catalog"), or get its files by '
     'theme.written("asset-catalog")'),
    (lambda: Theme().load(":root { --ink: blue }"),
     ':root { --ink: blue }: no such file or folder; to load text, pass a name and the '
     'text: load("theme.css", text)'),
    (lambda: Theme().write("/nonexistent/theme.scss"),
     "/nonexistent/theme.scss: the format of the file is not known, or cannot be written; formats "
     "that can be written: asset-catalog (.xcassets), design-tokens (.tokens, .tokens.json), "
     "style-sheet (.css), json (.json), kde (.colors), gimp-palette (.gpl), xresources "
     "(.Xresources, .Xdefaults), kitty (.conf), alacritty (.toml), c-header (.h), preview (.html), "
     "sheet (.svg), tailwind, gtk, gtk-media. Without one of these extensions, pass format=…"),
    (lambda: Theme().load("a.xyz", "hello"),
     "a.xyz: the format of the file is not known, or cannot be read; formats that can be read: "
     "asset-catalog (.xcassets, .colorset), design-tokens (.tokens, .tokens.json, .resolver.json), "
     "style-sheet (.css), json (.json), base16 (.yaml, .yml), kde (.colors), gimp-palette (.gpl). "
     "Without one of these extensions, pass format=…"),
    (lambda: axes(), "the theme has no room for more custom axes: axis 8; the limit is 8"),
    (lambda: Theme().axis("scheme"),
     "a built-in axis has this name: scheme; choose another one"),
    (missing_file, "/nonexistent/theme.json: no such file or folder"),
])
def test_order_of_messages(action: Callable[[], object], text: str) -> None:
    """A message says what was found, then what was expected, then what to do, and nothing twice"""
    with pytest.raises(Error) as caught:
        action()
    assert str(caught.value) == text


def make_cycle() -> None:
    theme = Theme()
    a = theme.declare("a")
    theme.register("b", a)
    theme.register("a", theme["b"]).resolve()


def stale() -> None:
    Theme().declare("later").resolve()


def foreign() -> None:
    Theme().resolve(Theme().register("a", "#fff"))


def taken() -> None:
    theme = Theme()
    theme.register_all({"a": "#fff", "b": "#fff"})
    theme.rename("a", "b")


def no_value() -> None:
    Theme().register("a", Semantic("primary")).resolve()


def not_in_snapshot() -> None:
    theme = Theme()
    snapshot = theme.snapshot()
    snapshot[theme.register("a", "#fff")]


# Each of these takes one more than there may be, unless it is told how many.


def axes(count: int = 9) -> None:
    theme = Theme()
    for number in range(count):
        theme.axis(f"axis {number}")


def axis_values(count: int = 256) -> None:
    Theme().axis("season", *map(str, range(count)))


def layers(count: int = 4094) -> None:
    theme = Theme()
    for number in range(count):
        theme.layer(f"layer {number}", below="user")


def owners(count: int = 65536) -> None:
    theme = Theme()
    for number in range(count):
        theme.layer("user", owner=f"owner {number}")


def palettes(count: int = 65536) -> None:
    theme = Theme()
    for number in range(count):
        theme.palette(f"palette {number}")


def locales(count: int = 65536) -> None:
    theme = Theme()
    for number in range(count):
        theme.locale(f"locale {number}")


def subtypes(count: int = 256) -> None:
    theme = Theme()
    for number in range(count):
        theme.subtype(f"subtype {number}")


WRONG = "light-dark(red, bluue)"


def meant(place: str) -> str:
    return f'bluue, in {place} of a; did you mean "blue"?'


@pytest.mark.parametrize(("recipe", "context"), [
    ({"light": "bluue", "dark": "red"}, meant("light")),
    (("red", "bluue"), meant("dark")),
    (("red", WRONG), meant("dark")),
    ((WRONG, "red"), meant("light")),
    ({"light": "red", "dark": WRONG}, meant("dark")),
    ({"default": "red", "dark-high-contrast": WRONG}, meant("dark-high-contrast")),
    ({"default": "bluue"}, meant("default")),
    ([Variant("red"), Variant(WRONG, scheme="dark")], meant("variants[1].part")),
    (Semantic("ink", WRONG), meant("otherwise")),
    (Semantic("ink", ("red", WRONG)), meant("dark"))],
    ids=["light", "dark", "dark in C", "light in C", "a dict", "a mode", "a mode at once",
         "variants", "a semantic color", "a pair of a semantic color"])
def test_a_wrong_part_is_named(recipe: Any, context: str) -> None:
    """The error of a color that is made of several says which of them is wrong"""
    theme = Theme()
    with pytest.raises(TextSyntaxError) as caught:
        theme.register("a", recipe)
    assert (caught.value.context, caught.value.args[1]) == (context, context)
    assert caught.value.line == 1 and f": {context} (line 1" in str(caught.value)
    others: Any = {"b": ("red", "light-dark(red, blue)"), "a": recipe}
    with pytest.raises(TextSyntaxError) as caught:
        theme.register_all(others)
    assert caught.value.context == context and len(theme) == 0


def names(length: int = 1024) -> None:
    Theme().register("x" * length, "#fff")


def variants(count: int = 4097) -> None:
    Theme().register("x", [Variant("#fff")] * count)


def fallbacks(count: int = 257) -> None:
    theme = Theme()
    theme.register_fallbacks("first", [theme.register("a", "#fff")] * count)


def nesting(depth: int = 65) -> None:
    Color("rgb(" + "calc(" * (depth - 1) + "255" + ")" * (depth - 1) + " 0 0)")


def following(color: DynamicColor) -> Callable[[Context], Color]:
    return lambda context: context.resolve(color)


def providers(count: int = 66) -> None:
    theme = Theme()
    last = theme.register("0", "#fff")
    for number in range(1, count + 1):
        last = theme.register(str(number), following(last))
    last.resolve()


def provider() -> None:
    raise ProviderError("no moon", "moon")


@pytest.mark.parametrize(("action", "kind", "builtin", "status", "context"), [
    (make_cycle, CycleError, RecursionError, -10, ""),
    (stale, StaleIdError, LookupError, -7, "later"),
    (foreign, ForeignIdError, LookupError, -8, "<DynamicColor 'a'>"),
    (taken, NameTakenError, ValueError, -9, "b"),
    (no_value, NoValueError, LookupError, -12, 'a: no palette for "primary"; set one'),
    (not_in_snapshot, NotInSnapshotError, LookupError, -13, ""),
    (axes, TooManyAxesError, OverflowError, -15, "axis 8"),
    (provider, ProviderError, RuntimeError, -17, "moon"),
    (lambda: Color("rgb(" + "calc(" * 99), TooComplexError, ValueError, -18, "calc(calc("),
    (lambda: Color("light-dark(red, blue)"), DynamicColorError, ValueError, -19, "light-dark("),
    (axis_values, TooManyAxisValuesError, OverflowError, -20, "255"),
    (layers, TooManyLayersError, OverflowError, -22, "layer 4093"),
    (owners, TooManyOwnersError, OverflowError, -23, "owner 65535"),
    (lambda: Theme()["a"], UnknownNameError, KeyError, -6, "a"),
    (lambda: Theme()["\ud800"], TextEncodingError, ValueError, -4, "\ufffd"),
    (names, InvalidArgumentError, ValueError, -1, "name"),
    (variants, InvalidArgumentError, ValueError, -1, "variants"),
    (fallbacks, InvalidArgumentError, ValueError, -1, "count"),
    (palettes, TooManyPalettesError, OverflowError, -16, "palette 65535"),
    (locales, TooManyLocalesError, OverflowError, -24, "locale 65535"),
    (subtypes, TooManySubtypesError, OverflowError, -25, "subtype 255"),
    (nesting, TooComplexError, ValueError, -18, "calc("),
    (providers, TooDeepError, RecursionError, -11, ""),
], ids=["cycle", "stale", "foreign", "taken", "no value", "not in snapshot", "axes", "provider",
        "complex", "dynamic", "axis values", "layers", "owners", "unknown", "encoding",
        "a long name", "variants", "fallbacks", "palettes", "locales", "subtypes", "nesting",
        "providers"])
def test_classes(
    action: Callable[[], object], kind: type[Error], builtin: type[Exception], status: int,
    context: str,
) -> None:
    """What the library refuses is an exception of its own class, and of Python's"""
    with pytest.raises(builtin) as caught:
        action()
    error: Any = caught.value
    assert type(error) is kind and error.status == status and isinstance(error, Error)
    assert error.message and error.status_name.startswith("DYNCOLOR_ERROR_")
    found = error.message.partition("; ")[0]
    assert context in error.context and str(error).startswith(found)


@pytest.mark.parametrize(("action", "most"), [
    (axes, 8), (axis_values, 255), (layers, 4093), (owners, 65535), (palettes, 65535),
    (locales, 65535), (subtypes, 255), (names, 1023), (variants, 4096), (fallbacks, 256),
    (nesting, 64), (providers, 64),
], ids=["axes", "axis values", "layers", "owners", "palettes", "locales", "subtypes", "a long name",
        "variants", "fallbacks", "nesting", "providers"])
def test_limits(action: Callable[[int], None], most: int) -> None:
    """What there is a limit of can be had up to it"""
    action(most)


@pytest.mark.parametrize("status", sorted(CLASSES))
def test_every_status(status: int) -> None:
    """Each status raises its class, with all that the library told"""
    place: ErrorDetails = new_error()
    place.line, place.column, place.offset = 3, 5, 40
    place.message, place.context = b"what", "wo é".encode()
    with pytest.raises(CLASSES[status]) as caught:
        raise_error(status, place)
    error = caught.value
    assert (error.status, error.message, error.context) == (status, "what", "wo é")
    assert (error.line, error.column, error.offset) == (3, 5, 40)
    assert str(error) == "what: wo é (line 3, column 5)"
    assert getattr(dyncolor, type(error).__name__) is type(error) and type(error).__doc__


def test_unknown_statuses() -> None:
    """A status of a newer library is an Error with its number"""
    with pytest.raises(Error) as caught:
        raise_error(-99, new_error())
    assert (caught.value.status, caught.value.status_name) == (-99, "unknown status")
    for status in (2 ** 32, -2 ** 40, 2 ** 31):
        assert Error(status=status).status_name == "unknown status"
    assert Error(status=-2 ** 31).status_name == "unknown status"
    assert Error(status=-3).status_name == "DYNCOLOR_ERROR_SYNTAX"


@pytest.mark.parametrize("error", [
    TextSyntaxError("what", "where", line=1, column=2, offset=3, status=-3),
    UnknownNameError("what", "a, b", names=["a", "b"]), Error(), ProviderError("no", status=-1000),
    BufferTooSmallError("small"), OutOfMemoryError("none", "theme")], ids=repr)
def test_copies(error: Error) -> None:
    """An exception is copied and pickled with all it has"""
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(again) is type(error) and vars(again) == vars(error)
        assert str(again) == str(error) and again.args == error.args


def test_names() -> None:
    """An unknown name is told whole, however long, and several are told at once"""
    name = "é" * 400
    with pytest.raises(UnknownNameError) as caught:
        Theme()[name]
    assert caught.value.names == (name,) and caught.value.context == name
    with pytest.raises(UnknownNameError) as caught:
        Theme().bind(["b", "a", "b"])
    assert caught.value.names == ("b", "a", "b") and caught.value.context == "b, a, b"
    assert UnknownNameError("no", "a").names == ("a",) and UnknownNameError().names == ()


@pytest.mark.parametrize(("path", "number", "kind"), [
    ("none.json", errno.ENOENT, FileNotFoundError), ("no/ne.json", errno.ENOENT, FileNotFoundError),
    ("a.json/b.json", errno.ENOTDIR, OSError), ("x" * 300, errno.ENAMETOOLONG, OSError)])
def test_errors_of_files(
    tmp_path: Path, path: str, number: int, kind: type[OSError]
) -> None:
    """What the system refuses is an OSError with number, text and path; what is missing, a
    FileNotFoundError, too"""
    (tmp_path / "a.json").write_text("{}")
    theme = Theme()
    for call in (lambda: theme.load(tmp_path / path), lambda: theme.watch(tmp_path / path)):
        with pytest.raises(kind) as caught:
            call()
        error = caught.value
        assert isinstance(error, FileError) and error.errno == number
        assert isinstance(error, FileNotFoundError) == (number == errno.ENOENT)
        assert isinstance(error, MissingFileError) == (number == errno.ENOENT)
        assert error.strerror == os.strerror(number) and error.message in str(error)
        assert error.filename == error.path == str(tmp_path / path)
        assert error.report is not None
        again = pickle.loads(pickle.dumps(error.with_traceback(None).__class__(
            error.message, error.context, path=error.path)))
        assert (again.errno, again.strerror, again.filename) == (
            error.errno, error.strerror, error.filename)


def test_errors_of_files_of_a_program() -> None:
    """What a program cannot read has the number of its own error; what it does not have is missing
    """
    class Locked:
        def read(self, path: str) -> bytes:
            raise PermissionError(errno.EACCES, "locked", path)

        def list(self, path: str) -> list[str]:
            raise NotImplementedError

    with pytest.raises(MissingFileError) as missing:
        Theme().load("none.json", files={})
    assert missing.value.errno == errno.ENOENT and missing.value.filename == "none.json"
    with pytest.raises(FileError) as locked:
        Theme().load("a.json", files=Locked())
    assert locked.value.errno == errno.EACCES and not isinstance(locked.value, FileNotFoundError)
    assert isinstance(locked.value.__cause__, PermissionError)
    assert FileError("what").errno is None and FileError("what").strerror == "what"


def test_paths(tmp_path: Path) -> None:
    """An error in a file has its path, line and column, in an order that editors open"""
    file = tmp_path / "a.json"
    file.write_text('{\n  "ink": "rgb(1 2 3O)"\n}')
    with pytest.raises(TextSyntaxError) as caught:
        Theme().load(file)
    error = caught.value
    assert (error.path, error.line, error.column) == (str(file), 2, 20)
    assert str(error).startswith(f"{file}:2:20: {error.message.partition('; ')[0]}: ")
    folder = tmp_path / "A.xcassets" / "b.colorset"
    folder.mkdir(parents=True)
    (folder / "Contents.json").write_text("{")
    with pytest.raises(TextSyntaxError) as nested:
        Theme().load(folder.parent)
    assert nested.value.path == str(folder / "Contents.json")


def test_messages_of_files() -> None:
    """The messages of the library from which numbers of errors follow are those it has"""
    source = (ROOT / "Sources" / "DynColor" / "System" / "Files" / "DiskError.swift").read_text()
    cases = {text: names for names, text in re.findall(r'case (E[A-Z, ]+): "([^"]+)"', source)}
    for message, name in errors._MESSAGES.items():
        assert name in cases[message].split(", "), message


def test_text() -> None:
    """An exception without a message prints its class, and is caught by Exception's name"""
    assert str(ProviderError()) == "ProviderError" and str(Error("a", "b")) == "a: b"
    assert repr(Error("a", "b")) == "Error('a', 'b')"
    assert issubclass(TextEncodingError, ValueError) and not issubclass(Error, ValueError)


def test_lines_with_a_caret() -> None:
    """An error and a finding are written with their line of the text, and a caret"""
    css = ":root {\r\n  --é: #fdfbfg;\r\n  --paper: snwo;\r\n}"
    with pytest.raises(TextSyntaxError) as caught:
        Theme().load("theme.css", css, strict=True)
    error = caught.value
    line = "theme.css:2:14: expected a hexadecimal digit"
    shown = f"{line}\n    --é: #fdfbfg;\n               ^"
    assert error.format(css) == error.format(css.encode()) == shown
    assert error.format(b"\xff" * len(css)) == error.format()
    assert error.format() == error.format("") == error.format(css.replace("\r", "")) == (
        "theme.css:2:14: expected a hexadecimal digit: #fdfbfg")
    note, = [each for each in error.report if each.severity == "note"]
    assert note.format() == str(note)
    assert note.format(css) == f"{note}\n    --paper: snwo;\n             ^"
    wrong: Any = 5
    for problem in error, note:
        with pytest.raises(TypeError, match="text must be a text or bytes; got int"):
            problem.format(wrong)

    with pytest.raises(TextSyntaxError) as caught:
        Theme().register("ink", "lightdark(red, blue)")
    assert caught.value.format("lightdark(red, blue)").endswith("\n  lightdark(red, blue)\n  ^")
    with pytest.raises(UnknownNameError) as unknown:
        print(Theme()["x" * 5000])
    assert unknown.value.format().count("x") < 256
    assert Error().format() == "Error"
    longest = Error("é" * 2000, "é" * 200, path="p" * 2000, line=1, column=1).format("a")
    assert longest.startswith("p" * 1023) and "é" * 2000 in longest


def test_statuses_that_need_not_be_failures() -> None:
    """The statuses that are known without the exceptions are those of the exceptions"""
    assert BufferTooSmallError.status == BUFFER_TOO_SMALL
    assert UnknownNameError.status == UNKNOWN_NAME
    assert InvalidArgumentError.status == INVALID_ARGUMENT
    assert DynamicColorError.status == DYNAMIC


def test_suggestions_cost_nothing_without_an_error() -> None:
    """difflib, which suggests names, is only imported for an error; large themes go without"""
    subprocess.run([sys.executable, "-c", """
import sys
from dyncolor import Theme, UnknownNameError
theme = Theme()
theme.register("button", "red").resolve("dark")
assert theme.get("buton") is None and theme.snapshot().get("buton") is None
assert "buton" not in theme and "difflib" not in sys.modules
for is_large in False, True:
    try:
        theme["buton"]
    except UnknownNameError as error:
        assert ("button" in str(error)) == (not is_large) and "difflib" in sys.modules
    theme.register_all({f"color {number}": "red" for number in range(1000)})
"""], check=True)
