"""An independent reader of asset catalogs, to compare with the library, and its test catalogs."""
from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CATALOGS = Path(__file__).parent.parent / "Formats" / "catalogs"

IDIOMS = {"iphone": "phone", "ipad": "tablet", "mac": "desktop", "tv": "tv", "watch": "watch",
          "car": "car", "vision": "headset", "reality": "headset"}
GAMUTS = {"sRGB": "srgb", "display-P3": "p3"}
SPACES = {"srgb": "srgb", "display-p3": "display-p3", "extended-srgb": "--extended-srgb",
          "extended-linear-srgb": "--extended-srgb-linear", "gray-gamma-22": "--gray-gamma-22",
          "extended-gray": "--extended-srgb"}


@dataclass(frozen=True)
class Slot:
    """What an entry of a color set is for, and its color in CSS, or the name of a reference; None
    if it is empty."""
    idiom: str = "universal"
    gamut: str = ""
    scheme: str = ""
    contrast: str = ""
    subtype: str = ""
    locale: str = ""
    css: str | None = None
    reference: str | None = None

    @property
    def is_empty(self) -> bool:
        return self.css is None and self.reference is None


@dataclass(frozen=True)
class Surroundings:
    """An environment, in the words of catalogs."""
    idiom: str = "universal"
    gamut: str = "sRGB"
    scheme: str = "light"
    contrast: str = ""
    subtype: str = ""
    locale: str = ""


# -- Reading

