"""CSS color expressions as syntax trees, and their evaluation: a part of the evaluator."""
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple

import colors
from axes import ACCENT, CONTRAST, CUSTOM, DARK, ELEVATION, FORCED, FORCED_COLORS, FOREGROUND
from axes import GAMUT, IDIOM, LESS, MORE, PALETTE, SCHEME, STANDARD, STATE, VISION
from binding import CYCLE, NO_VALUE, OKLAB, OUT_OF_MEMORY, SRGB, TOO_DEEP, UNKNOWN_NAME
from colors import ALPHA, Color

# ---- Colors -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Constant:
    """A color; in one of the old notations if its components are bytes and it says so."""
    color: Color
    is_legacy: bool = False


@dataclass(frozen=True)
class Reference:
    name: str
    fallback: Any = None


@dataclass(frozen=True)
class CurrentColor:
    pass


@dataclass(frozen=True)
class SystemColor:
    name: str


@dataclass(frozen=True)
class LightDark:
    light: Any
    dark: Any


@dataclass(frozen=True)
class If:
    branches: tuple  # of pairs: a condition and a color


@dataclass(frozen=True)
class Mix:
    space: int
    parts: tuple  # of pairs: a color and a percentage, or None


@dataclass(frozen=True)
class Relative:
    """rgb(from …), with four components."""
    origin: Any
    components: tuple


@dataclass(frozen=True)
class WithAlpha:
    origin: Any
    alpha: Any


@dataclass(frozen=True)
class Contrasting:
    background: Any


@dataclass(frozen=True)
class Level:
    color: Any
    level: int


@dataclass(frozen=True)
class PaletteColor:
    name: str
    fallback: Any = None


@dataclass(frozen=True)
class First:
    colors: tuple


@dataclass(frozen=True)
class Blend:
    """The mode is a Mode, or a LightDark or an If of modes."""
    space: int
    mode: Any
    source: Any
    backdrop: Any


@dataclass(frozen=True)
class Mode:
    name: str


@dataclass(frozen=True)
class Seen:
    """What a vision sees of a color; the severity is a percentage."""
    color: Any
    vision: str
    severity: float


@dataclass(frozen=True)
class Standalone:
    """An accent as libadwaita makes it readable."""
    color: Any


@dataclass(frozen=True)
class Tone:
    """A tone of a palette of Material Design."""
    color: Any
    tone: float


@dataclass(frozen=True)
class Counterpart:
    """A color in the other scheme; the role may be None."""
    color: Any
    is_dark: bool
    role: Any


@dataclass(frozen=True)
class Material:
    """A role in a scheme of Material Design; the variant may be None."""
    color: Any
    role: str
    variant: Any


@dataclass(frozen=True)
class Scale:
    """A step of a scale."""
    color: Any
    step: int


@dataclass(frozen=True)
class EnsureContrast:
    """The ratio is a Number, or a LightDark or an If of numbers. If the environment grades the
    contrast, it is --grade-contrast()."""
    color: Any
    backgrounds: tuple
    ratio: Any
    is_graded: bool = False


@dataclass(frozen=True)
class Table:
    """--variants(), whose variants have expressions for colors."""
    variants: tuple


@dataclass(frozen=True)
class Target:
    """Another color by its id, for which there is no word in CSS."""
    id: int


class Variant(NamedTuple):
    scheme: int = 0
    contrast: int = 0
    elevation: int = 0
    gamut: int = 0
    idiom: int = 0
    subtype: int = 0
    locale: int = 0
    id: int = 0
    color: Any = None  # a color, or an expression
    vision: int = 0
    state: int = 0
    palette: int = 0
    custom: tuple = (0,) * 8

    @property
    def meaning(self):
        if self.id:
            return Target(self.id)
        return Constant(self.color) if isinstance(self.color, Color) else self.color


# ---- Components ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Missing:
    """none"""


@dataclass(frozen=True)
class Channel:
    """A component of the origin as it is: red, green, blue, or with 3 alpha."""
    index: int


@dataclass(frozen=True)
class Number:
    value: float


@dataclass(frozen=True)
class Percentage:
    value: float


@dataclass(frozen=True)
class Calculation:
    operator: str
    a: Any
    b: Any


# ---- Conditions ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Else:
    pass


@dataclass(frozen=True)
class Not:
    condition: Any


@dataclass(frozen=True)
class All:
    conditions: tuple


