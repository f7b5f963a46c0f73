"""Builds the library with one planted bug at a time, and expects a C test to fail.

    mutants.py PROJECT SCRATCH [--quick | --list | NAME...]
"""
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from table import DELAYS, HELPERS, MUTANTS, QUICK

# The seconds of each attempt to make a mutant fail: a race condition may need several.
CHANCES = (2, 10, 10, 10)
PATIENCE = 60


class Misfit(Exception):
    """The table does not match the sources."""


class Scratch:
    """A copy of the sources of the library, to be mutated."""

    def __init__(self, project, folder):
        self.project = project
        self.source = folder / "source"
        self.build = folder / "build"
        self.programs = folder / "programs"
        shutil.rmtree(self.source, ignore_errors=True)
        for part in ("Sources", "include"):
            # Without modification times: with them, the last build would seem up to date.
            shutil.copytree(project / part, self.source / part, copy_function=shutil.copyfile)
        shutil.copyfile(project / "CMakeLists.txt", self.source / "CMakeLists.txt")
        self.programs.mkdir(parents=True, exist_ok=True)
        self.changed = {}

    def path(self, file):
        """The path of the only file with this name, or of this path in Sources."""
        found = list((self.source / "Sources").rglob(file))
        if len(found) != 1:
            raise Misfit(f"expected one file named {file} in Sources, found {len(found)}")
        return found[0]

    def replace(self, file, old, new):
        path = self.path(file)
        text = path.read_text()
        # Any white space matches any other, so that line breaks do not matter.
        pattern = r"\s+".join(re.escape(word) for word in re.split(r"\s+", old))
        found = list(re.finditer(pattern, text))
        if len(found) != 1:
            raise Misfit(f"{file}: expected this text once, found it {len(found)} times:\n{old}")
        self.changed.setdefault(path, text)
        # Keep the white space around the match: it may belong to other lines.
        start, end = found[0].span()
        matched = found[0].group()
        start += len(matched) - len(matched.lstrip())
        end -= len(matched) - len(matched.rstrip())
        path.write_text(text[:start] + new.strip() + text[end:])

    def restore(self):
        for path, text in self.changed.items():
            path.write_text(text)
        self.changed = {}

    def mutate(self, mutant):
        self.linger(mutant.delays)
        for replacement in mutant.replacements:
            self.replace(*replacement)

    def misfits(self):
        """Messages about the rows of the table that do not match the sources."""
        for mutant in MUTANTS:
            try:
                self.mutate(mutant)
            except Misfit as misfit:
                yield f"{mutant.name}: {misfit}"
            self.restore()

    def linger(self, names):
        """Inserts delays into the sources."""
        if names:
            for replacement in HELPERS:
                self.replace(*replacement)
        for name in names:
            self.replace(*DELAYS[name])

    def make(self):
        """Builds the library. Returns the output of a failed build, or an empty string."""
        # Never reuse the object of another mutant.
        for stale in [self.build / "dyncolor.o", *self.build.glob("libdyncolor.so*")]:
            stale.unlink(missing_ok=True)
        commands = [["cmake", "--build", str(self.build)]]
        if not (self.build / "build.ninja").exists():
            commands.insert(
                0, ["cmake", "-S", str(self.source), "-B", str(self.build), "-G", "Ninja"])
        for command in commands:
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                return done.stdout + done.stderr
        return ""

    def compile(self, programs):
        tests = self.project / "Tests"
        with open(self.programs / "exports.h", "w") as listed:
            subprocess.run([tests / "ABI" / "list-exports"], check=True, stdout=listed)
        for name in programs:
            folder = tests / ("Mutants" if name == "cells" else "ABI")
            subprocess.run(
                ["gcc", "-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE",
                 f"-I{self.project / 'include'}", f"-I{self.programs}", f"{name}.c",
                 "-o", str(self.programs / name), f"-L{self.build}", f"-Wl,-rpath,{self.build}",
                 "-ldyncolor", "-lm", "-lpthread"], check=True, cwd=folder)

    def failure(self, program, seconds):
        """Runs a test. Returns how it fails, or an empty string."""
        command = [str(self.programs / program)]
        if program == "stress":
            command += ["--seconds", str(seconds), "--publishes", "10000"]
        try:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                errors="replace", timeout=PATIENCE, cwd=self.project / "Tests" / "ABI")
        except subprocess.TimeoutExpired:
            return f"{program} does not end within {PATIENCE} s"
        lines = done.stdout.splitlines()
        failed = [line[9:] for line in lines if line.startswith("not ok - ")]
        if failed:
            evidence = lines[lines.index("not ok - " + failed[0]) - 1].lstrip("# ")
            return f"{program}, {len(failed)} not ok: {failed[0]}: {evidence}"
        if done.returncode != 0:
            return f"{program} exits with status {done.returncode}"
        return ""


