"""Colors and operations on them, as CSS Color 4 and 5 define them, written for readability.

Calculations with a component too large for exact digits, such as 1e300, give NaN, which stands for
any number."""
import struct
from fractions import Fraction
from functools import lru_cache
from math import atan2, cos, degrees, hypot, isnan, radians, sin
from typing import NamedTuple

import blending
from binding import DISPLAY_P3, DISPLAY_P3_LINEAR, OKLAB, OKLCH, REC2020, SRGB, SRGB_LINEAR

ALPHA = 8  # the bit of a missing alpha
UNCERTAIN = 1e30

_NAN = float("nan")
_FLOATS = struct.Struct("<4f")
_FLOAT_MAX = (2 - 2**-23) * 2.0**127


class Color(NamedTuple):
    """The hue of OKLCH is in degrees."""
    space: int
    c: tuple
    alpha: float = 1.0
    missing: int = 0

    def full(self):
        """The components with 0 where they are missing, and alpha."""
        c = tuple(0.0 if self.missing >> i & 1 else x for i, x in enumerate(self.c))
        return c, 0.0 if self.missing & ALPHA else self.alpha


# ---- Conversion ---------------------------------------------------------------------------------

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


def _product(a, b):
    columns = [_apply(a, [line[j] for line in b]) for j in range(3)]
    return [[float(columns[j][i]) for j in range(3)] for i in range(3)]


# Primaries: IEC 61966-2-1, SMPTE EG 432-1 with D65, and BT.2020.
_PRIMARIES = {
    SRGB_LINEAR: (("0.64", "0.33"), ("0.30", "0.60"), ("0.15", "0.06")),
    DISPLAY_P3_LINEAR: (("0.680", "0.320"), ("0.265", "0.690"), ("0.150", "0.060")),
    REC2020: (("0.708", "0.292"), ("0.170", "0.797"), ("0.131", "0.046")),
}
_TO_XYZ = {space: _to_xyz(*primaries) for space, primaries in _PRIMARIES.items()}
_BETWEEN = {(a, b): _product(_inverse(_TO_XYZ[b]), _TO_XYZ[a]) for a in _TO_XYZ for b in _TO_XYZ}

