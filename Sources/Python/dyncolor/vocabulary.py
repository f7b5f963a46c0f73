"""The names that are declared in a theme besides colors: palettes, axes, values and others."""
from __future__ import annotations

from _operator import index
from ctypes import byref, c_char_p, c_uint8, c_uint16, c_uint32

from ._calls import (
    INVALID_ARGUMENT, UNKNOWN_NAME, check, list_all, new_error, unknown_name, utf8, wrong_type)
from ._library import (
    AXES, CONTRASTS, ELEVATIONS, GAMUTS, IDIOMS, SCHEMES, STATES, VISIONS, no_gil, suggestion)
from ._mapping import ReadOnlyMapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Protocol, TypeVar, overload

    Default = TypeVar("Default")

    class HasNames(Protocol):
        """What the mappings of this module need of a theme: a Theme has it."""

        _handle: int
        _c: Any

# The kinds of names, each with the type of its numbers in C, and the method that declares a name.
_kinds: dict[str, tuple[type[Any], str]] = {
    "palette": (c_uint16, "Theme.palette()"), "locale": (c_uint16, "Theme.locale()"),
    "subtype": (c_uint8, "Theme.subtype()"), "owner": (c_uint16, "Theme.layer()")}


# The axes of every theme, by the names that they have in Python.
_builtin_axes = tuple(name for name in AXES if name != "custom")
# The axes whose values are words in the conditions of variants, with the number of each word.
_words: dict[str, Mapping[str, int]] = {
    "scheme": SCHEMES, "contrast": CONTRASTS, "elevation": ELEVATIONS, "gamut": GAMUTS,
    "idiom": IDIOMS, "vision": VISIONS, "state": STATES}


class Names(ReadOnlyMapping[str, int]):
    """Names and their numbers: a read-only mapping that shows what the theme has now.

    >>> theme = Theme()
    >>> locales = theme.locales
    >>> french_number = theme.locale("fr")
    >>> locales, list(locales), "de" in locales
    ({'fr': 1}, ['fr'], False)

    It does not matter how the theme got a name: from a call, from a file or from an image. A name
    that the theme does not have is an UnknownNameError, which is a KeyError.
    """

    __slots__ = ("_kind", "_theme")
    # What messages call the names that the theme has.
    _known = "declared"

    def __init__(self, theme: HasNames, kind: str) -> None:
        self._theme = theme
        self._kind = kind

    def _find(self, name: str) -> int | None:
        """Return the number of a name, or None."""
        data, number, error = utf8(name, "name"), _kinds[self._kind][0](), new_error()
        find = getattr(self._theme._c, f"dyncolor_{self._kind}_find_n")
        return _found(find(self._theme._handle, data, len(data), byref(number), error), number,
                      error)

    def _name(self, number: int) -> str:
        """Return the name with a number, or an empty text."""
        name = c_char_p()
        getattr(self._theme._c, f"dyncolor_{self._kind}_name")(
            self._theme._handle, number, byref(name), None)
        return (name.value or b"").decode()

    def _unknown(self, name: str) -> Exception:
        declare = _kinds[self._kind][1]
        return unknown_name(
            f"no {self._kind} has this name; {self._known} {self._kind}s: "
            f"{', '.join(self) or 'none'}. "
            f"Declare a new {self._kind} with {declare}", f"{name}{suggestion(name, self)}", [name])

    def __getitem__(self, name: str) -> int:
        number = self._find(name)
        if number is None:
            raise self._unknown(name)
        return number

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not None

    if TYPE_CHECKING:
        @overload
        def get(self, name: str, /) -> int | None: ...

        @overload
        def get(self, name: str, /, default: int) -> int: ...

        @overload
        def get(self, name: str, /, default: Default) -> int | Default: ...

    def get(self, name: str, /, default: Any = None) -> Any:
        """Return the number of a name, or `default` if the theme does not have it.

        >>> theme = Theme()
        >>> french_number = theme.locale("fr")
        >>> theme.locales.get("fr"), theme.locales.get("de"), theme.locales.get("de", 0)
        (1, None, 0)
        """
        # The inherited method would make an UnknownNameError, whose message lists all names.
        number = self._find(name)
        return default if number is None else number

    def __len__(self) -> int:
        count: int = getattr(self._theme._c, f"dyncolor_{self._kind}_count")(self._theme._handle)
        return count

    def __iter__(self) -> Iterator[str]:
        return (self._name(number) for number in range(1, len(self) + 1))

    def __repr__(self) -> str:
        return repr(dict(self))


