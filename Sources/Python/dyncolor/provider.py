"""Providers: colors that Python computes."""
from __future__ import annotations

import sys
from _thread import get_ident
from _weakref import ref
from ctypes import CFUNCTYPE, byref, c_int, c_void_p, cast, py_object, pythonapi

from ._library import (
    AXES, ELEVATIONS, FORCED_COLORS, GAMUTS, IDIOMS, SCHEMES, STATES, VISIONS, EnvironmentValue,
    details, held, raise_error, raise_taken, raised, takers, takes_exceptions, tell_nobody)
from ._structures import AnswerValue
from .color import Color, Float4, resolved_color, unpack_floats
from .environment import Environment
from .errors import Error, ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FrameType
    from typing import Any, NoReturn, Union

    from .environment import Elevation, ForcedColors, Gamut, Idiom, Scheme, State, Vision
    from .theme import DynamicColor, Theme

    # What a provider answers: a color, or text of one, or a dynamic color to be resolved instead.
    Answer = Union[Color, str, DynamicColor]
    ProviderFunction = Callable[["Context"], Answer]


# ---- What C calls --------------------------------------------------------------------------------


class Provider:
    """A registered provider, whose address C has. The theme holds it, until C has no more use for
    it: not this module, for a theme that is held only by a provider of its own, as by the colors
    in a closure, could then never be freed."""

    __slots__ = ("__weakref__", "function", "kind", "theme")

    def __init__(self, function: ProviderFunction, theme: Theme) -> None:
        self.function = function
        self.theme = ref(theme)
        self.kind = type(theme)
        theme._providers.add(self)
        if theme._is_shared:
            self.share()

    def share(self) -> None:
        """Holds the provider as long as C has it, because a theme of C's may outlive Python's."""
        _shared.add(self)

    def drop(self) -> None:
        """Forgets a provider that C has not got."""
        _destroy(self)

    def theme_of(self, context_address: int) -> Theme:
        """The theme that the provider is called for, even if only C still holds it."""
        return self.theme() or self.kind.from_address(
            held.dyncolor_context_theme(context_address))


_shared: set[Provider] = set()


def _provide(context_address: int, answer_address: int, provider: Provider) -> int:
    context: Context | None = None
    try:
        context = Context(context_address, provider.theme_of(context_address))
        answer = provider.function(context)
        value = AnswerValue.from_address(answer_address)
        if isinstance(answer, str):
            answer = Color(answer)
        if isinstance(answer, Color):
            value.color = answer._value()
        else:
            if not hasattr(answer, "theme"):
                raise TypeError(
                    f"a provider must answer with a color, not with {type(answer).__name__}")
            value.id = context.theme._id(answer)
        return 0
    except BaseException as error:
        # On a thread of C's, nothing of Python's has called.
        return _keep_exception(error, sys._getframe().f_back, provider.function)
    finally:
        if context is not None:
            context._address = None


def _keep_exception(error: BaseException, caller: FrameType | None, provider: object) -> int:
    """Keeps an exception for the caller, and returns the status that C sees meanwhile."""
    if caller is not None and caller.f_code in takers:
        kept = raised.setdefault(get_ident(), [])
        if kept:
            # Calls that are over and had no use for an exception.
            running = _and_its_callers(caller)
            kept[:] = [each for each in kept if each[0] in running]
        # Of several in one table the first counts; a mistake counts more than an answer.
        if not kept or kept[-1][0] is not caller:
            kept.append((caller, error, isinstance(error, Error)))
        elif kept[-1][2] and not isinstance(error, Error):
            kept[-1] = (caller, error, False)
    elif not isinstance(error, Error):
        # It was C that asked.
        tell_nobody(error, provider)
    status: object = error.status if isinstance(error, Error) else None
    if isinstance(status, int) and -(1 << 31) <= status < 0:
        return status
    return ProviderError.status


def _and_its_callers(frame: FrameType | None) -> set[FrameType]:
    frames: set[FrameType] = set()
    while frame is not None:
        frames.add(frame)
        frame = frame.f_back
    return frames


# What it needs is bound here, because it may run when the interpreter has taken the module down.
def _destroy(
    provider: Provider, discard: Callable[[Provider], None] = _shared.discard
) -> None:
    discard(provider)
    theme = provider.theme()
    if theme is not None:
        theme._providers.discard(provider)


# As C declares them: but the user data of a provider is an object of Python's.
PROVIDER = CFUNCTYPE(c_int, c_void_p, c_void_p, py_object)
DESTROY = CFUNCTYPE(None, py_object)

