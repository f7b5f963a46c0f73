/* Theme files: how long it takes to load and to write them and how much memory, by how much they
 * hold, and against reading their bytes.
 *
 *   files [--quick] [--rounds N] [--filter TEXT] [--tsv FILE]
 *   files once KIND COUNT TIMES   loads so many colors so often; KIND is catalog, tokens, css,
 *                                 json or utilities
 *
 * The files are made up, in a temporary folder. Every group shows first that they are loaded. */
#include <dirent.h>
#include <dyncolor.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"
#include "sample.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Four times as many colors may cost, each, what so much more memory costs; what grew with the
 * square of their number would cost four times as much. */
#define LINEAR 2

/* How often the least that a load does may go into a load: see scan_and_register. CPython's json
 * module, in C, takes five times as long for tokens. CSS has a token for each few bytes, and rules
 * that compete. */
#define JSON_GOAL 8
#define CSS_GOAL 10

/* Catalogs are many small files, and reading those is most of the work. */
#define CATALOG_GOAL 1.2

/* ---- Memory that is counted ----------------------------------------------------------------- */

/* How many bytes a theme has now, and the most it has had. */
typedef struct counted {
  size_t taken;
  size_t most;
} counted;

static void *counted_resize(void *user_data, void *memory, size_t old_size, size_t new_size) {
  counted *count = user_data;
  if (new_size == 0) {
    free(memory);
    count->taken -= old_size;
    return NULL;
  }
  void *resized = realloc(memory, new_size);
  if (!resized) return NULL;
  count->taken += new_size - old_size;
  if (count->taken > count->most) count->most = count->taken;
  return resized;
}

/* ---- Text that is made up ------------------------------------------------------------------- */

typedef struct text {
  char *bytes;
  size_t length;
  size_t capacity;
} text;

__attribute__((format(printf, 2, 3))) static void print(text *t, const char *format, ...) {
  for (;;) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = t->capacity - t->length;
    int length = vsnprintf(t->bytes ? t->bytes + t->length : NULL, room, format, arguments);
    va_end(arguments);
    if ((size_t)length < room) {
      t->length += (size_t)length;
      return;
    }
    t->capacity = 2 * t->capacity + (size_t)length + 4096;
    t->bytes = realloc(t->bytes, t->capacity);
    harness_expect(t->bytes != NULL, "there is memory");
  }
}

/* The red of a color, as a byte; the others are less. */
static unsigned red_of(size_t index, unsigned slot) {
  return (unsigned)(sample_number(4 * index + slot) % 200 + 56);
}

/* Colors in four slots, as Xcode writes them. */
static void print_set(text *t, size_t index) {
  static const char *const appearances[] = {
      "",
      "      \"appearances\" : [\n        {\n          \"appearance\" : \"luminosity\",\n"
      "          \"value\" : \"dark\"\n        }\n      ],\n",
      "      \"appearances\" : [\n        {\n          \"appearance\" : \"contrast\",\n"
      "          \"value\" : \"high\"\n        }\n      ],\n",
      "      \"appearances\" : [\n        {\n          \"appearance\" : \"luminosity\",\n"
      "          \"value\" : \"dark\"\n        },\n        {\n"
      "          \"appearance\" : \"contrast\",\n          \"value\" : \"high\"\n"
      "        }\n      ],\n"};
  print(t, "{\n  \"colors\" : [\n");
  for (unsigned slot = 0; slot < 4; slot++) {
    print(t,
          "    {\n%s      \"color\" : {\n        \"color-space\" : \"%s\",\n"
          "        \"components\" : {\n          \"alpha\" : \"1.000\",\n"
          "          \"blue\" : \"0x%02X\",\n          \"green\" : \"0x%02X\",\n"
          "          \"red\" : \"0x%02X\"\n        }\n      },\n"
          "      \"idiom\" : \"universal\"\n    }%s\n",
          appearances[slot], index % 8 ? "srgb" : "display-p3", red_of(index, slot) / 3,
          red_of(index, slot) / 2, red_of(index, slot), slot < 3 ? "," : "");
  }
  print(t, "  ],\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }\n}\n");
}

