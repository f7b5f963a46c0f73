/* What is said of colors, and names that have been forwarded. */
#include <dyncolor.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "parts.h"
#include "refusals.h"
#include "themes.h"

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL, &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

/* ---- Descriptions ---- */

static bool is_described(dyncolor_theme *theme, dyncolor_id id, const char *expected) {
  const char *text = NULL;
  return dyncolor_id_description(theme, id, &text, NULL) == DYNCOLOR_OK && text != NULL &&
         strcmp(text, expected) == 0;
}

static void descriptions(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id a = css(theme, "a", "red"), b = css(theme, "b", "red"), declared, id;
  uint64_t plain = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);
  CHECK(is_described(theme, a, ""));
  CHECK(dyncolor_id_set_description_n(theme, a, "", 0, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_description_n(theme, a, NULL, 0, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == plain);

  CHECK(dyncolor_id_set_description_n(theme, a, "Behind text. And more.", 12,
                                      &error) == DYNCOLOR_OK);
  CHECK(is_described(theme, a, "Behind text.") && is_described(theme, b, ""));
  CHECK(dyncolor_theme_fingerprint(theme) != plain);
  CHECK(dyncolor_theme_generation(theme) == generation);
  /* A text that the theme itself handed out may be given back. */
  const char *text;
  CHECK(dyncolor_id_description(theme, a, &text, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_description_n(theme, a, text, 6, NULL) == DYNCOLOR_OK);
  CHECK(is_described(theme, a, "Behind"));
  CHECK(dyncolor_id_set_description_n(theme, a, "Fl\303\244che \360\237\216\250", NUL,
                                      NULL) == DYNCOLOR_OK);
  CHECK(is_described(theme, a, "Fl\303\244che \360\237\216\250"));
  CHECK(dyncolor_id_set_description_n(theme, a, "", NUL, NULL) == DYNCOLOR_OK);
  CHECK(is_described(theme, a, "") && dyncolor_theme_fingerprint(theme) == plain);

  /* Texts of all lengths, each in place of one of another length. */
  char *long_text = malloc(100001);
  memset(long_text, 'x', 100000);
  long_text[100000] = 0;
  for (size_t length = 1; length <= 100000; length = length < 600 ? length + 1 : length * 3) {
    CHECK(dyncolor_id_set_description_n(theme, length % 2 ? a : b, long_text, length,
                                        NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_description(theme, length % 2 ? a : b, &text, NULL) == DYNCOLOR_OK);
    CHECK(strlen(text) == length && memcmp(text, long_text, length) == 0);
  }
  CHECK(dyncolor_id_set_description_n(theme, a, long_text, NUL, NULL) == DYNCOLOR_OK);
  CHECK(is_described(theme, a, long_text));

  /* Through redefining, renaming, unregistering and registering again. */
  CHECK(dyncolor_id_set_description_n(theme, a, "A", 1, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_description_n(theme, b, "B", 1, NULL) == DYNCOLOR_OK);
  css(theme, "a", "blue");
  CHECK(is_described(theme, a, "A"));
  CHECK(dyncolor_id_rename_n(theme, a, "c", 1, NULL) == DYNCOLOR_OK && is_described(theme, a, "A"));
  CHECK(dyncolor_unregister(theme, a, NULL) == DYNCOLOR_OK && is_described(theme, a, "A"));
  CHECK(css(theme, "c", "red") == a && is_described(theme, a, "A"));
  CHECK(css(theme, "a", "red") != a && is_described(theme, b, "B"));
  /* Before a color is registered. */
  CHECK(dyncolor_theme_declare_n(theme, "later", NUL, &declared, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_description_n(theme, declared, "L", 1, NULL) == DYNCOLOR_OK);
  CHECK(css(theme, "later", "red") == declared && is_described(theme, declared, "L"));
  /* With a color that has no name they go, and another in its place has none. */
  id = css(theme, NULL, "red");
  CHECK(dyncolor_id_set_description_n(theme, id, "N", 1, NULL) == DYNCOLOR_OK && is_described(theme,
                                                                                              id,
                                                                                              "N"));
  uint64_t with = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  MARK(text);
  CHECK(dyncolor_id_description(theme, id, &text, &error) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(dyncolor_id_set_description_n(theme, id, "N", 1, &error) == DYNCOLOR_ERROR_STALE_ID);
  dyncolor_id next = css(theme, NULL, "red");
  CHECK(DYNCOLOR_ROW(next) == DYNCOLOR_ROW(id) && is_described(theme, next, ""));
  CHECK(dyncolor_theme_fingerprint(theme) != with);
  /* Also when it goes with its layer. */
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  dyncolor_variant variant = {.part.id = a};
  definition.kind = DYNCOLOR_KIND_VARIANTS;
  definition.variants = &variant;
  definition.variant_count = 1;
  definition.layer = DYNCOLOR_LAYER_USER;
  dyncolor_id user;
  CHECK(dyncolor_register(theme, &definition, 1, &user, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_description_n(theme, user, "U", 1, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_description_n(theme, user, "U", 1, NULL) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(DYNCOLOR_ROW(css(theme, NULL, "red")) == DYNCOLOR_ROW(user));
  for (dyncolor_id same = 1; same < 4096; same++)
    if (dyncolor_id_description(theme, (user & ~0xFFFu) | same, &text, NULL) == DYNCOLOR_OK)
      CHECK(strcmp(text, "") == 0);
  MARK(text);
  for (int i = 0; i < 3000; i++) {
    CHECK(dyncolor_id_set_description_n(theme, next, "again", NUL, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_set_deprecation_n(theme, next, "again", NUL, a, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_unregister(theme, next, NULL) == DYNCOLOR_OK);
    next = css(theme, NULL, "red");
  }

  uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_id_set_description_n(theme, 0, "x", 1, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(dyncolor_id_description(theme, 0xFFFFF000, &text, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(dyncolor_id_set_description_n(theme, a, "x\xFFy", 3,
                                      &error) == DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK(error.offset == 1 && error.line == 1 && error.column == 2);
  error = fresh_error();
  check_refused(dyncolor_id_set_description_n(theme, a, "x\0y", 3, &error), &error, "text");
  error = fresh_error();
  check_refused(dyncolor_id_set_description_n(theme, a, NULL, 1, &error), &error, "text");
  error = fresh_error();
  check_refused(dyncolor_id_set_description_n(theme, a, "x", SIZE_MAX / 2 + 1, &error), &error,
                "text");
  error = fresh_error();
  check_refused(dyncolor_id_set_description_n(NULL, a, "x", 1, &error), &error, "theme");
  error = fresh_error();
  check_refused(dyncolor_id_description(NULL, a, &text, &error), &error, "theme");
  error = fresh_error();
  check_refused(dyncolor_id_description(theme, a, NULL, &error), &error, "text");
  CHECK_MARKED(text);
  CHECK(dyncolor_theme_fingerprint(theme) == before && is_described(theme, a, "A"));
  free(long_text);
  dyncolor_theme_release(theme);
}

/* ---- Deprecations ---- */

static bool is_deprecated(dyncolor_theme *theme, dyncolor_id id, const char *note,
                          dyncolor_id replacement) {
  const char *text = NULL;
  dyncolor_id instead = 99;
  return dyncolor_id_deprecation(theme, id, &text, &instead, NULL) == DYNCOLOR_OK && text != NULL &&
         strcmp(text, note) == 0 && instead == replacement;
}

static void deprecations(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id a = css(theme, "a", "red"), b = css(theme, "b", "red");
  uint64_t plain = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);
  CHECK(is_deprecated(theme, a, "", 0));
  CHECK(dyncolor_id_set_deprecation_n(theme, a, NULL, 0, 0, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == plain);
  uint64_t fingerprints[4];
  CHECK(dyncolor_id_set_deprecation_n(theme, a, "old", NUL, 0, &error) == DYNCOLOR_OK);
  CHECK(is_deprecated(theme, a, "old", 0) && is_described(theme, a, ""));
  fingerprints[0] = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_id_set_deprecation_n(theme, a, "old", NUL, b, &error) == DYNCOLOR_OK);
  CHECK(is_deprecated(theme, a, "old", b));
  fingerprints[1] = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_id_set_deprecation_n(theme, a, NULL, 0, b, &error) == DYNCOLOR_OK);
  CHECK(is_deprecated(theme, a, "", b));
  fingerprints[2] = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_id_set_deprecation_n(theme, a, NULL, 0, 0, &error) == DYNCOLOR_OK);
  CHECK(is_deprecated(theme, a, "", 0));
  CHECK(dyncolor_id_set_description_n(theme, a, "old", NUL, &error) == DYNCOLOR_OK);
  fingerprints[3] = dyncolor_theme_fingerprint(theme);
  for (int i = 0; i < 4; i++) {
    CHECK(fingerprints[i] != plain);
    for (int j = 0; j < i; j++) CHECK(fingerprints[i] != fingerprints[j]);
  }
  CHECK(dyncolor_theme_generation(theme) == generation);
  const char *text;
  CHECK(dyncolor_id_set_deprecation_n(theme, b, "why", NUL, a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_deprecation(theme, b, &text, NULL, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(text, "why") == 0);
  /* What replaces it may itself go. */
  CHECK(dyncolor_unregister(theme, a, NULL) == DYNCOLOR_OK && is_deprecated(theme, b, "why", a));
  dyncolor_id nameless = css(theme, NULL, "red");
  CHECK(dyncolor_id_set_deprecation_n(theme, b, "why", NUL, nameless, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, nameless, NULL) == DYNCOLOR_OK);
  CHECK(is_deprecated(theme, b, "why", nameless));

  uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_id_set_deprecation_n(theme, b, "x", 1, nameless,
                                      &error) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(dyncolor_id_set_deprecation_n(theme, b, "x", 1, 0xFFFFF000,
                                      &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(dyncolor_id_set_deprecation_n(theme, nameless, "x", 1, 0,
                                      &error) == DYNCOLOR_ERROR_STALE_ID);
  error = fresh_error();
  check_refused(dyncolor_id_set_deprecation_n(theme, b, "x", 1, b, &error), &error, "replacement");
  error = fresh_error();
  check_refused(dyncolor_id_set_deprecation_n(theme, b, "x\0y", 3, 0, &error), &error, "note");
  error = fresh_error();
  check_refused(dyncolor_id_set_deprecation_n(NULL, b, "x", 1, 0, &error), &error, "theme");
  error = fresh_error();
  check_refused(dyncolor_id_deprecation(theme, b, NULL, &nameless, &error), &error, "note");
  error = fresh_error();
  check_refused(dyncolor_id_deprecation(NULL, b, &text, &nameless, &error), &error, "theme");
  CHECK(dyncolor_theme_fingerprint(theme) == before && is_deprecated(theme, b, "why", nameless));
  dyncolor_theme_release(theme);
}

/* The same notes have the same fingerprint, in whatever order they were made. */
static void notes_have_no_order(void) {
  uint64_t fingerprints[2];
  for (int i = 0; i < 2; i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_id ids[2];
    ids[i] = css(theme, i ? "b" : "a", "red");
    ids[!i] = css(theme, i ? "a" : "b", "red");
    CHECK(dyncolor_id_set_description_n(theme, ids[i], i ? "of b" : "of a", NUL,
                                        NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_set_description_n(theme, ids[!i], i ? "of a" : "of b", NUL,
                                        NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_set_deprecation_n(theme, ids[0], "", 0, ids[1], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_forward_n(theme, i ? "c" : "d", 1, i ? "a" : "b", 1, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_forward_n(theme, i ? "d" : "c", 1, i ? "b" : "a", 1, NULL) == DYNCOLOR_OK);
    fingerprints[i] = dyncolor_theme_fingerprint(theme);
    dyncolor_theme_release(theme);
  }
  CHECK(fingerprints[0] == fingerprints[1]);
}

/* ---- Forwarded names ---- */

static void forward(dyncolor_theme *theme, const char *old, const char *name) {
  const bool ends = name == NULL || name[0] == 0;
  CHECK(dyncolor_theme_forward_n(theme, old, NUL, ends ? NULL : name, ends ? 0 : NUL, NULL) ==
        DYNCOLOR_OK);
}

static dyncolor_id find(dyncolor_theme *theme, const char *name) {
  dyncolor_id id = 0, bound = 0;
  dyncolor_status status = dyncolor_theme_find_n(theme, name, NUL, &id, NULL);
  CHECK(dyncolor_theme_find_n(theme, name, strlen(name), &id, NULL) == status);
  CHECK(dyncolor_theme_bind(theme, &name, 1, &bound, NULL, NULL) == status && bound == id);
  CHECK(status == (id == 0 ? DYNCOLOR_ERROR_UNKNOWN_NAME : DYNCOLOR_OK));
  return id;
}

static bool leads_to(dyncolor_theme *theme, const char *name, const char *expected) {
  const char *current = NULL;
  return dyncolor_theme_forwarded_n(theme, name, NUL, &current, NULL) == DYNCOLOR_OK &&
         strcmp(current, expected) == 0;
}

static void names_are_forwarded(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id surface = css(theme, "surface", "red"), other = css(theme, "other", "blue");
  uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);
  CHECK(find(theme, "ground") == 0);
  forward(theme, "ground", "surface");
  CHECK(find(theme, "ground") == surface && leads_to(theme, "ground", "surface"));
  CHECK(dyncolor_theme_generation(theme) == generation + 1);
  CHECK(dyncolor_theme_fingerprint(theme) != fingerprint);
  forward(theme, "ground", "surface");
  CHECK(dyncolor_theme_generation(theme) == generation + 1);

  /* Anew, and no more. */
  forward(theme, "ground", "other");
  CHECK(find(theme, "ground") == other && leads_to(theme, "ground", "other"));
  forward(theme, "ground", NULL);
  CHECK(find(theme, "ground") == 0 && dyncolor_theme_fingerprint(theme) == fingerprint);
  generation = dyncolor_theme_generation(theme);
  forward(theme, "ground", "");
  forward(theme, "surface", NULL);
  CHECK(dyncolor_theme_generation(theme) == generation);

  /* One after the other: the first that a color has. */
  forward(theme, "a", "b");
  forward(theme, "b", "c");
  forward(theme, "c", "surface");
  CHECK(find(theme, "a") == surface && find(theme, "c") == surface);
  CHECK(leads_to(theme, "a", "surface"));
  dyncolor_id b = css(theme, "b", "lime");
  CHECK(find(theme, "a") == b && find(theme, "b") == b && find(theme, "c") == surface);
  CHECK(leads_to(theme, "a", "b") && leads_to(theme, "b", "surface"));
  CHECK(dyncolor_unregister(theme, b, NULL) == DYNCOLOR_OK);
  CHECK(find(theme, "a") == surface && find(theme, "b") == surface);
  /* The color that follows its name is found, too. */
  CHECK(dyncolor_id_rename_n(theme, surface, "face", NUL, NULL) == DYNCOLOR_OK);
  CHECK(find(theme, "a") == 0 && leads_to(theme, "a", "surface"));
  forward(theme, "surface", "face");
  CHECK(find(theme, "a") == surface && leads_to(theme, "a", "face"));

  /* To a name that nobody has yet. */
  forward(theme, "early", "late");
  CHECK(find(theme, "early") == 0 && leads_to(theme, "early", "late"));
  dyncolor_id late = css(theme, "late", "red");
  CHECK(find(theme, "early") == late);
  /* Declared names: the id is that of the new one, unless the old one is registered. */
  dyncolor_id id = 0;
  forward(theme, "soon", "never");
  CHECK(dyncolor_theme_declare_n(theme, "soon", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(css(theme, "never", "red") == id && find(theme, "soon") == id);
  CHECK(dyncolor_theme_declare_n(theme, "early", NUL, &id, NULL) == DYNCOLOR_OK && id == late);
  dyncolor_id early = css(theme, "early", "red");
  CHECK(early != late && find(theme, "early") == early);
  CHECK(dyncolor_theme_declare_n(theme, "early", NUL, &id, NULL) == DYNCOLOR_OK && id == early);

  /* Several names at once, with others that are missing. */
  static const char *const names[] = {"a", "late", "nothing", "c"};
  dyncolor_id ids[4];
  dyncolor_status statuses[4];
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_theme_bind(theme, names, 4, ids, statuses, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "nothing") == 0 && statuses[0] == 0 && statuses[3] == 0);

  /* Many, so that tables grow. */
  for (int i = 0; i < 2000; i++) {
    char old[32], name[32];
    snprintf(old, sizeof old, "old %d", i);
    snprintf(name, sizeof name, "new %d", i);
    forward(theme, old, name);
    id = css(theme, name, "red");
    CHECK(find(theme, old) == id);
  }
  CHECK(find(theme, "a") == surface && find(theme, "old 7") != 0);
  dyncolor_theme_release(theme);
}

static void circles_are_refused(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  forward(theme, "a", "b");
  forward(theme, "b", "c");
  uint64_t before = dyncolor_theme_fingerprint(theme);
  static const struct {
    const char *old, *name, *chain;
  } rows[] = {{"a", "a", "a → a"}, {"b", "a", "b → a → b"}, {"c", "a", "c → a → b → c"},
              {"c", "b", "c → b → c"}, {"x", "x", "x → x"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    error = fresh_error();
    CHECK(dyncolor_theme_forward_n(theme, rows[i].old, NUL, rows[i].name, NUL, &error) ==
          DYNCOLOR_ERROR_CYCLE);
    CHECK(strcmp(error.context, rows[i].chain) == 0 && error.line == 0);
    if (strcmp(error.context, rows[i].chain) != 0) printf("# %s\n", error.context);
    CHECK(strcmp(error.message, "a forward must not lead back to its own name") == 0);
  }
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  /* Another way than before is no circle. */
  forward(theme, "b", NULL);
  forward(theme, "c", "a");
  CHECK(leads_to(theme, "c", "b"));
  /* A long way. */
  for (int i = 0; i < 3000; i++) {
    char old[16], name[16];
    snprintf(old, sizeof old, "n%d", i);
    snprintf(name, sizeof name, "n%d", i + 1);
    forward(theme, old, name);
  }
  dyncolor_id end = css(theme, "n3000", "red");
  CHECK(find(theme, "n0") == end && leads_to(theme, "n0", "n3000"));
  CHECK(dyncolor_theme_forward_n(theme, "n3000", NUL, "n0", NUL, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strncmp(error.context, "n3000 → n0 → n1 → ", 22) == 0);

  before = dyncolor_theme_fingerprint(theme);
  const char *current;
  MARK(current);
  CHECK(dyncolor_theme_forwarded_n(theme, "n3000", NUL, &current,
                                   &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "n3000") == 0);
  CHECK(dyncolor_theme_forwarded_n(theme, "none", NUL, &current,
                                   &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  error = fresh_error();
  check_refused(dyncolor_theme_forwarded_n(theme, "", 0, &current, &error), &error, "name");
  error = fresh_error();
  check_refused(dyncolor_theme_forwarded_n(theme, "a", 1, NULL, &error), &error, "current");
  error = fresh_error();
  check_refused(dyncolor_theme_forwarded_n(NULL, "a", 1, &current, &error), &error, "theme");
  CHECK_MARKED(current);
  error = fresh_error();
  check_refused(dyncolor_theme_forward_n(theme, "", 0, "a", 1, &error), &error, "old");
  error = fresh_error();
  check_refused(dyncolor_theme_forward_n(theme, NULL, 0, "a", 1, &error), &error, "old");
  error = fresh_error();
  check_refused(dyncolor_theme_forward_n(theme, "a", 1, NULL, 1, &error), &error, "name");
  error = fresh_error();
  check_refused(dyncolor_theme_forward_n(theme, "a", 1, "a\0b", 3, &error), &error, "name");
  error = fresh_error();
  check_refused(dyncolor_theme_forward_n(NULL, "a", 1, "b", 1, &error), &error, "theme");
  CHECK(dyncolor_theme_forward_n(theme, "\xFF", 1, "b", 1, NULL) == DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

/* The red of a color, in percent, or its status. */
static int red(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  dyncolor_rgba rgba;
  dyncolor_status status = dyncolor_resolve(theme, id, where, &rgba, NULL);
  return status == DYNCOLOR_OK ? (int)(rgba.r * 100 + 0.5f) : (int)status;
}

static void references_follow_names(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id named = css(theme, NULL, "var(--ground)");
  dyncolor_id within = css(theme, NULL, "color-mix(in srgb, var(--ground), black)");
  dyncolor_id system = css(theme, NULL, "Canvas"), semantic, current, tint;
  dyncolor_register_semantic_n(theme, NULL, 0, "old", NUL, NULL, &semantic, NULL);
  CHECK(red(theme, named, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(red(theme, system, NULL) == 100);
  css(theme, "surface", "rgb(40% 0 0)");
  forward(theme, "ground", "surface");
  CHECK(red(theme, named, NULL) == 40 && red(theme, within, NULL) == 20);
  forward(theme, "Canvas", "surface");
  CHECK(red(theme, system, NULL) == 40);
  css(theme, "surface", "rgb(60% 0 0)");
  CHECK(red(theme, named, NULL) == 60 && red(theme, system, NULL) == 60);
  forward(theme, "CanvasText", "surface");
  current = css(theme, NULL, "currentcolor");
  CHECK(red(theme, current, NULL) == 60);
  tint = css(theme, NULL, "AccentColor");
  forward(theme, "AccentColor", "surface");
  CHECK(red(theme, tint, NULL) == 60);
  /* A color of the very name comes first. */
  css(theme, "ground", "rgb(80% 0 0)");
  CHECK(red(theme, named, NULL) == 80 && red(theme, system, NULL) == 60);

  /* Palettes: whole names. */
  uint16_t night;
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL) == DYNCOLOR_OK);
  dyncolor_environment at_night = {.palette = night};
  css(theme, "Night/new", "rgb(20% 0 0)");
  CHECK(red(theme, semantic, &at_night) == DYNCOLOR_ERROR_NO_VALUE);
  forward(theme, "Night/old", "Night/new");
  CHECK(red(theme, semantic, &at_night) == 20);
  forward(theme, "Night/old", NULL);
  CHECK(red(theme, semantic, &at_night) == DYNCOLOR_ERROR_NO_VALUE);

  /* Colors that come back to themselves by a forwarded name. */
  dyncolor_error error = fresh_error();
  dyncolor_rgba rgba;
  dyncolor_id circle = css(theme, "circle", "var(--round)");
  forward(theme, "round", "circle");
  CHECK(dyncolor_resolve(theme, circle, NULL, &rgba, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "circle → circle") == 0);
  uint32_t axes;
  css(theme, "surface", "light-dark(red, blue)");
  css(theme, "asks", "var(--bottom)");
  forward(theme, "bottom", "surface");
  CHECK(dyncolor_id_axes(theme, find(theme, "asks"), &axes, NULL) == DYNCOLOR_OK);
  CHECK(axes & 1u << DYNCOLOR_AXIS_SCHEME);
  dyncolor_theme_release(theme);
}

/* A provider that forwards a name, and resolves what asks for it: it sees the theme as it was when
 * it was called. */
static dyncolor_id asking;
static int seen;

static dyncolor_status forward_within(dyncolor_context *context, dyncolor_answer *answer,
                                      void *data) {
  dyncolor_theme *theme = dyncolor_context_theme(context);
  dyncolor_rgba rgba = {0, 0, 0, 0};
  forward(theme, "ground", data);
  dyncolor_status status = dyncolor_context_resolve(context, asking, &rgba, NULL);
  seen = status == DYNCOLOR_OK ? (int)(rgba.r * 100 + 0.5f) : (int)status;
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {rgba.r, 0, 0}, 1};
  return DYNCOLOR_OK;
}

static void forwards_have_their_time(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id id;
  css(theme, "one", "rgb(10% 0 0)");
  css(theme, "two", "rgb(20% 0 0)");
  asking = css(theme, NULL, "var(--ground, rgb(30% 0 0))");
  static const struct {
    const char *to;
    int within, after;
  } rows[] = {{"one", 30, 10}, {"two", 10, 20}, {"", 20, 30}, {"two", 30, 20}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CHECK(dyncolor_register_provider_n(theme, "p", 1, forward_within, (void *)rows[i].to, NULL, &id,
                                       NULL) == DYNCOLOR_OK);
    seen = -1;
    CHECK(red(theme, id, NULL) == rows[i].within && seen == rows[i].within);
    CHECK(red(theme, asking, NULL) == rows[i].after);
  }
  dyncolor_theme_release(theme);
}

/* ---- Threads ---- */

enum { ROUNDS = 4000, NAMES = 16 };

typedef struct race {
  dyncolor_theme *theme;
  dyncolor_id red, blue;
  atomic_bool over;
} race;

/* `found` is forwarded all the time, to one color or to the other. */
static void *look(void *data) {
  race *r = data;
  unsigned long wrong = 0;
  while (!atomic_load(&r->over)) {
    dyncolor_id id = 0;
    if (dyncolor_theme_find_n(r->theme, "found", 5, &id, NULL) != DYNCOLOR_OK ||
        (id != r->red && id != r->blue))
      wrong++;
    dyncolor_theme_find_n(r->theme, "way 0", 5, &id, NULL);
    const char *text;
    if (dyncolor_id_description(r->theme, r->blue, &text, NULL) != DYNCOLOR_OK ||
        strcmp(text, "blue") != 0)
      wrong++;
  }
  return (void *)wrong;
}

static void names_are_found_meanwhile(void) {
  race r = {.theme = new_theme()};
  r.red = css(r.theme, "red", "red");
  r.blue = css(r.theme, "blue", "blue");
  CHECK(dyncolor_id_set_description_n(r.theme, r.blue, "blue", 4, NULL) == DYNCOLOR_OK);
  forward(r.theme, "found", "red");
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, look, &r);
  for (int round = 0; round < ROUNDS; round++) {
    char old[16], name[16];
    forward(r.theme, "found", round % 2 ? "red" : "blue");
    /* Ways that change their direction, which from aside may look like circles. */
    for (int i = 0; i < 3; i++) {
      snprintf(old, sizeof old, "way %d", (round + i) % NAMES);
      snprintf(name, sizeof name, "way %d", (round + i + (round & 4 ? 1 : NAMES - 1)) % NAMES);
      dyncolor_theme_forward_n(r.theme, old, NUL, name, NUL, NULL);
    }
    snprintf(old, sizeof old, "old %d", round);
    forward(r.theme, old, "found");
    dyncolor_id_set_description_n(r.theme, r.red, old, NUL, NULL);
  }
  atomic_store(&r.over, true);
  for (int i = 0; i < 3; i++) {
    void *wrong;
    pthread_join(threads[i], &wrong);
    CHECK(wrong == NULL);
  }
  dyncolor_theme_release(r.theme);
}

int main(void) {
  CLAIM("descriptions survive edits of their colors", descriptions);
  CLAIM("colors are deprecated, with a note and a replacement", deprecations);
  CLAIM("notes and forwarded names do not depend on the order of calls", notes_have_no_order);
  CLAIM("a renamed color is found under its old name", names_are_forwarded);
  CLAIM("cycles of forwarded names are refused", circles_are_refused);
  CLAIM("references, palettes and system colors follow forwarded names", references_follow_names);
  CLAIM("a provider sees the names at the time of its call", forwards_have_their_time);
  CLAIM("names are found while other threads forward them", names_are_found_meanwhile);
  return CHECK_RESULT;
}
