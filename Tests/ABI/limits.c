/* The limits that the header tells of: each is reached, and passed by one, with a result that is
 * told. Each test quotes the header; what the header says of limits, and nothing here quotes, is a
 * limit that has been forgotten. */
#include <dyncolor.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <regex.h>
#include <unistd.h>

#include "parts.h"
#include "refusals.h"
#include "themes.h"

static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static bool resolves(dyncolor_theme *theme, dyncolor_id id) {
  dyncolor_rgba color;
  return dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK;
}

/* A name of so many bytes, other for each number. */
static const char *name_of(size_t length, int number) {
  static char name[1 << 12];
  char digits[16];
  memset(name, 'n', length);
  const int count = snprintf(digits, sizeof digits, "%d-", number);
  memcpy(name, digits, (size_t)count < length ? (size_t)count : length);
  name[length] = 0;
  return name;
}

/* ---- What a theme can hold ------------------------------------------------------------------- */

static void colors(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  const dyncolor_color gray = {.space = DYNCOLOR_SPACE_SRGB, .c = {0.5, 0.5, 0.5}, .alpha = 1};
  dyncolor_id id = 0, last = 0;
  for (int i = 0; i < DYNCOLOR_MAX_COLORS - 1; i++)
    if (dyncolor_register_color_n(theme, NULL, 0, &gray, &last, NULL) != DYNCOLOR_OK) break;
  CHECK(dyncolor_register_color_n(theme, "last", 4, &gray, &last, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_count(theme) == DYNCOLOR_MAX_COLORS && resolves(theme, last));
  CHECK(DYNCOLOR_ROW(last) == DYNCOLOR_MAX_COLORS - 1);

  const uint64_t before = dyncolor_theme_generation(theme);
  MARK(id);
  CHECK(dyncolor_register_color_n(theme, "more", 4, &gray, &id, &error) ==
        DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(error.status == DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(dyncolor_register_css_n(theme, NULL, 0, "red", 3, &id, NULL) ==
        DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(dyncolor_theme_declare_n(theme, "more", 4, &id, NULL) == DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(dyncolor_builtin_load_n(theme, "css", 3, NULL, 0, "", 0, 0, NULL, NULL) ==
        DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(dyncolor_theme_load_memory_n(theme, "a.json", NUL, "{\"more\": \"red\"}", 15, NULL, NULL,
                                     NULL) ==
        DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK_MARKED(id);
  CHECK(dyncolor_theme_generation(theme) == before && dyncolor_theme_count(theme) ==
        DYNCOLOR_MAX_COLORS);
  /* What is there can still change. */
  CHECK(dyncolor_register_css_n(theme, "last", 4, "red", 3, &id,
                                NULL) == DYNCOLOR_OK && id == last);
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "last", 4, "red", 3, &id,
                                NULL) == DYNCOLOR_OK && id == last);
  dyncolor_theme_release(theme);
}

/* What declares a name, and gives it a number. */
typedef dyncolor_status (*declaring)(dyncolor_theme *theme, const char *name, size_t length,
                                   uint32_t *number, dyncolor_error *error);

#define DECLARES(function, type, call) \
  static dyncolor_status function(dyncolor_theme *theme, const char *name, size_t length, \
                                  uint32_t *number, dyncolor_error *error) { \
    type given = 0; \
    const dyncolor_status status = call; \
    if (status == DYNCOLOR_OK) *number = given; \
    return status; \
  }
DECLARES(palette, uint16_t, dyncolor_palette_declare_n(theme, name, length, &given, error))
DECLARES(axis, uint32_t, dyncolor_axis_declare_n(theme, name, length, &given, error))
DECLARES(value, uint8_t,
         dyncolor_axis_declare_value_n(theme, DYNCOLOR_AXIS_CUSTOM, name, length, &given, error))
DECLARES(locale, uint16_t, dyncolor_locale_declare_n(theme, name, length, &given, error))
DECLARES(subtype, uint8_t, dyncolor_subtype_declare_n(theme, name, length, &given, error))
DECLARES(owner, uint16_t, dyncolor_owner_declare_n(theme, name, length, &given, error))
DECLARES(layer, uint16_t,
         dyncolor_layer_declare_n(theme, name, length, DYNCOLOR_LAYER_USER, &given, error))
DECLARES(color, dyncolor_id, dyncolor_theme_declare_n(theme, name, length, &given, error))

/* Declares as many as there may be, the first of which has a number, and then one more. */
static void check_numbers(declaring declare, uint32_t first, uint32_t count,
                          dyncolor_status status) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  uint32_t number = 0;
  if (declare == value) CHECK(axis(theme, "axis", 4, &number, NULL) == DYNCOLOR_OK);
  for (uint32_t i = 0; i < count; i++) {
    CHECK(declare(theme, name_of(12, (int)i), 12, &number, &error) == DYNCOLOR_OK);
    CHECK(number == first + i);
  }
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  MARK(number);
  CHECK(declare(theme, "more", 4, &number, &error) == status);
  CHECK(error.status == status && error.message[0] != 0);
  CHECK_MARKED(number);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  /* Those that there are keep their numbers. */
  CHECK(declare(theme, name_of(12, 0), 12, &number, NULL) == DYNCOLOR_OK && number == first);
  CHECK(declare(theme, name_of(12, (int)count - 1), 12, &number, NULL) == DYNCOLOR_OK);
  CHECK(number == first + count - 1);
  dyncolor_theme_release(theme);
}

static void palettes(void) {
  check_numbers(palette, 1, DYNCOLOR_MAX_PALETTES, DYNCOLOR_ERROR_TOO_MANY_PALETTES);
}
static void axes(void) {
  check_numbers(axis, DYNCOLOR_AXIS_CUSTOM, DYNCOLOR_MAX_CUSTOM_AXES,
                DYNCOLOR_ERROR_TOO_MANY_AXES);
}
static void axis_values(void) {
  check_numbers(value, 1, 255, DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES);
}
static void locales(void) {
  check_numbers(locale, 1, 65535, DYNCOLOR_ERROR_TOO_MANY_LOCALES);
}
static void subtypes(void) { check_numbers(subtype, 1, 255, DYNCOLOR_ERROR_TOO_MANY_SUBTYPES); }
static void owners(void) {
  check_numbers(owner, 1, DYNCOLOR_MAX_OWNERS, DYNCOLOR_ERROR_TOO_MANY_OWNERS);
}
static void layers(void) {
  /* Three are there from the start. */
  check_numbers(layer, 3, DYNCOLOR_MAX_LAYERS - 3, DYNCOLOR_ERROR_TOO_MANY_LAYERS);
}

static void names(void) {
  static const declaring functions[] = {palette, axis, value, locale, subtype, owner, layer, color};
  enum { MOST = DYNCOLOR_MAX_NAME };
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  uint32_t number = 0;
  const char *text = NULL;
  dyncolor_id id = 0;
  CHECK(axis(theme, "axis", 4, &number, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < COUNT(functions); i++) {
    CHECK(functions[i](theme, name_of(MOST, 0), MOST, &number, &error) == DYNCOLOR_OK);
    MARK(number);
    check_refused(functions[i](theme, name_of(MOST + 1, 1), MOST + 1, &number, &error), &error,
                  "name");
    check_refused(functions[i](theme, name_of(MOST + 1, 1), NUL, &number, &error), &error, "name");
    CHECK_MARKED(number);
  }
  CHECK(dyncolor_register_css_n(theme, name_of(MOST, 1), MOST, "red", 3, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_name(theme, id, &text, NULL) == DYNCOLOR_OK && strlen(text) == MOST);
  CHECK(dyncolor_theme_find_n(theme, name_of(MOST, 1), NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_rename_n(theme, id, name_of(MOST, 2), NUL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_forward_n(theme, name_of(MOST, 1), MOST, "new", 3, NULL) == DYNCOLOR_OK);
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_register_css_n(theme, name_of(MOST + 1, 3), NUL, "red", 3, &id, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  check_refused(dyncolor_id_rename_n(theme, id, name_of(MOST + 1, 3), NUL, &error), &error, "name");
  check_refused(dyncolor_theme_forward_n(theme, "old", 3, name_of(MOST + 1, 3), NUL, &error),
                &error, "name");
  check_refused(dyncolor_theme_forward_n(theme, name_of(MOST + 1, 3), NUL, "new", 3, &error),
                &error, "old");
  CHECK(dyncolor_theme_fingerprint(theme) == before);

  /* In files, too: alone, and with what is put before it. */
  char json[MOST + 32];
  for (size_t length = MOST; length <= MOST + 1; length++)
    for (size_t prefix = 0; prefix <= 4; prefix += 4) {
      const dyncolor_load_options options = {
          .size = sizeof options, .prefix = prefix > 0 ? "pre-" : NULL, .prefix_length = prefix};
      snprintf(json, sizeof json, "{\"%s\": \"red\"}", name_of(length - prefix, 4));
      CHECK(dyncolor_theme_load_memory_n(theme, "a.json", NUL, json, strlen(json), &options, NULL,
                                         NULL) ==
            (length == MOST ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX));
    }
  dyncolor_theme_release(theme);
}

/* ---- What a color can be made of ------------------------------------------------------------- */

static void backgrounds(void) {
  enum { MOST = DYNCOLOR_MAX_BACKGROUNDS };
  const dyncolor_color gray = {.space = DYNCOLOR_SPACE_SRGB, .c = {0.5, 0.5, 0.5}, .alpha = 1};
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_color made, backgrounds[MOST + 1];
  char text[64 + 8 * (MOST + 1)];
  for (int count = 0; count <= MOST + 1; count++) {
    char *at = text + sprintf(text, "--ensure-contrast(gray");
    for (int i = 0; i < count; i++) {
      backgrounds[i] = gray;
      at += sprintf(at, ", on #%d%d%d", i, i, i);
    }
    strcpy(at, ", 3)");
    const dyncolor_status ok = dyncolor_color_ensure_contrast_many(
        &gray, backgrounds, sizeof *backgrounds, (size_t)count, 3, DYNCOLOR_CONTRAST_METHOD_WCAG,
        &made, NULL, &error);
    if (count >= 1 && count <= MOST)
      CHECK(ok == DYNCOLOR_OK);
    else
      check_refused(ok, &error, "count");
    const dyncolor_status status =
        dyncolor_register_css_n(theme, NULL, 0, text, DYNCOLOR_NUL_TERMINATED, NULL, NULL);
    CHECK(status == (count == 0      ? DYNCOLOR_ERROR_SYNTAX
                     : count <= MOST ? DYNCOLOR_OK
                                     : DYNCOLOR_ERROR_TOO_COMPLEX));
  }
  dyncolor_theme_release(theme);
}

static void variants(void) {
  enum { MOST = DYNCOLOR_MAX_VARIANTS };
  static dyncolor_variant table[MOST + 1];
  static char text[(MOST + 1) * 48];
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id id = 0;
  uint16_t number = 0;
  for (int i = 0; i <= MOST; i++) {
    CHECK(dyncolor_locale_declare_n(theme, name_of(8, i), 8, &number, NULL) == DYNCOLOR_OK);
    table[i] = (dyncolor_variant){.locale = number,
                                  .part.color = {.space = DYNCOLOR_SPACE_SRGB, .alpha = 1}};
  }
  CHECK(dyncolor_register_variants_n(theme, "table", 5, table, MOST, &id, &error) == DYNCOLOR_OK);
  dyncolor_environment last = {.locale = table[MOST - 1].locale};
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, id, &last, &color, NULL) == DYNCOLOR_OK);
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  check_refused(dyncolor_register_variants_n(theme, NULL, 0, table, MOST + 1, &id, &error), &error,
                "variants");
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  for (int count = MOST; count <= MOST + 1; count++) {
    char *at = text + sprintf(text, "--variants(");
    for (int i = 0; i < count; i++)
      at += sprintf(at, "%slocale(n%s): #%03x", i == 0 ? "" : "; ", name_of(8, i),
                    (unsigned)i & 0xFFF);
    strcpy(at, ")");
    /* Names are told to the theme as they are written. */
    for (int i = 0; i < count; i++) {
      char name[16];
      snprintf(name, sizeof name, "n%s", name_of(8, i));
      CHECK(dyncolor_locale_declare_n(theme, name, NUL, &number, NULL) == DYNCOLOR_OK);
    }
    CHECK(dyncolor_register_css_n(theme, "css", 3, text, NUL, &id, &error) ==
          (count == MOST ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX));
  }
  dyncolor_theme_release(theme);
}

static void fallbacks(void) {
  enum { MOST = DYNCOLOR_MAX_FALLBACKS };
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id ids[MOST + 1], id = 0;
  for (int i = 0; i < MOST; i++)
    CHECK(dyncolor_theme_declare_n(theme, name_of(8, i), 8, &ids[i], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "there", 5, "red", 3, &ids[MOST - 1], NULL) == DYNCOLOR_OK);
  ids[MOST] = ids[MOST - 1];
  CHECK(dyncolor_register_fallbacks_n(theme, "first", 5, parts_of(ids, MOST), MOST, &id, &error) ==
        DYNCOLOR_OK);
  CHECK(resolves(theme, id));
  check_refused(dyncolor_register_fallbacks_n(theme, NULL, 0, parts_of(ids, MOST + 1), MOST + 1,
                                              &id, &error), &error,
                "count");
  dyncolor_theme_release(theme);
}

/* So many parentheses, one in the other. */
static const char *nested(int depth) {
  static char text[1 << 12];
  char *at = text + sprintf(text, "rgb(");
  for (int i = 1; i < depth; i++) at += sprintf(at, "calc(");
  at += sprintf(at, "255");
  for (int i = 1; i < depth; i++) *at++ = ')';
  strcpy(at, " 0 0)");
  return text;
}

static void nesting(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_color color;
  dyncolor_id id = 0;
  CHECK(dyncolor_color_parse_n(nested(DYNCOLOR_MAX_NESTING), NUL, &color, &error) == DYNCOLOR_OK);
  CHECK(color.c[0] == 1);
  MARK(color);
  CHECK(dyncolor_color_parse_n(nested(DYNCOLOR_MAX_NESTING + 1), NUL, &color, &error) ==
        DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK_MARKED(color);
  /* The place is that of what is one too deep. */
  CHECK(error.line == 1 && error.offset >= 4 + (DYNCOLOR_MAX_NESTING - 1) * 5 &&
        error.offset <= 4 + DYNCOLOR_MAX_NESTING * 5);
  CHECK(error.column == error.offset + 1);
  CHECK(dyncolor_register_css_n(theme, "a", 1, nested(DYNCOLOR_MAX_NESTING), NUL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "a", 1, nested(DYNCOLOR_MAX_NESTING + 1), NUL, &id, NULL) ==
        DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK(resolves(theme, id) && dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);
}

/* So many objects, one in the other. */
static dyncolor_status load_nested(dyncolor_theme *theme, int depth, dyncolor_error *error) {
  char text[1024], *at = text;
  for (int i = 0; i < depth; i++) at += sprintf(at, "{\"a\":");
  at += sprintf(at, "\"red\"");
  for (int i = 0; i < depth; i++) *at++ = '}';
  return dyncolor_theme_load_memory_n(theme, "a.json", NUL, text, (size_t)(at - text), NULL, NULL,
                                      error);
}

static void nesting_in_files(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  CHECK(load_nested(theme, DYNCOLOR_MAX_NESTING + 1, &error) == DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK(error.offset == DYNCOLOR_MAX_NESTING * 5 && dyncolor_theme_count(theme) == 0);
  CHECK(load_nested(theme, DYNCOLOR_MAX_NESTING, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);
}

/* A mix of so many colors. */
static char *mix_of(int count) {
  char *text = malloc((size_t)count * 8 + 32), *at = text + sprintf(text, "color-mix(in srgb");
  for (int i = 0; i < count; i++) at += sprintf(at, ", #%03x", (unsigned)i & 0xFFF);
  strcpy(at, ")");
  return text;
}

static void mixes(void) {
  dyncolor_color color;
  dyncolor_error error = fresh_error();
  int most = 0;
  for (int count = 1; count <= 400; count++) {
    char *text = mix_of(count);
    const dyncolor_status status = dyncolor_color_parse_n(text, NUL, &color, &error);
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_TOO_COMPLEX);
    /* Once it is too many, it is with each that is more. */
    if (status == DYNCOLOR_OK) CHECK(most == count - 1);
    if (status == DYNCOLOR_OK) most = count;
    free(text);
  }
  CHECK(most >= 140 && most <= 170);
  if (most < 140 || most > 170) printf("# a mix of %d colors\n", most);
}

/* A color takes five words, and a mix a few of its own: by one color more it is too long. */
static void words(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id id = 0;
  int low = 1000, high = 65536 / 2;
  while (high - low > 1) {
    const int count = (low + high) / 2;
    char *text = mix_of(count);
    const dyncolor_status status = dyncolor_register_css_n(theme, "a", 1, text, NUL, &id, &error);
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_TOO_COMPLEX);
    if (status == DYNCOLOR_OK) {
      CHECK(resolves(theme, id));
      low = count;
    } else {
      CHECK(error.status == status && error.line == 1 && error.offset <= strlen(text));
      high = count;
    }
    free(text);
  }
  CHECK(low >= 65536 / 7 && low <= 65536 / 5);
  if (low < 65536 / 7 || low > 65536 / 5) printf("# a mix of %d colors\n", low);
  dyncolor_theme_release(theme);
}

/* ---- Providers, explanations, and what is kept ----------------------------------------------- */

typedef struct step_to {
  dyncolor_id next;
} step_to;

static dyncolor_status follow(dyncolor_context *context, dyncolor_answer *answer, void *user_data) {
  const step_to *self = user_data;
  dyncolor_rgba color = {1, 0, 0, 1};
  if (self->next != 0) {
    const dyncolor_status status = dyncolor_context_resolve(context, self->next, &color, NULL);
    if (status != DYNCOLOR_OK) return status;
  }
  answer->color = (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB, .c = {color.r}, .alpha = 1};
  return DYNCOLOR_OK;
}

static void depth(void) {
  /* So many resolve another, which resolves none. */
  for (int count = DYNCOLOR_MAX_DEPTH; count <= DYNCOLOR_MAX_DEPTH + 2; count++) {
    step_to links[DYNCOLOR_MAX_DEPTH + 2];
    dyncolor_theme *theme = new_theme();
    dyncolor_error error = fresh_error();
    dyncolor_rgba color;
    dyncolor_id id = 0;
    for (int i = 0; i < count; i++) {
      links[i].next = id;
      CHECK(dyncolor_register_provider_n(theme, NULL, 0, follow, &links[i], NULL, &id, NULL) ==
            DYNCOLOR_OK);
    }
    const dyncolor_status status = dyncolor_resolve(theme, id, &dark, &color, &error);
    if (count == DYNCOLOR_MAX_DEPTH) CHECK(status == DYNCOLOR_OK && color.r == 1);
    if (count == DYNCOLOR_MAX_DEPTH + 2)
      CHECK(status == DYNCOLOR_ERROR_TOO_DEEP && error.status == status);
    dyncolor_theme_release(theme);
  }
}

typedef struct wide {
  dyncolor_id ids[9];
  int count;
} wide;

static dyncolor_status resolve_some(dyncolor_context *context, dyncolor_answer *answer,
                                    void *user_data) {
  const wide *self = user_data;
  dyncolor_rgba color;
  for (int i = 0; i < self->count; i++)
    dyncolor_context_resolve(context, self->ids[i], &color, NULL);
  answer->color = (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB, .alpha = 1};
  return DYNCOLOR_OK;
}

/* What a provider has resolved it refers to, and if that is too much, to all. */
static void references(void) {
  for (int count = 8; count <= 9; count++) {
    dyncolor_theme *theme = new_theme();
    wide data = {.count = count};
    dyncolor_id id = 0, other = 0, changed[16];
    size_t listed = 0;
    for (int i = 0; i < count; i++)
      CHECK(dyncolor_register_css_n(theme, name_of(8, i), 8, "red", 3, &data.ids[i], NULL) ==
            DYNCOLOR_OK);
    CHECK(dyncolor_register_css_n(theme, "other", 5, "red", 3, &other, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_provider_n(theme, "wide", 4, resolve_some, &data, NULL, &id, NULL) ==
          DYNCOLOR_OK);
    CHECK(resolves(theme, id));
    uint64_t since = dyncolor_theme_generation(theme);
    CHECK(dyncolor_register_css_n(theme, "other", 5, "blue", 4, NULL, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_changes(theme, since, changed, 16, &listed, &since, NULL) == DYNCOLOR_OK);
    CHECK(listed == (count == 8 ? 1 : 2) && changed[0] == other);
    if (listed == 2) CHECK(changed[1] == id);
    CHECK(resolves(theme, id));
    CHECK(dyncolor_register_css_n(theme, name_of(8, 7), 8, "blue", 4, NULL, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_changes(theme, since, changed, 16, &listed, NULL, NULL) == DYNCOLOR_OK);
    CHECK(listed == 2 && changed[0] == data.ids[7] && changed[1] == id);
    dyncolor_theme_release(theme);
  }
}

/* Explains the first of some: of two, one after the other, on average. */
static size_t steps_of(int parts, uint32_t *last_but_one) {
  char *text = malloc((size_t)parts * 24 + 32), *at = text + sprintf(text, "color-mix(in srgb");
  for (int i = 0; i < parts; i++)
    at += sprintf(at, i % 2 == 0 ? ", light-dark(red, #%03x)" : ", #%03x", (unsigned)i & 0xFFF);
  strcpy(at, ")");
  dyncolor_theme *theme = new_theme();
  dyncolor_explanation *explanation = NULL;
  dyncolor_id id = 0;
  size_t count = 0;
  CHECK(dyncolor_register_css_n(theme, "a", 1, text, NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_explanation_create(theme, id, &dark, &explanation, NULL) == DYNCOLOR_OK);
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  CHECK(count > 1 && steps[count - 1].kind == DYNCOLOR_STEP_KIND_RESULT);
  *last_but_one = steps[count - 2].kind;
  dyncolor_explanation_release(explanation);
  dyncolor_theme_release(theme);
  free(text);
  return count;
}

static void steps(void) {
  size_t most = 0;
  uint32_t before_end = 0;
  int low = 100, high = 4000;
  while (high - low > 1) {
    const int parts = (low + high) / 2;
    const size_t count = steps_of(parts, &before_end);
    CHECK(count <= DYNCOLOR_MAX_STEPS);
    if (count > most) most = count;
    if (before_end == DYNCOLOR_STEP_KIND_MORE)
      high = parts;
    else
      low = parts;
  }
  CHECK(most >= DYNCOLOR_MAX_STEPS - 4 && most <= DYNCOLOR_MAX_STEPS);
  CHECK(steps_of(high, &before_end) <= DYNCOLOR_MAX_STEPS);
  CHECK(before_end == DYNCOLOR_STEP_KIND_MORE);
}

static void audited_ratios(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id id;
  dyncolor_audit *audit = NULL;
  CHECK(dyncolor_register_css_n(theme, "a", 1, "red", 3, &id, NULL) == DYNCOLOR_OK);
  const double ratios[] = {0.999, 1, 21, 21.001};
  for (int i = 0; i < 16; i++) {
    dyncolor_audit_pair pair = {id, id, i % 4 == 0 ? ratios[i / 4] : 0};
    dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
    options.pairs = &pair;
    options.pair_count = 1;
    options.ratio = i % 4 == 1 ? ratios[i / 4] : 0;
    options.ratio_more = i % 4 == 2 ? ratios[i / 4] : 0;
    options.ratio_less = i % 4 == 3 ? ratios[i / 4] : 0;
    const bool is_good = i / 4 == 1 || i / 4 == 2;
    CHECK((dyncolor_theme_audit(theme, &options, &audit, NULL) == DYNCOLOR_OK) == is_good);
    if (is_good) dyncolor_audit_release(audit);
  }
  dyncolor_theme_release(theme);
}

static void audited(void) {
  dyncolor_theme *theme = new_theme();
  for (int i = 0; i <= DYNCOLOR_MAX_AUDIT_FINDINGS; i++)
    CHECK(dyncolor_register_css_n(theme, NULL, 0, "--variants(dark: red)", NUL, NULL, NULL) ==
          DYNCOLOR_OK);
  dyncolor_audit *audit = NULL;
  dyncolor_audit_sums sums;
  size_t count = 0;
  CHECK(dyncolor_theme_audit(theme, NULL, &audit, NULL) == DYNCOLOR_OK);
  dyncolor_audit_findings(audit, &count);
  dyncolor_audit_total(audit, &sums);
  CHECK(count == DYNCOLOR_MAX_AUDIT_FINDINGS && sums.omitted == 1 && sums.complete == 1);
  CHECK(sums.warnings == DYNCOLOR_MAX_AUDIT_FINDINGS + 1);
  dyncolor_audit_release(audit);
  dyncolor_theme_release(theme);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void findings(void) {
  enum { MOST = 1000 };
  static char css[(MOST + 1) * 32];
  for (int wrong = MOST; wrong <= MOST + 1; wrong++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    char *at = css + sprintf(css, ":root {");
    for (int i = 0; i < wrong; i++) at += sprintf(at, "--c%d: var(--no%d);", i, i);
    sprintf(at, "}");
    size_t count = 0;
    const dyncolor_status status =
        dyncolor_theme_load_memory_n(theme, "a.css", NUL, css, strlen(css), NULL, &report, NULL);
    CHECK(status == DYNCOLOR_OK);
    CHECK(dyncolor_report_findings(report, &count) != NULL && count == MOST);
    CHECK(dyncolor_report_omitted(report) == (size_t)(wrong - MOST));
    if (count != MOST) printf("# %zu findings\n", count);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

static const size_t LARGEST = (size_t)64 << 20;

static dyncolor_status give_spaces(void *user_data, const char *path, dyncolor_sink *sink) {
  const char *bytes = *(char **)user_data;
  /* In two parts, the second of which may be too much. */
  const size_t size = LARGEST + (path[0] == 'l');
  const dyncolor_status status = dyncolor_sink_append(sink, bytes, 1 << 20);
  if (status != DYNCOLOR_OK) return status;
  return dyncolor_sink_append(sink, bytes + (1 << 20), size - (1 << 20));
}

static void large_files(void) {
  char *bytes = malloc(LARGEST + 1), path[] = "/tmp/dyncolor-limits-XXXXXX.json";
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  memset(bytes, ' ', LARGEST + 1);
  memcpy(bytes, "{\"a\": \"red\"}", 12);
  CHECK(dyncolor_theme_load_memory_n(theme, "a.json", NUL, bytes, LARGEST, NULL, NULL, &error) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_count(theme) == 1);
  memcpy(bytes, "{\"b\": \"red\"}", 12);
  CHECK(dyncolor_theme_load_memory_n(theme, "a.json", NUL, bytes, LARGEST + 1, NULL, NULL,
                                     &error) ==
        DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK(strcmp(error.context, "a.json") == 0 && dyncolor_theme_count(theme) == 1);

  const dyncolor_files host = {.size = sizeof host, .user_data = &bytes, .read = give_spaces};
  const dyncolor_load_options options = {.size = sizeof options, .files = &host};
  CHECK(dyncolor_theme_load_n(theme, "most.json", NUL, &options, NULL, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_count(theme) == 2);
  memcpy(bytes, "{\"c\": \"red\"}", 12);
  CHECK(dyncolor_theme_load_n(theme, "larger.json", NUL, &options, NULL, &error) ==
        DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK(strcmp(error.context, "larger.json") == 0 && dyncolor_theme_count(theme) == 2);

  const int descriptor = mkstemps(path, 5);
  CHECK(descriptor >= 0 && write(descriptor, bytes, LARGEST) == (ssize_t)LARGEST);
  CHECK(dyncolor_theme_load_n(theme, path, NUL, NULL, NULL, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_count(theme) == 3);
  CHECK(write(descriptor, " ", 1) == 1);
  CHECK(dyncolor_theme_load_n(theme, path, NUL, NULL, NULL, &error) == DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK(strstr(error.context, "dyncolor-limits") != NULL && dyncolor_theme_count(theme) == 3);
  close(descriptor);
  unlink(path);
  dyncolor_theme_release(theme);
  free(bytes);
}

/* A resolver that names as many files as there may be beside itself, or one more. */
static dyncolor_status give_resolver(void *user_data, const char *path, dyncolor_sink *sink) {
  if (strcmp(path, "a.resolver.json") == 0)
    return dyncolor_sink_append(sink, user_data, strlen(user_data));
  return dyncolor_sink_append(sink, "{}", 2);
}

static void many_files(void) {
  char *text = malloc(65536 * 32 + 256);
  for (int count = 65535; count <= 65536; count++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_error error = fresh_error();
    char *at = text + sprintf(text, "{\"version\": \"2025.10\", \"resolutionOrder\": [{\"$ref\": "
                                    "\"#/sets/base\"}], \"sets\": {\"base\": {\"sources\": [");
    for (int i = 0; i < count; i++)
      at += sprintf(at, "%s{\"$ref\": \"%05d.json\"}", i == 0 ? "" : ", ", i);
    strcpy(at, "]}}}");
    const dyncolor_files host = {.size = sizeof host, .user_data = text, .read = give_resolver};
    const dyncolor_load_options options = {.size = sizeof options, .files = &host};
    const dyncolor_status status =
        dyncolor_theme_load_n(theme, "a.resolver.json", NUL, &options, NULL, &error);
    CHECK(status == (count == 65535 ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX));
    if (status != DYNCOLOR_OK) CHECK(strstr(error.context, "65535.json") != NULL);
    dyncolor_theme_release(theme);
  }
  free(text);
}

static void written_environments(void) {
  enum { MOST = DYNCOLOR_MAX_WRITTEN_ENVIRONMENTS };
  static dyncolor_environment environments[MOST + 1];
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_write_options options = {.size = sizeof options,
                                    .format = DYNCOLOR_FORMAT_C_HEADER,
                                    .environments = environments,
                                    .environment_count = MOST};
  size_t length = 0;
  declare_axes(theme);
  for (int i = 0; i <= MOST; i++)
    environments[i].custom[i / 255] = (uint8_t)(i % 255 + 1);
  CHECK(dyncolor_register_css_n(theme, "a", 1, "red", 3, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, &error) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  char *text = malloc(length + 1);
  CHECK(dyncolor_theme_write_memory(theme, &options, text, length + 1, &length, NULL, &error) ==
        DYNCOLOR_OK);
  free(text);
  options.environment_count = MOST + 1;
  check_refused(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, &error),
                &error, "options.environment_count");
  /* Each of them must be one. */
  options.environment_count = 3;
  environments[2].scheme = 99;
  CHECK(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  options.environment_count = 2;
  CHECK(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, &error) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  dyncolor_theme_release(theme);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void text_of_colors(void) {
  static const double numbers[] = {-DBL_MAX, -DBL_TRUE_MIN, -1.2345678901234567e-300,
                                   -0.00012345678901234567, 1.0 / 3, 359.99999999999994, 0};
  size_t longest = 0;
  for (int space = DYNCOLOR_SPACE_SRGB; space <= DYNCOLOR_SPACE_HCT; space++)
    for (size_t i = 0; i < COUNT(numbers); i++)
      for (size_t j = 0; j < COUNT(numbers); j++)
        for (uint32_t missing = 0; missing < 32; missing++)
          for (int notation = 1; notation <= 2; notation++) {
            const dyncolor_color color = {.space = (uint32_t)space, .missing = missing,
                                          .c = {numbers[i], numbers[j], numbers[i]},
                                          .alpha = 0.12345678901234568};
            char text[DYNCOLOR_COLOR_TEXT_SIZE + 1];
            size_t length = 0;
            MARK(text);
            if (dyncolor_color_format(&color, (dyncolor_notation)notation, text,
                                      DYNCOLOR_COLOR_TEXT_SIZE, &length, NULL) != DYNCOLOR_OK)
              CHECK(missing == DYNCOLOR_LEGACY_NOTATION * 2);
            CHECK(strlen(text) == length && (unsigned char)text[length + 1] == 0xA5);
            if (length > longest) longest = length;
          }
  CHECK(longest < DYNCOLOR_COLOR_TEXT_SIZE && longest > 100);
}

static void hex_text(void) {
  char text[10];
  size_t length = 0;
  const dyncolor_color color = {
      .space = DYNCOLOR_SPACE_SRGB, .c = {-DBL_MAX, DBL_MAX, 0.5}, .alpha = 0.5};
  MARK(text);
  CHECK(dyncolor_color_format_hex(&color, DYNCOLOR_SPACE_SRGB, text, 10, &length, NULL) ==
        DYNCOLOR_OK);
  CHECK(length == 9 && strcmp(text, "#00ff8080") == 0);
  MARK(text);
  CHECK(dyncolor_color_format_hex(&color, DYNCOLOR_SPACE_SRGB, text, 9, &length, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(length == 9);
  CHECK_MARKED(text);
}

static void lengths(void) {
  const size_t over = (size_t)PTRDIFF_MAX + 1;
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_color color;
  dyncolor_environment environment;
  dyncolor_id id;
  check_refused(dyncolor_color_parse_n("red", over, &color, &error), &error, "text");
  check_refused(dyncolor_color_parse_n("red", NUL - 1, &color, &error), &error, "text");
  check_refused(dyncolor_color_parse_hex_n("f00", over, DYNCOLOR_SPACE_SRGB, 1, &color, &error),
                &error, "text");
  check_refused(dyncolor_environment_from_name_n("dark", over, &environment, &error), &error,
                "name");
  check_refused(dyncolor_theme_find_n(theme, "a", over, &id, &error), &error, "name");
  check_refused(dyncolor_register_css_n(theme, NULL, 0, "red", over, &id, &error), &error, "css");
  CHECK(dyncolor_color_parse_n("red", NUL, &color, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_color_parse_n(NULL, 0, &color, &error) == DYNCOLOR_ERROR_SYNTAX);
  dyncolor_theme_release(theme);
}

/* The context holds 255 bytes and a NUL, and no part of a character. */
static void contexts(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id id;
  for (size_t length = 254; length <= 257; length++) {
    CHECK(dyncolor_theme_find_n(theme, name_of(length, 1), length, &id, &error) ==
          DYNCOLOR_ERROR_UNKNOWN_NAME);
    CHECK(strlen(error.context) == (length < 255 ? length : 255));
    char name[300];
    memset(name, 'a', sizeof name);
    memcpy(name + length - 2, "\xC3\xA4", 2);
    CHECK(dyncolor_theme_find_n(theme, name, length, &id, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
    CHECK(strlen(error.context) == (length <= 255 ? length : length == 256 ? 254 : 255));
  }
  dyncolor_theme_release(theme);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* A byte of an environment takes each value from 0 to its last, and none after that. */
static void bytes_of_environments(void) {
  static const struct {
    size_t offset;
    unsigned last;
  } axes_of[] = {{0, 2}, {1, 201}, {2, 2}, {3, 3}, {4, 5}, {5, 101}, {6, 7}, {7, 7}, {13, 2}};
  for (size_t i = 0; i < COUNT(axes_of); i++)
    for (unsigned byte = 0; byte <= 255; byte++) {
      dyncolor_environment environment = {0}, made;
      ((uint8_t *)&environment)[axes_of[i].offset] = (uint8_t)byte;
      CHECK(dyncolor_environment_inherit(&environment, &environment, &made, NULL) ==
            (byte <= axes_of[i].last ? DYNCOLOR_OK : DYNCOLOR_ERROR_INVALID_ARGUMENT));
    }
}

static void bounds_of_numbers(void) {
  const dyncolor_color red = {.space = DYNCOLOR_SPACE_SRGB, .c = {1, 0, 0}, .alpha = 1};
  dyncolor_color made;
  dyncolor_error error = fresh_error();
  dyncolor_theme *theme = new_theme();
  static const struct {
    dyncolor_contrast_method method;
    double least, most;
  } ranges[] = {
      {DYNCOLOR_CONTRAST_METHOD_WCAG, 1, 21}, {DYNCOLOR_CONTRAST_METHOD_LIGHTNESS, 0, 100}};
  for (size_t i = 0; i < COUNT(ranges); i++) {
    const double tries[] = {ranges[i].least, ranges[i].most};
    for (size_t j = 0; j < 2; j++) {
      const double beyond = nextafter(tries[j], j == 0 ? -1 : 1000);
      CHECK(dyncolor_color_ensure_contrast(&red, &red, tries[j], ranges[i].method, &made, NULL,
                                           &error) == DYNCOLOR_OK);
      check_refused(dyncolor_color_ensure_contrast(&red, &red, beyond, ranges[i].method, &made,
                                                   NULL, &error), &error, "contrast");
    }
  }
  CHECK(dyncolor_color_simulate_vision(&red, DYNCOLOR_VISION_PROTAN, 0, &made, &error) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_color_simulate_vision(&red, DYNCOLOR_VISION_PROTAN, 1, &made, &error) ==
        DYNCOLOR_OK);
  check_refused(dyncolor_color_simulate_vision(&red, DYNCOLOR_VISION_PROTAN, -DBL_TRUE_MIN, &made,
                                               &error), &error, "severity");
  check_refused(dyncolor_color_simulate_vision(&red, DYNCOLOR_VISION_PROTAN, 1 + DBL_EPSILON,
                                               &made, &error), &error, "severity");
  static const double parts[] = {0, 1, -DBL_TRUE_MIN, 1 + DBL_EPSILON, NAN, INFINITY};
  for (size_t i = 0; i < COUNT(parts); i++) {
    const dyncolor_status expected = i < 2 ? DYNCOLOR_OK : DYNCOLOR_ERROR_INVALID_ARGUMENT;
    dyncolor_color color = red;
    color.alpha = parts[i];
    CHECK(dyncolor_register_color_n(theme, NULL, 0, &color, NULL, NULL) == expected);
    CHECK(dyncolor_color_parse_hex_n("f00", 3, DYNCOLOR_SPACE_SRGB, parts[i], &color, NULL) ==
          expected);
    CHECK(dyncolor_color_mix(&red, &red, parts[i], DYNCOLOR_SPACE_SRGB, DYNCOLOR_HUE_SHORTER, &made,
                             NULL) == expected);
    const double opacities[5] = {1, parts[i], parts[i], parts[i], parts[i]};
    CHECK(dyncolor_theme_set_level_opacities(theme, opacities, NULL) == expected);
  }
  dyncolor_theme_release(theme);
}

static void picture_colors(void) {
  enum { MOST = DYNCOLOR_MAX_PICTURE_COLORS, SAMPLE = 32768 };
  static uint8_t pixels[2 * SAMPLE][3];
  dyncolor_color colors[MOST];
  double shares[MOST];
  size_t found = 0;
  for (int i = 0; i <= MOST; i++) pixels[i][0] = (uint8_t)i;
  for (int i = MOST; i <= MOST + 1; i++) {
    CHECK(dyncolor_pixels_dominant(pixels, 3, (size_t)i, DYNCOLOR_LAYOUT_RGB8, colors, NULL, MOST,
                                   &found, NULL) == DYNCOLOR_OK);
    CHECK((found == MOST) == (i == MOST));
    CHECK((dyncolor_pixels_seeds(pixels, 3, 1, DYNCOLOR_LAYOUT_RGB8, colors, (size_t)i, &found,
                                 NULL) == DYNCOLOR_OK) == (i == MOST));
  }
  memset(pixels, 0, sizeof pixels);
  pixels[0][0] = 255;
  for (size_t i = SAMPLE; i <= 2 * SAMPLE; i += SAMPLE) {
    CHECK(dyncolor_pixels_dominant(pixels, 3, i, DYNCOLOR_LAYOUT_RGB8, colors, shares, 2, &found,
                                   NULL) == DYNCOLOR_OK);
    CHECK(found == 2 && shares[1] == 1. / SAMPLE);
  }
}

/* ---- Whether all are here -------------------------------------------------------------------- */

static const struct {
  const char *claim;
  void (*show)(void);
  /* What the header says, word for word; several, one after the other. */
  const char *quotes[8];
} limits[] = {
    {"the limit of colors in a theme holds", colors,
     {"DYNCOLOR_MAX_COLORS", "DYNCOLOR_ERROR_TOO_MANY_COLORS"}},
    {"the limit of palettes holds", palettes,
     {"DYNCOLOR_MAX_PALETTES", "DYNCOLOR_ERROR_TOO_MANY_PALETTES"}},
    {"the limit of custom axes holds", axes,
     {"DYNCOLOR_MAX_CUSTOM_AXES", "DYNCOLOR_ERROR_TOO_MANY_AXES"}},
    {"the limit of values of an axis holds", axis_values,
     {"An axis already has 255 named values.", "DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES",
      "What its values 1 to 255 mean", "writes its number, 1 to 255"}},
    {"the limit of locales holds", locales,
     {"The theme already has 65,535 locales.", "DYNCOLOR_ERROR_TOO_MANY_LOCALES",
      "when 65,535 have been declared"}},
    {"the limit of subtypes holds", subtypes,
     {"The theme already has 255 subtypes.", "DYNCOLOR_ERROR_TOO_MANY_SUBTYPES",
      "when 255 have been declared"}},
    {"the limit of owners holds", owners,
     {"DYNCOLOR_MAX_OWNERS", "DYNCOLOR_ERROR_TOO_MANY_OWNERS"}},
    {"the limit of layers holds", layers,
     {"DYNCOLOR_MAX_LAYERS", "DYNCOLOR_ERROR_TOO_MANY_LAYERS"}},
    {"the limit of the length of names holds", names,
     {"A name is at most DYNCOLOR_MAX_NAME bytes", "DYNCOLOR_MAX_NAME"}},
    {"the limit of variants holds", variants, {"DYNCOLOR_MAX_VARIANTS"}},
    {"the limit of colors of a picture holds", picture_colors,
     {"DYNCOLOR_MAX_PICTURE_COLORS",
      "`wanted` is from 1 to DYNCOLOR_MAX_PICTURE_COLORS", "at most DYNCOLOR_MAX_PICTURE_COLORS",
      "Of more than 32,768 pixels, only as many are looked at: one of each of 32,768 parts"}},
    {"the limit of backgrounds holds", backgrounds,
     {"DYNCOLOR_MAX_BACKGROUNDS", "`count` is from 1 to DYNCOLOR_MAX_BACKGROUNDS"}},
    {"the limit of fallbacks holds", fallbacks, {"DYNCOLOR_MAX_FALLBACKS"}},
    {"the limit of nested parentheses holds", nesting,
     {"DYNCOLOR_MAX_NESTING", "DYNCOLOR_ERROR_TOO_COMPLEX",
      "Text is nested more than DYNCOLOR_MAX_NESTING deep"}},
    {"the limit of nested objects in JSON holds", nesting_in_files,
     {"The depth to which parentheses may be nested in text, and arrays and objects in JSON"}},
    {"the limit of colors in a mix holds", mixes,
     {"a mix of more than some 150 colors"}},
    {"the limit of the length of expressions holds", words,
     {"if the expression takes more than 65,536 words of 8 bytes"}},
    {"the limit of nested providers holds", depth,
     {"DYNCOLOR_MAX_DEPTH", "DYNCOLOR_ERROR_TOO_DEEP"}},
    {"the limit of recorded references of a provider holds; beyond it, all count", references,
     {"if there are more than 8, all colors"}},
    {"the limit of steps of an explanation holds", steps,
     {"DYNCOLOR_MAX_STEPS", "The greatest number of steps"}},
    {"the limits of contrast ratios of an audit hold", audited_ratios,
     {"1 to 21: the least contrast in all environments", "1 to 21. 0: 4.5 and 7"}},
    {"the limit of findings of an audit holds", audited,
     {"DYNCOLOR_MAX_AUDIT_FINDINGS", "The greatest number of findings. Others are left out"}},
    {"the limit of findings that are kept holds", findings,
     {"A report keeps the first 1,000 findings"}},
    {"the limit of the size of files holds", large_files, {"No file may have more than 64 MiB"}},
    {"the limit of files in a load holds", many_files, {"no load more than 65,536 files"}},
    {"the limit of written environments holds", written_environments,
     {"DYNCOLOR_MAX_WRITTEN_ENVIRONMENTS"}},
    {"the documented buffer size is enough for the text of any color", text_of_colors,
     {"DYNCOLOR_COLOR_TEXT_SIZE", "DYNCOLOR_COLOR_TEXT_SIZE bytes are always enough",
      "Enough bytes for the text of any color"}},
    {"the documented buffer size is enough for hex text", hex_text, {"10 bytes are always enough"}},
    {"the limit of lengths of text holds", lengths,
     {"A length above PTRDIFF_MAX is an invalid argument"}},
    {"contexts of errors are truncated at the documented length", contexts,
     {"It cuts `context` and `path` to the room there is"}},
    {"the documented ranges of the bytes of environments hold", bytes_of_environments,
     {"Contrast is graded: 1 to 201 stand for -100 to 100 percent", "a step between: 1 to 201",
      "1 to 101, for 0 to 100 percent"}},
    {"the documented ranges of contrasts, alphas, amounts and opacities hold", bounds_of_numbers,
     {"a ratio from 1 to 21, or a lightness from 0 to 100", "is a number from 1 to 21.",
      "times `alpha`, which is 0 to 1", "numbers in 0…1"}},
    /* What other programs show, or is no limit. */
    {NULL, NULL,
     {"needs at most 48 KiB of stack", "less than 5 KiB of stack", "less than 8 KiB for",
      "green and blue up to 255", "0 for 32 MiB", "for up to 65,536 environments",
      "in 255 or 65,535 steps",
      "Reading divides integers by 255 or 65,535"}},
    {NULL, NULL,
     {"less than a millisecond at a time, in a theme of 100,000 colors",
      "Comparing takes no more than about a millisecond",
      "Takes no more than about a millisecond", "word of at most 7 letters",
      "has answered, at most for some milliseconds"}},
    {NULL, NULL,
     {"is a ratio of WCAG, from 1 to 21.", "the contrast, from -1 to 1"}},
    {NULL, NULL,
     {"Room for dyncolor_theme_rows ids is always enough", "WCAG 2.2, from 1 to 21",
      "hue is off by some degrees at most",
      "the error is at most a millionth of the component",
      "percentages that add up to 100", "or higher, in points 1 to 7",
      "by no more than a hundred-thousandth", "at most one of each"}},
    {NULL, NULL,
     {"needs more than 8 bits for a channel", "and at most 24 of them are.",
      "of which 64 KiB are looked at", "at most `wanted`", "milliseconds at most",
      "at most 1 % of the picture", "from -1 to 1 numbers[1]"}},
    /* What cannot be shown: no program gets memory at such an address without asking for it. */
    {NULL, NULL, {"Addresses must have at most 48 bits"}},
    {NULL, NULL,
     {"falls from 1 to 8 and from 9 to 12", "with each of the steps 1 to 5",
      "by its step, 1 to 12"}},
};

static char *header;

/* The header without what continues comments, so that a sentence has only spaces in it. */
static bool read_header(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  header = calloc(1, 1 << 20);
  const size_t size = fread(header, 1, (1 << 20) - 1, file);
  fclose(file);
  size_t end = 0;
  for (size_t i = 0; i < size; i++) {
    char byte = header[i];
    if (byte == '\n') {
      while (i + 1 < size && (header[i + 1] == ' ' || header[i + 1] == '*')) i++;
      byte = ' ';
    }
    if (byte == ' ' && end > 0 && header[end - 1] == ' ') continue;
    header[end++] = byte;
  }
  header[end] = 0;
  return size > 100000;
}

/* Ways in which a header speaks of limits. */
static const char *const patterns[] = {
    "DYNCOLOR_MAX_[A-Z_]+ [0-9]+", "DYNCOLOR_ERROR_TOO_[A-Z_]+", "at most",
    "(no|not) more than", "more than (some )?[0-9D]", "up to [0-9]", "[0-9]+ [KM]iB",
    "[0-9]{2},[0-9]{3}", "has [0-9]+ [a-z]+", "always enough", "[0-9],[0-9]{3} ",
    "1 to [0-9]+", "_SIZE [0-9]+"};

static void none_is_forgotten(void) {
  const size_t size = strlen(header);
  unsigned char *quoted = calloc(1, size + 1);
  for (size_t i = 0; i < COUNT(limits); i++)
    for (size_t j = 0; j < COUNT(limits[i].quotes) && limits[i].quotes[j] != NULL; j++) {
      const char *quote = limits[i].quotes[j], *found = header;
      const size_t length = strlen(quote);
      size_t times = 0;
      for (; (found = strstr(found, quote)) != NULL; found += length, times++)
        memset(quoted + (found - header), 1, length);
      CHECK(times > 0);
      if (times == 0) printf("# the header does not say: %s\n", quote);
    }
  for (size_t i = 0; i < COUNT(patterns); i++) {
    regex_t pattern;
    regmatch_t match;
    CHECK(regcomp(&pattern, patterns[i], REG_EXTENDED) == 0);
    for (size_t at = 0; at < size && regexec(&pattern, header + at, 1, &match, 0) == 0;) {
      const size_t start = at + (size_t)match.rm_so;
      bool is_quoted = false;
      for (at += (size_t)match.rm_eo; !is_quoted && at > start; at--) is_quoted = quoted[at - 1];
      at = start + 1;
      CHECK(is_quoted);
      if (!is_quoted) printf("# nothing reaches: %.90s\n", header + (start < 30 ? 0 : start - 30));
    }
    regfree(&pattern);
  }
  free(quoted);
}

static int claims(int count, char **arguments) {
  if (!read_header(count > 1 ? arguments[1] : "../../include/dyncolor.h")) return 1;
  CLAIM("each limit of the header is quoted by a test", none_is_forgotten);
  for (size_t i = 0; i < COUNT(limits); i++)
    if (limits[i].show != NULL) CLAIM(limits[i].claim, limits[i].show);
  free(header);
  return CHECK_RESULT;
}

/* Providers that resolve each other need more than any one function does. */
int main(int count, char **arguments) {
  enum { PROVIDERS = 256 * 1024 };
  return on_stack(CHECK_STACK + PROVIDERS, claims, count, arguments);
}
