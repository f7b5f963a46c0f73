"""Audits: what they find, compared with a plain search, and how they are written."""
from __future__ import annotations

import itertools
import json
import pickle
from typing import Any, get_args

import pytest
from dyncolor import (
    Audit, AuditKind, Color, Environment, InvalidArgumentError, Theme, UnknownNameError)
from hypothesis import given, settings
from hypothesis import strategies as st

HEX = st.integers(0, 0xFFFFFF).map("#{:06x}".format)
# The environments of colors that depend on the scheme and the state, but not on the gamut.
STATES = ("normal", "hovered", "focused", "pressed", "selected", "inactive", "disabled")
PAIRS = [Environment(scheme=scheme, state=state)  # type: ignore[arg-type]
         for scheme, state in itertools.product(("light", "dark"), STATES)]


@given(HEX, HEX, HEX, HEX, HEX)
@settings(max_examples=50, deadline=None)
def test_the_least_contrast_is_found(
    plain: str, dark: str, pressed: str, light_text: str, dark_text: str
) -> None:
    """The contrast of an audit is the least of all environments"""
    theme = Theme()
    ground = theme.register(
        "ground", f"--variants(any: {plain}; dark: {dark}; pressed: {pressed})")
    ink = theme.register("ink", light=light_text, dark=dark_text)
    finding, = theme.audit(
        kinds=["contrast"], pairs=[(ink, ground)], declared_only=True, passing=True)
    contrasts = [ink.resolve(each).contrast(ground.resolve(each)) for each in PAIRS]
    assert finding.found == pytest.approx(min(contrasts))
    assert finding.examined == len(PAIRS)
    assert finding.failing == sum(contrast < 4.5 for contrast in contrasts)
    assert finding.severity == ("error" if finding.failing else "note")
    assert (finding.color, finding.other) == (ink, ground)
    where = finding.environment
    assert ink.resolve(where).contrast(ground.resolve(where)) == pytest.approx(finding.found)


@given(st.lists(HEX, min_size=2, max_size=6, unique=True))
@settings(max_examples=50, deadline=None)
def test_colors_that_look_alike_are_found(values: list[str]) -> None:
    """Colors of a set that look alike are found, with a color that would tell them apart"""
    theme = Theme()
    colors = [Color(value) for value in values]
    names = [f"c{index}" for index in range(len(values))]
    for name, value in zip(names, values):
        theme.register(name, value)
    found = {(finding.name, finding.other_name, finding.vision): finding for finding in
             theme.audit(kinds=["vision"], sets=[names])}
    for (a, first), (b, second) in itertools.combinations(enumerate(colors), 2):
        if first.difference(second) < 0.04:
            continue
        for vision in "protan", "deutan", "tritan", "achromat":
            difference = first.simulate_vision(vision).difference(second.simulate_vision(vision))
            finding = found.pop((names[a], names[b], vision), None)
            # What is this near to the limit may be on either side of it.
            if abs(difference - 0.02) > 1e-6:
                assert (finding is not None) == (difference < 0.02)
            if finding is None or finding.suggestion is None:
                continue
            other = second if finding.suggested == finding.color else first
            for each in "protan", "deutan", "tritan", "achromat":
                assert finding.suggestion.simulate_vision(each).difference(
                    other.simulate_vision(each)) > 0.02 - 1e-6
    assert not found


def theme_of_all_kinds() -> Theme:
    """A theme with findings of all kinds."""
    theme = Theme()
    theme.palette("Night")
    theme.palette("Day")
    theme.register("Night/ink", "white")
    theme.register("accent", "#777")
    theme.register("on-accent", "white")
    theme.register("wide", "color(srgb 1.2 0 0)")
    theme.register("twice", "--variants(light: white; dark: black; any: gray)")
    theme.register("nothing", "--variants(dark: white)")
    theme.register("success", "#d05050")
    theme.register("danger", "#8a7a20")
    place = theme.layer("derived", below="user", owner="derived")
    place.register("derived", "red")
    place.register("reviewed", "red").annotation = '{"reviewed": 1}'
    return theme


