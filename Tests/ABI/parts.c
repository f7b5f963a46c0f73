/* Colors as parts of others: values, CSS text and registered colors, wherever a color is taken; and
 * what it is to register a color again. */
#include <dyncolor.h>
#include <math.h>

#include "parts.h"
#include "refusals.h"
#include "themes.h"

static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static dyncolor_color gray(double value) {
  return (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {value, value, value}, 1};
}

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name ? NUL : 0, text, NUL, &id, NULL) == DYNCOLOR_OK);
  return id;
}

/* Red and green of what a color resolves to, in 255 parts, as one number; or the status. */
static int shown(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment) {
  dyncolor_rgba color;
  dyncolor_status status = dyncolor_resolve(theme, id, environment, &color, NULL);
  return status == DYNCOLOR_OK ? (int)lroundf(color.r * 255) << 8 | (int)lroundf(color.g * 255)
                               : (int)status;
}

/* The same color, in light and dark, as the CSS. */
static bool is_same(dyncolor_theme *theme, dyncolor_id id, const char *text) {
  dyncolor_id other = css(theme, NULL, text);
  bool same = shown(theme, id, &light) == shown(theme, other, &light) &&
              shown(theme, id, &dark) == shown(theme, other, &dark) &&
              dyncolor_id_equal(theme, id, theme, other) == 1 &&
              dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, other);
  if (!same) printf("# not %s\n", text);
  dyncolor_unregister(theme, other, NULL);
  return same;
}

/* ---- Any two make a pair ---- */

/* What a part can be, and the CSS that means the same. */
enum { VALUE, TEXT, PLAIN_TEXT, ALIAS, UNNAMED, PROVIDED, KINDS };

static dyncolor_status answer(dyncolor_context *context, dyncolor_answer *answer,
                              void *user_data) {
  (void)user_data;
  answer->color = gray(dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) / 4.0);
  return DYNCOLOR_OK;
}

typedef struct parts {
  dyncolor_color value;
  dyncolor_part kinds[KINDS];
  const char *meanings[KINDS];
} parts;

static parts make_parts(dyncolor_theme *theme) {
  dyncolor_id accent = css(theme, "accent", "light-dark(#010000, #020000)"), provided = 0;
  dyncolor_id unnamed = css(theme, NULL, "light-dark(#030000, var(--accent))");
  CHECK(dyncolor_register_provider_n(theme, "provided", NUL, answer, NULL, NULL, &provided, NULL) ==
        DYNCOLOR_OK);
  parts made = {.value = gray(0.5)};
  made.kinds[VALUE] = dyncolor_part_color(&made.value);
  made.meanings[VALUE] = "color(srgb 0.5 0.5 0.5)";
  made.kinds[TEXT] = dyncolor_part_css("color-mix(in srgb, var(--accent), #040000)");
  made.meanings[TEXT] = "color-mix(in srgb, var(--accent), #040000)";
  made.kinds[PLAIN_TEXT] = dyncolor_part_css("#050607");
  made.meanings[PLAIN_TEXT] = "#050607";
  made.kinds[ALIAS] = dyncolor_part_id(accent);
  made.meanings[ALIAS] = "var(--accent)";
  made.kinds[UNNAMED] = dyncolor_part_id(unnamed);
  made.meanings[UNNAMED] = "light-dark(#030000, var(--accent))";
  made.kinds[PROVIDED] = dyncolor_part_id(provided);
  made.meanings[PROVIDED] = "var(--provided)";
  return made;
}

static void pairs_of_any_two(void) {
  dyncolor_theme *theme = new_theme();
  parts made = make_parts(theme);
  for (int a = 0; a < KINDS; a++) {
    dyncolor_id id = 0;
    CHECK(dyncolor_register_pair_n(theme, "pair", NUL, &made.kinds[a], NULL, &id, NULL) ==
          DYNCOLOR_OK);
    CHECK(is_same(theme, id, made.meanings[a]));
    for (int b = 0; b < KINDS; b++) {
      char text[256];
      snprintf(text, sizeof text, "light-dark(%s, %s)", made.meanings[a], made.meanings[b]);
      CHECK(dyncolor_register_pair_n(theme, "pair", NUL, &made.kinds[a], &made.kinds[b], &id,
                                     NULL) == DYNCOLOR_OK);
      CHECK(is_same(theme, id, text));
    }
  }
  dyncolor_theme_release(theme);
}

