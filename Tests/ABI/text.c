/* Colors as text: what is read and refused, and where; what is written, and that it is read again;
 * and that no text, however hostile, does harm. What colors texts stand for is compared with tables
 * of facts in Tests/Conformance. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <strings.h>

#include "check.h"

#define NUL DYNCOLOR_NUL_TERMINATED
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Under valgrind, some are enough. */
static bool is_brief;

static uint64_t random_state = 88172645463325252u;

static uint64_t random_bits(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  return random_state ^= random_state << 17;
}

static double random_unit(void) { return (double)(random_bits() >> 11) * 0x1p-53; }

static dyncolor_color parsed(const char *text) {
  dyncolor_color color = {0};
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  if (dyncolor_color_parse_n(text, NUL, &color, &error) != DYNCOLOR_OK) {
    printf("# %s: %s at %zu\n", text, error.message, error.offset);
    CHECK(0); /* the text is a color */
  }
  return color;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void colors_are_read(void) {
  static const struct {
    const char *text;
    dyncolor_color color;
  } rows[] = {
      {"#f80", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {1, 136 / 255.0, 0}, 1}},
      {"#0000", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {0, 0, 0}, 0}},
      {"#FF8000cc", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {1, 128 / 255.0, 0}, 0.8}},
      {"Tan", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION,
               {210 / 255.0, 180 / 255.0, 140 / 255.0}, 1}},
      {"transparent", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {0, 0, 0}, 0}},
      {"rgb(51 20% 300)", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {0.2, 0.2, 1}, 1}},
      {"rgb(51 none 0)", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_MISSING_C1, {0.2, 0, 0}, 1}},
      {"rgba(51, 51, 0, 50%)", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {0.2, 0.2, 0}, 0.5}},
      {"hsl(-30 120% 50)", {DYNCOLOR_SPACE_HSL, DYNCOLOR_LEGACY_NOTATION, {330, 120, 50}, 1}},
      {"hsl(.5turn, 50%, 50%, .25)",
       {DYNCOLOR_SPACE_HSL, DYNCOLOR_LEGACY_NOTATION, {180, 50, 50}, 0.25}},
      {"hwb(90 10% 20% / none)", {DYNCOLOR_SPACE_HWB, DYNCOLOR_MISSING_ALPHA, {90, 10, 20}, 0}},
      {"lab(120% -10 50%)", {DYNCOLOR_SPACE_LAB, 0, {100, -10, 62.5}, 1}},
      {"lch(50 -10 400 / 2)", {DYNCOLOR_SPACE_LCH, 0, {50, 0, 40}, 1}},
      {"oklab(50% 100% -100%)", {DYNCOLOR_SPACE_OKLAB, 0, {0.5, 0.4, -0.4}, 1}},
      {"oklch(none .1 none)",
       {DYNCOLOR_SPACE_OKLCH, DYNCOLOR_MISSING_C0 | DYNCOLOR_MISSING_C2, {0, 0.1, 0}, 1}},
      {"color(srgb 2 -50% 0)", {DYNCOLOR_SPACE_SRGB, 0, {2, -0.5, 0}, 1}},
      {"color(display-p3-linear .1 .2 .3)", {DYNCOLOR_SPACE_DISPLAY_P3_LINEAR, 0, {.1, .2, .3}, 1}},
      {"color(xyz .1 .2 .3)", {DYNCOLOR_SPACE_XYZ_D65, 0, {.1, .2, .3}, 1}},
      {"color(xyz-d50 .1 .2 .3)", {DYNCOLOR_SPACE_XYZ_D50, 0, {.1, .2, .3}, 1}},
      {"color(rec2020 .1 .2 .3)", {DYNCOLOR_SPACE_REC2020, 0, {.1, .2, .3}, 1}},
      {"color(--rec2020-oetf .1 .2 .3)", {DYNCOLOR_SPACE_REC2020_OETF, 0, {.1, .2, .3}, 1}},
      {"color(a98-rgb .1 .2 .3)", {DYNCOLOR_SPACE_A98_RGB, 0, {.1, .2, .3}, 1}},
      {"color(prophoto-rgb .1 .2 .3)", {DYNCOLOR_SPACE_PROPHOTO_RGB, 0, {.1, .2, .3}, 1}},
      {"color(srgb-linear .1 .2 .3)", {DYNCOLOR_SPACE_SRGB_LINEAR, 0, {.1, .2, .3}, 1}},
      {"color(--hsv 400deg 100% 20)", {DYNCOLOR_SPACE_HSV, 0, {400, 100, 20}, 1}},
      {"color(--hsl -30 -10% 50)", {DYNCOLOR_SPACE_HSL, 0, {-30, -10, 50}, 1}},
      {"color(--okhsl 60 100 none)", {DYNCOLOR_SPACE_OKHSL, DYNCOLOR_MISSING_C2, {60, 100, 0}, 1}},
      {"color(--okhsv 60 100 75)", {DYNCOLOR_SPACE_OKHSV, 0, {60, 100, 75}, 1}},
      {"color(--lab 120 1 2)", {DYNCOLOR_SPACE_LAB, 0, {120, 1, 2}, 1}},
      {"color(--gray-gamma-22 50% / .5)", {DYNCOLOR_SPACE_GRAY_GAMMA_22, 0, {.5, 0, 0}, .5}},
      {"color(--extended-srgb 2 0 0)", {DYNCOLOR_SPACE_EXTENDED_SRGB, 0, {2, 0, 0}, 1}},
      {"color(--hct 25 none 40%)", {DYNCOLOR_SPACE_HCT, 2, {25, 0, 40}, 1}},
      {"color(--extended-srgb-linear 2 0 0)",
       {DYNCOLOR_SPACE_EXTENDED_SRGB_LINEAR, 0, {2, 0, 0}, 1}},
      {" \t\n/* a */rgb( 51/**/51 51 /.5/*", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION,
                                              {0.2, 0.2, 0.2}, 0.5}},
      {"\\72 GB\\000028 1", {0, 0, {0}, 0}}, /* an escaped parenthesis is a part of the name */
      {"r\\67 b(51 51 51)", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {.2, .2, .2}, 1}},
      {"rgb(calc(infinity) calc(NaN) calc(-infinity))",
       {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {1, 0, 0}, 1}},
      {"color(srgb calc(infinity) 1e999 -1e999)",
       {DYNCOLOR_SPACE_SRGB, 0, {1.7976931348623157e308, 1.7976931348623157e308,
                                 -1.7976931348623157e308}, 1}},
      {"rgb(from #336699 b g r / 50%)", {DYNCOLOR_SPACE_SRGB, 0, {0.6, 0.4, 0.2}, 0.5}},
      {"contrast-color(#777)", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {0, 0, 0}, 1}},
      {"alpha(from red / 50%)", {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {1, 0, 0}, 0.5}},
      {"if(supports(color: nocolor): red; not supports(color: lab(0 0 0)): red; else: blue)",
       {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {0, 0, 1}, 1}},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    if (rows[i].color.space == 0) {
      dyncolor_color color;
      CHECK(dyncolor_color_parse_n(rows[i].text, NUL, &color, NULL) == DYNCOLOR_ERROR_SYNTAX);
      continue;
    }
    dyncolor_color color = parsed(rows[i].text);
    int same = color.space == rows[i].color.space && color.missing == rows[i].color.missing &&
               color.alpha == rows[i].color.alpha;
    for (int k = 0; k < 3; k++) same = same && fabs(color.c[k] - rows[i].color.c[k]) <= 1e-15;
    CHECK(same);
    if (!same)
      printf("# %s: %u %u %.17g %.17g %.17g %.17g\n", rows[i].text, color.space, color.missing,
             color.c[0], color.c[1], color.c[2], color.alpha);
  }
}

