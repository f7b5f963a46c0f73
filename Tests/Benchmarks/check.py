"""Checks that the table, the notes and the pictures made of rows are well-formed.

    check.py ROWS...

ROWS are files that the benchmarks wrote; other rows are made up. Prints claims.
"""
from __future__ import annotations

import os
import signal
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from pathlib import Path

from picture import PANELS, TOPICS, WIDTH, draw_growth, draw_speed, unknown
from python import Claim, Table, expect
from rows import HEADER, Row, failure, figure, parse, peer_of, read
from table import read_notes, report

NOTES = Path(__file__).with_name("notes.txt")
SVG = "{http://www.w3.org/2000/svg}"


def claim_of(group: str, case: str, value: float, baseline: float, goal: float = 0) -> Row:
    """A made-up row."""
    ratio = value / baseline
    verdict = "-" if not goal else "met" if ratio <= goal else "missed"
    return Row(group, case, "ns", value, peer_of(case), baseline, ratio, ratio, ratio, goal,
               verdict)


def bar_row(name: str, number: int) -> Row:
    """A made-up row of that name; some of them miss their goals."""
    group, _, case = name.partition(": ")
    return claim_of(group, case, 3.0 ** (number % 7), 3.0 ** (number % 5 + 1),
                    0.3 * 10.0 ** (number % 3))


# Rows for each bar of the pictures, with peers for a pattern that may have several.
BARS = [bar_row(name, number) for number, name in enumerate(
    pattern.replace("*", peer)
    for bars in TOPICS.values() for each in bars for pattern in each.rows
    for peer in (("Pango", "cssparser", "PySide6.QtGui") if "*" in pattern else ("",)))]

def point(name: str, unit: str, value: float) -> Row:
    """A made-up point of a curve."""
    group, _, case = name.partition(": ")
    return Row(group, case, unit, value, "", 30, value / 30, 1, 1, 9, "met")


