"""Colors as values."""
from __future__ import annotations

import copy
import math
import pickle
import struct
from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from dyncolor import (
    Color, Colors, DynamicColorError, Error, InvalidArgumentError, TextEncodingError,
    TextSyntaxError, Theme, TooComplexError, _library, _structures)

if TYPE_CHECKING:
    from collections.abc import Callable

    from dyncolor.words import (
        BlendMode, ContrastMethod, GamutMethod, Hue, Metric, Space)

    Components = tuple[float | None, float | None, float | None, float | None]

SPACES: list[Space] = list(_library.SPACES)
REVERSIBLE: list[Space] = [space for space in SPACES if space != "gray-gamma-22"]
RGB: list[Space] = [
    "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb", "rec2020",
    "rec2020-oetf", "extended-srgb", "extended-srgb-linear"]

numbers = st.floats(allow_nan=False, allow_infinity=False)
parts = st.floats(0, 1)
steps = st.integers(0, 255).map(lambda step: step / 255)
components = st.one_of(st.none(), numbers)
alphas = st.one_of(st.none(), parts)
spaces = st.sampled_from(SPACES)


def colors(component: st.SearchStrategy[float | None] = components) -> st.SearchStrategy[Color]:
    """Colors of any numbers, in any space."""
    def make(values: Components, space: Space) -> Color:
        return Color(*values, space=space)
    return st.builds(make, st.tuples(component, component, component, alphas), spaces)


def painted() -> st.SearchStrategy[Color]:
    """Colors that a display shows, written in any space."""
    def make(r: float, g: float, b: float, alpha: float, space: Space) -> Color:
        return Color(r, g, b, alpha).to(space)
    return st.builds(make, steps, steps, steps, steps, st.sampled_from(REVERSIBLE))


def single(value: float | None) -> float | None:
    """A number to the precision that equality goes by."""
    try:
        return value and struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value or 0)


def content(color: Color) -> tuple[object, ...]:
    """All that there is of a color, to the last bit."""
    return color.space, color.components, color.alpha


# ---- Making --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("color", "hex", "rgba8"), [
    pytest.param(color, hex, rgba8, id=text) for text, color, hex, rgba8 in [
        ("six digits", Color("#3584e4"), "#3584e4", (53, 132, 228, 255)),
        ("three digits", Color("#f80"), "#ff8800", (255, 136, 0, 255)),
        ("four digits", Color("#f808"), "#ff880088", (255, 136, 0, 136)),
        ("eight digits", Color("#3584E480"), "#3584e480", (53, 132, 228, 128)),
        ("a name", Color(" RebeccaPurple "), "#663399", (102, 51, 153, 255)),
        ("no color at all", Color("transparent"), "#00000000", (0, 0, 0, 0)),
        ("rgb", Color("rgb(50% 0 100% / 50%)"), "#8000ff80", (128, 0, 255, 128)),
        ("hsl", Color("hsl(120deg, 100%, 25%)"), "#008000", (0, 128, 0, 255)),
        ("hwb", Color("hwb(0 60% 60%)"), "#808080", (128, 128, 128, 255)),
        ("lab", Color("lab(100 0 0)"), "#ffffff", (255,) * 4),
        ("oklch", Color("oklch(62.8% 0.25768 29.2339)"), "#ff0000", (255, 0, 0, 255)),
        ("color", Color("color(srgb-linear 0.5 0.5 0.5)"), "#bcbcbc", (188, 188, 188, 255)),
        ("a mix", Color("color-mix(in srgb, red, blue)"), "#800080", (128, 0, 128, 255)),
        ("a relative color", Color("rgb(from #102030 b g r)"), "#302010", (48, 32, 16, 255)),
        ("alpha beside text", Color("#f80", alpha=0.5), "#ff880080", (255, 136, 0, 128)),
        ("alpha times alpha", Color("#f808", alpha=0.5), "#ff880044", (255, 136, 0, 68)),
        ("alpha of a missing one", Color("rgb(0 0 0 / none)", alpha=1), "#00000000", (0,) * 4),
        ("a color", Color(Color("#f80")), "#ff8800", (255, 136, 0, 255)),
        ("a color and alpha", Color(Color("#f808"), alpha=0.5), "#ff880044", (255, 136, 0, 68)),
        ("hex text", Color.from_hex("f80"), "#ff8800", (255, 136, 0, 255)),
        ("hex text and alpha", Color.from_hex("#f808", alpha=0.5), "#ff880044",
         (255, 136, 0, 68)),
        ("three numbers", Color(1, 0.5, 0), "#ff8000", (255, 128, 0, 255)),
        ("four numbers", Color(1, 0.5, 0, 0.25), "#ff800040", (255, 128, 0, 64)),
        ("alpha by keyword", Color(1, 0.5, 0, alpha=0.25), "#ff800040", (255, 128, 0, 64)),
        ("outside 0 to 1", Color(-1, 2, 0.5), "#00ff80", (0, 255, 128, 255)),
        ("missing components", Color(None, 1, None), "#00ff00", (0, 255, 0, 255)),
        ("a missing alpha", Color(1, 1, 1, None), "#ffffff00", (255, 255, 255, 0)),
        ("linear light", Color(1, 0, 1, space="srgb-linear"), "#ff00ff", (255, 0, 255, 255)),
        ("display-p3 white", Color(1, 1, 1, space="display-p3"), "#ffffff", (255,) * 4),
        ("a hue", Color(240, 100, 50, space="hsl"), "#0000ff", (0, 0, 255, 255)),
    ]])
