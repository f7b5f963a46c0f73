"""Seven palettes, one for each turn of the year, and nine names that mean one color in each: what
is painted asks for `primary`, and the environment says whose.

    python3 seasons.py                     shows them in the terminal
    python3 seasons.py --svg seasons.svg   draws them
"""
import sys
from pathlib import Path

from dyncolor import Environment, Semantic, Snapshot, Theme

# A light and a dark color for each name.
PALETTES = {
    "Winter": """
        background #eef5fe  #0d131a
        surface    #fbfdfe  #161f28
        outline    #cfdcea  #303c49
        text       #192532  #e9eff6
        muted      #687686  #92a0b0
        primary    #2d74ca  #8bbeff
        on-primary #fafcfe  #051a36
        secondary  #bee6ff  #184258
        accent     #05adb4  #02c9d1
        """,
    "Thaw": """
        background #eaf7f9  #091516
        surface    #f8fefe  #112123
        outline    #c9e0e2  #293f41
        text       #11282b  #e6f1f2
        muted      #607a7d  #8ba4a7
        primary    #048681  #43d3cc
        on-primary #f5fefd  #00201e
        secondary  #b7eddd  #10473b
        accent     #c571d8  #db90ec
        """,
    "Spring": """
        background #f0f7ee  #0e150d
        surface    #fafdfa  #192117
        outline    #d3dfd0  #333e30
        text       #1c281a  #eaf1e9
        muted      #6b7968  #96a393
        primary    #2b8a36  #88cf8a
        on-primary #f8fef8  #042107
        secondary  #dae6ba  #39421b
        accent     #e266a7  #f786be
        """,
    "Summer": """
        background #f8f4ea  #161209
        surface    #fefcf8  #221e12
        outline    #e1dac9  #403a2a
        text       #2a2313  #f1eee6
        muted      #7b7461  #a59e8b
        primary    #037eaf  #64c7fc
        on-primary #f9fcff  #001e2d
        secondary  #ece0b3  #473d13
        accent     #d78103  #f19b37
        """,
    "Harvest": """
        background #faf3ea  #17120a
        surface    #fffcf8  #241d12
        outline    #e4d9ca  #43392a
        text       #2d2213  #f3ede6
        muted      #7f7261  #a99c8c
        primary    #a56202  #f0aa63
        on-primary #fffbf8  #2a1500
        secondary  #f2ddb3  #4c3a13
        accent     #67ae34  #86c660
        """,
    "Autumn": """
        background #fdf2ed  #1a100d
        surface    #fffcfa  #271b16
        outline    #ead6cf  #483630
        text       #311f19  #f6ece8
        muted      #856f67  #af9992
        primary    #bc4c31  #fd9e85
        on-primary #fefbfa  #310e06
        secondary  #ffd7bc  #55341c
        accent     #ee6476  #ff8893
        """,
    "Frost": """
        background #f5f3fd  #13111a
        surface    #fcfcff  #1f1c28
        outline    #dbd8e9  #3b3848
        text       #252131  #efedf6
        muted      #757185  #9f9bae
        primary    #7561c5  #b9aeff
        on-primary #fcfbff  #1b1434
        secondary  #ecd5fe  #473455
        accent     #03a6db  #0cc1fd
        """,
}

NAMES = [line.split()[0] for line in PALETTES["Summer"].strip().splitlines()]


def make_theme() -> Theme:
    """A theme with all palettes, and a color for each name that is the environment's palette's."""
    theme = Theme()
    for palette, table in PALETTES.items():
        theme.palette(palette)
        for line in table.strip().splitlines():
            name, light, dark = line.split()
            theme.register(f"{palette}/{name}", light=light, dark=dark)
    theme.register_all({name: Semantic(name) for name in NAMES})
    theme.default_palette = "Summer"
    return theme


def show(theme: Theme) -> None:
    """Prints a row of swatches for each palette, light and dark."""
    for palette in PALETTES:
        print(f"{palette:8}", end="")
        for scheme in (Environment(scheme="light"), Environment(scheme="dark")):
            environment = theme.environment(scheme, palette=palette)
            for color in theme.resolve_list(NAMES, environment):
                r, g, b, _ = color.rgba8
                print(f"\033[48;2;{r};{g};{b}m   \033[0m", end="")
            print("  ", end="")
        print(theme.resolve("primary", theme.environment(palette=palette)))


def draw(theme: Theme) -> str:
    """A picture of a small window in each palette, light above dark."""
    width, height, gap = 132, 168, 12
    windows: list[str] = []
    for column, palette in enumerate(PALETTES):
        for row, scheme in enumerate((Environment(scheme="light"), Environment(scheme="dark"))):
            # One snapshot has all that a window is painted with.
            colors = theme.snapshot(theme.environment(scheme, palette=palette))
            x, y = gap + column * (width + gap), gap + row * (height + gap)
            windows.append(
                f'<g transform="translate({x} {y})">'
                f"{window(palette, colors, width, height)}</g>\n")
    size = gap + len(PALETTES) * (width + gap), gap + 2 * (height + gap)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
            f'font-family="system-ui, sans-serif">\n{"".join(windows)}</svg>\n')


def window(title: str, colors: Snapshot, width: int, height: int) -> str:
    """A window with a title, a card, two tags and a button, in the nine colors."""
    def box(x: int, y: int, w: int, h: int, radius: float, fill: str, line: str = "") -> str:
        edge = f' stroke="{colors[line].hex}"' if line else ""
        return (f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{radius}" '
                f'fill="{colors[fill].hex}"{edge}/>')

    return "".join([
        box(0, 0, width, height, 10, "background", "outline"),
        f'<text x="14" y="25" font-size="13" font-weight="600" fill="{colors["text"].hex}">'
        f"{title}</text>",
        f'<circle cx="{width - 20}" cy="20" r="5" fill="{colors["accent"].hex}"/>',
        box(12, 38, width - 24, 54, 7, "surface", "outline"),
        box(22, 50, 46, 7, 3.5, "text"),
        box(22, 65, 82, 5, 2.5, "muted"),
        box(22, 76, 60, 5, 2.5, "muted"),
        box(12, 102, 50, 16, 8, "secondary"),
        box(20, 108, 34, 4, 2, "text"),
        box(68, 102, 34, 16, 8, "secondary"),
        box(76, 108, 18, 4, 2, "text"),
        box(12, height - 40, width - 24, 28, 8, "primary"),
        box(width // 2 - 22, height - 29, 44, 6, 3, "on-primary"),
    ])


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--svg":
        Path(sys.argv[2]).write_text(draw(make_theme()))
    elif len(sys.argv) == 1:
        show(make_theme())
    else:
        sys.exit(__doc__)
