"""The documentation of the package."""
from __future__ import annotations

import builtins
import doctest
import importlib
import inspect
import pydoc
import re
import subprocess
import sys
import typing
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import pytest
from places import PACKAGE

import dyncolor
from dyncolor import _annotations, _library, _structures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MODULES = sorted(path.stem for path in (PACKAGE / "dyncolor").glob("*.py"))
PUBLIC = {name: getattr(dyncolor, name) for name in dyncolor.__all__}
READABLE = ("asset-catalog", "design-tokens", "style-sheet", "json", "base16", "kde")
# Type aliases are public, too, but cannot have docstrings.
OBJECTS = {name: value for name, value in PUBLIC.items()
           if inspect.isclass(value) or inspect.isfunction(value)}


def examples() -> Iterator[doctest.DocTest]:
    """The examples of all docstrings, as they run where everything public has been imported."""
    for name in MODULES:
        module = importlib.import_module("dyncolor" if name == "__init__" else f"dyncolor.{name}")
        for found in doctest.DocTestFinder().find(module, extraglobs=PUBLIC):
            if found.examples:
                yield found


EXAMPLES = list(examples())


@pytest.mark.parametrize("test", [pytest.param(test, id=test.name) for test in EXAMPLES])
def test_examples(test: doctest.DocTest) -> None:
    """Each example in a docstring does what it says"""
    told: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert results.failed == 0, "".join(told)


# What needs no example of its own, and why.
WITHOUT_EXAMPLE = {
    "AuditFinding": "the examples are those of Theme.audit() and Audit",
    "Builtin": "the example is that of builtins()",
    "Change": "the examples are those of Theme.changes() and Theme.observe()",
    "Deprecation": "the example is that of DynamicColor.deprecate()",
    "Gap": "the example is that of Theme.gaps()",
    "Observation": "the example is that of Theme.observe()",
    "Watch": "the example is that of Theme.watch()",
    "Watch.close": "`with` calls it",
    "Watch.fileno": "event loops call it",
    "Desktop.close": "`with` calls it",
    "Desktop.fileno": "event loops call it",
    "FileReader": "programs write such a class, for Theme.load()",
    "FileReader.read": "as FileReader",
    "FileReader.list": "as FileReader",
    "FileError.as_missing": "loading calls it",
    "MissingFileError.as_missing": "loading calls it",
    "Color.index": "as that of any sequence",
    "Color.count": "as that of any sequence",
    "load": "its result depends on where the library is",
    **{f"{name}.{method}": "as that of any mapping"
       for name in ("Axes", "Axis", "Layers", "Names") for method in ("items", "keys", "values")},
    **{f"{name}.get": "as that of any mapping" for name in ("Axes", "Layers")},
    **{f"Colors.{method}": "as that of any sequence" for method in ("count", "index")},
}


def test_types_of_words_list_them() -> None:
    """The help of a type of words has all of them"""
    types = {name: value for name, value in PUBLIC.items() if get_origin(value) is Literal}
    assert {"Layout", "Scheme", "Severity"} <= set(types)
    for name, value in types.items():
        shown = pydoc.plain(pydoc.render_doc(value))
        assert all(repr(word) in shown for word in get_args(value)), name


def without_example() -> Iterator[str]:
    """What is public and can be called, but has no example."""
    shown = {test.name for test in EXAMPLES}
    for name, value in members():
        is_error = inspect.isclass(value) and issubclass(value, Exception)
        if callable(value) and not is_error and place(value) not in shown:
            yield name


def place(value: Any) -> str:
    """Where a class or a function is defined. Methods of base classes have the name of the public
    class, but not in their code."""
    inner = inspect.unwrap(value)
    code = getattr(inner, "__code__", None)
    return f"{inner.__module__}.{code.co_qualname if code else inner.__qualname__}"


def test_everything_has_its_example() -> None:
    """All that is public and can be called is shown by an example, unless there is a reason"""
    assert {*without_example()} == {*WITHOUT_EXAMPLE}
    shown = {test.name.removeprefix("dyncolor.") for test in EXAMPLES}
    assert {"dyncolor", "color.Color", "color.Color.css", "mixing.mix", "theme.Theme"} <= shown
    assert len(EXAMPLES) > 140


def test_a_docstring_begins_with_a_sentence() -> None:
    """The first paragraph of a docstring is one sentence or two, and says enough alone"""
    for name, value in members():
        # Not the status of an error, nor the methods of Sequence.
        if isinstance(value, int) or not getattr(
                value, "__module__", "dyncolor").startswith("dyncolor"):
            continue
        first = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
        assert first and first[0].isupper() and first[-1] in ".:", name
        assert len(first) < 250, name


