"""The rows that the benchmarks write: tab-separated, below a line with the names of the columns.

A row whose case ends with a number, as in "register, 1,000 colors", is a point of the curve that
the rest of the case names; the baseline is the first point.

A group that fails has one row, with the verdict "failed" and the reason as its case.

    rows.py FILE GROUP REASON   adds to FILE, which may not exist yet, that a group failed
"""
from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("group", "case", "unit", "value", "peer", "baseline", "ratio", "low", "high",
           "goal", "verdict")
HEADER = "\t".join(COLUMNS) + "\n"


@dataclass(frozen=True)
class Row:
    """A figure, beside that of a peer."""

    group: str
    case: str
    unit: str  # "ns", "B", "MB/s", or nothing for what is counted
    value: float
    peer: str
    baseline: float  # 0 if there is none, and then no ratio
    ratio: float
    low: float  # the quartiles of the ratio
    high: float
    goal: float  # 0 if there is none
    verdict: str  # "met", "missed", "-" without a goal, or "failed"

    @property
    def name(self) -> str:
        """The name by which notes and pictures refer to the row."""
        return f"{self.group}: {self.case}"

    def line(self) -> str:
        """The row as text."""
        numbers = {"goal": f"{self.goal:.4g}"} | {
            name: f"{getattr(self, name):.4f}"
            for name in ("value", "baseline", "ratio", "low", "high")}
        return "\t".join(numbers.get(name, getattr(self, name)) for name in COLUMNS) + "\n"


def failure(group: str, reason: str) -> Row:
    """The row of a group that failed."""
    return Row(group, " ".join(reason.split()), "", 0, "", 0, 0, 0, 0, 0, "failed")


def with_figures(rows: Iterable[Row]) -> list[Row]:
    """The rows that have figures."""
    return [row for row in rows if row.verdict != "failed"]


def peer_of(case: str) -> str:
    """The name of the baseline of a claim: the end of its text."""
    return case.rpartition("against ")[2] if "against " in case else ""


def read(paths: Iterable[Path]) -> list[Row]:
    """The rows of those files that exist."""
    return [row for path in paths if path.exists() for row in parse(path.read_text("utf-8"))]


def parse(text: str) -> list[Row]:
    """The rows of a text."""
    reader = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    if reader.fieldnames is None or set(COLUMNS) - set(reader.fieldnames):
        raise ValueError(f"the columns are not {', '.join(COLUMNS)}")
    return [row_of(fields) for fields in reader]


def row_of(fields: dict[str, str]) -> Row:
    """A row from its text."""
    value, baseline, ratio, low, high, goal = (
        float(fields[name]) for name in ("value", "baseline", "ratio", "low", "high", "goal"))
    return Row(fields["group"], fields["case"], fields["unit"], value, fields["peer"], baseline,
               ratio, low, high, goal, fields["verdict"])


def matches(pattern: str, name: str) -> re.Match[str] | None:
    """Matches a name with a pattern, in which each * matches anything and is a group."""
    return re.fullmatch("(.*)".join(map(re.escape, pattern.split("*"))), name)


def figure(value: float, unit: str) -> str:
    """A figure with three significant digits, or more if its integer part has more."""
    if value == int(value) and (unit not in ("ns", "B", "MB/s") or unit == "B" and value < 1000):
        return f"{value:,.0f} {unit}".rstrip()
    if unit in ("ns", "B"):
        scale = {"ns": ("ns", "µs", "ms", "s"), "B": ("B", "kB", "MB", "GB")}[unit]
        step = 0
        while abs(value) >= 999.5 and step < len(scale) - 1:
            value, step = value / 1000, step + 1
        unit = scale[step]
    return f"{digits(value)} {unit}".rstrip()


def digits(value: float) -> str:
    """A number with three digits."""
    places = 3 if value < 0.9995 else 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:.{places}f}"


def main() -> int:
    """Adds a failure to a file."""
    file, (group, reason) = Path(sys.argv[1]), sys.argv[2:]
    text = file.read_text("utf-8") if file.exists() else ""
    file.write_text((text or HEADER) + failure(group, reason).line(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
