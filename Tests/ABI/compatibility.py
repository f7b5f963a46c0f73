"""Checks that programs compiled for earlier versions still run.

    compatibility.py LIBRARY CLANG SCRATCH             compares with each recorded version
    compatibility.py LIBRARY CLANG SCRATCH COMPILER    the same for another processor, for which
                                                       COMPILER compiles, and without programs
    compatibility.py --record LIBRARY CLANG SCRATCH    records the version of today's header

The record of a version is the folder named after it: its header, `interface` (see interface.py),
`symbols` (of the dynamic linker), and program.c, which is compiled with that header and runs with
the newest library. A record may be overwritten only until its version is released, which
CHANGELOG.md says. After that, additions are a new minor version with its own record, and the old
record must stay true.
"""
from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from interface import Header, assertions

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MAP = ROOT / "Sources/DynColor/ABI/exports.map"


@dataclass(frozen=True)
class Plant:
    """A change of the header, and the comparisons that must notice it: none if it is allowed in a
    later version."""
    what: str
    old: str
    new: str
    noticed_by: str


PLANTS = (
    Plant("a function is gone",
          "DYNCOLOR_API uint64_t dyncolor_color_hash(const dyncolor_color *color);", "",
          "symbols layout abidiff"),
    Plant("a parameter has another type", "dyncolor_theme *theme, const double *opacities,",
          "dyncolor_theme *theme, const float *opacities,", "layout abidiff"),
    Plant("a status has another number", "DYNCOLOR_ERROR_SYNTAX = -3,",
          "DYNCOLOR_ERROR_SYNTAX = -33,", "layout abidiff"),
    Plant("a value of a byte has another number", "DYNCOLOR_VISION_PROTAN = 2,",
          "DYNCOLOR_VISION_PROTAN = 12,", "layout abidiff"),
    Plant("a plain value has grown", "  double alpha; /* 0 to 1, not premultiplied */",
          "  double alpha; /* 0 to 1, not premultiplied */\n  double later;", "layout abidiff"),
    Plant("fields have changed places", "  float r, g, b, a;", "  float b, g, r, a;",
          "layout abidiff"),
    Plant("a struct has grown in its middle", "section 14, Layers. */\n  uint16_t layer;\n",
          "section 14, Layers. */\n  uint64_t later;\n  uint16_t layer;\n", "layout"),
    Plant("a limit is another", "#define DYNCOLOR_MAX_NAME 1023", "#define DYNCOLOR_MAX_NAME 255",
          "layout"),
    Plant("a callback is called with more", "void *user_data, const char *path, size_t colors);",
          "void *user_data, const char *path, size_t colors, int more);", "layout"),
    Plant("a function has come", "/* ---- 11. Providers",
          "DYNCOLOR_API int dyncolor_later(void);\n/* ---- 11. Providers", ""),
    Plant("an enumeration has one more value", "DYNCOLOR_VISION_ACHROMAT = 5,",
          "DYNCOLOR_VISION_ACHROMAT = 5,\n  DYNCOLOR_VISION_LATER = 6,", ""),
    Plant("a struct that begins with its size has grown at its end",
          "  void *progress_user_data;\n", "  void *progress_user_data;\n  uint64_t later;\n", ""),
)


def run(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(each) for each in command], capture_output=True, text=True)


def told(done: subprocess.CompletedProcess[str]) -> str:
    """The output of a command that failed."""
    return "" if done.returncode == 0 else (done.stdout + done.stderr).strip() or "it failed"


def claim(text: str, failure: str) -> bool:
    for line in failure.splitlines()[:40]:
        print(f"# {line}")
    print(f"{'not ok' if failure else 'ok'} - {text}", flush=True)
    return not failure


def symbols(library: Path) -> list[str]:
    """The exported symbols, each with its version."""
    printed = run("nm", "-D", "--defined-only", library).stdout
    rows = [line.split() for line in printed.splitlines()]
    return sorted(row[2] for row in rows if row[1] != "A")


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def missing(wanted: list[str], found: list[str]) -> str:
    return "\n".join(f"{each} is gone" for each in sorted({*wanted} - {*found}))


