"""Layers, owners and provenance."""
from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from dyncolor import (
    Color, Context, CycleError, Layer, Semantic, StaleIdError, TextSyntaxError, Theme,
    UnknownNameError, Variant)
from dyncolor.registering import NamedColors


def shown(theme: Theme, name: str) -> str | None:
    return theme.resolve(name).hex


def names(theme: Theme) -> list[str]:
    return list(theme.layers)


def test_the_highest_layer_counts() -> None:
    """The highest layer that defines a color counts, and dropping it shows what it covers"""
    theme = Theme()
    accent = theme.register("accent", "#111111")
    assert theme.layer("user").register("accent", light="#333333", dark="black") == accent
    assert theme.layer("defaults").register("accent", [Variant("#000000")]) == accent
    brand = theme.layer("brand", below="user")
    assert brand.register_all({"accent": Color("#222222"), "logo": "teal"})["accent"] == accent
    for layer, expected in (("user", "#333333"), ("brand", "#222222"), ("theme", "#111111"),
                            ("defaults", "#000000")):
        assert shown(theme, "accent") == expected
        theme.layer(layer).clear()
    assert "accent" not in theme and len(theme) == 0
    with pytest.raises(StaleIdError):
        accent.resolve()
    theme.register("accent", "#444444")
    assert accent.resolve().hex == "#444444"


def test_layers_are_in_order() -> None:
    """Layers lie where they were declared, and stay there"""
    theme = Theme()
    assert names(theme) == ["defaults", "theme", "user"]
    brand = theme.layer("brand", below="user")
    theme.layer("season", below="user")
    theme.layer("ground", below="brand")
    theme.layer("brand", below="defaults")
    assert names(theme) == ["defaults", "theme", "ground", "brand", "season", "user"]
    assert theme.layers["brand"] == brand and hash(theme.layers["brand"]) == hash(brand)
    assert brand != theme.layer("season") and brand != theme.layer("brand", owner="x")
    assert brand != Theme().layer("brand", below="user") and brand != "brand"
    assert repr(brand) == "<Layer 'brand'>"
    assert repr(theme.layer("brand", owner="mail")) == "<Layer 'brand', for 'mail'>"
    with pytest.raises(UnknownNameError, match="nowhere"):
        theme.layer("new", below="nowhere")
    assert len(names(theme)) == 6


def test_one_color_leaves_a_layer() -> None:
    """A color is taken out of one layer, or of all"""
    theme = Theme()
    user = theme.layer("user")
    for name in ("a", "b"):
        theme.register(name, "#010101")
        user.register(name, "#020202")
    user.unregister("a")
    assert shown(theme, "a") == "#010101" and shown(theme, "b") == "#020202"
    with pytest.raises(UnknownNameError, match="does not define"):
        user.unregister("a")
    theme.unregister("b")
    assert "b" not in theme


def test_owners() -> None:
    """What is registered on behalf of an owner goes as a whole"""
    theme = Theme()
    theme.register("a", "#010101")
    theme.layer("user", owner="mail").register("a", "#020202")
    theme.layer("theme", owner="mail").register("b", "teal")
    theme.layer("defaults", owner="maps").register("b", "#030303")
    assert theme.owners == {"mail": 1, "maps": 2}
    assert theme.provenance("a") == [("user", "mail", "variants"), ("theme", None, "variants")]
    theme.unregister_owner("mail")
    assert shown(theme, "a") == "#010101" and shown(theme, "b") == "#030303"
    with pytest.raises(UnknownNameError, match="news"):
        theme.unregister_owner("news")


def test_provenance() -> None:
    """Provenance names the layers, the owners and the kinds, the highest first"""
    theme = Theme()
    assert theme.register("x", "color-mix(in srgb, var(--y), red)")
    theme.layer("defaults").register("x", Semantic("primary"))
    theme.layer("user", owner="me").register("x", lambda context: Color("red"))
    for number in range(8):
        theme.layer(f"layer {number}", below="user").register("x", "red")
    found = theme.provenance("x")
    assert found[0] == ("user", "me", "provider")
    assert found[1:9] == [(f"layer {number}", None, "variants") for number in reversed(range(8))]
    assert found[9:] == [("theme", None, "css"), ("defaults", None, "palette")]
    assert theme.provenance(theme["x"]) == found
    with pytest.raises(UnknownNameError):
        theme.provenance("y")


