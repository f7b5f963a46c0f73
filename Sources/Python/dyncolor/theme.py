"""`Theme`: the registry of dynamic colors, with everything that can be done with it.

The methods that are short, or must be fast, are here. The others call functions of the modules
below, which take a `ThemeBase`: the part of a theme that is not about colors. So those modules,
and the classes in them, do not import this one.
"""
from __future__ import annotations

import sys
from ctypes import byref, c_char_p, c_float, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from struct import iter_unpack

from ._calls import (
    UNKNOWN_NAME, check, details, raise_taken, raised, takes_exceptions, unknown_name, utf8)
from ._library import LAYERS, LAYOUTS, LEVELS, PartValue, released, word_value
from .color import data_of, resolved_color
from .dynamic_color import DynamicColor, colors_of, id_of, list_all, pixels_of, resolve_level
from .environment import EVERYWHERE
from .recipe import one_recipe, register
from .theme_base import ThemeBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import overload

    from ._library import Format, Level
    from ._memory import Buffer, WritableBuffer
    from .color import Color
    from .environment import Environment
    from .layer import Layer
    from .loading import Files, Path, Progress
    from .observer import Change, Observation, ObserverFunction
    from .palettes import Gap
    from .pixels import Pixels
    from .provider import ProviderFunction
    from .recipe import Recipe
    from .reports import Report
    from .snapshot import Snapshot
    from .steps import Explanation
    from .watch import Watch