/* Without a dark color, a pair is what its light color is: it depends on nothing else. */
static void light_colors_alone(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_part gray = dyncolor_part_css("#808080");
  dyncolor_id ids[2] = {0};
  CHECK(dyncolor_register_hex(theme, "hex", "#808080", NULL, &ids[0], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_pair(theme, "pair", &gray, NULL, &ids[1], NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 2; i++) {
    uint32_t axes = 1;
    char css[32];
    size_t length;
    CHECK(dyncolor_id_axes(theme, ids[i], &axes, NULL) == DYNCOLOR_OK && axes == 0);
    CHECK(dyncolor_id_css(theme, ids[i], css, sizeof css, &length, NULL) == DYNCOLOR_OK);
    CHECK(strcmp(css, "#808080") == 0);
  }
  dyncolor_theme_release(theme);
}

/* As variants, as what a palette falls back to, and in a list. */
static void parts_everywhere(void) {
  dyncolor_theme *theme = new_theme();
  parts made = make_parts(theme);
  for (int a = 0; a < KINDS; a++)
    for (int b = 0; b < KINDS; b++) {
      dyncolor_id id = 0;
      char text[512];
      dyncolor_variant variants[3] = {
          {.part = made.kinds[a]},
          {.scheme = DYNCOLOR_SCHEME_DARK, .part = made.kinds[b]},
          {.contrast = DYNCOLOR_CONTRAST_MORE, .part = dyncolor_part_css("white")}};
      CHECK(dyncolor_register_variants_n(theme, "table", NUL, variants, 3, &id, NULL) ==
            DYNCOLOR_OK);
      snprintf(text, sizeof text, "--variants(any: %s; dark: %s; more: white)", made.meanings[a],
               made.meanings[b]);
      CHECK(is_same(theme, id, text));
      dyncolor_environment more = {.scheme = DYNCOLOR_SCHEME_DARK,
                                   .contrast = DYNCOLOR_CONTRAST_PERCENT(50)};
      dyncolor_id other = css(theme, "other", text);
      CHECK(shown(theme, id, &more) == shown(theme, other, &more));

      dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
      definition.kind = DYNCOLOR_KIND_PALETTE;
      definition.semantic = "ink";
      definition.semantic_length = 3;
      definition.variants = variants;
      definition.variant_count = 2;
      CHECK(dyncolor_register(theme, &definition, 1, &id, NULL) == DYNCOLOR_OK);
      snprintf(text, sizeof text, "--palette(ink, --variants(any: %s; dark: %s))",
               made.meanings[a], made.meanings[b]);
      CHECK(is_same(theme, id, text));

      CHECK(dyncolor_register_semantic_n(theme, "semantic", NUL, "ink", NUL, &made.kinds[a], &id,
                                         NULL) == DYNCOLOR_OK);
      snprintf(text, sizeof text, "--palette(ink, %s)", made.meanings[a]);
      CHECK(is_same(theme, id, text));

      const dyncolor_part list[] = {dyncolor_part_css("var(--nobody)"), made.kinds[a],
                                    made.kinds[b]};
      CHECK(dyncolor_register_fallbacks_n(theme, "list", NUL, list, 3, &id, NULL) == DYNCOLOR_OK);
      snprintf(text, sizeof text, "--first(var(--nobody), %s, %s)", made.meanings[a],
               made.meanings[b]);
      CHECK(is_same(theme, id, text));
    }
  dyncolor_theme_release(theme);
}

/* A palette's own color comes first, and levels go through parts. */
static void parts_resolve_as_what_they_are(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t night = 0;
  dyncolor_id id = 0, level = 0, accent = css(theme, "accent", "#0a0000");
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL) == DYNCOLOR_OK);
  css(theme, "Night/ink", "#0b0000");
  const dyncolor_part text = dyncolor_part_css("color-mix(in srgb, var(--accent), var(--accent))");
  CHECK(dyncolor_register_semantic_n(theme, "ink", NUL, "ink", NUL, &text, &id, NULL) ==
        DYNCOLOR_OK);
  const dyncolor_environment in_palette = {.palette = night};
  CHECK(shown(theme, id, &light) == 0x0a00);
  CHECK(shown(theme, id, &in_palette) == 0x0b00);

  const dyncolor_part other =
      dyncolor_part_css("if(media(prefers-contrast: more): red; else: blue)");
  CHECK(dyncolor_register_pair_n(theme, "pair", NUL, PART_ID(accent), &other, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_level_n(theme, "level", NUL, id, DYNCOLOR_LEVEL_SECONDARY, &level,
                                  NULL) ==
        DYNCOLOR_OK);
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, level, &light, &color, NULL) == DYNCOLOR_OK && color.a == 0.5f);
  /* The pair follows its parts, and fails as they do. */
  css(theme, "accent", "#0c0000");
  CHECK(shown(theme, id, &light) == 0x0c00);
  uint32_t axes = 0;
  CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK);
  CHECK((axes & 1u << DYNCOLOR_AXIS_SCHEME) != 0 && (axes & 1u << DYNCOLOR_AXIS_CONTRAST) != 0);
  CHECK(dyncolor_unregister(theme, accent, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, id, &light) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(shown(theme, id, &dark) == 0x0000);

  /* In a circle. */
  const dyncolor_part itself = dyncolor_part_id(id);
  CHECK(dyncolor_register_pair_n(theme, "pair", NUL, &itself, &other, &id, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, id, &light) == DYNCOLOR_ERROR_CYCLE);
  CHECK(shown(theme, id, &dark) == 0x0000);
  dyncolor_theme_release(theme);
}

