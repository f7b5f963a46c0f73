/* Registering, finding and resolving, against the same in C, GHashTable and memcpy.
 *
 * Every group first shows that what it will time computes the right thing. */
#include <dyncolor.h>
#include <glib.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "baseline.h"
#include "harness.h"
#include "sample.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int same_color(dyncolor_rgba a, dyncolor_rgba b) { return memcmp(&a, &b, sizeof a) == 0; }

/* ---- Two themes of the same colors ---------------------------------------------------------- */

typedef struct pair {
  size_t count;
  sample_batch batch;
  dyncolor_theme *theme;
  dyncolor_id *ids;
  baseline *c;
  dyncolor_id *c_ids;
} pair;

/* A theme whose memory holds whatever a benchmark resolves. */
static dyncolor_theme *make_theme(void) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  options.memory_budget = (size_t)256 << 20;
  harness_expect(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK, "a theme is made");
  give_out_numbers(theme);
  return theme;
}

/* The canonical environments, and after them others, of all kinds of axes. */
enum { MOST_ENVIRONMENTS = 4096 };
static dyncolor_environment environments[MOST_ENVIRONMENTS];

static void make_environments(void) {
  for (size_t i = 0; i < MOST_ENVIRONMENTS; i++) {
    uint64_t number = sample_number(i);
    environments[i] =
        i < SAMPLE_ENVIRONMENTS
            ? sample_environments[i]
            : (dyncolor_environment){.scheme = (uint8_t)(number % 3),
                                     .contrast = (uint8_t)(number / 3 % 202),
                                     .elevation = (uint8_t)(number / 1024 % 3),
                                     .idiom = (uint8_t)(number / 4096 % 8),
                                     .palette = (uint16_t)(number / 65536 % 4),
                                     .custom = {(uint8_t)i, (uint8_t)(number >> 40),
                                                (uint8_t)(i >> 8)}};
  }
}

static void prepare(dyncolor_theme *theme, size_t count) {
  for (size_t i = 0; i < count; i++)
    harness_expect(dyncolor_theme_prepare(theme, &environments[i], NULL) == DYNCOLOR_OK,
                   "an environment is prepared");
}

