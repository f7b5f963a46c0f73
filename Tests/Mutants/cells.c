/* What the other tests cannot see of the planes of cells: keys that differ in any one word, and
 * values that replace each other without a change of the theme in between. */
#include <dyncolor.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../ABI/check.h"

enum { STEPS = 4096, READERS = 3 };

/* With so many bytes for what is resolved. */
static dyncolor_theme *new_theme_within(size_t bytes) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  options.memory_budget = bytes;
  if (dyncolor_theme_create(&options, &theme, NULL) != DYNCOLOR_OK) abort();
  return theme;
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* More environments than there is room for, so that they displace each other once they have been
 * missed often enough, and more colors than one, so that an entry has cells of before. The room is
 * too small for a table of more than 64 entries, and for that of nearly all of them. */
enum { VALUES = 100, COLORS = 3, ROUNDS = 100, ROOM = 90 << 10 };

/* One axis of each word of an environment. */
static const dyncolor_axis axes[4] = {
    DYNCOLOR_AXIS_CONTRAST, DYNCOLOR_AXIS_PALETTE, DYNCOLOR_AXIS_FOREGROUND, DYNCOLOR_AXIS_CUSTOM};

/* The colors that are foregrounds, by the values that stand for them. */
static dyncolor_id foregrounds[VALUES + 1];

/* The part of an id that is the same for no two colors. */
static uint32_t index_of(dyncolor_id id) { return id >> 12; }

static dyncolor_status tell_axes(dyncolor_context *context, dyncolor_answer *answer, void *unused) {
  (void)unused;
  answer->color.space = DYNCOLOR_SPACE_SRGB;
  answer->color.alpha = 1;
  for (int i = 0; i < 4; i++) {
    uint32_t value = dyncolor_context_axis(context, axes[i]);
    if (axes[i] == DYNCOLOR_AXIS_FOREGROUND) value = index_of(value);
    const double told = value / (double)STEPS;
    if (i < 3) answer->color.c[i] = told;
    else answer->color.alpha = told;
  }
  return DYNCOLOR_OK;
}

static dyncolor_environment environment_of(uint32_t word, uint32_t value) {
  dyncolor_environment environment = {0};
  if (word == 0) environment.contrast = (uint8_t)value;
  if (word == 1) environment.palette = (uint16_t)value;
  if (word == 2) environment.foreground = foregrounds[value];
  if (word == 3) environment.custom[0] = (uint8_t)value;
  return environment;
}

static bool is_told(const dyncolor_rgba *seen, uint32_t word, uint32_t value) {
  const float parts[4] = {seen->r, seen->g, seen->b, seen->a};
  if (word == 2) value = index_of(foregrounds[value]);
  return parts[word] == (float)value / (float)STEPS;
}

/* So many colors lie between those that are resolved. */
static dyncolor_theme *new_telling_theme(dyncolor_id *ids, int distance) {
  const dyncolor_color color = {.space = DYNCOLOR_SPACE_SRGB, .alpha = 1};
  dyncolor_theme *theme = new_theme_within(ROOM);
  uint32_t custom;
  CHECK(dyncolor_axis_declare_n(theme, "mood", 4, &custom, NULL) == DYNCOLOR_OK &&
        custom == DYNCOLOR_AXIS_CUSTOM);
  for (int i = 1; i <= VALUES; i++) {
    char name[8];
    uint16_t palette;
    const int length = snprintf(name, sizeof name, "p%d", i);
    CHECK(dyncolor_palette_declare_n(theme, name, (size_t)length, &palette, NULL) == DYNCOLOR_OK &&
          palette == i);
  }
  for (int i = 0; i < COLORS; i++) {
    CHECK(dyncolor_register_provider_n(theme, NULL, 0, tell_axes, NULL, NULL, &ids[i], NULL) ==
          DYNCOLOR_OK);
    for (int j = 0; j < distance; j++)
      CHECK(dyncolor_register_color_n(theme, NULL, 0, &color, NULL, NULL) == DYNCOLOR_OK);
  }
  for (int i = 1; i <= VALUES; i++)
    CHECK(dyncolor_register_color_n(theme, NULL, 0, &color, &foregrounds[i], NULL) ==
          DYNCOLOR_OK);
  return theme;
}

