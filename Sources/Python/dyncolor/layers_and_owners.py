"""The sources of colors: the layers of a theme, and the owners of colors in them."""
from __future__ import annotations

from ctypes import byref, c_char_p, c_uint16

from ._calls import (
    INVALID_ARGUMENT, UNKNOWN_NAME, check, list_all, new_error, unknown_name, utf8, wrong_type)
from ._library import KINDS, LAYERS, suggestion
from ._structures import SourceValue
from .dynamic_color import id_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from .dynamic_color import DynamicColor
    from .theme_base import ThemeBase

    class LayerOfTheme(Protocol):
        """What a load needs of a layer, and of its owner if it has one. A Layer has all of it."""

        @property
        def theme(self) -> Any: ...

        @property
        def number(self) -> int: ...

        @property
        def owner_number(self) -> int: ...

_kinds = {number: word for word, number in KINDS.items()}


def declare_layer(theme: ThemeBase, name: str, below: str) -> int:
    """Return the number of a layer. If it is new, declare it directly below the layer `below`."""
    data, below_number = utf8(name, "the name of a layer"), find_layer(theme, below, "below")
    number, error = c_uint16(), new_error()
    check(theme._c.dyncolor_layer_declare_n(
        theme._handle, data, len(data), below_number, byref(number), error), error)
    return number.value


def declare_owner(theme: ThemeBase, name: str) -> int:
    """Return the number of an owner. Declares the owner if necessary."""
    data, number, error = utf8(name, "owner"), c_uint16(), new_error()
    check(theme._c.dyncolor_owner_declare_n(
        theme._handle, data, len(data), byref(number), error), error)
    return number.value


def find_layer(theme: ThemeBase, name: str, what: str = "layer") -> int:
    """Return the number of a layer."""
    data, number, error = utf8(name, what), c_uint16(), new_error()
    status = theme._c.dyncolor_layer_find_n(
        theme._handle, data, len(data), byref(number), error)
    # Text that cannot be a name, such as one with a NUL, is an invalid argument.
    if status in (UNKNOWN_NAME, INVALID_ARGUMENT):
        known = [layer_name(theme, each) for each in layers_of(theme)]
        raise unknown_name(
            f"no layer has this name; declared layers: {', '.join(known)}. Declare a new "
            'layer with Theme.layer(name, below="user")',
            f"{name}{suggestion(name, known)}", [name])
    check(status, error)
    return number.value


def layers_of(theme: ThemeBase) -> list[int]:
    """Return the numbers of all layers, from the lowest to the highest."""
    # 0: the first array has no room, so that C only says how many layers there are.
    numbers: list[int] = list_all(
        c_uint16, 0, lambda *output: theme._c.dyncolor_theme_layers(theme._handle, *output))
    return numbers


def layer_name(theme: ThemeBase, number: int) -> str:
    """Return the name of a layer."""
    name, error = c_char_p(), new_error()
    check(theme._c.dyncolor_layer_name(theme._handle, number, byref(name), error), error)
    return (name.value or b"").decode()


def layer_numbers(
    theme: ThemeBase, layer: LayerOfTheme | str | None, owner: str | None
) -> tuple[int, int]:
    """Return the numbers of a layer and an owner. The default layer is the one called "theme". An
    owner that is given replaces the owner of a Layer."""
    number, owner_number = LAYERS["theme"], 0
    if isinstance(layer, str):
        number = find_layer(theme, layer)
    elif layer is not None:
        if not hasattr(layer, "owner_number"):
            raise wrong_type("layer", "a Layer or the name of a layer", layer)
        if layer.theme is not theme and layer.theme._handle != theme._handle:
            raise ValueError("layer must be one of this theme; got one of another theme")
        number, owner_number = layer.number, layer.owner_number
    if owner is not None:
        owner_number = declare_owner(theme, owner)
    return number, owner_number


def clear_owner(theme: ThemeBase, owner: str) -> None:
    """Remove all colors of an owner, in every layer."""
    known, error = theme.owners, new_error()
    check(theme._c.dyncolor_owner_clear(theme._handle, known[owner], error), error)


def _sources(theme: ThemeBase, id: int) -> list[SourceValue]:
    """Return the sources of a color, the highest layer first."""
    # Few colors are defined in more than 4 layers. For these, `list_all` calls C twice.
    sources: list[SourceValue] = list_all(
        SourceValue, 4, lambda *output: theme._c.dyncolor_id_sources(theme._handle, id, *output))
    return sources


def highest_layer(theme: ThemeBase, id: int) -> int:
    """Return the number of the highest layer that defines a color."""
    return _sources(theme, id)[0].layer


def provenance(theme: ThemeBase, color: DynamicColor | str) -> list[tuple[str, str | None, str]]:
    """Return the layer, the owner and the kind of each definition of a color, highest first."""
    sources = _sources(theme, id_of(theme, color))
    owners = theme.owners
    return [(layer_name(theme, source.layer),
             owners._name(source.owner) if source.owner else None, _kinds[source.kind])
            for source in sources]
