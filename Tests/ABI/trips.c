/* Themes that are written, read and written again, in memory: what the host gets is what the host
 * gives. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive.h"
#include "parts.h"
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
  CHECK(dyncolor_theme_write_files(theme, &options, archive_write, files, &report,
                                   NULL) == DYNCOLOR_OK);
  dyncolor_report_findings(report, &count);
  dyncolor_report_release(report);
  return count;
}

/* Notes, for instance of how a modifier was bound, do not count. */
static dyncolor_theme *read_with(const archive *files, size_t format, size_t wanted) {
  const dyncolor_files host = files_of(files);
  dyncolor_load_options options = {
      .size = sizeof options, .format = (uint32_t)formats[format].format, .files = &host};
  dyncolor_report *report = NULL;
  dyncolor_theme *theme = new_theme();
  size_t count = 0, warnings = 0;
  CHECK(dyncolor_theme_load_n(theme, formats[format].path, NUL, &options, &report, NULL) ==
        DYNCOLOR_OK);
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++)
    if (findings[i].severity != DYNCOLOR_SEVERITY_NOTE && ++warnings > wanted)
      printf("# %s:%u: %s: %s\n", findings[i].path, findings[i].line, findings[i].message,
             findings[i].context);
  CHECK(warnings == wanted);
  dyncolor_report_release(report);
  return theme;
}

static dyncolor_theme *read_from(const archive *files, size_t format) {
  return read_with(files, format, 0);
}

