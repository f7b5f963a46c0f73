/* Readers that take long: what a theme keeps for them, while it is changed again and again. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "themes.h"

enum { EDITS = 100000, HANDOVERS = 3000 };

/* What may be taken besides, for tables that have grown. */
enum { SLACK = 16 * 1024 };

static dyncolor_color gray(double value) {
  return (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB, .c = {value, value, value}, .alpha = 1};
}

static double shade(int i) { return (i & 255) / 255.0; }

/* ---- Slow readers ---------------------------------------------------------------------------- */

/* A provider that answers when it is told to, with another color as it saw that, and the thread
 * that resolves it. */
typedef struct reader {
  pthread_t thread;
  dyncolor_theme *theme;
  dyncolor_id id, other;
  dyncolor_environment where;
  atomic_int has_entered, may_go;
  dyncolor_rgba color;
} reader;

static dyncolor_status provide_slowly(dyncolor_context *context, dyncolor_answer *answer,
                                      void *user_data) {
  reader *self = user_data;
  dyncolor_rgba seen;
  atomic_store(&self->has_entered, 1);
  while (!atomic_load(&self->may_go)) usleep(20);
  CHECK(dyncolor_context_resolve(context, self->other, &seen, NULL) == DYNCOLOR_OK);
  answer->color = gray((double)seen.r);
  return DYNCOLOR_OK;
}

static void *read_slowly(void *argument) {
  reader *self = argument;
  CHECK(dyncolor_resolve(self->theme, self->id, &self->where, &self->color, NULL) == DYNCOLOR_OK);
  return NULL;
}

static void begin_reader(reader *self, dyncolor_theme *theme, dyncolor_id other) {
  *self = (reader){.theme = theme, .other = other};
  CHECK(dyncolor_register_provider_n(theme, NULL, 0, provide_slowly, self, NULL, &self->id, NULL) ==
        DYNCOLOR_OK);
  CHECK(pthread_create(&self->thread, NULL, read_slowly, self) == 0);
  while (!atomic_load(&self->has_entered)) usleep(20);
}

/* Lets it answer: the color that it has seen. */
static double end_reader(reader *self) {
  atomic_store(&self->may_go, 1);
  CHECK(pthread_join(self->thread, NULL) == 0);
  CHECK(dyncolor_unregister(self->theme, self->id, NULL) == DYNCOLOR_OK);
  return (double)self->color.r;
}

static bool is_near(double a, double b) { return a - b < 1e-6 && b - a < 1e-6; }

/* ---- Redefining ------------------------------------------------------------------------------ */

static dyncolor_id define(dyncolor_theme *theme, const char *name, int i) {
  const dyncolor_color color = gray(shade(i));
  dyncolor_id id = 0;
  CHECK(dyncolor_register_color_n(theme, name, NUL, &color, &id, NULL) == DYNCOLOR_OK);
  return id;
}

static void redefine(dyncolor_theme *theme, dyncolor_id id, int i, int way) {
  const dyncolor_color color = gray(shade(i));
  char text[64];
  switch (way) {
    case 0: (void)define(theme, "color", i); break;
    case 1: CHECK(dyncolor_theme_redefine(theme, &id, &color, 1, NULL) == DYNCOLOR_OK); break;
    default:
      snprintf(text, sizeof text, "color-mix(in srgb, rgb(%d %d %d), currentcolor 0%%)", i & 255,
               i & 255, i & 255);
      CHECK(dyncolor_register_css_n(theme, "color", NUL, text, NUL, NULL, NULL) == DYNCOLOR_OK);
  }
}

static void one_slow_reader(void) {
  for (int way = 0; way < 3; way++) {
    short_heap heap = {.left = SIZE_MAX};
    dyncolor_theme *theme = new_theme_in(&heap);
    dyncolor_id id = define(theme, "color", 51);
    reader slow;
    begin_reader(&slow, theme, id);
    for (int i = 0; i < 100; i++) redefine(theme, id, i, way);
    const size_t before = heap.taken;
    for (int i = 0; i < EDITS; i++) redefine(theme, id, i, way);
    CHECK(heap.taken <= before + SLACK);
    if (heap.taken > before + SLACK) printf("# way %d: %zu bytes more\n", way, heap.taken - before);
    CHECK(is_near(end_reader(&slow), shade(51)));
    dyncolor_theme_release(theme);
    CHECK(heap.taken == 0);
  }
}

