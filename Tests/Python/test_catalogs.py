"""Asset catalogs, read and written, compared with the independent reader of catalogs.py."""
from __future__ import annotations

import itertools
import json
import os
from typing import TYPE_CHECKING, Any

import catalogs
import pytest
from catalogs import Slot, Surroundings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dyncolor import Environment, Error, FileError, TextSyntaxError, Theme, UnknownNameError

if TYPE_CHECKING:
    from pathlib import Path

    from dyncolor import Report

WORDS = ("universal", "iphone", "ipad", "mac", "tv", "watch", "car", "vision")


def entry(color: object = None, **conditions: object) -> dict[str, Any]:
    """An entry of a color set, with a color if there is one."""
    made: dict[str, Any] = {"idiom": "universal", **conditions}
    if color is not None:
        made["color"] = color
    return made


def rgb(*numbers: object, space: str = "srgb", alpha: object = "1.000") -> dict[str, Any]:
    return {"color-space": space, "components": {
        **dict(zip(("red", "green", "blue"), numbers, strict=True)), "alpha": alpha}}


DARK = {"appearances": [{"appearance": "luminosity", "value": "dark"}]}
HIGH = {"appearances": [{"appearance": "contrast", "value": "high"}]}
RED, BLUE = rgb("0xFF", "0x00", "0x00"), rgb("0x00", "0x00", "0xFF")


def load(*entries: object, strict: bool = False, version: str = "") -> tuple[Theme, Report]:
    """A theme with the color `a`, of these entries."""
    text = json.dumps({"colors": entries, "info": {"author": "xcode", "version": 1}})
    return load_text(text, strict=strict, version=version)


def load_text(text: str, *, strict: bool = False, version: str = "") -> tuple[Theme, Report]:
    theme = Theme()
    report = theme.load("a.colorset/Contents.json", text, format="asset-catalog", strict=strict,
                        system_version=version)
    return theme, report


def environment(theme: Theme, of: Surroundings) -> Environment:
    """An environment as a theme has it. What nobody declared, no color can ask for."""
    values: dict[str, Any] = {
        "scheme": of.scheme, "contrast": "more" if of.contrast else "standard",
        "gamut": "display-p3" if of.gamut == "display-P3" else "srgb"}
    if of.idiom != "universal":
        values["idiom"] = catalogs.IDIOMS[of.idiom]
    if of.subtype:
        values["subtype"] = theme.subtype(of.subtype)
    if of.locale:
        values["locale"] = theme.locale(of.locale)
    return Environment(**values)


def check(theme: Theme, name: str, slots: list[Slot], of: Surroundings) -> None:
    """A color is what the oracle says that it is."""
    slot, here = catalogs.choose(slots, of), environment(theme, of)
    if slot is None:
        with pytest.raises(Error):
            theme[name].resolve(here)
        return
    if slot.css is not None:
        color = Theme().register("a", slot.css)
        # The other theme has neither locales nor subtypes.
        there = here.replace(locale=0, subtype=0)
        assert theme[name].resolve(here) == color.resolve(there), (name, slot, of)
    else:
        assert f"var(--apple\\/{slot.reference}, " in theme[name].css, (name, slot, of)


# ---- Reading -------------------------------------------------------------------------------------

def test_real_catalogs(tmp_path: Path) -> None:
    """Every slot of the color sets of eight public projects is what two others say that it is"""
    facts = catalogs.write_facts(tmp_path)
    assert len(facts) == 512
    by_set: dict[tuple[str, str], list[Slot]] = {}
    for catalog in {fact.catalog for fact in facts}:
        theme = Theme()
        report = theme.load(tmp_path / catalog)
        assert report.errors == []
        for name, slots in catalogs.read(tmp_path / catalog):
            by_set[catalog, name] = slots
            if all(slot.is_empty for slot in slots):
                assert name not in theme
                continue
            for idiom, scheme, contrast in itertools.product(
                    ("universal", "mac", "iphone"), ("light", "dark"), ("", "high")):
                check(theme, name, slots, Surroundings(idiom, "sRGB", scheme, contrast))
        for group in {name.rpartition("/")[0] for _, name in by_set if "/" in name}:
            if any(key == (catalog, name) for key in by_set for name in [key[1]]
                   if name.startswith(group + "/")):
                assert group in theme.palettes
    seen: dict[tuple[str, str], int] = {}
    for fact in facts:
        index = seen[fact.catalog, fact.name] = seen.get((fact.catalog, fact.name), -1) + 1
        slot = by_set[fact.catalog, fact.name][index]
        assert slot.reference == fact.slot.reference
        assert (slot.css is not None) == bool(fact.numbers)
        if slot.css is not None:
            read = [float(word) for word in slot.css[:-1].split() if word[0] in "-0123456789"]
            expected = list(fact.numbers)
            if len(expected) == 2 and len(read) == 4:
                expected = [expected[0]] * 3 + expected[1:]
            assert read == pytest.approx(expected, abs=1e-7)


