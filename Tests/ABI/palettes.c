/* Palettes and what they lack, locales and subtypes, and the palettes that are built in. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "builtins.h"
#include "parts.h"
#include "refusals.h"
#include "themes.h"

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL, &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

static uint16_t palette(dyncolor_theme *theme, const char *name) {
  uint16_t number = 0;
  CHECK(dyncolor_palette_declare_n(theme, name, NUL, &number, NULL) == DYNCOLOR_OK);
  return number;
}

/* The red of a color, or its status. */
static double red(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  dyncolor_rgba rgba = {9, 9, 9, 9};
  dyncolor_status status = dyncolor_resolve(theme, id, where, &rgba, NULL);
  return status == DYNCOLOR_OK ? (double)rgba.r : (double)status;
}

/* ---- Looking up ---- */

/* Semantic colors of which some palettes have none, and the other causes of having no value. */
static void missing_values_have_causes(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t night = palette(theme, "Night"), day = palette(theme, "Day");
  dyncolor_id semantic = 0, spare = 0, variants = 0, forced = css(theme, "Night/mine", "red");
  const dyncolor_environment nowhere = {0}, at_night = {.palette = night},
                             at_day = {.palette = day};
  CHECK(dyncolor_register_semantic_n(theme, "semantic", NUL, "brand", NUL, NULL, &semantic, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_semantic_n(theme, NULL, 0, "brand", NUL, PART_ID(semantic), &spare,
                                     NULL) ==
        DYNCOLOR_OK);
  const dyncolor_variant dark = {.scheme = DYNCOLOR_SCHEME_DARK, .part.id = forced};
  CHECK(dyncolor_register_variants_n(theme, "dark only", NUL, &dark, 1, &variants, NULL) ==
        DYNCOLOR_OK);
  dyncolor_id mix = css(theme, "mix", "color-mix(in oklab, var(--semantic), white)");
  dyncolor_id chosen = css(theme, "chosen", "if(media(prefers-color-scheme: dark): red)");
  dyncolor_id table = css(theme, "table", "--variants(dark: red)");
  dyncolor_id looked_up = css(theme, "looked up", "--palette(brand)");
  dyncolor_id nothing = css(theme, "nothing", "--first(--palette(a), --palette(b))");
  const struct {
    dyncolor_id id;
    const dyncolor_environment *where;
    uint16_t standard;
    const char *context;
  } rows[] = {
      {semantic, &nowhere, 0,
       "semantic: no palette for \"brand\"; set one in the environment, or a default palette"},
      {semantic, &at_night, 0, "semantic: palette \"Night\" has no color \"brand\""},
      {semantic, &at_night, night, "semantic: palette \"Night\" has no color \"brand\""},
      {semantic, &nowhere, day, "semantic: palette \"Day\" has no color \"brand\""},
      {semantic, &at_night, day,
       "semantic: palettes \"Night\" and \"Day\" have no color \"brand\""},
      {spare, &at_day, 0, "semantic: palette \"Day\" has no color \"brand\""},
      {mix, &at_day, 0, "semantic: palette \"Day\" has no color \"brand\""},
      {looked_up, &at_day, 0, "looked up: palette \"Day\" has no color \"brand\""},
      {nothing, &at_day, 0, "nothing: palette \"Day\" has no color \"b\""},
      {variants, &nowhere, 0, "dark only: no variant matches"},
      {table, &nowhere, 0, "table: no variant matches"},
      {chosen, &nowhere, 0, "chosen: no condition of if() holds, and it has no else"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_error error = fresh_error();
    dyncolor_rgba rgba;
    CHECK(dyncolor_theme_set_default_palette(theme, rows[i].standard, NULL) == DYNCOLOR_OK);
    /* Once more when all that is remembered has been. */
    for (int times = 0; times < 2; times++) {
      dyncolor_status status = dyncolor_resolve(theme, rows[i].id, rows[i].where, &rgba, &error);
      bool is_right = status == DYNCOLOR_ERROR_NO_VALUE &&
                      strcmp(error.context, rows[i].context) == 0 &&
                      strcmp(error.message, "the color has no value in this environment") == 0;
      CHECK(is_right);
      if (!is_right) printf("# row %d: %d, %s\n", (int)i, status, error.context);
    }
  }

  /* Numbers that the theme never gave out are told with what they are of. */
  dyncolor_error error = fresh_error();
  const char *name;
  uint8_t value;
  const dyncolor_status unknown = DYNCOLOR_ERROR_UNKNOWN_NAME;
#define NAMES(call, kind, number) \
  CHECK((call) == unknown && strcmp(error.context, kind " " number) == 0 && \
        strcmp(error.message, "no " kind " has this number; pass one that dyncolor_" kind \
                              "_declare() returned") == 0)
  NAMES(dyncolor_palette_name(theme, 3, &name, &error), "palette", "3");
  NAMES(dyncolor_palette_colors(theme, 0, NULL, 0, &(size_t){0}, &error), "palette", "0");
  NAMES(dyncolor_theme_set_default_palette(theme, 65535, &error), "palette", "65535");
  NAMES(dyncolor_locale_name(theme, 1, &name, &error), "locale", "1");
  NAMES(dyncolor_subtype_name(theme, 255, &name, &error), "subtype", "255");
#undef NAMES
  CHECK(dyncolor_axis_declare_value_n(theme, 4294967295u, "a", NUL, &value, &error) == unknown &&
        strcmp(error.context, "axis 4294967295") == 0 &&
        strstr(error.message, "no custom axis has this number") != NULL);
  dyncolor_theme_release(theme);
}

/* ---- Counting and listing ---- */

static void palettes_are_listed(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id ids[8];
  size_t count;
  CHECK(dyncolor_palette_count(NULL) == 0 && dyncolor_palette_count(theme) == 0);
  dyncolor_id early = css(theme, "Night/ground", "black");
  uint16_t night = palette(theme, "Night"), deep = palette(theme, "Night/deep");
  uint16_t nightly = palette(theme, "Nightly"), empty = palette(theme, "Empty");
  CHECK(palette(theme, "Night") == night && dyncolor_palette_count(theme) == 4);
  dyncolor_id text = css(theme, "Night/text", "white");
  css(theme, "Nightly/text", "red");
  css(theme, "Night", "red");
  css(theme, "Night/", "red");
  css(theme, NULL, "red");
  dyncolor_id both = css(theme, "Night/deep/text", "white");
  dyncolor_id gone = css(theme, "Night/gone", "white");
  CHECK(dyncolor_unregister(theme, gone, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_declare_n(theme, "Night/later", NUL, &gone, NULL) == DYNCOLOR_OK);

  MARK(ids);
  CHECK(dyncolor_palette_colors(theme, night, ids, 8, &count, &error) == DYNCOLOR_OK && count == 3);
  CHECK(ids[0] == early && ids[1] == text && ids[2] == both && ids[3] == 0xA5A5A5A5);
  CHECK(dyncolor_palette_colors(theme, deep, ids, 1, &count, NULL) == DYNCOLOR_OK && count == 1);
  CHECK(ids[0] == both);
  CHECK(dyncolor_palette_colors(theme, nightly, ids, 8, &count, NULL) == DYNCOLOR_OK && count == 1);
  CHECK(dyncolor_palette_colors(theme, empty, NULL, 0, &count, NULL) == DYNCOLOR_OK && count == 0);

  MARK(ids);
  count = 9;
  CHECK(dyncolor_palette_colors(theme, night, NULL, 0, &count, &error) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(count == 3);
  CHECK(dyncolor_palette_colors(theme, night, ids, 2, &count, &error) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK_MARKED(ids);
  MARK(count);
  CHECK(dyncolor_palette_colors(theme, 5, ids, 8, &count, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_palette_colors(theme, 0, ids, 8, &count, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  error = fresh_error();
  check_refused(dyncolor_palette_colors(NULL, 1, ids, 8, &count, &error), &error, "theme");
  error = fresh_error();
  check_refused(dyncolor_palette_colors(theme, 1, NULL, 8, &count, &error), &error, "ids");
  error = fresh_error();
  check_refused(dyncolor_palette_colors(theme, 1, ids, 8, NULL, &error), &error, "count");
  CHECK_MARKED(count);
  CHECK_MARKED(ids);
  dyncolor_theme_release(theme);
}

/* ---- Gaps ---- */

typedef struct expected_gap {
  uint16_t palette;
  const char *semantic;
  dyncolor_id example;
} expected_gap;

static const char *palette_name(dyncolor_theme *theme, uint16_t palette) {
  const char *name = "";
  CHECK(dyncolor_palette_name(theme, palette, &name, NULL) == DYNCOLOR_OK);
  return name;
}

static void check_gaps(dyncolor_theme *theme, const expected_gap *expected, size_t length,
                       int line) {
  dyncolor_palette_gap gaps[32];
  dyncolor_error error = fresh_error();
  size_t count = 99;
  MARK(gaps);
  CHECK(dyncolor_palette_gaps(theme, gaps, 32, &count, &error) == DYNCOLOR_OK);
  CHECK(count == length);
  for (size_t i = 0; i < length && i < count; i++) {
    bool good = gaps[i].palette == expected[i].palette && gaps[i].reserved == 0 &&
                gaps[i].example == expected[i].example &&
                strcmp(gaps[i].semantic, expected[i].semantic) == 0;
    CHECK(good);
    if (!good)
      printf("# line %d, gap %zu: %u %s %x\n", line, i, gaps[i].palette, gaps[i].semantic,
             gaps[i].example);
  }
  CHECK(count >= 32 || is_marked(&gaps[count], sizeof *gaps));
  if (count == 0) return;
  /* Too little room: only the count is written. */
  MARK(gaps);
  CHECK(dyncolor_palette_gaps(theme, gaps, count - 1, &count, &error) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(count == length && is_marked(gaps, sizeof gaps));
}

#define CHECK_GAPS(theme, ...) \
  do { \
    const expected_gap expected[] = {__VA_ARGS__}; \
    check_gaps(theme, expected, sizeof expected / sizeof *expected, __LINE__); \
  } while (0)

static void gaps_are_told(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  size_t count;
  /* Names of palettes that nobody has declared are no palettes. */
  dyncolor_id day_text = css(theme, "Day/text", "black");
  check_gaps(theme, NULL, 0, __LINE__);
  uint16_t night = palette(theme, "Night"), day = palette(theme, "Day");
  CHECK_GAPS(theme, {night, "text", day_text});
  dyncolor_id night_ground = css(theme, "Night/ground", "navy");
  CHECK_GAPS(theme, {night, "text", day_text}, {day, "ground", night_ground});

  /* What is only looked up: by a semantic color; by several, the first counts. */
  dyncolor_id semantic;
  CHECK(dyncolor_register_semantic_n(theme, "accent", NUL, "accent", NUL, NULL, &semantic, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_semantic_n(theme, "other", NUL, "accent", NUL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK_GAPS(theme, {night, "text", day_text}, {night, "accent", semantic},
             {day, "ground", night_ground}, {day, "accent", semantic});
  /* A semantic color that one has is shown by the one that has it, wherever its row is. */
  dyncolor_id day_accent = css(theme, "Day/accent", "red");
  CHECK_GAPS(theme, {night, "text", day_text}, {night, "accent", day_accent},
             {day, "ground", night_ground});

  /* Expressions look names up as semantic colors do, wherever in them. */
  dyncolor_id asks = css(theme, "asks", "light-dark(red, --level(--palette(shade), tertiary))");
  CHECK_GAPS(theme, {night, "text", day_text}, {night, "accent", day_accent},
             {night, "shade", asks}, {day, "ground", night_ground}, {day, "shade", asks});
  dyncolor_id shade = css(theme, "Day/shade", "--palette(text, --palette(ground, red))");
  CHECK_GAPS(theme, {night, "text", day_text}, {night, "accent", day_accent},
             {night, "shade", shade}, {day, "ground", night_ground});
  CHECK(dyncolor_unregister(theme, asks, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, shade, NULL) == DYNCOLOR_OK);

  /* Of several palettes, the one with the lowest number, though its color is younger. */
  uint16_t dusk = palette(theme, "Dusk");
  dyncolor_id night_accent = css(theme, "Night/accent", "red");
  CHECK_GAPS(theme, {night, "text", day_text}, {day, "ground", night_ground},
             {dusk, "text", day_text}, {dusk, "ground", night_ground},
             {dusk, "accent", night_accent});
  /* A color that is another's under an old name is no gap. */
  CHECK(dyncolor_theme_forward_n(theme, "Dusk/text", NUL, "Day/text", NUL, NULL) == DYNCOLOR_OK);
  CHECK_GAPS(theme, {night, "text", day_text}, {day, "ground", night_ground},
             {dusk, "ground", night_ground}, {dusk, "accent", night_accent});
  /* What nobody has any more nobody lacks. */
  CHECK(dyncolor_unregister(theme, night_ground, NULL) == DYNCOLOR_OK);
  CHECK_GAPS(theme, {night, "text", day_text}, {dusk, "accent", night_accent});

  /* The text of a gap stays, whatever becomes of its example. */
  dyncolor_palette_gap gap;
  CHECK(dyncolor_register_semantic_n(theme, "accent", NUL, "glow", NUL, NULL, &semantic, NULL) ==
        DYNCOLOR_OK);
  css(theme, "Night/text", "white");
  css(theme, "Dusk/accent", "white");
  uint64_t before = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);
  CHECK_GAPS(theme, {night, "glow", semantic}, {day, "glow", semantic}, {dusk, "glow", semantic});
  CHECK(before == dyncolor_theme_fingerprint(theme));
  CHECK(generation == dyncolor_theme_generation(theme));
  dyncolor_id id;
  CHECK(dyncolor_theme_find_n(theme, "glow", NUL, &id, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_palette_gaps(theme, &gap, 0, &count, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(count == 3);
  dyncolor_palette_gap three[3];
  CHECK(dyncolor_palette_gaps(theme, three, 3, &count, NULL) == DYNCOLOR_OK);
  css(theme, "accent", "red");
  CHECK(strcmp(three[2].semantic, "glow") == 0);

  error = fresh_error();
  check_refused(dyncolor_palette_gaps(NULL, &gap, 1, &count, &error), &error, "theme");
  error = fresh_error();
  check_refused(dyncolor_palette_gaps(theme, NULL, 1, &count, &error), &error, "gaps");
  error = fresh_error();
  check_refused(dyncolor_palette_gaps(theme, &gap, 1, NULL, &error), &error, "count");
  dyncolor_theme_release(theme);
}

/* A name can lie in two palettes, and several names can have one example. */
static void gaps_of_nested_palettes(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t a = palette(theme, "A"), ab = palette(theme, "A/B"), c = palette(theme, "C");
  dyncolor_id both = css(theme, "A/B/text", "red");
  CHECK_GAPS(theme, {a, "text", both}, {ab, "B/text", both}, {c, "B/text", both},
             {c, "text", both});
  /* Slashes at the ends make no names of colors in palettes, and empty parts are parts. */
  css(theme, "C/", "red");
  dyncolor_id odd = css(theme, "C//x", "red");
  CHECK_GAPS(theme, {a, "text", both}, {a, "/x", odd}, {ab, "B/text", both}, {ab, "/x", odd},
             {c, "B/text", both}, {c, "text", both});
  css(theme, "/C/x", "red");
  CHECK_GAPS(theme, {a, "text", both}, {a, "/x", odd}, {ab, "B/text", both}, {ab, "/x", odd},
             {c, "B/text", both}, {c, "text", both});
  dyncolor_theme_release(theme);
}

/* A palette that nobody has declared is examined if a color looks up one of its names. Any other
 * group of names is no palette, even if another palette has one of its names. */
static void gaps_of_undeclared_palettes(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "card/shadow", "black");
  css(theme, "button/shadow", "black");
  css(theme, "button/edge", "black");
  css(theme, "Night/text", "white");
  css(theme, "Day/text", "black");
  dyncolor_id day_ground = css(theme, "Day/ground", "white");
  check_gaps(theme, NULL, 0, __LINE__);
  CHECK(dyncolor_palette_count(theme) == 0);

  dyncolor_id title = css(theme, "title", "--palette(text)");
  const uint64_t generation = dyncolor_theme_generation(theme);
  const uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  const uint16_t night = 1, day = 2;
  CHECK_GAPS(theme, {night, "ground", day_ground});
  CHECK(dyncolor_palette_count(theme) == 2);
  CHECK(strcmp(palette_name(theme, night), "Night") == 0);
  CHECK(strcmp(palette_name(theme, day), "Day") == 0);
  CHECK(generation == dyncolor_theme_generation(theme));
  CHECK(fingerprint == dyncolor_theme_fingerprint(theme));

  /* The numbers stay when nothing looks the names up any more. */
  CHECK(dyncolor_unregister(theme, title, NULL) == DYNCOLOR_OK);
  CHECK_GAPS(theme, {night, "ground", day_ground});
  dyncolor_theme_release(theme);
}

/* Many names and palettes: each is looked at once. */
static void gaps_of_many(void) {
  enum { PALETTES = 40, NAMES = 500 };
  dyncolor_theme *theme = new_theme();
  for (int p = 0; p < PALETTES; p++) {
    char name[64];
    snprintf(name, sizeof name, "P%d", p);
    CHECK(palette(theme, name) == p + 1);
    for (int n = 0; n < NAMES; n++) {
      /* Each palette lacks every fortieth name, another each. */
      if (n % PALETTES == p) continue;
      snprintf(name, sizeof name, "P%d/name %d", p, n);
      css(theme, name, "red");
    }
  }
  dyncolor_palette_gap *gaps = malloc(sizeof *gaps * NAMES);
  size_t count;
  CHECK(dyncolor_palette_gaps(theme, gaps, NAMES, &count, NULL) == DYNCOLOR_OK && count == NAMES);
  size_t place = 0;
  for (int p = 0; p < PALETTES; p++)
    for (int n = p; n < NAMES; n += PALETTES, place++) {
      char name[32];
      const char *example;
      snprintf(name, sizeof name, "name %d", n);
      CHECK(gaps[place].palette == p + 1 && strcmp(gaps[place].semantic, name) == 0);
      CHECK(dyncolor_id_name(theme, gaps[place].example, &example, NULL) == DYNCOLOR_OK);
      snprintf(name, sizeof name, "P%d/name %d", p == 0 ? 1 : 0, n);
      CHECK(strcmp(example, name) == 0);
    }
  CHECK(place == count);
  free(gaps);
  dyncolor_theme_release(theme);
}

/* ---- Locales and subtypes ---- */

static void locales_have_numbers(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  uint16_t german = 0, again = 0, french = 0, number;
  uint8_t folded = 0, round = 0, small;
  const char *name = NULL;
  uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &german, &error) == DYNCOLOR_OK && german == 1);
  CHECK(dyncolor_theme_fingerprint(theme) != fingerprint);
  uint64_t generation = dyncolor_theme_generation(theme);
  CHECK(dyncolor_locale_declare_n(theme, "de-AT", 2, &again, &error) == DYNCOLOR_OK);
  CHECK(again == 1 && dyncolor_theme_generation(theme) == generation);
  CHECK(dyncolor_locale_declare_n(theme, "fr", NUL, &french, &error) == DYNCOLOR_OK && french == 2);
  /* A subtype may be called as a locale is. */
  CHECK(dyncolor_subtype_declare_n(theme, "folded", NUL, &folded, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_subtype_declare_n(theme, "de", NUL, &round, &error) == DYNCOLOR_OK);
  CHECK(folded == 1 && round == 2 && dyncolor_theme_generation(theme) == generation + 3);
  CHECK(dyncolor_locale_name(theme, 2, &name, NULL) == DYNCOLOR_OK && strcmp(name, "fr") == 0);
  CHECK(dyncolor_subtype_name(theme, 2, &name, NULL) == DYNCOLOR_OK && strcmp(name, "de") == 0);
  MARK(name);
  CHECK(dyncolor_locale_name(theme, 3, &name, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_locale_name(theme, 0, &name, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_subtype_name(theme, 3, &name, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_subtype_name(theme, 0, &name, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK_MARKED(name);

  /* Names as long as names may be are told apart by their last byte. */
  char long_name[DYNCOLOR_MAX_NAME + 2];
  memset(long_name, 'n', sizeof long_name);
  uint16_t first = 0, second = 0;
  CHECK(dyncolor_locale_declare_n(theme, long_name, DYNCOLOR_MAX_NAME, &first,
                                  NULL) == DYNCOLOR_OK);
  long_name[DYNCOLOR_MAX_NAME - 1] = 'm';
  CHECK(dyncolor_locale_declare_n(theme, long_name, DYNCOLOR_MAX_NAME, &second, NULL) ==
        DYNCOLOR_OK);
  CHECK(first == 3 && second == 4);
  CHECK(dyncolor_locale_name(theme, 4, &name, NULL) == DYNCOLOR_OK);
  CHECK(strlen(name) == DYNCOLOR_MAX_NAME && name[DYNCOLOR_MAX_NAME - 1] == 'm');

  MARK(number), MARK(small);
#define CHECK_BAD(text, length, argument) \
  do { \
    error = fresh_error(); \
    check_refused(dyncolor_locale_declare_n(theme, text, length, &number, &error), &error, \
                  argument); \
    error = fresh_error(); \
    check_refused(dyncolor_subtype_declare_n(theme, text, length, &small, &error), &error, \
                  argument); \
  } while (0)
  CHECK_BAD("", 0, "name");
  CHECK_BAD(NULL, 0, "name");
  CHECK_BAD("a\0b", 3, "name");
  CHECK_BAD(long_name, DYNCOLOR_MAX_NAME + 1, "name");
  CHECK(dyncolor_locale_declare_n(theme, "\xFF", 1, &number, NULL) == DYNCOLOR_ERROR_INVALID_UTF8);
  error = fresh_error();
  check_refused(dyncolor_locale_declare_n(theme, "x", 1, NULL, &error), &error, "locale");
  error = fresh_error();
  check_refused(dyncolor_subtype_declare_n(theme, "x", 1, NULL, &error), &error, "subtype");
  error = fresh_error();
  check_refused(dyncolor_locale_declare_n(NULL, "x", 1, &number, &error), &error, "theme");
  error = fresh_error();
  check_refused(dyncolor_subtype_name(theme, 1, NULL, &error), &error, "name");
  CHECK_MARKED(number);
  CHECK_MARKED(small);
  dyncolor_theme_release(theme);
}

static void numbers_run_out(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  char name[16];
  uint8_t subtype = 0;
  uint16_t locale = 0;
  for (int i = 1; i <= 255; i++) {
    snprintf(name, sizeof name, "s%d", i);
    CHECK(dyncolor_subtype_declare_n(theme, name, NUL, &subtype, NULL) == DYNCOLOR_OK);
    CHECK(subtype == i);
  }
  CHECK(dyncolor_subtype_declare_n(theme, "more", NUL, &subtype, &error) ==
        DYNCOLOR_ERROR_TOO_MANY_SUBTYPES);
  CHECK(strcmp(error.context, "more") == 0 && subtype == 255);
  CHECK(dyncolor_subtype_declare_n(theme, "s7", NUL, &subtype,
                                   NULL) == DYNCOLOR_OK && subtype == 7);
  for (int i = 1; i <= 65535; i++) {
    snprintf(name, sizeof name, "l%d", i);
    if (dyncolor_locale_declare_n(theme, name, NUL, &locale, NULL) != DYNCOLOR_OK || locale != i)
      CHECK(0 && "a locale");
  }
  CHECK(dyncolor_locale_declare_n(theme, "more", NUL, &locale, &error) ==
        DYNCOLOR_ERROR_TOO_MANY_LOCALES);
  CHECK(strcmp(error.context, "more") == 0 && locale == 65535);
  CHECK(strcmp(dyncolor_status_name(DYNCOLOR_ERROR_TOO_MANY_LOCALES),
               "DYNCOLOR_ERROR_TOO_MANY_LOCALES") == 0);
  CHECK(strcmp(dyncolor_status_name(DYNCOLOR_ERROR_TOO_MANY_SUBTYPES),
               "DYNCOLOR_ERROR_TOO_MANY_SUBTYPES") == 0);
  dyncolor_theme_release(theme);
}

/* Which of the variants for a subtype and a locale is taken: a subtype counts before a locale. */
static void variants_for_locales(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  uint16_t german, french;
  uint8_t folded, round;
  dyncolor_locale_declare_n(theme, "de", NUL, &german, NULL);
  dyncolor_locale_declare_n(theme, "fr", NUL, &french, NULL);
  dyncolor_subtype_declare_n(theme, "folded", NUL, &folded, NULL);
  dyncolor_subtype_declare_n(theme, "round", NUL, &round, NULL);
  dyncolor_variant variants[6] = {{.subtype = 0},
                                  {.locale = german},
                                  {.subtype = folded},
                                  {.subtype = round, .locale = french},
                                  {.elevation = DYNCOLOR_ELEVATION_ELEVATED},
                                  {.scheme = DYNCOLOR_SCHEME_DARK, .locale = french}};
  for (int i = 0; i < 6; i++)
    variants[i].part.color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {i, 0, 0}, 1};
  dyncolor_id id;
  CHECK(dyncolor_register_variants_n(theme, "v", 1, variants, 6, &id, &error) == DYNCOLOR_OK);
  const struct {
    dyncolor_environment environment;
    double expected;
    const char *why;
  } rows[] = {
      {{.locale = 0}, 0, "nothing said"},
      {{.locale = german}, 1, "an exact locale before any"},
      {{.locale = french}, 0, "there is none for this locale alone"},
      {{.subtype = folded}, 2, "an exact subtype before any"},
      {{.subtype = folded, .locale = german}, 2, "the subtype before the locale"},
      {{.subtype = round, .locale = german}, 1, "a variant for both needs both"},
      {{.subtype = round, .locale = french}, 3, "both"},
      {{.elevation = DYNCOLOR_ELEVATION_ELEVATED, .subtype = round, .locale = french}, 4,
       "elevation before both"},
      {{.scheme = DYNCOLOR_SCHEME_DARK, .subtype = round, .locale = french}, 5,
       "the scheme before both"},
      {{.scheme = DYNCOLOR_SCHEME_DARK, .locale = german}, 1, "not another's locale"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double found = red(theme, id, &rows[i].environment);
    CHECK(found == rows[i].expected);
    if (found != rows[i].expected) printf("# %s: %g\n", rows[i].why, found);
  }
  uint32_t axes = 0;
  CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK);
  CHECK((axes & ~(1u << DYNCOLOR_AXIS_GAMUT)) ==
        (1u << DYNCOLOR_AXIS_SCHEME | 1u << DYNCOLOR_AXIS_ELEVATION | 1u << DYNCOLOR_AXIS_LOCALE |
         1u << DYNCOLOR_AXIS_SUBTYPE));

  /* Other conditions are other meanings. */
  dyncolor_id same, other;
  CHECK(dyncolor_register_variants_n(theme, "same", 4, variants, 6, &same, NULL) == DYNCOLOR_OK);
  uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  variants[1].locale = french;
  CHECK(dyncolor_register_variants_n(theme, "same", 4, variants, 6, &other, NULL) == DYNCOLOR_OK);
  CHECK(same == other && dyncolor_theme_fingerprint(theme) != fingerprint);
  CHECK(!dyncolor_id_equal(theme, id, theme, same));

  /* What the theme has given no number to is refused, also by a color that is redefined. */
  fingerprint = dyncolor_theme_fingerprint(theme);
  variants[1].locale = 3;
  error = fresh_error();
  check_refused(dyncolor_register_variants_n(theme, "v", 1, variants, 6, &id, &error), &error,
                "variants[1].locale");
  variants[1].locale = 0, variants[1].subtype = 3;
  check_refused(dyncolor_register_variants_n(theme, "w", 1, variants, 6, &id, &error), &error,
                "variants[1].subtype");
  CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);
  dyncolor_theme_release(theme);
}

/* Variants in CSS name them, and are written by their names. */
static void variants_name_locales(void) {
  static const struct {
    const char *text, *written;
  } rows[] = {
      {"--variants(any: black; locale(de): red)",
       "--variants(any: #000000; locale(de): #ff0000)"},
      {"--VARIANTS( Locale( zh\\-Hant ) dark SUBTYPE(folded): red; any: black)",
       "--variants(dark subtype(folded) locale(zh-Hant): #ff0000; any: #000000)"},
      {"--variants(subtype(\\31 st): var(--a))", "--variants(subtype(\\31 st): var(--a))"},
      {"--variants(locale(l300): red; locale(a\\ b): blue)",
       "--variants(locale(l300): #ff0000; locale(a\\ b): #0000ff)"},
  };
  static const struct {
    const char *text;
    size_t offset;
  } wrong[] = {
      {"--variants(locale(it): red)", 18},       {"--variants(locale(folded): red)", 18},
      {"--variants(subtype(de): red)", 19},      {"--variants(locale(): red)", 18},
      {"--variants(locale(DE): red)", 18},       {"--variants(locale(de) locale(de): red)", 22},
      {"--variants(locale(de fr): red)", 21},    {"--variants(locale: red)", 11},
      {"--variants(dark(de): red)", 11},         {"--variants(any locale(de): red)", 15},
      {"--variants(locale(de: red)", 20},
  };
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  uint16_t german, chinese, many = 0, spaced;
  uint8_t folded, first;
  dyncolor_locale_declare_n(theme, "de", NUL, &german, NULL);
  dyncolor_locale_declare_n(theme, "zh-Hant", NUL, &chinese, NULL);
  dyncolor_subtype_declare_n(theme, "folded", NUL, &folded, NULL);
  dyncolor_subtype_declare_n(theme, "1st", NUL, &first, NULL);
  for (int i = 3; i <= 300; i++) {
    char name[8];
    snprintf(name, sizeof name, "l%d", i);
    dyncolor_locale_declare_n(theme, name, NUL, &many, NULL);
  }
  CHECK(many == 300);
  dyncolor_locale_declare_n(theme, "a b", NUL, &spaced, NULL);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[256];
    dyncolor_id id = css(theme, NULL, rows[i].text);
    CHECK(dyncolor_id_css(theme, id, text, sizeof text, NULL, &error) == DYNCOLOR_OK);
    CHECK(strcmp(text, rows[i].written) == 0);
    if (strcmp(text, rows[i].written) != 0) printf("# %s\n", text);
    CHECK(dyncolor_id_equal(theme, id, theme, css(theme, NULL, text)));
  }
  /* The same as the table in C. */
  dyncolor_color red_color, black;
  CHECK(dyncolor_color_parse_n("#f00", 4, &red_color, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_parse_n("#000", 4, &black, NULL) == DYNCOLOR_OK);
  dyncolor_variant variants[2] = {
      {.scheme = DYNCOLOR_SCHEME_DARK, .subtype = folded, .locale = chinese,
       .part.color = red_color},
      {.part.color = black}};
  dyncolor_id table;
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, 2, &table, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, table, theme, css(theme, NULL, rows[1].text)));
  dyncolor_id far = css(theme, NULL, rows[3].text);
  CHECK(red(theme, far, &(dyncolor_environment){.locale = 300}) == 1);
  CHECK(red(theme, far, &(dyncolor_environment){.locale = spaced}) == 0);
  CHECK(red(theme, far, &(dyncolor_environment){.locale = 300 & 0xFF}) ==
        (double)(int)DYNCOLOR_ERROR_NO_VALUE);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    dyncolor_id id;
    CHECK(dyncolor_register_css_n(theme, NULL, 0, wrong[i].text, NUL, &id, &error) ==
          DYNCOLOR_ERROR_SYNTAX);
    CHECK(error.offset == wrong[i].offset);
    if (error.offset != wrong[i].offset)
      printf("# %s: %zu: %s\n", wrong[i].text, error.offset, error.message);
  }
  dyncolor_theme_release(theme);
}

static void expressions_ask_for_locales(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = css(theme, "c",
                       "if(style(--locale: de) and style(--subtype: folded): rgb(51 0 0); "
                       "style(--locale: de): rgb(102 0 0); style(--locale): rgb(153 0 0); "
                       "style(--subtype: zh\\-Hant): rgb(204 0 0); else: black)");
  const struct {
    uint16_t locale;
    uint8_t subtype;
    double after;
  } rows[] = {{0, 0, 0}, {1, 0, 0.4}, {1, 1, 0.2}, {2, 1, 0.6}, {0, 1, 0}, {0, 2, 0.8}};
  for (int after = 0; after <= 1; after++) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      dyncolor_environment where = {.locale = rows[i].locale, .subtype = rows[i].subtype};
      /* Before they are given out, numbers are refused. */
      const bool has_numbers = rows[i].locale > 0 || rows[i].subtype > 0;
      const double expected = after ? rows[i].after
                              : has_numbers ? (double)(int)DYNCOLOR_ERROR_INVALID_ARGUMENT
                                            : 0;
      CHECK(fabs(red(theme, id, &where) - expected) < 1e-6);
    }
    uint32_t axes = 0;
    CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK);
    CHECK(axes == (1u << DYNCOLOR_AXIS_LOCALE | 1u << DYNCOLOR_AXIS_SUBTYPE));
    uint16_t locale;
    uint8_t subtype;
    CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &locale, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_locale_declare_n(theme, "fr", NUL, &locale, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_subtype_declare_n(theme, "folded", NUL, &subtype, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_subtype_declare_n(theme, "zh-Hant", NUL, &subtype, NULL) == DYNCOLOR_OK);
  }
  /* No axis of the host's takes that name. */
  uint32_t axis;
  CHECK(dyncolor_axis_declare_n(theme, "locale", NUL, &axis, NULL) == DYNCOLOR_ERROR_NAME_TAKEN);
  CHECK(fabs(red(theme, id, &(dyncolor_environment){.locale = 1}) - 0.4) < 1e-6);
  dyncolor_theme_release(theme);
}

/* ---- Built-in palettes ---- */

static void builtins_are_listed(void) {
  static const struct {
    const char *name, *version;
    size_t count;
  } rows[] = {
      {"css", "4", 19}, {"apple", "13", 22}, {"apple", "26", 37}, {"libadwaita", "1.6", 18}};
  dyncolor_builtin builtin;
  dyncolor_error error = fresh_error();
  for (size_t i = 0; i < 4; i++) {
    CHECK(dyncolor_builtin_at(i, &builtin, NULL) == DYNCOLOR_OK);
    CHECK(strcmp(builtin.name, rows[i].name) == 0);
    CHECK(strcmp(builtin.version, rows[i].version) == 0 && builtin.count == rows[i].count);
    CHECK(strlen(builtin.description) > 10);
  }
  MARK(builtin);
  CHECK(dyncolor_builtin_at(4, &builtin, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_builtin_at(SIZE_MAX, &builtin, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK_MARKED(builtin);
  error = fresh_error();
  check_refused(dyncolor_builtin_at(0, NULL, &error), &error, "builtin");
}

static bool is(dyncolor_theme *theme, dyncolor_id id, uint8_t scheme, uint8_t contrast,
               const double expected[4]) {
  dyncolor_environment where = {.scheme = scheme, .contrast = contrast};
  dyncolor_rgba rgba;
  return dyncolor_resolve(theme, id, &where, &rgba, NULL) == DYNCOLOR_OK &&
         fabs(rgba.r - expected[0]) < 1e-6 && fabs(rgba.g - expected[1]) < 1e-6 &&
         fabs(rgba.b - expected[2]) < 1e-6 && fabs(rgba.a - expected[3]) < 1e-6;
}

/* Each color is what the facts say. */
static void builtins_are_right(void) {
  const size_t rows = sizeof builtin_rows / sizeof *builtin_rows;
  size_t total = 0;
  for (size_t index = 1; index < 4; index++) {
    dyncolor_builtin builtin;
    dyncolor_theme *theme = new_theme();
    size_t count = 0, known = 0;
    CHECK(dyncolor_builtin_at(index, &builtin, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_builtin_load_n(theme, builtin.name, NUL, builtin.version, NUL, "", 0, 0, &count,
                                  NULL) == DYNCOLOR_OK);
    CHECK(count == builtin.count && dyncolor_theme_count(theme) == count);
    for (size_t i = 0; i < rows; i++) {
      const builtin_row *row = &builtin_rows[i];
      if (strcmp(row->palette, builtin.name) != 0 || strcmp(row->version, builtin.version) != 0)
        continue;
      dyncolor_id id;
      bool good = dyncolor_theme_find_n(theme, row->name, NUL, &id, NULL) == DYNCOLOR_OK &&
                  is(theme, id, 1, 0, row->light) && is(theme, id, 2, 0, row->dark) &&
                  is(theme, id, 1, DYNCOLOR_CONTRAST_MORE, row->light_more) &&
                  is(theme, id, 2, DYNCOLOR_CONTRAST_MORE, row->dark_more);
      CHECK(good);
      if (!good) printf("# %s\n", row->name);
      known++;
    }
    CHECK(known == count);
    total += known;
    dyncolor_theme_release(theme);
  }
  CHECK(total == rows);
}

/* The names are of the spaces that asset catalogs have them in. */
static void builtins_keep_spaces(void) {
  static const char *const rows[][2] = {
      {"labelColor", "light-dark(color(--gray-gamma-22 0), color(--gray-gamma-22 1))"},
      {"linkColor", "light-dark(color(--extended-srgb 0 0.478 1), "
                    "color(--extended-srgb 0.035 0.518 1))"},
      {"secondaryLabelColor", "light-dark(color(srgb 0.235 0.235 0.263 / 0.6), "
                              "color(srgb 0.922 0.922 0.961 / 0.6))"},
      {"systemGrayColor", "color(srgb 0.557 0.557 0.576)"},
  };
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_builtin_load_n(theme, "apple", NUL, NULL, 0, "", 0, 0, NULL, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[256];
    dyncolor_id id = 0;
    CHECK(dyncolor_theme_find_n(theme, rows[i][0], NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_css(theme, id, text, sizeof text, NULL, NULL) == DYNCOLOR_OK);
    CHECK(strcmp(text, rows[i][1]) == 0);
    if (strcmp(text, rows[i][1]) != 0) printf("# %s: %s\n", rows[i][0], text);
  }
  dyncolor_theme_release(theme);
}

/* Those of CSS are what system colors are without any. */
static void builtins_of_css(void) {
  dyncolor_theme *theme = new_theme(), *bare = new_theme();
  size_t count = 0;
  CHECK(dyncolor_builtin_load_n(theme, "css", NUL, "4", NUL, NULL, 0, 0, &count, NULL) ==
        DYNCOLOR_OK);
  CHECK(count == 19);
  uint16_t number = palette(theme, "css");
  dyncolor_id ids[19];
  CHECK(dyncolor_palette_colors(theme, number, ids, 19, &count,
                                NULL) == DYNCOLOR_OK && count == 19);
  for (int i = 0; i < 19; i++) {
    const char *name;
    CHECK(dyncolor_id_name(theme, ids[i], &name, NULL) == DYNCOLOR_OK);
    dyncolor_id id = css(bare, NULL, name + strlen("css/"));
    for (uint8_t scheme = 1; scheme <= 2; scheme++) {
      dyncolor_environment where = {.scheme = scheme};
      dyncolor_rgba a, b;
      CHECK(dyncolor_resolve(theme, ids[i], &where, &a, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_resolve(bare, id, &where, &b, NULL) == DYNCOLOR_OK);
      CHECK(memcmp(&a, &b, sizeof a) == 0);
    }
  }
  dyncolor_theme_release(bare);
  dyncolor_theme_release(theme);
}

/* The accents as they stand alone are what libadwaita derives of their backgrounds. */
static void builtins_are_derived(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_builtin_load_n(theme, "libadwaita", NUL, NULL, 0, "", 0, 0, NULL, NULL) ==
        DYNCOLOR_OK);
  static const char *const accents[] = {"blue", "teal", "green", "yellow", "orange",
                                        "red",  "pink", "purple", "slate"};
  for (int i = 0; i < 9; i++) {
    char name[32];
    dyncolor_id base, alone;
    CHECK(dyncolor_theme_find_n(theme, accents[i], NUL, &base, NULL) == DYNCOLOR_OK);
    snprintf(name, sizeof name, "%s-standalone", accents[i]);
    CHECK(dyncolor_theme_find_n(theme, name, NUL, &alone, NULL) == DYNCOLOR_OK);
    for (uint8_t scheme = 1; scheme <= 2; scheme++) {
      dyncolor_environment where = {.scheme = scheme};
      dyncolor_rgba rgba;
      uint8_t derived[4], given[4];
      CHECK(dyncolor_resolve(theme, base, &where, &rgba, NULL) == DYNCOLOR_OK);
      dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {rgba.r, rgba.g, rgba.b}, 1};
      CHECK(dyncolor_color_convert(&color, DYNCOLOR_SPACE_OKLAB, &color, NULL) == DYNCOLOR_OK);
      color.c[0] = scheme == 1 ? fmin(color.c[0], 0.5) : fmax(color.c[0], 0.85);
      CHECK(dyncolor_color_map_to_gamut(&color, DYNCOLOR_SPACE_SRGB, DYNCOLOR_GAMUT_METHOD_CLIP,
                                        &color, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_color_pack(&color, DYNCOLOR_LAYOUT_RGBA8, derived, 4, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_resolve_list(theme, &alone, 1, &where, DYNCOLOR_LAYOUT_RGBA8, given, 4, NULL,
                                  NULL) == DYNCOLOR_OK);
      CHECK(memcmp(derived, given, 4) == 0);
      if (memcmp(derived, given, 4) != 0)
        printf("# %s %d: %02x%02x%02x\n", name, scheme, derived[0], derived[1], derived[2]);
    }
  }
  dyncolor_theme_release(theme);
}

/* In a layer they give way to those above it. */
static void builtins_in_layers(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id own = css(theme, "blue", "rgb(20% 0 0)"), other;
  size_t count;
  CHECK(dyncolor_builtin_load_n(theme, "libadwaita", NUL, NULL, 0, "", 0, DYNCOLOR_LAYER_DEFAULTS,
                                &count, NULL) == DYNCOLOR_OK);
  CHECK(count == 18 && fabs(red(theme, own, NULL) - 0.2) < 1e-6);
  CHECK(dyncolor_theme_find_n(theme, "teal", NUL, &other, NULL) == DYNCOLOR_OK);
  uint64_t before = dyncolor_theme_fingerprint(theme);
  MARK(count);
  CHECK(dyncolor_builtin_load_n(theme, "libadwaita", NUL, NULL, 0, "", 0, 7, &count, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK_MARKED(count);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  CHECK(dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_THEME, own, NULL) == DYNCOLOR_OK);
  CHECK(fabs(red(theme, own, NULL) - 0x35 / 255.0) < 1e-6);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_count(theme) == 0);
  dyncolor_theme_release(theme);
}

static void builtins_land_whole(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  size_t count = 0;
  dyncolor_id id, early;
  /* One change; a name that was declared keeps its id. */
  CHECK(dyncolor_theme_declare_n(theme, "apple/systemRedColor", NUL, &early, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_builtin_load_n(theme, "apple", NUL, "13", NUL, NULL, 0, 0, &count, &error) ==
        DYNCOLOR_OK);
  CHECK(count == 22 && dyncolor_theme_count(theme) == 22 && dyncolor_theme_generation(theme) == 1);
  CHECK(fabs(red(theme, early, NULL) - 1) < 1e-6);
  CHECK(dyncolor_palette_count(theme) == 1 && palette(theme, "apple") == 1);
  /* Another version over it: names of both, those they share with the new values. */
  CHECK(dyncolor_builtin_load_n(theme, "apple", NUL, "", 0, NULL, 0, 0, &count, NULL) ==
        DYNCOLOR_OK);
  CHECK(count == 37 && dyncolor_theme_generation(theme) == 2 && dyncolor_palette_count(theme) == 1);
  CHECK(dyncolor_theme_find_n(theme, "apple/systemBlueColor", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(fabs(red(theme, id, &(dyncolor_environment){.scheme = 2}) - 0) < 1e-6);
  CHECK(dyncolor_theme_find_n(theme, "apple/quinaryLabelColor", NUL, &id, NULL) == DYNCOLOR_OK);

  /* Prefixes of all kinds. */
  static const struct {
    const char *prefix, *name, *palette;
  } rows[] = {{"GNOME/", "GNOME/blue", "GNOME"},   {"gnome-", "gnome-blue", NULL},
              {"a/b/", "a/b/blue", "a/b"},         {"/", "/blue", NULL},
              {"\303\244/", "\303\244/blue", "\303\244"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t palettes = dyncolor_palette_count(theme);
    CHECK(dyncolor_builtin_load_n(theme, "libadwaita", NUL, "1.6", NUL, rows[i].prefix, NUL, 0,
                                  NULL, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_find_n(theme, rows[i].name, NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_palette_count(theme) == palettes + (rows[i].palette != NULL));
    if (rows[i].palette != NULL) CHECK(palette(theme, rows[i].palette) == palettes + 1);
  }
  /* A palette that is loaded is one that an environment can choose. */
  CHECK(dyncolor_register_semantic_n(theme, "blue", NUL, "blue", NUL, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(fabs(red(theme, id, &(dyncolor_environment){.palette = 2}) - 0x35 / 255.0) < 1e-6);

  /* Refusals change nothing, and write nothing. */
  uint64_t before = dyncolor_theme_fingerprint(theme);
  char long_prefix[DYNCOLOR_MAX_NAME];
  memset(long_prefix, 'p', sizeof long_prefix);
  long_prefix[DYNCOLOR_MAX_NAME - 1] = '/';
  MARK(count);
  static const char *const unknown[][3] = {
      {"appel", "13", "appel; did you mean \"apple\"?"},
      {"apple", "14", "apple"},
      {"Apple", "13", "Apple; did you mean \"apple\"?"},
      {"apple", "1", "apple"},
      {"css", "4.0", "css"}};
  for (int i = 0; i < 5; i++) {
    CHECK(dyncolor_builtin_load_n(theme, unknown[i][0], NUL, unknown[i][1], NUL, NULL, 0, 0, &count,
                                  &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
    CHECK(strcmp(error.context, unknown[i][2]) == 0);
  }
#define CHECK_LOAD(theme, name, name_length, version_length, prefix, prefix_length, argument) \
  do { \
    error = fresh_error(); \
    check_refused(dyncolor_builtin_load_n(theme, name, name_length, NULL, version_length, prefix, \
                                          prefix_length, 0, &count, &error), \
                  &error, argument); \
  } while (0)
  CHECK_LOAD(NULL, "css", 3, 0, NULL, 0, "theme");
  CHECK_LOAD(theme, NULL, 0, 0, NULL, 0, "name");
  CHECK_LOAD(theme, "", 0, 0, NULL, 0, "name");
  CHECK_LOAD(theme, "css", 3, 1, NULL, 0, "version");
  CHECK_LOAD(theme, "css", 3, 0, NULL, 1, "prefix");
  CHECK_LOAD(theme, "css", 3, 0, "a\0b", 3, "prefix");
  CHECK_LOAD(theme, "css", 3, 0, long_prefix, sizeof long_prefix, "prefix");
  CHECK_LOAD(theme, "css", 3, 0, long_prefix, sizeof long_prefix - 10, "prefix");
  CHECK(dyncolor_builtin_load_n(theme, "css", 3, NULL, 0, "\xC3", 1, 0, &count, &error) ==
        DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK_MARKED(count);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

/* When a theme can have no more palettes, none of the colors is registered either. */
static void builtins_without_a_number(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  for (int i = 0; i < DYNCOLOR_MAX_PALETTES; i++) {
    char name[16];
    snprintf(name, sizeof name, "p%d", i);
    palette(theme, name);
  }
  uint64_t before = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);
  size_t count;
  CHECK(dyncolor_builtin_load_n(theme, "css", 3, NULL, 0, NULL, 0, 0, &count, &error) ==
        DYNCOLOR_ERROR_TOO_MANY_PALETTES);
  CHECK(strcmp(error.context, "css") == 0 && dyncolor_theme_count(theme) == 0);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  CHECK(dyncolor_theme_generation(theme) == generation);
  CHECK(dyncolor_builtin_load_n(theme, "css", 3, NULL, 0, "", 0, 0, &count, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_builtin_load_n(theme, "css", 3, NULL, 0, "p7/", NUL, 0, &count, &error) ==
        DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

/* What is painted, as 0xRRGGBBAA. */
static uint32_t bytes(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  dyncolor_rgba rgba = {0, 0, 0, 0};
  CHECK(dyncolor_resolve(theme, id, where, &rgba, NULL) == DYNCOLOR_OK);
  return (uint32_t)lround(rgba.r * 255) << 24 | (uint32_t)lround(rgba.g * 255) << 16 |
         (uint32_t)lround(rgba.b * 255) << 8 | (uint32_t)lround(rgba.a * 255);
}

/* The colors of a scheme of Material Design, as the package materialyoucolor has them. */
static void schemes_are_registered(void) {
  static const struct {
    const char *name;
    uint32_t light, dark, more; /* in dark with more contrast */
  } rows[] = {
      {"surface", 0xf9f9ff, 0x111318, 0x111318},
      {"surface-container-highest", 0xe1e2e9, 0x33353a, 0x45474c},
      {"on-surface", 0x191c20, 0xe1e2e9, 0xffffff},
      {"outline", 0x74777f, 0x8e9199, 0xedf0f9},
      {"primary", 0x3e5f90, 0xa7c8ff, 0xeaf0ff},
      {"on-primary", 0xffffff, 0x04305f, 0x000000},
      {"primary-container", 0xd5e3ff, 0x244777, 0xa3c4fb},
      {"on-primary-container", 0x244777, 0xd5e3ff, 0x000b1f},
      {"secondary", 0x555f71, 0xbdc7dc, 0xeaf0ff},
      {"tertiary-container", 0xf8d8fe, 0x563e5d, 0xd7b9dd},
      {"primary-fixed-dim", 0xa7c8ff, 0xa7c8ff, 0xa7c8ff},
      {"on-secondary-fixed-variant", 0x3d4758, 0x3d4758, 0x071120},
      {"error", 0xba1a1a, 0xffb4ab, 0xffece9},
      {"inverse-on-surface", 0xf0f0f7, 0x2e3035, 0x000000},
      {"scrim", 0x000000, 0x000000, 0x000000},
  };
  static const struct {
    const char *seed;
    uint32_t hash;
  } variants[] = { /* in the order of their constants */
      {"#3584e4", 0xfef52913}, {"#3584e4", 0x51442f89}, {"#3584e4", 0x2a90168f},
      {"#3584e4", 0x89cd2e1c}, {"#3584e4", 0xbe638330}, {"#3584e4", 0xc80c6554},
      {"#3584e4", 0x8373e6d5}, {"#3584e4", 0x692711a7}, {"#3584e4", 0x70df1411},
      {"#8f7a1c", 0x274f315b}, {"#8f7a1c", 0x51442f89}, {"#8f7a1c", 0xbfa76e8c},
      {"#8f7a1c", 0xee57e7cd}, {"#8f7a1c", 0x3390ab96}, {"#8f7a1c", 0xfad253bc},
      {"#8f7a1c", 0xf0e5afad}, {"#8f7a1c", 0xbb2c9143}, {"#8f7a1c", 0x198406a7},
      {"#d81b60", 0xf248dee9}, {"#d81b60", 0x51442f89}, {"#d81b60", 0xe81713a0},
      {"#d81b60", 0x0c2c31d4}, {"#d81b60", 0xddf703ed}, {"#d81b60", 0xa0580dd2},
      {"#d81b60", 0x59ca62c8}, {"#d81b60", 0x97bbe61e}, {"#d81b60", 0x37cbef04},
  };
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id id;
  const dyncolor_part seed = dyncolor_part_css("var(--seed)");
  const dyncolor_part itself = dyncolor_part_css("var(--outline)");
  const dyncolor_part bad = dyncolor_part_css("bluue");
  CHECK(dyncolor_register_css(theme, "seed", "#6750a4", NULL, NULL) == DYNCOLOR_OK);
  const uint64_t generation = dyncolor_theme_generation(theme);
  CHECK(dyncolor_register_material(theme, &seed, DYNCOLOR_MATERIAL_TONAL_SPOT, "md/", 0, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation + 1);
  CHECK(dyncolor_theme_count(theme) == 1 + 49 && dyncolor_palette_count(theme) == 1);
  /* The colors follow the seed. */
  CHECK(dyncolor_register_css(theme, "seed", "#3584e4", NULL, NULL) == DYNCOLOR_OK);
  const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
  const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  const dyncolor_environment more = {.scheme = DYNCOLOR_SCHEME_DARK,
                                     .contrast = DYNCOLOR_CONTRAST_MORE};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char name[64];
    snprintf(name, sizeof name, "md/%s", rows[i].name);
    CHECK(dyncolor_theme_find_n(theme, name, NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(bytes(theme, id, &light) == (rows[i].light << 8 | 0xff));
    CHECK(bytes(theme, id, &dark) == (rows[i].dark << 8 | 0xff));
    CHECK(bytes(theme, id, &more) == (rows[i].more << 8 | 0xff));
  }
  /* Another variant in another layer, without a prefix; then the same again, which is no change. */
  for (int i = 0; i < 2; i++)
    CHECK(dyncolor_register_material(theme, &seed, DYNCOLOR_MATERIAL_MONOCHROME, NULL,
                                     DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation + 3);
  CHECK(dyncolor_theme_find_n(theme, "primary", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(bytes(theme, id, &light) == 0x000000ff && bytes(theme, id, &dark) == 0xffffffff);

  /* All variants, each as one number: FNV-1a of the bytes of all colors, in the order of their ids,
   * in both schemes and five contrasts. */
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    uint32_t hash = 2166136261u;
    dyncolor_id ids[128];
    size_t count;
    dyncolor_theme *fresh = new_theme();
    const dyncolor_part color = dyncolor_part_css(variants[i].seed);
    CHECK(dyncolor_register_material(fresh, &color, (dyncolor_material)(i % 9), NULL, 0, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_theme_colors(fresh, ids, 128, &count, NULL) == DYNCOLOR_OK && count == 49);
    for (int scheme = 1; scheme <= 2; scheme++)
      for (int percent = -100; percent <= 100; percent += 50)
        for (size_t j = 0; j < count; j++) {
          const dyncolor_environment where = {
              .scheme = (uint8_t)scheme, .contrast = DYNCOLOR_CONTRAST_PERCENT(percent)};
          hash = (hash ^ bytes(fresh, ids[j], &where) >> 8) * 16777619u;
        }
    CHECK(hash == variants[i].hash);
    dyncolor_theme_release(fresh);
  }

  /* Refusals change nothing. */
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  char long_prefix[DYNCOLOR_MAX_NAME];
  memset(long_prefix, 'p', sizeof long_prefix);
#define CHECK_SCHEME(theme, seed, variant, prefix, prefix_length, argument) \
  do { \
    error = fresh_error(); \
    check_refused(dyncolor_register_material_n(theme, seed, variant, prefix, prefix_length, 0, \
                                               &error), \
                  &error, argument); \
  } while (0)
  CHECK_SCHEME(NULL, &seed, DYNCOLOR_MATERIAL_RAINBOW, NULL, 0, "theme");
  CHECK_SCHEME(theme, NULL, DYNCOLOR_MATERIAL_RAINBOW, NULL, 0, "seed");
  CHECK_SCHEME(theme, &seed, (dyncolor_material)9, NULL, 0, "variant");
  CHECK_SCHEME(theme, &seed, (dyncolor_material)256, NULL, 0, "variant");
  CHECK_SCHEME(theme, &seed, DYNCOLOR_MATERIAL_RAINBOW, "a\0b", 3, "prefix");
  CHECK_SCHEME(theme, &seed, DYNCOLOR_MATERIAL_RAINBOW, long_prefix, DYNCOLOR_MAX_NAME - 25,
               "prefix");
  CHECK(dyncolor_register_material(theme, &seed, DYNCOLOR_MATERIAL_RAINBOW, NULL, 7, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_register_material(theme, &itself, DYNCOLOR_MATERIAL_RAINBOW, NULL, 0, &error) ==
        DYNCOLOR_ERROR_CYCLE);
  CHECK(dyncolor_register_material(theme, &bad, DYNCOLOR_MATERIAL_RAINBOW, NULL, 0, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(strcmp(error.context, "bluue; did you mean \"blue\"?") == 0);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  CHECK(dyncolor_register_material_n(theme, &seed, DYNCOLOR_MATERIAL_RAINBOW, long_prefix,
                                     DYNCOLOR_MAX_NAME - 26, 0, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

/* A palette with colors gets its number after others were resolved, without a new generation. */
static void numbers_are_given_late(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t day = 0, night = 0;
  css(theme, "Day/ink", "red");
  css(theme, "Night/ink", "light-dark(white, black)");
  const dyncolor_id paper = css(theme, "Night/paper", "white"),
                    note = css(theme, "note", "--palette(ink, gray)"),
                    ground = css(theme, "ground", "--palette(paper, gray)"),
                    wrap = css(theme, "wrap", "color-mix(in srgb, var(--note), var(--note))");
  CHECK(dyncolor_palette_find(theme, "Day", &day, NULL) == DYNCOLOR_OK);
  dyncolor_snapshot *snapshot = NULL;
  for (uint8_t scheme = DYNCOLOR_SCHEME_LIGHT; scheme <= DYNCOLOR_SCHEME_DARK; scheme++) {
    const dyncolor_environment where = {.scheme = scheme, .palette = day,
                                        .contrast = DYNCOLOR_CONTRAST_MORE};
    CHECK(dyncolor_snapshot_create(theme, &where, &snapshot, NULL) == DYNCOLOR_OK);
    dyncolor_snapshot_release(snapshot);
  }
  const uint64_t since = dyncolor_theme_generation(theme);
  dyncolor_id changed[8];
  size_t count = 0;
  CHECK(dyncolor_theme_changes(theme, since - 1, changed, 8, &count, NULL, NULL) == DYNCOLOR_OK);
  CHECK(count == 1 && changed[0] == wrap);

  CHECK(dyncolor_palette_find(theme, "Night", &night, NULL) == DYNCOLOR_OK);
  CHECK(night == 2 && dyncolor_theme_generation(theme) == since);
  for (uint8_t scheme = DYNCOLOR_SCHEME_LIGHT; scheme <= DYNCOLOR_SCHEME_DARK; scheme++) {
    const dyncolor_environment where = {.scheme = scheme, .palette = night};
    const float expected = scheme == DYNCOLOR_SCHEME_LIGHT;
    dyncolor_rgba rgba = {9, 9, 9, 9};
    CHECK(dyncolor_snapshot_create(theme, &where, &snapshot, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_snapshot_resolve(snapshot, note, &rgba, NULL) == DYNCOLOR_OK);
    CHECK(rgba.r == expected);
    CHECK(dyncolor_snapshot_resolve(snapshot, wrap, &rgba, NULL) == DYNCOLOR_OK);
    CHECK(rgba.r == expected);
    dyncolor_snapshot_release(snapshot);
  }
  const dyncolor_color yellow = {DYNCOLOR_SPACE_SRGB, 0, {1, 1, 0}, 1};
  CHECK(dyncolor_theme_redefine(theme, &paper, &yellow, 1, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_changes(theme, since, changed, 8, &count, NULL, NULL) == DYNCOLOR_OK);
  CHECK(count == 2 && changed[0] == paper && changed[1] == ground);
  /* Another default changes no references. */
  const uint64_t then = dyncolor_theme_generation(theme);
  CHECK(dyncolor_theme_set_default_palette(theme, night, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_changes(theme, then, changed, 8, &count, NULL, NULL) == DYNCOLOR_OK);
  CHECK(count == 3 && changed[0] == note && changed[1] == ground && changed[2] == wrap);
  const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
  CHECK(red(theme, wrap, &light) == 1);
  dyncolor_theme_release(theme);
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("the error of a color without a value names the missing palette color",
        missing_values_have_causes);
  CLAIM("colors of a palette that gets its number late are found in snapshots and changes",
        numbers_are_given_late);
  CLAIM("palettes are counted, and their colors listed", palettes_are_listed);
  CLAIM("schemes of Material Design are registered, and follow their seed", schemes_are_registered);
  CLAIM("missing palette colors are listed in order, with an example", gaps_are_told);
  CLAIM("a color belongs to each palette whose name is a prefix of its own",
        gaps_of_nested_palettes);
  CLAIM("undeclared palettes with a name that a color looks up are examined, too",
        gaps_of_undeclared_palettes);
  CLAIM("the missing colors of forty palettes are exactly those left out", gaps_of_many);
  CLAIM("locales and subtypes have names and numbers", locales_have_numbers);
  CLAIM("too many locales and subtypes are an error", numbers_run_out);
  CLAIM("variants are matched by subtype and locale last", variants_for_locales);
  CLAIM("variants in CSS name subtypes and locales", variants_name_locales);
  CLAIM("expressions can test locales and subtypes by name", expressions_ask_for_locales);
  CLAIM("built-in palettes are listed", builtins_are_listed);
  CLAIM("built-in colors match the table of facts", builtins_are_right);
  CLAIM("built-in colors keep their color spaces", builtins_keep_spaces);
  CLAIM("the built-in palette of CSS has the default system colors", builtins_of_css);
  CLAIM("only libadwaita's accents are derived from their backgrounds", builtins_are_derived);
  CLAIM("a palette can be loaded into any layer", builtins_in_layers);
  CLAIM("loading a built-in palette registers all of it, or nothing", builtins_land_whole);
  CLAIM("a built-in palette over the limit of palettes is not loaded", builtins_without_a_number);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
