/* A program of 1.0, as its users have compiled it: it calls every function of that version, with
 * the structs and the numbers of that version's header, and must run with every later library. It
 * changes no more than the header beside it. */
#include <dyncolor.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

#define NUL DYNCOLOR_NUL_TERMINATED
#define DONE(call) CHECK((call) == DYNCOLOR_OK)
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
static dyncolor_error details = DYNCOLOR_ERROR_INIT;

static dyncolor_color color_of(const char *css) {
  dyncolor_color color = {0};
  DONE(dyncolor_color_parse_n(css, NUL, &color, &details));
  return color;
}

/* A color of a theme as bytes, 0xRRGGBBAA; 0 if there is none. */
static uint32_t bytes_of(dyncolor_theme *theme, dyncolor_id id,
                         const dyncolor_environment *environment) {
  dyncolor_rgba found = {0, 0, 0, 0};
  if (dyncolor_resolve(theme, id, environment, &found, NULL) != DYNCOLOR_OK) return 0;
  const float parts[4] = {found.r, found.g, found.b, found.a};
  uint32_t bytes = 0;
  for (int i = 0; i < 4; i++) bytes = bytes << 8 | (uint32_t)(parts[i] * 255 + 0.5f);
  return bytes;
}

static void versions(void) {
  CHECK(dyncolor_version() >= DYNCOLOR_VERSION);
  CHECK(dyncolor_version() / 1000000 == DYNCOLOR_VERSION_MAJOR);
  CHECK(dyncolor_version_string()[0] == '1');
  CHECK(strcmp(dyncolor_status_name(DYNCOLOR_ERROR_NOT_EXACT), "DYNCOLOR_ERROR_NOT_EXACT") == 0);
}

static void values(void) {
  dyncolor_color red = color_of("red"), teal = color_of("teal"), made, out[2];
  const dyncolor_color list[2] = {red, teal};
  char text[DYNCOLOR_COLOR_TEXT_SIZE], texts[2][DYNCOLOR_COLOR_TEXT_SIZE];
  const char *const css[2] = {"red", "no color"};
  dyncolor_status statuses[2];
  double number = 0, numbers[2], amount = 0.5;
  size_t length = 0;

  DONE(dyncolor_color_parse_hex_n("f80", 3, DYNCOLOR_SPACE_SRGB, 1, &made, &details));
  DONE(dyncolor_color_format_hex(&made, DYNCOLOR_SPACE_SRGB, text, sizeof text, &length, NULL));
  CHECK(strcmp(text, "#ff8800") == 0 && length == 7);
  CHECK(dyncolor_color_equal(&red, &list[0]) == 1 && dyncolor_color_equal(&red, &teal) == 0);
  CHECK(dyncolor_color_hash(&red) == dyncolor_color_hash(&list[0]));
  CHECK(dyncolor_color_is_near(&red, &list[0]) == 1);
  DONE(dyncolor_color_parse_list(css, NULL, 2, out, sizeof *out, statuses, NULL));
  CHECK(statuses[0] == DYNCOLOR_OK && statuses[1] == DYNCOLOR_ERROR_SYNTAX);
  DONE(dyncolor_color_format(&teal, DYNCOLOR_NOTATION_BROWSER, text, sizeof text, &length, NULL));
  CHECK(strcmp(text, "rgb(0, 128, 128)") == 0);
  DONE(dyncolor_color_format_list(list, sizeof *list, 2, DYNCOLOR_NOTATION_EXACT, texts[0],
                                  sizeof *texts, NULL));
  CHECK(strcmp(texts[0], "#ff0000") == 0 && strcmp(texts[1], "#008080") == 0);
  CHECK(dyncolor_color_parse_n("light-dark(red, blue)", NUL, &made, &details) ==
        DYNCOLOR_ERROR_DYNAMIC);
  CHECK(details.status == DYNCOLOR_ERROR_DYNAMIC && details.line == 1 && details.column == 1);

  DONE(dyncolor_color_convert(&red, DYNCOLOR_SPACE_OKLCH, &made, NULL));
  CHECK(made.space == DYNCOLOR_SPACE_OKLCH && made.c[0] > 0.62 && made.c[0] < 0.63);
  DONE(dyncolor_color_convert_list(list, sizeof *list, 2, DYNCOLOR_SPACE_LAB, out, sizeof *out,
                                   NULL));
  CHECK(out[1].space == DYNCOLOR_SPACE_LAB && out[1].alpha == 1);
  CHECK(dyncolor_color_is_in_gamut(&red, DYNCOLOR_SPACE_SRGB) == 1);
  made = color_of("color(display-p3 0 1 0)");
  CHECK(dyncolor_color_is_in_gamut(&made, DYNCOLOR_SPACE_SRGB) == 0);
  DONE(dyncolor_color_map_to_gamut(&made, DYNCOLOR_SPACE_SRGB, DYNCOLOR_GAMUT_METHOD_EXACT, &made,
                                   NULL));
  CHECK(dyncolor_color_is_in_gamut(&made, DYNCOLOR_SPACE_SRGB) == 1);
  DONE(dyncolor_color_map_to_gamut_list(list, sizeof *list, 2, DYNCOLOR_SPACE_SRGB,
                                        DYNCOLOR_GAMUT_METHOD_CLIP, out, sizeof *out, NULL));
  CHECK(out[0].c[0] == 1 && out[1].c[0] == 0);

  DONE(dyncolor_color_mix(&red, &teal, 0.5, DYNCOLOR_SPACE_SRGB, DYNCOLOR_HUE_SHORTER, &made,
                          NULL));
  CHECK(made.c[0] == 0.5);
  DONE(dyncolor_color_mix_list(list, sizeof *list, &teal, 0, &amount, 0, 2, DYNCOLOR_SPACE_SRGB,
                               DYNCOLOR_HUE_SHORTER, out, sizeof *out, NULL));
  CHECK(out[0].c[0] == 0.5 && out[1].c[0] == 0);
  DONE(dyncolor_color_mix_many(list, sizeof *list, NULL, 0, 2, DYNCOLOR_SPACE_SRGB,
                               DYNCOLOR_HUE_SHORTER, &made, NULL));
  CHECK(made.c[0] == 0.5);
  DONE(dyncolor_color_difference(&red, &red, DYNCOLOR_METRIC_CIEDE2000, &number, NULL));
  CHECK(number == 0);
  DONE(dyncolor_color_difference_list(&red, 0, list, sizeof *list, 2, DYNCOLOR_METRIC_OK, numbers,
                                      sizeof *numbers, NULL));
  CHECK(numbers[0] == 0 && numbers[1] > 0.3);
  const dyncolor_color black = color_of("black"), white = color_of("white");
  DONE(dyncolor_color_contrast(&black, &white, DYNCOLOR_CONTRAST_METHOD_WCAG, &number, NULL));
  CHECK(number > 20.999 && number < 21.001);
  DONE(dyncolor_color_contrast_list(list, sizeof *list, &white, 0, 2,
                                    DYNCOLOR_CONTRAST_METHOD_LIGHTNESS, numbers, sizeof *numbers,
                                    NULL));
  CHECK(numbers[0] > 40 && numbers[1] > 40);
  DONE(dyncolor_color_ensure_contrast(&red, &white, 7, DYNCOLOR_CONTRAST_METHOD_WCAG, &made,
                                      &number, NULL));
  CHECK(made.space == DYNCOLOR_SPACE_OKLCH && number >= 7);
  DONE(dyncolor_color_ensure_contrast_many(&red, list, sizeof *list, 2, 2,
                                           DYNCOLOR_CONTRAST_METHOD_WCAG, &made, &number, NULL));
  CHECK(number >= 2);
  DONE(dyncolor_color_grade_contrast(&red, list, sizeof *list, 1, 1, 7, &made, &number, NULL));
  CHECK(number >= 4.5);
  DONE(dyncolor_color_ensure_contrast_list(list, sizeof *list, &white, 0, 2, 3,
                                           DYNCOLOR_CONTRAST_METHOD_WCAG, out, sizeof *out, numbers,
                                           sizeof *numbers, NULL));
  CHECK(numbers[0] >= 3 && numbers[1] >= 3);
  DONE(dyncolor_color_blend(&red, &teal, DYNCOLOR_BLEND_MODE_MULTIPLY, DYNCOLOR_SPACE_SRGB, &made,
                            NULL));
  CHECK(made.c[0] == 0 && made.c[1] == 0 && made.c[2] == 0);
  DONE(dyncolor_color_blend_list(list, sizeof *list, &white, 0, 2, DYNCOLOR_BLEND_MODE_MULTIPLY,
                                 DYNCOLOR_SPACE_SRGB, out, sizeof *out, NULL));
  CHECK(out[0].c[0] == 1 && out[0].c[1] == 0);
  DONE(dyncolor_color_simulate_vision(&red, DYNCOLOR_VISION_ACHROMAT, 1, &made, NULL));
  CHECK(made.c[0] > 0.49 && made.c[0] < 0.5 && made.c[0] == made.c[1]);
  DONE(dyncolor_color_simulate_vision_list(list, sizeof *list, 2, DYNCOLOR_VISION_DEUTAN, 0.5, out,
                                           sizeof *out, NULL));
  CHECK(out[0].c[1] > 0.2 && out[1].space == DYNCOLOR_SPACE_SRGB);
  DONE(dyncolor_color_simulate_vision_vienot(&red, DYNCOLOR_VISION_PROTAN, 1, &made, NULL));
  CHECK(made.c[0] > 0.36 && made.c[0] < 0.38);
}

