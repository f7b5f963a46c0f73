"""The sample code of CSS Color 4, evaluated to 40 digits.

A color is a list of three numbers; None stands for `none`. Scales are those of the library:
RGB and XYZ 0 to 1, percentages 0 to 100, hues in degrees.
"""
from mpmath import atan2, cbrt, cos, degrees, hypot, matrix, mp, mpf, radians, sign, sin

mp.dps = 40

# ---- §17: matrices, as they are printed there ----------------------------------------------------


def rows(text):
    def number(word):
        top, _, bottom = word.partition("/")
        return mpf(top) / mpf(bottom or 1)
    return matrix([[number(word) for word in line.split()] for line in text.strip().splitlines()])


TO_XYZ = {
    "srgb": rows("506752/1228815 87881/245763 12673/70218\n"
                 "87098/409605 175762/245763 12673/175545\n"
                 "7918/409605 87881/737289 1001167/1053270"),
    "display-p3": rows("608311/1250200 189793/714400 198249/1000160\n"
                       "35783/156275 247089/357200 198249/2500400\n"
                       "0 32229/714400 5220557/5000800"),
    "a98-rgb": rows("573536/994567 263643/1420810 187206/994567\n"
                    "591459/1989134 6239551/9945670 374412/4972835\n"
                    "53769/1989134 351524/4972835 4929758/4972835"),
    "rec2020": rows("63426534/99577255 20160776/139408157 47086771/278816314\n"
                    "26158966/99577255 472592308/697040785 8267143/139408157\n"
                    "0 19567812/697040785 295819943/278816314"),
    "prophoto-rgb": rows("0.79776664490064230 0.13518129740053308 0.03134773412839220\n"
                         "0.28807482881940130 0.71183523424187300 0.00008993693872564\n"
                         "0 0 0.82510460251046020"),
}
FROM_XYZ = {name: TO_XYZ[name] ** -1 for name in ("srgb", "display-p3", "a98-rgb", "rec2020")}
FROM_XYZ["prophoto-rgb"] = rows("1.34578688164715830 -0.25557208737979464 -0.05110186497554526\n"
                                "-0.54463070512490190 1.50824774284514680 0.02052744743642139\n"
                                "0 0 1.21196754563894520")
D65_TO_D50 = rows("1.0479297925449969 0.022946870601609652 -0.05019226628920524\n"
                  "0.02962780877005599 0.9904344267538799 -0.017073799063418826\n"
                  "-0.009243040646204504 0.015055191490298152 0.7518742814281371")
D50_TO_D65 = rows("0.955473421488075 -0.02309845494876471 0.06325924320057072\n"
                  "-0.0283697093338637 1.0099953980813041 0.021041441191917323\n"
                  "0.012314014864481998 -0.020507649298898964 1.330365926242124")
XYZ_TO_LMS = rows("0.8190224379967030 0.3619062600528904 -0.1288737815209879\n"
                  "0.0329836539323885 0.9292868615863434 0.0361446663506424\n"
                  "0.0481771893596242 0.2642395317527308 0.6335478284694309")
LMS_TO_OKLAB = rows("0.2104542683093140 0.7936177747023054 -0.0040720430116193\n"
                    "1.9779985324311684 -2.4285922420485799 0.4505937096174110\n"
                    "0.0259040424655478 0.7827717124575296 -0.8086757549230774")
LMS_TO_XYZ = rows("1.2268798758459243 -0.5578149944602171 0.2813910456659647\n"
                  "-0.0405757452148008 1.1122868032803170 -0.0717110580655164\n"
                  "-0.0763729366746601 -0.4214933324022432 1.5869240198367816")
OKLAB_TO_LMS = rows("1 0.3963377773761749 0.2158037573099136\n"
                    "1 -0.1055613458156586 -0.0638541728258133\n"
                    "1 -0.0894841775298119 -1.2914855480194092")
D50 = [mpf("0.3457") / mpf("0.3585"), mpf(1), (1 - mpf("0.3457") - mpf("0.3585")) / mpf("0.3585")]

# ---- Curves --------------------------------------------------------------------------------------

ALPHA, BETA = mpf("1.09929682680944"), mpf("0.018053968510807")


def reflected(curve):
    return lambda x: sign(x) * curve(abs(x))


