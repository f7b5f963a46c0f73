"""The generator of names: C headers and Python modules of a theme's names."""
from __future__ import annotations

import keyword
import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import BUILD, CLANG, HEADER, LIBRARY, PACKAGE, ROOT, run

from dyncolor import Theme, UnknownNameError
from dyncolor.names import (
    NamesError, header, identifier, identifiers, module, names_of_theme, read, write)

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["accent", "Night/primary", "class", "def", "2x", "self", "linux", "NULL", "ACCENT",
         "errno", "dyncolor_id", "dyncolor", "DynamicColor", "theme", "a/*b", "a*/c", "??/x",
         'quo"te', "back\\slash", "tab\there", "new\nline", "\u202edlrow", "x" * 1023,
         "percent %s %d", "{brace}", "__name__", "typeof", "None", "match"]


@pytest.mark.parametrize(("name", "text"), [
    ("accent", "accent"), ("Night/primary", "Night_primary"), ("a - b", "a_b"), ("2x", "color_2x"),
    ("class", "class_"), ("None", "None_"), ("while", "while_"), ("_a_", "a"), ("caf\u00e9", "caf"),
    ("linux", "linux_"), ("a__b", "a_b"), ("A", "A")])
def test_identifier(name: str, text: str) -> None:
    """A name becomes the identifier that the documentation says"""
    assert identifier(name) == text


@given(st.text(min_size=1))
def test_identifiers(name: str) -> None:
    """Any name becomes an identifier of C and Python, or is told to have none"""
    try:
        text = identifier(name)
    except NamesError:
        assert not re.search("[A-Za-z0-9]", name)
    else:
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", text) and not keyword.iskeyword(text)


@pytest.mark.parametrize(("names", "text"), [
    (["a b", "a/b"], "'a b' and 'a/b' would both become a_b"), ([], "there are no names"),
    (["***"], "no identifier can be made of '***'"), (["class", "class_"], "both become class_"),
], ids=["a collision", "no names", "no identifier", "a collision with a keyword"])
def test_wrong_names(names: list[str], text: str) -> None:
    """Names of which no identifiers can be made are told"""
    with pytest.raises(NamesError, match=re.escape(text)):
        identifiers(names)
    assert identifiers(["a", "a"]) == {"a": "a"}


@pytest.mark.parametrize("prefix", ["", "2x", "a-b", "class", "in", "error", "ids", "é", "a b"])
def test_wrong_prefixes(prefix: str) -> None:
    """A prefix that is no identifier, or in use, is refused"""
    with pytest.raises(NamesError, match="prefix"):
        header(["a"], prefix, "a.txt")


def test_reading() -> None:
    """A file has a name on each line, and comments, which begin with a # and a space"""
    assert read("# colors\n\naccent\n  text # of pages\n#333\na#b\r\n#\n# \nlast") == [
        "accent", "text", "#333", "a#b", "last"]


# ---- C -------------------------------------------------------------------------------------------

PROGRAM = """
#include "{prefix}.h"
#include <stdio.h>
static const char *const all[] = {upper}_NAMES;
int main(void) {{
  struct {prefix} ids;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *registry = NULL;
  size_t index;
  if (dyncolor_theme_create(NULL, &registry, &error) != DYNCOLOR_OK) return 1;
  if ({prefix}_bind(registry, &ids, &error) != DYNCOLOR_ERROR_UNKNOWN_NAME) return 2;
  puts(error.context);
  if ({prefix}_bind(registry, NULL, NULL) != DYNCOLOR_ERROR_INVALID_ARGUMENT) return 3;
  for (index = 0; index < {upper}_COUNT; ++index)
    if (dyncolor_register_hex_n(registry, all[index], DYNCOLOR_NUL_TERMINATED, "#fff", 4, NULL, 0,
                                NULL, &error) != DYNCOLOR_OK) return 4;
  if ({prefix}_bind(registry, &ids, &error) != DYNCOLOR_OK) return 5;
  {{
    const char *name = NULL;
    if (dyncolor_id_name(registry, ids.{member}, &name, NULL) != DYNCOLOR_OK) return 6;
    puts(name);
  }}
  dyncolor_theme_release(registry);
  return 0;
}}
"""
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wundef", "-Wcast-qual",
            "-Wcomment", "-Werror"]
