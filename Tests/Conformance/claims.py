"""Collects checks and failures of claims, and prints them as the suites do."""
from __future__ import annotations

from collections import Counter

# How many failures of a claim are printed.
TOLD = 5


class Claims:
    """The number of checks of each claim, and the failures."""

    def __init__(self) -> None:
        self.looked: Counter[str] = Counter()
        self.failures: dict[str, list[str]] = {}

    def check(self, claim: str, failure: str) -> None:
        """A piece of evidence; the failure is empty if it speaks for the claim."""
        self.looked[claim] += 1
        if failure:
            self.failures.setdefault(claim, []).append(failure)

    def report(self, details: str = "") -> int:
        """A line for each claim, with the number of cases for `{n}`. Returns what a program
        returns: 0 if all hold, else 1."""
        for claim, count in sorted(self.looked.items()):
            failures = self.failures.get(claim, [])
            # From the first to the last: neighbours fail alike.
            for failure in failures[::max(1, len(failures) // TOLD)][:TOLD]:
                print(f"# {failure[:600]}")
            if failures:
                print(f"# {len(failures):,} of {count:,} failed{details}")
            print(f"{'not ok' if failures else 'ok'} - {claim.format(n=f'{count:,}')}", flush=True)
        return 1 if self.failures else 0
