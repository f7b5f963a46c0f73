"""Themes, snapshots and names as collections; dynamic colors that act; values that compare."""
from __future__ import annotations

import copy
import gc
import json
import pickle
import re
import sys
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, get_args

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dyncolor
from dyncolor import (
    Color, Colors, Context, DynamicColor, Environment, Error, InvalidArgumentError,
    NotInSnapshotError, NoValueError, Semantic, StaleIdError, TextSyntaxError, Theme,
    UnknownNameError, Variant, _library)

if TYPE_CHECKING:
    from collections.abc import Callable

RED, GREEN = Color("#f00"), Color("#0f0")


# ---- Themes and snapshots ------------------------------------------------------------------------


def test_one_rule_for_names_and_colors() -> None:
    """A theme and a snapshot are looked up by name or color, and iterate over the colors"""
    theme = Theme()
    a, nameless = theme.register("a", RED), theme.register(None, GREEN)
    empty = theme.register("b", Semantic("none"))
    later = theme.declare("later")
    snapshot = theme.snapshot()
    other = Theme().register("a", "#fff")
    assert list(theme) == [a, nameless, empty] and len(theme) == 3
    assert theme.names() == ["a", "b"] and theme.items() == [("a", a), ("b", empty)]
    assert list(snapshot) == [a, nameless] and len(snapshot) == 2 and snapshot.rows == 4
    assert snapshot.names() == ["a"] and snapshot.items() == [("a", RED)]
    assert dict(snapshot.items()) == {"a": RED}
    assert theme["a"] == theme[a] == theme.get("a") == theme.get(a) == a
    assert snapshot["a"] == snapshot[a] == snapshot.get("a") == snapshot.get(a) == RED
    assert "a" in theme and a in theme and "a" in snapshot and a in snapshot
    assert nameless in theme and nameless in snapshot and snapshot[nameless] == GREEN
    assert empty in theme and empty not in snapshot and snapshot.get("b") is None
    for missing in ("c", later, other):
        assert missing not in theme and missing not in snapshot
        assert theme.get(missing) is None and theme.get(missing, 5) == 5
        assert snapshot.get(missing) is None and snapshot.get(missing, RED) == RED
    wrong: list[Any] = [5, None, RED]
    for each in wrong:
        assert each not in theme and each not in snapshot
    for key, kind in ((later, StaleIdError), ("later", UnknownNameError)):
        with pytest.raises(kind):
            theme[key]
    new = theme.register("new", RED)
    assert new not in snapshot and snapshot.get(new) is None and "new" not in snapshot
    with pytest.raises(NotInSnapshotError):
        snapshot[new]
    theme.unregister(a)
    assert list(snapshot) == [nameless] and bool(snapshot) and bool(theme.snapshot())


def test_a_snapshot_without_its_theme() -> None:
    """A snapshot that outlives its theme has colors by DynamicColor, but no names"""
    theme = Theme()
    color = theme.register("a", RED)
    snapshot = theme.snapshot()
    alone = DynamicColor.__new__(DynamicColor)
    alone.id, alone.theme = color.id, None
    del theme, color
    gc.collect()
    assert snapshot[alone] == RED and alone in snapshot and snapshot.get(alone) == RED
    actions: list[Callable[[], object]] = [
        lambda: list(snapshot), snapshot.names, snapshot.items, lambda: len(snapshot),
        lambda: "a" in snapshot, lambda: snapshot["a"]]
    for action in actions:
        with pytest.raises(ReferenceError):
            action()
    assert repr(snapshot) == "<Snapshot of 1 rows for Environment()>"


def test_a_snapshot_as_colors() -> None:
    """The rows of a snapshot are Colors, each at the row of its dynamic color"""
    theme = Theme()
    made = theme.register_all({"a": RED, "b": Semantic("none"), "c": "oklch(0.7 0.1 200 / 0.3)"})
    snapshot = theme.snapshot()
    for colors in (snapshot.colors(), Colors(snapshot)):
        assert len(colors) == 3 and colors[made["b"].row] == Color(0, 0, 0, 0)
        for name in ("a", "c"):
            assert colors[made[name].row] == snapshot[name]
    assert len(Theme().snapshot().colors()) == 0


def test_failures_keep_their_detail() -> None:
    """What a color fails with is the same through a snapshot, as long as the theme is the same"""
    class MoonError(Error):
        status = -1000

    def bad(context: Context) -> Color:
        raise MoonError("no moon", "tonight")

    theme = Theme()
    theme.palette("Night")
    theme.register_all({"bad": bad, "none": Semantic("ink"), "no": [Variant("red", idiom="tv")],
                        "lost": "var(--nowhere)"})
    environment = theme.environment(palette="Night")
    snapshot = theme.snapshot(environment)
    for name in theme.names():
        with pytest.raises(Error) as resolved:
            theme.resolve(name, environment)
        with pytest.raises(Error) as looked_up:
            snapshot[name]
        assert type(looked_up.value) is type(resolved.value)
        assert str(looked_up.value) == str(resolved.value) and looked_up.value.context
    with pytest.raises(NoValueError, match='none: palette "Night" has no color "ink"'):
        snapshot["none"]
    with pytest.raises(NoValueError, match="no: no variant matches"):
        snapshot["no"]
    with pytest.raises(NoValueError, match='none: no palette for "ink"; set one'):
        theme.snapshot()["none"]
    theme.register("Night/ink", "red")
    with pytest.raises(NoValueError, match=": none"):
        snapshot["none"]


