"""Recipes: how a dynamic color is defined, and how recipes are registered."""
from __future__ import annotations

from _collections_abc import Callable, Mapping, Sequence
from ctypes import addressof, byref, c_uint32, sizeof

from ._calls import DYNAMIC, advises, error_of, expect, length_field, new_error, utf8, wrong_type
from ._color_data import pack_fields_into, parse
from ._color_value import ColorValue
from ._definitions import Definition, PartValue, VariantValue
from ._library import (
    ELEVATIONS, GAMUTS, IDIOMS, KINDS, SCHEMES, STATES, VISIONS, ErrorDetails, no_gil, suggestion,
    word_value)
from .color import Color
from .dynamic_color import DynamicColor, color_name, drop_parts, id_of, set_parts
from .environment import contrast_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, Union

    from typing_extensions import TypeAlias

    from .errors import Error
    from .provider import Context, Provider
    from .theme_base import ThemeBase
    from .words import (
        ColorObject, Contrast, Elevation, Gamut, Idiom, Scheme, State, Vision)

_KINDS_OF_RECIPES = (
    "a Color, CSS text, a DynamicColor, a tuple of a light and a dark color, a dict of modes, a "
    "list of Variants, a Semantic or a function")


# Shared by all Variants that have no palette, subtype or locale.
_NO_NAMES: dict[str, str] = {}


