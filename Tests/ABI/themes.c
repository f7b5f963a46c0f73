/* The functions on themes and snapshots, with good arguments and with every kind of bad one. */
#include <dyncolor.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "parts.h"
#include "random.h"
#include "themes.h"

/* Under valgrind, some of it is enough. */
static bool is_brief;

/* A gray as a constant, and its value when resolved. */
static dyncolor_color gray(double value) {
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {value, value, value}, 1};
  return color;
}

static dyncolor_id constant(dyncolor_theme *theme, const char *name, double value) {
  dyncolor_color color = gray(value);
  dyncolor_id id = 0;
  CHECK(dyncolor_register_color_n(theme, name, name == NULL ? 0 : NUL, &color, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(id != 0);
  return id;
}

/* A status where there is no color. */
#define STATUS(status) ((double)(int)(status))

/* The gray that an id resolves to, or its status as a negative number. It is asked twice, since the
 * second time takes another way. */
static double resolved(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  dyncolor_rgba first = {9, 9, 9, 9}, second = {9, 9, 9, 9};
  dyncolor_status status = dyncolor_resolve(theme, id, where, &first, NULL);
  CHECK(dyncolor_resolve(theme, id, where, &second, NULL) == status);
  CHECK(memcmp(&first, &second, sizeof first) == 0);
  if (status != DYNCOLOR_OK) {
    CHECK(first.r == 9);
    return status;
  }
  return first.r;
}

static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static void check_refused(dyncolor_status status, const dyncolor_error *error,
                          const char *argument) {
  CHECK(status == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(error->status == status);
  CHECK(strncmp(error->context, argument, strlen(argument)) == 0);
  if (strncmp(error->context, argument, strlen(argument)) != 0)
    printf("# context: %s, not %s\n", error->context, argument);
}

static void lifetimes(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_theme_retain(theme) == theme);
  dyncolor_theme_release(theme);
  CHECK(dyncolor_theme_count(theme) == 0 && dyncolor_theme_rows(theme) == 0);
  CHECK(dyncolor_theme_generation(theme) == 0);
  CHECK(dyncolor_theme_fingerprint(theme) != 0);
  dyncolor_theme_release(theme);

  CHECK(dyncolor_theme_retain(NULL) == NULL);
  dyncolor_theme_release(NULL);
  CHECK(dyncolor_theme_generation(NULL) == 0 && dyncolor_theme_fingerprint(NULL) == 0);
  CHECK(dyncolor_theme_count(NULL) == 0 && dyncolor_theme_rows(NULL) == 0);
  CHECK(dyncolor_snapshot_retain(NULL) == NULL);
  dyncolor_snapshot_release(NULL);
}

static void options_are_checked(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme = NULL;
  struct {
    dyncolor_theme_options known;
    unsigned char unknown[16];
  } options = {DYNCOLOR_THEME_OPTIONS_INIT, {0}};
  check_refused(dyncolor_theme_create(&options.known, NULL, &error), &error, "theme");
  for (size_t size = 0; size < sizeof options.known; size++) {
    options.known.size = size;
    check_refused(dyncolor_theme_create(&options.known, &theme, &error), &error, "options");
  }
  options.known.size = SIZE_MAX;
  check_refused(dyncolor_theme_create(&options.known, &theme, &error), &error, "options");
  options.known.size = sizeof options;
  options.unknown[15] = 1;
  check_refused(dyncolor_theme_create(&options.known, &theme, &error), &error, "options");
  options.unknown[15] = 0;
  options.known.reserved = 1;
  check_refused(dyncolor_theme_create(&options.known, &theme, &error), &error, "options");
  options.known.reserved = 0;
  options.known.default_scheme = 3;
  check_refused(dyncolor_theme_create(&options.known, &theme, &error), &error, "options");
  CHECK(theme == NULL);
  options.known.default_scheme = DYNCOLOR_SCHEME_DARK;
  options.known.memory_budget = SIZE_MAX;
  CHECK(dyncolor_theme_create(&options.known, &theme, &error) == DYNCOLOR_OK);
  dyncolor_color white = gray(1), black = gray(0);
  dyncolor_id id;
  CHECK(dyncolor_register_pair_n(theme, NULL, 0, PART(white), PART(black), &id,
                                 NULL) == DYNCOLOR_OK);
  CHECK(resolved(theme, id, NULL) == 0 && resolved(theme, id, &light) == 1);
  CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_LIGHT, NULL) == DYNCOLOR_OK);
  CHECK(resolved(theme, id, NULL) == 1 && resolved(theme, id, &dark) == 0);
  check_refused(dyncolor_theme_set_default_scheme(theme, (dyncolor_scheme)0, &error), &error,
                "scheme");
  check_refused(dyncolor_theme_set_default_scheme(theme, (dyncolor_scheme)3, &error), &error,
                "scheme");
  check_refused(dyncolor_theme_set_default_scheme(NULL, DYNCOLOR_SCHEME_DARK, &error), &error,
                "theme");
  dyncolor_theme_release(theme);
}

