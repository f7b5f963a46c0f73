/* What every load of files has in common, whatever their format: it lands wholly or not at all. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sys/stat.h>

#include "refusals.h"
#include "themes.h"

/* A call fails with a status, and its `error` says so. */
#define CHECK_REFUSED(call, reason) \
  CHECK((call) == DYNCOLOR_ERROR_##reason && error.status == DYNCOLOR_ERROR_##reason)

static dyncolor_load_options options_of(uint32_t format) {
  return (dyncolor_load_options){.size = sizeof(dyncolor_load_options), .format = format};
}

/* Loads a text of JSON. */
static dyncolor_status load(
    dyncolor_theme *theme, const char *text, const dyncolor_load_options *options,
    dyncolor_report **report, dyncolor_error *error) {
  return dyncolor_theme_load_memory_n(
      theme, "theme.json", NUL, text, strlen(text), options, report, error);
}

static bool is_painted(
    dyncolor_theme *theme, const char *name, const dyncolor_environment *environment, float r,
    float g, float b) {
  dyncolor_id id;
  dyncolor_rgba color;
  if (dyncolor_theme_find_n(theme, name, NUL, &id, NULL) != DYNCOLOR_OK) return false;
  if (dyncolor_resolve(theme, id, environment, &color, NULL) != DYNCOLOR_OK) return false;
  return color.r == r && color.g == g && color.b == b && color.a == 1;
}

/* The finding at an index. */
static dyncolor_finding finding(const dyncolor_report *report, size_t index) {
  static const dyncolor_finding none = {0, 0, 0, 0, 0, "", "", ""};
  size_t count = 0;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  return index < count ? findings[index] : none;
}

static size_t count_of(const dyncolor_report *report) {
  size_t count = 77;
  dyncolor_report_findings(report, &count);
  return count;
}

static void whole(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_report *report = NULL;
  CHECK(load(theme, "{\"a\": \"red\", \"b\": \"blue\"}", NULL, &report, &error) == DYNCOLOR_OK);
  CHECK(report != NULL && count_of(report) == 0 && dyncolor_report_colors(report) == 2);
  CHECK(dyncolor_report_omitted(report) == 0);
  dyncolor_report_release(report);
  uint64_t before = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);

  /* Two mistakes are both told, with their places, and nothing of the rest is done. */
  report = NULL;
  CHECK(load(theme, "{\"a\": \"green\",\n \"c\": \"#nocolor\",\n  \"d\": \"rgb(1 2)\"}", NULL,
             &report, &error) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(count_of(report) == 2 && dyncolor_report_colors(report) == 0);
  CHECK(finding(report, 0).severity == DYNCOLOR_SEVERITY_ERROR);
  CHECK(finding(report, 0).status == DYNCOLOR_ERROR_SYNTAX);
  CHECK(finding(report, 0).line == 2 && finding(report, 0).column >= 7);
  CHECK(strcmp(finding(report, 0).path, "theme.json") == 0);
  CHECK(finding(report, 1).line == 3 && finding(report, 1).offset > finding(report, 0).offset);
  CHECK(error.status == DYNCOLOR_ERROR_SYNTAX && error.line == 2);
  CHECK(error.offset == finding(report, 0).offset && error.column == finding(report, 0).column);
  CHECK(strcmp(error.path, "theme.json") == 0);
  CHECK(strcmp(error.message, finding(report, 0).message) == 0);
  dyncolor_report_release(report);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  CHECK(dyncolor_theme_generation(theme) == generation);
  CHECK(is_painted(theme, "a", NULL, 1, 0, 0) && dyncolor_theme_count(theme) == 2);
  dyncolor_theme_release(theme);
}

/* How often an observer was told, and of how many colors the last time. */
static size_t told, told_of;

static void hear(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  (void)theme;
  (void)data;
  told++;
  told_of = change->count;
}

static void unchanged(void) {
  dyncolor_theme *theme = new_theme();
  const char *text = "{\"a\": \"red\", \"b\": {\"light\": \"white\", \"dark\": \"var(--a)\"},"
                     " \"c\": {\"value\": \"blue\", \"description\": \"Deep.\"},"
                     " \"d\": \"--variants(any: red; dark more phone: lime)\","
                     " \"e\": \"--palette(x, red)\", \"f\": \"oklch(from var(--a) l c h)\"}";
  uint64_t observer;
  CHECK(load(theme, text, NULL, NULL, NULL) == DYNCOLOR_OK);
  uint64_t generation = dyncolor_theme_generation(theme);
  CHECK(dyncolor_theme_observe(theme, hear, NULL, NULL, &observer, NULL) == DYNCOLOR_OK);
  told = 0;
  CHECK(load(theme, text, NULL, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation && told == 0);
  /* Another description changes no color. */
  CHECK(load(theme, "{\"c\": {\"value\": \"blue\", \"description\": \"Deeper.\"}}", NULL, NULL,
             NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation && told == 0);
  dyncolor_id c;
  const char *description;
  CHECK(dyncolor_theme_find_n(theme, "c", NUL, &c, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_description(theme, c, &description, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(description, "Deeper.") == 0);
  /* One color is changed, and two that refer to it. */
  CHECK(load(theme, "{\"a\": \"lime\", \"c\": \"blue\"}", NULL, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation + 1 && told == 1 && told_of == 3);
  CHECK(dyncolor_id_description(theme, c, &description, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(description, "Deeper.") == 0);
  dyncolor_theme_release(theme);
}

static void prefixes(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_load_options options = options_of(0);
  dyncolor_id outer, palette_color;
  dyncolor_environment night = {0};
  options.prefix = "Night/";
  options.prefix_length = NUL;
  CHECK(dyncolor_register_css_n(theme, "outer", NUL, "#0000ff", NUL, &outer, NULL) ==
        DYNCOLOR_OK);
  CHECK(load(theme, "{\"a\": \"red\", \"b\": \"color-mix(in srgb, var(--a), var(--a))\","
                    " \"c\": \"var(--outer)\", \"d\": \"var(--gone, var(--a))\"}",
             &options, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_painted(theme, "Night/a", NULL, 1, 0, 0) && is_painted(theme, "Night/b", NULL, 1, 0, 0));
  CHECK(is_painted(theme, "Night/c", NULL, 0, 0, 1) && is_painted(theme, "Night/d", NULL, 1, 0, 0));
  CHECK(dyncolor_palette_count(theme) == 1);
  night.palette = 1;
  CHECK(dyncolor_register_css_n(
            theme, "s", NUL, "--palette(a, blue)", NUL, &palette_color, NULL) == DYNCOLOR_OK);
  CHECK(is_painted(theme, "s", &night, 1, 0, 0) && is_painted(theme, "s", NULL, 0, 0, 1));

  /* A prefix that makes a name too long is refused, and one that is none is a wrong argument. */
  char longest[DYNCOLOR_MAX_NAME + 1];
  memset(longest, 'x', sizeof longest);
  options.prefix = longest;
  options.prefix_length = DYNCOLOR_MAX_NAME;
  uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(load(theme, "{\"a\": \"red\"}", &options, NULL, NULL) == DYNCOLOR_ERROR_TOO_COMPLEX);
  options.prefix_length = DYNCOLOR_MAX_NAME + 1;
  CHECK(load(theme, "{\"a\": \"red\"}", &options, NULL, NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  options.prefix = "\xff/";
  options.prefix_length = 2;
  CHECK(load(theme, "{\"a\": \"red\"}", &options, NULL, NULL) == DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

static void layers(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_load_options options = options_of(DYNCOLOR_FORMAT_JSON);
  dyncolor_id id;
  uint16_t owner;
  CHECK(dyncolor_owner_declare_n(theme, "file", NUL, &owner, NULL) == DYNCOLOR_OK);
  CHECK(load(theme, "{\"a\": \"red\"}", NULL, NULL, NULL) == DYNCOLOR_OK);
  options.layer = DYNCOLOR_LAYER_USER;
  options.owner = owner;
  CHECK(load(theme, "{\"a\": \"lime\"}", &options, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_painted(theme, "a", NULL, 0, 1, 0));
  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_owner_clear(theme, owner, NULL) == DYNCOLOR_OK);
  CHECK(is_painted(theme, "a", NULL, 1, 0, 0));
  options.layer = 99;
  CHECK(load(theme, "{\"a\": \"blue\"}", &options, NULL, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  options.layer = 0xFFFF;
  CHECK(load(theme, "{\"a\": \"blue\"}", &options, NULL, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  options.layer = 0;
  options.owner = 9;
  CHECK(load(theme, "{\"a\": \"blue\"}", &options, NULL, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(is_painted(theme, "a", NULL, 1, 0, 0));
  dyncolor_theme_release(theme);
}

static void references(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_load_options strict = options_of(0);
  dyncolor_report *report = NULL;
  strict.flags = DYNCOLOR_LOAD_STRICT;
  const char *text = "{\"a\": \"var(--gone)\",\n\"b\": \"var(--gone, red)\","
                     "\"c\": \"--first(var(--gone), red)\"}";
  CHECK(load(theme, text, &strict, &report, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(count_of(report) == 1 && finding(report, 0).line == 1);
  CHECK(finding(report, 0).severity == DYNCOLOR_SEVERITY_ERROR && dyncolor_theme_count(theme) == 0);
  dyncolor_report_release(report);
  CHECK(load(theme, text, NULL, &report, NULL) == DYNCOLOR_OK);
  CHECK(count_of(report) == 1 && finding(report, 0).severity == DYNCOLOR_SEVERITY_WARNING);
  CHECK(finding(report, 0).status == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(finding(report, 0).context, "gone") == 0);
  dyncolor_report_release(report);
  /* What the theme has need not be in the file. */
  CHECK(load(theme, "{\"gone\": \"lime\"}", NULL, NULL, NULL) == DYNCOLOR_OK);
  CHECK(load(theme, text, &strict, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_painted(theme, "a", NULL, 0, 1, 0));
  dyncolor_theme_release(theme);
}

static void cycles(void) {
  static const struct {
    const char *text;
    size_t count; /* of the colors that refer to themselves */
    const char *why;
  } rows[] = {
      {"{\"a\": \"var(--a)\"}", 1, "to itself"},
      {"{\"a\": \"var(--b)\", \"b\": \"var(--c)\", \"c\": \"var(--a)\", \"d\": \"red\"}", 3,
       "around"},
      {"{\"a\": \"color-mix(in srgb, red, var(--b))\", \"b\": \"light-dark(red, var(--a))\"}", 2,
       "in the dark alone"},
      {"{\"a\": \"light-dark(red, var(--b))\", \"b\": \"light-dark(var(--a), blue)\"}", 0,
       "never at once"},
      {"{\"a\": \"if(media(prefers-contrast: more): var(--a); else: red)\"}", 1,
       "in more contrast"},
      {"{\"$axes\": {\"team\": [\"red\", \"blue\"]},"
       " \"a\": \"if(style(--team: blue): var(--a); else: red)\"}",
       1, "for a team"},
      {"{\"$axes\": {\"team\": [\"red\", \"blue\"]},"
       " \"a\": \"if(style(--team: blue): var(--b); else: red)\","
       " \"b\": \"if(style(--team: red): var(--a); else: red)\"}",
       0, "for no team"},
      {"{\"a\": \"var(--b)\", \"b\": \"var(--c)\", \"c\": \"red\", \"d\": \"var(--a)\"}", 0,
       "a chain"},
      {"{\"a\": \"red\", \"b\": \"var(--b2)\", \"b2\": \"var(--b)\", \"c\": \"var(--b)\"}", 2,
       "not what only leads there"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    uint64_t before = dyncolor_theme_fingerprint(theme);
    dyncolor_status status = load(theme, rows[i].text, NULL, &report, NULL);
    size_t count = 0;
    for (size_t j = 0; j < count_of(report); j++)
      count += finding(report, j).status == DYNCOLOR_ERROR_CYCLE;
    CHECK(status == (rows[i].count == 0 ? DYNCOLOR_OK : DYNCOLOR_ERROR_CYCLE));
    CHECK(count == rows[i].count);
    if (count != rows[i].count) printf("# %s: %zu\n", rows[i].why, count);
    if (status != DYNCOLOR_OK) CHECK(dyncolor_theme_fingerprint(theme) == before);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

static void declarations(void) {
  dyncolor_theme *theme = new_theme();
  uint32_t axis;
  uint8_t value, subtype;
  uint16_t locale;
  /* The numbers of the theme are others than those of the file. */
  CHECK(dyncolor_axis_declare_n(theme, "season", NUL, &axis, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_locale_declare_n(theme, "fr", NUL, &locale, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_subtype_declare_n(theme, "round", NUL, &subtype, NULL) == DYNCOLOR_OK);
  const char *text =
      "{\"$axes\": {\"team\": [\"red\", \"blue\"]}, \"$locales\": [\"de\", \"fr\"],"
      " \"$subtypes\": [\"folded\", \"round\"], \"$palettes\": [\"Night\"],"
      " \"a\": \"--variants(any: black; locale(de): red; locale(fr): lime;"
      " subtype(folded): blue)\","
      " \"b\": \"if(style(--team: blue): blue; else: red)\"}";
  CHECK(load(theme, text, NULL, NULL, NULL) == DYNCOLOR_OK);
  dyncolor_environment environment = {0};
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &locale, NULL) == DYNCOLOR_OK && locale == 2);
  environment.locale = locale;
  CHECK(is_painted(theme, "a", &environment, 1, 0, 0));
  environment.locale = 1;
  CHECK(is_painted(theme, "a", &environment, 0, 1, 0));
  CHECK(dyncolor_subtype_declare_n(theme, "folded", NUL, &subtype, NULL) == DYNCOLOR_OK);
  environment.locale = 0;
  environment.subtype = subtype;
  CHECK(subtype == 2 && is_painted(theme, "a", &environment, 0, 0, 1));
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &axis, NULL) == DYNCOLOR_OK &&
        axis == DYNCOLOR_AXIS_CUSTOM + 1);
  CHECK(dyncolor_axis_declare_value_n(theme, axis, "blue", NUL, &value, NULL) == DYNCOLOR_OK);
  environment.subtype = 0;
  CHECK(dyncolor_environment_set(&environment, axis, value) == DYNCOLOR_OK);
  CHECK(value == 2 && is_painted(theme, "b", &environment, 0, 0, 1));
  CHECK(dyncolor_palette_count(theme) == 1);

  /* More axes than there can be: nothing is declared, and nothing registered. */
  uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(load(theme,
             "{\"$axes\": {\"1\": [], \"2\": [], \"3\": [], \"4\": [], \"5\": [], \"6\": [],"
             " \"7\": []}, \"$palettes\": [\"Day\"], \"$locales\": [\"it\"], \"a\": \"red\"}",
             NULL, NULL, NULL) == DYNCOLOR_ERROR_TOO_MANY_AXES);
  CHECK(dyncolor_theme_fingerprint(theme) == before && dyncolor_palette_count(theme) == 1);
  CHECK(dyncolor_locale_declare_n(theme, "it", NUL, &locale, NULL) == DYNCOLOR_OK && locale == 3);
  dyncolor_theme_release(theme);
}

static bool is_annotated(dyncolor_theme *theme, dyncolor_id id, const char *expected) {
  const char *text = NULL;
  return dyncolor_id_annotation(theme, id, &text, NULL) == DYNCOLOR_OK && text != NULL &&
         strcmp(text, expected) == 0;
}

static void annotations(void) {
  dyncolor_theme *theme = new_theme(), *copy;
  dyncolor_error error = fresh_error();
  dyncolor_id id;
  CHECK(dyncolor_register_css_n(theme, "a", NUL, "red", NUL, &id, NULL) == DYNCOLOR_OK);
  uint64_t plain = dyncolor_theme_fingerprint(theme);
  uint64_t generation = dyncolor_theme_generation(theme);
  CHECK(is_annotated(theme, id, ""));
  CHECK(dyncolor_id_set_annotation_n(theme, id, "{\"x\": 1}", NUL, &error) == DYNCOLOR_OK);
  CHECK(is_annotated(theme, id, "{\"x\": 1}"));
  CHECK(dyncolor_theme_fingerprint(theme) != plain);
  CHECK(dyncolor_theme_generation(theme) == generation);

  size_t size;
  CHECK(dyncolor_theme_to_image(theme, NULL, 0, &size, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  void *image = malloc(size);
  CHECK(dyncolor_theme_to_image(theme, image, size, &size, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_from_image(
            NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copy, NULL) == DYNCOLOR_OK);
  free(image);
  dyncolor_id twin;
  CHECK(dyncolor_theme_find_n(copy, "a", NUL, &twin, NULL) == DYNCOLOR_OK);
  CHECK(is_annotated(copy, twin, "{\"x\": 1}"));
  dyncolor_theme_release(copy);

  CHECK_REFUSED(dyncolor_id_set_annotation_n(theme, id, "a\0b", 3, &error), INVALID_ARGUMENT);
  CHECK_REFUSED(dyncolor_id_set_annotation_n(theme, id, NULL, 3, &error), INVALID_ARGUMENT);
  CHECK_REFUSED(dyncolor_id_set_annotation_n(theme, 0, "{}", 2, &error), FOREIGN_ID);
  CHECK_REFUSED(dyncolor_id_set_annotation_n(theme, id, "\xff", 1, &error), INVALID_UTF8);
  CHECK_REFUSED(dyncolor_id_set_annotation_n(NULL, id, "{}", 2, &error), INVALID_ARGUMENT);
  CHECK_REFUSED(dyncolor_id_annotation(theme, id, NULL, &error), INVALID_ARGUMENT);
  CHECK(dyncolor_id_set_annotation_n(theme, id, NULL, 0, NULL) == DYNCOLOR_OK);
  CHECK(is_annotated(theme, id, "") && dyncolor_theme_fingerprint(theme) == plain);
  dyncolor_theme_release(theme);
}

/* ---- The host's files ---- */

struct archive {
  const char *path;
  const char *text;
  int misuse;
};

static dyncolor_status read_entry(void *data, const char *path, dyncolor_sink *sink) {
  const struct archive *archive = data;
  if (strcmp(path, archive->path) != 0) return DYNCOLOR_ERROR_FILE;
  if (archive->misuse) {
    CHECK(dyncolor_sink_add_n(sink, "a", NUL, 0) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
    CHECK(dyncolor_sink_append(sink, NULL, 1) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
    CHECK(dyncolor_sink_append(sink, "a", SIZE_MAX) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
    CHECK(dyncolor_sink_append(NULL, "a", 1) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  }
  for (const char *text = archive->text; *text != 0; text++)
    if (dyncolor_sink_append(sink, text, 1) != DYNCOLOR_OK) return DYNCOLOR_ERROR_FILE;
  return DYNCOLOR_OK;
}

static dyncolor_status read_too_much(void *data, const char *path, dyncolor_sink *sink) {
  static const char spaces[1 << 20];
  dyncolor_status status = DYNCOLOR_OK;
  (void)data, (void)path;
  for (int i = 0; i <= 64 && status == DYNCOLOR_OK; i++)
    status = dyncolor_sink_append(sink, spaces, sizeof spaces);
  return status;
}

static dyncolor_status list_nothing(void *data, const char *path, dyncolor_sink *sink) {
  (void)data, (void)path, (void)sink;
  return DYNCOLOR_ERROR_FILE;
}

static void host_files(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_load_options options = options_of(0);
  struct archive archive = {"themes/a.json", "{\"a\": \"red\"}", 1};
  dyncolor_files files = {sizeof files, &archive, read_entry, NULL};
  dyncolor_report *report = NULL;
  dyncolor_error error = fresh_error();
  options.files = &files;
  CHECK(dyncolor_theme_load_n(theme, "themes/a.json", NUL, &options, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_load_n(theme, "./themes//x/../a.json", NUL, &options, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(is_painted(theme, "a", NULL, 1, 0, 0));
  CHECK(dyncolor_theme_load_n(theme, "b.json", NUL, &options, &report, &error) ==
        DYNCOLOR_ERROR_FILE);
  CHECK(strcmp(error.context, "b.json") == 0 && count_of(report) == 1);
  dyncolor_report_release(report);
  CHECK(dyncolor_theme_load_n(theme, "../a.json", NUL, &options, NULL, NULL) ==
        DYNCOLOR_ERROR_OUTSIDE);
  CHECK(dyncolor_theme_load_n(theme, "/themes/a.json", NUL, &options, NULL, NULL) ==
        DYNCOLOR_ERROR_OUTSIDE);
  /* A file that is too large, and a folder that is none. */
  files.read = read_too_much;
  CHECK_REFUSED(dyncolor_theme_load_n(theme, "a.json", NUL, &options, &report, &error),
                TOO_COMPLEX);
  CHECK(strcmp(error.context, "a.json") == 0 && count_of(report) == 1);
  dyncolor_report_release(report);
  files.list = list_nothing;
  options.format = DYNCOLOR_FORMAT_ASSET_CATALOG;
  CHECK_REFUSED(dyncolor_theme_load_n(theme, ".", NUL, &options, &report, &error), FILE);
  CHECK(strcmp(error.context, ".") == 0 && count_of(report) == 1);
  dyncolor_report_release(report);
  files.read = NULL;
  CHECK_REFUSED(
      dyncolor_theme_load_n(theme, "a.json", NUL, &options, NULL, &error), INVALID_ARGUMENT);
  dyncolor_theme_release(theme);
}

static int stop(void *data, const char *path, size_t colors) {
  CHECK(strcmp(path, "theme.json") == 0 && colors == 0);
  return ++*(int *)data;
}

static int go_on(void *data, const char *path, size_t colors) {
  (void)path;
  (void)colors;
  ++*(int *)data;
  return 0;
}

static void progress(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_load_options options = options_of(0);
  dyncolor_report *report = NULL;
  int calls = 0;
  options.progress = stop;
  options.progress_user_data = &calls;
  CHECK(load(theme, "{\"a\": \"red\"}", &options, &report, NULL) == DYNCOLOR_ERROR_CANCELLED);
  CHECK(calls == 1 && report != NULL && dyncolor_theme_count(theme) == 0);
  dyncolor_report_release(report);
  options.progress = go_on;
  CHECK(load(theme, "{\"a\": \"red\"}", &options, NULL, NULL) == DYNCOLOR_OK && calls > 1);
  dyncolor_theme_release(theme);
}

static void many_findings(void) {
  dyncolor_theme *theme = new_theme();
  char *text = malloc(1 << 20), *end = text;
  dyncolor_report *report = NULL;
  end += sprintf(end, "{");
  for (int i = 0; i < 3000; i++)
    end += sprintf(end, "%s\n\"c%d\": \"var(--gone%d)\"", i == 0 ? "" : ",", i, i);
  sprintf(end, "}");
  CHECK(load(theme, text, NULL, &report, NULL) == DYNCOLOR_OK);
  CHECK(count_of(report) == 1000 && dyncolor_report_omitted(report) == 2000);
  CHECK(finding(report, 999).line == 1001);
  dyncolor_report_release(report);
  free(text);
  dyncolor_theme_release(theme);
}

static void refusals(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_load_options options = options_of(0);
  dyncolor_report *report;
  MARK(report);
  CHECK_REFUSED(dyncolor_theme_load_n(NULL, "a", NUL, NULL, &report, &error), INVALID_ARGUMENT);
  CHECK_REFUSED(dyncolor_theme_load_n(theme, NULL, 0, NULL, &report, &error), INVALID_ARGUMENT);
  CHECK_REFUSED(dyncolor_theme_load_n(theme, "", 0, NULL, &report, &error), INVALID_ARGUMENT);
  CHECK_REFUSED(dyncolor_theme_load_n(theme, "a\0b", 3, NULL, &report, &error), INVALID_ARGUMENT);
  CHECK_REFUSED(
      dyncolor_theme_load_memory_n(theme, "a", 1, NULL, 1, NULL, &report, &error),
      INVALID_ARGUMENT);
  CHECK_REFUSED(
      dyncolor_theme_load_memory_n(theme, "a", 1, "{}", SIZE_MAX, NULL, &report, &error),
      INVALID_ARGUMENT);
  options.format = DYNCOLOR_FORMAT_TAILWIND;
  CHECK_REFUSED(
      dyncolor_theme_load_memory_n(theme, "a", 1, "{}", 2, &options, &report, &error),
      INVALID_ARGUMENT);
  options.format = 0;
  options.flags = 4;
  CHECK_REFUSED(
      dyncolor_theme_load_memory_n(theme, "a", 1, "{}", 2, &options, &report, &error),
      INVALID_ARGUMENT);
  options.flags = 0;
  options.size = 8;
  CHECK_REFUSED(
      dyncolor_theme_load_memory_n(theme, "a", 1, "{}", 2, &options, &report, &error),
      INVALID_ARGUMENT);
  options.size = sizeof options;
  options.system_version = "14";
  options.system_version_length = 2;
  CHECK_REFUSED(
      dyncolor_theme_load_memory_n(theme, "a", 1, "{}", 2, &options, &report, &error),
      UNKNOWN_NAME);
  CHECK_MARKED(report);
  CHECK(dyncolor_report_findings(NULL, NULL) == NULL && dyncolor_report_colors(NULL) == 0);
  CHECK(dyncolor_report_omitted(NULL) == 0);
  dyncolor_report_release(NULL);

  /* A name that is too long, and one with a NUL in it. */
  char *text = malloc(1 << 21);
  text[0] = '{';
  text[1] = '"';
  memset(text + 2, 'n', 1 << 20);
  strcpy(text + 2 + (1 << 20), "\": \"red\"}");
  CHECK(load(theme, text, NULL, NULL, NULL) == DYNCOLOR_ERROR_TOO_COMPLEX);
  free(text);
  CHECK(load(theme, "{\"a\\u0000b\": \"red\"}", NULL, NULL, NULL) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(load(theme, "{\"\": \"red\"}", NULL, NULL, NULL) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(dyncolor_theme_load_memory_n(theme, NULL, 0, "\1\2", 2, NULL, NULL, NULL) ==
        DYNCOLOR_ERROR_UNKNOWN_FORMAT);
  CHECK(dyncolor_theme_load_n(theme, "/nonexistent/theme.json", NUL, NULL, NULL, &error) ==
        DYNCOLOR_ERROR_FILE);
  CHECK(strcmp(error.path, "/nonexistent/theme.json") == 0 && error.line == 0);
  CHECK(dyncolor_theme_count(theme) == 0);
  dyncolor_theme_release(theme);
}

/* A folder is of few formats, and what its folders are called must be UTF-8. */
static void folders(void) {
  static const char contents[] =
      "{\"colors\": [{\"idiom\": \"universal\", \"color\": {\"color-space\": \"srgb\","
      " \"components\": {\"red\": \"1.0\", \"green\": \"0.0\", \"blue\": \"0.0\","
      " \"alpha\": \"1.0\"}}}]}";
  static const char *const names[] = {"a", "\377"};
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  char folder[] = "/tmp/dyncolor-loading-XXXXXX", set[64], path[96];
  CHECK(mkdtemp(folder) != NULL);
  for (size_t i = 0; i < COUNT(names); i++) {
    snprintf(set, sizeof set, "%s/%s.colorset", folder, names[i]);
    snprintf(path, sizeof path, "%s/Contents.json", set);
    CHECK(mkdir(set, 0755) == 0);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL && fputs(contents, file) >= 0 && fclose(file) == 0);
    if (i == 0) {
      CHECK(dyncolor_theme_load_n(theme, folder, NUL, NULL, NULL, NULL) == DYNCOLOR_OK);
      CHECK(is_painted(theme, "a", NULL, 1, 0, 0));
      const dyncolor_load_options options = options_of(DYNCOLOR_FORMAT_KDE);
      CHECK_REFUSED(dyncolor_theme_load_n(theme, folder, NUL, &options, NULL, &error),
                    UNKNOWN_FORMAT);
    } else {
      CHECK_REFUSED(dyncolor_theme_load_n(theme, folder, NUL, NULL, NULL, &error), INVALID_UTF8);
    }
    CHECK(remove(path) == 0 && remove(set) == 0);
  }
  CHECK(remove(folder) == 0 && dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);
}

/* ---- Folders of tokens ---- */

/* Goes into a new folder. */
static void enter(const char *name) { CHECK(mkdir(name, 0755) == 0 && chdir(name) == 0); }

static void leave(const char *name) { CHECK(chdir("..") == 0 && rmdir(name) == 0); }

static void put(const char *name, const char *text) {
  FILE *file = fopen(name, "wb");
  CHECK(file != NULL && fputs(text, file) >= 0);
  if (file != NULL) fclose(file);
}

/* Loads a folder, and says what is told first, and of how many findings. */
static dyncolor_status load_folder(const char *path, char message[64], size_t *count) {
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  dyncolor_load_options options = options_of(DYNCOLOR_FORMAT_DESIGN_TOKENS);
  dyncolor_status status = dyncolor_theme_load_n(theme, path, NUL, &options, &report, NULL);
  *count = count_of(report);
  snprintf(message, 64, "%s", finding(report, 0).message);
  CHECK(dyncolor_theme_count(theme) == 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
  return status;
}

static void token_folders(void) {
  char root[] = "/tmp/dyncolor-loading-XXXXXX", old[4096], message[64], name[256];
  size_t count = 0;
  CHECK(getcwd(old, sizeof old) != NULL && mkdtemp(root) != NULL && chdir(root) == 0);

  put("theme.resolver.json", "{");
  CHECK(load_folder(root, message, &count) == DYNCOLOR_ERROR_SYNTAX && count == 1);
  CHECK(remove("theme.resolver.json") == 0);

  put("a.tokens.json", "{");
  put("b.tokens.json", "{\"a\": {\"$type\": \"number\", \"$value\": 1}}");
  CHECK(load_folder(root, message, &count) == DYNCOLOR_ERROR_SYNTAX);

  /* A file that is no JSON is told once, however often others refer to it. */
  put("a.tokens.json", "{\"a\": {\"$ref\": \"x.json#/a\"}, \"b\": {\"$ref\": \"x.json#/b\"}}");
  put("x.json", "no");
  CHECK(load_folder(root, message, &count) == DYNCOLOR_ERROR_SYNTAX && count == 2);
  CHECK(remove("a.tokens.json") == 0 && remove("b.tokens.json") == 0 && remove("x.json") == 0);

  for (int i = 0; i < 65; i++) enter("d");
  CHECK(load_folder(root, message, &count) == DYNCOLOR_ERROR_TOO_COMPLEX && count == 1);
  CHECK(strcmp(message, "folders are nested too deeply; at most 64 levels are read") == 0);
  for (int i = 0; i < 65; i++) leave("d");

  /* Folders with names of 250 bytes, down to where a path is as long as it may be. */
  memset(name, 'n', sizeof name);
  name[250] = 0;
  for (int i = 0; i < 16; i++) enter(name);
  name[75] = 0;
  enter(name);
  enter("abcdefgh");
  CHECK(load_folder(root, message, &count) == DYNCOLOR_ERROR_TOO_COMPLEX && count == 1);
  CHECK(strcmp(message, "the path is too long; shorten the names of folders or files") == 0);
  leave("abcdefgh");
  leave(name);
  name[75] = 'n';
  for (int i = 0; i < 16; i++) leave(name);
  CHECK(chdir(old) == 0 && rmdir(root) == 0);
}

int main(void) {
  CLAIM("a load commits completely, or reports all errors and changes nothing", whole);
  CLAIM("unchanged colors are not registered again", unchanged);
  CLAIM("the prefix is added to names and to references between them", prefixes);
  CLAIM("a load registers in the given layer and for the given owner", layers);
  CLAIM("references to unknown colors are reported", references);
  CLAIM("colors that refer to themselves in any environment are refused", cycles);
  CLAIM("axes are declared together with the colors that use them, or not at all", declarations);
  CLAIM("annotations are kept", annotations);
  CLAIM("unreadable folders of tokens are reported", token_folders);
  CLAIM("the host may read files itself", host_files);
  CLAIM("a folder has a format that folders have, and names in UTF-8", folders);
  CLAIM("a load reports its progress, and can be cancelled", progress);
  CLAIM("findings beyond the limit are counted", many_findings);
  CLAIM("invalid arguments and hostile names are refused", refusals);
  return CHECK_RESULT;
}