def comment(text):
    return "\n".join("# " + line for line in text.splitlines()[-60:])


def passes(scratch, text, seconds, programs):
    """Claims that the library builds and passes the tests without a mutation."""
    problem = scratch.make()
    if not problem:
        scratch.compile(programs)
        problem = "; ".join(filter(None, (scratch.failure(it, seconds) for it in programs)))
    if problem:
        print(comment(problem))
    print(f"{'not ok' if problem else 'ok'} - {text}", flush=True)
    return not problem


def is_caught(scratch, mutant):
    begun = time.monotonic()
    scratch.mutate(mutant)
    problem = scratch.make()
    scratch.restore()
    if problem:
        print(comment(problem))
        print(f"not ok - the planted bug {mutant.name} builds: {mutant.text}", flush=True)
        return False
    failure = ""
    for seconds in CHANCES:
        failure = failure or scratch.failure(mutant.program, seconds)
    print(f"# {mutant.name}: {failure or 'nothing fails'} ({time.monotonic() - begun:.0f} s)")
    print(f"{'ok' if failure else 'not ok'} - the planted bug {mutant.name} is noticed: "
          f"{mutant.text}", flush=True)
    return bool(failure)


def chosen(arguments):
    if arguments == ["--quick"]:
        return [mutant for mutant in MUTANTS if mutant.name in QUICK]
    known = [mutant.name for mutant in MUTANTS]
    for name in arguments:
        if name not in known:
            sys.exit(f"unknown mutant {name}; mutants: {' '.join(known)}")
    return [mutant for mutant in MUTANTS if not arguments or mutant.name in arguments]


def main(project, folder, *arguments):
    if arguments == ("--list",):
        for mutant in MUTANTS:
            print(f"{mutant.name:20} {mutant.text}")
        return True
    mutants = chosen(list(arguments))
    begun = time.monotonic()
    scratch = Scratch(Path(project), Path(folder))
    misfits = list(scratch.misfits())
    for misfit in misfits:
        print(comment(misfit))
    print(f"{'not ok' if misfits else 'ok'} - the text that each planted bug replaces occurs once")
    # The unchanged library must pass; otherwise a failure with a mutant means nothing. No other
    # test runs the program "cells".
    programs = sorted({mutant.program for mutant in mutants} | {"cells"})
    sound = not misfits and passes(
        scratch, "the unchanged library passes the tests", CHANCES[0], programs)
    delays = [name for name in DELAYS if any(name in mutant.delays for mutant in mutants)]
    if sound and delays:
        scratch.linger(delays)
        sound = passes(
            scratch, "the library with only the delays passes the tests", CHANCES[1], programs)
        scratch.restore()
    caught = sum(is_caught(scratch, mutant) for mutant in mutants) if sound else 0
    print(f"# {caught} of {len(mutants)} planted bugs are noticed, in "
          f"{time.monotonic() - begun:.0f} s")
    return sound and caught == len(mutants)


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:]) else 1)