/* Whether each color resolves to its first version, and an id with another check to none. */
#define CHECK_RESOLVE(function, theme, ids, count, environment_count) \
  do { \
    for (size_t e_ = 0; e_ < (environment_count); e_++) \
      for (size_t i_ = 0; i_ < (count); i_++) { \
        dyncolor_rgba color_ = {-1, -1, -1, -1}; \
        harness_expect( \
            function(theme, (ids)[i_], &environments[e_], &color_, NULL) == DYNCOLOR_OK && \
                same_color(color_, sample_color(i_, 0)), \
            #function " gives the color that was registered"); \
        harness_expect( \
            i_ % 64 != 0 || \
                function(theme, (ids)[i_] ^ 1, &environments[e_], &color_, NULL) < 0, \
            #function " takes no other id"); \
      } \
  } while (0)

static pair make_pair(size_t count, size_t environment_count) {
  pair p = {.count = count,
            .batch = sample_batch_of(count, 0),
            .theme = make_theme(),
            .ids = sample_memory(count * sizeof(dyncolor_id)),
            .c = baseline_create(count),
            .c_ids = sample_memory(count * sizeof(dyncolor_id))};
  harness_expect(p.c != NULL, "the baseline is made");
  harness_expect(
      dyncolor_register(p.theme, p.batch.definitions, count, p.ids, NULL) == DYNCOLOR_OK,
      "the colors are registered");
  for (size_t i = 0; i < count; i++) p.c_ids[i] = baseline_add(p.c, sample_color(i, 0));
  /* Memory for the cells goes to either first. */
  static unsigned turn;
  if (turn++ & 1) CHECK_RESOLVE(baseline_resolve, p.c, p.c_ids, count, environment_count);
  prepare(p.theme, environment_count);
  CHECK_RESOLVE(dyncolor_resolve, p.theme, p.ids, count, environment_count);
  CHECK_RESOLVE(baseline_resolve, p.c, p.c_ids, count, environment_count);
  return p;
}

static void free_pair(pair *p) {
  dyncolor_theme_release(p->theme);
  baseline_free(p->c);
  sample_batch_free(&p->batch);
  free(p->ids);
  free(p->c_ids);
}

/* ---- A writer ------------------------------------------------------------------------------- */

/* Redefines random colors of a theme, 16,000 times a second. */
typedef struct writer {
  pair *pair;
  void (*redefine)(pair *p, size_t index, unsigned version);
  dyncolor_status (*resolve)(pair *p, size_t index, dyncolor_rgba *color);

  size_t edits;
  size_t edits_before; /* how many there were when it was given its theme */
  double last; /* when the last edit of this slice was due; 0 before the first */
  size_t late; /* how many came an interval late or more */
} writer;

enum { EDITS_PER_SECOND = 16000, VERSIONS = 50 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static size_t written_index(const writer *w, size_t edit) {
  return sample_number(edit) % w->pair->count;
}
static unsigned written_version(size_t edit) { return (unsigned)(edit % VERSIONS + 1); }

static void write_one(void *data) {
  writer *w = data;
  const double interval = 1e9 / (double)EDITS_PER_SECOND;
  double time = now();
  if (time - w->last > 2 * interval) {
    /* A slice begins, or something else had the processor: there is nothing to catch up with. */
    if (w->last > 0) w->late++;
    w->last = time;
  } else {
    w->last += interval;
    while (now() < w->last) continue;
  }
  w->redefine(w->pair, written_index(w, w->edits), written_version(w->edits));
  w->edits++;
}

/* Called between slices. */
static void check_written(writer *w) {
  w->last = 0;
  if (w->edits == w->edits_before) return;
  size_t last = w->edits - 1, index = written_index(w, last);
  dyncolor_rgba color;
  harness_expect(w->resolve(w->pair, index, &color) == DYNCOLOR_OK &&
                     same_color(color, sample_color(index, written_version(last))),
                 "what was written last is what resolves");
}

static void check_rate(const char *group, const writer *w) {
  if (w->late > w->edits / 10)
    fprintf(stderr, "%s: %zu of %zu edits came late\n", group, w->late, w->edits);
}

static void redefine_in_theme(pair *p, size_t index, unsigned version) {
  dyncolor_color color = sample_color_value(index, version);
  sample_name name = p->batch.names.names[index];
  harness_expect(
      dyncolor_register_color_n(p->theme, name.text, name.length, &color, NULL,
                                NULL) == DYNCOLOR_OK,
      "a color is redefined");
}
static void redefine_in_c(pair *p, size_t index, unsigned version) {
  dyncolor_rgba color = sample_color(index, version);
  baseline_redefine(p->c, &p->c_ids[index], &color, 1);
}
static dyncolor_status resolve_in_theme(pair *p, size_t index, dyncolor_rgba *color) {
  return dyncolor_resolve(p->theme, p->ids[index], sample_environments, color, NULL);
}
static dyncolor_status resolve_in_c(pair *p, size_t index, dyncolor_rgba *color) {
  return baseline_resolve(p->c, p->c_ids[index], sample_environments, color, NULL);
}

/* ---- Resolving ------------------------------------------------------------------------------ */

/* Resolves of random ids, in environments that take turns. */
typedef struct reader {
  const void *subject;
  dyncolor_id *ids; /* their number is a power of 2 */
  size_t id_mask;
  const dyncolor_environment *environments; /* in any order; so is their number */
  size_t environment_mask;
  size_t at;
  int failed;
  writer *writer;
} reader;

/* A loop for each function, as a host has it: a direct call, through the procedure linkage table.
 * All are alike and aligned alike. */
#define READER_LOOP(name, type, call) \
  __attribute__((noinline)) static void name(void *data, size_t count) { \
    reader *r = data; \
    type subject = (type)(uintptr_t)r->subject; \
    const dyncolor_id *ids = r->ids; \
    const dyncolor_environment *around = r->environments; \
    size_t id_mask = r->id_mask, environment_mask = r->environment_mask, at = r->at; \
    int failed = 0; \
    dyncolor_rgba color; \
    (void)environment_mask, (void)around; \
    for (size_t end = at + count; at != end; at++) failed |= call; \
    r->at = at; \
    r->failed |= failed; \
  }

#define ID ids[at & id_mask]
#define ENVIRONMENT &around[at & environment_mask]
READER_LOOP(read_theme, dyncolor_theme *, dyncolor_resolve(subject, ID, ENVIRONMENT, &color, NULL))
READER_LOOP(read_c, baseline *, baseline_resolve(subject, ID, ENVIRONMENT, &color, NULL))
READER_LOOP(
    read_snapshot, dyncolor_snapshot *, dyncolor_snapshot_resolve(subject, ID, &color, NULL))
READER_LOOP(read_rows, baseline_rows *, baseline_rows_resolve(subject, ID, &color, NULL))
READER_LOOP(read_rows_unchecked, baseline_rows *, baseline_rows_read(subject, ID, &color, NULL))

static void read_theme_beside(void *data) { read_theme(data, 2048); }
static void read_c_beside(void *data) { read_c(data, 2048); }
static void read_snapshot_beside(void *data) { read_snapshot(data, 2048); }
static void read_rows_beside(void *data) { read_rows(data, 2048); }

static void check_reader(void *data) {
  reader *r = data;
  harness_expect(!r->failed, "what is timed succeeds");
  if (r->writer) check_written(r->writer);
}

/* The library against C, by the same ids in the same order. */
enum { LIBRARY, C, SIDES };
enum { ALONE, BESIDE_A_READER, BESIDE_A_WRITER, THE_READER_BESIDE, WAYS };

typedef struct contest {
  size_t count;
  size_t environments;
  int is_of_snapshots;

  pair pair;
  dyncolor_environment *order; /* the environments, one after the other or at random */
  size_t order_length;
  dyncolor_snapshot *snapshot;
  baseline_rows rows;
  reader readers[SIDES][WAYS];
  writer writers[SIDES];
} contest;

static void make_snapshot(contest *c) {
  dyncolor_rgba *colors = sample_memory(c->count * sizeof *colors);
  harness_expect(
      dyncolor_snapshot_create(c->pair.theme, sample_environments, &c->snapshot, NULL) ==
          DYNCOLOR_OK,
      "a snapshot is made");
  c->rows = (baseline_rows){c->count, c->pair.c_ids, colors};
  for (size_t i = 0; i < c->count; i++) {
    dyncolor_rgba color = {-1, -1, -1, -1};
    dyncolor_id id = c->pair.ids[i], c_id = c->pair.c_ids[i];
    colors[i] = sample_color(i, 0);
    harness_expect(dyncolor_snapshot_resolve(c->snapshot, id, &color, NULL) == DYNCOLOR_OK &&
                       same_color(color, colors[i]),
                   "a snapshot gives the color that was registered");
    harness_expect(dyncolor_snapshot_resolve(c->snapshot, id ^ 1, &color, NULL) < 0,
                   "a snapshot takes no other id");
    color.r = -1;
    harness_expect(baseline_rows_resolve(&c->rows, c_id, &color, NULL) == DYNCOLOR_OK &&
                       same_color(color, colors[i]),
                   "the rows give the color");
  }
}

static void set_up(contest *c) {
  c->pair = make_pair(c->count, c->environments);
  if (c->is_of_snapshots) make_snapshot(c);
  c->writers[LIBRARY].redefine = redefine_in_theme;
  c->writers[LIBRARY].resolve = resolve_in_theme;
  c->writers[C].redefine = redefine_in_c;
  c->writers[C].resolve = resolve_in_c;
  const void *subjects[2][SIDES] = {{c->pair.theme, c->pair.c}, {c->snapshot, &c->rows}};

  /* A few take turns; of many, any may be next. */
  c->order_length = c->environments > 256                   ? 1 << 14
                    : c->environments > SAMPLE_ENVIRONMENTS ? 1 << 12
                                                            : c->environments;
  c->order = sample_memory(c->order_length * sizeof *c->order);
  for (size_t i = 0; i < c->order_length; i++) {
    size_t which = c->environments > SAMPLE_ENVIRONMENTS ? (size_t)(sample_number(i) >> 20) : i;
    c->order[i] = environments[which % c->environments];
  }

  /* Long enough to come by most of the colors, and too long to be learned. */
  size_t length = c->count > 10000 ? 1 << 17 : 1 << 16;
  uint32_t *indices = sample_random(length, c->count);
  for (size_t side = 0; side < SIDES; side++) {
    c->writers[side].pair = &c->pair;
    const dyncolor_id *ids = side == LIBRARY ? c->pair.ids : c->pair.c_ids;
    for (size_t way = 0; way < WAYS; way++) {
      reader *r = &c->readers[side][way];
      r->subject = subjects[c->is_of_snapshots][side];
      r->ids = sample_memory(length * sizeof(dyncolor_id));
      for (size_t i = 0; i < length; i++) r->ids[i] = ids[indices[i]];
      r->id_mask = length - 1;
      r->environments = c->order;
      r->environment_mask = c->order_length - 1;
      r->at = way == THE_READER_BESIDE ? length / 2 : 0;
    }
    c->readers[side][BESIDE_A_WRITER].writer = &c->writers[side];
  }
  free(indices);
}

static void tear_down(contest *c) {
  for (size_t side = 0; side < SIDES; side++) {
    harness_expect(!c->readers[side][THE_READER_BESIDE].failed, "what runs beside succeeds");
    for (size_t way = 0; way < WAYS; way++) free(c->readers[side][way].ids);
    c->writers[side].edits_before = c->writers[side].edits;
  }
  free(c->order);
  if (c->is_of_snapshots) {
    dyncolor_snapshot_release(c->snapshot);
    free((void *)(uintptr_t)c->rows.colors);
  }
  free_pair(&c->pair);
}

static void set_up_again(void *data) {
  tear_down(data);
  set_up(data);
}

static void hold(const char *group, contest *c, double goal) {
  if (!harness_enter(group)) return;
  set_up(c);
  void (*const run[2][SIDES])(void *, size_t) = {{read_theme, read_c}, {read_snapshot, read_rows}};
  void (*const beside[2][SIDES])(void *) = {{read_theme_beside, read_c_beside},
                                            {read_snapshot_beside, read_rows_beside}};
  enum { UNCHECKED = 6, CASES };
  harness_case cases[CASES] = {{0}};
  for (size_t way = ALONE; way <= BESIDE_A_WRITER; way++)
    for (size_t side = 0; side < SIDES; side++) {
      harness_case *timed = &cases[way * SIDES + side];
      timed->run = run[c->is_of_snapshots][side];
      timed->data = &c->readers[side][way];
      /* A shared cache keeps what is new to it only after several passes. */
      timed->warm_up = 8 * (c->readers[side][way].id_mask + 1);
      timed->after = check_reader;
      if (way == BESIDE_A_READER) {
        timed->beside = beside[c->is_of_snapshots][side];
        timed->beside_data = &c->readers[side][THE_READER_BESIDE];
      } else if (way == BESIDE_A_WRITER) {
        timed->beside = write_one;
        timed->beside_data = &c->writers[side];
      }
    }
  cases[UNCHECKED] = cases[C];
  cases[UNCHECKED].run = read_rows_unchecked;

  const harness_claim claims[] = {
      {"1 thread", 0, 1, goal},
      {"2 threads", 2, 3, goal},
      {"with a writer", 4, 5, goal},
      {"1 thread, against rows without a check", 0, UNCHECKED, 0},
  };
  int is_lonely = !harness_has_second_processor();
  if (is_lonely) fprintf(stderr, "%s: 2 threads need a second processor\n", group);
  /* An edit of a color in thousands of environments takes longer than the time between edits. */
  int has_writer = c->environments <= 256;
  harness_measure(&(harness_group){
      .name = group, .peer = c->is_of_snapshots ? "rows in C" : "the same in C", .cases = cases,
      .case_count = is_lonely ? 2 : !has_writer ? 4 : c->is_of_snapshots ? CASES : 6,
      .claims = claims,
      .claim_count = is_lonely ? 1 : !has_writer ? 2 : c->is_of_snapshots ? 4 : 3,
      .renew = set_up_again, .data = c});
  for (size_t side = 0; side < SIDES && !is_lonely; side++) check_rate(group, &c->writers[side]);
  tear_down(c);
}

static void resolve_group(const char *group, size_t count, size_t environment_count) {
  hold(group, &(contest){.count = count, .environments = environment_count}, 1.1);
}

static void snapshot_group(const char *group, size_t count) {
  hold(group, &(contest){.count = count, .environments = 1, .is_of_snapshots = 1}, 1.5);
}

/* ---- One, a list, a name -------------------------------------------------------------------- */

/* Colors in random order, more of them than can be learned, by id and by name. */
typedef struct ways {
  dyncolor_theme *theme;
  dyncolor_id *ids;
  sample_names names;
  size_t count, at;
  dyncolor_rgba *colors;
  int failed;
} ways;

static void resolve_by_id(void *data, size_t count) {
  ways *w = data;
  int failed = 0;
  for (size_t i = 0; i < count; i++, w->at = (w->at + 1) % w->count)
    failed |= dyncolor_resolve(w->theme, w->ids[w->at], environments, &w->colors[w->at], NULL);
  w->failed |= failed;
}
static void resolve_as_list(void *data, size_t count) {
  ways *w = data;
  for (size_t done = 0; done < count; done += w->count)
    w->failed |= dyncolor_resolve_list(w->theme, w->ids, w->count, environments,
                                       DYNCOLOR_LAYOUT_FLOAT4, w->colors, sizeof *w->colors, NULL,
                                       NULL);
}
static void resolve_by_name(void *data, size_t count) {
  ways *w = data;
  int failed = 0;
  for (size_t i = 0; i < count; i++, w->at = (w->at + 1) % w->count) {
    sample_name name = w->names.names[w->at];
    dyncolor_id id = 0;
    failed |= dyncolor_theme_find_n(w->theme, name.text, name.length, &id, NULL);
    failed |= dyncolor_resolve(w->theme, id, environments, &w->colors[w->at], NULL);
  }
  w->failed |= failed;
}

static void ways_group(const char *group, size_t count) {
  if (!harness_enter(group)) return;
  pair p = make_pair(count, 1);
  ways w = {.theme = p.theme, .count = 1 << 16};
  uint32_t *chosen = sample_random(w.count, count);
  w.ids = sample_memory(w.count * sizeof *w.ids);
  w.colors = sample_memory(w.count * sizeof *w.colors);
  w.names = sample_names_of(chosen, w.count);
  for (size_t i = 0; i < w.count; i++) w.ids[i] = p.ids[chosen[i]];
  enum { ONE, LIST, NAME, CASES };
  void (*const run[CASES])(void *, size_t) = {resolve_by_id, resolve_as_list,
                                              resolve_by_name};
  harness_case cases[CASES] = {{0}};
  for (size_t i = 0; i < CASES; i++) {
    cases[i] = (harness_case){.run = run[i], .data = &w, .count = w.count, .warm_up = w.count};
    memset(w.colors, 0, w.count * sizeof *w.colors);
    w.at = 0;
    run[i](&w, w.count);
    for (size_t n = 0; n < w.count; n++)
      harness_expect(!w.failed && same_color(w.colors[n], sample_color(chosen[n], 0)),
                     "each way leads to the color");
  }
  const harness_claim claims[] = {{"as a list, each, against one by one", LIST, ONE, 1},
                                  {"by name, against by id", NAME, ONE, 0}};
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = CASES,
                                   .claims = claims, .claim_count = COUNT(claims)});
  harness_expect(!w.failed, "what is timed succeeds");
  sample_names_free(&w.names);
  free(w.ids);
  free(w.colors);
  free(chosen);
  free_pair(&p);
}

/* ---- Finding -------------------------------------------------------------------------------- */

/* Names to be looked up, again and again. */
typedef struct lookup {
  dyncolor_theme *theme;
  GHashTable *table;
  baseline_names *c;
  sample_names names; /* their number is a power of 2 */
  size_t at;
  size_t found;
  int all_are_there;
} lookup;

static void find_by_length(void *data, size_t count) {
  lookup *l = data;
  size_t found = 0, mask = l->names.count - 1;
  for (size_t end = l->at + count; l->at != end; l->at++) {
    sample_name name = l->names.names[l->at & mask];
    dyncolor_id id;
    found += dyncolor_theme_find_n(l->theme, name.text, name.length, &id, NULL) == DYNCOLOR_OK;
  }
  l->found += found;
}

static void find_to_nul(void *data, size_t count) {
  lookup *l = data;
  size_t found = 0, mask = l->names.count - 1;
  for (size_t end = l->at + count; l->at != end; l->at++) {
    dyncolor_id id;
    found += dyncolor_theme_find_n(l->theme, l->names.names[l->at & mask].text,
                                   DYNCOLOR_NUL_TERMINATED, &id, NULL) == DYNCOLOR_OK;
  }
  l->found += found;
}

static void find_in_table(void *data, size_t count) {
  lookup *l = data;
  size_t found = 0, mask = l->names.count - 1;
  for (size_t end = l->at + count; l->at != end; l->at++)
    found += g_hash_table_lookup(l->table, l->names.names[l->at & mask].text) != NULL;
  l->found += found;
}

static void find_name_in_c(void *data, size_t count) {
  lookup *l = data;
  size_t found = 0, mask = l->names.count - 1;
  for (size_t end = l->at + count; l->at != end; l->at++) {
    sample_name name = l->names.names[l->at & mask];
    dyncolor_id id;
    found += baseline_names_find(l->c, name.text, name.length, &id, NULL) == DYNCOLOR_OK;
  }
  l->found += found;
}

static void find_to_nul_in_c(void *data, size_t count) {
  lookup *l = data;
  size_t found = 0, mask = l->names.count - 1;
  for (size_t end = l->at + count; l->at != end; l->at++) {
    const char *text = l->names.names[l->at & mask].text;
    dyncolor_id id;
    found += baseline_names_find(l->c, text, strlen(text), &id, NULL) == DYNCOLOR_OK;
  }
  l->found += found;
}

static void check_lookup(void *data) {
  lookup *l = data;
  harness_expect(l->found == (l->all_are_there ? l->at : 0), "what is looked up is found, or not");
}

static void find_group(const char *group, size_t count) {
  if (!harness_enter(group)) return;
  pair p = make_pair(count, 1);
  GHashTable *table = g_hash_table_new(g_str_hash, g_str_equal);
  for (size_t i = 0; i < count; i++)
    g_hash_table_insert(table, (char *)(uintptr_t)p.batch.names.names[i].text,
                        GUINT_TO_POINTER(p.ids[i]));
  baseline_names *c = baseline_names_create(count);
  dyncolor_id *c_ids = sample_memory(count * sizeof(dyncolor_id));
  harness_expect(c && baseline_names_add(c, p.batch.definitions, count, c_ids),
                 "the names are added in C");

  size_t length = 1 << 16; /* too many to be learned */
  uint32_t *present = sample_random(length, count), *missing = sample_random(length, count);
  for (size_t i = 0; i < length; i++) missing[i] += (uint32_t)count;
  sample_names hits = sample_names_of(present, length), misses = sample_names_of(missing, length);
  for (size_t i = 0; i < length; i++) {
    dyncolor_id id = 0xFFFFFFFF;
    sample_name hit = hits.names[i], miss = misses.names[i];
    harness_expect(dyncolor_theme_find_n(p.theme, hit.text, hit.length, &id, NULL) == DYNCOLOR_OK &&
                       id == p.ids[present[i]] &&
                       id == GPOINTER_TO_UINT(g_hash_table_lookup(table, hit.text)) &&
                       baseline_names_find(c, hit.text, hit.length, &id, NULL) == DYNCOLOR_OK &&
                       id == c_ids[present[i]],
                   "a name finds its color");
    harness_expect(dyncolor_theme_find_n(p.theme, miss.text, miss.length, &id, NULL) ==
                           DYNCOLOR_ERROR_UNKNOWN_NAME &&
                       !g_hash_table_lookup(table, miss.text) &&
                       baseline_names_find(c, miss.text, miss.length, &id, NULL) ==
                           DYNCOLOR_ERROR_UNKNOWN_NAME,
                   "a name that is not there finds none");
  }

  enum { BY_LENGTH, TO_NUL, TABLE, IN_C, TO_NUL_IN_C, WAYS_TO_FIND };
  lookup lookups[2 * WAYS_TO_FIND];
  harness_case cases[2 * WAYS_TO_FIND] = {{0}};
  void (*const run[WAYS_TO_FIND])(void *, size_t) = {find_by_length, find_to_nul, find_in_table,
                                                     find_name_in_c, find_to_nul_in_c};
  for (size_t i = 0; i < COUNT(cases); i++) {
    int is_hit = i < WAYS_TO_FIND;
    lookups[i] = (lookup){.theme = p.theme, .table = table, .c = c,
                          .names = is_hit ? hits : misses, .all_are_there = is_hit};
    cases[i] = (harness_case){.run = run[i % WAYS_TO_FIND], .data = &lookups[i],
                              .warm_up = length, .after = check_lookup};
  }
  const size_t missed = WAYS_TO_FIND;
  const harness_claim claims[] = {
      {"hits, by pointer and length", BY_LENGTH, TABLE, 0.3},
      {"hits, NUL-terminated", TO_NUL, TABLE, 0.3},
      {"hits, against the same in C", BY_LENGTH, IN_C, 1.25},
      {"hits, NUL-terminated, against the same in C", TO_NUL, TO_NUL_IN_C, 1.25},
      {"misses, by pointer and length", missed + BY_LENGTH, missed + TABLE, 0.3},
      {"misses, NUL-terminated", missed + TO_NUL, missed + TABLE, 0.3},
      {"misses, against the same in C", missed + BY_LENGTH, missed + IN_C, 1.25},
      {"misses, NUL-terminated, against the same in C", missed + TO_NUL, missed + TO_NUL_IN_C,
       1.25},
  };
  harness_measure(&(harness_group){.name = group, .peer = "GHashTable", .cases = cases,
                                   .case_count = COUNT(cases), .claims = claims,
                                   .claim_count = COUNT(claims)});

  sample_names_free(&hits);
  sample_names_free(&misses);
  baseline_names_free(c);
  free(c_ids);
  free(present);
  free(missing);
  g_hash_table_destroy(table);
  free_pair(&p);
}

/* ---- All colors into a buffer --------------------------------------------------------------- */

typedef struct copying {
  dyncolor_theme *theme;
  dyncolor_snapshot *snapshot;
  const void *source;   /* at the beginning of a page */
  const void *unaligned; /* the same, 16 bytes beyond a page: where malloc puts large blocks */
  void *pixels;          /* the same for all that compare */
  size_t count;
  size_t size; /* of a pixel */
  dyncolor_layout layout;
  int failed;

  /* What the C looks up under a lock. */
  pthread_mutex_t mutex;
  dyncolor_environment environment;
  atomic_size_t references;
} copying;

static void copy_from(const copying *c, const void *source, size_t count) {
  /* Read each time, so that no copy can be left out. */
  void *(*volatile copy)(void *, const void *, size_t) = memcpy;
  for (size_t i = 0; i < count; i++) copy(c->pixels, source, c->count * c->size);
}

static void copy_by_memcpy(void *data, size_t count) {
  const copying *c = data;
  copy_from(c, c->source, count);
}

static void copy_unaligned(void *data, size_t count) {
  const copying *c = data;
  copy_from(c, c->unaligned, count);
}

/* As resolve_all, which finds the snapshot of an environment under a lock, and keeps it until it is
 * copied, by a count of references. */
static void copy_under_lock(void *data, size_t count) {
  copying *c = data;
  void *(*volatile copy)(void *, const void *, size_t) = memcpy;
  for (size_t i = 0; i < count; i++) {
    pthread_mutex_lock(&c->mutex);
    const void *source = NULL;
    if (memcmp(&c->environment, sample_environments, sizeof c->environment) == 0) {
      source = c->source;
      atomic_fetch_add(&c->references, 1);
    }
    pthread_mutex_unlock(&c->mutex);
    if (!source) abort();
    copy(c->pixels, source, c->count * c->size);
    atomic_fetch_sub(&c->references, 1);
  }
}

static void copy_by_resolve_all(void *data, size_t count) {
  copying *c = data;
  for (size_t i = 0; i < count; i++)
    c->failed |= dyncolor_resolve_all(c->theme, sample_environments, c->layout, c->pixels,
                                      c->count, c->size, NULL);
}

static void copy_from_snapshot(void *data, size_t count) {
  copying *c = data;
  for (size_t i = 0; i < count; i++)
    c->failed |=
        dyncolor_snapshot_copy(c->snapshot, c->layout, c->pixels, c->count, c->size, NULL);
}

/* The pixels that must come out; cleared, so that the next way to make them has to. */
static void check_pixels(copying *c) {
  harness_expect(!c->failed, "the colors are copied");
  harness_expect(memcmp(c->pixels, c->source, c->count * c->size) == 0,
                 "the pixels are those of the colors");
  memset(c->pixels, 0xA5, c->count * c->size);
}

static void copy_group(const char *group, size_t count, dyncolor_layout layout, size_t size,
                       double goal) {
  if (!harness_enter(group)) return;
  pair p = make_pair(count, 1);
  unsigned char *source = sample_memory(count * size);
  const int is_other = (layout & (DYNCOLOR_LAYOUT_LINEAR | DYNCOLOR_LAYOUT_DISPLAY_P3)) != 0;
  for (size_t i = 0; i < count; i++) {
    dyncolor_color color = sample_color_value(i, 0);
    dyncolor_rgba rgba = sample_color(i, 0);
    harness_expect(
        (is_other ? dyncolor_pixels_convert(&rgba, sizeof rgba, 1, DYNCOLOR_LAYOUT_FLOAT4,
                                            source + i * size, size, layout, NULL)
                  : dyncolor_color_pack(&color, layout, source + i * size, size, NULL)) ==
            DYNCOLOR_OK,
        "a color becomes a pixel");
  }
  unsigned char *unaligned = sample_memory(16 + count * size);
  memcpy(unaligned + 16, source, count * size);
  copying c = {.theme = p.theme, .source = source, .unaligned = unaligned + 16,
               .pixels = sample_memory(count * size),
               .count = count, .size = size, .layout = layout,
               .mutex = PTHREAD_MUTEX_INITIALIZER, .environment = sample_environments[0]};
  harness_expect(
      dyncolor_snapshot_create(p.theme, sample_environments, &c.snapshot, NULL) == DYNCOLOR_OK,
      "a snapshot is made");
  for (int time = 0; time < 2; time++) {
    copy_by_resolve_all(&c, 1);
    check_pixels(&c);
    copy_from_snapshot(&c, 1);
    check_pixels(&c);
  }

  const harness_case cases[] = {{.run = copy_by_memcpy, .data = &c, .warm_up = 2},
                                {.run = copy_by_resolve_all, .data = &c, .warm_up = 2},
                                {.run = copy_from_snapshot, .data = &c, .warm_up = 2},
                                {.run = copy_under_lock, .data = &c, .warm_up = 2},
                                {.run = copy_unaligned, .data = &c, .warm_up = 2}};
  const harness_claim claims[] = {{"resolve_all", 1, 0, goal},
                                  {"resolve_all, against memcpy under a lock", 1, 3, goal},
                                  {"snapshot_copy", 2, 0, goal},
                                  {"memcpy from 16 bytes beyond a page", 4, 0, 0}};
  harness_measure(&(harness_group){.name = group, .peer = "memcpy", .cases = cases,
                                   .case_count = COUNT(cases), .claims = claims,
                                   .claim_count = COUNT(claims)});
  check_pixels(&c);

  dyncolor_snapshot_release(c.snapshot);
  free(c.pixels);
  free(unaligned);
  free(source);
  free_pair(&p);
}

/* ---- Mixtures of all colors ------------------------------------------------------------------ */

/* Two snapshots of a theme, and their colors as lists. What is done to all is done `count`
 * times. */
typedef struct mixing {
  dyncolor_snapshot *snapshots[2];
  dyncolor_color *colors[2], *mixed;
  uint8_t *pixels;
  size_t count;
  int failed;
} mixing;

static void mix_one_by_one(void *data, size_t count) {
  mixing *m = data;
  for (size_t i = 0; i < count; i++)
    for (size_t row = 0; row < m->count; row++)
      m->failed |= dyncolor_color_mix(&m->colors[0][row], &m->colors[1][row], 0.375,
                                      DYNCOLOR_SPACE_OKLAB, 0, &m->mixed[row], NULL) ||
                   dyncolor_color_pack(&m->mixed[row], DYNCOLOR_LAYOUT_RGBA8, m->pixels + row * 4,
                                       4, NULL);
}

static void mix_snapshots(void *data, size_t count) {
  mixing *m = data;
  for (size_t i = 0; i < count; i++)
    m->failed |= dyncolor_snapshot_mix(m->snapshots[0], m->snapshots[1], 0.375,
                                       DYNCOLOR_LAYOUT_RGBA8, m->pixels, m->count, 4, NULL);
}

static void copy_a_snapshot(void *data, size_t count) {
  mixing *m = data;
  for (size_t i = 0; i < count; i++)
    m->failed |= dyncolor_snapshot_copy(m->snapshots[1], DYNCOLOR_LAYOUT_RGBA8, m->pixels,
                                        m->count, 4, NULL);
}

static void mix_group(const char *group, size_t count) {
  if (!harness_enter(group)) return;
  pair p = make_pair(count, 2);
  mixing m = {.count = count, .mixed = sample_memory(count * sizeof(dyncolor_color)),
              .pixels = sample_memory(count * 4)};
  for (size_t side = 0; side < 2; side++) {
    m.colors[side] = sample_memory(count * sizeof(dyncolor_color));
    for (size_t i = 0; i < count; i++)
      m.colors[side][i] = sample_color_value(i, side == 0 ? 0 : 7);
    harness_expect(dyncolor_theme_redefine(p.theme, p.ids, m.colors[side], count,
                                           NULL) == DYNCOLOR_OK,
                   "the colors are redefined");
    harness_expect(
        dyncolor_snapshot_create(p.theme, NULL, &m.snapshots[side], NULL) == DYNCOLOR_OK,
        "a snapshot is made");
  }
  const harness_case cases[] = {{.run = mix_one_by_one, .data = &m, .warm_up = 1},
                                {.run = mix_snapshots, .data = &m, .warm_up = 1},
                                {.run = copy_a_snapshot, .data = &m, .warm_up = 1}};
  const harness_claim claims[] = {{"snapshot_mix, against color_mix and pack", 1, 0, 0.2},
                                  {"snapshot_mix, against snapshot_copy", 1, 2, 0}};
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = claims, .claim_count = COUNT(claims)});
  harness_expect(!m.failed, "the colors are mixed");
  for (size_t side = 0; side < 2; side++) {
    dyncolor_snapshot_release(m.snapshots[side]);
    free(m.colors[side]);
  }
  free(m.mixed);
  free(m.pixels);
  free_pair(&p);
}

