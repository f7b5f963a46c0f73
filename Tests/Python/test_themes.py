"""Registering, finding and resolving."""
from __future__ import annotations

import copy
import gc
import math
import pickle
import random
import weakref
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dyncolor import (
    Color, Context, CycleError, DynamicColor, Environment, Error,
    ForeignIdError, InvalidArgumentError, NoValueError, NotInSnapshotError, Semantic, StaleIdError,
    TextEncodingError, TextSyntaxError, Theme, UnknownNameError, Variant)

if TYPE_CHECKING:
    from collections.abc import Callable

LIGHT, DARK = Environment(scheme="light"), Environment(scheme="dark")
RED, GREEN, BLUE = Color("#f00"), Color("#0f0"), Color("#00f")


def answer(context: Context) -> Color:
    return GREEN if context.scheme == "dark" else RED


# ---- Registering ---------------------------------------------------------------------------------


RECIPES: list[tuple[str, Callable[[Theme], Any]]] = [
    ("a light and a dark text", lambda theme: ("#f00", "#0f0")),
    ("a light and a dark color", lambda theme: (RED, GREEN)),
    ("a light and a dark color in CSS", lambda theme: ("hsl(0 100% 50%)", "rgb(from red g r b)")),
    ("a text", lambda theme: "light-dark(red, lime)"),
    ("a text that asks a medium", lambda theme:
     "if(media(prefers-color-scheme: dark): lime; else: red)"),
    ("a text that names another", lambda theme:
     f"var(--{theme.register('other', ('#f00', '#0f0')).name})"),
    ("a dynamic color", lambda theme: theme.register("other", ("#f00", "#0f0"))),
    ("a table", lambda theme: [Variant("#f00"), Variant(GREEN, scheme="dark")]),
    ("a tuple of two variants", lambda theme: (Variant("#f00"), Variant(GREEN, scheme="dark"))),
    ("a table with a dynamic color", lambda theme: [
        Variant(theme.register(None, ("#f00", "#0f0"))), Variant(BLUE, idiom="tv")]),
    ("a semantic color", lambda theme: Semantic("primary", ("#f00", GREEN))),
    ("a semantic color, or else a table", lambda theme: Semantic(
        "primary", [Variant(theme.register(None, answer))])),
    ("a function", lambda theme: answer),
]


@pytest.mark.parametrize(
    "recipe", [pytest.param(recipe, id=text) for text, recipe in RECIPES])
def test_recipes(recipe: Callable[[Theme], Any]) -> None:
    """A color is made of each kind of recipe, and resolves"""
    theme = Theme()
    color = theme.register("color", recipe(theme))
    assert (color.resolve(LIGHT), color.resolve(DARK), color.resolve()) == (RED, GREEN, RED)
    assert theme["color"] == color and color.name == "color"
    assert theme.resolve("color", DARK) == theme.resolve(color, DARK) == GREEN


def test_light_and_dark() -> None:
    """Light and dark are given by keyword; dark only with light, and neither with a recipe"""
    theme: Any = Theme()
    assert theme.register("a", light="#f00", dark=GREEN).resolve(DARK) == GREEN
    only = theme.register("b", light="#f00")
    assert only.resolve(LIGHT) == only.resolve(DARK) == RED and only.depends_on() == frozenset()
    for arguments, keywords in ((("a",), {"dark": "#f00"}), (("a", "#f00"), {"light": "#f00"}),
                                (("a", "#f00"), {"dark": "#f00"}), (("a",), {})):
        with pytest.raises(TypeError):
            theme.register(*arguments, **keywords)