enum { GROUP = 100 };

/* Tokens in groups, of which every fourth is an alias of the one before. */
static void print_tokens(text *t, size_t count) {
  print(t, "{\n");
  for (size_t i = 0; i < count; i++) {
    if (i % GROUP == 0) print(t, "  \"group%zu\": {\n    \"$type\": \"color\",\n", i / GROUP);
    print(t, "    \"color%zu\": {\n      \"$value\": ", i);
    if (i % 4 == 3)
      print(t, "\"{group%zu.color%zu}\",\n", (i - 1) / GROUP, i - 1);
    else
      print(t,
            "{\n        \"colorSpace\": \"srgb\",\n        \"components\": [%.17g, %.17g, %.17g],\n"
            "        \"alpha\": 1,\n        \"hex\": \"#%02x%02x%02x\"\n      },\n",
            red_of(i, 0) / 255.0, red_of(i, 0) / 2 / 255.0, red_of(i, 0) / 3 / 255.0,
            red_of(i, 0), red_of(i, 0) / 2, red_of(i, 0) / 3);
    int is_last = i % GROUP == GROUP - 1 || i + 1 == count;
    print(t, "      \"$description\": \"The color number %zu of many.\"\n    }%s\n", i,
          is_last ? "" : ",");
    if (is_last) print(t, "  }%s\n", i + 1 == count ? "" : ",");
  }
  print(t, "}\n");
}

/* Custom properties, those for dark once more. */
static void print_style_sheet(text *t, size_t count) {
  print(t, ":root {\n");
  for (size_t i = 0; i < count; i++) {
    unsigned red = red_of(i, 0);
    if (i % 4 == 3)
      print(t, "  --color%zu: var(--color%zu);\n", i, i - 1);
    else
      print(t, "  --color%zu: #%02x%02x%02x;\n", i, red, red / 2, red / 3);
  }
  print(t, "}\n@media (prefers-color-scheme: dark) {\n  :root {\n");
  for (size_t i = 0; i < count; i++) {
    unsigned red = red_of(i, 1);
    if (i % 4 != 3) print(t, "    --color%zu: #%02x%02x%02x;\n", i, red, red / 2, red / 3);
  }
  print(t, "  }\n}\n");
}

/* Names to a light and a dark color. */
static void print_json(text *t, size_t count) {
  print(t, "{\n");
  for (size_t i = 0; i < count; i++)
    print(t, "  \"color%zu\": {\"light\": \"#%02x%02x%02x\", \"dark\": \"#%02x%02x%02x\"}%s\n", i,
          red_of(i, 0), red_of(i, 0) / 2, red_of(i, 0) / 3, red_of(i, 1), red_of(i, 1) / 2,
          red_of(i, 1) / 3, i + 1 == count ? "" : ",");
  print(t, "}\n");
}

/* Custom properties, and for each the rules that Tailwind makes of a color: 140, so that 244 colors
 * have 4 MB, as in its development build. */
