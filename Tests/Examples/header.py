"""Tests the examples in the comments of dyncolor.h: each is compiled and run. Also tests that the
references of the comments lead to sections and functions that exist.

    header.py LIBRARY-FOLDER SCRATCH-FOLDER CLANG

What a block is. A block begins in a comment, on a line that is indented by four spaces more than
the text, after a line that is indented less; or by more than four, after an empty line. It goes on
as long as lines are indented by at least four spaces; an empty line ends it. A block is one of
these:

- one of OTHER_KINDS, if its first line matches;
- otherwise code, if one of its lines ends in a semicolon, apart from a `//` comment, or begins with
  `#include`;
- otherwise a mistake, so that no example can be forgotten.

Blocks of code with only an empty line between them are one example. A block of it that begins with
`static` and ends with `}` in the first column is a function, and stays outside the function that
the rest becomes.

All examples of a section become one program, which begins with header_prelude.h. There each runs in
a new theme. Each function of the library that an example calls must succeed, unless FAILURES lists
it; and the example's own `error` must say the same. It must print the output that follows it in its
comment, and what a `//` comment after puts() says.
"""
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
LIBRARY, WORK = (Path(argument).resolve() for argument in sys.argv[1:3])
CLANG = sys.argv[3]
HEADER = (ROOT / "include/dyncolor.h").read_text()
PRELUDE = Path(__file__).with_name("header_prelude.h")

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused", "-Wno-unused-parameter"]
COMPILERS = {
    "gcc": ["gcc", "-std=c99"],
    "clang": [CLANG, "-std=c99"],
    "g++": ["g++", "-std=c++17"],
    "clang++": [f"{CLANG}++", "-std=c++17"],
}
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full",
            "--show-leak-kinds=all", "--log-file=valgrind"]

# Kinds of blocks that are no code, and what their first lines match.
OTHER_KINDS = {
    "table": r".*\S {2,}\S",
    "list": r"1\. |red, green, blue of all spaces|`value`, or",
    "CSS": r"--\w",
    "JSON": r'\{"',
    "output": r"theme\.css:\d|hover = |link = |warm: ",
}

# Why an example is C and not C++, and what such an example matches.
NOT_CPP = {
    "in C++, {{0}} leaves fields without an initializer": r"= \{\{0\}\}",
    "in C++, void * becomes another pointer only by a cast": r"= (calloc\(|user_data;)",
}

# A text that only one example has, and the calls of it that fail.
FAILURES = {
    'dyncolor_register_css(theme, "ink", css': ["dyncolor_register_css DYNCOLOR_ERROR_SYNTAX"],
    "dyncolor_theme_to_image(theme, NULL, 0": [
        "dyncolor_theme_to_image DYNCOLOR_ERROR_BUFFER_TOO_SMALL"],
    "dyncolor_builtin_at(i": ["dyncolor_builtin_at DYNCOLOR_ERROR_UNKNOWN_NAME"],
    "dyncolor_desktop_accent(desktop, &color": ["dyncolor_desktop_accent DYNCOLOR_ERROR_NO_VALUE"],
    "--ink: #0461bg": ["dyncolor_theme_load_memory DYNCOLOR_ERROR_SYNTAX"],
}

# A text that only one example has, and what its reader does next: release what it has made, use the
# function that it has shown, or see what it has called.
NEXT = {
    "repaint, window": "assert(invalidations > 0);",
    "(theme) != seen": "assert(invalidations > 0);",
    "calloc(rows": "free(table);",
    "malloc(size)": "free(image);",
    "dyncolor_theme_from_image(": "dyncolor_theme_release(loaded);",
    "read_entry(": """
        struct entry entry = {"sea.css", ":root { --sea: teal }", 21};
        dyncolor_files files = DYNCOLOR_FILES_INIT;
        dyncolor_load_options from_archive = DYNCOLOR_LOAD_OPTIONS_INIT;
        files.user_data = &entry;
        files.read = read_entry;
        from_archive.files = &files;
        dyncolor_theme_load(theme, "sea.css", &from_archive, NULL, &error);
        dyncolor_theme_find(theme, "sea", &id, &error);""",
}

