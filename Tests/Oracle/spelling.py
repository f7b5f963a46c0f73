"""Writes expressions as text, each time in another of the equivalent CSS notations."""
from axes import LESS, MORE, STANDARD
from binding import DISPLAY_P3, DISPLAY_P3_LINEAR, OKLAB, SRGB, SRGB_LINEAR
from colors import ALPHA
from expressions import STYLE
from expressions import All, Blend, Calculation, Channel, Constant, Contrasting, Counterpart
from expressions import CurrentColor, Material, Scale
from expressions import Else, EnsureContrast, First, If, Level, LightDark, Media, Missing, Mix, Mode
from expressions import Not, Number, PaletteColor, Percentage, Reference, Relative, Seen, Some
from expressions import Standalone, Style, SystemColor, Table, Tone, WithAlpha, within

SPACES = {SRGB: "srgb", SRGB_LINEAR: "srgb-linear", DISPLAY_P3: "display-p3",
          DISPLAY_P3_LINEAR: "display-p3-linear", OKLAB: "oklab"}
LEVELS = "primary", "secondary", "tertiary", "quaternary", "quinary"
NAMED = {(255, 0, 0, 255): "red", (0, 0, 255, 255): "blue", (255, 255, 255, 255): "white",
         (0, 0, 0, 255): "black", (0, 0, 0, 0): "transparent", (0, 0, 128, 255): "navy",
         (102, 51, 153, 255): "rebeccapurple"}
# Words of before, for system colors of today.
OLD_WORDS = {"Canvas": ("Window", "Background"), "CanvasText": ("WindowText", "MenuText"),
             "GrayText": ("InactiveCaptionText",)}
SPACE = ("", "", "", " ", "  ", "\n", "\t", "\r\n", "/**/", "/* , ) */", " /* \\*/")


def spelled(node, rng, theme):
    """The text of an expression, in a theme."""
    speller = Speller(rng, theme)
    return speller.space() + speller.color(node) + speller.space()


