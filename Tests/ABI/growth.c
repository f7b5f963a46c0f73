/* How the time of a call grows with the size of its input: at four times the size it may take no
 * more than eight times as long, or the input must be refused. Whatever is quadratic takes sixteen
 * times as long. Measured is the processor time of the thread, for hostile inputs of each format,
 * and for each function that works on a whole theme: the least of several rounds, and of more where
 * these were disturbed. `--table` prints all times. */
#include <dyncolor.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "check.h"

enum { SMALL = 1000, FACTOR = 4, GREATEST_GROWTH = 8, ROUNDS = 5, ATTEMPTS = 6 };

/* Times below this one, at the larger size, are mostly those of what does not grow. */
static const double NEGLIGIBLE = 400e-6;

static bool prints_table;

static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

typedef struct text {
  char *bytes;
  size_t size, capacity;
} text;

__attribute__((format(printf, 2, 3))) static void add(text *out, const char *format, ...) {
  va_list arguments;
  if (out->capacity - out->size < 4096) {
    out->capacity = out->capacity * 2 + 65536;
    out->bytes = realloc(out->bytes, out->capacity);
    if (out->bytes == NULL) abort();
  }
  va_start(arguments, format);
  const int written = vsnprintf(out->bytes + out->size, 4096, format, arguments);
  va_end(arguments);
  if (written < 0 || written >= 4096) abort();
  out->size += (size_t)written;
}

/* Writes `before`, then `each` for every number i from 1 to `count`, where `last` is the number
 * before it, then `after`. */
#define REPEAT(name, before, each, after) \
  static void name(text *out, unsigned count) { \
    add(out, "%s", before); \
    for (unsigned i = 1; i <= count; i++) { \
      const unsigned last = i - 1; \
      (void)last; \
      add(out, "%s", last == 0 ? "" : SEPARATOR); \
      add each; \
    } \
    add(out, "%s", after); \
  }

#define SEPARATOR ",\n"
REPEAT(json_pairs, "{", (out, "\"c%u\": {\"light\": \"#%06x\", \"dark\": \"#%06x\"}", i, i, i * 7),
       "}")
REPEAT(json_chain, "{\"c0\": \"#123456\", ",
       (out, "\"c%u\": \"var(--c%u)\"", i, last), "}")
REPEAT(json_ladder, "{\"c0\": \"#123456\", ",
       (out, "\"c%u\": \"color-mix(in oklab, var(--c%u), var(--c%u))\"", i, last, last),
       "}")
REPEAT(json_fan, "{\"hub\": \"#123456\", ", (out, "\"c%u\": \"var(--hub)\"", i), "}")
REPEAT(json_mix, "{\"c\": \"color-mix(in oklab, ", (out, "color(srgb 0 0 0.%u)", i), ")\"}")
REPEAT(json_first, "{\"c\": \"--first(", (out, "var(--gone%u)", i), ", red)\"}")
REPEAT(json_same, "{", (out, "\"c\": \"#%06x\"", i), "}")
REPEAT(json_gone, "{", (out, "\"c%u\": \"var(--gone%u)\"", i, i), "}")
REPEAT(json_notes, "{",
       (out, "\"c%u\": {\"value\": \"red\", \"description\": \"d%u\", \"deprecated\": true}", i, i),
       "}")
REPEAT(json_long_names, "{",
       (out, "\"a/long/way/to/a/name/that/begins/as/all/others/do/%08u\": \"red\"", i), "}")
REPEAT(json_described, "{",
       (out, "\"g%u\": {\"hex\": \"#%06x\", \"name\": \"x\", \"k%u\": %u}", i, i, i, i), "}")
REPEAT(json_omitted, "{\"a\": \"red\", ", (out, "\"k%u\": [\"x\"]", i), "}")
REPEAT(json_members, "{\"a\": {\"light\": \"red\", \"dark\": \"blue\", ",
       (out, "\"k%u\": \"no color\"", i), "}}")