@pytest.mark.parametrize(("subject", "words"), [
    (dyncolor.Step, _structures.STEP_KINDS), (dyncolor.Step, _structures.TRANSFORMS),
    (dyncolor.Step, _structures.ORIGINS), (dyncolor.Step, _library.KINDS),
    (dyncolor.Theme.load, [".xcassets", ".colorset", ".tokens", ".tokens.json", ".resolver.json",
                           ".css", ".json", ".yaml", ".yml", ".colors", *READABLE]),
    (dyncolor.Theme.write, [".xcassets", ".tokens", ".css", ".json", ".colors", ".h", ".html",
                            ".svg", ".gpl", ".Xresources", ".conf", ".toml",
                            *_library.FORMATS.keys() - {"base16"}]),
    (dyncolor.Theme.register, ["Night/", "light-dark()", "--variants", "high-contrast"]),
    (dyncolor.Theme.load, ["Night/ink"]),
    (dyncolor.Pixels, _library.LAYOUTS), (dyncolor.Color.mix, ["hue"]),
    (dyncolor.Environment, [
        *_library.AXES, *_library.SCHEMES, *_library.CONTRASTS, *_library.ELEVATIONS,
        *_library.GAMUTS, *_library.VISIONS, *_library.STATES, *_library.IDIOMS,
        *_library.FORCED_COLORS]),
    (dyncolor.Layer, ["--covered()"]), (dyncolor.Theme.layer, ["--covered()", "below"]),
    (dyncolor.Theme.register, ["--covered()", "--ensure-contrast"]),
    (dyncolor.Snapshot.mix, ["Oklab"]), (dyncolor.Snapshot.mix_to, ["Oklab"])],
    ids=lambda each: getattr(each, "__qualname__", ""))
def test_help_has_all_words(subject: object, words: Iterable[str]) -> None:
    """What `help` shows has all words there are: kinds of steps, formats and their extensions"""
    text = pydoc.plain(pydoc.render_doc(subject))
    assert [word for word in words if word not in text] == []


def test_the_first_page_leads_everywhere() -> None:
    """`help(dyncolor)` names every class and function for a task, and only what there is"""
    table = re.findall(r"^\| .* \| (`.*) \|$", dyncolor.__doc__ or "", re.MULTILINE)
    names = re.findall(r"`([^`]+)`", "".join(table))
    for name in names:
        value: Any = dyncolor
        for part in name.split("."):
            value = getattr(value, part)
    whole = {name for name, value in OBJECTS.items()
             if not (inspect.isclass(value) and issubclass(value, Exception))}
    # `Theme.load` says what it takes.
    assert whole - {"FileReader"} <= {*names} and "Error" in names and len(table) > 15


def test_help_begins_with_the_first_page() -> None:
    """`help(dyncolor)` begins with what the package is for, and has no internals of Python's"""
    text = pydoc.plain(pydoc.render_doc(dyncolor))
    first, classes = text.index("Where to read on"), text.index("\nCLASSES")
    assert first < 2000 and first < classes
    for name in ("__subclasshook__", "inherited from collections.abc", "typing.Protocol",
                 "__abstractmethods__"):
        assert name not in text, name


@pytest.mark.parametrize("program", ["explain", "names"])
def test_programs_have_help(program: str) -> None:
    """The programs of the package show how to use them, and `help(dyncolor)` names them"""
    shown = subprocess.run(
        [sys.executable, "-m", f"dyncolor.{program}", "--help"], check=True, capture_output=True,
        text=True).stdout
    assert shown.startswith(f"usage: python3 -m dyncolor.{program}")
    assert f"`python3 -m dyncolor.{program}`" in (dyncolor.__doc__ or "").replace("\n", " ")
    assert f"python3 -m dyncolor.{program} " in (
        importlib.import_module(f"dyncolor.{program}").__doc__ or "")


def test_help_has_all_appearance_names() -> None:
    """Each appearance name that `help` lists is known, of each system"""
    text = inspect.getdoc(dyncolor.Environment.named) or ""
    names = re.findall(r"`([^`]+)`", text)
    prefixes = {"UIUserInterfaceStyle", "UIAppearanceHighContrast", "named", "Any", "Light", "Dark"}
    assert len(names) > 50
    for name in set(names) - prefixes:
        assert isinstance(dyncolor.Environment.named(name), dyncolor.Environment), name
    for name in ("UIUserInterfaceStyleDark", "UIAppearanceHighContrastDark"):
        assert dyncolor.Environment.named(name).scheme == "dark"


