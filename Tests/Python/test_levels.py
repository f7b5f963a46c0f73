"""Levels, fallbacks, and contrasts between the named steps."""
from __future__ import annotations

import pytest

from dyncolor import (
    Color, Context, CycleError, Environment, InvalidArgumentError, NoValueError, Semantic, Theme,
    UnknownNameError, Variant)

DARK = Environment(scheme="dark")


def alpha(color: Color) -> float:
    return round(color.alpha or 0, 6)


def test_levels_multiply_alpha_and_add_up() -> None:
    """Levels multiply alpha, and add up through references"""
    theme = Theme()
    tint = theme.register("tint", light="#ff0000", dark="#0000ff")
    second = theme.register_level("second", tint, "secondary")
    third = theme.register_level(None, "second", "secondary")
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
    chosen = theme.register_fallbacks("chosen", ["palette", provided, last])
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
        theme.register_fallbacks(None, ["palette"]).resolve()
    with pytest.raises(InvalidArgumentError):
        theme.register_fallbacks(None, [])
    with pytest.raises(UnknownNameError):
        theme.register_fallbacks(None, ["nobody"])


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