static void check_equal(dyncolor_theme *a, dyncolor_theme *b) {
  dyncolor_id ids[64];
  size_t count = dyncolor_theme_count(a);
  CHECK(count == dyncolor_theme_count(b) && count <= COUNT(ids));
  CHECK(dyncolor_theme_colors(a, ids, COUNT(ids), &count, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < count; i++) {
    const char *name = NULL, *text = NULL, *other_text = NULL;
    dyncolor_id id = 0;
    CHECK(dyncolor_id_name(a, ids[i], &name, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_find_n(b, name, NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_equal(a, ids[i], b, id));
    CHECK(dyncolor_id_description(a, ids[i], &text, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_description(b, id, &other_text, NULL) == DYNCOLOR_OK);
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
    CHECK(dyncolor_register_css_n(theme, colors[i].name, NUL, colors[i].css, NUL, &id, NULL) ==
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
  CHECK(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  char *text = malloc(length + 1);
  CHECK(dyncolor_theme_write_memory(theme, &options, text, length + 1, &same, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(same == length && strlen(text) == length);
  CHECK(strstr(text, ",\n    \"dark\": {\"sources\": [{\n      \"accent\": {\n        \"$type\"") !=
        NULL);
  dyncolor_theme *of_one = new_theme();
  CHECK(dyncolor_theme_load_memory_n(of_one, "a.resolver.json", NUL, text, length, NULL, NULL,
                                     NULL) ==
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
    CHECK(dyncolor_register_css_n(theme, colors[i].name, NUL, colors[i].css, NUL, &id, NULL) ==
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

/* ---- As design tokens ---- */

static void register_color(dyncolor_theme *theme, const char *name, const char *css) {
  CHECK(dyncolor_register_css_n(theme, name, NUL, css, NUL, NULL, NULL) == DYNCOLOR_OK);
}

/* Writes a theme as tokens, which are read as the same theme. What of the resolver is wanted is
 * there. */
static void check_tokens(dyncolor_theme *theme, const char *const *wanted) {
  static archive files;
  write_to(theme, TOKENS, &files);
  const entry *resolver = archive_find(&files, "theme.resolver.json");
  CHECK(resolver != NULL);
  for (; resolver != NULL && *wanted != NULL; wanted++) {
    CHECK(strstr(resolver->bytes, *wanted) != NULL);
    if (strstr(resolver->bytes, *wanted) == NULL)
      printf("# no %s in %s\n", *wanted, resolver->bytes);
  }
  dyncolor_theme *back = read_from(&files, TOKENS);
  check_equal(theme, back);
  dyncolor_theme_release(back);
  archive_clear(&files);
}

/* As much of a name as there is in that of a file. */
#define EIGHTY "eighty-letters-of-a-value-that-has-one-more-than-the-name-of-a-file-takes-of-it-"

/* Names that tokens and files cannot have, or that mean something where they stand. */
static void names_stay_apart(void) {
  static const struct {
    const char *axis, *values[3], *css, *wanted[4];
  } axes[] = {
      {"appearance", {"a"}, "if(style(--appearance: a): red; else: blue)",
       {"\"appearance-\": {", "\"appearance\": {", NULL}},
      {"m", {"default"}, "if(style(--m: default): red; else: blue)",
       {"\"default-\": []", "\"default\": \"default-\"", NULL}},
      {"a~b/c", {"x"}, "if(style(--a\\~b\\/c: x): red; else: blue)",
       {"#/modifiers/a~0b~1c", NULL}},
      {"m", {"x y", "x-y", "z"}, "if(style(--m: x\\ y): red; style(--m: x-y): lime; else: blue)",
       {"tokens/m.x-y.tokens.json", "tokens/m.x-y.2.tokens.json",
        "\"axes\": {\n        \"m\": [\"x y\", \"x-y\", \"z\"]\n"}},
      {"m", {"y", EIGHTY "x"}, "if(style(--m: " EIGHTY "x): red; else: blue)",
       {"tokens/m." EIGHTY ".tokens.json", NULL}},
  };
  for (size_t i = 0; i < COUNT(axes); i++) {
    dyncolor_theme *theme = new_theme();
    uint32_t axis = 0;
    CHECK(dyncolor_axis_declare_n(theme, axes[i].axis, NUL, &axis, NULL) == DYNCOLOR_OK);
    for (size_t j = 0; j < COUNT(axes[i].values) && axes[i].values[j] != NULL; j++) {
      uint8_t value = 0;
      CHECK(dyncolor_axis_declare_value_n(theme, axis, axes[i].values[j], NUL, &value, NULL) ==
            DYNCOLOR_OK);
    }
    register_color(theme, "a", axes[i].css);
    register_color(theme, "b", "light-dark(red, blue)");
    check_tokens(theme, axes[i].wanted);
    dyncolor_theme_release(theme);
  }
  static const char *const colors_too[] = {"a-b", "a-b-2", "a.b"}, *const nothing[] = {NULL};
  static archive files;
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < COUNT(colors_too); i++)
    register_color(theme, colors_too[i], i == 0 ? "red" : i == 1 ? "lime" : "blue");
  check_tokens(theme, nothing);
  dyncolor_theme_release(theme);

  theme = new_theme();
  register_color(theme, "a-b", "red");
  register_color(theme, "a:b", "blue");
  write_to(theme, CATALOG, &files);
  CHECK(archive_find(&files, "theme.xcassets/a-b.colorset/Contents.json") != NULL);
  CHECK(archive_find(&files, "theme.xcassets/a-b-2.colorset/Contents.json") != NULL);
  archive_clear(&files);
  dyncolor_theme_release(theme);

  /* Values of two axes. */
  static const char *const of_both[] = {"\"tokens/m.x.tokens.json\"", "\"tokens/n.x.tokens.json\"",
                                        NULL};
  static const char *const names[] = {"m", "n"};
  theme = new_theme();
  for (size_t i = 0; i < COUNT(names); i++) {
    uint32_t axis = 0;
    uint8_t value = 0;
    CHECK(dyncolor_axis_declare_n(theme, names[i], NUL, &axis, NULL) == DYNCOLOR_OK &&
          axis == DYNCOLOR_AXIS_CUSTOM + i);
    CHECK(dyncolor_axis_declare_value_n(theme, axis, "x", NUL, &value, NULL) == DYNCOLOR_OK);
  }
  register_color(theme, "a", "if(style(--m: x): red; style(--n: x): lime; else: blue)");
  check_tokens(theme, of_both);
  dyncolor_theme_release(theme);
}

/* Folders that would be too deep for a catalog are the name of one, and the color keeps its own. */
static void deep_folders(void) {
  static archive files;
  static const size_t depths[] = {63, 64, 300};
  for (size_t i = 0; i < COUNT(depths); i++) {
    const bool is_too_deep = depths[i] > 63;
    char name[1024] = "";
    for (size_t depth = 0; depth < depths[i]; depth++) strcat(name, "a/");
    strcat(name, "b");
    dyncolor_theme *theme = new_theme();
    uint16_t palette = 0;
    register_color(theme, name, "red");
    CHECK(write_to(theme, CATALOG, &files) == is_too_deep);
    dyncolor_theme *back = read_from(&files, CATALOG);
    check_equal(theme, back);
    dyncolor_theme_release(back);
    archive_clear(&files);
    CHECK(dyncolor_palette_declare_n(theme, name, NUL, &palette, NULL) == DYNCOLOR_OK);
    CHECK(write_to(theme, CATALOG, &files) == (is_too_deep ? 2 : 0));
    dyncolor_theme_release(read_from(&files, CATALOG));
    archive_clear(&files);
    dyncolor_theme_release(theme);
  }
}

/* What a color asks for is an appearance. */
static void appearances_are_told_apart(void) {
  static const struct {
    const char *css, *wanted[4];
  } rows[] = {
      {"if(media(color-gamut: p3): red; else: blue)", {"\"p3\": [", NULL}},
      {"if(media(color-gamut: rec2020): red; else: blue)", {"\"rec2020\": [", NULL}},
      {"if(media(prefers-contrast: more): red; else: blue)", {"\"high-contrast\": [", NULL}},
      {"if(media(prefers-contrast: less): red; else: blue)", {"\"low-contrast\": [", NULL}},
      {"if(style(--contrast: more): red; else: blue)", {"\"high-contrast\": [", NULL}},
      {"if(style(--contrast: less): red; else: blue)", {"\"low-contrast\": [", NULL}},
      {"if(style(--gamut: display-p3): red; else: blue)", {"\"p3\": [", NULL}},
      {"if(style(--scheme: dark): red; else: blue)", {"\"light\": [", "\"dark\": [", NULL}},
      {"if(style(--idiom: tv): red; else: blue)", {"\"tv\": [", NULL}},
      {"if(style(--elevation: elevated): red; else: blue)", {"\"base\"", NULL}},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_theme *theme = new_theme();
    register_color(theme, "a", rows[i].css);
    check_tokens(theme, rows[i].wanted);
    dyncolor_theme_release(theme);
  }
  /* There are at most 64 of them: of more, those of idioms are left to the CSS beside the token. */
  static const char *const wanted[] = {"\"dark-high-contrast-rec2020\": [", NULL};
  dyncolor_theme *theme = new_theme();
  register_color(theme, "a",
                 "--variants(any: #111; dark: #222; more: #333; less: #444; display-p3: #555; "
                 "rec2020: #666; phone: #777; tablet: #888; desktop: #999; tv: #aaa; watch: #bbb; "
                 "car: #ccc; headset: #ddd)");
  static archive files;
  write_to(theme, TOKENS, &files);
  CHECK(strstr(files.entries[files.count - 1].bytes, "phone") == NULL);
  archive_clear(&files);
  check_tokens(theme, wanted);
  dyncolor_theme_release(theme);
}

/* A color of any space is a token in one that tokens know, of whose components none is out of
 * bounds. */
static void every_space_is_written(void) {
  static const char *const colors_too[] = {"white", "black", "red", "lime", "blue", "#808080",
                                           "color(display-p3 0 1 0)"};
  static const char *const nothing[] = {NULL};
  dyncolor_theme *theme = new_theme();
  for (uint32_t space = DYNCOLOR_SPACE_SRGB; space <= DYNCOLOR_SPACE_HCT; space++)
    for (size_t i = 0; i < 2; i++) {
      dyncolor_color color = {0}, converted = {0};
      char name[16];
      CHECK(dyncolor_color_parse_n(colors_too[(space * 2 + i) % COUNT(colors_too)], NUL, &color,
                                   NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_color_convert(&color, (dyncolor_space)space, &converted, NULL) ==
            DYNCOLOR_OK);
      snprintf(name, sizeof name, "c%u-%u", (unsigned)space, (unsigned)i);
      CHECK(dyncolor_register_color_n(theme, name, NUL, &converted, NULL, NULL) == DYNCOLOR_OK);
    }
  check_tokens(theme, nothing);
  dyncolor_theme_release(theme);

  /* What is out of bounds by an error of conversions alone keeps its space. */
  static archive files;
  dyncolor_color color = {0};
  theme = new_theme();
  CHECK(dyncolor_color_parse_n("blue", NUL, &color, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_convert(&color, DYNCOLOR_SPACE_DISPLAY_P3_LINEAR, &color, NULL) ==
        DYNCOLOR_OK);
  CHECK(color.c[1] < 0 && color.c[1] > -1e-15);
  CHECK(dyncolor_register_color_n(theme, "a", NUL, &color, NULL, NULL) == DYNCOLOR_OK);
  write_to(theme, TOKENS, &files);
  const entry *base = archive_find(&files, "tokens/base.tokens.json");
  CHECK(base != NULL && strstr(base->bytes, "{\"colorSpace\": \"display-p3\", \"components\": "
                                            "[0, 0, 0.959588") != NULL);
  archive_clear(&files);
  dyncolor_theme_release(theme);
}

/* In a catalog the idiom counts more than the gamut. */
static void wide_screens_of_an_idiom(void) {
  static const char *const texts[] = {
      "if(style(--gamut: display-p3): --variants(any: red; phone: blue); else: red)",
      "if(style(--gamut: display-p3): --variants(any: red; dark phone: blue); else: red)",
      "if(style(--gamut: display-p3): --variants(any: lime; dark phone: blue; tv: red); else: red)",
      "if(style(--gamut: srgb): tan; else: light-dark(lime, --variants(any: red; phone: blue)))"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    dyncolor_theme *theme = new_theme();
    register_color(theme, "a", texts[i]);
    dyncolor_theme *back = through(theme, CATALOG, false);
    dyncolor_id id = 0, twin = 0;
    CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_find_n(back, "a", NUL, &twin, NULL) == DYNCOLOR_OK);
    for (unsigned each = 0; each < 16; each++) {
      const dyncolor_environment environment = {
          .scheme = (uint8_t)(1 + each % 2), .gamut = (uint8_t)(1 + each / 2 % 2),
          .idiom = (uint8_t)(each / 4 < 3 ? each / 4 : DYNCOLOR_IDIOM_TV)};
      dyncolor_rgba wanted = {0}, found = {0};
      CHECK(dyncolor_resolve(theme, id, &environment, &wanted, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_resolve(back, twin, &environment, &found, NULL) == DYNCOLOR_OK);
      CHECK(memcmp(&wanted, &found, sizeof found) == 0);
    }
    dyncolor_theme_release(back);
    dyncolor_theme_release(theme);
  }
}

static dyncolor_status answer_nothing(dyncolor_context *context, dyncolor_answer *answer,
                                      void *user_data) {
  (void)context, (void)answer, (void)user_data;
  return DYNCOLOR_ERROR_UNKNOWN_NAME;
}

/* What has no value is left out, and what is said for others is not taken for what is our own. */
static void what_cannot_be_said(void) {
  static archive files;
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = 0;
  register_color(theme, "a", "red");
  CHECK(dyncolor_register_provider_n(theme, "none", NUL, answer_nothing, NULL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK);
  static const char note[] = "{\"x.y\": [1], \"org.dyncolor\": {\"css\": \"blue\"}}";
  for (int is_json = 1; is_json >= 0; is_json--) {
    CHECK(dyncolor_id_set_annotation_n(theme, id, is_json ? note : "no JSON", NUL,
                                       NULL) == DYNCOLOR_OK);
    CHECK(write_to(theme, TOKENS, &files) == 1);
    const entry *base = archive_find(&files, "tokens/base.tokens.json");
    CHECK(base != NULL && strstr(base->bytes, "none") == NULL);
    CHECK(base != NULL && strstr(base->bytes, "blue") == NULL);
    CHECK(base != NULL && (strstr(base->bytes, "\"x.y\": [1]") != NULL) == is_json);
    CHECK(base != NULL && strstr(base->bytes, "no JSON") == NULL);
    dyncolor_theme *back = read_from(&files, TOKENS);
    CHECK(is_made(back, "a", "#ff0000") && is_made(back, "none", ""));
    dyncolor_theme_release(back);
    archive_clear(&files);
  }
  dyncolor_theme_release(theme);
}

/* ---- Without memory ---- */

/* Colors without names are written out where they are referred to. */
static void names_are_not_needed(void) {
  static archive files;
  static const char *const names[] = {"alias", "table", "mix", "chosen"};
  dyncolor_theme *theme = new_theme();
  const dyncolor_color first = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0.25}, 1};
  const dyncolor_color second = {DYNCOLOR_SPACE_SRGB, 0, {0, 0.5, 1}, 1};
  dyncolor_id pair = 0, mix = 0, ids[COUNT(names)] = {0};
  dyncolor_register_pair_n(theme, NULL, 0, PART(first), PART(second), &pair, NULL);
  dyncolor_register_css_n(theme, NULL, 0, "color-mix(in srgb, #123456, light-dark(red, lime))", NUL,
                          &mix, NULL);
  const dyncolor_variant variants[3] = {
      {.contrast = 201, .part.id = pair}, {.scheme = DYNCOLOR_SCHEME_DARK,
                                           .part.id = mix}, {.part.color = first}};
  dyncolor_register_alias_n(theme, "alias", NUL, pair, &ids[0], NULL);
  dyncolor_register_variants_n(theme, "table", NUL, variants, 3, &ids[1], NULL);
  dyncolor_register_alias_n(theme, "mix", NUL, mix, &ids[2], NULL);
  dyncolor_register_css_n(theme, "chosen", NUL, "if(media(prefers-contrast: more): #abcdef)", NUL,
                          &ids[3], NULL);
  for (size_t format = CATALOG; format <= JSON; format++) {
    static const dyncolor_environment environments[] = {
        {.scheme = 1}, {.scheme = 2}, {.scheme = 1, .contrast = 201},
        {.scheme = 2, .contrast = 201}};
    write_to(theme, format, &files);
    /* A catalog has no color only for some. */
    dyncolor_theme *read = read_with(&files, format, format == CATALOG);
    for (size_t i = 0; i < COUNT(names); i++) {
      dyncolor_id id = 0;
      CHECK(dyncolor_theme_find_n(read, names[i], NUL, &id, NULL) == DYNCOLOR_OK);
      for (size_t j = 0; j < COUNT(environments); j++) {
        dyncolor_rgba wanted = {0}, found = {0};
        const dyncolor_status status = dyncolor_resolve(theme, ids[i], &environments[j], &wanted,
                                                        NULL);
        CHECK(dyncolor_resolve(read, id, &environments[j], &found, NULL) == status);
        CHECK(memcmp(&wanted, &found, sizeof found) == 0);
      }
    }
    dyncolor_theme_release(read);
    archive_clear(&files);
  }
  dyncolor_theme_release(theme);
}

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
      dyncolor_theme_load_n(theme, formats[from->format].path, NUL, &options, &report, NULL);
  dyncolor_report_release(report);
  return status;
}

static dyncolor_status write_nowhere(dyncolor_theme *theme, const void *data) {
  const place *like = data;
  dyncolor_write_options options = {.size = sizeof options,
                                    .format = (uint32_t)formats[like->format].format};
  dyncolor_report *report = NULL;
  dyncolor_status status = dyncolor_theme_write_files(theme, &options, ignore, NULL, &report, NULL);
  dyncolor_report_release(report);
  return status;
}

static void memory_runs_out(void) {
  dyncolor_theme *theme = sample();
  dyncolor_id id = 0;
  const char *note = "{\"com.apple.xcassets\": {\"a\": 1}, \"x.y\": {\"b\": [1, \"c\"]}}";
  CHECK(dyncolor_theme_find_n(theme, "plain", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_annotation_n(theme, id, note, NUL, NULL) == DYNCOLOR_OK);
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
  CLAIM("a catalog survives conversion to design tokens and back, to the byte", catalog_and_tokens);
  CLAIM("design tokens in one file and in several are the same theme", one_file_and_many);
  CLAIM("a theme survives every pair of formats", every_format_after_every_other);
  CLAIM("names that tokens and files cannot have are escaped and stay distinct", names_stay_apart);
  CLAIM("folders of a catalog have a depth limit", deep_folders);
  CLAIM("the conditions of a color become appearances of tokens", appearances_are_told_apart);
  CLAIM("a color of any space is written as a token", every_space_is_written);
  CLAIM("colors for the wide-gamut screens of an idiom are not written for its others",
        wide_screens_of_an_idiom);
  CLAIM("colors without a value are not written, and a note cannot pass for the library's data",
        what_cannot_be_said);
  CLAIM("colors without a name are written in place", names_are_not_needed);
  CLAIM("every failing allocation while reading or writing a format is an error only",
        memory_runs_out);
  return CHECK_RESULT;
}