def test_help_needs_no_header() -> None:
    """No docstring sends its reader to the header of C"""
    for name, value in members():
        assert "header" not in (inspect.getdoc(value) or "").lower().replace("c-header", ""), name


def members() -> Iterator[tuple[str, Any]]:
    for name, value in OBJECTS.items():
        yield name, value
        if inspect.isclass(value):
            for base in value.__mro__:
                for member, defined in vars(base).items():
                    if (base.__module__.startswith("dyncolor") and not member.startswith("_")
                            and not inspect.ismemberdescriptor(defined)):
                        yield f"{name}.{member}", getattr(value, member)


def test_everything_is_documented() -> None:
    """All that is public has a docstring, which `help` shows with what it takes and returns"""
    for name, value in members():
        if isinstance(value, int):  # the status of an error
            continue
        assert inspect.getdoc(value), name
        # Color has some methods of Sequence.
        if inspect.isfunction(value) and value.__module__.startswith("dyncolor"):
            hints = value.__annotations__
            parameters = set(inspect.signature(value).parameters) - {"self"}
            assert set(hints) >= parameters | {"return"}, name


# ---- Annotations ---------------------------------------------------------------------------------


def annotated() -> Iterator[tuple[str, Any]]:
    """Everything public that has annotations, with its name."""
    for name, value in OBJECTS.items():
        yield name, value
        if not inspect.isclass(value):
            continue
        for member in dir(value):
            found: Any = inspect.getattr_static(value, member)
            found = getattr(found, "__func__", getattr(found, "fget", found))
            is_ours = str(getattr(found, "__module__", "")).startswith("dyncolor")
            is_public = not member.startswith("_") or member.endswith("__")
            if inspect.isfunction(found) and is_ours and is_public:
                yield f"{name}.{member}", found


def test_annotations_are_evaluated() -> None:
    """`typing.get_type_hints` evaluates the annotations of all that is public"""
    count = 0
    for name, value in annotated():
        for parameter, hint in typing.get_type_hints(value).items():
            count += 1
            # A recipe may contain recipes.
            assert "__import__" not in repr(hint) or "Recipe" in repr(hint), (name, parameter)
    assert count > 800
    hints = typing.get_type_hints(dyncolor.mix)
    assert (hints["hue"], hints["return"]) == (dyncolor.Hue, dyncolor.Color)
    assert hints["space"] == typing.Optional[dyncolor.Space]
    assert typing.get_type_hints(dyncolor.Theme.layer)["return"] is dyncolor.Layer
    assert typing.get_type_hints(dyncolor.Theme.load)["source"] == dyncolor.Path


@pytest.mark.parametrize("evaluator", [
    "typing.get_type_hints(each)",
    pytest.param("inspect.signature(each, eval_str=True)",
                 marks=pytest.mark.skipif(sys.version_info < (3, 10), reason="Python 3.10"))])
def test_annotations_before_typing(evaluator: str) -> None:
    """Annotations are evaluated also if nothing was imported but what they belong to"""
    module = evaluator.partition(".")[0]
    for name in "Theme", "Desktop", "Environment", "mix":
        source = f"import dyncolor, sys; value = dyncolor.{name}"
        source += f"\nassert {module!r} not in sys.modules"
        source += f"\nimport {module}"
        source += "\nfor each in vars(value).values() if isinstance(value, type) else [value]:"
        source += f"\n  if type(each) is type(lambda: 0): {evaluator}"
        subprocess.run([sys.executable, "-S", "-c", source], check=True)


def test_names_in_annotations_are_public() -> None:
    """What annotations name is public, built in, or of a module that anybody can import"""
    known = {*dyncolor.__all__, *vars(builtins), *vars(typing), "numpy", "ndarray", "dtype",
             "float32", "os", "PathLike", "module"}
    # A class of this package that stands for a public one, or a type of keyword arguments.
    known |= {*_annotations.STAND_INS, "AxisValues", "FloatArray", "FloatView", "Key", "View",
              "ConvertedLoadOptions", "ColorOrColors"}
    unknown: set[str] = set()
    for name, value in annotated():
        is_public = not name.rpartition(".")[2].startswith("_")
        for text in getattr(value, "__annotations__", {}).values() if is_public else ():
            words = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"'.*?'", "", str(text))))
            unknown |= {f"{name}: {word}" for word in words - known}
    assert unknown == set()
