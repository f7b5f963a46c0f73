"""Random expressions."""
from binding import DISPLAY_P3, OKLAB, SRGB, SRGB_LINEAR
from blending import SEPARABLE, WHOLE
from colors import Color
from expressions import MEDIA, STYLE, SYSTEM_COLORS
from expressions import All, Blend, Calculation, Channel, Constant, Contrasting, Counterpart
from expressions import CurrentColor, Material, Scale
from expressions import Else, EnsureContrast, First, If, Level, LightDark, Media, Missing, Mix, Mode
from expressions import Not, Number, PaletteColor, Percentage, Reference, Relative, Seen, Some
from expressions import Standalone, Style, SystemColor, Table, Tone, WithAlpha

MODES = [*SEPARABLE, *WHOLE]
RATIOS = [1, 3, 4.5, 4.5, 7, 12.5, 21]

# What no version of CSS or of the library has heard of.
UNKNOWN_QUERIES = [Media("prefers-haste", "more"), Media("prefers-haste"),
                   Media("prefers-contrast", "extreme"), Media("color-gamut", "rec709")]


class Grower:
    """Grows expressions of random colors that mention random names, registered or not, palettes,
    and random axes of the host's with some values."""

    def __init__(self, rng, color, name, palettes, axis, values, semantics=(), conditions=None):
        self.rng, self.random_color, self.random_name = rng, color, name
        self.palettes, self.random_axis, self.values = palettes, axis, values
        self.semantics, self.random_conditions = semantics, conditions

    def pick(self, *choices):
        """One of several things that can be grown, each after its weight."""
        return self.rng.choices(choices[1::2], choices[::2])[0]

    # -- Colors

    def color(self, depth=3):
        if depth == 0:
            return self.leaf()
        return self.pick(4, lambda depth: self.leaf(), 4, self.reference, 4, self.light_dark,
                         5, self.conditional, 4, self.mix, 3, self.relative, 3, self.with_alpha,
                         2, self.contrasting, 4, self.level, 3, self.palette_color,
                         3, self.first, 3, self.blend, 2, self.ensure_contrast, 2, self.seen,
                         2, self.standalone, 2, self.tone,
                         2, self.counterpart, 2, self.material, 2, self.scale,
                         3, self.table)(depth - 1)

    def leaf(self):
        return self.pick(5, self.constant, 3, self.legacy, 5, self.mention, 2, self.system_color,
                         2, CurrentColor)()

    def constant(self):
        return Constant(self.random_color())

    def legacy(self):
        bytes = self.rng.choice(((255, 0, 0, 255), (255,) * 4, (0, 0, 0, 255), (0,) * 4,
                                 *[tuple(self.rng.randrange(256) for _ in range(4))] * 3))
        if self.rng.random() < 0.5:
            bytes = (*bytes[:3], 255)
        red, green, blue, alpha = (x / 255 for x in bytes)
        return Constant(Color(SRGB, (red, green, blue), alpha), is_legacy=True)

    def mention(self):
        return Reference(self.random_name())

    def system_color(self):
        return SystemColor(self.rng.choice(("AccentColor", *["Canvas"] * 4, *SYSTEM_COLORS)))

    def reference(self, depth):
        return Reference(self.random_name(), self.color(depth))

    def light_dark(self, depth):
        return LightDark(self.color(depth), self.color(depth))

    def conditional(self, depth):
        branches = [(self.condition(), self.color(depth)) for _ in range(self.rng.randint(1, 3))]
        if self.rng.random() < 0.75:
            branches.append((Else(), self.color(depth)))
        return If(tuple(branches))

    def level(self, depth):
        return Level(self.color(depth), self.rng.randrange(5))

    def palette_color(self, depth):
        fallback = self.color(depth) if self.rng.random() < 0.6 else None
        return PaletteColor(self.rng.choice(self.semantics), fallback)

    def first(self, depth):
        return First(tuple(self.color(depth) for _ in range(self.rng.choice((1, 2, 2, 3)))))

    def table(self, depth):
        """--variants(), in which each condition has a word of its own."""
        rows = [self.random_conditions()._replace(color=self.color(depth))
                for _ in range(self.rng.randint(1, 4))]
        if self.rng.random() < 0.7:
            rows.append(rows[0]._replace(scheme=0, contrast=0, elevation=0, gamut=0, idiom=0,
                                         subtype=0, locale=0, vision=0, state=0, palette=0,
                                         custom=(0,) * 8, color=self.color(depth)))
        return Table(tuple(rows))

    def blend(self, depth):
        space = self.rng.choice((SRGB, SRGB, SRGB_LINEAR, DISPLAY_P3))
        mode = self.choice(lambda: Mode(self.rng.choice(MODES)))
        return Blend(space, mode, self.color(depth), self.color(depth))

    def ensure_contrast(self, depth):
        ratio = self.choice(lambda: Number(self.rng.choice(RATIOS)))
        backgrounds = (self.color(depth) for _ in range(self.rng.choice((1, 1, 1, 2, 3))))
        return EnsureContrast(
            self.color(depth), tuple(backgrounds), ratio, self.rng.random() < 0.4)

    def seen(self, depth):
        vision = self.rng.choice(("typical", "protan", "deutan", "tritan", "achromat"))
        return Seen(self.color(depth), vision, self.rng.choice((0, 50, 57.5, 100, 100)))

    def standalone(self, depth):
        return Standalone(self.color(depth))

    def tone(self, depth):
        return Tone(self.color(depth), self.rng.choice((0, 10, 40, 62.5, 80, 90, 100)))

    def counterpart(self, depth):
        role = self.rng.choice((None, None, "background", "text", "border", "tint", "accent"))
        return Counterpart(self.color(depth), self.rng.random() < 0.5, role)

    def material(self, depth):
        role = self.rng.choice(("primary", "on-primary", "surface-container", "outline",
                                "on-surface-variant", "error-container", "on-tertiary-fixed"))
        variant = self.rng.choice((None, None, "vibrant", "expressive", "monochrome", "fidelity"))
        return Material(self.color(depth), role, variant)

    def scale(self, depth):
        return Scale(self.color(depth), self.rng.randint(1, 12))

    def choice(self, value, depth=2):
        """What is perhaps chosen by the environment, and is no color."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.6:
            return value()
        if rng.random() < 0.5:
            return LightDark(self.choice(value, depth - 1), self.choice(value, depth - 1))
        branches = [(self.condition(1), self.choice(value, depth - 1))]
        if rng.random() < 0.8:
            branches.append((Else(), self.choice(value, depth - 1)))
        return If(tuple(branches))

    def mix(self, depth):
        rng = self.rng
        space = rng.choice((SRGB, SRGB, SRGB, SRGB_LINEAR, DISPLAY_P3, OKLAB))
        colors = [self.gap() if rng.random() < 0.2 else self.color(depth)
                  for _ in range(rng.choice((1, 2, 2, 2, 2, 3, 4)))]
        if len(colors) == 2 and rng.random() < 0.5:
            first = rng.choice((0, 10, 25, 50, 50, 70, 100))
            percentages = [first, 100 - first]
        else:
            percentages = [rng.choice((None, 0, 10, 20.5, 40, 100)) for _ in colors]
        return Mix(space, tuple(zip(colors, percentages)))

    def gap(self):
        """A color that lacks something, and keeps lacking it."""
        color = Constant(self.random_color()._replace(missing=self.rng.randrange(1, 16)))
        return self.rng.choice((color, WithAlpha(color, Channel(3)), WithAlpha(color, Number(1)),
                                Relative(color, tuple(Channel(i) for i in range(4)))))

    def relative(self, depth):
        return Relative(self.color(depth), (
            *(self.component() for _ in range(3)), self.pick(2, self.alpha, 3, self.same_alpha)()))

    def with_alpha(self, depth):
        return WithAlpha(self.color(depth), self.alpha())

    def contrasting(self, depth):
        return Contrasting(self.color(depth))

    # -- Components

    def component(self):
        rng = self.rng
        kind = rng.randrange(8)
        if kind < 3:
            return Channel(rng.randrange(3))
        if kind == 3:
            return rng.choice((Missing(), Number(rng.randrange(256)),
                               Percentage(rng.choice((0, 20, 50, 110, 37.5)))))
        return self.calculation(2)

    def calculation(self, depth):
        """A calculation in which there is something to be calculated."""
        rng = self.rng
        operator = rng.choice("+-*/") if rng.random() < 0.8 else rng.choice(("min", "max"))
        a = self.calculation(depth - 1) if depth and rng.random() < 0.4 else Channel(
            rng.randrange(4))
        b = Number(rng.choice((2, 0.5, 1.25, 40, -3)))
        if operator not in "*/" and rng.random() < 0.5:
            b = Channel(rng.randrange(4))
        return Calculation(operator, a, b)

    def same_alpha(self):
        return Channel(3)

    def alpha(self):
        """Never one that all but vanishes: how much is left of it would be a matter of luck."""
        rng = self.rng
        return rng.choice((Missing(), Channel(3), Number(rng.choice((0, 0.25, 1, 1.5, -1))),
                           Percentage(rng.choice((0, 40, 100, 130))),
                           Calculation(rng.choice("*/"), Channel(3), Number(rng.choice((2, 0.5)))),
                           Calculation("max", Channel(3), Number(0.5))))

    # -- Conditions

    def condition(self, depth=2):
        rng = self.rng
        if depth and rng.random() < 0.15:
            return Not(self.condition(depth - 1))
        if depth and rng.random() < 0.3:
            return rng.choice((All, Some))(tuple(
                self.condition(depth - 1) for _ in range(rng.choice((2, 2, 3)))))
        return self.pick(5, self.media, 6, self.style, 1, self.unknown)()

    def media(self):
        feature = self.rng.choice(list(MEDIA))
        return Media(feature, self.rng.choice((None, *MEDIA[feature], *MEDIA[feature])))

    def unknown(self):
        return self.rng.choice(UNKNOWN_QUERIES)

    def style(self):
        rng = self.rng
        if rng.random() < 0.5:
            axis = self.random_axis()
            values = (None, *self.values[:3], *self.values, 1, 2, 3, rng.choice((0, 255, 300)))
        elif rng.random() < 0.3:
            axis, values = "palette", (None, *self.palettes, *self.palettes)
        else:
            axis = rng.choice(list(STYLE))
            values = (None, *STYLE[axis][1], *STYLE[axis][1], "nothing")
        return Style(axis, rng.choice(values))