# ---- Names ---------------------------------------------------------------------------------------


# What each kind of names is declared by: by Python, and by a file. The name is always "red".
def in_file(text: str, name: str = "theme.json") -> Callable[[Theme], object]:
    return lambda theme: theme.load(name, text)


KINDS: dict[str, tuple[
    Callable[[Theme], Mapping[str, Any]], Callable[[Theme, str], object],
    Callable[[Theme], object]]] = {
    "palettes": (
        lambda theme: theme.palettes, Theme.palette, in_file('{"$palettes": ["red"]}')),
    "axes": (lambda theme: theme.custom_axes, Theme.axis, in_file('{"$axes": {"red": ["a"]}}')),
    "values": (
        lambda theme: theme.custom_axes["team"] if "team" in theme.custom_axes else {},
        lambda theme, name: theme.axis("team", name), in_file('{"$axes": {"team": ["red"]}}')),
    "layers": (
        lambda theme: theme.layers, lambda theme, name: theme.layer(name, below="user"),
        lambda theme: theme.layer("red", below="user").load("a.json", '{"a": "red"}')),
    "owners": (
        lambda theme: theme.owners, lambda theme, name: theme.layer("user", owner=name),
        lambda theme: theme.load("a.json", '{"a": "red"}', owner="red")),
    "locales": (lambda theme: theme.locales, Theme.locale, in_file('{"$locales": ["red"]}')),
    "subtypes": (lambda theme: theme.subtypes, Theme.subtype, in_file('{"$subtypes": ["red"]}')),
}


ORIGINS = [
    *[(kind, origin) for kind in KINDS for origin in ("Python", "a file", "an image")],
    ("palettes", "a style sheet"), ("palettes", "a color"), ("values", "a style sheet"),
    ("axes", "a style sheet")]


@pytest.mark.parametrize(("kind", "origin"), ORIGINS, ids=lambda each: each.replace(" ", "-"))
def test_names_from_everywhere(kind: str, origin: str) -> None:
    """A mapping has all names of the theme, wherever they come from, before any is looked up"""
    names_of, declare, load = KINDS[kind]
    theme = Theme()
    before = list(names_of(theme))
    if origin == "Python":
        declare(theme, "red")
    elif origin == "a file":
        load(theme)
    elif origin == "an image":
        declare(theme, "red")
        theme = Theme.from_image(theme.save())
    elif origin == "a color":
        theme.register("red/primary", "var(--red\\/other, red)")
    else:
        text = {"palettes": ":root { --red\\/primary: blue }",
                "values": ":root { --a: blue } [data-team=red] { --a: red }",
                "axes": ":root { --a: blue } [data-red=fire] { --a: red }"}[kind]
        theme.load("theme.css", text)
    names = names_of(theme)
    listed = list(names)
    assert {*listed} == {*before, "red"} and len(names) == len(listed) == len(before) + 1
    assert ("<palettes red>" if kind == "palettes" else "'red':") in repr(names)
    assert "red" in names and "rde" not in names and names.get("rde") is None
    assert names["red"] == names.get("red") == dict(names)["red"]
    with pytest.raises(UnknownNameError, match="this name: rde.*; (known|declared) .*red"):
        names["rde"]
    assert list(names) == listed
    # The mapping is a view.
    declare(theme, "blue")
    assert "blue" in names and {*names} == {*before, "red", "blue"}
    assert len(names) == len(before) + 2 and names == names_of(theme)


def test_names_are_mappings() -> None:
    """Palettes, axes, layers, locales, subtypes and owners are mappings of what the theme has"""
    theme = Theme()
    kinds: list[tuple[Mapping[str, Any], Callable[[str], object]]] = [
        (theme.palettes, theme.palette), (theme.locales, theme.locale),
        (theme.subtypes, theme.subtype), (theme.custom_axes, theme.axis),
        (theme.owners, lambda name: theme.layer("user", owner=name)),
        (theme.layers, lambda name: theme.layer(name, below="user"))]
    wrong: Any = 5
    for names, declare in kinds:
        before = list(names)
        assert isinstance(names, Mapping) and "blue" not in names and names.get("blue") is None
        with pytest.raises(
                UnknownNameError,
                match="has this name: blue.*; (known|declared) .*: .*Declare a new ") as caught:
            names["blue"]
        assert caught.value.names == ("blue",) and isinstance(caught.value, KeyError)
        assert wrong not in names and "a\0b" not in names and "" not in names
        with pytest.raises(TypeError, match="must be a text; got int"):
            names[wrong]
        declare("red")
        declare("blue")
        declare("red")
        assert {*names} == {*before, "red", "blue"} and len(names) == len(before) + 2
        assert "blue" in names and [*names.keys()] == [*names] and dict(names) == names
        shown = "<palettes red, blue>" if declare == theme.palette else repr(dict(names))
        assert repr(names) == shown and names["blue"] == dict(names)["blue"]
        assert names != {}
    assert theme.palettes == theme.locales == theme.subtypes == {"red": 1, "blue": 2}
    assert theme.layers["blue"].name == "blue" and theme.custom_axes == {"red": {}, "blue": {}}
    with pytest.raises(TypeError):
        theme.palettes["new"] = 5  # type: ignore[index]  # pyright: ignore