COMPILERS: list[tuple[str, str]] = [
    (compiler, standard) for compiler in ("gcc", "clang")
    for standard in ("c99", "c11", "gnu17", "c++98", "c++17", "gnu++17")]


def compile_program(
    folder: Path, compiler: str, standard: str, prefix: str, member: str
) -> subprocess.CompletedProcess[str]:
    cpp = "++" in standard
    tool = {"gcc": "g++" if cpp else "gcc", "clang": str(CLANG) + ("++" if cpp else "")}[compiler]
    (folder / "program.c").write_text(
        PROGRAM.format(prefix=prefix, upper=prefix.upper(), member=member))
    return run(tool, "-x", "c++" if cpp else "c", f"-std={standard}", *WARNINGS,
               f"-I{HEADER.parent}", f"-I{folder}", folder / "program.c", "-o", folder / "program",
               "-x", "none", LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}")


@pytest.mark.parametrize(("compiler", "standard"), COMPILERS)
def test_header(tmp_path: Path, compiler: str, standard: str) -> None:
    """A header of the strangest names compiles without a warning, binds, and tells all missing"""
    (tmp_path / "app_colors.h").write_text(header(NAMES, "app_colors", "*/ \u202e /* names.txt"))
    compiled = compile_program(tmp_path, compiler, standard, "app_colors", "Night_primary")
    assert (compiled.returncode, compiled.stderr) == (0, "")
    printed = run(tmp_path / "program").stdout.splitlines()
    assert printed[0].startswith("accent, Night/primary, class, def") and printed[-1] == NAMES[1]


@pytest.mark.parametrize(
    "prefix", ["colors", "theme", "names", "context", "id", "color", "dyncolors"])
def test_prefixes(tmp_path: Path, prefix: str) -> None:
    """A struct may be called what the header calls its own, and is filled to its end only"""
    (tmp_path / f"{prefix}.h").write_text(header(["a", "b", "c"], prefix, "names.txt"))
    for compiler, standard in (("gcc", "c99"), ("clang", "c++17")):
        compiled = compile_program(tmp_path, compiler, standard, prefix, "b")
        assert (compiled.returncode, compiled.stderr) == (0, "")
        assert run(tmp_path / "program").stdout == "a, b, c\nb\n"


@pytest.mark.parametrize(("compiler", "standard"), [("gcc", "c11"), ("clang", "c++17")])
def test_typing_error(tmp_path: Path, compiler: str, standard: str) -> None:
    """A typing error in a member is an error of the compiler, which names it"""
    (tmp_path / "app_colors.h").write_text(header(["accent", "text"], "app_colors", "names.txt"))
    compiled = compile_program(tmp_path, compiler, standard, "app_colors", "acent")
    assert compiled.returncode != 0 and "acent" in compiled.stderr


# ---- Python --------------------------------------------------------------------------------------


def test_module() -> None:
    """A module of the strangest names binds them all, and tells all that are missing"""
    space: dict[str, Any] = {}
    names = [name for name in NAMES if "\0" not in name]
    exec(module(names, "app_colors", 'a "file" \\ of names.txt'), space)
    theme = Theme()
    with pytest.raises(UnknownNameError) as caught:
        space["AppColors"](theme)
    assert list(caught.value.names) == names
    theme.register_all(dict.fromkeys(names, "#fff"))
    colors = space["AppColors"](theme)
    for text, name in identifiers(names).items():
        assert getattr(colors, text).name == name
    with pytest.raises(AttributeError):
        _ = colors.acent
    with pytest.raises(AttributeError):
        colors.acent = 1