DECODE = {name: reflected(curve) for name, curve in {
    "linear": lambda x: x,
    "srgb": lambda x: x / mpf("12.92") if x <= mpf("0.04045") else (
        (x + mpf("0.055")) / mpf("1.055")) ** mpf("2.4"),
    "a98-rgb": lambda x: x ** (mpf(563) / 256),
    "prophoto-rgb": lambda x: x / 16 if x <= mpf(16) / 512 else x ** mpf("1.8"),
    "rec2020": lambda x: x ** mpf("2.4"),
    "rec2020-oetf": lambda x: x / mpf("4.5") if x < BETA * mpf("4.5") else (
        (x + ALPHA - 1) / ALPHA) ** (1 / mpf("0.45")),
    "gray": lambda x: x ** mpf("2.2"),
}.items()}
ENCODE = {name: reflected(curve) for name, curve in {
    "linear": lambda x: x,
    "srgb": lambda x: x * mpf("12.92") if x <= mpf("0.0031308") else (
        mpf("1.055") * x ** (1 / mpf("2.4")) - mpf("0.055")),
    "a98-rgb": lambda x: x ** (mpf(256) / 563),
    "prophoto-rgb": lambda x: x * 16 if x < mpf(1) / 512 else x ** (1 / mpf("1.8")),
    "rec2020": lambda x: x ** (1 / mpf("2.4")),
    "rec2020-oetf": lambda x: x * mpf("4.5") if x <= BETA else (
        ALPHA * x ** mpf("0.45") - (ALPHA - 1)),
    "gray": lambda x: x ** (1 / mpf("2.2")),
}.items()}

# For each space of red, green and blue: whose primaries, and which curve.
RGB = {
    "srgb": ("srgb", "srgb"), "srgb-linear": ("srgb", "linear"),
    "display-p3": ("display-p3", "srgb"), "display-p3-linear": ("display-p3", "linear"),
    "a98-rgb": ("a98-rgb", "a98-rgb"), "prophoto-rgb": ("prophoto-rgb", "prophoto-rgb"),
    "rec2020": ("rec2020", "rec2020"), "rec2020-oetf": ("rec2020", "rec2020-oetf"),
    "extended-srgb": ("srgb", "srgb"), "extended-srgb-linear": ("srgb", "linear")}


def cube_root(x):
    return sign(x) * cbrt(abs(x))


def times(m, v):
    return list(m * matrix(v))


# ---- §8 and §9: Lab, Oklab and their polar forms -------------------------------------------------

EPSILON, KAPPA = mpf(216) / 24389, mpf(24389) / 27


def xyz_to_lab(xyz):
    f = [cube_root(v) if v > EPSILON else (KAPPA * v + 16) / 116
         for v in (a / w for a, w in zip(xyz, D50))]
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]


def lab_to_xyz(lab):
    y = (lab[0] + 16) / 116
    x, z = lab[1] / 500 + y, y - lab[2] / 200
    values = [x ** 3 if x ** 3 > EPSILON else (116 * x - 16) / KAPPA,
              y ** 3 if lab[0] > KAPPA * EPSILON else lab[0] / KAPPA,
              z ** 3 if z ** 3 > EPSILON else (116 * z - 16) / KAPPA]
    return [value * white for value, white in zip(values, D50)]


def to_polar(lab):
    return [lab[0], hypot(lab[1], lab[2]), degrees(atan2(lab[2], lab[1])) % 360]


def from_polar(lch):
    return [lch[0], lch[1] * cos(radians(lch[2])), lch[1] * sin(radians(lch[2]))]


# ---- §7: HSL and HWB; and HSV --------------------------------------------------------------------


def hsl_to_rgb(hsl):
    hue, saturation, lightness = hsl[0] % 360, hsl[1] / 100, hsl[2] / 100

    def f(n):
        k = (n + hue / 30) % 12
        a = saturation * min(lightness, 1 - lightness)
        return lightness - a * max(-1, min(k - 3, 9 - k, 1))
    return [f(0), f(8), f(4)]


def rgb_to_hue(rgb):
    red, green, blue = rgb
    most, d = max(rgb), max(rgb) - min(rgb)
    if d == 0:
        return mpf(0)
    if most == red:
        hue = (green - blue) / d + (6 if green < blue else 0)
    elif most == green:
        hue = (blue - red) / d + 2
    else:
        hue = (red - green) / d + 4
    return hue * 60 % 360


