/* Functions on values: versions, statuses, errors, colors and environments, with good arguments and
 * with every kind of bad one. */
#include <dyncolor.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "refusals.h"

static const dyncolor_color blue = {DYNCOLOR_SPACE_SRGB, 0, {0.2, 0.5, 0.9}, 1};

/* Lengths of text that no memory has. */
static const size_t impossible_lengths[] = {
    (size_t)PTRDIFF_MAX + 1, (size_t)PTRDIFF_MAX + 2, SIZE_MAX - 1};

static void versions(void) {
  CHECK(dyncolor_version() == DYNCOLOR_VERSION);
  CHECK(strcmp(dyncolor_version_string(), DYNCOLOR_VERSION_STRING) == 0);
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", DYNCOLOR_VERSION_MAJOR, DYNCOLOR_VERSION_MINOR,
           DYNCOLOR_VERSION_PATCH);
  CHECK(strcmp(text, DYNCOLOR_VERSION_STRING) == 0);
}

static void statuses(void) {
#define NAMED(status) CHECK(strcmp(dyncolor_status_name(status), #status) == 0)
  NAMED(DYNCOLOR_OK);
  NAMED(DYNCOLOR_ERROR_INVALID_ARGUMENT);
  NAMED(DYNCOLOR_ERROR_OUT_OF_MEMORY);
  NAMED(DYNCOLOR_ERROR_SYNTAX);
  NAMED(DYNCOLOR_ERROR_INVALID_UTF8);
  NAMED(DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  NAMED(DYNCOLOR_ERROR_UNKNOWN_NAME);
  NAMED(DYNCOLOR_ERROR_STALE_ID);
  NAMED(DYNCOLOR_ERROR_FOREIGN_ID);
  NAMED(DYNCOLOR_ERROR_NAME_TAKEN);
  NAMED(DYNCOLOR_ERROR_CYCLE);
  NAMED(DYNCOLOR_ERROR_TOO_DEEP);
  NAMED(DYNCOLOR_ERROR_NO_VALUE);
  NAMED(DYNCOLOR_ERROR_NOT_IN_SNAPSHOT);
  NAMED(DYNCOLOR_ERROR_TOO_MANY_COLORS);
  NAMED(DYNCOLOR_ERROR_TOO_MANY_AXES);
  NAMED(DYNCOLOR_ERROR_TOO_MANY_PALETTES);
  NAMED(DYNCOLOR_ERROR_PROVIDER);
  NAMED(DYNCOLOR_ERROR_TOO_COMPLEX);
  NAMED(DYNCOLOR_ERROR_DYNAMIC);
  NAMED(DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES);
  NAMED(DYNCOLOR_ERROR_TOO_MANY_LAYERS);
  NAMED(DYNCOLOR_ERROR_TOO_MANY_OWNERS);
  NAMED(DYNCOLOR_ERROR_TOO_MANY_LOCALES);
  NAMED(DYNCOLOR_ERROR_TOO_MANY_SUBTYPES);
  NAMED(DYNCOLOR_ERROR_FILE);
  NAMED(DYNCOLOR_ERROR_UNKNOWN_FORMAT);
  NAMED(DYNCOLOR_ERROR_CANCELLED);
  NAMED(DYNCOLOR_ERROR_OUTSIDE);
  NAMED(DYNCOLOR_ERROR_NOT_EXACT);
  NAMED(DYNCOLOR_ERROR_UNSUPPORTED);
  NAMED(DYNCOLOR_ERROR_BAD_IMAGE);
  const int unknown[] = {1, 42, -1000, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    CHECK(strcmp(dyncolor_status_name((dyncolor_status)unknown[i]), "unknown status") == 0);
}

static void hex_is_read(void) {
  dyncolor_color color;
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_color_parse_hex_n("#ff8000cc", DYNCOLOR_NUL_TERMINATED, DYNCOLOR_SPACE_DISPLAY_P3,
                                   0.5, &color, &error) == DYNCOLOR_OK);
  CHECK(color.space == DYNCOLOR_SPACE_DISPLAY_P3 && color.missing == 0);
  CHECK(color.c[0] == 1 && color.c[1] == 128 / 255.0 && color.c[2] == 0);
  CHECK(color.alpha == 0.8 * 0.5);
  error.size = 0xA5A5A5A5A5A5A5A5u;
  CHECK_MARKED(error); /* success does not touch it */

  CHECK(dyncolor_color_parse_hex_n("f80ccc", 3, DYNCOLOR_SPACE_SRGB_LINEAR, 1, &color, NULL) ==
        DYNCOLOR_OK);
  CHECK(color.c[1] == 136 / 255.0 && color.alpha == 1);
  CHECK(dyncolor_color_parse_hex_n("#123", 4, DYNCOLOR_SPACE_SRGB, 0, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.alpha == 0);
}

static void hex_is_refused(void) {
  static const struct {
    const char *text;
    size_t length;
    size_t offset;
    uint32_t line, column;
    const char *context;
  } rows[] = {
      {"", 0, 0, 1, 1, ""},
      {NULL, 0, 0, 1, 1, ""},
      {"#12", DYNCOLOR_NUL_TERMINATED, 3, 1, 4, "#12"},
      {"#12345678", 8, 8, 1, 9, "#1234567"},
      {"#1234567890", 11, 9, 1, 10, "#1234567890"},
      {"#12\n45", 6, 3, 1, 4, "#12"},
      {"12 ", 3, 2, 1, 3, "12 "},
      {"#ab\0cde", 7, 3, 1, 4, "#ab"},
      {"\xC3\xA4", 2, 0, 1, 1, "\xC3\xA4"},
      {"1\xFF\xFE", 3, 1, 1, 2, "1\xEF\xBF\xBD\xEF\xBF\xBD"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_color color;
    dyncolor_error error = fresh_error();
    MARK(color);
    CHECK(dyncolor_color_parse_hex_n(rows[i].text, rows[i].length, DYNCOLOR_SPACE_SRGB, 1, &color,
                                     &error) == DYNCOLOR_ERROR_SYNTAX);
    CHECK(dyncolor_color_parse_hex_n(rows[i].text, rows[i].length, DYNCOLOR_SPACE_SRGB, 1, &color,
                                     NULL) == DYNCOLOR_ERROR_SYNTAX);
    CHECK_MARKED(color);
    CHECK(error.size == sizeof error && error.status == DYNCOLOR_ERROR_SYNTAX);
    CHECK(error.offset == rows[i].offset);
    CHECK(error.line == rows[i].line && error.column == rows[i].column);
    CHECK(strncmp(error.message, "expected", 8) == 0);
    CHECK(strcmp(error.context, rows[i].context) == 0);
    if (strcmp(error.context, rows[i].context) != 0) printf("# row %zu: %s\n", i, error.context);
  }
  /* A length that lies: what follows is read only as far as it fits the grammar. */
  dyncolor_color color;
  CHECK(dyncolor_color_parse_hex_n("zz", (size_t)PTRDIFF_MAX, DYNCOLOR_SPACE_SRGB, 1, &color,
                                   NULL) ==
        DYNCOLOR_ERROR_SYNTAX);
}

static void hex_arguments(void) {
  static const double bad_alphas[] = {-0.001, 1.001, -1e300, 1e300, NAN, INFINITY, -INFINITY};
  static const int bad_spaces[] = {0, 24, -1, 99, INT32_MAX, INT32_MIN};
  dyncolor_color color;
  MARK(color);
  dyncolor_error error = fresh_error();
#define PARSE(text, length, space, alpha, color) \
  dyncolor_color_parse_hex_n(text, length, (dyncolor_space)(space), alpha, color, &error)
  check_refused(PARSE("#123", 4, 1, 1, NULL), &error, "color");
  check_refused(PARSE(NULL, 4, 1, 1, &color), &error, "text");
  check_refused(PARSE(NULL, DYNCOLOR_NUL_TERMINATED, 1, 1, &color), &error, "text");
  for (size_t i = 0; i < sizeof impossible_lengths / sizeof *impossible_lengths; i++)
    check_refused(PARSE("#123", impossible_lengths[i], 1, 1, &color), &error, "text");
  for (size_t i = 0; i < sizeof bad_alphas / sizeof *bad_alphas; i++)
    check_refused(PARSE("#123", 4, 1, bad_alphas[i], &color), &error, "alpha");
  for (size_t i = 0; i < sizeof bad_spaces / sizeof *bad_spaces; i++)
    check_refused(PARSE("#123", 4, bad_spaces[i], 1, &color), &error, "space");
  CHECK_MARKED(color);
#undef PARSE
}

static void hex_is_written(void) {
  static const struct {
    dyncolor_color color;
    dyncolor_space space;
    const char *text;
  } rows[] = {
      {{1, 0, {0, 0, 0}, 1}, DYNCOLOR_SPACE_SRGB, "#000000"},
      {{1, 0, {0, 0, 0}, 0}, DYNCOLOR_SPACE_SRGB, "#00000000"},
      {{1, 0, {1, 0.5, 0.2}, 1}, DYNCOLOR_SPACE_SRGB, "#ff8033"},
      {{1, 0, {1, 0.5, 0.2}, 0.5}, DYNCOLOR_SPACE_SRGB, "#ff803380"},
      {{1, 0, {1, 0.5, 0.2}, 0.999}, DYNCOLOR_SPACE_SRGB, "#ff8033"},
      {{1, 0, {-3, 1e300, 0.2}, 1}, DYNCOLOR_SPACE_SRGB, "#00ff33"},
      {{1, 15, {1, 1, 1}, 1}, DYNCOLOR_SPACE_SRGB, "#00000000"},
      {{1, 2, {1, NAN, 1}, 1}, DYNCOLOR_SPACE_SRGB, "#ff00ff"},
      {{3, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_SRGB, "#ff0000"},
      {{1, 0, {1, 0, 0}, 1}, DYNCOLOR_SPACE_DISPLAY_P3, "#ea3323"},
      {{2, 0, {0.5, 0.5, 0.5}, 1}, DYNCOLOR_SPACE_SRGB, "#bcbcbc"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[10];
    size_t length = 99;
    CHECK(dyncolor_color_format_hex(&rows[i].color, rows[i].space, text, sizeof text, &length,
                                    NULL) == DYNCOLOR_OK);
    CHECK(strcmp(text, rows[i].text) == 0);
    if (strcmp(text, rows[i].text) != 0) printf("# row %zu: %s\n", i, text);
    CHECK(length == strlen(rows[i].text));

    /* The two-call rule, at every capacity. */
    for (size_t capacity = 0; capacity <= sizeof text; capacity++) {
      dyncolor_error error = fresh_error();
      MARK(text);
      length = 99;
      dyncolor_status status = dyncolor_color_format_hex(
          &rows[i].color, rows[i].space, capacity == 0 ? NULL : text, capacity, &length, &error);
      CHECK(length == strlen(rows[i].text));
      if (capacity > length) {
        CHECK(status == DYNCOLOR_OK);
        CHECK(strcmp(text, rows[i].text) == 0);
        CHECK(is_marked(text + length + 1, sizeof text - length - 1));
      } else {
        CHECK(status == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
        CHECK(error.status == status);
        CHECK_MARKED(text);
      }
    }
  }
  char text[10];
  CHECK(dyncolor_color_format_hex(&blue, DYNCOLOR_SPACE_SRGB, text, SIZE_MAX, NULL, NULL) ==
        DYNCOLOR_OK);
}

/* Colors that are none. */
static const dyncolor_color bad_colors[] = {
    {0, 0, {0, 0, 0}, 1},
    {24, 0, {0, 0, 0}, 1},
    {UINT32_MAX, 0, {0, 0, 0}, 1},
    {1, 32, {0, 0, 0}, 1},
    {1, UINT32_MAX, {0, 0, 0}, 1},
    {1, 0, {NAN, 0, 0}, 1},
    {1, 0, {0, INFINITY, 0}, 1},
    {1, 0, {0, 0, -INFINITY}, 1},
    {1, 0, {0, 0, 0}, -0.1},
    {1, 0, {0, 0, 0}, 1.1},
    {1, 0, {0, 0, 0}, NAN},
    {1, 7, {0, 0, 0}, INFINITY},
};

static void color_arguments(void) {
  char text[10];
  size_t length;
  dyncolor_color converted;
  dyncolor_rgba pixel;
  dyncolor_error error = fresh_error();
  MARK(text);
  MARK(length);
  MARK(converted);
  MARK(pixel);
  for (size_t i = 0; i <= sizeof bad_colors / sizeof *bad_colors; i++) {
    const dyncolor_color *bad = i == 0 ? NULL : &bad_colors[i - 1];
    check_refused(dyncolor_color_format_hex(bad, DYNCOLOR_SPACE_SRGB, text, 10, &length, &error),
                  &error, "color");
    check_refused(dyncolor_color_convert(bad, DYNCOLOR_SPACE_SRGB, &converted, &error), &error,
                  "color");
    check_refused(dyncolor_color_pack(bad, DYNCOLOR_LAYOUT_FLOAT4, &pixel, sizeof pixel, &error),
                  &error, "color");
    CHECK(dyncolor_color_equal(bad, bad) == 0);
    CHECK(dyncolor_color_equal(bad, &blue) == 0);
    CHECK(dyncolor_color_equal(&blue, bad) == 0);
    CHECK(dyncolor_color_hash(bad) == 0);
  }
  static const int bad_enums[] = {0, 24, -1, 99, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof bad_enums / sizeof *bad_enums; i++) {
    dyncolor_space space = (dyncolor_space)bad_enums[i];
    check_refused(dyncolor_color_format_hex(&blue, space, text, 10, &length, &error), &error,
                  "space");
    check_refused(dyncolor_color_convert(&blue, space, &converted, &error), &error, "space");
  }
  check_refused(dyncolor_color_format_hex(&blue, DYNCOLOR_SPACE_SRGB, NULL, 10, &length, &error),
                &error, "buffer");
  check_refused(dyncolor_color_convert(&blue, DYNCOLOR_SPACE_SRGB, NULL, &error), &error,
                "converted");
  check_refused(dyncolor_color_pack(&blue, DYNCOLOR_LAYOUT_FLOAT4, NULL, 16, &error), &error,
                "pixel");
  CHECK_MARKED(text);
  CHECK_MARKED(length);
  CHECK_MARKED(converted);
  CHECK_MARKED(pixel);
  CHECK(dyncolor_color_equal(NULL, NULL) == 0);
}

static void colors_convert(void) {
  dyncolor_color p3 = {DYNCOLOR_SPACE_DISPLAY_P3, 0, {1, 0, 0}, 0.25};
  dyncolor_color color;
  CHECK(dyncolor_color_convert(&p3, DYNCOLOR_SPACE_SRGB, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.space == DYNCOLOR_SPACE_SRGB && color.missing == 0 && color.alpha == 0.25);
  CHECK(fabs(color.c[0] - 1.0930663624351615) < 1e-14);
  CHECK(fabs(color.c[1] - -0.22674197356975415) < 1e-14);
  CHECK(fabs(color.c[2] - -0.15013458093711957) < 1e-14);

  /* In place. */
  CHECK(dyncolor_color_convert(&p3, DYNCOLOR_SPACE_SRGB, &p3, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_equal(&p3, &color) == 1);

  /* What is missing is not looked at, and written as 0. */
  dyncolor_color missing = {DYNCOLOR_SPACE_SRGB, 15, {NAN, INFINITY, -INFINITY}, NAN};
  CHECK(dyncolor_color_convert(&missing, DYNCOLOR_SPACE_SRGB, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.missing == 15);
  CHECK(color.c[0] == 0 && color.c[1] == 0 && color.c[2] == 0 && color.alpha == 0);
  CHECK(dyncolor_color_convert(&missing, DYNCOLOR_SPACE_DISPLAY_P3, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.missing == 15 && color.c[0] == 0 && color.alpha == 0);
}

static void colors_pack(void) {
  const dyncolor_color wide = {DYNCOLOR_SPACE_DISPLAY_P3, 0, {1, 0, 0}, 0.5};
  /* One byte off every alignment, and not a byte beyond. */
  unsigned char memory[1 + 16 + 1];
  MARK(memory);
  CHECK(dyncolor_color_pack(&wide, DYNCOLOR_LAYOUT_FLOAT4, memory + 1, 16, NULL) == DYNCOLOR_OK);
  dyncolor_rgba rgba;
  memcpy(&rgba, memory + 1, 16);
  CHECK(rgba.r == 1.0930663624351615f && rgba.g == -0.22674197356975415f);
  CHECK(rgba.b == -0.15013458093711957f && rgba.a == 0.5f);
  CHECK(memory[0] == 0xA5 && memory[17] == 0xA5);

  MARK(memory);
  CHECK(dyncolor_color_pack(&wide, DYNCOLOR_LAYOUT_RGBA8, memory + 1, SIZE_MAX, NULL) ==
        DYNCOLOR_OK);
  CHECK(memcmp(memory + 1, "\xFF\x00\x00\x80", 4) == 0);
  CHECK(memory[0] == 0xA5 && memory[5] == 0xA5);

  for (size_t capacity = 0; capacity < 16; capacity++) {
    MARK(memory);
    CHECK(dyncolor_color_pack(&wide, DYNCOLOR_LAYOUT_FLOAT4, memory, capacity, NULL) ==
          DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
    if (capacity < 4)
      CHECK(dyncolor_color_pack(&wide, DYNCOLOR_LAYOUT_RGBA8, memory, capacity, NULL) ==
            DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
    CHECK_MARKED(memory);
  }

  const dyncolor_color huge = {DYNCOLOR_SPACE_SRGB, 0, {DBL_MAX, -DBL_MAX, 1e60}, 1};
  CHECK(dyncolor_color_pack(&huge, DYNCOLOR_LAYOUT_FLOAT4, &rgba, sizeof rgba, NULL) ==
        DYNCOLOR_OK);
  CHECK(rgba.r == FLT_MAX && rgba.g == -FLT_MAX && rgba.b == FLT_MAX);

  /* What is missing is 0 where the color is, and not where it is painted. */
  const dyncolor_color gaps = {DYNCOLOR_SPACE_DISPLAY_P3, DYNCOLOR_MISSING_C1, {1, 9, 0}, 0.5};
  CHECK(dyncolor_color_pack(&gaps, DYNCOLOR_LAYOUT_FLOAT4, &rgba, sizeof rgba, NULL) ==
        DYNCOLOR_OK);
  CHECK(rgba.r == 1.0930663624351615f && rgba.g == -0.22674197356975415f);
}

static void colors_compare(void) {
  dyncolor_color same = blue, other;
  CHECK(dyncolor_color_equal(&blue, &same) == 1);
  CHECK(dyncolor_color_hash(&blue) == dyncolor_color_hash(&same));
  for (int field = 0; field < 6; field++) {
    other = blue;
    switch (field) {
      case 0: other.space = DYNCOLOR_SPACE_DISPLAY_P3; break;
      case 1: other.missing = DYNCOLOR_MISSING_C1; break;
      case 5: other.alpha = 0.5; break;
      default: other.c[field - 2] += DBL_EPSILON; break;
    }
    CHECK(dyncolor_color_equal(&blue, &other) == 0);
    CHECK(dyncolor_color_hash(&blue) != dyncolor_color_hash(&other));
  }
  const dyncolor_color zero = {DYNCOLOR_SPACE_SRGB, 0, {0.0, 1, 0.0}, 0.0};
  const dyncolor_color minus = {DYNCOLOR_SPACE_SRGB, 0, {-0.0, 1, -0.0}, -0.0};
  CHECK(dyncolor_color_equal(&zero, &minus) == 1);
  CHECK(dyncolor_color_hash(&zero) == dyncolor_color_hash(&minus));
  const dyncolor_color none = {DYNCOLOR_SPACE_SRGB, 1, {7, 1, 0}, 0.0};
  const dyncolor_color also_none = {DYNCOLOR_SPACE_SRGB, 1, {NAN, 1, 0}, 0.0};
  CHECK(dyncolor_color_equal(&none, &also_none) == 1);
  CHECK(dyncolor_color_equal(&none, &zero) == 0);
}

/* All 16.7 million colors of 8 bits survive hex text, Display P3 and both linear spaces. */
static void every_byte_survives(void) {
  for (uint32_t value = 0; value < 1u << 24; value++) {
    const uint8_t bytes[4] = {
        (uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value, (uint8_t)(value * 31)};
    const dyncolor_color color = {
        DYNCOLOR_SPACE_SRGB, 0, {bytes[0] / 255.0, bytes[1] / 255.0, bytes[2] / 255.0},
        bytes[3] / 255.0};
    const dyncolor_space space = (dyncolor_space)(2 + value % 3);
    dyncolor_color there, back;
    uint8_t packed[4];
    dyncolor_color_convert(&color, space, &there, NULL);
    dyncolor_color_pack(&there, DYNCOLOR_LAYOUT_RGBA8, packed, 4, NULL);
    CHECK(memcmp(bytes, packed, 4) == 0);

    char text[10];
    dyncolor_color_format_hex(&color, DYNCOLOR_SPACE_SRGB, text, sizeof text, NULL, NULL);
    CHECK(dyncolor_color_parse_hex_n(text, DYNCOLOR_NUL_TERMINATED, DYNCOLOR_SPACE_SRGB, 1, &back,
                                     NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_equal(&color, &back) == 1);
  }
}

static void environments_inherit(void) {
  dyncolor_environment child = {0}, parent = {0}, result;
  child.scheme = DYNCOLOR_SCHEME_DARK;
  child.locale = 0x0100; /* the low byte alone is no axis */
  child.custom[3] = 7;
  parent.scheme = DYNCOLOR_SCHEME_LIGHT;
  parent.contrast = DYNCOLOR_CONTRAST_MORE;
  parent.locale = 0x00FF;
  parent.accent = 77;
  parent.custom[3] = 1;
  parent.custom[7] = 9;
  CHECK(dyncolor_environment_inherit(&child, &parent, &result, NULL) == DYNCOLOR_OK);
  CHECK(result.scheme == DYNCOLOR_SCHEME_DARK && result.contrast == DYNCOLOR_CONTRAST_MORE);
  CHECK(result.locale == 0x0100 && result.accent == 77 && result.foreground == 0);
  CHECK(result.custom[3] == 7 && result.custom[7] == 9);
  /* In place, either way. */
  dyncolor_environment a = child, b = parent;
  CHECK(dyncolor_environment_inherit(&a, &parent, &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_environment_inherit(&child, &b, &b, NULL) == DYNCOLOR_OK);
  CHECK(memcmp(&a, &result, sizeof a) == 0 && memcmp(&b, &result, sizeof b) == 0);
}

/* The axes of an environment, where they lie, and their greatest values. */
static const struct axis_row {
  uint8_t axis, offset, size;
  uint32_t maximum;
} axis_rows[] = {
    {DYNCOLOR_AXIS_SCHEME, 0, 1, 2},
    {DYNCOLOR_AXIS_CONTRAST, 1, 1, 201},
    {DYNCOLOR_AXIS_ELEVATION, 2, 1, 2},
    {DYNCOLOR_AXIS_GAMUT, 3, 1, 3},
    {DYNCOLOR_AXIS_VISION, 4, 1, 5},
    {DYNCOLOR_AXIS_VISION_SEVERITY, 5, 1, 101},
    {DYNCOLOR_AXIS_STATE, 6, 1, 7},
    {DYNCOLOR_AXIS_IDIOM, 7, 1, 7},
    {DYNCOLOR_AXIS_PALETTE, 8, 2, 0xFFFF},
    {DYNCOLOR_AXIS_LOCALE, 10, 2, 0xFFFF},
    {DYNCOLOR_AXIS_SUBTYPE, 12, 1, 255},
    {DYNCOLOR_AXIS_FORCED_COLORS, 13, 1, 2},
    {DYNCOLOR_AXIS_FOREGROUND, 16, 4, 0xFFFFFFFF},
    {DYNCOLOR_AXIS_ACCENT, 20, 4, 0xFFFFFFFF},
    {DYNCOLOR_AXIS_CUSTOM, 24, 1, 255},
    {DYNCOLOR_AXIS_CUSTOM + 1, 25, 1, 255},
    {DYNCOLOR_AXIS_CUSTOM + 2, 26, 1, 255},
    {DYNCOLOR_AXIS_CUSTOM + 3, 27, 1, 255},
    {DYNCOLOR_AXIS_CUSTOM + 4, 28, 1, 255},
    {DYNCOLOR_AXIS_CUSTOM + 5, 29, 1, 255},
    {DYNCOLOR_AXIS_CUSTOM + 6, 30, 1, 255},
    {DYNCOLOR_AXIS_CUSTOM + 7, 31, 1, 255},
};
enum { AXES = sizeof axis_rows / sizeof *axis_rows };

static void set_axis(dyncolor_environment *environment, const struct axis_row *row,
                     uint32_t value) {
  memcpy((uint8_t *)environment + row->offset, &value, row->size);
}

/* Each axis by itself, through as many parents as one likes: the value is that of the nearest
 * ancestor that has one, from whichever end the ancestors are joined. */
static void environments_inherit_to_any_depth(void) {
  for (size_t a = 0; a < AXES; a++)
    for (int depth = 1; depth <= 10; depth++)
      for (int holder = 0; holder <= depth; holder++) {
        /* Of the levels 0, the innermost, to `depth`, all from `holder` on have a value. */
        dyncolor_environment levels[11] = {0};
        for (int level = holder; level <= depth; level++)
          set_axis(&levels[level], &axis_rows[a], (uint32_t)(level - holder) % 2 + 1);
        dyncolor_environment inward = levels[depth], outward = levels[0], expected = {0};
        for (int level = depth - 1; level >= 0; level--)
          CHECK(dyncolor_environment_inherit(&levels[level], &inward, &inward, NULL) ==
                DYNCOLOR_OK);
        for (int level = 1; level <= depth; level++)
          CHECK(dyncolor_environment_inherit(&outward, &levels[level], &outward, NULL) ==
                DYNCOLOR_OK);
        set_axis(&expected, &axis_rows[a], 1);
        CHECK(memcmp(&inward, &expected, sizeof expected) == 0);
        CHECK(memcmp(&outward, &expected, sizeof expected) == 0);
      }
}

/* Adjusts an axis and looks at what it has become. */
static void check_adjusted(const struct axis_row *row, uint32_t before,
                           dyncolor_adjustment adjustment, dyncolor_theme *theme,
                           uint32_t after) {
  dyncolor_environment environment = {.reserved = {0}}, expected, result;
  for (size_t a = 0; a < AXES; a++) set_axis(&environment, &axis_rows[a], 1);
  expected = environment;
  set_axis(&environment, row, before);
  set_axis(&expected, row, after);
  MARK(result);
  CHECK(dyncolor_environment_adjust(&environment, theme, &adjustment, 1, &result, NULL) ==
        DYNCOLOR_OK);
  if (memcmp(&result, &expected, sizeof result) != 0)
    printf("# axis %u, policy %u: from %u to %u\n", adjustment.axis, adjustment.policy, before,
           after);
  CHECK(memcmp(&result, &expected, sizeof result) == 0);
}

static void environments_adjust(void) {
  dyncolor_theme *light = NULL, *dark = NULL;
  CHECK(dyncolor_theme_create(NULL, &light, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_create(NULL, &dark, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_scheme(dark, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_contrast(dark, DYNCOLOR_CONTRAST_PERCENT(50), NULL) ==
        DYNCOLOR_OK);

  /* Every axis is preferred and forced alike; its limits are those of environments. */
  for (size_t a = 0; a < AXES; a++) {
    const struct axis_row *row = &axis_rows[a];
    dyncolor_adjustment adjustment = {.axis = row->axis, .value = row->maximum};
    adjustment.policy = DYNCOLOR_POLICY_PREFER;
    check_adjusted(row, 0, adjustment, NULL, row->maximum);
    check_adjusted(row, 1, adjustment, NULL, 1);
    adjustment.policy = DYNCOLOR_POLICY_FORCE;
    check_adjusted(row, 0, adjustment, NULL, row->maximum);
    check_adjusted(row, 1, adjustment, NULL, row->maximum);
    adjustment.value = 0;
    check_adjusted(row, 1, adjustment, NULL, 0);
    if (row->maximum == 0xFFFFFFFF) continue;
    for (uint8_t policy = DYNCOLOR_POLICY_PREFER; policy <= DYNCOLOR_POLICY_FORCE; policy++) {
      dyncolor_environment result;
      dyncolor_error error = fresh_error();
      MARK(result);
      adjustment = (dyncolor_adjustment){row->axis, policy, row->maximum + 1};
      check_refused(dyncolor_environment_adjust(NULL, NULL, &adjustment, 1, &result, &error),
                    &error, "adjustments[0]");
      CHECK_MARKED(result);
    }
  }

  static const struct {
    uint8_t axis;
    uint32_t before, after;
    int default_scheme;
    const char *why;
  } opposites[] = {
      {DYNCOLOR_AXIS_SCHEME, 1, 2, 0, "light becomes dark"},
      {DYNCOLOR_AXIS_SCHEME, 2, 1, 0, "and dark light"},
      {DYNCOLOR_AXIS_SCHEME, 0, 2, 0, "without a theme, unspecified is light"},
      {DYNCOLOR_AXIS_SCHEME, 0, 2, 1, "in a light theme, too"},
      {DYNCOLOR_AXIS_SCHEME, 0, 1, 2, "in a dark theme it is dark"},
      {DYNCOLOR_AXIS_SCHEME, 1, 2, 2, "the default does not matter to what is specified"},
      {DYNCOLOR_AXIS_CONTRAST, 1, 201, 0, "less becomes more"},
      {DYNCOLOR_AXIS_CONTRAST, 201, 1, 0, "and more less"},
      {DYNCOLOR_AXIS_CONTRAST, 101, 101, 0, "standard is its own opposite"},
      {DYNCOLOR_AXIS_CONTRAST, 0, 101, 0, "without a theme, unspecified is standard"},
      {DYNCOLOR_AXIS_CONTRAST, 0, 101, 1, "in a new theme, too"},
      {DYNCOLOR_AXIS_CONTRAST, 0, 51, 2, "in a theme of more contrast it is more"},
      {DYNCOLOR_AXIS_CONTRAST, 201, 1, 2, "which does not matter to what is specified"},
      {DYNCOLOR_AXIS_CONTRAST, 151, 51, 0, "what lies between is mirrored"},
      {DYNCOLOR_AXIS_ELEVATION, 0, 2, 0, "unspecified is base"},
      {DYNCOLOR_AXIS_ELEVATION, 1, 2, 0, "base is raised"},
      {DYNCOLOR_AXIS_ELEVATION, 2, 1, 0, "what is raised sinks"},
      {DYNCOLOR_AXIS_FORCED_COLORS, 0, 2, 0, "unspecified is none"},
      {DYNCOLOR_AXIS_FORCED_COLORS, 1, 2, 0, "none becomes active"},
      {DYNCOLOR_AXIS_FORCED_COLORS, 2, 1, 0, "and active none"},
  };
  for (size_t i = 0; i < sizeof opposites / sizeof *opposites; i++) {
    dyncolor_theme *theme = opposites[i].default_scheme == 0   ? NULL
                            : opposites[i].default_scheme == 1 ? light
                                                               : dark;
    for (size_t a = 0; a < AXES; a++)
      if (axis_rows[a].axis == opposites[i].axis)
        check_adjusted(&axis_rows[a], opposites[i].before,
                       (dyncolor_adjustment){opposites[i].axis, DYNCOLOR_POLICY_INVERT, 0},
                       theme, opposites[i].after);
  }

  /* One after the other, in place. */
  static const dyncolor_adjustment steps[] = {
      {DYNCOLOR_AXIS_SCHEME, DYNCOLOR_POLICY_PREFER, DYNCOLOR_SCHEME_LIGHT},
      {DYNCOLOR_AXIS_SCHEME, DYNCOLOR_POLICY_INVERT, 0},
      {DYNCOLOR_AXIS_SCHEME, DYNCOLOR_POLICY_PREFER, DYNCOLOR_SCHEME_LIGHT},
      {DYNCOLOR_AXIS_CUSTOM + 7, DYNCOLOR_POLICY_FORCE, 9},
      {DYNCOLOR_AXIS_CUSTOM + 7, DYNCOLOR_POLICY_FORCE, 8},
  };
  dyncolor_environment environment = {.accent = 5}, expected = {.scheme = 2, .accent = 5};
  expected.custom[7] = 8;
  CHECK(dyncolor_environment_adjust(&environment, dark, steps, sizeof steps / sizeof *steps,
                                    &environment, NULL) == DYNCOLOR_OK);
  CHECK(memcmp(&environment, &expected, sizeof expected) == 0);
  /* No adjustments are a copy. */
  dyncolor_environment result;
  CHECK(dyncolor_environment_adjust(&environment, NULL, NULL, 0, &result, NULL) == DYNCOLOR_OK);
  CHECK(memcmp(&environment, &result, sizeof result) == 0);

  static const struct {
    dyncolor_adjustment adjustment;
    const char *why;
  } wrong[] = {
      {{DYNCOLOR_AXIS_SCHEME, 0, 1}, "no policy"},
      {{DYNCOLOR_AXIS_SCHEME, 4, 1}, "a policy beyond"},
      {{DYNCOLOR_AXIS_SCHEME, 0x101, 1}, "a policy far beyond"},
      {{DYNCOLOR_AXIS_SCHEME, 1, 0}, "nothing to prefer"},
      {{DYNCOLOR_AXIS_SCHEME, 3, 1}, "an opposite with a value"},
      {{22, 2, 0}, "an axis beyond"},
      {{0x100, 2, 0}, "an axis far beyond"},
      {{UINT32_MAX, 2, 0}, "no axis at all"},
      {{DYNCOLOR_AXIS_GAMUT, 3, 0}, "gamuts have no opposites"},
      {{DYNCOLOR_AXIS_VISION, 3, 0}, "nor have kinds of vision"},
      {{DYNCOLOR_AXIS_ACCENT, 3, 0}, "nor colors"},
      {{DYNCOLOR_AXIS_CUSTOM, 3, 0}, "nor what the host means by its axes"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    dyncolor_adjustment both[] = {steps[0], wrong[i].adjustment};
    dyncolor_error error = fresh_error();
    MARK(result);
    check_refused(dyncolor_environment_adjust(&environment, NULL, both, 2, &result, &error),
                  &error, "adjustments[1]");
    CHECK_MARKED(result);
  }
  dyncolor_error error = fresh_error();
  check_refused(dyncolor_environment_adjust(NULL, NULL, NULL, 1, &result, &error), &error,
                "adjustments");
  check_refused(dyncolor_environment_adjust(NULL, NULL, steps, 1, NULL, &error), &error, "result");
  check_refused(dyncolor_environment_adjust(NULL, NULL, steps, SIZE_MAX, &result, &error), &error,
                "count");
  check_refused(dyncolor_environment_adjust(NULL, NULL, steps, SIZE_MAX / 4, &result, &error),
                &error, "count");
  environment.state = 8;
  check_refused(dyncolor_environment_adjust(&environment, NULL, steps, 1, &result, &error), &error,
                "environment.state");
  CHECK_MARKED(result);
  dyncolor_theme_release(light);
  dyncolor_theme_release(dark);
}

/* An axis is set and read by its number, and nothing else changes. */
static void axes_are_set_by_number(void) {
  static const struct {
    uint32_t axis;
    size_t offset, size;
  } fields[] = {
#define FIELD(number, name) \
  {DYNCOLOR_AXIS_##number, offsetof(dyncolor_environment, name), \
   sizeof((dyncolor_environment *)NULL)->name}
      FIELD(SCHEME, scheme), FIELD(CONTRAST, contrast), FIELD(ELEVATION, elevation),
      FIELD(GAMUT, gamut), FIELD(VISION, vision), FIELD(VISION_SEVERITY, vision_severity),
      FIELD(STATE, state), FIELD(IDIOM, idiom), FIELD(PALETTE, palette), FIELD(LOCALE, locale),
      FIELD(SUBTYPE, subtype), FIELD(FORCED_COLORS, forced_colors),
      FIELD(FOREGROUND, foreground), FIELD(ACCENT, accent),
#undef FIELD
  };
  for (uint32_t axis = 0; axis < DYNCOLOR_AXIS_CUSTOM + 8; axis++) {
    const int is_custom = axis >= DYNCOLOR_AXIS_CUSTOM;
    const size_t offset = is_custom ? offsetof(dyncolor_environment, custom) + axis -
                                          DYNCOLOR_AXIS_CUSTOM
                                    : fields[axis].offset;
    const size_t size = is_custom ? 1 : fields[axis].size;
    CHECK(is_custom || fields[axis].axis == axis);
    const uint32_t greatest = UINT32_MAX >> (32 - 8 * size);
    dyncolor_environment environment = {0}, expected = {0};
    memset((char *)&expected + offset, 0xFF, size);
    CHECK(dyncolor_environment_set(&environment, axis, greatest) == DYNCOLOR_OK);
    CHECK(memcmp(&environment, &expected, sizeof expected) == 0);
    CHECK(dyncolor_environment_get(&environment, axis) == greatest);
    for (uint32_t other = 0; other < DYNCOLOR_AXIS_CUSTOM + 8; other++)
      CHECK(other == axis || dyncolor_environment_get(&environment, other) == 0);
    if (size < 4)
      CHECK(dyncolor_environment_set(&environment, axis, greatest + 1) ==
            DYNCOLOR_ERROR_INVALID_ARGUMENT);
    CHECK(dyncolor_environment_get(&environment, axis) == greatest);
    CHECK(dyncolor_environment_set(&environment, axis, 1) == DYNCOLOR_OK);
    CHECK(dyncolor_environment_get(&environment, axis) == 1);
    CHECK(dyncolor_environment_set(&environment, axis, 0) == DYNCOLOR_OK);
    expected = (dyncolor_environment){0};
    CHECK(memcmp(&environment, &expected, sizeof expected) == 0);
    CHECK(dyncolor_environment_set(NULL, axis, 1) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
    CHECK(dyncolor_environment_get(NULL, axis) == 0);
  }
  static const uint32_t others[] = {DYNCOLOR_AXIS_CUSTOM + 8, 23, 32, 1u << 31, UINT32_MAX};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    dyncolor_environment environment, before;
    memset(&environment, 0x5A, sizeof environment);
    before = environment;
    CHECK(dyncolor_environment_set(&environment, others[i], 1) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
    CHECK(memcmp(&environment, &before, sizeof before) == 0);
    CHECK(dyncolor_environment_get(&environment, others[i]) == 0);
  }
}

/* Every byte of an environment, at every value: accepted exactly if the header lists it. */
static void environment_bytes(void) {
  static const struct {
    size_t offset;
    int maximum;
    const char *name;
  } bounded[] = {
      {0, 2, "scheme"}, {1, 201, "contrast"}, {2, 2, "elevation"}, {3, 3, "gamut"},
      {4, 5, "vision"}, {5, 101, "vision_severity"}, {6, 7, "state"}, {7, 7, "idiom"},
      {13, 2, "forced_colors"}, {14, 0, "reserved"}, {15, 0, "reserved"},
  };
  for (size_t byte = 0; byte < sizeof(dyncolor_environment); byte++) {
    int maximum = 255;
    const char *name = "";
    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++)
      if (bounded[i].offset == byte) maximum = bounded[i].maximum, name = bounded[i].name;
    for (int value = 0; value < 256; value++) {
      dyncolor_environment environment = {0}, empty = {0}, result;
      dyncolor_error error = fresh_error();
      ((uint8_t *)&environment)[byte] = (uint8_t)value;
      MARK(result);
      dyncolor_status status =
          dyncolor_environment_inherit(&environment, &empty, &result, &error);
      if (value <= maximum) {
        CHECK(status == DYNCOLOR_OK);
        CHECK(memcmp(&environment, &result, sizeof result) == 0);
      } else {
        char context[64];
        snprintf(context, sizeof context, "child.%s", name);
        check_refused(status, &error, context);
        snprintf(context, sizeof context, "parent.%s", name);
        check_refused(dyncolor_environment_inherit(&empty, &environment, &result, &error), &error,
                      context);
        snprintf(context, sizeof context, "environment.%s", name);
        const char *text = NULL;
        check_refused(dyncolor_environment_to_name(&environment, DYNCOLOR_VOCABULARY_CSS, &text,
                                                   &error), &error, context);
        CHECK(text == NULL);
        CHECK_MARKED(result);
      }
    }
  }
}

/* What a name says of each axis. */
static void names_say_more_than_light_and_dark(void) {
  static const struct {
    const char *name;
    dyncolor_environment environment;
  } rows[] = {
      {"UIAccessibilityContrastNormal", {.contrast = DYNCOLOR_CONTRAST_STANDARD}},
      {"UIAccessibilityContrastHigh", {.contrast = DYNCOLOR_CONTRAST_MORE}},
      {"prefers-contrast: less", {.contrast = DYNCOLOR_CONTRAST_LESS}},
      {"UIUserInterfaceLevelBase", {.elevation = DYNCOLOR_ELEVATION_BASE}},
      {"UIUserInterfaceLevelElevated", {.elevation = DYNCOLOR_ELEVATION_ELEVATED}},
      {"forced-colors: none", {.forced_colors = DYNCOLOR_FORCED_COLORS_NONE}},
      {"forced-colors: active", {.forced_colors = DYNCOLOR_FORCED_COLORS_ACTIVE}},
      {"color-gamut: srgb", {.gamut = DYNCOLOR_GAMUT_SRGB}},
      {"color-gamut: p3", {.gamut = DYNCOLOR_GAMUT_DISPLAY_P3}},
      {"color-gamut: rec2020", {.gamut = DYNCOLOR_GAMUT_REC2020}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_environment environment;
    CHECK(dyncolor_environment_from_name_n(rows[i].name, DYNCOLOR_NUL_TERMINATED, &environment,
                                           NULL) == DYNCOLOR_OK);
    CHECK(memcmp(&environment, &rows[i].environment, sizeof environment) == 0);
  }
  /* As GTK names them. */
  const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  const char *name = "";
  CHECK(dyncolor_environment_to_name(&dark, DYNCOLOR_VOCABULARY_GTK, &name, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(name, "prefer-dark") == 0);
}

static void environment_names(void) {
  dyncolor_environment environment = {0};
  const char *name = NULL;
  CHECK(dyncolor_environment_from_name_n("NSAppearanceNameAccessibilityVibrantDark",
                                         DYNCOLOR_NUL_TERMINATED, &environment,
                                         NULL) == DYNCOLOR_OK);
  CHECK(environment.scheme == DYNCOLOR_SCHEME_DARK);
  CHECK(environment.contrast == DYNCOLOR_CONTRAST_MORE);
  CHECK(dyncolor_environment_to_name(&environment, DYNCOLOR_VOCABULARY_APPKIT, &name, NULL) ==
        DYNCOLOR_OK);
  CHECK(strcmp(name, "NSAppearanceNameAccessibilityDarkAqua") == 0);
  CHECK(dyncolor_environment_from_name_n("darkish", 4, &environment, NULL) == DYNCOLOR_OK);
  CHECK(environment.scheme == DYNCOLOR_SCHEME_DARK && environment.contrast == 0);

  /* Every name can be cut short or lengthened into one that is not known. */
  dyncolor_error error = fresh_error();
  MARK(environment);
  CHECK(dyncolor_environment_from_name_n("solarized", DYNCOLOR_NUL_TERMINATED, &environment,
                                         &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "solarized") == 0);
  CHECK(error.status == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_environment_from_name_n(NULL, 0, &environment, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "") == 0);
  CHECK(dyncolor_environment_from_name_n("dark\xFF", 5, &environment, &error) ==
        DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK(error.offset == 4 && error.line == 1 && error.column == 5);
  CHECK(dyncolor_environment_from_name_n("dark", (size_t)PTRDIFF_MAX, &environment, NULL) < 0);

  char *megabyte = malloc(1 << 20);
  memset(megabyte, 'n', 1 << 20);
  CHECK(dyncolor_environment_from_name_n(megabyte, 1 << 20, &environment, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strlen(error.context) == 255);
  free(megabyte);

  check_refused(dyncolor_environment_from_name_n("dark", 4, NULL, &error), &error, "environment");
  check_refused(dyncolor_environment_from_name_n(NULL, 4, &environment, &error), &error, "name");
  for (size_t i = 0; i < sizeof impossible_lengths / sizeof *impossible_lengths; i++)
    check_refused(dyncolor_environment_from_name_n("dark", impossible_lengths[i], &environment,
                                                   &error), &error, "name");
  CHECK_MARKED(environment);

  const dyncolor_environment less = {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = 50};
  name = NULL;
  CHECK(dyncolor_environment_to_name(&less, DYNCOLOR_VOCABULARY_UIKIT, &name, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(error.status == DYNCOLOR_ERROR_UNKNOWN_NAME && name == NULL);
  check_refused(dyncolor_environment_to_name(&less, DYNCOLOR_VOCABULARY_CSS, NULL, &error), &error,
                "name");
  check_refused(dyncolor_environment_to_name(NULL, DYNCOLOR_VOCABULARY_CSS, &name, &error), &error,
                "environment");
  static const int bad_enums[] = {0, 5, -1, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof bad_enums / sizeof *bad_enums; i++)
    check_refused(dyncolor_environment_to_name(&less, (dyncolor_vocabulary)bad_enums[i], &name,
                                               &error), &error, "vocabulary");
  CHECK(name == NULL);

  dyncolor_environment result;
  MARK(result);
  check_refused(dyncolor_environment_inherit(NULL, &less, &result, &error), &error, "child");
  check_refused(dyncolor_environment_inherit(&less, NULL, &result, &error), &error, "parent");
  check_refused(dyncolor_environment_inherit(&less, &less, NULL, &error), &error, "environment");
  CHECK_MARKED(result);
}

/* Errors of every size: whole fields within it are written, and nothing beyond. */
static void error_sizes(void) {
  static const struct {
    size_t offset, size;
  } fields[] = {{8, 4}, {12, 4}, {16, 4}, {24, 8}, {32, 8}};
  enum { PATH = offsetof(dyncolor_error, path), ROOM = sizeof(dyncolor_error) + 104 };
  /* A context of two-byte characters, so that some sizes would cut one. */
  static const char *const name = "\xC3\xA4\xC3\xB6\xC3\xBC";
  dyncolor_error whole = fresh_error();
  dyncolor_environment environment;
  dyncolor_environment_from_name_n(name, 6, &environment, &whole);
  CHECK(whole.status == DYNCOLOR_ERROR_UNKNOWN_NAME);

  for (size_t given = 0; given <= ROOM; given++) {
    union {
      dyncolor_error error;
      unsigned char bytes[ROOM];
    } memory;
    MARK(memory);
    memory.error.size = given;
    /* 0 stands for the size in version 1.0. */
    const size_t size = given == 0 ? 1320 : given;
    CHECK(dyncolor_environment_from_name_n(name, 6, &environment, &memory.error) ==
          DYNCOLOR_ERROR_UNKNOWN_NAME);
    CHECK(memory.error.size == given);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
      const unsigned char *field = memory.bytes + fields[i].offset;
      if (fields[i].offset + fields[i].size <= size)
        CHECK(memcmp(field, (unsigned char *)&whole + fields[i].offset, fields[i].size) == 0);
      else
        CHECK(is_marked(field, fields[i].size));
    }
    if (size > offsetof(dyncolor_error, context)) {
      size_t room = size - offsetof(dyncolor_error, context);
      const char *expected = room > 6   ? name
                             : room > 4 ? "\xC3\xA4\xC3\xB6"
                             : room > 2 ? "\xC3\xA4"
                                        : "";
      CHECK(strcmp(memory.error.context, expected) == 0);
      size_t end = offsetof(dyncolor_error, context) + strlen(expected) + 1;
      CHECK(is_marked(memory.bytes + end, PATH - end));
      /* It is about no file. */
      const size_t path = size > PATH;
      if (path) CHECK(memory.error.path[0] == 0);
      CHECK(is_marked(memory.bytes + PATH + path, sizeof memory.bytes - PATH - path));
    } else {
      CHECK(is_marked(memory.bytes + offsetof(dyncolor_error, context),
                      sizeof memory.bytes - offsetof(dyncolor_error, context)));
    }
  }
}

static int claims(int count, char **arguments) {
  CLAIM("header and library have the same version", versions);
  CLAIM("statuses have names", statuses);
  CLAIM("hex text is parsed", hex_is_read);
  CLAIM("invalid hex text is refused with its position", hex_is_refused);
  CLAIM("bad arguments to parsing are refused by name", hex_arguments);
  CLAIM("hex text is written; a short buffer gets the needed length", hex_is_written);
  CLAIM("bad colors and bad outputs are refused by name", color_arguments);
  CLAIM("colors convert, in place too", colors_convert);
  CLAIM("colors pack into their own bytes only", colors_pack);
  CLAIM("colors compare and hash", colors_compare);
  CLAIM("environments inherit each axis separately", environments_inherit);
  CLAIM("environments inherit to any depth", environments_inherit_to_any_depth);
  CLAIM("axes of environments are preferred, forced and inverted", environments_adjust);
  CLAIM("every byte of an environment is checked", environment_bytes);
  CLAIM("axes of environments are set and read by their numbers", axes_are_set_by_number);
  CLAIM("appearance names are parsed, unknown ones refused", environment_names);
  CLAIM("appearance names cover more than light and dark", names_say_more_than_light_and_dark);
  CLAIM("errors of every size are written up to their size", error_sizes);
  if (count == 2 && strcmp(arguments[1], "--exhaustive") == 0)
    CLAIM("all 16.7 million colors survive text and conversion", every_byte_survives);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