class Speller:
    def __init__(self, rng, theme):
        self.rng, self.theme = rng, theme

    # -- Tokens

    def space(self):
        return self.rng.choice(SPACE)

    def gap(self):
        return self.space() + self.rng.choice((" ", " ", "\n", "\f")) + self.space()

    def word(self, text):
        """A keyword, in any case."""
        case = self.rng.choice((str, str, str, str.upper, str.title, str.swapcase))
        return case(text)

    def call(self, name, *arguments):
        inner = (self.space() + "," + self.space()).join(arguments)
        return f"{self.word(name)}({self.space()}{inner}{self.space()})"

    def name(self, text, is_dashed=True):
        """A name, with escapes where they are needed, and where they are not."""
        return "".join(self.letter(x, i == 0 and not is_dashed) for i, x in enumerate(text))

    def letter(self, letter, is_first):
        is_plain = ord(letter) >= 128 or letter in "_-" or letter.isalnum()
        if is_first and (letter.isdigit() or letter == "-"):
            is_plain = False
        if is_plain and self.rng.random() < 0.97:
            return letter
        if letter.isalnum() or self.rng.random() < 0.5:
            return self.rng.choice((f"\\{ord(letter):x} ", f"\\{ord(letter):06X}"))
        return "\\" + letter

    def number(self, value):
        if value != int(value) or abs(value) > 1e6:
            return repr(value)
        return self.rng.choice(("{}", "{}", "{}.0", "{}e0", "{}.00E+0")).format(int(value))

    # -- Colors

    def color(self, node):
        rng = self.rng
        match node:
            case Constant(color, is_legacy):
                return self.legacy(color) if is_legacy else self.modern(color)
            case Reference(name, None):
                return self.call("var", "--" + self.name(name))
            case Reference(name, fallback):
                return self.call("var", "--" + self.name(name), self.color(fallback))
            case CurrentColor():
                return self.word("currentcolor")
            case SystemColor(name):
                return self.word(rng.choice((name, name, *OLD_WORDS.get(name, ()))))
            case LightDark() | If():
                return self.choice(node)
            case Level(color, level):
                return self.call("--level", self.color(color), self.word(LEVELS[level]))
            case PaletteColor(name, fallback):
                others = () if fallback is None else (self.color(fallback),)
                return self.call("--palette", self.name(name, is_dashed=False), *others)
            case First(colors):
                return self.call("--first", *map(self.color, colors))
            case Blend(space, mode, source, backdrop):
                space = "" if space == SRGB and rng.random() < 0.5 else (
                    self.gap() + self.word("in") + self.gap() + self.word(SPACES[space]))
                return self.call("--blend", self.choice(mode) + space, self.color(source),
                                 self.color(backdrop))
            case EnsureContrast(color, backgrounds, ratio, is_graded):
                name = "--grade-contrast" if is_graded else "--ensure-contrast"
                return self.call(name, self.color(color),
                                 *(self.word("on") + self.gap() + self.color(background)
                                   for background in backgrounds), self.choice(ratio))
            case Counterpart(color, is_dark, role):
                return self.call("--dark-of" if is_dark else "--light-of", self.color(color),
                                 *(() if role is None else (self.word(role),)))
            case Tone(color, tone):
                return self.call("--tone", self.color(color), self.number(tone))
            case Material(color, role, variant):
                return self.call("--material", self.color(color), self.word(role),
                                 *(() if variant is None else (self.word(variant),)))
            case Scale(color, step):
                return self.call("--scale", self.color(color), str(step))
            case Standalone(color):
                return self.call("--standalone", self.color(color))
            case Seen(color, vision, severity):
                severity = "" if severity == 100 and rng.random() < 0.5 else (
                    self.gap() + self.number(severity) + "%")
                return self.call("--vision", self.color(color), self.word(vision) + severity)
            case Table(variants):
                return self.table(variants)
            case Mix(space, parts):
                return self.call("color-mix", self.word("in") + self.gap() +
                                 self.word(SPACES[space]), *self.parts(parts))
            case Relative(origin, components):
                return self.relative(origin, components)
            case WithAlpha(origin, alpha):
                return self.call("alpha", self.origin(origin) + self.space() + "/" + self.space() +
                                 self.component(alpha))
            case Contrasting(background):
                return self.call("contrast-color", self.color(background))

    def choice(self, node):
        """A color, a blend mode or a number, or what decides between some."""
        match node:
            case LightDark(light, dark):
                return self.call("light-dark", self.choice(light), self.choice(dark))
            case If(branches):
                return self.rows("if", [(self.condition(condition), self.choice(value))
                                        for condition, value in branches])
            case Mode(name):
                return self.word(name)
            case Number(value):
                return self.number(value)
        return self.color(node)

    def rows(self, name, pairs):
        text = (self.space() + ";" + self.space()).join(
            key + self.space() + ":" + self.space() + value for key, value in pairs)
        return self.call(name, text + self.rng.choice(("", self.space() + ";")))

    def table(self, variants):
        return self.rows("--variants", [
            (self.conditions(variant), self.color(variant.color)) for variant in variants])

    def conditions(self, variant):
        words = [word for axis in ("scheme", "elevation", "gamut", "idiom", "vision", "state")
                 for word, value in STYLE[axis][1].items() if value == getattr(variant, axis)]
        if variant.contrast:
            words.append(self.contrast(variant.contrast))
        theme = self.theme
        for axis, names in (("subtype", theme.subtypes), ("locale", theme.locales),
                            ("palette", theme.palettes)):
            if number := getattr(variant, axis):
                words.append(self.call(axis, self.name(names[number - 1], is_dashed=False)))
        for axis, number in zip(theme.axes, variant.custom):
            if number:
                words.append(self.name(axis, is_dashed=False) + "(" + self.space()
                             + self.value(number, theme.axis_values[axis]) + self.space() + ")")
        self.rng.shuffle(words)
        return self.gap().join(words or [self.word("any")])

    def value(self, number, names):
        """A value of an axis of the host's: its name, or a number that is no name."""
        if number <= len(names) and self.rng.random() < 0.8:
            return self.name(names[number - 1], is_dashed=False)
        return str(number)

    def contrast(self, value):
        words = {LESS: "less", STANDARD: "standard", MORE: "more"}
        if value in words and self.rng.random() < 0.6:
            return self.word(words[value])
        return f"{value - STANDARD}%"

    def legacy(self, color):
        values = [round(x * 255) for x in (*color.c, color.alpha)]
        way = self.rng.randrange(5)
        if way == 0 and tuple(values) in NAMED:
            return self.word(NAMED[tuple(values)])
        if way <= 1:
            numbers = [self.number(x) for x in values[:3]]
            alpha = () if values[3] == 255 else (repr(color.alpha),)
            return self.call(self.rng.choice(("rgb", "rgba")), *numbers, *alpha)
        if way == 2:
            return self.call("rgb", self.components(
                [self.number(x) for x in values[:3]], repr(color.alpha), values[3] == 255))
        if values[3] == 255 and self.rng.random() < 0.7:
            del values[3]
        digits = "".join(f"{x:02x}" for x in values)
        if digits[::2] == digits[1::2] and self.rng.random() < 0.5:
            digits = digits[::2]
        return "#" + self.word(digits)

    def modern(self, color):
        numbers = [self.word("none") if color.missing >> i & 1 else self.number(x)
                   for i, x in enumerate(color.c)]
        alpha = self.word("none") if color.missing & ALPHA else repr(color.alpha)
        is_opaque = color.alpha == 1 and not color.missing & ALPHA
        return self.call("color", self.word(SPACES[color.space]) + self.gap() +
                         self.components(numbers, alpha, is_opaque))

    def components(self, numbers, alpha, may_omit_alpha):
        text = self.gap().join(numbers)
        if may_omit_alpha and self.rng.random() < 0.7:
            return text
        return text + self.gap() + "/" + self.space() + alpha

    def parts(self, parts):
        """The colors of a mixture. Of two percentages that make up 100, either may be left out."""
        colors, percentages = zip(*parts)
        percentages = list(percentages)
        if len(parts) == 2 and None not in percentages and sum(percentages) == 100:
            way = self.rng.randrange(4 if percentages[0] == 50 else 3)
            if way in (0, 3):
                percentages[0] = None
            if way in (1, 3):
                percentages[1] = None
        for color, percentage in zip(colors, percentages):
            text = self.color(color)
            if percentage is not None:
                both = [text, self.number(percentage) + "%"]
                self.rng.shuffle(both)
                text = self.gap().join(both)
            yield text

    def origin(self, node):
        return self.word("from") + self.gap() + self.color(node)

    def relative(self, origin, components):
        *numbers, alpha = [self.component(x) for x in components]
        return self.call(self.rng.choice(("rgb", "rgb", "rgba")), self.origin(origin) + self.gap() +
                         self.components(numbers, alpha, components[3] == Channel(3)))

    def component(self, node):
        match node:
            case Missing():
                return self.word("none")
            case Percentage(value):
                return self.number(value) + "%"
            case Calculation("min" | "max"):
                return self.calculated(node)
            case Calculation():
                return self.call("calc", self.calculated(node))
        return self.calculated(node)

    def calculated(self, node):
        match node:
            case Channel(index):
                return self.word(("r", "g", "b", "alpha")[index])
            case Number(value):
                return self.number(value)
            case Calculation("min" | "max" as name, a, b):
                return self.call(name, self.calculated(a), self.calculated(b))
            case Calculation(operator, a, b):
                return self.operand(a) + self.gap() + operator + self.gap() + self.operand(b)

    def operand(self, node):
        text = self.calculated(node)
        if not isinstance(node, Calculation) or node.operator in ("min", "max"):
            return text
        return self.rng.choice(("", self.word("calc"))) + f"({self.space()}{text}{self.space()})"

    # -- Conditions

    def condition(self, node):
        if isinstance(node, Else):
            return self.word("else")
        return self.joined(node, self.test)

    def joined(self, node, test):
        match node:
            case Not(inner):
                return self.word("not") + self.gap() + self.group(inner, test)
            case All(conditions) | Some(conditions):
                word = self.word("and" if isinstance(node, All) else "or")
                return (self.gap() + word + self.gap()).join(
                    self.group(x, test) for x in conditions)
        return test(node)

    def group(self, node, test):
        """A condition as a part of another."""
        if isinstance(node, (Media, Style)):
            return test(node)
        if test == self.test and self.kind(node) and self.rng.random() < 0.5:
            return self.test(node)
        return f"({self.space()}{self.joined(node, test)}{self.space()})"

    def kind(self, node):
        """The one function that all queries are in, if it is one."""
        kinds = {type(n) for n in within(node)} & {Media, Style}
        return kinds.pop() if len(kinds) == 1 else None

    def test(self, node):
        """A query, or several of a kind, in their function."""
        name = "media" if self.kind(node) is Media else "style"
        if isinstance(node, (Media, Style)) and self.rng.random() < 0.8:
            return self.call(name, self.query(node))
        return self.call(name, self.joined(node, self.bracketed))

    def bracketed(self, node):
        return f"({self.space()}{self.query(node)}{self.space()})"

    def query(self, node):
        if isinstance(node, Media):
            name = self.word(node.feature)
            value = None if node.value is None else self.word(node.value)
        else:
            name, value = "--" + self.name(node.axis), node.value
            if isinstance(value, str):
                value = self.name(value, is_dashed=False)
        if value is None:
            return name
        return f"{name}{self.space()}:{self.space()}{value}{self.space()}"