# Points for each curve, some of which end in the same place.
CURVES = [
    point(pattern.replace("*", f"{10 ** power:,}"), unit,
          (number // 2 + 1) * 30 * (1 + power * number / 90))
    for (_, unit), curves in PANELS.items()
    for number, pattern in enumerate(curves.values())
    for power in range(1, 7)]


def check_rows(files: Sequence[Path]) -> None:
    """The programs' rows are read, and what is written is what is read."""
    rows = read(files)
    assert len(rows) > 10, f"{len(rows)} rows"
    for row in rows:
        assert row.value >= 0 and (row.ratio > 0) == bool(row.value and row.baseline), row
        assert row.verdict in ("met", "missed", "-"), row
    made_up = BARS
    assert parse(HEADER + "".join(row.line() for row in made_up)) == [
        parse(HEADER + row.line())[0] for row in made_up]
    for value, unit, words in (
            (4.4712, "ns", "4.47 ns"), (0.1152, "ns", "0.115 ns"), (999.6, "ns", "1.00 µs"),
            (3045000, "ns", "3.04 ms"), (24772608, "B", "24.8 MB"), (8, "B", "8 B"),
            (143, "", "143"), (0.5, "", "0.500")):
        assert figure(value, unit) == words, (value, unit, figure(value, unit))


def check_table(files: Sequence[Path]) -> None:
    """The table is Markdown, with as many cells in each line."""
    rows = [*read(files), *BARS, *CURVES]
    said = report(rows, [])
    lines = [line for line in said.text.splitlines() if line.startswith("|")]
    assert len(lines) == 2 + len(rows), len(lines)
    assert len({len(line) for line in lines}) == 1, "lines are of different lengths"
    assert len({line.count("|") for line in lines}) == 1, "lines have different columns"
    assert set(lines[1]) == set("|-:"), lines[1]
    assert sum("**missed**" in line for line in lines) == said.missed > 0
    points = [line.split("|") for line in lines if "register, 1,000 colors" in line]
    assert [cells[4].strip() for cells in points] == ["10 colors"], points
    firsts = [line.split("|") for line in lines if "register, 10 colors" in line]
    assert [[cell.strip() for cell in cells[4:]] for cells in firsts] == [[""] * 6], firsts


def check_notes() -> None:
    """A missed goal has its note, and a note that is not needed is named."""
    notes = read_notes(
        "# A comment.\n\na: *\n  Because\n  of this.\n\nb: one, against X\nb: three*\n  And that.\n"
        "\nc: gone\n  Never.\n")
    rows = [claim_of("b", "one, against X", 3, 2, 1), claim_of("a", "two", 3, 2, 1),
            claim_of("a", "three", 3, 2, 1), claim_of("b", "three, against X", 1, 2, 1),
            claim_of("b", "four", 3, 2, 1),
            Row("b", "bytes", "B", 3, "", 0, 0, 0, 0, 0, "-")]
    said = report(rows, notes)
    assert [line.split("|")[-2].strip() for line in said.text.splitlines()[2:8]] == [
        "**missed** [1]", "**missed** [2]", "**missed** [2]", "met", "**missed**", ""], said.text
    assert "\n\n1. And that.\n2. Because of this.\n" in said.text, said.text
    assert "1 goal met, 4 missed; 1 figure without a goal." in said.text, said.text
    assert said.unexplained == ("b: four",) and said.missed == 4
    assert said.obsolete == ("b: three*: met", "c: gone: no row has this name"), said.obsolete
    assert report(rows, notes, True).obsolete == ("b: three*: met",)
    for wrong in ("  A text without a name.\n", "a name without a text\n"):
        try:
            read_notes(wrong)
        except ValueError:
            continue
        raise AssertionError(f"this is no note: {wrong}")
    read_notes(NOTES.read_text("utf-8"))


def check_failures() -> None:
    """Failed groups are named, and have no other influence."""
    good = claim_of("b", "one, against X", 1, 2, 1)
    notes = read_notes("c: gone\n  Because.\n")
    said = report([good, failure("c", "a\tmistake\nof two lines")], notes)
    assert said.missed == 0 and not said.obsolete, said
    assert [row.name for row in said.failed] == ["c: a mistake of two lines"], said.failed
    assert said.text.endswith(
        "1 goal met, 0 missed; 0 figures without a goal.\n\n"
        "1 group failed, so the table lacks its rows:\n- c: a mistake of two lines\n"), said.text
    assert len(said.text.split("\n\n")[0].splitlines()) == 3, said.text


def check_python() -> None:
    """A group in Python that fails or crashes has no rows, and others have theirs."""
    def succeed(table: Table, group: str) -> None:
        table.add(group, Claim("one, against X", "a", "b", 1), {"a": [1.0], "b": [2.0]})

    def be_wrong(table: Table, group: str) -> None:
        succeed(table, group)
        expect(False, "a planted mistake")

    def crash(table: Table, group: str) -> None:
        succeed(table, group)
        os.kill(os.getpid(), signal.SIGKILL)

    with tempfile.TemporaryDirectory() as folder:
        tsv = Path(folder) / "rows.tsv"
        table = Table(1, 1, "planted", tsv)
        sys.stdout.flush()
        output = os.dup(1), os.dup(2)
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        try:
            for group, measure in (("planted 1", succeed), ("planted 2", be_wrong),
                                   ("other", be_wrong), ("planted 3", crash),
                                   ("planted 4", succeed)):
                table.run(measure, group)
            status = table.end()
            sys.stdout.flush()
        finally:
            for number, kept in enumerate(output, 1):
                os.dup2(kept, number)
                os.close(kept)
        found = [(row.group, row.case, row.verdict) for row in read([tsv])]
    assert status == 4, status
    assert found == [
        ("planted 1", "one, against X", "met"),
        ("planted 2", "wrong result: a planted mistake", "failed"),
        ("planted 3", "it crashed: Killed", "failed"),
        ("planted 4", "one, against X", "met")], found


Box = tuple[float, float, float, float, str]


def boxes(svg: str) -> list[Box]:
    """What each text of a picture takes, in a font that is wide: left, top, right, bottom."""
    found: list[Box] = []

    def visit(element: ElementTree.Element, dx: float, dy: float) -> None:
        moved = element.get("transform", "")
        if moved.startswith("translate("):
            x, y = moved[len("translate("):-1].split()
            dx, dy = dx + float(x), dy + float(y)
        if element.tag == SVG + "text":
            size, words = float(element.get("font-size", "0")), element.text or ""
            width = 0.6 * size * len(words)
            left = dx + float(element.get("x", "")) - width * {
                "start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
            base = dy + float(element.get("y", ""))
            found.append((left, base - 0.75 * size, left + width, base + 0.2 * size, words))
        for child in element:
            visit(child, dx, dy)

    visit(ElementTree.fromstring(svg), 0, 0)
    return found


def check_texts(svg: str) -> None:
    """No text lies on another or beyond the edge."""
    height = float(ElementTree.fromstring(svg).get("height", ""))
    texts = boxes(svg)
    assert len(texts) > 20, f"{len(texts)} texts"
    for number, (left, top, right, bottom, words) in enumerate(texts):
        assert left >= 0 and top >= 0 and right <= WIDTH and bottom <= height, words
        for other in texts[:number]:
            apart = (right <= other[0] or other[2] <= left or bottom <= other[1]
                     or other[3] <= top)
            assert apart, f"{words!r} lies on {other[4]!r}"


def check_speed() -> None:
    """The bars are drawn, and a missed goal has its color and its mark."""
    svg = draw_speed(BARS, "a machine")
    check_texts(svg)
    words = [box[4] for box in boxes(svg)]
    for title, bars in TOPICS.items():
        assert title in words, title
        for each in bars:
            assert each.label in words, each.label
    bars_missed, marks = svg.count('fill="url(#missed)"'), svg.count('stroke-linecap="round"')
    assert bars_missed == marks > 1, (bars_missed, marks)
    missed = [row for row in BARS if row.verdict == "missed"]
    assert bars_missed <= len(missed) + 1 < len(BARS)
    assert not unknown([*BARS, *CURVES]) and unknown(BARS) and unknown([*BARS[1:], *CURVES])
    check_texts(draw_speed(BARS[:7], ""))
    none = draw_speed([row for row in BARS if row.verdict != "missed"], "")
    assert none.count('fill="url(#missed)"') == 1, "only the legend shows a missed goal"


def check_growth() -> None:
    """The curves are drawn, with all their points."""
    svg = draw_growth(CURVES, "a machine")
    check_texts(svg)
    lines = list(ElementTree.fromstring(svg).iter(SVG + "polyline"))
    assert len(lines) == sum(map(len, PANELS.values())), len(lines)
    assert all(len(line.get("points", "").split()) == 6 for line in lines)


def main() -> int:
    """Prints the claims."""
    files = [Path(name) for name in sys.argv[1:]]
    checks: list[tuple[str, Callable[[], None]]] = [
        ("the rows of the benchmarks are well-formed", lambda: check_rows(files)),
        ("the benchmarks' table is well-formed", lambda: check_table(files)),
        ("the notes of the benchmarks belong to goals that are missed", check_notes),
        ("groups that failed are named below the table", check_failures),
        ("a group of the Python benchmarks that fails costs its own rows only", check_python),
        ("the picture of the benchmarks is well-formed, and no text lies on another", check_speed),
        ("the picture of growth is well-formed, and no text lies on another", check_growth)]
    for text, check in checks:
        try:
            check()
            print(f"ok - {text}")
        except (AssertionError, ValueError, ElementTree.ParseError) as error:
            print(f"# {error}\nnot ok - {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
