"""`DynamicColor`, a color of a theme, and how colors are found and listed."""
from __future__ import annotations

import sys
from _collections_abc import Mapping
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint32, create_string_buffer

from ._calls import (
    BUFFER_TOO_SMALL, DYNAMIC, UNKNOWN_NAME, check, expect, list_all, new_error, raise_error,
    raise_pending, runs_providers, unknown_name, utf8, wrong_type)
from ._color_data import Float4, data_of, return_pixel, take_pixel, unpack_floats
from ._library import KINDS, LEVELS, MOST_NAMES, no_gil, suggestion, word_value
from .color import Color, resolved_color
from .environment import AXIS_NAMES, EVERYWHERE, environment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ._memory import WritableBuffer
    from .deprecation import Deprecation
    from .environment import Environment
    from .pixels import Pixels
    from .theme_base import ThemeBase
    from .words import Level


def _axis_advice(axis: str) -> str:
    return f"pass an environment: theme.environment({axis}=…)"


# What errors advise if values of axes were passed as keywords. "any" stands for all keywords that
# are neither built-in axes nor like an argument: they may be custom axes.
AXES_ADVICE = {
    **{axis: _axis_advice(axis) for axis in AXIS_NAMES},
    "any": "the value of a custom axis belongs to the environment: pass theme.environment(…)"}
# The upper 20 bits of an id are the row, plus 1. The lower 12 tell apart the colors that have used
# the same row one after another.
_row_shift = 12
_new = object.__new__


