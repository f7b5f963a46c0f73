/* Levels of colors, contrasts between steps, fallbacks, and the gamut of the environment. */
#include <dyncolor.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "parts.h"
#include "refusals.h"
#include "themes.h"

#define LIGHT DYNCOLOR_SCHEME_LIGHT
#define DARK DYNCOLOR_SCHEME_DARK
#define MORE DYNCOLOR_CONTRAST_MORE

static const dyncolor_environment light = {.scheme = LIGHT};
static const dyncolor_environment dark = {.scheme = DARK};

static dyncolor_color rgb(double red, double green, double blue, double alpha) {
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {red, green, blue}, alpha};
  return color;
}

static dyncolor_id constant(dyncolor_theme *theme, const char *name, dyncolor_color color) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_color_n(theme, name, name == NULL ? 0 : NUL, &color, &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL, &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

static dyncolor_id level_of(dyncolor_theme *theme, const char *name, dyncolor_id base, int level) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_level_n(theme, name, name == NULL ? 0 : NUL, base, (dyncolor_level)level,
                                  &id, NULL) == DYNCOLOR_OK);
  return id;
}

/* Whether two numbers are the same float but for the last bits. */
static int is_close(double a, double b) { return fabs(a - b) <= 2e-7 * (1 + fabs(b)); }

/* Whether a color resolves to another, whichever way it is asked for. */
static void check_color(int line, dyncolor_theme *theme, dyncolor_id id,
                        const dyncolor_environment *where, dyncolor_color expected) {
  dyncolor_rgba found[4];
  MARK(found);
  dyncolor_status statuses[4];
  dyncolor_status listed = DYNCOLOR_STATUS_MAX_ENUM;
  statuses[0] = dyncolor_resolve(theme, id, where, &found[0], NULL);
  statuses[1] = dyncolor_resolve(theme, id, where, &found[1], NULL);
  statuses[2] = dyncolor_resolve_list(theme, &id, 1, where, DYNCOLOR_LAYOUT_FLOAT4, &found[2],
                                      sizeof *found, &listed, NULL);
  dyncolor_snapshot *snapshot = NULL;
  CHECK(dyncolor_snapshot_create(theme, where, &snapshot, NULL) == DYNCOLOR_OK);
  statuses[3] = dyncolor_snapshot_resolve(snapshot, id, &found[3], NULL);
  dyncolor_snapshot_release(snapshot);
  CHECK(listed == DYNCOLOR_OK);
  for (int way = 0; way < 4; way++) {
    int is = statuses[way] == DYNCOLOR_OK && is_close(found[way].r, expected.c[0]) &&
             is_close(found[way].g, expected.c[1]) && is_close(found[way].b, expected.c[2]) &&
             is_close(found[way].a, expected.alpha);
    CHECK(is);
    if (!is)
      printf("# line %d, way %d: status %d, %.9g %.9g %.9g %.9g\n", line, way, statuses[way],
             found[way].r, found[way].g, found[way].b, found[way].a);
  }
}

#define CHECK_COLOR(theme, id, where, ...) check_color(__LINE__, theme, id, where, __VA_ARGS__)

static void check_status(int line, dyncolor_theme *theme, dyncolor_id id,
                         const dyncolor_environment *where, dyncolor_status expected,
                         const char *context) {
  dyncolor_error error = fresh_error();
  dyncolor_rgba color;
  MARK(color);
  dyncolor_status status = dyncolor_resolve(theme, id, where, &color, &error);
  CHECK(status == expected && strcmp(error.context, context) == 0);
  CHECK_MARKED(color);
  if (status != expected || strcmp(error.context, context) != 0)
    printf("# line %d: %d, %s\n", line, status, error.context);
  dyncolor_status listed = DYNCOLOR_OK;
  CHECK(dyncolor_resolve_list(theme, &id, 1, where, DYNCOLOR_LAYOUT_FLOAT4, &color, sizeof color,
                              &listed, NULL) == DYNCOLOR_OK);
  CHECK(listed == expected);
}

#define CHECK_STATUS(theme, id, where, status, context) \
  check_status(__LINE__, theme, id, where, status, context)

static const double opacities[] = {1, 0.5, 0.25, 0.18, 0.18};

static void levels_multiply_alpha(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id tint = constant(theme, "tint", rgb(0.1, 0.2, 0.3, 0.8));
  for (int level = 0; level < 5; level++) {
    dyncolor_id id = level_of(theme, NULL, tint, level);
    CHECK_COLOR(theme, id, NULL, rgb(0.1, 0.2, 0.3, 0.8 * opacities[level]));
    dyncolor_rgba color;
    CHECK(dyncolor_resolve_level(theme, tint, (dyncolor_level)level, NULL, &color, NULL) ==
          DYNCOLOR_OK);
    CHECK(is_close(color.a, 0.8 * opacities[level]) && is_close(color.b, 0.3));
  }
  dyncolor_theme_release(theme);
}

static dyncolor_status answer_id(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context;
  answer->id = *(dyncolor_id *)data;
  return DYNCOLOR_OK;
}

static dyncolor_status answer_gray(dyncolor_context *context, dyncolor_answer *answer,
                                   void *data) {
  (void)context;
  ++*(int *)data;
  answer->color = rgb(0.5, 0.5, 0.5, 0.9);
  return DYNCOLOR_OK;
}

