/* --covered(): colors that are made of what they cover in lower layers. */
#include <dyncolor.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "refusals.h"
#include "themes.h"

static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static uint16_t layer(dyncolor_theme *theme, const char *name) {
  uint16_t number = 0;
  CHECK(dyncolor_layer_declare(theme, name, DYNCOLOR_LAYER_USER, &number, NULL) == DYNCOLOR_OK);
  return number;
}

/* Registers a color as CSS text in a layer. */
static dyncolor_id put(dyncolor_theme *theme, const char *name, uint16_t in, const char *text) {
  dyncolor_part part = dyncolor_part_css(text);
  dyncolor_id id = 0;
  dyncolor_error error = fresh_error();
  const dyncolor_status status = dyncolor_layer_register(theme, in, name, &part, &id, &error);
  CHECK(status == DYNCOLOR_OK);
  if (status != DYNCOLOR_OK) printf("# %s: %s (%s)\n", text, error.message, error.context);
  return id;
}

static dyncolor_id find(dyncolor_theme *theme, const char *name) {
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find(theme, name, &id, NULL) == DYNCOLOR_OK);
  return id;
}

/* The red of what an id resolves to, in 255 parts, or the status: the same twice. */
static double shown(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  dyncolor_rgba color, again;
  dyncolor_status status = dyncolor_resolve(theme, id, where, &color, NULL);
  CHECK(dyncolor_resolve(theme, id, where, &again, NULL) == status);
  if (status != DYNCOLOR_OK) return status;
  CHECK(memcmp(&color, &again, sizeof color) == 0);
  return (double)color.r * 255;
}

static int is(double found, double expected) {
  if (fabs(found - expected) < 1e-3) return 1;
  printf("# %g, not %g\n", found, expected);
  return 0;
}

/* The status of a resolution, and what it is about. */
static int fails(dyncolor_theme *theme, dyncolor_id id, dyncolor_status expected,
                 const char *context) {
  dyncolor_error error = fresh_error();
  dyncolor_rgba color;
  const dyncolor_status status = dyncolor_resolve(theme, id, &light, &color, &error);
  if (status == expected && status != DYNCOLOR_OK && strcmp(error.context, context) == 0) return 1;
  printf("# %d: %s\n", status, status == DYNCOLOR_OK ? "" : error.context);
  return 0;
}

/* ---- What it comes to ------------------------------------------------------------------------ */

static void covered_colors_are_operands(void) {
  static const struct {
    const char *below, *css;
    double light, dark;
  } rows[] = {
      {"#640000", "--covered()", 100, 100},
      {"#640000", "--COVERED( )", 100, 100},
      {"#640000", "color-mix(in srgb, --covered(), black)", 50, 50},
      {"#640000", "rgb(from --covered() calc(r + 20) g b)", 120, 120},
      {"light-dark(#640000, #320000)", "--covered()", 100, 50},
      {"light-dark(#640000, #320000)", "color-mix(in srgb, --covered(), black)", 50, 25},
      {"#640000", "light-dark(#010000, --covered())", 1, 100},
      {"#640000", "--covered(var(--nowhere))", 100, 100},
      {"var(--nowhere)", "--first(--covered(), #070000)", 7, 7},
      {"#640000", "--variants(any: #010000; dark: --covered())", 1, 100},
      {"var(--other)", "--covered()", 200, 200},
      {"var(--other)", "color-mix(in srgb, --covered(), var(--other))", 200, 200},
      {"--palette(ink, #640000)", "--covered()", 100, 100},
      {"--palette(red, #640000)", "color-mix(in srgb, --covered(), black)", 30, 30},
      {"--variants(standard: #640000; more: #0a0000)", "--covered()", 100, 100},
      {"#640000", "--blend(lighten, --covered(), #0a0000)", 100, 100},
  };
  dyncolor_theme *theme = new_theme();
  put(theme, "other", DYNCOLOR_LAYER_THEME, "#c80000");
  put(theme, "team/red", DYNCOLOR_LAYER_THEME, "#3c0000");
  uint16_t palette;
  CHECK(dyncolor_palette_declare(theme, "team", &palette, NULL) == DYNCOLOR_OK);
  dyncolor_environment where[2] = {light, dark};
  where[0].palette = where[1].palette = palette;
  for (size_t i = 0; i < COUNT(rows); i++) {
    put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, rows[i].below);
    const dyncolor_id id = put(theme, "accent", DYNCOLOR_LAYER_USER, rows[i].css);
    int right = is(shown(theme, id, &where[0]), rows[i].light);
    right &= is(shown(theme, id, &where[1]), rows[i].dark);
    CHECK(right);
    if (!right) printf("# %s over %s\n", rows[i].css, rows[i].below);
    /* What refers to the color gets the color, and a level is one of the result. */
    const dyncolor_id alias = put(theme, "alias", DYNCOLOR_LAYER_THEME, "var(--accent)");
    CHECK(is(shown(theme, alias, &where[0]), rows[i].light));
    dyncolor_rgba color, level;
    CHECK(dyncolor_resolve(theme, id, &where[0], &color, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve_level(theme, id, DYNCOLOR_LEVEL_SECONDARY, &where[0], &level, NULL) ==
          DYNCOLOR_OK);
    CHECK(level.r == color.r && level.a < color.a);
    CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  }
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "#640000");
  dyncolor_id id = put(theme, "accent", DYNCOLOR_LAYER_USER, "--level(--covered(), secondary)");
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, id, &light, &color, NULL) == DYNCOLOR_OK);
  CHECK(is((double)color.r * 255, 100) && color.a < 1 && color.a > 0);
  dyncolor_theme_release(theme);
}

