/* A program that registers a color in CSS and resolves it. It is linked with the static library, to
 * measure how much of that a program needs. */
#include <dyncolor.h>

#include <stdio.h>

int main(void) {
  const char *css = "light-dark(#0461be, color-mix(in oklab, #81d0ff, white 10%))";
  dyncolor_environment dark = DYNCOLOR_ENVIRONMENT_INIT;
  dyncolor_theme *theme;
  dyncolor_id id;
  dyncolor_rgba color;
  int result = 1;
  dark.scheme = DYNCOLOR_SCHEME_DARK;
  if (dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK) return 1;
  if (dyncolor_register_css(theme, "accent", css, &id, NULL) == DYNCOLOR_OK &&
      dyncolor_resolve(theme, id, &dark, &color, NULL) == DYNCOLOR_OK) {
    printf("%.4f %.4f %.4f\n", color.r, color.g, color.b);
    result = 0;
  }
  dyncolor_theme_release(theme);
  return result;
}