static void pixels(void) {
  const dyncolor_color list[2] = {color_of("#ff880080"), color_of("teal")};
  dyncolor_color color, colors[2];
  uint8_t pixel[4], row[2][4], other[2][4];
  DONE(dyncolor_color_pack(&list[0], DYNCOLOR_LAYOUT_BGRA8, pixel, sizeof pixel, NULL));
  CHECK(pixel[0] == 0 && pixel[1] == 0x88 && pixel[2] == 0xFF && pixel[3] == 0x80);
  DONE(dyncolor_color_unpack(pixel, sizeof pixel, DYNCOLOR_LAYOUT_BGRA8, &color, NULL));
  CHECK(color.c[0] == 1);
  DONE(dyncolor_color_pack_list(list, sizeof *list, 2,
                                DYNCOLOR_LAYOUT_RGBA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED, row, 4,
                                NULL));
  CHECK(row[0][0] == 0x80 && row[1][1] == 0x80);
  DONE(dyncolor_color_unpack_list(row, 4, 2, DYNCOLOR_LAYOUT_RGBA8, colors, sizeof *colors, NULL));
  CHECK(colors[1].alpha == 1);
  DONE(dyncolor_pixels_convert(row, 4, 2, DYNCOLOR_LAYOUT_RGBA8, other, 4, DYNCOLOR_LAYOUT_BGRA8,
                               NULL));
  CHECK(other[1][0] == row[1][2] && other[1][2] == row[1][0]);
  size_t found;
  DONE(dyncolor_pixels_dominant(row, 4, 2, DYNCOLOR_LAYOUT_RGBA8, colors, NULL, 2, &found, NULL));
  CHECK(found == 2);
  DONE(dyncolor_pixels_seeds(row, 4, 2, DYNCOLOR_LAYOUT_RGBA8, colors, 1, &found, NULL));
  DONE(dyncolor_pixels_blend(row, 4, other, 4, 2, DYNCOLOR_BLEND_MODE_NORMAL,
                             DYNCOLOR_LAYOUT_RGBA8, row, 4, NULL));
  CHECK(row[1][1] == 0x80 && row[1][3] == 0xFF);
}

static void environments(dyncolor_theme *theme) {
  dyncolor_environment made = {0};
  const char *name = "";
  const dyncolor_adjustment inverse = {DYNCOLOR_AXIS_SCHEME, DYNCOLOR_POLICY_INVERT, 0};
  DONE(dyncolor_environment_inherit(&made, &dark, &made, NULL));
  CHECK(memcmp(&made, &dark, sizeof made) == 0);
  DONE(dyncolor_environment_adjust(&dark, theme, &inverse, 1, &made, NULL));
  CHECK(made.scheme == DYNCOLOR_SCHEME_LIGHT);
  DONE(dyncolor_environment_from_name_n("darkAqua", NUL, &made, NULL));
  CHECK(made.scheme == DYNCOLOR_SCHEME_DARK);
  DONE(dyncolor_environment_to_name(&made, DYNCOLOR_VOCABULARY_GTK, &name, NULL));
  CHECK(strcmp(name, "prefer-dark") == 0);
}

/* ---- What the host gives --------------------------------------------------------------------- */

static size_t live, destroyed, told, written, steps;

static void *resize(void *user_data, void *memory, size_t old_size, size_t new_size) {
  CHECK(user_data == &live);
  live += new_size - old_size;
  if (new_size > 0) return realloc(memory, new_size);
  free(memory);
  return NULL;
}

static void destroy(void *user_data) { *(size_t *)user_data += 1; }

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer,
                               void *user_data) {
  dyncolor_environment seen;
  dyncolor_rgba other;
  CHECK(user_data == &destroyed && dyncolor_context_theme(context) != NULL);
  DONE(dyncolor_context_environment(context, &seen, NULL));
  dyncolor_id accent = 0;
  DONE(dyncolor_theme_find_n(dyncolor_context_theme(context), "accent", NUL, &accent, NULL));
  DONE(dyncolor_context_resolve(context, accent, &other, NULL));
  CHECK(answer->id == DYNCOLOR_ID_NONE && answer->color.space == 0);
  answer->color.space = DYNCOLOR_SPACE_SRGB;
  answer->color.c[0] = dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK;
  answer->color.alpha = 1;
  return DYNCOLOR_OK;
}