def test_making(color: Color, hex: str, rgba8: tuple[int, int, int, int]) -> None:
    """A color is made of text, of numbers and of another"""
    assert (color.hex, color.to_hex(), color.rgba8) == (hex, hex, rgba8)
    assert color.pack() == bytes(rgba8)


def test_attributes() -> None:
    """A color has its space, its components and its alpha, and unpacks into sRGB"""
    color = Color(0.9, None, 0.1, 0.5, space="display-p3")
    assert content(color) == ("display-p3", (0.9, None, 0.1), 0.5)
    assert content(Color("oklch(40% 0.1 none)")) == ("oklch", (0.4, 0.1, None), 1)
    assert content(Color("hsl(1turn 50% 50% / none)")) == ("hsl", (0, 50, 50), None)
    assert content(Color.from_hex("0f0", space="rec2020")) == ("rec2020", (0, 1, 0), 1)
    assert list(Color(0.25, 0.5, 2, 0.75)) == [0.25, 0.5, 2, 0.75]
    assert list(Color(None, 0.5, 2, None)) == [0, 0.5, 2, 0]
    r, g, b, a = Color(0.25, 0.25, 0.25, 0.5, space="display-p3")
    assert r == pytest.approx(0.25) and g == pytest.approx(0.25) and b == pytest.approx(0.25)
    assert a == 0.5
    assert list(Color(0, 0, 0, None, space="srgb-linear")) == [0, 0, 0, 0]
    assert content(Color(0.5, 7, None, space="gray-gamma-22")) == (
        "gray-gamma-22", (0.5, 0, 0), 1)


def test_layouts() -> None:
    """A pixel is four bytes, or four floats that are not cut"""
    color = Color(0.25, -0.5, 1.5, 0.75)
    assert color.pack("float4") == struct.pack("4f", 0.25, -0.5, 1.5, 0.75)
    assert color.pack("rgba8") == bytes([64, 0, 255, 191])


@given(colors(st.one_of(st.none(), st.floats(-2, 2))))
@example(Color("color(display-p3 none 0.5 0.5)"))
def test_unpacking(color: Color) -> None:
    """A color unpacks into the numbers that it is painted with"""
    assert list(color) == pytest.approx(struct.unpack("4d", color.pack("double4")), abs=1e-12)


# ---- What is no color ----------------------------------------------------------------------------

NaN, infinity = math.nan, math.inf


@pytest.mark.parametrize(("arguments", "keywords", "kind"), [
    pytest.param(arguments, keywords, kind, id=text) for text, arguments, keywords, kind in [
        ("nothing", (), {}, TypeError), ("one number", (1,), {}, TypeError),
        ("two numbers", (1, 2), {}, TypeError), ("five numbers", (1, 2, 3, 1, 5), {}, TypeError),
        ("two alphas", (1, 1, 1, 1), {"alpha": 1}, TypeError),
        ("text and numbers", ("#fff", 1, 1), {}, TypeError),
        ("text and a space", ("#fff",), {"space": "display-p3"}, TypeError),
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
        ("an alpha above 1 beside text", ("#0000",), {"alpha": 1.01}, InvalidArgumentError),
        ("NaN beside text", ("#fff",), {"alpha": NaN}, InvalidArgumentError),
        ("an integer too large for a float", (10 ** 400, 0, 0), {}, OverflowError),
        ("another space", (1, 1, 1), {"space": "luv"}, ValueError),
        ("a number for a space", (1, 1, 1), {"space": 1}, ValueError),
        ("no text", ("",), {}, TextSyntaxError), ("a #", ("#",), {}, TextSyntaxError),
        ("digits alone", ("3584e4",), {}, TextSyntaxError),
        ("five digits", ("#12345",), {}, TextSyntaxError),
        ("a letter", ("#12345g",), {}, TextSyntaxError),
        ("a NUL", ("#fff\0",), {}, TextSyntaxError),
        ("two colors", ("red blue",), {}, TextSyntaxError),
        ("other digits", ("#١٢٣",), {}, TextSyntaxError),
        ("a K of kelvin", ("\N{KELVIN SIGN}haki",), {}, TextSyntaxError),
        ("a surrogate", ("#ff\ud800",), {}, TextEncodingError),
        ("a million digits", ("#" + "f" * 1_000_000,), {}, TextSyntaxError),
        ("a hundred parentheses", (f"rgb({'calc(' * 100}",), {}, TooComplexError),
        ("the scheme", ("light-dark(#fff, #000)",), {}, DynamicColorError),
        ("a variable", ("var(--accent)",), {}, DynamicColorError),
        ("a system color", ("AccentColor",), {}, DynamicColorError),
    ]])
