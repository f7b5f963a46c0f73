"""Pixels of every layout: one by one, in tables, and against exact arithmetic."""
from __future__ import annotations

import array
import math
import random
import struct
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any, get_args

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dyncolor import (
    Color, Environment, InvalidArgumentError, Pixels, Theme, _library, _layouts)

if TYPE_CHECKING:
    from collections.abc import Callable

    from dyncolor.words import Layout, PixelSpace

LAYOUTS: list[Layout] = list(_library.LAYOUTS)
SPACES: list[PixelSpace] = ["srgb", "srgb-linear", "display-p3", "display-p3-linear"]


def bytes_of_word(channels: str) -> str:
    """The channels of a word as they lie in memory."""
    return channels if sys.byteorder == "big" else channels[::-1]


# The channels of each layout in their order, and the type of its numbers.
CHANNELS: dict[Layout, str] = {
    "float4": "rgba", "rgba8": "rgba", "bgra8": "bgra", "argb8": "argb", "abgr8": "abgr",
    "rgb8": "rgb", "bgr8": "bgr", "rgba16": "rgba", "half4": "rgba", "double4": "rgba",
    "rgba-word": bytes_of_word("rgba"), "bgra-word": bytes_of_word("bgra"),
    "argb-word": bytes_of_word("argb"), "abgr-word": bytes_of_word("abgr")}
TYPES: dict[Layout, str] = {
    "float4": "f4", "rgba8": "u1", "bgra8": "u1", "argb8": "u1", "abgr8": "u1", "rgb8": "u1",
    "bgr8": "u1", "rgba16": "u2", "half4": "f2", "double4": "f8", "rgba-word": "u1",
    "bgra-word": "u1", "argb-word": "u1", "abgr-word": "u1"}
# Every layout with every flag that it can have.
ALL: list[tuple[Layout, bool, PixelSpace]] = [
    (layout, premultiplied, space) for layout in LAYOUTS for premultiplied in (False, True)
    for space in SPACES if "a" in CHANNELS[layout] or not premultiplied]
all_layouts = pytest.mark.parametrize(("layout", "premultiplied", "space"), ALL)
unit = st.floats(0, 1)


def nearest_step(value: float, kind: str) -> int:
    """The integer that is nearest to the product of doubles, halves upward; which is the one that
    is nearest to the exact product, unless that is a hair's breadth from a half."""
    steps = 255 if kind == "u1" else 65535
    value = min(max(value, 0.0), 1.0)
    step = math.floor(Fraction(value * steps) + Fraction(1, 2))
    assert abs(Fraction(value) * steps - step) <= Fraction(1, 2) + Fraction(1, 1 << 38)
    return step


def nearest(value: Fraction, kind: str) -> Any:
    """The nearest number of a type of floats, a half to even."""
    greatest = Fraction(float(numpy.finfo(kind).max))
    if abs(value) >= greatest:
        return numpy.dtype(kind).type(float(greatest if value > 0 else -greatest))
    # The bits of the magnitude count up as it does.
    first = int(numpy.dtype(kind).type(abs(float(value))).view(f"u{kind[1]}"))
    near = [numpy.dtype(f"u{kind[1]}").type(bits).view(kind)
            for bits in range(max(first - 1, 0), first + 2)]
    found = min((each for each in near if numpy.isfinite(each)), key=lambda each: (
        abs(Fraction(float(each)) - abs(value)), int(each.view(f"u{kind[1]}")) & 1))
    return -found if value < 0 else found


def expected_pixel(
    layout: Layout, premultiplied: bool, c: tuple[float, float, float], alpha: float
) -> bytes:
    """The pixel of a color that is in the layout's space already."""
    kind = TYPES[layout]
    if kind in ("u1", "u2"):
        numbers: dict[str, Any] = {"a": nearest_step(alpha, kind)}
        for name, value in zip("rgb", c, strict=True):
            numbers[name] = nearest_step(
                min(max(value, 0.0), 1.0) * (alpha if premultiplied else 1), kind)
    else:
        numbers = {"a": nearest(Fraction(alpha), kind)}
        for name, value in zip("rgb", c, strict=True):
            number = nearest(Fraction(value) * Fraction(alpha if premultiplied else 1), kind)
            # Fractions have no minus zero, nor has a Color.
            numbers[name] = numpy.copysign(number, math.copysign(1, value + 0.0))
    return numpy.array([numbers[name] for name in CHANNELS[layout]], TYPES[layout]).tobytes()


