"""Changes in themes, differences of environments and snapshots, and observers."""
from __future__ import annotations

import gc
import sys
import threading
import weakref
from typing import TYPE_CHECKING, Any

import pytest

from dyncolor import (
    Change, Color, Context, Environment, InvalidArgumentError, Observation, ProviderError, Semantic,
    Theme, Variant)
from dyncolor import observer as machinery

if TYPE_CHECKING:
    from collections.abc import Callable

LIGHT, DARK = Environment(scheme="light"), Environment(scheme="dark")


def names(change: Change) -> str:
    return " ".join(color.name for color in change.colors)


@pytest.fixture
def theme() -> Theme:
    theme = Theme()
    theme.register("ink", "light-dark(black, white)")
    theme.register("paper", "white")
    theme.register("line", "color-mix(in oklab, var(--ink), var(--paper))")
    theme.register("link", theme["paper"])
    theme.register("primary", Semantic("primary", "red"))
    theme.register("contrast", [Variant("#333"), Variant("#000", contrast="more")])
    return theme


# ---- Asking --------------------------------------------------------------------------------------

EDITS: list[tuple[str, Callable[[Theme], object], str]] = [
    ("nothing", lambda theme: None, ""),
    ("redefined", lambda theme: theme.redefine({theme["paper"]: "red"}), "paper line link"),
    ("registered", lambda theme: theme.register("ink", "red"), "ink line"),
    ("a batch", lambda theme: theme.register_all({"line": "red", "new": "blue"}), "line new"),
    ("renamed", lambda theme: theme.rename("ink", "blot"), "blot line"),
    ("a palette", lambda theme: theme.palette("Night"), "primary"),
    ("the scheme", lambda theme: setattr(theme, "default_scheme", "dark"), "ink line"),
]
edits = pytest.mark.parametrize(
    ("edit", "expected"), [pytest.param(edit, names, id=text) for text, edit, names in EDITS])


@edits
def test_changes(theme: Theme, edit: Callable[[Theme], object], expected: str) -> None:
    """A theme tells what has changed since a generation"""
    since = theme.generation
    edit(theme)
    change = theme.changes(since)
    assert names(change) == expected and len(change) == len(change.colors)
    assert bool(change) and change.theme is theme and change.generation == theme.generation
    assert repr(change) == f"<Change of {len(change)} colors, generation {change.generation}>"
    assert len(theme.changes(change.generation)) == 0


def test_unregistered_colors_have_changed(theme: Theme) -> None:
    """Colors that are not registered any more are among those that have changed"""
    ink, since = theme["ink"], theme.generation
    theme.unregister(ink)
    colors = theme.changes(since).colors
    assert colors[0] == ink and ink not in theme
    assert [color.name for color in colors[1:]] == ["line"]


def test_generations_that_were_not(theme: Theme) -> None:
    """A generation that the theme has not had is refused"""
    with pytest.raises(InvalidArgumentError):
        theme.changes(theme.generation + 1)
    for since in (-1, 1 << 64):
        with pytest.raises(ValueError, match="generation"):
            theme.changes(since)


def test_diff(theme: Theme) -> None:
    """Environments differ in the colors that depend on what differs, and providers that do not are
    not called"""
    calls: list[str] = []

    @theme.provider("shadow")
    def shadow(context: Context) -> Color:
        calls.append(context.scheme)
        return Color(0, 0, 0, 0.8 if context.scheme == "dark" else 0.25)

    @theme.provider("constant")
    def constant(context: Context) -> str:
        calls.append("constant")
        return "red"

    more = LIGHT.replace(contrast="more")
    theme.prepare(LIGHT)
    calls.clear()
    assert [color.name for color in theme.diff(LIGHT, DARK)] == ["ink", "line", "shadow"]
    assert calls == ["dark"]
    assert [color.name for color in theme.diff(LIGHT, more)] == ["contrast"]
    assert theme.diff(LIGHT, LIGHT) == theme.diff(Environment()) == []
    assert calls == ["dark"]
    assert shadow in theme.diff(DARK) and constant not in theme.diff(DARK)


def test_what_providers_raise_in_a_diff(theme: Theme) -> None:
    """What a provider raises is raised by diff, unless it is an answer"""
    def fail(context: Context) -> Color:
        raise ValueError(context.scheme)

    def refuse(context: Context) -> Color:
        raise ProviderError(context.scheme)

    theme.register("bad", fail)
    with pytest.raises(ValueError, match="light"):
        theme.diff(LIGHT, DARK)
    theme.register("bad", refuse)
    assert theme["bad"] not in theme.diff(LIGHT, DARK)


def test_snapshots() -> None:
    """Snapshots tell in which colors they differ"""
    theme = Theme()
    theme.register("ink", "light-dark(black, white)")
    theme.register("line", "color-mix(in oklab, var(--ink), red)")
    before, dark = theme.snapshot(LIGHT), theme.snapshot(DARK)
    assert [color.name for color in before.diff(dark)] == ["ink", "line"]
    assert before.diff(before) == []
    theme.register("new", "red")
    assert [color.name for color in before.diff(theme.snapshot(LIGHT))] == ["new"]
    del theme
    gc.collect()
    with pytest.raises(ReferenceError):
        before.diff(dark)


# ---- Observing -----------------------------------------------------------------------------------