static void print_utilities(text *t, size_t count) {
  static const struct {
    const char *before; /* the selector, or what it is in */
    const char *prefix;
    const char *after; /* the selector */
  } variants[] = {{"", "", ""},
                  {"", "hover\\:", ":hover"},
                  {"", "focus\\:", ":focus"},
                  {"", "active\\:", ":active"},
                  {".group:hover ", "group-hover\\:", ""},
                  {".dark ", "dark\\:", ""},
                  {"@media (min-width: 640px) {\n  ", "sm\\:", ""},
                  {"@media (min-width: 768px) {\n  ", "md\\:", ""},
                  {"@media (min-width: 1024px) {\n  ", "lg\\:", ""},
                  {"@media (min-width: 1280px) {\n  ", "xl\\:", ""}};
  static const struct {
    const char *prefix;
    const char *property;
  } utilities[] = {{"bg", "background-color"},
                   {"text", "color"},
                   {"border", "border-color"},
                   {"divide", "border-color"},
                   {"ring", "--tw-ring-color"},
                   {"ring-offset", "--tw-ring-offset-color"},
                   {"placeholder", "color"},
                   {"from", "--tw-gradient-from"},
                   {"via", "--tw-gradient-via"},
                   {"to", "--tw-gradient-to"},
                   {"fill", "fill"},
                   {"stroke", "stroke"},
                   {"accent", "accent-color"},
                   {"caret", "caret-color"}};
  print(t, ":root {\n");
  for (size_t i = 0; i < count; i++)
    print(t, "  --color%zu: #%02x%02x%02x;\n", i, red_of(i, 0), red_of(i, 0) / 2,
          red_of(i, 0) / 3);
  print(t, "}\n");
  for (size_t variant = 0; variant < COUNT(variants); variant++)
    for (size_t utility = 0; utility < COUNT(utilities); utility++)
      for (size_t i = 0; i < count; i++) {
        const char *before = variants[variant].before;
        print(t, "%s.%s%s-color%zu%s {\n  --tw-%s-opacity: 1;\n", before,
              variants[variant].prefix, utilities[utility].prefix, i, variants[variant].after,
              utilities[utility].prefix);
        print(t, "  %s: rgb(%u %u %u / var(--tw-%s-opacity));\n}%s\n", utilities[utility].property,
              red_of(i, 0), red_of(i, 0) / 2, red_of(i, 0) / 3, utilities[utility].prefix,
              before[0] == '@' ? "\n}" : "");
      }
}

/* ---- Files ---------------------------------------------------------------------------------- */

typedef struct kind {
  const char *name;
  const char *extension;
  void (*print)(text *t, size_t count); /* NULL for catalogs */
  dyncolor_format format;
} kind;

static const kind kinds[] = {
    {"catalog", ".xcassets", NULL, DYNCOLOR_FORMAT_ASSET_CATALOG},
    {"tokens", ".tokens.json", print_tokens, DYNCOLOR_FORMAT_DESIGN_TOKENS},
    {"css", ".css", print_style_sheet, DYNCOLOR_FORMAT_STYLE_SHEET},
    {"json", ".json", print_json, DYNCOLOR_FORMAT_JSON},
    {"utilities", ".css", print_utilities, DYNCOLOR_FORMAT_STYLE_SHEET}};

enum { NAME_ROOM = 48 };

/* A file, or a catalog, of so many colors. */
typedef struct sample_file {
  const kind *kind;
  size_t count;
  char path[256];
  text text; /* of a file */
  size_t size;

  /* The colors, each with as many variants as in the file. */
  char *names;
  dyncolor_definition *definitions;
  dyncolor_variant *variants;

  counted memory;
  dyncolor_theme *theme;
  int failed;
} sample_file;

static char folder[128];

static void write_file(const char *path, const text *t) {
  FILE *file = fopen(path, "wb");
  harness_expect(file && fwrite(t->bytes, 1, t->length, file) == t->length && fclose(file) == 0,
                 "a file is written");
}

static void make_catalog(sample_file *f) {
  text t = {0};
  char path[512];
  mkdir(f->path, 0755);
  for (size_t i = 0; i < f->count; i++) {
    int length = snprintf(path, sizeof path, "%s/Group%zu", f->path, i / GROUP);
    if (i % GROUP == 0) {
      mkdir(path, 0755);
      snprintf(path + length, sizeof path - (size_t)length, "/Contents.json");
      t.length = 0;
      print(&t, "{\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  },\n"
                "  \"properties\" : {\n    \"provides-namespace\" : true\n  }\n}\n");
      write_file(path, &t);
      f->size += t.length;
    }
    length += snprintf(path + length, sizeof path - (size_t)length, "/Color%zu.colorset", i);
    mkdir(path, 0755);
    snprintf(path + length, sizeof path - (size_t)length, "/Contents.json");
    t.length = 0;
    print_set(&t, i);
    write_file(path, &t);
    f->size += t.length;
  }
  free(t.bytes);
}

/* The color that a color is an alias of, or itself. */
static size_t index_of_value(const sample_file *f, size_t index) {
  int has_aliases = f->kind->print == print_tokens || f->kind->print == print_style_sheet;
  return has_aliases && index % 4 == 3 ? index - 1 : index;
}