static void observe(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  CHECK(theme != NULL && user_data == &told);
  CHECK(change->size >= sizeof *change && change->count > 0 && change->ids[0] != 0);
  told++;
}

static dyncolor_status read_file(void *user_data, const char *path, dyncolor_sink *sink) {
  CHECK(user_data == &written);
  if (strcmp(path, "colors/a.json") != 0) return DYNCOLOR_ERROR_FILE;
  return dyncolor_sink_append(sink, "{\"ink\": \"navy\"}", 15);
}

static dyncolor_status list_files(void *user_data, const char *path, dyncolor_sink *sink) {
  CHECK(user_data == &written);
  if (path[0] == 0) return dyncolor_sink_add_n(sink, "colors", NUL, 1);
  return dyncolor_sink_add_n(sink, "a.json", NUL, 0);
}

static int progress(void *user_data, const char *path, size_t colors) {
  CHECK(user_data == &steps && path != NULL && colors < 10);
  steps++;
  return 0;
}

static dyncolor_status take_file(void *user_data, const char *path, const void *bytes,
                                 size_t size) {
  CHECK(user_data == &written && path[0] == 0 && bytes != NULL && size > 0);
  written++;
  return DYNCOLOR_OK;
}

/* ---- Themes ---------------------------------------------------------------------------------- */

static void register_all(dyncolor_theme *theme) {
  const dyncolor_color red = color_of("red"), teal = color_of("teal");
  dyncolor_id accent, id, later, ids[2];
  const dyncolor_part light_part = {.color = red}, dark_part = {.color = teal};
  dyncolor_variant variants[2] = {{.part = light_part},
                                  {.scheme = DYNCOLOR_SCHEME_DARK, .part = dark_part}};
  dyncolor_definition batch[2] = {DYNCOLOR_DEFINITION_INIT, DYNCOLOR_DEFINITION_INIT};
  uint16_t brand = 0, owner = 0;
  const char *name = "";

  DONE(dyncolor_register_hex_n(theme, "accent", NUL, "#0461be", NUL, "#81d0ff", NUL, &accent,
                               NULL));
  CHECK(bytes_of(theme, accent, &dark) == 0x81D0FFFF && DYNCOLOR_ROW(accent) == 0);
  DONE(dyncolor_register_color_n(theme, "red", NUL, &red, &id, NULL));
  CHECK(bytes_of(theme, id, NULL) == 0xFF0000FF);
  DONE(dyncolor_register_pair_n(theme, "pair", NUL, &light_part, &dark_part, &id, NULL));
  DONE(dyncolor_register_variants_n(theme, "table", NUL, variants, 2, &id, NULL));
  CHECK(bytes_of(theme, id, &dark) == 0x008080FF);
  DONE(dyncolor_register_alias_n(theme, "alias", NUL, accent, &id, NULL));
  CHECK(bytes_of(theme, id, &light) == 0x0461BEFF);
  CHECK(dyncolor_id_equal(theme, id, theme, accent) == 1);
  CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, accent));
  DONE(dyncolor_register_semantic_n(theme, "semantic", NUL, "ink", NUL,
                                    &(dyncolor_part){.id = accent}, &id, NULL));
  DONE(dyncolor_register_css_n(theme, "css", NUL, "color-mix(in srgb, var(--red), black)", NUL, &id,
                             NULL));
  CHECK(bytes_of(theme, id, NULL) == 0x800000FF);
  DONE(dyncolor_register_level_n(theme, "level", NUL, accent, DYNCOLOR_LEVEL_SECONDARY, &id, NULL));
  CHECK(bytes_of(theme, id, &light) == 0x0461BE80);
  const dyncolor_part parts[2] = {{.id = accent}, {.css = "teal", .css_length = 4}};
  DONE(dyncolor_register_fallbacks_n(theme, "first", NUL, parts, 2, &id, NULL));
  const dyncolor_part ends[2] = {{.css = "black", .css_length = 5},
                                 {.css = "white", .css_length = 5}};
  DONE(dyncolor_register_mix_n(theme, "mix", NUL, ends, (const double[]){0, 1}, 2,
                               DYNCOLOR_SPACE_OKLAB, DYNCOLOR_HUE_SHORTER, &id, NULL));
  CHECK(bytes_of(theme, id, &light) == 0xFFFFFFFF);
  DONE(dyncolor_register_material_n(theme, &parts[1], DYNCOLOR_MATERIAL_VIBRANT, "md-", 3, 0,
                                    NULL));
  DONE(dyncolor_register_scale_n(theme, &parts[1], "scale-", 6, 0, NULL));
  DONE(dyncolor_theme_find_n(theme, "scale-9", NUL, &id, NULL));
  CHECK(bytes_of(theme, id, &light) == 0x008080FF);
  DONE(dyncolor_theme_find_n(theme, "md-on-primary", NUL, &id, NULL));
  CHECK(bytes_of(theme, id, &light) == 0xFFFFFFFF);
  DONE(dyncolor_register_provider_n(theme, "provider", NUL, provide, &destroyed, destroy, &id,
                                    NULL));
  CHECK(bytes_of(theme, id, &dark) == 0xFF0000FF && bytes_of(theme, id, &light) == 0x000000FF);
  DONE(dyncolor_id_refresh(theme, id, NULL));
  CHECK(bytes_of(theme, id, &dark) == 0xFF0000FF);

  DONE(dyncolor_layer_declare_n(theme, "brand", NUL, DYNCOLOR_LAYER_USER, &brand, NULL));
  DONE(dyncolor_owner_declare_n(theme, "plugin", NUL, &owner, NULL));
  uint16_t number = 0;
  DONE(dyncolor_layer_find_n(theme, "brand", NUL, &number, NULL));
  CHECK(number == brand && dyncolor_layer_count(theme) == 4);
  DONE(dyncolor_owner_find_n(theme, "plugin", NUL, &number, NULL));
  CHECK(number == owner && dyncolor_owner_count(theme) == 1);
  DONE(dyncolor_layer_register_n(theme, DYNCOLOR_LAYER_USER, "red", NUL,
                                 &(dyncolor_part){.css = "--covered()", .css_length = 11}, &id,
                                 NULL));
  CHECK(bytes_of(theme, id, NULL) == 0xFF0000FF);
  batch[0].name = "layered";
  batch[1].name = "owned";
  for (int i = 0; i < 2; i++) {
    batch[i].name_length = NUL;
    batch[i].kind = DYNCOLOR_KIND_CSS;
    batch[i].css = "teal";
    batch[i].css_length = NUL;
  }
  batch[0].layer = brand;
  batch[1].owner = owner;
  DONE(dyncolor_register(theme, batch, 2, ids, NULL));
  DONE(dyncolor_theme_redefine(theme, ids, &red, 1, NULL));
  CHECK(bytes_of(theme, ids[0], NULL) == 0xFF0000FF);
  DONE(dyncolor_theme_declare_n(theme, "later", NUL, &later, NULL));
  CHECK(dyncolor_resolve(theme, later, NULL, &(dyncolor_rgba){0, 0, 0, 0}, NULL) ==
        DYNCOLOR_ERROR_STALE_ID);
  DONE(dyncolor_id_rename_n(theme, ids[0], "covered", NUL, NULL));
  DONE(dyncolor_theme_forward_n(theme, "layered", NUL, "covered", NUL, NULL));
  DONE(dyncolor_theme_forwarded_n(theme, "layered", NUL, &name, NULL));
  CHECK(strcmp(name, "covered") == 0);
  DONE(dyncolor_theme_find_n(theme, "layered", NUL, &id, NULL));
  CHECK(id == ids[0]);

  dyncolor_source sources[2];
  uint16_t layers[8];
  size_t count = 0;
  DONE(dyncolor_id_sources(theme, ids[0], sources, 2, &count, NULL));
  CHECK(count == 1 && sources[0].layer == brand && sources[0].kind == DYNCOLOR_KIND_VARIANTS);
  DONE(dyncolor_theme_layers(theme, layers, 8, &count, NULL));
  CHECK(count == 4 && layers[0] == DYNCOLOR_LAYER_DEFAULTS && layers[2] == brand);
  DONE(dyncolor_layer_name(theme, brand, &name, NULL));
  CHECK(strcmp(name, "brand") == 0);
  DONE(dyncolor_owner_name(theme, owner, &name, NULL));
  CHECK(strcmp(name, "plugin") == 0);
  DONE(dyncolor_layer_unregister(theme, brand, ids[0], NULL));
  DONE(dyncolor_layer_clear(theme, brand, NULL));
  DONE(dyncolor_owner_clear(theme, owner, NULL));
  CHECK(bytes_of(theme, ids[1], NULL) == 0);
}

