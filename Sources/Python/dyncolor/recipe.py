"""Recipes: how a dynamic color is defined, and how recipes are registered."""
from __future__ import annotations

from _collections_abc import Callable, Mapping, Sequence
from ctypes import addressof, byref, c_double, c_uint32, sizeof

from ._calls import DYNAMIC, check, details, error_of, expect, listed, real, utf8, wrong_type
from ._color_data import mixing_space
from ._library import (
    ELEVATIONS, GAMUTS, HUES, IDIOMS, KINDS, LEVELS, SCHEMES, STATES, VISIONS, Definition,
    ErrorDetails, PartValue, VariantValue, released, word_value)
from .color import Color
from .dynamic_color import DynamicColor, id_of
from .environment import contrast_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias, overload

    from .provider import Context, Provider
    from .theme_base import ThemeBase
    from .errors import Error
    from .words import Contrast, Elevation, Gamut, Hue, Idiom, Level, Scheme, Space, State, Vision

_KINDS_OF_RECIPES = (
    "a Color, CSS text, a DynamicColor, a tuple of a light and a dark color, a dict of modes, a "
    "list of Variants, a Semantic or a function")


_NOTHING: dict[str, str] = {}


class Variant:
    """One variant of a color: a color, and the conditions under which it applies.

    >>> Variant("white", scheme="dark", contrast="more")
    Variant(Color('#ffffff'), scheme='dark', contrast='more')

    >>> theme = Theme()
    >>> number = theme.axis("team", "red", "blue")
    >>> theme.register("flag", [Variant("gray"), Variant("#c00", team="red", state="pressed")]).css
    '--variants(any: #808080; pressed team(red): #cc0000)'

    The color is anything that can be registered: see `Theme.register`. A condition that is not
    given always holds. A contrast is a word or a number from −1 to 1, as in an environment.
    Palettes, subtypes and locales are names that the theme has. Any other argument is a custom axis
    of the theme, and its value is a name or a number. `Theme.register` says which of several
    variants is chosen.

    Variants are equal if their colors and their conditions are.
    """

    __slots__ = ("_custom", "_named", "_numbers", "color")
    # The numbers of the conditions, by the fields of dyncolor_variant.
    _numbers: dict[str, int]
    # The names of a palette, a subtype and a locale; and the values of custom axes.
    _named: dict[str, str]
    _custom: dict[str, int | str]
    color: Recipe

    def __init__(
        self, color: Recipe, *, scheme: Scheme | None = None,
        contrast: Contrast | float | None = None, elevation: Elevation | None = None,
        gamut: Gamut | None = None, vision: Vision | None = None, state: State | None = None,
        idiom: Idiom | None = None, palette: str | None = None, locale: str | None = None,
        subtype: str | None = None, **custom: int | str,
    ) -> None:
        self._custom = custom
        self.color = color
        if isinstance(color, str):
            try:
                self.color = Color(color)
            except ValueError as error:
                # Text that depends on an environment is read when it is registered.
                if getattr(error, "status", 0) != DYNAMIC:
                    raise
        self._numbers = numbers = {}
        if scheme is not None:
            numbers["scheme"] = word_value("scheme", SCHEMES, scheme)
        if contrast is not None:
            numbers["contrast"] = contrast_value(contrast)
        if elevation is not None:
            numbers["elevation"] = word_value("elevation", ELEVATIONS, elevation)
        if gamut is not None:
            numbers["gamut"] = word_value("gamut", GAMUTS, gamut)
        if idiom is not None:
            numbers["idiom"] = word_value("idiom", IDIOMS, idiom)
        if vision is not None:
            numbers["vision"] = word_value("vision", VISIONS, vision)
        if state is not None:
            numbers["state"] = word_value("state", STATES, state)
        self._named = _NOTHING
        if palette is not None:
            self._named = {**self._named, "palette": palette}
        if locale is not None:
            self._named = {**self._named, "locale": locale}
        if subtype is not None:
            self._named = {**self._named, "subtype": subtype}

    @property
    def conditions(self) -> dict[str, str | float]:
        """The conditions, by the names of their axes.

        >>> Variant("#333", idiom="tv", contrast=0.5).conditions
        {'contrast': 0.5, 'idiom': 'tv'}
        """
        from .vocabulary import conditions_of
        return {**conditions_of(self._numbers), **self._named, **self._custom}

    def _fill(self, value: VariantValue, theme: ThemeBase) -> None:
        """Set the conditions of a dyncolor_variant."""
        for axis, number in self._numbers.items():
            setattr(value, axis, number)
        if not (self._named or self._custom):
            return
        for axis, name in self._named.items():
            setattr(value, axis, getattr(theme, f"{axis}s")[name])
        for axis, given in self._custom.items():
            values = theme.axes[axis]
            value.custom[values._place] = values.number_of(given)

    def _key(self) -> tuple[object, ...]:
        return self.color, frozenset({**self._numbers, **self._named, **self._custom}.items())

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Variant) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        conditions = self.conditions
        shown = map(", {}={!r}".format, conditions, conditions.values())
        return f"Variant({self.color!r}{''.join(shown)})"


