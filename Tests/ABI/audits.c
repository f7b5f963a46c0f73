/* Audits, compared with a plain search: every environment that a pair can distinguish is resolved,
 * one color at a time, and the least number is kept. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "random.h"
#include "refusals.h"
#include "themes.h"

typedef dyncolor_audit_finding finding;

/* Fewer random themes. */
static bool is_brief;

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL, &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

static dyncolor_audit *audit_of(dyncolor_theme *theme, const dyncolor_audit_options *options) {
  dyncolor_audit *audit = NULL;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_theme_audit(theme, options, &audit, &error) == DYNCOLOR_OK && audit != NULL);
  if (error.message) printf("# %s: %s\n", error.message, error.context);
  return audit;
}

static dyncolor_audit_options only(dyncolor_audit_kind kind) {
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  options.kinds = 1u << kind;
  return options;
}

/* The findings are these sentences. */
static void expect(dyncolor_theme *theme, const dyncolor_audit_options *options,
                   const char *const *messages, size_t count) {
  dyncolor_audit *audit = audit_of(theme, options);
  size_t found = 99;
  const finding *findings = dyncolor_audit_findings(audit, &found);
  CHECK(found == count && (findings == NULL) == (found == 0));
  for (size_t i = 0; i < found; i++) {
    bool is_right = i < count && strcmp(findings[i].message, messages[i]) == 0;
    CHECK(is_right);
    if (!is_right) printf("# %zu: %s\n", i, findings[i].message);
  }
  dyncolor_audit_release(audit);
}

#define EXPECT(theme, options, ...) \
  do { \
    const char *const messages[] = {__VA_ARGS__}; \
    expect(theme, options, messages, COUNT(messages)); \
  } while (0)

/* ---- The plain search ------------------------------------------------------------------------ */

/* The values of an axis in the themes of this program. */
typedef struct axis_values {
  size_t count;
  uint32_t values[32];
} axis_values;

static void add_value(axis_values *axis, uint32_t value) {
  for (size_t i = 0; i < axis->count; i++)
    if (axis->values[i] == value) return;
  axis->values[axis->count++] = value;
}

static void add_values(axis_values *axis, uint32_t first, size_t last) {
  for (uint32_t value = first; value <= last; value++) add_value(axis, value);
}

/* `contrasts` are those in conditions of variants. */
static axis_values values_of(dyncolor_theme *theme, uint32_t axis, const uint8_t *contrasts) {
  axis_values all = {0};
  size_t count = 0;
  switch (axis) {
    case DYNCOLOR_AXIS_SCHEME:
    case DYNCOLOR_AXIS_ELEVATION:
    case DYNCOLOR_AXIS_FORCED_COLORS: add_values(&all, 1, 2); break;
    case DYNCOLOR_AXIS_GAMUT: add_values(&all, 0, 3); break;
    case DYNCOLOR_AXIS_VISION: add_values(&all, 1, 5); break;
    case DYNCOLOR_AXIS_STATE: add_values(&all, 1, 7); break;
    case DYNCOLOR_AXIS_IDIOM: add_values(&all, 0, 7); break;
    case DYNCOLOR_AXIS_CONTRAST:
      add_value(&all, DYNCOLOR_CONTRAST_LESS);
      add_value(&all, DYNCOLOR_CONTRAST_STANDARD);
      add_value(&all, DYNCOLOR_CONTRAST_MORE);
      while (*contrasts != 0) add_value(&all, *contrasts++);
      break;
    case DYNCOLOR_AXIS_PALETTE:
      count = dyncolor_palette_count(theme);
      add_values(&all, count > 0, count);
      break;
    case DYNCOLOR_AXIS_LOCALE: add_values(&all, 0, dyncolor_locale_count(theme)); break;
    case DYNCOLOR_AXIS_SUBTYPE: add_values(&all, 0, dyncolor_subtype_count(theme)); break;
    default:
      if (axis >= DYNCOLOR_AXIS_CUSTOM)
        count = dyncolor_axis_value_count(theme, axis);
      add_values(&all, 0, count);
  }
  return all;
}

/* Environments by their nearest named contrast. */
enum { STANDARD, MORE, LESS, STEPS };
static const double required_ratios[STEPS] = {4.5, 7, 3};

typedef struct least {
  double number[STEPS];
  uint64_t count[STEPS], failing[STEPS];
} least;

static int step_of(uint8_t contrast) {
  return contrast > 150 ? MORE : contrast > 0 && contrast < 51 ? LESS : STANDARD;
}

static dyncolor_color color_of(const dyncolor_rgba *rgba) {
  dyncolor_color color;
  CHECK(dyncolor_color_from_rgba(rgba, &color, NULL) == DYNCOLOR_OK);
  return color;
}

