"""Design tokens: real ones, random ones compared with token_resolver.py, and hostile ones."""
from __future__ import annotations

import ctypes
import itertools
import json
import os
import random
import time
from ctypes import byref, c_char_p, c_void_p
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dyncolor import Environment, Theme, _library

from token_files import (
    ALLOW_OUTSIDE, CYCLE, FILE, OUTSIDE, STRICT, SYNTAX, TOO_COMPLEX, UNKNOWN_NAME, Result, load,
    load_files, load_folder)
from token_resolver import Resolver, Value

FIXTURES = Path(__file__).parent / "../Formats/tokens"
SYSTEMS = ("apple-hig", "figma-sds", "github-primer")

# What the words of contexts say of environments.
WORDS: dict[str, dict[str, Any]] = {
    "light": {"scheme": "light"}, "dark": {"scheme": "dark"}, "hc": {"contrast": "more"},
    "ax": {"contrast": "more"}}


def environment_of(context: str) -> Environment:
    axes: dict[str, Any] = {"scheme": "light", "contrast": "standard"}
    for word in context.replace("_", "-").split("-"):
        axes.update(WORDS.get(word, {}))
    return Environment(**axes)


def color(**members: Any) -> dict[str, Any]:
    return {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0], **members}}


def gray(level: float, **members: Any) -> dict[str, Any]:
    return color(components=[level, level, level], **members)


def loaded(
    files: dict[str, Any], first: str = "x.tokens.json", flags: int = 0
) -> tuple[Theme, Result]:
    theme = Theme()
    texts = {name: text if isinstance(text, (str, bytes)) else json.dumps(text)
             for name, text in files.items()}
    return theme, load_files(theme, texts, first, flags=flags)


def good(files: dict[str, Any], first: str = "x.tokens.json") -> Theme:
    theme, result = loaded(files, first)
    assert result.status == 0 and not result.warnings, str(result)
    return theme


def css(theme: Theme) -> dict[str, str]:
    return {dynamic.name: dynamic.css for dynamic in theme}


def annotation(theme: Theme, name: str) -> str:
    library = ctypes.CDLL(_library.load())
    text = c_char_p()
    status = library.dyncolor_id_annotation(
        c_void_p(theme.address), theme[name].id, byref(text), None)
    assert status == 0
    return (text.value or b"").decode()


# ---- Real ones -----------------------------------------------------------------------------------

@pytest.mark.parametrize("system", SYSTEMS)
def test_real(system: str) -> None:
    """Every color of every context of a real design system has the value that an independent reader
    found, in one theme"""
    theme = Theme()
    result = load(theme, FIXTURES / f"{system}.resolver.json")
    assert result.status == 0, str(result)
    lines = (FIXTURES / f"{system}.tsv").read_text().splitlines()
    contexts = lines[0].split("\t")[1:]
    resolver = json.loads((FIXTURES / f"{system}.resolver.json").read_text())
    sizes = resolver["modifiers"].get("size", {"contexts": ["default"]})["contexts"]
    if "size" in resolver["modifiers"]:
        theme.axis("size", *sizes)
    assert len(theme) == len(lines) - 1 == result.colors
    for line in lines[1:]:
        name, *values = line.split("\t")
        dynamic = theme[name.replace(".$root", "").replace(".", "/")]
        for context, value in zip(contexts, values):
            for size in sizes if "size" in resolver["modifiers"] else [None]:
                environment = environment_of(context)
                if size is not None:
                    environment = theme.environment(environment, size=size)
                assert_is(dynamic.resolve(environment), value)


def assert_is(resolved: Any, value: str) -> None:
    numbers, _, alpha = value.partition(" / ")
    components = ([int(numbers[i:i + 2], 16) / 255 for i in (1, 3, 5)] if numbers[0] == "#"
                  else [float(number) for number in numbers.split()])
    expected = [*components, float(alpha or 1)]
    assert [*resolved.components, resolved.alpha] == pytest.approx(expected, abs=1e-7)


def test_real_findings() -> None:
    """Of real design systems, what is not as the format has it is told with its place"""
    results = {system: load(Theme(), FIXTURES / f"{system}.resolver.json") for system in SYSTEMS}
    assert results["figma-sds"].warnings == []
    apple = results["apple-hig"].warnings
    assert {finding.message for finding in apple} == {"expected a type"} and len(apple) == 17
    light = FIXTURES / "apple-hig/color/light.tokens.json"
    assert {finding.path for finding in apple} == {str(light)}
    assert {f.message for f in results["github-primer"].warnings} == {
        "alpha beside $value is ignored"}


def test_real_strict() -> None:
    """What is read of a real design system out of leniency is an error if that is not wanted"""
    theme = Theme()
    before = theme.fingerprint
    result = load(theme, FIXTURES / "apple-hig.resolver.json", flags=STRICT)
    assert result.status == SYNTAX and len(result.errors) == 17
    assert theme.fingerprint == before and len(theme) == 0
    assert load(theme, FIXTURES / "figma-sds.resolver.json", flags=STRICT).status == 0


def test_real_source() -> None:
    """Primer's own source files are read: JSON5, hex digits, overrides for modes, and alpha"""
    theme = Theme()
    names = ["github-primer/base/color/light/light.json5",
             "github-primer/functional/color/fgColor.json5"]
    files = {name.replace(".json5", ".tokens.json"): (FIXTURES / name).read_text()
             for name in names}
    for first in files:
        result = load_files(theme, files, first)
        assert result.status == 0, str(result)
        assert result.warnings
    assert theme["base/color/transparent"].css == "#ffffff00"
    muted = theme["fgColor/muted"]
    for environment, expected in ((Environment(), 9), (Environment(contrast="more"), 10)):
        assert muted.resolve(environment) == theme[f"base/color/neutral/{expected}"].resolve()
    theme.axis("mode", "dark-dimmed")
    assert theme["fgColor/default"].resolve(theme.environment(mode="dark-dimmed")) == \
        theme["base/color/neutral/11"].resolve()


# ---- Values --------------------------------------------------------------------------------------

SPACES = ["srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020", "xyz-d65",
          "xyz-d50", "hsl", "hwb", "lab", "lch", "oklab", "oklch"]


