/* A library that is built with DYNCOLOR_FORMATS=OFF: it registers and resolves, and what needs file
 * formats, audits or deriving fails with DYNCOLOR_ERROR_UNSUPPORTED. */
#include <dyncolor.h>

#include "check.h"

#include <math.h>

static const char MESSAGE[] =
    "built without file formats and audits; build the library with DYNCOLOR_FORMATS=ON";

static dyncolor_theme *theme;
static dyncolor_error error;

/* Whether a call has failed as it must, with a message that says why. */
static int is_unsupported(dyncolor_status status) {
  int is_right = status == DYNCOLOR_ERROR_UNSUPPORTED && error.status == status && error.message &&
                 strcmp(error.message, MESSAGE) == 0 && error.context[0] == 0 &&
                 error.path[0] == 0 && error.line == 0;
  error = (dyncolor_error)DYNCOLOR_ERROR_INIT;
  return is_right;
}

static void test_resolving(void) {
  dyncolor_environment dark = DYNCOLOR_ENVIRONMENT_INIT;
  dyncolor_id paper, ink;
  dyncolor_rgba color;
  dark.scheme = DYNCOLOR_SCHEME_DARK;
  CHECK(dyncolor_register_css(theme, "paper", "light-dark(white, #102030)", &paper, &error) == 0);
  CHECK(dyncolor_register_css(theme, "ink", "contrast-color(var(--paper))", &ink, &error) == 0);
  CHECK(dyncolor_resolve(theme, paper, NULL, &color, &error) == 0 && color.r == 1 && color.a == 1);
  CHECK(dyncolor_resolve(theme, paper, &dark, &color, &error) == 0);
  CHECK(fabsf(color.r * 255 - 16) < 1e-3f && fabsf(color.b * 255 - 48) < 1e-3f);
  CHECK(dyncolor_resolve(theme, ink, &dark, &color, &error) == 0 && color.g == 1);
  CHECK(dyncolor_register_css(theme, "oops", "rgb(4 97 19O)", NULL, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.offset == 11);
  error = (dyncolor_error)DYNCOLOR_ERROR_INIT;
}

static dyncolor_status write_nothing(void *data, const char *path, const void *bytes,
                                     size_t size) {
  (void)path, (void)bytes, (void)size;
  ++*(int *)data;
  return DYNCOLOR_OK;
}

static void test_files(void) {
  uint64_t generation = dyncolor_theme_generation(theme);
  dyncolor_report *report = (dyncolor_report *)&error;
  dyncolor_watch *watch = (dyncolor_watch *)&error;
  char text[8] = "kept";
  size_t length = 7;
  int calls = 0, did_load = 7;
  CHECK(is_unsupported(dyncolor_theme_load(theme, "theme.css", NULL, &report, &error)));
  CHECK(is_unsupported(
      dyncolor_theme_load_memory(theme, "a.json", "{\"a\": \"red\"}", 12, NULL, &report, &error)));
  CHECK(is_unsupported(dyncolor_theme_load(NULL, NULL, NULL, NULL, &error)));
  CHECK(dyncolor_theme_load(theme, "theme.css", NULL, NULL, NULL) == DYNCOLOR_ERROR_UNSUPPORTED);
  CHECK(is_unsupported(dyncolor_theme_check(theme, &report, &error)));
  CHECK(is_unsupported(dyncolor_theme_write(theme, "theme.css", NULL, &report, &error)));
  CHECK(is_unsupported(
      dyncolor_theme_write_files(theme, NULL, write_nothing, &calls, &report, &error)));
  CHECK(is_unsupported(
      dyncolor_theme_write_memory(theme, NULL, text, sizeof text, &length, &report, &error)));
  CHECK(is_unsupported(
      dyncolor_watch_create(theme, "theme.css", NULL, &watch, &report, &error)));
  CHECK(is_unsupported(dyncolor_watch_pump(NULL, &did_load, &report, &error)));
  CHECK(dyncolor_sink_append(NULL, "a", 1) == DYNCOLOR_ERROR_UNSUPPORTED);
  CHECK(dyncolor_sink_add(NULL, "a", 0) == DYNCOLOR_ERROR_UNSUPPORTED);
  CHECK(report == (dyncolor_report *)&error && watch == (dyncolor_watch *)&error);
  CHECK(strcmp(text, "kept") == 0 && length == 7 && calls == 0 && did_load == 7);
  CHECK(dyncolor_theme_generation(theme) == generation);
}

static void test_derived(void) {
  dyncolor_derive_counts derived = {7, 7, 7, 7};
  dyncolor_repair_counts repaired = {7, 7};
  dyncolor_audit *audit = (dyncolor_audit *)&error;
  char text[8] = "kept";
  size_t length = 7;
  CHECK(is_unsupported(dyncolor_theme_derive(theme, NULL, &derived, &error)));
  CHECK(is_unsupported(dyncolor_theme_audit(theme, NULL, &audit, &error)));
  CHECK(is_unsupported(dyncolor_theme_repair(theme, NULL, &repaired, &error)));
  CHECK(is_unsupported(dyncolor_audit_write(NULL, DYNCOLOR_AUDIT_FORMAT_TEXT, NULL, text,
                                            sizeof text, &length, &error)));
  CHECK(derived.derived == 7 && repaired.left == 7 && audit == (dyncolor_audit *)&error);
  CHECK(strcmp(text, "kept") == 0 && length == 7);
}

/* What is asked about objects that only the functions above would make. */
static void test_no_objects(void) {
  size_t count = 7;
  dyncolor_audit_sums sums;
  memset(&sums, 7, sizeof sums);
  CHECK(dyncolor_report_findings(NULL, &count) == NULL && count == 0);
  CHECK(dyncolor_report_omitted(NULL) == 0 && dyncolor_report_colors(NULL) == 0);
  dyncolor_report_release(NULL);
  count = 7;
  CHECK(dyncolor_audit_findings(NULL, &count) == NULL && count == 0);
  dyncolor_audit_total(NULL, &sums);
  CHECK(sums.errors == 0 && sums.examined == 0 && sums.complete == 0);
  dyncolor_audit_release(NULL);
  CHECK(dyncolor_watch_descriptor(NULL) == -1);
  dyncolor_watch_release(NULL);
}

/* What does not need formats, though their sections describe it. */
static void test_rest(void) {
  dyncolor_finding finding = {0};
  char line[128];
  dyncolor_id id;
  int is_derived = 7;
  finding.severity = DYNCOLOR_SEVERITY_WARNING;
  finding.status = DYNCOLOR_ERROR_NOT_EXACT;
  finding.message = "a message";
  CHECK(dyncolor_finding_format(&finding, NULL, line, sizeof line, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(line, "warning: a message") == 0);
  CHECK(dyncolor_theme_find(theme, "paper", &id, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_id_is_derived(theme, id, NULL, &is_derived, &error) == DYNCOLOR_OK);
  CHECK(is_derived == 0);
  CHECK(dyncolor_theme_load(theme, "a.css", NULL, NULL, &error) == DYNCOLOR_ERROR_UNSUPPORTED);
  CHECK(dyncolor_error_format(&error, NULL, line, sizeof line, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(line, MESSAGE) == 0);
}

int main(void) {
  error = (dyncolor_error)DYNCOLOR_ERROR_INIT;
  if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;
  CLAIM("without file formats, CSS is registered and resolved", test_resolving);
  CLAIM("without file formats, loading, watching and writing fail and say why", test_files);
  CLAIM("without file formats, deriving, auditing and repairing fail and say why", test_derived);
  CLAIM("without file formats, functions of reports, audits and watches take NULL",
        test_no_objects);
  CLAIM("without file formats, findings and errors become text", test_rest);
  dyncolor_theme_release(theme);
  return CHECK_RESULT;
}
