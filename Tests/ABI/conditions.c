/* Conditions of variants on the axes that asset catalogs do not have: the host's own, the palette,
 * the state and the vision. Which variant is chosen, rules.c shows. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive.h"
#include "parts.h"
#include "themes.h"

/* ---- A theme --------------------------------------------------------------------------------- */

/* What declares the names: in the order of the letters, or in the reverse order. */
static void declare_names(dyncolor_theme *theme, bool reversed) {
  static const char *const axes[] = {"team", "größe", "2nd"};
  static const char *const values[] = {"red", "blue", "7"};
  static const char *const numbered[] = {"Day", "Night", "a b"};
  uint32_t axis;
  uint8_t value;
  uint16_t number;
  for (int i = 0; i < 3; i++) {
    const int place = reversed ? 2 - i : i;
    CHECK(dyncolor_axis_declare_n(theme, axes[place], NUL, &axis, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_palette_declare_n(theme, numbered[place], NUL, &number, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_locale_declare_n(theme, numbered[place], NUL, &number, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_subtype_declare_n(theme, numbered[place], NUL, &value, NULL) == DYNCOLOR_OK);
  }
  for (uint32_t each = DYNCOLOR_AXIS_CUSTOM; each < DYNCOLOR_AXIS_CUSTOM + 3; each++)
    for (int i = 0; i < 3; i++)
      CHECK(dyncolor_axis_declare_value_n(theme, each, values[reversed ? 2 - i : i], NUL, &value,
                                          NULL) == DYNCOLOR_OK);
}

static dyncolor_theme *sample(void) {
  dyncolor_theme *theme = new_theme();
  declare_names(theme, false);
  return theme;
}

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL, &id, &error) ==
        DYNCOLOR_OK);
  if (id == 0) printf("# %s: %u: %s\n", text, error.column, error.message);
  return id;
}

static bool is_hex(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
                   uint32_t expected) {
  dyncolor_rgba rgba = {0, 0, 0, 0};
  if (dyncolor_resolve(theme, id, environment, &rgba, NULL) != DYNCOLOR_OK) return false;
  const uint32_t found = (uint32_t)(rgba.r * 255 + 0.5f) << 16 |
                         (uint32_t)(rgba.g * 255 + 0.5f) << 8 | (uint32_t)(rgba.b * 255 + 0.5f);
  if (found != expected) printf("# %06x, not %06x\n", found, expected);
  return found == expected;
}

/* ---- As text --------------------------------------------------------------------------------- */

static const struct {
  const char *text, *written, *why;
} texts[] = {
    {"--variants(any: #111; pressed: #222)", "--variants(any: #111111; pressed: #222222)",
     "a state"},
    {"--variants(any: #111; protan: #222)", "--variants(any: #111111; protan: #222222)",
     "a vision"},
    {"--variants(any: #111; palette(Night): #222)",
     "--variants(any: #111111; palette(Night): #222222)", "a palette"},
    {"--variants(any: #111; team(red): #222)", "--variants(any: #111111; team(red): #222222)",
     "an axis of the host's"},
    {"--variants(team(red) DARK more: #111; any: #222)",
     "--variants(dark more team(red): #111111; any: #222222)", "before those of catalogs"},
    {"--variants(2nd(red): #111)", NULL, "a name that is not escaped"},
    {"--variants(\\32nd(\\37): #111)", "--variants(\\32 nd(\\37 ): #111111)", "names in escapes"},
    {"--variants(team(7): #111)", "--variants(team(\\37 ): #111111)",
     "a number that is the name of a value"},
    {"--variants(team(07): #111)", "--variants(team(07): #111111)",
     "a number that is not, though without its zero it would be"},
    {"--variants(team(2): #111)", "--variants(team(blue): #111111)", "the number of a value"},
    {"--variants(team(255): #111)", "--variants(team(255): #111111)", "a value without a name"},
    {"--variants(gr\\f6\xc3\x9f" "e( blue ) hovered elevated palette( a\\ b ): #111)",
     "--variants(elevated hovered palette(a\\ b) gr\xc3\xb6\xc3\x9f" "e(blue): #111111)",
     "all kinds, in any order"},
    {("--variants(achromat disabled palette(Day) team(red) gr\xc3\xb6\xc3\x9f"
      "e(7) \\32 nd(blue) dark "
      "more base rec2020 tv subtype(Night) locale(Day): #111)"),
     ("--variants(dark more base rec2020 tv subtype(Night) locale(Day) achromat disabled "
      "palette(Day) team(red) gr\xc3\xb6\xc3\x9f" "e(\\37 ) \\32 nd(blue): #111111)"),
     "every axis"},
    {"--variants(any: var(--a, red); pressed team(red): color-mix(in oklab, var(--a, red), blue))",
     ("--variants(any: var(--a, #ff0000); pressed team(red): color-mix(in oklab, "
      "var(--a, #ff0000), #0000ff))"),
     "colors that are computed"},
    {"--palette(ink, --variants(any: #111; team(blue): #222))",
     "--palette(ink, --variants(any: #111111; team(blue): #222222))", "fallback of a palette's"},
    {"--variants(team(green): #111)", NULL, "a value that has not been declared"},
    {"--variants(team(0): #111)", NULL, "0 is no value"},
    {"--variants(team(256): #111)", NULL, "nor is 256"},
    {"--variants(team(1.5): #111)", NULL, "nor a part of one"},
    {"--variants(team(-1): #111)", NULL, "nor a negative number"},
    {"--variants(team(): #111)", NULL, "nor nothing"},
    {"--variants(taem(red): #111)", NULL, "an axis that has not been declared"},
    {"--variants(TEAM(red): #111)", NULL, "names are told apart by case"},
    {"--variants(palette(Noon): #111)", NULL, "a palette that has not been declared"},
    {"--variants(palette(1): #111)", NULL, "a palette by its number"},
    {"--variants(team(red) team(blue): #111)", NULL, "an axis twice"},
    {"--variants(pressed hovered: #111)", NULL, "two states"},
    {"--variants(protan deutan: #111)", NULL, "two visions"},
};