@pytest.mark.parametrize("space", SPACES)
def test_spaces(space: str) -> None:
    """A color object in each of the fourteen spaces is the color that CSS calls so"""
    components: list[Any] = [0.25, 0.5, 0.75] if space not in ("hsl", "hwb") else [250, 50, 25]
    theme = good({"x.tokens.json": {
        "a": color(colorSpace=space, components=components, alpha=0.5),
        "b": color(colorSpace=space, components=[components[0], "none", components[2]]),
        "c": color(colorSpace=space, components=components, hex="#123456")}})
    for name, numbers, alpha in (("a", components, 0.5),
                                 ("b", [components[0], "none", components[2]], 1.0),
                                 ("c", components, 1.0)):
        expected = theme.register(None, Value(space, tuple(numbers), alpha).css)
        assert theme[name].resolve() == expected.resolve()
        assert theme[name].equals(expected)


CASES: list[tuple[str, Any, dict[str, str]]] = [
    ("an alias", {"a": gray(0), "b": {"$value": "{a}"}}, {"b": "var(--a)"}),
    ("an alias to a token in groups", {"g": {"h": {"a": gray(0)}}, "b": {"$value": "{g.h.a}"}},
     {"b": "var(--g\\/h\\/a)"}),
    ("a reference to a token", {"a": gray(0), "b": {"$ref": "#/a"}}, {"b": "var(--a)"}),
    ("a reference to a value", {"a": gray(0), "b": {"$value": {"$ref": "#/a/$value"}}},
     {"b": "var(--a)"}),
    ("references to components",
     {"a": gray(0.5), "b": color(components=[{"$ref": "#/a/$value/components/0"}, 0, 1])},
     {"b": "color(srgb 0.5 0 1)"}),
    ("references to parts of values",
     {"a": gray(0.5, alpha=0.25),
      "b": {"$type": "color", "$value": {
          "colorSpace": {"$ref": "#/a/$value/colorSpace"},
          "components": {"$ref": "#/a/$value/components"},
          "alpha": {"$ref": "#/a/$value/alpha"}}}},
     {"b": "color(srgb 0.5 0.5 0.5 / 0.25)"}),
    ("a reference to a component through an alias",
     {"a": gray(0.5), "b": {"$value": "{a}"},
      "c": color(components=[{"$ref": "#/b/$value/components/1"}, 0, 0])},
     {"c": "color(srgb 0.5 0 0)"}),
    ("a reference with another alpha beside it",
     {"a": gray(0.5), "b": {"$type": "color", "$value": {"$ref": "#/a/$value", "alpha": 0.25}}},
     {"b": "color(srgb 0.5 0.5 0.5 / 0.25)"}),
    ("a reference with escapes",
     {"a~b": {"c d": gray(0)}, "e": {"$ref": "#/a~0b/c%20d"}}, {"e": "var(--a\\~b\\/c\\ d)"}),
    ("a type of a group", {"g": {"$type": "color", "a": {"$value": gray(0)["$value"]}}},
     {"g/a": "color(srgb 0 0 0)"}),
    ("a type of a group around a group",
     {"g": {"$type": "color", "h": {"a": {"$value": gray(0)["$value"]}}}},
     {"g/h/a": "color(srgb 0 0 0)"}),
    ("a type that a group takes over",
     {"g": {"$type": "color"}, "h": {"$extends": "{g}", "a": {"$value": gray(0)["$value"]}}},
     {"h/a": "color(srgb 0 0 0)"}),
    ("a type before that of a group",
     {"g": {"$type": "dimension", "a": gray(0), "b": {"$value": {"value": 1, "unit": "px"}}}},
     {"g/a": "color(srgb 0 0 0)"}),
    ("a root", {"g": {"$root": gray(0), "a": gray(1)}, "b": {"$value": "{g.$root}"}},
     {"g": "color(srgb 0 0 0)", "g/a": "color(srgb 1 1 1)", "b": "var(--g)"}),
    ("a group that extends another",
     {"g": {"a": gray(0), "b": gray(0.5)}, "h": {"$extends": "{g}", "b": gray(1)}},
     {"h/a": "var(--g\\/a)", "h/b": "color(srgb 1 1 1)"}),
    ("a group that extends another by a pointer",
     {"g": {"a": gray(0)}, "h": {"$extends": "#/g"}}, {"h/a": "var(--g\\/a)"}),
    ("a group that refers to another", {"g": {"a": gray(0)}, "h": {"$ref": "#/g"}},
     {"h/a": "var(--g\\/a)"}),
    ("extensions of extensions",
     {"g": {"a": gray(0)}, "h": {"$extends": "{g}"}, "i": {"j": {"$extends": "{h}"}}},
     {"i/j/a": "var(--h\\/a)"}),
    ("an extension of what another takes over",
     {"g": {"s": {"a": gray(0)}}, "h": {"$extends": "{g}"}, "i": {"$extends": "{h.s}"}},
     {"i/a": "var(--h\\/s\\/a)"}),
    ("an extension of a group with groups",
     {"g": {"s": {"a": gray(0), "b": gray(0.5)}}, "h": {"$extends": "{g}", "s": {"a": gray(1)}}},
     {"h/s/a": "color(srgb 1 1 1)", "h/s/b": "var(--g\\/s\\/b)"}),
    ("an alias to what a group takes over",
     {"g": {"a": gray(0)}, "h": {"$extends": "{g}"}, "b": {"$value": "{h.a}"}},
     {"b": "var(--h\\/a)"}),
    ("tokens of other types", {"a": gray(0), "b": {"$type": "number", "$value": 1},
                               "c": {"$value": "{b}"}}, {"a": "color(srgb 0 0 0)"}),
]


@pytest.mark.parametrize(("text", "tokens", "expected"), CASES, ids=[case[0] for case in CASES])
def test_values(text: str, tokens: Any, expected: dict[str, str]) -> None:
    """Values, references, types, roots and groups are what the format says"""
    theme = good({"x.tokens.json": tokens})
    found = css(theme)
    assert {name: found.get(name) for name in expected} == expected
    for dynamic in theme:
        dynamic.resolve()


