"""The Python package, against PySide6, numpy, coloraide and ctypes: the last table of
Tests/Benchmarks/run.

    python.py FOLDER [--quick] [--rounds N] [--filter TEXT] [--tsv FILE]

FOLDER holds the package as pip installs it: compiled, and with the library. The measurement
and the columns are as in harness.h.
"""
from __future__ import annotations

import argparse
import compileall
import ctypes
import importlib
import json
import marshal
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import cache_from_source
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles
from timeit import Timer
from typing import Any, NoReturn

from rows import HEADER, Row, failure, parse, peer_of

TEXT_WIDTH = 64
MOST_ROUNDS = 99


class WrongResult(Exception):
    """Something computes the wrong thing."""


def expect(condition: object, text: str) -> None:
    """Fails the group unless the condition holds: wrong results are not timed."""
    if not condition:
        raise WrongResult(f"wrong result: {text}")


# ---- The table -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """What is said about two cases of a group, by their names. The text ends with who the baseline
    is; the goal is the highest ratio that meets it, 0 for a figure without one."""

    text: str
    subject: str
    baseline: str
    goal: float = 0


class Table:
    """The rows of the claims, printed after each group."""

    def __init__(self, rounds: int, slice_length: float, wanted: str, tsv: Path | None) -> None:
        self.rounds = rounds
        self.slice_length = slice_length
        self.wanted = wanted
        self.rows: list[Row] = []
        self.tsv = tsv
        if tsv:
            tsv.write_text(HEADER, "utf-8")

    def run(self, measure_group: Callable[..., None], group: str, *arguments: Any,
            **options: Any) -> None:
        """Measures a group, if the options ask for it, in a process of its own: a group that fails
        or crashes costs its own rows only."""
        if self.wanted not in group:
            return
        if self.tsv:
            print(f"  {group}", file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            self.rows = []
            try:
                measure_group(self, group, *arguments, **options)
            except Exception as error:
                traceback.print_exc()
                self.rows = [failure(group, str(error) or type(error).__name__)]
            with open(writing, "w", encoding="utf-8") as pipe:
                pipe.writelines(row.line() for row in self.rows)
            sys.stderr.flush()
            os._exit(0)
        os.close(writing)
        with open(reading, encoding="utf-8") as pipe:
            text = pipe.read()
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            crash = signal.strsignal(os.WTERMSIG(status))
            text = failure(group, f"it crashed: {crash}").line()
        elif not os.WIFEXITED(status) or os.WEXITSTATUS(status) or not text:
            text = failure(group, "it ended early").line()
        for row in parse(HEADER + text):
            self.print(row)
        if self.tsv:
            with self.tsv.open("a", encoding="utf-8") as file:
                file.write(text)

    def add(self, group: str, claim: Claim, times: dict[str, list[float]]) -> None:
        """Adds the row of a claim, from the nanoseconds of each case in each round."""
        subject, baseline = times[claim.subject], times[claim.baseline]
        ratios = [a / b for a, b in zip(subject, baseline, strict=True)]
        low, ratio, high = (quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1
                            else ratios * 3)
        verdict = "-" if not claim.goal else "met" if ratio <= claim.goal else "missed"
        self.rows.append(Row(group, claim.text, "ns", median(subject), peer_of(claim.text),
                             median(baseline), ratio, low, high, claim.goal, verdict))

    def print(self, row: Row) -> None:
        """Prints a row, and keeps it."""
        if not self.rows:
            print(f"{'case':{TEXT_WIDTH}} {'ns':>10} {'baseline':>10} {'ratio':>7} {'goal':>6}")
        self.rows.append(row)
        if row.verdict == "failed":
            print(f"{row.group}: failed: {row.case}")
        else:
            print(f"{row.name:{TEXT_WIDTH}} {nanoseconds(row.value)} {nanoseconds(row.baseline)}"
                  f" {row.ratio:7.{3 if row.ratio < 10 else 2}f}",
                  f"{row.goal:6.3g} {row.verdict}" if row.goal else f"{'-':>6}")
        sys.stdout.flush()

    def end(self) -> int:
        """Prints the end of the table. The program's status is 4 if a group failed, 3 if there is
        no row, and 1 if a goal is missed."""
        if not self.rows:
            return 3
        verdicts = [row.verdict for row in self.rows]
        missed = verdicts.count("missed")
        print(f"ns are medians of processor time, ratios medians of {self.rounds} rounds;",
              f"{missed} missed" if missed else "no goal was missed")
        return 4 if "failed" in verdicts else 1 if missed else 0


def nanoseconds(time: float) -> str:
    """Nanoseconds in a column of the table."""
    return f"{time:10.{3 if time < 10 else 2 if time < 100 else 1}f}"


# ---- Measuring -----------------------------------------------------------------------------------


class Case:
    """A statement that is timed. `times` is how many things it does at once; `before` is called
    with how often it is about to be done."""

    def __init__(
        self, statement: str, names: dict[str, Any], *, times: int = 1,
        before: Callable[[int], object] = lambda count: None,
    ) -> None:
        self.timer = Timer(statement, timer=time.thread_time_ns, globals=names)
        self.times = times
        self.before = before
        self.count = 1

    def take(self) -> float:
        """The nanoseconds of a slice."""
        self.before(self.count + 1)
        self.timer.timeit(1)  # The case before has left its own data in the caches.
        return self.timer.timeit(self.count)

    def fill(self, length: float) -> None:
        """Sets the count to what fills a slice."""
        while (taken := self.take()) < length / 4:
            self.count *= 2
        self.count = int(self.count * length / taken) + 1


def measure(table: Table, group: str, cases: dict[str, Case], claims: Sequence[Claim]) -> None:
    """Times the cases, which take turns, and prints a row for each claim."""
    for case in cases.values():
        case.fill(table.slice_length)
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(table.rounds):
        for name, case in cases.items():
            times[name].append(case.take() / case.count / case.times)
    for claim in claims:
        table.add(group, claim, times)


# ---- Importing -----------------------------------------------------------------------------------

# The starts of each program in a round, of which the median counts.
STARTS = 5


def start(program: str) -> float:
    """The processor time, in nanoseconds, of a fresh interpreter that runs a program."""
    arguments = [sys.executable, "-I", "-S", "-c", program]
    child = os.posix_spawn(sys.executable, arguments, os.environ)
    _, status, usage = os.wait4(child, 0)
    expect(status == 0, f"this program runs: {program}")
    return (usage.ru_utime + usage.ru_stime) * 1e9


def import_group(table: Table, group: str, package: Path) -> None:
    """Costs of a program that occur once. What importing takes besides running the code of the
    modules shows when the same code is in one file, and needs no import system."""
    peers = str(Path(module("numpy").__file__).parents[1])
    resolve = ("import dyncolor; "
               "color = dyncolor.Theme().register('accent', light='#0461be', dark='#81d0ff'); "
               "assert color.resolve(dyncolor.Environment(scheme='dark')).hex == '#81d0ff'")
    # The modules that this program imports, compiled: those without imports of their own first, as
    # Python lists them when it measures imports.
    listed = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", "-c",
         f"import sys; sys.path.insert(0, {str(package)!r}); {resolve}"],
        check=True, capture_output=True, text=True).stderr.splitlines()
    names = [name for name in (line.split()[-1] for line in listed)
             if name.split(".")[0] == "dyncolor"]
    paths = [package.joinpath(*name.split(".")) / "__init__.py" if name == "dyncolor"
             else package.joinpath(*name.split(".")).with_suffix(".py") for name in names]
    compiled = [cache_from_source(str(path)) for path in paths]
    with tempfile.TemporaryDirectory() as folder:
        for index in range(len(compiled)):
            Path(folder, f"empty{index}.py").write_text("from __future__ import annotations\n")
        compileall.compile_dir(folder, quiet=1)
        together = Path(folder, "together")
        together.write_bytes(marshal.dumps([
            (name, str(path), marshal.loads(Path(cached).read_bytes()[16:]))
            for name, path, cached in zip(names, paths, compiled)]))
        nothing = "import sys; sys.path.insert(0, '/')"
        programs = {
            "nothing": nothing,
            "ctypes": f"{nothing}; import ctypes",
            "dyncolor": f"import sys; sys.path.insert(0, {str(package)!r}); {resolve}",
            "empty": (f"import sys; sys.path.insert(0, {folder!r}); import ctypes, "
                      + ", ".join(f"empty{index}" for index in range(len(compiled)))),
            "code": (f"{nothing}; import ctypes, gc, marshal; gc.disable(); kept = "
                     f"[marshal.loads(open(path, 'rb').read()[16:]) for path in {compiled}]"),
            # Without the garbage collector, which the package pauses, too.
            "together": (
                f"{nothing}; import ctypes, gc, marshal; gc.disable()\n"
                f"for name, path, code in marshal.loads(open({str(together)!r}, 'rb').read()):\n"
                "    sys.modules[name] = module = type(sys)(name)\n"
                "    module.__file__, module.__package__ = path, 'dyncolor'\n"
                "    if name == 'dyncolor': module.__path__ = []\n"
                "    exec(code, module.__dict__)\n"
                f"gc.enable(); {resolve}"),
            "PySide6": f"import sys; sys.path.insert(0, {peers!r}); import PySide6.QtGui"}
        took: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(table.rounds + 1):
            starts: dict[str, list[float]] = {name: [] for name in programs}
            for _ in range(STARTS):
                for name, program in programs.items():
                    starts[name].append(start(program))
            for name, each in starts.items():
                took[name].append(median(each))
    for each in took.values():
        del each[0]  # which has read the files from the disk

    def beyond(less: str, name: str) -> list[float]:
        return [one - other for one, other in zip(took[name], took[less])]

    times = {
        **{name: beyond("nothing", name) for name in ("ctypes", "dyncolor", "PySide6")},
        **{f"{name} added": beyond("ctypes", name)
           for name in ("dyncolor", "together", "empty", "code")},
        "3 ms": [3e6] * table.rounds}
    for claim in (
            Claim("beyond ctypes, against 3 ms", "dyncolor added", "3 ms", 1),
            Claim("… with all code in one file, against 3 ms", "together added", "3 ms"),
            Claim("as many empty modules, against 3 ms", "empty added", "3 ms"),
            Claim("reading the code of the modules, against 3 ms", "code added", "3 ms"),
            Claim("against ctypes", "dyncolor", "ctypes"),
            Claim("against PySide6.QtGui", "dyncolor", "PySide6")):
        table.add(group, claim, times)


# ---- One color -----------------------------------------------------------------------------------


def one_group(table: Table, group: str) -> None:
    """Colors resolved one by one. The least that this can take is a call in ctypes, and a new
    object with the four floats that the call has written."""
    dyncolor, gui = module("dyncolor"), module("PySide6.QtGui")
    data = module("dyncolor._color_data")
    theme = dyncolor.Theme()
    accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    dark = dyncolor.Environment(scheme="dark")
    role = gui.QPalette.ColorRole.Button
    active = gui.QPalette.ColorGroup.Active
    palette = gui.QPalette()
    keep_none(1)
    palette.setColor(active, role, gui.QColor("#81d0ff"))
    names = {"theme": theme, "accent": accent, "dark": dark, "snapshot": theme.snapshot(dark),
             "palette": palette, "active": active, "role": role}
    names |= {"call": theme._resolve, "handle": theme._pointer, "id": accent.id,
              "where": dark._pointer, "pixel": data.Float4(), "new": object.__new__,
              "Color": dyncolor.Color, "unpack": data.unpack_floats}
    least = ("call(handle, id, where, pixel, None); color = new(Color); "
             "color._floats = unpack(pixel)")
    exec(least, names)
    expect(names["color"] == accent.resolve(dark), "the least gives the color, too")
    expect(accent.resolve(dark).hex == palette.color(active, role).name() == "#81d0ff",
           "the dark color is resolved")
    expect(names["snapshot"][accent] == theme.resolve("accent", dark) == accent.resolve(dark),
           "a snapshot and a theme have the same color")
    cases = {
        "color": Case("palette.color(active, role)", names),
        "getRgbF": Case("r, g, b, a = palette.color(active, role).getRgbF()", names),
        "resolve": Case("accent.resolve(dark)", names),
        "least": Case(least, names),
        "unpack": Case("r, g, b, a = accent.resolve(dark)", names),
        "snapshot": Case("snapshot[accent]", names),
        "by name": Case("theme.resolve('accent', dark)", names)}
    measure(table, group, cases, (
        Claim("resolve, against QPalette.color", "resolve", "color", 0.5),
        Claim("a call in ctypes and a new object alone, against QPalette.color", "least", "color"),
        Claim("snapshot[color], against QPalette.color", "snapshot", "color", 0.65),
        Claim("resolve and unpack, against color and getRgbF", "unpack", "getRgbF"),
        Claim("resolve by name, against QPalette.color", "by name", "color")))


class AnswerOfBare(ctypes.Structure):
    """What a function that is called back writes: four components of a color."""

    _fields_ = [("color", ctypes.c_double * 4)]


def provider_group(table: Table, group: str) -> None:
    """Colors that functions in Python compute. The least that the first resolve of one can take is
    a resolve, and a call of ctypes that calls back a function in Python, which writes a color."""
    dyncolor = module("dyncolor")
    everywhere = dyncolor.Environment(custom=(1,))
    answer = dyncolor.Color("#81d0ff")
    calls = made = 0

    def compute(context: Any) -> Any:
        nonlocal calls
        calls += 1
        return answer

    def compute_from_axis(context: Any) -> Any:
        nonlocal calls
        calls += 1
        return answer if context.custom("value") else None

    def make_colors(function: Callable[[Any], Any], count: int) -> tuple[Any, list[Any]]:
        """A new theme, of which nothing can be cached, and so many colors of it, all computed by
        the function."""
        nonlocal made
        made += count
        theme = dyncolor.Theme()
        theme.axis("value")
        return theme, [theme.register(f"computed {i}", function) for i in range(count)]

    def first_resolve(function: Callable[[Any], Any]) -> Case:
        """Resolves each color once."""
        names: dict[str, Any] = {"everywhere": everywhere}

        def begin(count: int) -> None:
            names["theme"], colors = make_colors(function, count)
            names["colors"] = iter(colors)

        return Case("next(colors).resolve(everywhere)", names, before=begin)

    theme, (color,) = make_colors(compute_from_axis, 1)
    accent = theme.register("accent", "#81d0ff")
    for _ in range(3):
        expect(color.resolve(everywhere).hex == "#81d0ff", "what the function answers is resolved")
    expect(calls == 1, "the function is asked once")

    components = (ctypes.c_double * 4)(*answer.components, answer.alpha)
    written = AnswerOfBare()

    def write(context: int, address: int, data: int) -> int:
        AnswerOfBare.from_address(address).color = components
        return 0

    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    names = {"color": color, "accent": accent, "everywhere": everywhere,
             "callback": callback(write), "address": ctypes.addressof(written)}
    cases = {
        "first": first_resolve(compute),
        "first from axis": first_resolve(compute_from_axis),
        "again": Case("color.resolve(everywhere)", names),
        "constant": Case("accent.resolve(everywhere)", names),
        "least": Case("accent.resolve(everywhere); callback(None, address, None)", names)}
    measure(table, group, cases, (
        Claim("resolved again, against a constant", "again", "constant", 1.25),
        Claim("a first resolve that reads an axis, against again", "first from axis", "again"),
        Claim("a first resolve, against a resolve and a callback in ctypes", "first", "least",
              2)))
    expect(list(written.color) == list(components), "the function that is called back writes")
    expect(calls == made, "each function is asked once for each color")


# ---- Text ----------------------------------------------------------------------------------------

# Enough that branch prediction cannot learn them.
TEXTS = 8192


def parse_group(table: Table, group: str, write: Callable[[Random], str], *, qt: bool) -> None:
    """Colors that are read from text, each for itself."""
    dyncolor, coloraide = module("dyncolor"), module("coloraide")
    random = Random(1)
    texts = [write(random) for _ in range(TEXTS)]
    cases = {
        "color": Case("Color(next(texts))", {"Color": dyncolor.Color, "texts": cycle(texts)}),
        "unpack": Case("r, g, b, a = Color(next(texts))",
                       {"Color": dyncolor.Color, "texts": cycle(texts)}),
        "coloraide": Case("Color(next(texts))", {"Color": coloraide.Color, "texts": cycle(texts)})}
    claims = [Claim("against coloraide", "color", "coloraide", 0.35)]
    if qt:
        gui = module("PySide6.QtGui")
        cases["getRgbF"] = Case("r, g, b, a = QColor(next(texts)).getRgbF()",
                                {"QColor": gui.QColor, "texts": cycle(texts)})
        claims.append(Claim("and unpack, against QColor and getRgbF", "unpack", "getRgbF", 1.4))
    for text in texts:
        ours = dyncolor.Color(text)
        theirs = coloraide.Color(text).convert(ours.space)
        expect(all(abs(a - b) < 1e-6
                   for a, b in zip(ours.components, theirs.coords(), strict=True)),
               f"all read the same: {text}")
        expect(not qt or all(abs(a - b) < 1e-4 for a, b in
                             zip(ours, gui.QColor(text).getRgbF(), strict=True)),
               f"all read the same: {text}")
    measure(table, group, cases, claims)


def format_group(table: Table, group: str, write: Callable[[Random], str]) -> None:
    """Colors that are written as text."""
    dyncolor, coloraide = module("dyncolor"), module("coloraide")
    random = Random(2)
    texts = [write(random) for _ in range(TEXTS)]
    cases = {
        "str": Case("str(next(colors))", {"colors": cycle(map(dyncolor.Color, texts))}),
        "css": Case("next(colors).css", {"colors": cycle(map(dyncolor.Color, texts))}),
        "coloraide": Case("next(colors).to_string()",
                          {"colors": cycle(map(coloraide.Color, texts))})}
    measure(table, group, cases, (
        Claim("str(color), against coloraide's to_string", "str", "coloraide"),
        Claim("color.css, against coloraide's to_string", "css", "coloraide")))


def write_hex(random: Random) -> str:
    return f"#{random.randrange(1 << 24):06x}"


def write_name(random: Random) -> str:
    return random.choice((
        "aliceblue", "antiquewhite", "beige", "blanchedalmond", "blue", "burlywood", "chocolate",
        "coral", "cornflowerblue", "crimson", "darkgoldenrod", "darkolivegreen", "dodgerblue",
        "firebrick", "gold", "hotpink", "ivory", "khaki", "lightgoldenrodyellow", "lime",
        "mediumspringgreen", "moccasin", "navy", "orange", "papayawhip", "peru", "plum", "red",
        "rosybrown", "salmon", "sienna", "slategray", "tan", "tomato", "turquoise", "yellow"))


def write_rgb(random: Random) -> str:
    r, g, b = (random.randrange(256) for _ in range(3))
    return f"rgb({r} {g} {b} / 0.{random.randrange(100):02})"


def write_oklch(random: Random) -> str:
    return f"oklch(0.{random.randrange(10000):04} 0.{random.randrange(370):03} " \
           f"{random.randrange(360)}.{random.randrange(10)})"


# ---- Many colors ---------------------------------------------------------------------------------


class BareTheme:
    """A theme that can do nothing but resolve all its colors."""

    __slots__ = ("handle", "resolve", "rows")

    def __init__(self, handle: Any, rows: Any, resolve: Any) -> None:
        self.handle, self.rows, self.resolve = handle, rows, resolve

    def resolve_all(self, environment: Any, *, out: Any) -> None:
        layout, address, rows, stride = out.arguments
        self.rows(self.handle)
        self.resolve(self.handle, environment._pointer, layout, address, rows, stride, None)


def all_group(table: Table, group: str, count: int, layout: str) -> None:
    """All colors of a theme into an array of numpy's. The least that resolve_all can take is the
    two calls in ctypes that it makes: how many rows there are, and what they are. A method that
    takes the same arguments, and makes these calls without any check, shows what a method adds."""
    dyncolor, numpy = module("dyncolor"), module("numpy")
    library = module("dyncolor._library")
    theme = dyncolor.Theme(memory_budget=256 << 20)
    colors = {f"color {i}": dyncolor.Color(i * 77 % 256 / 255, i % 251 / 255, i % 7 / 255, i % 2)
              for i in range(count)}
    theme.register_all(colors)
    expected = numpy.frombuffer(
        b"".join(color.pack(layout) for color in colors.values()),
        dtype=numpy.float32 if layout == "float4" else numpy.uint8).reshape(count, 4)
    array = numpy.zeros_like(expected)
    names = {"copyto": numpy.copyto, "expected": expected, "array": array, "theme": theme,
             "pixels": dyncolor.Pixels(array), "dark": dyncolor.Environment(scheme="dark")}
    names["snapshot"] = theme.snapshot(names["dark"])
    names |= {"rows": library.bare_with_gil.dyncolor_theme_rows,
              "resolve": library.bare_no_gil.dyncolor_resolve_all,
              "handle": theme._pointer, "where": names["dark"]._pointer}
    names.update(zip(("number", "address", "count", "stride"), names["pixels"].arguments))
    names["bare"] = BareTheme(theme._pointer, names["rows"], names["resolve"])
    statements = {
        "copyto": "copyto(array, expected)",
        "pixels": "theme.resolve_all(dark, out=pixels)",
        "array": "theme.resolve_all(dark, out=array)",
        "calls": "rows(handle); resolve(handle, where, number, address, count, stride, None)",
        "method": "bare.resolve_all(dark, out=pixels)",
        "snapshot": "snapshot.copy_to(pixels)"}
    for statement in statements.values():
        array[:] = 0
        exec(statement, names)
        expect((array == expected).all(), f"{statement} gives the colors that were registered")
    cases = {name: Case(statement, names) for name, statement in statements.items()}
    claims = [
        Claim("resolve_all into Pixels, against copyto", "pixels", "copyto", 1.15),
        Claim("the two calls of resolve_all alone, against copyto", "calls", "copyto"),
        Claim("… in a method that checks nothing, against copyto", "method", "copyto"),
        Claim("resolve_all into the array, against copyto", "array", "copyto"),
        Claim("snapshot.copy_to(pixels), against copyto", "snapshot", "copyto", 1.15)]
    if layout == "float4":
        cases["view"] = Case("snapshot.array()", names)
        claims.append(Claim("snapshot.array(), no copy, against copyto", "view", "copyto"))
        expect((names["snapshot"].array() == expected).all(), "a snapshot is an array")
    measure(table, group, cases, claims)


def register_group(table: Table, group: str, count: int) -> None:
    """Colors registered together, from hex text, against as many that Qt's palette is given."""
    dyncolor, gui = module("dyncolor"), module("PySide6.QtGui")
    recipes = {f"color {i}": (f"#{i * 7919 % (1 << 24):06x}", f"#{i * 104729 % (1 << 24):06x}")
               for i in range(count)}
    resolved = dyncolor.Theme().register_all(recipes)["color 3"].resolve()
    expect(resolved.hex == recipes["color 3"][0], "the colors are registered")
    active = gui.QPalette.ColorGroup.Active
    roles = [role for role in gui.QPalette.ColorRole if role.name != "NColorRoles"]
    places = [(active, role, text)
              for role, (text, _) in zip(cycle(roles), recipes.values(), strict=False)]
    names = {"Theme": dyncolor.Theme, "recipes": recipes, "palette": gui.QPalette(),
             "QColor": gui.QColor, "places": places}
    cases = {
        "register": Case("Theme().register_all(recipes)", names, times=count),
        "setColor": Case(
            "for group, role, text in places: palette.setColor(group, role, QColor(text))", names,
            times=count, before=lambda times: keep_none(times * count))}
    measure(table, group, cases, [
        Claim("register_all, against QPalette.setColor", "register", "setColor")])