@dataclass(frozen=True)
class Some:
    conditions: tuple


@dataclass(frozen=True)
class Media:
    feature: str
    value: str = None


@dataclass(frozen=True)
class Style:
    axis: str
    value: Any = None  # a name or a number


def within(node):
    """A node and all within it."""
    yield node
    values = [getattr(node, field.name) for field in fields(node)]
    while values:
        value = values.pop(0)
        if is_dataclass(value):
            yield from within(value)
        elif isinstance(value, tuple) and not isinstance(value, Color):
            values = [*value, *values]


# ---- What environments are asked for ------------------------------------------------------------

# The values of each media feature. Others there are, and other features, but they are not known.
MEDIA = {
    "prefers-color-scheme": ("light", "dark"),
    "prefers-contrast": ("no-preference", "more", "less", "custom"),
    "color-gamut": ("srgb", "p3", "rec2020"),
    "forced-colors": ("none", "active"),
}

# The axes that have names in style queries, and those of their values.
STYLE = {
    "scheme": (SCHEME, {"light": 1, "dark": 2}),
    "contrast": (CONTRAST, {"less": LESS, "standard": STANDARD, "more": MORE}),
    "elevation": (ELEVATION, {"base": 1, "elevated": 2}),
    "gamut": (GAMUT, {"srgb": 1, "display-p3": 2, "rec2020": 3}),
    "vision": (VISION, {"typical": 1, "protan": 2, "deutan": 3, "tritan": 4, "achromat": 5}),
    "state": (STATE, {"normal": 1, "hovered": 2, "focused": 3, "pressed": 4, "selected": 5,
                      "inactive": 6, "disabled": 7}),
    "idiom": (IDIOM, {"phone": 1, "tablet": 2, "desktop": 3, "tv": 4, "watch": 5, "car": 6,
                      "headset": 7}),
    "forced-colors": (FORCED_COLORS, {"none": 1, "active": 2}),
}

# What browsers use on a desktop, in the light and in the dark.
SYSTEM_COLORS = {
    "AccentColor": (0x0075FF, 0x0075FF), "Canvas": (0xFFFFFF, 0x121212),
    "CanvasText": (0x000000, 0xFFFFFF), "Field": (0xFFFFFF, 0x3B3B3B),
    "GrayText": (0x808080, 0x808080), "LinkText": (0x0000EE, 0x9E9EFF),
    "Mark": (0xFFFF00, 0xFFFF00), "SelectedItem": (0x1967D2, 0x99C8FF),
}


# The content style where nothing else says what it is: of each level, in the light and in the dark,
# the color, and how much of it there is in standard and in more contrast.
CONTENT = [((0x000000, 1, 1), (0xFFFFFF, 1, 1)),
           ((0x3C3C43, 0.6, 0.8), (0xEBEBF5, 0.6, 0.7)),
           ((0x3C3C43, 0.3, 0.7), (0xEBEBF5, 0.3, 0.55)),
           ((0x3C3C43, 0.18, 0.55), (0xEBEBF5, 0.16, 0.4)),
           ((0x000000, 0.05, 0.08137255), (0xFFFFFF, 0.05, 0.08137255))]
LEAST_LEVEL = len(CONTENT) - 1


class Failure(Exception):
    """A color has no value, for one reason or several; which of them is told, the header leaves
    open."""

    def __init__(self, *statuses):
        super().__init__(*statuses)
        self.statuses = frozenset(statuses)


class Doubt(Exception):
    """Whether a color has a value depends on which of several failures is told."""


class Path(NamedTuple):
    """How a color is reached: through which others, and at which level."""
    ids: tuple = ()
    level: int = 0

    def through(self, id):
        return self._replace(ids=self.ids + (id,))

    def at(self, level):
        return self._replace(level=level)


def hexadecimal(value, alpha=1.0):
    return Color(SRGB, tuple((value >> shift & 0xFF) / 255 for shift in (16, 8, 0)), alpha)


def numbered(names):
    return {name: i for i, name in enumerate(names, 1)}


