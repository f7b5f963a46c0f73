/* Repairs: layers that mend what an audit has found. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "random.h"
#include "refusals.h"
#include "themes.h"

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css(theme, name, text, &id, NULL) == DYNCOLOR_OK);
  return id;
}

static dyncolor_audit *audit(dyncolor_theme *theme, uint32_t kinds) {
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  dyncolor_audit *made = NULL;
  options.flags = DYNCOLOR_AUDIT_PASSING;
  options.kinds = kinds;
  CHECK(dyncolor_theme_audit(theme, &options, &made, NULL) == DYNCOLOR_OK);
  return made;
}

/* The number of errors and warnings of some kinds. */
static size_t problems(dyncolor_theme *theme, uint32_t kinds) {
  dyncolor_audit *made = audit(theme, kinds);
  dyncolor_audit_sums sums;
  dyncolor_audit_total(made, &sums);
  dyncolor_audit_release(made);
  return (size_t)(sums.errors + sums.warnings);
}

static dyncolor_repair_counts repair(dyncolor_theme *theme) {
  dyncolor_repair_counts counts = {9, 9};
  dyncolor_audit *made = audit(theme, 0);
  CHECK(dyncolor_theme_repair(theme, made, &counts, NULL) == DYNCOLOR_OK);
  dyncolor_audit_release(made);
  return counts;
}

static dyncolor_rgba value(dyncolor_theme *theme, dyncolor_id id, int scheme, int contrast) {
  const dyncolor_environment where = {.scheme = (uint8_t)scheme, .contrast = (uint8_t)contrast};
  dyncolor_rgba color = {0};
  CHECK(dyncolor_resolve(theme, id, &where, &color, NULL) == DYNCOLOR_OK);
  return color;
}

enum { LIGHT = DYNCOLOR_SCHEME_LIGHT, DARK = DYNCOLOR_SCHEME_DARK };
static const uint32_t contrasts = 1u << DYNCOLOR_AUDIT_KIND_CONTRAST,
                      visions = 1u << DYNCOLOR_AUDIT_KIND_VISION;

static void text_becomes_readable(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "background", "light-dark(white, #222)");
  const dyncolor_id text = css(theme, "text", "light-dark(#999, #eee)");
  CHECK(problems(theme, contrasts) == 1);
  const dyncolor_rgba before = value(theme, text, DARK, 0);
  const dyncolor_repair_counts counts = repair(theme);
  CHECK(counts.repaired == 1 && counts.left == 0 && problems(theme, contrasts) == 0);
  const dyncolor_rgba after = value(theme, text, DARK, 0);
  CHECK(memcmp(&before, &after, sizeof before) == 0);
  CHECK(is_made(theme, "text", "--ensure-contrast(--covered(), on var(--background), 4.5)"));
  uint16_t layer = 0;
  CHECK(dyncolor_layer_find(theme, "repair", &layer, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_layer_clear(theme, layer, NULL) == DYNCOLOR_OK);
  CHECK(problems(theme, contrasts) == 1 && is_made(theme, "text", "light-dark(#999999, #eeeeee)"));
  dyncolor_theme_release(theme);
}

/* A ratio that is only expected where there is more contrast. */
static void more_contrast_has_its_own_ratio(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "background", "white");
  const dyncolor_id text = css(theme, "text", "--variants(any: #666; more: #555)");
  CHECK(problems(theme, contrasts) == 0);
  css(theme, "text", "--variants(any: #666; more: #666)");
  CHECK(problems(theme, contrasts) == 1);
  const dyncolor_rgba before = value(theme, text, LIGHT, 0);
  CHECK(repair(theme).left == 0 && problems(theme, contrasts) == 0);
  const dyncolor_rgba after = value(theme, text, LIGHT, 0);
  CHECK(memcmp(&before, &after, sizeof before) == 0);
  CHECK(is_made(theme, "text",
                "--ensure-contrast(--covered(), on var(--background), "
                "if(media(prefers-contrast: more): 7; media(prefers-contrast: less): 3; "
                "else: 4.5))"));
  dyncolor_theme_release(theme);
}

/* The same for less contrast: with it, the text changes no more than its lower ratio asks for. */
static void less_contrast_has_its_own_ratio(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "background", "white");
  const dyncolor_id text = css(theme, "text", "--variants(any: #888; more: #555; less: #909090)");
  CHECK(problems(theme, contrasts) == 1);
  CHECK(repair(theme).left == 0 && problems(theme, contrasts) == 0);
  const dyncolor_rgba less = value(theme, text, LIGHT, DYNCOLOR_CONTRAST_LESS);
  CHECK(lround(less.r * 255) == 0x90);
  dyncolor_theme_release(theme);
  /* Only with less contrast is there too little. */
  theme = new_theme();
  css(theme, "background", "white");
  css(theme, "text", "--variants(any: #666; more: #555; less: #aaa)");
  CHECK(problems(theme, contrasts) == 1);
  CHECK(repair(theme).left == 0 && problems(theme, contrasts) == 0);
  dyncolor_theme_release(theme);
}

