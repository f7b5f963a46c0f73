/* Derived variants: the other scheme, and more and less contrast. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "parts.h"
#include "random.h"
#include "refusals.h"
#include "themes.h"

static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT},
                                  dark = {.scheme = DYNCOLOR_SCHEME_DARK},
                                  light_more = {.scheme = DYNCOLOR_SCHEME_LIGHT,
                                                .contrast = DYNCOLOR_CONTRAST_MORE},
                                  dark_more = {.scheme = DYNCOLOR_SCHEME_DARK,
                                               .contrast = DYNCOLOR_CONTRAST_MORE},
                                  light_less = {.scheme = DYNCOLOR_SCHEME_LIGHT,
                                                .contrast = DYNCOLOR_CONTRAST_LESS};

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css(theme, name, text, &id, NULL) == DYNCOLOR_OK);
  return id;
}

/* Defines a color in a layer. */
static void define(dyncolor_theme *theme, uint16_t layer, const char *name, const char *text) {
  const dyncolor_part part = dyncolor_part_css(text);
  CHECK(dyncolor_layer_register(theme, layer, name, &part, NULL, NULL) == DYNCOLOR_OK);
}

static dyncolor_color value(dyncolor_theme *theme, dyncolor_id id,
                            const dyncolor_environment *where) {
  dyncolor_rgba rgba = {0};
  CHECK(dyncolor_resolve(theme, id, where, &rgba, NULL) == DYNCOLOR_OK);
  const dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {rgba.r, rgba.g, rgba.b}, rgba.a};
  return color;
}

static bool is_same(dyncolor_color a, dyncolor_color b) {
  return dyncolor_color_is_near(&a, &b) == 1;
}

static double contrast(dyncolor_color a, dyncolor_color b) {
  double ratio = 0;
  CHECK(dyncolor_color_contrast(&a, &b, DYNCOLOR_CONTRAST_METHOD_WCAG, &ratio, NULL) ==
        DYNCOLOR_OK);
  return ratio;
}

static double lightness(dyncolor_color color) {
  dyncolor_color lch;
  CHECK(dyncolor_color_convert(&color, DYNCOLOR_SPACE_OKLCH, &lch, NULL) == DYNCOLOR_OK);
  return lch.c[0];
}

static int is_derived(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  int found = -1;
  CHECK(dyncolor_id_is_derived(theme, id, where, &found, NULL) == DYNCOLOR_OK);
  return found;
}

static dyncolor_derive_counts derive(dyncolor_theme *theme,
                                     const dyncolor_derive_options *options) {
  dyncolor_derive_counts counts = {9, 9, 9, 9};
  CHECK(dyncolor_theme_derive(theme, options, &counts, NULL) == DYNCOLOR_OK);
  return counts;
}

/* ---- A theme --------------------------------------------------------------------------------- */

enum { COLORS = 10 };
static const char *const names[COLORS][2] = {
    {"background", "#ffffff"}, {"card", "#f6f8fa"},     {"text", "#1f2328"},
    {"muted-text", "#656d76"}, {"border", "#d0d7de"},   {"accent", "#0969da"},
    {"on-accent", "#ffffff"},  {"link", "#1a7f37"},     {"card-foreground", "#24292f"},
    {"success-tint", "#dafbe1"}};

static dyncolor_theme *theme_of_light_colors(dyncolor_id ids[COLORS]) {
  dyncolor_theme *theme = new_theme();
  for (int i = 0; i < COLORS; i++) ids[i] = css(theme, names[i][0], names[i][1]);
  return theme;
}

/* What the author has defined stays, in the authored scheme and at the standard contrast. */
static void authored_values_stay(void) {
  dyncolor_id ids[COLORS];
  dyncolor_theme *theme = theme_of_light_colors(ids);
  dyncolor_color before[COLORS];
  for (int i = 0; i < COLORS; i++) before[i] = value(theme, ids[i], &light);
  const dyncolor_derive_counts counts = derive(theme, NULL);
  CHECK(counts.derived == COLORS && counts.complete + counts.following + counts.skipped == 0);
  for (int i = 0; i < COLORS; i++) {
    CHECK(is_same(value(theme, ids[i], &light), before[i]));
    CHECK(is_derived(theme, ids[i], &light) == 0 && is_derived(theme, ids[i], &dark) == 1);
    CHECK(is_derived(theme, ids[i], NULL) == 0);
  }
  dyncolor_theme_release(theme);
}

