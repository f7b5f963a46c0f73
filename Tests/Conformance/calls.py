"""The header's functions on color values, for ctypes."""
import ctypes
from ctypes import byref, c_double, c_size_t

from library import SPACES as NAMES
from library import ColorValue as Value

SPACES = {name: number for number, name in enumerate(NAMES) if number}
METHODS = {"exact": 1, "ray-trace": 2, "binary-search": 3, "clip": 4}
DIRECTIONS = {"shorter": 1, "longer": 2, "increasing": 3, "decreasing": 4}
VISIONS = {"typical": 1, "protan": 2, "deutan": 3, "tritan": 4, "achromat": 5}
MODES = {name: number for number, name in enumerate([
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
    "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
    "luminosity"], 1)}


def value(space, values, alpha=1.0):
    """A color; None is `none`."""
    numbers = (*values, alpha)
    missing = sum(1 << place for place, number in enumerate(numbers) if number is None)
    return Value(SPACES[space], missing, (c_double * 3)(*(float(x or 0) for x in values)),
                 float(alpha or 0))


def numbers(color):
    """The components and the alpha of a color; None is `none`."""
    return [None if color.missing >> place & 1 else number
            for place, number in enumerate((*color.c, color.alpha))]


class Library:
    def __init__(self, path):
        self._library = ctypes.CDLL(path)

    def _call(self, name, result, *arguments):
        function = getattr(self._library, f"dyncolor_color_{name}")
        status = function(*arguments, byref(result), None)
        if status != 0:
            raise ValueError(f"{name} returned {status}")
        return result

    def convert(self, space, values, target, alpha=1.0):
        color = value(space, values, alpha)
        return numbers(self._call("convert", Value(), byref(color), SPACES[target]))

    def in_gamut(self, space, values, gamut):
        return bool(self._library.dyncolor_color_is_in_gamut(
            byref(value(space, values)), SPACES[gamut]))

    def map_to_gamut(self, space, values, gamut, method):
        color = value(space, values)
        return numbers(self._call(
            "map_to_gamut", Value(), byref(color), SPACES[gamut], METHODS[method]))[:3]

    def mix(self, a, b, share, space, direction):
        """Of colors as (space, values, alpha)."""
        return numbers(self._call(
            "mix", Value(), byref(value(*a)), byref(value(*b)), c_double(share), SPACES[space],
            DIRECTIONS[direction]))

    def mix_many(self, colors, weights, space, direction):
        count = len(colors)
        return numbers(self._call(
            "mix_many", Value(), (Value * count)(*(value(*each) for each in colors)),
            c_size_t(ctypes.sizeof(Value)), (c_double * count)(*weights),
            c_size_t(ctypes.sizeof(c_double)), c_size_t(count),
            SPACES[space], DIRECTIONS[direction]))

    def difference(self, a, b, metric):
        return self._call(
            "difference", c_double(), byref(value(*a)), byref(value(*b)), metric).value

    def contrast(self, foreground, background, method):
        return self._call(
            "contrast", c_double(), byref(value(*foreground)), byref(value(*background)),
            method).value

    def ensure_contrast(self, color, background, contrast, method):
        """The space of the result, its numbers, and the contrast that it has."""
        result, achieved = Value(), c_double()
        status = self._library.dyncolor_color_ensure_contrast(
            byref(value(*color)), byref(value(*background)), c_double(contrast), method,
            byref(result), byref(achieved), None)
        if status != 0:
            raise ValueError(f"ensure_contrast returned {status}")
        return NAMES[result.space], numbers(result), achieved.value

    def parse(self, text):
        return numbers(self._call("parse_n", Value(), text.encode(), c_size_t(len(text))))

    def simulate_vision(self, color, vision, severity, model="machado"):
        return numbers(self._call(
            "simulate_vision" if model == "machado" else "simulate_vision_vienot", Value(),
            byref(value(*color)), VISIONS[vision], c_double(severity)))

    def blend(self, source, backdrop, mode, space):
        return numbers(self._call(
            "blend", Value(), byref(value(*source)), byref(value(*backdrop)), MODES[mode],
            SPACES[space]))
