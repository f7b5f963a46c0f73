"""The method of --dark-of(), on arrays, and the fit of its numbers.

A tone is L* / 100. Each kind of role has a table of the tones in the dark scheme for the tones 0,
0.2, 0.4, 0.6, 0.8 and 1 of light colors. Another table has the ratios of the chromas.
"""
import numpy as np

import spaces

TONES = np.linspace(0, 1, 6)
# The table of each role in ROLES: that of scales, of text, of borders or of accents.
KINDS = ("scale", "text", "border", "accent")
KIND_OF_ROLE = np.array([0, 0, 1, 2, 0, 3])
# Where the fit begins. The tables of text and borders are held near that of scales, and that of
# accents near its start, where few pairs say anything.
START = np.array([[1, 0.88, 0.66, 0.47, 0.3, 0.08]] * 3 + [[0.3, 0.4, 0.5, 0.6, 0.8, 1]])
RATIOS = np.array([0.8, 1, 1.15, 1.3, 1.6, 2.2])
STEPS = 0.04, 0.02, 0.01, 0.005

# How much the responses of the cones count in the luminance.
_WEIGHTS = spaces.TO_XYZ[1] @ spaces.FROM_CONES


def _lightness(luminance, a, b):
    """The lightness in Oklab of colors with this luminance, by Newton's method."""
    slopes = a[:, None] * spaces.FROM_OKLAB[:, 1] + b[:, None] * spaces.FROM_OKLAB[:, 2]
    light = np.cbrt(luminance)
    for _ in range(5):
        roots = light[:, None] + slopes
        growth = 3 * (_WEIGHTS * roots ** 2).sum(1)
        excess = (_WEIGHTS * roots ** 3).sum(1) - luminance
        light = np.clip(light - excess / np.maximum(growth, 1e-3), 0, 1)
    return light


def place(tone, chroma, hue):
    """Colors with this tone and hue, and as much of the chroma as sRGB has, in Oklab."""
    luminance = spaces.luminance(np.clip(tone, 0, 1))
    light = np.cbrt(luminance)
    for _ in range(2):
        chroma = spaces.within(light, chroma, hue)
        light = _lightness(luminance, chroma * np.cos(hue), chroma * np.sin(hue))
    return spaces.rectangular(light, spaces.within(light, chroma, hue), hue)


class Input:
    """What the method needs of light colors."""

    def __init__(self, colors, roles):
        self.kinds = KIND_OF_ROLE[roles]
        _, self.chroma, self.hue = spaces.polar(spaces.oklab(colors)).T
        self.tone = np.clip(spaces.lightness(colors @ spaces.TO_XYZ[1]), 0, 1)


def dark(given, tables, ratios):
    tone = np.empty_like(given.tone)
    for kind in range(len(KINDS)):
        is_kind = given.kinds == kind
        tone[is_kind] = np.interp(given.tone[is_kind], TONES, tables[kind])
    ratio = np.where(given.kinds == 3, 1, np.interp(given.tone, TONES, ratios))
    return place(tone, given.chroma * ratio, given.hue)


def mean_difference(made, authored):
    """The mean ΔE-OK."""
    return np.linalg.norm(made - spaces.oklab(authored), axis=1).mean()


def _descend(loss, numbers, units):
    """Moves one number at a time, in steps that are multiples of the smallest one, until no step
    helps. So the result has few digits, and is the same everywhere."""
    numbers = np.round(numbers / units / STEPS[-1]) * units * STEPS[-1]
    best = loss(numbers)
    for step in STEPS:
        moved = True
        while moved:
            moved = False
            for place in range(len(numbers)):
                for change in (step, -step):
                    trial = numbers.copy()
                    trial[place] += change * units[place]
                    found = loss(trial)
                    if found < best - 1e-7:
                        numbers, best, moved = trial, found, True
                        break
    return numbers


def _relative(halves, makes, power=4):
    """A loss: a mean, over the sets, of the ΔE-OK relative to that of the best single rule. The
    power makes the set that is worst off count most."""
    def loss(numbers):
        relative = [mean_difference(make(numbers), half.dark) / least
                    for half, make, least in zip(halves, makes, leasts)]
        return np.mean(np.power(relative, power)) ** (1 / power)
    from rules import RULES
    leasts = [min(mean_difference(rule(half.light), half.dark) for rule in RULES.values())
              for half in halves]
    return loss


def fit(halves):
    """The tables and ratios for these halves."""
    given = [Input(half.light, half.roles) for half in halves]

    def unpack(numbers):
        return numbers[:24].reshape(4, 6), numbers[24:]

    data = _relative(halves, [
        lambda numbers, one=one: dark(one, *unpack(numbers)) for one in given])

    def loss(numbers):
        tables, ratios = unpack(numbers)
        distance = ((tables[1:3] - tables[0]) ** 2).sum() + ((tables[3] - START[3]) ** 2).sum()
        bend = (np.diff(np.log(ratios), 2) ** 2).sum()
        falls = np.maximum(np.diff(tables[:3]) + 0.03, 0).sum()
        rises = np.maximum(0.03 - np.diff(tables[3]), 0).sum()
        outside = (np.maximum(tables - 1, 0) + np.maximum(-tables, 0)).sum()
        return data(numbers) + 0.6 * distance + 0.02 * bend + 10 * (falls + rises + outside)

    units = np.concatenate([np.ones(24), np.full(6, 10)])
    return unpack(_descend(loss, np.concatenate([START.ravel(), RATIOS]), units))


def fit_accents_in_light(halves):
    """The tones of accents in the light scheme for those in the dark one. The dark accents of the
    sets are between 0.4 and 0.9; elsewhere the tone is kept."""
    parts = []
    for half in halves:
        is_accent = half.roles == 5
        if is_accent.any():
            turned = half.reversed()
            parts.append((Input(turned.light[is_accent], turned.roles[is_accent]),
                          turned.dark[is_accent]))

    def loss(tones):
        data = np.mean([mean_difference(
            place(np.interp(given.tone, TONES, tones), given.chroma, given.hue), authored)
            for given, authored in parts])
        return (data + 0.02 * ((tones - TONES) ** 2).sum()
                + 10 * np.maximum(0.03 - np.diff(tones), 0).sum())

    return _descend(loss, TONES.copy(), np.ones(6))


def fit_table(halves, rule_of):
    """The table of a rule of OKLCH, fitted in the same way: what a single table can reach."""
    from rules import TABLE
    data = _relative(halves, [lambda table, half=half: rule_of(table)(half.light)
                              for half in halves])
    return _descend(lambda table: data(table) + 10 * np.maximum(np.diff(table), 0).sum(),
                    np.array(TABLE), np.ones(11))