static void find_all(dyncolor_theme *theme) {
  static const char *const names[] = {"accent", "red"};
  dyncolor_id ids[2], all[256];
  dyncolor_status statuses[2];
  size_t count = 0;
  const char *text = "";
  uint32_t axes = 0;
  char css[256];
  DONE(dyncolor_theme_bind(theme, names, 2, ids, statuses, NULL));
  DONE(dyncolor_id_name(theme, ids[1], &text, NULL));
  CHECK(strcmp(text, "red") == 0);
  DONE(dyncolor_theme_colors(theme, all, 256, &count, NULL));
  CHECK(count == dyncolor_theme_count(theme) && count <= dyncolor_theme_rows(theme));
  CHECK(all[0] == ids[0]);
  DONE(dyncolor_id_css(theme, ids[0], css, sizeof css, NULL, NULL));
  CHECK(strncmp(css, "light-dark(", 11) == 0);
  DONE(dyncolor_id_axes(theme, ids[0], &axes, NULL));
  CHECK(axes == 1u << DYNCOLOR_AXIS_SCHEME);

  dyncolor_id instead = 0;
  DONE(dyncolor_id_set_description_n(theme, ids[0], "What is mine.", NUL, NULL));
  DONE(dyncolor_id_description(theme, ids[0], &text, NULL));
  CHECK(strcmp(text, "What is mine.") == 0);
  DONE(dyncolor_id_set_deprecation_n(theme, ids[1], "Too loud.", NUL, ids[0], NULL));
  DONE(dyncolor_id_deprecation(theme, ids[1], &text, &instead, NULL));
  CHECK(strcmp(text, "Too loud.") == 0 && instead == ids[0]);
  DONE(dyncolor_id_set_annotation_n(theme, ids[1], "{\"com.example\": 1}", NUL, NULL));
  DONE(dyncolor_id_annotation(theme, ids[1], &text, NULL));
  CHECK(strcmp(text, "{\"com.example\": 1}") == 0);
}

static void palettes(dyncolor_theme *theme) {
  uint16_t night = 0, german = 0;
  uint32_t season = 9;
  uint8_t winter = 0, folded = 0;
  const char *name = "";
  dyncolor_id id, ids[4];
  dyncolor_palette_gap gaps[16];
  dyncolor_builtin builtin;
  size_t count = 0;
  DONE(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL));
  DONE(dyncolor_palette_name(theme, night, &name, NULL));
  CHECK(night == 1 && strcmp(name, "Night") == 0 && dyncolor_palette_count(theme) == 1);
  DONE(dyncolor_register_css_n(theme, "Night/sky", NUL, "navy", NUL, &id, NULL));
  DONE(dyncolor_palette_colors(theme, night, ids, 4, &count, NULL));
  CHECK(count == 1 && ids[0] == id);
  DONE(dyncolor_palette_gaps(theme, gaps, 16, &count, NULL));
  CHECK(count == 1 && gaps[0].palette == night && strcmp(gaps[0].semantic, "ink") == 0);
  DONE(dyncolor_theme_set_default_palette(theme, night, NULL));
  DONE(dyncolor_axis_declare_n(theme, "season", NUL, &season, NULL));
  DONE(dyncolor_axis_declare_value_n(theme, season, "winter", NUL, &winter, NULL));
  CHECK(season == DYNCOLOR_AXIS_CUSTOM && winter == 1);
  uint32_t axis = 0, value = 0;
  DONE(dyncolor_axis_find_n(theme, "season", NUL, &axis, NULL));
  CHECK(axis == DYNCOLOR_AXIS_CUSTOM && dyncolor_axis_count(theme) == axis + 1);
  DONE(dyncolor_axis_find_value_n(theme, axis, "winter", NUL, &value, NULL));
  CHECK(value == winter && dyncolor_axis_value_count(theme, axis) == 1);
  DONE(dyncolor_axis_name(theme, axis, &name, NULL));
  CHECK(strcmp(name, "season") == 0);
  DONE(dyncolor_axis_value_name(theme, axis, value, &name, NULL));
  CHECK(strcmp(name, "winter") == 0 && dyncolor_axis_default(theme, axis) == 0);
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_PALETTE) == night);
  uint16_t found = 0;
  DONE(dyncolor_palette_find_n(theme, "Night", NUL, &found, NULL));
  CHECK(found == night);
  DONE(dyncolor_locale_declare_n(theme, "de", NUL, &german, NULL));
  DONE(dyncolor_locale_name(theme, german, &name, NULL));
  CHECK(german == 1 && strcmp(name, "de") == 0);
  DONE(dyncolor_locale_find_n(theme, "de", NUL, &found, NULL));
  CHECK(found == german && dyncolor_locale_count(theme) == 1);
  DONE(dyncolor_subtype_declare_n(theme, "folded", NUL, &folded, NULL));
  DONE(dyncolor_subtype_name(theme, folded, &name, NULL));
  CHECK(folded == 1 && strcmp(name, "folded") == 0);
  uint8_t subtype = 0;
  DONE(dyncolor_subtype_find_n(theme, "folded", NUL, &subtype, NULL));
  CHECK(subtype == folded && dyncolor_subtype_count(theme) == 1);
  DONE(dyncolor_builtin_at(0, &builtin, NULL));
  CHECK(strcmp(builtin.name, "css") == 0 && builtin.count == 19);
  DONE(dyncolor_builtin_load_n(theme, "apple", NUL, "13", NUL, NULL, 0, 0, &count, NULL));
  DONE(dyncolor_theme_find_n(theme, "apple/systemRedColor", NUL, &id, NULL));
  CHECK(count > 12);
  CHECK(bytes_of(theme, id, &light) == 0xFF3B30FF);
}