def test_what_is_no_color(
    arguments: tuple[Any, ...], keywords: dict[str, Any], kind: type[Exception]
) -> None:
    """What is no color is refused, as the right error"""
    with pytest.raises(kind):
        Color(*arguments, **keywords)


@pytest.mark.parametrize("text", ["red", "#12345", "#ff000g", "rgb(0 0 0)", ""])
def test_what_is_no_hex(text: str) -> None:
    """Hex text is nothing but digits, of a space of red, green and blue"""
    with pytest.raises(TextSyntaxError):
        Color.from_hex(text)
    lab: Any = "lab"
    for action in (lambda: Color.from_hex("fff", space=lab), lambda: Color("red").to_hex(lab)):
        with pytest.raises(InvalidArgumentError, match="an RGB space, such as"):
            action()


def test_other_words() -> None:
    """A word that is not known is refused, and the message has those that are"""
    color, other = Color("#fff"), "luv"
    word: Any = other
    actions: list[tuple[Callable[[], object], str]] = [
        (lambda: Color(1, 1, 1, space=word), "space must be one of srgb, srgb-linear, "),
        (lambda: color.to(word), "space must be .* srgb, srgb-linear, .*, extended-srgb-linear"),
        (lambda: color.to_hex(word), "space must be"),
        (lambda: color.in_gamut(word), "gamut must be"),
        (lambda: color.to_gamut(word), "gamut must be"),
        (lambda: color.to_gamut(method=word), "exact, ray-trace, binary-search, clip"),
        (lambda: color.mix("red", space=word), "space must be"),
        (lambda: color.mix("red", hue=word), "hue must be .* shorter, longer, increasing"),
        (lambda: color.blend("red", word), "mode must be one of normal, multiply"),
        (lambda: color.blend("red", space=word), "space must be"),
        (lambda: color.difference("red", word), "method must be one of ok, ciede2000"),
        (lambda: color.contrast("red", word), "method must be one of wcag, lightness"),
        (lambda: color.ensure_contrast("red", 3, word), "method must be one of wcag, lightness"),
        (lambda: color.pack(word), "float4, rgba8, .*, double4")]
    for action, words in actions:
        with pytest.raises(ValueError, match=f"{words}.* not 'luv'"):
            action()


def test_others_are_colors() -> None:
    """Another color is a color or a text, and nothing else"""
    color = Color("red")
    actions: list[Callable[[Any], object]] = [
        color.mix, color.blend, color.difference, color.contrast, color.ensure_contrast,
        color.is_near]
    for action in actions:
        assert action("blue") == action(Color("blue"))
        with pytest.raises(TextSyntaxError):
            action("bleu")
        for other in (None, 5, b"blue", (0, 0, 1)):
            with pytest.raises(TypeError, match="a color must be a Color or CSS text; got"):
                action(other)


def test_colors_do_not_change() -> None:
    """A color cannot be changed, and has nothing else"""
    color: Any = Color("#fff")
    for name in ("space", "components", "alpha", "css", "hex", "rgba8", "shade"):
        with pytest.raises(AttributeError):
            setattr(color, name, None)
    with pytest.raises(AttributeError, match="'Color' object has no attribute 'convert'"):
        color.convert("srgb")


# ---- Converting ----------------------------------------------------------------------------------

