"""Environments as values."""
from __future__ import annotations

import copy
import math
import pickle
from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dyncolor import (
    DynamicColor, Environment, Error, InvalidArgumentError, Theme, UnknownNameError,
    _library)

if TYPE_CHECKING:
    from dyncolor.words import Vocabulary


def maybe(*words: str) -> st.SearchStrategy[str | None]:
    return st.sampled_from([None, *words])


percent = st.integers(-100, 100).map(lambda number: number / 100)
WORDS: dict[str, dict[str, int]] = {
    "scheme": _library.SCHEMES, "elevation": _library.ELEVATIONS,
    "gamut": _library.GAMUTS, "vision": _library.VISIONS, "state": _library.STATES,
    "idiom": _library.IDIOMS, "forced_colors": _library.FORCED_COLORS}
axes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries({}, optional={
    **{axis: maybe(*words) for axis, words in WORDS.items()},
    "contrast": st.one_of(st.none(), percent, st.sampled_from(["less", "standard", "more"])),
    "vision_severity": st.one_of(st.none(), percent.map(abs)),
    "palette": st.integers(0, 65535), "locale": st.integers(0, 65535),
    "subtype": st.integers(0, 255),
    "foreground": st.integers(0, 2 ** 32 - 1), "accent": st.integers(0, 2 ** 32 - 1),
    "custom": st.lists(st.integers(0, 255), max_size=8)})
environments: st.SearchStrategy[Environment] = axes.map(lambda given: Environment(**given))

NAMES = ("scheme", "contrast", "elevation", "gamut", "vision", "vision_severity", "state", "idiom",
         "palette", "locale", "subtype", "forced_colors", "foreground", "accent", "custom")
EMPTY: dict[str, object] = {
    **dict.fromkeys(NAMES), "palette": 0, "locale": 0, "subtype": 0, "foreground": 0, "accent": 0,
    "custom": (0,) * 8}
CONTRASTS = {"less": -1, "standard": 0, "more": 1}


@given(axes)
def test_axes(given: dict[str, Any]) -> None:
    """An environment has the axes it was made of, and the others unspecified"""
    environment = Environment(**given)
    expected = {**EMPTY, **given}
    if isinstance(expected["contrast"], str):
        expected["contrast"] = CONTRASTS[expected["contrast"]]
    custom: Any = expected["custom"]
    expected["custom"] = (*custom, *[0] * (8 - len(custom)))
    assert {name: getattr(environment, name) for name in NAMES} == expected


def test_bytes() -> None:
    """An environment has the bytes that C has"""
    assert bytes(Environment()) == bytes(32)
    assert bytes(Environment(
        scheme="dark", contrast="more", elevation="elevated", gamut="rec2020", vision="tritan",
        vision_severity=1, state="disabled", idiom="headset", palette=0x0102, locale=0x0304,
        subtype=5, forced_colors="active", foreground=0x06070809, accent=0x0A0B0C0D,
        custom=range(1, 9))) == bytes([
            2, 201, 2, 3, 4, 101, 7, 7, 2, 1, 4, 3, 5, 2, 0, 0, 9, 8, 7, 6, 0xD, 0xC, 0xB, 0xA,
            1, 2, 3, 4, 5, 6, 7, 8])
    assert bytes(Environment(contrast=-1))[1] == 1 and bytes(Environment(contrast=0.5))[1] == 151


def test_colors_of_a_theme() -> None:
    """Foreground and accent are colors, or their ids"""
    color = Theme().register(None, "#123456")
    environment = Environment(foreground=color, accent=color.id)
    assert environment.foreground == environment.accent == color.id


@given(environments, environments)
def test_equality(one: Environment, other: Environment) -> None:
    """Environments are equal exactly if their axes are, and hash alike"""
    same = all(getattr(one, name) == getattr(other, name) for name in NAMES)
    assert (one == other) is same and (one != other) is not same
    assert not same or hash(one) == hash(other)
    again = Environment().replace(**{name: getattr(one, name) for name in NAMES})
    assert again == one and hash(again) == hash(one) and bytes(again) == bytes(one)
    assert one != bytes(one)


