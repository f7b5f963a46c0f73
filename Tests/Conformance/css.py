#!/usr/bin/env python3
"""Compares a library with a table of CSS colors.

    css.py TABLE LIBRARY [--tolerance T] [--kind TEXT]

A row of the table is an expression, a tab, and its computed value, or `!` if it must be rejected. A
line is a comment if it begins with `#` and a space, or has no tab. Control characters are written
as their pictures: ␉ ␊ ␌ ␍ ␀.
"""
from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.dont_write_bytecode = True

from claims import Claims
from colors import Color, Unreadable, difference, read
from library import BROWSER, EXACT, ColorValue, Failure, Library, color_of

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n]?|(.))", re.S)
MATHEMATICS = (
    "calc", "min", "max", "clamp", "round", "mod", "rem", "sin", "cos", "tan", "asin", "acos",
    "atan", "atan2", "pow", "sqrt", "hypot", "log", "exp", "abs", "sign", "progress")
CALCULATION = re.compile(rf"(?<![-\w])(?:{'|'.join(MATHEMATICS)})\(")
FUNCTIONS = ("rgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "alpha",
             "contrast-color", "light-dark")
REJECTED = "!"
PICTURES = str.maketrans("␉␊␌␍␀", "\t\n\f\r\0")


def plain(text: str) -> str:
    """An expression without comments, escapes and capitals, to see what it is about."""
    def unescaped(found: re.Match[str]) -> str:
        return chr(int(found[1], 16) % 0x110000) if found[1] else found[2]
    return ESCAPE.sub(unescaped, COMMENT.sub(" ", text)).strip().lower()


def notation(text: str) -> str:
    """Which of CSS's ways to write a color an expression is, or was meant to be."""
    if text.startswith("#"):
        return "hex"
    found = re.match(r"([-\w]+)\(\s*(from\b)?", text)
    if not found:
        return "a name"
    name = {"rgba": "rgb", "hsla": "hsl"}.get(found[1], found[1])
    if name not in FUNCTIONS:
        return "another function"
    name += "()"
    if found[2]:
        return "alpha()" if name == "alpha()" else f"relative {name}"
    if name in ("rgb()", "hsl()"):
        return f"{name} {'with commas' if ',' in CALCULATION.split(text)[0] else 'with spaces'}"
    return name


def kinds(text: str, computed: str) -> Iterator[str]:
    """The kinds of case that an expression is."""
    bare = plain(text)
    if computed == REJECTED:
        yield f"rejected: {notation(bare)}"
        return
    yield notation(bare)
    if re.search(r"(?<![-\w])none(?![-\w])", bare):
        yield "none"
    if CALCULATION.search(bare):
        yield "mathematical functions"
    if "\\" in text or "/*" in text:
        yield "escapes and comments"
    if text.count("(") > text.count(")"):
        yield "no parenthesis at the end"


def rows(path: str) -> Iterator[tuple[str, str]]:
    """Expressions and computed values of a table."""
    for line in Path(path).read_text(encoding="utf-8").split("\n"):
        if "\t" in line and not line.startswith("# "):
            text, *_, computed = line.split("\t")
            yield text.translate(PICTURES), computed


def failure_of(actual: Color | None, why: str, computed: str, tolerance: float) -> str:
    """What speaks against what a library made of an expression."""
    if computed == REJECTED:
        return "" if actual is None else f"accepted as {actual}"
    if actual is None:
        return f"rejected: {why}; expected {computed}"
    problem = difference(actual, read(computed), tolerance)
    return problem and f"{actual}; expected {computed}: {problem}"


def same(a: ColorValue, b: ColorValue) -> bool:
    """Whether two colors have the same numbers; 0 is -0."""
    return ((a.space, a.missing, a.alpha) == (b.space, b.missing, b.alpha)
            and list(a.c) == list(b.c))


def format_failure(library: Library, value: ColorValue, tolerance: float) -> str:
    """What speaks against the texts that a library writes for a color."""
    exact = library.format(value, EXACT)
    again = library.parse(exact)
    if not same(again, value):
        return f"{color_of(value)} is written as {exact} and read as {color_of(again)}"
    computed = library.format(value, BROWSER)
    try:
        problem = difference(color_of(value), read(computed), tolerance)
    except Unreadable:
        problem = "no browser writes so"
    return problem and f"{color_of(value)} is written as {computed}: {problem}"


def compare(library: Library, arguments: argparse.Namespace, claims: Claims) -> None:
    table = list(rows(arguments.table))
    parsed: list[ColorValue | None] = []
    for text, computed in table:
        value, why = None, ""
        try:
            value = library.parse(text)
        except Failure as refusal:
            why = str(refusal)
        parsed.append(value)
        color = color_of(value) if value else None
        failure = failure_of(color, why, computed, arguments.tolerance)
        for kind in kinds(text, computed):
            if arguments.kind in kind:
                claims.check(f"CSS: {kind}: {{n}}", failure and f"{text} → {failure}")
    if library.has("color_parse_list"):
        compare_list(library, [text for text, _ in table], parsed, claims)
    if library.has("color_format"):
        for value in parsed:
            if value:
                problem = format_failure(library, value, arguments.tolerance)
                claims.check("CSS: {n} colors are written, exactly and as browsers do", problem)


def compare_list(library: Library, texts: list[str], parsed: list[ColorValue | None],
                 claims: Claims) -> None:
    values, statuses = library.parse_list(texts)
    for text, one, listed, status in zip(texts, parsed, values, statuses):
        same = bytes(one) == bytes(listed) if one else status < 0
        if one and status != 0:
            same = False
        claims.check("CSS: parsing a list of {n} agrees with parsing one by one",
                     "" if same else text)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("table")
    parser.add_argument("library")
    parser.add_argument("--tolerance", type=float, default=1e-3)
    parser.add_argument("--kind", default="", help="only the kinds of case with this text")
    arguments = parser.parse_args()
    library = Library(arguments.library)
    claims = Claims()
    compare(library, arguments, claims)
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