static void resolve_all(dyncolor_theme *theme) {
  dyncolor_id accent = 0, ids[256];
  dyncolor_status status;
  dyncolor_rgba color;
  uint8_t bytes[128][4];
  uint64_t generation = 0;
  uint32_t pixel = 0;
  dyncolor_environment origin;
  dyncolor_snapshot *before = NULL, *after = NULL;
  size_t rows = 0, count = 0;
  DONE(dyncolor_theme_find_n(theme, "accent", NUL, &accent, NULL));
  DONE(dyncolor_resolve_level(theme, accent, DYNCOLOR_LEVEL_TERTIARY, &dark, &color, NULL));
  CHECK(color.a == 0.25f);
  DONE(dyncolor_resolve_pixel(theme, accent, &dark, DYNCOLOR_LAYOUT_RGBA_WORD, &pixel, sizeof pixel,
                              NULL));
  CHECK(pixel == 0x81D0FFFF);
  DONE(dyncolor_resolve_list(theme, &accent, 1, &dark, DYNCOLOR_LAYOUT_RGBA8, bytes, 4, &status,
                             NULL));
  CHECK(status == DYNCOLOR_OK && bytes[0][0] == 0x81);
  DONE(dyncolor_resolve_all(theme, &light, DYNCOLOR_LAYOUT_RGBA8, bytes, 128, 4, NULL));
  CHECK(bytes[0][0] == 0x04);
  DONE(dyncolor_theme_prepare(theme, &dark, NULL));
  DONE(dyncolor_theme_diff(theme, &light, &dark, ids, 256, &count, NULL));
  CHECK(count > 3 && ids[0] == accent);

  DONE(dyncolor_snapshot_create(theme, &light, &before, NULL));
  DONE(dyncolor_snapshot_create(theme, &dark, &after, NULL));
  DONE(dyncolor_snapshot_resolve(after, accent, &color, NULL));
  CHECK(dyncolor_snapshot_colors(after, &rows)[0].r == color.r);
  CHECK(rows == dyncolor_theme_rows(theme));
  DONE(dyncolor_snapshot_copy(before, DYNCOLOR_LAYOUT_RGBA8, bytes, 128, 4, NULL));
  DONE(dyncolor_snapshot_mix(before, after, 0, DYNCOLOR_LAYOUT_RGBA8, bytes, 128, 4, NULL));
  CHECK(bytes[0][0] == 0x04);
  CHECK(dyncolor_snapshot_fingerprint(before) != dyncolor_snapshot_fingerprint(after));
  dyncolor_snapshot_origin(after, &generation, &origin);
  CHECK(generation == dyncolor_theme_generation(theme) && origin.scheme == DYNCOLOR_SCHEME_DARK);
  DONE(dyncolor_snapshot_diff(before, after, ids, 256, &count, NULL));
  CHECK(count > 3 && ids[0] == accent);
  dyncolor_snapshot_release(dyncolor_snapshot_retain(after));
  dyncolor_snapshot_release(after);
  dyncolor_snapshot_release(before);

  dyncolor_explanation *explanation = NULL;
  DONE(dyncolor_explanation_create(theme, accent, &dark, &explanation, NULL));
  const dyncolor_step *told_steps = dyncolor_explanation_steps(explanation, &count);
  CHECK(count > 1 && told_steps[0].kind == DYNCOLOR_STEP_KIND_COLOR && told_steps[0].id == accent);
  CHECK(told_steps[count - 1].kind == DYNCOLOR_STEP_KIND_RESULT);
  CHECK(strstr(dyncolor_explanation_text(explanation), "accent = #81d0ff") != NULL);
  dyncolor_explanation_release(explanation);

  dyncolor_audit_options audited = DYNCOLOR_AUDIT_OPTIONS_INIT;
  const dyncolor_audit_pair read = {accent, accent, 3};
  dyncolor_audit *audit = NULL;
  dyncolor_audit_sums sums;
  char lines[1024];
  audited.pairs = &read;
  audited.pair_count = 1;
  audited.kinds = 1u << DYNCOLOR_AUDIT_KIND_CONTRAST;
  DONE(dyncolor_theme_audit(theme, &audited, &audit, NULL));
  const dyncolor_audit_finding *found = dyncolor_audit_findings(audit, &count);
  CHECK(count >= 1 && found[0].id == accent && found[0].found == 1 && found[0].required == 3);
  dyncolor_audit_total(audit, &sums);
  CHECK(sums.errors >= 1 && sums.complete == 1);
  DONE(dyncolor_audit_write_n(audit, DYNCOLOR_AUDIT_FORMAT_TEXT, NULL, 0, lines, sizeof lines, NULL,
                              NULL));
  CHECK(strstr(lines, "accent on accent: contrast 1.00") != NULL);
  DONE(dyncolor_audit_write(audit, DYNCOLOR_AUDIT_FORMAT_JSON, NULL, lines, sizeof lines, NULL,
                            NULL));
  CHECK(lines[0] == '{');
  dyncolor_repair_counts repairs;
  DONE(dyncolor_theme_repair(theme, audit, &repairs, NULL));
  CHECK(repairs.repaired == 0 && repairs.left >= 1);
  dyncolor_audit_release(audit);
}