class Theme(ThemeBase):
    """A registry of dynamic colors, which are registered under names and resolved for environments.

    >>> theme = Theme()
    >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    >>> accent.resolve(Environment(scheme="dark"))
    Color('#81d0ff')

    All methods may be called from any thread, and from providers. `default_scheme` applies to
    environments without a scheme. `memory_budget` limits the bytes of memory for cached colors; 0
    stands for 32 MiB.
    """

    __slots__ = ()

    # ---- Registering ----

    if TYPE_CHECKING:
        @overload
        def register(self, name: str | None, recipe: Recipe, /) -> DynamicColor: ...

        @overload
        def register(
            self, name: str | None, /, *, light: Color | str, dark: Color | str
        ) -> DynamicColor: ...

    def register(
        self, name: str | None, recipe: Recipe | None = None, /, *,
        light: Color | str | None = None, dark: Color | str | None = None,
    ) -> DynamicColor:
        """Register a color under a name, or redefine the color that has the name.

        `name` is None for a color without one. The recipe is one of these:

        - a Color: the same in every environment.
        - CSS text, which may use light-dark(), var(), color-mix(), if() and other functions of CSS;
          and of this library `--level(var(--accent), secondary)`, `--palette(ink)`,
          `--first(var(--a), red)`, `--blend(multiply, var(--a), …)`,
          `--ensure-contrast(var(--a), on Canvas, 4.5)` and `--variants(any: #06c; dark: #fff)`.
        - `light=…, dark=…`, or a tuple of the two: each a Color, or CSS text that does not depend
          on an environment.
        - a DynamicColor: another name for it.
        - a list of Variants: of those whose conditions hold, the best. A variant for a vision is
          preferred to one for any, then likewise the state, the palette, the custom axes, the
          idiom, the gamut, the scheme, the contrast and the elevation. The first of several equal
          ones is chosen.
        - a Semantic: a color of the environment's palette.
        - a function: a provider, which is called with a Context and returns a color.
        """
        return register(self, [(name, one_recipe(recipe, light, dark))])[0]

    def register_all(self, recipes: Mapping[str, Recipe]) -> dict[str, DynamicColor]:
        """Register several colors in one transaction: all, or none if one is refused."""
        return dict(zip(recipes, register(self, list(recipes.items())), strict=True))

    def provider(self, name: str | None = None) -> Callable[[ProviderFunction], DynamicColor]:
        """Decorate a function to register it as a provider.

        >>> theme = Theme()
        >>> @theme.provider("shadow")
        ... def shadow(context):
        ...     return Color(0, 0, 0, 0.8 if context.scheme == "dark" else 0.25)
        >>> shadow
        <DynamicColor 'shadow'>

        The name of the function then stands for the dynamic color.
        """
        def register(function: ProviderFunction) -> DynamicColor:
            return self.register(name, function)
        return register

    def register_level(
        self, name: str | None, color: DynamicColor | str | None, level: Level
    ) -> DynamicColor:
        """Register a level of a color. In CSS it is `--level(var(--accent), secondary)`.

        With None instead of a color, it is a level of the content style: of `currentcolor`, which
        is the environment's foreground. Levels of levels add up.
        """
        data = None if name is None else utf8(name)
        id, error = c_uint32(), details()
        base = 0 if color is None else id_of(self, color)
        check(self._c.dyncolor_register_level_n(
            self._handle, data, len(data or b""), base, word_value("level", LEVELS, level),
            byref(id), error), error)
        return DynamicColor(self, id.value)

    def register_fallbacks(
        self, name: str | None, colors: Iterable[DynamicColor | str]
    ) -> DynamicColor:
        """Register the first of several colors that has a value in the environment.

        In CSS it is `--first(var(--accent), var(--tint), blue)`.
        """
        ids = [id_of(self, color) for color in colors]
        parts = (PartValue * len(ids))()
        for part, color in zip(parts, ids, strict=True):
            part.id = color
        data = None if name is None else utf8(name)
        id, error = c_uint32(), details()
        check(self._c.dyncolor_register_fallbacks_n(
            self._handle, data, len(data or b""), parts, len(ids), byref(id), error), error)
        return DynamicColor(self, id.value)

    def redefine(self, colors: Mapping[DynamicColor, Color | str]) -> None:
        """Give registered colors constant values in one transaction.

        This is the fastest way to change many colors.
        """
        ids = (c_uint32 * len(colors))(*[id_of(self, color) for color in colors])
        values = b"".join(map(data_of, colors.values()))
        error = details()
        check(released.dyncolor_theme_redefine(self._handle, ids, values, len(colors), error),
              error)

    def declare(self, name: str) -> DynamicColor:
        """Return the color of a name that may be registered later, so that others can refer to it.
        """
        data, id, error = utf8(name), c_uint32(), details()
        check(self._c.dyncolor_theme_declare_n(self._handle, data, len(data), byref(id), error),
              error)
        return DynamicColor(self, id.value)

    def unregister(self, color: DynamicColor | str) -> None:
        """Remove a color. Colors that refer to it fail until its name is registered again."""
        error = details()
        check(self._c.dyncolor_unregister(self._handle, id_of(self, color), error), error)

    def rename(self, color: DynamicColor | str, name: str) -> None:
        """Give a color another name. It stays the same color, and its old name becomes free."""
        data, error = utf8(name), details()
        check(self._c.dyncolor_id_rename_n(
            self._handle, id_of(self, color), data, len(data), error), error)

    def forward(self, old: str, name: str | None) -> None:
        """Forward an old name to a new one, for lookups by Python, by var() and in palettes.

        >>> theme = Theme()
        >>> surface = theme.register("surface", "snow")
        >>> theme.forward("ground", "surface")
        >>> theme["ground"]
        <DynamicColor 'surface'>

        A color that has the old name takes precedence. None ends forwarding. Raises CycleError if
        the new name is forwarded to the old one.
        """
        data, error = utf8(old), details()
        to = None if name is None else utf8(name)
        if to is not None and not to:
            raise ValueError("a name must not be empty; None ends forwarding")
        check(self._c.dyncolor_theme_forward_n(
            self._handle, data, len(data), to, len(to or b""), error), error)

    def forwarded(self, name: str) -> str | None:
        """Return the name that a name is finally forwarded to, or None."""
        data, current, error = utf8(name), c_char_p(), details()
        status = self._c.dyncolor_theme_forwarded_n(
            self._handle, data, len(data), byref(current), error)
        if status == UNKNOWN_NAME:
            return None
        check(status, error)
        return (current.value or b"").decode()

    def load_builtin(
        self, name: str, version: str = "", *, prefix: str | None = None
    ) -> int:
        """Register the colors of a built-in palette, and return their number.

        >>> theme = Theme()
        >>> theme.load_builtin("apple", "13")
        22
        >>> theme["apple/systemRedColor"].resolve()
        Color('#ff3b30')

        `builtins()` lists the palettes. Without a version it is the newest one. The prefix is put
        before each name; it is the name of the palette and a slash unless given. A prefix that ends
        in a slash is declared as a palette.
        """
        from .palettes import load_builtin
        return load_builtin(self, name, version, prefix, LAYERS["theme"])

    # ---- Layers ----

    def layer(self, name: str, *, below: str = "user", owner: str | None = None) -> Layer:
        """Return a layer, in which colors can be registered, also on behalf of an owner.

        >>> theme = Theme()
        >>> accent = theme.register("accent", "teal")
        >>> user = theme.layer("user")
        >>> _ = user.register("accent", "rebeccapurple")
        >>> accent.resolve().hex
        '#663399'
        >>> user.drop()
        >>> accent.resolve().hex
        '#008080'

        The highest layer that defines a color overrides the others. There are `defaults`, above it
        `theme`, in which the theme's own methods register, and above it `user`. Any other layer is
        declared when you first ask for it, directly below the layer `below`, and stays there.
        """
        from .layer import declare_layer
        return declare_layer(self, name, below, owner)

    def layers(self) -> list[Layer]:
        """Return all layers, from the lowest to the highest."""
        from .layer import list_layers
        return list_layers(self)

    def owners(self) -> dict[str, int]:
        """Return the owners on whose behalf colors were registered: names and their numbers."""
        from .layer import list_owners
        return list_owners(self)

    def unregister_owner(self, owner: str) -> None:
        """Remove all colors of an owner, in every layer."""
        from .layer import unregister_owner
        unregister_owner(self, owner)

    def provenance(self, color: DynamicColor | str) -> list[tuple[str, str | None, str]]:
        """Return where a color is defined: layer, owner and kind, the highest layer first.

        >>> theme = Theme()
        >>> for name in "user", "defaults":
        ...     _ = theme.layer(name, owner="mail").register("link", "color-mix(red, var(--ink))")
        >>> theme.provenance("link")
        [('user', 'mail', 'css'), ('defaults', 'mail', 'css')]

        The highest definition is in effect. Its kind is `variants`, also for constants and pairs,
        `palette`, `provider` or `css`.
        """
        from .layer import provenance
        return provenance(self, color)

    # ---- Files ----

    def load(
        self, source: Path, data: Buffer | str | None = None, *, format: Format | None = None,
        layer: Layer | str | None = None, owner: str | None = None, prefix: str = "",
        strict: bool = False, allow_outside: bool = False, system_version: str = "",
        files: Files | None = None, progress: Progress | None = None,
    ) -> Report:
        """Load the colors of a file or a folder in one transaction: all, or none if one fails.

        >>> theme = Theme()
        >>> theme.load("theme.json", '{"ink": "black", "paper": {"light": "snow", "dark": "#222"}}')
        <Report of 2 colors, 0 findings>
        >>> theme["paper"].css
        'light-dark(#fffafa, #222222)'

        - Formats: asset catalogs, design tokens, style sheets, JSON, schemes of base16 and KDE. It
          follows from the file extension, or else the contents, unless given.
        - `data`: the contents of the file, as above. `source` is then only its name.
        - `files`: the contents of several files by their paths, or an object with `read(path)`,
          which returns the contents of a file, and `list(path)`, which returns the names in a
          folder, those of folders with a slash at the end.
        - `prefix` is put before all names. `layer` and `owner` say where the colors are registered.
        - `strict`: input that is invalid or unused is an error, not a warning in the report.
        - `allow_outside`: files may refer to others outside the folder that is loaded.
        - `system_version`: the version of the palette `apple` that asset catalogs refer to.
        - `progress` is called with the next file, and the number of colors so far. If it returns
          True, the load fails with CancelledError. Its exceptions are raised.

        An error that is raised has the report, too. Names that the layer has are redefined. Colors
        that are the same as before are not changed.
        """
        from .loading import Options, load
        return load(self, source, data, Options(
            self, format, layer, owner, prefix, strict, allow_outside, system_version, files,
            progress))

    def watch(
        self, path: Path, *, format: Format | None = None, layer: Layer | str | None = None,
        owner: str | None = None, prefix: str = "", strict: bool = False,
        allow_outside: bool = False, system_version: str = "", progress: Progress | None = None,
    ) -> Watch:
        """Load a file or a folder as `load` does, and watch all files that were read.

            with theme.watch("theme.css") as watch:
                while select.select([watch], [], []):
                    try:
                        watch.pump()
                    except dyncolor.Error as error:
                        print(error)

        Or, in an event loop of asyncio: `loop.add_reader(watch, watch.pump)`. No thread is started:
        call `pump` whenever the Watch is readable.

        Files, folders and links on the way to them may be replaced, deleted, made again and moved.
        Colors that the files no longer have are unregistered. Observers only get colors that really
        changed.
        """
        from .loading import Options
        from .watch import Watch
        return Watch(self, path, Options(
            self, format, layer, owner, prefix, strict, allow_outside, system_version, None,
            progress))

    def write(
        self, path: Path, *, format: Format | None = None, name: str = "",
        environments: Mapping[str, Environment] | Iterable[Environment] = (),
        classes: bool = False,
    ) -> Report:
        """Write all colors with names to a file or a folder.

        It appears under its path when it is complete. What the format cannot express, such as a
        provider, is approximated, with a warning in the report.

        - `format` follows from the file extension unless given.
        - `name`: the name of the collection.
        - `environments`, which may have names: those of tables in C. A format for one environment
          uses the first.
        - `classes`: style sheets have dark colors for the class `dark`, instead of for readers who
          prefer a dark scheme.
        """
        from .writing import Writing, write
        return write(self, path, Writing(format, name, environments, classes))

    def written(
        self, format: Format, *, name: str = "",
        environments: Mapping[str, Environment] | Iterable[Environment] = (),
        classes: bool = False,
    ) -> dict[str, bytes]:
        """Return the files that `write` would make: contents by their paths in a folder.

        The path of a single file is empty.
        """
        from .writing import Writing, written
        return written(self, Writing(format, name, environments, classes))

    def text(
        self, format: Format, *, name: str = "",
        environments: Mapping[str, Environment] | Iterable[Environment] = (),
        classes: bool = False,
    ) -> str:
        """Return the text of the single file that `write` would make.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> again = Theme()
        >>> again.load("theme.json", theme.text("json"))
        <Report of 1 colors, 0 findings>
        >>> again["ink"].equals(ink)
        True
        """
        from .writing import Writing, text
        return text(self, Writing(format, name, environments, classes))

    # ---- Finding ----

    def __getitem__(self, name: str) -> DynamicColor:
        """Return the color with a name."""
        return DynamicColor(self, id_of(self, name))

    def __contains__(self, name: object) -> bool:
        """Return whether a name, or a dynamic color, is registered in this theme."""
        if isinstance(name, DynamicColor):
            return name.theme._handle == self._handle and name._is_registered()
        if not isinstance(name, str):
            return False
        data, id = utf8(name), c_uint32()
        return not self._find(self._pointer, data, c_size_t(len(data)), byref(id), None)

    def __len__(self) -> int:
        """The number of registered colors."""
        count: int = self._c.dyncolor_theme_count(self._handle)
        return count

    def __bool__(self) -> bool:
        """True, even if the theme is empty."""
        return True

    def __iter__(self) -> Iterator[DynamicColor]:
        """Iterate over the registered colors, in the order of their rows."""
        return iter(colors_of(self, list_all(
            c_uint32, len(self), lambda *room: released.dyncolor_theme_colors(self._handle,
                                                                              *room))))

    def names(self) -> list[str]:
        """Return the names of the registered colors, in the order of their rows."""
        return [name for color in self if (name := color.name)]

    def bind(self, names: Iterable[str]) -> list[DynamicColor]:
        """Return the colors with these names. UnknownNameError lists all names that are missing."""
        texts = list(names)
        count = len(texts)
        array = (c_char_p * count)(*[utf8(text) for text in texts])
        ids, statuses, error = (c_uint32 * count)(), (c_int * count)(), details()
        status = released.dyncolor_theme_bind(self._handle, array, count, ids, statuses, error)
        # C sees a name only up to a NUL.
        if status == UNKNOWN_NAME or not status and "\0" in "".join(texts):
            missing = [text for text, unknown in zip(texts, statuses, strict=True)
                       if unknown or "\0" in text]
            raise unknown_name(
                "no colors have these names", ", ".join(missing), names=missing)
        check(status, error)
        return [DynamicColor(self, id) for id in ids]

    def palette_colors(self, name: str) -> list[DynamicColor]:
        """Return the registered colors of a palette, in the order of their rows."""
        from .palettes import palette_colors
        return palette_colors(self, name)

    def gaps(self) -> list[Gap]:
        """Return the names that palettes lack, but other palettes have or semantic colors look up.

        >>> theme = Theme()
        >>> numbers = theme.palette("Day"), theme.palette("Night")
        >>> for name in ("Day/text", "Day/ground", "Night/text"):
        ...     color = theme.register(name, "gray")
        >>> theme.gaps()
        [Gap(palette='Night', name='ground', example=<DynamicColor 'Day/ground'>)]
        """
        from .palettes import gaps
        return gaps(self)

    # ---- Resolving ----

    def resolve(
        self, color: DynamicColor | str, environment: Environment = EVERYWHERE
    ) -> Color:
        """Return the color of a dynamic color, or of a name, for an environment."""
        if not isinstance(color, DynamicColor) or color.theme is not self:
            color = DynamicColor(self, id_of(self, color))
        return color.resolve(environment)

    def content(
        self, level: Level = "primary", environment: Environment = EVERYWHERE
    ) -> Color:
        """Return a level of the content style: of the environment's foreground, or of the default
        text color."""
        return resolve_level(self, 0, level, environment)

    @takes_exceptions
    def resolve_list(
        self, colors: Iterable[DynamicColor | str], environment: Environment = EVERYWHERE
    ) -> list[Color]:
        """Return the values of several colors, all of the same version of the theme.

        If one of them cannot be resolved, its error is raised.
        """
        ids = [id_of(self, color) for color in colors]
        count = len(ids)
        pixels, statuses, error = (c_float * (4 * count))(), (c_int * count)(), details()
        check(released.dyncolor_resolve_list(
            self._handle, (c_uint32 * count)(*ids), count, environment._pointer,
            LAYOUTS["float4"], pixels, 16, statuses, error), error)
        if any(statuses):
            raise_taken(sys._getframe())
            for id, status in zip(ids, statuses, strict=True):
                if status:
                    # This raises the error, unless the color has got a value meanwhile.
                    DynamicColor(self, id).resolve(environment)
            return self.resolve_list([DynamicColor(self, id) for id in ids], environment)
        return [resolved_color(floats) for floats in iter_unpack("4f", pixels)]

    @takes_exceptions
    def resolve_all(
        self, out: WritableBuffer | Pixels, environment: Environment = EVERYWHERE
    ) -> None:
        """Resolve all colors into a buffer: rows of four floats or four bytes, or `Pixels`.

        The row of a color is `color.row`, and `rows` is the number of rows. Colors that cannot be
        resolved, and further rows of the buffer, are transparent black. An exception of a provider
        is raised, unless it is an Error.
        """
        pixels = pixels_of(out)
        layout, address, rows, stride = pixels.arguments
        if self._resolve_all(
                self._pointer, environment._pointer, layout, address, rows, stride, None):
            error = details()
            check(self._resolve_all(
                self._pointer, environment._pointer, layout, address, rows, stride, byref(error)),
                error)
        if raised:
            raise_taken(sys._getframe(), answers=False)

    @takes_exceptions
    def prepare(self, environment: Environment = EVERYWHERE) -> None:
        """Resolve all colors now, so that they are in the cache when they are needed."""
        error = details()
        check(released.dyncolor_theme_prepare(self._handle, environment._pointer, error), error)
        raise_taken(sys._getframe(), answers=False)

    @takes_exceptions
    def snapshot(self, environment: Environment = EVERYWHERE) -> Snapshot:
        """Resolve all colors for an environment, at one instant, into an immutable table.

        An exception of a provider is raised here, unless it is an Error, which is raised when you
        ask for the color.
        """
        from .snapshot import Snapshot
        handle, error = c_void_p(), details()
        check(released.dyncolor_snapshot_create(
            self._handle, environment._pointer, byref(handle), error), error)
        snapshot = Snapshot(handle.value or 0, self)
        raise_taken(sys._getframe(), answers=False)
        return snapshot

    @takes_exceptions
    def explain(
        self, color: DynamicColor | str, environment: Environment = EVERYWHERE
    ) -> Explanation:
        """Explain step by step how the value of a color comes about, or why it has none.

        >>> theme = Theme()
        >>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
        >>> button = theme.register("button", accent)
        >>> print(theme.explain("button", Environment(scheme="dark")))
        button = #81d0ff: another color
        accent = #81d0ff: variant 2 of 2 (dark)

        An exception of a provider is raised, unless it is an Error.
        """
        from .steps import Explanation
        handle, error = c_void_p(), details()
        check(released.dyncolor_explanation_create(
            self._handle, id_of(self, color), environment._pointer, byref(handle), error), error)
        explanation = Explanation(self, handle)
        raise_taken(sys._getframe(), answers=False)
        return explanation

    # ---- Changes ----

    @takes_exceptions
    def diff(self, a: Environment, b: Environment = EVERYWHERE) -> list[DynamicColor]:
        """Return the colors that differ between two environments, at one instant.

        >>> theme = Theme()
        >>> ink = theme.register("ink", "light-dark(black, white)")
        >>> link, note = theme.register("link", "blue"), theme.register("note", "var(--ink)")
        >>> theme.diff(Environment(scheme="light"), Environment(scheme="dark"))
        [<DynamicColor 'ink'>, <DynamicColor 'note'>]

        Only colors that depend on an axis in which the environments differ are resolved. An
        exception of a provider is raised, unless it is an Error.
        """
        room = self.rows
        while True:
            ids, count, error = (c_uint32 * room)(), c_size_t(), details()
            status = released.dyncolor_theme_diff(
                self._handle, a._pointer, b._pointer, ids, room, byref(count), error)
            if not status or count.value <= room:
                break
            room = count.value
        check(status, error)
        raise_taken(sys._getframe(), answers=False)
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
        depend on them. The generation of the result is that up to which it is complete.
        """
        from .observer import Change
        if not 0 <= since < 1 << 64:
            raise ValueError("since must be a generation that the theme has had")
        generation = c_uint64()
        ids = list_all(
            c_uint32, self.rows, lambda *room: released.dyncolor_theme_changes(
                self._handle, since, *room[:3], byref(generation), room[3]))
        return Change(self, generation.value, ids)

    def observe(self, function: ObserverFunction) -> Observation:
        """Call a function with a Change after every change, until the Observation is cancelled.

        >>> theme = Theme()
        >>> ink, note = theme.register("ink", "black"), theme.register("note", "var(--ink)")
        >>> with theme.observe(lambda change: print(change.colors)):
        ...     theme.redefine({ink: "navy"})
        [<DynamicColor 'ink'>, <DynamicColor 'note'>]

        - Changes arrive one by one, in the order of their generations.
        - The function runs on the thread that made the change, before that call returns. If another
          change is being delivered, this one follows it, perhaps on another thread.
        - The function may use and change the theme. Its exceptions go to sys.unraisablehook.
        """
        from .observer import Observation
        return Observation(self, function)

    def __repr__(self) -> str:
        return f"<Theme of {len(self)} colors>"
