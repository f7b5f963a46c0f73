"""Mutation testing of the core: prints the share of small mutations that the tests notice.

    small.py PROJECT SCRATCH [--count N] [--seed S] [--jobs N] [--files TEXT] [--only N...]

A mutation negates a condition, swaps an operator, adds one to a number, or omits a statement. All
are compiled into one library; the environment variable DYNCOLOR_MUTANT selects one by its number.
Each test first runs without a mutation, to record which mutations it reaches. Then each mutation is
tested only with the tests that reach it, the fastest first.
"""
import argparse
import hashlib
import itertools
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mutants import Scratch

# Inserted into the private header: whether the mutation is selected. If DYNCOLOR_ASKED names a
# file, one byte of it records for each mutation that it was reached.
ROOM = 1 << 14
HELPER = f"""
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
__attribute__((noinline)) static int dyncolor_mutated(int number) {{
  static unsigned char *asked;
  static int chosen = -1;
  if (chosen < 0) {{
    const char *const text = getenv("DYNCOLOR_MUTANT"), *const name = getenv("DYNCOLOR_ASKED");
    int file = name == NULL ? -1 : open(name, O_RDWR | O_CLOEXEC);
    if (file >= 0) {{
      asked = (unsigned char *)mmap(NULL, {ROOM}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      close(file);
    }}
    chosen = text == NULL ? 0 : atoi(text);
  }}
  if (asked != NULL) asked[number] = 1;
  return number == chosen;
}}

#endif
"""

OPERAND = r"(?:[A-Za-z_][\w.]*(?:\([\w.]*\)|\[[\w.]+\])?|\d+)"
SPACED = re.compile(rf"(?<![\w.])({OPERAND}) (==|!=|<|<=|>|>=|&\+|&-|\+|-|&&|\|\|) "
                    rf"({OPERAND})(?![\w.(\[]| [*/%&|^<>=+?-])")
# What may precede the operands, so that no operator binds to the left one more tightly: the
# beginning of an expression, or an operator of lower precedence.
BEGINNING = re.compile(r"(?:^\s*|[(\[{] ?|[,:] |[^?]\? |\b(?:return|if|guard|while|where|in) "
                       r"|[^=!<>]= )$")