def test_other_files() -> None:
    """References lead to other files of the folder: to tokens, to groups, and into values"""
    theme = good({
        "x.tokens.json": {
            "a": {"$ref": "base/b.tokens.json#/one"},
            "g": {"$ref": "base/b.tokens.json#/group"},
            "h": {"$extends": "./base/../base/b.tokens.json#/group", "more": gray(1)},
            "c": color(components={"$ref": "base/b.tokens.json#/one/$value/components"})},
        "base/b.tokens.json": {"one": gray(0.5), "group": {"two": gray(0.25),
                                                           "three": {"$ref": "c.json#/deep"}}},
        "base/c.json": {"deep": gray(0.75)}})
    assert css(theme) == {
        "a": "color(srgb 0.5 0.5 0.5)", "g/two": "color(srgb 0.25 0.25 0.25)",
        "g/three": "color(srgb 0.75 0.75 0.75)", "h/two": "color(srgb 0.25 0.25 0.25)",
        "h/three": "color(srgb 0.75 0.75 0.75)", "h/more": "color(srgb 1 1 1)",
        "c": "color(srgb 0.5 0.5 0.5)"}


def test_many_files() -> None:
    """Each of many files has its own tokens, though all of them have as many"""
    files: dict[str, Any] = {f"f{i}.json": {f"t{i}-{j}": gray(0.5) for j in range(20)}
                             for i in range(300)}
    files["x.tokens.json"] = {f"c{i}": {"$ref": f"f{i}.json#/t{i}-3"} for i in range(300)}
    assert css(good(files)) == {f"c{i}": "color(srgb 0.5 0.5 0.5)" for i in range(300)}


def test_folder(tmp_path: Path) -> None:
    """The files of a folder are as one, or are what its resolver says"""
    files = {"a.tokens.json": json.dumps({"g": {"$type": "color", "a": {"$value": "{g.b}"}}}),
             "inner/b.tokens": json.dumps({"g": {"b": {"$value": gray(0)["$value"]}}}),
             "notes.json": "{}"}
    folder = tmp_path / "brand"
    theme = Theme()
    result = load_folder(theme, files, folder)
    assert result.status == 0 and not result.warnings, str(result)
    assert css(theme) == {"g/a": "var(--g\\/b)", "g/b": "color(srgb 0 0 0)"}
    resolver = {"version": "2025.10", "resolutionOrder": [
        {"type": "set", "name": "only", "sources": [{"$ref": "inner/b.tokens#"}]}]}
    result = load_folder(
        theme := Theme(), {"all.resolver.json": json.dumps(resolver)}, folder)
    assert result.status == 0 and len(theme) == 1, str(result)
    assert load_folder(Theme(), {"other.resolver.json": "{}"}, folder).status != 0


def test_notes() -> None:
    """Descriptions, deprecations and extensions become notes, also those of groups"""
    theme = good({"x.tokens.json": {
        "a": {**gray(0), "$description": "Ink.", "$deprecated": "Use {b} instead",
              "$extensions": {"com.example": {"x": [1, "\n", {"y": None}]}, "org.dyncolor": {}}},
        "b": gray(1),
        "g": {"$deprecated": True, "c": gray(0), "h": {"d": gray(0)},
              "e": {**gray(0), "$deprecated": False}}}})
    assert theme["a"].description == "Ink."
    deprecation = theme["a"].deprecated
    assert deprecation is not None and deprecation.note == "Use {b} instead"
    assert deprecation.replacement == theme["b"]
    assert theme["b"].deprecated is None and theme["g/e"].deprecated is None
    for name in ("g/c", "g/h/d"):
        found = theme[name].deprecated
        assert found is not None and found.note == "deprecated"
    assert json.loads(annotation(theme, "a")) == {"com.example": {"x": [1, "\n", {"y": None}]}}
    assert annotation(theme, "b") == ""


def test_prefix(tmp_path: Path) -> None:
    """A prefix is put before names and before what aliases mean"""
    path = tmp_path / "x.tokens.json"
    path.write_text(json.dumps({"a": gray(0), "b": {"$value": "{a}"}}))
    theme = Theme()
    assert load(theme, path, prefix="web/").status == 0
    assert css(theme) == {"web/a": "color(srgb 0 0 0)", "web/b": "var(--web\\/a)"}


# ---- Leniency ------------------------------------------------------------------------------------

LENIENT: list[tuple[str, str, str, dict[str, str]]] = [
    ("hex digits", '{"a": {"$type": "color", "$value": "#11223380"}}',
     "the color is a text; the standard has an object with colorSpace and components",
     {"a": "rgba(17, 34, 51, 0.5019607843137255)"}),
    ("CSS", '{"a": {"$type": "color", "$value": "oklch(70% 0.1 200 / 50%)"}}',
     "the color is a text; the standard has an object with colorSpace and components",
     {"a": "oklch(0.7 0.1 200 / 0.5)"}),
    ("CSS that computes",
     '{"a": {"$type": "color", "$value": "color-mix(in oklab, red, var(--b))"}}',
     "the color is a text; the standard has an object with colorSpace and components",
     {"a": "color-mix(in oklab, red, var(--b))"}),
    ("no type", '{"a": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}}',
     "expected a type", {"a": "color(srgb 0 0 0)"}),
    ("no type, and hex digits", '{"a": {"$value": "#fff"}}', "expected a type", {"a": "#fff"}),
    ("no dollars", '{"a": {"value": "#fff", "type": "color"}, "b": {"value": "{a.value}"}}',
     "value and type have no dollar sign; write $value and $type", {"a": "#fff", "b": "var(--a)"}),
    ("comments", '// here\n{"a": {"$type": "color", "$value": {"$ref": "#/b"}}, "b": '
     '{"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}}',
     "the file has comments; standard JSON has none", {"a": "var(--b)"}),
    ("a comma too many",
     '{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0,],},},}',
     "the last element has a comma after it; standard JSON has none", {"a": "color(srgb 0 0 0)"}),
    ("alpha beside the value", '{"a": {"$type": "color", "$value": "#fff", "alpha": 0.5}, '
     '"b": {"$value": "{a}", "alpha": 0.25}}',
     "alpha beside $value is not standard; put it in $value", {"a": "rgba(255, 255, 255, 0.5)",
                                         "b": "alpha(from var(--a) / 0.25)"}),
    ("modes", '{"a": {"$type": "color", "$value": "#fff", "$extensions": '
     '{"mode": {"light": "#eee", "dark": "#111"}}}}',
     "modes in $extensions are not standard; use a resolver with modifiers",
     {"a": "light-dark(#eee, #111)"}),
    ("overrides", '{"a": {"$type": "color", "$value": "#fff", "$extensions": '
     '{"org.primer.overrides": {"dark": {"$value": "#111", "alpha": 0.5}, '
     '"dark-dimmed": "#333"}}}}',
     "modes in $extensions are not standard; use a resolver with modifiers",
     {"a": "if(style(--mode: dark-dimmed): #333; else: light-dark(#fff, rgba(17, 17, 17, 0.5)))"}),
    ("a space that nobody knows, with hex digits",
     '{"a": {"$type": "color", "$value": {"colorSpace": "cmyk", "components": [0], '
     '"hex": "#fff"}}}',
     "unknown color space; use one of the Design Tokens Color Module", {"a": "#fff"}),
    ("alpha out of bounds", '{"a": {"$type": "color", "$value": '
     '{"colorSpace": "srgb", "components": [0, 0, 0], "alpha": 2}}}',
     "expected an alpha from 0 to 1", {"a": "color(srgb 0 0 0)"}),
    ("names with strokes", '{"a/b": {"$type": "color", "$value": '
     '{"colorSpace": "srgb", "components": [0, 0, 0]}}}',
     "a name must not have braces, periods or slashes", {"a/b": "color(srgb 0 0 0)"}),
    ("a color of the theme", '{"a": {"$type": "color", "$value": "{there.x}"}}',
     "reference to an unknown color", {"a": "var(--there\\/x)"}),
]