static double contrast(const dyncolor_rgba *text, const dyncolor_rgba *background) {
  const dyncolor_color a = color_of(text), b = color_of(background);
  double ratio = 0;
  CHECK(dyncolor_color_contrast(&a, &b, DYNCOLOR_CONTRAST_METHOD_WCAG, &ratio, NULL) ==
        DYNCOLOR_OK);
  return ratio;
}

/* Examines all environments, whose axes are set one after the other. */
static void examine(dyncolor_theme *theme, dyncolor_id a, dyncolor_id b, uint32_t axes,
                    uint32_t axis, dyncolor_environment *environment, const uint8_t *contrasts,
                    least *result) {
  while (axis < 22 && !(axes >> axis & 1)) axis++;
  if (axis < 22) {
    const axis_values values = values_of(theme, axis, contrasts);
    for (size_t i = 0; i < values.count; i++) {
      CHECK(dyncolor_environment_set(environment, axis, values.values[i]) == DYNCOLOR_OK);
      examine(theme, a, b, axes, axis + 1, environment, contrasts, result);
    }
    CHECK(dyncolor_environment_set(environment, axis, 0) == DYNCOLOR_OK);
    return;
  }
  dyncolor_rgba first, second;
  if (dyncolor_resolve(theme, a, environment, &first, NULL) != DYNCOLOR_OK ||
      dyncolor_resolve(theme, b, environment, &second, NULL) != DYNCOLOR_OK)
    return;
  const int step = step_of(environment->contrast);
  const double number = contrast(&first, &second);
  if (result->count[step]++ == 0 || number < result->number[step]) result->number[step] = number;
  result->failing[step] += number < required_ratios[step];
}

static least search(dyncolor_theme *theme, dyncolor_id a, dyncolor_id b,
                    const uint8_t *contrasts) {
  least result = {0};
  uint32_t axes = 0, axes_of_b = 0;
  dyncolor_environment environment = {0};
  CHECK(dyncolor_id_axes(theme, a, &axes, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_axes(theme, b, &axes_of_b, NULL) == DYNCOLOR_OK);
  examine(theme, a, b, axes | axes_of_b, 0, &environment, contrasts, &result);
  return result;
}

/* ---- Random themes --------------------------------------------------------------------------- */

enum { COLORS = 24, PAIRS = 30 };

static unsigned below(unsigned end) { return (unsigned)(random_bits() % end); }

static const char *random_hex(bool translucent) {
  static char texts[8][12];
  static int next;
  char *text = texts[next++ & 7];
  snprintf(text, sizeof texts[0], "#%06x", below(1 << 24));
  if (translucent) snprintf(text + 7, 3, "%02x", 64 + below(192));
  return text;
}

/* A theme with an axis of its own, palettes, and colors that depend on them. `contrasts` gets the
 * contrasts that variants have. */
static dyncolor_theme *random_theme(dyncolor_id ids[COLORS], uint8_t contrasts[4]) {
  dyncolor_theme *theme = new_theme();
  uint16_t night = 0, day = 0;
  uint32_t season = 0;
  uint8_t winter = 0;
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_declare_n(theme, "Day", NUL, &day, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_n(theme, "season", NUL, &season, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, season, "winter", NUL, &winter, NULL) == DYNCOLOR_OK);
  css(theme, "Night/ink", random_hex(false));
  css(theme, "Day/ink", random_hex(false));
  const int percent = 10 + (int)below(80);
  contrasts[0] = 0;
  for (int i = 0; i < COLORS; i++) {
    char name[16], text[512];
    snprintf(name, sizeof name, "c%d", i);
    const char *a = random_hex(false), *b = random_hex(false), *c = random_hex(false);
    const char *veiled = random_hex(true);
    switch (below(9)) {
      case 0: snprintf(text, sizeof text, "%s", a); break;
      case 1: snprintf(text, sizeof text, "light-dark(%s, %s)", a, b); break;
      case 2:
        snprintf(text, sizeof text, "--variants(any: %s; dark: %s; more: %s; pressed: %s)", a, b, c,
                 random_hex(false));
        break;
      case 3:
        snprintf(text, sizeof text, "--variants(any: %s; %d%%: %s; season(winter): %s)", a,
                 percent, b, c);
        contrasts[0] = (uint8_t)(101 + percent);
        contrasts[1] = 0;
        break;
      case 4: snprintf(text, sizeof text, "light-dark(%s, %s)", veiled, a); break;
      case 5: snprintf(text, sizeof text, "--palette(ink)"); break;
      case 6:
        snprintf(text, sizeof text,
                 "if(style(--season: winter): %s; media(forced-colors): %s; else: %s)", a, b, c);
        break;
      case 7: snprintf(text, sizeof text, "oklch(0.%d 0.3 %d)", 3 + below(6), below(360)); break;
      default:
        if (i == 0) {
          snprintf(text, sizeof text, "%s", a);
        } else {
          snprintf(text, sizeof text, "color-mix(in oklab, var(--c%d), %s)", below((unsigned)i), b);
        }
    }
    ids[i] = css(theme, name, text);
  }
  return theme;
}

/* Whether a number is the least that a search has found, except for the last digits. */
static bool is_near(double a, double b) { return fabs(a - b) <= 1e-9 * fmax(1, fabs(b)); }

static const finding *find(const finding *findings, size_t count, dyncolor_id a, dyncolor_id b,
                           int step) {
  for (size_t i = 0; i < count; i++)
    if (findings[i].id == a && findings[i].other == b &&
        step_of(findings[i].environment.contrast) == step)
      return &findings[i];
  return NULL;
}

static void contrasts_are_the_least(void) {
  for (int round = 0; round < (is_brief ? 5 : 40); round++) {
    dyncolor_id ids[COLORS];
    uint8_t contrasts[4];
    dyncolor_theme *theme = random_theme(ids, contrasts);
    dyncolor_audit_pair pairs[PAIRS];
    for (int i = 0; i < PAIRS; i++)
      pairs[i] = (dyncolor_audit_pair){ids[i % COLORS], ids[(i * 7 + 1 + i / COLORS) % COLORS], 0};
    dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_CONTRAST);
    options.flags = DYNCOLOR_AUDIT_DECLARED_ONLY | DYNCOLOR_AUDIT_PASSING;
    options.pairs = pairs;
    options.pair_count = PAIRS;
    uint64_t generation = dyncolor_theme_generation(theme);
    dyncolor_audit *audit = audit_of(theme, &options);
    CHECK(dyncolor_theme_generation(theme) == generation);
    size_t count, expected = 0;
    const finding *findings = dyncolor_audit_findings(audit, &count);
    for (int i = 0; i < PAIRS; i++) {
      const least plain = search(theme, pairs[i].text, pairs[i].background, contrasts);
      for (int step = 0; step < STEPS; step++) {
        const finding *audited =
            find(findings, count, pairs[i].text, pairs[i].background, step);
        CHECK((audited != NULL) == (plain.count[step] > 0));
        if (audited == NULL) continue;
        expected++;
        CHECK(is_near(audited->found, plain.number[step]));
        CHECK(audited->examined == plain.count[step] && audited->failing == plain.failing[step]);
        CHECK(audited->required == required_ratios[step]);
        CHECK(audited->detail == (step == LESS ? -1 : step));
        CHECK(audited->severity ==
              (audited->failing ? DYNCOLOR_SEVERITY_ERROR : DYNCOLOR_SEVERITY_NOTE));
        dyncolor_rgba text, background;
        CHECK(dyncolor_resolve(theme, audited->id, &audited->environment, &text, NULL) ==
              DYNCOLOR_OK);
        CHECK(dyncolor_resolve(theme, audited->other, &audited->environment, &background, NULL) ==
              DYNCOLOR_OK);
        CHECK(is_near(contrast(&text, &background), audited->found));
      }
    }
    CHECK(expected == count);
    dyncolor_audit_sums sums;
    dyncolor_audit_total(audit, &sums);
    CHECK(sums.complete == 1 && sums.pairs == PAIRS && sums.omitted == 0 && sums.warnings == 0);
    CHECK(sums.errors + sums.notes == count && sums.colors == COLORS + 2);
    dyncolor_audit_release(audit);
    dyncolor_theme_release(theme);
  }
}

