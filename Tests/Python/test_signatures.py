"""The ctypes declarations of the package, compared with the header as a compiler reads it."""
from __future__ import annotations

import ctypes
import json
import re
import subprocess
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest
from places import CLANG, HEADER

import dyncolor
from dyncolor import (
    _color_value, _definitions, _library, _structures, errors, loading, observer, provider, writing)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# ---- The header ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Header:
    # The kinds of the result and of each parameter.
    functions: dict[str, list[str]]
    callbacks: dict[str, list[str]]
    # The size, and for each field its name, offset, size and kind.
    structs: dict[str, tuple[int, list[tuple[str, int, int, str]]]]
    enums: dict[str, dict[str, int]]
    version: int
    version_string: str


class Reader:
    """Reads the syntax tree that clang makes."""

    def __init__(self) -> None:
        dumped = subprocess.run(
            [CLANG, "-fsyntax-only", "-Xclang", "-ast-dump=json", HEADER], check=True,
            capture_output=True).stdout
        nodes: list[dict[str, Any]] = json.loads(dumped)["inner"]
        self.nodes = nodes
        self.typedefs: dict[str, str] = {
            node["name"]: node["type"]["qualType"] for node in nodes
            if node["kind"] == "TypedefDecl"}

    def named(self, kind: str) -> list[dict[str, Any]]:
        """Without the functions that are compiled into programs."""
        return [node for node in self.nodes
                if node["kind"] == kind and node.get("name", "").startswith("dyncolor_")
                and node.get("storageClass") != "static"]

    def kind(self, text: str) -> str:
        """What matters of a type: integers by sign and bits, and what is passed by pointer."""
        text = text.strip()
        if re.fullmatch(r"(struct )?dyncolor_error \*", text):
            return "error"
        if text == "const char *":
            return "text"
        if text.endswith("*") or "(*)" in text:
            return "pointer"
        array = re.fullmatch(r"(.*)\[(\d+)\]", text)
        if array is not None:
            return f"{self.kind(array[1])}[{array[2]}]"
        text = text.removeprefix("const ")
        if text.startswith("enum "):
            return "i32"
        if text in self.typedefs and not self.typedefs[text].startswith("struct "):
            return self.kind(self.typedefs[text])
        basic = {"void": "void", "int": "i32", "unsigned int": "u32", "unsigned char": "u8",
                 "unsigned short": "u16", "unsigned long": "u64", "double": "f64", "float": "f32",
                 "char": "char"}
        return basic.get(text, text)

    def prototype(self, text: str) -> list[str]:
        result, _, rest = text.partition("(*)(" if "(*)" in text else "(")
        parameters = rest[:-1].split(", ")
        return [self.kind(part) for part in (result, *parameters) if part not in ("", "void")] \
            if result.strip() != "void" else ["void", *map(self.kind, parameters)]


def measure(folder: Path, expressions: list[str]) -> list[int]:
    """The values of constant expressions, by a program that prints them."""
    lines = "\n".join(f'printf("%lld\\n", (long long)({each}));' for each in expressions)
    source = folder / "measure.c"
    source.write_text(
        f"#include <dyncolor.h>\n#include <stdio.h>\nint main(void) {{\n{lines}\n}}\n")
    program = folder / "measure"
    subprocess.run([CLANG, f"-I{HEADER.parent}", source, "-o", program], check=True)
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return [int(line) for line in printed.split()]


@pytest.fixture(scope="module")
def header(tmp_path_factory: pytest.TempPathFactory) -> Header:
    reader = Reader()
    folder = tmp_path_factory.mktemp("header")
    records = [node for node in reader.named("RecordDecl") if node.get("completeDefinition")]
    enums = reader.named("EnumDecl")
    wanted: list[str] = ["DYNCOLOR_VERSION"]
    for record in records:
        name = record["name"]
        wanted.append(f"sizeof({name})")
        for each in fields(record):
            member = each["name"]
            wanted += [f"offsetof({name}, {member})", f"sizeof((({name} *)0)->{member})"]
    for enum in enums:
        wanted += [constant["name"] for constant in enum["inner"]]
    values = iter(measure(folder, wanted))
    version = next(values)
    return Header(
        functions={node["name"]: reader.prototype(node["type"]["qualType"])
                   for node in reader.named("FunctionDecl")},
        callbacks={name: reader.prototype(text) for name, text in reader.typedefs.items()
                   if "(*)" in text},
        structs={record["name"]: (next(values), [
            (each["name"], next(values), next(values), reader.kind(each["type"]["qualType"]))
            for each in fields(record)]) for record in records},
        enums={enum["name"]: {constant["name"]: next(values) for constant in enum["inner"]}
               for enum in enums},
        version=version,
        version_string=re.findall(r'VERSION_STRING "(.*)"', HEADER.read_text())[0])