/* Backgrounds become dark, texts light, and accents with texts on them stay; and each text keeps
 * the contrast of its pair, up to 7. */
static void dark_variants_keep_contrast(void) {
  dyncolor_id ids[COLORS];
  dyncolor_theme *theme = theme_of_light_colors(ids);
  derive(theme, NULL);
  static const int pairs[][2] = {{2, 0}, {3, 0}, {6, 5}, {7, 0}, {8, 1}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const dyncolor_id text = ids[pairs[i][0]], ground = ids[pairs[i][1]];
    const double at_first = contrast(value(theme, text, &light), value(theme, ground, &light));
    const double most = pairs[i][0] == 7 ? 4.5 : 7;
    const double kept = floor(fmin(at_first, most) * 100) / 100;
    CHECK(contrast(value(theme, text, &dark), value(theme, ground, &dark)) >= kept - 1e-5);
  }
  CHECK(lightness(value(theme, ids[0], &dark)) < 0.3);
  CHECK(lightness(value(theme, ids[1], &dark)) < 0.3);
  CHECK(lightness(value(theme, ids[2], &dark)) > 0.85);
  CHECK(lightness(value(theme, ids[9], &dark)) < 0.35);
  CHECK(is_same(value(theme, ids[6], &dark), value(theme, ids[6], &light)));
  dyncolor_theme_release(theme);
}

static void contrast_is_graded(void) {
  dyncolor_id ids[COLORS];
  dyncolor_theme *theme = theme_of_light_colors(ids);
  derive(theme, NULL);
  static const struct {
    int text, ground;
    double full;
  } pairs[] = {{2, 0, 7}, {3, 0, 7}, {4, 0, 3}, {5, 0, 7}, {6, 5, 7}, {7, 0, 4.5}, {8, 1, 7}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const dyncolor_id text = ids[pairs[i].text], ground = ids[pairs[i].ground];
    for (int scheme = DYNCOLOR_SCHEME_LIGHT; scheme <= DYNCOLOR_SCHEME_DARK; scheme++) {
      double last = 0;
      for (int percent = -100; percent <= 100; percent += 25) {
        dyncolor_environment where = {.scheme = (uint8_t)scheme};
        where.contrast = DYNCOLOR_CONTRAST_PERCENT(percent);
        const double ratio = contrast(value(theme, text, &where), value(theme, ground, &where));
        /* A text on an accent that changes may become black, or white. */
        if (pairs[i].text != 6) CHECK(ratio >= last * 0.99);
        if (percent == 100) CHECK(ratio >= pairs[i].full - 1e-5);
        last = ratio;
      }
    }
    CHECK(is_derived(theme, text, &light_more) == 1 && is_derived(theme, text, &dark_more) == 1);
    CHECK(is_derived(theme, text, &light_less) == 1);
  }
  CHECK(is_derived(theme, ids[0], &light_more) == 0);
  dyncolor_theme_release(theme);
}

/* ---- What is derived, and what is not -------------------------------------------------------- */

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context, (void)data;
  answer->color.space = DYNCOLOR_SPACE_SRGB;
  answer->color.alpha = 1;
  return DYNCOLOR_OK;
}

static void counts_say_why(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id id, ground = css(theme, "background", "white");
  const dyncolor_id pair = css(theme, "surface", "light-dark(white, black)");
  const dyncolor_id text = css(theme, "text", "light-dark(black, white)");
  const dyncolor_id alias = css(theme, "label", "var(--text)");
  const dyncolor_id faint = css(theme, "hint", "alpha(from var(--text) / 0.5)");
  const dyncolor_id mixed = css(theme, "wash", "color-mix(in oklab, var(--background), #08f 10%)");
  const dyncolor_id themed =
      css(theme, "themed", "color-mix(in oklab, --palette(a, red), var(--background))");
  const dyncolor_id complete = css(
      theme, "done-text", "--variants(any: black; dark: white; more: black; dark more: white)");
  CHECK(dyncolor_register_provider(theme, "own", provide, NULL, NULL, &id, NULL) == DYNCOLOR_OK);
  css(theme, NULL, "gray");
  const dyncolor_derive_counts counts = derive(theme, NULL);
  /* background, text (its contrast) and wash */
  CHECK(counts.derived == 3 && counts.complete == 2 && counts.following == 3);
  CHECK(counts.skipped == 1);
  CHECK(is_derived(theme, ground, &dark) == 1 && is_derived(theme, pair, &dark) == 0);
  CHECK(is_derived(theme, text, &dark) == 0 && is_derived(theme, text, &dark_more) == 1);
  CHECK(is_derived(theme, alias, &dark_more) == 0 && is_derived(theme, faint, &dark) == 0);
  CHECK(is_derived(theme, mixed, &dark) == 1 && is_derived(theme, themed, &dark) == 0);
  CHECK(is_derived(theme, complete, &dark) == 0 && is_derived(theme, id, &dark) == 0);
  CHECK(lightness(value(theme, mixed, &dark)) < 0.4);
  dyncolor_theme_release(theme);
}