@given(environments, st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_copies(environment: Environment, protocol: int) -> None:
    """An environment is copied, pickled, and made again of what its repr says"""
    for again in (copy.copy(environment), copy.deepcopy(environment),
                  pickle.loads(pickle.dumps(environment, protocol)),
                  eval(repr(environment), {"Environment": Environment})):
        assert again == environment and repr(again) == repr(environment)


def test_repr() -> None:
    """A repr has what is specified, and nothing else"""
    assert repr(Environment()) == "Environment()"
    assert repr(Environment(scheme="dark", contrast=-0.25, custom=(0, 2))) == (
        "Environment(scheme='dark', contrast=-0.25, custom=(0, 2, 0, 0, 0, 0, 0, 0))")


@given(environments, axes)
def test_replace(environment: Environment, given: dict[str, Any]) -> None:
    """Replacing changes the axes that are given, and no others"""
    changed, made = environment.replace(**given), Environment(**given)
    for name in NAMES:
        source = made if name in given else environment
        assert getattr(changed, name) == getattr(source, name)
    assert environment.replace() == environment
    assert environment.replace(**dict.fromkeys(NAMES)) == Environment()


@given(environments, environments)
def test_inherit(child: Environment, parent: Environment) -> None:
    """What a child leaves unspecified is its parent's, and each custom axis by itself"""
    both = child.inherit(parent)
    for name in NAMES[:-1]:
        own, inherited = getattr(child, name), getattr(parent, name)
        unspecified = own is None if EMPTY[name] is None else own == 0
        assert getattr(both, name) == (inherited if unspecified else own)
    assert both.custom == tuple(
        own or inherited for own, inherited in zip(child.custom, parent.custom, strict=True))


@given(st.lists(environments, min_size=1, max_size=8))
def test_inherit_deeply(around: list[Environment]) -> None:
    """Inherited from inside or from outside, the nearest environment that has an axis decides"""
    inward, outward = around[-1], around[0]
    for environment in reversed(around[:-1]):
        inward = environment.inherit(inward)
    for environment in around[1:]:
        outward = outward.inherit(environment)
    assert inward == outward
    expected = Environment()
    for environment in reversed(around):
        given = {name: getattr(environment, name) for name in NAMES[:-1]
                 if getattr(environment, name) != EMPTY[name]}
        custom = [own or outer for own, outer in
                  zip(environment.custom, expected.custom, strict=True)]
        expected = expected.replace(**given, custom=custom)
    assert inward == expected


@given(environments, axes)
def test_prefer(environment: Environment, given: dict[str, Any]) -> None:
    """Preferred is what is inherited from the same axes; forced what they are replaced by"""
    assert environment.prefer(**given) == environment.inherit(Environment(**given))
    assert environment.force(**given) == environment.replace(**given)


@given(environments)
def test_inverted(environment: Environment) -> None:
    """The inverse has the other scheme, and is inverted by itself; the rest stays"""
    inverse = environment.inverted()
    assert inverse.scheme == ("light" if environment.scheme == "dark" else "dark")
    assert inverse.replace(scheme=environment.scheme) == environment
    assert inverse.inverted().scheme == (environment.scheme or "light")


@pytest.mark.parametrize(("environment", "axes", "inverse"), [
    (Environment(), ("contrast",), Environment(contrast=0)),
    (Environment(contrast=0.25), ("contrast",), Environment(contrast=-0.25)),
    (Environment(), ("elevation",), Environment(elevation="elevated")),
    (Environment(elevation="elevated"), ("elevation",), Environment(elevation="base")),
    (Environment(forced_colors="none"), ("forced_colors",), Environment(forced_colors="active")),
    (Environment(state="hovered"), ("scheme", "elevation"),
     Environment(state="hovered", scheme="dark", elevation="elevated")),
    (Environment(), ("scheme", "scheme"), Environment(scheme="light")),
])
def test_opposites(
    environment: Environment, axes: tuple[Any, ...], inverse: Environment
) -> None:
    """Axes have opposites, and what is unspecified counts as what it resolves to"""
    assert environment.inverted(*axes) == inverse


def test_inverted_in_a_theme() -> None:
    """An unspecified scheme is the opposite of the theme's default"""
    assert Environment().inverted(theme=Theme()).scheme == "dark"
    assert Environment().inverted(theme=Theme(default_scheme="dark")).scheme == "light"
    assert Environment(scheme="light").inverted(theme=Theme(default_scheme="dark")).scheme == "dark"
    wrong: Any = "gamut"
    with pytest.raises(InvalidArgumentError):
        Environment().inverted(wrong)
    wrong = "seasons"
    with pytest.raises(ValueError):
        Environment().inverted(wrong)


@pytest.mark.parametrize(("name", "environment"), [
    ("darkAqua", Environment(scheme="dark")),
    ("NSAppearanceNameAccessibilityAqua", Environment(scheme="light", contrast="more")),
    ("UIUserInterfaceStyleDark", Environment(scheme="dark")),
    ("prefers-contrast: more", Environment(contrast="more")),
    ("forced-colors: active", Environment(forced_colors="active")),
    ("color-gamut: p3", Environment(gamut="display-p3")),
    ("Adwaita-hc-dark", Environment(scheme="dark", contrast="more")),
    ("PREFER-DARK", Environment(scheme="dark")), ("unspecified", Environment()),
])
def test_named(name: str, environment: Environment) -> None:
    """An appearance name of another system stands for an environment"""
    assert Environment.named(name) == environment


@pytest.mark.parametrize(("environment", "vocabulary", "name"), [
    (Environment(scheme="dark"), "appkit", "NSAppearanceNameDarkAqua"),
    (Environment(scheme="dark"), "uikit", "UIUserInterfaceStyleDark"),
    (Environment(scheme="dark", contrast="more"), "css",
     "(prefers-color-scheme: dark) and (prefers-contrast: more)"),
    (Environment(scheme="dark"), "gtk", "prefer-dark"),
    (Environment(scheme="dark", contrast=0.5, idiom="tv"), "gtk", "HighContrastInverse"),
], ids=["appkit", "uikit", "css", "gtk", "the nearest step"])
def test_name(environment: Environment, vocabulary: Vocabulary, name: str) -> None:
    """An environment has a name in each vocabulary"""
    assert environment.name(vocabulary) == name


@pytest.mark.parametrize("name", ["", "blue", "darkAqua\0", "dark aqua", "\ud800", "x" * 100_000],
                         ids=["empty", "unknown", "a NUL", "a space", "a surrogate", "long"])
def test_unknown_names(name: str) -> None:
    """A name that is not known is an error, never a guess"""
    with pytest.raises(Error) as caught:
        Environment.named(name)
    assert caught.value.status_name in ("DYNCOLOR_ERROR_UNKNOWN_NAME",
                                        "DYNCOLOR_ERROR_INVALID_UTF8")
    with pytest.raises(UnknownNameError):
        Environment(scheme="dark", contrast="less").name("gtk")
    other: Any = "kde"
    with pytest.raises(ValueError, match="vocabulary must be one of appkit, uikit, css, gtk"):
        Environment().name(other)


WRONG: list[tuple[str, object, type[Exception]]] = [
    *[(axis, "blue", ValueError) for axis in (*WORDS, "contrast")],
    *[(axis, 2, ValueError) for axis in (*WORDS, "contrast")],
    *[(axis, [], TypeError) for axis in (*WORDS, "contrast", "palette", "vision_severity")],
    ("contrast", 1.01, ValueError), ("contrast", math.nan, ValueError),
    ("vision_severity", -0.01, ValueError), ("vision_severity", math.nan, ValueError),
    ("vision_severity", "1", TypeError),
    *[(axis, number, ValueError) for axis in ("palette", "locale")
      for number in (-1, 65536, 1 << 16 | 1, 1 << 80)],
    *[("subtype", number, ValueError) for number in (-1, 256, 257, 1 << 80)],
    *[(axis, number, ValueError) for axis in ("foreground", "accent")
      for number in (-1, 1 << 32, 1 << 32 | 1, 1 << 80)],
    *[(axis, "1", Exception) for axis in ("palette", "locale", "subtype", "foreground", "accent")],
    *[(axis, 1.5, Exception) for axis in ("palette", "locale", "subtype", "foreground", "accent")],
    ("custom", [1] * 9, ValueError), ("custom", [256], ValueError), ("custom", [-1], ValueError),
    ("custom", [1.5], TypeError), ("custom", "a", TypeError), ("custom", 1, TypeError),
    ("reserved", 0, TypeError), ("reserved", None, TypeError), ("color", None, TypeError),
    ("color", "red", TypeError),
]


@pytest.mark.parametrize(("axis", "value", "kind"), WRONG)
def test_wrong_axes(axis: str, value: object, kind: type[Exception]) -> None:
    """A value that an axis cannot have is refused, and never wrapped"""
    wrong: dict[str, Any] = {axis: value}
    with pytest.raises(kind):
        Environment(**wrong)
    with pytest.raises(kind):
        Environment().replace(**wrong)


def test_names_of_custom_values() -> None:
    """An environment of a theme knows the name of the value of a custom axis"""
    theme = Theme()
    theme.axis("team", "red", "blue")
    theme.axis("level")
    blue: Any = theme.environment("dark", team="blue", level=7)
    assert (blue.custom_name("team"), blue.replace(team="red").custom_name("team")) == (
        "blue", "red")
    assert blue.custom_name("level") is theme.environment().custom_name("team") is None
    with pytest.raises(UnknownNameError, match="did you mean"):
        blue.custom_name("taem")
    with pytest.raises(AttributeError, match=r"'team'; its value is .*custom_name\('team'\)$"):
        print(blue.team)
    with pytest.raises(AttributeError, match="no attribute 'taem'$"):
        print(blue.taem)
    del theme
    with pytest.raises(ReferenceError):
        blue.custom_name("team")
    assert not hasattr(blue, "team") and copy.copy(blue) == blue


def test_environments_do_not_change() -> None:
    """An environment cannot be changed"""
    environment: Any = Environment()
    for name in (*NAMES, "color"):
        with pytest.raises(AttributeError):
            setattr(environment, name, 1)


def test_ids_of_colors() -> None:
    """An id beyond 32 bits is no color's"""
    theme = Theme()
    color = theme.register(None, "#123")
    for number in (-1, 1 << 32, color.id + (1 << 32)):
        with pytest.raises(ValueError):
            DynamicColor(theme, number)


def test_types(types: dict[str, Any]) -> None:
    """The words of the types are those of the tables"""
    expected = {**WORDS, "contrast": _library.CONTRASTS,
                "vocabulary": _library.VOCABULARIES}
    assert {name: list(get_args(types[name.title().replace("_", "")])) for name in expected} == {
        name: list(words) for name, words in expected.items()}