_callbacks = (PROVIDER(_provide), DESTROY(_destroy))
PROVIDE, DESTROYED = (cast(callback, c_void_p).value for callback in _callbacks)
for _callback in _callbacks:
    # They live as long as the process: themes may be freed last.
    pythonapi.Py_IncRef(py_object(_callback))


# ---- What a provider sees ------------------------------------------------------------------------


def _words(words: Mapping[str, int]) -> dict[int, Any]:
    return {number: word for word, number in words.items()}


_schemes, _elevations, _gamuts, _visions, _states, _idioms, _forced = map(
    _words, (SCHEMES, ELEVATIONS, GAMUTS, VISIONS, STATES, IDIOMS, FORCED_COLORS))


class Context:
    """The surroundings that a provider is asked for, valid only during the call, on its thread.

    What the provider reads here is recorded as what its color depends on. Its answer is kept for
    the environment until the theme changes. An unspecified scheme is the theme's default, an
    unspecified contrast standard; other axes are None, or 0, where they are unspecified.
    """

    __slots__ = ("_address", "_thread", "theme")

    def __init__(self, address: int, theme: Theme) -> None:
        self._address: int | None = address
        self._thread = get_ident()
        self.theme = theme

    def __reduce__(self) -> NoReturn:
        raise TypeError("a context cannot be copied or pickled")

    def _live(self) -> int:
        if self._address is None or self._thread != get_ident():
            raise RuntimeError("a context is only for the time and the thread of a provider's call")
        return self._address

    def _axis(self, number: int) -> int:
        value: int = self.theme._c.dyncolor_context_axis(self._live(), number)
        return value

    @property
    def scheme(self) -> Scheme:
        """light or dark."""
        scheme: Scheme = _schemes[self._axis(AXES["scheme"])]
        return scheme

    @property
    def contrast(self) -> float:
        """From −1, for less, by 0, for standard, to 1, for more."""
        return (self._axis(AXES["contrast"]) - 101) / 100

    @property
    def elevation(self) -> Elevation | None:
        """base, elevated, or None."""
        return _elevations.get(self._axis(AXES["elevation"]))

    @property
    def gamut(self) -> Gamut | None:
        """The gamut of the display, or None."""
        return _gamuts.get(self._axis(AXES["gamut"]))

    @property
    def vision(self) -> Vision | None:
        """The color vision of the person who looks, or None."""
        return _visions.get(self._axis(AXES["vision"]))

    @property
    def vision_severity(self) -> float | None:
        """How far that vision deviates, from 0 to 1; or None."""
        severity = self._axis(AXES["vision_severity"])
        return (severity - 1) / 100 if severity else None

    @property
    def state(self) -> State | None:
        """The state of what is painted, or None."""
        return _states.get(self._axis(AXES["state"]))

    @property
    def idiom(self) -> Idiom | None:
        """The kind of device, or None."""
        return _idioms.get(self._axis(AXES["idiom"]))

    @property
    def palette(self) -> int:
        """The number of the palette."""
        return self._axis(AXES["palette"])

    @property
    def locale(self) -> int:
        """The number of the locale."""
        return self._axis(AXES["locale"])

    @property
    def subtype(self) -> int:
        """The number of the subtype."""
        return self._axis(AXES["subtype"])

    @property
    def forced_colors(self) -> ForcedColors | None:
        """none, active, or None."""
        return _forced.get(self._axis(AXES["forced_colors"]))

    def custom(self, axis: str) -> int:
        """The value of an axis that the theme declared."""
        return self._axis(AXES["custom"] + self.theme._custom_axis(axis))

    def custom_name(self, axis: str) -> str | None:
        """The name of that value; None if it has none, or is unspecified."""
        number = self.custom(axis)
        for name, value in self.theme.axis_values(axis).items():
            if value == number:
                return name
        return None

    @property
    def environment(self) -> Environment:
        """The environment as the resolver was given it. This counts as reading every axis."""
        value, error = EnvironmentValue(), details()
        status = self.theme._c.dyncolor_context_environment(self._live(), byref(value), error)
        if status:
            raise_error(status, error)
        return Environment._from(value)

    @takes_exceptions
    def resolve(self, color: DynamicColor | str) -> Color:
        """Resolves another color in the same environment."""
        pixel, error = Float4(), details()
        status = self.theme._c.dyncolor_context_resolve(
            self._live(), self.theme._id(color), pixel, error)
        if status:
            raise_taken(sys._getframe())
            raise_error(status, error)
        return resolved_color(unpack_floats(pixel))