def fields(record: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in record["inner"] if each["kind"] == "FieldDecl"]


# ---- The package ---------------------------------------------------------------------------------


FUNCTIONS = [line.partition(":")[0] for line in _library.SIGNATURES.strip().splitlines()]


@dataclass(frozen=True)
class Package:
    signatures: dict[str, tuple[Any, ...]] = field(
        default_factory=lambda: {
            name: tuple(_library.signature(name)) for name in FUNCTIONS})
    callbacks: dict[str, Any] = field(default_factory=lambda: {
        "dyncolor_provider_function": provider.PROVIDER,
        "dyncolor_destroy_function": provider.DESTROY,
        "dyncolor_observer_function": observer.OBSERVER,
        "dyncolor_progress_function": loading.PROGRESS,
        "dyncolor_file_function": writing.FileFunction})
    structs: dict[str, Any] = field(default_factory=lambda: {
        "dyncolor_error": _library.ErrorDetails, "dyncolor_color": _color_value.ColorValue,
        "dyncolor_environment": _library.EnvironmentValue,
        "dyncolor_adjustment": _structures.AdjustmentValue,
        "dyncolor_theme_options": _structures.ThemeOptions,
        "dyncolor_desktop_options": _structures.DesktopOptions,
        "dyncolor_part": _definitions.PartValue, "dyncolor_variant": _definitions.VariantValue,
        "dyncolor_answer": _structures.AnswerValue,
        "dyncolor_definition": _definitions.Definition, "dyncolor_source": _structures.SourceValue,
        "dyncolor_change": _structures.ChangeValue,
        "dyncolor_palette_gap": _structures.PaletteGapValue,
        "dyncolor_builtin": _structures.BuiltinValue,
        "dyncolor_step": _structures.StepValue, "dyncolor_files": _structures.FilesValue,
        "dyncolor_load_options": _structures.LoadOptions,
        "dyncolor_finding": _structures.FindingValue,
        "dyncolor_write_options": _structures.WriteOptions,
        "dyncolor_color_role": _structures.ColorRoleValue,
        "dyncolor_derive_options": _structures.DeriveOptions,
        "dyncolor_derive_counts": _structures.DeriveCountsValue,
        "dyncolor_repair_counts": _structures.RepairCountsValue,
        "dyncolor_audit_pair": _structures.AuditPairValue,
        "dyncolor_audit_options": _structures.AuditOptions,
        "dyncolor_audit_finding": _structures.AuditFindingValue,
        "dyncolor_audit_sums": _structures.AuditSums})
    words: dict[str, dict[str, int]] = field(default_factory=lambda: {
        name: {str(word): number for word, number in words.items()}
        for name, words in WORDS.items()})
    classes: dict[int, type[errors.Error]] = field(default_factory=lambda: dict(errors.CLASSES))
    version: int = _library.VERSION
    version_string: str = dyncolor.__version__