static void nothing_may_be_covered(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id id = put(theme, "accent", DYNCOLOR_LAYER_THEME, "--covered()");
  static const char why[] =
      "accent: no lower layer defines the color; give --covered() a fallback, as in "
      "--covered(red)";
  CHECK(fails(theme, id, DYNCOLOR_ERROR_NO_VALUE, why));
  const dyncolor_id mix =
      put(theme, "mix", DYNCOLOR_LAYER_THEME, "color-mix(in srgb, var(--accent), red)");
  CHECK(is(shown(theme, mix, &light), DYNCOLOR_ERROR_NO_VALUE));
  const dyncolor_id first =
      put(theme, "first", DYNCOLOR_LAYER_THEME, "--first(var(--accent), --covered(), #030000)");
  CHECK(is(shown(theme, first, &light), 3));
  /* What lies above does not count. */
  put(theme, "accent", DYNCOLOR_LAYER_USER, "#090000");
  CHECK(is(shown(theme, mix, &light), 132));
  put(theme, "accent", DYNCOLOR_LAYER_USER, "--covered(#090000)");
  CHECK(fails(theme, id, DYNCOLOR_ERROR_NO_VALUE, why));
  put(theme, "accent", DYNCOLOR_LAYER_THEME, "--covered(#050000)");
  CHECK(is(shown(theme, id, &light), 5));
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "#070000");
  CHECK(is(shown(theme, id, &light), 7));
  dyncolor_theme_release(theme);
}

static void names_are_needed(void) {
  dyncolor_theme *theme = new_theme();
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  dyncolor_error error = fresh_error();
  dyncolor_id id = 77;
  static const char css[] = "light-dark(red, color-mix(in oklab, --covered(red), blue))";
  dyncolor_part part = dyncolor_part_css(css);
  CHECK(dyncolor_register_css(theme, NULL, css, &id, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(error.message, "--covered()") != NULL && id == 77);
  CHECK(dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, NULL, &part, &id, NULL) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_register_pair(theme, NULL, &part, &part, &id, NULL) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_register_fallbacks(theme, NULL, &part, 1, &id, NULL) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_theme_fingerprint(theme) == before && dyncolor_theme_count(theme) == 0);
  CHECK(dyncolor_register_pair(theme, "pair", &part, &part, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_fallbacks(theme, "list", &part, 1, &id, NULL) == DYNCOLOR_OK);
  /* Where nothing is registered, there is nothing that is covered. */
  dyncolor_color color;
  CHECK(dyncolor_color_parse("--covered()", &color, NULL) == DYNCOLOR_ERROR_DYNAMIC);
  static const char *const wrong[] = {"--covered(red, blue)", "--covered(,)",
                                      "--covered(1)", "--covered", "--covered() red"};
  for (size_t i = 0; i < COUNT(wrong); i++)
    CHECK(dyncolor_register_css(theme, "x", wrong[i], &id, NULL) == DYNCOLOR_ERROR_SYNTAX);
  dyncolor_theme_release(theme);
}

static void chains_are_as_long_as_layers(void) {
  dyncolor_theme *theme = new_theme();
  enum { LAYERS = 60 };
  dyncolor_id id = put(theme, "accent", DYNCOLOR_LAYER_THEME, "#640000");
  /* Twice in each, and yet in no time. */
  for (int i = 0; i < LAYERS; i++) {
    char name[16];
    snprintf(name, sizeof name, "layer %d", i);
    put(theme, "accent", layer(theme, name), "color-mix(in srgb, --covered(), --covered())");
    CHECK(is(shown(theme, id, &light), 100));
  }
  put(theme, "accent", DYNCOLOR_LAYER_THEME, "#320000");
  CHECK(is(shown(theme, id, &light), 50));
  CHECK(dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_THEME, id, NULL) == DYNCOLOR_OK);
  CHECK(fails(theme, id, DYNCOLOR_ERROR_NO_VALUE,
              "accent: no lower layer defines the color; give --covered() a fallback, as in "
              "--covered(red)"));
  dyncolor_theme_release(theme);
}

