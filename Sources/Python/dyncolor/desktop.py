"""Following what the user has set on the desktop."""
from __future__ import annotations

from _thread import allocate_lock
from ctypes import byref, c_uint32, c_void_p, sizeof

from ._calls import check, flag, new_error, wrong_type
from ._color_data import ColorBuffer, data_of, unpack_fields
from ._library import (
    POLICIES, SCHEMES, EnvironmentValue, bare_with_gil, with_gil, no_gil, word_value)
from ._structures import ACCENTS, DESKTOP_FLAGS, MOTIONS, SETTINGS, SETTING_SOURCES, DesktopOptions
from .color import color_of
from .environment import Environment, contrast_value
from .layers_and_owners import find_layer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from typing_extensions import Self

    from .color import Color
    from .theme_base import ThemeBase
    from .words import Accent, Contrast, Motion, Scheme, SettingSource

# The status if no source knows the accent color.
_NO_VALUE = -12
# In C, the number of milliseconds has 32 bits.
_MOST_MILLISECONDS = (1 << 32) - 1
# The default of arguments of `force` and `prefer`: the setting keeps the value that an earlier call
# has set.
_kept: Any = ...


class Desktop:
    """What the user has set on the desktop: scheme, contrast, accent color and reduced motion.

    >>> with Desktop(portal=False, gtk=False, kde=False) as desktop:
    ...     theme = Theme()
    ...     ink = theme.register("ink", "light-dark(black, white)")
    ...     desktop.bind(theme)
    ...     desktop.force(scheme="dark")
    ...     sorted(desktop.pump()), desktop.environment.scheme, ink.resolve().hex
    (['scheme'], 'dark', '#ffffff')

    It starts no thread. Wait until it is readable, with `select`, `selectors`, `asyncio` or
    anything else that takes an object with a `fileno` method, and then call `pump`. A program
    without a loop calls `wait` once. A theme that is bound (`bind`) has the settings as its
    defaults, and its observers hear of changes.

    Settings come from the first of these that knows them: the Settings portal (`portal`), a D-Bus
    service of the desktop; GTK's settings (`gtk`); and KDE's colors (`kde`).

    - A program that draws in a terminal passes `terminal=True`: then the scheme is that of the
      background of the terminal, which `wait` asks.
    - With `variable=True`, the environment variable DYNCOLOR_DESKTOP comes before all sources, for
      testers: `scheme=dark contrast=more accent=#ff0000 motion=reduced`. An unknown setting or
      value in the variable raises TextSyntaxError here.

    A choice that the user makes in your program goes into `force`; a default of your program, for
    users who have set nothing, goes into `prefer`.

    If no desktop is running, nothing is raised: `wait` returns at once, with an empty set;
    `sources` has None for each setting; bound themes keep their defaults; `force` and `prefer`
    work.

    Following ends when the desktop is closed, or at the end of a `with` block.
    """

    __slots__ = ("_handle", "_lock", "_release", "_retain")

    def __init__(
        self, *, portal: bool = True, gtk: bool = True, kde: bool = True, terminal: bool = False,
        variable: bool = False,
    ) -> None:
        self._handle: int | None = None
        self._lock = allocate_lock()
        self._retain = with_gil.dyncolor_desktop_retain
        self._release = no_gil.dyncolor_desktop_release
        flags = 0
        for name, given, word in (
                ("portal", portal, "no-portal"), ("gtk", gtk, "no-gtk"), ("kde", kde, "no-kde"),
                ("terminal", terminal, "ask-terminal"), ("variable", variable, "allow-variable")):
            # A flag that begins with "no-" is set if the argument is False, the others if it is
            # True.
            if flag(name, given) != word.startswith("no-"):
                flags |= DESKTOP_FLAGS[word]
        options = DesktopOptions()
        options.size, options.flags = sizeof(options), flags
        desktop, error = c_void_p(), new_error()
        check(no_gil.dyncolor_desktop_open(byref(options), byref(desktop), error), error)
        self._handle = desktop.value

    def fileno(self) -> int:
        """Return the file descriptor, which is readable when `pump` has something to do.

        Do not read or close it.
        """
        with _Use(self) as handle:
            descriptor: int = with_gil.dyncolor_desktop_descriptor(handle)
        return descriptor

    def pump(self) -> frozenset[str]:
        """Read what has changed on the desktop, and update the bound themes. Never waits.

        >>> with Desktop(portal=False, gtk=False, kde=False) as desktop:
        ...     desktop.pump()
        frozenset()

        Returns the names of the settings with another value or another source: "scheme",
        "contrast", "accent", "motion". It may be called at any time, also by observers.
        """
        changes, error = c_uint32(), new_error()
        with _Use(self) as handle:
            check(no_gil.dyncolor_desktop_pump(handle, byref(changes), error), error)
        return _names_in(changes.value)

    def wait(self, seconds: float = 0.2) -> frozenset[str]:
        """Do what `pump` does, and wait until the portal and the terminal have answered.

        >>> desktop = Desktop()
        >>> settings = desktop.wait(0.01)
        >>> desktop.close()

        It waits for at most `seconds`, and not at all if they have answered already. It returns the
        names of the settings that have changed, as `pump` does: settings that were known when the
        desktop was opened are not among them. With `terminal=True`, the first call asks the
        terminal for its background; what is typed meanwhile is lost.
        """
        try:
            milliseconds = min(max(round(seconds * 1000), 0), _MOST_MILLISECONDS)
        except (TypeError, ValueError, OverflowError):
            raise wrong_type("seconds", "a finite number", seconds) from None
        changes, error = c_uint32(), new_error()
        with _Use(self) as handle:
            check(no_gil.dyncolor_desktop_wait(
                handle, milliseconds, byref(changes), error), error)
        return _names_in(changes.value)

    # ---- Settings ----

    @property
    def environment(self) -> Environment:
        """An environment with the scheme and the contrast, as of the last `pump` or `wait`."""
        value, error = EnvironmentValue(), new_error()
        with _Use(self) as handle:
            check(with_gil.dyncolor_desktop_environment(handle, byref(value), error), error)
        return Environment._from(value)

    @property
    def accent(self) -> Color | None:
        """The accent color, exactly as it was set, or None."""
        value, error = ColorBuffer(), new_error()
        with _Use(self) as handle:
            status = with_gil.dyncolor_desktop_accent(handle, value, error)
        if status == _NO_VALUE:
            return None
        check(status, error)
        return color_of(unpack_fields(value))

    @property
    def accent_name(self) -> Accent | None:
        """The accent color of GNOME that is nearest to the accent color, or None.

        >>> with Desktop(portal=False, gtk=False, kde=False) as desktop:
        ...     desktop.force(accent="#3584e4")
        ...     changes = desktop.pump()
        ...     desktop.accent_name
        'blue'
        """
        accent = self.accent
        if accent is None:
            return None
        number, error = c_uint32(), new_error()
        check(bare_with_gil.dyncolor_color_nearest_accent(
            data_of(accent), byref(number), byref(error)), error)
        name: Accent | None = _word(ACCENTS, number.value)
        return name

    @property
    def motion(self) -> Motion | None:
        """Whether animations are wanted: "standard", "reduced", or None if no source says it."""
        with _Use(self) as handle:
            motion: Motion | None = _word(MOTIONS, with_gil.dyncolor_desktop_motion(handle))
        return motion

    @property
    def sources(self) -> dict[str, SettingSource | None]:
        """Where the value of each setting comes from; None if no source has said anything about it.

        >>> with Desktop(portal=False, gtk=False, kde=False) as desktop:
        ...     desktop.prefer(scheme="dark")
        ...     changes = desktop.pump()
        ...     desktop.sources
        {'scheme': 'host', 'contrast': None, 'accent': None, 'motion': None}

        - `portal`: the Settings portal.
        - `gtk`, `kde`: the settings of GTK, the colors of KDE.
        - `terminal`: the background of the terminal.
        - `variable`: the environment variable DYNCOLOR_DESKTOP.
        - `host`: your program, by `force` or `prefer`.
        """
        with _Use(self) as handle:
            source = with_gil.dyncolor_desktop_setting_source
            return {name: _word(SETTING_SOURCES, source(handle, number))
                    for name, number in SETTINGS.items()}

    # ---- Settings of the program ----

    def force(
        self, *, scheme: Scheme | None = _kept, contrast: Contrast | float | None = _kept,
        accent: Color | str | None = _kept, motion: Motion | None = _kept,
    ) -> None:
        """Set what the user has chosen in your program. It replaces the settings of the desktop.

        >>> with Desktop(portal=False, gtk=False, kde=False) as desktop:
        ...     desktop.force(scheme="dark", contrast=0.5)
        ...     sorted(desktop.pump())
        ...     desktop.environment
        ['contrast', 'scheme']
        Environment(scheme='dark', contrast=0.5)

        It applies from the next `pump` on; the desktop becomes readable at once, so that `pump` is
        called.

        A setting has one value of your program: a call of `force` or `prefer` replaces what an
        earlier call of either has set, and None removes it. To return to a default of your program
        when the user takes the choice back, call `prefer` with that default, not `force` with None.
        """
        self._override("force", scheme, contrast, accent, motion)

    def prefer(
        self, *, scheme: Scheme | None = _kept, contrast: Contrast | float | None = _kept,
        accent: Color | str | None = _kept, motion: Motion | None = _kept,
    ) -> None:
        """Set the default of your program. It counts if the user has set nothing on the desktop.

        >>> with Desktop(portal=False, gtk=False, kde=False) as desktop:
        ...     desktop.prefer(scheme="dark", accent="teal")
        ...     changes = desktop.pump()
        ...     desktop.environment, desktop.accent
        (Environment(scheme='dark'), Color('#008080'))

        What the user has chosen in your program goes into `force`. A setting has one value of your
        program: a call of `prefer` also replaces what `force` has set, and None removes it.
        """
        self._override("prefer", scheme, contrast, accent, motion)

    def _override(
        self, policy: str, scheme: Any, contrast: Any, accent: Any, motion: Any,
    ) -> None:
        """Set values of the program by a policy: "force" or "prefer"."""
        # For C, 0 removes the value that the program has set.
        numbers: dict[str, int] = {}
        if scheme is not _kept:
            numbers["scheme"] = 0 if scheme is None else word_value("scheme", SCHEMES, scheme)
        if contrast is not _kept:
            numbers["contrast"] = 0 if contrast is None else contrast_value(contrast)
        if motion is not _kept:
            numbers["motion"] = 0 if motion is None else word_value("motion", MOTIONS, motion)
        color = None if accent is None or accent is _kept else data_of(accent)
        error, number = new_error(), POLICIES[policy]
        with _Use(self) as handle:
            for name, value in numbers.items():
                check(with_gil.dyncolor_desktop_override(
                    handle, SETTINGS[name], number, value, error), error)
            if accent is not _kept:
                check(with_gil.dyncolor_desktop_override_accent(
                    handle, number, color, error), error)

    # ---- Themes ----

    def bind(self, theme: ThemeBase, *, layer: str = "defaults") -> None:
        """Make the settings the defaults of a theme, now and whenever `pump` changes them.

        >>> theme = Theme()
        >>> button = theme.register("button", "AccentColor")
        >>> with Desktop(portal=False, gtk=False, kde=False) as desktop:
        ...     desktop.bind(theme)
        ...     desktop.force(scheme="dark", accent="teal")
        ...     changes = desktop.pump()
        >>> theme.default_scheme, button.resolve()
        ('dark', Color('#008080'))

        The accent color becomes the color `AccentColor` of a layer. In `defaults`, an `AccentColor`
        that you register in the theme wins over the desktop's; with `layer="user"`, the desktop's
        wins. As CSS text, as above, `AccentColor` always has a value, also without a desktop;
        `theme["AccentColor"]` exists only while the desktop or the theme has one.

        A change that observers get has all colors that may be different: for a new scheme, also
        some whose value is the same in both schemes. Raises InvalidArgumentError if the theme is
        bound to this desktop already.
        """
        number, error = find_layer(theme, layer), new_error()
        with _Use(self) as handle:
            check(no_gil.dyncolor_desktop_bind(handle, theme._handle, number, error), error)

    def unbind(self, theme: ThemeBase) -> None:
        """End the binding of a theme, which keeps the defaults that it has.

        >>> theme = Theme()
        >>> with Desktop(portal=False, gtk=False, kde=False) as desktop:
        ...     desktop.bind(theme)
        ...     desktop.unbind(theme)
        """
        error = new_error()
        with _Use(self) as handle:
            check(with_gil.dyncolor_desktop_unbind(handle, theme._handle, error), error)

    # ---- Lifetime ----

    def close(self) -> None:
        """End following. Bound themes keep their defaults. Closing twice has no effect."""
        with self._lock:
            handle, self._handle = self._handle, None
        if handle is not None:
            self._release(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_release"):
            self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a desktop cannot be copied or pickled")

    def __repr__(self) -> str:
        if self._handle is None:
            return "<Desktop, closed>"
        return f"<Desktop: {self.environment!r}>"


class _Use:
    """Keeps the handle of a desktop valid during one call, even if another thread closes the
    desktop meanwhile."""

    __slots__ = ("_desktop", "_handle")

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop

    def __enter__(self) -> int:
        with self._desktop._lock:
            handle = self._desktop._handle
            if handle is None:
                raise ValueError("the desktop is closed")
            self._desktop._retain(handle)
        self._handle = handle
        return handle

    def __exit__(self, *exception: object) -> None:
        self._desktop._release(self._handle)


def _names_in(bits: int) -> frozenset[str]:
    """Return the names of settings in a set of bits."""
    return frozenset(name for name, bit in SETTINGS.items() if bits & bit)


def _word(words: dict[str, int], number: int) -> Any:
    """Return the word for a number, or None for a number without one, such as 0."""
    return next((word for word, each in words.items() if each == number), None)