/* ---- A whole theme -------------------------------------------------------------------------- */

/* The order in which colors are taken one by one. */
enum { IN_ORDER, SHUFFLED, WALKS };

typedef struct walk {
  dyncolor_id *ids;
  sample_names names;
} walk;

/* Named constants and eight environments. What is done to all of them is done `count` times. */
typedef struct whole {
  size_t count;
  sample_batch batch;
  unsigned version; /* of the batch's colors */
  dyncolor_theme *theme;
  dyncolor_id *ids;
  dyncolor_color *colors; /* the batch's, by id */
  baseline_names *names;
  dyncolor_id *ids_of_names;
  walk walks[WALKS];

  /* What begins empty in each slice. */
  GHashTable *fresh_table;
  baseline_names *fresh_names;
  dyncolor_theme *fresh_theme;
  dyncolor_id *fresh_ids;

  dyncolor_color others[256]; /* to redefine single ones with */
  size_t redefined;
  int failed;
} whole;

/* What a case works on. */
typedef struct task {
  whole *whole;
  const walk *walk;
} task;

/* A few of the colors, in all environments. */
static void check_whole(const whole *w, dyncolor_theme *theme, const dyncolor_id *ids) {
  harness_expect(!w->failed, "what is timed succeeds");
  harness_expect(dyncolor_theme_count(theme) == w->count,
                 "as many colors are there as were registered");
  for (size_t i = 0; i < 1000; i++) {
    size_t index = sample_number(i) % w->count;
    dyncolor_rgba color = {-1, -1, -1, -1};
    harness_expect(
        dyncolor_resolve(theme, ids[index], &sample_environments[i % SAMPLE_ENVIRONMENTS], &color,
                         NULL) == DYNCOLOR_OK &&
            same_color(color, sample_color(index, w->version)),
        "a color resolves to what was registered last");
  }
}

static void begin_insert_all(void *data) {
  whole *w = ((task *)data)->whole;
  w->fresh_table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}
static void insert_all(void *data, size_t count) {
  whole *w = ((task *)data)->whole;
  for (size_t i = 0; i < count; i++)
    g_hash_table_insert(w->fresh_table, g_strdup(w->batch.names.names[i].text),
                        GUINT_TO_POINTER((guint)i + 1));
}
static void end_insert_all(void *data) {
  whole *w = ((task *)data)->whole;
  harness_expect(g_hash_table_size(w->fresh_table) == w->count, "the names are inserted");
  g_hash_table_destroy(w->fresh_table);
}