static void cycles_are_found(void) {
  dyncolor_theme *theme = new_theme();
  static const struct {
    const char *below, *css, *other, *chain;
  } rows[] = {
      {"var(--other)", "--covered()", "var(--accent)", "accent → accent → other → accent"},
      {"color-mix(in srgb, var(--other), red)", "color-mix(in srgb, --covered(), red)",
       "var(--accent)", "accent → accent → other → accent"},
      {"color-mix(in srgb, var(--other), red)", "color-mix(in srgb, --covered(), red)",
       "color-mix(in srgb, var(--accent), red)", "accent → accent → other → accent"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    put(theme, "other", DYNCOLOR_LAYER_THEME, rows[i].other);
    put(theme, "accent", DYNCOLOR_LAYER_THEME, rows[i].below);
    dyncolor_id id = put(theme, "accent", DYNCOLOR_LAYER_USER, rows[i].css);
    CHECK(fails(theme, id, DYNCOLOR_ERROR_CYCLE, rows[i].chain));
    CHECK(is(shown(theme, find(theme, "other"), &dark), DYNCOLOR_ERROR_CYCLE));
    dyncolor_explanation *explanation = NULL;
    CHECK(dyncolor_explanation_create(theme, id, &light, &explanation, NULL) == DYNCOLOR_OK);
    dyncolor_explanation_release(explanation);
    CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  }
  dyncolor_theme_release(theme);
}

static void certain_cycles_are_refused(void) {
  dyncolor_theme *theme = new_theme();
  static const struct {
    const char *name, *css;
    int is_certain;
  } rows[] = {
      {"accent", "var(--accent)", 1},
      {"accent", "var(--accent, red)", 0},
      {"accent", "color-mix(in srgb, red, var(--accent))", 1},
      {"accent", "oklch(from alpha(from var(--accent) / 50%) l c h)", 1},
      {"accent", "--level(contrast-color(var(--accent)), secondary)", 1},
      {"accent", "--blend(multiply, red, var(--accent))", 1},
      {"accent", "--ensure-contrast(red, on var(--accent), 4.5)", 1},
      {"accent", "--grade-contrast(red, on var(--accent), 4.5)", 1},
      {"a b", "var(--a\\ b)", 1},
      {"Canvas", "color-mix(in srgb, Canvas, red)", 1},
      {"Canvas", "canvas", 1},
      {"accent", "light-dark(var(--accent), red)", 0},
      {"accent", "light-dark(var(--accent), var(--accent))", 1},
      {"accent", "color-mix(in srgb, red, light-dark(var(--accent), var(--accent)))", 1},
      {"accent", "if(style(--state: pressed): var(--accent); else: var(--accent))", 1},
      {"accent", "if(style(--state: pressed): var(--accent))", 1},
      {"accent", "--variants(any: var(--accent); dark: var(--accent))", 1},
      {"accent", "--first(var(--accent), alpha(from var(--accent) / 50%))", 1},
      {"accent", "if(style(--state: pressed): var(--accent); else: red)", 0},
      {"accent", "if(media(print): var(--accent))", 0},
      {"accent", "--variants(any: red; dark: var(--accent))", 0},
      {"accent", "--first(var(--accent), red)", 0},
      {"accent", "var(--other, var(--accent))", 0},
      {"accent", "--palette(ink, var(--accent))", 0},
      {"accent", "--covered(var(--accent))", 0},
      {"accent", "var(--Accent)", 0},
      {"accent", "var(--other)", 0},
      {"AccentColor", "AccentColor", 0},
      {"CanvasText", "currentcolor", 0},
      {NULL, "var(--accent)", 0},
  };
  dyncolor_error error;
  for (size_t i = 0; i < COUNT(rows); i++)
    for (int is_above = 0; is_above < 2; is_above++) {
      /* A lower layer counts, and neither a higher one nor the same. */
      if (is_above && rows[i].name != NULL)
        put(theme, rows[i].name, DYNCOLOR_LAYER_DEFAULTS, "#640000");
      const uint64_t generation = dyncolor_theme_generation(theme);
      const uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
      error = fresh_error();
      dyncolor_id id = 77;
      const dyncolor_status status =
          dyncolor_register_css(theme, rows[i].name, rows[i].css, &id, &error);
      CHECK(status == (rows[i].is_certain ? DYNCOLOR_ERROR_CYCLE : DYNCOLOR_OK));
      if (rows[i].is_certain != (status != DYNCOLOR_OK)) printf("# %s\n", rows[i].css);
      if (rows[i].is_certain && status == DYNCOLOR_ERROR_CYCLE) {
        char chain[32];
        snprintf(chain, sizeof chain, "%s → %s", rows[i].name, rows[i].name);
        CHECK(strcmp(error.context, chain) == 0 && id == 77);
        CHECK((strstr(error.message, "--covered()") != NULL) == is_above);
        CHECK(dyncolor_theme_generation(theme) == generation);
        CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);
      }
      CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_THEME, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
    }
  /* By ids, too. */
  const dyncolor_id accent = put(theme, "accent", DYNCOLOR_LAYER_THEME, "red");
  dyncolor_id id = 77, other = put(theme, "other", DYNCOLOR_LAYER_THEME, "blue"), ahead = 0;
  CHECK(dyncolor_theme_declare(theme, "ahead", &ahead, NULL) == DYNCOLOR_OK);
  const dyncolor_part itself[] = {dyncolor_part_id(accent), dyncolor_part_id(accent)};
  const dyncolor_part mixed[] = {dyncolor_part_id(accent), dyncolor_part_id(other)};
  const dyncolor_part text = dyncolor_part_css("var(--accent)");
  const dyncolor_variant variants[] = {{.part = itself[0]}, {.scheme = 2, .part = itself[0]}};
  const dyncolor_variant texts[] = {{.part = itself[0]}, {.scheme = 2, .part = text}};
  const dyncolor_variant some[] = {{.part = itself[0]}, {.scheme = 2, .part = mixed[1]}};
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  for (int way = 0; way < 10; way++) {
    error = fresh_error();
    dyncolor_status status = DYNCOLOR_OK;
    switch (way) {
    case 0: status = dyncolor_register_alias(theme, "accent", accent, &id, &error); break;
    case 1: status = dyncolor_register_alias(theme, "ahead", ahead, &id, &error); break;
    case 2:
      status = dyncolor_register_pair(theme, "accent", itself, itself + 1, &id, &error);
      break;
    case 3: status = dyncolor_register_pair(theme, "accent", itself, &text, &id, &error); break;
    case 4: status = dyncolor_register_pair(theme, "accent", itself, NULL, &id, &error); break;
    case 5:
      status = dyncolor_register_level(theme, "accent", accent, DYNCOLOR_LEVEL_TERTIARY, &id,
                                       &error);
      break;
    case 6: status = dyncolor_register_fallbacks(theme, "accent", itself, 2, &id, &error); break;
    case 7: status = dyncolor_register_variants(theme, "accent", variants, 2, &id, &error); break;
    case 8: status = dyncolor_register_variants(theme, "accent", texts, 2, &id, &error); break;
    default:
      status = dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "accent", itself, &id, &error);
    }
    CHECK(status == DYNCOLOR_ERROR_CYCLE && id == 77);
    CHECK(strcmp(error.context, way == 1 ? "ahead → ahead" : "accent → accent") == 0);
    CHECK((strstr(error.message, "--covered()") != NULL) == (way == 9));
    CHECK(dyncolor_theme_fingerprint(theme) == before);
    if (status != DYNCOLOR_ERROR_CYCLE) printf("# way %d: %d\n", way, (int)status);
  }
  /* Where one choice is another color, there is a value in some environments. */
  CHECK(dyncolor_register_pair(theme, "accent", mixed, mixed + 1, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_fallbacks(theme, "accent", mixed, 2, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_variants(theme, "accent", some, 2, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_THEME, NULL) == DYNCOLOR_OK);
  /* Of a batch, nothing is registered. */
  dyncolor_definition definitions[2] = {DYNCOLOR_DEFINITION_INIT, DYNCOLOR_DEFINITION_INIT};
  for (int i = 0; i < 2; i++) {
    definitions[i].name = i == 0 ? "fine" : "accent";
    definitions[i].name_length = definitions[i].css_length = NUL;
    definitions[i].kind = DYNCOLOR_KIND_CSS;
    definitions[i].css = "alpha(from var(--accent) / 50%)";
  }
  error = fresh_error();
  CHECK(dyncolor_register(theme, definitions, 2, NULL, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "accent → accent") == 0 && dyncolor_theme_count(theme) == 0);
  /* Through other colors, a later registration may break a cycle. */
  put(theme, "a", DYNCOLOR_LAYER_THEME, "var(--b)");
  const dyncolor_id b = put(theme, "b", DYNCOLOR_LAYER_THEME, "var(--a)");
  CHECK(fails(theme, b, DYNCOLOR_ERROR_CYCLE, "b → a → b"));
  put(theme, "a", DYNCOLOR_LAYER_THEME, "#640000");
  CHECK(is(shown(theme, b, &light), 100));
  dyncolor_theme_release(theme);
}

/* ---- Providers ------------------------------------------------------------------------------- */

typedef struct source {
  double value;
  int calls, destroyed;
  dyncolor_id asks;
  void (*meddle)(dyncolor_theme *theme);
  dyncolor_theme *theme;
} source;

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer,
                               void *user_data) {
  source *self = user_data;
  self->calls++;
  if (self->meddle != NULL) self->meddle(self->theme);
  dyncolor_rgba color;
  if (self->asks != DYNCOLOR_ID_NONE) {
    dyncolor_status status = dyncolor_context_resolve(context, self->asks, &color, NULL);
    if (status != DYNCOLOR_OK) return status;
  }
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {self->value / 255, 0, 0}, 1};
  return DYNCOLOR_OK;
}

