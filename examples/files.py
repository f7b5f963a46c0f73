"""Loads a theme file that has a mistake, shows where the mistake is, loads the mended file, lists
its colors, and writes them in another format.

Shows: loading a file, the error with its line, listing all colors by name, and writing. The file is
written by the program itself, in a temporary folder.

    python3 files.py
"""
from pathlib import Path
from tempfile import TemporaryDirectory

from dyncolor import Error, Theme

WRONG = ":root {\n  --ink: #1c2126;\n  --paper: #fdfbfg;\n}\n"
RIGHT = ":root {\n  --ink: #1c2126;\n  --paper: #fdfbf8;\n}\n"

theme = Theme()
with TemporaryDirectory() as folder:
    path = Path(folder, "colors.css")

    # strict makes a mistake an error: a browser would skip the declaration.
    path.write_text(WRONG)
    try:
        theme.load(path, strict=True)
    except Error as error:
        print(error.format(path.read_bytes()).replace(folder, "FOLDER"))

    path.write_text(RIGHT)
    report = theme.load(path, strict=True)
    print(f"loaded {report.colors} colors")

for name, color in theme.items():
    print(f"  {name}: {color.css}")
print(theme.text("json"), end="")
