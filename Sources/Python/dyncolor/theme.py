"""Themes: registries of dynamic colors."""
from __future__ import annotations

import sys
from _operator import index
from _weakref import ref
from ctypes import (
    addressof, byref, c_char_p, c_double, c_float, c_int, c_size_t, c_uint8, c_uint16, c_uint32,
    c_uint64, c_void_p, create_string_buffer, sizeof)
from struct import iter_unpack

from ._library import (
    AXES, BUFFER_TOO_SMALL, ELEVATIONS, GAMUTS, IDIOMS, IMAGE_MEMORIES, KINDS, LAYERS, LAYOUTS,
    LEVELS, SCHEMES, UNKNOWN_NAME, Definition, EnvironmentValue, ThemeOptions, VariantValue,
    bare_held, bare_released, details, held, raise_error, raise_taken, raised, released,
    takes_exceptions, unknown_name, utf8, word_value)
from .color import Color, Float4, data_of, pixels_of, resolved_color, unpack_floats
from .environment import EVERYWHERE, Environment, contrast_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Literal, NoReturn, Union, overload

    from ._layouts import Buffer
    from ._library import Format
    from ._memory import Pixels, WritableBuffer
    from .explanation import Explanation
    from .environment import Contrast, Elevation, Gamut, Idiom, Scheme
    from .files import Files, Path, Progress, Report, Watch
    from .observer import Change, Observation, Observer, ObserverFunction
    from .palettes import Deprecation, Gap
    from .provider import Provider, ProviderFunction
    from .snapshot import Snapshot

    Level = Literal["primary", "secondary", "tertiary", "quaternary", "quinary"]

    # What a dynamic color can be made of: a color; a text in CSS; a light and a dark color; another
    # dynamic color; a table of variants; a color of palettes; a function.
    Recipe = Union[
        Color, str, tuple[Union[Color, str], Union[Color, str]], "DynamicColor",
        Sequence["Variant"], "Semantic", ProviderFunction]
else:
    def overload(function):
        return function

_kinds = {number: word for word, number in KINDS.items()}
_axis_names = {number: name for name, number in AXES.items() if name != "custom"}
_row_shift = 12


class Variant:
    """One variant of a color: what it is, a color or a dynamic color, and where; conditions that
    are not given hold everywhere. A contrast may be a number from −1 to 1, as an environment's;
    subtypes and locales are names that the theme has been told. `Theme.register` says which of
    several is taken."""

    __slots__ = ("_conditions", "_locale", "_subtype", "color")

    def __init__(
        self, color: Color | str | DynamicColor, *, scheme: Scheme | None = None,
        contrast: Contrast | float | None = None, elevation: Elevation | None = None,
        gamut: Gamut | None = None, idiom: Idiom | None = None, subtype: str | None = None,
        locale: str | None = None,
    ) -> None:
        self._subtype = subtype
        self._locale = locale
        self.color = Color(color) if isinstance(color, str) else color
        self._conditions = (
            0 if scheme is None else word_value("scheme", SCHEMES, scheme),
            0 if contrast is None else contrast_value(contrast),
            0 if elevation is None else word_value("elevation", ELEVATIONS, elevation),
            0 if gamut is None else word_value("gamut", GAMUTS, gamut),
            0 if idiom is None else word_value("idiom", IDIOMS, idiom))

    def _fill(self, value: VariantValue, theme: Theme) -> None:
        value.scheme, value.contrast, value.elevation, value.gamut, value.idiom = self._conditions
        if self._subtype is not None:
            value.subtype = theme._number("subtype", self._subtype)
        if self._locale is not None:
            value.locale = theme._number("locale", self._locale)
        if isinstance(self.color, Color):
            value.color = self.color._value()
        else:
            value.id = theme._id(self.color)


class Semantic:
    """A color of the environment's palette, by its name there. If neither that palette nor the
    theme's default palette has it, `otherwise` is taken."""

    __slots__ = ("name", "otherwise")

    def __init__(
        self, name: str, otherwise: Color | str | DynamicColor | tuple[Color | str, Color | str]
        | Sequence[Variant] | None = None,
    ) -> None:
        self.name = name
        self.otherwise = otherwise


