#!/usr/bin/env python3
"""Checks that a shared library can be released: that systems with the given processor and libc can
load it, and that it exports what exports.map lists.

    check.py LIBRARY MACHINE LIBC

MACHINE is x86_64, aarch64 or riscv64, LIBC gnu or musl. Prints what is wrong with the library, and
what was expected; then the exit status is 1. Needs readelf (Debian package binutils), which reads
the files of every processor.
"""
from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SONAME = "libdyncolor.so.1"
MACHINES = {
    "x86_64": "Advanced Micro Devices X86-64", "aarch64": "AArch64", "riscv64": "RISC-V"}
# The libraries that the library needs. On AArch64 and RISC-V, glibc's loader is one of them: it
# defines the stack canary, __stack_chk_guard. On x86-64, the canary is no symbol.
NEEDED = {
    ("x86_64", "gnu"): {"libc.so.6"},
    ("aarch64", "gnu"): {"libc.so.6", "ld-linux-aarch64.so.1"},
    ("riscv64", "gnu"): {"libc.so.6", "ld-linux-riscv64-lp64d.so.1"},
    ("x86_64", "musl"): {"libc.musl-x86_64.so.1"},
    ("aarch64", "musl"): {"libc.musl-aarch64.so.1"}}
# The newest version of glibc that the library may need: that of the wheels' tags, manylinux_2_17.
# On RISC-V, the first version of glibc is 2.27.
GLIBC = {"x86_64": (2, 17), "aarch64": (2, 17), "riscv64": (2, 27)}


def readelf(library: str, *options: str) -> str:
    """Return what readelf prints about a library."""
    return subprocess.run(["readelf", "-W", *options, library], check=True, capture_output=True,
                          text=True).stdout


def exports() -> set[str]:
    """Return the functions of exports.map, each with its version, as readelf prints them."""
    found: set[str] = set()
    version = ""
    for line in (ROOT / "Sources/DynColor/ABI/exports.map").read_text().splitlines():
        if node := re.match(r"(DYNCOLOR_[0-9.]+) \{", line):
            version = node[1]
        elif name := re.search(r"\b(dyncolor_[a-z0-9_]+);", line):
            found.add(f"{name[1]}@@{version}")
    return found


def problems(library: str, machine: str, libc: str) -> Iterator[str]:
    """Yield what is wrong with a library."""
    found = re.findall(r"Machine: +(.*)", readelf(library, "-h"))
    if found != [MACHINES[machine]]:
        yield f"it is for {', '.join(found)}; expected {MACHINES[machine]}"
    dynamic = readelf(library, "-d")
    soname = re.findall(r"\(SONAME\).*\[(.*)\]", dynamic)
    if soname != [SONAME]:
        yield f"its SONAME is {', '.join(soname) or 'missing'}; expected {SONAME}"
    needed, expected = set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)), NEEDED[machine, libc]
    if needed != expected:
        yield (f"it needs {', '.join(sorted(needed)) or 'no library'}; "
               f"expected {', '.join(sorted(expected))}")
    if "PATH)" in dynamic:
        yield "it has a search path (RPATH or RUNPATH); expected none"
    # In the row of a symbol, column 4 is the binding, 6 the section, and 7 the name. The section of
    # an imported symbol is UND, and that of the symbol DYNCOLOR_1.0, a version, is ABS.
    symbols = [line.split() for line in readelf(library, "--dyn-syms").splitlines()]
    rows = [row for row in symbols if len(row) >= 8 and row[4] in ("GLOBAL", "WEAK")]
    defined = {row[7] for row in rows if row[6] not in ("UND", "ABS")}
    for name in sorted(exports() - defined):
        yield f"it does not export {name}; expected what exports.map lists"
    for name in sorted(defined - exports()):
        yield f"it exports {name}; expected only what exports.map lists"
    major, minor = GLIBC[machine]
    imported = [row[7] for row in rows if row[6] == "UND"]
    for name in imported:
        version = re.search(r"@GLIBC_([0-9.]+)", name)
        if libc == "musl" and version:
            yield f"it imports {name} from glibc; expected functions of musl"
        elif version and tuple(map(int, version[1].split("."))) > (major, minor):
            yield f"it imports {name}; expected glibc {major}.{minor} at most"
        elif libc == "gnu" and not version:
            yield f"it imports {name} without a version; expected a version of glibc"


def main() -> None:
    library, machine, libc = sys.argv[1:]
    found = list(problems(library, machine, libc))
    for problem in found:
        print(f"{library}: {problem}")
    sys.exit(1 if found else 0)


main()
