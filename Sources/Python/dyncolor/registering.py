"""What a theme and each of its layers can do: register colors, and find them by name."""
from __future__ import annotations

from _collections_abc import Callable, Mapping
from ctypes import byref, c_double, c_uint32

from ._calls import (
    advises, error_of, expect, listed, new_error, public_name, real, utf8, wrong_type)
from ._color_data import mixing_space
from ._library import HUES, LEVELS, no_gil, word_value
from .dynamic_color import DynamicColor, drop_parts, set_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, TypeVar, overload

    from .color import Color
    from .recipe import ProviderFunction, Recipe
    from .theme_base import ThemeBase
    from .words import Hue, Level, MaterialVariant, Space

    Default = TypeVar("Default")

# A part of the error for the wrong keyword `layer`.
_LAYER_ADVICE = 'to register in a layer, use theme.layer("user").register()'


class _Nothing:
    """The default of an argument for which None would be a wrong value."""

    def __repr__(self) -> str:
        return "nothing"


_NOTHING: Any = _Nothing()


def _one_recipe(
    name: str | None, recipe: Recipe, light: Recipe | None, dark: Recipe | None
) -> Recipe:
    """Return the recipe, or the pair of a light and a dark color. Exactly one must be given."""
    given: object = recipe
    what = "the color" if name is None else f'"{name}"'
    if not isinstance(given, _Nothing):
        if light is not None or dark is not None:
            raise TypeError(
                f"{what} has a recipe, and also a light or a dark color; give only one of them")
        return recipe
    if light is not None:
        return light if dark is None else (light, dark)
    if dark is not None:
        raise TypeError(f"{what} has a dark color, but no light one; give both: light=…, dark=…")
    raise TypeError(
        f'{what} has no recipe; write it after the name: register("accent", "teal"), or give '
        "light=… and dark=…")


def _registered_text(
    theme: ThemeBase, name: str | None, recipe: Any, light: Any, dark: Any
) -> DynamicColor | None:
    """Register CSS text, or texts such as `#f80` for light and dark, in the theme's own layer, by
    one call of C and without structs. Return None for any other recipe, and for texts that C
    refuses: `register` then takes the long way, whose error says why they are refused."""
    if type(name) is not str:
        return None
    data, id = utf8(name, "name"), c_uint32()
    if type(recipe) is str and light is None and dark is None:
        text = utf8(recipe)
        status = no_gil.dyncolor_register_css_n(
            theme._handle, data, len(data), text, len(text), byref(id), None)
    elif (recipe is _NOTHING and type(light) is str and light[:1] == "#"
            and (dark is None or type(dark) is str and dark[:1] == "#")):
        text, other = utf8(light), None if dark is None else utf8(dark)
        status = no_gil.dyncolor_register_hex_n(
            theme._handle, data, len(data), text, len(text), other, len(other or b""), byref(id),
            None)
    else:
        return None
    if status:
        return None
    # Unregister the colors without names that were registered as parts of the old recipe in the
    # layer `theme`, whose number is 0.
    if theme._parts:
        drop_parts(theme, id.value, 0)
    return DynamicColor(theme, id.value)