class Expressions:
    """A theme, as far as it evaluates what is said in CSS."""

    def evaluate(self, node, environment, path):
        """The color that a node comes to, reached by `path`, at its level."""
        method, is_computed = _METHODS[type(node)]
        if not is_computed:
            return getattr(self, method)(node, environment, path)
        return self.at_level(getattr(self, method)(node, environment, path.at(0)), path.level)

    def evaluate_all(self, nodes, environment, path):
        """The colors that all of several nodes come to, for which all of them are needed."""
        found, failures = [], set()
        for node in nodes:
            try:
                found.append(self.evaluate(node, environment, path))
            except Failure as failure:
                failures |= failure.statuses
        if failures:
            raise Failure(*failures)
        return found

    def constant(self, node, environment, path):
        return node.color

    # -- Levels

    def level(self, node, environment, path):
        return self.evaluate(node.color, environment, path.at(
            self.level_of_level(path.level, node.level)))

    def level_of_level(self, outer, inner):
        return min(outer + inner, LEAST_LEVEL)

    def at_level(self, color, level):
        """A level of a color that does not depend on anything any more."""
        return color._replace(alpha=color.alpha * self.opacities[level])

    def current_color(self, node, environment, path):
        """The content style."""
        id = self.foreground(environment) or self.system_color_of_theme("CanvasText")
        if id:
            return self.color(id, environment, path)
        value, standard, more = CONTENT[path.level][self.is_dark(environment)]
        return hexadecimal(value, self.between_contrasts(standard, more, environment))

    def between_contrasts(self, standard, more, environment):
        share = max(self.contrast(environment) - STANDARD, 0) / (MORE - STANDARD)
        return standard * (1 - share) + more * share

    # -- Names

    def reference(self, node, environment, path):
        id = self.named(node.name, path)
        if id is not None:
            return self.color(id, environment, path)
        if node.fallback is None:
            raise Failure(UNKNOWN_NAME)
        return self.evaluate(node.fallback, environment, path)

    def named(self, name, path):
        return self.find(name)

    def target(self, node, environment, path):
        return self.color(node.id, environment, path)

    def system_color(self, node, environment, path):
        accent = self.accent(environment) if node.name == "AccentColor" else 0
        id = accent or self.system_color_of_theme(node.name)
        if id:
            return self.color(id, environment, path)
        return self.at_level(self.standard(node.name, self.is_dark(environment)), path.level)

    def system_color_of_theme(self, name):
        return self.find(name)

    def standard(self, name, is_dark):
        return hexadecimal(SYSTEM_COLORS[name][is_dark])

    def foreground(self, environment):
        return environment[FOREGROUND]

    def accent(self, environment):
        return environment[ACCENT]

    # -- Palettes

    def palette_color(self, node, environment, path):
        for palette in self.palettes_to_ask(environment):
            if 1 <= palette <= len(self.palettes):
                id = self.in_palette(self.palettes[palette - 1] + "/" + node.name)
                if id is not None:
                    return self.color(id, environment, path)
        if node.fallback is None:
            raise Failure(NO_VALUE)
        return self.evaluate(node.fallback, environment, path)

    def palettes_to_ask(self, environment):
        return environment[PALETTE] or self.default_palette, self.default_palette

    def palette(self, environment):
        """The palette that an environment has, whether there is such a one or not."""
        return environment[PALETTE] or self.default_palette

    def in_palette(self, name):
        return self.find(name)

    # -- Choices

    def light_dark(self, node, environment, path):
        return self.evaluate(self.light_or_dark(node, environment), environment, path)

    def light_or_dark(self, node, environment):
        return node.dark if self.is_dark(environment) else node.light

    def conditional(self, node, environment, path):
        return self.evaluate(self.branch(node, environment), environment, path)

    def branch(self, node, environment):
        taken = self.chosen(node.branches, environment)
        if taken is None:
            raise Failure(NO_VALUE)
        return taken

    def taken(self, node, environment):
        """The blend mode or number that a choice comes to."""
        while isinstance(node, (LightDark, If)):
            decide = self.light_or_dark if isinstance(node, LightDark) else self.branch
            node = decide(node, environment)
        return node

    def is_dark(self, environment):
        return self.scheme(environment) == DARK

    def first(self, node, environment, path):
        """The first color that has a value; a circle is not passed over."""
        for color in node.colors:
            try:
                return self.evaluate(color, environment, path)
            except Failure as failure:
                failed = failure.statuses
            stops = [self.stops(status) for status in failed]
            if all(stops):
                break
            if any(stops):
                raise Doubt
            self.passed_over.update(path.ids)
        raise Failure(*failed)

    def stops(self, status):
        return status in (OUT_OF_MEMORY, CYCLE, TOO_DEEP)

    def table(self, node, environment, path):
        lower, upper, amount = self.choice(node.variants, environment)
        if lower is None:
            raise Failure(NO_VALUE)
        if upper is None:
            return self.evaluate(lower.meaning, environment, path)
        pair = self.evaluate_all((lower.meaning, upper.meaning), environment, path.at(0))
        return self.at_level(self.between(*pair, amount), path.level)

    def between(self, a, b, amount):
        """A color between those that are for two contrasts."""
        if self.value(a) == self.value(b):
            return a
        return self.interpolated(self.converted(a, OKLAB), self.converted(b, OKLAB), amount)

    def chosen(self, branches, environment):
        for condition, color in branches:
            if self.truth(condition, environment):
                return color
        return None

    # -- Conditions: True, False, or None where it is not known

    def truth(self, condition, environment):
        match condition:
            case Else():
                return True
            case Not(inner):
                return self.negated(self.truth(inner, environment))
            case All(conditions):
                truths = [self.truth(c, environment) for c in conditions]
                return False if False in truths else None if None in truths else True
            case Some(conditions):
                truths = [self.truth(c, environment) for c in conditions]
                return True if True in truths else None if None in truths else False
            case Media():
                return self.media(condition, environment)
            case Style():
                return self.style(condition, environment)

    def negated(self, truth):
        return None if truth is None else not truth

    def media(self, query, environment):
        if query.feature not in MEDIA or query.value not in (None, *MEDIA[query.feature]):
            return None
        if query.feature == "prefers-color-scheme":
            return query.value in (None, "dark" if self.is_dark(environment) else "light")
        if query.feature == "color-gamut":
            return query.value is None or self.gamut_includes(query.value, environment)
        if query.feature == "forced-colors":
            return self.is_forced(environment) == (query.value != "none")
        preference = self.contrast_preference(environment)
        return preference != "no-preference" if query.value is None else preference == query.value

    def gamut_includes(self, name, environment):
        return MEDIA["color-gamut"].index(name) + 1 <= self.gamut(environment)

    def is_forced(self, environment):
        return environment[FORCED_COLORS] == FORCED

    def contrast_preference(self, environment):
        contrast = self.nearest_contrast(environment)
        if contrast != STANDARD:
            return "more" if contrast == MORE else "less"
        return "custom" if self.is_forced(environment) else "no-preference"

    def style(self, query, environment):
        """Whether an axis has a value; the host's come first."""
        if query.axis in self.axes:
            value = environment[CUSTOM[self.axes.index(query.axis)]]
            wanted = self.wanted(query.value, numbered(self.axis_values[query.axis]))
        elif query.axis == "palette":
            value = self.palette(environment)
            wanted = numbered(self.palettes).get(query.value)
        elif query.axis == "locale":
            value, wanted = self.locale(environment), numbered(self.locales).get(query.value)
        elif query.axis == "subtype":
            value, wanted = self.subtype(environment), numbered(self.subtypes).get(query.value)
        elif query.axis in STYLE:
            value = self.style_value(STYLE[query.axis][0], environment)
            wanted = STYLE[query.axis][1].get(query.value)
        else:
            return False
        return value != 0 and query.value is None or wanted == value != 0

    def wanted(self, value, names):
        """The number of a host's axis that is asked for."""
        return names.get(value) if isinstance(value, str) else value

    def style_value(self, axis, environment):
        filled = {SCHEME: self.scheme, CONTRAST: self.nearest_contrast, ELEVATION: self.elevation,
                  GAMUT: self.gamut, IDIOM: self.idiom}
        # Typical vision, the normal state, and no forced colors are what nothing says.
        return filled[axis](environment) if axis in filled else environment[axis] or 1

    # -- Colors made of colors

    def mixture(self, node, environment, path):
        weights, factor = self.weights([percentage for _, percentage in node.parts])
        parts = self.evaluate_all([part for part, _ in node.parts], environment, path)
        mixed, total = None, 0
        for part, weight in zip(parts, weights):
            color = self.converted(part, node.space)
            total += weight
            if mixed is None:
                mixed = color
            else:
                mixed = self.interpolated(mixed, color, weight / total if total else 0.5)
        return mixed._replace(alpha=mixed.alpha * factor)

    def weights(self, percentages):
        """What each color weighs, and what alpha is multiplied by."""
        left = max(0, 100 - sum(p for p in percentages if p is not None))
        share = left / max(1, percentages.count(None))
        weights = [share if p is None else p for p in percentages]
        return weights, self.alpha_factor(sum(weights))

    def alpha_factor(self, total):
        return min(total, 100) / 100

    def converted(self, color, space):
        return colors.converted(color, space)

    def interpolated(self, a, b, share):
        return colors.interpolated(a, b, share)

    def relative(self, node, environment, path):
        origin = self.converted(self.evaluate(node.origin, environment, path), SRGB)
        (red, green, blue), alpha = origin.full()
        channels = [colors.certain(x) * 255 for x in (red, green, blue)] + [alpha]
        values = [self.component(component, channels, origin.missing, 1 if i == 3 else 255)
                  for i, component in enumerate(node.components)]
        missing = sum(1 << i for i, value in enumerate(values) if value is None)
        red, green, blue, alpha = (value or 0.0 for value in values)
        return Color(SRGB, self.channels_taken(red, green, blue), min(max(alpha, 0.0), 1.0),
                     missing)

    def channels_taken(self, red, green, blue):
        return red / 255, green / 255, blue / 255

    def with_alpha(self, node, environment, path):
        origin = self.evaluate(node.origin, environment, path)
        c, alpha = origin.full()
        value = self.component(node.alpha, [*c, alpha], origin.missing, 1)
        if value is None:
            return origin._replace(alpha=0.0, missing=origin.missing | ALPHA)
        return origin._replace(alpha=min(max(value, 0.0), 1.0), missing=origin.missing & ~ALPHA)

    def component(self, node, channels, missing, full):
        """A number, or None if it is missing; `full` is what 100 % is."""
        match node:
            case Missing():
                return None
            case Channel(index):
                return None if missing >> index & 1 else channels[index]
            case Percentage(value):
                return value / 100 * full
        return self.calculated(node, channels)

    def calculated(self, node, channels):
        match node:
            case Channel(index):
                return channels[index]
            case Number(value):
                return value
        return _OPERATIONS[node.operator](
            self.calculated(node.a, channels), self.calculated(node.b, channels))

    def contrasting(self, node, environment, path):
        return colors.contrasting(self.evaluate(node.background, environment, path))

    def blend(self, node, environment, path):
        mode, source, backdrop = self.with_choice(
            node.mode, (node.source, node.backdrop), environment, path)
        (c, alpha), (d, beta) = source.full(), backdrop.full()
        c, d = (self.converted(Color(color.space, x), node.space).c
                for color, x in ((source, c), (backdrop, d)))
        seen, alpha = self.blended(mode.name, c, alpha, d, beta)
        return Color(node.space, tuple(seen), alpha)

    def blended(self, mode, source, source_alpha, backdrop, backdrop_alpha):
        return colors.blended(mode, source, source_alpha, backdrop, backdrop_alpha)

    def with_choice(self, choice, nodes, environment, path):
        """What is chosen, and colors. All are needed."""
        failures = set()
        try:
            taken = self.taken(choice, environment)
        except Failure as failure:
            failures |= failure.statuses
        try:
            found = self.evaluate_all(nodes, environment, path)
        except Failure as failure:
            failures |= failure.statuses
        if failures:
            raise Failure(*failures)
        return taken, *found

    def ensured(self, node, environment, path):
        ratio, color, *backgrounds = self.with_choice(
            node.ratio, (node.color, *node.backgrounds), environment, path)
        if node.is_graded:
            degree = (self.contrast(environment) - STANDARD) / (MORE - STANDARD)
            return self.graded(color, tuple(backgrounds), degree, ratio.value)
        return self.readable(color, tuple(backgrounds), ratio.value)

    def standalone(self, node, environment, path):
        return colors.standalone(
            self.evaluate(node.color, environment, path), self.is_dark(environment))

    def counterpart(self, node, environment, path):
        return colors.counterpart(
            self.evaluate(node.color, environment, path), node.is_dark, node.role)

    def tone(self, node, environment, path):
        return self.toned(self.evaluate(node.color, environment, path), node.tone)

    def material(self, node, environment, path):
        seed = self.evaluate(node.color, environment, path)
        arguments = node.role if node.variant is None else f"{node.role}, {node.variant}"
        return self.schemed(seed, f"--material({{}}, {arguments})", environment)

    def scale(self, node, environment, path):
        seed = self.evaluate(node.color, environment, path)
        return self.schemed(seed, f"--scale({{}}, {node.step})", environment)

    def seen(self, node, environment, path):
        return colors.seen(self.evaluate(node.color, environment, path), node.vision, node.severity)

    # -- Meaning

    def said(self, definition, environment, path):
        """What dyncolor_id_equal sees of an expression, as `leaf` has it: what it comes to, if that
        takes no other axes than variants do and no color of another; or else what it says."""
        decided = definition.expression
        while isinstance(decided, LightDark):
            decided = self.light_or_dark(decided, environment)
        says = "expression", decided
        for node in within(decided):
            if isinstance(node, _FOLLOWED):
                return "open", definition
            if isinstance(node, (CurrentColor, Style, Material, Scale)):
                return says
            if isinstance(node, EnsureContrast) and node.is_graded:
                return says
            if node == SystemColor("AccentColor"):
                return says
            if isinstance(node, Media) and node.feature in ("prefers-contrast", "forced-colors"):
                return says
        node = decided
        while True:
            match node:
                case LightDark():
                    node = self.light_or_dark(node, environment)
                case If():
                    node = self.chosen(node.branches, environment)
                    if node is None:
                        return "status", NO_VALUE
                case Reference() if self.find(node.name) is None and node.fallback is not None:
                    node = node.fallback
                case Reference() | SystemColor() if (id := self.find(node.name)) is not None:
                    return self.leaf(id, environment, path)
                case _:
                    break
        if any(isinstance(n, Reference) or isinstance(n, SystemColor) and self.find(n.name)
               for n in within(node)):
            return says
        try:
            return "color", self.value(self.evaluate(node, environment, Path()))
        except Failure as failure:
            return ("status", NO_VALUE) if failure.statuses == {NO_VALUE} else says


