/* Registers a few dynamic colors and resolves them for light, for dark, and for more contrast.
 *
 *     cc quickstart.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 */
#include <dyncolor.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program if a call has failed, and says why. */
static void check(dyncolor_status status, const dyncolor_error *error) {
  if (status == DYNCOLOR_OK) return;
  fprintf(stderr, "%s: %s: %s\n", dyncolor_status_name(status), error->message, error->context);
  exit(1);
}

/* A color that the host computes: it is asked once for each environment. */
static dyncolor_status shadow(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)data;
  answer->color.space = DYNCOLOR_SPACE_SRGB;
  answer->color.alpha =
      dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK ? 0.8 : 0.25;
  return DYNCOLOR_OK;
}

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  dyncolor_id accent, text, link, veil;

  check(dyncolor_theme_create(NULL, &theme, &error), &error);

  /* A light and a dark color. */
  check(dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error),
        &error);

  /* A table: dark, and more contrast in either scheme. */
  dyncolor_variant variants[] = {
      {.part = dyncolor_part_css("#333")},
      {.scheme = DYNCOLOR_SCHEME_DARK, .part = dyncolor_part_css("#ccc")},
      {.contrast = DYNCOLOR_CONTRAST_MORE, .part = dyncolor_part_css("black")},
      {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_MORE,
       .part = dyncolor_part_css("white")},
  };
  check(dyncolor_register_variants(theme, "text", variants, 4, &text, &error), &error);

  /* Another color under a name of its own, and a callback. */
  check(dyncolor_register_alias(theme, "link", accent, &link, &error), &error);
  check(dyncolor_register_provider(theme, "shadow", shadow, NULL, NULL, &veil, &error),
        &error);

  static const struct {
    const char *name;
    dyncolor_environment environment;
  } surroundings[] = {
      {"light", {.scheme = DYNCOLOR_SCHEME_LIGHT}},
      {"dark", {.scheme = DYNCOLOR_SCHEME_DARK}},
      {"dark, more contrast", {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_MORE}},
  };
  const dyncolor_id ids[] = {accent, text, link, veil};
  for (size_t i = 0; i < sizeof surroundings / sizeof *surroundings; i++) {
    unsigned char pixels[4][4];
    printf("  %s\n", surroundings[i].name);
    check(dyncolor_resolve_list(theme, ids, 4, &surroundings[i].environment,
                                DYNCOLOR_LAYOUT_RGBA8, pixels, sizeof *pixels, NULL, &error),
          &error);
    for (size_t j = 0; j < 4; j++) {
      const char *name;
      const unsigned char *p = pixels[j];
      check(dyncolor_id_name(theme, ids[j], &name, &error), &error);
      printf("    \033[48;2;%d;%d;%dm      \033[0m #%02x%02x%02x%02x  %s\n", p[0], p[1], p[2], p[0],
             p[1], p[2], p[3], name);
    }
  }
  dyncolor_theme_release(theme);
  return 0;
}
