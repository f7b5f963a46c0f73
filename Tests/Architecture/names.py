"""Checks the names of the exported functions: `names.py HEADER ABI-FOLDER`.

What they are named after is one of a few nouns, or one of three verbs that stand alone, and each
suffix means one thing, apart from exceptions that are listed here with their meanings. No parameter
has a name that is read in two ways. The files of the ABI room name the sections of the header.
Where the header lists the words of names that mean something to the library, these are the words of
the code."""
from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

NOUNS = ("audit", "axis", "builtin", "color", "context", "desktop", "environment", "error",
         "explanation", "finding", "id", "layer", "locale", "owner", "palette", "pixels", "report",
         "sink", "snapshot", "status", "subtype", "theme", "version", "watch")
VERBS = ("register", "unregister", "resolve")

# What a suffix returns, or which parameters it has, wherever it occurs.
RESULTS = {"count": "size_t", "descriptor": "int", "equal": "int", "fingerprint": "uint64_t",
           "hash": "uint64_t", "release": "void"}
PARAMETERS = {
    "bind": (("const char *const *", "names"), ("dyncolor_id *", "ids")),
    "colors": (("dyncolor_id *", "ids"), ("size_t", "capacity"), ("size_t *", "count"))}

# Functions whose suffix means something else, because their noun leaves no doubt.
OTHER_MEANINGS = {
    "dyncolor_desktop_bind": "sets a theme's defaults to what the desktop says",
    "dyncolor_report_colors": "a number, since a report has no ids",
    "dyncolor_snapshot_colors": "the values themselves, by row, since a snapshot has no names"}

# Names of parameters that are read in two ways, and what to say instead: "above" may be where the
# new thing lies, or where the other one does.
AMBIGUOUS = {"above": "below", "over": "below", "beneath": "below"}


class Function(NamedTuple):
    result: str
    name: str
    parameters: tuple[tuple[str, str], ...]

    @property
    def texts(self) -> list[str]:
        """The parameters that are text with a length."""
        names = [name for _, name in self.parameters]
        return [name for (type_, name), after in zip(self.parameters, names[1:], strict=False)
                if type_ == "const char *" and after in ("length", name + "_length")]

    def has(self, type_: str, name: str) -> bool:
        return (type_, name) in self.parameters


def parse(text: str, word: str) -> dict[str, Function]:
    """The functions that are declared or defined with a word before them."""
    found = {}
    pattern = re.compile(rf"^{word} (\w[\w \*]*?)(dyncolor_\w+)\(\s*(.*?)\)\s*[;{{]", re.M | re.S)
    for result, name, parameters in pattern.findall(text):
        types = []
        for parameter in re.split(r",\s*", " ".join(parameters.split())):
            match = re.match(r"(.*?)(\w+)$", parameter)
            assert match, parameter
            types.append((match[1].strip(), match[2]))
        found[name] = Function(result.strip(), name, tuple(types))
    return found


def is_named_by_rule(function: Function) -> bool:
    word = function.name.split("_")[1]
    return word in NOUNS + VERBS


def has_counterpart(function: Function, plain: dict[str, Function]) -> bool:
    """`_n` stands for text with a length, and the plain function takes the same without."""
    if not function.texts:
        return not function.name.endswith("_n")
    other = plain.get(function.name.removesuffix("_n"))
    lengths = {"length", *(f"{text}_length" for text in function.texts)}
    wanted = tuple(row for row in function.parameters
                   if not (row[0] == "size_t" and row[1] in lengths))
    return function.name.endswith("_n") and other is not None and other.parameters == wanted


def means_one_thing(function: Function, functions: dict[str, Function]) -> bool:
    """Each suffix has one meaning."""
    name = function.name.removesuffix("_n")
    suffix = name.rsplit("_", 1)[1]
    if suffix == "list":
        single = name.removesuffix("_list")
        return function.has("size_t", "count") and (
            single in functions or single + "_n" in functions)
    if suffix in RESULTS:
        return function.result == RESULTS[suffix]
    if suffix in PARAMETERS:
        return all(function.has(*parameter) for parameter in PARAMETERS[suffix])
    if suffix in ("create", "retain", "load") and name.count("_") == 2:
        ends = {"create": "release", "retain": "release"}.get(suffix)
        return ends is None or f"{name.removesuffix(suffix)}{ends}" in functions
    if suffix == "name":
        return name == "dyncolor_status_name" or name.endswith("_to_name") or name.endswith(
            "_from_name") or function.has("const char **", "name")
    return True


