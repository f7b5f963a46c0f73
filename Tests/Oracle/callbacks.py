"""Callbacks for the library, and conversions of the evaluator's values to its structs."""
import ctypes
import struct
from collections import Counter

import binding as c
from binding import OK
from evaluator import outcome

FLOATS = struct.Struct("<4f")  # a dyncolor_rgba


def c_color(color):
    """A color as a struct. What is missing is not looked at, so it may as well be poison."""
    components = [float("nan") if color.missing >> i & 1 else x for i, x in enumerate(color.c)]
    alpha = 7 if color.missing & 8 else color.alpha
    return c.Color(color.space, color.missing, (ctypes.c_double * 3)(*components), alpha)


def c_variants(variants):
    structs = (c.Variant * max(1, len(variants)))()
    for target, variant in zip(structs, variants):
        target.scheme, target.contrast, target.elevation = variant[:3]
        target.gamut, target.idiom, target.subtype, target.locale, target.part.id = variant[3:8]
        target.vision, target.state, target.palette = variant[9:12]
        target.custom[:] = variant.custom
        if not variant.id:
            target.part.color = c_color(variant.color)
    return structs


def c_part(color):
    """A part that is a value or, as a number, a registered color."""
    return c.Part(id=color) if isinstance(color, int) else c.Part(color=c_color(color))


def text(name):
    data = b"" if name is None else name.encode()
    return (None if name is None else data), len(data)


class Callbacks:
    """The two provider functions, behind which all programs are, and the destroy function."""

    def __init__(self, library):
        self.library = library
        self.programs = {}  # by user data
        self.themes = {}  # by user data: the library's theme
        self.calls = 0
        self.environments = set()  # all in which the theme was asked for colors
        self.destroyed = Counter()
        self.errors = []
        self._functions = [c.ProviderFunction(self._call), c.ProviderFunction(self._call_too)]
        self._destroy = c.DestroyFunction(self._count)
        self.functions = [ctypes.cast(f, ctypes.c_void_p).value for f in self._functions]
        self.destroy = ctypes.cast(self._destroy, ctypes.c_void_p).value

    def _call(self, context, answer, user_data):
        try:
            self.calls += 1
            if self.library.context_theme(context) != self.themes[user_data]:
                self.errors.append("dyncolor_context_theme is another theme")
            if bytes(answer.contents) != bytes(ctypes.sizeof(c.Answer)):
                self.errors.append("the answer to be filled is not all 0")
            result = self.programs[user_data](
                LibraryContext(self, context, self.themes[user_data]))
            answer.contents.id = result.id
            if result.color is not None:
                answer.contents.color = c_color(result.color)
            return result.status
        except Exception as error:  # It must not leave the callback.
            self.errors.append(repr(error))
            return -999

    def _call_too(self, context, answer, user_data):
        return self._call(context, answer, user_data)

    def _count(self, user_data):
        self.destroyed[user_data] += 1


class LibraryContext:
    """The evaluator's Context, as the library has it."""

    def __init__(self, callbacks, context, theme):
        self.callbacks, self.library = callbacks, callbacks.library
        self._context, self.theme = context, theme

    def axis(self, axis):
        return self.library.context_axis(self._context, axis)

    def environment(self):
        out = ctypes.create_string_buffer(32)
        status = self.library.context_environment(self._context, out, None)
        if status != OK:
            raise ValueError(f"dyncolor_context_environment: {status}")
        return out.raw

    def resolve(self, id):
        out = ctypes.create_string_buffer(16)
        status = self.library.context_resolve(self._context, id, out, None)
        return outcome(status, FLOATS.unpack(out.raw) if status == OK else None)

    def resolve_elsewhere(self, id, environment):
        out = ctypes.create_string_buffer(16)
        self.callbacks.environments.add(environment.bytes)
        status = self.library.resolve(self.theme, id, environment.bytes, out, None)
        return outcome(status, FLOATS.unpack(out.raw) if status == OK else None)
