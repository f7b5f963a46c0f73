"""Tests every snippet of the README and of the page of examples: programs are compiled and run, and
must print the output shown there; commands are run.

    readme.py LIBRARY-FOLDER SCRATCH-FOLDER PROGRAM-FOLDER

PROGRAM-FOLDER has the examples in C, compiled.
"""
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY, WORK, PROGRAMS = (Path(argument).resolve() for argument in sys.argv[1:])
INSTALLED = WORK / "installed"
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def run(*command: object, folder: Path = WORK, **environment: str) -> str:
    """The output of a command, which must succeed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env={**os.environ, **environment},
        text=True, capture_output=True)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stderr}"
    return done.stdout


def c_program(text: str) -> str:
    """The output of a program, compiled by the command in the README."""
    (WORK / "program.c").write_text(text)
    packages = next(INSTALLED.rglob("dyncolor.pc")).parent
    flags = run("pkg-config", "--cflags", "--libs", "dyncolor", PKG_CONFIG_PATH=str(packages))
    run("gcc", *WARNINGS, "program.c", "-o", "program", *flags.split())
    return run(WORK / "program", LD_LIBRARY_PATH=str(LIBRARY))


def project(cmake: str, source: str, names: list[str]) -> str:
    """The output of the program of a CMake project."""
    folder = WORK / "project"
    folder.mkdir()
    (folder / "app.c").write_text(source)
    (folder / "colors.txt").write_text("\n".join(names))
    (folder / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.25)\nproject(app LANGUAGES C)\n{cmake}")
    run("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={INSTALLED}", f"-DCMAKE_C_FLAGS={' '.join(WARNINGS)}")
    run("cmake", "--build", folder / "build")
    return run(folder / "build" / "app")


def commands(text: str) -> None:
    """Runs commands in a copy of the repository. Those that the suite runs anyway must exist."""
    copy = WORK / "copy"
    if not copy.exists():
        copy.mkdir()
        for name in ("CMakeLists.txt", "Sources", "include"):
            (copy / name).symlink_to(ROOT / name)
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if words[0].startswith("./"):
            assert os.access(ROOT / words[0], os.X_OK), f"{words[0]} is no program"
        else:
            run(*(word for word in words if word != "sudo"), folder=copy,
                DESTDIR=str(WORK / "destination"))


def claim(text: str, check: Callable[[], None]) -> None:
    """Prints whether a claim holds."""
    try:
        check()
    except Exception as error:
        print("\n".join(f"# {line}" for line in f"{type(error).__name__}: {error}".splitlines()))
        print(f"not ok - {text}")
    else:
        print(f"ok - {text}")
    sys.stdout.flush()


def equals(output: str, expected: str | None) -> None:
    """The output must be that of the block that follows the program."""
    assert output == expected, f"printed\n{output}instead of\n{expected}"


def plain(output: str) -> str:
    """The output of an example without its colors, and without the random name of a file."""
    colorless = re.sub(r"\x1b\[[\d;]*m", "", output)
    return re.sub(r"/tmp/dyncolor-\w+", "/tmp/dyncolor-XXXXXX", colorless)


def main() -> None:
    readme = (ROOT / "README.md").read_text()
    examples = (ROOT / "examples/README.md").read_text()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    run("cmake", "--install", LIBRARY, "--prefix", INSTALLED)

    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", readme, re.M | re.S)
    for index, (language, text) in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else ("", "")
        expected = following[1] if following[0] == "text" else None
        first = text.splitlines()[0]
        match language:
            case "c":
                claim("the README's program in C prints the output in the README",
                      lambda: equals(c_program(text), expected))
                claim("the README's program in C is also one in C99 and in C++17",
                      lambda: compiles(text))
                claim("the README's program in C has at most 27 lines", lambda: equals(
                    str(len(text.splitlines()) <= 27), "True"))
            case "python":
                claim("the README's program in Python prints the output in the README",
                      lambda: equals(run(sys.executable, "-c", text), expected))
                claim("the README's program in Python has at most 20 lines", lambda: equals(
                    str(len(text.splitlines()) <= 20), "True"))
            case "sh":
                claim(f"the README's commands run: {first}", lambda: commands(text))
            case "text":
                continue
            case _:
                claim(f"the README's snippet is in a known language: {first}",
                      lambda: equals(language, "c, python, sh or text"))
    claim("the README has snippets in C, Python and for the shell", lambda: equals(
        str({"c", "python", "sh"} <= {name for name, _ in blocks}), "True"))

    claim("the examples' program with generated names prints the output on their page",
          lambda: generated_names(examples))
    shown = re.findall(r"^### (\w+)\.c\n\n```text\n(.*?)^```$", examples, re.M | re.S)
    for name, text in shown:
        claim(f"examples/{name}.c prints the output on the page of examples",
              lambda: equals(plain(run(PROGRAMS / name)), text))
    listed = set(re.findall(r"\]\((\w+\.\w+)\)", examples))
    files = {path.name for path in (ROOT / "examples").iterdir()}
    claim("the page of examples lists every file, and no other", lambda: equals(
        ", ".join(sorted(listed ^ files)), "README.md, harbor.css, run"))


def compiles(text: str) -> None:
    """Whether a program is one in C99 and in C++17, without a warning."""
    (WORK / "program.cpp").write_text(text)
    warnings = [flag for flag in WARNINGS if not flag.startswith("-std")]
    include = f"-I{ROOT / 'include'}"
    run("gcc", "-std=c99", *warnings, include, "-c", "program.c", "-o", "program.o")
    run("g++", "-std=c++17", *warnings, include, "-c", "program.cpp", "-o", "program.o")


def generated_names(page: str) -> None:
    """The project with generated names prints what the page says."""
    blocks = dict(re.findall(r"^```(c|cmake)\n(.*?)^```$", page, re.M | re.S))
    names, = re.findall(r"with the names `(.*?)` and `(.*?)`", page)
    expected = re.search(r"return 0;\n}\n```\n\n```text\n(.*?)```", page, re.S)
    assert expected
    equals(project(blocks["cmake"], blocks["c"], list(names)), expected[1])


main()