static void destroy(void *user_data) { ((source *)user_data)->destroyed++; }

static void providers_may_be_covered(void) {
  dyncolor_theme *theme = new_theme();
  static source below;
  below = (source){.value = 100};
  dyncolor_id id;
  CHECK(dyncolor_register_provider(theme, "accent", provide, &below, destroy, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(is(shown(theme, id, &light), 100));
  put(theme, "accent", DYNCOLOR_LAYER_USER, "color-mix(in srgb, --covered(), black)");
  CHECK(is(shown(theme, id, &light), 50) && is(shown(theme, id, &dark), 50));
  put(theme, "accent", DYNCOLOR_LAYER_USER, "--covered()");
  CHECK(is(shown(theme, id, &light), 100));
  put(theme, "accent", DYNCOLOR_LAYER_USER, "color-mix(in srgb, --covered(), #c80000)");
  const dyncolor_id both =
      put(theme, "both", DYNCOLOR_LAYER_THEME, "color-mix(in srgb, var(--accent), black)");
  CHECK(is(shown(theme, both, &light), 75) && is(shown(theme, id, &light), 150));
  /* Explanations call it no more often. */
  const int calls = below.calls;
  dyncolor_explanation *explanation;
  CHECK(dyncolor_explanation_create(theme, both, &light, &explanation, NULL) == DYNCOLOR_OK);
  CHECK(below.calls <= calls + 1);
  dyncolor_explanation_release(explanation);
  CHECK(below.destroyed == 0);
  /* A provider that asks for the color that covers it comes back to itself. */
  below.asks = id;
  CHECK(dyncolor_register_hex(theme, "unrelated", "#000", NULL, NULL, NULL) == DYNCOLOR_OK);
  dyncolor_environment elsewhere = light;
  elsewhere.idiom = DYNCOLOR_IDIOM_PHONE;
  CHECK(is(shown(theme, id, &elsewhere), DYNCOLOR_ERROR_CYCLE));
  below.asks = DYNCOLOR_ID_NONE;
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_THEME, NULL) == DYNCOLOR_OK);
  CHECK(below.destroyed == 1);
  CHECK(is(shown(theme, id, &light), DYNCOLOR_ERROR_NO_VALUE));
  dyncolor_theme_release(theme);
  CHECK(below.destroyed == 1);

  theme = new_theme();
  below = (source){.value = 100};
  CHECK(dyncolor_register_provider(theme, "accent", provide, &below, destroy, &id, NULL) ==
        DYNCOLOR_OK);
  put(theme, "accent", DYNCOLOR_LAYER_USER, "--covered()");
  dyncolor_theme_release(theme);
  CHECK(below.destroyed == 1);
}

static dyncolor_id meddled;

static void change_below(dyncolor_theme *theme) {
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "#c80000");
  (void)meddled;
}

/* A list is of one version, also of what is covered. */
static void versions_have_what_they_cover(void) {
  dyncolor_theme *theme = new_theme();
  static source meddler;
  meddler = (source){.value = 1, .meddle = change_below, .theme = theme};
  dyncolor_id ids[2];
  CHECK(dyncolor_register_provider(theme, "meddler", provide, &meddler, NULL, &ids[0], NULL) ==
        DYNCOLOR_OK);
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "#640000");
  ids[1] = put(theme, "accent", DYNCOLOR_LAYER_THEME, "color-mix(in srgb, --covered(), black)");
  dyncolor_rgba colors[2];
  CHECK(dyncolor_resolve_list(theme, ids, 2, &light, DYNCOLOR_LAYOUT_FLOAT4, colors,
                              sizeof *colors, NULL, NULL) == DYNCOLOR_OK);
  CHECK(meddler.calls == 1 && is((double)colors[1].r * 255, 50));
  CHECK(is(shown(theme, ids[1], &light), 100));
  dyncolor_theme_release(theme);
}

/* ---- What is told of it ---------------------------------------------------------------------- */

