"""Prints the measured rows as one table in Markdown, with a note on each missed goal.

    table.py [--about FILE] [--notes FILE] [--some] ROWS...

ROWS are files that the programs wrote (see rows.py); --some means that they did not measure
everything, so notes may be about other rows. The text of --about, which describes the machine, is
printed first, and the groups that failed last. The exit status is 4 if a group failed, 3 if there
is no row, and 1 if a goal is missed.
"""
from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rows import Row, digits, figure, matches, read, with_figures

COLUMNS = ("group", "case", "takes", "against", "takes", "ratio", "goal", "result")
POINT = re.compile(r"(.+), ([\d,]+ \w+)")  # of a curve
NUMBERS = {2, 4, 5, 6}  # to the right


@dataclass(frozen=True)
class Note:
    """The reason why some rows miss their goals."""

    patterns: tuple[str, ...]
    text: str

    def is_about(self, row: Row) -> bool:
        """Whether one of the patterns matches the row's name."""
        return any(matches(pattern, row.name) for pattern in self.patterns)


def read_notes(text: str) -> list[Note]:
    """The notes of a file: lines that are not indented are patterns, the indented ones below them
    the text."""
    notes: list[Note] = []
    patterns: list[str] = []
    words: list[str] = []
    for line in [*text.splitlines(), "end"]:
        if not line.strip() or line.startswith("# "):
            continue
        if line[0].isspace():
            words += line.split()
            continue
        if words:
            if not patterns:
                raise ValueError(f"no row is named above: {' '.join(words)}")
            notes.append(Note(tuple(patterns), " ".join(words)))
            patterns, words = [], []
        patterns.append(line.strip())
    if len(patterns) > 1:
        raise ValueError(f"nothing is said about {patterns[0]}")
    return notes


@dataclass(frozen=True)
class Report:
    """The table and the notes below it."""

    text: str
    missed: int
    unexplained: tuple[str, ...]  # the names of rows that are missed, and of which no note tells
    obsolete: tuple[str, ...]  # what is wrong with notes
    failed: tuple[Row, ...]  # groups that have no figures


def report(rows: Sequence[Row], notes: Sequence[Note], is_some: bool = False) -> Report:
    """The table of some rows, and the notes about them."""
    failed = tuple(row for row in rows if row.verdict == "failed")
    rows = with_figures(rows)
    numbers: dict[Note, int] = {}
    unexplained: list[str] = []
    lines: list[list[str]] = []
    verdicts: list[str] = []
    firsts: dict[tuple[str, str], str] = {}
    for row in rows:
        peer = row.peer
        if not peer and (point := POINT.fullmatch(row.case)):
            peer = firsts.setdefault((row.group, point[1]), point[2])
            if peer == point[2]:  # which is not compared with itself
                row = replace(row, baseline=0, goal=0, verdict="-")
                peer = ""
        result = {"-": ""}.get(row.verdict, row.verdict)
        verdicts.append(row.verdict)
        if row.verdict == "missed":
            note = next((note for note in notes if note.is_about(row)), None)
            if note:
                result = f"**missed** [{numbers.setdefault(note, len(numbers) + 1)}]"
            else:
                result = "**missed**"
                unexplained.append(row.name)
        lines.append([
            row.group, row.case.removesuffix(f"against {row.peer}").rstrip(", "),
            figure(row.value, row.unit), peer,
            figure(row.baseline, row.unit) if row.baseline else "",
            ratio(row.ratio) if row.baseline else "", f"{row.goal:.3g}" if row.goal else "",
            result])
    met, missed = verdicts.count("met"), verdicts.count("missed")
    text = markdown(lines)
    for note, number in numbers.items():
        text += f"\n{number}. {note.text}" if number > 1 else f"\n\n1. {note.text}"
    text += (f"\n\n{plural(met, 'goal')} met, {missed} missed; "
             f"{plural(len(rows) - met - missed, 'figure')} without a goal.\n")
    if unexplained:
        text += f"No note tells why {', '.join(unexplained)} is missed.\n" if (
            len(unexplained) == 1) else (
            "No note tells why these are missed:\n" + "".join(f"- {x}\n" for x in unexplained))
    if failed:
        text += (f"\n{plural(len(failed), 'group')} failed, so the table lacks "
                 f"{'its' if len(failed) == 1 else 'their'} rows:\n")
        text += "".join(f"- {row.name}\n" for row in failed)
    return Report(text, missed, tuple(unexplained),
                  tuple(obsolete(rows, notes, is_some or bool(failed))), failed)


def obsolete(rows: Sequence[Row], notes: Sequence[Note], is_some: bool) -> list[str]:
    """The patterns that match no row with a missed goal."""
    found: list[str] = []
    for note in notes:
        for pattern in note.patterns:
            verdicts = {row.verdict for row in rows if matches(pattern, row.name)}
            if verdicts and "missed" not in verdicts:
                found.append(f"{pattern}: met")
            elif not verdicts and not is_some:
                found.append(f"{pattern}: no row has this name")
    return found


def ratio(value: float) -> str:
    """A ratio, with enough digits to distinguish it from its goal."""
    return f"{value:.3f}" if value < 9.9995 else digits(value)


def plural(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def markdown(lines: Sequence[Sequence[str]]) -> str:
    """A table with aligned columns."""
    cells = [[cell.replace("|", "\\|") for cell in line] for line in [COLUMNS, *lines]]
    widths = [max(len(line[column]) for line in cells) for column in range(len(COLUMNS))]
    aligned = [" | ".join(f"{cell:{'>' if column in NUMBERS else '<'}{width}}"
                          for column, (cell, width) in enumerate(zip(line, widths, strict=True)))
               for line in cells]
    rule = "|".join(f"{'-' * (width + 1)}:" if column in NUMBERS else "-" * (width + 2)
                    for column, width in enumerate(widths))
    return "\n".join([f"| {aligned[0]} |", f"|{rule}|", *(f"| {line} |" for line in aligned[1:])])


def main() -> int:
    """Prints the table."""
    options = argparse.ArgumentParser(allow_abbrev=False)
    options.add_argument("--about", type=Path)
    options.add_argument("--notes", type=Path)
    options.add_argument("--some", action="store_true")
    options.add_argument("rows", type=Path, nargs="+")
    given = options.parse_args()
    rows = read(given.rows)
    if not rows:
        return 3
    notes = read_notes(given.notes.read_text("utf-8")) if given.notes else []
    said = report(rows, notes, given.some)
    if given.about:
        print(given.about.read_text("utf-8"))
    print(said.text, end="")
    if said.obsolete:
        print("Notes that this run did not need:")
        for text in said.obsolete:
            print(f"- {text}")
    return 4 if said.failed else 1 if said.missed else 0


if __name__ == "__main__":
    sys.exit(main())