REPEAT(json_groups, "{", (out, "\"g%u\": {\"h%u\": {\"c\": \"red\"}}", i, i), "}")
REPEAT(json_escapes, "{\"c\": {\"value\": \"red\", \"description\": \"", (out, "\\u00e9"),
       "\"}}")
REPEAT(json_palettes, "{", (out, "\"p%u/text\": \"red\", \"p%u/back\": \"blue\"", i, i), "}")
REPEAT(json_graded, "{",
       (out, "\"c%u\": \"--variants(any: #123; more: #%06x; dark: #fff)\"", i, i), "}")
REPEAT(json_locales, "{\"$locales\": [\"x\"], \"c\": \"--variants(any: red",
       (out, "; locale(x): #%06x", i), ")\"}")
REPEAT(json_conditions, "{\"c\": \"if(",
       (out, "(media(prefers-contrast: more) and not media(color-gamut: p3)): #%06x;", i),
       "else: blue)\"}")
REPEAT(tokens_flat, "{\"color\": {\"$type\": \"color\", ",
       (out, "\"t%u\": {\"$value\": {\"colorSpace\": \"srgb\", \"components\": [0, 0.%u, 1]}}", i,
        i),
       "}}")
REPEAT(tokens_chain, "{\"$type\": \"color\", \"t0\": {\"$value\": \"#123456\"}, ",
       (out, "\"t%u\": {\"$value\": \"{t%u}\"}", i, last), "}")
REPEAT(tokens_fan, "{\"$type\": \"color\", \"hub\": {\"$value\": \"#123456\"}, ",
       (out, "\"t%u\": {\"$value\": \"{hub}\"}", i), "}")
REPEAT(tokens_groups, "{\"$type\": \"color\", ",
       (out, "\"g%u\": {\"$description\": \"g\", \"a\": {\"$value\": \"#123456\"}}", i), "}")
REPEAT(tokens_extends, "{\"$type\": \"color\", \"base\": {\"a\": {\"$value\": \"#123456\"}}, ",
       (out, "\"g%u\": {\"$extends\": \"{base}\"}", i), "}")
REPEAT(tokens_extends_chain, "{\"$type\": \"color\", \"g0\": {\"a\": {\"$value\": \"#123\"}}, ",
       (out, "\"g%u\": {\"$extends\": \"{g%u}\"}", i, last), "}")
REPEAT(tokens_other, "{", (out, "\"d%u\": {\"$type\": \"dimension\", \"$value\": \"%upx\"}", i, i),
       "}")
REPEAT(resolver_sets,
       "{\"version\": \"2025.10\", \"sets\": {\"base\": {\"sources\": [",
       (out, "{\"$type\": \"color\", \"t%u\": {\"$value\": \"#123456\"}}", i),
       "]}}, \"resolutionOrder\": [{\"$ref\": \"#/sets/base\"}]}")
REPEAT(resolver_contexts,
       "{\"version\": \"2025.10\", \"resolutionOrder\": [{\"$ref\": \"#/modifiers/m\"}], "
       "\"modifiers\": {\"m\": {\"contexts\": {",
       (out, "\"x%u\": [{\"t%u\": {\"$type\": \"color\", \"$value\": \"#123456\"}}]", i, i),
       "}}}}")
#undef SEPARATOR

#define SEPARATOR "\n"
REPEAT(css_flat, ":root {", (out, "--c%u: #%06x;", i, i), "}")
REPEAT(css_rules, "", (out, ":root { --c%u: #%06x }", i, i), "")
REPEAT(css_same, "", (out, ":root { --c: #%06x }", i), "")
REPEAT(css_chain, ":root { --c0: #123456;", (out, "--c%u: var(--c%u);", i, last), "}")
REPEAT(css_parts, ":root { --start: 210 40% 98%;",
       (out, "--c%u: hsl(var(--start) / 0.%u);", i, i + 1), "}")
REPEAT(css_laughs, ":root { --c0: 1 ;",
       (out, "--c%u: var(--c%u) var(--c%u);", i, last, last), "--color: rgb(var(--c9)) }")