# ---- Words and orders ----------------------------------------------------------------------------


def test_words(types: dict[str, Any]) -> None:
    """The words of the types are those of the tables"""
    assert list(get_args(types["Layout"])) == LAYOUTS == list(_layouts.SIZES)
    assert list(get_args(types["PixelSpace"])) == [*SPACES, "oklab", "oklch"] == list(
        _layouts._spaces)
    for layout in LAYOUTS:
        size = numpy.dtype(TYPES[layout]).itemsize * len(CHANNELS[layout])
        assert _layouts.SIZES[layout] == size == len(Color("#fff").pack(layout))
        assert numpy.dtype(TYPES[layout]).char == _layouts.COMPONENT_TYPES[layout]


@pytest.mark.parametrize(("layout", "premultiplied", "pixel"), [
    ("rgba8", False, "cc661180"), ("bgra8", False, "1166cc80"), ("argb8", False, "80cc6611"),
    ("abgr8", False, "801166cc"), ("rgb8", False, "cc6611"), ("bgr8", False, "1166cc"),
    ("rgba16", False, "cccc666611118080"), ("bgra8", True, "09336680"),
])
def test_orders(layout: Layout, premultiplied: bool, pixel: str) -> None:
    """The bytes of a pixel have the order of its layout, both ways"""
    color = Color("#cc661180")
    assert color.pack(layout, premultiplied=premultiplied).hex() == pixel
    back = Color.unpack(bytes.fromhex(pixel), layout, premultiplied=premultiplied)
    assert back.pack(layout, premultiplied=premultiplied).hex() == pixel
    if not premultiplied:
        assert back.hex == ("#cc6611" if layout in ("rgb8", "bgr8") else "#cc661180")


def test_words_of_hosts() -> None:
    """Whole pixels are the words that hosts have"""
    words = numpy.zeros(3, numpy.uint32)
    Pixels(words, "bgra8").pack([Color("#cc661180")] * 3)
    assert [hex(word) for word in words] == ["0x80cc6611"] * 3
    Pixels(words, "abgr8").pack([Color("#cc661180")])
    assert [hex(word) for word in words] == ["0xcc661180", "0x80cc6611", "0x80cc6611"]
    longs = array.array("Q", [0])
    Pixels(longs, "rgba16").pack([Color("#cc661180")])
    assert longs[0] == 0x8080_1111_6666_CCCC


# ---- Numbers -------------------------------------------------------------------------------------


@given(st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 3), unit,
       st.sampled_from(ALL))
@example((0.5, 0.25, 0.75), 0.5, ("rgba8", True, "srgb"))
@example((1e300, -1e300, 5e-324), 1e-290, ("half4", True, "srgb"))
@example((65519.99999999999, 65520.0, -65504.0), 1.0, ("half4", False, "srgb"))
def test_any_color(
    c: tuple[float, float, float], alpha: float, which: tuple[Layout, bool, PixelSpace]
) -> None:
    """A pixel of any color is the nearest, by exact arithmetic"""
    layout, premultiplied, space = which
    pixel = Color(*c, alpha, space=space).pack(layout, premultiplied=premultiplied, space=space)
    assert pixel == expected_pixel(layout, premultiplied, c, alpha)