static void deriving(void) {
  dyncolor_theme *theme = NULL;
  dyncolor_id paper = 0;
  dyncolor_derive_counts counts;
  dyncolor_derive_options options = DYNCOLOR_DERIVE_OPTIONS_INIT;
  dyncolor_snapshot *snapshot = NULL;
  const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  int is_derived = 0;
  DONE(dyncolor_theme_create(NULL, &theme, NULL));
  DONE(dyncolor_register_hex_n(theme, "paper", NUL, "#fff", NUL, NULL, 0, &paper, NULL));
  const dyncolor_color_role role = {paper, DYNCOLOR_ROLE_BACKGROUND};
  options.roles = &role;
  options.role_count = 1;
  DONE(dyncolor_theme_derive(theme, &options, &counts, NULL));
  CHECK(counts.derived == 1);
  DONE(dyncolor_id_is_derived(theme, paper, &dark, &is_derived, NULL));
  CHECK(is_derived == 1);
  DONE(dyncolor_snapshot_create(theme, &dark, &snapshot, NULL));
  CHECK(dyncolor_snapshot_is_derived(snapshot, paper) == 1);
  dyncolor_snapshot_release(snapshot);
  dyncolor_theme_release(theme);
}

static void changes(dyncolor_theme *theme) {
  uint64_t observation = 0, since = dyncolor_theme_generation(theme), generation = 0;
  const double opacities[5] = {1, 0.5, 0.25, 0.18, 0.18};
  dyncolor_id red = 0, ids[256];
  size_t count = 0, ended = 0;
  DONE(dyncolor_theme_observe(theme, observe, &told, NULL, &observation, NULL));
  DONE(dyncolor_register_css_n(theme, "red", NUL, "crimson", NUL, &red, NULL));
  CHECK(told == 1);
  DONE(dyncolor_theme_changes(theme, since, ids, 256, &count, &generation, NULL));
  CHECK(count >= 2 && generation == since + 1);
  DONE(dyncolor_theme_unobserve(theme, observation, NULL));
  DONE(dyncolor_theme_observe(theme, observe, &ended, destroy, &observation, NULL));
  DONE(dyncolor_theme_unobserve(theme, observation, NULL));
  CHECK(ended == 1);
  DONE(dyncolor_theme_set_level_opacities(theme, opacities, NULL));
  double set[5] = {0};
  DONE(dyncolor_theme_level_opacities(theme, set, NULL));
  CHECK(memcmp(set, opacities, sizeof set) == 0);
  DONE(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_LIGHT, NULL));
  DONE(dyncolor_unregister(theme, red, NULL));
}

static void images(dyncolor_theme *theme) {
  size_t size = 0;
  dyncolor_theme *copy = NULL;
  CHECK(dyncolor_theme_to_image(theme, NULL, 0, &size, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  void *image = malloc(size);
  DONE(dyncolor_theme_to_image(theme, image, size, &size, NULL));
  DONE(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copy, NULL));
  free(image);
  CHECK(dyncolor_theme_fingerprint(copy) != 0);
  CHECK(dyncolor_theme_rows(copy) == dyncolor_theme_rows(theme));
  dyncolor_theme_release(copy);
}

static void files(dyncolor_theme *theme) {
  const dyncolor_files host = {.size = sizeof host, .user_data = &written, .read = read_file,
                               .list = list_files};
  dyncolor_load_options reading = {.size = sizeof reading, .format = DYNCOLOR_FORMAT_JSON};
  dyncolor_write_options writing = {.size = sizeof writing, .format = DYNCOLOR_FORMAT_STYLE_SHEET,
                                    .name = "sea", .name_length = 3};
  dyncolor_report *report = NULL;
  size_t count = 1, length = 0;
  reading.prefix = "web/";
  reading.prefix_length = 4;
  reading.progress = progress;
  reading.progress_user_data = &steps;
  DONE(dyncolor_theme_load_memory_n(theme, "a.json", NUL, "{\"ink\": \"navy\"}", 15, &reading,
                                    &report, NULL));
  CHECK(dyncolor_report_findings(report, &count) == NULL && count == 0);
  CHECK(dyncolor_report_omitted(report) == 0 && dyncolor_report_colors(report) == 1);
  dyncolor_report_release(report);
  reading.files = &host;
  DONE(dyncolor_theme_load_n(theme, "colors/a.json", NUL, &reading, NULL, &details));
  CHECK(steps >= 2);
  DONE(dyncolor_theme_write_files(theme, &writing, take_file, &written, &report, NULL));
  CHECK(written == 1);
  dyncolor_report_release(report);
  CHECK(dyncolor_theme_write_memory(theme, &writing, NULL, 0, &length, NULL, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(length > 100);

  static const char wrong[] = "{\n  \"a\": \"blu\"\n}";
  char line[256];
  CHECK(dyncolor_theme_load_memory_n(theme, "b.json", NUL, wrong, sizeof wrong - 1, NULL, NULL,
                                     &details) == DYNCOLOR_ERROR_SYNTAX);
  DONE(dyncolor_error_format_n(&details, NULL, 0, line, sizeof line, &length));
  CHECK(strncmp(line, "b.json:2:9: ", 12) == 0 && length == strlen(line));
  DONE(dyncolor_register_css_n(theme, "unsure", NUL, "var(--acent)", NUL, NULL, NULL));
  DONE(dyncolor_theme_check(theme, &report, NULL));
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  CHECK(count > 0);
  DONE(dyncolor_finding_format_n(&findings[0], NULL, 0, line, sizeof line, &length));
  CHECK(length == strlen(line));
  dyncolor_report_release(report);

  char folder[] = "/tmp/dyncolor-program-XXXXXX", path[64];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/theme.json", folder);
  writing.format = 0;
  DONE(dyncolor_theme_write_n(theme, path, NUL, &writing, NULL, &details));
  dyncolor_watch *watch = NULL;
  int did_load = 1;
  reading.format = 0;
  reading.files = NULL;
  DONE(dyncolor_watch_create_n(theme, path, NUL, &reading, &watch, NULL, &details));
  DONE(dyncolor_watch_pump(watch, &did_load, NULL, NULL));
  CHECK(did_load == 0);
  DONE(dyncolor_theme_write_n(theme, path, NUL, NULL, NULL, &details));
  struct pollfd waiting = {dyncolor_watch_descriptor(watch), POLLIN, 0};
  for (int i = 0; i < 200 && !did_load; i++) {
    poll(&waiting, 1, 100);
    DONE(dyncolor_watch_pump(watch, &did_load, NULL, NULL));
  }
  CHECK(did_load == 1);
  dyncolor_watch_release(watch);
  unlink(path);
  rmdir(folder);
}

static void desktops(dyncolor_theme *theme) {
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  dyncolor_color color = {.space = DYNCOLOR_SPACE_SRGB, .c = {1, 0, 0}, .alpha = 1};
  dyncolor_environment environment;
  dyncolor_accent accent;
  uint32_t changes = 0;
  options.flags = DYNCOLOR_DESKTOP_NO_PORTAL | DYNCOLOR_DESKTOP_NO_GTK | DYNCOLOR_DESKTOP_NO_KDE;
  DONE(dyncolor_desktop_open(&options, &desktop, &details));
  dyncolor_desktop_release(dyncolor_desktop_retain(desktop));
  CHECK(dyncolor_desktop_descriptor(desktop) >= 0);
  DONE(dyncolor_desktop_bind(desktop, theme, DYNCOLOR_LAYER_DEFAULTS, &details));
  DONE(dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE,
                                 DYNCOLOR_SCHEME_DARK, &details));
  DONE(dyncolor_desktop_override_accent(desktop, DYNCOLOR_POLICY_FORCE, &color, &details));
  DONE(dyncolor_desktop_pump(desktop, &changes, &details));
  CHECK(changes == (DYNCOLOR_SETTING_SCHEME | DYNCOLOR_SETTING_ACCENT));
  DONE(dyncolor_desktop_wait(desktop, 0, &changes, &details));
  CHECK(changes == 0);
  DONE(dyncolor_desktop_environment(desktop, &environment, &details));
  CHECK(environment.scheme == DYNCOLOR_SCHEME_DARK);
  DONE(dyncolor_desktop_accent(desktop, &color, &details));
  DONE(dyncolor_color_nearest_accent(&color, &accent, &details));
  CHECK(accent == DYNCOLOR_ACCENT_RED);
  CHECK(dyncolor_desktop_motion(desktop) == DYNCOLOR_MOTION_UNSPECIFIED);
  CHECK(dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_SCHEME) ==
        DYNCOLOR_SETTING_SOURCE_HOST);
  DONE(dyncolor_desktop_unbind(desktop, theme, &details));
  dyncolor_desktop_release(desktop);
  DONE(dyncolor_theme_set_default_contrast(theme, DYNCOLOR_CONTRAST_STANDARD, &details));
}

static void whole_themes(void) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  options.resize = resize;
  options.resize_user_data = &live;
  options.default_scheme = DYNCOLOR_SCHEME_DARK;
  DONE(dyncolor_theme_create(&options, &theme, &details));
  CHECK(live > 0);
  environments(theme);
  register_all(theme);
  find_all(theme);
  palettes(theme);
  resolve_all(theme);
  changes(theme);
  images(theme);
  files(theme);
  desktops(theme);
  dyncolor_theme_release(dyncolor_theme_retain(theme));
  CHECK(destroyed == 0);
  dyncolor_theme_release(theme);
  CHECK(destroyed == 1 && live == 0);
}

