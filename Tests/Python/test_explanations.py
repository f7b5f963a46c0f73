"""Explanations of resolved colors."""
from __future__ import annotations

import copy
import pickle

from typing import TYPE_CHECKING

import pytest

from dyncolor import (
    Color, CycleError, Environment, Error, Explanation, ForeignIdError, NoValueError, ProviderError,
    StaleIdError, Step, Theme, UnknownNameError, Variant)
from dyncolor.explain import main

if TYPE_CHECKING:
    from pathlib import Path

    from dyncolor import Context, DynamicColor

DARK = Environment(scheme="dark")


@pytest.fixture
def theme() -> Theme:
    theme = Theme()
    theme.register("accent", light="#0461be", dark="#81d0ff")
    theme.register("hover", "color-mix(in srgb, var(--accent) 25%, white)")
    return theme


def test_the_steps_are_told(theme: Theme) -> None:
    """The steps have what the library tells, in words"""
    explanation = theme.explain("hover", DARK)
    assert [(step.kind, step.depth, step.text) for step in explanation] == [
        ("color", 0, "hover"),
        ("transform", 0, "color-mix(in srgb, var(--accent) 25%, #ffffff 75%)"),
        ("operand", 1, ""), ("reference", 1, "accent"), ("color", 1, "accent"),
        ("variant", 1, ""), ("operand", 1, ""), ("constant", 1, "#ffffff"), ("result", 0, "")]
    assert len(explanation) == len(explanation.steps) == 9
    hover, mix, first, reference, accent, variant, *_ = explanation
    assert isinstance(hover, Step)
    assert (hover.detail, mix.detail, first.detail) == ("css", "mix", "mix")
    assert (first.index, first.count, first.numbers[0]) == (0, 2, 0.25)
    assert reference.dynamic == accent.dynamic == theme["accent"]
    assert variant.conditions == {"scheme": "dark"}
    assert (variant.index, variant.count) == (1, 2)
    assert variant.color == accent.color == Color("#81d0ff")
    assert explanation.color == theme.resolve("hover", DARK)
    assert variant.before is None and variant.error is None and variant.status == 0


def test_the_text_is_told(theme: Theme) -> None:
    """As text, it is a line for each color"""
    explanation = theme.explain(theme["hover"], DARK)
    assert str(explanation) == (
        "hover = color(srgb 0.876471 0.953922 1): "
        "color-mix(in srgb, var(--accent) 25%, #ffffff 75%)\n"
        "  25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
        "  75%: #ffffff")
    assert repr(explanation) == "<Explanation of 9 steps>"


def test_levels_layers_and_gamuts_are_told() -> None:
    """Levels, layers and gamuts have their words"""
    theme = Theme()
    theme.register("wide", "color(display-p3 0 1 0)")
    theme.register("dim", "--level(var(--wide), secondary)")
    steps = {step.kind: step for step in theme.explain("dim", Environment(gamut="srgb"))}
    assert steps["level"].detail == "secondary"
    assert steps["level"].numbers[0] == 0.5
    assert steps["level"].before == Color("color(display-p3 0 1 0)")
    assert steps["level"].color == Color("color(display-p3 0 1 0 / 0.5)")
    assert steps["gamut"].detail == "srgb"
    assert steps["color"].layer == 0 and steps["color"].owner == 0
    assert steps["foreground" if "foreground" in steps else "result"].error is None


def test_graded_contrasts_are_told() -> None:
    """Contrasts that have no name are numbers"""
    theme = Theme()
    theme.register("graded", [Variant("black", contrast="standard"),
                              Variant("white", contrast="more")])
    steps = theme.explain("graded", Environment(contrast=0.5)).steps
    assert steps[1].detail == "graded" and steps[1].numbers[0] == 0.5
    assert [step.conditions for step in steps if step.kind == "variant"] == [
        {"contrast": "standard"}, {"contrast": "more"}]