def rgb_to_hsl(rgb):
    most, least = max(rgb), min(rgb)
    hue, saturation, lightness = rgb_to_hue(rgb), mpf(0), (least + most) / 2
    if most != least and lightness not in (0, 1):
        saturation = (most - lightness) / min(lightness, 1 - lightness)
    if saturation < 0:
        hue, saturation = (hue + 180) % 360, -saturation
    return [hue, saturation * 100, lightness * 100]


def hwb_to_rgb(hwb):
    white, black = hwb[1] / 100, hwb[2] / 100
    if white + black >= 1:
        return [white / (white + black)] * 3
    return [c * (1 - white - black) + white for c in hsl_to_rgb([hwb[0], mpf(100), mpf(50)])]


def rgb_to_hwb(rgb):
    return [rgb_to_hue(rgb), min(rgb) * 100, (1 - max(rgb)) * 100]


def hsv_to_rgb(hsv):
    saturation, value = hsv[1] / 100, hsv[2] / 100
    return [value - value * saturation * (1 - c)
            for c in hsl_to_rgb([hsv[0], mpf(100), mpf(50)])]


def rgb_to_hsv(rgb):
    most, least = max(rgb), min(rgb)
    return [rgb_to_hue(rgb), (most - least) / most * 100 if most != 0 else mpf(0), most * 100]


# ---- §12: conversion -----------------------------------------------------------------------------

# What each space but RGB ones is a form of, and how it is turned into that and back.
FORMS = {
    "hsl": ("srgb", hsl_to_rgb, rgb_to_hsl), "hwb": ("srgb", hwb_to_rgb, rgb_to_hwb),
    "hsv": ("srgb", hsv_to_rgb, rgb_to_hsv), "lch": ("lab", from_polar, to_polar),
    "oklch": ("oklab", from_polar, to_polar)}


def to_xyz(space, values):
    """XYZ with the white D65."""
    if space in FORMS:
        below, straighten, _ = FORMS[space]
        return to_xyz(below, straighten(values))
    if space in RGB:
        primaries, curve = RGB[space]
        xyz = times(TO_XYZ[primaries], [DECODE[curve](value) for value in values])
        return times(D50_TO_D65, xyz) if primaries == "prophoto-rgb" else xyz
    if space == "gray-gamma-22":
        return times(TO_XYZ["srgb"], [DECODE["gray"](values[0])] * 3)
    if space == "oklab":
        return times(LMS_TO_XYZ, [root ** 3 for root in times(OKLAB_TO_LMS, values)])
    if space == "lab":
        return times(D50_TO_D65, lab_to_xyz(values))
    return times(D50_TO_D65, values) if space == "xyz-d50" else values


def from_xyz(space, xyz):
    if space in FORMS:
        below, _, bend = FORMS[space]
        return bend(from_xyz(below, xyz))
    if space in RGB:
        primaries, curve = RGB[space]
        if primaries == "prophoto-rgb":
            xyz = times(D65_TO_D50, xyz)
        return [ENCODE[curve](value) for value in times(FROM_XYZ[primaries], xyz)]
    if space == "gray-gamma-22":
        return [ENCODE["gray"](xyz[1]), mpf(0), mpf(0)]
    if space == "oklab":
        return times(LMS_TO_OKLAB, [cube_root(value) for value in times(XYZ_TO_LMS, xyz)])
    if space == "lab":
        return xyz_to_lab(times(D65_TO_D50, xyz))
    return times(D65_TO_D50, xyz) if space == "xyz-d50" else xyz


D50_SPACES = {"lab", "lch", "xyz-d50", "prophoto-rgb"}


def base(space):
    return FORMS[space][0] if space in FORMS else space


def convert(source, values, target):
    """Numbers of another space; `none` counts as 0."""
    values = [mpf(value or 0) for value in values]
    if source == target:
        return values
    if base(source) == base(target):
        straight = FORMS[source][1](values) if source in FORMS else values
        return FORMS[target][2](straight) if target in FORMS else straight
    if source in D50_SPACES and target in D50_SPACES:
        # Without a way through D65 and back.
        return from_d50(target, to_d50(source, values))
    return from_xyz(target, to_xyz(source, values))


def to_d50(space, values):
    if space == "lch":
        return lab_to_xyz(from_polar(values))
    if space == "lab":
        return lab_to_xyz(values)
    if space == "prophoto-rgb":
        return times(TO_XYZ[space], [DECODE[space](value) for value in values])
    return values


