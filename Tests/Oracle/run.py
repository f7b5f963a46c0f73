#!/usr/bin/env python3
"""Compares a library with a reference evaluator that was written from the header.

    run.py LIBRARY [--resolutions N] [--seed S]
    run.py LIBRARY --seed S --theme INDEX...       some random themes; a failure prints both numbers
    run.py LIBRARY --sabotage MISTAKE              with a planted mistake in the evaluator
"""
import argparse
import mmap
import os
import random
import signal
import sys
import time
import traceback

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(__file__), os.pardir, "Conformance"))

import corners
import environments
import meanings
import mistakes
from axes import CONTRAST, SCHEME, Environment
from binding import Library
from callbacks import Callbacks
from evaluator import Theme
from evidence import Evidence
from lockstep import FIRST, Lockstep, agrees, keeping, random_environment

PLANTED = "each of {n} planted mistakes in the evaluator is noticed"
FINGERPRINTS = "{n} themes made twice by the same registrations have the same fingerprint"

PATIENCE = 300  # seconds

# Environments that most themes distinguish.
USUAL = [Environment.of({SCHEME: scheme, CONTRAST: contrast})
         for scheme in (1, 2) for contrast in (1, 101, 201)]


def compare_theme(library, callbacks, evidence, seed, index, model=Theme):
    """Makes one random theme, compares it, changes it, compares it again, and releases it."""
    evidence.where = f"theme {index}"
    rng = random.Random(f"{seed}/{index}")
    lockstep = Lockstep(library, callbacks, evidence, rng, model)
    lockstep.begin()
    # Its cached colors must be invalidated by each change.
    familiar = random_environment(rng, lockstep.model)
    for phase in range(rng.randint(2, 4)):
        before = lockstep.instant(familiar)
        for _ in range(rng.randint(1, 10) if phase else rng.randint(15, 35)):
            lockstep.change()
        lockstep.compare_changes(before, familiar)
        asked = [random_environment(rng, lockstep.model) for _ in range(rng.randint(2, 5))]
        asked.insert(rng.randrange(len(asked)), familiar)
        for environment in asked:
            lockstep.compare(environment)
        lockstep.compare_names()
        lockstep.look_at_old_snapshots()
        if rng.random() < 0.4:
            lockstep.compare_difference(asked[0], asked[1])
            lockstep.compare_axes(asked[0])
            lockstep.compare_meanings(USUAL + asked)
    lockstep.end()


def unnoticed(library, callbacks, seed, themes):
    """The mistakes whose evaluators agree with the library on all themes. They share the themes and
    the answers of the library."""
    left = dict(mistakes.ALL)
    for index in range(themes):
        if not left:
            break
        rng = random.Random(f"{seed}/mistakes {index}")
        lockstep = Lockstep(library, callbacks, Evidence(), rng)
        lockstep.begin()
        for _ in range(rng.randint(15, 35)):
            lockstep.change()
        models = {name: mistaken(mistake, lockstep.model) for name, mistake in left.items()}
        for _ in range(5):
            environment = random_environment(rng, lockstep.model)
            for model in models.values():
                model.keep()
            for id in lockstep.model.given:
                status, data = lockstep.ask(id, environment)
                for name, model in models.items():
                    if name in left and not agrees(model.resolve(id, environment), status, data):
                        del left[name]
        lockstep.end()
    return left


def mistaken(mistake, model):
    """An evaluator of the same theme with a mistake."""
    mistake = keeping(mistake)
    evaluator = mistake.__new__(mistake)
    evaluator.__dict__.update(model.__dict__)
    return evaluator


def compare_fingerprints(library, callbacks, evidence, seed, themes):
    for index in range(themes):
        evidence.where = f"fingerprint {index}"
        prints = []
        for _ in range(2):
            rng = random.Random(f"{seed}/fingerprint {index}")
            lockstep = Lockstep(library, callbacks, evidence, rng, budget=0)
            lockstep.begin()
            for _ in range(25):
                # Without foreign ids, which differ from theme to theme.
                lockstep.pick_change(but=(Lockstep.register_doubtful,))(lockstep)
            prints.append(library.theme_fingerprint(lockstep.theme))
            lockstep.end()
        evidence.check(FINGERPRINTS, prints[0] == prints[1], lambda: f"{prints}")


def report(evidence, seed):
    """Prints each claim, in the order of its first check."""
    for claim in {**evidence.looked, **evidence.failed}:
        details = evidence.failed.get(claim, [])
        # From the first to the last: neighbours fail alike.
        for detail in details[::max(1, len(details) // 5)][:5]:
            print(f"# {detail[:700]}")
        if details:
            print(f"# {len(details):,} failures; --seed {seed}")
        text = claim.format(n=format(evidence.looked[claim], ","))
        print(f"{'not ok' if details else 'ok'} - {text}", flush=True)
    return any(evidence.failed.values())


def run(arguments, where):
    class Located(Evidence):
        """Records where the comparison is, in case the library crashes or hangs."""

        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if name == "where":
                where[:] = value.encode()[:255].ljust(256, b"\0")

    library, seed = Library(arguments.library), arguments.seed
    callbacks, evidence = Callbacks(library), Located()
    model = mistakes.ALL[arguments.sabotage] if arguments.sabotage else Theme
    if arguments.theme is not None:
        for index in arguments.theme:
            compare_theme(library, callbacks, evidence, seed, index, model)
        return report(evidence, seed)
    index = 0
    while evidence.looked[FIRST] < arguments.resolutions:
        compare_theme(library, callbacks, evidence, seed, index, model)
        index += 1
    if not arguments.sabotage:
        share = arguments.resolutions / 100_000
        rng = random.Random(f"{seed}/others")
        compare_fingerprints(library, callbacks, evidence, seed, round(20 * share) + 1)
        meanings.compare(library, callbacks, evidence, rng, round(10 * share) + 1)
        environments.compare(library, callbacks, evidence, rng, round(3000 * share) + 1)
        corners.compare(library, callbacks, evidence, rng)
        evidence.where = "mistakes"
        left = unnoticed(library, callbacks, seed, 1500)
        for name in mistakes.ALL:
            evidence.check(PLANTED, name not in left, lambda: f"{name} is not noticed")
    return report(evidence, seed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("--resolutions", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    parser.add_argument("--theme", type=int, nargs="+", metavar="INDEX")
    parser.add_argument("--sabotage", choices=sorted(mistakes.ALL), metavar="MISTAKE")
    arguments = parser.parse_args()
    started = time.monotonic()
    # In a child process, so that a crash or a hang of the library is reported like any failure.
    where = mmap.mmap(-1, 256)
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        sys.setrecursionlimit(100_000)
        os._exit(_guarded(arguments, where))
    status = _outcome(child, where)
    print(f"# {time.monotonic() - started:.0f} s")
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    _tell_end(f"signal {os.WTERMSIG(status)}", arguments, where)
    return 1


def _guarded(arguments, where):
    try:
        return int(run(arguments, where))
    except Exception:
        _tell_end(traceback.format_exc(), arguments, where)
        return 1


def _outcome(child, where):
    """The exit status of a child; kills it if it makes no progress for PATIENCE seconds."""
    place, since = where[:], time.monotonic()
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if where[:] != place:
            place, since = where[:], time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.05)


def _tell_end(what, arguments, where):
    place = where[:].rstrip(b"\0").decode(errors="replace")
    for line in (*what.splitlines(), f"in {place}; --seed {arguments.seed}"):
        print(f"# {line}")
    print("not ok - the comparison with the reference evaluator does not crash or hang", flush=True)


if __name__ == "__main__":
    sys.exit(main())
