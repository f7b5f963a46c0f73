/* Themes that are written: to a path, to a function of the host's, and to memory. */
#include <dyncolor.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refusals.h"
#include "themes.h"

/* Where all is written, which is the working folder. */
static char folder[64];

static dyncolor_theme *theme_of(const char *const colors[][2], size_t count) {
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < count; i++)
    CHECK(dyncolor_register_css_n(theme, colors[i][0], NUL, colors[i][1], NUL, NULL, NULL) ==
          DYNCOLOR_OK);
  return theme;
}

static dyncolor_theme *small_theme(void) {
  static const char *const colors[][2] = {
      {"accent", "light-dark(#0461be, #81d0ff)"}, {"link", "var(--accent)"}};
  return theme_of(colors, 2);
}

static dyncolor_write_options options_of(uint32_t format) {
  return (dyncolor_write_options){.size = sizeof(dyncolor_write_options), .format = format};
}

static dyncolor_status write_to(
    dyncolor_theme *theme, const char *path, uint32_t format, dyncolor_error *error) {
  dyncolor_write_options options = options_of(format);
  return dyncolor_theme_write_n(theme, path, NUL, &options, NULL, error);
}

/* A call fails because of a path, which its error names. */
static void check_path(dyncolor_status status, const dyncolor_error *error, const char *path) {
  CHECK(status == DYNCOLOR_ERROR_FILE && error->status == DYNCOLOR_ERROR_FILE);
  CHECK(strlen(error->message) > 0);
  CHECK(strcmp(error->context, path) == 0);
  if (strcmp(error->context, path) != 0) printf("# context: %s, not %s\n", error->context, path);
}

/* Files */

static char contents[65536];

static const char *contents_of(const char *path) {
  FILE *file = fopen(path, "rb");
  contents[0] = 0;
  if (!file) return contents;
  contents[fread(contents, 1, sizeof contents - 1, file)] = 0;
  fclose(file);
  return contents;
}

static void put(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fputs(text, file) >= 0);
  if (file) fclose(file);
}

static bool exists(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0;
}

static unsigned mode_of(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 ? found.st_mode & 07777 : 0;
}

static unsigned long number_of(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 ? (unsigned long)found.st_ino : 0;
}

static size_t entries_seen;

static int see(const char *path, const struct stat *found, int kind, struct FTW *walk) {
  (void)found;
  (void)kind;
  (void)walk;
  entries_seen++;
  /* Nothing that is being written is ever left. */
  CHECK(strstr(path, "/.dyncolor-") == NULL);
  return 0;
}

/* How many files and folders there are. */
static size_t entries_in(const char *path) {
  entries_seen = 0;
  nftw(path, see, 16, FTW_PHYS);
  return entries_seen;
}

static int forget(const char *path, const struct stat *found, int kind, struct FTW *walk) {
  (void)found;
  (void)kind;
  (void)walk;
  return remove(path);
}

static void clear(void) {
  CHECK(chdir("/") == 0);
  nftw(folder, forget, 16, FTW_DEPTH | FTW_PHYS);
  CHECK(mkdir(folder, 0755) == 0 && chdir(folder) == 0);
}

/* Claims */

static void memory(void) {
  dyncolor_theme *theme = small_theme();
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_STYLE_SHEET);
  dyncolor_error error = fresh_error();
  size_t length = 0, again = 0;
  CHECK(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, &error) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(length > 40 && error.status == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  char *text = malloc(length + 1);
  memset(text, 0x5A, length + 1);
  CHECK(dyncolor_theme_write_memory(theme, &options, text, length, &again, NULL, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(again == length && text[0] == 0x5A && text[length] == 0x5A);
  CHECK(dyncolor_theme_write_memory(theme, &options, text, length + 1, &again, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(again == length && strlen(text) == length);
  CHECK(strstr(text, "--accent: light-dark(#0461be, #81d0ff);") != NULL);
  CHECK(strstr(text, "--link: var(--accent);") != NULL);
  free(text);
  /* Folders are none of it. */
  options.format = DYNCOLOR_FORMAT_GTK;
  CHECK(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_FORMAT);
  options.format = DYNCOLOR_FORMAT_BASE16;
  CHECK(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_FORMAT);
  /* A format there is none of, and no buffer of some length. */
  options.format = 9999;
  error = fresh_error();
  check_refused(dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, &error),
                &error, "options.format");
  options.format = DYNCOLOR_FORMAT_STYLE_SHEET;
  error = fresh_error();
  check_refused(dyncolor_theme_write_memory(theme, &options, NULL, 1, &length, NULL, &error),
                &error, "buffer");
  dyncolor_theme_release(theme);
}

/* Whatever names a theme and its colors have, a header has others that C takes. */
static void names_in_c(void) {
  static const char *const colors[][2] = {
      {"Accent", "#102030"}, {"9 lives", "#00ff0080"}, {"gr\303\266\303\237e", "red"},
      {"a\"b\\c?", "color(srgb 0.5 1 2)"}, {"gone", "var(--nowhere)"},
  };
  static const char *const names[][2] = {
      {"Sea2", "SEA2_COLOR_COUNT"}, {"2Sea", "N2SEA_COLOR_COUNT"}, {"-sea", "N_SEA_COLOR_COUNT"},
      {"s\303\251a", "S_A_COLOR_COUNT"},
  };
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_C_HEADER);
  static char text[16384];
  for (size_t i = 0; i < COUNT(names); i++) {
    options.name = names[i][0];
    options.name_length = NUL;
    size_t length = 0;
    CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &length, NULL, NULL) ==
          DYNCOLOR_OK);
    CHECK(strstr(text, names[i][1]) != NULL);
    CHECK(strstr(text, "\"9 lives\"") != NULL);
    CHECK(strstr(text, "\"gr\\303\\266\\303\\237e\"") != NULL);
    CHECK(strstr(text, "\"a\\\"b\\\\c\\?\"") != NULL);
    CHECK(strstr(text, "{0.0f, 1.0f, 0.0f, ") != NULL);
    CHECK(strstr(text, "0x00ff0080u") != NULL);
    /* A color without a value is transparent. */
    CHECK(strstr(text, "0x00000000u") != NULL);
  }
  dyncolor_theme_release(theme);
}

