"""Layers of a theme, in which colors override those of lower layers."""
from __future__ import annotations

from ._calls import check, new_error, unknown_name
from ._mapping import ReadOnlyMapping
from .color import Color
from .dynamic_color import DynamicColor, constant_values, drop_parts, id_of
from .loading import ConvertedLoadOptions, load
from .recipe import register
from .registering import NamedColors, Registering
from .layers_and_owners import declare_layer, declare_owner, find_layer, layer_name, layers_of
from .watch import Watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, TypeVar

    from ._memory import Buffer
    from .reports import Report
    from .theme_base import ThemeBase
    from .words import Files, Format, Path, Progress

    Key = TypeVar("Key", DynamicColor, str)


class Layer(Registering, NamedColors):
    """A layer of a theme, which `Theme.layer` returns.

    >>> theme = Theme()
    >>> user = theme.layer("user", owner="settings")
    >>> accent = user.register("accent", "teal")
    >>> accent in user, "ink" in user, user["accent"] == accent, user.names()
    (True, False, True, ['accent'])

    Its colors override those of lower layers with the same names, and are overridden by those of
    higher layers. In CSS text, `--covered()` stands for the definition that a color overrides.
    If `owner` is not None, the colors that are registered belong to this owner, a part of the
    program: see `Theme.unregister_owner`. A layer finds and lists colors by their names as a theme
    does: `in`, `[]`, iterating, `len`, `get`, `names` and the like are about all colors that the
    layer defines, whoever their owner is. `theme` is the `Theme` of the layer.
    """

    __slots__ = ("name", "number", "owner", "owner_number", "theme")
    # A Theme. This module cannot import that class: theme.py depends on this module.
    theme: Any

    def __init__(
        self, theme: ThemeBase, name: str, number: int, owner: str | None = None,
        owner_number: int = 0,
    ) -> None:
        self.theme = theme
        self.name = name
        self.number = number
        self.owner = owner
        self.owner_number = owner_number

    def _destination(self) -> tuple[ThemeBase, int, int]:
        return self.theme, self.number, self.owner_number

    def load(
        self, source: Path, data: Buffer | str | dict[str, Any] | None = None, *,
        format: Format | None = None, prefix: str = "", strict: bool = False,
        allow_outside: bool = False, system_version: str = "", files: Files | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Load the colors of a file or a folder into this layer, as `Theme.load` does.

        >>> theme = Theme()
        >>> user = theme.layer("user", owner="settings")
        >>> user.load("user.json", {"accent": "teal"})
        <Report of 1 colors, 0 findings>
        >>> theme.provenance("accent")
        [('user', 'settings', 'variants')]
        """
        return load(self.theme, source, data, ConvertedLoadOptions(
            self.theme, format, self, None, prefix, strict, allow_outside, system_version, files,
            progress))

    def watch(
        self, path: Path, *, format: Format | None = None, prefix: str = "", strict: bool = False,
        allow_outside: bool = False, system_version: str = "", progress: Progress | None = None,
        anyway: bool = False,
    ) -> Watch:
        """Load a file or a folder into this layer, and watch it, as `Theme.watch` does.

        >>> theme = Theme()
        >>> from tempfile import NamedTemporaryFile
        >>> with NamedTemporaryFile("w", suffix=".json") as file:
        ...     written = file.write('{"accent": "teal"}')
        ...     file.flush()
        ...     with theme.layer("user").watch(file.name) as watch:
        ...         print(watch.report, theme.names(), watch.pump())
        1 color, no findings ['accent'] None
        """
        return Watch(self.theme, path, ConvertedLoadOptions(
            self.theme, format, self, None, prefix, strict, allow_outside, system_version, None,
            progress, anyway))

    def redefine(self, colors: Mapping[Key, Color | str]) -> None:
        """Give constant values to colors that this layer defines, in one transaction.

        >>> theme = Theme()
        >>> accent, user = theme.register("accent", "teal"), theme.layer("user")
        >>> mine = user.register("accent", "plum")
        >>> theme.layer("theme").redefine({"accent": "navy"})
        >>> accent.resolve().hex
        '#dda0dd'
        >>> user.redefine({accent: "pink"})
        >>> accent.resolve().hex
        '#ffc0cb'

        The owner of a definition becomes that of this Layer. `Theme.redefine` changes each color in
        the highest layer that has it. Raises UnknownNameError if this layer does not define one of
        the colors.
        """
        theme = self.theme
        # Only for its errors: each value must be a constant color.
        constant_values(theme, colors)
        found = [self[color] for color in colors]
        # `Theme.redefine` suffices if, for each color, the definition in effect is that of this
        # layer and owner.
        if all(theme.provenance(color)[0][:2] == (self.name, self.owner) for color in found):
            theme.redefine(dict(zip(found, colors.values())))
            return
        names = [color.name for color in found]
        if not all(names):
            raise ValueError("a color without a name cannot be redefined in one call with colors "
                             "that higher layers or other owners define, too; call redefine() of "
                             "that color")
        register(theme, [
            (name, value if isinstance(value, Color) else Color(value))
            for name, value in zip(names, colors.values())],
            self.number, self.owner_number)

    def unregister(self, color: DynamicColor | str) -> None:
        """Remove a color from this layer. Raises UnknownNameError if the layer does not define it.

        >>> theme = Theme()
        >>> accent, user = theme.register("accent", "teal"), theme.layer("user")
        >>> mine = user.register("accent", "plum")
        >>> user.unregister("accent")
        >>> accent.resolve().hex
        '#008080'
        """
        theme, error = self.theme, new_error()
        id = id_of(theme, color)
        check(theme._c.dyncolor_layer_unregister(theme._handle, self.number, id, error), error)
        drop_parts(theme, id, self.number)

    def clear(self) -> None:
        """Remove all colors from this layer, of all owners. The layer itself remains.

        >>> theme = Theme()
        >>> accent, user = theme.register("accent", "teal"), theme.layer("user")
        >>> mine = user.register("accent", "plum")
        >>> user.clear()
        >>> accent.resolve().hex
        '#008080'
        """
        theme, error = self.theme, new_error()
        check(theme._c.dyncolor_layer_clear(theme._handle, self.number, error), error)
        for id in [*theme._parts]:
            drop_parts(theme, id, self.number)

    def __getitem__(self, name: DynamicColor | str) -> DynamicColor:
        """Return the color with a name, if this layer defines it."""
        color = DynamicColor(self.theme, id_of(self.theme, name, "name"))
        if color not in self:
            raise unknown_name(
                "the layer does not define this color",
                name if isinstance(name, str) else color.name)
        return color

    def __iter__(self) -> Iterator[DynamicColor]:
        """Iterate over the colors that the layer defines, in the order of `DynamicColor.row`."""
        return iter([color for color in self.theme if color in self])

    def __len__(self) -> int:
        """The number of colors that the layer defines."""
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        """Return whether the layer defines a color, which is a DynamicColor or a name."""
        if not isinstance(name, (DynamicColor, str)) or name not in self.theme:
            return False
        return any(layer == self.name for layer, _, _ in self.theme.provenance(name))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layer):
            return NotImplemented
        return bool((self.number, self.owner_number, self.theme._handle) == (
            other.number, other.owner_number, other.theme._handle))

    def __hash__(self) -> int:
        return hash((self.number, self.owner_number, self.theme._handle))

    def __repr__(self) -> str:
        return f"<Layer {self.name!r}>" if self.owner is None else (
            f"<Layer {self.name!r}, for {self.owner!r}>")


def layer_of(theme: ThemeBase, name: str, below: str | None, owner: str | None) -> Layer:
    """Return the layer with a name. If `below` is given, and no layer has the name yet, declare the
    layer directly below the layer `below`."""
    if below is None:
        number = find_layer(theme, name, "the name of a layer")
    else:
        number = declare_layer(theme, name, below)
    return Layer(
        theme, name, number, owner, 0 if owner is None else declare_owner(theme, owner))


class Layers(ReadOnlyMapping[str, Layer]):
    """The layers of a theme by their names, from the lowest to the highest: a read-only mapping.

    >>> theme = Theme()
    >>> brand = theme.layer("brand", below="user")
    >>> list(theme.layers), theme.layers["brand"] == brand
    (['defaults', 'theme', 'brand', 'user'], True)
    """

    __slots__ = ("_theme",)

    def __init__(self, theme: ThemeBase) -> None:
        self._theme = theme

    def __getitem__(self, name: str) -> Layer:
        return Layer(self._theme, name, find_layer(self._theme, name))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        return (layer_name(self._theme, number) for number in layers_of(self._theme))

    def __len__(self) -> int:
        count: int = self._theme._c.dyncolor_layer_count(self._theme._handle)
        return count

    def __repr__(self) -> str:
        return repr(dict(self))