static void keys_are_told_apart(void) {
  for (uint32_t word = 0; word < 4; word++) {
    dyncolor_id ids[COLORS];
    dyncolor_theme *theme = new_telling_theme(ids, 0);
    unsigned wrong = 0;
    for (uint32_t i = 0; i < ROUNDS * VALUES; i++) {
      const dyncolor_environment environment = environment_of(word, 1 + i % VALUES);
      for (int j = 0; j < COLORS; j++) {
        dyncolor_rgba seen = {0};
        wrong += dyncolor_resolve(theme, ids[j], &environment, &seen, NULL) != DYNCOLOR_OK ||
                 !is_told(&seen, word, 1 + i % VALUES);
      }
    }
    CHECK(wrong == 0);
    dyncolor_theme_release(theme);
  }
}

/* ---- Entries that change hands -------------------------------------------------------------- */

static dyncolor_theme *shared;
static dyncolor_id shared_ids[COLORS];
static _Atomic unsigned looks, wrong_looks;

/* All threads come to an environment at about the same time, but look elsewhere in between: who
 * has missed waits for the lock while another claims, and sees nothing of that. */
static void *look_around(void *unused) {
  enum { LOOKS = 1000000, AT_ONE = 2048, ELSEWHERE = 16 };
  unsigned look, wrong = 0;
  while ((look = atomic_fetch_add(&looks, 1)) < LOOKS) {
    const uint32_t value = look % ELSEWHERE == 0 ? 2 + look / AT_ONE % (VALUES - 1) : 1;
    const dyncolor_environment environment = environment_of(3, value);
    dyncolor_rgba seen = {0};
    wrong += dyncolor_resolve(shared, shared_ids[look / ELSEWHERE % COLORS], &environment, &seen,
                              NULL) != DYNCOLOR_OK ||
             !is_told(&seen, 3, value);
  }
  atomic_fetch_add(&wrong_looks, wrong);
  return unused;
}

/* Each comes to environments of its own, so that what is about to be read is taken away. */
static void *look_anywhere(void *start) {
  enum { LOOKS = 300000 };
  unsigned wrong = 0;
  uint64_t dice = (uint64_t)(uintptr_t)start;
  for (int look = 0; look < LOOKS; look++) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    const uint32_t value = 1 + (uint32_t)(dice >> 33) % VALUES;
    const dyncolor_environment environment = environment_of(3, value);
    dyncolor_rgba seen = {0};
    wrong += dyncolor_resolve(shared, shared_ids[(dice >> 60) % COLORS], &environment, &seen,
                              NULL) != DYNCOLOR_OK ||
             !is_told(&seen, 3, value);
  }
  atomic_fetch_add(&wrong_looks, wrong);
  return NULL;
}

static void check_looks(void *(*look)(void *), int distance) {
  pthread_t readers[READERS];
  shared = new_telling_theme(shared_ids, distance);
  atomic_store(&wrong_looks, 0);
  for (uintptr_t i = 0; i < READERS; i++)
    CHECK(pthread_create(&readers[i], NULL, look, (void *)i) == 0);
  for (int i = 0; i < READERS; i++) pthread_join(readers[i], NULL);
  CHECK(atomic_load(&wrong_looks) == 0);
  dyncolor_theme_release(shared);
}

static void claims_are_not_seen(void) { check_looks(look_around, 0); }

/* There are so many colors between that each lies in memory of its own, which goes from one
 * environment to another. */
static void thefts_are_not_seen(void) { check_looks(look_anywhere, 100); }

/* ---- A table that has grown ----------------------------------------------------------------- */