def test_css() -> None:
    """A text depends on the environment and on other colors, by their names, also later ones"""
    theme = Theme()
    hover = theme.register("hover", "color-mix(in srgb, var(--accent), white)")
    with pytest.raises(UnknownNameError, match="accent"):
        hover.resolve()
    theme.register("accent", "light-dark(red, lime)")
    assert (hover.resolve(), hover.resolve(DARK)) == (Color(1, 0.5, 0.5), Color(0.5, 1, 0.5))
    assert hover.depends_on() == theme["accent"].depends_on() == {"scheme"}
    theme.register("accent", BLUE)
    assert hover.resolve(DARK) == Color(0.5, 0.5, 1)
    theme.register("accent", "var(--hover)")
    with pytest.raises(CycleError):
        hover.resolve()
    assert theme.register(None, "var(--none, #f00)").resolve() == RED
    with pytest.raises(NoValueError):
        theme.register(None, "if(media(prefers-contrast: more): red)").resolve()
    foreground = theme.register("foreground", "lime")
    current = theme.register(None, "currentcolor")
    assert current.resolve(Environment(foreground=foreground)) == GREEN
    assert theme.register(None, "#f00").equals(theme.register(None, RED))
    assert theme.register(None, "light-dark(red, lime)").equals(theme.register(None, (RED, GREEN)))
    night = theme.palette("Night")
    theme.register("Night/ground", "navy")
    assert theme.register(None, r"var(--Night\/ground)").resolve() == Color("navy") and night
    snapshot = theme.snapshot(DARK)
    assert snapshot[foreground] == GREEN


def test_css_of_a_color() -> None:
    """A color says what it is made of in CSS, which makes an equal color again"""
    theme = Theme()
    theme.register("accent", ("#0461be", "#81d0ff"))
    long = f"color-mix(in oklch, {', '.join(f'var(--name-{number})' for number in range(60))})"
    for recipe, text in (
            ("#fff", "#ffffff"), (Color("oklch(0.7 0.1 none)"), "oklch(0.7 0.1 none)"),
            (("red", BLUE), "light-dark(#ff0000, #0000ff)"), (theme["accent"], "var(--accent)"),
            ("VAR( --accent )", "var(--accent)"), (long, long),
            ([Variant("#fff", idiom="tv")], "--variants(tv: #ffffff)"),
            (Semantic("1 st"), r"--palette(\31 \ st)"),
            (Semantic("ink", theme.register(None, Semantic("text", theme["accent"]))),
             "--palette(ink, --palette(text, var(--accent)))")):
        color = theme.register(None, recipe)
        assert color.css == text and theme.register(None, color.css).equals(color)
    nameless = theme.register(None, answer)
    for wordless in (answer, nameless, Semantic("ink", [Variant(nameless, idiom="tv")])):
        with pytest.raises(UnknownNameError):
            theme.register(None, wordless).css
    with pytest.raises(StaleIdError):
        theme.declare("later").css


