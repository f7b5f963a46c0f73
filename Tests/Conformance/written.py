#!/usr/bin/env python3
"""Compares the files that a library writes with the theme itself. They are read by a browser, GTK
and C compilers, and checked against the rules of Tailwind.

    written.py LIBRARY [--browser] [--gtk PROGRAM] [--compilers NAME...]
"""
from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from ctypes import (POINTER, Structure, byref, c_char_p, c_float, c_int32, c_size_t, c_uint32,
                    c_void_p, cast, sizeof)
from pathlib import Path

sys.dont_write_bytecode = True

from chromium import Chromium
from claims import Claims
from colors import read
from library import EnvironmentValue, Failure, Library, WriteOptions

STYLE_SHEET, TAILWIND, GTK, GTK_MEDIA, C_HEADER = 3, 7, 8, 9, 10
CLASSES = 1

SCHEMES = {"light": 1, "dark": 2}
CONTRASTS = {"no-preference": 0, "more": 201, "less": 1}
GAMUTS = {"srgb": 0, "p3": 2, "rec2020": 3}
TEAMS = ("red", "blue whale", 'a"b\\c')

# Names that are awkward somewhere, and all that a color may be made of.
COLORS: Mapping[str, str] = {
    "accent": "light-dark(#0461be, #81d0ff)",
    "accent/hover": "oklch(from var(--accent) calc(l * 0.9) c h)",
    "accent-hover": "rgb(1 2 3 / 0.5)",
    "1st": "#11223380",
    "Grün & gelb": "color-mix(in oklab, green 30%, yellow)",
    "a\"b\\c??/d": "hsl(210 40% 60%)",
    "count": "hwb(120 10% 20%)",
    "int": "lab(50 20 -30 / 0.25)",
    "fade": "alpha(from var(--accent) / 40%)",
    "fades": "alpha(from var(--accent) / calc(alpha * 0.3))",
    "wide": "color(display-p3 0.1 0.9 0.2)",
    "wider": "color(rec2020 0.9 0.2 0.1)",
    "xyz": "color(xyz-d65 0.3 0.2 0.5)",
    "none": "oklch(0.6 none 40)",
    "contrast": "--variants(light: #fff; dark: #000; light more: #eee; dark more: #111; "
                "less: #888)",
    "gamut": "if(media(color-gamut: rec2020): color(rec2020 1 0 0); "
             "media(color-gamut: p3): color(display-p3 1 0 0); else: red)",
    "both": "if(media(color-gamut: p3) and media(prefers-contrast: more): #123; "
            "media(prefers-color-scheme: dark): #456; else: #789)",
    "level": "--level(var(--contrast), secondary)",
    "blend": "--blend(multiply, var(--accent), var(--contrast))",
    "readable": "contrast-color(var(--contrast))",
    "okhsl": "color(--okhsl 120 0.5 0.5)",
    "gray": "color(--gray-gamma-22 0.5)",
    "three": "color-mix(in oklch, var(--accent), lime, blue)",
    "team": "if(style(--team: red): #c00; style(--team: \"blue whale\"): light-dark(#00c, #88f); "
            "else: #06c)",
    "team contrast": "if(style(--team: red) and media(prefers-contrast: more): #a00; else: #0aa)",
    "link": "var(--accent)",
    "deep": "color-mix(in srgb, var(--team), var(--Grün\\ \\&\\ gelb))",
    "fallback": "var(--nothing, light-dark(#abc, #def))",
}
TOLD = {"level", "blend", "readable", "three"}


class Finding(Structure):
    """dyncolor_finding."""
    _fields_ = [
        ("severity", c_int32), ("status", c_int32), ("line", c_uint32), ("column", c_uint32),
        ("offset", c_size_t), ("path", c_char_p), ("message", c_char_p), ("context", c_char_p)]
    severity: int
    status: int
    message: bytes
    context: bytes


Numbers = tuple[float, float, float, float]


