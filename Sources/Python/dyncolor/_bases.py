"""Base classes with the methods of sequences and mappings, without abstract base classes.

Those would fill most of what `help` shows, and make isinstance() slower. For type checkers, and for
isinstance(), the classes are the usual ones.
"""
from __future__ import annotations

from _collections_abc import Mapping, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    ReadOnlyMapping = Mapping
    ReadOnlySequence = Sequence
else:
    class ReadOnlyMapping:
        """The methods of a read-only mapping."""

        __slots__ = ()
        __hash__ = __reversed__ = None
        get, keys, items, values = Mapping.get, Mapping.keys, Mapping.items, Mapping.values
        __contains__, __eq__ = Mapping.__contains__, Mapping.__eq__

        def __class_getitem__(cls, types):
            return cls

    class ReadOnlySequence:
        """The methods of a read-only sequence."""

        __slots__ = ()
        index, count = Sequence.index, Sequence.count
        __contains__, __reversed__ = Sequence.__contains__, Sequence.__reversed__

        def __class_getitem__(cls, types):
            return cls

    Mapping.register(ReadOnlyMapping)
    Sequence.register(ReadOnlySequence)
