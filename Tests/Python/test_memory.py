"""Pixels in the caller's memory."""
from __future__ import annotations

import array
import copy
import ctypes
import gc
import mmap
import pickle
from typing import TYPE_CHECKING, Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dyncolor import Color, Pixels, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

# What four colors are in bytes and in floats.
BYTES = bytes([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 0, 255, 255, 255, 51])
FLOATS = [1.0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, pytest.approx(0.2)]


@pytest.fixture
def theme() -> Theme:
    theme = Theme()
    theme.register_all({"a": "#f00", "b": "#0f0", "c": "#00f0", "d": "#fff3"})
    return theme


def ctypes_rows(kind: Any, rows: int = 4) -> Any:
    return (kind * 4 * rows)()


GOOD: list[tuple[str, Callable[[], Any]]] = [
    ("a bytearray", lambda: bytearray(16)),
    ("an array of bytes", lambda: array.array("B", [9] * 16)),
    ("an array of floats", lambda: array.array("f", [9] * 16)),
    ("a memoryview", lambda: memoryview(bytearray(16))),
    ("a part of a memoryview", lambda: memoryview(bytearray(24))[8:]),
    ("a memoryview of floats", lambda: memoryview(bytearray(64)).cast("f")),
    ("a memoryview in rows", lambda: memoryview(bytearray(64)).cast("f", (4, 4))),
    ("an array of ctypes", lambda: (ctypes.c_uint8 * 16)()),
    ("characters of ctypes", lambda: (ctypes.c_char * 16)()),
    ("rows of ctypes", lambda: ctypes_rows(ctypes.c_uint8)),
    ("floats of ctypes", lambda: ctypes_rows(ctypes.c_float)),
    ("a mapped file", lambda: mmap.mmap(-1, 16)),
    ("numpy's bytes", lambda: numpy.full((4, 4), 9, numpy.uint8)),
    ("numpy's floats", lambda: numpy.full((4, 4), 9, numpy.float32)),
    ("numpy's floats in one dimension", lambda: numpy.full(16, 9, numpy.float32)),
    ("rows of numpy's, apart", lambda: numpy.full((8, 4), 9, numpy.float32)[::2]),
    ("columns of numpy's", lambda: numpy.full((4, 10), 9, numpy.uint8)[:, 3:7]),
]


@pytest.mark.parametrize("make", [pytest.param(make, id=text) for text, make in GOOD])
def test_memory(theme: Theme, make: Callable[[], Any]) -> None:
    """Pixels are written into memory of every kind, in the layout of its format, and reused"""
    actions: list[Callable[[Any], None]] = [
        lambda out: theme.resolve_all(out=out), theme.snapshot().copy_to]
    for action in actions:
        out = make()
        action(out)
        check(out)
        again = make()
        pixels = Pixels(again)
        for _ in range(2):
            action(pixels)
            check(again)


def check(out: Any) -> None:
    values = numpy.asarray(out) if not isinstance(out, mmap.mmap) else numpy.frombuffer(out, "B")
    if values.dtype == numpy.float32:
        assert values.ravel().tolist() == FLOATS
    else:
        assert values.tobytes() == BYTES


def test_only_its_own_bytes(theme: Theme) -> None:
    """Between rows that lie apart nothing is written"""
    table = numpy.full((9, 7), 9, numpy.uint8)
    theme.resolve_all(out=table[1:9:2, 2:6])
    assert table[1::2, 2:6].tobytes() == BYTES
    table[1::2, 2:6] = 9
    assert (table == 9).all()


def test_layout(theme: Theme) -> None:
    """Pixels know their layout, rows and stride"""
    pixels = Pixels(numpy.zeros((5, 4), numpy.float32))
    assert (pixels.layout, pixels.rows, pixels.stride) == ("float4", 5, 16)
    pixels = Pixels(numpy.zeros((10, 6), numpy.uint8)[::2, 1:5])
    assert (pixels.layout, pixels.rows, pixels.stride) == ("rgba8", 5, 12)
    assert Pixels(bytearray()).rows == Pixels(numpy.zeros((0, 4), numpy.float32)).rows == 0
    Theme().resolve_all(out=bytearray())


def flags(table: Any) -> Any:
    table.flags.writeable = False
    return table


