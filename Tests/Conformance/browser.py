#!/usr/bin/env python3
"""Compares a table of CSS colors with the Chromium that is installed.

    browser.py TABLE [--tolerance T]

Features that the browser lacks are not compared: FEATURES has the simplest expression of each.
RULES lists where it is known to differ from the specification; a rule applies only as long as its
own expression still gives another result than specified.
"""
from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

sys.dont_write_bytecode = True

import chromium
from chromium import Chromium
from claims import Claims
from colors import Unreadable, difference, read
from css import REJECTED, plain, rows


@dataclass(frozen=True)
class Feature:
    """Something that a browser may not know."""
    name: str
    simplest: str
    # Whether an expression, in plain text, needs it.
    used: Callable[[str], bool]


@dataclass(frozen=True)
class Rule:
    """In what a browser is behind the specification, or less exact than it could be."""
    name: str
    expression: str
    # Its computed value, or that it must be rejected.
    specified: str
    concerns: Callable[[str], bool]

    def is_in_force(self, answer: str | None) -> bool:
        """Whether it explains what a browser says to its expression."""
        if not answer or self.specified == REJECTED:
            return bool(answer) != (self.specified != REJECTED)
        return bool(difference(read(answer), read(self.specified)))


def having(pattern: str) -> Callable[[str], bool]:
    found = re.compile(pattern, re.S)
    return lambda text: bool(found.search(text))


def arguments_of(text: str, start: int) -> list[str]:
    """The arguments between commas of the function whose parenthesis is at a place."""
    parts, depth = [""], 0
    for letter in text[start:]:
        depth += (letter in "([{") - (letter in ")]}")
        if depth <= 0:
            break
        if letter == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def functions_of(text: str, name: str) -> Iterator[list[str]]:
    """The arguments of each function whose name is a pattern."""
    for found in re.finditer(rf"(?<![-\w])(?:{name})(?=\()", text):
        yield arguments_of(text, found.end())


def mixes_one_or_many(text: str) -> bool:
    return any(sum(not re.match(r"\(?\s*in\s", part) for part in arguments) != 2
               for arguments in functions_of(text, "color-mix"))


def has_legacy_none(text: str) -> bool:
    return any("none" in argument and not re.match(r"\(\s*from\b", argument)
               for arguments in functions_of(text, "(?:rgb|hsl)a?|hwb") for argument in arguments)


def within_a_function(inner: str) -> Callable[[str], bool]:
    """Whether something occurs that is not the whole of the expression."""
    found = re.compile(inner)
    outer = re.compile(r"(?:color-mix|contrast-color)\(|\(\s*from\b")
    return lambda text: bool(found.search(text) and outer.search(text))


FEATURES = (
    Feature("color-mix() of one color or many", "color-mix(in srgb, red, lime, blue)",
            mixes_one_or_many),
    Feature("light-dark()", "light-dark(red, blue)", having(r"light-dark\(")),
    Feature("if()", "if(else: red)", having(r"(?<![-\w])if\(")),
    Feature("media() in if()", "if(media(prefers-color-scheme): red; else: red)",
            having(r"media\(")),
    Feature("style() in if()", "if(style(--x): red; else: red)", having(r"style\(")),
    Feature("contrast-color()", "contrast-color(red)", having(r"contrast-color\(")),
    Feature("alpha()", "alpha(from red / 0.5)", having(r"(?<![-\w])alpha\(")),
    Feature("relative colors", "rgb(from red r g b)", having(r"\(\s*from\b")),
    Feature("color-mix() without a space", "color-mix(red, blue)",
            having(r"color-mix\(\s*(?!in\s)")),
    Feature("display-p3-linear", "color(display-p3-linear 0 0 0)", having(r"display-p3-linear")),
    Feature("calculations of no number and no angle", "rgb(calc(3 * sign(1 / 2deg)) 0 0)",
            having(r"(?:calc|sign|abs|a?sin|a?cos|a?tan2?|min|max|clamp|round|mod|rem|pow|sqrt"
                   r"|hypot|log|exp)\(.*[*/].*(?:deg|grad|rad|turn|%)")),
    *(Feature(f"{name}()", f"color(srgb {call} 0 0)", having(rf"(?<![-\w]){name}\("))
      for name, call in (
          ("sign", "sign(1)"), ("abs", "abs(1)"), ("round", "round(1, 1)"), ("mod", "mod(1, 1)"),
          ("rem", "rem(1, 1)"), ("sin", "sin(0)"), ("cos", "cos(0)"), ("tan", "tan(0)"),
          ("asin", "calc(asin(0) / 1deg)"), ("acos", "calc(acos(0) / 1deg)"),
          ("atan", "calc(atan(0) / 1deg)"), ("atan2", "calc(atan2(0, 1) / 1deg)"),
          ("pow", "pow(1, 1)"), ("sqrt", "sqrt(1)"), ("hypot", "hypot(1, 1)"), ("log", "log(1)"),
          ("exp", "exp(1)"), ("progress", "progress(1, 0, 2)"), ("clamp", "clamp(0, 1, 2)"))),
)