static void add_all(void *data, size_t count) {
  whole *w = ((task *)data)->whole;
  w->fresh_names = baseline_names_create(count);
  w->failed |= !w->fresh_names || !baseline_names_add(w->fresh_names, w->batch.definitions, count,
                                                      w->fresh_ids);
}
static void end_add_all(void *data) {
  whole *w = ((task *)data)->whole;
  dyncolor_id id = 0;
  sample_name last = w->batch.names.names[w->count - 1];
  harness_expect(!w->failed && baseline_names_find(w->fresh_names, last.text, last.length, &id,
                                                   NULL) == DYNCOLOR_OK &&
                     id == w->fresh_ids[w->count - 1],
                 "the colors are added in C");
  baseline_names_free(w->fresh_names);
}

static void begin_register_all(void *data) { ((task *)data)->whole->fresh_theme = make_theme(); }
static void register_all(void *data, size_t count) {
  whole *w = ((task *)data)->whole;
  w->failed |=
      dyncolor_register(w->fresh_theme, w->batch.definitions, count, w->fresh_ids, NULL);
}
static void end_register_all(void *data) {
  whole *w = ((task *)data)->whole;
  check_whole(w, w->fresh_theme, w->fresh_ids);
  dyncolor_theme_release(w->fresh_theme);
}

/* The same in memory that the system has yet to give, as in a program that has just started. */
static void begin_add_in_new_memory(void *data) {
  (void)data;
  malloc_trim(0);
}
static void begin_insert_in_new_memory(void *data) {
  malloc_trim(0);
  begin_insert_all(data);
}
static void begin_register_in_new_memory(void *data) {
  malloc_trim(0);
  begin_register_all(data);
}

static void prepare_all(void *data) {
  prepare(((task *)data)->whole->theme, SAMPLE_ENVIRONMENTS);
}
static void prepare_and_recolor(void *data) {
  whole *w = ((task *)data)->whole;
  prepare_all(data);
  w->version = (w->version + 1) % 64;
  sample_batch_recolor(&w->batch, w->version);
  for (size_t i = 0; i < w->count; i++) w->colors[i] = w->batch.definitions[i].variants->part.color;
}
static void redefine_all(void *data, size_t count) {
  whole *w = ((task *)data)->whole;
  w->failed |= dyncolor_register(w->theme, w->batch.definitions, count, NULL, NULL);
}
static void recolor_all(void *data, size_t count) {
  whole *w = ((task *)data)->whole;
  w->failed |= dyncolor_theme_redefine(w->theme, w->ids, w->colors, count, NULL);
}
static void recolor_names(void *data, size_t count) {
  whole *w = ((task *)data)->whole;
  w->failed |=
      !baseline_names_redefine(w->names, w->ids_of_names, w->colors, count, w->version + 1);
}
static void check_theme(void *data) {
  whole *w = ((task *)data)->whole;
  check_whole(w, w->theme, w->ids);
}
static void check_names(void *data) {
  harness_expect(!((task *)data)->whole->failed, "the colors are redefined in C");
}

static void redefine_one_by_one(void *data, size_t count) {
  const task *t = data;
  whole *w = t->whole;
  for (size_t i = 0; i < count; i++)
    w->failed |= dyncolor_theme_redefine(w->theme, &t->walk->ids[i],
                                         &w->others[w->redefined++ % COUNT(w->others)], 1, NULL);
}
/* The same by name. */
static void register_one_by_one(void *data, size_t count) {
  const task *t = data;
  whole *w = t->whole;
  for (size_t i = 0; i < count; i++) {
    sample_name name = t->walk->names.names[i];
    w->failed |= dyncolor_register_color_n(w->theme, name.text, name.length,
                                           &w->others[w->redefined++ % COUNT(w->others)], NULL,
                                           NULL);
  }
}
static void check_redefined(void *data) {
  const task *t = data;
  whole *w = t->whole;
  harness_expect(!w->failed, "what is timed succeeds");
  for (size_t i = 1; i <= COUNT(w->others); i++) {
    dyncolor_rgba color = {-1, -1, -1, -1};
    harness_expect(
        dyncolor_resolve(w->theme, t->walk->ids[w->count - i],
                         &sample_environments[i % SAMPLE_ENVIRONMENTS], &color,
                         NULL) == DYNCOLOR_OK &&
            same_color(color, sample_color((w->redefined - i) % COUNT(w->others), 0)),
        "a color resolves to what it was redefined as");
  }
}

/* Each color once: an eighth of them in each of the environments. */
static void resolve_one_by_one(void *data, size_t count) {
  const task *t = data;
  dyncolor_theme *theme = t->whole->theme;
  const dyncolor_id *ids = t->walk->ids;
  size_t share = count / SAMPLE_ENVIRONMENTS;
  dyncolor_rgba color;
  int failed = 0;
  for (size_t e = 0; e < SAMPLE_ENVIRONMENTS; e++)
    for (size_t i = e * share; i < (e + 1) * share; i++)
      failed |= dyncolor_resolve(theme, ids[i], &sample_environments[e], &color, NULL);
  t->whole->failed |= failed;
}
static void forget_all(void *data) {
  prepare_and_recolor(data);
  redefine_all(data, ((task *)data)->whole->count);
}

/* The count is a multiple of the number of environments. */
static whole make_whole(size_t count) {
  whole w = {.count = count,
             .batch = sample_batch_of(count, 0),
             .theme = make_theme(),
             .ids = sample_memory(count * sizeof(dyncolor_id)),
             .colors = sample_memory(count * sizeof(dyncolor_color)),
             .names = baseline_names_create(count),
             .ids_of_names = sample_memory(count * sizeof(dyncolor_id)),
             .fresh_ids = sample_memory(count * sizeof(dyncolor_id))};
  harness_expect(
      dyncolor_register(w.theme, w.batch.definitions, count, w.ids, NULL) == DYNCOLOR_OK,
      "the colors are registered");
  harness_expect(
      w.names && baseline_names_add(w.names, w.batch.definitions, count, w.ids_of_names),
      "the colors are added in C");
  uint32_t *orders[WALKS] = {sample_sequence(count), sample_shuffled(count)};
  for (size_t i = 0; i < WALKS; i++) {
    w.walks[i].names = sample_names_of(orders[i], count);
    w.walks[i].ids = sample_memory(count * sizeof(dyncolor_id));
    for (size_t j = 0; j < count; j++) w.walks[i].ids[j] = w.ids[orders[i][j]];
    free(orders[i]);
  }
  for (size_t i = 0; i < COUNT(w.others); i++) w.others[i] = sample_color_value(i, 0);
  prepare(w.theme, SAMPLE_ENVIRONMENTS);
  CHECK_RESOLVE(dyncolor_resolve, w.theme, w.ids, count, SAMPLE_ENVIRONMENTS);
  return w;
}

static void free_whole(whole *w) {
  dyncolor_theme_release(w->theme);
  sample_batch_free(&w->batch);
  for (size_t i = 0; i < WALKS; i++) {
    sample_names_free(&w->walks[i].names);
    free(w->walks[i].ids);
  }
  baseline_names_free(w->names);
  free(w->ids_of_names);
  free(w->ids);
  free(w->colors);
  free(w->fresh_ids);
}

static void new_memory_group(const char *group, size_t count) {
  if (!harness_enter(group)) return;
  whole w = make_whole(count);
  task t = {&w, NULL};
  enum { INSERT, ADD, REGISTER };
  const harness_case cases[] = {
      {.run = insert_all, .data = &t, .count = count, .before = begin_insert_in_new_memory,
       .after = end_insert_all},
      {.run = add_all, .data = &t, .count = count, .before = begin_add_in_new_memory,
       .after = end_add_all},
      {.run = register_all, .data = &t, .count = count, .before = begin_register_in_new_memory,
       .after = end_register_all}};
  const harness_claim claims[] = {{"register all, against GHashTable", REGISTER, INSERT, 1},
                                  {"register all, against the same in C", REGISTER, ADD, 2}};
  harness_measure(&(harness_group){.name = group, .peer = "GHashTable", .cases = cases,
                                   .case_count = COUNT(cases), .claims = claims,
                                   .claim_count = COUNT(claims)});
  free_whole(&w);
}

static void whole_group(const char *group, size_t large, size_t small) {
  if (!harness_enter(group)) return;
  /* What is freed is kept for the next slice. By default, free() gives memory back to the system,
   * or does not, as the blocks happen to lie, and what takes more of it waits longer for it. */
  harness_expect(mallopt(M_TRIM_THRESHOLD, INT_MAX), "memory is kept");
  enum { INSERT, ADD, REGISTER, REDEFINE_ALL, RECOLOR_ALL, RECOLOR_NAMES, ONE_BY_ONE };
  /* One by one, in each order: */
  enum { HIT = ONE_BY_ONE, REDEFINE, AGAIN, FIRST, EACH };
  enum { IN_EACH_ORDER = EACH - ONE_BY_ONE, KINDS = ONE_BY_ONE + IN_EACH_ORDER * WALKS };
  const harness_case kinds[] = {
      [INSERT] = {.run = insert_all, .before = begin_insert_all, .after = end_insert_all},
      [ADD] = {.run = add_all, .after = end_add_all},
      [REGISTER] = {.run = register_all, .before = begin_register_all, .after = end_register_all},
      [REDEFINE_ALL] = {.run = redefine_all, .before = prepare_and_recolor, .after = check_theme},
      [RECOLOR_ALL] = {.run = recolor_all, .before = prepare_and_recolor, .after = check_theme},
      [RECOLOR_NAMES] = {.run = recolor_names, .before = prepare_all, .after = check_names},
      [HIT] = {.run = resolve_one_by_one, .before = prepare_all, .after = check_theme},
      [REDEFINE] = {.run = redefine_one_by_one, .before = prepare_all, .after = check_redefined},
      [AGAIN] = {.run = register_one_by_one, .before = prepare_all, .after = check_redefined},
      [FIRST] = {.run = resolve_one_by_one, .before = forget_all, .after = check_theme},
  };
  enum { LARGE, SMALL = KINDS, CASES = 2 * KINDS };
  whole wholes[] = {make_whole(large), make_whole(small)};
  task tasks[CASES];
  harness_case cases[CASES];
  for (size_t i = 0; i < CASES; i++) {
    whole *w = &wholes[i / KINDS];
    size_t kind = i % KINDS, order = IN_ORDER;
    if (kind >= COUNT(kinds)) kind -= IN_EACH_ORDER, order = SHUFFLED;
    tasks[i] = (task){w, &w->walks[order]};
    cases[i] = kinds[kind];
    cases[i].data = &tasks[i];
    cases[i].count = w->count;
  }
  /* Ten times as many colors may cost, each, what ten times as much memory costs; what grew with
   * the square of their number would cost ten times. */
  const double linear = 3;
  const harness_claim claims[] = {
      {"register all, against GHashTable", REGISTER, INSERT, 1},
      {"register all, against the same in C", REGISTER, ADD, 2},
      {"redefine all, against register all", RECOLOR_ALL, REGISTER, 0.1},
      {"redefine all, against the same in C", RECOLOR_ALL, RECOLOR_NAMES, 2},
      {"redefine all in C, against register all in C", RECOLOR_NAMES, ADD, 0},
      {"redefine all, by definitions", REDEFINE_ALL, REGISTER, 0},
      {"redefine one, against a hit", REDEFINE, HIT, 15},
      {"redefine one, by name", AGAIN, HIT, 0},
      {"a first resolve, against a hit", FIRST, HIT, 15},
      {"redefine one, against a hit, at random", REDEFINE + IN_EACH_ORDER, HIT + IN_EACH_ORDER, 15},
      {"a first resolve, against a hit, at random", FIRST + IN_EACH_ORDER, HIT + IN_EACH_ORDER, 15},
      {"register, per color, against 10,000", REGISTER, SMALL + REGISTER, linear},
      {"redefine, per color, against 10,000", RECOLOR_ALL, SMALL + RECOLOR_ALL, linear},
      {"redefine one, against 10,000", REDEFINE, SMALL + REDEFINE, linear},
      {"a first resolve, against 10,000", FIRST, SMALL + FIRST, linear},
      {"GHashTable, per name, against 10,000", INSERT, SMALL + INSERT, 0},
  };
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = claims, .claim_count = COUNT(claims)});
  for (size_t i = 0; i < COUNT(wholes); i++) free_whole(&wholes[i]);
}

/* ---- Building ------------------------------------------------------------------------------- */

/* Colors of one kind, resolved in environments that are new each time. What is done to all is done
 * until that is `count` colors. */
typedef struct building {
  const char *css; /* with places for a number below 16, and a color; NULL: a constant */
  int is_tenth; /* only a tenth of the colors depend on the scheme */
  size_t count;
  dyncolor_theme *theme;
  dyncolor_id *ids;
  unsigned seen; /* environments that were made up */
  dyncolor_snapshot *light; /* kept, for who switches to dark */
  double origins[16][3]; /* what others are made of, in light surroundings, in Oklab */
  dyncolor_rgba *computed; /* by the same arithmetic in C */
  int failed;
} building;

