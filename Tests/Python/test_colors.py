"""Colors as values."""
from __future__ import annotations

import copy
import math
import pickle
import struct
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from dyncolor import Color, Error, InvalidArgumentError, TextSyntaxError, _library

if TYPE_CHECKING:
    from dyncolor._library import Layout, Space

    Components = tuple[float | None, float | None, float | None, float | None]

SPACES: list[Space] = ["srgb", "srgb-linear", "display-p3", "display-p3-linear"]

numbers = st.floats(allow_nan=False, allow_infinity=False)
ordinary = st.floats(-2, 2)
components = st.one_of(st.none(), numbers)
alphas = st.one_of(st.none(), st.floats(0, 1))


def colors(component: st.SearchStrategy[float | None] = components) -> st.SearchStrategy[Color]:
    def make(values: Components, space: Space) -> Color:
        return Color(*values, space=space)
    return st.builds(
        make, st.tuples(component, component, component, alphas), st.sampled_from(SPACES))


def single(value: float | None) -> float | None:
    """A number to the precision that equality goes by."""
    try:
        return value and struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value or 0)


# ---- Making --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("color", "hex", "rgba8"), [
    pytest.param(color, hex, rgba8, id=text) for text, color, hex, rgba8 in [
        ("six digits", Color("#3584e4"), "#3584e4", (53, 132, 228, 255)),
        ("without a #", Color("3584e4"), "#3584e4", (53, 132, 228, 255)),
        ("three digits", Color("#f80"), "#ff8800", (255, 136, 0, 255)),
        ("four digits", Color("#f808"), "#ff880088", (255, 136, 0, 136)),
        ("eight digits", Color("#3584E480"), "#3584e480", (53, 132, 228, 128)),
        ("alpha beside text", Color("#f80", alpha=0.5), "#ff880080", (255, 136, 0, 128)),
        ("alpha times alpha", Color("#f808", alpha=0.5), "#ff880044", (255, 136, 0, 68)),
        ("three numbers", Color(1, 0.5, 0), "#ff8000", (255, 128, 0, 255)),
        ("four numbers", Color(1, 0.5, 0, 0.25), "#ff800040", (255, 128, 0, 64)),
        ("alpha by keyword", Color(1, 0.5, 0, alpha=0.25), "#ff800040", (255, 128, 0, 64)),
        ("outside 0 to 1", Color(-1, 2, 0.5), "#00ff80", (0, 255, 128, 255)),
        ("missing components", Color(None, 1, None), "#00ff00", (0, 255, 0, 255)),
        ("a missing alpha", Color(1, 1, 1, None), "#ffffff00", (255, 255, 255, 0)),
        ("linear light", Color(1, 0, 1, space="srgb-linear"), "#ff00ff", (255, 0, 255, 255)),
        ("display-p3 white", Color(1, 1, 1, space="display-p3"), "#ffffff", (255,) * 4),
    ]])
def test_making(color: Color, hex: str, rgba8: tuple[int, int, int, int]) -> None:
    """A color is made of text and of numbers"""
    assert (color.hex, color.to_hex(), color.rgba8) == (hex, hex, rgba8)
    assert color.pack() == bytes(rgba8)


def test_attributes() -> None:
    """A color has its space, its components and its alpha, and unpacks into sRGB"""
    color = Color(0.9, None, 0.1, 0.5, space="display-p3")
    assert (color.space, color.components, color.alpha) == ("display-p3", (0.9, None, 0.1), 0.5)
    assert list(Color(0.25, 0.5, 2, 0.75)) == [0.25, 0.5, 2, 0.75]
    assert list(Color(None, 0.5, 2, None)) == [0, 0.5, 2, 0]
    r, g, b, a = Color(0.25, 0.25, 0.25, 0.5, space="display-p3")
    assert r == pytest.approx(0.25) and g == pytest.approx(0.25) and b == pytest.approx(0.25)
    assert a == 0.5
    assert list(Color(0, 0, 0, None, space="srgb-linear")) == [0, 0, 0, 0]


def test_layouts() -> None:
    """A pixel is four bytes, or four floats that are not cut"""
    color = Color(0.25, -0.5, 1.5, 0.75)
    assert color.pack("float4") == struct.pack("4f", 0.25, -0.5, 1.5, 0.75)
    assert color.pack("rgba8") == bytes([64, 0, 255, 191])


