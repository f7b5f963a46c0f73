"""What themes mean, read off the header and evaluated as slowly as it likes: nothing is kept,
nothing is prepared, and no code is shared with the library. The methods are small so that each rule
can be broken alone, which is what mistakes.py does."""
from typing import Any, Callable, NamedTuple

import colors
from axes import BASE, CONTRAST, ELEVATION, GAMUT, GAMUT_SRGB, IDIOM, LESS, LIGHT, MORE, PALETTE
from axes import SCHEME, STANDARD
from binding import CYCLE, FOREIGN_ID, NO_VALUE, OK, PROVIDER, SRGB, STALE_ID
from colors import ALPHA, Color
from expressions import Expressions, Failure

# ---- Definitions --------------------------------------------------------------------------------

class Variant(NamedTuple):
    scheme: int = 0
    contrast: int = 0
    elevation: int = 0
    gamut: int = 0
    idiom: int = 0
    id: int = 0
    color: Color = None


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


class Answer(NamedTuple):
    status: int = OK
    id: int = 0
    color: Color = None


class Outcome(NamedTuple):
    status: int
    rgba: tuple = None


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

class Theme(Expressions):
    """All that is registered. Ids are the library's: it says which one it gave, and this judges."""

    def __init__(self, default_scheme=LIGHT):
        self.default_scheme = default_scheme
        self.default_palette = 0
        self.palettes = []  # names; the first has the number 1
        self.axes = []  # names
        self.axis_values = {}  # names, by the name of the axis; the first has the number 1
        self.given = []  # every id, in the order in which they were first given out
        self.colors = {}  # definitions by id
        self.ids = {}  # by name, also of colors that are declared or unregistered
        self.names = {}  # by id
        self.declared_only = set()

    # -- Registering

    def expected_id(self, name):
        """The id that registering or declaring this name must give; None for a new one."""
        return self.ids.get(name) if name is not None else None

    def is_new(self, id):
        """Whether an id may be given to another color: itself and its row are nobody's."""
        kept = set(self.colors) | set(self.ids.values())
        return id != 0 and id not in self.given and id >> 12 not in {k >> 12 for k in kept}

    def give(self, name, id):
        if id not in self.given:
            self.given.append(id)
        if name is not None:
            self.ids[name] = id
            self.names[id] = name

    def declare(self, name, id):
        if id not in self.given:
            self.declared_only.add(id)
        self.give(name, id)

    def register(self, name, id, definition):
        self.give(name, id)
        self.colors[id] = definition
        self.declared_only.discard(id)

    def unregister(self, id):
        status = self.status_of(id)
        if status == OK:
            del self.colors[id]
        return status

    def rename(self, id, name):
        old = self.names.get(id)
        if old is not None:
            del self.ids[old]
        self.give(name, id)

    def status_of(self, id):
        if id not in self.given:
            return FOREIGN_ID
        return OK if id in self.colors else STALE_ID

    # -- Finding

    def find(self, name):
        id = self.ids.get(name)
        return id if id in self.colors else None

    def list(self):
        return sorted(self.colors, key=lambda id: id >> 12)

    # -- Resolving

    def resolve(self, id, environment, path=()):
        """The color of an id, reached through the colors of `path`, ready to be painted."""
        try:
            return Outcome(OK, self.paint(self.color(id, environment, path)))
        except Failure as failure:
            return Outcome(failure.status)

    def color(self, id, environment, path):
        """The color of an id with all its digits, its space, and what of it is missing."""
        status = self.status_of(id)
        if status != OK:
            raise Failure(status)
        if id in path:
            raise Failure(CYCLE)
        leaf = self.step(id, environment)
        path += (id,)
        if isinstance(leaf, Provider):
            return self.as_painted(self.asked(leaf, environment, path))
        if isinstance(leaf, Css):
            return self.expressed(leaf.expression, environment, path)
        if leaf is None:
            raise Failure(NO_VALUE)
        return leaf if isinstance(leaf, Color) else self.color(leaf, environment, path)

    def asked(self, provider, environment, path):
        """The color that a provider answers with."""
        answer = provider.program(self.context(environment, path))
        if answer.status != OK:
            raise Failure(self.failure(answer.status))
        return self.color(answer.id, environment, path) if answer.id else answer.color

    def as_painted(self, color):
        red, green, blue, alpha = colors.paint(color)
        return Color(SRGB, (red, green, blue), alpha)

    def step(self, id, environment):
        """What a color is in an environment: a color, an id, a provider, or what is said of it in
        CSS; None if it is nothing."""
        definition = self.colors[id]
        if isinstance(definition, (Provider, Css)):
            return definition
        if isinstance(definition, Semantic):
            for palette in self.palettes_to_ask(environment):
                if 1 <= palette <= len(self.palettes):
                    name = self.palettes[palette - 1] + "/" + definition.semantic
                    if self.palette_has(name):
                        return self.ids[name]
        variant = self.best(definition.variants, environment)
        return variant and (variant.id or variant.color)

    def palettes_to_ask(self, environment):
        return environment[PALETTE] or self.default_palette, self.default_palette

    def palette(self, environment):
        """The palette that an environment has, whether there is such a one or not."""
        return environment[PALETTE] or self.default_palette

    def palette_has(self, name):
        return self.find(name) is not None

    def best(self, variants, environment):
        """The variant that fits best, of equals the first; None if none applies."""
        best, best_fit = None, None
        for variant in variants:
            if self.applies(variant, environment):
                fit = self.fit(variant, environment)
                if best is None or fit > best_fit:
                    best, best_fit = variant, fit
        return best

    def applies(self, variant, environment):
        return (variant.scheme in (0, self.scheme(environment))
                and variant.contrast in self.contrasts_taken(environment)
                and variant.elevation in (0, self.elevation(environment))
                and variant.idiom in (0, self.idiom(environment)))

    def contrasts_taken(self, environment):
        return 0, STANDARD, self.contrast(environment)

    def fit(self, variant, environment):
        """How well a variant that applies fits: what counts most comes first."""
        return (variant.idiom != 0, self.gamut_fit(variant, environment), variant.scheme != 0,
                self.contrast_fit(variant, environment), variant.elevation != 0)

    def gamut_fit(self, variant, environment):
        if variant.gamut == 0:
            return 1
        return 2 if variant.gamut == self.gamut(environment) else 0

    def contrast_fit(self, variant, environment):
        return variant.contrast == self.contrast(environment)

    def scheme(self, environment):
        return environment[SCHEME] or self.default_scheme

    def contrast(self, environment):
        """The nearest named step, of two the greater."""
        value = environment[CONTRAST] or STANDARD
        return LESS if value < 51 else STANDARD if value < 151 else MORE

    def elevation(self, environment):
        return environment[ELEVATION] or BASE

    def gamut(self, environment):
        return environment[GAMUT] or GAMUT_SRGB

    def idiom(self, environment):
        return environment[IDIOM]

    def context(self, environment, path):
        return Context(self, environment, path)

    def failure(self, status):
        """The status of a color whose provider returned this one."""
        return status if status < 0 else PROVIDER

    def paint(self, color):
        return colors.paint(color)

    # -- Meaning

    def leaf(self, id, environment, path=()):
        """What a color takes in an environment, as dyncolor_equal sees it: a color, a provider by
        its function and user data, a semantic color by its name and what it falls back to, an
        expression by what it says; or the status with which it takes nothing."""
        status = CYCLE if id in path else self.status_of(id)
        if status != OK:
            return "status", status
        definition = self.colors[id]
        if isinstance(definition, Provider):
            return "provider", definition.function, definition.user_data
        if isinstance(definition, Css):
            return self.said(definition, environment, path + (id,))
        variant = self.best(definition.variants, environment)
        if variant is None:
            leaf = "status", NO_VALUE
        elif variant.id:
            leaf = self.leaf(variant.id, environment, path + (id,))
        else:
            leaf = "color", self.value(variant.color)
        if isinstance(definition, Semantic):
            return "semantic", definition.semantic, leaf
        return leaf

    def value(self, color):
        """The color with None where components are missing: equal values compare equal."""
        c = tuple(None if color.missing >> i & 1 else x for i, x in enumerate(color.c))
        return color.space, c, None if color.missing & ALPHA else color.alpha