def test_looking_up_declares_nothing() -> None:
    """Looking for a name declares none, and a palette is known by its colors"""
    theme = Theme()
    theme.register("Winter/primary", "red")
    before = theme.fingerprint()
    for names in (theme.palettes, theme.locales, theme.custom_axes, theme.layers, theme.owners):
        assert "Wintre" not in names and names.get("Wintre") is None
    with pytest.raises(UnknownNameError):
        theme.environment(palette="Wintre")
    assert theme.fingerprint() == before and list(theme.palettes) == ["Winter"]
    assert repr(theme.palettes) == "<palettes Winter>"
    color = theme.register("a", Semantic("primary"))
    assert color.resolve(theme.environment(palette="Winter")) == RED
    assert theme.palettes == {"Winter": 1}


@given(st.lists(st.text("ab/", min_size=1, max_size=6), max_size=6), st.booleans())
def test_palettes_are_known_by_their_colors(names: list[str], is_first: bool) -> None:
    """The mapping lists the very palettes that it finds, and listing gives no numbers"""
    theme = Theme()
    if is_first:
        theme.palette("b")
    for name in names:
        theme.register(name, RED)
    listed = list(theme.palettes)
    assert len(theme.palettes) == len(listed) == len({*listed})
    assert repr(theme.palettes) == f"<palettes {', '.join(listed) or 'none'}>"
    assert dyncolor.Names.__len__(theme.palettes) == is_first
    parts = {name[:end] for name in names for end in range(1, len(name))} | {"b"}
    assert {part for part in parts if part in theme.palettes} == {*listed}
    assert list(theme.palettes.values()) == [theme.palettes[name] for name in theme.palettes]


def test_axes_of_files_and_images() -> None:
    """Axes that came with a file or an image are known by their names, like those declared"""
    theme = Theme()
    theme.load("theme.css", ":root { --ink: blue } [data-brand=fire] { --ink: red }")
    for each in (theme, Theme.from_image(theme.save()), Theme.from_address(theme.address)):
        assert each.custom_axes == {"brand": {"fire": 1}}
        assert each.custom_axes["brand"].name == "brand"
        fire = each.environment(brand="fire")
        assert each.resolve("ink", fire) == RED
        assert each["ink"].depends_on() == {"brand"}
        assert repr(fire) == "theme.environment(brand='fire')"
        seen = each.register("seen", lambda context: context.custom_name("brand") and "lime" or RED)
        assert seen.resolve(fire) == GREEN and seen.resolve() == RED


def test_getters_of_defaults() -> None:
    """What can be set can be read: the default scheme and palette, and the opacities of levels"""
    theme = Theme(default_scheme="dark")
    assert (theme.default_scheme, theme.default_palette) == ("dark", None)
    theme.default_scheme = "light"
    theme.palette("Day")
    theme.palette("Night")
    theme.default_palette = "Night"
    theme.level_opacities = (1, 0.75, 0.5, 0.25, 0)
    again = Theme.from_image(theme.save())
    for each in (theme, again):
        assert (each.default_scheme, each.default_palette) == ("light", "Night")
        assert each.level_opacities == (1, 0.75, 0.5, 0.25, 0)
    theme.default_palette = None
    theme.level_opacities = None
    assert theme.default_palette is None and theme.level_opacities[1] == 0.5


# ---- Environments --------------------------------------------------------------------------------


def make_theme_with_names() -> tuple[Theme, DynamicColor]:
    """A theme with a color `accent`, a palette, a locale, a subtype and an axis."""
    theme = Theme()
    accent = theme.register("accent", "teal")
    theme.palette("Winter")
    theme.locale("fr")
    theme.subtype("folded")
    theme.axis("team", "red", "blue")
    return theme, accent


def test_an_environment_is_one_call() -> None:
    """A theme makes an environment of all axes, by the names it has"""
    theme, accent = make_theme_with_names()
    made = theme.environment(
        scheme="dark", contrast="more", elevation="elevated", gamut="srgb", vision="protan",
        vision_severity=0.5, state="pressed", idiom="tv", palette="Winter", locale="fr",
        subtype="folded", forced_colors="none", foreground=accent, accent="accent", team="blue")
    plain = Environment(
        scheme="dark", contrast=1, elevation="elevated", gamut="srgb", vision="protan",
        vision_severity=0.5, state="pressed", idiom="tv", palette=1, locale=1, subtype=1,
        forced_colors="none", foreground=accent, accent=accent.id, custom=(2,))
    assert made == plain and hash(made) == hash(plain) and bytes(made) == bytes(plain)
    # None is what the base has.
    assert theme.environment(made, palette=None, team=None, scheme=None) == made
    assert theme.environment(made, team="red").custom[0] == 1
    assert theme.environment(made, team=0) == made.replace(custom=())
    assert theme.environment(palette=1, accent=accent.id) == Environment(palette=1, accent=accent)
    for wrong in ({"palette": "Wintre"}, {"team": "green"}, {"taem": "red"}, {"accent": "ink"}):
        axes: Any = wrong
        with pytest.raises(UnknownNameError):
            theme.environment(**axes)