class DynamicColor:
    """A color of a theme: a function from an environment to a color.

    >>> theme = Theme()
    >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    >>> accent.name, accent.resolve("dark"), accent == theme["accent"]
    ('accent', Color('#81d0ff'), True)

    It stays the same color, for `==` and `hash`, when it is redefined or renamed. To compare what
    two colors mean, use `equals`. `theme` is the `Theme` that it belongs to, and which exists as
    long as the DynamicColor does.
    """

    __slots__ = ("id", "theme")
    # A Theme. This module cannot import that class: theme.py depends on this module.
    theme: Any

    def __init__(self, theme: ThemeBase, id: int) -> None:
        if type(id) is not int:
            expect("id", "the number of a color", id, int)
        if not 0 <= id < 1 << 32:
            raise ValueError(f"an id has 32 bits, unlike {id!r}")
        self.theme = theme
        self.id = id

    @runs_providers
    def resolve(self, environment: Environment | str = EVERYWHERE) -> Color:
        """Return the color for an environment, or for an appearance by name, such as `"dark"`.

        >>> accent = Theme().register("accent", light="#0461be", dark="#81d0ff")
        >>> accent.resolve(Environment(scheme="dark", contrast="more")), accent.resolve("dark")
        (Color('#81d0ff'), Color('#81d0ff'))

        The values of axes are no arguments: pass an environment that has them, as above.
        `Environment.named` lists the names of appearances.
        """
        theme: ThemeBase = self.theme
        try:
            where = environment._pointer  # type: ignore[union-attr]
        except AttributeError:
            where = environment_of(environment)._pointer
        try:
            pixel = take_pixel()
        # The reusable memory is in use.
        except IndexError:
            pixel = Float4()
        if theme._resolve(theme._pointer, self.id, where, pixel, None):
            # If no provider raised an exception, call again for the details of the error.
            raise_pending(sys._getframe())
            error = new_error()
            status = theme._resolve(theme._pointer, self.id, where, pixel, byref(error))
            if status:
                raise_pending(sys._getframe())
                raise_error(status, error)
        color = _new(Color)
        color._floats = unpack_floats(pixel)
        return_pixel(pixel)
        return color

    def is_derived(self, environment: Environment | str = EVERYWHERE) -> bool:
        """Return whether the value for an environment was derived by `Theme.derive`.

        >>> ink = Theme().register("text", "black")
        >>> ink.is_derived("dark")
        False
        """
        where, found, error = environment_of(environment), c_int(), new_error()
        check(no_gil.dyncolor_id_is_derived(
            self.theme._handle, self.id, where._pointer, byref(found), error), error)
        return found.value != 0

    def level(self, level: Level, environment: Environment | str = EVERYWHERE) -> Color:
        """Return a level of the color for an environment. The level need not be registered.

        >>> accent = Theme().register("accent", light="#0461be", dark="#81d0ff")
        >>> accent.level("secondary").css
        'rgba(4, 97, 190, 0.5)'
        """
        return resolve_level(self.theme, self.id, level, environment)

    @property
    def name(self) -> str:
        """The name, or an empty text."""
        return self._text(self.theme._c.dyncolor_id_name)

    @property
    def provider(self) -> Callable[[Any], Any] | None:
        """The function that defines the color in some layer, or None if none does.

        >>> theme = Theme()
        >>> @theme.provider
        ... def shadow(context):
        ...     return Color(0, 0, 0, 0.25)
        >>> theme.register("veil", shadow.provider).resolve().alpha
        0.25

        If several layers define the color by a function, this is the function of the highest of
        these layers. It need not be in effect: a layer above may have a definition of another kind.
        `Theme.provenance` lists the definitions. The result is None for a pair or a table of
        variants with a function in it, and for a function that a program in another language has
        registered.
        """
        from ._structures import SourceValue
        theme = self.theme
        # The first array has room for 4 layers. That is nearly always enough.
        sources: list[SourceValue] = list_all(
            SourceValue, 4,
            lambda *output: theme._c.dyncolor_id_sources(theme._handle, self.id, *output))
        for source in sources:
            if source.kind == KINDS["provider"]:
                own = [each for each in [*theme._providers] if each.id == self.id and (
                    each.layer, each.owner) == (source.layer, source.owner)]
                if own:
                    # The theme may still have functions that were replaced. The one with the
                    # greatest number was registered last.
                    function: Callable[[Any], Any] = max(own, key=_number_of).function
                    return function
        return None

    @property
    def description(self) -> str:
        """A note for people who choose a color of the theme, or an empty text.

        >>> theme = Theme()
        >>> ground = theme.register("ground", light="white", dark="#222")
        >>> ground.description = "Behind all text."
        >>> theme["ground"].description
        'Behind all text.'

        It stays when the color is redefined or renamed.
        """
        return self._text(self.theme._c.dyncolor_id_description)

    @description.setter
    def description(self, text: str) -> None:
        data, error = utf8(text, "description"), new_error()
        check(self.theme._c.dyncolor_id_set_description_n(
            self.theme._handle, self.id, data, len(data), error), error)

    @property
    def deprecated(self) -> Deprecation | None:
        """Why the color should no longer be used, and its replacement; or None."""
        note, replacement, error = c_char_p(), c_uint32(), new_error()
        check(self.theme._c.dyncolor_id_deprecation(
            self.theme._handle, self.id, byref(note), byref(replacement), error), error)
        if not note.value and not replacement.value:
            return None
        from .deprecation import Deprecation
        return Deprecation(
            (note.value or b"").decode(),
            DynamicColor(self.theme, replacement.value) if replacement.value else None)

    def deprecate(self, note: str = "", replacement: DynamicColor | str | None = None) -> None:
        """Mark the color as deprecated. Without a note and a replacement, remove that mark.

        >>> theme = Theme()
        >>> _ = theme.register_all({"paper": "white", "ground": "snow"})
        >>> theme["paper"].deprecate("Too bright.", "ground")
        >>> theme["paper"].deprecated
        Deprecation(note='Too bright.', replacement=<DynamicColor 'ground'>)
        """
        data, error = utf8(note, "note"), new_error()
        instead = 0 if replacement is None else id_of(self.theme, replacement, "replacement")
        check(self.theme._c.dyncolor_id_set_deprecation_n(
            self.theme._handle, self.id, data, len(data), instead, error), error)

    @property
    def annotation(self) -> str:
        """Data of other tools that file formats carry along, as a JSON object, or an empty text.

        The object has a key for each vendor.
        """
        return self._text(self.theme._c.dyncolor_id_annotation)

    @annotation.setter
    def annotation(self, json: str) -> None:
        data, error = utf8(json, "annotation"), new_error()
        check(self.theme._c.dyncolor_id_set_annotation_n(
            self.theme._handle, self.id, data, len(data), error), error)

    @property
    def css(self) -> str:
        """The definition in effect, that of the highest layer, in CSS: `Theme.register` makes an
        equal color of it.

        >>> theme = Theme()
        >>> theme.register("accent", light="#0461be", dark="#81d0ff").css
        'light-dark(#0461be, #81d0ff)'
        >>> theme.register("note", [Variant("#333"), Variant("white", contrast="more")]).css
        '--variants(any: #333333; more: #ffffff)'
        >>> theme.register("pink", "color-mix(in srgb, red, white)").css
        'color(srgb 1 0.5 0.5)'

        What depends on nothing, as the last one, is computed when it is registered: see
        `Theme.explain`.

        Raises UnknownNameError if CSS cannot express the definition. A function has no text in CSS.
        A color with a function among its parts has a text only if the function is registered under
        a name.
        """
        theme, length, capacity = self.theme, c_size_t(), 256
        while True:
            buffer, error = create_string_buffer(capacity), new_error()
            status = theme._c.dyncolor_id_css(
                theme._handle, self.id, buffer, capacity, byref(length), error)
            # If the buffer is large enough for the text, a larger one would not help.
            if status != BUFFER_TOO_SMALL or length.value < capacity:
                break
            capacity = length.value + 1
        if status == UNKNOWN_NAME:
            raise unknown_name(
                "the color is computed by a function (a provider), which has no text in CSS"
                # The kind of the definition in effect.
                if theme.provenance(self)[0][2] == "provider" else
                "the color has no text in CSS, because of a part without a name: a function (a "
                "provider), which you can register under a name, or a color that is not registered "
                "any more", self.name)
        check(status, error)
        return buffer.value.decode()

    @property
    def var(self) -> str:
        """The text that stands for the color in the CSS of other colors.

        >>> theme = Theme()
        >>> ink = theme.register("Night/ink", "#dde")
        >>> ink.var
        'var(--Night\\\\/ink)'
        >>> theme.register("muted", f"color-mix(in oklab, {ink.var} 60%, gray)").css
        'color-mix(in oklab, var(--Night\\\\/ink) 60%, #808080 40%)'

        Raises ValueError if the color has no name.
        """
        name = self.name
        if not name:
            raise ValueError("a color without a name cannot be referred to in CSS; register it "
                             "under a name")
        from .vocabulary import identifier
        return f"var(--{identifier(name)})"

    @property
    def row(self) -> int:
        """The row of the color: its index in a table of all colors, from 0.

        Such tables are made by `Theme.resolve_all` and `Theme.snapshot`. Colors get their rows in
        the order in which they are first registered or declared. But the row of a color without a
        name that has been unregistered may go to a later one.
        """
        return (self.id >> _row_shift) - 1

    def redefine(self, value: Color | str) -> None:
        """Give the color a constant value, in the highest layer that defines it, except the layers
        of `Theme.derive` and `Theme.repair`: their definitions are computed from the new value.

        >>> ink = Theme().register("ink", "black")
        >>> ink.redefine("navy")
        >>> ink.resolve().hex
        '#000080'

        For a recipe that is not a constant, use `Theme.register` with the name of the color.
        `Theme.redefine` changes many colors.
        """
        self.theme.redefine({self: value})

    def refresh(self) -> None:
        """Announce that the function of the color would return something else now.

        >>> shades = iter(["black", "gray"])
        >>> shade = Theme().register("shade", lambda context: next(shades))
        >>> shade.resolve().hex, shade.resolve().hex
        ('#000000', '#000000')
        >>> shade.refresh()
        >>> shade.resolve().hex
        '#808080'

        It does what `Theme.refresh` does.
        """
        self.theme.refresh(self)

    def rename(self, name: str) -> None:
        """Give the color another name, as `Theme.rename` does.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> ink.rename("text")
        >>> ink.name, theme["text"] == ink, "ink" in theme
        ('text', True, False)
        """
        self.theme.rename(self, name)

    def unregister(self) -> None:
        """Remove the color, as `Theme.unregister` does.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> ink.unregister()
        >>> ink, ink in theme
        (<DynamicColor 'ink', not registered>, False)
        """
        self.theme.unregister(self)

    def depends_on(self) -> frozenset[str]:
        """Return the names of the axes that the color depends on.

        >>> ink = Theme().register("ink", light="black", dark="white")
        >>> ink.depends_on()
        frozenset({'scheme'})

        For a provider these are the axes that it has read so far. A color that may lie outside sRGB
        depends on `gamut`, because it is mapped into the gamut of the environment. Every mix in
        Oklab, also one between two contrasts, counts as a color that may lie outside sRGB.
        """
        axes, error = c_uint32(), new_error()
        check(self.theme._c.dyncolor_id_axes(
            self.theme._handle, self.id, byref(axes), error), error)
        from .vocabulary import axis_names
        return axis_names(self.theme, axes.value)

    def equals(self, other: DynamicColor) -> bool:
        """Return whether two colors, also of different themes, mean the same.

        >>> a = Theme().register("a", light="red", dark="blue")
        >>> b = Theme().register("b", "light-dark(red, blue)")
        >>> a.equals(b), a == b
        (True, False)

        They do if they give the same color in every environment, or have the same provider, or are
        defined by an equal `Semantic`. Names do not matter.
        """
        expect("other", "a DynamicColor", other, DynamicColor)
        return bool(self.theme._c.dyncolor_id_equal(
            self.theme._handle, self.id, other.theme._handle, other.id))

    def meaning(self) -> int:
        """Return a hash of what the color means: the same for colors for which `equals` is true.

        >>> a = Theme().register("a", light="red", dark="blue")
        >>> b = Theme().register("b", "light-dark(red, blue)")
        >>> a.meaning() == b.meaning()
        True
        """
        meaning: int = self.theme._c.dyncolor_id_hash(self.theme._handle, self.id)
        return meaning

    def _text(self, function: Callable[..., int]) -> str:
        """Return a text that a function of C has for the color."""
        text, error = c_char_p(), new_error()
        check(function(self.theme._handle, self.id, byref(text), error), error)
        return (text.value or b"").decode()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DynamicColor):
            return NotImplemented
        return bool(self.id == other.id and self.theme._handle == other.theme._handle)

    def __hash__(self) -> int:
        return hash((self.id, self.theme._handle))

    def __repr__(self) -> str:
        from .errors import Error
        shown = repr(color_name(self.theme, self.id) or self.id)
        try:
            check_registered(self.theme, self.id)
        except Error:
            return f"<DynamicColor {shown}, not registered>"
        return f"<DynamicColor {shown}>"


