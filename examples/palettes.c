/* Two palettes with the same roles, and an axis of the program's own.
 *
 * Shows: how a semantic color follows the palette of the environment, and falls back to the default
 * palette; how a color depends on an axis that the program declares; and how to fill menus with all
 * axes and their values.
 *
 *     cc palettes.c $(pkg-config --cflags --libs dyncolor) && ./a.out
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

static void print(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
                  const char *title) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  unsigned char p[4];
  check(dyncolor_resolve_pixel(theme, id, environment, DYNCOLOR_LAYOUT_RGBA8, p, sizeof p, &error),
        &error);
  printf("  \033[48;2;%d;%d;%dm      \033[0m #%02x%02x%02x  %s\n", p[0], p[1], p[2], p[0], p[1],
         p[2], title);
}

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  dyncolor_id button, outline, flag;
  dyncolor_environment environment = {0};

  check(dyncolor_theme_create(NULL, &theme, &error), &error);

  /* A color belongs to the palette whose name stands before the slash. */
  static const char *const colors[][2] = {
      {"Dawn/primary", "#c2556b"}, {"Dawn/outline", "#f6d7c9"},
      {"Dusk/primary", "#6a4fc0"},
  };
  for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
    check(dyncolor_register_css(theme, colors[i][0], colors[i][1], NULL, &error), &error);

  /* Dusk has no outline: it falls back to the default palette. */
  uint16_t dawn, dusk;
  check(dyncolor_palette_find(theme, "Dawn", &dawn, &error), &error);
  check(dyncolor_palette_find(theme, "Dusk", &dusk, &error), &error);
  check(dyncolor_theme_set_default_palette(theme, dawn, &error), &error);
  check(dyncolor_register_semantic(theme, "button", "primary", NULL, &button, &error), &error);
  check(dyncolor_register_semantic(theme, "frame", "outline", NULL, &outline, &error), &error);

  puts("palettes");
  print(theme, button, &environment, "button, no palette: the default one");
  environment.palette = dusk;
  print(theme, button, &environment, "button, Dusk");
  print(theme, outline, &environment, "frame, Dusk: from the default palette");

  /* An axis of the program's own, and a color that depends on it and on the scheme. */
  uint32_t team;
  uint8_t red, blue;
  check(dyncolor_axis_declare(theme, "team", &team, &error), &error);
  check(dyncolor_axis_declare_value(theme, team, "red", &red, &error), &error);
  check(dyncolor_axis_declare_value(theme, team, "blue", &blue, &error), &error);
  check(dyncolor_register_css(theme, "flag",
                              "--variants(any: gray; team(red): #c00; team(red) dark: #f66;"
                              " team(blue): #06c; team(blue) dark: #6af)",
                              &flag, &error),
        &error);

  puts("teams");
  environment.scheme = DYNCOLOR_SCHEME_DARK;
  print(theme, flag, &environment, "flag, dark");
  dyncolor_environment_set(&environment, team, red);
  print(theme, flag, &environment, "flag, dark, red");
  dyncolor_environment_set(&environment, team, blue);
  print(theme, flag, &environment, "flag, dark, blue");

  /* Menus: everything that colors of this theme can depend on, with the default of each axis. */
  puts("menus");
  for (uint32_t axis = 0; axis < dyncolor_axis_count(theme); axis++) {
    const char *name, *value_name;
    uint32_t count = (uint32_t)dyncolor_axis_value_count(theme, axis), named = 0;
    if (dyncolor_axis_name(theme, axis, &name, NULL) != DYNCOLOR_OK) continue;
    for (uint32_t value = 1; value <= count; value++) {
      if (dyncolor_axis_value_name(theme, axis, value, &value_name, NULL) != DYNCOLOR_OK ||
          value_name[0] == '\0')
        continue;
      if (named++ == 0) printf("  %s:", name);
      printf(" %s%s", value_name, value == dyncolor_axis_default(theme, axis) ? "*" : "");
    }
    if (named > 0) puts("");
  }

  dyncolor_theme_release(theme);
  return 0;
}
