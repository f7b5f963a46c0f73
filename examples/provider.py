"""A color that the game computes: that of the health bar, from the health of the player and the
eyes of whoever plays.

Shows: a function as a provider, how it reads the environment and other colors, how to announce that
it would answer something else now, and what becomes of its exceptions.

    python3 provider.py
"""
from dyncolor import Color, Context, Environment, Theme


class GameOver(Exception):
    """There is no color any more."""


theme = Theme()
green = theme.register("green", light="#288c14", dark="#78c83c")
blue = theme.register("blue", light="#145abe", dark="#3c8cf0")
orange = theme.register("orange", light="#be3c0a", dark="#f06414")

health = 1.0


def health_color(context: Context) -> Color:
    """The provider: called once for each environment, and again after each refresh."""
    if health <= 0:
        raise GameOver
    # Green and orange look alike to protans and deutans; blue and orange do not.
    alike = context.vision in ("protan", "deutan")
    full = context.resolve(blue if alike else green)
    return context.resolve(orange).mix(full, health, space="srgb")


bar = theme.register("health", health_color)

# The ring around the portrait has the color of the health bar, and follows it.
ring = theme.register("ring", "var(--health)")

for percent in (100, 60, 20):
    health = percent / 100
    bar.refresh()
    print(f"  health {percent}%")
    for title, environment in (
            ("light", Environment(scheme="light")),
            ("dark", Environment(scheme="dark")),
            ("dark, for deutans", Environment(scheme="dark", vision="deutan"))):
        r, g, b, a = ring.resolve(environment).rgba8
        print(f"    \033[48;2;{r};{g};{b}m      \033[0m #{r:02x}{g:02x}{b:02x}{a:02x}  {title}")

health = 0
bar.refresh()
try:
    ring.resolve()
except GameOver:
    print("  health 0%: game over")
