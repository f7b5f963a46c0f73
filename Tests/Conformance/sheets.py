#!/usr/bin/env python3
"""Compares the colors that the library reads from style sheets with those of Chromium.

    sheets.py LIBRARY FOLDER [--count N] [--seed S]

The sheets are those of FOLDER, and N random ones. A page represents an environment: its media
features are emulated, and its outermost elements have the attributes and classes that the sheets
use. Each custom property that may be a color is compared in each page.
"""
from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.dont_write_bytecode = True

import chromium
from chromium import Chromium
from claims import Claims
from colors import Unreadable, read
from library import EnvironmentValue, Failure, Library, ResolvedColor
from surroundings import CONTRASTS, GAMUTS, SCHEMES, painted_difference

TOLERANCE = 1e-3
FORCED = {"none": 1, "active": 2}

# Has a page with a sheet and attributes, and tells what properties are as colors on an element. Of
# what is no color, the background and the border differ, as in Chromium.computed.
SCRIPT = """
function lookAt(given) {
  document.head.replaceChildren()
  const sheet = document.createElement('style')
  sheet.textContent = given.sheet
  document.head.append(sheet)
  const element = given.body ? document.body : document.documentElement
  const elements = [document.documentElement].concat(given.body ? [document.body] : [])
  const answers = given.pages.map(page => {
    for (const each of elements) {
      each.className = page.classes
      each.style.colorScheme = page.scheme
      each.style.forcedColorAdjust = 'none'
      for (const [name, value] of Object.entries(page.attributes)) each.setAttribute(name, value)
    }
    const told = given.names.map(name => {
      const escaped = '--' + CSS.escape(name)
      element.style.backgroundColor = `var(${escaped})`
      element.style.borderTopColor = `var(${escaped})`
      element.style.color = 'rgb(1, 2, 3)'
      const style = getComputedStyle(element)
      const color = style.backgroundColor
      return color === style.borderTopColor ? color : ''
    })
    for (const each of elements) {
      each.className = ''
      each.removeAttribute('style')
      for (const name of Object.keys(page.attributes)) each.removeAttribute(name)
    }
    return told
  })
  sheet.remove()
  return answers
}
"""


@dataclass(frozen=True)
class Sheet:
    """A style sheet, and what of pages it knows."""
    name: str
    text: str
    # Each host's axis that is to have values, with the attribute or the class that stands for it.
    axes: Mapping[str, Sequence[str]]
    # Attributes that say the scheme, with their words for light and dark.
    schemes: Mapping[str, tuple[str, str]]
    # Attributes and classes that say a value of an axis; {} is the value.
    hosts: Mapping[str, str]
    is_of_body: bool = False


LIGHT_DARK = ("light", "dark")
KNOWN: Mapping[str, Sheet] = {sheet.name: sheet for sheet in (
    Sheet("furo.css", "", {}, {"data-theme": LIGHT_DARK}, {}, True),
    Sheet("bootstrap.css", "", {}, {"data-bs-theme": LIGHT_DARK}, {}),
    Sheet("shadcn.css", "", {"theme": ("rose", "green")}, {}, {"class": "theme"}),
    Sheet("material.css", "",
          {"md-color-primary": ("red", "lime"), "md-color-accent": ("lime", "deep-purple")},
          {"data-md-color-scheme": ("default", "slate")},
          {"data-md-color-primary": "md-color-primary",
           "data-md-color-accent": "md-color-accent"}),
    Sheet("daisyui.css", "", {"theme": ("cupcake", "dracula")}, {"data-theme": LIGHT_DARK},
          {"data-theme": "theme"}),
    Sheet("pico.css", "", {}, {"data-theme": LIGHT_DARK}, {}),
    Sheet("radix.css", "", {}, {}, {}),
    Sheet("contrast.css", "", {}, {}, {}),
    Sheet("cascade.css", "", {}, {}, {}),
    Sheet("broken.css", "", {}, {}, {}))}


