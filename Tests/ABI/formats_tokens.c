/* Design tokens and resolvers, read. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "files.h"

/* Of a text in which single quotes stand for double ones; it lasts until the next. */
static memory_file file_of(const char *text, uint32_t flags) {
  static char copy[1 << 12];
  size_t size = quoted(text, copy);
  return (memory_file){.name = "a.tokens.json", .text = copy, .size = size,
                       .format = DYNCOLOR_FORMAT_DESIGN_TOKENS, .flags = flags};
}

static dyncolor_status load(dyncolor_theme *theme, const char *text, uint32_t flags,
                            dyncolor_report **report) {
  memory_file file = file_of(text, flags);
  return load_file(theme, &file, report, NULL);
}

/* ---- What is read ---- */

/* The value of a token, and the token. */
#define VALUE(level) "{'colorSpace': 'srgb', 'components': [" #level ", 0, 0]}"
#define TOKEN(level) "{'$type': 'color', '$value': " VALUE(level) "}"

static const struct row {
  const char *json, *name, *css, *why;
  uint32_t flags;
} rows[] = {
    {"{'a': " TOKEN(1) "}", "a", "color(srgb 1 0 0)", "a color object", DYNCOLOR_LOAD_STRICT},
    {"{'a': {'$type': 'color', '$value': {'colorSpace': 'oklch', 'components': [0.5, 'none', 20],"
     " 'alpha': 0.5, 'hex': '#123456'}}}",
     "a", "oklch(0.5 none 20 / 0.5)", "with a component that is missing, and alpha",
     DYNCOLOR_LOAD_STRICT},
    {"{'g': {'a': " TOKEN(1) "}, 'b': {'$value': '{g.a}'}}", "b", "var(--g\\/a)", "an alias",
     DYNCOLOR_LOAD_STRICT},
    {"{'a': " TOKEN(1) ", 'b': {'$ref': '#/a'}}", "b", "var(--a)", "a reference to a token",
     DYNCOLOR_LOAD_STRICT},
    {"{'a': " TOKEN(1) ", 'b': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components':"
     " [0, {'$ref': '#/a/$value/components/0'}, 0]}}}",
     "b", "color(srgb 0 1 0)", "a reference to a component", DYNCOLOR_LOAD_STRICT},
    {"{'g': {'$root': " TOKEN(1) "}, 'b': {'$value': '{g.$root}'}}", "g", "color(srgb 1 0 0)",
     "the root of a group", DYNCOLOR_LOAD_STRICT},
    {"{'g': {'a': " TOKEN(1) "}, 'h': {'$extends': '{g}'}}", "h/a", "var(--g\\/a)",
     "what a group takes over", DYNCOLOR_LOAD_STRICT},
    {"{'g': {'$type': 'color', 'h': {'a': {'$value': " VALUE(1) "}}}}", "g/h/a",
     "color(srgb 1 0 0)", "a type of a group", DYNCOLOR_LOAD_STRICT},
    {"{'a': {'$type': 'number', '$value': 1}}", "a", "", "a token that is no color",
     DYNCOLOR_LOAD_STRICT},
    {"{'a': {'$type': 'color', '$value': '#f00'}}", "a", "#ff0000", "hex digits", 0},
    {"{'a': {'$value': " VALUE(1) "}}", "a", "color(srgb 1 0 0)", "no type", 0},
    {"{'a': {'value': '#f00', 'type': 'color'}}", "a", "#ff0000", "no dollars", 0},
    {"{'a': {'$type': 'color', '$value': '#f00', '$extensions': {'mode': {'dark': '#00f'}}}}", "a",
     "light-dark(#ff0000, #0000ff)", "modes", 0},
    {"// a\n{'a': " TOKEN(1) ",}", "a", "color(srgb 1 0 0)", "a comment and a comma", 0},
    {"{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': [{'a': "
     TOKEN(0.5) "}]}, {'type': 'modifier', 'name': 'm', 'contexts': {'light': [], 'dark': [{'a': "
     TOKEN(1) "}]}}]}",
     "a", "light-dark(color(srgb 0.5 0 0), color(srgb 1 0 0))", "contexts that are schemes",
     DYNCOLOR_LOAD_STRICT},
    {"{'version': '2025.10', 'resolutionOrder': [{'$ref': '#/sets/s'}, {'$ref': '#/modifiers/m'}],"
     " 'sets': {'s': {'sources': [{'a': " TOKEN(0.5) "}]}}, 'modifiers': {'m': {'contexts':"
     " {'x': [], 'y': [{'a': " TOKEN(1) "}]}}}}",
     "a", "if(style(--m: y): color(srgb 1 0 0); else: color(srgb 0.5 0 0))",
     "contexts that are not", DYNCOLOR_LOAD_STRICT},
};