class Variant:
    """One variant of a color: a color, and the conditions under which it applies.

    >>> Variant("white", scheme="dark", contrast="more")
    Variant(Color('#ffffff'), scheme='dark', contrast='more')

    >>> theme = Theme()
    >>> team_axis = theme.axis("team", "red", "blue")
    >>> theme.register("flag", [Variant("gray"), Variant("#c00", team="red", state="pressed")]).css
    '--variants(any: #808080; pressed team(red): #cc0000)'

    The color is anything that can be registered: see `Theme.register`. A condition that is not
    given always holds. A contrast is a word or a number from −1 to 1, as in an environment.
    Palettes, subtypes and locales are names that the theme has. Any other argument is a custom axis
    of the theme, and its value is a name or a number. `Theme.register` says which of several
    variants is chosen.

    Contrast is graded: between the contrasts of two variants with the same state, palette and the
    like, the color is a mix of both in Oklab. A variant without a contrast counts as standard.

    >>> ink = theme.register("ink", [Variant("black"), Variant("white", contrast="more")])
    >>> for contrast in 0, 0.5, 1:
    ...     print(contrast, ink.resolve(theme.environment(contrast=contrast)).hex)
    0 #000000
    0.5 #636363
    1 #ffffff

    Variants are equal if their colors and their conditions are.
    """

    __slots__ = ("_custom", "_named", "_numbers", "color")
    # The numbers of the conditions, by the fields of dyncolor_variant.
    _numbers: dict[str, int]
    # The names of a palette, a subtype and a locale.
    _named: dict[str, str]
    # The values of custom axes.
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
                # CSS text that depends on an environment is parsed when the Variant is registered.
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
        self._named = _NO_NAMES
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
            values = theme.custom_axes[axis]
            value.custom[values._custom_index] = values.number_of(given)

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

    In CSS text it is `--palette(primary, navy)`. If neither that palette nor the theme's default
    palette has the name, `otherwise` is used, which is anything that can be registered.
    """

    __slots__ = ("name", "otherwise")

    # The advice in the error for the wrong keyword `fallback`.
    @advises(fallback="write otherwise=…")
    def __init__(self, name: str, otherwise: Recipe | None = None) -> None:
        expect("the name of a Semantic", "a text", name, str)
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


# ---- Types ---------------------------------------------------------------------------------------

# At run time they are in recipe_types.py, because `typing` is not loaded for them here.
if TYPE_CHECKING:
    # What a provider returns: a color, CSS text, or a dynamic color to be resolved instead.
    Answer: TypeAlias = Union[Color, str, DynamicColor]
    ProviderFunction: TypeAlias = Callable[["Context"], Answer]
    # What can be registered: a color; CSS text; another dynamic color; a light and a dark color; a
    # mapping of modes to colors, or one that states a single color, such as {"hex": "c00"}; a list
    # of variants; a color of palettes; a provider.
    Recipe: TypeAlias = Union[
        Color, str, DynamicColor, tuple["Recipe", "Recipe"], Mapping[str, "Recipe"], ColorObject,
        Sequence[Variant], Semantic, ProviderFunction]


# ---- Registering ---------------------------------------------------------------------------------

# The colors within a recipe, such as the light one of a pair, are its parts. C takes Colors, CSS
# text and ids as parts. Another part, such as a function, is registered as a color without a name,
# and C gets its id. `made` lists the colors that were registered for that.


def _id_of_part(
    theme: ThemeBase, recipe: Recipe, layer: int, owner: int, made: list[DynamicColor]
) -> int:
    """Return the id of a color that another one refers to. If the recipe is not a color of the
    theme, it is registered as a color without a name, which is appended to `made`."""
    if isinstance(recipe, DynamicColor):
        return id_of(theme, recipe)
    made += register(theme, [(None, recipe)], layer, owner)
    return made[-1].id


def id_of_recipe(
    theme: ThemeBase, what: str, recipe: Recipe, layer: int, owner: int, made: list[DynamicColor]
) -> int:
    """Check a recipe that a caller gave, and return the id of its color, as `_id_of_part` does.
    `what` stands for the recipe in messages."""
    return _id_of_part(theme, variant_of(what, recipe).color, layer, owner, made)


def parts_of(
    theme: ThemeBase, recipes: list[Recipe], layer: int, owner: int, made: list[DynamicColor]
) -> Any:
    """Return an array with a dyncolor_part for each recipe. Colors that must be registered for that
    are appended to `made`."""
    parts = (PartValue * len(recipes))()
    for index, (part, recipe) in enumerate(zip(parts, recipes)):
        color = variant_of(f"colors[{index}]", recipe).color
        set_part(theme, part, color, layer, owner, made)
    return parts


def advise_reference(theme: ThemeBase, error: BaseException) -> None:
    """If `error` is about an unknown word in CSS text, and the theme has a color with this name,
    add to the error how to refer to the color."""
    from .errors import TextSyntaxError
    # If the message has the advice already, "for the color of the theme" is in it.
    if (not isinstance(error, TextSyntaxError) or "unknown color name" not in error.message
            or "for the color of the theme" in error.message):
        return
    # The context is `WORD, in PLACE; did you mean …`. The place and the suggestion may be missing.
    word, _, where = error.context.partition(";")[0].partition(", in ")
    data, id = utf8(word), c_uint32()
    if not word or theme._c.dyncolor_theme_find_n(
            theme._handle, data, len(data), byref(id), None):
        return
    reference = DynamicColor(theme, id.value).var
    error.message += f'; for the color of the theme, write {reference} or theme["{word}"]'
    in_context(error, f"{word}, in {where}" if where else word)


def register(
    theme: ThemeBase, recipes: list[tuple[str | None, Recipe]], layer: int = 0, owner: int = 0
) -> list[DynamicColor]:
    """Register names and their recipes in one transaction: all, or none if one is invalid."""
    recipes, notes = _without_notes(theme, recipes)
    count = len(recipes)
    definitions = (Definition * count)()
    ids, error = (c_uint32 * count)(), new_error()
    # Memory that the definitions point to.
    alive: list[object] = []
    # The providers that C does not have yet, by the indices of their recipes.
    providers: dict[int, Provider] = {}
    # The colors that were registered as parts of recipes; and for each recipe, the index in `made`
    # at which its parts begin.
    made: list[DynamicColor] = []
    starts: list[int] = []
    try:
        for index, (definition, (name, recipe)) in enumerate(zip(definitions, recipes)):
            definition.size = sizeof(Definition)
            starts.append(len(made))
            if layer or owner:
                definition.layer, definition.owner = layer, owner
            if name is not None:
                definition.name = data = utf8(name, "name")
                definition.name_length = len(data)
                if not data:
                    raise ValueError("a name must not be empty; None stands for no name")
            name_suffix = "" if name is None else f' of "{name}"'
            if isinstance(recipe, Semantic):
                definition.kind = KINDS["palette"]
                definition.semantic = data = utf8(recipe.name, "the name of a Semantic")
                definition.semantic_length = length_field(data)
                if recipe.otherwise is not None:
                    _set_variants(theme, definition, recipe.otherwise, made, alive, name_suffix)
            elif isinstance(recipe, str):
                definition.kind = KINDS["css"]
                definition.css = data = utf8(recipe)
                definition.css_length = length_field(data)
            elif callable(recipe):
                from .provider import DESTROYED, PROVIDE, Provider
                definition.kind = KINDS["provider"]
                provider = providers[index] = Provider(recipe, theme)
                definition.provider, definition.destroy = PROVIDE, DESTROYED
                definition.user_data = id(provider)
            else:
                if name is not None and isinstance(recipe, DynamicColor):
                    _refuse_alias_of_itself(theme, name, recipe)
                definition.kind = KINDS["variants"]
                _set_variants(theme, definition, recipe, made, alive, name_suffix)
        # From here on C destroys the providers, also if it rejects the colors.
        passed, providers = providers, {}
        status = no_gil.dyncolor_register(theme._handle, definitions, count, ids, error)
        if status:
            raise _error_of_part(status, error, recipes)
    except BaseException as failure:
        advise_reference(theme, failure)
        for provider in providers.values():
            provider.drop()
        for color in made:
            drop_parts(theme, color.id)
            theme._c.dyncolor_unregister(theme._handle, color.id, None)
        raise
    for index, provider in passed.items():
        provider.id, provider.layer, provider.owner = ids[index], layer, owner
    colors = [DynamicColor(theme, id) for id in ids]
    if made or theme._parts:
        for color, start, end in zip(colors, starts, [*starts[1:], len(made)]):
            set_parts(theme, color.id, layer, made[start:end])
    if notes:
        from .color_objects import set_notes
        for index, each in notes.items():
            set_notes(colors[index], each)
    return colors


def _without_notes(
    theme: ThemeBase, recipes: list[tuple[str | None, Recipe]]
) -> tuple[list[tuple[str | None, Recipe]], dict[int, dict[str, Any]]]:
    """Return the recipes, with a color in place of each mapping that stands for a single color,
    such as {"hex": "c00"}: such a mapping states the color. All other mappings have modes. Return
    also the notes (descriptions and the like) of mappings, by the indices of the recipes."""
    # Most recipes are no mappings.
    if not any(isinstance(recipe, Mapping) for _, recipe in recipes):
        return recipes, {}
    from .color_objects import check_notes, split_notes, stated_color, states_color
    notes: dict[int, dict[str, Any]] = {}
    plain: list[tuple[str | None, Recipe]] = []
    for index, (name, given) in enumerate(recipes):
        recipe: Any = given
        # The same as `recipe`, with a type that type checkers check.
        stated: object = given
        # What a mapping states may be a mapping again: {"value": {"hex": "c00"}}.
        while isinstance(stated, Mapping):
            recipe, own = split_notes(recipe)
            if own:
                # Notes of an outer mapping replace those of an inner one.
                notes[index] = {**own, **notes.get(index, {})}
            if not states_color(recipe):
                break
            recipe = stated = stated_color(recipe, "" if name is None else f' of "{name}"')
        plain.append((name, recipe))
    names = [name for name, _ in recipes]
    for each in notes.values():
        check_notes(theme, each, names)
    return plain, notes


def _refuse_alias_of_itself(theme: ThemeBase, name: str, color: DynamicColor) -> None:
    """Raise an error if `name` is the name that `color` has: a color cannot be an alias of
    itself."""
    if color.theme is not theme or color_name(theme, color.id) != name:
        return
    from .errors import CycleError
    if color.provider is None:
        advice = ("to change the color, give it another recipe; for what it covers in a lower "
                  "layer, use --covered()")
    else:
        advice = "to register its function again, use color.provider"
    raise CycleError("the color would be another name for itself", f"{name} → {name}; {advice}")


# What stands between an unknown word, with its place, and the word that was probably meant.
_MEANT = "; did you mean "


def _error_of_part(
    status: int, error: ErrorDetails, recipes: list[tuple[str | None, Recipe]]
) -> Error:
    """Make the exception for a color that cannot be registered. For C, all parts are variants: in
    the context of the exception, they get the names that they have in Python."""
    failure = error_of(status, error)
    import re
    context = failure.context
    part = re.search(r"(?:^|(?<=, in ))variants\[(\d+)\]\.part", context)
    if not part:
        return _error_of_text(failure, recipes)
    before, number, rest = context[:part.start()], int(part[1]), context[part.end():]
    for name, recipe in recipes:
        name_suffix = "" if name is None else f" of {name}"
        parts = _names_of_parts(recipe)
        is_of_color = rest == name_suffix or rest.startswith(f"{name_suffix}{_MEANT}")
        if is_of_color and number < len(parts):
            return in_context(failure, f"{before}{parts[number]}{rest}")
    return failure


def _error_of_text(error: Error, recipes: list[tuple[str | None, Recipe]]) -> Error:
    """Return an error of CSS text that says of which color the text is. In C, the context ends with
    `, in NAME`; here the name becomes a part of the message."""
    # Only errors of texts have a line.
    if not error.line:
        return error
    for name, recipe in recipes:
        if name is None or not isinstance(recipe, str):
            continue
        found, place, rest = error.context.rpartition(f", in {name}")
        if place and (not rest or rest.startswith(_MEANT)):
            error.message = f'in "{name}": {error.message}'
            if _is_color(name) and not rest:
                error.message += '; the name comes before the color: register("accent", "#f00")'
            return in_context(error, f"{found}{rest}")
    return error


def _is_color(text: str) -> bool:
    """Return whether a text is a color in CSS."""
    try:
        Color(text)
    except ValueError:
        return False
    return True


def in_context(error: Error, context: str) -> Error:
    """Give an error another context, and return it."""
    error.context = context
    error.args = (error.message, context)
    return error


def _names_of_parts(recipe: Any) -> list[str]:
    """Return what the parts of a recipe are called. The list is empty for a list of Variants, and
    for a recipe without parts."""
    given: object = recipe
    if isinstance(given, Semantic):
        return _names_of_parts(given.otherwise) or ["otherwise"]
    if isinstance(given, Mapping):
        # `_variants_of_modes` puts light before dark.
        return ["light", "dark"] if set(recipe) == {"light", "dark"} else [*recipe]
    if isinstance(given, tuple) and len(recipe) == 2:
        return [] if any(isinstance(part, Variant) for part in recipe) else ["light", "dark"]
    return []


def set_part(
    theme: ThemeBase, part: PartValue, color: Recipe, layer: int, owner: int,
    made: list[DynamicColor], what: str = "a color",
) -> None:
    """Set a dyncolor_part. A color that must be registered for that is appended to `made`. `what`
    stands for the color in messages."""
    if isinstance(color, Color):
        part.color = ColorValue.from_buffer_copy(color._bytes())
    elif isinstance(color, str):
        part.css = data = utf8(color)
        part.css_length = length_field(data)
    else:
        _check_kind(what, color)
        part.id = _id_of_part(theme, color, layer, owner, made)


def _set_variants(
    theme: ThemeBase, definition: Definition, recipe: Recipe, made: list[DynamicColor],
    alive: list[object], name_suffix: str,
) -> None:
    """Set the variants of a definition. `alive` keeps their memory. `name_suffix` says in messages
    which color has them: ` of "ink"`, or nothing for a color without a name."""
    pair = _pair_of_texts(recipe)
    if pair is not None:
        alive.append(pair)
        definition.variants, definition.variant_count = addressof(pair), 2
        return
    variants = _variants_of(recipe, name_suffix)
    values = (VariantValue * len(variants))()
    for index, (value, variant) in enumerate(zip(values, variants)):
        try:
            variant._fill(value, theme)
        except (LookupError, TypeError, ValueError) as error:
            from .errors import in_color
            raise in_color(error, name_suffix.removeprefix(' of "').removesuffix('"')) from None
        set_part(theme, value.part, variant.color, definition.layer, definition.owner, made,
                 f"variants[{index}]{name_suffix}")
    alive.append(values)
    definition.variants, definition.variant_count = addressof(values), len(variants)


_Pair = VariantValue * 2
# A pair without its colors: the second variant is for the dark scheme.
_EMPTY_PAIR = bytes(_Pair(VariantValue(), VariantValue(scheme=SCHEMES["dark"])))
# Where the two colors are in the pair, in bytes.
_LIGHT = VariantValue.part.offset + PartValue.color.offset
_DARK = _LIGHT + sizeof(VariantValue)


def _pair_of_texts(recipe: Any) -> Any:
    """Return the variants of a pair of two texts with plain colors, the most common recipe; None
    for any other recipe."""
    given: object = recipe
    if type(given) is not tuple or len(recipe) != 2:
        return None
    light, dark = recipe
    if type(light) is not str or type(dark) is not str:
        return None
    pair = _Pair.from_buffer_copy(_EMPTY_PAIR)
    try:
        pack_fields_into(pair, _LIGHT, *parse(light))
        pack_fields_into(pair, _DARK, *parse(dark))
    except ValueError:
        # One of the texts is no plain color. `_variants_of` takes it, or raises its error.
        return None
    return pair


def _variants_of(recipe: Any, name_suffix: str) -> list[Variant]:
    """Return the variants of a recipe. `name_suffix` is as in `_set_variants`."""
    given: object = recipe
    if isinstance(given, (list, tuple)):
        table: list[Any] = list(recipe)
        if isinstance(given, tuple) and len(table) == 2 and not _are_numbers(table):
            light, dark = table
            if not (isinstance(light, Variant) or isinstance(dark, Variant)):
                return [variant_of(f"light{name_suffix}", light),
                        variant_of(f"dark{name_suffix}", dark, scheme="dark")]
        for index, variant in enumerate(table):
            if not isinstance(variant, Variant):
                _refuse_list(recipe, index, name_suffix)
        return table
    if isinstance(given, Mapping):
        return _variants_of_modes(recipe, name_suffix)
    return [variant_of(f"a recipe{name_suffix}", recipe)]


def _are_numbers(parts: list[Any]) -> bool:
    return bool(parts) and all(isinstance(part, (int, float)) for part in parts)


def _refuse_list(recipe: Any, index: int, name_suffix: str) -> NoReturn:
    """Raise the error for a list or a tuple with something else than Variants, the first of which
    is at `index`."""
    parts = [*recipe]
    if _are_numbers(parts):
        shown = ", ".join(map(repr, parts[:4]))
        make = "Color.from_rgba8" if any(part > 1 for part in parts) else "Color"
        raise TypeError(
            f"a recipe{name_suffix} has no plain numbers; make a color of them: {make}({shown})")
    if isinstance(recipe, tuple):
        raise TypeError(
            f"a tuple{name_suffix} is a light and a dark color; got {len(parts)} elements. For "
            "several Variants, use a list")
    hint = "For a light and a dark color, use a tuple: (light, dark)" if len(parts) == 2 else ""
    raise wrong_type(f"variants[{index}]{name_suffix}", "a Variant", parts[index], hint)


def _check_kind(what: str, color: object) -> None:
    """Raise a TypeError for an object that is no recipe."""
    if not (isinstance(color, (str, Color, DynamicColor, tuple, list, Mapping, Semantic))
            or callable(color)):
        hint = "Put a Variant in a list: [Variant(…)]" if isinstance(color, Variant) else ""
        raise wrong_type(what, _KINDS_OF_RECIPES, color, hint)


def variant_of(what: str, color: Any, **conditions: Any) -> Variant:
    """Make a variant of a color that a caller gave."""
    given: object = color
    _check_kind(what, given)
    if not isinstance(given, str) and isinstance(given, Mapping):
        from .color_objects import stated_color, states_color
        if states_color(color):
            return variant_of(what, stated_color(color, f" of {what}"), **conditions)
    try:
        return Variant(color, **conditions)
    except ValueError as error:
        from .errors import Error
        if isinstance(error, Error) and isinstance(given, str):
            # As C writes the place of an error: without quotation marks.
            plain = what.replace('"', "")
            found, meant, word = error.context.partition(_MEANT)
            in_context(error, f"{found}, in {plain}{meant}{word}")
        raise


# What a color of a mapping is for, as in JSON files: a scheme, more contrast, both or neither.
_MODES = ("default", "light", "dark", "high-contrast", "light-high-contrast", "dark-high-contrast")


def _variants_of_modes(modes: Mapping[Any, Any], name_suffix: str) -> list[Variant]:
    """Return the variants of colors by their modes."""
    if set(modes) == {"light", "dark"}:
        return _variants_of((modes["light"], modes["dark"]), name_suffix)
    variants: list[Variant] = []
    for mode, color in modes.items():
        # The word before the first hyphen is the scheme, or `default` or `high`, which are none.
        # Every mode with a hyphen is for more contrast.
        scheme, hyphen, _ = mode.partition("-") if mode in _MODES else ("", "", "")
        if not scheme:
            raise ValueError(
                f"a mode{name_suffix} must be one of {', '.join(_MODES)}, not {mode!r}"
                f"{suggestion(mode, _MODES)}")
        variants.append(variant_of(
            f"{mode}{name_suffix}", color, scheme=scheme if scheme in SCHEMES else None,
            contrast="more" if hyphen else None))
    return variants