def test_an_environment_keeps_the_names_of_its_theme() -> None:
    """What a theme has made takes the names of the theme when it is changed, and None for none"""
    theme, accent = make_theme_with_names()
    theme.axis("custom", "off", "on")
    base = theme.environment("dark", team="red")
    named: dict[str, Any] = {
        "scheme": "light", "contrast": "more", "palette": "Winter", "locale": "fr",
        "subtype": "folded", "foreground": accent, "accent": "accent", "team": "blue"}
    whole = theme.environment(**named)
    of_all: list[Any] = [base, theme.snapshot(base).environment, Environment().inherit(base)]
    for made in of_all:
        assert made.replace(**named) == made.force(**named) == whole
        assert made.prefer(**named) == theme.environment(whole, scheme="dark", team="red")
        assert made.replace(team=None) == made.replace(custom=None) == Environment(scheme="dark")
        assert made.replace(team=2, custom=(0, 2)).custom[:2] == (2, 2)
        assert made.replace(custom="on").custom[:2] == (1, 2)
        assert repr(made.replace(contrast=0).inverted()) == (
            "theme.environment(scheme='light', contrast=0.0, team='red')")
    for wrong in ({"palette": "Wintre"}, {"team": "green"}, {"taem": "red"}, {"accent": "ink"}):
        axes: Any = wrong
        with pytest.raises(UnknownNameError):
            base.replace(**axes)
    with pytest.raises(TypeError, match="no axis 'team'"):
        Environment().replace(team="red")  # type: ignore[call-arg]  # pyright: ignore
    del theme, accent
    named.clear()
    gc.collect()
    assert base.replace(palette=1).palette == 1 and "custom=(1" in repr(base)
    with pytest.raises(ReferenceError, match="knows the names"):
        base.replace(palette="Winter")


def test_an_environment_is_shown_with_names() -> None:
    """An environment that a theme has made is shown by its names, which make it again"""
    theme = Theme()
    theme.register("accent", "teal")
    theme.palette("Winter")
    theme.locale("fr")
    theme.subtype("folded")
    theme.axis("team", "red", "blue")
    made = theme.environment("dark", palette="Winter", accent="accent", team="blue")
    text = ("theme.environment(scheme='dark', palette='Winter', accent='accent', team='blue')")
    assert repr(made) == repr(theme.snapshot(made).environment) == text
    assert eval(text, {"theme": theme}) == made
    both = made.replace(contrast="more").inherit(theme.environment(locale="fr", subtype="folded"))
    assert repr(both) == ("theme.environment(scheme='dark', contrast=1.0, palette='Winter', "
                          "locale='fr', subtype='folded', accent='accent', team='blue')")
    assert eval(repr(both), {"theme": theme}) == both
    assert repr(theme.environment("dark")) == "Environment(scheme='dark')"
    assert repr(theme.environment(Environment(custom=[9]))) == "theme.environment(team=9)"
    unnamed = theme.environment(made).replace(custom=(2, 5))
    assert eval(repr(unnamed), {"Environment": Environment}) == unnamed
    seen: list[str] = []

    def look(context: Context) -> Color:
        seen.append(repr(context.environment))
        return RED

    theme.register("b", look).resolve(made)
    assert seen == [text]
    for again in (copy.copy(made), pickle.loads(pickle.dumps(made))):
        assert again == made
    del theme
    gc.collect()
    assert repr(made).startswith("Environment(scheme='dark', palette=1, accent=")
    assert made.replace(scheme=None).scheme is None


# ---- Dynamic colors ------------------------------------------------------------------------------


@given(st.text(min_size=1, max_size=20))
def test_var(name: str) -> None:
    """A color says how CSS refers to it, whatever its name"""
    theme = Theme()
    try:
        color = theme.register(name, RED)
    except Error:
        return
    assert theme.register(None, color.var).resolve() == RED
    assert theme.register(None, color).css == theme.register(None, color.var).css
    assert theme.register(None, f"alpha(from {color.var} / 50%)").resolve() == RED.with_alpha(0.5)


def test_a_color_acts() -> None:
    """A color is redefined, renamed and unregistered by itself"""
    theme = Theme()
    color, nameless = theme.register("a", RED), theme.register(None, RED)
    theme.layer("user").register("a", "blue")
    color.redefine("#0f0")
    nameless.redefine(GREEN)
    assert color.resolve() == nameless.resolve() == GREEN
    theme.layer("user").clear()
    assert color.resolve() == RED
    color.rename("b")
    assert theme.names() == ["b"] and color.name == "b"
    color.unregister()
    assert color not in theme
    with pytest.raises(StaleIdError):
        color.unregister()
    with pytest.raises(ValueError, match="a color without a name cannot be referred to"):
        nameless.var


def test_a_function_has_no_text() -> None:
    """The text of a color that a function computes is refused for that reason"""
    theme = Theme()
    color = theme.register("a", lambda context: RED)
    with pytest.raises(UnknownNameError, match="computed by a function .* no text in CSS: a"):
        color.css
    unnamed = theme.register(None, color.provider or RED)
    parts = [
        theme.register("b1", [Variant("red"), Variant(lambda context: RED, scheme="dark")]),
        theme.register("b2", light="red", dark=unnamed), theme.register("b3", unnamed),
        theme.register("b4", Semantic("x", unnamed)),
        theme.register_mix("b5", [unnamed, "red"]), theme.register_fallbacks("b6", [unnamed]),
        theme.register_level("b7", unnamed, "secondary")]
    for part in parts:
        with pytest.raises(UnknownNameError, match="no text in CSS, because of a part without a "
                           r"name: a function \(a provider\), .*: b\d$"):
            part.css
    assert theme.register("c", light="red", dark=color).css == "light-dark(#ff0000, var(--a))"


