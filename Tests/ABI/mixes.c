/* Mixes of parts: of registered colors, values and CSS text. They are mixed when they are resolved.
 */
#include <dyncolor.h>
#include <math.h>
#include <stdlib.h>

#include "parts.h"
#include "refusals.h"
#include "themes.h"

static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name ? NUL : 0, text, NUL, &id, NULL) == DYNCOLOR_OK);
  if (id == 0) printf("# %s\n", text);
  return id;
}

static dyncolor_id mix(dyncolor_theme *theme, const char *name, const dyncolor_part *parts,
                       size_t count) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_mix(theme, name, parts, NULL, count, DYNCOLOR_SPACE_SRGB,
                              DYNCOLOR_HUE_SHORTER, &id, NULL) == DYNCOLOR_OK);
  return id;
}

static dyncolor_rgba resolved(dyncolor_theme *theme, dyncolor_id id,
                              const dyncolor_environment *environment) {
  dyncolor_rgba color = {-1, -1, -1, -1};
  CHECK(dyncolor_resolve(theme, id, environment, &color, NULL) == DYNCOLOR_OK);
  return color;
}

static dyncolor_status status_of(dyncolor_theme *theme, dyncolor_id id) {
  dyncolor_rgba color;
  return dyncolor_resolve(theme, id, &light, &color, NULL);
}

static bool are_near(dyncolor_rgba a, dyncolor_rgba b) {
  return fabsf(a.r - b.r) < 1e-6f && fabsf(a.g - b.g) < 1e-6f && fabsf(a.b - b.b) < 1e-6f &&
         fabsf(a.a - b.a) < 1e-6f;
}

/* Equal to another color, in light and dark, with the same hash. */
static bool are_same(dyncolor_theme *theme, dyncolor_id id, dyncolor_theme *there,
                     dyncolor_id other) {
  return are_near(resolved(theme, id, &light), resolved(there, other, &light)) &&
         are_near(resolved(theme, id, &dark), resolved(there, other, &dark)) &&
         dyncolor_id_equal(theme, id, there, other) == 1 &&
         dyncolor_id_equal(there, other, theme, id) == 1 &&
         dyncolor_id_hash(theme, id) == dyncolor_id_hash(there, other);
}

/* The same color as the CSS, also as the CSS that the color is written as. */
static bool is_same(dyncolor_theme *theme, dyncolor_id id, const char *text) {
  char written[2048] = "";
  CHECK(dyncolor_id_css(theme, id, written, sizeof written, NULL, NULL) == DYNCOLOR_OK);
  const dyncolor_id other = css(theme, NULL, text), again = css(theme, NULL, written);
  const bool same = are_same(theme, id, theme, other) && are_same(theme, id, theme, again);
  if (!same) printf("# %s is not %s\n", written, text);
  dyncolor_unregister(theme, other, NULL);
  dyncolor_unregister(theme, again, NULL);
  return same;
}

/* ---- What is mixed ---- */

enum { KINDS = 9 };

static dyncolor_status answer(dyncolor_context *context, dyncolor_answer *answer,
                              void *user_data) {
  (void)user_data;
  const double gray = dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) / 4.0;
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {gray, gray, gray}, 1};
  return DYNCOLOR_OK;
}

typedef struct samples {
  dyncolor_part parts[KINDS];
  const char *meanings[KINDS];
} samples;

/* Parts of each kind, and the CSS that means the same. The samples without a name are a value, a
 * pair, a table that is interpolated, and an expression. */
