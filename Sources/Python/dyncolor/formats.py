"""File formats: their names, their file extensions, and errors that list them."""
from __future__ import annotations

from ._library import FORMATS, suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from .errors import Error
    from .words import Format

# The extensions by which a format is recognized when it is read, and when it is written.
READ_FORMATS: Final[dict[Format, tuple[str, ...]]] = {
    "asset-catalog": (".xcassets", ".colorset"),
    "design-tokens": (".tokens", ".tokens.json", ".resolver.json"), "style-sheet": (".css",),
    "json": (".json",), "base16": (".yaml", ".yml"), "kde": (".colors",),
    "gimp-palette": (".gpl",)}
WRITTEN_FORMATS: Final[dict[Format, tuple[str, ...]]] = {
    "asset-catalog": (".xcassets",), "design-tokens": (".tokens", ".tokens.json"),
    "style-sheet": (".css",), "json": (".json",), "kde": (".colors",), "gimp-palette": (".gpl",),
    "xresources": (".Xresources", ".Xdefaults"), "kitty": (".conf",), "alacritty": (".toml",),
    "c-header": (".h",), "preview": (".html",), "sheet": (".svg",), "tailwind": (), "gtk": (),
    "gtk-media": ()}


def format_number(format: Any, known: dict[Format, tuple[str, ...]]) -> int:
    """Return the number of a format for C. The error for an unknown word lists `known`: the formats
    that can be read, or those that can be written. A format that exists, but is not in `known`, is
    no error of this function: C refuses it."""
    if isinstance(format, str) and format in FORMATS:
        return FORMATS[format]
    raise ValueError(
        f"format must be one of {', '.join(known)}, not {format!r}"
        f"{_hint_for_extension(format, known) or suggestion(format, known)}")


def _hint_for_extension(word: object, known: dict[Format, tuple[str, ...]]) -> str:
    """Return `; did you mean "…"?` with the format whose file extension is `word`, or an empty
    text."""
    # `word` may begin with a dot.
    extension = f".{word}".replace("..", ".").casefold()
    for name, extensions in known.items():
        if extension in [each.casefold() for each in extensions]:
            return f'; did you mean "{name}"?'
    return ""


def list_formats(error: Error, path: str, known: dict[Format, tuple[str, ...]], what: str) -> None:
    """Replace the message of the error for an unknown format by one that lists the formats. `what`
    is "read" or "written", and `known` has the formats that can be read or written. An error
    without a path gets `path`."""
    names = ", ".join(
        f"{name} ({', '.join(extensions)})" if extensions else name
        for name, extensions in known.items())
    error.path = error.path or path
    error.context = ""
    error.line = error.column = error.offset = 0
    error.message = (f"the format of the file is not known, or cannot be {what}; formats that can "
                     f"be {what}: {names}. Without one of these extensions, pass format=…")
    error.args = (error.message, error.context)