/* ---- Kinds of findings ----------------------------------------------------------------------- */

static void pairs_are_found_by_name(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "accent", "light-dark(#777, #00f)");
  css(theme, "on-accent", "white");
  css(theme, "other", "white");
  css(theme, "text", "--ensure-contrast(#888, on var(--other), 3)");
  const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_CONTRAST);
  EXPECT(theme, &options,
         "on-accent on accent: contrast 4.47 in light, expected at least 4.50 (1 of 2 "
         "environments)",
         "text on other: contrast 3.54, expected at least 4.50");
  /* A declared pair has its own ratio, and takes the place of one that is found. */
  dyncolor_audit_options declared = options;
  dyncolor_audit_pair pairs[2] = {{0, 0, 4}, {0, 0, 2}};
  dyncolor_theme_find_n(theme, "on-accent", NUL, &pairs[0].text, NULL);
  dyncolor_theme_find_n(theme, "accent", NUL, &pairs[0].background, NULL);
  dyncolor_theme_find_n(theme, "text", NUL, &pairs[1].text, NULL);
  dyncolor_theme_find_n(theme, "other", NUL, &pairs[1].background, NULL);
  declared.pairs = pairs;
  declared.pair_count = 2;
  expect(theme, &declared, NULL, 0);
  declared.pair_count = 0;
  declared.ratio = 4.48;
  EXPECT(theme, &declared,
         "on-accent on accent: contrast 4.47 in light, expected at least 4.48 (1 of 2 "
         "environments)",
         "text on other: contrast 3.54, expected at least 4.48");
  declared.ratio = 0;
  declared.flags = DYNCOLOR_AUDIT_DECLARED_ONLY;
  expect(theme, &declared, NULL, 0);
  dyncolor_theme_release(theme);
}

