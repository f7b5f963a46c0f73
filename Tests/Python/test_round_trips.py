"""Themes that are written and read again, in every format that can hold them."""
from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dyncolor import Color, Environment, NoValueError, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal

    from dyncolor import Report

    Format = Literal["asset-catalog", "design-tokens", "style-sheet", "json"]

# The formats that are written and read, and what of them is loaded again.
WRITTEN: dict[Format, str] = {
    "asset-catalog": "theme.xcassets", "design-tokens": "theme.resolver.json",
    "style-sheet": "theme.css", "json": "theme.json"}


PLACES = [Environment(scheme=scheme, contrast=contrast)
          for scheme in ("light", "dark") for contrast in ("standard", "more")]


def written(theme: Theme, format: Format, folder: Path) -> tuple[Path, Report]:
    """Where the theme has been written to, and what was found."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / WRITTEN[format]
    if format == "design-tokens":
        return place, theme.write(folder, format=format, name="theme")
    return place, theme.write(place, format=format)


def again(theme: Theme, format: Format, folder: Path) -> tuple[Theme, set[str]]:
    """A theme that is what was written of another, and the names of what is not as it was."""
    place, report = written(theme, format, folder)
    # The axes that are lost follow the name.
    changed = {finding.context.partition(": ")[0] for finding in report.warnings}
    back = Theme()
    back.load(place)
    return back, changed


def are_alike(a: Theme, b: Theme, name: str) -> bool:
    """Whether two colors are the same wherever a style sheet can tell: also in another space."""
    for environment in PLACES:
        values: list[Color | None] = []
        for theme in (a, b):
            try:
                values.append(theme.resolve(name, environment))
            except NoValueError:
                values.append(None)
        one, other = values
        if one is None or other is None:
            # A format may have no word for a color that lacks a value somewhere.
            if one is not other and one is not None:
                return False
        elif max(abs(x - y) for x, y in zip(one, other, strict=True)) > 0.002:
            return False
    return True


def assert_same(a: Theme, b: Theme, but: Iterable[str] = (), *, exactly: bool = True) -> None:
    """That two themes have the same colors, but for some, and that the same is said of them."""
    but = set(but)
    assert set(a.names()) - but == set(b.names()) - but
    for name in set(a.names()) - but:
        assert a[name].equals(b[name]) or not exactly and are_alike(a, b, name), (
            name, a[name].css, b[name].css)
        if not exactly:
            continue
        assert a[name].description == b[name].description
        one, other = a[name].deprecated, b[name].deprecated
        assert (one is None) == (other is None)
        if one and other:
            assert one.note == other.note or not one.note
            assert (one.replacement and one.replacement.name) == (
                other.replacement and other.replacement.name)


def theme_of(recipes: dict[str, str], prepare: Callable[[Theme], object] | None = None) -> Theme:
    theme = Theme()
    if prepare:
        prepare(theme)
    theme.register_all(recipes)
    return theme


def with_axes(theme: Theme) -> None:
    theme.axis("team", "red", "blue")
    theme.axis("season", "summer", "winter", "late winter/ü")


def with_names(theme: Theme) -> None:
    theme.palette("Night")
    theme.palette("Day/Early")
    theme.locale("de")
    theme.locale("zh-Hant")
    theme.subtype("mac-catalyst")


SPACES = {
    "srgb": "0.1 0.25 1", "srgb-linear": "0.1 0.25 1", "display-p3": "0.1 none 1",
    "a98-rgb": "0.1 0.25 1", "prophoto-rgb": "0.1 0.25 1", "rec2020": "0.3 0.25 1",
    "xyz-d65": "0.1 0.25 1", "xyz-d50": "0.1 0.25 0.9", "--hsl": "210 40 98",
    "--hwb": "210 10 20", "--lab": "50 -70 90.5", "--lch": "50 130 359.5",
    "--oklab": "0.5 -0.1 0.1", "--oklch": "0.5 0.3 30"}

OTHER_SPACES = {
    "display-p3-linear": "0.1 0.25 1", "--rec2020-oetf": "0.1 0.25 1", "--hsv": "210 40 98",
    "--okhsl": "30 50 50", "--okhsv": "30 50 50", "--gray-gamma-22": "0.3",
    "--extended-srgb": "1.25 -0.5 0", "--extended-srgb-linear": "1.25 -0.5 0",
    "--hct": "-30 200 50", "srgb": "1.5 -0.25 0", "xyz-d65": "-1 2 3", "--hsl": "-30 200 50",
    "--oklch": "1.5 -0.25 720"}

CONSTANTS = {
    **{f"in/{space.strip('-')}": f"color({space} {numbers})" for space, numbers in SPACES.items()},
    **{f"other/{space.strip('-')}": f"color({space} {numbers})"
       for space, numbers in OTHER_SPACES.items()},
    "alpha/half": "rgb(1 2 3 / 50%)", "alpha/none": "rgb(1 2 3 / none)",
    "alpha/clear": "transparent", "hex": "#3584e4", "name": "rebeccapurple",
    "third": "rgb(33.3333% 66.6667% 100%)", "legacy": "hsl(210 40% 98%)"}

TABLES = {
    "pair": "light-dark(#0461be, #81d0ff)",
    "four": "--variants(any: #111; dark: #222; more: #333; dark more: #444)",
    "contrast alone": "--variants(any: #111; more: #222)",
    "gamuts": "--variants(any: #f00; display-p3: color(display-p3 1 0 0); "
              "dark display-p3: color(display-p3 0.9 0 0))",
    "idioms": "--variants(any: #111; tv: #222; desktop: #333; phone dark: #444)",
    "spaces": "--variants(any: color(--gray-gamma-22 0.3); "
              "dark: color(--extended-srgb -0.1 1.2 0.5))",
    "less": "--variants(any: #111; less: #222; dark: #333)",
    "Night/primary": "light-dark(black, white)", "Day/Early/primary": "#abc",
    "A/B/C/deep": "light-dark(rgb(1 2 3 / 25%), #123456)"}

REFERENCES = {
    "accent": "light-dark(#0461be, #81d0ff)", "button/fill": "var(--accent)",
    "button/fill/hover": "var(--button\\/fill)", "link": "light-dark(var(--accent), #eee)",
    "chosen": "--variants(any: var(--accent); dark: #222; more: var(--link))",
    "fallback": "var(--accent, red)", "lost": "var(--nowhere, light-dark(red, blue))"}

EXPRESSIONS = {
    **REFERENCES,
    "mixed": "color-mix(in oklch, var(--accent) 30%, white)",
    "relative": "oklch(from var(--accent) calc(l * 0.8) c h / 50%)",
    "clear": "alpha(from var(--accent) / 40%)", "text": "contrast-color(var(--accent))",
    "level": "--level(var(--accent), secondary)", "semantic": "--palette(primary, red)",
    "first": "--first(--palette(a), var(--accent))", "current": "currentcolor",
    "system": "Canvas", "blend": "--blend(multiply, var(--accent), #ccc)",
    "readable": "--ensure-contrast(var(--accent), on white, 4.5)",
    "queried": "if(media(prefers-color-scheme: dark) and media(prefers-contrast: more): #fff; "
               "else: #06c)",
    "raised": "--variants(any: #111; elevated: #222; dark elevated: #333)",
    "graded": "--variants(any: #111; more: #222; 50%: #333; -20%: #444)",
    "nested": "light-dark(--variants(any: #111; more: #222), light-dark(#333, #444))",
    "forced": "if(media(forced-colors): Canvas; else: red)",
    "quoted": "color-mix(in srgb, var(--Night\\/primary), var(--a\\\"b))",
    "Night/primary": "black", 'a"b': "white"}

AXES = {
    "teams": "if(style(--team: red): #c00; style(--team: blue): #00c; else: #888)",
    "one": "if(style(--team: red): #c00; else: #888)",
    "both": "if(style(--team: red): light-dark(#c00, #f66); else: light-dark(#888, #999))",
    "two": "if(style(--team: red) and style(--season: winter): #c00; else: #888)",
    "late": "if(style(--season: late\\ winter\\/ü): snow; else: olive)",
    "any": "if(style(--team): red; else: blue)", "link": "var(--teams)", "plain": "#123",
    "number": "if(style(--team: 2): red; else: blue)"}

CONDITIONS = {
    "local": "--variants(any: #111; locale(de): #222; dark locale(zh-Hant): #333)",
    "subtype": "--variants(any: #111; tablet subtype(mac-catalyst): #222)",
    "Night/primary": "black", "Day/Early/primary": "white", "semantic": "--palette(primary)"}

NAMES = {
    name: f"#0000{number:02x}" for number, name in enumerate([
        "a", "a/b", "a/b/c", "a/d", "A", "a.b", "a-b", "a{b}", "{a}", "$a", "$root", "a/$root",
        "a//b", "/a", "a/", "a b", "ü/ö", "😀", 'q"q', "b\\s", "tab\there", "#fff", "1", "-1",
        "--x",
        "a/" * 40 + "z", "a/" * 40 + "y", "long" * 200, "$", ".", "/", "//", "a.b/c", "a-b/c",
        "null", "__proto__", "$value", "$type/x", "x/$value", "Contents.json", "CON", "~", "~1"])}

THEMES: dict[str, Callable[[], Theme]] = {
    "constants": lambda: theme_of(CONSTANTS), "tables": lambda: theme_of(TABLES),
    "references": lambda: theme_of(REFERENCES), "expressions": lambda: theme_of(EXPRESSIONS),
    "axes": lambda: theme_of(AXES, with_axes), "conditions": lambda: theme_of(
        CONDITIONS, with_names), "names": lambda: theme_of(NAMES), "nothing": Theme}


def noted() -> Theme:
    """A theme with something said of its colors."""
    theme = theme_of(REFERENCES)
    theme["accent"].description = 'What "calls"\nfor\tattention: \\ ü 😀 </style> */.'
    theme["link"].description = "Text."
    theme["link"].deprecate("Too loud.", "button/fill")
    theme["chosen"].deprecate("", "accent")
    theme["button/fill"].deprecate("No.")
    return theme


THEMES["notes"] = noted


# ---- Design tokens -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", THEMES)
def test_design_tokens(name: str, tmp_path: Path) -> None:
    """Design tokens hold everything that is no function: written and read again, it is equal"""
    theme = THEMES[name]()
    back, changed = again(theme, "design-tokens", tmp_path)
    assert changed == set()
    assert_same(theme, back)
    assert back.palettes.keys() == theme.palettes.keys()
    assert back.locales.keys() >= theme.locales.keys()
    assert back.subtypes.keys() >= theme.subtypes.keys()


@pytest.mark.parametrize("name", THEMES)
def test_design_tokens_in_one_file(name: str) -> None:
    """Design tokens in one file hold the same"""
    theme = THEMES[name]()
    text = theme.text("design-tokens")
    json.loads(text)
    back = Theme()
    back.load("theme.resolver.json", text)
    assert_same(theme, back)


def test_design_tokens_are_plain_where_they_can_be(tmp_path: Path) -> None:
    """What tokens can say themselves, they say without an extension"""
    plain = {name: recipe for name, recipe in {**TABLES, **REFERENCES}.items()
             if name not in ("spaces", "fallback", "lost")}
    place, _ = written(theme_of(plain), "design-tokens", tmp_path)
    texts = [path.read_text() for path in (place, *(tmp_path / "tokens").iterdir())]
    assert not any("$extensions" in text for text in texts)


def test_design_tokens_have_what_differs_alone(tmp_path: Path) -> None:
    """Each layer of tokens has what differs from those below it, and no more"""
    place, _ = written(theme_of(TABLES), "design-tokens", tmp_path)
    layers = {path.name.partition(".")[0]: json.loads(path.read_text())
              for path in (tmp_path / "tokens").iterdir()}
    assert set(layers["high-contrast"]) == {"four", "contrast alone"}
    assert set(layers["dark-high-contrast"]) == {"four", "contrast alone"} - {"contrast alone"}
    assert set(layers["desktop"]) == {"idioms"} and set(layers["dark-p3"]) == {"gamuts"}
    assert set(layers["base"]) == {name.partition("/")[0] for name in TABLES}
    resolver = json.loads(place.read_text())
    contexts = resolver["modifiers"]["appearance"]["contexts"]
    assert resolver["modifiers"]["appearance"]["default"] == "light"
    assert contexts["light"] == []
    assert len(contexts) == 2 * 3 * 2 * 4


def test_snapshots_in_design_tokens(tmp_path: Path) -> None:
    """What tokens cannot say is there as what it comes to in each context"""
    theme = theme_of({
        "accent": "light-dark(#000000, #ffffff)",
        "mixed": "color-mix(in srgb, var(--accent) 50%, #ff0000)"})
    written(theme, "design-tokens", tmp_path)
    base, dark = (json.loads((tmp_path / "tokens" / f"{name}.tokens.json").read_text())
                  for name in ("base", "dark"))
    assert base["mixed"]["$value"] == {
        "colorSpace": "srgb", "components": [0.5, 0, 0], "hex": "#800000"}
    assert dark["mixed"]["$value"] == {
        "colorSpace": "srgb", "components": [1, 0.5, 0.5], "hex": "#ff8080"}
    assert base["mixed"]["$extensions"] == dark["mixed"]["$extensions"] | {"org.dyncolor": {
        "css": theme["mixed"].css, "of": "color(srgb 0.5 0 0)"}}


def test_axes_with_names_of_schemes(tmp_path: Path) -> None:
    """An axis of the host's stays one in design tokens, whatever the names of its values"""
    theme = Theme()
    theme.axis("look", "dark", "light")
    theme.register("look", "if(style(--look: dark): black; else: light-dark(white, #eee))")
    back, changed = again(theme, "design-tokens", tmp_path)
    assert changed == set()
    assert_same(theme, back)