REPEAT(css_dark, "",
       (out, ":root { --c%u: #%06x } @media (prefers-color-scheme: dark) { :root { --c%u: #fff } }",
        i, i, i),
       "")
REPEAT(css_queries, "",
       (out, "@media (prefers-color-scheme: dark) and (min-width: %upx) { :root { --c: red } }", i),
       "")
REPEAT(css_selectors, "", (out, ".dark.x%u, [data-theme=light] :root { --c%u: red }", i, i), "")
REPEAT(css_list, ":root", (out, ", .x%u", i), " { --c: red }")
REPEAT(css_layers, "", (out, "@layer l%u { :root { --c: #%06x } }", i, i), "")
REPEAT(css_axes, "", (out, "[data-team=t%u] { --c: #%06x }", i, i), "")
REPEAT(css_comments, ":root { --c: red; ", (out, "/* %u * / */", i), "}")
REPEAT(css_garbage, "", (out, "} ) ] @x%u ;;; :root { --c%u: oklch(; }", i, i), "")
REPEAT(css_open, ":root { --c: ", (out, "("), "")
REPEAT(css_strings, ":root { --c: ", (out, "\"%u", i), "")
REPEAT(css_properties, "",
       (out, "@property --c%u { syntax: \"<color>\"; inherits: true; initial-value: red }", i), "")
REPEAT(css_important, ":root {", (out, "--c: #%06x !important;", i), "}")
REPEAT(css_nested, ":root {", (out, "&.dark { --c%u: #%06x }", i, i), "}")
REPEAT(gtk_flat, "", (out, "@define-color c%u #%06x;", i, i), "")
REPEAT(gtk_chain, "@define-color c0 #123456;",
       (out, "@define-color c%u shade(@c%u, 1.01);", i, last), "")
REPEAT(gtk_ladder, "@define-color c0 #123456;",
       (out, "@define-color c%u mix(@c%u, @c%u, 0.5);", i, last, last), "")
REPEAT(base16_lines, "scheme: \"x\"\nauthor: \"y\"\n", (out, "base%02X: \"181818\"", i & 15), "")
REPEAT(base16_comments, "scheme: \"x\"\n", (out, "# %u", i), "")
REPEAT(base16_palette, "system: \"base16\"\nname: \"x\"\npalette:\n",
       (out, "  k%u: \"#181818\"", i), "")
REPEAT(kde_groups, "", (out, "[Colors:W%u]\nBackgroundNormal=1,2,%u", i, i & 255), "")
REPEAT(kde_keys, "[Colors:Window]", (out, "Key%u=1,2,%u", i, i & 255), "")
REPEAT(kde_same, "[Colors:Window]", (out, "BackgroundNormal=1,2,%u", i & 255), "")
REPEAT(gimp_names, "GIMP Palette\n", (out, "1 2 %u\tname %u", i & 255, i), "")
REPEAT(gimp_same, "GIMP Palette\n", (out, "1 2 %u same", i & 255), "")
REPEAT(gimp_bare, "GIMP Palette\n", (out, "1 2 %u", i & 255), "")
REPEAT(css_unseparated, ":root {", (out, "--c%u: red", i), "}")
REPEAT(css_palettes, "", (out, "[data-palette=p%u] { --c: #%06x }", i, i), "")
#undef SEPARATOR

typedef struct input {
  const char *name;
  void (*write)(text *, unsigned);
  const char *file;
} input;

