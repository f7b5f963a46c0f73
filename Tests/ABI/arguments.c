/* Bad arguments: every exported function, with NULL for each pointer, a value outside of its type
 * for each enum, an id that is no color's, and numbers that the theme has never given out. Either
 * the argument is refused, NULL and enums by their names, or a table here allows it. */
#include <dyncolor.h>
#include <stdbool.h>
#include <unistd.h>

#include "refusals.h"
/* Made by Tests/ABI/list-exports: what the library exports. */
static void note_call(int function) { (void)function; }
#include "exports.h"
#include "themes.h"

enum { MOST_PARAMETERS = 24 };

typedef struct tested_function {
  const char *name;
  /* Makes a call in which the argument with this index is bad, and all others are good. */
  int64_t (*call)(int bad, dyncolor_error *error);
  bool has_status, has_error;
  int count;
  struct {
    const char *name;
    /* FREE: no value of it is bad in itself. NUMBER: one that the theme gives out. */
    enum { FREE, POINTER, ENUM, NUMBER } kind;
  } parameters[MOST_PARAMETERS];
} tested_function;

/* ---- Good arguments ---- */

static struct {
  dyncolor_theme *theme;
  dyncolor_snapshot *snapshot;
  dyncolor_report *report;
  dyncolor_watch *watch;
  dyncolor_desktop *desktop;
  dyncolor_explanation *explanation;
  dyncolor_audit *audit;
  dyncolor_context *context;
  dyncolor_id id;
  dyncolor_error error;
  dyncolor_color color;
  dyncolor_part part;
  dyncolor_variant variant;
  dyncolor_definition definition;
  dyncolor_environment environment;
  dyncolor_adjustment adjustment;
  dyncolor_finding finding;
  dyncolor_theme_options theme_options;
  dyncolor_load_options load_options;
  dyncolor_write_options write_options;
  dyncolor_audit_options audit_options;
  dyncolor_desktop_options desktop_options;
  dyncolor_derive_options derive_options;
  const char *texts[1];
  size_t lengths[1];
  double numbers[5];
  float pixels[64];
  char path[64];
  char *image, *bytes; /* both have `size` bytes */
  size_t size;
} good;

/* What calls write; objects that they make are released after each call. */
static struct {
  dyncolor_theme *theme;
  dyncolor_snapshot *snapshot;
  dyncolor_report *report;
  dyncolor_watch *watch;
  dyncolor_desktop *desktop;
  dyncolor_explanation *explanation;
  dyncolor_audit *audit;
  dyncolor_audit_sums sums;
  dyncolor_color color, colors[16];
  double memory[8][1024];
} output;

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context, (void)data;
  answer->color = good.color;
  return DYNCOLOR_OK;
}

static void forget(void *data) { (void)data; }

static void observe(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  (void)theme, (void)change, (void)data;
}

static dyncolor_status receive(void *data, const char *path, const void *bytes, size_t size) {
  (void)data, (void)path, (void)bytes, (void)size;
  return DYNCOLOR_OK;
}