# ---- Layers --------------------------------------------------------------------------------------


def test_layers_are_as_able(tmp_path: Any) -> None:
    """A layer registers, loads and watches as a theme does"""
    theme = Theme()
    base = theme.register("a", ("#fff", "#000"))
    user = theme.layer("user", owner="me")
    assert "a" not in user and base not in user

    @user.provider
    def computed(context: Context) -> Color:
        return RED

    @user.provider("other")
    def other(context: Context) -> Color:
        return GREEN

    level = user.register_level("half", base, "secondary")
    theme.register("none", Semantic("none"))
    assert theme.register_fallbacks(None, [theme["none"], RED]).resolve() == RED
    mixed = user.register_mix("mixed", ["black", theme["a"]], space="srgb")
    first = user.register_fallbacks("first", [base, computed])
    file = tmp_path / "a.json"
    file.write_text('{"file": "red"}')
    assert user.load("b.json", {"loaded": {"light": "red", "dark": "lime"}}).colors == 1
    with user.watch(file):
        assert "file" in user
    made = {
        "computed": computed, "other": other, "half": level, "first": first, "mixed": mixed}
    assert {name: theme[name] for name in made} == made
    for name in (*made, "loaded", "file"):
        assert theme.provenance(name)[0][:2] == ("user", "me") and name in user
    assert level.resolve() == Color("#fff").with_alpha(0.5) and first.resolve("dark") == Color(
        "#000")
    assert theme.resolve("loaded", "dark") == GREEN
    assert user.register("pair", light=base, dark=computed).resolve("dark") == RED
    count = len(theme)
    with pytest.raises(InvalidArgumentError):
        user.register_level("\0", base, "secondary")
    with pytest.raises(TypeError, match="name must be a text; got int"):
        user.register_fallbacks(5, [base])  # type: ignore[arg-type]  # pyright: ignore
    assert len(theme) == count
    user.clear()
    assert "half" not in theme and "computed" not in user


# ---- Recipes -------------------------------------------------------------------------------------


def test_pairs_of_any_two() -> None:
    """A pair, a variant and what a semantic color falls back to hold anything that registers"""
    def follow(context: Context) -> Color:
        return context.resolve("a")

    theme = Theme()
    a, b = theme.register("a", ("#f00", "#0f0")), theme.register("b", ("#00f", "#ff0"))
    parts: list[tuple[Any, Color]] = [
        (a, GREEN), ("var(--a)", GREEN), ("light-dark(red, lime)", GREEN), (RED, RED),
        (("red", a), GREEN), ({"light": b, "dark": "var(--a)"}, GREEN),
        ([Variant(b), Variant(a, scheme="dark")], GREEN), (Semantic("none", a), GREEN),
        (follow, GREEN), ("#f00", RED)]
    for part, expected in parts:
        pair = theme.register("c", light=b, dark=part)
        assert (pair.resolve("light"), pair.resolve("dark")) == (Color("#00f"), expected)
        for recipe in ((b, part), {"light": b, "dark": part},
                       [Variant(b), Variant(part, scheme="dark")],
                       Semantic("none", (b, part))):
            again = theme.register("d", recipe)
            assert (again.resolve("light"), again.resolve("dark")) == (Color("#00f"), expected)
        only = theme.register("e", light=part)
        assert only.resolve("dark") == expected
        assert theme.register("f", Semantic("none", part)).resolve("dark") == expected
    theme.register("a", "#abc")
    assert theme.register("c", light="#fff", dark="var(--a)").resolve("dark") == Color("#abc")


@pytest.mark.parametrize("modes", [
    {"light": "#111", "dark": "#222"}, {"default": "#111"}, {"light": "#111", "dark": "var(--a)"},
    {"default": "#111", "dark": "#222"}, {"default": "#111", "light": "#333", "dark": "#222"},
    {"light": "#111", "dark": "#222", "high-contrast": "#444"},
    {"light": "#111", "dark": "#222", "light-high-contrast": "#444",
     "dark-high-contrast": "#555"},
    {"default": "#111", "high-contrast": "#222", "light-high-contrast": "#333"}], ids=str)
def test_modes(modes: dict[str, str]) -> None:
    """A dict of modes means what it means in a JSON file"""
    theme = Theme()
    theme.register("a", "#abc")
    made = theme.register("made", modes)
    theme.load("a.json", {"loaded": modes})
    for scheme in ("light", "dark"):
        for contrast in ("less", "standard", "more"):
            environment: Any = {"scheme": scheme, "contrast": contrast}
            assert made.resolve(Environment(**environment)) == theme.resolve(
                "loaded", Environment(**environment)), environment
    assert made.equals(theme["loaded"])


