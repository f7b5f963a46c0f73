"""Bulk operations on colors: they agree with those on single colors."""
from __future__ import annotations

import array
import collections.abc
import copy
import ctypes
import gc
import math
import pickle
from typing import TYPE_CHECKING, Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_colors import HUES, METHODS, MODES, SPACES, colors, content, painted

from dyncolor import (
    BufferTooSmallError, Color, Colors, DynamicColorError, InvalidArgumentError, Pixels,
    TextSyntaxError, Theme, _color_value, _library, mix)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from typing import TypedDict

    from dyncolor.words import Layout, PixelSpace

    class Flags(TypedDict):
        premultiplied: bool
        space: PixelSpace
else:
    Flags = dict

LAYOUTS: list[Layout] = list(_library.LAYOUTS)
SIX = ["red", "oklch(0.7 0.1 none)", "hsl(120 50% 50% / 0.3)", "color(display-p3 0 1 0)",
       "lab(50 20 -30 / none)", "#12345678"]
# A table of numpy's in which colors are a column among others.
RECORD = [("id", "u2"), ("color", Colors(0).array().dtype), ("name", "S3")]

lists = st.lists(colors(), max_size=12)


def contents(many: Sequence[Color]) -> list[tuple[object, ...]]:
    return [content(color) for color in many]


def column(many: Sequence[Color], step: int = 1) -> Colors:
    """Colors that are a column of a table, or of every other of its rows."""
    table = numpy.zeros(len(many) * step, RECORD)
    table["name"] = b"\xa5\xa5\xa5"
    table["color"][::step] = Colors(many).array()
    return Colors.from_buffer(table["color"][::step])


# ---- Making --------------------------------------------------------------------------------------


def test_making() -> None:
    """Colors are made of colors and texts, of others, and as many that are transparent"""
    made = Colors(["red", Color(0, 0.5, 1), "oklch(0.7 0.1 none)"])
    assert len(made) == 3 and made[1] == Color(0, 0.5, 1)
    assert made.format() == ["#ff0000", "color(srgb 0 0.5 1)", "oklch(0.7 0.1 none)"]
    assert Colors(color for color in made) == made == Colors(made) == made.copy()
    assert list(Colors(2)) == [Color(0, 0, 0, 0)] * 2
    assert len(Colors([])) == len(Colors(0)) == 0 and not Colors(0)
    theme = Theme()
    theme.register_all({"a": "#010203", "b": "#040506"})
    assert Colors(theme.resolve_list(["a", "b"])).format() == ["#010203", "#040506"]


@pytest.mark.parametrize(("argument", "kind"), [
    ("red", TypeError), (None, TypeError), (b"red", TypeError), (1.5, TypeError), ([1], TypeError),
    (["red", None], TypeError), ([["red"]], TypeError), (-1, ValueError), (["bleu"],
    TextSyntaxError), (["var(--a)"], DynamicColorError), (1 << 62, (MemoryError, OverflowError)),
], ids=repr)
def test_what_is_no_colors(argument: Any, kind: Any) -> None:
    """What has no colors is refused"""
    with pytest.raises(kind):
        Colors(argument)


def test_parsing() -> None:
    """Texts are read all at once; the first that is no color fails, or all are listed"""
    assert contents(Colors.parse(SIX)) == contents([Color(text) for text in SIX])
    assert contents(Colors.parse(iter(SIX))) == contents(Colors(SIX))
    assert str(Colors.parse(["red"])[0]) == "#ff0000"
    for texts, kind, place in (
            (["red", "rgb(1 2)", "bleu"], TextSyntaxError, r"texts\[1\]"),
            (["light-dark(red, blue)"], DynamicColorError, r"texts\[0\]")):
        for make in (Colors.parse, Colors):
            with pytest.raises(kind, match=place) as caught:
                make(texts)
            assert caught.value.line == 1
    failed = [99]
    found = Colors.parse(["bleu", "red", "", "é", "#fff\0", "var(--a)", "#00f"], failed=failed)
    assert failed == [99, 0, 2, 3, 4, 5]
    assert [color.hex for color in found] == ["#00000000", "#ff0000", *["#00000000"] * 4, "#0000ff"]
    for wrong in ("red", [b"red"], [None], 5):
        anything: Any = wrong
        with pytest.raises(TypeError):
            Colors.parse(anything)
    assert len(Colors.parse([])) == 0