def from_d50(space, xyz):
    if space == "lch":
        return to_polar(xyz_to_lab(xyz))
    if space == "lab":
        return xyz_to_lab(xyz)
    if space == "prophoto-rgb":
        return [ENCODE[space](value) for value in times(FROM_XYZ[space], xyz)]
    return xyz


# ---- §4.4 and §13: powerless, missing, interpolation ---------------------------------------------

HUE = {"hsl": 0, "hwb": 0, "hsv": 0, "okhsl": 0, "okhsv": 0, "hct": 0, "lch": 2, "oklch": 2}


def without_powerless(space, values):
    # Of a color that lacks what makes it colorful, that is not known.
    if None in (values[1:] if space == "hwb" else values[1:2]):
        return list(values)
    a, b = (float(value or 0) for value in (values[1], values[2]))
    powerless = {"hsl": a <= 0.001, "hsv": abs(a) <= 0.001, "hwb": a + b >= 99.999,
                 "lch": a <= 0.0015, "oklch": a <= 0.000004}.get(space, False)
    return [None if powerless and HUE[space] == place else value
            for place, value in enumerate(values)]


def categories(space):
    if space in RGB or space.startswith("xyz"):
        return ["reds", "greens", "blues"]
    return {"lab": ["L", "a", "b"], "oklab": ["L", "a", "b"], "lch": ["L", "C", "H"],
            "oklch": ["L", "C", "H"], "hsl": ["H", "C", "L"], "okhsl": ["H", "C", "L"],
            "hct": ["H", "C", "L"], "hsv": ["H", "C", "V"], "okhsv": ["H", "C", "V"],
            "hwb": ["H", "w", "b of hwb"], "gray-gamma-22": ["gray"]}[space]


def carried_forward(source, values, target):
    """The places in the target that stay missing."""
    ours, theirs = categories(source), categories(target)
    places = {theirs.index(name) for name, value in zip(ours, values)
              if value is None and name in theirs}
    left = [value for name, value in zip(ours, values) if name not in theirs]
    if left and all(value is None for value in left):
        places |= {place for place, name in enumerate(theirs) if name not in ours}
    return places


def convert_color(source, values, target):
    """The same with `none` where it stays or comes to be."""
    if source == target:
        return list(values)
    converted = without_powerless(target, convert(source, values, target))
    carried = carried_forward(source, values, target)
    return [None if place in carried else value for place, value in enumerate(converted)]


def fix_up(direction, first, second):
    turn = second - first
    if direction == "shorter":
        if turn > 180:
            first += 360
        elif turn < -180:
            second += 360
    elif direction == "longer":
        if 0 < turn < 180:
            first += 360
        elif -180 < turn <= 0:
            second += 360
    elif direction == "increasing":
        if second < first:
            second += 360
    elif first < second:
        first += 360
    return first, second


def mix(a, b, share, space, direction):
    """Of colors as (space, values, alpha). The values and the alpha of the mixture."""
    share = mpf(share)
    sides = []
    for source, values, alpha in (a, b):
        values = without_powerless(space, values) if source == space else convert_color(
            source, values, space)
        sides.append((values, alpha))
    (one, alpha_one), (two, alpha_two) = sides
    lacking = [x is None and y is None for x, y in zip(one, two)]
    one, two = ([x if x is not None else y if y is not None else mpf(0) for x, y in zip(p, q)]
                for p, q in ((one, two), (two, one)))
    alphas = [alpha_one if alpha_one is not None else alpha_two,
              alpha_two if alpha_two is not None else alpha_one]
    hue = HUE.get(space)
    if hue is not None:
        one[hue], two[hue] = fix_up(direction, one[hue] % 360, two[hue] % 360)
    has_alpha = alphas[0] is not None
    alpha = alphas[0] * (1 - share) + alphas[1] * share if has_alpha else None
    mixed = []
    for place, (x, y) in enumerate(zip(one, two)):
        if has_alpha and place != hue:
            x, y = x * alphas[0], y * alphas[1]
        value = x * (1 - share) + y * share
        if has_alpha and place != hue and alpha != 0:
            value /= alpha
        mixed.append(None if lacking[place] else value % 360 if place == hue else value)
    return mixed, alpha
