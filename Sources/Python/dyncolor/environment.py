"""What a dynamic color may depend on."""
from __future__ import annotations

from ctypes import byref, c_char_p

from ._library import (
    AXES, CONTRASTS, ELEVATIONS, FORCED_COLORS, GAMUTS, IDIOMS, POLICIES, SCHEMES, STATES, VISIONS,
    VOCABULARIES, EnvironmentValue, details, held, raise_error, released, utf8, word_value)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Literal, TypedDict

    from typing_extensions import Unpack

    from .theme import DynamicColor, Theme

    Scheme = Literal["light", "dark"]
    Contrast = Literal["less", "standard", "more"]
    Elevation = Literal["base", "elevated"]
    Gamut = Literal["srgb", "display-p3", "rec2020"]
    Vision = Literal["typical", "protan", "deutan", "tritan", "achromat"]
    State = Literal["normal", "hovered", "focused", "pressed", "selected", "inactive", "disabled"]
    Idiom = Literal["phone", "tablet", "desktop", "tv", "watch", "car", "headset"]
    ForcedColors = Literal["none", "active"]
    Invertible = Literal["scheme", "contrast", "elevation", "forced_colors"]
    Vocabulary = Literal["appkit", "uikit", "css", "gtk"]

    class Axes(TypedDict, total=False):
        """What Environment() takes, as `replace` does."""

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
        foreground: DynamicColor | int | None
        accent: DynamicColor | int | None
        custom: Iterable[int] | None

# The axes that are words, and the fields of the same name.
_words: dict[str, Mapping[str, int]] = {
    "scheme": SCHEMES, "elevation": ELEVATIONS, "gamut": GAMUTS, "vision": VISIONS,
    "state": STATES, "idiom": IDIOMS, "forced_colors": FORCED_COLORS}
_names: dict[str, dict[int, str]] = {
    axis: {number: word for word, number in words.items()} for axis, words in _words.items()}
_numbers = ("palette", "locale", "subtype")
_axes = (*_words, "contrast", "vision_severity", *_numbers, "foreground", "accent")


def contrast_value(contrast: str | float) -> int:
    """The number of a contrast: a word, or a number from −1 to 1."""
    if isinstance(contrast, str):
        return word_value("contrast", CONTRASTS, contrast)
    if not -1 <= contrast <= 1:
        raise ValueError(f"contrast must lie in -1...1, not {contrast!r}")
    return 101 + round(contrast * 100)