def tokens_of(count: int, *, aliases: int = 0) -> dict[str, Any]:
    """Design tokens, in groups of a hundred, of which the last ones are aliases."""
    def value_of(i: int) -> Any:
        if i % 100 >= 100 - aliases:
            return f"{{group {i - i % 100}.color {i - aliases}}}"
        return {"colorSpace": "srgb", "components": [i % 256 / 255, 0.5, 0.25],
                "alpha": 1, "hex": f"#{i % 256:02x}8040"}

    return {
        f"group {i}": {"$type": "color"} | {
            f"color {i}": {"$description": f"The color {i} of many.", "$value": value_of(i)}
            for i in range(i, i + 100)}
        for i in range(0, count, 100)}


def resolver_of(count: int) -> dict[str, Any]:
    """A resolver with so many tokens, a half of them aliases, of which a tenth are others when
    dark."""
    return {
        "version": "2025.10",
        "sets": {"all": {"sources": [tokens_of(count, aliases=50)]}},
        "modifiers": {"theme": {
            "contexts": {"light": [], "dark": [tokens_of(count // 10)]}, "default": "light"}},
        "resolutionOrder": [{"$ref": "#/sets/all"}, {"$ref": "#/modifiers/theme"}]}


def pairs_of(count: int) -> dict[str, Any]:
    """Names of light and dark colors."""
    return {f"color {i}": {"light": f"#{i % 256:02x}8040", "dark": f"#4080{i % 256:02x}"}
            for i in range(count)}


def tokens_group(table: Table, group: str, count: int, tokens: dict[str, Any],
                 path: str = "a.tokens.json") -> None:
    """A file of design tokens, against reading it as JSON alone."""
    dyncolor = module("dyncolor")
    data = json.dumps(tokens, indent=2).encode()
    theme = dyncolor.Theme()
    theme.load(path, data)
    last = "#318040" if "alias" in group or path != "a.tokens.json" else "#638040"
    expect(len(theme) == count and theme.resolve("group 100/color 128").hex == "#808040" and
           theme.resolve("group 12800/color 12899").hex == last, "the tokens are loaded")
    names = {"Theme": dyncolor.Theme, "data": data, "path": path, "loads": json.loads}
    cases = {
        "load": Case("Theme().load(path, data)", names, times=count),
        "json": Case("loads(data)", names, times=count)}
    measure(table, group, cases, [Claim("load, against json.loads", "load", "json", 1)])


def json_group(table: Table, group: str, count: int) -> None:
    """A theme in JSON, against reading it as JSON alone, and against registering its colors from
    Python as well. Registering from C takes half as long as json.loads; hence the goal of 2."""
    dyncolor = module("dyncolor")
    data = json.dumps(pairs_of(count), indent=2).encode()

    def read_and_register() -> Any:
        theme = dyncolor.Theme()
        theme.register_all({name: (color["light"], color["dark"])
                            for name, color in json.loads(data).items()})
        return theme

    theme = dyncolor.Theme()
    theme.load("a.json", data)
    for each in (theme, read_and_register()):
        expect(len(each) == count and each.resolve("color 128").hex == "#808040" and
               each.resolve("color 128", dyncolor.Environment(scheme="dark")).hex == "#408080",
               "the colors are loaded")
    names = {"Theme": dyncolor.Theme, "data": data, "loads": json.loads,
             "read_and_register": read_and_register}
    cases = {
        "load": Case("Theme().load('a.json', data)", names, times=count),
        "register": Case("read_and_register()", names, times=count),
        "json": Case("loads(data)", names, times=count)}
    measure(table, group, cases, (
        Claim("load, against json.loads and register_all", "load", "register", 1),
        Claim("load, against json.loads", "load", "json", 2)))


def module(name: str) -> Any:
    """The package, or what it is compared with, loaded when it is wanted."""
    return importlib.import_module(name)


def keep_none(count: int) -> None:
    """Keeps None alive for that many calls that return it: in PySide6 6.12 each gives up one
    reference too many, which Python 3.11 does not survive for long."""
    for _ in range(count):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(None))


# ---- Beginning and end ---------------------------------------------------------------------------


class Options(argparse.ArgumentParser):
    """The options of Tests/Benchmarks/run."""

    def __init__(self) -> None:
        super().__init__(add_help=False, allow_abbrev=False)
        self.add_argument("folder", type=Path)
        self.add_argument("--quick", action="store_true")
        self.add_argument("--rounds", type=int)
        self.add_argument("--filter", default="")
        self.add_argument("--tsv", type=Path)

    def error(self, message: str) -> NoReturn:
        print(f"{Path(__file__).name}: {message}", file=sys.stderr)
        sys.exit(2)


def main() -> int:
    """Prints the table."""
    options = Options().parse_args()
    rounds = options.rounds or (5 if options.quick else 9)
    if not 1 <= rounds <= MOST_ROUNDS:
        Options().error(f"--rounds must be from 1 to {MOST_ROUNDS}")
    # The last processor that we may use: the first one also serves interrupts.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.path.insert(0, str(options.folder))
    table = Table(rounds, 3e6 if options.quick else 8e6, options.filter, options.tsv)

    table.run(import_group, "Python, import and a first resolve", options.folder)
    table.run(provider_group, "Python, a provider")
    for layout, name in (("float4", "float4"), ("rgba8", "RGBA8")):
        table.run(all_group, f"Python, all, 10,000 colors, {name}", 10000, layout)
        table.run(all_group, f"Python, all, 100,000 colors, {name}", 100000, layout)
    table.run(tokens_group, "Python, 20,000 tokens", 20000, tokens_of(20000))
    table.run(tokens_group, "Python, 20,000 tokens, a half aliases", 20000,
              tokens_of(20000, aliases=50))
    table.run(tokens_group, "Python, a resolver of 20,000 tokens", 20000, resolver_of(20000),
              path="a.resolver.json")
    table.run(json_group, "Python, JSON of 10,000 colors", 10000)
    table.run(parse_group, "Python, parse rgb(r g b / a)", write_rgb, qt=False)
    table.run(parse_group, "Python, parse oklch()", write_oklch, qt=False)
    table.run(format_group, "Python, write #rrggbb", write_hex)
    table.run(format_group, "Python, write oklch()", write_oklch)
    table.run(parse_group, "Python, parse #rrggbb", write_hex, qt=True)
    table.run(parse_group, "Python, parse names", write_name, qt=True)
    table.run(one_group, "Python, one color")
    table.run(register_group, "Python, 1,000 pairs", 1000)

    return table.end()


if __name__ == "__main__":
    sys.exit(main())
