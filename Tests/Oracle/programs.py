"""Providers: pure functions of their context. Each is called by the library through a callback, and
by the evaluator with its own context."""
from typing import Callable, NamedTuple

from binding import CYCLE, DISPLAY_P3, OK, SRGB
from axes import Environment
from colors import Color
from evaluator import Answer


def mixed(numbers):
    """A color made of numbers, so that no two lists of them are likely to give the same."""
    state = 1
    for number in numbers:
        state = (state * 1_000_003 + number + 1) % 2_147_483_647
    return Color(DISPLAY_P3 if state % 3 == 0 else SRGB,
                 tuple((state // d % 251) / 200 for d in (1, 251, 63001)), (state % 11) / 10,
                 state % 16 if state % 5 < 2 else 0)


class Reads(NamedTuple):
    """Depends on these axes, always."""
    axes: tuple

    def __call__(self, context):
        return Answer(color=mixed(context.axis(axis) for axis in self.axes))


class Branches(NamedTuple):
    """Depends on an axis, and on others only for some of its values."""
    axis: int
    programs: tuple

    def __call__(self, context):
        return self.programs[context.axis(self.axis) % len(self.programs)](context)


class ReadsAll(NamedTuple):
    """Depends on the environment as it is."""

    def __call__(self, context):
        return Answer(color=mixed(context.environment()))


class Derives(NamedTuple):
    """Depends on other colors, and has no value where one of them has none."""
    ids: tuple

    def __call__(self, context):
        outcomes = []
        for id in self.ids:
            outcomes.append(context.resolve(id))
            if outcomes[-1].status != OK:  # A cycle behind it must not be met, and then forgotten.
                break
        return _derived(*outcomes)


class Recovers(NamedTuple):
    """Depends on another color, and has a value where that has none. A cycle it passes on: what it
    made of that would depend on where in the cycle resolving began."""
    id: int
    otherwise: Callable

    def __call__(self, context):
        outcome = context.resolve(self.id)
        if outcome.status in (OK, CYCLE):
            return _derived(outcome)
        return self.otherwise(context)


def _derived(*outcomes):
    for outcome in outcomes:
        if outcome.status != OK:
            return Answer(outcome.status)
    mean = [sum(channel) / len(outcomes) for channel in zip(*(o.rgba for o in outcomes))]
    # Halved, so that errors shrink from provider to provider.
    return Answer(color=Color(SRGB, tuple(x / 2 + 0.25 for x in mean[:3]), mean[3] / 2))


class Refers(NamedTuple):
    """Answers with one of these ids."""
    axis: int
    ids: tuple

    def __call__(self, context):
        return Answer(id=self.ids[context.axis(self.axis) % len(self.ids)])


class Fails(NamedTuple):
    status: int

    def __call__(self, context):
        return Answer(self.status)


class LooksElsewhere(NamedTuple):
    """Resolves a color in an environment of its own, as any caller does."""
    id: int
    environment: Environment

    def __call__(self, context):
        outcome = context.resolve_elsewhere(self.id, self.environment)
        if outcome.status != OK:
            return Answer(outcome.status)
        return Answer(color=Color(SRGB, outcome.rgba[:3], outcome.rgba[3]))
