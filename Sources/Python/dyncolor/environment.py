"""Environments: the conditions under which dynamic colors are resolved."""
from __future__ import annotations

from ctypes import byref, c_char_p

from ._calls import (
    UNKNOWN_NAME, advises, check, expect, listed, new_error, unknown_name, utf8, whole,
    wrong_type)
from ._library import (
    AXES, CONTRASTS, ELEVATIONS, FORCED_COLORS, GAMUTS, IDIOMS, POLICIES, SCHEMES, STATES, VISIONS,
    VOCABULARIES, EnvironmentValue, with_gil, no_gil, suggestion, word_value)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Protocol

    from typing_extensions import Unpack

    from .words import (
        AxisValues, Contrast, Elevation, ForcedColors, Gamut, HasId, Idiom, Invertible, Scheme,
        State, Vision, Vocabulary)

    class HasHandle(Protocol):
        """What `inverted` needs of a theme: a Theme has it."""

        _handle: int

# The axes whose values are words, with the number in C of each word. The fields of
# dyncolor_environment have the names of the axes.
_words: dict[str, Mapping[str, int]] = {
    "scheme": SCHEMES, "elevation": ELEVATIONS, "gamut": GAMUTS, "vision": VISIONS,
    "state": STATES, "idiom": IDIOMS, "forced_colors": FORCED_COLORS}
# The same axes, with the word for each number.
_names: dict[str, dict[int, str]] = {
    axis: {number: word for word, number in words.items()} for axis, words in _words.items()}
# The axes whose values are numbers that a theme has assigned to names.
_numbers = ("palette", "locale", "subtype")
# Appearance names that messages list.
_SHORT_NAMES = ("light", "dark", "more", "less", "no-preference", "aqua", "darkAqua", "default",
                "prefer-light", "prefer-dark")
# All axes but the custom ones. `Environment` is shown with its axes in this order.
AXIS_NAMES = ("scheme", "contrast", "elevation", "gamut", "vision", "vision_severity", "state",
              "idiom", "palette", "locale", "subtype", "forced_colors", "foreground", "accent")


def contrast_value(contrast: str | float) -> int:
    """Return the number in C of a contrast, which is a word or a number from −1 to 1. In C, −1 is
    1, 0 (standard) is 101, and 1 is 201, so that 0 is left for unspecified."""
    if isinstance(contrast, str):
        return word_value("contrast", CONTRASTS, contrast)
    return 101 + _hundredths("contrast", contrast, -1, "less, standard, more or a number")


def _hundredths(axis: str, given: Any, least: int, takes: str) -> int:
    """Return a number in hundredths. It must be from `least` to 1; `takes` says so in messages."""
    try:
        lies_within = least <= given <= 1
    except TypeError:
        raise wrong_type(axis, f"{takes} from {least} to 1", given) from None
    if not lies_within:
        raise ValueError(f"{axis} must be from {least} to 1, not {given!r}")
    hundredths: int = round(given * 100)
    return hundredths


def fill(value: EnvironmentValue, axes: Mapping[str, Any]) -> None:
    """Set axes of an environment in C. None makes an axis unspecified."""
    for axis, given in axes.items():
        number: int
        if axis == "custom":
            values = [] if given is None else listed(
                "custom", "up to eight numbers from 0 to 255", given)
            if len(values) > 8:
                raise ValueError("custom must have up to eight values, from 0 to 255")
            for index in range(8):
                value.custom[index] = 0 if index >= len(values) else whole(
                    f"custom[{index}]", "a number from 0 to 255", values[index], 255)
            continue
        if axis not in AXIS_NAMES:
            raise TypeError(
                f"an environment has no axis {axis!r}; Theme.environment() takes those that "
                f"the theme declares{suggestion(axis, (*AXIS_NAMES, 'custom'))}")
        if given is None:
            number = 0
        elif axis in _words:
            number = word_value(axis, _words[axis], given)
        elif axis == "contrast":
            number = contrast_value(given)
        elif axis == "vision_severity":
            # 0 stands for unspecified, so the severity 0 is 1 in C.
            number = 1 + _hundredths(axis, given, 0, "a number")
        elif axis in _numbers:
            # The subtype has 8 bits, the others have 16.
            number = whole(
                axis, "a number of a theme", given, 255 if axis == "subtype" else 65535,
                f"Theme.environment() takes the name of a {axis}")
        else:
            number = whole(axis, "a DynamicColor or its id", getattr(given, "id", given),
                           (1 << 32) - 1, "Theme.environment() takes the name of a color")
        setattr(value, axis, number)