/* A header has its pixels in the layout of the options. */
static void layouts_in_c(void) {
  static const char *const colors[][2] = {{"a", "rgb(204 102 17 / 50.2%)"}, {"b", "white"}};
  static const struct {
    int layout;
    const char *type, *pixels, *comment;
  } rows[] = {
      {DYNCOLOR_LAYOUT_ARGB_WORD, "uint32_t theme_color_pixels[THEME_ENVIRONMENT_COUNT]"
                                  "[THEME_COLOR_COUNT] = {",
       "    0x80cc6611u,\n    0xffffffffu,\n", "ARGB_WORD of"},
      {DYNCOLOR_LAYOUT_RGBA_WORD, "uint32_t", "    0xcc661180u,\n", "RGBA_WORD of"},
      {DYNCOLOR_LAYOUT_ABGR_WORD, "uint32_t", "    0x801166ccu,\n", "ABGR_WORD of"},
      {DYNCOLOR_LAYOUT_BGRA_WORD, "uint32_t", "    0x1166cc80u,\n", "BGRA_WORD of"},
      {DYNCOLOR_LAYOUT_ARGB_WORD | DYNCOLOR_LAYOUT_PREMULTIPLIED, "uint32_t",
       "    0x80663309u,\n", "ARGB_WORD | DYNCOLOR_LAYOUT_PREMULTIPLIED of"},
      {DYNCOLOR_LAYOUT_RGBA8, "uint8_t theme_color_pixels[THEME_ENVIRONMENT_COUNT]"
                              "[THEME_COLOR_COUNT][4] = {",
       "    {204, 102, 17, 128},\n    {255, 255, 255, 255},\n", "RGBA8 of"},
      {DYNCOLOR_LAYOUT_BGRA8, "uint8_t", "    {17, 102, 204, 128},\n", "BGRA8 of"},
      {DYNCOLOR_LAYOUT_ARGB8, "uint8_t", "    {128, 204, 102, 17},\n", "ARGB8 of"},
      {DYNCOLOR_LAYOUT_ABGR8, "uint8_t", "    {128, 17, 102, 204},\n", "ABGR8 of"},
      {DYNCOLOR_LAYOUT_RGB8, "uint8_t theme_color_pixels[THEME_ENVIRONMENT_COUNT]"
                             "[THEME_COLOR_COUNT][3] = {",
       "    {204, 102, 17},\n", "RGB8 of"},
      {DYNCOLOR_LAYOUT_BGR8, "uint8_t", "    {17, 102, 204},\n", "BGR8 of"},
      {DYNCOLOR_LAYOUT_RGBA16, "uint16_t theme_color_pixels", "    {52428, 26214, 4369, ",
       "RGBA16 of"},
      {DYNCOLOR_LAYOUT_HALF4, "uint16_t theme_color_pixels",
       "    {0x3c00, 0x3c00, 0x3c00, 0x3c00},\n", "HALF4 of"},
      {DYNCOLOR_LAYOUT_FLOAT4, "float theme_color_pixels", "    {1.0f, 1.0f, 1.0f, 1.0f},\n",
       "FLOAT4 of"},
      {DYNCOLOR_LAYOUT_DOUBLE4, "double theme_color_pixels", "    {1.0, 1.0, 1.0, 1.0},\n",
       "DOUBLE4 of"},
      {DYNCOLOR_LAYOUT_RGB8 | DYNCOLOR_LAYOUT_LINEAR, "uint8_t", "    {154, 34, 1},\n",
       "RGB8 | DYNCOLOR_LAYOUT_LINEAR of"},
  };
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
  options.format = DYNCOLOR_FORMAT_C_HEADER;
  static char text[16384];
  for (size_t i = 0; i < COUNT(rows); i++) {
    char comment[128];
    snprintf(comment, sizeof comment, "/* Pixels in the layout DYNCOLOR_LAYOUT_%s libdyncolor. */",
             rows[i].comment);
    options.layout = (uint32_t)rows[i].layout;
    CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, NULL, NULL, NULL) ==
          DYNCOLOR_OK);
    const bool is_right = strstr(text, rows[i].type) != NULL &&
                          strstr(text, rows[i].pixels) != NULL && strstr(text, comment) == text;
    CHECK(is_right && strstr(text, "_floats") == NULL && strstr(text, "_bytes") == NULL);
    if (!is_right) printf("# row %zu:\n%s\n", i, text);
  }
  static const uint32_t bad[] = {99, 0x106, 0x802, 0xFFFFFFFF};
  for (size_t i = 0; i < COUNT(bad); i++) {
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    options.layout = bad[i];
    CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, NULL, NULL, &error) ==
          DYNCOLOR_ERROR_INVALID_ARGUMENT);
    CHECK(strcmp(error.context, "options.layout") == 0);
  }
  dyncolor_theme_release(theme);
}

static void declare(dyncolor_theme *theme, const char *axis, const char *value) {
  uint32_t number = 0;
  uint8_t ignored = 0;
  CHECK(dyncolor_axis_declare_n(theme, axis, NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, number, value, NUL, &ignored, NULL) == DYNCOLOR_OK);
}

static const char *text_of(dyncolor_theme *theme, const dyncolor_write_options *options,
                           size_t *findings) {
  static char text[1 << 18];
  size_t length = 0;
  dyncolor_report *report = NULL;
  text[0] = 0;
  CHECK(dyncolor_theme_write_memory(theme, options, text, sizeof text, &length, &report, NULL) ==
        DYNCOLOR_OK);
  dyncolor_report_findings(report, findings);
  dyncolor_report_release(report);
  return text;
}

/* Whether a text has a part, which is told if it has not. */
static bool has(const char *text, const char *part) {
  if (strstr(text, part) != NULL) return true;
  printf("# there is no %s\n", part);
  return false;
}

