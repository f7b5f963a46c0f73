"""Follows a file with colors in it, or a folder, while it is edited: prints what has changed,
reports mistakes, and goes on. Enter ends it.

Shows: live reloading without a thread, and an observer that gets the colors of each change.

    python3 follow.py                    follows harbor.css
    python3 follow.py Assets.xcassets
"""
import select
import sys
from pathlib import Path

from dyncolor import Change, Error, Theme

path = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("harbor.css")
theme = Theme()


@theme.observe
def changed(change: Change) -> None:
    """An edit is one change, however many colors it has touched."""
    for color in change.colors:
        light, dark = (color.resolve(scheme) for scheme in ("light", "dark"))
        print(f"  {light.hex}  {dark.hex}  {color.name}")
    print(flush=True)


# strict: a mistake leaves everything as it was. A browser would skip the declaration.
with theme.watch(path, strict=True) as watch:
    while sys.stdin not in select.select([watch, sys.stdin], [], [])[0]:
        try:
            watch.pump()
        except Error as error:
            print(error, file=sys.stderr, flush=True)
