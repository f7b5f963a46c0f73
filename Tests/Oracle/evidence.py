"""Counts the checks of each claim, and collects its failures."""
from collections import Counter, defaultdict


class Evidence:
    """The number of checks of each claim, and the failures."""

    def __init__(self):
        self.looked = Counter()
        self.failed = defaultdict(list)
        self.where = ""

    def check(self, claim, holds, detail):
        self.looked[claim] += 1
        if not holds:
            self.fail(claim, f"{self.where}: {detail()}")

    def fail(self, claim, detail):
        self.failed[claim].append(detail)
