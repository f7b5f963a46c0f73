/* Palettes of GIMP and color schemes for terminals; and what no format may leave out in silence:
 * palettes, axes of the host's, and the notation of a color. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "archive.h"
#include "files.h"

/* ---- Writing --------------------------------------------------------------------------------- */

/* The text of a theme in a format of one file, as DARK or light, and its report. */
static const char *written_as(dyncolor_theme *theme, uint32_t format, bool is_dark,
                              dyncolor_report **report) {
  static char text[1 << 18];
  static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  dyncolor_write_options options = {.size = sizeof options, .format = format, .name = "Sea",
                                    .name_length = 3, .environments = is_dark ? &dark : NULL,
                                    .environment_count = is_dark};
  size_t length = 0;
  text[0] = 0;
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &length, report, NULL) ==
        DYNCOLOR_OK);
  CHECK(length == strlen(text));
  return text;
}

static bool is_text(const char *found, const char *expected) {
  if (strcmp(found, expected) == 0) return true;
  printf("# found %s\n# not %s\n", found, expected);
  return false;
}

/* Whether a text has a part. */
static bool has(const char *text, const char *part) {
  if (strstr(text, part) != NULL) return true;
  printf("# no %s in %s\n", part, text);
  return false;
}

/* Whether there are just these contexts, each of a finding that is not exact. Ends the report. */
static bool are_lost(dyncolor_report *report, const char *const *contexts, size_t expected) {
  size_t count = 0;
  const dyncolor_finding *found = dyncolor_report_findings(report, &count);
  bool is_right = count == expected;
  for (size_t i = 0; i < count; i++)
    is_right = is_right && found[i].status == DYNCOLOR_ERROR_NOT_EXACT &&
               found[i].severity == DYNCOLOR_SEVERITY_WARNING &&
               strcmp(found[i].context, contexts[i]) == 0;
  for (size_t i = 0; i < count && !is_right; i++)
    printf("# %d %d %s: %s\n", found[i].severity, found[i].status, found[i].message,
           found[i].context);
  dyncolor_report_release(report);
  return is_right;
}

static void define(dyncolor_theme *theme, const char *name, const char *css) {
  CHECK(dyncolor_register_css_n(theme, name, NUL, css, NUL, NULL, NULL) == DYNCOLOR_OK);
}

static dyncolor_status load_text(dyncolor_theme *theme, const char *name, const char *text,
                                 dyncolor_report **report) {
  const memory_file file = {.name = name, .text = text, .size = strlen(text)};
  return load_file(theme, &file, report, NULL);
}

/* ---- Hex ------------------------------------------------------------------------------------- */

