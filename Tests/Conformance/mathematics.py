#!/usr/bin/env python3
"""Prints the contents of MathematicalTables.swift and MathematicsTests.swift: constants and
reference values, evaluated to 400 digits and rounded to doubles. Needs mpmath, from PyPI.

  mathematics.py tables    the tables of the core
  mathematics.py cases     the hard cases of the tests, and values of the transfer functions"""
import math
import struct
import sys

from mpmath import mp, mpf

mp.prec = 1400

LEAST, LEAST_NORMAL = 2.0 ** -1074, 2.0 ** -1022


def double(x):
    return float(mpf(x))


def swift(word):
    digits = f"{word:016X}"
    return "0x" + "_".join(digits[i:i + 4] for i in range(0, 16, 4))


def literal(x):
    """A double as Swift writes it in hexadecimal; those with fewer bits, as multiples of the least,
    because the compiler takes them for inexact."""
    if 0 < abs(double(x)) < LEAST_NORMAL:
        return f"{round(double(x) / LEAST)} * least"
    mantissa, exponent = math.frexp(double(x))
    if mantissa == 0:
        return "0"
    digits = (2 * mantissa).hex().removesuffix("p+0")
    return f"{digits.rstrip('0').rstrip('.')}p{exponent - 1}"


def pair(x, unit=None):
    """A number as the sum of two doubles, the first a multiple of 2^unit if that is given."""
    high = mpf(double(x)) if unit is None else mp.nint(x * mpf(2) ** -unit) * mpf(2) ** unit
    return high, mpf(double(x - high))


