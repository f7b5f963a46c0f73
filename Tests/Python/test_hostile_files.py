"""Hostile theme files: an error and an unchanged theme, in little time and little memory."""
from __future__ import annotations

import json
import os
import resource
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hostile_files import SEEDS, TOKENS, WHITE, WHOLE, bombs, circles, deep, long

from conftest import MODE

from dyncolor import Error, Theme

if TYPE_CHECKING:
    from collections.abc import Generator

# What a file of a megabyte may take, however it is made; more if the library counts what runs.
SECONDS = 20.0 if MODE or "LLVM_PROFILE_FILE" in os.environ else 2.0
BYTES = (1 << 30) if MODE else 192 << 20


def fresh() -> Theme:
    """A theme with something in it that must stay as it is."""
    theme = Theme()
    theme.register("accent", light="#0461be", dark="#81d0ff")
    theme.palette("Night")
    return theme


@contextmanager
def frugal() -> Generator[None]:
    """What takes little time and memory."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    yield
    taken = time.process_time() - begun
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most) * 1024
    assert taken < SECONDS and grown < BYTES


def load(theme: Theme, name: str, data: bytes | str, folder: Path | None = None) -> bool:
    """Whether a file is loaded. If not, the theme is as it was."""
    data = data.encode() if isinstance(data, str) else data
    before = theme.fingerprint()
    try:
        if "/" in name:
            assert folder
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            theme.load(path.parent)
        else:
            theme.load(name, data)
    except Error:
        assert theme.fingerprint() == before
        return False
    return True


@pytest.mark.parametrize("name", SEEDS)
def test_good_files_are_loaded(name: str, tmp_path: Path) -> None:
    """What hostile files are made of is good"""
    theme = fresh()
    assert load(theme, name, SEEDS[name], tmp_path)
    assert len(theme) > 1 and "accent" in theme


@pytest.mark.parametrize("name", SEEDS)
def test_truncated_files(name: str, tmp_path: Path) -> None:
    """A file that ends too early, at whatever byte, is an error where it cannot be whole"""
    data = SEEDS[name]
    end = len(data.rstrip())
    theme = fresh()
    before = theme.fingerprint()
    for length in range(end):
        if load(theme, name, data[:length], tmp_path):
            assert name not in WHOLE
            theme = fresh()
    if name in WHOLE:
        assert theme.fingerprint() == before
    assert load(theme, name, data, tmp_path)


@pytest.mark.parametrize("name", SEEDS)
def test_changed_bytes(name: str, tmp_path: Path) -> None:
    """A file of which any byte is another is loaded or is an error"""
    data = SEEDS[name]
    others = b"\0\"{" if MODE else b"\0\n\"\\{](,:;*9\xff"
    theme = fresh()
    for place in range(len(data)):
        for other in {*others, data[place] ^ 1}:
            if load(theme, name, data[:place] + bytes([other]) + data[place + 1:], tmp_path):
                theme = fresh()
    theme.resolve_all(out=bytearray(16 * theme.rows))


@pytest.mark.parametrize("name", SEEDS)
def test_pieces(name: str, tmp_path: Path) -> None:
    """A file of which a piece lacks, comes twice or is another is loaded or is an error"""
    data = SEEDS[name]
    step = 17 if MODE else 5
    theme = fresh()
    for start in range(0, len(data), step):
        for length in (1, 20, 100):
            piece = data[start:start + length]
            for changed in (data[:start] + data[start + length:],
                            data[:start] + piece + data[start:],
                            data[:start] + data[-length:] + data[start:]):
                if load(theme, name, changed, tmp_path):
                    theme = fresh()


@pytest.mark.parametrize(("what", "name", "text"), [
    pytest.param(what, name, text, id=f"{what}, {depth}") for depth in (100, 100000)
    for what, name, text in deep(depth)])
def test_nesting(what: str, name: str, text: str) -> None:
    """What is nested deeper than is legal is an error, or is passed over"""
    theme = fresh()
    with frugal():
        loaded = load(theme, name, text)
    assert not loaded or name.rpartition(".")[2] in ("css", "yaml", "colors")


@pytest.mark.parametrize(
    ("what", "name", "text"),
    [pytest.param(*case, id=case[0]) for case in long()])
def test_long_names(what: str, name: str, text: str) -> None:
    """Names, values and lines of a megabyte are taken or are an error, and never cut"""
    theme = fresh()
    with frugal():
        load(theme, name, text)
    assert all(len(name.encode()) <= 1023 for name in theme.names())


@pytest.mark.parametrize(
    ("what", "name", "text"),
    [pytest.param(*case, id=case[0]) for case in bombs()])
def test_bombs(what: str, name: str, text: str) -> None:
    """What would be huge if it were written out is not written out, or is an error"""
    theme = fresh()
    with frugal():
        load(theme, name, text)
        theme.resolve_all(out=bytearray(16 * theme.rows))


@pytest.mark.parametrize(
    ("what", "name", "text"),
    [pytest.param(*case, id=case[0]) for case in circles()])
def test_circles(what: str, name: str, text: str) -> None:
    """What leads back to itself is an error"""
    assert not load(fresh(), name, text)


# ---- Paths ---------------------------------------------------------------------------------------

SECRET = f'{{"secret": {WHITE}}}'

OUTSIDE = [
    "../secret.tokens.json", "./../secret.tokens.json", "tokens/../../secret.tokens.json",
    "..//secret.tokens.json", "%2e%2e/secret.tokens.json", "..%2fsecret.tokens.json",
    "..\\secret.tokens.json", "file:../secret.tokens.json", "link.tokens.json",
    "linked/secret.tokens.json", "link.tokens.json#/secret", "tokens/../link.tokens.json",
    "secret.tokens.json\0.json", "\0../secret.tokens.json", "..", ".", "", "/", "/dev/zero",
    "pipe.tokens.json"]


def folder_with_ways_out(tmp_path: Path) -> Path:
    """A folder beside a secret, with links to it, and with a pipe that nobody writes to."""
    (tmp_path / "secret.tokens.json").write_text(SECRET)
    inside = tmp_path / "inside"
    (inside / "tokens").mkdir(parents=True)
    (inside / "link.tokens.json").symlink_to("../secret.tokens.json")
    (inside / "linked").symlink_to("..")
    os.mkfifo(inside / "pipe.tokens.json")
    return inside


@pytest.mark.parametrize("reference", [*OUTSIDE, "{absolute}", "file://{absolute}"])
def test_no_reference_leads_out(reference: str, tmp_path: Path) -> None:
    """No reference of a file leads out of its folder, or to what is no file"""
    inside = folder_with_ways_out(tmp_path)
    reference = reference.replace("{absolute}", str(tmp_path / "secret.tokens.json"))
    text = json.dumps({"version": "2025.10", "sets": {"a": {"sources": [{"$ref": reference}]}},
                      "resolutionOrder": [{"$ref": "#/sets/a"}]})
    (inside / "a.resolver.json").write_text(text)
    theme = fresh()
    before = theme.fingerprint()
    with pytest.raises(Error):
        theme.load(inside / "a.resolver.json")
    assert theme.fingerprint() == before
    with pytest.raises(Error):
        theme.load("a.resolver.json", text)


@pytest.mark.parametrize("reference", ["../secret.tokens.json", "{absolute}", "link.tokens.json"])
def test_references_lead_out_if_they_may(reference: str, tmp_path: Path) -> None:
    """References lead out of the folder if the host allows it"""
    inside = folder_with_ways_out(tmp_path)
    reference = reference.replace("{absolute}", str(tmp_path / "secret.tokens.json"))
    (inside / "a.resolver.json").write_text(json.dumps({
        "version": "2025.10", "sets": {"a": {"sources": [{"$ref": reference}]}},
        "resolutionOrder": [{"$ref": "#/sets/a"}]}))
    theme = fresh()
    theme.load(inside / "a.resolver.json", allow_outside=True)
    assert theme["secret"].resolve().hex == "#ffffff"


def test_no_link_in_a_catalog_leads_out(tmp_path: Path) -> None:
    """Links in a catalog are not followed, to folders or to files"""
    outside = tmp_path / "Outside.colorset"
    outside.mkdir()
    (outside / "Contents.json").write_bytes(SEEDS["Contents.colorset/Contents.json"])
    catalog = tmp_path / "A.xcassets"
    (catalog / "Own.colorset").mkdir(parents=True)
    (catalog / "Own.colorset" / "Contents.json").symlink_to(outside / "Contents.json")
    (catalog / "Linked.colorset").symlink_to(outside)
    (catalog / "Again").symlink_to(".")
    theme = fresh()
    try:
        theme.load(catalog)
    except Error:
        pass
    assert theme.names() == ["accent"]


def test_links_that_may_be_followed(tmp_path: Path) -> None:
    """Links in a catalog are followed if the host allows it, but not around in circles"""
    outside = tmp_path / "Outside.colorset"
    outside.mkdir()
    (outside / "Contents.json").write_bytes(SEEDS["Contents.colorset/Contents.json"])
    catalog = tmp_path / "A.xcassets"
    (catalog / "Group").mkdir(parents=True)
    (catalog / "Linked.colorset").symlink_to(outside)
    theme = fresh()
    theme.load(catalog, allow_outside=True)
    assert theme.names() == ["accent", "Linked"]
    (catalog / "Group" / "Again").symlink_to("..")
    before = theme.fingerprint()
    with frugal(), pytest.raises(Error):
        theme.load(catalog, allow_outside=True)
    assert theme.fingerprint() == before


def test_folders_without_colors(tmp_path: Path) -> None:
    """A folder without files, and a file in the place of a folder, have no colors"""
    for name in ("A.xcassets", "B.colorset", "C"):
        (tmp_path / name).mkdir()
    (tmp_path / "D.xcassets").write_text("{}")
    for name in ("A.xcassets", "B.colorset", "C", "D.xcassets"):
        theme = fresh()
        before = theme.fingerprint()
        try:
            theme.load(tmp_path / name)
        except Error:
            assert theme.fingerprint() == before
        assert theme.names() == ["accent"]
    with pytest.raises(Error):
        fresh().load(tmp_path / "E.xcassets")


def test_nothing_lands_of_a_file_with_one_error() -> None:
    """Of a file with a thousand good colors and one that is none, nothing is loaded"""
    for place in (0, 500, 1000):
        colors: dict[str, object] = {f"color{i}": "#123456" for i in range(1000)}
        items = list(colors.items())
        items.insert(place, ("bad", "#nocolor"))
        theme = fresh()
        assert not load(theme, "a.json", json.dumps(dict(items)))
        assert theme.names() == ["accent"]
    assert not load(fresh(), "a.tokens.json", TOKENS.replace(b'"#123456"', b'"#12345"'))