def strange_suffixes(functions: dict[str, Function]) -> list[str]:
    """The functions whose suffix means something else than elsewhere, and the exceptions that are
    none, or of no function."""
    wrong = [f.name for f in functions.values()
             if f.name not in OTHER_MEANINGS and not means_one_thing(f, functions)]
    return wrong + [f"{name} is no exception" for name in OTHER_MEANINGS
                    if name not in functions or means_one_thing(functions[name], functions)]


def ambiguous_parameters(*functions: Function) -> list[str]:
    return [f"{function.name}: {name}, say {AMBIGUOUS[name]}"
            for function in functions for _, name in function.parameters if name in AMBIGUOUS]


def lost_sections(header: str, folder: Path) -> list[str]:
    """The files that name a section which the header does not have, or none at all."""
    sections = set(re.findall(r"^/\* ---- \d+\. (.+?) -+ \*/$", header, re.M))
    lost = []
    for file in sorted(folder.rglob("*.swift")):
        text = file.read_text(encoding="utf-8")
        if '@_cdecl("dyncolor_' not in text:
            continue
        line = re.search(r"^// ABI: .*header's sections? .*$", text, re.M)
        named = re.findall(r'"(.+?)"', line[0]) if line else []
        if not named or not set(named) <= sections:
            lost.append(f"{file.name}: {', '.join(named) or 'no section'}")
    return lost


# The tables of words in the sources that the header lists, and the words before the list there.
WORD_TABLES = {
    ("Formats/Deriving/ColorRole.swift", "textWords"): r"^ \*   text  +(.*?) *; and$",
    ("Formats/Deriving/ColorRole.swift", "borderWords"): r"^ \*   border  +(.*?)$",
    ("Formats/Deriving/ColorRole.swift", "tintWords"): r"^ \*   tint  +(.*?)$",
    ("Formats/Deriving/ColorRole.swift", "backgroundWords"):
        r"^ \*   background  +(background .*?)^ \*   accent ",
    ("Formats/Deriving/ColorRole.swift", "accentWords"): r"^ \*   accent  +(.*?)^ \*$",
    ("Formats/Exporting/ColorPairs.swift", "pageNames"):
        r"the first of these that is registered:(.*?);",
    ("Formats/Exporting/ColorPairs.swift", "textWords"):
        r"^ \* The words are (.*?),\s+\*?\s*at least",
    ("Formats/Exporting/ColorPairs.swift", "textModifiers"): r"one of them; and(.*?)\. So "}


def words_unlike_the_code(header: str, sources: Path) -> list[str]:
    """The tables whose words are others in the header than in the code."""
    wrong = []
    for (file, name), pattern in WORD_TABLES.items():
        text = (sources / file).read_text(encoding="utf-8")
        table = re.search(rf'static var {name}: WordTable {{\s*WordTable\(\s*"+([^"]+)"', text)
        listed = re.search(pattern, header, re.M | re.S)
        code = table[1].replace("\\\n", " ").split() if table else []
        told = re.findall(r"[\w-]+", listed[1].replace(" * ", " ")) if listed else []
        if not code or sorted(code) != sorted(word for word in told if word != "and"):
            wrong.append(f"{file}, {name}: {' '.join(set(code) ^ set(told))}")
    return wrong


def main() -> int:
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    functions, plain = parse(text, "DYNCOLOR_API"), parse(text, "DYNCOLOR_INLINE")
    failures = 0
    for claim, wrong in (
            ("every function is named after its noun or verb",
             [f.name for f in functions.values() if not is_named_by_rule(f)]),
            ("every function that takes text has a form for C strings",
             [f.name for f in functions.values() if not has_counterpart(f, plain)]),
            ("every suffix of a function's name has one meaning",
             strange_suffixes(functions)),
            ("no parameter has a name that is read in two ways",
             ambiguous_parameters(*functions.values(), *plain.values())),
            ("every file of exported functions names its section of the header",
             lost_sections(text, Path(sys.argv[2]))),
            ("the words of names that mean something are those of the code",
             words_unlike_the_code(text, Path(sys.argv[2]).parent)),
            ("there are functions to check", [] if len(functions) > 100 else ["none"])):
        for name in wrong:
            print(f"# {name}")
        print(f"{'not ok' if wrong else 'ok'} - {claim}")
        failures += bool(wrong)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