#define INPUT(generator, file) {#generator, generator, file}
static const input inputs[] = {
    INPUT(json_pairs, "a.json"),
    INPUT(json_chain, "a.json"),
    INPUT(json_ladder, "a.json"),
    INPUT(json_fan, "a.json"),
    INPUT(json_mix, "a.json"),
    INPUT(json_first, "a.json"),
    INPUT(json_same, "a.json"),
    INPUT(json_gone, "a.json"),
    INPUT(json_notes, "a.json"),
    INPUT(json_long_names, "a.json"),
    INPUT(json_described, "a.json"),
    INPUT(json_omitted, "a.json"),
    INPUT(json_members, "a.json"),
    INPUT(json_groups, "a.json"),
    INPUT(json_escapes, "a.json"),
    INPUT(json_palettes, "a.json"),
    INPUT(json_graded, "a.json"),
    INPUT(json_locales, "a.json"),
    INPUT(json_conditions, "a.json"),
    INPUT(tokens_flat, "a.tokens.json"),
    INPUT(tokens_chain, "a.tokens.json"),
    INPUT(tokens_fan, "a.tokens.json"),
    INPUT(tokens_groups, "a.tokens.json"),
    INPUT(tokens_extends, "a.tokens.json"),
    INPUT(tokens_extends_chain, "a.tokens.json"),
    INPUT(tokens_other, "a.tokens.json"),
    INPUT(resolver_sets, "a.resolver.json"),
    INPUT(resolver_contexts, "a.resolver.json"),
    INPUT(css_flat, "a.css"),
    INPUT(css_rules, "a.css"),
    INPUT(css_same, "a.css"),
    INPUT(css_chain, "a.css"),
    INPUT(css_parts, "a.css"),
    INPUT(css_laughs, "a.css"),
    INPUT(css_dark, "a.css"),
    INPUT(css_queries, "a.css"),
    INPUT(css_selectors, "a.css"),
    INPUT(css_list, "a.css"),
    INPUT(css_layers, "a.css"),
    INPUT(css_axes, "a.css"),
    INPUT(css_comments, "a.css"),
    INPUT(css_garbage, "a.css"),
    INPUT(css_open, "a.css"),
    INPUT(css_strings, "a.css"),
    INPUT(css_properties, "a.css"),
    INPUT(css_important, "a.css"),
    INPUT(css_nested, "a.css"),
    INPUT(css_unseparated, "a.css"),
    INPUT(css_palettes, "a.css"),
    INPUT(gtk_flat, "gtk.css"),
    INPUT(gtk_chain, "gtk.css"),
    INPUT(gtk_ladder, "gtk.css"),
    INPUT(base16_lines, "a.yaml"),
    INPUT(base16_comments, "a.yaml"),
    INPUT(base16_palette, "a.yaml"),
    INPUT(kde_groups, "a.colors"),
    INPUT(kde_keys, "a.colors"),
    INPUT(kde_same, "a.colors"),
    INPUT(gimp_names, "a.gpl"),
    INPUT(gimp_same, "a.gpl"),
    INPUT(gimp_bare, "a.gpl"),
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Functions on a loaded theme ------------------------------------------------------------- */

/* A theme with the ids of its colors. */
typedef struct loaded_theme {
  dyncolor_theme *theme;
  dyncolor_id *ids;
  size_t count;
} loaded_theme;

static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static dyncolor_id first_of(const loaded_theme *subject) {
  return subject->count > 0 ? subject->ids[0] : DYNCOLOR_ID_NONE;
}

static dyncolor_id last_of(const loaded_theme *subject) {
  return subject->count > 0 ? subject->ids[subject->count - 1] : DYNCOLOR_ID_NONE;
}

static void call_resolve(loaded_theme *subject) {
  dyncolor_rgba color;
  dyncolor_resolve(subject->theme, last_of(subject), &dark, &color, NULL);
}

static void call_css(loaded_theme *subject) {
  size_t length;
  dyncolor_id_css(subject->theme, last_of(subject), NULL, 0, &length, NULL);
}

static void call_explain(loaded_theme *subject) {
  dyncolor_explanation *explanation = NULL;
  if (dyncolor_explanation_create(subject->theme, last_of(subject), &dark, &explanation,
                                  NULL) == DYNCOLOR_OK)
    dyncolor_explanation_release(explanation);
}

static void call_depends(loaded_theme *subject) {
  uint32_t axes;
  dyncolor_id_axes(subject->theme, last_of(subject), &axes, NULL);
}

static void call_equal(loaded_theme *subject) {
  dyncolor_id_equal(subject->theme, first_of(subject), subject->theme, last_of(subject));
}

static void call_hash(loaded_theme *subject) { dyncolor_id_hash(subject->theme, last_of(subject)); }

static void call_changes(loaded_theme *subject) {
  size_t count;
  dyncolor_theme_changes(subject->theme, 0, subject->ids, subject->count, &count, NULL, NULL);
}

static void call_diff(loaded_theme *subject) {
  size_t count;
  dyncolor_theme_diff(subject->theme, NULL, &dark, subject->ids, subject->count, &count, NULL);
}

static void call_gaps(loaded_theme *subject) {
  size_t count;
  dyncolor_palette_gaps(subject->theme, NULL, 0, &count, NULL);
}

static void call_fingerprint(loaded_theme *subject) { dyncolor_theme_fingerprint(subject->theme); }

static void call_snapshot(loaded_theme *subject) {
  dyncolor_snapshot *snapshot = NULL;
  if (dyncolor_snapshot_create(subject->theme, &dark, &snapshot, NULL) == DYNCOLOR_OK)
    dyncolor_snapshot_release(snapshot);
}

static void call_prepare(loaded_theme *subject) { dyncolor_theme_prepare(subject->theme, &dark,
                                                                         NULL); }

static void call_image(loaded_theme *subject) {
  size_t size = 0;
  dyncolor_theme *copy = NULL;
  dyncolor_theme_to_image(subject->theme, NULL, 0, &size, NULL);
  void *image = malloc(size);
  if (image == NULL) abort();
  if (dyncolor_theme_to_image(subject->theme, image, size, &size, NULL) == DYNCOLOR_OK)
    CHECK(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copy, NULL) ==
          DYNCOLOR_OK);
  dyncolor_theme_release(copy);
  free(image);
}

