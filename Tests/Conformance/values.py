#!/usr/bin/env python3
"""Compares color arithmetic with coloraide, materialyoucolor, and the formulae of CSS.

    values.py LIBRARY [--seed S]
"""
import argparse
import math
import random
import sys

sys.dont_write_bytecode = True

import specification
from blending import SEPARABLE, blended
from coloraide.everything import ColorAll
from materialyoucolor.hct import Hct
from materialyoucolor.palettes.tonal_palette import TonalPalette
from calls import DIRECTIONS, MODES, Library
from specification import D50_SPACES, HUE

# Of what coloraide counts from 0 to 1.
PERCENTAGES = {"hsl", "hwb", "hsv", "okhsl", "okhsv"}
RGB = ["srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb",
       "rec2020", "rec2020-oetf"]
OTHERS = ["xyz-d65", "xyz-d50", "hsl", "hwb", "hsv", "lab", "lch", "oklab", "oklch"]
OTTOSSON = ["okhsl", "okhsv"]
OURS = ["gray-gamma-22", "extended-srgb", "extended-srgb-linear"]


class Claims:
    """Claims in the making: how much was looked at, and what did not hold."""

    def __init__(self):
        self._texts = []
        self.failed = False

    def make(self, text, findings):
        """`findings` yields for everything that is looked at whether it holds, and a description
        of it."""
        looked, wrong = 0, []
        for holds, *details in findings:
            looked += 1
            if not holds:
                wrong.append(" ".join(str(detail) for detail in details))
        for each in wrong[:10]:
            print(f"# {each}")
        holds = looked > 0 and not wrong
        self.failed |= not holds
        if wrong:
            print(f"# {len(wrong)} of {looked}")
        print(f"{'ok' if holds else 'not ok'} - {text.format(n=f'{looked:,}')}", flush=True)


def turns(space, values):
    """A color of coloraide's, by the library's scales."""
    return [value * 100 if space in PERCENTAGES and place > 0 else value
            for place, value in enumerate(values)]


def color_of(space, values):
    return ColorAll(space, [value / 100 if space in PERCENTAGES and place > 0 else value
                            for place, value in enumerate(values)])


def by_coloraide(source, values, target):
    return turns(target, color_of(source, values).convert(target, norm=False)[:3])


def distance(space, got, wanted):
    """How far two colors are from each other, the farthest component of its scale.

    A hue counts as much as the color has of one."""
    scales = {"lab": (100, 100, 100), "lch": (100, 100, 360), "oklch": (1, 1, 360)}.get(
        space, (360, 100, 100) if space in PERCENTAGES else (1, 1, 1))
    farthest = 0.0
    for place, (a, b, scale) in enumerate(zip(got, wanted, scales)):
        if (a is None) != (b is None):
            return math.inf
        if a is None:
            continue
        a, b = float(a), float(b)
        off = abs(a - b)
        if place == HUE.get(space):
            off = min(off, 360 - off)
            second, third = wanted[1] or 0, wanted[2] or 0
            colorfulness = 100 - second - third if space == "hwb" else second
            off *= min(1, abs(float(colorfulness)) / scales[1])
        farthest = max(farthest, off / max(scale, abs(b)))
    return farthest


class Colors:
    """Random ones."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def numbers(self, space, beyond=0.3):
        """A color of a space, in the gamut of sRGB or somewhat outside."""
        rgb = [self.random.uniform(-beyond, 1 + beyond) for _ in range(3)]
        if space in ("gray-gamma-22", *PERCENTAGES):
            rgb = [self.random.random() for _ in range(3)]
        if space in OTTOSSON:
            return by_coloraide("srgb", rgb, space)
        return [float(value) for value in specification.convert("srgb", rgb, space)]

    def wide(self):
        """A color in OKLCH, likely outside every gamut."""
        return [self.random.random(), self.random.uniform(0, 0.5), self.random.uniform(0, 360)]


# ---- Conversion ----------------------------------------------------------------------------------


def conversions(library, colors):
    """Against CSS's formulae, between all spaces that it has, and gray."""
    spaces = RGB + OTHERS + OURS
    for source in spaces:
        for target in spaces:
            for _ in range(10):
                values = colors.numbers(source)
                wanted = specification.convert(source, values, target)
                got = library.convert(source, values, target)[:3]
                # HSL and HSV can make a hue of next to nothing.
                steep = target in ("hsl", "hsv") and abs(wanted[1]) > 300
                yield (distance(target, without_none(got), wanted) < (1e-9 if steep else 1e-13),
                       source, values, target, got, [float(value) for value in wanted])


