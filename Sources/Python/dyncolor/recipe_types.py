"""The types of recipes at run time. Type checkers read those of recipe.py."""
from __future__ import annotations

from _collections_abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Union

from .color import Color
from .dynamic_color import DynamicColor
from .recipe import Semantic, Variant

if TYPE_CHECKING:
    from .provider import Context

Answer = Union[Color, str, DynamicColor]
ProviderFunction = Callable[["Context"], Answer]
# `Mapping` includes dictionaries that stand for one color, such as {"hex": "#336699"}.
Recipe = Union[
    Color, str, DynamicColor, tuple["Recipe", "Recipe"], Mapping[str, "Recipe"],
    Sequence[Variant], Semantic, ProviderFunction]
