#include "baseline.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef atomic_uint_least64_t word;

enum {
  FIRST_ENTRIES = 64,
  MOST_ENTRIES = 65536,
  PROBES = 8,
  SEGMENTS = 15,
  FIRST_CELLS = 64,
  CELL_SIZE = 24,
  CHECK_BITS = 12,
  CHECK = 0x5A3
};

__extension__ typedef unsigned __int128 product;

static const uint64_t vacant = UINT64_MAX; /* an epoch that no stamp reaches */
static const uint64_t absent = 1;          /* a segment that is not there */

/* One environment: since when its cells count, its 32 bytes, and where its cells are. */
typedef struct entry {
  word epoch;
  word key[4];
  word used;
  word segments[SEGMENTS];
  word unused[11];
} entry;
_Static_assert(sizeof(entry) == 256, "an entry is four cache lines");

/* One color in one environment. The stamp is the tick of its deposit and the check of its id. */
typedef struct cell {
  word stamp, low, high;
} cell;
_Static_assert(sizeof(cell) == CELL_SIZE, "cells are dense");

/* The entries are behind two words, so that a larger table can take their place: readers that see
 * its mask see it, too. Tables that were replaced are kept, with vacant entries. */
struct baseline {
  word entries; /* an address */
  word mask;    /* for offsets in bytes */
  word unused[6];
  entry first[FIRST_ENTRIES];
  pthread_mutex_t mutex;
  size_t entry_count, live_count;
  entry *tables[10];
  size_t table_count;
  uint64_t tick;
  size_t count, capacity;
  dyncolor_rgba *colors; /* by index */
};

typedef struct key {
  uint64_t words[4];
} key;

