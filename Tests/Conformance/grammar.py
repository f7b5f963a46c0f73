#!/usr/bin/env python3
"""Compares a library with Chromium on random expressions.

    grammar.py LIBRARY [--count N] [--seed S]
    grammar.py LIBRARY --expression TEXT         one expression, in each setting

Both must accept the same expressions, with the same color in each of a few settings. Half of the
expressions depend on the environment; a quarter have a syntax error inserted. Features that the
browser lacks, and its known differences, are in browser.py.
"""
from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

sys.dont_write_bytecode = True

import chromium
from browser import FEATURES, Measured
from chromium import Chromium
from claims import Claims
from colors import difference, read
from css import plain
from expressions import Grammar, Writer
from library import Failure, Library, color_of
from surroundings import SETTINGS, Setting, Theme, in_browser

TOLERANCE = 2e-3

TAKEN = "Chromium: it and the library take the same for a color: {n}"
SAME = "Chromium: it and the library paint the same color: {n}"
PARSED = "Chromium: it and the library read the same color: {n}"

# Browsers put a custom property, or a branch of if(), in place as text, and only then look at it.
LATE = "a mistake in what is not taken"

# And of light-dark() they look at both, so that neither may be without a color.
UNTAKEN = "no color in what light-dark() does not take"


@dataclass
class Case:
    """An expression, and what the browser makes of it in each setting."""
    text: str
    is_dynamic: bool
    answers: list[str | None] = field(default_factory=list)

    @property
    def is_parsed(self) -> bool:
        return any(answer is not None for answer in self.answers)

    @property
    def is_color(self) -> bool:
        return any(self.answers)


class Comparison:
    """A library and a browser, and what they disagree on."""

    def __init__(self, library: Library, measured: Measured,
                 tolerance: float = TOLERANCE) -> None:
        self.library, self.measured, self.tolerance = library, measured, tolerance
        self.claims = Claims()
        self.left_out: Counter[str] = Counter()
        self.theme = Theme(library)

    def ask(self, cases: Sequence[Case]) -> None:
        texts = [case.text for case in cases]
        for setting in SETTINGS:
            for case, answer in zip(cases, in_browser(self.measured.browser, texts, setting)):
                case.answers.append(answer)

    def compare(self, case: Case) -> None:
        if not case.is_dynamic:
            self.compare_parsed(case)
        try:
            color = self.theme.register(case.text)
        except Failure as failure:
            self.compare_refusal(TAKEN, case, failure)
            return
        self.check(TAKEN, case, "" if case.is_parsed else self.acceptance(case))
        for setting, answer in zip(SETTINGS, case.answers):
            if answer is not None:
                self.compare_resolved(case, color, setting, answer)
        self.theme.unregister(color)

    def acceptance(self, case: Case) -> str:
        """What speaks against an expression that the library takes."""
        return "" if self.leave_out(case, is_known=False) else "a color, and to Chromium it is none"

    def compare_refusal(self, claim: str, case: Case, failure: Failure) -> None:
        """Looks at an expression that the library does not take."""
        told = next((answer for answer in case.answers if answer), "")
        if told and any(word in plain(case.text) for word in ("if(", "var(")):
            self.left_out[LATE] += 1
        elif not told or not self.leave_out(case, rejected=True):
            self.check(claim, case, told and f"rejected: {failure}; it is {told}")

    def compare_resolved(self, case: Case, color: int, setting: Setting, answer: str) -> None:
        resolved = self.theme.resolve(color, setting)
        if isinstance(resolved, Failure):
            problem = answer and f"does not resolve: {resolved}; it is {answer}"
        elif answer:
            problem = self.theme.difference(resolved, read(answer), setting,
                                            self.tolerance)
            if problem and self.leave_out(case):
                return
        elif "light-dark(" in plain(case.text):
            self.left_out[UNTAKEN] += 1
            return
        else:
            problem = self.acceptance(case)
        self.check(SAME, case, problem and f"{setting}: {problem}")

    def compare_parsed(self, case: Case) -> None:
        try:
            color = color_of(self.library.parse(case.text))
        except Failure as failure:
            self.compare_refusal(PARSED, case, failure)
            return
        answer = case.answers[0]
        if not answer:
            self.check(PARSED, case, self.acceptance(case))
            return
        problem = difference(color, read(answer), self.tolerance)
        if not (problem and self.leave_out(case)):
            self.check(PARSED, case, problem and f"{color}, not {answer}: {problem}")

    def leave_out(self, case: Case, is_known: bool = True, rejected: bool = False) -> bool:
        """Whether there is a reason why the browser need not be right, which is counted."""
        bare = plain(case.text)
        rule = self.measured.rule(bare, rejected)
        reason = rule.name if rule else ""
        if not is_known:
            reason = "" if self.measured.knows(bare) else "not known"
        if reason:
            self.left_out[reason] += 1
        return bool(reason)

    def check(self, claim: str, case: Case, problem: str) -> None:
        self.claims.check(claim, problem and f"{case.text!r}: {problem}")


def cases_of(seed: str, count: int, many_colors: bool) -> list[Case]:
    cases = []
    for index in range(count):
        grammar, writer = Grammar(f"{seed}/{index}"), Writer(f"{seed}/{index}")
        expression = grammar.expression(
            many_colors, dynamic=index % 8 < 4, spoiled=index % 4 == 3)
        cases.append(Case(writer.text(expression.tokens), expression.is_dynamic))
    return cases


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("library")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--expression")
    arguments = parser.parse_args()
    if not chromium.program():
        print("# There is no Chromium to compare with.")
        return 0
    library = Library(arguments.library)
    with Chromium() as browser:
        measured = Measured(browser)
        if arguments.expression is not None:
            cases = [Case(arguments.expression, is_dynamic=True)]
        else:
            many = all(feature not in measured.lacking for feature in FEATURES[:1])
            cases = cases_of(arguments.seed, arguments.count, many)
        comparison = Comparison(library, measured)
        comparison.ask(cases)
        for case in cases:
            comparison.compare(case)
    for reason, count in comparison.left_out.most_common():
        print(f"# {count} left out: {reason}")
    return comparison.claims.report(f"; --seed {arguments.seed}")


if __name__ == "__main__":
    sys.exit(main())