# rebeccapurple in every space, by coloraide, which has CSS's numbers.
PURPLE: dict[Space, tuple[float, float, float]] = {
    "srgb": (0.4, 0.2, 0.6), "srgb-linear": (0.132868, 0.033105, 0.318547),
    "display-p3": (0.37367, 0.210334, 0.579113), "a98-rgb": (0.358004, 0.212317, 0.584343),
    "prophoto-rgb": (0.316421, 0.191333, 0.494807), "rec2020": (0.395695, 0.270162, 0.59736),
    "rec2020-oetf": (0.304595, 0.16817, 0.530862), "xyz-d65": (0.124123, 0.074925, 0.309303),
    "xyz-d50": (0.116267, 0.072605, 0.232538), "hsl": (270, 50, 40), "hwb": (270, 20, 40),
    "hsv": (270, 66.6667, 60), "lab": (32.392716, 38.422994, -47.691126),
    "lch": (32.392716, 61.243529, 308.857121), "oklab": (0.440272, 0.088177, -0.133864),
    "oklch": (0.440272, 0.160296, 303.372988), "okhsl": (303.372988, 72.9156, 35.3279),
    "okhsv": (303.372988, 80.5236, 60.8251), "extended-srgb": (0.4, 0.2, 0.6),
    "extended-srgb-linear": (0.132868, 0.033105, 0.318547),
    "hct": (310.104224, 56.381498, 32.902437)}


@pytest.mark.parametrize("space", PURPLE)
def test_tables_of_css(space: Space) -> None:
    """A color has the numbers in another space that tables have"""
    converted = Color("rebeccapurple").to(space)
    assert converted.space == space
    assert converted.components == pytest.approx(PURPLE[space], rel=3e-5)
    assert converted.to("srgb").components == pytest.approx((0.4, 0.2, 0.6))


@given(painted(), st.sampled_from(REVERSIBLE))
def test_there_and_back(color: Color, space: Space) -> None:
    """A color survives the way to another space and back"""
    back = color.to(space).to(color.space)
    assert back.space == color.space
    assert back.difference(color) < 1e-6
    assert back.alpha == color.alpha
    assert content(color.to(color.space)) == content(color)


def test_missing() -> None:
    """Missing components are missing in another space where it has analogous ones"""
    assert Color("oklch(0.5 0.1 none)").to("lch").components[2] is None
    assert Color("oklch(none 0.1 20)").to("lab").components[0] is None
    assert Color("rgb(none 0 0)").to("display-p3").components[0] is None
    assert Color("oklch(0.5 0.1 none)").to("srgb").components.count(None) == 0
    assert Color("rgb(0 0 0 / none)").to("oklab").alpha is None
    assert Color("#808080").to("oklch").components[2] is None
    assert list(Color("rgb(none none none)").to("oklab")) == [0, 0, 0, 1]


@given(colors(), spaces)
def test_results_are_finite(color: Color, space: Space) -> None:
    """Results are always finite, and hex text is always made"""
    assume(color.space != space)
    assert all(math.isfinite(each) for each in color.to(space).components if each is not None)
    assert all(math.isfinite(each) for each in color)
    assert all(math.isfinite(each) for each in struct.unpack("4f", color.pack("float4")))
    assert Color(color.to_hex()).alpha is not None


# ---- Gamuts --------------------------------------------------------------------------------------

METHODS: list[GamutMethod] = ["exact", "ray-trace", "binary-search", "clip"]


@pytest.mark.parametrize(("text", "gamut", "inside"), [
    ("white", "srgb", True), ("color(srgb 1.01 0 0)", "srgb", False),
    ("color(display-p3 0 1 0)", "srgb", False), ("color(display-p3 0 1 0)", "display-p3", True),
    ("color(rec2020 0 1 0)", "display-p3", False), ("color(rec2020 0 1 0)", "rec2020", True),
    ("oklch(0.7 0.4 150)", "srgb", False), ("oklch(0.7 0.4 150)", "oklab", True),
    ("color(srgb 9 9 9)", "extended-srgb", True),
])
def test_in_gamut(text: str, gamut: Space, inside: bool) -> None:
    """A color lies in a gamut or not"""
    assert Color(text).in_gamut(gamut) is inside
    assert Color(text).to_gamut(gamut).in_gamut(gamut)
    assert inside or Color(text).to_gamut(gamut) != Color(text).to(gamut)


@given(colors(st.floats(-2, 2)), st.sampled_from(RGB), st.sampled_from(METHODS))
def test_to_gamut(color: Color, gamut: Space, method: GamutMethod) -> None:
    """A color is brought into a gamut, is then a color of its space, and stays there"""
    mapped = color.to_gamut(gamut, method=method)
    assert mapped.space == gamut and mapped.in_gamut(gamut) and mapped.alpha == color.alpha
    assert mapped.to_gamut(gamut, method=method).is_near(mapped) or None in mapped.components
    assert not color.in_gamut(gamut) or list(mapped) == pytest.approx(
        list(color.to(gamut)), abs=1e-5)