def test_many_at_once(tmp_path: Path) -> None:
    """A folder with catalogs is loaded as all of them, and a name that comes again counts"""
    catalogs.write_facts(tmp_path)
    theme = Theme()
    report = theme.load(tmp_path)
    assert report.errors == [] and report.colors == len(theme) > 200
    assert {each.context for each in report.warnings if "defined twice" in each.message} >= {
        "MyColor"}


numbers = st.one_of(
    st.decimals(-1, 2, allow_nan=False, places=3).map(str),
    st.floats(-2, 2).map(lambda value: (value,)),
    st.integers(0, 1).map(lambda value: (value,)),
    st.integers(0, 300).map(str), st.integers(0, 255).map(lambda value: f"0x{value:02X}"),
    st.floats(0, 1, width=32).map(lambda value: f"{value:.9f}"), st.just("1"), st.just("1e-1"))
alphas = st.one_of(
    st.floats(0, 1).map(lambda value: f"{value:.3f}"), st.floats(0, 1).map(lambda value: (value,)),
    st.just("1"), st.just("0x80"), st.just("255"))


@st.composite
def colors(draw: st.DrawFn) -> dict[str, Any] | None:
    """A color of any space, in any notation; or none."""
    if draw(st.integers(0, 4)) == 0:
        return None
    if draw(st.integers(0, 5)) == 0:
        return {"platform": "ios", "reference": draw(st.sampled_from(
            ["systemBlueColor", "labelColor", "systemGrayColor"]))}
    space = draw(st.sampled_from(list(catalogs.SPACES)))
    names = ["white"] if "gray" in space else ["red", "green", "blue"]
    values = [draw(numbers) for _ in names] + [draw(alphas)]
    return {"color-space": space, "components": dict(zip([*names, "alpha"], [
        value if isinstance(value, str) else value[0] for value in values], strict=True))}


places = st.builds(
    Slot, st.sampled_from(WORDS), st.sampled_from(["", "sRGB", "display-P3"]),
    st.sampled_from(["", "light", "dark"]), st.sampled_from(["", "high"]),
    st.sampled_from(["", "mac-catalyst"]), st.sampled_from(["", "fr"]))
sets = st.dictionaries(places, colors(), min_size=1, max_size=12)


def surroundings(slots: list[Slot]) -> list[Surroundings]:
    """All environments between which these slots can tell, and one more idiom."""
    return [Surroundings(*values) for values in itertools.product(
        {slot.idiom for slot in slots} | {"tv"}, ("sRGB", "display-P3"), ("light", "dark"),
        ("", "high"), {slot.subtype for slot in slots} | {""},
        {slot.locale for slot in slots} | {""})]


def read_text(text: str) -> list[Slot]:
    contents = json.loads(
        text, parse_float=lambda text: (text,), parse_int=lambda text: (text,))
    return [catalogs.read_slot(each) for each in contents["colors"]]


@given(sets)
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_oracle(colors: dict[Slot, dict[str, Any] | None]) -> None:
    """Any color set is, in any environment, what an independent reader chooses"""
    text = json.dumps({"colors": [
        catalogs.entry(slot, color) for slot, color in colors.items()]})
    theme, report = load_text(text)
    slots = read_text(text)
    if all(slot.is_empty for slot in slots):
        assert "a" not in theme and report.colors == 0
        return
    for of in surroundings(slots):
        check(theme, "a", slots, of)


