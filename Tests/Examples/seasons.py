"""Prints the expected output of examples/seasons.py, from the table in its source."""
import ast
import re
from pathlib import Path

source = (Path(__file__).parents[2] / "examples" / "seasons.py").read_text()
table = ast.literal_eval(re.search(r"^PALETTES = (\{.*?^\})", source, re.S | re.M)[1])
assert len(table) == 7
for palette, rows in table.items():
    colors = [row.split() for row in rows.strip().splitlines()]
    assert len(colors) == len({name for name, _, _ in colors}) == 9
    line = f"{palette:8}"
    for scheme in (1, 2):
        for color in colors:
            r, g, b = bytes.fromhex(color[scheme][1:])
            line += f"\033[48;2;{r};{g};{b}m   \033[0m"
        line += "  "
    print(line + next(light for name, light, _ in colors if name == "primary"))