/* A text that is read on two backgrounds keeps its contrast with the one where it had enough. */
static void other_backgrounds_count(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id text = css(theme, "label", "#888"), day = css(theme, "paper", "white"),
                    night = css(theme, "button", "#222");
  dyncolor_audit_pair pairs[2] = {{text, day, 3.6}, {text, night, 3.6}};
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  options.flags = DYNCOLOR_AUDIT_PASSING | DYNCOLOR_AUDIT_DECLARED_ONLY;
  options.kinds = contrasts;
  options.pairs = pairs;
  options.pair_count = 2;
  for (int round = 0; round < 2; round++) {
    dyncolor_audit *made = NULL;
    dyncolor_audit_sums sums;
    CHECK(dyncolor_theme_audit(theme, &options, &made, NULL) == DYNCOLOR_OK);
    dyncolor_audit_total(made, &sums);
    CHECK(sums.errors == (round == 0 ? 1 : 0));
    CHECK(dyncolor_theme_repair(theme, made, NULL, NULL) == DYNCOLOR_OK);
    dyncolor_audit_release(made);
  }
  CHECK(is_made(theme, "label",
                "--ensure-contrast(--covered(), on var(--paper), on var(--button), 3.6)"));
  dyncolor_theme_release(theme);
}

static void colors_are_told_apart(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "success", "#d05050");
  css(theme, "danger", "#8a7a20");
  CHECK(problems(theme, visions) > 0);
  const dyncolor_repair_counts counts = repair(theme);
  CHECK(counts.repaired == 1 && counts.left == 0 && problems(theme, visions) == 0);
  dyncolor_theme_release(theme);
}

static void what_cannot_be_mended_is_left(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "text", "#777");
  css(theme, "background", "color-mix(in oklab, var(--text) 5%, #777)");
  css(theme, "wide", "color(srgb 1.5 0 0)");
  css(theme, "half", "--variants(dark: white)");
  const dyncolor_repair_counts counts = repair(theme);
  CHECK(counts.repaired == 0 && counts.left == 3);
  CHECK(is_made(theme, "text", "#777777"));
  dyncolor_theme_release(theme);
}

/* Themes of random colors in both schemes: what is left is what no color could reach. */
static void random_themes_are_mended(void) {
  for (int i = 0; i < 300; i++) {
    dyncolor_theme *theme = new_theme();
    static const char *const names[][2] = {
        {"background", "text"}, {"card", "card-text"}, {"accent", "on-accent"}};
    for (int k = 0; k < 3; k++)
      for (int part = 0; part < 2; part++) {
        char text[64];
        snprintf(text, sizeof text, "light-dark(#%06x, #%06x)",
                 (unsigned)(random_bits() & 0xFFFFFF), (unsigned)(random_bits() & 0xFFFFFF));
        css(theme, names[k][part], text);
      }
    const size_t before = problems(theme, contrasts);
    const dyncolor_repair_counts counts = repair(theme);
    CHECK(counts.left == 0 && counts.repaired <= 3 && (counts.repaired > 0) == (before > 0));
    /* 4.5 is reached on every opaque background. */
    CHECK(problems(theme, contrasts) == 0);
    dyncolor_theme_release(theme);
  }
}

/* A translucent background is laid over the page, as in the audit. */
static void translucent_backgrounds_count(void) {
  static const char *const cards[] = {"rgb(0 0 0 / 5%)", "rgb(255 0 0 / 25%)", "rgb(0 0 0 / 20%)",
                                      "light-dark(white, rgb(255 255 255 / 40%))"};
  for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
    dyncolor_theme *theme = new_theme();
    css(theme, "background", "light-dark(white, #222)");
    css(theme, "card", cards[i]);
    css(theme, "card-foreground", "#888");
    CHECK(problems(theme, contrasts) == 1);
    const dyncolor_repair_counts counts = repair(theme);
    CHECK(counts.repaired == 1 && counts.left == 0 && problems(theme, contrasts) == 0);
    dyncolor_theme_release(theme);
  }
}