@given(st.integers(0, 65534), st.floats(0.01, 1), st.integers(-3, 3), st.sampled_from(ALL))
def test_near_the_middle(
    step: int, alpha: float, near: int, which: tuple[Layout, bool, PixelSpace]
) -> None:
    """Close to the middle between two pixels a color still becomes the nearest"""
    layout, premultiplied, space = which
    if TYPES[layout].startswith("u"):
        steps = 255 if TYPES[layout] == "u1" else 65535
        middle = (step % steps + 0.5) / steps
    else:
        low = numpy.uint16(step % 0x7BFF).view(numpy.float16)
        high = numpy.uint16(step % 0x7BFF + 1).view(numpy.float16)
        middle = (float(low) + float(high)) / 2
        if layout == "float4":
            single = numpy.float32(middle)
            middle = (float(single) + float(numpy.nextafter(single, numpy.float32(9)))) / 2
    value = middle / alpha if premultiplied else middle
    for _ in range(abs(near)):
        value = math.nextafter(value, math.copysign(math.inf, near))
    c = (value, value / 2, -value)
    pixel = Color(*c, alpha, space=space).pack(layout, premultiplied=premultiplied, space=space)
    assert pixel == expected_pixel(layout, premultiplied, c, alpha)


def test_halves_of_numpy() -> None:
    """A million doubles, also tiny ones, become the halves and floats that numpy makes of them"""
    generator = numpy.random.default_rng(7)
    source = generator.uniform(-2, 2, (250_000, 4)) * 2.0 ** generator.integers(
        -30, 17, (250_000, 4))
    source[:, 3] = generator.uniform(0, 1, 250_000)
    halves = numpy.zeros(source.shape, numpy.float16)
    Pixels(source).copy_to(halves)
    limit = float(numpy.finfo(numpy.float16).max)
    assert (halves.view("u2") == numpy.clip(source, -limit, limit).astype("f2").view("u2")).all()
    floats = numpy.zeros(source.shape, numpy.float32)
    Pixels(source).copy_to(floats)
    assert (floats == source.astype("f4")).all()
    back = numpy.zeros(source.shape)
    Pixels(halves).copy_to(back)
    assert (back == halves.astype("f8")).all()


def test_bytes_of_fractions() -> None:
    """Ten thousand doubles become the bytes and words that fractions say"""
    generator = random.Random(7)
    source = numpy.array(
        [generator.uniform(-0.1, 1.1) for _ in range(10_000)] + [0.0, 0.5, 1.0, 0.25])
    source = source.reshape(-1, 4)
    source[:, 3] = numpy.clip(source[:, 3], 0, 1)
    for kind in ("u1", "u2"):
        out = numpy.zeros(source.shape, kind)
        Pixels(source).copy_to(out)
        wanted = [nearest_step(value, kind) for value in source.ravel().tolist()]
        assert out.ravel().tolist() == wanted


@given(st.sampled_from(ALL), st.randoms(use_true_random=False))
def test_round_trip(which: tuple[Layout, bool, PixelSpace], generator: random.Random) -> None:
    """A pixel comes back from the color that it is"""
    layout, premultiplied, space = which
    kind, channels = TYPES[layout], CHANNELS[layout]
    greatest = {"u1": 255, "u2": 65535}.get(kind, 1)
    alpha = generator.randint(0, greatest) if greatest > 1 else generator.random()
    top = alpha if premultiplied else greatest
    numbers = [alpha if name == "a" else generator.randint(0, int(top)) if greatest > 1
               else generator.random() * top for name in channels]
    pixel = numpy.array(numbers, kind)
    color = Color.unpack(pixel, layout, premultiplied=premultiplied, space=space)
    assert color.space == space
    again = numpy.frombuffer(color.pack(layout, premultiplied=premultiplied, space=space), kind)
    if layout == "double4" and premultiplied:
        assert again == pytest.approx(pixel, rel=1e-15)
    else:
        assert again.tolist() == pixel.tolist()


