/* Files that a target is made of, and what must hold of whatever loads them. */
#ifndef LOADS_H
#define LOADS_H

#include "../ABI/archive.h"
#include "fuzz.h"

/* What is loaded: one file in memory, or files of the host's. */
typedef struct loaded {
  uint32_t format;
  const char *name;  /* of the one file */
  const char *bytes; /* of the one file */
  size_t size;
  archive files; /* none for one file */
  char *path;    /* of what is loaded of them */
  uint32_t flags;
} loaded;

/* Several files are each behind a line with its path, which begins with MARK. What is loaded is the
 * first of them, or the folder that it is in. */
#define FILE_MARK "=== "

static inline const char *end_of_file(const char *start, const char *end) {
  for (const char *at = start; at < end; at++)
    if (*at == '\n' && (size_t)(end - at) > sizeof FILE_MARK - 1 &&
        memcmp(at + 1, FILE_MARK, sizeof FILE_MARK - 1) == 0)
      return at + 1;
  return end;
}

static inline void open_input(loaded *input, const char *text, size_t size) {
  const char *at = text, *end = text + size;
  const size_t mark = sizeof FILE_MARK - 1;
  input->files.entries = malloc(MOST_FILES * sizeof *input->files.entries);
  if (input->files.entries == NULL) abort();
  while ((size_t)(end - at) > mark && memcmp(at, FILE_MARK, mark) == 0 &&
         input->files.count < MOST_FILES) {
    const char *line = memchr(at, '\n', (size_t)(end - at));
    if (line == NULL) line = end;
    entry *made = &input->files.entries[input->files.count++];
    const char *start = line == end ? end : line + 1;
    made->path = strndup(at + mark, (size_t)(line - at) - mark);
    at = end_of_file(start == end ? end : start - 1, end);
    made->size = at > start ? (size_t)(at - start) : 0;
    made->bytes = exact_copy(start, made->size);
  }
  if (input->files.count == 0) return;
  const char *first = input->files.entries[0].path;
  input->path = strndup(first, strcspn(first, "/"));
}

static inline void close_input(loaded *input) {
  archive_clear(&input->files);
  free(input->path);
}

static inline dyncolor_status load_into(dyncolor_theme *theme, const loaded *input,
                                        dyncolor_report **report, dyncolor_error *error) {
  const dyncolor_files files = files_of(&input->files);
  dyncolor_load_options options = {
      .size = sizeof options, .format = input->format, .flags = input->flags};
  if (input->path == NULL)
    return dyncolor_theme_load_memory_n(theme, input->name, NUL, input->bytes, input->size,
                                        &options, report, error);
  options.files = &files;
  return dyncolor_theme_load_n(theme, input->path, NUL, &options, report, error);
}

/* For runs_short. */
static inline dyncolor_status load_as_call(dyncolor_theme *theme, const void *data) {
  return load_into(theme, data, NULL, NULL);
}

/* ---- Reports --------------------------------------------------------------------------------- */

static inline bool has_suffix(const char *text, const char *suffix) {
  size_t length = strlen(text), ending = strlen(suffix);
  return ending <= length && strcmp(text + length - ending, suffix) == 0;
}

/* Each finding is of a file, and has its place there. How many warnings there are, and notes that
 * are errors where leniency is not wanted. */
