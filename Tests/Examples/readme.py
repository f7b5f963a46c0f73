"""Tests every snippet of the README: programs are compiled and run, and must print the output shown
in the README; commands are run.

    readme.py LIBRARY-FOLDER SCRATCH-FOLDER
"""
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY, WORK = (Path(argument).resolve() for argument in sys.argv[1:])
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


def main() -> None:
    readme = (ROOT / "README.md").read_text()
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", readme, re.M | re.S)
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    run("cmake", "--install", LIBRARY, "--prefix", INSTALLED)
    names = re.findall(r"with the names `(.*?)` and `(.*?)`", readme)
    cmake = "".join(text for language, text in blocks if language == "cmake")

    tried = 0
    for index, (language, text) in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else ("", "")
        expected = following[1] if following[0] == "text" else None
        first = text.splitlines()[0]
        match language:
            case "c" if "app_colors" in text:
                claim("the README's program with generated names prints the output in the README",
                      lambda: equals(project(cmake, text, list(names[0])), expected))
            case "c":
                claim("the README's program in C prints the output in the README",
                      lambda: equals(c_program(text), expected))
                claim("the README's program in C has about thirty lines", lambda: equals(
                    str(25 <= len(text.splitlines()) <= 32), "True"))
            case "python":
                claim("the README's program in Python prints the output in the README",
                      lambda: equals(run(sys.executable, "-c", text), expected))
                claim("the README's program in Python has about ten lines", lambda: equals(
                    str(8 <= len(text.splitlines()) <= 12), "True"))
            case "sh":
                claim(f"the README's commands run: {first}", lambda: commands(text))
            case "text" | "cmake":
                continue
            case _:
                claim(f"the README's snippet is in a known language: {first}",
                      lambda: equals(language, "c, python, sh, cmake or text"))
        tried += 1
    claim("the README has snippets in C, Python and for the shell", lambda: equals(
        str(tried >= 6 and {"c", "python", "sh", "cmake"} <= {name for name, _ in blocks}),
        "True"))


main()
