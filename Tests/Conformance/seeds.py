#!/usr/bin/env python3
"""Compares the seeds of pictures with materialyoucolor.

    seeds.py LIBRARY [--seed N] [--pictures COUNT]

Pictures of at most 128 colors are scored without grouping, so their seeds are those of Score. Of
pictures with more colors, the groups are judged: they have the right sums, and are near the pixels.
"""
from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Sequence
from ctypes import byref, c_double, c_size_t, sizeof

from materialyoucolor.quantize import QuantizeCelebi
from materialyoucolor.score.score import Score, ScoreOptions

from claims import Claims
from library import ColorValue, Library

sys.dont_write_bytecode = True
RGB8 = 6
SAMPLE = 1 << 15
FALLBACK = 0xFF000001  # no color of a picture: it is too gray


def packed(colors: Sequence[int]) -> bytes:
    return b"".join(color.to_bytes(3, "big") for color in colors)


class Finder:
    def __init__(self, path: str) -> None:
        self.library = Library(path)

    def colors(self, name: str, pixels: bytes, wanted: int) -> list[tuple[int, float]]:
        """The colors of a picture of RGB8, as 0xRRGGBB, and their shares."""
        values, shares, found = (ColorValue * 128)(), (c_double * 128)(), c_size_t()
        extra = (shares,) if name == "pixels_dominant" else ()
        self.library.call(name, pixels, 3, len(pixels) // 3, RGB8, values, *extra, wanted,
                          byref(found))
        return [(int.from_bytes(bytes(round(x * 255) for x in value.c), "big"), share)
                for value, share in list(zip(values, shares))[:found.value]]

    def seeds(self, pixels: bytes, wanted: int) -> list[int]:
        return [color for color, _ in self.colors("pixels_seeds", pixels, wanted)]


def random_color(rng: random.Random) -> int:
    """Also grays, and colors that are nearly so."""
    base = [rng.randrange(256) for _ in range(3)]
    strength = rng.choice((0, 0.1, 0.5, 1))
    mean = sum(base) / 3
    red, green, blue = (round(mean + (x - mean) * strength) for x in base)
    return red << 16 | green << 8 | blue


def table(rng: random.Random) -> dict[int, int]:
    """Random colors with random populations, of which a picture can be made."""
    count = rng.choice((1, 2, 3, 5, 10, 40, 128))
    most = SAMPLE // count
    return {random_color(rng): rng.choice((1, rng.randint(1, most), most)) for _ in range(count)}


def compare_scores(finder: Finder, claims: Claims, rng: random.Random, count: int) -> None:
    for _ in range(count):
        populations, wanted = table(rng), rng.choice((1, 2, 4, 4, 8, 128))
        pixels = packed([color for color, n in populations.items() for _ in range(n)])
        expected = [argb & 0xFFFFFF for argb in Score.score(
            {0xFF000000 | color: n for color, n in populations.items()},
            ScoreOptions(desired=wanted, fallback_color_argb=FALLBACK)) if argb != FALLBACK]
        found = finder.seeds(pixels, wanted)
        claims.check("{n} tables of colors have the seeds of Material Design's Score",
                     "" if found == expected else
                     f"{wanted} of {len(populations)}: {[hex(x) for x in found]} instead of "
                     f"{[hex(x) for x in expected]}")
        ranked = sorted(populations, key=lambda color: -populations[color])[:wanted]
        shares = finder.colors("pixels_dominant", pixels, wanted)
        total = sum(populations.values())
        claims.check("{n} pictures of few colors have these, the most frequent first",
                     "" if [color for color, _ in shares] == ranked and all(
                         abs(share - populations[color] / total) < 1e-12
                         for color, share in shares) else f"{shares} instead of {ranked}")


def photograph(rng: random.Random) -> list[int]:
    """Noise around some colors, which fade into one another."""
    centers = [[rng.randrange(256) for _ in range(3)] for _ in range(rng.randint(2, 8))]
    spread = rng.choice((2, 8, 20))
    pixels = []
    for _ in range(rng.choice((4_000, SAMPLE, 3 * SAMPLE + 17))):
        (a, b), share = rng.sample(centers, 2), rng.random() ** 3
        red, green, blue = (
            min(255, max(0, round(x + (y - x) * share + rng.gauss(0, spread))))
            for x, y in zip(a, b))
        pixels.append(red << 16 | green << 8 | blue)
    return pixels


def distance(pixels: Sequence[int], colors: Sequence[int]) -> float:
    """How far pixels are from the nearest of the colors, as a root of the mean square."""
    points = [color.to_bytes(3, "big") for color in colors]
    chosen = pixels[::max(1, len(pixels) // 500)]
    return math.sqrt(sum(
        min(sum((x - y) ** 2 for x, y in zip(pixel.to_bytes(3, "big"), point)) for point in points)
        for pixel in chosen) / len(chosen))


def judge_groups(finder: Finder, claims: Claims, rng: random.Random, count: int) -> None:
    for _ in range(count):
        pixels = photograph(rng)
        data = packed(pixels)
        groups = finder.colors("pixels_dominant", data, 128)
        shares = [share for _, share in groups]
        claims.check("{n} pictures of many colors have groups whose shares descend to a sum of 1",
                     "" if shares == sorted(shares, reverse=True) and abs(sum(shares) - 1) < 1e-9
                     and groups == finder.colors("pixels_dominant", data, 128) else f"{groups}")
        theirs = QuantizeCelebi([[*pixel.to_bytes(3, "big"), 255] for pixel in pixels], 128)
        ours = distance(pixels, [color for color, _ in groups])
        best = distance(pixels, [argb & 0xFFFFFF for argb in theirs])
        # Colors within a bin, which is 16 bytes wide, are not told apart.
        claims.check("{n} pictures are as near to their groups as to those of Material Design",
                     "" if ours <= max(best * 1.25, 16 / 2) else f"{ours} instead of {best}")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=int, default=300)
    options = parser.parse_args()
    finder, claims, rng = Finder(options.library), Claims(), random.Random(options.seed)
    compare_scores(finder, claims, rng, options.pictures)
    judge_groups(finder, claims, rng, options.pictures // 20)
    return claims.report()


if __name__ == "__main__":
    assert sizeof(ColorValue) == 40
    sys.exit(main())