/* Names of plain texts are read on the page, and pairs with the ratio 1 are left out. */
static void plain_texts_are_on_the_page(void) {
  static const char *const on_page[] = {"text-muted", "heading-1", "secondaryLabel", "text/muted",
                                        "Night/caption"},
                           *const elsewhere[] = {"tooltip-text", "on-card", "link", "primary",
                                                 "h1"};
  dyncolor_theme *theme = new_theme();
  css(theme, "background", "white");
  css(theme, "Night/background", "white");
  dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_CONTRAST);
  options.flags = DYNCOLOR_AUDIT_PASSING;
  dyncolor_audit_sums sums;
  for (size_t i = 0; i < COUNT(on_page); i++) {
    css(theme, on_page[i], "black");
    css(theme, elsewhere[i], "black");
    dyncolor_audit *audit = audit_of(theme, &options);
    dyncolor_audit_total(audit, &sums);
    CHECK(sums.pairs == i + 1 && sums.notes == i + 1);
    dyncolor_audit_release(audit);
  }
  css(theme, "inverse-surface", "black");
  css(theme, "inverse-on-surface", "#111");
  dyncolor_audit_pair pair = {0, 0, 1};
  dyncolor_theme_find_n(theme, "inverse-on-surface", NUL, &pair.text, NULL);
  dyncolor_theme_find_n(theme, "inverse-surface", NUL, &pair.background, NULL);
  options.pairs = &pair;
  for (size_t count = 0; count < 2; count++) {
    options.pair_count = count;
    dyncolor_audit *audit = audit_of(theme, &options);
    dyncolor_audit_total(audit, &sums);
    CHECK(sums.errors == 1 - count && sums.pairs == COUNT(on_page) + 1 - count);
    dyncolor_audit_release(audit);
  }
  dyncolor_theme_release(theme);
}

static void more_and_less_contrast_have_their_own_ratios(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "background", "white");
  css(theme, "text", "--variants(any: #666; more: #555; less: #777)");
  dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_CONTRAST);
  expect(theme, &options, NULL, 0);
  options.ratio_less = 4.5;
  EXPECT(theme, &options,
         "text on background: contrast 4.47 in less, expected at least 4.50 (4 of 4 environments)");
  options.ratio_more = 7.5;
  options.ratio_less = 4;
  EXPECT(theme, &options,
         "text on background: contrast 7.45 in more, expected at least 7.50 (4 of 4 environments)");
  dyncolor_theme_release(theme);
}

static void translucent_backgrounds_lie_over_the_page(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "card", "#80808080");
  css(theme, "on-card", "white");
  const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_CONTRAST);
  EXPECT(theme, &options, "on-card on card: contrast 1.83, expected at least 4.50");
  dyncolor_id page = css(theme, "page", "light-dark(#000, #777)");
  EXPECT(theme, &options,
         "on-card on card: contrast 4.20 in dark, expected at least 4.50 (1 of 2 environments)");
  dyncolor_audit_options given = options;
  given.page = css(theme, "black", "black");
  expect(theme, &given, NULL, 0);
  given.page = page;
  EXPECT(theme, &given,
         "on-card on card: contrast 4.20 in dark, expected at least 4.50 (1 of 2 environments)");
  dyncolor_theme_release(theme);
}

static void colors_outside_srgb_are_found(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "inside", "color(display-p3 0.5 0.5 0.5)");
  css(theme, "outside", "light-dark(color(srgb 1.125 0.5 0.5), red)");
  css(theme, "wide", "--variants(any: red; display-p3: color(display-p3 1 0 0))");
  const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_GAMUT);
  EXPECT(theme, &options,
         "outside: outside sRGB by 0.12 in light (1 of 2 environments); add a variant for the wide "
         "gamut, or reduce the chroma");
  dyncolor_theme_release(theme);
}

static void variants_that_are_never_chosen_are_found(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "useful", "--variants(any: #000; dark: #111; dark more: #222; pressed: #333)");
  css(theme, "twice", "--variants(light: #000; dark: #111; any: #222)");
  css(theme, "again", "--variants(any: #000; dark: #111; dark: #222)");
  css(theme, "covered",
      "--variants(any: red; base dark: #000; elevated dark: #111; dark: #222; display-p3: #333)");
  css(theme, "nested", "color-mix(in srgb, --variants(light: #000; dark: #111; any: #222), red)");
  const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_UNREACHABLE_VARIANT);
  EXPECT(theme, &options,
         "twice: variant 3 (any) is never chosen; another variant wins wherever it applies",
         "again: variant 3 (dark) is never chosen; another variant wins wherever it applies",
         "covered: variant 4 (dark) is never chosen; another variant wins wherever it applies",
         "nested: variant 3 (any) is never chosen; another variant wins wherever it applies");
  dyncolor_theme_release(theme);
}

