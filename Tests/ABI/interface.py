"""The interface as a compiler reads it from a header: it is compared between versions.

A record is a text with a line for each declaration:

    function NAME : TYPE
    callback NAME : TYPE
    struct NAME : SIZE ALIGNMENT              with ` grows` if it begins with its size
    field STRUCT FIELD : OFFSET SIZE TYPE
    enum NAME : SIZE
    constant NAME : VALUE
    macro EXPRESSION : VALUE
"""
from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

# Macros that differ between versions, or are no numbers.
NO_RECORD = re.compile(r"DYNCOLOR_(H|API|INLINE|VERSION.*|.*_INIT)$")
# Macros that take an argument, with one.
CALLS = ("DYNCOLOR_VERSION_ENCODE(3, 14, 159)", "DYNCOLOR_CONTRAST_PERCENT(-40)",
         "DYNCOLOR_VISION_SEVERITY_PERCENT(40)", "DYNCOLOR_ROW(0x12345678u)")


class Header:
    """A header of the library's, `dyncolor.h` in a folder."""

    def __init__(self, folder: Path, compiler: str) -> None:
        self.folder = folder
        self.compiler = compiler
        self.path = folder / "dyncolor.h"
        dumped = self.run("-fsyntax-only", "-Xclang", "-ast-dump=json")
        self.nodes: list[dict[str, Any]] = json.loads(dumped)["inner"]

    def run(self, *options: str) -> str:
        return subprocess.run(
            [self.compiler, "-x", "c", "-std=c11", *options, str(self.path)], check=True,
            capture_output=True, text=True).stdout

    def named(self, kind: str) -> list[dict[str, Any]]:
        """Without the functions that are compiled into programs."""
        return [node for node in self.nodes
                if node["kind"] == kind and node.get("name", "").startswith("dyncolor_")
                and node.get("storageClass") != "static"]

    def functions(self) -> dict[str, str]:
        return {node["name"]: node["type"]["qualType"] for node in self.named("FunctionDecl")}

    def version(self) -> str:
        """Of the major and the minor version."""
        found = re.search(r'VERSION_STRING "(\d+\.\d+)\.', self.path.read_text())
        assert found is not None
        return found[1]

    def macros(self) -> list[str]:
        """Those that stand for numbers."""
        defined = re.findall(r"^#define (DYNCOLOR_\w+)(\(?)", self.run("-dM", "-E"), re.M)
        plain = sorted(name for name, call in defined if not call)
        known = {call.partition("(")[0] for call in CALLS}
        strange = {name for name, call in defined if call} - known
        assert not strange, f"macros that are called, and not in the record: {strange}"
        return [name for name in plain if not NO_RECORD.match(name)] + [*CALLS]

    def record(self, scratch: Path) -> list[str]:
        """The lines of the record."""
        lines: list[tuple[str, list[str], str]] = []
        for name, kind in sorted(self.functions().items()):
            lines.append((f"function {name} :", [], f" {kind}"))
        for node in self.named("TypedefDecl"):
            if "(*)" in node["type"]["qualType"]:
                lines.append((f"callback {node['name']} :", [], f" {node['type']['qualType']}"))
        for node in self.named("RecordDecl"):
            if not node.get("completeDefinition"):
                continue
            name = node["name"]
            fields = [each for each in node["inner"] if each["kind"] == "FieldDecl"]
            grows = fields[0]["name"] == "size" and fields[0]["type"]["qualType"] == "size_t"
            lines.append((f"struct {name} :", [f"sizeof({name})", f"_Alignof({name})"],
                          " grows" if grows else ""))
            for each in fields:
                member = each["name"]
                lines.append((f"field {name} {member} :",
                              [f"offsetof({name}, {member})", f"sizeof((({name} *)0)->{member})"],
                              f" {each['type']['qualType']}"))
        for node in self.named("EnumDecl"):
            lines.append((f"enum {node['name']} :", [f"sizeof({node['name']})"], ""))
            for constant in node["inner"]:
                if constant["kind"] == "EnumConstantDecl":
                    lines.append((f"constant {constant['name']} :", [constant["name"]], ""))
        for expression in self.macros():
            lines.append((f"macro {expression} :", [expression], ""))
        values = iter(self.measure(scratch, [each for _, wanted, _ in lines for each in wanted]))
        return [start + "".join(f" {next(values)}" for _ in wanted) + end
                for start, wanted, end in lines]

    def measure(self, scratch: Path, expressions: list[str]) -> list[int]:
        """The values of constant expressions, by a program that prints them."""
        printed = "\n".join(f'printf("%lld\\n", (long long)({each}));' for each in expressions)
        source = scratch / "measure.c"
        source.write_text(
            f"#include <dyncolor.h>\n#include <stdio.h>\nint main(void) {{\n{printed}\n}}\n")
        program = scratch / "measure"
        subprocess.run([self.compiler, "-std=c11", f"-I{self.folder}", str(source), "-o",
                        str(program)], check=True)
        output = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
        return [int(line) for line in output.split()]

    def stub(self) -> str:
        """A C library with all functions and types of the header, without their behavior."""
        defined = re.sub(
            r'__attribute__\(\(visibility\("default"\), nothrow\)\)([^;]*);',
            r"\1 { __builtin_trap(); }", self.run("-E", "-P"))
        names = [node["name"] for node in self.named("EnumDecl")]
        names += [node["name"] for node in self.named("RecordDecl")
                  if node.get("completeDefinition")]
        # abidiff compares only types that a function takes or returns.
        return defined + "".join(f"{name} *stub_{name};\n" for name in dict.fromkeys(names))


def assertions(record: list[str]) -> str:
    """A C program that compiles only with a header that agrees with a record."""
    lines = ["#include <dyncolor.h>"]

    def same(a: str, b: str) -> str:
        return f"__builtin_types_compatible_p(__typeof__({a}), __typeof__({b}))"

    for line in record:
        kind, rest = line.split(" ", 1)
        what, told = rest.split(" : ")
        held: list[str] = []
        if kind == "function":
            # Taking the address fails if the function does not exist.
            lines.append(f"void *const {what}_there = (void *){what};")
            held = [same(what, told)]
        elif kind == "callback":
            held = [same(what, told)]
        elif kind == "struct":
            size, alignment, *grows = told.split()
            held = [f"sizeof({what}) {'>=' if grows else '=='} {size}",
                    f"_Alignof({what}) == {alignment}"]
        elif kind == "field":
            struct, field = what.split()
            offset, size, type_name = told.split(" ", 2)
            member = f"(({struct} *)0)->{field}"
            held = [f"offsetof({struct}, {field}) == {offset}", f"sizeof({member}) == {size}",
                    same(member, type_name)]
        elif kind == "enum":
            held = [f"sizeof({what}) == {told}"]
        elif kind in ("constant", "macro"):
            held = [f"(long long)({what}) == {told}"]
        lines += [f'_Static_assert({each}, "{what}");' for each in held]
    return "\n".join(lines) + "\n"
