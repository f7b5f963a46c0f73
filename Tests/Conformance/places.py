#!/usr/bin/env python3
"""Compares the positions of syntax errors that a library reports with a table.

    places.py TABLE LIBRARY
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from claims import Claims
from css import PICTURES
from library import Failure, Library, color_of

PLACE = "‸"
SYNTAX = -3


def problem(library: Library, line: str) -> str:
    """What speaks against the place that a library tells."""
    before, _, after = line.translate(PICTURES).partition(PLACE)
    expected = len(before.encode())
    try:
        color = color_of(library.parse(before + after))
    except Failure as failure:
        if failure.status == SYNTAX and failure.offset == expected:
            return ""
        return f"{line}: expected at byte {expected}; {failure}"
    return f"{line}: accepted as {color}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("table")
    parser.add_argument("library")
    arguments = parser.parse_args()
    claims, library = Claims(), Library(arguments.library)
    for line in Path(arguments.table).read_text(encoding="utf-8").split("\n"):
        if PLACE in line and not line.startswith("# "):
            claims.check(
                "CSS: {n} syntax errors are reported at their positions", problem(library, line))
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