/* The arithmetic of a color alone, in C: in double precision, as in the library, and with libm. */
static double decoded(double x) {
  return x > 0.04045 ? pow((x + 0.055) / 1.055, 2.4) : x / 12.92;
}
static double encoded(double x) {
  return x > 0.0031308 ? 1.055 * pow(x, 1 / 2.4) - 0.055 : x * 12.92;
}
static double dot(const double row[3], const double x[3]) {
  return row[0] * x[0] + row[1] * x[1] + row[2] * x[2];
}
static void to_oklab(unsigned hex, double lab[3]) {
  static const double cones[3][3] = {{0.4122214694707629, 0.5363325372617349, 0.0514459932675022},
                                     {0.2119034958178251, 0.6806995506452345, 0.1073969535369405},
                                     {0.0883024591900564, 0.2817188391361215, 0.6299787016738222}};
  static const double axes[3][3] = {
      {0.2104542683093140, 0.7936177747023054, -0.0040720430116193},
      {1.9779985324311684, -2.4285922420485799, 0.4505937096174110},
      {0.0259040424655478, 0.7827717124575296, -0.8086757549230774}};
  double rgb[3], roots[3];
  for (size_t i = 0; i < 3; i++) rgb[i] = decoded((hex >> (16 - 8 * i) & 0xFF) / 255.0);
  for (size_t i = 0; i < 3; i++) roots[i] = cbrt(dot(cones[i], rgb));
  for (size_t i = 0; i < 3; i++) lab[i] = dot(axes[i], roots);
}
static dyncolor_rgba of_oklab(const double lab[3]) {
  static const double roots[3][3] = {{1, 0.3963377773761749, 0.2158037573099136},
                                     {1, -0.1055613458156586, -0.0638541728258133},
                                     {1, -0.0894841775298119, -1.2914855480194092}};
  static const double rgb[3][3] = {
      {4.0767416360759583, -3.3077115392580629, 0.2309699031821043},
      {-1.2684379732850315, 2.6097573492876882, -0.3413193760026570},
      {-0.0041960761386756, -0.7034186179359362, 1.7076146940746117}};
  double cones[3];
  float c[3];
  for (size_t i = 0; i < 3; i++) {
    double root = dot(roots[i], lab);
    cones[i] = root * root * root;
  }
  for (size_t i = 0; i < 3; i++) {
    double x = dot(rgb[i], cones);
    c[i] = (float)copysign(encoded(fabs(x)), x);
  }
  return (dyncolor_rgba){c[0], c[1], c[2], 1};
}
static unsigned building_hex(size_t i) { return (unsigned)(sample_number(i) & 0xFFFFFF); }

/* color-mix(in oklab, ORIGIN 30%, #rrggbb) */
static void mix_in_c(void *data, size_t count) {
  building *b = data;
  for (size_t done = 0; done < count; done += b->count)
    for (size_t i = 16; i < b->count; i++) {
      double lab[3];
      to_oklab(building_hex(i), lab);
      for (size_t c = 0; c < 3; c++) lab[c] = 0.3 * b->origins[i % 16][c] + 0.7 * lab[c];
      b->computed[i] = of_oklab(lab);
    }
}
/* oklch(from ORIGIN calc(l * 0.8) c h) */
static void darken_in_c(void *data, size_t count) {
  building *b = data;
  for (size_t done = 0; done < count; done += b->count)
    for (size_t i = 16; i < b->count; i++) {
      const double *origin = b->origins[i % 16];
      double chroma = hypot(origin[1], origin[2]), hue = atan2(origin[2], origin[1]);
      b->computed[i] =
          of_oklab((double[3]){origin[0] * 0.8, chroma * cos(hue), chroma * sin(hue)});
    }
}

static void make_building(building *b, size_t count, const char *css, int is_tenth) {
  *b = (building){.css = css, .is_tenth = is_tenth, .count = count, .theme = make_theme(),
                  .ids = sample_memory(count * sizeof(dyncolor_id)),
                  .computed = sample_memory(count * sizeof(dyncolor_rgba))};
  for (size_t i = 0; i < count; i++) {
    char name[32], text[128];
    unsigned first = building_hex(i), second = first ^ 0x5A5A5A;
    if (i < 16) to_oklab(first, b->origins[i]);
    snprintf(name, sizeof name, "color%zu", i);
    /* The first are what others are made of. */
    if (i < 16 && !(is_tenth && i >= 8))
      snprintf(text, sizeof text, "light-dark(#%06x, #%06x)", first, second);
    else if (css && i >= 16)
      snprintf(text, sizeof text, css, !is_tenth ? i % 16 : i % 10 == 0 ? i % 8 : 8 + i % 8,
               first, second);
    else
      snprintf(text, sizeof text, "#%06x", first);
    harness_expect(dyncolor_register_css_n(b->theme, name, DYNCOLOR_NUL_TERMINATED, text,
                                           DYNCOLOR_NUL_TERMINATED, &b->ids[i],
                                           NULL) == DYNCOLOR_OK,
                   "a color is registered");
  }
}

static void free_building(building *b) {
  dyncolor_theme_release(b->theme);
  free(b->ids);
  free(b->computed);
}

/* Another one each time, which has nothing in common with those before that matters: the scheme is
 * the one that few have used, and nothing of that is at hand. */
static dyncolor_environment new_environment(building *b) {
  b->seen++;
  return (dyncolor_environment){
      .scheme = (uint8_t)(1 + b->seen % 2),
      .custom = {(uint8_t)b->seen, (uint8_t)(b->seen >> 8), (uint8_t)(b->seen >> 16)}};
}

/* Lets nothing be known of any environment. */
static void forget_building(building *b) {
  dyncolor_color colors[2] = {sample_color_value(0, 0), sample_color_value(1, 0)};
  dyncolor_id ids[2] = {b->ids[0], b->ids[1]};
  b->failed |= dyncolor_theme_redefine(b->theme, ids, colors, 2, NULL);
}

static void take_snapshot(building *b, const dyncolor_environment *environment) {
  dyncolor_snapshot *snapshot = NULL;
  b->failed |= dyncolor_snapshot_create(b->theme, environment, &snapshot, NULL);
  dyncolor_snapshot_release(snapshot);
}
static void build_snapshots(void *data, size_t count) {
  building *b = data;
  for (size_t done = 0; done < count; done += b->count) {
    dyncolor_environment environment = new_environment(b);
    forget_building(b);
    take_snapshot(b, &environment);
  }
}
static void build_planes(void *data, size_t count) {
  building *b = data;
  for (size_t done = 0; done < count; done += b->count) {
    forget_building(b);
    b->failed |= dyncolor_theme_prepare(b->theme, sample_environments, NULL);
  }
}
static void build_one_by_one(void *data, size_t count) {
  building *b = data;
  dyncolor_rgba color;
  for (size_t done = 0; done < count; done += b->count) {
    forget_building(b);
    for (size_t i = 0; i < b->count; i++)
      b->failed |= dyncolor_resolve(b->theme, b->ids[i], sample_environments, &color, NULL);
  }
}
/* In two schemes by turns, when nothing else differs. */
static void switch_schemes(void *data, size_t count) {
  building *b = data;
  for (size_t done = 0; done < count; done += b->count) {
    dyncolor_environment environment = new_environment(b);
    environment.scheme = (uint8_t)(1 + b->seen % 2);
    take_snapshot(b, &environment);
  }
}
/* In dark surroundings, of which nothing is at hand; and the same when there is a snapshot in light
 * ones. */
static void build_dark(void *data, size_t count) {
  building *b = data;
  for (size_t done = 0; done < count; done += b->count) {
    forget_building(b);
    take_snapshot(b, &(dyncolor_environment){.scheme = DYNCOLOR_SCHEME_DARK});
  }
}
static void keep_light(void *data) {
  building *b = data;
  forget_building(b);
  b->failed |= dyncolor_snapshot_create(
      b->theme, &(dyncolor_environment){.scheme = DYNCOLOR_SCHEME_LIGHT}, &b->light, NULL);
}
static void switch_to_dark(void *data, size_t count) {
  building *b = data;
  (void)count;
  take_snapshot(b, &(dyncolor_environment){.scheme = DYNCOLOR_SCHEME_DARK});
}
/* When it has been found out what depends on the scheme, too. */
static void keep_two_light(void *data) {
  building *b = data;
  keep_light(data);
  take_snapshot(b, &(dyncolor_environment){.scheme = DYNCOLOR_SCHEME_LIGHT, .custom = {1}});
}
static void drop_light(void *data) {
  building *b = data;
  dyncolor_snapshot_release(b->light);
}
static void prepare_building(void *data) {
  building *b = data;
  b->failed |= dyncolor_theme_prepare(b->theme, sample_environments, NULL);
}
static void hit_building(void *data, size_t count) {
  building *b = data;
  dyncolor_rgba color;
  int failed = 0;
  for (size_t done = 0; done < count; done += b->count)
    for (size_t i = 0; i < b->count; i++)
      failed |= dyncolor_resolve(b->theme, b->ids[i], sample_environments, &color, NULL);
  b->failed |= failed;
}

/* What is prepared, in a snapshot that is computed and in one that is taken over, is the same. */
static void check_building(void *data) {
  building *b = data;
  harness_expect(!b->failed, "what is timed succeeds");
  for (uint8_t scheme = 1; scheme <= 2; scheme++) {
    dyncolor_environment environment = {.scheme = scheme};
    dyncolor_environment like = {.scheme = scheme, .custom = {9}};
    dyncolor_snapshot *first = NULL, *second = NULL;
    forget_building(b);
    b->failed |= dyncolor_snapshot_create(b->theme, &environment, &first, NULL);
    b->failed |= dyncolor_snapshot_create(b->theme, &like, &second, NULL);
    harness_expect(!b->failed && dyncolor_snapshot_fingerprint(first) ==
                                     dyncolor_snapshot_fingerprint(second),
                   "what is taken over is what is computed");
    for (size_t i = 0; i < b->count; i += 97) {
      dyncolor_rgba here, there;
      harness_expect(
          dyncolor_resolve(b->theme, b->ids[i], &environment, &here, NULL) == DYNCOLOR_OK &&
              dyncolor_snapshot_resolve(second, b->ids[i], &there, NULL) == DYNCOLOR_OK &&
              same_color(here, there),
          "a snapshot has the color that is resolved");
    }
    dyncolor_snapshot_release(first);
    dyncolor_snapshot_release(second);
  }
}

/* Whether the arithmetic in C gives what the library gives. */
static void check_in_c(building *b, void (*compute)(void *, size_t)) {
  compute(b, b->count);
  for (size_t i = 16; i < b->count; i++) {
    const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
    const dyncolor_rgba c = b->computed[i];
    dyncolor_rgba color;
    harness_expect(dyncolor_resolve(b->theme, b->ids[i], &light, &color, NULL) == DYNCOLOR_OK &&
                       fabsf(color.r - c.r) + fabsf(color.g - c.g) + fabsf(color.b - c.b) < 1e-5f,
                   "the arithmetic in C gives the same colors");
  }
}

static void building_group(
    const char *group, size_t count, const char *css, double goal,
    void (*compute)(void *, size_t)) {
  if (!harness_enter(group)) return;
  building b;
  make_building(&b, count, css, 0);
  if (compute) check_in_c(&b, compute);
  check_building(&b);
  enum { HIT, SNAPSHOT, PREPARE, FIRST, LIKE, IN_C, CASES };
  void (*const run[CASES])(void *, size_t) = {hit_building, build_snapshots, build_planes,
                                              build_one_by_one, switch_schemes, compute};
  const size_t case_count = compute ? CASES : IN_C;
  harness_case cases[CASES] = {{0}};
  for (size_t i = 0; i < CASES; i++)
    cases[i] = (harness_case){.run = run[i], .data = &b, .count = 4 * count, .warm_up = count};
  cases[HIT].before = prepare_building;
  cases[LIKE].warm_up = 2 * count;
  const harness_claim claims[] = {
      {"a snapshot, per color, against a hit", SNAPSHOT, HIT, goal},
      {"prepare, per color, against a hit", PREPARE, HIT, 0},
      {"a first resolve, against a hit", FIRST, HIT, 0},
      {"a snapshot with another custom axis, against a first one", LIKE, SNAPSHOT, 0},
      {"a snapshot, per color, against its arithmetic in C", SNAPSHOT, IN_C, 0},
  };
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = case_count,
                                   .claims = claims,
                                   .claim_count = COUNT(claims) - (compute ? 0 : 1)});
  check_building(&b);
  free_building(&b);
}