@pytest.mark.parametrize(("text", "tokens", "message", "expected"), LENIENT,
                         ids=[case[0] for case in LENIENT])
def test_leniency(text: str, tokens: str, message: str, expected: dict[str, str]) -> None:
    """What real files have that the format does not is read with a warning, or is an error"""
    theme, result = loaded({"x.tokens.json": tokens})
    assert result.status == 0, str(result)
    assert message in {finding.message for finding in result.warnings}
    assert all(finding.line > 0 and finding.column > 0 for finding in result.warnings)
    found = css(theme)
    written = Theme()
    for name, wanted in expected.items():
        assert theme[name].equals(written.register(name, wanted)) or found[name] == wanted, found
    strict, result = loaded({"x.tokens.json": tokens}, flags=STRICT)
    assert result.status != 0 and len(strict) == 0


# ---- Mistakes ------------------------------------------------------------------------------------

MISTAKES: list[tuple[str, str, int, tuple[int, int], str]] = [
    ("an alias to a group",
     '{"g": {"a": {"$type": "color", "$value": "#000"}},\n "b": {"$value": "{g}"}}',
     SYNTAX, (2, 18), "expected a token, not a group"),
    ("a value and others in it",
     '{"a": {"$type": "color", "$value": "#000",\n  "b": {"$value": "#fff"}}}',
     SYNTAX, (2, 3), "a token cannot contain other tokens"),
    ("a group that extends itself", '{"g": {"$extends":\n"{g}"}}', CYCLE, (2, 1),
     "the group extends itself"),
    ("groups that extend each other", '{"g": {"$extends": "{h}"},\n"h": {"$extends": "{g}"}}',
     CYCLE, (2, 19), "the group extends itself"),
    ("a group that extends that around it", '{"g": {"h": {"$extends":\n"{g}"}}}', CYCLE, (2, 1),
     "the group extends itself"),
    ("a group that extends one in it", '{"g": {"$extends":\n"{g.h}", "h": {}}}', CYCLE, (2, 1),
     "the group extends itself"),
    ("an extension of a token",
     '{"a": {"$type": "color", "$value": "#000"},\n"g": {"$extends": "{a}"}}',
     SYNTAX, (2, 19), "expected a group, not a token"),
    ("an extension of nothing", '{"g": {"$extends":\n "{h}"}}', UNKNOWN_NAME, (2, 2),
     "reference to an unknown group"),
    ("tokens that are each other", '{"a": {"$type": "color", "$value": "{b}"},\n'
     '"b": {"$type": "color", "$value": "{a}"}}', CYCLE, (1, 7), "the color refers to itself"),
    ("tokens without a type that are each other",
     '{"a": {"$value": "{b}"}, "b":\n{"$value": "{a}"}}',
     CYCLE, (2, 12), "the token refers to itself"),
    ("a token that is itself", '{"a": {"$value":\n"{a}"}}', CYCLE, (2, 1),
     "the token refers to itself"),
    ("references in a circle",
     '{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components":\n'
     '{"$ref": "#/a/$value/components"}}}}', CYCLE, (2, 1), "the value refers to itself"),
    ("a space that nobody knows",
     '{"a": {"$type": "color", "$value": {"colorSpace":\n"cmyk", "components": [0, 0, 0]}}}',
     SYNTAX, (2, 1), "unknown color space; use one of the Design Tokens Color Module"),
    ("two components",
     '{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components":\n [0, 0]}}}',
     SYNTAX, (2, 2), "expected three components"),
    ("four components",
     '{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components":\n [0, 0, 0, 1]}}}',
     SYNTAX, (2, 2), "expected three components"),
    ("a component that is a text",
     '{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0,\n "0", 0]}}}',
     SYNTAX, (2, 2), "expected a number or none"),
    ("alpha that is a text", '{"a": {"$type": "color", "$value": {"colorSpace": "srgb", '
     '"components": [0, 0, 0], "alpha":\n"1"}}}', SYNTAX, (2, 1), "expected an alpha from 0 to 1"),
    ("a number for a color", '{"a": {"$type": "color", "$value":\n 5}}', SYNTAX, (2, 2),
     "expected a color"),
    ("a text that is no color", '{"a": {"$type": "color", "$value":\n "bluish"}}', SYNTAX, (2, 3),
     "expected a color"),
    ("a reference to nothing", '{"a": {"$type": "color", "$value": {"$ref":\n"#/b/$value"}}}',
     UNKNOWN_NAME, (2, 1), "reference to a missing member"),
    ("a type that is a number", '{"a": {"$type":\n 1, "$value": "#000"}}', SYNTAX, (2, 2),
     "expected the name of a type"),
    ("a deprecation that is a number", '{"a": {"$type": "color", "$value": {"colorSpace": "srgb", '
     '"components": [0, 0, 0]}, "$deprecated":\n 1}}', SYNTAX, (2, 2),
     "expected a boolean or a string"),
    ("an array", '[]', SYNTAX, (1, 1), "expected an object of tokens"),
    ("no JSON", '{"a": {"$value" "x"}}', SYNTAX, (1, 17), "expected a colon"),
]