class DynamicColor:
    """A color of a theme: a function from an environment to a color.

    It is the same color as long as its id is valid, whatever it is redefined to: that is what `==`
    and `hash` go by. `equals` compares what colors mean.
    """

    __slots__ = ("id", "theme")

    def __init__(self, theme: Theme, id: int) -> None:
        if not 0 <= id < 1 << 32:
            raise ValueError(f"an id has 32 bits, unlike {id!r}")
        self.theme = theme
        self.id = id

    @takes_exceptions
    def resolve(self, environment: Environment = EVERYWHERE) -> Color:
        """The color for an environment."""
        theme = self.theme
        pixel = Float4()
        if theme._resolve(theme._pointer, self.id, environment._pointer, pixel, None):
            # Once more, to be told why; unless a provider has already said it.
            raise_taken(sys._getframe())
            error = details()
            status = theme._resolve(
                theme._pointer, self.id, environment._pointer, pixel, byref(error))
            if status:
                raise_taken(sys._getframe())
                raise_error(status, error)
        color = _new(Color)
        color._floats = unpack_floats(pixel)
        return color

    @takes_exceptions
    def level(self, level: Level, environment: Environment = EVERYWHERE) -> Color:
        """A level of the color for an environment, which need not be registered:

        >>> accent = Theme().register("accent", light="#0461be", dark="#81d0ff")
        >>> accent.level("secondary").css
        'rgba(4, 97, 190, 0.5)'
        """
        return self.theme._level(self.id, level, environment)

    @property
    def name(self) -> str:
        """The name; empty if it has none."""
        name, error = c_char_p(), details()
        self.theme._check(self.theme._c.dyncolor_name(
            self.theme._handle, self.id, byref(name), error), error)
        return (name.value or b"").decode()

    @property
    def description(self) -> str:
        """What the theme says of the color to those who choose among its colors; empty if it has
        no description. It stays through redefining and renaming.

        >>> theme = Theme()
        >>> ground = theme.register("ground", light="white", dark="#222")
        >>> ground.description = "Behind all that is written."
        >>> theme["ground"].description
        'Behind all that is written.'
        """
        text, error = c_char_p(), details()
        self.theme._check(self.theme._c.dyncolor_description(
            self.theme._handle, self.id, byref(text), error), error)
        return (text.value or b"").decode()

    @description.setter
    def description(self, text: str) -> None:
        data, error = utf8(text), details()
        self.theme._check(self.theme._c.dyncolor_describe(
            self.theme._handle, self.id, data, len(data), error), error)

    @property
    def deprecated(self) -> Deprecation | None:
        """Why the color should not be used any more, and which should instead; or None."""
        note, replacement, error = c_char_p(), c_uint32(), details()
        self.theme._check(self.theme._c.dyncolor_deprecation(
            self.theme._handle, self.id, byref(note), byref(replacement), error), error)
        if not note.value and not replacement.value:
            return None
        from .palettes import Deprecation
        return Deprecation(
            (note.value or b"").decode(),
            DynamicColor(self.theme, replacement.value) if replacement.value else None)

    def deprecate(self, note: str = "", replacement: DynamicColor | str | None = None) -> None:
        """Says that the color should not be used any more: why, and which should instead. Without
        both it is no longer deprecated.

        >>> theme = Theme()
        >>> _ = theme.register_all({"paper": "white", "ground": "snow"})
        >>> theme["paper"].deprecate("Too bright.", "ground")
        >>> theme["paper"].deprecated
        Deprecation(note='Too bright.', replacement=<DynamicColor 'ground'>)
        """
        data, error = utf8(note), details()
        instead = 0 if replacement is None else self.theme._id(replacement)
        self.theme._check(self.theme._c.dyncolor_deprecate(
            self.theme._handle, self.id, data, len(data), instead, error), error)

    @property
    def annotation(self) -> str:
        """What formats of files carry along of the color for others: a JSON object as text, with a
        key for each vendor. Empty if there is none."""
        text, error = c_char_p(), details()
        self.theme._check(self.theme._c.dyncolor_annotation(
            self.theme._handle, self.id, byref(text), error), error)
        return (text.value or b"").decode()

    @annotation.setter
    def annotation(self, json: str) -> None:
        data, error = utf8(json), details()
        self.theme._check(self.theme._c.dyncolor_annotate(
            self.theme._handle, self.id, data, len(data), error), error)

    @property
    def css(self) -> str:
        """What the color is made of, in CSS: text of which `Theme.register` makes an equal color.
        UnknownNameError if there are no words for it, as for a function.

        >>> theme = Theme()
        >>> theme.register("accent", light="#0461be", dark="#81d0ff").css
        'light-dark(#0461be, #81d0ff)'
        >>> theme.register("note", [Variant("#333"), Variant("white", contrast="more")]).css
        '--variants(any: #333333; more: #ffffff)'
        """
        length, capacity = c_size_t(), 256
        while True:
            buffer, error = create_string_buffer(capacity), details()
            status = self.theme._c.dyncolor_css(
                self.theme._handle, self.id, buffer, capacity, byref(length), error)
            if status != BUFFER_TOO_SMALL or length.value < capacity:
                break
            capacity = length.value + 1
        self.theme._check(status, error)
        return buffer.value.decode()

    @property
    def row(self) -> int:
        """The row of the color in tables of all colors."""
        return (self.id >> _row_shift) - 1

    def depends_on(self) -> frozenset[str]:
        """The axes that the color's value depends on; of a provider, those it has read so far. The
        theme's own axes have their names."""
        axes, error = c_uint32(), details()
        self.theme._check(self.theme._c.dyncolor_depends_on(
            self.theme._handle, self.id, byref(axes), error), error)
        return self.theme._axis_names(axes.value)

    def equals(self, other: DynamicColor) -> bool:
        """Whether both colors, of one theme or of two, mean the same: in every environment they
        take the same color, the same provider or the same semantic color. Names play no part."""
        return bool(self.theme._c.dyncolor_equal(
            self.theme._handle, self.id, other.theme._handle, other.id))

    def meaning(self) -> int:
        """A hash of what the color means: the same for colors that are equal."""
        meaning: int = self.theme._c.dyncolor_hash(self.theme._handle, self.id)
        return meaning

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DynamicColor):
            return NotImplemented
        return self.id == other.id and self.theme._handle == other.theme._handle

    def __hash__(self) -> int:
        return hash((self.id, self.theme._handle))

    def __repr__(self) -> str:
        from .errors import Error
        try:
            return f"<DynamicColor {self.name!r}>" if self.name else f"<DynamicColor {self.id}>"
        except Error:
            return f"<DynamicColor {self.id}, not registered>"


