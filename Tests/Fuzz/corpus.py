#!/usr/bin/env python3
"""Stores the inputs of a fuzz target in one text file, an input on each line.

    corpus.py unpack FILE FOLDER              writes each line to a file in FOLDER
    corpus.py pack FOLDER FILE [--most N]     the reverse: shortest inputs first, up to N bytes
    corpus.py show INPUT                      prints one input as a line of the file

Inputs that are mostly text are written with escapes; others in base64.
"""
from __future__ import annotations

import argparse
import base64
import hashlib
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

BASE64 = "base64:"


def escaped(data: bytes) -> str:
    """An input as a line."""
    text = data.decode(errors="surrogateescape")
    parts = []
    for letter in text:
        if letter == "\\":
            parts.append("\\\\")
        elif letter == "\n":
            parts.append("\\n")
        elif letter.isprintable():
            parts.append(letter)
        else:
            parts += [f"\\x{byte:02x}" for byte in letter.encode(errors="surrogateescape")]
    line = "".join(parts)
    packed = BASE64 + base64.b64encode(data).decode()
    return packed if len(packed) < len(line.encode()) or line.startswith(BASE64) else line


def unescaped(line: str) -> bytes:
    """The input of a line."""
    if line.startswith(BASE64):
        return base64.b64decode(line[len(BASE64):])

    def meant(found: re.Match[str]) -> str:
        if found[1]:
            return chr(int(found[1], 16)) if int(found[1], 16) < 0x80 else chr(
                0xDC00 + int(found[1], 16))
        return {"n": "\n"}.get(found[2], found[2])

    return re.sub(r"\\(?:x([0-9a-f]{2})|(.))", meant, line).encode(errors="surrogateescape")


def inputs(path: Path) -> list[bytes]:
    """The inputs of a file; none if it does not exist."""
    if not path.exists():
        return []
    return [unescaped(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def unpack(path: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for data in inputs(path):
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def pack(folder: Path, path: Path, most: int) -> None:
    found = {file.read_bytes() for file in folder.iterdir()}
    lines, size = [], 0
    for data in sorted(found, key=lambda data: (len(data), data)):
        line = escaped(data) + "\n"
        if unescaped(line[:-1]) != data:
            raise ValueError(f"does not survive escaping: {data!r}")
        size += len(line.encode())
        if size > most:
            break
        lines.append(line)
    path.write_text("".join(lines), encoding="utf-8")
    print(f"{path.name}: {len(lines):,} of {len(found):,} inputs")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("action", choices=("unpack", "pack", "show"))
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path, nargs="?")
    parser.add_argument("--most", type=int, default=24_000)
    arguments = parser.parse_args()
    if arguments.action == "show":
        print(escaped(arguments.source.read_bytes()))
    elif arguments.target is None:
        parser.error("unpack and pack need a target")
    elif arguments.action == "unpack":
        unpack(arguments.source, arguments.target)
    else:
        pack(arguments.source, arguments.target, arguments.most)
    return 0


if __name__ == "__main__":
    sys.exit(main())
