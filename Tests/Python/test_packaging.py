"""Installation by pip."""
from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from typing import TYPE_CHECKING

import pytest
from places import PACKAGE, ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

USE = """
import dyncolor, os, sys
theme = dyncolor.Theme()
color = theme.register("a", lambda context: dyncolor.Color("#f00"))
assert color.resolve().hex == "#ff0000" and "DYNCOLOR_LIBRARY" not in os.environ
print(dyncolor.load())
"""
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-cache-dir", "-q")


def environment(folder: Path) -> Path:
    venv.create(folder, with_pip=True, symlinks=True)
    return folder / "bin" / "python"


def pip(python: Path | str, *arguments: str | Path, path: str | None = None) -> str:
    ended = run(python, *PIP, *arguments, timeout=300, PYTHONPATH=None, LD_PRELOAD=None,
                variables={"PATH": path} if path else None)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def uses(python: Path, folder: Path) -> str:
    """Uses the package from a folder elsewhere, and tells where its library is."""
    ended = run(python, "-W", "error", "-c", USE, cwd=folder, PYTHONPATH=None,
                DYNCOLOR_LIBRARY=None)
    assert (ended.stderr, ended.returncode) == ("", 0)
    return ended.stdout.strip()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository, in a place whose name has a space."""
    folder = tmp_path_factory.mktemp("copy") / "a repository"
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in names.split("\0"):
        if name and (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    return make_sdist(PACKAGE, folder)


def make_sdist(package: Path, folder: Path) -> Path:
    ended = run(sys.executable, "-B", "-c",
                f"import backend; print(backend.build_sdist({str(folder)!r}))", cwd=package,
                PYTHONPATH=str(package))
    assert ended.returncode == 0, ended.stderr
    return folder / ended.stdout.strip()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, sdist: Path) -> Path:
    """A wheel made of the source distribution alone."""
    folder = tmp_path_factory.mktemp("wheel")
    alone = folder / sdist.name
    shutil.copy(sdist, alone)
    pip(sys.executable, "wheel", "--no-deps", "-w", folder / "made", alone)
    (made,) = (folder / "made").iterdir()
    return made


def test_source_distribution(sdist: Path, copy: Path, tmp_path: Path) -> None:
    """A source distribution has what the library is made of, and the same bytes each time"""
    assert sdist.name == "dyncolor-1.0.0.tar.gz"
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    base = "dyncolor-1.0.0/"
    for name in ("PKG-INFO", "pyproject.toml", "backend.py", "dyncolor/py.typed",
                 "library/CMakeLists.txt", "library/include/dyncolor.h", "library/LICENSE"):
        assert base + name in names
    assert not [name for name in names if "__pycache__" in name or name.endswith((".so.1", ".o"))]
    assert make_sdist(copy / "Sources" / "Python", tmp_path).read_bytes() == sdist.read_bytes()


def test_wheel(wheel: Path) -> None:
    """A wheel has the modules, the library and metadata, and each file's hash in its RECORD"""
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    info = "dyncolor-1.0.0.dist-info"
    modules = {f"dyncolor/{path.name}" for path in (PACKAGE / "dyncolor").glob("*.py")}
    assert set(files) == modules | {"dyncolor/py.typed", "dyncolor/libdyncolor.so.1"} | {
        f"{info}/{name}" for name in ("METADATA", "WHEEL", "LICENSE", "RECORD")}
    lines = [line.split(",") for line in files[f"{info}/RECORD"].decode().splitlines()]
    assert {line[0] for line in lines} == set(files)
    for name, hashed, size in lines:
        if name.endswith("/RECORD"):
            continue
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=")
        assert (hashed, size) == (f"sha256={digest.decode()}", str(len(files[name])))
    metadata = files[f"{info}/METADATA"].decode()
    assert metadata.startswith("Metadata-Version: 2.1\nName: dyncolor\nVersion: 1.0.0\n")
    assert "Requires-Dist" not in metadata and "Requires-Python: >=3.9" in metadata
    assert b"Root-Is-Purelib: false" in files[f"{info}/WHEEL"]
    assert wheel.name.startswith("dyncolor-1.0.0-py3-none-linux_")
    assert files["dyncolor/libdyncolor.so.1"][:4] == b"\x7fELF"


def test_install(tmp_path: Path, wheel: Path) -> None:
    """pip installs the folder, which works from elsewhere, and is the same as from the sdist"""
    python = environment(tmp_path / "venv")
    pip(python, "install", PACKAGE)
    library = uses(python, tmp_path)
    site = os.path.dirname(os.path.dirname(library))
    assert site.startswith(str(tmp_path)) and site.endswith("site-packages")
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith("dyncolor/"):
                with open(f"{site}/{name}", "rb") as file:
                    assert file.read() == archive.read(name), name
    assert "dyncolor" in run(python, "-m", "pip", "list", PYTHONPATH=None).stdout
    pip(python, "check")
    pip(python, "uninstall", "-y", "dyncolor")
    assert not os.path.exists(f"{site}/dyncolor/__init__.py")


def test_editable(tmp_path: Path, copy: Path) -> None:
    """pip installs a folder that is edited, with the library beside the modules"""
    python = environment(tmp_path / "venv")
    pip(python, "install", "-e", copy / "Sources" / "Python")
    library = uses(python, tmp_path)
    assert library == str(copy / "Sources" / "Python" / "dyncolor" / "libdyncolor.so.1")
    subprocess.run(["git", "init", "-q", copy], check=True)
    ignored = subprocess.run(["git", "-C", copy, "check-ignore", library], capture_output=True)
    assert ignored.returncode == 0


def test_no_toolchain(tmp_path: Path) -> None:
    """Without the toolchain pip tells what is missing"""
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("cmake", "ninja", "cc", "gcc"):
        found = shutil.which(tool)
        if found is not None:
            (tools / tool).symlink_to(found)
    ended = run(sys.executable, *PIP, "wheel", "--no-deps", "-w", tmp_path / "made", PACKAGE,
                timeout=300, PATH=str(tools), PYTHONPATH=None)
    assert ended.returncode != 0
    assert "swiftc is not on PATH" in ended.stdout + ended.stderr
    assert "https://swift.org/install/linux" in ended.stdout + ended.stderr


def test_no_cmake(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip is asked for CMake and Ninja if they are missing, and for nothing else"""
    monkeypatch.setattr(sys, "path", [str(PACKAGE), *sys.path])
    import backend
    assert set(backend.get_requires_for_build_wheel()) <= {"cmake>=3.25", "ninja"}
    monkeypatch.setenv("PATH", "/nonexistent")
    assert backend.get_requires_for_build_wheel() == ["cmake>=3.25", "ninja"]
    assert backend.get_requires_for_build_editable() == ["cmake>=3.25", "ninja"]
