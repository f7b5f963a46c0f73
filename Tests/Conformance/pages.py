#!/usr/bin/env python3
"""Checks the preview page and the overview page of a theme in the installed Chromium.

    pages.py LIBRARY
"""
from __future__ import annotations

import sys
import tempfile
from ctypes import byref, c_uint16
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True

from chromium import Chromium
from claims import Claims
from colors import Color, read
from library import EnvironmentValue, Failure, Library, ResolvedColor

PREVIEW, SHEET = 11, 12
LIGHT, DARK, STANDARD, MORE = 1, 2, 101, 201
SURROUNDINGS = {"l.s": (LIGHT, STANDARD), "l.m": (LIGHT, MORE), "d.s": (DARK, STANDARD),
                "d.m": (DARK, MORE)}
INJECTED = "window.hacked = true"

COLORS = {
    "window": "--variants(any: #f3f0ea; dark: #14171b; more: #ffffff; dark more: #000000)",
    "text": "--variants(any: #1c2126; dark: #eef0f2; more: #000000; dark more: #ffffff)",
    "text-secondary": "--level(var(--text), secondary)",
    "accent": "light-dark(oklch(0.52 0.25 250), oklch(0.78 0.12 235))",
    "accent-hover": "oklch(from var(--accent) calc(l + 0.05) c h)",
    "on-accent": "--ensure-contrast(var(--window), on var(--accent), 4.5)",
    "veil": "light-dark(rgb(20 23 27 / 0.32), color(display-p3 0 1 0 / 0.6))",
    "coral": "color(display-p3 1 0.36 0.27)", "brand": "--palette(primary)",
    "Day/primary": "light-dark(#2b6cb0, #90cdf4)", "Dusk/primary": "#8050c0",
    "Day/text": "#123", "Dusk/text": "#321",
    **{f"blue/{100 * i}": f"oklch({1 - i / 10} 0.1 250)" for i in range(1, 10)},
    # Names that would be more, if they could.
    f"</script><script>{INJECTED}</script>": "#010203",
    f"</style><img src=x onerror='{INJECTED}'>": "var(--window)",
    f"\"><svg onload=\"{INJECTED}\">": "--level(var(--text), tertiary)",
    f"on-' autofocus onfocus='{INJECTED}' x='": "#040506",
    f"<!--<template>{INJECTED}": "#070809", "\u202eesrever": "#0a0b0c"}
PALETTES = ("Day", "Dusk", f"</option><script>{INJECTED}</script>")

# Of each color its name and, in each of the surroundings, its background and what is written there.
VALUES = """
[...document.querySelectorAll('main .c')].map(card => [
  card.dataset.name || card.querySelector('h3').textContent,
  Object.fromEntries(KINDS.map(kind => {
    const cell = card.querySelector('.' + kind)
    return [kind, cell.matches('.n') ? null
      : [getComputedStyle(cell).backgroundColor, cell.firstChild.textContent, cell.value]]
  }))
])
"""
# Of the first cells that hide what is behind them, where they are.
PLACES = """
[...document.querySelectorAll('main .t:not(.x) button')].slice(0, 40).map(cell => {
  const box = cell.getBoundingClientRect()
  return [Math.round(box.x + box.width / 2), Math.round(box.y + 8), cell.firstChild.textContent]
}).filter(place => place[1] < 880)
"""


class Theme:
    """A theme with all that a page can show."""

    def __init__(self, library: Library) -> None:
        self.library, self.handle = library, library.new_theme()
        self.palettes: dict[str, int] = {}
        for palette in PALETTES:
            row, bytes_of = c_uint16(), palette.encode()
            library.call("palette_declare_n", self.handle, bytes_of, len(bytes_of), byref(row))
            self.palettes[palette] = row.value
        self.ids = {name: library.register(self.handle, css, name) for name, css in COLORS.items()}

    def value(self, name: str, surroundings: str, palette: int = 0) -> ResolvedColor | None:
        scheme, contrast = SURROUNDINGS[surroundings]
        environment = EnvironmentValue(scheme=scheme, contrast=contrast, palette=palette)
        try:
            return self.library.resolve(self.handle, self.ids[name], environment)
        except Failure:
            return None


def shown(name: str) -> str:
    return name.replace("\u202e", "\ufffd")


def plain(text: str) -> str:
    """A color as browsers write what they have computed."""
    if not text.startswith("#"):
        return text
    red, green, blue, alpha = bytes.fromhex(f"{text[1:]}ff"[:8])
    return f"rgba({red}, {green}, {blue}, {alpha / 255})"


def distance(text: str, color: Color) -> float:
    """How far a color that a page tells is from another, at most."""
    told = read(plain(text))
    return max(abs(a - b) for a, b in zip((*told.srgb(), told.opacity),
                                          (*color.srgb(), color.opacity)))