static size_t write_name(const sample_file *f, size_t index, char name[NAME_ROOM]) {
  if (!f->kind->print)
    return (size_t)snprintf(name, NAME_ROOM, "Group%zu/Color%zu", index / GROUP, index);
  if (f->kind->print == print_tokens)
    return (size_t)snprintf(name, NAME_ROOM, "group%zu/color%zu", index / GROUP, index);
  return (size_t)snprintf(name, NAME_ROOM, "color%zu", index);
}

/* The slots of a color: light and dark, and in catalogs, both again for a high contrast. */
static size_t slots_of(const kind *k) {
  if (!k->print) return 4;
  return k->print == print_json || k->print == print_style_sheet ? 2 : 1;
}

static void make_definitions(sample_file *f) {
  const size_t slots = slots_of(f->kind);
  f->names = sample_memory(f->count * NAME_ROOM);
  f->definitions = sample_memory(f->count * sizeof *f->definitions);
  f->variants = sample_memory(slots * f->count * sizeof *f->variants);
  for (size_t i = 0; i < f->count; i++) {
    dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
    for (unsigned slot = 0; slot < slots; slot++) {
      double red = red_of(index_of_value(f, i), slot) / 255.0;
      f->variants[slots * i + slot] = (dyncolor_variant){
          .scheme = slots == 1 ? 0 : slot % 2 ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT,
          .contrast = slot < 2 ? 0 : DYNCOLOR_CONTRAST_MORE,
          .part.color = {.space = DYNCOLOR_SPACE_SRGB, .c = {red, red / 2, red / 3}, .alpha = 1}};
    }
    definition.name = f->names + i * NAME_ROOM;
    definition.name_length = write_name(f, i, f->names + i * NAME_ROOM);
    definition.kind = DYNCOLOR_KIND_VARIANTS;
    definition.variants = &f->variants[slots * i];
    definition.variant_count = slots;
    f->definitions[i] = definition;
  }
}

static void make_file(sample_file *f, const kind *k, size_t count) {
  *f = (sample_file){.kind = k, .count = count};
  snprintf(f->path, sizeof f->path, "%s/%s-%zu%s", folder, k->name, count, k->extension);
  make_definitions(f);
  if (!k->print) {
    make_catalog(f);
    return;
  }
  k->print(&f->text, count);
  f->size = f->text.length;
  write_file(f->path, &f->text);
}

static void free_file(sample_file *f) {
  free(f->text.bytes);
  free(f->names);
  free(f->definitions);
  free(f->variants);
  harness_expect(f->memory.taken == 0, "all memory is given back");
}

static void remove_folder(void) {
  char command[256];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (system(command)) perror(folder);
}

static void make_folder(void) {
  const char *parent = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/dyncolor-files.XXXXXX", parent ? parent : "/tmp");
  harness_expect(mkdtemp(folder) != NULL, "there is a place for files");
  atexit(remove_folder);
}

/* ---- Loading -------------------------------------------------------------------------------- */

static void begin(void *data) {
  sample_file *f = data;
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.resize = counted_resize;
  options.resize_user_data = &f->memory;
  harness_expect(dyncolor_theme_create(&options, &f->theme, NULL) == DYNCOLOR_OK,
                 "a theme is made");
}

static void load_path(void *data, size_t count) {
  sample_file *f = data;
  (void)count;
  f->failed |= dyncolor_theme_load_n(f->theme, f->path, DYNCOLOR_NUL_TERMINATED, NULL, NULL, NULL);
}

static void load_memory(void *data, size_t count) {
  sample_file *f = data;
  (void)count;
  f->failed |= dyncolor_theme_load_memory_n(f->theme, f->path, DYNCOLOR_NUL_TERMINATED,
                                            f->text.bytes, f->text.length, NULL, NULL, NULL);
}

/* Once more, which changes nothing. */
static void begin_again(void *data) {
  begin(data);
  load_path(data, 0);
}

