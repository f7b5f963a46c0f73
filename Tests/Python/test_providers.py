"""Providers in Python, and their exceptions."""
from __future__ import annotations

import ctypes
import functools
import gc
import sys
import threading
import traceback
import weakref
from typing import TYPE_CHECKING, Any

import pytest
from places import CLANG

from dyncolor import (
    Color, Context, CycleError, DynamicColor, Environment, Error, ForeignIdError,
    InvalidArgumentError, Layer, ProviderError, Semantic, StaleIdError, Theme, TooDeepError,
    UnknownNameError, Variant, _calls, _library)
from dyncolor import provider as machinery

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LIGHT, DARK = Environment(scheme="light"), Environment(scheme="dark")
RED, GREEN = Color("#f00"), Color("#0f0")


class MoonError(Error):
    status = -1000


def chained() -> ValueError:
    error = ValueError("no moon")
    error.__cause__ = KeyError("moon")
    error.__context__ = OSError("space")
    error.add_note("a note")
    return error


EXCEPTIONS: list[tuple[str, Callable[[], BaseException]]] = [
    ("a ValueError", lambda: ValueError("no moon")), ("a KeyboardInterrupt", KeyboardInterrupt),
    ("a SystemExit", lambda: SystemExit(3)), ("a StopIteration", lambda: StopIteration(1)),
    ("a GeneratorExit", GeneratorExit), ("a MemoryError", MemoryError),
    ("an exception with a cause", chained),
    ("a group", lambda: ExceptionGroup("some", [ValueError("a"), KeyError("b")])),
    ("an Error", lambda: UnknownNameError("no", "moon")),
    ("an Error with a status of its own", lambda: MoonError("no moon")),
    ("an Error with a status that is none", lambda: Error("no moon", status=5)),
    ("an Error with a status beyond C's", lambda: Error("no moon", status=-(1 << 32))),
]
kinds = pytest.mark.parametrize(
    "make", [pytest.param(make, id=text) for text, make in EXCEPTIONS])


def failing(theme: Theme, error: BaseException, name: str = "bad") -> DynamicColor:
    def provide_moon(context: Context) -> Color:
        raise error
    return theme.register(name, provide_moon)


# ---- Announcing another answer -------------------------------------------------------------------

def test_refreshed() -> None:
    """A refreshed color is computed again, and observers get its dependents"""
    theme = Theme()
    shades = [0.25]
    calls: list[str] = []

    def provide_shade(context: Context) -> Color:
        calls.append(context.scheme)
        return Color(shades[-1], shades[-1], shades[-1])

    shade = theme.register("shade", provide_shade)
    alias = theme.register("alias", shade)
    changes: list[list[DynamicColor]] = []
    with theme.observe(lambda change: changes.append(list(change.colors))):
        assert alias.resolve(DARK) == shade.resolve(DARK) == Color(0.25, 0.25, 0.25)
        shades.append(0.75)
        assert alias.resolve(DARK) == Color(0.25, 0.25, 0.25)
        assert len(calls) == 1
        for refresh in (shade.refresh, lambda: theme.refresh(shade),
                        lambda: theme.refresh("shade")):
            before, count = theme.generation, len(calls)
            refresh()
            assert theme.generation == before + 1
            assert len(calls) == count
            assert alias.resolve(DARK) == shade.resolve(DARK) == Color(0.75, 0.75, 0.75)
            assert len(calls) == count + 1
    assert changes == [[shade, alias]] * 3
    # The theme has the same provider as before.
    assert len(theme._providers) == 1


def test_refreshed_under_an_override() -> None:
    """A provider that a higher layer overrides is refreshed"""
    theme, shades = Theme(), ["black"]
    shade = theme.register("shade", lambda context: shades[-1])
    user = theme.layer("user")
    user.register("shade", "color-mix(in srgb, --covered(), white)")
    assert shade.resolve() == Color(0.5, 0.5, 0.5)
    shades.append("white")
    shade.refresh()
    assert shade.resolve() == Color("white")
    user.register("shade", "red")
    shades.append("lime")
    shade.refresh()
    assert shade.resolve() == Color("red")
    user.clear()
    assert shade.resolve() == Color("lime")