/* Without a format, it is what the path says. */
static void extensions(void) {
  static const char *const files[][2] = {
      {"a.json", "{\n  \"accent\""}, {"a.html", "<!doctype html>"}, {"a.htm", "<!doctype html>"},
      {"a.svg", "<svg "}, {"a.css", ":root {"}, {"a.h", "#ifndef "}, {"a.colors", "[General]"},
      {"a.tokens.json", "\"$type\": \"color\""},
  };
  dyncolor_theme *theme = small_theme();
  for (size_t i = 0; i < COUNT(files); i++) {
    CHECK(write_to(theme, files[i][0], 0, NULL) == DYNCOLOR_OK);
    CHECK(has(contents_of(files[i][0]), files[i][1]));
  }
  static const char *const unknown[] = {"a", "a.txt", "a.yaml", "json", "a.json.bak"};
  for (size_t i = 0; i < COUNT(unknown); i++) {
    CHECK(write_to(theme, unknown[i], 0, NULL) == DYNCOLOR_ERROR_UNKNOWN_FORMAT);
    CHECK(!exists(unknown[i]));
  }
  dyncolor_theme_release(theme);
}

/* A host that sets a class on its pages asks for rules of it. */
static void classes(void) {
  dyncolor_theme *theme = small_theme();
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_STYLE_SHEET);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(has(text, "  color-scheme: light dark;\n") && strncmp(text, ":root", 5) == 0);
  options.flags = DYNCOLOR_WRITE_CLASSES;
  options.name = "Sea */ x";
  options.name_length = NUL;
  text = text_of(theme, &options, &findings);
  CHECK(strncmp(text, "/* Sea * / x */\n", 16) == 0);
  CHECK(has(text, "  color-scheme: light;\n"));
  CHECK(has(text, "\n.dark {\n  color-scheme: dark;\n}\n"));
  options.format = DYNCOLOR_FORMAT_TAILWIND;
  text = text_of(theme, &options, &findings);
  CHECK(has(text, "@custom-variant dark (&:where(.dark, .dark *));\n"));
  dyncolor_theme_release(theme);
}

/* Values of a host's axis may be any text, and so may what is said of a color. */
static void odd_texts(void) {
  static const char *const colors[][2] = {
      {"quote", "if(style(--team: b\\\"): #010203; else: #ffffff)"},
      {"slash", "if(style(--team: b\\\\): #010203; else: #ffffff)"},
      {"delete", "if(style(--team: b\\7f x): #010203; else: #ffffff)"},
      {"bell", "if(style(--team: b\\7 x): #010203; else: #ffffff)"},
  };
  dyncolor_theme *theme = theme_of(colors, COUNT(colors)), *again = new_theme();
  static const char *const values[] = {"b\"", "b\\", "b\177x", "b\ax"};
  for (size_t i = 0; i < COUNT(values); i++) declare(theme, "team", values[i]);
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find_n(theme, "quote", NUL, &id, NULL) == DYNCOLOR_OK);
  /* What turns the direction of text is left out; what is no character is replaced. */
  CHECK(dyncolor_id_set_description_n(theme, id,
                                      "a\342\200\256b\342\201\246c\342\202\254*/d\357\267\220e",
                                      NUL, NULL) == DYNCOLOR_OK);
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_STYLE_SHEET);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(findings == 0);
  CHECK(has(text, "/* abc\342\202\254* /d\357\267\220e */"));
  CHECK(has(text, ":root[data-team=\"b\\\"\"] {\n"));
  CHECK(has(text, ":root[data-team=\"b\\\\\"] {\n"));
  CHECK(has(text, ":root[data-team=\"b\\7f x\"] {\n"));
  CHECK(has(text, ":root[data-team=\"b\\7 x\"] {\n"));
  dyncolor_load_options loading = {.size = sizeof loading,
                                   .format = DYNCOLOR_FORMAT_STYLE_SHEET};
  CHECK(dyncolor_theme_load_memory_n(again, "a.css", NUL, text, strlen(text), &loading, NULL,
                                     NULL) ==
        DYNCOLOR_OK);
  for (size_t i = 0; i < COUNT(colors); i++) {
    char css[1 << 12];
    strcpy(css, css_of(theme, colors[i][0]));
    CHECK(is_made(again, colors[i][0], css));
  }
  options.format = DYNCOLOR_FORMAT_PREVIEW;
  text = text_of(theme, &options, &findings);
  CHECK(has(text, "a\357\277\275b\357\277\275c\342\202\254*/d\357\277\275e"));
  dyncolor_theme_release(again);
  dyncolor_theme_release(theme);
}

/* A color that has no value in the light is not written for it. */
static void nothing_in_the_light(void) {
  static const char *const colors[][2] = {{"night", "--variants(dark: #010203)"}};
  dyncolor_theme *theme = theme_of(colors, 1);
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_GTK_MEDIA);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(strcmp(text, "\n@media (prefers-color-scheme: dark) {\n  @define-color night #010203;\n}\n")
        == 0);
  CHECK(findings == 1);
  dyncolor_theme_release(theme);
}

/* What there is more of for more contrast, and less of for less. */
static void contrasts_of_gtk(void) {
  static const char *const colors[][2] = {
      {"ink", "--variants(any: #111111; dark: #eeeeee; more: #000000; dark more: #ffffff; "
              "less: #333333)"},
      {"flat", "#abcdef"}};
  dyncolor_theme *theme = theme_of(colors, 2);
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_GTK_MEDIA);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(findings == 0 &&
        strcmp(text,
               "@define-color ink #111111;\n@define-color flat #abcdef;\n\n"
               "@media (prefers-color-scheme: dark) {\n  @define-color ink #eeeeee;\n}\n\n"
               "@media (prefers-contrast: more) {\n  @define-color ink #000000;\n}\n\n"
               "@media (prefers-contrast: more) and (prefers-color-scheme: dark) {\n"
               "  @define-color ink #ffffff;\n}\n\n"
               "@media (prefers-contrast: less) {\n  @define-color ink #333333;\n}\n\n"
               "@media (prefers-contrast: less) and (prefers-color-scheme: dark) {\n"
               "  @define-color ink #eeeeee;\n}\n") == 0);
  dyncolor_theme_release(theme);
}

/* A file of tokens has no more appearances than colors have, and no more names than the theme. */
static void tokens_say_no_more(void) {
  static const char *const colors[][2] = {{"ink", "--variants(any: #111111; standard: #222222)"}};
  dyncolor_theme *theme = theme_of(colors, 1);
  uint16_t palette = 0;
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &palette, NULL) == DYNCOLOR_OK);
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_DESIGN_TOKENS);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(has(text, "\"modifiers\": {}") && has(text, "#222222") && !has(text, "#111111"));
  CHECK(has(text, "\"palettes\": [\"Night\"]") && !has(text, "\"axes\""));
  dyncolor_theme_release(theme);
}