static void hex_stays_hex(void) {
  static const struct {
    uint32_t format;
    const char *part;
  } parts[] = {
      {DYNCOLOR_FORMAT_STYLE_SHEET, "--accent: light-dark(#0461be, #81d0ff);"},
      {DYNCOLOR_FORMAT_TAILWIND, "--accent: light-dark(#0461be, #81d0ff);"},
      {DYNCOLOR_FORMAT_JSON, "\"accent\": {\"light\": \"#0461be\", \"dark\": \"#81d0ff\"}"},
      {DYNCOLOR_FORMAT_JSON, "\"half\": \"#11223380\""},
      {DYNCOLOR_FORMAT_GTK_MEDIA, "@define-color accent #0461be;"},
      {DYNCOLOR_FORMAT_DESIGN_TOKENS, "\"hex\": \"#0461be\""},
      {DYNCOLOR_FORMAT_C_HEADER, "0x0461beffu"},
  };
  dyncolor_theme *theme = new_theme(), *again = new_theme();
  dyncolor_id id = 0;
  char css[64];
  CHECK(dyncolor_register_hex_n(theme, "accent", NUL, "#0461be", NUL, "81D0FF", NUL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_hex_n(theme, "half", NUL, "#12380", 6, NULL, 0, NULL, NULL) < 0);
  /* Of digits, only their number is wrong, and they are no other text of CSS. */
  static const char *const lengths[] = {"", "12", "12345", "1234567", "123456789", "#12380"};
  for (size_t i = 0; i < COUNT(lengths); i++) {
    dyncolor_error error = fresh_error();
    CHECK(dyncolor_register_hex_n(theme, "half", NUL, lengths[i], NUL, NULL, 0, NULL, &error) ==
          DYNCOLOR_ERROR_SYNTAX);
    CHECK(is_text(error.message, "expected 3, 4, 6 or 8 hexadecimal digits"));
  }
  CHECK(dyncolor_register_hex_n(theme, "half", NUL, "#11223380", NUL, NULL, 0, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_id_css(theme, id, css, sizeof css, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_text(css, "light-dark(#0461be, #81d0ff)"));
  for (size_t i = 0; i < COUNT(parts); i++)
    CHECK(has(written_as(theme, parts[i].format, false, NULL), parts[i].part));
  /* The mark is of sRGB only. */
  dyncolor_color color;
  CHECK(dyncolor_color_parse_hex_n("f80", 3, DYNCOLOR_SPACE_SRGB, 1, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.missing == DYNCOLOR_LEGACY_NOTATION);
  CHECK(dyncolor_color_parse_hex_n("f80", 3, DYNCOLOR_SPACE_DISPLAY_P3, 1, &color, NULL) ==
        DYNCOLOR_OK);
  CHECK(color.missing == 0);
  /* It is the same color as that of CSS, and as that of the file. */
  CHECK(load_text(again, "a.json", written_as(theme, DYNCOLOR_FORMAT_JSON, false, NULL), NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == dyncolor_theme_fingerprint(again));
  dyncolor_theme_release(again);
  /* Design tokens state the same color as numbers and as hex. */
  again = new_theme();
  CHECK(load_text(again, "a.tokens.json",
                  written_as(theme, DYNCOLOR_FORMAT_DESIGN_TOKENS, false, NULL), NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(again, "accent", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_css(again, id, css, sizeof css, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_text(css, "light-dark(#0461be, #81d0ff)"));
  CHECK(dyncolor_theme_find_n(again, "half", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_css(again, id, css, sizeof css, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_text(css, "#11223380"));
  dyncolor_theme_release(again);
  dyncolor_theme_release(theme);
}

/* ---- Palettes and axes ----------------------------------------------------------------------- */

/* A theme with two palettes, the first of which is the default, and an axis. */
static dyncolor_theme *with_palettes(void) {
  dyncolor_theme *theme = new_theme();
  const char *const json =
      "{\"$palettes\": [\"Spring\", \"Winter\"], \"$axes\": {\"team\": [\"red\"]},"
      " \"Spring/primary\": \"#112233\", \"Winter/primary\": {\"light\": \"#445566\","
      " \"dark\": \"#556677\"}, \"Winter/extra\": \"#778899\","
      " \"accent\": \"--palette(primary)\", \"extra\": \"--palette(extra, #aabbcc)\","
      " \"button\": \"var(--accent)\","
      " \"team\": \"if(style(--team: red): #ff0000; else: #0000ff)\", \"plain\": \"#123456\"}";
  CHECK(load_text(theme, "a.json", json, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_palette(theme, 1, NULL) == DYNCOLOR_OK);
  return theme;
}

static uint16_t palette_of(dyncolor_theme *theme, const char *name) {
  uint16_t palette = 0;
  CHECK(dyncolor_palette_declare_n(theme, name, NUL, &palette, NULL) == DYNCOLOR_OK);
  return palette;
}

/* Both themes paint a color alike in each scheme, in no palette and in two. */
static void check_alike(dyncolor_theme *a, dyncolor_theme *b, const char *name) {
  static const char *const palettes[] = {"Spring", "Winter"};
  for (int i = 0; i < 6; i++) {
    dyncolor_environment one = {.scheme = (uint8_t)(1 + i % 2)}, two = one;
    if (i / 2 > 0) one.palette = palette_of(a, palettes[i / 2 - 1]);
    if (i / 2 > 0) two.palette = palette_of(b, palettes[i / 2 - 1]);
    dyncolor_id ids[2] = {0};
    dyncolor_rgba colors[2] = {{0, 0, 0, 0}, {1, 1, 1, 1}};
    CHECK(dyncolor_theme_find_n(a, name, NUL, &ids[0], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_find_n(b, name, NUL, &ids[1], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve(a, ids[0], &one, &colors[0], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve(b, ids[1], &two, &colors[1], NULL) == DYNCOLOR_OK);
    CHECK(memcmp(&colors[0], &colors[1], sizeof colors[0]) == 0);
    if (memcmp(&colors[0], &colors[1], sizeof colors[0]) != 0) printf("# %s, %d\n", name, i);
  }
}

static void palettes_are_attributes(void) {
  static const uint32_t formats[] = {DYNCOLOR_FORMAT_STYLE_SHEET, DYNCOLOR_FORMAT_TAILWIND};
  static const char *const names[] = {"accent", "extra", "button", "plain", "Winter/primary"};
  for (size_t i = 0; i < COUNT(formats); i++) {
    dyncolor_theme *theme = with_palettes(), *again = new_theme();
    dyncolor_report *report = NULL;
    const char *text = written_as(theme, formats[i], false, &report);
    CHECK(are_lost(report, NULL, 0));
    CHECK(has(text, "--accent: var(--Spring\\/primary);"));
    CHECK(has(text, ":root[data-palette=\"Winter\"] {\n  --accent: var(--Winter\\/primary);"));
    CHECK(has(text, "--extra: #aabbcc;") && has(text, "--extra: var(--Winter\\/extra);"));
    CHECK(has(text, ":root[data-team=\"red\"] {\n  --team: #ff0000;"));
    char *copy = strdup(text);
    CHECK(load_text(again, "a.css", copy, &report) == DYNCOLOR_OK);
    CHECK(are_lost(report, NULL, 0));
    for (size_t j = 0; j < COUNT(names); j++) check_alike(theme, again, names[j]);
    free(copy);
    dyncolor_theme_release(again);
    dyncolor_theme_release(theme);
  }
}

/* Words that are known describe an environment, whatever the attribute is called. */
static void attributes_have_one_rule(void) {
  static const struct {
    const char *css, *made;
  } rules[] = {
      {":root{--a:red}[data-palette=Winter]{--a:blue}",
       "if(style(--palette: Winter): #0000ff; else: #ff0000)"},
      {":root{--a:red}[data-palette=dark]{--a:blue}", "light-dark(#ff0000, #0000ff)"},
      {":root{--a:red}[data-team=red]{--a:blue}",
       "if(style(--team: red): #0000ff; else: #ff0000)"},
      {":root{--a:red}[data-team=dark]{--a:blue}", "light-dark(#ff0000, #0000ff)"},
      {":root{--a:red}[data-scheme=sea]{--a:blue}",
       "if(style(--data-scheme: sea): #0000ff; else: #ff0000)"},
  };
  for (size_t i = 0; i < COUNT(rules); i++) {
    const memory_file file = {.name = "a.css", .text = rules[i].css, .size = strlen(rules[i].css)};
    check_read(&file, "a", rules[i].made, "an attribute");
  }
  /* A palette whose name is such a word is told of. */
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  CHECK(palette_of(theme, "Dark") == 1);
  define(theme, "Dark/a", "red");
  define(theme, "a", "--palette(a, blue)");
  written_as(theme, DYNCOLOR_FORMAT_STYLE_SHEET, false, &report);
  CHECK(are_lost(report, (const char *const[]){"a: data-palette=Dark"}, 1));
  dyncolor_theme_release(theme);
}

/* What has a value in palettes alone is written there, and what has none is told of. */
static void palettes_may_be_all(void) {
  dyncolor_theme *theme = new_theme(), *again = new_theme();
  dyncolor_report *report = NULL;
  CHECK(palette_of(theme, "Spring") == 1);
  define(theme, "Spring/a", "red");
  define(theme, "a", "--palette(a)");
  define(theme, "none", "--palette(none)");
  define(theme, "team", "if(style(--palette: Spring): blue)");
  const char *text = written_as(theme, DYNCOLOR_FORMAT_STYLE_SHEET, false, &report);
  CHECK(are_lost(report, (const char *const[]){"none"}, 1));
  CHECK(load_text(again, "a.css", text, NULL) == DYNCOLOR_OK);
  CHECK(is_made(again, "a", "if(style(--palette: Spring): var(--Spring\\/a))"));
  CHECK(is_made(again, "team", "if(style(--palette: Spring): #0000ff)"));
  dyncolor_theme_release(again);
  dyncolor_theme_release(theme);
}

/* The theme of palettes that were never declared, of which it knows no number. */
static dyncolor_theme *with_used_palettes(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(load_text(theme, "a.json",
                  "{\"Winter\": {\"primary\": \"#eeeeff\"}, \"Night\": {\"primary\": \"#222244\","
                  " \"b/text\": \"white\"}, \"shelf\": {\"board\": \"brown\"},"
                  " \"button\": \"--palette(primary, gray)\","
                  " \"text\": \"--palette(text, black)\"}",
                  NULL) == DYNCOLOR_OK);
  define(theme, "night", "if(style(--palette: Night): red; style(--palette): blue; else: green)");
  return theme;
}

/* A palette is written if it makes a difference, and its number is the export's own. */
static void palettes_need_no_numbers(void) {
  dyncolor_theme *theme = with_used_palettes(), *again = new_theme();
  dyncolor_report *report = NULL;
  for (uint16_t numbered = 0; numbered < 2; numbered++) {
    const uint64_t generation = dyncolor_theme_generation(theme);
    const uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
    const char *html = written_as(theme, DYNCOLOR_FORMAT_PREVIEW, false, &report);
    CHECK(are_lost(report, NULL, 0));
    CHECK(has(html, "<bdi>Winter</bdi></th><th scope=\"col\"><bdi>Night</bdi></th>"));
    CHECK(has(html, "Night/b") && strstr(html, "<bdi>shelf</bdi></th>") == NULL);
    const char *css = written_as(theme, DYNCOLOR_FORMAT_STYLE_SHEET, false, &report);
    CHECK(are_lost(report, NULL, 0));
    CHECK(has(css, ":root[data-palette=\"Winter\"] {\n  --button: var(--Winter\\/primary);\n"
                   "  --night: #0000ff;\n}\n"));
    CHECK(has(css, ":root[data-palette=\"Night\"] {\n  --button: var(--Night\\/primary);\n"
                   "  --night: #ff0000;\n}\n"));
    CHECK(has(css, ":root[data-palette=\"Night/b\"] {\n  --text: var(--Night\\/b\\/text);\n"));
    CHECK(strstr(css, "shelf\"") == NULL);
    CHECK(load_text(again, "a.css", css, NULL) == DYNCOLOR_OK);
    dyncolor_environment environment = {.scheme = DYNCOLOR_SCHEME_LIGHT};
    dyncolor_id id = 0;
    dyncolor_rgba color;
    CHECK(dyncolor_palette_find_n(again, "Night", NUL, &environment.palette, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_find_n(again, "button", NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve(again, id, &environment, &color, NULL) == DYNCOLOR_OK);
    CHECK(color.b == 68 / 255.F);
    /* The theme is as it was. */
    CHECK(dyncolor_palette_count(theme) == numbered);
    CHECK(dyncolor_theme_generation(theme) == generation);
    CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);
    /* No value of the export is the cached one of the palette that gets the number. */
    CHECK(palette_of(theme, "Empty") == numbered + 1);
    environment.palette = (uint16_t)(numbered + 1);
    CHECK(dyncolor_theme_find_n(theme, "button", NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK);
    CHECK(color.b == 128 / 255.F);
    dyncolor_theme_release(theme);
    theme = with_used_palettes();
    CHECK(palette_of(theme, "Winter") == 1);
  }
  dyncolor_theme_release(again);
  dyncolor_theme_release(theme);
}

/* What a provider is told of a palette is only what the theme knows. */
static dyncolor_status answer_palette(dyncolor_context *context, dyncolor_answer *answer,
                                      void *user_data) {
  dyncolor_environment environment;
  CHECK(dyncolor_context_environment(context, &environment, NULL) == DYNCOLOR_OK);
  uint16_t *most = user_data;
  if (environment.palette > *most) *most = environment.palette;
  answer->color = (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB, .alpha = 1};
  return DYNCOLOR_OK;
}

static void providers_get_numbers_of_the_theme(void) {
  dyncolor_theme *theme = with_used_palettes();
  uint16_t most = 0;
  CHECK(palette_of(theme, "Winter") == 1);
  CHECK(dyncolor_register_provider_n(theme, "asked", NUL, answer_palette, &most, NULL, NULL,
                                     NULL) == DYNCOLOR_OK);
  dyncolor_report *report = NULL;
  written_as(theme, DYNCOLOR_FORMAT_STYLE_SHEET, false, &report);
  CHECK(are_lost(report, (const char *const[]){"asked"}, 1));
  CHECK(most == 1);
  dyncolor_theme_release(theme);
}

/* Pages show some axes alone, and tell of each color that depends on another one. */
static void pages_tell_what_they_lack(void) {
  dyncolor_theme *theme = with_palettes();
  dyncolor_report *report = NULL;
  define(theme, "pair", "light-dark(red, blue)");
  define(theme, "state", "if(style(--state: pressed): red; else: blue)");
  define(theme, "above", "color-mix(in srgb, var(--state), var(--team))");
  define(theme, "both", "if(style(--team: red): --palette(primary); else: blue)");
  define(theme, "text", "currentcolor");
  written_as(theme, DYNCOLOR_FORMAT_SHEET, false, &report);
  CHECK(are_lost(report,
                 (const char *const[]){"accent: palette", "extra: palette", "button: palette",
                                       "team: team", "state: state", "above: state, team",
                                       "both: palette, team", "text: foreground"},
                 8));
  written_as(theme, DYNCOLOR_FORMAT_PREVIEW, false, &report);
  CHECK(are_lost(report,
                 (const char *const[]){"state: state", "above: state", "both: palette, team",
                                       "text: foreground"},
                 4));
  dyncolor_theme_release(theme);

  /* There is a limit to the palettes of a page. */
  theme = new_theme();
  for (int i = 0; i < 25; i++) {
    char name[16];
    sprintf(name, "p%d", i);
    CHECK(palette_of(theme, name) == i + 1);
  }
  define(theme, "a", "--palette(a, blue)");
  define(theme, "b", "red");
  written_as(theme, DYNCOLOR_FORMAT_PREVIEW, false, &report);
  CHECK(are_lost(report, (const char *const[]){"a: palette"}, 1));
  dyncolor_theme_release(theme);
}

/* Forced colors are a rule of their own, which is read back. */
static void forced_colors_are_written(void) {
  dyncolor_theme *theme = with_palettes(), *again = new_theme();
  dyncolor_report *report = NULL;
  define(theme, "focus", "if(media(forced-colors: active): white; else: light-dark(red, blue))");
  define(theme, "edge", "if(media(prefers-contrast: custom): red; media(prefers-contrast: more): "
                        "black; else: blue)");
  define(theme, "both", "if(media(forced-colors): white; style(--team: red): red; else: blue)");
  const char *css = written_as(theme, DYNCOLOR_FORMAT_STYLE_SHEET, false, &report);
  CHECK(are_lost(report, (const char *const[]){"both: forced-colors, team"}, 1));
  CHECK(has(css, "@media (forced-colors: active) {\n  :root {\n    --focus: #ffffff;\n"
                 "    --edge: #ff0000;\n    --both: #ffffff;\n  }\n}\n"));
  CHECK(load_text(again, "a.css", css, NULL) == DYNCOLOR_OK);
  static const char *const names[] = {"focus", "edge"};
  static const uint8_t contrasts[] = {DYNCOLOR_CONTRAST_LESS, DYNCOLOR_CONTRAST_STANDARD,
                                      DYNCOLOR_CONTRAST_MORE};
  for (size_t i = 0; i < COUNT(names); i++)
    for (uint8_t forced = 1; forced <= 2; forced++)
      for (size_t j = 0; j < COUNT(contrasts); j++) {
        const dyncolor_environment environment = {
            .scheme = DYNCOLOR_SCHEME_DARK, .contrast = contrasts[j], .forced_colors = forced};
        dyncolor_id id = 0, id_again = 0;
        dyncolor_rgba color, color_again;
        CHECK(dyncolor_theme_find_n(theme, names[i], NUL, &id, NULL) == DYNCOLOR_OK);
        CHECK(dyncolor_theme_find_n(again, names[i], NUL, &id_again, NULL) == DYNCOLOR_OK);
        CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK);
        CHECK(dyncolor_resolve(again, id_again, &environment, &color_again, NULL) == DYNCOLOR_OK);
        CHECK(memcmp(&color, &color_again, sizeof color) == 0);
      }
  dyncolor_theme_release(again);
  dyncolor_theme_release(theme);
}

static void combinations_are_told(void) {
  dyncolor_theme *theme = with_palettes();
  dyncolor_report *report = NULL;
  define(theme, "both", "if(style(--team: red): --palette(primary); else: blue)");
  define(theme, "locale", "if(style(--locale: fr): red; else: blue)");
  define(theme, "mixed", "color-mix(in --okhsl, --palette(primary), white)");
  written_as(theme, DYNCOLOR_FORMAT_STYLE_SHEET, false, &report);
  CHECK(are_lost(report,
                 (const char *const[]){"both: palette, team", "locale: locale", "mixed"}, 3));
  dyncolor_theme_release(theme);

  /* There is a limit to the rules. */
  theme = new_theme();
  for (int i = 0; i < 70; i++) {
    char name[16];
    sprintf(name, "p%d", i);
    CHECK(palette_of(theme, name) == i + 1);
  }
  define(theme, "p69/a", "red");
  define(theme, "a", "--palette(a, blue)");
  define(theme, "b", "light-dark(red, --level(red, secondary))");
  written_as(theme, DYNCOLOR_FORMAT_STYLE_SHEET, false, &report);
  CHECK(are_lost(report, (const char *const[]){"a", "b"}, 2));
  dyncolor_theme_release(theme);
}

static void headers_tell_what_they_lack(void) {
  dyncolor_theme *theme = with_palettes();
  dyncolor_report *report = NULL;
  define(theme, "screen", "if(media(color-gamut: p3): red; else: blue)");
  define(theme, "text", "currentcolor");
  define(theme, "more", "if(media(prefers-contrast: more): red; else: light-dark(red, blue))");
  written_as(theme, DYNCOLOR_FORMAT_C_HEADER, false, &report);
  CHECK(are_lost(report,
                 (const char *const[]){"accent: palette", "extra: palette", "button: palette",
                                       "team: team", "screen: gamut", "text: foreground"},
                 6));
  /* Where an environment says it, nothing is lost. */
  const dyncolor_environment chosen[] = {
      {.scheme = DYNCOLOR_SCHEME_LIGHT, .contrast = DYNCOLOR_CONTRAST_STANDARD, .palette = 1},
      {.palette = 2, .custom = {1}, .gamut = DYNCOLOR_GAMUT_DISPLAY_P3}};
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_C_HEADER,
                                    .environments = chosen, .environment_count = 2};
  static char text[1 << 14];
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, NULL, &report, NULL) ==
        DYNCOLOR_OK);
  CHECK(are_lost(report, (const char *const[]){"text: foreground"}, 1));
  /* Names of environments that are repeated are told apart, also if a name looks like that. */
  const dyncolor_environment three[3] = {{.scheme = DYNCOLOR_SCHEME_LIGHT}};
  const char *const names[3] = {"a", "environment 3 a", "a"};
  options.environments = three;
  options.environment_names = names;
  options.environment_count = 3;
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(strstr(text, "_ENVIRONMENT_A,") != NULL);
  CHECK(strstr(text, "_ENVIRONMENT_ENVIRONMENT_3_A,") != NULL);
  CHECK(strstr(text, "_ENVIRONMENT_ENVIRONMENT_4_A,") != NULL);
  dyncolor_theme_release(theme);
}

/* ---- Titles ---------------------------------------------------------------------------------- */

static char folder[] = "/tmp/dyncolor-palettes-XXXXXX";

/* Writes a theme to a path in the folder, and reads what is there. */
static const char *put_and_get(dyncolor_theme *theme, const char *name, const char *title,
                               dyncolor_report **report) {
  static char path[256], text[1 << 18];
  dyncolor_write_options options = {.size = sizeof options, .name = title,
                                    .name_length = title == NULL ? 0 : strlen(title)};
  snprintf(path, sizeof path, "%s/%s", folder, name);
  CHECK(dyncolor_theme_write_n(theme, path, NUL, &options, report, NULL) == DYNCOLOR_OK);
  FILE *file = fopen(path, "r");
  const size_t size = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
  text[size] = 0;
  if (file != NULL) fclose(file);
  remove(path);
  return text;
}

static void titles_are_names(void) {
  dyncolor_theme *theme = new_theme();
  define(theme, "red", "#ff0000");
  CHECK(mkdtemp(folder) != NULL);
  CHECK(has(put_and_get(theme, "harbor.html", NULL, NULL), "<title>harbor</title>"));
  CHECK(has(put_and_get(theme, "harbor.html", "Sea & Sand", NULL),
            "<title>Sea &amp; Sand</title>"));
  CHECK(has(put_and_get(theme, "harbor.svg", NULL, NULL), "<title>harbor</title>"));
  CHECK(has(put_and_get(theme, "harbor.colors", NULL, NULL), "Name=harbor\n"));
  CHECK(has(put_and_get(theme, "harbor.gpl", NULL, NULL), "Name: harbor\n"));
  CHECK(has(put_and_get(theme, "harbor.conf", NULL, NULL), "# harbor\ncolor1 #ff0000\n"));
  CHECK(has(put_and_get(theme, "harbor.toml", NULL, NULL),
            "# harbor\n\n[colors.normal]\nred = \"#ff0000\"\n"));
  CHECK(has(put_and_get(theme, ".Xresources", NULL, NULL), "! .Xresources\n*.color1: #ff0000\n"));
  CHECK(has(put_and_get(theme, "harbor.Xdefaults", NULL, NULL), "! harbor\n"));
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_PREVIEW};
  static char text[1 << 18];
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, NULL, NULL,
                                    NULL) == DYNCOLOR_OK);
  CHECK(has(text, "<title>Colors</title>"));
  dyncolor_theme_release(theme);
  CHECK(rmdir(folder) == 0);
}

/* ---- Files of tokens ------------------------------------------------------------------------- */

/* What is called a file of tokens is one, and is read again as the same. */
static void token_files_are_token_files(void) {
  static const char *const names[] = {"t.tokens.json", "t.tokens"};
  strcpy(strrchr(folder, '-') + 1, "XXXXXX");
  CHECK(mkdtemp(folder) != NULL);
  for (size_t i = 0; i < COUNT(names); i++) {
    dyncolor_theme *theme = with_palettes(), *again = new_theme();
    dyncolor_report *report = NULL;
    CHECK(dyncolor_theme_set_default_palette(theme, 0, NULL) == DYNCOLOR_OK);
    const char *text = put_and_get(theme, names[i], NULL, &report);
    CHECK(are_lost(report, (const char *const[]){"Winter/primary", "accent", "extra", "team"}, 4));
    CHECK(strstr(text, "resolutionOrder") == NULL && has(text, "\"palettes\": [\"Spring\""));
    CHECK(load_text(again, names[i], text, &report) == DYNCOLOR_OK);
    size_t count = 0;
    dyncolor_report_findings(report, &count);
    CHECK(count == 0);
    dyncolor_report_release(report);
    CHECK(dyncolor_theme_fingerprint(theme) == dyncolor_theme_fingerprint(again));
    dyncolor_theme_release(again);
    dyncolor_theme_release(theme);
  }
  dyncolor_theme *theme = with_palettes();
  CHECK(has(put_and_get(theme, "t.resolver.json", NULL, NULL), "\"resolutionOrder\""));
  dyncolor_theme_release(theme);
  CHECK(rmdir(folder) == 0);
}

/* A resolver in a folder is one, even if it is called a file of tokens. */
static void resolvers_are_recognized(void) {
  static char path[] = "d/t.tokens.json", text[] =
      "{\"version\": \"2025.10\", \"sets\": {\"s\": {\"sources\": [{\"a\": {\"$type\": "
      "\"color\", \"$value\": {\"colorSpace\": \"srgb\", \"components\": [1, 0, 0]}}}]}},"
      " \"resolutionOrder\": [{\"$ref\": \"#/sets/s\"}]}";
  entry entries[] = {{path, text, sizeof text - 1}};
  const archive archived = {.count = 1, .entries = entries};
  const dyncolor_files files = files_of(&archived);
  const dyncolor_load_options options = {
      .size = sizeof options, .format = DYNCOLOR_FORMAT_DESIGN_TOKENS, .files = &files};
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  const dyncolor_status status = dyncolor_theme_load_n(theme, "d/t.tokens.json", NUL, &options,
                                                       NULL, NULL);
  CHECK(status == DYNCOLOR_OK && is_made(theme, "a", "color(srgb 1 0 0)"));
  dyncolor_theme_release(theme);

  /* In a folder of the system's, it is the only file, and told of. */
  theme = new_theme();
  strcpy(strrchr(folder, '-') + 1, "XXXXXX");
  CHECK(mkdtemp(folder) != NULL);
  char name[64];
  snprintf(name, sizeof name, "%s/t.tokens.json", folder);
  FILE *file = fopen(name, "w");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
  CHECK(dyncolor_theme_load_n(theme, folder, NUL, NULL, &report, NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "a", "color(srgb 1 0 0)"));
  CHECK(is_told(report, &(dyncolor_finding){.severity = DYNCOLOR_SEVERITY_WARNING,
                                            .status = DYNCOLOR_ERROR_SYNTAX, .line = 1,
                                            .column = 1, .context = "t.tokens.json"}));
  CHECK(remove(name) == 0 && rmdir(folder) == 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* ---- GIMP ------------------------------------------------------------------------------------ */

static const char palette[] =
    "\357\273\277GIMP Palette \r\nName: Sea\r\nColumns: 4\r\n# a comment\r\n"
    "255 136   0\tOrange peel\r\n\r\n  1   2   3\r\n4 5 6 Untitled\r\n7 8 9  Deep/Blue \r\n"
    "9 8 7 Orange peel\r\n 17 34 51\t#12 of all";

static void gimp_is_read(void) {
  static const char *const made[][2] = {
      {"Orange peel", "#ff8800"}, {"color-2", "#010203"}, {"color-3", "#040506"},
      {"Deep/Blue", "#070809"},   {"Orange peel-5", "#090807"}, {"#12 of all", "#112233"},
  };
  static const char *const files[] = {"a.gpl", "a"};
  for (size_t i = 0; i < COUNT(files); i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    const memory_file file = {.name = files[i], .text = palette, .size = sizeof palette - 1,
                              .flags = DYNCOLOR_LOAD_STRICT};
    size_t count = 0;
    CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK);
    const dyncolor_finding *found = dyncolor_report_findings(report, &count);
    CHECK(count == 1 && found[0].severity == DYNCOLOR_SEVERITY_NOTE && found[0].line == 10 &&
          strcmp(found[0].context, "Orange peel") == 0);
    for (size_t j = 0; j < COUNT(made); j++) CHECK(is_made(theme, made[j][0], made[j][1]));
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
  static const char alpha[] = "GIMP Palette\nChannels: RGBA\n255 0 0 128 a\n0 0 255 255\tb\n";
  dyncolor_theme *theme = new_theme();
  CHECK(load_text(theme, "a.gpl", alpha, NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "a", "#ff000080") && is_made(theme, "b", "#0000ff"));
  dyncolor_theme_release(theme);
}

static void gimp_names_are_unique(void) {
  static const char taken[] = "GIMP Palette\n1 2 3 color-2\n4 5 6\n7 8 9 color-2\n";
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  size_t count = 0;
  CHECK(load_text(theme, "a.gpl", taken, &report) == DYNCOLOR_OK);
  CHECK(is_made(theme, "color-2", "#010203") && is_made(theme, "color-2-2", "#040506") &&
        is_made(theme, "color-2-3", "#070809"));
  const dyncolor_finding *found = dyncolor_report_findings(report, &count);
  CHECK(count == 2);
  for (size_t i = 0; i < count; i++)
    CHECK(found[i].severity == DYNCOLOR_SEVERITY_NOTE && found[i].line == 3 + i &&
          strcmp(found[i].context, "color-2") == 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);

  /* Two colors of the longest name: there is no room for the position. */
  static char longest[2 * (DYNCOLOR_MAX_NAME + 16)];
  char name[DYNCOLOR_MAX_NAME + 1];
  memset(name, 'n', DYNCOLOR_MAX_NAME);
  name[DYNCOLOR_MAX_NAME] = 0;
  snprintf(longest, sizeof longest, "GIMP Palette\n1 2 3 %s\n", name);
  theme = new_theme();
  CHECK(load_text(theme, "a.gpl", longest, NULL) == DYNCOLOR_OK);
  size_t length = strlen(longest);
  snprintf(longest + length, sizeof longest - length, "4 5 6 %s\n", name);
  CHECK(load_text(theme, "a.gpl", longest, NULL) == DYNCOLOR_ERROR_TOO_COMPLEX);
  dyncolor_theme_release(theme);
}

static void gimp_mistakes_are_told(void) {
  static const struct {
    const char *text;
    int32_t status;
    uint32_t line, column;
    const char *context;
  } mistakes[] = {
      {"", -3, 1, 1, ""},
      {"GIMP palette\n", -3, 1, 1, ""},
      {"GIMP Palette\n1 2\n", -3, 2, 4, ""},
      {"GIMP Palette\n1 2 256 a\n", -3, 2, 5, "256"},
      {"GIMP Palette\n1 2 x a\n", -3, 2, 5, "x"},
      {"GIMP Palette\n 1 2 3 a\n-1 2 3 b\n", -3, 3, 1, "-1"},
      {"GIMP Palette\n1 2 3 a\nName: b\n", -3, 3, 1, "Name:"},
      {"GIMP Palette\nOther: b\n", -3, 2, 1, "Other:"},
      {"GIMP Palette\n1 2 3 \xff\n", -4, 2, 7, ""},
  };
  for (size_t i = 0; i < COUNT(mistakes); i++) {
    const memory_file file = {.name = "a.gpl", .text = mistakes[i].text,
                              .size = strlen(mistakes[i].text)};
    check_told(&file, &(dyncolor_finding){.severity = DYNCOLOR_SEVERITY_ERROR,
                                          .status = mistakes[i].status, .line = mistakes[i].line,
                                          .column = mistakes[i].column,
                                          .context = mistakes[i].context}, mistakes[i].text);
  }
}

static void gimp_is_written(void) {
  static const char text[] =
      "GIMP Palette\nName: Sea\n#\n255 136   0\tOrange peel\n  1  20 255\tDeep/Blue\n";
  dyncolor_theme *theme = new_theme(), *again = new_theme();
  dyncolor_report *report = NULL;
  CHECK(load_text(theme, "a.gpl", text, NULL) == DYNCOLOR_OK);
  CHECK(is_text(written_as(theme, DYNCOLOR_FORMAT_GIMP_PALETTE, false, &report), text));
  CHECK(are_lost(report, NULL, 0));
  CHECK(load_text(again, "a.gpl", written_as(theme, DYNCOLOR_FORMAT_GIMP_PALETTE, false, NULL),
                  NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == dyncolor_theme_fingerprint(again));
  dyncolor_theme_release(again);
  dyncolor_theme_release(theme);

  theme = new_theme();
  define(theme, "pair", "light-dark(#010203, #040506)");
  define(theme, "half", "#10203080");
  define(theme, "wide", "color(display-p3 1 0 0)");
  define(theme, "none", "var(--gone)");
  define(theme, "a\nb", "#102030");
  define(theme, " c", "#102030");
  define(theme, "Untitled", "#102030");
  CHECK(is_text(written_as(theme, DYNCOLOR_FORMAT_GIMP_PALETTE, true, &report),
                "GIMP Palette\nName: Sea\n#\n  4   5   6\tpair\n 16  32  48\thalf\n"
                "255   0   0\twide\n 16  32  48\ta b\n 16  32  48\t c\n 16  32  48\tUntitled\n"));
  CHECK(are_lost(report,
                 (const char *const[]){"pair: scheme", "half", "wide", "none", "a b", " c",
                                       "Untitled"},
                 7));
  dyncolor_theme_release(theme);
}

static void damaged_palettes_do_no_harm(void) {
  for (size_t length = 0; length < sizeof palette; length++) {
    const memory_file cut = {.name = "a.gpl", .text = palette, .size = length};
    load_or_leave(&cut);
  }
  char damaged[sizeof palette];
  unsigned random = 1;
  for (int round = 0; round < 3000; round++) {
    memcpy(damaged, palette, sizeof palette);
    damage(damaged, sizeof palette - 1, &random);
    const memory_file file = {.name = "a.gpl", .text = damaged, .size = sizeof palette - 1};
    load_or_leave(&file);
  }
}

static dyncolor_status load_as_call(dyncolor_theme *theme, const void *data) {
  return load_file(theme, data, NULL, NULL);
}

static void memory_runs_out(void) {
  const memory_file file = {.name = "a.gpl", .text = palette, .size = sizeof palette - 1};
  size_t failures = 0;
  for (size_t allocations = 0, is_short = 1; is_short; allocations++) {
    short_heap heap = {.left = SIZE_MAX};
    dyncolor_theme *theme = new_theme_in(&heap);
    is_short = runs_short(&heap, allocations, theme, load_as_call, &file);
    failures += is_short;
    dyncolor_theme_release(theme);
    CHECK(heap.taken == 0);
  }
  CHECK(failures > 5);
}

/* ---- Terminals ------------------------------------------------------------------------------- */

static const char *const ansi[] = {"black", "red", "green", "yellow",
                                   "blue", "magenta", "cyan", "white"};

static void terminals_are_written(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  char expected[1 << 12], *end = expected + sprintf(expected, "# Sea\n");
  for (int i = 0; i < 16; i++) {
    char name[32], css[16];
    sprintf(name, "%s%s", i < 8 ? "ansi/" : "ansi/bright-", ansi[i % 8]);
    sprintf(css, "#0000%02x", i);
    define(theme, name, css);
    end += sprintf(end, "color%d #0000%02x\n", i, i);
  }
  define(theme, "text", "light-dark(#111111, #eeeeee)");
  define(theme, "background", "light-dark(#ffffff, #000000)");
  define(theme, "cursor", "#ff000080");
  define(theme, "cursor-text", "#00ff00");
  define(theme, "selection/background", "#0000ff");
  define(theme, "selection/foreground", "#123456");
  define(theme, "accent", "#123456");
  define(theme, "red", "#123456");
  sprintf(end, "foreground #eeeeee\nbackground #000000\ncursor #ff0000\ncursor_text_color #00ff00\n"
               "selection_background #0000ff\nselection_foreground #123456\n");
  CHECK(is_text(written_as(theme, DYNCOLOR_FORMAT_KITTY, true, &report), expected));
  CHECK(are_lost(report,
                 (const char *const[]){"text: scheme", "background: scheme", "cursor", "accent",
                                       "red"},
                 5));

  end = expected + sprintf(expected, "! Sea\n");
  for (int i = 0; i < 16; i++) end += sprintf(end, "*.color%d: #0000%02x\n", i, i);
  sprintf(end, "*.foreground: #111111\n*.background: #ffffff\n*.cursorColor: #ff0000\n"
               "*.cursorColor2: #00ff00\n*.highlightColor: #0000ff\n"
               "*.highlightTextColor: #123456\n");
  CHECK(is_text(written_as(theme, DYNCOLOR_FORMAT_XRESOURCES, false, NULL), expected));

  end = expected + sprintf(expected, "# Sea\n\n[colors.primary]\nforeground = \"#111111\"\n"
                                     "background = \"#ffffff\"\n\n[colors.cursor]\n"
                                     "cursor = \"#ff0000\"\ntext = \"#00ff00\"\n\n"
                                     "[colors.selection]\nbackground = \"#0000ff\"\n"
                                     "text = \"#123456\"\n\n[colors.normal]\n");
  for (int i = 0; i < 16; i++) {
    if (i == 8) end += sprintf(end, "\n[colors.bright]\n");
    end += sprintf(end, "%s = \"#0000%02x\"\n", ansi[i % 8], i);
  }
  CHECK(is_text(written_as(theme, DYNCOLOR_FORMAT_ALACRITTY, false, NULL), expected));
  dyncolor_theme_release(theme);
}

static void terminal_names_have_a_rule(void) {
  static const struct {
    const char *name, *key;
  } rule[] = {
      {"red", "color1"},
      {"color9", "color9"},
      {"color-15", "color15"},
      {"ansi0", "color0"},
      {"bright-red", "color9"},
      {"brightRed", "color9"},
      {"red/bright", "color9"},
      {"ansi/red/normal", "color1"},
      {"colors/terminal.ansiBrightMagenta", "color13"},
      {"PURPLE", "color5"},
      {"terminal.foreground", "foreground"},
      {"fg", "foreground"},
      {"text", "foreground"},
      {"colors/bg", "background"},
      {"cursorColor", "cursor"},
      {"terminalCursor.foreground", "cursor"},
      {"terminalCursor.background", "cursor_text_color"},
      {"selection", "selection_background"},
      {"selection_text", "selection_foreground"},
      {"terminal.selectionForeground", "selection_foreground"},
      {"color16", NULL},
      {"9", NULL},
      {"red-500", NULL},
      {"latte/red", NULL},
      {"bright", NULL},
      {"bright-bright-red", NULL},
      {"color", NULL},
      {"card-foreground", NULL},
      {"editor.background", NULL},
      {"bright-and-very-very-very-very-very-long-red", NULL},
  };
  for (size_t i = 0; i < COUNT(rule); i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    char expected[64] = "# Sea\n";
    define(theme, rule[i].name, "#123456");
    if (rule[i].key != NULL) sprintf(expected, "# Sea\n%s #123456\n", rule[i].key);
    CHECK(is_text(written_as(theme, DYNCOLOR_FORMAT_KITTY, false, &report), expected));
    CHECK(are_lost(report, &rule[i].name, rule[i].key == NULL));
    dyncolor_theme_release(theme);
  }
}

static void schemes_have_places(void) {
  static const int base16[] = {0, 8, 11, 10, 13, 14, 12, 5, 3, 8, 11, 10, 13, 14, 12, 7};
  static const int base24[] = {0, 8, 11, 10, 13, 14, 12, 5, 3, 0x12, 0x14, 0x13, 0x16, 0x17, 0x15,
                               7};
  for (int is_base24 = 0; is_base24 < 2; is_base24++) {
    dyncolor_theme *theme = new_theme();
    const int *places = is_base24 ? base24 : base16;
    char expected[1 << 10] = "# Sea\n", *end = expected + 6;
    for (int i = 0; i < (is_base24 ? 24 : 16); i++) {
      char name[8], css[16];
      sprintf(name, "base%02X", i);
      sprintf(css, "#0000%02x", i);
      define(theme, name, css);
    }
    define(theme, "green", "#00ff00");
    for (int i = 0; i < 16; i++) {
      if (i == 2) end += sprintf(end, "color2 #00ff00\n");
      else end += sprintf(end, "color%d #0000%02x\n", i, places[i]);
    }
    sprintf(end, "foreground #000005\nbackground #000000\ncursor #000005\n"
                 "cursor_text_color #000000\nselection_background #000002\n"
                 "selection_foreground #000005\n");
    CHECK(is_text(written_as(theme, DYNCOLOR_FORMAT_KITTY, false, NULL), expected));
    dyncolor_theme_release(theme);
  }
  /* A title is one line. */
  dyncolor_theme *theme = new_theme();
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_XRESOURCES,
                                    .name = "a\n*.b: c", .name_length = 8};
  char text[64];
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, NULL, NULL,
                                    NULL) == DYNCOLOR_OK);
  CHECK(is_text(text, "! a *.b: c\n"));
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("colors registered as hex are written as hex by all formats", hex_stays_hex);
  CLAIM("style sheets have palettes as attributes, and are read again as the same",
        palettes_are_attributes);
  CLAIM("data attributes are palettes, built-in axes or the host's by one rule",
        attributes_have_one_rule);
  CLAIM("colors with values in palettes only are written there", palettes_may_be_all);
  CLAIM("palettes without a number are written, and get none", palettes_need_no_numbers);
  CLAIM("providers are told of palettes of the theme only", providers_get_numbers_of_the_theme);
  CLAIM("previews and sheets report axes that they do not show", pages_tell_what_they_lack);
  CLAIM("style sheets have rules for forced colors", forced_colors_are_written);
  CLAIM("style sheets report combinations that they cannot express", combinations_are_told);
  CLAIM("C headers report the palettes and axes that they lack", headers_tell_what_they_lack);
  CLAIM("titles are the name of the theme or of its file", titles_are_names);
  CLAIM("a .tokens.json file has tokens, and reads back as the same", token_files_are_token_files);
  CLAIM("a resolver with the name of a file of tokens is read as a resolver",
        resolvers_are_recognized);
  CLAIM("GIMP palettes are read, with names for unnamed colors", gimp_is_read);
  CLAIM("no color of a GIMP palette replaces another one", gimp_names_are_unique);
  CLAIM("mistakes in GIMP palettes are reported with their place", gimp_mistakes_are_told);
  CLAIM("GIMP palettes are written for one environment, and losses are reported", gimp_is_written);
  CLAIM("truncated or damaged GIMP palettes do no harm", damaged_palettes_do_no_harm);
  CLAIM("every failing allocation while reading a GIMP palette is an error only", memory_runs_out);
  CLAIM("terminal color schemes are written in three formats", terminals_are_written);
  CLAIM("names become colors of a terminal by the documented rule", terminal_names_have_a_rule);
  CLAIM("base16 and base24 schemes fill the places of a terminal", schemes_have_places);
  return CHECK_RESULT;
}
