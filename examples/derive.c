/* A theme with light colors alone becomes a theme for light and dark, with standard and more
 * contrast: what is lacking is derived, the theme is audited before and after, and what is left is
 * repaired.
 *
 *     cc derive.c $(pkg-config --cflags --libs dyncolor) && ./a.out
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

static const char *const colors[][2] = {
    {"background", "#ffffff"}, {"card", "#f6f8fa"},   {"text", "#1f2328"},
    {"muted-text", "#818b98"}, {"border", "#d0d7de"}, {"accent", "#0969da"},
    {"on-accent", "#ffffff"},  {"link", "#0969da"},
};
enum { COUNT = sizeof colors / sizeof *colors, BACKGROUND = 0, MUTED_TEXT = 3, LINK = 7 };

/* Audits the contrast, in all environments, of the pairs that names suggest and of links, whose
 * name does not say what they are read on. */
static dyncolor_audit *audit(dyncolor_theme *theme, const dyncolor_id *ids) {
  const dyncolor_audit_pair pairs[] = {{ids[MUTED_TEXT], ids[BACKGROUND], 0},
                                       {ids[LINK], ids[BACKGROUND], 0}};
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  dyncolor_audit *made = NULL;
  options.flags = DYNCOLOR_AUDIT_PASSING;
  options.kinds = 1u << DYNCOLOR_AUDIT_KIND_CONTRAST;
  options.pairs = pairs;
  options.pair_count = 2;
  check(dyncolor_theme_audit(theme, &options, &made, &error));
  return made;
}

static void show(const char *title, const dyncolor_audit *made) {
  size_t count;
  const dyncolor_audit_finding *findings = dyncolor_audit_findings(made, &count);
  puts(title);
  for (size_t i = 0; i < count; i++)
    if (findings[i].severity == DYNCOLOR_SEVERITY_ERROR)
      printf("  %s on %s: contrast %.2f in %s\n", findings[i].name, findings[i].other_name,
             findings[i].found, findings[i].where[0] != 0 ? findings[i].where : "all");
}

int main(void) {
  dyncolor_theme *theme = NULL;
  dyncolor_id ids[COUNT];
  dyncolor_derive_counts derived;
  dyncolor_repair_counts repaired;
  check(dyncolor_theme_create(NULL, &theme, &error));
  for (int i = 0; i < COUNT; i++)
    check(dyncolor_register_css(theme, colors[i][0], colors[i][1], &ids[i], &error));
  dyncolor_audit *made = audit(theme, ids);
  show("light colors alone:", made);
  dyncolor_audit_release(made);

  check(dyncolor_theme_derive(theme, NULL, &derived, &error));
  made = audit(theme, ids);
  show("derived:", made);
  check(dyncolor_theme_repair(theme, made, &repaired, &error));
  dyncolor_audit_release(made);

  made = audit(theme, ids);
  show("repaired:", made);
  dyncolor_audit_release(made);

  puts("                  light    dark     light+   dark+");
  for (int i = 0; i < COUNT; i++) {
    printf("%-16s", colors[i][0]);
    for (int k = 0; k < 4; k++) {
      dyncolor_environment where = DYNCOLOR_ENVIRONMENT_INIT;
      uint8_t pixel[4];
      where.scheme = k % 2 == 0 ? DYNCOLOR_SCHEME_LIGHT : DYNCOLOR_SCHEME_DARK;
      where.contrast = k < 2 ? DYNCOLOR_CONTRAST_STANDARD : DYNCOLOR_CONTRAST_MORE;
      check(dyncolor_resolve_pixel(theme, ids[i], &where, DYNCOLOR_LAYOUT_RGBA8, pixel,
                                   sizeof pixel, &error));
      printf("  #%02x%02x%02x", pixel[0], pixel[1], pixel[2]);
    }
    puts("");
  }
  dyncolor_theme_release(theme);
  return 0;
}
