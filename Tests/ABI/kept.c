/* What a theme holds survives being written as JSON and as an image. Every function that may change
 * a theme has a row here, or says why it needs none, so that a new one cannot be forgotten. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "parts.h"
#include "themes.h"

static void note_call(int function);
#include "exports.h"

static bool was_called[COUNT(exported)];

static void note_call(int function) { was_called[function] = true; }

#define OK(call) CHECK((call) == DYNCOLOR_OK)

static dyncolor_id find(dyncolor_theme *theme, const char *name) {
  dyncolor_id id = 0;
  OK(dyncolor_theme_find_n(theme, name, NUL, &id, NULL));
  return id;
}

static void css(dyncolor_theme *theme, const char *name, const char *text) {
  OK(dyncolor_register_css_n(theme, name, NUL, text, NUL, NULL, NULL));
}

/* ---- What sets something --------------------------------------------------------------------- */

static void set_default_scheme(dyncolor_theme *theme) {
  OK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL));
}

static void set_default_palette(dyncolor_theme *theme) {
  uint16_t palette = 0;
  css(theme, "Night/primary", "navy");
  OK(dyncolor_register_semantic_n(theme, "primary", NUL, "primary", NUL, NULL, NULL, NULL));
  OK(dyncolor_palette_declare_n(theme, "Day", NUL, &palette, NULL));
  OK(dyncolor_palette_declare_n(theme, "Night", NUL, &palette, NULL));
  OK(dyncolor_theme_set_default_palette(theme, palette, NULL));
}

static void find_palette(dyncolor_theme *theme) {
  uint16_t palette = 0;
  uint32_t value = 0;
  css(theme, "Winter/primary", "navy");
  css(theme, "Spring/primary", "lime");
  OK(dyncolor_palette_find_n(theme, "Winter", 6, &palette, NULL));
  OK(dyncolor_axis_find_value_n(theme, DYNCOLOR_AXIS_PALETTE, "Spring", 6, &value, NULL));
}

static void set_levels(dyncolor_theme *theme) {
  const double opacities[5] = {1, 0.7, 0.1 + 0.2, 1.0 / 3, 0};
  OK(dyncolor_theme_set_level_opacities(theme, opacities, NULL));
}

/* Declared in turns, since each kind has its own order. */
static void name_axes(dyncolor_theme *theme) {
  uint32_t season = 0, team = 0;
  uint8_t value = 0;
  OK(dyncolor_axis_declare_n(theme, "season", NUL, &season, NULL));
  OK(dyncolor_axis_declare_n(theme, "team", NUL, &team, NULL));
  OK(dyncolor_axis_declare_value_n(theme, team, "red", NUL, &value, NULL));
  OK(dyncolor_axis_declare_value_n(theme, season, "winter", NUL, &value, NULL));
  OK(dyncolor_axis_declare_value_n(theme, team, "blue", NUL, &value, NULL));
  css(theme, "asks", "if(style(--team: blue): red; style(--season: 9): lime; else: white)");
}

static void declare_locales(dyncolor_theme *theme) {
  uint16_t locale = 0;
  uint8_t subtype = 0;
  OK(dyncolor_subtype_declare_n(theme, "folded", NUL, &subtype, NULL));
  OK(dyncolor_locale_declare_n(theme, "fr", NUL, &locale, NULL));
  OK(dyncolor_subtype_declare_n(theme, "wide", NUL, &subtype, NULL));
  OK(dyncolor_locale_declare_n(theme, "de", NUL, &locale, NULL));
  css(theme, "local", "--variants(any: red; locale(de): blue; subtype(wide) dark: lime)");
}

static void register_in(dyncolor_theme *theme, const char *name, uint16_t layer, uint16_t owner,
                        const char *text) {
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.name = name;
  definition.name_length = NUL;
  definition.kind = DYNCOLOR_KIND_CSS;
  definition.css = text;
  definition.css_length = NUL;
  definition.layer = layer;
  definition.owner = owner;
  OK(dyncolor_register(theme, &definition, 1, NULL, NULL));
}