@public_name("Theme")
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

    @advises(
        layer=_LAYER_ADVICE, owner='to register for an owner, use theme.layer("theme", owner=…)')
    def register(
        self, name: str | None, recipe: Recipe = _NOTHING, /, *,
        light: Recipe | None = None, dark: Recipe | None = None,
    ) -> DynamicColor:
        """Register a color under a name, or redefine the color that has the name.

        `name` is None for a color without one. A slash in a name divides groups, and the palette
        `Night` has the colors whose names begin with `Night/`. A recipe that is a text is CSS,
        never the name of a color: for another color of the theme, write `var(--accent)` in the
        text, or pass `theme["accent"]`. In `var(--…)`, each character of a name that is not a
        letter, a digit, a hyphen or an underscore has a backslash before it; `DynamicColor.var` is
        the right text for a color. The recipe is one of these:

        - a Color: the same in every environment.
        - CSS text, which may use light-dark(), var(), color-mix(), if() and other functions of CSS;
          and of this library `--level(var(--accent), secondary)`, `--palette(ink)`, which is
          `Semantic("ink")`, `--first(var(--a), red)`, `--blend(multiply, var(--a), …)`,
          `--ensure-contrast(var(--a), on Canvas, 4.5)`, which is `Color.ensure_contrast` with the
          method `wcag`, `--variants(any: #06c; dark: #fff)`, and `--covered()` for the definition
          of the same name in the next lower layer that has one: see `Theme.layer`. Several
          backgrounds are `--ensure-contrast(var(--a), on Canvas, on #111, 4.5)`, and the ratio may
          depend on the environment: `light-dark(4.5, 7)`, or
          `if(media(prefers-contrast: more): 7; else: 4.5)`. A color also
          becomes another one by `--tone(var(--a), 40)`, `--dark-of(var(--a))`, `--light-of(…)`,
          `--standalone(AccentColor)`, `--material(AccentColor, primary)`, `--scale(…, 9)` and
          `--vision(var(--a), protan)`.
        - a DynamicColor: another name for it. It cannot be registered under its own name.
        - `light=…, dark=…`, or a tuple of the two. Without `dark`, `light` applies everywhere.
        - a dict of modes, as in JSON files: `default`, `light`, `dark`, `high-contrast`,
          `light-high-contrast` and `dark-high-contrast`.
        - a dict that states a color, as in JSON files: `value` with any of these recipes; `hex`
          and perhaps `alpha`; `colorSpace` and `components`; or `r`, `g` and `b`. This dict, and
          one of modes, may also have `description`, `deprecated`, `replacement` and `extensions`,
          which become those of the color.
        - a list of Variants. Of those whose conditions hold, the most specific one is chosen. Two
          are compared axis by axis: vision, state, palette, custom axes, idiom, gamut, scheme,
          contrast, elevation, subtype, locale. The first axis on which only one of them has a
          condition decides: that one is chosen. Of equal ones the first is chosen. Contrast is
          graded: between the contrasts of two variants, the color is a mix of both, as `Variant`
          shows.
        - a Semantic: a color of the environment's palette.
        - a function: a provider, which is called with a Context and returns a color.

        Each color within a pair, a dict, a Variant or a Semantic is again one of the above. For
        example:

        >>> theme = Theme()
        >>> a = theme.register("a", light="white", dark="black")
        >>> b = theme.register("b", light=a, dark="color-mix(in oklab, var(--a), red)")
        >>> b.resolve("light"), b.resolve("dark").hex
        (Color('#ffffff'), '#630000')
        """
        theme, layer, owner = self._destination()
        if not (layer or owner):
            color = _registered_text(theme, name, recipe, light, dark)
            if color is not None:
                return color
        from .recipe import register
        return register(
            theme, [(name, _one_recipe(name, recipe, light, dark))], layer, owner)[0]

    @advises(layer=_LAYER_ADVICE.replace("register", "register_all"))
    def register_all(self, recipes: Mapping[str, Recipe]) -> dict[str, DynamicColor]:
        """Register several colors in one transaction: all, or none if one is invalid.

        >>> theme = Theme()
        >>> theme.register_all({"ink": ("black", "white"), "note": "alpha(from var(--ink) / 60%)"})
        {'ink': <DynamicColor 'ink'>, 'note': <DynamicColor 'note'>}
        >>> theme.resolve("note", "dark").css
        'rgba(255, 255, 255, 0.6)'
        """
        expect("recipes", "a mapping of names to recipes", recipes, Mapping)
        from .recipe import register
        theme, layer, owner = self._destination()
        return dict(zip(recipes, register(theme, [*recipes.items()], layer, owner)))

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
        with `@theme.provider()`. What was the function's name in Python then stands for the dynamic
        color; here, the function itself is `shadow.provider`.

        - The function is called with a `Context`, which has the environment.
        - It returns a Color, a DynamicColor, or CSS text of a constant color: without var() and
          without light-dark(). In annotations, `Answer` stands for these three types.
        - If it raises an exception, `resolve` raises this very exception. From Python 3.11 on, a
          note names the color: it is in `error.__notes__` and in a traceback, but not in
          `str(error)`. `Theme.snapshot`, `Theme.explain` and `Theme.diff` say what they do with an
          exception. In `--first(…)`, the exception is dropped, and the next color is taken.
        - What it returns is cached, as `Context` says. A failure is not: the function is called
          again whenever the color is resolved.
        - It is not called when it is registered. So a wrong signature, such as `lambda: "red"`,
          is found later: each `resolve` of the color, and each `Theme.snapshot`, raises TypeError.
        - The theme keeps the function alive. The function is released as soon as its definition is
          replaced, by registering or redefining the color in the same layer, or removed: by
          `unregister`, `Layer.clear` or `Theme.unregister_owner`. A definition in a higher layer
          only covers that definition: then the function stays. A function within a pair, a
          Variant, a dict or a Semantic is released with the definition that it is part of.
        - All functions are released when the theme ends: when nothing refers to it any more. Each
          DynamicColor, Layer and Axis refers to its theme.
        - A function may refer to the theme: `gc` collects such cycles, unless C programs share the
          theme by `Theme.address`.
        """
        if isinstance(name, DynamicColor):
            raise wrong_type(
                "a provider", "a function", name, "The function of a color is color.provider")
        if callable(name):
            return self.register(name.__name__, name)
        if name is not None:
            utf8(name, "name")

        def register(function: ProviderFunction) -> DynamicColor:
            if not callable(function):
                raise wrong_type("a provider", "a function that takes a Context", function)
            return self.register(name, function)
        return register

    def register_level(
        self, name: str | None, color: Recipe | None, level: Level
    ) -> DynamicColor:
        """Register a level of a color. In CSS it is `--level(var(--accent), secondary)`.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> note = theme.register_level("note", ink, "secondary")
        >>> note.resolve("dark").css, note.css
        ('rgba(255, 255, 255, 0.5)', '--level(var(--ink), secondary)')

        The color is anything that can be registered, see `register`: a text is CSS. With None
        instead of a color, it is a level of the content style: of `currentcolor`, which is the
        environment's foreground. The levels are primary, secondary, tertiary, quaternary and
        quinary. A level of a level is further down: secondary of secondary is tertiary.
        """
        from .recipe import id_of_recipe
        theme, layer, owner = self._destination()
        number = word_value("level", LEVELS, level)

        def operands(made: list[DynamicColor]) -> tuple[Any, ...]:
            base = 0 if color is None else id_of_recipe(theme, "color", color, layer, owner, made)
            return base, number
        return self._register_expression(name, theme._c.dyncolor_register_level_n, operands)

    def register_fallbacks(
        self, name: str | None, colors: Iterable[Recipe]
    ) -> DynamicColor:
        """Register the first of several colors that has a value in the environment.

        >>> theme = Theme()
        >>> brand = theme.register("brand", Semantic("brand"))
        >>> accent = theme.register_fallbacks("accent", [brand, "var(--tint)", "blue"])
        >>> accent.resolve().hex, accent.css
        ('#0000ff', '--first(var(--brand), var(--tint), #0000ff)')

        Each color is anything that can be registered, see `register`: a text is CSS. A color whose
        function raises an exception has no value: the next color is taken, and the exception is
        dropped. To see the exception, resolve that color itself, or call `explain`.
        """
        from .recipe import parts_of
        theme, layer, owner = self._destination()
        recipes = listed("colors", "a list of colors", colors)

        def operands(made: list[DynamicColor]) -> tuple[Any, ...]:
            return parts_of(theme, recipes, layer, owner, made), len(recipes)
        return self._register_expression(name, theme._c.dyncolor_register_fallbacks_n, operands)

    def register_mix(
        self, name: str | None, colors: Iterable[Recipe], weights: Iterable[float] | None = None,
        *, space: Space | None = None, hue: Hue = "shorter",
    ) -> DynamicColor:
        """Register a mix of colors, equally or by their weights. It changes when the colors change.

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
        from .recipe import parts_of
        theme, layer, owner = self._destination()
        recipes = listed("colors", "a list of colors", colors)
        numbers = None
        if weights is not None:
            given = [real("a weight", weight) for weight in listed("weights", "numbers", weights)]
            if len(given) != len(recipes):
                raise ValueError(f"there are {len(recipes)} colors, and {len(given)} weights")
            numbers = (c_double * len(given))(*given)
        choices = mixing_space(space), word_value("hue", HUES, hue)

        def operands(made: list[DynamicColor]) -> tuple[Any, ...]:
            parts = parts_of(theme, recipes, layer, owner, made)
            return parts, numbers, len(recipes), *choices
        return self._register_expression(name, theme._c.dyncolor_register_mix_n, operands)

    def register_material(
        self, seed: Color | DynamicColor | str, variant: MaterialVariant = "tonal-spot", *,
        prefix: str = "",
    ) -> None:
        """Register the color scheme that Material Design derives from one color, the seed: a color
        for each role, such as `primary`, `on-primary` and `surface`.

        >>> theme = Theme()
        >>> accent = theme.register("accent", "#3584e4")
        >>> theme.register_material(accent, prefix="md/")
        >>> theme["md/primary"].css
        '--material(var(--accent), primary)'
        >>> theme["md/primary"].resolve().hex
        '#3e5f90'

        The colors have values for light, dark and every contrast, and follow the seed. A text is
        CSS, such as `AccentColor`. The prefix is put before each name; one that ends in a slash is
        declared as a palette. The colors have no owner.

        The roles are `background`, `surface`, `surface-dim`, `surface-bright`, `surface-variant`,
        `surface-tint`, `surface-container`, also with `-lowest`, `-low`, `-high` or `-highest`;
        `outline`, `outline-variant`, `inverse-surface`, `inverse-on-surface`, `inverse-primary`,
        `shadow` and `scrim`; `primary`, `secondary`, `tertiary` and `error`, all four also with
        `-container`, and all but `error` with `-fixed` and `-fixed-dim`. Texts on them begin with
        `on-`: `on-background`, `on-surface`, `on-surface-variant`, `on-primary`,
        `on-primary-container`, `on-primary-fixed`, `on-primary-fixed-variant`, and so on.
        """
        from .palettes import register_material
        theme, layer, _ = self._destination()
        register_material(theme, seed, variant, prefix, layer)

    def register_scale(
        self, seed: Color | DynamicColor | str, *, prefix: str = ""
    ) -> None:
        """Register a scale of twelve colors that are derived from one color, the seed.

        >>> theme = Theme()
        >>> theme.register_scale("#3584e4", prefix="accent-")
        >>> theme["accent-1"].css
        '--scale(#3584e4, 1)'
        >>> theme["accent-9"].resolve().hex
        '#3584e4'

        The names are `prefix` and 1 to 12: 1 and 2 are backgrounds, 3 to 5 backgrounds of
        components, 6 to 8 borders, 9 is the seed, 10 the seed while the pointer is over it, and 11
        and 12 are texts. The colors are right in light and dark and in every contrast, and follow
        the seed. The texts have contrasts of 4.5 and 7 with all backgrounds, and more if the
        environment has more contrast.
        """
        from .palettes import register_scale
        theme, layer, _ = self._destination()
        register_scale(theme, seed, prefix, layer)

    def load_builtin(
        self, name: str, version: str = "", *, prefix: str | None = None
    ) -> int:
        """Register the colors of a built-in palette, and return their number.

        >>> theme = Theme()
        >>> theme.load_builtin("apple", "13")
        22
        >>> theme["apple/systemRedColor"].resolve()
        Color('#ff3b30')

        `builtins()` lists the palettes. Without a version, the newest one is loaded. The prefix
        is put before each name; unless given, it is the name of the palette and a slash. A prefix
        that ends in a slash is declared as a palette. The colors have no owner.
        """
        from .palettes import load_builtin
        theme, layer, _ = self._destination()
        return load_builtin(theme, name, version, prefix, layer)

    def _register_expression(
        self, name: str | None, function: Callable[..., int],
        operands: Callable[[list[DynamicColor]], tuple[Any, ...]],
    ) -> DynamicColor:
        """Register a color by a function of C that takes other colors. `operands` returns the
        arguments of that function. It gets a list, to which it appends the colors that it has
        registered for the arguments: they are removed again if anything fails."""
        from .recipe import advise_reference, in_context
        theme, layer, owner = self._destination()
        made: list[DynamicColor] = []
        id, error = c_uint32(), new_error()
        # C registers in the layer `theme`, without an owner. For another layer or for an owner, the
        # name is registered afterwards: see `_name_in_layer`.
        data = None if name is None or layer or owner else utf8(name, "name")
        try:
            arguments = operands(made)
            status = function(
                theme._handle, data, len(data or b""), *arguments, byref(id), error)
            if status:
                failure = error_of(status, error)
                # What C calls `parts` is `colors` in Python. In the context it follows ", in ", or
                # it is at the beginning. So that both are replaced, ", in " is put before the
                # context.
                place = f", in {failure.context}".replace(", in parts[", ", in colors[")
                raise in_context(failure, place.removeprefix(", in "))
            color = DynamicColor(theme, id.value)
            set_parts(theme, color.id, 0, made)
            return self._name_in_layer(name, color)
        except BaseException as failed:
            advise_reference(theme, failed)
            for part in made:
                drop_parts(theme, part.id)
                theme._c.dyncolor_unregister(theme._handle, part.id, None)
            raise

    def _name_in_layer(self, name: str | None, color: DynamicColor) -> DynamicColor:
        """Return the color that has the name. C has registered `color` in the layer `theme`. If
        this object is another layer, or registers for an owner, `color` has no name yet, and the
        name is registered here, as a reference to `color`."""
        theme, layer, owner = self._destination()
        if name is None or not (layer or owner):
            return color
        try:
            named = self.register(name, color)
        except BaseException:
            theme._c.dyncolor_unregister(theme._handle, color.id, None)
            raise
        set_parts(theme, named.id, layer, [color])
        return named


