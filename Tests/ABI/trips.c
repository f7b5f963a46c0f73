/* Themes that are written, read and written again, in memory: what the host gets is what the host
 * gives. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive.h"
#include "themes.h"

/* In whatever order. */
static bool are_same(const archive *a, const archive *b) {
  size_t same = 0;
  for (size_t i = 0; i < a->count; i++)
    for (size_t j = 0; j < b->count; j++)
      same += strcmp(a->entries[i].path, b->entries[j].path) == 0 &&
              a->entries[i].size == b->entries[j].size &&
              memcmp(a->entries[i].bytes, b->entries[j].bytes, a->entries[i].size) == 0;
  return same == a->count && same == b->count;
}

/* ---- There and back ---- */

enum { CATALOG, TOKENS, STYLE_SHEET, JSON };

/* A format, where its files are, and which of them is loaded. */
static const struct {
  dyncolor_format format;
  const char *folder, *path;
} formats[] = {
    {DYNCOLOR_FORMAT_ASSET_CATALOG, "theme.xcassets", "theme.xcassets"},
    {DYNCOLOR_FORMAT_DESIGN_TOKENS, "", "theme.resolver.json"},
    {DYNCOLOR_FORMAT_STYLE_SHEET, "theme.css", "theme.css"},
    {DYNCOLOR_FORMAT_JSON, "theme.json", "theme.json"},
};

/* The number of findings. */
static size_t write_to(dyncolor_theme *theme, size_t format, archive *files) {
  dyncolor_write_options options = {.size = sizeof options,
                                    .format = (uint32_t)formats[format].format};
  dyncolor_report *report = NULL;
  size_t count = 0;
  files->count = 0;
  files->folder = formats[format].folder;
  CHECK(dyncolor_write_files(theme, &options, archive_write, files, &report, NULL) == DYNCOLOR_OK);
  dyncolor_report_findings(report, &count);
  dyncolor_report_release(report);
  return count;
}

static dyncolor_theme *read_from(const archive *files, size_t format) {
  const dyncolor_files host = files_of(files);
  dyncolor_load_options options = {
      .size = sizeof options, .format = (uint32_t)formats[format].format, .files = &host};
  dyncolor_report *report = NULL;
  dyncolor_theme *theme = new_theme();
  size_t count = 0;
  CHECK(dyncolor_load_path(theme, formats[format].path, NUL, &options, &report, NULL) ==
        DYNCOLOR_OK);
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++)
    printf("# %s:%u: %s: %s\n", findings[i].path, findings[i].line, findings[i].message,
           findings[i].context);
  CHECK(count == 0);
  dyncolor_report_release(report);
  return theme;
}