def without_none(values):
    return [value or 0 for value in values]


def conversions_as_coloraide(library, colors):
    spaces = [space for space in RGB + OTHERS + OTTOSSON if space not in D50_SPACES]
    for source in spaces:
        for target in spaces:
            for index in range(20):
                beyond = 0 if {source, target} & set(OTTOSSON) else 0.3 * (index % 2)
                values = colors.numbers(source, beyond)
                wanted = by_coloraide(source, values, target)
                if target in PERCENTAGES and abs(wanted[1]) > 300:
                    continue
                if max(saturation(source, values), saturation(target, wanted)) > 100:
                    # There coloraide has a pole, and the library goes straight on.
                    continue
                got = library.convert(source, values, target)[:3]
                yield (distance(target, without_none(got), wanted) < 1e-12,
                       source, values, target, got, wanted)


def saturation(space, values):
    """The saturation of Okhsl and Okhsv."""
    return values[1] if space in OTTOSSON else 0


def round_trips(library, colors):
    """Also of what is far outside: Okhsl and Okhsv go on beyond the gamut."""
    for space in OTTOSSON:
        for _ in range(2000):
            lch = [colors.random.uniform(0.02, 1.3), colors.random.uniform(0.001, 0.3),
                   colors.random.uniform(0, 360)]
            if space == "okhsv":
                # Up to the saturation that has no lightness left.
                lch[1] = min(lch[1], lch[0] * 0.3)
            there = library.convert("oklch", lch, space)
            back = library.convert(space, there[:3], "oklch")
            yield distance("oklch", back[:3], lch) < 1e-9, space, lch, there, back
    for space in RGB + OTHERS:
        for _ in range(100):
            values = colors.numbers("oklab")
            there = library.convert("oklab", values, space)
            back = library.convert(space, there[:3], "oklab")
            steep = space in ("hsl", "hsv")
            yield (distance("oklab", back[:3], values) < (1e-6 if steep else 1e-12),
                   space, values, there, back)


def material(rgb):
    """The number that Material Design has for a color of bytes."""
    return 0xff000000 | rgb[0] << 16 | rgb[1] << 8 | rgb[2]


def steps_between(argb, rgb):
    """How many steps of 8 bits a color in sRGB is away from a number of Material Design's."""
    return max(abs((argb >> shift & 255) - min(max(round(x * 255), 0), 255))
               for shift, x in zip((16, 8, 0), rgb))


def hct_as_material(library, colors):
    """Of all but grays, which have no chroma here. They come back to all digits."""
    for _ in range(5000):
        rgb = [colors.random.randrange(256) for _ in range(3)]
        wanted, got = Hct.from_int(material(rgb)), library.convert(
            "srgb", [x / 255 for x in rgb], "hct")[:3]
        if len(set(rgb)) == 1:
            yield got[:2] == [None, 0] and abs(got[2] - wanted.tone) < 1e-10, rgb, got
            continue
        hue = math.remainder(got[0] - wanted.hue, 360)
        yield (abs(hue) < 1e-9 and abs(got[1] - wanted.chroma) < 1e-9
               and abs(got[2] - wanted.tone) < 1e-10), rgb, got, wanted.hue, wanted.chroma
        back = library.convert("hct", got, "srgb")[:3]
        yield max(abs(x / 255 - y) for x, y in zip(rgb, back)) < 1e-11, rgb, got, back


def hct_solved_as_material(library, colors):
    """Also of chromas that no color of sRGB has: then the hue and the tone are kept."""
    for _ in range(10000):
        hue, tone = colors.random.uniform(0, 360), colors.random.choice(
            (colors.random.uniform(0, 100), float(colors.random.randrange(101))))
        chroma = colors.random.choice((4, 16, 48, colors.random.uniform(0, 200)))
        wanted = Hct.from_hct(hue, chroma, tone).to_int()
        got = library.convert("hct", [hue, chroma, tone], "srgb")[:3]
        yield (steps_between(wanted, got) <= 1 and -1e-9 < min(got) and max(got) < 1 + 1e-9,
               hue, chroma, tone, got, hex(wanted))
        if 1 < tone < 98 and chroma > 1:
            there = library.convert("srgb", got, "hct")[:3]
            yield (abs(there[2] - tone) < 1e-9
                   and abs(math.remainder(there[0] - hue, 360)) < 1e-6 and there[1] < chroma + 1e-6,
                   hue, chroma, tone, there)