RULES = (
    Rule("none in rgb(), hsl() and hwb() is 0 at once", "hsl(none 50% 50%)", "hsl(none 50% 50%)",
         has_legacy_none),
    Rule("relative hsl() and hwb() become color(srgb), without none", "hsl(from red none s l)",
         "hsl(none 100% 50%)", having(r"(?:hsl|hwb)\(\s*from\b")),
    Rule("what is none in an origin is 0 in the result", "lab(from lab(50 none 20) l a b)",
         "lab(50 none 20)", having(r"\(\s*from\b.*none|none.*\(\s*from\b")),
    Rule("the origin's missing alpha is 0", "rgb(from color(srgb 1 0 0 / none) r g b)",
         "color(srgb 1 0 0 / none)", having(r"\(\s*from\b.*none")),
    Rule("a gray keeps some chroma, and with it a hue", "oklch(from gray l c h)",
         "oklch(0.59987 0 none)", having(r"(?:hsl|hwb|lch)\(\s*from\b")),
    Rule("a mix in hsl or hwb becomes color(srgb), without none", "color-mix(in hsl, white, black)",
         "hsl(none 0% 50%)", having(r"color-mix\(\s*in\s+(?:hsl|hwb)")),
    Rule("a color of lightness none is converted without its chroma",
         "color-mix(in srgb, oklch(none 0.1 40) 100%, oklch(0.5 none 90))",
         "color(srgb 0.0160 -0.0037 -0.0028)", having(r"color-mix\(.*none")),
    Rule("alpha() of what is relative is written as if it was not",
         "alpha(from rgb(from red r g b) / 0.5)", "color(srgb 1 0 0 / 0.5)",
         having(r"(?<![-\w])alpha\(\s*from\b.*(?:from|color-mix)")),
    Rule("a hue is missing in oklch already with some chroma",
         "color-mix(in oklch, lab(50 -2 -2), black)", "oklch(0.2843 0.00398 220.5)",
         having(r"color-mix\(\s*in\s+oklch")),
    Rule("contrast-color() looks at what is left of a color in sRGB",
         "contrast-color(oklab(0.4675 -0.4657 -0.1494))", "rgb(255, 255, 255)",
         having(r"contrast-color\(")),
    Rule("rec2020 has its older transfer function",
         "color(from color(rec2020 0.5 0.5 0.5) srgb r g b)", "color(srgb 0.4725 0.4725 0.4725)",
         within_a_function("rec2020")),
    Rule("prophoto-rgb has no straight part close to black",
         "color(from color(srgb 0 0 0.2) prophoto-rgb r g b)",
         "color(prophoto-rgb 0.05062 0.01492 0.13895)", within_a_function("prophoto-rgb")),
    Rule("numbers are floats", "oklch(0.5 0.1 1e39)", "oklch(0.5 0.1 352)",
         having(r"e\+?\d\d|infinity")),
    Rule("whiteness and blackness are cut to 0", "hwb(90 -50% 0%)", "rgb(64, 255, 0)",
         having(r"hwb\(")),
    Rule("saturation is cut to 100%", "hsl(200 150% 40%)", "rgb(0, 153, 255)", having(r"hsla?\(")),
    Rule("the lightness of a mix is cut", "color-mix(in lab, color(srgb 5 5 5), color(srgb 5 5 5))",
         "lab(390.29 0 0)", having(r"color-mix\(\s*(?!in\s)|color-mix\(\s*in\s+(?:ok)?l")),
    Rule("a98-rgb is converted with rounded matrices", "color(from red a98-rgb r g b)",
         "color(a98-rgb 0.85859 0 0)", within_a_function("a98-rgb")),
    Rule("what follows the parenthesis of rgb() and hsl() belongs to their alpha",
         "hsl(180, 100%, 12.5%, 0).0)", REJECTED, having(r"^(?:rgb|hsl)a?\([^()]*\).+\)$")),
    Rule("a root of a percentage is one", "color(srgb sqrt(1%) 0 0)", REJECTED,
         having(r"(?:sqrt|pow|exp|log)\(.*%")),
    Rule("an angle divided by a percentage is an angle", "hsl(calc(40deg / 50%) 0% 0%)", REJECTED,
         having(r"\(.*/.*%")),
)