static void reading_and_writing(void) {
  dyncolor_theme *theme = sample();
  for (size_t i = 0; i < COUNT(texts); i++) {
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    dyncolor_id id = 0, again = 0;
    const dyncolor_status status =
        dyncolor_register_css_n(theme, "color", NUL, texts[i].text, NUL, &id, &error);
    const dyncolor_status expected =
        texts[i].written == NULL ? DYNCOLOR_ERROR_SYNTAX : DYNCOLOR_OK;
    CHECK(status == expected);
    if (status != expected)
      printf("# %s (%s): %u: %s\n", texts[i].text, texts[i].why, error.column, error.message);
    if (status != DYNCOLOR_OK || expected != DYNCOLOR_OK) continue;
    CHECK(is_made(theme, "color", texts[i].written));
    again = css(theme, "again", texts[i].written);
    CHECK(dyncolor_id_equal(theme, id, theme, again) == 1);
    CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, again));
    CHECK(is_made(theme, "again", texts[i].written));
  }
  dyncolor_theme_release(theme);
}

static void mistakes(void) {
  dyncolor_theme *theme = sample();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_register_css_n(theme, NULL, 0, "--variants(any: red; taem(red): blue)", NUL, NULL,
                                &error) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.column == 22 &&
        strstr(error.message,
               "unknown axis, expected palette, subtype, locale or a declared one") != NULL);
  CHECK(dyncolor_register_css_n(theme, NULL, 0, "--variants(any: red; team(green): blue)", NUL,
                                NULL, &error) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.column == 27 &&
        strstr(error.message, "the theme has not declared this name") != NULL);
  /* As CSS has it, anything else in style() is a condition that never holds. */
  static const char *const unknown[] = {
      "if(style(season: winter): red; else: blue)", "if(style(not (team)): red; else: blue)",
      "if(style(): red; else: blue)", "if(style(--team= red): red; else: blue)",
      "if(style(--team red): red; else: blue)"};
  for (size_t i = 0; i < COUNT(unknown); i++)
    CHECK(is_hex(theme, css(theme, "style", unknown[i]), NULL, 0x0000FF));
  /* A file is read as far as it can be, and the load says what never holds. */
  const char *const sheet = ":root{--style:if(style(team: red): red; else: blue)}";
  dyncolor_report *report = NULL;
  CHECK(dyncolor_theme_load_memory_n(theme, "a.css", NUL, sheet, strlen(sheet), NULL, &report,
                                     NULL) == DYNCOLOR_OK);
  size_t count = 0;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  CHECK(count == 1 && findings[0].severity == DYNCOLOR_SEVERITY_WARNING);
  dyncolor_report_release(report);
  /* A value that is given a name later keeps its number. */
  dyncolor_id id = css(theme, "color", "--variants(any: #111111; team(4): #222222)");
  uint8_t value;
  CHECK(dyncolor_axis_declare_value_n(theme, DYNCOLOR_AXIS_CUSTOM, "green", NUL, &value, NULL) ==
            DYNCOLOR_OK &&
        value == 4);
  CHECK(is_made(theme, "color", "--variants(any: #111111; team(green): #222222)"));
  CHECK(is_hex(theme, id, &(dyncolor_environment){.custom = {4}}, 0x222222));
  dyncolor_theme_release(theme);
}