/* Comes last, because the others would find more in the theme. */
static void call_derive(loaded_theme *subject) {
  dyncolor_theme_derive(subject->theme, NULL, NULL, NULL);
}

static dyncolor_status discard(void *user_data, const char *path, const void *bytes, size_t size) {
  (void)user_data, (void)path, (void)bytes, (void)size;
  return DYNCOLOR_OK;
}

static void write_as(loaded_theme *subject, dyncolor_format format) {
  const dyncolor_write_options options = {.size = sizeof options, .format = format};
  dyncolor_theme_write_files(subject->theme, &options, discard, NULL, NULL, NULL);
}

#define WRITER(name, format) \
  static void name(loaded_theme *subject) { write_as(subject, format); }
WRITER(write_catalog, DYNCOLOR_FORMAT_ASSET_CATALOG)
WRITER(write_tokens, DYNCOLOR_FORMAT_DESIGN_TOKENS)
WRITER(write_style_sheet, DYNCOLOR_FORMAT_STYLE_SHEET)
WRITER(write_json, DYNCOLOR_FORMAT_JSON)
WRITER(write_kde, DYNCOLOR_FORMAT_KDE)
WRITER(write_tailwind, DYNCOLOR_FORMAT_TAILWIND)
WRITER(write_gtk, DYNCOLOR_FORMAT_GTK)
WRITER(write_gtk_media, DYNCOLOR_FORMAT_GTK_MEDIA)
WRITER(write_c_header, DYNCOLOR_FORMAT_C_HEADER)
WRITER(write_preview, DYNCOLOR_FORMAT_PREVIEW)
WRITER(write_sheet, DYNCOLOR_FORMAT_SHEET)
WRITER(write_gimp, DYNCOLOR_FORMAT_GIMP_PALETTE)
WRITER(write_xresources, DYNCOLOR_FORMAT_XRESOURCES)
WRITER(write_kitty, DYNCOLOR_FORMAT_KITTY)
WRITER(write_alacritty, DYNCOLOR_FORMAT_ALACRITTY)

