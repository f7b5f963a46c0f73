"""Whether the library's answers are good, where many would be."""
import ctypes
from functools import lru_cache
from math import dist

import binding as c
import colors
from callbacks import c_color
from colors import ALPHA, BLACK, WHITE, Color

GOOD = "{n} colors that are moved until they can be read are near, reach their ratio, keep their hue"

STEPS = 100
TOLERANCE = 1e-3  # of Oklab


class Judge:
    def __init__(self, library, evidence):
        self.library, self.evidence = library, evidence
        self.readable = lru_cache(10_000)(self._readable)

    def _readable(self, color, background, ratio):
        """The library's answer, if it is one."""
        contrast = self.contrast(color, background)
        if not abs(contrast / ratio - 1) > 1e-9:
            return color if ratio == 1 else Color(c.SRGB, (float("nan"),) * 3, color.alpha)
        if contrast >= ratio:
            return color
        answer = self.answer(color, background, ratio)
        self.evidence.check(GOOD, self.is_good(answer, color, background, ratio),
                            lambda: f"{answer} for {color} on {background}, {ratio}")
        return answer

    def contrast(self, color, background):
        if background.full()[1] == 1:
            return colors.ratio(color, background)
        out = ctypes.c_double()
        self.library.color_contrast(c_color(color), c_color(background), 1, out, None)
        return out.value

    def answer(self, color, background, ratio):
        out = c.Color()
        self.library.color_ensure_contrast(
            c_color(color), c_color(background), ratio, 1, out, None, None)
        return Color(out.space, tuple(out.c), out.alpha, out.missing & 15)

    def is_good(self, answer, color, background, ratio):
        ends = [x._replace(alpha=color.alpha, missing=color.missing & ALPHA) for x in (BLACK, WHITE)]
        if max(self.contrast(end, background) for end in ends) < ratio:
            best = max((WHITE, BLACK), key=lambda end: self.contrast(end, background))
            return colors.near(answer, best)
        lightness, chroma, hue = colors.polar(colors.oklab(colors.light(color, c.SRGB_LINEAR)))
        start = colors.oklab(colors.light(color, c.SRGB_LINEAR))
        end = colors.oklab(colors.light(answer, c.SRGB_LINEAR))

        def moved(lightness):
            return colors.mapped(Color(c.OKLAB, colors.rectangular(lightness, chroma, hue),
                                       color.alpha, color.missing & ALPHA), c.SRGB_LINEAR)

        def nearer():
            """Colors that lie nearer."""
            for i in range(1, STEPS):
                for direction in (-1, 1):
                    yield moved(lightness + direction * i / STEPS * dist(start, end))
        return (self.contrast(colors.in_bytes(answer), background) >= ratio * (1 - 1e-12)
                and dist(end, colors.oklab(colors.light(moved(end[0]), c.SRGB_LINEAR))) < 1e-6
                and answer.full()[1] == color.full()[1]
                and not any(
                    self.contrast(other, background) >= ratio
                    and dist(colors.oklab(colors.light(other, c.SRGB_LINEAR)), start)
                    < dist(start, end) - TOLERANCE for other in nearer()))
