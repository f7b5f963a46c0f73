"""Prints each test as a claim. The text is its docstring, followed by the case if there are few."""
from __future__ import annotations

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

from dyncolor import words

if TYPE_CHECKING:
    from collections.abc import Iterator

# A test with at most this many cases prints a claim for each case; with more, one claim for all.
FEW = 16

# "address" under AddressSanitizer: added to the claims; fewer random examples.
MODE = os.environ.get("DYNCOLOR_TEST_MODE", "")

hypothesis.settings.register_profile(
    "claims", derandomize=True, database=None, deadline=None,
    max_examples=30 if MODE else 200,
    suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("claims")


class Claims:
    def __init__(self, config: pytest.Config) -> None:
        self.capture: Any = config.pluginmanager.getplugin("capturemanager")
        self.keys: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.left: Counter[str] = Counter()
        self.cases: Counter[str] = Counter()
        self.failures: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        functions = Counter(item.nodeid.partition("[")[0] for item in items)
        for item in items:
            function = item.nodeid.partition("[")[0]
            documented = getattr(item, "function", None)
            text = " ".join((getattr(documented, "__doc__", None) or "").split()).rstrip(".")
            if not text:
                raise pytest.UsageError(f"{item.nodeid} needs a docstring: the text of its claim")
            case = item.nodeid.partition("[")[2].rstrip("]")
            one = functions[function] <= FEW
            key = item.nodeid if one else function
            self.keys[item.nodeid] = key
            self.texts[key] = text[0].lower() + text[1:] + (f": {case}" if one and case else "")
            self.left[key] += 1
            self.cases[key] += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        key = self.keys[report.nodeid]
        if report.outcome != "passed":
            self.failures.setdefault(key, []).append(report.longreprtext or report.outcome)
        if report.when != "teardown":
            return
        self.left[key] -= 1
        if self.left[key] == 0:
            cases = f" ({self.cases[key]} cases)" if self.cases[key] > 1 else ""
            self.tell(self.texts[key] + cases, self.failures.get(key, []))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.tell(f"{report.nodeid} can be collected", [report.longreprtext])

    def pytest_internalerror(self, excrepr: object) -> None:
        self.tell("the tests of the Python package run", [str(excrepr)])

    def tell(self, text: str, failures: list[str]) -> None:
        lines = [line for failure in failures for line in failure.splitlines()]
        with self.capture.global_and_fixture_disabled():
            for line in lines[:80]:
                print(f"# {line}")
            print(f"{'not ok' if failures else 'ok'} - Python: {text}{MODE and f' ({MODE})'}")
            sys.stdout.flush()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Claims(config))


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    """An exception that Python can only print (unraisable) fails the test in which it happens."""
    unraisable: list[object] = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda problem: unraisable.append(
        (problem.exc_type, str(problem.exc_value), problem.err_msg))
    yield
    sys.unraisablehook = before
    assert unraisable == []


@pytest.fixture(scope="session")
def types() -> dict[str, Any]:
    """The types of arguments, by their names."""
    return dict(vars(words))
