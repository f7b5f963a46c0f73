/* Colors as CSS, from the command line: each is `name=color`, or a color alone, and is shown as it
 * is in light and dark surroundings, with standard and with more contrast.
 *
 *     cc css.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 *     ./a.out 'accent=#3584e4' 'color-mix(in oklch, var(--accent) 30%, Canvas)'
 *
 * Without arguments it shows a small theme that is made of one color.
 */
#include <dyncolor.h>
#include <stdio.h>
#include <string.h>

static const char *const theme_of_one_color[] = {
    "accent=light-dark(oklch(55% 0.18 260), oklch(72% 0.14 260))",
    "on-accent=contrast-color(var(--accent))",
    "hover=oklch(from var(--accent) calc(l + 0.06) c h)",
    "window=color-mix(in oklch, var(--accent) 6%, Canvas)",
    "text=color-mix(in oklch, var(--accent) 15%, CanvasText)",
    "border=if(media(prefers-contrast: more): var(--text); else: alpha(from var(--text) / 20%))",
    "focus=oklch(from var(--accent) l c calc(h + 180))",
};

/* Tells what is wrong with a text, with a caret below the place. */
static void complain(const char *text, const dyncolor_error *error) {
  fprintf(stderr, "  %s\n  ", text);
  for (unsigned column = 1; column < error->column; column++) fputc(' ', stderr);
  fprintf(stderr, "^ %s\n", error->message);
}

static int show(dyncolor_theme *theme, dyncolor_id id, const char *name) {
  static const dyncolor_environment surroundings[] = {
      {.scheme = DYNCOLOR_SCHEME_LIGHT},
      {.scheme = DYNCOLOR_SCHEME_LIGHT, .contrast = DYNCOLOR_CONTRAST_MORE},
      {.scheme = DYNCOLOR_SCHEME_DARK},
      {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_MORE},
  };
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  for (size_t i = 0; i < sizeof surroundings / sizeof *surroundings; i++) {
    dyncolor_rgba color;
    unsigned char p[4];
    if (dyncolor_resolve(theme, id, &surroundings[i], &color, &error) != DYNCOLOR_OK ||
        dyncolor_resolve_pixel(theme, id, &surroundings[i], DYNCOLOR_LAYOUT_RGBA8, p, sizeof p,
                               &error) != DYNCOLOR_OK) {
      fprintf(stderr, "  %s: %s\n", dyncolor_status_name((dyncolor_status)error.status),
              error.context);
      return 1;
    }
    printf("  \033[48;2;%d;%d;%dm      \033[0m #%02x%02x%02x%02x", p[0], p[1], p[2], p[0], p[1],
           p[2], p[3]);
  }
  printf("  %s\n", name);
  return 0;
}

int main(int count, char **arguments) {
  const char *const *texts = theme_of_one_color;
  size_t texts_count = sizeof theme_of_one_color / sizeof *theme_of_one_color;
  if (count > 1) {
    texts = (const char *const *)arguments + 1;
    texts_count = (size_t)count - 1;
  }
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;

  printf("  %-16s  %-16s  %-16s  %s\n", "light", "more contrast", "dark", "more contrast");
  int failures = 0;
  for (size_t i = 0; i < texts_count; i++) {
    /* A name ends at the first equals sign, which no color has. */
    const char *equals = strchr(texts[i], '=');
    const char *css = equals == NULL ? texts[i] : equals + 1;
    const char *name = equals == NULL ? NULL : texts[i];
    size_t name_length = equals == NULL ? 0 : (size_t)(equals - texts[i]);
    dyncolor_id id;
    if (dyncolor_register_css_n(theme, name, name_length, css, DYNCOLOR_NUL_TERMINATED, &id,
                                &error) == DYNCOLOR_OK)
      failures += show(theme, id, texts[i]);
    else {
      complain(css, &error);
      failures++;
    }
  }
  dyncolor_theme_release(theme);
  return failures > 0;
}
