#!/usr/bin/env python3
"""Checks the contract of --scale(), as the header has it, on thousands of seeds.

    scale.py LIBRARY [--seed N] [--colors COUNT]
"""
from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Sequence

from claims import Claims
from library import EnvironmentValue, Library

sys.dont_write_bytecode = True
STEPS = range(1, 13)
EDGES = (0x000000, 0xFFFFFF, 0x808080, 0x010101, 0xFEFEFE, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00,
         0x00FFFF, 0xFF00FF, 0x3584E4, 0x000040, 0xFFE629)
STANDARD = 101  # the standard contrast of an environment
Numbers = tuple[float, ...]


def linear(component: float) -> float:
    return component / 12.92 if component <= 0.04045 else ((component + 0.055) / 1.055) ** 2.4


def luminance(color: Sequence[float]) -> float:
    red, green, blue = map(linear, color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(a: Sequence[float], b: Sequence[float]) -> float:
    darker, lighter = sorted((luminance(a), luminance(b)))
    return (lighter + 0.05) / (darker + 0.05)


def in_bytes(color: Sequence[float]) -> Numbers:
    return tuple(round(x * 255) / 255 for x in color)


def oklch(color: Sequence[float]) -> Numbers:
    red, green, blue = map(linear, color)
    cones = [math.cbrt(a * red + b * green + c * blue) for a, b, c in (
        (0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005))]
    lightness, a, b = (sum(x * y for x, y in zip(row, cones)) for row in (
        (0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660)))
    return lightness, math.hypot(a, b), math.degrees(math.atan2(b, a))


def check(claims: Claims, place: str, seed: int, is_dark: bool, more: float,
          colors: Sequence[Numbers]) -> None:
    lightnesses = [oklch(color)[0] * (-1 if is_dark else 1) for color in colors]
    shown = [in_bytes(color) for color in colors]
    target = tuple(x / 255 for x in seed.to_bytes(3, "big"))

    def claim(text: str, holds: bool, what: object) -> None:
        claims.check(text, "" if holds else f"{place}: {what}")

    claim("{n} scales are in sRGB", all(0 <= x <= 1 for color in colors for x in color), colors)
    claim("{n} scales have their seed as step 9", shown[8] == in_bytes(target), colors[8])
    for start, end in ((0, 8), (8, 12)):
        part = lightnesses[start:end]
        claim("{n} parts of scales are in the order of lightness",
              all(a >= b - 1e-6 for a, b in zip(part, part[1:])), part)
    claim("{n} scales have backgrounds and borders that differ",
          all(a > b for a, b in zip(lightnesses[:8], lightnesses[1:8])), lightnesses)
    for step, standard, most in ((11, 4.5, 7), (12, 7, 11)):
        wanted = standard + (most - standard) * max(more, 0)
        least = min(ratio(shown[step - 1], shown[i]) for i in range(5))
        claim("{n} texts of scales are read on all backgrounds", least >= wanted - 1e-9,
              f"{step}: {least} < {wanted}")
    white, black = (1.0,) * 3, (0.0,) * 3
    claim("{n} solid colors of scales have white or black text",
          max(ratio(shown[8], white), ratio(shown[8], black)) >= 4.5, shown[8])
    _, chroma, hue = oklch(target)
    for color in colors:
        _, own, turned = oklch(color)
        far = abs((turned - hue + 180) % 360 - 180)
        # An arc of Oklab: the hue of what has little chroma is known less well.
        claim("{n} colors of scales have the hue of the seed",
              min(own, chroma) * math.radians(far) < 2e-4, f"{far} degrees, chroma {own}")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--colors", type=int, default=2000)
    options = parser.parse_args()
    rng, claims, library = random.Random(options.seed), Claims(), Library(options.library)
    theme = library.new_theme()
    library.register(theme, "red", "seed")
    steps = [library.register(theme, f"--scale(var(--seed), {step})") for step in STEPS]
    for seed in (*EDGES, *(rng.randrange(1 << 24) for _ in range(options.colors))):
        library.register(theme, f"#{seed:06x}", "seed")
        percent = rng.choice((-100, 0, 0, 0, 50, 100, rng.randint(-100, 100)))
        for is_dark in (False, True):
            environment = EnvironmentValue(scheme=2 if is_dark else 1, contrast=STANDARD + percent)
            colors = [(color.r, color.g, color.b) for color in (
                library.resolve(theme, step, environment) for step in steps)]
            check(claims, f"#{seed:06x}, {'dark' if is_dark else 'light'}, {percent} %", seed,
                  is_dark, percent / 100, colors)
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