NOTATIONS = [
    ("0x80", 128 / 255), ("0Xff", 1.0), ("255", 1.0), ("235", 235 / 255), ("0", 0.0),
    ("0.5", 0.5), ("1.000", 1.0), (".5", 0.5), ("1.", 1.0), ("5e-1", 0.5), ("250/255", 250 / 255),
    ("0.1", 0.10000000149011612), ("-0.100", -0.10000000149011612), ("1.1", 1.100000023841858),
    (0.1, 0.1), (1, 1.0), (0, 0.0), ("2", 2 / 255), ("-5", -5 / 255)]


@pytest.mark.parametrize(("notation", "value"), NOTATIONS)
def test_notations(notation: str | float, value: float) -> None:
    """Each notation of a number is what Xcode's compiler makes of it"""
    theme, _ = load(entry(rgb(notation, "0.000", "0.000", space="extended-srgb")))
    assert theme["a"].css == f"color(--extended-srgb {value!r} 0 0)".replace(".0 ", " ")


ONES = [
    (("1", "78", "169"), "1.000", (1 / 255, 78 / 255, 169 / 255), 1, "as 1/255, not"),
    (("0", "0.5647", "1"), "1.000", (0, catalogs.as_float(0.5647), 1), 1, "as 1.0, not"),
    (("1", "1", "1"), "1.000", (1 / 255,) * 3, 3, "as 1/255, not"),
    (("0", "0", "0"), "1", (0, 0, 0), 1, "as 1.0, not"),
    (("0x01", "0", "0"), "255", (1 / 255, 0, 0), 0, ""),
    ((1, 0, 0), 1, (1, 0, 0), 0, "")]


@pytest.mark.parametrize(("numbers", "alpha", "values", "count", "message"), ONES)
def test_bare_ones(
    numbers: tuple[object, ...], alpha: object, values: tuple[float, ...], count: int, message: str
) -> None:
    """A bare 1 is 1/255, unless it is the alpha or another channel has a point; that is told"""
    theme, report = load(entry(rgb(*numbers, alpha=alpha)))
    expected = " ".join(repr(value) for value in values)
    color = Theme().register("a", f"color(srgb {expected})")
    assert theme["a"].resolve() == color.resolve()
    assert len(report.warnings) == count
    assert all(message in each.message for each in report.warnings)


RULES = [
    ([entry(RED), entry(None, **DARK)], "#ff0000", 0, "an empty slot falls through"),
    ([entry(None), entry(BLUE, **DARK)], "--variants(dark: #0000ff)", 1, "an empty Any is told"),
    ([entry(RED), entry(BLUE, **DARK)], "light-dark(#ff0000, #0000ff)", 0, "a pair"),
    ([entry(RED), entry(BLUE, idiom="reality")], None, 0, "reality is vision"),
    ([entry(RED), entry(BLUE, idiom="toaster")], "#ff0000", 1, "an unknown idiom"),
    ([entry(RED), entry(BLUE, **{"display-gamut": "CMYK"})], "#ff0000", 1, "an unknown gamut"),
    ([entry(RED), entry(BLUE, appearances=[{"appearance": "luminosity", "value": "tinted"}])],
     "#ff0000", 1, "an unknown appearance"),
    ([entry(RED), entry(BLUE, **{"language-direction": "right-to-left"})], "#ff0000", 1,
     "a direction of writing"),
    ([entry(BLUE, **{"language-direction": "left-to-right"})], "#0000ff", 0, "the other direction"),
    ([entry(RED), entry(BLUE)], "#0000ff", 1, "the same slot twice"),
    ([entry(RED), entry(BLUE, **{"screen-width": "<=145"})], "#ff0000", 1,
     "the same slot, but for more"),
    ([entry({"components": {"red": "0xFF", "green": "0x00", "blue": "0x00", "alpha": "1.0"}})],
     "#ff0000", 1, "no color space"),
    ([entry(rgb("0xFF", "0x00", "0x00", space="cmyk"))], "#ff0000", 1, "an unknown color space"),
    ([entry(rgb("0.5", "0.0", "0.0", space=""), **{"display-gamut": "display-P3"}),
      entry(RED)], None, 1, "no color space on a wide screen"),
    ([entry(RED, unknown={"a": [1]})], "#ff0000", 0, "an unknown key")]