static int is_near(float a, double b) { return fabs((double)a - b) < 1e-6; }

static void end(void *data) {
  sample_file *f = data;
  harness_expect(!f->failed, "what is timed succeeds");
  harness_expect(dyncolor_theme_count(f->theme) == f->count, "all colors are loaded");
  for (size_t i = 0; i < 100; i++) {
    size_t index = sample_number(i) % f->count;
    char name[NAME_ROOM];
    size_t length = write_name(f, index, name);
    /* What a color in Display P3 is in sRGB is not to be shown here. */
    if (!f->kind->print && index % 8 == 0) continue;
    size_t of = index_of_value(f, index);
    dyncolor_rgba color = {-1, -1, -1, -1};
    dyncolor_id id = 0;
    harness_expect(
        dyncolor_theme_find_n(f->theme, name, length, &id, NULL) == DYNCOLOR_OK &&
            dyncolor_resolve(f->theme, id, &(dyncolor_environment){0}, &color, NULL) ==
                DYNCOLOR_OK &&
            is_near(color.r, red_of(of, 0) / 255.0),
        "a color is what the file says");
  }
  dyncolor_theme_release(f->theme);
  f->theme = NULL;
}

/* ---- Reading the bytes ---------------------------------------------------------------------- */

static char *bytes_read;
static size_t bytes_capacity;

/* Returns the number of bytes of a file, which are then in `bytes_read`; 0 if it cannot be read, or
 * if `look_at`, unless that is NULL, returns 0 for them. */
static size_t read_bytes(int parent, const char *name, size_t (*look_at)(const char *, size_t)) {
  struct stat status;
  int file = openat(parent, name, O_RDONLY | O_CLOEXEC);
  size_t total = 0;
  if (file < 0 || fstat(file, &status)) return 0;
  if ((size_t)status.st_size > bytes_capacity) {
    bytes_capacity = (size_t)status.st_size;
    bytes_read = realloc(bytes_read, bytes_capacity);
  }
  for (;;) {
    ssize_t count = read(file, bytes_read + total, bytes_capacity - total);
    if (count <= 0) break;
    total += (size_t)count;
  }
  close(file);
  return !look_at || look_at(bytes_read, total) ? total : 0;
}

static size_t read_folder(int parent, const char *name, size_t (*look_at)(const char *, size_t)) {
  int descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = fdopendir(descriptor);
  size_t total = 0;
  if (!entries) return 0;
  for (struct dirent *entry; (entry = readdir(entries));) {
    if (entry->d_name[0] == '.') continue;
    total += entry->d_type == DT_DIR ? read_folder(descriptor, entry->d_name, look_at)
                                     : read_bytes(descriptor, entry->d_name, look_at);
  }
  closedir(entries);
  return total;
}

static void read_plainly(void *data, size_t count) {
  sample_file *f = data;
  (void)count;
  size_t size = f->kind->print ? read_bytes(AT_FDCWD, f->path, NULL)
                               : read_folder(AT_FDCWD, f->path, NULL);
  f->failed |= size != f->size;
}

/* Looks at each byte, for where strings, comments and brackets end. Returns the number of
 * separators; 0 if a bracket is not closed. */
static size_t scan(const char *bytes, size_t length) {
  const char *end_of_text = bytes + length;
  size_t depth = 0, separators = 0;
  for (const char *at = bytes; at < end_of_text; at++) switch (*at) {
      case '"':
        for (at++; at < end_of_text && *at != '"'; at++) at += *at == '\\';
        break;
      case '\\': at++; break;
      case '/':
        if (at + 1 == end_of_text || at[1] != '*') break;
        for (at += 2; at + 1 < end_of_text && !(at[0] == '*' && at[1] == '/'); at++) continue;
        at++;
        break;
      case '{':
      case '[':
      case '(': depth++; break;
      case '}':
      case ']':
      case ')': depth--; break;
      case ':':
      case ',':
      case ';': separators++; break;
      default: break;
    }
  return depth == 0 ? separators : 0;
}

/* The least that a load does: a scan of the bytes, which are read first if it is a catalog, and
 * registering the colors. */
