"""Registers a few dynamic colors and resolves them for light, for dark, and for more contrast.

    pip install ./Sources/Python && python3 examples/quickstart.py
"""
from dyncolor import Color, Context, Environment, Theme, Variant

theme = Theme()

# A light and a dark color; a table; another color under a name of its own.
accent = theme.register("accent", light="#0461be", dark="#81d0ff")
theme.register("text", [
    Variant("#333333"), Variant("#cccccc", scheme="dark"),
    Variant("#000000", contrast="more"), Variant("#ffffff", scheme="dark", contrast="more")])
theme.register("link", accent)


def shadow(context: Context) -> Color:
    """A color that Python computes: it is asked once for each environment."""
    return Color(0, 0, 0, 0.8 if context.scheme == "dark" else 0.25)


theme.register("shadow", shadow)

for title, environment in (
        ("light", Environment(scheme="light")),
        ("dark", Environment(scheme="dark")),
        ("dark, more contrast", Environment(scheme="dark", contrast="more"))):
    print(f"  {title}")
    for dynamic_color in theme:
        color = dynamic_color.resolve(environment)
        r, g, b, a = color.rgba8
        print(f"    \033[48;2;{r};{g};{b}m      \033[0m #{r:02x}{g:02x}{b:02x}{a:02x}"
              f"  {dynamic_color.name}")