@dataclass(frozen=True)
class State:
    """An environment, in the words of CSS."""
    scheme: str
    contrast: str
    gamut: str
    forced: str
    axes: Mapping[str, str]

    def page(self, sheet: Sheet) -> dict[str, object]:
        """The attributes and classes that the outermost elements then have."""
        is_dark = self.scheme == "dark"
        attributes = {name: words[is_dark] for name, words in sheet.schemes.items()}
        classes = [self.scheme]
        for name, axis in sheet.hosts.items():
            value = self.axes.get(axis)
            if value and name == "class":
                classes.append(f"{axis}-{value}")
            elif value:
                attributes[name] = value
        return {"classes": " ".join(classes), "attributes": attributes, "scheme": self.scheme}

    def features(self) -> dict[str, str]:
        # Colors that are forced are a contrast of the user's own.
        is_custom = self.forced == "active" and self.contrast == "no-preference"
        return {"prefers-color-scheme": self.scheme,
                "prefers-contrast": "custom" if is_custom else self.contrast,
                "color-gamut": self.gamut, "forced-colors": self.forced}

    def __str__(self) -> str:
        return ", ".join((self.scheme, self.contrast, self.gamut, self.forced,
                          *(f"{axis} {value}" for axis, value in self.axes.items())))


def states_of(sheet: Sheet) -> Iterator[State]:
    def having(word: str, words: Sequence[str]) -> Sequence[str]:
        return words if word in sheet.text else words[:1]

    contrasts = having("prefers-contrast", ("no-preference", "more", "less"))
    gamuts = having("color-gamut", ("srgb", "p3", "rec2020"))
    forced = having("forced-colors", ("none", "active"))
    values = [("", *words) for words in sheet.axes.values()]
    for features in itertools.product(LIGHT_DARK, contrasts, gamuts, forced):
        for chosen in itertools.product(*values):
            axes = {axis: value for axis, value in zip(sheet.axes, chosen) if value}
            yield State(*features, axes)


class Loaded:
    """What the library has read of a sheet."""

    def __init__(self, library: Library, text: str) -> None:
        self._library = library
        self.theme = library.new_theme()
        data = text.encode()
        try:
            library.call("theme_load_memory_n", self.theme, b"sheet.css", 9, data, len(data), None,
                         None)
        except Failure:
            self.close()
            raise

    def close(self) -> None:
        self._library.release(self.theme)

    def find(self, name: str) -> int | None:
        try:
            return self._library.find(self.theme, name)
        except Failure:
            return None

    def environment(self, state: State) -> EnvironmentValue:
        environment = EnvironmentValue(
            scheme=SCHEMES[state.scheme], contrast=CONTRASTS[state.contrast],
            gamut=GAMUTS[state.gamut], forced_colors=FORCED[state.forced])
        for axis, word in state.axes.items():
            place, value = self._library.declare(self.theme, axis, word)
            environment.custom[place] = value
        return environment

    def resolve(self, color: int, environment: EnvironmentValue) -> ResolvedColor | None:
        try:
            return self._library.resolve(self.theme, color, environment)
        except Failure:
            return None

    def difference(self, ours: ResolvedColor | None, theirs: str, gamut: str) -> str:
        """In what a color is not what the browser tells, brought into the display's gamut."""
        if not ours or not theirs:
            return "" if not ours and not theirs else (
                f"a color, not {theirs or 'nothing'}" if ours else f"nothing, not {theirs}")
        try:
            color = read(theirs)
        except Unreadable:
            return f"unreadable: {theirs}"
        wanted = [color]
        if not color.legacy:
            space = {"srgb": "srgb", "p3": "display-p3", "rec2020": "rec2020"}[gamut]
            wanted = self._library.brought_into(space, color)
        problems = [painted_difference(ours, each, TOLERANCE) for each in wanted]
        return problems[0] if all(problems) else ""


NAME = re.compile(r"--((?:[-\w]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6} ?|\\.)+)")


