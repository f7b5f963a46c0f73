/* One color becomes a whole theme: the scheme that Material Design derives from it, as a style
 * sheet, as style sheets of GTK, and as a preview page.
 *
 *     cc seed.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 *
 * It takes the folder and, if you like, the color, as in ./a.out FOLDER "#3584e4".
 */
#include <dyncolor.h>
#include <stdio.h>
#include <stdlib.h>

static dyncolor_error error = DYNCOLOR_ERROR_INIT;

static void check(dyncolor_status status) {
  char line[1024];
  if (status == DYNCOLOR_OK) return;
  if (dyncolor_error_format(&error, NULL, line, sizeof line, NULL) == DYNCOLOR_OK)
    fprintf(stderr, "%s\n", line);
  exit(1);
}

static void write_as(dyncolor_theme *theme, const char *folder, const char *name,
                     dyncolor_format format) {
  char path[4096];
  dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
  options.format = (uint32_t)format;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  check(dyncolor_theme_write(theme, path, &options, NULL, &error));
  puts(path);
}

int main(int count, char **arguments) {
  if (count < 2 || count > 3) {
    fprintf(stderr, "usage: %s FOLDER [COLOR]\n", arguments[0]);
    return 2;
  }
  dyncolor_theme *theme = NULL;
  const dyncolor_part seed = dyncolor_part_css("var(--seed)");
  check(dyncolor_theme_create(NULL, &theme, &error));
  check(dyncolor_register_css(theme, "seed", count > 2 ? arguments[2] : "#3584e4", NULL, &error));
  check(dyncolor_register_material(theme, &seed, DYNCOLOR_MATERIAL_TONAL_SPOT, "",
                                   DYNCOLOR_LAYER_THEME, &error));
  printf("%zu colors\n", dyncolor_theme_count(theme));
  write_as(theme, arguments[1], "theme.css", DYNCOLOR_FORMAT_STYLE_SHEET);
  write_as(theme, arguments[1], "gtk", DYNCOLOR_FORMAT_GTK);
  write_as(theme, arguments[1], "theme.html", DYNCOLOR_FORMAT_PREVIEW);
  dyncolor_theme_release(theme);
  return 0;
}
