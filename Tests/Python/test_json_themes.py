"""Themes in JSON, and color schemes of KDE, written and read again."""
from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dyncolor import Environment, Error, Theme

ENVIRONMENTS = [
    Environment(scheme=scheme, contrast=contrast)
    for scheme in ("light", "dark") for contrast in ("standard", "more", "less")]


def read(text: str | bytes, **options: Any) -> Theme:
    theme = Theme()
    theme.load("a.json", text, format="json", **options)
    return theme


# ---- Round trips ---------------------------------------------------------------------------------

# Any characters that names may have, and those that mean something to JSON or to CSS often.
ANY = st.characters(codec="utf-8", exclude_characters="\0")
names = st.text(st.one_of(
    st.sampled_from("$/\\\"'-. {}[]:,lightdarkvalue\u2028é"),
    ANY), min_size=1, max_size=12)
words = st.sampled_from([
    "light", "dark", "default", "value", "DEFAULT", "name", "description", "high-contrast",
    "lightHighContrast", "deprecated", "replacement", "extensions", "$palettes", "$", "$$", "/",
    "a/b", "light/a", "dark/a", "type", "$schema"])
numbers = st.floats(-2, 2, allow_nan=False).map(lambda number: f"{number:.17g}")
constants = st.one_of(
    st.sampled_from(["red", "#0461be", "#81d0ff80", "transparent", "hsl(20 30% 40%)"]),
    st.builds("oklch({} {} {})".format, numbers, numbers, numbers),
    st.builds("color(display-p3 {} none {} / 0.3)".format, numbers, numbers))


def computed(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("light-dark({}, {})".format, part, part),
        st.builds("color-mix(in oklab, {} 30%, {})".format, part, part),
        st.builds("oklch(from {} calc(l * 0.5) c h)".format, part),
        st.builds("--level({}, tertiary)".format, part),
        st.builds("--palette(accent, {})".format, part),
        st.builds("--first({}, {})".format, part, part),
        st.builds("if(style(--team: red): {}; media(prefers-contrast: more): {}; else: {})".format,
                  part, part, part),
        st.builds("--variants(any: {}; dark: {})".format, part, part),
        st.builds("--variants(any: {}; dark: {}; more: {}; dark more: {})".format,
                  part, part, part, part),
        st.builds("--variants(dark more: {}; light more: {}; light: {}; dark: {})".format,
                  part, part, part, part),
        st.builds("--variants(display-p3: {}; elevated dark: {}; locale(fr): {}; any: {})".format,
                  part, part, part, part),
        st.builds("--variants(subtype(x): {}; dark: {})".format, part, part))


recipes = st.recursive(
    st.one_of(constants, st.just("currentcolor"), st.just("var(--base)")), computed, max_leaves=6)
texts = st.text(ANY, max_size=20)
objects = st.dictionaries(st.text(max_size=5), st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda part: st.one_of(st.lists(part, max_size=3),
                           st.dictionaries(st.text(max_size=3), part, max_size=3)),
    max_leaves=5), max_size=3)


@st.composite
def themes(draw: st.DrawFn) -> Theme:
    theme = Theme()
    for palette in draw(st.lists(names, max_size=2)):
        theme.palette(palette)
    theme.axis("team", "red", "blue")
    theme.subtype("x")
    theme.locale("fr")
    theme.register("base", "#123456")
    for name in draw(st.lists(st.one_of(names, words), max_size=6)):
        color = theme.register(name, draw(recipes)) if name != "base" else theme["base"]
        if draw(st.booleans()):
            color.description = draw(texts)
        if draw(st.integers(0, 3)) == 0:
            color.deprecate(draw(texts), replacement=draw(st.sampled_from(["base", None])))
        if draw(st.integers(0, 3)) == 0:
            color.annotation = json.dumps(draw(objects))
    return theme


@given(themes())
def test_round_trip(theme: Theme) -> None:
    """A theme that is written in JSON is JSON, and read again as the same, whatever its colors are
    called, made of and said to be"""
    text = theme.text("json")
    json.loads(text)
    again = read(text, strict=True)
    assert again.fingerprint() == theme.fingerprint()
    for name in theme.names():
        assert again[name].annotation == theme[name].annotation
    assert again.text("json") == text


@given(themes())
def test_values(theme: Theme) -> None:
    """What is read again resolves to the same colors in every environment"""
    again = read(theme.text("json"))
    for each in ENVIRONMENTS:
        assert again.snapshot(each).fingerprint() == theme.snapshot(each).fingerprint()


# ---- What a server may send ----------------------------------------------------------------------

channels = st.integers(0, 255)


@given(st.dictionaries(
    st.text("abcxyz-_0123", min_size=1), st.tuples(channels, channels, channels)))
def test_arrays(colors: dict[str, tuple[int, int, int]]) -> None:
    """Arrays of three bytes are the colors that hexadecimal digits would be"""
    hexes = {name: "#%02x%02x%02x" % color for name, color in colors.items()}
    assert read(json.dumps(colors)).fingerprint() == read(json.dumps(hexes)).fingerprint()


@given(st.dictionaries(st.text("abcxyz", min_size=1, max_size=3),
                       st.tuples(constants, constants), min_size=1))
def test_ways(colors: dict[str, tuple[str, str]]) -> None:
    """Pairs by color, pairs by scheme and CSS are the same theme"""
    by_color = {name: {"light": light, "dark": dark} for name, (light, dark) in colors.items()}
    by_scheme = {"light": {name: light for name, (light, _) in colors.items()},
                 "dark": {name: dark for name, (_, dark) in colors.items()}}
    in_css = {name: f"light-dark({light}, {dark})" for name, (light, dark) in colors.items()}
    prints = {read(json.dumps(each)).fingerprint() for each in (by_color, by_scheme, in_css)}
    assert len(prints) == 1


@given(st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), constants, st.text(max_size=3)),
    lambda part: st.one_of(
        st.lists(part, max_size=4), st.dictionaries(st.one_of(words, names), part, max_size=4)),
    max_leaves=12))
def test_anything(value: Any) -> None:
    """Any JSON at all is a theme, or an error that changes nothing"""
    theme = Theme()
    theme.register("kept", "red")
    before = theme.fingerprint()
    try:
        report = theme.load("a.json", json.dumps(value), format="json")
    except Error as error:
        assert theme.fingerprint() == before
        assert error.report is not None and error.report.errors
    else:
        assert not report.errors


# ---- KDE -----------------------------------------------------------------------------------------

roles = st.sampled_from(["BackgroundNormal", "ForegroundLink", "DecorationHover"])
sets = st.sampled_from(["View", "Window", "Header"])


@given(st.dictionaries(st.tuples(sets, roles), st.tuples(
    st.tuples(channels, channels, channels), st.none() | st.tuples(channels, channels, channels))))
def test_kde(colors: dict[tuple[str, str], tuple[tuple[int, int, int], Any]]) -> None:
    """A color scheme of KDE that is read and written is read as the same"""
    lines: list[str] = []
    for (group, role), (normal, inactive) in colors.items():
        lines += [f"[Colors:{group}]", f"{role}={','.join(map(str, normal))}"]
        if inactive is not None and inactive != normal:
            lines += [f"[Colors:{group}][Inactive]", f"{role}={','.join(map(str, inactive))}"]
    theme, again = Theme(), Theme()
    theme.load("a.colors", "\n".join(lines) + "\n", format="kde")
    again.load("a.colors", theme.text("kde"))
    assert again.fingerprint() == theme.fingerprint()
    assert len(theme) == len(colors)
