"""The table of hard cases of JSON, which the core's tests use too, checked with Python's parser."""
from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any, NamedTuple

import pytest

TABLE = Path(__file__).parent / "../Formats/json/cases.tsv"

# What Python reads, and RFC 8259 leaves open or forbids.
PYTHON_READS = {
    "too large", "too large, negative", "an exponent of 22 digits", "310 digits", "infinity",
    "minus infinity", "not a number", "half of a pair", "the second half alone",
    "the first half twice", "half a pair and a letter", "half a pair and an escape",
    "half a pair and another", "a pair the wrong way round", "in a key", "a half behind a pair",
    "65 arrays", "an array in 64 objects"}


class Case(NamedTuple):
    outcome: str
    text: bytes
    value: str
    why: str


class Members(list[tuple[str, Any]]):
    """An object's members, in order, also those that it has twice."""


def unescaped(text: str) -> bytes:
    return re.sub(rb"\\(\\|x(..))",
                  lambda match: bytes.fromhex(match[2].decode()) if match[2] else b"\\",
                  text.encode())


CASES = [Case(outcome, unescaped(text), value, why)
         for outcome, text, value, why in (
             line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:])]


def written(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return "#" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return f"'{value.encode().hex()}'"
    if isinstance(value, Members):
        return "{" + ",".join(f"{written(key)}:{written(of)}" for key, of in value) + "}"
    return "[" + ",".join(map(written, value)) + "]"


def read(text: bytes) -> Any:
    return json.loads(text.decode("utf-8-sig"), object_pairs_hook=Members, parse_int=float)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.why)
def test_table(case: Case) -> None:
    """The table of JSON's hard cases says what Python's parser says, but for what is known"""
    if case.outcome in ("valid", "duplicate"):
        assert written(read(case.text)) == case.value
    elif case.outcome.startswith("utf8"):
        with pytest.raises(UnicodeDecodeError) as error:
            case.text.decode()
        assert case.outcome == f"utf8 {error.value.start}"
    elif case.why not in PYTHON_READS:
        with pytest.raises(ValueError):
            read(case.text)


def test_size() -> None:
    """The table of JSON's hard cases has hundreds of them, no two alike"""
    assert len(CASES) >= 280
    assert len({case.text for case in CASES}) == len(CASES)