static void gaps_of_palettes_are_found(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t night = 0;
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_declare_n(theme, "Day", NUL, &night, NULL) == DYNCOLOR_OK);
  css(theme, "Night/ink", "white");
  css(theme, "ink", "--palette(ink, black)");
  const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_PALETTE_GAP);
  EXPECT(theme, &options, "palette Day lacks ink; register that color, or a fallback");
  dyncolor_theme_release(theme);
}

static void missing_values_are_found(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "dark-only", "--variants(dark: white)");
  const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_NO_VALUE);
  EXPECT(theme, &options, "dark-only: no value in light (1 of 2 environments)");
  dyncolor_theme_release(theme);
}

static void derived_colors_are_to_be_reviewed(void) {
  dyncolor_theme *theme = new_theme();
  const char *const notes[] = {NULL, "{\"other\": 1}", "{\"reviewed\": \"2026-11-27\"}"};
  for (size_t i = 0; i < COUNT(notes); i++) {
    char name[16];
    snprintf(name, sizeof name, "color %zu", i);
    const dyncolor_id id = css(theme, name, "red");
    if (notes[i] != NULL)
      CHECK(dyncolor_id_set_annotation_n(theme, id, notes[i], NUL, NULL) == DYNCOLOR_OK);
  }
  const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_UNREVIEWED);
  CHECK(dyncolor_theme_derive(theme, NULL, NULL, NULL) == DYNCOLOR_OK);
  css(theme, "authored", "light-dark(red, blue)");
  EXPECT(theme, &options,
         "color 0: derived and not reviewed; look at it, "
         "then annotate it with {\"reviewed\": true}",
         "color 1: derived and not reviewed; look at it, "
         "then annotate it with {\"reviewed\": true}");
  dyncolor_theme_release(theme);
}

/* ---- Color vision ---------------------------------------------------------------------------- */

static double difference(const dyncolor_color *a, const dyncolor_color *b, dyncolor_vision vision) {
  dyncolor_color colors[2] = {*a, *b};
  double result = 0;
  for (int i = 0; i < 2; i++)
    CHECK(dyncolor_color_simulate_vision(&colors[i], vision, 1, &colors[i], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_difference(&colors[0], &colors[1], DYNCOLOR_METRIC_OK, &result,
                                  NULL) == DYNCOLOR_OK);
  return result;
}

/* All pairs of a set of random colors, and what is suggested for those that look alike. */
static void alike_colors_are_found(void) {
  enum { SET = 12 };
  unsigned found_count = 0, suggested = 0;
  for (int round = 0; round < (is_brief ? 8 : 60); round++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_id ids[SET];
    dyncolor_color colors[SET];
    for (int i = 0; i < SET; i++) {
      char name[16];
      const char *hex = random_hex(false);
      snprintf(name, sizeof name, "chart-%d", i);
      CHECK(dyncolor_color_parse_n(hex, NUL, &colors[i], NULL) == DYNCOLOR_OK);
      ids[i] = css(theme, name, hex);
    }
    const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_VISION);
    dyncolor_audit *audit = audit_of(theme, &options);
    size_t count, expected = 0;
    const finding *findings = dyncolor_audit_findings(audit, &count);
    for (int i = 0; i < SET; i++) {
      for (int j = i + 1; j < SET; j++) {
        if (difference(&colors[i], &colors[j], DYNCOLOR_VISION_TYPICAL) < 0.04) continue;
        for (dyncolor_vision vision = 2; vision <= 5; vision++) {
          const double alike = difference(&colors[i], &colors[j], vision);
          if (alike >= 0.02) continue;
          expected++;
          const finding *one = NULL;
          for (size_t k = 0; k < count; k++)
            if (findings[k].id == ids[i] && findings[k].other == ids[j] &&
                findings[k].detail == (int32_t)vision)
              one = &findings[k];
          CHECK(one != NULL);
          if (one == NULL) continue;
          CHECK(fabs(one->found - alike) < 1e-6 && one->required == 0.02);
          if (one->suggestion.space == 0) continue;
          suggested++;
          CHECK(one->suggested == ids[i] || one->suggested == ids[j]);
          const int changed = one->suggested == ids[i] ? i : j;
          const int other = one->suggested == ids[i] ? j : i;
          for (dyncolor_vision each = 2; each <= 5; each++) {
            CHECK(difference(&one->suggestion, &colors[other], each) >= 0.02);
            for (int k = 0; k < SET; k++)
              CHECK(k == changed || difference(&one->suggestion, &colors[k], each) >=
                                        fmin(difference(&colors[changed], &colors[k], each), 0.02) -
                                            1e-6);
          }
        }
      }
    }
    found_count += (unsigned)count;
    CHECK(count == expected);
    dyncolor_audit_release(audit);
    dyncolor_theme_release(theme);
  }
  CHECK(found_count > (is_brief ? 13 : 100) && suggested > found_count / 2);
}