def _number_of(provider: Any) -> int:
    number: int = provider.number
    return number


def constant_values(theme: ThemeBase, colors: Mapping[Any, Any]) -> bytes:
    """Return the new values of colors, as an array of dyncolor_color."""
    expect("colors", "a mapping of dynamic colors to colors", colors, Mapping)
    try:
        return b"".join(map(data_of, colors.values()))
    except (TypeError, ValueError):
        _refuse_value(theme, colors)
        raise


def _refuse_value(theme: ThemeBase, values: Mapping[Any, Any]) -> None:
    """Raise an error if a value is no constant color. The error says which color the value is
    for."""
    for color, value in values.items():
        name = color if isinstance(color, str) else color_name(theme, color.id)
        # Follows "to" in the messages.
        advice = f'define it in another way, register it again: theme.register("{name}", …)'
        if not isinstance(value, (Color, str)):
            raise wrong_type(
                f'the new value of "{name}"', "a Color or CSS text", value,
                f"To {advice}") from None
        if isinstance(value, str):
            try:
                data_of(value)
            except ValueError as failure:
                from .errors import DynamicColorError, in_color
                if getattr(failure, "status", 0) == DYNAMIC:
                    raise DynamicColorError(
                        f'the new value of "{name}" must not depend on anything; to {advice}',
                        value) from None
                raise in_color(failure, name) from None


