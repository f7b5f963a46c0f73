"""Watched files, edited in every way."""
from __future__ import annotations

import asyncio
import gc
import os
import selectors
import shutil
import threading
import time
from typing import TYPE_CHECKING

import pytest

from dyncolor import Change, Color, Error, FileError, Report, TextSyntaxError, Theme, Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def text(ink: str) -> str:
    return f'{{"ink": "{ink}", "paper": "#eeeeee"}}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    path = home / "theme.json"
    path.write_text(text("#111111"))
    return path


def becomes(watch: Watch, name: str, hex: str, seconds: float = 10) -> bool:
    """Whether a color becomes another, while the watch is pumped when it says so."""
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        selector.register(watch, selectors.EVENT_READ)
        while time.monotonic() < end:
            if name in watch.theme and watch.theme.resolve(name).hex == hex:
                return True
            if selector.select(0.1):
                try:
                    watch.pump()
                except Error:
                    pass
    return False


def pumped(watch: Watch) -> Report | None:
    """What comes of a change, as soon as that is due."""
    found: Report | None = None
    end = time.monotonic() + 10
    with selectors.DefaultSelector() as selector:
        selector.register(watch, selectors.EVENT_READ)
        while found is None and time.monotonic() < end:
            assert selector.select(10)
            found = watch.pump()
    return found


def write(path: Path, content: str) -> None:
    path.write_text(content)


def replace(path: Path, content: str) -> None:
    other = path.with_name(".new")
    other.write_text(content)
    other.replace(path)


def anew(path: Path, content: str) -> None:
    path.unlink()
    path.write_text(content)


def folder(path: Path, content: str) -> None:
    new = path.parent.with_name("new")
    new.mkdir()
    (new / path.name).write_text(content)
    shutil.move(path.parent, path.parent.with_name("old"))
    new.replace(path.parent)


EDITS: list[tuple[str, Callable[[Path, str], object]]] = [
    ("written", write), ("replaced", replace),
    ("deleted and made anew", anew), ("replaced with its folder", folder)]


@pytest.mark.parametrize("edit", [pytest.param(edit, id=name) for name, edit in EDITS])
def test_edits_are_noticed(file: Path, edit: Callable[[Path, str], object]) -> None:
    """A file that is edited is loaded again, and observers hear what has changed"""
    theme = Theme()
    heard: list[list[str]] = []

    def listen(change: Change) -> None:
        heard.append([color.name for color in change.colors])

    with theme.watch(file) as watch, theme.observe(listen):
        assert watch.report.colors == 2 and watch.pump() is None
        edit(file, text("#222222"))
        assert becomes(watch, "ink", "#222222")
        assert heard == [["ink"]]
        file.write_text(text("#333333"))
        assert becomes(watch, "ink", "#333333")


def test_broken_edits_are_told(file: Path) -> None:
    """A broken edit is an error with a report, once, and the theme keeps what it has"""
    theme = Theme()
    with theme.watch(file, format="json", layer="user", prefix="a/") as watch:
        before = theme.fingerprint()
        for content in ("", "{", text("#222222")[:-1], '{"ink": "blak"}'):
            file.write_text(content)
            with pytest.raises(TextSyntaxError) as raised:
                pumped(watch)
            report = raised.value.report
            assert report is not None and report.errors[0].path == str(file)
            assert theme.fingerprint() == before and watch.pump() is None
        file.write_text(text("#222222"))
        report = pumped(watch)
        assert report is not None and report is watch.report and report.colors == 2
        assert theme.provenance("a/ink")[0][0] == "user"


def test_a_watch_that_cannot_begin(tmp_path: Path) -> None:
    """What cannot be loaded cannot be watched"""
    (tmp_path / "broken.json").write_text("{")
    for name, kind in (("none.json", FileError), ("broken.json", TextSyntaxError)):
        theme = Theme()
        with pytest.raises(kind) as raised:
            theme.watch(tmp_path / name)
        assert raised.value.report is not None and len(theme) == 0
    with pytest.raises(FileError):
        Theme().watch("/none/none.json")


def test_a_watch_that_begins_anyway(tmp_path: Path) -> None:
    """A file that cannot be loaded yet is watched, if asked for, and its mistake is told first"""
    theme, path = Theme(), tmp_path / "theme.json"
    path.write_text("{")
    for watching in (theme.watch, theme.layer("user").watch):
        path.write_text("{")
        with watching(path, anyway=True) as watch:
            with pytest.raises(TextSyntaxError):
                pumped(watch)
            path.write_text(text("#222222"))
            assert becomes(watch, "ink", "#222222")
    with theme.watch(tmp_path / "none.json", anyway=True) as watch:
        with pytest.raises(FileError):
            watch.pump()


