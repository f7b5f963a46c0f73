"""Providers: functions of the program that compute colors, and the context they are given."""
from __future__ import annotations

import sys
from _thread import get_ident
from _weakref import ref
from ctypes import CFUNCTYPE, byref, c_int, c_void_p, cast, py_object, pythonapi
from itertools import count

from ._calls import (
    check, error_of, new_error, pending_exceptions, raise_pending, raising_functions,
    runs_providers, wrong_type)
from ._color_data import Float4, unpack_floats
from ._color_value import ColorValue
from ._library import (
    AXES, ELEVATIONS, FORCED_COLORS, GAMUTS, IDIOMS, SCHEMES, STATES, VISIONS, EnvironmentValue,
    with_gil)
from ._structures import AnswerValue
from .color import Color, resolved_color
from .dynamic_color import DynamicColor, color_name, id_of
from .errors import CycleError, DynamicColorError, Error, ProviderError, in_color
from .named_environment import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FrameType
    from typing import Any, NoReturn

    from .named_environment import NamedEnvironment
    from .theme_base import ThemeBase
    from .vocabulary import Axes
    from .words import Elevation, ForcedColors, Gamut, Idiom, Scheme, State, Vision


# ---- Callbacks -----------------------------------------------------------------------------------


class Provider:
    """A registered provider. C has its address, and calls `_destroy` when it no longer needs it.

    Until then the theme keeps the provider alive. If this module did, a theme to which only its own
    provider refers, for example by the colors in a closure, could never be freed.

    `theme` is a weak reference. Once Python no longer refers to the theme, but C does,
    `theme_class` makes a new object for the theme.
    """

    __slots__ = ("__weakref__", "function", "id", "layer", "number", "owner", "theme",
                 "theme_class")

    def __init__(self, function: Callable[[Context], object], theme: ThemeBase) -> None:
        self.function = function
        # The id of its color, and the numbers of its layer and owner, once the color is registered.
        self.id = self.layer = self.owner = 0
        # A provider with a greater number was made later.
        self.number = next(_numbers)
        self.theme = ref(theme)
        self.theme_class = type(theme)
        theme._providers.add(self)
        # True if C programs may have the theme, too.
        if theme._is_shared:
            self.share()

    def share(self) -> None:
        """Keep the provider alive until C calls `_destroy`, even without the theme: a C program may
        keep the theme longer than Python does."""
        _shared.add(self)

    def drop(self) -> None:
        """Forget a provider that was never passed to C."""
        _destroy(self)

    def theme_of(self, context_address: int) -> ThemeBase:
        """Return the theme that the provider is called for, even if only C still refers to it."""
        return self.theme() or self.theme_class.from_address(
            with_gil.dyncolor_context_theme(context_address))


_numbers = count()
# The providers that this module keeps alive.
_shared: set[Provider] = set()


def _provide(context_address: int, answer_address: int, provider: Provider) -> int:
    """Write the answer of a provider. Return 0, or the status of an error. C calls this."""
    context: Context | None = None
    try:
        context = _context(context_address, provider.theme_of(context_address))
        answer = provider.function(context)
        value = AnswerValue.from_address(answer_address)
        if isinstance(answer, str):
            answer = _color_of_answer(answer, provider)
        if isinstance(answer, Color):
            value.color = ColorValue.from_buffer_copy(answer._bytes())
        else:
            if not isinstance(answer, DynamicColor):
                raise wrong_type(
                    _answer_of(provider), "a Color, CSS text or a DynamicColor", answer)
            value.id = id_of(context.theme, answer)
        return 0
    except BaseException as error:
        _add_color_note(error, provider)
        # The frame is None if the call comes from a thread of C.
        return _keep_exception(error, sys._getframe().f_back, provider.function)
    finally:
        if context is not None:
            context._address = None


def _color_of_answer(text: str, provider: Provider) -> Color:
    """Return the color of CSS text that a provider returned."""
    try:
        return Color(text)
    except DynamicColorError:
        raise DynamicColorError(
            f"{_answer_of(provider)} must be a constant color; register what depends on an "
            "environment or on other colors as a color of its own, and return that", text) from None
    except ValueError as error:
        raise in_color(error, _name_of(provider)) from None


def _answer_of(provider: Provider) -> str:
    """Return what messages call the answer of a provider."""
    name = _name_of(provider)
    return f'the answer of the provider of "{name}"' if name else "the answer of a provider"


def _name_of(provider: Provider) -> str:
    """Return the name of a provider's color, or an empty text."""
    theme = provider.theme()
    return color_name(theme, provider.id) if theme is not None and provider.id else ""


def _add_color_note(error: BaseException, provider: Provider) -> None:
    """Note the color of a provider on an exception that it raised."""
    name = _name_of(provider)
    note = f"Raised by the provider of the color {name!r}." if name else (
        "Raised by the provider of a color without a name.")
    try:
        # The same exception may be raised again and again. Python 3.9 and 3.10 have no add_note(),
        # and print no notes.
        if sys.version_info >= (3, 11) and note not in getattr(error, "__notes__", ()):
            error.add_note(note)
    except TypeError:
        pass  # The notes of the exception are not a list, or cannot be set.