static void sets_are_found_by_name(void) {
  dyncolor_theme *theme = new_theme();
  /* Two colors that look alike with one of the deficiencies. */
  char first[12], second[12];
  bool are_alike = false;
  while (!are_alike) {
    dyncolor_color a, b;
    snprintf(first, sizeof first, "%s", random_hex(false));
    snprintf(second, sizeof second, "%s", random_hex(false));
    CHECK(dyncolor_color_parse_n(first, NUL, &a, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_parse_n(second, NUL, &b, NULL) == DYNCOLOR_OK);
    are_alike = difference(&a, &b, DYNCOLOR_VISION_TYPICAL) >= 0.04 &&
                difference(&a, &b, DYNCOLOR_VISION_DEUTAN) < 0.02;
  }
  char pair[40];
  snprintf(pair, sizeof pair, "light-dark(%s, %s)", first, second);
  const struct {
    const char *a, *b;
    bool is_set;
  } rows[] = {
      {"success", "danger", true},       {"status/success-text", "status/danger-text", true},
      {"a/success", "b/danger", false},  {"success-text", "danger-icon", false},
      {"chart-1", "chart-2", true},      {"series9", "series10", true},
      {"red-500", "green-500", false},   {"systemRed", "systemGreen", true},
      {"gray1", "gray2", false},         {"error", "red", false},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_theme *one = new_theme();
    css(one, rows[i].a, first);
    css(one, rows[i].b, second);
    const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_VISION);
    dyncolor_audit *audit = audit_of(one, &options);
    size_t count = 0;
    dyncolor_audit_findings(audit, &count);
    CHECK((count > 0) == rows[i].is_set);
    if ((count > 0) != rows[i].is_set) printf("# %s %s: %zu\n", rows[i].a, rows[i].b, count);
    dyncolor_audit_release(audit);
    dyncolor_theme_release(one);
  }
  /* Declared ones. */
  dyncolor_id sets[] = {css(theme, "x", first), DYNCOLOR_ID_NONE, css(theme, "y", second),
                        css(theme, "z", pair)};
  dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_VISION);
  options.sets = sets;
  options.set_length = COUNT(sets);
  dyncolor_audit *audit = audit_of(theme, &options);
  size_t count = 0;
  const finding *findings = dyncolor_audit_findings(audit, &count);
  for (size_t i = 0; i < count; i++) {
    CHECK(findings[i].id == sets[2] && findings[i].other == sets[3]);
    CHECK(findings[i].environment.scheme == DYNCOLOR_SCHEME_LIGHT && findings[i].examined == 2);
  }
  CHECK(count > 0);
  dyncolor_audit_release(audit);
  dyncolor_theme_release(theme);
}

/* Colors that several sets have are compared once: those of two declared sets, and of a declared
 * set that names suggest as well. */
static void pairs_of_several_sets_are_listed_once(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id success = css(theme, "success", "#2c974b"),
                    danger = css(theme, "danger", "#a87c2f");
  const dyncolor_audit_options by_name = only(DYNCOLOR_AUDIT_KIND_VISION);
  dyncolor_audit *audit = audit_of(theme, &by_name);
  size_t expected = 0, count = 0;
  dyncolor_audit_findings(audit, &expected);
  dyncolor_audit_release(audit);
  CHECK(expected > 0);
  dyncolor_id sets[] = {success, danger, DYNCOLOR_ID_NONE, danger, success};
  dyncolor_audit_options options = by_name;
  options.sets = sets;
  options.set_length = COUNT(sets);
  audit = audit_of(theme, &options);
  dyncolor_audit_findings(audit, &count);
  CHECK(count == expected);
  dyncolor_audit_release(audit);
  dyncolor_theme_release(theme);
}

/* The accent of an environment may depend on all axes, but an audit leaves it unspecified. */
static void unspecified_accents_need_few_environments(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "accent", "AccentColor");
  css(theme, "on-accent", "contrast-color(var(--accent))");
  css(theme, "mine", "color-mix(in srgb, currentColor, var(--accent))");
  const dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_NO_VALUE);
  dyncolor_audit *audit = audit_of(theme, &options);
  dyncolor_audit_sums sums;
  dyncolor_audit_total(audit, &sums);
  CHECK(sums.complete == 1 && sums.colors == 3 && sums.examined == 2 * 3);
  dyncolor_audit_release(audit);
  dyncolor_theme_release(theme);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* There are more pairs in a set than are compared, and more colors than a suggestion considers. */