def test_checked_module(tmp_path: Path) -> None:
    """A module is clean for mypy and pyright, and a typing error is one for both"""
    for prefix in ("app_colors", "theme", "dynamic_color"):
        (tmp_path / f"{prefix}.py").write_text(module(NAMES, prefix, "names.txt"))
    (tmp_path / "good.py").write_text(
        "from dyncolor import Theme\nfrom app_colors import AppColors\n"
        "print(AppColors(Theme()).accent.resolve().hex)\n")
    (tmp_path / "wrong.py").write_text(
        "from dyncolor import Theme\nfrom app_colors import AppColors\n"
        "print(AppColors(Theme()).acent)\n")
    (tmp_path / "pyrightconfig.json").write_text(
        f'{{"typeCheckingMode": "strict", "extraPaths": ["{PACKAGE}"]}}')
    good = ["app_colors.py", "theme.py", "dynamic_color.py", "good.py"]
    bin = os.path.dirname(sys.executable)
    mypy = [f"{bin}/mypy", "--strict", "--cache-dir", str(BUILD / "mypy")]
    for command in (mypy, [f"{bin}/pyright", "--pythonpath", sys.executable]):
        checked = run(*command, *good, cwd=tmp_path, MYPYPATH=str(PACKAGE))
        assert checked.returncode == 0, checked.stdout
        checked = run(*command, "wrong.py", cwd=tmp_path, MYPYPATH=str(PACKAGE))
        assert checked.returncode == 1 and "acent" in checked.stdout