class Palettes(Names):
    """The palettes: those that are declared, and those that just have colors.

    The palette of `Night/ink` is `Night`, and `color/blue/100` is a color of both `color` and
    `color/blue`. A palette that was not declared gets its number when it is looked up. Iterating
    gives no palette a number. Palettes with a number come first, in the order of their numbers,
    then the others, in the order of their colors.

    >>> theme = Theme()
    >>> ink = theme.register("Night/ink", "navy")
    >>> day_number = theme.palette("Day")
    >>> theme.palettes, theme.palettes["Day"]
    (<palettes Day, Night>, 1)
    """

    __slots__ = ()
    # Palettes need not be declared.
    _known = "known"

    def _all(self) -> list[str]:
        """Return the names. Unlike a lookup, this gives no palette a number."""
        names = dict.fromkeys(self._name(number) for number in range(1, super().__len__() + 1))
        theme = self._theme
        for id in list_all(
                c_uint32, 0, lambda *output: no_gil.dyncolor_theme_colors(theme._handle, *output)):
            name = c_char_p()
            theme._c.dyncolor_id_name(theme._handle, id, byref(name), None)
            # The text before each slash is a palette, except before a slash that ends the name.
            *groups, last = (name.value or b"").decode().split("/")
            for end in range(1, len(groups) + bool(last)):
                names.setdefault("/".join(groups[:end]))
        # The empty text before a slash at the beginning of a name is no palette.
        names.pop("", None)
        return list(names)

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __repr__(self) -> str:
        return f"<palettes {', '.join(self) or 'none'}>"


class Axis(Names):
    """An axis of environments: the names of its values, and their numbers.

    >>> theme = Theme()
    >>> season_axis = theme.axis("season", "summer", "winter")
    >>> season = theme.axes["season"]
    >>> season, season.name, season.number == season_axis, season["winter"]
    ({'summer': 1, 'winter': 2}, 'season', True, 2)

    `name` is its name, and `number` its number, which `Theme.axis` returns for a custom axis.
    """

    __slots__ = ("name", "number")

    def __init__(self, theme: HasNames, name: str, number: int) -> None:
        super().__init__(theme, "value")
        self.name = name
        self.number = number

    @property
    def _custom_index(self) -> int:
        """The index of a custom axis in `Environment.custom`."""
        return self.number - AXES["custom"]

    def _find(self, name: str) -> int | None:
        data, number, error = utf8(name, f"a value of {self.name}"), c_uint32(), new_error()
        return _found(self._theme._c.dyncolor_axis_find_value_n(
            self._theme._handle, self.number, data, len(data), byref(number), error), number,
            error)

    def _name(self, number: int) -> str:
        name = c_char_p()
        self._theme._c.dyncolor_axis_value_name(
            self._theme._handle, self.number, number, byref(name), None)
        return (name.value or b"").decode()

    def _unknown(self, name: str) -> Exception:
        return unknown_name(
            f'the axis "{self.name}" has no value of this name; declared values: '
            f"{', '.join(self) or 'none'}. Declare a new value with Theme.axis()",
            f"{name}{suggestion(name, self)}", [name])

    def number_of(self, value: str | int) -> int:
        """Return the number of a value, which is given by its name or its number.

        >>> theme = Theme()
        >>> season_axis = theme.axis("season", "summer", "winter")
        >>> theme.axes["season"].number_of("winter"), theme.axes["season"].number_of(2)
        (2, 2)
        """
        if isinstance(value, str):
            return self[value]
        try:
            if isinstance(value, bool):
                raise TypeError
            number = index(value)
        except TypeError:
            raise wrong_type(
                self.name, "the name of a value, or a number from 0 to 255", value) from None
        if not 0 <= number <= 255:
            raise ValueError(f"{self.name} must be from 0 to 255, not {value!r}")
        # An axis without names takes every number.
        if self and number > self._greatest_number():
            raise ValueError(
                f"{self.name} must be one of {', '.join(self)}, or a number from 0 to "
                f"{self._greatest_number()}, not {value!r}")
        return number

    def _greatest_number(self) -> int:
        """Return the greatest number of a value. Some smaller numbers may have no name."""
        count: int = self._theme._c.dyncolor_axis_value_count(self._theme._handle, self.number)
        return count

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[str]:
        if self.name == "palette":
            # Palettes that only have colors are listed, too, although they have no number yet.
            return iter(Palettes(self._theme, "palette"))
        return filter(None, map(self._name, range(1, self._greatest_number() + 1)))


