"""Checks how the core is divided: the length of exported functions, the number of files in a
folder, and the number of files with methods of one type.

    house.py PROJECT          prints the claims
    house.py PROJECT --list   prints the figures behind them, the greatest first
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

LONGEST_BODY = 12  # lines between the braces of an exported function: check, convert, call, report
FULLEST_FOLDER = 20  # Swift files directly in a folder
WIDEST_TYPE = 8  # files that a type has methods in

core = Path(sys.argv[1]).resolve() / "Sources" / "DynColor"
EXPORT = re.compile(r'@implementation @_cdecl\("(\w+)"\)')
TYPE = re.compile(r"( *)(?:@\S+ )*(?:\w+ )*?(?:struct|enum|extension|protocol) ([\w.]+)")
METHOD = re.compile(r"(?:@\S+(?:\([^)]*\))? )*(?:\w+(?:\(set\))? )*?func ")


def bodies(lines):
    """The exported functions of a file, with the number of lines of each body."""
    for start, line in enumerate(lines):
        exported = EXPORT.search(line)
        if exported:
            first = next(at for at in range(start, len(lines)) if lines[at].endswith("{"))
            last = next(at for at in range(first, len(lines)) if lines[at] == "}")
            yield last - first - 1, exported[1]


def types_with_methods(lines):
    """The type of each method of a file, found by the indentation, which the formatter ensures."""
    around = []  # the types that a line is in, each with its indentation
    for line in lines:
        text = line.strip()
        if not text or text.startswith("//"):
            continue
        indentation = len(line) - len(line.lstrip())
        while around and indentation <= around[-1][0]:
            around.pop()
        opened = TYPE.match(line)
        if opened:
            around.append((indentation, opened[2]))
        elif around and indentation == around[-1][0] + 2 and METHOD.match(text):
            yield around[-1][1]


exported, folders, spread = [], defaultdict(int), defaultdict(set)
for file in sorted(core.rglob("*.swift")):
    source = file.read_text().split("\n")
    folders[str(file.parent.relative_to(core))] += 1
    exported += bodies(source)
    for name in types_with_methods(source):
        spread[name].add(str(file.relative_to(core)))


def claim(text, limit, figures):
    """Claims that there are figures, and none above the limit."""
    figures = sorted(figures, reverse=True)
    over = [row for row in figures if row[0] > limit]
    for number, name in figures[:20] if "--list" in sys.argv else over:
        print(f"# {number:4} {name}")
    print(f"{'not ok' if over or not figures else 'ok'} - {text}", flush=True)


claim(f"no exported function has more than {LONGEST_BODY} lines", LONGEST_BODY, exported)
claim(f"no folder has more than {FULLEST_FOLDER} Swift files", FULLEST_FOLDER,
      ((count, name) for name, count in folders.items()))
claim(f"no type has methods in more than {WIDEST_TYPE} files", WIDEST_TYPE,
      ((len(files), name) for name, files in spread.items()))
