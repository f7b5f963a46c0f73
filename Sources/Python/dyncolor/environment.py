"""Environments: what dynamic colors are resolved for."""
from __future__ import annotations

from ctypes import byref, c_char_p

from ._calls import check, details, utf8
from ._library import (
    AXES, CONTRASTS, ELEVATIONS, FORCED_COLORS, GAMUTS, IDIOMS, POLICIES, SCHEMES, STATES, VISIONS,
    VOCABULARIES, EnvironmentValue, held, released, word_value)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Protocol, TypedDict

    from typing_extensions import Unpack

    from ._library import (
        Contrast, Elevation, ForcedColors, Gamut, Idiom, Invertible, Scheme, State, Vision,
        Vocabulary)

    class HasId(Protocol):
        """A color of a theme, which is a DynamicColor."""

        @property
        def id(self) -> int: ...

    class HasHandle(Protocol):
        """A theme, which is a Theme."""

        _handle: int

    class Axes(TypedDict, total=False):
        """The arguments of Environment() and of `replace`."""

        scheme: Scheme | None
        contrast: Contrast | float | None
        elevation: Elevation | None
        gamut: Gamut | None
        vision: Vision | None
        vision_severity: float | None
        state: State | None
        idiom: Idiom | None
        palette: int | None
        locale: int | None
        subtype: int | None
        forced_colors: ForcedColors | None
        foreground: HasId | int | None
        accent: HasId | int | None
        custom: Iterable[int] | None

# The axes whose values are words. The fields in C have the same names.
_words: dict[str, Mapping[str, int]] = {
    "scheme": SCHEMES, "elevation": ELEVATIONS, "gamut": GAMUTS, "vision": VISIONS,
    "state": STATES, "idiom": IDIOMS, "forced_colors": FORCED_COLORS}
_names: dict[str, dict[int, str]] = {
    axis: {number: word for word, number in words.items()} for axis, words in _words.items()}
_numbers = ("palette", "locale", "subtype")
_axes = (*_words, "contrast", "vision_severity", *_numbers, "foreground", "accent")


def contrast_value(contrast: str | float) -> int:
    """Return the number in C of a contrast: a word, or a number from −1 to 1."""
    if isinstance(contrast, str):
        return word_value("contrast", CONTRASTS, contrast)
    if not -1 <= contrast <= 1:
        raise ValueError(f"contrast must lie in -1...1, not {contrast!r}")
    return 101 + round(contrast * 100)