/* What a page shows of colors that have no value everywhere, and of what the host's axes change. */
static void previews(void) {
  static const char *const colors[][2] = {
      {"card", "if(style(--team: sea): #012345; else: #fefefe)"},
      {"on-card", "#030303"},
      {"plain", "#fcfcfc"},
      {"on-plain", "#040404"},
      {"mood", "if(style(--mood: calm): #050607; else: #0a0b0c)"},
      {"day", "--variants(light: #0d0e0f)"},
      {"on-day", "#ffffff"},
      {"day-2", "--level(var(--day), secondary)"},
  };
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  declare(theme, "team", "sea");
  declare(theme, "mood", "calm");
  dyncolor_id id = 0, other = 0;
  CHECK(dyncolor_theme_find_n(theme, "plain", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "card", NUL, &other, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_deprecation_n(theme, id, "", 0, other, NULL) == DYNCOLOR_OK);
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_PREVIEW);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(has(text, "<p>Deprecated: <bdi></bdi>use <bdi>card</bdi></p>"));
  CHECK(has(text, "<div>no value</div>"));
  const char *sea = strstr(text, "title=\"team: sea\"");
  const char *calm = strstr(text, "title=\"mood: calm\"");
  CHECK(sea != NULL && calm != NULL);
  if (sea != NULL && calm != NULL) {
    const char *end = strstr(sea, "</template>");
    /* The pair is another in the sea's colors, and that which is not is not repeated. */
    const char *pair = strstr(sea, "<bdi>on-card</bdi> <small>on</small> <bdi>card</bdi>");
    const char *same = strstr(sea, "<bdi>on-plain</bdi> <small>on</small>");
    CHECK(pair != NULL && end != NULL && pair < end);
    CHECK(same == NULL || same > end);
    CHECK(strstr(sea, "#050607") == NULL || strstr(sea, "#050607") > end);
    end = strstr(calm, "</template>");
    CHECK(end != NULL && strstr(calm, "#050607") != NULL && strstr(calm, "#050607") < end);
  }
  dyncolor_theme_release(theme);
}

/* Names that differ in C by their case alone, or by what is put behind them then. */
static void names_with_numbers(void) {
  static const char *const colors[][2] = {{"a_2", "red"}, {"a", "red"}, {"A", "blue"}};
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_C_HEADER);
  static char text[16384];
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &(size_t){0}, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(strstr(text, "  THEME_COLOR_A_2,\n  THEME_COLOR_A,\n  THEME_COLOR_A_3,\n") != NULL);
  dyncolor_theme_release(theme);
}

/* A header has a table for each scheme and contrast, unless the host asks for others. */
static void tables_of_a_header(void) {
  static const char *const colors[][2] = {
      {"a", "--variants(any: #111111; dark: #222222; more: #333333; dark more: #444444)"}};
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_C_HEADER);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(has(text, "  THEME_ENVIRONMENT_LIGHT,\n  THEME_ENVIRONMENT_DARK,\n"
                  "  THEME_ENVIRONMENT_LIGHT_MORE_CONTRAST,\n"
                  "  THEME_ENVIRONMENT_DARK_MORE_CONTRAST,\n  THEME_ENVIRONMENT_COUNT\n"));
  CHECK(has(text, "  {\n    0x111111ffu,\n  },\n  {\n    0x222222ffu,\n  },\n"
                  "  {\n    0x333333ffu,\n  },\n  {\n    0x444444ffu,\n  },\n"));
  dyncolor_theme_release(theme);
}

/* On a sheet a color that changes with the contrast has a stripe of what it is then. */
static void stripes_of_a_sheet(void) {
  static const char *const colors[][2] = {
      {"ink", "--variants(any: #112233; more: #000000)"},
      {"sun", "color(display-p3 0.98765 0.87654 0.123456)"}};
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_SHEET);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(has(text, "<rect y=\"0\" width=\"122\" height=\"44\" fill=\"#112233\"/>"
                  "<rect y=\"44\" width=\"122\" height=\"16\" fill=\"#000000\"/>"));
  CHECK(has(text, " style=\"fill:color(display-p3 0.9877 0.8765 0.1235)\"/>"));
  dyncolor_theme_release(theme);
}

/* What is said of a color is a comment before it. */
static void comments_of_colors(void) {
  dyncolor_theme *theme = small_theme();
  dyncolor_id link = 0, accent = 0;
  CHECK(dyncolor_theme_find_n(theme, "link", NUL, &link, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "accent", NUL, &accent, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_deprecation_n(theme, link, "too loud */", NUL, accent,
                                      NULL) == DYNCOLOR_OK);
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_STYLE_SHEET);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(has(text, "  /* Deprecated: too loud * /; instead: accent */\n  --link: "));
  dyncolor_theme_release(theme);
}

/* A style sheet can ask for one axis of the host's, however often, and for no second one. */
static void axes_of_a_style_sheet(void) {
  static const char *const colors[][2] = {
      {"one", "if(style(--team: sea): #010203; style(--team: land): #040506; else: #070809)"},
      {"two", "if(style(--team: sea): #010203; style(--mood: calm): #040506; else: #070809)"}};
  for (size_t i = 0; i < COUNT(colors); i++) {
    dyncolor_theme *theme = theme_of(&colors[i], 1);
    declare(theme, "team", "sea");
    declare(theme, "team", "land");
    declare(theme, "mood", "calm");
    dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_STYLE_SHEET);
    size_t findings;
    text_of(theme, &options, &findings);
    CHECK(findings == i);
    dyncolor_theme_release(theme);
  }
}