static void options_choose(void) {
  dyncolor_id ids[COLORS];
  dyncolor_theme *theme = theme_of_light_colors(ids);
  const dyncolor_id plain = css(theme, "b1", "white");
  dyncolor_color_role roles[2] = {{ids[9], DYNCOLOR_ROLE_NONE}, {plain, DYNCOLOR_ROLE_TEXT}};
  dyncolor_derive_options options = DYNCOLOR_DERIVE_OPTIONS_INIT;
  options.what = DYNCOLOR_DERIVE_CONTRAST;
  options.roles = roles;
  options.role_count = 2;
  dyncolor_derive_counts counts = derive(theme, &options);
  CHECK(counts.skipped == 1 && is_derived(theme, ids[2], &dark) == 0);
  CHECK(is_derived(theme, ids[2], &light_more) == 1 && is_derived(theme, plain, &light_more) == 1);
  options.what = DYNCOLOR_DERIVE_SCHEME;
  options.background = ids[1];
  derive(theme, &options);
  CHECK(is_derived(theme, ids[2], &light_more) == 0 && is_derived(theme, ids[2], &dark) == 1);
  CHECK(is_derived(theme, ids[9], &dark) == 0);
  char text[512];
  CHECK(dyncolor_id_css(theme, ids[2], text, sizeof text, NULL, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(text,
               "light-dark(--covered(), --ensure-contrast(--dark-of(--covered(), text), on "
               "var(--background), 7))") == 0);
  dyncolor_theme_release(theme);
}

/* The light variants of a dark theme. */
static void dark_themes_become_light(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  const dyncolor_id ground = css(theme, "background", "#101214");
  const dyncolor_id text = css(theme, "text", "#e6e6e6");
  derive(theme, NULL);
  CHECK(lightness(value(theme, ground, &light)) > 0.9);
  CHECK(contrast(value(theme, text, &light), value(theme, ground, &light)) >= 7 - 1e-5);
  CHECK(is_derived(theme, text, &light) == 1 && is_derived(theme, text, &dark) == 0);
  dyncolor_theme_release(theme);
}

/* A text without a background in the theme is seen on Canvas. */
static void canvas_is_the_last_background(void) {
  dyncolor_theme *theme = new_theme();
  char buffer[512];
  const dyncolor_id text = css(theme, "text", "#333");
  derive(theme, NULL);
  CHECK(dyncolor_id_css(theme, text, buffer, sizeof buffer, NULL, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(buffer,
               "light-dark(--grade-contrast(--covered(), on Canvas, 7), --grade-contrast("
               "--ensure-contrast(--dark-of(--covered(), text), on Canvas, 7), on Canvas, "
               "7))") == 0);
  dyncolor_theme_release(theme);
}

/* A background that depends on the color is left out, so that no cycle is made. */
/* A translucent background counts as what the page makes of it. */
static void translucent_backgrounds_lie_on_the_page(void) {
  static const struct {
    const char *card, *text;
  } rows[] = {{"rgb(0 0 0 / 5%)", "#222"}, {"rgb(255 0 0 / 25%)", "#600"}, {"#0002", "black"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_theme *theme = new_theme();
    css(theme, "background", "white");
    css(theme, "card", rows[i].card);
    css(theme, "card-foreground", rows[i].text);
    derive(theme, NULL);
    dyncolor_audit *made = NULL;
    dyncolor_audit_sums sums;
    CHECK(dyncolor_theme_audit(theme, NULL, &made, NULL) == DYNCOLOR_OK);
    dyncolor_audit_total(made, &sums);
    CHECK(sums.errors == 0 && sums.pairs == 1);
    dyncolor_audit_release(made);
    dyncolor_theme_release(theme);
  }
}

static void backgrounds_make_no_cycle(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id text = css(theme, "text", "#222");
  css(theme, "background", "color-mix(in oklab, var(--text) 5%, white)");
  /* Each is the background of the other. */
  /* What the user's layer says of the background counts, too. */
  const dyncolor_id card_text = css(theme, "card-text", "#222"), card = css(theme, "card", "#fff");
  define(theme, DYNCOLOR_LAYER_USER, "card",
         "color-mix(in oklab, var(--card-text) 5%, white)");
  const dyncolor_id a = css(theme, "on-a", "#222"), b = css(theme, "a", "#ddd");
  css(theme, "a-text", "var(--on-a)");
  derive(theme, NULL);
  const dyncolor_environment *const where[] = {&light, &dark, &light_more, &dark_more};
  for (int i = 0; i < 4; i++) {
    value(theme, text, where[i]);
    value(theme, card_text, where[i]);
    value(theme, card, where[i]);
    value(theme, a, where[i]);
    value(theme, b, where[i]);
  }
  dyncolor_theme_release(theme);
}

/* ---- A layer --------------------------------------------------------------------------------- */

static void definitions_follow_and_are_dropped(void) {
  dyncolor_id ids[COLORS];
  dyncolor_theme *theme = theme_of_light_colors(ids);
  derive(theme, NULL);
  uint16_t layer = 0;
  size_t count = 0;
  dyncolor_source sources[2];
  CHECK(dyncolor_layer_find(theme, "derived", &layer, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_sources(theme, ids[0], sources, 2, &count, NULL) == DYNCOLOR_OK && count == 2);
  CHECK(sources[0].layer == layer && sources[0].owner > 0 && sources[1].layer == 0);

  /* Another authored color has another dark variant. */
  const dyncolor_color before = value(theme, ids[9], &dark);
  css(theme, names[9][0], "#ffd8d8");
  CHECK(!is_same(value(theme, ids[9], &dark), before));

  /* Deriving again changes nothing if nothing is lacking. */
  const uint64_t generation = dyncolor_theme_generation(theme);
  derive(theme, NULL);
  CHECK(dyncolor_theme_generation(theme) == generation);

  /* An author draws what had been derived: the definition is dropped. */
  css(theme, names[9][0], "light-dark(#ffd8d8, #400)");
  derive(theme, NULL);
  CHECK(is_derived(theme, ids[9], &dark) == 0);
  CHECK(is_same(value(theme, ids[9], &dark), value(theme, css(theme, NULL, "#400"), &dark)));

  /* The user's choice lies above. */
  define(theme, DYNCOLOR_LAYER_USER, "text", "red");
  derive(theme, NULL);
  CHECK(is_same(value(theme, ids[2], &dark), value(theme, css(theme, NULL, "red"), &dark)));
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(is_derived(theme, ids[2], &dark) == 1);

  CHECK(dyncolor_layer_clear(theme, layer, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < COLORS; i++) CHECK(is_derived(theme, ids[i], &dark) == 0);
  CHECK(is_same(value(theme, ids[0], &dark), value(theme, ids[0], &light)));
  dyncolor_theme_release(theme);
}

/* An authored definition may itself be made of a lower one. */
static void covered_definitions_are_followed(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t brand = 0;
  css(theme, "background", "light-dark(white, #222)");
  const dyncolor_id tint = css(theme, "tint", "#def");
  CHECK(dyncolor_layer_declare(theme, "brand", DYNCOLOR_LAYER_USER, &brand, NULL) == DYNCOLOR_OK);
  define(theme, brand, "tint", "color-mix(in oklab, --covered(), white)");
  define(theme, brand, "background", "color-mix(in oklab, --covered(), red 5%)");
  const dyncolor_derive_counts counts = derive(theme, NULL);
  CHECK(counts.derived == 1 && counts.complete == 1 && lightness(value(theme, tint, &dark)) < 0.4);
  dyncolor_theme_release(theme);
}

/* ---- Files, images, snapshots, explanations -------------------------------------------------- */

static void derived_variants_go_everywhere(void) {
  dyncolor_id ids[COLORS];
  dyncolor_theme *theme = theme_of_light_colors(ids), *copy = NULL;
  derive(theme, NULL);

  size_t size = 0, count = 0;
  dyncolor_theme_to_image(theme, NULL, 0, &size, NULL);
  void *image = malloc(size);
  CHECK(dyncolor_theme_to_image(theme, image, size, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copy, NULL) ==
        DYNCOLOR_OK);
  free(image);
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find(copy, "text", &id, NULL) == DYNCOLOR_OK);
  CHECK(is_derived(copy, id, &dark) == 1 && is_derived(copy, id, &light) == 0);
  CHECK(is_same(value(copy, id, &dark), value(theme, ids[2], &dark)));
  dyncolor_theme_release(copy);

  static char text[1 << 16];
  dyncolor_write_options json = DYNCOLOR_WRITE_OPTIONS_INIT, styles = DYNCOLOR_WRITE_OPTIONS_INIT;
  json.format = DYNCOLOR_FORMAT_JSON;
  CHECK(dyncolor_theme_write_memory(theme, &json, text, sizeof text, &size, NULL, NULL) ==
        DYNCOLOR_OK);
  copy = new_theme();
  CHECK(dyncolor_theme_load_memory(copy, "theme.json", text, size, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_find(copy, "muted-text", &id, NULL) == DYNCOLOR_OK);
  CHECK(is_derived(copy, id, &dark) == 1 && is_derived(copy, id, &light) == 0);
  CHECK(is_same(value(copy, id, &dark_more), value(theme, ids[3], &dark_more)));
  dyncolor_theme_release(copy);
  styles.format = DYNCOLOR_FORMAT_STYLE_SHEET;
  CHECK(dyncolor_theme_write_memory(theme, &styles, text, sizeof text, &size, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(strstr(text, "/* Derived */\n  --text: light-dark(#1f2328, ") != NULL);
  CHECK(strstr(text, "@media (prefers-contrast: more)") != NULL);

  dyncolor_snapshot *by_day = NULL, *by_night = NULL;
  CHECK(dyncolor_snapshot_create(theme, &light, &by_day, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(theme, &dark, &by_night, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < COLORS; i++) {
    CHECK(dyncolor_snapshot_is_derived(by_day, ids[i]) == 0);
    CHECK(dyncolor_snapshot_is_derived(by_night, ids[i]) == 1);
  }
  CHECK(dyncolor_snapshot_is_derived(by_night, 0) == 0);
  CHECK(dyncolor_snapshot_is_derived(by_night, ids[0] ^ 1) == 0);
  CHECK(dyncolor_snapshot_is_derived(NULL, ids[0]) == 0);
  dyncolor_snapshot_release(by_day);
  dyncolor_snapshot_release(by_night);

  dyncolor_id changed[COLORS];
  CHECK(dyncolor_theme_diff(theme, &light, &dark, changed, COLORS, &count, NULL) == DYNCOLOR_OK);
  CHECK(count == COLORS - 2); /* accent and on-accent stay */

  dyncolor_explanation *why = NULL;
  CHECK(dyncolor_explanation_create(theme, ids[9], &dark, &why, NULL) == DYNCOLOR_OK);
  CHECK(strstr(dyncolor_explanation_text(why), "(layer derived, of derived)") != NULL);
  CHECK(strstr(dyncolor_explanation_text(why), "--dark-of(--covered(), tint)") != NULL);
  dyncolor_explanation_release(why);
  dyncolor_theme_release(theme);
}

/* ---- The value function ---------------------------------------------------------------------- */

static void degrees_grade_contrast(void) {
  for (int i = 0; i < 3000; i++) {
    dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {0}, 1}, grounds[3], graded;
    const size_t count = 1 + (size_t)(random_unit() * 3);
    for (int k = 0; k < 3; k++) color.c[k] = (int)(random_unit() * 256) / 255.0;
    double at_first = 22;
    for (size_t j = 0; j < count; j++) {
      grounds[j] = color;
      for (int k = 0; k < 3; k++) grounds[j].c[k] = (int)(random_unit() * 256) / 255.0;
      at_first = fmin(at_first, contrast(color, grounds[j]));
    }
    const double degree = (int)(random_unit() * 201) / 100.0 - 1;
    const double wanted = 1 + (int)(random_unit() * 13);
    double achieved = 0, reached = 22;
    CHECK(dyncolor_color_grade_contrast(&color, grounds, sizeof *grounds, count, degree, wanted,
                                        &graded, &achieved, NULL) == DYNCOLOR_OK);
    for (size_t j = 0; j < count; j++) reached = fmin(reached, contrast(graded, grounds[j]));
    const double full = fmax(at_first * 14 / 9, wanted);
    const double target = degree > 0
                              ? fmin(at_first * pow(full / at_first, degree), 21)
                              : fmax(at_first * pow(14.0 / 9, degree), fmin(at_first, 4.5));
    CHECK(reached >= achieved - 1e-9);
    if (degree == 0) CHECK(is_same(color, graded));
    if (degree < 0) CHECK(achieved >= target - 1e-6 && reached <= at_first + 1e-6);
    if (degree > 0 && achieved < target - 1e-6) {
      /* No color has it: it is black or white, whichever has more. */
      const dyncolor_color ends[2] = {{DYNCOLOR_SPACE_SRGB, 0, {0, 0, 0}, 1},
                                      {DYNCOLOR_SPACE_SRGB, 0, {1, 1, 1}, 1}};
      double best = 0;
      for (int end = 0; end < 2; end++) {
        double least = 22;
        for (size_t j = 0; j < count; j++) least = fmin(least, contrast(ends[end], grounds[j]));
        best = fmax(best, least);
      }
      CHECK(fabs(best - reached) < 1e-9 && best < target);
    }
  }
}

/* The same from CSS, where the environment has the degree. */
static void environments_have_the_degree(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id id = css(theme, "x", "--grade-contrast(#777, on white, on #eee, 7)");
  const dyncolor_color gray = value(theme, css(theme, NULL, "#777"), &light);
  const dyncolor_color grounds[] = {value(theme, css(theme, NULL, "white"), &light),
                                    value(theme, css(theme, NULL, "#eee"), &light)};
  for (int percent = -100; percent <= 100; percent += 10) {
    dyncolor_environment where = {0};
    dyncolor_color graded;
    where.contrast = DYNCOLOR_CONTRAST_PERCENT(percent);
    CHECK(dyncolor_color_grade_contrast(&gray, grounds, sizeof *grounds, 2, percent / 100.0, 7,
                                        &graded, NULL, NULL) == DYNCOLOR_OK);
    dyncolor_color converted;
    CHECK(dyncolor_color_convert(&graded, DYNCOLOR_SPACE_SRGB, &converted, NULL) == DYNCOLOR_OK);
    CHECK(is_same(value(theme, id, &where), converted));
  }
  CHECK(is_same(value(theme, id, NULL), gray));
  CHECK(dyncolor_theme_set_default_contrast(theme, DYNCOLOR_CONTRAST_MORE, NULL) == DYNCOLOR_OK);
  CHECK(contrast(value(theme, id, NULL), grounds[1]) >= 7 - 1e-5);
  dyncolor_theme_release(theme);
}

/* ---- Mistakes -------------------------------------------------------------------------------- */

static void mistakes_are_named(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id id = css(theme, "text", "black");
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_derive_options options = DYNCOLOR_DERIVE_OPTIONS_INIT;
  dyncolor_color_role role = {id, DYNCOLOR_ROLE_NONE + 1};
  const dyncolor_color red = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
  dyncolor_color made;
  int found;
  options.what = 4;
  check_refused(dyncolor_theme_derive(theme, &options, NULL, &error), &error, "options");
  options.what = 0;
  options.background = 77;
  CHECK(dyncolor_theme_derive(theme, &options, NULL, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  options.background = 0;
  options.role_count = 1;
  check_refused(dyncolor_theme_derive(theme, &options, NULL, &error), &error, "roles[0]");
  options.roles = &role;
  check_refused(dyncolor_theme_derive(theme, &options, NULL, &error), &error, "roles[0]");
  role.role = DYNCOLOR_ROLE_TEXT;
  role.id = 0;
  CHECK(dyncolor_theme_derive(theme, &options, NULL, &error) < 0);
  check_refused(dyncolor_theme_derive(NULL, NULL, NULL, &error), &error, "theme");
  check_refused(dyncolor_id_is_derived(theme, id, NULL, NULL, &error), &error, "is_derived");
  CHECK(dyncolor_id_is_derived(theme, 0, NULL, &found, &error) < 0);
  check_refused(dyncolor_color_grade_contrast(&red, &red, 0, 1, 1.5, 7, &made, NULL, &error),
                &error, "degree");
  check_refused(dyncolor_color_grade_contrast(&red, &red, 0, 1, (double)NAN, 7, &made, NULL,
                                              &error),
                &error, "degree");
  check_refused(dyncolor_color_grade_contrast(&red, &red, 0, 9, 1, 7, &made, NULL, &error), &error,
                "count");
  check_refused(dyncolor_color_grade_contrast(&red, &red, 0, 1, 1, 22, &made, NULL, &error),
                &error, "contrast");
  check_refused(dyncolor_color_grade_contrast(&red, &red, 0, 1, 1, 7, NULL, NULL, &error), &error,
                "result");
  size_t count = 1;
  uint16_t layer;
  CHECK(dyncolor_layer_find(theme, "derived", &layer, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  count = dyncolor_owner_count(theme);
  CHECK(count == 0);
  dyncolor_theme_release(theme);
}

/* A color is redefined below what was derived from it and what repairs it, which follow. */
static void redefined_colors_are_followed(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id background = css(theme, "background", "white"),
                    text = css(theme, "text", "#222");
  CHECK(derive(theme, NULL).derived == 2);
  dyncolor_audit *audit = NULL;
  dyncolor_repair_counts counts = {0, 0};
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  options.ratio = 19;
  CHECK(dyncolor_theme_audit(theme, &options, &audit, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_repair(theme, audit, &counts, NULL) == DYNCOLOR_OK && counts.repaired == 1);
  dyncolor_audit_release(audit);
  const dyncolor_color was = value(theme, background, &dark);
  dyncolor_color red;
  CHECK(dyncolor_color_parse_hex("ffe0e0", DYNCOLOR_SPACE_SRGB, 1, &red, NULL) == DYNCOLOR_OK);
  const dyncolor_color both[2] = {red, red};
  const dyncolor_id ids[2] = {background, text};
  CHECK(dyncolor_theme_redefine(theme, ids, both, 1, NULL) == DYNCOLOR_OK);
  CHECK(is_same(value(theme, background, &light), red));
  const dyncolor_color is = value(theme, background, &dark);
  CHECK(!is_same(is, was) && lightness(is) < 0.4 && is_derived(theme, background, &dark));
  /* The text, which is repaired as well, is redefined twice; then its layers go. */
  for (int i = 0; i < 2; i++)
    CHECK(dyncolor_theme_redefine(theme, &ids[1], both, 1, NULL) == DYNCOLOR_OK);
  CHECK(contrast(value(theme, text, &light), value(theme, background, &light)) > 4);
  static const char *const layers[] = {"repair", "derived"};
  for (int i = 0; i < 2; i++) {
    uint16_t layer = 0;
    CHECK(dyncolor_layer_find(theme, layers[i], &layer, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_layer_clear(theme, layer, NULL) == DYNCOLOR_OK);
  }
  CHECK(is_same(value(theme, text, &dark), red) && is_same(value(theme, background, &dark), red));
  dyncolor_theme_release(theme);
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("authored values stay as they are", authored_values_stay);
  CLAIM("dark variants keep the contrast of their pairs", dark_variants_keep_contrast);
  CLAIM("contrast is graded, in both schemes", contrast_is_graded);
  CLAIM("counts say what was derived, and why not", counts_say_why);
  CLAIM("options choose what is derived, roles and the background", options_choose);
  CLAIM("dark themes get light variants", dark_themes_become_light);
  CLAIM("a text without a background is on Canvas", canvas_is_the_last_background);
  CLAIM("translucent backgrounds lie on the page", translucent_backgrounds_lie_on_the_page);
  CLAIM("no background makes a cycle", backgrounds_make_no_cycle);
  CLAIM("derived definitions follow authored ones, and are dropped",
        definitions_follow_and_are_dropped);
  CLAIM("authored colors are redefined below what was derived from them",
        redefined_colors_are_followed);
  CLAIM("--covered() in authored definitions is followed", covered_definitions_are_followed);
  CLAIM("derived variants go through files, images, snapshots, explanations and diffs",
        derived_variants_go_everywhere);
  CLAIM("degrees grade the contrast of 3,000 colors", degrees_grade_contrast);
  CLAIM("--grade-contrast() has the degree of the environment", environments_have_the_degree);
  CLAIM("mistakes are named, and change nothing", mistakes_are_named);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
