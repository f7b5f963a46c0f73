"""Levels, fallbacks, and contrasts between the named steps."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from dyncolor import (
    Color, Context, CycleError, Environment, ForeignIdError, InvalidArgumentError, NoValueError,
    Semantic, TextSyntaxError, Theme, Variant)

if TYPE_CHECKING:
    from collections.abc import Callable

    from dyncolor import DynamicColor, Recipe

DARK = Environment(scheme="dark")


def alpha(color: Color) -> float:
    return round(color.alpha or 0, 6)


def test_levels_multiply_alpha_and_add_up() -> None:
    """Levels multiply alpha, and add up through references"""
    theme = Theme()
    tint = theme.register("tint", light="#ff0000", dark="#0000ff")
    second = theme.register_level("second", tint, "secondary")
    third = theme.register_level(None, second, "secondary")
    assert alpha(second.resolve()) == 0.5 and alpha(third.resolve()) == 0.25
    assert third.resolve(DARK).css == "rgba(0, 0, 255, 0.25)"
    assert alpha(tint.level("quinary")) == 0.18 and alpha(second.level("tertiary")) == 0.18
    text = theme.register("text", "--level(var(--second), tertiary)")
    assert alpha(text.resolve()) == 0.18
    theme.level_opacities = (1, 0.75, 0.5, 0.25, 0)
    assert alpha(second.resolve()) == 0.75 and alpha(text.resolve()) == 0.25
    theme.level_opacities = None
    assert alpha(second.resolve()) == 0.5
    with pytest.raises(ValueError, match="5 levels"):
        theme.level_opacities = (1, 0.5)
    with pytest.raises(InvalidArgumentError):
        theme.level_opacities = (1, 2, 0, 0, 0)
    with pytest.raises(ValueError, match="level"):
        tint.level("senary")  # type: ignore[arg-type]


def test_the_content_style_follows_the_foreground() -> None:
    """The content style is the foreground's, and has fixed levels without one"""
    theme = Theme()
    caption = theme.register_level("caption", None, "secondary")
    assert caption.resolve().css == "rgba(60, 60, 67, 0.6)"
    assert theme.content("secondary", DARK).css == "rgba(235, 235, 245, 0.6)"
    assert theme.content().css == "rgb(0, 0, 0)"
    accent = theme.register("accent", light="#ff0000", dark="#0000ff")
    below = Environment(scheme="dark", foreground=accent)
    assert caption.resolve(below).css == "rgba(0, 0, 255, 0.5)"
    assert alpha(theme.content("tertiary", below)) == 0.25
    with pytest.raises(CycleError, match="caption → caption"):
        caption.resolve(Environment(foreground=caption))


def test_the_first_that_resolves_is_taken() -> None:
    """Of fallbacks the first that resolves is taken, also past a provider that fails"""
    theme = Theme()
    theme.register("palette", Semantic("primary"))
    last = theme.register("last", "#0000ff")
    fails = [True]

    def provide(context: Context) -> Color:
        if fails[0]:
            raise NoValueError("not yet")
        return Color("#00ff00")

    provided = theme.register("provided", provide)
    chosen = theme.register_fallbacks("chosen", [theme["palette"], provided, last])
    assert chosen.resolve().hex == "#0000ff"
    fails[0] = False
    assert chosen.resolve().hex == "#00ff00"
    theme.palette("Night")
    theme.register("Night/primary", "#ff0000")
    assert chosen.resolve(theme.environment(palette="Night")).hex == "#ff0000"
    text = theme.register("text", "--first(var(--nobody), --palette(primary), teal)")
    assert text.resolve().hex == "#008080"
    assert text.resolve(theme.environment(palette="Night")).hex == "#ff0000"
    with pytest.raises(NoValueError):
        theme.register_fallbacks(None, [theme["palette"]]).resolve()
    with pytest.raises(InvalidArgumentError):
        theme.register_fallbacks(None, [])


@pytest.mark.parametrize("owner", [None, "me"])
def test_one_rule_for_text(owner: str | None) -> None:
    """A text is CSS in every method that registers, in a theme and in a layer, also if a color has
    it as its name"""
    theme = Theme()
    place = theme if owner is None else theme.layer("user", owner=owner)
    red = theme.register("red", "#00f")
    reads: dict[str, Callable[[Recipe], DynamicColor]] = {
        "register": lambda recipe: place.register("x", recipe),
        "pair": lambda recipe: place.register("x", (recipe, recipe)),
        "mix": lambda recipe: place.register_mix("x", [recipe], space="srgb"),
        "fallbacks": lambda recipe: place.register_fallbacks("x", [recipe]),
        "level": lambda recipe: place.register_level("x", recipe, "primary")}
    recipes: list[tuple[Recipe, Recipe, str]] = [
        ("red", "red", "red"), (red, red, "#00f"), ("var(--red)", red, "#00f"),
        (("red", "blue"), {"light": "red", "dark": "blue"}, "red"),
        ([Variant("red")], Semantic("none", "red"), "red"),
        (lambda context: "lime", lambda context: "lime", "lime")]
    for method, read in reads.items():
        for one, same, expected in recipes:
            for recipe in one, same:
                assert read(recipe).resolve() == Color(expected), (method, recipe)
        count = len(theme)
        theme.register("ink", "black")
        with pytest.raises(TextSyntaxError, match="unknown color name: ink.*; for the color of the "
                           r'theme, write var\(--ink\) or theme\["ink"\]'):
            read("ink")
        theme.unregister("ink")
        with pytest.raises(TypeError, match="a Color, CSS text, a DynamicColor, .*; got bytes"):
            read(cast("Recipe", b"red"))
        assert len(theme) == count


