"""Draws the results of the benchmarks.

    picture.py [--about TEXT] FOLDER ROWS...

In FOLDER, speed.svg shows the most important figures, as bars beside those of the peers, and
growth.svg how time and memory grow, as curves. ROWS are files that the programs wrote (see
rows.py). TEXT is printed below. Missing rows are reported on standard error.
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from pathlib import Path

from rows import Row, figure, matches, read, with_figures

WIDTH = 900
MARGIN = 28
GAP = 36  # between columns
COLUMN = (WIDTH - 2 * MARGIN - GAP) / 2

INK, SOFT, FAINT, LINE, CARD = "#1d232b", "#59626d", "#c3c8cf", "#e3e6ea", "#fcfcfb"
OURS, PEER, MISSED = "#2b62c9", "#aab1ba", "#c2410c"
# Distinguishable with any color vision, and by their marks too.
CURVES = ("#2b62c9", "#c2410c", "#0f7b6c", "#8a3ffc", "#8a6100", "#b0186f")


# ---- What is drawn -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """An operation, and the rows with its time and those of its peers."""

    label: str
    rows: tuple[str, ...]

    def __init__(self, label: str, *rows: str) -> None:
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "rows", rows)


TOPICS: dict[str, tuple[Bar, ...]] = {
    "Resolve a color": (
        Bar("by id, 2,000 colors", "resolve, 2,000 colors: 1 thread"),
        Bar("… while a second thread resolves", "resolve, 2,000 colors: 2 threads"),
        Bar("… while a writer edits", "resolve, 2,000 colors: with a writer"),
        Bar("… in any of 256 environments", "resolve, 2,000 colors, 256 environments: 1 thread"),
        Bar("by id, 100,000 colors", "resolve, 100,000 colors: 1 thread"),
        Bar("from a snapshot", "snapshot, 2,000 colors: 1 thread"),
    ),
    "Resolve all of a theme": (
        Bar("10,000 colors as float4", "all, 10,000 colors, float4: resolve_all"),
        Bar("10,000 colors as RGBA8", "all, 10,000 colors, RGBA8: resolve_all"),
        Bar("100,000 colors as float4", "all, 100,000 colors, float4: resolve_all"),
        Bar("100,000 colors as RGBA8", "all, 100,000 colors, RGBA8: resolve_all"),
        Bar("10,000 colors as linear float4", "all, 10,000 colors, linear float4: resolve_all"),
    ),
    "Find, register and change": (
        Bar("find one of 1,000 names", "find, 1,000 names: hits, by pointer and length"),
        Bar("find one of 100,000 names", "find, 100,000 names: hits, by pointer and length"),
        Bar("register 100,000 names, each",
            "theme, 100,000 colors: register all, against GHashTable"),
        Bar("redefine one of 100,000", "theme, 100,000 colors: redefine one, against a hit"),
        Bar("… with 10,000 dependents, and an observer",
            "change, 100,000 colors, 10,000 dependents: redefine the one, with an observer"),
        Bar("resolve one of 100,000 for the first time",
            "theme, 100,000 colors: a first resolve, against a hit"),
        Bar("a snapshot of constants, each",
            "build, 10,000 constants: a snapshot, per color, against a hit"),
        Bar("a snapshot of mixes in OKLab, each",
            "build, 10,000 mixes in OKLab: a snapshot, per color, against a hit"),
    ),
    "Convert a pixel": (
        Bar("sRGB to linear, floats", "sRGB to linear, 4,096 px: against babl",
            "sRGB to linear, 4,096 px: against C with libm"),
        Bar("linear to Oklab, floats", "linear to Oklab, 4,096 px: against babl",
            "linear to Oklab, 4,096 px: against C with libm"),
        Bar("Display P3 to sRGB, floats", "P3 to sRGB, 4,096 px: against babl",
            "P3 to sRGB, 4,096 px: against C with libm"),
        Bar("Display P3 to sRGB, bytes", "P3 bytes to sRGB bytes, 4,096 px: against babl",
            "P3 bytes to sRGB bytes, 4,096 px: against Little CMS, RGB_8"),
    ),
    "Read a color": (
        Bar("#rrggbb", "parse #rrggbb: against *"),
        Bar("names", "parse names: against *"),
        Bar("rgb(r, g, b)", "parse rgb(r, g, b): against *"),
        Bar("hsl(h s l)", "parse hsl(h s l): against *"),
    ),
    "Read a file": (
        Bar("a catalog of 10,000 colors, each",
            "files, catalog*: a load, against reading the bytes"),
        Bar("20,000 design tokens, each", "files, tokens*: a load, against reading the bytes"),
        Bar("a style sheet of 100,000 colors, each",
            "files, style sheet*: a load, against reading the bytes"),
    ),
    "Load the library": (
        Bar("dlopen", "load: dlopen, against liblcms2", "load: dlopen, against GLib",
            "load: dlopen, against Qt6Gui", "load: dlopen, against GTK 4"),
        Bar("import in Python, and a first resolve", "Python, import*: against PySide6.QtGui"),
    ),
    "Python": (
        Bar("resolve a color", "Python, one color: resolve, against *"),
        Bar("read #rrggbb", "Python, parse #rrggbb: against coloraide"),
        Bar("resolve 10,000 colors into numpy",
            "Python, all, 10,000 colors, float4: resolve_all into Pixels, *"),
        Bar("read 20,000 design tokens, each", "Python, 20,000 tokens: load, against *"),
    ),
}

# The panels of growth.svg: title and unit, and for each curve its name and the rows that are its
# points; * matches the number.
PANELS: dict[tuple[str, str], dict[str, str]] = {
    ("Time for each color", "ns"): {
        "register": "growth: register, * colors",
        "build a snapshot": "growth: a snapshot, * colors",
        "another snapshot": "growth: a snapshot like the last, * colors",
        "prepare": "growth: prepare, * colors",
        "a first resolve": "growth: a first resolve, * colors",
        "a resolve that hits": "growth: a hit, * colors",
    },
    ("Memory for each color", "B"): {
        "the whole theme": "growth: bytes per color, * colors",
    },
    ("Time to resolve any color in any environment", "ns"): {
        "100 colors": "environments, 100 colors: a resolve, * environments",
        "100 in 256 MiB": "environments, 100 colors in 256 MiB: a resolve, * environments",
        "1,000 in 256 MiB": "environments, 1,000 colors in 256 MiB: a resolve, * environments",
        "1,000 colors": "environments, 1,000 colors: a resolve, * environments",
        "10,000 colors": "environments, 10,000 colors: a resolve, * environments",
    },
    ("Memory for each color and environment", "B"): {
        "100 colors":
            "environments, 100 colors: bytes per color and environment, * environments",
        "100 in 256 MiB": "environments, 100 colors in 256 MiB: bytes per color and environment, "
                          "* environments",
        "1,000 in 256 MiB": "environments, 1,000 colors in 256 MiB: bytes per color and "
                            "environment, * environments",
        "1,000 colors":
            "environments, 1,000 colors: bytes per color and environment, * environments",
        "10,000 colors":
            "environments, 10,000 colors: bytes per color and environment, * environments",
    },
    ("Time for each link, to resolve the last", "ns"): {
        "aliases": "chain of aliases: the last, * links",
        "var()": "chain of var(): the last, * links",
        "mixes": "chain of mixes: the last, * links",
    },
    ("Time for each link, in a snapshot of all", "ns"): {
        "aliases": "chain of aliases: a snapshot, * links",
        "var()": "chain of var(): a snapshot, * links",
        "mixes": "chain of mixes: a snapshot, * links",
    },
}


@dataclass
class Measured:
    """A bar with its figures."""

    label: str
    value: float
    peers: dict[str, float]
    limit: float  # the goal as time; 0 if there is none
    is_missed: bool

    @property
    def figures(self) -> list[float]:
        """All values that the axis must show."""
        return [self.value, *self.peers.values(), *([self.limit] if self.limit else [])]


def measured(bar: Bar, rows: Sequence[Row]) -> Measured | None:
    """A bar's figures, if there are any."""
    found = [row for pattern in bar.rows for row in rows
             if matches(pattern, row.name)]
    if not found:
        return None
    goals = [row.goal * row.baseline for row in found if row.goal]
    return Measured(bar.label, found[0].value, {row.peer: row.baseline for row in found},
                    min(goals, default=0), any(row.verdict == "missed" for row in found))