static void text_and_images_keep_it(void) {
  dyncolor_theme *theme = new_theme();
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "#640000");
  put(theme, "accent", DYNCOLOR_LAYER_THEME, "color-mix(in srgb, --covered(), #000)");
  const dyncolor_id id =
      put(theme, "accent", DYNCOLOR_LAYER_USER, "--blend(lighten, --covered( #fff ), #0a0000)");
  CHECK(is_made(theme, "accent", "--blend(lighten, --covered(#ffffff), #0a0000)"));
  size_t size;
  CHECK(dyncolor_theme_to_image(theme, NULL, 0, &size, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  for (int memory = 0; memory < 2; memory++) {
    void *image = aligned_alloc(64, (size + 63) / 64 * 64);
    CHECK(dyncolor_theme_to_image(theme, image, size, &size, NULL) == DYNCOLOR_OK);
    dyncolor_theme *read = NULL;
    CHECK(dyncolor_theme_from_image(NULL, image, size,
                                    memory == 0 ? DYNCOLOR_IMAGE_MEMORY_BORROWED
                                                : DYNCOLOR_IMAGE_MEMORY_COPIED,
                                    &read, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_fingerprint(read) == dyncolor_theme_fingerprint(theme));
    CHECK(is_made(read, "accent", "--blend(lighten, --covered(#ffffff), #0a0000)"));
    const dyncolor_id same = find(read, "accent");
    CHECK(is(shown(read, same, &light), 50));
    CHECK(dyncolor_id_equal(theme, id, read, same));
    CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(read, same));
    put(read, "accent", DYNCOLOR_LAYER_DEFAULTS, "#c80000");
    CHECK(is(shown(read, same, &light), 100));
    CHECK(!dyncolor_id_equal(theme, id, read, same));
    CHECK(dyncolor_layer_clear(read, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
    CHECK(is(shown(read, same, &light), 100));
    dyncolor_theme_release(read);
    free(image);
  }
  dyncolor_theme_release(theme);
}

static void equality_knows_what_is_covered(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id ids[3];
  static const char *const names[] = {"one", "two", "three"};
  static const char *const below[] = {"#640000", "#650000", "#640000"};
  for (int i = 0; i < 3; i++) {
    put(theme, names[i], DYNCOLOR_LAYER_DEFAULTS, below[i]);
    ids[i] = put(theme, names[i], DYNCOLOR_LAYER_THEME, "color-mix(in srgb, --covered(), red)");
  }
  CHECK(!dyncolor_id_equal(theme, ids[0], theme, ids[1]));
  CHECK(dyncolor_id_equal(theme, ids[0], theme, ids[2]));
  CHECK(dyncolor_id_hash(theme, ids[0]) == dyncolor_id_hash(theme, ids[2]));
  const dyncolor_id x = put(theme, "x", DYNCOLOR_LAYER_THEME, "light-dark(var(--one), black)");
  const dyncolor_id y = put(theme, "y", DYNCOLOR_LAYER_THEME, "light-dark(var(--two), black)");
  const dyncolor_id z = put(theme, "z", DYNCOLOR_LAYER_THEME, "light-dark(var(--one), black)");
  CHECK(!dyncolor_id_equal(theme, x, theme, y) && dyncolor_id_equal(theme, x, theme, z));
  CHECK(dyncolor_id_hash(theme, x) == dyncolor_id_hash(theme, z));

  /* In two themes, too, whatever else the definitions refer to. */
  static const char *const texts[] = {
      "--covered(red)", "--covered(var(--unknown))", "light-dark(red, --covered(var(--one)))",
      "if(style(--mode: a): red; else: --covered(red))"};
  dyncolor_theme *other = new_theme();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const dyncolor_id id = put(theme, "four", DYNCOLOR_LAYER_THEME, texts[i]);
    const dyncolor_id same = put(other, "four", DYNCOLOR_LAYER_THEME, texts[i]);
    CHECK(dyncolor_id_equal(theme, id, other, same));
    CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(other, same));
    put(other, "four", DYNCOLOR_LAYER_DEFAULTS, "#640000");
    CHECK(!dyncolor_id_equal(theme, id, other, same));
    put(theme, "four", DYNCOLOR_LAYER_DEFAULTS, "#640000");
    CHECK(dyncolor_id_equal(theme, id, other, same));
    CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_unregister(other, same, NULL) == DYNCOLOR_OK);
  }
  dyncolor_theme_release(other);
  dyncolor_theme_release(theme);
}

static void axes_include_what_is_covered(void) {
  dyncolor_theme *theme = new_theme();
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "light-dark(#640000, #320000)");
  const dyncolor_id id = put(theme, "accent", DYNCOLOR_LAYER_THEME,
                             "--variants(any: --covered(); phone: black)");
  const dyncolor_id user = put(theme, "user", DYNCOLOR_LAYER_THEME, "var(--accent)");
  uint32_t axes, of_user;
  CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_axes(theme, user, &of_user, NULL) == DYNCOLOR_OK);
  CHECK(axes == (1u << DYNCOLOR_AXIS_SCHEME | 1u << DYNCOLOR_AXIS_IDIOM) && of_user == axes);
  dyncolor_id ids[4];
  size_t count;
  CHECK(dyncolor_theme_diff(theme, &light, &dark, ids, 4, &count, NULL) == DYNCOLOR_OK);
  CHECK(count == 2 && ids[0] == id && ids[1] == user);
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "#640000");
  CHECK(dyncolor_id_axes(theme, user, &axes, NULL) == DYNCOLOR_OK);
  CHECK(axes == 1u << DYNCOLOR_AXIS_IDIOM);
  dyncolor_theme_release(theme);
}

static void explanations_tell_it(void) {
  dyncolor_theme *theme = new_theme();
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "light-dark(#640000, #320000)");
  put(theme, "accent", DYNCOLOR_LAYER_THEME, "--covered()");
  const dyncolor_id id =
      put(theme, "accent", DYNCOLOR_LAYER_USER, "color-mix(in srgb, --covered(), #000000)");
  dyncolor_explanation *explanation;
  CHECK(dyncolor_explanation_create(theme, id, &light, &explanation, NULL) == DYNCOLOR_OK);
  const char *text = dyncolor_explanation_text(explanation);
  static const char expected[] =
      "accent (layer user) = #320000: color-mix(in srgb, --covered(), #000000)\n"
      "  50%: accent (layer theme) = #640000: --covered()\n"
      "  accent (layer defaults) = #640000: variant 1 of 2 (light)\n"
      "  50%: #000000\n";
  CHECK(strcmp(text, expected) == 0);
  if (strcmp(text, expected) != 0) printf("# %s", text);
  size_t count, covered = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  static const uint16_t layers[] = {DYNCOLOR_LAYER_USER, DYNCOLOR_LAYER_THEME,
                                    DYNCOLOR_LAYER_DEFAULTS};
  size_t colors = 0;
  for (size_t i = 0; i < count; i++) {
    if (steps[i].kind == DYNCOLOR_STEP_KIND_COLOR && colors < 3) {
      CHECK(steps[i].id == id && steps[i].layer == layers[colors] && steps[i].index == 0);
      colors++;
    }
    covered += steps[i].kind == DYNCOLOR_STEP_KIND_REFERENCE && steps[i].detail == 1 &&
               steps[i].id == id;
  }
  CHECK(colors == 3 && covered == 2);
  dyncolor_explanation_release(explanation);

  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_explanation_create(theme, id, &light, &explanation, NULL) == DYNCOLOR_OK);
  CHECK(strstr(dyncolor_explanation_text(explanation), "no lower layer defines the color") != NULL);
  dyncolor_explanation_release(explanation);
  dyncolor_theme_release(theme);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static const char *written(dyncolor_theme *theme, uint32_t format, size_t *findings) {
  static char text[1 << 14];
  dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
  options.format = format;
  dyncolor_report *report = NULL;
  size_t length = 0;
  text[0] = 0;
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &length, &report, NULL) ==
        DYNCOLOR_OK);
  const dyncolor_finding *found = dyncolor_report_findings(report, findings);
  for (size_t i = 0; i < *findings; i++) CHECK(found[i].status == DYNCOLOR_ERROR_NOT_EXACT);
  dyncolor_report_release(report);
  return text;
}