/* Axes, and values of theirs, that attributes stand for which are read as something else. */
static void attributes_for_something_else(void) {
  static const struct {
    const char *axis, *value;
    bool is_told;
  } rows[] = {
      {"mode", "sea", false},  {"mode", "dark", true},     {"mode", "Light", true},
      {"mode", "auto", true},  {"mode", "default", true},  {"mode", "phone", true},
      {"mode", "slate", false}, {"md-color-scheme", "slate", true},
      {"dark", "on", true},    {"mode", "on", false},      {"mode", "high", false},
      {"high-contrast", "no", true}, {"team", "Sea", false}, {"Team", "sea", true},
      {"data-team", "sea", false},   {"data-contrast", "sea", false},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    char css[128];
    snprintf(css, sizeof css, "if(style(--%s: %s): #010203; else: #040506)", rows[i].axis,
             rows[i].value);
    const char *const colors[][2] = {{"a", css}};
    dyncolor_theme *theme = theme_of(colors, 1), *again = new_theme();
    declare(theme, rows[i].axis, rows[i].value);
    dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_STYLE_SHEET);
    size_t findings;
    const char *text = text_of(theme, &options, &findings);
    CHECK(findings == rows[i].is_told);
    if (findings != rows[i].is_told) printf("# %s: %s\n", rows[i].axis, rows[i].value);
    dyncolor_load_options loading = {.size = sizeof loading,
                                     .format = DYNCOLOR_FORMAT_STYLE_SHEET};
    CHECK(dyncolor_theme_load_memory_n(again, "a.css", NUL, text, strlen(text), &loading, NULL,
                                       NULL) ==
          DYNCOLOR_OK);
    CHECK((strcmp(css_of(again, "a"), css) != 0) == rows[i].is_told);
    dyncolor_theme_release(again);
    dyncolor_theme_release(theme);
  }
}

/* A name that is too long for its place on a sheet ends with an ellipsis there. */
static void labels_of_a_sheet(void) {
  static const char *const colors[][2] = {
      {"abcdefghijklmnopqrs", "red"}, {"ABCDEFGHIJKLMNOPQRST", "blue"}};
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_SHEET);
  size_t findings;
  const char *text = text_of(theme, &options, &findings);
  CHECK(has(text, " y=\"76\">abcdefghijklmnopqrs</text>"));
  CHECK(has(text, " y=\"76\">ABCDEFGHIJKLMNOPQR\342\200\246</text>"));
  dyncolor_theme_release(theme);
}

/* In GTK no name begins with a digit; and what nobody has declared has no value to ask for. */
static void colors_of_gtk(void) {
  static const char *const colors[][2] = {
      {"1a", "red"}, {"season", "if(style(--season: winter): red; else: blue)"},
      {"again", "var(--season)"}};
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_GTK_MEDIA);
  dyncolor_report *report = NULL;
  static char text[4096];
  size_t count = 0;
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &count, &report, NULL) ==
        DYNCOLOR_OK);
  CHECK(strstr(text, "@define-color _1a #ff0000;\n") != NULL);
  CHECK(strstr(text, "@define-color season #0000ff;\n") != NULL);
  CHECK(strstr(text, "@define-color again @season;\n") != NULL);
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  CHECK(count == 1 && strcmp(findings[0].context, "1a") == 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* Which colors are levels, and which are read on which, as far as they say it. */
static void relations_in_a_preview(void) {
  static const char *const colors[][2] = {
      {"bg", "#ffffff"},
      {"label", "contrast-color(var(--bg))"},
      {"mine", "contrast-color(var(--mine, red))"},
      {"same-b", "--level(var(--bg), secondary)"},
      {"same-a", "--level(var(--bg), secondary)"},
      {"mixed", "--level(color-mix(in srgb, red, blue), secondary)"}};
  dyncolor_theme *theme = theme_of(colors, COUNT(colors));
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_PREVIEW);
  static char text[1 << 17];
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &(size_t){0}, NULL, NULL) ==
        DYNCOLOR_OK);
  const char *levels = strstr(text, "<section id=\"levels\">");
  const char *contrast = strstr(text, "<section id=\"contrast\">");
  CHECK(levels != NULL && contrast != NULL && levels < contrast);
  if (levels != NULL && contrast != NULL) {
    CHECK(strstr(levels, "<p>of 1 color</p>") < contrast);
    const char *first = strstr(levels, ">same-b<"), *second = strstr(levels, ">same-a<");
    CHECK(first != NULL && second != NULL && first < second && second < contrast);
    CHECK(strstr(levels, ">mixed<") == NULL);
    CHECK(strstr(contrast, "<p>of 1 pair, ") != NULL);
    CHECK(strstr(contrast, "<bdi>label</bdi> <small>on</small> <bdi>bg</bdi>") != NULL);
  }
  dyncolor_theme_release(theme);
}

static size_t files_taken;
static char taken[4][64];

static dyncolor_status take(void *data, const char *path, const void *bytes, size_t size) {
  CHECK(data == taken && bytes != NULL && size > 0);
  if (files_taken < 4) snprintf(taken[files_taken], sizeof taken[0], "%s", path);
  files_taken++;
  return DYNCOLOR_OK;
}

static dyncolor_status refuse(void *data, const char *path, const void *bytes, size_t size) {
  (void)path;
  (void)bytes;
  (void)size;
  return ++*(int *)data == 2 ? DYNCOLOR_ERROR_CANCELLED : DYNCOLOR_OK;
}

static void functions(void) {
  dyncolor_theme *theme = small_theme();
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_GTK);
  dyncolor_error error = fresh_error();
  files_taken = 0;
  CHECK(dyncolor_theme_write_files(theme, &options, take, taken, NULL, NULL) == DYNCOLOR_OK);
  CHECK(files_taken == 2 && strcmp(taken[0], "gtk.css") == 0);
  CHECK(strcmp(taken[1], "gtk-dark.css") == 0);
  options.format = DYNCOLOR_FORMAT_C_HEADER;
  files_taken = 0;
  CHECK(dyncolor_theme_write_files(theme, &options, take, taken, NULL, NULL) == DYNCOLOR_OK);
  CHECK(files_taken == 1 && strcmp(taken[0], "") == 0);
  /* A status ends it. */
  int calls = 0;
  options.format = DYNCOLOR_FORMAT_GTK;
  CHECK(dyncolor_theme_write_files(theme, &options, refuse, &calls, NULL,
                                   &error) < 0 && calls == 2);
  CHECK(strcmp(error.context, "gtk-dark.css") == 0);
  check_refused(dyncolor_theme_write_files(theme, &options, NULL, NULL, NULL, &error), &error,
                "function");
  options.flags = 64;
  check_refused(dyncolor_theme_write_files(theme, &options, take, taken, NULL, &error), &error,
                "options");
  dyncolor_theme_release(theme);
}

