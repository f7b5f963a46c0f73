"""The names in a theme's environments: palettes, locales, subtypes and custom axes."""
from __future__ import annotations

from ctypes import byref, c_char_p, c_double, c_uint8, c_uint16, c_uint32

from ._calls import check, details, unknown_name, utf8
from ._declarations import AXES, LEVELS, SCHEMES, EnvironmentValue, word_value
from ._handle import ThemeHandle
from .environment import EVERYWHERE, Environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ._declarations import Scheme

_axis_names = {number: name for name, number in AXES.items() if name != "custom"}


class ThemeAxes(ThemeHandle):
    """The part of `Theme` that makes environments: it gives a number to each name, and sets the
    defaults of unspecified axes."""

    __slots__ = ("_axes", "_values")
    # The place of each custom axis in Environment.custom, and the numbers of its named values.
    _axes: dict[str, int]
    _values: dict[str, dict[str, int]]

    def _adopt(self, handle: int, *, is_shared: bool) -> None:
        super()._adopt(handle, is_shared=is_shared)
        self._axes = {}
        self._values = {}

    # ---- Palettes, locales and subtypes ----

    def palette(self, name: str) -> int:
        """Declare a palette, and return its number for `Environment.palette`.

        The palette `Night` consists of all colors whose names begin with `Night/`. A palette that
        is declared again keeps its number.
        """
        data, number, error = utf8(name), c_uint16(), details()
        check(self._c.dyncolor_palette_declare(
            self._handle, data, len(data), byref(number), error), error)
        return number.value

    def palettes(self) -> dict[str, int]:
        """Return the palettes: names and their numbers."""
        return self._numbers(self._c.dyncolor_palette_name, 65535)

    def locale(self, name: str) -> int:
        """Declare a locale, and return its number for `Environment.locale`.

        >>> theme = Theme()
        >>> theme.locale("de"), theme.locale("fr")
        (1, 2)
        >>> color = theme.register("flag", "if(style(--locale: fr): blue; else: black)")
        >>> color.resolve(theme.environment(locale="fr"))
        Color('#0000ff')

        The names can be anything. A locale that is declared again keeps its number.
        """
        data, number, error = utf8(name), c_uint16(), details()
        check(self._c.dyncolor_locale_declare(
            self._handle, data, len(data), byref(number), error), error)
        return number.value

    def locales(self) -> dict[str, int]:
        """Return the locales: names and their numbers."""
        return self._numbers(self._c.dyncolor_locale_name, 65535)

    def subtype(self, name: str) -> int:
        """Declare a subtype, which is a model of a device, and return its number.

        The number is for `Environment.subtype`. A subtype that is declared again keeps its number.
        """
        data, number, error = utf8(name), c_uint8(), details()
        check(self._c.dyncolor_subtype_declare(
            self._handle, data, len(data), byref(number), error), error)
        return number.value

    def subtypes(self) -> dict[str, int]:
        """Return the subtypes: names and their numbers."""
        return self._numbers(self._c.dyncolor_subtype_name, 255)

    def _numbers(self, name_of: Callable[..., int], greatest: int) -> dict[str, int]:
        """Return all names that a function of C gives to the numbers from 1 on."""
        numbers: dict[str, int] = {}
        name = c_char_p()
        for number in range(1, greatest + 1):
            if name_of(self._handle, number, byref(name), None):
                break
            numbers[(name.value or b"").decode()] = number
        return numbers

    def _number(self, axis: str, name: str) -> int:
        """Return the number of a palette, a locale or a subtype."""
        known = {"palette": self.palettes, "locale": self.locales, "subtype": self.subtypes}[axis]()
        if name not in known:
            raise unknown_name(
                f"no {axis} has this name; declared are: {', '.join(known) or 'none'}. Declare it "
                f"with Theme.{axis}()", name)
        return known[name]

    # ---- Custom axes ----

    def axis(self, name: str, *values: str) -> int:
        """Declare a custom axis and names for its values, and return its place in
        `Environment.custom`.

        >>> theme = Theme()
        >>> place = theme.axis("season", "summer", "winter")
        >>> ground = theme.register("ground", "if(style(--season: winter): snow; else: olive)")
        >>> ground.resolve(theme.environment(season="winter")).hex
        '#fffafa'

        There can be eight axes, with the values 1 to 255 each. An axis that is declared again may
        get more values; those it has keep their numbers.
        """
        data, place, error = utf8(name), c_uint32(), details()
        check(self._c.dyncolor_axis_declare(
            self._handle, data, len(data), byref(place), error), error)
        known = self._values.setdefault(name, {})
        self._axes[name] = place.value
        for value in values:
            data, number = utf8(value), c_uint8()
            check(self._c.dyncolor_axis_declare_value(
                self._handle, place, data, len(data), byref(number), error), error)
            known[value] = number.value
        return place.value

    def axis_values(self, name: str) -> dict[str, int]:
        """Return the named values of a custom axis: names and their numbers."""
        self._custom_axis(name)
        return dict(self._values[name])

    def _axis_names(self, axes: int) -> frozenset[str]:
        """Return the names of the axes in a bit set."""
        names = {AXES["custom"] + place: name for name, place in self._axes.items()}
        names.update(_axis_names)
        return frozenset(
            names.get(bit, f"custom {bit - AXES['custom']}")
            for bit in range(32) if axes >> bit & 1)

    def _custom_axis(self, name: str) -> int:
        place = self._axes.get(name)
        if place is None:
            raise unknown_name(
                f"no custom axis has this name; declared are: {', '.join(self._axes) or 'none'}. "
                "Declare it with Theme.axis()", name)
        return place

    def _custom_value(self, axis: str, value: int | str) -> int:
        if isinstance(value, str):
            known = self._values.get(axis, {})
            if value not in known:
                raise unknown_name(
                    f"the axis {axis} has no value of this name; it has: "
                    f"{', '.join(known) or 'none'}", value)
            return known[value]
        if not 0 <= value <= 255:
            raise ValueError(f"{axis} must lie in 0...255, not {value!r}")
        return value

    # ---- Environments and defaults ----

    def environment(
        self, base: Environment = EVERYWHERE, /, *, palette: str | None = None,
        locale: str | None = None, subtype: str | None = None, **axes: int | str
    ) -> Environment:
        """Return `base` with a palette, a locale, a subtype and custom axes set by name.

        >>> theme = Theme()
        >>> number, place = theme.palette("Night"), theme.axis("season", "summer", "winter")
        >>> theme.environment(Environment(scheme="dark"), palette="Night", season="winter")
        Environment(scheme='dark', palette=1, custom=(2, 0, 0, 0, 0, 0, 0, 0))

        The value of a custom axis is a name or a number.
        """
        value = EnvironmentValue.from_buffer_copy(bytes(base))
        for axis, known in (("palette", palette), ("locale", locale), ("subtype", subtype)):
            if known is not None:
                setattr(value, axis, self._number(axis, known))
        for name, given in axes.items():
            value.custom[self._custom_axis(name)] = self._custom_value(name, given)
        return Environment._from(value)

    def set_default_scheme(self, scheme: Scheme) -> None:
        """Set the scheme for environments without one."""
        error = details()
        check(self._c.dyncolor_theme_set_default_scheme(
            self._handle, word_value("scheme", SCHEMES, scheme), error), error)

    def set_default_palette(self, name: str | None) -> None:
        """Set the palette for environments without one. It is also the fallback of all others."""
        error = details()
        number = 0 if name is None else self._number("palette", name)
        check(self._c.dyncolor_theme_set_default_palette(self._handle, number, error), error)

    def set_level_opacities(self, opacities: Sequence[float] | None) -> None:
        """Set the five factors for the alpha of a color at each level.

        None restores the defaults: 1, 0.5, 0.25, 0.18 and 0.18.
        """
        if opacities is not None and len(opacities) != len(LEVELS):
            raise ValueError(f"there are {len(LEVELS)} levels, not {len(opacities)}")
        error = details()
        values = None if opacities is None else (c_double * len(LEVELS))(*opacities)
        check(self._c.dyncolor_theme_set_level_opacities(self._handle, values, error), error)
