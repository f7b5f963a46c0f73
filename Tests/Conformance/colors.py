"""CSS computed values: a parser, conversions, and comparison within a tolerance.

Nothing is shared with the library: the matrices of CSS Color 4 are evaluated here.
"""
from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Vector = tuple[float, float, float]

# What is above counts as this: what takes the place of infinity is anyone's choice, and that of the
# parser of csstools is the smallest.
GREATEST = 2147483647.0


@dataclass(frozen=True)
class Color:
    """A space by its name in CSS, three components, and alpha; None is `none`."""
    space: str
    components: tuple[float | None, float | None, float | None]
    alpha: float | None = 1.0

    # Written in a way that browsers keep in bytes: hex, a name, rgb(), hsl() or hwb() without none.
    legacy: bool = False

    @property
    def numbers(self) -> Vector:
        """The components, with 0 for none, and without infinities."""
        first, second, third = (clamped(component or 0) for component in self.components)
        return first, second, third

    @property
    def opacity(self) -> float:
        return self.alpha or 0.0

    def srgb(self) -> Vector:
        """Red, green and blue, from 0 to 1 within the gamut."""
        return to_srgb(self.space, self.numbers)

    def __str__(self) -> str:
        words = ["none" if x is None else f"{x:.10g}" for x in self.components]
        alpha = ""
        if self.alpha != 1:
            alpha = " / none" if self.alpha is None else f" / {self.alpha:.10g}"
        legacy = " (legacy)" if self.legacy else ""
        return f"{self.space}({' '.join(words)}{alpha}){legacy}"


def clamped(number: float) -> float:
    return 0.0 if math.isnan(number) else max(-GREATEST, min(GREATEST, number))


# ---- Reading ----------------------------------------------------------------------------------

NUMBER = r"(?:none|calc\((?:-?infinity|NaN)\)|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?)"
VALUE = re.compile(
    rf"(?P<name>[a-z]+)\((?:(?P<space>[a-z][-a-z0-9]*) )?(?P<a>{NUMBER}),? (?P<b>{NUMBER}),? "
    rf"(?P<c>{NUMBER})(?:(?:,| /) (?P<alpha>{NUMBER}))?\)", re.I)

FULL = {"lab": (100, 125, 125), "lch": (100, 150, 360), "oklab": (1, 0.4, 0.4),
        "oklch": (1, 0.4, 360), "hsl": (360, 100, 100), "hwb": (360, 100, 100)}
NAMES = {"rgb": "srgb", "rgba": "srgb", "hsla": "hsl"}


class Unreadable(ValueError):
    """A text that is not a computed value."""


def number(text: str, full: float) -> float | None:
    text = text.lower()
    if text == "none":
        return None
    if text.startswith("calc("):
        return float(text[5:-1].replace("infinity", "inf"))
    return float(text[:-1]) * full / 100 if text.endswith("%") else float(text)


def read(text: str) -> Color:
    """The color that a computed value stands for."""
    found = VALUE.fullmatch(text)
    if not found:
        raise Unreadable(text)
    name = found["name"].lower()
    if (name == "color") != bool(found["space"]):
        raise Unreadable(text)
    space = {"xyz": "xyz-d65"}.get(found["space"] or "", found["space"]) or NAMES.get(name, name)
    full = FULL.get(space, (1.0, 1.0, 1.0)) if name not in ("rgb", "rgba") else (255, 255, 255)
    a, b, c = (number(found[part], most) for part, most in zip("abc", full))
    alpha = number(found["alpha"], 1) if found["alpha"] else 1.0
    legacy = name in ("rgb", "rgba", "hsl", "hsla", "hwb") and None not in (a, b, c, alpha)
    if name in ("rgb", "rgba"):
        a, b, c = (None if x is None else x / 255 for x in (a, b, c))
    return Color(space, (a, b, c), alpha, legacy)


# ---- Converting -------------------------------------------------------------------------------

Matrix = Sequence[Sequence[float]]


def times(matrix: Matrix, vector: Sequence[float]) -> Vector:
    first, second, third = (sum(x * y for x, y in zip(row, vector)) for row in matrix)
    return first, second, third


def product(a: Matrix, b: Matrix) -> Matrix:
    return list(zip(*(times(a, column) for column in zip(*b))))


