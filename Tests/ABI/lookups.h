/* Looks up all that a theme has by name and by number, without declaring anything. A program that
 * includes exports.h before this counts the calls. */
#ifndef LOOKUPS_H
#define LOOKUPS_H

#include <dyncolor.h>
#include <string.h>

#define LOOKUPS_NUL DYNCOLOR_NUL_TERMINATED

/* Whether a call finds the number that a name was asked of. */
#define LOOKUPS_FINDS(count, name, find, type, first, theme) \
  do { \
    for (size_t place = first; place < count(theme) + (first); place++) { \
      const char *text = NULL; \
      type found = 0; \
      if (name(theme, (type)place, &text, error) != DYNCOLOR_OK || \
          find(theme, text, strlen(text), &found, error) != DYNCOLOR_OK || found != place) \
        return DYNCOLOR_ERROR_UNKNOWN_NAME; \
    } \
  } while (0)

/* DYNCOLOR_OK if every name leads to its number and back, for all kinds of names. */
static inline dyncolor_status look_up_everything(dyncolor_theme *theme, dyncolor_error *error) {
  double levels[5];
  LOOKUPS_FINDS(dyncolor_palette_count, dyncolor_palette_name, dyncolor_palette_find_n, uint16_t,
                1, theme);
  LOOKUPS_FINDS(dyncolor_locale_count, dyncolor_locale_name, dyncolor_locale_find_n, uint16_t,
                1, theme);
  LOOKUPS_FINDS(dyncolor_subtype_count, dyncolor_subtype_name, dyncolor_subtype_find_n, uint8_t,
                1, theme);
  LOOKUPS_FINDS(dyncolor_layer_count, dyncolor_layer_name, dyncolor_layer_find_n, uint16_t,
                0, theme);
  LOOKUPS_FINDS(dyncolor_owner_count, dyncolor_owner_name, dyncolor_owner_find_n, uint16_t,
                1, theme);
  size_t axes = 0;
  for (uint32_t axis = 0; axis < dyncolor_axis_count(theme); axis++) {
    const char *text = NULL;
    uint32_t found = 99;
    if (dyncolor_axis_name(theme, axis, &text, NULL) != DYNCOLOR_OK) continue;
    axes++;
    if (dyncolor_axis_find_n(theme, text, strlen(text), &found, error) != DYNCOLOR_OK ||
        found != axis || dyncolor_axis_default(theme, axis) > 65535)
      return DYNCOLOR_ERROR_UNKNOWN_NAME;
    for (uint32_t value = 1; value <= dyncolor_axis_value_count(theme, axis); value++) {
      const dyncolor_status status = dyncolor_axis_value_name(theme, axis, value, &text, error);
      if (status != DYNCOLOR_OK) return status;
      if (text[0] == 0) continue;
      if (dyncolor_axis_find_value_n(theme, axis, text, strlen(text), &found, error) !=
              DYNCOLOR_OK ||
          found != value)
        return DYNCOLOR_ERROR_UNKNOWN_NAME;
    }
  }
  if (axes < 14) return DYNCOLOR_ERROR_UNKNOWN_NAME;
  return dyncolor_theme_level_opacities(theme, levels, error);
}

#endif