def test_methods() -> None:
    """Without a word the chroma alone is changed; the others are those of CSS"""
    color = Color("oklch(90% 0.4 150)")
    assert color.to_gamut("srgb") == color.to_gamut("srgb", method="exact")
    lightness, chroma, hue = color.to_gamut().to("oklch").components
    assert lightness == pytest.approx(0.9) and hue == pytest.approx(150)
    assert chroma == pytest.approx(0.181555, abs=1e-5)
    assert color.to_gamut(method="ray-trace").hex == "#77ff9b"
    assert color.to_gamut(method="binary-search").hex == "#41ff87"
    assert color.to_gamut(method="clip").hex == Color(color.to_hex()).hex


# ---- Mixing --------------------------------------------------------------------------------------

HUES: list[tuple[Hue, float]] = [
    ("shorter", 5), ("longer", 185), ("increasing", 185), ("decreasing", 5)]


@pytest.mark.parametrize(("hue", "middle"), HUES)
def test_hues(hue: Hue, middle: float) -> None:
    """A hue goes around the circle the way that is asked for"""
    mixed = Color("hsl(40 50% 50%)").mix("hsl(330 50% 50%)", space="hsl", hue=hue)
    assert mixed.components == pytest.approx((middle, 50, 50))


@pytest.mark.parametrize(("one", "other", "amount", "space", "expected"), [
    ("purple", "plum", 0.5, "lch", "lch(51.51 52.21 325.8)"),
    ("red", "yellow", 0.3, "hsl", "color(--hsl 18 100 50)"),
    ("red", "blue", 0.25, "srgb", "color(srgb 0.75 0 0.25)"),
    ("white", "black", 0.5, "srgb-linear", "color(srgb-linear 0.5 0.5 0.5)"),
    ("rgb(100% 0% 0% / 0.7)", "rgb(0% 100% 0% / 0.2)", 0.25, "srgb",
     "color(srgb 0.913043 0.0869565 0 / 0.575)"),
    ("oklch(0.5 0.1 none)", "oklch(0.7 0.1 80)", 0.5, "oklch", "oklch(0.6 0.1 80)"),
    ("#f00", "#00f", 0.5, None, "color(srgb 0.5 0 0.5)"),
    ("color(srgb 1 0 0)", "#00f", 0.5, None, "oklab(0.539985 0.0962029 -0.092841)"),
])
def test_mixing(one: str, other: str, amount: float, space: Space | None, expected: str) -> None:
    """Colors mix as CSS mixes them"""
    mixed = Color(one).mix(other, amount, space=space)
    assert mixed.space == Color(expected).space
    assert mixed.components == pytest.approx(Color(expected).components, rel=2e-4, abs=1e-6)
    assert mixed.alpha == pytest.approx(Color(expected).alpha)
    where = "" if space is None else f"in {space}, "
    if space is not None:
        text = f"color-mix({where}{one}, {other} {amount * 100}%)"
        assert Color(text).to(space).is_near(mixed)


@given(painted(), painted(), st.sampled_from(REVERSIBLE))
def test_ends_of_a_mix(one: Color, other: Color, space: Space) -> None:
    """All of one color, or of the other, is that color"""
    assume(one.alpha and other.alpha)
    assert one.mix(other, 0, space=space).difference(one) < 1e-4
    assert one.mix(other, 1, space=space).difference(other) < 1e-4
    assert one.mix(other, space=space).space == space


def test_amounts() -> None:
    """Several amounts make several colors, each as one amount makes it"""
    one, other = Color("oklch(0.5 0.1 20)"), Color("oklch(0.7 0.2 300)")
    amounts = [number / 7 for number in range(8)]
    for space in ("oklch", None):
        some: Any = space
        several = one.mix(other, amounts, space=some, hue="longer")
        assert isinstance(several, Colors)
        assert [content(each) for each in several] == [
            content(one.mix(other, amount, space=some, hue="longer")) for amount in amounts]
    assert len(one.mix(other, [])) == 0
    for wrong in ("half", None, ["x"], [None], object()):
        bad: Any = wrong
        with pytest.raises(TypeError):
            one.mix(other, bad)
    with pytest.raises(InvalidArgumentError):
        one.mix(other, math.nan)
    with pytest.raises(InvalidArgumentError, match=r"amounts\[1\]"):
        one.mix(other, [0, math.inf])


# ---- Blending ------------------------------------------------------------------------------------

MODES: list[BlendMode] = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
    "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
    "luminosity"]
# What becomes of a source of 0.75 over a backdrop of 0.25.
BLENDED: dict[BlendMode, float] = {
    "normal": 0.75, "multiply": 0.1875, "screen": 0.8125, "overlay": 0.375, "darken": 0.25,
    "lighten": 0.75, "color-dodge": 1, "color-burn": 0, "hard-light": 0.625, "soft-light": 0.375,
    "difference": 0.5, "exclusion": 0.625, "luminosity": 0.75, "hue": 0.25, "saturation": 0.25,
    "color": 0.25}