static samples make_samples(dyncolor_theme *theme) {
  static const dyncolor_color wide = {DYNCOLOR_SPACE_DISPLAY_P3, 0, {0.25, 0.5, 1}, 0.5};
  samples made;
  dyncolor_id provided = 0, pair = 0, table = 0;
  const dyncolor_id accent = css(theme, "accent", "light-dark(#400000, #800000)");
  CHECK(dyncolor_register_provider_n(theme, "provided", NUL, answer, NULL, NULL, &provided, NULL) ==
        DYNCOLOR_OK);
  const dyncolor_part of_pair[] = {dyncolor_part_css("#0c0"), dyncolor_part_id(accent)};
  CHECK(dyncolor_register_pair(theme, NULL, &of_pair[0], &of_pair[1], &pair, NULL) == DYNCOLOR_OK);
  const dyncolor_variant variants[] = {
      {.part = {.color = wide}},
      {.contrast = DYNCOLOR_CONTRAST_MORE, .part = dyncolor_part_color(&wide)},
      {.scheme = DYNCOLOR_SCHEME_DARK, .elevation = DYNCOLOR_ELEVATION_BASE,
       .part = {.color = {.space = DYNCOLOR_SPACE_SRGB, .alpha = 1}}}};
  CHECK(dyncolor_register_variants(theme, NULL, variants, 3, &table, NULL) == DYNCOLOR_OK);
  made.parts[0] = dyncolor_part_color(&wide);
  made.meanings[0] = "color(display-p3 0.25 0.5 1 / 0.5)";
  made.parts[1] = dyncolor_part_css("#050607");
  made.meanings[1] = "#050607";
  made.parts[2] = dyncolor_part_css("light-dark(red, var(--accent))");
  made.meanings[2] = "light-dark(red, var(--accent))";
  made.parts[3] = dyncolor_part_id(accent);
  made.meanings[3] = "var(--accent)";
  made.parts[4] = dyncolor_part_id(provided);
  made.meanings[4] = "var(--provided)";
  made.parts[5] = dyncolor_part_id(css(theme, NULL, "#0a0b0c"));
  made.meanings[5] = "#0a0b0c";
  made.parts[6] = dyncolor_part_id(pair);
  made.meanings[6] = "light-dark(#0c0, var(--accent))";
  made.parts[7] = dyncolor_part_id(table);
  made.meanings[7] =
      "--variants(any: color(display-p3 0.25 0.5 1 / 0.5);"
      "more: color(display-p3 0.25 0.5 1 / 0.5); dark base: color(srgb 0 0 0))";
  made.parts[8] = dyncolor_part_id(
      css(theme, NULL, "color-mix(in oklab, light-dark(red, blue), --level(lime, secondary))"));
  made.meanings[8] = "color-mix(in oklab, light-dark(red, blue), --level(lime, secondary))";
  return made;
}