def test_of_a_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names come from a theme in a module, or from a function that makes one"""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    (tmp_path / "my_theme.py").write_text(
        "from dyncolor import Theme\ntheme = Theme()\ntheme.register('a', '#fff')\n"
        "def make(): return theme\nnothing = 5\n")
    assert names_of_theme("my_theme:theme") == names_of_theme("my_theme:make") == ["a"]
    for place in ("my_theme", "my_theme:", ":theme", "no_theme:theme", "my_theme:other",
                  "my_theme:nothing"):
        with pytest.raises(NamesError):
            names_of_theme(place)


def program(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "dyncolor.names", *arguments, cwd=cwd, PYTHONPATH=str(PACKAGE))


def test_program(tmp_path: Path) -> None:
    """As a program it writes both files, and neither again if it is as it should be"""
    (tmp_path / "names.txt").write_bytes("\ufeffaccent\nNight/primary\n".encode())
    arguments = ("names.txt", "--header", "made/a.h", "--python", "made/a.py", "--prefix", "a")
    assert program(*arguments, cwd=tmp_path).returncode == 0
    made = [tmp_path / "made" / "a.h", tmp_path / "made" / "a.py"]
    assert "dyncolor_id accent;\n" in made[0].read_text() and "class A:" in made[1].read_text()
    before = [path.stat().st_mtime_ns for path in made]
    assert program(*arguments, cwd=tmp_path).returncode == 0
    assert [path.stat().st_mtime_ns for path in made] == before
    made[0].write_bytes(b"\xff")
    write(made[0], "é")
    assert made[0].read_text() == "é"


@pytest.mark.parametrize(("arguments", "code", "text"), [
    ((), 2, "give a file with names"), (("names.txt",), 2, "give --header"),
    (("names.txt", "--theme", "a:b", "--header", "a.h"), 2, "give a file with names"),
    (("no.txt", "--header", "a.h"), 1, "no.txt"),
    (("bad.txt", "--header", "a.h"), 1, "bad.txt: 'a b' and 'a/b'"),
    (("latin.txt", "--header", "a.h"), 1, "latin.txt"),
    (("--theme", "no_theme:a", "--header", "a.h"), 1, "no_theme"),
    (("names.txt", "--header", "names.txt/a.h"), 1, "names.txt"),
], ids=["nothing", "no output", "two inputs", "no file", "a collision", "no UTF-8", "no module",
        "no folder"])
def test_program_errors(
    tmp_path: Path, arguments: tuple[str, ...], code: int, text: str
) -> None:
    """What is wrong is told in a line that names the file, and nothing is written"""
    (tmp_path / "names.txt").write_text("accent\n")
    (tmp_path / "bad.txt").write_text("a b\na/b\n")
    (tmp_path / "latin.txt").write_bytes(b"\xe9\n")
    ended = program(*arguments, cwd=tmp_path)
    assert ended.returncode == code and text in ended.stderr
    assert "Traceback" not in ended.stderr and not (tmp_path / "a.h").exists()


# ---- CMake ---------------------------------------------------------------------------------------

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(host LANGUAGES C)
{found}
add_executable(host main.c)
target_link_libraries(host PRIVATE dyncolor::dyncolor)
dyncolor_add_names(host colors/names.txt)
"""
MAIN = """
#include "app_colors.h"
#include <stdio.h>
int main(void) {
  struct app_colors colors;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  if (dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK) return 1;
  if (app_colors_bind(theme, &colors, &error) == DYNCOLOR_OK) printf("%u\\n", colors.accent);
  puts(error.context);
  dyncolor_theme_release(theme);
  return 0;
}
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run(["cmake", "--install", LIBRARY.parent, "--prefix", folder], check=True,
                   capture_output=True)
    return folder


def project(folder: Path, found: str, **variables: str) -> Path:
    (folder / "colors").mkdir()
    (folder / "colors" / "names.txt").write_text("accent\ntext\n")
    (folder / "main.c").write_text(MAIN)
    (folder / "CMakeLists.txt").write_text(PROJECT.format(found=found))
    configured = run("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja",
                     *[f"-D{name}={value}" for name, value in variables.items()])
    assert configured.returncode == 0, configured.stderr
    return folder / "build"


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    return run("cmake", "--build", folder, timeout=300)


def test_installed_package(tmp_path: Path, installed: Path) -> None:
    """A CMake project finds the package, makes the header when its names change, and else not"""
    folder = project(tmp_path, "find_package(dyncolor 1.0 CONFIG REQUIRED)",
                     CMAKE_PREFIX_PATH=str(installed))
    names, made = tmp_path / "colors" / "names.txt", folder / "host-names" / "app_colors.h"
    first = build(folder)
    assert first.returncode == 0, first.stdout
    assert run(folder / "host").stdout == "accent, text\n"
    assert "no work to do" in build(folder).stdout
    # The same names, written again: the header is made, and nothing is compiled.
    before = made.stat().st_mtime_ns
    time.sleep(0.01)
    names.write_text("accent\n# a comment\ntext\n")
    again = build(folder)
    assert again.returncode == 0 and "Naming the colors" in again.stdout
    assert made.stat().st_mtime_ns == before and "main.c" not in again.stdout
    names.write_text("accent\ntext\nmore\n")
    changed = build(folder)
    assert changed.returncode == 0 and "main.c" in changed.stdout
    assert run(folder / "host").stdout == "accent, text, more\n"
    # A name that is used no more, and names that are none.
    names.write_text("acent\ntext\n")
    missing = build(folder)
    assert missing.returncode != 0 and "accent" in missing.stdout
    for wrong, text in (("a b\na/b\n", "would both become a_b"), ("", "there are no names")):
        names.write_text(wrong)
        ended = build(folder)
        assert ended.returncode != 0 and "names.txt" in ended.stdout and text in ended.stdout
    names.write_text("accent\n")
    made.unlink()
    assert build(folder).returncode == 0 and run(folder / "host").stdout == "accent\n"


def test_subdirectory(tmp_path: Path) -> None:
    """A CMake project has the library as a subdirectory, and the names with it"""
    folder = project(tmp_path, f"add_subdirectory({ROOT} dyncolor)")
    built = build(folder)
    assert built.returncode == 0, built.stdout
    assert run(folder / "host").stdout == "accent, text\n"
