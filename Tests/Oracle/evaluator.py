"""The reference evaluator: the meaning of themes, written from the header. It is slow and simple,
has no caches, and shares no code with the library. The methods are small, so that mistakes.py can
break each rule alone."""
from typing import Any, Callable, NamedTuple

import colors
from axes import (
    ACCENT, CONTRAST, CUSTOM, FOREGROUND, GAMUT, LIGHT, LOCALE, PALETTE, SCHEME, STANDARD, SUBTYPE)
from binding import CYCLE, DISPLAY_P3_LINEAR, NO_VALUE, OK, PROVIDER, REC2020, SRGB, SRGB_LINEAR
from colors import ALPHA, Color
from expressions import CurrentColor, Doubt, Expressions, Failure, First, Level, Mix, PaletteColor
from expressions import Path, Table, Target
from matching import Matching
from registry import Registry

# ---- Definitions --------------------------------------------------------------------------------

class Variants(NamedTuple):
    variants: tuple


class Semantic(NamedTuple):
    """A color of the palette, and the variants to fall back to."""
    semantic: str
    variants: tuple


class Provider(NamedTuple):
    """A pure function from a context to an answer, and its address and user data."""
    program: Callable
    function: int
    user_data: int


class Css(NamedTuple):
    """What is said in CSS, in whatever spelling."""
    expression: Any


class LevelOf(NamedTuple):
    """A level of a color, or with 0 of the content style."""
    id: int
    level: int


class Fallbacks(NamedTuple):
    ids: tuple


class MixOf(NamedTuple):
    space: int
    ids: tuple
    weights: tuple  # in percent


class Answer(NamedTuple):
    status: int = OK
    id: int = 0
    color: Color = None


class Outcome(NamedTuple):
    """The statuses of which one is told, or none where that is anyone's guess; and the color."""
    statuses: frozenset
    rgba: tuple = None

    @property
    def status(self):
        if len(self.statuses) != 1:
            raise Doubt
        return min(self.statuses)

    @property
    def is_color(self):
        return self.rgba is not None

    def allows(self, status):
        return not self.statuses or status in self.statuses


def outcome(status, rgba=None):
    return Outcome(frozenset((status,)), rgba)


class Context:
    """What a provider sees."""

    def __init__(self, theme, environment, path):
        self.theme, self._environment, self._path = theme, environment, path

    def axis(self, axis):
        if axis == SCHEME:
            return self.theme.scheme(self._environment)
        if axis == CONTRAST:
            return self._environment[CONTRAST] or STANDARD
        return self._environment[axis]

    def environment(self):
        return self._environment.bytes

    def resolve(self, id):
        return self.theme.resolve(id, self._environment, self._path)

    def resolve_elsewhere(self, id, environment):
        return self.theme.resolve(id, environment)


# ---- Themes -------------------------------------------------------------------------------------

# The linear spaces whose gamuts environments name.
GAMUTS = None, SRGB_LINEAR, DISPLAY_P3_LINEAR, REC2020
OPACITIES = 1, 0.5, 0.25, 0.18, 0.18