class Wording:
    """Recipes that chance makes: in CSS, of all that is not CSS's own and some of what is, and of
    Python's values."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.pick = self.random.choice

    def choice(self, leaves: list[str], depth: int = 2) -> str:
        """What the environment chooses that is no color."""
        kind = self.random.randrange(4) if depth else 0
        if kind < 2:
            return self.pick(leaves)
        one, other = self.choice(leaves, depth - 1), self.choice(leaves, depth - 1)
        if kind == 2:
            return f"light-dark({one}, {other})"
        condition = self.pick(["style(--state: pressed)", "media(prefers-contrast: more)",
                               "not style(--palette: Night)"])
        return f"if({condition}: {one}; else: {other})"

    def conditions(self) -> str:
        words = [self.pick(words) for words in (
            ["", "light", "dark"], ["", "", "less", "standard", "more", "37%", "-99%"],
            ["", "", "elevated", "base phone", "rec2020"])]
        self.random.shuffle(words)
        return " ".join(filter(None, words)) or "any"

    def text(self, depth: int) -> str:
        if depth == 0:
            return self.pick([
                "red", "#12345678", "oklch(0.5 0.1 none / 0.5)", "var(--0)", "var(--9)", "Canvas",
                "currentcolor", "--palette(ink)", "var(--9, color(display-p3 0 1 0))"])
        one, other = self.text(depth - 1), self.text(depth - 1)
        rows = [f"{self.conditions()}: {self.text(depth - 1)}"
                for _ in range(self.random.randrange(1, 5))]
        mode = self.choice(["normal", "soft-light", "luminosity"])
        return self.pick([
            f"--variants({'; '.join(rows)})", f"--first({one}, {other})", f"--first({one})",
            f"--level({one}, {self.pick(['primary', 'secondary', 'quinary'])})",
            f"--palette(\\31 \\/{self.pick('ab')}, {one})",
            f"--blend({mode} in display-p3, {one}, {other})", f"--blend({mode}, {one}, {other})",
            f"--ensure-contrast({one}, on {other}, "
            f"{self.choice(['1', '4.5', '7.25', 'calc(100 / 3)'])})",
            f"light-dark({one}, {other})", f"color-mix(in oklch, {one} 30%, {other})",
            f"alpha(from {one} / 0.5)", f"contrast-color({one})"])

    def recipe(self, made: list[DynamicColor]) -> Any:
        def one() -> Any:
            return self.pick([RED, "oklch(0.5 0.1 none)", "rgb(1 2 3 / 0.5)", self.pick(made)])

        table = [Variant(
            one(), scheme=self.pick([None, "light", "dark"]),
            contrast=self.pick([None, "less", "more", 0.25]),
            elevation=self.pick([None, "base", "elevated"]),
            gamut=self.pick([None, None, "display-p3"]), idiom=self.pick([None, None, "tv"]))
            for _ in range(self.random.randrange(1, 5))]
        return self.pick([
            one(), table, ("#123", RED), self.text(1), self.text(2), self.text(3),
            Semantic(self.pick(["ink", "a b", "-1"]), self.pick([None, one(), table]))])


@given(st.integers(0, 1 << 64))
def test_css_again(seed: int) -> None:
    """Whatever a color is made of, what it says makes an equal color that says the same"""
    theme, wording = Theme(), Wording(seed)
    made: list[DynamicColor] = [theme.register("0", "red")]
    for number in range(1, 8):
        name = wording.pick([None, str(number)])
        made.append(theme.register(name, wording.recipe(made)))
        text = made[-1].css
        again = theme.register(None, text)
        assert again.css == text
        assert again.equals(made[-1]) and made[-1].equals(again), text
        assert again.meaning() == made[-1].meaning(), text


@pytest.mark.parametrize(("text", "kind", "line", "column"), [
    ("light-dark(red)", TextSyntaxError, 1, 15), ("light-dark(red,\n bleu)", TextSyntaxError, 2, 2),
    ("var(accent)", TextSyntaxError, 1, 5), ("", TextSyntaxError, 1, 1),
    ("red\ud800", TextEncodingError, 1, 4)])
def test_places(text: str, kind: type[Error], line: int, column: int) -> None:
    """A text that is no recipe is refused with its place and the name of its color"""
    theme = Theme()
    for register in (lambda: theme.register("accent", text),
                     lambda: theme.register_all({"first": "red", "accent": text})):
        with pytest.raises(kind) as caught:
            register()
        assert (caught.value.line, caught.value.column) == (line, column)
        assert caught.value.message.startswith('in "accent": ')
    assert len(theme) == 0


def test_constant() -> None:
    """A color or a text is the same everywhere"""
    theme = Theme()
    for recipe in ("#f00", RED, Color(1, 0, 0)):
        color = theme.register("a", recipe)
        assert color.resolve(DARK) == color.resolve() == RED and color.depends_on() == frozenset()


def test_best_variant() -> None:
    """Of several variants the best is taken: idiom, gamut, scheme, contrast, elevation"""
    theme = Theme()
    color = theme.register("a", [
        Variant("#000001"), Variant("#000002", elevation="elevated"),
        Variant("#000003", contrast="more"), Variant("#000004", scheme="dark"),
        Variant("#000005", gamut="display-p3"), Variant("#000006", idiom="tv"),
        Variant("#000007", idiom="tv")])
    axes: dict[str, Any] = {}
    for axis, value, expected in (
            ("elevation", "elevated", 2), ("contrast", "more", 3), ("scheme", "dark", 4),
            ("gamut", "display-p3", 5), ("idiom", "tv", 6)):
        axes[axis] = value
        assert color.resolve(Environment(**axes)).rgba8[2] == expected
    assert color.depends_on() == {"elevation", "contrast", "scheme", "gamut", "idiom"}


def test_all_or_none() -> None:
    """A batch is registered whole or not at all, and its colors come by their names"""
    theme = Theme()
    colors = theme.register_all({"a": "#f00", "b": ("#f00", "#0f0"), "c": answer})
    assert list(colors) == theme.names() == ["a", "b", "c"] and len(theme) == 3
    assert [color.resolve(DARK) for color in colors.values()] == [RED, GREEN, GREEN]
    generation = theme.generation
    wrong: Any = {"d": "#f00", "e": [Variant("#f00"), 5]}
    batches: list[tuple[type[Exception], Any]] = [
        (TypeError, wrong), (InvalidArgumentError, {"d": "#f00", "\0": "#0f0"}),
        (TextSyntaxError, {"d": answer, "e": "#f0"}),
        (TextSyntaxError, {"d": answer, "e": ("#f00", "#f0")}),
        (ValueError, {"d": answer, "": RED})]
    for kind, batch in batches:
        with pytest.raises(kind):
            theme.register_all(batch)
        assert theme.names() == ["a", "b", "c"] and theme.generation == generation
        assert len(theme._providers) == 1
    assert theme.register_all({}) == {}


REFUSED: list[tuple[str, Any, Any, type[Exception]]] = [
    ("a number for a name", 5, "#fff", TypeError), ("bytes for a name", b"a", "#fff", TypeError),
    ("an empty name", "", "#fff", ValueError), ("a NUL", "a\0b", "#fff", InvalidArgumentError),
    ("a surrogate", "\udcff", "#fff", Error), ("a long name", "é" * 512, "#fff", Error),
    ("a text that is no color", "a", "#ff", TextSyntaxError),
    ("a text with parentheses without end", "a", "calc(" * 99, Error),
    ("a wrong text that depends, for dark", "a", ("#fff", "var(b)"), TextSyntaxError),
    ("a number", "a", 5, TypeError),
    ("bytes", "a", b"#fff", TypeError), ("an empty table", "a", [], InvalidArgumentError),
    ("a table of texts", "a", ["#fff", "#000"], TypeError),
    ("three texts", "a", ("#fff", "#000", "#f00"), TypeError),
    ("a tuple of other things", "a", ("#fff", 5), TypeError),
    ("a table of numbers", "a", [Variant(5)], TypeError),  # type: ignore[arg-type]
    ("a part that is refused after one that is not", "a", (answer, "var(b)"), TextSyntaxError),
    ("a mode that there is not", "a", {"light": "#fff", "drak": "#000"}, ValueError),
    ("no mode", "a", {}, InvalidArgumentError),
    ("a mode that is a number", "a", {"light": 5}, TypeError),
    ("an empty semantic name", "a", Semantic(""), InvalidArgumentError),
    ("a color of another theme", "a", Theme().register("b", "#fff"), ForeignIdError),
    ("a variant of another theme", "a", [Variant(Theme().register("b", "#fff"))],
     ForeignIdError),
]


@pytest.mark.parametrize(("name", "recipe", "kind"), [
    pytest.param(name, recipe, kind, id=text) for text, name, recipe, kind in REFUSED])
def test_refused(name: Any, recipe: Any, kind: type[Exception]) -> None:
    """What is no name or no recipe is refused, and changes nothing"""
    theme = Theme()
    with pytest.raises(kind):
        theme.register(name, recipe)
    assert len(theme) == 0 and not theme._providers
    # What a refused part has registered without a name is taken out again.
    assert theme.generation == (2 if isinstance(recipe, tuple) and recipe[0] is answer else 0)


@pytest.mark.parametrize(("keywords", "kind"), [
    ({"scheme": "blue"}, ValueError), ({"contrast": 1.5}, ValueError), ({"gamut": 1}, ValueError),
    ({"idiom": "fridge"}, ValueError), ({"state": "asleep"}, ValueError)], ids=str)
def test_refused_variants(keywords: dict[str, Any], kind: type[Exception]) -> None:
    """A variant has only the conditions that C knows"""
    with pytest.raises(kind):
        Variant("#fff", **keywords)


def test_redefining() -> None:
    """A name that is registered again is the same color, and what refers to it follows"""
    theme = Theme()
    a = theme.register("a", "#f00")
    b = theme.register("b", a)
    assert theme.register("a", "#00f") == a and b.resolve() == BLUE
    theme.redefine({a: "#0f0", b: RED})
    assert (a.resolve(DARK), b.resolve()) == (GREEN, RED) and theme.names() == ["a", "b"]
    other = Theme().register("a", "#fff")
    for wrong in ({a: "#123456", other: "#fff"}, {a: "#12"}, {a: BLUE, 5: BLUE}, {a: 5}):
        colors: Any = wrong
        with pytest.raises((Error, TypeError, AttributeError)):
            theme.redefine(colors)
        assert a.resolve() == GREEN
    theme.redefine({})


def test_lives_of_a_color() -> None:
    """A color is declared, registered, renamed, taken out and revived, with one id"""
    theme = Theme()
    color = theme.declare("a")
    follower = theme.register("b", color)
    with pytest.raises(StaleIdError):
        follower.resolve()
    assert color not in theme and "a" not in theme and repr(color).endswith("not registered>")
    assert theme.register("a", "#f00") == color and follower.resolve() == RED
    assert color in theme and "a" in theme and repr(color) == "<DynamicColor 'a'>"
    theme.rename("a", "c")
    assert color.name == "c" and "a" not in theme and theme["c"] == color
    theme.unregister("c")
    with pytest.raises(StaleIdError):
        color.resolve()
    with pytest.raises(StaleIdError):
        theme.unregister(color)
    assert theme.register("c", "#0f0") == color and follower.resolve() == GREEN
    nameless = theme.register(None, "#00f")
    assert nameless.name == "" and repr(nameless) == f"<DynamicColor {nameless.id}>"
    assert theme.names() == ["c", "b"] and list(theme) == [color, follower, nameless]
    theme.unregister(nameless)
    again = theme.register(None, "#00f")
    assert again != nameless and again.row == nameless.row and nameless not in theme


# ---- Finding -------------------------------------------------------------------------------------


@given(st.lists(st.text(min_size=1, max_size=40), unique=True, max_size=20))
def test_names(names: list[str]) -> None:
    """Any text without a NUL is a name, and is found again"""
    theme = Theme()
    good: list[str] = []
    for name in names:
        try:
            theme.register(name, "#fff")
            good.append(name)
        except Error:
            assert "\0" in name or any(0xD800 <= ord(each) < 0xE000 for each in name)
    assert theme.names() == good == [color.name for color in theme] and len(theme) == len(good)
    assert theme.bind(good) == [theme[name] for name in good] == list(theme)
    assert all(name in theme for name in good) and all(theme[name].name == name for name in good)


def test_finding() -> None:
    """A name that is not known is an error; a name is not cut at a NUL"""
    theme: Any = Theme()
    color = theme.register("a", "#fff")
    for name in ("b", "A", "a ", "a\0", "a\0b", "", "a" * 5000):
        assert name not in theme
        with pytest.raises(UnknownNameError):
            theme[name]
        with pytest.raises(Error) as caught:
            theme.bind(["a", name])
        assert len(name) in (0, 5000) or getattr(caught.value, "names", None) == (name,)
    others: list[Any] = [5, None, b"a", [], Color("#fff")]
    actions: list[Callable[[Any], object]] = [
        theme.__getitem__, theme.resolve, theme.unregister, theme.declare, theme.palette,
        theme.axis, theme.snapshot().__getitem__, lambda each: theme.rename(each, "c"),
        lambda each: theme.rename("a", each), lambda each: theme.bind([each]),
        lambda each: theme.resolve_list([each])]
    for wrong in others:
        assert wrong not in theme
        for action in actions:
            with pytest.raises(TypeError):
                action(wrong)
    assert color in theme and theme.bind([]) == [] and theme.resolve_list([]) == []
    assert theme.names() == ["a"]


def test_other_themes() -> None:
    """A color of another theme is none of this one"""
    one, other = Theme(), Theme()
    color = one.register("a", "#fff")
    other.register("b", "#fff")
    assert color not in other
    actions: list[Callable[[Any], object]] = [
        other.resolve, other.unregister, lambda each: other.rename(each, "c"),
        lambda each: other.resolve_list(["b", each]), lambda each: other.redefine({each: "#000"}),
        other.snapshot().__getitem__]
    for action in actions:
        with pytest.raises(ForeignIdError):
            action(color)
    stranger = DynamicColor(other, 0x12345678)
    for action in actions[:-1]:
        with pytest.raises(ForeignIdError):
            action(stranger)
    with pytest.raises(NotInSnapshotError):
        other.snapshot()[stranger]
    with pytest.raises(ForeignIdError):
        stranger.resolve()
    with pytest.raises(Error):
        DynamicColor(other, 0).resolve()


def test_equality() -> None:
    """Dynamic colors are equal as names for one color, and equals compares their meanings"""
    theme, other = Theme(), Theme()
    a, b, c = theme.register("a", "#fff"), theme.register("b", "#fff"), theme.register("c", "#000")
    d = other.register("a", "#fff")
    assert a == theme["a"] and hash(a) == hash(theme["a"]) and len({a, theme["a"], b, d}) == 3
    assert a != b and a != d and a != a.id and a != "a"
    assert a.equals(b) and a.equals(d) and not a.equals(c)
    assert a.meaning() == b.meaning() == d.meaning() != c.meaning()


def test_counts() -> None:
    """A theme counts its colors, rows and changes, is true when empty, and has a fingerprint"""
    theme, same = Theme(), Theme()
    assert bool(theme) and (len(theme), theme.rows, theme.generation) == (0, 0, 0)
    a, b = theme.register("a", "#fff"), theme.register("b", "#000")
    assert (len(theme), theme.rows, theme.generation, a.row, b.row) == (2, 2, 2, 0, 1)
    theme.unregister(a)
    assert (len(theme), theme.rows, theme.generation) == (1, 2, 3)
    assert repr(theme) == "<Theme of 1 colors>"
    same.register("b", "#000")
    assert Theme().fingerprint() == Theme().fingerprint() != same.fingerprint()


def test_axes_of_a_color() -> None:
    """A color depends on the axes that its recipe looks at, by their names"""
    theme = Theme()
    theme.axis("team")
    assert theme.register("a", ("#fff", "#000")).depends_on() == {"scheme"}
    assert "palette" in theme.register("b", Semantic("primary", "#fff")).depends_on()
    color = theme.register("c", lambda context: Color(context.custom("team") / 255, 0, 0))
    color.resolve()
    assert color.depends_on() == {"team"}


# ---- Palettes, axes, defaults --------------------------------------------------------------------


def test_palettes() -> None:
    """Palettes have numbers and names, and semantic colors are looked up there"""
    theme = Theme()
    assert (theme.palette("Day"), theme.palette("Night"), theme.palette("Day")) == (1, 2, 1)
    assert theme.palettes == {"Day": 1, "Night": 2}
    theme.register_all({"Day/primary": "#f00", "Night/primary": "#00f", "Night/other": "#0f0"})
    color = theme.register("a", Semantic("primary", "#fff"))
    assert color.resolve() == Color("#fff")
    assert color.resolve(theme.environment(palette="Day")) == RED
    assert color.resolve(theme.environment(DARK, palette="Night")) == BLUE
    theme.default_palette = "Night"
    assert color.resolve() == BLUE
    other = theme.register("b", Semantic("other"))
    assert other.resolve(theme.environment(palette="Day")) == GREEN
    theme.default_palette = None
    with pytest.raises(NoValueError):
        other.resolve(theme.environment(palette="Day"))
    actions: list[Callable[[str], object]] = [
        lambda name: setattr(theme, "default_palette", name),
        lambda name: theme.environment(palette=name)]
    for action in actions:
        with pytest.raises(UnknownNameError):
            action("Dusk")
    for name in ("", "a\0", "x" * 1024, "\ud800"):
        with pytest.raises(Error):
            theme.palette(name)
    assert len(theme.palettes) == 2


def test_custom_axes() -> None:
    """Axes of the host's have numbers and names, and values of a byte"""
    theme = Theme()
    assert (theme.axis("team"), theme.axis("mood"), theme.axis("team")) == (14, 15, 14)
    environment = theme.environment(DARK, mood=7)
    assert environment == Environment(scheme="dark", custom=(0, 7))
    assert theme.environment(environment, team=3).custom[:2] == (3, 7)
    color = theme.register("a", lambda context: Color(0, 0, context.custom("mood") / 255))
    assert color.resolve(environment).rgba8[2] == 7
    for number in (-1, 256, 1 << 32):
        with pytest.raises(ValueError):
            theme.environment(mood=number)
    with pytest.raises(UnknownNameError):
        theme.environment(weather=1)
    unknown = theme.register("b", lambda context: Color(context.custom("weather"), 0, 0))
    with pytest.raises(UnknownNameError):
        unknown.resolve()