/* So many entries that some must be moved, for others to be where they are looked for. */
static void edits_reach_all(void) {
  enum { EDITS = 3, ENVIRONMENTS = 4096 };
  dyncolor_theme *theme = new_theme_within(0);
  unsigned wrong = 0;
  for (int axis = 0; axis < 8; axis++) {
    char name = (char)('a' + axis);
    uint32_t custom;
    CHECK(dyncolor_axis_declare_n(theme, &name, 1, &custom, NULL) == DYNCOLOR_OK);
  }
  for (int edit = 0; edit < EDITS; edit++) {
    const double part = edit / 4.0;
    const dyncolor_color color = {
        .space = DYNCOLOR_SPACE_SRGB, .c = {part, part, part}, .alpha = 1};
    dyncolor_id id;
    CHECK(dyncolor_register_color_n(theme, "gray", 4, &color, &id, NULL) == DYNCOLOR_OK);
    for (uint32_t i = 0; i < ENVIRONMENTS; i++) {
      dyncolor_environment environment = {0};
      dyncolor_rgba seen;
      uint64_t dice = i;
      for (int axis = 0; axis < 8; axis++) {
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        environment.custom[axis] = (uint8_t)(dice >> 56);
      }
      wrong += dyncolor_resolve(theme, id, &environment, &seen, NULL) != DYNCOLOR_OK ||
               seen.r != (float)part;
    }
  }
  CHECK(wrong == 0);
  dyncolor_theme_release(theme);
}

enum { MANY = 20000 };

static _Atomic uint32_t known; /* so many environments have been resolved */
static dyncolor_id gray;

static dyncolor_environment numbered_environment(uint32_t number) {
  dyncolor_environment environment = {0};
  environment.custom[0] = (uint8_t)number;
  environment.custom[1] = (uint8_t)(number >> 8);
  return environment;
}

static void *come_to_more(void *unused) {
  for (uint32_t i = 0; i < MANY; i++) {
    const dyncolor_environment environment = numbered_environment(i);
    dyncolor_rgba seen;
    if (dyncolor_resolve(shared, gray, &environment, &seen, NULL) != DYNCOLOR_OK)
      atomic_fetch_add(&wrong_looks, 1);
    atomic_store(&known, i + 1);
  }
  return unused;
}

/* Edits come while entries are moved to a larger table, which takes several steps. */
static void edits_reach_a_growing_table(void) {
  enum { THEMES = 10, LOOKS = 500 };
  uint64_t dice = 1;
  atomic_store(&wrong_looks, 0);
  for (int i = 0; i < THEMES; i++) {
    dyncolor_color color = {.space = DYNCOLOR_SPACE_SRGB, .alpha = 1};
    pthread_t other;
    shared = new_theme_within(256 << 20);
    for (int axis = 0; axis < 2; axis++) {
      uint32_t custom;
      CHECK(dyncolor_axis_declare_n(shared, axis ? "b" : "a", 1, &custom, NULL) == DYNCOLOR_OK);
    }
    CHECK(dyncolor_register_color_n(shared, NULL, 0, &color, &gray, NULL) == DYNCOLOR_OK);
    atomic_store(&known, 0);
    CHECK(pthread_create(&other, NULL, come_to_more, NULL) == 0);
    for (int edit = 1; atomic_load(&known) < MANY; edit++) {
      color.c[0] = edit % STEPS / (double)STEPS;
      CHECK(dyncolor_theme_redefine(shared, &gray, &color, 1, NULL) == DYNCOLOR_OK);
      for (int look = 0; look < LOOKS; look++) {
        const uint32_t count = atomic_load(&known);
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        const dyncolor_environment environment =
            numbered_environment(count ? (uint32_t)(dice >> 33) % count : 0);
        dyncolor_rgba seen = {0};
        if (dyncolor_resolve(shared, gray, &environment, &seen, NULL) != DYNCOLOR_OK ||
            seen.r != (float)color.c[0])
          atomic_fetch_add(&wrong_looks, 1);
      }
    }
    pthread_join(other, NULL);
    dyncolor_theme_release(shared);
  }
  CHECK(atomic_load(&wrong_looks) == 0);
}

/* ---- Answers that differ -------------------------------------------------------------------- */

static _Atomic unsigned answers, torn, refused;
static _Atomic bool stop;
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
    if (dyncolor_resolve(shared, fickle, &environment, &seen, NULL) != DYNCOLOR_OK)
      atomic_fetch_add(&refused, 1);
    else if (seen.r != seen.a || seen.g != seen.a || seen.b != seen.a)
      atomic_fetch_add(&torn, 1);
  }
  return unused;
}

