"""A program that explains how the values of colors are computed.

    python3 -m dyncolor.explain application.colors:theme accent --in darkAqua

prints the explanation of the color `accent` of the theme `theme` in the Python module
`application.colors`, for the environment with the appearance name `darkAqua`: see
`Environment.named`. If `--in` is given several times, each environment sets the axes that the ones
before it leave unspecified.
"""
from __future__ import annotations

import argparse
import sys

from .environment import EVERYWHERE, Environment
from .errors import Error
from .names import NamesError, theme_at


def main(arguments: list[str] | None = None) -> int:
    """Run as a program."""
    parser = argparse.ArgumentParser(
        prog="python3 -m dyncolor.explain",
        description="Explains how the values of colors are computed.")
    parser.add_argument("theme", metavar="MODULE:ATTRIBUTE", help="a theme in a Python module")
    parser.add_argument("names", nargs="+", metavar="NAME", help="the name of a color")
    parser.add_argument("--in", dest="environments", action="append", default=[],
                        metavar="APPEARANCE", help="the environment, as an appearance name of "
                        "AppKit, UIKit, CSS or GTK: darkAqua, prefers-contrast: more, ...")
    options = parser.parse_args(arguments)
    try:
        # EVERYWHERE leaves all axes unspecified.
        environment = EVERYWHERE
        for name in options.environments:
            environment = environment.inherit(Environment.named(name))
        theme = theme_at(options.theme)
        print("\n\n".join(str(theme.explain(name, environment)) for name in options.names))
    except (NamesError, Error) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