# Red, green and blue of Display P3 in sRGB, as CSS Color 4's sample code has them.
@pytest.mark.parametrize(("color", "rgb"), [
    (Color(1, 0, 0, space="display-p3"), (1.093066, -0.226742, -0.150135)),
    (Color(0, 1, 0, space="display-p3"), (-0.511605, 1.018278, -0.310676)),
    (Color(0, 0, 1, space="display-p3"), (0, 0, 1.042008)),
    (Color(0.5, 0.5, 0.5, space="srgb-linear"), (0.735357, 0.735357, 0.735357)),
], ids=["red", "green", "blue", "linear"])
def test_converting(color: Color, rgb: tuple[float, float, float]) -> None:
    """A color converts to the numbers it has in another space"""
    converted = color.convert("srgb")
    assert converted.space == "srgb"
    assert converted.components == pytest.approx(rgb, abs=1e-4)
    assert list(color)[:3] == pytest.approx(rgb, abs=1e-4)


@given(colors(ordinary), st.sampled_from(SPACES))
def test_there_and_back(color: Color, space: Space) -> None:
    """A color survives the way to another space and back"""
    back = color.convert(space).convert(color.space)
    assert back.components == pytest.approx(color.components, abs=1e-9)
    assert back.alpha == color.alpha
    assert color.convert(color.space) == color


@given(colors())
def test_missing_stays_only_at_home(color: Color) -> None:
    """Missing components are 0 in another space, while a missing alpha stays missing"""
    other: Space = "srgb" if color.space != "srgb" else "display-p3"
    converted = color.convert(other)
    assert None not in converted.components
    assert (converted.alpha is None) == (color.alpha is None)
    assert color.convert(color.space).components == color.components


# ---- What is no color ----------------------------------------------------------------------------

NaN, infinity = math.nan, math.inf


@pytest.mark.parametrize(("arguments", "keywords", "kind"), [
    pytest.param(arguments, keywords, kind, id=text) for text, arguments, keywords, kind in [
        ("nothing", (), {}, TypeError), ("one number", (1,), {}, TypeError),
        ("two numbers", (1, 2), {}, TypeError), ("five numbers", (1, 2, 3, 1, 5), {}, TypeError),
        ("two alphas", (1, 1, 1, 1), {"alpha": 1}, TypeError),
        ("text and numbers", ("#fff", 1, 1), {}, TypeError),
        ("text for a number", (1, "0.5", 0), {}, TypeError),
        ("bytes", (b"#fff",), {}, TypeError), ("a list", ([1, 2, 3],), {}, TypeError),
        ("complex numbers", (1j, 0, 0), {}, TypeError),
        ("text for an alpha", ("#fff",), {"alpha": "1"}, TypeError),
        ("no alpha of a text", ("#fff",), {"alpha": None}, TypeError),
        ("NaN", (NaN, 0, 0), {}, InvalidArgumentError),
        ("infinity", (0, infinity, 0), {}, InvalidArgumentError),
        ("an infinite alpha", (0, 0, 0, infinity), {}, InvalidArgumentError),
        ("an alpha above 1", (0, 0, 0, 1.01), {}, InvalidArgumentError),
        ("an alpha below 0", (0, 0, 0), {"alpha": -0.01}, InvalidArgumentError),
        ("NaN beside text", ("#fff",), {"alpha": NaN}, InvalidArgumentError),
        ("an integer too large for a float", (10 ** 400, 0, 0), {}, OverflowError),
        ("another space", (1, 1, 1), {"space": "rec2020"}, ValueError),
        ("a number for a space", ("#fff",), {"space": 1}, ValueError),
        ("no text", ("",), {}, TextSyntaxError), ("a #", ("#",), {}, TextSyntaxError),
        ("five digits", ("#12345",), {}, TextSyntaxError),
        ("a letter", ("#12345g",), {}, TextSyntaxError),
        ("a NUL", ("#fff\0",), {}, TextSyntaxError),
        ("white space", (" #fff",), {}, TextSyntaxError),
        ("other digits", ("#١٢٣",), {}, TextSyntaxError),
        ("a surrogate", ("#ff\ud800",), {}, Error),
        ("a million digits", ("#" + "f" * 1_000_000,), {}, TextSyntaxError),
    ]])
def test_what_is_no_color(
    arguments: tuple[Any, ...], keywords: dict[str, Any], kind: type[Exception]
) -> None:
    """What is no color is refused, as the right error"""
    with pytest.raises(kind):
        Color(*arguments, **keywords)


def test_other_words() -> None:
    """A word that is no space and no layout is refused, and the message has those that are"""
    other: Any = "lab"
    color = Color("#fff")
    with pytest.raises(ValueError, match="srgb, srgb-linear, display-p3, display-p3-linear, not"):
        color.convert(other)
    with pytest.raises(ValueError, match="'lab'"):
        color.to_hex(other)
    with pytest.raises(ValueError, match="float4, rgba8, not 'lab'"):
        color.pack(other)


