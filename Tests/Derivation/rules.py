"""Single rules that make the dark color of a light one. Each maps linear sRGB to Oklab."""
import numpy as np

import spaces

# The lightness in OKLCH for each tenth of a light color's: the table that is often the best rule.
TABLE = (1, 0.985, 0.97, 0.91, 0.8, 0.71, 0.61, 0.515, 0.425, 0.325, 0.24)


def in_oklch(lightness):
    """A rule that changes the lightness, and keeps hue and as much of the chroma as sRGB has."""
    def rule(colors):
        light, chroma, hue = spaces.polar(spaces.oklab(colors)).T
        dark = np.clip(lightness(light, chroma), 0, 1)
        return spaces.rectangular(dark, spaces.within(dark, chroma, hue), hue)
    return rule


def by_table(table):
    return in_oklch(lambda light, chroma: np.interp(light, np.linspace(0, 1, 11), table))


def by_table_and_lift(table):
    """Saturated colors keep their lightness, or are lifted to 0.6."""
    def dark(light, chroma):
        swapped = np.interp(light, np.linspace(0, 1, 11), table)
        share = np.clip((chroma - 0.1) / 0.08, 0, 1)
        return swapped + (np.maximum(light, 0.6) - swapped) * share
    return in_oklch(dark)


def _keep(colors):
    return spaces.oklab(colors)


def _invert(colors):
    return spaces.oklab(spaces.decode(1 - spaces.encode(colors)))


def _invert_hsl(colors):
    """HSL's lightness becomes 1 − L: all components move by the same amount."""
    rgb = spaces.encode(colors)
    moved = rgb + (1 - rgb.max(1) - rgb.min(1))[:, None]
    return spaces.oklab(spaces.decode(np.clip(moved, 0, 1)))


def _invert_cie(colors):
    light, chroma, hue = spaces.cie_lch(colors).T
    chroma = spaces.greatest(lambda c: spaces.cie_linear(1 - light, c, hue), chroma)
    return spaces.oklab(np.clip(spaces.cie_linear(1 - light, chroma, hue), 0, 1))


# Ottosson's estimate L_r of lightness, which is near L*.
_K1, _K2 = 0.206, 0.03
_K3 = (1 + _K1) / (1 + _K2)


def _toe(x):
    return (_K3 * x - _K1 + np.sqrt((_K3 * x - _K1) ** 2 + 4 * _K2 * _K3 * x)) / 2


def _untoe(x):
    return (x * x + _K1 * x) / (_K3 * (x + _K2))


def _standalone(colors):
    lab = spaces.oklab(colors)
    lab[:, 0] = np.maximum(lab[:, 0], 0.85)
    return spaces.oklab(np.clip(spaces.linear(lab), 0, 1))


RULES = {
    "keep": _keep,
    "sRGB invert": _invert,
    "HSL L invert": _invert_hsl,
    "OKLCH 1 − L": in_oklch(lambda light, chroma: 1 - light),
    "CIE L* invert": _invert_cie,
    "OKLrCH 1 − Lr": in_oklch(lambda light, chroma: _untoe(1 - _toe(light))),
    "OKLrCH anchored": in_oklch(lambda light, chroma: _untoe(0.07 + 0.88 * (1 - _toe(light)))),
    "L table": by_table(TABLE),
    "L table + lift": by_table_and_lift(TABLE),
    "libadwaita": _standalone,
}