class Environment:
    """The conditions that a dynamic color is resolved for: light or dark, its contrast, and more.

    >>> Environment(scheme="dark", contrast="more").replace(contrast=0.5)
    Environment(scheme='dark', contrast=0.5)

    Each condition is an axis. An axis that is not given is unspecified: the default of the theme,
    or the value of a parent environment, applies.

    - `contrast`: less, standard, more, or a number from −1 to 1.
    - `vision_severity`: from 0 to 1.
    - `palette`, `locale`, `subtype`: numbers given by a theme.
    - `foreground`, `accent`: colors of the theme, or their ids.
    - `custom`: up to eight values, from 0 to 255, of axes that the theme declares.

    `Theme.environment` sets palettes, locales, subtypes and custom axes by name. An environment is
    immutable, can be compared, and can be a key of a dict.
    """

    __slots__ = ("_bytes", "_pointer", "_value")

    def __init__(
        self, *, scheme: Scheme | None = None, contrast: Contrast | float | None = None,
        elevation: Elevation | None = None, gamut: Gamut | None = None,
        vision: Vision | None = None, vision_severity: float | None = None,
        state: State | None = None, idiom: Idiom | None = None, palette: int | None = None,
        locale: int | None = None, subtype: int | None = None,
        forced_colors: ForcedColors | None = None, foreground: HasId | int | None = None,
        accent: HasId | int | None = None, custom: Iterable[int] = (),
    ) -> None:
        value = EnvironmentValue()
        self._fill(value, {
            "scheme": scheme, "contrast": contrast, "elevation": elevation, "gamut": gamut,
            "vision": vision, "vision_severity": vision_severity, "state": state, "idiom": idiom,
            "palette": palette, "locale": locale, "subtype": subtype,
            "forced_colors": forced_colors, "foreground": foreground, "accent": accent,
            "custom": custom})
        self._adopt(value)

    @staticmethod
    def _fill(value: EnvironmentValue, axes: Mapping[str, Any]) -> None:
        """Set axes. None makes an axis unspecified."""
        for axis, given in axes.items():
            number: int
            if axis == "custom":
                values = () if given is None else tuple(given)
                if len(values) > 8 or not all(0 <= each <= 255 for each in values):
                    raise ValueError("custom must have up to eight values, from 0 to 255")
                value.custom[:] = [*values, *[0] * (8 - len(values))]
                continue
            if axis not in _axes:
                raise TypeError(f"an environment has no axis {axis!r}")
            if given is None:
                number = 0
            elif axis in _words:
                number = word_value(axis, _words[axis], given)
            elif axis == "contrast":
                number = contrast_value(given)
            elif axis == "vision_severity":
                if not 0 <= given <= 1:
                    raise ValueError(f"vision_severity must lie in 0...1, not {given!r}")
                number = 1 + round(given * 100)
            elif axis in _numbers:
                limit = 255 if axis == "subtype" else 65535
                if not 0 <= given <= limit:
                    raise ValueError(f"{axis} must lie in 0...{limit}, not {given!r}")
                number = given
            else:
                number = given if isinstance(given, int) else given.id
                if not 0 <= number < 1 << 32:
                    raise ValueError(f"{axis} must be a color or its id, not {given!r}")
            setattr(value, axis, number)

    def _adopt(self, value: EnvironmentValue) -> None:
        self._value = value
        self._pointer = byref(value)
        self._bytes = bytes(value)

    @classmethod
    def _from(cls, value: EnvironmentValue) -> Environment:
        environment = object.__new__(cls)
        environment._adopt(value)
        return environment

    @classmethod
    def named(cls, name: str) -> Environment:
        """Return the environment for an appearance name of AppKit, UIKit, CSS or GTK.

        Examples are `darkAqua`, `prefer-dark` and `prefers-contrast: more`. The C header has the
        full list.
        """
        value, error, data = EnvironmentValue(), details(), utf8(name)
        check(held.dyncolor_environment_from_name_n(data, len(data), byref(value), error), error)
        return cls._from(value)

    def name(self, vocabulary: Vocabulary) -> str:
        """Return the appearance name for the scheme and contrast in appkit, uikit, css or gtk."""
        number = word_value("vocabulary", VOCABULARIES, vocabulary)
        name, error = c_char_p(), details()
        check(held.dyncolor_environment_to_name(
            self._pointer, number, byref(name), error), error)
        return (name.value or b"").decode()

    def inherit(self, parent: Environment) -> Environment:
        """Return this environment with its unspecified axes taken from `parent`."""
        value, error = EnvironmentValue(), details()
        check(held.dyncolor_environment_inherit(
            self._pointer, parent._pointer, byref(value), error), error)
        return Environment._from(value)

    def replace(self, **axes: Unpack[Axes]) -> Environment:
        """Return this environment with some axes changed. None makes an axis unspecified."""
        value = EnvironmentValue.from_buffer_copy(self._bytes)
        self._fill(value, axes)
        return Environment._from(value)

    def prefer(self, **axes: Unpack[Axes]) -> Environment:
        """Return this environment with these axes set where they are unspecified.

        >>> Environment(scheme="light").prefer(scheme="dark", contrast="more")
        Environment(scheme='light', contrast=1.0)
        """
        return self._adjusted("prefer", self._numbers(axes, keeps_zero=False))

    def force(self, **axes: Unpack[Axes]) -> Environment:
        """Return this environment with these axes set in any case; None makes one unspecified."""
        return self._adjusted("force", self._numbers(axes, keeps_zero=True))

    def inverted(self, *axes: Invertible, theme: HasHandle | None = None) -> Environment:
        """Return this environment with the opposite scheme, for surfaces that should stand out.

        >>> Environment(scheme="dark", contrast="more").inverted()
        Environment(scheme='light', contrast=1.0)

        Instead of the scheme, other axes can be inverted: elevation, forced_colors, or contrast,
        which is mirrored around standard. An unspecified axis counts as its default. The default
        scheme is that of `theme`, or light.
        """
        numbers = [(word_value("an axis", AXES, axis), 0) for axis in axes or ("scheme",)]
        return self._adjusted("invert", numbers, theme)

    @staticmethod
    def _numbers(axes: Mapping[str, Any], *, keeps_zero: bool) -> list[tuple[int, int]]:
        """Return the numbers of axes and of their values."""
        value = EnvironmentValue()
        Environment._fill(value, axes)
        numbers: list[tuple[int, int]] = []
        for axis in axes:
            if axis == "custom":
                numbers += [(AXES["custom"] + place, each)
                            for place, each in enumerate(value.custom)]
            else:
                numbers.append((AXES[axis], getattr(value, axis)))
        return [(axis, number) for axis, number in numbers if keeps_zero or number]

    def _adjusted(
        self, policy: str, numbers: list[tuple[int, int]], theme: HasHandle | None = None
    ) -> Environment:
        from ._structures import AdjustmentValue
        adjustments = (AdjustmentValue * len(numbers))(
            *[AdjustmentValue(axis, POLICIES[policy], number) for axis, number in numbers])
        value, error = EnvironmentValue(), details()
        # A call that uses a theme may wait for another thread.
        library = held if theme is None else released
        check(library.dyncolor_environment_adjust(
            self._pointer, None if theme is None else theme._handle, adjustments, len(numbers),
            byref(value), error), error)
        return Environment._from(value)

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
        """The forced colors mode: none, active, or None."""
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
        """The values of the eight custom axes."""
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

    def __repr__(self) -> str:
        axes = [f"{axis}={getattr(self, axis)!r}"
                for axis in ("scheme", "contrast", "elevation", "gamut", "vision",
                             "vision_severity", "state", "idiom", "palette", "locale", "subtype",
                             "forced_colors", "foreground", "accent")
                if getattr(self._value, axis)]
        if any(self.custom):
            axes.append(f"custom={self.custom!r}")
        return f"Environment({', '.join(axes)})"

    def __reduce__(self) -> tuple[object, ...]:
        return _from_bytes, (self._bytes,)


def _from_bytes(data: bytes) -> Environment:
    return Environment._from(EnvironmentValue.from_buffer_copy(data))


EVERYWHERE = Environment._from(EnvironmentValue())