@public_name("Theme")
class NamedColors:
    """The base class of `Theme` and `Layer`: the methods of a mapping of names to DynamicColors.

    It is no mapping itself, because iterating gives the DynamicColors: some may have no name.
    """

    __slots__ = ()

    def __getitem__(self, name: DynamicColor | str) -> DynamicColor:
        raise NotImplementedError

    def __iter__(self) -> Iterator[DynamicColor]:
        raise NotImplementedError

    def __contains__(self, name: object) -> bool:
        raise NotImplementedError

    def __bool__(self) -> bool:
        """True, even without colors."""
        return True

    if TYPE_CHECKING:
        @overload
        def get(self, name: DynamicColor | str) -> DynamicColor | None: ...

        @overload
        def get(self, name: DynamicColor | str, default: Default) -> DynamicColor | Default: ...

    def get(self, name: DynamicColor | str, default: Any = None) -> Any:
        """Return the color with a name, or `default` if there is none. `theme[name]` raises an
        error then.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> theme.get("ink"), theme.get("paper"), theme.get("paper", ink)
        (<DynamicColor 'ink'>, None, <DynamicColor 'ink'>)
        """
        # Not `self[name]`, which is slow for an unknown name: for its error, the name is compared
        # with all names.
        if isinstance(name, str) and name not in self:
            return default
        try:
            return self[name]
        except LookupError:
            return default

    def names(self) -> list[str]:
        """Return the names of the colors, in the order of `DynamicColor.row`.

        >>> theme = Theme()
        >>> colors = theme.register_all({"ink": "black", "paper": "white"})
        >>> theme.names()
        ['ink', 'paper']
        """
        return [name for color in self if (name := color.name)]

    def items(self) -> list[tuple[str, DynamicColor]]:
        """Return the names of the colors, each with its color.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> theme.items()
        [('ink', <DynamicColor 'ink'>)]
        """
        return [(name, color) for color in self if (name := color.name)]

    def keys(self) -> list[str]:
        """Return the names, as `names` does, so that `dict(theme)` has the colors by their names.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> dict(theme)
        {'ink': <DynamicColor 'ink'>}

        Only iterating over a theme or a layer itself differs from a mapping: it gives the
        DynamicColors, because some may have no name.
        """
        return self.names()

    def values(self) -> list[DynamicColor]:
        """Return the colors that have a name, in the order of `DynamicColor.row`.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> theme.values()
        [<DynamicColor 'ink'>]
        """
        return [color for _, color in self.items()]