@all_layouts
def test_conversions(layout: Layout, premultiplied: bool, space: PixelSpace) -> None:
    """A color of another space is converted, and then rounded"""
    generator = random.Random(f"{layout} {space}")
    for _ in range(20):
        r, g, b = (generator.uniform(-0.2, 1.2) for _ in range(3))
        color = Color(r, g, b, generator.random(), space=generator.choice(SPACES))
        c0, c1, c2 = color.to(space).components
        assert color.pack(layout, premultiplied=premultiplied, space=space) == expected_pixel(
            layout, premultiplied, (c0 or 0.0, c1 or 0.0, c2 or 0.0), color.alpha or 0.0)


def test_transparent() -> None:
    """What is premultiplied and transparent has no color; otherwise alpha is undone, or cut"""
    assert Color.unpack(b"\x10\x20\x30\0", premultiplied=True) == Color(0, 0, 0, 0)
    assert Color.unpack(b"\x10\x20\x30\0") == Color("#10203000")
    assert Color.unpack(b"\xff\0\0\x55", premultiplied=True) == Color(3, 0, 0, 1 / 3)
    assert Color.unpack(struct.pack("4f", 1.5, 0, 0, 1.5), "float4", premultiplied=True) == Color(
        1, 0, 0, 1)
    assert Color.unpack(struct.pack("4f", 1, 0.5, 0, -1), "float4") == Color(1, 0.5, 0, 0)


# ---- Tables --------------------------------------------------------------------------------------