@given(lists)
def test_text(many: list[Color]) -> None:
    """The texts of all are those of each, and make all of them again"""
    made = Colors(many)
    assert made.format() == [str(color) for color in many]
    assert made.format("browser") == [color.css for color in many]
    again = Colors.parse(made.format())
    assert again == made and contents(again) == contents(many)


def test_many_texts() -> None:
    """Thousands of texts are written and read"""
    many = Colors([Color(number / 5000, 0.1, None, space="oklch") for number in range(5000)])
    assert many.format() == [str(color) for color in many]
    assert Colors.parse(many.format()) == many
    with pytest.raises(ValueError, match="notation must be one of exact, browser, not 'css'"):
        many.format("css")  # type: ignore[arg-type]  # pyright: ignore


# ---- A sequence ----------------------------------------------------------------------------------


@given(lists, st.integers(1, 3), st.slices(12), st.integers(-13, 13))
def test_sequence(many: list[Color], step: int, part: slice, place: int) -> None:
    """Colors are a sequence like a list, wherever they lie"""
    for made in (Colors(many), column(many, step)):
        assert len(made) == len(many) and list(made) == many
        assert contents(made) == contents(many)
        assert list(made[part]) == many[part] and list(reversed(made)) == many[::-1]
        assert list(made[part][1:]) == many[part][1:] and list(made[part][::2]) == many[part][::2]
        assert made[part] == Colors(many[part])
        if -len(many) <= place < len(many):
            assert made[place] == many[place] and made[place] in made
            assert made.index(many[place]) == many.index(many[place])
        else:
            with pytest.raises(IndexError, match=f"none at {place}"):
                made[place]


def test_methods_of_sequences() -> None:
    """Colors share methods with Python's sequences, which keep their names"""
    sequence: Any = collections.abc.Sequence
    for each in (Color("red"), Colors(["red"])):
        kind: Any = type(each)
        assert isinstance(each, sequence)
        assert (kind.index, kind.count) == (sequence.index, sequence.count)
    assert sequence.index.__qualname__ == "Sequence.index"
    assert Colors.format.__qualname__ == "Colors.format"


def test_indices() -> None:
    """An index is whatever counts"""
    made = Colors(SIX)
    assert made[numpy.int64(1)] == made[1] and made[True] == made[1]
    index: Any
    for index in ("a", 1.0, None, (1, 2)):
        with pytest.raises(TypeError):
            made[index]
    with pytest.raises(TypeError):
        made[0] = "red"  # type: ignore[index]  # pyright: ignore


@given(lists, lists)
def test_equality(many: list[Color], others: list[Color]) -> None:
    """Colors are equal if they are as many, and equal one by one"""
    assert (Colors(many) == Colors(others)) == (many == others)
    assert Colors(many) == column(many, 2) and not Colors(many) != column(many)
    assert Colors(many) != Colors([*many, "red"])
    # The mark of how a color was written plays no part.
    assert Colors(["#f00", *many]) == Colors([Color(1, 0, 0), *many])
    different: Any = many
    assert Colors(many) != different and Colors(many) != 5
    with pytest.raises(TypeError):
        hash(Colors(many))


def test_repr() -> None:
    """A few colors are told so that they can be made again, of many the first"""
    made = Colors(SIX[:5])
    assert eval(repr(made), {"Colors": Colors}) == made
    assert contents(eval(repr(made), {"Colors": Colors})) == contents(made)
    assert repr(Colors(["red"] * 6)) == f"<6 Colors: {'#ff0000, ' * 5}…>"
    assert repr(Colors(0)) == "Colors([])"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_copies(protocol: int) -> None:
    """Colors are copied and pickled, to the last bit, into memory of their own"""
    for made in (Colors(SIX), column(Colors(SIX), 2)):
        for again in (copy.copy(made), copy.deepcopy(made), made.copy(),
                      pickle.loads(pickle.dumps(made, protocol))):
            assert contents(again) == contents(made) and bytes(again) == bytes(made)
            again.array()["alpha"] = 0.125
            assert again != made and {color.alpha for color in again} == {0.125, None}


