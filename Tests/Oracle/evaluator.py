"""What themes mean, read off the header and evaluated as slowly as it likes: nothing is kept,
nothing is prepared, and no code is shared with the library. The methods are small so that each rule
can be broken alone, which is what mistakes.py does."""
import struct
from fractions import Fraction
from typing import Callable, NamedTuple

from binding import CYCLE, DISPLAY_P3, DISPLAY_P3_LINEAR, FOREIGN_ID, NO_VALUE, OK, PROVIDER
from binding import SRGB, STALE_ID

# ---- Environments -------------------------------------------------------------------------------

SCHEME, CONTRAST, ELEVATION, GAMUT, VISION, VISION_SEVERITY, STATE, IDIOM = range(8)
PALETTE, LOCALE, SUBTYPE, FORCED_COLORS = range(8, 12)
FOREGROUND, ACCENT = 13, 14
CUSTOM = range(15, 23)

LIGHT, DARK = 1, 2
LESS, STANDARD, MORE = 1, 101, 201
BASE, ELEVATED = 1, 2
GAMUT_SRGB = 1

# The greatest value of each axis: where all smaller ones are listed too, or any number is legal.
GREATEST = {
    SCHEME: 2, CONTRAST: 201, ELEVATION: 2, GAMUT: 3, VISION: 5, VISION_SEVERITY: 101, STATE: 7,
    IDIOM: 7, PALETTE: 0xFFFF, LOCALE: 0xFFFF, SUBTYPE: 0xFF, FORCED_COLORS: 2,
    FOREGROUND: 0xFFFF_FFFF, ACCENT: 0xFFFF_FFFF, **{axis: 0xFF for axis in CUSTOM},
}

_BYTES = struct.Struct("<8B 2H 2B H 2I 8B")
assert _BYTES.size == 32
_RESERVED = 12  # where the axes have a gap, and the struct its reserved bytes


class Environment:
    """The 32 bytes, and what they say on each axis."""

    def __init__(self, data):
        self.bytes = bytes(data)
        self._values = _BYTES.unpack(self.bytes)

    @classmethod
    def of(cls, values):
        """The environment with these values of these axes."""
        return cls(_BYTES.pack(*(values.get(axis, 0) for axis in range(23))))

    def __getitem__(self, axis):
        return self._values[axis] if axis in GREATEST else 0

    def replacing(self, axis, value):
        return Environment.of({**{a: self[a] for a in GREATEST}, axis: value})

    @property
    def is_valid(self):
        return self._values[_RESERVED] == 0 and all(
            self[axis] <= greatest for axis, greatest in GREATEST.items())

    def __repr__(self):
        return "{" + ", ".join(f"{a}: {self[a]}" for a in GREATEST if self[a]) + "}"


# ---- Colors -------------------------------------------------------------------------------------

class Color(NamedTuple):
    space: int
    c: tuple
    alpha: float = 1.0
    missing: int = 0


_FLOAT_MAX = (2 - 2**-23) * 2.0**127


def _to_xyz(*primaries):
    """The matrix of an RGB space with these chromaticities and the white point D65: exact."""
    def column(x, y):
        x, y = Fraction(x), Fraction(y)
        return [x / y, Fraction(1), (1 - x - y) / y]
    columns = [column(*p) for p in primaries]
    white = column("0.3127", "0.3290")
    matrix = [[columns[j][i] for j in range(3)] for i in range(3)]
    scales = _apply(_inverse(matrix), white)
    return [[matrix[i][j] * scales[j] for j in range(3)] for i in range(3)]


def _apply(matrix, vector):
    return [sum(m * v for m, v in zip(line, vector)) for line in matrix]


def _inverse(m):
    def minor(i, j):
        a, b = [r for r in range(3) if r != i], [c for c in range(3) if c != j]
        return m[a[0]][b[0]] * m[a[1]][b[1]] - m[a[0]][b[1]] * m[a[1]][b[0]]
    determinant = sum((-1) ** j * m[0][j] * minor(0, j) for j in range(3))
    return [[(-1) ** (i + j) * minor(j, i) / determinant for j in range(3)] for i in range(3)]


# Primaries: IEC 61966-2-1, and SMPTE EG 432-1 with D65.
_SRGB_TO_XYZ = _to_xyz(("0.64", "0.33"), ("0.30", "0.60"), ("0.15", "0.06"))
_P3_TO_XYZ = _to_xyz(("0.680", "0.320"), ("0.265", "0.690"), ("0.150", "0.060"))
_columns = [_apply(_inverse(_SRGB_TO_XYZ), [line[j] for line in _P3_TO_XYZ]) for j in range(3)]
_P3_TO_SRGB = [[float(_columns[j][i]) for j in range(3)] for i in range(3)]


def decode(x):
    magnitude = abs(x)
    light = magnitude / 12.92 if magnitude <= 0.04045 else ((magnitude + 0.055) / 1.055) ** 2.4
    return light if x >= 0 else -light


def encode(x):
    magnitude = abs(x)
    value = magnitude * 12.92 if magnitude <= 0.0031308 else 1.055 * magnitude ** (1 / 2.4) - 0.055
    return value if x >= 0 else -value


def paint(color):
    """The color as extended sRGB: red, green, blue and alpha."""
    c = [0.0 if color.missing >> i & 1 else x for i, x in enumerate(color.c)]
    alpha = 0.0 if color.missing >> 3 & 1 else color.alpha
    if color.space != SRGB:
        if color.space == DISPLAY_P3:
            c = [decode(x) for x in c]
        if color.space in (DISPLAY_P3, DISPLAY_P3_LINEAR):
            c = _apply(_P3_TO_SRGB, c)
        c = [encode(x) for x in c]
    return (*(min(max(x, -_FLOAT_MAX), _FLOAT_MAX) for x in c), alpha)


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

class Theme:
    """All that is registered. Ids are the library's: it says which one it gave, and this judges."""

    def __init__(self, default_scheme=LIGHT):
        self.default_scheme = default_scheme
        self.default_palette = 0
        self.palettes = []  # names; the first has the number 1
        self.axes = []
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
        """The color of an id, reached through the colors of `path`."""
        status = self.status_of(id)
        if status != OK:
            return Outcome(status)
        if id in path:
            return Outcome(CYCLE)
        leaf = self.step(id, environment)
        path += (id,)
        if isinstance(leaf, Provider):
            answer = leaf.program(self.context(environment, path))
            if answer.status != OK:
                return Outcome(self.failure(answer.status))
            leaf = answer.id or answer.color
        if leaf is None:
            return Outcome(NO_VALUE)
        if isinstance(leaf, Color):
            return Outcome(OK, self.paint(leaf))
        return self.resolve(leaf, environment, path)

    def step(self, id, environment):
        """What a color is in an environment: a color, an id, a provider; None if it is nothing."""
        definition = self.colors[id]
        if isinstance(definition, Provider):
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
        return min((MORE, STANDARD, LESS), key=lambda step: abs(step - value))

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
        return paint(color)

    # -- Meaning

    def leaf(self, id, environment, path=()):
        """What a color takes in an environment, as dyncolor_equal sees it: a color, a provider by
        its function and user data, a semantic color by its name and what it falls back to; or the
        status with which it takes nothing."""
        status = CYCLE if id in path else self.status_of(id)
        if status != OK:
            return "status", status
        definition = self.colors[id]
        if isinstance(definition, Provider):
            return "provider", definition.function, definition.user_data
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
        return color.space, c, None if color.missing >> 3 & 1 else color.alpha