@all_layouts
def test_tables(layout: Layout, premultiplied: bool, space: PixelSpace) -> None:
    """Themes and snapshots fill pixels of every layout, as each color is packed, or in other spaces
    converted"""
    theme, dark = Theme(), Environment(scheme="dark")
    colors = [Color(0.1 * row, 1 - 0.1 * row, 0.5, 1 if row % 2 else 0.3) for row in range(7)]
    theme.register_all({str(row): ("#fff", color) for row, color in enumerate(colors)})
    snapshot = theme.snapshot(dark)
    flags: Any = {"premultiplied": premultiplied, "space": space}
    wanted = b"".join(snapshot[str(row)].pack(layout, **flags) for row in range(7))
    if space != "srgb":
        converted = bytearray(len(wanted))
        Pixels(bytearray(snapshot.pack("float4")), "float4").copy_to(
            Pixels(converted, layout, **flags))
        wanted = bytes(converted)
    assert snapshot.pack(layout, **flags) == wanted
    actions: list[Callable[[Pixels], None]] = [
        snapshot.copy_to, lambda pixels: theme.resolve_all(dark, out=pixels)]
    for action in actions:
        out = bytearray(b"\xa5" * (len(wanted) // 7 * 9))
        pixels = Pixels(out, layout, **flags)
        assert (pixels.layout, pixels.premultiplied, pixels.space) == (
            layout, premultiplied, space)
        action(pixels)
        assert out == wanted + bytes(len(wanted) // 7 * 2)
        unpacked = pixels.unpack()
        assert [each.space for each in unpacked] == [space] * 9
        again = bytearray(len(out))
        Pixels(again, layout, **flags).pack(unpacked)
        if layout != "double4" or not premultiplied:
            assert again == out


FORMS: list[tuple[str, Any, Layout]] = [
    ("bytes", lambda: bytearray(24), "half4"),
    ("bytes in a table", lambda: numpy.zeros((3, 8), "u1"), "rgba16"),
    ("words", lambda: numpy.zeros(3, "u4"), "argb8"),
    ("words of array", lambda: array.array("I", [0] * 3), "bgra8"),
    ("words apart", lambda: numpy.zeros(6, "u4")[::2], "bgra8"),
    ("words in a column", lambda: numpy.zeros((3, 1), "u4"), "rgba8"),
    ("long words", lambda: numpy.zeros(3, "u8"), "half4"),
    ("numbers", lambda: numpy.zeros((3, 4), "f8"), "double4"),
    ("numbers in one dimension", lambda: numpy.zeros(9, "u1"), "bgr8"),
    ("numbers apart", lambda: numpy.zeros((3, 7), "f2")[:, 1:5], "half4"),
    ("three of four bytes", lambda: numpy.zeros((3, 4), "u1")[:, :3], "rgb8"),
]


@pytest.mark.parametrize(
    ("make", "layout"), [pytest.param(make, layout, id=text) for text, make, layout in FORMS])
def test_forms(make: Any, layout: Layout) -> None:
    """Pixels lie in numbers, in bytes and in words, side by side and apart"""
    colors = [Color("#102030"), Color("#405060"), Color("#708090")]
    out = make()
    pixels = Pixels(out, layout)
    assert pixels.rows == 3
    pixels.pack(colors)
    wanted = b"".join(color.pack(layout) for color in colors)
    assert numpy.asarray(out).tobytes() == wanted
    # A half is not precise enough for a color to be the same again.
    assert [color.hex for color in pixels.unpack()] == [color.hex for color in colors]
    copy = bytearray(24)
    pixels.copy_to(Pixels(copy, "rgba16"))
    assert copy[:6] == b"\x10\x10\x20\x20\x30\x30"


def test_read_only() -> None:
    """What is read-only is read, and not written to"""
    table = numpy.arange(12, dtype="u1").reshape(3, 4)
    table.flags.writeable = False
    snapshot = Theme().snapshot()
    sources: list[Any] = [
        table.tobytes(), memoryview(table.tobytes()), table, table[::2], table[:0]]
    for source in sources:
        pixels = Pixels(source)
        assert list(pixels.unpack()[:1]) == [Color("#00010203")][:pixels.rows]
        out = numpy.zeros((3, 4), "u1")
        pixels.copy_to(out)
        assert (out[:pixels.rows] == numpy.frombuffer(
            numpy.ascontiguousarray(source).tobytes(), "u1").reshape(-1, 4)).all()
        for action in (pixels.pack, snapshot.copy_to):
            argument: Any = [] if action == pixels.pack else pixels
            with pytest.raises(TypeError, match="read-only"):
                action(argument)


def test_rows_beyond() -> None:
    """Rows beyond the colors stay as they are, and colors beyond the rows are refused"""
    out = bytearray(b"\xa5" * 12)
    pixels = Pixels(out)
    pixels.pack(Color("#fff") for _ in range(2))
    assert out == b"\xff" * 8 + b"\xa5" * 4
    pixels.pack([])
    with pytest.raises(ValueError, match="4 colors, and room for 3 pixels"):
        pixels.pack([Color("#000")] * 4)
    with pytest.raises(ValueError, match="room for 3"):
        Pixels(bytes(16)).copy_to(out)
    Pixels(bytes(4)).copy_to(out)
    assert out == bytes(4) + b"\xff" * 4 + b"\xa5" * 4


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("layout", ["float4", "half4", "double4"])
def test_not_finite(bad: float, layout: Layout) -> None:
    """What is not finite is no color, and told by its place; as a pixel it counts as one"""
    table = numpy.zeros((5, 4), TYPES[layout])
    table[3, 1] = bad
    out = bytearray(b"\xa5" * 20)
    with pytest.raises(InvalidArgumentError, match=r"pixels\[3\]"):
        Pixels(table).unpack()
    with pytest.raises(InvalidArgumentError, match="must be finite: pixel"):
        Color.unpack(table[3], layout)
    Pixels(table).copy_to(out)
    assert out == bytes(12) + bytes([0, 255 if bad > 0 else 0, 0, 0]) + bytes(4)


def test_what_is_no_layout() -> None:
    """Other words, sizes and formats are refused, and the message has those that are right"""
    color = Color("#fff")
    other: Any = "yuv420"
    actions: list[Callable[[Any], object]] = [
        color.pack, lambda word: Color.unpack(bytes(4), word),
        lambda word: Pixels(bytearray(4), word), Theme().snapshot().pack]
    for action in actions:
        with pytest.raises(ValueError, match="float4, rgba8, .* not 'yuv420'"):
            action(other)
    with pytest.raises(ValueError, match="oklch, not 'yuv420'"):
        color.pack("rgba8", space=other)
    layouts: list[Layout] = ["rgb8", "bgr8"]
    for layout in layouts:
        with pytest.raises(ValueError, match=f"{layout} have no alpha"):
            color.pack(layout, premultiplied=True)
        with pytest.raises(ValueError, match=f"{layout} have no alpha"):
            Pixels(bytearray(3), layout, premultiplied=True)
    for size in (0, 3, 5):
        with pytest.raises(ValueError, match=f"rgba8 has 4 bytes, not {size}"):
            Color.unpack(bytes(size))
    with pytest.raises(TypeError):
        Color.unpack(4)  # type: ignore[arg-type]  # pyright: ignore


@pytest.mark.parametrize(("make", "layout", "kind"), [
    pytest.param(make, layout, kind, id=text) for text, make, layout, kind in [
        ("floats for bytes", lambda: numpy.zeros((2, 4), "f4"), "rgba8", TypeError),
        ("words for floats", lambda: numpy.zeros(2, "u4"), "float4", TypeError),
        ("words of another size", lambda: numpy.zeros(2, "u8"), "bgra8", TypeError),
        ("signed words", lambda: numpy.zeros(2, "i4"), "bgra8", TypeError),
        ("words of the other end", lambda: numpy.zeros(2, ">u4"), "bgra8", TypeError),
        ("half a pixel", lambda: bytearray(12), "half4", ValueError),
        ("four bytes for three", lambda: numpy.zeros((3, 4), "u1"), "rgb8", ValueError),
        ("three bytes for four", lambda: numpy.zeros((4, 3), "u1"), "bgra8", ValueError),
        ("two words in a row", lambda: numpy.zeros((2, 2), "u4"), "bgra8", ValueError),
        ("bytes apart", lambda: numpy.zeros(32, "u1")[::2], "bgra8", ValueError),
        ("words backwards", lambda: numpy.zeros(4, "u4")[::-1], "bgra8", ValueError),
    ]])
def test_what_is_no_memory(make: Any, layout: Layout, kind: type[Exception]) -> None:
    """Memory that has no pixels of a layout is refused"""
    with pytest.raises(kind):
        Pixels(make(), layout)


def test_repr() -> None:
    """Pixels say what they are"""
    assert repr(Pixels(bytearray(8))) == "<Pixels of 2 rows, rgba8>"
    pixels = Pixels(bytearray(8), "bgra8", premultiplied=True, space="display-p3")
    assert repr(pixels) == "<Pixels of 2 rows, bgra8, premultiplied, display-p3>"


ok_spaces: list[tuple[Layout, bool, PixelSpace]] = [
    (layout, premultiplied, space) for layout in LAYOUTS for premultiplied in (False, True)
    for space in ("oklab", "oklch")
    if TYPES[layout][0] == "f" and not (premultiplied and space == "oklch")]


@pytest.mark.parametrize(("layout", "premultiplied", "space"), ALL + ok_spaces)
def test_copies(layout: Layout, premultiplied: bool, space: PixelSpace) -> None:
    """Pixels are copied into every layout as their colors are packed, and back"""
    generator = random.Random(7)
    image = numpy.array([[generator.randrange(256) for _ in range(4)] for _ in range(300)], "u1")
    image[:, 3] |= 0x80
    pixels = Pixels(image, "bgra8")
    out = numpy.zeros((300, len(CHANNELS[layout])), TYPES[layout])
    copy = Pixels(out, layout, premultiplied=premultiplied, space=space)
    pixels.copy_to(copy)
    packed = numpy.zeros_like(out)
    Pixels(packed, layout, premultiplied=premultiplied, space=space).pack(pixels.unpack())
    if TYPES[layout] == "u1":
        assert (out == packed).all()
        return
    if TYPES[layout] == "u2":
        assert abs(out.astype(int) - packed.astype(int)).max() <= 1
    else:
        assert out == pytest.approx(packed, rel=2e-3 if layout == "half4" else 2e-6, abs=2e-3)
    again = numpy.zeros_like(image)
    copy.copy_to(Pixels(again, "bgra8"))
    if layout != "half4":
        assert (again == image).all()


def test_blending() -> None:
    """Pixels are blended as colors are, in place or elsewhere"""
    above, below = numpy.array([[200, 100, 0, 128]] * 9, "u1"), numpy.array([[9, 99, 199, 255]] * 9,
                                                                           "u1")
    out = numpy.zeros((12, 4), "u1")
    Pixels(above).blend(Pixels(below), out=Pixels(out))
    wanted = Color.unpack(above[0]).blend(Color.unpack(below[0])).pack()
    assert out.tobytes() == wanted * 9 + bytes(12)
    Pixels(above).blend(Pixels(below), "multiply")
    assert below[0].tobytes() == Color.unpack(above[0]).blend(
        Color("#0963c7"), "multiply").pack()
    with pytest.raises(ValueError, match="same layout"):
        Pixels(above).blend(Pixels(below, "bgra8"))
    with pytest.raises(ValueError, match="9 pixels, and room for 8"):
        Pixels(above).blend(Pixels(below[:8]))
    with pytest.raises(ValueError, match="mode must be one of"):
        Pixels(above).blend(Pixels(below), "add")  # type: ignore[arg-type]  # pyright: ignore


def test_spaces_of_floats() -> None:
    """Oklab and OkLCh are for floats, and a hue is not premultiplied"""
    with pytest.raises(ValueError, match="rgba8 cannot hold numbers of oklab"):
        Pixels(bytearray(4), space="oklab")
    with pytest.raises(ValueError, match="rgba16 cannot hold numbers of oklch"):
        Color("red").pack("rgba16", space="oklch")
    with pytest.raises(ValueError, match="a hue is not multiplied"):
        Color("red").pack("half4", space="oklch", premultiplied=True)
    floats = struct.unpack("4f", Color("oklch(0.5 0.1 30 / 0.5)").pack("float4", space="oklch"))
    assert floats == pytest.approx((0.5, 0.1, 30, 0.5))


# ---- The colors of pictures ----------------------------------------------------------------------


def test_dominant_colors() -> None:
    """The dominant colors of a picture are found, and the seeds among them, in any memory"""
    blue, red, white = (53, 132, 228), (230, 45, 66), (255, 255, 255)
    data = bytes(white * 5 + blue * 3 + red * 2)
    image = numpy.frombuffer(data, numpy.uint8).reshape(-1, 3)
    for pixels in (Pixels(data, "rgb8"), Pixels(bytearray(data), "rgb8"), Pixels(image, "rgb8")):
        assert pixels.dominant() == [
            (Color("white"), 0.5), (Color("#3584e4"), 0.3), (Color("#e62d42"), 0.2)]
        assert pixels.dominant(1) == [(Color("white"), 0.5)]
        assert [seed.hex for seed in pixels.seeds()] == ["#e62d42", "#3584e4"]
        assert [seed.hex for seed in pixels.seeds(1)] == ["#e62d42"]
    floats = numpy.zeros((7, 4), numpy.float32)
    assert Pixels(floats).dominant() == [] == Pixels(floats).seeds()
    floats[:, 3] = 1
    assert Pixels(floats).dominant(128) == [(Color("black"), 1)]
    lab = numpy.array([[0.7, 0.1, 0.1, 1]] * 3, numpy.float32)
    assert [seed.hex for seed in Pixels(lab, space="oklab").seeds()] == [
        Color("oklab(0.7 0.1 0.1)").hex]


def test_dominant_colors_refuse() -> None:
    """Numbers of colors that a picture cannot have are refused"""
    pixels = Pixels(bytes(8))
    wrong: Any
    for wrong in (0, -1, 129, 1 << 70):
        with pytest.raises((ValueError, InvalidArgumentError)):
            pixels.seeds(wrong)
        with pytest.raises((ValueError, InvalidArgumentError)):
            pixels.dominant(wrong)
    for wrong in ("4", 1.5, None):
        with pytest.raises(TypeError):
            pixels.seeds(wrong)