def inverse(matrix: Matrix) -> Matrix:
    def minor(row: int, column: int) -> float:
        (a, b), (c, d) = ([x for i, x in enumerate(line) if i != column]
                          for j, line in enumerate(matrix) if j != row)
        return a * d - b * c
    determinant = sum((-1) ** i * matrix[0][i] * minor(0, i) for i in range(3))
    return [[(-1) ** (i + j) * minor(j, i) / determinant for j in range(3)] for i in range(3)]


def white_point(x: float, y: float) -> Vector:
    return x / y, 1.0, (1 - x - y) / y


D65, D50 = white_point(0.3127, 0.3290), white_point(0.3457, 0.3585)


def primaries(*corners: float) -> Matrix:
    """The matrix to XYZ of an RGB space, from the chromaticities of its primaries and D65."""
    pairs = list(zip(corners[::2], corners[1::2]))
    columns = [[x for x, _ in pairs], [y for _, y in pairs], [1 - x - y for x, y in pairs]]
    scale = times(inverse(columns), D65)
    return [[x * s for x, s in zip(row, scale)] for row in columns]


PROPHOTO_TO_XYZ_D50 = (
    (0.79776664490064230, 0.13518129740053308, 0.03134773412839220),
    (0.28807482881940130, 0.71183523424187300, 0.00008993693872564),
    (0, 0, 0.82510460251046020))