def test_the_end_of_a_watch(file: Path) -> None:
    """A watch ends when it is closed, or nobody has it any more; its descriptor is closed"""
    def count() -> int:
        return len(os.listdir("/proc/self/fd"))

    theme = Theme()
    before = count()
    with theme.watch(file) as watch:
        assert watch.fileno() >= 0 and count() > before
        assert repr(watch) == "<Watch of <Theme of 2 colors>>"
    assert count() == before and repr(watch) == "<Watch, closed>"
    watch.close()
    for refused in (watch.fileno, watch.pump):
        with pytest.raises(ValueError, match="closed"):
            refused()
    forgotten = theme.watch(file)
    del forgotten
    gc.collect()
    assert count() == before
    with pytest.raises(TypeError):
        theme.watch(file).__reduce__()


def test_an_observer_closes_the_watch(file: Path) -> None:
    """An observer may pump the watch, and close it"""
    theme = Theme()
    watch = theme.watch(file)
    told: list[object] = []

    def listen(change: Change) -> None:
        told.append(watch.pump())
        watch.close()

    with theme.observe(listen):
        file.write_text(text("#222222"))
        assert pumped(watch) is not None
    assert told == [None] and repr(watch) == "<Watch, closed>"
    assert theme.resolve("ink").hex == "#222222"


def test_progress_of_a_watch(file: Path) -> None:
    """A load that is cancelled is taken up again, and what its function raises is raised"""
    theme = Theme()
    answers: list[object] = [False]

    def progress(path: str, count: int) -> object:
        answer = answers[-1]
        if isinstance(answer, BaseException):
            raise answer
        return answer

    with theme.watch(file, progress=progress) as watch:
        file.write_text(text("#222222"))
        answers.append(True)
        with pytest.raises(Error, match="."):
            pumped(watch)
        answers.append(ZeroDivisionError())
        with pytest.raises(ZeroDivisionError):
            watch.pump()
        assert theme.resolve("ink").hex == "#111111"
        answers.append(None)
        assert watch.pump() is not None and theme.resolve("ink").hex == "#222222"


def test_an_event_loop_waits(file: Path) -> None:
    """A watch is something to wait for in an event loop"""
    theme = Theme()

    async def follow() -> bool:
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        with theme.watch(file) as watch, theme.observe(lambda change: changed.set()):
            loop.add_reader(watch, watch.pump)
            loop.call_later(0.01, replace, file, text("#222222"))
            await asyncio.wait_for(changed.wait(), 10)
            loop.remove_reader(watch)
        return theme.resolve("ink") == Color("#222222")

    assert asyncio.run(follow())


def test_edits_under_the_eyes_of_many(file: Path) -> None:
    """Two hundred edits, of which many are broken at first, show sixteen threads no wrong color"""
    theme = Theme()
    count, versions = 4, 200
    wrong: list[object] = []
    written, is_over = [0], threading.Event()

    def content(version: int) -> str:
        colors = (f'"color-{i}": "#{version:04x}{i:02x}"' for i in range(count))
        return "{" + ",\n".join(colors) + "}"

    def version_of(color: Color, i: int) -> int:
        red, green, blue, alpha = bytes.fromhex(color.hex.removeprefix("#") + "ff")[:4]
        if blue != i or alpha != 255:
            wrong.append((color, i))
        return red << 8 | green

    def look() -> None:
        last = [0] * count
        while not is_over.is_set():
            for i in range(count):
                version = version_of(theme.resolve(f"color-{i}"), i)
                if not last[i] <= version <= written[0]:
                    wrong.append((i, last[i], version))
                last[i] = version
            time.sleep(0.001)

    file.write_text(content(0))
    known = [0] * count

    def note(change: Change) -> None:
        for color in change.colors:
            i = int(color.name.rpartition("-")[2])
            known[i] = version_of(color.resolve(), i)

    with theme.watch(file, format="json") as watch, theme.observe(note):
        threads = [threading.Thread(target=look) for _ in range(16)]
        for thread in threads:
            thread.start()
        try:
            for version in range(1, versions + 1):
                written[0] = version
                whole = content(version)
                if version % 3 == 0:
                    file.write_text(whole[:version % len(whole)])
                (replace if version % 2 else write)(file, whole)
                try:
                    watch.pump()
                except (TextSyntaxError, FileError):
                    pass
            assert becomes(watch, "color-0", f"#{versions:04x}00")
        finally:
            is_over.set()
            for thread in threads:
                thread.join()
        assert wrong == [] and known == [versions] * count