@pytest.mark.parametrize(("entries", "css", "count", "why"), RULES)
def test_rules(entries: list[dict[str, Any]], css: str | None, count: int, why: str) -> None:
    """What a color set says is read as a rule has it, and told where somebody might mind"""
    theme, report = load(*entries)
    assert css is None or theme["a"].css == css, why
    assert len(report.warnings) == count, (why, list(report))
    if count:
        with pytest.raises(Error) as failure:
            load(*entries, strict=True)
        assert failure.value.report is not None and failure.value.report.errors


def test_empty_sets() -> None:
    """A color set without a color makes none, and that is told"""
    for text in ('{"colors":[{"idiom":"universal"}]}', '{"colors":[]}', '{"info":{}}', "{}"):
        theme, report = load_text(text)
        assert len(theme) == 0 and report.colors == 0
        assert [each.context for each in report if "no color" in each.message][0] == "a"


def test_wide_default() -> None:
    """A color without a space is of Display P3 if it is for such screens"""
    theme, _ = load(entry({"components": {"red": "0.5", "green": "0.0", "blue": "0.0",
                                          "alpha": "1.0"}}, **{"display-gamut": "display-P3"}))
    assert "color(display-p3 0.5 0 0)" in theme["a"].css


WRONG = [
    ("", 1, 1), ("[]", 1, 1), ('{"colors": {}}', 1, 12), ('{"colors": [5]}', 1, 13),
    ('{"colors": [{"color": {}}]}', 1, 23),
    ('{\n "colors": [{"color": {"components": []}}]}', 2, 38),
    ('{"colors": [{"color": {"color-space": "srgb",\n "components": {"white": "x"}}}]}', 2, 26),
    ('{"colors": [{"color": {"color-space": "srgb", "components":\n {"red": "1e999", "green": "0",'
     ' "blue": "0"}}}]}', 2, 10),
    ('{"colors": [{"color": {"color-space": "srgb", "components": {"red": "0xGG", "green": "0",'
     ' "blue": "0"}}}]}', 1, 69),
    ('{"colors": [{"color": {"color-space": "srgb", "components": {"red": "0"}}}]}', 1, 61),
    ('{"colors": [{"color": {"color-space": "gray-gamma-22", "components": {"red": "0"}}}]}',
     1, 70),
    ('{"colors": [{"appearances": 5, "color": {}}]}', 1, 29),
    ('{"colors": [{"subtype": "", "color": {}}]}', 1, 25),
    ('{"colors": [{"appearances": [{"value": "dark"}], "color": {}}]}', 1, 30),
    ('{"colors": [{"appearances": [{"appearance":"luminosity","value":"dark"},'
     '{"appearance":"luminosity","value":"light"}], "color": {}}]}', 1, 73),
    ('{"colors": [{"color": {"reference": ""}}]}', 1, 37)]


@pytest.mark.parametrize(("text", "line", "column"), WRONG)
def test_errors(text: str, line: int, column: int) -> None:
    """What is no color set is an error with its line and column, and the theme is as it was"""
    theme = Theme()
    theme.register("b", "red")
    before = theme.fingerprint()
    with pytest.raises(Error) as failure:
        theme.load("a.colorset/Contents.json", text, format="asset-catalog")
    assert failure.value.report is not None
    first = failure.value.report.errors[0]
    assert (first.path, first.line, first.column) == ("a.colorset/Contents.json", line, column)
    assert theme.fingerprint() == before


def test_truncated() -> None:
    """A color set that ends anywhere is an error, and the theme is as it was"""
    text = json.dumps({"colors": [entry(RED), entry(BLUE, **DARK)], "info": {"version": 1}},
                      indent=2)
    theme = Theme()
    theme.register("a", "red")
    before = theme.fingerprint()
    for length in range(len(text)):
        with pytest.raises(Error):
            theme.load("a.colorset/Contents.json", text[:length], format="asset-catalog")
        assert theme.fingerprint() == before


