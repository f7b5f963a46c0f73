/* Files that are read from memory: what is made of them, what is told of them, and what becomes of
 * those that are damaged. */
#ifndef FILES_H
#define FILES_H

#include "refusals.h"
#include "themes.h"

/* A file, and how it is loaded. */
typedef struct memory_file {
  const char *name, *text;
  size_t size;
  uint32_t format, flags;
} memory_file;

static inline dyncolor_status load_file(dyncolor_theme *theme, const memory_file *file,
                                        dyncolor_report **report, dyncolor_error *error) {
  dyncolor_load_options options = {
      .size = sizeof options, .format = file->format, .flags = file->flags};
  return dyncolor_theme_load_memory_n(theme, file->name, NUL, file->text, file->size, &options,
                                      report, error);
}

/* Text with double quotes for single ones. */
static inline size_t quoted(const char *text, char *target) {
  size_t size = strlen(text);
  for (size_t i = 0; i < size; i++) target[i] = text[i] == '\'' ? '"' : text[i];
  target[size] = 0;
  return size;
}

/* A file is read, and the color of a name is then made of what CSS says. */
static inline void check_read(const memory_file *file, const char *name, const char *css,
                              const char *why) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_status status = load_file(theme, file, NULL, &error);
  bool is_right = status == DYNCOLOR_OK && is_made(theme, name, css);
  CHECK(is_right);
  if (!is_right) printf("# %s: %s: status %d\n", why, file->text, (int)status);
  dyncolor_theme_release(theme);
}

/* ---- What is told ---------------------------------------------------------------------------- */

/* The first finding is the one that is wanted, whichever its message and its path are where none is
 * wanted. Notes are passed over, unless one is wanted. */
static inline bool is_told(const dyncolor_report *report, const dyncolor_finding *wanted) {
  size_t count = 0;
  const dyncolor_finding *all = dyncolor_report_findings(report, &count), *found = all;
  while (found + 1 < all + count && found->status == DYNCOLOR_OK &&
         wanted->severity != DYNCOLOR_SEVERITY_NOTE)
    found++;
  if (count > 0 && found->severity == wanted->severity && found->status == wanted->status &&
      found->line == wanted->line && found->column == wanted->column &&
      strcmp(found->context, wanted->context) == 0 &&
      (wanted->message == NULL || strcmp(found->message, wanted->message) == 0) &&
      (wanted->path == NULL || strcmp(found->path, wanted->path) == 0))
    return true;
  for (size_t i = 0; i < count; i++)
    printf("#   %d %d %u:%u %s: %s: %s\n", all[i].severity, all[i].status, all[i].line,
           all[i].column, all[i].path, all[i].message, all[i].context);
  return false;
}

/* Loads a file strictly or not, and checks a finding of its report. An error fails the load, and
 * then nothing has changed. */
static inline void check_finding(const memory_file *file, bool is_strict,
                                 const dyncolor_finding *wanted, const char *why) {
  memory_file each = *file;
  each.flags = is_strict ? DYNCOLOR_LOAD_STRICT : 0;
  const bool is_error = wanted->severity == DYNCOLOR_SEVERITY_ERROR;
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  uint64_t before = dyncolor_theme_fingerprint(theme);
  dyncolor_status status = load_file(theme, &each, &report, NULL);
  bool is_right = is_told(report, wanted);
  CHECK(is_right && status == (is_error ? wanted->status : DYNCOLOR_OK));
  if (!is_right) printf("# %s: status %d%s\n", why, (int)status, is_strict ? ", strictly" : "");
  if (is_error) CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* What is told of a file. In a strict load, warnings are errors, and so are notes that have a
 * status. */
static inline void check_told(const memory_file *file, const dyncolor_finding *wanted,
                              const char *why) {
  dyncolor_finding strictly = *wanted;
  if (wanted->status != DYNCOLOR_OK) strictly.severity = DYNCOLOR_SEVERITY_ERROR;
  check_finding(file, false, wanted, why);
  check_finding(file, true, &strictly, why);
}

/* ---- What is damaged ------------------------------------------------------------------------- */

/* Loads a file into a theme that has something, which is as it was if the load fails; and then it
 * is told where. The file is in memory of just its size, so that reading more is noticed. */
static inline dyncolor_status load_or_leave(const memory_file *file) {
  char *text = malloc(file->size == 0 ? 1 : file->size);
  memcpy(text, file->text, file->size);
  memory_file copy = *file;
  copy.text = text;
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_report *report = NULL;
  CHECK(dyncolor_register_css_n(theme, "old", NUL, "red", NUL, NULL, NULL) == DYNCOLOR_OK);
  uint64_t before = dyncolor_theme_fingerprint(theme);
  dyncolor_status status = load_file(theme, &copy, &report, &error);
  free(text);
  if (status != DYNCOLOR_OK) {
    size_t count = 0;
    const dyncolor_finding *found = dyncolor_report_findings(report, &count);
    CHECK(error.status == status);
    CHECK(count > 0 && found[count - 1].offset <= file->size);
    CHECK(dyncolor_theme_fingerprint(theme) == before);
  }
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
  return status;
}

/* Has any byte in the place of any other; which, is the same in each run. */
static inline void damage(char *text, size_t size, unsigned *random) {
  *random = *random * 1664525 + 1013904223;
  text[(*random >> 8) % size] = (char)(*random >> 24);
}

#endif
