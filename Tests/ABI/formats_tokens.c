/* Design tokens and resolvers, read. */
#include <dyncolor.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "files.h"

/* Of a text in which single quotes stand for double ones; it lasts until the next. */
static memory_file file_of(const char *text, uint32_t flags) {
  static char copy[1 << 16];
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

/* A resolver of a set with a source, and of a modifier with contexts. */
#define RESOLVER(base, modifier, contexts) \
  "{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': [" base \
  "]}, {'type': 'modifier', 'name': '" modifier "', 'contexts': {" contexts "}}]}"

/* A token, and what it is in the second of two contexts. */
#define IN_CONTEXT(modifier, first, second) \
  RESOLVER("{'a': " TOKEN(0.5) "}", modifier, \
           "'" first "': [], '" second "': [{'a': " TOKEN(1) "}]")

/* What that is if the second context is dark, and the first is of no known words. */
#define FOLLOWING \
  "if(style(--m): if(style(--m: dark): color(srgb 1 0 0); else: color(srgb 0.5 0 0)); " \
  "else: light-dark(color(srgb 0.5 0 0), color(srgb 1 0 0)))"

/* A token in three contexts, of which only two are of known words. */
#define THREE \
  "'light': [], 'dark': [{'a': " TOKEN(1) "}], 'dim': [{'a': " TOKEN(0) "}]"

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
    {"{'a': {'value': 'red', 'type': 'color'}}", "a", "#ff0000", "a name of CSS, without dollars",
     0},
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

    /* Names that are also those of properties. */
    {"{'g': {'type': " TOKEN(1) "}}", "g/type", "color(srgb 1 0 0)", "a token called type",
     DYNCOLOR_LOAD_STRICT},
    {"{'g': {'value': {'a': " TOKEN(1) "}}}", "g/value/a", "color(srgb 1 0 0)",
     "a group called value", DYNCOLOR_LOAD_STRICT},
    {"{'g': {'value': {'value': '#f00', 'type': 'color'}}}", "g/value", "#ff0000",
     "a token called value, without dollars", 0},
    {"{'a': {'value': " VALUE(1) "}}", "a", "color(srgb 1 0 0)", "no dollars and no type", 0},

    /* What can be nothing but a color, and what is none. */
    {"{'a': {'$value': 'rgb(255 0 0)'}}", "a", "#ff0000", "CSS without a type", 0},
    {"{'c': {'$type': 'color', '$value': 'color-mix(in srgb, red, var(--b))'}, 'a': {'$type': "
     "'color', '$value': 'var(--b)'}, 'b': " TOKEN(1) "}", "a", "var(--b)",
     "CSS behind more of it", 0},
    {"{'a': {'$value': 1}}", "a", "", "a number without a type", DYNCOLOR_LOAD_STRICT},
    {"{'b': {'$value': {'colorSpace': 'srgb', 'hex': '#f00', 'components': [1, 0, 0]}}}", "b",
     "#ff0000", "an object without a type, with a hex that is exact", 0},
    {"{'b': {'$value': {'colorSpace': 'srgb', 'hex': '#f10', 'components': [1, 0, 0]}}}", "b",
     "color(srgb 1 0 0)", "a hex that is another color", 0},

    /* References, and what they lead to. */
    {"{'g': {'a': " TOKEN(1) "}, 'h': {'$extends': {'$ref': '#/g'}}}", "h/a", "var(--g\\/a)",
     "a reference object to a group that is taken over", DYNCOLOR_LOAD_STRICT},
    {"{'g': {'a': " TOKEN(1) "}, 'h': {'$ref': '#/g', 'b': " TOKEN(0) "}}", "h/a",
     "var(--g\\/a)", "a reference to a group beside a token", DYNCOLOR_LOAD_STRICT},
    {"{'a/b': " TOKEN(1) ", 'c': {'$ref': '#/a~1b'}}", "c", "var(--a\\/b)",
     "a stroke in a pointer", 0},
    {"{'a': {'value': " VALUE(1) ", 'type': 'color'}, 'b': {'$type': 'color', '$value': "
     "{'colorSpace': 'srgb', 'components': [0, {'$ref': '#/a/value/components/0'}, 0]}}}",
     "b", "color(srgb 0 1 0)", "a reference to a component, without dollars", 0},
    {"{'a': {'value': " VALUE(1) ", 'type': 'color'}, 'b': {'$type': 'color', '$ref': '#/a/value'}"
     "}", "b", "var(--a)", "a reference to a value, without dollars", 0},
    {"{'c': " TOKEN(1) ", 'a': {'$type': 'color', '$value': '{c}'}, 'b': {'$type': 'color', "
     "'$value': {'$ref': 'a.tokens.json#/a/$value'}}}", "b", "var(--c)",
     "a reference to an alias in a file", DYNCOLOR_LOAD_STRICT},
    {"{'a/b': " TOKEN(1) ", 'a': {'b': " TOKEN(0) "}}", "a/b", "color(srgb 0 0 0)",
     "a color that is there twice", 0},
    {"{'n': {'$type': 'color', '$value': " VALUE(0.25) ", '$extensions': {'mode': {'dark': "
     VALUE(0.5) "}}}, 'b': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components': "
     "[0, {'$ref': '#/n/$value/components/0'}, 0]}}}",
     "b", "light-dark(color(srgb 0 0.25 0), color(srgb 0 0.5 0))",
     "a component of a token with modes", 0},

    /* What groups take over. */
    {"{'g': {'a': " TOKEN(1) "}, 'h': {'$extends': '{g}'}, 'k': {'$ref': '#/h'}}", "k/a",
     "var(--h\\/a)", "a reference to a group that has but what it takes over",
     DYNCOLOR_LOAD_STRICT},
    {"{'h': {'$extends': '{g.k}'}, 'g': {'$extends': '{f}'}, 'f': {'k': {'a': " TOKEN(1) "}}}",
     "h/a", "var(--g\\/k\\/a)", "a group that is in what another takes over",
     DYNCOLOR_LOAD_STRICT},
    {"{'f': {'a': " TOKEN(1) "}, 'g': {'k': {'a': " TOKEN(0) "}}, 'h': {'$extends': '{g}', "
     "'k': {'$extends': '{f}'}}}", "h/k/a", "var(--f\\/a)",
     "a group takes over before the one that it is in", DYNCOLOR_LOAD_STRICT},
    {"{'g': {'a': " TOKEN(1) "}, 'h': {'$extends': '{g}'}, 'b': {'$type': 'color', '$value': "
     "{'colorSpace': 'srgb', 'components': [0, {'$ref': '#/h/a/$value/components/0'}, 0]}}}",
     "b", "color(srgb 0 1 0)", "a component of what is taken over", DYNCOLOR_LOAD_STRICT},
    {RESOLVER("{'g': {'a': " TOKEN(1) "}, 'k': {'a': " TOKEN(0.5) "}, 'h': {'$extends': '{k}'}}",
              "m", "'x': [], 'y': [{'h': {'$extends': '{g}'}}]"),
     "h/a", "if(style(--m: y): var(--g\\/a); else: var(--k\\/a))",
     "a group that takes over another in a context", DYNCOLOR_LOAD_STRICT},
    {RESOLVER("{'n': {'$type': 'number', '$value': 1}, 'a': " TOKEN(1) "}", "m",
              "'x': [], 'y': [{'a': {'$value': '{n}'}}]"),
     "a", "color(srgb 1 0 0)", "an alias to what is no color, in a context", DYNCOLOR_LOAD_STRICT},

    /* Names of contexts. */
    {IN_CONTEXT("m", "default", "base"), "a",
     "if(style(--m: base): color(srgb 1 0 0); else: color(srgb 0.5 0 0))",
     "contexts that say nothing", DYNCOLOR_LOAD_STRICT},
    {IN_CONTEXT("m", "light-dark", "dark"), "a",
     FOLLOWING, "a context that says two things", DYNCOLOR_LOAD_STRICT},
    {IN_CONTEXT("m", "-", "dark"), "a",
     FOLLOWING, "a context without a word", DYNCOLOR_LOAD_STRICT},
    {IN_CONTEXT("m", "display", "dark"), "a",
     FOLLOWING, "half of two words", DYNCOLOR_LOAD_STRICT},
    {RESOLVER("{'a': " TOKEN(0.5) "}", "theme", THREE), "a",
     "if(style(--theme): if(style(--theme: dim): color(srgb 0 0 0); style(--theme: dark): "
     "color(srgb 1 0 0); else: color(srgb 0.5 0 0)); "
     "else: light-dark(color(srgb 0.5 0 0), color(srgb 1 0 0)))",
     "known contexts beside one that is not", DYNCOLOR_LOAD_STRICT},
    {"{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': [{'a': "
     TOKEN(0.5)
     "}]}, {'type': 'modifier', 'name': 'scheme', 'contexts': {'light': [], 'dark': []}},"
     " {'type': 'modifier', 'name': 'm', 'contexts': {" THREE "}}]}",
     "a", "if(style(--m: dim): color(srgb 0 0 0); style(--m: dark): color(srgb 1 0 0); "
     "else: color(srgb 0.5 0 0))",
     "known contexts of an axis that another modifier is bound to", DYNCOLOR_LOAD_STRICT},
    {"{'version': '2025.10', '$extensions': {'org.dyncolor': {'axes': {'m': ['dark']}}},"
     " 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': [{'a': " TOKEN(0.5) "}]},"
     " {'type': 'modifier', 'name': 'm', 'contexts': {'x': [], 'dark': [{'a': " TOKEN(1) "}]}}]}",
     "a", "if(style(--m: dark): color(srgb 1 0 0); else: color(srgb 0.5 0 0))",
     "known contexts of an axis that the library has written", DYNCOLOR_LOAD_STRICT},
    {RESOLVER("{'a': " TOKEN(0.5) ", 'b': {'$type': 'color', '$value': {'colorSpace': 'srgb', "
              "'components': [0, {'$ref': '#/a/$value/components/0'}, 0]}}}", "m",
              "'x': [], 'dark': [{'a': " TOKEN(1) "}]"), "b",
     "if(style(--m): if(not style(--m: dark): color(srgb 0 0.5 0); style(--m: dark): "
     "color(srgb 0 1 0)); else: light-dark(color(srgb 0 0.5 0), color(srgb 0 1 0)))",
     "known contexts that a component depends on", DYNCOLOR_LOAD_STRICT},
    {IN_CONTEXT("m", "default", "lc"), "a",
     "--variants(any: color(srgb 0.5 0 0); less: color(srgb 1 0 0))", "less contrast",
     DYNCOLOR_LOAD_STRICT},
    {IN_CONTEXT("m", "default", "contrast-low"), "a",
     "--variants(any: color(srgb 0.5 0 0); less: color(srgb 1 0 0))",
     "less contrast, the other way round", DYNCOLOR_LOAD_STRICT},
    {IN_CONTEXT("m", "default", "contrast-high"), "a",
     "--variants(any: color(srgb 0.5 0 0); more: color(srgb 1 0 0))",
     "more contrast, the other way round", DYNCOLOR_LOAD_STRICT},
    {IN_CONTEXT("my-contrast", "normal", "high"), "a",
     "--variants(any: color(srgb 0.5 0 0); more: color(srgb 1 0 0))",
     "contrast that the modifier tells of", DYNCOLOR_LOAD_STRICT},
    {RESOLVER("{}", "m", "'only': [{'a': " TOKEN(1) "}]"), "a", "color(srgb 1 0 0)",
     "a modifier with one context", 0},
    {RESOLVER("{}", "gamut", "'srgb': [], 'p3': [{'a': " TOKEN(1) "}]"), "a",
     "if(style(--gamut: display-p3): color(srgb 1 0 0))", "a color for a gamut alone",
     DYNCOLOR_LOAD_STRICT},
    {RESOLVER("{}", "elevation", "'base': [], 'elevated': [{'a': " TOKEN(1) "}]"), "a",
     "if(style(--elevation: elevated): color(srgb 1 0 0))", "a color for an elevation alone",
     DYNCOLOR_LOAD_STRICT},
    {"{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': [{'a': "
     TOKEN(0) "}]}, {'type': 'modifier', 'name': 'elevation', 'contexts': {'base': [], 'elevated': "
     "[{'a': " TOKEN(1) "}]}}, {'type': 'modifier', 'name': 'scheme', 'contexts': {'light': [], "
     "'dark': [{'a': " TOKEN(0) "}]}}]}", "a",
     "--variants(any: color(srgb 0 0 0); elevated: color(srgb 1 0 0); dark elevated: "
     "color(srgb 0 0 0))", "an elevation that the dark takes back", DYNCOLOR_LOAD_STRICT},
    {RESOLVER("{}", "device", "'any': [], 'tv': [{'a': " TOKEN(1) "}]"), "a",
     "if(style(--idiom: tv): color(srgb 1 0 0))", "a color for an idiom alone",
     DYNCOLOR_LOAD_STRICT},

    /* What our own writer notes, and what others make of that. */
    {"{'a': {'$type': 'color', '$value': null, '$extensions': {'org.dyncolor': {'css': 'red', "
     "'of': ''}}}}", "a", "#ff0000", "CSS beside no value", DYNCOLOR_LOAD_STRICT},
    {"{'a': {'$type': 'color', '$value': " VALUE(1) ", '$extensions': {'org.dyncolor': {'css': "
     "'lime', 'of': ')'}}}}", "a", "color(srgb 1 0 0)", "CSS beside what is none",
     DYNCOLOR_LOAD_STRICT},
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

/* Two tokens, of which the second has a component of its own. */
#define IN_COMPONENT(component) \
  "{'a': " TOKEN(1) ", 'b': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components': " \
  "[0, " component ", 0]}}}"

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
     -10, 1, 7, "a → b → a", "tokens that are each other"},
    {"{'a': {'$type': 'color', '$value': {'colorSpace':\n'rgb', 'components': [0, 0, 0]}}}", 3, -3,
     2, 1, "rgb", "an unknown space"},
    {"{'a': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components':\n[0, 0]}}}", 3, -3, 2,
     1, "", "two components"},
    {"{'a': {'$ref':\n'../b.json#/a'}}", 3, -29, 2, 1, "../b.json", "a path that leads out"},
    {"{'a': {'$ref':\n'b.json#/a'}}", 3, -29, 2, 1, "b.json", "a file where there is but one"},
    {"{'a': " TOKEN(1) ", 'b': {'$type': 'color',\n'$value': '{c}'}}", 2, -6, 2, 12, "c",
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

    {"\n" TOKEN(1), 3, -3, 2, 1, "", "a token without a name"},
    {"{'$ref':\n'#/a'}", 3, -6, 2, 1, "#/a", "a reference without a name"},
    {"{'version': '2025.10', 'modifiers': {'m': {'contexts': {'x': [], 'y': [\n" TOKEN(1) "]}}},"
     "'sets': {'s': {'sources': [{'b': {'$type': 'color', '$ref': '#'}}]}},"
     "'resolutionOrder': [{'$ref': '#/sets/s'}, {'$ref': '#/modifiers/m'}]}", 3, -3, 2, 1, "",
     "the same in a context"},
    {"{'g': {'$type':\n1}}", 3, -3, 2, 1, "", "a type of a group that is no text"},
    {"{'h': {'$ref':\n'a.tokens.json#/$x'}, '$x': 1}", 3, -3, 2, 1, "a.tokens.json#/$x",
     "a reference to a number"},
    {"{'a': {'$value':\n'{c}'}}", 2, -6, 2, 1, "{c}", "an alias to nothing without a type"},
    {IN_COMPONENT("{'$ref':\n'#/a/$value/colorSpace/x'}"), 3, -6, 2, 1, "#/a/$value/colorSpace/x",
     "a reference into a text"},
    {IN_COMPONENT("{'$ref':\n'#/a/$value/components/x'}"), 3, -6, 2, 1,
     "#/a/$value/components/x", "a reference to a place that is no number"},
    {IN_COMPONENT("{'$ref':\n'#/a/$value/components/'}"), 3, -6, 2, 1, "#/a/$value/components/",
     "a reference to no place"},
    {IN_COMPONENT("\n'{c}'"), 3, -6, 2, 1, "{c}", "an alias to nothing, of a component"},
    {"{'a': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components': [{'$ref':\n"
     "'#/a/$value/components/0/x'}, 0, 0]}}}", 3, -10, 2, 1, "", "a component that is in itself"},
    {"{'h': {'$extends': '{g}'}, 'g': {'$extends':\n'{h}', 'a': {'$value': " VALUE(1) "}}}", 3,
     -10, 2, 1, "g", "groups that extend each other, with a token without a type"},

    {"{'version': '2025.10', 'resolutionOrder': [\n1]}", 3, -3, 2, 1, "", "an item of no kind"},
    {"{'version': '2025.10', 'resolutionOrder': [\n{'$ref': '#/sets/s'}], 'sets': {'a': 0, 'b': 0,"
     " 'c': 0, 'd': 0, 'e': 0, 'f': 0, 'g': 0, 'h': 0, 'i': 0, 'j': 0, 'k': 0, 'l': 0, 'm': 0, "
     "'n': 0, 'o': 0, 'p': 0, 'q': 0}}", 3, -6, 2, 10, "/sets/s", "a set that many others are not"},
    {"{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources':\n1}]}", 3,
     -3, 2, 1, "", "sources that are no list"},
    {"{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': [\n1]}]}",
     3, -3, 2, 1, "", "a source that is no tokens"},
    {"{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': [{'$ref':"
     "\n'#/sets/t/x'}]}], 'sets': {'t': {'x': 1}}}", 3, -3, 2, 1, "#/sets/t/x",
     "a reference to what is no tokens"},
    {RESOLVER("{'g': {'a': " TOKEN(1) "}, 't': " TOKEN(0) ", 'h': {'$ref': '#/g'}}", "m",
              "'x': [], 'y': [{'h':\n{'$ref': '#/t'}}]"),
     3, -3, 2, 1, "h", "a group in one context, and a token in another"},
    {RESOLVER("{'a': {'$value': '{b}'}, 'b': " TOKEN(1) "}", "m",
              "'x': [], 'y': [{'a': {'$value':\n'{a}'}}]"),
     3, -10, 2, 1, "a", "a token that is itself in a context"},
    {RESOLVER("{'b': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components': [0, {'$ref':"
              "\n'#/n/$value'}, 0]}}}", "m",
              "'x': [], 'y': [{'n': {'$type': 'number', '$value': 1}}]"),
     3, -6, 2, 1, "n", "a component that is there in one context"},
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

static void what_is_wrong_is_told_once(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  size_t count = 0;
  CHECK(load(theme, "{'a': {'$type': 'color', '$value': true, 'alpha': 0.5}}", 0, &report) ==
        DYNCOLOR_ERROR_SYNTAX);
  dyncolor_report_findings(report, &count);
  CHECK(count == 1);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* ---- One theme for all contexts ---- */

static const char resolver[] =
    "{'version': '2025.10', 'resolutionOrder': [{'$ref': '#/sets/base'},"
    " {'$ref': '#/modifiers/theme'}, {'$ref': '#/modifiers/brand'}],"
    " 'sets': {'base': {'sources': [{'g': {'$type': 'color', '$deprecated': 'Too old: {h.a}',"
    " 'a': {'$value': " VALUE(0.125) ", '$description': 'Ink', '$extensions': {'x.y': {'b':"
    " [1, true, false, null, 'c']}, 'org.dyncolor': {'css': 'color(srgb 0.125 0 0)', 'of':"
    " 'color(srgb 0.125 0 0)'}}}, 'b': {'$value': '{g.a}'}},"
    " 'h': {'$extends': '{g}'}}]}},"
    " 'modifiers': {"
    " 'theme': {'contexts': {'light': [], 'light-hc': [{'g': {'a': " TOKEN(0.25) "}}],"
    "  'dark': [{'g': {'a': " TOKEN(0.375) "}}], 'dark-hc': [{'g': {'a': " TOKEN(0.5) "}}]}},"
    " 'brand': {'default': 'one', 'contexts': {'one': [], 'two': [{'g': {'b': " TOKEN(1) "}}]}}}}";

static float red(dyncolor_theme *theme, const char *name, const dyncolor_environment *environment) {
  dyncolor_id id = 0;
  dyncolor_rgba color = {-1, -1, -1, -1};
  CHECK(dyncolor_theme_find_n(theme, name, NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, environment, &color, NULL) == DYNCOLOR_OK);
  return color.r;
}

static void contexts_are_environments(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(load(theme, resolver, DYNCOLOR_LOAD_STRICT, NULL) == DYNCOLOR_OK);
  uint32_t axis = 99;
  CHECK(dyncolor_axis_declare_n(theme, "brand", NUL, &axis, NULL) == DYNCOLOR_OK &&
        axis == DYNCOLOR_AXIS_CUSTOM);
  static const float levels[2][2] = {{0.125f, 0.25f}, {0.375f, 0.5f}};
  for (int dark = 0; dark < 2; dark++)
    for (int more = 0; more < 2; more++)
      for (int brand = 0; brand <= 2; brand++) {
        dyncolor_environment environment;
        memset(&environment, 0, sizeof environment);
        environment.scheme = dark ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT;
        environment.contrast = more ? DYNCOLOR_CONTRAST_MORE : DYNCOLOR_CONTRAST_STANDARD;
        CHECK(dyncolor_environment_set(&environment, axis, (uint32_t)brand) == DYNCOLOR_OK);
        float level = levels[dark][more];
        CHECK(red(theme, "g/a", &environment) == level);
        CHECK(red(theme, "h/a", &environment) == level);
        CHECK(red(theme, "g/b", &environment) == (brand == 2 ? 1 : level));
        CHECK(red(theme, "h/b", &environment) == (brand == 2 ? 1 : level));
      }

  dyncolor_id id = 0, instead = 0, replacement = 0;
  const char *text = NULL;
  CHECK(dyncolor_theme_find_n(theme, "g/a", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "h/a", NUL, &instead, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_deprecation(theme, id, &text, &replacement, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(text, "Too old: {h.a}") == 0 && replacement == instead);
  CHECK(dyncolor_id_annotation(theme, id, &text, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(text, "{\"x.y\":{\"b\":[1,true,false,null,\"c\"]}}") == 0);
  dyncolor_theme_release(theme);
}

static void nothing_replaces_itself(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = 0, replacement = 99;
  const char *text = NULL;
  CHECK(load(theme, "{'a': {'$type': 'color', '$value': " VALUE(1) ", '$deprecated': 'Use {a}'}}",
             DYNCOLOR_LOAD_STRICT, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_deprecation(theme, id, &text, &replacement, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(text, "Use {a}") == 0 && replacement == DYNCOLOR_ID_NONE);
  dyncolor_theme_release(theme);
}

static dyncolor_status load_with(dyncolor_theme *theme, const char *text, const char *prefix) {
  memory_file file = file_of(text, DYNCOLOR_LOAD_STRICT);
  dyncolor_load_options options = {.size = sizeof options, .format = file.format,
                                   .flags = file.flags, .prefix = prefix, .prefix_length = NUL};
  return dyncolor_theme_load_memory_n(theme, file.name, NUL, file.text, file.size, &options, NULL,
                                      NULL);
}

/* With a prefix for which there is more to write than there was to read. */
static dyncolor_status load_prefixed(dyncolor_theme *theme, const void *text) {
  static char prefix[1000];
  memset(prefix, 'p', sizeof prefix - 1);
  return load_with(theme, text, prefix);
}

/* Names of colors and palettes get a prefix, and those of axes do not. */
static void names_get_a_prefix(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(load_with(theme, resolver, "p/") == DYNCOLOR_OK);
  CHECK(is_made(theme, "p/h/a", "var(--p\\/g\\/a)"));
  CHECK(is_made(theme, "p/g/b",
                "if(style(--brand: two): color(srgb 1 0 0); else: var(--p\\/g\\/a))"));
  CHECK(is_made(theme, "g/a", ""));
  uint32_t axis = 99;
  uint16_t palette = 99;
  CHECK(dyncolor_axis_declare_n(theme, "brand", NUL, &axis, NULL) == DYNCOLOR_OK &&
        axis == DYNCOLOR_AXIS_CUSTOM);
  CHECK(dyncolor_palette_count(theme) == 1);
  CHECK(dyncolor_palette_declare_n(theme, "p", NUL, &palette, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_count(theme) == 1);
  dyncolor_theme_release(theme);
}

/* ---- What is too much ---- */

/* A text that grows. */
static char grown[1 << 16];

__attribute__((format(printf, 1, 2))) static void grow(const char *format, ...) {
  va_list arguments;
  size_t length = strlen(grown);
  va_start(arguments, format);
  int more = vsnprintf(grown + length, sizeof grown - length, format, arguments);
  va_end(arguments);
  CHECK(more >= 0 && length + (size_t)more < sizeof grown);
}

/* Loads what has grown, of which nothing is left. */
static dyncolor_status load_grown(dyncolor_theme *theme, const char *name, const char *message) {
  dyncolor_report *report = NULL;
  size_t count = 0;
  memory_file file = file_of(grown, 0);
  file.name = name;
  dyncolor_status status = load_file(theme, &file, &report, NULL);
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  bool is_told = message == NULL;
  for (size_t i = 0; i < count; i++)
    is_told = is_told || strcmp(findings[i].message, message) == 0;
  CHECK(is_told);
  if (!is_told) printf("# not told: %s; status %d\n", message, (int)status);
  dyncolor_report_release(report);
  grown[0] = 0;
  return status;
}

/* Modifiers of which each decides only if all before it are as they are where nothing is said. */
static void grow_chain(int count, const char *base) {
  grow("{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': "
       "[{%s}]}", base);
  for (int i = 1; i <= count; i++) {
    const bool is_scheme = i == 1;
    grow(", {'type': 'modifier', 'name': 'm%d', 'contexts': {'%s': [{'n%d': {'$type': 'number', "
         "'$value': ", i, is_scheme ? "light" : "x", i);
    if (i < count) grow("{'$ref': '#/n%d/$value'}", i + 1);
    else grow("0.75");
    grow("}}], '%s': [{'n%d': {'$type': 'number', '$value': %g}}]}}", is_scheme ? "dark" : "y", i,
         i / 16.0);
  }
  grow("]}");
}

static const char of_chain[] =
    "'a': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components': ["
    "{'$ref': '#/n1/$value'}, 0, 0]}}";

static void eight_modifiers_decide(void) {
  dyncolor_theme *theme = new_theme();
  grow_chain(8, of_chain);
  CHECK(load_grown(theme, "a", NULL) == DYNCOLOR_OK);
  dyncolor_environment environment;
  memset(&environment, 0, sizeof environment);
  CHECK(red(theme, "a", &environment) == 0.75f);
  for (int i = 1; i <= 8; i++) {
    memset(&environment, 0, sizeof environment);
    /* What those behind it say does not count then. */
    for (int j = i; j <= 8; j++) {
      char name[16];
      uint32_t axis = 0;
      snprintf(name, sizeof name, "m%d", j);
      if (j == 1) environment.scheme = DYNCOLOR_SCHEME_DARK;
      else {
        CHECK(dyncolor_axis_declare_n(theme, name, NUL, &axis, NULL) == DYNCOLOR_OK);
        CHECK(dyncolor_environment_set(&environment, axis, 2) == DYNCOLOR_OK);
      }
    }
    CHECK(red(theme, "a", &environment) == (float)i / 16);
  }
  dyncolor_theme_release(theme);
}

/* Modifiers of which each decides only if all before it are as they are where something is said. */
static void eight_modifiers_are_asked(void) {
  char wanted[512] = "; ";
  grow("{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': "
       "[{%s}]}", of_chain);
  for (int i = 1; i <= 8; i++) {
    grow(", {'type': 'modifier', 'name': 'm%d', 'contexts': {'x': [{'n%d': {'$type': 'number', "
         "'$value': %g}}], 'y': [{'n%d': {'$type': 'number', '$value': ", i, i, i / 16.0, i);
    if (i < 8) grow("{'$ref': '#/n%d/$value'}}}]}}", i + 1);
    else grow("0.75}}]}}]}");
    size_t length = strlen(wanted);
    snprintf(wanted + length, sizeof wanted - length, "%sstyle(--m%d: y)", i > 1 ? " and " : "", i);
  }
  strcat(wanted, ": color(srgb 0.75 0 0))");
  dyncolor_theme *theme = new_theme();
  CHECK(load_grown(theme, "a", NULL) == DYNCOLOR_OK);
  const char *css = css_of(theme, "a");
  size_t length = strlen(css), end = strlen(wanted);
  CHECK(length > end && strcmp(css + length - end, wanted) == 0);
  dyncolor_theme_release(theme);
}

static void the_longest_name_is_referred_to(void) {
  dyncolor_theme *theme = new_theme();
  char name[DYNCOLOR_MAX_NAME + 1];
  memset(name, 'n', sizeof name);
  name[DYNCOLOR_MAX_NAME] = 0;
  grow("{'%s': %s, 'b': {'$value': '{%s}'}}", name, TOKEN(0.5), name);
  CHECK(load_grown(theme, "a", NULL) == DYNCOLOR_OK && dyncolor_theme_count(theme) == 2);
  CHECK(red(theme, "b", NULL) == 0.5f);
  dyncolor_theme_release(theme);
}

static void too_much_is_told(void) {
  dyncolor_theme *theme = new_theme();
  uint64_t before = dyncolor_theme_fingerprint(theme);
  grow_chain(9, of_chain);
  CHECK(load_grown(theme, "a", "the value depends on too many modifiers; at most 8 are allowed") ==
        DYNCOLOR_ERROR_TOO_COMPLEX);
  grow_chain(65, "");
  CHECK(load_grown(theme, "a", "too many modifiers; at most 64 are read") ==
        DYNCOLOR_ERROR_TOO_COMPLEX);

  grow("{'version': '2025.10', 'resolutionOrder': [{'$ref': '#/sets/s0'}], 'sets': {");
  for (int i = 0; i < 70; i++) grow("'s%d': {'sources': [{'$ref': '#/sets/s%d'}]}, ", i, i + 1);
  grow("'s70': {'sources': []}}}");
  CHECK(load_grown(theme, "a", "the set refers to itself, or is nested too deeply") ==
        DYNCOLOR_ERROR_CYCLE);

  /* Paths that are too long with that of the folder, and by themselves. */
  for (int is_long = 0; is_long < 2; is_long++) {
    grow("{'a': {'$ref': '");
    for (int i = 0; i < (is_long ? 1025 : 1023); i++) grow("b/c/");
    grow("d'}}");
    CHECK(load_grown(theme, is_long ? "a" : "folder/a",
                     "the file is outside the folder that is loaded; only files in it are read") ==
          DYNCOLOR_ERROR_OUTSIDE);
  }
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

/* 288 combinations, which are more than are compared with each other. */
static void all_axes_decide(void) {
  static const struct {
    const char *name, *type, *contexts[8], *values[8];
  } modifiers[] = {
      {"scheme", "number", {"light", "dark"}, {"0.25", "0.75"}},
      {"contrast", "number", {"standard", "hc", "lc"}, {"0.25", "0.5", "0.75"}},
      {"gamut", "number", {"srgb", "p3", "rec2020"}, {"0.25", "0.5", "0.75"}},
      {"device", "number", {"any", "phone", "tablet", "desktop", "tv", "watch", "car", "headset"},
       {"0.125", "0.25", "0.375", "0.5", "0.625", "0.75", "0.875", "1"}},
      {"elevation", "string", {"base", "elevated"}, {"'srgb'", "'xyz-d65'"}},
  };
  grow("{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': [{'a': "
       "{'$type': 'color', '$value': {'colorSpace': {'$ref': '#/n4/$value'}, 'components': ["
       "{'$ref': '#/n0/$value'}, {'$ref': '#/n1/$value'}, {'$ref': '#/n2/$value'}], 'alpha': "
       "{'$ref': '#/n3/$value'}}}}]}");
  for (size_t i = 0; i < COUNT(modifiers); i++) {
    grow(", {'type': 'modifier', 'name': '%s', 'contexts': {", modifiers[i].name);
    for (size_t j = 0; j < 8 && modifiers[i].contexts[j] != NULL; j++)
      grow("%s'%s': [{'n%zu': {'$type': '%s', '$value': %s}}]", j == 0 ? "" : ", ",
           modifiers[i].contexts[j], i, modifiers[i].type, modifiers[i].values[j]);
    grow("}}");
  }
  grow("]}");
  dyncolor_theme *theme = new_theme();
  CHECK(load_grown(theme, "a", NULL) == DYNCOLOR_OK);
  static const dyncolor_contrast contrasts[] = {
      DYNCOLOR_CONTRAST_STANDARD, DYNCOLOR_CONTRAST_MORE, DYNCOLOR_CONTRAST_LESS};
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK);
  for (unsigned i = 0; i < 288; i++) {
    const unsigned scheme = i % 2, contrast = i / 2 % 3, gamut = i / 6 % 3, idiom = i / 18 % 8;
    const bool is_elevated = i / 144 == 1;
    dyncolor_environment environment;
    dyncolor_rgba color = {-1, -1, -1, -1};
    memset(&environment, 0, sizeof environment);
    environment.scheme = (uint8_t)(scheme + 1);
    environment.contrast = (uint8_t)contrasts[contrast];
    environment.gamut = (uint8_t)(gamut + 1);
    environment.idiom = (uint8_t)idiom;
    environment.elevation = is_elevated ? DYNCOLOR_ELEVATION_ELEVATED : DYNCOLOR_ELEVATION_BASE;
    CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK);
    CHECK(color.a == (float)(idiom + 1) / 8);
    /* In the other space it is another color. */
    const bool is_srgb = color.r == (scheme ? 0.75f : 0.25f) &&
                         color.g == (float)(contrast + 1) / 4 && color.b == (float)(gamut + 1) / 4;
    CHECK(is_srgb == !is_elevated);
  }
  dyncolor_theme_release(theme);
}

/* Of contexts that are combinations of values, the one decides whose conditions hold in the
 * environment: a condition on the device before one on the gamut, then the contrast, then the
 * scheme. Several contexts often have equal values, so that the theme has fewer variants. */
static void combined_contexts_decide(void) {
  static const char *const words[][3] = {
      {"", "dark", NULL}, {"", "hc", NULL}, {"", "p3", "rec2020"}, {"", "phone", "tv"}};
  static const unsigned counts[] = {2, 2, 3, 3};
  static const uint8_t values[][3] = {
      {DYNCOLOR_SCHEME_LIGHT, DYNCOLOR_SCHEME_DARK},
      {DYNCOLOR_CONTRAST_STANDARD, DYNCOLOR_CONTRAST_MORE},
      {DYNCOLOR_GAMUT_SRGB, DYNCOLOR_GAMUT_DISPLAY_P3, DYNCOLOR_GAMUT_REC2020},
      {0, DYNCOLOR_IDIOM_PHONE, DYNCOLOR_IDIOM_TV}};
  uint64_t random = 1;
  for (int round = 0; round < 300; round++) {
    /* For each combination, the red of its context in quarters; −1 without a context. The
     * combination of no conditions is that of the token itself. */
    int reds[36];
    grow("{'version': '2025.10', 'resolutionOrder': [{'type': 'set', 'name': 's', 'sources': "
         "[{'a': " TOKEN(0) "}]}, {'type': 'modifier', 'name': 'm', 'contexts': {'default': []");
    for (unsigned i = 0; i < COUNT(reds); i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      const unsigned drawn = (unsigned)(random >> 40);
      reds[i] = i == 0 ? 0 : drawn % 6 != 0 ? -1 : (int)(drawn / 6 % 3);
      if (i == 0 || reds[i] < 0) continue;
      grow(", '");
      unsigned rest = i, count = 0;
      for (int axis = 0; axis < 4; axis++) {
        const char *word = words[axis][rest % counts[axis]];
        rest /= counts[axis];
        if (*word != 0) grow("%s%s", count++ > 0 ? "-" : "", word);
      }
      grow("': [{'a': {'$type': 'color', '$value': {'colorSpace': 'srgb', 'components': "
           "[%g, 0, 0]}}}]", reds[i] / 4.0);
    }
    grow("}, 'default': 'default'}]}");
    dyncolor_theme *theme = new_theme();
    CHECK(load_grown(theme, "a", NULL) == DYNCOLOR_OK);
    dyncolor_id id = 0;
    CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK);
    for (unsigned i = 0; i < COUNT(reds); i++) {
      /* The digits of `i` are the values; a context has one of them, or 0, in each place. The
       * greater the context, the higher the axes of its conditions. */
      unsigned best = 0;
      for (unsigned context = 0; context <= i; context++) {
        unsigned of_environment = i, of_context = context;
        bool holds = reds[context] >= 0;
        for (int axis = 0; axis < 4; axis++) {
          const unsigned wanted = of_context % counts[axis];
          holds = holds && (wanted == 0 || wanted == of_environment % counts[axis]);
          of_environment /= counts[axis];
          of_context /= counts[axis];
        }
        if (holds) best = context;
      }
      const dyncolor_environment environment = {
          .scheme = values[0][i % 2], .contrast = values[1][i / 2 % 2],
          .gamut = values[2][i / 4 % 3], .idiom = values[3][i / 12]};
      dyncolor_rgba color = {-1, -1, -1, -1};
      CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK);
      CHECK(color.r == (float)reds[best] / 4);
    }
    dyncolor_theme_release(theme);
  }
}

/* ---- Without memory ---- */

static dyncolor_status load_resolver(dyncolor_theme *theme, const void *text) {
  dyncolor_report *report = NULL;
  dyncolor_status status = load(theme, text, 0, &report);
  dyncolor_report_release(report);
  return status;
}

static void nothing_is_lost_without_memory(void) {
  const theme_call calls[] = {load_resolver, load_prefixed};
  for (size_t i = 0; i < COUNT(calls); i++) {
    short_heap heap = {.left = SIZE_MAX, .stays_short = true};
    dyncolor_theme *theme = new_theme_in(&heap);
    size_t failed = 0;
    while (runs_short(&heap, failed, theme, calls[i], resolver)) failed++;
    CHECK(failed > 50);
    dyncolor_theme_release(theme);
    CHECK(heap.taken == 0);
  }
}

/* How each modifier and each mode was bound. */
static void bindings_are_told(void) {
  static const struct {
    const char *json, *bound[3];
    uint32_t line[3];
  } files[] = {
      {"{'version': '2025.10', 'resolutionOrder': [\n"
       "{'type': 'modifier', 'name': 'theme', 'contexts': {'light-hc': [], 'dark': []}},\n"
       "{'type': 'modifier', 'name': 'brand', 'contexts': {'default': [], 'fire': []}},\n"
       "{'type': 'modifier', 'name': 'screen', 'contexts': {'srgb': [], 'p3': [], 'paper': []}}]}",
       {"theme: scheme contrast", "brand: --brand", "screen: --screen gamut"}, {2, 3, 4}},
      {"{'a': {'$type': 'color', '$value': '#f00', '$extensions': {'mode': {\n'dark-hc': '#00f',\n"
       "'dim': '#0f0'}}}}",
       {"dark-hc: scheme contrast", "dim: --mode"}, {2, 3}},
  };
  for (size_t i = 0; i < COUNT(files); i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    size_t count = 0, notes = 0;
    CHECK(load(theme, files[i].json, 0, &report) == DYNCOLOR_OK);
    const dyncolor_finding *found = dyncolor_report_findings(report, &count);
    for (size_t j = 0; j < count; j++) {
      if (found[j].severity != DYNCOLOR_SEVERITY_NOTE) continue;
      CHECK(notes < 3 && files[i].bound[notes] != NULL &&
            strcmp(found[j].context, files[i].bound[notes]) == 0 &&
            found[j].line == files[i].line[notes]);
      notes++;
    }
    CHECK(notes == 3 || files[i].bound[notes] == NULL);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

/* Of light, dark and dim, the scheme decides until the axis does. */
static void known_contexts_follow(void) {
  static const char *const json = RESOLVER("{'a': " TOKEN(0.5) "}", "theme", THREE);
  static const struct {
    uint8_t scheme, value;
    float red;
  } cases[] = {
      {0, 0, 0.5f}, {DYNCOLOR_SCHEME_LIGHT, 0, 0.5f}, {DYNCOLOR_SCHEME_DARK, 0, 1},
      {DYNCOLOR_SCHEME_DARK, 1, 0.5f}, {DYNCOLOR_SCHEME_LIGHT, 2, 1},
      {DYNCOLOR_SCHEME_DARK, 3, 0}, {DYNCOLOR_SCHEME_LIGHT, 3, 0},
  };
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = 0;
  CHECK(load(theme, json, 0, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < COUNT(cases); i++) {
    const dyncolor_environment environment = {.scheme = cases[i].scheme,
                                              .custom = {cases[i].value}};
    dyncolor_rgba color = {0};
    CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK);
    CHECK(color.r == cases[i].red);
  }
  dyncolor_theme_release(theme);
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("design tokens are read as specified, and as real files have them", tokens_are_read);
  CLAIM("errors in design tokens have line and column", findings_are_told);
  CLAIM("a value that is no color is reported once", what_is_wrong_is_told_once);
  CLAIM("a resolver becomes one theme with the colors and notes of all contexts",
        contexts_are_environments);
  CLAIM("a report tells how each modifier and each mode was bound", bindings_are_told);
  CLAIM("known contexts follow built-in axes until their own axis has a value",
        known_contexts_follow);
  CLAIM("a deprecated token that names itself has no replacement", nothing_replaces_itself);
  CLAIM("names of colors get the prefix, names of axes do not", names_get_a_prefix);
  CLAIM("eight modifiers decide a value, the first that matches", eight_modifiers_decide);
  CLAIM("eight modifiers are evaluated once each", eight_modifiers_are_asked);
  CLAIM("the longest possible name can be referred to", the_longest_name_is_referred_to);
  CLAIM("all axes together can decide a color", all_axes_decide);
  CLAIM("of combined contexts, the one with the strongest conditions decides",
        combined_contexts_decide);
  CLAIM("exceeded limits are reported", too_much_is_told);
  CLAIM("a failing allocation while reading tokens changes nothing and leaks nothing",
        nothing_is_lost_without_memory);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