@pytest.mark.parametrize(("text", "tokens", "status", "place", "message"), MISTAKES,
                         ids=[case[0] for case in MISTAKES])
def test_mistakes(
    text: str, tokens: str, status: int, place: tuple[int, int], message: str
) -> None:
    """A mistake in tokens is an error with its file, line and column"""
    theme = Theme()
    theme.register("before", "red")
    before = theme.fingerprint
    result = load_files(theme, {"x.tokens.json": tokens}, "x.tokens.json")
    assert result.status == status, str(result)
    first = next(f for f in result.errors if f.status == status)
    assert ((first.line, first.column), first.path) == (place, "x.tokens.json"), str(result)
    assert first.message == message or message == "expected a color"
    assert theme.fingerprint == before and theme.names() == ["before"]


# ---- Resolvers -----------------------------------------------------------------------------------

def resolver(*order: Any, **rest: Any) -> dict[str, Any]:
    return {"version": "2025.10", "resolutionOrder": list(order), **rest}


def ref(pointer: str, **rest: Any) -> dict[str, Any]:
    return {"$ref": pointer, **rest}


def test_resolver_forms() -> None:
    """Sets and modifiers stand in the order or beside it, and refer to sets, files and parts"""
    document = resolver(
        ref("#/sets/a"),
        {"type": "set", "name": "inline", "sources": [{"t": gray(0.25), "u": gray(0.25)}]},
        {"type": "modifier", "name": "brand", "default": "one", "contexts": {
            "one": [], "two": [ref("#/sets/b"), ref("files/x.tokens.json#/deep", u=gray(0.75))]}},
        sets={"a": {"sources": [{"s": gray(0)}, ref("files/x.tokens.json")]},
              "b": {"sources": [{"s": gray(1)}]}})
    theme = good({"r.resolver.json": document, "files/x.tokens.json": {
        "deep": {"t": gray(0.5), "u": gray(0.5)}}}, "r.resolver.json")
    assert css(theme) == {
        "s": "if(style(--brand: two): color(srgb 1 1 1); else: color(srgb 0 0 0))",
        "t": "if(style(--brand: two): color(srgb 0.5 0.5 0.5); else: color(srgb 0.25 0.25 0.25))",
        "u": "if(style(--brand: two): color(srgb 0.75 0.75 0.75); "
             "else: color(srgb 0.25 0.25 0.25))",
        "deep/t": "color(srgb 0.5 0.5 0.5)", "deep/u": "color(srgb 0.5 0.5 0.5)"}
    assert theme.axis("brand", "one", "two") == 14 and theme.custom_axes["brand"] == {
        "one": 1, "two": 2}


@pytest.mark.parametrize(("contexts", "expected"), [
    (["light", "dark"], "light-dark(a, b)"),
    (["dark", "light"], "light-dark(b, a)"),
    (["Light", "DARK"], "light-dark(a, b)"),
    (["light-mode", "dark"],
     "if(style(--m): if(style(--m: dark): b; else: a); else: light-dark(a, b))"),
    (["default", "dark"], "light-dark(a, b)"),
    (["default", "light", "dark"],
     "if(style(--m): if(style(--m: light): b; style(--m: dark): c; else: a); "
     "else: light-dark(b, c))"),
    (["standard", "high-contrast"], "--variants(any: a; more: b)"),
    (["light", "dark", "hc"], "--variants(any: a; dark: b; more: c; dark more: c)"),
    (["light", "lightHighContrast", "dark", "dark_ax"],
     "--variants(any: a; dark: c; more: b; dark more: d)"),
    (["srgb", "display-p3"], "--variants(any: a; display-p3: b)"),
    (["any", "tv", "phone"], "--variants(any: a; tv: b; phone: c)"),
    (["acme", "globex"], "if(style(--m: globex): b; else: a)"),
], ids=lambda value: str(value) if isinstance(value, str) else "")
def test_contexts(contexts: list[str], expected: str) -> None:
    """Contexts whose names say what environments have are bound to that, others to an axis"""
    values = dict(zip("abcd", ["red", "green", "blue", "white"]))
    document = resolver({"type": "modifier", "name": "m", "default": contexts[0], "contexts": {
        name: [{"t": {"$type": "color", "$value": value}}]
        for name, value in zip(contexts, values.values())}})
    theme, result = loaded({"r.resolver.json": document}, "r.resolver.json")
    assert result.status == 0, str(result)
    wanted = expected
    for letter, value in values.items():
        for before, after in itertools.product("( ", ",;)"):
            wanted = wanted.replace(f"{before}{letter}{after}", f"{before}{value}{after}")
    copy = Theme()
    for either in (theme, copy):
        either.axis("m", *contexts)
    copy.register("t", wanted)
    choices: list[list[dict[str, Any]]] = [
        [{"scheme": scheme} for scheme in ("light", "dark")],
        [{"contrast": contrast} for contrast in ("standard", "more")],
        [{"gamut": gamut} for gamut in ("srgb", "display-p3")],
        [{"idiom": idiom} for idiom in (None, "tv", "phone")]]
    for axes in itertools.product(*choices):
        environment = Environment(**{key: value for axis in axes for key, value in axis.items()})
        for place in range(len(contexts) + 1):
            asked = theme.environment(environment, m=place)
            assert theme["t"].resolve(asked) == copy["t"].resolve(asked), theme["t"].css