def tones_as_material(library, colors):
    """Of seeds of bytes, the same bytes; but tone 99 may be the mean of two bytes, rounded."""
    seeds = [[0, 0, 0], [255, 255, 255], [119, 119, 119]]
    seeds += [[colors.random.randrange(256) for _ in range(3)] for _ in range(500)]
    for seed in seeds:
        palette = TonalPalette.from_int(material(seed))
        for tone in (0, 4, 6, 10, 20, 30, 40, 50, 60, 70, 80, 87, 90, 95, 98, 99, 100,
                     colors.random.uniform(0, 100)):
            got = library.parse(f"--tone(rgb({seed[0]} {seed[1]} {seed[2]}), {tone})")[:3]
            wanted = palette.tone(tone)
            yield steps_between(wanted, got) <= (tone == 99), seed, tone, got, hex(wanted)


def neutrals(library, colors):
    spaces = [space for space in RGB + OTHERS + OTTOSSON + ["hct"] + OURS
              if not space.startswith("xyz")]
    for source in spaces:
        for target in spaces:
            white = library.convert("srgb", [1, 1, 1], source)[:3]
            black = library.convert("srgb", [0, 0, 0], source)[:3]
            exact = {"lab": [100, 0, 0], "lch": [100, 0, None], "oklab": [1, 0, 0],
                     "oklch": [1, 0, None], "hsl": [None, 0, 100], "hsv": [None, 0, 100],
                     "okhsl": [None, 0, 100], "okhsv": [None, 0, 100], "hwb": [None, 100, 0],
                     "hct": [None, 0, 100], "gray-gamma-22": [1, 0, 0]}
            for rgb, color in (([1, 1, 1], white), ([0, 0, 0], black)):
                back = library.convert(source, color, "srgb")[:3]
                yield back == rgb, rgb, "through", source, "is", back
            if source != target:
                got = library.convert(source, white, target)[:3]
                yield without_none(got) == without_none(exact.get(target, [1, 1, 1])), \
                    "white of", source, "in", target, "is", got
                gray = library.convert("srgb", [colors.random.random()] * 3, source)[:3]
                there = library.convert(source, gray, target)[:3]
                back = library.convert(target, there, "srgb")[:3]
                yield back[0] == back[1] == back[2], "gray of", source, "through", target, back


def missing(library, colors):
    """Which components stay missing, or come to be."""
    spaces = RGB + OTHERS + OTTOSSON + ["hct", "gray-gamma-22"]
    for source in spaces:
        for target in spaces:
            if source == target:
                continue
            for bits in range(1, 8):
                values = [None if bits >> place & 1 else value
                          for place, value in enumerate(colors.numbers(source, 0))]
                if source == "gray-gamma-22":
                    values = [values[0], 0, 0]
                carried = specification.carried_forward(source, values, target)
                got = library.convert(source, values, target, None)
                lacking = {place for place in range(3) if got[place] is None}
                # A hue may be missing, besides, if what is left is gray.
                yield (carried <= lacking <= carried | {HUE.get(target, -1)} and got[3] is None,
                       source, values, target, got)


def powerless(library, colors):
    rows = [
        ("oklab", [0.5, 0.0000039, 0], "oklch", True),
        ("oklab", [0.5, 0.0000041, 0], "oklch", False),
        ("lab", [50, 0.00149, 0], "lch", True), ("lab", [50, 0.00151, 0], "lch", False),
        ("srgb", [0.5, 0.5, 0.5], "hsl", True), ("srgb", [0.500004, 0.5, 0.5], "hsl", True),
        ("srgb", [0.50002, 0.5, 0.5], "hsl", False), ("srgb", [0.500009, 0.5, 0.5], "hwb", True),
        ("srgb", [0.500011, 0.5, 0.5], "hwb", False), ("srgb", [1, 1, 1], "hwb", True),
        ("lab", [100, 0, 0], "hsl", True), ("xyz-d50", [0.9642956764295677, 1, 0.8251046025104602],
                                            "hsl", True),
        ("lch", [None, None, 180], "hwb", True), ("srgb", [0, 0, 0], "okhsv", True)]
    for source, values, target, lacks in rows:
        got = library.convert(source, values, target)
        yield (got[HUE[target]] is None) == lacks, source, values, target, got


# ---- Gamuts --------------------------------------------------------------------------------------

BOUNDED = ["srgb", "srgb-linear", "display-p3", "a98-rgb", "rec2020", "hsl"]