class Theme(Registry, Matching, Expressions):
    def __init__(self, default_scheme=LIGHT):
        super().__init__()
        self.default_scheme = default_scheme
        self.default_palette = 0
        self.opacities = OPACITIES
        self.palettes = []  # names; the first has the number 1
        self.locales = []
        self.subtypes = []
        self.axes = []  # names
        self.axis_values = {}  # names, by the name of the axis; the first has the number 1
        self.passed_over = set()  # ids of colors that are what they are since another failed

    def knows(self, environment):
        """Whether all numbers of an environment were given out."""
        names = {PALETTE: self.palettes, LOCALE: self.locales, SUBTYPE: self.subtypes}
        return all(environment[axis] <= len(known) for axis, known in names.items()) and all(
            environment[axis] in (0, *self.given) for axis in (FOREGROUND, ACCENT)) and not any(
            environment[axis] for axis in CUSTOM[len(self.axes):])

    def resolve(self, id, environment, path=Path()):
        """The color of an id, ready to be painted."""
        return self.outcome(Target(id), environment, path)

    def resolve_level(self, id, level, environment):
        base = Target(id) if id else CurrentColor()
        return self.outcome(Level(base, level), environment, Path())

    def outcome(self, node, environment, path):
        try:
            color = self.evaluate(node, environment, path)
            return outcome(OK, self.paint(color, environment))
        except Failure as failure:
            return Outcome(failure.statuses)
        except Doubt:
            return Outcome(frozenset())

    def color(self, id, environment, path):
        """The color of an id with all its digits, its space, and what of it is missing."""
        status = self.status_of(id)
        if status != OK:
            raise Failure(status)
        if id in path.ids:
            raise Failure(CYCLE)
        path, definition = path.through(id), self.colors[id]
        if isinstance(definition, Provider):
            color = self.asked(definition, environment, path)
            return self.at_level(self.as_painted(color, environment), path.level)
        return self.evaluate(self.expression(definition), environment, path)

    def expression(self, definition):
        """What a definition says, as it would be said in CSS."""
        match definition:
            case Css(expression):
                return expression
            case Variants(variants):
                return Table(variants)
            case Semantic(semantic, variants):
                return PaletteColor(semantic, Table(variants))
            case LevelOf(id, level):
                return Level(Target(id) if id else CurrentColor(), level)
            case Fallbacks(ids):
                return First(tuple(Target(id) for id in ids))
            case MixOf(space, ids, weights):
                return Mix(space, tuple(zip(map(Target, ids), weights)))

    def asked(self, provider, environment, path):
        """The color that a provider answers with."""
        answer = provider.program(self.context(environment, path.at(0)))
        if answer.status != OK:
            raise Failure(self.failure(answer.status))
        if answer.id:
            return self.color(answer.id, environment, path.at(0))
        return answer.color

    def as_painted(self, color, environment):
        red, green, blue, alpha = self.paint(color, environment)
        return Color(SRGB, (red, green, blue), alpha)

    def paint(self, color, environment):
        return colors.paint(color, GAMUTS[self.gamut_painted(environment)])

    def gamut_painted(self, environment):
        return environment[GAMUT]

    def context(self, environment, path):
        return Context(self, environment, path)

    def failure(self, status):
        """The status of a color whose provider returned this one."""
        return status if status < 0 else PROVIDER

    def graded(self, color, backgrounds, degree, ratio):
        return color if degree == 0 else self.judge.graded(color, backgrounds, degree, ratio)

    def readable(self, color, backgrounds, ratio):
        """The color that is nearest to another and can be read on a background. There is a
        function for it, whose answer is judged."""
        return self.judge.readable(color, backgrounds, ratio)

    def toned(self, color, tone):
        return self.judge.toned(color, tone)

    def schemed(self, seed, text, environment):
        return self.judge.schemed(
            seed, text, self.is_dark(environment), self.contrast(environment))

    # -- Meaning

    def leaf(self, id, environment, path=()):
        """What a color takes in an environment, as dyncolor_id_equal sees it: a color, a provider
        by its function and user data, a semantic color by its name and what it falls back to, an
        expression by what it says; or the status with which it takes nothing."""
        status = CYCLE if id in path else self.status_of(id)
        if status != OK:
            return "status", status
        definition = self.colors[id]
        if isinstance(definition, Provider):
            return "provider", definition.function, definition.user_data
        if isinstance(definition, Css):
            return self.said(definition, environment, path + (id,))
        if isinstance(definition, (LevelOf, Fallbacks, MixOf)):
            return "open", definition
        lower, upper, amount = self.choice(definition.variants, environment)
        leaf = self.leaf_of_variant(lower, environment, path + (id,))
        if upper is not None:
            leaf = "between", leaf, self.leaf_of_variant(upper, environment, path + (id,)), amount
        if isinstance(definition, Semantic):
            return "semantic", definition.semantic, leaf
        return leaf

    def leaf_of_variant(self, variant, environment, path):
        if variant is None:
            return "status", NO_VALUE
        if variant.id:
            return self.leaf(variant.id, environment, path)
        return "color", self.value(variant.color)

    def value(self, color):
        """The color with None where components are missing: equal values compare equal."""
        c = tuple(None if color.missing >> i & 1 else x for i, x in enumerate(color.c))
        return color.space, c, None if color.missing & ALPHA else color.alpha