# ---- Where they lie ------------------------------------------------------------------------------


def test_memory_is_shared() -> None:
    """What is written to an array, a view or the memory is in the colors and their slices"""
    made = Colors(["red", "lime", "blue", "white"])
    part = made[1::2]
    made.array()["c"][3] = 0.25, 0.5, 0.75
    assert made[3].components == part[1].components == (0.25, 0.5, 0.75)
    numpy.asarray(part)["alpha"] = 0.5
    assert [color.alpha for color in made] == [1, 0.5, 1, 0.5]
    fields: Any = numpy.asarray(made.view)
    fields["space"][0] = _library.SPACES["oklab"]
    assert made[0].space == "oklab"
    assert made.array().dtype == fields.dtype and made.array().dtype.itemsize == 40
    assert [made.array().dtype.fields[name][1] for name in ("space", "missing", "c", "alpha")] == [
        0, 4, 8, 32]
    assert made[::-1][3] == made[0]
    made[::-1].array()["alpha"] = 0
    assert made[0].alpha == 1


def test_buffers() -> None:
    """Colors are taken where they lie: in bytes, in structures, in a column of a table"""
    colors = Colors(SIX)
    data = bytes(colors)
    for memory in (bytearray(data), data, memoryview(data), array.array("d", data),
                   (ctypes.c_char * 240).from_buffer_copy(data),
                   (_color_value.ColorValue * 6).from_buffer_copy(data), colors.view,
                   colors.array(),
                   numpy.frombuffer(data, "B")):
        anything: Any = memory
        assert contents(Colors.from_buffer(anything)) == contents(colors)
    apart = b"".join(b"head" + bytes(colors[place:place + 1]) + b"tail" for place in range(6))
    found = Colors.from_buffer(apart, stride=48, offset=4)
    assert contents(found) == contents(colors)
    assert contents(found.to("oklab")) == contents(colors.to("oklab"))
    assert len(Colors.from_buffer(apart, stride=48, offset=4, count=2)) == 2
    assert len(Colors.from_buffer(apart, stride=48, offset=9)) == 5
    assert len(Colors.from_buffer(b"")) == len(Colors.from_buffer(bytes(39))) == 0
    assert len(Colors.from_buffer(apart, offset=1 << 20)) == 0


@pytest.mark.parametrize(("arguments", "keywords", "kind"), [
    pytest.param(arguments, keywords, kind, id=text) for text, arguments, keywords, kind in [
        ("a list", ([1, 2],), {}, TypeError), ("a text", ("x" * 40,), {}, TypeError),
        ("a small stride", (bytes(80),), {"stride": 39}, ValueError),
        ("no stride", (bytes(80),), {"stride": 0}, ValueError),
        ("an offset before", (bytes(80),), {"offset": -1}, ValueError),
        ("too many", (bytes(80),), {"count": 3}, ValueError),
        ("fewer than none", (bytes(80),), {"count": -1}, ValueError),
        ("every other byte", (memoryview(bytes(160))[::2],), {}, ValueError),
        ("a table of colors", (numpy.zeros((2, 2), RECORD)["color"],), {}, ValueError),
        ("a column backwards", (numpy.zeros(2, RECORD)["color"][::-1],), {}, ValueError),
        ("a column and a stride", (numpy.zeros(2, RECORD)["color"],), {"stride": 40}, ValueError),
    ]])
def test_what_is_no_buffer(
    arguments: tuple[Any, ...], keywords: dict[str, Any], kind: type[Exception]
) -> None:
    """Memory in which colors cannot lie is refused"""
    with pytest.raises(kind):
        Colors.from_buffer(*arguments, **keywords)