static void parts_of_any_kind(void) {
  dyncolor_theme *theme = new_theme();
  const samples made = make_samples(theme);
  for (int a = 0; a < KINDS; a++)
    for (int b = 0; b < KINDS; b++) {
      const dyncolor_part parts[] = {made.parts[a], made.parts[b], made.parts[(a + b) % KINDS]};
      char text[1024];
      snprintf(text, sizeof text, "color-mix(in srgb, %s, %s)", made.meanings[a],
               made.meanings[b]);
      CHECK(is_same(theme, mix(theme, "mix", parts, 2), text));
      snprintf(text, sizeof text, "color-mix(in srgb, %s, %s, %s)", made.meanings[a],
               made.meanings[b], made.meanings[(a + b) % KINDS]);
      CHECK(is_same(theme, mix(theme, "mix", parts, 3), text));
      /* A mix as a part of another, and where it is selected. */
      const dyncolor_part inner = dyncolor_part_id(mix(theme, NULL, parts, 2));
      const dyncolor_part outer[] = {inner, dyncolor_part_css("white")};
      char of_both[2048];
      snprintf(text, sizeof text, "color-mix(in srgb, %s, %s)", made.meanings[a],
               made.meanings[b]);
      snprintf(of_both, sizeof of_both, "color-mix(in srgb, %s, white)", text);
      CHECK(is_same(theme, mix(theme, "outer", outer, 2), of_both));
      dyncolor_id chosen = 0;
      CHECK(dyncolor_register_pair(theme, "chosen", &outer[1], &inner, &chosen, NULL) ==
            DYNCOLOR_OK);
      snprintf(of_both, sizeof of_both, "light-dark(white, %s)", text);
      CHECK(is_same(theme, chosen, of_both));
      CHECK(dyncolor_register_fallbacks(theme, "chosen", outer, 2, &chosen, NULL) == DYNCOLOR_OK);
      snprintf(of_both, sizeof of_both, "--first(%s, white)", text);
      CHECK(is_same(theme, chosen, of_both));
      CHECK(dyncolor_unregister(theme, chosen, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_register_level(theme, "level", inner.id, DYNCOLOR_LEVEL_TERTIARY, &chosen,
                                    NULL) == DYNCOLOR_OK);
      snprintf(of_both, sizeof of_both, "--level(%s, tertiary)", text);
      CHECK(is_same(theme, chosen, of_both));
    }
  dyncolor_theme_release(theme);
}

/* The numbers are those of dyncolor_color_mix_many, in every space. */
static void numbers_are_those_of_values(void) {
  static const double weights[][3] = {{1, 1, 1}, {3, 1, 0}, {0.2, 0.2, 0.2}, {1e300, 1e300, 1e299},
                                      {5e-324, 0, 5e-324}, {0, 7, 1}};
  dyncolor_theme *theme = new_theme();
  const dyncolor_color colors[] = {{DYNCOLOR_SPACE_SRGB, 0, {1, 0.25, 0}, 0.5},
                                   {DYNCOLOR_SPACE_OKLCH, 0, {0.7, 0.1, 200}, 1},
                                   {DYNCOLOR_SPACE_HSL, 0, {300, 50, 25}, 0.75}};
  dyncolor_part by_id[3], by_value[3];
  for (int i = 0; i < 3; i++) {
    dyncolor_id id = 0;
    CHECK(dyncolor_register_color(theme, NULL, &colors[i], &id, NULL) == DYNCOLOR_OK);
    by_id[i] = dyncolor_part_id(id), by_value[i] = dyncolor_part_color(&colors[i]);
  }
  for (uint32_t space = 0; space <= DYNCOLOR_SPACE_HCT; space++)
    for (uint32_t hue = 0; hue <= DYNCOLOR_HUE_DECREASING; hue++)
      for (size_t row = 0; row <= COUNT(weights); row++) {
        const double *given = row < COUNT(weights) ? weights[row] : NULL;
        dyncolor_color mixed;
        dyncolor_rgba expected;
        dyncolor_id ids[2] = {0, 0};
        CHECK(dyncolor_color_mix_many(colors, sizeof *colors, given, sizeof *given, 3,
                                      space == 0 ? DYNCOLOR_SPACE_OKLAB : (dyncolor_space)space,
                                      (dyncolor_hue)hue, &mixed, NULL) == DYNCOLOR_OK);
        CHECK(dyncolor_color_to_rgba(&mixed, &expected, NULL) == DYNCOLOR_OK);
        for (int i = 0; i < 2; i++) {
          CHECK(dyncolor_register_mix(theme, i == 0 ? "by id" : "by value",
                                      i == 0 ? by_id : by_value, given, 3, (dyncolor_space)space,
                                      (dyncolor_hue)hue, &ids[i], NULL) == DYNCOLOR_OK);
          const dyncolor_rgba found = resolved(theme, ids[i], &light);
          CHECK(fabsf(found.r - expected.r) < 1e-5f && fabsf(found.g - expected.g) < 1e-5f &&
                fabsf(found.b - expected.b) < 1e-5f && fabsf(found.a - expected.a) < 1e-5f);
        }
        char text[512];
        CHECK(dyncolor_id_css(theme, ids[0], text, sizeof text, NULL, NULL) == DYNCOLOR_OK);
        const dyncolor_id again = css(theme, NULL, text);
        CHECK(are_same(theme, ids[0], theme, again));
        dyncolor_unregister(theme, again, NULL);
      }
  /* Values are mixed at once, and what is the same in CSS is the same. */
  const dyncolor_part constants[] = {dyncolor_part_css("red"), dyncolor_part_css("blue")};
  mix(theme, "constant", constants, 2);
  CHECK(is_made(theme, "constant", "color(srgb 0.5 0 0.5)"));
  dyncolor_source source;
  size_t count = 0;
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find(theme, "constant", &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_sources(theme, id, &source, 1, &count, NULL) == DYNCOLOR_OK);
  CHECK(source.kind == DYNCOLOR_KIND_VARIANTS);
  dyncolor_theme_release(theme);
}

static void mixes_are_written(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id accent = css(theme, "a b", "light-dark(#400000, #800000)");
  const dyncolor_id unnamed = css(theme, NULL, "light-dark(#000000, #ffffff)");
  const dyncolor_part parts[] = {dyncolor_part_id(accent), dyncolor_part_id(unnamed),
                                 dyncolor_part_css("#010203")};
  const double weights[] = {2, 1, 1};
  mix(theme, "even", parts, 3);
  CHECK(is_made(theme, "even", "color-mix(in srgb, var(--a\\ b), light-dark(#000000, #ffffff), "
                               "#010203)"));
  CHECK(dyncolor_register_mix(theme, "by weights", parts, weights, 3, DYNCOLOR_SPACE_OKLCH,
                              DYNCOLOR_HUE_LONGER, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "by weights", "color-mix(in oklch longer hue, var(--a\\ b) 50%, "
                                     "light-dark(#000000, #ffffff) 25%, #010203 25%)"));
  CHECK(dyncolor_register_mix(theme, "without a hue", parts, NULL, 2, (dyncolor_space)0,
                              DYNCOLOR_HUE_LONGER, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "without a hue", "color-mix(in oklab, var(--a\\ b), "
                                        "light-dark(#000000, #ffffff))"));
  /* A name that is changed is written. */
  CHECK(dyncolor_id_rename_n(theme, accent, "c", 1, NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "without a hue", "color-mix(in oklab, var(--c), "
                                        "light-dark(#000000, #ffffff))"));
  dyncolor_theme_release(theme);
}

/* ---- What changes ---- */

typedef struct seen {
  dyncolor_id id;
  int count;
} seen;

static void look_for(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  (void)theme;
  seen *self = user_data;
  for (size_t i = 0; i < change->count; i++) self->count += change->ids[i] == self->id;
}

static void mixes_follow_their_parts(void) {
  dyncolor_theme *theme = new_theme();
  uint64_t observation = 0;
  seen told = {0};
  const dyncolor_id accent = css(theme, "accent", "#400000");
  const dyncolor_id unnamed = css(theme, NULL, "light-dark(#000000, #000040)");
  const dyncolor_part parts[] = {dyncolor_part_id(accent), dyncolor_part_id(unnamed)};
  told.id = mix(theme, "mix", parts, 2);
  const dyncolor_part outer_parts[] = {dyncolor_part_id(told.id), dyncolor_part_css("#000000")};
  const dyncolor_id outer = mix(theme, "outer", outer_parts, 2);
  uint32_t axes = 0;
  CHECK(dyncolor_id_axes(theme, outer, &axes, NULL) == DYNCOLOR_OK);
  CHECK(axes == 1u << DYNCOLOR_AXIS_SCHEME);
  CHECK(dyncolor_theme_observe(theme, look_for, &told, NULL, &observation, NULL) == DYNCOLOR_OK);
#define RED(id) (int)lroundf(resolved(theme, (id), &light).r * 255 * 4)
#define BLUE(id) (int)lroundf(resolved(theme, (id), &dark).b * 255 * 4)
  CHECK(RED(told.id) == 0x80 && RED(outer) == 0x40 && BLUE(outer) == 0x40);
  css(theme, "accent", "#800000");
  CHECK(told.count == 1 && RED(told.id) == 0x100 && RED(outer) == 0x80);
  const dyncolor_color black = {.space = DYNCOLOR_SPACE_SRGB, .alpha = 1};
  CHECK(dyncolor_theme_redefine(theme, &accent, &black, 1, NULL) == DYNCOLOR_OK);
  CHECK(told.count == 2 && RED(told.id) == 0 && BLUE(outer) == 0x40);
  CHECK(dyncolor_theme_redefine(theme, &unnamed, &black, 1, NULL) == DYNCOLOR_OK);
  CHECK(told.count == 3 && BLUE(outer) == 0);

  /* A part in another layer. */
  const dyncolor_part choice = dyncolor_part_css("#400000");
  CHECK(dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "accent", &choice, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(told.count == 4 && RED(told.id) == 0x80);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(told.count == 5 && RED(told.id) == 0);

  /* A part that is gone, and comes back. */
  CHECK(dyncolor_unregister(theme, accent, NULL) == DYNCOLOR_OK);
  CHECK(told.count == 6 && status_of(theme, outer) == DYNCOLOR_ERROR_STALE_ID);
  css(theme, "accent", "#ff0000");
  CHECK(told.count == 7 && RED(told.id) == 0x1fe);
  css(theme, "accent", "--variants(dark: red)");
  CHECK(status_of(theme, outer) == DYNCOLOR_ERROR_NO_VALUE);
  css(theme, "accent", "var(--nobody)");
  CHECK(status_of(theme, outer) == DYNCOLOR_ERROR_UNKNOWN_NAME);

  /* The same again changes nothing, another weight does. */
  css(theme, "accent", "#800000");
  const double weights[] = {3, 1};
  const uint64_t before = dyncolor_theme_generation(theme);
  CHECK(mix(theme, "mix", parts, 2) == told.id && dyncolor_theme_generation(theme) == before);
  CHECK(dyncolor_register_mix(theme, "mix", parts, weights, 2, DYNCOLOR_SPACE_SRGB, (dyncolor_hue)0,
                              NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == before + 1 && RED(told.id) == 0x180);
#undef RED
#undef BLUE
  CHECK(dyncolor_theme_unobserve(theme, observation, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

static void mixes_cover_and_are_covered(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_part lower = dyncolor_part_css("#400000");
  const dyncolor_part parts[] = {dyncolor_part_css("--covered()"), dyncolor_part_css("#000000")};
  dyncolor_id id = 0;
  CHECK(dyncolor_layer_register(theme, DYNCOLOR_LAYER_DEFAULTS, "a", &lower, NULL, NULL) ==
        DYNCOLOR_OK);
  id = mix(theme, "a", parts, 2);
  CHECK((int)lroundf(resolved(theme, id, &light).r * 255) == 0x20);
  const dyncolor_part half = dyncolor_part_css("color-mix(in srgb, --covered(), #000000)");
  CHECK(dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "a", &half, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK((int)lroundf(resolved(theme, id, &light).r * 255) == 0x10);
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_register_mix(theme, NULL, parts, NULL, 2, DYNCOLOR_SPACE_SRGB, (dyncolor_hue)0,
                              NULL, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  /* A mix without a name, in another layer. */
  const dyncolor_part other[] = {dyncolor_part_id(id), dyncolor_part_css("#000000")};
  const dyncolor_part unnamed = dyncolor_part_id(mix(theme, NULL, other, 2));
  CHECK(dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "b", &unnamed, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK((int)lroundf(resolved(theme, id, &light).r * 255) == 0x08);
  dyncolor_theme_release(theme);
}

static void cycles(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id a = css(theme, "a", "red"), later = 0;
  CHECK(dyncolor_theme_declare(theme, "later", &later, NULL) == DYNCOLOR_OK);
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  const struct {
    const char *name;
    dyncolor_part part;
    const char *told;
  } certain[] = {
      {"a", dyncolor_part_id(a), "a → a"},
      {"later", dyncolor_part_id(later), "later → later"},
      {"a", dyncolor_part_css("var(--a)"), "a → a"},
      {"a", dyncolor_part_css("alpha(from var(--a) / 50%)"), "a → a"},
  };
  for (size_t i = 0; i < COUNT(certain); i++) {
    const dyncolor_part parts[] = {dyncolor_part_css("light-dark(red, blue)"), certain[i].part};
    dyncolor_error error = fresh_error();
    dyncolor_id id;
    MARK(id);
    CHECK(dyncolor_register_mix(theme, certain[i].name, parts, NULL, 2, DYNCOLOR_SPACE_SRGB,
                                (dyncolor_hue)0, &id, &error) == DYNCOLOR_ERROR_CYCLE);
    CHECK(strcmp(error.context, certain[i].told) == 0);
    CHECK_MARKED(id);
  }
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  /* What the environment selects may be a cycle in some environments only. */
  const dyncolor_part some[] = {dyncolor_part_css("light-dark(red, var(--a))"),
                                dyncolor_part_css("blue")};
  CHECK(mix(theme, "a", some, 2) == a && status_of(theme, a) == DYNCOLOR_OK);
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, a, &dark, &color, NULL) == DYNCOLOR_ERROR_CYCLE);
  /* Through others. */
  const dyncolor_part of_a[] = {dyncolor_part_id(a), dyncolor_part_css("blue")};
  const dyncolor_part of_later[] = {dyncolor_part_css("blue"), dyncolor_part_id(later)};
  CHECK(mix(theme, "later", of_a, 2) == later);
  CHECK(mix(theme, "a", of_later, 2) == a);
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_resolve(theme, a, &light, &color, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "a → later → a") == 0);
  CHECK(dyncolor_id_equal(theme, a, theme, a) == 1);
  CHECK(dyncolor_id_equal(theme, a, theme, later) == 0);
  CHECK(dyncolor_id_hash(theme, a) != 0);
  dyncolor_theme_release(theme);
}

/* ---- Images, files and explanations ---- */

static void mixes_survive(void) {
  dyncolor_theme *theme = new_theme(), *loaded = NULL, *read = new_theme();
  const samples made = make_samples(theme);
  for (int a = 0; a < KINDS; a++) {
    char name[16];
    snprintf(name, sizeof name, "mix %d", a);
    const dyncolor_part parts[] = {made.parts[a], made.parts[(a + 3) % KINDS]};
    mix(theme, name, parts, 2);
  }
  static unsigned char image[1 << 16];
  size_t size = 0;
  CHECK(dyncolor_theme_to_image(theme, image, sizeof image, &size, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded, NULL) ==
        DYNCOLOR_OK);
  /* Providers are not part of an image. */
  dyncolor_id provided = 0;
  CHECK(dyncolor_register_provider_n(loaded, "provided", NUL, answer, NULL, NULL, &provided,
                                     NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(read, "provided", NUL, answer, NULL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  static char json[1 << 16];
  dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
  options.format = DYNCOLOR_FORMAT_JSON;
  CHECK(dyncolor_theme_write_memory(theme, &options, json, sizeof json, &size, NULL,
                                    NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_load_memory(read, "a.json", json, size, NULL, NULL, NULL) == DYNCOLOR_OK);
  for (int a = 0; a < KINDS; a++) {
    char name[16];
    dyncolor_id id = 0, there = 0;
    snprintf(name, sizeof name, "mix %d", a);
    CHECK(dyncolor_theme_find(theme, name, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_find(loaded, name, &there, NULL) == DYNCOLOR_OK);
    CHECK(are_near(resolved(theme, id, &light), resolved(loaded, there, &light)));
    CHECK(are_near(resolved(theme, id, &dark), resolved(loaded, there, &dark)));
    char text[4096];
    snprintf(text, sizeof text, "%s", css_of(theme, name));
    CHECK(strcmp(text, css_of(loaded, name)) == 0);
    CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(loaded, there));
    CHECK(dyncolor_theme_find(read, name, &there, NULL) == DYNCOLOR_OK);
    CHECK(are_near(resolved(theme, id, &light), resolved(read, there, &light)));
    CHECK(strcmp(text, css_of(read, name)) == 0);
  }
  dyncolor_theme_release(read);
  dyncolor_theme_release(loaded);
  dyncolor_theme_release(theme);
}

static void mixes_are_explained(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id accent = css(theme, "accent", "light-dark(#400000, #800000)");
  const dyncolor_id unnamed = css(theme, NULL, "#000040");
  const dyncolor_part parts[] = {dyncolor_part_id(accent), dyncolor_part_id(unnamed)};
  const double weights[] = {3, 1};
  dyncolor_id id = 0;
  CHECK(dyncolor_register_mix(theme, "mix", parts, weights, 2, DYNCOLOR_SPACE_SRGB, (dyncolor_hue)0,
                              &id, NULL) == DYNCOLOR_OK);
  dyncolor_explanation *explanation = NULL;
  CHECK(dyncolor_explanation_create(theme, id, &dark, &explanation, NULL) == DYNCOLOR_OK);
  size_t count = 0, references = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  bool is_mixed = false;
  for (size_t i = 0; i < count; i++) {
    is_mixed = is_mixed || (steps[i].kind == DYNCOLOR_STEP_KIND_TRANSFORM &&
                            steps[i].detail == DYNCOLOR_TRANSFORM_MIX);
    references += steps[i].kind == DYNCOLOR_STEP_KIND_REFERENCE &&
                  (steps[i].id == accent || steps[i].id == unnamed);
  }
  CHECK(is_mixed && references == 2);
  const char *text = dyncolor_explanation_text(explanation);
  CHECK(strstr(text, "accent") != NULL && strstr(text, "75") != NULL);
  dyncolor_explanation_release(explanation);
  dyncolor_theme_release(theme);
}

/* ---- Equality ---- */

/* Colors that are the same are equal, however they are given and however deep; others are not. */
static void equal_mixes(void) {
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  css(theme, "red", "#ff0000");
  css(other, "red", "#ff0000");
  dyncolor_id made[2] = {0, 0};
  char text[4096] = "light-dark(red, blue)", longer[4200];
  for (int i = 0; i < 2; i++) made[i] = css(i ? other : theme, NULL, text);
  for (int depth = 1; depth < 40; depth++) {
    snprintf(longer, sizeof longer, "color-mix(in srgb, %s, lime)", text);
    longer[sizeof text - 1] = 0;
    memcpy(text, longer, sizeof text);
    for (int i = 0; i < 2; i++) {
      const dyncolor_part parts[] = {dyncolor_part_id(made[i]), dyncolor_part_css("lime")};
      made[i] = mix(i ? other : theme, NULL, parts, 2);
    }
    const dyncolor_id whole = css(theme, NULL, text);
    CHECK(are_same(theme, made[0], theme, whole));
    CHECK(are_same(theme, made[0], other, made[1]) && are_same(other, made[1], theme, whole));
    /* Tables of the same that are not written alike, so that it is evaluated. Very deep ones take
     * too long. */
    dyncolor_id chosen[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
      const dyncolor_variant variants[] = {
          {.scheme = i ? DYNCOLOR_SCHEME_DARK : 0, .part.id = i ? whole : made[0]},
          {.scheme = i ? 0 : DYNCOLOR_SCHEME_LIGHT, .part.id = i ? made[0] : whole},
          {.contrast = DYNCOLOR_CONTRAST_MORE, .part.id = i ? made[0] : whole}};
      CHECK(dyncolor_register_variants(theme, NULL, variants, 3, &chosen[i], NULL) == DYNCOLOR_OK);
    }
    const int equal = dyncolor_id_equal(theme, chosen[0], theme, chosen[1]);
    CHECK(equal == 1 || depth >= 30);
    CHECK(equal == 0 || dyncolor_id_hash(theme, chosen[0]) == dyncolor_id_hash(theme, chosen[1]));
    if (depth < 30) CHECK(are_same(theme, chosen[0], theme, made[0]));
    dyncolor_unregister(theme, whole, NULL);
    dyncolor_unregister(theme, chosen[0], NULL);
    dyncolor_unregister(theme, chosen[1], NULL);
  }
  /* A mix of values is the value that it comes to, in light and in dark. */
  const dyncolor_part parts[] = {dyncolor_part_id(css(theme, NULL, "light-dark(red, blue)")),
                                 dyncolor_part_css("black")};
  const dyncolor_id pair =
      css(theme, NULL, "light-dark(color(srgb 0.5 0 0), color(srgb 0 0 0.5))");
  const dyncolor_id mixed = mix(theme, NULL, parts, 2);
  CHECK(are_same(theme, mixed, theme, pair));
  /* Mixes of named colors are compared by the names. */
  dyncolor_id red = 0;
  CHECK(dyncolor_theme_find(theme, "red", &red, NULL) == DYNCOLOR_OK);
  const dyncolor_part named[] = {dyncolor_part_id(red), dyncolor_part_css("black")};
  const dyncolor_id by_id = mix(theme, NULL, named, 2);
  CHECK(are_same(theme, by_id, theme, css(theme, NULL, "color-mix(in srgb, var(--red), black)")));
  CHECK(!dyncolor_id_equal(theme, by_id, theme, css(theme, NULL, "color(srgb 0.5 0 0)")));
  /* Another weight, another space, another order. */
  static const char *const others[] = {
      "color-mix(in srgb, var(--red) 51%, black)", "color-mix(in oklab, var(--red), black)",
      "color-mix(in srgb, black, var(--red))", "color-mix(in srgb, var(--red), black, black)"};
  for (size_t i = 0; i < COUNT(others); i++)
    CHECK(!dyncolor_id_equal(theme, by_id, theme, css(theme, NULL, others[i])));
  dyncolor_theme_release(other);
  dyncolor_theme_release(theme);
}

/* ---- What is refused ---- */

static void bad_mixes(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_part parts[] = {dyncolor_part_css("red"), dyncolor_part_css("var(--a)")};
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  const dyncolor_space srgb = DYNCOLOR_SPACE_SRGB;
  const dyncolor_hue shorter = DYNCOLOR_HUE_SHORTER;
  dyncolor_error error = fresh_error();
  dyncolor_id id;
  MARK(id);
#define REFUSED(call, argument) \
  do { \
    error = fresh_error(); \
    check_refused(dyncolor_register_mix_n call, &error, argument); \
    CHECK_MARKED(id); \
  } while (0)
  REFUSED((NULL, "x", 1, parts, NULL, 2, srgb, shorter, &id, &error), "theme");
  REFUSED((theme, "", 0, parts, NULL, 2, srgb, shorter, &id, &error), "name");
  REFUSED((theme, "x", 1, NULL, NULL, 2, srgb, shorter, &id, &error), "parts");
  REFUSED((theme, "x", 1, parts, NULL, 0, srgb, shorter, &id, &error), "count");
  REFUSED((theme, "x", 1, parts, NULL, SIZE_MAX, srgb, shorter, &id, &error), "count");
  REFUSED((theme, "x", 1, parts, NULL, 2, (dyncolor_space)99, shorter, &id, &error), "space");
  REFUSED((theme, "x", 1, parts, NULL, 2, srgb, (dyncolor_hue)5, &id, &error), "hue");
  REFUSED((theme, "x", 1, parts, ((double[]){1, -1}), 2, srgb, shorter, &id, &error),
          "weights[1]");
  REFUSED((theme, "x", 1, parts, ((double[]){NAN, 1}), 2, srgb, shorter, &id, &error),
          "weights[0]");
  REFUSED((theme, "x", 1, parts, ((double[]){1, INFINITY}), 2, srgb, shorter, &id, &error),
          "weights[1]");
  REFUSED((theme, "x", 1, parts, ((double[]){0, 0}), 2, srgb, shorter, &id, &error), "weights");
  REFUSED((theme, "x", 1, parts, ((double[]){1e308, 1e308}), 2, srgb, shorter, &id, &error),
          "weights");
  const dyncolor_part bad[] = {dyncolor_part_css("red"), {0}};
  REFUSED((theme, "x", 1, bad, NULL, 2, srgb, shorter, &id, &error), "parts[1]");
  const dyncolor_part wrong[] = {dyncolor_part_css("var(--a)"), dyncolor_part_css("bluue")};
  error = fresh_error();
  CHECK(dyncolor_register_mix_n(theme, "x", 1, wrong, NULL, 2, srgb, shorter, &id, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(strcmp(error.context, "bluue, in parts[1]; did you mean \"blue\"?") == 0);
  CHECK(error.line == 1 && error.column == 1);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
#undef REFUSED

  /* As many ids as an expression has room for, and one more. */
  enum { MOST = 21844 };
  const dyncolor_id accent = css(theme, "accent", "light-dark(#400000, #800000)");
  dyncolor_part *many = malloc((MOST + 1) * sizeof *many);
  for (size_t i = 0; i <= MOST; i++) many[i] = dyncolor_part_id(accent);
  dyncolor_id large = mix(theme, "large", many, MOST);
  CHECK(are_near(resolved(theme, large, &dark), resolved(theme, accent, &dark)));
  CHECK(dyncolor_register_mix_n(theme, "x", 1, many, NULL, MOST + 1, srgb, shorter, &id, &error) ==
        DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK_MARKED(id);
  free(many);
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("parts of any kind are mixed as color-mix() mixes them", parts_of_any_kind);
  CLAIM("a mix has the numbers of dyncolor_color_mix_many", numbers_are_those_of_values);
  CLAIM("a mix is written as color-mix() with names", mixes_are_written);
  CLAIM("a mix follows its parts, and observers are told", mixes_follow_their_parts);
  CLAIM("a mix covers other definitions and is covered", mixes_cover_and_are_covered);
  CLAIM("a mix that is certainly made of itself is refused", cycles);
  CLAIM("mixes survive in images and in files", mixes_survive);
  CLAIM("an explanation of a mix has its parts", mixes_are_explained);
  CLAIM("mixes of the same are equal, and have equal hashes", equal_mixes);
  CLAIM("bad arguments of a mix are refused by name", bad_mixes);
  return CHECK_RESULT;
}
