"""Checks the names of the exported functions: `names.py HEADER ABI-FOLDER`.

What they are named after is one of a few nouns, or one of three verbs that stand alone, and each
suffix means one thing. The files of the ABI room name the sections of the header."""
from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

NOUNS = ("axis", "builtin", "color", "context", "desktop", "environment", "error", "explanation",
         "finding", "id", "layer", "locale", "owner", "palette", "pixels", "report", "sink",
         "snapshot", "status", "subtype", "theme", "version", "watch")
VERBS = ("register", "unregister", "resolve")


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
    if suffix == "count":
        return function.result == "size_t"
    if suffix in ("create", "retain", "load") and name.count("_") == 2:
        ends = {"create": "release", "retain": "release"}.get(suffix)
        return ends is None or f"{name.removesuffix(suffix)}{ends}" in functions
    if suffix == "name":
        return name == "dyncolor_status_name" or name.endswith("_to_name") or name.endswith(
            "_from_name") or function.has("const char **", "name")
    return True


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
             [f.name for f in functions.values() if not means_one_thing(f, functions)]),
            ("every file of exported functions names its section of the header",
             lost_sections(text, Path(sys.argv[2]))),
            ("there are functions to check", [] if len(functions) > 100 else ["none"])):
        for name in wrong:
            print(f"# {name}")
        print(f"{'not ok' if wrong else 'ok'} - {claim}")
        failures += bool(wrong)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