def names_in(text: str) -> list[str]:
    """All that look like names of custom properties, without the hyphens."""
    def decoded(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else match[2]

    return sorted({re.sub(r"\\(?:([0-9a-fA-F]{1,6}) ?|(.))", decoded, name)
                   for name in NAME.findall(text)} - {"", "-"})


def compare(browser: Chromium, library: Library, sheet: Sheet) -> list[str]:
    """For each color in each state, what speaks against the library."""
    try:
        loaded = Loaded(library, sheet.text)
    except Failure as failure:
        return [f"{sheet.name}: {failure}: {sheet.text}"]
    found = []
    names, states = names_in(sheet.text), list(states_of(sheet))
    ids = [loaded.find(name) for name in names]
    features = lambda state: sorted(state.features().items())
    for _, group in itertools.groupby(sorted(states, key=features), key=features):
        alike = list(group)
        browser.emulate(alike[0].features())
        given = {"sheet": sheet.text, "names": names, "body": sheet.is_of_body,
                 "pages": [state.page(sheet) for state in alike]}
        answers = browser.evaluate(f"lookAt({json.dumps(given)})")
        for state, told in zip(alike, answers):
            environment = loaded.environment(state)
            for name, color, answer in zip(names, ids, told):
                ours = loaded.resolve(color, environment) if color else None
                problem = loaded.difference(ours, answer, state.gamut)
                found.append(problem and f"{sheet.name}: --{name}: {state}: {problem}")
    loaded.close()
    return found


def compare_random(browser: Chromium, library: Library, sheet: Sheet) -> list[str]:
    """The same for a sheet of which it is not known whether it speaks of the body: if it does, all
    is looked at there."""
    found = compare(browser, library, sheet)
    if any(found):
        on_body = compare(browser, library, replace(sheet, is_of_body=True))
        if not any(on_body):
            return on_body
    return [problem and f"{problem}: {sheet.text}" for problem in found]


# ---- Random sheets ----------------------------------------------------------------------------

class Author:
    """Writes sheets by chance, wrong ones among them. Properties refer to later ones only, so that
    there are no circles."""
    PROPERTIES = "abcdefgh"
    # What all sheets know: each property, and each value of an attribute. What a sheet does not
    # have may be in the theme, and an attribute without values means nothing.
    BEGINNING = ("@layer first { :root { %s } [data-team=red], [data-team=blue], .theme-rose, "
                 "[data-theme=dark], [data-theme=light] { --i: #000 } }\n"
                 % "; ".join(f"--{name}: initial" for name in PROPERTIES + "z"))
    CONSTANTS = ("#123", "#456789", "red", "rgb(10 20 30)", "rgb(10, 20, 30, 0.6)",
                 "hsl(40 50% 60%)",
                 "oklch(0.6 0.1 200)", "light-dark(#fff, #000)", "light-dark(teal, #abcdef)",
                 "Tomato", "RGB(1 2 3 / 60%)")
    PARTS = ("210 40% 98%", "20 30% 40%", "0 0% 0%")
    OTHERS = ("1px", "none", "{}", "{ a: b }", "10%", "'x'", "url(x)", "red blue", "#12345", "a, b",
              "initial", "inherit", "unset", "revert", "revert-layer", "", "/**/", "rgb(1 2)")
    SIMPLE = (":root", "html", ":root.dark", ".dark", ".light", "[data-theme=dark]",
              "[data-theme='light']", ":root:not(.light)", "[data-team=red]",
              "[data-team=\"blue\"]",
              ".theme-rose", ":is(.dark, [data-team=blue])", ":where(:root)", "*", ":root:root",
              "html[data-theme=dark]", ":not([data-team])", "[data-team]", "[data-theme^=d]",
              ":root:is(.theme-rose, .light)", ":where(.dark):not(.theme-rose)", "html.light.light",
              "[data-team=RED i]", "[data-theme~=dark]", ":host, :root")
    LOST = (".btn", "#id", ":root:hover", ":root::before", "div", ".dark .btn", ":root > .card")
    WRONG = ("a:unknown", ":root,", ":root::nonsense", "[data-x", ":root !", "..dark", ":not()",
             ":is(.dark, :nonsense)", "1x", "&")
    MEDIA = ("(prefers-color-scheme: dark)", "(prefers-color-scheme: light)",
             "(prefers-contrast: more)", "(prefers-contrast: less)", "(prefers-contrast)",
             "(prefers-contrast: no-preference)", "(color-gamut: p3)", "screen", "print", "all",
             "not print", "not (prefers-color-scheme: dark)", "(nonsense)", "not (nonsense)",
             "only screen and (prefers-color-scheme: dark)",
             "(prefers-color-scheme: dark) and (not (prefers-contrast: more))",
             "(prefers-color-scheme: dark) or (prefers-contrast: more)",
             "not screen and (prefers-contrast: more)",
             "(prefers-color-scheme: dark), (prefers-contrast: less)", "or", "(a) and (b) or (c)")
    SUPPORTS = ("(color: red)", "(color: nonsense)", "not (color: red)", "(--x: y)",
                "(color: oklch(0 0 0)) and (display: grid)", "(color: a) or (color: blue)")
    LAYERS = ("base", "theme", "theme.dark", "late")
    NOISE = ("<!--", "-->", "/* a { */", "@foo bar;", "@foo { :root { --a: red } }", ";", "}", ")",
             "@layer late, base;", "@layer theme;", "\"abc\n", "\\", "@media", "@import 'x';",
             "@font-face { --a: red }", "foo: bar;", "--a: #f00;", "{ --a: #f0f }", "url(x y", "\0")

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, words: Sequence[str]) -> str:
        return self.random.choice(words)

    def later(self, index: int) -> str:
        return self.pick(self.PROPERTIES[index + 1:] or "z")

    def value(self, index: int) -> str:
        kind = self.random.random()
        if kind < 0.35:
            return self.pick(self.CONSTANTS)
        if kind < 0.5:
            return self.pick(self.PARTS)
        if kind < 0.6:
            return self.pick(self.OTHERS)
        name = self.later(index)
        return self.pick((
            f"var(--{name})", f"var(--{name}, {self.pick(self.CONSTANTS)})", f"hsl(var(--{name}))",
            f"hsl(var(--{name}) / 0.6)", f"var( --{name} , var(--{self.later(index)}))",
            f"color-mix(in srgb, var(--{name}), red 30%)",
            f"light-dark(var(--{name}), {self.pick(self.CONSTANTS)})",
            f"hsl(var(--{name}, {self.pick(self.PARTS)}))", f"var(--{name},)", "var(--zz, #0a0b0c)",
            f"rgb(from var(--{name}) g b r)"))

    def declarations(self) -> str:
        parts = []
        for _ in range(self.random.randint(1, 4)):
            index = self.random.randrange(len(self.PROPERTIES))
            mark = self.pick((" !important", "! important")) if self.chance(0.1) else ""
            parts.append(f"--{self.PROPERTIES[index]}: {self.value(index)}{mark}")
            if self.chance(0.05):
                parts.append(self.pick(("color: red", "x", "--q", ": y", "!", "a:hover{}")))
        return "; ".join(parts) + self.pick((";", "", " ; "))

    def selector(self) -> str:
        kind = self.random.random()
        if kind < 0.08:
            return self.pick(self.LOST)
        if kind < 0.13:
            return self.pick(self.WRONG)
        count = self.pick(("1", "1", "1", "2"))
        return ", ".join(self.pick(self.SIMPLE) for _ in range(int(count)))

    def nested(self, depth: int) -> str:
        head = self.pick(("&.dark", "&[data-team=red]", "&:not(.light)", "&", ".dark&",
                          "&.light, &.x",
                          f"@media {self.pick(self.MEDIA)}", f"@layer {self.pick(self.LAYERS)}",
                          f"@supports {self.pick(self.SUPPORTS)}", "&:hover", "& .btn", "> a"))
        return f" {head} {{ {self.block(depth + 1)} }} "

    def block(self, depth: int) -> str:
        text = self.declarations()
        if depth < 3 and self.chance(0.25):
            text += "; " + self.nested(depth) + (self.declarations() if self.chance(0.3) else "")
        return text

    def rule(self, depth: int = 0) -> str:
        kind = self.random.random()
        if depth < 3 and kind < 0.25:
            head = self.pick((f"@media {self.pick(self.MEDIA)}", f"@layer {self.pick(self.LAYERS)}",
                              f"@supports {self.pick(self.SUPPORTS)}", "@layer"))
            rules = " ".join(self.rule(depth + 1) for _ in range(self.random.randint(1, 3)))
            return f"{head} {{ {rules} }}"
        return f"{self.selector()} {{ {self.block(0)} }}"

    def sheet(self) -> Sheet:
        parts = []
        for _ in range(self.random.randint(2, 9)):
            if self.chance(0.06):
                parts.append(self.pick(self.NOISE))
            parts.append(self.rule())
        text = self.pick(("\n", " ", "")).join(parts)
        if self.chance(0.1):
            # Not within a function, which Chromium leaves open where the value is referred to.
            cut = text[:self.random.randrange(len(text) + 1)]
            text = cut[:max(map(cut.rfind, ";{}")) + 1]
        return Sheet("random", self.BEGINNING + text, {"team": ("red", "blue"), "theme": ("rose",)},
                     {"data-theme": LIGHT_DARK}, {"data-team": "team", "class": "theme"})


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("library")
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", default="sheets")
    arguments = parser.parse_args()
    if not chromium.program():
        print("# There is no Chromium to compare with.")
        return 0
    claims, library = Claims(), Library(arguments.library)
    with Chromium() as browser:
        browser.evaluate(SCRIPT)
        for name, sheet in KNOWN.items():
            text = (Path(arguments.folder) / name).read_text(encoding="utf-8")
            for problem in compare(browser, library, replace(sheet, text=text)):
                claims.check("Chromium: it agrees with the library on style sheets of many styles: "
                             "{n} colors", problem)
        for number in range(arguments.count):
            sheet = Author(f"{arguments.seed} {number}").sheet()
            for problem in compare_random(browser, library, sheet):
                claims.check("Chromium: it agrees with the library on random sheets: {n} colors",
                             problem)
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
