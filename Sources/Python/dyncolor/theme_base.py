"""What a theme is without its colors: the object of C, and the names that environments use."""
from __future__ import annotations

# Imported early: while the interpreter exits, C may still call providers, but imports fail.
from _operator import index
from ctypes import (
    byref, c_char_p, c_double, c_size_t, c_uint8, c_uint16, c_uint32, c_void_p,
    create_string_buffer, sizeof)

from ._calls import BUFFER_TOO_SMALL, check, details, raise_error, unknown_name, utf8
from ._library import (
    AXES, IMAGE_MEMORIES, LEVELS, SCHEMES, EnvironmentValue, bare_held, bare_released, held,
    released, word_value)
from .environment import EVERYWHERE, Environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

    from typing_extensions import Self

    from ._library import Scheme
    from ._memory import Buffer

_axis_names = {number: name for name, number in AXES.items() if name != "custom"}


class ThemeBase:
    """The base class of `Theme`: the object of C, and the names that environments use.

    Colors, layers, snapshots and providers only need this part of a theme, and so their modules do
    not import `Theme`.
    """

    __slots__ = ("__weakref__", "_axes", "_c", "_find", "_handle", "_image", "_is_shared",
                 "_observers", "_pointer", "_providers", "_release", "_resolve", "_resolve_all",
                 "_values")

    def __init__(self, *, default_scheme: Scheme = "light", memory_budget: int = 0) -> None:
        scheme = word_value("default_scheme", SCHEMES, default_scheme)
        # Light is also the default of C.
        options = _options(0 if scheme == SCHEMES["light"] else scheme, memory_budget)
        theme, error = c_void_p(), details()
        check(held.dyncolor_theme_create(options, byref(theme), error), error)
        self._adopt(theme.value or 0, is_shared=False)

    def _adopt(self, handle: int, *, is_shared: bool) -> None:
        """Take over a reference to a `dyncolor_theme`."""
        self._handle = handle
        self._pointer: Any = c_void_p.from_param(handle)
        self._is_shared = is_shared
        # While only Python uses the theme, short calls never wait, and keep the GIL. A C program
        # may register callbacks that wait for the GIL, so calls on a shared theme release it.
        self._c = released if is_shared else held
        bare = bare_released if is_shared else bare_held
        self._find, self._resolve = bare.dyncolor_theme_find_n, bare.dyncolor_resolve
        self._resolve_all = bare_released.dyncolor_resolve_all
        self._release = self._c.dyncolor_theme_release
        # The memory of a borrowed image.
        self._image: memoryview[Any] | None = None
        # The Providers and Observers whose addresses C has.
        self._providers: set[Any] = set()
        self._observers: set[Any] = set()
        # The place of each custom axis in Environment.custom, and the numbers of its named values.
        self._axes: dict[str, int] = {}
        self._values: dict[str, dict[str, int]] = {}

    @classmethod
    def from_address(cls, address: int) -> Self:
        """Return the theme of a C program, from its `dyncolor_theme *`. It takes a reference."""
        if not 0 < index(address) < 1 << 64:
            raise ValueError(f"a theme cannot have the address {address}")
        theme = object.__new__(cls)
        theme._adopt(released.dyncolor_theme_retain(address), is_shared=True)
        return theme

    @property
    def address(self) -> int:
        """The `dyncolor_theme *`, for C programs.

        It is valid as long as this object exists. C programs that keep it longer take a reference
        of their own. Python's providers must not be called once Python has ended.
        """
        if not self._is_shared:
            providers, observers = list(self._providers), list(self._observers)
            self._is_shared = True
            self._c = released
            self._find = bare_released.dyncolor_theme_find_n
            self._resolve = bare_released.dyncolor_resolve
            for provider in providers:
                provider.share()
            for observer in observers:
                observer.share()
        return self._handle

    def save(self) -> bytes:
        """Save the theme as bytes, from which `from_image` makes it again.

        >>> theme = Theme()
        >>> _ = theme.register("accent", light="#0461be", dark="#81d0ff")
        >>> again = Theme.from_image(theme.save())
        >>> again["accent"].css, again.fingerprint() == theme.fingerprint()
        ('light-dark(#0461be, #81d0ff)', True)

        Providers are functions and cannot be saved. Their names become declared names, as by
        `declare`.
        """
        size = c_size_t()
        while True:
            image, error = create_string_buffer(size.value), details()
            status = released.dyncolor_theme_to_image(
                self._handle, image, size.value, byref(size), error)
            if not status:
                return image.raw[:size.value]
            # Another thread may have made the theme larger: try again with the new size.
            if status != BUFFER_TOO_SMALL:
                raise_error(status, error)

    @classmethod
    def from_image(
        cls, image: Buffer, *, borrow: bool = False, default_scheme: Scheme | None = None,
        memory_budget: int = 0,
    ) -> Self:
        """Make a theme from an image that `save` made.

        With `borrow=True` the theme uses the memory of the image instead of a copy, and keeps it
        alive. That memory must not change: use bytes, or a file mapped into memory.

        Raises BadImageError, with the offset, if the image is invalid.
        """
        from ._memory import address_of
        view = memoryview(image)  # type: ignore[arg-type]
        if not view.c_contiguous:
            raise ValueError("the bytes of an image must lie side by side")
        options = _options(
            0 if default_scheme is None else word_value(
                "default_scheme", SCHEMES, default_scheme), memory_budget)
        memory = IMAGE_MEMORIES["borrowed" if borrow else "copied"]
        made, error = c_void_p(), details()
        check(released.dyncolor_theme_from_image(
            options, address_of(view), view.nbytes, memory, byref(made), error), error)
        theme = object.__new__(cls)
        theme._adopt(made.value or 0, is_shared=False)
        if borrow:
            theme._image = view
        return theme

    def __del__(self) -> None:
        # The attribute is missing if the constructor failed.
        if hasattr(self, "_release"):
            # If this object is freed together with others that refer to it, their __del__ may still
            # call methods of it. Those then fail instead of using freed memory.
            handle, self._handle, self._pointer = self._handle, 0, None
            self._release(handle)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a theme cannot be copied or pickled")

    @property
    def rows(self) -> int:
        """The number of rows in a table of all colors."""
        rows: int = self._c.dyncolor_theme_rows(self._handle)
        return rows

    @property
    def generation(self) -> int:
        """The number of changes so far. Every change makes it larger."""
        generation: int = self._c.dyncolor_theme_generation(self._handle)
        return generation

    def fingerprint(self) -> int:
        """Return a hash of everything that is registered."""
        fingerprint: int = released.dyncolor_theme_fingerprint(self._handle)
        return fingerprint

    # ---- Palettes, locales and subtypes ----

    def palette(self, name: str) -> int:
        """Declare a palette, and return its number for `Environment.palette`.

        The palette `Night` consists of all colors whose names begin with `Night/`. A palette that
        is declared again keeps its number.
        """
        data, number, error = utf8(name), c_uint16(), details()
        check(self._c.dyncolor_palette_declare_n(
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
        check(self._c.dyncolor_locale_declare_n(
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
        check(self._c.dyncolor_subtype_declare_n(
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
        check(self._c.dyncolor_axis_declare_n(
            self._handle, data, len(data), byref(place), error), error)
        known = self._values.setdefault(name, {})
        self._axes[name] = place.value
        for value in values:
            data, number = utf8(value), c_uint8()
            check(self._c.dyncolor_axis_declare_value_n(
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

    def _custom_names(self, place: int, value: int) -> tuple[str, str | int]:
        """Return the name of a custom axis, and that of a value; or the value, if it has none."""
        name = next((name for name, known in self._axes.items() if known == place), None)
        if name is None:
            return f"custom {place}", value
        return name, next(
            (word for word, known in self._values[name].items() if known == value), value)

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


def _options(default_scheme: int, memory_budget: int) -> Any:
    """Return a pointer to dyncolor_theme_options, or None for the defaults."""
    if not 0 <= memory_budget < 1 << 63:
        raise ValueError("memory_budget must be a number of bytes")
    if not default_scheme and not memory_budget:
        return None
    from ._structures import ThemeOptions
    options = ThemeOptions(sizeof(ThemeOptions))
    options.default_scheme = default_scheme
    options.memory_budget = memory_budget
    return byref(options)