class Environment:
    """What dynamic colors are resolved for. An axis that is not given is unspecified: it is the
    theme's default, or that of the environment around this one.

    >>> Environment(scheme="dark", contrast="more").replace(contrast=0.5)
    Environment(scheme='dark', contrast=0.5)

    `contrast` is less, standard, more, or a number from −1 to 1; `vision_severity` lies in 0…1;
    `palette`, `locale` and `subtype` are numbers that a theme gave out; `foreground` and `accent`
    are colors of the theme, or their ids; `custom` has up to eight values, from 0 to 255, of axes
    that a theme declared. `Theme.environment` sets palettes and such axes by their names.

    Environments do not change; they compare and hash by their axes.
    """

    __slots__ = ("_bytes", "_pointer", "_value")

    def __init__(
        self, *, scheme: Scheme | None = None, contrast: Contrast | float | None = None,
        elevation: Elevation | None = None, gamut: Gamut | None = None,
        vision: Vision | None = None, vision_severity: float | None = None,
        state: State | None = None, idiom: Idiom | None = None, palette: int | None = None,
        locale: int | None = None, subtype: int | None = None,
        forced_colors: ForcedColors | None = None, foreground: DynamicColor | int | None = None,
        accent: DynamicColor | int | None = None, custom: Iterable[int] = (),
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
        """Sets axes; None makes one unspecified."""
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
        """The environment that an appearance name of AppKit, UIKit, CSS or GTK stands for:
        `darkAqua`, `prefer-dark`, `prefers-contrast: more`, … The header has the whole list."""
        value, error, data = EnvironmentValue(), details(), utf8(name)
        status = held.dyncolor_environment_from_name(data, len(data), byref(value), error)
        if status:
            raise_error(status, error)
        return cls._from(value)

    def name(self, vocabulary: Vocabulary) -> str:
        """The name that a vocabulary (appkit, uikit, css, gtk) has for the scheme and contrast."""
        number = word_value("vocabulary", VOCABULARIES, vocabulary)
        name, error = c_char_p(), details()
        status = held.dyncolor_environment_to_name(self._pointer, number, byref(name), error)
        if status:
            raise_error(status, error)
        return (name.value or b"").decode()

    def inherit(self, parent: Environment) -> Environment:
        """This environment, with each axis that it leaves unspecified taken from `parent`."""
        value, error = EnvironmentValue(), details()
        status = held.dyncolor_environment_inherit(
            self._pointer, parent._pointer, byref(value), error)
        if status:
            raise_error(status, error)
        return Environment._from(value)

    def replace(self, **axes: Unpack[Axes]) -> Environment:
        """This environment with some axes changed; None makes one unspecified."""
        value = EnvironmentValue.from_buffer_copy(self._bytes)
        self._fill(value, axes)
        return Environment._from(value)

    def prefer(self, **axes: Unpack[Axes]) -> Environment:
        """This environment with those axes set that it leaves unspecified.

        >>> Environment(scheme="light").prefer(scheme="dark", contrast="more")
        Environment(scheme='light', contrast=1.0)
        """
        return self._adjusted("prefer", self._numbers(axes, keeps_zero=False))

    def force(self, **axes: Unpack[Axes]) -> Environment:
        """This environment with axes set, whatever they were; None makes one unspecified."""
        return self._adjusted("force", self._numbers(axes, keeps_zero=True))

    def inverted(self, *axes: Invertible, theme: Theme | None = None) -> Environment:
        """The inverse of this environment, for surfaces that stand out from what is around them:
        its scheme is the other one. Given axes, it is these that become their opposites: scheme,
        elevation, forced_colors, or contrast, which is mirrored around standard. What is
        unspecified counts as what it resolves to: the scheme as the default of `theme`, or light.

        >>> Environment(scheme="dark", contrast="more").inverted()
        Environment(scheme='light', contrast=1.0)
        """
        numbers = [(word_value("an axis", AXES, axis), 0) for axis in axes or ("scheme",)]
        return self._adjusted("invert", numbers, theme)

    @staticmethod
    def _numbers(axes: Mapping[str, Any], *, keeps_zero: bool) -> list[tuple[int, int]]:
        """The numbers of axes, and their values."""
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
        self, policy: str, numbers: list[tuple[int, int]], theme: Theme | None = None
    ) -> Environment:
        from ._structures import AdjustmentValue
        adjustments = (AdjustmentValue * len(numbers))(
            *[AdjustmentValue(axis, POLICIES[policy], 0, number) for axis, number in numbers])
        value, error = EnvironmentValue(), details()
        # A theme may have to be waited for.
        library = held if theme is None else released
        status = library.dyncolor_environment_adjust(
            self._pointer, None if theme is None else theme._handle, adjustments, len(numbers),
            byref(value), error)
        if status:
            raise_error(status, error)
        return Environment._from(value)

    def _word(self, axis: str) -> Any:
        return _names[axis].get(getattr(self._value, axis))

    @property
    def scheme(self) -> Scheme | None:
        """light, dark, or None."""
        scheme: Scheme | None = self._word("scheme")
        return scheme

    @property
    def contrast(self) -> float | None:
        """From −1, for less, by 0, for standard, to 1, for more; or None."""
        contrast: int = self._value.contrast
        return (contrast - 101) / 100 if contrast else None

    @property
    def elevation(self) -> Elevation | None:
        """base, elevated, or None."""
        elevation: Elevation | None = self._word("elevation")
        return elevation

    @property
    def gamut(self) -> Gamut | None:
        """The gamut of the display: srgb, display-p3, rec2020, or None."""
        gamut: Gamut | None = self._word("gamut")
        return gamut

    @property
    def vision(self) -> Vision | None:
        """The color vision of the person who looks, or None."""
        vision: Vision | None = self._word("vision")
        return vision

    @property
    def vision_severity(self) -> float | None:
        """How far that vision deviates, from 0 to 1; or None."""
        severity: int = self._value.vision_severity
        return (severity - 1) / 100 if severity else None

    @property
    def state(self) -> State | None:
        """The state of what is painted, or None."""
        state: State | None = self._word("state")
        return state

    @property
    def idiom(self) -> Idiom | None:
        """The kind of device, or None."""
        idiom: Idiom | None = self._word("idiom")
        return idiom

    @property
    def palette(self) -> int:
        """The number of the palette; 0 if it is unspecified."""
        palette: int = self._value.palette
        return palette

    @property
    def locale(self) -> int:
        """The number of the locale; 0 if it is unspecified."""
        locale: int = self._value.locale
        return locale

    @property
    def subtype(self) -> int:
        """The number of the subtype; 0 if it is unspecified."""
        subtype: int = self._value.subtype
        return subtype

    @property
    def forced_colors(self) -> ForcedColors | None:
        """none, active, or None."""
        forced: ForcedColors | None = self._word("forced_colors")
        return forced

    @property
    def foreground(self) -> int:
        """The id of the foreground; 0 if it is unspecified."""
        foreground: int = self._value.foreground
        return foreground

    @property
    def accent(self) -> int:
        """The id of the accent; 0 if it is unspecified."""
        accent: int = self._value.accent
        return accent

    @property
    def custom(self) -> tuple[int, ...]:
        """The values of the eight axes of the host."""
        return tuple(self._value.custom)

    def __bytes__(self) -> bytes:
        """The 32 bytes that C has."""
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


EVERYWHERE = Environment()