def test_a_refused_batch_changes_nothing() -> None:
    """A batch in a layer lands whole or not at all"""
    theme = Theme()
    theme.register("a", "#010101")
    before = theme.fingerprint()
    with pytest.raises(TextSyntaxError):
        theme.layer("user").register_all({"a": "red", "b": "rde"})
    assert theme.fingerprint() == before and shown(theme, "a") == "#010101"
    user: Any = theme.layer("user")
    with pytest.raises(TypeError, match='"a" has a dark color, but no light one; give both'):
        user.register("a", dark="red")


def test_circles_through_layers() -> None:
    """A color that refers to its own name does not get what it covers, but --covered() does"""
    theme = Theme()
    theme.register("a", "red")
    with pytest.raises(CycleError, match=r"a → a"):
        theme.layer("user").register("a", "var(--a)")
    theme.layer("user").register("a", "light-dark(var(--a), blue)")
    with pytest.raises(CycleError, match="a → a"):
        theme.resolve("a")
    theme.layer("user").register("a", "color-mix(in srgb, --covered(), blue)")
    assert theme.resolve("a").hex == "#800080"
    assert str(theme["a"].css) == "color-mix(in srgb, --covered(), #0000ff)"
    theme.register("a", "black")
    assert theme.resolve("a").hex == "#000080"
    with pytest.raises(ValueError, match="a color without a name"):
        theme.register(None, "--covered()")
    with pytest.raises(CycleError, match="another name for itself: a → a; .*--covered"):
        theme.layer("user").register("a", theme["a"])
    assert theme.resolve("a").hex == "#000080"


def test_functions_in_layers() -> None:
    """A function that is covered is kept, and called again when it shows; then it is freed"""
    class Function:
        def __call__(self, context: Context) -> Color:
            return Color("#050505")

    theme = Theme()
    function = Function()
    alive = weakref.ref(function)
    own, user = theme.layer("theme", owner="me"), theme.layer("user")
    for way in range(4):
        own.register("x", function)
        user.register("x", "#060606")
        assert shown(theme, "x") == "#060606"
        user.clear()
        assert shown(theme, "x") == "#050505"
        if way == 0:
            own.clear()
        elif way == 1:
            own.unregister("x")
        elif way == 2:
            theme.unregister("x")
        else:
            theme.unregister_owner("me")
        assert not theme._providers and "x" not in theme
    own.register("x", function)
    user.register("x", "#060606")
    del function, theme, own, user
    gc.collect()
    assert alive() is None


def test_layers_keep_their_theme() -> None:
    """A layer holds the theme that it is of"""
    layer: Layer = Theme().layer("user")
    gc.collect()
    assert layer.register("x", "red").resolve().hex == "#ff0000"


def test_a_layer_is_declared_on_purpose() -> None:
    """A layer that does not exist is declared only where `below` says so: a typing error is not"""
    theme = Theme()
    with pytest.raises(UnknownNameError, match='usr; did you mean "user"'):
        theme.layer("usr")
    assert names(theme) == ["defaults", "theme", "user"]
    brand = theme.layer("brand", below="user")
    assert names(theme) == ["defaults", "theme", "brand", "user"]
    assert theme.layer("brand") == theme.layer("brand", below="defaults") == brand


def test_a_layer_is_listed() -> None:
    """A layer lists the colors that it defines, also those without a name and of any owner"""
    theme = Theme()
    theme.register_all({"a": "red", "b": "lime"})
    user = theme.layer("user")
    assert not user.names() and not [*user] and len(user) == 0 and bool(user)
    b, c = user.register("b", "navy"), theme.layer("user", owner="mail").register("c", "teal")
    unnamed = user.register(None, "white")
    assert [*user] == [b, c, unnamed] and len(user) == 3 and user.names() == ["b", "c"]
    assert user["b"] == user[b] == b and user["c"] == c
    with pytest.raises(UnknownNameError, match="the layer does not define this color: a"):
        user["a"]
    with pytest.raises(UnknownNameError, match="no color has this name: d"):
        user["d"]


def test_no_color_is_another_name_for_itself() -> None:
    """A color is refused under its own name, with what to do, and stays as it was"""
    theme = Theme()

    @theme.provider
    def veil(context: Context) -> Color:
        return Color(0, 0, 0, 0.5 if context.scheme == "dark" else 0.25)

    ink = theme.register("ink", "black")
    before = theme.fingerprint()
    with pytest.raises(CycleError, match="veil → veil; to register its function again, use"):
        theme.register("veil", veil)
    with pytest.raises(CycleError, match="ink → ink; to change the color"):
        theme.register_all({"other": "red", "ink": ink})
    assert theme.fingerprint() == before and veil.resolve("dark").alpha == 0.5
    assert theme.register("alias", veil).resolve("dark").alpha == 0.5


