/* Sixteen threads: calls of every kind at once; recorded histories of changes and looks, for which
 * an order is sought in which they could have happened one by one; forks; what runs when threads
 * and processes end; and signals.
 *
 *     races [--seconds S]     how long each of the two mixtures goes on */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>

#include "check.h"
#include "bus.h"
#include "mix.h"

enum { THREADS = 16 };

static double option_seconds = 2;
static _Atomic bool is_over;
static _Atomic unsigned surprises;
static _Atomic int live_boxes;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void pause_for(double seconds) {
  struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  while (nanosleep(&left, &left) != 0) continue;
}

static dyncolor_theme *theme_in(mix_heap *heap) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  options.resize = mix_resize;
  options.resize_user_data = heap;
  options.memory_budget = 128 * 1024;
  CHECK(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK);
  return theme;
}

/* ---- Everything at once ---------------------------------------------------------------------- */

static void *mix_until_over(void *argument) {
  mixer *in = argument;
  while (!atomic_load(&is_over)) mix_once(in);
  mix_end(in);
  return NULL;
}

/* Removes what a mixer leaves in its folder, and the folder. */
static void remove_folder(const char *folder) {
  static const char *const names[2] = {"watched.css", "written.json"};
  char path[100];
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  CHECK(rmdir(folder) == 0);
}

/* Threads that mix, until that is ended. */
typedef struct mixture {
  mix_heap lasting, passing;
  dyncolor_theme *theme;
  mixer mixers[THREADS];
  pthread_t threads[THREADS];
  char folders[THREADS][64];
  int count;
} mixture;

static void begin_mixture(mixture *all, int count) {
  memset(all, 0, sizeof *all);
  all->count = count;
  all->theme = theme_in(&all->lasting);
  atomic_store(&is_over, false);
  for (int i = 0; i < count; i++) {
    mixer *in = &all->mixers[i];
    *in = (mixer){.theme = all->theme, .passing = &all->passing, .surprises = &surprises};
    in->live = &live_boxes;
    in->random = (uint64_t)i * 977 + 1;
    strcpy(all->folders[i], "/tmp/races-XXXXXX");
    in->folder = mkdtemp(all->folders[i]);
    CHECK(in->folder != NULL);
    CHECK(pthread_create(&all->threads[i], NULL, mix_until_over, in) == 0);
  }
}

static uint64_t end_mixture(mixture *all) {
  uint64_t calls = 0;
  atomic_store(&is_over, true);
  for (int i = 0; i < all->count; i++) {
    pthread_join(all->threads[i], NULL);
    calls += all->mixers[i].calls;
    remove_folder(all->folders[i]);
  }
  dyncolor_theme_release(all->theme);
  CHECK(atomic_load(&all->lasting.blocks) == 0 && atomic_load(&all->lasting.bytes) == 0);
  CHECK(atomic_load(&all->passing.blocks) == 0 && atomic_load(&all->passing.bytes) == 0);
  CHECK(atomic_load(&live_boxes) == 0);
  CHECK(atomic_load(&surprises) == 0);
  return calls;
}

static mixture mixed;

static void everything_at_once(void) {
  begin_mixture(&mixed, THREADS);
  pause_for(option_seconds);
  const uint64_t calls = end_mixture(&mixed);
  printf("# %llu calls by %d threads\n", (unsigned long long)calls, THREADS);
  CHECK(calls > 1000);
}

/* ---- Themes that wander ---------------------------------------------------------------------- */

/* Threads take themes and snapshots out of slots, use them, and put them or new ones back,
 * so that each is made, held and released by any of them; and compare two themes, either way. */
enum { SLOTS = 8 };

static dyncolor_theme *_Atomic theme_slots[SLOTS];
static dyncolor_snapshot *_Atomic snapshot_slots[SLOTS];
static dyncolor_theme *twins[2];
static dyncolor_id twin_ids[2];

static void hand_on(mixer *in, uint32_t slot) {
  dyncolor_theme *theme = atomic_exchange(&theme_slots[slot], NULL);
  dyncolor_snapshot *snapshot = atomic_exchange(&snapshot_slots[slot], NULL);
  dyncolor_rgba color;
  size_t rows;
  if (theme == NULL || mix_random(in, 4) == 0) {
    dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
    options.resize = mix_resize;
    options.resize_user_data = in->passing;
    dyncolor_theme_release(theme);
    theme = NULL;
    MIX(in, dyncolor_theme_create, &options, &theme, NULL);
  }
  in->theme = theme;
  mix_register(in);
  const dyncolor_environment environment = mix_environment(in);
  MIX(in, dyncolor_resolve, theme, mix_id(in), &environment, &color, NULL);
  if (snapshot != NULL) MIX_WANT(in, dyncolor_snapshot_colors(snapshot, &rows) != NULL);
  dyncolor_snapshot_release(snapshot);
  snapshot = NULL;
  MIX(in, dyncolor_snapshot_create, theme, &environment, &snapshot, NULL);
  dyncolor_snapshot_release(atomic_exchange(&snapshot_slots[slot], snapshot));
  dyncolor_theme_release(atomic_exchange(&theme_slots[slot], theme));
}

static void compare_twins(mixer *in) {
  const uint32_t first = mix_random(in, 2), second = 1 - first;
  const dyncolor_color color = mix_color(in);
  (void)dyncolor_id_equal(twins[first], twin_ids[first], twins[second], twin_ids[second]);
  MIX(in, dyncolor_theme_redefine, twins[first], &twin_ids[first], &color, 1, NULL);
}

static void *wander(void *argument) {
  mixer *in = argument;
  for (int i = 0; i < 300; i++) {
    hand_on(in, mix_random(in, SLOTS));
    for (int j = 0; j < 4; j++) compare_twins(in);
  }
  return NULL;
}