class Theme:
    """A registry of dynamic colors, which are registered under names and resolved for environments.

    >>> theme = Theme()
    >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    >>> accent.resolve(Environment(scheme="dark"))
    Color('#81d0ff')

    All methods may be called from any thread, also from providers. `memory_budget` limits the bytes
    that resolved colors may take; 0 stands for 32 MiB.
    """

    __slots__ = ("__weakref__", "_axes", "_c", "_find", "_handle", "_image", "_is_shared",
                 "_observers", "_pointer", "_providers", "_release", "_resolve", "_resolve_all",
                 "_values")

    def __init__(self, *, default_scheme: Scheme = "light", memory_budget: int = 0) -> None:
        options = _options(
            word_value("default_scheme", SCHEMES, default_scheme), memory_budget)
        theme, error = c_void_p(), details()
        status = held.dyncolor_theme_create(byref(options), byref(theme), error)
        if status:
            raise_error(status, error)
        self._set(theme.value or 0, is_shared=False)

    def _set(self, handle: int, *, is_shared: bool) -> None:
        self._handle = handle
        self._pointer: Any = c_void_p.from_param(handle)
        self._is_shared = is_shared
        # A theme that only Python knows never waits for anything: calls that are short keep the
        # interpreter's lock. What else C registers with a theme, nobody knows here.
        self._c = released if is_shared else held
        bare = bare_released if is_shared else bare_held
        self._find, self._resolve = bare.dyncolor_find, bare.dyncolor_resolve
        self._resolve_all = bare_released.dyncolor_resolve_all
        self._release = self._c.dyncolor_theme_release
        self._image: memoryview[Any] | None = None
        self._providers: set[Provider] = set()
        self._observers: set[Observer] = set()
        self._axes: dict[str, int] = {}
        self._values: dict[str, dict[str, int]] = {}

    @classmethod
    def from_address(cls, address: int) -> Theme:
        """The theme of a C program, by its `dyncolor_theme *`: another reference to it."""
        if not 0 < index(address) < 1 << 64:
            raise ValueError(f"a theme cannot have the address {address}")
        theme = object.__new__(cls)
        theme._set(released.dyncolor_theme_retain(address), is_shared=True)
        return theme

    def save(self) -> bytes:
        """An image of the theme, from which `from_image` makes it again: all that is registered,
        but for functions, of which the names are kept as `declare` has them.

        >>> theme = Theme()
        >>> _ = theme.register("accent", light="#0461be", dark="#81d0ff")
        >>> again = Theme.from_image(theme.save())
        >>> again["accent"].css, again.fingerprint() == theme.fingerprint()
        ('light-dark(#0461be, #81d0ff)', True)
        """
        size = c_size_t()
        while True:
            image, error = create_string_buffer(size.value), details()
            status = released.dyncolor_theme_save(
                self._handle, image, size.value, byref(size), error)
            if not status:
                return image.raw[:size.value]
            # In the meantime, the theme may have grown again.
            if status != BUFFER_TOO_SMALL:
                raise_error(status, error)

    @classmethod
    def from_image(
        cls, image: Buffer, *, borrow: bool = False, default_scheme: Scheme | None = None,
        memory_budget: int = 0,
    ) -> Theme:
        """The theme that an image is of. BadImageError with the offset if it is none. With `borrow`
        the theme uses the memory of the image, which it keeps, and which must not change: bytes, or
        a file that has been mapped into memory."""
        from ._memory import address_of
        view = memoryview(image)  # type: ignore[arg-type]
        if not view.c_contiguous:
            raise ValueError("the bytes of an image must lie side by side")
        options = _options(
            0 if default_scheme is None else word_value(
                "default_scheme", SCHEMES, default_scheme), memory_budget)
        memory = IMAGE_MEMORIES["borrowed" if borrow else "copied"]
        made, error = c_void_p(), details()
        status = released.dyncolor_theme_load(
            byref(options), address_of(view), view.nbytes, memory, byref(made), error)
        if status:
            raise_error(status, error)
        theme = object.__new__(cls)
        theme._set(made.value or 0, is_shared=False)
        if borrow:
            theme._image = view
        return theme

    @property
    def address(self) -> int:
        """The `dyncolor_theme *`, for C programs: valid as long as this object, or a reference that
        C takes of its own. Providers of Python's must not be called once Python has ended."""
        if not self._is_shared:
            providers, observers = list(self._providers), list(self._observers)
            self._is_shared = True
            self._c = released
            self._find = bare_released.dyncolor_find
            self._resolve = bare_released.dyncolor_resolve
            for provider in providers:
                provider.share()
            for observer in observers:
                observer.share()
        return self._handle

    def __del__(self) -> None:
        # Without a theme, if it could not be made.
        if hasattr(self, "_release"):
            # The __del__ of another object of the same cycle may come later, and is refused.
            handle, self._handle, self._pointer = self._handle, 0, None
            self._release(handle)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a theme cannot be copied or pickled")

    @staticmethod
    def _check(status: int, error: Any) -> None:
        if status:
            raise_error(status, error)

    # ---- Registering ----

    @overload
    def register(self, name: str | None, recipe: Recipe, /) -> DynamicColor: ...

    @overload
    def register(
        self, name: str | None, /, *, light: Color | str, dark: Color | str) -> DynamicColor: ...

    def register(
        self, name: str | None, recipe: Recipe | None = None, /, *,
        light: Color | str | None = None, dark: Color | str | None = None,
    ) -> DynamicColor:
        """Registers a color, or redefines the one that has the name. `name` is None for a color
        without one. The recipe is

            a Color                     the same everywhere
            a text                      in CSS, which may depend on the environment and on other
                                        colors of the theme, as `light-dark(white, #222)`,
                                        `var(--accent)`, `color-mix(in oklch, var(--a) 30%, red)`
                                        and `if(style(--season: winter): …)` do; and the library's
                                        own `--level(var(--accent), secondary)`, `--palette(ink)`,
                                        `--first(var(--a), red)`, `--blend(multiply, var(--a), …)`,
                                        `--ensure-contrast(var(--a), on Canvas, 4.5)` and
                                        `--variants(any: #06c; dark more: #fff)`
            light=…, dark=…             or a tuple of the two; texts here, and those of a Variant,
                                        depend on nothing
            a DynamicColor              another name for it
            a list of Variant           of those that apply to an environment, the best: an exact
                                        idiom before any, then the gamut, the scheme, the contrast
                                        and the elevation likewise, and of equals the first
            a Semantic                  a color of the environment's palette
            a function                  called with a Context, to answer with a color
        """
        return self._register([(name, _one_recipe(recipe, light, dark))])[0]

    def register_all(self, recipes: Mapping[str, Recipe]) -> dict[str, DynamicColor]:
        """Registers colors, all or, if any is refused, none. Recipes are those of `register`."""
        return dict(zip(recipes, self._register(list(recipes.items())), strict=True))

    def provider(self, name: str | None = None) -> Callable[[ProviderFunction], DynamicColor]:
        """Registers the function that follows:

        >>> theme = Theme()
        >>> @theme.provider("shadow")
        ... def shadow(context):
        ...     return Color(0, 0, 0, 0.8 if context.scheme == "dark" else 0.25)
        >>> shadow
        <DynamicColor 'shadow'>

        The name then stands for the dynamic color.
        """
        def register(function: ProviderFunction) -> DynamicColor:
            return self.register(name, function)
        return register

    def _register(
        self, recipes: list[tuple[str | None, Recipe]], layer: int = 0, owner: int = 0
    ) -> list[DynamicColor]:
        count = len(recipes)
        definitions = (Definition * count)()
        ids, error = (c_uint32 * count)(), details()
        alive: list[object] = []
        providers: list[Provider] = []
        try:
            for definition, (name, recipe) in zip(definitions, recipes, strict=True):
                definition.size = sizeof(Definition)
                definition.layer, definition.owner = layer, owner
                if name is not None:
                    definition.name = data = utf8(name)
                    definition.name_length = len(data)
                    if not data:
                        raise ValueError("a name must not be empty; None stands for no name")
                if isinstance(recipe, Semantic):
                    definition.kind = KINDS["palette"]
                    definition.semantic = data = utf8(recipe.name)
                    definition.semantic_length = len(data)
                    if recipe.otherwise is not None:
                        self._variants(definition, recipe.otherwise, alive)
                elif isinstance(recipe, str):
                    definition.kind = KINDS["css"]
                    definition.css = data = utf8(recipe)
                    definition.css_length = len(data)
                elif callable(recipe):
                    from .provider import DESTROYED, PROVIDE, Provider
                    definition.kind = KINDS["provider"]
                    provider = Provider(recipe, self)
                    providers.append(provider)
                    definition.provider, definition.destroy = PROVIDE, DESTROYED
                    definition.user_data = id(provider)
                else:
                    definition.kind = KINDS["variants"]
                    self._variants(definition, recipe, alive)
        except BaseException:
            for provider in providers:
                provider.drop()
            raise
        # From here on C drops them, also if it refuses the colors.
        self._check(
            released.dyncolor_register(self._handle, definitions, count, ids, error), error)
        return [DynamicColor(self, id) for id in ids]

    def _variants(self, definition: Definition, recipe: object, alive: list[object]) -> None:
        if isinstance(recipe, (str, Color, DynamicColor)):
            variants = [Variant(recipe)]
        elif isinstance(recipe, (list, tuple)):
            variants = _variants_of(recipe)  # pyright: ignore[reportUnknownArgumentType]
        else:
            raise TypeError(f"a color cannot be made of {type(recipe).__name__}")
        values = (VariantValue * len(variants))()
        for value, variant in zip(values, variants, strict=True):
            variant._fill(value, self)
        alive.append(values)
        definition.variants = addressof(values)
        definition.variant_count = len(variants)

    def register_level(
        self, name: str | None, color: DynamicColor | str | None, level: Level
    ) -> DynamicColor:
        """Registers a level of a color, or, with None, of the content style: what `currentcolor`
        stands for, which is the environment's foreground. Levels of levels add up. In CSS it is
        `--level(var(--accent), secondary)`."""
        data, id, error = utf8(name or ""), c_uint32(), details()
        base = 0 if color is None else self._id(color)
        self._check(self._c.dyncolor_register_level(
            self._handle, data, len(data), base, word_value("level", LEVELS, level), byref(id),
            error), error)
        return DynamicColor(self, id.value)

    def register_fallbacks(
        self, name: str | None, colors: Iterable[DynamicColor | str]
    ) -> DynamicColor:
        """Registers the first of several colors that has a value where it is resolved. In CSS it is
        `--first(var(--accent), var(--tint), blue)`."""
        ids = [self._id(color) for color in colors]
        data, id, error = utf8(name or ""), c_uint32(), details()
        self._check(self._c.dyncolor_register_fallbacks(
            self._handle, data, len(data), (c_uint32 * len(ids))(*ids), len(ids), byref(id),
            error), error)
        return DynamicColor(self, id.value)

    def redefine(self, colors: Mapping[DynamicColor, Color | str]) -> None:
        """Makes registered colors constant, whatever they were, all or none: the fast way to give
        many colors new values."""
        ids = (c_uint32 * len(colors))(*[self._id(color) for color in colors])
        values = b"".join(map(data_of, colors.values()))
        error = details()
        self._check(
            released.dyncolor_redefine(self._handle, ids, values, len(colors), error), error)

    def declare(self, name: str) -> DynamicColor:
        """The color that a name has or will have, so that others can refer to it before."""
        data, id, error = utf8(name), c_uint32(), details()
        self._check(
            self._c.dyncolor_declare(self._handle, data, len(data), byref(id), error), error)
        return DynamicColor(self, id.value)

    def unregister(self, color: DynamicColor | str) -> None:
        """Takes a color out. What refers to it fails, until its name is registered again."""
        error = details()
        self._check(self._c.dyncolor_unregister(self._handle, self._id(color), error), error)

    def rename(self, color: DynamicColor | str, name: str) -> None:
        """Gives a color another name. It stays the same color; the old name is free."""
        data, error = utf8(name), details()
        self._check(
            self._c.dyncolor_rename(self._handle, self._id(color), data, len(data), error), error)

    def forward(self, old: str, name: str | None) -> None:
        """Forwards a name to another: what is looked for under the old one, by Python, by var()
        or in a palette, and is not there, is found under the new one. None ends that.

        >>> theme = Theme()
        >>> surface = theme.register("surface", "snow")
        >>> theme.forward("ground", "surface")
        >>> theme["ground"]
        <DynamicColor 'surface'>

        CycleError if the new name leads back to the old one.
        """
        data, error = utf8(old), details()
        to = b"" if name is None else utf8(name)
        if name is not None and not to:
            raise ValueError("a name must not be empty; None ends forwarding")
        self._check(
            self._c.dyncolor_forward(self._handle, data, len(data), to, len(to), error), error)

    def forwarded(self, name: str) -> str | None:
        """The name to which another has been forwarded, in the end; None if it has not been."""
        data, current, error = utf8(name), c_char_p(), details()
        status = self._c.dyncolor_forwarded(
            self._handle, data, len(data), byref(current), error)
        if status == UNKNOWN_NAME:
            return None
        self._check(status, error)
        return (current.value or b"").decode()

    # ---- Layers ----

    def layer(self, name: str, *, below: str = "user", owner: str | None = None) -> Layer:
        """A layer, in which colors can be registered, on behalf of an owner if one is named. Of the
        layers that define a color the highest counts; what it covers shows again when it goes.

        >>> theme = Theme()
        >>> accent = theme.register("accent", "teal")
        >>> user = theme.layer("user")
        >>> _ = user.register("accent", "rebeccapurple")
        >>> accent.resolve().hex
        '#663399'
        >>> user.drop()
        >>> accent.resolve().hex
        '#008080'

        From the lowest up there are `defaults`, `theme`, which is where the theme's own methods
        register, and `user`. A layer with another name is declared when it is first asked for,
        directly beneath `below`, and stays there.
        """
        above = LAYERS.get(below)
        if above is None:
            known = {layer.name: layer.number for layer in self.layers()}
            if below not in known:
                raise unknown_name("the theme has no such layer", below)
            above = known[below]
        data, number, error = utf8(name), c_uint16(), details()
        self._check(self._c.dyncolor_layer_declare(
            self._handle, data, len(data), above, byref(number), error), error)
        if owner is None:
            return Layer(self, name, number.value)
        data, owner_number = utf8(owner), c_uint16()
        self._check(self._c.dyncolor_owner_declare(
            self._handle, data, len(data), byref(owner_number), error), error)
        return Layer(self, name, number.value, owner, owner_number.value)

    def layers(self) -> list[Layer]:
        """All layers, from the lowest up."""
        room = 0
        while True:
            numbers, count, error = (c_uint16 * room)(), c_size_t(), details()
            status = self._c.dyncolor_layer_list(
                self._handle, numbers, room, byref(count), error)
            if status == 0:
                return [Layer(self, self._layer_name(number), number)
                        for number in numbers[:count.value]]
            if count.value <= room:
                raise_error(status, error)
            room = count.value

    def _layer_name(self, number: int) -> str:
        name, error = c_char_p(), details()
        self._check(
            self._c.dyncolor_layer_name(self._handle, number, byref(name), error), error)
        return (name.value or b"").decode()

    def owners(self) -> dict[str, int]:
        """The numbers of those on whose behalf colors have been registered, by their names."""
        owners: dict[str, int] = {}
        name = c_char_p()
        for number in range(1, 65536):
            if self._c.dyncolor_owner_name(self._handle, number, byref(name), None):
                break
            owners[(name.value or b"").decode()] = number
        return owners

    def unregister_owner(self, owner: str) -> None:
        """Takes out all that was registered on behalf of an owner, in every layer."""
        number, error = self.owners().get(owner), details()
        if number is None:
            raise unknown_name("nobody has this name", owner)
        self._check(self._c.dyncolor_unregister_owner(self._handle, number, error), error)

    def provenance(self, color: DynamicColor | str) -> list[tuple[str, str | None, str]]:
        """Where a color is defined, the highest layer first, which says what it is: the layers, the
        owners, and whether it is made of `variants`, which constants and pairs are, too, of a
        `palette`, a `provider`, or `css`.

        >>> theme = Theme()
        >>> for name in "user", "defaults":
        ...     _ = theme.layer(name, owner="mail").register("link", "color-mix(red, var(--ink))")
        >>> theme.provenance("link")
        [('user', 'mail', 'css'), ('defaults', 'mail', 'css')]
        """
        from ._structures import SourceValue
        room, id = 4, self._id(color)
        while True:
            sources, count, error = (SourceValue * room)(), c_size_t(), details()
            status = self._c.dyncolor_provenance(
                self._handle, id, sources, room, byref(count), error)
            if status == 0:
                break
            if status != BUFFER_TOO_SMALL or count.value <= room:
                raise_error(status, error)
            room = count.value
        names: dict[int, str | None] = {number: name for name, number in self.owners().items()}
        return [(self._layer_name(source.layer), names.get(source.owner), _kinds[source.kind])
                for source in sources[:count.value]]

    def _layer_numbers(self, layer: Layer | str | None, owner: str | None) -> tuple[int, int]:
        """The numbers of a layer and of an owner: of those that a layer has, or of names."""
        if isinstance(layer, Layer):
            if layer.theme is not self and layer.theme._handle != self._handle:
                raise ValueError("the layer is one of another theme")
            if owner is None:
                return layer.number, layer._owner
            layer = layer.name
        if layer is None and owner is None:
            return LAYERS["theme"], 0
        found = self.layer(layer or "theme", owner=owner)
        return found.number, found._owner

    # ---- Files ----

    def load(
        self, source: Path, data: Buffer | str | None = None, *, format: Format | None = None,
        layer: Layer | str | None = None, owner: str | None = None, prefix: str = "",
        strict: bool = False, allow_outside: bool = False, system_version: str = "",
        files: Files | None = None, progress: Progress | None = None,
    ) -> Report:
        """Loads the colors of a file or a folder, all, in one change, or none: an asset catalog,
        design tokens, a style sheet, JSON, a scheme of base16 or of KDE. Names that the layer has
        are redefined; what is the same as before is not touched. The format is what the extension
        of the name says, or else the text, unless it is given.

        With `data` it is the file of that name that is in memory:

        >>> theme = Theme()
        >>> theme.load("theme.json", '{"ink": "black", "paper": {"light": "snow", "dark": "#222"}}')
        <Report of 2 colors, 0 findings>
        >>> theme["paper"].css
        'light-dark(#fffafa, #222222)'

        With `files` it is in files of your own: texts or bytes by their paths, or an object with
        `read(path)`, which returns what a file has, and `list(path)`, which returns the names of
        what is in a folder, those of folders with a slash behind them.

        The report tells, with its place, what was read out of leniency or is not used. With
        `strict` that is an error, and the error that is raised has a report with all of them.

        `prefix` is put before all names; `layer` and `owner` are where and for whom the colors are
        registered; `allow_outside` lets files refer to others outside the folder that is loaded;
        `system_version` is the version of the palette `apple` that asset catalogs mean.

        `progress` is called with the file that is about to be read, and how many colors there are
        so far. If it returns True, the load ends with CancelledError; what it raises is raised.
        """
        from . import files as module
        return module.load(self, source, data, module.Options(
            self, format, layer, owner, prefix, strict, allow_outside, system_version, files,
            progress))

    def write(
        self, path: Path, *, format: Format | None = None, name: str = "",
        environments: Mapping[str, Environment] | Iterable[Environment] = (),
        classes: bool = False,
    ) -> Report:
        """Writes all colors that have names to a file or a folder, which need not exist: it appears
        when it is complete. The format is what the extension of the path says, unless it is given.
        What it has no word for, as for functions, is written as what comes nearest, with a warning
        in the report.

        `name` is what the collection is called. `environments`, perhaps with names, are those of
        tables in C, and the first of them that of a format for one. With `classes` style sheets
        have dark colors for a class `dark` of the page, not for what its reader prefers.
        """
        from . import files as module
        return module.write(self, path, module.Writing(format, name, environments, classes))

    def written(
        self, format: Format, *, name: str = "",
        environments: Mapping[str, Environment] | Iterable[Environment] = (),
        classes: bool = False,
    ) -> dict[str, bytes]:
        """What `write` would write: the bytes of the files, by their paths in a folder; that of a
        single file is empty."""
        from . import files as module
        return module.written(self, module.Writing(format, name, environments, classes))

    def text(
        self, format: Format, *, name: str = "",
        environments: Mapping[str, Environment] | Iterable[Environment] = (),
        classes: bool = False,
    ) -> str:
        """What `write` would write to a single file.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> again = Theme()
        >>> again.load("theme.json", theme.text("json"))
        <Report of 1 colors, 0 findings>
        >>> again["ink"].equals(ink)
        True
        """
        from . import files as module
        return module.text(self, module.Writing(format, name, environments, classes))

    def watch(
        self, path: Path, *, format: Format | None = None, layer: Layer | str | None = None,
        owner: str | None = None, prefix: str = "", strict: bool = False,
        allow_outside: bool = False, system_version: str = "", progress: Progress | None = None,
    ) -> Watch:
        """Loads a file or a folder as `load` does, and watches it and all that was read for it. No
        thread is started: whenever the Watch that is returned is readable, call its `pump`.

            with theme.watch("theme.css") as watch:
                while select.select([watch], [], []):
                    try:
                        watch.pump()
                    except dyncolor.Error as error:
                        print(error)

        Or, in an event loop of asyncio: `loop.add_reader(watch, watch.pump)`.

        Files may be replaced, deleted and made anew, moved away and back, and so may folders and
        links on the way to them. Colors that are there no more are unregistered. What is the same
        as before is not touched: observers are told only of what has changed.
        """
        from . import files as module
        return module.Watch(self, path, module.Options(
            self, format, layer, owner, prefix, strict, allow_outside, system_version, None,
            progress))

    # ---- Finding ----

    def _id(self, color: DynamicColor | str) -> int:
        if isinstance(color, DynamicColor):
            # The library finds out as well, but by numbers that two themes may have in common.
            if color.theme is not self and color.theme._handle != self._handle:
                from .errors import ForeignIdError
                raise ForeignIdError("the color is of another theme", repr(color))
            return color.id
        data, id = utf8(color), c_uint32()
        if self._find(self._pointer, data, c_size_t(len(data)), byref(id), None):
            error = details()
            status = self._c.dyncolor_find(self._handle, data, len(data), byref(id), error)
            if status == UNKNOWN_NAME:
                raise unknown_name("no color has this name", color, names=[color])
            self._check(status, error)
        return id.value

    def __getitem__(self, name: str) -> DynamicColor:
        """The color that has a name."""
        return DynamicColor(self, self._id(name))

    def __contains__(self, name: object) -> bool:
        """Whether a color has a name; or whether a dynamic color of this theme is registered."""
        if isinstance(name, DynamicColor):
            return name.theme._handle == self._handle and not self._c.dyncolor_name(
                self._handle, name.id, byref(c_char_p()), None)
        if not isinstance(name, str):
            return False
        data, id = utf8(name), c_uint32()
        return not self._find(self._pointer, data, c_size_t(len(data)), byref(id), None)

    def __len__(self) -> int:
        """How many colors are registered."""
        count: int = self._c.dyncolor_count(self._handle)
        return count

    def __bool__(self) -> bool:
        """A theme is one also when it is empty."""
        return True

    def __iter__(self) -> Iterator[DynamicColor]:
        """The registered colors, in the order of their rows."""
        found = IdList(len(self))
        while found.lacks_room(released.dyncolor_list(self._handle, *found.room)):
            pass
        return iter(self._colors(found.ids))

    def _colors(self, ids: list[int]) -> list[DynamicColor]:
        return [DynamicColor(self, id) for id in ids]

    def names(self) -> list[str]:
        """The names of the registered colors, in the order of their rows."""
        return [name for color in self if (name := color.name)]

    def bind(self, names: Iterable[str]) -> list[DynamicColor]:
        """The colors that have these names: all, or UnknownNameError, whose `names` are all those
        that are missing."""
        texts = list(names)
        count = len(texts)
        array = (c_char_p * count)(*[utf8(text) for text in texts])
        ids, statuses, error = (c_uint32 * count)(), (c_int * count)(), details()
        status = released.dyncolor_bind(self._handle, array, count, ids, statuses, error)
        # C sees a name only up to a NUL.
        if status == UNKNOWN_NAME or not status and "\0" in "".join(texts):
            missing = [text for text, unknown in zip(texts, statuses, strict=True)
                       if unknown or "\0" in text]
            raise unknown_name(
                "no colors have these names", ", ".join(missing), names=missing)
        self._check(status, error)
        return [DynamicColor(self, id) for id in ids]

    # ---- Palettes, axes, defaults ----

    def palette(self, name: str) -> int:
        """The number of a palette, for environments; a name that is new gets the next one. The
        colors of the palette `Night` are those whose names begin with `Night/`."""
        data, number, error = utf8(name), c_uint16(), details()
        self._check(self._c.dyncolor_palette_declare(
            self._handle, data, len(data), byref(number), error), error)
        return number.value

    def palettes(self) -> dict[str, int]:
        """The palettes, by their names."""
        return self._numbers(self._c.dyncolor_palette_name, 65535)

    def _numbers(self, name_of: Callable[..., int], greatest: int) -> dict[str, int]:
        """The numbers that the theme has given out, by their names."""
        numbers: dict[str, int] = {}
        name = c_char_p()
        for number in range(1, greatest + 1):
            if name_of(self._handle, number, byref(name), None):
                break
            numbers[(name.value or b"").decode()] = number
        return numbers

    def palette_colors(self, name: str) -> list[DynamicColor]:
        """The registered colors of a palette, in the order of their rows."""
        number, room = self._number("palette", name), 0
        while True:
            ids, count, error = (c_uint32 * room)(), c_size_t(), details()
            status = released.dyncolor_palette_list(
                self._handle, number, ids, room, byref(count), error)
            if status == 0:
                return [DynamicColor(self, id) for id in ids[:count.value]]
            if count.value <= room:
                raise_error(status, error)
            room = count.value

    def gaps(self) -> list[Gap]:
        """What palettes lack: each name that another palette has, or that a semantic color looks
        up, and that the palette does not have.

        >>> theme = Theme()
        >>> numbers = theme.palette("Day"), theme.palette("Night")
        >>> for name in ("Day/text", "Day/ground", "Night/text"):
        ...     color = theme.register(name, "gray")
        >>> theme.gaps()
        [Gap(palette='Night', name='ground', example=<DynamicColor 'Day/ground'>)]
        """
        from ._structures import PaletteGapValue
        from .palettes import Gap
        room = 0
        while True:
            values, count, error = (PaletteGapValue * room)(), c_size_t(), details()
            status = released.dyncolor_palette_gaps(
                self._handle, values, room, byref(count), error)
            if status == 0:
                break
            if count.value <= room:
                raise_error(status, error)
            room = count.value
        names = {number: name for name, number in self.palettes().items()}
        return [Gap(names[value.palette], value.semantic.decode(),
                    DynamicColor(self, value.example)) for value in values[:count.value]]

    def load_builtin(
        self, name: str, version: str = "", *, prefix: str | None = None
    ) -> int:
        """Registers the colors of a palette that comes with the library, all or none, and returns
        how many there are: `builtins()` lists them. Without a version it is the newest.

        Each color has a name that is the prefix and its own; the prefix is the name of the palette
        and a slash, unless another is given, perhaps an empty one. What stands before a slash at
        its end is declared as a palette.

        >>> theme = Theme()
        >>> theme.load_builtin("apple", "13")
        22
        >>> theme["apple/systemRedColor"].resolve()
        Color('#ff3b30')
        """
        return self._load_builtin(name, version, prefix, LAYERS["theme"])

    def _load_builtin(self, name: str, version: str, prefix: str | None, layer: int) -> int:
        data, which, count, error = utf8(name), utf8(version), c_size_t(), details()
        before = None if prefix is None else utf8(prefix)
        self._check(released.dyncolor_builtin_load(
            self._handle, data, len(data), which, len(which), before, len(before or b""), layer,
            byref(count), error), error)
        return count.value

    def locale(self, name: str) -> int:
        """The number of a locale, for environments; a name that is new gets the next one. What the
        names are is the host's business.

        >>> theme = Theme()
        >>> theme.locale("de"), theme.locale("fr")
        (1, 2)
        >>> color = theme.register("flag", "if(style(--locale: fr): blue; else: black)")
        >>> color.resolve(theme.environment(locale="fr"))
        Color('#0000ff')
        """
        data, number, error = utf8(name), c_uint16(), details()
        self._check(self._c.dyncolor_locale_declare(
            self._handle, data, len(data), byref(number), error), error)
        return number.value

    def locales(self) -> dict[str, int]:
        """The locales, by their names."""
        return self._numbers(self._c.dyncolor_locale_name, 65535)

    def subtype(self, name: str) -> int:
        """The number of a subtype, a finer kind of device than an idiom, for environments; a name
        that is new gets the next one."""
        data, number, error = utf8(name), c_uint8(), details()
        self._check(self._c.dyncolor_subtype_declare(
            self._handle, data, len(data), byref(number), error), error)
        return number.value

    def subtypes(self) -> dict[str, int]:
        """The subtypes, by their names."""
        return self._numbers(self._c.dyncolor_subtype_name, 255)

    def _number(self, axis: str, name: str) -> int:
        """The number of a palette, a locale or a subtype."""
        known = {"palette": self.palettes, "locale": self.locales, "subtype": self.subtypes}[axis]()
        if name not in known:
            raise unknown_name(f"the theme has no such {axis}", name)
        return known[name]

    def set_default_palette(self, name: str | None) -> None:
        """Sets the palette of environments that leave it unspecified, and to which the others fall
        back."""
        error = details()
        number = 0 if name is None else self._number("palette", name)
        self._check(
            self._c.dyncolor_theme_set_default_palette(self._handle, number, error), error)

    def set_level_opacities(self, opacities: Sequence[float] | None) -> None:
        """Sets what the alpha of a color is multiplied with at each of its five levels; None for
        1, 0.5, 0.25, 0.18 and 0.18."""
        if opacities is not None and len(opacities) != len(LEVELS):
            raise ValueError(f"there are {len(LEVELS)} levels, not {len(opacities)}")
        error = details()
        values = None if opacities is None else (c_double * len(LEVELS))(*opacities)
        self._check(
            self._c.dyncolor_theme_set_level_opacities(self._handle, values, error), error)

    def set_default_scheme(self, scheme: Scheme) -> None:
        """Sets the scheme of environments that leave it unspecified."""
        error = details()
        self._check(self._c.dyncolor_theme_set_default_scheme(
            self._handle, word_value("scheme", SCHEMES, scheme), error), error)

    def axis(self, name: str, *values: str) -> int:
        """Declares an axis of the host's, of at most eight, and names values of it: what its values
        1 to 255 mean is the host's business. Returns its place in `Environment.custom`.

        >>> theme = Theme()
        >>> place = theme.axis("season", "summer", "winter")
        >>> ground = theme.register("ground", "if(style(--season: winter): snow; else: olive)")
        >>> ground.resolve(theme.environment(season="winter")).hex
        '#fffafa'

        Declared again, an axis may get more values; those it has keep their numbers.
        """
        data, place, error = utf8(name), c_uint32(), details()
        self._check(self._c.dyncolor_axis_declare(
            self._handle, data, len(data), byref(place), error), error)
        known = self._values.setdefault(name, {})
        self._axes[name] = place.value
        for value in values:
            data, number = utf8(value), c_uint8()
            self._check(self._c.dyncolor_axis_declare_value(
                self._handle, place, data, len(data), byref(number), error), error)
            known[value] = number.value
        return place.value

    def axis_values(self, name: str) -> dict[str, int]:
        """The values of an axis that have been named, by their names."""
        self._custom_axis(name)
        return dict(self._values[name])

    def _axis_names(self, axes: int) -> frozenset[str]:
        """The names of the axes of a set."""
        names = {AXES["custom"] + place: name for name, place in self._axes.items()}
        names.update(_axis_names)
        return frozenset(
            names.get(bit, f"custom {bit - AXES['custom']}")
            for bit in range(32) if axes >> bit & 1)

    def _custom_axis(self, name: str) -> int:
        place = self._axes.get(name)
        if place is None:
            raise unknown_name("no such axis has been declared", name)
        return place

    def _custom_value(self, axis: str, value: int | str) -> int:
        if isinstance(value, str):
            number = self._values.get(axis, {}).get(value)
            if number is None:
                raise unknown_name(f"the axis {axis} has no such value", value)
            return number
        if not 0 <= value <= 255:
            raise ValueError(f"{axis} must lie in 0...255, not {value!r}")
        return value

    def environment(
        self, base: Environment = EVERYWHERE, /, *, palette: str | None = None,
        locale: str | None = None, subtype: str | None = None, **axes: int | str
    ) -> Environment:
        """`base`, with the palette, the locale and the subtype of these names, and with values of
        axes that were declared, by their numbers or their names.

        >>> theme = Theme()
        >>> number, place = theme.palette("Night"), theme.axis("season", "summer", "winter")
        >>> theme.environment(Environment(scheme="dark"), palette="Night", season="winter")
        Environment(scheme='dark', palette=1, custom=(2, 0, 0, 0, 0, 0, 0, 0))
        """
        value = EnvironmentValue.from_buffer_copy(bytes(base))
        for axis, known in (("palette", palette), ("locale", locale), ("subtype", subtype)):
            if known is not None:
                setattr(value, axis, self._number(axis, known))
        for name, given in axes.items():
            value.custom[self._custom_axis(name)] = self._custom_value(name, given)
        return Environment._from(value)

    # ---- Resolving ----

    @takes_exceptions
    def resolve(
        self, color: DynamicColor | str, environment: Environment = EVERYWHERE
    ) -> Color:
        """The color of a dynamic color, or of a name, for an environment."""
        if not isinstance(color, DynamicColor) or color.theme is not self:
            color = DynamicColor(self, self._id(color))
        return color.resolve(environment)

    @takes_exceptions
    def content(
        self, level: Level = "primary", environment: Environment = EVERYWHERE
    ) -> Color:
        """A level of the content style: of the environment's foreground, or of the colors that text
        has without one."""
        return self._level(0, level, environment)

    def _level(self, id: int, level: Level, environment: Environment) -> Color:
        pixel, error = Float4(), details()
        status = released.dyncolor_resolve_level(
            self._handle, id, word_value("level", LEVELS, level), environment._pointer, pixel,
            error)
        if status:
            raise_taken(sys._getframe())
            raise_error(status, error)
        return resolved_color(unpack_floats(pixel))

    @takes_exceptions
    def resolve_list(
        self, colors: Iterable[DynamicColor | str], environment: Environment = EVERYWHERE
    ) -> list[Color]:
        """The colors of some, all for the same state of the theme. Fails if one of them does."""
        ids = [self._id(color) for color in colors]
        count = len(ids)
        pixels, statuses, error = (c_float * (4 * count))(), (c_int * count)(), details()
        self._check(released.dyncolor_resolve_list(
            self._handle, (c_uint32 * count)(*ids), count, environment._pointer,
            LAYOUTS["float4"], pixels, 16, statuses, error), error)
        if any(statuses):
            raise_taken(sys._getframe())
            for id, status in zip(ids, statuses, strict=True):
                if status:
                    # To be told why; or now it has a value.
                    DynamicColor(self, id).resolve(environment)
            return self.resolve_list([DynamicColor(self, id) for id in ids], environment)
        return [resolved_color(floats) for floats in iter_unpack("4f", pixels)]

    @takes_exceptions
    def resolve_all(
        self, out: WritableBuffer | Pixels, environment: Environment = EVERYWHERE
    ) -> None:
        """Resolves all colors into memory of yours: rows of four floats, or of four bytes,
        according to the buffer's format, or whatever `Pixels` say. `color.row` is the row of a
        color; `rows` is how many there are.

        What cannot be resolved is transparent black, as are rows beyond the theme's. But what a
        provider raises is raised here, unless it is an Error.
        """
        pixels = pixels_of(out)
        layout, address, rows, stride = pixels.arguments
        if self._resolve_all(
                self._pointer, environment._pointer, layout, address, rows, stride, None):
            error = details()
            self._check(self._resolve_all(
                self._pointer, environment._pointer, layout, address, rows, stride, byref(error)),
                error)
        if raised:
            raise_taken(sys._getframe(), answers=False)

    @takes_exceptions
    def prepare(self, environment: Environment = EVERYWHERE) -> None:
        """Resolves all colors ahead of time, so that they are found when they are needed."""
        error = details()
        self._check(
            released.dyncolor_prepare(self._handle, environment._pointer, error), error)
        raise_taken(sys._getframe(), answers=False)

    @takes_exceptions
    def snapshot(self, environment: Environment = EVERYWHERE) -> Snapshot:
        """All colors for an environment, at one instant. What a provider raises is raised here,
        unless it is an Error: that is raised when its color is asked for."""
        from .snapshot import Snapshot
        handle, error = c_void_p(), details()
        self._check(released.dyncolor_snapshot_create(
            self._handle, environment._pointer, byref(handle), error), error)
        snapshot = Snapshot(handle.value or 0, ref(self))
        raise_taken(sys._getframe(), answers=False)
        return snapshot

    # ---- Changes ----

    @takes_exceptions
    def diff(self, a: Environment, b: Environment = EVERYWHERE) -> list[DynamicColor]:
        """The colors that differ between two environments, at one instant. Only those are resolved
        that depend on an axis in which the environments differ. What a provider raises is raised
        here, unless it is an Error.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "light-dark(black, white)")
        >>> link, note = theme.register("link", "blue"), theme.register("note", "var(--ink)")
        >>> theme.diff(Environment(scheme="light"), Environment(scheme="dark"))
        [<DynamicColor 'ink'>, <DynamicColor 'note'>]
        """
        found = IdList(self.rows)
        while found.lacks_room(
                released.dyncolor_diff(self._handle, a._pointer, b._pointer, *found.room)):
            pass
        raise_taken(sys._getframe(), answers=False)
        return self._colors(found.ids)

    def changes(self, since: int) -> Change:
        """What has changed since a generation of the theme: the colors that were registered,
        redefined, unregistered or renamed, and all that refer to them. Its own generation is that
        up to which it is complete.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> link, note = theme.register("link", "blue"), theme.register("note", "var(--ink)")
        >>> seen = theme.generation
        >>> theme.redefine({ink: "navy"})
        >>> theme.changes(seen).colors
        [<DynamicColor 'ink'>, <DynamicColor 'note'>]
        """
        from .observer import Change
        if not 0 <= since < 1 << 64:
            raise ValueError("since must be a generation that the theme has had")
        generation, found = c_uint64(), IdList(self.rows)
        while found.lacks_room(released.dyncolor_changes(
                self._handle, since, *found.room[:3], byref(generation), found.room[3])):
            pass
        return Change(self, generation.value, found.ids)

    def observe(self, function: ObserverFunction) -> Observation:
        """Calls a function with each Change that is published from now on, in their order, until
        the Observation that is returned is cancelled.

        >>> theme = Theme()
        >>> ink, note = theme.register("ink", "black"), theme.register("note", "var(--ink)")
        >>> with theme.observe(lambda change: print(change.colors)):
        ...     theme.redefine({ink: "navy"})
        [<DynamicColor 'ink'>, <DynamicColor 'note'>]

        It is called before the method that changes the theme returns, on its thread; or, if a
        change is being told already, after that one, and then perhaps on another. It may use the
        theme, and change it. What it raises goes to sys.unraisablehook: the change has been made.
        """
        from .observer import Observation
        return Observation(self, function)

    @takes_exceptions
    def explain(
        self, color: DynamicColor | str, environment: Environment = EVERYWHERE
    ) -> Explanation:
        """How the value of a color, or of a name, comes about in an environment. Succeeds also if
        there is none: the explanation then says why. Other than that, what a provider raises is
        raised here.

        >>> theme = Theme()
        >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
        >>> button = theme.register("button", accent)
        >>> print(theme.explain("button", Environment(scheme="dark")))
        button = #81d0ff: another color
        accent = #81d0ff: variant 2 of 2 (dark)
        """
        from .explanation import Explanation
        handle, error = c_void_p(), details()
        self._check(released.dyncolor_explain(
            self._handle, self._id(color), environment._pointer, byref(handle), error), error)
        explanation = Explanation(self, handle)
        raise_taken(sys._getframe(), answers=False)
        return explanation

    @property
    def rows(self) -> int:
        """How many rows a table of all colors has."""
        rows: int = self._c.dyncolor_rows(self._handle)
        return rows

    @property
    def generation(self) -> int:
        """The number of changes so far: it grows with each."""
        generation: int = self._c.dyncolor_theme_generation(self._handle)
        return generation

    def fingerprint(self) -> int:
        """A hash of all that is registered."""
        fingerprint: int = released.dyncolor_theme_fingerprint(self._handle)
        return fingerprint

    def __repr__(self) -> str:
        return f"<Theme of {len(self)} colors>"


