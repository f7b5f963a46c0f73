"""Layers of a theme, and the owners on whose behalf colors are registered in them."""
from __future__ import annotations

from ctypes import byref, c_char_p, c_uint16

from ._calls import check, details, unknown_name, utf8
from ._library import KINDS, LAYERS
from ._structures import SourceValue
from .dynamic_color import id_of, list_all
from .recipe import one_recipe, register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, overload

    from .color import Color
    from .dynamic_color import DynamicColor
    from .recipe import Recipe
    from .theme_base import ThemeBase

_kinds = {number: word for word, number in KINDS.items()}


class Layer:
    """A layer of a theme, which `Theme.layer` returns.

    Its colors override those of lower layers with the same names, and are overridden by those of
    higher layers. `theme` is the `Theme`.
    """

    __slots__ = ("_owner", "name", "number", "owner", "theme")
    # A Theme, which is defined above this module.
    theme: Any

    def __init__(
        self, theme: ThemeBase, name: str, number: int, owner: str | None = None,
        owner_number: int = 0,
    ) -> None:
        self.theme = theme
        self.name = name
        self.number = number
        self.owner = owner
        self._owner = owner_number

    if TYPE_CHECKING:
        @overload
        def register(self, name: str | None, recipe: Recipe, /) -> DynamicColor: ...

        @overload
        def register(
            self, name: str | None, /, *, light: Color | str, dark: Color | str
        ) -> DynamicColor: ...

    def register(
        self, name: str | None, recipe: Recipe | None = None, /, *,
        light: Color | str | None = None, dark: Color | str | None = None,
    ) -> DynamicColor:
        """Register a color in this layer, as `Theme.register` does in the layer `theme`."""
        return register(
            self.theme, [(name, one_recipe(recipe, light, dark))], self.number, self._owner)[0]

    def register_all(self, recipes: Mapping[str, Recipe]) -> dict[str, DynamicColor]:
        """Register colors in this layer: all, or none if one is refused."""
        return dict(zip(recipes, register(
            self.theme, list(recipes.items()), self.number, self._owner), strict=True))

    def load_builtin(self, name: str, version: str = "", *, prefix: str | None = None) -> int:
        """Register the colors of a built-in palette in this layer, as `Theme.load_builtin` does.

        They have no owner.
        """
        from .palettes import load_builtin
        return load_builtin(self.theme, name, version, prefix, self.number)

    def unregister(self, color: DynamicColor | str) -> None:
        """Remove a color from this layer. Raises UnknownNameError if the layer does not define it.
        """
        theme, error = self.theme, details()
        check(theme._c.dyncolor_layer_unregister(
            theme._handle, self.number, id_of(theme, color), error), error)

    def drop(self) -> None:
        """Remove all colors from this layer, of all owners. The layer itself remains."""
        theme, error = self.theme, details()
        check(theme._c.dyncolor_layer_clear(theme._handle, self.number, error), error)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layer):
            return NotImplemented
        return bool((self.number, self._owner, self.theme._handle) == (
            other.number, other._owner, other.theme._handle))

    def __hash__(self) -> int:
        return hash((self.number, self._owner, self.theme._handle))

    def __repr__(self) -> str:
        return f"<Layer {self.name!r}>" if self.owner is None else (
            f"<Layer {self.name!r}, for {self.owner!r}>")


def declare_layer(theme: ThemeBase, name: str, below: str, owner: str | None) -> Layer:
    """Return a layer. A new one is declared directly below another."""
    above = LAYERS.get(below)
    if above is None:
        known = {layer.name: layer.number for layer in list_layers(theme)}
        if below not in known:
            raise unknown_name(
                f"no layer has this name; declared are: {', '.join(known)}", below)
        above = known[below]
    data, number, error = utf8(name), c_uint16(), details()
    check(theme._c.dyncolor_layer_declare_n(
        theme._handle, data, len(data), above, byref(number), error), error)
    if owner is None:
        return Layer(theme, name, number.value)
    data, owner_number = utf8(owner), c_uint16()
    check(theme._c.dyncolor_owner_declare_n(
        theme._handle, data, len(data), byref(owner_number), error), error)
    return Layer(theme, name, number.value, owner, owner_number.value)


def list_layers(theme: ThemeBase) -> list[Layer]:
    """Return all layers, from the lowest to the highest."""
    numbers: list[int] = list_all(
        c_uint16, 0, lambda *room: theme._c.dyncolor_theme_layers(theme._handle, *room))
    return [Layer(theme, _layer_name(theme, number), number) for number in numbers]


def _layer_name(theme: ThemeBase, number: int) -> str:
    name, error = c_char_p(), details()
    check(theme._c.dyncolor_layer_name(theme._handle, number, byref(name), error), error)
    return (name.value or b"").decode()


def layer_numbers(
    theme: ThemeBase, layer: Layer | str | None, owner: str | None
) -> tuple[int, int]:
    """Return the numbers of a layer and an owner. An owner that is given replaces the layer's."""
    if isinstance(layer, Layer):
        if layer.theme is not theme and layer.theme._handle != theme._handle:
            raise ValueError("the layer is one of another theme")
        if owner is None:
            return layer.number, layer._owner
        layer = layer.name
    if layer is None and owner is None:
        return LAYERS["theme"], 0
    found = declare_layer(theme, layer or "theme", "user", owner)
    return found.number, found._owner


def list_owners(theme: ThemeBase) -> dict[str, int]:
    """Return the owners: names and their numbers."""
    return theme._numbers(theme._c.dyncolor_owner_name, 65535)


def unregister_owner(theme: ThemeBase, owner: str) -> None:
    """Remove all colors of an owner, in every layer."""
    known, error = list_owners(theme), details()
    if owner not in known:
        raise unknown_name(
            f"no owner has this name; declared are: {', '.join(known) or 'none'}", owner)
    check(theme._c.dyncolor_owner_clear(theme._handle, known[owner], error), error)


def provenance(theme: ThemeBase, color: DynamicColor | str) -> list[tuple[str, str | None, str]]:
    """Return the layer, the owner and the kind of each definition of a color, highest first."""
    id = id_of(theme, color)
    sources: list[SourceValue] = list_all(
        SourceValue, 4, lambda *room: theme._c.dyncolor_id_sources(theme._handle, id, *room))
    names: dict[int, str | None] = {number: name for name, number in list_owners(theme).items()}
    return [(_layer_name(theme, source.layer), names.get(source.owner), _kinds[source.kind])
            for source in sources]