class Theme:
    def __init__(self, library: Library, colors: Mapping[str, str]) -> None:
        self._library, self._theme = library, library.new_theme()
        for name in TEAMS:
            library.declare(self._theme, "team", name)
        self.ids = {name: library.register(self._theme, css, name) for name, css in colors.items()}
        if "accent" in self.ids:
            note = "For */ buttons,\n/* and \\ \u202elinks.".encode()
            library.call("id_set_description_n", self._theme, self.ids["accent"], note, len(note))
            library.call("id_set_deprecation_n", self._theme, self.ids["accent/hover"], b"too dark",
                         8, self.ids["accent"])

    def load(self, path: Path) -> None:
        data = str(path).encode()
        self._library.call("theme_load_n", self._theme, data, len(data), None, None)
        for name in COLORS:
            self.ids[name] = self._library.find(self._theme, name)

    def resolve(self, name: str, environment: EnvironmentValue) -> Numbers | None:
        try:
            color = self._library.resolve(self._theme, self.ids[name], environment)
        except Failure:
            return None
        return color.r, color.g, color.b, color.a

    def write(self, path: Path, number: int, flags: int = 0) -> list[Finding]:
        options = WriteOptions(size=sizeof(WriteOptions), format=number, flags=flags)
        report, data, count = c_void_p(), str(path).encode(), c_size_t()
        self._library.call("theme_write_n", self._theme, data, len(data), byref(options),
                           byref(report))
        findings = cast(self._library.result("report_findings", report, byref(count)),
                        POINTER(Finding))
        return [findings[place] for place in range(count.value)]


def environment(scheme: str = "light", contrast: str = "no-preference", gamut: str = "srgb",
                team: int = 0) -> EnvironmentValue:
    value = EnvironmentValue(scheme=SCHEMES[scheme], contrast=CONTRASTS[contrast],
                             gamut=GAMUTS[gamut])
    value.custom[0] = team
    return value


def identifier(name: str) -> str:
    """The name of a custom property, as CSS escapes it."""
    return "--" + re.sub(r"[^-\w]", lambda found: "\\" + found[0], name)


def far(actual: tuple[float, ...], expected: tuple[float, ...], tolerance: float) -> str:
    if all(abs(a - b) <= tolerance for a, b in zip(actual, expected)):
        return ""
    return f"{actual}; expected {expected}"


# ---- Style sheets -----------------------------------------------------------------------------

def compare_browser(browser: Chromium, theme: Theme, folder: Path, claims: Claims) -> None:
    sheet = folder / "theme.css"
    told = {finding.context.decode() for finding in theme.write(sheet, STYLE_SHEET)}
    claims.check("a style sheet: each color that browsers cannot express is reported",
                 "" if told == TOLD else f"{told ^ TOLD}")
    put_sheet(browser, sheet)
    for team in range(3):
        browser.evaluate(f"document.documentElement.dataset.team = {TEAMS[team - 1]!r}" if team
                         else "delete document.documentElement.dataset.team")
        for scheme in SCHEMES:
            for contrast in CONTRASTS:
                for gamut in GAMUTS if not team else ("srgb",):
                    browser.emulate({"prefers-color-scheme": scheme, "color-gamut": gamut,
                                     "prefers-contrast": contrast})
                    where = environment(scheme, contrast, gamut, team)
                    compare_properties(browser, theme, where, f"{scheme} {contrast} {gamut}",
                                       claims)


def put_sheet(browser: Chromium, sheet: Path) -> None:
    browser.evaluate(f"""(() => {{
      for (const old of document.querySelectorAll('style')) old.remove()
      const style = document.createElement('style')
      style.textContent = {sheet.read_text()!r}
      document.head.append(style)
    }})()""")


def compare_properties(browser: Chromium, theme: Theme, where: EnvironmentValue, text: str,
                       claims: Claims) -> None:
    answers = browser.computed([f"var({identifier(name)})" for name in theme.ids], "inherit")
    for name, answer in zip(theme.ids, answers):
        expected = theme.resolve(name, where)
        if not answer or expected is None:
            failure = f"{answer}; expected {expected}"
        else:
            color = read(answer)
            # In the gamut of a display colors are brought into it, which browsers do later.
            red, green, blue, alpha = expected
            actual = (*color.srgb(), color.opacity)
            is_wide = max(actual[:3]) > 1 + 1e-4 or min(actual[:3]) < -1e-4
            failure = "" if is_wide and where.gamut else far(
                actual, (red, green, blue, alpha), 3e-3)
        claims.check("a style sheet: a browser has the same colors, in {n} cases",
                     failure and f"{text}: {name}: {failure}")