static void pairs(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id id, single;
  dyncolor_rgba rgba;
  CHECK(dyncolor_register_hex_n(theme, "accent", NUL, "#0461be", NUL, "#81d0ff", NUL, &id,
                                &error) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, &dark, &rgba, NULL) == DYNCOLOR_OK);
  CHECK(rgba.r == 0x81 / 255.0f && rgba.g == 0xD0 / 255.0f && rgba.b == 1 && rgba.a == 1);
  CHECK(dyncolor_resolve(theme, id, NULL, &rgba, NULL) == DYNCOLOR_OK);
  CHECK(rgba.r == 0x04 / 255.0f);
  CHECK(dyncolor_register_hex_n(theme, "single", 6, "fff", 3, NULL, 0, &single, &error) ==
        DYNCOLOR_OK);
  CHECK(resolved(theme, single, &dark) == 1 && resolved(theme, single, &light) == 1);

  uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_register_hex_n(theme, "x", 1, "#12", NUL, NULL, 0, &id, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.column == 4);
  CHECK(dyncolor_register_hex_n(theme, "x", 1, "#123", NUL, "", 0, &id, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(dyncolor_register_hex_n(theme, "x", 1, NULL, 0, "#123", NUL, &id, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  check_refused(dyncolor_register_pair_n(theme, "x", 1, NULL, NULL, &id, &error), &error, "light");
  dyncolor_color bad = gray(NAN), good = gray(0);
  check_refused(dyncolor_register_pair_n(theme, "x", 1, PART(bad), NULL, &id, &error), &error,
                "light");
  check_refused(dyncolor_register_pair_n(theme, "x", 1, PART(good), PART(bad), &id, &error), &error,
                "dark");
  check_refused(dyncolor_register_color_n(theme, "x", 1, &bad, &id, &error), &error, "color");
  check_refused(dyncolor_register_color_n(NULL, "x", 1, &good, &id, &error), &error, "theme");
  check_refused(dyncolor_register_alias_n(theme, "x", 1, 0, &id, &error), &error, "target");
  CHECK(dyncolor_theme_fingerprint(theme) == before && dyncolor_theme_count(theme) == 2);
  dyncolor_theme_release(theme);
}

/* All names of a program at once. */
static void bindings(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id a = constant(theme, "a", 0.25), umlaut = constant(theme, "Fl\303\244che", 0.5);
  dyncolor_id declared, gone = constant(theme, "gone", 1);
  CHECK(dyncolor_theme_declare_n(theme, "declared", NUL, &declared, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, gone, NULL) == DYNCOLOR_OK);

  const char *good[] = {"a", "Fl\303\244che", "a"};
  dyncolor_id ids[4];
  dyncolor_status statuses[4];
  MARK(ids), MARK(statuses);
  CHECK(dyncolor_theme_bind(theme, good, 3, ids, statuses, &error) == DYNCOLOR_OK);
  CHECK(ids[0] == a && ids[1] == umlaut && ids[2] == a && ids[3] == 0xA5A5A5A5);
  CHECK(statuses[0] == 0 && statuses[1] == 0 && statuses[2] == 0);
  CHECK((uint32_t)statuses[3] == 0xA5A5A5A5);
  CHECK(dyncolor_theme_bind(theme, good, 3, ids, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_bind(theme, NULL, 0, NULL, NULL, NULL) == DYNCOLOR_OK);

  /* What is missing is told, all of it, and no id is written. */
  const char *bad[] = {"acent", "a", "declared", "gone"};
  MARK(ids), MARK(statuses);
  CHECK(dyncolor_theme_bind(theme, bad, 4, ids, statuses, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK_MARKED(ids);
  CHECK(strcmp(error.context, "acent, declared, gone") == 0);
  CHECK(strcmp(error.message, "no colors have these names") == 0 && error.line == 0);
  for (int i = 0; i < 4; i++)
    CHECK(statuses[i] == (i == 1 ? DYNCOLOR_OK : DYNCOLOR_ERROR_UNKNOWN_NAME));
  CHECK(dyncolor_theme_bind(theme, bad, 4, ids, NULL, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK_MARKED(ids);

  /* As many as fit: 19 of eleven bytes and ", ", beside room for the number of the others. */
  char texts[100][12];
  const char *many[100];
  for (int i = 0; i < 100; i++) {
    snprintf(texts[i], sizeof texts[i], "missing-%03d", i);
    many[i] = texts[i];
  }
  dyncolor_id found[100];
  CHECK(dyncolor_theme_bind(theme, many, 100, found, NULL, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strlen(error.context) == 18 * 13 - 2 + strlen(" and 82 more"));
  CHECK(strncmp(error.context, "missing-000, missing-001, ", 26) == 0);
  CHECK(strstr(error.context, ", missing-017 and 82 more") != NULL);
  char long_name[DYNCOLOR_MAX_NAME + 2];
  memset(long_name, 'n', sizeof long_name);
  long_name[DYNCOLOR_MAX_NAME] = 0;
  many[0] = long_name;
  CHECK(dyncolor_theme_bind(theme, many, 2, found, NULL, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "2 names that are too long to be listed") == 0);

  /* Names that can be none, and other arguments. */
  long_name[DYNCOLOR_MAX_NAME] = 'n', long_name[DYNCOLOR_MAX_NAME + 1] = 0;
  MARK(ids);
  check_refused(dyncolor_theme_bind(theme, many, 1, ids, NULL, &error), &error, "names");
  many[0] = "";
  check_refused(dyncolor_theme_bind(theme, many, 1, ids, NULL, &error), &error, "names");
  many[0] = NULL;
  check_refused(dyncolor_theme_bind(theme, many, 1, ids, NULL, &error), &error, "names");
  many[0] = "\xFF";
  CHECK(dyncolor_theme_bind(theme, many, 1, ids, NULL, &error) == DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK_MARKED(ids);
  check_refused(dyncolor_theme_bind(theme, NULL, 1, ids, NULL, &error), &error, "names");
  check_refused(dyncolor_theme_bind(theme, good, 1, NULL, NULL, &error), &error, "ids");
  check_refused(dyncolor_theme_bind(NULL, good, 1, ids, NULL, &error), &error, "theme");
  check_refused(dyncolor_theme_bind(theme, good, (size_t)-1, ids, NULL, &error), &error, "count");
  check_refused(dyncolor_theme_bind(theme, good, SIZE_MAX / 2 + 1, ids, NULL, &error), &error,
                "count");
  dyncolor_theme_release(theme);
}

static void names(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  const char *name = NULL;
  char long_name[DYNCOLOR_MAX_NAME + 2];
  memset(long_name, 'n', sizeof long_name);
  dyncolor_id a = constant(theme, "a", 0.25), id = 7;
  dyncolor_id anonymous = constant(theme, NULL, 0.5);

  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK && id == a);
  CHECK(dyncolor_id_name(theme, a, &name, NULL) == DYNCOLOR_OK && strcmp(name, "a") == 0);
  CHECK(dyncolor_id_name(theme, anonymous, &name, NULL) == DYNCOLOR_OK && strcmp(name, "") == 0);
  CHECK(dyncolor_theme_find_n(theme, "b", 1, &id,
                              &error) == DYNCOLOR_ERROR_UNKNOWN_NAME && id == a);
  CHECK(strcmp(error.context, "b") == 0);
  CHECK(dyncolor_theme_find_n(theme, "", 0, &id, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_theme_find_n(theme, long_name, sizeof long_name, &id, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_theme_find_n(theme, "bad\xFFname", NUL, &id,
                              &error) == DYNCOLOR_ERROR_INVALID_UTF8);

  /* Registering a name again redefines the color and keeps its id. */
  CHECK(constant(theme, "a", 0.75) == a);
  CHECK(resolved(theme, a, &light) == 0.75 && dyncolor_theme_count(theme) == 2);

  /* Names that are none. */
  dyncolor_color color = gray(0);
  uint64_t before = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);
  check_refused(dyncolor_register_color_n(theme, "a\0b", 3, &color, &id, &error), &error, "name");
  check_refused(dyncolor_register_color_n(theme, long_name, sizeof long_name - 1, &color, &id,
                                          &error), &error, "name");
  check_refused(dyncolor_register_color_n(theme, NULL, 3, &color, &id, &error), &error, "name");
  check_refused(dyncolor_register_color_n(theme, "a", (size_t)PTRDIFF_MAX + 1, &color, &id, &error),
                &error, "name");
  CHECK(dyncolor_register_color_n(theme, "\xC3", 1, &color, &id, &error) ==
        DYNCOLOR_ERROR_INVALID_UTF8);
  check_refused(dyncolor_id_rename_n(theme, a, "", 0, &error), &error, "name");
  check_refused(dyncolor_theme_declare_n(theme, "", 0, &id, &error), &error, "name");
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  CHECK(dyncolor_theme_generation(theme) == generation);
  CHECK(dyncolor_register_color_n(theme, long_name, DYNCOLOR_MAX_NAME, &color, &id, NULL) ==
        DYNCOLOR_OK);

  /* Renaming keeps the id, and frees the old name for another color. */
  CHECK(dyncolor_id_rename_n(theme, a, "b", 1, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "a", 1, &id, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_theme_find_n(theme, "b", 1, &id, NULL) == DYNCOLOR_OK && id == a);
  CHECK(resolved(theme, a, &light) == 0.75);
  dyncolor_id other = constant(theme, "a", 0);
  CHECK(other != a);
  CHECK(dyncolor_id_rename_n(theme, other, "b", 1, &error) == DYNCOLOR_ERROR_NAME_TAKEN);
  CHECK(strcmp(error.context, "b") == 0);
  CHECK(dyncolor_id_rename_n(theme, a, "b", 1, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_id_rename_n(theme, anonymous, "named", 5, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "named", 5, &id, NULL) == DYNCOLOR_OK && id == anonymous);
  CHECK(dyncolor_id_rename_n(theme, anonymous, "a\xFF", 2, &error) == DYNCOLOR_ERROR_INVALID_UTF8);

  /* A declared name is not found, is stale, and becomes what is registered under it. */
  dyncolor_id declared, same;
  CHECK(dyncolor_theme_declare_n(theme, "later", 5, &declared, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_declare_n(theme, "later", 5, &same,
                                 NULL) == DYNCOLOR_OK && same == declared);
  CHECK(dyncolor_theme_find_n(theme, "later", 5, &id, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(resolved(theme, declared, &light) == STATUS(DYNCOLOR_ERROR_STALE_ID));
  CHECK(dyncolor_register_alias_n(theme, "alias", 5, declared, &id, NULL) == DYNCOLOR_OK);
  CHECK(resolved(theme, id, &light) == STATUS(DYNCOLOR_ERROR_STALE_ID));
  CHECK(constant(theme, "later", 0.5) == declared);
  CHECK(resolved(theme, id, &light) == 0.5);
  CHECK(dyncolor_id_rename_n(theme, other, "later", 5, NULL) == DYNCOLOR_ERROR_NAME_TAKEN);
  dyncolor_theme_release(theme);
}

static void ids(void) {
  dyncolor_theme *theme = new_theme(), *stranger = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id named = constant(theme, "named", 0.25), anonymous = constant(theme, NULL, 0.5);
  dyncolor_id foreign = constant(stranger, "named", 1);
  CHECK(resolved(theme, 0, &light) == STATUS(DYNCOLOR_ERROR_FOREIGN_ID));
  CHECK(resolved(theme, foreign, &light) == STATUS(DYNCOLOR_ERROR_FOREIGN_ID));
  CHECK(resolved(theme, 0xFFFFFFFF, &light) == STATUS(DYNCOLOR_ERROR_FOREIGN_ID));
  CHECK(resolved(theme, named + (1u << 20), &light) == STATUS(DYNCOLOR_ERROR_FOREIGN_ID));
  CHECK(dyncolor_unregister(theme, foreign, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(dyncolor_id_rename_n(theme, foreign, "x", 1, &error) == DYNCOLOR_ERROR_FOREIGN_ID);

  CHECK(dyncolor_unregister(theme, named, &error) == DYNCOLOR_OK);
  CHECK(resolved(theme, named, &light) == STATUS(DYNCOLOR_ERROR_STALE_ID));
  CHECK(dyncolor_unregister(theme, named, &error) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(strcmp(error.context, "named") == 0);
  CHECK(dyncolor_theme_count(theme) == 1 && dyncolor_theme_rows(theme) == 2);
  CHECK(constant(theme, "named", 0.75) == named);
  CHECK(resolved(theme, named, &light) == 0.75);

  CHECK(dyncolor_unregister(theme, anonymous, &error) == DYNCOLOR_OK);
  CHECK(resolved(theme, anonymous, &light) == STATUS(DYNCOLOR_ERROR_STALE_ID));
  dyncolor_id next = constant(theme, NULL, 1);
  CHECK(DYNCOLOR_ROW(next) == DYNCOLOR_ROW(anonymous) && next != anonymous);
  CHECK(resolved(theme, next, &light) == 1);
  CHECK(resolved(theme, anonymous, &light) == STATUS(DYNCOLOR_ERROR_STALE_ID));

  /* Places are given out again in the order in which they became free. */
  dyncolor_id first = constant(theme, NULL, 0), second = constant(theme, NULL, 0);
  dyncolor_unregister(theme, second, NULL);
  dyncolor_unregister(theme, first, NULL);
  CHECK(DYNCOLOR_ROW(constant(theme, NULL, 0)) == DYNCOLOR_ROW(second));
  CHECK(DYNCOLOR_ROW(constant(theme, NULL, 0)) == DYNCOLOR_ROW(first));

  dyncolor_id list[8];
  size_t count = 0;
  CHECK(dyncolor_theme_colors(theme, NULL, 0, &count, &error) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(count == 4 && dyncolor_theme_count(theme) == 4);
  MARK(list);
  CHECK(dyncolor_theme_colors(theme, list, 3, &count, &error) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK_MARKED(list);
  CHECK(dyncolor_theme_colors(theme, list, 8, &count, &error) == DYNCOLOR_OK && count == 4);
  CHECK(list[0] == named && list[1] == next);
  check_refused(dyncolor_theme_colors(theme, NULL, 8, &count, &error), &error, "ids");
  check_refused(dyncolor_theme_colors(theme, list, 8, NULL, &error), &error, "count");
  dyncolor_theme_release(stranger);
  dyncolor_theme_release(theme);
}

/* A table of variants, each marked by its place, and which of them an environment gets. */
static void matching(void) {
  enum { L = 1, D = 2, LESS = 1, STD = 101, MORE = 201, BASE = 1, UP = 2, P3 = 2, TV = 4 };
  static const struct {
    const char *rule;
    struct {
      uint8_t scheme, contrast, elevation, gamut, idiom;
    } variants[4];
    int count;
    dyncolor_environment where;
    int chosen; /* −1: none */
  } rows[] = {
      {"dark", {{0}, {.scheme = D}}, 2, {.scheme = D}, 1},
      {"light falls to any", {{0}, {.scheme = D}}, 2, {.scheme = L}, 0},
      {"unspecified is light", {{.scheme = D}, {.scheme = L}}, 2, {0}, 1},
      {"nothing applies", {{.scheme = D}}, 1, {.scheme = L}, -1},
      {"more contrast", {{0}, {.contrast = MORE}}, 2, {.contrast = MORE}, 1},
      {"standard does not take more", {{.contrast = MORE}, {0}}, 2, {0}, 1},
      {"more takes standard", {{.contrast = STD}}, 1, {.contrast = MORE}, 0},
      {"less takes standard", {{.contrast = STD}}, 1, {.contrast = LESS}, 0},
      {"more does not take less", {{.contrast = LESS}}, 1, {.contrast = MORE}, -1},
      {"a step between", {{0}, {.contrast = 151}}, 2, {.contrast = 151}, 1},
      {"up to the contrast there is", {{0}, {.contrast = 151}}, 2, {.contrast = 180}, 1},
      {"the nearest contrast", {{.contrast = 120}, {.contrast = 140}}, 2, {.contrast = 190}, 1},
      {"not beyond it", {{.contrast = 120}, {0}}, 2, {.contrast = 60}, 1},
      {"less, between", {{0}, {.contrast = 31}, {.contrast = 61}}, 3, {.contrast = 31}, 1},
      {"standard before any", {{0}, {.contrast = STD}}, 2, {0}, 1},
      {"scheme before contrast", {{.contrast = MORE}, {.scheme = D}}, 2,
       {.scheme = D, .contrast = MORE}, 1},
      {"both before scheme", {{.scheme = D}, {.scheme = D, .contrast = MORE}, {0}}, 3,
       {.scheme = D, .contrast = MORE}, 1},
      {"any scheme, more, before any, standard", {{0}, {.contrast = MORE}, {.scheme = L}}, 3,
       {.scheme = D, .contrast = MORE}, 1},
      {"exact gamut", {{0}, {.gamut = P3}}, 2, {.gamut = P3}, 1},
      {"any gamut before another", {{.gamut = P3}, {0}}, 2, {0}, 1},
      {"another gamut before nothing", {{.gamut = P3}}, 1, {0}, 0},
      {"gamut before scheme", {{.scheme = D}, {.gamut = P3}}, 2, {.scheme = D, .gamut = P3}, 1},
      {"idiom before gamut", {{.gamut = P3}, {.idiom = TV}}, 2, {.gamut = P3, .idiom = TV}, 1},
      {"no other idiom", {{.idiom = TV}}, 1, {.idiom = 3}, -1},
      {"no idiom, no variant of one", {{.idiom = TV}, {0}}, 2, {0}, 1},
      {"elevated", {{0}, {.elevation = UP}}, 2, {.elevation = UP}, 1},
      {"base is the default", {{.elevation = UP}, {.elevation = BASE}}, 2, {0}, 1},
      {"contrast before elevation", {{.elevation = UP}, {.contrast = MORE}}, 2,
       {.contrast = MORE, .elevation = UP}, 1},
      {"of equals the first", {{.scheme = D}, {.scheme = D}}, 2, {.scheme = D}, 0},
  };
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_variant variants[4];
    memset(variants, 0, sizeof variants);
    for (int j = 0; j < rows[i].count; j++) {
      variants[j].scheme = rows[i].variants[j].scheme;
      variants[j].contrast = rows[i].variants[j].contrast;
      variants[j].elevation = rows[i].variants[j].elevation;
      variants[j].gamut = rows[i].variants[j].gamut;
      variants[j].idiom = rows[i].variants[j].idiom;
      variants[j].part.color = gray(j / 4.0);
    }
    dyncolor_id id;
    CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, (size_t)rows[i].count, &id,
                                       NULL) ==
          DYNCOLOR_OK);
    double expected = rows[i].chosen < 0 ? STATUS(DYNCOLOR_ERROR_NO_VALUE) : rows[i].chosen / 4.0;
    double found = resolved(theme, id, &rows[i].where);
    CHECK(found == expected);
    if (found != expected) printf("# %s: %g\n", rows[i].rule, found);
  }

  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_variant variant = {.part.color = gray(0)};
  static const struct {
    size_t offset;
    const char *told;
  } fields[] = {
#define FIELD(name) {offsetof(dyncolor_variant, name), "variants[1]." #name}
      FIELD(scheme),    FIELD(contrast),  FIELD(elevation), FIELD(gamut), FIELD(idiom),
      FIELD(subtype),   FIELD(locale),    FIELD(custom[0]), FIELD(custom[7]), FIELD(palette),
      FIELD(state),     FIELD(vision),    FIELD(reserved),
#undef FIELD
  };
  for (size_t field = 0; field < COUNT(fields); field++) {
    dyncolor_variant bad[2] = {variant, variant};
    ((uint8_t *)&bad[1])[fields[field].offset] = 202;
    check_refused(dyncolor_register_variants_n(theme, "x", 1, bad, 2, NULL, &error), &error,
                  fields[field].told);
  }
  check_refused(dyncolor_register_variants_n(theme, "x", 1, &variant, 0, NULL, &error), &error,
                "variants");
  check_refused(dyncolor_register_variants_n(theme, "x", 1, NULL, 1, NULL, &error), &error,
                "variants");
  check_refused(dyncolor_register_variants_n(theme, "x", 1, &variant, SIZE_MAX, NULL, &error),
                &error, "variants");
  check_refused(dyncolor_register_variants_n(theme, "x", 1, &variant, DYNCOLOR_MAX_VARIANTS + 1,
                                             NULL, &error), &error, "variants");
  variant.part.color.alpha = 2;
  check_refused(dyncolor_register_variants_n(theme, "x", 1, &variant, 1, NULL, &error), &error,
                "variants");
  dyncolor_theme_release(theme);
}

static void references(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id a, b, id;
  /* A pair of pairs resolves inside in the environment of the outside. */
  dyncolor_color zero = gray(0), half = gray(0.5);
  dyncolor_register_pair_n(theme, "inner", 5, PART(zero), PART(half), &id, NULL);
  dyncolor_variant variants[2] = {{.part.color = gray(1)}, {.scheme = DYNCOLOR_SCHEME_DARK,
                                                            .part.id = id}};
  dyncolor_id outer;
  CHECK(dyncolor_register_variants_n(theme, "outer", 5, variants, 2, &outer, NULL) == DYNCOLOR_OK);
  CHECK(resolved(theme, outer, &dark) == 0.5 && resolved(theme, outer, &light) == 1);
  constant(theme, "inner", 0.25);
  CHECK(resolved(theme, outer, &dark) == 0.25);

  /* Cycles, and their names. */
  CHECK(dyncolor_theme_declare_n(theme, "b", 1, &b, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_alias_n(theme, "a", 1, b, &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_alias_n(theme, "b", 1, a, &b, NULL) == DYNCOLOR_OK);
  dyncolor_rgba rgba;
  CHECK(dyncolor_resolve(theme, a, &light, &rgba, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "a → b → a") == 0);
  CHECK(dyncolor_register_alias_n(theme, "into", 4, a, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, &light, &rgba, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "a → b → a") == 0);
  /* A color that is always itself is refused. */
  CHECK(dyncolor_register_alias_n(theme, "self", 4, id, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_alias_n(theme, "self", 4, id, &id, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "self → self") == 0);
  /* Only in the dark. */
  variants[1].part.id = outer;
  dyncolor_register_variants_n(theme, "outer", 5, variants, 2, &outer, NULL);
  CHECK(resolved(theme, outer, &light) == 1);
  CHECK(resolved(theme, outer, &dark) == STATUS(DYNCOLOR_ERROR_CYCLE));

  /* Long chains are no cycles, and long cycles are found. */
  dyncolor_id first = 0, last = 0;
  dyncolor_theme_declare_n(theme, "end", 3, &last, NULL);
  id = last;
  for (int i = 0; i < 1000; i++) dyncolor_register_alias_n(theme, NULL, 0, id, &id, NULL);
  first = id;
  CHECK(resolved(theme, first, &light) == STATUS(DYNCOLOR_ERROR_STALE_ID));
  constant(theme, "end", 0.5);
  CHECK(resolved(theme, first, &light) == 0.5);
  dyncolor_register_alias_n(theme, "end", 3, first, NULL, NULL);
  CHECK(resolved(theme, first, &light) == STATUS(DYNCOLOR_ERROR_CYCLE));
  constant(theme, "end", 0.75);
  CHECK(resolved(theme, first, &light) == 0.75);
  dyncolor_theme_release(theme);
}

enum { CROWD = 300 };

static dyncolor_status register_crowd(dyncolor_theme *theme, const void *data) {
  return dyncolor_register(theme, data, CROWD, NULL, NULL);
}

/* Names of a batch that failed for want of memory are free: what is registered next does not share
 * its color with them. */
static void batches_without_memory(void) {
  static char names[CROWD][8];
  static dyncolor_definition definitions[CROWD];
  dyncolor_variant variant = {.part.color = gray(0.5)};
  for (int i = 0; i < CROWD; i++) {
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].kind = DYNCOLOR_KIND_VARIANTS;
    definitions[i].variants = &variant;
    definitions[i].variant_count = 1;
    definitions[i].name = names[i];
    definitions[i].name_length = (size_t)snprintf(names[i], sizeof names[i], "n%d", i);
  }
  size_t allocations = 0;
  for (bool is_short = true; is_short; allocations++) {
    short_heap heap = {.left = SIZE_MAX, .stays_short = true};
    dyncolor_theme *theme = new_theme_in(&heap);
    is_short = runs_short(&heap, allocations, theme, register_crowd, definitions);
    const dyncolor_id other = constant(theme, "other", 0.25);
    for (int i = 0; i < 3; i++) {
      const dyncolor_id again = constant(theme, names[i], 0.75);
      CHECK(again != other && resolved(theme, again, &light) == 0.75);
    }
    CHECK(resolved(theme, other, &light) == 0.25);
    CHECK(dyncolor_theme_count(theme) == (is_short ? 4 : CROWD + 1));
    dyncolor_theme_release(theme);
    CHECK(heap.taken == 0);
  }
  CHECK(allocations > 10);
}

static void batches(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_variant variants[3] = {{.part.color = gray(0)}, {.part.color = gray(0.5)},
                                  {.part.color = gray(1)}};
  dyncolor_definition definitions[3];
  dyncolor_id out[3];
  for (int i = 0; i < 3; i++) {
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].kind = DYNCOLOR_KIND_VARIANTS;
    definitions[i].variants = &variants[i];
    definitions[i].variant_count = 1;
  }
  definitions[0].name = definitions[2].name = "same";
  definitions[0].name_length = definitions[2].name_length = 4;
  CHECK(dyncolor_register(theme, definitions, 3, out, &error) == DYNCOLOR_OK);
  CHECK(out[0] == out[2] && out[1] != out[0]);
  CHECK(resolved(theme, out[0], &light) == 1 && resolved(theme, out[1], &light) == 0.5);
  CHECK(dyncolor_theme_count(theme) == 2 && dyncolor_theme_generation(theme) == 1);
  CHECK(dyncolor_register(theme, NULL, 0, NULL, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_register(theme, definitions, 2, NULL, &error) == DYNCOLOR_OK);
  CHECK(resolved(theme, out[0], &light) == 0);

  uint64_t before = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);
  size_t count = dyncolor_theme_count(theme);
  definitions[0].name = "new";
  definitions[0].name_length = 3;
#define CHECK_NOTHING(text) \
  do { \
    MARK(out); \
    check_refused(dyncolor_register(theme, definitions, 3, out, &error), &error, text); \
    CHECK_MARKED(out); \
    CHECK(dyncolor_theme_fingerprint(theme) == before); \
    CHECK(dyncolor_theme_generation(theme) == generation && dyncolor_theme_count(theme) == count); \
  } while (0)
  definitions[2].kind = 0;
  CHECK_NOTHING("kind of same");
  definitions[2].kind = 5;
  CHECK_NOTHING("kind of same");
  definitions[2].kind = DYNCOLOR_KIND_PROVIDER;
  CHECK_NOTHING("provider of same");
  definitions[2].kind = DYNCOLOR_KIND_PALETTE;
  CHECK_NOTHING("semantic of same");
  definitions[2].kind = DYNCOLOR_KIND_VARIANTS;
  variants[2].part.color.c[1] = INFINITY;
  CHECK_NOTHING("variants[0].part of same");
  variants[2].part.color.c[1] = 1;
  definitions[2].size--;
  CHECK_NOTHING("definitions");
  definitions[2].size = definitions[0].size;
  definitions[0].size = 8;
  CHECK_NOTHING("definitions");
  definitions[0].size = SIZE_MAX & ~(size_t)7;
  CHECK_NOTHING("definitions");
  definitions[0].size = definitions[2].size;
  check_refused(dyncolor_register(theme, NULL, 1, NULL, &error), &error, "definitions");
  check_refused(dyncolor_register(theme, definitions, SIZE_MAX, NULL, &error), &error,
                "count");
  check_refused(dyncolor_register(NULL, definitions, 3, NULL, &error), &error, "theme");
  CHECK(dyncolor_theme_find_n(theme, "new", 3, out, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);

  /* Definitions of a later version, whose additions are 0, or not. */
  struct {
    dyncolor_definition known;
    uint64_t unknown;
  } newer[2] = {{definitions[0], 0}, {definitions[1], 0}};
  newer[0].known.size = newer[1].known.size = sizeof newer[0];
  CHECK(dyncolor_register(theme, &newer[0].known, 2, out, &error) == DYNCOLOR_OK);
  newer[1].unknown = 1;
  check_refused(dyncolor_register(theme, &newer[0].known, 2, out, &error), &error, "definitions");
  dyncolor_theme_release(theme);
}

/* A single color that is redefined is what it is now, wherever it was resolved before. */
static void one_color_again(void) {
  dyncolor_theme *theme = new_theme();
  constant(theme, "beside", 0.9);
  for (int round = 0; round < 8; round++) {
    double value = round / 8.0;
    dyncolor_id id = constant(theme, "again", value);
    CHECK(resolved(theme, id, NULL) == value);
    CHECK(resolved(theme, id, &light) == value && resolved(theme, id, &dark) == value);
    dyncolor_color other = gray(value + 0.0625);
    CHECK(dyncolor_theme_redefine(theme, &id, &other, 1, NULL) == DYNCOLOR_OK);
    CHECK(resolved(theme, id, NULL) == value + 0.0625);
    CHECK(resolved(theme, id, &light) == value + 0.0625);
    CHECK(resolved(theme, id, &dark) == value + 0.0625);
  }
  dyncolor_theme_release(theme);
}

static void redefinitions(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_color zero = gray(0), one = gray(1);
  dyncolor_id ids[4] = {constant(theme, "a", 0), 0, constant(theme, NULL, 0), 0}, alias;
  dyncolor_register_pair_n(theme, "pair", 4, PART(zero), PART(one), &ids[1], NULL);
  ids[3] = ids[0];
  dyncolor_register_alias_n(theme, "alias", 5, ids[1], &alias, NULL);
  const dyncolor_color colors[4] = {gray(0.25), gray(0.5), gray(0.75), gray(1)};
  CHECK(resolved(theme, alias, &light) == 0);
  uint64_t generation = dyncolor_theme_generation(theme);

  /* Of constants alone, and of others, too. */
  CHECK(dyncolor_theme_redefine(theme, ids, colors, 1, &error) == DYNCOLOR_OK);
  CHECK(resolved(theme, ids[0], &light) == 0.25);
  CHECK(dyncolor_theme_redefine(theme, ids, colors, 4, &error) == DYNCOLOR_OK);
  CHECK(resolved(theme, ids[0], &light) == 1 && resolved(theme, ids[1], &dark) == 0.5);
  CHECK(resolved(theme, ids[2], &light) == 0.75 && resolved(theme, alias, &light) == 0.5);
  CHECK(dyncolor_theme_redefine(theme, &alias, colors, 1, &error) == DYNCOLOR_OK);
  CHECK(resolved(theme, alias, &light) == 0.25);
  CHECK(dyncolor_theme_generation(theme) == generation + 3 && dyncolor_theme_count(theme) == 4);

  uint64_t before = dyncolor_theme_fingerprint(theme);
  dyncolor_color bad[4] = {one, one, one, gray(NAN)};
  check_refused(dyncolor_theme_redefine(theme, ids, bad, 4, &error), &error, "colors");
  check_refused(dyncolor_theme_redefine(theme, NULL, colors, 4, &error), &error, "ids");
  check_refused(dyncolor_theme_redefine(theme, ids, NULL, 4, &error), &error, "colors");
  check_refused(dyncolor_theme_redefine(theme, ids, colors, SIZE_MAX, &error), &error, "count");
  check_refused(dyncolor_theme_redefine(NULL, ids, colors, 4, &error), &error, "theme");
  dyncolor_id stale = constant(theme, "stale", 0);
  dyncolor_unregister(theme, stale, NULL);
  ids[3] = stale;
  CHECK(dyncolor_theme_redefine(theme, ids, colors, 4, &error) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(strcmp(error.context, "stale") == 0);
  ids[3] = 0;
  CHECK(dyncolor_theme_redefine(theme, ids, colors, 4, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(dyncolor_theme_redefine(theme, NULL, NULL, 0, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

/* A color whose numbers are floats, steps of 1/255, some of both, or neither. */
static dyncolor_color any_kind_of_numbers(void) {
  dyncolor_color color = gray(0);
  const unsigned kind = (unsigned)(random_bits() % 5);
  double numbers[4];
  for (int i = 0; i < 4; i++) {
    const double number = random_unit();
    const unsigned own = kind == 4 ? (unsigned)(random_bits() % 3) : kind;
    numbers[i] = own == 0   ? (double)(float)number
                 : own == 1 ? (double)(int)(number * 255) / 255
                            : number;
  }
  color.space = kind == 3 ? DYNCOLOR_SPACE_OKLAB : DYNCOLOR_SPACE_SRGB;
  memcpy(color.c, numbers, sizeof color.c);
  color.alpha = numbers[3];
  return color;
}

static bool has_numbers(const dyncolor_color *color, const char *css, size_t length) {
  dyncolor_color read;
  return dyncolor_color_parse_n(css, length, &read, NULL) == DYNCOLOR_OK &&
         read.space == color->space && memcmp(read.c, color->c, sizeof read.c) == 0 &&
         memcmp(&read.alpha, &color->alpha, sizeof read.alpha) == 0;
}

static void numbers_are_kept(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = constant(theme, "constant", 0), pair;
  dyncolor_snapshot *snapshot = NULL;
  for (int i = 0; i < 4000; i++) {
    const dyncolor_color one = any_kind_of_numbers(), two = any_kind_of_numbers();
    char css[512];
    /* A snapshot that is being made would see the version before. */
    if (i % 7 == 0) {
      dyncolor_snapshot_release(snapshot);
      CHECK(dyncolor_snapshot_create(theme, &light, &snapshot, NULL) == DYNCOLOR_OK);
    }
    CHECK((random_bits() % 2 == 0
               ? dyncolor_theme_redefine(theme, &id, &one, 1, NULL)
               : dyncolor_register_color_n(theme, "constant", NUL, &one, NULL, NULL)) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_id_css(theme, id, css, sizeof css, NULL, NULL) == DYNCOLOR_OK);
    CHECK(has_numbers(&one, css, NUL));

    CHECK(dyncolor_register_pair_n(theme, "pair", NUL, PART(one), PART(two), &pair, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_id_css(theme, pair, css, sizeof css, NULL, NULL) == DYNCOLOR_OK);
    const char *comma = strchr(css, ',');
    const size_t before = strlen("light-dark(");
    CHECK(comma && has_numbers(&one, css + before, (size_t)(comma - css) - before));
    CHECK(comma && has_numbers(&two, comma + 2, strlen(comma + 2) - 1));
    /* The same again is no change. */
    const uint64_t generation = dyncolor_theme_generation(theme);
    dyncolor_register_color_n(theme, "constant", NUL, &one, NULL, NULL);
    dyncolor_register_pair_n(theme, "pair", NUL, PART(one), PART(two), NULL, NULL);
    CHECK(dyncolor_theme_generation(theme) == generation);
  }
  dyncolor_snapshot_release(snapshot);
  dyncolor_theme_release(theme);
}

static void palettes(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  uint16_t day, night, number;
  const char *name;
  CHECK(dyncolor_palette_declare_n(theme, "Day", 3, &day, NULL) == DYNCOLOR_OK && day == 1);
  CHECK(dyncolor_palette_declare_n(theme, "Night", 5, &night, NULL) == DYNCOLOR_OK && night == 2);
  CHECK(dyncolor_palette_declare_n(theme, "Day", 3, &number, NULL) == DYNCOLOR_OK && number == day);
  CHECK(dyncolor_palette_name(theme, night, &name, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(name, "Night") == 0);
  CHECK(dyncolor_palette_name(theme, 3, &name, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_palette_name(theme, 0, &name, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);

  uint16_t empty;
  CHECK(dyncolor_palette_declare_n(theme, "Empty", 5, &empty, NULL) == DYNCOLOR_OK);
  dyncolor_id fallback = constant(theme, "fallback", 1), primary, accent;
  CHECK(dyncolor_register_semantic_n(theme, "primary", 7, "primary", 7, PART_ID(fallback), &primary,
                                     NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_semantic_n(theme, "accent", 6, "accent", 6, NULL, &accent, NULL) ==
        DYNCOLOR_OK);
  const dyncolor_environment at_day = {.palette = day}, at_night = {.palette = night},
                             nowhere = {.palette = empty};
  CHECK(resolved(theme, primary, &at_day) == 1);
  CHECK(resolved(theme, accent, &at_day) == STATUS(DYNCOLOR_ERROR_NO_VALUE));
  constant(theme, "Night/primary", 0.25);
  CHECK(resolved(theme, primary, &at_night) == 0.25 && resolved(theme, primary, &at_day) == 1);
  CHECK(resolved(theme, primary, &nowhere) == 1);
  CHECK(dyncolor_theme_set_default_palette(theme, day, NULL) == DYNCOLOR_OK);
  dyncolor_id day_accent = constant(theme, "Day/accent", 0.5);
  CHECK(resolved(theme, accent, &at_night) == 0.5 && resolved(theme, accent, NULL) == 0.5);
  constant(theme, "Day/primary", 0.75);
  CHECK(resolved(theme, primary, NULL) == 0.75 && resolved(theme, primary, &nowhere) == 0.75);
  CHECK(resolved(theme, primary, &at_night) == 0.25);
  CHECK(dyncolor_unregister(theme, day_accent, NULL) == DYNCOLOR_OK);
  CHECK(resolved(theme, accent, &at_night) == STATUS(DYNCOLOR_ERROR_NO_VALUE));
  CHECK(dyncolor_theme_set_default_palette(theme, 0, NULL) == DYNCOLOR_OK);
  CHECK(resolved(theme, primary, NULL) == 1);
  CHECK(dyncolor_theme_set_default_palette(theme, 4, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);

  /* A palette's color that leads back to the semantic color. */
  dyncolor_register_alias_n(theme, "Night/primary", NUL, primary, NULL, NULL);
  dyncolor_rgba rgba;
  CHECK(dyncolor_resolve(theme, primary, &at_night, &rgba, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "primary → Night/primary → primary") == 0);

  uint32_t axis;
  for (uint32_t i = 0; i < 8; i++) {
    char text[8];
    snprintf(text, sizeof text, "axis%u", i);
    CHECK(dyncolor_axis_declare_n(theme, text, NUL, &axis, NULL) == DYNCOLOR_OK &&
          axis == DYNCOLOR_AXIS_CUSTOM + i);
  }
  uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_axis_declare_n(theme, "axis3", 5, &axis, NULL) == DYNCOLOR_OK &&
        axis == DYNCOLOR_AXIS_CUSTOM + 3);
  CHECK(dyncolor_axis_declare_n(theme, "ninth", 5, &axis, &error) == DYNCOLOR_ERROR_TOO_MANY_AXES);
  CHECK(axis == DYNCOLOR_AXIS_CUSTOM + 3 && strcmp(error.context, "ninth") == 0);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme *other = new_theme(), *another = new_theme();
  dyncolor_axis_declare_n(other, "season", 6, &axis, NULL);
  dyncolor_axis_declare_n(another, "team", 4, &axis, NULL);
  CHECK(dyncolor_theme_fingerprint(other) != dyncolor_theme_fingerprint(another));
  dyncolor_theme_release(other);
  dyncolor_theme_release(another);
  check_refused(dyncolor_axis_declare_n(theme, "x", 1, NULL, &error), &error, "axis");
  check_refused(dyncolor_palette_declare_n(theme, "x", 1, NULL, &error), &error, "palette");
  check_refused(dyncolor_palette_declare_n(theme, NULL, 0, &number, &error), &error, "name");
  check_refused(dyncolor_register_semantic_n(theme, "x", 1, "", 0, NULL, NULL, &error), &error,
                "semantic");
  dyncolor_theme_release(theme);
}

static void dependencies(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  uint32_t axes = 0;
  dyncolor_id plain = constant(theme, "plain", 0), pair, table, semantic;
  dyncolor_color color = gray(0);
  dyncolor_register_pair_n(theme, "pair", 4, PART(color), PART(color), &pair, NULL);
  dyncolor_variant variants[2] = {{.gamut = 2, .idiom = 1, .part.id = pair}, {.contrast = 201}};
  variants[1].part.color = color;
  dyncolor_register_variants_n(theme, "table", 5, variants, 2, &table, NULL);
  dyncolor_register_semantic_n(theme, "semantic", 8, "x", 1, PART_ID(plain), &semantic, NULL);
#define BIT(axis) (1u << DYNCOLOR_AXIS_##axis)
  CHECK(dyncolor_id_axes(theme, plain, &axes, NULL) == DYNCOLOR_OK && axes == 0);
  CHECK(dyncolor_id_axes(theme, pair, &axes, NULL) == DYNCOLOR_OK && axes == BIT(SCHEME));
  CHECK(dyncolor_id_axes(theme, table, &axes, NULL) == DYNCOLOR_OK);
  CHECK(axes == (BIT(SCHEME) | BIT(GAMUT) | BIT(IDIOM) | BIT(CONTRAST)));
  CHECK(dyncolor_id_axes(theme, semantic, &axes, NULL) == DYNCOLOR_OK && axes == BIT(PALETTE));
  uint16_t palette;
  dyncolor_palette_declare_n(theme, "P", 1, &palette, NULL);
  dyncolor_register_alias_n(theme, "P/x", 3, pair, NULL, NULL);
  CHECK(dyncolor_id_axes(theme, semantic, &axes, NULL) == DYNCOLOR_OK);
  CHECK(axes == (BIT(PALETTE) | BIT(SCHEME)));
  CHECK(dyncolor_id_axes(theme, 0, &axes, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  check_refused(dyncolor_id_axes(theme, pair, NULL, &error), &error, "axes");
  dyncolor_theme_release(theme);
}

/* Of a table's variants, one for each of the three finer axes fits before one for those after it,
 * in whatever order they come. */
static void finer_axes(void) {
  dyncolor_theme *theme = new_theme();
  uint8_t subtype = 0;
  uint16_t locale = 0;
  CHECK(dyncolor_subtype_declare_n(theme, "watch", NUL, &subtype, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &locale, NULL) == DYNCOLOR_OK);
  const dyncolor_environment where = {
      .elevation = DYNCOLOR_ELEVATION_ELEVATED, .subtype = subtype, .locale = locale};
  for (int first = 0; first < 8; first++)
    for (int second = 0; second < 8; second++) {
      const int both[2] = {first, second};
      dyncolor_variant variants[2];
      memset(variants, 0, sizeof variants);
      for (int i = 0; i < 2; i++) {
        if (both[i] & 4) variants[i].elevation = DYNCOLOR_ELEVATION_ELEVATED;
        if (both[i] & 2) variants[i].subtype = subtype;
        if (both[i] & 1) variants[i].locale = locale;
        variants[i].part.color = gray(i);
      }
      dyncolor_id id = 0;
      CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, 2, &id, NULL) == DYNCOLOR_OK);
      CHECK(resolved(theme, id, &where) == (second > first ? 1 : 0));
    }
  dyncolor_theme_release(theme);
}

/* A table that names so many locales, from the last to the first or otherwise, of which one has
 * another color. */
static dyncolor_id table_of_locales(dyncolor_theme *theme, size_t count, int is_reversed,
                                    size_t different) {
  static dyncolor_variant variants[1025];
  for (size_t i = 0; i < count; i++)
    variants[is_reversed ? count - i : i] = (dyncolor_variant){
        .locale = (uint16_t)(i + 1), .part.color = gray(i == different ? 0.25f : 0.5f)};
  variants[is_reversed ? 0 : count] = (dyncolor_variant){.part.color = gray(0)};
  dyncolor_id id = 0;
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, count + 1, &id,
                                     NULL) == DYNCOLOR_OK);
  return id;
}

static void meanings_of_many_locales(void) {
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  for (int i = 0; i < 1025; i++) {
    char name[8];
    uint16_t number = 0;
    snprintf(name, sizeof name, "l%d", i);
    CHECK(dyncolor_locale_declare_n(theme, name, NUL, &number, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_locale_declare_n(other, name, NUL, &number, NULL) == DYNCOLOR_OK);
    CHECK(number == i + 1);
  }
  for (size_t count = 63; count < 66; count += 2) {
    const dyncolor_id table = table_of_locales(theme, count, 0, SIZE_MAX);
    const dyncolor_id reversed = table_of_locales(theme, count, 1, SIZE_MAX);
    CHECK(dyncolor_id_equal(theme, table, theme, reversed) == 1);
    CHECK(dyncolor_id_hash(theme, table) == dyncolor_id_hash(theme, reversed));
    CHECK(dyncolor_id_equal(theme, table, other, table_of_locales(other, count, 1, SIZE_MAX)) == 1);
    CHECK(dyncolor_id_equal(theme, table, theme, table_of_locales(theme, count, 1, 0)) == 0);
    CHECK(dyncolor_id_equal(theme, table, theme, table_of_locales(theme, count, 1,
                                                                  count - 1)) == 0);
    const dyncolor_id shorter = table_of_locales(theme, count - 1, 0, SIZE_MAX);
    CHECK(dyncolor_id_equal(theme, table, theme, shorter) == 0);
  }
  /* Names of any length, different in one place. */
  for (size_t length = 1; length <= (is_brief ? 12 : 50); length++) {
    char name[51];
    dyncolor_id same[2], other_name = 0;
    memset(name, 'n', sizeof name);
    for (int i = 0; i < 2; i++)
      dyncolor_register_semantic_n(theme, NULL, 0, name, length, NULL, &same[i], NULL);
    CHECK(dyncolor_id_equal(theme, same[0], theme, same[1]) == 1);
    CHECK(dyncolor_id_hash(theme, same[0]) == dyncolor_id_hash(theme, same[1]));
    for (size_t place = 0; place < length; place++) {
      name[place] = 'm';
      dyncolor_register_semantic_n(theme, NULL, 0, name, length, NULL, &other_name, NULL);
      CHECK(dyncolor_id_equal(theme, same[0], theme, other_name) == 0);
      CHECK(dyncolor_id_hash(theme, same[0]) != dyncolor_id_hash(theme, other_name));
      name[place] = 'n';
    }
  }
  /* Of so many that it takes too long, the order matters. */
  if (!is_brief) {
    const dyncolor_id most = table_of_locales(theme, 1024, 0, SIZE_MAX);
    CHECK(dyncolor_id_equal(theme, most, theme, table_of_locales(theme, 1024, 0, SIZE_MAX)) == 1);
    CHECK(dyncolor_id_equal(theme, most, other, table_of_locales(other, 1024, 0, SIZE_MAX)) == 1);
    CHECK(dyncolor_id_equal(theme, most, theme, table_of_locales(theme, 1024, 0, 1023)) == 0);
    CHECK(dyncolor_id_equal(theme, most, theme, table_of_locales(theme, 1024, 1, SIZE_MAX)) == 0);
  }
  /* An id says nothing of another theme's color. */
  dyncolor_id ids[2];
  dyncolor_theme *const themes[] = {theme, other};
  for (int i = 0; i < 2; i++) {
    const dyncolor_variant variants[2] = {
        {.scheme = DYNCOLOR_SCHEME_DARK, .part.id = constant(themes[i], "named", i)},
        {.part.color = gray(0)}};
    dyncolor_register_variants_n(themes[i], NULL, 0, variants, 2, &ids[i], NULL);
  }
  CHECK(dyncolor_id_equal(theme, ids[0], other, ids[1]) == 0);
  dyncolor_theme_release(other);
  dyncolor_theme_release(theme);
}

/* Colors in a circle come to nothing, and are equal in that. */
static void meanings_of_circles(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id a = constant(theme, "a", 1), b = 0, other = constant(theme, "other", 1);
  CHECK(dyncolor_register_alias_n(theme, "b", NUL, a, &b, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, a, theme, b) == 1 && dyncolor_id_equal(theme, a, theme,
                                                                        other) == 1);
  CHECK(dyncolor_register_alias_n(theme, "a", NUL, b, &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, a, theme, b) == 1 && dyncolor_id_equal(theme, a, theme,
                                                                        other) == 0);
  CHECK(dyncolor_id_hash(theme, a) == dyncolor_id_hash(theme, b));
  dyncolor_theme_release(theme);
}

static void meanings(void) {
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  dyncolor_color zero = gray(0), one = gray(1);
  dyncolor_id pair, same, table, alias, swapped, semantic, foreign;
  dyncolor_id plain = constant(theme, "plain", 0), red;
  dyncolor_register_pair_n(theme, "pair", 4, PART(zero), PART(one), &pair, NULL);
  dyncolor_register_pair_n(theme, "same", 4, PART(zero), PART(zero), &same, NULL);
  dyncolor_register_alias_n(theme, "alias", 5, pair, &alias, NULL);
  dyncolor_register_pair_n(theme, "swapped", 7, PART(one), PART(zero), &swapped, NULL);
  dyncolor_variant variants[3] = {
      {.scheme = DYNCOLOR_SCHEME_DARK, .part.color = one}, {.contrast = 201, .part.id = plain},
      {.part.color = zero}};
  dyncolor_register_variants_n(theme, "table", 5, variants, 3, &table, NULL);
  dyncolor_register_semantic_n(theme, "semantic", 8, "x", 1, PART_ID(pair), &semantic, NULL);
  dyncolor_register_pair_n(other, "elsewhere", 9, PART(zero), PART(one), &foreign, NULL);
  dyncolor_register_hex_n(other, "red", 3, "f00", 3, NULL, 0, &red, NULL);
  const struct {
    dyncolor_theme *theme;
    dyncolor_id id;
    int group;
  } rows[] = {{theme, plain, 0}, {theme, same, 0}, {theme, pair, 1},     {theme, alias, 1},
              {theme, table, 1}, {other, foreign, 1}, {theme, swapped, 2}, {theme, semantic, 3},
              {other, red, 4}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (size_t j = 0; j < sizeof rows / sizeof *rows; j++) {
      int equal = dyncolor_id_equal(rows[i].theme, rows[i].id, rows[j].theme, rows[j].id);
      CHECK(equal == (rows[i].group == rows[j].group));
      CHECK((dyncolor_id_hash(rows[i].theme, rows[i].id) ==
             dyncolor_id_hash(rows[j].theme, rows[j].id)) == equal);
    }
  CHECK(dyncolor_id_equal(theme, 0, theme, 0) == 0 && dyncolor_id_hash(theme, 0) == 0);
  CHECK(dyncolor_id_equal(NULL, 0, NULL, 0) == 0 && dyncolor_id_hash(NULL, 1) == 0);
  CHECK(dyncolor_id_equal(theme, foreign, theme, foreign) == 0);
  dyncolor_theme_release(other);
  dyncolor_theme_release(theme);
}

static void lists(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id list[4] = {constant(theme, "a", 0.25), 0, constant(theme, NULL, 0.5), 0};
  dyncolor_theme_declare_n(theme, "declared", 8, &list[3], NULL);
  dyncolor_status statuses[4];
  struct {
    dyncolor_rgba rgba;
    uint32_t other;
  } pixels[4];
  MARK(pixels);
  CHECK(dyncolor_resolve_list(theme, list, 4, &light, DYNCOLOR_LAYOUT_FLOAT4, pixels,
                              sizeof *pixels, statuses, &error) == DYNCOLOR_OK);
  CHECK(statuses[0] == DYNCOLOR_OK && statuses[1] == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(statuses[2] == DYNCOLOR_OK && statuses[3] == DYNCOLOR_ERROR_STALE_ID);
  CHECK(pixels[0].rgba.r == 0.25f && pixels[2].rgba.g == 0.5f && pixels[2].rgba.a == 1);
  CHECK(pixels[1].rgba.r == 0 && pixels[1].rgba.a == 0 && pixels[3].rgba.a == 0);
  /* Without statuses, the first that fails is told, and the others are written all the same. */
  dyncolor_error first = DYNCOLOR_ERROR_INIT;
  MARK(pixels);
  CHECK(dyncolor_resolve_list(theme, list, 4, &light, DYNCOLOR_LAYOUT_FLOAT4, pixels,
                              sizeof *pixels, NULL, &first) == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(first.status == DYNCOLOR_ERROR_FOREIGN_ID && strcmp(first.context, "ids[1]") == 0);
  CHECK(pixels[0].rgba.r == 0.25f && pixels[2].rgba.g == 0.5f && pixels[2].rgba.a == 1);
  CHECK(pixels[1].rgba.r == 0 && pixels[1].rgba.a == 0 && pixels[3].rgba.a == 0);
  const dyncolor_id good[] = {list[0], list[2]};
  CHECK(dyncolor_resolve_list(theme, good, 2, &light, DYNCOLOR_LAYOUT_FLOAT4, pixels,
                              sizeof *pixels, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_marked(&pixels[0].other, 4) && is_marked(&pixels[3].other, 4));

  uint8_t bytes[5][4];
  MARK(bytes);
  CHECK(dyncolor_resolve_all(theme, &dark, DYNCOLOR_LAYOUT_RGBA8, bytes, 5, 4, &error) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_rows(theme) == 3);
  CHECK(memcmp(bytes, "\x40\x40\x40\xFF\x80\x80\x80\xFF\0\0\0\0\0\0\0\0\0\0\0\0", 20) == 0);
  MARK(bytes);
  CHECK(dyncolor_resolve_all(theme, &dark, DYNCOLOR_LAYOUT_RGBA8, bytes, 1, 20, &error) ==
        DYNCOLOR_OK);
  CHECK(bytes[0][0] == 0x40 && is_marked(bytes[1], 16));

  MARK(pixels);
  check_refused(dyncolor_resolve_list(theme, list, 4, &light, DYNCOLOR_LAYOUT_FLOAT4, pixels, 15,
                                      NULL, &error), &error, "stride");
  check_refused(dyncolor_resolve_list(theme, list, 4, &light, DYNCOLOR_LAYOUT_FLOAT4, NULL, 16,
                                      NULL, &error), &error, "pixels");
  check_refused(dyncolor_resolve_list(theme, NULL, 4, &light, DYNCOLOR_LAYOUT_FLOAT4, pixels, 16,
                                      NULL, &error), &error, "ids");
  check_refused(dyncolor_resolve_list(theme, list, SIZE_MAX, &light, DYNCOLOR_LAYOUT_FLOAT4,
                                      pixels, 16, NULL, &error), &error, "stride");
  check_refused(dyncolor_resolve_list(theme, list, SIZE_MAX / 8, &light, DYNCOLOR_LAYOUT_FLOAT4,
                                      pixels, 16, NULL, &error), &error, "stride");
  check_refused(dyncolor_resolve_list(theme, list, 4, &light, (dyncolor_layout)99, pixels, 16, NULL,
                                      &error), &error, "layout");
  check_refused(dyncolor_resolve_all(theme, &light, DYNCOLOR_LAYOUT_RGBA8, pixels, 4, 3, &error),
                &error, "stride");
  const dyncolor_environment bad = {.reserved = {0, 1}};
  check_refused(dyncolor_resolve_all(theme, &bad, DYNCOLOR_LAYOUT_RGBA8, pixels, 4, 4, &error),
                &error, "environment.reserved");
  dyncolor_rgba rgba;
  check_refused(dyncolor_resolve(theme, list[0], &bad, &rgba, &error), &error,
                "environment.reserved");
  check_refused(dyncolor_resolve(theme, list[0], &light, NULL, &error), &error, "color");
  check_refused(dyncolor_resolve(NULL, list[0], &light, &rgba, &error), &error, "theme");
  check_refused(dyncolor_theme_prepare(theme, &bad, &error), &error, "environment");
  check_refused(dyncolor_theme_prepare(NULL, &light, &error), &error, "theme");
  CHECK_MARKED(pixels);
  CHECK(dyncolor_resolve_list(theme, NULL, 0, NULL, DYNCOLOR_LAYOUT_RGBA8, NULL, 4, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_prepare(theme, &light, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

/* A theme with some colors, and its fingerprint in an environment. */
static uint64_t fingerprint_of(dyncolor_theme *theme, const dyncolor_environment *environment) {
  dyncolor_snapshot *snapshot = NULL;
  CHECK(dyncolor_snapshot_create(theme, environment, &snapshot, NULL) == DYNCOLOR_OK);
  uint64_t fingerprint = dyncolor_snapshot_fingerprint(snapshot);
  CHECK(fingerprint != 0 && fingerprint == dyncolor_snapshot_fingerprint(snapshot));
  dyncolor_snapshot_release(snapshot);
  return fingerprint;
}

static void fingerprints_of_snapshots(void) {
  CHECK(dyncolor_snapshot_fingerprint(NULL) == 0);
  /* Ids differ from theme to theme, and names play no part. */
  dyncolor_theme *one = new_theme(), *other = new_theme();
  const dyncolor_environment same = {.scheme = DYNCOLOR_SCHEME_DARK, .state = 3};
  constant(one, "a", 0.25);
  constant(other, "b", 0.25);
  CHECK(fingerprint_of(one, &dark) == fingerprint_of(other, &dark));
  CHECK(fingerprint_of(one, &dark) == fingerprint_of(one, &same));
  /* Of a process that ran before this one. */
  CHECK(fingerprint_of(one, NULL) == 0x8BD9C7DF79BF8B74);

  /* Rows, colors and statuses all count. */
  dyncolor_id id;
  uint64_t before = fingerprint_of(one, NULL);
  constant(one, "a", 0.5);
  CHECK(fingerprint_of(one, NULL) != before);
  constant(one, "a", 0.25);
  CHECK(fingerprint_of(one, NULL) == before);
  CHECK(dyncolor_theme_declare_n(one, "c", NUL, &id, NULL) == DYNCOLOR_OK);
  uint64_t stale = fingerprint_of(one, NULL);
  CHECK(stale != before);
  CHECK(dyncolor_register_semantic_n(one, "c", NUL, "none", NUL, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(fingerprint_of(one, NULL) != stale);
  constant(other, "d", 1);
  constant(other, "b", 1);
  constant(other, "d", 0.25);
  CHECK(fingerprint_of(other, &dark) != before);
  dyncolor_theme_release(one);
  dyncolor_theme_release(other);
}

static void snapshots(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id a = constant(theme, "a", 0.25), stale = constant(theme, "b", 0.5);
  dyncolor_id anonymous = constant(theme, NULL, 1);
  dyncolor_unregister(theme, stale, NULL);
  dyncolor_snapshot *snapshot = NULL, *again = NULL;
  CHECK(dyncolor_snapshot_create(theme, &dark, &snapshot, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(theme, &dark, &again, &error) == DYNCOLOR_OK);
  uint64_t generation = 0;
  dyncolor_environment where = {0};
  dyncolor_snapshot_origin(snapshot, &generation, &where);
  CHECK(generation == dyncolor_theme_generation(theme));
  CHECK(memcmp(&where, &dark, sizeof dark) == 0);

  /* What happens to the theme does not reach it, not even its end; the next one sees it. */
  constant(theme, "a", 0.75);
  dyncolor_snapshot *next = NULL;
  dyncolor_rgba changed = {0, 0, 0, 0};
  CHECK(dyncolor_snapshot_create(theme, &dark, &next, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_resolve(next, a, &changed, NULL) == DYNCOLOR_OK && changed.r == 0.75f);
  dyncolor_snapshot_release(next);

  /* Nor is one of before an id was given out made again after it. */
  dyncolor_id declared;
  CHECK(dyncolor_theme_declare_n(theme, "declared", NUL, &declared, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(theme, &dark, &next, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_resolve(next, declared, &changed, NULL) == DYNCOLOR_ERROR_STALE_ID);
  dyncolor_snapshot_release(next);
  dyncolor_id later = constant(theme, "later", 0);
  dyncolor_unregister(theme, anonymous, NULL);
  dyncolor_id reused = constant(theme, NULL, 0);
  dyncolor_theme_release(theme);

  dyncolor_rgba rgba = {9, 9, 9, 9};
  CHECK(dyncolor_snapshot_resolve(snapshot, stale, &rgba, &error) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(error.status == DYNCOLOR_ERROR_STALE_ID);
  CHECK(dyncolor_snapshot_resolve(snapshot, later, &rgba, NULL) == DYNCOLOR_ERROR_NOT_IN_SNAPSHOT);
  CHECK(dyncolor_snapshot_resolve(snapshot, reused, &rgba, NULL) ==
        DYNCOLOR_ERROR_NOT_IN_SNAPSHOT);
  CHECK(dyncolor_snapshot_resolve(snapshot, 0, &rgba, NULL) == DYNCOLOR_ERROR_NOT_IN_SNAPSHOT);
  CHECK(dyncolor_snapshot_resolve(snapshot, UINT32_MAX, &rgba, NULL) < 0);
  CHECK(rgba.r == 9);
  CHECK(dyncolor_snapshot_resolve(snapshot, a, &rgba, NULL) == DYNCOLOR_OK && rgba.r == 0.25f);
  CHECK(dyncolor_snapshot_resolve(again, anonymous, &rgba, NULL) == DYNCOLOR_OK && rgba.r == 1);

  size_t rows = 0;
  const dyncolor_rgba *colors = dyncolor_snapshot_colors(snapshot, &rows);
  CHECK(rows == 3 && colors[DYNCOLOR_ROW(a)].r == 0.25f && colors[DYNCOLOR_ROW(stale)].a == 0);
  CHECK((uintptr_t)colors % 64 == 0);
  float table[4][4];
  CHECK(dyncolor_snapshot_copy(snapshot, DYNCOLOR_LAYOUT_FLOAT4, table, 4, 16, NULL) ==
        DYNCOLOR_OK);
  CHECK(memcmp(table, colors, 48) == 0 && table[3][3] == 0);
  check_refused(dyncolor_snapshot_copy(snapshot, DYNCOLOR_LAYOUT_FLOAT4, table, 4, 8, &error),
                &error, "stride");
  check_refused(dyncolor_snapshot_copy(NULL, DYNCOLOR_LAYOUT_FLOAT4, table, 4, 16, &error), &error,
                "snapshot");
  check_refused(dyncolor_snapshot_resolve(NULL, a, &rgba, &error), &error, "snapshot");
  check_refused(dyncolor_snapshot_resolve(snapshot, a, NULL, &error), &error, "color");
  check_refused(dyncolor_snapshot_create(NULL, &dark, &again, &error), &error, "theme");
  CHECK(dyncolor_snapshot_colors(NULL, &rows) == NULL && rows == 0);
  dyncolor_snapshot_origin(NULL, &generation, &where);
  CHECK(generation == 0 && where.scheme == 0);
  CHECK(dyncolor_snapshot_retain(snapshot) == snapshot);
  dyncolor_snapshot_release(snapshot);
  dyncolor_snapshot_release(snapshot);
  dyncolor_snapshot_release(again);
}

/* An allocator that sees whether it is told the truth, and that has no blocks that are greater than
 * `greatest`, unless that is 0. */
static struct {
  size_t live, blocks, lies, greatest;
} heap;

static void *resize(void *user_data, void *memory, size_t old_size, size_t new_size) {
  size_t *header = memory == NULL ? NULL : (size_t *)memory - 2;
  if (user_data != &heap || (header == NULL ? old_size != 0 : *header != old_size)) heap.lies++;
  if (heap.greatest > 0 && new_size > heap.greatest) return NULL;
  heap.live -= old_size;
  if (new_size == 0) {
    heap.blocks -= header != NULL;
    free(header);
    return NULL;
  }
  size_t *moved = realloc(header, new_size + 16);
  heap.live += new_size;
  heap.blocks += header == NULL;
  *moved = new_size;
  return moved + 2;
}

static void allocators(void) {
  memset(&heap, 0, sizeof heap);
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.resize = resize;
  options.resize_user_data = &heap;
  dyncolor_theme *theme;
  dyncolor_snapshot *snapshot;
  CHECK(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 5000; i++) {
    char name[16];
    snprintf(name, sizeof name, "color %d", i % 3000);
    constant(theme, i % 3 == 0 ? NULL : name, i / 5000.0);
  }
  declare_axes(theme);
  for (uint8_t i = 0; i < 200; i++) {
    dyncolor_environment where = {.custom = {i}};
    CHECK(dyncolor_theme_prepare(theme, &where, NULL) == DYNCOLOR_OK);
  }
  CHECK(dyncolor_snapshot_create(theme, &dark, &snapshot, NULL) == DYNCOLOR_OK);
  CHECK(heap.live > 0 && heap.lies == 0);
  dyncolor_theme_release(theme);
  CHECK(heap.blocks == 1);
  dyncolor_snapshot_release(snapshot);
  CHECK(heap.live == 0 && heap.blocks == 0 && heap.lies == 0);
}

/* As many environments as one likes take no more memory than the budget. */
static void budgets(void) {
  memset(&heap, 0, sizeof heap);
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.resize = resize;
  options.resize_user_data = &heap;
  options.memory_budget = 256 << 10;
  dyncolor_theme *theme;
  CHECK(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK);
  dyncolor_id list[100];
  for (int i = 0; i < 100; i++) list[i] = constant(theme, NULL, i / 128.0);
  declare_axes(theme);
  size_t before = heap.live, most = 0;
  for (int round = 0; round < 20000; round++) {
    dyncolor_environment where = {.custom = {(uint8_t)(round % 251), (uint8_t)(round / 251)}};
    CHECK(resolved(theme, list[round % 100], &where) == (round % 100) / 128.0);
    if (heap.live > most) most = heap.live;
  }
  CHECK(most <= before + options.memory_budget);
  dyncolor_theme_release(theme);
}

static dyncolor_status count_calls(
    dyncolor_context *context, dyncolor_answer *answer, void *user_data) {
  ++*(size_t *)user_data;
  answer->color.space = DYNCOLOR_SPACE_SRGB;
  answer->color.c[0] = dyncolor_context_axis(context, DYNCOLOR_AXIS_CUSTOM) / 256.0;
  answer->color.c[1] = dyncolor_context_axis(context, DYNCOLOR_AXIS_CUSTOM + 1) / 256.0;
  answer->color.alpha = 1;
  return DYNCOLOR_OK;
}

/* What is resolved in thousands of environments is kept in all of them; an edit is seen in each. */
static void crowds(void) {
  enum { ENVIRONMENTS = 4096 };
  dyncolor_theme *theme = new_theme();
  size_t calls = 0, missed = 0;
  dyncolor_id told = 0, edited = constant(theme, NULL, 0.25);
  uint32_t axis;
  CHECK(dyncolor_axis_declare_n(theme, "low", 3, &axis, NULL) == DYNCOLOR_OK &&
        axis == DYNCOLOR_AXIS_CUSTOM);
  CHECK(dyncolor_axis_declare_n(theme, "high", 4, &axis, NULL) == DYNCOLOR_OK &&
        axis == DYNCOLOR_AXIS_CUSTOM + 1);
  CHECK(dyncolor_register_provider_n(
            theme, NULL, 0, count_calls, &calls, NULL, &told, NULL) == DYNCOLOR_OK);
  for (int round = 0; round < 3; round++) {
    const size_t before = calls;
    for (int i = 0; i < ENVIRONMENTS; i++) {
      dyncolor_environment where = {.custom = {(uint8_t)(i % 64), (uint8_t)(i / 64)}};
      dyncolor_rgba color;
      CHECK(dyncolor_resolve(theme, told, &where, &color, NULL) == DYNCOLOR_OK);
      CHECK(color.r == (float)(i % 64) / 256.0f && color.g == (float)(i / 64) / 256.0f);
      CHECK(resolved(theme, edited, &where) == (round < 2 ? 0.25 : 0.75));
    }
    if (round == 1) {
      missed = calls - before;
      dyncolor_color color = gray(0.75);
      CHECK(dyncolor_theme_redefine(theme, &edited, &color, 1, NULL) == DYNCOLOR_OK);
    }
  }
  /* Entries lie at most eight places from where they belong: hardly any finds none. */
  CHECK(missed <= ENVIRONMENTS / 100);
  dyncolor_theme_release(theme);
}

/* A theme with a color whose provider counts its calls, in memory of which blocks are told. */
static dyncolor_theme *counting_theme(size_t *calls, dyncolor_id *told) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme;
  memset(&heap, 0, sizeof heap);
  options.resize = resize;
  options.resize_user_data = &heap;
  CHECK(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK);
  declare_axes(theme);
  CHECK(dyncolor_register_provider_n(theme, NULL, 0, count_calls, calls, NULL, told, NULL) ==
        DYNCOLOR_OK);
  return theme;
}

static dyncolor_environment environment_of(int number) {
  return (dyncolor_environment){.custom = {(uint8_t)(number % 64), (uint8_t)(number / 64)}};
}

/* Resolves that color, rightly, and says whether nobody was asked for it. */
static bool is_at_hand(dyncolor_theme *theme, dyncolor_id told, int number, const size_t *calls) {
  const dyncolor_environment where = environment_of(number);
  const size_t before = *calls;
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, told, &where, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.r == (float)(number % 64) / 256.0f && color.g == (float)(number / 64) / 256.0f);
  return *calls == before;
}

/* Without memory for more than the first 64 environments, those that are used keep their room, but
 * for one that is prepared; and when there is memory, there is room for all. */
static void cramped(void) {
  enum { ROOM = 64, OTHERS = 8, ENVIRONMENTS = 160 };
  size_t calls = 0;
  dyncolor_id told = 0;
  dyncolor_theme *theme = counting_theme(&calls, &told);
  heap.greatest = 16 << 10;
  int kept[ROOM], count = 0, lost = 0, turned_away = 0, missed = 0;
  for (int i = 0; i < ROOM; i++) is_at_hand(theme, told, i, &calls);
  for (int i = 0; i < ROOM; i++)
    if (is_at_hand(theme, told, i, &calls)) kept[count++] = i;
  CHECK(count >= ROOM / 2);
  for (int other = ROOM; other < ROOM + OTHERS; other++) {
    /* It comes again and again, but no more often than each of them. */
    for (int round = 0; round < 40; round++) {
      is_at_hand(theme, told, other, &calls);
      for (int i = 0; i < count; i++) lost += !is_at_hand(theme, told, kept[i], &calls);
    }
    turned_away += !is_at_hand(theme, told, other, &calls);
  }
  CHECK(lost == 0 && turned_away > 0);
  for (int other = ROOM; other < ENVIRONMENTS; other++) {
    const dyncolor_environment where = environment_of(other);
    CHECK(dyncolor_theme_prepare(theme, &where, NULL) == DYNCOLOR_OK);
    CHECK(is_at_hand(theme, told, other, &calls));
  }
  heap.greatest = 0;
  for (int round = 0; round < 3; round++) {
    missed = 0;
    for (int i = 0; i < ENVIRONMENTS; i++) missed += !is_at_hand(theme, told, i, &calls);
  }
  CHECK(missed == 0);
  dyncolor_theme_release(theme);
  CHECK(heap.live == 0 && heap.lies == 0);
}

/* Where the library looks first for an environment, among 128 places; among 64 it is the remainder.
 * What it keeps lies there, or at one of the seven places behind. */
static unsigned place_of(int number) {
  static const unsigned turns[4] = {0, 17, 31, 47};
  const dyncolor_environment where = environment_of(number);
  uint64_t words[4], mixed = 0;
  memcpy(words, &where, sizeof words);
  for (int i = 0; i < 4; i++)
    mixed ^= turns[i] == 0 ? words[i] : words[i] << turns[i] | words[i] >> (64 - turns[i]);
  __extension__ const unsigned __int128 product = (unsigned __int128)mixed * 0x9E3779B97F4A7C15u;
  return ((uint64_t)(product >> 64) ^ (uint64_t)product) >> 5 & 127;
}

/* The next environment that belongs at a place. */
static int next_at(unsigned place, int number) {
  do number++;
  while (place_of(number) != place);
  return number;
}

/* Environments that crowd so much that one has no room, in a larger table neither. There, those
 * that lie across the end of the smaller one take the places of others, which are moved. */
static void clustered(void) {
  /* 60 to 63 and 0 to 3 are taken, then 4 to 7, and four elsewhere; a ninth has none. */
  static const unsigned places[] = {60, 60, 60, 60, 60, 60, 60, 60, 64, 64, 64, 64, 30, 31, 32, 33};
  enum { KEPT = sizeof places / sizeof *places, OTHERS = 200 };
  size_t calls = 0;
  dyncolor_id told = 0;
  dyncolor_theme *theme = counting_theme(&calls, &told);
  int kept[KEPT], missed = 0;
  for (int i = 0; i < KEPT; i++) {
    kept[i] = next_at(places[i], i == 0 ? 0 : kept[i - 1]);
    CHECK(!is_at_hand(theme, told, kept[i], &calls));
  }
  const int ninth = next_at(60, kept[KEPT - 1]);
  CHECK(!is_at_hand(theme, told, ninth, &calls) && !is_at_hand(theme, told, ninth, &calls));
  const size_t before = heap.live;
  CHECK(!is_at_hand(theme, told, ninth, &calls) && !is_at_hand(theme, told, ninth, &calls));
  CHECK(heap.live == before);
  for (int i = 0; i < KEPT; i++) CHECK(is_at_hand(theme, told, kept[i], &calls));
  /* It has some when it is prepared; and all have, when others have come. */
  const dyncolor_environment where = environment_of(ninth);
  CHECK(dyncolor_theme_prepare(theme, &where, NULL) == DYNCOLOR_OK);
  CHECK(is_at_hand(theme, told, ninth, &calls));
  for (int round = 0; round < 40; round++) {
    missed = 0;
    for (int i = 0; i < KEPT; i++) missed += !is_at_hand(theme, told, kept[i], &calls);
    for (int i = 1; i <= OTHERS; i++) missed += !is_at_hand(theme, told, ninth + i, &calls);
    missed += !is_at_hand(theme, told, ninth, &calls);
  }
  CHECK(missed == 0);
  dyncolor_theme_release(theme);
  CHECK(heap.live == 0 && heap.lies == 0);
}

static void full(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_color color = gray(0.5);
  dyncolor_id id = 0, first = 0, last = 0;
  for (int i = 0; i < DYNCOLOR_MAX_COLORS; i++) {
    if (dyncolor_register_color_n(theme, NULL, 0, &color, &last, &error) != DYNCOLOR_OK) break;
    if (i == 0) first = last;
  }
  CHECK(dyncolor_theme_count(theme) == DYNCOLOR_MAX_COLORS);
  CHECK(resolved(theme, last, &light) == 0.5);
  uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_register_color_n(theme, NULL, 0, &color, &id, &error) ==
        DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(error.status == DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(dyncolor_register_color_n(theme, "x", 1, &color, &id, NULL) ==
        DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(dyncolor_theme_declare_n(theme, "x", 1, &id, NULL) == DYNCOLOR_ERROR_TOO_MANY_COLORS);
  CHECK(dyncolor_theme_fingerprint(theme) == before && id == 0);
  CHECK(dyncolor_unregister(theme, first, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_color_n(theme, NULL, 0, &color, &id, NULL) == DYNCOLOR_OK);
  CHECK(id != first && resolved(theme, id, &light) == 0.5);
  CHECK(resolved(theme, first, &light) == STATUS(DYNCOLOR_ERROR_STALE_ID));
  dyncolor_theme_release(theme);
}

int main(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("themes are counted, and NULL is harmless", lifetimes);
  CLAIM("options of every size and value are checked", options_are_checked);
  CLAIM("light-dark pairs resolve by scheme, and bad ones are refused", pairs);
  CLAIM("names are found, changed, freed and declared", names);
  CLAIM("the names of a program are bound in one call, which reports all missing ones", bindings);
  CLAIM("stale and foreign ids are distinguished", ids);
  CLAIM("each rule of matching holds", matching);
  CLAIM("references follow edits and nest; cycles are an error", references);
  CLAIM("batches are registered as a whole or not at all", batches);
  CLAIM("batches that run out of memory leave their names free", batches_without_memory);
  CLAIM("a redefined color has its new value, wherever it was cached", one_color_again);
  CLAIM("colors are redefined by id, all or none", redefinitions);
  CLAIM("a color keeps its numbers as they are, whatever it was before", numbers_are_kept);
  CLAIM("palettes fall back in their order, and there are eight axes", palettes);
  CLAIM("the axes that a color depends on are reported", dependencies);
  CLAIM("colors of the same meaning are equal, with equal hashes", meanings);
  CLAIM("cyclic colors compare as equal", meanings_of_circles);
  CLAIM("elevation precedes the subtype, which precedes the locale", finer_axes);
  CLAIM("tables of many locales are equal in any order", meanings_of_many_locales);
  CLAIM("lists and tables write only their own pixels", lists);
  CLAIM("snapshots do not change, and outlive the theme", snapshots);
  CLAIM("the fingerprint of a snapshot is of its own version", fingerprints_of_snapshots);
  CLAIM("all memory comes from the host's allocator and is returned to it", allocators);
  CLAIM("the memory budget holds, whatever the number of environments", budgets);
  CLAIM("colors are cached for thousands of environments", crowds);
  CLAIM("without memory, used environments stay cached, and prepared ones get room", cramped);
  CLAIM("environments that crowd stay in the cache, and it does not grow for one without a place",
        clustered);
  if (count == 2 && strcmp(arguments[1], "--exhaustive") == 0)
    CLAIM("a theme is full at the documented number of colors, and still works", full);
  return CHECK_RESULT;
}