def unknown(rows: Sequence[Row]) -> list[str]:
    """The names that are to be drawn, and that no row has."""
    wanted = [pattern for bars in TOPICS.values() for each in bars for pattern in each.rows]
    wanted += [pattern for curves in PANELS.values() for pattern in curves.values()]
    return [pattern for pattern in wanted if not any(matches(pattern, row.name) for row in rows)]


# ---- Shapes --------------------------------------------------------------------------------------


def text(x: float, y: float, words: str, size: float = 11, fill: str = INK, anchor: str = "start",
         weight: str = "normal") -> str:
    """Text that begins at, is centered on, or ends at x."""
    attributes = "" if anchor == "start" else f' text-anchor="{anchor}"'
    attributes += "" if weight == "normal" else f' font-weight="{weight}"'
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{attributes}>'
            f"{escape(words)}</text>\n")


def bar(x: float, y: float, width: float, height: float, fill: str) -> str:
    """A bar whose end is round."""
    r = min(height / 2, width, 2.5)
    return (f'<path fill="{fill}" d="M{x:g} {y:g}h{width - r:.2f}q{r:g} 0 {r:g} {r:g}'
            f'v{height - 2 * r:g}q0 {r:g} {-r:g} {r:g}h{r - width:.2f}z"/>\n')


