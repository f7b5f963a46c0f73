"""Makes identifiers of color names, so that compilers and type checkers find misspelled names.

    python3 -m dyncolor.names colors.txt --header app_colors.h --python app_colors.py

writes a C header with a struct that has a `dyncolor_id` for each name, and a function that finds
all of them; and a Python module with a class that has a `DynamicColor` for each. Both report all
missing names at once. `colors.txt` has one name on each line. Empty lines, and comments that begin
with `#` and a space, are ignored. With --theme the names are those of a theme in a Python module:

    python3 -m dyncolor.names --theme application.colors:theme --python app_colors.py

CMake runs this file alone, so it imports nothing of the package: see dyncolor_add_names in the
CMake package.
"""
from __future__ import annotations

import argparse
import importlib
import keyword
import os
import re
import sys
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# Names that no member of a struct may have: the keywords of C23 and C++20, macros of compilers and
# their headers, and names that the generated files use.
_RESERVED = frozenset("""
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t
    char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
    return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using
    virtual void volatile wchar_t while xor xor_eq
    errno i386 linux unix EOF NULL
    dyncolor dyncolor_id""".split())

# The parameters and local variables of the function in the generated header. `in` is missing,
# because `_checked` refuses it as a keyword.
_LOCALS = ("error", "ids", "out", "status", "texts")


class NamesError(ValueError):
    """A name or a prefix cannot become an identifier."""


def identifier(name: str) -> str:
    """Return the identifier for a name, in C and in Python: `Night/primary` is `Night_primary`.

    - Runs of characters other than ASCII letters and digits become one underscore. At the beginning
      and the end they are removed.
    - `color_` is put before a digit at the beginning.
    - An underscore is added to keywords.
    """
    text = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")
    if not text:
        raise NamesError(f"no identifier can be made of {name!r}")
    if text[0].isdigit():
        return f"color_{text}"
    return f"{text}_" if _is_keyword(text) else text


def _is_keyword(text: str) -> bool:
    return text in _RESERVED or keyword.iskeyword(text)


def identifiers(names: Iterable[str]) -> dict[str, str]:
    """Return names by their identifiers. Two names with the same identifier are an error."""
    found: dict[str, str] = {}
    for name in names:
        text = identifier(name)
        if found.setdefault(text, name) != name:
            raise NamesError(f"{found[text]!r} and {name!r} would both become {text}")
    if not found:
        raise NamesError("there are no names")
    return found


def header(names: Iterable[str], prefix: str, source: str) -> str:
    """Return a C header with the names as members of the struct `prefix`."""
    members = identifiers(names)
    prefix = _checked(prefix)
    upper, count = prefix.upper(), len(members)
    fields = "\n".join(
        f"  dyncolor_id {text};{'' if text == name else f' /* {_comment(name)} */'}"
        for text, name in members.items())
    texts = ", \\\n    ".join(_c_string(name) for name in members.values())
    return f"""\
/* The colors named in {_comment(source)}. Made by `python3 -m dyncolor.names`: not to be edited. */
#ifndef {upper}_H
#define {upper}_H

#include <dyncolor.h>
#include <string.h>

typedef struct {prefix} {{
{fields}
}} {prefix};

#define {upper}_COUNT {count}

/* The names, in the order of the members: static const char *const names[] = {upper}_NAMES; */
#define {upper}_NAMES \\
  {{ \\
    {texts} \\
  }}

/* Finds the colors in a theme: all, or none, and then the error's context lists the names that are
 * missing. See dyncolor_theme_bind. */
static inline dyncolor_status {prefix}_bind(
    const dyncolor_theme *in, struct {prefix} *out, dyncolor_error *error) {{
  static const char *const texts[] = {upper}_NAMES;
  dyncolor_id ids[{upper}_COUNT];
  dyncolor_status status =
      dyncolor_theme_bind(in, texts, {upper}_COUNT, out == NULL ? NULL : ids, NULL, error);
  if (status == DYNCOLOR_OK) memcpy(out, ids, sizeof ids);
  return status;
}}

#endif
"""


def module(names: Iterable[str], prefix: str, source: str) -> str:
    """Return a Python module with the names as attributes of a class.

    For the prefix `app_colors`, it is the class `AppColors`.
    """
    members = identifiers(names)
    title = "".join(part[:1].upper() + part[1:] for part in _checked(prefix).split("_"))
    attributes = "\n".join(f"    {text}: dyncolor.DynamicColor" for text in members)
    slots = "\n".join(f'        "{text}",' for text in members)
    texts = "\n".join(f"            {_quoted(name)}," for name in members.values())
    return f'''\
"""The colors named in {_docstring(source)}.

Made by `python3 -m dyncolor.names`: not to be edited.
"""
from __future__ import annotations

import dyncolor


class {title}:
    """The colors of a theme, found by their names: all, or UnknownNameError."""

    __slots__ = (
{slots}
    )
{attributes}

    def __init__(self, theme: dyncolor.Theme) -> None:
        colors = theme.bind([
{texts}
        ])
        for name, color in zip(self.__slots__, colors):
            setattr(self, name, color)
'''