def test_recipes_are_values() -> None:
    """Variants and semantic colors are compared, hashed and shown"""
    variant = Variant("#fff", scheme="dark", contrast=0.5, idiom="tv", locale="fr")
    same = Variant(Color("#fff"), contrast=0.5, locale="fr", idiom="tv", scheme="dark")
    assert variant == same and hash(variant) == hash(same) and len({variant, same}) == 1
    assert repr(variant) == ("Variant(Color('#ffffff'), scheme='dark', contrast=0.5, idiom='tv', "
                             "locale='fr')")
    assert variant.conditions == {"scheme": "dark", "contrast": 0.5, "idiom": "tv", "locale": "fr"}
    assert eval(repr(variant), {"Variant": Variant, "Color": Color}) == variant
    for other in (Variant("#fff"), Variant("#000", scheme="dark", contrast=0.5, idiom="tv"),
                  Variant("#fff", scheme="dark", contrast=0.5, idiom="tv"), "#fff"):
        assert variant != other
    semantic = Semantic("ink", variant.color)
    assert semantic == Semantic("ink", Color("#fff")) and hash(semantic) == hash(
        Semantic("ink", Color("#fff")))
    assert semantic != Semantic("ink") and semantic != Semantic("x", Color("#fff"))
    assert semantic != "ink" and repr(Semantic("ink")) == "Semantic('ink')"
    assert eval(repr(semantic), {"Semantic": Semantic, "Color": Color}) == semantic


# ---- Colors --------------------------------------------------------------------------------------


def test_a_color_is_a_sequence() -> None:
    """A color is a sequence of four numbers, as matplotlib and numpy take one"""
    color = Color("#3584e480")
    numbers = tuple(color)
    # What matplotlib.colors.to_rgba demands of a color that is no text.
    given: Any = color
    assert len(given) == 4 and all(isinstance(each, Real) for each in given)
    assert all(0 <= each <= 1 for each in given)
    assert isinstance(given, Sequence) and not isinstance(given, (str, tuple))
    assert [color[place] for place in range(4)] == list(color) == list(numbers)
    assert color[-1] == numbers[3] and color[:3] == numbers[:3] and color[::-1] == numbers[::-1]
    assert list(reversed(color)) == [*reversed(numbers)]
    assert numbers[1] in color and color.index(numbers[1]) == 1 and color.count(numbers[1]) == 1
    assert numpy.array([color, color]).shape == (2, 4)
    if sys.version_info >= (3, 10):
        names: dict[str, Any] = {"color": color}
        exec("match color:\n  case [r, g, b, a]: found = (r, g, b, a)", names)
        assert names["found"] == numbers
    with pytest.raises(IndexError):
        given[4]
    resolved = Theme().register(None, color).resolve()
    assert numpy.allclose(resolved, color) and resolved[3] == list(resolved)[3]


@given(st.tuples(*[st.integers(0, 255)] * 4))
def test_colors_from_bytes(components: tuple[int, int, int, int]) -> None:
    """A color is made of the bytes that it has"""
    color = Color.from_rgba8(*components)
    assert color.rgba8 == components
    r, g, b, a = components
    assert color == Color(f"#{r:02x}{g:02x}{b:02x}{a:02x}")
    assert str(color) == str(Color(f"#{r:02x}{g:02x}{b:02x}{a:02x}"))
    assert Color.from_rgba8(r, g, b) == color.with_alpha(1)
    for wrong in (-1, 256):
        with pytest.raises(ValueError, match="blue must be from 0 to 255"):
            Color.from_rgba8(r, g, wrong)


def test_with_alpha() -> None:
    """A color is given another alpha, or none"""
    for color in (Color("#123456"), Color("oklch(0.7 none 200 / none)"), Color(0.1, 0.2, 0.3, 0.4)):
        half = color.with_alpha(0.5)
        assert half.alpha == 0.5 and half.components == color.components
        assert half.space == color.space and half.with_alpha(color.alpha) == color
        assert color.with_alpha(None).alpha is None
        for wrong in (-0.1, 1.1, float("nan")):
            with pytest.raises(InvalidArgumentError, match="alpha must be from"):
                color.with_alpha(wrong)
    assert Color("#123456").with_alpha(0.5).css == "rgba(18, 52, 86, 0.5)"


# ---- The package ---------------------------------------------------------------------------------


def test_aliases_exist() -> None:
    """Type aliases exist at run time, and everything public is listed by dir()"""
    assert get_args(dyncolor.Scheme) == ("light", "dark")
    assert Color in get_args(dyncolor.Recipe) and Color in get_args(dyncolor.Answer)
    for name in ("ProviderFunction", "ObserverFunction", "Files", "Progress", "Layout", "Format"):
        assert getattr(dyncolor, name) is not None
    assert set(dyncolor.__all__) <= set(dir(dyncolor)) and "__version__" in dir(dyncolor)
    assert len(set(dyncolor.__all__)) == len(dyncolor.__all__)
    with pytest.raises(AttributeError):
        dyncolor.Colour  # type: ignore[attr-defined]  # pyright: ignore


def test_a_menu_of_all_axes() -> None:
    """`axes` lists every axis with its values, and each is an argument of `environment`"""
    theme = Theme()
    theme.axis("team", "red", "blue")
    theme.locale("fr")
    theme.register("Night/ink", "navy")
    menu = {name: [*axis] for name, axis in theme.axes.items()}
    assert [*menu] == [*_library.AXES][:-1] + ["team"] and len(theme.axes) == len(menu)
    assert menu["contrast"] == [*_library.CONTRASTS] and menu["state"] == [*_library.STATES]
    assert menu["palette"] == ["Night"] and menu["locale"] == ["fr"] and menu["accent"] == []
    assert menu["team"] == ["red", "blue"] and [*theme.custom_axes] == ["team"]
    for name, values in menu.items():
        for value in values:
            changed: Any = {name: value}
            environment = theme.environment(**changed)
            assert environment != theme.environment(), (name, value)
    with pytest.raises(UnknownNameError, match='seam; did you mean "team"'):
        theme.axes["seam"]
    assert "scheme" in theme.axes and "scheme" not in theme.custom_axes


