/* What the targets share. A target takes any bytes, does with them what a program could do, and
 * checks what the header promises; a check that fails ends the program, and libFuzzer keeps the
 * bytes. */
#ifndef FUZZ_H
#define FUZZ_H

#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ABI/themes.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define REQUIRE(condition) \
  do { \
    if (!(condition)) { \
      fflush(stdout); \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      abort(); \
    } \
  } while (0)

/* The same for what helpers of the other C tests have found wrong. */
#define REQUIRE_CHECKS REQUIRE(check_failures_in_claim == 0 && CHECK_RESULT == 0)

/* A copy of just as many bytes, so that AddressSanitizer sees it if more are read. */
static inline char *exact_copy(const void *bytes, size_t size) {
  char *copy = calloc(1, size == 0 ? 1 : size);
  if (size > 0) memcpy(copy, bytes, size);
  return copy;
}

/* A number made of the bytes, for what is to vary with them and yet be the same in each run. */
static inline uint32_t number_of(const uint8_t *bytes, size_t size) {
  uint32_t number = 2166136261u;
  for (size_t i = 0; i < size; i++) number = (number ^ bytes[i]) * 16777619u;
  return number ^ number >> 15;
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static inline bool is_error(dyncolor_status status) {
  return status < 0 && status >= DYNCOLOR_ERROR_UNSUPPORTED;
}

/* Where a place in a text is, as the header has it: lines end at LF, CR, CR LF or FF, and columns
 * are code points, of which the CR of a CR LF is none. */
static inline bool is_place(uint32_t line, uint32_t column, size_t offset, const char *text,
                            size_t size) {
  uint32_t expected_line = 1, expected_column = 1;
  if (offset > size) return false;
  for (size_t i = 0; i < offset; i++) {
    const unsigned char byte = (unsigned char)text[i];
    bool ends = byte == '\n' || byte == '\f' ||
                (byte == '\r' && (i + 1 == size || text[i + 1] != '\n'));
    if (ends) expected_line++;
    if (ends)
      expected_column = 1;
    else
      expected_column += byte != '\r' && (byte < 0x80 || byte >= 0xC0);
  }
  if (line == expected_line && column == expected_column) return true;
  fprintf(stderr, "%u:%u, not %u:%u, is the place of byte %zu\n", line, column, expected_line,
          expected_column, offset);
  return false;
}

/* What a failed call says: why, in words. */
static inline void check_failure(const dyncolor_error *error, dyncolor_status status) {
  REQUIRE(is_error(status) && error->status == status);
  REQUIRE(error->message != NULL && error->message[0] != 0);
  REQUIRE(memchr(error->context, 0, sizeof error->context) != NULL);
  REQUIRE((error->line == 0) == (error->column == 0));
}

/* And where in its text. */
static inline void check_error(const dyncolor_error *error, dyncolor_status status,
                               const char *text, size_t size) {
  check_failure(error, status);
  if (error->line != 0 && status != DYNCOLOR_ERROR_INVALID_UTF8)
    REQUIRE(is_place(error->line, error->column, error->offset, text, size));
  if (status == DYNCOLOR_ERROR_SYNTAX) REQUIRE(error->line > 0);
}

/* ---- What a theme is ------------------------------------------------------------------------- */

static const dyncolor_environment environments[] = {
    {0},
    {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_MORE},
    {.contrast = DYNCOLOR_CONTRAST_PERCENT(-40), .palette = 1, .gamut = DYNCOLOR_GAMUT_SRGB,
     .elevation = DYNCOLOR_ELEVATION_ELEVATED, .custom = {1}},
    {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_PERCENT(30),
     .gamut = DYNCOLOR_GAMUT_DISPLAY_P3, .idiom = DYNCOLOR_IDIOM_TV, .locale = 1, .subtype = 1,
     .forced_colors = DYNCOLOR_FORCED_COLORS_ACTIVE, .state = DYNCOLOR_STATE_HOVERED,
     .vision = DYNCOLOR_VISION_PROTAN, .custom = {2, 1}},
};

/* The same environment, without numbers that a theme never gave out. */
static inline dyncolor_environment with_known_numbers(dyncolor_theme *theme,
                                                      const dyncolor_environment *environment) {
  dyncolor_environment known = *environment;
  if (known.palette > dyncolor_palette_count(theme)) known.palette = 0;
  if (known.locale > dyncolor_locale_count(theme)) known.locale = 0;
  if (known.subtype > dyncolor_subtype_count(theme)) known.subtype = 0;
  for (size_t i = dyncolor_axis_count(theme) - DYNCOLOR_AXIS_CUSTOM; i < 8; i++)
    known.custom[i] = 0;
  return known;
}

/* An image of a theme, aligned to 16 bytes, and its size. */
static inline void *saved(dyncolor_theme *theme, size_t *size) {
  REQUIRE(dyncolor_theme_to_image(theme, NULL, 0, size, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  void *image = malloc(*size);
  REQUIRE(dyncolor_theme_to_image(theme, image, *size, size, NULL) == DYNCOLOR_OK);
  return image;
}

/* Saved and loaded, a theme is the same; and so is the image. */
static inline void check_saving(dyncolor_theme *theme) {
  size_t size = 0, again_size = 0;
  dyncolor_theme *loaded = NULL;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  void *image = saved(theme, &size);
  dyncolor_status status =
      dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded, &error);
  if (status != DYNCOLOR_OK)
    fprintf(stderr, "the image is bad at byte %zu: %s\n", error.offset, error.message);
  REQUIRE(status == DYNCOLOR_OK);
  REQUIRE(dyncolor_theme_fingerprint(loaded) == dyncolor_theme_fingerprint(theme));
  void *again = saved(loaded, &again_size);
  REQUIRE(again_size == size && memcmp(again, image, size) == 0);
  free(again);
  dyncolor_theme_release(loaded);
  free(image);
}

/* A snapshot shows what is resolved one by one, and what an explanation ends with. */
static inline void check_resolving(dyncolor_theme *theme, const dyncolor_id *ids, size_t count,
                                   const dyncolor_environment *given) {
  const dyncolor_environment known = with_known_numbers(theme, given), *environment = &known;
  dyncolor_snapshot *snapshot = NULL;
  REQUIRE(dyncolor_snapshot_create(theme, environment, &snapshot, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < count; i++) {
    dyncolor_rgba one = {0}, other = {0};
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    dyncolor_status status = dyncolor_resolve(theme, ids[i], environment, &one, &error);
    REQUIRE(dyncolor_snapshot_resolve(snapshot, ids[i], &other, NULL) == status);
    REQUIRE(memcmp(&one, &other, sizeof one) == 0);
    if (status != DYNCOLOR_OK)
      check_failure(&error, status);
    else
      REQUIRE(one.a >= 0 && one.a <= 1 && one.r - one.r == 0 && one.g - one.g == 0 &&
              one.b - one.b == 0);
    dyncolor_explanation *explanation = NULL;
    size_t steps = 0;
    if (i >= 4) continue;
    REQUIRE(dyncolor_explanation_create(theme, ids[i], environment, &explanation,
                                        NULL) == DYNCOLOR_OK);
    const dyncolor_step *step = dyncolor_explanation_steps(explanation, &steps);
    REQUIRE(steps > 0 && steps <= DYNCOLOR_MAX_STEPS);
    REQUIRE(step[steps - 1].kind == DYNCOLOR_STEP_KIND_RESULT);
    REQUIRE(step[steps - 1].status == (int32_t)status);
    REQUIRE(dyncolor_explanation_text(explanation)[0] != 0);
    dyncolor_explanation_release(explanation);
  }
  dyncolor_snapshot_release(snapshot);
}

/* What a color is made of, as CSS; NULL if nobody could read it. */
static inline char *made_of(dyncolor_theme *theme, dyncolor_id id) {
  size_t length = 0;
  dyncolor_status status = dyncolor_id_css(theme, id, NULL, 0, &length, NULL);
  if (status == DYNCOLOR_ERROR_UNKNOWN_NAME) return NULL;
  REQUIRE(status == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  char *text = malloc(length + 1);
  REQUIRE(dyncolor_id_css(theme, id, text, length + 1, NULL, NULL) == DYNCOLOR_OK);
  REQUIRE(strlen(text) == length);
  return text;
}

/* What is printed of a color is read as an equal one, and printed as the same; or, of a color that
 * no text has said and somebody has forged, read at least. What says `--covered()` needs a name,
 * and under another name it covers another color: it is printed as the same, and that is all. */
static inline void check_printing(dyncolor_theme *theme, const dyncolor_id *ids, size_t count,
                                  bool is_forged) {
  for (size_t i = 0; i < count; i++) {
    char *text = made_of(theme, ids[i]);
    if (text == NULL) continue;
    bool covers = strstr(text, "--covered(") != NULL;
    dyncolor_id again = 0;
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    dyncolor_status status =
        dyncolor_register_css_n(theme, covers ? "printed again" : NULL, covers ? NUL : 0, text,
                                strlen(text), &again, &error);
    if (status != DYNCOLOR_OK)
      fprintf(stderr, "%s: %u: %s: %s\n", text, error.column, error.message, error.context);
    REQUIRE(status == DYNCOLOR_OK);
    char *same = made_of(theme, again);
    REQUIRE(same != NULL);
    bool is_same = strcmp(text, same) == 0 &&
                   (covers || (dyncolor_id_equal(theme, ids[i], theme, again) &&
                               dyncolor_id_hash(theme, ids[i]) == dyncolor_id_hash(theme, again)));
    if (!is_same && !is_forged) fprintf(stderr, "%s is printed as %s\n", text, same);
    REQUIRE(is_same || is_forged);
    REQUIRE(dyncolor_unregister(theme, again, NULL) == DYNCOLOR_OK);
    free(same);
    free(text);
  }
}

#endif