static void tokens_are_read(void) {
  for (size_t i = 0; i < COUNT(rows); i++) {
    memory_file file = file_of(rows[i].json, rows[i].flags);
    check_read(&file, rows[i].name, rows[i].css, rows[i].why);
    if (rows[i].flags != 0) continue;
    file.flags = DYNCOLOR_LOAD_STRICT;
    CHECK(load_or_leave(&file) == DYNCOLOR_ERROR_SYNTAX);
  }
}

/* ---- What is told ---- */

static const struct told {
  const char *text;
  int32_t severity, status;
  unsigned line, column;
  const char *context, *why;
} told[] = {
    {"{'g': {'a': " TOKEN(1) "},\n'b': {'$value': '{g}'}}", 3, -3, 2, 17, "{g}",
     "an alias to a group"},
    {"{'a': {'$type': 'color', '$value': " VALUE(1) ",\n'b': " TOKEN(1) "}}", 3, -3, 2, 1, "b",
     "a value and others in it"},
    {"{'g': {'$extends':\n '{g}'}}", 3, -10, 2, 2, "{g}", "a group that extends itself"},
    {"{'g': {'$extends': '{h}'},\n'h': {'$extends': '{g}'}}", 3, -10, 2, 19, "h",
     "groups that extend each other"},
    {"{'a': {'$type': 'color', '$value': '{b}'},\n'b': {'$type': 'color', '$value': '{a}'}}", 3,
     -10, 1, 7, "a", "tokens that are each other"},
    {"{'a': {'$type': 'color', '$value': {'colorSpace':\n'rgb', 'components': [0, 0, 0]}}}", 3, -3,
     2, 1, "rgb", "an unknown space"},
    {"{'a': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components':\n[0, 0]}}}", 3, -3, 2,
     1, "", "two components"},
    {"{'a': {'$ref':\n'../b.json#/a'}}", 3, -29, 2, 1, "../b.json", "a path that leads out"},
    {"{'a': {'$ref':\n'b.json#/a'}}", 3, -29, 2, 1, "b.json", "a file where there is but one"},
    {"{'a': " TOKEN(1) ", 'b': {'$type': 'color',\n'$value': '{c}'}}", 2, -6, 1, 91, "c",
     "an alias to nothing"},
    {"{'a': {'$type': 'color', '$value':\n'#f00'}}", 2, -3, 2, 1, "#f00", "hex digits"},
    {"{'version': '2025.10', 'resolutionOrder': [\n{'$ref': '#/sets/s'}]}", 3, -6, 2, 10, "/sets/s",
     "a set that is not there"},
    {"{'version': '2025.10', 'resolutionOrder': [\n{'$ref': '#/sets/s'}], 'sets': {'s': {'sources':"
     "\n[{'$ref': '#/sets/s'}]}}}",
     3, -10, 3, 1, "", "a set of itself"},
    {"{'version': '2025.10', 'resolutionOrder': [\n{'type': 'modifier', 'name': 'm', 'contexts':"
     " {}}]}",
     3, -3, 2, 1, "m", "no contexts"},
    {"{'resolutionOrder': []}", 2, -3, 1, 1, "", "no version"},
    {"{'a': {'$type': 'number', '$value': 1}}", 1, 0, 0, 0, "1", "a token that is no color"},
};

static void findings_are_told(void) {
  for (size_t i = 0; i < COUNT(told); i++) {
    const struct told *row = &told[i];
    memory_file file = file_of(row->text, 0);
    check_told(&file, &(dyncolor_finding){.severity = row->severity, .status = row->status,
                                          .line = row->line, .column = row->column,
                                          .context = row->context}, row->why);
  }
}