# The first line of an output that no example of its comment prints, and code that prints it.
PRINTING = {
    "theme.css:3:16: expected a hexadecimal digit": """
        const char *source = ":root {\\n  --paper: white;\\n  --ink: #0461bg;\\n}";
        char line[1024];
        dyncolor_load_options strict = DYNCOLOR_LOAD_OPTIONS_INIT;
        strict.flags = DYNCOLOR_LOAD_STRICT;
        dyncolor_theme_load_memory(
            theme, "theme.css", source, strlen(source), &strict, NULL, &error);
        dyncolor_error_format(&error, source, line, sizeof line, NULL);
        puts(line);""",
    "link = #81d0ff: the color in the next line": """
        dyncolor_id link;
        dyncolor_register_alias(theme, "link", accent, &link, &error);
        dyncolor_explanation *explanation;
        dyncolor_explanation_create(theme, link, &dark, &explanation, &error);
        fputs(dyncolor_explanation_text(explanation), stdout);
        dyncolor_explanation_release(explanation);""",
    'warm: taem; did you mean "team"?':
        "puts(dyncolor_report_findings(report, NULL)[0].context);",
}

Value = TypeVar("Value")


@dataclass
class Block:
    """A paragraph of a comment that is indented like an example."""

    line: int
    comment: int
    text: str

    @property
    def end(self) -> int:
        return self.line + self.text.count("\n")

    @property
    def kind(self) -> str:
        """Empty if the block is of no kind that is known."""
        for kind, pattern in OTHER_KINDS.items():
            if re.match(pattern, self.text):
                return kind
        lines = [line.partition(" //")[0] for line in self.text.splitlines()]
        is_code = any(line.endswith(";") or line.startswith("#include") for line in lines)
        return "code" if is_code else ""


@dataclass
class Example:
    """Blocks of code that stand together, and what they print according to the comment."""

    blocks: list[Block]
    output: str | None = None

    @property
    def line(self) -> int:
        return self.blocks[0].line

    @property
    def text(self) -> str:
        return "\n\n".join(block.text for block in self.blocks)

    def listed_in(self, table: dict[str, Value], default: Value) -> Value:
        """What a table lists for a text that the example contains."""
        return next((table[text] for text in table if text in self.text), default)


@dataclass
class Section:
    """A section of the header. Number 0 is what stands before the first."""

    number: int
    title: str
    blocks: list[Block] = field(default_factory=list)

    @property
    def examples(self) -> list[Example]:
        found: list[Example] = []
        for block in self.blocks:
            last = found[-1].blocks[-1] if found else None
            if block.kind == "output":
                if last and last.comment == block.comment:
                    found[-1].output = block.text + "\n"
                else:
                    code = PRINTING.get(block.text.splitlines()[0], "")
                    found.append(
                        Example([Block(block.line, block.comment, code)], block.text + "\n"))
            elif block.kind == "code":
                if last and last.end + 2 == block.line:
                    found[-1].blocks.append(block)
                else:
                    found.append(Example([block]))
        return found


def sections_of(header: str) -> list[Section]:
    """The sections with their blocks."""
    sections = [Section(0, "How everything works")]
    comment = 0
    is_within = is_empty = False
    for number, line in enumerate(header.splitlines(), 1):
        comment += "/*" in line
        was_empty, is_empty = is_empty, line.strip() == "*"
        if begun := re.fullmatch(r"/\* ---- (\d+)\. (.*?) -+ \*/", line):
            sections.append(Section(int(begun[1]), begun[2]))
        indented = re.fullmatch(r" *\*     ( *\S.*?)(?: \*/)?", line)
        if indented and is_within:
            sections[-1].blocks[-1].text += "\n" + indented[1]
        elif indented and (was_empty or indented[1][0] != " "):
            sections[-1].blocks.append(Block(number, comment, indented[1]))
            is_within = True
        else:
            is_within = False
    return sections


# ---- Programs ----------------------------------------------------------------------------------