def test_fallbacks_of_all_kinds() -> None:
    """Fallbacks are anything that registers, and what was registered for them goes with a failure
    """
    theme = Theme()
    chosen = theme.register_fallbacks(
        "chosen", [Semantic("none"), "var(--none)", ("white", "black"), "red"])
    assert chosen.css == (
        "--first(--palette(none), var(--none), light-dark(#ffffff, #000000), #ff0000)")
    assert chosen.resolve("dark") == Color("black")
    count = len(theme)
    with pytest.raises(TextSyntaxError, match=r"rde, in colors\[2\]"):
        theme.register_fallbacks("other", [Semantic("none"), lambda context: "red", "rde"])
    with pytest.raises(ForeignIdError):
        theme.register_fallbacks("other", [lambda context: "red", Theme().register("a", "red")])
    assert len(theme) == count


def test_colors_are_mixed() -> None:
    """A mix follows its colors, of any kind and by any weights"""
    theme = Theme()
    accent = theme.register("accent", light="#400000", dark="#800000")
    mixed = theme.register_mix("mixed", [accent, "#000000"], space="srgb")
    assert mixed.css == "color-mix(in srgb, var(--accent), #000000)"
    assert [mixed.resolve(scheme).hex for scheme in ("light", "dark")] == ["#200000", "#400000"]
    theme.register("accent", "#ff0000")
    assert mixed.resolve().hex == "#800000"
    assert theme.register_mix("mixed", [accent, "#000000"], space="srgb") == mixed
    weighted = theme.register_mix(None, [accent, Color("#000000")], [1, 3], space="srgb")
    assert weighted.css == "color-mix(in srgb, var(--accent) 25%, #000000 75%)"
    around = theme.register_mix(
        "around", [("white", "black"), {"default": accent, "dark": "lime"}], space="oklch",
        hue="longer")
    assert around.css == ("color-mix(in oklch longer hue, light-dark(#ffffff, #000000), "
                          "light-dark(var(--accent), #00ff00))")
    assert theme.register_mix(None, ["red", "blue"]).resolve().hex == Color("red").mix(
        Color("blue"), space="oklab").hex
    assert mixed.equals(theme.register("text", "color-mix(in srgb, var(--accent), #000000)"))
    assert theme.register_mix(None, [lambda context: Color("lime")]).resolve().hex == "#00ff00"

    count, before = len(theme), theme.fingerprint()
    for colors, weights, error, match in (
            ([], None, InvalidArgumentError, "count"),
            ([accent, "bluue"], None, TextSyntaxError, r"bluue, in colors\[1\]"),
            ([("red", "blue"), "light-dark(red, bluue)"], None, TextSyntaxError,
             r"bluue, in colors\[1\]"),
            ([accent, 5], None, TypeError, r"colors\[1\] must be"),
            ("red", None, TypeError, "colors must be a list of colors"),
            ([accent], [1, 2], ValueError, "there are 1 colors, and 2 weights"),
            ([accent], ["a"], TypeError, "a weight must be a number"),
            ([accent, "red"], [1, -1], InvalidArgumentError, r"weights\[1\]"),
            ([("red", "blue"), "red"], [0, 0], InvalidArgumentError, "weights")):
        given: Any = colors, weights
        with pytest.raises(error, match=match):
            theme.register_mix("bad", *given)
    with pytest.raises(CycleError, match="accent → accent"):
        theme.register_mix("accent", [accent, "red"])
    nowhere: Any = "nowhere"
    with pytest.raises(ValueError, match="space"):
        theme.register_mix("bad", [accent], space=nowhere)
    assert (len(theme), theme.fingerprint()) == (count, before)


def test_contrast_is_graded() -> None:
    """A color changes evenly from one contrast to another"""
    theme = Theme()
    ends = Color("#808080"), Color("#000000")
    graded = theme.register("graded", [Variant(ends[0]), Variant(ends[1], contrast="more")])
    for percent in (0, 25, 50, 99, 100):
        found = graded.resolve(Environment(contrast=percent / 100))
        expected = ends[0].mix(ends[1], percent / 100, space="oklab")
        assert found.is_near(expected.to("srgb"))
    step = theme.register("step", [Variant("#ffffff"), Variant("#000000", contrast=0.5)])
    assert step.resolve(Environment(contrast=0.5)).hex == "#000000"
    assert step.resolve(Environment(contrast="more")).hex == "#000000"
    assert step.resolve(Environment(contrast=0.4)).hex != "#000000"
