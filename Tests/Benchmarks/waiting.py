"""Draws how long calls take, from what waiting.c prints.

    waiting.py [--about TEXT] FILE ROWS

FILE is the picture, in SVG; TEXT stands below.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

from picture import (CURVES, FAINT, LINE, MARGIN, MARKS, SOFT, WIDTH, Axis, bounds, picture, short,
                     spread, text)

HEIGHT = 240
LEFT, RIGHT, TOP = MARGIN + 46, WIDTH - 290, 92


def read(path: Path) -> dict[str, list[tuple[float, float]]]:
    """Of hits the shares of calls, and within how many nanoseconds they were done."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for line in path.read_text("utf-8").splitlines():
        name, share, time = line.split("\t")
        if not name.startswith("a hit"):
            continue
        curves.setdefault(name, []).append((float(share), float(time)))
    return curves


def draw(curves: dict[str, list[tuple[float, float]]], about: str) -> str:
    """Curves over the share of calls, as far as they are from all of them."""
    bottom = TOP + HEIGHT
    every = [time for curve in curves.values() for _, time in curve]
    up = Axis(*bounds(every, 2), bottom, TOP)
    shares = [share for share, _ in next(iter(curves.values()))]
    places = {share: LEFT + 24 + (RIGHT - LEFT - 48) * i / (len(shares) - 1)
              for i, share in enumerate(shares)}
    parts = [
        text(MARGIN, 38, "How long a cache hit takes", 20, weight="700"),
        text(MARGIN, 60, "Percentiles of the time of one resolve of a cached color, in a theme of "
             "100,000 colors. Interruptions by the machine count.", 12, SOFT)]
    for line in up.lines():
        at = up.place(line)
        parts.append(f'<path d="M{LEFT:g} {at:.2f}H{RIGHT:g}" stroke="{LINE}"/>\n')
        parts.append(text(LEFT - 6, at + 3.5, short(line, "ns"), 10, SOFT, "end"))
    for share, at in places.items():
        parts.append(f'<path d="M{at:.2f} {TOP:g}V{bottom:g}" stroke="{LINE}"/>\n')
        parts.append(text(at, bottom + 16, f"{share * 100:g} %", 10, SOFT, "middle"))
    parts.append(f'<path d="M{LEFT:g} {TOP:g}V{bottom:g}H{RIGHT:g}" stroke="{FAINT}" '
                 'fill="none"/>\n')
    ends = [up.place(curve[-1][1]) for curve in curves.values()]
    labels = spread(ends, 16, TOP + 4, bottom - 2)
    for number, (name, curve) in enumerate(curves.items()):
        color = CURVES[number % len(CURVES)]
        corners = " ".join(f"{places[share]:.2f},{up.place(time):.2f}" for share, time in curve)
        parts.append(f'<polyline points="{corners}" fill="none" stroke="{color}" '
                     'stroke-width="1.8" stroke-linejoin="round"/>\n')
        for share, time in curve:
            parts.append(f'<g transform="translate({places[share]:.2f} {up.place(time):.2f})" '
                         f'fill="{color}">{MARKS[number % len(MARKS)]}</g>\n')
        parts.append(f'<path d="M{places[shares[-1]] + 6:.2f} {ends[number]:.2f}L{RIGHT + 8:g} '
                     f'{labels[number]:.2f}" stroke="{color}" stroke-opacity="0.5"/>\n')
        parts.append(text(RIGHT + 12, labels[number] + 3.8, name, 11, color))
    parts.append(text(MARGIN, bottom + 44, about, 10, SOFT))
    spoken = "; ".join(f"{name}: " + ", ".join(
        f"{share * 100:g} % within {short(time, 'ns')}" for share, time in curve)
        for name, curve in curves.items())
    return picture(bottom + 60, "How long others wait for libdyncolor", spoken, parts)


def main() -> int:
    """Draws the picture."""
    options = argparse.ArgumentParser(allow_abbrev=False)
    options.add_argument("--about", default="")
    options.add_argument("file", type=Path)
    options.add_argument("rows", type=Path)
    given = options.parse_args()
    given.file.write_text(draw(read(given.rows), given.about), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
