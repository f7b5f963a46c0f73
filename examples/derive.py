"""A theme with light colors alone becomes a theme for light and dark, with standard and more
contrast: what is lacking is derived, the theme is audited before and after, and what is left is
repaired. Writes a JSON theme and a preview page if it is given a folder.

    python3 derive.py [FOLDER]
"""
import sys
from pathlib import Path

from dyncolor import Theme

LIGHT = {
    "background": "#ffffff", "card": "#f6f8fa", "text": "#1f2328", "muted-text": "#818b98",
    "border": "#d0d7de", "accent": "#0969da", "on-accent": "#ffffff", "link": "#0969da",
    "success": "#1a7f37", "danger": "#d1242f", "danger-tint": "#ffebe9",
    "card-foreground": "#31373d"}
# Text that is read on a color whose name does not say so.
PAIRS = [(text, ground) for text in ("text", "muted-text", "link", "success", "danger")
         for ground in ("background", "card")]


def show(theme: Theme, title: str) -> None:
    audit = theme.audit(pairs=PAIRS, kinds=["contrast"])
    print(f"{title}: {audit.errors} of {audit.pairs} pairs are hard to read somewhere")
    for finding in audit:
        print(f"  {finding.message}")


def main() -> None:
    theme = Theme()
    for name, color in LIGHT.items():
        theme.register(name, color)
    show(theme, "light colors alone")

    counts = theme.derive(roles={"success": "text", "danger": "text"})
    show(theme, f"with {counts.derived} colors derived")

    repaired = theme.repair(theme.audit(pairs=PAIRS, kinds=["contrast"], passing=True))
    show(theme, f"with {repaired.repaired} colors repaired")

    print("name             light    dark     light+   dark+")
    columns = [theme.snapshot(theme.environment(scheme=scheme, contrast=contrast))
               for contrast in ("standard", "more") for scheme in ("light", "dark")]
    for name in theme.names():
        print(f"{name:16}", *(column[name].hex.ljust(8) for column in columns))

    if len(sys.argv) > 1:
        folder = Path(sys.argv[1])
        theme.write(folder / "theme.json")
        theme.write(folder / "theme.html", name="Derived from light colors")


main()