static void reports(void) {
  static const char *const colors[][2] = {
      {"plain", "#123456"},
      {"level", "--level(var(--plain), secondary)"},
      {"raised", "if(style(--elevation: elevated): #222; else: #111)"},
      {"contrast", "--variants(any: red; more: lime)"},
      {"wide", "--variants(any: #010203; display-p3: #040506)"}};
  dyncolor_theme *theme = theme_of(colors, 5);
  dyncolor_write_options options = options_of(DYNCOLOR_FORMAT_STYLE_SHEET);
  dyncolor_report *report = NULL;
  CHECK(dyncolor_theme_write_n(theme, "r.css", NUL, &options, &report, NULL) == DYNCOLOR_OK);
  size_t count = 0;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  CHECK(count == 2 && dyncolor_report_colors(report) == 5);
  for (size_t i = 0; i < count; i++) {
    CHECK(findings[i].severity == DYNCOLOR_SEVERITY_WARNING);
    CHECK(findings[i].status == DYNCOLOR_ERROR_NOT_EXACT);
    CHECK(strcmp(findings[i].context, i == 0 ? "level" : "raised: elevation") == 0);
  }
  dyncolor_report_release(report);
  contents_of("r.css");
  CHECK(strstr(contents, "--raised: #111111;") != NULL);
  CHECK(strstr(contents,
               "@media (prefers-contrast: more) {\n  :root {\n    --contrast: #00ff00;") !=
        NULL);
  CHECK(strstr(contents, "--wide: #010203;") != NULL);
  CHECK(strstr(contents, "@media (color-gamut: p3) {\n  :root {\n    --wide: #040506;") != NULL);
  dyncolor_theme_release(theme);
}