static void levels_add_up(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id tint = constant(theme, "tint", rgb(1, 0, 0, 1));
  for (int outer = 0; outer < 5; outer++)
    for (int inner = 0; inner < 5; inner++) {
      double expected = opacities[outer + inner < 4 ? outer + inner : 4];
      dyncolor_id first = level_of(theme, "first", tint, inner);
      CHECK_COLOR(theme, level_of(theme, NULL, first, outer), NULL, rgb(1, 0, 0, expected));

      /* Also through what only refers or decides. */
      dyncolor_id alias = 0;
      CHECK(dyncolor_register_alias_n(theme, "alias", NUL, first, &alias, NULL) == DYNCOLOR_OK);
      CHECK_COLOR(theme, level_of(theme, NULL, alias, outer), NULL, rgb(1, 0, 0, expected));
      dyncolor_id text = css(theme, "text", "light-dark(var(--missing, var(--first)), blue)");
      CHECK_COLOR(theme, level_of(theme, NULL, text, outer), NULL, rgb(1, 0, 0, expected));
      dyncolor_variant variants[] = {{.part.id = first}, {.scheme = DARK, .part.id = tint}};
      dyncolor_id table = 0;
      CHECK(dyncolor_register_variants_n(theme, "table", NUL, variants, 2, &table, NULL) ==
            DYNCOLOR_OK);
      CHECK_COLOR(theme, level_of(theme, NULL, table, outer), NULL, rgb(1, 0, 0, expected));
      CHECK_COLOR(theme, level_of(theme, NULL, table, outer), &dark,
                  rgb(1, 0, 0, opacities[outer]));
      dyncolor_id fallbacks = 0, ids[] = {first, tint};
      CHECK(dyncolor_register_fallbacks_n(theme, "fallbacks", NUL, parts_of(ids, 2), 2, &fallbacks,
                                          NULL) ==
            DYNCOLOR_OK);
      CHECK_COLOR(theme, level_of(theme, NULL, fallbacks, outer), NULL, rgb(1, 0, 0, expected));

      /* But what is computed is a color of its own. */
      double product = opacities[outer] * opacities[inner];
      dyncolor_id mix = css(theme, "mix", "color-mix(in srgb, var(--first), var(--first))");
      CHECK_COLOR(theme, level_of(theme, NULL, mix, outer), NULL, rgb(1, 0, 0, product));
      dyncolor_id provided = 0;
      CHECK(dyncolor_register_provider_n(theme, "provided", NUL, answer_id, &first, NULL, &provided,
                                         NULL) == DYNCOLOR_OK);
      CHECK_COLOR(theme, level_of(theme, NULL, provided, outer), NULL, rgb(1, 0, 0, product));
      CHECK_COLOR(theme, provided, NULL, rgb(1, 0, 0, opacities[inner]));
    }
  dyncolor_theme_release(theme);
}

static void levels_of_a_provider_are_of_one_answer(void) {
  dyncolor_theme *theme = new_theme();
  int calls = 0;
  dyncolor_id provided = 0;
  CHECK(dyncolor_register_provider_n(theme, "provided", NUL, answer_gray, &calls, NULL, &provided,
                                     NULL) == DYNCOLOR_OK);
  dyncolor_id second = level_of(theme, "second", provided, 1);
  dyncolor_id third = level_of(theme, "third", second, 1);
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, third, NULL, &color, NULL) == DYNCOLOR_OK);
  CHECK(is_close(color.a, 0.9 * 0.25) && calls == 1);
  CHECK(dyncolor_resolve(theme, second, NULL, &color, NULL) == DYNCOLOR_OK);
  CHECK(is_close(color.a, 0.45) && calls == 1);
  CHECK(dyncolor_resolve(theme, provided, NULL, &color, NULL) == DYNCOLOR_OK);
  CHECK(is_close(color.a, 0.9) && calls == 1);

  /* A provider that answers with a level of another's color, in turn asked for a level. */
  dyncolor_id outer = 0;
  CHECK(dyncolor_register_provider_n(theme, "outer", NUL, answer_id, &second, NULL, &outer, NULL) ==
        DYNCOLOR_OK);
  dyncolor_id outermost = level_of(theme, "outermost", outer, 2);
  CHECK_COLOR(theme, outermost, NULL, rgb(0.5, 0.5, 0.5, 0.9 * 0.5 * 0.25));
  CHECK_COLOR(theme, outer, NULL, rgb(0.5, 0.5, 0.5, 0.9 * 0.5));
  CHECK_COLOR(theme, provided, NULL, rgb(0.5, 0.5, 0.5, 0.9));
  dyncolor_id mixed = css(theme, "mixed",
                          "color-mix(in srgb, var(--outermost), var(--third), var(--second))");
  CHECK(dyncolor_resolve(theme, mixed, NULL, &color, NULL) == DYNCOLOR_OK);
  CHECK(is_close(color.a, 0.9 * (0.125 + 0.25 + 0.5) / 3));
  dyncolor_theme_release(theme);
}