class Axes(ReadOnlyMapping[str, Axis]):
    """The axes of environments, by their names: a read-only mapping.

    >>> theme = Theme()
    >>> season_axis = theme.axis("season", "summer", "winter")
    >>> theme.axes["scheme"], theme.axes["season"]["winter"]
    ({'light': 1, 'dark': 2}, 2)
    >>> theme.custom_axes
    {'season': {'summer': 1, 'winter': 2}}
    """

    __slots__ = ("_theme",)

    def __init__(self, theme: HasNames) -> None:
        self._theme = theme

    def __getitem__(self, name: str) -> Axis:
        utf8(name, "the name of an axis")
        number = AXES.get(name) if name in _builtin_axes else self._find(name)
        if number is None or not self._has(number):
            raise unknown_name(
                f"{self._missing}; declared axes: {', '.join(self) or 'none'}. "
                "Declare a new axis with Theme.axis()",
                f"{name}{suggestion(name, Axes(self._theme))}", [name])
        return Axis(self._theme, name, number)

    # What is wrong with an unknown name.
    _missing = "no axis has this name"

    def _has(self, number: int) -> bool:
        """Return whether the mapping has the axis with a number. It has all but in `CustomAxes`."""
        return number >= 0

    def _find(self, name: str) -> int | None:
        """Return the number of a custom axis, or None."""
        data, number, error = utf8(name), c_uint32(), new_error()
        found = _found(self._theme._c.dyncolor_axis_find_n(
            self._theme._handle, data, len(data), byref(number), error), number, error)
        return None if found is None or found < AXES["custom"] else found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[str]:
        return (*_builtin_axes, *CustomAxes(self._theme)).__iter__()

    def __repr__(self) -> str:
        return repr(dict(self))


class CustomAxes(Axes):
    """The custom axes of a theme, by their names."""

    __slots__ = ()
    _missing = "no custom axis has this name"

    def _has(self, number: int) -> bool:
        return number >= AXES["custom"]

    def __iter__(self) -> Iterator[str]:
        count: int = self._theme._c.dyncolor_axis_count(self._theme._handle)
        return (axis_name(self._theme, number) for number in range(AXES["custom"], count))


def identifier(name: str) -> str:
    """Return a name as CSS writes it after two hyphens. A control character becomes a hexadecimal
    escape. All other ASCII characters except letters, digits, hyphens and underscores get a
    backslash."""
    return "".join(
        each if each in "-_" or each.isalnum() or each >= "\x80" else
        f"\\{ord(each):x} " if each < " " or each == "\x7f" else f"\\{each}" for each in name)


def conditions_of(numbers: Mapping[str, int]) -> dict[str, str | float]:
    """Return the conditions of a variant as words, by their axes. A contrast without a word is a
    number from −1 to 1."""
    found: dict[str, str | float] = {}
    for axis, number in numbers.items():
        words = {known: word for word, known in _words[axis].items()}
        # See `contrast_value` of environment.py.
        found[axis] = words[number] if number in words else (number - 101) / 100
    return found


def axis_names(theme: HasNames, axes: int) -> frozenset[str]:
    """Return the names of the axes in a bit set."""
    builtin = {number: name for name, number in AXES.items() if name != "custom"}
    names = (builtin.get(bit) or axis_name(theme, bit) for bit in range(32) if axes >> bit & 1)
    # An axis that is not declared has no name, and no values.
    return frozenset(filter(None, names))


def axis_name(theme: HasNames, axis: int) -> str:
    """Return the name of an axis, or an empty text."""
    name = c_char_p()
    theme._c.dyncolor_axis_name(theme._handle, axis, byref(name), None)
    return (name.value or b"").decode()


def _found(status: int, number: Any, error: Any) -> int | None:
    """Return the number that a function of C has found, or None for an unknown name."""
    # Text that cannot be a name, such as one with a NUL, is an invalid argument.
    if status in (UNKNOWN_NAME, INVALID_ARGUMENT):
        return None
    check(status, error)
    found: int = number.value
    return found