def rgb_of(gamut):
    return "srgb" if gamut in PERCENTAGES else gamut


def mapped_as_coloraide(library, colors, method, name, tolerance):
    for _ in range(2000):
        lch, gamut = colors.wide(), colors.random.choice(BOUNDED)
        # In what is nearly black, CSS's ray trace and coloraide's stop at different smallnesses.
        lch[0] = max(lch[0], 0.01)
        color = color_of("oklch", lch)
        if color.in_gamut(rgb_of(gamut), tolerance=0):
            continue
        wanted = color.fit(rgb_of(gamut), method=name).convert("oklab")[:3]
        got = library.map_to_gamut("oklch", lch, gamut, method)
        yield (math.dist(by_coloraide(gamut, without_none(got), "oklab"), wanted) < tolerance,
               lch, gamut, got, by_coloraide("oklab", wanted, gamut))


def linear(gamut, lch):
    """Linear amounts of a gamut's lights, by CSS's matrices in doubles."""
    a, b = lch[1] * math.cos(math.radians(lch[2])), lch[1] * math.sin(math.radians(lch[2]))
    roots = [lch[0] + row[1] * a + row[2] * b for row in OKLAB_TO_LMS]
    cones = [root ** 3 for root in roots]
    return [sum(x * y for x, y in zip(row, cones)) for row in LMS_TO[gamut]]


OKLAB_TO_LMS = [[float(x) for x in row] for row in specification.OKLAB_TO_LMS.tolist()]
LMS_TO = {
    name: [[float(x) for x in row] for row in (
        specification.FROM_XYZ[name] * (specification.D65_TO_D50 if name == "prophoto-rgb" else 1)
        * specification.LMS_TO_XYZ).tolist()]
    for name in ("srgb", "display-p3", "a98-rgb", "rec2020", "prophoto-rgb")}


def greatest_chroma(library, colors):
    """What is solved for is right: nothing of less chroma is outside, and anything of more is."""
    for index in range(2000):
        gamut = colors.random.choice(sorted(LMS_TO))
        lch = colors.wide()
        if index % 3 == 0:
            lch[1] *= 10 ** colors.random.uniform(0, 6)
        if index % 10 == 0:
            lch[0] = colors.random.choice([1e-200, 1e-6, 0.001, 0.999, 1 - 1e-9])
        if library.in_gamut("oklch", lch, gamut):
            continue
        rgb = library.map_to_gamut("oklch", lch, gamut, "exact")
        yield all(0 <= value <= 1 for value in rgb), "outside", lch, gamut, rgb
        if lch[0] < 1e-3:
            continue
        found = library.convert(gamut, rgb, "oklch")[:3]
        if found[2] is None:
            found[2] = lch[2]
        off = abs(found[0] - lch[0]), distance("oklch", [0, *found[1:]], [0, found[1], lch[2]])
        yield max(off) < 1e-9, "moved", lch, gamut, found
        chroma = found[1]
        inside = all(-1e-9 <= value <= 1 + 1e-9 for step in range(200)
                     for value in linear(gamut, [lch[0], chroma * step / 200, lch[2]]))
        beyond = linear(gamut, [lch[0], chroma * (1 + 1e-6) + 1e-9, lch[2]])
        yield inside, "left before", lch, gamut, found
        yield any(not 0 <= value <= 1 for value in beyond), "gave up too much", lch, gamut, found


def reference_points(library, colors):
    """csstools' and color.js' for oklch(90% 0.4 150) in sRGB."""
    for method, wanted in (("exact", [0.9, 0.181555, 150]), ("ray-trace", [0.9, 0.181555, 150]),
                           ("binary-search", [0.882121, 0.219922, 150.555])):
        got = library.convert(
            "srgb", library.map_to_gamut("oklch", [0.9, 0.4, 150], "srgb", method), "oklch")[:3]
        yield all(abs(a - b) < 6e-4 if b > 100 else abs(a - b) < 6e-7
                  for a, b in zip(got, wanted)), method, got


def inside_stays(library, colors):
    for method in ("exact", "ray-trace", "binary-search", "clip"):
        for gamut in RGB + ["hsl", "hwb", "hsv", "okhsl", "okhsv"]:
            for _ in range(20):
                rgb = [colors.random.choice([0, 1, colors.random.random()]) for _ in range(3)]
                space = rgb_of(gamut) if gamut in PERCENTAGES else gamut
                got = library.map_to_gamut(space, rgb, gamut, method)
                yield got == library.convert(space, rgb, gamut)[:3], method, gamut, rgb, got
                # On the edge, but for errors as above.
                around = library.convert(space, rgb, "oklch")[:3]
                if around[2] is None and len(set(rgb)) > 1:
                    continue
                got = library.map_to_gamut("oklch", around, space, method)
                yield distance(space, got, rgb) < 1e-6, method, gamut, rgb, around, got
                yield library.in_gamut("oklch", around, space), gamut, rgb, around