RESOLVER_MISTAKES: list[tuple[str, dict[str, Any], int, str]] = [
    ("no order", {"version": "2025.10"}, SYNTAX, ""),
    ("no contexts", resolver({"type": "modifier", "name": "m", "contexts": {}}), SYNTAX,
     "the modifier has no contexts"),
    ("a default that is no context",
     resolver({"type": "modifier", "name": "m", "default": "c", "contexts": {"a": [], "b": []}}),
     UNKNOWN_NAME, "the default is not a context of this modifier"),
    ("a set twice", resolver(ref("#/sets/a"), ref("#/sets/a"), sets={"a": {"sources": []}}), SYNTAX,
     "the name is repeated in resolutionOrder; list each name once"),
    ("a set that is not there", resolver(ref("#/sets/a")), UNKNOWN_NAME,
     "reference to a missing member"),
    ("neither a set nor a modifier", resolver(ref("#/other/a")), SYNTAX,
     "expected a reference to a set or a modifier"),
    ("an inline set without a name", resolver({"type": "set", "sources": []}), SYNTAX,
     "expected a name of 1 to DYNCOLOR_MAX_NAME bytes"),
    ("an inline set without a type", resolver({"name": "a", "sources": []}), SYNTAX,
     "unknown type, expected set or modifier"),
    ("a set of a modifier",
     resolver(ref("#/sets/a"), sets={"a": {"sources": [ref("#/modifiers/m")]}},
              modifiers={"m": {"contexts": {"a": [], "b": []}}}), SYNTAX,
     "expected a reference to a set or a file"),
    ("a set of what is in the order",
     resolver(ref("#/sets/a"), sets={"a": {"sources": [ref("#/resolutionOrder/0")]}}), SYNTAX,
     "expected a reference to a set or a file"),
    ("a set of itself",
     resolver(ref("#/sets/a"), sets={"a": {"sources": [ref("#/sets/a")]}}), CYCLE,
     "the set refers to itself, or is nested too deeply"),
    ("sets of each other",
     resolver(ref("#/sets/a"), sets={"a": {"sources": [ref("#/sets/b")]},
                                     "b": {"sources": [ref("#/sets/a")]}}), CYCLE,
     "the set refers to itself, or is nested too deeply"),
    ("a token and a group of the same name",
     resolver({"type": "set", "name": "a", "sources": [{"t": gray(0)}, {"t": {"u": gray(0)}}]}),
     SYNTAX, "a token cannot contain other tokens"),
    ("a file that is not there",
     resolver({"type": "set", "name": "a", "sources": [ref("x.tokens.json")]}), FILE, ""),
]


@pytest.mark.parametrize(("text", "document", "status", "message"), RESOLVER_MISTAKES,
                         ids=[case[0] for case in RESOLVER_MISTAKES])
def test_resolver_mistakes(text: str, document: dict[str, Any], status: int, message: str) -> None:
    """A mistake in a resolver is an error with its place"""
    theme, result = loaded({"r.resolver.json": document}, "r.resolver.json")
    assert result.status == status, str(result)
    assert message in (result.errors[0].message, "")
    assert result.errors[0].line == 1 and len(theme) == 0


def test_undefined() -> None:
    """A token that some contexts do not have has no value there, nor has what refers to it"""
    document = resolver(
        {"type": "set", "name": "s", "sources": [{"b": {"$type": "color", "$value": "{a}"}}]},
        {"type": "modifier", "name": "theme", "contexts": {"light": [], "dark": [{"a": gray(0)}]}},
        {"type": "modifier", "name": "brand", "contexts": {"x": [], "y": [{"c": gray(1)}]}})
    theme = good({"r.resolver.json": document}, "r.resolver.json")
    dark = Environment(scheme="dark")
    assert theme["a"].resolve(dark) == theme["b"].resolve(dark)
    for name in "abc":
        with pytest.raises(Exception, match="no value"):
            theme[name].resolve(Environment(scheme="light"))
    theme.axis("brand", "x", "y")
    assert theme["c"].resolve(theme.environment(brand="y")).hex == "#ffffff"


# ---- Permutations --------------------------------------------------------------------------------

MODIFIERS: list[tuple[str, list[str]]] = [
    ("theme", ["light", "dark"]), ("theme", ["light", "dark", "light-hc", "dark-hc"]),
    ("contrast", ["standard", "hc"]), ("brand", ["acme", "globex", "initech"]),
    ("season", ["summer", "winter"]), ("size", ["small", "large"])]

GROUPS = ["p", "q", "q.r"]
NAMES = ["x", "y", "z", "$root"]
PATHS = [f"{group}.{name}" for group in GROUPS for name in NAMES]


def constant(rng: random.Random) -> Any:
    space = rng.choice(SPACES)
    scale = 100 if space in ("hsl", "hwb", "lab", "lch") else 1
    value: dict[str, Any] = {"colorSpace": space, "components": [
        rng.choice([rng.randint(0, 8) / 8 * scale] * 4 + ["none"]) for _ in range(3)]}
    if rng.random() < 0.5:
        value["alpha"] = rng.randint(0, 4) / 4
    return value


def random_token(rng: random.Random, path: str, is_base: bool) -> Any:
    """A token that refers only to those of names that come before its own."""
    before = PATHS[:PATHS.index(path)]
    kind = rng.choice(["constant", "constant", "alias", "reference", "component"])
    if kind == "constant" or not before:
        return {"$type": "color", "$value": constant(rng)}
    target = rng.choice(before)
    pointer = "#/" + target.replace(".", "/")
    if kind == "component":
        components = [rng.choice([rng.randint(0, 8) / 8,
                                  ref(f"{pointer}/$value/components/{rng.randint(0, 2)}")])
                      for _ in range(3)]
        return {"$type": "color", "$value": {
            "colorSpace": rng.choice(["srgb", "oklab", "xyz-d65"]), "components": components}}
    token: Any = {"$value": "{" + target + "}"} if kind == "alias" else rng.choice(
        [{"$ref": pointer}, {"$value": {"$ref": pointer + "/$value"}}])
    return {"$type": "color", **token} if is_base or rng.random() < 0.5 else token


def random_tree(rng: random.Random, paths: list[str], is_base: bool = False) -> Any:
    tree: dict[str, Any] = {}
    for path in paths:
        node = tree
        *groups, name = path.split(".")
        for group in groups:
            node = node.setdefault(group, {})
        node[name] = random_token(rng, path, is_base)
    return tree


def some_paths(rng: random.Random) -> list[str]:
    return rng.sample(PATHS, rng.randint(0, 5))