class Layer:
    """A layer of a theme, as `Theme.layer` gives it: what is registered here covers what lower
    layers have, and is covered by higher ones."""

    __slots__ = ("_owner", "name", "number", "owner", "theme")

    def __init__(
        self, theme: Theme, name: str, number: int, owner: str | None = None,
        owner_number: int = 0,
    ) -> None:
        self.theme = theme
        self.name = name
        self.number = number
        self.owner = owner
        self._owner = owner_number

    @overload
    def register(self, name: str | None, recipe: Recipe, /) -> DynamicColor: ...

    @overload
    def register(
        self, name: str | None, /, *, light: Color | str, dark: Color | str) -> DynamicColor: ...

    def register(
        self, name: str | None, recipe: Recipe | None = None, /, *,
        light: Color | str | None = None, dark: Color | str | None = None,
    ) -> DynamicColor:
        """Registers a color in this layer, as `Theme.register` does in the theme's own."""
        return self.theme._register(
            [(name, _one_recipe(recipe, light, dark))], self.number, self._owner)[0]

    def register_all(self, recipes: Mapping[str, Recipe]) -> dict[str, DynamicColor]:
        """Registers colors in this layer, all or, if any is refused, none."""
        return dict(zip(recipes, self.theme._register(
            list(recipes.items()), self.number, self._owner), strict=True))

    def load_builtin(self, name: str, version: str = "", *, prefix: str | None = None) -> int:
        """Registers the colors of a palette that comes with the library in this layer, on behalf of
        nobody, as `Theme.load_builtin` does in the theme's own."""
        return self.theme._load_builtin(name, version, prefix, self.number)

    def unregister(self, color: DynamicColor | str) -> None:
        """Takes a color out of this layer. UnknownNameError if the layer does not define it."""
        theme, error = self.theme, details()
        theme._check(theme._c.dyncolor_layer_unregister(
            theme._handle, self.number, theme._id(color), error), error)

    def drop(self) -> None:
        """Takes all colors out of this layer, whoever owns them. The layer stays."""
        theme, error = self.theme, details()
        theme._check(theme._c.dyncolor_layer_drop(theme._handle, self.number, error), error)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layer):
            return NotImplemented
        return (self.number, self._owner, self.theme._handle) == (
            other.number, other._owner, other.theme._handle)

    def __hash__(self) -> int:
        return hash((self.number, self._owner, self.theme._handle))

    def __repr__(self) -> str:
        return f"<Layer {self.name!r}>" if self.owner is None else (
            f"<Layer {self.name!r}, for {self.owner!r}>")