/* Colors in one layer, in several, and in all but the theme's own. */
static void use_layers(dyncolor_theme *theme) {
  uint16_t brand = 0, season = 0, plugin = 0, other = 0;
  OK(dyncolor_layer_declare_n(theme, "brand", NUL, DYNCOLOR_LAYER_USER, &brand, NULL));
  OK(dyncolor_layer_declare_n(theme, "season", NUL, brand, &season, NULL));
  OK(dyncolor_layer_declare_n(theme, "lowest", NUL, DYNCOLOR_LAYER_DEFAULTS, &other, NULL));
  OK(dyncolor_owner_declare_n(theme, "plugin", NUL, &plugin, NULL));
  OK(dyncolor_owner_declare_n(theme, "other", NUL, &other, NULL));
  register_in(theme, "pair", DYNCOLOR_LAYER_USER, 0, "light-dark(pink, purple)");
  register_in(theme, "pair", season, plugin, "--variants(any: teal; dark more: navy)");
  register_in(theme, "brand only", brand, other, "oklch(50% 0.1 20)");
  register_in(theme, "light", DYNCOLOR_LAYER_DEFAULTS, 0, "white");
  register_in(theme, "owned", 0, plugin, "light-dark(red, blue)");
  register_in(theme, "owned plainly", 0, other, "red");
  register_in(theme, "both", DYNCOLOR_LAYER_DEFAULTS, other, "tan");
  register_in(theme, "both", DYNCOLOR_LAYER_USER, plugin, "var(--pair)");
  const dyncolor_part part = dyncolor_part_css("oklch(60% 0.1 20)");
  OK(dyncolor_layer_register_n(theme, brand, "a part", NUL, &part, NULL, NULL));
  OK(dyncolor_id_set_description_n(theme, find(theme, "brand only"), "Of the brand alone.", NUL,
                                   NULL));
  OK(dyncolor_id_set_description_n(theme, find(theme, "both"), "Of two.", NUL, NULL));
}

static void take_from_layers(dyncolor_theme *theme) {
  uint16_t plugin = 0;
  use_layers(theme);
  /* A note on a color that is gone is kept for its name, which JSON does not write. */
  OK(dyncolor_id_set_description_n(theme, find(theme, "both"), NULL, 0, NULL));
  OK(dyncolor_owner_declare_n(theme, "plugin", NUL, &plugin, NULL));
  OK(dyncolor_owner_clear(theme, plugin, NULL));
  OK(dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_USER, find(theme, "pair"), NULL));
  OK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_DEFAULTS, NULL));
}

static void register_values(dyncolor_theme *theme) {
  const dyncolor_color wide = {DYNCOLOR_SPACE_DISPLAY_P3, 0, {1, 0.5, 0.25}, 0.5};
  const dyncolor_color gray = {DYNCOLOR_SPACE_OKLCH, DYNCOLOR_MISSING_C2, {0.5, 0.1, 0}, 1};
  const dyncolor_variant variants[] = {{.part.color = wide},
                                       {.contrast = DYNCOLOR_CONTRAST_MORE, .part.color = gray}};
  OK(dyncolor_register_color_n(theme, "color", NUL, &wide, NULL, NULL));
  OK(dyncolor_register_pair_n(theme, "two", NUL, PART(wide), PART(gray), NULL, NULL));
  OK(dyncolor_register_hex_n(theme, "hex", NUL, "#0461be", NUL, "#81d0ff", NUL, NULL, NULL));
  OK(dyncolor_register_variants_n(theme, "variants", NUL, variants, 2, NULL, NULL));
}