LESS = {"&&": r"$^", "||": r"$^", "<": r"(?:&&|\|\|) $", "+": r"(?:&&|\|\||[=!<>]=|<|>|\?\?) $"}
TURNED = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&+": "&-",
          "&-": "&+", "+": "-", "-": "+", "&&": "||", "||": "&&"}
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|guard|while) )([^,{}]+?)( (?:else )?\{.*)$")
TRUTH = re.compile(r"(?<=return )(true|false)$")
STATEMENT = re.compile(r"^(\s+)((?:try )?[a-z_][\w.]*"
                       r"(?:\(.*\)|\[.*\] [^ ]*= .+| (?:[-+*&|^]|&[-+*])?= .+))$")
NUMBER = re.compile(r"(?<=[ (])([2-9]|[1-9]\d+)(?=[,)]|$)")
# Lines that do not run, or are evaluated by the compiler.
PASSED_OVER = re.compile(r"^\s*(//|@|case |import |static |let \w+: StaticString|typealias|#)")


@dataclass
class Mutation:
    file: Path
    line: int
    start: int
    end: int
    # The replacement; {} stands for the condition that the mutation is selected.
    text: str
    kind: str

    def told(self, lines):
        old = lines[self.line][self.start:self.end].strip()
        return f"{self.kind}: {old if len(old) < 80 else old[:77] + '...'}"


def of_line(file, number, line, whole_before, after):
    """The mutations of a line."""
    def made(start, end, text, kind):
        return Mutation(file, number, start, end, text, kind)

    condition = CONDITION.match(line)
    if condition and not re.search(r"\b(let|var|case|try)\b|#|\?\?", condition[2]):
        yield made(condition.start(2), condition.end(2),
                   f"({condition[2].replace('{', '{{')}) != {{}}", "negated")
    for found in SPACED.finditer(line):
        left, sign, right = found.groups()
        less = LESS.get(sign) or LESS["+" if sign.strip("&") in ("+", "-") else "<"]
        before = line[:found.start()]
        if not BEGINNING.search(before) and not re.search(less, before):
            continue
        more = r"[?:] " if sign in ("&&", "||") else r"(?:[?:]|&&|\|\|) "
        if found.end() == len(line) and re.match(r"[-+*/%&|?:<>=]", after) \
                and not re.match(more, after):
            continue
        yield made(*found.span(), f"({{}} ? {left} {TURNED[sign]} {right} : {found[0]})",
                   f"{sign} is {TURNED[sign]}")
    for found in TRUTH.finditer(line):
        yield made(*found.span(), f"{found[0]} != {{}}", "the other")
    for found in NUMBER.finditer(line):
        yield made(*found.span(), f"({{}} ? {int(found[0]) + 1} : {found[0]})", "one more")
    statement = STATEMENT.match(line)
    if (statement and whole_before and line.count("(") == line.count(")")
            and line.count("[") == line.count("]") and "{" not in line
            and not re.search(r"\b(let|var|return|self\.init|super)\b|\?$", line)
            and not statement[2].startswith(("precondition", "assert", "fatalError"))
            # Without a reservation it only takes longer.
            and ".reserve(" not in line):
        yield made(statement.start(2), statement.end(2),
                   f"if !{{}} {{{{ {statement[2]} }}}}", "left out")


def of_file(file):
    """The mutations of a file."""
    lines = file.read_text().splitlines()
    inside_text = is_left_out = False
    for number, line in enumerate(lines):
        if '"""' in line:
            inside_text = not inside_text
        # The shipped library is built without CHECKING.
        if line.strip() == "#if CHECKING":
            is_left_out = True
        elif line.strip() in ("#else", "#endif"):
            is_left_out = False
        before = lines[number - 1].strip() if number else ""
        after = lines[number + 1].strip() if number + 1 < len(lines) else ""
        in_function = line.startswith("    ")
        if inside_text or is_left_out or not in_function or PASSED_OVER.match(line) or '"' in line:
            continue
        line = re.sub(r" *//.*", "", line)
        whole = (before.endswith(("{", "}", ")", "]", ":")) or not before
                 or before.startswith("//") or STATEMENT.match("    " + before) is not None
                 or before.startswith(("let ", "var ", "case ")))
        whole = whole and not re.match(r"[-+*/&|?:.<>=]", after)
        yield from of_line(file, number, line, whole, after)


def choice(ways, names, count, seed):
    """A sample of mutations, with the same number of each kind as far as possible. No two are on
    one line, because one would shift the other. The rank of a mutation depends only on its own
    name, so that an edit of the sources changes the sample only where it changes the code."""
    def rank(way):
        return hashlib.sha256("\t".join((*names[id(way)], str(seed))).encode()).digest()

    kinds = {}
    for way in sorted(ways, key=rank):
        kind = way.kind if way.kind in ("negated", "left out", "one more") else "an operator"
        kinds.setdefault(kind, []).append(way)
    chosen = {}
    for way in itertools.chain.from_iterable(itertools.zip_longest(*kinds.values())):
        if way is not None and len(chosen) < count:
            chosen.setdefault((way.file, way.line), way)
    return list(chosen.values())


def names_of(ways, originals, core):
    """The name of each mutation (file, line, description), by its identity."""
    lines = {file: text.splitlines() for file, text in originals.items()}
    return {id(way): (way.file.name, lines[way.file][way.line].strip(),
                      way.told(lines[way.file])) for way in ways}


def harmless_rows():
    """The name (file, line, description) in each row of harmless.tsv."""
    path = Path(__file__).with_name("harmless.tsv")
    return {tuple(row.split("\t")[:3]) for row in path.read_text().splitlines()
            if row and not row.startswith("#")}


def read_harmless(ways, names, files):
    """The mutations named in harmless.tsv, and the rows of these files that name none."""
    rows = harmless_rows()
    idle = {row for row in rows - set(names.values()) if row[0] in files}
    return [way for way in ways if names[id(way)] in rows], idle


def write(mutations, originals):
    """Writes mutations into the sources. Their numbers begin at 1."""
    by_file = {file: [] for file in originals}
    for number, mutation in mutations.items():
        by_file[mutation.file].append((number, mutation))
    for file, ones in by_file.items():
        lines = originals[file].splitlines()
        for number, mutation in ones:
            line = lines[mutation.line]
            asked = f"(dyncolor_mutated({number}) != 0)"
            lines[mutation.line] = (
                line[:mutation.start] + mutation.text.format(asked) + line[mutation.end:])
        text = "\n".join(lines) + "\n"
        if ones and "import CPlatform" not in text:
            text = "import CPlatform\n" + text
        if file.read_text() != text:
            file.write_text(text)


ERROR = re.compile(r"^(/[^:]+\.swift):(\d+):\d+: error", re.MULTILINE)


def compiled(scratch, mutations, originals):
    """Builds the library, dropping mutations that do not compile. Returns the others."""
    while True:
        write(mutations, originals)
        problem = scratch.make()
        if not problem:
            return mutations
        wrong = {(Path(file), int(line) - 1) for file, line in ERROR.findall(problem)}
        places = {number: (mutation.file, mutation.line + (
            "import CPlatform" not in originals[mutation.file]))
            for number, mutation in mutations.items()}
        lost = {number for number, place in places.items() if place in wrong}
        # A missing initialization is reported where the variable is used.
        afar = wrong - set(places.values())
        lost |= {number for number, (file, line) in places.items()
                 if any(file == other and at - 40 < line < at + 10 for other, at in afar)}
        left = {number: it for number, it in mutations.items() if number not in lost}
        if len(left) == len(mutations):
            sys.exit(problem)
        print(f"# {len(mutations) - len(left)} mutations do not compile", flush=True)
        mutations = left


# ---- The tests -------------------------------------------------------------------------------

PROGRAMS = """values sizes limits escapes colors contrasts audits text pixels conversions pictures
themes expressions palettes deriving repairs notes levels mixes layers covered
explain images loading watching desktop terminal formats_catalogs formats_styles
writing formats_json formats_palettes formats_tokens rules trips rivals faults
disk_faults threads providers changes""".split()
BRIEF = {"colors", "contrasts", "text", "pixels", "conversions", "images", "watching", "desktop",
         "terminal", "formats_catalogs", "formats_styles"}
PYTHON = """json json_themes colors bulk environments errors themes levels layers palettes changes
snapshots images memory pixels providers explanations audits catalogs tokens files watch
desktop preview round_trips hostile_files messages deriving""".split()


@dataclass
class Test:
    name: str
    command: list
    folder: Path
    seconds: float = 0.0


def tests_of(scratch, project, python):
    library = scratch.build / "libdyncolor.so.1"
    tests = project / "Tests"
    for name in PROGRAMS:
        brief = ["--brief"] if name in BRIEF else []
        yield Test(name, [str(scratch.programs / name), *brief], tests / "ABI")
    conformance = tests / "Conformance"
    for program, table in (("css.py", "css.tsv"), ("places.py", "css-places.tsv"),
                           ("dynamic.py", "css-dynamic.tsv")):
        yield Test(table, [sys.executable, "-B", program, table, str(library)], conformance)
    yield Test("values.py", [python, "-B", "values.py", str(library)], conformance)
    yield Test("oracle", [sys.executable, "-B", "run.py", str(library), "--seed", "1",
                          "--resolutions", "3000"], tests / "Oracle")
    for name in PYTHON:
        yield Test(f"test_{name}.py",
                   [python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider",
                    f"test_{name}.py"], tests / "Python")


class Tests:
    def __init__(self, scratch, project, swift_bin):
        self.environment = {
            **os.environ, "DYNCOLOR_LIBRARY": str(scratch.build / "libdyncolor.so.1"),
            "PYTHONPATH": str(project / "Sources" / "Python"), "PYTHONDONTWRITEBYTECODE": "1",
            "DYNCOLOR_SWIFT_BIN": swift_bin}

    def fails(self, test, patience, **environment):
        with tempfile.TemporaryDirectory() as folder:
            try:
                done = subprocess.run(
                    test.command, cwd=test.folder, timeout=patience, stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    env={**self.environment, **environment, "TMPDIR": folder})
            except subprocess.TimeoutExpired:
                return f"does not end within {patience:.0f} s"
        if done.returncode != 0:
            return f"exits with status {done.returncode}"
        return "not ok" if re.search(rb"^not ok", done.stdout, re.MULTILINE) else ""

    def asks(self, test, folder):
        """Runs a test without a mutation. Returns the numbers of the mutations that it reaches, and
        records its time."""
        heard = folder / f"{test.name}.asked"
        heard.write_bytes(bytes(ROOM))
        begun = time.monotonic()
        failure = self.fails(test, 300, DYNCOLOR_ASKED=str(heard))
        test.seconds = time.monotonic() - begun
        if failure:
            print(f"# not used, as it fails without a mutation: {test.name} {failure}", flush=True)
            return set()
        return {number for number, asked in enumerate(heard.read_bytes()) if asked}

    def notice(self, number, tests, reached):
        """The first test that fails with a mutation, and how; or an empty string."""
        for test in tests:
            if number in reached[test.name]:
                failure = self.fails(
                    test, 15 + 3 * test.seconds, DYNCOLOR_MUTANT=str(number))
                if failure:
                    return f"{test.name} {failure}"
        return ""


def parts(tests):
    """The tests in two parts; the first takes a tenth of the total time."""
    total, taken, count = sum(test.seconds for test in tests), 0.0, 0
    while count < len(tests) and taken + tests[count].seconds <= total / 10:
        taken += tests[count].seconds
        count += 1
    return tests[:count], tests[count:]


def main(arguments):
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("project", type=Path)
    options.add_argument("folder", type=Path)
    options.add_argument("swift_bin")
    options.add_argument("python")
    options.add_argument("--count", type=int, default=600, help="the size of the sample")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--files", default="", help="only files whose path contains this text")
    options.add_argument("--only", type=int, nargs="*", help="only these mutations")
    asked = options.parse_args(arguments)

    scratch = Scratch(asked.project, asked.folder)
    scratch.replace("CPlatform/platform.h", "}\n\n#endif\n", "}\n" + HELPER)
    core = scratch.source / "Sources" / "DynColor"
    files = sorted(file for file in core.rglob("*.swift")
                   if asked.files in str(file.relative_to(core)))
    originals = {file: file.read_text() for file in files}
    ways = list(itertools.chain.from_iterable(of_file(file) for file in files))
    names = names_of(ways, originals, core)
    chosen = choice(ways, names, asked.count, asked.seed)
    harmless, idle = read_harmless(
        ways, names, {file.name for file in originals})
    for row in sorted(idle):
        print(f"not ok - harmless.tsv: {': '.join(row)}: no such mutation")
    numbered = {number: way for number, way in enumerate(chosen, 1) if way not in harmless}
    print(f"# {len(ways)} mutations exist; the sample has {len(chosen)}, of which {len(numbered)} "
          "are compiled; the others are listed in harmless.tsv", flush=True)
    mutations = compiled(scratch, numbered, originals)

    scratch.compile(PROGRAMS)
    tests = list(tests_of(scratch, asked.project, asked.python))
    runner = Tests(scratch, asked.project, asked.swift_bin)
    with ThreadPoolExecutor(asked.jobs) as pool:
        reached = dict(zip((test.name for test in tests),
                           pool.map(lambda test: runner.asks(test, scratch.programs), tests)))
    tests.sort(key=lambda test: test.seconds)
    print(f"# {len(mutations)} mutations, {len(tests)} tests; these take "
          f"{sum(test.seconds for test in tests):.0f} s", flush=True)

    numbers = [number for number in mutations if asked.only is None or number in asked.only]
    come_by = set().union(*reached.values())

    def told(number):
        mutation = mutations[number]
        where = f"{mutation.file.relative_to(core)}:{mutation.line + 1}"
        return f"{number}: {where}: {mutation.told(originals[mutation.file].splitlines())}"

    # The fastest tests notice most mutations, so the slow ones run only for the rest.
    missed = numbers
    for part in parts(tests):
        with ThreadPoolExecutor(asked.jobs) as pool:
            found = pool.map(lambda it: runner.notice(it, part, reached), missed)
            left = []
            for number, who in zip(missed, found):
                if who:
                    print(f"# {told(number)}: {who}", flush=True)
                else:
                    left.append(number)
                    if len(left) % 10 == 0:
                        print(f"# {len(left)} are not noticed so far", flush=True)
        missed = left
        print(f"# {len(numbers) - len(missed)} of {len(numbers)} are noticed by "
              f"{', '.join(test.name for test in part)} and before", flush=True)
    for number in missed:
        print(f"missed {told(number)}{'' if number in come_by else ' (no test reaches it)'}")
    noticed = len(numbers) - len(missed)
    share = 100 * noticed / max(1, len(numbers))
    print(f"{'ok' if share >= 90 else 'not ok'} - the tests notice {noticed} of {len(numbers)} "
          f"small mutations ({share:.1f} %)")
    return share >= 90 and not idle


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
