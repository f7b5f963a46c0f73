"""The preview page and the overview page of a theme, as text, without a browser."""
from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from dyncolor import Color, Context, Environment, NoValueError, Semantic, Theme

SURROUNDINGS = {
    "ls": Environment(scheme="light"), "lm": Environment(scheme="light", contrast="more"),
    "ds": Environment(scheme="dark"), "dm": Environment(scheme="dark", contrast="more")}
VOID = {"meta", "input"}
# What has no end tag where another begins, or the file ends.
OPEN = {"html"}
SVG = "{http://www.w3.org/2000/svg}"


class Element:
    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes = tag, attributes
        self.parts: list[Element | str] = []

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def own_text(self) -> str:
        return "".join(part for part in self.parts if isinstance(part, str))

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    def all(self, tag: str = "", kind: str = "") -> list[Element]:
        """All elements within of a tag and a class."""
        found: list[Element] = []
        if tag in ("", self.tag) and (not kind or kind in self.classes):
            found.append(self)
        for part in self.parts:
            if isinstance(part, Element):
                found += part.all(tag, kind)
        return found


class Page(HTMLParser):
    """A page, all of whose tags are to be nested as they should, with quoted attributes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.root = Element("", {})
        self.path = [self.root]
        self.comments: list[str] = []
        self.feed(source)
        self.close()
        assert [each.tag for each in self.path[1:]] == ["html"]
        ids = [each.attributes["id"] for each in self.root.all() if "id" in each.attributes]
        assert len(ids) == len(set(ids))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), self.get_starttag_text()
        unquoted = re.sub(r'"[^"]*"', "", self.get_starttag_text() or "")
        assert "=" not in re.sub(r'="?', "", unquoted, count=len(names)), unquoted
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.path[-1].parts.append(element)
        if tag not in VOID:
            self.path.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.path[-1].tag == tag, f"</{tag}> ends {self.path[-1].tag}"
        self.path.pop()

    def handle_data(self, data: str) -> None:
        self.path[-1].parts.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    @property
    def cards(self) -> dict[str, Element]:
        """The colors, by their names."""
        return {card.attributes.get("data-name") or card.all("h3")[0].text: card
                for card in self.root.all("article")}

    def section(self, name: str) -> Element:
        return next(each for each in self.root.all("section") if each.attributes["id"] == name)


class Shown(NamedTuple):
    hex: str
    p3: str


def cells(card: Element) -> dict[str, Shown | None]:
    """What a card shows in each of the surroundings."""
    shown: dict[str, Shown | None] = {}
    for cell in [*card.all("button"), *card.all("span")]:
        value = None
        if cell.tag == "button":
            style = cell.attributes["style"].split(";")
            value = Shown(cell.own_text, cell.attributes.get("value", ""))
            assert style == [f"background:{each}" for each in value if each]
        for scheme in cell.classes & {"l", "d"}:
            for contrast in cell.classes & {"s", "m"}:
                assert scheme + contrast not in shown
                shown[scheme + contrast] = value
    assert shown.keys() == SURROUNDINGS.keys()
    return shown


def expected(color: Color) -> Shown:
    hex_text = color.to_gamut("srgb").hex
    if color.in_gamut("srgb"):
        return Shown(hex_text, "")
    return Shown(hex_text, color.to_gamut("display-p3").css)


def assert_shows(shown: Shown | None, color: Color | None) -> None:
    if color is None or shown is None:
        assert shown is None and color is None
        return
    want = expected(color)
    assert shown.hex == want.hex and bool(shown.p3) == bool(want.p3)
    if shown.p3:
        text, other = Color(shown.p3), Color(want.p3)
        assert text.difference(other) < 1e-3 and abs((text.alpha or 0) - (other.alpha or 0)) < 1e-3


def resolved(theme: Theme, name: str, environment: Environment) -> Color | None:
    try:
        return theme.resolve(name, environment)
    except NoValueError:
        return None


def harbor() -> Theme:
    theme = Theme()
    for palette in ("Day", "Dusk"):
        theme.palette(palette)
    theme.register_all({
        "window": "--variants(any: #f3f0ea; dark: #14171b; more: #ffffff; dark more: #000000)",
        "text": "--variants(any: #1c2126; dark: #eef0f2; more: #000000; dark more: #ffffff)",
        "text-secondary": "--level(var(--text), secondary)",
        "text-tertiary": "--level(var(--text), tertiary)",
        "accent": "light-dark(oklch(0.52 0.25 250), oklch(0.78 0.12 235))",
        "on-accent": "--ensure-contrast(var(--window), on var(--accent), 4.5)",
        "veil": "light-dark(rgb(20 23 27 / 0.32), color(display-p3 0 1 0 / 0.6))",
        "coral": "color(display-p3 1 0.36 0.27)",
        "blue/100": "#ddeeff", "blue/200": "#bbddff", "blue/300": "#88bbff", "blue/400": "#5599ee",
        "Day/primary": "light-dark(#2b6cb0, #90cdf4)", "Dusk/primary": "#8050c0",
        "Day/text": "#123", "Dusk/text": "#321", "Day/extra": "#456",
        "card": "#fff", "card-foreground": "#333"})
    theme.register("brand", Semantic("primary"))
    theme["window"].description = "What everything stands on"
    theme["veil"].deprecate("too heavy", replacement="window")

    def pulse(context: Context) -> Color:
        return Color(0.5 if context.scheme == "dark" else 0.25, 0.5, 0.75)

    theme.register("pulse", pulse)
    return theme


def test_a_page_has_every_color_as_it_is_resolved() -> None:
    """A page has every color, as it is resolved in light and dark, with both contrasts"""
    theme = harbor()
    page = Page(theme.text("preview", name="Harbor"))
    assert page.root.all("h1")[0].text == page.root.all("title")[0].text == "Harbor"
    assert sorted(page.cards) == sorted(theme.names())
    for name, card in page.cards.items():
        for kind, shown in cells(card).items():
            assert_shows(shown, resolved(theme, name, SURROUNDINGS[kind]))
    assert cells(page.cards["brand"])["ls"] is None
    # What is the same is shown once.
    assert len(page.cards["coral"].all("button")) == 1
    assert len(page.cards["accent"].all("button")) == 2
    assert len(page.cards["window"].all("button")) == 4


def test_a_page_says_what_is_known_of_a_color() -> None:
    """A page says what a color is made of, what that refers to, and the notes on it"""
    theme = harbor()
    cards = Page(theme.text("preview")).cards
    for name, made_of in {
            "text-secondary": "--level(var(--text), secondary)", "brand": "--palette(primary)",
            "on-accent": "--ensure-contrast(var(--window), on var(--accent), 4.5)",
            "pulse": "a function of the program", "coral": "", "window": ""}.items():
        assert "".join(code.text for code in cards[name].all("code")) == made_of
    uses = [f"c{number}" for number in cards["on-accent"].attributes["data-uses"].split()]
    assert uses == [cards[name].attributes["id"] for name in ("window", "accent")]
    assert cards["window"].all("p")[0].text == "What everything stands on"
    assert cards["veil"].all("p")[0].text == "Deprecated: too heavy; use window"
    assert "old" in cards["veil"].classes


def test_a_page_groups_colors_by_their_names() -> None:
    """A page groups colors by folders and first words, and ramps of numbers are ramps"""
    page = Page(harbor().text("preview"))
    groups = {section.all("h2")[0].text: [
        card.all("h3")[0].text for card in section.all("article")]
        for section in page.root.all("section") if re.match(r"g\d", section.attributes["id"])}
    assert groups == {
        "Colors": ["window", "accent", "on-accent", "veil", "coral", "card", "card-foreground",
                   "brand", "pulse"],
        "text": ["text", "text-secondary", "text-tertiary"],
        "blue": ["100", "200", "300", "400"]}
    ramps = [section for section in page.root.all("section") if section.all("div", "ramp")]
    assert [ramp.all("h2")[0].text for ramp in ramps] == ["blue"]
    links = [link.attributes["href"] for link in page.root.all("nav")[0].all("a")]
    assert links == [f"#{section.attributes['id']}" for section in page.root.all("section")]


def test_palettes_stand_side_by_side() -> None:
    """Palettes that have names in common stand side by side, and what one lacks is left out"""
    page = Page(harbor().text("preview"))
    table = page.section("palettes").all("table")[0]
    assert [head.text for head in table.all("thead")[0].all("th")] == ["Day", "Dusk"]
    rows = {row.all("th")[0].text: [card.attributes["data-name"] for card in row.all("article")]
            for row in table.all("tbody")[0].all("tr")}
    assert rows == {"primary": ["Day/primary", "Dusk/primary"], "text": ["Day/text", "Dusk/text"],
                    "extra": ["Day/extra"]}
    # Folders that are palettes, but have nothing in common.
    apart = Theme()
    for palette in ("A", "B"):
        apart.palette(palette)
    apart.register_all({"A/x": "red", "A/y": "red", "B/z": "red"})
    page = Page(apart.text("preview"))
    headings = [section.all("h2")[0].text for section in page.root.all("section")]
    assert headings == ["Colors", "A", "Audit"]


PAIRS = {
    "on-accent": "accent", "on_accent": "accent", "onAccent": "accent", "text-on-accent": "accent",
    "card-foreground": "card", "cardForeground": "card", "cardText": "cardBackground",
    "view_fg_color": "view_bg_color", "foreground": "background", "text": "background",
    "Window/ForegroundNormal": "Window/BackgroundNormal",
    "Window/ForegroundLink": "Window/BackgroundNormal", "A/on-b": "A/b",
    "primary-content": "primary"}


@pytest.mark.parametrize("text", PAIRS)
def test_names_pair_by_custom(text: str) -> None:
    """Names pair by custom"""
    theme = Theme()
    theme.register_all({PAIRS[text]: "#ffffff", text: "#767676"})
    rows = Page(theme.text("preview")).section("contrast").all("tbody")[0].all("tr")
    assert [row.all("th")[0].text for row in rows] == [f"{text} on {PAIRS[text]}"]


# WCAG 2.2, success criteria 1.4.3 and 1.4.6.
BADGES = {7: "AAA", 4.5: "AA", 3: "AA large", 0: "low"}


def test_the_contrast_of_pairs_is_that_of_the_library() -> None:
    """The contrast of pairs is that of the library in each surroundings, rounded down"""
    theme = harbor()
    rows = {row.all("th")[0].text: row
            for row in Page(theme.text("preview")).section("contrast").all("tbody")[0].all("tr")}
    assert list(rows) == [
        "text on window", "text-secondary on window", "on-accent on accent",
        "card-foreground on card"]
    order = ("ls", "ds", "lm", "dm")
    for pair, row in rows.items():
        names = pair.split(" on ")
        for kind, cell in zip(order, row.all("td"), strict=True):
            text, background = (theme.resolve(name, SURROUNDINGS[kind]) for name in names)
            ratio = text.contrast(background)
            assert cell.all("span")[0].text == f"{int(ratio * 100 + 1e-9) / 100:.2f}"
            badge = next(word for least, word in BADGES.items() if ratio >= least)
            assert cell.all("em")[0].text == badge
    for gray, badge in (("#767676", "AA"), ("#777777", "AA large"), ("#595959", "AAA"),
                        ("#aaaaaa", "low")):
        theme = Theme()
        theme.register_all({"card": "#ffffff", "card-text": gray})
        em, = {each.text for each in Page(theme.text("preview")).section("contrast").all("em")}
        assert em == badge


def test_levels_stand_below_each_other() -> None:
    """Levels stand below what they are levels of, from the first to the last"""
    theme = Theme()
    theme.register_all({
        "third": "--level(var(--ink), tertiary)", "second": "--level(var(--ink), secondary)",
        "ink": "#123456", "hint": "--level(currentcolor, quaternary)"})
    rows = Page(theme.text("preview")).section("levels").all("tbody")[0].all("tr")
    assert [[step.text for step in row.all("td")[0].all("bdi")] for row in rows] == [
        ["ink", "second", "third"], ["hint"]]
    assert rows[0].all("td")[0].all("bdi")[1].attributes["style"] == "color:#12345680"


def test_other_environments_can_be_chosen() -> None:
    """What palettes and the host's axes change is in the page, and nothing else"""
    theme = harbor()
    theme.axis("team", "red", "blue")
    theme.register("jersey", "if(style(--team: red): #c00; style(--team: blue): #00c; else: #999)")
    table = "--variants(any: #999999; team(red): #cc0000; palette(Dusk): #880088)"
    theme.register("socks", table)
    page = Page(theme.text("preview"))
    assert "".join(code.text for code in page.cards["socks"].all("code")) == table
    chosen: dict[str, dict[str, str]] = {}
    names = {card.attributes["id"]: name for name, card in page.cards.items()}
    for template in page.root.all("template"):
        tiles = [tile for tile in template.all("div", "t")]
        chosen[template.attributes["title"]] = {
            names[tile.attributes["data-of"]]: tile.all("button")[0].own_text for tile in tiles}
    assert chosen == {
        "Day": {"brand": "#2b6cb0"}, "Dusk": {"brand": "#8050c0", "socks": "#880088"},
        "team: red": {"jersey": "#cc0000", "socks": "#cc0000"}, "team: blue": {"jersey": "#0000cc"}}