static inline uint64_t rotate(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

/* Word by word: as one copy, gcc makes vectors of them and takes them apart again in memory. */
static inline key key_of(const dyncolor_environment *environment) {
  const char *bytes = (const char *)environment;
  key k;
  memcpy(&k.words[0], bytes, 8);
  memcpy(&k.words[1], bytes + 8, 8);
  memcpy(&k.words[2], bytes + 16, 8);
  memcpy(&k.words[3], bytes + 24, 8);
  return k;
}

/* What of it the mask leaves is the offset of an entry, in bytes. */
static inline uint64_t hash_of(key k) {
  uint64_t mixed = k.words[0] ^ rotate(k.words[1], 17) ^ rotate(k.words[2], 31) ^
                   rotate(k.words[3], 47);
  product wide = (product)mixed * UINT64_C(0x9E3779B97F4A7C15);
  return (uint64_t)(wide >> 64) ^ (uint64_t)wide;
}

static inline entry *entry_at(baseline *theme, key k, size_t probe) {
  uint64_t mask = atomic_load_explicit(&theme->mask, memory_order_acquire);
  uint64_t entries = atomic_load_explicit(&theme->entries, memory_order_acquire);
  return (entry *)(uintptr_t)(entries + ((hash_of(k) + probe * sizeof(entry)) & mask));
}

static inline int has_key(entry *e, key k) {
  return atomic_load_explicit(&e->key[0], memory_order_acquire) == k.words[0] &&
         atomic_load_explicit(&e->key[1], memory_order_acquire) == k.words[1] &&
         atomic_load_explicit(&e->key[2], memory_order_acquire) == k.words[2] &&
         atomic_load_explicit(&e->key[3], memory_order_acquire) == k.words[3];
}

/* Segment 0 has the cells of 64 indices, each later one as many as all before it. */
static inline size_t segment_of(uint64_t index) {
  return (size_t)(58 - __builtin_clzll(index | (FIRST_CELLS - 1)));
}
static inline uint64_t segment_start(size_t segment) {
  return segment == 0 ? 0 : (uint64_t)FIRST_CELLS << (segment - 1);
}
static inline uint64_t segment_cells(size_t segment) {
  return segment == 0 ? FIRST_CELLS : (uint64_t)FIRST_CELLS << (segment - 1);
}

/* Reads a cell if it is of this environment and this id, and was whole and current while it was
 * read. Returns whether it did. */
__attribute__((always_inline)) static inline int read_cell(
    entry *e, key k, dyncolor_id id, dyncolor_rgba *color) {
  uint64_t epoch = atomic_load_explicit(&e->epoch, memory_order_acquire);
  if (!has_key(e, k)) return 0;
  uint64_t index = id >> CHECK_BITS;
  uint64_t segment =
      atomic_load_explicit(&e->segments[segment_of(index)], memory_order_acquire);
  if (segment == absent) return 0;
  cell *c = (cell *)(uintptr_t)(segment + index * CELL_SIZE);
  uint64_t stamp = atomic_load_explicit(&c->stamp, memory_order_acquire);
  uint64_t low = atomic_load_explicit(&c->low, memory_order_acquire);
  uint64_t high = atomic_load_explicit(&c->high, memory_order_acquire);
  uint64_t stamp_after = atomic_load_explicit(&c->stamp, memory_order_relaxed);
  uint64_t epoch_after = atomic_load_explicit(&e->epoch, memory_order_relaxed);
  if (stamp != stamp_after || epoch != epoch_after || ((stamp ^ id) & 0xFFF) != 0 || stamp < epoch)
    return 0;
  if (atomic_load_explicit(&e->used, memory_order_relaxed) == 0)
    atomic_store_explicit(&e->used, 1, memory_order_relaxed);
  memcpy(&color->r, &low, sizeof low);
  memcpy(&color->b, &high, sizeof high);
  return 1;
}

static dyncolor_status resolve_elsewhere(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color);

dyncolor_status baseline_resolve(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color, dyncolor_error *error) {
  (void)error;
  if (theme && environment && color) {
    key k = key_of(environment);
    if (read_cell(entry_at(theme, k, 0), k, id, color)) return DYNCOLOR_OK;
  }
  return resolve_elsewhere(theme, id, environment, color);
}

static void clear_entries(entry *entries, size_t count) {
  memset(entries, 0, count * sizeof *entries);
  for (size_t i = 0; i < count; i++) {
    atomic_init(&entries[i].epoch, vacant);
    for (size_t s = 0; s < SEGMENTS; s++) atomic_init(&entries[i].segments[s], absent);
  }
}

static void publish(baseline *theme, entry *entries, size_t count) {
  theme->entry_count = count;
  atomic_store_explicit(&theme->entries, (uintptr_t)entries, memory_order_release);
  atomic_store_explicit(&theme->mask, (count - 1) * sizeof(entry), memory_order_release);
}

/* Twice as many entries, if there is memory. Under the mutex. */
static void grow(baseline *theme) {
  size_t count = theme->entry_count * 2;
  if (count > MOST_ENTRIES) return;
  entry *old = (entry *)(uintptr_t)atomic_load(&theme->entries);
  entry *grown = aligned_alloc(256, count * sizeof *grown);
  if (!grown) return;
  clear_entries(grown, count);
  for (size_t i = 0; i < theme->entry_count; i++) {
    entry *from = &old[i];
    if (atomic_load(&from->epoch) == vacant) continue;
    key k;
    for (int j = 0; j < 4; j++) k.words[j] = atomic_load(&from->key[j]);
    uint64_t mask = (count - 1) * sizeof(entry);
    entry *to = NULL;
    for (size_t probe = 0; probe < PROBES && !to; probe++) {
      entry *e = (entry *)((char *)grown + ((hash_of(k) + probe * sizeof(entry)) & mask));
      if (atomic_load(&e->epoch) == vacant) to = e;
    }
    if (!to) abort();
    memcpy((void *)to, (void *)from, sizeof *to);
    atomic_store_explicit(&from->epoch, vacant, memory_order_release);
  }
  theme->tables[theme->table_count++] = grown;
  publish(theme, grown, count);
}

/* The entry of an environment, claimed if it had none, with room for the index; or NULL. Under the
 * mutex. */
static entry *entry_for(baseline *theme, key k, uint64_t index) {
  entry *found = NULL, *free_one = NULL;
  for (size_t probe = 0; probe < PROBES && !found; probe++) {
    entry *e = entry_at(theme, k, probe);
    if (atomic_load_explicit(&e->epoch, memory_order_relaxed) == vacant) {
      if (!free_one) free_one = e;
    } else if (has_key(e, k)) {
      found = e;
    }
  }
  if (!found) {
    if ((!free_one || theme->live_count * 2 >= theme->entry_count) &&
        theme->entry_count < MOST_ENTRIES) {
      grow(theme);
      return entry_for(theme, k, index);
    }
    if (!free_one) return NULL;
    found = free_one;
    theme->live_count++;
    for (int i = 0; i < 4; i++)
      atomic_store_explicit(&found->key[i], k.words[i], memory_order_release);
    theme->tick++;
    atomic_store_explicit(&found->epoch, theme->tick << CHECK_BITS, memory_order_release);
  }
  size_t segment = segment_of(index);
  if (atomic_load_explicit(&found->segments[segment], memory_order_relaxed) == absent) {
    void *cells = calloc(segment_cells(segment), CELL_SIZE);
    if (!cells) return NULL;
    /* Biased, so that the index itself finds the cell. */
    atomic_store_explicit(
        &found->segments[segment], (uintptr_t)cells - segment_start(segment) * CELL_SIZE,
        memory_order_release);
  }
  return found;
}

static dyncolor_status deposit(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color) {
  dyncolor_status status = DYNCOLOR_ERROR_OUT_OF_MEMORY;
  uint64_t index = id >> CHECK_BITS;
  pthread_mutex_lock(&theme->mutex);
  if (index == 0 || index > theme->count || (id & 0xFFF) != CHECK) {
    status = DYNCOLOR_ERROR_FOREIGN_ID;
  } else {
    entry *e = entry_for(theme, key_of(environment), index);
    if (e) {
      uint64_t segment =
          atomic_load_explicit(&e->segments[segment_of(index)], memory_order_relaxed);
      cell *c = (cell *)(uintptr_t)(segment + index * CELL_SIZE);
      uint64_t low, high;
      *color = theme->colors[index];
      memcpy(&low, &color->r, sizeof low);
      memcpy(&high, &color->b, sizeof high);
      theme->tick++;
      atomic_store_explicit(&c->stamp, 0, memory_order_relaxed);
      atomic_store_explicit(&c->low, low, memory_order_release);
      atomic_store_explicit(&c->high, high, memory_order_release);
      atomic_store_explicit(&c->stamp, theme->tick << CHECK_BITS | CHECK, memory_order_release);
      status = DYNCOLOR_OK;
    }
  }
  pthread_mutex_unlock(&theme->mutex);
  return status;
}

__attribute__((noinline)) static dyncolor_status resolve_elsewhere(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color) {
  static const dyncolor_environment empty;
  if (!theme || !color) return DYNCOLOR_ERROR_INVALID_ARGUMENT;
  if (!environment) environment = &empty;
  key k = key_of(environment);
  for (size_t probe = 0; probe < PROBES; probe++)
    if (read_cell(entry_at(theme, k, probe), k, id, color)) return DYNCOLOR_OK;
  return deposit(theme, id, environment, color);
}

baseline *baseline_create(size_t colors) {
  baseline *theme = aligned_alloc(256, (sizeof *theme + 255) / 256 * 256);
  if (!theme) return NULL;
  memset(theme, 0, sizeof *theme);
  theme->colors = calloc(colors + 1, sizeof *theme->colors);
  if (!theme->colors) {
    free(theme);
    return NULL;
  }
  pthread_mutex_init(&theme->mutex, NULL);
  theme->capacity = colors;
  clear_entries(theme->first, FIRST_ENTRIES);
  publish(theme, theme->first, FIRST_ENTRIES);
  return theme;
}

void baseline_free(baseline *theme) {
  entry *entries = (entry *)(uintptr_t)atomic_load(&theme->entries);
  for (size_t i = 0; i < theme->entry_count; i++)
    for (size_t s = 0; s < SEGMENTS; s++) {
      uint64_t segment = atomic_load(&entries[i].segments[s]);
      if (segment != absent) free((void *)(uintptr_t)(segment + segment_start(s) * CELL_SIZE));
    }
  for (size_t i = 0; i < theme->table_count; i++) free(theme->tables[i]);
  pthread_mutex_destroy(&theme->mutex);
  free(theme->colors);
  free(theme);
}

dyncolor_id baseline_add(baseline *theme, dyncolor_rgba color) {
  if (theme->count == theme->capacity) return DYNCOLOR_ID_NONE;
  theme->count++;
  theme->colors[theme->count] = color;
  return (dyncolor_id)(theme->count << CHECK_BITS | CHECK);
}

void baseline_redefine(
    baseline *theme, const dyncolor_id *ids, const dyncolor_rgba *colors, size_t count) {
  pthread_mutex_lock(&theme->mutex);
  for (size_t i = 0; i < count; i++) theme->colors[ids[i] >> CHECK_BITS] = colors[i];
  theme->tick++;
  entry *entries = (entry *)(uintptr_t)atomic_load(&theme->entries);
  for (size_t e = 0; e < theme->entry_count; e++) {
    if (atomic_load_explicit(&entries[e].epoch, memory_order_relaxed) == vacant) continue;
    for (size_t i = 0; i < count; i++) {
      uint64_t index = ids[i] >> CHECK_BITS;
      uint64_t cells = atomic_load_explicit(&entries[e].segments[segment_of(index)],
                                            memory_order_relaxed);
      if (cells == absent) continue;
      cell *c = (cell *)(uintptr_t)(cells + index * CELL_SIZE);
      atomic_store_explicit(&c->stamp, 0, memory_order_release);
    }
  }
  pthread_mutex_unlock(&theme->mutex);
}

dyncolor_status baseline_rows_resolve(
    const baseline_rows *rows, dyncolor_id id, dyncolor_rgba *color, dyncolor_error *error) {
  (void)error;
  size_t row = (size_t)DYNCOLOR_ROW(id);
  if (row >= rows->count || rows->ids[row] != id) return DYNCOLOR_ERROR_FOREIGN_ID;
  *color = rows->colors[row];
  return DYNCOLOR_OK;
}

dyncolor_status baseline_rows_read(
    const baseline_rows *rows, dyncolor_id id, dyncolor_rgba *color, dyncolor_error *error) {
  (void)error;
  *color = rows->colors[DYNCOLOR_ROW(id)];
  return DYNCOLOR_OK;
}

dyncolor_status baseline_nothing(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color, dyncolor_error *error) {
  (void)theme, (void)id, (void)environment, (void)color, (void)error;
  return DYNCOLOR_OK;
}
