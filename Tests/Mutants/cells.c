/* What the other tests cannot see of the planes of cells: keys that differ in any one word, and
 * values that replace each other without a change of the theme in between. */
#include <dyncolor.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "../ABI/check.h"

enum { STEPS = 4096 };

static dyncolor_theme *new_theme(void) {
  dyncolor_theme *theme = NULL;
  if (dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK) abort();
  return theme;
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* One axis of each word of an environment. */
static const dyncolor_axis axes[4] = {
    DYNCOLOR_AXIS_CONTRAST, DYNCOLOR_AXIS_PALETTE, DYNCOLOR_AXIS_FOREGROUND, DYNCOLOR_AXIS_CUSTOM};

static dyncolor_status tell_axes(dyncolor_context *context, dyncolor_answer *answer, void *unused) {
  (void)unused;
  answer->color.space = DYNCOLOR_SPACE_SRGB;
  answer->color.alpha = 1;
  for (int i = 0; i < 4; i++) {
    const double told = dyncolor_context_axis(context, axes[i]) / (double)STEPS;
    if (i < 3) answer->color.c[i] = told;
    else answer->color.alpha = told;
  }
  return DYNCOLOR_OK;
}

/* There are more environments than entries, so that keys that are equal but for one word meet, all
 * in the windows of others. */
static void keys_are_told_apart(void) {
  enum { VALUES = 200 };
  dyncolor_theme *theme = new_theme();
  dyncolor_id id;
  uint32_t custom;
  unsigned wrong[4] = {0};
  CHECK(dyncolor_axis_declare(theme, "mood", 4, &custom, NULL) == DYNCOLOR_OK && custom == 0);
  CHECK(dyncolor_register_provider(theme, NULL, 0, tell_axes, NULL, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  for (uint32_t i = 0; i < 4 * 2 * VALUES; i++) {
    const uint32_t word = i / (2 * VALUES), value = 1 + i % VALUES;
    const float told = (float)value / (float)STEPS;
    dyncolor_environment environment = {0};
    dyncolor_rgba seen = {0};
    if (word == 0) environment.contrast = (uint8_t)value;
    if (word == 1) environment.palette = (uint16_t)value;
    if (word == 2) environment.foreground = value;
    if (word == 3) environment.custom[0] = (uint8_t)value;
    CHECK(dyncolor_resolve(theme, id, &environment, &seen, NULL) == DYNCOLOR_OK);
    wrong[word] += (word == 0 ? seen.r : word == 1 ? seen.g : word == 2 ? seen.b : seen.a) != told;
  }
  for (int word = 0; word < 4; word++) CHECK(wrong[word] == 0);
  dyncolor_theme_release(theme);
}

/* ---- Answers that differ -------------------------------------------------------------------- */

static _Atomic unsigned answers, torn, looks;
static _Atomic bool stop;
static dyncolor_theme *shared;
static dyncolor_id fickle;

/* It takes its time: threads that miss at once each get an answer of their own, and each is kept
 * in the place of the one before. */
static dyncolor_status count_up(dyncolor_context *context, dyncolor_answer *answer, void *unused) {
  const double part = (double)(atomic_fetch_add(&answers, 1) % STEPS) / STEPS;
  (void)context;
  (void)unused;
  usleep(20);
  answer->color.space = DYNCOLOR_SPACE_SRGB;
  for (int i = 0; i < 3; i++) answer->color.c[i] = part;
  answer->color.alpha = part;
  return DYNCOLOR_OK;
}

static void *look_until_stopped(void *unused) {
  const dyncolor_environment environment = {0};
  while (!atomic_load(&stop)) {
    dyncolor_rgba seen;
    const bool good = dyncolor_resolve(shared, fickle, &environment, &seen, NULL) == DYNCOLOR_OK;
    if (!good || seen.r != seen.a || seen.g != seen.a || seen.b != seen.a)
      atomic_fetch_add(&torn, 1);
    atomic_fetch_add(&looks, 1);
  }
  return unused;
}

static void answers_are_whole(void) {
  enum { READERS = 3, EDITS = 5000 };
  const dyncolor_color color = {.space = DYNCOLOR_SPACE_SRGB, .alpha = 1};
  pthread_t readers[READERS];
  dyncolor_id other;
  shared = new_theme();
  CHECK(dyncolor_register_provider(shared, NULL, 0, count_up, NULL, NULL, &fickle, NULL) ==
        DYNCOLOR_OK);
  for (int i = 0; i < READERS; i++)
    CHECK(pthread_create(&readers[i], NULL, look_until_stopped, NULL) == 0);
  for (int i = 0; i < EDITS; i++) {
    /* Whatever changes, providers are asked again. */
    CHECK(dyncolor_register_color(shared, "other", 5, &color, &other, NULL) == DYNCOLOR_OK);
    usleep(100);
  }
  atomic_store(&stop, true);
  for (int i = 0; i < READERS; i++) pthread_join(readers[i], NULL);
  printf("# %u looks at %u answers\n", atomic_load(&looks), atomic_load(&answers));
  CHECK(atomic_load(&answers) > EDITS);
  CHECK(atomic_load(&torn) == 0);
  dyncolor_theme_release(shared);
}

int main(void) {
  CLAIM("environments that differ in any one word have values of their own", keys_are_told_apart);
  CLAIM("answers that replace each other are not mixed", answers_are_whole);
  return CHECK_RESULT;
}