static void register_references(dyncolor_theme *theme) {
  const dyncolor_id pair = find(theme, "pair"), plain = find(theme, "plain");
  const dyncolor_variant variants[] = {{.part.id = pair},
                                       {.scheme = DYNCOLOR_SCHEME_DARK, .part.id = plain}};
  const dyncolor_id ids[] = {pair, plain};
  OK(dyncolor_register_alias_n(theme, "alias", NUL, pair, NULL, NULL));
  OK(dyncolor_register_variants_n(theme, "referring", NUL, variants, 2, NULL, NULL));
  OK(dyncolor_register_semantic_n(theme, "semantic", NUL, "primary", NUL, PART_ID(pair), NULL,
                                   NULL));
  OK(dyncolor_register_level_n(theme, "level", NUL, pair, DYNCOLOR_LEVEL_TERTIARY, NULL, NULL));
  OK(dyncolor_register_level_n(theme, "content", NUL, 0, DYNCOLOR_LEVEL_SECONDARY, NULL, NULL));
  OK(dyncolor_register_fallbacks_n(theme, "fallbacks", NUL, parts_of(ids, 2), 2, NULL, NULL));
  OK(dyncolor_register_mix_n(theme, "mixed", NUL, parts_of(ids, 2), NULL, 2, DYNCOLOR_SPACE_OKLCH,
                             DYNCOLOR_HUE_LONGER, NULL, NULL));
}

static void register_conditions(dyncolor_theme *theme) {
  uint16_t night = 0;
  uint32_t team = 0;
  uint8_t red = 0;
  OK(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL));
  OK(dyncolor_axis_declare_n(theme, "team", NUL, &team, NULL));
  OK(dyncolor_axis_declare_value_n(theme, team, "red", NUL, &red, NULL));
  const dyncolor_color gray = {DYNCOLOR_SPACE_OKLCH, 0, {0.5, 0.1, 0}, 1};
  dyncolor_variant variants[] = {
      {.part.color = gray},
      {.palette = night, .state = DYNCOLOR_STATE_PRESSED, .part.color = gray},
      {.vision = DYNCOLOR_VISION_PROTAN, .part.id = find(theme, "pair")},
  };
  variants[1].custom[team - DYNCOLOR_AXIS_CUSTOM] = red;
  OK(dyncolor_register_variants_n(theme, "conditions", NUL, variants, 3, NULL, NULL));
}

static void register_expressions(dyncolor_theme *theme) {
  css(theme, "mix", "color-mix(in oklch, var(--pair) 30%, var(--plain))");
  css(theme, "$value", "red");
  css(theme, "light", "white");
  css(theme, "group/$odd/name", "red");
}

static void change_colors(dyncolor_theme *theme) {
  const dyncolor_color wide = {DYNCOLOR_SPACE_DISPLAY_P3, 0, {1, 0.5, 0.25}, 0.5};
  const dyncolor_id plain = find(theme, "plain");
  css(theme, "gone", "red");
  OK(dyncolor_theme_redefine(theme, &plain, &wide, 1, NULL));
  OK(dyncolor_unregister(theme, find(theme, "gone"), NULL));
}

static void rename_colors(dyncolor_theme *theme) {
  OK(dyncolor_id_rename_n(theme, find(theme, "plain"), "simple", NUL, NULL));
  OK(dyncolor_theme_forward_n(theme, "plain", NUL, "simple", NUL, NULL));
  OK(dyncolor_theme_forward_n(theme, "z", NUL, "plain", NUL, NULL));
  OK(dyncolor_theme_forward_n(theme, "a", NUL, "z", NUL, NULL));
  OK(dyncolor_theme_forward_n(theme, "nowhere", NUL, "nothing", NUL, NULL));
}

static void annotate(dyncolor_theme *theme) {
  const dyncolor_id plain = find(theme, "plain"), pair = find(theme, "pair");
  OK(dyncolor_id_set_description_n(theme, plain, "A description of $value and \"more\".", NUL,
                                   NULL));
  OK(dyncolor_id_set_deprecation_n(theme, plain, "Too plain.", NUL, pair, NULL));
  OK(dyncolor_id_set_annotation_n(theme, pair, "{\"com.example\": {\"$value\": [1, 2]}}", NUL,
                                  NULL));
}

static void register_material(dyncolor_theme *theme) {
  const dyncolor_part seed = dyncolor_part_id(find(theme, "plain"));
  OK(dyncolor_register_material_n(theme, &seed, DYNCOLOR_MATERIAL_CONTENT, "md/", NUL, 0, NULL));
  OK(dyncolor_register_scale_n(theme, &seed, "scale/", NUL, 0, NULL));
}

