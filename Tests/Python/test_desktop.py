"""The user's settings on the desktop."""
from __future__ import annotations

import asyncio
import os
import pickle
import selectors
import socket
import struct
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from dyncolor import (
    Change, Color, Desktop, Environment, InvalidArgumentError, TextSyntaxError, Theme,
    UnknownNameError)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "GTK_THEME", "COLORFGBG",
                 "DYNCOLOR_DESKTOP", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    with Desktop() as desktop:
        yield desktop


class Portal(threading.Thread):
    """A session bus with a portal that prefers dark, and then, when told to, light."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        self.peer: socket.socket | None = None
        self.start()

    @staticmethod
    def message(kind: int, fields: list[tuple[int, str, object]], signature: str,
                body: bytes) -> bytes:
        head = b""
        for field, type, value in [*fields, (8, "g", signature)]:
            head += b"\0" * (-len(head) % 8) + bytes([field, 1]) + type.encode() + b"\0"
            if type == "u":
                head += struct.pack("<I", value)
            elif type == "g":
                head += bytes([len(str(value))]) + str(value).encode() + b"\0"
            else:
                text = str(value).encode()
                head += struct.pack("<I", len(text)) + text + b"\0"
        return (struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body), 1, len(head)) + head
                + b"\0" * (-len(head) % 8) + body)

    @staticmethod
    def text(body: bytes, text: str) -> bytes:
        body += b"\0" * (-len(body) % 4)
        return body + struct.pack("<I", len(text)) + text.encode() + b"\0"

    def scheme(self, body: bytes, number: int) -> bytes:
        body = self.text(body, "color-scheme") + b"\1u\0"
        return body + b"\0" * (-len(body) % 4) + struct.pack("<I", number)

    def run(self) -> None:
        peer, _ = self.listener.accept()
        self.peer = peer
        data = b""
        while b"\r\n" not in data:
            data += peer.recv(4096)
        peer.sendall(b"OK 1234\r\n")
        data = b""
        while b"ReadAll" not in data or b"a11y.interface\0" not in data.split(b"ReadAll")[1]:
            data += peer.recv(4096)
        # Hello is the first call, then come three AddMatch, GetNameOwner and ReadAll.
        peer.sendall(self.message(
            2, [(5, "u", 5), (7, "s", "org.freedesktop.DBus")], "s", self.text(b"", ":1.7")))
        space = self.text(b"\0" * 8, "org.freedesktop.appearance")
        space += b"\0" * (-len(space) % 4) + b"size"
        space += b"\0" * (-len(space) % 8)
        start = len(space)
        inner = self.scheme(space, 1)
        inner = inner.replace(b"size", struct.pack("<I", len(inner) - start))
        body = struct.pack("<I", len(inner) - 8) + inner[4:]
        peer.sendall(self.message(2, [(5, "u", 6), (7, "s", ":1.7")], "a{sa{sv}}", body))

    def prefer_light(self) -> None:
        assert self.peer is not None
        body = self.scheme(self.text(b"", "org.freedesktop.appearance"), 2)
        self.peer.sendall(self.message(
            4, [(1, "o", "/org/freedesktop/portal/desktop"),
                (2, "s", "org.freedesktop.portal.Settings"), (3, "s", "SettingChanged"),
                (7, "s", ":1.7")], "ssv", body))


@pytest.fixture
def portal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Portal]:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/bus")
    portal = Portal(tmp_path / "bus")
    yield portal
    portal.join()
    portal.listener.close()
    if portal.peer is not None:
        portal.peer.close()


def test_nothing_is_known_without_a_desktop(desktop: Desktop) -> None:
    """Without a desktop, nothing is known, and waiting ends at once."""
    start = time.monotonic()
    assert desktop.wait(5) == frozenset()
    assert time.monotonic() - start < 1
    assert desktop.environment == Environment()
    assert desktop.accent is None and desktop.accent_name is None and desktop.motion is None
    assert desktop.sources == dict.fromkeys(("scheme", "contrast", "accent", "motion"))


def test_portal(portal: Portal) -> None:
    """The portal's settings arrive, and then its changes, through the descriptor."""
    theme = Theme()
    ink = theme.register("ink", "light-dark(black, white)")
    heard: list[str | None] = []

    @theme.observe
    def changed(change: Change) -> None:
        heard.extend(color.name for color in change.colors)

    with Desktop() as desktop:
        desktop.bind(theme)
        assert desktop.wait(5) == {"scheme"}
        assert desktop.environment.scheme == "dark" and desktop.sources["scheme"] == "portal"
        assert ink.resolve().hex == "#ffffff" and heard == ["ink"]
        portal.prefer_light()
        with selectors.DefaultSelector() as selector:
            selector.register(desktop, selectors.EVENT_READ)
            assert selector.select(5)
        assert desktop.pump() == {"scheme"}
        assert ink.resolve().hex == "#000000" and heard == ["ink", "ink"]
        assert desktop.pump() == frozenset()