def test_the_function_of_a_color() -> None:
    """`provider` is the function that computes a color, in its highest definition"""
    def low(context: Context) -> str:
        return "red"

    def high(context: Context) -> str:
        return "blue"

    theme = Theme()
    a, user = theme.register("a", low), theme.layer("user")
    assert a.provider is low and theme.register("b", "red").provider is None
    user.register("a", high)
    assert a.provider is high
    user.clear()
    assert a.provider is low
    theme.register("a", high)
    assert a.provider is high
    function = a.provider
    assert function is not None
    theme.register("a", function)
    assert a.provider is high and a.resolve().hex == "#0000ff"
    a.redefine("white")
    assert a.provider is None


def test_a_function_that_resolves_its_own_color() -> None:
    """A function that asks for its own color is told what to do"""
    theme = Theme()
    theme.register("a", "red")
    theme.layer("user").register("a", lambda context: context.resolve("a"))
    with pytest.raises(CycleError, match="a → a; a function cannot resolve .*--covered"):
        theme.resolve("a")


def test_a_layer_is_like_a_mapping() -> None:
    """A layer finds and lists colors by their names as a theme does, whether it has any or none"""
    theme = Theme()
    user = theme.layer("user")
    theme.register("paper", "white")
    assert user and len(user) == 0
    assert dict(user) == {} and user.names() == user.keys() == []
    assert user.items() == [] and user.values() == []
    ink = user.register("ink", "black")
    unnamed = user.register(None, "red")
    assert dict(user) == dict(user.items()) == {"ink": ink}
    assert user.names() == user.keys() == ["ink"] and user.values() == [ink]
    assert list(user) == [ink, unnamed]
    assert user.get("ink") == ink and user.get(ink) == ink and user.get(unnamed) == unnamed
    assert user.get("paper") is None and user.get("paper", ink) == ink
    assert user.get("nobody") is None and user.get("nobody", 5) == 5
    public = {name for name in vars(NamedColors) if not name.startswith("_")}
    assert public == {"get", "names", "keys", "items", "values"}
    assert all(getattr(Layer, name) is getattr(Theme, name) for name in public)


def test_a_layer_redefines_its_own() -> None:
    """A layer gives colors new values where it defines them, for its owner, all or none"""
    theme = Theme()
    base, user = theme.layer("theme", owner="mail"), theme.layer("user")
    accent, link = theme.register("accent", ("white", "black")), base.register("link", "blue")
    user.register_all({"accent": "plum", "extra": "red"})
    theme.layer("theme").redefine({"accent": "#112233", "link": Color("#445566")})
    assert shown(theme, "accent") == "#dda0dd" and shown(theme, "link") == "#445566"
    assert theme.provenance("link") == [("theme", None, "variants")]
    user.redefine({accent: "#010203", theme["extra"]: "#040506"})
    assert shown(theme, "accent") == "#010203" and shown(theme, "extra") == "#040506"
    generation = theme.generation
    wrong: list[tuple[dict[Any, Any], type[Exception], str]] = [
        ({"accent": "red", "link": "red"}, UnknownNameError, "does not define this color: link"),
        ({"accent": "red", "nobody": "red"}, UnknownNameError, "no color has this name: nobody"),
        ({"accent": "red", "extra": 5}, TypeError, 'of "extra" must be a Color or CSS text'),
        ({"accent": "var(--link)"}, ValueError, "must not depend on anything"),
        ({"accent": "rde"}, TextSyntaxError, "rde")]
    for colors, kind, text in wrong:
        with pytest.raises(kind, match=text):
            user.redefine(colors)
    with pytest.raises(TypeError, match="colors must be a mapping"):
        user.redefine(["accent"])  # type: ignore[arg-type]  # pyright: ignore
    assert theme.generation == generation
    user.clear()
    assert accent.resolve("dark").hex == "#112233" and shown(theme, "link") == "#445566"
    unnamed, covered = base.register(None, "red"), theme.register("covered", "red")
    base.redefine({unnamed: "lime"})
    user.register("covered", "teal")
    assert unnamed.resolve().hex == "#00ff00"
    with pytest.raises(ValueError, match=r"call redefine\(\) of that color"):
        base.redefine({unnamed: "red", covered: "red"})
    assert unnamed.resolve().hex == "#00ff00" and link.resolve().hex == "#445566"