static const struct {
  const char *name;
  void (*call)(loaded_theme *);
} functions[] = {
    {"resolve", call_resolve},
    {"css", call_css},
    {"explain", call_explain},
    {"depends_on", call_depends},
    {"equal", call_equal},
    {"hash", call_hash},
    {"changes", call_changes},
    {"diff", call_diff},
    {"palette_gaps", call_gaps},
    {"fingerprint", call_fingerprint},
    {"snapshot", call_snapshot},
    {"prepare", call_prepare},
    {"save and load", call_image},
    {"write a catalog", write_catalog},
    {"write tokens", write_tokens},
    {"write a style sheet", write_style_sheet},
    {"write JSON", write_json},
    {"write KDE", write_kde},
    {"write Tailwind", write_tailwind},
    {"write GTK", write_gtk},
    {"write GTK with media queries", write_gtk_media},
    {"write a C header", write_c_header},
    {"write a preview", write_preview},
    {"write a sheet", write_sheet},
    {"write a palette for GIMP", write_gimp},
    {"write X resources", write_xresources},
    {"write for kitty", write_kitty},
    {"write for Alacritty", write_alacritty},
    {"derive", call_derive},
};

/* ---- Measuring ------------------------------------------------------------------------------- */

/* The times of loading an input, and of each function after that: the least of several rounds. */
typedef struct times {
  double load;
  double calls[COUNT(functions)];
  dyncolor_status status;
} times;

static void keep_least(double *least, double value) {
  if (*least == 0 || value < *least) *least = value;
}

static void measure_functions(loaded_theme *subject, times *least) {
  subject->count = dyncolor_theme_count(subject->theme);
  subject->ids = malloc((subject->count + 1) * sizeof *subject->ids);
  if (subject->ids == NULL) abort();
  dyncolor_theme_colors(subject->theme, subject->ids, subject->count, &subject->count, NULL);
  for (size_t i = 0; i < COUNT(functions); i++) {
    const double start = processor_time();
    functions[i].call(subject);
    keep_least(&least->calls[i], processor_time() - start);
    /* Some functions write into the list of ids. */
    dyncolor_theme_colors(subject->theme, subject->ids, subject->count, &subject->count, NULL);
  }
  free(subject->ids);
}

static void measure_round(const input *from, const text *content, times *least) {
  loaded_theme subject = {NULL, NULL, 0};
  if (dyncolor_theme_create(NULL, &subject.theme, NULL) != DYNCOLOR_OK) abort();
  const double start = processor_time();
  least->status = dyncolor_theme_load_memory_n(subject.theme, from->file, DYNCOLOR_NUL_TERMINATED,
                                               content->bytes, content->size, NULL, NULL, NULL);
  keep_least(&least->load, processor_time() - start);
  if (least->status == DYNCOLOR_OK) measure_functions(&subject, least);
  dyncolor_theme_release(subject.theme);
}

static void measure_input(const input *from, unsigned size, times *least) {
  text content = {NULL, 0, 0};
  from->write(&content, size);
  for (int round = 0; round < ROUNDS; round++) measure_round(from, &content, least);
  free(content.bytes);
}

static double growth(double small, double large) { return small > 0 ? large / small : 0; }

static bool is_proportional(double small, double large) {
  return large < NEGLIGIBLE || growth(small, large) <= GREATEST_GROWTH;
}

static bool are_proportional(const times *small, const times *large) {
  bool are = is_proportional(small->load, large->load);
  for (size_t k = 0; k < COUNT(functions); k++)
    are = are && is_proportional(small->calls[k], large->calls[k]);
  return are;
}

/* Measures both sizes, several times if need be: what else the processor does makes a time longer
 * than it is, and never shorter. */
static void measure_both(void (*measure)(const input *, unsigned, times *), const input *from,
                         times *small, times *large) {
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    measure(from, SMALL, small);
    measure(from, SMALL * FACTOR, large);
    if (are_proportional(small, large)) return;
  }
}

static void check_growth(const char *name, const char *function, double small, double large) {
  if (prints_table)
    printf("# %-22s %-30s %9.1f µs %9.1f µs %6.2f\n", name, function, small * 1e6, large * 1e6,
           growth(small, large));
  const bool is_good = is_proportional(small, large);
  CHECK(is_good);
  if (!is_good)
    printf("# %s, %s: %.0f µs for %u elements, %.0f µs for %u\n", name, function, small * 1e6,
           SMALL, large * 1e6, SMALL * FACTOR);
}

