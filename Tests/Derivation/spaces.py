"""Color arithmetic on arrays: sRGB, Oklab, CIE Lab, and the lightness L* of a luminance."""
import numpy as np

# Linear sRGB to the LMS of Oklab, and the cube roots of LMS to Oklab: Björn Ottosson, in the digits
# of CSS Color 4.
TO_CONES = np.array([[0.4122214694707629, 0.5363325372617349, 0.0514459932675022],
                     [0.2119034958178251, 0.6806995506452344, 0.1073969535369405],
                     [0.0883024591900564, 0.2817188391361215, 0.6299787016738222]])
TO_OKLAB = np.array([[0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
                     [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
                     [0.0259040424655478, 0.7827717124575296, -0.8086757549230774]])
FROM_CONES, FROM_OKLAB = np.linalg.inv(TO_CONES), np.linalg.inv(TO_OKLAB)
TO_XYZ = np.array([[0.4123907992659595, 0.357584339383878, 0.1804807884018343],
                   [0.21263900587151027, 0.715168678767756, 0.07219231536073371],
                   [0.01933081871559182, 0.11919477979462598, 0.9505321522496607]])
TO_D50 = np.array([[1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
                   [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
                   [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371]])
WHITE_D50 = np.array([0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585])
EPSILON, KAPPA = 216 / 24389, 24389 / 27


def decode(rgb):
    return np.where(rgb <= 0.04045, rgb / 12.92, ((np.maximum(rgb, 0) + 0.055) / 1.055) ** 2.4)


def encode(linear):
    return np.where(linear <= 0.0031308, linear * 12.92,
                    1.055 * np.maximum(linear, 0) ** (1 / 2.4) - 0.055)


def oklab(linear):
    return np.cbrt(linear @ TO_CONES.T) @ TO_OKLAB.T


def linear(lab):
    return (lab @ FROM_OKLAB.T) ** 3 @ FROM_CONES.T


def polar(lab):
    return np.stack([lab[:, 0], np.hypot(lab[:, 1], lab[:, 2]), np.arctan2(lab[:, 2], lab[:, 1])],
                    1)


def rectangular(lightness, chroma, hue):
    return np.stack([lightness, chroma * np.cos(hue), chroma * np.sin(hue)], 1)


def lightness(luminance):
    """L*, from 0 to 1."""
    return np.where(luminance > EPSILON, 1.16 * np.cbrt(luminance) - 0.16, luminance * KAPPA / 100)


def luminance(lightness):
    return np.where(lightness > 0.08, ((lightness + 0.16) / 1.16) ** 3, lightness * 100 / KAPPA)


def greatest(linear_of, chroma):
    """The greatest chromas up to `chroma` that are within sRGB."""
    def fits(chroma):
        rgb = linear_of(chroma)
        return ((rgb > -1e-6) & (rgb < 1 + 1e-6)).all(1)
    low, high, inside = np.zeros_like(chroma), chroma, fits(chroma)
    for _ in range(30):
        middle = (low + high) / 2
        fit = fits(middle)
        low, high = np.where(fit, middle, low), np.where(fit, high, middle)
    return np.where(inside, chroma, low)


def within(lightness, chroma, hue):
    """The chromas in OKLCH that sRGB has."""
    return greatest(lambda c: linear(rectangular(lightness, c, hue)), chroma)


def cie_lch(linear_rgb):
    ratios = linear_rgb @ TO_XYZ.T @ TO_D50.T / WHITE_D50
    roots = np.where(ratios > EPSILON, np.cbrt(ratios), (KAPPA * ratios + 16) / 116)
    a, b = 5 * (roots[:, 0] - roots[:, 1]), 2 * (roots[:, 1] - roots[:, 2])
    return np.stack([1.16 * roots[:, 1] - 0.16, np.hypot(a, b), np.arctan2(b, a)], 1)


def cie_linear(lightness, chroma, hue):
    y = (lightness + 0.16) / 1.16
    roots = np.stack([y + chroma * np.cos(hue) / 5, y, y - chroma * np.sin(hue) / 2], 1)
    ratios = np.where(roots ** 3 > EPSILON, roots ** 3, (116 * roots - 16) / KAPPA)
    return ratios * WHITE_D50 @ np.linalg.inv(TO_D50).T @ np.linalg.inv(TO_XYZ).T
