"""What a theme tells of its palettes, and the palettes that are built in."""
from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, NamedTuple

from ._library import UNKNOWN_NAME, details, held, raise_error
from ._structures import BuiltinValue

if TYPE_CHECKING:
    from .theme import DynamicColor


class Gap(NamedTuple):
    """A name that a palette lacks, and a color that has it, in another palette, or that looks it
    up."""

    palette: str
    name: str
    example: DynamicColor


class Deprecation(NamedTuple):
    """Why a color should not be used any more, and which should instead, if any."""

    note: str
    replacement: DynamicColor | None


class Builtin(NamedTuple):
    """A palette that comes with the library, for `Theme.load_builtin`; `colors` is how many it
    has."""

    name: str
    version: str
    description: str
    colors: int


def builtins() -> list[Builtin]:
    """The palettes that come with the library. Versions of one name stand in their order.

    >>> [f"{each.name} {each.version}" for each in builtins()]
    ['css 4', 'apple 13', 'apple 26', 'libadwaita 1.6']
    """
    found: list[Builtin] = []
    while True:
        value, error = BuiltinValue(), details()
        status = held.dyncolor_builtin_at(len(found), byref(value), error)
        if status == UNKNOWN_NAME:
            return found
        if status:
            raise_error(status, error)
        found.append(Builtin(
            value.name.decode(), value.version.decode(), value.description.decode(), value.count))