def test_refreshed_by_itself() -> None:
    """A provider that refreshes its own color is called each time"""
    theme = Theme()
    calls: list[Context] = []

    def provide_count(context: Context) -> Color:
        calls.append(context)
        context.theme["count"].refresh()
        return Color(len(calls) / 8, 0, 0)

    count = theme.register("count", provide_count)
    answers = [count.resolve() for _ in range(3)]
    assert answers == [Color(0.125, 0, 0), Color(0.25, 0, 0), Color(0.375, 0, 0)]


def test_not_refreshed() -> None:
    """A color without a provider cannot be refreshed"""
    theme = Theme()
    shade = theme.register("shade", lambda context: "black")
    alias = theme.register("alias", shade)
    pair = theme.register("pair", light=lambda context: "black", dark="white")
    before = theme.generation
    for color in alias, pair:
        with pytest.raises(InvalidArgumentError, match="no layer defines .* function") as caught:
            color.refresh()
        assert caught.value.context == color.name and " id" not in str(caught.value)
    with pytest.raises(UnknownNameError):
        theme.refresh("nobody")
    with pytest.raises(StaleIdError):
        theme.declare("later").refresh()
    with pytest.raises(ForeignIdError):
        Theme().refresh(shade)
    wrong: Any = 3
    with pytest.raises(TypeError):
        theme.refresh(wrong)
    assert theme.generation == before
    theme.unregister(shade)
    with pytest.raises(StaleIdError):
        shade.refresh()


# ---- Exceptions ----------------------------------------------------------------------------------

WAYS: list[tuple[str, Callable[[Theme], object]]] = [
    ("resolve", lambda theme: theme["bad"].resolve()),
    ("Theme.resolve", lambda theme: theme.resolve("bad", DARK)),
    ("resolve_list", lambda theme: theme.resolve_list(["good", "bad"], DARK)),
    ("a level", lambda theme: theme["bad"].level("secondary", DARK)),
    ("the content style", lambda theme: theme.content(
        "secondary", Environment(foreground=theme["bad"]))),
    ("an alias", lambda theme: theme.register("alias", theme["bad"]).resolve()),
    ("a palette", lambda theme: theme.resolve("bad", theme.environment(palette="p"))),
]
TABLES: list[tuple[str, Callable[[Theme], object]]] = [
    ("resolve_all", lambda theme: theme.resolve_all(DARK, out=bytearray(12))),
    ("prepare", lambda theme: theme.prepare(DARK)),
    ("snapshot", lambda theme: theme.snapshot(DARK)),
]


@kinds
def test_the_same_object_comes_out(make: Callable[[], BaseException]) -> None:
    """What a provider raises comes out of whatever resolves it: the same object, with both sides
    in its traceback"""
    error = make()
    for _, way in WAYS + ([] if isinstance(error, Error) else TABLES):
        theme = Theme()
        theme.register("good", "#fff")
        theme.palette("p")
        failing(theme, error)
        error.__traceback__ = None
        cause, context = error.__cause__, error.__context__
        for _ in range(2):
            with pytest.raises(type(error)) as caught:
                way(theme)
            assert caught.value is error
            assert (error.__cause__, error.__context__) == (cause, context)
        frames = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
        assert "provide_moon" in frames and frames[0] == "test_the_same_object_comes_out"
        nothing_is_kept()


def nothing_is_kept() -> None:
    assert _calls.pending_exceptions == {}


@pytest.mark.parametrize("way", [pytest.param(way, id=text) for text, way in TABLES])
def test_answers_in_tables(way: Callable[[Theme], object]) -> None:
    """An Error is an answer in a table, and no failure of the whole"""
    theme = Theme()
    failing(theme, MoonError("no moon"))
    way(theme)
    nothing_left_from_before = theme.register("good", "#fff").resolve()
    assert nothing_left_from_before == Color("#fff")
    with pytest.raises(Error) as caught:
        theme.snapshot()[theme["bad"]]
    assert caught.value.status == -1000 and type(caught.value) is MoonError