def test_references() -> None:
    """References are to colors of the system, of the version that is wanted"""
    reference = {"platform": "ios", "reference": "systemBlueColor"}
    theme, report = load(entry(reference), entry(RED, **HIGH))
    assert list(report) == [] and theme["a"].resolve().is_near("color(srgb 0 0.533 1)")
    dark = Environment(scheme="dark")
    assert theme["a"].resolve(dark).is_near("color(srgb 0 0.569 1)")
    theme.load_builtin("apple", "13")
    assert theme["a"].resolve().hex == "#007aff"
    theme, report = load(entry(reference), version="13")
    assert theme["a"].resolve(dark).hex == "#0a84ff" and list(report) == []
    assert theme["a"].resolve(Environment(contrast="more")).hex == "#0040dd"
    theme, report = load(entry({"reference": "systemBackgroundColor"}), version="13")
    assert len(report.warnings) == 1 and theme["a"].resolve().hex == "#ffffff"
    theme, report = load(entry({"reference": "alternatingContentBackgroundColor"}))
    assert [each.context for each in report.warnings] == ["alternatingContentBackgroundColor"]
    assert theme["a"].css == (
        "var(--apple\\/alternatingContentBackgroundColor, color(--gray-gamma-22 0.5))")


# ---- Folders -------------------------------------------------------------------------------------

def test_folders(tmp_path: Path) -> None:
    """Groups that are namespaces are palettes; other folders say nothing, and others are skipped"""
    catalog = tmp_path / "A.xcassets"
    catalogs.write_set(catalog / "top.colorset", [entry(RED)])
    catalogs.write_group(catalog / "Night", namespace=True)
    catalogs.write_set(catalog / "Night" / "text.colorset", [entry(BLUE)])
    catalogs.write_group(catalog / "Night" / "plain", namespace=False)
    catalogs.write_set(catalog / "Night" / "plain" / "inner 1.5.colorset", [entry(BLUE)])
    catalogs.write_group(catalog / "Night" / "plain" / "Deep", namespace=True)
    catalogs.write_set(catalog / "Night" / "plain" / "Deep" / "x.colorset", [entry(BLUE)])
    catalogs.write_set(catalog / "without" / "contents.colorset", [entry(RED)])
    for other in ("icon.appiconset", "picture.imageset", "text.dataset"):
        (catalog / other).mkdir()
        (catalog / other / "Contents.json").write_text("no JSON at all")
    (catalog / "README").write_text("{")
    expected = {"top", "Night/text", "Night/inner 1.5", "Night/Deep/x", "contents"}
    for path in (catalog, tmp_path):
        theme = Theme()
        report = theme.load(path)
        assert set(theme.names()) == expected and list(report) == []
        assert set(theme.palettes) == {"Night", "Night/Deep"}
    theme = Theme()
    theme.load(catalog / "Night" / "text.colorset")
    assert theme.names() == ["text"] and theme["text"].resolve().hex == "#0000ff"
    theme = Theme()
    theme.load(catalog / "Night")
    assert set(theme.names()) == {"text", "inner 1.5", "Deep/x"}


def refuse(path: Path, kind: type[Error] = Error, **options: Any) -> Error:
    """Loading it is an error, and changes nothing."""
    theme = Theme()
    theme.register("b", "red")
    before = theme.fingerprint()
    with pytest.raises(kind) as failure:
        theme.load(path, **options)
    assert theme.fingerprint() == before
    return failure.value


def test_links(tmp_path: Path) -> None:
    """Nothing outside is read by a link, unless that is allowed, and links in circles end"""
    catalogs.write_set(tmp_path / "out" / "secret.colorset", [entry(RED)])
    catalog = tmp_path / "A.xcassets"
    catalogs.write_set(catalog / "a.colorset", [entry(RED)])
    for name, target in (("group", "../out"), ("b.colorset", "../out/secret.colorset")):
        (catalog / name).symlink_to(target)
        refuse(catalog)
        theme = Theme()
        theme.load(catalog, allow_outside=True)
        assert len(theme) == 2
        (catalog / name).unlink()
    (catalog / "notes.txt").symlink_to("/etc/passwd")
    assert Theme().load(catalog).colors == 1
    (catalog / "loop").symlink_to(".")
    refuse(catalog)
    refuse(catalog, allow_outside=True)
    (catalog / "loop").unlink()
    (catalog / "a.colorset" / "Contents.json").unlink()
    (catalog / "a.colorset" / "Contents.json").symlink_to("/etc/passwd")
    refuse(catalog)


