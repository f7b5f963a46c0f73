/* What is calculated of colors: with good arguments and every kind of bad one, one color at a time
 * and in lists. Whether the numbers are right is for Tests/Conformance. */
#include <dyncolor.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "random.h"
#include "refusals.h"

/* Under valgrind, some are enough. */
static bool is_brief;

enum { FIRST_SPACE = DYNCOLOR_SPACE_SRGB, LAST_SPACE = DYNCOLOR_SPACE_HCT };

static const dyncolor_color red = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
static const dyncolor_color blue = {DYNCOLOR_SPACE_SRGB, 0, {0, 0, 1}, 1};
static const dyncolor_color vivid = {DYNCOLOR_SPACE_OKLCH, 0, {0.9, 0.4, 150}, 0.5};

static const int bad_enums[] = {-1, 99, 1000, 65537, INT32_MAX, INT32_MIN};
enum { BAD_ENUMS = sizeof bad_enums / sizeof *bad_enums };

static int close_to(const dyncolor_color *color, dyncolor_space space, uint32_t missing, double c0,
                    double c1, double c2, double alpha) {
  int is = color->space == (uint32_t)space && color->missing == missing &&
           fabs(color->c[0] - c0) < 1e-5 && fabs(color->c[1] - c1) < 1e-5 &&
           fabs(color->c[2] - c2) < 1e-5 && fabs(color->alpha - alpha) < 1e-9;
  if (!is)
    printf("# space %u, missing %u, %.9g %.9g %.9g / %.9g\n", color->space, color->missing,
           color->c[0], color->c[1], color->c[2], color->alpha);
  return is;
}

/* ---- Values --------------------------------------------------------------------------------- */

static void spaces_are_known(void) {
  dyncolor_error error = fresh_error();
  dyncolor_color color;
  for (uint32_t space = 0; space < 200; space++) {
    dyncolor_color given = {space, 0, {0.5, 0.25, 0.125}, 1};
    int known = space >= FIRST_SPACE && space <= LAST_SPACE;
    CHECK((dyncolor_color_convert(&given, DYNCOLOR_SPACE_SRGB, &color, NULL) == DYNCOLOR_OK) ==
          known);
    CHECK((dyncolor_color_convert(&red, (dyncolor_space)space, &color, NULL) == DYNCOLOR_OK) ==
          known);
    CHECK(dyncolor_color_equal(&given, &given) == known);
    CHECK(dyncolor_color_is_near(&given, &given) == known);
  }
  for (int i = 0; i < BAD_ENUMS; i++)
    check_refused(dyncolor_color_convert(&red, (dyncolor_space)bad_enums[i], &color, &error),
                  &error, "space");
}

static void hex_is_for_lights(void) {
  static const int lights[] = {1, 2, 3, 4, 5, 6, 7, 8, 21, 22};
  for (int space = FIRST_SPACE; space <= LAST_SPACE; space++) {
    int expected = 0;
    for (size_t i = 0; i < sizeof lights / sizeof *lights; i++) expected |= lights[i] == space;
    dyncolor_error error = fresh_error();
    dyncolor_color color;
    char text[10];
    dyncolor_status read = dyncolor_color_parse_hex_n("#123456", 7, (dyncolor_space)space, 1,
                                                      &color, &error);
    if (expected) CHECK(read == DYNCOLOR_OK && color.space == (uint32_t)space);
    else check_refused(read, &error, "space");
    dyncolor_status written =
        dyncolor_color_format_hex(&red, (dyncolor_space)space, text, sizeof text, NULL, &error);
    if (expected) CHECK(written == DYNCOLOR_OK);
    else check_refused(written, &error, "space");
    dyncolor_status blended = dyncolor_color_blend(&red, &blue, DYNCOLOR_BLEND_MODE_NORMAL,
                                                   (dyncolor_space)space, &color, &error);
    if (expected) CHECK(blended == DYNCOLOR_OK && color.space == (uint32_t)space);
    else check_refused(blended, &error, "space");
  }
}

