"""The modules of the package: their layers, and their size."""
from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest
from places import PACKAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# From the lowest to the highest. A module imports from its own layer and those below.
LAYERS: dict[str, frozenset[str]] = {
    "C": frozenset({
        "_color_value", "_definitions", "_library", "_mapping", "_structures", "errors", "words",
        "_calls", "_annotations", "_memory", "_numbers"}),
    "values": frozenset({
        "_layouts", "_pixel_rows", "_color_data", "color", "mixing", "pixels", "environment"}),
    "parts of a theme": frozenset({
        "theme_base", "vocabulary", "color_objects", "deprecation", "deriving", "dynamic_color",
        "named_environment", "provider", "recipe", "recipe_types", "registering",
        "palettes", "layers_and_owners", "snapshot", "observer", "explanation"}),
    "files": frozenset({
        "audit", "formats", "reports", "loading", "writing", "watch", "theme_files", "desktop"}),
    "theme": frozenset({"layer", "theme"}),
    "programs": frozenset({"__init__", "names", "explain"})}
MOST_LINES = 650
# Planted in _library, which _calls imports.
CIRCLE = "from ._calls import utf8"

Graph = dict[str, frozenset[str]]


def sources() -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8")
            for path in sorted((PACKAGE / "dyncolor").glob("*.py"))}


def imports(source: str, modules: frozenset[str]) -> Iterator[str]:
    """The modules of the package that a module imports, also in functions and for type checkers."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            if node.module is not None:
                yield node.module
            else:
                yield from (each.name if each.name in modules else "__init__"
                            for each in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dyncolor"):
            yield (node.module or "").partition(".")[2] or "__init__"
        elif isinstance(node, ast.Import):
            yield from (each.name.partition(".")[2] or "__init__" for each in node.names
                        if each.name.partition(".")[0] == "dyncolor")


def graph_of(texts: Mapping[str, str]) -> Graph:
    modules = frozenset(texts)
    return {module: frozenset(imports(text, modules)) for module, text in texts.items()}


def cycle_in(graph: Graph) -> list[str]:
    """The modules of a cycle, or none: what can be removed one by one is in no cycle."""
    left = {module: set(imported) for module, imported in graph.items()}
    while ready := [module for module, imported in left.items() if not imported & left.keys()]:
        for module in ready:
            del left[module]
    return sorted(left)


def upward_in(graph: Graph) -> list[str]:
    """The imports from a higher layer."""
    heights = {module: height for height, layer in enumerate(LAYERS.values()) for module in layer}
    return [f"{module} imports {imported}" for module in sorted(graph)
            for imported in sorted(graph[module]) if heights[imported] > heights[module]]


def test_every_module_has_a_layer() -> None:
    """Every module of the Python package is in one layer, and no other module is"""
    listed = [module for layer in LAYERS.values() for module in layer]
    assert sorted(listed) == sorted(sources())


def test_no_cycle() -> None:
    """No modules import each other in a circle, not even for type checkers"""
    assert cycle_in(graph_of(sources())) == []


def test_layers() -> None:
    """Each module imports only from its own layer and those below, also for type checkers"""
    graph = graph_of(sources())
    assert sum(map(len, graph.values())) > 100
    assert upward_in(graph) == []


def test_sizes() -> None:
    """No module of the Python package is long"""
    lengths = {module: text.count("\n") for module, text in sources().items()}
    assert {module: lines for module, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize(("module", "line", "is_cycle"), [
    ("color", "from .theme import Theme", True),
    ("color", "def f():\n    from .theme import Theme", True),
    ("color", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from .theme import Theme", True),
    ("color", "from . import theme", True),
    ("color", "import dyncolor.theme", True),
    ("color", "from dyncolor.theme import Theme", True),
    ("color", "from dyncolor import Theme", True),
    ("_library", "from .names import main", False),
    ("_library", CIRCLE, True),
], ids=["an import", "in a function", "for type checkers", "of the module", "of its whole name",
        "from its whole name", "of the package", "of a higher layer", "in a circle"])
def test_a_wrong_import_is_found(module: str, line: str, is_cycle: bool) -> None:
    """An import that is planted in a module, from a higher layer or in a circle, is found"""
    texts = sources()
    graph = graph_of({**texts, module: f"{texts[module]}\n{line}\n"})
    assert bool(cycle_in(graph)) == is_cycle
    assert bool(upward_in(graph)) == (line != CIRCLE)