def test_an_edited_token_counts(tmp_path: Path) -> None:
    """A token whose value somebody has changed is that value, with a warning, and no expression"""
    theme = theme_of({"accent": "#000000",
                      "mixed": "color-mix(in srgb, var(--accent) 50%, #ff0000)"})
    place, _ = written(theme, "design-tokens", tmp_path)
    base = tmp_path / "tokens" / "base.tokens.json"
    base.write_text(base.read_text().replace("[0.5, 0, 0]", "[0.25, 0, 0]"))
    back = Theme()
    report = back.load(place)
    assert back["mixed"].css == "color(srgb 0.25 0 0)" and len(report.warnings) == 1


def test_a_function_becomes_snapshots(tmp_path: Path) -> None:
    """A function is written as what it comes to, and that is reported"""
    theme = Theme()

    @theme.provider("computed")
    def compute(context: object) -> Color:
        return Color("#123456" if context.scheme == "light" else "#654321")  # type: ignore

    theme.register("plain", "#fff")
    place, report = written(theme, "design-tokens", tmp_path)
    assert [finding.context for finding in report.warnings] == ["computed"]
    back = Theme()
    back.load(place)
    assert back.resolve("computed").hex == "#123456"
    assert back.resolve("computed", Environment(scheme="dark")).hex == "#654321"