static void grays_have_one_component(void) {
  dyncolor_color gray = {DYNCOLOR_SPACE_GRAY_GAMMA_22, 0, {0.5, 7, -7}, 1}, same = gray, color;
  same.c[1] = same.c[2] = 0;
  CHECK(dyncolor_color_equal(&gray, &same) == 1);
  CHECK(dyncolor_color_hash(&gray) == dyncolor_color_hash(&same));
  CHECK(dyncolor_color_convert(&gray, DYNCOLOR_SPACE_GRAY_GAMMA_22, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.c[0] == 0.5 && color.c[1] == 0 && color.c[2] == 0);
  CHECK(dyncolor_color_convert(&gray, DYNCOLOR_SPACE_SRGB, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.c[0] == color.c[1] && color.c[1] == color.c[2]);
  gray.missing = DYNCOLOR_MISSING_C1 | DYNCOLOR_MISSING_C2;
  CHECK(dyncolor_color_equal(&gray, &same) == 1);
  gray.missing = DYNCOLOR_MISSING_C0;
  CHECK(dyncolor_color_equal(&gray, &same) == 0);
}

static void notation_is_a_mark(void) {
  static const struct {
    dyncolor_space space;
    uint32_t missing, kept;
  } rows[] = {
      {DYNCOLOR_SPACE_SRGB, 16, 16}, {DYNCOLOR_SPACE_HSL, 16, 16}, {DYNCOLOR_SPACE_HWB, 16, 16},
      {DYNCOLOR_SPACE_SRGB, 17, 1},  {DYNCOLOR_SPACE_SRGB, 24, 8}, {DYNCOLOR_SPACE_HSV, 16, 0},
      {DYNCOLOR_SPACE_OKLCH, 16, 0}, {DYNCOLOR_SPACE_EXTENDED_SRGB, 16, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_color marked = {(uint32_t)rows[i].space, rows[i].missing, {0.5, 0.5, 0.5}, 1};
    dyncolor_color plain = marked, color, list[1];
    plain.missing &= 15;
    CHECK(dyncolor_color_convert(&marked, rows[i].space, &color, NULL) == DYNCOLOR_OK);
    CHECK(color.missing == rows[i].kept);
    CHECK(dyncolor_color_convert_list(&marked, 0, 1, rows[i].space, list, sizeof *list, NULL) ==
          DYNCOLOR_OK);
    CHECK(list[0].missing == rows[i].kept);
    CHECK(dyncolor_color_equal(&marked, &plain) == 1);
    CHECK(dyncolor_color_hash(&marked) == dyncolor_color_hash(&plain));
    CHECK(dyncolor_color_is_near(&marked, &plain) == 1);
    CHECK(dyncolor_color_convert(&marked, DYNCOLOR_SPACE_LAB, &color, NULL) == DYNCOLOR_OK);
    CHECK((color.missing & DYNCOLOR_LEGACY_NOTATION) == 0);
  }
  dyncolor_color unknown = {DYNCOLOR_SPACE_SRGB, 32, {0, 0, 0}, 1}, color;
  CHECK(dyncolor_color_convert(&unknown, DYNCOLOR_SPACE_LAB, &color, NULL) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
}

static void missing_is_carried(void) {
  static const struct {
    dyncolor_color color;
    dyncolor_space space;
    uint32_t missing;
    const char *why;
  } rows[] = {
      {{1, 7, {0, 0, 0}, 0.5}, DYNCOLOR_SPACE_OKLAB, 7, "all of them as a set"},
      {{1, 15, {0, 0, 0}, 0.5}, DYNCOLOR_SPACE_LCH, 15, "and alpha"},
      {{1, 3, {0, 0, 0.5}, 1}, DYNCOLOR_SPACE_OKLAB, 0, "no set without blue"},
      {{1, 4, {0.5, 0.5, 0}, 1}, DYNCOLOR_SPACE_XYZ_D50, 4, "blue is z"},
      {{14, 6, {50, 0, 0}, 1}, DYNCOLOR_SPACE_LCH, 6, "a and b are chroma and hue"},
      {{14, 1, {0, 20, 20}, 1}, DYNCOLOR_SPACE_OKLCH, 1, "lightness is lightness"},
      {{14, 2, {50, 0, 20}, 1}, DYNCOLOR_SPACE_LCH, 0, "a is nothing alone"},
      {{14, 2, {50, 0, 20}, 1}, DYNCOLOR_SPACE_OKLAB, 2, "but a"},
      {{15, 4, {50, 20, 0}, 1}, DYNCOLOR_SPACE_HSL, 1, "hue is hue"},
      {{15, 2, {50, 0, 0}, 1}, DYNCOLOR_SPACE_HSL, 3, "chroma is saturation, and grays lack hue"},
      {{15, 3, {0, 0, 180}, 1}, DYNCOLOR_SPACE_HWB, 7, "the rest is a set, and black lacks hue"},
      {{12, 6, {30, 0, 0}, 1}, DYNCOLOR_SPACE_HSL, 6, "whiteness and blackness are one"},
      {{12, 2, {30, 0, 10}, 1}, DYNCOLOR_SPACE_HSL, 0, "whiteness alone is none"},
      {{13, 4, {30, 50, 0}, 1}, DYNCOLOR_SPACE_OKHSV, 5, "value is value, and black lacks hue"},
      {{20, 1, {0, 0, 0}, 1}, DYNCOLOR_SPACE_DISPLAY_P3, 7, "gray is all there is of it"},
      {{17, 0, {0.5, 0, 77}, 1}, DYNCOLOR_SPACE_OKLCH, 0, "at home a hue stays"},
      {{17, 0, {0.5, 0, 77}, 1}, DYNCOLOR_SPACE_LCH, 4, "and elsewhere goes"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_color color;
    CHECK(dyncolor_color_convert(&rows[i].color, rows[i].space, &color, NULL) == DYNCOLOR_OK);
    CHECK(color.missing == rows[i].missing);
    if (color.missing != rows[i].missing)
      printf("# row %zu: %u, because %s\n", i, color.missing, rows[i].why);
  }
}

/* The angle of two numbers, in degrees, is off by no more than two units of the last place; but
 * what valgrind has to compare it with is not more exact than that itself. */
static void hues_are_angles(void) {
  const int rounds = is_brief ? 4000 : 100000, units = is_brief ? 8 : 2;
  const long double half_turn = acosl(-1);
  for (int i = 0; i < rounds; i++) {
    const double ratio = i & 1 ? exp2(20 * random_unit() - 10) : random_unit();
    const double a = (i & 4 ? -1 : 1) * (0.01 + random_unit());
    dyncolor_color color = {DYNCOLOR_SPACE_OKLAB, 0, {0.5, a, (i & 8 ? -a : a) * ratio}, 1};
    long double hue = atan2l(color.c[2], a) * 180 / half_turn;
    if (hue < 0) hue += 360;
    CHECK(dyncolor_color_convert(&color, DYNCOLOR_SPACE_OKLCH, &color, NULL) == DYNCOLOR_OK);
    const double unit = nextafter((double)hue, INFINITY) - (double)hue;
    const bool is_right = fabsl(color.c[2] - hue) <= units * unit;
    CHECK(is_right);
    if (is_right) continue;
    printf("# a %.17g, ratio %.17g: %.17g, not %.20Lg\n", a, ratio, color.c[2], hue);
    return;
  }
}

static void near_is_near(void) {
  static const struct {
    dyncolor_color a, b;
    int near;
  } rows[] = {
      {{1, 0, {0.5, 0, 0}, 1}, {1, 0, {0.500009, 0, 0}, 1}, 1},
      {{1, 0, {0.5, 0, 0}, 1}, {1, 0, {0.500011, 0, 0}, 1}, 0},
      {{1, 0, {0.5, 0, 0}, 1}, {1, 0, {0.5, 0, 0}, 0.9999}, 0},
      {{14, 0, {50, 9, 9}, 1}, {14, 0, {50.0009, 9, 9}, 1}, 1},
      {{14, 0, {50, 9, 9}, 1}, {14, 0, {50.002, 9, 9}, 1}, 0},
      {{17, 0, {0.5, 0.1, 0}, 1}, {17, 0, {0.5, 0.1, 359.999}, 1}, 1},
      {{17, 0, {0.5, 0.1, 0}, 1}, {17, 0, {0.5, 0.1, -720}, 1}, 1},
      {{17, 0, {0.5, 0.1, 0}, 1}, {17, 0, {0.5, 0.1, 180}, 1}, 0},
      {{17, 0, {0.5, 0, 0}, 1}, {17, 0, {0.5, 0, 180}, 1}, 1}, /* hues without power */
      /* A hundred thousandth of a turn, of 100 and of 1. */
      {{17, 0, {0.5, 0.1, 10}, 1}, {17, 0, {0.5, 0.1, 10.003595}, 1}, 1},
      {{17, 0, {0.5, 0.1, 10}, 1}, {17, 0, {0.5, 0.1, 10.003605}, 1}, 0},
      {{15, 0, {50, 30, 10}, 1}, {15, 0, {50, 30, 10.003595}, 1}, 1},
      {{15, 0, {50, 30, 10}, 1}, {15, 0, {50, 30, 10.003605}, 1}, 0},
      {{18, 0, {10, 50, 50}, 1}, {18, 0, {10.003595, 50.000999, 50}, 1}, 1},
      {{18, 0, {10, 50, 50}, 1}, {18, 0, {10.003605, 50, 50}, 1}, 0},
      {{19, 0, {10, 20, 20}, 1}, {19, 0, {10, 20.001001, 20}, 1}, 0},
      {{19, 0, {10, 50, 50}, 1}, {19, 0, {10, 50, 50.001001}, 1}, 0},
      {{17, 4, {0.5, 0.1, 0}, 1}, {17, 0, {0.5, 0.1, 0}, 1}, 0},
      {{17, 4, {0.5, 0.1, 0}, 1}, {17, 4, {0.5, 0.1, 0}, 1}, 1},
      {{1, 0, {1, 0, 0}, 1}, {11, 0, {0, 100, 50}, 1}, 1}, /* HSL is sRGB */
      {{1, 0, {0.5, 0.5, 0.5}, 1}, {12, 0, {77, 50, 50}, 1}, 1},
      {{1, 0, {1, 0, 0}, 1}, {16, 0, {0.6279554, 0.224863, 0.1258463}, 1}, 1},
      {{1, 0, {1, 0, 0}, 1}, {16, 0, {0.6279554, 0.2249, 0.1258463}, 1}, 0},
      {{1, 0, {1, 0, 0}, 1}, {16, 8, {0.6279554, 0.224863, 0.1258463}, 1}, 0},
      {{1, 0, {0.5, 0.5, 0.5}, 1}, {17, 0, {0.5981807, 0, 0}, 1}, 0}, /* a hue is missing */
      {{1, 0, {DBL_MAX, 0, 0}, 1}, {1, 0, {-DBL_MAX, 0, 0}, 1}, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CHECK(dyncolor_color_is_near(&rows[i].a, &rows[i].b) == rows[i].near);
    CHECK(dyncolor_color_is_near(&rows[i].b, &rows[i].a) == rows[i].near);
    if (dyncolor_color_is_near(&rows[i].a, &rows[i].b) != rows[i].near) printf("# row %zu\n", i);
  }
  dyncolor_color none = {1, 0, {NAN, 0, 0}, 1};
  CHECK(dyncolor_color_is_near(NULL, NULL) == 0 && dyncolor_color_is_near(&red, NULL) == 0);
  CHECK(dyncolor_color_is_near(&none, &none) == 0 && dyncolor_color_is_near(&none, &red) == 0);
}

/* The primaries, as CSS Color 4 has them in fractions; those of ProPhoto RGB for another white. */
static void primaries_are_those_of_the_standards(void) {
  static const struct {
    uint32_t space, xyz;
    double rows[3][3];
  } matrices[] = {
      {DYNCOLOR_SPACE_SRGB, DYNCOLOR_SPACE_XYZ_D65,
       {{506752. / 1228815, 87881. / 245763, 12673. / 70218},
        {87098. / 409605, 175762. / 245763, 12673. / 175545},
        {7918. / 409605, 87881. / 737289, 1001167. / 1053270}}},
      {DYNCOLOR_SPACE_DISPLAY_P3, DYNCOLOR_SPACE_XYZ_D65,
       {{608311. / 1250200, 189793. / 714400, 198249. / 1000160},
        {35783. / 156275, 247089. / 357200, 198249. / 2500400},
        {0, 32229. / 714400, 5220557. / 5000800}}},
      {DYNCOLOR_SPACE_A98_RGB, DYNCOLOR_SPACE_XYZ_D65,
       {{573536. / 994567, 263643. / 1420810, 187206. / 994567},
        {591459. / 1989134, 6239551. / 9945670, 374412. / 4972835},
        {53769. / 1989134, 351524. / 4972835, 4929758. / 4972835}}},
      {DYNCOLOR_SPACE_REC2020, DYNCOLOR_SPACE_XYZ_D65,
       {{63426534. / 99577255, 20160776. / 139408157, 47086771. / 278816314},
        {26158966. / 99577255, 472592308. / 697040785, 8267143. / 139408157},
        {0, 19567812. / 697040785, 295819943. / 278816314}}},
      {DYNCOLOR_SPACE_PROPHOTO_RGB, DYNCOLOR_SPACE_XYZ_D50,
       {{0.79776664490064230, 0.13518129740053308, 0.03134773412839220},
        {0.28807482881940130, 0.71183523424187300, 0.00008993693872564},
        {0, 0, 0.82510460251046020}}},
  };
  for (size_t m = 0; m < sizeof matrices / sizeof *matrices; m++)
    for (int column = 0; column < 3; column++) {
      dyncolor_color primary = {matrices[m].space, 0, {0, 0, 0}, 1}, there, back;
      primary.c[column] = 1;
      CHECK(dyncolor_color_convert(&primary, (dyncolor_space)matrices[m].xyz, &there, NULL) ==
            DYNCOLOR_OK);
      for (int row = 0; row < 3; row++)
        CHECK(fabs(there.c[row] - matrices[m].rows[row][column]) < 1e-15);
      /* And back; near zero some spaces are steep. */
      const dyncolor_color mixed = {matrices[m].space, 0, {0.5, 0.7, 0.9}, 1};
      CHECK(dyncolor_color_convert(&mixed, (dyncolor_space)matrices[m].xyz, &there, NULL) ==
            DYNCOLOR_OK);
      CHECK(dyncolor_color_convert(&there, (dyncolor_space)matrices[m].space, &back, NULL) ==
            DYNCOLOR_OK);
      for (int row = 0; row < 3; row++) CHECK(fabs(back.c[row] - mixed.c[row]) < 1e-14);
      /* The gray that is as light. */
      if (m > 0) continue;
      CHECK(dyncolor_color_convert(&primary, DYNCOLOR_SPACE_GRAY_GAMMA_22, &there, NULL) ==
            DYNCOLOR_OK);
      CHECK(fabs(there.c[0] - pow(matrices[m].rows[1][column], 1 / 2.2)) < 1e-15);
    }
}

static void gamuts_hold(void) {
  static const struct {
    dyncolor_color color;
    dyncolor_space gamut;
    int inside;
  } rows[] = {
      {{1, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_SRGB, 1},
      {{1, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_REC2020, 1},
      {{3, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_SRGB, 0},
      {{3, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_HSL, 0},
      {{3, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_OKHSV, 0},
      {{3, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_DISPLAY_P3_LINEAR, 1},
      {{3, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_EXTENDED_SRGB, 1},
      {{3, 0, {9, -9, 0}, 1}, DYNCOLOR_SPACE_OKLCH, 1},
      {{1, 0, {1.0000001, 0, 0}, 1}, DYNCOLOR_SPACE_SRGB, 1},
      {{1, 0, {1.00001, 0, 0}, 1}, DYNCOLOR_SPACE_SRGB, 0},
      {{3, 0, {0.91748756f, 0.20028681f, 0.13856059f}, 1}, DYNCOLOR_SPACE_SRGB, 1}, /* red */
      {{1, 0, {0.5, 0.5, 0.5}, 1}, DYNCOLOR_SPACE_GRAY_GAMMA_22, 1},
      {{1, 0, {0.5, 0.5, 0.51}, 1}, DYNCOLOR_SPACE_GRAY_GAMMA_22, 0},
      {{1, 0, {1.5, 1.5, 1.5}, 1}, DYNCOLOR_SPACE_GRAY_GAMMA_22, 0},
      {{17, 0, {1e-9, 0.3, 30}, 1}, DYNCOLOR_SPACE_SRGB, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CHECK(dyncolor_color_is_in_gamut(&rows[i].color, rows[i].gamut) == rows[i].inside);
    if (dyncolor_color_is_in_gamut(&rows[i].color, rows[i].gamut) != rows[i].inside)
      printf("# row %zu\n", i);
    /* What is inside only changes its numbers; what is mapped is inside. */
    for (int method = 1; method <= 4; method++) {
      dyncolor_color mapped, converted;
      CHECK(dyncolor_color_map_to_gamut(&rows[i].color, rows[i].gamut,
                                        (dyncolor_gamut_method)method, &mapped,
                                        NULL) == DYNCOLOR_OK);
      CHECK(mapped.space == (uint32_t)rows[i].gamut);
      CHECK(dyncolor_color_is_in_gamut(&mapped, rows[i].gamut) == 1);
      dyncolor_color_convert(&rows[i].color, rows[i].gamut, &converted, NULL);
      if (rows[i].inside) CHECK(dyncolor_color_is_near(&mapped, &converted) == 1);
    }
  }
  CHECK(dyncolor_color_is_in_gamut(NULL, DYNCOLOR_SPACE_SRGB) == 0);
  CHECK(dyncolor_color_is_in_gamut(&red, (dyncolor_space)0) == 0);
  for (int i = 0; i < BAD_ENUMS; i++)
    CHECK(dyncolor_color_is_in_gamut(&red, (dyncolor_space)bad_enums[i]) == 0);

  dyncolor_color color;
  dyncolor_color_map_to_gamut(&vivid, DYNCOLOR_SPACE_SRGB, DYNCOLOR_GAMUT_METHOD_EXACT, &color,
                              NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0.468604485, 1, 0.609570285, 0.5));
  dyncolor_color none = vivid;
  none.missing = DYNCOLOR_MISSING_ALPHA;
  dyncolor_color_map_to_gamut(&none, DYNCOLOR_SPACE_SRGB, DYNCOLOR_GAMUT_METHOD_EXACT, &color,
                              NULL);
  CHECK(color.missing == DYNCOLOR_MISSING_ALPHA);
}

/* ---- Mixing --------------------------------------------------------------------------------- */

static void mixes(void) {
  dyncolor_color a = red, b = blue, color;
  CHECK(dyncolor_color_mix(&a, &b, 0.5, (dyncolor_space)0, (dyncolor_hue)0, &color, NULL) ==
        DYNCOLOR_OK);
  CHECK(close_to(&color, DYNCOLOR_SPACE_OKLAB, 0, 0.539985, 0.0962010, -0.0928404, 1));
  a.missing = DYNCOLOR_LEGACY_NOTATION;
  dyncolor_color_mix(&a, &b, 0.5, (dyncolor_space)0, (dyncolor_hue)0, &color, NULL);
  CHECK(color.space == DYNCOLOR_SPACE_OKLAB);
  b.missing = DYNCOLOR_LEGACY_NOTATION;
  dyncolor_color_mix(&a, &b, 0.25, (dyncolor_space)0, (dyncolor_hue)0, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0.75, 0, 0.25, 1));
  dyncolor_color_mix(&a, &b, 0.5, DYNCOLOR_SPACE_HSL, (dyncolor_hue)0, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_HSL, 0, 300, 100, 50, 1));
  dyncolor_color_mix(&a, &b, 0.5, DYNCOLOR_SPACE_HSL, DYNCOLOR_HUE_LONGER, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_HSL, 0, 120, 100, 50, 1));
  dyncolor_color_mix(&a, &b, 0.5, DYNCOLOR_SPACE_HSL, DYNCOLOR_HUE_INCREASING, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_HSL, 0, 120, 100, 50, 1));
  dyncolor_color_mix(&a, &b, 0.5, DYNCOLOR_SPACE_HSL, DYNCOLOR_HUE_DECREASING, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_HSL, 0, 300, 100, 50, 1));

  /* CSS Color 4's examples, §13.3: premultiplied, in sRGB and in LCH, where the hue is not. */
  const dyncolor_color first = {DYNCOLOR_SPACE_SRGB, 0, {0.24, 0.12, 0.98}, 0.4};
  const dyncolor_color second = {DYNCOLOR_SPACE_SRGB, 0, {0.62, 0.26, 0.64}, 0.6};
  dyncolor_color_mix(&first, &second, 0.5, DYNCOLOR_SPACE_SRGB, (dyncolor_hue)0, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0.468, 0.204, 0.776, 0.5));
  const dyncolor_color third = {DYNCOLOR_SPACE_LCH, 0, {66.93, 68.79, 85.94}, 0.4};
  const dyncolor_color fourth = {DYNCOLOR_SPACE_LCH, 0, {53.5, 89.35, 337.7}, 0.6};
  dyncolor_color_mix(&third, &fourth, 0.5, DYNCOLOR_SPACE_LCH, (dyncolor_hue)0, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_LCH, 0, 58.872, 81.126, 31.82, 0.5));

  /* What one lacks it takes from the other, alpha too; what both lack is missing. */
  const dyncolor_color lacking = {DYNCOLOR_SPACE_OKLCH, 13, {9, 0.4, 9}, 9};
  const dyncolor_color whole = {DYNCOLOR_SPACE_OKLCH, 0, {0.783, 0.108, 326.5}, 0.5};
  dyncolor_color_mix(&lacking, &whole, 0.5, DYNCOLOR_SPACE_OKLCH, (dyncolor_hue)0, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_OKLCH, 0, 0.783, 0.254, 326.5, 0.5));
  dyncolor_color_mix(&lacking, &lacking, 0.5, DYNCOLOR_SPACE_OKLCH, (dyncolor_hue)0, &color, NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_OKLCH, 13, 0, 0.4, 0, 0));

  /* The ends exactly, and nothing of the same color is rounded. */
  for (int space = FIRST_SPACE; space <= LAST_SPACE; space++) {
    dyncolor_color converted;
    dyncolor_color_convert(&first, (dyncolor_space)space, &converted, NULL);
    dyncolor_color_mix(&first, &first, 0.3, (dyncolor_space)space, (dyncolor_hue)0, &color, NULL);
    CHECK(dyncolor_color_is_near(&color, &converted) == 1);
    converted.alpha = 1;
    dyncolor_color_mix(&converted, &blue, 0, (dyncolor_space)space, (dyncolor_hue)0, &color, NULL);
    CHECK(dyncolor_color_equal(&color, &converted) == 1);
    dyncolor_color_mix(&blue, &converted, 1, (dyncolor_space)space, (dyncolor_hue)0, &color, NULL);
    CHECK(dyncolor_color_equal(&color, &converted) == 1);
  }
}

static void mixing_arguments(void) {
  static const double bad_amounts[] = {-0.001, 1.001, -1e300, 1e300, NAN, INFINITY, -INFINITY};
  dyncolor_color color;
  MARK(color);
  dyncolor_error error = fresh_error();
#define MIX(a, b, amount, space, hue, out) \
  dyncolor_color_mix(a, b, amount, (dyncolor_space)(space), (dyncolor_hue)(hue), out, &error)
  check_refused(MIX(NULL, &blue, 0.5, 1, 1, &color), &error, "a");
  check_refused(MIX(&red, NULL, 0.5, 1, 1, &color), &error, "b");
  check_refused(MIX(&red, &blue, 0.5, 1, 1, NULL), &error, "mixed");
  for (size_t i = 0; i < sizeof bad_amounts / sizeof *bad_amounts; i++)
    check_refused(MIX(&red, &blue, bad_amounts[i], 1, 1, &color), &error, "amount");
  for (int i = 0; i < BAD_ENUMS; i++) {
    check_refused(MIX(&red, &blue, 0.5, bad_enums[i], 1, &color), &error, "space");
    check_refused(MIX(&red, &blue, 0.5, 1, bad_enums[i], &color), &error, "hue");
  }
  check_refused(MIX(&red, &blue, 0.5, 1, 5, &color), &error, "hue");
  check_refused(MIX(&red, &blue, 0.5, 1, 257, &color), &error, "hue");
#undef MIX
  CHECK_MARKED(color);
}

static void many_mix(void) {
  const dyncolor_color colors[] = {red, blue, {DYNCOLOR_SPACE_SRGB, 0, {0, 1, 0}, 1}};
  const double weights[] = {1, 1, 2};
  dyncolor_color color;
  dyncolor_error error = fresh_error();
#define MANY(colors, stride, weights, weight_stride, count, space, out) \
  dyncolor_color_mix_many(colors, stride, weights, weight_stride, count, (dyncolor_space)(space), \
                          (dyncolor_hue)0, out, &error)
  CHECK(MANY(colors, 40, weights, 8, 3, 1, &color) == DYNCOLOR_OK);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0.25, 0.5, 0.25, 1));
  CHECK(MANY(colors, 40, NULL, 0, 3, 1, &color) == DYNCOLOR_OK);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3, 1));
  CHECK(MANY(colors, 40, weights, 0, 3, 1, &color) == DYNCOLOR_OK);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3, 1));
  CHECK(MANY(colors, 40, weights, 8, 1, DYNCOLOR_SPACE_HSL, &color) == DYNCOLOR_OK);
  CHECK(close_to(&color, DYNCOLOR_SPACE_HSL, 0, 0, 100, 50, 1));
  CHECK(MANY(colors, 40, weights, 8, 2, 0, &color) == DYNCOLOR_OK);
  CHECK(color.space == DYNCOLOR_SPACE_OKLAB);
  dyncolor_color legacy[2] = {red, blue};
  legacy[0].missing = legacy[1].missing = DYNCOLOR_LEGACY_NOTATION;
  CHECK(MANY(legacy, 40, weights, 8, 2, 0, &color) == DYNCOLOR_OK);
  CHECK(color.space == DYNCOLOR_SPACE_SRGB);
  const double late[] = {0, 0, 5};
  CHECK(MANY(colors, 40, late, 8, 3, 1, &color) == DYNCOLOR_OK);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0, 1, 0, 1));

  static const struct {
    double weights[3];
    const char *context;
  } rows[] = {
      {{0, 0, 0}, "weights"},          {{1, -1, 1}, "weights[1]"},
      {{1, 1, NAN}, "weights[2]"},     {{INFINITY, 1, 1}, "weights[0]"},
      {{DBL_MAX, DBL_MAX, 1}, "weights"},
  };
  MARK(color);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    check_refused(MANY(colors, 40, rows[i].weights, 8, 3, 1, &color), &error, rows[i].context);
  check_refused(MANY(colors, 40, weights, 8, 0, 1, &color), &error, "count");
  check_refused(MANY(NULL, 40, weights, 8, 3, 1, &color), &error, "colors");
  check_refused(MANY(colors, 39, weights, 8, 3, 1, &color), &error, "stride");
  check_refused(MANY(colors, 40, weights, 7, 3, 1, &color), &error, "weight_stride");
  check_refused(MANY(colors, 40, weights, 8, 3, 1, NULL), &error, "mixed");
  dyncolor_color bad[2] = {red, {1, 0, {NAN, 0, 0}, 1}};
  check_refused(MANY(bad, 40, weights, 8, 2, 1, &color), &error, "colors[1]");
