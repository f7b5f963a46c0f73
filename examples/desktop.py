"""Follows what the user has set on the desktop: prints the environment, and shows the colors of a
theme in the terminal, which fade over when the scheme changes. Enter ends it.

Shows: following the desktop with asyncio, a bound theme, a cross-fade between snapshots.

    python3 desktop.py
    python3 desktop.py --once              prints it once
    python3 desktop.py --once --terminal   goes by the background of the terminal

While it runs, switch between light and dark, or choose another accent color. As a tester:

    DYNCOLOR_DESKTOP="scheme=dark accent=#c33" python3 desktop.py --once
"""
import asyncio
import sys

from dyncolor import Desktop, Snapshot, Theme

NAMES = ("paper", "ink", "line", "button")
STEPS = 12

theme = Theme()
theme.register("paper", "light-dark(#fdfbf8, #1c2126)")
theme.register("ink", "light-dark(#1c2126, #fdfbf8)")
theme.register("line", "if(media(prefers-contrast: more): var(--ink); "
                       "else: color-mix(in oklab, var(--ink), gray))")
theme.register("button", "--ensure-contrast(AccentColor, on var(--paper), 3)")


def print_settings(desktop: Desktop) -> None:
    """Print what is known, and where it comes from."""
    environment, accent, sources = desktop.environment, desktop.accent, desktop.sources
    contrast = environment.contrast
    values = {
        "scheme": environment.scheme or "no preference",
        "contrast": "no preference" if contrast is None else f"{round(100 * contrast):+} %",
        "accent": f"{accent.hex} {desktop.accent_name}" if accent else "none",
        "motion": desktop.motion or "no preference"}
    for name, value in values.items():
        print(f"{name:9} {value} ({sources[name] or 'nobody'})")


async def fade(before: Snapshot, after: Snapshot, reduced: bool) -> None:
    """Fade from one snapshot to another. Whoever wants less motion gets the new one at once."""
    for step in range(STEPS if reduced else 1, STEPS + 1):
        for name in NAMES:
            r, g, b, _ = before[name].mix(after[name], step / STEPS).rgba8
            print(f"\033[48;2;{r};{g};{b}m        \033[0m", end=" ")
        print(end="\r", flush=True)
        await asyncio.sleep(0.016)
    print()


async def main() -> None:
    # The theme has the user's scheme and contrast as defaults, and the accent color as AccentColor.
    with Desktop(terminal="--terminal" in sys.argv, variable=True) as desktop:
        desktop.bind(theme)
        desktop.wait(0.2)
        shown = theme.snapshot()
        print_settings(desktop)
        await fade(shown, shown, reduced=True)
        if "--once" in sys.argv:
            return
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        ended = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
        ended.add_done_callback(lambda _: news.set())
        loop.add_reader(desktop, news.set)
        while await news.wait() and not ended.done():
            news.clear()
            if desktop.pump():
                now = theme.snapshot()
                print_settings(desktop)
                await fade(shown, now, desktop.motion == "reduced")
                shown = now
        loop.remove_reader(desktop)


asyncio.run(main())