/* What calculations come to, among them what is beyond all numbers. */
static void calculations_come_to_numbers(void) {
  static const struct {
    const char *text;
    double value;
  } rows[] = {
      {"1cm / 1mm", 10}, {"1in / 1cm", 2.54}, {"1in / 1q", 101.6}, {"1pc / 1px", 16},
      {"1in / 1pt", 72}, {"1s / 1ms", 1000}, {"1khz / 1Hz", 1000}, {"1dppx / 1dpi", 96},
      {"2.54 * 1dpcm / 1dpi", 2.54 * 2.54}, {"2fr / 1fr", 2}, {"1turn / 1grad", 400},
      {"tan(45deg)", 1}, {"tan(1e-300)", 1e-300}, {"sin(1e-300)", 1e-300}, {"sin(180deg)", 0},
      {"sin(-180deg)", 0}, {"sin(1e300)", -0.8178819121159085}, {"cos(1e300)", -0.5753861119575491},
      {"tan(1e300)", 1.4214488238747243}, {"sin(infinity)", 0}, {"cos(NaN)", 0},
      {"asin(2) / 1deg", 0}, {"acos(2) / 1deg", 0}, {"acos(-1) / 1deg", 180},
      {"acos(-0.25) / 1rad", 1.8234765819369754}, {"asin(1e-300) / 1rad", 1e-300},
      {"atan(infinity) / 1deg", 90}, {"atan2(infinity, infinity) / 1deg", 45},
      {"atan2(infinity, -infinity) / 1deg", 135}, {"atan2(1, infinity) / 1deg", 0},
      {"atan2(1, -infinity) / 1deg", 180}, {"atan2(NaN, 1) / 1deg", 0},
      {"exp(0)", 1}, {"exp(1)", 2.718281828459045}, {"exp(-infinity)", 0}, {"exp(NaN)", 0},
      {"exp(-745)", 4.940656458412465e-324}, {"1 / exp(infinity)", 0}, {"log(1)", 0},
      {"log(-1)", 0}, {"1 / log(infinity)", 0}, {"1 / log(0)", -0.0}, {"log(8, 2)", 3},
      {"log(4.940656458412465e-324)", -744.4400719213812}, {"pow(2, 0.5)", 1.4142135623730951},
      {"pow(NaN, 1)", 0}, {"pow(1, NaN)", 1}, {"pow(NaN, 0)", 1}, {"1 / pow(2, infinity)", 0},
      {"pow(2, -infinity)", 0}, {"pow(0.5, infinity)", 0}, {"pow(-1, infinity)", 1},
      {"1 / pow(0.5, -infinity)", 0}, {"pow(infinity, -1)", 0}, {"1 / pow(-infinity, 3)", -0.0},
      {"1 / pow(infinity, 3)", 0}, {"1 / pow(-infinity, 2)", 0}, {"pow(-8, 0.5)", 0},
      {"pow(-2, 3)", -8}, {"pow(-2, 2)", 4}, {"pow(-1, 1e300)", 1}, {"1 / pow(0, -1)", 0},
      {"pow(0, 2)", 0}, {"pow(2, 1023.5) / 1e308", 1.2711610061536464},
      {"pow(2, -1074)", 4.940656458412465e-324}, {"1 / pow(10, 400)", 0}, {"pow(10, -400)", 0},
      {"hypot(3, 4)", 5}, {"hypot(3e200, 4e200) / 1e200", 5}, {"1 / hypot(infinity, NaN)", 0},
      {"hypot(NaN, 1)", 0}, {"hypot(-2)", 2}, {"sqrt(-1)", 0}, {"sqrt(2)", 1.4142135623730951},
      {"round(2.5)", 3}, {"round(-2.5)", -2}, {"round(up, 2.1)", 3}, {"round(down, -2.1)", -3},
      {"round(to-zero, -2.1)", -2}, {"round(to-zero, 2.9)", 2}, {"round(1e300, 1)", 1e300},
      {"1 / round(up, 1, infinity)", 0}, {"1 / round(down, -1, infinity)", -0.0},
      {"round(up, -1, infinity)", 0}, {"round(1, infinity)", 0}, {"round(infinity, infinity)", 0},
      {"round(1, 0)", 0}, {"round(down, -5e-324, 1e300)", -1e300},
      {"round(up, -5e-324, 1e300)", 0}, {"mod(-1, 3)", 2}, {"mod(1, -3)", -2}, {"mod(6, 3)", 0},
      {"mod(1, infinity)", 1}, {"mod(-1, infinity)", 0}, {"rem(-7, 3)", -1},
      {"progress(5, 0, 10)", 0.5}, {"progress(-5, 0, 10)", 0}, {"progress(15, 0, 10)", 1},
      {"progress(5, 5, 5)", 0}, {"progress(6, 5, 5)", 1}, {"progress(NaN, 5, 5)", 0},
      {"progress(1, 0, NaN)", 0}, {"sign(-3)", -1}, {"abs(-3)", 3}, {"clamp(1, 9, 3)", 3},
      {"clamp(none, 9, none)", 9}, {"min(3, 1, 2)", 1}, {"max(3, 1, NaN)", 0},
      {"pi", 3.141592653589793}, {"e", 2.718281828459045},
      /* Angles of many turns, with what is left on either side of a quarter. */
      {"tan(180deg)", 0}, {"tan(-360deg)", 0}, {"sin(1e7)", 0.4205477931907825},
      {"cos(1e10)", 0.873119622676856}, {"sin(-1e15)", -0.8582727931702359},
      {"cos(-1e16)", -0.6261681981330862}, {"sin(1e17)", -0.4645301048353727},
      {"cos(1e18)", 0.11837199021871073}, {"sin(-1e19)", 0.9270631660486504},
      {"sin(1e22)", -0.8522008497671888}, {"cos(-1e22)", 0.523214785395139},
      {"sin(1e50)", -0.4805001434937588}, {"cos(2.5e100)", -0.9147751588134915},
      {"sin(-1e300)", 0.8178819121159085}, {"sin(4.9e20)", -0.9998170970174535},
      /* Of all doubles, this is nearest to a quarter turn. */
      {"cos(5.319372648326541e255) * 1e19", -4.687165924254628},
      {"sin(8.4e259)", 0.8129180382960374},
      /* The greatest numbers and the least. */
      {"exp(709.78) / 1e308", 1.7928227943945154}, {"exp(709.5) / 1e308", 1.3549863193146328},
      {"mod(1e300, 5e-324)", 0}, {"mod(1, 3e-320)", 7.905e-321},
      {"rem(-1e-310, 3e-320)", -4.125e-321}, {"rem(1e-300, 3.3e-316)", 3.2598847e-317},
  };
  char text[128];
  for (size_t i = 0; i < COUNT(rows); i++) {
    snprintf(text, sizeof text, "color(srgb-linear calc(%s) 0 0)", rows[i].text);
    double found = parsed(text).c[0];
    int is_near = fabs(found - rows[i].value) <= 4e-16 * fabs(rows[i].value);
    CHECK(is_near);
    if (!is_near) printf("# %s: %.17g, not %.17g\n", rows[i].text, found, rows[i].value);
  }
}