D50_TO_D65 = (
    (0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    (-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    (0.012314014864481998, -0.020507649298898964, 1.330365926242124))
TO_XYZ: dict[str, Matrix] = {
    "srgb": primaries(0.64, 0.33, 0.30, 0.60, 0.15, 0.06),
    "display-p3": primaries(0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
    "a98-rgb": primaries(0.64, 0.33, 0.21, 0.71, 0.15, 0.06),
    "rec2020": primaries(0.708, 0.292, 0.170, 0.797, 0.131, 0.046),
    "prophoto-rgb": product(D50_TO_D65, PROPHOTO_TO_XYZ_D50),
    "xyz-d65": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "xyz-d50": D50_TO_D65}
OKLAB_TO_LMS = (
    (1, 0.3963377773761749, 0.2158037573099136),
    (1, -0.1055613458156586, -0.0638541728258133),
    (1, -0.0894841775298119, -1.2914855480194092))
LMS_TO_XYZ = (
    (1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
    (-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
    (-0.0763729366746601, -0.4214933324022432, 1.5869240198367816))
XYZ_TO_SRGB = inverse(TO_XYZ["srgb"])


def power(base: float, exponent: float) -> float:
    """A power, of negative numbers by reflection."""
    return math.copysign(abs(base) ** exponent, base)


def srgb_decode(x: float) -> float:
    return x / 12.92 if abs(x) <= 0.04045 else math.copysign(((abs(x) + .055) / 1.055) ** 2.4, x)


def srgb_encode(x: float) -> float:
    if abs(x) <= 0.0031308:
        return x * 12.92
    return math.copysign(1.055 * abs(x) ** (1 / 2.4) - 0.055, x)


DECODE: dict[str, Callable[[float], float]] = {
    "srgb": srgb_decode,
    "display-p3": srgb_decode,
    "a98-rgb": lambda x: power(x, 563 / 256),
    "rec2020": lambda x: power(x, 2.4),
    "prophoto-rgb": lambda x: x / 16 if abs(x) <= 16 / 512 else power(x, 1.8)}


def hsl_to_srgb(hue: float, saturation: float, lightness: float) -> Vector:
    saturation, lightness = saturation / 100, lightness / 100
    amplitude = saturation * min(lightness, 1 - lightness)

    def channel(offset: float) -> float:
        k = (offset + hue / 30) % 12
        return lightness - amplitude * max(-1.0, min(k - 3, 9 - k, 1.0))
    return channel(0), channel(8), channel(4)


def hwb_to_srgb(hue: float, white: float, black: float) -> Vector:
    white, black = white / 100, black / 100
    if white + black >= 1:
        return (white / (white + black),) * 3
    red, green, blue = hsl_to_srgb(hue, 100, 50)
    scale = 1 - white - black
    return red * scale + white, green * scale + white, blue * scale + white


def from_polar(lightness: float, chroma: float, hue: float) -> Vector:
    angle = math.radians(hue)
    return lightness, chroma * math.cos(angle), chroma * math.sin(angle)


def lab_to_xyz(lightness: float, a: float, b: float) -> Vector:
    epsilon, kappa = 216 / 24389, 24389 / 27
    y = (lightness + 16) / 116
    x, z = y + a / 500, y - b / 200
    scaled = (x ** 3 if x ** 3 > epsilon else (116 * x - 16) / kappa,
              y ** 3 if lightness > kappa * epsilon else lightness / kappa,
              z ** 3 if z ** 3 > epsilon else (116 * z - 16) / kappa)
    return times(D50_TO_D65, [part * white for part, white in zip(scaled, D50)])


def to_srgb(space: str, c: Vector) -> Vector:
    """Converts components to gamma-encoded sRGB, without bounds."""
    if space == "srgb":
        return c
    if space == "hsl":
        return hsl_to_srgb(*c)
    if space == "hwb":
        return hwb_to_srgb(*c)
    if space in ("lch", "oklch"):
        return to_srgb(space.replace("lch", "lab"), from_polar(*c))
    if space == "lab":
        xyz = lab_to_xyz(*c)
    elif space == "oklab":
        first, second, third = times(OKLAB_TO_LMS, c)
        xyz = times(LMS_TO_XYZ, (first ** 3, second ** 3, third ** 3))
    else:
        family = space.removesuffix("-linear")
        decode = DECODE.get(space)
        xyz = times(TO_XYZ[family], [decode(x) for x in c] if decode else c)
    red, green, blue = (srgb_encode(x) for x in times(XYZ_TO_SRGB, xyz))
    return red, green, blue


# ---- Comparing --------------------------------------------------------------------------------

# What counts as 1 of a component when an error of 1e-3 is relative.
SCALES = {"lab": (100, 125, 125), "lch": (100, 150, 0), "oklab": (1, 0.4, 0.4),
          "oklch": (1, 0.4, 0), "hsl": (0, 100, 100), "hwb": (0, 100, 100)}
HUES = {"lch": 2, "oklch": 2, "hsl": 0, "hwb": 0}


# How far apart a number of a legacy color and the byte that a browser made of it may be.
HALF = 0.501


def byte(share: float) -> int:
    """What browsers keep of a component of a legacy color."""
    return math.floor(min(1.0, max(0.0, share)) * 255 + 0.5)


def near(a: float, b: float, scale: float, tolerance: float) -> bool:
    a, b = clamped(a), clamped(b)
    return abs(a - b) <= tolerance * max(scale, abs(a), abs(b))


def difference(actual: Color, expected: Color, tolerance: float = 1e-3) -> str:
    """In what a color is not what was expected; empty if it is."""
    if expected.legacy and expected.space == "srgb":
        return legacy_difference(actual, expected)
    if actual.legacy != expected.legacy:
        return "one is in a legacy notation, the other is not"
    if expected.space == "srgb" and actual.space in ("hsl", "hwb"):
        # What browsers convert stays in its space here.
        if None in actual.components:
            return "none is lost"
        actual = Color("srgb", actual.srgb(), actual.alpha)
    if actual.space != expected.space:
        return "another space"
    return components_difference(actual, expected, tolerance)


def legacy_difference(actual: Color, expected: Color) -> str:
    """Whether a color is what a browser has rounded to bytes."""
    if not actual.legacy:
        return "not in a legacy notation"
    if any(abs(min(1.0, max(0.0, ours)) - theirs) * 255 > HALF
           for ours, theirs in zip(actual.srgb(), expected.numbers)):
        return "more than half a byte apart"
    if abs(actual.opacity * 255 - byte(expected.opacity)) > HALF:
        return "alpha is more than half a byte apart"
    return ""


def components_difference(actual: Color, expected: Color, tolerance: float) -> str:
    scales = SCALES.get(expected.space, (1, 1, 1))
    for index, (ours, theirs) in enumerate(zip(actual.components, expected.components)):
        if (ours is None) != (theirs is None):
            return f"one component {index} is none, the other is not"
        if ours is None or theirs is None:
            continue
        if index == HUES.get(expected.space):
            turn = (ours - theirs) % 360
            if min(turn, 360 - turn) > 0.5:
                return "hues are more than half a degree apart"
        elif not near(ours, theirs, scales[index], tolerance):
            return f"component {index} is {ours:.10g}, not {theirs:.10g}"
    if (actual.alpha is None) != (expected.alpha is None):
        return "one alpha is none, the other is not"
    if not near(actual.opacity, expected.opacity, 1, tolerance):
        return "alpha differs"
    return ""