def read(folder: Path, namespace: str = "") -> Iterator[tuple[str, list[Slot]]]:
    """The names and the slots of all color sets in a folder."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.suffix == ".colorset":
            yield namespace + path.stem, read_set(path)
        elif path.is_dir():
            contents = path / "Contents.json"
            group = namespace
            if contents.exists() and json.loads(contents.read_text())["properties"].get(
                    "provides-namespace"):
                group += path.name + "/"
            yield from read(path, group)


def read_set(folder: Path) -> list[Slot]:
    # Numbers keep their notation: those of JSON are told from text by a tuple around them.
    contents = json.loads(
        (folder / "Contents.json").read_text(), parse_float=lambda text: (text,),
        parse_int=lambda text: (text,))
    return [read_slot(entry) for entry in contents.get("colors", [])]


def read_slot(entry: dict[str, Any]) -> Slot:
    says = {each["appearance"]: each["value"] for each in entry.get("appearances", [])}
    css = reference = None
    if color := entry.get("color"):
        reference = color.get("reference")
        if "components" in color:
            css = css_of(color, entry.get("display-gamut"))
    return Slot(
        entry.get("idiom", "universal").replace("reality", "vision"),
        entry.get("display-gamut", ""), says.get("luminosity", ""), says.get("contrast", ""),
        entry.get("subtype", ""), entry.get("locale", ""), css, reference)


def css_of(color: dict[str, Any], gamut: str | None) -> str:
    components = color["components"]
    fallback = "display-p3" if gamut == "display-P3" else "srgb"
    space = SPACES.get(color.get("color-space", ""), fallback)
    channels = ["white"] * 3 if "white" in components else ["red", "green", "blue"]
    if space == "--gray-gamma-22":
        channels = channels[:1]
    has_point = any("." in text_of(components[channel]) for channel in channels)
    numbers = " ".join(
        repr(number(components[channel], has_point)) for channel in channels)
    return f"color({space} {numbers} / {number(components['alpha'], True)!r})"


def text_of(value: str | tuple[str]) -> str:
    return value if isinstance(value, str) else value[0]


def number(value: str | tuple[str], is_one: bool) -> float:
    """What a component is. A bare 1 is 1.0 if `is_one`, and else 1/255, as all integers."""
    if isinstance(value, tuple):
        return float(value[0])
    if value == "1" and is_one:
        return 1.0
    if value.lower().startswith("0x"):
        return int(value, 16) / 255
    if "." in value or "e" in value.lower():
        return as_float(float(value))
    return int(value) / 255


def as_float(value: float) -> float:
    rounded: float = struct.unpack("f", struct.pack("f", value))[0]
    return rounded


# -- Choosing

def choose(slots: list[Slot], of: Surroundings) -> Slot | None:
    """The slot that is used: each rule narrows what is left, the most important one first."""
    left = [slot for slot in slots if not slot.is_empty
            and slot.idiom in ("universal", of.idiom) and slot.scheme in ("", of.scheme)
            and slot.contrast in ("", of.contrast) and slot.subtype in ("", of.subtype)
            and slot.locale in ("", of.locale)]
    rules: tuple[Callable[[Slot], int], ...] = (
        lambda slot: slot.idiom != "universal",
        lambda slot: 2 if slot.gamut == of.gamut else 1 if slot.gamut == "" else 0,
        lambda slot: slot.scheme != "", lambda slot: slot.contrast != "",
        lambda slot: slot.subtype != "", lambda slot: slot.locale != "")
    for rule in rules:
        best = max((rule(slot) for slot in left), default=0)
        left = [slot for slot in left if rule(slot) == best]
    return left[-1] if left else None


# -- Making

def entry(slot: Slot, color: dict[str, Any] | None) -> dict[str, Any]:
    """The JSON of a slot, with a color as that of the file has it."""
    made: dict[str, Any] = {"idiom": slot.idiom}
    appearances = [
        {"appearance": appearance, "value": value}
        for appearance, value in (("luminosity", slot.scheme), ("contrast", slot.contrast))
        if value]
    if appearances:
        made["appearances"] = appearances
    for key, value in (("display-gamut", slot.gamut), ("subtype", slot.subtype),
                       ("locale", slot.locale)):
        if value:
            made[key] = value
    if color is not None:
        made["color"] = color
    return made


def write_set(folder: Path, entries: list[dict[str, Any]]) -> None:
    folder.mkdir(parents=True)
    (folder / "Contents.json").write_text(json.dumps(
        {"colors": entries, "info": {"author": "xcode", "version": 1}}, indent=2))


def write_group(folder: Path, *, namespace: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Contents.json").write_text(json.dumps({
        "info": {"author": "xcode", "version": 1},
        "properties": {"provides-namespace": namespace}}))


# -- What real catalogs have

@dataclass(frozen=True)
class Fact:
    """A slot of a real color set, and its numbers as an independent reader has them."""
    catalog: str
    name: str
    slot: Slot
    space: str
    numbers: tuple[float, ...]


def write_facts(folder: Path) -> list[Fact]:
    """Makes catalogs that say what real ones do, and returns that."""
    facts: list[Fact] = []
    entries: dict[Path, list[dict[str, Any]]] = {}
    catalog, name, where = "", "", Path()
    namespaces: set[str] = set()
    for line in (CATALOGS / "facts.tsv").read_text().splitlines():
        kind, *rest = line.split("\t")
        if kind == "catalog":
            catalog = rest[0]
            namespaces.clear()
        elif kind == "namespace":
            namespaces.add(rest[0])
            write_group(folder / catalog / rest[0], namespace=True)
        elif kind == "set":
            where = folder / catalog / rest[0]
            parts = rest[0].removesuffix(".colorset").split("/")
            name = "".join(
                part + "/" for index, part in enumerate(parts[:-1])
                if "/".join(parts[:index + 1]) in namespaces) + parts[-1]
        elif kind == "slot":
            slot, color = fact_slot(*rest)
            entries.setdefault(where, []).append(entry(slot, color))
            numbers = () if rest[1] in ("-", "reference") else tuple(map(float, rest[3].split()))
            facts.append(Fact(catalog, name, slot, rest[1], numbers))
    for path, colors in entries.items():
        write_set(path, colors)
    return facts


def fact_slot(
    conditions: str, space: str, notation: str, value: str
) -> tuple[Slot, dict[str, Any] | None]:
    idiom, *appearances = conditions.split()
    scheme = next((each for each in appearances if each in ("light", "dark")), "")
    contrast = "high" if "contrast-high" in appearances else ""
    slot = Slot(idiom, "", scheme, contrast)
    if space == "-":
        return slot, None
    if space == "reference":
        platform = {} if notation == "-" else {"platform": notation}
        return Slot(idiom, "", scheme, contrast, reference=value), {
            **platform, "reference": value}
    texts = [json.loads(text) for text in notation.split(" ")]
    names = ["white", "alpha"] if len(texts) == 2 else ["red", "green", "blue", "alpha"]
    color = {"color-space": space, "components": dict(zip(names, texts, strict=True))}
    return slot, color