@pytest.mark.parametrize(("error", "status"), [
    (MoonError("a"), -1000), (Error(status=-(1 << 31)), -(1 << 31)), (Error(status=7), -17),
    (Error(status=0), -17), (Error(status=-(1 << 31) - 1), -17), (Error(status=-(1 << 32)), -17),
    (Error(status=1.5), -17), (Error(status="x"), -17),  # type: ignore[arg-type]
    (ValueError("a"), -17), (StaleIdError("a"), -7)], ids=repr)
def test_statuses(error: BaseException, status: int) -> None:
    """C sees the status of an error, if it is one for C, and else that a provider failed"""
    theme = Theme()
    color = failing(theme, error)
    pixel = (ctypes.c_float * 4)()
    hook = sys.unraisablehook
    sys.unraisablehook = print
    try:
        found = _library.with_gil.dyncolor_resolve(
            theme._handle, color.id, bytes(DARK), pixel, None)
    finally:
        sys.unraisablehook = hook
    assert found == status


@kinds
def test_through_other_providers(make: Callable[[], BaseException]) -> None:
    """What a provider raises comes out through three others, each of which may look at it"""
    error, seen = make(), list[BaseException]()
    theme = Theme()
    failing(theme, error)

    def through(name: str) -> Callable[[Context], Color]:
        def provide(context: Context) -> Color:
            try:
                return context.resolve(name)
            except BaseException as caught:
                seen.append(caught)
                raise
        return provide

    theme.register("one", through("bad"))
    theme.register("two", through("one"))
    color = theme.register("three", through("two"))
    for action in (color.resolve, lambda: theme.resolve_list([color])):
        seen.clear()
        with pytest.raises(type(error)) as caught:
            action()
        assert caught.value is error and seen == [error] * 3
        nothing_is_kept()


def test_exceptions_name_their_colors() -> None:
    """An exception has a note for each color whose provider it came through, once"""
    theme = Theme()
    error = ValueError("no moon")
    failing(theme, error)
    through = theme.register("through", lambda context: context.resolve("bad"))
    notes = ["Raised by the provider of the color 'bad'.",
             "Raised by the provider of the color 'through'."]
    for _ in range(2):
        with pytest.raises(ValueError):
            through.resolve()
        assert error.__notes__ == notes
    theme.rename("bad", "worse")
    nameless = theme.register(None, lambda context: context.resolve("worse"))
    def divide(context: Context) -> Color:
        return Color(1 / (context.contrast - context.contrast), 0, 0)

    theme.layer("user").register("worse", divide)
    with pytest.raises(ZeroDivisionError) as caught:
        nameless.resolve()
    assert caught.value.__notes__ == [
        "Raised by the provider of the color 'worse'.",
        "Raised by the provider of a color without a name."]

    class Sealed(Exception):
        __notes__: Any = ()

    failing(theme, Sealed("other"), "sealed")
    with pytest.raises(Sealed):
        theme.resolve("sealed")


def test_caught_by_a_provider() -> None:
    """What a provider catches is over: its color has a value, also in a table"""
    theme = Theme()
    failing(theme, ValueError("no moon"), "bad")

    def careful(context: Context) -> Color:
        try:
            return context.resolve("bad")
        except ValueError:
            return GREEN

    color = theme.register("careful", careful)
    assert color.resolve() == GREEN and theme.resolve_list([color, color]) == [GREEN] * 2
    theme.unregister("bad")
    theme.register("other", "#fff")
    with pytest.raises(UnknownNameError):
        color.resolve(DARK)
    nothing_is_kept()