class Semantic:
    """A color of the environment's palette, by its name within the palette.

    >>> Semantic("primary", "navy") == Semantic("primary", "navy")
    True

    If neither that palette nor the theme's default palette has the name, `otherwise` is used, which
    is anything that can be registered.
    """

    __slots__ = ("name", "otherwise")

    def __init__(self, name: str, otherwise: Recipe | None = None) -> None:
        self.name = name
        self.otherwise = otherwise

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Semantic):
            return NotImplemented
        return self.name == other.name and self.otherwise == other.otherwise

    def __hash__(self) -> int:
        return hash((self.name, self.otherwise))

    def __repr__(self) -> str:
        rest = "" if self.otherwise is None else f", {self.otherwise!r}"
        return f"Semantic({self.name!r}{rest})"


# What a provider returns: a color, CSS text, or a dynamic color to be resolved instead.
Answer: TypeAlias = Color | str | DynamicColor
ProviderFunction: TypeAlias = Callable[["Context"], Answer]
# What can be registered: a color; CSS text; another dynamic color; a light and a dark color; colors
# by their modes; a list of variants; a color of palettes; a provider.
Recipe: TypeAlias = (
    Color | str | DynamicColor | tuple["Recipe", "Recipe"] | Mapping[str, "Recipe"]
    | Sequence[Variant] | Semantic | ProviderFunction)


# ---- Registering ---------------------------------------------------------------------------------


def one_recipe(recipe: Recipe | None, light: Recipe | None, dark: Recipe | None) -> Recipe:
    """Return the recipe, or the pair of a light and a dark color. Exactly one must be given."""
    if recipe is None:
        if light is None:
            raise TypeError("a color needs a recipe, or a light and perhaps a dark color")
        return light if dark is None else (light, dark)
    if light is not None or dark is not None:
        raise TypeError("a color has a recipe, or a light and a dark color, not both")
    return recipe


def _id_of_part(
    theme: ThemeBase, recipe: Recipe, layer: int, owner: int, made: list[DynamicColor]
) -> int:
    """Return the id of a color that another one refers to. If it is not a color of the theme, it is
    registered without a name."""
    if isinstance(recipe, DynamicColor):
        return id_of(theme, recipe)
    made += register(theme, [(None, recipe)], layer, owner)
    return made[-1].id