def test_a_page_needs_nothing_else() -> None:
    """A page refers to nothing outside, and allows one script, by its hash, which is small"""
    source = harbor().text("preview")
    page = Page(source)
    assert not re.search(r"\b(src|href|action|srcset|data)=\"(?!#)|url\(|@import|https?:", source)
    script, = page.root.all("script")
    digest = base64.b64encode(hashlib.sha256(script.own_text.encode()).digest()).decode()
    policy, = [meta.attributes["content"] for meta in page.root.all("meta")
               if meta.attributes.get("http-equiv") == "Content-Security-Policy"]
    assert f"script-src 'sha256-{digest}'" in policy and "default-src 'none'" in policy
    assert len(script.own_text) + len(page.root.all("style")[0].own_text) < 16 << 10
    assert not re.search(r"(inner|outer)HTML|insertAdjacent|document\.write|eval", script.own_text)
    assert not page.comments and not any(
        name.startswith("on") for each in page.root.all() for name in each.attributes)


HOSTILE = [
    "</script><script>window.hacked = 1</script>", "</style><img src=x onerror=hacked()>",
    "\"><svg onload=hacked()>", "' onmouseover='hacked()", "<!--", "-->", "]]>", "<![CDATA[",
    "&lt;", "&#x3c;b&#x3e;", "{{7*7}}", "javascript:hacked()", "a\u202Eb", "\u2066x", "x\u0001y",
    "\u0085",
    "\uFFFE", "\U0001FFFF", "a\tb\nc\rd", "אבג-def", "x" * 1023, "𝄞" * 200]