def test_failures_are_told(theme: Theme) -> None:
    """What has no value is explained, with the exception that resolving raises"""
    theme.register("lost", "var(--nothing)")
    theme.register("there", "var(--back)")
    theme.register("back", "var(--there)")
    for name, error in (("lost", UnknownNameError), ("there", CycleError)):
        explanation = theme.explain(name)
        assert explanation.color is None
        assert explanation.steps[-1].error is error
        assert explanation.steps[-1].status == error.status
        with pytest.raises(error):
            theme.resolve(name)
    assert str(theme.explain("there")).endswith(
        "no value, since a color refers to itself: there → back → there")
    gone = theme["lost"]
    theme.unregister("lost")
    assert theme.explain(gone).steps[-1].error is StaleIdError
    with pytest.raises(UnknownNameError):
        theme.explain("lost")
    with pytest.raises(ForeignIdError):
        theme.explain(Theme().register("accent", "red"))


def test_providers_are_told(theme: Theme) -> None:
    """Providers are asked, and what they raise is raised"""
    asked: list[str] = []

    def shadow(context: Context) -> DynamicColor:
        asked.append(context.scheme)
        return theme["hover"]

    def fails(context: Context) -> Color:
        raise ZeroDivisionError

    def refuses(context: Context) -> Color:
        raise ProviderError("no")

    theme.register("shadow", shadow)
    theme.register("fails", fails)
    theme.register("refuses", refuses)
    steps = theme.explain("shadow", DARK).steps
    assert asked == ["dark"]
    assert steps[1].kind == "provider" and "scheme" in (steps[1].detail or ())
    assert steps[2].dynamic == theme["hover"]
    assert theme.explain("shadow", DARK).steps[1].index == 1
    assert asked == ["dark"]
    with pytest.raises(ZeroDivisionError):
        theme.explain("fails")
    assert theme.explain("refuses").steps[-1].error is ProviderError


def test_failures_of_providers_have_the_names_of_classes(theme: Theme) -> None:
    """A provider's exception is named as in Python, and one without a class of its own by number"""
    def fail(context: Context) -> Color:
        raise NoValueError("nothing here")

    def fail_with_a_number(context: Context) -> Color:
        raise Error("nothing here", status=-1234)

    theme.register("failing", fail)
    theme.register("numbered", fail_with_a_number)
    assert str(theme.explain("failing")) == (
        "failing has no value: a provider, which fails with NoValueError\n"
        "no value, since nothing matches this environment: failing: its provider returned "
        "NoValueError")
    assert "a provider, which fails with -1234\n" in str(theme.explain("numbered"))


def test_an_explanation_is_a_value_of_its_own(theme: Theme) -> None:
    """An explanation outlives its theme, and is not copied"""
    explanation = theme.explain("accent")
    del theme
    assert explanation.steps[0].text == "accent"
    for copier in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="an explanation cannot be copied"):
            copier(explanation)
    assert isinstance(explanation, Explanation)


def test_a_theme_is_explained_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program prints the explanations of a theme's colors"""
    (tmp_path / "explained_theme.py").write_text(
        "from dyncolor import Theme\n"
        "theme = Theme()\n"
        "theme.register('accent', light='#0461be', dark='#81d0ff')\n"
        "theme.register('button', 'var(--accent)')\n")
    monkeypatch.chdir(tmp_path)
    assert main(["explained_theme:theme", "button", "accent", "--in", "darkAqua"]) == 0
    assert capsys.readouterr().out == (
        "button = #81d0ff: var(--accent)\n"
        "accent = #81d0ff: variant 2 of 2 (dark)\n"
        "\n"
        "accent = #81d0ff: variant 2 of 2 (dark)\n")
    for arguments, text in (
            (["explained_theme:theme", "buton"], "buton"),
            (["explained_theme:colors", "button"], "explained_theme has no theme colors"),
            (["explained_theme:theme", "button", "--in", "dusk"], "dusk")):
        assert main(arguments) == 1
        assert text in capsys.readouterr().err