def always_refers(node, name):
    """Whether a color of this name that is made of a node needs itself in every environment. Of
    choices, each must need it, because another environment may take another branch."""
    match node:
        case Reference(other, None):
            return other == name
        case SystemColor(other):
            return other == name != "AccentColor"
        case If(branches):
            ends = [isinstance(condition, Else) for condition, _ in branches]
            end = ends.index(True) + 1 if True in ends else len(branches)
            return all(always_refers(color, name) for _, color in branches[:end])
        case LightDark(light, dark):
            return always_refers(light, name) and always_refers(dark, name)
        case First(colors_):
            return all(always_refers(color, name) for color in colors_)
        case Table(variants):
            return all(always_refers(variant.color, name) for variant in variants)
        case Mix(_, parts):
            return any(always_refers(color, name) for color, _ in parts)
        case (Relative(origin, _) | WithAlpha(origin, _) | Contrasting(origin) | Level(origin, _)
              | Seen(origin, _, _) | Standalone(origin) | Tone(origin, _)
              | Counterpart(origin, _, _) | Material(origin, _, _)
              | Scale(origin, _)):
            return always_refers(origin, name)
        case Blend(_, _, first, second):
            return always_refers(first, name) or always_refers(second, name)
        case EnsureContrast(color, backgrounds):
            return any(always_refers(each, name) for each in (color, *backgrounds))
    return False


_OPERATIONS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a / b, "min": lambda a, b: a + b if a != a or b != b else min(a, b),
    "max": lambda a, b: a + b if a != a or b != b else max(a, b),
}

# What leads on to other colors in more ways than are followed here when colors are compared.
_FOLLOWED = Level, PaletteColor, First, Table, Target

# What evaluates each node, and whether it computes: then levels are those of the result.
_METHODS = {
    Constant: ("constant", True), Reference: ("reference", False), Target: ("target", False),
    CurrentColor: ("current_color", False), SystemColor: ("system_color", False),
    PaletteColor: ("palette_color", False), Level: ("level", False), First: ("first", False),
    LightDark: ("light_dark", False), If: ("conditional", False), Table: ("table", False),
    Mix: ("mixture", True), Relative: ("relative", True), WithAlpha: ("with_alpha", True),
    Contrasting: ("contrasting", True), Blend: ("blend", True), EnsureContrast: ("ensured", True),
    Seen: ("seen", True), Standalone: ("standalone", True), Tone: ("tone", True),
    Counterpart: ("counterpart", True), Material: ("material", True),
    Scale: ("scale", True),
}