def register(
    theme: ThemeBase, recipes: list[tuple[str | None, Recipe]], layer: int = 0, owner: int = 0
) -> list[DynamicColor]:
    """Register names and their recipes in one transaction: all, or none if one is invalid."""
    count = len(recipes)
    definitions = (Definition * count)()
    ids, error = (c_uint32 * count)(), details()
    # Memory that the definitions point to.
    alive: list[object] = []
    providers: dict[int, Provider] = {}
    # The colors that were registered because other recipes refer to them.
    made: list[DynamicColor] = []
    try:
        for index, (definition, (name, recipe)) in enumerate(
                zip(definitions, recipes, strict=True)):
            definition.size = sizeof(Definition)
            definition.layer, definition.owner = layer, owner
            if name is not None:
                definition.name = data = utf8(name, "name")
                definition.name_length = len(data)
                if not data:
                    raise ValueError("a name must not be empty; None stands for no name")
            if isinstance(recipe, Semantic):
                definition.kind = KINDS["palette"]
                definition.semantic = data = utf8(recipe.name, "the name of a Semantic")
                definition.semantic_length = len(data)
                if recipe.otherwise is not None:
                    _set_variants(theme, definition, recipe.otherwise, made, alive)
            elif isinstance(recipe, str):
                definition.kind = KINDS["css"]
                definition.css = data = utf8(recipe)
                definition.css_length = len(data)
            elif callable(recipe):
                from .provider import DESTROYED, PROVIDE, Provider
                definition.kind = KINDS["provider"]
                provider = providers[index] = Provider(recipe, theme)
                definition.provider, definition.destroy = PROVIDE, DESTROYED
                definition.user_data = id(provider)
            else:
                definition.kind = KINDS["variants"]
                _set_variants(theme, definition, recipe, made, alive)
        # From here on C drops the providers, also if it rejects the colors.
        passed, providers = providers, {}
        status = released.dyncolor_register(theme._handle, definitions, count, ids, error)
        if status:
            raise _error_of_part(status, error, recipes)
    except BaseException:
        for provider in providers.values():
            provider.drop()
        for color in made:
            theme._c.dyncolor_unregister(theme._handle, color.id, None)
        raise
    for index, provider in passed.items():
        provider.id = ids[index]
    return [DynamicColor(theme, id) for id in ids]


def _error_of_part(
    status: int, error: ErrorDetails, recipes: list[tuple[str | None, Recipe]]
) -> Error:
    """Make the exception for a color that cannot be registered. For C, all parts are variants: in
    the context, they get the names that they have in Python."""
    made = error_of(status, error)
    number, field, rest = made.context.removeprefix("variants[").partition("].part")
    if field and number.isdecimal():
        for name, recipe in recipes:
            of_name = "" if name is None else f" of {name}"
            parts = _names_of_parts(recipe)
            if (rest == of_name or rest.startswith(f"{of_name}: ")) and int(number) < len(parts):
                return _in_context(made, f"{parts[int(number)]}{rest}")
    return made


def _in_context(error: Error, context: str) -> Error:
    """Return an error with another context."""
    error.context = context
    error.args = (error.message, context)
    return error


def _names_of_parts(recipe: Any) -> list[str]:
    """Return what the parts of a recipe are called, except those of a list of Variants."""
    given: object = recipe
    if isinstance(given, Semantic):
        return _names_of_parts(given.otherwise) or ["otherwise"]
    if isinstance(given, Mapping):
        return ["light", "dark"] if set(recipe) == {"light", "dark"} else [*recipe]
    if isinstance(given, tuple) and len(recipe) == 2:
        return [] if any(isinstance(part, Variant) for part in recipe) else ["light", "dark"]
    return []


def _set_part(
    theme: ThemeBase, part: PartValue, color: Recipe, layer: int, owner: int,
    made: list[DynamicColor],
) -> None:
    """Set a dyncolor_part."""
    if isinstance(color, Color):
        part.color = color._value()
    elif isinstance(color, str):
        part.css = data = utf8(color)
        part.css_length = len(data)
    else:
        part.id = _id_of_part(theme, color, layer, owner, made)


def _set_variants(
    theme: ThemeBase, definition: Definition, recipe: Recipe, made: list[DynamicColor],
    alive: list[object],
) -> None:
    """Set the variants of a definition. `alive` keeps their memory."""
    variants = _variants_of(recipe)
    values = (VariantValue * len(variants))()
    for value, variant in zip(values, variants, strict=True):
        variant._fill(value, theme)
        _set_part(theme, value.part, variant.color, definition.layer, definition.owner, made)
    alive.append(values)
    definition.variants = addressof(values)
    definition.variant_count = len(variants)