# ---- Every format against every other ------------------------------------------------------------

SHARED = {
    "accent": "light-dark(#0461be, #81d0ff)", "plain": "#123456", "clear": "rgb(1 2 3 / 50%)",
    "four": "--variants(any: #111111; dark: #222222; more: #333333; dark more: #444444)",
    "contrast": "--variants(any: #111111; more: #222222)", "Night/primary": "#abcdef",
    "Night/inner/secondary": "light-dark(#010203, #040506)",
    "wide": "light-dark(color(display-p3 1 0 0), color(display-p3 0.9 0.1 0))"}


@pytest.mark.parametrize("format", WRITTEN)
def test_what_all_formats_hold(format: Format, tmp_path: Path) -> None:
    """Colors, pairs, and tables with contrast come back from every format, as they were"""
    theme = theme_of(SHARED)
    back, changed = again(theme, format, tmp_path)
    assert changed == set()
    assert_same(theme, back)


@pytest.mark.parametrize(("first", "second"), [
    (first, second) for first in WRITTEN for second in WRITTEN if first != second])
def test_from_format_to_format(first: Format, second: Format, tmp_path: Path) -> None:
    """A theme that goes from one format through another is the same"""
    theme = theme_of(SHARED)
    one, _ = again(theme, first, tmp_path / "1")
    two, _ = again(one, second, tmp_path / "2")
    three, _ = again(two, first, tmp_path / "3")
    assert_same(theme, two)
    assert_same(theme, three)