/* ---- What was compiled into the program ------------------------------------------------------ */

static dyncolor_status read_plain(void *user_data, const char *path, dyncolor_sink *sink) {
  (void)user_data, (void)path;
  return dyncolor_sink_append(sink, "{\"listed\": \"navy\"}", 18);
}

static dyncolor_status list_plain(void *user_data, const char *path, dyncolor_sink *sink) {
  (void)user_data;
  return path[0] == 0 ? dyncolor_sink_add(sink, "colors", 1) : dyncolor_sink_add(sink, "a.json", 0);
}

static void plain_values(void) {
  dyncolor_color color, red = color_of("red");
  dyncolor_rgba pixel;
  dyncolor_environment environment = {0};
  char line[256];
  size_t length = 0;
  CHECK(dyncolor_text_length(NULL) == 0 && dyncolor_text_length("a") == NUL);
  DONE(dyncolor_color_parse("red", &color, &details));
  DONE(dyncolor_color_to_rgba(&color, &pixel, &details));
  CHECK(pixel.r == 1 && pixel.g == 0 && pixel.a == 1);
  DONE(dyncolor_color_from_rgba(&pixel, &color, &details));
  CHECK(color.c[0] == 1 && color.alpha == 1);
  DONE(dyncolor_color_parse_hex("f80", DYNCOLOR_SPACE_SRGB, 0.5, &color, &details));
  CHECK(color.c[2] == 0 && color.alpha == 0.5);
  CHECK(dyncolor_part_color(&red).color.c[0] == 1 && dyncolor_part_id(5).id == 5);
  CHECK(dyncolor_part_css("red").css_length == NUL);
  DONE(dyncolor_environment_from_name("darkAqua", &environment, &details));
  CHECK(dyncolor_environment_get(&environment, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK);
  DONE(dyncolor_environment_set(&environment, DYNCOLOR_AXIS_SCHEME, DYNCOLOR_SCHEME_LIGHT));
  CHECK(environment.scheme == DYNCOLOR_SCHEME_LIGHT);
  CHECK(dyncolor_color_parse("rde", &color, &details) == DYNCOLOR_ERROR_SYNTAX);
  DONE(dyncolor_error_format(&details, "rde", line, sizeof line, &length));
  CHECK(strncmp(line, "1:1: ", 5) == 0 && length == strlen(line));
}

static void plain_colors(dyncolor_theme *theme) {
  const dyncolor_color red = color_of("red");
  const dyncolor_part black = dyncolor_part_css("black"), white = dyncolor_part_css("white");
  const dyncolor_part both[2] = {black, white};
  const dyncolor_variant variants[2] = {{.part = black},
                                        {.scheme = DYNCOLOR_SCHEME_DARK, .part = white}};
  const double weights[2] = {0, 1};
  dyncolor_id accent, id, found;
  const char *name = "";
  size_t ended = 0;
  DONE(dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &details));
  CHECK(bytes_of(theme, accent, &light) == 0x0461BEFF);
  CHECK(bytes_of(theme, accent, &dark) == 0x81D0FFFF);
  DONE(dyncolor_register_color(theme, "red", &red, &id, &details));
  CHECK(bytes_of(theme, id, NULL) == 0xFF0000FF);
  DONE(dyncolor_register_pair(theme, "pair", &black, &white, &id, &details));
  CHECK(bytes_of(theme, id, &light) == 0x000000FF && bytes_of(theme, id, &dark) == 0xFFFFFFFF);
  DONE(dyncolor_register_variants(theme, "table", variants, 2, &id, &details));
  CHECK(bytes_of(theme, id, &dark) == 0xFFFFFFFF);
  DONE(dyncolor_register_alias(theme, "alias", accent, &id, &details));
  DONE(dyncolor_register_semantic(theme, "semantic", "ink", &white, &id, &details));
  CHECK(bytes_of(theme, id, &light) == 0xFFFFFFFF);
  DONE(dyncolor_register_css(theme, "css", "teal", &id, &details));
  CHECK(bytes_of(theme, id, NULL) == 0x008080FF);
  DONE(dyncolor_register_level(theme, "level", accent, DYNCOLOR_LEVEL_SECONDARY, &id, &details));
  CHECK(bytes_of(theme, id, &light) == 0x0461BE80);
  DONE(dyncolor_register_fallbacks(theme, "first", both, 2, &id, &details));
  CHECK(bytes_of(theme, id, NULL) == 0x000000FF);
  DONE(dyncolor_register_mix(theme, "mix", both, weights, 2, DYNCOLOR_SPACE_SRGB,
                             DYNCOLOR_HUE_SHORTER, &id, &details));
  CHECK(bytes_of(theme, id, NULL) == 0xFFFFFFFF);
  DONE(dyncolor_register_material(theme, &both[1], DYNCOLOR_MATERIAL_TONAL_SPOT, NULL, 0,
                                  &details));
  DONE(dyncolor_register_scale(theme, &both[1], NULL, 0, &details));
  DONE(dyncolor_theme_find(theme, "shadow", &id, &details));
  CHECK(bytes_of(theme, id, NULL) == 0x000000FF);
  DONE(dyncolor_register_provider(theme, "provider", provide, &destroyed, destroy, &id, &details));
  CHECK(bytes_of(theme, id, &dark) == 0xFF0000FF);
  DONE(dyncolor_register_provider(theme, "provider", provide, &ended, destroy, &id, &details));
  DONE(dyncolor_unregister(theme, id, &details));
  CHECK(ended == 1 && destroyed == 1);
  destroyed = 0;
  DONE(dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "red", &white, &id, &details));
  CHECK(bytes_of(theme, id, NULL) == 0xFFFFFFFF);
  DONE(dyncolor_theme_declare(theme, "later", &id, &details));
  DONE(dyncolor_id_rename(theme, accent, "tint", &details));
  DONE(dyncolor_theme_forward(theme, "accent", "tint", &details));
  DONE(dyncolor_theme_forwarded(theme, "accent", &name, &details));
  CHECK(strcmp(name, "tint") == 0);
  DONE(dyncolor_theme_find(theme, "accent", &found, &details));
  CHECK(found == accent && id != accent);
  DONE(dyncolor_id_set_description(theme, accent, "What is mine.", &details));
  DONE(dyncolor_id_description(theme, accent, &name, &details));
  CHECK(strcmp(name, "What is mine.") == 0);
  DONE(dyncolor_id_set_deprecation(theme, accent, "Too loud.", id, &details));
  DONE(dyncolor_id_deprecation(theme, accent, &name, &found, &details));
  CHECK(strcmp(name, "Too loud.") == 0 && found == id);
  DONE(dyncolor_id_set_annotation(theme, accent, "{\"com.example\": 1}", &details));
  DONE(dyncolor_id_annotation(theme, accent, &name, &details));
  CHECK(strcmp(name, "{\"com.example\": 1}") == 0);
}