/* ---- One theme for all contexts ---- */

static const char resolver[] =
    "{'version': '2025.10', 'resolutionOrder': [{'$ref': '#/sets/base'},"
    " {'$ref': '#/modifiers/theme'}, {'$ref': '#/modifiers/brand'}],"
    " 'sets': {'base': {'sources': [{'g': {'$type': 'color', '$deprecated': 'Too old: {h.a}',"
    " 'a': {'$value': " VALUE(0.125) ", '$description': 'Ink'}, 'b': {'$value': '{g.a}'}},"
    " 'h': {'$extends': '{g}'}}]}},"
    " 'modifiers': {"
    " 'theme': {'contexts': {'light': [], 'light-hc': [{'g': {'a': " TOKEN(0.25) "}}],"
    "  'dark': [{'g': {'a': " TOKEN(0.375) "}}], 'dark-hc': [{'g': {'a': " TOKEN(0.5) "}}]}},"
    " 'brand': {'default': 'one', 'contexts': {'one': [], 'two': [{'g': {'b': " TOKEN(1) "}}]}}}}";

static float red(dyncolor_theme *theme, const char *name, const dyncolor_environment *environment) {
  dyncolor_id id = 0;
  dyncolor_rgba color = {-1, -1, -1, -1};
  CHECK(dyncolor_find(theme, name, NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, environment, &color, NULL) == DYNCOLOR_OK);
  return color.r;
}

static void contexts_are_environments(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(load(theme, resolver, DYNCOLOR_LOAD_STRICT, NULL) == DYNCOLOR_OK);
  uint32_t axis = 99;
  CHECK(dyncolor_axis_declare(theme, "brand", NUL, &axis, NULL) == DYNCOLOR_OK && axis == 0);
  static const float levels[2][2] = {{0.125f, 0.25f}, {0.375f, 0.5f}};
  for (int dark = 0; dark < 2; dark++)
    for (int more = 0; more < 2; more++)
      for (int brand = 0; brand <= 2; brand++) {
        dyncolor_environment environment;
        memset(&environment, 0, sizeof environment);
        environment.scheme = dark ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT;
        environment.contrast = more ? DYNCOLOR_CONTRAST_MORE : DYNCOLOR_CONTRAST_STANDARD;
        environment.custom[axis] = (uint8_t)brand;
        float level = levels[dark][more];
        CHECK(red(theme, "g/a", &environment) == level);
        CHECK(red(theme, "h/a", &environment) == level);
        CHECK(red(theme, "g/b", &environment) == (brand == 2 ? 1 : level));
        CHECK(red(theme, "h/b", &environment) == (brand == 2 ? 1 : level));
      }

  dyncolor_id id = 0, instead = 0, replacement = 0;
  const char *text = NULL;
  CHECK(dyncolor_find(theme, "g/a", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_find(theme, "h/a", NUL, &instead, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_deprecation(theme, id, &text, &replacement, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(text, "Too old: {h.a}") == 0 && replacement == instead);
  dyncolor_theme_release(theme);
}

/* ---- Without memory ---- */

static dyncolor_status load_resolver(dyncolor_theme *theme, const void *text) {
  dyncolor_report *report = NULL;
  dyncolor_status status = load(theme, text, 0, &report);
  dyncolor_report_release(report);
  return status;
}

static void nothing_is_lost_without_memory(void) {
  short_heap heap = {.left = SIZE_MAX, .stays_short = true};
  dyncolor_theme *theme = new_theme_in(&heap);
  size_t failed = 0;
  while (runs_short(&heap, failed, theme, load_resolver, resolver)) failed++;
  CHECK(failed > 50);
  dyncolor_theme_release(theme);
  CHECK(heap.taken == 0);
}

int main(void) {
  CLAIM("design tokens are read as what the format says, and as what real files have",
        tokens_are_read);
  CLAIM("what is wrong in design tokens is told with line and column", findings_are_told);
  CLAIM("one theme has the colors of a resolver in all contexts, and what is said of them",
        contexts_are_environments);
  CLAIM("where any allocation fails while tokens are read, nothing has changed and nothing is lost",
        nothing_is_lost_without_memory);
  return CHECK_RESULT;
}