def _keep_exception(error: BaseException, caller: FrameType | None, function: object) -> int:
    """Keep an exception that `function`, a provider, raised, and return a status for C. `caller` is
    the frame of the Python function that called C, which raises the exception later."""
    if caller is not None and caller.f_code in raising_functions:
        # Each entry has the frame of the function that raises the exception later, the exception,
        # and whether the exception is an Error.
        pending = pending_exceptions.setdefault(get_ident(), [])
        if pending:
            # Remove entries of calls that ended without raising their exception.
            running = _with_callers(caller)
            pending[:] = [each for each in pending if each[0] in running]
        # If a call runs several providers, the first exception is raised. But an Error of this
        # package may just mean that a color has no value, so any other exception replaces it.
        if not pending or pending[-1][0] is not caller:
            pending.append((caller, error, isinstance(error, Error)))
        elif pending[-1][2] and not isinstance(error, Error):
            pending[-1] = (caller, error, False)
    elif not isinstance(error, Error):
        # The provider was called by C code outside this package, which cannot receive exceptions.
        report_unraisable(error, function)
    # An Error may have any number as its status. Those of C are negative, and fit in a C int.
    status: object = error.status if isinstance(error, Error) else None
    if isinstance(status, int) and -(1 << 31) <= status < 0:
        return status
    return ProviderError.status


def _with_callers(frame: FrameType | None) -> set[FrameType]:
    frames: set[FrameType] = set()
    while frame is not None:
        frames.add(frame)
        frame = frame.f_back
    return frames


# The default argument is needed when the interpreter exits: the globals of this module may already
# be gone when C calls this.
def _destroy(
    provider: Provider, discard: Callable[[Provider], None] = _shared.discard
) -> None:
    """Let go of a provider that C no longer needs."""
    discard(provider)
    theme = provider.theme()
    if theme is not None:
        theme._providers.discard(provider)


# The types of C functions, except that the user data is a Python object.
PROVIDER = CFUNCTYPE(c_int, c_void_p, c_void_p, py_object)
DESTROY = CFUNCTYPE(None, py_object)

_callbacks = (PROVIDER(_provide), DESTROY(_destroy))
# The addresses of the two functions, to pass to C.
PROVIDE, DESTROYED = (cast(callback, c_void_p).value for callback in _callbacks)
for _callback in _callbacks:
    # Never free the callbacks: C may call them until the process ends.
    pythonapi.Py_IncRef(py_object(_callback))


def report_unraisable(error: BaseException, function: object) -> None:
    """Pass an exception to sys.unraisablehook, because no caller can receive it."""
    # Python reports what a ctypes callback raises, with the repr of the callback.
    CFUNCTYPE(None)(_Raiser(error, function))()


class _Raiser:
    """A callback that raises an exception and has the repr of another function."""

    def __init__(self, error: BaseException, function: object) -> None:
        self.error = error
        self.function = function

    def __call__(self) -> None:
        try:
            raise self.error
        finally:
            # The traceback of the error refers to this frame: break the reference cycle.
            del self.error

    def __repr__(self) -> str:
        return repr(self.function)


# ---- The context of a call -----------------------------------------------------------------------


def _words(words: Mapping[str, int]) -> dict[int, Any]:
    """Return words by their numbers."""
    return {number: word for word, number in words.items()}


_schemes, _elevations, _gamuts, _visions, _states, _idioms, _forced_colors = map(
    _words, (SCHEMES, ELEVATIONS, GAMUTS, VISIONS, STATES, IDIOMS, FORCED_COLORS))