/* What is in braces or brackets is two further in than they are. */
static void indented(void) {
  static const char *const colors[][2] = {
      {"ink", "light-dark(#123456, #abcdef)"}, {"text/plain/small", "var(--ink)"},
      {"text/plain", "if(style(--team: red): red; else: --level(var(--ink), secondary))"},
      {"text/link", "--variants(any: red; more: lime; display-p3: oklch(70% 0.3 140))"}};
  static const char *const names[] = {"i.json", "i.tokens.json", "i.resolver.json"};
  dyncolor_theme *theme = theme_of(colors, 4);
  dyncolor_id id;
  CHECK(dyncolor_theme_find_n(theme, "text/link", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_description_n(theme, id, "What leads on.", NUL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_deprecation_n(theme, id, "too loud", NUL, DYNCOLOR_ID_NONE,
                                      NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < COUNT(names); i++) {
    CHECK(dyncolor_theme_write_n(theme, names[i], NUL, NULL, NULL, NULL) == DYNCOLOR_OK);
    contents_of(names[i]);
    int depth = 0, lines = 0;
    for (char *line = strtok(contents, "\n"); line != NULL; line = strtok(NULL, "\n"), lines++) {
      const size_t size = strlen(line), indent = strspn(line, " ");
      if (strchr("}]", line[indent]) != NULL) depth--;
      CHECK(indent == 2 * (size_t)depth);
      if (indent != 2 * (size_t)depth) printf("# %s: %s\n", names[i], line);
      if (strchr("{[", line[size - 1]) != NULL) depth++;
    }
    CHECK(depth == 0 && lines > 4);
  }
  dyncolor_theme_release(theme);
}

static void new_paths(void) {
  dyncolor_theme *theme = small_theme();
  CHECK(write_to(theme, "a/b/c/theme.css", 0, NULL) == DYNCOLOR_OK);
  CHECK(strstr(contents_of("a/b/c/theme.css"), "--link: var(--accent);") != NULL);
  CHECK(entries_in("a") == 4);
  CHECK(write_to(theme, "g/tk/", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
  CHECK(exists("g/tk/gtk.css") && exists("g/tk/gtk-dark.css") && entries_in("g") == 4);
  char path[128];
  snprintf(path, sizeof path, "%s/a/b/other.h", folder);
  CHECK(write_to(theme, path, 0, NULL) == DYNCOLOR_OK && exists("a/b/other.h"));
  umask(027);
  CHECK(write_to(theme, "masked/theme.css", 0, NULL) == DYNCOLOR_OK);
  CHECK(mode_of("masked") == 0750 && mode_of("masked/theme.css") == 0640);
  CHECK(write_to(theme, "masked/gtk", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
  CHECK(mode_of("masked/gtk") == 0750 && mode_of("masked/gtk/gtk.css") == 0640);
  umask(022);
  dyncolor_theme_release(theme);
}

static void replaced(void) {
  dyncolor_theme *theme = small_theme();
  put("theme.css", "old");
  CHECK(chmod("theme.css", 0604) == 0);
  /* Who has the old file open keeps it: it is not written over. */
  int old = open("theme.css", O_RDONLY);
  unsigned long number = number_of("theme.css");
  CHECK(write_to(theme, "theme.css", 0, NULL) == DYNCOLOR_OK);
  char bytes[8] = "";
  CHECK(read(old, bytes, sizeof bytes) == 3 && memcmp(bytes, "old", 3) == 0);
  close(old);
  CHECK(number_of("theme.css") != number && mode_of("theme.css") == 0604);
  CHECK(entries_in(".") == 2);

  /* A link stays, and what it leads to is replaced, or made. */
  CHECK(mkdir("elsewhere", 0755) == 0);
  put("elsewhere/real.css", "old");
  CHECK(symlink("elsewhere/real.css", "link.css") == 0 && symlink("link.css", "again.css") == 0);
  CHECK(symlink("elsewhere/new.css", "dangling.css") == 0);
  CHECK(write_to(theme, "again.css", 0, NULL) == DYNCOLOR_OK);
  CHECK(write_to(theme, "dangling.css", 0, NULL) == DYNCOLOR_OK);
  CHECK(strstr(contents_of("elsewhere/real.css"), "--accent") != NULL);
  CHECK(strstr(contents_of("elsewhere/new.css"), "--accent") != NULL);
  struct stat found;
  CHECK(lstat("link.css", &found) == 0 && S_ISLNK(found.st_mode));
  CHECK(lstat("again.css", &found) == 0 && S_ISLNK(found.st_mode));

  /* A folder is exchanged as a whole, and keeps its permissions. */
  CHECK(write_to(theme, "gtk", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
  CHECK(chmod("gtk", 0711) == 0);
  number = number_of("gtk");
  CHECK(symlink("gtk", "to-gtk") == 0);
  CHECK(write_to(theme, "to-gtk/", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
  CHECK(number_of("gtk") != number && mode_of("gtk") == 0711 && entries_in("gtk") == 3);

  /* Also through a link that begins at the root and ends with slashes. */
  char rooted[128];
  snprintf(rooted, sizeof rooted, "%s/gtk//", folder);
  CHECK(symlink(rooted, "rooted") == 0);
  number = number_of("gtk");
  CHECK(write_to(theme, "rooted", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
  CHECK(number_of("gtk") != number && mode_of("gtk") == 0711 && entries_in("gtk") == 3);
  CHECK(lstat("rooted", &found) == 0 && S_ISLNK(found.st_mode));

  /* Unless there is something else in it, which stays. */
  put("gtk/notes.txt", "mine");
  put("gtk/gtk.css", "old");
  CHECK(chmod("gtk/gtk.css", 0600) == 0);
  number = number_of("gtk");
  CHECK(write_to(theme, "gtk", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
  CHECK(number_of("gtk") == number && entries_in("gtk") == 4);
  CHECK(strcmp(contents_of("gtk/notes.txt"), "mine") == 0);
  CHECK(strstr(contents_of("gtk/gtk.css"), "@define-color accent #0461be;") != NULL);
  CHECK(chdir("gtk") == 0);
  CHECK(write_to(theme, ".", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
  CHECK(chdir("..") == 0 && entries_in("gtk") == 4);
  dyncolor_theme_release(theme);
}

static void refusals(void) {
  dyncolor_theme *theme = small_theme();
  dyncolor_error error = fresh_error();
  put("file", "old");
  CHECK(mkdir("folder", 0755) == 0 && mkfifo("pipe", 0644) == 0);
  CHECK(symlink("two", "one") == 0 && symlink("one", "two") == 0);
  const uint32_t css = DYNCOLOR_FORMAT_STYLE_SHEET, gtk = DYNCOLOR_FORMAT_GTK;
  size_t before = entries_in(".");
  check_path(write_to(theme, "file/theme.css", css, &error), &error, "file");
  check_path(write_to(theme, "file/more/theme.css", css, &error), &error, "file");
  check_path(write_to(theme, "file", gtk, &error), &error, "file");
  check_path(write_to(theme, "file/", css, &error), &error, "file");
  check_path(write_to(theme, "folder", css, &error), &error, "folder");
  check_path(write_to(theme, "pipe", css, &error), &error, "pipe");
  check_path(write_to(theme, "one", css, &error), &error, "one");
  check_path(write_to(theme, "/dev/full", css, &error), &error, "/dev/full");
  CHECK(write_to(theme, "/dev/null", css, &error) == DYNCOLOR_OK);
  struct stat found;
  CHECK(stat("/dev/null", &found) == 0 && S_ISCHR(found.st_mode));
  char name[400];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = 0;
  CHECK(write_to(theme, name, css, &error) == DYNCOLOR_ERROR_FILE);
  CHECK(strcmp(contents_of("file"), "old") == 0 && entries_in(".") == before);
  /* A link whose text is not where it leads: that of an open file which has no name any more. */
  put("gone", "old");
  int gone = open("gone", O_RDWR);
  CHECK(gone >= 0 && remove("gone") == 0);
  snprintf(name, sizeof name, "/proc/self/fd/%d", gone);
  CHECK(write_to(theme, name, css, &error) == DYNCOLOR_ERROR_FILE);
  CHECK(entries_in(".") == before);
  close(gone);

  /* A file that cannot be in the place of a folder: nothing has changed. */
  CHECK(write_to(theme, "gtk", gtk, NULL) == DYNCOLOR_OK);
  CHECK(remove("gtk/gtk-dark.css") == 0 && mkdir("gtk/gtk-dark.css", 0755) == 0);
  put("gtk/gtk.css", "old");
  before = entries_in(".");
  check_path(write_to(theme, "gtk", gtk, &error), &error, "gtk/gtk-dark.css");
  CHECK(strcmp(contents_of("gtk/gtk.css"), "old") == 0 && entries_in(".") == before);
  dyncolor_theme_release(theme);
}

/* Names that the library gives what it is about to write may be taken, by anything. */
static void taken_names(void) {
  enum { NAMES = 1000 };
  dyncolor_theme *theme = small_theme();
  dyncolor_error error = fresh_error();
  const uint32_t css = DYNCOLOR_FORMAT_STYLE_SHEET, gtk = DYNCOLOR_FORMAT_GTK;
  static char names[NAMES][64];
  for (int i = 0; i < NAMES; i++)
    snprintf(names[i], sizeof names[i], ".dyncolor-%d-%d", (int)getpid(), i);
  put(names[0], "mine");
  CHECK(mkdir(names[1], 0755) == 0 && symlink("nowhere", names[2]) == 0);
  CHECK(write_to(theme, "theme.css", css, NULL) == DYNCOLOR_OK);
  CHECK(write_to(theme, "gtk", gtk, NULL) == DYNCOLOR_OK);
  for (int i = 3; i < NAMES; i++) put(names[i], "mine");
  check_path(write_to(theme, "new.css", css, &error), &error, "new.css");
  check_path(write_to(theme, "new", gtk, &error), &error, "new");
  CHECK(!exists("new.css") && !exists("new"));
  CHECK(remove(names[NAMES - 1]) == 0);
  CHECK(write_to(theme, "new.css", css, NULL) == DYNCOLOR_OK);
  CHECK(write_to(theme, "new", gtk, NULL) == DYNCOLOR_OK);
  CHECK(exists("new.css") && exists("new/gtk.css") && !exists(names[NAMES - 1]));
  struct stat found;
  CHECK(strcmp(contents_of(names[0]), "mine") == 0);
  CHECK(lstat(names[1], &found) == 0 && S_ISDIR(found.st_mode));
  CHECK(lstat(names[2], &found) == 0 && S_ISLNK(found.st_mode) && !exists("nowhere"));
  dyncolor_theme_release(theme);
}

/* Runs a function in a process of its own, and says whether it found everything as it should be. */
static bool apart(void (*function)(dyncolor_theme *theme), dyncolor_theme *theme) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    check_failures_in_claim = 0;
    function(theme);
    dyncolor_theme_release(theme);
    fflush(stdout);
    _exit(check_failures_in_claim == 0 ? 0 : 1);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

/* With no room for more than a part of what is written; a signal would end the process. */
static void write_limited(dyncolor_theme *theme) {
  struct rlimit limit = {100, 100};
  dyncolor_error error = fresh_error();
  size_t before = entries_in(".");
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  check_path(write_to(theme, "new/limited.h", 0, &error), &error, "new/limited.h");
  check_path(write_to(theme, "kept.h", 0, &error), &error, "kept.h");
  check_path(write_to(theme, "more/gtk", DYNCOLOR_FORMAT_DESIGN_TOKENS, &error), &error,
             error.context);
  CHECK(entries_in(".") == before);
}

/* Where nothing may be written, by somebody who is not root. */
static void write_forbidden(dyncolor_theme *theme) {
  dyncolor_error error = fresh_error();
  CHECK(getuid() != 0 || setuid(65534) == 0);
  size_t before = entries_in(".");
  check_path(write_to(theme, "locked/theme.css", 0, &error), &error, "locked/theme.css");
  check_path(write_to(theme, "locked/new/theme.css", 0, &error), &error, "locked/new");
  check_path(write_to(theme, "locked/gtk", DYNCOLOR_FORMAT_GTK, &error), &error, "locked/gtk");
  CHECK(entries_in(".") == before);
  /* In a folder that is theirs, though it is in one that is not. */
  CHECK(write_to(theme, "locked/mine", DYNCOLOR_FORMAT_GTK, &error) == DYNCOLOR_OK);
  CHECK(entries_in("locked/mine") == 3);
}

static void full_disks(void) {
  dyncolor_theme *theme = small_theme();
  put("kept.h", "old");
  CHECK(apart(write_limited, theme));
  CHECK(strcmp(contents_of("kept.h"), "old") == 0);
  CHECK(mkdir("locked", 0755) == 0 && mkdir("locked/mine", 0755) == 0);
  if (getuid() == 0)
    CHECK(chown("locked/mine", 65534, 65534) == 0);
  else
    CHECK(chmod("locked", 0555) == 0);
  CHECK(apart(write_forbidden, theme));
  CHECK(chmod("locked", 0755) == 0);

  /* A disk of a few pages, where one can be had: it is also a folder that cannot be exchanged. */
  CHECK(mkdir("disk", 0755) == 0);
  if (mount("none", "disk", "tmpfs", 0, "size=16k") == 0) {
    dyncolor_error error = fresh_error();
    CHECK(write_to(theme, "disk", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
    CHECK(entries_in("disk") == 3);
    char *filler = calloc(1, 8192 + 1);
    memset(filler, ' ', 8192);
    put("disk/filler", filler);
    size_t before = entries_in("disk");
    check_path(write_to(theme, "disk/new/theme.h", 0, &error), &error, "disk/new/theme.h");
    check_path(write_to(theme, "disk/new/gtk", DYNCOLOR_FORMAT_GTK, &error), &error,
               error.context);
    CHECK(entries_in("disk") == before);
    free(filler);
    CHECK(umount("disk") == 0);
  } else {
    printf("# no small disk can be had: %s\n", strerror(errno));
  }
  dyncolor_theme_release(theme);
}

/* A reader never sees a part of a file. */
static void always_whole(void) {
  dyncolor_theme *theme = small_theme();
  CHECK(write_to(theme, "theme.h", 0, NULL) == DYNCOLOR_OK);
  CHECK(write_to(theme, "gtk", DYNCOLOR_FORMAT_GTK, NULL) == DYNCOLOR_OK);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    for (;;) {
      write_to(theme, "theme.h", 0, NULL);
      write_to(theme, "gtk", DYNCOLOR_FORMAT_GTK, NULL);
    }
  }
  int seen = 0;
  for (int i = 0; i < 2000; i++) {
    contents_of("theme.h");
    size_t length = strlen(contents);
    seen += length > 100 && strcmp(contents + length - 7, "#endif\n") == 0;
    seen += exists("gtk/gtk-dark.css");
  }
  CHECK(seen == 4000);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  dyncolor_theme_release(theme);
}

static void run(const char *text, void (*function)(void)) {
  clear();
  CLAIM(text, function);
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  snprintf(folder, sizeof folder, "/tmp/dyncolor-writing-%d", (int)getpid());
  umask(022);
  mkdir(folder, 0755);
  run("a theme is written to memory by the two-call rule", memory);
  run("names in a header are valid C identifiers", names_in_c);
  run("a header has its pixels in the layout of choice", layouts_in_c);
  run("the extension of a path determines the format", extensions);
  run("style sheets have rules for a class on request", classes);
  run("any text is escaped, and read again as the same", odd_texts);
  run("a color without a value in light is left out there, and reported", nothing_in_the_light);
  run("more and less contrast use GTK's own queries", contrasts_of_gtk);
  run("tokens have no more than the theme", tokens_say_no_more);
  run("a preview shows missing values, and the effect of custom axes", previews);
  run("names that would be equal in C get numbers", names_with_numbers);
  run("a header has tables for schemes and contrasts", tables_of_a_header);
  run("a name too long for an overview page is truncated", labels_of_a_sheet);
  run("on an overview page a color has a stripe of its value with more contrast",
      stripes_of_a_sheet);
  run("comments in a style sheet mark deprecated colors", comments_of_colors);
  run("style sheets depend on at most one custom axis", axes_of_a_style_sheet);
  run("attributes that would be read as something else are reported",
      attributes_for_something_else);
  run("names for GTK are valid, and undeclared colors are not referred to", colors_of_gtk);
  run("a preview shows levels, and which color is text on which background",
      relations_in_a_preview);
  run("a callback of the host receives all files", functions);
  run("what a style sheet cannot express is reported", reports);
  run("JSON is indented by its braces and brackets", indented);
  run("missing parent folders are created", new_paths);
  run("files and folders are replaced as a whole", replaced);
  run("a refused write changes nothing", refusals);
  run("temporary names do not collide with existing ones", taken_names);
  run("a full disk leaves no temporary file, and loses nothing", full_disks);
  run("a concurrent reader sees complete files", always_whole);
  clear();
  CHECK(chdir("/") == 0 && rmdir(folder) == 0);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