@pytest.mark.parametrize("mode", MODES)
def test_blending(mode: BlendMode) -> None:
    """Colors blend by the formulas of the modes"""
    source, backdrop = Color(0.75, 0.75, 0.75), Color(0.25, 0.25, 0.25)
    blended = source.blend(backdrop, mode)
    assert content(blended) == (
        "srgb", (pytest.approx(BLENDED[mode]),) * 3, 1)
    half = Color(source, alpha=0.5).blend(backdrop, mode)
    assert half.components == pytest.approx(((BLENDED[mode] + 0.25) / 2,) * 3)
    assert Color(source, alpha=0).blend(backdrop, mode) == backdrop
    assert source.blend("transparent", mode) == source
    assert source.blend(backdrop, mode, space="display-p3-linear").space == "display-p3-linear"


def test_blending_over() -> None:
    """Without a mode a color lies over another, whatever its alpha"""
    assert Color("#ff000080").blend("white").hex == "#ff7f7f"
    assert Color("#ff000080").blend("#00ff0080").alpha == pytest.approx(1 - (127 / 255) ** 2)
    lab: Any = "lab"
    with pytest.raises(InvalidArgumentError, match="an RGB space"):
        Color("red").blend("blue", space=lab)


# ---- Comparing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other", "method", "expected"), [
    ("black", "white", "ok", 1), ("black", "white", "ciede2000", 100), ("red", "#f00", "ok", 0),
    ("lab(50 2.6772 -79.7751)", "lab(50 0 -82.7485)", "ciede2000", 2.04246),
    ("lab(50 2.5 0)", "lab(73 25 -18)", "ciede2000", 27.14923),
    ("oklab(0.5 0.1 0)", "oklab(0.5 0 0)", "ok", 0.1), ("#ff000000", "red", "ok", 0),
])
def test_difference(one: str, other: str, method: Metric, expected: float) -> None:
    """Colors differ by as much as tables have it, either way"""
    assert Color(one).difference(other, method) == pytest.approx(expected, rel=1e-5, abs=1e-9)
    assert Color(other).difference(one, method) == pytest.approx(expected, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize(("one", "other", "method", "expected"), [
    ("black", "white", "wcag", 21), ("#777", "white", "wcag", 4.4776),
    ("#767676", "white", "wcag", 4.5423), ("red", "red", "wcag", 1),
    ("black", "white", "lightness", 100), ("#777", "black", "lightness", 50.033),
    ("#00000080", "white", "wcag", 4.0041), ("white", "#ffffff00", "wcag", 1),
])
def test_contrast(one: str, other: str, method: ContrastMethod, expected: float) -> None:
    """Contrast is what tables have"""
    assert Color(one).contrast(other, method) == pytest.approx(expected, rel=1e-3, abs=1e-9)


@given(painted(), painted())
def test_contrast_is_mutual(one: Color, other: Color) -> None:
    """The contrast of opaque colors is the same the other way round, and within its bounds"""
    one, other = (Color(*each.components, space=each.space) for each in (one, other))
    assert one.contrast(other) == pytest.approx(other.contrast(one))
    assert 1 <= one.contrast(other) <= 21 + 1e-6
    assert 0 <= one.contrast(other, "lightness") <= 100 + 1e-6


@given(painted(), painted(), st.floats(1, 21))
def test_ensure_contrast(color: Color, background: Color, contrast: float) -> None:
    """What is made to be read has the contrast, and the alpha, unless that cannot be"""
    readable = color.ensure_contrast(background, contrast)
    if readable == color:
        assert color.contrast(background) >= contrast
    elif readable.contrast(background) >= contrast and readable.alpha == color.alpha:
        assert Color(readable.hex).contrast(background) >= contrast
        assert readable.space == "oklch" and readable.in_gamut("srgb")
    else:
        assert readable.hex in ("#ffffff", "#000000")
        for end in ("white", "black"):
            assert readable.contrast(background) >= Color(end).contrast(background) - 1e-9
            assert Color(end, alpha=round((color.alpha or 0) * 255) / 255).contrast(
                background) < contrast + 0.3
    assert readable.ensure_contrast(background, 1) == readable


@given(st.integers(0, 0xFFFFFF), st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=8),
       st.floats(1, 7))
def test_ensure_contrast_on_several(color: int, grounds: list[int], contrast: float) -> None:
    """One color is read on all of several backgrounds, or as well as can be"""
    backgrounds = [f"#{each:06x}" for each in grounds]
    readable = Color(f"#{color:06x}").ensure_contrast(backgrounds, contrast)
    least = min(Color(readable.hex).contrast(each) for each in backgrounds)
    if least < contrast:
        ends = [min(Color(end).contrast(each) for each in backgrounds)
                for end in ("black", "white")]
        assert readable.hex in ("#ffffff", "#000000") and least == max(ends)
    assert Color(f"#{color:06x}").ensure_contrast(Colors(backgrounds), contrast) == readable
    if len(backgrounds) == 1:
        assert Color(f"#{color:06x}").ensure_contrast(backgrounds[0], contrast) == readable