/* An image holds them, and CSS says them. */
static void parts_survive(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id accent = css(theme, "accent", "#0a0000"), id = 0, unnamed = 0;
  const dyncolor_part text = dyncolor_part_css("color-mix(in srgb, var(--accent), #fff)");
  CHECK(dyncolor_register_pair_n(theme, NULL, 0, &text, PART_ID(accent), &unnamed, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_pair_n(theme, "pair", NUL, PART_ID(unnamed), &text, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(is_made(theme, "pair",
                "light-dark(light-dark(color-mix(in srgb, var(--accent), #ffffff), var(--accent)), "
                "color-mix(in srgb, var(--accent), #ffffff))"));
  static unsigned char image[1 << 14];
  size_t size = 0;
  dyncolor_theme *loaded = NULL;
  CHECK(dyncolor_theme_to_image(theme, image, sizeof image, &size, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(loaded) == dyncolor_theme_fingerprint(theme));
  dyncolor_id found = 0;
  CHECK(dyncolor_theme_find_n(loaded, "pair", NUL, &found, NULL) == DYNCOLOR_OK);
  CHECK(shown(loaded, found, &light) == shown(theme, id, &light));
  CHECK(shown(loaded, found, &dark) == shown(theme, id, &dark));
  CHECK(dyncolor_id_equal(theme, id, loaded, found) == 1);
  dyncolor_theme_release(loaded);
  dyncolor_theme_release(theme);
}

/* ---- What is no part ---- */

/* A text in a struct whose length has been forgotten is not ignored. */
static void forgotten_lengths(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  static const char *const fields[] = {"name", "semantic", "css"};
  for (size_t i = 0; i < COUNT(fields); i++) {
    dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
    definition.kind = i == 1 ? DYNCOLOR_KIND_PALETTE : DYNCOLOR_KIND_CSS;
    definition.name = "a";
    definition.semantic = definition.css = "red";
    definition.name_length = i == 0 ? 0 : 1;
    definition.semantic_length = i == 1 ? 0 : 3;
    definition.css_length = i == 2 ? 0 : 3;
    char context[32], field[64];
    snprintf(context, sizeof context, i == 0 ? "%s" : "%s of a", fields[i]);
    snprintf(field, sizeof field, "set %s_length, or use DYNCOLOR_NUL_TERMINATED", fields[i]);
    error = fresh_error();
    check_refused(dyncolor_register(theme, &definition, 1, NULL, &error), &error, context);
    CHECK(strstr(error.message, field) != NULL);
  }
  static const char json[] = "{\"a\": \"red\"}";
  for (int i = 0; i < 2; i++) {
    dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
    if (i == 0) options.prefix = "web/";
    else options.system_version = "13";
    error = fresh_error();
    check_refused(dyncolor_theme_load_memory_n(theme, "a.json", NUL, json, sizeof json - 1,
                                               &options, NULL, &error),
                  &error, i == 0 ? "prefix" : "system_version");
    const char *field = i == 0 ? "set prefix_length, or" : "set system_version_length, or";
    CHECK(strstr(error.message, field) != NULL);
  }
  dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
  char text[256];
  size_t size = 0;
  options.format = DYNCOLOR_FORMAT_C_HEADER;
  options.name = "app";
  error = fresh_error();
  check_refused(
      dyncolor_theme_write_memory(theme, &options, text, sizeof text, &size, NULL, &error), &error,
      "name");
  CHECK(strstr(error.message, "set name_length, or use DYNCOLOR_NUL_TERMINATED") != NULL);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

static void bad_parts(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_part good = dyncolor_part_css("red");
  const dyncolor_color value = gray(0);
  dyncolor_part both = dyncolor_part_css("red"), color_too = dyncolor_part_id(4096), zero = {0};
  dyncolor_part reserved = good, no_text = {.css_length = 3}, bad_color = {0};
  both.id = 4096;
  color_too.color = value;
  reserved.reserved = 1;
  bad_color.color = gray(NAN);
  const dyncolor_part forgotten = {.css = "red"};
  const dyncolor_part bad[] = {both, color_too, zero, reserved, no_text, bad_color, forgotten};
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  for (size_t i = 0; i < COUNT(bad); i++) {
    dyncolor_error error = fresh_error();
    dyncolor_id id;
    MARK(id);
    check_refused(dyncolor_register_pair_n(theme, "x", 1, &bad[i], NULL, &id, &error), &error,
                  "light");
    error = fresh_error();
    check_refused(dyncolor_register_pair_n(theme, "x", 1, &good, &bad[i], &id, &error), &error,
                  "dark");
    error = fresh_error();
    check_refused(
        dyncolor_layer_register_n(theme, DYNCOLOR_LAYER_USER, "x", 1, &bad[i], &id, &error),
        &error, "part");
    error = fresh_error();
    check_refused(dyncolor_register_semantic_n(theme, "x", 1, "s", 1, &bad[i], &id, &error), &error,
                  "fallback");
    const dyncolor_part list[] = {good, bad[i]};
    error = fresh_error();
    check_refused(dyncolor_register_fallbacks_n(theme, "x", 1, list, 2, &id, &error), &error,
                  "parts[1]");
    const dyncolor_variant variants[] = {{.part = good}, {.scheme = 2, .part = bad[i]}};
    error = fresh_error();
    error = fresh_error();
    check_refused(dyncolor_register_variants_n(theme, "x", 1, variants, 2, &id, &error), &error,
                  "variants[1].part");
    /* Among several colors, the color is named as well. */
    dyncolor_definition batch[2] = {DYNCOLOR_DEFINITION_INIT, DYNCOLOR_DEFINITION_INIT};
    for (int j = 0; j < 2; j++) {
      batch[j].name = j == 0 ? "good" : "bad";
      batch[j].name_length = NUL;
      batch[j].kind = DYNCOLOR_KIND_VARIANTS;
      batch[j].variants = variants;
      batch[j].variant_count = (size_t)j + 1;
    }
    error = fresh_error();
    check_refused(dyncolor_register(theme, batch, 2, NULL, &error), &error,
                  "variants[1].part of bad");
    CHECK_MARKED(id);
  }
  CHECK(dyncolor_theme_fingerprint(theme) == before);

  /* A part of which nothing is set is not taken for a color. */
  dyncolor_error told = fresh_error();
  check_refused(dyncolor_register_pair_n(theme, "x", 1, &good, &zero, NULL, &told), &told, "dark");
  CHECK(strcmp(told.message,
               "a part must have a text (css), an id or a color; this one has none") == 0);
  told = fresh_error();
  check_refused(dyncolor_register_pair_n(theme, "x", 1, &good, &no_text, NULL, &told), &told,
                "dark");
  CHECK(strstr(told.message, "NULL") != NULL);

  /* Text that is no color is told with its place, after the name of the part. */
  const dyncolor_part wrong = dyncolor_part_css("rgb(4 97 19O)");
  const dyncolor_variant variants[] = {{.part = good}, {.scheme = 2, .part = wrong}};
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_register_pair_n(theme, "x", 1, &good, &wrong, NULL, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.line == 1 && error.column > 1);
  CHECK(strcmp(error.context, "dark: rgb(4 97 19O)") == 0);
  error = fresh_error();
  CHECK(dyncolor_register_pair_n(theme, "x", 1, &wrong, &good, NULL, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(strcmp(error.context, "light: rgb(4 97 19O)") == 0);
  error = fresh_error();
  CHECK(dyncolor_layer_register_n(theme, 0, "x", 1, &wrong, NULL, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(strcmp(error.context, "rgb(4 97 19O)") == 0);
  error = fresh_error();
  const dyncolor_part invalid = {.css = "red\xff", .css_length = 4};
  CHECK(dyncolor_layer_register_n(theme, 0, "x", 1, &invalid, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK(strncmp(error.context, "red", 3) == 0);
  error = fresh_error();
  CHECK(dyncolor_register_semantic_n(theme, "x", 1, "s", 1, &wrong, NULL, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(strcmp(error.context, "fallback: rgb(4 97 19O)") == 0);
  error = fresh_error();
  CHECK(dyncolor_register_variants_n(theme, "x", 1, variants, 2, NULL, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.line == 1 && error.column > 1);
  CHECK(strcmp(error.context, "variants[1].part: rgb(4 97 19O)") == 0);
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.name = "accent";
  definition.name_length = NUL;
  definition.kind = DYNCOLOR_KIND_VARIANTS;
  definition.variants = variants;
  definition.variant_count = 2;
  error = fresh_error();
  CHECK(dyncolor_register(theme, &definition, 1, NULL, &error) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(strcmp(error.context, "variants[1].part of accent: rgb(4 97 19O)") == 0);
  const dyncolor_part list[] = {good, wrong};
  error = fresh_error();
  CHECK(dyncolor_register_fallbacks_n(theme, "x", 1, list, 2, NULL, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.line == 1 && error.column > 1);
  CHECK(strcmp(error.context, "parts[1]: rgb(4 97 19O)") == 0);
  const dyncolor_part not_utf8 = dyncolor_part_css("\xFF");
  error = fresh_error();
  CHECK(dyncolor_register_pair_n(theme, "x", 1, &good, &not_utf8, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK(strncmp(error.context, "dark: ", 6) == 0);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

/* A name that is there, and empty, is a mistake. */
static void empty_names(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_color value = gray(0);
  const dyncolor_part part = dyncolor_part_css("red");
  const dyncolor_variant variant = {.part = part};
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.kind = DYNCOLOR_KIND_CSS;
  definition.css = "red";
  definition.css_length = NUL;
  dyncolor_id id = css(theme, NULL, "red");
  for (int terminated = 0; terminated <= 1; terminated++) {
    const size_t length = terminated ? NUL : 0;
    dyncolor_error e = DYNCOLOR_ERROR_INIT;
    const uint64_t before = dyncolor_theme_fingerprint(theme);
    definition.name = "";
    definition.name_length = length;
    check_refused(dyncolor_register(theme, &definition, 1, NULL, &e), &e, "name");
    check_refused(dyncolor_register_color_n(theme, "", length, &value, NULL, &e), &e, "name");
    check_refused(dyncolor_register_pair_n(theme, "", length, &part, NULL, NULL, &e), &e, "name");
    check_refused(dyncolor_register_hex_n(theme, "", length, "#000", NUL, NULL, 0, NULL, &e), &e,
                  "name");
    check_refused(dyncolor_register_variants_n(theme, "", length, &variant, 1, NULL, &e), &e,
                  "name");
    check_refused(dyncolor_register_alias_n(theme, "", length, id, NULL, &e), &e, "name");
    check_refused(dyncolor_register_semantic_n(theme, "", length, "s", 1, NULL, NULL, &e), &e,
                  "name");
    check_refused(dyncolor_register_css_n(theme, "", length, "red", NUL, NULL, &e), &e, "name");
    check_refused(
        dyncolor_register_level_n(theme, "", length, id, DYNCOLOR_LEVEL_PRIMARY, NULL, &e), &e,
        "name");
    check_refused(dyncolor_register_fallbacks_n(theme, "", length, &part, 1, NULL, &e), &e, "name");
    check_refused(
        dyncolor_register_provider_n(theme, "", length, answer, NULL, NULL, NULL, &e), &e, "name");
    check_refused(dyncolor_layer_register_n(theme, 0, "", length, &part, NULL, &e), &e, "name");
    check_refused(dyncolor_theme_forward_n(theme, "old", NUL, "", length, &e), &e, "name");
    CHECK(dyncolor_theme_fingerprint(theme) == before);
  }
  dyncolor_theme_release(theme);
}

/* An id that no theme has given out is told as such, whatever refers to it. */
static void foreign_ids_are_told(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_part foreign = dyncolor_part_id(12345);
  dyncolor_id ids[3];
  CHECK(dyncolor_register_fallbacks(theme, "a", &foreign, 1, &ids[0], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_alias(theme, "b", 12345, &ids[1], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_level(theme, "c", 12345, DYNCOLOR_LEVEL_SECONDARY, &ids[2], NULL) ==
        DYNCOLOR_OK);
  for (int i = 0; i < 3; i++) {
    dyncolor_error e = fresh_error();
    dyncolor_rgba color;
    CHECK(dyncolor_resolve(theme, ids[i], NULL, &color, &e) == DYNCOLOR_ERROR_FOREIGN_ID);
    CHECK(strstr(e.message, "not from this theme") != NULL);
  }
  dyncolor_theme_release(theme);
}

/* ---- Layers ---- */

static void layers_take_parts(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id accent = css(theme, "accent", "#0a0000"), other = css(theme, "other", "#0b0000");
  dyncolor_id id = 0;
  const dyncolor_color value = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
  const dyncolor_part text = dyncolor_part_css("color-mix(in srgb, var(--other), var(--other))");
  const dyncolor_part all[] = {dyncolor_part_color(&value), text, dyncolor_part_id(other)};
  const int expected[] = {0xff00, 0x0b00, 0x0b00};
  for (size_t i = 0; i < COUNT(all); i++) {
    id = 0;
    CHECK(dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "accent", &all[i], &id, NULL) ==
          DYNCOLOR_OK);
    CHECK(id == accent && shown(theme, accent, &light) == expected[i]);
    dyncolor_source sources[2];
    size_t count = 0;
    CHECK(dyncolor_id_sources(theme, id, sources, 2, &count, NULL) == DYNCOLOR_OK && count == 2);
    CHECK(sources[0].layer == DYNCOLOR_LAYER_USER && sources[1].layer == DYNCOLOR_LAYER_THEME);
  }
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, accent, &light) == 0x0a00);
  dyncolor_error error = fresh_error();
  MARK(id);
  CHECK(dyncolor_layer_register_n(theme, 99, "accent", 6, &text, &id, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "layer 99") == 0);
  check_refused(dyncolor_layer_register_n(theme, 0, "accent", 6, NULL, &id, &error), &error,
                "part");
  check_refused(dyncolor_layer_register_n(NULL, 0, "accent", 6, &text, &id, &error), &error,
                "theme");
  CHECK_MARKED(id);
  dyncolor_theme_release(theme);
}

/* ---- Again ---- */

static void count_change(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  (void)theme, (void)change;
  ++*(unsigned *)user_data;
}

/* Registers a color in one of so many ways, or two. */
enum { BATCH = 11, WAYS };

static dyncolor_status register_in(dyncolor_theme *theme, int way, const parts *made,
                                   const dyncolor_definition *batch, dyncolor_id *ids) {
  const dyncolor_color black = gray(0), white = gray(1);
  const dyncolor_part *kinds = made->kinds;
  const dyncolor_id accent = kinds[ALIAS].id;
  const dyncolor_variant variants[] = {{.part = kinds[ALIAS]}, {.scheme = 2, .part = kinds[TEXT]}};
  switch (way) {
    case 0: return dyncolor_register_color_n(theme, "a", 1, &black, ids, NULL);
    case 1:
      return dyncolor_register_pair_n(theme, "b", 1, PART(black), PART(white), ids, NULL);
    case 2:
      return dyncolor_register_pair_n(theme, "c", 1, &kinds[ALIAS], &kinds[TEXT], ids, NULL);
    case 3: return dyncolor_register_hex_n(theme, "d", 1, "#123", 4, "#456", 4, ids, NULL);
    case 4: return dyncolor_register_variants_n(theme, "e", 1, variants, 2, ids, NULL);
    case 5: return dyncolor_register_variants_n(theme, "f", 1, variants, 1, ids, NULL);
    case 6: return dyncolor_register_alias_n(theme, "g", 1, accent, ids, NULL);
    case 7:
      return dyncolor_register_semantic_n(theme, "h", 1, "ink", 3, &kinds[ALIAS], ids, NULL);
    case 8: return dyncolor_register_css_n(theme, "i", 1, "var(--accent)", NUL, ids, NULL);
    case 9: return dyncolor_register_fallbacks_n(theme, "j", 1, kinds, 3, ids, NULL);
    case 10:
      return dyncolor_register_level_n(theme, "k", 1, accent, DYNCOLOR_LEVEL_TERTIARY, ids, NULL);
    default: return dyncolor_register(theme, batch, 2, ids, NULL);
  }
}

/* What is registered again as what it is changes nothing. */
static void same_again(void) {
  dyncolor_theme *theme = new_theme();
  parts made = make_parts(theme);
  const dyncolor_color white = gray(1);
  unsigned changes = 0;
  uint64_t observation = 0;
  dyncolor_id id = 0, again = 0;
  dyncolor_definition batch[2] = {DYNCOLOR_DEFINITION_INIT, DYNCOLOR_DEFINITION_INIT};
  for (int i = 0; i < 2; i++) {
    batch[i].name = i == 0 ? "one" : "two";
    batch[i].name_length = 3;
    batch[i].kind = DYNCOLOR_KIND_CSS;
    batch[i].css = "#0a0000";
    batch[i].css_length = NUL;
  }
  CHECK(dyncolor_theme_observe(theme, count_change, &changes, NULL, &observation,
                               NULL) == DYNCOLOR_OK);
  for (int way = 0; way < WAYS; way++)
    for (int round = 0; round < 3; round++) {
      const uint64_t before = dyncolor_theme_generation(theme);
      const unsigned told = changes;
      dyncolor_id ids[2] = {0, 0};
      CHECK(register_in(theme, way, &made, batch, ids) == DYNCOLOR_OK);
      CHECK(ids[0] != 0 && (ids[1] != 0) == (way == BATCH));
      if (round > 0) CHECK(ids[0] == id && ids[1] == again);
      id = ids[0], again = ids[1];
      const unsigned grown = round == 0;
      if (dyncolor_theme_generation(theme) != before + grown || changes != told + grown)
        printf("# way %d, round %d\n", way, round);
      CHECK(dyncolor_theme_generation(theme) == before + grown && changes == told + grown);
    }

  /* Of several, only what is another counts, and the last of the same name. */
  uint64_t before = dyncolor_theme_generation(theme);
  batch[1].css = "#0b0000";
  CHECK(dyncolor_register(theme, batch, 2, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == before + 1);
  dyncolor_id ids[8];
  size_t count = 0;
  CHECK(dyncolor_theme_changes(theme, before, ids, 8, &count, NULL,
                               NULL) == DYNCOLOR_OK && count == 1);
  CHECK(ids[0] == again);
  batch[0].name = "two";
  batch[0].css = "#0c0000";
  CHECK(dyncolor_register(theme, batch, 2, ids, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, again, &light) == 0x0b00 && ids[0] == again && ids[1] == again);

  /* In the fast ways, too: the last of a name counts, though it is what the color was before. */
  dyncolor_variant constant[2] = {{.part.color = gray(0)}, {.part.color = gray(1)}};
  for (int i = 0; i < 2; i++) {
    batch[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    batch[i].name = "constant";
    batch[i].name_length = NUL;
    batch[i].kind = DYNCOLOR_KIND_VARIANTS;
    batch[i].variants = &constant[i];
    batch[i].variant_count = 1;
  }
  CHECK(dyncolor_register(theme, &batch[1], 1, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register(theme, batch, 2, NULL, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, id, &light) == 0xffff);

  /* To redefine it is a change, and so are another owner, another layer and a provider. */
  before = dyncolor_theme_generation(theme);
  CHECK(dyncolor_theme_redefine(theme, &id, &white, 1, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == before + 1);
  uint16_t owner = 0;
  CHECK(dyncolor_owner_declare_n(theme, "plugin", NUL, &owner, NULL) == DYNCOLOR_OK);
  batch[0].variants = &constant[0];
  batch[0].owner = owner;
  before = dyncolor_theme_generation(theme);
  CHECK(dyncolor_register(theme, batch, 1, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == before + 1);
  batch[0].layer = DYNCOLOR_LAYER_DEFAULTS;
  for (int round = 0; round < 2; round++)
    CHECK(dyncolor_register(theme, batch, 1, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == before + 2);
  for (int round = 0; round < 2; round++)
    CHECK(dyncolor_register_provider_n(theme, "p", 1, answer, NULL, NULL, NULL, NULL) ==
          DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == before + 4);
  CHECK(dyncolor_theme_unobserve(theme, observation, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

/* ---- Ids of colors that are gone ---- */

static char gone[64];

static void name_gone(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  (void)user_data;
  const char *name = NULL;
  for (size_t i = 0; i < change->count; i++)
    if (dyncolor_id_name(theme, change->ids[i], &name, NULL) == DYNCOLOR_OK)
      snprintf(gone, sizeof gone, "%s", name);
}

static void names_of_what_is_gone(void) {
  dyncolor_theme *theme = new_theme();
  uint64_t observation = 0;
  dyncolor_id id = css(theme, "accent", "red"), declared = 0, unnamed = css(theme, NULL, "red");
  const char *name = NULL;
  CHECK(dyncolor_theme_observe(theme, name_gone, NULL, NULL, &observation, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK && strcmp(gone, "accent") == 0);
  CHECK(dyncolor_theme_unobserve(theme, observation, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_declare_n(theme, "later", NUL, &declared, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_name(theme, declared, &name, NULL) == DYNCOLOR_OK && strcmp(name,
                                                                                "later") == 0);

  /* The row of a color without a name goes to another, whose name is not the first one's. */
  CHECK(dyncolor_unregister(theme, unnamed, NULL) == DYNCOLOR_OK);
  dyncolor_id next = css(theme, NULL, "blue");
  CHECK(DYNCOLOR_ROW(next) == DYNCOLOR_ROW(unnamed) && next != unnamed);
  CHECK(dyncolor_id_rename_n(theme, next, "next", NUL, NULL) == DYNCOLOR_OK);
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_id_name(theme, unnamed, &name, &error) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(strstr(error.context, "next") == NULL);
  dyncolor_rgba color;
  error = fresh_error();
  CHECK(dyncolor_resolve(theme, unnamed, NULL, &color, &error) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(strstr(error.context, "next") == NULL);

  /* An id that the theme never gave out is told by its number, and not by another color. */
  css(theme, "other", "red");
  for (uint32_t made_up = 12345; made_up < 12345 + 4096 * 8; made_up += 4096) {
    error = fresh_error();
    char number[32];
    snprintf(number, sizeof number, "id %u", made_up);
    dyncolor_status status = dyncolor_resolve(theme, made_up, NULL, &color, &error);
    if (status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_STALE_ID) continue;
    CHECK(status == DYNCOLOR_ERROR_FOREIGN_ID && strcmp(error.context, number) == 0);
    error = fresh_error();
    CHECK(dyncolor_unregister(theme, made_up, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
    CHECK(strcmp(error.context, number) == 0);
  }

  /* By its id a color that is gone is stale, and by its name unknown. */
  dyncolor_id by_id = 0, by_name = css(theme, NULL, "var(--gone)"), target = css(theme, "gone",
                                                                                 "red");
  CHECK(dyncolor_register_alias_n(theme, NULL, 0, target, &by_id, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, by_id, &light) == 0xff00 && shown(theme, by_name, &light) == 0xff00);
  CHECK(dyncolor_unregister(theme, target, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, target, &light) == DYNCOLOR_ERROR_STALE_ID);
  const dyncolor_id listed[] = {next, target};
  CHECK(dyncolor_resolve_list(theme, listed, 2, NULL, DYNCOLOR_LAYOUT_FLOAT4,
                              (dyncolor_rgba[2]){{0}}, sizeof color, NULL, &error) ==
        DYNCOLOR_ERROR_STALE_ID);
  CHECK(strcmp(error.context, "ids[1] of gone") == 0);
  /* The reason is told as by dyncolor_resolve: that of the first color that has no value. */
  const struct {
    const char *css, *told;
    dyncolor_status status;
  } reasons[] = {
      {"var(--nix)", "ids[2]: bad → var(--nix)", DYNCOLOR_ERROR_UNKNOWN_NAME},
      {"if(style(--state: pressed): red)",
       "ids[2]: bad: no condition of if() holds, and it has no else", DYNCOLOR_ERROR_NO_VALUE},
      {"light-dark(var(--bad), red)", "ids[2]: bad → bad", DYNCOLOR_ERROR_CYCLE},
  };
  for (size_t i = 0; i < COUNT(reasons); i++) {
    const dyncolor_id bad = css(theme, "bad", reasons[i].css);
    const dyncolor_id three[] = {next, next, bad, target};
    dyncolor_rgba list[4];
    error = fresh_error();
    CHECK(dyncolor_resolve_list(theme, three, 4, &light, DYNCOLOR_LAYOUT_FLOAT4, list,
                                sizeof *list, NULL, &error) == reasons[i].status);
    CHECK(strcmp(error.context, reasons[i].told) == 0);
    if (strcmp(error.context, reasons[i].told) != 0) printf("# %s\n", error.context);
    /* Nobody may want the reason. */
    CHECK(dyncolor_resolve_list(theme, three, 4, &light, DYNCOLOR_LAYOUT_FLOAT4, list,
                                sizeof *list, NULL, NULL) == reasons[i].status);
  }
  CHECK(shown(theme, by_id, &light) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(shown(theme, by_name, &light) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_theme_find_n(theme, "gone", NUL, &target, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("any two parts make a pair", pairs_of_any_two);
  CLAIM("a pair without a dark color depends on nothing but its light color", light_colors_alone);
  CLAIM("variants, palettes and lists take parts of any kind", parts_everywhere);
  CLAIM("parts resolve as the colors that they are", parts_resolve_as_what_they_are);
  CLAIM("parts survive in images and in CSS", parts_survive);
  CLAIM("a part that is none, or two, is refused by name", bad_parts);
  CLAIM("a text in a struct without its length is refused", forgotten_lengths);
  CLAIM("an empty name is refused, and is not a color without one", empty_names);
  CLAIM("a layer takes values, CSS and aliases", layers_take_parts);
  CLAIM("a color that is registered again as what it is changes nothing", same_again);
  CLAIM("an id that no theme has given out is told, whatever refers to it", foreign_ids_are_told);
  CLAIM("ids that are gone or made up are never told by the name of another color",
        names_of_what_is_gone);
  return CHECK_RESULT;
}