static void answers_are_whole(void) {
  enum { ANSWERS = 15000 };
  pthread_t readers[READERS];
  shared = new_theme_within(0);
  CHECK(dyncolor_register_provider_n(shared, NULL, 0, count_up, NULL, NULL, &fickle, NULL) ==
        DYNCOLOR_OK);
  for (int i = 0; i < READERS; i++)
    CHECK(pthread_create(&readers[i], NULL, look_until_stopped, NULL) == 0);
  while (atomic_load(&answers) < ANSWERS) {
    CHECK(dyncolor_id_refresh(shared, fickle, NULL) == DYNCOLOR_OK);
    usleep(100);
  }
  atomic_store(&stop, true);
  for (int i = 0; i < READERS; i++) pthread_join(readers[i], NULL);
  CHECK(atomic_load(&refused) == 0);
  CHECK(atomic_load(&torn) == 0);
  dyncolor_theme_release(shared);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

enum { GRAYS = 8 };

static dyncolor_id grays[GRAYS];

static void *look_one_by_one(void *unused) {
  const dyncolor_environment environment = {0};
  dyncolor_rgba seen;
  for (unsigned i = 0; !atomic_load(&stop); i++)
    if (dyncolor_resolve(shared, grays[i % GRAYS], &environment, &seen, NULL) != DYNCOLOR_OK)
      atomic_fetch_add(&refused, 1);
  return unused;
}

static void *look_at_lists(void *unused) {
  const dyncolor_environment environment = {0};
  while (!atomic_load(&stop)) {
    float seen[GRAYS][4] = {{0}};
    if (dyncolor_resolve_list(shared, grays, GRAYS, &environment, DYNCOLOR_LAYOUT_FLOAT4, seen,
                              sizeof *seen, NULL, NULL) != DYNCOLOR_OK)
      atomic_fetch_add(&refused, 1);
    for (int i = 1; i < GRAYS; i++)
      if (seen[i][0] != seen[0][0]) atomic_fetch_add(&torn, 1);
  }
  return unused;
}

/* All grays are the same, and become another all at once. */
static void lists_are_of_an_instant(void) {
  enum { CHANGES = 20000 };
  static const char *const names[GRAYS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  dyncolor_variant variant = {.part.color = {.space = DYNCOLOR_SPACE_SRGB, .alpha = 1}};
  dyncolor_definition definitions[GRAYS];
  pthread_t readers[READERS];
  for (int i = 0; i < GRAYS; i++) {
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].kind = DYNCOLOR_KIND_VARIANTS;
    definitions[i].variants = &variant;
    definitions[i].variant_count = 1;
    definitions[i].name = names[i];
    definitions[i].name_length = 1;
  }
  shared = new_theme_within(0);
  CHECK(dyncolor_register(shared, definitions, GRAYS, grays, NULL) == DYNCOLOR_OK);
  atomic_store(&stop, false);
  atomic_store(&torn, 0);
  atomic_store(&refused, 0);
  for (int i = 0; i < READERS; i++)
    CHECK(pthread_create(&readers[i], NULL, i == 0 ? look_one_by_one : look_at_lists, NULL) == 0);
  for (int change = 0; change < CHANGES; change++) {
    for (int i = 0; i < 3; i++) variant.part.color.c[i] = (double)(change % STEPS) / STEPS;
    CHECK(dyncolor_register(shared, definitions, GRAYS, NULL, NULL) == DYNCOLOR_OK);
    if (change % 4 == 0) usleep(20);
  }
  atomic_store(&stop, true);
  for (int i = 0; i < READERS; i++) pthread_join(readers[i], NULL);
  CHECK(atomic_load(&refused) == 0);
  CHECK(atomic_load(&torn) == 0);
  dyncolor_theme_release(shared);
}

int main(void) {
  CLAIM("environments that differ in any one word have separate cache entries",
        keys_are_told_apart);
  CLAIM("an entry that is reused is never valid for both environments", claims_are_not_seen);
  CLAIM("a value of one environment is never returned for another", thefts_are_not_seen);
  CLAIM("an edit invalidates all entries of a table that has grown, also those that were moved",
        edits_reach_all);
  CLAIM("an edit invalidates all entries of a table that is growing", edits_reach_a_growing_table);
  CLAIM("concurrent answers of a provider are not mixed", answers_are_whole);
  CLAIM("all colors of a list are of one version", lists_are_of_an_instant);
  return CHECK_RESULT;
}
