"""The sets of authored pairs in pairs/, each split into a half to fit on and a half to judge on."""
import hashlib
from pathlib import Path

import numpy as np

import spaces

ROLES = ("-", "background", "text", "border", "tint", "accent")


def _rgb(colors):
    return np.array([[int(color[at:at + 2], 16) / 255 for at in (1, 3, 5)] for color in colors])


class Half:
    """Some pairs of a set, as arrays: the colors in linear sRGB, and the numbers of the roles."""

    def __init__(self, name, rows):
        self.name, self.rows = name, rows
        self.roles = np.array([ROLES.index(role) for _, _, role, _, _ in rows])
        self.light, self.dark = (spaces.decode(_rgb(column)) for column in list(zip(*rows))[3:])

    def reversed(self):
        """The pairs with light and dark swapped."""
        return Half(self.name, [(*row[:3], row[4], row[3]) for row in self.rows])


class Pairs:
    """A set. Every other group is held out, in the order of the SHA-256 of `SET/GROUP`."""

    def __init__(self, path):
        self.name = path.stem
        self.rows = [tuple(line.split("\t")) for line in path.read_text().splitlines()
                     if not line.startswith("#")]
        groups = sorted({row[0] for row in self.rows}, key=lambda group: hashlib.sha256(
            f"{self.name}/{group}".encode()).hexdigest())
        self.held_groups = groups[1::2]
        self.fit = Half(self.name, [row for row in self.rows if row[0] not in self.held_groups])
        self.held = Half(self.name, [row for row in self.rows if row[0] in self.held_groups])


def load():
    return [Pairs(path) for path in sorted(Path(__file__).with_name("pairs").glob("*.tsv"))]
