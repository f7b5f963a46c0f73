"""Two palettes with the same roles, and an axis of the program's own.

Shows: how a semantic color follows the palette of the environment, and falls back to the default
palette; how a color depends on an axis that the program declares; and how to fill menus with
palettes and axes.

    python3 palettes.py
"""
from dyncolor import Environment, Semantic, Theme

theme = Theme()


def show(name: str, environment: Environment, title: str) -> None:
    color = theme.resolve(name, environment)
    r, g, b, _ = color.rgba8
    print(f"  \033[48;2;{r};{g};{b}m      \033[0m {color.hex}  {title}")


# A color belongs to the palette whose name stands before the slash.
theme.register_all({
    "Dawn/primary": "#c2556b", "Dawn/outline": "#f6d7c9",
    "Dusk/primary": "#6a4fc0",
})

# Dusk has no outline: it falls back to the default palette.
theme.default_palette = "Dawn"
theme.register("button", Semantic("primary"))
theme.register("frame", Semantic("outline"))

print("palettes")
show("button", theme.environment(), "button, no palette: the default one")
show("button", theme.environment(palette="Dusk"), "button, Dusk")
show("frame", theme.environment(palette="Dusk"), "frame, Dusk: from the default palette")

# An axis of the program's own, and a color that depends on it and on the scheme.
theme.axis("team", "red", "blue")
theme.register("flag", "--variants(any: gray; team(red): #c00; team(red) dark: #f66;"
                       " team(blue): #06c; team(blue) dark: #6af)")

print("teams")
show("flag", theme.environment(palette="Dusk", scheme="dark"), "flag, dark")
for team in ("red", "blue"):
    show("flag", theme.environment(palette="Dusk", scheme="dark", team=team),
         f"flag, dark, {team}")

# Menus: the palettes, and the program's own axes with their values.
print("menus")
print("  palette:", *theme.palettes)
for name, axis in theme.custom_axes.items():
    print(f"  {name}:", *axis)