def compare_classes(browser: Chromium, theme: Theme, folder: Path, claims: Claims) -> None:
    sheet = folder / "classes.css"
    theme.write(sheet, STYLE_SHEET, CLASSES)
    put_sheet(browser, sheet)
    browser.emulate({"prefers-color-scheme": "dark", "prefers-contrast": "no-preference",
                     "color-gamut": "srgb"})
    for scheme in SCHEMES:
        browser.evaluate(f"document.documentElement.className = {scheme!r}")
        compare_properties(browser, theme, environment(scheme), f"class {scheme}", claims)
    browser.evaluate("document.documentElement.className = ''")


# ---- Read again -------------------------------------------------------------------------------

def compare_reading(library: Library, theme: Theme, folder: Path, claims: Claims) -> None:
    """What is written is read by the library itself as colors that are the same."""
    for number, file in ((STYLE_SHEET, "theme.css"), (TAILWIND, "tailwind.css")):
        theme.write(folder / file, number)
        again = Theme(library, {})
        again.load(folder / file)
        for team in range(3):
            for scheme in SCHEMES:
                for contrast in CONTRASTS:
                    for gamut in GAMUTS if not team else ("srgb",):
                        where = environment(scheme, contrast, gamut, team)
                        for name in theme.ids:
                            expected = theme.resolve(name, where)
                            actual = again.resolve(name, where)
                            failure = far(actual, expected, 2e-6) if actual and expected else (
                                "" if actual == expected else f"{actual}; expected {expected}")
                            claims.check("a style sheet: read again it has the same colors, in "
                                         "{n} cases", failure and
                                         f"{file}: {scheme} {contrast} {gamut} {team}: {name}: "
                                         + failure)


# ---- Tailwind ---------------------------------------------------------------------------------

PROPERTY = re.compile(r"--(?:[-\w]|\\.)+: [^;{}@]+;")


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """What stands before the outermost braces, and within them."""
    depth, start, head = 0, 0, ""
    for place, letter in enumerate(text):
        if letter == "{":
            if depth == 0:
                head, start = text[start:place].strip(), place + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                yield head, text[start:place]
                start = place + 1


def compare_tailwind(theme: Theme, folder: Path, claims: Claims) -> None:
    for flags in (0, CLASSES):
        sheet = folder / "tailwind.css"
        theme.write(sheet, TAILWIND, flags)
        text = re.sub(r'"(?:[^"\\]|\\.)*"', '""', re.sub(r"/\*.*?\*/", "", sheet.read_text()))
        variants = re.findall(r"^@custom-variant dark .*;$", text, re.M)
        claims.check("Tailwind: there is a variant for the class, if a class is given",
                     "" if len(variants) == (1 if flags else 0) else f"{variants}")
        text = re.sub(r"^@custom-variant.*$", "", text, flags=re.M)
        themed = dict(blocks(text)).get("@theme inline", "")
        rest = PROPERTY.sub("", themed).strip()
        claims.check("Tailwind: @theme has custom properties and nothing else", rest)
        found = re.findall(r"--color-([-\w]+): var\((--(?:[-\w]|\\.)+)\);", themed)
        claims.check("Tailwind: each color has its own name in @theme",
                     "" if len({name for name, _ in found}) == len(theme.ids) else f"{found}")
        claims.check("Tailwind: names refer to the properties outside",
                     "" if [name for _, name in found] == [*map(identifier, theme.ids)]
                     else f"{found}")
        claims.check("Tailwind: no rule is within @theme, and it is at the outermost level",
                     "" if "@" not in themed and "{" not in themed else themed)


# ---- C ----------------------------------------------------------------------------------------

USE = r"""
#include "theme.h"
#include <stdio.h>
int main(void) {
  for (int e = 0; e < THEME_ENVIRONMENT_COUNT; e++)
    for (int c = 0; c < THEME_COLOR_COUNT; c++) {
      const float *f = theme_color_floats[e][c];
      printf("%.9g %.9g %.9g %.9g %08lx %s\n", f[0], f[1], f[2], f[3],
             (unsigned long)theme_color_bytes[e][c], theme_color_names[c]);
    }
  return THEME_COLOR_ACCENT;
}
"""
LANGUAGES = {".c": ("c99", "c11", "c17", "gnu11"), ".cpp": ("c++11", "c++17", "c++20")}


