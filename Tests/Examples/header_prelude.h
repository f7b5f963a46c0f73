/* What the examples in the comments of dyncolor.h suppose to exist. header.py compiles the examples
 * of a section as one program that begins with this file; SECTION is the number of the section. */
#define _DEFAULT_SOURCE
#include <dyncolor.h>

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Variables ------------------------------------------------------------------------------- */

static dyncolor_error error;
static dyncolor_theme *theme;
static dyncolor_environment environment, dark;
static dyncolor_id accent, hover, link, night, sky, label, button, caption, ground, id;
#if SECTION == 8
static dyncolor_id tint;
#endif
static dyncolor_snapshot *before, *after;
static dyncolor_write_options options;

#if SECTION == 4 || SECTION == 5 || SECTION == 22
static dyncolor_color color;
#else
static dyncolor_rgba color;
#endif
#if SECTION == 25
static dyncolor_color ink, paper, tint, text, blended, simulated;
#else
static dyncolor_id paper;
#endif

static const size_t width = 3, height = 2;
static float floats[3 * 2 * 4];
static unsigned char pixels[1000];
static size_t rows;
#if SECTION == 23
static FILE *file;
static void *image;
static size_t size;
#else
static unsigned char image[3 * 2 * 4];
#endif
#if SECTION == 19
static dyncolor_report *report;
#endif
#if SECTION == 27
static dyncolor_audit *audit;
#endif

static const char *css = "rgb(4 97 19O)";
static const char *const names[] = {"paper", "text"};
static const char *const texts[] = {"light-dark(white, black)", "contrast-color(var(--paper))"};

static int celsius;
static uint16_t brand;
#if SECTION == 14
static uint16_t season;
#else
static uint32_t season = DYNCOLOR_AXIS_CUSTOM;
static uint8_t winter = 1;
#endif
static uint64_t seen;
static void *window;

/* ---- Functions ------------------------------------------------------------------------------- */

/* A repaint is requested for this many colors. */
static int invalidations;

static void invalidate(void *invalid_window, dyncolor_id invalid) {
  assert(invalid_window == window && invalid != DYNCOLOR_ID_NONE);
  invalidations++;
}

static void draw(const void *frame) { assert(frame == pixels); }

/* An archive of one file. */
struct entry {
  const char *path, *bytes;
  size_t size;
};

static struct entry *find_entry(void *archive, const char *path) {
  struct entry *entry = (struct entry *)archive;
  return strcmp(entry->path, path) == 0 ? entry : NULL;
}

static void write_theme_file(const char *written) {
  FILE *stream = fopen("theme.css", "w");
  if (!stream || fputs(written, stream) < 0 || fclose(stream) != 0) abort();
}

#if SECTION == 22
static dyncolor_desktop *desktop;
#endif

/* Instead of poll(): waits for a change that it makes in the watched file, twice, and then ends the
 * loop of the example. */
static int polls;

static int poll_twice(struct pollfd *waiting, nfds_t count, int timeout) {
  assert(timeout == -1);
  if (++polls > 2) return -1;
#if SECTION == 22
  /* Nothing changes on this desktop. */
  return poll(waiting, count, 10);
#endif
  write_theme_file(polls == 1 ? ":root { --ink: navy }" : ":root { --ink: teal }");
  int ready = poll(waiting, count, 10000);
  assert(ready == 1);
  return ready;
}
#define poll poll_twice

/* ---- Before and after each example ----------------------------------------------------------- */

/* Prints the failure of a function that an example calls. */
static dyncolor_status noted(const char *function, dyncolor_status status) {
  if (status != DYNCOLOR_OK) printf("@failed %s %s\n", function, dyncolor_status_name(status));
  return status;
}

static void must(dyncolor_status status) {
  if (status == DYNCOLOR_OK) return;
  printf("the prelude fails: %s: %s\n", error.message, error.context);
  exit(1);
}

/* The theme of the running example, even if the example has put another one into `theme`. */
static dyncolor_theme *fresh;

static void begin_example(int line) {
  const dyncolor_error no_error = DYNCOLOR_ERROR_INIT;
  const dyncolor_environment empty = DYNCOLOR_ENVIRONMENT_INIT;
  const dyncolor_write_options no_options = DYNCOLOR_WRITE_OPTIONS_INIT;
  uint32_t team;
  uint8_t red;
  error = no_error;
  environment = dark = empty;
  dark.scheme = DYNCOLOR_SCHEME_DARK;
  options = no_options;
  invalidations = polls = 0;
  celsius = 20;
  write_theme_file(":root { --ink: light-dark(black, white) }");

  must(dyncolor_theme_create(NULL, &theme, &error));
  fresh = theme;
  seen = dyncolor_theme_generation(theme);
  must(dyncolor_axis_declare(theme, "team", &team, &error));
  must(dyncolor_axis_declare_value(theme, team, "red", &red, &error));
  must(dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error));
  must(dyncolor_register_hex(theme, "label", "#000", "#fff", &label, &error));
  must(dyncolor_register_css(
      theme, "hover", "color-mix(in srgb, var(--accent), white)", &hover, &error));
  must(dyncolor_register_css(theme, "night", "black", &night, &error));
  must(dyncolor_register_css(theme, "sky", "skyblue", &sky, &error));
  must(dyncolor_register_css(theme, "text", "#222", NULL, &error));
  must(dyncolor_register_css(theme, "ground", "white", &ground, &error));
  id = ground;
#if SECTION == 25
  must(dyncolor_color_parse("gray", &ink, &error));
  must(dyncolor_color_parse("white", &paper, &error));
  must(dyncolor_color_parse("orange", &tint, &error));
#else
  must(dyncolor_register_css(theme, "paper", "white", &paper, &error));
#endif
#if SECTION == 19
  must(dyncolor_register_css(
      theme, "warm", "if(style(--taem: red): red; else: blue)", NULL, &error));
  must(dyncolor_theme_check(theme, &report, &error));
#endif
#if SECTION == 22
  must(dyncolor_desktop_open(NULL, &desktop, &error));
#endif
#if SECTION == 23
  if (!(file = tmpfile()) || !(image = malloc(100000))) abort();
  must(dyncolor_theme_to_image(theme, image, 100000, &size, &error));
#endif
#if SECTION == 4 || SECTION == 5
  must(dyncolor_color_parse("rgb(255 136 0 / 50%)", &color, &error));
#endif
  must(dyncolor_snapshot_create(theme, NULL, &before, &error));
  must(dyncolor_snapshot_create(theme, &dark, &after, &error));
  rows = dyncolor_theme_rows(theme);
  window = &window;
  printf("@example %d\n", line);
}

/* `status` is that of the example's own dyncolor_error. */
static void end_example(int status) {
  if (status != DYNCOLOR_OK) printf("@error %s\n", dyncolor_status_name((dyncolor_status)status));
  puts("@end");
}

static void tidy(void) {
#if SECTION == 22
  dyncolor_desktop_release(desktop);
#endif
  dyncolor_snapshot_release(before);
  dyncolor_snapshot_release(after);
  if (theme != fresh) dyncolor_theme_release(theme);
  dyncolor_theme_release(fresh);
#if SECTION == 19
  dyncolor_report_release(report);
#endif
#if SECTION == 23
  fclose(file);
  free(image);
#endif
}