def test_strange_files(tmp_path: Path) -> None:
    """What is not there, or no file, is an error, and nobody waits for it"""
    catalog = tmp_path / "A.xcassets"
    (catalog / "a.colorset").mkdir(parents=True)
    refuse(catalog, FileError)
    os.mkfifo(catalog / "a.colorset" / "Contents.json")
    refuse(catalog)
    (catalog / "a.colorset" / "Contents.json").unlink()
    (catalog / "a.colorset" / "Contents.json").mkdir()
    refuse(catalog, FileError)
    refuse(tmp_path / "none.xcassets", FileError)
    (catalog / "a.colorset" / "Contents.json").rmdir()
    (catalog / "a.colorset" / "Contents.json").write_bytes(b'{"colors": [\xff]}')
    refuse(catalog)
    (catalog / "a.colorset").rename(catalog / ".colorset")
    (catalog / ".colorset" / "Contents.json").write_text("{}")
    refuse(catalog, TextSyntaxError)


def test_deep_folders() -> None:
    """Ten thousand groups within each other are an error, and so are megabytes of a name"""
    contents = json.dumps({"colors": [entry(RED)]})
    for path in ("g/" * 10_000, "n" * (1 << 20), "n" * 1024):
        files = {f"A.xcassets/{path}.colorset/Contents.json": contents}
        with pytest.raises(Error):
            Theme().load("A.xcassets", files=files)
    theme = Theme()
    theme.load("A.xcassets", files={
        "A.xcassets/" + "g/" * 60 + "a.colorset/Contents.json": contents,
        f"A.xcassets/{'n' * 1000}.colorset/Contents.json": contents})
    assert len(theme) == 2


# ---- Writing -------------------------------------------------------------------------------------

XCODE = """\
{
  "colors" : [
    {
      "color" : {
        "color-space" : "srgb",
        "components" : {
          "alpha" : "1.000",
          "blue" : "0x27",
          "green" : "0.500",
          "red" : "0.1234"
        }
      },
      "idiom" : "universal"
    },
    {
      "appearances" : [
        {
          "appearance" : "luminosity",
          "value" : "dark"
        },
        {
          "appearance" : "contrast",
          "value" : "high"
        }
      ],
      "color" : {
        "platform" : "universal",
        "reference" : "systemBlueColor"
      },
      "display-gamut" : "display-P3",
      "idiom" : "ipad",
      "locale" : "fr",
      "subtype" : "mac-catalyst"
    }
  ],
  "info" : {
    "author" : "dyncolor",
    "version" : 1
  },
  "properties" : {
    "localizable" : true
  }
}
"""


def written(theme: Theme) -> dict[str, str]:
    """The files of a theme as a catalog."""
    files = theme.written("asset-catalog")
    return {path: data.decode() for path, data in files.items()}


def again(theme: Theme) -> Theme:
    """A theme as it comes back from a catalog."""
    result = Theme()
    files = {f"A.xcassets/{path}": text for path, text in written(theme).items()}
    report = result.load("A.xcassets", files=files)
    assert report.errors == []
    return result


def test_style() -> None:
    """What is written is laid out as Xcode lays it out"""
    theme, _ = load_text(XCODE)
    files = written(theme)
    assert files["a.colorset/Contents.json"] == XCODE
    assert json.loads(files["Contents.json"]) == {"info": {"author": "dyncolor", "version": 1}}
    theme = Theme()
    theme.register("Night/Deep/text", "#112233")
    files = written(theme)
    assert set(files) == {
        "Contents.json", "Night/Contents.json", "Night/Deep/Contents.json",
        "Night/Deep/text.colorset/Contents.json"}
    assert json.loads(files["Night/Contents.json"])["properties"] == {"provides-namespace": True}