static void load_builtin(dyncolor_theme *theme) {
  OK(dyncolor_builtin_load_n(theme, "apple", NUL, "13", NUL, NULL, 0, 0, NULL, NULL));
}

static void load_file_of_all(dyncolor_theme *theme) {
  static const char text[] =
      "{\"$defaultScheme\": \"dark\", \"$forwards\": {\"b\": \"a\"}, \"a\": \"red\",\n"
      " \"$layers\": {\"defaults\": {\"a\": \"blue\"}, \"theme\": {}, \"new\": {\"c\": \"lime\"},\n"
      "              \"user\": {}}}";
  const dyncolor_load_options options = {.size = sizeof options, .prefix = "web/",
                                         .prefix_length = 4};
  OK(dyncolor_theme_load_memory_n(theme, "a.json", NUL, text, sizeof text - 1, &options, NULL,
                                  NULL));
}

/* What is kept: the theme to the bit; equal colors; or not all, as the header says. */
enum { SAME, EQUAL };

static const struct {
  const char *text;
  void (*set)(dyncolor_theme *theme);
  int kept;
} rows[] = {
    {"the default scheme", set_default_scheme, SAME},
    {"the default palette", set_default_palette, SAME},
    {"palettes without a declaration", find_palette, SAME},
    {"the opacities of levels", set_levels, SAME},
    {"axes and their values", name_axes, SAME},
    {"locales and subtypes", declare_locales, SAME},
    {"layers and owners", use_layers, SAME},
    {"what is left of layers", take_from_layers, SAME},
    {"constants and tables", register_values, EQUAL},
    {"references by id", register_references, EQUAL},
    {"conditions of all axes", register_conditions, EQUAL},
    {"expressions, and odd names", register_expressions, SAME},
    {"redefined and removed colors", change_colors, EQUAL},
    {"renamed colors, and forwards", rename_colors, SAME},
    {"notes", annotate, SAME},
    {"schemes of Material Design, and scales", register_material, EQUAL},
    {"built-in palettes", load_builtin, EQUAL},
    {"what a file brings", load_file_of_all, SAME},
};

/* Functions that are given a theme which they may change, and set nothing that could be kept. */
static const struct {
  const char *name, *why;
} others[] = {
    {"dyncolor_theme_repair", "its definitions are kept as those of other layers: repairs.c"},
    {"dyncolor_theme_derive", "its definitions are kept as those of other layers: deriving.c"},
    {"dyncolor_theme_retain", "counts references"},
    {"dyncolor_theme_release", "counts references"},
    {"dyncolor_theme_declare_n", "gives out an id, which says nothing yet"},
    {"dyncolor_register_provider_n", "a provider is a function of the process"},
    {"dyncolor_id_refresh", "a provider is a function of the process"},
    {"dyncolor_theme_set_default_contrast", "the user of a program wants it, not its author"},
    {"dyncolor_theme_load_n", "as loading from memory"},
    {"dyncolor_watch_create_n", "as loading from memory"},
    {"dyncolor_resolve", "resolves"},
    {"dyncolor_resolve_level", "resolves"},
    {"dyncolor_resolve_pixel", "resolves"},
    {"dyncolor_resolve_list", "resolves"},
    {"dyncolor_resolve_all", "resolves"},
    {"dyncolor_theme_prepare", "resolves"},
    {"dyncolor_snapshot_create", "resolves"},
    {"dyncolor_theme_diff", "resolves"},
    {"dyncolor_explanation_create", "resolves"},
    {"dyncolor_theme_observe", "observers are functions of the process"},
    {"dyncolor_theme_unobserve", "observers are functions of the process"},
    {"dyncolor_palette_gaps", "reads"},
    {"dyncolor_theme_check", "reads"},
    {"dyncolor_theme_audit", "reads"},
    {"dyncolor_theme_to_image", "reads"},
    {"dyncolor_theme_write_n", "reads"},
    {"dyncolor_theme_write_files", "reads"},
    {"dyncolor_theme_write_memory", "reads"},
};