def random_files(rng: random.Random) -> dict[str, str]:
    """A resolver and its files. The first set has all tokens, so that all that is referred to is
    there."""
    base = random_tree(rng, PATHS, True)
    base["e"] = {"$extends": rng.choice(["{p}", "{q}", "{q.r}"]),
                 **random_tree(rng, rng.sample(["p.x", "p.y"], rng.randint(0, 2))).get("p", {})}
    if rng.random() < 0.5:
        base["f"] = {"g": {"$extends": "{e}"}}
    files = {"base.tokens.json": json.dumps(base)}
    order: list[Any] = [{"type": "set", "name": "base", "sources": [ref("base.tokens.json")]}]
    chosen = {name: contexts for name, contexts in rng.sample(MODIFIERS, rng.randint(0, 3))}
    for name, contexts in chosen.items():
        sources: dict[str, Any] = {}
        for context in contexts:
            inner = [random_tree(rng, some_paths(rng)) for _ in range(rng.randint(0, 2))]
            sources[context] = inner
            if inner and rng.random() < 0.5:
                files[f"{name}/{context}.tokens.json"] = json.dumps(inner[0])
                sources[context] = [ref(f"{name}/{context}.tokens.json"), *inner[1:]]
        if rng.random() < 0.5:
            # Something of a group that extends another, in one context only.
            sources[contexts[-1]].append({"e": random_tree(rng, ["p.z"])["p"]})
        order.append({"type": "modifier", "name": name, "contexts": sources,
                      "default": rng.choice(contexts)})
    if rng.random() < 0.5:
        order.append({"type": "set", "name": "last", "sources": [
            random_tree(rng, some_paths(rng))]})
    return {"r.resolver.json": json.dumps(resolver(*order)), **files}


@given(st.integers(0, 1 << 32))
def test_permutations(seed: int) -> None:
    """One theme of a random resolver answers for every permutation as one that makes each anew"""
    files = random_files(random.Random(seed))
    theme = Theme()
    result = load_files(theme, files, "r.resolver.json")
    assert result.status == 0, str(result)
    reference = Resolver(files, "r.resolver.json")
    modifiers = reference.modifiers
    theme_contexts = modifiers.get("theme", {}).get("contexts", {})
    bound = {name for name in modifiers if name in ("theme", "contrast")}
    # Two modifiers cannot both be bound to contrast: the later is an axis of its own.
    if bound == {"theme", "contrast"} and "dark-hc" in theme_contexts:
        bound = {next(name for name in modifiers if name in bound)}
    # An axis cannot have the name of one that every theme has.
    axis_of = {name: "data-contrast" if name == "contrast" else name for name in modifiers}
    for name in set(modifiers) - bound:
        theme.axis(axis_of[name], *modifiers[name]["contexts"])
    expected_of = Theme()
    for inputs in reference.permutations():
        axes: dict[str, Any] = {"scheme": "light", "contrast": "standard"}
        for name in bound:
            for word in inputs[name].split("-"):
                axes.update(WORDS.get(word, {}))
        custom: dict[str, Any] = {
            axis_of[name]: inputs[name] for name in set(inputs) - bound}
        environment = theme.environment(Environment(**axes), **custom)
        expected = reference.colors(inputs)
        assert set(expected) == set(theme.names())
        for name, value in expected.items():
            assert value is not None
            wanted = expected_of.register(None, value.css).resolve()
            assert theme[name].resolve(environment) == wanted, (name, inputs, theme[name].css)


# ---- Hostile ones --------------------------------------------------------------------------------

def refused(files: dict[str, Any], first: str, *statuses: int, seconds: float = 10) -> Result:
    theme = Theme()
    theme.register("before", "red")
    before = theme.fingerprint
    started = time.process_time()
    texts = {name: text if isinstance(text, (str, bytes)) else json.dumps(text)
             for name, text in files.items()}
    result = load_files(theme, texts, first)
    assert result.status in statuses, str(result)[:2000]
    assert theme.fingerprint == before and theme.names() == ["before"]
    assert time.process_time() - started < seconds
    return result


def test_laughs() -> None:
    """What would grow without bounds is refused: extensions of extensions, sets of sets, chains"""
    extends: dict[str, Any] = {"g0": {"a": gray(0), "b": gray(1)}}
    for level in range(1, 40):
        extends[f"g{level}"] = {side: {"$extends": "{g%d}" % (level - 1)} for side in "xy"}
    refused({"x.tokens.json": extends}, "x.tokens.json", TOO_COMPLEX)

    sets: dict[str, Any] = {"s0": {"sources": [{"a": gray(0)}]}}
    for level in range(1, 40):
        sets[f"s{level}"] = {"sources": [ref(f"#/sets/s{level - 1}")] * 2}
    refused({"r.resolver.json": resolver(ref("#/sets/s39"), sets=sets)}, "r.resolver.json",
            TOO_COMPLEX)

    files: dict[str, Any] = {"f0.tokens.json": {"a": gray(0)}}
    for level in range(1, 28):
        files[f"f{level}.tokens.json"] = {side: ref(f"f{level - 1}.tokens.json") for side in "xy"}
    refused(files, "f27.tokens.json", TOO_COMPLEX)

    # Each looks through all before it.
    count = 20_000
    chain: dict[str, Any] = {"t0": gray(0)}
    for level in range(1, count):
        chain[f"t{level}"] = color(components=[ref(f"#/t{level - 1}/$value/components/0"), 0, 0])
    refused({"x.tokens.json": chain}, "x.tokens.json", TOO_COMPLEX)

    # Each modifier decides anew what all the others do.
    order: list[Any] = [{"type": "modifier", "name": f"m{level}", "contexts": {
        context: [{f"t{level}": gray(index / 8)}] for index, context in enumerate("abcdefgh")}}
        for level in range(8)]
    order.append({"type": "set", "name": "s", "sources": [{
        "u": color(components=[ref(f"#/t{level}/$value/components/0") for level in range(3)]),
        "v": color(components=[ref(f"#/t{level}/$value/components/0") for level in range(3, 6)],
                   alpha=ref("#/t6/$value/components/0"),
                   colorSpace=ref("#/t7/$value/colorSpace"))}]})
    refused({"r.resolver.json": resolver(*order)}, "r.resolver.json", TOO_COMPLEX)