def run(*command: object, folder: Path) -> str:
    """The output of a command, which must succeed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, text=True, capture_output=True, timeout=300)
    log = folder / "valgrind"
    assert done.returncode == 0, (
        f"{command[0]} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        f"{log.read_text()[:2000] if log.exists() else ''}")
    return done.stdout


def compiled(compiler: str, source: str, folder: Path) -> Path:
    """The program that a compiler makes of a source."""
    name = "program.cpp" if compiler.endswith("++") else "program.c"
    (folder / name).write_text(source)
    run(*COMPILERS[compiler], *WARNINGS, "-O1", "-g", f"-I{ROOT}/include", name, "-o", compiler,
        f"-L{LIBRARY}", f"-Wl,-rpath,{LIBRARY}", "-ldyncolor", folder=folder)
    return folder / compiler


def function_of(example: Example) -> str:
    """An example as a function, after the functions that it has itself."""
    outside: list[str] = []
    inside: list[str] = []
    for block in example.blocks:
        is_function = block.text.startswith("static ") and block.text.endswith("\n}")
        (outside if is_function else inside).append(
            f'#line {block.line} "dyncolor.h"\n{block.text}\n')
    return (f"{''.join(outside)}static int example_{example.line}(void) {{\n{''.join(inside)}"
            f"{example.listed_in(NEXT, '')}\nend_example(error.status);\nreturn 0;\n}}\n")


def program_of(section: Section, examples: list[Example]) -> str:
    """The program of a section. Each call of a function that can fail is noted if it does."""
    functions = sorted(set(re.findall(r"dyncolor_status (dyncolor_\w+)\(", HEADER)))
    notes = "".join(
        f'#define {name}(...) noted("{name}", {name}(__VA_ARGS__))\n' for name in functions)
    calls = "".join(
        f"begin_example({example.line}); example_{example.line}(); tidy();\n"
        for example in examples)
    return (f'#define SECTION {section.number}\n#include "{PRELUDE}"\n{notes}'
            f"{''.join(map(function_of, examples))}int main(void) {{\n{calls}return 0;\n}}\n")


def check_output(example: Example, printed: str) -> None:
    """What an example has printed must tell of its end, and of no failure that is not listed."""
    lines = printed.splitlines()
    failures = [line.removeprefix("@failed ") for line in lines if line.startswith("@failed ")]
    own = {line.split()[1] for line in lines if line.startswith("@error ")}
    output = "".join(f"{line}\n" for line in lines if not line.startswith("@"))
    place = f"the example in line {example.line}"
    expected = example.listed_in(FAILURES, [])
    assert failures == expected, f"{place}: {failures} failed instead of {expected}:\n{output}"
    assert own <= {failure.split()[1] for failure in expected}, f"{place}: its error is {own}"
    assert "@end" in lines, f"{place} returns before its end"
    shown = "".join(f"{text}\n" for text in re.findall(r"puts\(.*\); // (.*)", example.text))
    wanted = example.output or shown
    assert not wanted or output == wanted, f"{place} prints\n{output}instead of\n{wanted}"


def check_section(section: Section) -> None:
    """Compiles the examples with each compiler, and runs them, also under valgrind."""
    for compiler in COMPILERS:
        examples = [
            example for example in section.examples if compiler in ("gcc", "clang") or
            not any(re.search(pattern, example.text) for pattern in NOT_CPP.values())]
        folder = WORK / str(section.number) / compiler
        folder.mkdir(parents=True)
        program = compiled(compiler, program_of(section, examples), folder)
        printed = run(*(VALGRIND if compiler == "gcc" else []), program, folder=folder)
        parts = re.split(r"^@example (\d+)\n", printed, flags=re.M)[1:]
        for example, line, part in zip(examples, parts[::2], parts[1::2], strict=True):
            assert example.line == int(line)
            check_output(example, part)


def check_first_program(examples: list[Example]) -> None:
    """The program at the top of the header, the only example there, is whole. It prints #81d0ff."""
    (example,) = examples
    for compiler in COMPILERS:
        folder = WORK / "0" / compiler
        folder.mkdir(parents=True)
        program = compiled(compiler, example.text, folder)
        printed = run(*VALGRIND, program, folder=folder)
        numbers = " ".join(f"{byte / 255:g}" for byte in bytes.fromhex("81d0ffff"))
        assert printed == f"{numbers}\n", f"{compiler}: it prints {printed}"


