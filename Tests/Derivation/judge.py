#!/usr/bin/env python3
"""Judges --dark-of() and --light-of() on pairs of light and dark colors that designers published.

    judge.py LIBRARY              the tables, and claims
    judge.py LIBRARY --fit        fits the numbers of the method again, and prints them
    judge.py LIBRARY --page FILE  writes a page with authored beside derived colors

The method is fitted on one half of each set, and judged on the other. README.md explains it.
"""
import argparse
import re
import sys
from ctypes import byref
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parent.parent / "Conformance"))

import numpy as np

import method
import page
import pairs
import rules
import spaces
from library import ColorValue, Library

OKLAB = 16
SOURCE = Path(__file__).resolve().parents[2] / "Sources/DynColor/Derivation/Counterpart.swift"


class Derivation:
    """The functions of the library."""

    def __init__(self, path):
        self._library = Library(path)

    def _oklab(self, text):
        color, lab = ColorValue(), ColorValue()
        data = text.encode()
        self._library.call("color_parse_n", data, len(data), byref(color))
        self._library.call("color_convert", byref(color), OKLAB, byref(lab))
        return list(lab.c)

    def counterparts(self, function, half, column, with_roles=True):
        def text(row):
            role = f", {row[2]}" if with_roles and row[2] != "-" else ""
            return f"--{function}({row[column]}{role})"
        return np.array([self._oklab(text(row)) for row in half.rows])

    def dark(self, half):
        return self.counterparts("dark-of", half, 3)

    def inverted_tones(self, half):
        """HCT with the tone 100 − T."""
        tones = 100 * spaces.lightness(half.light @ spaces.TO_XYZ[1])
        return np.array([self._oklab(f"--tone({row[3]}, {min(max(100 - tone, 0), 100)})")
                         for row, tone in zip(half.rows, tones)])


def judged(made, authored):
    """The mean ΔE-OK, and the share of colors that differ by at most 0.05."""
    differences = np.linalg.norm(made - spaces.oklab(authored), axis=1)
    return differences.mean(), (differences <= 0.05).mean()


def claim(holds, text):
    print(f"{'ok' if holds else 'not ok'} - {text}", flush=True)
    return holds


def table(title, sets, halves, makers):
    """Prints a table of a half of each set, and returns the mean ΔE-OK by set and maker."""
    print(f"\n{title}\n")
    print("| rule |", " | ".join(f"{one.name} ({len(half.rows)})"
                                 for one, half in zip(sets, halves)), "|")
    print("| --- |", " | ".join("---:" for _ in sets), "|")
    means = {}
    for name, make in makers.items():
        found = [judged(make(half), half.dark) for half in halves]
        means[name] = [mean for mean, _ in found]
        print(f"| {name} |", " | ".join(f"{mean:.3f}, {share:.0%}" for mean, share in found), "|")
    return means


def print_gains(sets, means):
    """By how much the method beats the best single rule, and the best refitted table."""
    others = [name for name in means if name != "--dark-of()"]
    print("\n| set | --dark-of() | best single rule | less by | best refitted table | less by |")
    print("| --- | ---: | --- | ---: | ---: | ---: |")
    for at, one in enumerate(sets):
        ours = means["--dark-of()"][at]
        least, name = min((means[name][at], name) for name in others if "refitted" not in name)
        refitted = min(means[name][at] for name in others if "refitted" in name)
        print(f"| {one.name} | {ours:.4f} | {least:.4f}: {name} | {1 - ours / least:.1%} | "
              f"{refitted:.4f} | {1 - ours / refitted:.1%} |")


def source_numbers():
    """The table of Counterpart.swift, in rows of six."""
    body = re.search(r"numbers: \[36 of Double\] = \[(.*?)\]", SOURCE.read_text(), re.S).group(1)
    return np.array([float(x) for x in body.split(",") if x.strip()]).reshape(6, 6)


def fitted(sets):
    halves = [one.fit for one in sets]
    tables, ratios = method.fit(halves)
    return np.concatenate([tables, [method.fit_accents_in_light(halves)], [ratios]])


def print_numbers(numbers):
    names = *method.KINDS, "accent, in light", "chroma ratio"
    for name, row in zip(names, numbers):
        print(f"{name:18}", ", ".join(f"{number:g}" for number in np.round(row, 6)))


def judge(derivation, sets):
    makers = {"--dark-of()": derivation.dark}
    makers |= {name: lambda half, rule=rule: rule(half.light)
               for name, rule in rules.RULES.items()}
    makers["HCT tone 100 − T"] = derivation.inverted_tones
    fit, held = [one.fit for one in sets], [one.held for one in sets]
    for name, rule in (("L table, refitted", rules.by_table),
                       ("L table + lift, refitted", rules.by_table_and_lift)):
        refit = rule(method.fit_table(fit, rule))
        makers[name] = lambda half, refit=refit: refit(half.light)
    table("Fit halves: mean ΔE-OK, share within 0.05", sets, fit, makers)
    means = table("Held-out halves: mean ΔE-OK, share within 0.05", sets, held, makers)
    print_gains(sets, means)

    print("\nHeld-out halves, without roles, and the other way round (light from dark)\n")
    print("| set | --dark-of(), no roles | --light-of() | keep | CIE L* invert |")
    print("| --- | ---: | ---: | ---: | ---: |")
    backward = []
    for half in held:
        turned = half.reversed()
        row = [judged(derivation.counterparts("dark-of", half, 3, False), half.dark)[0],
               judged(derivation.counterparts("light-of", half, 4), half.light)[0],
               *(judged(rules.RULES[name](turned.light), turned.dark)[0]
                 for name in ("keep", "CIE L* invert"))]
        backward.append(row)
        print(f"| {half.name} |", " | ".join(f"{mean:.4f}" for mean in row), "|")
    print()
    return claims(derivation, sets, means, backward)


def claims(derivation, sets, means, backward):
    """The refitted tables are shown, but no claim is made of them."""
    ours = means["--dark-of()"]
    single = [found for name, found in means.items()
              if name != "--dark-of()" and "refitted" not in name]
    holds = [claim(ours[at] < min(found[at] for found in single),
                   f"--dark-of() is nearer to the held-out dark colors of {one.name} than each of "
                   f"{len(single)} single rules")
             for at, one in enumerate(sets)]
    holds.append(claim(all(row[1] < row[2] for row in backward),
                       "--light-of() is nearer to the held-out light colors of every set than the "
                       "dark ones are"))
    numbers = source_numbers()
    holds.append(claim(np.abs(fitted(sets) - numbers).max() < 1e-9,
                       "the numbers of Counterpart.swift are those of the fit"))
    farthest = max(np.abs(method.dark(method.Input(half.light, half.roles), numbers[:4],
                                      numbers[5]) - derivation.dark(half)).max()
                   for one in sets for half in (one.fit, one.held))
    holds.append(claim(farthest < 1e-4, "the library computes what was fitted"))
    return all(holds)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--page", type=Path)
    arguments = parser.parse_args()
    sets = pairs.load()
    if arguments.fit:
        print_numbers(fitted(sets))
    elif arguments.page:
        page.write(arguments.page, sets, Derivation(arguments.library).dark)
    else:
        return 0 if judge(Derivation(arguments.library), sets) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