def read(text: str) -> list[str]:
    """Return the names in a text with one name on each line. A `#` begins a comment if it is at the
    beginning of a line or after white space, and before white space or the end of the line."""
    lines = (re.sub(r"(^|\s)#(\s.*)?$", "", line).strip() for line in text.splitlines())
    return [line for line in lines if line]


def theme_at(place: str) -> Any:
    """Return the theme at `MODULE:ATTRIBUTE`, which is a Theme or a function that makes one."""
    name, colon, attribute = place.partition(":")
    if not (name and colon and attribute):
        raise NamesError(f"a theme is named MODULE:ATTRIBUTE, not {place!r}")
    sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise NamesError(str(error)) from error
    theme: Any = getattr(module, attribute, None)
    made: Any = theme() if callable(theme) else theme
    if not hasattr(made, "names"):
        raise NamesError(f"{name} has no theme {attribute}")
    return made


def names_of_theme(place: str) -> list[str]:
    """Return the names of the theme `MODULE:ATTRIBUTE`."""
    names: list[str] = theme_at(place).names()
    return names


def _checked(prefix: str) -> str:
    """Return a prefix, or raise the error for one that cannot be an identifier."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", prefix) or _is_keyword(prefix):
        raise NamesError(f"a prefix must be an identifier, not {prefix!r}")
    if prefix in _LOCALS:
        raise NamesError(f"a prefix must be none of {', '.join(_LOCALS)}")
    return prefix


def _comment(text: str) -> str:
    """Return text for a comment of C, with a space in each mark that begins or ends a comment."""
    # `ascii` writes a character as an escape in quotation marks, which [1:-1] removes.
    shown = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
    return shown.replace("*/", "* /").replace("/*", "/ *")


def _docstring(text: str) -> str:
    """Return text for a docstring, without anything that ends it or is an escape."""
    return _comment(text).replace("\\", "/").replace('"', "'")


def _quoted(text: str) -> str:
    """Return a Python string literal, in double quotes unless it contains some."""
    return repr(text) if '"' in text or "\\" in text or not text.isprintable() else f'"{text}"'


def _c_string(text: str) -> str:
    """Return a string literal of C.

    Quotation marks, backslashes, question marks and all characters beyond printable ASCII become
    octal escapes. These end after three digits, while hexadecimal escapes may continue into the
    next character.
    """
    return '"' + "".join(
        chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\?' else f"\\{byte:03o}"
        for byte in text.encode()) + '"'


def write(path: str | Path, text: str) -> None:
    """Write a file, unless it has this text already, so that nothing is rebuilt needlessly."""
    path, data = Path(path), text.encode()
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def main(arguments: list[str] | None = None) -> int:
    """Run as a program."""
    parser = argparse.ArgumentParser(
        prog="python3 -m dyncolor.names",
        description="Writes a C header and a Python module with an identifier for each name of a "
                    "theme.")
    parser.add_argument("names", nargs="?", metavar="FILE",
                        help="a text file with one name on each line")
    parser.add_argument("--theme", metavar="MODULE:ATTRIBUTE",
                        help="take the names of a theme in a Python module instead")
    parser.add_argument("--header", metavar="FILE", help="the C header to write")
    parser.add_argument("--python", metavar="FILE", help="the Python module to write")
    parser.add_argument("--prefix", default="app_colors",
                        help="the name of the struct and the class: %(default)s")
    options = parser.parse_args(arguments)
    if (options.names is None) == (options.theme is None):
        parser.error("give a file with names, or --theme")
    if options.header is None and options.python is None:
        parser.error("give --header, --python or both")
    try:
        if options.theme is not None:
            source, names = options.theme, names_of_theme(options.theme)
        else:
            source = Path(options.names).name
            # UTF-8, with or without a byte order mark.
            names = read(Path(options.names).read_text(encoding="utf-8-sig"))
        if options.header is not None:
            write(options.header, header(names, options.prefix, source))
        if options.python is not None:
            write(options.python, module(names, options.prefix, source))
    except (OSError, NamesError, UnicodeDecodeError) as error:
        print(f"{parser.prog}: {options.names or options.theme}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
