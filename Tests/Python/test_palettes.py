"""Palettes and their gaps, locales, built-in palettes, notes, and forwarded names."""
from __future__ import annotations

from typing import Any

import pytest

from dyncolor import (
    Builtin, Color, CycleError, Deprecation, Environment, ForeignIdError, Gap,
    InvalidArgumentError, Semantic, StaleIdError, TextEncodingError, TextSyntaxError, Theme,
    TooManySubtypesError, UnknownNameError, Variant, builtins)


def test_palettes() -> None:
    """Palettes are counted and listed, and what they lack is told"""
    theme = Theme()
    assert theme.gaps() == [] and dict(theme.palettes) == {}
    theme.palette("Day")
    theme.palette("Nächte")
    day = [theme.register(f"Day/{name}", "white") for name in ("text", "ground")]
    assert theme.palette_colors("Day") == day and theme.palette_colors("Nächte") == []
    accent = theme.register("accent", Semantic("accent"))
    assert theme.gaps() == [
        Gap("Day", "accent", accent), Gap("Nächte", "text", day[0]),
        Gap("Nächte", "ground", day[1]), Gap("Nächte", "accent", accent)]
    many = [theme.register(f"Nächte/{number}", "white") for number in range(100)]
    assert theme.palette_colors("Nächte") == many and len(theme.gaps()) == 104
    assert theme.gaps()[-1].name == "accent"
    with pytest.raises(UnknownNameError):
        theme.palette_colors("Dusk")


def test_gaps_of_undeclared_palettes() -> None:
    """Palettes that nobody has declared are examined if a color looks up one of their names"""
    theme = Theme()
    colors = theme.register_all(dict.fromkeys(
        ("card/shadow", "button/shadow", "button/edge", "Day/text", "Day/ground", "Night/text"),
        "gray"))
    assert theme.gaps() == []
    theme.register("title", Semantic("text"))
    generation = theme.generation
    assert theme.gaps() == [Gap("Night", "ground", colors["Day/ground"])]
    assert theme.generation == generation
    theme.palette("card")
    assert {gap.name for gap in theme.gaps() if gap.palette == "card"} == {"text", "ground"}


def test_locales() -> None:
    """Variants are for locales and subtypes, which environments name"""
    theme = Theme()
    assert (theme.locale("de"), theme.locale("fr"), theme.locale("de")) == (1, 2, 1)
    assert (theme.subtype("folded"), dict(theme.subtypes)) == (1, {"folded": 1})
    assert theme.locales == {"de": 1, "fr": 2}
    color = theme.register("a", [
        Variant("black"), Variant("red", locale="de"), Variant("blue", subtype="folded")])
    french = theme.environment(Environment(scheme="dark"), locale="fr")
    assert french == Environment(scheme="dark", locale=2)
    assert color.resolve(french).hex == "#000000"
    assert color.resolve(theme.environment(locale="de")).hex == "#ff0000"
    both = theme.environment(locale="de", subtype="folded")
    assert color.resolve(both).hex == "#0000ff"
    assert {"locale", "subtype"} <= color.depends_on()
    wrong: Any = {"locale": "it"}
    with pytest.raises(UnknownNameError, match="it"):
        theme.environment(**wrong)
    with pytest.raises(UnknownNameError, match="it"):
        theme.register("b", [Variant("red", **wrong)])
    assert "b" not in theme
    for number in range(2, 256):
        assert theme.subtype(str(number)) == number
    with pytest.raises(TooManySubtypesError, match="more"):
        theme.subtype("more")
    with pytest.raises(InvalidArgumentError):
        theme.locale("")