def as_shown(name: str) -> str:
    """What pages and sheets make of a name."""
    return re.sub("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff"
                  "\U0001ffff]", "\ufffd", name)


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:24])
def test_names_are_only_names(name: str) -> None:
    """Names are only names, wherever they stand"""
    theme = Theme()
    theme.palette(name)
    theme.palette("other")
    theme.axis("--axis", name)
    color = theme.register(name, "light-dark(#102030, #405060)")
    color.description = name * 3
    color.deprecate(name, replacement=theme.register("plain", "--level(var(--x), secondary)"))
    theme.register_all({"x": "red", "on-x": "--palette(x, blue)"})
    plain = Page(theme.text("preview"))
    source = theme.text("preview", name=name)
    page = Page(source)
    assert [each.tag for each in page.root.all()] == [each.tag for each in plain.root.all()]
    assert not page.comments
    assert {as_shown(each) for each in theme.names()} == set(page.cards)
    assert page.root.all("h1")[0].text == as_shown(name)
    assert as_shown(source) == source
    root = ElementTree.fromstring(theme.text("sheet", name=name))
    titles = [title.text for title in root.iter(f"{SVG}title")]
    # XML's readers make one line feed of the ends of lines.
    assert titles[0] == as_shown(name) and as_shown(name) in titles[1:]