/* ---- There and back -------------------------------------------------------------------------- */

static dyncolor_theme *base_theme(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "plain", "#123456");
  css(theme, "pair", "light-dark(#0461be, #81d0ff)");
  return theme;
}

static dyncolor_theme *through_json(dyncolor_theme *theme) {
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON};
  dyncolor_report *report = NULL;
  size_t length = 0, count = 0;
  static char text[1 << 18], again[1 << 18];
  OK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &length, &report, NULL));
  dyncolor_report_findings(report, &count);
  CHECK(count == 0);
  dyncolor_report_release(report);
  dyncolor_theme *copy = new_theme();
  /* Without a name that says the format. */
  const dyncolor_load_options strict = {.size = sizeof strict, .flags = DYNCOLOR_LOAD_STRICT};
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  const dyncolor_status status =
      dyncolor_theme_load_memory_n(copy, "theme", NUL, text, length, &strict, NULL, &error);
  CHECK(status == DYNCOLOR_OK);
  if (status != DYNCOLOR_OK) printf("# %s: %s\n%s\n", error.message, error.context, text);
  size_t size = 0;
  OK(dyncolor_theme_write_memory(copy, &options, again, sizeof again, &size, NULL, NULL));
  const bool is_same = size == length && memcmp(text, again, size) == 0;
  CHECK(is_same);
  if (!is_same) printf("# %s# and again:\n%s", text, again);
  return copy;
}

static dyncolor_theme *through_image(dyncolor_theme *theme) {
  static char image[1 << 18];
  size_t size = 0;
  dyncolor_theme *copy = NULL;
  OK(dyncolor_theme_to_image(theme, image, sizeof image, &size, NULL));
  OK(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copy, NULL));
  return copy;
}

static bool are_equal(dyncolor_theme *theme, dyncolor_theme *copy) {
  static dyncolor_id ids[1 << 10];
  size_t count = 0;
  OK(dyncolor_theme_colors(theme, ids, COUNT(ids), &count, NULL));
  bool are = count == dyncolor_theme_count(copy);
  for (size_t i = 0; i < count; i++) {
    const char *name = NULL;
    dyncolor_id other = 0;
    OK(dyncolor_id_name(theme, ids[i], &name, NULL));
    const bool is = dyncolor_theme_find_n(copy, name, NUL, &other, NULL) == DYNCOLOR_OK &&
                    dyncolor_id_equal(theme, ids[i], copy, other);
    if (!is) printf("# %s is not kept\n", name);
    are = are && is;
  }
  return are;
}

static void all_is_kept(void) {
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_theme *theme = base_theme();
    uint64_t before = dyncolor_theme_fingerprint(theme);
    rows[i].set(theme);
    const uint64_t after = dyncolor_theme_fingerprint(theme);
    CHECK(after != before);
    dyncolor_theme *json = through_json(theme), *image = through_image(theme);
    CHECK(dyncolor_theme_fingerprint(image) == after);
    const bool is_kept = rows[i].kept == SAME ? dyncolor_theme_fingerprint(json) == after
                                              : are_equal(theme, json);
    CHECK(is_kept);
    if (!is_kept) printf("# JSON does not keep %s\n", rows[i].text);
    dyncolor_theme_release(theme);
    dyncolor_theme_release(json);
    dyncolor_theme_release(image);
  }
}

/* Whoever exports a function that may change a theme adds it to a row, or says why not. */
static void none_is_forgotten(void) {
  memset(was_called, 0, sizeof was_called);
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_theme *theme = base_theme();
    rows[i].set(theme);
    dyncolor_theme_release(theme);
  }
  for (size_t k = 0; k < COUNT(exported); k++) {
    if (!changes_theme[k] || was_called[k]) continue;
    size_t found = 0;
    for (size_t i = 0; i < COUNT(others); i++) found += strcmp(others[i].name, exported[k]) == 0;
    CHECK(found == 1);
    if (found != 1) printf("# %s has no row\n", exported[k]);
  }
  size_t changing = 0;
  for (size_t k = 0; k < COUNT(exported); k++) changing += changes_theme[k];
  CHECK(changing > 40 && sizeof takes_theme == sizeof changes_theme);
  for (size_t i = 0; i < COUNT(others); i++) {
    size_t found = 0;
    for (size_t k = 0; k < COUNT(exported); k++) found += strcmp(others[i].name, exported[k]) == 0;
    CHECK(found == 1);
  }
}

