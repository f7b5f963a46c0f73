/* Errors and findings as text for people: where something is, what is wrong, and the line. */
#include <dyncolor.h>
#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "refusals.h"
#include "themes.h"

/* The text of an error, by the two-call rule. */
static const char *line_of(const dyncolor_error *error, const char *source) {
  static char text[8192];
  size_t length = 77, again = 0;
  MARK(text);
  CHECK(dyncolor_error_format(error, source, NULL, 0, &length) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(dyncolor_error_format(error, source, text, length, &again) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(again == length && is_marked(text, sizeof text));
  CHECK(dyncolor_error_format(error, source, text, length + 1, NULL) == DYNCOLOR_OK);
  CHECK(strlen(text) == length && is_marked(text + length + 1, sizeof text - length - 1));
  return text;
}

static void check_line(const dyncolor_error *error, const char *source, const char *expected) {
  const char *found = line_of(error, source);
  CHECK(strcmp(found, expected) == 0);
  if (strcmp(found, expected) != 0) printf("# found:\n%s\n# expected:\n%s\n", found, expected);
}

/* An error with what is given, and nothing else. */
static dyncolor_error made(const char *path, uint32_t line, uint32_t column, size_t offset,
                           const char *message, const char *context) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  error.status = DYNCOLOR_ERROR_SYNTAX;
  error.line = line, error.column = column, error.offset = offset;
  error.message = message;
  snprintf(error.context, sizeof error.context, "%s", context);
  snprintf(error.path, sizeof error.path, "%s", path);
  return error;
}

static void errors_as_text(void) {
  dyncolor_error error = made("", 0, 0, 0, "no color has this name", "accent");
  check_line(&error, NULL, "no color has this name: accent");
  check_line(&error, "some text", "no color has this name: accent");
  /* What was found comes before what to do. */
  error = made("", 0, 0, 0, "no color has this name; register it; or not", "accent");
  check_line(&error, NULL, "no color has this name: accent; register it; or not");
  error = made("", 0, 0, 0, "no color has this name; register it", "a; did you mean \"b\"?");
  check_line(&error, NULL, "no color has this name: a; did you mean \"b\"? (register it)");
  error = made("", 0, 0, 0, "no color has this name", "a; did you mean \"b\"?");
  check_line(&error, NULL, "no color has this name: a; did you mean \"b\"?");
  error = made("", 0, 0, 0, "no color has this name; register it", "");
  check_line(&error, NULL, "no color has this name; register it");
  error = made("", 0, 0, 0, "no; ", "a");
  check_line(&error, NULL, "no: a; ");
  error = made("", 1, 5, 4, "no number; write one", "3O");
  check_line(&error, "rgb(3O)", "1:5: no number; write one\n  rgb(3O)\n      ^");
  error = made("a.css", 0, 0, 0, "no such file", "");
  check_line(&error, NULL, "a.css: no such file");
  /* A context that is the path is not said again. */
  error = made("a.css", 0, 0, 0, "no such file", "a.css");
  check_line(&error, NULL, "a.css: no such file");
  error = made("/x/a.css", 0, 0, 0, "no such file", "a.css");
  check_line(&error, NULL, "/x/a.css: no such file");
  error = made("/x/a.css", 0, 0, 0, "no such file", ".css");
  check_line(&error, NULL, "/x/a.css: no such file: .css");
  error = made("/x/a.css", 1, 1, 0, "no such file", "a.css");
  check_line(&error, NULL, "/x/a.css:1:1: no such file: a.css");
  error = made("", 2, 5, 8, "no number", "3O");
  check_line(&error, NULL, "2:5: no number: 3O");
  error = made("a.css", 2, 5, 8, "no number", "3O");
  check_line(&error, NULL, "a.css:2:5: no number: 3O");
  /* With its line, which has the context. */
  check_line(&error, "red\nrgb(3O)\n", "a.css:2:5: no number\n  rgb(3O)\n      ^");
  /* The context is where the caret does not point. */
  error = made("a.css", 1, 9, 8, "no number", "3O");
  check_line(&error, "rgb(3O, )", "a.css:1:9: no number: 3O\n  rgb(3O, )\n          ^");
  error = made("a.css", 1, 9, 8, "no number", "3O, ");
  check_line(&error, "rgb(3O, )", "a.css:1:9: no number\n  rgb(3O, )\n          ^");
  error = made("a.css", 2, 5, 8, "no number", "3O");
  check_line(&error, "red\nrgb(30)", "a.css:2:5: no number: 3O\n  rgb(30)\n      ^");
  check_line(&error, "red\rrgb(3O)", "a.css:2:5: no number\n  rgb(3O)\n      ^");
  /* Another text, or none. */
  check_line(&error, "red rgb(3O)\n", "a.css:2:5: no number: 3O");
  check_line(&error, "red", "a.css:2:5: no number: 3O");
  check_line(&error, "", "a.css:2:5: no number: 3O");
  /* At the end of the text, and of a line. */
  error = made("", 1, 4, 3, "no end", "");
  check_line(&error, "red", "1:4: no end\n  red\n     ^");
  check_line(&error, "red\nblue", "1:4: no end\n  red\n     ^");
  /* Tabs and what is not ASCII take one column each, and nothing in a text breaks the line. */
  error = made("", 1, 4, 5, "no", "");
  check_line(&error, "\xC3\xA4\t\xC3\xB6" "b", "1:4: no\n  \xC3\xA4 \xC3\xB6" "b\n     ^");
  error = made("a\nb", 0, 0, 0, "no", "c\rd");
  check_line(&error, NULL, "a b: no: c d");
  /* What is not UTF-8. */
  error = made("\xFF", 1, 2, 1, "no", "");
  check_line(&error, "\xFFx", "\xEF\xBF\xBD:1:2: no\n  \xEF\xBF\xBDx\n   ^");

  /* An error that has not failed yet, of every size. */
  dyncolor_error zero = {0};
  check_line(&zero, NULL, "DYNCOLOR_OK");
  for (size_t size = 1; size <= sizeof error; size++) {
    error = made("path", 1, 1, 0, "message", "context");
    error.size = size;
    char expected[64] = "DYNCOLOR_OK";
    if (size >= 40)
      snprintf(expected, sizeof expected, "%.*s%s1:1: message%s%.*s",
               size > 296 ? (int)(size - 296) : 0, "path", size > 296 ? ":" : "",
               size > 40 ? ": " : "", size > 40 ? (int)(size - 40) : 0, "context");
    check_line(&error, NULL, expected);
  }
}

/* Of a long line, the part around the place is shown. */
static void long_lines(void) {
  enum { LONG = 5000 };
  static char text[LONG + 1];
  memset(text, 'x', LONG);
  for (size_t offset = 0; offset <= LONG; offset += 250) {
    dyncolor_error error = made("", 1, (uint32_t)offset + 1, offset, "here", "");
    text[offset < LONG ? offset : LONG - 1] = '!';
    const char *found = line_of(&error, text), *line = strchr(found, '\n') + 1;
    const char *caret = strchr(line, '\n') + 1;
    CHECK(strlen(found) < 600 && strchr(caret, '^')[1] == 0);
    /* In columns: an ellipsis is one, of three bytes. */
    const size_t column = (size_t)(strchr(caret, '^') - caret);
    const bool is_cut = strncmp(line, "  \xE2\x80\xA6", 5) == 0;
    CHECK(is_cut == (offset > 100));
    if (offset < LONG) CHECK(line[column + (is_cut ? 2 : 0)] == '!');
    text[offset < LONG ? offset : LONG - 1] = 'x';
  }
  /* Two bytes each, so that some cuts would halve one. */
  for (int i = 0; i < LONG; i++) text[i] = i % 2 ? '\xA4' : '\xC3';
  for (size_t offset = 0; offset <= 500; offset += 2) {
    dyncolor_error error = made("", 1, (uint32_t)offset / 2 + 1, offset, "here", "");
    CHECK(strstr(line_of(&error, text), "\xEF\xBF\xBD") == NULL);
  }
}

static void bad_arguments(void) {
  const dyncolor_error error = made("", 0, 0, 0, "no", "");
  const dyncolor_finding finding = {DYNCOLOR_SEVERITY_NOTE, 0, 0, 0, 0, NULL, NULL, NULL};
  char text[8];
  size_t length;
  MARK(length);
  CHECK(dyncolor_error_format_n(NULL, NULL, 0, text, sizeof text, &length) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_error_format_n(&error, NULL, 3, text, sizeof text, &length) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_error_format_n(&error, "a", (size_t)PTRDIFF_MAX + 1, text, sizeof text, &length) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_error_format_n(&error, NULL, 0, NULL, 1, &length) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_finding_format_n(NULL, NULL, 0, text, sizeof text, &length) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_finding_format_n(&finding, NULL, 3, text, sizeof text, &length) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_finding_format_n(&finding, NULL, 0, NULL, 1, &length) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK_MARKED(length);
}

/* ---- Of files ---- */

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* What is written of a finding. */
static const char *finding_of(const dyncolor_report *report, size_t index, const char *source) {
  static char text[4096];
  size_t count = 0, length = 0;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  CHECK(index < count);
  if (index >= count) return "";
  CHECK(dyncolor_finding_format(&findings[index], source, NULL, 0, &length) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(dyncolor_finding_format(&findings[index], source, text, length + 1, NULL) == DYNCOLOR_OK);
  CHECK(strlen(text) == length);
  return text;
}

/* The path is the one that the host gave, and leads to the file. */
static void paths_lead_to_files(void) {
  char root[] = "/tmp/dyncolor-messages-XXXXXX";
  CHECK(mkdtemp(root) != NULL && chdir(root) == 0);
  CHECK(mkdir("theme", 0777) == 0 && mkdir("theme/deep", 0777) == 0);
  static const char text[] = "{\"a\": {\"$type\": \"color\",\n  \"$value\": \"bluue\"}}";
  write_text("theme/deep/a.tokens.json", text);
  write_text("theme/b.tokens.json", text);
  dyncolor_theme *theme = new_theme();
  static const struct {
    const char *path, *expected;
  } rows[] = {{"theme", "theme/"},
              {"theme/", "theme/"},
              {"./theme", "./theme/"},
              {"theme/b.tokens.json", "theme/"},
              {"./theme/b.tokens.json", "./theme/"},
              {"theme//b.tokens.json", "theme//"}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_error error = fresh_error();
    dyncolor_report *report = NULL;
    CHECK(dyncolor_theme_load_n(theme, rows[i].path, NUL, NULL, &report, &error) < 0);
    CHECK(strncmp(error.path, rows[i].expected, strlen(rows[i].expected)) == 0);
    if (strncmp(error.path, rows[i].expected, strlen(rows[i].expected)) != 0)
      printf("# %s: %s\n", rows[i].path, error.path);
    CHECK(access(error.path, R_OK) == 0 && error.line == 2);
    CHECK(strstr(error.context, "theme") == NULL);
    char line[4096], start[2048];
    snprintf(start, sizeof start, "%s:2:%u: ", error.path, error.column);
    CHECK(dyncolor_error_format(&error, text, line, sizeof line, NULL) == DYNCOLOR_OK);
    CHECK(strncmp(line, start, strlen(start)) == 0 && strchr(line, '^') != NULL);
    strcat(start, "error: ");
    /* The finding that is the first error says the same. */
    size_t count = 0, first = 0;
    const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
    while (first < count && findings[first].severity != DYNCOLOR_SEVERITY_ERROR) first++;
    CHECK(strncmp(finding_of(report, first, text), start, strlen(start)) == 0);
    CHECK(strchr(finding_of(report, first, text), '^') != NULL);
    dyncolor_report_release(report);
  }

  /* Of a file that is not there, of a folder in a format that only files have, and of a file in
   * memory. The finding of an error has the same path as the error. */
  dyncolor_error error = fresh_error();
  dyncolor_report *report = NULL;
  size_t found = 0;
  CHECK(dyncolor_theme_load_n(theme, "nothing.css", NUL, NULL, &report,
                              &error) == DYNCOLOR_ERROR_FILE);
  CHECK(strcmp(error.path, "nothing.css") == 0 && error.line == 0);
  CHECK(strncmp(line_of(&error, NULL), "nothing.css: ", 13) == 0);
  CHECK(strstr(line_of(&error, NULL) + 1, "nothing") == NULL);
  const dyncolor_finding *finding = dyncolor_report_findings(report, &found);
  CHECK(found == 1 && strcmp(finding->path, "nothing.css") == 0 && finding->line == 0);
  CHECK(strcmp(finding_of(report, 0, NULL), "nothing.css: error: no such file or folder") == 0);
  dyncolor_report_release(report);
  dyncolor_load_options as_css = DYNCOLOR_LOAD_OPTIONS_INIT;
  as_css.format = DYNCOLOR_FORMAT_STYLE_SHEET;
  CHECK(dyncolor_theme_load_n(theme, "./theme", NUL, &as_css, &report,
                              &error) == DYNCOLOR_ERROR_UNKNOWN_FORMAT);
  finding = dyncolor_report_findings(report, &found);
  CHECK(found == 1 && strcmp(finding->path, "./theme") == 0 && strcmp(error.path, "./theme") == 0);
  dyncolor_report_release(report);
  error = fresh_error();
  CHECK(dyncolor_theme_load_memory_n(theme, "x/y.json", NUL, "{\"a\": \"bluue\"}", 14, NULL, NULL,
                                     &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(strcmp(error.path, "x/y.json") == 0);
  error = fresh_error();
  CHECK(dyncolor_theme_write_n(theme, "/proc/nothing/a.css", NUL, NULL, NULL, &error) < 0);
  CHECK(strcmp(error.path, "/proc/nothing/a.css") == 0);
  /* A path that is too long is cut. */
  static char longest[4000];
  memset(longest, 'a', sizeof longest - 1);
  error = fresh_error();
  CHECK(dyncolor_theme_load_n(theme, longest, NUL, NULL, NULL, &error) == DYNCOLOR_ERROR_FILE);
  CHECK(strlen(error.path) == sizeof error.path - 1);
  CHECK(strncmp(error.path, longest, sizeof error.path - 1) == 0);
  /* What is about no file has no path. */
  error = fresh_error();
  CHECK(dyncolor_theme_load_n(theme, NULL, 0, NULL, NULL,
                              &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(error.path[0] == 0);

  /* What was found on writing has no place, and does not say 0:0. */
  CHECK(dyncolor_register_css_n(theme, "lost", NUL, "if(style(--state: hovered): red; else: blue)",
                                NUL, NULL, NULL) == DYNCOLOR_OK);
  dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
  options.format = DYNCOLOR_FORMAT_KDE;
  static char out[1 << 14];
  CHECK(dyncolor_theme_write_memory(theme, &options, out, sizeof out, NULL, &report, NULL) ==
        DYNCOLOR_OK);
  CHECK(strncmp(finding_of(report, 0, NULL), "warning: ", 9) == 0);
  CHECK(strstr(finding_of(report, 0, NULL), "0:0") == NULL);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
  CHECK(unlink("theme/deep/a.tokens.json") == 0 && unlink("theme/b.tokens.json") == 0);
  CHECK(rmdir("theme/deep") == 0 && rmdir("theme") == 0 && rmdir(root) == 0);
}

int main(void) {
  CLAIM("an error is written as a line with its place, and the text at it", errors_as_text);
  CLAIM("of a long line the part around the place is shown", long_lines);
  CLAIM("bad arguments to writing messages are refused", bad_arguments);
  CLAIM("errors and findings have the path that leads to their file", paths_lead_to_files);
  return CHECK_RESULT;
}