def test_themes_and_snapshots_become_dicts() -> None:
    """dict() of a theme or a snapshot has what has a name"""
    theme = Theme()
    ink, unnamed = theme.register("ink", "black"), theme.register(None, "red")
    theme.register("none", Semantic("none"))
    assert dict(theme) == dict(theme.items()) == {"ink": ink, "none": theme["none"]}
    assert theme.keys() == theme.names() and theme.values() == [ink, theme["none"]]
    assert unnamed in theme and unnamed not in theme.values()
    snapshot = theme.snapshot()
    assert dict(snapshot) == dict(snapshot.items()) == {"ink": Color("black")}
    assert snapshot.keys() == ["ink"] and snapshot.values() == [Color("black")]


def test_hex_is_rounded_as_pixels_are() -> None:
    """The hex text of a resolved color and its bytes are the same, also at half a step"""
    theme = Theme()
    for step in range(255):
        mix = theme.register(
            None, f"color-mix(in srgb, rgb({step} 0 0), rgb({step + 1} {255 - step} 0))")
        color = mix.resolve()
        assert color.hex == "#" + bytes(color.rgba8[:3]).hex() == Color.unpack(
            bytes(color.rgba8)).hex


# ---- Objects that state a color ------------------------------------------------------------------


@pytest.mark.parametrize("recipe", [
    {"value": "red"}, {"value": {"value": "light-dark(red, blue)"}}, {"DEFAULT": "teal"},
    {"value": {"light": "red", "dark": {"hex": "00f"}}}, {"color": "red"},
    {"color": {"light": "red", "dark": "blue"}}, {"hex": "f00"}, {"hex": "#ff000080"},
    {"hex": "#f00", "alpha": 0.6}, {"hex": "0a0b0c", "alpha": 0}, {"hex": "#f008", "alpha": 0.2},
    {"hex": "red"}, {"r": 1, "g": 0, "b": 0.5}, {"r": 10, "g": 0, "b": 5, "a": 0.5},
    {"red": 10, "green": 0, "blue": 5, "alpha": 0.5},
    {"colorSpace": "hsl", "components": [10, 50, 50]},
    {"colorSpace": "hwb", "components": [10, 20, 30], "alpha": 1},
    {"colorSpace": "lab", "components": ["none", 50, -50], "alpha": 0.25},
    {"colorSpace": "oklch", "components": [0.5, 0.1, 20]},
    {"colorSpace": "srgb", "components": [1, 1e-5, 0]},
    {"colorSpace": "display-p3", "components": [1, 0, 0], "hex": "#f00"},
    {"value": "red", "description": "For warnings.", "deprecated": "no", "replacement": "b",
     "extensions": {"com.example": {"é": 1}}},
    {"light": "red", "dark": "blue", "description": "For warnings."},
    {"hex": "f00", "deprecated": True}, {"hex": "f00", "deprecated": False},
    {"hex": "f00", "deprecated": True, "replacement": "b"},
], ids=str)
def test_objects_register_as_they_load(recipe: Any) -> None:
    """An object that states a color, or has notes on it, registers as it loads from JSON"""
    loaded, registered, layered = Theme(), Theme(), Theme()
    loaded.load("a.json", {"a": recipe, "b": "blue"}, strict=True)
    layered.layer("user", owner="me").register_all({"a": recipe, "b": "blue"})
    # The replacement is registered in the same call.
    registered.register_all({"a": recipe, "b": "blue"})
    color = loaded["a"]
    for theme in registered, layered:
        other = theme["a"]
        assert (other.css, other.description) == (color.css, color.description)
        assert str(other.deprecated) == str(color.deprecated)
        assert json.loads(other.annotation or "0") == json.loads(color.annotation or "0")
        assert other.equals(color) and len(theme) == len(loaded)


def test_objects_of_any_recipe() -> None:
    """The value of an object, and a part that is one, may be any recipe"""
    theme = Theme()
    ink = theme.register("ink", {"value": ("black", "white"), "description": "Text."})
    theme.register("a", {"value": ink, "replacement": ink})

    def red(context: Context) -> str:
        return "red"
    theme.register("b", [Variant({"hex": "fff"}), Variant({"value": red}, scheme="dark")])
    theme.register("c", light={"r": 0, "g": 0, "b": 255}, dark={"value": Semantic("x", "lime")})
    mixed = theme.register_mix(None, [{"hex": "000"}, {"value": "white"}], space="srgb")
    assert theme["a"].resolve("dark").hex == "#ffffff" and ink.description == "Text."
    assert [theme.resolve(name, "dark").hex for name in "bc"] == ["#ff0000", "#00ff00"]
    assert theme["c"].resolve().hex == "#0000ff" and mixed.resolve().hex == "#808080"
    replaced = theme["a"].deprecated
    assert replaced is not None and replaced.replacement == ink