def test_named_values() -> None:
    """Values of an axis have names, in environments, in texts and for providers"""
    theme = Theme()
    number = theme.axis("season", "summer", "winter")
    assert theme.custom_axes["season"] == {"summer": 1, "winter": 2}
    assert theme.axis("season", "spring", "summer") == theme.axis("season") == number
    assert theme.custom_axes["season"] == {"summer": 1, "winter": 2, "spring": 3}
    assert theme.axis("team") != number and theme.custom_axes["team"] == {}
    winter = theme.environment(DARK, season="winter", team=9)
    assert winter == theme.environment(DARK, season=2, team=9)
    css = theme.register("css", "if(style(--season: winter): blue; style(--team: 9): red; "
                                "else: lime)")
    assert css.resolve(winter) == BLUE and css.resolve() == GREEN
    assert css.resolve(theme.environment(season="summer", team=9)) == RED
    assert css.depends_on() == {"season", "team"}
    named = theme.register("named", lambda context: {"winter": "blue", None: "lime"}[
        context.custom_name("season")])
    assert named.resolve(winter) == BLUE and named.depends_on() == {"season"}
    assert named.resolve() == GREEN
    with pytest.raises(ValueError, match="summer, winter, spring, or a number from 0 to 3, not 77"):
        theme.environment(season=77)
    for action in (lambda: theme.environment(season="autumn"), lambda: theme.environment(team="a"),
                   lambda: theme.environment(mood="calm"), lambda: theme.custom_axes["mood"]):
        with pytest.raises(UnknownNameError):
            action()
    with pytest.raises(UnknownNameError, match="autumn") as caught:
        theme.environment(season="autumn")
    assert caught.value.names == ("autumn",)
    for name in ("", "a\0", "x" * 1024, "\ud800"):
        with pytest.raises(Error):
            theme.axis("season", name)
    values: Any = 5
    with pytest.raises(TypeError):
        theme.axis("season", values)
    assert len(theme.custom_axes["season"]) == 3
    # Another object for the same theme knows what the theme knows.
    other = Theme.from_address(theme.address)
    assert other.custom_axes["season"] == {"summer": 1, "winter": 2, "spring": 3}
    assert other.custom_axes["season"].number == other.axis("season", "spring") == number
    assert other.environment(season="spring") == theme.environment(season="spring")