/* Derived definitions lie below repairs, whichever are made first, and stay derived. */
static void repairs_lie_above_derived_definitions(void) {
  for (int derives_first = 0; derives_first < 2; derives_first++) {
    dyncolor_theme *theme = new_theme();
    css(theme, "background", "white");
    const dyncolor_id text = css(theme, "text", "#999");
    if (derives_first) CHECK(dyncolor_theme_derive(theme, NULL, NULL, NULL) == DYNCOLOR_OK);
    CHECK(repair(theme).repaired == 1);
    if (!derives_first) CHECK(dyncolor_theme_derive(theme, NULL, NULL, NULL) == DYNCOLOR_OK);
    repair(theme);
    CHECK(problems(theme, contrasts) == 0);
    dyncolor_source sources[4];
    size_t count = 0;
    const char *names[2] = {"", ""};
    CHECK(dyncolor_id_sources(theme, text, sources, 4, &count, NULL) == DYNCOLOR_OK && count == 3);
    for (int i = 0; i < 2; i++)
      CHECK(dyncolor_layer_name(theme, sources[i].layer, &names[i], NULL) == DYNCOLOR_OK);
    CHECK(strcmp(names[0], "repair") == 0 && strcmp(names[1], "derived") == 0);
    const dyncolor_environment dark = {.scheme = DARK}, light = {.scheme = LIGHT};
    int in_dark = 0, in_light = 1;
    CHECK(dyncolor_id_is_derived(theme, text, &dark, &in_dark, NULL) == DYNCOLOR_OK && in_dark);
    CHECK(dyncolor_id_is_derived(theme, text, &light, &in_light, NULL) == DYNCOLOR_OK && !in_light);
    CHECK(problems(theme, 1u << DYNCOLOR_AUDIT_KIND_UNREVIEWED) == 0);
    dyncolor_audit *made = audit(theme, 1u << DYNCOLOR_AUDIT_KIND_UNREVIEWED);
    dyncolor_audit_findings(made, &count);
    CHECK(count == 2);
    dyncolor_audit_release(made);
    /* Both follow the authored color. */
    dyncolor_color red;
    CHECK(dyncolor_color_parse_hex("a00", DYNCOLOR_SPACE_SRGB, 1, &red, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_redefine(theme, &text, &red, 1, NULL) == DYNCOLOR_OK);
    const dyncolor_rgba seen = value(theme, text, DARK, 0);
    CHECK(seen.r > seen.g + 0.1f && problems(theme, contrasts) == 0);
    dyncolor_theme_release(theme);
  }
}

static void mistakes_are_named(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_audit *made = audit(theme, 0);
  check_refused(dyncolor_theme_repair(NULL, made, NULL, &error), &error, "theme");
  check_refused(dyncolor_theme_repair(theme, NULL, NULL, &error), &error, "audit");
  dyncolor_audit_release(made);
  /* An audit of another theme, which has colors with the same names. */
  dyncolor_theme *other = new_theme();
  dyncolor_theme *const both[] = {theme, other};
  for (int i = 0; i < 2; i++) {
    css(both[i], "background", "white");
    css(both[i], "text", "#aaa");
  }
  made = audit(theme, 0);
  CHECK(dyncolor_theme_repair(other, made, NULL, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(is_made(other, "text", "#aaaaaa"));
  /* A color that is no longer registered is left. */
  dyncolor_id text = 0;
  CHECK(dyncolor_theme_find_n(theme, "text", NUL, &text, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, text, NULL) == DYNCOLOR_OK);
  dyncolor_repair_counts counts;
  CHECK(dyncolor_theme_repair(theme, made, &counts, &error) == DYNCOLOR_OK);
  CHECK(counts.repaired == 0 && counts.left == 1);
  dyncolor_audit_release(made);
  dyncolor_theme_release(other);
  dyncolor_theme_release(theme);
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("a repair makes text readable, and is dropped with its layer", text_becomes_readable);
  CLAIM("a repair for more contrast changes nothing without it", more_contrast_has_its_own_ratio);
  CLAIM("a repair does not ask for more than expected with less contrast",
        less_contrast_has_its_own_ratio);
  CLAIM("a repaired text keeps its contrast with other backgrounds", other_backgrounds_count);
  CLAIM("repaired colors are told apart with every vision", colors_are_told_apart);
  CLAIM("what a repair cannot mend is left, and counted", what_cannot_be_mended_is_left);
  CLAIM("300 themes of random colors pass their audit after a repair", random_themes_are_mended);
  CLAIM("texts on translucent backgrounds are repaired over the page",
        translucent_backgrounds_count);
  CLAIM("repairs lie above derived definitions, which stay derived",
        repairs_lie_above_derived_definitions);
  CLAIM("mistakes of a repair are named", mistakes_are_named);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