BAD: list[tuple[str, Callable[[], Any], type[Exception]]] = [
    ("bytes", lambda: bytes(16), TypeError),
    ("a read-only view", lambda: memoryview(bytearray(16)).toreadonly(), TypeError),
    ("a read-only table", lambda: flags(numpy.zeros((4, 4), "B")), TypeError),
    ("read-only rows, apart", lambda: flags(numpy.zeros((8, 4), "B"))[::2], TypeError),
    ("a snapshot's view", lambda: Theme().register(None, "#fff").theme.snapshot().view, TypeError),
    ("no memory", lambda: 5, TypeError), ("a list", lambda: [0] * 16, TypeError),
    ("nothing", lambda: None, TypeError), ("a text", lambda: "x" * 16, TypeError),
    ("signed bytes", lambda: numpy.zeros((4, 4), numpy.int8), TypeError),
    ("integers", lambda: array.array("I", [0] * 16), TypeError),
    ("doubles of the other end", lambda: numpy.zeros((4, 4), ">f8"), TypeError),
    ("floats of the other end", lambda: numpy.zeros((4, 4), ">f4"), TypeError),
    ("truths", lambda: numpy.zeros((4, 4), bool), TypeError),
    ("records", lambda: numpy.zeros(4, "f4,f4,f4,f4"), TypeError),
    ("whole pixels without a layout", lambda: numpy.zeros(4, numpy.uint32), TypeError),
    ("long doubles", lambda: numpy.zeros((4, 4), numpy.longdouble), TypeError),
    ("three numbers", lambda: numpy.zeros((4, 3), numpy.float32), ValueError),
    ("three bytes", lambda: bytearray(3), ValueError),
    ("five floats", lambda: array.array("f", [0] * 5), ValueError),
    ("three dimensions", lambda: numpy.zeros((2, 2, 4), numpy.float32), ValueError),
    ("no dimension", lambda: numpy.zeros((), numpy.float32), ValueError),
    ("one pixel for each column", lambda: numpy.zeros((4, 5), numpy.float32).T, ValueError),
    ("Fortran's order", lambda: numpy.zeros((6, 4), numpy.float32, order="F"), ValueError),
    ("rows backwards", lambda: numpy.zeros((4, 4), numpy.float32)[::-1], ValueError),
    ("numbers backwards", lambda: numpy.zeros((4, 4), numpy.float32)[:, ::-1], ValueError),
    ("every other number", lambda: numpy.zeros((4, 8), numpy.float32)[:, ::2], ValueError),
    ("every other byte", lambda: memoryview(bytearray(32))[::2], ValueError),
    ("bytes apart in one dimension", lambda: numpy.zeros(32, "B")[::2], ValueError),
    ("rows that overlap", lambda: numpy.lib.stride_tricks.as_strided(
        numpy.zeros(32, "B"), (4, 4), (2, 1)), ValueError),
    ("one row again and again", lambda: numpy.lib.stride_tricks.as_strided(
        numpy.zeros(32, "B"), (4, 4), (0, 1)), ValueError),
]


@pytest.mark.parametrize(
    ("make", "kind"), [pytest.param(make, kind, id=text) for text, make, kind in BAD])
def test_what_is_no_pixels(theme: Theme, make: Callable[[], Any], kind: type[Exception]) -> None:
    """Memory that has no pixels, or must not be written to, is refused and stays as it is"""
    out = make()
    before = content(out)
    actions: list[Callable[[Any], None]] = [
        lambda out: theme.resolve_all(out=out), theme.snapshot().copy_to, overwrite]
    for action in actions:
        with pytest.raises(kind):
            action(out)
    assert content(out) == before


def overwrite(out: Any) -> None:
    Pixels(out).pack([Color("#123")])


def content(out: Any) -> bytes:
    try:
        return memoryview(out).tobytes()
    except TypeError:
        return b""


def test_memory_is_held() -> None:
    """While there are Pixels of it, memory stays where it is; without them it is free again"""
    memory = bytearray(16)
    pixels = Pixels(memory)
    with pytest.raises(BufferError):
        memory.append(0)
    del pixels
    gc.collect()
    memory.append(0)
    table = numpy.zeros((8, 4), numpy.uint8)
    apart = Pixels(table[::2])
    del table
    gc.collect()
    theme = Theme()
    theme.register(None, "#fff")
    theme.resolve_all(out=apart)
    for action in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            action(apart)


@given(st.integers(0, 6), st.integers(4, 9), st.integers(0, 5), st.integers(1, 3))
def test_any_stride(rows: int, width: int, first: int, step: int) -> None:
    """Rows of any distance are written where they are, and nowhere else"""
    first = min(first, width - 4)
    theme = Theme()
    theme.register_all({str(number): f"#0{number}0" for number in range(1, 5)})
    table = numpy.full((rows * step, width), 9, numpy.uint8)
    part = table[::step, first:first + 4]
    if rows < 4:
        with pytest.raises(ValueError, match=f"there are 4 rows, and room for {rows}"):
            theme.resolve_all(out=part)
        assert (table == 9).all()
        return
    theme.resolve_all(out=part)
    expected = numpy.full((rows * step, width), 9, numpy.uint8)
    for row in range(rows):
        expected[row * step, first:first + 4] = (0, 17 * (row + 1), 0, 255) if row < 4 else 0
    assert (table == expected).all()
