"""Wrong arguments: each is refused with its name, what it takes, and what it got."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from dyncolor import (
    Color, Colors, Context, DynamicColor, Environment, Error, MissingFileError, Pixels, Semantic,
    Snapshot, Theme, UnknownNameError, Variant, mix)

if TYPE_CHECKING:
    from collections.abc import Callable


def wrong(value: object) -> Any:
    return value


def make() -> Theme:
    theme = Theme()
    theme.register_all({"a": ("white", "black"), "Winter/ink": "navy"})
    theme.palette("Winter")
    theme.axis("team", "red", "blue")
    return theme


ENVIRONMENT = "environment must be an Environment or an appearance name, such as 'dark'; got "
COLOR = "color must be a DynamicColor or the name of a color; got "
RECIPES = ("a Color, CSS text, a DynamicColor, a tuple of a light and a dark color, a dict of "
           "modes, a list of Variants, a Semantic or a function")

WORDS: list[float] = wrong(["x"])

TYPES: list[tuple[Callable[[Theme], object], str]] = [
    # Layouts, and what the library makes itself.
    (lambda theme: Color("red").pack(wrong([])), "layout must be the name of one"),
    (lambda theme: Color.unpack(bytes(4), wrong([])), "layout must be the name of one"),
    (lambda theme: Colors(["red"]).pack(wrong(["zz"])), "layout must be the name of one"),
    (lambda theme: Colors(["red"]).pack(space=wrong([])), "space must be the name of one"),
    (lambda theme: theme.snapshot().pack(wrong([])), "layout must be the name of one"),
    (lambda theme: Colors(["red"]).pack(stride=wrong(b"x")), "stride must be a whole number"),
    (lambda theme: Color("red").mix("blue", WORDS), "amounts must be numbers"),
    (lambda theme: Snapshot(wrong(3), theme), "call Theme.snapshot; got int"),
    (lambda theme: wrong(Context)(), "a context is made for each call of a provider"),
    # Environments.
    (lambda theme: theme.resolve("a", wrong(5)), f"{ENVIRONMENT}int"),
    (lambda theme: theme["a"].resolve(wrong(None)), f"{ENVIRONMENT}None"),
    (lambda theme: theme["a"].resolve(wrong({})), f"{ENVIRONMENT}dict"),
    (lambda theme: theme["a"].level("primary", wrong(5)), f"{ENVIRONMENT}int"),
    (lambda theme: theme.content("primary", wrong(5)), f"{ENVIRONMENT}int"),
    (lambda theme: theme.resolve_list(["a"], wrong(5)), f"{ENVIRONMENT}int"),
    (lambda theme: theme.resolve_all(wrong(5), out=bytearray(8)), f"{ENVIRONMENT}int"),
    (lambda theme: theme.prepare(wrong(5)), f"{ENVIRONMENT}int"),
    (lambda theme: theme.snapshot(wrong(5)), f"{ENVIRONMENT}int"),
    (lambda theme: theme.explain("a", wrong(5)), f"{ENVIRONMENT}int"),
    (lambda theme: theme.diff(wrong(5)), "a must be an Environment or an appearance name"),
    (lambda theme: theme.environment(wrong(5)), "base must be an Environment or an appearance"),
    (lambda theme: Environment().inherit(wrong(5)), "parent must be an Environment or an"),
    (lambda theme: theme.text("c-header", environments=[wrong(5)]),
     "environments[0] must be an Environment or an appearance name"),
    (lambda theme: theme.text("c-header", environments=wrong("dark")),
     "environments must be a list or a dict of environments; got 'dark'"),
    (lambda theme: Environment(palette=wrong("Winter")),
     "palette must be a number of a theme; got 'Winter'. Theme.environment() takes the name of a "
     "palette"),
    (lambda theme: Environment(foreground=wrong("a")),
     "foreground must be a DynamicColor or its id; got 'a'. Theme.environment() takes the name of "
     "a color"),
    (lambda theme: Environment(accent=wrong(Color("red"))), "accent must be a DynamicColor or its "
     "id; got Color"),
    (lambda theme: Environment(contrast=wrong([])),
     "contrast must be less, standard, more or a number from -1 to 1; got list"),
    (lambda theme: Environment(vision_severity=wrong("1")),
     "vision_severity must be a number from 0 to 1; got '1'"),
    (lambda theme: Environment(scheme=wrong([])), "scheme must be one of light, dark, not []"),
    (lambda theme: Environment(custom=wrong(5)),
     "custom must be up to eight numbers from 0 to 255; got int"),
    (lambda theme: Environment(custom=wrong("ab")),
     "custom must be up to eight numbers from 0 to 255; got 'ab'"),
    (lambda theme: Environment().replace(**wrong({"team": "red"})),
     "an environment has no axis 'team'; Theme.environment() takes those that the theme declares"),
    (lambda theme: Environment().inverted(theme=wrong(5)), "theme must be a Theme; got int"),
    (lambda theme: theme.environment(team=wrong(1.5)),
     "team must be the name of a value, or a number from 0 to 255; got float"),
    (lambda theme: theme.environment(palette=wrong(1.5)), "palette must be a number of a theme"),
    (lambda theme: theme.environment(accent=wrong(1.5)), "accent must be a DynamicColor or the "
     "name of a color; got float"),
    # Colors of a theme.
    (lambda theme: theme.resolve(wrong(5)), f"{COLOR}int"),
    (lambda theme: theme[wrong(None)], "name must be a DynamicColor or the name of a color; got "
     "None"),
    (lambda theme: theme.get(wrong(b"a")), "name must be a DynamicColor or the name of a color"),
    (lambda theme: theme.snapshot()[wrong(5)], f"{COLOR}int"),
    (lambda theme: theme.unregister(wrong(5)), f"{COLOR}int"),
    (lambda theme: theme.rename("a", wrong(5)), "name must be a text; got int"),
    (lambda theme: theme.declare(wrong(None)), "name must be a text; got None"),
    (lambda theme: theme.forward(wrong(5), "a"), "old must be a text; got int"),
    (lambda theme: theme.forward("b", wrong(5)), "name must be a text; got int"),
    (lambda theme: theme.resolve_list(["a", wrong(5)]), "colors[1] must be a DynamicColor or the "
     "name of a color; got int"),
    (lambda theme: theme.resolve_list("a"), "colors must be a list of colors or names; got 'a'. "
     "For a single one, put it in a list"),
    (lambda theme: theme.resolve_list(wrong(5)), "colors must be a list of colors or names; got "
     "int"),
    (lambda theme: theme.bind("accent"), "names must be a list of names; got 'accent'. For a "
     "single one, put it in a list"),
    (lambda theme: theme.bind(["a", wrong(5)]), "names[1] must be a text; got int"),
    (lambda theme: theme.register_fallbacks("b", "a"), "colors must be a list of colors; "
     "got 'a'"),
    (lambda theme: theme.redefine(wrong(["a"])),
     "colors must be a mapping of dynamic colors to colors; got list"),
    (lambda theme: theme.redefine({theme["a"]: wrong(5)}),
     'the new value of "a" must be a Color or CSS text; got int. To define it in another way, '
     'register it again: theme.register("a", …)'),
    (lambda theme: theme["a"].equals(wrong("a")), "other must be a DynamicColor; got 'a'"),
    (lambda theme: theme["a"].deprecate("", wrong(5)),
     "replacement must be a DynamicColor or the name of a color; got int"),
    (lambda theme: setattr(theme["a"], "description", 5), "description must be a text; got int"),
    (lambda theme: DynamicColor(theme, wrong("a")), "id must be the number of a color; got 'a'"),
    # Recipes.
    (lambda theme: theme.register(wrong(5), "red"), "name must be a text; got int"),
    (lambda theme: theme.register("b", wrong(5)), f'a recipe of "b" must be {RECIPES}; got int'),
    (lambda theme: theme.register("b", wrong(None)), f'a recipe of "b" must be {RECIPES}; got '
     "None"),
    (lambda theme: theme.register(None, wrong(5)), f"a recipe must be {RECIPES}; got int"),
    (lambda theme: theme.register("b", light="red", dark=wrong(5)),
     f'dark of "b" must be {RECIPES}; got int'),
    (lambda theme: theme.register("b", {"light": wrong(5)}),
     f'light of "b" must be {RECIPES}; got int'),
    (lambda theme: theme.register("b", wrong(["red"])),
     "variants[0] of \"b\" must be a Variant; got 'red'"),
    (lambda theme: theme.register("b", wrong(["red", "blue"])),
     "variants[0] of \"b\" must be a Variant; got 'red'. For a light and a dark color, use a "
     "tuple: (light, dark)"),
    (lambda theme: theme.register("b", wrong((255, 0, 0))),
     'a recipe of "b" has no plain numbers; make a color of them: Color.from_rgba8(255, 0, 0)'),
    (lambda theme: theme.register("b", wrong([0.5, 0, 1])),
     'a recipe of "b" has no plain numbers; make a color of them: Color(0.5, 0, 1)'),
    (lambda theme: theme.register("b", wrong(("red", "blue", "lime"))),
     'a tuple of "b" is a light and a dark color; got 3 elements. For several Variants, use a '
     "list"),
    (lambda theme: theme.register("b", wrong(Variant("red"))),
     f'a recipe of "b" must be {RECIPES}; got Variant. Put a Variant in a list: [Variant(…)]'),
    (lambda theme: theme.register("b", [Variant("red"), Variant(wrong(5), scheme="dark")]),
     f'variants[1] of "b" must be {RECIPES}; got int'),
    (lambda theme: theme.register_all({"b": "red", "c": wrong(5)}),
     f'a recipe of "c" must be {RECIPES}; got int'),
    (lambda theme: wrong(theme).register("b", dark="red"),
     '"b" has a dark color, but no light one; give both: light=…, dark=…'),
    (lambda theme: wrong(theme).register("b"),
     '"b" has no recipe; write it after the name: register("accent", "teal")'),
    (lambda theme: wrong(theme).register("b", "red", dark="red"),
     '"b" has a recipe, and also a light or a dark color; give only one of them'),
    (lambda theme: wrong(theme).provider(3), "name must be a text; got int"),
    (lambda theme: wrong(theme).provider("b")(3),
     "a provider must be a function that takes a Context; got int"),
    (lambda theme: wrong(theme).provider(theme["a"]),
     "a provider must be a function; got DynamicColor. The function of a color is color.provider"),
    (lambda theme: theme.register("b", Semantic(wrong(5))),
     "the name of a Semantic must be a text; got int"),
    (lambda theme: theme.register_all(wrong(["red"])),
     "recipes must be a mapping of names to recipes; got list"),
    (lambda theme: theme.layer("user").register_all(wrong([])),
     "recipes must be a mapping of names to recipes; got list"),
    (lambda theme: Theme().register("p", wrong(id)).resolve(),
     'the answer of the provider of "p" must be a Color, CSS text or a DynamicColor; got int'),
    (lambda theme: Theme().register(None, wrong(id)).resolve(),
     "the answer of a provider must be a Color, CSS text or a DynamicColor; got int"),
    (lambda theme: theme.observe(wrong("a")),
     "an observer must be a function that takes a Change; got 'a'"),
    (lambda theme: theme.changes(wrong("a")), "since must be a generation of the theme; got 'a'"),
    (lambda theme: theme.palette(wrong(5)), "name must be a text; got int"),
    (lambda theme: theme.axis("team", wrong(["a", "b"])), "a value of team must be a text; got "
     "list. To pass the values of a list, put a * before it: theme.axis(name, *values)"),
    (lambda theme: setattr(theme, "default_palette", 5),
     "default_palette must be the name of a palette, or None; got int"),
    (lambda theme: theme.environment(team=True),
     "team must be the name of a value, or a number from 0 to 255; got bool"),
    # Flags.
    (lambda theme: theme.load("a.json", "{}", strict=wrong(2)),
     "strict must be True or False; got 2"),
    (lambda theme: theme.load("a.json", "{}", allow_outside=wrong("no")),
     "allow_outside must be True or False; got 'no'"),
    (lambda theme: theme.watch("a.json", anyway=wrong(None)),
     "anyway must be True or False; got None"),
    (lambda theme: theme.text("style-sheet", classes=wrong("yes")),
     "classes must be True or False; got 'yes'"),
    (lambda theme: Color("red").pack(premultiplied=wrong("no")),
     "premultiplied must be True or False; got 'no'"),
    (lambda theme: Theme.from_image(theme.save(), borrow=wrong(1)),
     "borrow must be True or False; got 1"),
    # Keywords.
    (lambda theme: wrong(theme).register("b", drak="red"),
     "Theme.register() got an unexpected keyword argument 'drak'; did you mean \"dark\"?"),
    (lambda theme: wrong(theme.layer("user")).register("b", "red", layer="user"),
     "Theme.register() got an unexpected keyword argument 'layer'; to register in a layer, use "
     'theme.layer("user").register()'),
    (lambda theme: wrong(Theme)(scheme="dark"),
     "Theme() got an unexpected keyword argument 'scheme'; write default_scheme=…"),
    (lambda theme: wrong(theme).resolve("a", scheme="dark"),
     "Theme.resolve() got an unexpected keyword argument 'scheme'; pass an environment: "
     "theme.environment(scheme=…)"),
    (lambda theme: wrong(theme).resolve("a", team="red"),
     "Theme.resolve() got an unexpected keyword argument 'team'; pass an environment: "
     "theme.environment(team=…)"),
    (lambda theme: wrong(theme).snapshot(team="red"),
     "Theme.snapshot() got an unexpected keyword argument 'team'; the value of a custom axis "
     "belongs to the environment: pass theme.environment(…)"),
    (lambda theme: wrong(theme).snapshot(scheme="dark"),
     "Theme.snapshot() got an unexpected keyword argument 'scheme'; pass an environment"),
    (lambda theme: wrong(theme).explain("a", contrast="more"),
     "Theme.explain() got an unexpected keyword argument 'contrast'; pass an environment"),
    (lambda theme: wrong(theme).load("a.json", fromat="json"),
     "Theme.load() got an unexpected keyword argument 'fromat'; did you mean \"format\"?"),
    (lambda theme: wrong(theme).axis("mood", values=["a"]),
     "Theme.axis() got an unexpected keyword argument 'values'; the values follow the name"),
    (lambda theme: wrong(theme).register("b", "red", "blue"),
     "Theme.register() takes from 2 to 3 positional arguments but 4 were given"),
    (lambda theme: wrong(theme).palette(), "Theme.palette() missing 1 required positional"),
    (lambda theme: wrong(Environment)(shceme="dark"),
     "Environment() got an unexpected keyword argument 'shceme'; did you mean \"scheme\"?"),
    (lambda theme: wrong(Semantic)("a", fallback="red"),
     "Semantic() got an unexpected keyword argument 'fallback'; write otherwise=…"),
    (lambda theme: wrong(Color("red")).ensure_contrast("blue", ratio=7),
     "Color.ensure_contrast() got an unexpected keyword argument 'ratio'; write contrast=…"),
    (lambda theme: wrong(Pixels)(bytearray(4), premultiply=True),
     "Pixels() got an unexpected keyword argument 'premultiply'; write premultiplied=True"),
    (lambda theme: theme.layer(wrong(5)), "the name of a layer must be a text; got int"),
    (lambda theme: theme.layer("user", owner=wrong(5)), "owner must be a text; got int"),
    (lambda theme: Theme(memory_budget=wrong("1")), "memory_budget must be a number of bytes; got "
     "'1'"),
    (lambda theme: Theme.from_image(wrong("image")),
     "image must be bytes, or another buffer; got 'image'"),
    (lambda theme: Theme.from_address(wrong("1")),
     "address must be the address of a theme; got '1'"),
    # Files.
    (lambda theme: theme.load(wrong(5)), "source must be a path; got int"),
    (lambda theme: theme.load("a.json", wrong(5)), "data must be text, bytes or a dict; got int"),
    (lambda theme: theme.load("a.json", "{}", layer=wrong(5)),
     "layer must be a Layer or the name of a layer; got int"),
    (lambda theme: theme.load("a.json", "{}", prefix=wrong(5)), "prefix must be a text; got int"),
    (lambda theme: theme.load("a.json", files=wrong(["a.json"])),
     "files must be a dict of contents by paths, or an object with read() and list(); got list"),
    (lambda theme: theme.load("a.json", "{}", progress=wrong(5)),
     "progress must be a function; got int"),
    (lambda theme: theme.watch(wrong(5)), "path must be a path; got int"),
    (lambda theme: theme.write(wrong(5)), "path must be a path; got int"),
    (lambda theme: theme.text("json", name=wrong(5)), "name must be a text; got int"),
    # Values.
    (lambda theme: Color("red").contrast(wrong(theme["a"])),
     "a color must be a Color or CSS text; got DynamicColor. A color of a theme is resolved first: "
     "color.resolve(environment)"),
    (lambda theme: Color("red").mix(wrong(5)), "a color must be a Color or CSS text; got int"),
    (lambda theme: mix(["red", "blue"], wrong("half")), "weights must be numbers; got 'half'"),
    (lambda theme: Color(1, wrong("0.5"), 0), "a component must be a number; got '0.5'"),
    (lambda theme: Color("red", alpha=wrong("1")), "alpha must be a number; got '1'"),
    (lambda theme: Color("red").with_alpha(wrong("1")), "alpha must be a number; got '1'"),
    (lambda theme: Color.from_rgba8(1, wrong(2.5), 3), "green must be a whole number from 0 to "
     "255; got float"),
    (lambda theme: Color("red").ensure_contrast("blue", wrong("AA")),
     "contrast must be a number; got 'AA'"),
    (lambda theme: Colors(wrong("red")), "colors must be a list of colors; got 'red'. For a single "
     "one, put it in a list"),
    (lambda theme: Colors.parse("red"), "texts must be a list of texts; got 'red'"),
    (lambda theme: mix("red"), "colors must be a list of colors; got 'red'"),
    (lambda theme: mix(wrong(5)), "colors must be a list of colors; got int"),
    (lambda theme: Pixels(wrong("red")),
     "a buffer of pixels must be a bytearray, an array or other memory; got 'red'"),
    (lambda theme: theme.snapshot().diff(wrong(theme)), "other must be a Snapshot; got Theme"),
    (lambda theme: theme.snapshot().mix(wrong("dark"), 0.5), "other must be a Snapshot; got "
     "'dark'"),
    (lambda theme: theme.snapshot().mix(theme.snapshot(), wrong("half")),
     "amount must be a number; got 'half'"),
]


@pytest.mark.parametrize(("call", "message"), [
    pytest.param(call, message, id=message) for call, message in TYPES])
def test_types(call: Callable[[Theme], object], message: str) -> None:
    """An argument of a wrong type is a TypeError that names it, what it takes, and what it got"""
    theme = make()
    before = theme.fingerprint()
    with pytest.raises(TypeError, match=re.escape(message)):
        call(theme)
    assert theme.fingerprint() == before


def test_an_appearance_name_is_an_environment() -> None:
    """Wherever an environment is taken, an appearance name is as good"""
    theme = make()
    a, dark = theme["a"], Environment(scheme="dark")
    black = Color("black")
    assert a.resolve("dark") == theme.resolve("a", "darkAqua") == black
    assert theme.resolve_list([a], "prefer-dark") == [black]
    assert a.level("primary", "dark") == black
    assert theme.content("primary", "dark") == theme.content("primary", dark)
    assert theme.snapshot("dark")[a] == black and theme.explain("a", "dark").color == black
    assert theme.diff("light", "dark") == [a] and theme.diff("dark") == [a]
    out = bytearray(8)
    theme.resolve_all("dark", out=out)
    assert out[:4] == bytes([0, 0, 0, 255])
    theme.prepare("dark")
    assert theme.environment("dark", contrast="more") == dark.replace(contrast=1)
    assert theme.text("c-header", environments={"night": "dark"}) == theme.text(
        "c-header", environments={"night": dark})
    for call in (lambda: a.resolve("drak"), lambda: theme.snapshot("")):
        with pytest.raises(UnknownNameError):
            call()


def test_unknown_layers_are_told() -> None:
    """A layer is not declared by loading into it: its name must be that of one that exists"""
    theme = make()
    for load in (lambda: theme.load("a.json", '{"b": "red"}', layer="usre"),
                 lambda: theme.watch("none.json", layer="usre"),
                 lambda: theme.layer("b", below="usre")):
        with pytest.raises(
                UnknownNameError, match=': usre; did you mean "user".*defaults, theme, user'):
            load()
    assert list(theme.layers) == ["defaults", "theme", "user"] and "b" not in theme
    with pytest.raises(KeyError):
        theme.layers["usre"]
    theme.layer("brand", below="user")
    assert theme.load("a.json", '{"b": "red"}', layer="brand", owner="new").colors == 1
    with pytest.raises(MissingFileError):
        theme.watch("none.json", layer="brand")


def test_snapshots_without_a_theme() -> None:
    """A snapshot whose theme is gone refuses what is no color, too"""
    def alone() -> Snapshot:
        return make().snapshot()
    with pytest.raises(TypeError, match="color must be a DynamicColor; got int"):
        alone()[wrong(5)]
    with pytest.raises(ReferenceError):
        alone()["a"]


@pytest.mark.parametrize("values", [
    (wrong(["summer"]),), ("summer", 3), ("summer", ""), ("summer", "\ud800"),
    tuple(map(str, range(256)))], ids=["a list", "a number", "no text", "no Unicode", "too many"])
def test_an_axis_that_fails_is_not_declared(values: tuple[Any, ...]) -> None:
    """A call of Theme.axis that fails declares neither the axis nor any of its values"""
    theme = Theme()
    theme.axis("season", "winter")
    before = theme.fingerprint()
    for name in "mood", "season":
        with pytest.raises((TypeError, Error)):
            theme.axis(name, *values)
    assert theme.fingerprint() == before
    assert {axis: list(names) for axis, names in theme.custom_axes.items()} == {
        "season": ["winter"]}