static void make_good(void) {
  static const dyncolor_error error = DYNCOLOR_ERROR_INIT;
  static const dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  static const dyncolor_color gray = {DYNCOLOR_SPACE_SRGB, 0, {0.5, 0.5, 0.5}, 1};
  /* No desktop is to be found. */
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/dyncolor", 1);
  good.theme = new_theme();
  good.error = error;
  good.color = gray;
  good.part = dyncolor_part_css("red");
  good.variant.part = good.part;
  good.definition = definition;
  good.definition.kind = DYNCOLOR_KIND_CSS;
  good.definition.css = "red";
  good.definition.css_length = NUL;
  good.adjustment.axis = DYNCOLOR_AXIS_SCHEME;
  good.adjustment.policy = DYNCOLOR_POLICY_FORCE;
  good.adjustment.value = DYNCOLOR_SCHEME_DARK;
  good.finding.message = "text";
  good.finding.path = "path";
  good.finding.context = "context";
  good.theme_options.size = sizeof good.theme_options;
  good.load_options.size = sizeof good.load_options;
  good.load_options.format = DYNCOLOR_FORMAT_JSON;
  good.write_options.size = sizeof good.write_options;
  good.write_options.format = DYNCOLOR_FORMAT_JSON;
  good.audit_options.size = sizeof good.audit_options;
  good.desktop_options.size = sizeof good.desktop_options;
  good.derive_options.size = sizeof good.derive_options;
  good.texts[0] = "red";
  good.lengths[0] = NUL;
  for (int i = 0; i < 5; i++) good.numbers[i] = 1;
  snprintf(good.path, sizeof good.path, "/tmp/dyncolor-arguments-%d.json", (int)getpid());
  FILE *file = fopen(good.path, "w");
  CHECK(file != NULL && fputs("{\"a\": \"red\"}", file) >= 0 && fclose(file) == 0);
  CHECK(dyncolor_register_css(good.theme, "red", "red", &good.id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css(good.theme, "P/a", "red", NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_watch_create(good.theme, good.path, NULL, &good.watch, &good.report, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(good.theme, NULL, &good.snapshot, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_explanation_create(good.theme, good.id, NULL, &good.explanation, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_audit(good.theme, NULL, &good.audit, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_desktop_open(NULL, &good.desktop, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_to_image(good.theme, NULL, 0, &good.size, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  good.image = malloc(good.size);
  CHECK(dyncolor_theme_to_image(good.theme, good.image, good.size, NULL, NULL) == DYNCOLOR_OK);
  good.bytes = malloc(good.size);
  memset(good.bytes, ' ', good.size);
  memcpy(good.bytes, "{\"red\": \"red\"}", 14);
}

static void release_good(void) {
  dyncolor_audit_release(good.audit);
  dyncolor_explanation_release(good.explanation);
  dyncolor_snapshot_release(good.snapshot);
  dyncolor_report_release(good.report);
  dyncolor_watch_release(good.watch);
  dyncolor_desktop_release(good.desktop);
  dyncolor_theme_release(good.theme);
  free(good.image);
  free(good.bytes);
  unlink(good.path);
}

static void release_output(void) {
  dyncolor_audit_release(output.audit);
  dyncolor_explanation_release(output.explanation);
  dyncolor_snapshot_release(output.snapshot);
  dyncolor_report_release(output.report);
  dyncolor_watch_release(output.watch);
  dyncolor_desktop_release(output.desktop);
  dyncolor_theme_release(output.theme);
  memset(&output, 0, sizeof output);
}

/* Made by Tests/ABI/list-calls from the header. */
#include "calls.h"

/* ---- Arguments that may be bad ---- */

/* Parameters whose argument may be NULL, or such a number; the functions, without `dyncolor_`; and
 * the status of the call. */
static const struct {
  const char *parameter, *functions;
  dyncolor_status status;
} allowed[] = {
    /* What is not asked for is not written. */
    {"length", "error_format_n finding_format_n color_format color_format_hex id_css "
               "theme_write_memory audit_write_n", DYNCOLOR_OK},
    {"id", "register_color_n register_hex_n register_pair_n register_css_n register_alias_n "
           "register_variants_n register_semantic_n register_level_n register_fallbacks_n "
           "register_mix_n register_provider_n layer_register_n", DYNCOLOR_OK},
    {"ids", "register", DYNCOLOR_OK},
    {"report", "theme_load_n theme_load_memory_n theme_write_n theme_write_files "
               "theme_write_memory watch_create_n watch_pump", DYNCOLOR_OK},
    {"statuses", "color_parse_list resolve_list theme_bind", DYNCOLOR_OK},
    {"changes", "desktop_pump desktop_wait", DYNCOLOR_OK},
    {"shares", "pixels_dominant", DYNCOLOR_OK},
    {"achieved", "color_ensure_contrast color_ensure_contrast_many color_ensure_contrast_list "
                 "color_grade_contrast",
     DYNCOLOR_OK},
    {"count", "builtin_load_n explanation_steps report_findings audit_findings", DYNCOLOR_OK},
    {"rows", "snapshot_colors", DYNCOLOR_OK},
    {"size", "theme_to_image", DYNCOLOR_OK},
    {"generation", "theme_changes snapshot_origin", DYNCOLOR_OK},
    {"replacement", "id_deprecation", DYNCOLOR_OK},
    {"did_load", "watch_pump", DYNCOLOR_OK},
    /* NULL stands for a default. */
    {"environment", "environment_adjust resolve resolve_pixel resolve_level resolve_list "
                    "resolve_all theme_prepare snapshot_create snapshot_origin explanation_create "
                    "id_is_derived",
     DYNCOLOR_OK},
    {"a", "theme_diff", DYNCOLOR_OK},
    {"b", "theme_diff", DYNCOLOR_OK},
    {"theme", "environment_adjust", DYNCOLOR_OK},
    {"options", "theme_create theme_from_image theme_load_n theme_load_memory_n theme_write_n "
                "watch_create_n desktop_open theme_derive theme_audit", DYNCOLOR_OK},
    {"counts", "theme_derive theme_repair", DYNCOLOR_OK},
    {"options", "theme_write_files theme_write_memory", DYNCOLOR_ERROR_UNKNOWN_FORMAT},
    {"opacities", "theme_set_level_opacities", DYNCOLOR_OK},
    {"weights", "register_mix_n color_mix_many", DYNCOLOR_OK},
    {"lengths", "color_parse_list", DYNCOLOR_OK},
    {"dark", "register_pair_n", DYNCOLOR_OK},
    {"fallback", "register_semantic_n", DYNCOLOR_OK},
    {"color", "desktop_override_accent", DYNCOLOR_OK},
    /* Nothing is passed on, or destroyed. */
    {"user_data", "register_provider_n theme_observe theme_write_files", DYNCOLOR_OK},
    {"destroy", "register_provider_n theme_observe", DYNCOLOR_OK},
    /* That a color is of the theme is checked when it is resolved. */
    {"target", "register_alias_n", DYNCOLOR_OK},
    {"base", "register_level_n", DYNCOLOR_OK},
    {"explanation", "explanation_text", DYNCOLOR_OK},
};

/* Functions without a status and with no result for nothing, 0 or NULL, but this one. */
static const struct {
  const char *function;
  int64_t result;
} results[] = {
    {"dyncolor_watch_descriptor", -1},
    {"dyncolor_desktop_descriptor", -1},
};

/* Functions without an argument that could be bad. */
static const char *const harmless[] = {
    "dyncolor_version", "dyncolor_version_string", "dyncolor_status_name",
    "dyncolor_explanation_text", /* NULL has an empty text */
};

/* Whether a list of names, separated by spaces, has a name. */
static bool has_name(const char *names, const char *name) {
  const size_t length = strlen(name);
  for (const char *found = names; (found = strstr(found, name)) != NULL; found += length)
    if ((found == names || found[-1] == ' ') && (found[length] == 0 || found[length] == ' '))
      return true;
  return false;
}

/* The row of a parameter in `allowed`; -1 if there is none. */
static int row_of(const tested_function *function, int index) {
  for (size_t i = 0; i < COUNT(allowed); i++)
    if (strcmp(allowed[i].parameter, function->parameters[index].name) == 0 &&
        has_name(allowed[i].functions, function->name + strlen("dyncolor_")))
      return (int)i;
  return -1;
}

/* ---- The calls ---- */

static bool is_row_used[COUNT(allowed)];

/* Whether a call of a function with a status refuses its bad argument. */
static bool is_refused(const tested_function *function, int bad, int64_t status,
                       const dyncolor_error *error) {
  if (function->parameters[bad].kind == NUMBER)
    return status == DYNCOLOR_ERROR_INVALID_ARGUMENT || status == DYNCOLOR_ERROR_STALE_ID ||
           status == DYNCOLOR_ERROR_FOREIGN_ID || status == DYNCOLOR_ERROR_UNKNOWN_NAME ||
           status == DYNCOLOR_ERROR_NOT_IN_SNAPSHOT;
  if (status != DYNCOLOR_ERROR_INVALID_ARGUMENT) return false;
  return !function->has_error || strcmp(error->context, function->parameters[bad].name) == 0;
}

static void check_argument(const tested_function *function, int bad) {
  dyncolor_error error = fresh_error();
  const int64_t result = function->call(bad, &error);
  release_output();
  const int row = row_of(function, bad);
  bool is_right;
  if (row >= 0) {
    is_row_used[row] = true;
    is_right = !function->has_status || result == allowed[row].status;
  } else if (function->has_status) {
    is_right = is_refused(function, bad, result, &error);
    /* Without a place for details, the status is the same. */
    if (function->has_error) is_right = is_right && function->call(bad, NULL) == result;
    release_output();
  } else {
    int64_t expected = 0;
    for (size_t i = 0; i < COUNT(results); i++)
      if (strcmp(results[i].function, function->name) == 0) expected = results[i].result;
    is_right = result == expected;
  }
  CHECK(is_right);
  if (!is_right)
    printf("# %s, %s: %lld %s\n", function->name, function->parameters[bad].name,
           (long long)result, result < 0 && function->has_error ? error.context : "");
}

static bool is_for(const tested_function *function, const char *handle) {
  return function->count > 0 && strcmp(function->parameters[0].name, handle) == 0;
}

static void check_arguments(const tested_function *function) {
  /* There is a sink only while files are listed. */
  const int count = is_for(function, "sink") ? 1 : function->count;
  for (int bad = 0; bad < count; bad++)
    if (function->parameters[bad].kind != FREE) check_argument(function, bad);
}

/* A provider: there is a context only during its call. */
static dyncolor_status provide_inside(dyncolor_context *context, dyncolor_answer *answer,
                                      void *data) {
  good.context = context;
  for (size_t f = 0; f < COUNT(functions); f++)
    if (is_for(&functions[f], "context")) check_arguments(&functions[f]);
  good.context = NULL;
  return provide(context, answer, data);
}

static void bad_arguments_are_refused(void) {
  make_good();
  dyncolor_id inside = 0;
  dyncolor_rgba color;
  CHECK(dyncolor_register_provider(good.theme, "inside", provide_inside, NULL, NULL, &inside,
                                   NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(good.theme, inside, NULL, &color, NULL) == DYNCOLOR_OK);
  for (size_t f = 0; f < COUNT(functions); f++)
    if (!is_for(&functions[f], "context")) check_arguments(&functions[f]);
  for (size_t i = 0; i < COUNT(allowed); i++) CHECK(is_row_used[i]);
  CHECK(strcmp(dyncolor_explanation_text(NULL), "") == 0);
  release_good();
}

/* Whoever exports a function gives it an argument that is refused, or says here why not. */
static void none_is_forgotten(void) {
  CHECK(COUNT(functions) == COUNT(exported));
  for (size_t k = 0; k < COUNT(exported); k++) {
    size_t found = 0, bad = 0;
    for (size_t f = 0; f < COUNT(functions); f++) {
      if (strcmp(functions[f].name, exported[k]) != 0) continue;
      found++;
      for (int i = 0; i < functions[f].count; i++)
        bad += functions[f].parameters[i].kind != FREE && row_of(&functions[f], i) < 0;
    }
    for (size_t i = 0; i < COUNT(harmless); i++) bad += strcmp(harmless[i], exported[k]) == 0;
    CHECK(found == 1 && bad > 0);
    if (found != 1 || bad == 0) printf("# %s has no bad argument\n", exported[k]);
  }
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("every bad argument is refused, or is in the table of those that are allowed",
        bad_arguments_are_refused);
  CLAIM("every exported function is given a bad argument", none_is_forgotten);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