/* Halfway between two numbers, and next to that: as many digits as there are decide. */
static void numbers_are_read_to_the_nearest(void) {
  static char digits[1200], text[1300];
  const int rounds = is_brief ? 300 : 3000;
  for (int round = 0; round < rounds; round++) {
    uint64_t bits = random_bits() >> 1;
    if (round % 4 == 0) bits &= 0x001FFFFFFFFFFFFFu; /* the least numbers */
    if (round % 4 == 1) bits |= 0x7FC0000000000000u; /* the greatest */
    if (bits >= 0x7FEFFFFFFFFFFFFFu) continue;
    double low, high;
    uint64_t next = bits + 1;
    memcpy(&low, &bits, sizeof low);
    memcpy(&high, &next, sizeof high);
    const int count = round % 3 == 0 ? 780 : round % 3 == 1 ? 18 : (int)(random_bits() % 40);
    snprintf(digits, sizeof digits, "%.*Le", count, low + ((long double)high - low) / 2);
    char *exponent = strchr(digits, 'e');
    static const char *const tails[] = {"", "0", "1", "0000000000000000000001"};
    snprintf(text, sizeof text, "color(srgb-linear %.*s%s%s 0 0)", (int)(exponent - digits), digits,
             count > 0 ? tails[random_bits() % COUNT(tails)] : "", exponent);
    double found = parsed(text).c[0], wanted = strtod(text + strlen("color(srgb-linear "), NULL);
    CHECK(found == wanted);
    if (found != wanted) printf("# %s: %.17g, not %.17g\n", text, found, wanted);
  }
}

/* Around the greatest numbers, which what lies beyond becomes, and the least, under which is 0. */
static void extreme_numbers_are_read(void) {
  static const char *const texts[] = {
      "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308",
      "1.79769313486231580793e308", "1.797693134862315807937e308", "1.8e308", "1e309", "9e324",
      "17976931348623157123e289", "17976931348623158999e289", "17976931348623159000e289",
      "2.4703282292062327e-324", "2.4703282292062328e-324", "2.5e-324", "2.4e-324", "1e-324",
      "9e-325", "4.9e-324", "7.4e-324", "7.5e-324", "2.2250738585072011e-308",
      "2.2250738585072014e-308", "1e-330", "12345678901234567890e-343",
      "12345678901234567890e-344", "24703282292062327208e-343", "24703282292062327209e-343"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    char text[64];
    snprintf(text, sizeof text, "color(srgb-linear %s 0 0)", texts[i]);
    double found = parsed(text).c[0], wanted = fmin(strtod(texts[i], NULL), 0x1.fffffffffffffp1023);
    CHECK(found == wanted);
    if (found != wanted) printf("# %s: %.17g, not %.17g\n", texts[i], found, wanted);
  }
}

/* Whatever is too great for its components becomes the greatest number, in every space. */
static void great_colors_stay_finite(void) {
  static const char *const texts[] = {
      "color(xyz 1.7e308 1.7e308 -1.7e308)", "color(xyz -1.7e308 1e308 1.7e308)",
      "color(--gray-gamma-22 1e302)", "color(--gray-gamma-22 -1.7e308)",
      "color(rec2020 1e302 1.7e308 -1e305)", "color(prophoto-rgb 1.7e308 0 -1.7e308)",
      "oklab(1e300 1e103 -1.7e308)", "lab(1.7e308 1.7e308 -1.7e308)"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    dyncolor_color color = parsed(texts[i]);
    for (uint32_t space = 1; space <= 22; space++) {
      dyncolor_color converted;
      CHECK(dyncolor_color_convert(&color, (dyncolor_space)space, &converted, NULL) == DYNCOLOR_OK);
      int is_finite = isfinite(converted.c[0]) && isfinite(converted.c[1]) &&
                      isfinite(converted.c[2]);
      CHECK(is_finite);
      if (!is_finite) printf("# %s in space %u\n", texts[i], space);
    }
  }
}

/* What is plain is read in another way than the rest: with a comment before it, it is not plain. */
static void plain_colors_are_no_others(void) {
  static const char *const functions[] = {"rgb", "rgba", "RGB", "hsl", "hsla", "Hwb", "lab",
                                          "lch", "oklab", "oklch", "hsv"};
  static const char *const numbers[] = {"0", "1", "255", "12.5", ".5", "-3", "+7", "1e2", "100%",
                                        "33.3%", "-5%", "none", "90deg", "1turn", "400",
                                        "1234567890123", "0.123456789012", "1.", "x", "", "5DEG",
                                        "1e999", "20px"};
  static const char *const separators[] = {" ", ",", ", ", " , ", "  ", "", "/", "\t"};
  for (int round = 0; round < (is_brief ? 2000 : 100000); round++) {
    char text[200], commented[210];
    const char *between = separators[random_bits() % COUNT(separators)];
    snprintf(text, sizeof text, "%s(%s%s%s%s%s%s%s%s)", functions[random_bits() % 11],
             random_bits() % 8 ? "" : " ", numbers[random_bits() % COUNT(numbers)], between,
             numbers[random_bits() % COUNT(numbers)],
             random_bits() % 8 ? between : separators[random_bits() % COUNT(separators)],
             numbers[random_bits() % COUNT(numbers)],
             random_bits() % 2 ? "" : separators[random_bits() % COUNT(separators)],
             random_bits() % 2 ? "" : numbers[random_bits() % COUNT(numbers)]);
    snprintf(commented, sizeof commented, "/**/%s", text);
    dyncolor_color a = {0}, b = {0};
    dyncolor_status first = dyncolor_color_parse_n(text, NUL, &a, NULL);
    dyncolor_status second = dyncolor_color_parse_n(commented, NUL, &b, NULL);
    CHECK(first == second && memcmp(&a, &b, sizeof a) == 0);
    if (first != second || memcmp(&a, &b, sizeof a) != 0) printf("# %s\n", text);
  }
}

/* ---- Refusing -------------------------------------------------------------------------------- */

static void nothing_is_just_nothing(void) {
  static const char *const texts[] = {
      "rgb(-0 -0 -0 / -0)",       "rgba(-0, -0, -0, -0)",         "rgb(-0% -0% -0%)",
      "hsl(-0 -0 -0)",            "hwb(-0deg -0% -0%)",           "lab(-0 -0 -0 / -0)",
      "lch(-0% -0 -0)",           "oklab(-0 -0 -0)",              "oklch(-0 -0 -0rad)",
      "color(srgb -0 -0 -0)",     "color(xyz -0 -0 -0 / -0%)",    "color(rec2020 -0% -0% -0%)",
      "color(srgb -0.0 -0e3 -0)", "color(srgb-linear -.0 0 -00)", "rgb(calc(-0) 0 calc(0 * -1))"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    dyncolor_color color = {0, 0, {1, 1, 1}, 1};
    CHECK(dyncolor_color_parse_n(texts[i], NUL, &color, NULL) == DYNCOLOR_OK);
    for (int k = 0; k < 3; k++) CHECK(color.c[k] == 0 && !signbit(color.c[k]));
    CHECK(!signbit(color.alpha));
  }
}

static const char names_of_colors[] =
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue "
    "blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue "
    "cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey "
    "darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon "
    "darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet "
    "deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen "
    "fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew "
    "hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon "
    "lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey "
    "lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey "
    "lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine "
    "mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen "
    "mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite "
    "navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen "
    "paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple "
    "rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell "
    "sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan "
    "teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen";

static bool is_name_of_color(const char *text, size_t length) {
  for (const char *name = names_of_colors; *name != 0; name += *name == ' ') {
    const size_t size = strcspn(name, " ");
    if (size == length && strncasecmp(name, text, size) == 0) return true;
    name += size;
  }
  return false;
}

/* A name of a color with one bit changed is no name, unless it is another, or its case. */
static void names_are_whole(void) {
  int count = 0;
  for (const char *name = names_of_colors; *name != 0; name += *name == ' ') {
    const size_t length = strcspn(name, " ");
    for (size_t bit = 0; bit <= length * 8; bit++) {
      char text[32] = "";
      dyncolor_color color;
      memcpy(text, name, length);
      /* The last time behind it. */
      text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
      const bool is_read = dyncolor_color_parse_n(text, length, &color, NULL) == DYNCOLOR_OK;
      CHECK(is_read == is_name_of_color(text, length));
    }
    name += length;
    count++;
  }
  CHECK(count == 148);
}

