"""Builds the package for pip: compiles the shared library and puts it beside the modules.

A build backend for PEP 517 and PEP 660. It needs only the standard library and, before Python 3.11,
tomli. If CMake or Ninja is missing, pip gets it from PyPI. A C compiler must be installed, and a
Swift toolchain, unless this is the source archive of a release, which has precompiled objects.
"""
from __future__ import annotations

import base64
import gzip
import hashlib
import io
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "dyncolor"
# The sources of the library: the repository, or, in a source distribution, the folder `library`.
SOURCES = HERE / "library" if (HERE / "library").exists() else HERE.parents[1]
# The files and folders of the repository that the library is built from.
PARTS = ("CMakeLists.txt", "LICENSE", "README.md", "include", "Sources/CMake", "Sources/CPlatform",
         "Sources/DynColor", "Sources/Kernels", "Sources/Python/dyncolor-names.cmake",
         "Sources/Python/dyncolor/names.py")
LIBRARY = "libdyncolor.so.1"


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    """Return the build tools that are not installed."""
    wanted = {"cmake": "cmake>=3.25", "ninja": "ninja"}
    return [package for tool, package in wanted.items() if shutil.which(tool) is None]


get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(
    wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None
) -> str:
    """Make a wheel with the package and the library, and return its name."""
    with tempfile.TemporaryDirectory() as folder:
        files = package_files(build_library(Path(folder)))
    return write_wheel(Path(wheel_directory), files)


def build_editable(
    wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None
) -> str:
    """Make a wheel that refers to this folder, and put the library beside the modules."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(build_library(Path(folder)), PACKAGE / LIBRARY)
    return write_wheel(Path(wheel_directory), {"dyncolor.pth": f"{HERE}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """Make a source distribution from which a wheel can be built, and return its name. The same
    sources make the same bytes."""
    base = f"dyncolor-{version()}"
    target = Path(sdist_directory) / f"{base}.tar.gz"
    metadata = tarfile.TarInfo(f"{base}/PKG-INFO")
    metadata.size = len(core_metadata())

    # Makes an entry the same on every machine. Returns None to leave the entry out.
    def clean(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        if Path(entry.name).name in ("__pycache__", LIBRARY):
            return None
        entry.mtime = entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mode = 0o755 if entry.isdir() else 0o644
        return entry

    with (open(target, "wb") as file,
          gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
          tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive):
        archive.addfile(metadata, io.BytesIO(core_metadata()))
        for name in ("pyproject.toml", "backend.py", "dyncolor"):
            archive.add(HERE / name, f"{base}/{name}", filter=clean)
        for part in PARTS:
            archive.add(SOURCES / part, f"{base}/library/{part}", filter=clean)
    return target.name


def package_files(library: Path) -> dict[str, bytes]:
    """Return the contents of the package's files by their paths: the modules, and the library."""
    files = {f"dyncolor/{path.relative_to(PACKAGE)}": path.read_bytes()
             for path in sorted(PACKAGE.rglob("*"))
             if path.suffix == ".py" or path.name == "py.typed"}
    return {**files, f"dyncolor/{LIBRARY}": library.read_bytes()}


def build_library(folder: Path) -> Path:
    """Compile the library in an empty folder, and return its path."""
    if shutil.which("swiftc") is None and not (SOURCES / "objects").exists():
        raise SystemExit("dyncolor is built by a Swift 6.3 toolchain, and swiftc is not on PATH: "
                         "see https://swift.org/install/linux")
    subprocess.run(["cmake", "-S", SOURCES, "-B", folder, "-G", "Ninja"],
                   check=True, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", folder, "--target", "dyncolor"], check=True,
                   stdout=sys.stderr)
    return (folder / LIBRARY).resolve()


def version() -> str:
    """Return the version that is written in the header."""
    header = (SOURCES / "include" / "dyncolor.h").read_text()
    return header.partition('#define DYNCOLOR_VERSION_STRING "')[2].partition('"')[0]


def core_metadata() -> bytes:
    """Return the core metadata for PyPI."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version()}",
             f"Summary: {project['description']}",
             f"Requires-Python: {project['requires-python']}",
             f"License: {project['license']['text']}",
             f"Keywords: {','.join(project['keywords'])}",
             *(f"Classifier: {classifier}" for classifier in project["classifiers"]),
             "Description-Content-Type: text/markdown", "",
             (SOURCES / "README.md").read_text()]
    return "\n".join(lines).encode()


def write_wheel(folder: Path, files: dict[str, bytes], platform: str | None = None) -> str:
    """Write a wheel for a platform, by default this one, and return its name. `files` has the
    contents of files by their paths in the wheel. The same files make the same bytes."""
    platform = platform or sysconfig.get_platform().replace("-", "_").replace(".", "_")
    info = f"dyncolor-{version()}.dist-info"
    name = f"dyncolor-{version()}-py3-none-{platform}.whl"
    files = {
        **files,
        f"{info}/METADATA": core_metadata(),
        f"{info}/WHEEL": (f"Wheel-Version: 1.0\nGenerator: dyncolor\nRoot-Is-Purelib: false\n"
                          f"Tag: py3-none-{platform}\n").encode(),
        f"{info}/LICENSE": (SOURCES / "LICENSE").read_bytes()}
    record = "".join(
        f"{path},sha256={digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            # 1980 is the earliest year in a ZIP file. The upper half of `external_attr` has the
            # permissions of Unix.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith(LIBRARY) else 0o644) << 16
            wheel.writestr(entry, data)
    return name


def digest(data: bytes) -> str:
    """Return the hash of a file for RECORD, the list of the files in a wheel."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