static void themes_wander(void) {
  static mixer wanderers[THREADS];
  static mix_heap passing;
  const dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
  pthread_t threads[THREADS];
  for (int i = 0; i < 2; i++) {
    twins[i] = theme_in(&passing);
    CHECK(dyncolor_register_color_n(twins[i], "twin", 4, &color, &twin_ids[i],
                                    NULL) == DYNCOLOR_OK);
  }
  CHECK(dyncolor_id_equal(twins[0], twin_ids[0], twins[1], twin_ids[1]) == 1);
  for (int i = 0; i < THREADS; i++) {
    wanderers[i] = (mixer){.passing = &passing, .surprises = &surprises, .live = &live_boxes};
    wanderers[i].random = (uint64_t)i * 31 + 7;
    CHECK(pthread_create(&threads[i], NULL, wander, &wanderers[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < SLOTS; i++) {
    dyncolor_theme_release(atomic_exchange(&theme_slots[i], NULL));
    dyncolor_snapshot_release(atomic_exchange(&snapshot_slots[i], NULL));
  }
  for (int i = 0; i < 2; i++) dyncolor_theme_release(twins[i]);
  CHECK(atomic_load(&passing.blocks) == 0 && atomic_load(&passing.bytes) == 0);
  CHECK(atomic_load(&live_boxes) == 0 && atomic_load(&surprises) == 0);
}

/* ---- Histories ------------------------------------------------------------------------------- */

/* What a thread did: it wrote a value, or read it, between two times. The first value of each color
 * is 0, which was written before all began. */
typedef struct event {
  uint64_t from, to;
  uint32_t value;
  bool is_write;
} event;

/* All that was done with one value: the write, and the reads that saw it. */
typedef struct cluster {
  uint64_t first_end, last_start; /* the earliest `to` and the latest `from` of any of them */
  uint64_t write_from;
  bool is_written, is_empty;
} cluster;

typedef struct zone {
  uint64_t low, high;
  bool is_forward;
} zone;

static int compare_zones(const void *a, const void *b) {
  const uint64_t x = ((const zone *)a)->low, y = ((const zone *)b)->low;
  return (x > y) - (x < y);
}

/* Whether the events on one color, by whichever threads, could have happened one by one, each at an
 * instant of its time, so that each read sees the last write. As all values are different, this is
 * decided by Gibbons and Korach's theorem ("Testing Shared Memories", 1997): a value is in force
 * from the first end of its events to the last start, if that is later, and these zones must not
 * overlap; all events of another value may lie together at one instant between its last start and
 * its first end, and that zone must not lie in one of the former. NULL, or what is wrong. */
static const char *disorder_of(const event *events, size_t count, uint32_t values) {
  const char *wrong = NULL;
  cluster *clusters = calloc(values, sizeof *clusters);
  zone *zones = calloc(values, sizeof *zones);
  size_t zone_count = 0;
  for (uint32_t i = 0; i < values; i++)
    clusters[i] = (cluster){.first_end = UINT64_MAX, .is_empty = true};
  clusters[0] = (cluster){.is_written = true};
  for (size_t i = 0; i < count; i++) {
    if (events[i].value >= values) continue;
    cluster *of = &clusters[events[i].value];
    of->is_empty = false;
    if (events[i].to < of->first_end) of->first_end = events[i].to;
    if (events[i].from > of->last_start) of->last_start = events[i].from;
    if (!events[i].is_write) continue;
    if (of->is_written) wrong = "a value is written twice";
    of->is_written = true;
    of->write_from = events[i].from;
  }
  for (size_t i = 0; i < count && wrong == NULL; i++) {
    if (events[i].value >= values || !clusters[events[i].value].is_written)
      wrong = "a value is read that nobody writes";
    else if (events[i].to < clusters[events[i].value].write_from)
      wrong = "a value is read before it is written";
  }
  for (uint32_t i = 0; i < values; i++) {
    const cluster *of = &clusters[i];
    if (of->is_empty) continue;
    const bool is_forward = of->first_end < of->last_start;
    zones[zone_count++] = is_forward ? (zone){of->first_end, of->last_start, true}
                                     : (zone){of->last_start, of->first_end, false};
  }
  qsort(zones, zone_count, sizeof *zones, compare_zones);
  uint64_t reach = 0;
  for (size_t i = 0; i < zone_count && wrong == NULL; i++) {
    if (zones[i].is_forward && i > 0 && zones[i].low < reach)
      wrong = "a value is seen again after another";
    if (!zones[i].is_forward && zones[i].high < reach)
      wrong = "a write is seen by nobody, though nothing else could have been";
    if (zones[i].is_forward && zones[i].high > reach) reach = zones[i].high;
  }
  free(clusters);
  free(zones);
  return wrong;
}

/* Several colors, each of which has one thread that writes it, value after value; and looks at all
 * of them at once. */
enum { COLUMNS = 4 };

typedef struct look {
  uint64_t from, to;
  uint32_t values[COLUMNS];
} look;

/* The times of the writes of a color, by value. */
typedef struct column {
  const event *writes;
  uint32_t count;
} column;

static uint64_t sum_of(const look *it) {
  uint64_t sum = 0;
  for (int i = 0; i < COLUMNS; i++) sum += it->values[i];
  return sum;
}

static int compare_looks(const void *a, const void *b) {
  const uint64_t x = sum_of(a), y = sum_of(b);
  return (x > y) - (x < y);
}

/* Whether all looks could each have been at an instant. By Anderson's lemma ("Composite registers",
 * 1993) that is so if no look sees a value too early or too late; of two looks, one sees nothing
 * older than the other, and not the one that was over when the other began; and if a look sees a
 * write, it sees all writes that were over when that began. Sorts the looks. */
static const char *disorder_of_looks(look *looks, size_t count, const column columns[COLUMNS]) {
  qsort(looks, count, sizeof *looks, compare_looks);
  uint64_t latest = 0, latest_before = 0;
  for (size_t i = 0; i < count; i++) {
    const look *it = &looks[i];
    for (int j = 0; j < COLUMNS; j++) {
      const uint32_t value = it->values[j];
      if (value >= columns[j].count) return "a look sees what nobody writes";
      if (columns[j].writes[value].from > it->to) return "a look sees a value before it is written";
      if (value + 1 == columns[j].count) continue;
      const event *next = &columns[j].writes[value + 1];
      if (next->to < it->from) return "a look sees a value after the next is written";
      for (int k = 0; k < COLUMNS; k++)
        if (next->to < columns[k].writes[it->values[k]].from)
          return "a look sees a write, and not what was written before it";
    }
    const bool is_new = i > 0 && memcmp(it->values, looks[i - 1].values, sizeof it->values) != 0;
    for (int j = 0; is_new && j < COLUMNS; j++)
      if (it->values[j] < looks[i - 1].values[j]) return "of two looks, each sees what is newer";
    if (is_new) latest_before = latest;
    if (it->to < latest_before) return "a look sees older values than one that was over";
    if (it->from > latest) latest = it->from;
  }
  return NULL;
}

/* ---- Histories that cannot be ---------------------------------------------------------------- */

typedef struct planted {
  const char *why;
  bool is_good;
  event events[6];
} planted;

static const planted plants[] = {
    {"one after the other", true, {{1, 2, 1, true}, {3, 4, 1, false}, {5, 6, 2, true}}},
    {"reads during a write", true, {{1, 9, 1, true}, {2, 3, 0, false}, {4, 5, 1, false}}},
    {"writes at once, either way", true,
     {{1, 9, 1, true}, {1, 9, 2, true}, {10, 11, 1, false}, {12, 13, 1, false}}},
    {"a write that nobody sees", true,
     {{1, 9, 1, true}, {2, 3, 2, true}, {4, 5, 1, false}, {6, 7, 1, false}}},
    {"of what was there before", false, {{1, 2, 1, true}, {3, 4, 0, false}}},
    {"of what is to come", false, {{1, 2, 1, false}, {3, 4, 1, true}}},
    {"of what never was", false, {{1, 2, 1, true}, {3, 4, 7, false}}},
    {"old after new", false, {{1, 9, 1, true}, {2, 3, 1, false}, {4, 5, 0, false}}},
    {"old after new, by two threads", false,
     {{1, 20, 1, true}, {2, 10, 1, false}, {11, 19, 0, false}}},
    {"after the next write", false,
     {{1, 2, 1, true}, {3, 4, 2, true}, {5, 6, 2, false}, {7, 8, 1, false}}},
    {"writes at once, both ways", false,
     {{1, 9, 1, true}, {1, 9, 2, true}, {10, 11, 1, false}, {12, 13, 2, false},
      {14, 15, 1, false}}},
    {"around a write that nobody sees", false,
     {{1, 2, 1, true}, {3, 4, 1, false}, {5, 6, 2, true}, {7, 8, 1, false}}},
    {"the same twice", false, {{1, 2, 1, true}, {3, 4, 1, true}}},
};

static void bad_histories_are_found(void) {
  for (size_t i = 0; i < sizeof plants / sizeof *plants; i++) {
    size_t count = 0;
    while (count < 6 && plants[i].events[count].to != 0) count++;
    const bool is_good = disorder_of(plants[i].events, count, 4) == NULL;
    CHECK(is_good == plants[i].is_good);
    if (is_good != plants[i].is_good) printf("# %s\n", plants[i].why);
  }
}

typedef struct planted_looks {
  const char *why;
  bool is_good;
  look looks[2];
} planted_looks;

/* The writes of each column: 0 before all, 1 at 10 to 20, 2 at 50 to 60; of the second column 30
 * later. */
static const planted_looks looking[] = {
    {"before and after", true, {{1, 2, {0, 0}}, {90, 95, {2, 2}}}},
    {"between", true, {{22, 30, {1, 0}}, {45, 48, {1, 1}}}},
    {"during both", true, {{12, 48, {0, 0}}, {12, 48, {1, 1}}}},
    {"too late", false, {{30, 35, {0, 0}}, {90, 95, {2, 2}}}},
    {"too early", false, {{1, 2, {1, 0}}, {90, 95, {2, 2}}}},
    {"the second without the first", false, {{11, 48, {0, 1}}, {90, 95, {2, 2}}}},
    {"one the first, one the second", false, {{41, 85, {2, 0}}, {41, 85, {1, 1}}}},
    {"older afterwards", false, {{11, 13, {1, 0}}, {15, 18, {0, 0}}}},
    {"what never was", false, {{1, 2, {0, 0}}, {90, 95, {2, 3}}}},
};

static void bad_looks_are_found(void) {
  const event first[3] = {{0, 0, 0, true}, {10, 20, 1, true}, {50, 60, 2, true}};
  const event second[3] = {{0, 0, 0, true}, {40, 50, 1, true}, {80, 90, 2, true}};
  const event none[1] = {{0, 0, 0, true}};
  const column columns[COLUMNS] = {{first, 3}, {second, 3}, {none, 1}, {none, 1}};
  for (size_t i = 0; i < sizeof looking / sizeof *looking; i++) {
    look pair[2] = {looking[i].looks[0], looking[i].looks[1]};
    const bool is_good = disorder_of_looks(pair, 2, columns) == NULL;
    CHECK(is_good == looking[i].is_good);
    if (is_good != looking[i].is_good) printf("# %s\n", looking[i].why);
  }
}

/* ---- Histories that were --------------------------------------------------------------------- */

/* Colors that all writers write, and columns, of which each has a writer. What refers to a color is
 * looked at as well: it must be as new as the color itself. */
enum { SHARED = 4, PATHS = 4, WRITERS = 6, MOST_EVENTS = 40000, MOST_LOOKS = 5000 };
enum { BURST = 64 };
enum { STEPS = 4096 };

typedef struct recorder {
  pthread_t thread;
  int number;
  uint64_t random;
  size_t count, look_count;
  event *events; /* of shared colors: which, is in `which` */
  uint8_t *which;
  look *looks;
  event *writes; /* of its column, by value */
  uint32_t write_count;
} recorder;

static dyncolor_theme *recorded;
static dyncolor_id shared_ids[SHARED][PATHS], column_ids[COLUMNS];
static _Atomic uint32_t next_values[SHARED];
static recorder recorders[THREADS];

static uint32_t random_of(recorder *me, uint32_t below) {
  me->random = me->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(me->random >> 33) % below;
}

/* The value is in the color, in steps that a float has. */
static dyncolor_color color_of(uint32_t value) {
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {0}, 1};
  color.c[0] = value / (double)STEPS;
  return color;
}

static uint32_t value_of(const dyncolor_rgba *color) {
  return (uint32_t)(color->r * (float)STEPS);
}

static void note(recorder *me, int which, event it) {
  if (me->count == MOST_EVENTS) return;
  me->events[me->count] = it;
  me->which[me->count++] = (uint8_t)which;
}

static void shared_name(int which, char name[16]) { snprintf(name, 16, "shared %d", which); }

/* In any of the ways in which a color can be given another value. */
static void write_shared(recorder *me) {
  const int which = (int)random_of(me, SHARED);
  const uint32_t value = atomic_fetch_add(&next_values[which], 1);
  const dyncolor_color color = color_of(value);
  char name[16], text[100];
  dyncolor_status status;
  shared_name(which, name);
  snprintf(text, sizeof text, "color(srgb %.17g 0 0)", color.c[0]);
  event it = {.from = now(), .value = value, .is_write = true};
  switch (random_of(me, 3)) {
    case 0: status = dyncolor_register_color_n(recorded, name, MIX_NUL, &color, NULL, NULL); break;
    case 1: status = dyncolor_theme_redefine(recorded, shared_ids[which], &color, 1, NULL); break;
    default:
      status = dyncolor_register_css_n(recorded, name, MIX_NUL, text, MIX_NUL, NULL, NULL);
  }
  it.to = now();
  if (status != DYNCOLOR_OK) atomic_fetch_add(&surprises, 1);
  note(me, which, it);
}

static void write_column(recorder *me) {
  const dyncolor_color color = color_of(me->write_count);
  event it = {.from = now(), .value = me->write_count, .is_write = true};
  const dyncolor_status status =
      dyncolor_theme_redefine(recorded, &column_ids[me->number], &color, 1, NULL);
  it.to = now();
  if (status != DYNCOLOR_OK) atomic_fetch_add(&surprises, 1);
  me->writes[me->write_count++] = it;
}

static void read_shared(recorder *me) {
  const int which = (int)random_of(me, SHARED);
  const dyncolor_id id = shared_ids[which][random_of(me, PATHS)];
  dyncolor_environment environment = {.scheme = (uint8_t)random_of(me, 3)};
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_rgba color = {0};
  dyncolor_status status;
  event it = {.from = now()};
  if (random_of(me, 16) > 0) {
    status = dyncolor_resolve(recorded, id, &environment, &color, NULL);
  } else {
    status = dyncolor_snapshot_create(recorded, &environment, &snapshot, NULL);
    if (status == DYNCOLOR_OK) status = dyncolor_snapshot_resolve(snapshot, id, &color, NULL);
    dyncolor_snapshot_release(snapshot);
  }
  it.to = now();
  it.value = value_of(&color);
  if (status != DYNCOLOR_OK) atomic_fetch_add(&surprises, 1);
  note(me, which, it);
}

static void read_columns(recorder *me) {
  dyncolor_environment environment = {.scheme = (uint8_t)random_of(me, 3)};
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_rgba colors[COLUMNS] = {{0, 0, 0, 0}};
  dyncolor_status statuses[COLUMNS], status;
  look it = {.from = now()};
  if (me->look_count == MOST_LOOKS) return;
  if (random_of(me, 2)) {
    status = dyncolor_resolve_list(recorded, column_ids, COLUMNS, &environment,
                                   DYNCOLOR_LAYOUT_FLOAT4, colors, sizeof *colors, statuses, NULL);
  } else {
    status = dyncolor_snapshot_create(recorded, &environment, &snapshot, NULL);
    for (int i = 0; i < COLUMNS && status == DYNCOLOR_OK; i++)
      status = dyncolor_snapshot_resolve(snapshot, column_ids[i], &colors[i], NULL);
    dyncolor_snapshot_release(snapshot);
  }
  it.to = now();
  for (int i = 0; i < COLUMNS; i++) it.values[i] = value_of(&colors[i]);
  if (status != DYNCOLOR_OK) atomic_fetch_add(&surprises, 1);
  me->looks[me->look_count++] = it;
}

static void *record_until_over(void *argument) {
  recorder *me = argument;
  while (!atomic_load(&is_over) && me->count < MOST_EVENTS) {
    /* In bursts, and not all at the beginning, so that there is something to find in between. */
    if (random_of(me, BURST) == 0) pause_for(option_seconds * (double)BURST / (double)MOST_EVENTS);
    if (me->number >= WRITERS) {
      if (random_of(me, 8) == 0) read_columns(me);
      else read_shared(me);
      continue;
    }
    if (me->number < COLUMNS && me->write_count < MOST_EVENTS) write_column(me);
    if (random_of(me, 4) == 0) write_shared(me);
    else read_shared(me);
  }
  return NULL;
}

/* The color itself, an alias, an expression, and a provider that asks for the alias. */
static dyncolor_status provide_alias(dyncolor_context *context, dyncolor_answer *answer,
                                     void *user_data) {
  dyncolor_rgba color;
  const dyncolor_status status =
      dyncolor_context_resolve(context, *(const dyncolor_id *)user_data, &color, NULL);
  answer->color = color_of(value_of(&color));
  return status;
}

static void make_recorded(void) {
  const dyncolor_color color = color_of(0);
  CHECK(dyncolor_theme_create(NULL, &recorded, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < SHARED; i++) {
    char name[16], text[64];
    dyncolor_id *ids = shared_ids[i];
    shared_name(i, name);
    snprintf(text, sizeof text, "alpha(from var(--shared\\ %d) / 1)", i);
    CHECK(dyncolor_register_color_n(recorded, name, MIX_NUL, &color, &ids[0], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_alias_n(recorded, NULL, 0, ids[0], &ids[1], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_css_n(recorded, NULL, 0, text, MIX_NUL, &ids[2], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_provider_n(recorded, NULL, 0, provide_alias, &ids[1], NULL, &ids[3],
                                       NULL) == DYNCOLOR_OK);
    atomic_store(&next_values[i], 1);
  }
  for (int i = 0; i < COLUMNS; i++)
    CHECK(dyncolor_register_color_n(recorded, NULL, 0, &color, &column_ids[i],
                                    NULL) == DYNCOLOR_OK);
}

static void record(void) {
  make_recorded();
  atomic_store(&is_over, false);
  for (int i = 0; i < THREADS; i++) {
    recorder *me = &recorders[i];
    *me = (recorder){.number = i, .random = (uint64_t)i + 1, .write_count = 1};
    me->events = calloc(MOST_EVENTS, sizeof *me->events);
    me->which = calloc(MOST_EVENTS, sizeof *me->which);
    me->looks = calloc(MOST_LOOKS, sizeof *me->looks);
    me->writes = calloc(MOST_EVENTS, sizeof *me->writes);
  }
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_create(&recorders[i].thread, NULL, record_until_over, &recorders[i]) == 0);
  pause_for(option_seconds);
  atomic_store(&is_over, true);
  for (int i = 0; i < THREADS; i++) pthread_join(recorders[i].thread, NULL);
  dyncolor_theme_release(recorded);
}

/* The events of all threads on a color. The caller frees them. */
static event *gather(int which, size_t *count) {
  event *events = calloc((size_t)THREADS * MOST_EVENTS, sizeof *events);
  *count = 0;
  for (int i = 0; i < THREADS; i++)
    for (size_t j = 0; j < recorders[i].count; j++)
      if (recorders[i].which[j] == which) events[(*count)++] = recorders[i].events[j];
  return events;
}

/* And a history that was becomes one that cannot be, when one read sees what was long before. */
static void colors_are_linear(void) {
  size_t total = 0;
  record();
  CHECK(atomic_load(&surprises) == 0);
  for (int i = 0; i < SHARED; i++) {
    size_t count, place;
    event *events = gather(i, &count);
    const uint32_t values = atomic_load(&next_values[i]);
    const char *wrong = disorder_of(events, count, values);
    total += count;
    CHECK(values > 50 && count > 500);
    CHECK(wrong == NULL);
    if (wrong != NULL) printf("# color %d: %s\n", i, wrong);
    for (place = count; place > 0; place--)
      if (!events[place - 1].is_write && events[place - 1].value > values / 2) break;
    CHECK(place > 0);
    if (place > 0) {
      events[place - 1].value = 1;
      CHECK(disorder_of(events, count, values) != NULL);
    }
    free(events);
  }
  printf("# %zu events on %d colors\n", total, SHARED);
}

static void looks_are_at_an_instant(void) {
  look *looks = calloc((size_t)THREADS * MOST_LOOKS, sizeof *looks);
  column columns[COLUMNS];
  size_t count = 0;
  for (int i = 0; i < THREADS; i++) {
    memcpy(looks + count, recorders[i].looks, recorders[i].look_count * sizeof *looks);
    count += recorders[i].look_count;
    if (i < COLUMNS) columns[i] = (column){recorders[i].writes, recorders[i].write_count};
  }
  const char *wrong = disorder_of_looks(looks, count, columns);
  printf("# %zu looks at %d colors, which had %u to %u values\n", count, COLUMNS,
         columns[0].count, columns[COLUMNS - 1].count);
  CHECK(count > 100);
  CHECK(wrong == NULL);
  if (wrong != NULL) printf("# %s\n", wrong);
  /* The last sees one color as it was for the first. */
  CHECK(looks[count - 1].values[0] > looks[0].values[0] + 1);
  looks[count - 1].values[0] = looks[0].values[0];
  CHECK(disorder_of_looks(looks, count, columns) != NULL);
  for (int i = 0; i < THREADS; i++) {
    free(recorders[i].events);
    free(recorders[i].which);
    free(recorders[i].looks);
    free(recorders[i].writes);
  }
  free(looks);
}

/* ---- Forks ----------------------------------------------------------------------------------- */

static dyncolor_theme *quiet;
static dyncolor_snapshot *quiet_snapshot;
static dyncolor_id quiet_id;
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static dyncolor_status provide_teal(dyncolor_context *context, dyncolor_answer *answer,
                                    void *user_data) {
  (void)user_data;
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {0, 0.5, 0.5}, 1};
  return dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) != 0 ? DYNCOLOR_OK : -1000;
}

/* The life of a theme, from the beginning to the end; whether all of it went well. */
static bool live_through_a_theme(void) {
  dyncolor_theme *theme = NULL;
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_id id = DYNCOLOR_ID_NONE;
  dyncolor_rgba color = {0};
  size_t rows = 0;
  bool is_good = dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK;
  for (int i = 0; i < 10; i++) {
    char name[8];
    snprintf(name, sizeof name, "c%d", i);
    (void)dyncolor_register_css_n(theme, name, MIX_NUL, mix_texts[i], MIX_NUL, &id, NULL);
  }
  is_good = is_good && dyncolor_register_provider_n(theme, "teal", 4, provide_teal, NULL, NULL, &id,
                                                    NULL) == DYNCOLOR_OK;
  is_good = is_good && dyncolor_theme_load_memory_n(theme, mix_files[0].name, MIX_NUL,
                                                    mix_files[0].text, strlen(mix_files[0].text),
                                                    NULL, NULL, NULL) == DYNCOLOR_OK;
  is_good = is_good && dyncolor_resolve(theme, id, &dark, &color, NULL) == DYNCOLOR_OK;
  is_good = is_good && dyncolor_snapshot_create(theme, &dark, &snapshot, NULL) == DYNCOLOR_OK;
  dyncolor_theme_release(theme);
  is_good = is_good && dyncolor_snapshot_colors(snapshot, &rows) != NULL && rows > 10;
  dyncolor_snapshot_release(snapshot);
  return is_good && color.g == 0.5f;
}

/* What a child may use, whatever the threads of its parent were about: values, snapshots, themes of
 * its own, and those that nobody was using. What goes wrong is told as a number. */
static int use_in_a_child(bool is_alone) {
  dyncolor_color color, other;
  dyncolor_rgba seen, table[64];
  dyncolor_id id;
  if (dyncolor_color_parse_n("oklch(70% 0.1 200)", MIX_NUL, &color, NULL) != DYNCOLOR_OK) return 1;
  if (dyncolor_color_mix(&color, &color, 0.5, DYNCOLOR_SPACE_OKLAB, DYNCOLOR_HUE_SHORTER, &other,
                         NULL) != DYNCOLOR_OK)
    return 2;
  if (dyncolor_snapshot_resolve(quiet_snapshot, quiet_id, &seen, NULL) != DYNCOLOR_OK) return 3;
  if (dyncolor_snapshot_mix(quiet_snapshot, quiet_snapshot, 0.5, DYNCOLOR_LAYOUT_FLOAT4, table, 64,
                            sizeof *table, NULL) != DYNCOLOR_OK)
    return 4;
  if (dyncolor_resolve(quiet, quiet_id, &dark, &seen, NULL) != DYNCOLOR_OK) return 5;
  if (dyncolor_register_css_n(quiet, "child", 5, "red", 3, &id, NULL) != DYNCOLOR_OK) return 6;
  if (dyncolor_resolve(quiet, id, NULL, &seen, NULL) != DYNCOLOR_OK || seen.r != 1) return 7;
  if (!live_through_a_theme()) return 8;
  dyncolor_snapshot_release(quiet_snapshot);
  if (!is_alone) dyncolor_theme_release(quiet);
  return 0;
}

static int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A child has one thread, and what the others had locked stays locked in it. */
static void children_resolve(void) {
  enum { CHILDREN = 30 };
  unsigned wrong = 0;
  CHECK(dyncolor_theme_create(NULL, &quiet, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_hex_n(quiet, "quiet", 5, "#123456", 7, "#789abc", 7, &quiet_id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(quiet, &dark, &quiet_snapshot, NULL) == DYNCOLOR_OK);
  begin_mixture(&mixed, 8);
  for (int i = 0; i < CHILDREN; i++) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      _exit(use_in_a_child(i % 2 == 0));
    }
    const int result = wait_for(child);
    if (result != 0 && wrong++ < 5) printf("# a child ends with %d\n", result);
    pause_for(0.01);
  }
  CHECK(wrong == 0);
  CHECK(end_mixture(&mixed) > 0);
  dyncolor_snapshot_release(quiet_snapshot);
  dyncolor_theme_release(quiet);
}

/* ---- When threads and processes end ---------------------------------------------------------- */

/* What a thread keeps in a key is given up when it ends. */
static pthread_key_t key;
static _Atomic int good_ends;

static void end_of_thread(void *kept) {
  dyncolor_rgba color;
  dyncolor_id id;
  bool is_good = dyncolor_theme_find_n(kept, "quiet", 5, &id, NULL) == DYNCOLOR_OK;
  is_good = is_good && dyncolor_resolve(kept, id, &dark, &color, NULL) == DYNCOLOR_OK;
  is_good = is_good && live_through_a_theme();
  dyncolor_theme_release(kept);
  atomic_fetch_add(&good_ends, is_good);
}

static void *keep_a_theme(void *theme) {
  CHECK(pthread_setspecific(key, theme) == 0);
  return NULL;
}

static void threads_end(void) {
  pthread_t threads[THREADS];
  atomic_store(&good_ends, 0);
  CHECK(dyncolor_theme_create(NULL, &quiet, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_hex_n(quiet, "quiet", 5, "#123456", 7, "#789abc", 7, &quiet_id, NULL) ==
        DYNCOLOR_OK);
  CHECK(pthread_key_create(&key, end_of_thread) == 0);
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, keep_a_theme, dyncolor_theme_retain(quiet)) == 0);
  dyncolor_theme_release(quiet);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  CHECK(atomic_load(&good_ends) == THREADS);
  CHECK(pthread_key_delete(key) == 0);
}

/* Objects of C++ that are static register their destructors by this function. */
int __cxa_atexit(void (*destroy)(void *object), void *object, void *module);
extern void *__dso_handle;

static int exit_pipe = -1;

static void say(const char *letter) {
  if (write(exit_pipe, letter, 1) != 1) _exit(9);
}

static void end_of_process(void) {
  if (live_through_a_theme()) say("a");
}

static void end_of_object(void *theme) {
  dyncolor_rgba color;
  if (dyncolor_resolve(theme, quiet_id, &dark, &color, NULL) == DYNCOLOR_OK &&
      live_through_a_theme())
    say("o");
  dyncolor_theme_release(theme);
}

__attribute__((destructor)) static void end_of_program(void) {
  if (exit_pipe >= 0 && live_through_a_theme()) say("d");
}

/* Exits while other threads are at work. */
static void exit_among_threads(void) {
  begin_mixture(&mixed, 4);
  CHECK(dyncolor_theme_create(NULL, &quiet, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_hex_n(quiet, "quiet", 5, "#123456", 7, "#789abc", 7, &quiet_id, NULL) ==
        DYNCOLOR_OK);
  CHECK(__cxa_atexit(end_of_object, quiet, &__dso_handle) == 0);
  CHECK(atexit(end_of_process) == 0);
  pause_for(0.02);
  atomic_store(&is_over, true);
  for (int i = 0; i < mixed.count; i++) {
    pthread_join(mixed.threads[i], NULL);
    remove_folder(mixed.folders[i]);
  }
  exit(0);
}

static void processes_end(void) {
  int pipes[2];
  char text[8] = {0};
  size_t count = 0;
  ssize_t more;
  CHECK(pipe(pipes) == 0);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    close(pipes[0]);
    exit_pipe = pipes[1];
    exit_among_threads();
  }
  close(pipes[1]);
  while (count < 7 && (more = read(pipes[0], text + count, 7 - count)) > 0) count += (size_t)more;
  close(pipes[0]);
  CHECK(wait_for(child) == 0);
  CHECK(strcmp(text, "aod") == 0);
  if (strcmp(text, "aod") != 0) printf("# it says: %s\n", text);
}

/* A host may keep themes to the end of its process. A leak checker finds all their memory by way of
 * the host's pointers, and so has nothing to report. */
static dyncolor_theme *kept_theme;
static dyncolor_snapshot *kept_snapshots[80];

static void keep_to_the_end(void) {
  enum { COLORS = 1000, ENVIRONMENTS = 80 };
  char name[32];
  uint64_t observation;
  dyncolor_rgba color;
  dyncolor_id first = DYNCOLOR_ID_NONE, id;
  CHECK(dyncolor_theme_create(NULL, &kept_theme, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_declare_n(kept_theme, "Night", 5, &(uint16_t){0}, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_n(kept_theme, "mood", 4, &(uint32_t){0}, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < COLORS; i++) {
    snprintf(name, sizeof name, "color %d", i);
    CHECK(dyncolor_register_css_n(kept_theme, name, MIX_NUL, "color-mix(in oklab, red, lime)",
                                  MIX_NUL, &id, NULL) == DYNCOLOR_OK);
    if (i == 0) first = id;
  }
  CHECK(dyncolor_theme_observe(kept_theme, mix_observe, NULL, NULL, &observation,
                               NULL) == DYNCOLOR_OK);
  for (int i = 0; i < ENVIRONMENTS; i++) {
    dyncolor_environment environment = {0};
    environment.custom[0] = (uint8_t)i;
    CHECK(dyncolor_resolve(kept_theme, first, &environment, &color, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_resolve(kept_theme, id, &environment, &color, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_snapshot_create(kept_theme, &environment, &kept_snapshots[i], NULL) ==
          DYNCOLOR_OK);
  }
}

static void kept_themes_are_no_leaks(void) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    keep_to_the_end();
    exit(check_failures_in_claim);
  }
  CHECK(wait_for(child) == 0);
}

/* ---- What is destroyed calls again ----------------------------------------------------------- */

/* The user data of a provider or an observer that, as it is destroyed, changes the theme, which is
 * still there as long as `remaining` is not 0. */
static _Atomic int remaining;
static dyncolor_theme *changing;

static void change_again(void *user_data) {
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_rgba color;
  char name[32];
  mix_box *box = user_data;
  if (atomic_load(&remaining) > 0 && atomic_fetch_sub(&remaining, 1) > 0) {
    snprintf(name, sizeof name, "again %d", (int)(box->base % 8));
    CHECK(dyncolor_register_css_n(changing, name, MIX_NUL, "light-dark(red, lime)", MIX_NUL, NULL,
                                  NULL) == DYNCOLOR_OK);
    (void)dyncolor_resolve(changing, box->base, NULL, &color, NULL);
    CHECK(dyncolor_snapshot_create(changing, &dark, &snapshot, NULL) == DYNCOLOR_OK);
    dyncolor_snapshot_release(snapshot);
  }
  mix_destroy(box);
}

static void *redefine_providers(void *argument) {
  mixer in = {.random = (uint64_t)(uintptr_t)argument, .live = &live_boxes};
  for (int i = 0; i < 200; i++) {
    char name[16];
    uint64_t observation;
    dyncolor_id id;
    snprintf(name, sizeof name, "p%u", mix_random(&in, 4));
    CHECK(dyncolor_register_provider_n(changing, name, MIX_NUL, mix_provide, mix_box_of(&in, 1),
                                       change_again, &id, NULL) == DYNCOLOR_OK);
    if (mix_random(&in, 8) > 0) continue;
    CHECK(dyncolor_theme_observe(changing, mix_observe, mix_box_of(&in, id), change_again,
                                 &observation, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_unobserve(changing, observation, NULL) == DYNCOLOR_OK);
  }
  return NULL;
}

static void destroying_calls_again(void) {
  enum { CHANGERS = 4 };
  pthread_t threads[CHANGERS];
  mix_heap heap = {0};
  changing = theme_in(&heap);
  atomic_store(&remaining, 600);
  for (int i = 0; i < CHANGERS; i++)
    CHECK(pthread_create(&threads[i], NULL, redefine_providers, (void *)(uintptr_t)(i + 1)) == 0);
  for (int i = 0; i < CHANGERS; i++) pthread_join(threads[i], NULL);
  CHECK(atomic_load(&remaining) < 200);
  atomic_store(&remaining, 0);
  dyncolor_theme_release(changing);
  CHECK(atomic_load(&live_boxes) == 0);
  CHECK(atomic_load(&heap.blocks) == 0 && atomic_load(&heap.bytes) == 0);
}

/* ---- Notes ----------------------------------------------------------------------------------- */

/* A note is freed when it is replaced, so no thread may touch its memory without the lock. */
static dyncolor_theme *noted;
static dyncolor_id noted_id;

static void *replace_notes(void *unused) {
  static const char *const notes[2] = {"short", "a note of so many bytes that its block is larger"};
  (void)unused;
  for (int i = 0; i < 4000; i++) {
    const char *note = notes[i / 3 % 2];
    CHECK(dyncolor_id_set_description(noted, noted_id, note, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_set_deprecation(noted, noted_id, note, DYNCOLOR_ID_NONE, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_id_set_annotation(noted, noted_id, i % 2 ? "{}" : "{\"a\": 1}", NULL) ==
          DYNCOLOR_OK);
  }
  return NULL;
}

static void *read_notes(void *unused) {
  (void)unused;
  for (int i = 0; i < 4000; i++) {
    const char *text = NULL;
    dyncolor_id replacement;
    CHECK(dyncolor_id_description(noted, noted_id, &text, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_deprecation(noted, noted_id, &text, &replacement, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_annotation(noted, noted_id, &text, NULL) == DYNCOLOR_OK);
  }
  return NULL;
}

static void notes_are_shared(void) {
  pthread_t threads[2];
  CHECK(dyncolor_theme_create(NULL, &noted, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css(noted, "ink", "black", &noted_id, NULL) == DYNCOLOR_OK);
  CHECK(pthread_create(&threads[0], NULL, replace_notes, NULL) == 0);
  CHECK(pthread_create(&threads[1], NULL, read_notes, NULL) == 0);
  for (int i = 0; i < 2; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  dyncolor_theme_release(noted);
}

/* ---- Signals --------------------------------------------------------------------------------- */

static _Atomic unsigned signals, wrong_in_signals;

/* Functions on values may be called by a handler. */
static void on_alarm(int number) {
  dyncolor_color color, other;
  dyncolor_environment environment;
  char text[256];
  size_t length;
  (void)number;
  bool is_good = dyncolor_color_parse_n("oklch(70% 0.1 200)", MIX_NUL, &color,
                                        NULL) == DYNCOLOR_OK &&
                 dyncolor_color_convert(&color, DYNCOLOR_SPACE_DISPLAY_P3, &other, NULL) ==
                     DYNCOLOR_OK &&
                 dyncolor_color_format(&other, DYNCOLOR_NOTATION_EXACT, text, sizeof text, &length,
                                       NULL) == DYNCOLOR_OK &&
                 dyncolor_environment_from_name_n("dark", 4, &environment, NULL) == DYNCOLOR_OK;
  /* The alarm that would end a deadlock is this one. */
  if (atomic_fetch_add(&signals, 1) > 1000000) abort();
  if (!is_good) atomic_fetch_add(&wrong_in_signals, 1);
}

/* Reads what comes out of a terminal, slowly, so that who writes has to wait. */
typedef struct terminal {
  int file;
  size_t count, size;
  char *bytes;
} terminal;

static void *read_slowly(void *argument) {
  terminal *it = argument;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  while (it->count < it->size) {
    const size_t room = it->size - it->count < 512 ? it->size - it->count : 512;
    const ssize_t more = read(it->file, it->bytes + it->count, room);
    if (more <= 0) break;
    it->count += (size_t)more;
    pause_for(0.0005);
  }
  return NULL;
}

/* A terminal is written to as it is, and takes only as much at a time as somebody reads. */
static void write_to_a_terminal(dyncolor_theme *theme) {
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON};
  terminal it = {.file = posix_openpt(O_RDWR | O_NOCTTY)};
  struct termios settings;
  pthread_t reader;
  char name[64];
  CHECK(it.file >= 0 && grantpt(it.file) == 0 && unlockpt(it.file) == 0);
  CHECK(ptsname_r(it.file, name, sizeof name) == 0);
  const int other = open(name, O_RDWR | O_NOCTTY);
  CHECK(other >= 0 && tcgetattr(other, &settings) == 0);
  cfmakeraw(&settings);
  CHECK(tcsetattr(other, TCSANOW, &settings) == 0);
  CHECK(dyncolor_theme_write_memory(theme, &options, NULL, 0, &it.size, NULL, NULL) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  char *expected = malloc(it.size + 1);
  CHECK(dyncolor_theme_write_memory(theme, &options, expected, it.size + 1, &it.size, NULL, NULL) ==
        DYNCOLOR_OK);
  it.bytes = malloc(it.size);
  CHECK(it.size > 16384);
  CHECK(pthread_create(&reader, NULL, read_slowly, &it) == 0);
  CHECK(dyncolor_theme_write_n(theme, name, MIX_NUL, &options, NULL, NULL) == DYNCOLOR_OK);
  pthread_join(reader, NULL);
  CHECK(it.count == it.size && memcmp(it.bytes, expected, it.size) == 0);
  close(other);
  close(it.file);
  free(expected);
  free(it.bytes);
}

static void signals_come_in_between(void) {
  struct sigaction action = {.sa_handler = on_alarm}, old;
  struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
  dyncolor_theme *theme = NULL;
  char folder[] = "/tmp/races-XXXXXX";
  mixer in = {.surprises = &surprises, .live = &live_boxes, .random = 5};
  mix_heap passing = {0};
  CHECK(mkdtemp(folder) != NULL);
  CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
  in.theme = theme;
  in.folder = folder;
  in.passing = &passing;
  for (int i = 0; i < 1000; i++) {
    char name[32];
    const dyncolor_color color = mix_color(&in);
    snprintf(name, sizeof name, "terminal %d", i);
    CHECK(dyncolor_register_color_n(theme, name, MIX_NUL, &color, NULL, NULL) == DYNCOLOR_OK);
  }
  sigemptyset(&action.sa_mask);
  CHECK(sigaction(SIGALRM, &action, &old) == 0);
  CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
  write_to_a_terminal(theme);
  for (int i = 0; i < 60; i++) {
    mix_write(&in);
    mix_load(&in);
    for (int j = 0; j < 10; j++) mix_watch(&in);
    mix_resolve(&in);
    mix_snapshots(&in);
    mix_theme(&in);
  }
  mix_end(&in);
  CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
  CHECK(sigaction(SIGALRM, &old, NULL) == 0);
  dyncolor_theme_release(theme);
  printf("# %u signals\n", atomic_load(&signals));
  CHECK(atomic_load(&signals) > 100);
  CHECK(atomic_load(&wrong_in_signals) == 0);
  CHECK(atomic_load(&surprises) == 0);
  remove_folder(folder);
}

/* ---- Desktops -------------------------------------------------------------------------------- */

static bus races_bus;

typedef struct followed {
  dyncolor_theme *theme;
  dyncolor_desktop *desktop;
  dyncolor_id ink, button;
  _Atomic unsigned changes, wrong;
  _Atomic bool is_over;
} followed;

static void *pump_often(void *data) {
  followed *f = data;
  while (!atomic_load(&f->is_over)) {
    uint32_t changed = 0;
    if (dyncolor_desktop_pump(f->desktop, &changed, NULL) != DYNCOLOR_OK) f->wrong++;
    f->changes += changed != 0;
  }
  return NULL;
}

static void *override_often(void *data) {
  followed *f = data;
  const dyncolor_color red = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
  for (unsigned i = 0; !atomic_load(&f->is_over); i++) {
    dyncolor_environment environment;
    dyncolor_color accent;
    if (dyncolor_desktop_override(f->desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE,
                                  i % 3, NULL) != DYNCOLOR_OK ||
        dyncolor_desktop_override_accent(f->desktop, DYNCOLOR_POLICY_FORCE, i % 2 ? &red : NULL,
                                         NULL) != DYNCOLOR_OK ||
        dyncolor_desktop_environment(f->desktop, &environment, NULL) != DYNCOLOR_OK ||
        environment.scheme > DYNCOLOR_SCHEME_DARK)
      f->wrong++;
    (void)dyncolor_desktop_accent(f->desktop, &accent, NULL);
    (void)dyncolor_desktop_setting_source(f->desktop, DYNCOLOR_SETTING_SCHEME);
    dyncolor_desktop_release(dyncolor_desktop_retain(f->desktop));
  }
  return NULL;
}

static void *resolve_often(void *data) {
  followed *f = data;
  while (!atomic_load(&f->is_over)) {
    dyncolor_rgba ink, button;
    if (dyncolor_resolve(f->theme, f->ink, NULL, &ink, NULL) != DYNCOLOR_OK ||
        (ink.r > 0 && ink.r < 1) ||
        dyncolor_resolve(f->theme, f->button, NULL, &button, NULL) != DYNCOLOR_OK)
      f->wrong++;
  }
  return NULL;
}

static void *bind_often(void *data) {
  followed *f = data;
  while (!atomic_load(&f->is_over)) {
    dyncolor_theme *theme = NULL;
    if (dyncolor_theme_create(NULL, &theme, NULL) != DYNCOLOR_OK ||
        dyncolor_desktop_bind(f->desktop, theme, DYNCOLOR_LAYER_DEFAULTS, NULL) != DYNCOLOR_OK)
      f->wrong++;
    sched_yield();
    if (dyncolor_desktop_unbind(f->desktop, theme, NULL) != DYNCOLOR_OK) f->wrong++;
    dyncolor_theme_release(theme);
  }
  return NULL;
}

/* Threads pump, override, bind and resolve, while the portal says something else again and
 * again. */
static void desktops_are_shared(void) {
  enum { SHARING = 6 };
  static void *(*const bodies[SHARING])(void *) = {pump_often,    pump_often,    override_often,
                                                   resolve_often, resolve_often, bind_often};
  followed f = {0};
  pthread_t threads[SHARING];
  char folder[] = "/tmp/races-XXXXXX", path[64], address[96];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/bus", folder);
  snprintf(address, sizeof address, "unix:path=%s", path);
  setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
  bus_start(&races_bus, path);
  races_bus.settings[races_bus.setting_count++] =
      (bus_setting){BUS_APPEARANCE, "color-scheme", "u", 1, {0}, 0};
  CHECK(dyncolor_theme_create(NULL, &f.theme, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css(f.theme, "ink", "light-dark(black, white)", &f.ink, NULL) == 0);
  CHECK(dyncolor_register_css(f.theme, "button", "AccentColor", &f.button, NULL) == 0);
  CHECK(dyncolor_desktop_open(NULL, &f.desktop, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_desktop_bind(f.desktop, f.theme, DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < SHARING; i++)
    CHECK(pthread_create(&threads[i], NULL, bodies[i], &f) == 0);
  const double end = (double)now() * 1e-9 + option_seconds;
  for (uint32_t i = 0; (double)now() * 1e-9 < end; i++) {
    bus_setting scheme = {BUS_APPEARANCE, "color-scheme", "u", i % 3, {0}, 0};
    bus_serve(&races_bus);
    if (races_bus.reads > 0) bus_send_change(&races_bus, BUS_OWNER, &scheme);
    sched_yield();
  }
  atomic_store(&f.is_over, true);
  for (int i = 0; i < SHARING; i++) pthread_join(threads[i], NULL);
  CHECK(f.wrong == 0 && f.changes > 0);
  /* In the end the theme is as the desktop says. */
  dyncolor_environment environment;
  CHECK(dyncolor_desktop_override(f.desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE,
                                  DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_desktop_pump(f.desktop, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_desktop_environment(f.desktop, &environment, NULL) == DYNCOLOR_OK);
  CHECK(environment.scheme == DYNCOLOR_SCHEME_DARK);
  CHECK(dyncolor_axis_default(f.theme, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK);
  dyncolor_desktop_release(f.desktop);
  dyncolor_theme_release(f.theme);
  bus_close(&races_bus);
  remove_folder(folder);
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "--seconds") == 0) option_seconds = strtod(argv[2], NULL);
  /* A deadlock shall end the test, too. */
  alarm(600);
  CLAIM("sixteen threads call everything at once, and leak nothing", everything_at_once);
  CLAIM("themes and snapshots are passed between threads", themes_wander);
  CLAIM("the checker rejects impossible histories of one color", bad_histories_are_found);
  CLAIM("the checker rejects impossible histories of several colors", bad_looks_are_found);
  CLAIM("changes and reads are linearizable", colors_are_linear);
  CLAIM("lists and snapshots are linearizable with all changes", looks_are_at_an_instant);
  CLAIM("threads pump, override, bind and resolve with one desktop", desktops_are_shared);
  CLAIM("a child of a process with many threads resolves colors", children_resolve);
  CLAIM("thread-specific data can use and release themes as the thread ends", threads_end);
  CLAIM("destructors of programs and of static objects can use themes", processes_end);
  CLAIM("themes kept until the process ends are not reported as leaks", kept_themes_are_no_leaks);
  CLAIM("destroy functions may change the theme that calls them", destroying_calls_again);
  CLAIM("notes are read while another thread replaces them", notes_are_shared);
  CLAIM("signals change no result", signals_come_in_between);
  return CHECK_RESULT;
}