# ---- Parts of definitions ------------------------------------------------------------------------

# A function within a pair, for instance, is registered as a color without a name, which the pair
# refers to. Such a color is unregistered when the definition that it is part of is replaced or
# removed.


def set_parts(
    theme: ThemeBase, id: int, layer: int, parts: Sequence[DynamicColor]
) -> None:
    """Remember the colors that were registered as parts of a color's new definition in a layer.
    Unregister the parts of the old definition there."""
    of_layers = theme._parts.pop(id, {})
    replaced = of_layers.pop(layer, [])
    if parts:
        of_layers[layer] = [part.id for part in parts]
    if of_layers:
        theme._parts[id] = of_layers
    _unregister_parts(theme, replaced)


def drop_parts(theme: ThemeBase, id: int, layer: int | None = None) -> None:
    """Unregister the colors that were registered as parts of a color's definition in a layer, or,
    without `layer`, in any layer."""
    if layer is not None:
        # No new parts: this only unregisters the old ones.
        set_parts(theme, id, layer, [])
        return
    for parts in theme._parts.pop(id, {}).values():
        _unregister_parts(theme, parts)


def _unregister_parts(theme: ThemeBase, parts: list[int]) -> None:
    """Unregister colors that were parts of a definition, and their own parts."""
    for part in parts:
        drop_parts(theme, part)
        # It may be gone already, with its layer or its owner.
        theme._c.dyncolor_unregister(theme._handle, part, None)


