"""One color, or a picture, becomes a whole theme: the scheme that Material Design derives from it,
as a style sheet, as style sheets of GTK, and as a preview page.

    python3 seed.py FOLDER [#COLOR | PICTURE.ppm]
"""
import sys
from pathlib import Path

from dyncolor import Pixels, Theme


def seed_of(picture: Path) -> str:
    """Return the best seed in a picture, which is a PPM file with a byte for each component."""
    data = picture.read_bytes()
    magic, width, height, most, pixels = data.split(maxsplit=4)
    if (magic, most) != (b"P6", b"255"):
        raise SystemExit(f"{picture}: expected a PPM file (P6) with 255 as its greatest number")
    seeds = Pixels(pixels[:int(width) * int(height) * 3], "rgb8").seeds()
    if not seeds:
        raise SystemExit(f"{picture}: all colors are nearly gray, so there is no seed")
    return seeds[0].hex


def main() -> None:
    if len(sys.argv) not in (2, 3):
        raise SystemExit((__doc__ or "").strip())
    folder, given = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "#3584e4"
    seed = given if given.startswith("#") else seed_of(Path(given))

    theme = Theme()
    theme.register("seed", seed)
    theme.register_material("var(--seed)", "tonal-spot")
    print(f"{len(theme)} colors from {seed}")
    # With less contrast, Material Design asks for 3 where others ask for 4.5.
    audit = theme.audit(kinds=["contrast"], ratio=3)
    print(f"{audit.pairs} pairs, {audit.errors} of which are hard to read somewhere")
    for name in ("primary", "on-primary", "surface", "on-surface", "outline"):
        light, dark = theme[name].resolve("light"), theme[name].resolve("dark")
        print(f"{name:12} {light.hex}  {dark.hex}")

    theme.write(folder / "theme.css")
    theme.write(folder / "gtk", format="gtk")
    theme.write(folder / "theme.html", name=f"From {seed}")
    print(*sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()))


main()