def logarithms():
    """For each 64th of the octave from OFFSET, a j / 64 or j / 128 near its reciprocal, of which
    the product with any number of the interval is exact in 2^-59, and minus its logarithm."""
    offset = 0x3FE6_9555_0000_0000
    worst = 0
    for i in range(64):
        def at(index):
            return struct.unpack(">d", struct.pack(">Q", offset + (index << 46)))[0]
        a, b = at(i), at(i + 1)
        unit = 64 if b <= 1 else 128
        if a < 1 < b:
            inverse = mpf(1)
        else:
            inverse = min((mpf(j) / unit for j in range(unit // 2, unit * 2)),
                          key=lambda c: max(abs(a * c - 1), abs(b * c - 1)))
        worst = max(worst, abs(a * inverse - 1), abs(b * inverse - 1))
        high, low = pair(-mp.log(inverse), -42)
        print(f"    {literal(inverse)}, {literal(high)}, {literal(low)},")
    print(f"worst reduced argument: {float(worst)}", file=sys.stderr)


def tables():
    print("2^(i/64): the double, and what is missing, as a part of the double")
    for i in range(64):
        x = mpf(2) ** (mpf(i) / 64)
        print(f"    {literal(x)}, {literal((x - double(x)) / x)},")
    print("reciprocals, and minus their logarithms")
    logarithms()
    print("atan(i/16)")
    for i in range(17):
        high, low = pair(mp.atan(mpf(i) / 16))
        print(f"    {literal(high)}, {literal(low)},")
    print("the bits of 2/pi, after a word of zeros")
    words = int(2 / mp.pi * mpf(2) ** (64 * 20))
    print("    0,")
    for i in range(19, -1, -1):
        print(f"    {swift(words >> (64 * i) & (1 << 64) - 1)},")
    print("ln 2:", [literal(x) for x in pair(mp.ln(2), -42)])
    print("ln 2 / 64:", [literal(x) for x in pair(mp.ln(2) / 64, -42)])
    print("64 / ln 2:", literal(64 / mp.ln(2)))
    print("1 / ln 2:", [literal(x) for x in pair(1 / mp.ln(2))])
    print("pi / 2:", [literal(x) for x in pair(mp.pi / 2)])
    print("pi / 180:", [literal(x) for x in pair(mp.pi / 180)])
    rest = mp.pi / 2
    for k in (1, 2, 3):
        part = mp.floor(rest * mpf(2) ** (33 * k)) * mpf(2) ** (-33 * k)
        print("pi / 2, 33 bits:", literal(part))
        rest -= part
    print("pi / 2, the rest:", literal(rest))


GREATEST = sys.float_info.max

# Name, function, and arguments with what is hard about them.
ONE = [
    ("cubeRoot", mp.cbrt, [
        (2.0, ""), (0.1, ""), (LEAST, "the least"), (GREATEST, "the greatest"),
        (3 * LEAST, "few bits"), (LEAST_NORMAL, "the least normal")]),
    ("fifthRoot", lambda x: mp.root(x, 5), [
        (2.0, ""), (0.1, ""), (LEAST, "the least"), (GREATEST, "the greatest"), (1e-310, "")]),
    ("exponential", mp.exp, [
        (1.0, ""), (0.1, ""), (1e-10, "nearly 1"), (-1e-17, "rounds to 1"),
        (709.782712893384, "the last finite one"), (-708.3964185322641, "the last normal one"),
        (-745.1332191019411, "the last above zero"), (-740.5, "few bits"),
        (0.005415212348514945, "where the table changes entry")]),
    ("naturalLogarithm", mp.ln, [
        (2.0, ""), (10.0, ""), (1 - 2.0 ** -53, "just below 1"), (1 + 2.0 ** -52, "just above 1"),
        (0.9947, "where the entry of 1 ends"), (1.0053, "and on the other side"),
        (LEAST, "the least"), (GREATEST, "the greatest")]),
    ("sine", mp.sin, [
        (6381956970095103.0 * 2.0 ** 797, "nearest to a multiple of a quarter turn"),
        (3.141592653589793, "half a turn but for rounding"), (1e22, ""), (GREATEST, ""),
        (0.7853981633974483, "an eighth"), (0.7853981633974484, "just more"),
        (1048576.0, "the first of many turns"), (1048575.9999999999, "the last of few"),
        (1e-9, ""), (LEAST, "")]),
    ("cosine", mp.cos, [
        (1.5707963267948966, "a quarter turn but for rounding"),
        (5.319372648326541e255, "nearest to one"),
        (1e22, ""), (0.7853981633974484, ""), (884279.7194094238, "")]),
    ("tangent", mp.tan, [
        (1.5707963267948966, "a quarter turn but for rounding"), (1e22, ""),
        (0.7853981633974483, ""),
        (6381956970095103.0 * 2.0 ** 797, "huge"), (1e-8, "")]),
    ("arcSine", mp.asin, [
        (0.5, "a twelfth"), (1 - 2.0 ** -53, "steep"), (0.7071067811865476, ""), (1e-8, ""),
        (-0.9, "")]),
    ("arcCosine", mp.acos, [
        (0.5, "a sixth"), (1 - 2.0 ** -53, "nearly 0"), (-1 + 2.0 ** -53, "nearly a half"),
        (1e-300, "a quarter"), (0.03125, "where the table changes entry")]),
    ("arcTangent", mp.atan, [
        (1.0, "an eighth"), (0.03125, "where the table changes entry"), (-1e300, "a quarter"),
        (2.0 ** -32, "no longer its own tangent"), (0.96875, ""), (LEAST, "")]),
]
TWO = [
    ("power", mp.power, [
        (1 + 2.0 ** -52, 2.0 ** 61, "a huge exponent"), (1 - 2.0 ** -53, 2.0 ** 62, "huge, too"),
        (0.9999999, 7e9, "nearly zero"), (10.0, 308.0, ""), (10.0, -323.0, "few bits"),
        (2.0, 0.5, ""), (0.5, 1074.0, "the least"), (LEAST, 0.001, ""), (GREATEST, -1.0, ""),
        (-1.1, 1001.0, "odd"), (3.0, 33.0, "an integer"), (0.1, 2.4, "")]),
    ("arcTangent", mp.atan2, [
        (1.0, -1.0, ""), (-1e-300, -1.0, "half a turn"), (LEAST, GREATEST, "underflows"),
        (LEAST, 2 * LEAST, "few bits"), (GREATEST, GREATEST, "an eighth"), (1e-10, 3.0, ""),
        (1e-320, 1e-310, "")]),
    ("hypotenuse", mp.hypot, [
        (1.0, 1.0, ""), (1e300, 1e300, "squares overflow"), (1e-300, 2e-300, "and underflow"),
        (LEAST, 3 * LEAST, "few bits"), (1.0, 2.0 ** -27, "")]),
    ("logarithm", lambda x, y: mp.ln(x) / mp.ln(y), [
        (1000.0, 10.0, "an integer"), (2.0, 10.0, ""), (0.5, 3.0, "")]),
]
ALPHA, BETA = mpf("1.09929682680944"), mpf("0.018053968510807")
# The curve and its inverse are those of CSS Color 4, its decimals exact.
CURVES = [
    ("srgb", lambda x: ((x + mpf("0.055")) / mpf("1.055")) ** mpf("2.4"), "0.04045", 12.92),
    ("a98RGB", lambda x: x ** (mpf(563) / 256), "0", 1),
    ("prophotoRGB", lambda x: x ** mpf("1.8"), "0.03125", 16),
    ("rec2020", lambda x: x ** mpf("2.4"), "0", 1),
    ("rec2020OETF", lambda x: ((x + ALPHA - 1) / ALPHA) ** (1 / mpf("0.45")), BETA * 4.5, 4.5),
    ("gamma22", lambda x: x ** mpf("2.2"), "0", 1),
]


def cases():
    for name, function, arguments in ONE:
        for x, why in arguments:
            value = function(mpf(x))
            print(f'      ("{name}", {literal(x)}, {literal(value)}, "{why}"),')
    for name, function, arguments in TWO:
        for x, y, why in arguments:
            value = function(mpf(x), mpf(y))
            print(f'      ("{name}", {literal(x)}, {literal(y)}, {literal(value)}, "{why}"),')
    for name, curve, end, slope in CURVES:
        for text in ("0.01", "0.1", "0.5", "0.75", "1.5"):
            x = mpf(float(text))
            value = curve(x) if x > mpf(end) else x / mpf(str(slope))
            print(f"      (.{name}, {text}, {double(value)}),")


if __name__ == "__main__":
    {"tables": tables, "cases": cases}[sys.argv[1]]()
