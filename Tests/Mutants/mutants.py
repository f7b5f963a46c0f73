"""Builds the library with one check removed at a time, and expects the C tests to fail.

    mutants.py PROJECT SCRATCH [--quick | --list | NAME...]
"""
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from table import DELAYS, HELPERS, MUTANTS, QUICK

# How often a mutant is given a chance to show, and for how many seconds: races are lost seldom.
CHANCES = (2, 10, 10, 10)
PATIENCE = 60


class Misfit(Exception):
    """The table is of other sources than these."""


class Scratch:
    """A copy of what the library is made of, which is what gets mutated."""

    def __init__(self, project, folder):
        self.project = project
        self.source = folder / "source"
        self.build = folder / "build"
        self.programs = folder / "programs"
        shutil.rmtree(self.source, ignore_errors=True)
        for part in ("Sources", "include"):
            # Times are not copied: the last build would be newer than what is to be built.
            shutil.copytree(project / part, self.source / part, copy_function=shutil.copyfile)
        shutil.copyfile(project / "CMakeLists.txt", self.source / "CMakeLists.txt")
        self.programs.mkdir(parents=True, exist_ok=True)
        self.changed = {}

    def path(self, file):
        """Where a file is, whose name is enough to find it."""
        found = list((self.source / "Sources").rglob(file))
        if len(found) != 1:
            raise Misfit(f"{len(found)} files are called {file}")
        return found[0]

    def replace(self, file, old, new):
        path = self.path(file)
        text = path.read_text()
        # Where lines are broken does not matter.
        pattern = r"\s+".join(re.escape(word) for word in re.split(r"\s+", old))
        found = list(re.finditer(pattern, text))
        if len(found) != 1:
            raise Misfit(f"{file} has {len(found)} times, not once:\n{old}")
        self.changed.setdefault(path, text)
        # The white space around it stays: it may be that of other lines.
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
        """What the table expects of the sources in vain."""
        for mutant in MUTANTS:
            try:
                self.mutate(mutant)
            except Misfit as misfit:
                yield f"{mutant.name}: {misfit}"
            self.restore()

    def linger(self, names):
        """Puts delays into the sources."""
        if names:
            for replacement in HELPERS:
                self.replace(*replacement)
        for name in names:
            self.replace(*DELAYS[name])

    def make(self):
        """What went wrong in building the library, or nothing."""
        # An object of another mutant must not pass for this one's.
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
        """How a test fails, or nothing."""
        command = [str(self.programs / program)]
        if program == "stress":
            command += ["--seconds", str(seconds), "--publishes", "10000"]
        try:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                errors="replace", timeout=PATIENCE, cwd=self.project / "Tests" / "ABI")
        except subprocess.TimeoutExpired:
            return f"{program} does not end"
        lines = done.stdout.splitlines()
        failed = [line[9:] for line in lines if line.startswith("not ok - ")]
        if failed:
            evidence = lines[lines.index("not ok - " + failed[0]) - 1].lstrip("# ")
            return f"{program}, {len(failed)} not ok: {failed[0]}: {evidence}"
        if done.returncode != 0:
            return f"{program} ends with {done.returncode}"
        return ""


def comment(text):
    return "\n".join("# " + line for line in text.splitlines()[-60:])


def passes(scratch, text, seconds, programs):
    """The claim that the library, which has no mutation, builds and passes."""
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
        print(f"not ok - {mutant.text} builds", flush=True)
        return False
    failure = ""
    for seconds in CHANCES:
        failure = failure or scratch.failure(mutant.program, seconds)
    print(f"# {mutant.name}: {failure or 'nothing fails'} ({time.monotonic() - begun:.0f} s)")
    print(f"{'ok' if failure else 'not ok'} - {mutant.text} is caught", flush=True)
    return bool(failure)


def chosen(arguments):
    if arguments == ["--quick"]:
        return [mutant for mutant in MUTANTS if mutant.name in QUICK]
    known = [mutant.name for mutant in MUTANTS]
    for name in arguments:
        if name not in known:
            sys.exit(f"no mutant is called {name}; there are: {' '.join(known)}")
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
    print(f"{'not ok' if misfits else 'ok'} - what mutants replace is in the sources, once each")
    # Where one of these fails, failures of mutants mean nothing.
    programs = sorted({mutant.program for mutant in mutants})
    sound = not misfits and passes(scratch, "the library as it is passes", CHANCES[0], programs)
    delays = [name for name in DELAYS if any(name in mutant.delays for mutant in mutants)]
    if sound and delays:
        scratch.linger(delays)
        sound = passes(
            scratch, "with the mutants' delays alone it passes, too", CHANCES[1], programs)
        scratch.restore()
    caught = sum(is_caught(scratch, mutant) for mutant in mutants) if sound else 0
    print(f"# {caught} of {len(mutants)} mutants are caught, in {time.monotonic() - begun:.0f} s")
    return sound and caught == len(mutants)


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:]) else 1)
