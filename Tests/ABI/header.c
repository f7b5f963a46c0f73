/* The header alone: this file must compile in every dialect of C and C++, without a warning, and
 * its layout assertions must hold. What is asserted here is what programs were compiled with: it
 * never changes, and where a struct may grow, it grows after the last line. */
#include <dyncolor.h>

#include <stdio.h>

/* Works in C99 and C++98, which have no static assertions. */
#define ASSERT_(condition, name) typedef char assertion_##name[(condition) ? 1 : -1]
#define ASSERT(condition, line) ASSERT_(condition, line)
#define FIELD(type, field, place, bytes) \
  ASSERT(offsetof(type, field) == (place), type##_##field##_offset); \
  ASSERT(sizeof(((type *)0)->field) == (bytes), type##_##field##_size)

FIELD(dyncolor_error, size, 0, 8);
FIELD(dyncolor_error, status, 8, 4);
FIELD(dyncolor_error, line, 12, 4);
FIELD(dyncolor_error, column, 16, 4);
FIELD(dyncolor_error, offset, 24, 8);
FIELD(dyncolor_error, message, 32, 8);
FIELD(dyncolor_error, context, 40, 256);
FIELD(dyncolor_error, path, 296, 1024);
ASSERT(sizeof(dyncolor_error) == 1320, error_size);

FIELD(dyncolor_color, space, 0, 4);
FIELD(dyncolor_color, missing, 4, 4);
FIELD(dyncolor_color, c, 8, 24);
FIELD(dyncolor_color, alpha, 32, 8);
ASSERT(sizeof(dyncolor_color) == 40, color_size);

FIELD(dyncolor_rgba, r, 0, 4);
FIELD(dyncolor_rgba, g, 4, 4);
FIELD(dyncolor_rgba, b, 8, 4);
FIELD(dyncolor_rgba, a, 12, 4);
ASSERT(sizeof(dyncolor_rgba) == 16, rgba_size);

FIELD(dyncolor_environment, scheme, 0, 1);
FIELD(dyncolor_environment, contrast, 1, 1);
FIELD(dyncolor_environment, elevation, 2, 1);
FIELD(dyncolor_environment, gamut, 3, 1);
FIELD(dyncolor_environment, vision, 4, 1);
FIELD(dyncolor_environment, vision_severity, 5, 1);
FIELD(dyncolor_environment, state, 6, 1);
FIELD(dyncolor_environment, idiom, 7, 1);
FIELD(dyncolor_environment, palette, 8, 2);
FIELD(dyncolor_environment, locale, 10, 2);
FIELD(dyncolor_environment, subtype, 12, 1);
FIELD(dyncolor_environment, forced_colors, 13, 1);
FIELD(dyncolor_environment, reserved, 14, 2);
FIELD(dyncolor_environment, foreground, 16, 4);
FIELD(dyncolor_environment, accent, 20, 4);
FIELD(dyncolor_environment, custom, 24, 8);
ASSERT(sizeof(dyncolor_environment) == 32, environment_size);

FIELD(dyncolor_adjustment, axis, 0, 4);
FIELD(dyncolor_adjustment, policy, 4, 4);
FIELD(dyncolor_adjustment, value, 8, 4);
ASSERT(sizeof(dyncolor_adjustment) == 12, adjustment_size);

FIELD(dyncolor_theme_options, size, 0, 8);
FIELD(dyncolor_theme_options, resize, 8, 8);
FIELD(dyncolor_theme_options, resize_user_data, 16, 8);
FIELD(dyncolor_theme_options, memory_budget, 24, 8);
FIELD(dyncolor_theme_options, default_scheme, 32, 4);
FIELD(dyncolor_theme_options, reserved, 36, 4);
ASSERT(sizeof(dyncolor_theme_options) == 40, theme_options_size);

FIELD(dyncolor_part, css, 0, 8);
FIELD(dyncolor_part, css_length, 8, 8);
FIELD(dyncolor_part, id, 16, 4);
FIELD(dyncolor_part, reserved, 20, 4);
FIELD(dyncolor_part, color, 24, 40);
ASSERT(sizeof(dyncolor_part) == 64, part_size);

FIELD(dyncolor_variant, scheme, 0, 1);
FIELD(dyncolor_variant, contrast, 1, 1);
FIELD(dyncolor_variant, elevation, 2, 1);
FIELD(dyncolor_variant, gamut, 3, 1);
FIELD(dyncolor_variant, idiom, 4, 1);
FIELD(dyncolor_variant, subtype, 5, 1);
FIELD(dyncolor_variant, locale, 6, 2);
FIELD(dyncolor_variant, custom, 8, 8);
FIELD(dyncolor_variant, palette, 16, 2);
FIELD(dyncolor_variant, state, 18, 1);
FIELD(dyncolor_variant, vision, 19, 1);
FIELD(dyncolor_variant, reserved, 20, 4);
FIELD(dyncolor_variant, part, 24, 64);
ASSERT(sizeof(dyncolor_variant) == 88, variant_size);

FIELD(dyncolor_palette_gap, palette, 0, 2);
FIELD(dyncolor_palette_gap, reserved, 2, 2);
FIELD(dyncolor_palette_gap, example, 4, 4);
FIELD(dyncolor_palette_gap, semantic, 8, 8);
ASSERT(sizeof(dyncolor_palette_gap) == 16, palette_gap_size);

FIELD(dyncolor_builtin, name, 0, 8);
FIELD(dyncolor_builtin, version, 8, 8);
FIELD(dyncolor_builtin, description, 16, 8);
FIELD(dyncolor_builtin, count, 24, 8);
ASSERT(sizeof(dyncolor_builtin) == 32, builtin_size);

FIELD(dyncolor_answer, id, 0, 4);
FIELD(dyncolor_answer, reserved, 4, 4);
FIELD(dyncolor_answer, color, 8, 40);
ASSERT(sizeof(dyncolor_answer) == 48, answer_size);

FIELD(dyncolor_definition, size, 0, 8);
FIELD(dyncolor_definition, name, 8, 8);
FIELD(dyncolor_definition, name_length, 16, 8);
FIELD(dyncolor_definition, kind, 24, 4);
FIELD(dyncolor_definition, layer, 28, 2);
FIELD(dyncolor_definition, owner, 30, 2);
FIELD(dyncolor_definition, variants, 32, 8);
FIELD(dyncolor_definition, variant_count, 40, 8);
FIELD(dyncolor_definition, semantic, 48, 8);
FIELD(dyncolor_definition, semantic_length, 56, 8);
FIELD(dyncolor_definition, provider, 64, 8);
FIELD(dyncolor_definition, user_data, 72, 8);
FIELD(dyncolor_definition, destroy, 80, 8);
FIELD(dyncolor_definition, css, 88, 8);
FIELD(dyncolor_definition, css_length, 96, 8);
ASSERT(sizeof(dyncolor_definition) == 104, definition_size);

FIELD(dyncolor_source, layer, 0, 2);
FIELD(dyncolor_source, owner, 2, 2);
FIELD(dyncolor_source, kind, 4, 4);
ASSERT(sizeof(dyncolor_source) == 8, source_size);

ASSERT(DYNCOLOR_MAX_COLORS == (1 << 20) - 1, max_colors);
ASSERT(DYNCOLOR_ROW(0x1FFFu) == 0, first_row);

ASSERT(sizeof(dyncolor_id) == 4, id_size);
ASSERT(sizeof(dyncolor_status) == sizeof(int), status_size);
ASSERT(sizeof(dyncolor_space) == sizeof(int), space_size);
ASSERT(sizeof(dyncolor_missing) == sizeof(int), missing_size);
ASSERT(sizeof(dyncolor_layout) == sizeof(int), layout_size);
ASSERT(sizeof(dyncolor_scheme) == sizeof(int), scheme_size);
ASSERT(sizeof(dyncolor_vocabulary) == sizeof(int), vocabulary_size);
ASSERT(sizeof(dyncolor_kind) == sizeof(int), kind_size);
ASSERT(sizeof(dyncolor_axis) == sizeof(int), axis_size);
ASSERT(sizeof(dyncolor_image_memory) == sizeof(int), image_memory_size);
ASSERT(sizeof(dyncolor_policy) == sizeof(int), policy_size);

ASSERT(DYNCOLOR_LAYOUT_FLOAT4 == 1 && DYNCOLOR_LAYOUT_RGBA8 == 2, first_layouts);
ASSERT(DYNCOLOR_LAYOUT_BGRA8 == 3 && DYNCOLOR_LAYOUT_ARGB8 == 4, ordered_layouts);
ASSERT(DYNCOLOR_LAYOUT_ABGR8 == 5 && DYNCOLOR_LAYOUT_RGB8 == 6, reversed_layouts);
ASSERT(DYNCOLOR_LAYOUT_BGR8 == 7 && DYNCOLOR_LAYOUT_RGBA16 == 8, other_layouts);
ASSERT(DYNCOLOR_LAYOUT_HALF4 == 9 && DYNCOLOR_LAYOUT_DOUBLE4 == 10, floating_layouts);
ASSERT(DYNCOLOR_LAYOUT_RGBA_WORD == 11 && DYNCOLOR_LAYOUT_BGRA_WORD == 12, word_layouts);
ASSERT(DYNCOLOR_LAYOUT_ARGB_WORD == 13 && DYNCOLOR_LAYOUT_ABGR_WORD == 14, other_word_layouts);
ASSERT(DYNCOLOR_LAYOUT_PREMULTIPLIED == 0x100 && DYNCOLOR_LAYOUT_LINEAR == 0x200, layout_flags);
ASSERT(DYNCOLOR_LAYOUT_DISPLAY_P3 == 0x400, layout_space);

ASSERT(DYNCOLOR_VERSION == 1000000, version);
ASSERT(DYNCOLOR_CONTRAST_PERCENT(-100) == DYNCOLOR_CONTRAST_LESS, contrast_less);
ASSERT(DYNCOLOR_CONTRAST_PERCENT(0) == DYNCOLOR_CONTRAST_STANDARD, contrast_standard);
ASSERT(DYNCOLOR_CONTRAST_PERCENT(100) == DYNCOLOR_CONTRAST_MORE, contrast_more);

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_environment environment = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0}, 0, 0, {0}};
  dyncolor_destroy_function destroy = NULL;
  dyncolor_resize_function resize = NULL;
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  dyncolor_layout layout = DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED;

  if ((unsigned)layout != 0x103u) return 1;
  if (options.size != sizeof options || definition.size != sizeof definition) return 1;
  (void)destroy;
  (void)resize;
  if (error.size != sizeof error || environment.scheme != DYNCOLOR_SCHEME_UNSPECIFIED) return 1;
  return dyncolor_version() >= DYNCOLOR_VERSION ? 0 : 1;
}