# ---- Claims ------------------------------------------------------------------------------------


def check_kinds(sections: list[Section]) -> None:
    """Each block must be of a kind, and what calls a function must be code."""
    for section in sections:
        for block in section.blocks:
            assert block.kind, f"line {block.line}: neither code nor listed:\n{block.text}"
            assert block.kind == "code" or not re.search(r"\bdyncolor_\w+\(", block.text), (
                f"line {block.line}: a {block.kind} that calls a function:\n{block.text}")


def check_tables(sections: list[Section]) -> None:
    """Each text of a table must be in one example, and each pattern must match something."""
    examples = [example.text for section in sections for example in section.examples]
    for text in [*FAILURES, *NEXT]:
        count = sum(text in example for example in examples)
        assert count == 1, f"{count} examples have {text!r}"
    for line in PRINTING:
        assert f"*     {line}\n" in HEADER, f"no output begins with {line}"
    for pattern in NOT_CPP.values():
        assert any(re.search(pattern, example) for example in examples), pattern
    kinds = {block.kind for section in sections for block in section.blocks}
    assert kinds == {"code", *OTHER_KINDS}, kinds


def comments() -> Iterable[str]:
    """The comments of the header, each as one line."""
    for comment in re.findall(r"/\*.*?\*/", HEADER, re.S):
        yield " ".join(re.sub(r"^ *\*", "", comment, flags=re.M).split())


def check_references(sections: list[Section]) -> None:
    """What refers to a section by its title must have the right title, and the contents too."""
    titles = {section.number: section.title for section in sections}
    contents = re.findall(r"^ \* ( \d|\d\d) (\S.*?)(?: {2,}.*)?$", HEADER, re.M)
    assert [int(number) for number, _ in contents] == list(titles)[1:], "other contents"
    for number, title in contents:
        assert titles[int(number)].startswith(title), f"contents: {number} {title}"
    count = 0
    for comment in comments():
        for found in re.finditer(r"[Ss]ections? (\d+)(?:, ([A-Z]))?", comment):
            title = titles.get(int(found[1]))
            assert title, f"no section: {found[0]}"
            if found[2]:
                named = comment[found.start(2):]
                assert re.match(rf"{re.escape(title)}\b", named), (
                    f"section {found[1]} is {title}: {named[:40]}")
            count += 1
        for part in re.findall(r'[Ss]ee "(.*?)"', comment):
            assert re.search(rf"^ \* {part.upper()}\b", HEADER, re.M), f'no part "{part}"'
    assert count > 20, f"only {count} references were found"


def check_names() -> None:
    """Each function, type and field that a comment names must be declared."""
    declared = set(re.findall(r"\w+", re.sub(r"/\*.*?\*/", " ", HEADER, flags=re.S)))
    for comment in comments():
        for name, dots in re.findall(r"\b(dyncolor_\w+)(\.\.\.)?", comment):
            assert name in declared or dots and any(
                word.startswith(name) for word in declared), f"{name}: {comment[:80]}"


def claim(text: str, check: Callable[[], None]) -> str:
    """Whether a claim holds."""
    try:
        check()
    except Exception as error:
        lines = f"{type(error).__name__}: {error}".splitlines()
        return "\n".join([*(f"# {line}" for line in lines), f"not ok - {text}"])
    return f"ok - {text}"


def main() -> None:
    sections = sections_of(HEADER)
    shutil.rmtree(WORK, ignore_errors=True)
    claims: list[tuple[str, Callable[[], None]]] = [
        ("each indented block of the header is an example or of a kind that is listed",
         lambda: check_kinds(sections)),
        ("each special case of the test of the header's examples has an example",
         lambda: check_tables(sections)),
        ("the header refers to sections by their numbers and titles",
         lambda: check_references(sections)),
        ("the comments of the header name only what it declares", check_names),
        ("the program at the top of the header compiles and runs, in C and C++",
         lambda: check_first_program(sections[0].examples)),
    ]
    for section in sections[1:]:
        if section.examples:
            claims.append((
                f"the examples of section {section.number}, {section.title}, compile and run",
                partial(check_section, section)))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(lambda both: claim(*both), claims):
            print(line, flush=True)


main()
