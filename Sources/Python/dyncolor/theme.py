"""`Theme`: the registry of dynamic colors, with everything that can be done with it.

The methods that are short, or must be fast, are here. The others call functions of other modules.
These functions take a `ThemeBase`, a base class of `Theme`, and so their modules need not import
this one: __init__.py says which modules a module may import.
"""
from __future__ import annotations

import sys
from ctypes import byref, c_char_p, c_float, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from struct import iter_unpack

from ._calls import (
    INVALID_ARGUMENT, UNKNOWN_NAME, advises, check, expect, list_all, listed, new_error,
    pending_exceptions, raise_pending, refuse_keyword, runs_providers, unknown_name, utf8)
from ._library import LAYERS, LAYOUTS, no_gil, suggestion
from .color import resolved_color
from .dynamic_color import (
    AXES_ADVICE, DynamicColor, axes_advice, check_registered, color_name, colors_of,
    constant_values, drop_parts, id_of, names_of, pixels_of, resolve_level)
from .environment import EVERYWHERE, environment_of
from .registering import NamedColors, Registering
from .theme_files import ThemeFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, NoReturn, TypeVar

    from ._memory import WritableBuffer
    from .color import Color
    from .deriving import Derived
    from .environment import Environment
    from .explanation import Explanation
    from .layer import Layer, Layers
    from .named_environment import NamedEnvironment
    from .observer import Change, Observation, ObserverFunction
    from .palettes import Gap
    from .pixels import Pixels
    from .snapshot import Snapshot
    from .words import (
        Contrast, Elevation, ForcedColors, Gamut, HasId, Idiom, Level, Role, Scheme, State, Vision)

    Key = TypeVar("Key", DynamicColor, str)