def clipped(library, colors):
    for _ in range(300):
        gamut = colors.random.choice(RGB)
        values = colors.numbers("oklab", 0.5)
        wanted = [min(max(value, 0), 1) for value in specification.convert("oklab", values, gamut)]
        got = library.map_to_gamut("oklab", values, gamut, "clip")
        yield distance(gamut, got, wanted) < 1e-12, values, gamut, got


def ends(library, colors):
    for gamut in RGB:
        for method in ("exact", "ray-trace", "binary-search"):
            for lightness, wanted in ((1, 1), (1.5, 1), (0, 0), (-0.5, 0)):
                got = library.map_to_gamut("oklch", [lightness, 0.2, 30], gamut, method)
                yield got == [wanted] * 3, gamut, method, lightness, got


# ---- Mixing --------------------------------------------------------------------------------------


def mixtures(library, colors):
    spaces = RGB + OTHERS
    for space in spaces:
        for direction in DIRECTIONS if space in HUE else ["shorter"]:
            for index in range(100):
                sides = []
                for _ in range(2):
                    source = space if index % 3 == 0 else colors.random.choice(spaces)
                    values = colors.numbers(source, 0)
                    values = [None if colors.random.random() < 0.2 else value for value in values]
                    alpha = colors.random.choice([1, 1, colors.random.random(), 0, None])
                    sides.append((source, values, alpha))
                share = colors.random.choice([0, 1, 0.5, colors.random.random()])
                if hues_decide(sides, space):
                    continue
                wanted, alpha = specification.mix(*sides, share, space, direction)
                got = library.mix(*sides, share, space, direction)
                # An error of 1e-16 of light is 1e-7 where a curve begins steeply.
                steep = space in ("a98-rgb", "rec2020")
                close = distance(space, got[:3], wanted) < (1e-6 if steep else 1e-9) and (
                    alpha is None if got[3] is None else
                    alpha is not None and abs(got[3] - alpha) < 1e-12)
                yield close, sides, share, space, direction, got, wanted, alpha


def hues_decide(sides, space):
    """Whether hues are so nearly the same or opposite that errors choose the way between them."""
    if space not in HUE:
        return False
    one, two = (specification.convert_color(source, values, space)[HUE[space]] or 0
                for source, values, _ in sides)
    return abs((one - two) % 180 - 90) > 90 - 1e-6


def mixtures_as_coloraide(library, colors):
    spaces = ["srgb", "srgb-linear", "display-p3", "hsl", "hwb", "lab", "lch", "oklab", "oklch",
              "xyz-d65", "okhsl"]
    for space in spaces:
        for direction in DIRECTIONS if space in HUE else ["shorter"]:
            for _ in range(60):
                sides = [(source, colors.numbers(source, 0), colors.random.uniform(0.1, 1))
                         for source in colors.random.choices(spaces, k=2)]
                share = colors.random.random()
                # Of Okhsl what is above 100 % is the library's own.
                if any(max(saturation(source, values),
                           saturation(space, by_coloraide(source, values, space))) > 100
                       for source, values, _ in sides):
                    continue
                one, two = (color_of(source, values).set("alpha", alpha)
                            for source, values, alpha in sides)
                mixed = one.mix(two, share, space=space, hue=direction, premultiplied=True)
                wanted = turns(space, mixed[:3])
                got = library.mix(*sides, share, space, direction)
                yield (distance(space, got[:3], wanted) < 1e-9
                       and abs(got[3] - mixed["alpha"]) < 1e-12,
                       sides, share, space, direction, got, wanted)