static int has(const char *text, const char *part) {
  if (strstr(text, part) != NULL) return 1;
  printf("# no %s in %s\n", part, text);
  return 0;
}

static void files_keep_it(void) {
  dyncolor_theme *theme = new_theme();
  put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "light-dark(#640000, #320000)");
  put(theme, "accent", DYNCOLOR_LAYER_THEME, "color-mix(in srgb, --covered(), var(--ink))");
  put(theme, "accent", DYNCOLOR_LAYER_USER, "alpha(from --covered() / 50%)");
  put(theme, "ink", DYNCOLOR_LAYER_THEME, "--covered(#000000)");
  put(theme, "none", DYNCOLOR_LAYER_THEME, "color-mix(in srgb, --covered(), #ffffff)");
  size_t findings;
  const char *json = written(theme, DYNCOLOR_FORMAT_JSON, &findings);
  CHECK(findings == 0 && has(json, "alpha(from --covered() / 0.5)"));
  dyncolor_theme *read = new_theme();
  CHECK(dyncolor_theme_load_memory(read, "theme.json", json, strlen(json), NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(read) == dyncolor_theme_fingerprint(theme));
  CHECK(is(shown(read, find(read, "accent"), &dark), 25));
  dyncolor_theme_release(read);

  /* Where there are no layers, what is covered is written in its place. */
  const char *css = written(theme, DYNCOLOR_FORMAT_STYLE_SHEET, &findings);
  CHECK(has(css, "color(from color-mix(in srgb, light-dark(#640000, #320000), var(--ink)) srgb r g "
                 "b / 0.5)"));
  CHECK(has(css, "--ink: #000000;") && strstr(css, "--covered") == NULL);

  /* What a provider answers is written as its values. */
  static source below;
  below = (source){.value = 100};
  CHECK(dyncolor_register_provider(theme, "ink", provide, &below, NULL, NULL, NULL) == DYNCOLOR_OK);
  put(theme, "ink", DYNCOLOR_LAYER_USER, "color-mix(in srgb, --covered(), #000000)");
  css = written(theme, DYNCOLOR_FORMAT_STYLE_SHEET, &findings);
  CHECK(has(css, "--ink: #320000;") && findings > 0);
  for (uint32_t format = 1; format <= 20; format++) {
    dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
    options.format = format;
    (void)dyncolor_theme_write_memory(theme, &options, NULL, 0, NULL, NULL, NULL);
  }
  dyncolor_theme_release(theme);

  /* A style sheet of the user's. */
  theme = new_theme();
  put(theme, "accent", DYNCOLOR_LAYER_THEME, "#640000");
  static const char sheet[] = ":root { --accent: color-mix(in srgb, --covered(), black) }";
  dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
  options.layer = DYNCOLOR_LAYER_USER;
  CHECK(dyncolor_theme_load_memory(theme, "user.css", sheet, strlen(sheet), &options, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(is(shown(theme, find(theme, "accent"), &light), 50));
  dyncolor_theme_release(theme);
}

/* ---- Without memory -------------------------------------------------------------------------- */

static dyncolor_status put_as(dyncolor_theme *theme, uint16_t in, const char *text) {
  dyncolor_part part = dyncolor_part_css(text);
  return dyncolor_layer_register(theme, in, "accent", &part, NULL, NULL);
}

static dyncolor_status put_above(dyncolor_theme *theme, const void *data) {
  (void)data;
  return put_as(theme, DYNCOLOR_LAYER_USER, "color-mix(in srgb, --covered(), black)");
}

static dyncolor_status put_below(dyncolor_theme *theme, const void *data) {
  (void)data;
  return put_as(theme, DYNCOLOR_LAYER_DEFAULTS, "light-dark(#780000, var(--other))");
}

static dyncolor_status take_from_below(dyncolor_theme *theme, const void *data) {
  (void)data;
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find(theme, "accent", &id, NULL) == DYNCOLOR_OK);
  return dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_DEFAULTS, id, NULL);
}

static dyncolor_status clear_theme(dyncolor_theme *theme, const void *data) {
  (void)data;
  return dyncolor_layer_clear(theme, DYNCOLOR_LAYER_THEME, NULL);
}

static dyncolor_status put_many(dyncolor_theme *theme, const void *data) {
  (void)data;
  static const char *const texts[] = {"#780000", "--covered()",
                                      "color-mix(in srgb, --covered(), black)"};
  dyncolor_definition definitions[6];
  for (int i = 0; i < 6; i++) {
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].name = i < 3 ? "accent" : "fresh";
    definitions[i].name_length = NUL;
    definitions[i].layer = (uint16_t)(i % 3 == 0 ? DYNCOLOR_LAYER_DEFAULTS
                                      : i % 3 == 1 ? DYNCOLOR_LAYER_THEME : DYNCOLOR_LAYER_USER);
    definitions[i].kind = DYNCOLOR_KIND_CSS;
    definitions[i].css = texts[i % 3];
    definitions[i].css_length = NUL;
  }
  return dyncolor_register(theme, definitions, 6, NULL, NULL);
}

static void hear(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  (void)theme, (void)change, (void)user_data;
}

static void memory_may_run_out(void) {
  static const struct {
    theme_call call;
    double before, after;
  } rows[] = {
      {put_above, 100, 50},      {put_below, 100, 120}, {take_from_below, 100, -12},
      {clear_theme, 100, 100},   {put_many, 100, 60},
  };
  for (int way = 0; way < 4; way++)
    for (size_t i = 0; i < COUNT(rows); i++) {
      short_heap heap = {.left = SIZE_MAX, .stays_short = way & 1};
      dyncolor_theme *theme = new_theme_in(&heap);
      put(theme, "other", DYNCOLOR_LAYER_THEME, "#010000");
      put(theme, "accent", DYNCOLOR_LAYER_DEFAULTS, "light-dark(#640000, #0a0000)");
      const dyncolor_id id = put(theme, "accent", DYNCOLOR_LAYER_THEME, "--covered()");
      uint64_t observation;
      if (way & 2)
        CHECK(dyncolor_theme_observe(theme, hear, NULL, NULL, &observation, NULL) == DYNCOLOR_OK);
      size_t allocations = 0;
      while (runs_short(&heap, allocations, theme, rows[i].call, NULL)) {
        CHECK(is(shown(theme, id, &light), rows[i].before));
        allocations++;
      }
      CHECK(allocations > 0 || rows[i].call == clear_theme);
      /* Each allocation of a resolution. */
      for (allocations = 0;; allocations++) {
        dyncolor_rgba color;
        heap.left = allocations;
        heap.failures = 0;
        const dyncolor_status status = dyncolor_resolve(theme, id, &light, &color, NULL);
        heap.left = SIZE_MAX;
        if (heap.failures == 0) break;
        CHECK(status == DYNCOLOR_ERROR_OUT_OF_MEMORY ||
              (status == DYNCOLOR_OK ? is((double)color.r * 255, rows[i].after)
                                     : (double)status == rows[i].after));
        CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
      }
      CHECK(is(shown(theme, id, &light), rows[i].after));
      dyncolor_theme_release(theme);
      CHECK(heap.taken == 0);
    }
}

