"""An independent resolver of design tokens, written from their specification, to compare with the
library. It resolves one permutation at a time.

Tokens that are missing in a permutation, and references to them, have no value.
"""
from __future__ import annotations

import itertools
import json
import posixpath
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from typing import TypeGuard

Tree = dict[str, Any]
MISSING = object()


class Value(NamedTuple):
    space: str
    components: tuple[float | str, ...]
    alpha: float

    @property
    def css(self) -> str:
        def text(number: float | str) -> str:
            return number if isinstance(number, str) else format(float(number), ".17g")
        numbers = " ".join(map(text, self.components))
        named = self.space in ("hsl", "hwb", "lab", "lch", "oklab", "oklch")
        inner = f"{numbers} / {text(self.alpha)}"
        return f"{self.space}({inner})" if named else f"color({self.space} {inner})"


def is_object(value: Any) -> TypeGuard[Tree]:
    return isinstance(value, dict)


def is_token(node: Any) -> TypeGuard[Tree]:
    return is_object(node) and ("$value" in node or "$ref" in node)


def merged(below: Any, above: Any) -> Any:
    """Groups are merged, and tokens replace each other."""
    if not is_object(below) or is_token(below) or is_token(above):
        return above
    result = dict(below)
    for key, value in above.items():
        result[key] = merged(below[key], value) if key in below and is_object(value) else value
    return result


def pointer_parts(pointer: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def at(document: Any, parts: list[str]) -> Any:
    for part in parts:
        document = document[int(part) if type(document) is list else part]
    return document


def without_reference(item: Tree) -> Tree:
    return {key: value for key, value in item.items() if key != "$ref"}


class Resolver:
    def __init__(self, files: Mapping[str, str], first: str) -> None:
        self.files = {name: json.loads(text) for name, text in files.items()}
        self.first = first
        self.document = self.files[first]

    @property
    def modifiers(self) -> dict[str, Tree]:
        return {name: item for kind, name, item in self.order() if kind == "modifier"}

    def order(self) -> Iterator[tuple[str, str, Tree]]:
        for item in self.document["resolutionOrder"]:
            if "$ref" in item:
                kind, name = pointer_parts(item["$ref"][1:])
                yield kind[:-1], name, {**self.document[kind][name], **without_reference(item)}
            else:
                yield item["type"], item["name"], item

    def permutations(self) -> Iterator[dict[str, str]]:
        modifiers = self.modifiers
        for names in itertools.product(*(item["contexts"] for item in modifiers.values())):
            yield dict(zip(modifiers, names))

    def flattened(self, inputs: Mapping[str, str]) -> Tree:
        result: Tree = {}
        for kind, name, item in self.order():
            if kind == "set":
                sources = item["sources"]
            else:
                default = item.get("default", next(iter(item["contexts"])))
                sources = item["contexts"][inputs.get(name, default)]
            for tree in self.trees(sources, self.first):
                result = merged(result, tree)
        return result

    def trees(self, sources: list[Tree], file: str) -> Iterator[Tree]:
        for source in sources:
            if "$ref" not in source:
                yield source
                continue
            name, _, pointer = source["$ref"].partition("#")
            path = file
            if name:
                path = posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
            target = {**at(self.files[path], pointer_parts(pointer)), **without_reference(source)}
            if "sources" in target:
                yield from self.trees(target["sources"], path)
            else:
                yield target

    def colors(self, inputs: Mapping[str, str]) -> dict[str, Value | None]:
        """The values of all color tokens, by names with strokes."""
        return Permutation(self.flattened(inputs)).colors()


class Permutation:
    def __init__(self, tree: Tree) -> None:
        self.raw = tree
        self.tree = self.extended(tree, ())

    def extended(self, group: Tree, path: tuple[str, ...]) -> Tree:
        result: Tree = {}
        if "$extends" in group:
            parts = tuple(group["$extends"][1:-1].split("."))
            result = self.extended(at(self.raw, list(parts)), parts)
        own = {key: self.extended(value, (*path, key))
               if is_object(value) and not is_token(value) and not key.startswith("$")
               else value for key, value in group.items() if key != "$extends"}
        whole: Tree = merged(result, own)
        return whole

    def tokens(self, group: Tree, path: tuple[str, ...] = (),
               type: str | None = None) -> Iterator[tuple[tuple[str, ...], Tree, str | None]]:
        type = group.get("$type", type)
        for key, value in group.items():
            if key.startswith("$") and key != "$root" or not is_object(value):
                continue
            if is_token(value):
                yield (*path, key), value, type
            else:
                yield from self.tokens(value, (*path, key), type)

    def colors(self) -> dict[str, Value | None]:
        result: dict[str, Value | None] = {}
        for path, token, inherited in self.tokens(self.tree):
            if self.type(token, inherited) == "color":
                name = "/".join(part for part in path if part != "$root")
                result[name] = self.color(token)
        return result

    def type(self, token: Tree, inherited: str | None) -> str | None:
        if "$type" in token:
            return str(token["$type"])
        target = self.target(token.get("$value", token))
        if target is None:
            return inherited
        for _, found, type in self.tokens(self.tree):
            if found is target:
                return self.type(found, type)
        return inherited

    def target(self, value: Any) -> Tree | None:
        """The token that a value refers to as a whole."""
        if isinstance(value, str) and value.startswith("{"):
            parts = value[1:-1].split(".")
        elif is_object(value) and str(value.get("$ref", "")).startswith("#"):
            parts = pointer_parts(value["$ref"][1:])
            if parts[-1] == "$value":
                parts.pop()
        else:
            return None
        try:
            found = at(self.tree, parts)
        except (KeyError, TypeError, ValueError):
            return None
        return found if is_token(found) else None

    def settled(self, value: Any) -> Any:
        """What a value stands for, when it refers to another; MISSING if that is not there."""
        while True:
            if isinstance(value, str) and value.startswith("{"):
                target = self.target(value)
                if target is None:
                    return MISSING
                value = target.get("$value", target)
            elif is_object(value) and "$ref" in value:
                parts = pointer_parts(value["$ref"][1:])
                node: Any = self.tree
                for part in parts:
                    if is_token(node):
                        node = self.settled(node.get("$value", node))
                        if part == "$value":
                            continue
                    else:
                        node = self.settled(node)
                    if node is MISSING:
                        return MISSING
                    try:
                        node = at(node, [part])
                    except (KeyError, IndexError):
                        return MISSING
                value = node.get("$value", node) if is_token(node) else node
            else:
                return value

    def color(self, token: Tree) -> Value | None:
        value = self.settled(token.get("$value", token))
        if value is MISSING:
            return None
        components = self.settled(value["components"])
        if components is MISSING:
            return None
        numbers = tuple(self.settled(number) for number in components)
        space, alpha = self.settled(value["colorSpace"]), self.settled(value.get("alpha", 1))
        if MISSING in (*numbers, space, alpha):
            return None
        return Value(space, numbers, alpha)
