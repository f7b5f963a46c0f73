/* Text in CSS: as a value, as a dynamic color, and whatever else is read from text alone. */
#include "fuzz.h"

static void check_formats(const dyncolor_color *color) {
  char text[DYNCOLOR_COLOR_TEXT_SIZE], shown[DYNCOLOR_COLOR_TEXT_SIZE];
  dyncolor_color again = {0};
  REQUIRE(dyncolor_color_format(color, DYNCOLOR_NOTATION_EXACT, text, sizeof text, NULL, NULL) ==
          DYNCOLOR_OK);
  REQUIRE(dyncolor_color_parse_n(text, NUL, &again, NULL) == DYNCOLOR_OK);
  REQUIRE(dyncolor_color_equal(color, &again));
  REQUIRE(dyncolor_color_hash(color) == dyncolor_color_hash(&again));
  REQUIRE(color->missing == again.missing);
  /* What a browser shows is read, too, and has the same numbers, but for the digits it shows. */
  REQUIRE(dyncolor_color_format(color, DYNCOLOR_NOTATION_BROWSER, shown, sizeof shown, NULL,
                                NULL) == DYNCOLOR_OK);
  REQUIRE(dyncolor_color_parse_n(shown, NUL, &again, NULL) == DYNCOLOR_OK);
  if (color->missing & DYNCOLOR_LEGACY_NOTATION || again.space != color->space) return;
  for (int i = 0; i < 3; i++) {
    double difference = color->c[i] - again.c[i], size = color->c[i];
    if (difference < 0) difference = -difference;
    if (size < 0) size = -size;
    /* A hue may have been rounded to the full circle. */
    bool is_near = difference <= 1e-5 * (1 + size) || difference > 359.9995;
    if (!is_near) fprintf(stderr, "%s is shown as %s\n", text, shown);
    REQUIRE(is_near);
  }
}

/* A value that is read is the one that a theme paints. */
static void check_value(dyncolor_theme *theme, const char *text, size_t size,
                        dyncolor_status parsed, const char *wrong,
                        const dyncolor_color *color) {
  dyncolor_id id = 0, constant = 0;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  uint64_t before = dyncolor_theme_fingerprint(theme);
  dyncolor_status status = dyncolor_register_css_n(theme, "text", 4, text, size, &id, &error);
  if (status != DYNCOLOR_OK) {
    check_error(&error, status, text, size);
    REQUIRE(dyncolor_theme_fingerprint(theme) == before);
    REQUIRE(parsed != DYNCOLOR_OK);
    return;
  }
  /* Alone, a text must have a value; a color may lack one. */
  REQUIRE(parsed == DYNCOLOR_OK || parsed == DYNCOLOR_ERROR_DYNAMIC ||
          parsed == DYNCOLOR_ERROR_TOO_COMPLEX ||
          (parsed == DYNCOLOR_ERROR_SYNTAX && strstr(wrong, "no condition holds") != NULL));
  if (parsed == DYNCOLOR_OK) {
    dyncolor_rgba one = {0}, other = {0};
    REQUIRE(dyncolor_register_color_n(theme, NULL, 0, color, &constant, NULL) == DYNCOLOR_OK);
    for (size_t i = 0; i < COUNT(environments); i++) {
      const dyncolor_environment where = with_known_numbers(theme, &environments[i]);
      REQUIRE(dyncolor_resolve(theme, id, &where, &one, NULL) == DYNCOLOR_OK);
      REQUIRE(dyncolor_resolve(theme, constant, &where, &other, NULL) == DYNCOLOR_OK);
      REQUIRE(memcmp(&one, &other, sizeof one) == 0);
    }
  }
  for (size_t i = 0; i < COUNT(environments); i++)
    check_resolving(theme, &id, 1, &environments[i]);
  check_printing(theme, &id, 1, false);
  check_saving(theme);
}

