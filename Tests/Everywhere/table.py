#!/usr/bin/env python3
"""The table of what was tried on which platform.

    table.py FILE...          prints it, in Markdown, from the notes of the scripts: .build/tried
    table.py --check FILE     fails if the table in README.md lacks something that FILE has

A cell is the number of claims that were true, and of those that were not, if there are any.
"""
from __future__ import annotations

import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent / "README.md"
PLATFORMS = {
    "x86_64-gnu": "x86-64, glibc", "x86_64-musl": "x86-64, musl", "aarch64-gnu": "AArch64, glibc",
    "aarch64-musl": "AArch64, musl", "riscv64-gnu": "RISC-V 64, glibc"}


def read(files: list[str]) -> dict[str, dict[str, tuple[int, int]]]:
    """Return the claims that were true and false, by what was tried and the platform."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            what, platform, passed, failed = line.split("\t")
            row = found.setdefault(what, {})
            before = row.get(platform, (0, 0))
            row[platform] = before[0] + int(passed), before[1] + int(failed)
    return found


def cell(claims: tuple[int, int] | None) -> str:
    """Return the text of a cell."""
    if claims is None:
        return ""
    passed, failed = claims
    return f"{passed:,}, {failed:,} failed" if failed else f"{passed:,}"


def print_table(files: list[str]) -> None:
    """Print the table of all that was tried."""
    print("| |", *(f"{name} |" for name in PLATFORMS.values()))
    print("| --- |", *("---: |" for _ in PLATFORMS))
    for what, row in read(files).items():
        print(f"| {what} |", *(f"{cell(row.get(platform))} |" for platform in PLATFORMS))


def missing(file: str) -> list[str]:
    """Return what was tried and is not in the page."""
    page = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        name, *cells = (text.strip() for text in line.strip("|").split("|"))
        page[name] = dict(zip(PLATFORMS, cells))
    return [f"{what}, {PLATFORMS[platform]}" for what, row in read([file]).items()
            for platform in row if not page.get(what, {}).get(platform)]


def main() -> None:
    match sys.argv[1:]:
        case ["--check", file]:
            found = missing(file)
            for each in found:
                print(f"{PAGE.name} does not have: {each}. Print the table anew with table.py.")
            sys.exit(1 if found else 0)
        case [_, *_] as files:
            print_table(files)
        case _:
            sys.exit(__doc__)


main()