def test_long_chains() -> None:
    """Chains of aliases and of extensions may be long"""
    chain: dict[str, Any] = {"t0": gray(0)}
    chain.update({f"t{level}": {"$value": "{t%d}" % (level - 1)} for level in range(1, 20_000)})
    theme = good({"x.tokens.json": dict(reversed(list(chain.items())))})
    assert len(theme) == 20_000
    chain = {"g0": {"a": gray(0)}}
    chain.update({f"g{level}": {"$extends": "{g%d}" % (level - 1)} for level in range(1, 20_000)})
    assert len(good({"x.tokens.json": dict(reversed(list(chain.items())))})) == 20_000


TRICKS = ["../secret.tokens.json", "../../secret.tokens.json", "a/../../secret.tokens.json",
          "/secret.tokens.json", "%2e%2e/secret.tokens.json", "..%2fsecret.tokens.json",
          "./../secret.tokens.json", "file:///secret.tokens.json", "https://x.example/t.json",
          "link.tokens.json", "linked/secret.tokens.json", "a\u0000b", "."]


@pytest.mark.parametrize("path", TRICKS, ids=lambda path: repr(path))
def test_tricks(path: str, tmp_path: Path) -> None:
    """A path that leads out of the folder is not followed, whatever it looks like"""
    (tmp_path / "secret.tokens.json").write_text(json.dumps({"a": gray(0)}))
    folder = tmp_path / "inner"
    folder.mkdir()
    os.symlink("../secret.tokens.json", folder / "link.tokens.json")
    os.symlink("..", folder / "linked")
    documents: list[dict[str, Any]] = [
        {"a": ref(f"{path}#/a")}, {"a": color(components=ref(f"{path}#/a/$value/components"))},
        {"a": {"$extends": f"{path}#"}}]
    for document in documents:
        (folder / "x.tokens.json").write_text(json.dumps(document))
        theme = Theme()
        before = theme.fingerprint
        result = load(theme, folder / "x.tokens.json")
        assert result.status in (OUTSIDE, FILE), str(result)
        assert theme.fingerprint == before and (result.errors[0].line, len(theme)) == (1, 0)
    (folder / "r.resolver.json").write_text(json.dumps(resolver(
        {"type": "set", "name": "s", "sources": [ref(path)]})))
    assert load(Theme(), folder / "r.resolver.json").status in (OUTSIDE, FILE)


def test_outside(tmp_path: Path) -> None:
    """Files outside the folder are read if that is allowed"""
    (tmp_path / "other.tokens.json").write_text(json.dumps({"a": gray(0)}))
    folder = tmp_path / "inner"
    folder.mkdir()
    (folder / "x.tokens.json").write_text(json.dumps({"b": ref("../other.tokens.json#/a")}))
    theme = Theme()
    assert load(theme, folder / "x.tokens.json", flags=ALLOW_OUTSIDE).status == 0
    assert css(theme) == {"b": "color(srgb 0 0 0)"}


def test_opened() -> None:
    """Only files that are named are opened, each once"""
    opened: list[str] = []
    files = {"x.tokens.json": json.dumps({"a": ref("b/c.json#/a"), "d": ref("./b/../b/c.json#/a"),
                                          "e": ref("../x#/a"), "f": ref("/x#/a")}),
             "b/c.json": json.dumps({"a": gray(0)})}
    assert load_files(Theme(), files, "x.tokens.json", opened=opened).status == OUTSIDE
    assert opened == ["b/c.json"]


def test_circles_of_files() -> None:
    """Files that refer to each other in a circle are refused"""
    refused({"a.tokens.json": {"g": ref("b.tokens.json#/g")},
             "b.tokens.json": {"g": ref("a.tokens.json#/g")}}, "a.tokens.json", CYCLE, TOO_COMPLEX)
    refused({"a.tokens.json": {"t": color(components=ref("b.tokens.json#/t/$value/components"))},
             "b.tokens.json": {"t": color(components=ref("a.tokens.json#/t/$value/components"))}},
            "a.tokens.json", CYCLE, TOO_COMPLEX)
    refused({"a.tokens.json": {"g": {"x": ref("a.tokens.json#/g")}}}, "a.tokens.json", CYCLE,
            TOO_COMPLEX)


def test_names() -> None:
    """Names that no color can have are refused, however long they are"""
    refused({"x.tokens.json": {"a" * (1 << 20): gray(0)}}, "x.tokens.json", TOO_COMPLEX)
    refused({"x.tokens.json": {"a" * 600: {"b" * 600: gray(0)}}}, "x.tokens.json", TOO_COMPLEX)
    refused({"x.tokens.json": {"a\0b": gray(0)}}, "x.tokens.json", SYNTAX)
    refused({"x.tokens.json": {"": gray(0)}}, "x.tokens.json", SYNTAX)
    good({"x.tokens.json": {"a" * 1023: gray(0)}})


def test_truncated() -> None:
    """Tokens and resolvers that end at any byte are an error, and change nothing"""
    files = {
        "x.tokens.json": {"g": {"$type": "color", "$root": {"$value": "{g.a}"},
                                "a": gray(0.5, alpha=0.5), "$description": "\u00e9"}},
        "r.resolver.json": resolver(
            {"type": "set", "name": "s", "sources": [{"a": gray(0)}]},
            {"type": "modifier", "name": "m", "contexts": {"x": [{"a": gray(1)}], "y": []}})}
    for name, document in files.items():
        text = json.dumps(document, ensure_ascii=False).encode()
        for end in range(len(text)):
            refused({name: text[:end]}, name, SYNTAX, -4, -27)


def test_linear() -> None:
    """Reading takes time in proportion to the number of tokens, up to five megabytes of them"""
    def document(count: int) -> str:
        groups: dict[str, Any] = {}
        for index in range(count):
            group = groups.setdefault(f"group-{index // 500}", {"$type": "color"})
            group[f"token-{index}"] = (
                {"$value": "{group-%d.token-%d}" % ((index - 1) // 500, index - 1)}
                if index % 5 == 4 else
                {"$value": {"colorSpace": "srgb", "components": [index % 256 / 255, 0.25, 0.5]},
                 "$description": f"The token number {index}"})
        return json.dumps(groups)

    def seconds(count: int) -> float:
        text = {"x.tokens.json": document(count)}
        best = float("inf")
        for _ in range(2):
            started = time.process_time()
            good(text)
            best = min(best, time.process_time() - started)
        return best

    assert len(document(50_000)) > 5_000_000
    assert seconds(50_000) < 8 * seconds(12_500) + 0.2