def test_asyncio(desktop: Desktop) -> None:
    """The event loop of asyncio calls pump when there is something to do."""
    async def main() -> None:
        loop = asyncio.get_running_loop()
        pumped = loop.create_future()

        def pump() -> None:
            changes = desktop.pump()
            if changes and not pumped.done():
                pumped.set_result(changes)

        loop.add_reader(desktop, pump)
        desktop.force(scheme="dark")
        assert await asyncio.wait_for(pumped, 5) == {"scheme"}
        loop.remove_reader(desktop)

    asyncio.run(main())


def test_overrides(desktop: Desktop) -> None:
    """What the program prefers or forces counts from the next pump on, until it is removed."""
    desktop.force(scheme="dark", contrast="more", accent="#e62d42", motion="reduced")
    assert desktop.environment == Environment()
    assert desktop.pump() == {"scheme", "contrast", "accent", "motion"}
    assert desktop.environment == Environment(scheme="dark", contrast="more")
    assert desktop.accent == Color("#e62d42") and desktop.accent_name == "red"
    assert desktop.motion == "reduced" and set(desktop.sources.values()) == {"host"}
    desktop.prefer(scheme="light", contrast=-0.25)
    desktop.force(accent=None)
    assert desktop.pump() == {"scheme", "contrast", "accent"}
    assert desktop.environment == Environment(scheme="light", contrast=-0.25)
    desktop.force()
    desktop.force(scheme=None, contrast=None, motion=None)
    assert desktop.pump() == {"scheme", "contrast", "motion"}
    assert desktop.environment == Environment()


def test_wrong_arguments(desktop: Desktop) -> None:
    """Wrong arguments are refused by name."""
    with pytest.raises(ValueError, match="scheme must be one of light, dark, not 'drak'"):
        desktop.force(scheme="drak")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="motion must be one of standard, reduced"):
        desktop.prefer(motion="less")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="contrast must be from -1 to 1"):
        desktop.force(contrast=2)
    with pytest.raises(TextSyntaxError):
        desktop.force(accent="rde")
    with pytest.raises(TypeError, match="seconds must be a finite number"):
        desktop.wait("long")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seconds must be a finite number"):
        desktop.wait(float("inf"))
    with pytest.raises(TypeError, match="portal must be True or False"):
        Desktop(portal=1)  # type: ignore[arg-type]
    theme = Theme()
    with pytest.raises(UnknownNameError):
        desktop.bind(theme, layer="brand")
    with pytest.raises(InvalidArgumentError, match="not bound"):
        desktop.unbind(theme)
    desktop.bind(theme)
    with pytest.raises(InvalidArgumentError, match="bound to this desktop already"):
        desktop.bind(theme)
    assert desktop.pump() == frozenset()