def cross(x: float, y: float, size: float) -> str:
    """The mark of a missed goal."""
    return (f'<path d="M{x - size:g} {y - size:g}l{2 * size:g} {2 * size:g}m0 {-2 * size:g}'
            f'l{-2 * size:g} {2 * size:g}" stroke="{MISSED}" stroke-width="2" '
            'stroke-linecap="round"/>\n')


def tick(x: float, y: float, height: float) -> str:
    """The mark of a goal: the greatest length of a bar."""
    return (f'<path d="M{x:.2f} {y:g}v{height:g}" stroke="{CARD}" stroke-width="5"/>'
            f'<path d="M{x:.2f} {y:g}v{height:g}" stroke="{INK}" stroke-width="2"/>\n')


def picture(height: float, title: str, description: str, body: Iterable[str]) -> str:
    """A picture on a card of its own, for pages of any color."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
        f'height="{height:g}" font-family="system-ui, -apple-system, \'Segoe UI\', Helvetica, '
        'Arial, sans-serif" role="img" aria-labelledby="title description">\n'
        f'<title id="title">{escape(title)}</title>\n'
        f'<desc id="description">{escape(description)}</desc>\n'
        '<defs><pattern id="missed" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="6" height="6" fill="{MISSED}"/>'
        f'<rect width="2" height="6" fill="{CARD}" fill-opacity="0.75"/></pattern></defs>\n'
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:g}" rx="10" fill="{CARD}" '
        f'stroke="{FAINT}"/>\n{"".join(body)}</svg>\n')


@dataclass
class Axis:
    """A logarithmic scale from `low` to `high`, which lie at the pixels `begin` and `end`."""

    low: float
    high: float
    begin: float
    end: float

    def place(self, value: float) -> float:
        """The position of a value."""
        share = log10(value / self.low) / log10(self.high / self.low)
        return self.begin + (self.end - self.begin) * share

    def lines(self) -> list[float]:
        """The powers of ten in the range; if they are few, also twice and five times those."""
        decades = [10.0 ** power for power in range(floor(log10(self.low)),
                                                    ceil(log10(self.high)) + 1)]
        few = log10(self.high / self.low) < 2.5
        found = [decade * times for decade in decades for times in ((1, 2, 5) if few else (1,))]
        return [value for value in found
                if self.low * (1 - 1e-9) <= value <= self.high * (1 + 1e-9)]


def short(value: float, unit: str) -> str:
    """A round figure."""
    words = figure(value, unit)
    number, _, rest = words.partition(" ")
    return f"{float(number):g} {rest}".rstrip()


# ---- Bars ----------------------------------------------------------------------------------------

BARS = 226  # how far bars go
FIGURES = BARS + 66  # where their figures end, and the names of peers begin
LABEL_LINE, OUR_LINE, PEER_LINE, BAR_GAP = 16, 15, 13, 7
HEADING, AXIS = 26, 20


def topic_height(bars: Sequence[Measured]) -> float:
    """The height of a topic."""
    return HEADING + AXIS + sum(
        LABEL_LINE + OUR_LINE + PEER_LINE * len(each.peers) + BAR_GAP for each in bars)


def draw_topic(title: str, bars: Sequence[Measured], x: float, y: float) -> str:
    """A topic, with an axis of its own."""
    values = [value for each in bars for value in each.figures]
    low, high = min(values), max(values)
    # The least value must have a visible bar, too.
    axis = Axis(low / max((high / low) ** 0.2, 2.5), high * 1.02, x, x + BARS)
    bottom = y + topic_height(bars) - AXIS
    parts = [text(x, y + 10, title, 14, weight="600")]
    lines = axis.lines()
    for line in lines:
        parts.append(f'<path d="M{axis.place(line):.2f} {y + HEADING - 6:g}V{bottom - 2:g}" '
                     f'stroke="{LINE}"/>\n')
    taken: list[tuple[float, float]] = []
    # Powers of ten get their labels first.
    for line in sorted(lines, key=lambda line: abs(log10(line) - round(log10(line))) > 1e-9):
        at, words = axis.place(line), short(line, "ns")
        half = 3.2 * len(words) + 3
        if all(at + half < left or at - half > right for left, right in taken):
            parts.append(text(at, bottom + 9, words, 10, SOFT, "middle"))
            taken.append((at - half, at + half))
    parts.append(f'<path d="M{x:g} {y + HEADING - 6:g}V{bottom - 2:g}" stroke="{FAINT}"/>\n')
    y += HEADING
    for each in bars:
        parts.append(text(x + 5, y + 8, each.label, 12, INK))
        y += LABEL_LINE
        parts.append(bar(x, y - 2, axis.place(each.value) - x, 10,
                         "url(#missed)" if each.is_missed else OURS))
        if each.limit:
            parts.append(tick(axis.place(each.limit), y - 4, 14))
        if each.is_missed:
            parts.append(cross(x + FIGURES + 12, y + 3, 3.2))
        parts.append(text(x + FIGURES, y + 7, figure(each.value, "ns"), 12,
                          MISSED if each.is_missed else OURS, "end", "700"))
        y += OUR_LINE
        for name, value in each.peers.items():
            parts.append(bar(x, y - 1, axis.place(value) - x, 7, PEER))
            parts.append(text(x + FIGURES, y + 6.5, figure(value, "ns"), 11, SOFT, "end"))
            parts.append(text(x + FIGURES + 7, y + 6.5, name, 11, SOFT))
            y += PEER_LINE
        y += BAR_GAP
    return "".join(parts)


def draw_speed(rows: Sequence[Row], about: str) -> str:
    """The bars of all topics, in two columns."""
    topics: list[tuple[str, list[Measured]]] = []
    for title, bars in TOPICS.items():
        if there := [found for each in bars if (found := measured(each, rows))]:
            topics.append((title, there))
    parts = [
        text(MARGIN, 38, "How long it takes", 20, weight="700"),
        text(MARGIN, 60, "Processor time on logarithmic axes: shorter is better.", 12, SOFT),
        legend(MARGIN, 80)]
    ends = [112.0, 112.0]
    for title, there in topics:
        column = ends.index(min(ends))  # where there is more room
        parts.append(draw_topic(title, there, MARGIN + column * (COLUMN + GAP), ends[column]))
        ends[column] += topic_height(there) + 16
    bottom = max(ends)
    parts.append(text(MARGIN, bottom + 8, about, 10, SOFT))
    spoken = "; ".join(
        f"{each.label}: {figure(each.value, 'ns')}, "
        + ", ".join(f"{name} {figure(value, 'ns')}" for name, value in each.peers.items())
        + (", goal missed" if each.is_missed else "")
        for _, bars in topics for each in bars)
    return picture(bottom + 24, "How long libdyncolor takes, beside others", spoken, parts)


def legend(x: float, y: float) -> str:
    """The legend."""
    parts = []
    for mark, words, width in (
            (bar(0, -9, 26, 10, OURS), "libdyncolor", 112),
            (bar(0, -8, 26, 7, PEER), "what it is compared with", 186),
            (tick(8, -11, 14), "the goal: no longer than to here", 212),
            (bar(0, -9, 26, 10, "url(#missed)") + cross(36, -4, 3.2), "a goal that is missed", 0)):
        indent = 18 if words.startswith("the goal") else 46 if not width else 33
        parts.append(f'<g transform="translate({x:g} {y:g})">{mark}'
                     f"{text(indent, 0, words, 11, SOFT)}</g>\n")
        x += width
    return "".join(parts)


# ---- Curves --------------------------------------------------------------------------------------

PLOT_HEIGHT = 150
PANEL = PLOT_HEIGHT + 72
SCALE = 46  # what stands to the left of a plot
MARKS = (
    '<circle r="3.2"/>', '<rect x="-2.9" y="-2.9" width="5.8" height="5.8"/>',
    '<path d="M0-4L3.8 2.8H-3.8z"/>', '<path d="M0-4L4 0L0 4L-4 0z"/>',
    '<path d="M0 4L3.8-2.8H-3.8z"/>',
    '<path d="M-4-1.4H-1.4V-4H1.4V-1.4H4V1.4H1.4V4H-1.4V1.4H-4z"/>')


Curve = list[tuple[float, float]]


@dataclass
class Panel:
    """Curves over numbers of something."""

    title: str
    unit: str
    noun: str  # what there are so many of
    curves: dict[str, Curve]


def panels(rows: Sequence[Row]) -> list[Panel]:
    """The panels whose rows exist."""
    found = [Panel(title, unit, next(iter(patterns.values())).rpartition(" ")[2],
                   {name: curve for name, pattern in patterns.items()
                    if (curve := points(pattern, rows))})
             for (title, unit), patterns in PANELS.items()]
    return [panel for panel in found if panel.curves]


def points(pattern: str, rows: Sequence[Row]) -> Curve:
    """The points of a curve."""
    return sorted((float(found[1].replace(",", "")), row.value)
                  for row in rows if (found := matches(pattern, row.name)))


def bounds(values: Sequence[float], decades: float) -> tuple[float, float]:
    """A little more than the values take, but at least so many decades, so that what is level looks
    level."""
    low, high = log10(min(values)) - 0.12, log10(max(values)) + 0.12
    more = max(decades - (high - low), 0) / 2
    return 10 ** (low - more), 10 ** (high + more)


def spread(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Moves positions apart until neighbors have the given distance, between two ends."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = [places[i] for i in order]
    for _ in range(200):
        for i in range(len(moved) - 1):
            lack = least - (moved[i + 1] - moved[i])
            if lack > 0:
                moved[i] -= lack / 2
                moved[i + 1] += lack / 2
        moved = [min(max(y, low + least * i), high - least * (len(moved) - 1 - i))
                 for i, y in enumerate(moved)]
    result = [0.0] * len(places)
    for i, y in zip(order, moved, strict=True):
        result[i] = y
    return result


def draw_panel(panel: Panel, x: float, y: float, width: float) -> str:
    """A panel, its curves named where they end."""
    every = [point for curve in panel.curves.values() for point in curve]
    left, top = x + SCALE, y + 26
    right, bottom = left + width, top + PLOT_HEIGHT
    across = Axis(*bounds([px for px, _ in every], 0.5), left, right)
    up = Axis(*bounds([py for _, py in every], 2), bottom, top)
    parts = [text(x, y + 12, panel.title, 13, weight="600")]
    for line in up.lines():
        at = up.place(line)
        parts.append(f'<path d="M{left:g} {at:.2f}H{right:g}" stroke="{LINE}"/>\n')
        parts.append(text(left - 6, at + 3.5, short(line, panel.unit), 10, SOFT, "end"))
    for line in across.lines():
        at = across.place(line)
        parts.append(f'<path d="M{at:.2f} {top:g}V{bottom:g}" stroke="{LINE}"/>\n')
        parts.append(text(at, bottom + 15, count(line), 10, SOFT, "middle"))
    parts.append(f'<path d="M{left:g} {top:g}V{bottom:g}H{right:g}" stroke="{FAINT}" '
                 'fill="none"/>\n')
    parts.append(text(right + 14, bottom + 15, panel.noun, 10, SOFT))
    ends = [up.place(curve[-1][1]) for curve in panel.curves.values()]
    labels = spread(ends, 14, top + 4, bottom - 2)
    for number, (name, curve) in enumerate(panel.curves.items()):
        color = CURVES[number % len(CURVES)]
        corners = " ".join(f"{across.place(px):.2f},{up.place(py):.2f}" for px, py in curve)
        parts.append(f'<polyline points="{corners}" fill="none" stroke="{color}" '
                     'stroke-width="1.8" stroke-linejoin="round"/>\n')
        for px, py in curve:
            parts.append(f'<g transform="translate({across.place(px):.2f} {up.place(py):.2f})" '
                         f'fill="{color}" stroke="{CARD}" stroke-width="1" paint-order="stroke">'
                         f"{MARKS[number % len(MARKS)]}</g>\n")
        end = across.place(curve[-1][0])
        parts.append(f'<path d="M{end + 5:.2f} {ends[number]:.2f}L{right + 4:g} '
                     f'{labels[number]:.2f}" stroke="{color}" stroke-opacity="0.5"/>\n')
        parts.append(text(right + 8, labels[number] + 3.8, name, 11, color))
    return "".join(parts)


def count(value: float) -> str:
    """A round number of things."""
    for least, letter in ((1e6, "M"), (1e3, "k")):
        if value >= least:
            return f"{value / least:g}{letter}"
    return f"{value:g}"


def draw_growth(rows: Sequence[Row], about: str) -> str:
    """All panels, in two columns."""
    drawn = panels(rows)
    longest = max((len(name) for panel in drawn for name in panel.curves), default=0)
    width = COLUMN - SCALE - 10 - 6.6 * longest
    parts = [
        text(MARGIN, 38, "How it grows", 20, weight="700"),
        text(MARGIN, 60, "What each one costs, on logarithmic axes: where a curve is level, ten "
             "times as many cost ten times as much.", 12, SOFT)]
    for number, panel in enumerate(drawn):
        parts.append(draw_panel(panel, MARGIN + number % 2 * (COLUMN + GAP),
                                88 + number // 2 * PANEL, width))
    bottom = 88 + (len(drawn) + 1) // 2 * PANEL
    parts.append(text(MARGIN, bottom, about, 10, SOFT))
    spoken = "; ".join(
        f"{panel.title}, {name}: {figure(curve[0][1], panel.unit)} at {curve[0][0]:,.0f}"
        f" {panel.noun}, {figure(curve[-1][1], panel.unit)} at {curve[-1][0]:,.0f}"
        for panel in drawn for name, curve in panel.curves.items())
    return picture(bottom + 16, "How the costs of libdyncolor grow", spoken, parts)


def main() -> int:
    """Draws both pictures."""
    options = argparse.ArgumentParser(allow_abbrev=False)
    options.add_argument("--about", default="")
    options.add_argument("folder", type=Path)
    options.add_argument("rows", type=Path, nargs="+")
    given = options.parse_args()
    rows = with_figures(read(given.rows))
    for name in unknown(rows):
        print(f"no row is called {name}", file=sys.stderr)
    given.folder.mkdir(parents=True, exist_ok=True)
    (given.folder / "speed.svg").write_text(draw_speed(rows, given.about), "utf-8")
    (given.folder / "growth.svg").write_text(draw_growth(rows, given.about), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