@pytest.mark.parametrize(("recipe", "kind", "text"), [
    ({"hex": "f00", "descripton": "x"}, ValueError,
     "unknown key of \"a\" beside hex: 'descripton'; did you mean \"description\"?"),
    ({"value": "red", "hex": "f00"}, ValueError, "unknown key of \"a\" beside value: 'hex'"),
    ({"hex": "f00", "alpha": 2}, ValueError, 'alpha of "a" must be from 0 to 1; got 2'),
    ({"hex": "f00", 5: "x"}, ValueError, "unknown key of \"a\" beside hex: 5"),
    ({"hex": 5}, TypeError, 'a recipe of "a" must be a Color, '),
    ({"value": None}, TypeError, 'a recipe of "a" must be a Color, '),
    ({"r": 1, "g": 2}, ValueError, "missing key of \"a\" beside r: 'b'"),
    ({"r": 1, "g": 2.5, "b": 3}, ValueError, 'red, green and blue of "a" must be from 0 to 1, or '
     "whole numbers from 0 to 255, and alpha from 0 to 1; got 1, 2.5, 3"),
    ({"r": True, "g": 1, "b": 1}, ValueError, "got True, 1, 1"),
    ({"r": 1, "g": 1, "b": -1}, ValueError, "got 1, 1, -1"),
    ({"r": 1, "g": 1, "b": 256}, ValueError, "got 1, 1, 256"),
    ({"r": 1, "g": 1, "b": 1, "a": 2}, ValueError, "got 1, 1, 1, 2"),
    ({"colorSpace": "lab", "components": [1, 2]}, ValueError,
     'components of "a" must be three numbers or "none", and alpha a number; got [1, 2] and 1'),
    ({"colorSpace": "lab", "components": [1, 2, "3"]}, ValueError, "must be three numbers"),
    ({"colorSpace": "lab", "components": [1, 2, 3], "alpha": "x"}, ValueError, "and 'x'"),
    ({"colorSpace": 5, "components": [1, 2, 3]}, TypeError, 'colorSpace of "a" must be a text'),
    ({"colorSpace": "luv", "components": [1, 2, 3]}, TextSyntaxError, "unknown color space"),
    ({"hex": "rde"}, TextSyntaxError, 'did you mean "red"?'),
    ({"value": "red", "description": 5}, TypeError, "description must be a text; got int"),
    ({"value": "red", "description": "\0"}, InvalidArgumentError, "must not contain a NUL byte"),
    ({"value": "red", "deprecated": 5}, TypeError, "deprecated must be a text; got int"),
    ({"value": "red", "replacement": "nix"}, UnknownNameError, "no color has this name: nix"),
    ({"value": "red", "extensions": 5}, TypeError, "extensions must be a mapping of vendors"),
    ({"light": {"hex": "f00", "description": "x"}, "dark": "red"}, ValueError,
     "unexpected note of light of \"a\": 'description'; a part of a color has no notes: write them "
     "beside the color"),
], ids=str)
def test_wrong_objects(recipe: Any, kind: type[Exception], text: str) -> None:
    """What an object may not have is refused before anything is registered"""
    theme = Theme()
    generation = theme.generation
    with pytest.raises(kind, match=re.escape(text)):
        theme.register("a", recipe)
    with pytest.raises(kind):
        theme.register_all({"b": "red", "a": recipe})
    assert len(theme) == 0 and theme.generation == generation


# Texts that are registered without definitions when they are alone, and as variants in a batch.
TEXTS = (
    "#f80", "#F808", "#ff8000", "#ff800080", "#", "#ff", "#12345", "#ggg", "# f80", "", "red",
    "bluue", "light-dark(red, blue)", "var(--base)", "var(--missing)", "base",
    "color-mix(in oklab, red, blue)", "rgb(1 2", "#f80 ", "\ud800", "a\0b")


def registered(register: Callable[[Theme, Any], DynamicColor], recipe: Any) -> tuple[object, ...]:
    """What a recipe is registered as, or the exception and its parts."""
    theme = Theme()
    theme.register("base", "teal")
    try:
        color = register(theme, recipe)
    except Exception as error:
        return type(error), str(error), theme.names(), theme.generation
    values = [theme.snapshot(scheme).get(color) for scheme in ("light", "dark")]
    return color.css, color.name, values


def one(theme: Theme, recipe: Any) -> DynamicColor:
    given: object = recipe
    if isinstance(given, tuple):
        return theme.register("color", light=recipe[0], dark=recipe[1])
    return theme.register("color", recipe)


def batch(theme: Theme, recipe: Any) -> DynamicColor:
    return theme.register_all({"color": recipe, "other": Color("black")})["color"]


def slow_batch(theme: Theme, recipe: Any) -> DynamicColor:
    """A batch in which no text of a pair is plain for the package: each is a Variant."""
    light, dark = recipe
    variants = [Variant(light), Variant(dark, scheme="dark")]
    return theme.register_all({"color": variants})["color"]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_alone_and_in_batches(text: str) -> None:
    """A text is the same color, or the same error, alone and in a batch"""
    assert registered(one, text) == registered(batch, text)


@pytest.mark.parametrize("light", TEXTS)
def test_pairs_alone_and_in_batches(light: str) -> None:
    """A pair of texts is the same color, or the same error, alone, in a batch and as variants"""
    for dark in TEXTS:
        alone, together = registered(one, (light, dark)), registered(batch, (light, dark))
        assert alone == together, dark
        if len(alone) == 3:
            assert alone == registered(slow_batch, (light, dark)), dark