@given(sets)
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_round_trips(colors: dict[Slot, dict[str, Any] | None]) -> None:
    """What is written of what was read is read as the same"""
    theme, _ = load_text(json.dumps({"colors": [
        catalogs.entry(slot, color) for slot, color in colors.items()]}))
    other = again(theme)
    assert other.fingerprint() == theme.fingerprint()
    assert [other[name].css for name in other.names()] == [
        theme[name].css for name in theme.names()]
    assert written(other) == written(theme)


def test_real_round_trips(tmp_path: Path) -> None:
    """Catalogs of real projects are read again as the same themes"""
    facts = catalogs.write_facts(tmp_path / "real")
    for index, catalog in enumerate(sorted({fact.catalog for fact in facts})):
        theme, other = Theme(), Theme()
        theme.load(tmp_path / "real" / catalog)
        place = tmp_path / f"{index}.xcassets"
        report = theme.write(place)
        assert list(report) == []
        other.load(place)
        assert other.fingerprint() == theme.fingerprint()


NAMES = ["a//b", "/a", "a/", "..", "../x", "a/../b", ".", ".hidden", "a.b/c", "x.colorset/y", "-a",
         "a:b", "a\tb", "é" * 300, "a/" * 40 + "b", "a-b/c", "A.xcassets/z", "c\\d"]


def test_names() -> None:
    """No name leads out of the catalog, and each is read as it was"""
    theme = Theme()
    for index, name in enumerate(NAMES):
        theme.register(name, f"#0000{index:02x}")
    files = written(theme)
    for path in files:
        parts = path.split("/")
        assert path == "Contents.json" or parts[-1] == "Contents.json"
        assert all(part and not part.startswith(".") and len(part.encode()) <= 255
                   for part in parts), path
        assert all("." not in part for part in parts[:-2]), path
    other = again(theme)
    assert sorted(other.names()) == sorted(NAMES)
    for name in NAMES:
        assert other[name].css == theme[name].css


SNAPSHOTS = [
    ("if(media(prefers-color-scheme: dark): #fff; else: #000)", 2, False),
    ("color-mix(in srgb, red, light-dark(white, black))", 2, True),
    ("var(--other)", 2, True),
    ("--variants(any: red; elevated: blue)", 1, True),
    ("--variants(any: red; less: blue; more: green)", 2, True),
    ("--variants(any: #f00; dark phone: #00f; elevated phone: #0f0)", 2, True),
    ("oklch(0.7 0.1 200)", 1, True), ("oklch(0.7 0.35 150)", 2, True),
    ("hsl(120 50% 50%)", 1, True),
    ("lab(none 0 0)", 1, True)]


@pytest.mark.parametrize(("css", "count", "is_told"), SNAPSHOTS)
def test_snapshots(css: str, count: int, is_told: bool, tmp_path: Path) -> None:
    """What catalogs have no words for is written as what it is, in few slots, and that is told"""
    theme = Theme()
    theme.register("other", "light-dark(#102030, #405060)")
    color = theme.register("a", css)
    contents = json.loads(written(theme)["a.colorset/Contents.json"])
    assert len(contents["colors"]) == count
    told = [each for each in theme.write(tmp_path / "A.xcassets").warnings
            if each.context.split(":")[0] == "a"]
    assert len(told) == is_told
    back = again(theme)["a"]
    for scheme, contrast, gamut in itertools.product(
            ("light", "dark"), ("standard", "more"), ("srgb", "display-p3")):
        values: Any = {"scheme": scheme, "contrast": contrast, "gamut": gamut}
        here = Environment(**values)
        assert back.resolve(here).is_near(color.resolve(here)), (here, contents)


def test_annotations() -> None:
    """What is not known here is kept, and written again"""
    text = json.dumps({"colors": [entry(RED)], "info": {"version": 1, "author": "xcode"},
                       "properties": {"localizable": True}, "other": [1, 2]})
    theme, report = load_text(text)
    assert list(report) == []
    contents = json.loads(written(theme)["a.colorset/Contents.json"])
    assert contents["properties"] == {"localizable": True} and contents["other"] == [1, 2]


def test_unknown_version() -> None:
    """A version of the system that nobody knows is told"""
    with pytest.raises(UnknownNameError):
        load(entry({"reference": "systemBlueColor"}), version="1", strict=True)