def test_defaults() -> None:
    """A theme has a default scheme, and a budget that must be a number of bytes"""
    for theme in (Theme(default_scheme="dark"), Theme(memory_budget=1),
                  Theme(memory_budget=(1 << 63) - 1)):
        theme.default_scheme = "dark"
        assert theme.register("a", answer).resolve() == GREEN
        theme.default_scheme = "light"
        assert theme["a"].resolve() == RED
    wrong: list[tuple[dict[str, Any], type[Exception]]] = [
        ({"default_scheme": "blue"}, ValueError), ({"default_scheme": None}, ValueError),
        ({"memory_budget": -1}, ValueError), ({"memory_budget": 1 << 63}, ValueError),
        ({"memory_budget": 1 << 64}, ValueError), ({"memory_budget": 1.5}, TypeError),
        ({"memory_budget": math.nan}, TypeError), ({"memory_budget": "1"}, TypeError),
        ({"budget": 1}, TypeError)]
    for keywords, kind in wrong:
        with pytest.raises(kind):
            Theme(**keywords)
    other: Any = "blue"
    with pytest.raises(ValueError):
        theme.default_scheme = other


# ---- Resolving -----------------------------------------------------------------------------------


def test_resolving_some() -> None:
    """A list of colors is resolved whole, by color or name, or fails as its first color does"""
    theme = Theme()
    a, b = theme.register("a", ("#f00", "#0f0")), theme.register("b", answer)
    assert theme.resolve_list([a, "b", a, b], DARK) == [GREEN] * 4
    assert theme.resolve_list(iter([a])) == [RED]
    theme.register("c", Semantic("primary"))
    with pytest.raises(NoValueError):
        theme.resolve_list(["a", "c"])
    with pytest.raises(UnknownNameError):
        theme.resolve_list(["a", "d"])