/* A provider that changes a color that it has seen, so that its resolving sees an old version. */
typedef struct changer {
  dyncolor_theme *theme;
  dyncolor_id other;
  int next;
} changer;

static dyncolor_status provide_changing(dyncolor_context *context, dyncolor_answer *answer,
                                        void *user_data) {
  changer *self = user_data;
  dyncolor_rgba before, after;
  CHECK(dyncolor_context_resolve(context, self->other, &before, NULL) == DYNCOLOR_OK);
  (void)define(self->theme, "color", self->next++);
  CHECK(dyncolor_context_resolve(context, self->other, &after, NULL) == DYNCOLOR_OK);
  CHECK(before.r == after.r);
  answer->color = gray((double)before.r);
  return DYNCOLOR_OK;
}

static void short_readers_beside_a_slow_one(void) {
  short_heap heap = {.left = SIZE_MAX};
  dyncolor_theme *theme = new_theme_in(&heap);
  changer changing = {.theme = theme, .other = define(theme, "color", 51), .next = 0};
  dyncolor_id id = 0;
  CHECK(dyncolor_register_provider_n(theme, "changing", NUL, provide_changing, &changing, NULL, &id,
                                     NULL) == DYNCOLOR_OK);
  reader slow[4];
  /* Two of different versions, in which the color is the same. */
  begin_reader(&slow[0], theme, changing.other);
  begin_reader(&slow[3], theme, changing.other);
  size_t before = 0;
  for (int i = 0; i < EDITS / 4; i++) {
    dyncolor_rgba color;
    if (i == 500) CHECK(is_near(end_reader(&slow[3]), shade(51)));
    if (i == 1000) begin_reader(&slow[1], theme, changing.other);
    if (i == 2000) begin_reader(&slow[2], theme, changing.other);
    if (i == 3000) before = heap.taken;
    CHECK(dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK);
  }
  CHECK(heap.taken <= before + SLACK);
  if (heap.taken > before + SLACK) printf("# %zu bytes more\n", heap.taken - before);
  /* In another order than they began in. */
  CHECK(is_near(end_reader(&slow[1]), shade(999)));
  CHECK(is_near(end_reader(&slow[0]), shade(51)));
  CHECK(is_near(end_reader(&slow[2]), shade(1999)));
  dyncolor_theme_release(theme);
  CHECK(heap.taken == 0);
}

/* ---- Renaming -------------------------------------------------------------------------------- */

static void renamed_under_overlapping_readers(void) {
  short_heap heap = {.left = SIZE_MAX};
  dyncolor_theme *theme = new_theme_in(&heap);
  dyncolor_id id = define(theme, "odd", 204), by_name = 0;
  CHECK(dyncolor_register_css_n(theme, "by name", NUL, "var(--odd, black)", NUL, &by_name, NULL) ==
        DYNCOLOR_OK);
  reader readers[2];
  size_t before = 0;
  begin_reader(&readers[0], theme, by_name);
  for (int i = 1; i <= HANDOVERS; i++) {
    /* There is always one of them, and each is overtaken by a renaming. */
    const char *const name = i % 2 == 0 ? "odd" : "even";
    CHECK(dyncolor_id_rename_n(theme, id, name, NUL, NULL) == DYNCOLOR_OK);
    begin_reader(&readers[i % 2], theme, by_name);
    CHECK(dyncolor_id_rename_n(theme, id, "neither", NUL, NULL) == DYNCOLOR_OK);
    CHECK(is_near(end_reader(&readers[(i - 1) % 2]), i % 2 == 0 ? 0 : shade(204)));
    if (i == 200) before = heap.taken;
  }
  CHECK(heap.taken <= before + SLACK);
  if (heap.taken > before + SLACK) printf("# %zu bytes more\n", heap.taken - before);
  CHECK(is_near(end_reader(&readers[HANDOVERS % 2]), HANDOVERS % 2 == 0 ? shade(204) : 0));
  dyncolor_theme_release(theme);
  CHECK(heap.taken == 0);
}

int main(void) {
  alarm(300); /* whoever waits for ever */
  CLAIM("a slow reader retains one version of a color, however often it is redefined",
        one_slow_reader);
  CLAIM("short readers beside slow ones retain nothing", short_readers_beside_a_slow_one);
  CLAIM("overlapping readers retain an old name binding only as long as one can see it",
        renamed_under_overlapping_readers);
  return CHECK_RESULT;
}
