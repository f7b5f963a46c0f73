#!/usr/bin/env python3
"""Prints what a library computes, bit by bit, to compare libraries for different processors.

    values.py LIBRARY TABLE [STEP]

For each expression in a table of CSS colors (or each STEP-th): the color that is parsed, the color
in several spaces, and the text of it. Numbers are printed as hexadecimal floats, so equal lines
mean equal bits.
"""
from __future__ import annotations

import sys
from ctypes import byref
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Conformance"))

from css import rows
from library import EXACT, SPACES, ColorValue, Failure, Library

# Between them, these need every transfer function and every formula that has a root or an angle.
TARGETS = tuple(SPACES.index(name) for name in (
    "srgb", "prophoto-rgb", "rec2020", "xyz-d50", "hsl", "lch", "oklab", "oklch", "okhsl",
    "gray-gamma-22"))


def bits(value: ColorValue) -> str:
    """A color as text that has all of its bits."""
    numbers = " ".join(number.hex() for number in (*value.c, value.alpha))
    return f"{value.space} {value.missing} {numbers}"


def main() -> None:
    path, table, *step = sys.argv[1:]
    library = Library(path)
    for text, _ in list(rows(table))[::int(step[0]) if step else 1]:
        try:
            value = library.parse(text)
        except Failure as failure:
            print(f"{text!r}: {failure}")
            continue
        print(f"{text!r}: {bits(value)} {library.format(value, EXACT)}")
        for space in TARGETS:
            converted = ColorValue()
            library.call("color_convert", byref(value), space, byref(converted))
            print(f"  {SPACES[space]}: {bits(converted)}")


main()
