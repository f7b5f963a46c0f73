/* One color in the pixel formats of graphics libraries.
 *
 * Shows: how to resolve a color straight into a native pixel, with the alpha multiplied where the
 * library wants that; and how to fill a table of pixels with all colors of a theme.
 *
 *     cc pixels.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 */
#include <dyncolor.h>
#include <stdint.h>
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

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  dyncolor_theme *theme;
  dyncolor_id accent;
  uint32_t word;
  uint8_t bytes[4];
  float floats[4];

  check(dyncolor_theme_create(NULL, &theme, &error), &error);
  check(dyncolor_register_css(theme, "accent", "light-dark(#0461be80, #81d0ff80)", &accent, &error),
        &error);

  /* A word of 32 bits: 0xAARRGGBB on machines of every byte order. */
  check(dyncolor_resolve_pixel(theme, accent, &dark,
                               DYNCOLOR_LAYOUT_ARGB_WORD | DYNCOLOR_LAYOUT_PREMULTIPLIED, &word,
                               sizeof word, &error),
        &error);
  printf("cairo, X11, Wayland    0x%08x\n", word);

  check(dyncolor_resolve_pixel(theme, accent, &dark, DYNCOLOR_LAYOUT_RGBA8, bytes, sizeof bytes,
                               &error),
        &error);
  printf("SDL, raylib            %d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3]);

  /* Linear light, for a shader that writes to an sRGB target. */
  check(dyncolor_resolve_pixel(theme, accent, &dark,
                               DYNCOLOR_LAYOUT_FLOAT4 | DYNCOLOR_LAYOUT_LINEAR, floats,
                               sizeof floats, &error),
        &error);
  printf("OpenGL, Vulkan         %.3f %.3f %.3f %.3f\n", floats[0], floats[1], floats[2],
         floats[3]);

  /* All colors at once, as a table that DYNCOLOR_ROW(id) indexes. */
  size_t rows = dyncolor_theme_rows(theme);
  uint32_t *table = calloc(rows, sizeof *table);
  if (table == NULL) return 1;
  check(dyncolor_resolve_all(theme, &dark, DYNCOLOR_LAYOUT_ARGB_WORD, table, rows, sizeof *table,
                             &error),
        &error);
  printf("the row of the table   0x%08x\n", table[DYNCOLOR_ROW(accent)]);

  free(table);
  dyncolor_theme_release(theme);
  return 0;
}
