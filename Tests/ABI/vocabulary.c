/* The names that a theme knows: of axes and their values, palettes, locales, subtypes, layers and
 * owners; numbers that it never gave out; and names that nobody knows. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "files.h"
#include "lookups.h"
#include "refusals.h"
#include "themes.h"

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, NUL, text, NUL, &id, NULL) == DYNCOLOR_OK);
  return id;
}

/* ---- Listing and finding --------------------------------------------------------------------- */

static void everything_is_listed(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t number;
  uint8_t small;
  uint32_t team;
  CHECK(look_up_everything(theme, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_locale_declare_n(theme, "fr", NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_subtype_declare_n(theme, "folded", NUL, &small, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &team, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, team, "red", NUL, &small, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, team, "blue", NUL, &small, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_layer_declare_n(theme, "brand", NUL, DYNCOLOR_LAYER_USER, &number, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_owner_declare_n(theme, "plugin", NUL, &number, NULL) == DYNCOLOR_OK);
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(look_up_everything(theme, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_count(theme) == 1 && dyncolor_locale_count(theme) == 2);
  CHECK(dyncolor_subtype_count(theme) == 1 && dyncolor_owner_count(theme) == 1);
  CHECK(dyncolor_layer_count(theme) == 4);

  /* All axes, with the names by which style() asks for them. */
  static const char *const axes[] = {
      "scheme", "contrast", "elevation", "gamut",   "vision",        "vision-severity", "state",
      "idiom",  "palette",  "locale",    "subtype", "forced-colors", "foreground",      "accent"};
  uint32_t axis = 0, value = 0;
  for (size_t i = 0; i < COUNT(axes); i++)
    CHECK(dyncolor_axis_find_n(theme, axes[i], strlen(axes[i]), &axis, NULL) == DYNCOLOR_OK &&
          axis < DYNCOLOR_AXIS_CUSTOM);
  CHECK(dyncolor_axis_find_n(theme, "team", 4, &axis, NULL) == DYNCOLOR_OK);
  CHECK(axis == DYNCOLOR_AXIS_CUSTOM && dyncolor_axis_count(theme) == axis + 1);
  CHECK(dyncolor_axis_value_count(theme, axis) == 2);
  CHECK(dyncolor_axis_find_value_n(theme, axis, "blue", 4, &value, NULL) == DYNCOLOR_OK);
  CHECK(value == 2);
  const struct {
    dyncolor_axis axis;
    const char *name;
    uint32_t value;
  } values[] = {
      {DYNCOLOR_AXIS_SCHEME, "dark", DYNCOLOR_SCHEME_DARK},
      {DYNCOLOR_AXIS_CONTRAST, "less", DYNCOLOR_CONTRAST_LESS},
      {DYNCOLOR_AXIS_CONTRAST, "standard", DYNCOLOR_CONTRAST_STANDARD},
      {DYNCOLOR_AXIS_CONTRAST, "more", DYNCOLOR_CONTRAST_MORE},
      {DYNCOLOR_AXIS_ELEVATION, "elevated", DYNCOLOR_ELEVATION_ELEVATED},
      {DYNCOLOR_AXIS_GAMUT, "rec2020", DYNCOLOR_GAMUT_REC2020},
      {DYNCOLOR_AXIS_VISION, "achromat", DYNCOLOR_VISION_ACHROMAT},
      {DYNCOLOR_AXIS_STATE, "disabled", DYNCOLOR_STATE_DISABLED},
      {DYNCOLOR_AXIS_IDIOM, "headset", DYNCOLOR_IDIOM_HEADSET},
      {DYNCOLOR_AXIS_FORCED_COLORS, "active", DYNCOLOR_FORCED_COLORS_ACTIVE},
      {DYNCOLOR_AXIS_PALETTE, "Night", 1},
      {DYNCOLOR_AXIS_LOCALE, "de", 2},
      {DYNCOLOR_AXIS_SUBTYPE, "folded", 1},
  };
  for (size_t i = 0; i < COUNT(values); i++) {
    const char *name = NULL;
    CHECK(dyncolor_axis_find_value_n(theme, values[i].axis, values[i].name, NUL, &value, NULL) ==
              DYNCOLOR_OK &&
          value == values[i].value);
    CHECK(dyncolor_axis_value_name(theme, values[i].axis, value, &name, NULL) == DYNCOLOR_OK &&
          strcmp(name, values[i].name) == 0);
    /* The last value with a name is the last one. */
    if (values[i].axis != DYNCOLOR_AXIS_CONTRAST)
      CHECK(dyncolor_axis_value_count(theme, values[i].axis) == value);
  }
  CHECK(dyncolor_axis_value_count(theme, DYNCOLOR_AXIS_CONTRAST) == 201);
  CHECK(dyncolor_axis_value_count(theme, DYNCOLOR_AXIS_VISION_SEVERITY) == 101);
  CHECK(dyncolor_axis_value_count(theme, DYNCOLOR_AXIS_ACCENT) == 0);
  const char *name = "x";
  CHECK(dyncolor_axis_value_name(theme, DYNCOLOR_AXIS_CONTRAST, 2, &name, NULL) == DYNCOLOR_OK &&
        name[0] == 0);

  /* What counts where nothing is said. */
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_LIGHT);
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_CONTRAST) == DYNCOLOR_CONTRAST_STANDARD);
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_STATE) == DYNCOLOR_STATE_NORMAL);
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_IDIOM) == 0);
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_PALETTE) == 0);
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_CUSTOM) == 0);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_palette(theme, 1, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK);
  CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_PALETTE) == 1);
  const double given[5] = {1, 0.5, 0.4, 0.3, 0.2};
  double levels[5];
  CHECK(dyncolor_theme_set_level_opacities(theme, given, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_level_opacities(theme, levels, NULL) == DYNCOLOR_OK);
  CHECK(memcmp(given, levels, sizeof given) == 0);
  dyncolor_theme_release(theme);
}

