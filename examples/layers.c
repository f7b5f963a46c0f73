/* A user's own choice, in a layer over the colors of the program.
 *
 * Shows: how the user's layer covers a color; how an override builds on the color that it covers
 * (`--covered()`); that everything that refers to the color follows; and how to take the override
 * away again.
 *
 *     cc layers.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 */
#include <dyncolor.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program if a call has failed, and prints why. */
static void check(dyncolor_status status, const dyncolor_error *error) {
  char line[1024];
  if (status == DYNCOLOR_OK) return;
  if (dyncolor_error_format(error, NULL, line, sizeof line, NULL) == DYNCOLOR_OK)
    fprintf(stderr, "%s\n", line);
  exit(1);
}

/* Prints a color and the layers that define it, the one that counts first. */
static void print(dyncolor_theme *theme, const char *name) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_source sources[8];
  size_t count;
  dyncolor_id id;
  unsigned char p[4];
  check(dyncolor_theme_find(theme, name, &id, &error), &error);
  check(dyncolor_resolve_pixel(theme, id, NULL, DYNCOLOR_LAYOUT_RGBA8, p, sizeof p, &error),
        &error);
  check(dyncolor_id_sources(theme, id, sources, 8, &count, &error), &error);
  printf("  \033[48;2;%d;%d;%dm      \033[0m #%02x%02x%02x  %s, from", p[0], p[1], p[2], p[0], p[1],
         p[2], name);
  for (size_t i = 0; i < count; i++) {
    const char *layer;
    check(dyncolor_layer_name(theme, sources[i].layer, &layer, &error), &error);
    printf("%s %s", i == 0 ? "" : ", which covers", layer);
  }
  puts("");
}

static void print_all(dyncolor_theme *theme, const char *title) {
  puts(title);
  print(theme, "accent");
  print(theme, "hover");
}

/* Registers a color in a layer, as CSS. */
static void define(dyncolor_theme *theme, uint16_t layer, const char *name, const char *css) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_part part = dyncolor_part_css(css);
  check(dyncolor_layer_register(theme, layer, name, &part, NULL, &error), &error);
}

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  uint16_t brand;

  check(dyncolor_theme_create(NULL, &theme, &error), &error);
  define(theme, DYNCOLOR_LAYER_THEME, "accent", "#0461be");
  define(theme, DYNCOLOR_LAYER_THEME, "hover", "color-mix(in srgb, var(--accent) 70%, white)");
  print_all(theme, "the program's colors");

  /* A layer of the program's own, between its colors and the user's. */
  check(dyncolor_layer_declare(theme, "brand", DYNCOLOR_LAYER_USER, &brand, &error), &error);
  define(theme, brand, "accent", "#be0461");
  print_all(theme, "a brand");

  /* The user wants the same color, darker. It follows whatever it covers. */
  define(theme, DYNCOLOR_LAYER_USER, "accent", "color-mix(in srgb, --covered() 70%, black)");
  print_all(theme, "the user's override");
  check(dyncolor_layer_clear(theme, brand, &error), &error);
  print_all(theme, "the user's override, without the brand");

  check(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, &error), &error);
  print_all(theme, "without any override");

  dyncolor_theme_release(theme);
  return 0;
}
