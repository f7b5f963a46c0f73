#!/usr/bin/env python3
"""Compares a library, or the installed Chromium, with a table of colors that depend on the
environment.

    dynamic.py TABLE LIBRARY
    dynamic.py TABLE --browser

The table describes its own format.
"""
from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.dont_write_bytecode = True

import chromium
from browser import Measured
from chromium import Chromium
from claims import Claims
from colors import Unreadable, difference, read
from css import PICTURES, REJECTED, plain
from library import Failure, Library
from surroundings import SETTINGS, Theme, in_browser

NOTHING = "-"
TOLERANCE = 1e-3


def rows(path: str) -> Iterator[tuple[str, list[str]]]:
    """Expressions, and what they are in each setting."""
    for line in Path(path).read_text(encoding="utf-8").split("\n"):
        if "\t" in line:
            text, *computed = line.split("\t")
            yield text.translate(PICTURES), computed


def kind(text: str) -> str:
    """What an expression depends on, in a word."""
    bare = plain(text)
    for word in ("if", "var", "light-dark"):
        if re.search(rf"(?<![-\w]){word}\(", bare):
            return f"{word}()"
    return "currentcolor" if "currentcolor" in bare else "system colors"


Table = list[tuple[str, list[str]]]


def compare_library(library: Library, table: Table, claims: Claims) -> None:
    theme = Theme(library)
    for text, computed in table:
        for problem in problems(theme, text, computed):
            claims.check(f"CSS in a theme: {kind(text)}: {{n}}", problem and f"{text} → {problem}")
    theme.close()


def problems(theme: Theme, text: str, computed: list[str]) -> Iterator[str]:
    """What speaks against what a library makes of an expression: in each setting, or at all."""
    try:
        color = theme.register(text)
    except Failure as failure:
        may_be = computed == [REJECTED] or set(computed) == {NOTHING}
        yield "" if may_be else f"rejected: {failure}; expected {computed[0]}"
        return
    if computed == [REJECTED]:
        yield "accepted"
        return
    for setting, expected in zip(SETTINGS, computed):
        resolved = theme.resolve(color, setting)
        if isinstance(resolved, Failure):
            yield "" if expected == NOTHING else f"{setting}: {resolved}; expected {expected}"
        elif expected == NOTHING:
            yield f"{setting}: resolves, and is no color"
        else:
            problem = theme.difference(resolved, read(expected), setting, TOLERANCE)
            yield problem and f"{setting}: {problem}"


def compare_browser(browser: Chromium, table: Table, claims: Claims) -> None:
    measured = Measured(browser)
    texts = [text for text, _ in table]
    answers = [in_browser(browser, texts, setting) for setting in SETTINGS]
    for (text, computed), *answered in zip(table, *answers):
        if not measured.knows(plain(text)):
            continue
        for expected, answer in zip(computed * (4 // len(computed)), answered):
            told = REJECTED if answer is None else answer or NOTHING
            if answer and expected not in (REJECTED, NOTHING):
                try:
                    problem = difference(read(answer), read(expected))
                except Unreadable:
                    problem = "unreadable"
            else:
                problem = "" if told == expected else "another answer"
            claims.check("Chromium: the browser agrees with the table of dynamic colors: {n}",
                         problem and f"{text} → {told}, not {expected}: {problem}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("table")
    parser.add_argument("library", nargs="?")
    parser.add_argument("--browser", action="store_true")
    arguments = parser.parse_args()
    claims, table = Claims(), list(rows(arguments.table))
    if arguments.library:
        compare_library(Library(arguments.library), table, claims)
    if arguments.browser and chromium.program():
        with Chromium() as browser:
            compare_browser(browser, table, claims)
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
