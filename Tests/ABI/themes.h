/* Themes to try things on: what their colors are made of, and memory of which there is too little
 * for them. */
#ifndef THEMES_H
#define THEMES_H

#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

#define NUL DYNCOLOR_NUL_TERMINATED
#define COUNT(array) (sizeof(array) / sizeof *(array))

static inline dyncolor_theme *new_theme(void) {
  dyncolor_theme *theme = NULL;
  CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK && theme != NULL);
  return theme;
}

/* Declares all axes that a theme can have, as far as they are not, so that an environment may have
 * any value on them. */
static inline void declare_axes(dyncolor_theme *theme) {
  for (int i = 0; i < DYNCOLOR_MAX_CUSTOM_AXES; i++) {
    char name[16];
    uint32_t axis;
    snprintf(name, sizeof name, "axis %d", i);
    dyncolor_status status = dyncolor_axis_declare_n(theme, name, NUL, &axis, NULL);
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_TOO_MANY_AXES);
  }
}

/* ---- What colors are made of ----------------------------------------------------------------- */

/* In CSS; empty if there is no color of the name. */
static inline const char *css_of(dyncolor_theme *theme, const char *name) {
  static char text[1 << 12];
  dyncolor_id id = 0;
  text[0] = 0;
  if (dyncolor_theme_find_n(theme, name, NUL, &id, NULL) != DYNCOLOR_OK) return "";
  CHECK(dyncolor_id_css(theme, id, text, sizeof text, NULL, NULL) == DYNCOLOR_OK);
  return text;
}

static inline bool is_made(dyncolor_theme *theme, const char *name, const char *expected) {
  const char *found = css_of(theme, name);
  if (strcmp(found, expected) == 0) return true;
  printf("# %s is %s, not %s\n", name, found, expected);
  return false;
}

/* ---- Without memory -------------------------------------------------------------------------- */

/* Memory that is counted, and of which there is none when so many allocations have succeeded: for
 * the next alone, or for all that follow. What it holds at first, and once it has been given back,
 * is nothing good. */
typedef struct short_heap {
  size_t left;
  bool stays_short;
  size_t failures, taken;
} short_heap;

static inline void *short_resize(void *user_data, void *memory, size_t old_size, size_t new_size) {
  short_heap *heap = user_data;
  if (new_size == 0) {
    heap->taken -= old_size;
    if (memory != NULL) memset(memory, 0x5A, old_size);
    free(memory);
    return NULL;
  }
  if (heap->left == 0 && (heap->stays_short || heap->failures == 0)) {
    heap->failures++;
    return NULL;
  }
  if (heap->left > 0) heap->left--;
  void *moved = realloc(memory, new_size);
  if (moved != NULL) heap->taken += new_size - old_size;
  if (moved != NULL && new_size > old_size)
    memset((char *)moved + old_size, 0xA5, new_size - old_size);
  return moved;
}

/* NULL if there is too little memory for it. */
static inline dyncolor_theme *new_theme_in(short_heap *heap) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  options.resize = short_resize;
  options.resize_user_data = heap;
  dyncolor_status status = dyncolor_theme_create(&options, &theme, NULL);
  CHECK(status == (heap->failures == 0 ? DYNCOLOR_OK : DYNCOLOR_ERROR_OUT_OF_MEMORY));
  CHECK((theme != NULL) == (status == DYNCOLOR_OK));
  return theme;
}

typedef dyncolor_status (*theme_call)(dyncolor_theme *theme, const void *data);

/* Makes a call for which so many allocations succeed. Whether it ran short: it has then failed, and
 * the theme is as it was. */
static inline bool runs_short(short_heap *heap, size_t allocations, dyncolor_theme *theme,
                              theme_call call, const void *data) {
  uint64_t before = dyncolor_theme_fingerprint(theme);
  heap->left = allocations;
  heap->failures = 0;
  dyncolor_status status = call(theme, data);
  heap->left = SIZE_MAX;
  CHECK(status == (heap->failures == 0 ? DYNCOLOR_OK : DYNCOLOR_ERROR_OUT_OF_MEMORY));
  if (status != DYNCOLOR_OK) CHECK(dyncolor_theme_fingerprint(theme) == before);
  return heap->failures > 0;
}

#endif
