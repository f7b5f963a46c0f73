"""Deriving: dark variants and contrast for a theme that has neither."""
from __future__ import annotations

import pytest
from dyncolor import Color, Environment, ForeignIdError, Theme, UnknownNameError
from hypothesis import given
from hypothesis import strategies as st

STANDARD = [Environment(scheme="light"), Environment(scheme="dark")]
MORE = [Environment(scheme="light", contrast="more"), Environment(scheme="dark", contrast="more")]
HEX = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def contrast(theme: Theme, text: str, ground: str, where: Environment) -> float:
    on = theme.resolve(ground, where)
    return theme.resolve(text, where).contrast(on)


@given(HEX, HEX)
def test_text_keeps_its_contrast(text: str, ground: str) -> None:
    """A text keeps its contrast up to 7 in the other scheme, if any color has it, and has 7 where
    more contrast is wanted"""
    theme = Theme()
    theme.register("background", ground)
    theme.register("text", text)
    before = Color(text).contrast(ground)
    counts = theme.derive()
    assert counts.derived == 2
    assert theme.resolve("text", "light").hex == text
    assert theme.resolve("background", "light").hex == ground
    for where in (*STANDARD, *MORE):
        on = theme.resolve("background", where)
        wanted = 7 if where in MORE else min(before, 7)
        most = max(on.contrast("white"), on.contrast("black"))
        assert contrast(theme, "text", "background", where) >= min(wanted, most) - 0.01


def test_snapshots_and_colors_say_what_is_derived() -> None:
    """What is derived is told for each environment, by colors and by snapshots"""
    theme = Theme()
    ink, paper = theme.register("text", "#222"), theme.register("background", "white")
    theme.derive(contrast=False)
    assert [ink.is_derived(where) for where in STANDARD] == [False, True]
    assert theme.snapshot("dark").is_derived(paper)
    assert not theme.snapshot("light").is_derived(paper)
    theme.layer("derived").clear()
    assert not theme.snapshot("dark").is_derived(paper)


def test_options() -> None:
    """Roles, the background, and what is derived can be chosen"""
    theme = Theme()
    a, b = theme.register("a", "#fff"), theme.register("b", "#111")
    theme.derive(background=a, roles={"b": "text", "a": "none"}, scheme=False)
    assert b.css == "--grade-contrast(--covered(), on var(--a), 7)"
    assert theme.derive(roles={"a": "none", "b": "none"}).skipped == 2
    assert b.css == "#111111"


def test_wrong_options() -> None:
    """Wrong options are told"""
    theme, other = Theme(), Theme()
    theme.register("a", "red")
    with pytest.raises(ValueError, match='not \'txt\'; did you mean "text"'):
        theme.derive(roles={"a": "txt"})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="nothing is to be derived"):
        theme.derive(scheme=False, contrast=False)
    with pytest.raises(UnknownNameError):
        theme.derive(background="b")
    with pytest.raises(ForeignIdError):
        theme.derive(background=other.register("a", "red"))
    with pytest.raises(TypeError, match="must be True or False"):
        theme.derive(scheme=1)  # type: ignore[arg-type]


@given(HEX, HEX, st.floats(-1, 1))
def test_graded_contrast_is_between(color: str, ground: str, degree: float) -> None:
    """More contrast is no less than before, and less no more"""
    before = Color(color).contrast(ground)
    graded = Color(color).grade_contrast(ground, degree)
    after = Color(graded.hex).contrast(ground)
    if degree > 0:
        assert after >= min(before, 21) - 1e-6
    else:
        assert after <= before + 0.05
