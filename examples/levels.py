"""A card in light and dark surroundings, from standard to the most contrast, in ten colors: what
matters less is a lower level of what the text is painted with, and the card to the right takes the
tint for that.

    python3 levels.py                    shows them in the terminal
    python3 levels.py --svg levels.svg   draws them
"""
import sys
from pathlib import Path

from dyncolor import Color, Environment, Snapshot, Theme

# Tables of variants have the ends, standard and more contrast: what lies between is mixed.
COLORS = {
    "window": "--variants(any: #ece7e1; dark: #141217; more: #ffffff; dark more: #000000)",
    "card": "--variants(any: #fbf9f6; dark: #262229; more: #ffffff; dark more: #0a090b)",
    "tint": "--variants(any: #99457a; dark: #d98bbb; more: #6d0f4a; dark more: #ffc2e6)",
    # The color of the text, and what is below it.
    "title": "currentcolor",
    "text": "--level(currentcolor, secondary)",
    "hint": "--level(currentcolor, tertiary)",
    "line": "--level(currentcolor, quaternary)",
    # A tag is a lower level of the tint; what is written on the button can be read on it.
    "tag": "--level(var(--tint), tertiary)",
    "button": "color-mix(in oklch, var(--tint), var(--card) 8%)",
    "label": "--ensure-contrast(var(--card), on var(--button), "
             "if(media(prefers-contrast: more): 7; else: 4.5))",
}
CONTRASTS = (0, 0.25, 0.5, 0.75, 1)


def make_theme() -> Theme:
    theme = Theme()
    theme.register_all(COLORS)
    return theme


def surroundings(theme: Theme) -> list[list[Environment]]:
    """A row for each scheme: all contrasts, and then one with the tint for a foreground."""
    rows: list[list[Environment]] = []
    for scheme in (Environment(scheme="light"), Environment(scheme="dark")):
        row = [scheme.replace(contrast=contrast) for contrast in CONTRASTS]
        rows.append([*row, scheme.replace(foreground=theme["tint"])])
    return rows


def over(color: Color, backdrop: Color) -> Color:
    """What is seen of a color that is not opaque."""
    return color.blend(backdrop)


def show(theme: Theme) -> None:
    """Prints the colors of each card as a row of swatches."""
    for row in surroundings(theme):
        for environment in row:
            card = theme.resolve("card", environment)
            for color in theme.resolve_list(list(COLORS), environment):
                r, g, b, _ = over(color, card).rgba8
                print(f"\033[48;2;{r};{g};{b}m   \033[0m", end="")
            label, button = theme.resolve_list(["label", "button"], environment)
            print(f"  the label has a contrast of {label.contrast(button):.2f}")


def draw(theme: Theme) -> str:
    """A picture of all cards."""
    width, height, gap = 150, 172, 14
    rows = surroundings(theme)
    cards: list[str] = []
    for y, row in enumerate(rows):
        for x, environment in enumerate(row):
            colors = theme.snapshot(environment)
            about = "tinted" if x == len(CONTRASTS) else f"{CONTRASTS[x]:.0%} contrast"
            cards.append(f'<g transform="translate({x * (width + gap)} {y * (height + gap)})">'
                         f"{card(about, colors, width, height, gap)}</g>\n")
    size = len(rows[0]) * (width + gap), len(rows) * (height + gap)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
            f'font-family="system-ui, sans-serif">\n{"".join(cards)}</svg>\n')


def card(about: str, colors: Snapshot, width: int, height: int, gap: int) -> str:
    """A card with a heading, three lines of text, two tags and a button, on its window."""
    def seen(name: str) -> str | None:
        return over(colors[name], colors["card"]).hex

    def box(x: float, y: float, w: float, h: float, radius: float, fill: str) -> str:
        return (f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius:g}" '
                f'fill="{seen(fill)}"/>')

    def words(x: float, y: float, size: float, fill: str, text: str, more: str = "") -> str:
        return (f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{seen(fill)}"{more}>'
                f"{text}</text>")

    x, right = gap / 2 + 12, gap / 2 + width - 12
    return "".join([
        f'<rect width="{width + gap}" height="{height + gap}" fill="{colors["window"].hex}"/>',
        box(gap / 2, gap / 2, width, height, 11, "card"),
        words(x, 34, 14, "title", "Hierarchy", ' font-weight="600"'),
        words(x, 53, 11, "text", about),
        words(x, 69, 11, "hint", "of less importance"),
        box(x, 79, right - x, 1.5, 0.75, "line"),
        box(x, 91, 52, 18, 9, "tag"),
        words(x + 26, 104, 10, "title", "tag", ' text-anchor="middle"'),
        box(x + 60, 91, 40, 18, 9, "tag"),
        words(x + 80, 104, 10, "text", "tag", ' text-anchor="middle"'),
        box(x, height - 33, right - x, 28, 8, "button"),
        words((x + right) / 2, height - 15, 12, "label", "Continue",
              ' text-anchor="middle" font-weight="600"'),
    ])


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--svg":
        Path(sys.argv[2]).write_text(draw(make_theme()))
    elif len(sys.argv) == 1:
        show(make_theme())
    else:
        sys.exit(__doc__)
