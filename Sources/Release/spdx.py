#!/usr/bin/env python3
"""Writes the bill of materials of a release, as SPDX 2.3 in JSON. The same input makes the same
bytes.

    spdx.py SOURCES SWIFT FOLDER FILE

SOURCES is the folder of the source archive, SWIFT the version of the Swift compiler, and FOLDER has
the files of the release. The document has the time of the environment variable SOURCE_DATE_EPOCH.
"""
from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

AUTHORS = "the libdyncolor authors"
# The SPDX identifiers of two packages: the sources, and Swift's standard library. In SPDX,
# NOASSERTION means that the document does not say something.
SOURCE, SWIFT = "SPDXRef-source", "SPDXRef-swift"


def digest(path: Path, algorithm: str) -> str:
    """Return the hash of a file."""
    return hashlib.new(algorithm, path.read_bytes()).hexdigest()


def identifier(text: str) -> str:
    """Return the SPDX identifier of something with a name."""
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", text)


def package(reference: str, name: str, version: str, **others: Any) -> dict[str, Any]:
    """Return an entry for a package. By default, AUTHORS have made it and licensed it under the MIT
    License. `others` are fields to add, or to have instead of the default ones."""
    return {
        "SPDXID": reference, "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "supplier": f"Organization: {AUTHORS}", "licenseConcluded": "MIT",
        "licenseDeclared": "MIT", "copyrightText": f"Copyright (c) 2026 {AUTHORS}", **others}


def source_files(sources: Path) -> list[dict[str, Any]]:
    """Return an entry for each file that the library and the Python package are made of."""
    entries: list[dict[str, Any]] = []
    for folder in ("include", "Sources"):
        for path in sorted((sources / folder).rglob("*")):
            if path.is_file():
                name = f"./{path.relative_to(sources)}"
                entries.append({
                    "SPDXID": identifier(name[2:]), "fileName": name, "fileTypes": ["SOURCE"],
                    "checksums": [
                        {"algorithm": algorithm.upper(), "checksumValue": digest(path, algorithm)}
                        for algorithm in ("sha1", "sha256")],
                    "licenseConcluded": "MIT", "licenseInfoInFiles": ["NOASSERTION"],
                    "copyrightText": "NOASSERTION"})
    return entries


def document(sources: Path, swift: str, folder: Path) -> dict[str, Any]:
    """Return the whole document."""
    header = (sources / "include/dyncolor.h").read_text(encoding="utf-8")
    version = header.partition('#define DYNCOLOR_VERSION_STRING "')[2].partition('"')[0]
    files = source_files(sources)
    # SPDX's verification code is the SHA-1 of the sorted SHA-1 checksums of all files.
    sums = sorted(entry["checksums"][0]["checksumValue"] for entry in files)
    packages = [
        package(
            SOURCE, "dyncolor", version, filesAnalyzed=True, licenseInfoFromFiles=["NOASSERTION"],
            hasFiles=[entry["SPDXID"] for entry in files],
            packageVerificationCode={
                "packageVerificationCodeValue": hashlib.sha1("".join(sums).encode()).hexdigest()}),
        # The compiler puts parts of Swift's standard library into the objects.
        package(
            SWIFT, "Swift standard library", swift, supplier="Organization: the Swift project",
            licenseConcluded="Apache-2.0 WITH Swift-exception",
            licenseDeclared="Apache-2.0 WITH Swift-exception", copyrightText="NOASSERTION")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", SOURCE)]
    for path in sorted(folder.iterdir()):
        if path.name.endswith((".tar.gz", ".whl", ".deb")):
            reference = identifier(path.name)
            packages.append(package(
                reference, path.name, version, packageFileName=path.name,
                checksums=[{"algorithm": "SHA256", "checksumValue": digest(path, "sha256")}]))
            relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", reference))
            relations.append((reference, "GENERATED_FROM", SOURCE))
            # The Debian package of the Python modules has no library.
            if not path.name.startswith("python3-"):
                relations.append((reference, "STATIC_LINK", SWIFT))
    created = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    # Documents that differ must have different namespaces.
    content_hash = hashlib.sha256(json.dumps([packages, files]).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"dyncolor-{version}",
        "documentNamespace": f"urn:dyncolor:{version}:{content_hash}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": [f"Organization: {AUTHORS}", "Tool: spdx.py"]},
        "packages": packages, "files": files,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relations]}


def main() -> None:
    sources, swift, folder, file = sys.argv[1:]
    text = json.dumps(document(Path(sources), swift, Path(folder)), indent=1)
    Path(file).write_text(text + "\n", encoding="utf-8")


main()
