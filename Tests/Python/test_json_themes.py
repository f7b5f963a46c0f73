"""Themes in JSON, and color schemes of KDE, written and read again."""
from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dyncolor import Environment, SyntaxError, Theme

DARK = Environment(scheme="dark")
ENVIRONMENTS = [
    Environment(scheme=scheme, contrast=contrast)
    for scheme in ("light", "dark") for contrast in ("standard", "more", "less")]


def read(text: str | bytes, **options: Any) -> Theme:
    theme = Theme()
    theme.load("a.json", text, format="json", **options)
    return theme


# ---- Round trips ---------------------------------------------------------------------------------

# Any characters that names may have, and those that mean something to JSON or to CSS often.
names = st.text(st.one_of(
    st.sampled_from("$/\\\"'-. {}[]:,lightdarkvalue\u2028é"),
    st.characters(exclude_categories=("Cs",), exclude_characters="\0")), min_size=1, max_size=12)
words = st.sampled_from([
    "light", "dark", "default", "value", "DEFAULT", "name", "description", "high-contrast",
    "lightHighContrast", "deprecated", "replacement", "extensions", "$palettes", "$", "$$", "/",
    "a/b", "light/a", "dark/a", "type", "$schema"])
numbers = st.floats(-2, 2, allow_nan=False).map(lambda number: f"{number:.17g}")
constants = st.one_of(
    st.sampled_from(["red", "#0461be", "#81d0ff80", "transparent", "hsl(20 30% 40%)"]),
    st.builds(lambda a, b, c: f"oklch({a} {b} {c})", numbers, numbers, numbers),
    st.builds(lambda a, b: f"color(display-p3 {a} none {b} / 0.3)", numbers, numbers))


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
texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=20)
objects = st.dictionaries(st.text(max_size=5), st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda part: st.one_of(st.lists(part, max_size=3),
                           st.dictionaries(st.text(max_size=3), part, max_size=3)),
    max_leaves=5), max_size=3)


@st.composite
def themes(draw: st.DrawFn) -> Theme:
    theme = Theme()
    for palette in draw(st.lists(names, max_size=2)):
        theme.declare_palette(palette)
    theme.declare_axis("team", "red", "blue")
    theme.declare_locale("fr")
    theme.declare_subtype("x")
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
    report = theme.write_report = None  # type: ignore[attr-defined]
    del report
    text = theme.text("json")
    json.loads(text)
    assert read(text, strict=True).fingerprint() == theme.fingerprint()