/* ---- By a struct ----------------------------------------------------------------------------- */

static dyncolor_color gray(double value) {
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {value, value, value}, 1};
  return color;
}

static void structs(void) {
  dyncolor_theme *theme = sample();
  dyncolor_id id = 0, other = 0;
  dyncolor_variant variants[] = {{.part.color = gray(0)},
                                 {.scheme = DYNCOLOR_SCHEME_DARK, .state = DYNCOLOR_STATE_PRESSED,
                                  .vision = DYNCOLOR_VISION_TRITAN, .palette = 2,
                                  .custom = {1, 0, 3}, .part.color = gray(1)}};
  CHECK(dyncolor_register_variants_n(theme, "a", NUL, variants, 2, &id, NULL) == DYNCOLOR_OK);
  const char *text = "--variants(any: #000000; dark tritan pressed palette(Night) team(red) "
                     "\\32 nd(\\37 ): #ffffff)";
  char written[256];
  CHECK(dyncolor_id_css(theme, id, written, sizeof written, NULL, NULL) == DYNCOLOR_OK);
  other = css(theme, "b", written);
  CHECK(dyncolor_id_equal(theme, id, theme, other) == 1);
  CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, other));
  other = css(theme, "c", text);
  CHECK(dyncolor_id_equal(theme, id, theme, other) == 1);
  /* In each of them another value is another color. */
  for (int axis = 0; axis < 5; axis++) {
    dyncolor_variant changed[2] = {variants[0], variants[1]};
    if (axis == 0) changed[1].state = DYNCOLOR_STATE_HOVERED;
    if (axis == 1) changed[1].vision = 0;
    if (axis == 2) changed[1].palette = 1;
    if (axis == 3) changed[1].custom[0] = 2;
    if (axis == 4) changed[1].custom[1] = 1;
    CHECK(dyncolor_register_variants_n(theme, "c", NUL, changed, 2, &other, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_equal(theme, id, theme, other) == 0);
  }
  /* The order of variants that do not overlap does not matter, nor does one that is never taken. */
  other = css(theme, "c", "--variants(any: #000000; team(red): #ffffff; team(blue): #888888)");
  id = css(theme, "d",
           "--variants(team(blue): #888888; team(red): #ffffff; any: #000000; any: red)");
  CHECK(dyncolor_id_equal(theme, id, theme, other) == 1);
  CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, other));
  other = css(theme, "c", "--variants(any: #000000; normal: #ffffff)");
  id = css(theme, "d", "--variants(any: #ffffff; hovered: #000000)");
  CHECK(dyncolor_id_equal(theme, id, theme, other) == 0);
  other = css(theme, "c",
              "--variants(any: #000000; palette(Day): #ffffff; palette(Night): #ffffff)");
  id = css(theme, "d", "--variants(any: #ffffff)");
  CHECK(dyncolor_id_equal(theme, id, theme, other) == 0);
  dyncolor_theme_release(theme);
}

/* 2 to the power of 64 environments, which is 0 in 64 bits: 128 of each axis of the host's and of
 * palettes, and two schemes. */