static times small_times[COUNT(inputs)], large_times[COUNT(inputs)];

static void loading_grows(void) {
  for (size_t i = 0; i < COUNT(inputs); i++) {
    measure_both(measure_input, &inputs[i], &small_times[i], &large_times[i]);
    check_growth(inputs[i].name, "load", small_times[i].load, large_times[i].load);
  }
}

static void functions_grow(void) {
  size_t compared = 0;
  for (size_t i = 0; i < COUNT(inputs); i++) {
    if (small_times[i].status != DYNCOLOR_OK || large_times[i].status != DYNCOLOR_OK) continue;
    compared++;
    for (size_t k = 0; k < COUNT(functions); k++)
      check_growth(inputs[i].name, functions[k].name, small_times[i].calls[k],
                   large_times[i].calls[k]);
  }
  CHECK(compared > COUNT(inputs) / 2);
}

/* A mix of so many colors, each of which has a name or none, and is itself the mix of two. */
static void measure_mix(const input *none, unsigned size, times *least) {
  static dyncolor_part parts[SMALL * FACTOR];
  (void)none;
  for (int round = 0; round < ROUNDS; round++) {
    loaded_theme subject = {NULL, NULL, 0};
    if (dyncolor_theme_create(NULL, &subject.theme, NULL) != DYNCOLOR_OK) abort();
    const dyncolor_part two[] = {dyncolor_part_css("light-dark(red, blue)"),
                                 dyncolor_part_css("#123")};
    for (unsigned i = 0; i < size; i++) {
      char name[16];
      dyncolor_id id = 0;
      snprintf(name, sizeof name, "part %u", i);
      CHECK(dyncolor_register_mix(subject.theme, i % 2 ? NULL : name, two, NULL, 2,
                                  DYNCOLOR_SPACE_OKLAB, DYNCOLOR_HUE_SHORTER, &id, NULL) ==
            DYNCOLOR_OK);
      parts[i] = dyncolor_part_id(id);
    }
    const double start = processor_time();
    CHECK(dyncolor_register_mix(subject.theme, "mix", parts, NULL, size, DYNCOLOR_SPACE_OKLAB,
                                DYNCOLOR_HUE_SHORTER, NULL, NULL) == DYNCOLOR_OK);
    keep_least(&least->load, processor_time() - start);
    measure_functions(&subject, least);
    dyncolor_theme_release(subject.theme);
  }
}

static void mixes_grow(void) {
  times small = {0}, large = {0};
  measure_both(measure_mix, NULL, &small, &large);
  check_growth("parts", "register_mix", small.load, large.load);
  for (size_t k = 0; k < COUNT(functions); k++)
    check_growth("parts", functions[k].name, small.calls[k], large.calls[k]);
}

/* A chain of mixes, each of which refers twice to the one before it. All are resolved, the last one
 * first, with a memory budget in which what the last one needs has no room. */
static void measure_chain(const input *none, unsigned size, times *least) {
  static dyncolor_id ids[SMALL * FACTOR];
  (void)none;
  for (int round = 0; round < ROUNDS; round++) {
    dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
    dyncolor_theme *theme;
    options.memory_budget = (size_t)1 << 20;
    if (dyncolor_theme_create(&options, &theme, NULL) != DYNCOLOR_OK) abort();
    CHECK(dyncolor_register_css(theme, "c0", "light-dark(#123456, #fedcba)", &ids[0], NULL) ==
          DYNCOLOR_OK);
    for (unsigned i = 1; i < size; i++) {
      char name[16], mix[80];
      snprintf(name, sizeof name, "c%u", i);
      snprintf(mix, sizeof mix, "color-mix(in srgb, var(--c%u), var(--c%u))", i - 1, i - 1);
      CHECK(dyncolor_register_css(theme, name, mix, &ids[i], NULL) == DYNCOLOR_OK);
    }
    dyncolor_rgba color;
    const double start = processor_time();
    for (unsigned i = size; i-- > 0;)
      CHECK(dyncolor_resolve(theme, ids[i], NULL, &color, NULL) == DYNCOLOR_OK);
    keep_least(&least->load, processor_time() - start);
    dyncolor_theme_release(theme);
  }
}

