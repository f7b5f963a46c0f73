"""Shows a theme to people: as a page to look at, to point at and to print, or as a sheet in SVG.

    python3 preview.py harbor.html   a page, which a browser opens
    python3 preview.py harbor.svg    a sheet of paper, light to the left and dark to the right
"""
import sys
from pathlib import Path

from dyncolor import Error, Theme

# A light and a dark color for each name; what is above a palette is its own.
PALETTES = {
    "Dawn": "#fff4ee #1d1413, #4a2b2b #f6e3de, #c2556b #ffa3b1, #e9a06b #f3b98a, #f6d7c9 #4a2f2b",
    "Noon": "#f3f9fb #0f1719, #16323b #e0f1f5, #0b7a94 #6fd0e6, #e0a800 #ffd35c, #cfe8ee #1d3b43",
    "Dusk": "#f5f2fb #15121f, #2f2747 #e8e3f7, #6a4fc0 #b7a3ff, #d2668c #ff9dbb, #ddd4f4 #372d56",
}
NAMES = ("background", "text", "primary", "accent", "outline")


def make_theme() -> Theme:
    theme = Theme()
    theme.load(Path(__file__).with_name("harbor.css"))
    for palette in PALETTES:
        theme.palette(palette)
    theme.register_all({
        f"{palette}/{name}": "light-dark({}, {})".format(*pair.split())
        for palette, pairs in PALETTES.items() for name, pair in zip(NAMES, pairs.split(","))})
    theme.default_palette = "Noon"
    theme.register_all({
        "brand": "--palette(primary)", "on-brand": "contrast-color(var(--brand))",
        **{f"slate/{step}": f"oklch({1 - step / 1050:.3f} 0.02 240)"
           for step in range(100, 901, 100)}})
    for name, text in {
            "window": "What everything stands on",
            "card": "Paper: what belongs together, one step above the window",
            "accent": "What can be pressed, and what is chosen; never for large areas",
            "brand": "The color of the palette that is in use"}.items():
        theme[name].description = text
    theme["accent-hover"].deprecate("hover needs no color of its own", replacement="accent")
    return theme


def main() -> int:
    if len(sys.argv) != 2 or not sys.argv[1].endswith((".html", ".svg")):
        sys.exit(__doc__)
    try:
        make_theme().write(sys.argv[1], name="Harbor")
    except Error as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
