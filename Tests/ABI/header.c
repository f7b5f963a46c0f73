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
ASSERT(sizeof(dyncolor_error) == 296, error_size);

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

ASSERT(sizeof(dyncolor_id) == 4, id_size);
ASSERT(sizeof(dyncolor_status) == sizeof(int), status_size);
ASSERT(sizeof(dyncolor_space) == sizeof(int), space_size);
ASSERT(sizeof(dyncolor_missing) == sizeof(int), missing_size);
ASSERT(sizeof(dyncolor_layout) == sizeof(int), layout_size);
ASSERT(sizeof(dyncolor_scheme) == sizeof(int), scheme_size);
ASSERT(sizeof(dyncolor_vocabulary) == sizeof(int), vocabulary_size);

ASSERT(DYNCOLOR_VERSION == 1000000, version);
ASSERT(DYNCOLOR_CONTRAST_PERCENT(-100) == DYNCOLOR_CONTRAST_LESS, contrast_less);
ASSERT(DYNCOLOR_CONTRAST_PERCENT(0) == DYNCOLOR_CONTRAST_STANDARD, contrast_standard);
ASSERT(DYNCOLOR_CONTRAST_PERCENT(100) == DYNCOLOR_CONTRAST_MORE, contrast_more);

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_environment environment = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0}, 0, 0, {0}};
  dyncolor_destroy_function destroy = NULL;
  dyncolor_resize_function resize = NULL;

  (void)destroy;
  (void)resize;
  if (error.size != sizeof error || environment.scheme != DYNCOLOR_SCHEME_UNSPECIFIED) return 1;
  return dyncolor_version() >= DYNCOLOR_VERSION ? 0 : 1;
}
