/* A program, which the tests beside it copy, and compile as C and as C++. It registers a color,
 * resolves it for the dark scheme, and prints the result, which is white: 1 1 1 1. */
#include <dyncolor.h>
#include <stdio.h>

int main(void) {
  dyncolor_environment dark = DYNCOLOR_ENVIRONMENT_INIT;
  dyncolor_theme *theme = NULL;
  dyncolor_id id;
  dyncolor_rgba color;
  const char *css = "light-dark(black, white)";
  int failed;

  dark.scheme = DYNCOLOR_SCHEME_DARK;
  failed = dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK ||
           dyncolor_register_css(theme, "a", css, &id, NULL) != DYNCOLOR_OK ||
           dyncolor_resolve(theme, id, &dark, &color, NULL) != DYNCOLOR_OK;
  dyncolor_theme_release(theme);
  if (failed)
    return 1;
  printf("%g %g %g %g\n", color.r, color.g, color.b, color.a);
  return 0;
}