class Measured:
    """A browser, with what it knows and what it is behind in."""

    def __init__(self, browser: Chromium) -> None:
        self.browser = browser
        answers = browser.computed([feature.simplest for feature in FEATURES])
        self.lacking = [feature for feature, answer in zip(FEATURES, answers) if not answer]
        answers = browser.computed([rule.expression for rule in RULES])
        self.rules = [rule for rule, answer in zip(RULES, answers) if rule.is_in_force(answer)]

    def knows(self, text: str) -> bool:
        """Whether it knows all that an expression, in plain text, is made of."""
        return not any(feature.used(text) for feature in self.lacking)

    def rule(self, text: str, rejected: bool = False) -> Rule | None:
        """A rule by which it may say something else of an expression, in plain text, than is
        specified: that it is another color, or that it is one at all."""
        return next((rule for rule in self.rules
                     if (rule.specified == REJECTED) == rejected and rule.concerns(text)), None)

    def describe(self) -> None:
        """Comments on what is compared."""
        print(f"# {self.browser.version}")
        for feature in self.lacking:
            print(f"# It does not know {feature.name}.")
        for rule in self.rules:
            print(f"# Behind the specification: {rule.name}.")


def table_failure(expected: str, answer: str | None, tolerance: float) -> str:
    """In what a row of the table is not what the browser says."""
    if expected == REJECTED or not answer:
        return "" if expected == REJECTED and not answer else f"{answer}; expected {expected}"
    try:
        problem = difference(read(answer), read(expected), tolerance)
    except Unreadable:
        problem = "unreadable"
    return problem and f"{answer}; expected {expected}: {problem}"


def compare(measured: Measured, table: Sequence[tuple[str, str]], tolerance: float,
            claims: Claims) -> None:
    answers = measured.browser.computed([text for text, _ in table])
    behind: Counter[str] = Counter()
    for (text, expected), answer in zip(table, answers):
        failure, bare = table_failure(expected, answer, tolerance), plain(text)
        rule = measured.rule(bare, expected == REJECTED) if answer and failure else None
        if failure and not measured.knows(bare):
            behind["not known"] += 1
        elif rule:
            behind[rule.name] += 1
        else:
            claims.check("Chromium: the browser agrees with the table on {n} expressions",
                         failure and f"{text} → {failure}")
    for reason, count in behind.most_common():
        print(f"# {count} left out: {reason}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("table")
    parser.add_argument("--tolerance", type=float, default=1e-3)
    arguments = parser.parse_args()
    if not chromium.program():
        print("# There is no Chromium to compare with.")
        return 0
    claims = Claims()
    with Chromium() as browser:
        measured = Measured(browser)
        measured.describe()
        compare(measured, list(rows(arguments.table)), arguments.tolerance, claims)
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
