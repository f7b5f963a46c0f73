/* Follows a file with colors in it, or a folder, while it is edited: prints what has changed, tells
 * of mistakes, and goes on. Enter ends it.
 *
 *     cc follow.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 *     ./a.out Assets.xcassets
 *
 * Without arguments it follows harbor.css.
 */
#include <dyncolor.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

/* Prints a color as it is now, in light and in dark surroundings. */
static void print(dyncolor_theme *theme, dyncolor_id id) {
  static const dyncolor_environment surroundings[] = {
      {.scheme = DYNCOLOR_SCHEME_LIGHT},
      {.scheme = DYNCOLOR_SCHEME_DARK},
  };
  const char *name;
  if (dyncolor_id_name(theme, id, &name, NULL) != DYNCOLOR_OK) {
    puts("  a color is gone");
    return;
  }
  for (size_t i = 0; i < sizeof surroundings / sizeof *surroundings; i++) {
    unsigned char p[4];
    if (dyncolor_resolve_pixel(theme, id, &surroundings[i], DYNCOLOR_LAYOUT_RGBA8, p, sizeof p,
                               NULL) == DYNCOLOR_OK)
      printf("  \033[48;2;%d;%d;%dm    \033[0m #%02x%02x%02x%02x", p[0], p[1], p[2], p[0], p[1],
             p[2], p[3]);
    else
      printf("  %-14s", "no value");
  }
  printf("  %s\n", name);
}

/* An edit is one change, however many colors it has touched. */
static void changed(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  (void)user_data;
  for (size_t i = 0; i < change->count; i++) print(theme, change->ids[i]);
  puts("");
  fflush(stdout);
}

static void complain(const dyncolor_error *error) {
  fprintf(stderr, "%u:%u: %s: %s\n", error->line, error->column, error->message, error->context);
}

int main(int count, char **arguments) {
  /* A mistake is not passed over, as browsers do, but leaves everything as it was. */
  dyncolor_load_options options = {.size = sizeof options, .flags = DYNCOLOR_LOAD_STRICT};
  const char *path = count > 1 ? arguments[1] : "harbor.css";
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  dyncolor_watch *watch;
  uint64_t observation;

  if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;
  if (dyncolor_theme_observe(theme, changed, NULL, NULL, &observation, &error) != DYNCOLOR_OK ||
      dyncolor_watch_create(theme, path, &options, &watch, NULL, &error) != DYNCOLOR_OK) {
    complain(&error);
    dyncolor_theme_release(theme);
    return 1;
  }

  /* Other programs have more to wait for: windows, sockets, timers. */
  struct pollfd waiting[] = {{dyncolor_watch_descriptor(watch), POLLIN, 0},
                             {STDIN_FILENO, POLLIN, 0}};
  while (poll(waiting, 2, -1) >= 0 && waiting[1].revents == 0)
    if (dyncolor_watch_pump(watch, NULL, NULL, &error) != DYNCOLOR_OK) complain(&error);

  dyncolor_watch_release(watch);
  dyncolor_theme_release(theme);
  return 0;
}