# ---- Finding and listing -------------------------------------------------------------------------


def id_of(theme: ThemeBase, color: DynamicColor | str, what: str = "color") -> int:
    """Return the id of a color of this theme, which is given as an object or by its name. `what` is
    the name of the argument in messages."""
    if isinstance(color, DynamicColor):
        # The library checks this too, but by numbers that colors of two themes may share.
        if color.theme is not theme and color.theme._handle != theme._handle:
            from .errors import ForeignIdError
            raise ForeignIdError("the color is of another theme", repr(color))
        return color.id
    # Names are looked up often: calls of `expect` and `utf8` would take a tenth of the time.
    if type(color) is not str:
        expect(what, "a DynamicColor or the name of a color", color, str)
    data, id = color.encode("utf-8", "surrogatepass"), c_uint32()
    if theme._find(theme._pointer, data, c_size_t(len(data)), byref(id), None):
        error = new_error()
        status = theme._c.dyncolor_theme_find_n(theme._handle, data, len(data), byref(id), error)
        if status == UNKNOWN_NAME:
            raise unknown_name(
                "no color has this name", f"{color}{suggestion(color, names_of(theme))}",
                names=[color])
        check(status, error)
    return id.value


def names_of(theme: ThemeBase) -> Iterator[str]:
    """Return the names of the registered colors, for suggestions in messages. If there are too many
    to compare with, return none."""
    if theme._c.dyncolor_theme_count(theme._handle) > MOST_NAMES:
        return iter(())
    ids: list[int] = list_all(
        c_uint32, 0, lambda *output: no_gil.dyncolor_theme_colors(theme._handle, *output))
    return filter(None, [color_name(theme, id) for id in ids])


def check_registered(theme: ThemeBase, id: int) -> None:
    """Raise an error unless a color is registered."""
    error = new_error()
    status = theme._c.dyncolor_id_sources(theme._handle, id, None, 0, byref(c_size_t()), error)
    # The call has no room for the sources. It fails for lack of room only if there are sources, and
    # every registered color has some.
    if status != BUFFER_TOO_SMALL:
        check(status, error)


def color_name(theme: ThemeBase, id: int) -> str:
    """Return the name of a color, or an empty text if it has none."""
    name = c_char_p()
    theme._c.dyncolor_id_name(theme._handle, id, byref(name), None)
    return (name.value or b"").decode()


def colors_of(theme: ThemeBase, ids: list[int]) -> list[DynamicColor]:
    """Return the colors with these ids."""
    return [DynamicColor(theme, id) for id in ids]


# ---- Resolving -----------------------------------------------------------------------------------


def axes_advice(theme: ThemeBase) -> dict[str, str]:
    """Return, for each axis of a theme, what to write instead of passing the axis as a keyword."""
    return {**{axis: _axis_advice(axis) for axis in theme.custom_axes}, **AXES_ADVICE}


@runs_providers
def resolve_level(
    theme: ThemeBase, id: int, level: Level, environment: Environment | str
) -> Color:
    """Return a level of a color for an environment; the id 0 stands for the content style."""
    where, pixel, error = environment_of(environment), Float4(), new_error()
    status = no_gil.dyncolor_resolve_level(
        theme._handle, id, word_value("level", LEVELS, level), where._pointer, pixel, error)
    if status:
        raise_pending(sys._getframe())
        raise_error(status, error)
    return resolved_color(unpack_floats(pixel))


# The class Pixels, once a program has needed it: importing it anew takes as long as a tenth of
# `Theme.resolve_all`.
_pixels_class: type[Pixels] | None = None


def pixels_of(buffer: WritableBuffer) -> Pixels:
    """Return Pixels of a buffer."""
    global _pixels_class
    if _pixels_class is None:
        from .pixels import Pixels
        _pixels_class = Pixels
    return _pixels_class(buffer)