def test_read_only() -> None:
    """Memory that is read-only stays so, and is worked with all the same"""
    made = Colors.from_buffer(bytes(Colors(SIX)))
    assert made.view.readonly and not made.array().flags.writeable
    assert not made[::2].array().flags.writeable and made[::-1].array().flags.writeable
    assert not Colors(2).view.readonly and Colors(2).array().flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        made.array()["alpha"] = 1
    assert contents(made.to("oklch")) == contents(Colors(SIX).to("oklch"))
    assert made.to("oklch").array().flags.writeable


def test_view() -> None:
    """A view is of colors that lie side by side"""
    made = Colors(SIX)
    assert made.view.shape == (6,) and made.view.itemsize == 40
    assert made.view.tobytes() == bytes(made) and Colors(0).view.nbytes == 0
    assert Colors.from_buffer(made.view) == made
    with pytest.raises(BufferError, match="side by side"):
        made[::2].view
    assert made[::2].copy().view.tobytes() == bytes(made[::2])


def test_memory_is_held() -> None:
    """Memory stays where it is while there are colors in it, and is then free again"""
    memory = bytearray(400)
    made = Colors.from_buffer(memory)
    part = made[2:]
    del made
    gc.collect()
    with pytest.raises(BufferError):
        memory.append(0)
    del part
    gc.collect()
    memory.append(0)
    before = Colors(SIX)
    views: list[Any] = [before[1:], before.array(), before.view, before[1:].array()[1:]]
    del before
    gc.collect()
    other = [bytearray(240) for _ in range(100)]
    assert contents(views[0]) == contents(Colors(SIX)[1:]) and len(other) == 100
    assert bytes(views[1]) == bytes(views[2]) == bytes(Colors(SIX))
    assert views[3]["alpha"].tolist() == [color.alpha or 0 for color in Colors(SIX)[2:]]


@pytest.mark.parametrize(("field", "value", "text"), [
    ("space", 0, "space"), ("space", 24, "space"), ("space", 1 << 31, "space"),
    ("missing", 32, "missing"), ("missing", 1 << 31, "missing"), ("c", math.nan, "components"),
    ("c", -math.inf, "components"), ("alpha", 1.5, "alpha"), ("alpha", -1, "alpha"),
    ("alpha", math.nan, "alpha")])
def test_garbage(field: str, value: Any, text: str) -> None:
    """What is no color is refused with its place, wherever it comes from"""
    made = Colors(["red", "lime", "blue"])
    table = made.array()
    table[field][1] = value
    assert made[0] == Color("red") and made[2] == Color("blue")
    for look in (lambda: made[1], lambda: list(made), lambda: made == Colors(["red"] * 3)):
        with pytest.raises(InvalidArgumentError, match=text):
            look()
    calls: list[Callable[[], object]] = [
        lambda: made.to("oklch"), made.to_gamut, lambda: made.mix("red"), made.format, made.pack,
        lambda: made.contrast("red"), lambda: made.blend("red"), lambda: made.difference(made),
        lambda: made.ensure_contrast("red"), lambda: mix(made)]
    for call in calls:
        with pytest.raises(InvalidArgumentError, match=r"\[1\]"):
            call()
    assert repr(made) == "<3 Colors, not all of which are colors>"
    ones = Colors(["red", "lime", "blue"])
    for call in (lambda: ones.mix(made), lambda: ones.contrast(made), lambda: ones.blend(made),
                 lambda: ones.ensure_contrast(made)):
        with pytest.raises(InvalidArgumentError, match=r"\[1\]"):
            call()


def test_missing_components_are_not_looked_at() -> None:
    """The number of a component that is missing may be any"""
    made = Colors(["oklch(0.5 0.1 none)", "red"])
    made.array()["c"][0, 2] = math.nan
    assert made[0] == Color("oklch(0.5 0.1 none)") and hash(made[0]) == hash(
        Color("oklch(0.5 0.1 none)"))
    assert made == Colors(["oklch(0.5 0.1 none)", "red"])
    assert made.format() == ["oklch(0.5 0.1 none)", "#ff0000"]


# ---- What is done with all of them ---------------------------------------------------------------


