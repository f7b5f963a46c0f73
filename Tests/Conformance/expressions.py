"""Random expressions of CSS's color grammar, as tokens, as text, and with a mistake in them.

What a number is to be is chosen first, and then how to write it: `clamp(1, sqrt(4), 3)` is 2. So no
expression depends on the last digits of a number, however it nests. Where a legacy color is made
into another, its components are whole bytes, to which browsers round them.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from surroundings import AXES, COLORS

NAMED = ("red", "lime", "blue", "rebeccapurple", "tomato", "darkslateblue", "gold", "hotpink",
         "seagreen", "peru", "lightgoldenrodyellow", "cornflowerblue", "transparent")
GRAYS = ("white", "black", "gray", "silver", "whitesmoke", "dimgrey")
SYSTEM = ("AccentColor", "ActiveText", "ButtonFace", "Canvas", "CanvasText", "Field", "FieldText",
          "GrayText", "LinkText", "Mark", "MarkText", "VisitedText", "WindowText", "Menu")
RGB_SPACES = ("srgb", "srgb", "srgb-linear", "srgb-linear", "display-p3", "display-p3",
              "display-p3-linear", "prophoto-rgb", "prophoto-rgb", "xyz", "xyz-d50", "xyz-d65",
              "a98-rgb", "rec2020")
RECTANGULAR = (*RGB_SPACES, "lab", "oklab")
POLAR = ("hsl", "hwb", "lch", "oklch")
DIRECTIONS = ("shorter", "longer", "increasing", "decreasing")
CHANNELS = {"rgb": "rgb", "hsl": "hsl", "hwb": "hwb", "lab": "lab", "lch": "lch", "oklab": "lab",
            "oklch": "lch"}
# What 100% of a component is.
FULL: dict[str, tuple[Decimal | int, ...]] = {
    "rgb": (255, 255, 255), "hsl": (0, 100, 100), "hwb": (0, 100, 100), "lab": (100, 125, 125),
    "lch": (100, 150, 0), "oklab": (1, Decimal("0.4"), Decimal("0.4")),
    "oklch": (1, Decimal("0.4"), 0)}
MEDIA = {"prefers-color-scheme": ("light", "dark"),
         "prefers-contrast": ("no-preference", "more", "less"),
         "color-gamut": ("srgb", "p3", "rec2020"), "forced-colors": ("none", "active")}


class Token(NamedTuple):
    """A token by its kind, and what it says.

    name, unit: letters in any case; exact: a name whose case matters; function: a name before a
    parenthesis; number; hash; mark: `, / : ;`; sum: `+` or `-`, with space around; product: `*` or
    `/`; open, close; gap: space, of which there must be some; words: text as it stands.
    """
    kind: str
    text: str
    unit: str = ""


GAP, COMMA, CLOSE = Token("gap", " "), Token("mark", ","), Token("close", ")")
Tokens = list[Token]


@dataclass(frozen=True)
class Expression:
    tokens: tuple[Token, ...]
    # Whether it asks for something of the environment.
    is_dynamic: bool
    # Whether a mistake has been put in, which need not make it wrong.
    is_spoiled: bool


def name(text: str) -> Token:
    return Token("name", text)


def function(called: str, *arguments: Tokens, between: Token = COMMA) -> Tokens:
    tokens = [Token("function", called)]
    for index, argument in enumerate(arguments):
        tokens += [between, *argument] if index else argument
    return [*tokens, CLOSE]


def spaced(*parts: Tokens) -> Tokens:
    """Parts with space between them."""
    tokens = list(parts[0])
    for part in parts[1:]:
        tokens += [GAP, *part]
    return tokens


class Grammar:
    """Makes expressions, the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.many_colors = False
        self.is_dynamic = False

    def expression(self, many_colors: bool, dynamic: bool, spoiled: bool) -> Expression:
        """An expression, in which color-mix() may have one color or many, which may ask for
        something of the environment, or which has a mistake in it."""
        self.many_colors, self.is_dynamic = many_colors, False
        depth = self.random.choice((0, 1, 1, 2, 2, 3))
        tokens = self.color(depth, dynamic, exact=False)
        if spoiled:
            tokens = self.spoil(tokens)
        return Expression(tuple(tokens), self.is_dynamic, spoiled)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # ---- Numbers ------------------------------------------------------------------------------

    def decimal(self, low: float, high: float, digits: int = 2) -> Decimal:
        step = Decimal(10) ** digits
        return self.random.randint(round(low * int(step)), round(high * int(step))) / step

    def literal(self, value: Decimal, unit: str) -> Tokens:
        if unit == "deg" and self.chance(0.5):
            other = self.random.choice(("rad", "turn", "grad"))
            per_degree = {"rad": Decimal("0.017453292519943295"), "turn": 1 / Decimal(360),
                          "grad": 10 / Decimal(9)}[other]
            return [Token("number", self.digits(round(value * per_degree, 12)), other)]
        return [Token("number", self.digits(value), unit)]

    def digits(self, value: Decimal) -> str:
        """One of the ways to write a number."""
        text = format(value.normalize(), "f")
        if text == "-0":
            text = "0"
        way = self.random.random()
        if way < 0.1 and not text.startswith("-"):
            return "+" + text
        if way < 0.2:
            return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text
        if way < 0.27:
            exponent = self.random.choice((-3, -1, 0, 1, 2, 4))
            scaled = format((value / Decimal(10) ** exponent).normalize(), "f")
            sign = self.random.choice(("", "+")) if exponent >= 0 else "-"
            return f"{scaled}{self.random.choice('eE')}{sign}{abs(exponent)}"
        if way < 0.32 and "." not in text:
            return f"{text}.{'0' * self.random.randint(1, 3)}"
        return text

    def number(self, value: Decimal | int, unit: str = "") -> Tokens:
        """A number, or what can be calculated to be it."""
        value = Decimal(value)
        if self.chance(0.85):
            return self.literal(value, unit)
        calculation = self.calculation(value, unit, self.random.randint(1, 3))
        if calculation[0].kind == "function" and self.encloses(calculation):
            return calculation
        return function("calc", calculation)

    @staticmethod
    def encloses(tokens: Tokens) -> bool:
        """Whether the first token's parenthesis ends with the last one."""
        depth = 0
        for index, token in enumerate(tokens):
            depth += (token.kind in ("function", "open")) - (token.kind == "close")
            if depth == 0:
                return index == len(tokens) - 1
        return False

    def calculation(self, value: Decimal, unit: str, depth: int) -> Tokens:
        """A sum of CSS's mathematics that is a value."""
        if depth == 0 or abs(value) > 10 ** 6:
            return self.literal(value, unit)
        ways: list[Callable[[Decimal, str, int], Tokens]] = [
            self.sum, self.product, self.group, self.comparison, self.rounding]
        if value >= 0:
            ways += [self.positive]
        if not unit:
            ways += [self.plain]
        return self.random.choice(ways)(value, unit, depth - 1)

    def operand(self, value: Decimal, unit: str, depth: int) -> Tokens:
        """A calculation that may stand beside an operator."""
        tokens = self.calculation(value, unit, depth)
        if len(tokens) == 1 or (tokens[0].kind in ("function", "open") and self.encloses(tokens)):
            return tokens
        if self.chance(0.3):
            return function("calc", tokens)
        return [Token("open", "("), *tokens, CLOSE]

    def sum(self, value: Decimal, unit: str, depth: int) -> Tokens:
        part, sign = self.decimal(-50, 50, 1), self.random.choice("+-")
        first = value - part if sign == "+" else value + part
        return [*self.operand(first, unit, depth), Token("sum", sign),
                *self.operand(part, unit, depth)]

    def product(self, value: Decimal, unit: str, depth: int) -> Tokens:
        factor = Decimal(self.random.choice(("2", "4", "0.5", "-1", "10", "-0.25", "1")))
        if self.chance(0.4):
            return [*self.operand(value * factor, unit, depth), Token("product", "/"),
                    *self.operand(factor, "", depth)]
        factors = [self.operand(value / factor, unit, depth), self.operand(factor, "", depth)]
        self.random.shuffle(factors)
        return [*factors[0], Token("product", "*"), *factors[1]]

    def group(self, value: Decimal, unit: str, depth: int) -> Tokens:
        tokens = self.calculation(value, unit, depth)
        return function("calc", tokens) if self.chance(0.5) else [
            Token("open", "("), *tokens, CLOSE]

    def comparison(self, value: Decimal, unit: str, depth: int) -> Tokens:
        below = self.calculation(value - self.decimal(0, 20, 1), unit, depth)
        itself = self.calculation(value, unit, depth)
        above = self.calculation(value + self.decimal(0, 20, 1), unit, depth)
        way = self.random.randrange(5)
        if way == 0:
            return function("clamp", below, itself, above)
        if way == 1:
            nothing = [[name("none")], [name("none")]]
            return function("clamp", *self.random.choice(
                ((below, itself, nothing[0]), (nothing[0], itself, above),
                 (nothing[0], itself, nothing[1]))))
        candidates = [itself, above] if way == 2 else [itself, below]
        if way == 4 and not unit:
            candidates.append([name("-infinity")])
        self.random.shuffle(candidates)
        return function("min" if way == 2 else "max", *candidates)

    def rounding(self, value: Decimal, unit: str, depth: int) -> Tokens:
        step = Decimal(self.random.choice(("1", "0.5", "5")))
        if value % step:
            return self.sum(value, unit, depth)
        little = step * self.decimal(0.05, 0.4)
        interval = self.calculation(step, unit, depth)
        strategy, near = self.random.choice((
            ("up", value - little), ("down", value + little), ("nearest", value + little),
            ("nearest", value - little),
            ("to-zero", value + little if value >= 0 else value - little)))
        arguments = [self.calculation(near, unit, depth), interval]
        if strategy != "nearest" or self.chance(0.5):
            arguments.insert(0, [name(strategy)])
        elif step == 1 and not unit and self.chance(0.5):
            arguments.pop()
        return function("round", *arguments)

    def positive(self, value: Decimal, unit: str, depth: int) -> Tokens:
        """A value that is not negative."""
        way = self.random.randrange(4)
        if way == 0:
            sign = self.random.choice((1, -1))
            return function("abs", self.calculation(value * sign, unit, depth))
        if way == 1:
            return function("hypot", self.calculation(value * Decimal("0.6"), unit, depth),
                            self.calculation(value * Decimal("-0.8"), unit, depth))
        modulus = value + self.decimal(1, 9)
        # Of 0 it would be the last digit that says whether it is the modulus.
        more = value + modulus * self.random.randint(0, 3 if value else 0)
        return function("mod" if way == 2 else "rem", self.calculation(more, unit, depth),
                        self.calculation(modulus, unit, depth))

    def plain(self, value: Decimal, unit: str, depth: int) -> Tokens:
        """A value without a unit."""
        itself = self.operand(value, "", depth)
        angle = self.operand(self.decimal(1, 80), "deg", depth)
        ways = [
            [*itself, Token("product", "*"), name("pi"), Token("product", "/"), name("PI")],
            [*itself, Token("product", "*"), *function("sign", angle)],
            [*itself, Token("product", "*"), *function("cos", self.literal(Decimal(0), "deg"))],
            function("tan", function("atan", itself)),
            function("pow", itself, self.literal(Decimal(1), "")),
            itself]
        if abs(value) < 20:
            ways.append(function("log", function("exp", self.literal(value, ""))))
        if value >= 0:
            ways.append(function("sqrt", self.calculation(value * value, "", depth)))
        if 0 < value < 1000:
            ways.append(function("exp", function("log", itself)))
            ways.append(function("pow", [name("e")], function("log", itself, [name("e")])))
        if -1 <= value <= 1:
            ways.append(function("sin", function("asin", itself)))
            ways.append(function("cos", function("acos", itself)))
        if 0 <= value <= 1:
            ends = [Token("number", "0")], [Token("number", "1")]
            ways.append(function("progress", itself, *ends))
        return self.random.choice(ways)

    # ---- Components ---------------------------------------------------------------------------

    def component(self, full: Decimal | int, low: float, high: float, digits: int = 2) -> Tokens:
        """A number, or that as a percentage of what is full."""
        value = self.decimal(low, high, digits)
        if full and self.chance(0.4):
            return self.number(round(value * 100 / full, 4), "%")
        return self.number(value)

    def hue(self, exact: bool) -> Tokens:
        value = Decimal(self.random.randint(-6, 12) * 60) if exact else self.decimal(-400, 800, 1)
        return self.number(value, "deg" if self.chance(0.5) else "")

    def opacity(self, exact: bool) -> Tokens:
        value = Decimal(self.random.randint(0, 5)) / 5 if exact else self.decimal(0, 1)
        return self.number(value * 100, "%") if self.chance(0.4) else self.number(value)

    def with_alpha(self, components: Sequence[Tokens], exact: bool) -> Tokens:
        tokens = spaced(*components)
        if self.chance(0.35):
            missing = not exact and self.chance(0.08)
            alpha = [name("none")] if missing else self.opacity(exact)
            tokens += [Token("mark", "/"), *alpha]
        return tokens

    def perhaps_none(self, components: list[Tokens]) -> list[Tokens]:
        if self.chance(0.12):
            components[self.random.randrange(len(components))] = [name("none")]
        return components

    # ---- Colors -------------------------------------------------------------------------------

    def color(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        """A color. Exact are those of which browsers make others; they are also no grays, the hue
        of which is a matter of the last digit."""
        constants: list[Callable[[bool], Tokens]] = [
            self.named, self.hexadecimal, self.rgb, self.rgb_with_commas, self.hsl,
            self.hsl_with_commas, self.hwb, self.lab, self.lab, self.lab, self.predefined,
            self.predefined]
        nested: list[Callable[[int, bool, bool], Tokens]] = [
            self.mix, self.mix, self.relative, self.relative, self.relative_predefined, self.alpha,
            self.contrast]
        if dynamic:
            nested += [self.light_dark, self.light_dark, self.conditional, self.conditional,
                       self.reference]
            if self.chance(0.2):
                return self.environment(depth, exact)
        if depth == 0 or self.chance(0.15):
            return self.random.choice(constants)(exact)
        return self.random.choice(nested)(depth - 1, dynamic, exact)

    def named(self, exact: bool) -> Tokens:
        return [name(self.random.choice(NAMED if exact or self.chance(0.7) else GRAYS))]

    def hexadecimal(self, exact: bool) -> Tokens:
        count = self.random.choice((3, 4, 6, 6, 8))
        digits = "".join(self.random.choice("0123456789abcdefABCDEF") for _ in range(count))
        return [Token("hash", digits)]

    def byte(self, exact: bool) -> Tokens:
        if self.chance(0.3):
            value = Decimal(self.random.randint(0, 5) * 20) if exact else self.decimal(-20, 120, 1)
            return self.number(value, "%")
        value = Decimal(self.random.randint(0, 255)) if exact else self.decimal(-20, 280, 1)
        return self.number(value)

    def rgb(self, exact: bool) -> Tokens:
        components = [self.byte(exact) for _ in range(3)]
        components = components if exact else self.perhaps_none(components)
        return function(self.random.choice(("rgb", "rgb", "rgba")),
                        self.with_alpha(components, exact))

    def rgb_with_commas(self, exact: bool) -> Tokens:
        if self.chance(0.5):
            components = [self.number(Decimal(self.random.randint(0, 255))) for _ in range(3)]
        else:
            components = [self.number(Decimal(self.random.randint(0, 5) * 20), "%")
                          for _ in range(3)]
        if self.chance(0.4):
            components.append(self.opacity(exact))
        return function(self.random.choice(("rgb", "rgba")), *components)

    def tenth(self, exact: bool) -> Decimal:
        """A percentage; of lightness, exact bytes in a pure color."""
        return Decimal(self.random.randint(0, 10) * 10) if exact else self.decimal(0, 100, 1)

    def hsl(self, exact: bool) -> Tokens:
        saturation = Decimal(100) if exact else self.decimal(-20, 100, 1)
        lightness = Decimal(self.random.randint(1, 9) * 10) if exact else self.tenth(exact)
        components = [self.hue(exact), *(
            self.number(value, self.random.choice(("", "%"))) for value in (saturation, lightness))]
        components = components if exact else self.perhaps_none(components)
        return function(self.random.choice(("hsl", "hsl", "hsla")),
                        self.with_alpha(components, exact))

    def hsl_with_commas(self, exact: bool) -> Tokens:
        saturation = Decimal(100) if exact else self.decimal(0, 100, 1)
        lightness = Decimal(self.random.randint(1, 9) * 10) if exact else self.tenth(exact)
        components = [self.hue(exact), self.number(saturation, "%"), self.number(lightness, "%")]
        if self.chance(0.4):
            components.append(self.opacity(exact))
        return function(self.random.choice(("hsl", "hsla")), *components)

    def hwb(self, exact: bool) -> Tokens:
        if exact:
            white = Decimal(self.random.randint(0, 3) * 20)
            black = Decimal(self.random.randint(0, int(80 - white) // 20) * 20)
        else:
            white, black = self.decimal(0, 120, 1), self.decimal(0, 120, 1)
        components = [self.hue(exact), *(
            self.number(value, self.random.choice(("", "%"))) for value in (white, black))]
        components = components if exact else self.perhaps_none(components)
        return function("hwb", self.with_alpha(components, exact))

    def lab(self, exact: bool) -> Tokens:
        """A color of Lab, LCH, Oklab or OKLCH, some way into its middle if it is exact."""
        called = self.random.choice(("lab", "lch", "oklab", "oklch"))
        full = [Decimal(part) for part in FULL[called]]
        digits = 3 if called.startswith("ok") else 1
        lightness, chroma = float(full[0]), float(full[1])
        low, high = (0.3, 0.9) if exact else (-0.1, 1.1)
        components = [self.component(full[0], low * lightness, high * lightness, digits)]
        if called.endswith("lch"):
            low = 0.2 if exact else -0.1
            components += [self.component(full[1], low * chroma, 0.7 * chroma, digits),
                           self.hue(exact=False)]
        else:
            sign = self.random.choice((1, -1))
            least, most = sorted((sign * 0.15 * chroma, sign * 0.7 * chroma))
            components += [self.component(full[1], least, most, digits),
                           self.component(full[2], -0.7 * chroma, 0.7 * chroma, digits)]
        return function(called, self.with_alpha(
            components if exact else self.perhaps_none(components), exact))

    def predefined(self, exact: bool) -> Tokens:
        space = self.random.choice(RGB_SPACES)
        low, high = (0.05, 0.95) if exact else (-0.3, 1.3)
        components = [self.component(1, low, high, 3) for _ in range(3)]
        components = components if exact else self.perhaps_none(components)
        return function("color", spaced([name(space)], self.with_alpha(components, exact)))

    def mix(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        many = self.many_colors and self.chance(0.3)
        count = self.random.choice((1, 3, 3, 4)) if many else 2
        arguments = []
        if self.chance(0.85):
            method = [name("in"), GAP]
            if self.chance(0.4):
                method += [name(self.random.choice(POLAR))]
                if self.chance(0.5):
                    method += [GAP, name(self.random.choice(DIRECTIONS)), GAP, name("hue")]
            else:
                method += [name(self.random.choice(RECTANGULAR))]
            arguments.append(method)
        for _ in range(count):
            color = self.color(depth, dynamic, exact=True)
            if self.chance(0.5):
                share = self.number(self.decimal(0, 100, 1), "%")
                color = spaced(color, share) if self.chance(0.7) else spaced(share, color)
            arguments.append(color)
        return function("color-mix", *arguments)

    def relative(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        called = self.random.choice(tuple(CHANNELS))
        letters = CHANNELS[called]
        origin = self.color(depth, dynamic, exact=True)
        components = [self.channel(letter, letters, full)
                      for letter, full in zip(letters, FULL[called])]
        spelled = called + ("a" if called in ("rgb", "hsl") and self.chance(0.1) else "")
        return function(spelled, spaced([name("from")], origin, self.relative_alpha(components)))

    def relative_predefined(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        space = self.random.choice(RGB_SPACES)
        letters = "xyz" if space.startswith("xyz") else "rgb"
        origin = self.color(depth, dynamic, exact=True)
        components = [self.channel(letter, letters, 1) for letter in letters]
        return function("color", spaced([name("from")], origin, [name(space)],
                                        self.relative_alpha(components)))

    def relative_alpha(self, components: Sequence[Tokens]) -> Tokens:
        tokens = spaced(*components)
        if self.chance(0.4):
            tokens += [Token("mark", "/"), *self.random.choice((
                lambda: [name("alpha")], lambda: self.changed("alpha", 1),
                lambda: self.opacity(exact=True)))()]
        return tokens

    def channel(self, letter: str, letters: str, full: Decimal | int) -> Tokens:
        """A component of a relative color: mostly one of the origin's."""
        way = self.random.random()
        if way < 0.6:
            return [name(letter)]
        if way < 0.85:
            return self.changed(letter, full)
        if way < 0.88 and letter != "h" and "h" not in letters:
            return [name(self.random.choice(letters))]
        if letter == "h":
            return self.hue(exact=False)
        return self.component(full, 0.2 * float(full), 0.6 * float(full), 3 if full == 1 else 1)

    def changed(self, letter: str, full: Decimal | int) -> Tokens:
        """A calculation with a component of the origin."""
        size = float(full) or 360
        itself: Tokens = [name(letter)]
        some = self.number(self.decimal(0.05 * size, 0.4 * size, 3))
        factor = self.number(self.decimal(0.4, 1.5))
        return self.random.choice((
            lambda: function("calc", [*itself, Token("sum", self.random.choice("+-")), *some]),
            lambda: function("calc", [*itself, Token("product", "*"), *factor]),
            lambda: function("calc", [*factor, Token("product", "*"), *itself, Token("sum", "+"),
                                      *some]),
            lambda: function("min", itself, some),
            lambda: function("max", some, itself),
            lambda: function("clamp", [Token("number", "0")], itself, some),
            lambda: function("calc", function("abs", itself)),
            lambda: function("calc", [Token("open", "("), *itself, Token("sum", "+"), *itself,
                                      CLOSE, Token("product", "/"), Token("number", "2")])))()

    def alpha(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        origin = self.color(depth, dynamic, exact=True)
        alpha = self.random.choice((
            lambda: self.opacity(exact=True), lambda: self.changed("alpha", 1),
            lambda: [name("alpha")]))()
        return function("alpha", [*spaced([name("from")], origin), Token("mark", "/"), *alpha])

    def contrast(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        return function("contrast-color", self.color(depth, dynamic, exact=True))

    # ---- What depends on the environment ------------------------------------------------------

    def environment(self, depth: int, exact: bool) -> Tokens:
        self.is_dynamic = True
        way = self.random.randrange(4)
        if way == 0:
            return [name(self.random.choice(("currentcolor", "currentColor")))]
        if way == 1 and not exact:
            return [name(self.random.choice(SYSTEM))]
        return self.reference(depth, True, exact)

    def light_dark(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        self.is_dynamic = True
        return function("light-dark", self.color(depth, dynamic, exact),
                        self.color(depth, dynamic, exact))

    def reference(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        self.is_dynamic = True
        if self.chance(0.6):
            known = [Token("exact", "--" + self.random.choice(tuple(COLORS)))]
            if self.chance(0.7):
                return function("var", known)
            return function("var", known, self.color(depth, dynamic, exact))
        unknown = [Token("exact", self.random.choice(("--nothing", "--Accent", "--a.b")))]
        return function("var", unknown, self.color(depth, dynamic, exact))

    def conditional(self, depth: int, dynamic: bool, exact: bool) -> Tokens:
        self.is_dynamic = True
        branches: list[Tokens] = []
        for _ in range(self.random.randint(1, 3)):
            branches.append([*self.condition(2), Token("mark", ":"), GAP,
                             *self.color(depth, dynamic, exact)])
        branches.append([name("else"), Token("mark", ":"), GAP,
                         *self.color(depth, dynamic, exact)])
        tokens = function("if", *branches, between=Token("mark", ";"))
        if self.chance(0.15):
            tokens.insert(-1, Token("mark", ";"))
        return tokens

    def condition(self, depth: int) -> Tokens:
        way = self.random.random()
        if depth == 0 or way < 0.6:
            return self.query()
        if way < 0.7:
            return [name("not"), GAP, *self.in_parentheses(depth - 1)]
        word = self.random.choice(("and", "or"))
        tokens = self.in_parentheses(depth - 1)
        for _ in range(self.random.randint(1, 2)):
            tokens += [GAP, name(word), GAP, *self.in_parentheses(depth - 1)]
        return tokens

    def in_parentheses(self, depth: int) -> Tokens:
        if self.chance(0.7):
            return self.query()
        return [Token("open", "("), *self.condition(depth), CLOSE]

    def query(self) -> Tokens:
        if self.chance(0.5):
            feature = self.random.choice(tuple(MEDIA))
            tokens = [name(feature)]
            if self.chance(0.85):
                tokens += [Token("mark", ":"), name(self.random.choice(MEDIA[feature]))]
            return function("media", tokens)
        axis = self.random.choice((*AXES, "weather"))
        tokens = [Token("exact", "--" + axis)]
        if self.chance(0.85):
            values = (*AXES.get(axis, ("rain",)), "other")
            # Browsers compare the values of custom properties as they are written.
            tokens += [Token("mark", ":"), Token("words", self.random.choice(values))]
        return function("style", tokens)

    # ---- Mistakes -----------------------------------------------------------------------------

    def spoil(self, tokens: Tokens) -> Tokens:
        """The tokens with one that is missing, doubled, out of place, or another."""
        tokens = list(tokens)
        index = self.random.randrange(len(tokens))
        token = tokens[index]
        way = self.random.randrange(7)
        if way == 0:
            del tokens[index]
        elif way == 1:
            tokens.insert(index, token)
        elif way == 2 and len(tokens) > 1:
            other = self.random.randrange(len(tokens) - 1)
            tokens[other], tokens[other + 1] = tokens[other + 1], tokens[other]
        elif way == 3:
            tokens[index] = self.stranger()
        elif way == 4:
            tokens.insert(index, self.stranger())
        elif way == 5:
            tokens = tokens[:max(1, index)]
        elif token.kind in ("name", "function") and len(token.text) > 1:
            tokens[index] = token._replace(text=self.misspelled(token.text))
        elif token.kind == "number":
            units = ("%", "deg", "px", "", "x")
            tokens[index] = token._replace(unit=self.random.choice(units))
        else:
            tokens.append(self.stranger())
        return tokens or [self.stranger()]

    def misspelled(self, text: str) -> str:
        looks_alike = {"k": "\u212a", "s": "\u017f", "i": "\u0131", "a": "\u0430", "o": "0"}
        index = self.random.randrange(len(text))
        if text[index] in looks_alike:
            return text[:index] + looks_alike[text[index]] + text[index + 1:]
        return text[:index] + text[index + 1:]

    def stranger(self) -> Token:
        return self.random.choice((
            COMMA, CLOSE, GAP, Token("open", "("), Token("mark", "/"), Token("number", "7"),
            Token("number", "7", "%"), Token("number", "7", "deg"), Token("number", "7", "px"),
            name("none"), name("red"), name("alpha"), name("from"), name("h"), name("hue"),
            name("foo"), Token("function", "calc"), Token("function", "rgb"), Token("sum", "+"),
            Token("product", "*"), Token("words", "!important"), Token("words", "\"red\""),
            Token("words", "[1]"), Token("words", "{}"), Token("words", "\\ "),
            Token("hash", "12345"), Token("mark", ";")))


# ---- Text -------------------------------------------------------------------------------------

SPACES = (" ", " ", " ", "  ", "\n", "\t", "\r\n", "\f", " /* , */ ")
NOTHING = ("", "", "", "", "", " ", "/**/", "\n", "/* ) */")


class Writer:
    """Writes tokens as text, in plain or in odd ways."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def text(self, tokens: Sequence[Token]) -> str:
        self.odd = self.random.choice((0.0, 0.0, 0.05, 0.3))
        parts = [self.nothing()]
        before = Token("gap", "")
        for index, token in enumerate(tokens):
            after = tokens[index + 1] if index + 1 < len(tokens) else before
            parts.append(self.written(token, before, after))
            before = token
        return "".join([*parts, self.nothing()])

    def is_odd(self) -> bool:
        return self.random.random() < self.odd

    def nothing(self) -> str:
        return self.random.choice(NOTHING) if self.is_odd() else ""

    def space(self) -> str:
        return self.random.choice(SPACES) if self.is_odd() else " "

    def written(self, token: Token, before: Token, after: Token) -> str:
        kind, text = token.kind, token.text
        if kind == "gap":
            ends = before.kind == "close" or before.unit == "%"
            if ends and after.kind not in ("open", "mark") and self.is_odd():
                return self.random.choice(("/**/", "/* */", ""))
            return self.space()
        if kind == "sum":
            return self.space() + text + self.space()
        if kind == "product":
            return text if self.is_odd() else self.space() + text + self.space()
        if kind == "mark":
            space = " " if text in ",/" and not self.is_odd() else self.nothing()
            return ("" if text != "/" else space) + self.nothing() + text + space
        if kind in ("open", "function"):
            return (self.spelled(text, after) if text != "(" else "") + "(" + self.nothing()
        if kind == "close":
            return self.nothing() + ")"
        if kind == "hash":
            return "#" + text
        if kind == "number":
            return text + self.spelled(token.unit, after) if token.unit not in ("", "%") else (
                text + token.unit)
        if kind == "exact":
            return self.identifier(text, after)
        return text if kind == "words" else self.spelled(text, after)

    def identifier(self, text: str, after: Token) -> str:
        """A name, with what must be escaped, and perhaps more."""
        letters = []
        for index, letter in enumerate(text):
            if not (letter.isalnum() or letter in "-_") or (letter != "-" and self.is_odd()):
                letters.append(self.escaped(letter, is_last=index == len(text) - 1))
            else:
                letters.append(letter)
        return "".join(letters)

    def spelled(self, text: str, after: Token) -> str:
        """A name in any case, perhaps with escapes."""
        if not self.is_odd():
            return text
        if self.random.random() < 0.5:
            return "".join(letter.swapcase() if letter.isascii() and self.random.random() < 0.5
                           else letter for letter in text)
        place = self.random.randrange(len(text))
        if text[place] in "-" or not text[place].isascii():
            return text
        escaped = self.escaped(text[place], is_last=place == len(text) - 1)
        return text[:place] + escaped + text[place + 1:]

    def escaped(self, letter: str, is_last: bool) -> str:
        if letter.lower() not in "0123456789abcdef" and self.random.random() < 0.4:
            return "\\" + letter
        digits = format(ord(letter), self.random.choice(("x", "X", "06x")))
        # Six digits need no space, unless one follows that is not part of the escape.
        return f"\\{digits} " if len(digits) < 6 or is_last else f"\\{digits}"