def test_the_first_of_several() -> None:
    """Of several that fail in a table the first is told, and a mistake before an answer"""
    theme = Theme()
    first, second, third = MoonError("first"), MoonError("second"), ValueError("third")
    failing(theme, first, "a")
    failing(theme, second, "b")
    with pytest.raises(MoonError) as caught:
        theme.resolve_list(["a", "b"])
    assert caught.value is first
    failing(theme, third, "c")
    failing(theme, KeyError("fourth"), "d")
    with pytest.raises(ValueError) as other:
        theme.snapshot()
    assert other.value is third


def test_a_failure_within_a_table() -> None:
    """A mistake in a table is told, though a later provider catches a failure of its own"""
    theme = Theme()
    mistake = ValueError("first")
    failing(theme, mistake, "a")

    def careful(context: Context) -> Color:
        try:
            return context.resolve("c")
        except Error:
            return GREEN

    theme.register("b", careful)
    failing(theme, MoonError(), "c")
    for _, way in TABLES:
        with pytest.raises(ValueError) as caught:
            way(theme)
        assert caught.value is mistake
        nothing_is_kept()


def test_nothing_stale() -> None:
    """An exception turns up in its own call only, never in a later one"""
    theme = Theme()
    color = failing(theme, ValueError("no moon"))
    other = theme.declare("declared")
    with pytest.raises(ValueError):
        color.resolve()
    with pytest.raises(StaleIdError):
        other.resolve()
    with pytest.raises(ValueError):
        theme.snapshot()
    with pytest.raises(StaleIdError):
        theme.resolve_list([other])
    theme.register("bad", "#f00")
    assert color.resolve() == RED and theme.snapshot()[color] == RED
    nothing_is_kept()


def test_freed_at_once() -> None:
    """An exception that has been dealt with is freed, and with it what its frames hold"""
    class Thing:
        pass

    thing = Thing()
    gone = weakref.ref(thing)
    theme = Theme()

    def bad(context: Context) -> Color:
        held = thing  # noqa: F841  # pyright: ignore
        raise ValueError("no moon")

    theme.register("bad", bad)
    gc.disable()
    try:
        for _, way in WAYS[:3] + TABLES:
            theme.register("good", "#fff")
            try:
                way(theme)
            except ValueError:
                pass
        theme.unregister("bad")
        del thing, bad
        assert gone() is None
    finally:
        gc.enable()