def _one_recipe(
    recipe: Recipe | None, light: Color | str | None, dark: Color | str | None
) -> Recipe:
    """The recipe, or that of a light and a dark color."""
    if recipe is None:
        if light is None or dark is None:
            raise TypeError("a color needs a recipe, or a light and a dark color")
        return light, dark
    if light is not None or dark is not None:
        raise TypeError("a color has a recipe, or a light and a dark color, not both")
    return recipe


class IdList:
    """Room for the ids that a function of the library lists, which takes what `room` has."""

    __slots__ = ("_count", "_error", "_ids", "room")

    def __init__(self, size: int) -> None:
        self._reserve(size)

    def _reserve(self, size: int) -> None:
        self._ids, self._count, self._error = (c_uint32 * size)(), c_size_t(), details()
        self.room = (self._ids, size, byref(self._count), self._error)

    def lacks_room(self, status: int) -> bool:
        """Whether the function is to be called again, because there was not enough room."""
        if status == 0:
            return False
        if self._count.value <= len(self._ids):
            raise_error(status, self._error)
        self._reserve(self._count.value)
        return True

    @property
    def ids(self) -> list[int]:
        """The ids that it has listed."""
        return self._ids[:self._count.value]


def _options(default_scheme: int, memory_budget: int) -> ThemeOptions:
    options = ThemeOptions(sizeof(ThemeOptions))
    options.default_scheme = default_scheme
    if not 0 <= memory_budget < 1 << 63:
        raise ValueError("memory_budget must be a number of bytes")
    options.memory_budget = memory_budget
    return options


def _variants_of(recipe: Sequence[Any]) -> list[Variant]:
    """The variants of a table, or of a tuple of a light and a dark color."""
    if isinstance(recipe, tuple) and len(recipe) == 2:
        light, dark = recipe
        if isinstance(light, (str, Color)) and isinstance(dark, (str, Color)):
            return [Variant(light), Variant(dark, scheme="dark")]
    for variant in recipe:
        if not isinstance(variant, Variant):
            raise TypeError(
                f"a table of variants has only Variant objects, not {type(variant).__name__}")
    return list(recipe)


_new = object.__new__
