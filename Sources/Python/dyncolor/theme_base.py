"""What a theme is without its colors: a handle of the C library, and the names that environments
use."""
from __future__ import annotations

from ctypes import (
    byref, c_char_p, c_double, c_size_t, c_uint8, c_uint16, c_uint32, c_void_p,
    create_string_buffer, sizeof)

from ._calls import (
    BUFFER_TOO_SMALL, UNKNOWN_NAME, advises, check, flag, listed, new_error, public_name,
    raise_error, utf8, whole, wrong_type)
from ._library import (
    AXES, IMAGE_MEMORIES, LEVELS, SCHEMES, bare_with_gil, bare_no_gil, with_gil, no_gil, word_value)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, NoReturn

    from typing_extensions import Self

    from ._memory import Buffer
    from .vocabulary import Axes, Names
    from .words import Contrast, Scheme


@public_name("Theme")
class ThemeBase:
    """The base class of `Theme`: a handle of the C library, and the names that environments use.

    Colors, layers, snapshots and providers only need this part of a theme, and so their modules do
    not import `Theme`.
    """

    __slots__ = ("__weakref__", "_c", "_find", "_handle", "_image", "_is_shared", "_observers",
                 "_parts", "_pointer", "_providers", "_release", "_resolve", "_resolve_all",
                 "_rows")

    @advises(scheme='write default_scheme=…, or theme.environment(scheme=…) for an environment')
    def __init__(self, *, default_scheme: Scheme = "light", memory_budget: int = 0) -> None:
        scheme = word_value("default_scheme", SCHEMES, default_scheme)
        # 0 stands for the default of the library, which is also light.
        options = _options(0 if scheme == SCHEMES["light"] else scheme, memory_budget)
        theme, error = c_void_p(), new_error()
        check(with_gil.dyncolor_theme_create(options, byref(theme), error), error)
        self._adopt(theme.value or 0, is_shared=False)

    def _adopt(self, handle: int, *, is_shared: bool) -> None:
        """Take over a reference of the caller to a `dyncolor_theme`. `is_shared` says whether a C
        program has a reference, too."""
        self._handle = handle
        # The handle as an object of ctypes, for the bare functions below.
        self._pointer: Any = c_void_p.from_param(handle)
        self._is_shared = is_shared
        # While only Python uses the theme, short calls never wait, and keep the GIL. A C program
        # may register callbacks that wait for the GIL, so calls on a shared theme release it.
        self._c = no_gil if is_shared else with_gil
        # Bare functions do not convert their arguments: they are faster, and take ctypes objects.
        bare = bare_no_gil if is_shared else bare_with_gil
        self._find, self._resolve = bare.dyncolor_theme_find_n, bare.dyncolor_resolve
        self._rows = bare.dyncolor_theme_rows
        self._resolve_all = bare_no_gil.dyncolor_resolve_all
        self._release = self._c.dyncolor_theme_release
        # The memory of an image that the theme uses without a copy: see `from_image`.
        self._image: memoryview[Any] | None = None
        # The Providers and Observers whose addresses C has.
        self._providers: set[Any] = set()
        self._observers: set[Any] = set()
        # The colors without a name that were registered as parts of definitions. The keys are the
        # id of the color that is defined, and then the layer of the definition.
        self._parts: dict[int, dict[int, list[int]]] = {}

    @classmethod
    def from_address(cls, address: int) -> Self:
        """Return the theme of a C program, from its `dyncolor_theme *`. Takes a reference to it.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> Theme.from_address(theme.address)["ink"].resolve().hex
        '#000000'
        """
        if not whole("address", "the address of a theme", address, (1 << 64) - 1):
            raise ValueError("a theme cannot have the address 0")
        theme = object.__new__(cls)
        theme._adopt(no_gil.dyncolor_theme_retain(address), is_shared=True)
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
            self._c = no_gil
            self._find = bare_no_gil.dyncolor_theme_find_n
            self._resolve = bare_no_gil.dyncolor_resolve
            self._rows = bare_no_gil.dyncolor_theme_rows
            self._release = no_gil.dyncolor_theme_release
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
            image, error = create_string_buffer(size.value), new_error()
            status = no_gil.dyncolor_theme_to_image(
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

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> Theme.from_image(theme.save()).names()
        ['ink']

        With `borrow=True` the theme uses the memory of the image instead of a copy, and keeps it
        alive. That memory must not change: use bytes, or a file mapped into memory.

        A `default_scheme` replaces the one in the image. `memory_budget` is that of `Theme`.

        Raises BadImageError, with the offset, if the image is invalid.
        """
        from ._memory import address_of
        try:
            view = memoryview(image)  # type: ignore[arg-type]
        except TypeError:
            raise wrong_type("image", "bytes, or another buffer", image) from None
        if not view.c_contiguous:
            raise ValueError("the bytes of an image must lie side by side")
        options = _options(
            0 if default_scheme is None else word_value(
                "default_scheme", SCHEMES, default_scheme), memory_budget)
        memory = IMAGE_MEMORIES["borrowed" if flag("borrow", borrow) else "copied"]
        made, error = c_void_p(), new_error()
        check(no_gil.dyncolor_theme_from_image(
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
            # call methods of this object. The calls then fail instead of using freed memory.
            handle, self._handle, self._pointer = self._handle, 0, None
            self._release(handle)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a theme cannot be copied or pickled")

    @property
    def rows(self) -> int:
        """The number of rows in a table of all colors: see `DynamicColor.row`."""
        rows: int = self._c.dyncolor_theme_rows(self._handle)
        return rows

    @property
    def generation(self) -> int:
        """The number of changes so far. Every change makes it larger."""
        generation: int = self._c.dyncolor_theme_generation(self._handle)
        return generation

    def fingerprint(self) -> int:
        """Return a hash of everything that is registered.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> Theme.from_image(theme.save()).fingerprint() == theme.fingerprint()
        True
        """
        fingerprint: int = no_gil.dyncolor_theme_fingerprint(self._handle)
        return fingerprint

    # ---- Old names ----

    def forward(self, old: str, name: str | None) -> None:
        """Forward an old name to a new one, for lookups by Python, by var() and in palettes.

        >>> theme = Theme()
        >>> surface = theme.register("surface", "snow")
        >>> theme.forward("ground", "surface")
        >>> theme["ground"]
        <DynamicColor 'surface'>

        A color that has the old name takes precedence. `forward(old, None)` ends forwarding. Raises
        CycleError if the new name is forwarded to the old one.
        """
        data, error = utf8(old, "old"), new_error()
        to = None if name is None else utf8(name, "name")
        if to is not None and not to:
            raise ValueError("a name must not be empty; None ends forwarding")
        check(self._c.dyncolor_theme_forward_n(
            self._handle, data, len(data), to, len(to or b""), error), error)

    def forwarded(self, name: str) -> str | None:
        """Return the name that a name is finally forwarded to, or None if it is not forwarded.

        >>> theme = Theme()
        >>> surface = theme.register("surface", "snow")
        >>> theme.forward("ground", "surface")
        >>> theme.forwarded("ground"), theme.forwarded("surface")
        ('surface', None)
        """
        data, current, error = utf8(name, "name"), c_char_p(), new_error()
        status = self._c.dyncolor_theme_forwarded_n(
            self._handle, data, len(data), byref(current), error)
        if status == UNKNOWN_NAME:
            return None
        check(status, error)
        return (current.value or b"").decode()

    # ---- Names that environments use ----

    def palette(self, name: str) -> int:
        """Declare a palette, and return its number for `Environment.palette`.

        >>> theme = Theme()
        >>> theme.palette("Day"), theme.palette("Night"), theme.palette("Day")
        (1, 2, 1)
        >>> ink = theme.register("Night/ink", "white")
        >>> note = theme.register("note", Semantic("ink"))
        >>> note.resolve(theme.environment(palette="Night")).hex
        '#ffffff'

        The palette `Night` consists of all colors whose names begin with `Night/`. So you need not
        declare it: `theme.environment(palette="Night")` works as soon as it has a color.

        Numbers only matter to an `Environment` that is made without a theme, to C programs, and to
        `Theme.gaps`, which examines the palettes with a number. Numbers count from 1. A palette
        gets the next number when it is declared, looked up, or examined by `Theme.gaps`, whichever
        happens first, and keeps it.
        """
        return self._declare(self._c.dyncolor_palette_declare_n, name, c_uint16())

    @property
    def palettes(self) -> Names:
        """The palettes: a mapping of names to numbers. Its repr has the names only.

        >>> theme = Theme()
        >>> ink = theme.register("Night/ink", "navy")
        >>> day_number = theme.palette("Day")
        >>> list(theme.palettes), "Night" in theme.palettes
        (['Day', 'Night'], True)

        It has all palettes that are declared or have a color, in the order of their numbers. Any
        group of names can be used as a palette, so `card/shadow` is a color of the palette `card`.
        A palette that only has colors gets its number when you look it up; palettes without a
        number come last. `Theme.palette` says what the numbers are for.
        """
        from .vocabulary import Palettes
        return Palettes(self, "palette")

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
        return self._declare(self._c.dyncolor_locale_declare_n, name, c_uint16())

    @property
    def locales(self) -> Names:
        """The locales: a mapping of names to numbers."""
        return self._names("locale")

    def subtype(self, name: str) -> int:
        """Declare a subtype, which is a model of a device, and return its number.

        >>> theme = Theme()
        >>> theme.subtype("folded")
        1
        >>> ink = theme.register("ink", "if(style(--subtype: folded): navy; else: black)")
        >>> ink.resolve(theme.environment(subtype="folded")).hex
        '#000080'

        The number is for `Environment.subtype`. A subtype that is declared again keeps its number.
        """
        return self._declare(self._c.dyncolor_subtype_declare_n, name, c_uint8())

    @property
    def subtypes(self) -> Names:
        """The subtypes: a mapping of names to numbers."""
        return self._names("subtype")

    @property
    def owners(self) -> Names:
        """The owners of colors, which `Theme.layer` declares: a mapping of names to numbers."""
        return self._names("owner")

    @advises(values="the values follow the name: theme.axis(name, *values)")
    def axis(self, name: str, *values: str) -> int:
        """Declare a custom axis and names for its values, and return the number of the axis.

        >>> theme = Theme()
        >>> theme.axis("season", "summer", "winter")
        14
        >>> ground = theme.register("ground", "if(style(--season: winter): snow; else: olive)")
        >>> ground.resolve(theme.environment(season="winter")).hex
        '#fffafa'

        There are three ways to ask for a value. Custom and built-in axes have the same ones:

        - in if(), within style(): `if(style(--season: winter): snow; else: olive)`, and
          `if(style(--contrast: more): snow; else: olive)`;
        - in --variants(), without style(): `--variants(season(winter): snow; any: olive)`;
        - in a table of variants: `Variant("snow", season="winter")`.

        A condition of if() in another form, such as `season(winter)` without style(), never holds:
        registering drops its branch, and only `load` warns of it. What happens with a misspelled
        value, such as `winer`, depends on where it is:

        - `theme.environment(season="winer")` raises UnknownNameError, and so does registering
          `Variant("snow", season="winer")`.
        - Registering `--variants(season(winer): snow; any: olive)` raises TextSyntaxError.
        - Registering `if(style(--season: winer): snow; else: olive)` raises nothing, because the
          value may be declared later. Until then the color is olive. Call `Theme.check` to find
          such values, and also names in var(), `--palette()` and Semantic that nothing has.

        A theme has up to eight custom axes, with up to 255 values each. An axis that is declared
        again may get more values; those it has keep their numbers. The axes have the numbers 14 to
        21, which C programs use. An `Environment` that is made without a theme has the values as
        numbers: `custom[0]` is that of axis 14, `custom[1]` that of axis 15, and so on.
        """
        for value in values:
            given: Any = value
            if not isinstance(given, str):
                raise wrong_type(
                    f"a value of {name}", "a text", given,
                    "To pass the values of a list, put a * before it: theme.axis(name, *values)")
        # Declare all in an empty theme first, which raises the error of an invalid argument before
        # this theme changes.
        if values:
            ThemeBase()._declare_axis(name, values)
        return self._declare_axis(name, values)

    def _declare_axis(self, name: str, values: Sequence[str]) -> int:
        """Declare an axis and its values, and return the number of the axis."""
        axis = self._declare(self._c.dyncolor_axis_declare_n, name, c_uint32())
        for value in values:
            data, number, error = utf8(value, f"a value of {name}"), c_uint8(), new_error()
            check(self._c.dyncolor_axis_declare_value_n(
                self._handle, axis, data, len(data), byref(number), error), error)
        return axis

    @property
    def axes(self) -> Axes:
        """All axes of environments: a mapping of names to mappings of values to numbers.

        >>> theme = Theme()
        >>> season_axis = theme.axis("season", "summer", "winter")
        >>> for name in "scheme", "contrast", "state", "season":
        ...     print(name, list(theme.axes[name]))
        scheme ['light', 'dark']
        contrast ['less', 'standard', 'more']
        state ['normal', 'hovered', 'focused', 'pressed', 'selected', 'inactive', 'disabled']
        season ['summer', 'winter']

        It has the built-in axes, then the custom ones; `custom_axes` has the custom ones alone. To
        fill a menu of a user interface, loop over the axes, and over the values of each:
        `theme.environment(**{name: value})` takes every name with each of its values. The axes
        `foreground`, `accent` and `vision_severity` are empty: their values are colors or numbers.
        `palette`, `locale` and `subtype` are empty until the theme has one.

        The numbers of values are those of C programs. Python needs none of them: environments take
        the names.
        """
        from .vocabulary import Axes
        return Axes(self)

    @property
    def custom_axes(self) -> Axes:
        """The custom axes, which `Theme.axis` or a file declares: a mapping like `axes`.

        >>> theme = Theme()
        >>> theme.load("theme.css", ":root { --ink: blue } [data-brand=fire] { --ink: red }").colors
        1
        >>> theme.custom_axes
        {'brand': {'fire': 1}}
        >>> theme.custom_axes["brand"].number
        14
        """
        from .vocabulary import CustomAxes
        return CustomAxes(self)

    def _declare(self, function: Callable[..., int], name: str, number: Any) -> int:
        """Declare a name by a function of C, and return the number of the name. The function writes
        that number to `number`, an object of ctypes."""
        data, error = utf8(name, "name"), new_error()
        check(function(self._handle, data, len(data), byref(number), error), error)
        declared: int = number.value
        return declared

    def _names(self, kind: str) -> Names:
        from .vocabulary import Names
        return Names(self, kind)

    # ---- Defaults ----

    @property
    def default_scheme(self) -> Scheme:
        """The scheme for environments without one. It can be set.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> with theme.observe(lambda change: print(change.colors)):
        ...     theme.default_scheme = "dark"
        [<DynamicColor 'ink'>]

        Setting another value is a change of the theme, even if no color depends on the scheme.
        Observers get a Change whose `colors` are those that depend on it; there may be none. The
        same holds for `default_contrast` and `default_palette`.
        """
        number: int = self._c.dyncolor_axis_default(self._handle, AXES["scheme"])
        return "dark" if number == SCHEMES["dark"] else "light"

    @default_scheme.setter
    def default_scheme(self, scheme: Scheme) -> None:
        error = new_error()
        check(self._c.dyncolor_theme_set_default_scheme(
            self._handle, word_value("default_scheme", SCHEMES, scheme), error), error)

    @property
    def default_contrast(self) -> float:
        """The contrast for environments without one, from −1 to 1; 0 is standard.

        >>> theme = Theme()
        >>> theme.default_contrast = "more"
        >>> theme.default_contrast
        1.0

        It is for the contrast that the user wants, so neither images nor files have it.
        """
        number: int = self._c.dyncolor_axis_default(self._handle, AXES["contrast"])
        # The number in C of a contrast: see `contrast_value` of environment.py.
        return (number - 101) / 100

    @default_contrast.setter
    def default_contrast(self, contrast: Contrast | float) -> None:
        from .environment import contrast_value
        error = new_error()
        check(self._c.dyncolor_theme_set_default_contrast(
            self._handle, contrast_value(contrast), error), error)

    @property
    def default_palette(self) -> str | None:
        """The name of the palette for environments without one, or None. It can be set.

        >>> theme = Theme()
        >>> for name in "Day/ink", "Night/ink":
        ...     color = theme.register(name, "black" if name == "Day/ink" else "white")
        >>> note = theme.register("note", Semantic("ink"))
        >>> theme.default_palette = "Night"
        >>> note.resolve().hex
        '#ffffff'

        If another palette lacks a color, the color is looked up in this one. A palette must be
        declared or have a color before it becomes the default. Otherwise UnknownNameError is
        raised.
        """
        number: int = self._c.dyncolor_axis_default(self._handle, AXES["palette"])
        return self.palettes._name(number) if number else None

    @default_palette.setter
    def default_palette(self, name: str | None) -> None:
        error = new_error()
        given: Any = name
        if not isinstance(given, (str, type(None))):
            raise wrong_type("default_palette", "the name of a palette, or None", given)
        number = 0 if name is None else self.palettes[name]
        check(self._c.dyncolor_theme_set_default_palette(self._handle, number, error), error)

    @property
    def level_opacities(self) -> tuple[float, ...]:
        """The five factors for the alpha of a color at each level.

        >>> theme = Theme()
        >>> theme.level_opacities
        (1.0, 0.5, 0.25, 0.18, 0.18)

        Setting them to None restores these defaults.
        """
        values, error = (c_double * len(LEVELS))(), new_error()
        check(self._c.dyncolor_theme_level_opacities(self._handle, values, error), error)
        return tuple(values)

    @level_opacities.setter
    def level_opacities(self, opacities: Iterable[float] | None) -> None:
        values = None
        if opacities is not None:
            factors = listed("level_opacities", f"{len(LEVELS)} numbers", opacities)
            if len(factors) != len(LEVELS):
                raise ValueError(f"there are {len(LEVELS)} levels, not {len(factors)}")
            values = (c_double * len(LEVELS))(*factors)
        error = new_error()
        check(self._c.dyncolor_theme_set_level_opacities(self._handle, values, error), error)


def _options(default_scheme: int, memory_budget: int) -> Any:
    """Return a pointer to dyncolor_theme_options, or None if both arguments are 0, which stands for
    the default."""
    budget = whole("memory_budget", "a number of bytes", memory_budget, (1 << 63) - 1)
    if not default_scheme and not budget:
        return None
    from ._structures import ThemeOptions
    options = ThemeOptions(sizeof(ThemeOptions))
    options.default_scheme = default_scheme
    options.memory_budget = budget
    return byref(options)