def test_other_threads() -> None:
    """Each of eight threads gets its own exception, every time"""
    theme = Theme()
    wrong: list[object] = []
    names = threading.local()

    def bad(context: Context) -> Color:
        raise ValueError(names.own)

    theme.register("bad", bad)
    color = theme.register("through", lambda context: context.resolve("bad"))

    def work(name: str) -> None:
        names.own = name
        for count in range(100):
            try:
                color.resolve() if count % 2 else theme.snapshot()
                wrong.append("nothing raised")
            except ValueError as error:
                if error.args != (name,):
                    wrong.append(error.args)

    threads = [threading.Thread(target=work, args=(str(number),)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize(("answer", "kind"), [
    (None, TypeError), (5, TypeError), (1.5, TypeError), (b"#fff", TypeError), ((), TypeError),
    (Color, TypeError), ("#ff", Error), ("", Error), ("\ud800", Error),
    (Theme().register("a", "#fff"), ForeignIdError), (DARK, TypeError)], ids=repr)
def test_wrong_answers(answer: Any, kind: type[Exception]) -> None:
    """What is no color is no answer"""
    theme = Theme()
    color = theme.register("color", lambda context: answer)
    with pytest.raises(kind):
        color.resolve()
    with pytest.raises(kind):
        theme.resolve_list([color])


def test_answers() -> None:
    """A provider answers with a color, a text or a dynamic color, once for each environment"""
    theme = Theme()
    pair = theme.register("pair", ("#f00", "#0f0"))
    calls: list[str] = []
    answers: list[Any] = [RED, "#f00", pair, Color(1, None, None)]
    for answer in answers:
        def provide(context: Context, answer: Any = answer) -> Any:
            calls.append(context.scheme)
            return answer
        color = theme.register("color", provide)
        assert color.resolve(LIGHT) == color.resolve(LIGHT) == RED
        assert color.resolve(DARK) == (GREEN if answer is pair else RED)
        assert calls == ["light", "dark"]
        calls.clear()


def test_decorator() -> None:
    """A function is registered by a decorator, under a name, its own or none"""
    theme = Theme()

    @theme.provider("moon")
    def moon(context: Context) -> Color:
        return GREEN if context.scheme == "dark" else RED

    @theme.provider()
    def nameless(context: Context) -> str:
        return "#f00"

    @theme.provider
    def sun(context: Context) -> Color:
        return GREEN

    assert theme["moon"] == moon and moon.resolve(DARK) == GREEN and nameless.resolve() == RED
    assert nameless.name == "" and theme["sun"] == sun and sun.resolve() == GREEN


# ---- Contexts ------------------------------------------------------------------------------------


def test_context() -> None:
    """A provider sees each axis, and the environment as it was given"""
    theme = Theme(default_scheme="dark")
    theme.axis("team")
    for declare in (theme.palette, theme.locale, theme.subtype):
        for name in "abcde":
            declare(name)
    seen: list[Any] = []
    names = ("scheme", "contrast", "elevation", "gamut", "vision", "vision_severity", "state",
             "idiom", "palette", "locale", "subtype", "forced_colors")

    def look(context: Context) -> Color:
        seen.append([getattr(context, name) for name in names])
        seen.append((context.custom("team"), context.environment, context.theme))
        return RED

    color = theme.register("color", look)
    values = ("light", -0.5, "elevated", "rec2020", "tritan", 0.25, "pressed", "car", 3, 4, 5,
              "active")
    given: Any = dict(zip(names, values, strict=True))
    environment = Environment(custom=(9,), **given)
    color.resolve(environment)
    assert seen == [list(values), (9, environment, theme)]
    seen.clear()
    color.resolve()
    assert seen == [["dark", 0, *[None] * 6, 0, 0, 0, None], (0, Environment(), theme)]
    assert color.depends_on() == {*names, "foreground", "accent", "team"}


def test_context_after_the_call() -> None:
    """A context is of no use after its call, on another thread, or as a copy"""
    import copy
    theme = Theme()
    kept: list[Context] = []
    problems: list[BaseException] = []

    def elsewhere(context: Context) -> None:
        for action in (lambda: context.scheme, lambda: context.environment,
                       lambda: context.resolve("a"), lambda: context.custom("team")):
            try:
                action()
            except RuntimeError as error:
                problems.append(error)

    def keep(context: Context) -> Color:
        kept.append(context)
        thread = threading.Thread(target=elsewhere, args=(context,))
        thread.start()
        thread.join()
        for action in (copy.copy, copy.deepcopy):
            with pytest.raises(TypeError):
                action(context)
        return RED

    theme.axis("team")
    theme.register("a", keep).resolve()
    assert len(problems) == 4
    elsewhere(kept[0])
    assert len(problems) == 8 and "during the provider's call" in str(problems[7])

    def fail(context: Context) -> Color:
        kept.append(context)
        raise ValueError

    with pytest.raises(ValueError):
        theme.register("b", fail).resolve()
    with pytest.raises(RuntimeError):
        _ = kept[-1].scheme


def test_context_resolves() -> None:
    """A context resolves colors, in the same environment, by color and name"""
    theme = Theme()
    pair = theme.register("pair", ("#f00", "#0f0"))
    other = Theme().register("pair", "#fff")
    wrong: list[tuple[Any, type[Exception]]] = [
        ("moon", UnknownNameError), (other, ForeignIdError), (None, TypeError), (5, TypeError),
        (theme.declare("later"), StaleIdError)]

    def provide(context: Context) -> Color:
        for color, kind in wrong:
            with pytest.raises(kind):
                context.resolve(color)
        assert context.resolve(pair) == context.resolve("pair")
        return context.resolve(pair)

    color = theme.register("color", provide)
    assert (color.resolve(), color.resolve(DARK)) == (RED, GREEN)
    assert "scheme" in color.depends_on()


def test_cycles_and_depth() -> None:
    """A provider that comes back to itself, or too deep, gets an error it can catch"""
    theme = Theme()
    color = theme.register("a", lambda context: context.resolve("a"))
    with pytest.raises(CycleError):
        color.resolve()
    theme.register("0", "#f00")
    for number in range(1, 100):
        def above(context: Context, below: str = str(number - 1)) -> Color:
            return context.resolve(below)
        theme.register(str(number), above)
    with pytest.raises(TooDeepError):
        theme["99"].resolve()
    assert theme["40"].resolve() == RED

    def careful(context: Context) -> Color:
        try:
            return context.resolve("b")
        except CycleError:
            return GREEN

    assert theme.register("b", careful).resolve() == GREEN


def test_providers_that_change_the_theme() -> None:
    """A provider may register, take out and redefine, itself included"""
    theme = Theme()
    calls: list[int] = []

    def change(context: Context) -> Color:
        calls.append(len(calls))
        theme.register(f"made {len(calls)}", lambda context: GREEN)
        theme.register("self", lambda context: context.resolve(f"made {len(calls)}"))
        theme.unregister("other")
        return RED

    theme.register("other", lambda context: RED)
    color = theme.register("self", change)
    assert color.resolve() in (RED, GREEN) and calls == [0]
    assert color.resolve() == GREEN and "other" not in theme

    def vanish(context: Context) -> Color:
        theme.unregister("gone")
        gc.collect()
        return RED

    gone = theme.register("gone", vanish)
    try:
        assert gone.resolve() == RED
    except StaleIdError:
        pass
    with pytest.raises(StaleIdError):
        gone.resolve()


# ---- Lives ---------------------------------------------------------------------------------------


def test_no_leak() -> None:
    """Of ten thousand redefinitions only the last provider is held"""
    theme = Theme()
    functions: list[weakref.ref[Any]] = []
    for _ in range(10_000):
        def provide(context: Context) -> Color:
            return RED
        theme.register("a", provide)
        functions.append(weakref.ref(provide))
        del provide
    assert len(theme._providers) == 1 and len(machinery._shared) == 0
    assert sum(each() is not None for each in functions) == 1
    theme.unregister("a")
    del theme
    assert not any(each() is not None for each in functions)


def test_refused_providers_are_freed() -> None:
    """A provider that is refused is freed, whoever refuses it"""
    theme = Theme()

    def provide(context: Context) -> Color:
        return RED

    gone = weakref.ref(provide)
    batches: list[dict[Any, Any]] = [{"a": provide, "\0": provide}, {"a": provide, "b": 5},
                                     {"a": provide, 5: RED}, {"a": provide, "b": "#f"}]
    for batch in batches:
        with pytest.raises((Error, TypeError)):
            theme.register_all(batch)
        assert not theme._providers
        del batch
    del provide, batches
    assert gone() is None


def test_cycles_are_collected() -> None:
    """A theme that is held only by its own provider's closure is collected"""
    theme = Theme()
    color = theme.register("a", "#f00")
    theme.register("b", lambda context: theme.resolve(color))
    theme.register("c", lambda context: color)
    assert theme.resolve("b") == RED
    gone = weakref.ref(theme)
    del theme, color
    gc.collect()
    assert gone() is None


def test_the_end_of_a_cycle() -> None:
    """An object of the same cycle as its theme may resolve, or is refused, in its __del__"""
    told: list[object] = []

    class Owner:
        def __init__(self) -> None:
            self.theme = Theme()
            self.color = self.theme.register("a", lambda context: self.answer())
            self.me = self

        def answer(self) -> Color:
            return RED

        def __del__(self) -> None:
            try:
                told.append(self.color.resolve())
                told.append(self.theme.snapshot()[self.color])
            except InvalidArgumentError:
                told.extend([RED, RED])

    for _ in range(10):
        Owner()
        gc.collect()
    assert told == [RED] * 20


def test_a_theme_of_c() -> None:
    """A theme that C still holds calls its providers when Python's is gone, and frees them"""
    theme = Theme()
    theme.axis("team")
    seen: list[Theme] = []

    def provide(context: Context) -> Color:
        seen.append(context.theme)
        return context.resolve("pair")

    theme.register("pair", ("#f00", "#0f0"))
    before = theme.register("before", provide)
    address = theme.address
    held = _library.no_gil.dyncolor_theme_retain(address)
    assert held == address == theme.address
    after = theme.register("after", provide)
    gone, ids, function = weakref.ref(theme), (before.id, after.id), weakref.ref(provide)
    del theme, before, after, provide
    gc.collect()
    assert gone() is None and function() is not None and len(machinery._shared) == 2
    pixel = (ctypes.c_float * 4)()
    for id in ids:
        assert _library.no_gil.dyncolor_resolve(address, id, bytes(DARK), pixel, None) == 0
        assert tuple(pixel) == (0, 1, 0, 1)
    assert [each.address for each in seen] == [address] * 2
    seen.clear()
    _library.no_gil.dyncolor_theme_release(address)
    gc.collect()
    assert function() is None and len(machinery._shared) == 0


# ---- Called by C ---------------------------------------------------------------------------------

CALLER = r"""
#include <dyncolor.h>
#include <pthread.h>

struct call { dyncolor_theme *theme; dyncolor_id id; dyncolor_status status; dyncolor_rgba color; };

static void *run(void *data) {
  struct call *call = data;
  call->status = dyncolor_resolve(call->theme, call->id, NULL, &call->color, NULL);
  return NULL;
}

void call_here(struct call *call) { run(call); }

void call_on_a_thread(struct call *call) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, call) == 0) pthread_join(thread, NULL);
}
"""


class Call(ctypes.Structure):
    _fields_ = [("theme", ctypes.c_void_p), ("id", ctypes.c_uint32), ("status", ctypes.c_int),
                ("color", ctypes.c_float * 4)]
    status: int
    color: ctypes.Array[ctypes.c_float]


@pytest.mark.parametrize("where", ["call_here", "call_on_a_thread"])
def test_called_by_c(tmp_path: Path, where: str) -> None:
    """What a provider raises when only C asks is reported, with its status for C"""
    import subprocess
    from places import HEADER, LIBRARY
    (tmp_path / "caller.c").write_text(CALLER)
    subprocess.run([CLANG, "-shared", "-fPIC", f"-I{HEADER.parent}", tmp_path / "caller.c", "-o",
                    tmp_path / "caller.so", LIBRARY], check=True)
    function = getattr(ctypes.CDLL(str(tmp_path / "caller.so")), where)
    theme = Theme()
    good = theme.register("good", lambda context: context.resolve("pair"))
    theme.register("pair", ("#f00", "#0f0"))
    call = Call(theme.address, good.id)
    function(ctypes.byref(call))
    assert (call.status, tuple(call.color)) == (0, (1, 0, 0, 1))
    reported: list[Any] = []
    hook = sys.unraisablehook
    sys.unraisablehook = lambda problem: reported.append(
        (problem.exc_value, f"{problem.err_msg} {problem.object!r}", problem.exc_traceback))
    error, answer = ValueError("no moon"), MoonError("no moon")
    try:
        bad = failing(theme, error)
        call = Call(theme.address, bad.id)
        function(ctypes.byref(call))
        assert (call.status, tuple(call.color)) == (-17, (0, 0, 0, 0))
        assert len(reported) == 1 and reported[0][0] is error
        assert "provide_moon" in reported[0][1]
        assert "provide_moon" in [frame.name for frame in traceback.extract_tb(reported[0][2])]
        call = Call(theme.address, failing(theme, answer).id)
        function(ctypes.byref(call))
        assert call.status == -1000 and len(reported) == 1
    finally:
        sys.unraisablehook = hook
    nothing_is_kept()


def test_errors_of_c() -> None:
    """A provider of C's that fails is an Error with its status"""
    theme = Theme()
    statuses = iter([-1000, -17, 5])

    def provide(context: int, answer: int, data: object) -> int:
        return next(statuses)

    callback = machinery.PROVIDER(provide)
    id = ctypes.c_uint32()
    assert _library.no_gil.dyncolor_register_provider_n(
        theme.address, b"c", 1, ctypes.cast(callback, ctypes.c_void_p), id_of(callback), None,
        ctypes.byref(id), None) == 0
    for status, kind in ((-1000, Error), (-17, ProviderError)):
        statuses = iter([status] * 4)
        with pytest.raises(Error) as caught:
            theme["c"].resolve()
        assert caught.value.status == status and type(caught.value) is kind


def id_of(thing: object) -> int:
    """The address of an object, as user data."""
    return id(thing)


def ways(theme: Theme) -> list[Callable[[Any], DynamicColor]]:
    """Ways to register the color `a` with a part, in three places."""
    def pair(place: Theme | Layer, part: Any) -> DynamicColor:
        return place.register("a", light=part, dark="white")

    def variants(place: Theme | Layer, part: Any) -> DynamicColor:
        return place.register("a", [Variant(part), Variant("red", scheme="dark")])

    def modes(place: Theme | Layer, part: Any) -> DynamicColor:
        return place.register("a", {"light": "red", "dark": (part, part)})

    def semantic(place: Theme | Layer, part: Any) -> DynamicColor:
        return place.register("a", Semantic("nothing", (part, "red")))

    def fallbacks(place: Theme | Layer, part: Any) -> DynamicColor:
        return place.register_fallbacks("a", [part, (part, "red")])

    def mixed(place: Theme | Layer, part: Any) -> DynamicColor:
        return place.register_mix("a", [part, "red"])

    def level(place: Theme | Layer, part: Any) -> DynamicColor:
        return place.register_level("a", part, "secondary")

    return [functools.partial(way, place)
            for place in (theme, theme.layer("user"), theme.layer("theme", owner="mail"))
            for way in (pair, variants, modes, semantic, fallbacks, mixed, level)]


ENDS: list[Callable[[Theme, DynamicColor], object]] = [
    lambda theme, color: theme.register("a", "red"),
    lambda theme, color: theme.register("a", light="#f00", dark="#0f0"),
    lambda theme, color: theme.register_all({"a": ("red", "blue")}),
    lambda theme, color: theme.redefine({color: "red"}),
    lambda theme, color: theme.unregister(color)]


def test_functions_within_recipes_are_released() -> None:
    """A function within a recipe is released when its definition is replaced or unregistered"""
    for end in range(len(ENDS) + 2):
        for index in range(21):
            theme = Theme()
            register = ways(theme)[index]
            functions: list[weakref.ReferenceType[Any]] = []
            for _ in range(3):
                def part(context: Context) -> str:
                    return "teal"
                functions.append(weakref.ref(part))
                register(part)
                del part
            color = theme["a"]
            gc.collect()
            assert [each() is None for each in functions] == [True, True, False], index
            assert color.resolve("dark") is not None
            layer = theme.layer("user" if 7 <= index < 14 else "theme")
            if end < len(ENDS):
                in_user = 7 <= index < 14 and end < 3
                ENDS[end](theme, color)
            else:
                in_user = False
                if end == len(ENDS):
                    layer.clear()
                else:
                    layer.unregister("a")
            gc.collect()
            assert (functions[2]() is None) == (not in_user), (end, index)
            if in_user:
                layer.register("a", "red")
                gc.collect()
                assert functions[2]() is None
            if "a" in theme:
                theme.unregister("a")
            assert len(theme) == 0 and theme._parts == {}, (end, index)
