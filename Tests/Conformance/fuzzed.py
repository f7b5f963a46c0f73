#!/usr/bin/env python3
"""Compares a library with Chromium on texts that fuzzing has found, and on texts like them.

    fuzzed.py LIBRARY TEXTS [--count N] [--seed S]

TEXTS is a corpus written by Tests/Fuzz/corpus.py: each of its inputs reached code that no other
reached. Most of the compared texts are random changes of these inputs, or of expressions of
grammar.py.
"""
from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).parent.parent / "Fuzz"))

import chromium
import corpus
from browser import FEATURES, Measured
from chromium import Chromium
from colors import read
from css import plain
from expressions import Grammar, Writer
from grammar import Case, Comparison
from library import Failure, Library

DYNAMIC = -19

# Other programs compare exactly; here it is texts that matter, and their numbers may be anything.
TOLERANCE = 5e-3

# Browsers calculate in floats, of which little is left in between where numbers are large.
LARGE = "numbers far outside of any gamut"
LARGE_NUMBER = re.compile(r"\d{4}|\de\+?\d")
LARGE_SHARE = 4

# Of which some is written as the color, though CSS has 0 for it.
NOT_A_NUMBER = "what is no number, in a color of the browser's"

# What no browser knows, or means otherwise than as a color: functions and spaces of the library's
# own; CSS-wide keywords, which are values of properties; and functions that are put in place.
STRANGE = re.compile(
    r"--(?!accent|tint|night|glow|nothing|season|team|a\b|x\b)|\b(?:inherit|initial|unset|revert)|"
    r"(?:attr|env|inherit|sibling-\w+|random(?:-item)?|cross-fade|device-cmyk|color-layers|"
    r"ident|calc-\w+|first-valid|toggle)\(|[!;{}]|^$|not-a-color", re.I)

# Pieces of text, as CSS takes it apart.
PIECE = re.compile(r"[-\w\\]+\(?|\s+|.", re.S)

PIECES = (
    "none", "calc(", "rgb(", "hsl(", "oklch(", "lab(", "color(", "color-mix(", "from ", "in ",
    "light-dark(", "var(--accent)", "var(--tint)", "alpha(", "contrast-color(", "if(", "else: ",
    "media(", "style(--season: winter)", "currentcolor", "red", "#123", "#1234", ")", "(", ",", "/",
    " ", "%", "deg", "turn", "1e3", "-0", ".5", "+1", "1.", "/**/", "\\", "\\72 ", "\n", "e", "pi",
    "infinity", "NaN", "min(", "max(", "clamp(", "round(up, ", "mod(", "sign(", "abs(", "srgb ",
    "display-p3 ", "xyz ", "hsl ", "shorter hue", "longer hue", "50%", "0", "255", "360")


def changed(text: str, others: Sequence[str], chance: random.Random) -> str:
    """A text with a few changes."""
    pieces = PIECE.findall(text) or [""]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        place = chance.randrange(len(pieces))
        way = chance.randrange(7)
        if way == 0:
            del pieces[place]
            pieces = pieces or [""]
        elif way == 1:
            pieces.insert(place, chance.choice(PIECES))
        elif way == 2:
            pieces[place] = chance.choice(PIECES)
        elif way == 3:
            pieces.insert(place, pieces[chance.randrange(len(pieces))])
        elif way == 4:
            piece = pieces[place]
            at = chance.randrange(len(piece) + 1)
            pieces[place] = piece[:at] + chance.choice("0159.-+e%(),/ \\aAk#") + piece[at + 1:]
        elif way == 5:
            other = PIECE.findall(chance.choice(others)) or [""]
            start = chance.randrange(len(other))
            pieces[place:place + 1] = other[start:start + chance.randint(1, 6)]
        else:
            other = PIECE.findall(chance.choice(others)) or [""]
            pieces = pieces[:place] + other[chance.randrange(len(other)):]
    return "".join(pieces)


class Fuzzed(Comparison):
    """A comparison of numbers that need not mean anything."""

    def leave_out(self, case: Case, is_known: bool = True, rejected: bool = False) -> bool:
        if is_known and not rejected and is_large(case):
            self.left_out[LARGE] += 1
            return True
        return super().leave_out(case, is_known, rejected)


def is_large(case: Case) -> bool:
    """Whether a case has large numbers, or leads to some."""
    return bool(LARGE_NUMBER.search(plain(case.text))) or any(
        abs(share) > LARGE_SHARE for answer in case.answers if answer
        for share in read(answer).srgb())


def texts_of(path: Path) -> list[str]:
    """What a browser can be given: text, without what ends a text in its script or its sheets."""
    texts = []
    for data in corpus.inputs(path):
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        if len(text) <= 400 and "\0" not in text:
            texts.append(text)
    return texts


def is_dynamic(library: Library, text: str) -> bool:
    try:
        library.parse(text)
    except Failure as failure:
        return failure.status == DYNAMIC
    return False


def cases_of(library: Library, found: Sequence[str], count: int, seed: str,
             many_colors: bool) -> list[Case]:
    chance = random.Random(seed)
    grown = []
    for index in range(max(100, count // 20)):
        grammar, writer = Grammar(f"{seed}/{index}"), Writer(f"{seed}/{index}")
        grown.append(writer.text(grammar.expression(many_colors, dynamic=index % 2 == 0,
                                                    spoiled=False).tokens))
    sources = [*found, *grown]
    texts = dict.fromkeys(found)
    while len(texts) < count:
        texts[changed(chance.choice(sources), sources, chance)] = None
    return [Case(text, is_dynamic(library, text)) for text in list(texts)[:count]
            if not STRANGE.search(plain(text))]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("library")
    parser.add_argument("texts", type=Path)
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    if not chromium.program():
        print("# There is no Chromium to compare with.")
        return 0
    library = Library(arguments.library)
    with Chromium() as browser:
        measured = Measured(browser)
        many = all(feature not in measured.lacking for feature in FEATURES[:1])
        comparison = Fuzzed(library, measured, TOLERANCE)
        cases = cases_of(library, texts_of(arguments.texts), arguments.count, arguments.seed, many)
        comparison.ask(cases)
        for case in cases:
            if any("NaN" in (answer or "") for answer in case.answers):
                comparison.left_out[NOT_A_NUMBER] += 1
            else:
                comparison.compare(case)
    for reason, number in comparison.left_out.most_common():
        print(f"# {number} left out: {reason}")
    return comparison.claims.report(f"; --seed {arguments.seed}")


if __name__ == "__main__":
    sys.exit(main())
