/* Follows what the user has set on the desktop: prints the environment, and shows the colors of a
 * theme in the terminal, which fade over when the scheme changes. Enter ends it.
 *
 *     cc desktop.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 *     ./a.out --once              prints it once
 *     ./a.out --once --terminal   goes by the background of the terminal
 *
 * While it runs, switch between light and dark, or choose another accent color. As a tester:
 *
 *     DYNCOLOR_DESKTOP="scheme=dark accent=#c33" ./a.out --once
 */
#include <dyncolor.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COLORS = 4, STEPS = 12 };

static const char *const names[COLORS] = {"paper", "ink", "line", "button"};
static const char *const css[COLORS] = {
    "light-dark(#fdfbf8, #1c2126)",
    "light-dark(#1c2126, #fdfbf8)",
    "if(media(prefers-contrast: more): var(--ink); else: color-mix(in oklab, var(--ink), gray))",
    "--ensure-contrast(AccentColor, on var(--paper), 3)",
};

static void complain(const dyncolor_error *error) {
  char line[1024];
  if (dyncolor_error_format(error, NULL, line, sizeof line, NULL) == DYNCOLOR_OK)
    fprintf(stderr, "%s\n", line);
}

/* Shows one swatch for each color, in a line that the next one replaces. */
static void show(const unsigned char *pixels) {
  for (int i = 0; i < COLORS; i++) {
    const unsigned char *p = pixels + 4 * i;
    printf("\033[48;2;%d;%d;%dm        \033[0m ", p[0], p[1], p[2]);
  }
  printf("\r");
  fflush(stdout);
}

/* Fades from one snapshot to another. Its rows are the colors in the order of their registration.
 * Whoever wants less motion gets the new colors at once. */
static void fade(const dyncolor_snapshot *from, const dyncolor_snapshot *to, int is_reduced) {
  for (int step = is_reduced ? STEPS : 1; step <= STEPS; step++) {
    unsigned char pixels[4 * (COLORS + 1)]; /* and AccentColor */
    if (dyncolor_snapshot_mix(from, to, (double)step / (double)STEPS, DYNCOLOR_LAYOUT_RGBA8, pixels,
                              COLORS + 1, 4, NULL) != DYNCOLOR_OK)
      return;
    show(pixels);
    poll(NULL, 0, 16);
  }
}

static const char *const sources[] = {"nobody", "the portal", "GTK", "KDE", "the terminal",
                                      "DYNCOLOR_DESKTOP", "this program"};

/* Prints what is known, and where it comes from. */
static void print(const dyncolor_desktop *desktop) {
  static const char *const schemes[] = {"no preference", "light", "dark"};
  static const char *const motions[] = {"no preference", "standard", "reduced"};
  static const char *const accents[] = {"",     "blue", "teal",   "green", "yellow",
                                        "orange", "red",  "pink", "purple", "slate"};
  dyncolor_environment environment = DYNCOLOR_ENVIRONMENT_INIT;
  dyncolor_color accent;
  char hex[10] = "none";
  dyncolor_accent name = 0;
  dyncolor_desktop_environment(desktop, &environment, NULL);
  if (dyncolor_desktop_accent(desktop, &accent, NULL) == DYNCOLOR_OK) {
    dyncolor_color_format_hex(&accent, DYNCOLOR_SPACE_SRGB, hex, sizeof hex, NULL, NULL);
    dyncolor_color_nearest_accent(&accent, &name, NULL);
  }
  printf("scheme    %s (%s)\n", schemes[environment.scheme],
         sources[dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_SCHEME)]);
  if (environment.contrast == 0)
    printf("contrast  no preference");
  else
    printf("contrast  %+d %%", environment.contrast - DYNCOLOR_CONTRAST_STANDARD);
  printf(" (%s)\n", sources[dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_CONTRAST)]);
  printf("accent    %s %s (%s)\n", hex, accents[name],
         sources[dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_ACCENT)]);
  printf("motion    %s (%s)\n", motions[dyncolor_desktop_motion(desktop)],
         sources[dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_MOTION)]);
}

int main(int count, char **arguments) {
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme = NULL;
  dyncolor_desktop *desktop = NULL;
  dyncolor_snapshot *shown = NULL;
  int is_once = 0;

  options.flags = DYNCOLOR_DESKTOP_ALLOW_VARIABLE;
  for (int i = 1; i < count; i++) {
    if (strcmp(arguments[i], "--once") == 0) is_once = 1;
    if (strcmp(arguments[i], "--terminal") == 0) options.flags |= DYNCOLOR_DESKTOP_ASK_TERMINAL;
  }

  if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;
  for (int i = 0; i < COLORS; i++)
    if (dyncolor_register_css(theme, names[i], css[i], NULL, &error) != DYNCOLOR_OK) goto failed;
  /* Binding makes the user's scheme and contrast the defaults of the theme, and the accent color
   * AccentColor. Waiting gives the portal a moment, so that the first frame is right. */
  if (dyncolor_desktop_open(&options, &desktop, &error) != DYNCOLOR_OK ||
      dyncolor_desktop_bind(desktop, theme, DYNCOLOR_LAYER_DEFAULTS, &error) != DYNCOLOR_OK ||
      dyncolor_desktop_wait(desktop, 200, NULL, &error) != DYNCOLOR_OK ||
      dyncolor_snapshot_create(theme, NULL, &shown, &error) != DYNCOLOR_OK)
    goto failed;
  print(desktop);
  fade(shown, shown, 1);
  puts("");

  /* Other programs have more to wait for: windows, sockets, timers. */
  struct pollfd waiting[] = {{dyncolor_desktop_descriptor(desktop), POLLIN, 0},
                             {STDIN_FILENO, POLLIN, 0}};
  while (!is_once && poll(waiting, 2, -1) >= 0 && waiting[1].revents == 0) {
    dyncolor_snapshot *now = NULL;
    uint32_t changes = 0;
    if (dyncolor_desktop_pump(desktop, &changes, &error) != DYNCOLOR_OK) complain(&error);
    if (changes == 0) continue;
    if (dyncolor_snapshot_create(theme, NULL, &now, &error) != DYNCOLOR_OK) goto failed;
    print(desktop);
    fade(shown, now, dyncolor_desktop_motion(desktop) == DYNCOLOR_MOTION_REDUCED);
    puts("");
    dyncolor_snapshot_release(shown);
    shown = now;
  }
  dyncolor_snapshot_release(shown);
  dyncolor_desktop_release(desktop);
  dyncolor_theme_release(theme);
  return 0;

failed:
  complain(&error);
  dyncolor_snapshot_release(shown);
  dyncolor_desktop_release(desktop);
  dyncolor_theme_release(theme);
  return 1;
}