# CSS Color 4, "Sample code for Color Conversions".
_XYZ_TO_LMS = [[0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
               [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
               [0.0481771893596242, 0.2642395317527308, 0.6335478284694309]]
_LMS_TO_OKLAB = [[0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
                 [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
                 [0.0259040424655478, 0.7827717124575296, -0.8086757549230774]]
_SRGB_TO_LMS = _product(_XYZ_TO_LMS, _TO_XYZ[SRGB_LINEAR])
_LMS_TO_SRGB = [[float(x) for x in line] for line in _inverse(
    [[Fraction(x) for x in line] for line in _SRGB_TO_LMS])]
_OKLAB_TO_LMS = [[float(x) for x in line] for line in _inverse(
    [[Fraction(x) for x in line] for line in _LMS_TO_OKLAB])]

# The linear space that a space is an encoding of.
_LINEAR = {SRGB: SRGB_LINEAR, DISPLAY_P3: DISPLAY_P3_LINEAR}
_OK = OKLAB, OKLCH


def decode(x):
    magnitude = abs(x)
    light = magnitude / 12.92 if magnitude <= 0.04045 else ((magnitude + 0.055) / 1.055) ** 2.4
    return light if x >= 0 else -light


def encode(x):
    magnitude = abs(x)
    value = magnitude * 12.92 if magnitude <= 0.0031308 else 1.055 * magnitude ** (1 / 2.4) - 0.055
    return value if x >= 0 else -value


def signed_power(x, exponent):
    return abs(x) ** exponent if x >= 0 else -abs(x) ** exponent


def oklab(c):
    """Oklab of linear sRGB."""
    return _apply(_LMS_TO_OKLAB, [signed_power(x, 1 / 3) for x in _apply(_SRGB_TO_LMS, c)])


def linear_srgb(lab):
    """Linear sRGB of Oklab."""
    return _apply(_LMS_TO_SRGB, [x**3 for x in _apply(_OKLAB_TO_LMS, lab)])


def polar(lab):
    """Lightness, chroma and hue in radians."""
    return lab[0], hypot(lab[1], lab[2]), atan2(lab[2], lab[1])


def rectangular(lightness, chroma, hue):
    return lightness, chroma * cos(hue), chroma * sin(hue)


def light(color, space):
    """The amounts of light of the primaries of a linear space, whatever space a color has."""
    c, _ = color.full()
    c = [certain(x) for x in c]
    if color.space == OKLCH:
        c = rectangular(c[0], c[1], radians(c[2]))
    if color.space in _OK:
        return _between(linear_srgb(c), SRGB_LINEAR, space)
    if color.space in _LINEAR:
        c = [decode(x) for x in c]
    return _between(c, _LINEAR.get(color.space, color.space), space)


def _between(c, space, other):
    return c if space == other else _apply(_BETWEEN[space, other], c)


def converted(color, space):
    """The color in another space: of red, green and blue, or Oklab. What is missing counts as 0,
    and is missing there, too, where it has something analogous: red has red, and so on; all three
    of a color have all three of any other."""
    if color.space == space:
        return color
    if space == OKLAB:
        c = oklab(light(color, SRGB_LINEAR))
    else:
        c = light(color, _LINEAR.get(space, space))
        if space in _LINEAR:
            c = [encode(x) for x in c]
    missing = color.missing
    if missing & 7 != 7 and (color.space in _OK or space in _OK):
        missing &= ALPHA
    return Color(space, tuple(c), color.alpha, missing)


def certain(x):
    return x if abs(x) < UNCERTAIN else _NAN


@lru_cache(10_000)
def paint(color, gamut=None):
    """The color as extended sRGB: red, green, blue and alpha, as floats; brought into the gamut of
    a space, if there is one."""
    _, alpha = color.full()
    if gamut is not None:
        color = mapped(color, gamut)
    c, _ = converted(Color(color.space, color.full()[0]), SRGB).full()
    if gamut == SRGB_LINEAR:
        c = [x if isnan(x) else min(max(x, 0.0), 1.0) for x in c]
    return _FLOATS.unpack(_FLOATS.pack(
        *(min(max(x, -_FLOAT_MAX), _FLOAT_MAX) for x in c), alpha))


# ---- Gamuts -------------------------------------------------------------------------------------

def is_within(c):
    return all(0 <= x <= 1 for x in c)


def is_nearly_within(light):
    """But for a millionth of the light."""
    return min(light) >= -1e-6 * max(light) and max(light) <= 1 + 1e-6


def mapped(color, gamut):
    """The color with as much chroma in OKLCH as the gamut of a linear space allows."""
    c = light(color, gamut)
    if any(map(isnan, c)):
        return Color(SRGB, (_NAN,) * 3)
    if is_nearly_within(c):
        return color
    alpha = {"alpha": color.alpha, "missing": color.missing & ALPHA}
    lightness, chroma, hue = polar(oklab(light(color, SRGB_LINEAR)))
    if lightness >= 1:
        return WHITE._replace(**alpha)
    if lightness <= 0:
        return BLACK._replace(**alpha)

    def fits(chroma):
        lab = rectangular(lightness, chroma, hue)
        return is_within(_between(linear_srgb(lab), SRGB_LINEAR, gamut))
    # From gray outward: in large steps, and then in ever smaller ones.
    least, step = 0.0, min(chroma, 1.0) / 64
    while step > 1e-12:
        if fits(least + step):
            least += step
        else:
            step /= 2
    return Color(OKLAB, rectangular(lightness, least, hue), **alpha)


# ---- Mixing -------------------------------------------------------------------------------------

def interpolated(a, b, share, premultiplies=True):
    """The color between two of the same space, with this share of the second: CSS Color 4, §13."""
    missing = a.missing & b.missing

    def filled(color, other):
        c = tuple(y if color.missing >> i & 1 else x
                  for i, (x, y) in enumerate(zip(color.c, other.c)))
        return c, other.alpha if color.missing & ALPHA else color.alpha
    (c, alpha), (d, beta) = filled(a, b), filled(b, a)
    if missing & ALPHA or not premultiplies:
        alpha_of_a, alpha_of_b, mixed = 1.0, 1.0, 1.0
    else:
        alpha_of_a, alpha_of_b, mixed = alpha, beta, alpha * (1 - share) + beta * share
    sums = [certain(x) * alpha_of_a * (1 - share) + certain(y) * alpha_of_b * share
            for x, y in zip(c, d)]
    if mixed > 0:
        sums = [x / mixed for x in sums]
    return Color(a.space, tuple(sums), alpha * (1 - share) + beta * share, missing)


# ---- Blending -----------------------------------------------------------------------------------

# Modes that are defined for what is within the gamut; most of them jump somewhere.
_NARROW = {*blending.WHOLE, "color-dodge", "color-burn", "soft-light"}


def blended(mode, source, source_alpha, backdrop, backdrop_alpha):
    """Red, green and blue of a color over another, and its alpha. Where an error of rounding would
    make all the difference, they are anything."""
    source, backdrop = [certain(x) for x in source], [certain(x) for x in backdrop]
    if any(map(isnan, (*source, *backdrop))) or mode in _NARROW and not (
            is_safe(source) and is_safe(backdrop)):
        return [_NAN] * 3, source_alpha + backdrop_alpha * (1 - source_alpha)
    c, alpha = blending.blended(mode, source, source_alpha, backdrop, backdrop_alpha)
    # What is left of equal colors is an error of rounding at best.
    return [x or 1e-13 for x in c] if mode == "difference" else c, alpha


def is_safe(c):
    """Whether a color is within its gamut, and neither nearly at an edge nor nearly gray."""
    return is_within(c) and not any(0 < x < 1e-9 or 0 < 1 - x < 1e-9 for x in c) and not (
        0 < max(c) - min(c) < 1e-9)


# ---- Contrast -----------------------------------------------------------------------------------

BLACK, WHITE = Color(SRGB, (0.0, 0.0, 0.0)), Color(SRGB, (1.0, 1.0, 1.0))


def luminance(color):
    red, green, blue = light(color, SRGB_LINEAR)
    return max(0.2126 * red + 0.7152 * green + 0.0722 * blue, 0.0)


def contrasting(color):
    """White, or black if that has more contrast with a color by WCAG 2.2; where nearly none has
    more, either."""
    ground = luminance(color) + 0.05
    if not abs(ground**2 / (1.05 * 0.05) - 1) > 1e-5:
        return Color(SRGB, (_NAN,) * 3)
    return BLACK if ground**2 > 1.05 * 0.05 else WHITE


# The matrices of Machado and others (2009) for the severities of 50, 60 and 100 %.
_SEVERITIES = {
    "protan": ([[0.458064, 0.679578, -0.137642], [0.092785, 0.846313, 0.060902],
                [-0.007494, -0.016807, 1.024301]],
               [[0.385450, 0.769005, -0.154455], [0.100526, 0.829802, 0.069673],
                [-0.007442, -0.022190, 1.029632]],
               [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998]]),
    "deutan": ([[0.547494, 0.607765, -0.155259], [0.181692, 0.781742, 0.036566],
                [-0.010410, 0.027275, 0.983136]],
               [[0.498864, 0.674741, -0.173604], [0.205199, 0.754872, 0.039929],
                [-0.011131, 0.030969, 0.980162]],
               [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881]]),
    "tritan": ([[1.017277, 0.027029, -0.044306], [-0.006113, 0.958479, 0.047634],
                [0.006379, 0.248708, 0.744913]],
               [[1.104996, -0.046633, -0.058363], [-0.032137, 0.971635, 0.060503],
                [0.001336, 0.317922, 0.680742]],
               [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900]])}


def seen(color, vision, severity):
    """What a vision sees: the color itself if the vision is typical."""
    if vision == "typical" or severity == 0:
        return color
    linear, alpha = light(color, SRGB_LINEAR), color.full()[1]
    if vision == "achromat":
        gray = luminance(color)
        c = [x + (gray - x) * severity / 100 for x in linear]
    else:
        half, more, all_ = (_apply(matrix, linear) for matrix in _SEVERITIES[vision])
        share = (severity - 50) / 10
        c = all_ if severity == 100 else [x + (y - x) * share for x, y in zip(half, more)]
    return Color(SRGB, tuple(encode(x) for x in c), alpha)


def standalone(color, is_dark):
    """libadwaita's color of text and symbols in an accent color."""
    lightness, a, b = oklab(light(color, SRGB_LINEAR))
    lightness = max(lightness, 0.85) if is_dark else min(lightness, 0.5)
    c = (min(max(encode(x), 0.0), 1.0) for x in linear_srgb([lightness, a, b]))
    return Color(SRGB, tuple(c), color.full()[1])


# The tones of counterparts for the tones 0, 0.2, … 1: in the dark scheme for each kind of role, and
# in the light scheme for accents; then the ratios of the chromas.
_SCALE = [1, 0.885, 0.675, 0.495, 0.305, 0.095]
_TONES = {"text": [0.96, 0.895, 0.7, 0.595, 0.335, 0.155],
          "border": [1, 0.91, 0.615, 0.54, 0.3, 0.085]}
_DARK_ACCENT = [0.3, 0.415, 0.56, 0.59, 0.825, 0.99]
_LIGHT_ACCENT = [0, 0.3, 0.47, 0.53, 0.68, 0.895]
_RATIOS = [1.05, 1.2, 1.3, 1.4, 1.7, 2.25]
_SRGB_LUMINANCE = [float(x) for x in _TO_XYZ[SRGB_LINEAR][1]]
_LUMINANCE_OF_CONES = _apply(list(zip(*_LMS_TO_SRGB)), _SRGB_LUMINANCE)


def _along(numbers, tone):
    place = min(int(tone * 5), 4)
    return numbers[place] + (numbers[place + 1] - numbers[place]) * (tone * 5 - place)


def _tone_and_ratio(tone, is_dark, role):
    if role == "accent":
        return _along(_DARK_ACCENT if is_dark else _LIGHT_ACCENT, tone), 1.0
    tones = _TONES.get(role, _SCALE)
    if is_dark:
        return _along(tones, tone), _along(_RATIOS, tone)
    place = next((place for place in range(4) if tone > tones[place + 1]), 4)
    other = (place + (tone - tones[place]) / (tones[place + 1] - tones[place])) / 5
    other = min(max(other, 0.0), 1.0)
    return other, 1 / _along(_RATIOS, other)


def _with_luminance(amount, chroma, hue):
    """The lightness in Oklab: five steps of Newton's method from that of the gray."""
    slopes = _apply(_OKLAB_TO_LMS, rectangular(0.0, min(chroma, 1e6), hue))
    lightness = amount ** (1 / 3)
    for _ in range(5):
        roots = [lightness + x for x in slopes]
        excess, growth = (sum(w * x**n for w, x in zip(_LUMINANCE_OF_CONES, roots)) for n in (3, 2))
        lightness -= (excess - amount) / max(3 * growth, 1e-3)
        lightness = min(max(lightness, 0.0), 1.0)
    return lightness


def counterpart(color, is_dark, role):
    """A color in the other scheme, of the same hue and another tone, which is L* / 100."""
    ours, alpha = light(color, SRGB_LINEAR), color.full()[1]
    _, chroma, hue = polar(oklab(ours))
    if any(x != x for x in ours):
        return Color(SRGB, (_NAN,) * 3, alpha)
    is_inside = is_nearly_within(ours)
    amount = sum(w * x for w, x in zip(_SRGB_LUMINANCE, ours))
    tone = 1.16 * amount ** (1 / 3) - 0.16 if amount > 216 / 24389 else amount * 24389 / 2700
    tone, ratio = _tone_and_ratio(min(max(tone, 0.0), 1.0), is_dark, role)
    amount = ((tone + 0.16) / 1.16) ** 3 if tone > 0.08 else tone * 2700 / 24389
    chroma *= ratio

    def made(lightness):
        return Color(OKLCH, (lightness, chroma, degrees(hue)), alpha)
    lightness = amount ** (1 / 3)
    for _ in range(2):
        if is_inside:
            chroma = polar(oklab(light(mapped(made(lightness), SRGB_LINEAR), SRGB_LINEAR)))[1]
        lightness = _with_luminance(amount, chroma, hue)
    if not is_inside:
        return made(lightness)
    if not all(-1e-7 < x < 1 + 1e-7 for x in ours):
        return Color(SRGB, (_NAN,) * 3, alpha)
    return converted(mapped(made(lightness), SRGB_LINEAR), SRGB)


def ratio(color, background):
    """The contrast of WCAG 2.2 on an opaque background; what is not opaque lies over it first."""
    over = composited(color, background)
    lighter, darker = sorted((luminance(over), luminance(background)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def composited(color, background):
    """What is seen of a color over an opaque one, as browsers composite."""
    c, alpha = color.full()
    c = converted(Color(color.space, c), SRGB).c
    ground = converted(Color(background.space, background.full()[0]), SRGB).c
    return Color(SRGB, tuple(x * alpha + y * (1 - alpha) for x, y in zip(c, ground)))


def in_bytes(color, bias=0.0):
    """The color as it is painted in 8 bits."""
    c, alpha = color.full()
    red, green, blue, alpha = (int(min(max(x, 0.0), 1.0) * 255 + 0.5 + bias) / 255
                               for x in (*converted(Color(color.space, c), SRGB).c, alpha))
    return Color(SRGB, (red, green, blue), alpha)