def _variants_of(recipe: Any) -> list[Variant]:
    """Return the variants of a recipe."""
    given: object = recipe
    if isinstance(given, (list, tuple)):
        table: list[Any] = list(recipe)
        if isinstance(given, tuple) and len(table) == 2:
            light, dark = table
            if not (isinstance(light, Variant) or isinstance(dark, Variant)):
                return [_variant("light", light), _variant("dark", dark, scheme="dark")]
        for index, variant in enumerate(table):
            if not isinstance(variant, Variant):
                raise wrong_type(f"variants[{index}]", "a Variant", variant)
        return table
    if isinstance(given, Mapping):
        return _variants_of_modes(recipe)
    return [_variant("a recipe", recipe)]


def _variant(what: str, color: Any, **conditions: Any) -> Variant:
    """Make a variant of a color that a caller gave."""
    given: object = color
    if not (isinstance(given, (str, Color, DynamicColor, tuple, list, Mapping, Semantic))
            or callable(given)):
        raise wrong_type(what, _KINDS_OF_RECIPES, given)
    try:
        return Variant(color, **conditions)
    except ValueError as error:
        from .errors import Error
        if isinstance(error, Error) and isinstance(given, str):
            _in_context(error, f"{what}: {error.context}")
        raise


_MODES = ("default", "light", "dark", "high-contrast", "light-high-contrast", "dark-high-contrast")


def _variants_of_modes(modes: Mapping[Any, Any]) -> list[Variant]:
    """Return the variants of colors by their modes."""
    if set(modes) == {"light", "dark"}:
        return _variants_of((modes["light"], modes["dark"]))
    variants: list[Variant] = []
    for mode, color in modes.items():
        scheme, hyphen, _ = mode.partition("-") if mode in _MODES else ("", "", "")
        if not scheme:
            raise ValueError(f"a mode must be one of {', '.join(_MODES)}, not {mode!r}")
        variants.append(_variant(
            mode, color, scheme=scheme if scheme in SCHEMES else None,
            contrast="more" if hyphen else None))
    return variants


# ---- What a theme and each of its layers can do --------------------------------------------------