static void mistakes_are_told(void) {
  static const struct {
    const char *text;
    dyncolor_status status;
    size_t offset;
    const char *message;
  } rows[] = {
      {"", DYNCOLOR_ERROR_SYNTAX, 0, "expected a color"},
      {"  ", DYNCOLOR_ERROR_SYNTAX, 2, "expected a color"},
      {"redd", DYNCOLOR_ERROR_SYNTAX, 0, "unknown color name"},
      {"\xE2\x84\xAAhaki", DYNCOLOR_ERROR_SYNTAX, 0, "unknown color name"},
      {"red blue", DYNCOLOR_ERROR_SYNTAX, 4, "expected the end of the color"},
      {"#12", DYNCOLOR_ERROR_SYNTAX, 1, "expected 3, 4, 6 or 8 hexadecimal digits"},
      {"#12345g", DYNCOLOR_ERROR_SYNTAX, 6, "expected a hexadecimal digit"},
      {"foo(1)", DYNCOLOR_ERROR_SYNTAX, 0, "unknown color function"},
      {"rgb()", DYNCOLOR_ERROR_SYNTAX, 4, "expected a number, a percentage or none"},
      {"rgb(300)", DYNCOLOR_ERROR_SYNTAX, 7, "the second component is missing"},
      {"rgb(1 2)", DYNCOLOR_ERROR_SYNTAX, 7, "the third component is missing"},
      {"rgb(1 2 / 3)", DYNCOLOR_ERROR_SYNTAX, 8, "the third component is missing"},
      {"rgb(1, 2)", DYNCOLOR_ERROR_SYNTAX, 8, "the third component is missing"},
      {"rgb(1, 2, )", DYNCOLOR_ERROR_SYNTAX, 10, "the third component is missing"},
      {"rgb(1 x 3)", DYNCOLOR_ERROR_SYNTAX, 6, "expected a number, a percentage or none"},
      {"hsl(120", DYNCOLOR_ERROR_SYNTAX, 7, "the second component is missing"},
      {"color(srgb 1)", DYNCOLOR_ERROR_SYNTAX, 12, "the second component is missing"},
      {"rgb(from red r)", DYNCOLOR_ERROR_SYNTAX, 14, "the second component is missing"},
      {"rgb(1, 2 3)", DYNCOLOR_ERROR_SYNTAX, 9, "expected a comma"},
      {"rgb(1, 2%, 3)", DYNCOLOR_ERROR_SYNTAX, 7, "expected a number"},
      {"hsl(1, 2, 3)", DYNCOLOR_ERROR_SYNTAX, 7, "expected a percentage"},
      {"rgb(1 2 3, 4)", DYNCOLOR_ERROR_SYNTAX, 9, "expected a slash or a closing parenthesis"},
      {"rgb(1, 2, 3 / 4)", DYNCOLOR_ERROR_SYNTAX, 12,
       "expected a comma or a closing parenthesis"},
      {"rgb(1 2 3 / x)", DYNCOLOR_ERROR_SYNTAX, 12, "expected a number, a percentage or none"},
      {"lch(1 2 3%)", DYNCOLOR_ERROR_SYNTAX, 8, "expected a number, an angle or none"},
      {"rgb(1px 2 3)", DYNCOLOR_ERROR_SYNTAX, 4, "expected a number, a percentage or none"},
      {"hsl(1em 2 3)", DYNCOLOR_ERROR_SYNTAX, 5,
       "unknown unit; write a plain number, \"%\" or an angle (deg, grad, rad, turn)"},
      {"color(foo 1 2 3)", DYNCOLOR_ERROR_SYNTAX, 6, "unknown color space"},
      {"color(hsl 1 2 3)", DYNCOLOR_ERROR_SYNTAX, 6, "unknown color space"},
      {"rgb(calc(1 +2) 0 0)", DYNCOLOR_ERROR_SYNTAX, 12, "expected white space after the sign"},
      {"rgb(calc(1+ 2) 0 0)", DYNCOLOR_ERROR_SYNTAX, 10, "expected white space before the sign"},
      {"rgb(calc(1 + 2%) 0 0)", DYNCOLOR_ERROR_SYNTAX, 13,
       "both sides of + or - must have the same type; add only plain numbers, only "
       "percentages or only angles"},
      {"rgb(calc(1 2) 0 0)", DYNCOLOR_ERROR_SYNTAX, 11,
       "expected an operator, a comma or a closing parenthesis"},
      {"rgb(max(1, 2%) 0 0)", DYNCOLOR_ERROR_SYNTAX, 11,
       "expected a number without a unit"},
      {"rgb(max(1%, 2) 0 0)", DYNCOLOR_ERROR_SYNTAX, 12,
       "all arguments must have the same type; write only plain numbers, only percentages or "
       "only angles"},
      {"rgb(sqrt(1px) 0 0)", DYNCOLOR_ERROR_SYNTAX, 9, "expected a number without a unit"},
      {"rgb(foo(1) 0 0)", DYNCOLOR_ERROR_SYNTAX, 4, "unknown math function"},
      {"rgb(calc(1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px"
       " * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px"
       " * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px"
       " * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px * 1px"
       " * 1px * 1px / 1px) 0 0)",
       DYNCOLOR_ERROR_TOO_COMPLEX, 372, "the product or quotient has too many units"},
      {"rgb(from red x g b)", DYNCOLOR_ERROR_SYNTAX, 13,
       "expected a number, a percentage, none or the name of a component"},
      {"color-mix(in lab longer hue, red)", DYNCOLOR_ERROR_SYNTAX, 17, "expected a comma"},
      {"color-mix(in lch longer, red)", DYNCOLOR_ERROR_SYNTAX, 23,
       "expected the word hue after the direction"},
      {"color-mix(in lch wide hue, red)", DYNCOLOR_ERROR_SYNTAX, 17,
       "expected a comma, shorter, longer, increasing or decreasing"},
      {"color-mix(red 101%, blue)", DYNCOLOR_ERROR_SYNTAX, 14,
       "expected a percentage from 0% to 100%"},
      {"color-mix(red 10, blue)", DYNCOLOR_ERROR_SYNTAX, 14, "expected a percentage"},
      {"alpha(red / 1)", DYNCOLOR_ERROR_SYNTAX, 6, "expected the word from before the color"},
      {"alpha(from red)", DYNCOLOR_ERROR_SYNTAX, 14, "expected a slash"},
      {"contrast-color(red max)", DYNCOLOR_ERROR_SYNTAX, 19, "expected a closing parenthesis"},
      {"if(red: blue)", DYNCOLOR_ERROR_SYNTAX, 3,
       "expected media(), style(), supports(), not or a parenthesis"},
      {"if(else red)", DYNCOLOR_ERROR_SYNTAX, 8,
       "expected \":\" after the condition, or \"and\" or \"or\" before another condition"},
      {"if(supports(color: x): red)", DYNCOLOR_ERROR_SYNTAX, 0,
       "no condition holds, so if() has no value; add a branch with else"},
      {"var(--a)", DYNCOLOR_ERROR_DYNAMIC, 0,
       "the color depends on an environment or a theme; register it, and resolve it there"},
      {"color-mix(red, light-dark(red, blue))", DYNCOLOR_ERROR_DYNAMIC, 15,
       "the color depends on an environment or a theme; register it, and resolve it there"},
      {"rgb(from currentcolor r g b)", DYNCOLOR_ERROR_DYNAMIC, 9,
       "the color depends on an environment or a theme; register it, and resolve it there"},
      {"Canvas", DYNCOLOR_ERROR_DYNAMIC, 0,
       "the color depends on an environment or a theme; register it, and resolve it there"},
      {"if(media(prefers-contrast): red; else: blue)", DYNCOLOR_ERROR_DYNAMIC, 9,
       "the color depends on an environment or a theme; register it, and resolve it there"},
      {"if(not style(--x): red)", DYNCOLOR_ERROR_DYNAMIC, 13,
       "the color depends on an environment or a theme; register it, and resolve it there"},
      {"\xFFred", DYNCOLOR_ERROR_INVALID_UTF8, 0, "the text is not valid UTF-8"},
      {"red /* \xC3 */", DYNCOLOR_ERROR_INVALID_UTF8, 7, "the text is not valid UTF-8"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_color color;
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    MARK(color);
    dyncolor_status status = dyncolor_color_parse_n(rows[i].text, NUL, &color, &error);
    int right = status == rows[i].status && error.status == status &&
                error.offset == rows[i].offset && strcmp(error.message, rows[i].message) == 0 &&
                error.line == 1 && error.column == error.offset + 1;
    CHECK(right);
    if (!right)
      printf("# %s: %d at %zu (%u:%u): %s\n", rows[i].text, (int)status, error.offset, error.line,
             error.column, error.message);
    CHECK(dyncolor_color_parse_n(rows[i].text, NUL, &color, NULL) == status);
    CHECK_MARKED(color);
  }

  dyncolor_color color;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_color_parse_n("rgb(1\n2\r\n\xC3\xA4 3)", NUL, &color, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.line == 3 && error.column == 1 && error.offset == 9);
  CHECK(strcmp(error.context, "\xC3\xA4 3)") == 0);

  /* A word that is almost a known one. */
  static const char *const words[][2] = {
      {"redd", "redd; did you mean \"red\"?"},
      {"color-mix(red, bleu)", "bleu; did you mean \"blue\"?"},
      {"lightdark(red, blue)", "lightdark; did you mean \"light-dark\"?"},
      {"fro(1)", "fro(1)"}};
  for (size_t i = 0; i < COUNT(words); i++) {
    CHECK(dyncolor_color_parse_n(words[i][0], NUL, &color, &error) == DYNCOLOR_ERROR_SYNTAX);
    CHECK(strcmp(error.context, words[i][1]) == 0);
  }

  /* Of a long line, what stands just before the place, and no half of a letter. */
  static const char *const fills[] = {"", "-", "--", "---"};
  for (size_t i = 0; i < COUNT(fills); i++) {
    char text[512] = "/*";
    while (strlen(text) < 200) strcat(text, "\xF0\x9F\x8E\xA8");
    strcat(strcat(strcat(text, fills[i]), "*/"), " qqqq");
    CHECK(dyncolor_color_parse_n(text, NUL, &color, &error) == DYNCOLOR_ERROR_SYNTAX);
    CHECK(error.offset == strlen(text) - 4);
    const char *end = strstr(error.context, fills[i][0] != 0 ? fills[i] : "*/");
    CHECK(strncmp(error.context, "\xF0\x9F\x8E\xA8", 4) == 0);
    CHECK(end != NULL && (end - error.context) % 4 == 0 && strstr(end, " qqqq") != NULL);
    CHECK(strlen(error.context) > 96 && strlen(error.context) <= 104);
  }
}

static void arguments_are_checked(void) {
  dyncolor_color color;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  MARK(color);
  CHECK(dyncolor_color_parse_n("red", NUL, NULL, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "color") == 0);
  CHECK(dyncolor_color_parse_n(NULL, 3, &color, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "text") == 0);
  CHECK(dyncolor_color_parse_n("red", (size_t)-2, &color, NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_color_parse_n(NULL, 0, &color, &error) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(dyncolor_color_parse_n(NULL, 0, NULL, NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_color_parse_n(NULL, NUL, &color, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "text") == 0);
  CHECK_MARKED(color);
  CHECK(dyncolor_color_parse_n("redblue", 3, &color, NULL) == DYNCOLOR_OK && color.c[0] == 1);
  CHECK(dyncolor_color_parse_n("#ff00001", 7, &color, NULL) == DYNCOLOR_OK && color.c[1] == 0);
  CHECK(dyncolor_color_parse_n("rgb(1 2 3)4", 10, &color, NULL) == DYNCOLOR_OK);
  /* A NUL is U+FFFD in CSS, which is no part of any name. */
  CHECK(dyncolor_color_parse_n("red\0", 4, &color, NULL) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(dyncolor_color_parse_n("blue\0\0\0\0", 8, &color, NULL) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(dyncolor_color_parse_n("#fff\0", 5, &color, NULL) == DYNCOLOR_ERROR_SYNTAX);

  char buffer[DYNCOLOR_COLOR_TEXT_SIZE];
  size_t length;
  MARK(buffer);
  MARK(length);
  color = parsed("red");
  CHECK(dyncolor_color_format(NULL, DYNCOLOR_NOTATION_EXACT, buffer, sizeof buffer, &length,
                              &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "color") == 0);
  CHECK(dyncolor_color_format(&color, (dyncolor_notation)0, buffer, sizeof buffer, &length,
                              &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "notation") == 0);
  CHECK(dyncolor_color_format(&color, (dyncolor_notation)3, buffer, sizeof buffer, &length,
                              NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, NULL, 9, &length, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK_MARKED(length);
  CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, NULL, 0, &length, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(length == 7);
  CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, buffer, 7, NULL, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK_MARKED(buffer);
  CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, buffer, 8, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(strcmp(buffer, "#ff0000") == 0);
  color.alpha = NAN;
  CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, buffer, 8, NULL, NULL) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
}

static char *nested(const char *before, const char *inner, const char *after, size_t times) {
  size_t a = strlen(before), b = strlen(after), c = strlen(inner);
  char *text = malloc((a + b) * times + c + 1), *end = text;
  if (text == NULL) abort();
  for (size_t i = 0; i < times; i++, end += a) memcpy(end, before, a);
  memcpy(end, inner, c);
  end += c;
  for (size_t i = 0; i < times; i++, end += b) memcpy(end, after, b);
  *end = 0;
  return text;
}

/* Each nests one level, and 64 may be open. */
static const char *const nests[][3] = {
    {"color-mix(red, ", "blue", ")"},
    {"oklch(from ", "blue", " l c h)"},
    {"color(from ", "blue", " xyz x y z / .5)"},
    {"alpha(from ", "blue", " / .5)"},
    {"contrast-color(", "blue", ")"},
    {"if(else: ", "blue", ")"},
    {"if(supports(color: red): ", "blue", ")"},
    {"color-mix(in hsl longer hue, 5% red, ", "blue", ""},
    {"--first(", "blue", ", red)"},
    {"--blend(multiply, red, ", "blue", ")"},
    {"--blend(if(else: screen) in display-p3, ", "blue", ", red)"},
    {"--ensure-contrast(", "blue", ", on white, 4.5)"},
    {"--ensure-contrast(red, on ", "blue", ", 21)"},
    {"--ensure-contrast(red, on #123, on ", "blue", ", 3)"},
    {"--vision(", "blue", ", tritan 50%)"},
    {"--tone(", "blue", ", 40)"},
    {"--light-of(", "blue", ", tint)"},
};

/* Calculations, which are one level deep already. */
static const char *const sums[][3] = {
    {"(", "1", ")"},         {"calc(", "1", ")"},         {"min(1, ", "2", ")"},
    {"abs(", "1", ")"},      {"round(up, ", "1", ", 2)"}, {"clamp(none, ", "1", ", none)"},
    {"progress(", "1", ", 2, 3)"},
};

static void nesting_has_a_limit(void) {
  for (size_t i = 0; i < COUNT(nests); i++)
    for (size_t times = 63; times <= 65; times++) {
      char *text = nested(nests[i][0], nests[i][1], nests[i][2], times);
      dyncolor_color color;
      dyncolor_error error = DYNCOLOR_ERROR_INIT;
      dyncolor_status status = dyncolor_color_parse_n(text, NUL, &color, &error);
      /* A condition is a level of its own beside the one it is in. */
      size_t deepest = strchr(nests[i][0], ':') && strchr(nests[i][0], '(') !=
                       strrchr(nests[i][0], '(') ? 63 : 64;
      CHECK(status == (times <= deepest ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX));
      if (times > deepest) CHECK(text[error.offset] == '(');
      free(text);
    }
  for (size_t i = 0; i < COUNT(sums); i++)
    for (size_t times = 62; times <= 64; times++) {
      char *sum = nested(sums[i][0], sums[i][1], sums[i][2], times);
      char text[2000];
      snprintf(text, sizeof text, "rgb(%s%s 2 3)", i == 0 ? "calc" : "", sum);
      dyncolor_color color;
      CHECK(dyncolor_color_parse_n(text, NUL, &color, NULL) ==
            (times <= 63 ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX));
      free(sum);
    }
  /* A mix of many colors, and one of too many. */
  for (size_t times = 100; times <= 100000; times *= 1000) {
    char *colors = nested("red, ", "red", "", times);
    char *text = nested("color-mix(", colors, ")", 1);
    dyncolor_color color;
    CHECK(dyncolor_color_parse_n(text, NUL, &color, NULL) ==
          (times == 100 ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX));
    free(colors);
    free(text);
  }
}

/* Each parenthesis waits with two numbers, so that fewer fit than parentheses may be nested. */
static void numbers_at_once_have_a_limit(void) {
  for (int depth = 30; depth <= 34; depth++) {
    char text[512] = "rgb(calc(";
    for (int i = 0; i < depth; i++) strcat(text, "(1 + 2 * ");
    strcat(text, "1");
    for (int i = 0; i < depth; i++) strcat(text, ")");
    strcat(text, ") 0 0)");
    dyncolor_color color;
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    dyncolor_status status = dyncolor_color_parse_n(text, NUL, &color, &error);
    CHECK(status == (depth < 32 ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX));
    if (depth >= 32)
      CHECK(strcmp(error.message, "the calculation is nested too deeply; at most 64 numbers can be "
                                  "pending") == 0);
  }
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void colors_are_written(void) {
  static const struct {
    const char *text, *exact, *browser;
  } rows[] = {
      {"RED", "#ff0000", "rgb(255, 0, 0)"},
      {"#11223344", "#11223344", "rgba(17, 34, 51, 0.267)"},
      {"rgb(1 2 3 / .5)", "rgb(1 2 3 / 0.5)", "rgba(1, 2, 3, 0.5)"},
      {"rgb(1 2 3 / .005)", "rgb(1 2 3 / 0.005)", "rgba(1, 2, 3, 0.004)"},
      {"rgb(1.5 33.3% 3)", "rgb(1.5 33.3% 3)", "rgb(2, 85, 3)"},
      {"rgb(none 2 3)", "color(srgb none 0.00784313725490196 0.011764705882352941)",
       "color(srgb none 0.00784314 0.0117647)"},
      {"hsl(120deg 33.3% 50)", "hsl(120 33.3% 50%)", "rgb(85, 170, 85)"},
      {"hsl(none 50% 50%)", "hsl(none 50% 50%)", "hsl(none 50% 50%)"},
      {"hwb(0 60% 60%)", "hwb(0 60% 60%)", "rgb(128, 128, 128)"},
      {"hsl(from hsl(120 50% 50%) h s l)", "color(--hsl 120 50 50)", "color(srgb 0.25 0.75 0.25)"},
      {"lab(50 20 1e-7 / none)", "lab(50 20 1e-7 / none)", "lab(50 20 1e-7 / none)"},
      {"color(--lab 150 0 0)", "color(--lab 150 0 0)", "lab(150 0 0)"},
      {"oklch(none .1234567 700deg)", "oklch(none 0.1234567 340)", "oklch(none 0.123457 340)"},
      {"color(--oklch 2 -1 700)", "color(--oklch 2 -1 700)", "oklch(2 -1 700)"},
      {"color(xyz 1e30 -1e-30 0)", "color(xyz-d65 1e+30 -1e-30 0)",
       "color(xyz-d65 1e+30 -1e-30 0)"},
      {"color(--gray-gamma-22 1)", "color(--gray-gamma-22 1)", "color(srgb 1 1 1)"},
      {"color(--extended-srgb 2 0 0)", "color(--extended-srgb 2 0 0)", "color(srgb 2 0 0)"},
      {"color(--hsv 120 100 100)", "color(--hsv 120 100 100)", "color(srgb 0 1 0)"},
      {"color(--rec2020-oetf 1 1 1)", "color(--rec2020-oetf 1 1 1)", "color(rec2020 1 1 1)"},
      {"color(srgb -0 0 0)", "color(srgb 0 0 0)", "color(srgb 0 0 0)"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_color color = parsed(rows[i].text);
    char exact[DYNCOLOR_COLOR_TEXT_SIZE], browser[DYNCOLOR_COLOR_TEXT_SIZE];
    size_t length;
    CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, exact, sizeof exact, &length,
                                NULL) == DYNCOLOR_OK);
    CHECK(length == strlen(exact));
    CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_BROWSER, browser, sizeof browser, NULL,
                                NULL) == DYNCOLOR_OK);
    CHECK(strcmp(exact, rows[i].exact) == 0 && strcmp(browser, rows[i].browser) == 0);
    if (strcmp(exact, rows[i].exact) != 0 || strcmp(browser, rows[i].browser) != 0)
      printf("# %s: %s, %s\n", rows[i].text, exact, browser);
  }
}

static double random_number(double range) {
  switch (random_bits() % 8) {
    case 0: return 0;
    case 1: return (double)(random_bits() % 256) / 255 * range;
    case 2: return (double)(int)(random_bits() % 2001 - 1000) / 100;
    case 3: {
      uint64_t bits = random_bits();
      double value;
      memcpy(&value, &bits, sizeof value);
      return isfinite(value) ? value : 1;
    }
    case 4: return -0.0;
    default: return random_unit() * range;
  }
}

/* In every space, with all that may be missing, and numbers of all sizes. */
static void texts_say_all(void) {
  size_t longest = 0, marks = 0, kept = 0;
  for (int round = 0; round < (is_brief ? 4400 : 220000); round++) {
    dyncolor_color color = {(uint32_t)(round % 22) + 1, 0, {0}, 0};
    double range = color.space < 11 ? 1 : 100;
    for (int i = 0; i < 3; i++) color.c[i] = random_number(i == 2 && range > 1 ? 360 : range);
    color.alpha = random_bits() % 2 ? 1 : random_unit();
    if (random_bits() % 3 == 0) color.missing = (uint32_t)random_bits() % 16;
    if (random_bits() % 2) color.missing |= DYNCOLOR_LEGACY_NOTATION;
    char text[DYNCOLOR_COLOR_TEXT_SIZE];
    dyncolor_color again = {0};
    dyncolor_status status = dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, text,
                                                   sizeof text, NULL, NULL);
    CHECK(status == DYNCOLOR_OK);
    if (strlen(text) > longest) longest = strlen(text);
    CHECK(dyncolor_color_parse_n(text, NUL, &again, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_equal(&color, &again));
    if (!dyncolor_color_equal(&color, &again)) printf("# %s\n", text);
    /* Nothing may seem to be of the legacy kind that was not. */
    dyncolor_color same = color;
    CHECK(dyncolor_color_convert(&color, (dyncolor_space)color.space, &same, NULL) == DYNCOLOR_OK);
    CHECK((again.missing & ~same.missing & DYNCOLOR_LEGACY_NOTATION) == 0);
    marks += (same.missing & DYNCOLOR_LEGACY_NOTATION) != 0;
    kept += (same.missing & again.missing & DYNCOLOR_LEGACY_NOTATION) != 0;
    CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_BROWSER, text, sizeof text, NULL, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_color_parse_n(text, NUL, &again, NULL) == DYNCOLOR_OK);
  }
  CHECK(longest < DYNCOLOR_COLOR_TEXT_SIZE);
  CHECK(marks > (is_brief ? 20 : 1000) && kept > (is_brief ? 2 : 100));

  /* In rgb(), numbers and percentages together have nearly every component. */
  const size_t rounds = is_brief ? 500 : 20000;
  size_t exact = 0;
  for (size_t round = 0; round < rounds; round++) {
    dyncolor_color color = {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION,
                            {random_unit(), random_unit(), random_unit()}, 1}, again = {0};
    char text[DYNCOLOR_COLOR_TEXT_SIZE];
    CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, text, sizeof text, NULL, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_color_parse_n(text, NUL, &again, NULL) == DYNCOLOR_OK);
    CHECK(memcmp(color.c, again.c, sizeof color.c) == 0);
    exact += again.missing == DYNCOLOR_LEGACY_NOTATION;
  }
  CHECK(exact > rounds - rounds / 100);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void lists_are_read_and_written(void) {
  const char *texts[] = {"red", "#00ff00xx", "rgb(0 0 255)", "color-mix(red, red)"};
  const size_t lengths[] = {3, 7, NUL, 19};
  struct {
    dyncolor_color color;
    int64_t rest;
  } colors[4];
  MARK(colors);
  CHECK(dyncolor_color_parse_list(texts, lengths, 4, &colors[0].color, sizeof colors[0], NULL,
                                  NULL) == DYNCOLOR_OK);
  CHECK(colors[0].color.c[0] == 1 && colors[1].color.c[1] == 1 && colors[2].color.c[2] == 1);
  CHECK(colors[3].color.space == DYNCOLOR_SPACE_OKLAB);
  for (int i = 0; i < 4; i++) CHECK_MARKED(colors[i].rest);

  /* The first mistake fails the call, and says which text it is in. */
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  MARK(colors);
  CHECK(dyncolor_color_parse_list(texts, NULL, 4, &colors[0].color, sizeof colors[0], NULL,
                                  &error) == DYNCOLOR_ERROR_SYNTAX);
  CHECK_MARKED(colors);
  CHECK(error.offset == 7 && strcmp(error.context, "#00ff00xx, in texts[1]") == 0);

  /* With statuses, each text is for itself. */
  dyncolor_status statuses[4];
  texts[2] = NULL;
  texts[3] = "Canvas";
  CHECK(dyncolor_color_parse_list(texts, NULL, 4, &colors[0].color, sizeof colors[0], statuses,
                                  &error) == DYNCOLOR_OK);
  CHECK(statuses[0] == DYNCOLOR_OK && statuses[1] == DYNCOLOR_ERROR_SYNTAX &&
        statuses[2] == DYNCOLOR_ERROR_INVALID_ARGUMENT && statuses[3] == DYNCOLOR_ERROR_DYNAMIC);
  CHECK(colors[0].color.c[0] == 1);
  CHECK_MARKED(colors[1]);
  CHECK_MARKED(colors[2]);
  CHECK_MARKED(colors[3]);

  CHECK(dyncolor_color_parse_list(NULL, NULL, 0, NULL, 40, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_parse_list(NULL, NULL, 1, &colors[0].color, 40, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "texts") == 0);
  CHECK(dyncolor_color_parse_list(texts, NULL, 1, NULL, 40, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "colors") == 0);
  CHECK(dyncolor_color_parse_list(texts, NULL, 2, &colors[0].color, 39, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "stride") == 0);

  char buffer[3][10];
  colors[1].color = parsed("rgb(1 2 3)");
  colors[2].color = parsed("#12345678");
  CHECK(dyncolor_color_format_list(&colors[0].color, sizeof colors[0], 3, DYNCOLOR_NOTATION_EXACT,
                                   buffer[0], sizeof buffer[0], NULL) == DYNCOLOR_OK);
  CHECK(strcmp(buffer[0], "#ff0000") == 0 && strcmp(buffer[1], "#010203") == 0 &&
        strcmp(buffer[2], "#12345678") == 0);
  MARK(buffer);
  CHECK(dyncolor_color_format_list(&colors[0].color, sizeof colors[0], 3, DYNCOLOR_NOTATION_EXACT,
                                   buffer[0], 9, &error) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK_MARKED(buffer);
  CHECK(strcmp(error.context, "colors[2]") == 0);
  CHECK(dyncolor_color_format_list(&colors[1].color, 0, 3, DYNCOLOR_NOTATION_EXACT, buffer[0], 10,
                                   NULL) == DYNCOLOR_OK);
  CHECK(strcmp(buffer[2], "#010203") == 0);
  CHECK(dyncolor_color_format_list(NULL, 0, 0, DYNCOLOR_NOTATION_BROWSER, NULL, 1, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_color_format_list(&colors[0].color, 40, 1, DYNCOLOR_NOTATION_BROWSER, NULL, 10,
                                   &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "buffer") == 0);
  CHECK(dyncolor_color_format_list(&colors[0].color, 40, 1, DYNCOLOR_NOTATION_BROWSER, buffer[0],
                                   0, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "buffer_stride") == 0);
}

/* ---- Hostile text ---------------------------------------------------------------------------- */

/* Reads a text that ends where memory does, as a color and as a recipe. */
/* What a recipe says is read as a recipe that says the same. */
static void try_recipe(dyncolor_theme *theme, dyncolor_id id) {
  static char css[1 << 16], again[1 << 16];
  dyncolor_id other;
  dyncolor_status status = dyncolor_id_css(theme, id, css, sizeof css, NULL, NULL);
  if (status == DYNCOLOR_ERROR_BUFFER_TOO_SMALL) return;
  CHECK(status == DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "y", 1, css, NUL, &other, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_css(theme, other, again, sizeof again, NULL, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(css, again) == 0);
}

static void try_text(dyncolor_theme *theme, const char *text, size_t length) {
  char *copy = malloc(length ? length : 1);
  if (copy == NULL) abort();
  memcpy(copy, text, length);
  dyncolor_color color;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  MARK(color);
  dyncolor_status status = dyncolor_color_parse_n(copy, length, &color, &error);
  if (status == DYNCOLOR_OK) {
    char css[DYNCOLOR_COLOR_TEXT_SIZE];
    dyncolor_color again;
    CHECK(dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, css, sizeof css, NULL, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_color_parse_n(css, NUL, &again, NULL) == DYNCOLOR_OK &&
          dyncolor_color_equal(&color, &again));
  } else {
    CHECK_MARKED(color);
    CHECK(status == DYNCOLOR_ERROR_SYNTAX || status == DYNCOLOR_ERROR_DYNAMIC ||
          status == DYNCOLOR_ERROR_TOO_COMPLEX || status == DYNCOLOR_ERROR_INVALID_UTF8);
    CHECK(error.offset <= length);
  }
  dyncolor_id id;
  dyncolor_status recipe = dyncolor_register_css_n(theme, "x", 1, copy, length, &id, &error);
  if (recipe == DYNCOLOR_OK) try_recipe(theme, id);
  CHECK(status != DYNCOLOR_OK || recipe == DYNCOLOR_OK || recipe == DYNCOLOR_ERROR_TOO_COMPLEX);
  free(copy);
}

static const char *const samples[] = {
    "#12345678",
    "light\\67 r\\65 y",
    "rgba( 12.5 , 1e1, 255.0,.5 )",
    "hsl(from rgb(20%, 40%, 60%, 80%) calc(h + 20) s none / alpha)",
    "color(from var(--Night\\/ink, #fff) display-p3 r calc(g * -.5 / (2 - b)) pi / 40%)",
    "color-mix(in oklch longer hue, 25% red, light-dark(#fff, Canvas) min(10%, 20%))",
    "lab(calc(1px * 2 / 4px) clamp(none, 3, max(1, 2)) round(up, 5, 2) / progress(1, 2, 3))",
    "oklch(sin(90deg) hypot(3, 4) atan2(1, 2) / calc(1e-3 * e))",
    ("if(media(prefers-color-scheme: dark) and (not style(--team: re\\64 )): #fff; "
     "supports(color: red): currentcolor; else: alpha(from teal / calc(alpha / 2)))"),
    "contrast-color(/* \xC3\xA4 */ color(--okhsl 1 2 3 / none)) /**/",
    ("--variants(any: red; dark -17% elevated: --level(var(--a), quaternary); "
     "phone subtype(a) rec2020: --palette(Night\\/1, #123);)"),
    ("--blend(if(style(--a: b): light-dark(color-dodge, normal); else: hue) in display-p3-linear, "
     "--first(var(--x), --palette(ink)), teal)"),
    "--grade-contrast(#08f, on light-dark(white, black), on #eee, 7)",
    "--ensure-contrast(#08f, on light-dark(white, black), light-dark(4.5, calc(14 / 2)))",
    "--dark-of(light-dark(#08f, --light-of(teal)), border)",
    "--material(light-dark(#08f, teal), on-secondary-fixed-variant, fruit-salad)",
    "--scale(color-mix(in oklab, #08f, teal), 10)",
    "--tone(color-mix(in oklab, #08f, teal), calc(20 * 2.5))",
    "--standalone(color-mix(in oklab, var(--a), AccentColor))",
    "--vision(--level(#08f, secondary), achromat calc(20% * 2))",
    "--blend(soft-light in rec2020, --ensure-contrast(red, on #800, 3), --first(#abc, blue))",
};

static void spoiled_text_does_no_harm(void) {
  dyncolor_theme *theme;
  if (dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK) abort();
  static const unsigned char bytes[] = {0, ' ', '(', ')', ',', '/', '*', '%', '.', '+', '-', '\\',
                                        '#', '0', '9', 'e', 'f', 'A', '"', ';', ':', '\n', 0x80,
                                        0xC3, 0xE2, 0xF0, 0xFF};
  for (size_t i = 0; i < COUNT(samples); i++) {
    size_t length = strlen(samples[i]);
    char text[400];
    for (size_t end = 0; end <= length; end++) {
      try_text(theme, samples[i], end);
      try_text(theme, samples[i] + end, length - end);
    }
    for (size_t place = 0; place < length; place++) {
      for (size_t k = is_brief ? place % 9 : 0; k < COUNT(bytes); k += is_brief ? 9 : 1) {
        memcpy(text, samples[i], length);
        text[place] = (char)bytes[k];
        try_text(theme, text, length);
        memcpy(text + place + 1, samples[i] + place, length - place);
        try_text(theme, text, length + 1);
      }
      /* Without the byte. */
      memcpy(text, samples[i], place);
      memcpy(text + place, samples[i] + place + 1, length - place - 1);
      try_text(theme, text, length - 1);
    }
  }
  /* Pieces of them one after the other. */
  for (int round = 0; round < (is_brief ? 500 : 20000); round++) {
    char text[1000];
    size_t length = 0;
    for (int pieces = 0; pieces < 4; pieces++) {
      const char *sample = samples[random_bits() % COUNT(samples)];
      size_t start = random_bits() % strlen(sample), rest = strlen(sample) - start;
      size_t count = random_bits() % 30 < rest ? random_bits() % rest + 1 : rest;
      memcpy(text + length, sample + start, count);
      length += count;
    }
    try_text(theme, text, length);
  }
  dyncolor_theme_release(theme);
}

static void huge_text_does_no_harm(void) {
  static const char *const rows[][3] = {
      {"(", "", ""},
      {"rgb(", "", ""},
      {"rgb(calc(", "1", ""},
      {"[", "", ""},
      {"/*", "", ""},
      {"/**/", "red", ""},
      {"\\", "", ""},
      {"\\41 ", "", ""},
      {"-", "", ""},
      {"a", "", ""},
      {"#", "", ""},
      {"f", "", ""},
      {" ", "red", " "},
      {"9", ".", "9"},
      {"var(--a,", "", ""},
      {"if(", "", ""},
      {"if(supports(color:", "red", ""},
      {"if(supports(((", "", ""},
      {"if(style(--a:((", "", ""},
      {"not ", "", ""},
      {"light-dark(red,", "", ""},
      {"color-mix(", "", ""},
      {"\xF0\x9F\x8E\xA8", "", ""},
      {"\"", "", ""},
      {"\n", "", ""},
  };
  static const char *const inside[] = {"", "rgb(", "rgb(calc(1 + ", "#", "color-mix(red ",
                                       "if(media(", "if(style(--", "var(--"};
  dyncolor_theme *theme;
  if (dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK) abort();
  for (size_t i = 0; i < COUNT(rows); i++) {
    char *many = nested(rows[i][0], rows[i][1], rows[i][2], is_brief ? 20000 : 300000);
    for (size_t k = 0; k < COUNT(inside); k++) {
      char *text = nested(inside[k], many, "", 1);
      try_text(theme, text, strlen(text));
      free(text);
    }
    free(many);
  }
  /* A number with a million digits. */
  char *digits = nested("3", "", "", 1000000);
  char *text = nested("color(srgb 0.", digits, " 0 0)", 1);
  dyncolor_color color = parsed(text);
  CHECK(color.c[0] == 1.0 / 3);
  free(digits);
  free(text);
  dyncolor_theme_release(theme);
}

static int claims(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("colors are read from CSS", colors_are_read);
  CLAIM("calculations are evaluated", calculations_come_to_numbers);
  CLAIM("numbers are read as the nearest double", numbers_are_read_to_the_nearest);
  CLAIM("the greatest and smallest numbers are read as the nearest double",
        extreme_numbers_are_read);
  CLAIM("colors with the greatest numbers convert to finite ones", great_colors_stay_finite);
  CLAIM("the fast path for plain colors agrees with the parser", plain_colors_are_no_others);
  CLAIM("no component is negative zero", nothing_is_just_nothing);
  CLAIM("color names are distinguished from near misses", names_are_whole);
  CLAIM("invalid colors are refused, with position and expectation", mistakes_are_told);
  CLAIM("arguments of reading and writing are checked", arguments_are_checked);
  CLAIM("nesting has a limit", nesting_has_a_limit);
  CLAIM("the operands of a calculation have a limit", numbers_at_once_have_a_limit);
  CLAIM("colors are written as CSS, exactly and as browsers do", colors_are_written);
  CLAIM("colors written exactly are read as equal colors", texts_say_all);
  CLAIM("lists are read and written, all or nothing, or each by itself",
        lists_are_read_and_written);
  CLAIM("corrupted text does no harm", spoiled_text_does_no_harm);
  CLAIM("huge text does no harm", huge_text_does_no_harm);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