/* An image, each of whose allocations fails. */
static void images_may_lack_memory(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(put_many(theme, NULL) == DYNCOLOR_OK);
  size_t size;
  CHECK(dyncolor_theme_to_image(theme, NULL, 0, &size, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  void *image = malloc(size);
  CHECK(dyncolor_theme_to_image(theme, image, size, &size, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
  for (size_t allocations = 0;; allocations++) {
    short_heap heap = {.left = allocations};
    dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
    options.resize = short_resize;
    options.resize_user_data = &heap;
    theme = NULL;
    const dyncolor_status status = dyncolor_theme_from_image(
        &options, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &theme, NULL);
    CHECK(status == (heap.failures == 0 ? DYNCOLOR_OK : DYNCOLOR_ERROR_OUT_OF_MEMORY));
    heap.left = SIZE_MAX;
    if (status == DYNCOLOR_OK) CHECK(is(shown(theme, find(theme, "fresh"), &light), 60));
    dyncolor_theme_release(theme);
    CHECK(heap.taken == 0);
    if (heap.failures == 0) break;
  }
  free(image);
}

/* ---- Random edits ---------------------------------------------------------------------------- */

enum { NAMES = 4, LAYERS = 5, STEPS = 1500 };
enum { NOTHING, GRAY, PLAIN, HALF, TWICE, WITH_FALLBACK, REFERENCE, FIRST, LIGHT, ALIAS, KINDS };

typedef struct made {
  int kind, gray, other;
} made;

static made model[NAMES][LAYERS];
static const char *const model_names[NAMES] = {"a", "b", "c", "d"};
static uint16_t model_layers[LAYERS];

static int pick(int count) { return (int)(random_bits() % (uint64_t)count); }

static double model_value(int name, int below, int is_dark, unsigned *path);

static int highest(int name, int below) {
  for (int i = below - 1; i >= 0; i--)
    if (model[name][i].kind != NOTHING) return i;
  return -1;
}

static double model_value(int name, int below, int is_dark, unsigned *path) {
  const int in = highest(name, below);
  if (in < 0) return below == LAYERS ? DYNCOLOR_ERROR_UNKNOWN_NAME : DYNCOLOR_ERROR_NO_VALUE;
  const made *it = &model[name][in];
  const unsigned bit = 1u << (name * LAYERS + in);
  if (*path & bit) return DYNCOLOR_ERROR_CYCLE;
  if (it->kind == GRAY) return it->gray;
  if (it->kind == LIGHT && is_dark) return it->gray;
  *path |= bit;
  double value;
  if (it->kind == REFERENCE || it->kind == ALIAS) {
    value = model_value(it->other, LAYERS, is_dark, path);
    if (it->kind == ALIAS && value == (int)DYNCOLOR_ERROR_UNKNOWN_NAME &&
        highest(it->other, LAYERS) < 0)
      value = DYNCOLOR_ERROR_STALE_ID;
  } else {
    value = model_value(name, in, is_dark, path);
  }
  *path &= ~bit;
  switch (it->kind) {
    case HALF: return value < 0 ? value : value / 2;
    case WITH_FALLBACK: return highest(name, in) < 0 ? it->gray : value;
    case FIRST: return value < 0 && value != (int)DYNCOLOR_ERROR_CYCLE ? it->gray : value;
    default: return value;
  }
}

static void write_css(const made *it, char *text, size_t size) {
  switch (it->kind) {
    case GRAY: snprintf(text, size, "rgb(%d 0 0)", it->gray); break;
    case PLAIN: snprintf(text, size, "--covered()"); break;
    case HALF: snprintf(text, size, "color-mix(in srgb, --covered(), black)"); break;
    case TWICE: snprintf(text, size, "color-mix(in srgb, --covered(), --covered())"); break;
    case WITH_FALLBACK: snprintf(text, size, "--covered(rgb(%d 0 0))", it->gray); break;
    case FIRST: snprintf(text, size, "--first(--covered(), rgb(%d 0 0))", it->gray); break;
    case LIGHT: snprintf(text, size, "light-dark(--covered(), rgb(%d 0 0))", it->gray); break;
    default: snprintf(text, size, "var(--%s)", model_names[it->other]); break;
  }
}

static dyncolor_theme *through_an_image(dyncolor_theme *theme) {
  size_t size;
  CHECK(dyncolor_theme_to_image(theme, NULL, 0, &size, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  void *image = malloc(size);
  CHECK(dyncolor_theme_to_image(theme, image, size, &size, NULL) == DYNCOLOR_OK);
  dyncolor_theme *read = NULL;
  CHECK(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &read, NULL) ==
        DYNCOLOR_OK);
  free(image);
  CHECK(dyncolor_theme_fingerprint(read) == dyncolor_theme_fingerprint(theme));
  dyncolor_theme_release(theme);
  return read;
}

static void random_edit(dyncolor_theme **theme, dyncolor_id *ids) {
  const int name = pick(NAMES), in = pick(LAYERS);
  switch (pick(24)) {
    case 0:
      (void)dyncolor_unregister(*theme, ids[name], NULL);
      for (int i = 0; i < LAYERS; i++) model[name][i].kind = NOTHING;
      return;
    case 1:
      CHECK(dyncolor_layer_clear(*theme, model_layers[in], NULL) == DYNCOLOR_OK);
      for (int i = 0; i < NAMES; i++) model[i][in].kind = NOTHING;
      return;
    case 2: case 3: case 4: case 5: {
      const dyncolor_status status =
          dyncolor_layer_unregister(*theme, model_layers[in], ids[name], NULL);
      CHECK((status == DYNCOLOR_OK) == (model[name][in].kind != NOTHING));
      model[name][in].kind = NOTHING;
      return;
    }
    case 6: {
      const int top = highest(name, LAYERS), gray = pick(256);
      if (top < 0) return;
      const dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {gray / 255.0, 0, 0}, 1};
      CHECK(dyncolor_theme_redefine(*theme, &ids[name], &color, 1, NULL) == DYNCOLOR_OK);
      model[name][top] = (made){GRAY, gray, 0};
      return;
    }
    case 7: {
      *theme = through_an_image(*theme);
      for (int i = 0; i < NAMES; i++)
        CHECK(dyncolor_theme_declare(*theme, model_names[i], &ids[i], NULL) == DYNCOLOR_OK);
      return;
    }
    default: break;
  }
  dyncolor_definition definitions[4];
  char texts[4][64];
  dyncolor_variant variants[4];
  const int count = 1 + pick(4);
  for (int i = 0; i < count; i++) {
    const int of = pick(NAMES), at = pick(LAYERS);
    made *it = &model[of][at];
    *it = (made){1 + pick(KINDS - 1), pick(256), pick(NAMES)};
    const int refers = it->kind == REFERENCE || it->kind == ALIAS;
    if (refers && it->other == of) it->other = (of + 1) % NAMES;
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].name = model_names[of];
    definitions[i].name_length = NUL;
    definitions[i].layer = model_layers[at];
    if (it->kind == ALIAS) {
      variants[i] = (dyncolor_variant){.part.id = ids[it->other]};
      definitions[i].kind = DYNCOLOR_KIND_VARIANTS;
      definitions[i].variants = &variants[i];
      definitions[i].variant_count = 1;
    } else {
      write_css(it, texts[i], sizeof texts[i]);
      definitions[i].kind = DYNCOLOR_KIND_CSS;
      definitions[i].css = texts[i];
      definitions[i].css_length = NUL;
    }
  }
  CHECK(dyncolor_register(*theme, definitions, (size_t)count, NULL, NULL) == DYNCOLOR_OK);
}

static void random_edits(void) {
  dyncolor_theme *theme = new_theme();
  memset(model, 0, sizeof model);
  model_layers[0] = DYNCOLOR_LAYER_DEFAULTS;
  model_layers[1] = DYNCOLOR_LAYER_THEME;
  model_layers[2] = layer(theme, "brand");
  model_layers[3] = layer(theme, "season");
  model_layers[4] = DYNCOLOR_LAYER_USER;
  dyncolor_id ids[NAMES];
  double before[NAMES][2];
  for (int i = 0; i < NAMES; i++) {
    CHECK(dyncolor_theme_declare(theme, model_names[i], &ids[i], NULL) == DYNCOLOR_OK);
    before[i][0] = before[i][1] = DYNCOLOR_ERROR_STALE_ID;
  }
  int values = 0, cycles = 0, uncovered = 0;
  for (int step = 0; step < STEPS && check_failures_in_claim == 0; step++) {
    const dyncolor_theme *was = theme;
    const uint64_t generation = dyncolor_theme_generation(theme);
    random_edit(&theme, ids);
    dyncolor_id changed[NAMES];
    size_t count = 0;
    if (was == theme)
      CHECK(dyncolor_theme_changes(theme, generation, changed, NAMES, &count, NULL, NULL) ==
            DYNCOLOR_OK);
    for (int is_dark = 0; is_dark < 2; is_dark++) {
      dyncolor_rgba list[NAMES];
      dyncolor_status statuses[NAMES];
      const dyncolor_environment *where = is_dark ? &dark : &light;
      const int is_list_first = pick(2);
      if (is_list_first)
        (void)dyncolor_resolve_list(theme, ids, NAMES, where, DYNCOLOR_LAYOUT_FLOAT4, list,
                                    sizeof *list, statuses, NULL);
      for (int i = 0; i < NAMES; i++) {
        unsigned path = 0;
        double expected = model_value(i, LAYERS, is_dark, &path);
        if (highest(i, LAYERS) < 0) expected = DYNCOLOR_ERROR_STALE_ID;
        CHECK(is(shown(theme, ids[i], where), expected));
        if (is_list_first)
          CHECK(is(statuses[i] == DYNCOLOR_OK ? (double)list[i].r * 255 : (int)statuses[i],
                   expected));
        values += expected >= 0;
        cycles += expected == (int)DYNCOLOR_ERROR_CYCLE;
        uncovered += expected == (int)DYNCOLOR_ERROR_NO_VALUE;
        int is_told = was != theme;
        for (size_t j = 0; j < count; j++) is_told |= changed[j] == ids[i];
        CHECK(is_told || before[i][is_dark] == expected);
        before[i][is_dark] = expected;
      }
    }
    if (check_failures_in_claim > 0) printf("# in step %d\n", step);
  }
  CHECK(values > STEPS && cycles > STEPS / 20 && uncovered > STEPS / 20);
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("--covered() is what a definition covers, as an operand of anything",
        covered_colors_are_operands);
  CLAIM("a definition that covers nothing has the fallback, or no value", nothing_may_be_covered);
  CLAIM("a color without a name cannot have --covered()", names_are_needed);
  CLAIM("a chain of --covered() is as long as there are layers", chains_are_as_long_as_layers);
  CLAIM("a cycle through what is covered is found and told", cycles_are_found);
  CLAIM("a color that refers to its own name in every environment is refused",
        certain_cycles_are_refused);
  CLAIM("providers that are covered are called, and destroyed once", providers_may_be_covered);
  CLAIM("a version of a theme has what its colors cover", versions_have_what_they_cover);
  CLAIM("text and images keep --covered()", text_and_images_keep_it);
  CLAIM("colors are equal if they cover equal ones", equality_knows_what_is_covered);
  CLAIM("the axes of a color include those of what it covers", axes_include_what_is_covered);
  CLAIM("explanations tell what is covered", explanations_tell_it);
  CLAIM("files keep --covered(), or what is covered", files_keep_it);
  CLAIM("changes of what is covered happen wholly or not at all if memory runs out",
        memory_may_run_out);
  CLAIM("an image with --covered() is read wholly or not at all", images_may_lack_memory);
  CLAIM("random edits of layers with --covered() match a simple model", random_edits);
  return CHECK_RESULT;
}