def test_colors_do_not_change() -> None:
    """A color cannot be changed"""
    color: Any = Color("#fff")
    for name in ("space", "components", "alpha", "hex", "rgba8", "shade"):
        with pytest.raises(AttributeError):
            setattr(color, name, None)


# ---- Values --------------------------------------------------------------------------------------


@given(colors(), colors())
def test_equality(one: Color, other: Color) -> None:
    """Colors are equal exactly if space, what is missing and 32-bit numbers are, and hash alike"""
    def key(color: Color) -> object:
        return color.space, [single(each) for each in (*color.components, color.alpha)]
    assert (one == other) == (key(one) == key(other))
    assert (one != other) == (not one == other)
    assert one != other or hash(one) == hash(other)
    again = Color(*one.components, one.alpha, space=one.space)
    assert again == one and hash(again) == hash(one)


@pytest.mark.parametrize(("one", "other", "same"), [
    (Color(0.0, 0, 0), Color(-0.0, 0, 0), True),
    (Color(0.1, 0, 0), Color(0.1 + 1e-12, 0, 0), True),
    (Color(0.1, 0, 0), Color(0.1 + 1e-6, 0, 0), False),
    (Color(None, 0, 0), Color(0, 0, 0), False),
    (Color(0, 0, 0, None), Color(0, 0, 0, 0), False),
    (Color(0, 0, 0), Color(0, 0, 0, space="display-p3"), False),
    (Color("#000"), Color(0, 0, 0), True),
], ids=["zeros", "beyond the precision", "within it", "a missing component", "a missing alpha",
        "another space", "text and numbers"])
def test_equal(one: Color, other: Color, same: bool) -> None:
    """Colors are equal or not as values"""
    assert (one == other) is same and ({one: 1}.get(other) == 1) is same


def test_other_values() -> None:
    """A color equals nothing else, and leaves it to the other to say so"""
    class Anything:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    color = Color("#fff")
    assert color != "#ffffff" and color != (1, 1, 1, 1) and color is not None
    assert color == Anything() and Anything() == color
    with pytest.raises(TypeError):
        sorted([color, Color("#000")])  # type: ignore[type-var]  # pyright: ignore


@given(colors())
@example(Color(2.6204446500000004e+16, 0, 0))
@example(Color(-0.0, 1e300, None))
def test_repr(color: Color) -> None:
    """What a color's repr says makes the same color again"""
    again = eval(repr(color), {"Color": Color})
    assert again == color and hash(again) == hash(color)
    assert repr(again) == repr(color) and str(again) == str(color)


@given(colors(), st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_copies(color: Color, protocol: int) -> None:
    """A color is copied and pickled, to the last bit"""
    for again in (copy.copy(color), copy.deepcopy(color),
                  pickle.loads(pickle.dumps(color, protocol))):
        assert again == color and type(again) is Color
        assert (again.space, again.components, again.alpha) == (
            color.space, color.components, color.alpha)


@pytest.mark.parametrize(("color", "text"), [
    (Color("#3584e4"), "#3584e4"), (Color("#3584e480"), "#3584e480"),
    (Color(1, 0.5, 0), "color(srgb 1 0.5 0)"),
    (Color(1, 0.5, 0, 0.25), "color(srgb 1 0.5 0 / 0.25)"),
    (Color(None, 0.1, 0, None, space="display-p3"), "color(display-p3 none 0.1 0 / none)"),
    (Color(1, 1, 1, space="srgb-linear"), "color(srgb-linear 1 1 1)"),
], ids=str)
def test_printing(color: Color, text: str) -> None:
    """A color prints as CSS, as hex where that is exact"""
    assert str(color) == f"{color}" == text


@given(st.binary(min_size=4, max_size=4))
def test_bytes_survive(data: bytes) -> None:
    """Eight digits make the bytes they are, and the bytes make the digits"""
    text = f"#{data.hex()}"
    color = Color(text)
    assert color.pack("rgba8") == data
    assert color.hex == text.removesuffix("ff") if data[3] == 255 else text
    assert Color(color.hex) == color


@given(colors(), st.sampled_from(SPACES))
def test_results_are_finite(color: Color, space: Space) -> None:
    """Results are always finite, and hex text is always made"""
    assume(color.space != space)
    assert all(math.isfinite(each) for each in color.convert(space).components if each is not None)
    assert all(math.isfinite(each) for each in color)
    assert all(math.isfinite(each) for each in struct.unpack("4f", color.pack("float4")))
    assert Color(color.to_hex(space)).alpha is not None


def test_words() -> None:
    """The words of the types are those of the tables"""
    from dyncolor._library import LAYOUTS
    layouts: list[Layout] = ["float4", "rgba8"]
    assert list(_library.SPACES) == SPACES and list(LAYOUTS) == layouts
