/* Prints the colors of an asset catalog, or of any other file or folder with colors in it: a row
 * for each, in light and dark surroundings, with standard and with more contrast.
 *
 *     cc catalog.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 *     ./a.out Assets.xcassets
 *
 * Without arguments it is harbor.css.
 */
#include <dyncolor.h>
#include <stdio.h>
#include <stdlib.h>

/* Tells what was found in the files, with its place. */
static void tell(const dyncolor_report *report) {
  static const char *const severities[] = {"", "note", "warning", "error"};
  size_t count;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++) {
    const dyncolor_finding *finding = &findings[i];
    if (finding->path[0] != '\0') fprintf(stderr, "%s:", finding->path);
    if (finding->line > 0) fprintf(stderr, "%u:%u:", finding->line, finding->column);
    fprintf(stderr, " %s: %s: %s\n", severities[finding->severity & 3], finding->message,
            finding->context);
  }
  if (dyncolor_report_omitted(report) > 0)
    fprintf(stderr, "and %zu more\n", dyncolor_report_omitted(report));
}

static void print(dyncolor_theme *theme, dyncolor_id id) {
  static const dyncolor_environment surroundings[] = {
      {.scheme = DYNCOLOR_SCHEME_LIGHT},
      {.scheme = DYNCOLOR_SCHEME_DARK},
      {.scheme = DYNCOLOR_SCHEME_LIGHT, .contrast = DYNCOLOR_CONTRAST_MORE},
      {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_MORE},
  };
  for (size_t i = 0; i < sizeof surroundings / sizeof *surroundings; i++) {
    unsigned char p[4];
    if (dyncolor_resolve_pixel(theme, id, &surroundings[i], DYNCOLOR_LAYOUT_RGBA8, p, sizeof p,
                               NULL) == DYNCOLOR_OK)
      printf("  \033[48;2;%d;%d;%dm    \033[0m #%02x%02x%02x%02x", p[0], p[1], p[2], p[0], p[1],
             p[2], p[3]);
    else
      printf("  %-14s", "no value");
  }
  const char *name;
  printf("  %s\n", dyncolor_id_name(theme, id, &name, NULL) == DYNCOLOR_OK ? name : "");
}

int main(int count, char **arguments) {
  const char *path = count > 1 ? arguments[1] : "harbor.css";
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_report *report = NULL;
  dyncolor_theme *theme;
  dyncolor_id *ids = NULL;
  size_t colors = 0;

  if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;
  dyncolor_status status =
      dyncolor_theme_load(theme, path, NULL, &report, &error);
  tell(report);
  dyncolor_report_release(report);

  if (status == DYNCOLOR_OK) {
    colors = dyncolor_theme_count(theme);
    ids = malloc((colors + 1) * sizeof *ids);
    if (ids == NULL) status = DYNCOLOR_ERROR_OUT_OF_MEMORY;
  }
  if (status == DYNCOLOR_OK) {
    status = dyncolor_theme_colors(theme, ids, colors, &colors, &error);
    printf("  %-14s  %-14s  %-14s  %s\n", "light", "dark", "more contrast", "dark");
    for (size_t i = 0; i < colors; i++) print(theme, ids[i]);
  }
  free(ids);
  dyncolor_theme_release(theme);
  return status != DYNCOLOR_OK;
}