class Context:
    """The environment that a provider is called for. It is valid during the call, on its thread.

    >>> theme = Theme()
    >>> def shadow(context):
    ...     return Color(0, 0, 0, 0.8 if context.scheme == "dark" else 0.25)
    >>> theme.register("shadow", shadow).resolve("dark").alpha
    0.8

    The answer is cached for each environment. The cache does not look at which axes the provider
    reads. So the provider is called again for an environment that differs only in an axis that it
    does not read, or in which the scheme is `light` instead of unspecified. It is also called again
    after any change of the theme. (The axes that it reads are recorded only for
    `DynamicColor.depends_on`, `Theme.diff` and observers.) If a provider would return something
    else now, call `Theme.refresh`. `Theme.provider` says what a provider may return, and what
    happens if it raises an exception.

    For an unspecified scheme or contrast, the context has the default of the theme. Other
    unspecified axes are None or 0. The value of a custom axis is `context.custom_name("season")`.
    `theme` is the `Theme` of the color.
    """

    __slots__ = ("_address", "_thread", "theme")
    # A Theme. This module cannot import that class: theme.py depends on this module.
    theme: Any

    _address: int | None
    _thread: int

    def __init__(self) -> None:
        raise TypeError("a context is made for each call of a provider, not by Context()")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a context cannot be copied or pickled")

    def __getattr__(self, name: str) -> NoReturn:
        # Only called for a name that is not an attribute.
        hint = (f"; its value is context.custom_name({name!r})"
                if name[:1] != "_" and name in self.theme.custom_axes else "")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")

    def _valid_address(self) -> int:
        """Return the address of the dyncolor_context. Raises an error if it is not valid now."""
        if self._address is None or self._thread != get_ident():
            raise RuntimeError(
                "a context can only be used during the provider's call, on its thread")
        return self._address

    def _axis(self, number: int) -> int:
        value: int = self.theme._c.dyncolor_context_axis(self._valid_address(), number)
        return value

    @property
    def scheme(self) -> Scheme:
        """The color scheme: light or dark."""
        scheme: Scheme = _schemes[self._axis(AXES["scheme"])]
        return scheme

    @property
    def contrast(self) -> float:
        """The contrast from −1 (less) over 0 (standard) to 1 (more)."""
        # The number in C of a contrast: see `contrast_value` of environment.py.
        return (self._axis(AXES["contrast"]) - 101) / 100

    @property
    def elevation(self) -> Elevation | None:
        """The elevation: base, elevated, or None."""
        return _elevations.get(self._axis(AXES["elevation"]))

    @property
    def gamut(self) -> Gamut | None:
        """The gamut of the display, or None."""
        return _gamuts.get(self._axis(AXES["gamut"]))

    @property
    def vision(self) -> Vision | None:
        """The color vision of the viewer, or None."""
        return _visions.get(self._axis(AXES["vision"]))

    @property
    def vision_severity(self) -> float | None:
        """The severity of a color vision deficiency, from 0 to 1, or None."""
        severity = self._axis(AXES["vision_severity"])
        return (severity - 1) / 100 if severity else None

    @property
    def state(self) -> State | None:
        """The state of the control that is painted, or None."""
        return _states.get(self._axis(AXES["state"]))

    @property
    def idiom(self) -> Idiom | None:
        """The kind of device, or None."""
        return _idioms.get(self._axis(AXES["idiom"]))

    @property
    def palette(self) -> int:
        """The number of the palette, or 0 (unspecified)."""
        return self._axis(AXES["palette"])

    @property
    def locale(self) -> int:
        """The number of the locale, or 0 (unspecified)."""
        return self._axis(AXES["locale"])

    @property
    def subtype(self) -> int:
        """The number of the subtype, or 0 (unspecified)."""
        return self._axis(AXES["subtype"])

    @property
    def forced_colors(self) -> ForcedColors | None:
        """The forced colors mode, "none" or "active"; or None if it is unspecified."""
        return _forced_colors.get(self._axis(AXES["forced_colors"]))

    def custom(self, axis: str) -> int:
        """Return the number of the value of a custom axis of the theme, or 0 if it has none.

        >>> theme = Theme()
        >>> place = theme.axis("level", "low", "high")
        >>> tint = theme.register(
        ...     "tint", lambda context: Color("blue", alpha=context.custom("level") / 2))
        >>> tint.resolve(theme.environment(level="low")).alpha
        0.5
        """
        self._valid_address()
        return self._axis(self.theme.custom_axes[axis].number)

    def custom_name(self, axis: str) -> str | None:
        """Return the name of a custom axis's value; None if there is no value, or it has no name.

        >>> theme = Theme()
        >>> place = theme.axis("season", "summer", "winter")
        >>> def ground(context):
        ...     return "snow" if context.custom_name("season") == "winter" else "olive"
        >>> ground = theme.register("ground", ground)
        >>> ground.resolve(theme.environment(season="winter")).hex
        '#fffafa'
        """
        axes: Axes = self.theme.custom_axes
        # 0 stands for no value.
        number = self.custom(axis)
        return axes[axis]._name(number) or None if number else None

    @property
    def environment(self) -> NamedEnvironment:
        """The whole environment. Reading it counts as reading every axis."""
        value, error = EnvironmentValue(), new_error()
        check(self.theme._c.dyncolor_context_environment(
            self._valid_address(), byref(value), error), error)
        return named(self.theme, value)

    @runs_providers
    def resolve(self, color: DynamicColor | str) -> Color:
        """Resolve another color for the same environment.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> faint = theme.register("faint", lambda context: context.resolve("ink").with_alpha(0.5))
        >>> faint.resolve("dark").css
        'rgba(255, 255, 255, 0.5)'
        """
        pixel, error = Float4(), new_error()
        status = self.theme._c.dyncolor_context_resolve(
            self._valid_address(), id_of(self.theme, color), pixel, error)
        if status:
            raise_pending(sys._getframe())
            failure = error_of(status, error)
            if isinstance(failure, CycleError):
                failure.message += (
                    "; a function cannot resolve the color that it computes, nor what that "
                    "overrides in a lower layer: give that a name of its own, or use CSS text "
                    "with --covered()")
                failure.args = (failure.message, failure.context)
            raise failure
        return resolved_color(unpack_floats(pixel))


def _context(address: int, theme: ThemeBase) -> Context:
    """Return the context at an address, for a call on this thread."""
    context: Context = object.__new__(Context)
    context._address = address
    context._thread = get_ident()
    context.theme = theme
    return context
