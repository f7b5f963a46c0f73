#!/usr/bin/env python3
"""Compares the colors that the library reads from GTK style sheets with those of GTK itself.

    gtk.py LIBRARY PROGRAM [--count N] [--seed S]

PROGRAM is compiled from gtk.c, and needs a display. The colors are random: they use all functions
of GTK, and refer to each other.
"""
from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from claims import Claims
from library import EnvironmentValue, Library
from sheets import Loaded

TOLERANCE = 2e-6


class Author:
    """Writes colors by chance."""
    CONSTANTS = ("#3584e4", "#fff", "#808080", "red", "rgba(10, 200, 30, 0.4)", "rgb(1, 2, 3)",
                 "white", "black", "rgba(255, 120, 0, 0)", "#f6d32d")

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def factor(self, greatest: float) -> str:
        return f"{self.random.uniform(0, greatest):.3g}"

    def color(self, known: int, depth: int) -> str:
        kind = self.random.randrange(8 if depth else 3)
        if kind == 0 and known:
            return f"@color_{self.random.randrange(known)}"
        if kind <= 2:
            return self.random.choice(self.CONSTANTS)
        inner = self.color(known, depth - 1)
        if kind == 3:
            return f"shade({inner}, {self.factor(2)})"
        if kind == 4:
            return f"alpha({inner},{self.factor(1.5)})"
        if kind == 5:
            return f"mix({inner}, {self.color(known, depth - 1)} , {self.factor(1)})"
        return f"{'lighter' if kind == 6 else 'darker'}({inner})"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("library")
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", default="GTK")
    arguments = parser.parse_args()
    author = Author(arguments.seed)
    colors = {f"color_{number}": author.color(number, 3) for number in range(arguments.count)}
    text = "".join(f"@define-color {name} {color};\n" for name, color in colors.items())
    with tempfile.NamedTemporaryFile("w", suffix=".css") as file:
        file.write(text)
        file.flush()
        told = subprocess.run([arguments.program, file.name, *colors], check=True,
                              capture_output=True, text=True).stdout.splitlines()
    claims, loaded = Claims(), Loaded(Library(arguments.library), text)
    for line in told:
        name, *numbers = line.split()
        color = loaded.find(name)
        ours = loaded.resolve(color, EnvironmentValue()) if color else None
        parts = (ours.r, ours.g, ours.b, ours.a) if ours else ()
        theirs = tuple(map(float, numbers))
        # What cannot be seen has no color.
        is_same = len(parts) == len(theirs) == 4 and (
            parts[3] == theirs[3] == 0
            or all(abs(a - b) <= TOLERANCE for a, b in zip(parts, theirs)))
        claims.check("GTK: the library agrees with it on {n} colors of its functions",
                     "" if is_same else f"{name}: {colors[name]}: {parts}, not {theirs}")
    loaded.close()
    return claims.report()


if __name__ == "__main__":
    sys.exit(main())
