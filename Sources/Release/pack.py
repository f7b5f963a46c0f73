#!/usr/bin/env python3
"""Packs the files of a release. The same input makes the same bytes.

    pack.py tarball FOLDER FILE       packs FOLDER as the .tar.gz FILE
    pack.py wheel LIBRARY TAG FOLDER  makes a wheel with LIBRARY in FOLDER, for the platform TAG
    pack.py metadata FOLDER           adds the package's metadata (dist-info) to FOLDER

The files in a tarball have the time of the environment variable SOURCE_DATE_EPOCH.
"""
from __future__ import annotations

import gzip
import os
import sys
import tarfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))

# The backend by which pip builds the Python package.
import backend


def pack_tarball(folder: Path, file: Path) -> None:
    """Write a tarball in which a folder is the only top folder."""
    def clean(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
        entry.uname = entry.gname = "root"
        is_executable = entry.isdir() or entry.mode & 0o100
        entry.mode = 0o777 if entry.issym() else 0o755 if is_executable else 0o644
        return entry

    with (open(file, "wb") as output,
          gzip.GzipFile("", "wb", 6, output, mtime=0) as packed,
          tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive):
        archive.add(folder, folder.name, filter=clean)


def main() -> None:
    match sys.argv[1:]:
        case ["tarball", folder, file]:
            pack_tarball(Path(folder), Path(file))
        case ["wheel", library, tag, folder]:
            files = backend.package_files(Path(library))
            print(backend.write_wheel(Path(folder), files, tag))
        case ["metadata", folder]:
            info = Path(folder) / f"dyncolor-{backend.version()}.dist-info"
            info.mkdir(parents=True)
            (info / "METADATA").write_bytes(backend.core_metadata())
        case _:
            sys.exit(__doc__)


main()
