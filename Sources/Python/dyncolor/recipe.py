"""Recipes: what a dynamic color can be made of, and how recipes are registered."""
from __future__ import annotations

from ctypes import addressof, c_uint32, sizeof

from ._calls import check, details, utf8
from ._library import (
    ELEVATIONS, GAMUTS, IDIOMS, KINDS, SCHEMES, STATES, VISIONS, Definition, VariantValue, released,
    word_value)
from .color import Color
from .dynamic_color import DynamicColor, id_of
from .environment import contrast_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Union

    from ._library import Contrast, Elevation, Gamut, Idiom, Scheme, State, Vision
    from .provider import Provider, ProviderFunction
    from .theme_base import ThemeBase

    # A color; CSS text; a light and a dark color; another dynamic color; a list of variants; a
    # color of palettes; a provider.
    Recipe = Union[
        Color, str, tuple[Union[Color, str], Union[Color, str]], DynamicColor,
        Sequence["Variant"], "Semantic", ProviderFunction]


class Variant:
    """One variant of a color: a color, and the conditions under which it applies.

    >>> from dyncolor import Theme
    >>> theme = Theme()
    >>> place = theme.axis("team", "red", "blue")
    >>> theme.register("flag", [Variant("gray"), Variant("#c00", team="red", state="pressed")]).css
    '--variants(any: #808080; pressed team(red): #cc0000)'

    CSS text must not depend on an environment. A condition that is not given always holds. A
    contrast is a word or a number from −1 to 1, as in an environment. Palettes, subtypes and
    locales are names that the theme declares; any other argument is the name of a custom axis of
    the theme, and its value is a name or a number. `Theme.register` says which of several variants
    is chosen.
    """

    __slots__ = ("_conditions", "_custom", "_numbered", "color")

    def __init__(
        self, color: Color | str | DynamicColor, *, scheme: Scheme | None = None,
        contrast: Contrast | float | None = None, elevation: Elevation | None = None,
        gamut: Gamut | None = None, idiom: Idiom | None = None, subtype: str | None = None,
        locale: str | None = None, palette: str | None = None, state: State | None = None,
        vision: Vision | None = None, **axes: int | str,
    ) -> None:
        self._numbered = {"subtype": subtype, "locale": locale, "palette": palette}
        self._custom = axes
        self.color = Color(color) if isinstance(color, str) else color
        self._conditions = (
            0 if scheme is None else word_value("scheme", SCHEMES, scheme),
            0 if contrast is None else contrast_value(contrast),
            0 if elevation is None else word_value("elevation", ELEVATIONS, elevation),
            0 if gamut is None else word_value("gamut", GAMUTS, gamut),
            0 if idiom is None else word_value("idiom", IDIOMS, idiom),
            0 if state is None else word_value("state", STATES, state),
            0 if vision is None else word_value("vision", VISIONS, vision))

    def _fill(self, value: VariantValue, theme: ThemeBase) -> None:
        """Set the fields of a dyncolor_variant."""
        (value.scheme, value.contrast, value.elevation, value.gamut, value.idiom, value.state,
         value.vision) = self._conditions
        for axis, name in self._numbered.items():
            if name is not None:
                setattr(value, axis, theme._number(axis, name))
        for axis, given in self._custom.items():
            value.custom[theme._custom_axis(axis)] = theme._custom_value(axis, given)
        if isinstance(self.color, Color):
            value.part.color = self.color._value()
        else:
            value.part.id = id_of(theme, self.color)


class Semantic:
    """A color of the environment's palette, by its name within the palette.

    If neither that palette nor the theme's default palette has the name, `otherwise` is used.
    """

    __slots__ = ("name", "otherwise")

    def __init__(
        self, name: str, otherwise: Color | str | DynamicColor | tuple[Color | str, Color | str]
        | Sequence[Variant] | None = None,
    ) -> None:
        self.name = name
        self.otherwise = otherwise


# ---- Registering ---------------------------------------------------------------------------------


def one_recipe(
    recipe: Recipe | None, light: Color | str | None, dark: Color | str | None
) -> Recipe:
    """Return the recipe, or the pair of a light and a dark color. Exactly one must be given."""
    if recipe is None:
        if light is None or dark is None:
            raise TypeError("a color needs a recipe, or a light and a dark color")
        return light, dark
    if light is not None or dark is not None:
        raise TypeError("a color has a recipe, or a light and a dark color, not both")
    return recipe


def register(
    theme: ThemeBase, recipes: list[tuple[str | None, Recipe]], layer: int = 0, owner: int = 0
) -> list[DynamicColor]:
    """Register names and their recipes in one transaction: all, or none if one is refused."""
    count = len(recipes)
    definitions = (Definition * count)()
    ids, error = (c_uint32 * count)(), details()
    # Memory that the definitions point to.
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
                    _set_variants(theme, definition, recipe.otherwise, alive)
            elif isinstance(recipe, str):
                definition.kind = KINDS["css"]
                definition.css = data = utf8(recipe)
                definition.css_length = len(data)
            elif callable(recipe):
                from .provider import DESTROYED, PROVIDE, Provider
                definition.kind = KINDS["provider"]
                provider = Provider(recipe, theme)
                providers.append(provider)
                definition.provider, definition.destroy = PROVIDE, DESTROYED
                definition.user_data = id(provider)
            else:
                definition.kind = KINDS["variants"]
                _set_variants(theme, definition, recipe, alive)
    except BaseException:
        for provider in providers:
            provider.drop()
        raise
    # From here on C drops the providers, also if it refuses the colors.
    check(released.dyncolor_register(theme._handle, definitions, count, ids, error), error)
    return [DynamicColor(theme, id) for id in ids]


def _set_variants(
    theme: ThemeBase, definition: Definition, recipe: object, alive: list[object]
) -> None:
    """Set the variants of a definition. `alive` keeps their memory."""
    if isinstance(recipe, (str, Color, DynamicColor)):
        variants = [Variant(recipe)]
    elif isinstance(recipe, (list, tuple)):
        variants = _variants_of(recipe)  # pyright: ignore[reportUnknownArgumentType]
    else:
        raise TypeError(f"a color cannot be made of {type(recipe).__name__}")
    values = (VariantValue * len(variants))()
    for value, variant in zip(values, variants, strict=True):
        variant._fill(value, theme)
    alive.append(values)
    definition.variants = addressof(values)
    definition.variant_count = len(variants)


def _variants_of(recipe: Sequence[Any]) -> list[Variant]:
    """Return the variants of a list, or of a tuple of a light and a dark color."""
    if isinstance(recipe, tuple) and len(recipe) == 2:
        light, dark = recipe
        if isinstance(light, (str, Color)) and isinstance(dark, (str, Color)):
            return [Variant(light), Variant(dark, scheme="dark")]
    for place, variant in enumerate(recipe):
        if not isinstance(variant, Variant):
            raise TypeError(f"variants[{place}] must be a Variant; got {type(variant).__name__}")
    return list(recipe)