#undef MANY
  CHECK_MARKED(color);
}

/* ---- Difference, contrast and blending ------------------------------------------------------ */

static void measures(void) {
  const dyncolor_color white = {DYNCOLOR_SPACE_OKLAB, 0, {1, 0, 0}, 1};
  const dyncolor_color black = {DYNCOLOR_SPACE_HWB, 0, {0, 0, 100}, 1};
  double number;
  dyncolor_color_difference(&white, &black, DYNCOLOR_METRIC_OK, &number, NULL);
  CHECK(number == 1);
  dyncolor_color_difference(&white, &black, DYNCOLOR_METRIC_CIEDE2000, &number, NULL);
  CHECK(fabs(number - 100) < 1e-12);
  dyncolor_color_contrast(&white, &black, DYNCOLOR_CONTRAST_METHOD_WCAG, &number, NULL);
  CHECK(number == 21);
  dyncolor_color_contrast(&black, &white, DYNCOLOR_CONTRAST_METHOD_WCAG, &number, NULL);
  CHECK(number == 21);
  dyncolor_color_contrast(&white, &black, DYNCOLOR_CONTRAST_METHOD_LIGHTNESS, &number, NULL);
  CHECK(fabs(number - 100) < 1e-12);

  /* Nothing can be read on what is not there; and half a white is a gray, on white too. */
  dyncolor_color clear = black, half = white;
  clear.alpha = 0;
  half.alpha = 0.5;
  dyncolor_color_contrast(&white, &clear, DYNCOLOR_CONTRAST_METHOD_WCAG, &number, NULL);
  CHECK(number == 1);
  dyncolor_color_contrast(&half, &clear, DYNCOLOR_CONTRAST_METHOD_LIGHTNESS, &number, NULL);
  CHECK(number == 0);
  dyncolor_color_contrast(&half, &black, DYNCOLOR_CONTRAST_METHOD_WCAG, &number, NULL);
  CHECK(fabs(number - (0.21404114048223255 + 0.05) / 0.05) < 1e-12);
  dyncolor_color_contrast(&black, &half, DYNCOLOR_CONTRAST_METHOD_WCAG, &number, NULL);
  CHECK(fabs(number - (0.21404114048223255 + 0.05) / 0.05) < 1e-12);
  clear.missing = DYNCOLOR_MISSING_ALPHA;
  clear.alpha = 1;
  dyncolor_color_contrast(&clear, &black, DYNCOLOR_CONTRAST_METHOD_WCAG, &number, NULL);
  CHECK(number == 1);

  /* From csswg-drafts' and Sharma's papers: the first pairs of the latter's table. */
  static const struct {
    double a[3], b[3], difference;
  } rows[] = {
      {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
      {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
      {{50, 2.8361, -74.0200}, {50, 0, -82.7485}, 3.4412},
      {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
      {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
      {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
      {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
      {{50, 2.5, 0}, {56, -27, -3}, 31.9030},
      {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
      {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_color a = {DYNCOLOR_SPACE_LAB, 0, {0}, 1}, b = a;
    memcpy(a.c, rows[i].a, sizeof a.c);
    memcpy(b.c, rows[i].b, sizeof b.c);
    dyncolor_color_difference(&a, &b, DYNCOLOR_METRIC_CIEDE2000, &number, NULL);
    CHECK(fabs(number - rows[i].difference) < 0.00006);
    if (fabs(number - rows[i].difference) >= 0.00006) printf("# row %zu: %.6f\n", i, number);
  }
}

static void blends(void) {
  const dyncolor_color source = {DYNCOLOR_SPACE_SRGB, 0, {0.75, 0.25, 0.5}, 1};
  const dyncolor_color backdrop = {DYNCOLOR_SPACE_SRGB, 0, {0.5, 0.5, 1}, 1};
  static const double expected[16][3] = {
      {0.75, 0.25, 0.5},       {0.375, 0.125, 0.5},    {0.875, 0.625, 1},
      {0.75, 0.25, 1},         {0.5, 0.25, 0.5},       {0.75, 0.5, 1},
      {1, 2.0 / 3, 1},         {1.0 / 3, 0, 1},        {0.75, 0.25, 1},
      {0.603553391, 0.375, 1}, {0.25, 0.25, 0.5},      {0.5, 0.5, 0.5},
      {0.8025, 0.3025, 0.5525}, {0.5, 0.5, 1},         {0.8025, 0.3025, 0.5525},
      {0.37, 0.37, 0.91},
  };
  for (int mode = 1; mode <= 16; mode++) {
    dyncolor_color color;
    CHECK(dyncolor_color_blend(&source, &backdrop, (dyncolor_blend_mode)mode, DYNCOLOR_SPACE_SRGB,
                               &color, NULL) == DYNCOLOR_OK);
    /* Those that keep the backdrop's luminosity may have to be cut; their formulae are compared in
     * Tests/Conformance. */
    if (mode <= 12 || mode == 14) {
      const double *c = expected[mode - 1];
      if (mode != 14) CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, c[0], c[1], c[2], 1));
    }
  }
  dyncolor_color half = source, clear = backdrop, color;
  half.alpha = 0.5;
  clear.alpha = 0;
  dyncolor_color_blend(&half, &backdrop, DYNCOLOR_BLEND_MODE_NORMAL, DYNCOLOR_SPACE_SRGB, &color,
                       NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0.625, 0.375, 0.75, 1));
  /* On nothing there is nothing to blend with. */
  dyncolor_color_blend(&half, &clear, DYNCOLOR_BLEND_MODE_MULTIPLY, DYNCOLOR_SPACE_SRGB, &color,
                       NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0.75, 0.25, 0.5, 0.5));
  dyncolor_color_blend(&clear, &clear, DYNCOLOR_BLEND_MODE_MULTIPLY, DYNCOLOR_SPACE_SRGB, &color,
                       NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0, 0, 0, 0));
  half.missing = 15;
  dyncolor_color_blend(&half, &backdrop, DYNCOLOR_BLEND_MODE_NORMAL, DYNCOLOR_SPACE_SRGB, &color,
                       NULL);
  CHECK(close_to(&color, DYNCOLOR_SPACE_SRGB, 0, 0.5, 0.5, 1, 1));
}

/* A color that can be read, as hex digits, and the contrast that it has. */
static void check_readable(const char *text, const char *background, double contrast,
                           dyncolor_contrast_method method, const char *expected,
                           dyncolor_space space, double has) {
  const dyncolor_space srgb = DYNCOLOR_SPACE_SRGB;
  dyncolor_color color, ground, result;
  char hex[16];
  double achieved = 0;
  CHECK(dyncolor_color_parse_n(text, DYNCOLOR_NUL_TERMINATED, &color, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_parse_n(background, DYNCOLOR_NUL_TERMINATED, &ground, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_ensure_contrast(&color, &ground, contrast, method, &result, &achieved,
                                       NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_format_hex(&result, srgb, hex, sizeof hex, NULL, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(hex, expected) == 0 && result.space == (uint32_t)space);
  CHECK(fabs(achieved - has) < 0.005);
  if (strcmp(hex, expected) != 0 || fabs(achieved - has) >= 0.005)
    printf("# %s on %s: %s, %.3f\n", text, background, hex, achieved);
}

/* Random colors on random backgrounds. What has been moved is within sRGB to the last bit. */
static void is_moved_within(void) {
  static const double contrasts[] = {1.5, 3, 4.5, 7, 21};
  unsigned moved = 0;
  for (int round = 0; round < (is_brief ? 500 : 20000); round++) {
    dyncolor_color colors[2], result, seen;
    for (int i = 0; i < 2; i++) {
      colors[i] = (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB, .alpha = 1};
      for (int k = 0; k < 3; k++) {
        const double number = random_unit() * 1.5 - 0.25;
        colors[i].c[k] = number < 0 ? 0 : number > 1 ? 1 : number;
      }
    }
    CHECK(dyncolor_color_ensure_contrast(&colors[0], &colors[1], contrasts[round % 5],
                                         DYNCOLOR_CONTRAST_METHOD_WCAG, &result, NULL,
                                         NULL) == DYNCOLOR_OK);
    if (result.space != DYNCOLOR_SPACE_OKLCH) continue;
    CHECK(dyncolor_color_convert(&result, DYNCOLOR_SPACE_SRGB, &seen, NULL) == DYNCOLOR_OK);
    for (int k = 0; k < 3; k++) CHECK(seen.c[k] >= 0 && (float)seen.c[k] <= 1);
    moved++;
  }
  CHECK(moved > 100);
}

static void can_be_read(void) {
  const dyncolor_contrast_method wcag = DYNCOLOR_CONTRAST_METHOD_WCAG,
                                 lightness = DYNCOLOR_CONTRAST_METHOD_LIGHTNESS;
  const dyncolor_space srgb = DYNCOLOR_SPACE_SRGB, oklch = DYNCOLOR_SPACE_OKLCH;
  /* What is good stays as it is, also where it is as good as it can be. */
  check_readable("#767676", "white", 4.5, wcag, "#767676", srgb, 4.542);
  check_readable("white", "black", 21, wcag, "#ffffff", srgb, 21);
  check_readable("#777", "white", 1, wcag, "#777777", srgb, 4.478);
  /* The lightest gray that can be read on white, and the darkest on black. */
  check_readable("#777", "white", 4.5, wcag, "#767676", oklch, 4.514);
  check_readable("black", "black", 4.5, wcag, "#757575", oklch, 4.527);
  /* Both directions do: the nearer one counts. */
  check_readable("#808080", "#787878", 3, wcag, "#d5d5d5", oklch, 3.0);
  check_readable("#707070", "#787878", 3, wcag, "#2f2f2f", oklch, 3.013);
  /* The hue is kept, and as much of the chroma as there is. */
  check_readable("#c00", "#a00", 4.5, wcag, "#ffb3a6", oklch, 4.502);
  check_readable("#0000ff", "#000", 4.5, wcag, "#2c68ff", oklch, 4.515);
  check_readable("oklch(0.6 0.1 none / 0.9)", "white", 4.5, wcag, "#a24d6ae6", oklch, 4.505);
  /* If nothing does: white or black, whichever has more. */
  check_readable("#777", "#777", 7, wcag, "#000000", oklch, 4.689);
  check_readable("#808080", "#666", 7, wcag, "#ffffff", oklch, 5.742);
  check_readable("rgb(0 0 0 / 0.3)", "white", 4.5, wcag, "#000000", oklch, 21);
  check_readable("red", "#fff0", 4.5, wcag, "#ffffff", oklch, 1);
  /* Differences of lightness. */
  check_readable("#777", "white", 60, lightness, "#5e5e5e", oklch, 60.0);
  check_readable("white", "white", 100, lightness, "#000000", oklch, 100);

  /* Lists tell the contrast of each, too. */
  dyncolor_color colors[2] = {{DYNCOLOR_SPACE_SRGB, 0, {0.5, 0.5, 0.5}, 1},
                              {DYNCOLOR_SPACE_SRGB, 0, {0, 0, 0}, 1}};
  const dyncolor_color white = {DYNCOLOR_SPACE_SRGB, 0, {1, 1, 1}, 1};
  double contrasts[3] = {0, -1, 0};
  CHECK(dyncolor_color_ensure_contrast_list(colors, sizeof *colors, &white, 0, 2, 4.5, wcag, colors,
                                            sizeof *colors, contrasts, 2 * sizeof *contrasts,
                                            NULL) == DYNCOLOR_OK);
  CHECK(contrasts[0] >= 4.5 && contrasts[0] < 4.6 && contrasts[1] == -1 && contrasts[2] == 21);
  CHECK(colors[0].space == (uint32_t)oklch && colors[1].space == (uint32_t)srgb);

  dyncolor_error error = fresh_error();
  dyncolor_color color;
  double achieved;
  MARK(color);
  MARK(achieved);
  check_refused(dyncolor_color_ensure_contrast(NULL, &white, 3, wcag, &color, &achieved, &error),
                &error, "color");
  check_refused(dyncolor_color_ensure_contrast(&white, NULL, 3, wcag, &color, &achieved, &error),
                &error, "background");
  check_refused(dyncolor_color_ensure_contrast(&white, &white, 3, wcag, NULL, &achieved, &error),
                &error, "result");
  static const double bad[] = {0.999, 21.001, -1, NAN, INFINITY};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    check_refused(
        dyncolor_color_ensure_contrast(&white, &white, bad[i], wcag, &color, &achieved, &error),
        &error, "contrast");
    check_refused(dyncolor_color_ensure_contrast_list(&white, 0, &white, 0, 1, bad[i], wcag, &color,
                                                      sizeof color, NULL, 0, &error),
                  &error, "contrast");
  }
  check_refused(
      dyncolor_color_ensure_contrast(&white, &white, 101, lightness, &color, &achieved, &error),
      &error, "contrast");
  for (int i = 0; i < BAD_ENUMS; i++)
    check_refused(dyncolor_color_ensure_contrast(&white, &white, 3,
                                                 (dyncolor_contrast_method)bad_enums[i], &color,
                                                 &achieved, &error),
                  &error, "method");
  check_refused(dyncolor_color_ensure_contrast_list(&white, 0, &white, 0, 1, 3, wcag, &color,
                                                    sizeof color, &achieved, 7, &error),
                &error, "achieved_stride");
  CHECK_MARKED(color);
  CHECK_MARKED(achieved);
}

/* Whether a vision sees this color in place of another, as hex text. */
static bool is_seen(const char *css, dyncolor_vision vision, double severity, const char *hex) {
  dyncolor_color color, seen;
  char text[16] = "";
  if (dyncolor_color_parse_n(css, DYNCOLOR_NUL_TERMINATED, &color, NULL) != DYNCOLOR_OK ||
      dyncolor_color_simulate_vision(&color, vision, severity, &seen, NULL) != DYNCOLOR_OK ||
      dyncolor_color_format_hex(&seen, DYNCOLOR_SPACE_SRGB, text, sizeof text, NULL, NULL) !=
          DYNCOLOR_OK)
    return false;
  if (strcmp(text, hex) != 0) printf("# %s is seen as %s\n", css, text);
  return strcmp(text, hex) == 0;
}

static void visions(void) {
  static const dyncolor_vision typical = DYNCOLOR_VISION_TYPICAL, protan = DYNCOLOR_VISION_PROTAN,
                               deutan = DYNCOLOR_VISION_DEUTAN, tritan = DYNCOLOR_VISION_TRITAN,
                               achromat = DYNCOLOR_VISION_ACHROMAT;
  CHECK(is_seen("red", protan, 1, "#6d5f00"));
  CHECK(is_seen("red", deutan, 1, "#a39000"));
  CHECK(is_seen("red", tritan, 1, "#ff000f"));
  CHECK(is_seen("red", achromat, 1, "#7f7f7f"));
  CHECK(is_seen("#3584e4", protan, 0.5, "#4988e6"));
  CHECK(is_seen("#3584e480", deutan, 0.25, "#3882e480"));
  /* White and gray remain, and so does everything with typical vision or without severity. */
  for (int vision = typical; vision <= (int)achromat; vision++) {
    CHECK(is_seen("white", (dyncolor_vision)vision, 0.6, "#ffffff"));
    CHECK(is_seen("#777", (dyncolor_vision)vision, 1, "#777777"));
    CHECK(is_seen("oklch(0.7 0.1 none)", (dyncolor_vision)vision, 0, "#d2849c"));
  }
  CHECK(is_seen("#3584e4", typical, 1, "#3584e4"));

  /* By the other model, red and green are the same. */
  static const char *const seen[] = {"#5e5e0d", "#939300"};
  for (int vision = protan; vision <= (int)deutan; vision++) {
    dyncolor_color seen_red;
    char text[16];
    CHECK(dyncolor_color_simulate_vision_vienot(&red, (dyncolor_vision)vision, 1, &seen_red,
                                                NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_format_hex(&seen_red, DYNCOLOR_SPACE_SRGB, text, sizeof text, NULL,
                                    NULL) == DYNCOLOR_OK);
    CHECK(strcmp(text, seen[vision - (int)protan]) == 0);
  }

  dyncolor_error error = fresh_error();
  dyncolor_color color;
  MARK(color);
  static const double bad[] = {-0.001, 1.001, NAN, INFINITY};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    check_refused(dyncolor_color_simulate_vision(&red, protan, bad[i], &color, &error), &error,
                  "severity");
    check_refused(dyncolor_color_simulate_vision_list(&red, 0, 1, protan, bad[i], &color,
                                                      sizeof color, &error),
                  &error, "severity");
  }
  static const int strangers[] = {DYNCOLOR_VISION_UNSPECIFIED, achromat + 1, -1};
  for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
    check_refused(
        dyncolor_color_simulate_vision(&red, (dyncolor_vision)strangers[i], 1, &color, &error),
        &error, "vision");
  static const dyncolor_vision others[] = {typical, tritan, achromat};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    check_refused(dyncolor_color_simulate_vision_vienot(&red, others[i], 1, &color, &error), &error,
                  "vision");
  check_refused(dyncolor_color_simulate_vision_vienot(&red, protan, 2, &color, &error), &error,
                "severity");
  check_refused(dyncolor_color_simulate_vision(NULL, protan, 1, &color, &error), &error, "color");
  check_refused(dyncolor_color_simulate_vision(&red, protan, 1, NULL, &error), &error,
                "simulated");
  CHECK_MARKED(color);
}

static void measuring_arguments(void) {
  double number;
  dyncolor_color color;
  MARK(number);
  MARK(color);
  dyncolor_error error = fresh_error();
  const dyncolor_metric ok = DYNCOLOR_METRIC_OK;
  const dyncolor_contrast_method wcag = DYNCOLOR_CONTRAST_METHOD_WCAG;
  const dyncolor_blend_mode normal = DYNCOLOR_BLEND_MODE_NORMAL;
  const dyncolor_gamut_method exact = DYNCOLOR_GAMUT_METHOD_EXACT;
  const dyncolor_space srgb = DYNCOLOR_SPACE_SRGB;
  check_refused(dyncolor_color_difference(NULL, &red, ok, &number, &error), &error, "a");
  check_refused(dyncolor_color_difference(&red, NULL, ok, &number, &error), &error, "b");
  check_refused(dyncolor_color_difference(&red, &red, ok, NULL, &error), &error, "difference");
  check_refused(dyncolor_color_contrast(NULL, &red, wcag, &number, &error), &error, "foreground");
  check_refused(dyncolor_color_contrast(&red, NULL, wcag, &number, &error), &error, "background");
  check_refused(dyncolor_color_contrast(&red, &red, wcag, NULL, &error), &error, "contrast");
  check_refused(dyncolor_color_blend(NULL, &red, normal, srgb, &color, &error), &error, "source");
  check_refused(dyncolor_color_blend(&red, NULL, normal, srgb, &color, &error), &error,
                "backdrop");
  check_refused(dyncolor_color_blend(&red, &red, normal, srgb, NULL, &error), &error, "blended");
  check_refused(dyncolor_color_map_to_gamut(NULL, srgb, exact, &color, &error), &error, "color");
  check_refused(dyncolor_color_map_to_gamut(&red, srgb, exact, NULL, &error), &error, "mapped");
  for (int i = -1; i < BAD_ENUMS; i++) {
    int bad = i < 0 ? 0 : bad_enums[i];
    check_refused(dyncolor_color_difference(&red, &red, (dyncolor_metric)bad, &number, &error),
                  &error, "metric");
    check_refused(
        dyncolor_color_contrast(&red, &red, (dyncolor_contrast_method)bad, &number, &error), &error,
        "method");
    check_refused(
        dyncolor_color_blend(&red, &red, (dyncolor_blend_mode)bad, srgb, &color, &error), &error,
        "mode");
    check_refused(dyncolor_color_blend(&red, &red, normal, (dyncolor_space)bad, &color, &error),
                  &error, "space");
    check_refused(dyncolor_color_map_to_gamut(&red, (dyncolor_space)bad, exact, &color, &error),
                  &error, "gamut");
    check_refused(
        dyncolor_color_map_to_gamut(&red, srgb, (dyncolor_gamut_method)bad, &color, &error), &error,
        "method");
  }
  CHECK_MARKED(number);
  CHECK_MARKED(color);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* Every function on lists, in one form: colors and numbers in, and what comes out. */
typedef dyncolor_status list_function(const dyncolor_color *a, size_t a_stride,
                                      const dyncolor_color *b, size_t b_stride, size_t count,
                                      void *out, size_t out_stride, dyncolor_error *error);

static const double amounts[] = {0.25, 0, 1, 0.5, 0.125};

static dyncolor_status convert_all(const dyncolor_color *a, size_t a_stride,
                                   const dyncolor_color *b, size_t b_stride, size_t count,
                                   void *out, size_t out_stride, dyncolor_error *error) {
  (void)b, (void)b_stride;
  return dyncolor_color_convert_list(a, a_stride, count, DYNCOLOR_SPACE_LCH, out, out_stride,
                                     error);
}

static dyncolor_status convert_one(const dyncolor_color *a, size_t a_stride,
                                   const dyncolor_color *b, size_t b_stride, size_t count,
                                   void *out, size_t out_stride, dyncolor_error *error) {
  (void)b, (void)a_stride, (void)b_stride, (void)count, (void)out_stride;
  return dyncolor_color_convert(a, DYNCOLOR_SPACE_LCH, out, error);
}

static dyncolor_status map_all(const dyncolor_color *a, size_t a_stride, const dyncolor_color *b,
                               size_t b_stride, size_t count, void *out, size_t out_stride,
                               dyncolor_error *error) {
  (void)b, (void)b_stride;
  return dyncolor_color_map_to_gamut_list(a, a_stride, count, DYNCOLOR_SPACE_SRGB,
                                          DYNCOLOR_GAMUT_METHOD_EXACT, out, out_stride, error);
}

static dyncolor_status map_one(const dyncolor_color *a, size_t a_stride, const dyncolor_color *b,
                               size_t b_stride, size_t count, void *out, size_t out_stride,
                               dyncolor_error *error) {
  (void)b, (void)a_stride, (void)b_stride, (void)count, (void)out_stride;
  return dyncolor_color_map_to_gamut(a, DYNCOLOR_SPACE_SRGB, DYNCOLOR_GAMUT_METHOD_EXACT, out,
                                     error);
}

static dyncolor_status see_all(const dyncolor_color *a, size_t a_stride, const dyncolor_color *b,
                               size_t b_stride, size_t count, void *out, size_t out_stride,
                               dyncolor_error *error) {
  (void)b, (void)b_stride;
  return dyncolor_color_simulate_vision_list(a, a_stride, count, DYNCOLOR_VISION_DEUTAN, 0.75, out,
                                             out_stride, error);
}

static dyncolor_status see_one(const dyncolor_color *a, size_t a_stride, const dyncolor_color *b,
                               size_t b_stride, size_t count, void *out, size_t out_stride,
                               dyncolor_error *error) {
  (void)b, (void)a_stride, (void)b_stride, (void)count, (void)out_stride;
  return dyncolor_color_simulate_vision(a, DYNCOLOR_VISION_DEUTAN, 0.75, out, error);
}

static dyncolor_status mix_all(const dyncolor_color *a, size_t a_stride, const dyncolor_color *b,
                               size_t b_stride, size_t count, void *out, size_t out_stride,
                               dyncolor_error *error) {
  return dyncolor_color_mix_list(a, a_stride, b, b_stride, amounts, 0, count,
                                 DYNCOLOR_SPACE_OKLCH, DYNCOLOR_HUE_LONGER, out, out_stride, error);
}

static dyncolor_status mix_one(const dyncolor_color *a, size_t a_stride, const dyncolor_color *b,
                               size_t b_stride, size_t count, void *out, size_t out_stride,
                               dyncolor_error *error) {
  (void)a_stride, (void)b_stride, (void)count, (void)out_stride;
  return dyncolor_color_mix(a, b, amounts[0], DYNCOLOR_SPACE_OKLCH, DYNCOLOR_HUE_LONGER, out,
                            error);
}

static dyncolor_status difference_all(const dyncolor_color *a, size_t a_stride,
                                      const dyncolor_color *b, size_t b_stride, size_t count,
                                      void *out, size_t out_stride, dyncolor_error *error) {
  return dyncolor_color_difference_list(a, a_stride, b, b_stride, count, DYNCOLOR_METRIC_CIEDE2000,
                                        out, out_stride, error);
}

static dyncolor_status difference_one(const dyncolor_color *a, size_t a_stride,
                                      const dyncolor_color *b, size_t b_stride, size_t count,
                                      void *out, size_t out_stride, dyncolor_error *error) {
  (void)a_stride, (void)b_stride, (void)count, (void)out_stride;
  return dyncolor_color_difference(a, b, DYNCOLOR_METRIC_CIEDE2000, out, error);
}

static dyncolor_status contrast_all(const dyncolor_color *a, size_t a_stride,
                                    const dyncolor_color *b, size_t b_stride, size_t count,
                                    void *out, size_t out_stride, dyncolor_error *error) {
  return dyncolor_color_contrast_list(a, a_stride, b, b_stride, count,
                                      DYNCOLOR_CONTRAST_METHOD_WCAG, out, out_stride, error);
}

static dyncolor_status contrast_one(const dyncolor_color *a, size_t a_stride,
                                    const dyncolor_color *b, size_t b_stride, size_t count,
                                    void *out, size_t out_stride, dyncolor_error *error) {
  (void)a_stride, (void)b_stride, (void)count, (void)out_stride;
  return dyncolor_color_contrast(a, b, DYNCOLOR_CONTRAST_METHOD_WCAG, out, error);
}

static dyncolor_status ensure_all(const dyncolor_color *a, size_t a_stride,
                                  const dyncolor_color *b, size_t b_stride, size_t count, void *out,
                                  size_t out_stride, dyncolor_error *error) {
  return dyncolor_color_ensure_contrast_list(a, a_stride, b, b_stride, count, 4.5,
                                             DYNCOLOR_CONTRAST_METHOD_WCAG, out, out_stride, NULL,
                                             0, error);
}

static dyncolor_status ensure_one(const dyncolor_color *a, size_t a_stride,
                                  const dyncolor_color *b, size_t b_stride, size_t count, void *out,
                                  size_t out_stride, dyncolor_error *error) {
  (void)a_stride, (void)b_stride, (void)count, (void)out_stride;
  return dyncolor_color_ensure_contrast(a, b, 4.5, DYNCOLOR_CONTRAST_METHOD_WCAG, out, NULL,
                                        error);
}

static dyncolor_status blend_all(const dyncolor_color *a, size_t a_stride, const dyncolor_color *b,
                                 size_t b_stride, size_t count, void *out, size_t out_stride,
                                 dyncolor_error *error) {
  return dyncolor_color_blend_list(a, a_stride, b, b_stride, count, DYNCOLOR_BLEND_MODE_SOFT_LIGHT,
                                   DYNCOLOR_SPACE_DISPLAY_P3, out, out_stride, error);
}

static dyncolor_status blend_one(const dyncolor_color *a, size_t a_stride, const dyncolor_color *b,
                                 size_t b_stride, size_t count, void *out, size_t out_stride,
                                 dyncolor_error *error) {
  (void)a_stride, (void)b_stride, (void)count, (void)out_stride;
  return dyncolor_color_blend(a, b, DYNCOLOR_BLEND_MODE_SOFT_LIGHT, DYNCOLOR_SPACE_DISPLAY_P3, out,
                              error);
}

static const struct {
  list_function *all, *one;
  size_t size; /* of what comes out */
  const char *a, *a_stride, *b, *b_stride, *out, *out_stride;
} lists[] = {
    {convert_all, convert_one, sizeof(dyncolor_color), "colors", "stride", NULL, NULL, "converted",
     "converted_stride"},
    {map_all, map_one, sizeof(dyncolor_color), "colors", "stride", NULL, NULL, "mapped",
     "mapped_stride"},
    {see_all, see_one, sizeof(dyncolor_color), "colors", "stride", NULL, NULL, "simulated",
     "simulated_stride"},
    {mix_all, mix_one, sizeof(dyncolor_color), "a", "a_stride", "b", "b_stride", "mixed",
     "mixed_stride"},
    {difference_all, difference_one, sizeof(double), "a", "a_stride", "b", "b_stride",
     "differences", "difference_stride"},
    {contrast_all, contrast_one, sizeof(double), "foregrounds", "foreground_stride", "backgrounds",
     "background_stride", "contrasts", "contrast_stride"},
    {ensure_all, ensure_one, sizeof(dyncolor_color), "colors", "color_stride", "backgrounds",
     "background_stride", "results", "result_stride"},
    {blend_all, blend_one, sizeof(dyncolor_color), "sources", "source_stride", "backdrops",
     "backdrop_stride", "blended", "blended_stride"},
};
enum { LISTS = sizeof lists / sizeof *lists, COUNT = 5, ROOM = 64 };

static const dyncolor_color some[COUNT] = {
    {DYNCOLOR_SPACE_SRGB, 0, {0.25, 0.5, 1}, 1},
    {DYNCOLOR_SPACE_OKLCH, 4, {0.7, 0.3, 0}, 0.5},
    {DYNCOLOR_SPACE_LAB, 0, {50, 100, -100}, 1},
    {DYNCOLOR_SPACE_HSL, 8, {120, 100, 25}, 0},
    {DYNCOLOR_SPACE_GRAY_GAMMA_22, 0, {0.5, 0, 0}, 0.25},
};
static const dyncolor_color others[COUNT] = {
    {DYNCOLOR_SPACE_HWB, 0, {60, 10, 20}, 1},
    {DYNCOLOR_SPACE_XYZ_D50, 0, {0.5, 0.5, 0.5}, 0.75},
    {DYNCOLOR_SPACE_SRGB, 16, {0, 0, 0}, 1},
    {DYNCOLOR_SPACE_OKHSV, 0, {240, 50, 50}, 1},
    {DYNCOLOR_SPACE_REC2020, 7, {0, 0, 0}, 1},
};

/* Colors that lie apart, and one byte off every alignment. */
static void scatter(unsigned char *memory, size_t stride, const dyncolor_color *colors) {
  memset(memory, 0xA5, COUNT * ROOM + 1);
  for (size_t i = 0; i < COUNT; i++) memcpy(memory + 1 + i * stride, &colors[i], sizeof *colors);
}

static void lists_do_the_same(void) {
  static unsigned char a[COUNT * ROOM + 1], b[COUNT * ROOM + 1], out[COUNT * ROOM + 1];
  for (int list = 0; list < LISTS; list++) {
    const size_t size = lists[list].size;
    unsigned char expected[COUNT][sizeof(dyncolor_color)];
    for (size_t i = 0; i < COUNT; i++)
      CHECK(lists[list].one(&some[i], 0, &others[i], 0, 1, expected[i], 0, NULL) == DYNCOLOR_OK);

    for (size_t stride = sizeof(dyncolor_color); stride <= ROOM; stride += 8) {
      for (size_t out_stride = size; out_stride <= ROOM; out_stride += 7) {
        scatter(a, stride, some);
        scatter(b, stride, others);
        memset(out, 0xA5, sizeof out);
        CHECK(lists[list].all((const dyncolor_color *)(void *)(a + 1), stride,
                              (const dyncolor_color *)(void *)(b + 1), stride, COUNT, out + 1,
                              out_stride, NULL) == DYNCOLOR_OK);
        CHECK(out[0] == 0xA5);
        for (size_t i = 0; i < COUNT; i++) {
          const unsigned char *element = out + 1 + i * out_stride;
          CHECK(memcmp(element, expected[i], size) == 0);
          if (i < COUNT - 1) CHECK(is_marked(element + size, out_stride - size));
        }
      }
    }

    /* One for all; nothing for nobody. */
    CHECK(lists[list].all(some, 0, others, sizeof *others, 3, out, ROOM, NULL) == DYNCOLOR_OK);
    for (size_t i = 0; i < 3; i++) {
      lists[list].one(&some[0], 0, &others[i], 0, 1, expected[i], 0, NULL);
      CHECK(memcmp(out + i * ROOM, expected[i], size) == 0);
    }
    memset(out, 0xA5, sizeof out);
    CHECK(lists[list].all(some, 40, others, 40, 0, out, ROOM, NULL) == DYNCOLOR_OK);
    CHECK(lists[list].all(NULL, 0, NULL, 0, 0, NULL, size, NULL) == DYNCOLOR_OK);
    CHECK(is_marked(out, sizeof out));

    /* In place of either. */
    for (int place = 0; place < (lists[list].b == NULL ? 1 : 2); place++) {
      for (size_t i = 0; i < COUNT; i++)
        lists[list].one(&some[i], 0, &others[i], 0, 1, expected[i], 0, NULL);
      scatter(a, ROOM, some);
      scatter(b, ROOM, others);
      unsigned char *target = place == 0 ? a : b;
      CHECK(lists[list].all((const dyncolor_color *)(void *)(a + 1), ROOM,
                            (const dyncolor_color *)(void *)(b + 1), ROOM, COUNT, target + 1, ROOM,
                            NULL) == DYNCOLOR_OK);
      for (size_t i = 0; i < COUNT; i++)
        CHECK(memcmp(target + 1 + i * ROOM, expected[i], size) == 0);
    }
  }
}

static void lists_refuse(void) {
  static unsigned char out[COUNT * ROOM];
  for (int list = 0; list < LISTS; list++) {
    dyncolor_error error = fresh_error();
    const size_t size = lists[list].size;
    memset(out, 0xA5, sizeof out);
#define ALL(a, a_stride, b, b_stride, count, out, out_stride) \
  lists[list].all(a, a_stride, b, b_stride, count, out, out_stride, &error)
    check_refused(ALL(NULL, 40, others, 40, 1, out, ROOM), &error, lists[list].a);
    check_refused(ALL(some, 40, others, 40, 1, NULL, ROOM), &error, lists[list].out);
    check_refused(ALL(some, 39, others, 40, 1, out, ROOM), &error, lists[list].a_stride);
    check_refused(ALL(some, 40, others, 40, 2, out, size - 1), &error, lists[list].out_stride);
    check_refused(ALL(some, 40, others, 40, 2, out, 0), &error, lists[list].out_stride);
    check_refused(ALL(some, SIZE_MAX, others, 40, 2, out, ROOM), &error, lists[list].a_stride);
    check_refused(ALL(some, 40, others, 40, SIZE_MAX, out, ROOM), &error, lists[list].a_stride);
    check_refused(ALL(some, 40, others, 40, (size_t)PTRDIFF_MAX, out, ROOM), &error,
                  lists[list].a_stride);
    if (lists[list].b != NULL) {
      check_refused(ALL(some, 40, NULL, 40, 1, out, ROOM), &error, lists[list].b);
      check_refused(ALL(some, 40, others, 1, 1, out, ROOM), &error, lists[list].b_stride);
    }
    /* The last element as much as the first: and nothing is written. */
    for (size_t bad = 0; bad < COUNT; bad++) {
      for (int side = 0; side < (lists[list].b == NULL ? 1 : 2); side++) {
        dyncolor_color a[COUNT], b[COUNT];
        memcpy(a, some, sizeof a);
        memcpy(b, others, sizeof b);
        (side == 0 ? a : b)[bad].alpha = 2;
        (side == 0 ? a : b)[bad].missing = 0;
        char context[32];
        snprintf(context, sizeof context, "%s[%zu]", side == 0 ? lists[list].a : lists[list].b,
                 bad);
        check_refused(ALL(a, sizeof *a, b, sizeof *b, COUNT, out, ROOM), &error, context);
      }
    }
    CHECK(is_marked(out, sizeof out));
#undef ALL
  }

  /* Amounts are a list of their own. */
  double shares[COUNT] = {0, 0.5, 1, 1.5, 0};
  dyncolor_color mixed[COUNT];
  MARK(mixed);
  dyncolor_error error = fresh_error();
#define MIX(amounts, stride, hue) \
  dyncolor_color_mix_list(some, sizeof *some, others, sizeof *others, amounts, stride, COUNT, \
                          DYNCOLOR_SPACE_SRGB, (dyncolor_hue)(hue), mixed, sizeof *mixed, &error)
  check_refused(MIX(shares, sizeof *shares, 1), &error, "amounts[3]");
  check_refused(MIX(NULL, sizeof *shares, 1), &error, "amounts");
  check_refused(MIX(shares, 7, 1), &error, "amount_stride");
  check_refused(MIX(shares, sizeof *shares, 9), &error, "hue");
  CHECK_MARKED(mixed);
  shares[3] = 0.75;
  CHECK(MIX(shares, sizeof *shares, 0) == DYNCOLOR_OK);
  for (size_t i = 0; i < COUNT; i++) {
    dyncolor_color expected;
    dyncolor_color_mix(&some[i], &others[i], shares[i], DYNCOLOR_SPACE_SRGB, (dyncolor_hue)0,
                       &expected, NULL);
    CHECK(memcmp(&mixed[i], &expected, sizeof expected) == 0);
  }
#undef MIX
}

/* ---- Extremes ------------------------------------------------------------------------------- */

static int is_finite(const dyncolor_color *color) {
  return isfinite(color->c[0]) && isfinite(color->c[1]) && isfinite(color->c[2]) &&
         color->alpha >= 0 && color->alpha <= 1;
}

/* One color of the extremes; what is made of it is a color that can be used again. */
static void look_at(const dyncolor_color *extreme) {
  static const dyncolor_color half = {DYNCOLOR_SPACE_OKLCH, 0, {0.5, 0.1, 200}, 0.5};
  dyncolor_color color;
  double number;
  for (int space = FIRST_SPACE; space <= LAST_SPACE; space++) {
    CHECK(dyncolor_color_convert(extreme, (dyncolor_space)space, &color, NULL) == DYNCOLOR_OK);
    CHECK(is_finite(&color));
    dyncolor_color again;
    CHECK(dyncolor_color_convert(&color, DYNCOLOR_SPACE_SRGB, &again, NULL) == DYNCOLOR_OK);
    CHECK(is_finite(&again));
    CHECK(dyncolor_color_mix(extreme, &half, 0.5, (dyncolor_space)space, DYNCOLOR_HUE_LONGER,
                             &color, NULL) == DYNCOLOR_OK);
    CHECK(is_finite(&color));
    for (int method = 1; method <= 4; method++) {
      CHECK(dyncolor_color_map_to_gamut(extreme, (dyncolor_space)space,
                                        (dyncolor_gamut_method)method, &color,
                                        NULL) == DYNCOLOR_OK);
      CHECK(is_finite(&color));
      CHECK(dyncolor_color_is_in_gamut(&color, (dyncolor_space)space) == 1);
    }
  }
  for (int side = 0; side < 2; side++) {
    const dyncolor_color *a = side == 0 ? extreme : &half, *b = side == 0 ? &half : extreme;
    for (int metric = 1; metric <= 2; metric++) {
      CHECK(dyncolor_color_difference(a, b, (dyncolor_metric)metric, &number, NULL) ==
            DYNCOLOR_OK);
      CHECK(isfinite(number) && number >= 0);
      CHECK(dyncolor_color_contrast(a, b, (dyncolor_contrast_method)metric, &number, NULL) ==
            DYNCOLOR_OK);
      CHECK(isfinite(number) && number >= (metric == 1 ? 1 : 0));
      double achieved;
      CHECK(dyncolor_color_ensure_contrast(a, b, metric == 1 ? 4.5 : 40,
                                           (dyncolor_contrast_method)metric, &color, &achieved,
                                           NULL) == DYNCOLOR_OK);
      CHECK(is_finite(&color) && isfinite(achieved) && achieved >= (metric == 1 ? 1 : 0));
    }
    for (int mode = 1; mode <= 16; mode++) {
      CHECK(dyncolor_color_blend(a, b, (dyncolor_blend_mode)mode, DYNCOLOR_SPACE_SRGB, &color,
                                 NULL) == DYNCOLOR_OK);
      CHECK(is_finite(&color));
    }
  }
}

static void extremes_are_finite(void) {
  static const double extremes[] = {0, -0.0, 5e-324, DBL_MIN, 1e-30, 0.5, 1, 100, 1e5, 1e30,
                                    1e101, 1e200, DBL_MAX};
  enum { EXTREMES = sizeof extremes / sizeof *extremes };
  for (uint32_t space = FIRST_SPACE; space <= LAST_SPACE; space++) {
    for (int i = 0; i < EXTREMES; i += is_brief ? 3 : 1) {
      for (int j = 0; j < EXTREMES; j += is_brief ? 3 : 1) {
        double x = extremes[i], y = extremes[j];
        const dyncolor_color colors[] = {
            {space, 0, {x, y, y}, 1},    {space, 0, {-x, y, 0.5}, 5e-324},
            {space, 0, {0.5, -x, y}, 0}, {space, 2, {y, 0, -x}, 0.5},
            {space, 0, {x, -y, x}, 1},   {space, 8, {-x, -x, y}, 0},
        };
        look_at(&colors[(i * EXTREMES + j) % 6]);
        look_at(&colors[(i + j) % 6]);
      }
    }
  }
}

static int claims(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("the color spaces of the header are known, and no others", spaces_are_known);
  CLAIM("primaries and white points are those of the standards",
        primaries_are_those_of_the_standards);
  CLAIM("hex text and blending need an RGB space", hex_is_for_lights);
  CLAIM("grays have one component", grays_have_one_component);
  CLAIM("the legacy syntax is a flag, and does not make colors different", notation_is_a_mark);
  CLAIM("missing components carry over to analogous components", missing_is_carried);
  CLAIM("hues are normalized to angles", hues_are_angles);
  CLAIM("near colors compare as near, others do not", near_is_near);
  CLAIM("gamuts contain the colors inside them, and mapped colors", gamuts_hold);
  CLAIM("colors mix as in CSS's examples", mixes);
  CLAIM("bad arguments to mixing are refused by name", mixing_arguments);
  CLAIM("several colors mix by their weights", many_mix);
  CLAIM("color differences and contrasts match published tables", measures);
  CLAIM("colors are moved to a contrast with their background", can_be_read);
  CLAIM("colors moved to a contrast stay exactly within sRGB", is_moved_within);
  CLAIM("colors blend and are composited", blends);
  CLAIM("colors are seen as color vision deficiencies see them", visions);
  CLAIM("bad arguments to measuring and blending are refused by name", measuring_arguments);
  CLAIM("functions on lists match those on single colors, also in place", lists_do_the_same);
  CLAIM("bad lists are refused by the name of the argument, and nothing is written", lists_refuse);
  CLAIM("extreme numbers give finite colors", extremes_are_finite);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