def failure_of(library: Library, value: ResolvedColor | None, told: list[str] | None) -> str:
    """In what that which a page shows of a color is not what it is resolved as."""
    if value is None or told is None:
        return "" if value is None and told is None else f"{value}, {told}"
    background, text, copied = told
    color = Color("srgb", (value.r, value.g, value.b), value.a)
    is_wide = not -1e-5 < min(color.srgb()) <= max(color.srgb()) < 1 + 1e-5
    if is_wide != bool(copied):
        return f"whether it is of sRGB is told wrongly: {told}"
    wanted = library.brought_into("display-p3", color)
    for each in (background, copied) if is_wide else (background, text):
        # Eight bits, or four digits.
        if min(distance(each, one) for one in wanted) > 0.003:
            return f"{color} is told as {each}"
    return ""


class Look:
    """Looks at a page, and tells what there is."""

    def __init__(self, browser: Chromium, theme: Theme, claims: Claims) -> None:
        self.browser, self.theme, self.claims = browser, theme, claims

    def ask(self, script: str) -> Any:
        return self.browser.evaluate(script)

    def check(self, claim: str, script: str, expected: Any) -> None:
        answer = self.ask(script)
        self.claims.check(f"pages: {claim}", "" if answer == expected else
                          f"{script} is {answer}, not {expected}")

    def values(self, claim: str, palette: int = 0) -> None:
        kinds = f"const KINDS = {list(SURROUNDINGS)};"
        told = dict(self.ask(f"(() => {{{kinds} return {VALUES.strip()}}})()"))
        missing = {shown(name) for name in COLORS} ^ told.keys()
        self.claims.check(f"pages: {claim}: {{n}}", f"{missing}" if missing else "")
        for name in COLORS:
            for kind in SURROUNDINGS:
                problem = failure_of(
                    self.theme.library, self.theme.value(name, kind, palette),
                    told.get(shown(name), {}).get(kind))
                self.claims.check(f"pages: {claim}: {{n}}", problem and f"{name}: {problem}")

    def choose(self, name: str) -> None:
        self.ask(f"""{{
          const other = document.querySelector('#other')
          other.value = [...other.options].find(each => each.text === {name!r})?.value ?? ''
          other.dispatchEvent(new Event('change'))
        }}""")

    def page(self) -> None:
        self.check("the policy lets the script run", "document.querySelector('#about').hidden",
                   False)
        self.check("names do nothing", "window.hacked === undefined", True)
        self.check("names add no elements",
                   "['script', 'img', 'svg', 'style'].map(tag => "
                   "document.querySelectorAll(tag).length)", [1, 0, 0, 1])
        self.check("nothing is loaded", "performance.getEntriesByType('resource').length", 0)
        self.check("it is of the standards", "document.compatMode", "CSS1Compat")
        self.check("what there is to press has a name", """
          [...document.querySelectorAll('button, input, select')].every(each =>
            each.textContent.trim() || each.ariaLabel || each.labels?.length)""", True)
        self.values("all colors are what the library resolves")

    def seen(self) -> None:
        for x, y, told in self.ask(PLACES):
            seen = f"#{bytes(self.browser.pixel(x, y)).hex()}"
            if len(told) == 7:
                # Of Display P3, a screen of sRGB cuts what the page maps.
                numbers = zip(bytes.fromhex(seen[1:]), bytes.fromhex(told[1:]))
                is_far = max(abs(a - b) for a, b in numbers) > 60
                self.claims.check("pages: {n} painted colors are the ones in the text",
                                  f"{seen} instead of {told}" if is_far else "")

    def switches(self) -> None:
        scheme = "getComputedStyle(document.documentElement).colorScheme"
        for press, expected in (("light", "light"), ("dark", "dark"), ("both", "light dark")):
            self.ask(f"document.querySelector('#{press}').click()")
            self.check("schemes can be chosen", scheme, expected)
            seen = {kind for kind in SURROUNDINGS if self.ask(
                f"document.querySelector('main .c .{kind}').checkVisibility()")}
            wanted = {kind for kind in SURROUNDINGS if press == "both" or kind[0] == press[0]}
            self.claims.check("pages: schemes can be selected", f"{seen}" if seen != wanted else "")
        for press, letter in (("standard", "s"), ("more", "m"), ("all", "")):
            self.ask(f"document.querySelector('#{press}').click()")
            seen = {kind for kind in SURROUNDINGS if self.ask(
                f"document.querySelector('main .c .{kind}').checkVisibility()")}
            wanted = {kind for kind in SURROUNDINGS if not letter or kind[2] == letter}
            self.claims.check(
                "pages: contrasts can be selected", f"{seen}" if seen != wanted else "")
        for palette in ("Day", "Dusk"):
            self.choose(palette)
            self.values("with a palette they are what they are there", self.theme.palettes[palette])
        self.choose("")
        self.values("all colors are what the library resolves")

    def pointing(self) -> None:
        card = "[...document.querySelectorAll('.c')].find(each => " \
               "each.querySelector('h3')?.textContent === 'accent')"
        self.ask(f"{card}.querySelector('button').focus()")
        self.check("what has the focus is told of",
                   "document.querySelector('#about h2').textContent", "accent")
        self.check("what is made of it is marked", """
          [...document.querySelectorAll('.c.used h3')].map(each => each.textContent)
          """, ["accent-hover", "on-accent"])
        self.ask("[...document.querySelectorAll('.c')].find(each => "
                 "each.textContent.includes('on-accent'))"
                 ".dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
        self.check("what it is made of is marked", """
          [...document.querySelectorAll('.c.made h3')].map(each => each.textContent)
          """, ["window", "accent"])
        self.check("what it is made of is told",
                   "document.querySelector('#about code').textContent", COLORS["on-accent"])
        self.ask("dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))")
        self.check("Escape ends that",
                   "document.querySelectorAll('.c:is(.now, .made, .used)').length", 0)
        self.ask("document.querySelector('.t button').click()")
        self.browser._wait_for("document.querySelector('#said').value !== ''")
        self.check("a click copies a value",
                   "document.querySelector('#said').value.endsWith("
                   "document.querySelector('.t button').textContent)", True)

    def filtering(self) -> None:
        def type_in(text: str) -> None:
            self.ask(f"""{{
              const filter = document.querySelector('#filter')
              filter.value = {text!r}
              filter.dispatchEvent(new Event('input'))
            }}""")
        visible = """[...document.querySelectorAll('main .c')].filter(each =>
          each.checkVisibility({contentVisibilityAuto: false})).map(each =>
          each.dataset.name || each.querySelector('h3').textContent)"""
        type_in("Accent hover")
        self.check("the filter leaves what has all words", visible, ["accent-hover"])
        type_in("#8050c0")
        self.check("the filter finds values", visible, ["Day/primary", "Dusk/primary"])
        type_in("")
        self.check("without words all are there", f"{visible}.length", len(COLORS))

    def printing(self) -> None:
        self.ask("document.querySelector('#dark').click()")
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        seen = [kind for kind in SURROUNDINGS if self.ask(
            f"document.querySelector('main .c .{kind}').checkVisibility()")]
        self.claims.check("pages: both schemes are printed, whichever is selected",
                          "" if len(seen) == 4 else f"{seen}")
        self.check("controls are not printed",
                   "['.bar', 'nav', '#about'].some(each => "
                   "document.querySelector(each).checkVisibility())", False)
        self.browser.call("Emulation.setEmulatedMedia", media="")

    def motion(self) -> None:
        self.browser.emulate({"prefers-reduced-motion": "reduce"})
        self.check("nothing moves where that is not wanted",
                   "getComputedStyle(document.documentElement).scrollBehavior", "auto")
        self.browser.emulate({})

    def narrow(self) -> None:
        self.check("a narrow window needs no scrolling to the side",
                   "document.documentElement.scrollWidth <= innerWidth", True)

    def sheet(self) -> None:
        self.check("a sheet is an image", "document.documentElement.localName", "svg")
        self.check("a sheet is parsed without an error",
                   "document.querySelectorAll('parsererror, script').length", 0)
        self.check("names do nothing", "window.hacked === undefined", True)
        told = self.ask("""[...document.querySelectorAll('svg > g > g')].map(tile => [
          tile.querySelector('title').textContent,
          tile.parentNode.matches('svg > g:first-of-type') ? 'l.s' : 'd.s',
          tile.querySelectorAll('.v')[0].textContent,
          getComputedStyle(tile.querySelector('g > g > rect:not([fill^=url])') ?? tile).fill])""")
        self.claims.check("pages: a sheet has all colors in both schemes: {n}",
                          "" if len(told) == 2 * len(COLORS) else f"{len(told)} tiles")
        by_shown = {shown(name): name for name in COLORS}
        for name, kind, text, fill in told:
            value = self.theme.value(by_shown[name], kind)
            if value is None:
                problem = "" if text == "no value" else text
            else:
                opaque = ResolvedColor(value.r, value.g, value.b, 1)
                wide = text.endswith(" P3")
                problem = failure_of(self.theme.library, opaque, [fill, fill, fill if wide else ""])
            self.claims.check("pages: a sheet has all colors in both schemes: {n}",
                              problem and f"{name}: {problem}")


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    library, claims = Library(sys.argv[1]), Claims()
    theme = Theme(library)
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        print(f"# {browser.version}")
        page, sheet = Path(folder, "page.html"), Path(folder, "sheet.svg")
        title = f"</title><script>{INJECTED}</script>"
        page.write_bytes(library.written(theme.handle, PREVIEW, title))
        sheet.write_bytes(library.written(theme.handle, SHEET, title))
        look = Look(browser, theme, claims)
        browser.open(page)
        look.page()
        look.seen()
        look.switches()
        look.pointing()
        look.filtering()
        look.printing()
        look.motion()
        browser.open(page, width=360, height=700)
        look.narrow()
        browser.open(sheet)
        look.sheet()
    library.release(theme.handle)
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
