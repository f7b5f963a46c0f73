"""Colors and what is done with them, as CSS Color 4 and 5 have it, written to be read.

A component that is too large for all its digits to be told, as 1e300 is, has no value here once it
is reckoned with: it is NaN, which stands for any number."""
import struct
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from binding import DISPLAY_P3, DISPLAY_P3_LINEAR, SRGB, SRGB_LINEAR

ALPHA = 8  # the bit of a missing alpha
UNCERTAIN = 1e30

_NAN = float("nan")
_FLOATS = struct.Struct("<4f")
_FLOAT_MAX = (2 - 2**-23) * 2.0**127


class Color(NamedTuple):
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


# Primaries: IEC 61966-2-1, and SMPTE EG 432-1 with D65.
_SRGB_TO_XYZ = _to_xyz(("0.64", "0.33"), ("0.30", "0.60"), ("0.15", "0.06"))
_P3_TO_XYZ = _to_xyz(("0.680", "0.320"), ("0.265", "0.690"), ("0.150", "0.060"))
_P3_TO_SRGB = _product(_inverse(_SRGB_TO_XYZ), _P3_TO_XYZ)
_SRGB_TO_P3 = _product(_inverse(_P3_TO_XYZ), _SRGB_TO_XYZ)

_WIDE = DISPLAY_P3, DISPLAY_P3_LINEAR
_ENCODED = SRGB, DISPLAY_P3


def decode(x):
    magnitude = abs(x)
    light = magnitude / 12.92 if magnitude <= 0.04045 else ((magnitude + 0.055) / 1.055) ** 2.4
    return light if x >= 0 else -light


def encode(x):
    magnitude = abs(x)
    value = magnitude * 12.92 if magnitude <= 0.0031308 else 1.055 * magnitude ** (1 / 2.4) - 0.055
    return value if x >= 0 else -value


def converted(color, space):
    """The color in another RGB space. What is missing counts as 0, and is missing there, too: red
    is analogous to red, and so on."""
    if color.space == space:
        return color
    c, _ = color.full()
    c = [certain(x) for x in c]
    if color.space in _ENCODED:
        c = [decode(x) for x in c]
    if (color.space in _WIDE) != (space in _WIDE):
        c = _apply(_P3_TO_SRGB if color.space in _WIDE else _SRGB_TO_P3, c)
    if space in _ENCODED:
        c = [encode(x) for x in c]
    return Color(space, tuple(c), color.alpha, color.missing)


def certain(x):
    return x if abs(x) < UNCERTAIN else _NAN


@lru_cache(10_000)
def paint(color):
    """The color as extended sRGB: red, green, blue and alpha, as floats."""
    c, alpha = color.full()
    c, _ = converted(Color(color.space, c), SRGB).full()
    return _FLOATS.unpack(_FLOATS.pack(
        *(min(max(x, -_FLOAT_MAX), _FLOAT_MAX) for x in c), alpha))


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


# ---- Contrast -----------------------------------------------------------------------------------

BLACK, WHITE = Color(SRGB, (0.0, 0.0, 0.0)), Color(SRGB, (1.0, 1.0, 1.0))


def contrasting(color):
    """White, or black if that has more contrast with a color by WCAG 2.2; where nearly none has
    more, either."""
    c, _ = color.full()
    c, _ = converted(Color(color.space, c), SRGB_LINEAR).full()
    luminance = max(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2], 0.0) + 0.05
    if not abs(luminance**2 / (1.05 * 0.05) - 1) > 1e-5:
        return Color(SRGB, (_NAN,) * 3)
    return BLACK if luminance**2 > 1.05 * 0.05 else WHITE