/* What does not depend on the scheme is not computed again for another. */
static void switching_group(const char *group, size_t count, const char *css) {
  if (!harness_enter(group)) return;
  building all, tenth;
  make_building(&all, count, css, 0);
  make_building(&tenth, count, css, 1);
  check_building(&all);
  check_building(&tenth);
  building *buildings[] = {&all, &tenth};
  harness_case cases[6] = {{0}};
  for (size_t i = 0; i < 2; i++) {
    cases[3 * i] = (harness_case){.run = build_dark, .data = buildings[i], .count = 4 * count,
                                  .warm_up = count};
    cases[3 * i + 1] = (harness_case){.run = switch_to_dark, .data = buildings[i], .count = count,
                                      .before = keep_light, .after = drop_light};
    cases[3 * i + 2] = cases[3 * i + 1];
    cases[3 * i + 2].before = keep_two_light;
  }
  const harness_claim claims[] = {
      {"a switch where all depends on it, against a first snapshot", 2, 0, 0},
      {"a switch where a tenth does, against a first snapshot", 5, 3, 0.25},
      {"the first switch since an edit, all, against a first snapshot", 1, 0, 0},
      {"the first switch since an edit, a tenth, against a first snapshot", 4, 3, 0}};
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = claims, .claim_count = COUNT(claims)});
  check_building(&all);
  check_building(&tenth);
  free_building(&all);
  free_building(&tenth);
}

/* ---- Providers ------------------------------------------------------------------------------ */

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context;
  size_t *calls = data;
  ++*calls;
  answer->color = (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB, .c = {0.25, 0.5, 1}, .alpha = 1};
  return DYNCOLOR_OK;
}

enum { PROVIDED = 1000 };

/* So many providers, or constants of the same color. */
typedef struct provided {
  dyncolor_theme *theme;
  dyncolor_id ids[PROVIDED];
  size_t calls;
  int failed;
} provided;

static void make_provided(provided *p, int are_providers) {
  const dyncolor_color color = {.space = DYNCOLOR_SPACE_SRGB, .c = {0.25, 0.5, 1}, .alpha = 1};
  *p = (provided){.theme = make_theme()};
  for (size_t i = 0; i < COUNT(p->ids); i++)
    harness_expect(
        (are_providers
             ? dyncolor_register_provider_n(p->theme, NULL, 0, provide, &p->calls, NULL, &p->ids[i],
                                            NULL)
             : dyncolor_register_color_n(p->theme, NULL, 0, &color, &p->ids[i],
                                         NULL)) == DYNCOLOR_OK,
        "a color is registered");
}

static void resolve_provided(void *data, size_t count) {
  provided *p = data;
  dyncolor_rgba color;
  int failed = 0;
  for (size_t i = 0; i < count; i++)
    failed |= dyncolor_resolve(p->theme, p->ids[i % COUNT(p->ids)], sample_environments, &color,
                               NULL);
  p->failed |= failed;
}
static void provide_first(void *data) {
  provided *p = data;
  /* An edit that lets nothing be known. */
  p->failed |= dyncolor_theme_set_default_scheme(p->theme, DYNCOLOR_SCHEME_DARK, NULL);
  p->failed |= dyncolor_theme_set_default_scheme(p->theme, DYNCOLOR_SCHEME_LIGHT, NULL);
}
static void check_provided(void *data) {
  provided *p = data;
  dyncolor_rgba color;
  harness_expect(!p->failed && dyncolor_resolve(p->theme, p->ids[7], sample_environments, &color,
                                                NULL) == DYNCOLOR_OK &&
                     same_color(color, (dyncolor_rgba){0.25f, 0.5f, 1, 1}),
                 "a provider's color is the one that it answers");
}

/* A version of a theme that is kept, for so many who see it. */
typedef struct kept_version {
  uint64_t version;
  size_t count;
} kept_version;

/* What a callback has read: axes of the environment, and colors. */
typedef struct reads {
  uint32_t axes;
  size_t count;
  dyncolor_id ids[4];
} reads;

/* A first resolve in plain C: the callback is called without a lock, and a color is changed to its
 * answer, and resolved. */
typedef struct called {
  pair pair;
  dyncolor_status (*provide)(dyncolor_context *, dyncolor_answer *, void *);
  size_t calls;
  int failed;

  /* The calls in progress. */
  pthread_mutex_t mutex;
  struct frame *frames;
  atomic_size_t references;

  /* The version, those that are kept, and what the callback depends on. */
  uint64_t version, returned_at;
  kept_version kept[64];
  size_t kept_count;
  double levels[8];
  reads recorded;
} called;
static void keep_answer(called *c, size_t i, const dyncolor_answer *answer) {
  dyncolor_rgba color = {(float)answer->color.c[0], (float)answer->color.c[1],
                         (float)answer->color.c[2], (float)answer->color.alpha};
  baseline_redefine(c->pair.c, &c->pair.c_ids[i], &color, 1);
  c->failed |= baseline_resolve(c->pair.c, c->pair.c_ids[i], sample_environments, &color, NULL);
}
static void call_first(void *data, size_t count) {
  called *c = data;
  for (size_t i = 0; i < count; i++) {
    dyncolor_answer answer = {0};
    c->failed |= c->provide(NULL, &answer, &c->calls);
    keep_answer(c, i, &answer);
  }
}

/* The same, but a callback may resolve colors, and let go of the theme: a color that needs itself
 * is found by the calls in progress of the thread, and the theme is kept until the end. */
typedef struct frame {
  pthread_t thread;
  dyncolor_id id;
  struct frame *outer;
} frame;
static void push_frame(called *c, frame *call) {
  for (const frame *other = c->frames; other; other = other->outer)
    if (pthread_equal(other->thread, call->thread) && other->id == call->id) abort();
  call->outer = c->frames;
  c->frames = call;
}
static void pop_frame(called *c, const frame *call) {
  frame **place = &c->frames;
  while (*place != call) place = &(*place)->outer;
  *place = call->outer;
}
static void call_in_frame(void *data, size_t count) {
  called *c = data;
  for (size_t i = 0; i < count; i++) {
    dyncolor_answer answer = {0};
    frame call = {.thread = pthread_self(), .id = c->pair.c_ids[i]};
    atomic_fetch_add(&c->references, 1);
    pthread_mutex_lock(&c->mutex);
    push_frame(c, &call);
    pthread_mutex_unlock(&c->mutex);
    c->failed |= c->provide(NULL, &answer, &c->calls);
    pthread_mutex_lock(&c->mutex);
    pop_frame(c, &call);
    pthread_mutex_unlock(&c->mutex);
    keep_answer(c, i, &answer);
    atomic_fetch_sub(&c->references, 1);
  }
}

/* The same, with all that a theme has to do, and only that: the color is looked for before, the
 * environment and the answer are checked, the version that the callback sees is kept for as long as
 * it runs, the callback is given what it may ask for, and what it has read is recorded. What was
 * kept before has been forgotten before, too. */
typedef struct request {
  const called *called;
  dyncolor_environment environment;
  double levels[8];
  uint64_t version;
  reads reads;
} request;
static int is_valid_environment(const dyncolor_environment *e) {
  return e->scheme <= DYNCOLOR_SCHEME_DARK && e->contrast <= DYNCOLOR_CONTRAST_MORE &&
         e->elevation <= DYNCOLOR_ELEVATION_ELEVATED && e->gamut <= DYNCOLOR_GAMUT_REC2020 &&
         e->vision <= DYNCOLOR_VISION_ACHROMAT && e->vision_severity <= 101 &&
         e->state <= DYNCOLOR_STATE_DISABLED && e->idiom <= DYNCOLOR_IDIOM_HEADSET &&
         e->forced_colors <= DYNCOLOR_FORCED_COLORS_ACTIVE && !e->reserved[0] && !e->reserved[1];
}
static int is_valid_answer(const dyncolor_answer *answer) {
  const dyncolor_color *color = &answer->color;
  double sum = color->c[0] * 0 + color->c[1] * 0 + color->c[2] * 0;
  return !answer->id && color->space == DYNCOLOR_SPACE_SRGB && !color->missing && sum == 0 &&
         color->alpha >= 0 && color->alpha <= 1;
}
static void keep_version(called *c, uint64_t version) {
  for (size_t i = c->kept_count; i-- > 0;)
    if (c->kept[i].version == version) {
      c->kept[i].count++;
      return;
    }
  if (c->kept_count == COUNT(c->kept)) abort();
  c->kept[c->kept_count++] = (kept_version){version, 1};
}
static void give_up_version(called *c, uint64_t version) {
  size_t i = c->kept_count;
  while (i-- > 0 && c->kept[i].version != version) continue;
  if (--c->kept[i].count) return;
  c->kept_count--;
  for (; i < c->kept_count; i++) c->kept[i] = c->kept[i + 1];
}
static void record_reads(called *c, const request *r) {
  if (c->returned_at < r->version) c->returned_at = r->version;
  c->recorded.axes |= r->reads.axes;
  for (size_t i = 0; i < r->reads.count; i++) c->recorded.ids[i] = r->reads.ids[i];
  if (r->reads.count) c->recorded.count = r->reads.count;
}
static void forget_called(void *data) {
  called *c = data;
  baseline_invalidate(c->pair.c, c->pair.c_ids, PROVIDED);
}
static int resolve_called(called *c, dyncolor_id id, const dyncolor_environment *environment,
                          dyncolor_rgba *color) {
  if (baseline_look_up(c->pair.c, id, environment, color)) return 1;
  if (!is_valid_environment(environment)) return 0;
  dyncolor_answer answer = {0};
  request r = {.called = c, .environment = *environment};
  frame call = {.thread = pthread_self(), .id = id};
  atomic_fetch_add(&c->references, 1);
  baseline_lock(c->pair.c);
  push_frame(c, &call);
  r.version = c->version;
  memcpy(r.levels, c->levels, sizeof r.levels);
  keep_version(c, r.version);
  baseline_unlock(c->pair.c);
  int failed = c->provide((dyncolor_context *)&r, &answer, &c->calls) || !is_valid_answer(&answer);
  *color = (dyncolor_rgba){(float)answer.color.c[0], (float)answer.color.c[1],
                           (float)answer.color.c[2], (float)answer.color.alpha};
  baseline_lock(c->pair.c);
  pop_frame(c, &call);
  give_up_version(c, r.version);
  record_reads(c, &r);
  if (!failed && r.version == c->version)
    failed |= !baseline_keep(c->pair.c, id, environment, color);
  baseline_unlock(c->pair.c);
  atomic_fetch_sub(&c->references, 1);
  return !failed;
}
static void call_with_checks(void *data, size_t count) {
  called *c = data;
  dyncolor_rgba color;
  for (size_t i = 0; i < count; i++)
    c->failed |= !resolve_called(c, c->pair.c_ids[i], sample_environments, &color);
}

static void check_called(void *data) {
  const called *c = data;
  harness_expect(!c->failed && c->calls > 0, "the function in C is called");
}

static void provider_group(const char *group) {
  if (!harness_enter(group)) return;
  static provided providers, constants;
  called in_c = {.pair = make_pair(PROVIDED, 1), .provide = provide,
                 .mutex = PTHREAD_MUTEX_INITIALIZER};
  make_provided(&providers, 1);
  make_provided(&constants, 0);
  check_provided(&providers);
  enum { HIT, CONSTANT, FIRST, FIRST_CONSTANT, IN_C, IN_FRAME, WITH_CHECKS, CASES };
  const size_t count = PROVIDED;
  const harness_case cases[CASES] = {
      [HIT] = {.run = resolve_provided, .data = &providers, .warm_up = 2 * count,
               .after = check_provided},
      [CONSTANT] = {.run = resolve_provided, .data = &constants, .warm_up = 2 * count,
                    .after = check_provided},
      [FIRST] = {.run = resolve_provided, .data = &providers, .count = count,
                 .before = provide_first, .after = check_provided},
      [FIRST_CONSTANT] = {.run = resolve_provided, .data = &constants, .count = count,
                          .before = provide_first, .after = check_provided},
      [IN_C] = {.run = call_first, .data = &in_c, .count = count, .after = check_called},
      [IN_FRAME] = {.run = call_in_frame, .data = &in_c, .count = count, .after = check_called},
      [WITH_CHECKS] = {.run = call_with_checks, .data = &in_c, .count = count,
                       .before = forget_called, .after = check_called},
  };
  const harness_claim claims[] = {
      {"a kept color, against a constant's", HIT, CONSTANT, 1.25},
      {"a first resolve with its call, against C", FIRST, IN_C, 1.25},
      {"a first resolve with its call, against C that finds cycles", FIRST, IN_FRAME, 2},
      {"C that finds cycles, against C", IN_FRAME, IN_C, 0},
      {"the same in C, against C", WITH_CHECKS, IN_C, 0},
      {"a first resolve with its call, against the same in C", FIRST, WITH_CHECKS, 2},
      {"a first resolve with its call, against a constant's", FIRST, FIRST_CONSTANT, 0},
  };
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = CASES,
                                   .claims = claims, .claim_count = COUNT(claims)});
  harness_expect(providers.calls > 0, "the providers are called");
  dyncolor_theme_release(providers.theme);
  dyncolor_theme_release(constants.theme);
  free_pair(&in_c.pair);
}