@edits
def test_observers_are_told(
    theme: Theme, edit: Callable[[Theme], object], expected: str
) -> None:
    """An observer is told of a change before what has made it returns"""
    told: list[Change] = []
    observation = theme.observe(told.append)
    since = theme.generation
    edit(theme)
    assert [names(change) for change in told] == ([expected] if expected else [])
    assert [change.generation for change in told] == list(range(since + 1, theme.generation + 1))
    assert all(change.theme is theme for change in told)
    observation.cancel()
    theme.register("ink", "green")
    assert len(told) == (1 if expected else 0)
    observation.cancel()
    assert repr(observation) == "<Observation, ended>"


def test_an_observation_is_a_context_manager(theme: Theme) -> None:
    """An observation ends with its block, also by an exception"""
    told: list[Change] = []
    with pytest.raises(KeyError), theme.observe(told.append) as observation:
        assert isinstance(observation, Observation) and "6 colors" in repr(observation)
        theme.register("ink", "green")
        raise KeyError
    theme.register("ink", "blue")
    assert len(told) == 1 and not theme._observers


def test_observers_change_the_theme(theme: Theme) -> None:
    """What an observer changes is told when it has returned, to all in turn"""
    log: list[str] = []

    def follow(change: Change) -> None:
        log.append(f"follow {names(change)}")
        if theme["ink"] in change.colors:
            theme.register("copy", theme.resolve("ink", LIGHT))
            log.append("copied")

    with theme.observe(follow), theme.observe(lambda change: log.append(f"then {names(change)}")):
        theme.redefine({theme["ink"]: "green"})
    assert log == ["follow ink line", "copied", "then ink line", "follow copy", "then copy"]
    assert theme.resolve("copy").hex == "#008000"


def test_observers_cancel_themselves(theme: Theme) -> None:
    """An observation can be cancelled by its own function"""
    told: list[Change] = []

    def once(change: Change) -> None:
        told.append(change)
        observation.cancel()
        assert len(theme._observers) == 1

    observation = theme.observe(once)
    theme.register("ink", "green")
    theme.register("ink", "blue")
    assert len(told) == 1 and not theme._observers


def test_what_observers_raise(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an observer raises is told to sys.unraisablehook; the change is made, and others told"""
    hooked: list[tuple[Any, str]] = []

    def hook(problem: Any) -> None:
        hooked.append((problem.exc_value, repr(problem.object)))

    monkeypatch.setattr(sys, "unraisablehook", hook)
    told: list[Change] = []
    errors: list[BaseException] = [ValueError("no"), KeyboardInterrupt(), ProviderError("no")]

    def fail(change: Change) -> None:
        raise errors[len(told)]

    with theme.observe(fail), theme.observe(told.append):
        for color in ("green", "blue", "red"):
            theme.register("ink", color)
    assert [error for error, _ in hooked] == errors and len(told) == 3
    assert all("fail" in text for _, text in hooked)
    assert theme.resolve("ink").hex == "#ff0000"


def test_only_functions_observe(theme: Theme) -> None:
    """What cannot be called cannot observe"""
    wrong: Any = "ink"
    with pytest.raises(TypeError, match="an observer must be a function .*; got 'ink'"):
        theme.observe(wrong)
    assert not theme._observers


def test_providers_that_change_the_theme(theme: Theme) -> None:
    """What a provider changes is told once it has returned, and then it can be resolved"""
    log: list[str] = []

    @theme.provider("meddler")
    def meddler(context: Context) -> Color:
        if not log:
            log.append("begins")
            theme.register("ink", "red")
            log.append("ends")
        return Color("blue")

    with theme.observe(lambda change: log.append(f"{names(change)} {meddler.resolve(LIGHT).hex}")):
        meddler.resolve(LIGHT)
    assert log == ["begins", "ends", "ink line #0000ff"]


def test_observers_are_freed() -> None:
    """An observer is freed with its observation or its theme, also one that refers to the theme"""
    class Told:
        pass

    def observe(theme: Theme) -> tuple[weakref.ref[Told], Observation]:
        told = Told()
        return weakref.ref(told), theme.observe(lambda change: print(told, theme))

    theme = Theme()
    first, observation = observe(theme)
    second, _ = observe(theme)
    gc.collect()
    assert first() is not None and second() is not None
    observation.cancel()
    gc.collect()
    assert first() is None and second() is not None
    dead = weakref.ref(theme)
    del theme, observation, _
    gc.collect()
    assert dead() is None and second() is None and not machinery._shared


def test_shared_themes() -> None:
    """Observers of a theme that C has, too, live as long as that"""
    theme = Theme()
    told: list[Change] = []
    theme.observe(told.append)
    again = Theme.from_address(theme.address)
    again.observe(told.append)
    theme.register("ink", "red")
    assert len(told) == 2 and told[0].theme is theme and told[1].theme is again
    assert len(machinery._shared) == 2
    del theme
    told.clear()
    gc.collect()
    again.register("ink", "green")
    assert [names(change) for change in told] == ["ink", "ink"]
    told.clear()
    del again
    gc.collect()
    assert not machinery._shared


def test_threads() -> None:
    """Changes by many threads are told one at a time, each once, in order"""
    theme = Theme()
    generations: list[int] = []
    inside = threading.Lock()

    def told(change: Change) -> None:
        assert inside.acquire(blocking=False)
        generations.append(change.generation)
        inside.release()

    def edit(name: str) -> None:
        for number in range(200):
            theme.register(name, Color(number / 200, 0, 0))

    with theme.observe(told):
        threads = [threading.Thread(target=edit, args=(f"c{number}",)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert generations == list(range(1, 801))