static void large_sets_are_cut(void) {
  enum { MANY = 450 };
  dyncolor_theme *theme = new_theme();
  static dyncolor_id ids[MANY];
  for (int i = 0; i < MANY; i++) ids[i] = css(theme, NULL, random_hex(false));
  dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_VISION);
  options.sets = ids;
  for (int count = 64; count <= MANY; count += count == 64 ? 1 : MANY - 65) {
    options.set_length = (size_t)count;
    dyncolor_audit *audit = audit_of(theme, &options);
    dyncolor_audit_sums sums;
    size_t found, suggested = 0;
    const finding *findings = dyncolor_audit_findings(audit, &found);
    for (size_t i = 0; i < found; i++) suggested += findings[i].suggestion.space != 0;
    dyncolor_audit_total(audit, &sums);
    CHECK(found > 0 && (suggested > 0) == (count == 64));
    CHECK(sums.complete == (count < MANY) && (count < MANY || sums.examined == 100000));
    dyncolor_audit_release(audit);
  }
  dyncolor_theme_release(theme);
}

static void limits_are_told(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "text", "light-dark(#000, #fff)");
  css(theme, "background", "#888");
  dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_CONTRAST);
  options.flags = DYNCOLOR_AUDIT_PASSING;
  dyncolor_audit_sums sums;
  for (uint64_t limit = 1; limit < 8; limit++) {
    options.limit = limit;
    dyncolor_audit *audit = audit_of(theme, &options);
    dyncolor_audit_total(audit, &sums);
    /* An environment takes two colors and one pair. */
    CHECK(sums.examined == (limit / 3 < 2 ? limit / 3 : 2) && sums.complete == (limit >= 6));
    dyncolor_audit_release(audit);
  }
  dyncolor_theme_release(theme);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A thousand colors, in a theme whose axes have more than ten thousand combinations. */
