"""Judges answers of the library where several would be right."""
import ctypes
from functools import lru_cache
from math import dist, isnan

import binding as c
import colors
from callbacks import c_color
from colors import ALPHA, BLACK, WHITE, Color

READABLE = "{n} colors moved to a contrast have it, keep their hue, and no nearer color has it"

STEPS = 16  # to either side, to look for a color that is nearer
TOLERANCE = 2e-3  # of Oklab


class Judge:
    def __init__(self, library, evidence):
        self.library, self.evidence = library, evidence
        self.readable = lru_cache(10_000)(self._readable)

    def _readable(self, color, background, ratio):
        """The color itself, or the library's answer."""
        numbers = *color.full()[0], *background.full()[0], color.alpha, background.alpha
        if any(isnan(colors.certain(x)) for x in numbers):
            return Color(c.SRGB, (float("nan"),) * 3, float("nan"))
        contrast = self.contrast(color, background)
        if ratio > 1 and abs(contrast / ratio - 1) < 1e-9:
            return Color(c.SRGB, (float("nan"),) * 3, color.alpha, color.missing & ALPHA)
        if contrast >= ratio * (1 - 1e-9):
            return color
        answer = self.answer(color, background, ratio)
        self.evidence.check(READABLE, self.is_good(answer, color, background, ratio),
                            lambda: f"{answer} for {color} on {background}, {ratio}")
        return answer

    def toned(self, color, tone):
        """A tone of a constant, of which Tests/Conformance/values.py has the proof."""
        rgb, alpha = colors.light(color, c.SRGB_LINEAR), color.full()[1]
        # The hue of what is nearly black is an error of rounding.
        if any(isnan(x) for x in (*rgb, alpha)) or 0 < max(map(abs, rgb)) < 1e-6:
            return Color(c.SRGB, (float("nan"),) * 3, alpha)
        text = f"--tone(color(srgb-linear {rgb[0]!r} {rgb[1]!r} {rgb[2]!r} / {alpha!r}), {tone})"
        out = c.Color()
        self.library.color_parse_n(text.encode(), len(text), out, None)
        return Color(out.space, tuple(out.c), out.alpha)

    def contrast(self, color, background):
        """On what is not opaque the library's, which is no part of what this is about."""
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
        start, end = lab(color), lab(answer)
        _, chroma, hue = colors.polar(start)
        alpha = {"alpha": color.alpha, "missing": color.missing & ALPHA}

        def reached(color, wanted=ratio * (1 - 1e-9)):
            # What is painted may have been a float before: of 0.7 that makes another byte.
            as_float = color._replace(alpha=colors.as_float(color.alpha))
            return all(self.contrast(x, background) >= wanted
                       for x in (color, colors.in_bytes(color), colors.in_bytes(as_float)))

        def moved(lightness):
            return colors.mapped(
                Color(c.OKLAB, colors.rectangular(lightness, chroma, hue), **alpha), c.SRGB_LINEAR)
        if not any(reached(end._replace(**alpha)) for end in (BLACK, WHITE)):
            best = max((WHITE, BLACK), key=lambda end: self.contrast(end, background))
            return dist(end, lab(best)) < 1e-6 and answer.full()[1] == 1
        if not reached(answer) or answer.full()[1] != color.full()[1]:
            return False
        if dist(end, lab(moved(end[0]))) > 1e-5:
            return False
        # None that is nearer in lightness on this side, and on the other no better one.
        way = end[0] - start[0]
        nearer = [start[0] + way * i / STEPS for i in range(STEPS)]
        if any(abs(x - end[0]) > 1 / 4096 and dist(lab(moved(x)), end) > 1e-3
               and reached(moved(x), ratio * (1 + 1e-9)) for x in nearer):
            return False
        other = self.nearest(start[0], 0.0 if way > 0 else 1.0,
                             lambda x: reached(moved(x), ratio * (1 + 1e-9)))
        return other is None or dist(lab(moved(other)), start) >= dist(start, end) - TOLERANCE

    def nearest(self, start, end, holds):
        """The nearest place on a way where something holds."""
        for i in range(STEPS + 1):
            place = start + (end - start) * i / STEPS
            if holds(place):
                before = start + (end - start) * max(i - 1, 0) / STEPS
                for _ in range(12):
                    middle = (before + place) / 2
                    before, place = (before, middle) if holds(middle) else (middle, place)
                return place
        return None


def lab(color):
    return colors.oklab(colors.light(color, c.SRGB_LINEAR))
