/* Why a color is what it is: its story in dark surroundings with a bit more contrast, as text, and
 * the colors that take part, from the steps of the same story.
 *
 *     cc explain.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 *     ./a.out 'accent=light-dark(#0461be, #81d0ff)' 'alpha(from var(--accent) / 40%)'
 *
 * The arguments are `name=color`, or a color alone; the last is explained. Without arguments it is
 * a color of a small theme.
 */
#include <dyncolor.h>
#include <stdio.h>
#include <string.h>

static const char *const theme_of_a_button[] = {
    "accent=light-dark(#0461be, #81d0ff)",
    "surface=--variants(any: #fafafa; dark: #242424; dark more: black)",
    "hover=color-mix(in oklch, var(--accent) 80%, var(--missing, white))",
    ("pressed=--ensure-contrast(var(--hover), on var(--surface), "
     "if(media(prefers-contrast: more): 7; else: 4.5))"),
    "button=--first(var(--brand), --level(var(--pressed), secondary))",
};

static void show_colors(const dyncolor_explanation *explanation) {
  size_t count;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  for (size_t i = 0; i < count; i++) {
    const dyncolor_step *step = &steps[i];
    unsigned char p[4];
    if (step->kind != DYNCOLOR_STEP_KIND_COLOR || step->index == 1) continue;
    printf("%*s", 2 + 2 * (int)step->depth, "");
    if (step->status != DYNCOLOR_OK)
      printf("       %s: %s\n", step->text, dyncolor_status_name((dyncolor_status)step->status));
    else if (dyncolor_color_pack(&step->color, DYNCOLOR_LAYOUT_RGBA8, p, sizeof p, NULL) ==
             DYNCOLOR_OK)
      printf("\033[48;2;%d;%d;%dm      \033[0m %s\n", p[0], p[1], p[2], step->text);
  }
}

int main(int count, char **arguments) {
  const char *const *texts = theme_of_a_button;
  size_t texts_count = sizeof theme_of_a_button / sizeof *theme_of_a_button;
  if (count > 1) {
    texts = (const char *const *)arguments + 1;
    texts_count = (size_t)count - 1;
  }
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  dyncolor_id id = DYNCOLOR_ID_NONE;
  if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;
  for (size_t i = 0; i < texts_count; i++) {
    /* A name ends at the first equals sign, which no color has. */
    const char *equals = strchr(texts[i], '=');
    const char *css = equals == NULL ? texts[i] : equals + 1;
    const char *name = equals == NULL ? NULL : texts[i];
    size_t name_length = equals == NULL ? 0 : (size_t)(equals - texts[i]);
    if (dyncolor_register_css_n(theme, name, name_length, css, DYNCOLOR_NUL_TERMINATED, &id,
                                &error) != DYNCOLOR_OK)
      fprintf(stderr, "%u: %s: %s\n", error.column, error.message, error.context);
  }

  const dyncolor_environment surroundings = {
      .scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_PERCENT(40)};
  dyncolor_explanation *explanation;
  if (dyncolor_explanation_create(theme, id, &surroundings, &explanation, &error) == DYNCOLOR_OK) {
    printf("%s\n", dyncolor_explanation_text(explanation));
    show_colors(explanation);
    dyncolor_explanation_release(explanation);
  } else {
    fprintf(stderr, "%s\n", error.message);
  }
  dyncolor_theme_release(theme);
  return error.status != DYNCOLOR_OK;
}
