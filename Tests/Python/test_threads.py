"""Many threads at once."""
from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import numpy

from dyncolor import Color, Colors, Context, Environment, Pixels, StaleIdError, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 1.0


def together(*actions: Callable[[int], object], count: int = 8) -> int:
    """Runs actions, in turn, on several threads at once, and returns how often."""
    end = time.monotonic() + SECONDS
    done: list[int] = []
    problems: list[BaseException] = []

    def work(number: int) -> None:
        times = 0
        try:
            while time.monotonic() < end and not problems:
                actions[(times + number) % len(actions)](times)
                times += 1
        except BaseException as error:
            problems.append(error)
        done.append(times)

    threads = [threading.Thread(target=work, args=(number,), daemon=True)
               for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "they wait for each other"
    if problems:
        raise problems[0]
    assert min(done) > 5
    return sum(done)


def fill(theme: Theme) -> None:
    def provide(context: Context) -> Color:
        dark = context.scheme == "dark"
        time.sleep(0)
        return context.resolve("a") if dark else Color(context.contrast / 2, 0, 0)
    theme.axis("team")
    theme.register_all({"a": ("#f00", "#0f0"), "b": provide,
                        "c": lambda context: context.resolve("b")})


def test_everything_at_once() -> None:
    """Eight threads resolve, register, take out and make snapshots, with providers, for a second"""
    for shared in (False, True):
        theme = Theme()
        if shared:
            assert theme.address
        fill(theme)
        out = [Pixels(numpy.zeros((16, 4), numpy.float32)) for _ in range(8)]

        def resolve(times: int, theme: Theme = theme) -> None:
            environment = Environment(
                scheme="dark" if times % 2 else "light", contrast=times % 100 / 100)
            assert theme.resolve("c", environment).alpha == 1

        def change(times: int, theme: Theme = theme) -> None:
            def provide(context: Context) -> Color:
                return Color(0, 0, 1)
            color = theme.register(f"made {times % 8}", provide)
            try:
                assert color.resolve().alpha == 1
                if times % 5 == 0:
                    theme.unregister(color)
            except StaleIdError:
                pass

        def tables(times: int, theme: Theme = theme, out: list[Any] = out) -> None:
            snapshot = theme.snapshot(Environment(custom=(times % 256,)))
            assert snapshot["c"].alpha == 1 and snapshot.view[0, 3] == 1
            theme.resolve_all(out=out[times % 8])

        together(resolve, change, tables, resolve)
        assert len(theme._providers) <= 10


def test_themes_at_once() -> None:
    """Eight threads make themes and let them go, with providers in cycles"""
    def work(times: int) -> None:
        theme = Theme()
        fill(theme)
        theme.register("self", lambda context: theme.resolve("a"))
        assert theme.resolve("self") == Color("#f00")
    together(work)


def test_colors_at_once() -> None:
    """Eight threads work with the same colors, and each finds what one finds"""
    texts = [f"oklch({place / 100} 0.2 {place * 7})" for place in range(100)]
    many = Colors.parse(texts)
    table = many.array()
    color = Theme().register(None, "teal").resolve()
    mapped, mixed, written = many.to_gamut(), many.mix("teal", 0.3, space="oklch"), str(color)
    hashed, contrasts = hash(color), many.contrast("white")

    def together_with(times: int) -> None:
        assert many.to_gamut() == mapped and many.contrast("white") == contrasts
        assert many.mix(color, 0.3, space="oklch") == mixed and Colors.parse(texts) == many
        assert (table["alpha"] == 1).all() and len(many[times % 100:]) == 100 - times % 100

    def one(times: int) -> None:
        again = Theme().register(None, "teal").resolve()
        assert str(again) == written and hash(again) == hashed and again == color
        assert many[times % 100].mix(again, 0.3, space="oklch") == mixed[times % 100]

    together(together_with, one)