static void chains_grow(void) {
  times small = {0}, large = {0};
  measure_both(measure_chain, NULL, &small, &large);
  check_growth("chain of mixes", "resolve, the last first", small.load, large.load);
}

/* A list of colors each of which refers to the next, and the last one to the first. */
static void measure_cycle(const input *none, unsigned size, times *least) {
  static dyncolor_id ids[SMALL * FACTOR];
  static dyncolor_status statuses[SMALL * FACTOR];
  static uint32_t pixels[SMALL * FACTOR];
  dyncolor_theme *theme;
  (void)none;
  if (dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK) abort();
  for (unsigned i = 0; i < size; i++) {
    char name[16], next[24];
    snprintf(name, sizeof name, "c%u", i);
    snprintf(next, sizeof next, "var(--c%u)", (i + 1) % size);
    CHECK(dyncolor_register_css(theme, name, next, &ids[i], NULL) == DYNCOLOR_OK);
  }
  for (int round = 0; round < ROUNDS; round++) {
    const double start = processor_time();
    CHECK(dyncolor_resolve_list(theme, ids, size, NULL, DYNCOLOR_LAYOUT_RGBA8, pixels, 4, statuses,
                                NULL) == DYNCOLOR_OK);
    keep_least(&least->load, processor_time() - start);
  }
  for (unsigned i = 0; i < size; i++) CHECK(statuses[i] == DYNCOLOR_ERROR_CYCLE);
  dyncolor_theme_release(theme);
}

/* A file with a chain of forwards, and as many colors that refer to its beginning. */
static void measure_forwards(const input *none, unsigned size, times *least) {
  char *json = malloc(64 * (size_t)size + 64);
  size_t length = (size_t)sprintf(json, "{\"o%u\": \"red\"", size);
  (void)none;
  for (unsigned i = 0; i < size; i++)
    length += (size_t)sprintf(json + length, ", \"a%u\": \"var(--o0)\"", i);
  length += (size_t)sprintf(json + length, ", \"$forwards\": {\"o0\": \"o1\"");
  for (unsigned i = 1; i < size; i++)
    length += (size_t)sprintf(json + length, ", \"o%u\": \"o%u\"", i, i + 1);
  length += (size_t)sprintf(json + length, "}}");
  const dyncolor_load_options options = {.size = sizeof options, .flags = DYNCOLOR_LOAD_STRICT};
  for (int round = 0; round < ROUNDS; round++) {
    dyncolor_theme *theme;
    if (dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK) abort();
    const double start = processor_time();
    CHECK(dyncolor_theme_load_memory(theme, "a.json", json, length, &options, NULL, NULL) ==
          DYNCOLOR_OK);
    keep_least(&least->load, processor_time() - start);
    dyncolor_theme_release(theme);
  }
  free(json);
}

static void forwards_grow(void) {
  times small = {0}, large = {0};
  measure_both(measure_forwards, NULL, &small, &large);
  check_growth("forwards", "load", small.load, large.load);
}

static void cycles_grow(void) {
  times small = {0}, large = {0};
  measure_both(measure_cycle, NULL, &small, &large);
  check_growth("a cycle", "resolve_list", small.load, large.load);
}

int main(int count, char **arguments) {
  prints_table = count == 2 && strcmp(arguments[1], "--table") == 0;
  CLAIM("loading hostile files takes time in proportion to their size, or is refused",
        loading_grows);
  CLAIM("functions on a whole theme take time in proportion to its size", functions_grow);
  CLAIM("functions on a mix take time in proportion to the number of its parts", mixes_grow);
  CLAIM("a chain of mixes takes time in proportion to its length, in any order, with little memory",
        chains_grow);
  CLAIM("a file with forwards takes time in proportion to its forwards and references",
        forwards_grow);
  CLAIM("colors that refer to each other in a cycle fail in time in proportion to their number",
        cycles_grow);
  return CHECK_RESULT;
}
