"""Finding colors by their names, in a theme and in each of its layers."""
from __future__ import annotations

from ._arguments import public_name
from .dynamic_color import DynamicColor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeVar, overload

    Default = TypeVar("Default")


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
        if isinstance(name, str) and name not in self:
            return default
        try:
            return self[name]
        except LookupError:
            return default

    def names(self) -> list[str]:
        """Return the names of the colors, in the order of their rows.

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
        """Return the colors that have a name, in the order of their rows.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> theme.values()
        [<DynamicColor 'ink'>]
        """
        return [color for _, color in self.items()]
