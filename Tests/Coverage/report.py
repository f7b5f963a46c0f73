#!/usr/bin/env python3
"""Prints the coverage of each room, and checks that each region that has not run has an exception.

    report.py ROOT EXPORT...            prints the claims, and each region that has not run
    report.py ROOT EXPORT... --record   writes regions without an exception into missing.tsv

EXPORT is the output of `llvm-cov export` for a library and its counts; several exports are of
several builds of the same sources. A region is code that always runs as a whole: a body, a branch,
the code after a call that can fail.

exceptions.tsv lists what no test can reach, with the reason; missing.tsv what no test reaches yet.
Each row has a file (`*` for any), a line and a reason. Lines are identified by their text, not by a
number, so that they survive edits. If a text occurs more than once in a file, the line above
precedes it, separated by ` // `. A text between slashes is a regular expression that any number of
lines may match; `¦` marks where the region begins. A reason that begins with "seldom: " is for code
that may or may not run, by chance or because threads have lost a count.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
EXCEPTIONS = os.path.join(HERE, "exceptions.tsv")
MISSING = os.path.join(HERE, "missing.tsv")
NOT_YET = "not reached by a test yet"
SELDOM = "seldom: "
BETWEEN = " // "
MARK = "¦"
NEGATIVE = 1 << 62
CODE = 0  # of the kinds of regions that llvm-cov knows; others stand for nothing that runs
HOLLOW = re.compile(r"(?:[\s{}]|//.*)*(?:\{[^{}]* in(?:[\s}]|//.*)*)?")

Place = tuple[int, int]


@dataclass(frozen=True, order=True)
class Region:
    file: str
    begin: Place
    end: Place

    def holds(self, other: Region) -> bool:
        return self.begin <= other.begin and other.end <= self.end and self != other


class Sources:
    """The lines of files, without what indents them."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.files: dict[str, list[str]] = {}
        self.raw: dict[str, list[str]] = {}

    def lines(self, file: str) -> list[str]:
        if file not in self.files:
            with open(os.path.join(self.root, file), encoding="utf-8") as opened:
                self.files[file] = [line.strip() for line in opened]
        return self.files[file]

    def raw_lines(self, file: str) -> list[str]:
        if file not in self.raw:
            with open(os.path.join(self.root, file), encoding="utf-8") as opened:
                self.raw[file] = opened.read().split("\n")
        return self.raw[file]

    def marked(self, region: Region) -> str:
        """The line that a region begins on, with a mark where it does."""
        line, column = region.begin
        text = self.raw_lines(region.file)[line - 1].encode()
        return (text[:column - 1].decode() + MARK + text[column - 1:].decode()).strip()

    def is_hollow(self, region: Region) -> bool:
        """Whether a region has nothing in it that could run: it is what stands behind a loop that
        only ends by returning, or a closure that does nothing."""
        (first, column), (last, end) = region.begin, region.end
        lines = self.raw_lines(region.file)[first - 1:last]
        # Columns count bytes from one.
        lines[-1] = lines[-1].encode()[:end - 1].decode()
        lines[0] = lines[0].encode()[column - 1:].decode()
        return HOLLOW.fullmatch("\n".join(lines)) is not None

    def line(self, file: str, number: int) -> str:
        return self.lines(file)[number - 1]

    def ends_with(self, file: str, number: int, text: str) -> bool:
        """Whether a line, and as many above it as the text has, are the text."""
        wanted = text.split(BETWEEN)
        return self.lines(file)[max(0, number - len(wanted)):number] == wanted

    def places(self, file: str, text: str) -> int:
        count = len(self.lines(file))
        return sum(self.ends_with(file, number, text) for number in range(1, count + 1))

    def name(self, file: str, number: int) -> str:
        """The text of a line, and of as many above it as tell it from all others."""
        for first in range(number, 0, -1):
            text = BETWEEN.join(self.lines(file)[first - 1:number])
            if self.places(file, text) == 1:
                return text
        return text


@dataclass
class Row:
    """An exception, and how many regions it has been good for."""

    file: str
    text: str
    reason: str
    used: int = 0
    # Of the last region that it was good for.
    path: str = ""

    @property
    def is_pattern(self) -> bool:
        return len(self.text) > 2 and self.text[0] == self.text[-1] == "/"

    def names(self, region: Region, sources: Sources) -> bool:
        if self.file not in ("*", os.path.basename(region.file)):
            return False
        number = region.begin[0]
        if self.is_pattern:
            return re.search(self.text[1:-1], sources.marked(region)) is not None
        return sources.ends_with(region.file, number, self.text)


def read_rows(path: str) -> list[Row]:
    rows = []
    with open(path, encoding="utf-8") as opened:
        for line in opened:
            if line.strip() and not line.startswith("#"):
                file, text, *reason = line.rstrip("\n").split("\t")
                rows.append(Row(file, text, reason[0] if reason else NOT_YET))
    return rows


def read_counts(root: str, exports: list[str], sources: Sources) -> dict[Region, int]:
    """How often each region has run, in whichever build and function it occurs."""
    counts: dict[Region, int] = defaultdict(int)
    folder = os.path.join(root, "Sources", "")
    for path in exports:
        with open(path, encoding="utf-8") as opened:
            data: Any = json.load(opened)
        for function in data["data"][0]["functions"]:
            for line, column, end, end_column, count, file, _, kind in function["regions"]:
                name = os.path.realpath(function["filenames"][file])
                if kind == CODE and name.startswith(folder):
                    name = os.path.relpath(name, root)
                    # A difference below none is of counts that do not add up, as those of a loop
                    # that is left from within: it has run.
                    counts[Region(name, (line, column), (end, end_column))] += (
                        count if count < NEGATIVE else 1)
    return {region: count for region, count in counts.items()
            if count > 0 or not sources.is_hollow(region)}