class Environment:
    """The conditions that a dynamic color is resolved for: light or dark, its contrast, and more.

    >>> Environment(scheme="dark", contrast="more").replace(contrast=0.5)
    Environment(scheme='dark', contrast=0.5)

    Each condition is an axis. An axis that is not given is unspecified: the default of the theme,
    or the value of a parent environment, applies.

    - `scheme`: light, dark.
    - `contrast`: less, standard, more, or a number from −1 to 1. These words stand for −1, 0 and
      1. Between the contrasts of two variants of a color, the color is a mix of both.
    - `elevation`: base, elevated.
    - `gamut`: srgb, display-p3, rec2020. Colors are mapped into the gamut; if none is specified,
      they may lie outside sRGB.
    - `vision`: typical, protan, deutan, tritan, achromat.
    - `vision_severity`: from 0 to 1.
    - `state`: normal, hovered, focused, pressed, selected, inactive, disabled.
    - `idiom`: phone, tablet, desktop, tv, watch, car, headset.
    - `forced_colors`: none, active.
    - `palette`, `locale`, `subtype`: numbers that the theme has assigned.
    - `foreground`, `accent`: colors of the theme, or their ids.
    - `custom`: up to eight values, from 0 to 255, of axes that the theme declares.

    `Theme.environment` makes environments by the names of palettes, locales, subtypes, colors and
    custom axes, and `Theme.axes` lists all axes of a theme with their values. Every function that
    takes an environment also takes an appearance name such as `dark`: see `named`. An environment
    is immutable, can be compared, and can be a key of a dict.
    """

    __slots__ = ("_bytes", "_pointer", "_value")

    @advises(any="the names of a theme's axes are arguments of theme.environment()")
    def __init__(
        self, *, scheme: Scheme | None = None, contrast: Contrast | float | None = None,
        elevation: Elevation | None = None, gamut: Gamut | None = None,
        vision: Vision | None = None, vision_severity: float | None = None,
        state: State | None = None, idiom: Idiom | None = None, palette: int | None = None,
        locale: int | None = None, subtype: int | None = None,
        forced_colors: ForcedColors | None = None, foreground: HasId | int | None = None,
        accent: HasId | int | None = None, custom: Iterable[int] | None = None,
    ) -> None:
        value = EnvironmentValue()
        self._fill(value, {
            "scheme": scheme, "contrast": contrast, "elevation": elevation, "gamut": gamut,
            "vision": vision, "vision_severity": vision_severity, "state": state, "idiom": idiom,
            "palette": palette, "locale": locale, "subtype": subtype,
            "forced_colors": forced_colors, "foreground": foreground, "accent": accent,
            "custom": custom})
        self._adopt(value)

    def _fill(self, value: EnvironmentValue, axes: Mapping[str, Any]) -> None:
        """Set axes to the given values. NamedEnvironment overrides this, and takes names, too."""
        fill(value, axes)

    def _adopt(self, value: EnvironmentValue) -> None:
        self._value = value
        self._pointer = byref(value)
        self._bytes = bytes(value)

    @staticmethod
    def _from(value: EnvironmentValue) -> Environment:
        environment = object.__new__(Environment)
        environment._adopt(value)
        return environment

    @staticmethod
    def named(name: str) -> Environment:
        """Return the environment for an appearance name of AppKit, UIKit, CSS or GTK.

        >>> Environment.named("dark"), Environment.named("prefers-contrast: more")
        (Environment(scheme='dark'), Environment(contrast=1.0))

        The names of all four systems are known, in any ASCII case. An axis about which a name says
        nothing stays unspecified. Wherever an environment is taken, the name alone will do.

        - AppKit: `aqua`, `darkAqua`, `vibrantLight`, `vibrantDark`,
          `accessibilityHighContrastAqua`, `accessibilityHighContrastDarkAqua`,
          `accessibilityHighContrastVibrantLight`, `accessibilityHighContrastVibrantDark`; and the
          values of these constants, from `NSAppearanceNameAqua` to
          `NSAppearanceNameAccessibilityVibrantDark`. Of asset catalogs, `NSAppearanceNameSystem`
          and `NSAppearanceNameAccessibilitySystem`.
        - UIKit: `unspecified`, `light`, `dark`, also after `UIUserInterfaceStyle`;
          `UIAccessibilityContrastNormal`, `UIAccessibilityContrastHigh`;
          `UIUserInterfaceLevelBase`, `UIUserInterfaceLevelElevated`. Of asset catalogs,
          `UIAppearanceAny`, `UIAppearanceLight`, `UIAppearanceDark`, and
          `UIAppearanceHighContrast` before `Any`, `Light` or `Dark`.
        - CSS, of color-scheme: `normal`, `light`, `dark`, `light dark`, `dark light`, `only light`,
          `only dark`. Of prefers-contrast: `no-preference`, `more`, `less`, `custom`, which is
          forced colors. And media features: `prefers-color-scheme: dark`,
          `prefers-contrast: more`, `forced-colors: active`, `color-gamut: p3` and so on.
        - GTK: `default`, `prefer-light`, `prefer-dark`, `force-light`, `force-dark`; the themes
          `Adwaita`, `Adwaita-dark`, `Adwaita-hc`, `Adwaita-hc-dark`, `Default`, `Default-dark`,
          `Default-hc`, `Default-hc-dark`, `HighContrast`, `HighContrastInverse`; and
          `Adwaita:dark`, as in GTK_THEME.
        """
        value, error, data = EnvironmentValue(), new_error(), utf8(name, "name")
        status = with_gil.dyncolor_environment_from_name_n(data, len(data), byref(value), error)
        if status == UNKNOWN_NAME:
            raise unknown_name(
                "no appearance has this name; some that have one word are "
                f"{', '.join(_SHORT_NAMES)}. For several axes, use Environment(scheme=…, …)",
                f"{name}{suggestion(name, _SHORT_NAMES)}", [name])
        check(status, error)
        return Environment._from(value)

    def name(self, vocabulary: Vocabulary) -> str:
        """Return the appearance name for the scheme and contrast in appkit, uikit, css or gtk.

        >>> dark = Environment(scheme="dark")
        >>> dark.name("appkit"), dark.name("css")
        ('NSAppearanceNameDarkAqua', 'dark')
        """
        number = word_value("vocabulary", VOCABULARIES, vocabulary)
        name, error = c_char_p(), new_error()
        check(with_gil.dyncolor_environment_to_name(
            self._pointer, number, byref(name), error), error)
        return (name.value or b"").decode()

    def inherit(self, parent: Environment | str) -> Environment:
        """Return this environment with its unspecified axes taken from `parent`.

        >>> Environment(contrast="more").inherit("dark")
        Environment(scheme='dark', contrast=1.0)
        """
        source, value, error = environment_of(parent, "parent"), EnvironmentValue(), new_error()
        check(with_gil.dyncolor_environment_inherit(
            self._pointer, source._pointer, byref(value), error), error)
        # If one of the two environments is a NamedEnvironment, which knows the names of a theme, so
        # is the result: `_changed` keeps the class.
        return (source if type(self) is Environment else self)._changed(value)

    def replace(self, **axes: Unpack[AxisValues]) -> Environment:
        """Return this environment with some axes changed. None makes an axis unspecified.

        >>> Environment(scheme="dark", contrast="more").replace(contrast=None, state="pressed")
        Environment(scheme='dark', state='pressed')

        An environment that `Theme.environment` made takes the names of its theme here as well: see
        `NamedEnvironment`.
        """
        value = EnvironmentValue.from_buffer_copy(self._bytes)
        self._fill(value, axes)
        return self._changed(value)

    def prefer(self, **axes: Unpack[AxisValues]) -> Environment:
        """Return this environment with these axes set where they are unspecified.

        >>> Environment(scheme="light").prefer(scheme="dark", contrast="more")
        Environment(scheme='light', contrast=1.0)
        """
        value = EnvironmentValue()
        self._fill(value, axes)
        return self.inherit(Environment._from(value))

    def force(self, **axes: Unpack[AxisValues]) -> Environment:
        """Return this environment with these axes set in any case, as `replace` does.

        >>> Environment(scheme="light").force(scheme="dark")
        Environment(scheme='dark')

        It is the opposite of `prefer`, which keeps axes that are already set.
        """
        return self.replace(**axes)

    def inverted(self, *axes: Invertible, theme: HasHandle | None = None) -> Environment:
        """Return this environment with the opposite scheme, for surfaces that should stand out.

        >>> Environment(scheme="dark", contrast="more").inverted()
        Environment(scheme='light', contrast=1.0)

        Instead of the scheme, other axes can be inverted: elevation, forced_colors, or contrast,
        which is mirrored around standard. An unspecified axis counts as its default. The defaults
        of scheme and contrast are those of `theme`; without a theme, light and standard.
        """
        from ._structures import AdjustmentValue
        if theme is not None and not hasattr(theme, "_handle"):
            raise wrong_type("theme", "a Theme", theme)
        numbers = [word_value("an axis", AXES, axis) for axis in axes or ("scheme",)]
        adjustments = (AdjustmentValue * len(numbers))()
        for adjustment, number in zip(adjustments, numbers):
            adjustment.axis, adjustment.policy = number, POLICIES["invert"]
        value, error = EnvironmentValue(), new_error()
        # A call that uses a theme may wait for another thread.
        library = with_gil if theme is None else no_gil
        check(library.dyncolor_environment_adjust(
            self._pointer, None if theme is None else theme._handle, adjustments, len(numbers),
            byref(value), error), error)
        return self._changed(value)

    def _word(self, axis: str) -> Any:
        return _names[axis].get(getattr(self._value, axis))

    @property
    def scheme(self) -> Scheme | None:
        """The color scheme: light, dark, or None."""
        scheme: Scheme | None = self._word("scheme")
        return scheme

    @property
    def contrast(self) -> float | None:
        """The contrast from −1 (less) over 0 (standard) to 1 (more), or None."""
        contrast: int = self._value.contrast
        # The opposite of `contrast_value`.
        return (contrast - 101) / 100 if contrast else None

    @property
    def elevation(self) -> Elevation | None:
        """The elevation: base, elevated, or None."""
        elevation: Elevation | None = self._word("elevation")
        return elevation

    @property
    def gamut(self) -> Gamut | None:
        """The gamut of the display: srgb, display-p3, rec2020, or None."""
        gamut: Gamut | None = self._word("gamut")
        return gamut

    @property
    def vision(self) -> Vision | None:
        """The color vision of the viewer, or None."""
        vision: Vision | None = self._word("vision")
        return vision

    @property
    def vision_severity(self) -> float | None:
        """The severity of a color vision deficiency, from 0 to 1, or None."""
        severity: int = self._value.vision_severity
        return (severity - 1) / 100 if severity else None

    @property
    def state(self) -> State | None:
        """The state of the control that is painted, or None."""
        state: State | None = self._word("state")
        return state

    @property
    def idiom(self) -> Idiom | None:
        """The kind of device, or None."""
        idiom: Idiom | None = self._word("idiom")
        return idiom

    @property
    def palette(self) -> int:
        """The number of the palette, or 0 (unspecified)."""
        palette: int = self._value.palette
        return palette

    @property
    def locale(self) -> int:
        """The number of the locale, or 0 (unspecified)."""
        locale: int = self._value.locale
        return locale

    @property
    def subtype(self) -> int:
        """The number of the subtype, or 0 (unspecified)."""
        subtype: int = self._value.subtype
        return subtype

    @property
    def forced_colors(self) -> ForcedColors | None:
        """The forced colors mode, "none" or "active"; or None if it is unspecified."""
        forced: ForcedColors | None = self._word("forced_colors")
        return forced

    @property
    def foreground(self) -> int:
        """The id of the foreground color, or 0 (unspecified)."""
        foreground: int = self._value.foreground
        return foreground

    @property
    def accent(self) -> int:
        """The id of the accent color, or 0 (unspecified)."""
        accent: int = self._value.accent
        return accent

    @property
    def custom(self) -> tuple[int, ...]:
        """The values of the eight custom axes, as numbers; 0 stands for no value.
        `NamedEnvironment.custom_name` returns the name of a value."""
        return tuple(self._value.custom)

    def __bytes__(self) -> bytes:
        """The dyncolor_environment, 32 bytes."""
        return self._bytes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Environment):
            return NotImplemented
        return self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)

    def _changed(self, value: EnvironmentValue) -> Environment:
        """Return an environment of the same kind as this one, with other values."""
        return Environment._from(value)

    def _shown(self) -> dict[str, Any]:
        """Return the axes that are specified."""
        axes: dict[str, Any] = {
            axis: getattr(self, axis) for axis in AXIS_NAMES if getattr(self._value, axis)}
        if any(self.custom):
            axes["custom"] = self.custom
        return axes

    def __repr__(self) -> str:
        axes = Environment._shown(self)
        return f"Environment({', '.join(map('{}={!r}'.format, axes, axes.values()))})"

    def __reduce__(self) -> tuple[object, ...]:
        return _from_bytes, (self._bytes,)


def environment_of(given: Environment | str, what: str = "environment") -> Environment:
    """Return the given environment, or the environment of a given appearance name."""
    if isinstance(given, Environment):
        return given
    expect(what, "an Environment or an appearance name, such as 'dark'", given, str)
    return Environment.named(given)


def _from_bytes(data: bytes) -> Environment:
    return Environment._from(EnvironmentValue.from_buffer_copy(data))


# The default environment of all functions: every axis is unspecified.
EVERYWHERE = Environment._from(EnvironmentValue())
