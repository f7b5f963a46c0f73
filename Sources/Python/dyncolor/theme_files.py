"""The methods of `Theme` that load, watch and write files, and those that check, audit and repair
colors."""
from __future__ import annotations

from ._calls import advises, public_name
from .theme_base import ThemeBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from ._memory import Buffer
    from .audit import Audit, Repaired
    from .dynamic_color import DynamicColor
    from .environment import Environment
    from .reports import Report
    from .layers_and_owners import LayerOfTheme
    from .watch import Watch
    from .words import AuditKind, Files, Format, Layout, Path, Progress


@public_name("Theme")
class ThemeFiles(ThemeBase):
    """A base class of `Theme`, with the methods for files, and for finding mistakes in colors."""

    __slots__ = ()

    @advises()
    def load(
        self, source: Path, data: Buffer | str | dict[str, Any] | None = None, *,
        format: Format | None = None, layer: LayerOfTheme | str | None = None,
        owner: str | None = None, prefix: str = "", strict: bool = False,
        allow_outside: bool = False, system_version: str = "", files: Files | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Load the colors of a file or a folder in one transaction: none if the load fails.

        >>> theme = Theme()
        >>> theme.load("theme.json", '{"ink": "black", "paper": {"light": "snow", "dark": "#222"}}')
        <Report of 2 colors, 0 findings>
        >>> theme["paper"].css
        'light-dark(#fffafa, #222222)'
        >>> try:
        ...     report = theme.load("theme.json", '{"ink": "black", "paper": "snwo"}')
        ... except Error as error:
        ...     print(error)
        theme.json:1:28: unknown color name: snwo; did you mean "snow"?

        With `strict=True`, each warning makes the load fail, and so does each value of JSON that
        would be left out. Without `strict`:

        - JSON: a mistake that begins like a color (`#ff`, `rgb(1 2)`) fails the load.
        - JSON: a misspelled name of a color (`snwo`) fails the load if it stands among colors.
          Among other values, such as numbers or `"A4"`, it may be meant for something else: it is
          left out, with a note that has the name that was probably meant. The examples below show
          each case.
        - JSON: any other value, such as `"A4"` or a number, is left out, with a note. If several
          objects of the file have such a value under the same key (`size` here and `size` there),
          only the first has a note. The load fails if no color is left.
        - JSON: a key that is almost a mode (`ligth`) gets a warning. The object is then a group of
          colors: `{"ink": {"ligth": "black"}}` has the color `ink/ligth`.
        - Style sheets: a color with a mistake is left out, with a warning. A misspelled
          color of at most 7 letters, such as `biege`, is left out with a note, because it may be
          meant for another program. Words that are like no color (`bold`), lengths and the like are
          left out silently.

        >>> def try_load(text):
        ...     try:
        ...         report = Theme().load("theme.json", text)
        ...         print("left out:", text)
        ...     except Error:
        ...         print("fails:   ", text)

        A misspelled name after `value` always makes the load fail. After a mode (`light`), it makes
        the load fail if another mode beside it has a color:

        >>> try_load('{"ink": "black", "paper": {"value": "snwo"}}')
        fails:    {"ink": "black", "paper": {"value": "snwo"}}
        >>> try_load('{"ink": "black", "paper": {"light": "snwo", "dark": "black"}}')
        fails:    {"ink": "black", "paper": {"light": "snwo", "dark": "black"}}
        >>> try_load('{"ink": "black", "paper": {"light": "snwo"}}')
        left out: {"ink": "black", "paper": {"light": "snwo"}}

        After any other key, such as `paper`, the misspelled name makes the load fail if a color is
        beside it, but no number and no text such as `"A4"`. Objects beside it do not count:

        >>> try_load('{"ink": "black", "paper": "snwo"}')
        fails:    {"ink": "black", "paper": "snwo"}
        >>> try_load('{"ink": "black", "paper": "snwo", "page": {"width": 4}}')
        fails:    {"ink": "black", "paper": "snwo", "page": {"width": 4}}
        >>> try_load('{"ink": "black", "paper": "snwo", "size": 4}')
        left out: {"ink": "black", "paper": "snwo", "size": 4}
        >>> try_load('{"ink": "black", "card": {"paper": "snwo"}}')
        left out: {"ink": "black", "card": {"paper": "snwo"}}

        A name of 3 or 4 letters counts as misspelled if two neighbors are exchanged or a letter is
        doubled (`rde`), a longer one also with one letter too many, too few or wrong. Others, such
        as `nvy` and `golden`, are texts like `"A4"`.

        What is left out changes nothing: what the theme had under the name stays. `strict=True`
        makes the load fail for each warning and, in JSON, for each value that is no color. In a
        style sheet, notes stay notes.

        - `format` follows from the file extension, or else the contents, unless given:
          `asset-catalog` (.xcassets, .colorset), `design-tokens` (.tokens, .tokens.json,
          .resolver.json, and folders of them), `style-sheet` (.css), `json` (.json), `base16`
          (.yaml, .yml; also base24), `kde` (.colors) and `gimp-palette` (.gpl). With another
          extension, or none, almost any text that has a `{`, but not at its start, counts as a
          style sheet. A file without any color may load without a finding: if there must be
          some, check `Report.colors`.
        - `data`: the contents of the file, as above, or a dict that stands for JSON. `source` is
          then only its name. The location of a mistake in a dict is that in its JSON text, which is
          `json.dumps(data)`.
        - A folder is read as asset catalogs or design tokens. Files of the other formats are loaded
          one by one: in a folder, they are passed over. If a folder has no colors, a note says so.
        - Groups and palettes have slashes in the names of their colors: `ink` in a group `Night` of
          JSON, in a namespace of an asset catalog, or as `--Night\\/ink` in a style sheet, is the
          color `Night/ink`.
        - `files`: the contents of several files by their paths, or an object with `read(path)`,
          which returns the contents of a file, and `list(path)`, which returns the names in a
          folder, those of folders with a slash at the end.
        - `prefix` is put before all names. The colors are registered in `layer`, which must exist,
          and belong to `owner`, which may be new: see `unregister_owner`.
        - `strict`: what would be a warning makes the load fail, and so does what would be left out
          with a note in JSON, such as `"paper": "A4"`. References to unknown colors are only looked
          for when there is no other error. So the next load may report some, when you have mended
          all errors.
        - `allow_outside`: files may refer to others outside the folder that is loaded.
        - `system_version`: the version of the palette `apple` that asset catalogs refer to.
        - `progress` is called with the path of the next file, and the number of colors so far. If
          it returns True, the load fails with CancelledError. Its exceptions are raised.

        An error that is raised has the report, too, and `Error.format` shows the line with the
        mistake. Names that the layer has are redefined. Colors that are the same as before are not
        changed. Nothing is unregistered: if you load a file again, colors that are not in it any
        more stay. Only `watch` unregisters them; or call `Layer.clear` or `unregister_owner` before
        you load.
        """
        from .loading import ConvertedLoadOptions, load
        return load(self, source, data, ConvertedLoadOptions(
            self, format, layer, owner, prefix, strict, allow_outside, system_version, files,
            progress))

    def check(self) -> Report:
        """Find unknown names of colors, palettes, axes and values in definitions: warnings.

        >>> theme = Theme()
        >>> team = theme.axis("team", "red", "blue")
        >>> warm = theme.register("warm", "if(style(--taem: red): red; else: tan)")
        >>> [finding.context for finding in theme.check()]
        ['warm: taem; did you mean "team"?']

        Registering allows these names, because they may be declared later: see `Theme.axis`. `load`
        finds the same in what it loads.
        """
        from .loading import check_names
        return check_names(self)

    @advises()
    def audit(
        self, *, kinds: Iterable[AuditKind] = (),
        pairs: Iterable[
            tuple[DynamicColor | str, DynamicColor | str]
            | tuple[DynamicColor | str, DynamicColor | str, float]] = (),
        sets: Iterable[Iterable[DynamicColor | str]] = (), page: DynamicColor | str | None = None,
        ratio: float = 4.5, ratio_more: float = 7, ratio_less: float = 3,
        declared_only: bool = False, passing: bool = False, limit: int = 0,
    ) -> Audit:
        """Examine the colors in every environment that makes a difference to them, and list what is
        wrong with them.

        >>> theme = Theme()
        >>> accent = theme.register("accent", light="#777", dark="#00f")
        >>> text = theme.register("on-accent", "white")
        >>> for finding in theme.audit():
        ...     print(finding.color.name, round(finding.found, 3), finding.required, finding.where)
        on-accent 4.478 4.5 light

        The kinds of findings, all of which are looked for unless `kinds` has some of them:

        - `contrast`: text has less contrast with its background than `ratio`. If the contrast of
          the environment is nearest to `more`, `ratio_more` is required instead; if it is nearest
          to `less`, `ratio_less`. Pairs are found by names, such as `on-accent` and `accent`, or
          `text-muted` and `background`, and in `--ensure-contrast()` and `contrast-color()`.
          `pairs` has further pairs, which may have a ratio of their own: `(text, background, 3)`. A
          pair with the ratio 1 is left out. With `passing`, there is a note for each pair that has
          enough contrast, too.
        - `gamut`: a color is outside sRGB in an environment that names no gamut.
        - `unreachable-variant`: a variant is never chosen.
        - `palette-gap`: a palette lacks a name: see `gaps`.
        - `vision`: two colors of a set look alike to people with a color vision deficiency. Sets
          are found by names, such as `success` and `danger`, or `chart-1` and `chart-2`; `sets` has
          others.
        - `unreviewed`: a color that `derive` has derived, and that nobody has reviewed: its
          annotation is no JSON object with the key `reviewed`, such as `{"reviewed": true}`.
        - `no-value`: a color has no value.

        A translucent background lies over `page`. If `page` is not given, it lies over the color
        that is called `page`, `background`, `canvas` or the like, and if there is none, over the
        worst backdrop.
        With `declared_only`, only `pairs`, `sets` and `page` are used, and nothing is found by
        names. `limit` is how many colors may be resolved and pairs compared; 0 stands for 50
        million.
        """
        from .audit import AuditRequest, audit
        return audit(self, AuditRequest(
            kinds, pairs, sets, page, ratio, ratio_more, ratio_less, declared_only, passing,
            limit))

    def repair(self, audit: Audit) -> Repaired:
        """Mend what an audit of this theme has found, by the smallest changes, in the layer
        `repair`.

        >>> theme = Theme()
        >>> paper, ink = theme.register("background", "white"), theme.register("text", "#999")
        >>> theme.repair(theme.audit(passing=True)), theme.audit().errors
        (Repaired(repaired=1, left=0), 0)
        >>> ink.css
        '--ensure-contrast(--covered(), on var(--background), 4.5)'

        Text with too little contrast becomes `--ensure-contrast()` of what it was. Of two colors
        that look alike, the one that the finding names as `suggested` gets another lightness. Other
        findings are left. If the audit was made with `passing=True`, a text also keeps its contrast
        with the backgrounds where it has enough.

        Look at the result, and drop it with `theme.layer("repair").clear()` if you do not like it.
        """
        from .audit import repair
        return repair(self, audit)

    @advises()
    def watch(
        self, path: Path, *, format: Format | None = None, layer: LayerOfTheme | str | None = None,
        owner: str | None = None, prefix: str = "", strict: bool = False,
        allow_outside: bool = False, system_version: str = "", progress: Progress | None = None,
        anyway: bool = False,
    ) -> Watch:
        """Load a file or a folder as `load` does, and watch all files that were read.

        >>> theme = Theme()
        >>> from tempfile import NamedTemporaryFile
        >>> with NamedTemporaryFile("w", suffix=".json") as file:
        ...     written = file.write('{"ink": "black"}')
        ...     file.flush()
        ...     with theme.watch(file.name) as watch:
        ...         print(theme.names(), watch.pump())
        ['ink'] None

        A loop that waits for changes:

            with theme.watch("theme.css") as watch:
                while select.select([watch], [], []):
                    try:
                        watch.pump()
                    except dyncolor.Error as error:
                        print(error)

        Or, in an event loop of asyncio: `loop.add_reader(watch, watch.pump)`. No thread is started:
        call `pump` whenever the Watch is readable.

        With `anyway`, the watch begins also if the files cannot be loaded yet: `pump` then raises
        the error, once the watch is readable. Files, folders and links on the way to them may be
        replaced, deleted, made again and moved. Observers only get colors that really changed.

        Colors that the files no longer have are unregistered. Without `strict`, so is a color that
        the files had in the last load, and that is left out now:

        - because of a mistake in a style sheet,
        - or because its value, in JSON or in a style sheet, is no color any more.

        Nothing is raised then; the report has a warning or a note. With `strict=True`, the load by
        `pump` fails instead, and all colors stay: see `Watch.pump`.
        """
        from .loading import ConvertedLoadOptions
        from .watch import Watch
        return Watch(self, path, ConvertedLoadOptions(
            self, format, layer, owner, prefix, strict, allow_outside, system_version, None,
            progress, anyway))

    @advises(environment="write environments=[…]")
    def write(
        self, path: Path, *, format: Format | None = None, name: str = "",
        environments: Mapping[str, Environment | str] | Iterable[Environment | str] = (),
        classes: bool = False, layout: Layout | None = None,
    ) -> Report:
        """Write all colors with names to a file or a folder.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     report = theme.write(f"{folder}/theme.json")
        ...     again = Theme()
        ...     again.load(f"{folder}/theme.json")
        <Report of 1 colors, 0 findings>
        >>> again["ink"].css
        'light-dark(#000000, #ffffff)'

        The file or folder appears under its path only when it is complete. Missing folders above it
        are made. What the format cannot express, such as a provider, is approximated, with a
        warning in the report. A color without a value is left out if the format needs the value,
        with a warning. `colors` of the report is the number of colors that were written.

        - `format` follows from the file extension unless given: `asset-catalog` (.xcassets),
          `design-tokens` (.tokens, .tokens.json, or a folder), `style-sheet` (.css), `json`
          (.json), `kde` (.colors), `gimp-palette` (.gpl), `xresources` (.Xresources, .Xdefaults),
          `kitty` (.conf), `alacritty` (.toml), `c-header` (.h), `preview` (.html), `sheet` (.svg);
          and without an extension of their own `tailwind`, `gtk` (a folder) and `gtk-media`.
        - `name`: the name of the color collection, in formats that have one, and the prefix of
          names in a `c-header`. Unless it is given, it is the name of the file, or `theme`.
        - `environments`: the environments of the tables in a `c-header`, as a list, or as a dict by
          their names. A format for one environment uses the first.
        - `classes`: style sheets have dark colors for the class `dark`, instead of for readers who
          prefer a dark scheme.
        - `layout`: the layout of the pixels in the tables of a `c-header`. Unless it is given,
          there are tables of floats and of words.
        """
        from .writing import ConvertedWriteOptions, write
        return write(self, path, ConvertedWriteOptions(format, name, environments, classes, layout))

    @advises(environment="write environments=[…]")
    def written(
        self, format: Format, *, name: str = "",
        environments: Mapping[str, Environment | str] | Iterable[Environment | str] = (),
        classes: bool = False, layout: Layout | None = None,
    ) -> dict[str, bytes]:
        """Return the files that `write` would make: contents by their paths in a folder.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> files = theme.written("asset-catalog")
        >>> sorted(files)
        ['Contents.json', 'ink.colorset/Contents.json']

        The path of a single file is empty.
        """
        from .writing import ConvertedWriteOptions, written
        return written(self, ConvertedWriteOptions(format, name, environments, classes, layout))

    @advises(environment="write environments=[…]")
    def text(
        self, format: Format, *, name: str = "",
        environments: Mapping[str, Environment | str] | Iterable[Environment | str] = (),
        classes: bool = False, layout: Layout | None = None,
    ) -> str:
        """Return the text of the single file that `write` would make.

        The formats `asset-catalog` and `gtk` are folders of several files: `written` returns those.

        >>> theme = Theme()
        >>> ink = theme.register("ink", light="black", dark="white")
        >>> again = Theme()
        >>> again.load("theme.json", theme.text("json"))
        <Report of 1 colors, 0 findings>
        >>> again["ink"].equals(ink)
        True
        """
        from .writing import ConvertedWriteOptions, text
        return text(self, ConvertedWriteOptions(format, name, environments, classes, layout))