static void too_many(void) {
  enum { ROWS = 128 };
  static dyncolor_variant variants[ROWS + 1];
  dyncolor_theme *theme = new_theme();
  char name[16];
  uint32_t axis;
  uint16_t palette;
  dyncolor_id ids[2] = {0, 0};
  for (int i = 0; i < 8; i++) {
    snprintf(name, sizeof name, "axis %d", i);
    CHECK(dyncolor_axis_declare_n(theme, name, NUL, &axis, NULL) == DYNCOLOR_OK);
  }
  for (int i = 1; i < ROWS; i++) {
    variants[i] = (dyncolor_variant){.part.color = gray(i / 256.0)};
    memset(variants[i].custom, i, sizeof variants[i].custom);
    if (i == ROWS - 1) continue;
    snprintf(name, sizeof name, "palette %d", i);
    CHECK(dyncolor_palette_declare_n(theme, name, NUL, &palette, NULL) == DYNCOLOR_OK);
    variants[i].palette = palette;
  }
  variants[0].part.color = gray(1);
  variants[ROWS] = (dyncolor_variant){.scheme = DYNCOLOR_SCHEME_DARK, .part.color = gray(1)};
  for (int i = 0; i < 2; i++) {
    variants[ROWS / 2].part.color = gray(i);
    CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, ROWS + 1, &ids[i], NULL) ==
          DYNCOLOR_OK);
  }
  CHECK(dyncolor_id_equal(theme, ids[0], theme, ids[1]) == 0);
  CHECK(dyncolor_id_equal(theme, ids[0], theme, ids[0]) == 1);
  dyncolor_theme_release(theme);
}

static void redefining(void) {
  dyncolor_theme *theme = sample();
  dyncolor_variant plain[] = {{.part.color = gray(0)},
                              {.scheme = DYNCOLOR_SCHEME_DARK, .part.color = gray(0.2)}};
  dyncolor_variant extra[] = {{.part.color = gray(0.4)}, {.custom = {1}, .part.color = gray(0.6)}};
  const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK, .custom = {1}};
  dyncolor_id id = 0;
  for (int round = 0; round < 4; round++) {
    const bool is_plain = round % 2 == 0;
    CHECK(dyncolor_register_variants_n(theme, "a", NUL, is_plain ? plain : extra, 2, &id, NULL) ==
          DYNCOLOR_OK);
    CHECK(is_hex(theme, id, &dark, is_plain ? 0x333333 : 0x999999));
    CHECK(is_hex(theme, id, NULL, is_plain ? 0 : 0x666666));
    CHECK(dyncolor_register_semantic_n(theme, "s", NUL, "none", NUL, PART_ID(id), NULL,
                                       NULL) == DYNCOLOR_OK);
  }
  /* In its own memory, by the same conditions and others. */
  extra[1].part.color = gray(0.8);
  extra[1].custom[0] = 2;
  CHECK(dyncolor_register_variants_n(theme, "a", NUL, extra, 2, &id, NULL) == DYNCOLOR_OK);
  CHECK(is_hex(theme, id, &dark, 0x666666));
  CHECK(is_hex(theme, id, &(dyncolor_environment){.custom = {2}}, 0xCCCCCC));
  CHECK(is_made(theme, "a", ("--variants(any: color(srgb 0.4 0.4 0.4); "
                             "team(blue): color(srgb 0.8 0.8 0.8))")));
  dyncolor_theme_release(theme);
}

/* ---- What depends on them -------------------------------------------------------------------- */

static void depending(void) {
  static const struct {
    const char *css;
    uint32_t axes;
  } rows[] = {
      {"--variants(any: red; pressed: blue)", 1u << DYNCOLOR_AXIS_STATE},
      {"--variants(any: red; protan: blue)", 1u << DYNCOLOR_AXIS_VISION},
      {"--variants(any: red; palette(Day): blue)", 1u << DYNCOLOR_AXIS_PALETTE},
      {"--variants(any: red; \\32nd(red) dark: blue)",
       1u << (DYNCOLOR_AXIS_CUSTOM + 2) | 1u << DYNCOLOR_AXIS_SCHEME},
      {"color-mix(in srgb, --variants(any: red; team(red): blue), white)",
       1u << DYNCOLOR_AXIS_CUSTOM},
  };
  dyncolor_theme *theme = sample();
  for (size_t i = 0; i < COUNT(rows); i++) {
    uint32_t axes = 0;
    CHECK(dyncolor_id_axes(theme, css(theme, NULL, rows[i].css), &axes, NULL) == DYNCOLOR_OK);
    CHECK(axes == rows[i].axes);
  }
  dyncolor_theme_release(theme);
}

