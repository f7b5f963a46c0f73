"""Makes hostile files, from small valid ones."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

RESOLVER = "https://www.designtokens.org/schemas/2025.10/resolver.json"


def color_set(*colors: dict[str, object]) -> bytes:
    """The text of a color set, as Xcode has it."""
    return json.dumps(
        {"colors": colors, "info": {"author": "xcode", "version": 1}}, indent=2).encode()


def slot(red: str, green: str, blue: str, *appearances: tuple[str, str]) -> dict[str, object]:
    """One of the colors of a set."""
    entry: dict[str, object] = {"idiom": "universal"}
    if appearances:
        entry["appearances"] = [{"appearance": kind, "value": value} for kind, value in appearances]
    entry["color"] = {"color-space": "srgb", "components": {
        "red": red, "green": green, "blue": blue, "alpha": "1.000"}}
    return entry


SET = color_set(
    slot("0x10", "0x20", "0x30"), slot("0.5", "0.25", "1.000", ("luminosity", "dark")),
    slot("17", "1", "255", ("contrast", "high")))

TOKENS = b"""{
  "color": {
    "$type": "color",
    "$description": "All of them.",
    "blue": {"$value": {"colorSpace": "srgb", "components": [0, 0.25, 1], "hex": "#0040ff"}},
    "accent": {"$value": "{color.blue}", "$description": "It \\u00e9\\ud83d\\ude00 shines."},
    "glow": {"$value": {"colorSpace": "oklch", "components": [0.7, 0.1, "none"], "alpha": 0.5},
             "$extensions": {"com.example": {"a": [1, null, true]}}, "$deprecated": "No."}
  },
  "more": {"$extends": "{color}", "$root": {"$type": "color", "$value": "#123456"}}
}
"""

RES = json.dumps({
    "$schema": RESOLVER, "name": "All", "version": "2025.10",
    "sets": {"base": {"sources": [{"color": {"a": {"$type": "color", "$value": {
        "colorSpace": "srgb", "components": [0, 0, 0]}}}}]}},
    "modifiers": {
        "theme": {"default": "light", "contexts": {"light": [], "dark": [
            {"color": {"a": {"$type": "color", "$value": {
                "colorSpace": "srgb", "components": [1, 1, 1]}}}}]}},
        "team": {"default": "none", "contexts": {"none": [], "red": [
            {"color": {"b": {"$type": "color", "$value": "{color.a}"}}}]}}},
    "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"},
                        {"$ref": "#/modifiers/team"}]}, indent=1).encode()

SHEET = b"""/* All of them. */
@import url("other.css");
:root { --bg: 210 40% 98%; --paper: hsl(var(--bg)); --ink: light-dark(#123, rgb(1 2 3 / 50%)); }
@media (prefers-color-scheme: dark) { :root { --paper: #010203 } .x { color: red } }
@media (prefers-contrast: more) { [data-theme="dark"] { --ink: oklch(0.7 0.1 30) !important; } }
@theme inline { --color-paper: var(--paper, #fff); }
@define-color accent_bg mix(shade(#3584e4, 1.2), alpha(@ink_color, 0.5), 0.3);
@define-color ink_color rgba(1, 2, 3, 0.5);
"""

OBJECT = b"""{
  "accent": {"light": "#0461be", "dark": "#81d0ff"},
  "ground": {"deep": "hsl(210 40% 98%)", "deeper": {"light": "red", "dark": "var(--accent)"}},
  "ink": "color-mix(in oklch, var(--accent) 30%, white)"
}
"""

SCHEME = b"""scheme: "Default Dark" # as it is
author: 'Somebody'
""" + b"".join(b'base%02X: "%02x%02x40"\n' % (i, 16 * i, 255 - 16 * i) for i in range(16))

COLORS = b"""[ColorEffects:Disabled]
Color=56,56,56
Enable=true

[Colors:Window]
BackgroundNormal=239,240,241
ForegroundNormal=35,38,41,128
DecorationFocus=61,174,233

[Colors:Button][Inactive]
BackgroundNormal=1,2,3

[General]
ColorScheme=Breeze
Name=Breeze
"""

# A small file of each kind, by its name.
SEEDS: dict[str, bytes] = {
    "Contents.colorset/Contents.json": SET, "a.tokens.json": TOKENS, "a.resolver.json": RES,
    "a.css": SHEET, "a.json": OBJECT, "a.yaml": SCHEME, "a.colors": COLORS}

# Those of which no part alone is a file.
WHOLE = {"Contents.colorset/Contents.json", "a.tokens.json", "a.resolver.json", "a.json"}

LONG = "n" * (1 << 20)
WHITE = '{"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}'


def doubling_groups(levels: int) -> str:
    """Groups of which each has the one before twice: two to the power of `levels` tokens."""
    groups = [f'"g0": {{"a": {WHITE}}}']
    groups += [f'"g{i}": {{"a": {{"$extends": "{{g{i - 1}}}"}}, '
               f'"b": {{"$extends": "{{g{i - 1}}}"}}}}' for i in range(1, levels)]
    return "{" + ", ".join(groups) + "}"


def doubling_references(levels: int) -> str:
    """The same with pointers."""
    groups = [f'"g0": {{"a": {WHITE}}}']
    groups += [f'"g{i}": {{"a": {{"$ref": "#/g{i - 1}"}}, "b": {{"$ref": "#/g{i - 1}"}}}}'
               for i in range(1, levels)]
    return "{" + ", ".join(groups) + "}"


def doubling_sets(levels: int) -> str:
    """Sets of which each has the one before twice."""
    sets = {"s0": {"sources": [json.loads('{"a": ' + WHITE + "}")]}}
    for i in range(1, levels):
        sets[f"s{i}"] = {"sources": [{"$ref": f"#/sets/s{i - 1}"}] * 2}
    return json.dumps({"version": "2025.10", "sets": sets,
                       "resolutionOrder": [{"$ref": f"#/sets/s{levels - 1}"}]})


def many_modifiers(count: int) -> str:
    """Modifiers that all change one token: two to the power of `count` permutations."""
    white = json.loads('{"a": ' + WHITE + "}")
    modifiers = {f"m{i}": {"default": "off", "contexts": {"off": [], "on": [white]}}
                 for i in range(count)}
    return json.dumps({"version": "2025.10", "modifiers": modifiers, "resolutionOrder": [
        {"$ref": f"#/modifiers/m{i}"} for i in range(count)]})


def bombs() -> Iterator[tuple[str, str, str]]:
    """What would be huge if it were written out: what it is, a file's name, and its text."""
    aliases = ", ".join(f'"a{i}": {{"$type": "color", "$value": "{{a{i + 1}}}"}}'
                        for i in range(20000))
    yield "20,000 aliases in a row", "a.tokens.json", f'{{{aliases}, "a20000": {WHITE}}}'
    yield "groups that extend groups twice", "a.tokens.json", doubling_groups(40)
    yield "groups that refer to groups twice", "a.tokens.json", doubling_references(40)
    yield "sets with sets twice", "a.resolver.json", doubling_sets(60)
    yield "40 modifiers of one token", "a.resolver.json", many_modifiers(40)
    twice = "".join(f"--a{i}: var(--a{i + 1}) var(--a{i + 1});" for i in range(60))
    yield "properties with properties twice", "a.css", (
        f":root {{ {twice} --a60: 0 0; --c: rgb(var(--a0)); }}")
    mixed = "".join(f"--a{i}: color-mix(in srgb, var(--a{i + 1}), var(--a{i + 1}));"
                    for i in range(60))
    yield "mixes of a mix with itself", "a.css", f":root {{ {mixed} --a60: red; }}"
    defined = "".join(f"@define-color a{i} mix(@a{i + 1}, @a{i + 1}, 0.5);\n" for i in range(60))
    yield "GTK's mixes of a mix with itself", "a.css", defined + "@define-color a60 red;"
    yield "a mix of a thousand colors", "a.json", json.dumps(
        {"a": "color-mix(in srgb" + ", red" * 1000 + ")"})
    yield "60,000 keys of an object", "a.json", json.dumps({f"a{i}": "red" for i in range(60000)})


def deep(depth: int) -> Iterator[tuple[str, str, str]]:
    """What is nested so deep: what it is, a file's name, and its text."""
    yield "arrays", "a.json", '{"a": ' + "[" * depth
    yield "objects", "a.json", '{"a": ' * depth
    yield "closed objects", "a.json", '{"a": ' * depth + "1" + "}" * depth
    yield "groups", "a.tokens.json", '{"a": ' * depth + WHITE + "}" * depth
    yield "extensions", "a.tokens.json", (
        '{"a": {"$type": "color", "$value": "#fff", "$extensions": ' + '{"a": ' * depth + "1"
        + "}" * (depth + 2))
    yield "blocks", "a.css", "a {" * depth
    yield "media", "a.css", "@media (prefers-color-scheme: dark) {" * depth + ":root {--a: red}"
    yield "parentheses", "a.css", ":root {--a: " + "(" * depth + "}"
    yield "mixes", "a.css", ":root {--a: " + "color-mix(in srgb, red, " * depth + "}"
    yield "GTK's functions", "a.css", "@define-color a " + "shade(" * depth + ";"
    yield "conditions", "a.json", '{"a": "if(media(' + "(" * depth + '"}'
    yield "lists", "a.yaml", "base00: " + "[" * depth
    yield "indents", "a.yaml", "".join(" " * min(i, 500) + "a:\n" for i in range(min(depth, 5000)))
    yield "sub-groups", "a.colors", "[Colors:Window]" + "[a]" * depth + "\nBackgroundNormal=1,2,3\n"


def long() -> Iterator[tuple[str, str, str]]:
    """Names, values and lines of a megabyte: what it is, a file's name, and its text."""
    yield "a token", "a.tokens.json", f'{{"{LONG}": {WHITE}}}'
    yield "an alias", "a.tokens.json", f'{{"a": {{"$type": "color", "$value": "{{{LONG}}}"}}}}'
    yield "a pointer", "a.tokens.json", f'{{"a": {{"$type": "color", "$ref": "#/{LONG}"}}}}'
    yield "a space", "a.tokens.json", (
        f'{{"a": {{"$type": "color", "$value": {{"colorSpace": "{LONG}", '
        f'"components": [1, 1, 1]}}}}}}')
    yield "a file", "a.resolver.json", json.dumps({
        "version": "2025.10", "sets": {"a": {"sources": [{"$ref": LONG}]}},
        "resolutionOrder": [{"$ref": "#/sets/a"}]})
    yield "a context", "a.resolver.json", json.dumps({
        "version": "2025.10", "modifiers": {"a": {"contexts": {LONG: [], "b": [{"x": {
            "$type": "color", "$value": "#fff"}}]}, "default": "b"}},
        "resolutionOrder": [{"$ref": "#/modifiers/a"}]})
    yield "a name in JSON", "a.json", json.dumps({LONG: "red"})
    yield "a color in JSON", "a.json", json.dumps({"a": LONG})
    yield "a number", "a.json", '{"a": 0.' + "1" * (1 << 20) + "}"
    yield "a property", "a.css", f":root {{ --{LONG}: red }}"
    yield "a value", "a.css", f":root {{ --a: {LONG} }}"
    yield "a selector", "a.css", f"{LONG} {{ --a: red }}"
    yield "a definition", "a.css", f"@define-color {LONG} red;"
    yield "a comment", "a.css", f"/* {LONG}"
    yield "a string", "a.css", f'@import "{LONG}'
    yield "a key in YAML", "a.yaml", f"{LONG}: ffffff"
    yield "a value in YAML", "a.yaml", f"base00: {LONG}"
    yield "a group in KDE's", "a.colors", f"[Colors:{LONG}]\nBackgroundNormal=1,2,3\n"
    yield "a line in KDE's", "a.colors", f"[Colors:Window]\n{LONG}=1,2,3\n"


def circles() -> Iterator[tuple[str, str, str]]:
    """What leads back to itself: what it is, a file's name, and its text."""
    def alias(target: str) -> str:
        return f'{{"$type": "color", "$value": "{{{target}}}"}}'

    yield "an alias of itself", "a.tokens.json", f'{{"a": {alias("a")}}}'
    yield "aliases of each other", "a.tokens.json", f'{{"a": {alias("b")}, "b": {alias("a")}}}'
    yield "a group that extends itself", "a.tokens.json", '{"a": {"$extends": "{a}"}}'
    yield "a group that extends one above", "a.tokens.json", '{"a": {"b": {"$extends": "{a}"}}}'
    yield "groups that extend each other", "a.tokens.json", (
        '{"a": {"$extends": "{b}"}, "b": {"$extends": "{a}"}}')
    yield "a pointer at itself", "a.tokens.json", '{"a": {"$type": "color", "$ref": "#/a"}}'
    yield "a value that points at itself", "a.tokens.json", (
        '{"a": {"$type": "color", "$value": {"colorSpace": "srgb", '
        '"components": {"$ref": "#/a/$value/components"}}}}')
    yield "sets that have each other", "a.resolver.json", json.dumps({
        "version": "2025.10", "sets": {"a": {"sources": [{"$ref": "#/sets/b"}]},
                                       "b": {"sources": [{"$ref": "#/sets/a"}]}},
        "resolutionOrder": [{"$ref": "#/sets/a"}]})
    yield "properties of each other", "a.css", ":root { --a: var(--b); --b: var(--a) }"
    yield "GTK's colors of each other", "a.css", "@define-color a @b;\n@define-color b @a;\n"
    yield "names of each other", "a.json", '{"a": "var(--b)", "b": "var(--a)"}'