WORDS: dict[str, dict[Any, int]] = {
    "dyncolor_scheme": _library.SCHEMES, "dyncolor_contrast": _library.CONTRASTS,
    "dyncolor_elevation": _library.ELEVATIONS, "dyncolor_gamut": _library.GAMUTS,
    "dyncolor_vision": _library.VISIONS, "dyncolor_state": _library.STATES,
    "dyncolor_idiom": _library.IDIOMS, "dyncolor_forced_colors": _library.FORCED_COLORS,
    "dyncolor_space": _library.SPACES,
    "dyncolor_layout": {**_library.LAYOUTS, **_library.LAYOUT_FLAGS},
    "dyncolor_vocabulary": _library.VOCABULARIES, "dyncolor_axis": _library.AXES,
    "dyncolor_kind": _library.KINDS, "dyncolor_layer": _library.LAYERS,
    "dyncolor_level": _library.LEVELS,
    "dyncolor_material": _structures.MATERIAL_VARIANTS,
    "dyncolor_gamut_method": _library.GAMUT_METHODS,
    "dyncolor_hue": _library.HUES, "dyncolor_notation": _library.NOTATIONS,
    "dyncolor_metric": _library.METRICS,
    "dyncolor_contrast_method": _library.CONTRAST_METHODS,
    "dyncolor_blend_mode": _library.BLEND_MODES, "dyncolor_policy": _library.POLICIES,
    "dyncolor_step_kind": _structures.STEP_KINDS, "dyncolor_transform": _structures.TRANSFORMS,
    "dyncolor_origin": _structures.ORIGINS, "dyncolor_image_memory": _library.IMAGE_MEMORIES,
    "dyncolor_format": _library.FORMATS, "dyncolor_load_flags": _structures.LOAD_FLAGS,
    "dyncolor_severity": _structures.SEVERITIES,
    "dyncolor_write_flags": _structures.WRITE_FLAGS,
    "dyncolor_role": {"unknown": 0, **_structures.ROLES},
    "dyncolor_derive_flags": _structures.DERIVE_FLAGS,
    "dyncolor_audit_kind": _structures.AUDIT_KINDS, "dyncolor_audit_flags": _structures.AUDIT_FLAGS,
    "dyncolor_audit_format": _structures.AUDIT_FORMATS,
    "dyncolor_setting": _structures.SETTINGS, "dyncolor_motion": _structures.MOTIONS,
    "dyncolor_setting_source": {"none": 0, **_structures.SETTING_SOURCES},
    "dyncolor_desktop_flags": _structures.DESKTOP_FLAGS, "dyncolor_accent": _structures.ACCENTS}

# Enumerations that are no words, and structs that are no Structure: an rgba is an array of floats.
NO_WORDS = {"dyncolor_status", "dyncolor_missing"}
NO_STRUCTURE = {"dyncolor_rgba"}
# What Python calls otherwise, because it has a SyntaxError and a UnicodeError, or more clearly.
CLASS_NAMES = {"SYNTAX": "TextSyntaxError", "INVALID_UTF8": "TextEncodingError",
               "DYNAMIC": "DynamicColorError"}


def kind_of(kind: Any) -> str:
    """What matters of a type of ctypes."""
    if kind is None:
        return "void"
    if kind is ctypes.POINTER(_library.ErrorDetails):
        return "error"
    names: dict[Any, str] = {
        ctypes.c_char_p: "text", ctypes.c_void_p: "pointer", ctypes.py_object: "pointer",
        ctypes.c_char: "char", ctypes.c_double: "f64", ctypes.c_float: "f32"}
    if kind in names:
        return names[kind]
    if hasattr(kind, "_length_"):
        return f"{kind_of(kind._type_)}[{kind._length_}]"
    if issubclass(kind, ctypes.Structure):
        structs: dict[Any, str] = {
            _color_value.ColorValue: "dyncolor_color",
            _library.EnvironmentValue: "dyncolor_environment",
            _definitions.PartValue: "dyncolor_part"}
        return structs.get(kind) or str(kind)
    lowest = kind(-1).value
    return f"{'i' if lowest < 0 else 'u'}{ctypes.sizeof(kind) * 8}"