static void default_palettes(void) {
  dyncolor_theme *theme = sample();
  const dyncolor_id id = css(theme, "a", "--variants(any: #111111; palette(Night): #222222)");
  const dyncolor_id user = css(theme, "b", "color-mix(in srgb, var(--a), var(--a))");
  css(theme, "c", "red");
  const dyncolor_environment day = {.palette = 1};
  CHECK(is_hex(theme, id, NULL, 0x111111) && is_hex(theme, user, NULL, 0x111111));
  const uint64_t before = dyncolor_theme_generation(theme);
  CHECK(dyncolor_theme_set_default_palette(theme, 2, NULL) == DYNCOLOR_OK);
  CHECK(is_hex(theme, id, NULL, 0x222222) && is_hex(theme, user, NULL, 0x222222));
  CHECK(is_hex(theme, id, &day, 0x111111) && is_hex(theme, user, &day, 0x111111));
  dyncolor_id changed[4];
  size_t count = 0;
  CHECK(dyncolor_theme_changes(theme, before, changed, COUNT(changed), &count, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(count == 2 && changed[0] + changed[1] == id + user);
  dyncolor_theme_release(theme);
}

static void explaining(void) {
  dyncolor_theme *theme = sample();
  const dyncolor_id ids[] = {
      css(theme, "table",
          ("--variants(any: #111111; dark protan pressed palette(Night) team(blue): "
                           "#222222)")),
      css(theme, "expression", ("--variants(any: var(--table); dark protan pressed palette(Night) "
                                "team(blue): var(--table))"))};
  const dyncolor_environment environment = {
      .scheme = DYNCOLOR_SCHEME_DARK, .vision = DYNCOLOR_VISION_PROTAN,
      .state = DYNCOLOR_STATE_PRESSED, .palette = 2, .custom = {2}};
  for (int i = 0; i < 2; i++) {
    dyncolor_explanation *explanation = NULL;
    size_t count = 0, found = 0;
    CHECK(dyncolor_explanation_create(theme, ids[i], &environment, &explanation,
                                      NULL) == DYNCOLOR_OK);
    const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
    for (size_t place = 0; place < count; place++) {
      if (steps[place].kind != DYNCOLOR_STEP_KIND_VARIANT) continue;
      found++;
      CHECK(steps[place].index == 1 && steps[place].scheme == DYNCOLOR_SCHEME_DARK &&
            steps[place].vision == DYNCOLOR_VISION_PROTAN &&
            steps[place].state == DYNCOLOR_STATE_PRESSED && steps[place].palette == 2 &&
            steps[place].custom[0] == 2 && steps[place].custom[1] == 0 &&
            steps[place].reserved == 0);
    }
    CHECK(found == (size_t)i + 1);
    CHECK(strstr(dyncolor_explanation_text(explanation),
                 "variant 2 of 2 (dark protan pressed palette(Night) team(blue))") != NULL);
    dyncolor_explanation_release(explanation);
  }
  dyncolor_theme_release(theme);
}

/* ---- Written and read ------------------------------------------------------------------------ */

static const struct {
  const char *name, *css;
} colors[] = {
    {"table", "--variants(any: #111111; team(red): #222222; dark team(blue): #333333)"},
    {"sizes", "--variants(any: #111111; gr\xc3\xb6\xc3\x9f" "e(\\37 ): #222222)"},
    {"number", "--variants(any: #111111; team(200): #222222)"},
    {"palettes", "--variants(any: #111111; palette(Night): #222222; palette(a\\ b): #333333)"},
    {"states", "--variants(any: #111111; pressed: #222222; more disabled: #333333)"},
    {"visions", "--variants(any: #111111; deutan: #222222)"},
    {"all", ("--variants(any: #111111; dark subtype(Day) locale(Night) protan hovered palette(Day) "
             "team(blue): #222222)")},
    {"mixed", ("--variants(any: var(--table); pressed team(red): color-mix(in srgb, var(--table), "
               "#ffffff))")},
    {"semantic", "--palette(ink, --variants(any: #111111; team(blue): #222222))"},
};

static void fill(dyncolor_theme *theme) {
  for (size_t i = 0; i < COUNT(colors); i++) css(theme, colors[i].name, colors[i].css);
}

static void images(void) {
  dyncolor_theme *theme = sample(), *loaded = NULL;
  static unsigned char image[1 << 14];
  size_t size = 0;
  fill(theme);
  CHECK(dyncolor_theme_to_image(theme, image, sizeof image, &size, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == dyncolor_theme_fingerprint(loaded));
  for (size_t i = 0; i < COUNT(colors); i++) CHECK(is_made(loaded, colors[i].name, colors[i].css));
  static unsigned char again[sizeof image];
  size_t size_again = 0;
  CHECK(dyncolor_theme_to_image(loaded, again, sizeof again, &size_again, NULL) == DYNCOLOR_OK);
  CHECK(size == size_again && memcmp(image, again, size) == 0);
  /* Another value of a condition is another fingerprint. */
  css(loaded, "table", "--variants(any: #111111; team(blue): #222222; team(blue) dark: #333333)");
  CHECK(dyncolor_theme_fingerprint(theme) != dyncolor_theme_fingerprint(loaded));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(loaded);
}

/* Loaded into a theme that has given out the same names in another order, and numbers of others. */
static void check_file(dyncolor_format format, const char *folder, const char *path) {
  static archive files;
  dyncolor_theme *theme = sample(), *other = new_theme();
  fill(theme);
  dyncolor_write_options options = {.size = sizeof options, .format = (uint32_t)format};
  dyncolor_report *report = NULL;
  files.count = 0;
  files.folder = folder;
  CHECK(dyncolor_theme_write_files(theme, &options, archive_write, &files, &report, NULL) ==
        DYNCOLOR_OK);
  size_t count = 0;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++)
    printf("# %s: %s: %s\n", path, findings[i].context, findings[i].message);
  CHECK(count == 0);
  dyncolor_report_release(report);
  uint8_t value;
  declare_names(other, true);
  CHECK(dyncolor_axis_declare_value_n(other, DYNCOLOR_AXIS_CUSTOM + 2, "green", NUL, &value,
                                      NULL) == DYNCOLOR_OK);
  const dyncolor_files host = files_of(&files);
  dyncolor_load_options load = {.size = sizeof load, .format = (uint32_t)format, .files = &host};
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_theme_load_n(other, path, NUL, &load, NULL, &error) == DYNCOLOR_OK);
  if (error.status != DYNCOLOR_OK) printf("# %s: %s\n", error.message, error.context);
  for (size_t i = 0; i < COUNT(colors); i++) CHECK(is_made(other, colors[i].name, colors[i].css));
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find_n(other, "all", NUL, &id, NULL) == DYNCOLOR_OK);
  const dyncolor_environment environment = {
      .scheme = DYNCOLOR_SCHEME_DARK, .vision = DYNCOLOR_VISION_PROTAN,
      .state = DYNCOLOR_STATE_HOVERED, .palette = 3, .locale = 2, .subtype = 3,
      .custom = {0, 0, 2}};
  CHECK(is_hex(other, id, &environment, 0x222222));
  /* The axes of the host's have changed places. */
  id = css(other, "all", "--variants(any: red; \\32 nd(\\37 ) gr\xc3\xb6\xc3\x9f" "e(red): blue)");
  CHECK(is_hex(other, id, &(dyncolor_environment){.custom = {1, 3}}, 0x0000FF));
  /* With a prefix, also before the names of palettes. */
  load.prefix = "Web/";
  load.prefix_length = 4;
  CHECK(dyncolor_theme_load_n(other, path, NUL, &load, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_made(other, "Web/palettes", ("--variants(any: #111111; palette(Web\\/Night): #222222; "
                                        "palette(Web\\/a\\ b): #333333)")));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
  archive_clear(&files);
}

static void files(void) {
  check_file(DYNCOLOR_FORMAT_JSON, "theme.json", "theme.json");
  check_file(DYNCOLOR_FORMAT_DESIGN_TOKENS, "", "theme.resolver.json");
}

/* What a style sheet says of an axis of the host's or of palettes, it says in rules; what it cannot
 * say, is told. */
static void style_sheets(void) {
  dyncolor_theme *theme = sample();
  css(theme, "table", "--variants(any: #111111; team(red): #222222; team(blue) dark: #333333)");
  css(theme, "state", "--variants(any: #111111; pressed: #222222)");
  css(theme, "palette", "--variants(any: #111111; palette(Day): #222222)");
  css(theme, "two", "--variants(any: #111111; team(red) \\32nd(red): #222222)");
  css(theme, "number", "--variants(any: #111111; team(200): #222222)");
  dyncolor_write_options options = {.size = sizeof options,
                                    .format = DYNCOLOR_FORMAT_STYLE_SHEET};
  static char text[1 << 14];
  dyncolor_report *report = NULL;
  size_t length = 0, count = 0;
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &length, &report, NULL) ==
        DYNCOLOR_OK);
  CHECK(strstr(text, ":root[data-team=\"red\"] {\n  --table: #222222;") != NULL);
  CHECK(strstr(text, ":root[data-team=\"blue\"] {\n  --table: light-dark(#111111, #333333);") !=
        NULL);
  CHECK(strstr(text, ":root[data-palette=\"Day\"] {\n  --palette: #222222;") != NULL);
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  CHECK(count == 3);
  for (size_t i = 0; i < count; i++)
    CHECK(findings[i].status == DYNCOLOR_ERROR_NOT_EXACT &&
          strcmp(findings[i].context, "table") != 0 &&
          strcmp(findings[i].context, "palette") != 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *count_memory(void *user_data, void *memory, size_t old_size, size_t new_size) {
  size_t *taken = user_data;
  *taken += new_size - old_size;
  if (new_size > 0) return realloc(memory, new_size);
  free(memory);
  return NULL;
}

static size_t memory_of(double number, bool has_extra, bool is_css) {
  enum { TABLES = 500, VARIANTS = 64 };
  size_t taken = 0;
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.resize = count_memory;
  options.resize_user_data = &taken;
  dyncolor_theme *theme = NULL;
  CHECK(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK);
  declare_names(theme, false);
  const size_t before = taken;
  static dyncolor_variant variants[VARIANTS];
  static char text[VARIANTS * 64];
  size_t length = (size_t)snprintf(text, sizeof text, "--variants(");
  for (int i = 0; i < VARIANTS; i++) {
    const bool is_last = i == VARIANTS - 1;
    variants[i] = (dyncolor_variant){.contrast = (uint8_t)(i + 1), .part.color = gray(number)};
    if (is_last && has_extra) variants[i].custom[0] = 1;
    length += (size_t)snprintf(text + length, sizeof text - length, "%d%% %s: var(--x);", i,
                               is_last && has_extra ? "team(red)" : "");
  }
  snprintf(text + length, sizeof text - length, ")");
  for (int i = 0; i < TABLES; i++)
    CHECK((is_css ? dyncolor_register_css_n(theme, NULL, 0, text, NUL, NULL, NULL)
                  : dyncolor_register_variants_n(theme, NULL, 0, variants, VARIANTS, NULL, NULL)) ==
          DYNCOLOR_OK);
  const size_t bytes = (taken - before) / TABLES / VARIANTS;
  dyncolor_theme_release(theme);
  return bytes;
}

/* A table of colors has 4 words for each variant if the numbers are floats, as 0.5 is, and 8 if one
 * is neither that nor a step of 1/255, as 0.1 is; and two more if a variant has such a condition.
 * An expression here has 1 and the 3 of var(), and 2 more for each that has one. */
static void memory(void) {
  CHECK(memory_of(0.5, false, false) >= 32 && memory_of(0.5, false, false) < 40);
  CHECK(memory_of(0.5, true, false) >= 48 && memory_of(0.5, true, false) < 56);
  CHECK(memory_of(0.1, false, false) >= 64 && memory_of(0.1, false, false) < 72);
  CHECK(memory_of(0.1, true, false) >= 80 && memory_of(0.1, true, false) < 88);
  CHECK(memory_of(0, true, true) <= memory_of(0, false, true) + 1);
}

int main(void) {
  CLAIM("conditions on the host's axes, palette, state and vision are written as they are read",
        reading_and_writing);
  CLAIM("an unknown axis or value is told with its place; a value may be named later", mistakes);
  CLAIM("what a struct says, CSS says as well, and what differs is another color", structs);
  CLAIM("tables for more environments than there are numbers for are compared", too_many);
  CLAIM("a table is redefined with such conditions and without them", redefining);
  CLAIM("a color depends on the axes of its conditions", depending);
  CLAIM("an unspecified palette is the default one, also when that changes", default_palettes);
  CLAIM("explanations tell such conditions", explaining);
  CLAIM("images keep such conditions", images);
  CLAIM("files keep such conditions, by name", files);
  CLAIM("style sheets have rules for an axis of the host's, and tell what they lack", style_sheets);
  CLAIM("tables without such conditions take no memory for them", memory);
  return CHECK_RESULT;
}