def test_numbers_of_backgrounds() -> None:
    """A color is made to be read on one to eight backgrounds"""
    for count in (0, 9):
        with pytest.raises(InvalidArgumentError, match="from 1 to 8|DYNCOLOR_MAX_BACKGROUNDS"):
            Color("red").ensure_contrast(["blue"] * count)


def test_contrasts_that_cannot_be() -> None:
    """A contrast lies within the bounds of its measure"""
    for contrast in (0.5, 22, math.nan, math.inf):
        with pytest.raises(InvalidArgumentError, match="contrast"):
            Color("red").ensure_contrast("blue", contrast)
    assert Color("red").ensure_contrast("red", 100, "lightness").hex in ("#ffffff", "#000000")


@given(painted(), st.sampled_from(REVERSIBLE))
def test_is_near(color: Color, space: Space) -> None:
    """A color is near itself, written in any space"""
    assert color.is_near(color)
    converted = color.to(space)
    if None not in color.components and None not in converted.components:
        assert color.is_near(converted) and converted.is_near(color)
    assert not color.is_near(Color(color, alpha=0.5)) or color.alpha == pytest.approx(0, abs=1e-4)


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
    (Color("hsl(0 100% 50%)"), Color("red"), False),
    (Color("hsl(0 100% 50%)"), Color(0, 100, 50, space="hsl"), True),
], ids=["zeros", "beyond the precision", "within it", "a missing component", "a missing alpha",
        "another space", "text and numbers", "another notation", "a notation and numbers"])
def test_equal(one: Color, other: Color, same: bool) -> None:
    """Colors are equal or not as values"""
    assert (one == other) is same and ({one: 1}.get(other) == 1) is same
    assert not same or hash(one) == hash(other)


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
@example(Color(5e-324, 1.7976931348623157e308, 0.1, space="lab"))
@example(Color("hsl(120 100% 50%)"))
@example(Color("rgb(1.5 0 0 / 0.3)"))
def test_text_round_trip(color: Color) -> None:
    """The text of a color, and its repr, make the same color again, to the last bit"""
    for again in (Color(str(color)), eval(repr(color), {"Color": Color})):
        assert content(again) == content(color)
        assert again == color and hash(again) == hash(color)
        assert str(again) == str(color) or again.space in ("srgb", "hsl", "hwb")
    assert Color(color.css).alpha is not None or color.alpha is None


@pytest.mark.parametrize(("color", "text", "css"), [
    (Color("#3584e4"), "#3584e4", "rgb(53, 132, 228)"),
    (Color("#3584e480"), "#3584e480", "rgba(53, 132, 228, 0.5)"),
    (Color("rebeccapurple"), "#663399", "rgb(102, 51, 153)"),
    (Color("hsl(120 100% 25%)"), "hsl(120 100% 25%)", "rgb(0, 128, 0)"),
    (Color("rgb(2.5 3.5 4.5)"), "rgb(2.5 3.5 4.5)", "rgb(3, 4, 5)"),
    (Color(1, 0.5, 0), "color(srgb 1 0.5 0)", "color(srgb 1 0.5 0)"),
    (Color(1, 0.5, 0, 0.25), "color(srgb 1 0.5 0 / 0.25)", "color(srgb 1 0.5 0 / 0.25)"),
    (Color(None, 0.1, 0, None, space="display-p3"), "color(display-p3 none 0.1 0 / none)",
     "color(display-p3 none 0.1 0 / none)"),
    (Color(1, 1, 1, space="srgb-linear"), "color(srgb-linear 1 1 1)", "color(srgb-linear 1 1 1)"),
    (Color("oklch(70% 0.1 none)"), "oklch(0.7 0.1 none)", "oklch(0.7 0.1 none)"),
    (Color(1 / 3, 0, 0, space="oklab"), "oklab(0.3333333333333333 0 0)", "oklab(0.333333 0 0)"),
    (Color(0, 100, 50, space="okhsl"), "color(--okhsl 0 100 50)", None),
], ids=str)
def test_printing(color: Color, text: str, css: str | None) -> None:
    """A color prints as CSS, with all its digits or as in a browser"""
    assert str(color) == f"{color}" == text
    assert repr(color) == f"Color('{text}')"
    assert css is None or color.css == css


