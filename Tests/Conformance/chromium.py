"""Evaluates CSS colors in a headless Chromium, over a pipe.

The DevTools protocol over `--remote-debugging-pipe` is JSON texts that end with a NUL: the browser
reads them from file descriptor 3 and writes them to file descriptor 4.
"""
from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

PROGRAMS = ("/usr/lib/chromium/chromium", "chromium", "chromium-browser", "google-chrome")

OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--no-default-browser-check", "--mute-audio",
    "--use-mock-keychain", "--force-color-profile=srgb", "--remote-debugging-pipe")

PATIENCE = 30  # seconds

# Each expression gets an element of its own. Of a color that is invalid only when it is computed,
# as with var(), the background is transparent and the border has the color of the text, which no
# valid color has in both.
SCRIPT = """
function ask(given) {
  const root = document.createElement('div')
  root.style.cssText = given.style
  const elements = []
  for (const text of given.expressions) {
    const element = document.createElement('i')
    element.style.backgroundColor = text
    if (element.style.backgroundColor === '') {
      elements.push(null)
      continue
    }
    element.style.borderTopColor = text
    elements.push(element)
    root.append(element)
  }
  document.body.append(root)
  const computed = elements.map(element => {
    if (!element) return null
    const style = getComputedStyle(element)
    const background = style.backgroundColor
    return background === style.borderTopColor ? background : ''
  })
  root.remove()
  return computed
}
"""

PARSED = """
function specified(expressions) {
  const style = document.createElement('i').style
  return expressions.map(text => {
    style.color = ''
    style.color = text
    return style.color || null
  })
}
"""


class BrowserError(Exception):
    """The browser did not do what it was told."""


def program() -> str | None:
    """Where the browser is, if there is one."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


class Chromium:
    """A headless browser with an empty page."""

    def __init__(self) -> None:
        found = program()
        if not found:
            raise BrowserError("there is no Chromium")
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._to, self._from = self._start(found)
        self._read = b""
        self._number = 0
        self._session: str | None = None
        self.version: str = self.call("Browser.getVersion")["product"]
        # With a doctype: without one, `background-color: 4` is a color.
        page = self.call("Target.createTarget", url="data:text/html,<!doctype html>")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self._wait_for("document.compatMode === 'CSS1Compat' && document.body !== null")
        self.evaluate(SCRIPT + PARSED)

    def _start(self, found: str) -> tuple[int, int]:
        """Starts the program. Returns where to write to it, and where to read from it."""
        # Descriptors are moved out of the way first: 3 or 4 may be among them.
        theirs, ours = zip(*(self._pipe(reads) for reads in (True, False)))

        def place() -> None:
            os.dup2(theirs[0], 3)
            os.dup2(theirs[1], 4)

        self._process = subprocess.Popen(
            [found, *OPTIONS, f"--user-data-dir={self._profile.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=place, pass_fds=(3, 4), env={**os.environ, "HOME": self._profile.name})
        for descriptor in theirs:
            os.close(descriptor)
        return ours[0], ours[1]

    @staticmethod
    def _pipe(theirs_reads: bool) -> tuple[int, int]:
        """The browser's end of a pipe, above the descriptors that it expects, and ours."""
        import fcntl
        reading, writing = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (reading, writing)]
        os.close(reading)
        os.close(writing)
        return (ends[0], ends[1]) if theirs_reads else (ends[1], ends[0])

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        try:
            self._session = None
            self.call("Browser.close")
            self._process.wait(10)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        finally:
            os.close(self._to)
            os.close(self._from)
            self._profile.cleanup()

    def call(self, method: str, **parameters: Any) -> Any:
        """A method of the protocol, and what it returns."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._write(json.dumps(message).encode() + b"\0")
        while True:
            answer = json.loads(self._next())
            if answer.get("id") != self._number:
                continue
            if "error" in answer:
                raise BrowserError(f"{method}: {answer['error']}")
            return answer["result"]

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._to, data):]

    def _next(self) -> bytes:
        parts = [self._read]
        while b"\0" not in parts[-1]:
            part = os.read(self._from, 1 << 20)
            if not part:
                raise BrowserError("the browser has gone")
            parts.append(part)
        message, _, self._read = b"".join(parts).partition(b"\0")
        return message

    def _wait_for(self, condition: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate(condition):
            if time.monotonic() > deadline:
                raise BrowserError(f"not within {PATIENCE} s: {condition}")
            time.sleep(0.01)

    def evaluate(self, script: str) -> Any:
        """The value of a piece of script."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in result:
            raise BrowserError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def emulate(self, features: Mapping[str, str]) -> None:
        """Sets media features, `prefers-contrast` for instance; all others are the browser's."""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": name, "value": value} for name, value in features.items()])

    def open(self, path: Path, width: int = 1280, height: int = 900) -> None:
        """Shows a file in a window of a size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url=path.absolute().as_uri())
        self._wait_for("document.readyState === 'complete'")

    def pixel(self, x: float, y: float) -> tuple[int, ...]:
        """What is seen at a place: red, green and blue."""
        part = {"x": x, "y": y, "width": 1, "height": 1, "scale": 1}
        png = base64.b64decode(
            self.call("Page.captureScreenshot", format="png", clip=part)["data"])
        start = png.index(b"IDAT")
        length = int.from_bytes(png[start - 4:start], "big")
        # No filter of PNG does anything to the first pixel, which comes behind the filter's number.
        return tuple(zlib.decompressobj().decompress(png[start + 4:start + 4 + length])[1:4])

    def computed(self, expressions: Sequence[str], scheme: str = "light",
                 properties: Mapping[str, str] | None = None) -> list[str | None]:
        """The computed value of each expression, in a color scheme: None if it does not parse, and
        an empty text if it is invalid at computed-value time. The properties are set around."""
        style = {"color-scheme": scheme, "color": "rgb(1, 2, 3)", **(properties or {})}
        text = ";".join(f"{name}:{value}" for name, value in style.items())
        answers: list[str | None] = []
        for part in parts_of(expressions, 2500):
            given = json.dumps({"style": text, "expressions": part})
            answers += self.evaluate(f"ask({given})")
        return answers

    def specified(self, expressions: Iterable[str]) -> list[str | None]:
        """The specified value of each expression; None if it does not parse."""
        answers: list[str | None] = self.evaluate(f"specified({json.dumps(list(expressions))})")
        return answers


def parts_of(items: Sequence[str], size: int) -> Iterable[list[str]]:
    """The items, a few at a time."""
    for start in range(0, len(items), size):
        yield list(items[start:start + size])
