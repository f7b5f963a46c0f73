/* Reads colors, converts one, and names environments: what needs no theme.
 *
 *     cc quickstart.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 */
#include <dyncolor.h>
#include <stdio.h>

/* Prints a color as a swatch, where the terminal can show one, and as hex text. */
static void show(const char *what, const dyncolor_color *color) {
  unsigned char rgba[4];
  char hex[10];
  dyncolor_color_pack(color, DYNCOLOR_LAYOUT_RGBA8, rgba, sizeof rgba, NULL);
  dyncolor_color_format_hex(color, DYNCOLOR_SPACE_SRGB, hex, sizeof hex, NULL, NULL);
  printf("  \033[48;2;%d;%d;%dm      \033[0m %-9s  %s\n", rgba[0], rgba[1], rgba[2], hex, what);
}

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_color color;

  dyncolor_color_parse_hex("#3584e4", DYNCOLOR_NUL_TERMINATED, DYNCOLOR_SPACE_SRGB, 1, &color,
                           NULL);
  show("sRGB", &color);

  dyncolor_color_parse_hex("3584e4", DYNCOLOR_NUL_TERMINATED, DYNCOLOR_SPACE_DISPLAY_P3, 1, &color,
                           NULL);
  show("the same digits in Display P3, seen in sRGB", &color);

  if (dyncolor_color_parse_hex("#3584eg", DYNCOLOR_NUL_TERMINATED, DYNCOLOR_SPACE_SRGB, 1, &color,
                               &error) != DYNCOLOR_OK)
    printf("  %u:%u: %s: %s\n", error.line, error.column, error.message, error.context);

  dyncolor_environment environment;
  const char *name;
  dyncolor_environment_from_name("NSAppearanceNameDarkAqua", DYNCOLOR_NUL_TERMINATED, &environment,
                                 NULL);
  dyncolor_environment_to_name(&environment, DYNCOLOR_VOCABULARY_GTK, &name, NULL);
  printf("  NSAppearanceNameDarkAqua is %s in GTK\n", name);
  return 0;
}