static void scan_and_register(void *data, size_t count) {
  sample_file *f = data;
  if (f->kind->print)
    f->failed |= scan(f->text.bytes, f->text.length) < f->count;
  else
    f->failed |= read_folder(AT_FDCWD, f->path, scan) != f->size;
  f->failed |= dyncolor_register(f->theme, f->definitions, count, NULL, NULL) != DYNCOLOR_OK;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static dyncolor_status count_bytes(void *user_data, const char *path, const void *bytes,
                                   size_t size) {
  (void)path;
  (void)bytes;
  *(size_t *)user_data += size;
  return DYNCOLOR_OK;
}

/* In the format that was loaded, for somebody who only counts the bytes: what the disk takes for
 * writing them is not ours. */
static void write_bytes(void *data, size_t count) {
  sample_file *f = data;
  (void)count;
  const dyncolor_write_options options = {.size = sizeof options, .format = f->kind->format};
  size_t size = 0;
  f->failed |= dyncolor_theme_write_files(f->theme, &options, count_bytes, &size, NULL, NULL);
  f->failed |= size == 0;
}

/* ---- Tables --------------------------------------------------------------------------------- */

enum { SIZES = 3 };

/* Files of 100, 1,000 and 10,000 colors, and of 100,000 if it is one file. The goal is that of a
 * load, against the least. */
static void powers_group(const char *name, const kind *k, double goal) {
  if (!harness_enter(name)) return;
  sample_file files[SIZES + 1];
  enum { MOST = 2 * SIZES, LEAST, CASES };
  harness_case cases[CASES];
  const int is_text = k->print != NULL;
  size_t count = 100;
  for (size_t i = 0; i < SIZES; i++, count *= 10) {
    sample_file *f = &files[i];
    make_file(f, k, count);
    cases[i] = (harness_case){.run = load_path, .data = f, .count = count, .before = begin,
                              .after = end};
    cases[SIZES + i] = (harness_case){.run = write_bytes, .data = f, .count = count,
                                      .before = begin_again, .after = end};
  }
  if (is_text) make_file(&files[SIZES], k, count);
  cases[MOST] = (harness_case){.run = load_path, .data = &files[SIZES], .count = count,
                               .before = begin, .after = end};
  cases[LEAST] = (harness_case){.run = scan_and_register, .data = &files[2],
                                .count = files[2].count, .before = begin, .after = end};
  const harness_claim claims[] = {
      {"a load, per color, 10 n against n", 1, 0, LINEAR},
      {"a load, per color, 100 n against n", 2, 0, LINEAR},
      {"writing, per color, 10 n against n", SIZES + 1, SIZES, LINEAR},
      {"writing, per color, 100 n against n", SIZES + 2, SIZES, LINEAR},
      {"writing, against a load, 100 n", SIZES + 2, 2, 0},
      {"a load, per color, 1,000 n against n", MOST, 0, LINEAR},
      {"a load, 100 n, against a scan in C and registering", 2, LEAST, goal},
  };
  harness_measure(&(harness_group){.name = name, .cases = cases,
                                   .case_count = is_text ? CASES : MOST, .claims = claims,
                                   .claim_count = COUNT(claims) - (is_text ? 0 : 2)});
  for (size_t i = 0; i < SIZES + (is_text ? 1 : 0); i++) free_file(&files[i]);
}

/* Files of three sizes, each twice the one before. The goal is that of the last: as above or, if it
 * is a catalog, against reading the bytes. */
static void group(const char *name, const kind *k, size_t count, double goal) {
  if (!harness_enter(name)) return;
  sample_file files[SIZES];
  size_t most[SIZES], kept[SIZES];
  enum { LEAST = 3 * SIZES, CASES };
  harness_case cases[CASES];
  const int is_text = k->print != NULL;
  for (size_t i = 0; i < SIZES; i++) {
    sample_file *f = &files[i];
    make_file(f, k, count << i);
    begin(f);
    load_path(f, 0);
    kept[i] = f->memory.taken;
    most[i] = f->memory.most;
    end(f);
    cases[i] = (harness_case){.run = load_path, .data = f, .count = f->count, .before = begin,
                              .after = end};
    cases[SIZES + i] = (harness_case){.run = read_plainly, .data = f, .count = f->count};
    cases[2 * SIZES + i] = (harness_case){.run = load_path, .data = f, .count = f->count,
                                          .before = begin_again, .after = end};
  }
  if (k->print)
    for (size_t i = 0; i < SIZES; i++) {
      cases[2 * SIZES + i].run = load_memory;
      cases[2 * SIZES + i].before = begin;
    }
  cases[LEAST] = (harness_case){.run = scan_and_register, .data = &files[2],
                                .count = files[2].count, .before = begin, .after = end};
  const harness_claim claims[] = {
      {"a load, against reading the bytes", 2, SIZES + 2, is_text ? 0 : goal},
      {"a load, per color, 2 n against n", 1, 0, LINEAR},
      {"a load, per color, 4 n against n", 2, 0, LINEAR},
      {k->print ? "from memory, per color, 4 n against n" : "again, per color, 4 n against n",
       2 * SIZES + 2, 2 * SIZES, LINEAR},
      {k->print ? "from memory, against reading the bytes" : "again, against the first load",
       2 * SIZES + 2, k->print ? SIZES + 2 : 2, 0},
      {is_text ? "from memory, against a scan in C and registering"
               : "a load, against reading, a scan in C and registering",
       is_text ? 2 * SIZES + 2 : 2, LEAST, is_text ? goal : 0},
  };
  harness_measure(&(harness_group){.name = name, .cases = cases,
                                   .case_count = CASES, .claims = claims,
                                   .claim_count = COUNT(claims),
                                   .bytes = (double)files[2].size / (double)files[2].count,
                                   .rate_count = 1});
  harness_compare(name, "bytes at most, per color, 4 n against n",
                  (double)most[2] / (double)files[2].count,
                  (double)most[0] / (double)files[0].count, LINEAR);
  harness_compare(name, "bytes kept, per color, 4 n against n",
                  (double)kept[2] / (double)files[2].count,
                  (double)kept[0] / (double)files[0].count, LINEAR);
  harness_compare(name, "bytes at most, against those of the files, 4 n", (double)most[2],
                  (double)files[2].size, 0);
  for (size_t i = 0; i < SIZES; i++) free_file(&files[i]);
}

/* Loads without measuring, for who counts instructions. */
static int once(const char *name, size_t count, size_t times) {
  for (size_t i = 0; i < COUNT(kinds); i++) {
    if (strcmp(kinds[i].name, name) != 0) continue;
    sample_file f;
    make_file(&f, &kinds[i], count);
    for (size_t n = 0; n < times; n++) {
      begin(&f);
      load_path(&f, 0);
      end(&f);
    }
    free_file(&f);
    return 0;
  }
  return 2;
}

int main(int argc, char **argv) {
  make_folder();
  if (argc == 5 && strcmp(argv[1], "once") == 0)
    return once(argv[2], strtoul(argv[3], NULL, 10), strtoul(argv[4], NULL, 10));
  harness_start(argc, argv);

  powers_group("files, catalog, n = 100", &kinds[0], 0);
  powers_group("files, tokens, n = 100", &kinds[1], JSON_GOAL);
  powers_group("files, style sheet, n = 100", &kinds[2], CSS_GOAL);
  powers_group("files, JSON, n = 100", &kinds[3], JSON_GOAL);
  group("files, catalog, n = 2,500", &kinds[0], 2500, CATALOG_GOAL);
  /* The last has 5 MB. */
  group("files, tokens, n = 5,000", &kinds[1], 5000, JSON_GOAL);
  group("files, style sheet, n = 25,000", &kinds[2], 25000, CSS_GOAL);
  group("files, JSON, n = 20,000", &kinds[3], 20000, JSON_GOAL);
  /* The last has the colors and the size of Tailwind. */
  group("files, utilities of Tailwind, n = 61", &kinds[4], 61, CSS_GOAL);

  free(bytes_read);
  return harness_end();
}