@given(st.lists(st.tuples(*[st.floats(-10, 10, width=32)] * 3, st.floats(0, 1, width=32)),
                min_size=1, max_size=40))
def test_precision(values: list[tuple[float, float, float, float]]) -> None:
    """A color resolves to exactly the floats that it was made of, by each way"""
    theme = Theme()
    colors = [Color(*value) for value in values]
    dynamic = [theme.register(None, color) for color in colors]
    assert [each.resolve() for each in dynamic] == colors == theme.resolve_list(dynamic)
    snapshot = theme.snapshot()
    assert [snapshot[each] for each in dynamic] == colors
    assert [tuple(each.resolve()) for each in dynamic] == [
        pytest.approx(value) for value in values]


@pytest.mark.parametrize("address", [0, -1, 1 << 64, 1 << 80])
def test_wrong_addresses(address: int) -> None:
    """A number that is no address is no theme"""
    with pytest.raises(ValueError):
        Theme.from_address(address)


def test_addresses() -> None:
    """A theme of C's is another reference to it, and only a number is an address"""
    theme = Theme()
    color = theme.register("a", answer)
    other = Theme.from_address(theme.address)
    assert other["a"] == color and hash(other["a"]) == hash(color) and color in other
    assert other.resolve(color, DARK) == GREEN and other.snapshot(DARK)[color] == GREEN
    del theme, color
    gc.collect()
    assert other.resolve("a", DARK) == GREEN
    for wrong in ("x", None, 1.5, b"x"):
        address: Any = wrong
        with pytest.raises(TypeError):
            Theme.from_address(address)