class Registering:
    """The base class of `Theme` and `Layer`: registers colors in a layer."""

    __slots__ = ()

    def _destination(self) -> tuple[ThemeBase, int, int]:
        """Return the theme, and the numbers of the layer and the owner."""
        raise NotImplementedError

    if TYPE_CHECKING:
        @overload
        def register(self, name: str | None, recipe: Recipe, /) -> DynamicColor: ...

        @overload
        def register(
            self, name: str | None, /, *, light: Recipe, dark: Recipe | None = None
        ) -> DynamicColor: ...

    def register(
        self, name: str | None, recipe: Recipe | None = None, /, *,
        light: Recipe | None = None, dark: Recipe | None = None,
    ) -> DynamicColor:
        """Register a color under a name, or redefine the color that has the name.

        `name` is None for a color without one. A slash in a name divides groups, and the palette
        `Night` has the colors whose names begin with `Night/`. In CSS text, what is not a letter, a
        digit, a hyphen or an underscore has a backslash before it: `DynamicColor.var` is the right
        text for a color. The recipe is one of these:

        - a Color: the same in every environment.
        - CSS text, which may use light-dark(), var(), color-mix(), if() and other functions of CSS;
          and of this library `--level(var(--accent), secondary)`, `--palette(ink)`,
          `--first(var(--a), red)`, `--blend(multiply, var(--a), …)`,
          `--ensure-contrast(var(--a), on Canvas, 4.5)`, `--variants(any: #06c; dark: #fff)`, and
          `--covered()` for the definition of the same name in the next lower layer.
        - a DynamicColor: another name for it.
        - `light=…, dark=…`, or a tuple of the two. Without `dark` it is the light one everywhere.
        - a dict of modes, as in JSON files: `default`, `light`, `dark`, `high-contrast`,
          `light-high-contrast` and `dark-high-contrast`.
        - a list of Variants: of those whose conditions hold, the best. One for a vision is
          preferred to one for any, then likewise the state, the palette, the custom axes, the
          idiom, the gamut, the scheme, the contrast and the elevation. The first of several equal
          ones is chosen.
        - a Semantic: a color of the environment's palette.
        - a function: a provider, which is called with a Context and returns a color.

        Each color within a pair, a dict, a Variant or a Semantic is again one of these:

        >>> theme = Theme()
        >>> a = theme.register("a", light="white", dark="black")
        >>> b = theme.register("b", light=a, dark="color-mix(in oklab, var(--a), red)")
        >>> b.resolve("light"), b.resolve("dark").hex
        (Color('#ffffff'), '#630000')
        """
        theme, layer, owner = self._destination()
        return register(theme, [(name, one_recipe(recipe, light, dark))], layer, owner)[0]

    def register_all(self, recipes: Mapping[str, Recipe]) -> dict[str, DynamicColor]:
        """Register several colors in one transaction: all, or none if one is invalid.

        >>> theme = Theme()
        >>> theme.register_all({"ink": ("black", "white"), "note": "alpha(from var(--ink) / 60%)"})
        {'ink': <DynamicColor 'ink'>, 'note': <DynamicColor 'note'>}
        >>> theme.resolve("note", "dark").css
        'rgba(255, 255, 255, 0.6)'
        """
        expect("recipes", "a mapping of names to recipes", recipes, Mapping)
        theme, layer, owner = self._destination()
        return dict(zip(recipes, register(theme, [*recipes.items()], layer, owner), strict=True))

    if TYPE_CHECKING:
        @overload
        def provider(self, name: ProviderFunction, /) -> DynamicColor: ...

        @overload
        def provider(
            self, name: str | None = None, /) -> Callable[[ProviderFunction], DynamicColor]: ...

    def provider(
        self, name: str | ProviderFunction | None = None, /
    ) -> DynamicColor | Callable[[ProviderFunction], DynamicColor]:
        """Decorate a function to register it as a provider.

        >>> theme = Theme()
        >>> @theme.provider
        ... def shadow(context):
        ...     return Color(0, 0, 0, 0.8 if context.scheme == "dark" else 0.25)
        >>> shadow
        <DynamicColor 'shadow'>

        The color has the name of the function, or that of `@theme.provider("card/shadow")`, or none
        with `@theme.provider()`. The name of the function then stands for the dynamic color.
        """
        if callable(name):
            return self.register(name.__name__, name)

        def register(function: ProviderFunction) -> DynamicColor:
            return self.register(name, function)
        return register

    def register_level(
        self, name: str | None, color: DynamicColor | str | None, level: Level
    ) -> DynamicColor:
        """Register a level of a color. In CSS it is `--level(var(--accent), secondary)`.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> note = theme.register_level("note", "ink", "secondary")
        >>> note.resolve("dark").css, note.css
        ('rgba(255, 255, 255, 0.5)', '--level(var(--ink), secondary)')

        With None instead of a color, it is a level of the content style: of `currentcolor`, which
        is the environment's foreground. Levels of levels add up.
        """
        theme, layer, owner = self._destination()
        id, error = c_uint32(), details()
        base = 0 if color is None else id_of(theme, color)
        data = None if name is None or layer or owner else utf8(name, "name")
        check(theme._c.dyncolor_register_level_n(
            theme._handle, data, len(data or b""), base, word_value("level", LEVELS, level),
            byref(id), error), error)
        return self._name_in_layer(name, DynamicColor(theme, id.value))

    def register_fallbacks(
        self, name: str | None, colors: Iterable[DynamicColor | Color | str]
    ) -> DynamicColor:
        """Register the first of several colors that has a value in the environment.

        >>> theme = Theme()
        >>> brand, blue = theme.register("brand", Semantic("brand")), theme.register("blue", "#00f")
        >>> accent = theme.register_fallbacks("accent", ["brand", "blue"])
        >>> accent.resolve().hex, accent.css
        ('#0000ff', '--first(var(--brand), var(--blue))')

        A text is the name of a color. In CSS it is `--first(var(--accent), var(--tint), blue)`.
        """
        theme, layer, owner = self._destination()
        several = listed("colors", "a list of colors or names", colors)
        parts = (PartValue * len(several))()
        for index, (part, color) in enumerate(zip(parts, several, strict=True)):
            if isinstance(color, Color):
                part.color = color._value()
            else:
                part.id = id_of(theme, color, f"colors[{index}]")
        id, error = c_uint32(), details()
        data = None if name is None or layer or owner else utf8(name, "name")
        check(theme._c.dyncolor_register_fallbacks_n(
            theme._handle, data, len(data or b""), parts, len(parts), byref(id), error), error)
        return self._name_in_layer(name, DynamicColor(theme, id.value))

    def register_mix(
        self, name: str | None, colors: Iterable[Recipe], weights: Iterable[float] | None = None,
        *, space: Space | None = None, hue: Hue = "shorter",
    ) -> DynamicColor:
        """Register a mix of colors, equally or by their weights, that follows these colors.

        >>> theme = Theme()
        >>> accent = theme.register("accent", light="navy", dark="skyblue")
        >>> tint = theme.register_mix("tint", [accent, "white"], [3, 1], space="srgb")
        >>> tint.css
        'color-mix(in srgb, var(--accent) 75%, #ffffff 25%)'
        >>> accent.redefine("red"), tint.resolve().hex
        (None, '#ff4040')

        Each color is anything that can be registered, see `register`: a text is CSS. Without a
        space the colors are mixed in Oklab. `Color.mix` describes `hue`.
        """
        theme, layer, owner = self._destination()
        several = listed("colors", "a list of colors", colors)
        numbers = None
        if weights is not None:
            given = [real("a weight", weight) for weight in listed("weights", "numbers", weights)]
            if len(given) != len(several):
                raise ValueError(f"there are {len(several)} colors, and {len(given)} weights")
            numbers = (c_double * len(given))(*given)
        parts = (PartValue * len(several))()
        made: list[DynamicColor] = []
        id, error = c_uint32(), details()
        data = None if name is None or layer or owner else utf8(name, "name")
        try:
            for index, (part, color) in enumerate(zip(parts, several, strict=True)):
                variant = _variant(f"colors[{index}]", color)
                _set_part(theme, part, variant.color, layer, owner, made)
            status = theme._c.dyncolor_register_mix_n(
                theme._handle, data, len(data or b""), parts, numbers, len(parts),
                mixing_space(space), word_value("hue", HUES, hue), byref(id), error)
            if status:
                failure = error_of(status, error)
                field, bracket, rest = failure.context.partition("[")
                raise (_in_context(failure, f"colors[{rest}")
                       if field == "parts" and bracket else failure)
            return self._name_in_layer(name, DynamicColor(theme, id.value))
        except BaseException:
            for color in made:
                theme._c.dyncolor_unregister(theme._handle, color.id, None)
            raise

    def load_builtin(
        self, name: str, version: str = "", *, prefix: str | None = None
    ) -> int:
        """Register the colors of a built-in palette, and return their number.

        >>> theme = Theme()
        >>> theme.load_builtin("apple", "13")
        22
        >>> theme["apple/systemRedColor"].resolve()
        Color('#ff3b30')

        `builtins()` lists the palettes. Without a version it is the newest one. The prefix is put
        before each name; it is the name of the palette and a slash unless given. A prefix that ends
        in a slash is declared as a palette. The colors have no owner.
        """
        from .palettes import load_builtin
        theme, layer, _ = self._destination()
        return load_builtin(theme, name, version, prefix, layer)

    def _name_in_layer(self, name: str | None, color: DynamicColor) -> DynamicColor:
        """Return a color that C has registered in the layer `theme`: in this layer, it becomes
        another name for it."""
        theme, layer, owner = self._destination()
        if name is None or not (layer or owner):
            return color
        try:
            return self.register(name, color)
        except BaseException:
            theme._c.dyncolor_unregister(theme._handle, color.id, None)
            raise
