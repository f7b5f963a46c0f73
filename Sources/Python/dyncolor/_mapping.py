"""A base class with the methods of mappings, without abstract base classes.

Abstract base classes would fill most of what `help` shows, and make isinstance() slower. Type
checkers see the usual class, Mapping. For isinstance(), too, this class is a subclass of Mapping.
"""
from __future__ import annotations

from _collections_abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    ReadOnlyMapping = Mapping
else:
    class ReadOnlyMapping:
        """The methods of a read-only mapping."""

        __slots__ = ()
        __hash__ = __reversed__ = None
        get, keys, items, values = Mapping.get, Mapping.keys, Mapping.items, Mapping.values
        __contains__, __eq__ = Mapping.__contains__, Mapping.__eq__

        def __class_getitem__(cls, types):
            return cls

    Mapping.register(ReadOnlyMapping)