def folds(library, colors):
    """Many colors, one after the other."""
    for _ in range(200):
        space = colors.random.choice(["oklab", "oklch", "srgb", "hsl"])
        listed = [("srgb", [colors.random.random() for _ in range(3)], colors.random.random())
                  for _ in range(colors.random.randint(1, 6))]
        weights = [colors.random.choice([0, colors.random.random()]) for _ in listed]
        weights[-1] = weights[-1] or 0.5
        color, sum = listed[0], weights[0]
        for other, weight in zip(listed[1:], weights[1:]):
            share = weight / (sum + weight) if sum + weight > 0 else 0.5
            values, alpha = specification.mix(color, other, share, space, "shorter")
            color, sum = (space, values, alpha), sum + weight
        if len(listed) == 1:
            color = (space, specification.convert_color(*color[:2], space), color[2])
        got = library.mix_many(listed, weights, space, "shorter")
        yield (distance(space, got[:3], color[1]) < 1e-9 and abs(got[3] - color[2]) < 1e-12,
               listed, weights, space, got, color)


# ---- Difference and contrast ---------------------------------------------------------------------


def differences(library, colors):
    for index in range(2000):
        a = [colors.random.uniform(0, 100), *(colors.random.uniform(-100, 100) for _ in range(2))]
        b = [value + colors.random.gauss(0, 10 ** colors.random.uniform(-3, 2)) for value in a]
        if index % 10 == 0:
            b[1:] = [0, 0]
        if index % 15 == 0:
            a[1:] = [0, 0]
        wanted = color_of("lab", a).delta_e(color_of("lab", b), method="2000", space="lab")
        got = library.difference(("lab", a), ("lab", b), 2)
        # Opposite hues are the one jump that the formula has.
        hues = [math.degrees(math.atan2(z, y)) for _, y, z in (a, b)]
        if abs(abs(hues[0] - hues[1]) - 180) < 0.01:
            continue
        yield abs(got - wanted) < 1e-9 * max(1, wanted), a, b, got, wanted
        yield abs(library.difference(("lab", b), ("lab", a), 2) - got) < 1e-9, "backward", a, b
        x, y = colors.numbers("srgb"), colors.numbers("display-p3")
        wanted = color_of("srgb", x).delta_e(color_of("display-p3", y), method="ok")
        got = library.difference(("srgb", x), ("display-p3", y), 1)
        yield abs(got - wanted) < 1e-12, x, y, got, wanted