class Theme(Registering, NamedColors, ThemeFiles):
    """A registry of dynamic colors, which are registered under names and resolved for environments.

    >>> theme = Theme()
    >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    >>> accent.resolve(Environment(scheme="dark"))
    Color('#81d0ff')

    A color is looked up by its name. What takes the name of a color also takes a DynamicColor.
    Iterating over a theme gives all DynamicColors in the order in which they were registered,
    except that a new color may take the place of one that was unregistered. `names` and `items` are
    about the colors that have a name.

    >>> accent in theme, "accent" in theme, theme["accent"] == accent, theme.get("ink")
    (True, True, True, None)
    >>> list(theme), theme.names()
    ([<DynamicColor 'accent'>], ['accent'])

    All methods may be called from any thread, and from providers. `default_scheme` applies to
    environments without a scheme; it is also an attribute, as is `default_palette`. `memory_budget`
    limits the bytes of memory for cached colors; 0 stands for 32 MiB. A theme ends when nothing
    refers to it any more. Each DynamicColor, Layer and Axis refers to its theme.
    """

    __slots__ = ()

    # ---- Registering ----

    def _destination(self) -> tuple[Theme, int, int]:
        return self, LAYERS["theme"], 0

    def redefine(self, colors: Mapping[Key, Color | str]) -> None:
        """Give registered colors constant values in one transaction.

        >>> theme = Theme()
        >>> ink, paper = theme.register("ink", "black"), theme.register("paper", "white")
        >>> theme.redefine({ink: "navy", "paper": Color("snow")})
        >>> ink.resolve().hex, paper.resolve().hex
        ('#000080', '#fffafa')

        This is the fastest way to change many colors. Each color changes in the highest layer that
        defines it, except the layers of `derive` and `repair`. It counts as changed even if its
        value is the same. A value that depends on an environment, or a function, must be registered
        instead: `register` also redefines a color that has the name.
        """
        values, error = constant_values(self, colors), new_error()
        ids = (c_uint32 * len(colors))(*[id_of(self, color) for color in colors])
        check(no_gil.dyncolor_theme_redefine(self._handle, ids, values, len(ids), error), error)
        # Unregister the colors without a name that belonged to the replaced definitions.
        if self._parts:
            from .layers_and_owners import highest_layer
            for id in ids:
                if id in self._parts:
                    drop_parts(self, id, highest_layer(self, id))

    def declare(self, name: str) -> DynamicColor:
        """Return the color of a name that may be registered later, so that others can refer to it.

        >>> theme = Theme()
        >>> ink = theme.declare("ink")
        >>> note = theme.register("note", light=ink, dark="white")
        >>> theme.register("ink", "navy") == ink, note.resolve().hex
        (True, '#000080')
        """
        data, id, error = utf8(name, "name"), c_uint32(), new_error()
        check(self._c.dyncolor_theme_declare_n(self._handle, data, len(data), byref(id), error),
              error)
        return DynamicColor(self, id.value)

    def unregister(self, color: DynamicColor | str) -> None:
        """Remove a color from all layers. Colors that refer to it fail until its name is registered
        again. `Layer.unregister` removes it from one layer.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> theme.unregister("ink")
        >>> theme.names()
        []
        """
        id, error = id_of(self, color), new_error()
        check(self._c.dyncolor_unregister(self._handle, id, error), error)
        if self._parts:
            drop_parts(self, id)

    def refresh(self, color: DynamicColor | str) -> None:
        """Announce that the function of a color would return something else now.

        >>> theme = Theme()
        >>> weather = {"celsius": 20}
        >>> heat = theme.register(
        ...     "heat", lambda context: "orangered" if weather["celsius"] > 30 else "navy")
        >>> heat.resolve().hex
        '#000080'
        >>> weather["celsius"] = 35
        >>> theme.refresh("heat")
        >>> heat.resolve().hex
        '#ff4500'

        The function is called again when the color, or one that refers to it, is resolved. Raises
        ValueError if no layer has a function for the color. A function within a pair or a Variant
        cannot be refreshed: register it under a name, and use that color in the pair.
        """
        id, error = id_of(self, color), new_error()
        status = self._c.dyncolor_id_refresh(self._handle, id, error)
        if status == INVALID_ARGUMENT:
            from .errors import InvalidArgumentError
            raise InvalidArgumentError(
                "no layer defines the color by a function; refresh the color that has one. A "
                "function within a pair or a Variant can only be refreshed if it is registered "
                "under a name of its own", color_name(self, id))
        check(status, error)

    def rename(self, color: DynamicColor | str, name: str) -> None:
        """Give a color another name. It stays the same color, and its old name becomes free.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> theme.rename("ink", "text")
        >>> ink, theme.names()
        (<DynamicColor 'text'>, ['text'])
        """
        data, error = utf8(name, "name"), new_error()
        check(self._c.dyncolor_id_rename_n(
            self._handle, id_of(self, color), data, len(data), error), error)

    # ---- Layers ----

    @advises(above="the layer is declared directly below another one: below=…")
    def layer(self, name: str, *, below: str | None = None, owner: str | None = None) -> Layer:
        """Return a layer for registering colors, which belong to `owner` if one is given.

        >>> theme = Theme()
        >>> accent = theme.register("accent", "teal")
        >>> user = theme.layer("user")
        >>> _ = user.register("accent", "rebeccapurple")
        >>> accent.resolve().hex
        '#663399'
        >>> user.clear()
        >>> accent.resolve().hex
        '#008080'

        The highest layer that defines a color overrides the others. There are `defaults`, above it
        `theme`, in which the theme's own methods register, and above it `user`.

        `below` declares a layer of your own, directly below the one it names. A layer that exists
        already stays where it is. Without `below`, the layer must exist.

        >>> brand = theme.layer("brand", below="user")
        >>> list(theme.layers)
        ['defaults', 'theme', 'brand', 'user']

        An override can build on what it overrides: in CSS text, `--covered()` is the definition of
        the same name in the next lower layer that has one.

        >>> _ = brand.register("accent", "color-mix(in srgb, --covered(), white)")
        >>> accent.resolve().hex
        '#80bfbf'
        """
        from .layer import layer_of
        return layer_of(self, name, below, owner)

    @property
    def layers(self) -> Layers:
        """The layers, from the lowest to the highest: a mapping of names to Layers.

        >>> list(Theme().layers)
        ['defaults', 'theme', 'user']
        """
        from .layer import Layers
        return Layers(self)

    def unregister_owner(self, owner: str) -> None:
        """Remove all colors of an owner, in every layer.

        An owner is a part of a program, such as a plug-in, whose colors are removed together.

        >>> theme = Theme()
        >>> link = theme.layer("theme", owner="mail").register("link", "blue")
        >>> theme.unregister_owner("mail")
        >>> theme.names()
        []
        """
        from .layers_and_owners import clear_owner
        clear_owner(self, owner)

    def provenance(self, color: DynamicColor | str) -> list[tuple[str, str | None, str]]:
        """Return where a color is defined: layer, owner and kind, the highest layer first.

        >>> theme = Theme()
        >>> for name in "user", "defaults":
        ...     _ = theme.layer(name, owner="mail").register("link", "color-mix(red, var(--ink))")
        >>> theme.provenance("link")
        [('user', 'mail', 'css'), ('defaults', 'mail', 'css')]

        The highest definition is in effect. Its kind is `variants`, `palette`, `provider` or
        `css`. Constants, and pairs of constants or colors, are `variants`.
        """
        from .layers_and_owners import provenance
        return provenance(self, color)

    # ---- Environments ----

    def environment(
        self, base: Environment | str = EVERYWHERE, /, *, scheme: Scheme | None = None,
        contrast: Contrast | float | None = None, elevation: Elevation | None = None,
        gamut: Gamut | None = None, vision: Vision | None = None,
        vision_severity: float | None = None, state: State | None = None,
        idiom: Idiom | None = None, palette: str | int | None = None,
        locale: str | int | None = None, subtype: str | int | None = None,
        forced_colors: ForcedColors | None = None, foreground: HasId | str | int | None = None,
        accent: HasId | str | int | None = None, **custom: str | int | None,
    ) -> NamedEnvironment:
        """Return an environment, by the names that this theme has.

        >>> theme = Theme()
        >>> night_number = theme.palette("Night")
        >>> season_axis = theme.axis("season", "summer", "winter")
        >>> accent = theme.register("accent", "teal")
        >>> theme.environment(scheme="dark", palette="Night", season="winter", accent=accent)
        theme.environment(scheme='dark', palette='Night', accent='accent', season='winter')
        >>> theme.environment("dark", contrast=0.5)
        Environment(scheme='dark', contrast=0.5)

        The axes are those of `Environment`, and the custom axes that the theme declares. Palettes,
        locales, subtypes, colors and the values of custom axes are names or numbers. Axes that are
        not given, or None, are those of `base`. The environment keeps the names, and its `replace`
        takes them, too. `theme.axes` has the names of all axes and of their values.
        """
        from .named_environment import environment_for
        return environment_for(self, base, {
            "scheme": scheme, "contrast": contrast, "elevation": elevation, "gamut": gamut,
            "vision": vision, "vision_severity": vision_severity, "state": state, "idiom": idiom,
            "palette": palette, "locale": locale, "subtype": subtype,
            "forced_colors": forced_colors, "foreground": foreground, "accent": accent, **custom})

    # ---- Finding ----

    def __getitem__(self, name: DynamicColor | str) -> DynamicColor:
        """Return the color with a name."""
        color = DynamicColor(self, id_of(self, name, "name"))
        # A name is only found while it is registered. But a DynamicColor may be unregistered.
        if isinstance(name, DynamicColor):
            check_registered(self, color.id)
        return color

    def __contains__(self, name: object) -> bool:
        """Return whether a name, or a dynamic color, is registered in this theme."""
        if isinstance(name, DynamicColor):
            return self.get(name) is not None
        if not isinstance(name, str):
            return False
        data, id = utf8(name), c_uint32()
        return not self._find(self._pointer, data, c_size_t(len(data)), byref(id), None)

    def __len__(self) -> int:
        """The number of registered colors."""
        count: int = self._c.dyncolor_theme_count(self._handle)
        return count

    def __iter__(self) -> Iterator[DynamicColor]:
        """Iterate over the registered colors, in the order of `DynamicColor.row`."""
        return iter(colors_of(self, list_all(
            c_uint32, len(self),
            lambda *output: no_gil.dyncolor_theme_colors(self._handle, *output))))

    def bind(self, names: Iterable[str]) -> list[DynamicColor]:
        """Return the colors with these names. UnknownNameError lists all names that are missing.

        >>> theme = Theme()
        >>> colors = theme.register_all({"ink": "black", "paper": "white"})
        >>> ink, paper = theme.bind(["ink", "paper"])
        >>> ink, paper
        (<DynamicColor 'ink'>, <DynamicColor 'paper'>)
        """
        texts = listed("names", "a list of names", names)
        count = len(texts)
        array = (c_char_p * count)(*[
            utf8(text, f"names[{index}]") for index, text in enumerate(texts)])
        ids, statuses, error = (c_uint32 * count)(), (c_int * count)(), new_error()
        status = no_gil.dyncolor_theme_bind(self._handle, array, count, ids, statuses, error)
        # C sees a name only up to a NUL.
        if status == UNKNOWN_NAME or not status and "\0" in "".join(texts):
            missing = [text for text, unknown in zip(texts, statuses) if unknown or "\0" in text]
            known = [*names_of(self)]
            raise unknown_name(
                "no colors have these names",
                ", ".join(f"{name}{suggestion(name, known)}" for name in missing), names=missing)
        check(status, error)
        return [DynamicColor(self, id) for id in ids]

    def palette_colors(self, name: str) -> list[DynamicColor]:
        """Return the registered colors of a palette, in the order of `DynamicColor.row`.

        >>> theme = Theme()
        >>> ink, paper = theme.register("Night/ink", "white"), theme.register("paper", "white")
        >>> theme.palette_colors("Night")
        [<DynamicColor 'Night/ink'>]
        """
        from .palettes import palette_colors
        return palette_colors(self, name)

    def gaps(self) -> list[Gap]:
        """Return the colors that palettes lack: those of other palettes and of semantic colors.

        >>> theme = Theme()
        >>> title = theme.register("title", Semantic("text"))
        >>> for name in ("Day/text", "Day/ground", "Night/text", "card/shadow"):
        ...     color = theme.register(name, "gray")
        >>> theme.gaps()
        [Gap(palette='Night', name='ground', example=<DynamicColor 'Day/ground'>)]

        Palettes with a number are examined (see `Theme.palette`), and those with a name that a
        color of the theme looks up, such as `text` above: these get a number. Other groups of
        names, such as `card`, are only examined once they are declared or used as a palette.
        """
        from .palettes import gaps
        return gaps(self)

    def derive(
        self, *, background: DynamicColor | str | None = None,
        roles: Mapping[Key, Role] | None = None, scheme: bool = True, contrast: bool = True,
    ) -> Derived:
        """Derive the variants that the colors lack, for dark and for more and less contrast.

        >>> theme = Theme()
        >>> paper, ink = theme.register("background", "white"), theme.register("text", "#1f2328")
        >>> theme.derive()
        Derived(derived=2, complete=0, following=0, skipped=0)
        >>> [color.resolve("dark").hex for color in (paper, ink)]
        ['#1a1a1a', '#e1e8f0']
        >>> ink.is_derived("dark"), ink.is_derived("light"), theme.provenance(ink)[0]
        (True, False, ('derived', 'derived', 'css'))

        If the default scheme is dark, the light variants are derived. No value that an author has
        defined changes. The definitions are in the layer `derived`, and
        `theme.layer("derived").clear()` drops them. They follow the authored colors; derive again
        when colors or variants are added.

        `background` is the color behind all others. Pass it if its name does not show that. `roles`
        has the roles of colors whose names do not show them. With `scheme=False` no schemes are
        derived, and with `contrast=False` no contrasts.

        - The other scheme: `--dark-of()` or `--light-of()`. Texts, borders and accents keep their
          contrast with their backgrounds; accents that have texts on them keep their color.
        - Contrast: `--grade-contrast()` for texts, borders and accents.
        - A reference to another color follows that color.
        """
        from .deriving import derive
        return derive(self, background, roles, scheme, contrast)

    # ---- Resolving ----

    def resolve(
        self, color: DynamicColor | str, environment: Environment | str = EVERYWHERE,
        **axes: NoReturn
    ) -> Color:
        """Return the color of a dynamic color, or of a name, for an environment.

        >>> theme = Theme()
        >>> _ = theme.register("accent", light="#0461be", dark="#81d0ff")
        >>> theme.resolve("accent", "dark")
        Color('#81d0ff')

        The result is in sRGB, with components outside 0…1 if it is outside the gamut of sRGB.
        `explain` shows it in the space in which it is computed. The values of axes are no
        arguments: pass an environment that has them, as above.
        """
        if axes:
            refuse_keyword("Theme.resolve", next(iter(axes)), ["environment"], axes_advice(self))
        if not isinstance(color, DynamicColor) or color.theme is not self:
            color = DynamicColor(self, id_of(self, color))
        return color.resolve(environment)

    def content(
        self, level: Level = "primary", environment: Environment | str = EVERYWHERE
    ) -> Color:
        """Return a level of the content style: of the foreground or of the default text color.

        >>> theme = Theme()
        >>> accent = theme.register("accent", "#0461be")
        >>> theme.content("secondary", theme.environment(foreground=accent)).css
        'rgba(4, 97, 190, 0.5)'
        """
        return resolve_level(self, 0, level, environment)

    @runs_providers
    def resolve_list(
        self, colors: Iterable[DynamicColor | str], environment: Environment | str = EVERYWHERE
    ) -> list[Color]:
        """Return the values of several colors, all of the same version of the theme.

        >>> theme = Theme()
        >>> ink, paper = theme.register("ink", ("black", "white")), theme.register("paper", "snow")
        >>> theme.resolve_list([ink, "paper"], "dark")
        [Color('#ffffff'), Color('#fffafa')]

        If one of them cannot be resolved, its error is raised.
        """
        where = environment_of(environment)
        ids = [id_of(self, color, f"colors[{index}]") for index, color in enumerate(
            listed("colors", "a list of colors or names", colors))]
        count = len(ids)
        pixels, statuses, error = (c_float * (4 * count))(), (c_int * count)(), new_error()
        check(no_gil.dyncolor_resolve_list(
            self._handle, (c_uint32 * count)(*ids), count, where._pointer,
            LAYOUTS["float4"], pixels, 16, statuses, error), error)  # 16: the bytes of a pixel
        if any(statuses):
            raise_pending(sys._getframe())
            for id, status in zip(ids, statuses):
                if status:
                    # This raises the error, unless the color has got a value meanwhile.
                    DynamicColor(self, id).resolve(environment)
            return self.resolve_list([DynamicColor(self, id) for id in ids], environment)
        return [resolved_color(floats) for floats in iter_unpack("4f", pixels)]

    @runs_providers
    def resolve_all(
        self, environment: Environment | str = EVERYWHERE, *, out: WritableBuffer | Pixels
    ) -> None:
        """Resolve all colors into a buffer, or into `Pixels`, which describes what `out` may be.

        >>> theme = Theme()
        >>> ink, paper = theme.register("ink", "#001122"), theme.register("paper", "#ffeedd")
        >>> pixels = bytearray(4 * theme.rows)
        >>> theme.resolve_all("dark", out=pixels)
        >>> pixels[4 * paper.row:][:4].hex()
        'ffeeddff'

        The row of a color is `color.row`, and `rows` is the number of rows. Colors that cannot be
        resolved, and further rows of the buffer, are transparent black.

        Raises ValueError if the buffer has fewer rows. If a provider raises an exception that is
        not an Error, that exception is raised.
        """
        pixels: Any = out
        try:
            layout, address, rows, stride = pixels.arguments
        except AttributeError:
            layout, address, rows, stride = (pixels := pixels_of(pixels)).arguments
        given: Any = environment
        try:
            where = given._pointer
        except AttributeError:
            where = environment_of(given)._pointer
        pointer = self._pointer
        if pixels.rows < (needed := self._rows(pointer)):
            raise ValueError(f"there are {needed} rows, and room for {pixels.rows}")
        if self._resolve_all(pointer, where, layout, address, rows, stride, None):
            error = new_error()  # The call is repeated for the details of the error.
            check(self._resolve_all(
                pointer, where, layout, address, rows, stride, byref(error)), error)
        if pending_exceptions:
            # An Error of a provider is dropped: its color only has no value.
            raise_pending(sys._getframe(), drops_errors=True)

    @advises(**AXES_ADVICE)
    @runs_providers
    def prepare(self, environment: Environment | str = EVERYWHERE) -> None:
        """Resolve all colors now, so that they are in the cache when they are needed.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> for scheme in ("light", "dark"):
        ...     theme.prepare(scheme)
        """
        where, error = environment_of(environment), new_error()
        check(no_gil.dyncolor_theme_prepare(self._handle, where._pointer, error), error)
        raise_pending(sys._getframe(), drops_errors=True)

    @advises(**AXES_ADVICE)
    @runs_providers
    def snapshot(self, environment: Environment | str = EVERYWHERE) -> Snapshot:
        """Resolve all colors for an environment, at one instant, into an immutable table.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> snapshot = theme.snapshot("dark")
        >>> ink.redefine("red")
        >>> snapshot["ink"].hex
        '#ffffff'

        If a provider raises a `dyncolor.Error`, that is raised when you ask the snapshot for the
        color; any other exception, such as ValueError, is raised here. From Python 3.11 on, a
        note on the exception names the color: see `Theme.provider`.

        The values never change. But the names are those that the colors have now: see `Snapshot`.
        """
        from .snapshot import Snapshot
        where, handle, error = environment_of(environment), c_void_p(), new_error()
        check(no_gil.dyncolor_snapshot_create(
            self._handle, where._pointer, byref(handle), error), error)
        snapshot = Snapshot(handle, self)
        raise_pending(sys._getframe(), drops_errors=True)
        return snapshot

    @advises(**AXES_ADVICE)
    @runs_providers
    def explain(
        self, color: DynamicColor | str, environment: Environment | str = EVERYWHERE
    ) -> Explanation:
        """Explain step by step how the value of a color is computed, or why it has none.

        >>> theme = Theme()
        >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
        >>> button = theme.register("button", accent)
        >>> print(theme.explain("button", "dark"))
        button = #81d0ff: the color in the next line
        accent = #81d0ff: variant 2 of 2 (dark)

        CSS text that depends on nothing is computed when it is registered: of
        `color-mix(in oklab, red, white)`, and of `--ensure-contrast(#777, on #777, 7)`, only the
        result is known, and neither `explain` nor `DynamicColor.css` has the text. With a var() in
        it, the text and its steps are explained.

        If a provider raises a `dyncolor.Error`, the explanation says of which class of this package
        it is, such as NoValueError, but not its message; any other exception, such as ValueError,
        is raised here. The program `python3 -m dyncolor.explain` prints explanations of a theme in
        a Python module.
        """
        from .explanation import Explanation
        where, handle, error = environment_of(environment), c_void_p(), new_error()
        check(no_gil.dyncolor_explanation_create(
            self._handle, id_of(self, color), where._pointer, byref(handle), error), error)
        explanation = Explanation(self, handle)
        raise_pending(sys._getframe(), drops_errors=True)
        return explanation

    # ---- Changes ----

    @runs_providers
    def diff(
        self, a: Environment | str, b: Environment | str = EVERYWHERE
    ) -> list[DynamicColor]:
        """Return the colors that differ between two environments, at one instant.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "light-dark(black, white)")
        >>> link, note = theme.register("link", "blue"), theme.register("note", "var(--ink)")
        >>> theme.diff("light", "dark")
        [<DynamicColor 'ink'>, <DynamicColor 'note'>]

        Only colors that depend on an axis in which the environments differ are resolved. If a
        provider raises a `dyncolor.Error`, its status counts as the value of the color; any other
        exception, such as ValueError, is raised here.
        """
        one, other, capacity = environment_of(a, "a"), environment_of(b, "b"), self.rows
        while True:
            ids, count, error = (c_uint32 * capacity)(), c_size_t(), new_error()
            status = no_gil.dyncolor_theme_diff(
                self._handle, one._pointer, other._pointer, ids, capacity, byref(count), error)
            if not status or count.value <= capacity:
                break
            capacity = count.value
        check(status, error)
        raise_pending(sys._getframe(), drops_errors=True)
        return colors_of(self, ids[:count.value])

    def changes(self, since: int) -> Change:
        """Return what has changed since a generation of the theme.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "black")
        >>> link, note = theme.register("link", "blue"), theme.register("note", "var(--ink)")
        >>> seen = theme.generation
        >>> theme.redefine({ink: "navy"})
        >>> theme.changes(seen).colors
        [<DynamicColor 'ink'>, <DynamicColor 'note'>]

        These are the colors that were registered, redefined, unregistered or renamed, and all that
        depend on them. The result has all changes up to its `generation`.
        """
        from .observer import Change
        expect("since", "a generation of the theme", since, int)
        if not 0 <= since < 1 << 64:
            raise ValueError("since must be a generation that the theme has had")
        generation = c_uint64()
        # `output` is the array of ids, its capacity, the number of ids, and the error.
        ids = list_all(
            c_uint32, self.rows, lambda *output: no_gil.dyncolor_theme_changes(
                self._handle, since, *output[:3], byref(generation), output[3]))
        return Change(self, generation.value, ids)

    def observe(self, function: ObserverFunction) -> Observation:
        """Call a function with a Change after every change, until the Observation is cancelled.

        >>> theme = Theme()
        >>> ink, note = theme.register("ink", "black"), theme.register("note", "var(--ink)")
        >>> with theme.observe(lambda change: print(change.colors)):
        ...     theme.redefine({ink: "navy"})
        [<DynamicColor 'ink'>, <DynamicColor 'note'>]

        - Changes arrive one by one, in the order of their generations.
        - Normally the function runs on the thread that made the change, before that call returns.
          But if an observer is still handling an earlier change, the new one waits for it. The
          function may then be called on the thread of the earlier change, and after the call that
          made the new one has returned.
        - A change has all colors that may be different. In your environment, some may not be.
        - The function may use and change the theme. Its exceptions go to sys.unraisablehook.
        """
        from .observer import Observation
        return Observation(self, function)

    def __repr__(self) -> str:
        return f"<Theme of {len(self)} colors>"