/* A file that cannot be loaded leaves no layers, owners or forwards behind. */
static void failures_leave_nothing(void) {
  static const char *const texts[] = {
      ("{\"$owners\": [\"plugin\"], \"$layers\": {\"new\": {\"a\": \"red\"}, \"user\": {}},"
       " \"$forwards\": {\"a\": \"b\", \"b\": \"a\"}}"),
      "{\"$forwards\": {\"b\": \"plain\"}, \"$layers\": {\"new\": {\"a\": \"no color\"}}}",
      "{\"$forwards\": {\"pair\": \"old\"}}",
      "{\"$forwards\": []}",
      "{\"$forwards\": {\"\": \"a\"}}",
      "{\"$layers\": [\"a\"]}",
      "{\"$layers\": {\"a\": 1}}",
      "{\"$layers\": {\"\": {}}}",
      "{\"$owners\": {}}",
      "{\"$owners\": [\"\"]}",
      "{\"a\": {\"value\": \"red\", \"$owner\": \"\"}}",
      "{\"$levels\": [1, 2, 0, 0, 0]}",
      "{\"$levels\": [0.5, 1, 0, 0, 0]}",
      "{\"$levels\": [1, 0.5]}",
      "{\"$levels\": \"none\"}",
      "{\"$defaultScheme\": \"darkish\"}",
      "{\"$defaultPalette\": \"\"}",
  };
  for (size_t i = 0; i < COUNT(texts); i++) {
    dyncolor_theme *theme = base_theme();
    OK(dyncolor_theme_forward_n(theme, "old", NUL, "pair", NUL, NULL));
    const uint64_t before = dyncolor_theme_fingerprint(theme);
    const uint64_t generation = dyncolor_theme_generation(theme);
    const dyncolor_status status =
        dyncolor_theme_load_memory_n(theme, "a.json", NUL, texts[i], strlen(texts[i]), NULL, NULL,
                                     NULL);
    CHECK(status == DYNCOLOR_ERROR_CYCLE || status == DYNCOLOR_ERROR_SYNTAX);
    if (status >= 0) printf("# %s is loaded\n", texts[i]);
    CHECK(dyncolor_theme_fingerprint(theme) == before);
    CHECK(dyncolor_theme_generation(theme) == generation);
    CHECK(dyncolor_layer_count(theme) == 3 && dyncolor_owner_count(theme) == 0);
    dyncolor_theme_release(theme);
  }
}

/* Loading the same again is no change; and a chain of forwards through a file and a theme is one.
*/
static void loading_again_changes_nothing(void) {
  dyncolor_theme *theme = base_theme();
  uint16_t layer = 0;
  dyncolor_id id = 0;
  load_file_of_all(theme);
  const uint64_t generation = dyncolor_theme_generation(theme);
  const uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  load_file_of_all(theme);
  CHECK(dyncolor_theme_generation(theme) == generation);
  CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);
  OK(dyncolor_layer_find_n(theme, "new", 3, &layer, NULL));
  CHECK(find(theme, "web/b") == find(theme, "web/a"));
  CHECK(find(theme, "web/c") != 0);
  OK(dyncolor_layer_clear(theme, layer, NULL));
  CHECK(dyncolor_theme_find_n(theme, "web/c", NUL, &id, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  dyncolor_theme_release(theme);
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("JSON and images keep all that a theme holds", all_is_kept);
  CLAIM("every function that may change a theme is in the table", none_is_forgotten);
  CLAIM("a file that cannot be loaded leaves nothing behind", failures_leave_nothing);
  CLAIM("loading a theme again changes nothing", loading_again_changes_nothing);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