def test_a_catalog_through_design_tokens(tmp_path: Path) -> None:
    """A catalog that becomes design tokens and a catalog again is the same, to the byte"""
    theme = theme_of(SHARED | {
        "gamuts": TABLES["gamuts"], "spaces": TABLES["spaces"],
        "idioms": "--variants(any: #111; dark phone: #444; desktop: #333; tv: #222)"})
    one, changed = again(theme, "asset-catalog", tmp_path / "1")
    assert changed == set()
    two, _ = again(one, "design-tokens", tmp_path / "2")
    again(two, "asset-catalog", tmp_path / "3")
    files = [{path.relative_to(folder): path.read_bytes()
              for path in folder.rglob("*") if path.is_file()}
             for folder in (tmp_path / "1", tmp_path / "3")]
    assert files[0] == files[1] and files[0]


@pytest.mark.parametrize("format", WRITTEN)
@pytest.mark.parametrize("name", THEMES)
def test_what_is_not_reported_is_equal(name: str, format: Format, tmp_path: Path) -> None:
    """What a format cannot hold is reported, and all else comes back as it was"""
    theme = THEMES[name]()
    back, changed = again(theme, format, tmp_path)
    assert_same(theme, back, changed, exactly=format == "design-tokens")


# ---- Themes that nobody thought of ---------------------------------------------------------------