class Version:
    """A recorded version."""

    def __init__(self, folder: Path, clang: str, scratch: Path, other: str = "") -> None:
        self.folder = folder
        # The compiler for another processor, if it is one.
        self.other = other
        self.name = folder.name
        self.clang = clang
        self.scratch = scratch / folder.name
        self.scratch.mkdir(parents=True, exist_ok=True)
        self.interface = lines(folder / "interface")
        self.symbols = lines(folder / "symbols")
        self.asserted = self.scratch / "assertions.c"
        self.asserted.write_text(assertions(self.interface))
        # Structs that begin with their size may grow at their end: abidiff must allow that.
        growing = re.findall(r"^struct (\w+) : .* grows$", "\n".join(self.interface), re.M)
        self.allowed = self.scratch / "allowed"
        self.allowed.write_text("".join(
            f"[suppress_type]\nname = {name}\nhas_data_member_inserted_at = end\n\n"
            for name in growing))
        self.stub = self.make_stub(Header(folder, clang), "recorded")

    def make_stub(self, header: Header, name: str, compiler: str = "gcc") -> Path:
        """A stub library of a header, with debug information and empty functions."""
        source, library = self.scratch / f"{name}.c", self.scratch / f"lib{name}.so"
        source.write_text(header.stub())
        done = run(compiler, "-std=c11", "-w", "-g", "-fPIC", "-shared", source, "-o", library,
                   f"-Wl,--version-script={self.exports()}")
        assert done.returncode == 0, done.stderr
        return library

    def exports(self) -> Path:
        """exports.map, and the variables of a stub."""
        path = self.scratch / "exports.map"
        path.write_text(MAP.read_text().replace("global:", "global:\n    stub_*;"))
        return path

    def differences(self, header: Header, library: Path) -> dict[str, str]:
        """The differences that each comparison finds in a header and its library."""
        held = {"symbols": missing(self.symbols, symbols(library))}
        held["layout"] = "".join(
            told(run(compiler, "-std=c11", "-fsyntax-only", f"-I{header.folder}", self.asserted))
            for compiler in ([self.other] if self.other else ["gcc", self.clang]))
        stub = self.make_stub(header, "compared", self.other or "gcc")
        # The recorded interface is that of all processors.
        options = ["--no-architecture"] if self.other else []
        held["abidiff"] = told(run("abidiff", "--no-added-syms", *options, "--suppressions",
                                   self.allowed, self.stub, stub))
        return held

    def check_planted(self, plant: Plant) -> str:
        """Why a change of a copy of the header is not noticed as expected."""
        folder = self.scratch / "planted"
        folder.mkdir(exist_ok=True)
        text = (self.folder / "dyncolor.h").read_text()
        if text.count(plant.old) != 1:
            return f"the header has {text.count(plant.old)} times, not once: {plant.old}"
        (folder / "dyncolor.h").write_text(text.replace(plant.old, plant.new))
        header = Header(folder, self.clang)
        held = self.differences(header, self.make_stub(header, "planted"))
        noticed = " ".join(name for name in held if held[name])
        return "" if noticed == plant.noticed_by else \
            f"noticed by: {noticed or 'none'}; and should be by: {plant.noticed_by or 'none'}"

    def check_program(self, library: Path) -> bool:
        """Compiles the program of that version with its header, and runs it."""
        program = self.scratch / "program"
        text = (self.folder / "program.c").read_text()
        names = {each.partition("@")[0] for each in self.symbols}
        names.update(re.findall(r"DYNCOLOR_INLINE [^;{(]*?(dyncolor_\w+)\(",
                                (self.folder / "dyncolor.h").read_text()))
        held = claim(f"the program of {self.name} has every function of that version",
                     missing([*names], re.findall(r"\bdyncolor_\w+", text)))
        held &= claim(f"the program of {self.name} compiles with the header of that version", told(
            run("gcc", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                f"-I{self.folder}", f"-I{HERE}", self.folder / "program.c", "-o", program,
                f"-L{library.parent}", f"-Wl,-rpath,{library.parent}", "-ldyncolor")))
        done = run(program)
        print(done.stdout, end="")
        return held and claim(f"the program of {self.name} succeeds with the newest library",
                              done.stderr if done.returncode else "")


TEXTS = {"symbols": "the library exports every symbol of {}, with its version",
         "layout": "functions, structs and values are those of {}, as C checks them",
         "abidiff": "libabigail finds no incompatible change since {}"}


def compare_other(library: Path, clang: str, scratch: Path, compiler: str) -> bool:
    """Compares the library for another processor with each recorded version."""
    today = Header(ROOT / "include", clang)
    held = True
    for folder in sorted(HERE.glob("[0-9]*.[0-9]*")):
        version = Version(folder, clang, scratch, compiler)
        for kind, failure in version.differences(today, library).items():
            held &= claim(f"{TEXTS[kind].format(version.name)} ({compiler})", failure)
    return held


def compare(library: Path, clang: str, scratch: Path) -> bool:
    today = Header(ROOT / "include", clang)
    versions = [Version(folder, clang, scratch) for folder in sorted(HERE.glob("[0-9]*.[0-9]*"))]
    newest = [version for version in versions if version.name == today.version()]
    held = claim("the version of the header is recorded",
                 "" if newest else f"no record of {today.version()}: run Tests/ABI/record")
    for version in newest:
        # Also not more: additions belong to the next version.
        recorded, found = {*version.interface}, {*today.record(scratch)}
        held &= claim(f"the header has exactly the recorded interface of {version.name}",
                      "\n".join(f"{'-' if each in recorded else '+'} {each}"
                                for each in sorted(recorded ^ found)))
    for version in versions:
        name = version.name
        for kind, failure in version.differences(today, library).items():
            held &= claim(TEXTS[kind].format(name), failure)
        held &= version.check_program(library)
        for plant in PLANTS:
            allowed = "allowed" if not plant.noticed_by else f"noticed by {plant.noticed_by}"
            held &= claim(f"{plant.what} since {name}: {allowed}", version.check_planted(plant))
    return held


def record(library: Path, clang: str, scratch: Path) -> bool:
    today = Header(ROOT / "include", clang)
    name = today.version()
    if not re.search(rf"^## {re.escape(name)}\.0 – unreleased$",
                     (ROOT / "CHANGELOG.md").read_text(), re.M):
        print(f"not recorded: {name} has been released, or CHANGELOG.md does not have it")
        return False
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    (folder / "dyncolor.h").write_text(today.path.read_text())
    (folder / "interface").write_text("\n".join(today.record(scratch)) + "\n")
    (folder / "symbols").write_text("\n".join(symbols(library)) + "\n")
    print(f"recorded {folder}; its program.c must call every function of the version")
    return True


def main(arguments: list[str]) -> int:
    is_to_record = arguments[0] == "--record"
    library, clang, scratch, *compiler = arguments[is_to_record:]
    Path(scratch).mkdir(parents=True, exist_ok=True)
    if compiler:
        return 0 if compare_other(Path(library), clang, Path(scratch), *compiler) else 1
    work = record if is_to_record else compare
    return 0 if work(Path(library), clang, Path(scratch)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
