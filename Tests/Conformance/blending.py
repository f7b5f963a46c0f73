"""Blending as in W3C's Compositing and Blending Level 1, transcribed from its pseudocode."""
import math


def lum(c):
    return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]


def clip_color(c):
    light, least, most = lum(c), min(c), max(c)
    if least < 0:
        c = [light + (x - light) * light / (light - least) for x in c]
    if most > 1:
        c = [light + (x - light) * (1 - light) / (most - light) for x in c]
    return c


def set_lum(c, light):
    return clip_color([x + light - lum(c) for x in c])


def set_sat(c, saturation):
    least, most = min(c), max(c)
    if least == most:
        return [0, 0, 0]
    return [(x - least) * saturation / (most - least) for x in c]


def sat(c):
    return max(c) - min(c)


def soft_light(b, s):
    if s <= 0.5:
        return b - (1 - 2 * s) * b * (1 - b)
    d = ((16 * b - 12) * b + 4) * b if b <= 0.25 else math.sqrt(b)
    return b + (2 * s - 1) * (d - b)


def hard_light(b, s):
    return b * 2 * s if s <= 0.5 else b + (2 * s - 1) - b * (2 * s - 1)


def color_dodge(b, s):
    return 0 if b == 0 else 1 if s == 1 else min(1, b / (1 - s))


def color_burn(b, s):
    return 1 if b == 1 else 0 if s == 0 else 1 - min(1, (1 - b) / s)


# §10 of W3C's Compositing and Blending Level 1: of a backdrop and a source.
SEPARABLE = {
    "normal": lambda b, s: s, "multiply": lambda b, s: b * s,
    "screen": lambda b, s: b + s - b * s, "overlay": lambda b, s: hard_light(s, b),
    "darken": min, "lighten": max, "color-dodge": color_dodge, "color-burn": color_burn,
    "hard-light": hard_light, "soft-light": soft_light, "difference": lambda b, s: abs(b - s),
    "exclusion": lambda b, s: b + s - 2 * b * s}
WHOLE = {
    "hue": lambda b, s: set_lum(set_sat(s, sat(b)), lum(b)),
    "saturation": lambda b, s: set_lum(set_sat(b, sat(s)), lum(b)),
    "color": lambda b, s: set_lum(s, lum(b)), "luminosity": lambda b, s: set_lum(b, lum(s))}


def blended(mode, source, source_alpha, backdrop, backdrop_alpha):
    """§5 and §9: what is seen, and its alpha."""
    if mode in SEPARABLE:
        mixed = [SEPARABLE[mode](b, s) for b, s in zip(backdrop, source)]
    else:
        mixed = WHOLE[mode](backdrop, source)
    mixed = [(1 - backdrop_alpha) * s + backdrop_alpha * m for s, m in zip(source, mixed)]
    alpha = source_alpha + backdrop_alpha * (1 - source_alpha)
    if alpha == 0:
        return [0, 0, 0], 0
    return [(source_alpha * m + (1 - source_alpha) * backdrop_alpha * b) / alpha
            for m, b in zip(mixed, backdrop)], alpha