def compare_headers(theme: Theme, folder: Path, compilers: list[str], claims: Claims) -> None:
    theme.write(folder / "theme.h", C_HEADER)
    output = ""
    for extension, standards in LANGUAGES.items():
        source = folder / f"use{extension}"
        source.write_text(USE)
        for compiler in compilers:
            for standard in standards:
                done = subprocess.run(
                    [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                     "-x", "c" if extension == ".c" else "c++", source, "-o", folder / "use"],
                    capture_output=True, text=True)
                claims.check("a header: it compiles without a warning, with {n} compilers and "
                             "standards", done.stderr and f"{compiler} {standard}: {done.stderr}")
                if done.returncode == 0:
                    output = subprocess.run([folder / "use"], capture_output=True,
                                            text=True).stdout
    lines = output.splitlines()
    environments = [environment(scheme, contrast) for contrast in ("no-preference", "more")
                    for scheme in SCHEMES]
    for where in environments:
        for name in theme.ids:
            line = lines.pop(0) if lines else ""
            expected = theme.resolve(name, where)
            red, green, blue, alpha, digits, *words = line.split(" ") if line else ["0"] * 5
            failure = far(tuple(c_float(float(x)).value for x in (red, green, blue, alpha)),
                          expected or (0, 0, 0, 0), 0)
            claims.check("a header: its {n} colors are those of the theme, to the last bit",
                         failure and f"{name}: {failure}")
            shown = tuple(int(digits[place:place + 2], 16) for place in (0, 2, 4, 6))
            claims.check("a header: its {n} bytes are the nearest", far(
                shown, tuple(min(max(x, 0), 1) * 255 for x in expected or (0, 0, 0, 0)), 0.502))
            claims.check("a header: its {n} names are those of the theme",
                         "" if " ".join(words) == name else f"{words}; expected {name}")


# ---- GTK --------------------------------------------------------------------------------------

def gtk_numbers(value: str, colors: Mapping[str, str]) -> Numbers:
    """A color as GTK prints it, or another that it names."""
    if value.startswith("@"):
        return gtk_numbers(colors[value[1:]], colors)
    red, green, blue, *alpha = map(float, re.findall(r"[.\d]+", value))
    return red / 255, green / 255, blue / 255, *(alpha or [1.0])  # type: ignore[return-value]


def compare_gtk(program: str, theme: Theme, folder: Path, claims: Claims) -> None:
    theme.write(folder / "gtk", GTK)
    for scheme, file in (("light", "gtk.css"), ("dark", "gtk-dark.css")):
        done = subprocess.run([program, folder / "gtk" / file], capture_output=True, text=True)
        claims.check("GTK: it parses the style sheet without an error",
                     "" if done.returncode == 0 and not done.stderr else done.stderr[:500])
        found = dict(re.findall(r"@define-color (\S+) (.*);", done.stdout))
        names = re.findall(r"@define-color (\S+) ", (folder / "gtk" / file).read_text())
        claims.check("GTK: it finds all colors, each by its own name",
                     "" if len(names) == len(theme.ids) and set(names) == set(found)
                     else f"{names}; {found}")
        where = environment(scheme)
        where.gamut = 1
        for name, written in zip(theme.ids, names):
            expected = theme.resolve(name, where) or (0, 0, 0, 0)
            failure = far(gtk_numbers(found.get(written, "0,0,0,0"), found), expected,
                          0.502 / 255)
            claims.check("GTK: it has the same {n} colors, to the nearest byte",
                         failure and f"{name}: {failure}")
    theme.write(folder / "media.css", GTK_MEDIA)
    text = (folder / "media.css").read_text()
    allowed = re.compile(r"(@media \((prefers-contrast: (more|less)|prefers-color-scheme: dark)\)"
                         r"( and \(prefers-color-scheme: dark\))? \{|\}|"
                         r" *@define-color [-\w]+ (#[0-9a-f]{6}|rgba\([0-9.,]+\)|@[-\w]+);|"
                         r"/\*.*\*/|)$")
    wrong = [line for line in text.splitlines() if not allowed.match(line)]
    claims.check("GTK 4.20: there are colors and queries, and nothing else", "\n".join(wrong))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("library")
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--gtk")
    parser.add_argument("--compilers", nargs="*", default=[])
    arguments = parser.parse_args()
    library = Library(arguments.library)
    claims, theme = Claims(), Theme(library, COLORS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compare_tailwind(theme, folder, claims)
        compare_reading(library, theme, folder, claims)
        if arguments.compilers:
            compare_headers(theme, folder, arguments.compilers, claims)
        if arguments.gtk:
            compare_gtk(arguments.gtk, theme, folder, claims)
        if arguments.browser:
            with Chromium() as browser:
                compare_browser(browser, theme, folder, claims)
                compare_classes(browser, theme, folder, claims)
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