/* ---- A change with dependents --------------------------------------------------------------- */

enum { MOST_OBSERVERS = 16 };

/* A reference of a color, in a list of all references to the same color. */
typedef struct reference {
  uint32_t dependent;
  uint32_t next; /* the place of the next, from 1; 0 after the last */
} reference;

/* A theme with a color that others refer to: each of these is a mix of it and of a color of its
 * own. The same in C has the mixes as constants, computes them when the color changes, and tells
 * the same observers. It either has a list of them, or finds them, as a theme must: what refers to
 * the color, what refers to that, and so on, each once, in the order of the colors. Another one has
 * the mixes as expressions, and computes each when it is resolved first after the change. */
typedef struct linked {
  pair pair;
  size_t dependent_count;
  dyncolor_id *c_changed; /* the color and its dependents */
  dyncolor_rgba *own;     /* what dependents are mixed with */
  dyncolor_rgba *mixed;
  size_t step; /* the distance of dependents */
  uint32_t *heads; /* for each color, the place of the first reference to it */
  reference *references;
  uint64_t *found; /* a bit for each color */
  uint32_t *pending;
  dyncolor_id *found_ids;
  baseline *lazy;
  baseline_expression *expressions; /* of the mixes, each with its two operands */
  size_t version, c_version, lazy_version;
  size_t told, c_told; /* how many ids observers were told */
  int failed;
} linked;

/* What a case works on. */
typedef struct linked_task {
  linked *linked;
  size_t observer_count;
  baseline *c; /* what is timed; NULL: the theme */
  int finds;   /* whether the C finds the dependents */
  uint64_t observations[MOST_OBSERVERS];
} linked_task;

static dyncolor_color linked_color(size_t version) {
  return (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB,
                          .c = {(double)(version % 256) / 256, 0.5, 0.25},
                          .alpha = 1};
}

static void make_linked(linked *l, size_t count, size_t dependent_count) {
  *l = (linked){.pair = make_pair(count, 1),
                .dependent_count = dependent_count,
                .c_changed = sample_memory((dependent_count + 1) * sizeof(dyncolor_id)),
                .own = sample_memory((dependent_count + 1) * sizeof(dyncolor_rgba)),
                .mixed = sample_memory((dependent_count + 1) * sizeof(dyncolor_rgba)),
                .step = count / (dependent_count + 1),
                .heads = sample_memory(count * sizeof(uint32_t)),
                .references = sample_memory((dependent_count + 1) * sizeof(reference)),
                .found = sample_memory((count / 64 + 1) * sizeof(uint64_t)),
                .pending = sample_memory((dependent_count + 1) * sizeof(uint32_t)),
                .found_ids = sample_memory((dependent_count + 1) * sizeof(dyncolor_id)),
                .lazy = baseline_create(count),
                .expressions = sample_memory(
                    3 * (dependent_count + 1) * sizeof(baseline_expression))};
  memset(l->heads, 0, count * sizeof *l->heads);
  harness_expect(l->lazy != NULL, "the baseline is made");
  for (size_t i = 0; i < count; i++)
    harness_expect(baseline_add(l->lazy, sample_color(i, 0)) == l->pair.c_ids[i],
                   "the ids are those of the other baseline");
  const char *changed = l->pair.batch.names.names[0].text;
  const char *stroke = strchr(changed, '/');
  l->c_changed[0] = l->pair.c_ids[0];
  for (size_t i = 1; i <= dependent_count; i++) {
    sample_name name = l->pair.batch.names.names[i * l->step];
    unsigned own = (unsigned)(sample_number(i) & 0xFFFFFF);
    char css[128];
    snprintf(css, sizeof css, "color-mix(in srgb, var(--%.*s\\%s), #%06x)",
             (int)(stroke - changed), changed, stroke, own);
    harness_expect(dyncolor_register_css_n(l->pair.theme, name.text, name.length, css,
                                           DYNCOLOR_NUL_TERMINATED, NULL, NULL) == DYNCOLOR_OK,
                   "a mix is registered");
    l->own[i] = (dyncolor_rgba){(float)(own >> 16) / 255, (float)(own >> 8 & 0xFF) / 255,
                                (float)(own & 0xFF) / 255, 1};
    l->c_changed[i] = l->pair.c_ids[i * l->step];
    l->references[i] = (reference){(uint32_t)(i * l->step), l->heads[0]};
    l->heads[0] = (uint32_t)i;
    baseline_expression *mix = &l->expressions[3 * i];
    mix[0] = (baseline_expression){.kind = BASELINE_MIX, .space = DYNCOLOR_SPACE_SRGB,
                                   .mixed = {{&mix[1], 50}, {&mix[2], 50}}};
    mix[1] = (baseline_expression){.kind = BASELINE_REFERENCE, .id = l->pair.c_ids[0]};
    mix[2] = (baseline_expression){
        .kind = BASELINE_CONSTANT,
        .color = {.space = DYNCOLOR_SPACE_SRGB,
                  .c = {(double)l->own[i].r, (double)l->own[i].g, (double)l->own[i].b},
                  .alpha = 1}};
    harness_expect(baseline_define(l->lazy, l->c_changed[i], mix), "a mix is defined in C");
  }
}

static void free_linked(linked *l) {
  free(l->c_changed);
  free(l->own);
  free(l->mixed);
  free(l->heads);
  free(l->references);
  free(l->found);
  free(l->pending);
  free(l->found_ids);
  baseline_free(l->lazy);
  free(l->expressions);
  free_pair(&l->pair);
}

static void resolve_linked(linked *l) {
  dyncolor_rgba color;
  int failed = 0;
  for (size_t i = 0; i < l->pair.count; i++)
    failed |= dyncolor_resolve(l->pair.theme, l->pair.ids[i], environments, &color, NULL);
  l->failed |= failed;
}
static void resolve_linked_in_c(linked *l, baseline *c) {
  dyncolor_rgba color;
  int failed = 0;
  for (size_t i = 0; i < l->pair.count; i++)
    failed |= baseline_resolve(c, l->pair.c_ids[i], environments, &color, NULL);
  l->failed |= failed;
}

static void observe(dyncolor_theme *theme, const dyncolor_change *news, void *data) {
  (void)theme;
  *(size_t *)data += news->count;
}

/* All is resolved before each change, at last what is timed, so that it is in the same caches. */
static void begin_change(void *data) {
  linked_task *t = data;
  for (size_t i = 0; i < t->observer_count; i++)
    t->linked->failed |= dyncolor_theme_observe(t->linked->pair.theme, observe, &t->linked->told,
                                                NULL, &t->observations[i], NULL);
  t->linked->told = t->linked->c_told = 0;
  if (t->c != NULL) resolve_linked(t->linked);
  if (t->c != t->linked->pair.c) resolve_linked_in_c(t->linked, t->linked->pair.c);
  if (t->c != NULL) resolve_linked_in_c(t->linked, t->c);
  if (t->c == NULL) resolve_linked(t->linked);
}
static void change_linked(void *data, size_t count) {
  linked *l = ((linked_task *)data)->linked;
  (void)count;
  dyncolor_color color = linked_color(++l->version);
  l->failed |= dyncolor_theme_redefine(l->pair.theme, l->pair.ids, &color, 1, NULL);
}
/* Returns how many ids it has found: those of a color and of what refers to it. */
static size_t find_in_c(linked *l, uint32_t color) {
  const size_t words = l->pair.count / 64 + 1;
  size_t pending = 0, count = 0;
  memset(l->found, 0, words * sizeof *l->found);
  l->found[color / 64] |= (uint64_t)1 << color % 64;
  l->pending[pending++] = color;
  while (pending > 0)
    for (uint32_t at = l->heads[l->pending[--pending]]; at; at = l->references[at].next) {
      const uint32_t dependent = l->references[at].dependent;
      if (l->found[dependent / 64] >> dependent % 64 & 1) continue;
      l->found[dependent / 64] |= (uint64_t)1 << dependent % 64;
      l->pending[pending++] = dependent;
    }
  for (size_t word = 0; word < words; word++)
    for (uint64_t bits = l->found[word]; bits; bits &= bits - 1)
      l->found_ids[count++] = l->pair.c_ids[word * 64 + (size_t)__builtin_ctzll(bits)];
  return count;
}
static void change_in_c(void *data, size_t count) {
  const linked_task *t = data;
  linked *l = t->linked;
  (void)count;
  const dyncolor_id *changed_ids = l->c_changed;
  size_t changed_count = l->dependent_count + 1;
  if (t->finds) {
    changed_count = find_in_c(l, 0);
    changed_ids = l->found_ids;
  }
  dyncolor_color color = linked_color(++l->c_version);
  dyncolor_rgba changed = {(float)color.c[0], (float)color.c[1], (float)color.c[2], 1};
  l->mixed[0] = changed;
  for (size_t i = 1; i <= l->dependent_count; i++)
    l->mixed[i] = (dyncolor_rgba){(changed.r + l->own[i].r) / 2, (changed.g + l->own[i].g) / 2,
                                  (changed.b + l->own[i].b) / 2, 1};
  baseline_redefine(l->pair.c, changed_ids, l->mixed, changed_count);
  void (*volatile tell)(dyncolor_theme *, const dyncolor_change *, void *) = observe;
  const dyncolor_change news = {
      .size = sizeof news, .ids = changed_ids, .count = changed_count};
  for (size_t i = 0; i < t->observer_count; i++) tell(NULL, &news, &l->c_told);
}
static void change_and_resolve(void *data, size_t count) {
  change_linked(data, count);
  resolve_linked(((linked_task *)data)->linked);
}
static void change_and_resolve_in_c(void *data, size_t count) {
  change_in_c(data, count);
  resolve_linked_in_c(((linked_task *)data)->linked, ((linked_task *)data)->linked->pair.c);
}
static void change_lazily(void *data, size_t count) {
  linked *l = ((linked_task *)data)->linked;
  (void)count;
  dyncolor_color color = linked_color(++l->lazy_version);
  dyncolor_rgba changed = {(float)color.c[0], (float)color.c[1], (float)color.c[2], 1};
  baseline_redefine(l->lazy, l->c_changed, &changed, 1);
  baseline_invalidate(l->lazy, l->c_changed + 1, l->dependent_count);
}
static void change_and_resolve_lazily(void *data, size_t count) {
  change_lazily(data, count);
  resolve_linked_in_c(((linked_task *)data)->linked, ((linked_task *)data)->linked->lazy);
}

static int is_near(dyncolor_rgba a, dyncolor_rgba b) {
  const float most = 1e-6f;
  return a.r - b.r < most && b.r - a.r < most && a.g - b.g < most && b.g - a.g < most &&
         a.b - b.b < most && b.b - a.b < most;
}

/* The dependents are in the theme what they are in C, when that has the same version. */
static void end_change(void *data) {
  linked_task *t = data;
  linked *l = t->linked;
  const size_t all = t->observer_count * (l->dependent_count + 1);
  harness_expect(!l->failed, "what is timed succeeds");
  harness_expect(l->told + l->c_told == all, "each observer is told of all that a change affects");
  for (size_t i = 0; i < t->observer_count; i++)
    l->failed |= dyncolor_theme_unobserve(l->pair.theme, t->observations[i], NULL);
  linked_task untold = {.linked = l};
  size_t last = l->version > l->c_version ? l->version : l->c_version;
  if (l->lazy_version > last) last = l->lazy_version;
  while (l->version < last) change_linked(&untold, 1);
  while (l->c_version < last) change_in_c(&untold, 1);
  while (l->lazy_version < last) change_lazily(&untold, 1);
  for (size_t i = 0; i <= l->dependent_count; i += 97) {
    dyncolor_rgba color = {-1, -1, -1, -1}, c_color = {-2, -2, -2, -2};
    dyncolor_rgba lazy_color = {-3, -3, -3, -3};
    harness_expect(dyncolor_resolve(l->pair.theme, l->pair.ids[i * l->step], environments, &color,
                                    NULL) == DYNCOLOR_OK &&
                       baseline_resolve(l->pair.c, l->c_changed[i], environments, &c_color,
                                        NULL) == DYNCOLOR_OK &&
                       baseline_resolve(l->lazy, l->c_changed[i], environments, &lazy_color,
                                        NULL) == DYNCOLOR_OK &&
                       is_near(color, c_color) && is_near(color, lazy_color),
                   "dependents follow the color");
  }
}

