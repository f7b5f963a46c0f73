/* Tables of what colors are to be, in words: variants, environments, and what is expected. */
#ifndef TABLES_H
#define TABLES_H

#include <dyncolor.h>
#include <math.h>
#include <stdlib.h>

#include "themes.h"

/* ---- Colors ---------------------------------------------------------------------------------- */

/* Each letter stands for a gray of its own. */
static dyncolor_color gray(char letter) {
  double value = (letter - 'a' + 1) / 32.0;
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {value, value, value}, 1};
  return color;
}

static inline dyncolor_id constant(dyncolor_theme *theme, const char *name, char letter) {
  dyncolor_color color = gray(letter);
  dyncolor_id id = 0;
  CHECK(dyncolor_register_color_n(theme, name, name == NULL ? 0 : NUL, &color, &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

/* The color that is expected: a letter; two letters and how much of the second there is, in
 * percent, mixed in Oklab; or else what CSS says. Behind a slash stands an alpha. */
static inline dyncolor_color color_of(const char *text) {
  dyncolor_color color = gray(text[0]);
  const char *slash = strchr(text, '/');
  if (strchr(text, '(') != NULL) {
    CHECK(dyncolor_color_parse_n(text, NUL, &color, NULL) == DYNCOLOR_OK);
    return color;
  }
  if (text[1] == '+') {
    dyncolor_color other = gray(text[2]);
    double share = strtod(text + 3, NULL) / 100;
    CHECK(dyncolor_color_mix(&color, &other, share, DYNCOLOR_SPACE_OKLAB, (dyncolor_hue)0, &color,
                             NULL) == DYNCOLOR_OK);
  }
  if (slash != NULL) color.alpha = strtod(slash + 1, NULL);
  return color;
}

/* Whether a color resolves to what a text says, asked alone, again, in a list and in a snapshot. A
 * text that begins with an exclamation mark is the name of a status without DYNCOLOR_ERROR_. */
static inline int resolves_to(dyncolor_theme *theme, dyncolor_id id,
                              const dyncolor_environment *environment, const char *expected) {
  dyncolor_rgba found[4], wanted = {0, 0, 0, 0};
  dyncolor_status statuses[4];
  dyncolor_snapshot *snapshot = NULL;
  MARK(found);
  statuses[0] = dyncolor_resolve(theme, id, environment, &found[0], NULL);
  statuses[1] = dyncolor_resolve(theme, id, environment, &found[1], NULL);
  CHECK(dyncolor_resolve_list(theme, &id, 1, environment, DYNCOLOR_LAYOUT_FLOAT4, &found[2],
                              sizeof found[2], &statuses[2], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(theme, environment, &snapshot, NULL) == DYNCOLOR_OK);
  statuses[3] = dyncolor_snapshot_resolve(snapshot, id, &found[3], NULL);
  dyncolor_snapshot_release(snapshot);
  int holds = 1;
  if (expected[0] != '!') {
    dyncolor_color color = color_of(expected);
    CHECK(dyncolor_color_pack(&color, DYNCOLOR_LAYOUT_FLOAT4, &wanted, sizeof wanted, NULL) ==
          DYNCOLOR_OK);
  }
  for (int way = 0; way < 4; way++) {
    if (expected[0] == '!') {
      const char *name = dyncolor_status_name(statuses[way]);
      holds = holds && strncmp(name, "DYNCOLOR_ERROR_", 15) == 0 &&
              strcmp(name + 15, expected + 1) == 0;
      continue;
    }
    holds = holds && statuses[way] == DYNCOLOR_OK &&
            memcmp(&found[way], &found[0], sizeof found[0]) == 0 &&
            fabs((double)(found[way].r - wanted.r)) < 2e-6 &&
            fabs((double)(found[way].g - wanted.g)) < 2e-6 &&
            fabs((double)(found[way].b - wanted.b)) < 2e-6 &&
            fabs((double)(found[way].a - wanted.a)) < 2e-6;
  }
  if (!holds)
    printf("# %s; %g %g %g / %g, not %s\n", dyncolor_status_name(statuses[0]), (double)found[0].r,
           (double)found[0].g, (double)found[0].b, (double)found[0].a, expected);
  return holds;
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* What a word says on an axis; locales, subtypes, palettes and axes of the host's are those that a
 * test declares, in this order. */
static const struct {
  const char *word;
  int axis;
  uint32_t value;
} words[] = {
    {"light", DYNCOLOR_AXIS_SCHEME, DYNCOLOR_SCHEME_LIGHT},
    {"dark", DYNCOLOR_AXIS_SCHEME, DYNCOLOR_SCHEME_DARK},
    {"less", DYNCOLOR_AXIS_CONTRAST, DYNCOLOR_CONTRAST_LESS},
    {"standard", DYNCOLOR_AXIS_CONTRAST, DYNCOLOR_CONTRAST_STANDARD},
    {"more", DYNCOLOR_AXIS_CONTRAST, DYNCOLOR_CONTRAST_MORE},
    {"base", DYNCOLOR_AXIS_ELEVATION, DYNCOLOR_ELEVATION_BASE},
    {"elevated", DYNCOLOR_AXIS_ELEVATION, DYNCOLOR_ELEVATION_ELEVATED},
    {"srgb", DYNCOLOR_AXIS_GAMUT, DYNCOLOR_GAMUT_SRGB},
    {"p3", DYNCOLOR_AXIS_GAMUT, DYNCOLOR_GAMUT_DISPLAY_P3},
    {"rec2020", DYNCOLOR_AXIS_GAMUT, DYNCOLOR_GAMUT_REC2020},
    {"phone", DYNCOLOR_AXIS_IDIOM, DYNCOLOR_IDIOM_PHONE},
    {"tablet", DYNCOLOR_AXIS_IDIOM, DYNCOLOR_IDIOM_TABLET},
    {"desktop", DYNCOLOR_AXIS_IDIOM, DYNCOLOR_IDIOM_DESKTOP},
    {"kiosk", DYNCOLOR_AXIS_SUBTYPE, 1},
    {"foldable", DYNCOLOR_AXIS_SUBTYPE, 2},
    {"de", DYNCOLOR_AXIS_LOCALE, 1},
    {"fr", DYNCOLOR_AXIS_LOCALE, 2},
    {"Night", DYNCOLOR_AXIS_PALETTE, 1},
    {"Day", DYNCOLOR_AXIS_PALETTE, 2},
    {"Bare", DYNCOLOR_AXIS_PALETTE, 3},
    {"typical", DYNCOLOR_AXIS_VISION, DYNCOLOR_VISION_TYPICAL},
    {"protan", DYNCOLOR_AXIS_VISION, DYNCOLOR_VISION_PROTAN},
    {"deutan", DYNCOLOR_AXIS_VISION, DYNCOLOR_VISION_DEUTAN},
    {"normal", DYNCOLOR_AXIS_STATE, DYNCOLOR_STATE_NORMAL},
    {"hovered", DYNCOLOR_AXIS_STATE, DYNCOLOR_STATE_HOVERED},
    {"pressed", DYNCOLOR_AXIS_STATE, DYNCOLOR_STATE_PRESSED},
    {"lions", DYNCOLOR_AXIS_CUSTOM, 1},
    {"bears", DYNCOLOR_AXIS_CUSTOM, 2},
    {"winter", DYNCOLOR_AXIS_CUSTOM + 1, 1},
};

/* The environment that words, or contrasts in percent, say; `any` says nothing. Other words name
 * the theme's color that is the foreground. */
static inline dyncolor_environment environment_of(dyncolor_theme *theme, const char *text) {
  dyncolor_environment environment = {0};
  char copy[128], *next = copy;
  CHECK(strlen(text) < sizeof copy);
  strncpy(copy, text, sizeof copy - 1);
  copy[sizeof copy - 1] = 0;
  for (char *word; (word = strtok_r(next, " ", &next)) != NULL;) {
    size_t index = 0;
    if (strcmp(word, "any") == 0) continue;
    if (strchr(word, '%') != NULL) {
      environment.contrast = DYNCOLOR_CONTRAST_PERCENT(atoi(word));
      continue;
    }
    while (index < COUNT(words) && strcmp(words[index].word, word) != 0) index++;
    if (index == COUNT(words)) {
      CHECK(dyncolor_theme_find_n(theme, word, NUL, &environment.foreground, NULL) == DYNCOLOR_OK);
      continue;
    }
    uint32_t value = words[index].value;
    switch (words[index].axis) {
      case DYNCOLOR_AXIS_SCHEME: environment.scheme = (uint8_t)value; break;
      case DYNCOLOR_AXIS_CONTRAST: environment.contrast = (uint8_t)value; break;
      case DYNCOLOR_AXIS_ELEVATION: environment.elevation = (uint8_t)value; break;
      case DYNCOLOR_AXIS_GAMUT: environment.gamut = (uint8_t)value; break;
      case DYNCOLOR_AXIS_IDIOM: environment.idiom = (uint8_t)value; break;
      case DYNCOLOR_AXIS_SUBTYPE: environment.subtype = (uint8_t)value; break;
      case DYNCOLOR_AXIS_LOCALE: environment.locale = (uint16_t)value; break;
      case DYNCOLOR_AXIS_VISION: environment.vision = (uint8_t)value; break;
      case DYNCOLOR_AXIS_STATE: environment.state = (uint8_t)value; break;
      case DYNCOLOR_AXIS_PALETTE: environment.palette = (uint16_t)value; break;
      default: environment.custom[words[index].axis - DYNCOLOR_AXIS_CUSTOM] = (uint8_t)value; break;
    }
  }
  return environment;
}

/* Registers a table of variants, as in `any: a; dark more: b`. A color can be left empty, `-`: it
 * is then the theme's color `nothing`, which has no value. */
static inline dyncolor_id variants_of(dyncolor_theme *theme, const char *text) {
  dyncolor_variant variants[16];
  size_t count = 0;
  char copy[256], *next = copy;
  memset(variants, 0, sizeof variants);
  CHECK(strlen(text) < sizeof copy);
  strncpy(copy, text, sizeof copy - 1);
  copy[sizeof copy - 1] = 0;
  for (char *row; count < COUNT(variants) && (row = strtok_r(next, ";", &next)) != NULL; count++) {
    char *colon = strchr(row, ':');
    CHECK(colon != NULL && colon[1] == ' ');
    if (colon == NULL) return 0;
    *colon = 0;
    dyncolor_environment conditions = environment_of(theme, row);
    dyncolor_variant *variant = &variants[count];
    variant->scheme = conditions.scheme;
    variant->contrast = conditions.contrast;
    variant->elevation = conditions.elevation;
    variant->gamut = conditions.gamut;
    variant->idiom = conditions.idiom;
    variant->subtype = conditions.subtype;
    variant->locale = conditions.locale;
    variant->palette = conditions.palette;
    variant->state = conditions.state;
    variant->vision = conditions.vision;
    memcpy(variant->custom, conditions.custom, sizeof variant->custom);
    if (colon[2] == '-')
      CHECK(dyncolor_theme_find_n(theme, "nothing", NUL, &variant->part.id, NULL) == DYNCOLOR_OK);
    else
      variant->part.color = gray(colon[2]);
  }
  dyncolor_id id = 0;
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, count, &id, NULL) == DYNCOLOR_OK);
  return id;
}

#endif