def test_a_sheet_has_both_halves_in_the_proportions_of_paper() -> None:
    """A sheet is XML without scripts, of the proportions of A4, with all colors in both halves"""
    theme = harbor()
    theme.register("a thin mist", "rgb(20 30 40 / 0.12345)")
    source = theme.text("sheet", name="Harbor")
    root = ElementTree.fromstring(source)
    assert (root.get("width"), root.get("height")) == ("297mm", "210mm")
    _, _, width, height = (float(number) for number in root.get("viewBox", "").split())
    assert abs(width / height - 297 / 210) < 0.005
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        "svg", "style", "defs", "pattern", "path", "clipPath", "rect", "title", "g", "text"}
    assert "http" not in source.replace("http://www.w3.org/2000/svg", "")
    halves = root.findall(f"{SVG}g")
    for half, kinds in zip(halves, (("ls", "lm"), ("ds", "dm")), strict=True):
        tiles = {tile.findtext(f"{SVG}title"): tile for tile in half.findall(f"{SVG}g")}
        assert sorted(map(str, tiles)) == sorted(theme.names())
        for name, tile in tiles.items():
            x, y = map(float, re.findall(r"[\d.]+", tile.get("transform", "")))
            assert 0 < x and x + 122 < width / 2 and 0 < y and y + 90 < height
            colors = [resolved(theme, str(name), SURROUNDINGS[kind]) for kind in kinds]
            value = tile.findall(f"{SVG}text")[1].text
            if colors[0] is None:
                assert value == "no value"
                continue
            want = expected(colors[0])
            assert value == want.hex + (" P3" if want.p3 else "")
            fills = [rect for rect in tile[1].findall(f"{SVG}rect")
                     if rect.get("fill", "").startswith("#")]
            assert len(fills) == (1 if colors[0] == colors[1] else 2)
            for rect, color in zip(fills, colors):
                assert color is not None and rect.get("fill") == expected(color).hex[:7]
                assert float(rect.get("fill-opacity", "1")) == round(color.alpha or 0, 3)
                assert bool(rect.get("style")) == (not color.in_gamut("srgb"))