static void plain_names(dyncolor_theme *theme) {
  uint16_t number = 0, again = 0;
  uint32_t axis = 0, found = 0;
  uint8_t value = 0, subtype = 0;
  size_t count = 0;
  DONE(dyncolor_palette_declare(theme, "Night", &number, &details));
  DONE(dyncolor_palette_find(theme, "Night", &again, &details));
  CHECK(number == 1 && again == 1);
  DONE(dyncolor_axis_declare(theme, "season", &axis, &details));
  DONE(dyncolor_axis_find(theme, "season", &found, &details));
  CHECK(axis == DYNCOLOR_AXIS_CUSTOM && found == axis);
  DONE(dyncolor_axis_declare_value(theme, axis, "winter", &value, &details));
  DONE(dyncolor_axis_find_value(theme, axis, "winter", &found, &details));
  CHECK(value == 1 && found == 1);
  DONE(dyncolor_locale_declare(theme, "de", &number, &details));
  DONE(dyncolor_locale_find(theme, "de", &again, &details));
  CHECK(number == 1 && again == 1);
  DONE(dyncolor_subtype_declare(theme, "folded", &value, &details));
  DONE(dyncolor_subtype_find(theme, "folded", &subtype, &details));
  CHECK(value == 1 && subtype == 1);
  DONE(dyncolor_layer_declare(theme, "brand", DYNCOLOR_LAYER_USER, &number, &details));
  DONE(dyncolor_layer_find(theme, "brand", &again, &details));
  CHECK(number > DYNCOLOR_LAYER_USER && again == number);
  DONE(dyncolor_owner_declare(theme, "plugin", &number, &details));
  DONE(dyncolor_owner_find(theme, "plugin", &again, &details));
  CHECK(number == 1 && again == 1);
  DONE(dyncolor_builtin_load(theme, "apple", "13", "mac/", DYNCOLOR_LAYER_USER, &count, &details));
  CHECK(count > 12);
}

static void plain_files(dyncolor_theme *theme) {
  const dyncolor_files host = {.size = sizeof host, .read = read_plain, .list = list_plain};
  dyncolor_load_options options = {.size = sizeof options};
  dyncolor_report *report = NULL;
  dyncolor_watch *watch = NULL;
  dyncolor_id id = 0;
  size_t count = 0, length = 0;
  char path[64], line[256];
  DONE(dyncolor_theme_load_memory(theme, "a.json", "{\"ink\": \"navy\"}", 15, NULL, NULL,
                                  &details));
  DONE(dyncolor_theme_find(theme, "ink", &id, &details));
  options.files = &host;
  DONE(dyncolor_theme_load(theme, "colors", &options, NULL, &details));
  DONE(dyncolor_theme_find(theme, "listed", &id, &details));
  DONE(dyncolor_register_css(theme, "unsure", "var(--acent)", NULL, &details));
  DONE(dyncolor_theme_check(theme, &report, &details));
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  CHECK(count > 0);
  if (count > 0) DONE(dyncolor_finding_format(findings, NULL, line, sizeof line, &length));
  CHECK(length > 0);
  dyncolor_report_release(report);
  snprintf(path, sizeof path, "/tmp/dyncolor-program-%d.json", (int)getpid());
  DONE(dyncolor_theme_write(theme, path, NULL, NULL, &details));
  DONE(dyncolor_watch_create(theme, path, NULL, &watch, NULL, &details));
  dyncolor_watch_release(watch);
  unlink(path);
}

static void inline_functions(void) {
  dyncolor_theme *theme = NULL;
  plain_values();
  DONE(dyncolor_theme_create(NULL, &theme, &details));
  destroyed = 0;
  plain_colors(theme);
  plain_names(theme);
  plain_files(theme);
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("a program of 1.0 learns the version", versions);
  CLAIM("a program of 1.0 calculates with colors", values);
  CLAIM("a program of 1.0 fills pixels", pixels);
  CLAIM("a program of 1.0 does with themes all that there was to do", whole_themes);
  CLAIM("a program of 1.0 derives variants", deriving);
  CLAIM("a program of 1.0 calls the functions that were compiled into it", inline_functions);
  return CHECK_RESULT;
}