def test_all_kinds_are_found() -> None:
    """All kinds of findings are found, and each alone if only it is wanted"""
    theme = theme_of_all_kinds()
    audit = theme.audit()
    kinds = get_args(AuditKind)
    assert {finding.kind for finding in audit} == set(kinds)
    assert (audit.errors, audit.notes, audit.complete) == (1, 1, True)
    assert len(audit) == audit.errors + audit.warnings + audit.notes
    for kind in kinds:
        alone = theme.audit(kinds=[kind])
        assert [str(finding) for finding in alone] == [str(finding) for finding in audit.of(kind)]
    derived, = audit.of("unreviewed")
    assert (derived.name, derived.severity) == ("derived", "note")
    gap, = audit.of("palette-gap")
    assert (gap.name, gap.other_name, gap.detail) == ("ink", "Day", theme.palettes["Day"])


def test_audits_are_written() -> None:
    """An audit is written as lines, as JSON and as SARIF"""
    audit = theme_of_all_kinds().audit()
    lines = audit.text().splitlines()
    assert lines[:-1] == [str(finding) for finding in audit]
    assert str(audit) == "\n".join(lines)
    data = json.loads(audit.json())
    assert [each["message"] for each in data["findings"]] == [each.message for each in audit]
    assert data["sums"]["complete"] is True and data["sums"]["colors"] == audit.colors
    check_sarif(json.loads(audit.sarif("colors/my theme.json")), audit)
    check_sarif(json.loads(audit.sarif()), audit)
    check_sarif(json.loads(Theme().audit().sarif()), Theme().audit())


def check_sarif(log: Any, audit: Audit) -> None:
    """What the schema of SARIF 2.1.0 requires of a log."""
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    run, = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "dyncolor"
    rules = [rule["id"] for rule in driver["rules"]]
    assert rules == list(get_args(AuditKind))
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    assert len(run["results"]) == len(audit)
    for result, finding in zip(run["results"], audit):
        assert result["message"]["text"] == finding.message
        assert rules[result["ruleIndex"]] == result["ruleId"] == finding.kind
        assert result["level"] == finding.severity
        location, = result["locations"]
        missing = f"{finding.other_name}/{finding.name}"
        name = missing if finding.kind == "palette-gap" else finding.name
        assert location["logicalLocations"] == [{"fullyQualifiedName": name}]
        if "physicalLocation" in location:
            artifact = location["physicalLocation"]["artifactLocation"]
            assert artifact == {"uri": "colors/my%20theme.json"}


def test_the_preview_page_says_what_was_left_out() -> None:
    """The preview page has its audit if there are findings, or if not all was examined"""
    theme = Theme()
    theme.register("paper", light="white", dark="black")
    assert 'id="audit"' not in theme.text("preview")
    theme.register_material("#6750a4", "fidelity")
    assert "examined, not all" in theme.text("preview")


def test_arguments_are_checked() -> None:
    """Wrong arguments of an audit are refused, with the argument that is wrong"""
    theme = Theme()
    theme.register("red", "red")
    wrong: list[tuple[type[Exception], dict[str, Any]]] = [
        (ValueError, {"kinds": ["contrasts"]}), (TypeError, {"pairs": [("red",)]}),
        (TypeError, {"pairs": [("red", "red", 3, 4)]}), (UnknownNameError, {"page": "blue"}),
        (UnknownNameError, {"sets": [["red", "blue"]]}), (TypeError, {"ratio": "high"}),
        (InvalidArgumentError, {"ratio": 0.5}), (InvalidArgumentError, {"ratio_more": 22}),
        (InvalidArgumentError, {"pairs": [("red", "red", 22)]}), (TypeError, {"limit": 1.5})]
    for kind, arguments in wrong:
        with pytest.raises(kind):
            theme.audit(**arguments)
    with pytest.raises(TypeError):
        pickle.dumps(theme.audit())


def test_a_provider_is_asked_in_each_environment() -> None:
    """A provider is called for the environments that it distinguishes, and its error is raised"""
    theme = Theme()
    theme.register("ground", lambda context: "#666" if context.scheme == "dark" else "white")
    theme.register("ink", "black")
    finding, = theme.audit(pairs=[("ink", "ground")], kinds=["contrast"], passing=True)
    assert (finding.where, finding.examined, finding.severity) == ("dark", 2, "error")

    def fail(_: object) -> str:
        raise LookupError("no")

    theme.register("broken", fail)
    with pytest.raises(LookupError):
        theme.audit()


def test_an_audit_outlives_its_theme() -> None:
    """An audit can be read after its theme has gone"""
    audit = theme_of_all_kinds().audit(limit=1)
    assert not audit.complete
    assert audit.text().endswith("raise the limit to examine the others\n")