static void a_large_theme_is_audited_in_a_second(void) {
  dyncolor_theme *theme = new_theme();
  uint32_t axis;
  uint8_t value;
  CHECK(dyncolor_axis_declare_n(theme, "season", NUL, &axis, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 4; i++) {
    char name[8];
    snprintf(name, sizeof name, "v%d", i);
    CHECK(dyncolor_axis_declare_value_n(theme, axis, name, NUL, &value, NULL) == DYNCOLOR_OK);
  }
  for (int i = 0; i < 500; i++) {
    char name[16], text[256];
    const char *a = random_hex(false), *b = random_hex(false), *c = random_hex(false);
    static const char *const conditions[] = {"more", "elevated", "pressed", "season(v1)",
                                             "display-p3", "phone", "tritan"};
    snprintf(text, sizeof text, "--variants(any: %s; dark: %s; %s: %s)", a, b, conditions[i % 7],
             c);
    snprintf(name, sizeof name, "c%d", i);
    css(theme, name, text);
    snprintf(name, sizeof name, "on-c%d", i);
    if (i % 100 == 0) {
      css(theme, name,
          "--variants(any: #000; dark: #111; more: #222; elevated: #333; pressed: #444; "
          "season(v1): #555; display-p3: #666; phone: #777)");
    } else {
      snprintf(text, sizeof text, "light-dark(%s, color-mix(in oklab, var(--c%d), white))", c, i);
      css(theme, name, text);
    }
  }
  const double start = now();
  dyncolor_audit *audit = audit_of(theme, NULL);
  const double seconds = now() - start;
  dyncolor_audit_sums sums;
  dyncolor_audit_total(audit, &sums);
  printf("# %.3f s: %llu colors, %llu pairs, %llu environments\n", seconds,
         (unsigned long long)sums.colors, (unsigned long long)sums.pairs,
         (unsigned long long)sums.examined);
  CHECK(sums.colors == 1000 && sums.pairs == 500 && sums.complete == 1);
  CHECK(sums.examined > 10000);
  /* An emulator, valgrind or a sanitizer takes longer. */
  if (CHECK_STACK == 65536) CHECK(seconds < 1);
  dyncolor_audit_release(audit);
  dyncolor_theme_release(theme);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static const char *written(dyncolor_audit *audit, dyncolor_audit_format format, const char *path) {
  static char text[1 << 16];
  size_t length = 0, again = 0;
  CHECK(dyncolor_audit_write_n(audit, format, path, path ? NUL : 0, NULL, 0, &length, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(dyncolor_audit_write_n(audit, format, path, path ? NUL : 0, text, sizeof text, &again,
                               NULL) == DYNCOLOR_OK);
  CHECK(length == again && strlen(text) == length);
  return text;
}

static void audits_are_written(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "a\"b", "#777");
  css(theme, "on-a\"b", "light-dark(white, black)");
  dyncolor_audit_options options = only(DYNCOLOR_AUDIT_KIND_CONTRAST);
  dyncolor_audit *audit = audit_of(theme, &options);
  dyncolor_theme_release(theme);
  CHECK(strcmp(written(audit, DYNCOLOR_AUDIT_FORMAT_TEXT, NULL),
               "error: on-a\"b on a\"b: contrast 4.47 in light, expected at least 4.50 (1 of 2 "
               "environments)\n"
               "1 error, 0 warnings, 0 notes; 2 colors, 1 pair, 2 environments examined\n") == 0);
  const char *json = written(audit, DYNCOLOR_AUDIT_FORMAT_JSON, NULL);
  CHECK(strstr(json, "\"kind\": \"contrast\", \"severity\": \"error\", \"name\": \"on-a\\\"b\"") !=
        NULL);
  CHECK(strstr(json, "\"complete\": true}}\n") != NULL);
  const char *sarif = written(audit, DYNCOLOR_AUDIT_FORMAT_SARIF, "a b/%.json");
  CHECK(strstr(sarif, "\"uri\": \"a%20b/%25.json\"") != NULL);
  CHECK(strstr(sarif, "\"fullyQualifiedName\": \"on-a\\\"b\"") != NULL);
  dyncolor_audit_release(audit);

  theme = new_theme();
  css(theme, NULL, "var(--unknown)");
  options = only(DYNCOLOR_AUDIT_KIND_NO_VALUE);
  audit = audit_of(theme, &options);
  dyncolor_theme_release(theme);
  CHECK(strstr(written(audit, DYNCOLOR_AUDIT_FORMAT_TEXT, NULL),
               "warning: (a color without a name): no value") != NULL);
  dyncolor_audit_release(audit);
}

static void wrong_options_are_refused(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id red = css(theme, "red", "red");
  dyncolor_audit *audit = NULL;
  dyncolor_audit_pair pair = {red, red, 0};
  dyncolor_id sets[2] = {red, 0xFFFFFFFF};
  const dyncolor_audit_options good = DYNCOLOR_AUDIT_OPTIONS_INIT;
  for (int i = 0; i < 13; i++) {
    dyncolor_audit_options options = good;
    dyncolor_status status = DYNCOLOR_ERROR_INVALID_ARGUMENT;
    pair = (dyncolor_audit_pair){red, red, 0};
    options.pairs = &pair;
    options.pair_count = 1;
    switch (i) {
      case 0: options.size--; break;
      case 1: options.flags = 4; break;
      case 2: options.kinds = 1; break;
      case 3: options.kinds = 1 << 8; break;
      case 4: options.ratio = 0.5; break;
      case 5: options.ratio_more = NAN; break;
      case 6: pair.ratio = 22; break;
      case 7: options.pairs = NULL; break;
      case 8:
        options.page = 0xFFFFFFFF;
        status = DYNCOLOR_ERROR_FOREIGN_ID;
        break;
      case 9:
        pair.background = DYNCOLOR_ID_NONE;
        status = DYNCOLOR_ERROR_FOREIGN_ID;
        break;
      case 10:
        options.sets = sets;
        options.set_length = 2;
        status = DYNCOLOR_ERROR_FOREIGN_ID;
        break;
      case 11: options.ratio_less = 21.5; break;
      default: options.reserved = 1;
    }
    dyncolor_status found = dyncolor_theme_audit(theme, &options, &audit, NULL);
    CHECK(found == status);
    if (found != status) printf("# %d: %s\n", i, dyncolor_status_name(found));
    CHECK(audit == NULL);
  }
  dyncolor_theme_release(theme);
}

static int claims(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("the contrast of an audit is the least of all environments, as a plain search finds it",
        contrasts_are_the_least);
  CLAIM("pairs are found by names and in expressions; declared ones come first",
        pairs_are_found_by_name);
  CLAIM("plain texts are read on the page, unless a pair is left out",
        plain_texts_are_on_the_page);
  CLAIM("text with more or less contrast is compared with the ratio for it",
        more_and_less_contrast_have_their_own_ratios);
  CLAIM("translucent backgrounds lie over the page, or the worst backdrop",
        translucent_backgrounds_lie_over_the_page);
  CLAIM("an audit finds colors outside sRGB", colors_outside_srgb_are_found);
  CLAIM("an audit finds variants that are never chosen", variants_that_are_never_chosen_are_found);
  CLAIM("an audit finds what palettes lack", gaps_of_palettes_are_found);
  CLAIM("an audit finds colors without a value", missing_values_are_found);
  CLAIM("an audit finds derived colors that nobody has looked at",
        derived_colors_are_to_be_reviewed);
  CLAIM("an audit finds the colors of a set that look alike, and what would make them differ",
        alike_colors_are_found);
  CLAIM("sets of colors are found by names, or declared", sets_are_found_by_name);
  CLAIM("two colors that are in several sets are compared once",
        pairs_of_several_sets_are_listed_once);
  CLAIM("colors that follow the accent are audited without one",
        unspecified_accents_need_few_environments);
  CLAIM("sets of very many colors are compared as far as there is room", large_sets_are_cut);
  CLAIM("an audit examines as much as its limit allows, and says if that is not all",
        limits_are_told);
  CLAIM("an audit of a thousand colors takes less than a second",
        a_large_theme_is_audited_in_a_second);
  CLAIM("an audit is written as text, JSON and SARIF, after its theme has been released",
        audits_are_written);
  CLAIM("wrong options of an audit are refused", wrong_options_are_refused);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