def luminance(rgb):
    """WCAG 2.2's."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
              for value in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(a, b):
    a, b = luminance(a), luminance(b)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def lightness(rgb):
    return float(specification.xyz_to_lab(
        [0, specification.to_xyz("srgb", [specification.mpf(value) for value in rgb])[1], 0])[0])


def over(top, alpha, bottom):
    return [x * alpha + y * (1 - alpha) for x, y in zip(top, bottom)]


def contrasts(library, colors):
    for index in range(400):
        text, ground = ([colors.random.randrange(256) / 255 for _ in range(3)] for _ in range(2))
        alpha = 1 if index % 2 else colors.random.random()
        seen = over(text, alpha, ground)
        got = library.contrast(("srgb", text, alpha), ("srgb", ground), 1)
        yield abs(got - ratio(seen, ground)) < 1e-12 * got, text, alpha, ground, got
        got = library.contrast(("srgb", text, alpha), ("srgb", ground), 2)
        wanted = abs(lightness(seen) - lightness(ground))
        yield abs(got - wanted) < 1e-10, text, alpha, ground, got, wanted
    yield library.contrast(("srgb", [1, 1, 1]), ("srgb", [0, 0, 0]), 1) == 21, "white on black"
    yield library.contrast(("srgb", [0.5] * 3), ("srgb", [0.5] * 3), 1) == 1, "gray on gray"


def hidden_backdrops(library, colors):
    """Whatever lies behind, the contrast is no less than was said; and on something it is that."""
    steps = [step / 8 for step in range(9)]
    cube = [[x, y, z] for x in steps for y in steps for z in steps]
    for index in range(150):
        text, ground = (
            [colors.random.choice([0, 1, colors.random.random()]) for _ in range(3)]
            for _ in range(2))
        alpha = 1 if index % 3 == 0 else colors.random.random() ** 0.5
        opacity = colors.random.random() ** 0.5
        measured, signs = [], set()
        for backdrop in cube:
            below = over(ground, opacity, backdrop)
            above = over(text, alpha, below)
            measured.append(ratio(above, below))
            signs.add(luminance(above) > luminance(below))
        wanted = 1 if len(signs) > 1 else min(measured)
        got = library.contrast(("srgb", text, alpha), ("srgb", ground, opacity), 1)
        # The grid is coarse: the library may have found less.
        yield wanted * 0.98 <= got <= wanted * (1 + 1e-9), text, alpha, ground, opacity, got, wanted
        got = library.contrast(("srgb", text, alpha), ("srgb", ground, opacity), 2)
        yield (got == 0) == (wanted == 1) or got < 0.5, "lightness", text, alpha, ground, opacity


# ---- What can be read ----------------------------------------------------------------------------

# Lightnesses that are tried: a quarter of a step between two grays of 8 bits apart.
LIGHTNESSES = [step / 1024 for step in range(1025)]


def roundings(rgb, alpha):
    """The color, and what 8 bits make of it. What is halfway may be rounded up or down."""
    down, up = ([math.floor(min(max(value, 0), 1) * 255 + 0.5 + bias) / 255
                 for value in (*rgb, alpha)] for bias in (-1 / 4096, 1 / 4096))
    return [(list(rgb), alpha), *((each[:3], opacity[3])
                                  for each in (down, up) for opacity in (down, up))]


def readable(library, colors):
    """Every lightness is tried: none that is nearer may do, and none at all if none was found."""
    for index in range(120):
        space = colors.random.choice(["srgb", "srgb", "display-p3", "oklch"])
        values = colors.wide() if space == "oklch" else [
            colors.random.randrange(256) / 255 for _ in range(3)]
        ground = [colors.random.randrange(256) / 255 for _ in range(3)]
        alpha = 1 if index % 3 else colors.random.uniform(0.3, 1)
        opacity = 1 if index % 4 else colors.random.uniform(0.5, 1)
        method = 1 + index % 5 // 4
        wanted = colors.random.choice([1, 3, 4.5, 7, colors.random.uniform(1, 21)])
        if method == 2:
            wanted = colors.random.uniform(0, 100)
        background = ("srgb", ground, opacity)
        case = (space, values, alpha, ground, opacity, method, wanted)

        def contrast(rgb, alpha):
            if opacity == 1 and method == 1:
                return ratio(over(rgb, alpha, ground), ground)
            return min(library.contrast(("srgb", rgb, alpha), ("srgb", *each), method)
                       for each in roundings(ground, opacity))

        def least(rgb, alpha):
            return min(contrast(*each) for each in roundings(rgb, alpha))

        def does(rgb):
            return least(rgb, alpha) >= wanted * (1 - 1e-9)

        got_space, got, achieved = library.ensure_contrast(
            (space, values, alpha), background, wanted, method)
        had = least(library.convert(space, values, "srgb")[:3], alpha)
        if abs(had - wanted) < 1e-9:
            continue
        if had >= wanted:
            yield got_space == space and got[:3] == list(values), case, got, "was good"
            continue
        there = library.convert(got_space, without_none(got[:3]), "srgb")[:3]
        start = color_of(space, values).convert("oklch")
        lch, lab = [0 if math.isnan(x) else x for x in start[:3]], start.convert("oklab")[:3]
        others = (ColorAll("oklch", [light, *lch[1:]]) for light in LIGHTNESSES[1:-1])
        tried = [[0, 0, 0], *(each.fit("srgb", method="oklch-cubic").convert("srgb")[:3]
                              for each in others), [1, 1, 1]]
        good = [math.dist(ColorAll("srgb", rgb).convert("oklab")[:3], lab)
                for rgb in tried if does(rgb)]
        yield got_space == "oklch", case, got
        yield abs(achieved - least(there, got[3])) < 1e-9, case, achieved
        if not good and (achieved < wanted or got[3] != alpha):
            yield got[0] in (0, 1) and got[3] == 1, case, got, "nothing does"
            best = max(least([gray] * 3, 1) for gray in (0, 1))
            yield abs(achieved - best) < 1e-9, case, got, best
            continue
        yield achieved >= wanted and got[3] == alpha, case, got, achieved
        distance = math.dist(ColorAll("srgb", there).convert("oklab")[:3], lab)
        yield distance <= min(good, default=2) + 1e-3, case, got, distance, good
        if got[1] and lch[1] > 1e-3 and got[1] > 1e-4:
            turn = abs(got[2] - lch[2]) % 360
            yield min(turn, 360 - turn) < 1e-3, case, got, lch, "hue"


# ---- Blending ------------------------------------------------------------------------------------


def blends(library, colors):
    for mode in MODES:
        for space in ("srgb", "srgb-linear", "display-p3", "prophoto-rgb"):
            for _ in range(50):
                source, backdrop = (
                    [colors.random.choice([0, 1, 0.5, 0.25, *[colors.random.random()] * 4])
                     for _ in range(3)] for _ in range(2))
                alphas = [colors.random.choice([1, 0, colors.random.random()]) for _ in range(2)]
                wanted, alpha = blended(mode, source, alphas[0], backdrop, alphas[1])
                got = library.blend(
                    (space, source, alphas[0]), (space, backdrop, alphas[1]), mode, space)
                yield (max(abs(a - b) for a, b in zip(got, [*wanted, alpha])) < 1e-12,
                       mode, space, source, backdrop, alphas, got, wanted, alpha)


def blends_as_coloraide(library, colors):
    """Where coloraide follows the specification: on opaque backdrops, which it takes all for; and
    with the modes that blend each component for itself, since its luminosity has other weights."""
    for mode in SEPARABLE:
        for _ in range(50):
            source, backdrop = ([colors.random.random() for _ in range(3)] for _ in range(2))
            alpha = colors.random.random()
            wanted = ColorAll.layer(
                [ColorAll("srgb", source, alpha), ColorAll("srgb", backdrop)], blend=mode,
                space="srgb")
            got = library.blend(("srgb", source, alpha), ("srgb", backdrop), mode, "srgb")
            yield (max(abs(a - b) for a, b in zip(got, wanted[:])) < 1e-12,
                   mode, source, alpha, backdrop, got, wanted)


def visions_as_coloraide(library, colors):
    """Whatever space a color has: its filter works in linear sRGB."""
    for vision, model in (("protan", "machado"), ("deutan", "machado"), ("tritan", "machado"),
                          ("protan", "vienot"), ("deutan", "vienot")):
        for _ in range(200):
            rgb = [colors.random.uniform(-0.1, 1.1) for _ in range(3)]
            alpha, severity = colors.random.random(), colors.random.choice(
                (1, 0.1, 0.5, 0.95, colors.random.random()))
            wanted = ColorAll("srgb", rgb, alpha).filter(
                vision, severity, space="srgb-linear", out_space="srgb", method=model)
            got = library.simulate_vision(("srgb", rgb, alpha), vision, severity, model)
            yield (max(abs(a - b) for a, b in zip(got, wanted[:])) < 1e-12,
                   vision, model, severity, rgb, alpha, got, wanted)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    library, colors, claims = Library(options.library), Colors(options.seed), Claims()

    def make(text, findings, *arguments):
        claims.make(text, findings(library, colors, *arguments))

    make("{n} colors convert as CSS's formulae say to 40 digits", conversions)
    make("{n} colors convert as coloraide converts them", conversions_as_coloraide)
    make("{n} colors come back from other spaces, also from outside gamuts", round_trips)
    make("{n} colors have the HCT of Material Design, and come back from it", hct_as_material)
    make("{n} colors of HCT become those of Material Design", hct_solved_as_material)
    make("{n} tones are those of Material Design's palettes", tones_as_material)
    make("{n} times white, black and grays are exactly that", neutrals)
    make("{n} colors with components missing lack the analogous ones elsewhere", missing)
    make("{n} hues are missing exactly if they have no power", powerless)
    make("{n} colors map to gamuts as coloraide's cubic solver maps them", mapped_as_coloraide,
         "exact", "oklch-cubic", 1e-5)
    make("{n} colors map to gamuts as coloraide's ray trace maps them", mapped_as_coloraide,
         "ray-trace", "raytrace", 1e-12)
    make("{n} colors map to gamuts as coloraide's local MINDE maps them", mapped_as_coloraide,
         "binary-search", "oklch-chroma", 1e-12)
    make("{n} facts about the greatest chroma within gamuts hold", greatest_chroma)
    make("{n} points of reference are where csstools and color.js have them", reference_points)
    make("{n} colors within gamuts stay as they are", inside_stays)
    make("{n} colors are cut to gamuts component by component", clipped)
    make("{n} colors beyond white and black become that", ends)
    make("{n} pairs of colors mix as CSS's steps say", mixtures)
    make("{n} pairs of colors mix as coloraide mixes them", mixtures_as_coloraide)
    make("{n} lists of colors mix one after the other", folds)
    make("{n} differences are coloraide's", differences)
    make("{n} contrasts are those of their formulae", contrasts)
    make("{n} contrasts hold on every backdrop", hidden_backdrops)
    make("{n} facts about colors that are made to be read hold", readable)
    make("{n} colors blend as W3C's formulae say", blends)
    make("{n} colors blend as coloraide blends them", blends_as_coloraide)
    make("{n} colors are seen as coloraide's filter shows them", visions_as_coloraide)
    sys.exit(claims.failed)


if __name__ == "__main__":
    main()