@given(colors(), st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_copies(color: Color, protocol: int) -> None:
    """A color is copied and pickled, to the last bit"""
    for again in (copy.copy(color), copy.deepcopy(color),
                  pickle.loads(pickle.dumps(color, protocol))):
        assert again == color and type(again) is Color
        assert content(again) == content(color)


def test_notation_is_kept() -> None:
    """How a color was written is kept in copies, and counts only where CSS has it count"""
    red = Color("red")
    for again in (copy.deepcopy(red), pickle.loads(pickle.dumps(red)), Color(red), Color(str(red)),
                  Color(red, alpha=1), red.to("srgb"), Colors([red])[0]):
        assert str(again) == "#ff0000" and again.mix("blue").space == "srgb"
    same = Color(1, 0, 0)
    assert same == red and hash(same) == hash(red) and str(same) == "color(srgb 1 0 0)"
    assert same.mix("blue").space == red.to("hsl").mix("blue").space == "oklab"


@given(st.binary(min_size=4, max_size=4))
def test_bytes_survive(data: bytes) -> None:
    """Eight digits make the bytes they are, and the bytes make the digits"""
    text = f"#{data.hex()}"
    color = Color(text)
    assert color.pack("rgba8") == data
    assert color.hex == str(color) == (text.removesuffix("ff") if data[3] == 255 else text)
    assert Color(color.hex) == Color.from_hex(color.hex[1:]) == color


# ---- Resolved colors -----------------------------------------------------------------------------


def resolved(color: Color) -> Color:
    return Theme().register(None, color).resolve()


@given(st.binary(min_size=4, max_size=4))
def test_resolved_bytes(data: bytes) -> None:
    """What is resolved of hex text is the same color in every respect"""
    color = Color(f"#{data.hex()}")
    found = resolved(color)
    assert found == color and hash(found) == hash(color)
    assert (repr(found), found.css, found.hex) == (repr(color), color.css, color.hex)
    assert content(found) == content(color)
    assert found.mix("red") == color.mix("red") and found.pack() == data


@given(st.tuples(*[st.floats(-5, 5, width=32)] * 3), st.floats(0, 1, width=32))
@example((0.1, 0.2, 0.3), 0.4)
@example((1e38, -3.4028234663852886e38, 1e-45), 1.0)
def test_resolved_floats(c: tuple[float, float, float], alpha: float) -> None:
    """What is resolved has the floats that it has, and prints as the shortest that are the same"""
    found = resolved(Color(*c, alpha))
    floats = struct.unpack("4f", struct.pack("4f", *c, alpha))
    assert tuple(found) == floats and found.pack("float4") == struct.pack("4f", *floats)
    again = Color(str(found))
    assert again == found and hash(again) == hash(found) and str(again) == str(found)
    for copied in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert tuple(copied) == floats and copied == found and str(copied) == str(found)
    assert [single(each) for each in found.components] == list(floats[:3])


def test_resolved_text() -> None:
    """What is resolved prints as it was written"""
    assert str(resolved(Color(0.1, 0.2, 0.3, 0.4))) == "color(srgb 0.1 0.2 0.3 / 0.4)"
    assert str(resolved(Color("rgb(0 51 102 / 0.3)"))) == "rgb(0 51 102 / 0.3)"
    assert str(resolved(Color(0, 0, 0, 0.5))) == "rgb(0 0 0 / 0.5)"


# ---- Words ---------------------------------------------------------------------------------------


def test_words(types: dict[str, Any]) -> None:
    """The words of the types are those of the tables"""
    tables = {
        "Space": _library.SPACES, "Notation": _library.NOTATIONS,
        "GamutMethod": _library.GAMUT_METHODS, "Hue": _library.HUES,
        "Metric": _library.METRICS, "MaterialVariant": _structures.MATERIAL_VARIANTS,
        "ContrastMethod": _library.CONTRAST_METHODS, "BlendMode": _library.BLEND_MODES}
    for name, table in tables.items():
        words: Any = table
        assert list(get_args(types[name])) == list(words), name


def test_errors_have_places() -> None:
    """An error of a text says where it is and what was expected"""
    for text, line, column, offset, message in (
            ("rgb(1 2)", 1, 8, 7, "the third component is missing"),
            ("rgb(\n1 2 x)", 2, 5, 9, "expected a number, a percentage or none"),
            ("é", 1, 1, 0, "unknown color name"),
            ("#12345g", 1, 7, 6, "expected a hexadecimal digit"),
            ("color(srgb 1 1 1) x", 1, 19, 18, "expected the end of the color"),
            ("rgb(0 0 0 / é)", 1, 13, 12, "expected a number, a percentage or none")):
        with pytest.raises(TextSyntaxError) as caught:
            Color(text)
        error: Error = caught.value
        assert (error.line, error.column, error.offset) == (line, column, offset), text
        assert error.message == message
