"""Claims in the making."""
from collections import Counter, defaultdict


class Evidence:
    """How much was looked at for each claim, and what did not hold."""

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