static void check_equal(dyncolor_theme *a, dyncolor_theme *b) {
  dyncolor_id ids[64];
  size_t count = dyncolor_count(a);
  CHECK(count == dyncolor_count(b) && count <= COUNT(ids));
  CHECK(dyncolor_list(a, ids, COUNT(ids), &count, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < count; i++) {
    const char *name = NULL, *text = NULL, *other_text = NULL;
    dyncolor_id id = 0;
    CHECK(dyncolor_name(a, ids[i], &name, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_find(b, name, NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_equal(a, ids[i], b, id));
    CHECK(dyncolor_description(a, ids[i], &text, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_description(b, id, &other_text, NULL) == DYNCOLOR_OK);
    CHECK(text && other_text && strcmp(text, other_text) == 0);
  }
}

static const struct {
  const char *name, *css;
} colors[] = {
    {"accent", "light-dark(#0461be, #81d0ff)"},
    {"plain", "#123456"},
    {"clear", "rgb(1 2 3 / 50%)"},
    {"four", "--variants(any: #111111; dark: #222222; more: #333333; dark more: #444444)"},
    {"contrast", "--variants(any: #111111; more: #222222)"},
    {"Night/primary", "#abcdef"},
    {"Night/inner/secondary", "light-dark(#010203, #040506)"},
    {"wide", "--variants(any: #f00; display-p3: color(display-p3 1 0 0))"},
    {"tv", "--variants(any: #111111; tv: #222222; dark tv: color(display-p3 0.5 0.25 0.125))"},
    {"gray", "light-dark(color(--gray-gamma-22 0.5), color(--extended-srgb -0.25 1.5 0.5))"},
};

static dyncolor_theme *sample(void) {
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < COUNT(colors); i++) {
    dyncolor_id id;
    CHECK(dyncolor_register_css(theme, colors[i].name, NUL, colors[i].css, NUL, &id, NULL) ==
          DYNCOLOR_OK);
  }
  return theme;
}

static void catalog_and_tokens(void) {
  static archive catalog, tokens, again;
  dyncolor_theme *theme = sample();
  CHECK(write_to(theme, CATALOG, &catalog) == 0);
  CHECK(catalog.count >= COUNT(colors));
  dyncolor_theme *of_catalog = read_from(&catalog, CATALOG);
  check_equal(theme, of_catalog);
  CHECK(write_to(of_catalog, TOKENS, &tokens) == 0);
  dyncolor_theme *of_tokens = read_from(&tokens, TOKENS);
  check_equal(of_catalog, of_tokens);
  CHECK(write_to(of_tokens, CATALOG, &again) == 0);
  CHECK(are_same(&catalog, &again));
  dyncolor_theme *last = read_from(&again, CATALOG);
  check_equal(theme, last);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(of_catalog);
  dyncolor_theme_release(of_tokens);
  dyncolor_theme_release(last);
  archive_clear(&catalog);
  archive_clear(&tokens);
  archive_clear(&again);
}

static void one_file_and_many(void) {
  static archive many;
  dyncolor_theme *theme = sample();
  dyncolor_write_options options = {.size = sizeof options,
                                    .format = DYNCOLOR_FORMAT_DESIGN_TOKENS};
  size_t length = 0, same = 0;
  CHECK(dyncolor_write_memory(theme, &options, NULL, 0, &length, NULL, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  char *text = malloc(length + 1);
  CHECK(dyncolor_write_memory(theme, &options, text, length + 1, &same, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(same == length && strlen(text) == length);
  dyncolor_theme *of_one = new_theme();
  CHECK(dyncolor_load_memory(of_one, "a.resolver.json", NUL, text, length, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(write_to(theme, TOKENS, &many) == 0);
  dyncolor_theme *of_many = read_from(&many, TOKENS);
  check_equal(theme, of_one);
  check_equal(of_one, of_many);
  free(text);
  archive_clear(&many);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(of_one);
  dyncolor_theme_release(of_many);
}

/* A theme in a format, read again. A table of variants that comes from a style sheet is one of
 * conditions, of which a catalog may say less than all; but what it says is right. */
static dyncolor_theme *through(dyncolor_theme *theme, size_t format, bool is_exact) {
  static archive files;
  size_t findings = write_to(theme, format, &files);
  CHECK(!is_exact || findings == 0);
  dyncolor_theme *back = read_from(&files, format);
  archive_clear(&files);
  return back;
}

static void every_format_after_every_other(void) {
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < 7; i++) {
    dyncolor_id id;
    CHECK(dyncolor_register_css(theme, colors[i].name, NUL, colors[i].css, NUL, &id, NULL) ==
          DYNCOLOR_OK);
  }
  for (size_t i = 0; i < COUNT(formats); i++) {
    dyncolor_theme *first = through(theme, i, true);
    check_equal(theme, first);
    for (size_t j = 0; j < COUNT(formats); j++) {
      dyncolor_theme *second = through(first, j, false);
      check_equal(theme, second);
      dyncolor_theme_release(second);
    }
    dyncolor_theme_release(first);
  }
  dyncolor_theme_release(theme);
}

/* ---- Without memory ---- */

static dyncolor_status ignore(void *user_data, const char *path, const void *bytes, size_t size) {
  (void)user_data, (void)path, (void)bytes, (void)size;
  return DYNCOLOR_OK;
}

/* Where a format's files are. */
typedef struct place {
  size_t format;
  dyncolor_files files;
} place;

static dyncolor_status load_from(dyncolor_theme *theme, const void *data) {
  const place *from = data;
  dyncolor_load_options options = {.size = sizeof options,
                                   .format = (uint32_t)formats[from->format].format,
                                   .files = &from->files};
  dyncolor_report *report = NULL;
  dyncolor_status status =
      dyncolor_load_path(theme, formats[from->format].path, NUL, &options, &report, NULL);
  dyncolor_report_release(report);
  return status;
}

static dyncolor_status write_nowhere(dyncolor_theme *theme, const void *data) {
  const place *like = data;
  dyncolor_write_options options = {.size = sizeof options,
                                    .format = (uint32_t)formats[like->format].format};
  dyncolor_report *report = NULL;
  dyncolor_status status = dyncolor_write_files(theme, &options, ignore, NULL, &report, NULL);
  dyncolor_report_release(report);
  return status;
}

static void memory_runs_out(void) {
  dyncolor_theme *theme = sample();
  for (size_t i = 0; i < COUNT(formats); i++) {
    static archive files;
    write_to(theme, i, &files);
    const place where = {i, files_of(&files)};
    short_heap heap = {.left = SIZE_MAX};
    dyncolor_theme *back = new_theme_in(&heap);
    size_t loading = 0, writing = 0;
    while (runs_short(&heap, loading, back, load_from, &where)) loading++;
    while (runs_short(&heap, writing, back, write_nowhere, &where)) writing++;
    CHECK(loading > 20 && writing > 20);
    dyncolor_theme_release(back);
    CHECK(heap.taken == 0);
    archive_clear(&files);
  }
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("a catalog comes back from design tokens to the byte", catalog_and_tokens);
  CLAIM("design tokens in one file and in many are the same theme", one_file_and_many);
  CLAIM("a theme comes back from every format after every other", every_format_after_every_other);
  CLAIM("no failed allocation of reading or writing a format is more than an error",
        memory_runs_out);
  return CHECK_RESULT;
}