def differences(header: Header, package: Package) -> list[str]:
    """What the package has otherwise than the header, in words."""
    found: list[str] = []

    def compare(what: str, is_: object, should_be: object) -> None:
        if is_ != should_be:
            found.append(f"{what}: {is_}, not {should_be}")

    compare("functions", sorted(package.signatures), sorted(header.functions))
    for name in package.signatures.keys() & header.functions.keys():
        compare(name, [kind_of(each) for each in package.signatures[name]], header.functions[name])
    for name, prototype in package.callbacks.items():
        parameters = [kind_of(each) for each in (prototype._restype_, *prototype._argtypes_)]
        compare(name, parameters, header.callbacks[name])
    compare("structs", sorted(package.structs), sorted(header.structs.keys() - NO_STRUCTURE))
    for name in package.structs.keys() & header.structs.keys():
        structure = package.structs[name]
        compare(f"sizeof {name}", ctypes.sizeof(structure), header.structs[name][0])
        compare(name, [
            (each, getattr(structure, each).offset, getattr(structure, each).size,
             stored(kind_of(kind))) for each, kind in structure._fields_],
            [(each, offset, size, stored(kind))
             for each, offset, size, kind in header.structs[name][1]])
    compare("enumerations", sorted(package.words), sorted(header.enums.keys() - NO_WORDS))
    for name in package.words.keys() & header.enums.keys():
        prefix = f"{name.removesuffix('_flags').upper()}_"
        compare(name, {word.upper().replace("-", "_"): number
                       for word, number in package.words[name].items()},
                {constant.removeprefix(prefix): number
                 for constant, number in header.enums[name].items()
                 if not constant.endswith(("_UNSPECIFIED", "_MAX_ENUM"))})
    statuses = {number: constant.removeprefix("DYNCOLOR_ERROR_")
                for constant, number in header.enums["dyncolor_status"].items() if number < 0}
    compare("statuses", sorted(package.classes), sorted(statuses))
    for number in package.classes.keys() & statuses.keys():
        words = statuses[number].split("_")
        compare(f"status {number}", package.classes[number].__name__, CLASS_NAMES.get(
            statuses[number], "".join(word.capitalize() for word in words) + "Error"))
        compare(f"the status of {package.classes[number].__name__}",
                package.classes[number].status, number)
    compare("version", package.version, header.version)
    compare("version string", package.version_string, header.version_string)
    return found


def stored(kind: str) -> str:
    """In a struct, text is a pointer that ctypes keeps the text of, or one that it does not."""
    return "pointer" if kind == "text" else kind


# ---- Claims --------------------------------------------------------------------------------------


def test_the_package_declares_what_the_header_does(header: Header) -> None:
    """Functions, callbacks, structs, words, statuses and version are those of the header"""
    assert differences(header, Package()) == []


def test_the_header_was_read(header: Header) -> None:
    """The header is read whole"""
    text = HEADER.read_text()
    assert len(header.functions) == text.count("\nDYNCOLOR_API ") >= 58
    assert len(header.structs) == len(re.findall(r"typedef struct \w+ \{", text)) >= 8
    assert len(header.enums) == len(re.findall(r"typedef enum ", text)) >= 15
    assert header.functions["dyncolor_color_parse_hex_n"] == [
        "i32", "text", "u64", "i32", "f64", "pointer", "error"]
    assert header.callbacks["dyncolor_provider_function"] == ["i32", *["pointer"] * 3]


def test_every_function_is_in_the_library() -> None:
    """Every function that is declared is in the library, and is called as declared"""
    for functions in (_library.with_gil, _library.no_gil):
        for name in FUNCTIONS:
            function: Any = getattr(functions, name)
            assert [function.restype, *function.argtypes] == _library.signature(name)
    with pytest.raises(AttributeError, match="no function 'dyncolor_nothing'"):
        _library.with_gil.dyncolor_nothing


def _without(name: str) -> Callable[[Package], Package]:
    return lambda package: replace(package, signatures={
        each: kinds for each, kinds in package.signatures.items() if each != name})


def _signature(name: str, *kinds: Any) -> Callable[[Package], Package]:
    return lambda package: replace(package, signatures={**package.signatures, name: kinds})


def _struct(name: str, change: Callable[[list[Any]], list[Any]]) -> Callable[[Package], Package]:
    def doctor(package: Package) -> Package:
        changed = change(list(package.structs[name]._fields_))
        structure = type(name, (ctypes.Structure,), {"_fields_": changed})
        return replace(package, structs={**package.structs, name: structure})
    return doctor


def _words(name: str, words: dict[str, int]) -> Callable[[Package], Package]:
    return lambda package: replace(
        package, words={**package.words, name: {**package.words[name], **words}})


def _status(number: int, kind: type[errors.Error]) -> Callable[[Package], Package]:
    return lambda package: replace(package, classes={**package.classes, number: kind})


C = ctypes
ERROR = ctypes.POINTER(_library.ErrorDetails)