numbers = st.floats(0, 1).map(lambda number: round(number, 4))
constants = st.one_of(
    st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}"),
    st.tuples(st.sampled_from([*SPACES, *OTHER_SPACES]), numbers, numbers, numbers, numbers).map(
        lambda parts: "color({} {}{} / {})".format(
            parts[0], parts[1],
            "" if parts[0] == "--gray-gamma-22" else f" {parts[2]} {parts[3]}", parts[4])))
names = st.sampled_from(["a", "b", "group/a", "group/b", "group/inner/c", "Night/primary"])
leaves = st.one_of(constants, names.map(lambda name: "var(--{}, red)".format(
    name.replace("/", "\\/"))))
conditions = st.builds(
    lambda *parts: " ".join(filter(None, parts)) or "any",
    st.sampled_from(["", "", "light", "dark"]),
    st.sampled_from(["", "", "more", "less", "standard"]),
    st.sampled_from(["", "", "", "elevated"]), st.sampled_from(["", "", "", "display-p3"]),
    st.sampled_from(["", "", "", "phone", "tv"]))
recipes = st.one_of(
    constants, constants,
    st.tuples(leaves, leaves).map(lambda pair: "light-dark({}, {})".format(*pair)),
    st.dictionaries(conditions, leaves, min_size=1, max_size=6).map(
        lambda table: "--variants({})".format(
            "; ".join(f"{where}: {color}" for where, color in table.items()))),
    st.tuples(leaves, leaves).map(lambda pair: "color-mix(in oklch, {}, {} 30%)".format(*pair)))
# Colors refer only to those before them.
themes = st.dictionaries(names, recipes, max_size=6)


def acyclic(recipes: dict[str, str]) -> dict[str, str]:
    """The same, with no reference to what comes later."""
    done: dict[str, str] = {}
    for name, recipe in recipes.items():
        for later in set(recipes) - set(done):
            recipe = recipe.replace(
                "var(--{}, red)".format(later.replace("/", "\\/")), "red")
        done[name] = recipe
    return done


@pytest.mark.parametrize("format", WRITTEN)
@settings(max_examples=60)
@given(recipes=themes)
def test_any_theme(format: Format, recipes: dict[str, str], tmp_path_factory: pytest.TempPathFactory
                   ) -> None:
    """Of any theme, what a format cannot hold is reported, and all else comes back as it was"""
    theme = theme_of(acyclic(recipes))
    back, changed = again(theme, format, tmp_path_factory.mktemp("theme"))
    assert format != "design-tokens" or changed == set()
    assert_same(theme, back, changed, exactly=format == "design-tokens")