/* Names of environments, and hex text. */
static void check_words(const char *text, size_t size) {
  dyncolor_environment environment = {0};
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status = dyncolor_environment_from_name_n(text, size, &environment, &error);
  if (status != DYNCOLOR_OK)
    check_error(&error, status, text, size);
  else
    for (int vocabulary = DYNCOLOR_VOCABULARY_APPKIT; vocabulary <= DYNCOLOR_VOCABULARY_GTK;
         vocabulary++) {
      const char *name = NULL;
      dyncolor_environment again = {0};
      if (dyncolor_environment_to_name(&environment, (dyncolor_vocabulary)vocabulary, &name,
                                       NULL) != DYNCOLOR_OK)
        continue;
      REQUIRE(dyncolor_environment_from_name_n(name, NUL, &again, NULL) == DYNCOLOR_OK);
      REQUIRE(again.contrast == environment.contrast ||
              again.contrast + environment.contrast == DYNCOLOR_CONTRAST_STANDARD);
    }
  dyncolor_color color = {0};
  status = dyncolor_color_parse_hex_n(text, size, DYNCOLOR_SPACE_SRGB, 1, &color, &error);
  if (status != DYNCOLOR_OK) {
    check_error(&error, status, text, size);
    return;
  }
  char hex[10];
  dyncolor_color again = {0};
  REQUIRE(dyncolor_color_format_hex(&color, DYNCOLOR_SPACE_SRGB, hex, sizeof hex, NULL, NULL) ==
          DYNCOLOR_OK);
  REQUIRE(dyncolor_color_parse_hex_n(hex, NUL, DYNCOLOR_SPACE_SRGB, 1, &again, NULL) ==
          DYNCOLOR_OK);
  REQUIRE(dyncolor_color_equal(&color, &again));
}

/* A theme that expressions can ask for something. */
static dyncolor_theme *furnished(short_heap *heap) {
  static const char *const colors[][2] = {
      {"accent", "light-dark(#0461be, #81d0ff)"}, {"clear", "rgb(10 20 30 / 40%)"},
      {"wide", "color(display-p3 1 0 0)"},        {"Night/accent", "orange"},
      {"none", "oklch(none 0.1 none)"},           {"CanvasText", "#111"}};
  uint32_t axis = 0;
  uint16_t number = 0;
  uint8_t value = 0;
  dyncolor_theme *theme = new_theme_in(heap);
  dyncolor_axis_declare_n(theme, "team", 4, &axis, NULL);
  dyncolor_axis_declare_value_n(theme, axis, "red", 3, &value, NULL);
  dyncolor_locale_declare_n(theme, "de", 2, &number, NULL);
  dyncolor_subtype_declare_n(theme, "fold", 4, &value, NULL);
  dyncolor_palette_declare_n(theme, "Night", 5, &number, NULL);
  for (size_t i = 0; i < COUNT(colors); i++)
    REQUIRE(dyncolor_register_css_n(theme, colors[i][0], NUL, colors[i][1], NUL, NULL, NULL) ==
            DYNCOLOR_OK);
  return theme;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  char *text = exact_copy(bytes, size);
  dyncolor_color color = {0}, listed = {0};
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status each = DYNCOLOR_OK;
  dyncolor_status status = dyncolor_color_parse_n(text, size, &color, &error);
  const char *const texts[] = {text};
  REQUIRE(dyncolor_color_parse_list(texts, &size, 1, &listed, sizeof listed, &each, NULL) ==
          DYNCOLOR_OK);
  REQUIRE(each == status);
  if (status == DYNCOLOR_OK) {
    REQUIRE(dyncolor_color_equal(&color, &listed));
    check_formats(&color);
  } else {
    check_error(&error, status, text, size);
  }
  short_heap heap = {.left = SIZE_MAX};
  dyncolor_theme *theme = furnished(&heap);
  check_value(theme, text, size, status, error.message, &color);
  dyncolor_theme_release(theme);
  check_words(text, size);
  free(text);
  REQUIRE(heap.taken == 0);
  REQUIRE_CHECKS;
  return 0;
}
