"""Judges answers of the library where several would be right."""
import ctypes
from functools import lru_cache
from math import cos, dist, isnan, pi, sin

import binding as c
import colors
from axes import CONTRAST, DARK, LIGHT, SCHEME, Environment
from callbacks import FLOATS, c_color
from colors import ALPHA, BLACK, WHITE, Color

READABLE = "{n} colors moved to a contrast have it, keep their hue, and no nearer color has it"
GRADED = "{n} colors whose contrast is graded have it, or are black or white"

STEPS = 16  # half the directions in which to look for a color that is nearer
TOLERANCE = 1e-3  # of Oklab


class Judge:
    def __init__(self, library, evidence):
        self.library, self.evidence = library, evidence
        self.readable = lru_cache(10_000)(self._readable)
        self.graded = lru_cache(10_000)(self._graded)
        self.scheme = lru_cache(10_000)(self._scheme)
        self.theme = ctypes.c_void_p()
        library.theme_create(None, self.theme, None)

    def _readable(self, color, backgrounds, ratio):
        """The color itself, or the library's answer."""
        numbers = [x for each in (color, *backgrounds) for x in (*each.full()[0], each.alpha)]
        if any(isnan(colors.certain(x)) for x in numbers):
            return Color(c.SRGB, (float("nan"),) * 3, float("nan"))
        contrasts = self.contrasts(color, backgrounds)
        if ratio > 1 and any(abs(x / ratio - 1) < 1e-9 for x in contrasts):
            return Color(c.SRGB, (float("nan"),) * 3, color.alpha, color.missing & ALPHA)
        if min(contrasts) >= ratio * (1 - 1e-9):
            return color
        answer = self.answer(color, backgrounds, ratio)
        self.evidence.check(READABLE, self.is_good(answer, color, backgrounds, ratio),
                            lambda: f"{answer} for {color} on {backgrounds}, {ratio}")
        return answer

    def _graded(self, color, backgrounds, degree, ratio):
        """The library's answer: with the contrast that is wanted; or, if no color has it, black or
        white."""
        numbers = [x for each in (color, *backgrounds) for x in (*each.full()[0], each.alpha)]
        if any(isnan(colors.certain(x)) for x in numbers):
            return Color(c.SRGB, (float("nan"),) * 3, float("nan"))
        contrast, step = min(self.contrasts(color, backgrounds)), 7 / 4.5
        full = max(contrast * step, ratio) / contrast if degree > 0 else step
        wanted = contrast * full ** degree
        wanted = min(wanted, 21) if degree > 0 else max(wanted, min(contrast, 4.5))
        out, count = c.Color(), len(backgrounds)
        self.library.color_grade_contrast(
            c_color(color), (c.Color * count)(*map(c_color, backgrounds)),
            ctypes.sizeof(c.Color), count, degree, ratio, out, None, None)
        answer = Color(out.space, tuple(out.c), out.alpha, out.missing & 15)
        reached = min(self.contrasts(answer, backgrounds))
        is_last = answer.alpha == 1 and answer.full()[0][0] in (0, 1)
        # Less contrast is as near to what is wanted as bytes allow.
        is_good = (reached >= wanted * (1 - 1e-9) or degree > 0 and is_last) and (
            degree > 0 or reached <= contrast * (1 + 1e-9))
        self.evidence.check(GRADED, is_good, lambda: f"{answer} for {color} on {backgrounds}, "
                            f"{degree} of {ratio}: {reached} instead of {wanted}")
        return answer

    def contrasts(self, color, backgrounds):
        """Those of the color as it is and in bytes, on each background as it is and in bytes."""
        grounds = [ground for each in backgrounds for ground in roundings(each)]
        return [self.contrast(each, ground) for each in roundings(color) for ground in grounds]

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

    def schemed(self, seed, text, is_dark, contrast):
        """A color that a function derives from a constant. Tests/Conformance/material.py and
        scale.py have the proof that it is right."""
        rgb, alpha = colors.light(seed, c.SRGB_LINEAR), seed.full()[1]
        found = [] if any(isnan(x) for x in (*rgb, alpha)) else [
            self.scheme(tuple(x * scale for x in rgb), text, is_dark, contrast)
            for scale in (1, 1 - 1e-6, 1 + 1e-6)]
        alpha = 1 if text.startswith("--scale") else alpha
        # Between two bytes, an error of rounding decides.
        if not found or any(dist(found[0], other) > 1e-4 for other in found):
            return Color(c.SRGB, (float("nan"),) * 3, alpha)
        return Color(c.SRGB, found[0], alpha)

    def _scheme(self, rgb, text, is_dark, contrast):
        """What the library resolves for a seed that is a constant."""
        red, green, blue = rgb
        css = text.format(f"color(srgb-linear {red!r} {green!r} {blue!r})").encode()
        id, out = ctypes.c_uint32(), ctypes.create_string_buffer(FLOATS.size)
        self.library.register_css_n(self.theme, b"color", 5, css, len(css), id, None)
        environment = Environment.of({SCHEME: DARK if is_dark else LIGHT, CONTRAST: contrast})
        self.library.resolve(self.theme, id, environment.bytes, out, None)
        return FLOATS.unpack(out.raw)[:3]

    def contrast(self, color, background):
        """On what is not opaque the library's, which is no part of what this is about."""
        if background.full()[1] == 1:
            return colors.ratio(color, background)
        out = ctypes.c_double()
        self.library.color_contrast(c_color(color), c_color(background), 1, out, None)
        return out.value

    def answer(self, color, backgrounds, ratio):
        out, count = c.Color(), len(backgrounds)
        self.library.color_ensure_contrast_many(
            c_color(color), (c.Color * count)(*map(c_color, backgrounds)),
            ctypes.sizeof(c.Color), count, ratio, 1, out, None, None)
        return Color(out.space, tuple(out.c), out.alpha, out.missing & 15)

    def is_good(self, answer, color, backgrounds, ratio):
        start, end = lab(color), lab(answer)
        _, chroma, hue = colors.polar(start)
        alpha = {"alpha": color.alpha, "missing": color.missing & ALPHA}
        is_gray = chroma < 4e-6

        def reached(color, wanted):
            return all(x >= wanted for x in self.contrasts(color, backgrounds))

        def is_possible(lightness, chroma):
            place = Color(c.OKLAB, colors.rectangular(lightness, chroma, hue), **alpha)
            light = colors.light(place, c.SRGB_LINEAR)
            return (chroma >= 0 and min(light) >= 0 and max(light) <= 1
                    and reached(place, ratio * (1 + 1e-9)))
        ends = [end._replace(**alpha) for end in (BLACK, WHITE)]
        if answer.full()[1] != color.full()[1] or not reached(answer, ratio * (1 - 1e-9)):
            best = max((WHITE, BLACK), key=lambda end: min(self.contrasts(end, backgrounds)))
            return (dist(end, lab(best)) < 1e-6 and answer.full()[1] == 1
                    and not any(reached(end, ratio * (1 + 1e-9)) for end in ends)
                    and not any(is_possible(i / STEPS, 0) for i in range(STEPS)))
        _, moved, turned = colors.polar(end)
        if moved > 1e-4 and (is_gray or abs((turned - hue + pi) % (2 * pi) - pi) > 1e-4):
            return False
        # None that is nearer, in each direction.
        tolerance = TOLERANCE if color.full()[1] == 1 else 5 * TOLERANCE
        far = dist(start, end) - tolerance
        return far <= 0 or not any(
            is_possible(start[0] + far * share * cos(angle), chroma + far * share * sin(angle))
            for share in (1, 0.9) for angle in (
                (0, pi) if is_gray else [i * pi / STEPS for i in range(2 * STEPS)]))


def roundings(color):
    """The color as it is, and in bytes. What is halfway may be rounded up or down."""
    down, up = (colors.in_bytes(color, bias) for bias in (-1 / 4096, 1 / 4096))
    if down == up:
        return color, down
    crossed = (down._replace(alpha=up.alpha), up._replace(alpha=down.alpha))
    return color, down, up, *(crossed if down.alpha != up.alpha else ())


def lab(color):
    return colors.oklab(colors.light(color, c.SRGB_LINEAR))