static inline size_t check_report(const dyncolor_report *report, const loaded *input) {
  size_t count = 0, warnings = 0;
  const dyncolor_finding *found = dyncolor_report_findings(report, &count);
  REQUIRE(count <= 1000 && (count == 1000 || dyncolor_report_omitted(report) == 0));
  for (size_t i = 0; i < count; i++) {
    REQUIRE(is_error(found[i].status) ||
            (found[i].status == DYNCOLOR_OK && found[i].severity == DYNCOLOR_SEVERITY_NOTE));
    REQUIRE(found[i].message[0] != 0);
    REQUIRE(found[i].severity >= DYNCOLOR_SEVERITY_NOTE &&
            found[i].severity <= DYNCOLOR_SEVERITY_ERROR);
    warnings += found[i].severity == DYNCOLOR_SEVERITY_WARNING ||
                (found[i].severity == DYNCOLOR_SEVERITY_NOTE && is_error(found[i].status));
    REQUIRE(found[i].line > 0 || found[i].column == 0);
    if (found[i].line == 0 || found[i].status == DYNCOLOR_ERROR_INVALID_UTF8) continue;
    /* Of files whose paths end alike, any. */
    bool is_right = input->path == NULL && is_place(found[i].line, found[i].column,
                                                    found[i].offset, input->bytes, input->size);
    for (size_t j = 0; j < input->files.count && !is_right; j++) {
      const entry *file = &input->files.entries[j];
      is_right = has_suffix(file->path, found[i].path) &&
                 is_place(found[i].line, found[i].column, found[i].offset, file->bytes, file->size);
    }
    REQUIRE(is_right);
  }
  return warnings;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Formats that are read again, where their files are, and which of them is loaded. */
static const struct {
  uint32_t format;
  const char *folder, *path;
} trips[] = {
    {DYNCOLOR_FORMAT_JSON, "theme.json", "theme.json"},
    {DYNCOLOR_FORMAT_ASSET_CATALOG, "theme.xcassets", "theme.xcassets"},
    {DYNCOLOR_FORMAT_DESIGN_TOKENS, "", "theme.resolver.json"},
    {DYNCOLOR_FORMAT_STYLE_SHEET, "theme.css", "theme.css"},
};

/* Formats that are only written, or hold less than a theme. */
static const uint32_t others[] = {
    DYNCOLOR_FORMAT_KDE,      DYNCOLOR_FORMAT_TAILWIND, DYNCOLOR_FORMAT_GTK,
    DYNCOLOR_FORMAT_GTK_MEDIA, DYNCOLOR_FORMAT_C_HEADER, DYNCOLOR_FORMAT_PREVIEW,
    DYNCOLOR_FORMAT_SHEET,    DYNCOLOR_FORMAT_GIMP_PALETTE, DYNCOLOR_FORMAT_XRESOURCES,
    DYNCOLOR_FORMAT_KITTY,    DYNCOLOR_FORMAT_ALACRITTY};

/* Writes a theme. Whether that says all of it. */
static inline bool is_written_to(archive *files, dyncolor_theme *theme, uint32_t format,
                                 const char *folder) {
  dyncolor_write_options options = {.size = sizeof options, .format = format};
  dyncolor_report *report = NULL;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  size_t count = 0;
  files->folder = folder;
  dyncolor_status status =
      dyncolor_theme_write_files(theme, &options, archive_write, files, &report, &error);
  if (status != DYNCOLOR_OK)
    fprintf(stderr, "format %u is not written: %s: %s\n", format, error.message, error.context);
  REQUIRE(status == DYNCOLOR_OK && files->count > 0);
  dyncolor_report_findings(report, &count);
  dyncolor_report_release(report);
  return count == 0;
}

static inline void show_files(const archive *files) {
  for (size_t i = 0; i < files->count; i++)
    fprintf(stderr, "%s%s\n%s\n", FILE_MARK, files->entries[i].path, files->entries[i].bytes);
}

/* Whether colors of two themes are painted alike, with the least of differences. */
static inline bool looks_alike(dyncolor_theme *a, dyncolor_id id, dyncolor_theme *b,
                               dyncolor_id other) {
  for (int i = 0; i < 4; i++) {
    const dyncolor_environment environment = {
        .scheme = i & 1 ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT,
        .contrast = i & 2 ? DYNCOLOR_CONTRAST_MORE : DYNCOLOR_CONTRAST_STANDARD};
    float one[4] = {0}, two[4] = {0};
    dyncolor_status statuses[2] = {DYNCOLOR_OK, DYNCOLOR_OK};
    dyncolor_resolve_list(a, &id, 1, &environment, DYNCOLOR_LAYOUT_FLOAT4, one, sizeof one,
                          &statuses[0], NULL);
    dyncolor_resolve_list(b, &other, 1, &environment, DYNCOLOR_LAYOUT_FLOAT4, two, sizeof two,
                          &statuses[1], NULL);
    if ((statuses[0] == DYNCOLOR_OK) != (statuses[1] == DYNCOLOR_OK)) return false;
    for (int j = 0; j < 4; j++) {
      const float difference = one[j] < two[j] ? two[j] - one[j] : one[j] - two[j];
      const float size = one[j] < 0 ? -one[j] : one[j];
      if (difference > 1e-3f * (1 + size)) return false;
    }
  }
  return true;
}

/* Themes have the same colors under the same names, or at least such that look so. */
static inline bool are_alike(dyncolor_theme *a, dyncolor_theme *b, const dyncolor_id *ids,
                             size_t count, bool is_exact) {
  for (size_t i = 0; i < count; i++) {
    const char *name = NULL;
    dyncolor_id id = 0;
    REQUIRE(dyncolor_id_name(a, ids[i], &name, NULL) == DYNCOLOR_OK);
    if (name[0] == 0) continue;
    if (dyncolor_theme_find_n(b, name, NUL, &id, NULL) == DYNCOLOR_OK &&
        (is_exact ? dyncolor_id_equal(a, ids[i], b, id) : looks_alike(a, ids[i], b, id)))
      continue;
    char *one = made_of(a, ids[i]), *other = id == 0 ? NULL : made_of(b, id);
    fprintf(stderr, "%s: %s, and then %s\n", name, one ? one : "?", other ? other : "nothing");
    free(one);
    free(other);
    return false;
  }
  return true;
}

/* What is written without a finding is read again as the same, and written as the same. Style
 * sheets have no words for notes, and say some things in the way that browsers understand; and
 * catalogs and tokens have words for fewer environments. */
static inline void check_trip(dyncolor_theme *theme, size_t trip, const dyncolor_id *ids,
                              size_t count, bool is_forged, bool is_again) {
  archive files = {0}, again = {0};
  bool says_all = is_written_to(&files, theme, trips[trip].format, trips[trip].folder);
  const dyncolor_files host = files_of(&files);
  dyncolor_load_options options = {
      .size = sizeof options, .format = trips[trip].format, .files = &host};
  dyncolor_theme *back = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status =
      dyncolor_theme_load_n(back, trips[trip].path, NUL, &options, NULL, &error);
  const bool is_exact = trips[trip].format == DYNCOLOR_FORMAT_JSON;
  bool is_good = status == DYNCOLOR_OK &&
                 (!says_all || is_forged || are_alike(theme, back, ids, count, is_exact));
  /* A forged image may have cycles, which no load accepts. */
  if (is_forged && status == DYNCOLOR_ERROR_CYCLE) is_good = true;
  if (!is_good) {
    fprintf(stderr, "%u:%u: %s: %s\n", error.line, error.column, error.message, error.context);
    show_files(&files);
  }
  REQUIRE(is_good);
  if (says_all && !is_forged && trips[trip].format != DYNCOLOR_FORMAT_STYLE_SHEET) {
    is_written_to(&again, back, trips[trip].format, trips[trip].folder);
    bool is_same = again.count == files.count;
    for (size_t i = 0; i < files.count && is_same; i++) {
      const entry *found = archive_find(&again, files.entries[i].path);
      is_same = found != NULL && found->size == files.entries[i].size &&
                memcmp(found->bytes, files.entries[i].bytes, found->size) == 0;
    }
    /* What others say may be spelled otherwise once it has been read, but not ever again. */
    if (!is_same && !is_again) {
      dyncolor_id *its = malloc((count + 1) * sizeof *its);
      REQUIRE(dyncolor_theme_colors(back, its, count, &count, NULL) == DYNCOLOR_OK);
      check_trip(back, trip, its, count, false, true);
      free(its);
      is_same = true;
    }
    if (!is_same) show_files(&files), show_files(&again);
    REQUIRE(is_same);
  }
  archive_clear(&files);
  archive_clear(&again);
  dyncolor_theme_release(back);
}

/* ---- Themes ---------------------------------------------------------------------------------- */

/* What holds of any theme, tried in a few of the ways there are, which `choice` says. */
static inline void check_theme(dyncolor_theme *theme, uint32_t choice, bool is_forged) {
  enum { MOST = 24 };
  size_t count = dyncolor_theme_count(theme);
  dyncolor_id *ids = malloc((count + 1) * sizeof *ids);
  REQUIRE(dyncolor_theme_colors(theme, ids, count, &count, NULL) == DYNCOLOR_OK);
  const size_t few = count < MOST ? count : MOST;
  check_resolving(theme, ids, few, &environments[choice % COUNT(environments)]);
  check_saving(theme);
  check_trip(theme, (choice >> 4) % COUNT(trips), ids, count, is_forged, false);
  static archive files;
  is_written_to(&files, theme, others[(choice >> 8) % COUNT(others)], "other");
  archive_clear(&files);
  check_printing(theme, ids, few, is_forged);
  free(ids);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* Loads an input with too little memory for it: an error, and no change. */
static inline void check_shortage(const loaded *input, uint32_t choice) {
  short_heap heap = {.left = SIZE_MAX, .stays_short = choice & 1};
  dyncolor_theme *theme = new_theme_in(&heap);
  runs_short(&heap, (choice >> 1) % 64, theme, load_as_call, input);
  dyncolor_theme_release(theme);
  REQUIRE(heap.taken == 0);
}

/* Without leniency, warnings are errors. */
static inline void check_strictness(loaded *input, bool has_warnings) {
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  input->flags = DYNCOLOR_LOAD_STRICT;
  REQUIRE((load_into(theme, input, &report, NULL) == DYNCOLOR_OK) == !has_warnings);
  input->flags = 0;
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

static inline void check_load(uint32_t format, const char *name, const uint8_t *bytes,
                              size_t size) {
  static loaded input;
  char *text = exact_copy(bytes, size);
  const uint32_t choice = number_of(bytes, size);
  input = (loaded){.format = format, .name = name, .bytes = text, .size = size};
  open_input(&input, text, size);

  short_heap heap = {.left = SIZE_MAX};
  dyncolor_theme *theme = new_theme_in(&heap);
  dyncolor_report *report = NULL;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  REQUIRE(dyncolor_register_css_n(theme, "old", 3, "red", 3, NULL, NULL) == DYNCOLOR_OK);
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  dyncolor_status status = load_into(theme, &input, &report, &error);
  size_t warnings = check_report(report, &input);
  dyncolor_report_release(report);
  if (status != DYNCOLOR_OK) {
    REQUIRE(is_error(status) && error.status == status && error.message[0] != 0);
    REQUIRE(dyncolor_theme_fingerprint(theme) == before);
  } else {
    const uint64_t after = dyncolor_theme_fingerprint(theme);
    const uint64_t generation = dyncolor_theme_generation(theme);
    /* What is the same as before is not touched. */
    REQUIRE(load_into(theme, &input, NULL, NULL) == DYNCOLOR_OK);
    REQUIRE(dyncolor_theme_fingerprint(theme) == after);
    REQUIRE(dyncolor_theme_generation(theme) == generation);
    check_theme(theme, choice, false);
    check_shortage(&input, choice >> 12);
    check_strictness(&input, warnings > 0);
  }
  dyncolor_theme_release(theme);
  REQUIRE(heap.taken == 0);
  REQUIRE_CHECKS;
  close_input(&input);
  free(text);
}

#endif
