"""Prints how large a library is, room by room.

    size.py LIBRARY SOURCES LOAD [--filter TEXT] [--tsv FILE]

The bytes of a function, with all that was inlined into it, count for the room in whose sources it
is declared. A private one tells its file by itself: in its name is a hash of that. Any other is
looked up among the declarations by its name, and that of its type. What cannot be told apart, and
what the compiler made for no room, is a row of its own. LIBRARY must not be stripped; what is
counted is what is left if it is. LOAD is the program that loads it in a process of its own. With
--tsv the same is written there as rows (see rows.py).
"""

import argparse
import collections
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from rows import HEADER, Row

ROOMS = ["Memory", "Concurrency", "Text", "System", "Color", "Derivation", "Recipe", "Syntax",
         "Theme", "Formats", "Desktop", "ABI"]
GOAL = 400 * 1024
GREATEST_DIRTY = 64 * 1024

# What declares a type, or adds to one, at the left margin or in another.
TYPE = re.compile(
    r"^\s*(?:[a-z@(]+[)\s]+)*(?:struct|enum|extension|protocol|typealias)\s+([\w.]+)")
MEMBER = re.compile(
    r"^\s*(?:@[\w(): ,]+\s+)*(?:[a-z]+(?:\(\w+\))?\s+)*"
    r"(?:func\s+([\w$+\-*/<>=!~%&|^.]+)|(init|deinit|subscript)\b|(?:var|let)\s+(\w+))")
# What the compiler made of something, in the words of its demangler.
MADE = re.compile(
    r"^(?:specialized |generic specialization .*? of |merged |partial apply for |partial apply of "
    r"|implicit closure #\d+ |closure #\d+ |one-time initialization token for "
    r"|one-time initialization function for |default argument \d+ of |outlined .*? of |static )+")


def run(*command, text=None):
    return subprocess.run(command, check=True, capture_output=True, text=True, input=text).stdout


def declarations(sources):
    """Rooms by the hashes of files, and by what is declared: its type, its name, its first label,
    where what is not known is empty."""
    of_files, of_names = {}, collections.defaultdict(set)
    for room in ROOMS:
        for path in (sources / room).rglob("*.swift"):
            of_files[hashlib.md5(f"DynColor{path.name}".encode()).hexdigest().upper()] = room
            types = []
            lines = path.read_text().splitlines()
            for line, following in zip(lines, lines[1:] + [""]):
                indent = len(line) - len(line.lstrip())
                if line.strip():
                    types = [type for type in types if type[0] < indent or line.strip()[0] in ")}"]
                if match := TYPE.match(line):
                    types.append((indent, match.group(1).split(".")[-1]))
                    of_names["", types[-1][1], ""].add(room)
                elif match := MEMBER.match(line):
                    name = next(group for group in match.groups() if group)
                    label = re.match(r"[^(]*\(?\s*(\w*)", line[match.end():] + following.strip())
                    type = types[-1][1] if types else ""
                    for key in ((type, name, label.group(1)), (type, name, ""), ("", name, "")):
                        of_names[key].add(room)
    return of_files, of_names


def room_of(symbol, name, of_files, of_names):
    """The room of a function; None if it has none."""
    if symbol.startswith("dyncolor_") or re.search(r"8DynColor\d+dyncolor_", symbol):
        return "ABI"
    for found in re.findall(r"33_([0-9A-F]{32})LL", symbol):
        if found in of_files:
            return of_files[found]
    name = MADE.sub("", name).split(" in ")[-1]
    name = re.sub(r"^(?:static |infix )+", "", MADE.sub("", name))
    while "<" in name.split("(")[0] and ">" in name:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            break
        name = shorter
    parts = re.sub(r"\.(?:getter|setter|modify|read)$", "", name.split("(")[0]).split(".")
    type, member = (parts[-2] if len(parts) > 1 else ""), parts[-1].rstrip("?")
    label = re.match(r"[^(]*\(?(\w*)", name).group(1)
    for key in ((type, member, label), (type, member, ""), ("", type, ""), ("", member, "")):
        if len(of_names.get(key, ())) == 1:
            return next(iter(of_names[key]))
    return None