def test_extra_conditions() -> None:
    """Variants are for palettes, states, visions and axes of the theme, before all others"""
    theme = Theme()
    theme.palette("Night")
    theme.axis("team", "red", "blue")
    theme.axis("season")
    color = theme.register("a", [
        Variant("#000001"), Variant("#000002", idiom="tv"), Variant("#000003", season=3),
        Variant("#000004", team="blue"), Variant("#000005", palette="Night"),
        Variant("#000006", state="pressed"), Variant("#000007", vision="protan"),
        Variant("#000008", vision="protan", state="pressed", scheme="dark")])
    axes: dict[str, Any] = {}
    names: dict[str, Any] = {}
    for where, axis, value, expected in (
            (axes, "idiom", "tv", 2), (names, "season", 3, 3), (names, "team", "blue", 4),
            (names, "palette", "Night", 5), (axes, "state", "pressed", 6),
            (axes, "vision", "protan", 7), (axes, "scheme", "dark", 8)):
        where[axis] = value
        environment = theme.environment(Environment(**axes), **names)
        assert color.resolve(environment).rgba8[2] == expected
    assert color.depends_on() == {
        "idiom", "season", "team", "palette", "state", "vision", "scheme"}
    table = theme.register("b", [
        Variant("red"), Variant("lime", team="red", season=7, state="hovered", palette="Night")])
    assert table.css == (
        "--variants(any: #ff0000; hovered palette(Night) team(red) season(7): #00ff00)")
    assert theme.register("c", table.css).equals(table)
    environment = theme.environment(
        Environment(state="hovered"), palette="Night", team="red", season=7)
    [variant] = [step for step in theme.explain("b", environment) if step.kind == "variant"]
    assert variant.conditions == {
        "state": "hovered", "palette": "Night", "team": "red", "season": 7}
    wrong: list[tuple[type[Exception], Any]] = [
        (UnknownNameError, {"palette": "Day"}), (UnknownNameError, {"team": "green"}),
        (UnknownNameError, {"taem": "red"}), (ValueError, {"team": 256}),
        (ValueError, {"state": "asleep"}), (ValueError, {"vision": "sharp"})]
    for kind, conditions in wrong:
        with pytest.raises(kind):
            theme.register("d", [Variant("red", **conditions)])
    assert "d" not in theme


def test_builtins() -> None:
    """Palettes of other systems are loaded, by name and version, under any prefix"""
    listed = builtins()
    assert all(isinstance(each, Builtin) for each in listed)
    for builtin in listed:
        theme = Theme()
        assert theme.load_builtin(builtin.name, builtin.version) == builtin.colors == len(theme)
        assert theme.palettes == {builtin.name: 1} and builtin.description
        assert len(theme.palette_colors(builtin.name)) == builtin.colors
    theme = Theme()
    blue = theme.register("apple/systemBlueColor", "red")
    assert theme.layer("defaults").load_builtin("apple") == 37 and blue.resolve().hex == "#ff0000"
    theme.layer("theme").unregister(blue)
    assert blue.resolve().is_near(Color(0, 0.533, 1))
    theme = Theme()
    assert theme.load_builtin("apple", prefix="") == 37 and theme.palettes == {}
    assert theme["systemBlueColor"].resolve().is_near(Color(0, 0.533, 1))
    assert theme.load_builtin("apple", "13", prefix="old/") == 22
    assert theme["old/systemBlueColor"].resolve(Environment(scheme="dark")).hex == "#0a84ff"
    assert theme.palettes == {"old": 1}
    more = Environment(contrast="more")
    assert theme["old/systemBlueColor"].resolve(more).hex == "#0040dd"
    generation = theme.generation
    for name, version, prefix, kind in (
            ("apple", "12", None, UnknownNameError), ("pear", "", None, UnknownNameError),
            ("", "", None, InvalidArgumentError), ("css", "", "\0", InvalidArgumentError),
            ("css", "", "\ud800", TextEncodingError)):
        with pytest.raises(kind):
            theme.load_builtin(name, version, prefix=prefix)
    assert theme.generation == generation


def test_material_schemes() -> None:
    """A scheme of Material Design is registered, follows its seed, and can be in a layer"""
    theme = Theme()
    accent = theme.register("accent", "#3584e4")
    theme.register_material(accent, prefix="md/")
    assert len(theme) == 50 and theme.palettes == {"md": 1}
    primary = theme["md/primary"]
    assert primary.css == "--material(var(--accent), primary)"
    dark = Environment(scheme="dark")
    assert (primary.resolve().hex, primary.resolve(dark).hex) == ("#3e5f90", "#a7c8ff")
    accent.redefine("#6750a4")
    assert primary.resolve().hex == "#65558f"
    theme.layer("defaults").register_material("AccentColor", "monochrome")
    assert theme["primary"].css == "--material(AccentColor, primary, monochrome)"
    assert theme["primary"].resolve().hex == "#000000"
    theme.register_material(Color("teal"), "fruit-salad", prefix="md/")
    assert primary.css == "--material(#008080, primary, fruit-salad)"
    generation = theme.generation
    wrong: Any
    recipes: list[Any] = [None, 1, ("red", "blue"), Semantic("ink"), lambda: Color("red")]
    for wrong in recipes:
        with pytest.raises(TypeError, match="the seed must be CSS text, a Color or a DynamicColor"):
            theme.register_material(wrong)
    wrong = "vivid"
    with pytest.raises(ValueError, match="variant"):
        theme.register_material(accent, wrong)
    with pytest.raises(TextSyntaxError):
        theme.register_material("bluue")
    with pytest.raises(InvalidArgumentError):
        theme.register_material(accent, prefix="\0")
    with pytest.raises(CycleError):
        theme.register_material("var(--outline)")
    assert theme.generation == generation