PLANTED: list[tuple[str, str, Callable[[Package], Package]]] = [
    ("a function that is missing", "functions", _without("dyncolor_theme_bind")),
    ("a function too many", "functions", _signature("dyncolor_paint", C.c_int)),
    ("a result of another size", "dyncolor_id_hash",
     _signature("dyncolor_id_hash", C.c_uint32, C.c_void_p, C.c_uint32)),
    ("a result that is forgotten", "dyncolor_theme_retain",
     _signature("dyncolor_theme_retain", None, C.c_void_p)),
    ("a parameter that is missing", "dyncolor_id_equal",
     _signature("dyncolor_id_equal", C.c_int, C.c_void_p, C.c_uint32, C.c_void_p)),
    ("a parameter of another size", "dyncolor_palette_name",
     _signature("dyncolor_palette_name", C.c_int, C.c_void_p, C.c_uint32, C.c_void_p, ERROR)),
    ("a parameter of another sign", "dyncolor_unregister",
     _signature("dyncolor_unregister", C.c_int, C.c_void_p, C.c_int32, ERROR)),
    ("a float for a double", "dyncolor_color_parse_hex_n",
     _signature("dyncolor_color_parse_hex_n", C.c_int, C.c_char_p, C.c_size_t, C.c_int,
                C.c_float, C.c_void_p, ERROR)),
    ("a pointer for a text", "dyncolor_theme_declare_n",
     _signature("dyncolor_theme_declare_n", C.c_int, C.c_void_p, C.c_void_p, C.c_size_t, C.c_void_p,
                ERROR)),
    ("a text for a pointer", "dyncolor_theme_rows",
     _signature("dyncolor_theme_rows", C.c_size_t, C.c_char_p)),
    ("any pointer for an error", "dyncolor_theme_prepare",
     _signature("dyncolor_theme_prepare", C.c_int, C.c_void_p, C.c_void_p, C.c_void_p)),
    ("parameters in another order", "dyncolor_context_axis",
     _signature("dyncolor_context_axis", C.c_uint32, C.c_int, C.c_void_p)),
    ("a callback without its user data", "dyncolor_destroy_function",
     lambda package: replace(package, callbacks={
         **package.callbacks, "dyncolor_destroy_function": C.CFUNCTYPE(None)})),
    ("a callback that returns nothing", "dyncolor_provider_function",
     lambda package: replace(package, callbacks={
         **package.callbacks, "dyncolor_provider_function":
             C.CFUNCTYPE(None, C.c_void_p, C.c_void_p, C.py_object)})),
    ("a context of another size", "dyncolor_error",
     _struct("dyncolor_error", lambda fields: [*fields[:-1], ("context", C.c_char * 255)])),
    ("a field that is missing", "sizeof dyncolor_definition",
     _struct("dyncolor_definition", lambda fields: fields[:-1])),
    ("two fields that are swapped", "dyncolor_environment",
     _struct("dyncolor_environment", lambda fields: [fields[1], fields[0], *fields[2:]])),
    ("a field of another sign", "dyncolor_error",
     _struct("dyncolor_error", lambda fields: [
         fields[0], ("status", C.c_uint32), *fields[2:]])),
    ("numbers that are floats", "dyncolor_color",
     _struct("dyncolor_color", lambda fields: [
         *fields[:2], ("c", C.c_uint64 * 3), fields[3]])),
    ("a word with another number", "dyncolor_state", _words("dyncolor_state", {"pressed": 5})),
    ("a word too many", "dyncolor_gamut", _words("dyncolor_gamut", {"adobe": 4})),
    ("an axis with another number", "dyncolor_axis",
     _words("dyncolor_axis", {"foreground": 13})),
    ("a status without a class", "statuses",
     lambda package: replace(package, classes={
         number: kind for number, kind in package.classes.items() if number != -13})),
    ("two classes that are swapped", "status -7", _status(-7, errors.ForeignIdError)),
    ("a class with the number of another", "the status of StaleIdError",
     _status(-7, type("StaleIdError", (errors.Error,), {"status": -8}))),
    ("another version", "version", lambda package: replace(package, version=2_000_000)),
]


@pytest.mark.parametrize(("where", "doctor"), [
    pytest.param(where, doctor, id=text) for text, where, doctor in PLANTED])
def test_a_difference_is_found(
    header: Header, where: str, doctor: Callable[[Package], Package]
) -> None:
    """A mistake planted in a copy of the declarations is found, and its place told"""
    found = differences(header, doctor(Package()))
    assert found and any(each.startswith(f"{where}: ") for each in found), found