def test_no_copies() -> None:
    """What stands for something of C's is not copied; a copy of a dynamic color is the same"""
    theme = Theme()
    color = theme.register("a", "#fff")
    for thing in (theme, theme.snapshot()):
        for action in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled"):
                action(thing)
    with pytest.raises(TypeError):
        pickle.dumps(color)
    assert copy.copy(color) == color


def test_a_theme_ends() -> None:
    """A theme lives as long as it or a color of it is held, and no longer"""
    theme = Theme()
    color = theme.register("a", answer)
    gone = weakref.ref(theme)
    del theme
    assert gone() is not None and color.resolve() == RED
    del color
    assert gone() is None


def test_after_the_end() -> None:
    """What uses a theme or a snapshot after its end is refused"""
    theme = Theme()
    color = theme.register("a", answer)
    snapshot = theme.snapshot()
    snapshot.__del__()
    snapshot.__del__()
    assert len(snapshot) == 0 and bytes(snapshot) == b"" and snapshot.view.nbytes == 0
    with pytest.raises(InvalidArgumentError):
        snapshot[color]
    theme.__del__()
    theme.__del__()
    actions: list[Callable[[], object]] = [
        color.resolve, theme.snapshot, lambda: theme.register("b", answer), lambda: theme["a"],
        theme.prepare, lambda: list(theme)]
    for action in actions:
        with pytest.raises(InvalidArgumentError):
            action()
    assert len(theme) == theme.rows == theme.generation == 0 and not theme._providers
