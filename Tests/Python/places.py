"""Paths of the project, and functions that run programs."""
from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "dyncolor.h"
PACKAGE = ROOT / "Sources" / "Python"
BUILD = ROOT / ".build"
LIBRARY = Path(os.environ.get("DYNCOLOR_LIBRARY") or BUILD / "release" / "libdyncolor.so.1")
SWIFT = Path(os.environ.get("DYNCOLOR_SWIFT_BIN") or "/usr/bin")
CLANG = SWIFT / "clang"

# The library with AddressSanitizer, and what must be loaded before anything else for it.
ADDRESS_LIBRARY = BUILD / "address" / "libdyncolor.so.1"
ADDRESS = {
    "DYNCOLOR_LIBRARY": str(ADDRESS_LIBRARY),
    "LD_PRELOAD": os.environ.get("DYNCOLOR_ADDRESS_RUNTIME", ""),
    "ASAN_OPTIONS": "detect_leaks=0",
    # So that it sees Python's memory as well.
    "PYTHONMALLOC": "malloc"}


def run(
    *command: str | Path, cwd: Path | None = None, timeout: float = 60,
    variables: Mapping[str, str | None] | None = None, **others: str | None,
) -> subprocess.CompletedProcess[str]:
    """Runs a program, with some environment variables changed, or without them where None."""
    changed = {**(variables or {}), **others}
    environment = {**os.environ, **{name: value for name, value in changed.items() if value}}
    for name, value in changed.items():
        if value is None:
            environment.pop(name, None)
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True,
        timeout=timeout)


def python(
    source: str, *arguments: str | Path, cwd: Path | None = None, timeout: float = 60,
    variables: Mapping[str, str | None] | None = None, **others: str | None,
) -> subprocess.CompletedProcess[str]:
    """Runs a program in an interpreter of its own."""
    return run(sys.executable, "-c", textwrap.dedent(source), *arguments, cwd=cwd,
               timeout=timeout, variables=variables, **others)
