"""A user's own choice, in a layer over the colors of the program.

Shows: how the user's layer covers a color; how an override builds on the color that it covers
(`--covered()`); that everything that refers to the color follows; and how to take the override away
again.

    python3 layers.py
"""
from dyncolor import Theme

theme = Theme()


def show_all(title: str) -> None:
    """Prints the colors and the layers that define them, the one that counts first."""
    print(title)
    for name in ("accent", "hover"):
        color = theme.resolve(name)
        r, g, b, _ = color.rgba8
        layers = ", which covers ".join(layer for layer, _, _ in theme.provenance(name))
        print(f"  \033[48;2;{r};{g};{b}m      \033[0m {color.hex}  {name}, from {layers}")


theme.register("accent", "#0461be")
theme.register("hover", "color-mix(in srgb, var(--accent) 70%, white)")
show_all("the program's colors")

# A layer of the program's own, between its colors and the user's.
brand = theme.layer("brand", below="user")
brand.register("accent", "#be0461")
show_all("a brand")

# The user wants the same color, darker. It follows whatever it covers.
user = theme.layer("user")
user.register("accent", "color-mix(in srgb, --covered() 70%, black)")
show_all("the user's override")
brand.clear()
show_all("the user's override, without the brand")

user.clear()
show_all("without any override")