def room(file: str) -> str:
    """The room that a source is in."""
    return os.path.relpath(file, "Sources").removeprefix("DynColor/").split("/")[0]


def lines_of(regions: dict[Region, int], sources: Sources) -> dict[int, bool]:
    """Whether each line of a file that has code on it has run: if what it begins in has, or
    anything that begins on it."""
    ran: dict[int, bool] = {}
    # From the outermost to the innermost, which decides.
    for region, count in sorted(regions.items(), key=lambda item: (item[0].begin, -item[0].end[0],
                                                                   -item[0].end[1])):
        (first, column), (last, _) = region.begin, region.end
        for number in range(first, last + 1):
            text = sources.line(region.file, number)
            if not text or text.startswith("//"):
                continue
            # What ends a line does not decide over what the line begins with.
            begins_within = number == first and ran.get(number, False) and column > 1
            ran[number] = count > 0 or begins_within
    return ran


def outermost(uncovered: list[Region]) -> list[Region]:
    """Without the regions that are part of another: one reason is enough for all of it."""
    kept: list[Region] = []
    for region in sorted(uncovered, key=lambda region: (region.file, region.begin,
                                                        (-region.end[0], -region.end[1]))):
        if not any(one.file == region.file and one.holds(region) for one in kept[-40:]):
            kept.append(region)
    return kept


def share(ran: int, count: int) -> str:
    # Never 100 % of what is not all of it.
    return f"{int(10000 * ran / count) / 100:.2f} %" if count else ""


def print_rooms(counts: dict[Region, int], reasons: dict[Region, Row | None],
                sources: Sources) -> None:
    regions: Counter[str] = Counter()
    ran: Counter[str] = Counter()
    excepted: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    lines_ran: Counter[str] = Counter()
    by_file: dict[str, dict[Region, int]] = defaultdict(dict)
    for region, count in counts.items():
        by_file[region.file][region] = count
    for file, of_file in by_file.items():
        for region, count in of_file.items():
            regions[room(file)] += 1
            ran[room(file)] += count > 0
            row = reasons.get(region)
            excepted[room(file)] += row is not None and row.reason != NOT_YET
        of_lines = lines_of(of_file, sources)
        lines[room(file)] += len(of_lines)
        lines_ran[room(file)] += sum(of_lines.values())
    print("| Room | Lines | run | | Regions | run | | excepted | not yet |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in [*sorted(regions), "All"]:
        def of(counter: Counter[str]) -> int:
            return sum(counter.values()) if name == "All" else counter[name]
        left = of(regions) - of(ran) - of(excepted)
        print(f"| {name} | {of(lines):,} | {of(lines_ran):,} | {share(of(lines_ran), of(lines))} "
              f"| {of(regions):,} | {of(ran):,} | {share(of(ran), of(regions))} "
              f"| {of(excepted):,} | {left:,} |")


def print_claim(holds: bool, text: str) -> bool:
    print(f"{'ok' if holds else 'not ok'} - {text}")
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("root")
    parser.add_argument("exports", nargs="+")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    root = os.path.realpath(arguments.root)

    sources = Sources(root)
    counts = read_counts(root, arguments.exports, sources)
    rows = read_rows(EXCEPTIONS)
    missing = [] if arguments.record else read_rows(MISSING)
    uncovered = [region for region, count in counts.items() if count == 0]
    heads = outermost(uncovered)
    reasons: dict[Region, Row | None] = {}
    for region in heads:
        row = next((row for row in rows + missing if row.names(region, sources)), None)
        if row is not None:
            row.used += 1
            row.path = region.file
        reasons[region] = row
    for region in uncovered:
        if region not in reasons:
            head = next(one for one in heads if one.file == region.file and one.holds(region))
            reasons[region] = reasons[head]

    unexplained = [region for region in heads if reasons[region] is None]
    if arguments.record:
        names = sorted({(region.file, region.begin[0]) for region in unexplained})
        with open(MISSING, "w", encoding="utf-8") as opened:
            for file, number in names:
                opened.write(f"{file.removeprefix('Sources/')}\t{sources.name(file, number)}\n")
        print(f"# {len(names):,} lines recorded")
        return 0

    for region in unexplained:
        line, column = region.begin
        print(f"# {region.file}:{line}:{column}: {sources.line(region.file, line)}")
    print_rooms(counts, reasons, sources)
    idle = [row for row in rows + missing
            if not row.used and not row.reason.startswith(SELDOM)]
    for row in idle:
        print(f"# {row.file}: {row.text}: {row.reason}")
    vague = [row for row in rows + missing
             if row.used and not row.is_pattern and sources.places(row.path, row.text) != 1]
    for row in vague:
        print(f"# {row.file}: {row.text}")
    return 0 if all([
        print_claim(bool(counts), "the library has regions to count"),
        print_claim(not unexplained,
                    f"of {len(counts):,} regions each has run, or is named with a reason"),
        print_claim(not idle, "what is named has not run: no exception is left that has"),
        print_claim(not vague, "each exception names one line"),
    ]) else 1


if __name__ == "__main__":
    sys.exit(main())
