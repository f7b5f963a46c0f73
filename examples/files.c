/* Loads a theme file that has a mistake, shows where the mistake is, loads the mended file, lists
 * its colors, and writes them in another format.
 *
 * Shows: loading a file, the report with a line for each finding, listing all colors by name, and
 * writing. The file is written by the program itself, in the folder of temporary files.
 *
 *     cc files.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 */
#define _DEFAULT_SOURCE /* mkstemps */
#include <dyncolor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char wrong[] = ":root {\n  --ink: #1c2126;\n  --paper: #fdfbfg;\n}\n";
static const char right[] = ":root {\n  --ink: #1c2126;\n  --paper: #fdfbf8;\n}\n";

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
    perror(path);
    exit(1);
  }
}

/* Loads a file and prints what was found in it, with the line of text and a caret under the place.
 * DYNCOLOR_LOAD_STRICT makes a mistake an error: a browser would skip the declaration. */
static dyncolor_status load(dyncolor_theme *theme, const char *path, const char *text) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
  dyncolor_report *report = NULL;
  options.flags = DYNCOLOR_LOAD_STRICT;
  dyncolor_status status = dyncolor_theme_load(theme, path, &options, &report, &error);

  size_t count;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++) {
    char line[2048];
    if (dyncolor_finding_format(&findings[i], text, line, sizeof line, NULL) == DYNCOLOR_OK)
      puts(line);
  }
  printf("loaded %zu colors\n", dyncolor_report_colors(report));
  dyncolor_report_release(report);
  return status;
}

/* Prints the names of all colors, and what they are made of. */
static void list(dyncolor_theme *theme) {
  dyncolor_id ids[16];
  size_t count;
  if (dyncolor_theme_colors(theme, ids, 16, &count, NULL) != DYNCOLOR_OK) return;
  for (size_t i = 0; i < count; i++) {
    const char *name;
    char css[256];
    if (dyncolor_id_name(theme, ids[i], &name, NULL) == DYNCOLOR_OK &&
        dyncolor_id_css(theme, ids[i], css, sizeof css, NULL, NULL) == DYNCOLOR_OK)
      printf("  %s: %s\n", name, css);
  }
}

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
  dyncolor_theme *theme;
  char path[] = "/tmp/dyncolor-XXXXXX.css", json[512];

  if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;
  int file = mkstemps(path, 4);
  if (file < 0) return 1;

  write_text(path, wrong);
  load(theme, path, wrong);
  write_text(path, right);
  load(theme, path, right);
  list(theme);

  options.format = DYNCOLOR_FORMAT_JSON;
  if (dyncolor_theme_write_memory(theme, &options, json, sizeof json, NULL, NULL, &error) ==
      DYNCOLOR_OK)
    printf("%s", json);

  remove(path);
  dyncolor_theme_release(theme);
  return 0;
}
