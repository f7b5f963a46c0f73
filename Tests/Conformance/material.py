#!/usr/bin/env python3
"""Compares --material() with materialyoucolor: the specification of 2021, in 8 bits.

    material.py LIBRARY [--seed N] [--colors COUNT]

For each of COUNT random seeds: all variants, in a random scheme and contrast, with all roles.
"""
from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator, Sequence

from materialyoucolor.dynamiccolor.color_spec import COLOR_NAMES, get_spec
from materialyoucolor.dynamiccolor.dynamic_scheme import DynamicScheme
from materialyoucolor.dynamiccolor.variant import Variant
from materialyoucolor.hct.hct import Hct

from claims import Claims
from library import EnvironmentValue, Library

sys.dont_write_bytecode = True
LIGHT, DARK = 1, 2
# The contrast of an environment in percent, plus this.
STANDARD = 101
CONTRASTS = (-100, -50, 0, 0, 0, 25, 50, 75, 100)
# How near the middle between two bytes a component may be rounded either way: of a million, one or
# two are so near that the digits of Material Design's constants decide.
TIE = 1e-4
# Colors that are gray, at an edge of sRGB, disliked, or nearly black or white.
EDGES = (
    0x000000, 0xFFFFFF, 0x808080, 0x010101, 0xFEFEFE, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00,
    0x00FFFF, 0xFF00FF, 0x6B6B00, 0x5A5A10, 0x7F7F00, 0x000001, 0xFFFFFE, 0x3584E4, 0x4285F4)


def roles() -> dict[str, str]:
    """The names of roles, and those that Material Design gives them."""
    spec = get_spec("2021")
    return {re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), name): name
            for name in COLOR_NAMES
            if getattr(spec, name)() is not None and not name.endswith("PaletteKeyColor")}


def variants() -> Iterator[tuple[str, Variant]]:
    for variant in Variant:
        yield variant.name.lower().replace("_", "-"), variant


class Comparison:
    """A theme with a color for each role and variant, all of one seed."""

    def __init__(self, path: str) -> None:
        self.library = Library(path)
        self.theme = self.library.new_theme()
        self.spec = get_spec("2021")
        self.library.register(self.theme, "red", "seed")
        self.colors = {
            (variant, role): self.library.register(
                self.theme, f"--material(var(--seed), {role}, {variant})")
            for variant, _ in variants() for role in roles()}

    def failures(
            self, seed: int, name: str, variant: Variant, is_dark: bool, contrast: int
    ) -> Iterator[str]:
        """For each role, what differs, or nothing."""
        environment = EnvironmentValue(
            scheme=DARK if is_dark else LIGHT, contrast=STANDARD + contrast)
        scheme = DynamicScheme(
            source_color_hct=Hct.from_int(0xFF000000 | seed), variant=variant,
            contrast_level=contrast / 100, is_dark=is_dark, spec_version="2021")
        for role, their_name in roles().items():
            wanted = getattr(self.spec, their_name)().get_argb(scheme)
            got = self.library.resolve(self.theme, self.colors[name, role], environment)
            bytes = [share * 255 for share in (got.r, got.g, got.b)]
            is_equal = all(abs(a - b) <= 0.5 + TIE
                           for a, b in zip(bytes, (wanted & 0xFFFFFF).to_bytes(3, "big")))
            yield "" if is_equal and got.a == 1 else (
                f"--material(#{seed:06x}, {role}, {name}), {'dark' if is_dark else 'light'}, "
                f"{contrast} %: {bytes} instead of #{wanted & 0xFFFFFF:06x}")

    def run(self, claims: Claims, seeds: Sequence[int], random: random.Random) -> None:
        for seed in seeds:
            self.library.register(self.theme, f"#{seed:06x}", "seed")
            for name, variant in variants():
                contrast = random.choice(CONTRASTS + (random.randint(-100, 100),))
                is_dark = random.random() < 0.5
                for failure in self.failures(seed, name, variant, is_dark, contrast):
                    claims.check(
                        "{n} colors of --material() are those of Material Design", failure)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--colors", type=int, default=60)
    options = parser.parse_args()
    generator, claims = random.Random(options.seed), Claims()
    seeds = [*EDGES, *(generator.randrange(1 << 24) for _ in range(options.colors))]
    Comparison(options.library).run(claims, seeds, generator)
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
