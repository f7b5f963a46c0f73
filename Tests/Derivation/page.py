"""Writes the page that shows authored colors beside derived ones."""
import html

import numpy as np

import spaces

STYLE = """
:root { color-scheme: light }
body { margin: 0; padding: 2rem 2.5rem; background: #fff; color: #1d1d20;
  font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif }
h1 { font-size: 1.5rem; margin: 0 0 .3rem } p { margin: .2rem 0 1rem; max-width: 60rem }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
.sets { columns: 2; column-gap: 2.5rem } section { break-inside: avoid-column }
.row { break-inside: avoid; display: grid; grid-template-columns: 8.5rem 1fr 3.2rem; gap: .6rem;
  align-items: center; margin-bottom: .45rem }
.name { font-size: 12px; text-align: right; line-height: 1.2 } .name small { color: #77777d }
.bar { display: flex; height: 15px } .bar i { flex: 1 }
.light { background: #fff; border-radius: 5px 5px 0 0; overflow: hidden }
.dark { background: #111; overflow: hidden; border-radius: 0 0 5px 5px; padding-top: 1px }
.error { font-size: 12px; font-variant-numeric: tabular-nums; color: #55555b }
.held .name b::after { content: " ○"; color: #0a6 }
"""


def _hex(lab):
    rgb = np.clip(spaces.encode(spaces.linear(lab)), 0, 1)
    return ["#%02x%02x%02x" % tuple(color) for color in np.round(rgb * 255).astype(int)]


def _bar(kind, colors, titles):
    cells = "".join(f'<i style="background:{color}" title="{html.escape(title)}"></i>'
                    for color, title in zip(colors, titles))
    return f'<div class="bar {kind}">{cells}</div>'


def _row(group, rows, derived, is_held):
    made, errors = derived
    titles = [f"{name} ({role}) {light} → {dark}" for _, name, role, light, dark in rows]
    bars = (_bar("light", [row[3] for row in rows], titles)
            + _bar("dark", [row[4] for row in rows], titles)
            + _bar("dark", made, [f"{color}, ΔE {error:.3f}" for color, error
                                  in zip(made, errors)]))
    return (f'<div class="row{" held" if is_held else ""}"><div class="name"><b>'
            f'{html.escape(group)}</b></div><div>{bars}</div>'
            f'<div class="error">{np.mean(errors):.3f}</div></div>')


def write(path, sets, derive):
    """`derive` makes the dark colors of a half, in Oklab."""
    parts = []
    for one in sets:
        rows = {}
        for half in (one.fit, one.held):
            lab = derive(half)
            errors = np.linalg.norm(lab - spaces.oklab(half.dark), axis=1)
            for row, color, error in zip(half.rows, _hex(lab), errors):
                rows.setdefault(row[0], []).append((row, color, error))
        body = "".join(
            _row(group, [row for row, _, _ in rows[group]],
                 ([color for _, color, _ in rows[group]], [error for _, _, error in rows[group]]),
                 group in one.held_groups)
            for group in dict.fromkeys(row[0] for row in one.rows))
        parts.append(f"<section><h2>{html.escape(one.name)}</h2>{body}</section>")
    path.write_text(
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Dark from light</title>'
        f"<style>{STYLE}</style><h1>Dark colors, authored and derived</h1>"
        "<p>Each bar is a group of a published set. From top to bottom: the light colors, the "
        "dark ones that their designers chose, and those that <code>--dark-of()</code> derives "
        "for the same roles. On the right is the mean ΔE-OK. Groups with ○ were held out of the "
        "fit.</p>"
        f'<div class="sets">{"".join(parts)}</div></html>', encoding="utf-8")