def test_binding(desktop: Desktop) -> None:
    """A bound theme follows, in the layer that is chosen, and keeps what it has afterwards."""
    theme = Theme()
    theme.register("AccentColor", "lime")
    theme.layer("brand", below="user")
    desktop.bind(theme, layer="brand")
    desktop.force(accent="teal", scheme="dark", contrast="more")
    desktop.pump()
    assert theme["AccentColor"].resolve() == Color("teal")
    assert theme.default_scheme == "dark" and theme.default_contrast == 1
    desktop.unbind(theme)
    desktop.force(accent="red")
    desktop.pump()
    assert theme["AccentColor"].resolve() == Color("teal")


def test_default_contrast() -> None:
    """A theme has a default contrast, which is set by a word or a number."""
    theme = Theme()
    line = theme.register("line", "if(media(prefers-contrast: more): black; else: gray)")
    assert theme.default_contrast == 0
    theme.default_contrast = 1
    assert line.resolve() == Color("black")
    theme.default_contrast = "standard"
    assert line.resolve() == Color("gray")


def test_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The testers' variable counts if the program allows it, and its mistakes are errors."""
    monkeypatch.setenv("DYNCOLOR_DESKTOP", "scheme=dark accent=teal")
    assert Desktop().environment == Environment()
    desktop = Desktop(variable=True)
    assert desktop.environment.scheme == "dark" and desktop.sources["accent"] == "variable"
    monkeypatch.setenv("DYNCOLOR_DESKTOP", "scheme=dark akzent=teal")
    with pytest.raises(TextSyntaxError, match="akzent=teal"):
        Desktop(variable=True)


def test_files(tmp_path: Path) -> None:
    """Without a portal, GTK's settings and KDE's colors count."""
    (tmp_path / ".config" / "gtk-4.0").mkdir(parents=True)
    (tmp_path / ".config" / "gtk-4.0" / "settings.ini").write_text(
        "[Settings]\ngtk-application-prefer-dark-theme=1\n")
    (tmp_path / ".config" / "kdeglobals").write_text("[General]\nAccentColor=0,128,128\n")
    desktop = Desktop()
    assert desktop.sources == {
        "scheme": "gtk", "contrast": None, "accent": "kde", "motion": None}
    assert desktop.environment.scheme == "dark" and desktop.accent == Color("teal")
    assert Desktop(gtk=False, kde=False).environment == Environment()


def test_closing(desktop: Desktop) -> None:
    """A closed desktop cannot be used, closing twice is allowed, and its descriptor is closed."""
    descriptor = desktop.fileno()
    assert repr(desktop) == "<Desktop: Environment()>"
    desktop.close()
    desktop.close()
    assert repr(desktop) == "<Desktop, closed>"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)
    for use in (desktop.pump, desktop.wait, desktop.fileno):
        with pytest.raises(ValueError, match="the desktop is closed"):
            use()
    with pytest.raises(TypeError, match="cannot be copied or pickled"):
        pickle.dumps(desktop)


def test_threads(desktop: Desktop) -> None:
    """Threads may pump, override, resolve and close at the same time."""
    theme = Theme()
    ink = theme.register("ink", "light-dark(black, white)")
    desktop.bind(theme)
    failures: list[object] = []

    def work(number: int) -> None:
        try:
            for index in range(200):
                desktop.force(scheme=("dark", "light")[(index + number) % 2])
                desktop.pump()
                if ink.resolve().hex not in ("#000000", "#ffffff"):
                    failures.append(index)
        except ValueError as error:
            if str(error) != "the desktop is closed":
                failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    desktop.close()
    for thread in threads:
        thread.join()
    assert not failures, failures


def test_references(desktop: Desktop) -> None:
    """A bound theme is not kept by Python, and a desktop without references is closed."""
    other = Desktop()
    descriptor = other.fileno()
    del other
    if sys.implementation.name == "cpython":
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)
    desktop.bind(Theme())
    desktop.force(scheme="dark")
    assert desktop.pump() == {"scheme"}