@pytest.mark.parametrize("count", [0, 1, 7, 300, 3000])
def test_sheets_of_any_size_fit(count: int) -> None:
    """Sheets of any number of colors have them all on one page"""
    theme = Theme()
    theme.register_all({f"group{number // 40}/{number}": "#abcdef" for number in range(count)})
    root = ElementTree.fromstring(theme.text("sheet"))
    height = float(root.get("viewBox", "").split()[3])
    places = [tuple(map(float, re.findall(r"[\d.]+", tile.get("transform", ""))))
              for half in root.findall(f"{SVG}g") for tile in half.findall(f"{SVG}g")]
    assert len(places) == 2 * count and all(y + 90 < height for _, y in places)
    assert len(set(places)) == count
    assert len(Page(theme.text("preview")).cards) == count


def test_a_page_of_sparse_palettes_is_no_larger_than_its_colors() -> None:
    """Many palettes with few names in common make no table of mostly nothing"""
    theme = Theme()
    sizes: list[int] = []
    for pairs in (10, 100):
        for number in range(pairs):
            for half in "ab":
                theme.palette(f"{half}{number}")
                theme.register_all({f"{half}{number}/{number}-{each}": "red" for each in range(3)})
        sizes.append(len(theme.text("preview")))
        theme = Theme()
    assert sizes[1] < 12 * sizes[0]