static void the_table_of_levels_can_be_replaced(void) {
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  dyncolor_id tint = constant(theme, "tint", rgb(0, 1, 0, 1));
  dyncolor_id second = level_of(theme, "second", tint, 1), last = level_of(theme, "last", tint, 4);
  CHECK_COLOR(theme, second, NULL, rgb(0, 1, 0, 0.5));
  uint64_t generation = dyncolor_theme_generation(theme);
  const uint64_t original = dyncolor_theme_fingerprint(theme);
  const double steps[] = {1, 0.75, 0.5, 0.25, 0};
  CHECK(dyncolor_theme_set_level_opacities(theme, steps, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation + 1);
  CHECK(dyncolor_theme_fingerprint(theme) != original);
  CHECK_COLOR(theme, second, NULL, rgb(0, 1, 0, 0.75));
  CHECK_COLOR(theme, last, NULL, rgb(0, 1, 0, 0));
  CHECK(dyncolor_theme_set_level_opacities(theme, steps, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation + 1);
  const uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  const double signed_steps[] = {1, 0.75, 0.5, 0.25, -0.0};
  CHECK(dyncolor_theme_set_level_opacities(theme, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_level_opacities(theme, signed_steps, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);

  /* Equal are colors that look alike. */
  dyncolor_id there = constant(other, "tint", rgb(0, 1, 0, 1));
  dyncolor_id second_there = level_of(other, "second", there, 1);
  CHECK(!dyncolor_id_equal(theme, second, other, second_there));
  CHECK(dyncolor_theme_set_level_opacities(theme, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, second, other, second_there));
  CHECK(dyncolor_id_hash(theme, second) == dyncolor_id_hash(other, second_there));
  CHECK(dyncolor_theme_fingerprint(theme) == original);
  CHECK_COLOR(theme, second, NULL, rgb(0, 1, 0, 0.5));

  dyncolor_error error = fresh_error();
  const double bad[][5] = {
      {1, 1, 2, 1, 1}, {-1, 1, 1, 1, 1}, {1, 1, 1, 1, NAN}, {0.9, 1, 1, 1, 1}};
  check_refused(dyncolor_theme_set_level_opacities(theme, bad[0], &error), &error, "opacities[2]");
  check_refused(dyncolor_theme_set_level_opacities(theme, bad[1], &error), &error, "opacities[0]");
  check_refused(dyncolor_theme_set_level_opacities(theme, bad[2], &error), &error, "opacities[4]");
  check_refused(dyncolor_theme_set_level_opacities(theme, bad[3], &error), &error, "opacities[0]");
  check_refused(dyncolor_theme_set_level_opacities(NULL, steps, &error), &error, "theme");
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
}

static void content_has_fixed_levels(void) {
  static const struct {
    int level;
    dyncolor_environment where;
    double red, green, blue, alpha; /* bytes, and alpha */
  } rows[] = {
      {0, {.scheme = LIGHT}, 0, 0, 0, 1},
      {1, {.scheme = LIGHT}, 60, 60, 67, 0.6},
      {2, {.scheme = LIGHT}, 60, 60, 67, 0.3},
      {3, {.scheme = LIGHT}, 60, 60, 67, 0.18},
      {4, {.scheme = LIGHT}, 0, 0, 0, 0.05},
      {0, {.scheme = LIGHT, .contrast = MORE}, 0, 0, 0, 1},
      {1, {.scheme = LIGHT, .contrast = MORE}, 60, 60, 67, 0.8},
      {2, {.scheme = LIGHT, .contrast = MORE}, 60, 60, 67, 0.7},
      {3, {.scheme = LIGHT, .contrast = MORE}, 60, 60, 67, 0.55},
      {4, {.scheme = LIGHT, .contrast = MORE}, 0, 0, 0, 0.08137255},
      {0, {.scheme = DARK}, 255, 255, 255, 1},
      {1, {.scheme = DARK}, 235, 235, 245, 0.6},
      {2, {.scheme = DARK}, 235, 235, 245, 0.3},
      {3, {.scheme = DARK}, 235, 235, 245, 0.16},
      {4, {.scheme = DARK}, 255, 255, 255, 0.05},
      {0, {.scheme = DARK, .contrast = MORE}, 255, 255, 255, 1},
      {1, {.scheme = DARK, .contrast = MORE}, 235, 235, 245, 0.7},
      {2, {.scheme = DARK, .contrast = MORE}, 235, 235, 245, 0.55},
      {3, {.scheme = DARK, .contrast = MORE}, 235, 235, 245, 0.4},
      {4, {.scheme = DARK, .contrast = MORE}, 255, 255, 255, 0.08137255},
      {1, {.scheme = DARK, .contrast = DYNCOLOR_CONTRAST_PERCENT(40)}, 235, 235, 245, 0.64},
      {1, {.scheme = DARK, .contrast = DYNCOLOR_CONTRAST_LESS}, 235, 235, 245, 0.6},
      {1, {0}, 60, 60, 67, 0.6},
  };
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_color expected =
        rgb(rows[i].red / 255, rows[i].green / 255, rows[i].blue / 255, rows[i].alpha);
    dyncolor_id id = level_of(theme, "content", DYNCOLOR_ID_NONE, rows[i].level);
    CHECK_COLOR(theme, id, &rows[i].where, expected);
    dyncolor_rgba color;
    CHECK(dyncolor_resolve_level(theme, DYNCOLOR_ID_NONE, (dyncolor_level)rows[i].level,
                                 &rows[i].where, &color, NULL) == DYNCOLOR_OK);
    CHECK(is_close(color.r, expected.c[0]) && is_close(color.a, expected.alpha));
  }
  dyncolor_theme_release(theme);
}

static void a_foreground_colors_all_levels(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id accent = css(theme, "accent", "light-dark(#f00, #00f)");
  dyncolor_id label = css(theme, "label", "light-dark(#000, #fff)");
  dyncolor_id dim = level_of(theme, "dim", accent, 1);
  dyncolor_id caption = level_of(theme, "caption", DYNCOLOR_ID_NONE, 1);
  dyncolor_id text = css(theme, "text", "currentcolor");
  dyncolor_environment with_accent = {.scheme = DARK, .foreground = accent};
  CHECK_COLOR(theme, text, &with_accent, rgb(0, 0, 1, 1));
  CHECK_COLOR(theme, caption, &with_accent, rgb(0, 0, 1, 0.5));
  CHECK_COLOR(theme, label, &with_accent, rgb(1, 1, 1, 1));
  with_accent.scheme = LIGHT;
  CHECK_COLOR(theme, caption, &with_accent, rgb(1, 0, 0, 0.5));

  /* A foreground that is a level itself: levels add up. */
  dyncolor_environment with_dim = {.foreground = dim};
  CHECK_COLOR(theme, text, &with_dim, rgb(1, 0, 0, 0.5));
  CHECK_COLOR(theme, caption, &with_dim, rgb(1, 0, 0, 0.25));
  dyncolor_rgba color;
  CHECK(dyncolor_resolve_level(theme, DYNCOLOR_ID_NONE, DYNCOLOR_LEVEL_TERTIARY, &with_dim, &color,
                               NULL) == DYNCOLOR_OK);
  CHECK(color.r == 1 && is_close(color.a, 0.18));

  /* The theme's own text color, where there is no foreground. */
  css(theme, "CanvasText", "#0f0");
  CHECK_COLOR(theme, caption, &dark, rgb(0, 1, 0, 0.5));
  CHECK_COLOR(theme, caption, &with_dim, rgb(1, 0, 0, 0.25));

  /* A foreground that is the content style, or that there is not. */
  dyncolor_environment round = {.foreground = caption};
  CHECK_STATUS(theme, caption, &round, DYNCOLOR_ERROR_CYCLE, "caption → caption");
  round.foreground = text;
  CHECK_STATUS(theme, caption, &round, DYNCOLOR_ERROR_CYCLE, "text → text");
  CHECK(dyncolor_resolve_level(theme, DYNCOLOR_ID_NONE, DYNCOLOR_LEVEL_SECONDARY, &round, &color,
                               NULL) == DYNCOLOR_ERROR_CYCLE);
  CHECK(dyncolor_unregister(theme, accent, NULL) == DYNCOLOR_OK);
  CHECK_STATUS(theme, caption, &with_dim, DYNCOLOR_ERROR_STALE_ID, "accent");
  dyncolor_theme_release(theme);
}

static void levels_in_a_circle_are_told(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id a = 0, b = 0;
  CHECK(dyncolor_theme_declare_n(theme, "b", 1, &b, NULL) == DYNCOLOR_OK);
  a = level_of(theme, "a", b, 1);
  CHECK(level_of(theme, "b", a, 1) == b);
  CHECK_STATUS(theme, a, NULL, DYNCOLOR_ERROR_CYCLE, "a → b → a");
  CHECK(dyncolor_register_level_n(theme, "b", 1, b, DYNCOLOR_LEVEL_PRIMARY, &b, NULL) ==
        DYNCOLOR_ERROR_CYCLE);
  css(theme, "b", "light-dark(var(--b), red)");
  CHECK_STATUS(theme, a, NULL, DYNCOLOR_ERROR_CYCLE, "b → b");
  css(theme, "b", "color-mix(in srgb, red, var(--a))");
  CHECK_STATUS(theme, a, NULL, DYNCOLOR_ERROR_CYCLE, "b → a → b");
  dyncolor_rgba color;
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_resolve_level(theme, b, DYNCOLOR_LEVEL_QUINARY, NULL, &color, &error) ==
        DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "b → a → b") == 0);
  dyncolor_theme_release(theme);
}

static void contrasts_lie_between_steps(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_color standard = rgb(0.6, 0.6, 0.6, 1), more = rgb(0.1, 0.2, 0.9, 0.5);
  dyncolor_variant variants[] = {{.part.color = standard}, {.contrast = MORE, .part.color = more}};
  dyncolor_id id = 0;
  CHECK(dyncolor_register_variants_n(theme, "graded", NUL, variants, 2, &id, NULL) == DYNCOLOR_OK);
  for (int percent = 0; percent <= 100; percent++) {
    dyncolor_environment where = {.contrast = DYNCOLOR_CONTRAST_PERCENT(percent)};
    dyncolor_color mixed;
    CHECK(dyncolor_color_mix(&standard, &more, percent / 100.0, DYNCOLOR_SPACE_OKLAB, 0, &mixed,
                             NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_convert(&mixed, DYNCOLOR_SPACE_SRGB, &mixed, NULL) == DYNCOLOR_OK);
    CHECK_COLOR(theme, id, &where, mixed);
  }
  /* There is nothing for less. */
  CHECK_COLOR(theme, id, &(dyncolor_environment){.contrast = 1}, standard);
  CHECK_COLOR(theme, id, &(dyncolor_environment){.contrast = 60}, standard);

  static const struct {
    const char *rule;
    struct {
      uint8_t scheme, contrast, elevation;
      double gray;
    } variants[4];
    dyncolor_environment where;
    double from, to, amount;
  } rows[] = {
      {"half way", {{0, 0, 0, 0.2}, {0, 201, 0, 0.8}}, {.contrast = 151}, 0.2, 0.8, 0.5},
      {"less, half way", {{0, 0, 0, 0.2}, {0, 1, 0, 0.8}}, {.contrast = 51}, 0.2, 0.8, 0.5},
      {"from a step between", {{0, 0, 0, 0.2}, {0, 141, 0, 0.4}, {0, 201, 0, 0.8}},
       {.contrast = 171}, 0.4, 0.8, 0.5},
      {"to a step between", {{0, 0, 0, 0.2}, {0, 141, 0, 0.4}, {0, 201, 0, 0.8}},
       {.contrast = 111}, 0.2, 0.4, 0.25},
      {"no further than there is", {{0, 0, 0, 0.2}, {0, 141, 0, 0.4}}, {.contrast = 171}, 0.4, 0.4,
       0},
      {"not to what fits worse", {{0, 0, 0, 0.2}, {DARK, 0, 0, 0.6}, {0, 201, 0, 0.8}},
       {.scheme = DARK, .contrast = 151}, 0.6, 0.6, 0},
      {"to what fits better", {{0, 0, 0, 0.2}, {DARK, 201, 0, 0.8}},
       {.scheme = DARK, .contrast = 151}, 0.2, 0.8, 0.5},
      {"to the nearest", {{0, 201, 0, 0.9}, {0, 0, 0, 0.2}, {0, 161, 0, 0.8}}, {.contrast = 131},
       0.2, 0.8, 0.5},
      {"elevations of their own", {{0, 0, 2, 0.3}, {0, 0, 0, 0.2}, {0, 201, 0, 0.8},
       {0, 201, 2, 0.9}}, {.contrast = 151, .elevation = 2}, 0.3, 0.9, 0.5},
      {"not to another scheme", {{0, 0, 0, 0.2}, {DARK, 201, 0, 0.8}}, {.contrast = 151}, 0.2, 0.2,
       0},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_variant table[4] = {{0}};
    size_t count = 0;
    for (; count < 4 && rows[i].variants[count].gray > 0; count++) {
      double gray = rows[i].variants[count].gray;
      table[count].scheme = rows[i].variants[count].scheme;
      table[count].contrast = rows[i].variants[count].contrast;
      table[count].elevation = rows[i].variants[count].elevation;
      table[count].part.color = rgb(gray, gray, gray, 1);
    }
    CHECK(dyncolor_register_variants_n(theme, "row", NUL, table, count, &id, NULL) == DYNCOLOR_OK);
    dyncolor_color from = rgb(rows[i].from, rows[i].from, rows[i].from, 1);
    dyncolor_color to = rgb(rows[i].to, rows[i].to, rows[i].to, 1), mixed;
    CHECK(dyncolor_color_mix(&from, &to, rows[i].amount, DYNCOLOR_SPACE_OKLAB, 0, &mixed, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_color_convert(&mixed, DYNCOLOR_SPACE_SRGB, &mixed, NULL) == DYNCOLOR_OK);
    int failures = check_failures_in_claim;
    CHECK_COLOR(theme, id, &rows[i].where, mixed);
    if (check_failures_in_claim != failures) printf("# %s\n", rows[i].rule);
  }

  /* Variants that are other colors, each of which has contrasts of its own. */
  dyncolor_id first = constant(theme, "first", rgb(0.2, 0.2, 0.2, 1));
  dyncolor_variant inner[] = {{.part.color = rgb(0.4, 0.4, 0.4, 1)},
                              {.contrast = MORE, .part.color = rgb(0.8, 0.8, 0.8, 1)}};
  dyncolor_id second = 0;
  CHECK(dyncolor_register_variants_n(theme, "second", NUL, inner, 2, &second, NULL) == DYNCOLOR_OK);
  dyncolor_variant outer[] = {{.part.id = first}, {.contrast = MORE, .part.id = second}};
  dyncolor_id both = 0;
  CHECK(dyncolor_register_variants_n(theme, "both", NUL, outer, 2, &both, NULL) == DYNCOLOR_OK);
  dyncolor_environment half = {.contrast = 151};
  dyncolor_rgba ends[2], found;
  CHECK(dyncolor_resolve(theme, first, &half, &ends[0], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, second, &half, &ends[1], NULL) == DYNCOLOR_OK);
  dyncolor_color a = rgb(ends[0].r, ends[0].g, ends[0].b, 1);
  dyncolor_color b = rgb(ends[1].r, ends[1].g, ends[1].b, 1);
  CHECK(dyncolor_color_mix(&a, &b, 0.5, DYNCOLOR_SPACE_OKLAB, 0, &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_convert(&a, DYNCOLOR_SPACE_SRGB, &a, NULL) == DYNCOLOR_OK);
  CHECK_COLOR(theme, both, &half, a);
  CHECK_COLOR(theme, level_of(theme, NULL, both, 1), &half, rgb(a.c[0], a.c[1], a.c[2], 0.5));

  /* One of them missing, and a circle. */
  CHECK(dyncolor_unregister(theme, second, NULL) == DYNCOLOR_OK);
  CHECK_STATUS(theme, both, &half, DYNCOLOR_ERROR_STALE_ID, "second");
  CHECK(dyncolor_resolve(theme, both, NULL, &found, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_alias_n(theme, "second", NUL, both, NULL, NULL) == DYNCOLOR_OK);
  CHECK_STATUS(theme, both, &half, DYNCOLOR_ERROR_CYCLE, "both → second → both");
  dyncolor_theme_release(theme);
}

/* How a provider fails that fails at times. */
static dyncolor_status failure = (dyncolor_status)-1234;

static dyncolor_status fail_at_times(dyncolor_context *context, dyncolor_answer *answer,
                                     void *data) {
  (void)context;
  int *left = data;
  if ((*left)-- > 0) return failure;
  answer->color = rgb(0.25, 0.5, 0.75, 1);
  return DYNCOLOR_OK;
}

static void the_first_that_resolves_is_taken(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id declared = 0, gone = constant(theme, "gone", rgb(1, 1, 1, 1));
  dyncolor_id last = constant(theme, "last", rgb(0, 0, 1, 1));
  CHECK(dyncolor_theme_declare_n(theme, "declared", NUL, &declared, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, gone, NULL) == DYNCOLOR_OK);
  dyncolor_variant only_dark = {.scheme = DARK, .part.color = rgb(1, 0, 0, 1)};
  dyncolor_id at_night = 0, semantic = 0, provided = 0, chosen = 0;
  CHECK(dyncolor_register_variants_n(theme, "night", NUL, &only_dark, 1, &at_night, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_semantic_n(theme, "semantic", NUL, "x", 1, NULL, &semantic, NULL) ==
        DYNCOLOR_OK);
  dyncolor_id broken = css(theme, "broken", "color-mix(in srgb, red, var(--nobody))");
  int failures = 0;
  CHECK(dyncolor_register_provider_n(theme, "provided", NUL, fail_at_times, &failures, NULL,
                                     &provided, NULL) == DYNCOLOR_OK);
  dyncolor_id ids[] = {declared, gone, semantic, broken, at_night, provided, last};
  CHECK(dyncolor_register_fallbacks_n(theme, "chosen", NUL, parts_of(ids, 7), 7, &chosen, NULL) ==
        DYNCOLOR_OK);
  CHECK_COLOR(theme, chosen, &dark, rgb(1, 0, 0, 1));
  CHECK_COLOR(theme, chosen, &light, rgb(0.25, 0.5, 0.75, 1));

  /* What is reached past a provider's failure is not kept. */
  failures = 2;
  CHECK(dyncolor_register_provider_n(theme, "provided", NUL, fail_at_times, &failures, NULL, NULL,
                                     NULL) == DYNCOLOR_OK);
  dyncolor_rgba color;
  for (int round = 0; round < 2; round++) {
    CHECK(dyncolor_resolve(theme, chosen, &light, &color, NULL) == DYNCOLOR_OK);
    CHECK(color.r == 0 && color.b == 1);
  }
  CHECK_COLOR(theme, chosen, &light, rgb(0.25, 0.5, 0.75, 1));
  failures = 1;
  CHECK(dyncolor_register_provider_n(theme, "provided", NUL, fail_at_times, &failures, NULL, NULL,
                                     NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_prepare(theme, &light, NULL) == DYNCOLOR_OK);
  CHECK_COLOR(theme, chosen, &light, rgb(0.25, 0.5, 0.75, 1));

  /* The first again, once it is there. */
  constant(theme, "declared", rgb(0, 1, 0, 1));
  CHECK_COLOR(theme, chosen, &light, rgb(0, 1, 0, 1));
  CHECK(dyncolor_unregister(theme, declared, NULL) == DYNCOLOR_OK);

  /* All fail: the last one's status. A circle is not passed over. */
  dyncolor_id few = 0;
  CHECK(dyncolor_register_fallbacks_n(theme, "few", NUL, parts_of(ids, 3), 3, &few, NULL) ==
        DYNCOLOR_OK);
  CHECK_STATUS(theme, few, NULL, DYNCOLOR_ERROR_NO_VALUE,
               "semantic: no palette for \"x\"; set one in the environment, or a default palette");
  CHECK(dyncolor_register_fallbacks_n(theme, "few", NUL, parts_of(ids, 4), 4, &few, NULL) ==
        DYNCOLOR_OK);
  CHECK_STATUS(theme, few, NULL, DYNCOLOR_ERROR_UNKNOWN_NAME, "broken → var(--nobody)");
  CHECK(dyncolor_register_alias_n(theme, "gone", NUL, few, NULL, NULL) == DYNCOLOR_OK);
  CHECK_STATUS(theme, few, NULL, DYNCOLOR_ERROR_CYCLE, "few → gone → few");

  dyncolor_error error = fresh_error();
  check_refused(dyncolor_register_fallbacks_n(theme, "x", 1, parts_of(ids, 1), 0, NULL, &error),
                &error, "count");
  check_refused(dyncolor_register_fallbacks_n(theme, "x", 1, parts_of(ids, 1),
                                              DYNCOLOR_MAX_FALLBACKS + 1, NULL,
                                              &error), &error, "count");
  check_refused(dyncolor_register_fallbacks_n(theme, "x", 1, NULL, 1, NULL, &error), &error,
                "parts");
  check_refused(dyncolor_register_fallbacks_n(NULL, "x", 1, parts_of(ids, 1), 1, NULL, &error),
                &error, "theme");
  ids[1] = 0;
  check_refused(dyncolor_register_fallbacks_n(theme, "x", 1, parts_of(ids, 3), 3, NULL, &error),
                &error, "parts[1]");
  dyncolor_theme_release(theme);
}

/* Whatever its status, the failure of a provider is not kept: neither what is reached past it, nor
 * by a snapshot, nor for others that are resolved with it. */
static void failures_of_providers_do_not_last(void) {
  const dyncolor_status statuses[] = {(dyncolor_status)-1234, DYNCOLOR_ERROR_NO_VALUE,
                                      DYNCOLOR_ERROR_STALE_ID, DYNCOLOR_ERROR_UNKNOWN_NAME};
  for (size_t i = 0; i < COUNT(statuses); i++) {
    failure = statuses[i];
    dyncolor_theme *theme = new_theme();
    int failures = 0;
    dyncolor_id provided = 0, chosen = 0, other = 0;
    CHECK(dyncolor_register_provider_n(theme, "provided", NUL, fail_at_times, &failures, NULL,
                                       &provided, NULL) == DYNCOLOR_OK);
    dyncolor_id ids[] = {provided, constant(theme, "last", rgb(0, 0, 1, 1))};
    CHECK(dyncolor_register_fallbacks_n(theme, "chosen", NUL, parts_of(ids, 2), 2, &chosen, NULL) ==
          DYNCOLOR_OK);
    other = level_of(theme, "other", chosen, 1);
    for (int round = 0; round < 2; round++) {
      failures = 1;
      dyncolor_snapshot *snapshot = NULL;
      dyncolor_rgba color;
      CHECK(dyncolor_snapshot_create(theme, NULL, &snapshot, NULL) == DYNCOLOR_OK);
      dyncolor_snapshot_release(snapshot);
      CHECK(dyncolor_snapshot_create(theme, NULL, &snapshot, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_snapshot_resolve(snapshot, chosen, &color, NULL) == DYNCOLOR_OK);
      CHECK(color.r == 0.25f);
      CHECK(dyncolor_snapshot_resolve(snapshot, other, &color, NULL) == DYNCOLOR_OK);
      CHECK(color.r == 0.25f && color.a == 0.5f);
      dyncolor_snapshot_release(snapshot);
      /* Forget all that is known. */
      CHECK(dyncolor_theme_set_default_scheme(theme, round == 0 ? DARK : LIGHT, NULL) ==
            DYNCOLOR_OK);
    }
    failures = 1;
    CHECK(dyncolor_theme_prepare(theme, NULL, NULL) == DYNCOLOR_OK);
    CHECK_COLOR(theme, chosen, NULL, rgb(0.25, 0.5, 0.75, 1));
    CHECK_COLOR(theme, other, NULL, rgb(0.25, 0.5, 0.75, 0.5));
    dyncolor_theme_release(theme);
  }
  failure = (dyncolor_status)-1234;
}

static void the_longest_list_of_fallbacks_is_quick(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id ids[DYNCOLOR_MAX_FALLBACKS];
  for (size_t i = 0; i < COUNT(ids); i++)
    CHECK(dyncolor_register_semantic_n(theme, NULL, 0, "x", 1, NULL, &ids[i], NULL) == DYNCOLOR_OK);
  dyncolor_id list = 0;
  CHECK(dyncolor_register_fallbacks_n(theme, "list", NUL, parts_of(ids, COUNT(ids)), COUNT(ids),
                                      &list, NULL) ==
        DYNCOLOR_OK);
  CHECK_STATUS(theme, list, NULL, DYNCOLOR_ERROR_NO_VALUE,
               "no palette for \"x\"; set one in the environment, or a default palette");
  dyncolor_variant white = {.part.color = rgb(1, 1, 1, 1)};
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.kind = DYNCOLOR_KIND_PALETTE;
  definition.variants = &white;
  definition.variant_count = 1;
  definition.semantic = "x";
  definition.semantic_length = 1;
  CHECK(dyncolor_register(theme, &definition, 1, &ids[COUNT(ids) - 1], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_fallbacks_n(theme, "list", NUL, parts_of(ids, COUNT(ids)), COUNT(ids),
                                      &list, NULL) ==
        DYNCOLOR_OK);
  CHECK_COLOR(theme, list, NULL, rgb(1, 1, 1, 1));
  dyncolor_theme_release(theme);
}

static void results_are_brought_into_the_gamut(void) {
  static const struct {
    uint8_t gamut;
    dyncolor_space space;
  } gamuts[] = {{DYNCOLOR_GAMUT_SRGB, DYNCOLOR_SPACE_SRGB},
                {DYNCOLOR_GAMUT_DISPLAY_P3, DYNCOLOR_SPACE_DISPLAY_P3},
                {DYNCOLOR_GAMUT_REC2020, DYNCOLOR_SPACE_REC2020}};
  const dyncolor_color colors[] = {
      {DYNCOLOR_SPACE_DISPLAY_P3, 0, {1, 0, 0}, 0.5},   {DYNCOLOR_SPACE_REC2020, 0, {0, 1, 0}, 1},
      {DYNCOLOR_SPACE_PROPHOTO_RGB, 0, {0, 1, 0}, 1},   {DYNCOLOR_SPACE_SRGB, 0, {0.2, 0.4, 1}, 1},
      {DYNCOLOR_SPACE_EXTENDED_SRGB, 0, {2, 2, 2}, 1},
      {DYNCOLOR_SPACE_OKLCH, 0, {0.7, 0.4, 30}, 1},
      {DYNCOLOR_SPACE_EXTENDED_SRGB, 0, {-1, 0.5, 0}, 1}};
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < COUNT(colors); i++) {
    dyncolor_id id = constant(theme, "color", colors[i]);
    dyncolor_id mixed = css(theme, "mixed", "color-mix(in oklab, var(--color), var(--color))");
    dyncolor_id dim = level_of(theme, "dim", id, 1);
    for (size_t j = 0; j < COUNT(gamuts); j++) {
      dyncolor_environment where = {.gamut = gamuts[j].gamut};
      dyncolor_color expected;
      CHECK(dyncolor_color_map_to_gamut(&colors[i], gamuts[j].space, DYNCOLOR_GAMUT_METHOD_EXACT,
                                        &expected, NULL) == DYNCOLOR_OK);
      dyncolor_rgba painted;
      CHECK(dyncolor_color_pack(&expected, DYNCOLOR_LAYOUT_FLOAT4, &painted, sizeof painted,
                                NULL) == DYNCOLOR_OK);
      dyncolor_color paint = rgb(painted.r, painted.g, painted.b, painted.a);
      CHECK_COLOR(theme, id, &where, paint);
      paint.alpha /= 2;
      CHECK_COLOR(theme, dim, &where, paint);
      dyncolor_rgba found;
      CHECK(dyncolor_resolve(theme, mixed, &where, &found, NULL) == DYNCOLOR_OK);
      CHECK(fabs(found.r - painted.r) + fabs(found.g - painted.g) + fabs(found.b - painted.b) <
            1e-5);
      if (gamuts[j].gamut == DYNCOLOR_GAMUT_SRGB)
        CHECK(found.r >= 0 && found.r <= 1 && found.g >= 0 && found.g <= 1 && found.b >= 0 &&
              found.b <= 1);
    }
    /* Unspecified: as it is. */
    dyncolor_rgba painted;
    CHECK(dyncolor_color_pack(&colors[i], DYNCOLOR_LAYOUT_FLOAT4, &painted, sizeof painted,
                              NULL) == DYNCOLOR_OK);
    CHECK_COLOR(theme, id, NULL, rgb(painted.r, painted.g, painted.b, painted.a));
  }
  dyncolor_theme_release(theme);
}

static void arguments_are_checked(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id tint = constant(theme, "tint", rgb(1, 0, 0, 1));
  dyncolor_error error = fresh_error();
  dyncolor_rgba color;
  MARK(color);
  check_refused(dyncolor_register_level_n(theme, "x", 1, tint, (dyncolor_level)5, NULL, &error),
                &error, "level");
  check_refused(dyncolor_register_level_n(theme, "x", 1, tint, (dyncolor_level)-1, NULL, &error),
                &error, "level");
  check_refused(dyncolor_register_level_n(NULL, "x", 1, tint, DYNCOLOR_LEVEL_SECONDARY, NULL,
                                          &error), &error, "theme");
  check_refused(dyncolor_resolve_level(NULL, tint, DYNCOLOR_LEVEL_SECONDARY, NULL, &color, &error),
                &error, "theme");
  check_refused(dyncolor_resolve_level(theme, tint, (dyncolor_level)5, NULL, &color, &error),
                &error, "level");
  check_refused(dyncolor_resolve_level(theme, tint, DYNCOLOR_LEVEL_SECONDARY, NULL, NULL, &error),
                &error, "color");
  dyncolor_environment bad = {.scheme = 3};
  check_refused(dyncolor_resolve_level(theme, tint, DYNCOLOR_LEVEL_SECONDARY, &bad, &color,
                                       &error), &error, "environment.scheme");
  CHECK(dyncolor_resolve_level(theme, tint + 1, DYNCOLOR_LEVEL_SECONDARY, NULL, &color, &error) ==
        DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK_MARKED(color);
  CHECK(dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);
}

static void equality_sees_steps_between(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_variant variants[] = {{.part.color = rgb(0, 0, 0, 1)},
                                 {.contrast = 151, .part.color = rgb(0.5, 0.5, 0.5, 1)},
                                 {.contrast = 201, .part.color = rgb(1, 1, 1, 1)}};
  dyncolor_id three = 0, two = 0, same = 0;
  CHECK(dyncolor_register_variants_n(theme, "three", NUL, variants, 3, &three,
                                     NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_variants_n(theme, "same", NUL, variants, 3, &same, NULL) == DYNCOLOR_OK);
  variants[1] = variants[2];
  CHECK(dyncolor_register_variants_n(theme, "two", NUL, variants, 2, &two, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, three, theme, same) && !dyncolor_id_equal(theme, three, theme,
                                                                           two));
  CHECK(!dyncolor_id_equal(theme, two, theme, three));
  CHECK(dyncolor_id_hash(theme, three) == dyncolor_id_hash(theme, same));
  dyncolor_theme_release(theme);
}

/* Colors each of which is the first of two that are the same, forty deep. */
static void equality_comes_to_an_end(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id first = 0, second = 0;
  for (int copy = 0; copy < 2; copy++) {
    dyncolor_variant never = {.scheme = DARK, .part.color = rgb(1, 0, 0, 1)};
    dyncolor_id id = 0;
    CHECK(dyncolor_register_variants_n(theme, NULL, 0, &never, 1, &id, NULL) == DYNCOLOR_OK);
    for (int depth = 0; depth < 40; depth++) {
      dyncolor_id ids[] = {id, id};
      CHECK(dyncolor_register_fallbacks_n(theme, NULL, 0, parts_of(ids, 2), 2, &id, NULL) ==
            DYNCOLOR_OK);
    }
    if (copy == 0) first = id; else second = id;
  }
  CHECK(dyncolor_id_equal(theme, first, theme, first));
  (void)dyncolor_id_equal(theme, first, theme, second);
  (void)dyncolor_id_hash(theme, first);
  CHECK_STATUS(theme, first, &light, DYNCOLOR_ERROR_NO_VALUE, "no variant matches");
  CHECK_COLOR(theme, first, &dark, rgb(1, 0, 0, 1));
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("a level multiplies the alpha of its color", levels_multiply_alpha);
  CLAIM("levels add up through references and conditions", levels_add_up);
  CLAIM("levels of a provider's color share one call", levels_of_a_provider_are_of_one_answer);
  CLAIM("the opacities of levels can be replaced", the_table_of_levels_can_be_replaced);
  CLAIM("the content style has fixed levels", content_has_fixed_levels);
  CLAIM("a foreground sets the color of all levels of the content style",
        a_foreground_colors_all_levels);
  CLAIM("cycles of levels are reported", levels_in_a_circle_are_told);
  CLAIM("colors between two contrasts are interpolated", contrasts_lie_between_steps);
  CLAIM("the first fallback that resolves is used", the_first_that_resolves_is_taken);
  CLAIM("the failure of a provider is not cached", failures_of_providers_do_not_last);
  CLAIM("long lists of fallbacks are tried to the end", the_longest_list_of_fallbacks_is_quick);
  CLAIM("results are mapped into the gamut of the environment", results_are_brought_into_the_gamut);
  CLAIM("bad arguments of levels and fallbacks are refused", arguments_are_checked);
  CLAIM("equality compares contrasts between the named steps", equality_sees_steps_between);
  CLAIM("equality terminates for any dependency graph", equality_comes_to_an_end);
  return CHECK_RESULT;
}
