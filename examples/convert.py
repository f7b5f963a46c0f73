"""Converts colors from any format to any other: asset catalogs, design tokens, style sheets, JSON,
base16, KDE's schemes; and to Tailwind, GTK, a header in C, or a page to look at.

    python3 convert.py harbor.css harbor.tokens.json
    python3 convert.py Assets.xcassets theme.css --to tailwind
    python3 convert.py harbor.css harbor.html --name Harbor

Formats are known by the names of files. With several sources, the later ones win.
"""
import argparse
import sys
from collections.abc import Iterable
from typing import Any

from dyncolor import Error, Finding, Theme

READ = (
    "asset-catalog", "design-tokens", "style-sheet", "json", "kde", "gimp-palette", "base16")
WRITTEN = (
    *READ[:6], "tailwind", "gtk", "gtk-media", "xresources", "kitty", "alacritty", "c-header",
    "preview", "sheet")


def tell(name: str, findings: Iterable[Finding]) -> None:
    for finding in findings:
        print(f"{name}: {finding}", file=sys.stderr)


def convert(options: Any) -> None:
    theme = Theme()
    for source in options.sources:
        tell(source, theme.load(source, format=options.source_format, prefix=options.prefix))
    report = theme.write(options.target, format=options.target_format, name=options.name)
    tell(options.target, report)
    print(f"{options.target}: {report.colors} colors")


def main() -> int:
    about, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", help="files or folders to read")
    parser.add_argument("target", help="the file or folder to write")
    parser.add_argument("--from", dest="source_format", choices=READ)
    parser.add_argument("--to", dest="target_format", choices=WRITTEN)
    parser.add_argument("--prefix", default="", help="what to put before all names")
    parser.add_argument("--name", default="", help="what the collection is called")
    try:
        convert(parser.parse_args())
    except Error as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