def rooms(library, sources):
    """The bytes of code of each room."""
    of_files, of_names = declarations(sources)
    lines = run("nm", "-S", "--defined-only", library).splitlines()
    fields = [line.split() for line in lines if len(line.split()) == 4]
    if not any(kind == "t" for _, _, kind, _ in fields):
        sys.exit(f"{library} is stripped")
    functions = {}
    for address, size, kind, symbol in fields:
        if kind in "tTwW":
            functions.setdefault(address, (int(size, 16), symbol.split("@")[0]))
    symbols = [symbol for _, symbol in functions.values()]
    names = run("swift-demangle", "--simplified", "--compact", text="\n".join(symbols)).splitlines()
    sizes = collections.Counter()
    for (size, symbol), name in zip(functions.values(), names):
        sizes[room_of(symbol, name, of_files, of_names) or "(none)"] += size
    return sizes


def sections(library):
    """Name and size of each section that is in memory."""
    for line in run("readelf", "-SW", library).splitlines():
        match = re.match(
            r"\s*\[\s*\d+\] (\S+)\s+\S+\s+[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) \S+\s+\w*A", line)
        if match:
            yield match.group(1), int(match.group(2), 16)


class Table:
    """The figures, printed as they come, and kept as rows."""

    def __init__(self):
        self.group = ""
        self.rows = []

    def begin(self, group):
        """The next figures are of this group."""
        self.group = group
        print(group)

    def add(self, text, value, unit="B", goal=None, peer=""):
        """A figure, and the most that it may be, which `peer` names."""
        verdict = "-" if goal is None else "met" if value <= goal else "missed"
        print(f"  {text:<40} {value:>10,}" + ("" if goal is None else f" {goal:>10,} {verdict}"))
        ratio = value / goal if goal else 0
        self.rows.append(Row(self.group, text + (f", against {peer}" if peer else ""), unit, value,
                             peer, goal or 0, ratio, ratio, ratio, 1 if goal else 0, verdict))


def main():
    options = argparse.ArgumentParser(allow_abbrev=False)
    options.add_argument("library")
    options.add_argument("sources", type=pathlib.Path)
    options.add_argument("load")
    options.add_argument("--filter", default="")
    options.add_argument("--tsv", type=pathlib.Path)
    given, _ = options.parse_known_args()  # how long to measure is not asked here
    library = given.library
    table = Table()

    found = rooms(library, given.sources)
    table.begin("size, code by room")
    for room in ROOMS:
        table.add(room, found[room])
    table.add("of no room", found["(none)"])
    table.begin("size")
    known = dict(sections(library))
    for name in (".text", ".rodata", ".plt", ".dynsym", ".dynstr", ".data", ".bss"):
        table.add(name, known.get(name, 0))
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "stripped.so")
        run("strip", "-o", stripped, library)
        table.add("the file, stripped", os.path.getsize(stripped), "B", GOAL, "400 KiB")

    table.begin("size, what the loader does")
    kinds = collections.Counter(
        line.split()[2] for line in run("readelf", "-rW", library).splitlines() if " R_" in line)
    bound = kinds.pop("R_X86_64_JUMP_SLOT", 0) + kinds.pop("R_AARCH64_JUMP_SLOT", 0)
    table.add("functions of libc that it binds", bound, "")
    table.add("other places that it writes", sum(kinds.values()), "", 0, "none")
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-dW", library))
    table.add("libraries that it needs: " + " ".join(needed), len(needed), "", 1, "one")
    table.add("functions that are exported",
              len(run("nm", "-D", "--defined-only", library).splitlines()) - 1, "")

    table.begin("size, memory of its own")
    for text, function, goal in (("when it is loaded", "-", GREATEST_DIRTY),
                                 ("with a theme", "dyncolor_theme_create", None)):
        dirty = run(given.load, "once", os.path.abspath(library), function).split()[1]
        table.add(text, int(dirty), "B", goal, "64 KiB" if goal else "")

    wanted = [row for row in table.rows if given.filter in row.group]
    if given.tsv:
        given.tsv.write_text(HEADER + "".join(row.line() for row in wanted), "utf-8")
    if not wanted:
        return 3
    return 1 if any(row.verdict == "missed" for row in wanted) else 0


if __name__ == "__main__":
    sys.exit(main())