OPERATIONS: list[tuple[str, Callable[[Any], Any]]] = [
    *[(f"to {space}", lambda each, space=space: each.to(space)) for space in SPACES],
    *[(f"to gamut by {method}", lambda each, method=method: each.to_gamut("srgb", method=method))
      for method in METHODS],
    ("to gamut", lambda each: each.to_gamut()),
    ("to another gamut", lambda each: each.to_gamut("rec2020")),
    ("mix", lambda each: each.mix("oklch(0.5 0.1 200)")),
    *[(f"mix {hue}", lambda each, hue=hue: each.mix("#123", 0.3, space="lch", hue=hue))
      for hue, _ in HUES],
    *[(f"blend {mode}", lambda each, mode=mode: each.blend("rgb(0 90 255 / 0.7)", mode))
      for mode in MODES],
    ("blend in a space", lambda each: each.blend("red", space="display-p3-linear")),
    ("difference", lambda each: each.difference("teal")),
    ("ciede2000", lambda each: each.difference("teal", "ciede2000")),
    ("contrast", lambda each: each.contrast("teal")),
    ("lightness", lambda each: each.contrast(Color("#fffc"), "lightness")),
    ("ensure contrast", lambda each: each.ensure_contrast("teal")),
    ("ensure lightness", lambda each: each.ensure_contrast(Color("#fffc"), 40, "lightness"))]


@pytest.mark.parametrize(
    "do", [pytest.param(do, id=text) for text, do in OPERATIONS])
@given(st.lists(st.one_of(painted(), colors(st.floats(-2, 2))), max_size=5), st.integers(1, 3))
@settings(max_examples=30)
def test_all_as_each(do: Callable[[Any], Any], many: list[Color], step: int) -> None:
    """What is done with all is done with each, to the last bit, also where they lie apart"""
    wanted = [do(color) for color in many]
    for made in (Colors(many), column(many, step), column(many, step)[::2][:0]):
        found = do(made)
        if isinstance(found, Colors):
            assert contents(found) == contents(wanted[:len(made)])
        else:
            assert type(found) is array.array and found.typecode == "d"
            assert found.tolist() == wanted[:len(made)]


PAIRS: list[tuple[str, Callable[[Any, Any], Any]]] = [
    ("mix", lambda one, other: one.mix(other, 0.25)),
    ("mix in a space", lambda one, other: one.mix(other, space="okhsl", hue="longer")),
    ("blend", lambda one, other: one.blend(other, "overlay")),
    ("difference", lambda one, other: one.difference(other)),
    ("contrast", lambda one, other: one.contrast(other)),
    ("ensure contrast", lambda one, other: one.ensure_contrast(other, 7))]


@pytest.mark.parametrize("do", [pytest.param(do, id=text) for text, do in PAIRS])
@given(st.lists(st.tuples(painted(), painted()), max_size=5))
@settings(max_examples=30)
def test_pairs(do: Callable[[Any, Any], Any], pairs: list[tuple[Color, Color]]) -> None:
    """Of others there is one for each, in colors of any kind, or one for all"""
    ones, others = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    wanted = [do(one, other) for one, other in pairs]
    for given_others in (others, tuple(others), Colors(others), column(others, 2), iter(others),
                         [str(other) for other in others]):
        found = do(column(ones), given_others)
        if isinstance(found, Colors):
            assert contents(found) == contents(wanted)
        else:
            assert found.tolist() == wanted
    for other in others[:1]:
        assert list(do(Colors(ones), other)) == list(do(Colors(ones), str(other)))
        assert list(do(Colors(ones), other)) == [do(one, other) for one in ones]