static void change_group(const char *group, size_t count, size_t dependent_count) {
  if (!harness_enter(group)) return;
  linked l;
  make_linked(&l, count, dependent_count);
  enum { UNOBSERVED, TOLD, TOLD_MANY, ALL, KINDS, FOUND = 2 * KINDS, FOUND_MANY, LAZY, CASES };
  static const size_t observer_counts[KINDS] = {0, 1, MOST_OBSERVERS, 0};
  linked_task tasks[CASES];
  harness_case cases[CASES];
  for (size_t i = 0; i < CASES; i++) {
    size_t kind = i == LAZY ? ALL : i == FOUND_MANY ? TOLD_MANY : i == FOUND ? TOLD : i / 2;
    tasks[i] = (linked_task){.linked = &l, .observer_count = observer_counts[kind],
                             .c = i == LAZY ? l.lazy : l.pair.c,
                             .finds = i == FOUND || i == FOUND_MANY};
    if (i < FOUND && i % 2 == LIBRARY) tasks[i].c = NULL;
    cases[i] = (harness_case){.run = tasks[i].c == NULL ? change_linked : change_in_c,
                              .data = &tasks[i], .count = 1,
                              .before = begin_change, .after = end_change};
    if (kind == ALL) cases[i].run = i % 2 == LIBRARY ? change_and_resolve : change_and_resolve_in_c;
  }
  cases[LAZY].run = change_and_resolve_lazily;
  /* C knows the dependents by a list; the library finds them, which may take as long again as
   * computing them. So may it beside C that finds them, too, and need not know of versions. Of all
   * colors, a tenth is computed anew, for which a first resolve may take 15 hits, and nine tenths
   * are hits. */
  const harness_claim claims[] = {
      {"redefine the one", 2 * UNOBSERVED + LIBRARY, 2 * UNOBSERVED + C, 1},
      {"redefine the one, with an observer", 2 * TOLD + LIBRARY, 2 * TOLD + C, 2},
      {"redefine the one, with 16 observers", 2 * TOLD_MANY + LIBRARY, 2 * TOLD_MANY + C, 2},
      {"redefine the one, with an observer, against a search in C", 2 * TOLD + LIBRARY, FOUND, 2},
      {"redefine the one, with 16 observers, against a search in C", 2 * TOLD_MANY + LIBRARY,
       FOUND_MANY, 2},
      {"redefine the one, and resolve all again", 2 * ALL + LIBRARY, 2 * ALL + C, 2.4},
      {"redefine the one, and resolve all again, against C that computes then",
       2 * ALL + LIBRARY, LAZY, 2.4},
  };
  harness_measure(&(harness_group){.name = group, .peer = "the same in C", .cases = cases,
                                   .case_count = COUNT(cases), .claims = claims,
                                   .claim_count = COUNT(claims)});
  free_linked(&l);
}

/* ---- Another scheme ------------------------------------------------------------------------- */

/* Pairs of a light and a dark color, resolved all at once: what is done to all of them is done
 * until that is `count` colors. */
typedef struct pairs {
  size_t count;
  dyncolor_theme *theme;
  dyncolor_id *ids;
  dyncolor_rgba *colors[2]; /* light and dark */
  dyncolor_rgba *pixels;
  int is_dark;
  int failed;
} pairs;

static void make_pairs(pairs *p, size_t count) {
  sample_batch batch = sample_batch_of(count, 0);
  dyncolor_variant *variants = sample_memory(2 * count * sizeof *variants);
  *p = (pairs){.count = count, .theme = make_theme(),
               .ids = sample_memory(count * sizeof(dyncolor_id)),
               .colors = {sample_memory(count * sizeof(dyncolor_rgba)),
                          sample_memory(count * sizeof(dyncolor_rgba))},
               .pixels = sample_memory(count * sizeof(dyncolor_rgba))};
  for (size_t i = 0; i < count; i++) {
    for (unsigned side = 0; side < 2; side++) {
      dyncolor_variant *variant = &variants[2 * i + side];
      variant->scheme = side == 0 ? DYNCOLOR_SCHEME_LIGHT : DYNCOLOR_SCHEME_DARK;
      variant->part.color = sample_color_value(i, side);
      p->colors[side][i] = sample_color(i, side);
    }
    batch.definitions[i].variants = &variants[2 * i];
    batch.definitions[i].variant_count = 2;
  }
  harness_expect(
      dyncolor_register(p->theme, batch.definitions, count, p->ids, NULL) == DYNCOLOR_OK,
      "the pairs are registered");
  free(variants);
  sample_batch_free(&batch);
}

static void free_pairs(pairs *p) {
  dyncolor_theme_release(p->theme);
  free(p->ids);
  free(p->colors[0]);
  free(p->colors[1]);
  free(p->pixels);
}

static void show(pairs *p, int is_dark) {
  const dyncolor_environment environment = {.scheme = is_dark ? DYNCOLOR_SCHEME_DARK
                                                              : DYNCOLOR_SCHEME_LIGHT};
  p->is_dark = is_dark;
  p->failed |= dyncolor_resolve_all(p->theme, &environment, DYNCOLOR_LAYOUT_FLOAT4, p->pixels,
                                    p->count, sizeof *p->pixels, NULL);
}
/* After an edit, only light is shown. */
static void show_light(void *data) {
  pairs *p = data;
  p->failed |= dyncolor_theme_set_default_scheme(p->theme, DYNCOLOR_SCHEME_DARK, NULL);
  p->failed |= dyncolor_theme_set_default_scheme(p->theme, DYNCOLOR_SCHEME_LIGHT, NULL);
  show(p, 0);
}
static void show_dark(void *data, size_t count) {
  (void)count;
  show(data, 1);
}
static void show_both(void *data) {
  show_light(data);
  show(data, 1);
}
static void show_in_turn(void *data, size_t count) {
  pairs *p = data;
  for (size_t done = 0; done < count; done += p->count) show(p, !p->is_dark);
}
/* When all has been resolved in dark, one by one. */
static void hit_dark(void *data, size_t count) {
  pairs *p = data;
  const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  int failed = 0;
  for (size_t i = 0; i < count; i++)
    failed |= dyncolor_resolve(p->theme, p->ids[i], &dark, &p->pixels[i], NULL);
  p->failed |= failed;
}
static void prepare_dark(void *data) {
  pairs *p = data;
  show_both(data);
  p->failed |= dyncolor_theme_prepare(
      p->theme, &(dyncolor_environment){.scheme = DYNCOLOR_SCHEME_DARK}, NULL);
}
static void copy_in_turn(void *data, size_t count) {
  pairs *p = data;
  void *(*volatile copy)(void *, const void *, size_t) = memcpy;
  for (size_t done = 0; done < count; done += p->count) {
    p->is_dark = !p->is_dark;
    copy(p->pixels, p->colors[p->is_dark], p->count * sizeof *p->pixels);
  }
}
static void check_pairs(void *data) {
  pairs *p = data;
  harness_expect(!p->failed, "what is timed succeeds");
  harness_expect(
      memcmp(p->pixels, p->colors[p->is_dark], p->count * sizeof *p->pixels) == 0,
      "the pixels are those of the scheme");
  memset(p->pixels, 0xA5, p->count * sizeof *p->pixels);
}

static void pairs_group(const char *group, size_t count) {
  if (!harness_enter(group)) return;
  pairs p;
  make_pairs(&p, count);
  enum { FIRST, HIT, IN_TURN, COPY, CASES };
  const harness_case cases[CASES] = {
      [FIRST] = {.run = show_dark, .data = &p, .count = count, .before = show_light,
                 .after = check_pairs},
      [HIT] = {.run = hit_dark, .data = &p, .count = count, .before = prepare_dark,
               .after = check_pairs},
      [IN_TURN] = {.run = show_in_turn, .data = &p, .count = 16 * count, .warm_up = 2 * count,
                   .before = show_both, .after = check_pairs},
      [COPY] = {.run = copy_in_turn, .data = &p, .count = 16 * count, .warm_up = 2 * count,
                .before = show_both, .after = check_pairs},
  };
  /* Six hits is the goal of a snapshot of constants, which are variants as well: a pair has one
   * more of them to look at. */
  const harness_claim claims[] = {
      {"a first switch, per color, against a hit", FIRST, HIT, 9},
      {"a first switch, against memcpy", FIRST, COPY, 0},
      {"switches back and forth, against memcpy", IN_TURN, COPY, 1 / 0.9},
  };
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = CASES,
                                   .claims = claims, .claim_count = COUNT(claims)});
  free_pairs(&p);
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  make_environments();

  resolve_group("resolve, 2,000 colors", 2000, 1);
  resolve_group("resolve, 2,000 colors, 4 environments", 2000, 4);
  resolve_group("resolve, 2,000 colors, 64 environments", 2000, 64);
  resolve_group("resolve, 2,000 colors, 256 environments", 2000, 256);
  resolve_group("resolve, 100 colors, 256 environments", 100, 256);
  resolve_group("resolve, 100 colors, 4,096 environments", 100, 4096);
  resolve_group("resolve, 100,000 colors", 100000, 1);
  resolve_group("resolve, 100,000 colors, 4 environments", 100000, 4);

  ways_group("resolve, 10,000 colors, in turn", 10000);

  snapshot_group("snapshot, 2,000 colors", 2000);
  snapshot_group("snapshot, 100,000 colors", 100000);

  find_group("find, 100 names", 100);
  find_group("find, 1,000 names", 1000);
  find_group("find, 10,000 names", 10000);
  find_group("find, 100,000 names", 100000);

  const double memory_speed = 1 / 0.9;
  copy_group("all, 10,000 colors, float4", 10000, DYNCOLOR_LAYOUT_FLOAT4, 16, memory_speed);
  copy_group("all, 10,000 colors, RGBA8", 10000, DYNCOLOR_LAYOUT_RGBA8, 4, memory_speed);
  copy_group("all, 100,000 colors, float4", 100000, DYNCOLOR_LAYOUT_FLOAT4, 16, memory_speed);
  copy_group("all, 100,000 colors, RGBA8", 100000, DYNCOLOR_LAYOUT_RGBA8, 4, memory_speed);
  const struct {
    const char *group;
    int layout;
    size_t size;
  } others[] = {
      {"all, 10,000 colors, BGRA8", DYNCOLOR_LAYOUT_BGRA8, 4},
      {"all, 10,000 colors, RGB8", DYNCOLOR_LAYOUT_RGB8, 3},
      {"all, 10,000 colors, BGRA8 premultiplied",
       DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED, 4},
      {"all, 10,000 colors, RGBA16", DYNCOLOR_LAYOUT_RGBA16, 8},
      {"all, 10,000 colors, half4", DYNCOLOR_LAYOUT_HALF4, 8},
      {"all, 10,000 colors, double4", DYNCOLOR_LAYOUT_DOUBLE4, 32},
      {"all, 10,000 colors, linear float4", DYNCOLOR_LAYOUT_FLOAT4 | DYNCOLOR_LAYOUT_LINEAR, 16},
      {"all, 10,000 colors, Display P3 in BGRA8",
       DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_DISPLAY_P3, 4},
  };
  for (size_t i = 0; i < COUNT(others); i++)
    copy_group(others[i].group, 10000, (dyncolor_layout)others[i].layout, others[i].size, 0);
  mix_group("mix, 10,000 colors, RGBA8", 10000);

  building_group("build, 10,000 constants", 10000, NULL, 6, NULL);
  building_group("build, 10,000 mixes in sRGB", 10000,
                 "color-mix(in srgb, var(--color%zu) 30%%, #%06x)", 60, NULL);
  building_group("build, 10,000 mixes in OKLab", 10000,
                 "color-mix(in oklab, var(--color%zu) 30%%, #%06x)", 60, mix_in_c);
  building_group("build, 10,000 relative colors", 10000,
                 "oklch(from var(--color%zu) calc(l * 0.8) c h)", 60, darken_in_c);

  switching_group("scheme, 10,000 mixes in OKLab", 10000,
                  "color-mix(in oklab, var(--color%zu) 30%%, #%06x)");

  provider_group("providers");

  whole_group("theme, 100,000 colors", 100000, 10000);
  new_memory_group("theme, 100,000 colors in new memory", 100000);

  change_group("change, 100,000 colors, 10,000 dependents", 100000, 10000);
  pairs_group("scheme, 100,000 pairs", 100000);

  return harness_end();
}