/* No look-up declares what it does not find, and bad arguments are told. */
static void nothing_is_declared(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  uint16_t number = 7;
  uint8_t small = 7;
  uint32_t wide = 7;
  const char *name = NULL;
  double levels[5];
  const uint64_t before = dyncolor_theme_fingerprint(theme);
#define UNKNOWN(call, what) \
  CHECK((call) == DYNCOLOR_ERROR_UNKNOWN_NAME && strcmp(error.context, what) == 0)
  UNKNOWN(dyncolor_palette_find_n(theme, "Wintr", 5, &number, &error), "Wintr");
  UNKNOWN(dyncolor_locale_find_n(theme, "de", 2, &number, &error), "de");
  UNKNOWN(dyncolor_subtype_find_n(theme, "folded", 6, &small, &error), "folded");
  UNKNOWN(dyncolor_layer_find_n(theme, "usre", 4, &number, &error),
          "usre; did you mean \"user\"?");
  UNKNOWN(dyncolor_owner_find_n(theme, "plugin", 6, &number, &error), "plugin");
  UNKNOWN(dyncolor_axis_find_n(theme, "team", 4, &wide, &error), "team");
  UNKNOWN(dyncolor_axis_find_value_n(theme, 0, "darkish", 7, &wide, &error), "darkish");
  UNKNOWN(dyncolor_axis_find_value_n(theme, 8, "Night", 5, &wide, &error), "Night");
  UNKNOWN(dyncolor_axis_find_value_n(theme, 13, "red", 3, &wide, &error), "red");
  UNKNOWN(dyncolor_axis_name(theme, DYNCOLOR_AXIS_CUSTOM, &name, &error), "axis 14");
  UNKNOWN(dyncolor_axis_name(theme, UINT32_MAX, &name, &error), "axis 4294967295");
  UNKNOWN(dyncolor_axis_value_name(theme, 0, 0, &name, &error), "value 0");
  UNKNOWN(dyncolor_axis_value_name(theme, 0, 3, &name, &error), "value 3");
  UNKNOWN(dyncolor_axis_value_name(theme, 0, UINT32_MAX, &name, &error), "value 4294967295");
  UNKNOWN(dyncolor_axis_value_name(theme, DYNCOLOR_AXIS_ACCENT, 1, &name, &error), "value 1");
  /* The advice is for the axis. */
  static const struct {
    uint32_t axis;
    const char *message;
  } advice[] = {
      {DYNCOLOR_AXIS_SCHEME,
       "the axis has no value of this name; names are those of its constants, in lowercase "
       "and with hyphens"},
      {DYNCOLOR_AXIS_PALETTE,
       "no palette has this name; declare a new one with dyncolor_palette_declare()"},
      {DYNCOLOR_AXIS_LOCALE,
       "no locale has this name; declare a new one with dyncolor_locale_declare()"},
      {DYNCOLOR_AXIS_SUBTYPE,
       "no subtype has this name; declare a new one with dyncolor_subtype_declare()"},
      {DYNCOLOR_AXIS_ACCENT, "the values of this axis have no names; pass the id of a color"},
      {DYNCOLOR_AXIS_FOREGROUND, "the values of this axis have no names; pass the id of a color"},
      {DYNCOLOR_AXIS_VISION_SEVERITY, "the values of this axis have no names; pass a number up to "
                                      "dyncolor_axis_value_count()"},
  };
  for (size_t i = 0; i < COUNT(advice); i++) {
    UNKNOWN(dyncolor_axis_find_value_n(theme, advice[i].axis, "oslo", 4, &wide, &error), "oslo");
    CHECK(strcmp(error.message, advice[i].message) == 0);
  }
#undef UNKNOWN
  CHECK(number == 7 && small == 7 && wide == 7 && name == NULL);
  CHECK(dyncolor_theme_fingerprint(theme) == before && dyncolor_palette_count(theme) == 0);
  CHECK(dyncolor_axis_count(NULL) == 0 && dyncolor_axis_value_count(NULL, 0) == 0);
  CHECK(dyncolor_axis_value_count(theme, 1000) == 0 && dyncolor_axis_default(NULL, 0) == 0);
  CHECK(dyncolor_axis_default(theme, UINT32_MAX) == 0 && dyncolor_locale_count(NULL) == 0);
  CHECK(dyncolor_subtype_count(NULL) == 0 && dyncolor_layer_count(NULL) == 0);
  CHECK(dyncolor_owner_count(NULL) == 0);
#define REFUSED(call, argument) check_refused(call, &error, argument)
  REFUSED(dyncolor_palette_find_n(NULL, "a", 1, &number, &error), "theme");
  REFUSED(dyncolor_palette_find_n(theme, NULL, 1, &number, &error), "name");
  REFUSED(dyncolor_palette_find_n(theme, "", 0, &number, &error), "name");
  REFUSED(dyncolor_palette_find_n(theme, "a", 1, NULL, &error), "palette");
  REFUSED(dyncolor_locale_find_n(theme, "a", 1, NULL, &error), "locale");
  REFUSED(dyncolor_subtype_find_n(theme, "a", 1, NULL, &error), "subtype");
  REFUSED(dyncolor_layer_find_n(theme, "a", 1, NULL, &error), "layer");
  REFUSED(dyncolor_layer_find_n(NULL, "a", 1, &number, &error), "theme");
  REFUSED(dyncolor_owner_find_n(theme, "a", 1, NULL, &error), "owner");
  REFUSED(dyncolor_owner_find_n(theme, NULL, NUL, &number, &error), "name");
  REFUSED(dyncolor_axis_find_n(theme, "a", 1, NULL, &error), "axis");
  REFUSED(dyncolor_axis_find_value_n(theme, 0, "a", 1, NULL, &error), "value");
  REFUSED(dyncolor_axis_name(theme, 0, NULL, &error), "name");
  REFUSED(dyncolor_axis_value_name(theme, 0, 1, NULL, &error), "name");
  REFUSED(dyncolor_theme_level_opacities(theme, NULL, &error), "opacities");
  REFUSED(dyncolor_theme_level_opacities(NULL, levels, &error), "theme");
  REFUSED(dyncolor_theme_check(theme, NULL, &error), "report");
  REFUSED(dyncolor_theme_check(NULL, &(dyncolor_report *){NULL}, &error), "theme");
#undef REFUSED
  dyncolor_theme_release(theme);
}

/* ---- Palettes -------------------------------------------------------------------------------- */