def test_other_counts() -> None:
    """Others are as many, or one; amounts and weights too"""
    made = Colors(["red", "lime", "blue"])
    for do in (made.mix, made.blend, made.difference, made.contrast, made.ensure_contrast):
        for others in (["red"], Colors(4), []):
            with pytest.raises(ValueError, match=f"3 colors, and {len(others)} others"):
                do(others)
        other: Any
        for other in (5, None, b"red", [1, 2, 3]):
            with pytest.raises(TypeError):
                do(other)
    for amounts in ([], [0.5], [0.5] * 4):
        with pytest.raises(ValueError, match=f"3 colors, and {len(amounts)} amounts"):
            made.mix("red", amounts)
        with pytest.raises(ValueError, match=f"3 colors, and {len(amounts)} weights"):
            mix(made, amounts)
    weights: Any = 0.5
    with pytest.raises(ValueError, match="3 colors, and 1 weights"):
        mix(made, weights)


def test_amounts() -> None:
    """Amounts are numbers, wherever they come from and however far they lie apart"""
    ones, others, numbers = Colors(["red"] * 4), Colors(["blue"] * 4), [0, 0.25, 0.5, 1]
    wanted = contents([Color("red").mix("blue", number) for number in numbers])
    table = numpy.zeros((4, 3))
    table[:, 1] = numbers
    for amounts in (numbers, tuple(numbers), iter(numbers), array.array("d", numbers),
                    array.array("f", numbers), numpy.array(numbers), table[:, 1],
                    numpy.array(numbers, "f4"), numpy.array(numbers[::-1])[::-1],
                    numpy.array(numbers, ">f8"), memoryview(array.array("d", numbers))):
        given_amounts: Any = amounts
        assert contents(ones.mix(others, given_amounts)) == wanted
    for number in (0.25, numpy.float64(0.25), numpy.float32(0.25), True, 0):
        amount: Any = number
        assert contents(ones.mix(others, amount)) == contents(
            [Color("red").mix("blue", float(number))] * 4)
    for wrong in ("half", ["x"] * 4, [None] * 4, b"xxxx" * 8, numpy.zeros((4, 4)), [1j] * 4):
        bad: Any = wrong
        with pytest.raises((TypeError, ValueError)):
            ones.mix(others, bad)
    with pytest.raises(InvalidArgumentError, match=r"amounts\[2\]"):
        ones.mix(others, [0, 0, math.nan, 0])


def test_mixing_many() -> None:
    """Any number of colors mix as in CSS, by weights or all alike"""
    assert mix(["red"]).hex == "#ff0000"
    assert mix(["red", "blue"]) == Color("red").mix("blue")
    assert mix(["red", "yellow", "blue"], [2, 1, 1], space="srgb") == Color(0.75, 0.25, 0.25)
    assert mix(Colors(["red", "yellow", "blue"]), space="oklch", hue="longer").is_near(
        "color-mix(in oklch longer hue, red, yellow, blue)")
    assert mix(column(Colors(["red", "blue", "lime"]), 2), numpy.array([3, 9, 1, 9, 0])[::2]).hex \
        == mix(["red", "blue"], [3, 1]).hex
    assert mix(["#f00", "#00f"]).space == "srgb"
    assert mix(["#f00", "#00f", Color(0, 1, 0)]).space == "oklab"
    for colors, weights, kind in (
            ([], None, InvalidArgumentError), (["red"], [0], InvalidArgumentError),
            (["red", "blue"], [1, -1], InvalidArgumentError),
            (["red", "blue"], [1, math.inf], InvalidArgumentError),
            (["bleu"], None, TextSyntaxError), ("red", None, TypeError)):
        anything: Any = colors
        with pytest.raises(kind):
            mix(anything, weights)
    with pytest.raises(ValueError, match="hue must be one of shorter"):
        mix(["red"], hue="short")  # type: ignore[arg-type]  # pyright: ignore


def test_results_too_large() -> None:
    """A result that no memory holds is an error, and so is asking for as many colors"""
    many = Colors(["red"])
    many._count, many._stride = 1 << 61, 0
    assert len(many) == 1 << 61 and many[1 << 60] == Color("red")
    for do in (lambda: many.to("oklch"), lambda: many.contrast("red"), lambda: Colors(1 << 61)):
        with pytest.raises((MemoryError, OverflowError)):
            do()