def test_scales() -> None:
    """A scale is registered, follows its seed, and its texts are read on its backgrounds"""
    theme = Theme()
    accent = theme.register("accent", "#3584e4")
    theme.layer("defaults").register_scale(accent, prefix="accent-")
    assert len(theme) == 13 and theme["accent-12"].css == "--scale(var(--accent), 12)"
    for environment in (Environment(), Environment(scheme="dark"), Environment(contrast="more")):
        ground = theme["accent-5"].resolve(environment)
        assert theme["accent-9"].resolve(environment).hex == "#3584e4"
        assert theme["accent-11"].resolve(environment).contrast(ground) >= 4.5
        assert theme["accent-12"].resolve(environment).contrast(ground) >= 7
    accent.redefine("teal")
    assert theme["accent-9"].resolve().hex == "#008080"
    with pytest.raises(TypeError, match="the seed must be"):
        theme.register_scale(None)  # type: ignore[arg-type]


def test_notes() -> None:
    """Colors have descriptions, and are deprecated in favor of others"""
    theme = Theme()
    a, b = theme.register("a", "red"), theme.register("b", "red")
    fingerprint = theme.fingerprint()
    assert a.description == "" and a.deprecated is None
    a.description = "Fläche 🎨"
    assert theme["a"].description == "Fläche 🎨" and theme.fingerprint() != fingerprint
    theme.rename("a", "c")
    theme.unregister("c")
    assert a.description == "Fläche 🎨" and theme.register("c", "blue").description == a.description
    a.description = ""
    assert a.description == "" and theme.register("a", "red") != a
    deprecations: list[tuple[tuple[Any, ...], Deprecation | None]] = [
        (("old", a), Deprecation("old", a)), (("", "c"), Deprecation("", a)),
        (("old",), Deprecation("old", None)), ((), None)]
    for given, expected in deprecations:
        b.deprecate(*given)
        assert b.deprecated == expected
    with pytest.raises(InvalidArgumentError):
        b.deprecate("x", b)
    with pytest.raises(InvalidArgumentError):
        b.description = "a\0b"
    with pytest.raises(TextEncodingError):
        b.description = "\udfff"
    with pytest.raises(ForeignIdError):
        b.deprecate("x", Theme().register("x", "red"))
    nothing: Any = None
    with pytest.raises(TypeError):
        b.description = nothing
    nameless = theme.register(None, "red")
    nameless.description = "gone soon"
    theme.unregister(nameless)
    with pytest.raises(StaleIdError):
        nameless.description


def test_forwards() -> None:
    """What is looked for under an old name is found under the new one"""
    theme = Theme()
    surface = theme.register("surface", "red")
    theme.forward("ground", "surface")
    theme.forward("floor", "ground")
    assert theme["ground"] == theme["floor"] == surface and "floor" in theme
    assert theme.bind(["floor", "surface"]) == [surface, surface]
    assert theme.register(None, "var(--floor)").resolve().hex == "#ff0000"
    assert theme.forwarded("floor") == "surface" and theme.forwarded("surface") is None
    assert theme.declare("floor") == surface and theme.names() == ["surface"]
    with pytest.raises(CycleError, match="surface → floor → ground → surface"):
        theme.forward("surface", "floor")
    own = theme.register("ground", "blue")
    assert theme["floor"] == own and theme.forwarded("ground") == "surface"
    theme.forward("floor", None)
    assert "floor" not in theme and theme.forwarded("floor") is None
    with pytest.raises(ValueError, match="empty"):
        theme.forward("floor", "")
    with pytest.raises(InvalidArgumentError):
        theme.forward("", "surface")