/* One color is enough for a palette, however it came. */
static void palettes_need_no_declaration(void) {
  static const struct {
    const char *name, *text;
  } files[] = {
      {"a.json", "{\"Winter/primary\": \"#0000ff\"}"},
      {"a.json", "{\"Winter\": {\"primary\": \"#0000ff\"}}"},
      {"a.css", ":root { --Winter\\/primary: #0000ff }"},
      {"a.tokens.json",
       "{\"Winter\": {\"primary\": {\"$type\": \"color\", \"$value\": \"#0000ff\"}}}"},
  };
  for (size_t way = 0; way < COUNT(files) + 3; way++) {
    dyncolor_theme *theme = new_theme(), *copy = NULL;
    dyncolor_id semantic = 0, id = 0;
    dyncolor_rgba color;
    dyncolor_environment winter = {0};
    if (way < COUNT(files)) {
      CHECK(dyncolor_theme_load_memory_n(theme, files[way].name, NUL, files[way].text,
                                         strlen(files[way].text), NULL, NULL, NULL) == DYNCOLOR_OK);
    } else if (way == COUNT(files)) {
      id = css(theme, "Winter/primary", "#0000ff");
    } else if (way == COUNT(files) + 1) {
      id = css(theme, "other", "#0000ff");
      CHECK(dyncolor_id_rename_n(theme, id, "Winter/primary", NUL, NULL) == DYNCOLOR_OK);
    } else {
      css(theme, "Winter/primary", "#0000ff");
      static char image[1 << 14];
      size_t size = 0;
      CHECK(dyncolor_theme_to_image(theme, image, sizeof image, &size, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copy,
                                      NULL) ==
            DYNCOLOR_OK);
      dyncolor_theme_release(theme);
      theme = copy;
    }
    CHECK(dyncolor_register_semantic_n(theme, "primary", NUL, "primary", NUL, NULL, &semantic,
                                       NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_palette_count(theme) == 0);
    CHECK(dyncolor_palette_find_n(theme, "Winter", 6, &winter.palette, NULL) == DYNCOLOR_OK);
    CHECK(winter.palette == 1 && dyncolor_palette_count(theme) == 1);
    CHECK(dyncolor_resolve(theme, semantic, &winter, &color, NULL) == DYNCOLOR_OK);
    CHECK(color.b == 1 && color.r == 0);
    uint32_t value = 0;
    CHECK(dyncolor_axis_find_value_n(theme, DYNCOLOR_AXIS_PALETTE, "Winter", 6, &value, NULL) ==
              DYNCOLOR_OK &&
          value == 1);
    dyncolor_theme_release(theme);
  }
  /* Each group is one, and a name that only looks like one is not. */
  dyncolor_theme *theme = new_theme();
  uint16_t number = 0;
  uint32_t value = 0;
  css(theme, "color/blue/100", "blue");
  css(theme, "Night", "black");
  css(theme, "Day/", "white");
  CHECK(dyncolor_palette_find_n(theme, "color/blue", 10, &number, NULL) == DYNCOLOR_OK);
  CHECK(number == 1);
  CHECK(dyncolor_axis_find_value_n(theme, DYNCOLOR_AXIS_PALETTE, "color", 5, &value, NULL) ==
            DYNCOLOR_OK &&
        value == 2);
  CHECK(dyncolor_palette_find_n(theme, "Night", 5, &number, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_palette_find_n(theme, "Day", 3, &number, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_palette_find_n(theme, "colo", 4, &number, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_palette_count(theme) == 2);
  dyncolor_theme_release(theme);
}

static void count_change(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  (void)theme, (void)change;
  ++*(int *)data;
}

/* A number that a palette with colors gets, by a look-up or a declaration, is no change. */
static void a_number_is_no_change(void) {
  dyncolor_theme *theme = new_theme(), *copy = new_theme();
  css(theme, "Winter/primary", "blue");
  css(theme, "Night/primary", "black");
  css(theme, "Day/primary", "white");
  css(theme, "asks", "if(style(--palette: Winter): red; not style(--palette: Night): lime)");
  int changes = 0;
  uint64_t observation;
  CHECK(dyncolor_theme_observe(theme, count_change, &changes, NULL, &observation, NULL) ==
        DYNCOLOR_OK);
  const uint64_t generation = dyncolor_theme_generation(theme);
  const uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  uint16_t winter = 0, number = 0;
  uint32_t night = 0;
  CHECK(dyncolor_palette_find_n(theme, "Winter", 6, &winter, NULL) == DYNCOLOR_OK && winter == 1);
  CHECK(dyncolor_axis_find_value_n(theme, DYNCOLOR_AXIS_PALETTE, "Night", 5, &night, NULL) ==
            DYNCOLOR_OK &&
        night == 2);
  CHECK(dyncolor_palette_declare(theme, "Day", &number, NULL) == DYNCOLOR_OK && number == 3);
  CHECK(dyncolor_theme_generation(theme) == generation && changes == 0);
  CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);
  /* Images and JSON keep the numbers, and then the theme is still the same. */
  static char bytes[1 << 14];
  size_t size = 0;
  dyncolor_theme *image = NULL;
  CHECK(dyncolor_theme_to_image(theme, bytes, sizeof bytes, &size, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_from_image(NULL, bytes, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &image, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_palette_count(image) == 3 && dyncolor_theme_fingerprint(image) == fingerprint);
  const dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON};
  CHECK(dyncolor_theme_write_memory(theme, &options, bytes, sizeof bytes, &size, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_load_memory_n(copy, "a.json", NUL, bytes, size, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_palette_count(copy) == 3 && dyncolor_theme_fingerprint(copy) == fingerprint);
  /* A palette that is declared, but has no color, is a change. */
  CHECK(dyncolor_palette_declare_n(theme, "Empty", NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK(number == 4 && changes == 1 && dyncolor_theme_generation(theme) == generation + 1);
  CHECK(dyncolor_theme_fingerprint(theme) != fingerprint);
  /* So is a condition or a default that says which palette it is by its number. */
  const dyncolor_variant variant = {.palette = 1, .part.css = "red",
                                    .part.css_length = DYNCOLOR_NUL_TERMINATED};
  dyncolor_theme *one = new_theme(), *other = new_theme();
  css(one, "Winter/a", "red"), css(one, "Night/a", "red");
  css(other, "Winter/a", "red"), css(other, "Night/a", "red");
  CHECK(dyncolor_palette_find_n(one, "Winter", 6, &winter, NULL) == DYNCOLOR_OK && winter == 1);
  CHECK(dyncolor_palette_find_n(other, "Night", 5, &winter, NULL) == DYNCOLOR_OK && winter == 1);
  CHECK(dyncolor_theme_fingerprint(one) == dyncolor_theme_fingerprint(other));
  CHECK(dyncolor_theme_set_default_palette(one, 1, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_palette(other, 1, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(one) != dyncolor_theme_fingerprint(other));
  /* The number itself does not matter, only the name. */
  CHECK(dyncolor_palette_find_n(other, "Winter", 6, &winter, NULL) == DYNCOLOR_OK && winter == 2);
  CHECK(dyncolor_theme_set_default_palette(other, 2, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(one) == dyncolor_theme_fingerprint(other));
  static const char text[] =
      "color-mix(in oklab, --variants(any: red; palette(Winter): blue), white 20%)";
  css(one, "b", text), css(other, "b", text);
  CHECK(dyncolor_theme_fingerprint(one) == dyncolor_theme_fingerprint(other));
  css(other, "b", "color-mix(in oklab, --variants(any: red; palette(Night): blue), white 20%)");
  CHECK(dyncolor_theme_fingerprint(one) != dyncolor_theme_fingerprint(other));
  css(one, "b", "red"), css(other, "b", "red");
  CHECK(dyncolor_theme_set_default_palette(one, 0, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_palette(other, 0, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_variants_n(one, "b", 1, &variant, 1, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_variants_n(other, "b", 1, &variant, 1, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(one) != dyncolor_theme_fingerprint(other));
  dyncolor_theme_release(one), dyncolor_theme_release(other);
  dyncolor_theme_release(image), dyncolor_theme_release(copy), dyncolor_theme_release(theme);
}

/* Registers a color in one of the ways that take CSS text. */
static dyncolor_status register_text(dyncolor_theme *theme, int way, const char *text,
                                     dyncolor_id *id, dyncolor_error *error) {
  const dyncolor_part parts[2] = {{.css = text, .css_length = strlen(text)},
                                  {.css = text, .css_length = strlen(text)}};
  const dyncolor_variant variant = {.part = parts[0]};
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.kind = DYNCOLOR_KIND_CSS;
  definition.css = text;
  definition.css_length = strlen(text);
  switch (way) {
  case 0: return dyncolor_register_css_n(theme, "it", 2, text, strlen(text), id, error);
  case 1: return dyncolor_register(theme, &definition, 1, id, error);
  case 2: return dyncolor_register_pair_n(theme, "it", 2, parts, parts + 1, id, error);
  case 3: return dyncolor_register_variants_n(theme, "it", 2, &variant, 1, id, error);
  case 4: return dyncolor_register_fallbacks_n(theme, "it", 2, parts, 2, id, error);
  case 5:
    return dyncolor_register_mix_n(theme, "it", 2, parts, NULL, 2, DYNCOLOR_SPACE_OKLAB,
                                   DYNCOLOR_HUE_SHORTER, id, error);
  case 6: return dyncolor_register_semantic_n(theme, "it", 2, "no", 2, parts, id, error);
  default:
    return dyncolor_layer_register_n(theme, DYNCOLOR_LAYER_THEME, "it", 2, parts, id, error);
  }
}

/* Conditions of variants know the palettes that have a color, as all other functions do. */
static void conditions_know_palettes_with_colors(void) {
  static const char text[] =
      "--variants(any: black; palette(Sea): blue; palette(\\31 00): lime)";
  for (int way = 0; way < 8; way++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_error error = fresh_error();
    dyncolor_id id = 0;
    dyncolor_rgba color;
    dyncolor_environment sea = {0}, hundred = {0};
    css(theme, "Sea/a", "teal");
    css(theme, "Sand/a", "yellow");
    /* A call that fails gives no number. */
    CHECK(register_text(theme, way, text, &id, &error) == DYNCOLOR_ERROR_SYNTAX);
    CHECK(strcmp(error.message,
                 "no palette has this name; declare it, or register a color of it first") == 0);
    CHECK(dyncolor_palette_count(theme) == 0);
    css(theme, "100/a", "green");
    const uint64_t generation = dyncolor_theme_generation(theme);
    CHECK(register_text(theme, way, text, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_generation(theme) == generation + 1);
    CHECK(dyncolor_palette_count(theme) == 2);
    CHECK(dyncolor_palette_find_n(theme, "Sea", 3, &sea.palette, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_palette_find_n(theme, "100", 3, &hundred.palette, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve(theme, id, &sea, &color, NULL) == DYNCOLOR_OK && color.b == 1);
    CHECK(dyncolor_resolve(theme, id, &hundred, &color, NULL) == DYNCOLOR_OK && color.g == 1);
    CHECK(dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK && color.g == 0);
    dyncolor_theme_release(theme);
  }
  /* Neither does a batch in which another definition is wrong. */
  dyncolor_theme *theme = new_theme();
  css(theme, "Sea/a", "teal");
  dyncolor_definition two[2] = {DYNCOLOR_DEFINITION_INIT, DYNCOLOR_DEFINITION_INIT};
  for (int i = 0; i < 2; i++) {
    two[i].kind = DYNCOLOR_KIND_CSS;
    two[i].css = i == 0 ? "--variants(any: red; palette(Sea): blue)" : "nothing";
    two[i].css_length = DYNCOLOR_NUL_TERMINATED;
  }
  CHECK(dyncolor_register(theme, two, 2, NULL, NULL) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(dyncolor_palette_count(theme) == 0 && dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);

  /* Files: the palette may be in the file, before or after the condition, or in the theme. */
  static const struct {
    const char *json, *palette, *prefix, *name;
  } files[] = {
      {"{'Sea': {'a': 'teal'}, 'it': '--variants(any: black; palette(Sea): blue)'}", "Sea", "",
       "it"},
      {"{'it': '--variants(any: black; palette(Sea): blue)', 'Sea': {'a': 'teal'}}", "Sea", "",
       "it"},
      {"{'it': '--variants(any: black; palette(Sand): blue)'}", "Sand", "", "it"},
      {"{'it': '--variants(any: black; palette(Sea): blue)', 'Sea': {'a': 'teal'}}", "web/Sea",
       "web/", "web/it"},
      {"{'it': '--variants(any: black; palette(Sand): blue)'}", "Sand", "web/", "web/it"},
      {"{'a': {'value': '--variants(any: black; palette(Sand): blue)'}}", "Sand", "", "a"},
  };
  for (size_t i = 0; i < COUNT(files); i++) {
    char json[256];
    const size_t size = quoted(files[i].json, json);
    dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
    options.prefix = files[i].prefix[0] == '\0' ? NULL : files[i].prefix;
    options.prefix_length = strlen(files[i].prefix);
    dyncolor_id id = 0;
    dyncolor_rgba color;
    dyncolor_environment environment = {0};
    theme = new_theme();
    css(theme, "Sand/a", "yellow");
    CHECK(dyncolor_theme_load_memory_n(theme, "a.json", NUL, json, size, &options, NULL, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_palette_find_n(theme, files[i].palette, NUL, &environment.palette, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_theme_find_n(theme, files[i].name, NUL, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK && color.b == 1);
    CHECK(dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK && color.b == 0);
    dyncolor_theme_release(theme);
  }
  /* A palette that nobody has is an error, at its place. */
  char json[256];
  const memory_file unknown = {
      "a.json", json,
      quoted("{'Sea': {'a': 'red'},\n 'it': '--variants(any: red; palette(Sae): blue)',\n"
             " 'b': '--variants(any: red; palette(Sea): blue)'}",
             json),
      0, 0};
  check_told(&unknown,
             &(dyncolor_finding){DYNCOLOR_SEVERITY_ERROR, DYNCOLOR_ERROR_SYNTAX, 2, 38, 0,
                                 "a.json", NULL, "Sae; did you mean \"Sea\"?"},
             "a palette that nobody has");
}

/* The nearest declared name is proposed for a misspelled axis or value in a condition. */
static void conditions_are_corrected(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  uint32_t team;
  uint16_t winter;
  uint8_t value;
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &team, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, team, "red", NUL, &value, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_declare_n(theme, "Winter", NUL, &winter, NULL) == DYNCOLOR_OK);
  static const struct {
    const char *condition, *context;
  } rows[] = {
      {"taem(red)", "taem; did you mean \"team\"?"},
      {"team(rde)", "rde; did you mean \"red\"?"},
      {"palete(Winter)", "palete; did you mean \"palette\"?"},
      {"palette(Wintr)", "Wintr; did you mean \"Winter\"?"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    char text[128];
    snprintf(text, sizeof text, "--variants(any: red; %s: blue)", rows[i].condition);
    CHECK(dyncolor_register_css_n(theme, "a", 1, text, NUL, NULL, &error) ==
          DYNCOLOR_ERROR_SYNTAX);
    CHECK(strcmp(error.context, rows[i].context) == 0);
    if (strcmp(error.context, rows[i].context) != 0) printf("# %s\n", error.context);
    /* The same in a file. */
    if (i == 3) continue;
    char json[256], quotes[256];
    snprintf(quotes, sizeof quotes, "{'$axes': {'team': ['red']}, 'a': '%s'}", text);
    const memory_file file = {"a.json", json, quoted(quotes, json), 0, 0};
    check_told(&file,
               &(dyncolor_finding){DYNCOLOR_SEVERITY_ERROR, DYNCOLOR_ERROR_SYNTAX, 1,
                                   i == 1 ? 62 : 57, 0, "a.json", NULL, rows[i].context},
               "a condition in a file");
  }
  dyncolor_theme_release(theme);
}

static dyncolor_status winter_of(dyncolor_theme *theme, uint16_t *number) {
  return dyncolor_palette_find(theme, "Winter", number, NULL);
}

/* The blue of a color; its status if it has none. */
static float blue_of(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  dyncolor_rgba color = {0, 0, 0, 0};
  dyncolor_status status = dyncolor_resolve(theme, id, where, &color, NULL);
  return status == DYNCOLOR_OK ? color.b : (float)status;
}

/* A palette that was never declared exists while any layer has a color of it. Once it has a number,
 * it keeps that without colors, too. */
static void palettes_outlive_layers(void) {
  for (int is_numbered = 0; is_numbered <= 1; is_numbered++) {
    dyncolor_theme *theme = new_theme();
    const dyncolor_part blue = dyncolor_part_css("#00f"), navy = dyncolor_part_css("#000080");
    uint16_t layers[4] = {DYNCOLOR_LAYER_USER, DYNCOLOR_LAYER_DEFAULTS, DYNCOLOR_LAYER_THEME, 0};
    const size_t last = COUNT(layers) - 1;
    uint16_t number = 0, day = 0;
    dyncolor_id id = 0, other = 0, semantic = 0;
    CHECK(dyncolor_layer_declare(theme, "brand", DYNCOLOR_LAYER_USER, &layers[last], NULL) ==
          DYNCOLOR_OK);
    for (size_t i = 0; i < COUNT(layers); i++)
      CHECK(dyncolor_layer_register(theme, layers[i], "Winter/primary", i == last ? &navy : &blue,
                                    &id, NULL) == DYNCOLOR_OK);
    if (is_numbered) CHECK(winter_of(theme, &number) == DYNCOLOR_OK && number == 1);
    /* The layers go one by one, each in another way. */
    CHECK(dyncolor_layer_clear(theme, layers[0], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_layer_unregister(theme, layers[1], id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_layer_clear(theme, layers[2], NULL) == DYNCOLOR_OK);
    if (is_numbered) {
      dyncolor_environment winter = {.palette = number};
      const float expected = 128 / 255.0f;
      CHECK(dyncolor_register_semantic(theme, "primary", "primary", NULL, &semantic, NULL) ==
            DYNCOLOR_OK);
      CHECK(winter_of(theme, &number) == DYNCOLOR_OK && number == 1);
      CHECK(blue_of(theme, semantic, &winter) == expected);
    }
    CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
    CHECK(winter_of(theme, &number) ==
          (is_numbered ? DYNCOLOR_OK : DYNCOLOR_ERROR_UNKNOWN_NAME));
    CHECK(dyncolor_palette_count(theme) == (size_t)is_numbered);
    /* Its number is not that of another palette meanwhile. */
    CHECK(dyncolor_palette_declare(theme, "Day", &day, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_layer_register(theme, layers[0], "Winter/primary", &blue, &other, NULL) ==
          DYNCOLOR_OK);
    CHECK(other == id && winter_of(theme, &number) == DYNCOLOR_OK);
    CHECK(number == (is_numbered ? 1 : 2) && day == 3 - number);
    const dyncolor_environment winter = {.palette = number};
    CHECK(dyncolor_register_semantic(theme, "primary", "primary", NULL, &semantic, NULL) ==
          DYNCOLOR_OK);
    CHECK(blue_of(theme, semantic, &winter) == 1);
    dyncolor_theme_release(theme);
  }
}

/* An axis that a file declared by using it, and its values, stay when its colors go. */
static void axes_outlive_colors(void) {
  static const char text[] = ":root { --ink: #000 } [data-team=red] { --ink: #00f }";
  enum { CLEAR_LAYER, CLEAR_OWNER, UNREGISTER, WAYS };
  for (int way = 0; way < WAYS; way++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_load_options options = {.size = sizeof options, .layer = DYNCOLOR_LAYER_USER};
    uint32_t team = 0, again = 0, red = 0;
    dyncolor_id ink = 0, later = 0;
    CHECK(dyncolor_owner_declare(theme, "plugin", &options.owner, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_load_memory(theme, "a.css", text, sizeof text - 1, &options, NULL, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_theme_find(theme, "ink", &ink, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_axis_find(theme, "team", &team, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_axis_find_value(theme, team, "red", &red, NULL) == DYNCOLOR_OK && red == 1);
    switch (way) {
      case CLEAR_LAYER:
        CHECK(dyncolor_layer_clear(theme, options.layer, NULL) == DYNCOLOR_OK);
        break;
      case CLEAR_OWNER:
        CHECK(dyncolor_owner_clear(theme, options.owner, NULL) == DYNCOLOR_OK);
        break;
      default: CHECK(dyncolor_unregister(theme, ink, NULL) == DYNCOLOR_OK);
    }
    CHECK(dyncolor_theme_count(theme) == 0);
    CHECK(dyncolor_axis_find(theme, "team", &again, NULL) == DYNCOLOR_OK && again == team);
    CHECK(dyncolor_axis_find_value(theme, team, "red", &red, NULL) == DYNCOLOR_OK && red == 1);
    /* A value that is used later does not get the number. */
    CHECK(dyncolor_register_css(theme, "later", "if(style(--team: red): #00f; else: #000)", &later,
                                NULL) == DYNCOLOR_OK);
    uint8_t blue = 0;
    CHECK(dyncolor_axis_declare_value(theme, team, "blue", &blue, NULL) == DYNCOLOR_OK);
    dyncolor_environment where = {0};
    CHECK(dyncolor_environment_set(&where, team, red) == DYNCOLOR_OK);
    CHECK(blue == 2 && blue_of(theme, later, &where) == 1 && blue_of(theme, later, NULL) == 0);
    CHECK(dyncolor_theme_load_memory(theme, "a.css", text, sizeof text - 1, &options, NULL, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_theme_find(theme, "ink", &ink, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_axis_count(theme) == team + 1 && blue_of(theme, ink, &where) == 1);
    dyncolor_theme_release(theme);
  }
}

/* Names with a prefix keep the numbers that conditions have. */
static void prefixes_keep_numbers(void) {
  static const char text[] =
      "{\"$palettes\": [\"Night\", \"Day\"], \"Night/a\": \"red\", \"Day/a\": \"lime\","
      " \"b\": \"--variants(any: black; palette(Day): lime)\"}";
  const dyncolor_load_options options = {.size = sizeof options, .prefix = "web/",
                                         .prefix_length = 4};
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = 0;
  dyncolor_rgba color;
  dyncolor_environment day = {0};
  CHECK(dyncolor_theme_load_memory_n(theme, "a.json", NUL, text, sizeof text - 1, &options, NULL,
                                     NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_find_n(theme, "web/Day", 7, &day.palette, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "web/b", 5, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, &day, &color, NULL) == DYNCOLOR_OK && color.g == 1);
  CHECK(dyncolor_palette_find_n(theme, "web", 3, &day.palette, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, &day, &color, NULL) == DYNCOLOR_OK && color.g == 0);
  dyncolor_theme_release(theme);
}

/* ---- Numbers that were never given out ------------------------------------------------------- */

static dyncolor_status take_nothing(void *data, const char *path, const void *bytes, size_t size) {
  (void)data, (void)path, (void)bytes, (void)size;
  return DYNCOLOR_OK;
}

/* Every function that is given an environment and a theme refuses one, and has done nothing. */
static void check_all_refuse(dyncolor_theme *theme, dyncolor_id id,
                             const dyncolor_environment *bad, const char *field) {
  dyncolor_error error = fresh_error();
  dyncolor_rgba color;
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_explanation *explanation = NULL;
  char context[64], pixels[64];
  size_t count;
  const dyncolor_environment good = {0}, both[] = {good, *bad};
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_C_HEADER,
                                    .environments = both, .environment_count = 2};
  MARK(color);
  snprintf(context, sizeof context, "environment%s", field);
#define REFUSES(call) check_refused(call, &error, context)
  for (int times = 0; times < 2; times++) {
    REFUSES(dyncolor_resolve(theme, id, bad, &color, &error));
    REFUSES(dyncolor_resolve_level(theme, id, DYNCOLOR_LEVEL_SECONDARY, bad, &color, &error));
    REFUSES(dyncolor_resolve_level(theme, 0, DYNCOLOR_LEVEL_PRIMARY, bad, &color, &error));
    REFUSES(dyncolor_resolve_list(theme, &id, 1, bad, DYNCOLOR_LAYOUT_RGBA8, pixels, 4, NULL,
                                  &error));
    REFUSES(dyncolor_resolve_list(theme, &id, 0, bad, DYNCOLOR_LAYOUT_RGBA8, pixels, 4, NULL,
                                  &error));
    REFUSES(dyncolor_resolve_all(theme, bad, DYNCOLOR_LAYOUT_RGBA8, pixels, 4, 4, &error));
    REFUSES(dyncolor_theme_prepare(theme, bad, &error));
    REFUSES(dyncolor_snapshot_create(theme, bad, &snapshot, &error));
    REFUSES(dyncolor_explanation_create(theme, id, bad, &explanation, &error));
  }
  snprintf(context, sizeof context, "a%s", field);
  REFUSES(dyncolor_theme_diff(theme, bad, &good, NULL, 0, &count, &error));
  snprintf(context, sizeof context, "b%s", field);
  REFUSES(dyncolor_theme_diff(theme, &good, bad, NULL, 0, &count, &error));
  snprintf(context, sizeof context, "environments[1]%s", field);
  REFUSES(dyncolor_theme_write_files(theme, &options, take_nothing, NULL, NULL, &error));
#undef REFUSES
  CHECK_MARKED(color);
  CHECK(snapshot == NULL && explanation == NULL);
}

static void unknown_numbers_are_refused(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = css(theme, "a", "light-dark(white, black)"), gone = css(theme, "gone", "red");
  const struct {
    dyncolor_environment environment;
    const char *field;
  } rows[] = {
      {{.palette = 9}, ".palette"},          {{.locale = 1}, ".locale"},
      {{.subtype = 255}, ".subtype"},        {{.foreground = 12345}, ".foreground"},
      {{.accent = gone + 4096}, ".accent"},  {{.custom = {1}}, ".custom[0]"},
      {{.custom = {0, 0, 0, 0, 0, 0, 0, 255}}, ".custom[7]"},
  };
  CHECK(dyncolor_unregister(theme, gone, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < COUNT(rows); i++)
    check_all_refuse(theme, id, &rows[i].environment, rows[i].field);

  /* In variants, too. */
  dyncolor_error error = fresh_error();
  const dyncolor_variant variants[] = {{.locale = 1, .part.id = id},
                                       {.subtype = 1, .part.id = id},
                                       {.palette = 9, .part.id = id},
                                       {.custom = {1}, .part.id = id}};
  static const char *const fields[] = {"variants[0].locale", "variants[0].subtype",
                                       "variants[0].palette", "variants[0].custom[0]"};
  for (size_t i = 0; i < COUNT(variants); i++)
    check_refused(dyncolor_register_variants_n(theme, "v", NUL, &variants[i], 1, NULL, &error),
                  &error, fields[i]);

  /* They are fine as soon as they are given out. A color that is gone was given out; all values of
   * an axis are. */
  uint16_t number = 0;
  uint8_t small;
  uint32_t axis;
  dyncolor_rgba color;
  for (int i = 0; i < 9; i++) {
    char name[8];
    snprintf(name, sizeof name, "P%d", i);
    CHECK(dyncolor_palette_declare_n(theme, name, NUL, &number, NULL) == DYNCOLOR_OK);
  }
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_subtype_declare_n(theme, "folded", NUL, &small, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &axis, NULL) == DYNCOLOR_OK);
  const dyncolor_environment good = {
      .palette = 9, .locale = 1, .subtype = 1, .foreground = gone, .accent = id, .custom = {255}};
  CHECK(dyncolor_resolve(theme, id, &good, &color, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_variants_n(theme, "v", NUL, variants, 4, NULL, NULL) == DYNCOLOR_OK);
  check_all_refuse(theme, id, &(dyncolor_environment){.palette = 10}, ".palette");
  check_all_refuse(theme, id, &(dyncolor_environment){.custom = {1, 1}}, ".custom[1]");

  /* Functions on environments alone do not know the numbers. */
  dyncolor_environment result;
  const dyncolor_environment unknown = {.palette = 77, .custom = {1, 2, 3}};
  CHECK(dyncolor_environment_inherit(&unknown, &good, &result, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_environment_adjust(&unknown, theme, NULL, 0, &result, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

/* ---- The names of built-in axes -------------------------------------------------------------- */

static void builtin_axes_keep_their_names(void) {
  static const char *const names[] = {"scheme",          "palette",         "accent",
                                      "Scheme",          "state",           "locale",
                                      "vision-severity", "vision_severity", "foreground",
                                      "forced-colors",   "forced_colors"};
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  dyncolor_id id = css(theme, "a", "if(style(--scheme: dark): white; else: black)");
  uint32_t axis = 7;
  for (size_t i = 0; i < COUNT(names); i++) {
    CHECK(dyncolor_axis_declare_n(theme, names[i], NUL, &axis, &error) ==
          DYNCOLOR_ERROR_NAME_TAKEN);
    CHECK(strcmp(error.context, names[i]) == 0 && axis == 7);
  }
  CHECK(dyncolor_axis_count(theme) == DYNCOLOR_AXIS_CUSTOM);
  const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, id, &dark, &color, NULL) == DYNCOLOR_OK && color.r == 1);
  dyncolor_theme_release(theme);

  /* Files: refused where they are declared, renamed where they are only used. */
  static const char axes[] = "{\n \"$axes\": {\"scheme\": [\"dark\"]}}";
  const memory_file json = {"a.json", axes, sizeof axes - 1, 0, 0};
  check_told(&json,
             &(dyncolor_finding){DYNCOLOR_SEVERITY_ERROR, DYNCOLOR_ERROR_NAME_TAKEN, 2, 12, 0,
                                 "a.json", NULL, "scheme"},
             "an axis of JSON");
  static const char underscore[] = "{\n \"$axes\": {\"forced_colors\": [\"on\"]}}";
  const memory_file underscored = {"a.json", underscore, sizeof underscore - 1, 0, 0};
  check_told(&underscored,
             &(dyncolor_finding){DYNCOLOR_SEVERITY_ERROR, DYNCOLOR_ERROR_NAME_TAKEN, 2, 12, 0,
                                 "a.json", NULL, "forced_colors"},
             "an axis of JSON with the name of a field");
  static const char sheet[] = ":root { --a: red } [data-accent=sea] { --a: blue }";
  static const char field[] = ":root { --a: red } [data-vision_severity=sea] { --a: blue }";
  static const char resolver[] =
      "{\"version\": \"2025.10\", \"resolutionOrder\": [{\"type\": \"modifier\", \"name\": "
      "\"state\", \"contexts\": {\"calm\": [{\"a\": {\"$type\": \"color\", \"$value\": "
      "\"#ff0000\"}}], \"wild\": [{\"a\": {\"$type\": \"color\", \"$value\": \"#0000ff\"}}]}, "
      "\"default\": \"calm\"}]}";
  const struct {
    memory_file file;
    const char *axis, *value;
  } renamed[] = {
      {{"a.css", sheet, sizeof sheet - 1, 0, 0}, "data-accent", "sea"},
      {{"a.css", field, sizeof field - 1, 0, 0}, "data-vision_severity", "sea"},
      {{"a.resolver.json", resolver, sizeof resolver - 1, 0, 0}, "data-state", "wild"},
  };
  for (size_t i = 0; i < COUNT(renamed); i++) {
    dyncolor_report *report = NULL;
    size_t count = 0;
    uint32_t value = 0;
    theme = new_theme();
    CHECK(load_file(theme, &renamed[i].file, &report, NULL) == DYNCOLOR_OK);
    const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
    bool is_told_of = false;
    for (size_t k = 0; k < count; k++)
      is_told_of = is_told_of || (findings[k].severity == DYNCOLOR_SEVERITY_NOTE &&
                                  strcmp(findings[k].context, renamed[i].axis) == 0);
    CHECK(is_told_of);
    CHECK(dyncolor_axis_find_n(theme, renamed[i].axis, NUL, &axis, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_axis_find_value_n(theme, axis, renamed[i].value, NUL, &value, NULL) ==
          DYNCOLOR_OK);
    dyncolor_environment environment = {0};
    environment.custom[axis - DYNCOLOR_AXIS_CUSTOM] = (uint8_t)value;
    CHECK(dyncolor_theme_find_n(theme, "a", 1, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK &&
          color.b == 1 && color.r == 0);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

/* ---- Names that nobody knows ----------------------------------------------------------------- */

static void mistakes_are_told(void) {
  dyncolor_theme *theme = new_theme();
  uint32_t team;
  uint8_t red;
  uint16_t night;
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &team, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, team, "red", NUL, &red, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL) == DYNCOLOR_OK);
  css(theme, "accent", "blue");
  css(theme, "Winter/primary", "blue");
  const struct {
    const char *css, *told;
  } rows[] = {
      {"if(style(--taem: red): red; else: blue)", "taem; did you mean \"team\"?"},
      {"if(style(--schema: dark): red; else: blue)", "schema; did you mean \"scheme\"?"},
      {"if(style(--team: rde): red; else: blue)", "team: rde; did you mean \"red\"?"},
      {"if(style(--team: purple): red; else: blue)", "team: purple"},
      {"if(style(--scheme: drak): red; else: blue)", "scheme: drak; did you mean \"dark\"?"},
      {"if(style(--contrast: moer): red; else: blue)",
       "contrast: moer; did you mean \"more\"?"},
      {"if(style(--palette: Nigth): red; else: blue)",
       "palette: Nigth; did you mean \"Night\"?"},
      {"if(style(--locale: de): red; else: blue)", "locale: de"},
      {"color-mix(in oklab, var(--acent), white)", "acent; did you mean \"accent\"?"},
      {"--palette(primry)", "primry; did you mean \"primary\"?"},
      /* Nothing is wrong with these. */
      {"if(style(--team: red): red; else: blue)", NULL},
      {"if(style(--team: 7): red; else: blue)", NULL},
      {"if(style(--team): red; else: blue)", NULL},
      {"if(style(--palette: Winter): red; else: blue)", NULL},
      {"if(style(--palette: Night): red; else: blue)", NULL},
      {"if(style(--state: pressed) and media(prefers-contrast: more): red; else: blue)", NULL},
      {"var(--acent, red)", NULL},
      {"--first(var(--acent), red)", NULL},
      {"--palette(primary)", NULL},
      {"--palette(primry, red)", NULL},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_report *report = NULL;
    size_t count = 9;
    char told[256];
    css(theme, "it", rows[i].css);
    const uint64_t before = dyncolor_theme_fingerprint(theme);
    CHECK(dyncolor_theme_check(theme, &report, NULL) == DYNCOLOR_OK && report != NULL);
    const dyncolor_finding *found = dyncolor_report_findings(report, &count);
    snprintf(told, sizeof told, "it: %s", rows[i].told == NULL ? "" : rows[i].told);
    const bool is_right =
        rows[i].told == NULL
            ? count == 0
            : count == 1 && found->severity == DYNCOLOR_SEVERITY_WARNING &&
                  found->status == DYNCOLOR_ERROR_UNKNOWN_NAME && strcmp(found->context, told) == 0;
    CHECK(is_right);
    if (!is_right)
      printf("# %s: %zu findings: %s\n", rows[i].css, count, count > 0 ? found->context : "");
    CHECK(dyncolor_report_colors(report) == 3);
    CHECK(dyncolor_theme_fingerprint(theme) == before);
    dyncolor_report_release(report);
  }
  dyncolor_theme_release(theme);

  /* The same on load, where strictness makes errors of them. */
  const struct {
    const char *json, *told;
    uint32_t line, column;
  } files[] = {
      {"{'$axes': {'team': ['red']},\n 'a': 'if(style(--taem: red): red; else: blue)'}",
       "taem; did you mean \"team\"?", 2, 17},
      {"{'$axes': {'team': ['red']},\n 'a': 'if(style(--team: purple): red; else: blue)'}",
       "team: purple", 2, 25},
      {"{'a': 'if(media(prefers-contrast: high): red; else: blue)'}",
       "prefers-contrast: high; did you mean \"more\"?", 1, 17},
      {"{'a': 'if(media(prefers-contrst: more): red; else: blue)'}",
       "prefers-contrst: more; did you mean \"prefers-contrast\"?", 1, 17},
      {"{'a': 'if(media(color-gamut: p4): red; else: blue)'}",
       "color-gamut: p4; did you mean \"p3\"?", 1, 17},
      {"{'a': 'if(stlye(--team: red): red; else: blue)'}",
       "stlye(--team: red); did you mean \"style\"?", 1,
       11},
      {"{'a': 'if(style(--palette: Wintr): red; else: blue)', 'Winter': {'b': 'red'}}",
       "palette: Wintr", 1, 28},
      {"{'accent': 'red', 'a': 'var(--acent)'}", "acent; did you mean \"accent\"?", 1, 29},
      {"{'a': {'light': 'red', 'drak': 'blue'}}", "drak; did you mean \"dark\"?", 1, 24},
      {"{'light': {'a': 'red'}, 'drak': {'a': 'blue'}}", "drak; did you mean \"dark\"?", 1, 25},
      {"{'$palette': ['Night'], 'a': 'red'}", "$palette; did you mean \"$palettes\"?", 1, 2},
  };
  for (size_t i = 0; i < COUNT(files); i++) {
    char text[256];
    const memory_file file = {"a.json", text, quoted(files[i].json, text), 0, 0};
    const bool is_syntax = text[2] == '$' && text[10] == '"';
    check_told(&file,
               &(dyncolor_finding){DYNCOLOR_SEVERITY_WARNING,
                                   is_syntax ? DYNCOLOR_ERROR_SYNTAX : DYNCOLOR_ERROR_UNKNOWN_NAME,
                                   files[i].line, files[i].column, 0, "a.json", NULL,
                                   files[i].told},
               files[i].json);
  }
  /* An object that is half modes and half names is a mistake only for a strict load. */
  static const char shades[] =
  "{\"a\": {\"light\": \"red\", \"main\": \"lime\", \"dark\": \"blue\"}}";
  const memory_file file = {"a.json", shades, sizeof shades - 1, 0, 0};
  check_told(&file,
             &(dyncolor_finding){DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_ERROR_SYNTAX, 1, 8, 0, "a.json",
                                 NULL, "light"},
             "shades");
  /* A style sheet. */
  static const char sheet[] =
      ":root { --a: if(media(prefers-color-scheme: drak): red; else: blue) }";
  const memory_file page = {"a.css", sheet, sizeof sheet - 1, 0, 0};
  check_told(&page,
             &(dyncolor_finding){DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 23, 0,
                                 "a.css", NULL,
                                 "prefers-color-scheme: drak; did you mean \"dark\"?"},
             "a style sheet");
  static const struct {
    const char *css, *told;
    uint32_t column;
  } queries[] = {
      {"@media (prefers-colr-scheme: dark) { :root { --a: red } }",
       "prefers-colr-scheme: dark; did you mean \"prefers-color-scheme\"?", 9},
      {"@media (prefers-color-scheme: drak) { :root { --a: red } }",
       "prefers-color-scheme: drak; did you mean \"dark\"?", 9},
      {"@media not all and (min-width: 9px) and (forced-colors: activ) { :root { --a: red } }",
       "forced-colors: activ; did you mean \"active\"?", 42},
      {":root { --a: red; @media (color-gamut: p33) { --a: blue } }",
       "color-gamut: p33; did you mean \"p3\"?", 27},
  };
  for (size_t i = 0; i < COUNT(queries); i++) {
    const memory_file queried = {"a.css", queries[i].css, strlen(queries[i].css), 0, 0};
    check_told(&queried,
               &(dyncolor_finding){DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_UNKNOWN_NAME, 1,
                                   queries[i].column, 0, "a.css", NULL, queries[i].told},
               queries[i].css);
    /* A note says that a rule is skipped only if its query has another unknown feature. */
    dyncolor_report *report = NULL;
    size_t count = 0;
    theme = new_theme();
    CHECK(dyncolor_theme_load_memory_n(theme, "a.css", NUL, queries[i].css, strlen(queries[i].css),
                                       NULL, &report, NULL) == DYNCOLOR_OK);
    dyncolor_report_findings(report, &count);
    CHECK(count == (strstr(queries[i].css, "width") ? 2 : 1));
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
  /* What is no misspelling of a known query is no mistake, in a strict load neither. */
  static const char *const fine[] = {
      "@media (min-width: 9px) { :root { --a: red } } :root { --b: red }",
      "@media (prefers-reduced-motion: reduce) { :root { --a: red } } :root { --b: red }",
      "@media (inverted-colors) and (color) { :root { --a: red } } :root { --b: red }",
      "@media (video-color-gamut: p3) { :root { --a: red } } :root { --b: red }",
  };
  for (size_t i = 0; i < COUNT(fine); i++) {
    dyncolor_load_options strict = DYNCOLOR_LOAD_OPTIONS_INIT;
    strict.flags = DYNCOLOR_LOAD_STRICT;
    theme = new_theme();
    CHECK(dyncolor_theme_load_memory_n(theme, "a.css", NUL, fine[i], strlen(fine[i]), &strict, NULL,
                                       NULL) == DYNCOLOR_OK);
    dyncolor_theme_release(theme);
  }
}

/* The format of JSON is told by keys at their places, and not by what texts say. */
static void formats_are_told_by_structure(void) {
  const struct {
    const char *text, *name, *css;
  } rows[] = {
      {"{'a': {'value': 'red', 'description': '$value'}}", "a", "#ff0000"},
      {"{'a': {'value': 'red', 'description': 'a \\\"$value\\\" and $ref'}}", "a", "#ff0000"},
      {"{'a': {'value': 'red', 'extensions': {'x': {'$value': 1, 'y': {'$ref': 2}}}}}", "a",
       "#ff0000"},
      {"{'base00': 'red', 'a': {'description': 'base00', 'value': 'blue'}, '$schema': 'x'}", NULL,
       NULL},
      {"{'a': {'base00': 'red', 'value': 'blue'}}", "a", "#0000ff"},
      {"{'resolutionorder': 'red'}", "resolutionorder", "#ff0000"},
      {"{'a': {'b': {'$type': 'color', '$value': '#ff0000'}}}", "a/b", "#ff0000"},
      {"{/* '$value' */ 'a': 'red' // \"$value\": 1\n}", "a", "#ff0000"},
      {"{'a': [255, 0, 0], 'b': {'light': 'red', 'dark': 'blue'}}", "b", NULL},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    char text[256];
    dyncolor_theme *theme = new_theme();
    const memory_file file = {"theme", text, quoted(rows[i].text, text), 0, 0};
    const dyncolor_status status = load_file(theme, &file, NULL, NULL);
    if (rows[i].name != NULL) {
      CHECK(status == DYNCOLOR_OK);
      CHECK(rows[i].css == NULL ? css_of(theme, rows[i].name)[0] != 0
                                : is_made(theme, rows[i].name, rows[i].css));
    }
    dyncolor_theme_release(theme);
  }
  /* Every beginning of a text is looked at safely. */
  static const char all[] =
      "{\"a\": {\"b\\\\\": '\\'', c: [1, {\"$value\": 2}]}, /* x */ // y\n"
      " \"resolutionOrder\": []}";
  for (size_t size = 0; size < sizeof all; size++) {
    dyncolor_theme *theme = new_theme();
    char *part = malloc(size + 1);
    memcpy(part, all, size);
    const memory_file file = {"theme", part, size, 0, 0};
    load_file(theme, &file, NULL, NULL);
    free(part);
    dyncolor_theme_release(theme);
  }
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("all that has a name and a number is counted, named and found", everything_is_listed);
  CLAIM("what is looked up is not declared", nothing_is_declared);
  CLAIM("one color is enough for a palette", palettes_need_no_declaration);
  CLAIM("a number that a look-up gives is no change", a_number_is_no_change);
  CLAIM("conditions know palettes that have a color", conditions_know_palettes_with_colors);
  CLAIM("the nearest name is proposed for a misspelled condition", conditions_are_corrected);

  CLAIM("a palette that was never declared exists as long as a layer has a color of it",
        palettes_outlive_layers);
  CLAIM("an axis that a file declared by using it stays without its colors", axes_outlive_colors);
  CLAIM("a prefix keeps the numbers that conditions have", prefixes_keep_numbers);
  CLAIM("numbers that were never given out are refused everywhere", unknown_numbers_are_refused);
  CLAIM("built-in axes keep their names", builtin_axes_keep_their_names);
  CLAIM("names that nobody knows are told, with the nearest one", mistakes_are_told);
  CLAIM("the format of JSON is told by its structure", formats_are_told_by_structure);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