# ---- Pixels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("space", ["srgb", "display-p3-linear"])
@pytest.mark.parametrize("premultiplied", [False, True])
def test_pixels(layout: Layout, space: PixelSpace, premultiplied: bool) -> None:
    """Colors are packed as each is, side by side or apart, and unpacked again"""
    premultiplied = premultiplied and layout not in ("rgb8", "bgr8")
    made, flags = Colors(SIX), Flags(premultiplied=premultiplied, space=space)
    each = [color.pack(layout, **flags) for color in made]
    for colors in (made, column(made, 3)):
        packed = colors.pack(layout, **flags)
        assert type(packed) is bytearray and packed == b"".join(each)
        apart = colors.pack(layout, stride=50, **flags)
        assert apart == b"".join(pixel.ljust(50, b"\0") for pixel in each)
        out = bytearray(b"\xa5" * 400)
        colors.pack(layout, out, stride=50, **flags)
        assert out == b"".join(pixel.ljust(50, b"\xa5") for pixel in each).ljust(400, b"\xa5")
    back = Colors.unpack(b"".join(each), layout, **flags)
    assert contents(back) == contents([Color.unpack(pixel, layout, **flags) for pixel in each])
    rows = b"".join(pixel.ljust(50, b"\0") for pixel in each)
    assert contents(Colors.unpack(rows, layout, stride=50, **flags)) == contents(back)
    memory = bytearray(b"".join(each))
    pixels = Pixels(memory, layout, **flags)
    assert contents(Colors.unpack(pixels)) == contents(pixels.unpack()) == contents(back)
    pixels.pack(["white"])
    made.pack(into=pixels)
    assert memory == b"".join(each)


def test_pixels_of_numpy() -> None:
    """Pixels are written into a table of numpy's, in the layout of its type"""
    made = Colors(["red", "#0000ff80"])
    table = numpy.zeros((4, 6), "f4")
    made.pack(into=table[1::2, 1:5])
    assert table[1].tolist() == [0, 1, 0, 0, 1, 0] and table[2].tolist() == [0] * 6
    assert [color.hex for color in Colors.unpack(table[1::2, 1:5])] == ["#ff0000", "#0000ff80"]
    words = numpy.zeros(2, "u4")
    made.pack("bgra8", words)
    assert [hex(word) for word in words] == ["0xffff0000", "0x800000ff"]
    with pytest.raises(ValueError, match="2 colors, and room for 1 pixels"):
        made.pack(into=bytearray(4))
    for stride in (3, 0, -4):
        with pytest.raises(ValueError, match=f"cannot begin {stride} bytes apart"):
            made.pack("rgba8", bytearray(64), stride=stride)
    with pytest.raises(TypeError, match="read-only"):
        made.pack(into=bytes(8))
    assert made.pack() == bytearray(b"\xff\0\0\xff\0\0\xff\x80")


def test_a_stride_of_pixels() -> None:
    """Pixels that begin some bytes apart are as many as end within the memory"""
    for size, rows in ((0, 0), (3, 0), (4, 1), (11, 1), (12, 2), (20, 3)):
        assert Pixels(bytearray(size), "rgba8", stride=8).rows == rows
    theme = Theme()
    theme.register_all({"a": "#010203", "b": "#040506"})
    out = bytearray(b"\xa5" * 16)
    theme.resolve_all(out=Pixels(out, "rgba8", stride=6))
    assert out == b"\1\2\3\xff\xa5\xa5\4\5\6\xff\xa5\xa5\0\0\0\0"
    for wrong in (numpy.zeros((4, 4), "B"), numpy.zeros(16, "B")[::2]):
        with pytest.raises(ValueError, match="cannot begin 8 bytes apart"):
            Pixels(wrong, "rgba8", stride=8)


def test_buffer_too_small_is_never_seen() -> None:
    """The room for texts is enough for any color"""
    widest = Color(-1.2345678901234567e-300, -1.2345678901234567e-300, -1.2345678901234567e-300,
                   1.2345678901234567e-300, space="extended-srgb-linear")
    try:
        assert Colors([widest]).format() == [str(widest)] and Color(str(widest)) == widest
    except BufferTooSmallError:
        pytest.fail("the room is not enough")
