"""The names in annotations, at run time.

A type that a module only names in annotations is imported by type checkers, but not at run time,
because importing it would take more time than resolving a first color. Instead, each of these
names is defined as a text. `typing.get_type_hints` evaluates this text as a forward reference, and
so imports the type.
"""
from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# The names that annotations use from `typing`, and from `collections.abc`.
_TYPING = ("Any", "NoReturn", "Self", "SupportsIndex", "Unpack")
_ABSTRACT = ("Callable", "Iterable", "Iterator", "Mapping", "Sequence")
# Protocols and base classes, each with the public class that it stands for in annotations.
STAND_INS = {"HasColors": "Snapshot", "HasHandle": "Theme", "HasId": "DynamicColor",
             "HasNames": "Theme", "LayerOfTheme": "Layer", "PixelRows": "Pixels",
             "ThemeBase": "Theme"}
# The expressions that import these modules. A name in the module follows the dot at the end.
_PACKAGE, _WORDS, _COLLECTIONS = (
    f"__import__({module!r}, fromlist='*')." for module in (
        "dyncolor", "dyncolor.words", "collections.abc"))
# The modules, by their names, that `name_all` has dealt with already.
_finished_modules: set[str] = set()


class Reference(str):
    """A name, as the text of the Python expression that imports it.

    If an annotation is more than a name, such as `Space | None` and `Iterable[Color]`, Python
    calls a method here while it evaluates the annotation.
    """

    __slots__ = ()

    def _value(self) -> Any:
        return eval(str(self))

    def __or__(self, other: Any) -> Any:
        return self._value() | (other._value() if isinstance(other, Reference) else other)

    def __ror__(self, other: Any) -> Any:
        return other | self._value()

    def __getitem__(self, parameters: Any) -> Any:
        # An int is an index into this text: `typing` looks at the first character of a forward
        # reference.
        if isinstance(parameters, int):
            return super().__getitem__(parameters)
        return self._value()[parameters]


class Module(Reference):
    """A module, as the expression that imports it. An annotation names something in it."""

    __slots__ = ()

    # Overridden because a method of `str`, such as `index`, would be found before a name in the
    # module.
    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_"):
            return super().__getattribute__(name)
        return getattr(self._value(), name)


def _references(public: Iterable[str]) -> dict[str, Reference]:
    """Return what stands for each name. `public` has the names of the package."""
    # Of the exceptions, only Error occurs in annotations of modules that do not import it.
    expressions = {
        **{name: f"{_PACKAGE}{name}" for name in public if name[-5:] != "Error"},
        "Error": f"{_PACKAGE}Error",
        **{name: f"{_PACKAGE}{stands_for}" for name, stands_for in STAND_INS.items()},
        **{name: f"__import__('typing').{name}" for name in _TYPING},
        **{name: f"{_COLLECTIONS}{name}" for name in _ABSTRACT},
        "AxisValues": f"{_WORDS}AxisValues",
        # A type variable, and a class that users do not make.
        "Key": "object", "ConvertedLoadOptions": "object",
        # Aliases of types. In older versions of Python, array and memoryview take no parameters.
        "FloatArray": "__import__('array').array", "FloatView": "memoryview", "View": "memoryview",
        "ColorOrColors": f"{_PACKAGE}Color | str | {_COLLECTIONS}Iterable['Color | str']"}
    return {"numpy": Module("__import__('numpy')"),
            **{name: Reference(text) for name, text in expressions.items()}}


# What `_references` has returned; empty before the first call of `name_all`.
_all: dict[str, Reference] = {}


def name_all(public: Iterable[str]) -> None:
    """Define the names in annotations in all modules of the package that are loaded."""
    references = _all or _references(public)
    _all.update(references)
    for name, module in [*sys.modules.items()]:
        if name.startswith("dyncolor.") and name not in _finished_modules:
            _finished_modules.add(name)
            own = module.__dict__
            # A name that the module defines itself stays.
            own.update({**references, **own})
