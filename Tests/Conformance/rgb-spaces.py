#!/usr/bin/env python3
"""Prints reference values of RGB conversions: CSS Color 4's exact matrices and the transfer
function of IEC 61966-2-1, evaluated to 60 digits and then rounded to doubles. The tables of
ColorTests.swift are these."""
from decimal import Decimal, getcontext
from fractions import Fraction as F

getcontext().prec = 60

TO_XYZ = {
    "srgb": [[F(506752, 1228815), F(87881, 245763), F(12673, 70218)],
             [F(87098, 409605), F(175762, 245763), F(12673, 175545)],
             [F(7918, 409605), F(87881, 737289), F(1001167, 1053270)]],
    "display-p3": [[F(608311, 1250200), F(189793, 714400), F(198249, 1000160)],
                   [F(35783, 156275), F(247089, 357200), F(198249, 2500400)],
                   [F(0), F(32229, 714400), F(5220557, 5000800)]],
}


def inverse(m):
    """The exact inverse of a 3 by 3 matrix of fractions."""
    def minor(i, j):
        a, b = [r for r in range(3) if r != i], [c for c in range(3) if c != j]
        return m[a[0]][b[0]] * m[a[1]][b[1]] - m[a[0]][b[1]] * m[a[1]][b[0]]
    determinant = sum((-1) ** j * m[0][j] * minor(0, j) for j in range(3))
    return [[(-1) ** (i + j) * minor(j, i) / determinant for j in range(3)] for i in range(3)]


def multiply(m, v):
    return [sum(Decimal(x.numerator) / x.denominator * y for x, y in zip(row, v)) for row in m]


def decode(x):
    a = abs(x)
    y = a / Decimal("12.92") if a <= Decimal("0.04045") else (
        (a + Decimal("0.055")) / Decimal("1.055")) ** Decimal("2.4")
    return y.copy_sign(x)


def encode(x):
    a = abs(x)
    y = a * Decimal("12.92") if a <= Decimal("0.0031308") else (
        Decimal("1.055") * a ** (Decimal(5) / 12) - Decimal("0.055"))
    return y.copy_sign(x)


def convert(color, source, target):
    linear = [decode(Decimal(x)) for x in color]
    xyz = multiply(TO_XYZ[source], linear)
    return [float(encode(x)) for x in multiply(inverse(TO_XYZ[target]), xyz)]


for color in (["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]):
    print("display-p3", color, "srgb", convert(color, "display-p3", "srgb"))
print("srgb", ["1", "0", "0"], "display-p3", convert(["1", "0", "0"], "srgb", "display-p3"))
for x in ("0.5", "-0.5", "0.04", "2"):
    print("decode", x, float(decode(Decimal(x))))
for x in ("0.0031308", "0.0031309", "-0.5", "0.25", "0.75"):
    print("encode", x, float(encode(Decimal(x))))
