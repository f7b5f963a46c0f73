#include "baseline.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef atomic_uint_least64_t word;

enum {
  FIRST_ENTRIES = 64,
  MOST_ENTRIES = 131072,
  PROBES = 32,
  SEGMENTS = 15,
  FIRST_CELLS = 64,
  MOST_NESTED = 64,
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
  entry *tables[11];
  size_t table_count;
  uint64_t tick;
  size_t count, capacity;
  dyncolor_rgba *colors; /* by index */
  const baseline_expression **expressions; /* by index; NULL as long as there are none */
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
  for (size_t probe = 0; probe < PROBES && !found && !free_one; probe++) {
    entry *e = entry_at(theme, k, probe);
    if (atomic_load_explicit(&e->epoch, memory_order_relaxed) == vacant) {
      free_one = e;
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

static int evaluate_color(baseline *theme, uint64_t index, unsigned depth, double color[4]);

/* Evaluates an expression in sRGB, with alpha. Returns whether it has a color. */
static int evaluate(
    baseline *theme, const baseline_expression *expression, unsigned depth, double color[4]) {
  if (depth > MOST_NESTED) return 0;
  switch (expression->kind) {
    case BASELINE_CONSTANT:
      if (expression->color.space != DYNCOLOR_SPACE_SRGB) return 0;
      memcpy(color, expression->color.c, 3 * sizeof *color);
      color[3] = expression->color.alpha;
      return 1;
    case BASELINE_REFERENCE: {
      uint64_t index = expression->id >> CHECK_BITS;
      if (index == 0 || index > theme->count || (expression->id & 0xFFF) != CHECK) return 0;
      return evaluate_color(theme, index, depth + 1, color);
    }
    case BASELINE_MIX: {
      double colors[2][4], sum = 0, alpha = 0;
      if (expression->space != DYNCOLOR_SPACE_SRGB) return 0;
      for (size_t i = 0; i < 2; i++) {
        if (!evaluate(theme, expression->mixed[i].operand, depth + 1, colors[i])) return 0;
        sum += expression->mixed[i].weight;
      }
      if (!(sum > 0)) return 0;
      double shares[2] = {expression->mixed[0].weight / sum, expression->mixed[1].weight / sum};
      for (size_t i = 0; i < 2; i++) alpha += shares[i] * colors[i][3];
      for (size_t c = 0; c < 3; c++) {
        double mixed = shares[0] * colors[0][3] * colors[0][c] +
                       shares[1] * colors[1][3] * colors[1][c];
        color[c] = alpha > 0 ? mixed / alpha : mixed;
      }
      color[3] = alpha;
      return 1;
    }
  }
  return 0;
}

/* The color of an index, from its expression, if it has one. */
static int evaluate_color(baseline *theme, uint64_t index, unsigned depth, double color[4]) {
  const baseline_expression *expression = theme->expressions ? theme->expressions[index] : NULL;
  if (expression) return evaluate(theme, expression, depth, color);
  const dyncolor_rgba constant = theme->colors[index];
  color[0] = (double)constant.r;
  color[1] = (double)constant.g;
  color[2] = (double)constant.b;
  color[3] = (double)constant.a;
  return 1;
}

/* The color of an index that is not kept. Returns whether there is one. */
static int compute(baseline *theme, uint64_t index, dyncolor_rgba *color) {
  *color = theme->colors[index];
  if (!theme->expressions || !theme->expressions[index]) return 1;
  double computed[4];
  if (!evaluate_color(theme, index, 0, computed)) return 0;
  *color = (dyncolor_rgba){(float)computed[0], (float)computed[1], (float)computed[2],
                           (float)computed[3]};
  return 1;
}

int baseline_keep(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    const dyncolor_rgba *color) {
  uint64_t index = id >> CHECK_BITS;
  entry *e = entry_for(theme, key_of(environment), index);
  if (!e) return 0;
  uint64_t segment = atomic_load_explicit(&e->segments[segment_of(index)], memory_order_relaxed);
  cell *c = (cell *)(uintptr_t)(segment + index * CELL_SIZE);
  uint64_t low, high;
  memcpy(&low, &color->r, sizeof low);
  memcpy(&high, &color->b, sizeof high);
  theme->tick++;
  atomic_store_explicit(&c->stamp, 0, memory_order_relaxed);
  atomic_store_explicit(&c->low, low, memory_order_release);
  atomic_store_explicit(&c->high, high, memory_order_release);
  atomic_store_explicit(&c->stamp, theme->tick << CHECK_BITS | CHECK, memory_order_release);
  return 1;
}

static dyncolor_status deposit(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color) {
  dyncolor_status status = DYNCOLOR_ERROR_OUT_OF_MEMORY;
  uint64_t index = id >> CHECK_BITS;
  pthread_mutex_lock(&theme->mutex);
  if (index == 0 || index > theme->count || (id & 0xFFF) != CHECK) {
    status = DYNCOLOR_ERROR_FOREIGN_ID;
  } else if (!compute(theme, index, color)) {
    status = DYNCOLOR_ERROR_NO_VALUE;
  } else if (baseline_keep(theme, id, environment, color)) {
    status = DYNCOLOR_OK;
  }
  pthread_mutex_unlock(&theme->mutex);
  return status;
}

int baseline_look_up(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color) {
  key k = key_of(environment);
  /* The environment is in front of the first vacant entry, and nowhere else. */
  for (size_t probe = 0; probe < PROBES; probe++) {
    entry *e = entry_at(theme, k, probe);
    if (read_cell(e, k, id, color)) return 1;
    if (atomic_load_explicit(&e->epoch, memory_order_acquire) == vacant || has_key(e, k)) break;
  }
  return 0;
}

__attribute__((noinline)) static dyncolor_status resolve_elsewhere(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color) {
  static const dyncolor_environment empty;
  if (!theme || !color) return DYNCOLOR_ERROR_INVALID_ARGUMENT;
  if (!environment) environment = &empty;
  if (baseline_look_up(theme, id, environment, color)) return DYNCOLOR_OK;
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
  free(theme->expressions);
  free(theme);
}

dyncolor_id baseline_add(baseline *theme, dyncolor_rgba color) {
  if (theme->count == theme->capacity) return DYNCOLOR_ID_NONE;
  theme->count++;
  theme->colors[theme->count] = color;
  return (dyncolor_id)(theme->count << CHECK_BITS | CHECK);
}

int baseline_define(baseline *theme, dyncolor_id id, const baseline_expression *expression) {
  if (!theme->expressions)
    theme->expressions = calloc(theme->capacity + 1, sizeof *theme->expressions);
  if (!theme->expressions) return 0;
  theme->expressions[id >> CHECK_BITS] = expression;
  return 1;
}

/* Under the mutex. */
static void invalidate(baseline *theme, const dyncolor_id *ids, size_t count) {
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
}

void baseline_lock(baseline *theme) { pthread_mutex_lock(&theme->mutex); }
void baseline_unlock(baseline *theme) { pthread_mutex_unlock(&theme->mutex); }

void baseline_invalidate(baseline *theme, const dyncolor_id *ids, size_t count) {
  pthread_mutex_lock(&theme->mutex);
  invalidate(theme, ids, count);
  pthread_mutex_unlock(&theme->mutex);
}

void baseline_redefine(
    baseline *theme, const dyncolor_id *ids, const dyncolor_rgba *colors, size_t count) {
  pthread_mutex_lock(&theme->mutex);
  for (size_t i = 0; i < count; i++) theme->colors[ids[i] >> CHECK_BITS] = colors[i];
  invalidate(theme, ids, count);
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

/* ---- Names ---------------------------------------------------------------------------------- */

enum { SLOTS = 7, MOST_IN_BUCKET = 4, CHUNK = 65536, RECORD = 16, RECIPE = 72 };

/* A line of the cache. Byte i of the tags is that of slot i; the highest one says that a name had
 * no room. */
typedef struct bucket {
  uint64_t tags;
  struct found *slots[SLOTS];
} bucket;

typedef struct found {
  uint32_t id;
  uint32_t length;
  char text[];
} found;

/* Memory that is given out in pieces, in chunks that are linked. */
typedef struct pieces {
  char *chunk;
  size_t used;
} pieces;

struct baseline_names {
  uint64_t secrets[2];
  uint64_t mask;
  bucket *buckets;
  uint32_t count;
  char *records;
  pieces names, recipes;
};

static void *take(pieces *p, size_t size) {
  if (!p->chunk || CHUNK - p->used < size) {
    char *chunk = malloc(CHUNK);
    if (!chunk) return NULL;
    memcpy(chunk, &p->chunk, sizeof p->chunk);
    p->chunk = chunk;
    p->used = 16;
  }
  void *piece = p->chunk + p->used;
  p->used += size;
  return piece;
}

static void free_pieces(pieces *p) {
  for (char *chunk = p->chunk, *next; chunk; chunk = next) {
    memcpy(&next, chunk, sizeof next);
    free(chunk);
  }
}

baseline_names *baseline_names_create(size_t count) {
  baseline_names *names = calloc(1, sizeof *names);
  if (!names) return NULL;
  size_t buckets = 1;
  while (buckets * MOST_IN_BUCKET < count) buckets *= 2;
  names->buckets = aligned_alloc(sizeof(bucket), buckets * sizeof(bucket));
  names->records = malloc((count + 1) * RECORD);
  names->mask = buckets - 1;
  names->secrets[0] = (uint64_t)(uintptr_t)names;
  names->secrets[1] = names->secrets[0] * UINT64_C(0x9E3779B97F4A7C15);
  if (!names->buckets || !names->records) {
    baseline_names_free(names);
    return NULL;
  }
  memset(names->buckets, 0, buckets * sizeof(bucket));
  return names;
}

void baseline_names_free(baseline_names *names) {
  if (!names) return;
  free_pieces(&names->names);
  free_pieces(&names->recipes);
  free(names->records);
  free(names->buckets);
  free(names);
}

static inline uint64_t eight(const char *text) {
  uint64_t bytes;
  memcpy(&bytes, text, sizeof bytes);
  return bytes;
}

static inline uint64_t folded(uint64_t a, uint64_t b) {
  product wide = (product)a * b;
  return (uint64_t)(wide >> 64) ^ (uint64_t)wide;
}

static inline uint64_t hash_of_name(const baseline_names *names, const char *text, size_t length) {
  uint64_t a = names->secrets[0] ^ length, b = names->secrets[1] ^ length;
  if (length >= 16 && length <= 32)
    return folded(a ^ eight(text), rotate(a, 32) ^ eight(text + 8)) +
           folded(b ^ eight(text + length - 16), rotate(b, 32) ^ eight(text + length - 8));
  for (size_t i = 0; i < length; i++) a = folded(a ^ (unsigned char)text[i], b);
  return a;
}

static inline int same_text(const char *a, const char *b, size_t length) {
  if (length < 16) return memcmp(a, b, length) == 0;
  for (size_t i = 0; i + 16 < length; i += 16)
    if ((eight(a + i) ^ eight(b + i)) | (eight(a + i + 8) ^ eight(b + i + 8))) return 0;
  return ((eight(a + length - 16) ^ eight(b + length - 16)) |
          (eight(a + length - 8) ^ eight(b + length - 8))) == 0;
}

static inline uint64_t tag_of(uint64_t hash) { return hash >> 56 | 0x80; }

/* Whether a text might be the name of a color: ASCII without a NUL. */
static inline int is_name(const char *name, size_t length) {
  const uint64_t ones = UINT64_C(0x0101010101010101);
  uint64_t bits = 0;
  size_t i = 0;
  for (; i + 8 <= length; i += 8) bits |= eight(name + i) | (eight(name + i) - ones);
  if (length >= 8) bits |= eight(name + length - 8) | (eight(name + length - 8) - ones);
  else
    for (; i < length; i++) bits |= (uint64_t)((unsigned char)name[i] - 1);
  return !(bits & ones << 7);
}

/* A name with this hash; NULL if it is not there. */
static inline const found *look_up(
    const baseline_names *names, uint64_t hash, const char *name, size_t length) {
  const uint64_t ones = UINT64_C(0x0101010101010101);
  for (uint64_t at = hash & names->mask;; at = (at + 1) & names->mask) {
    const bucket *b = &names->buckets[at];
    uint64_t x = b->tags ^ tag_of(hash) * ones;
    for (uint64_t m = (x - ones) & ~x & UINT64_C(0x80808080808080); m; m &= m - 1) {
      const found *f = b->slots[__builtin_ctzll(m) / 8];
      if (f->length == length && same_text(f->text, name, length)) return f;
    }
    if (!(b->tags >> 56)) return NULL;
  }
}

dyncolor_status baseline_names_find(
    const baseline_names *names, const char *name, size_t length, dyncolor_id *id,
    dyncolor_error *error) {
  (void)error;
  if (!names || !name || !id) return DYNCOLOR_ERROR_INVALID_ARGUMENT;
  if (length == DYNCOLOR_NUL_TERMINATED) length = strlen(name);
  if (length > DYNCOLOR_MAX_NAME) return DYNCOLOR_ERROR_UNKNOWN_NAME;
  const found *f = look_up(names, hash_of_name(names, name, length), name, length);
  if (!f)
    return is_name(name, length) ? DYNCOLOR_ERROR_UNKNOWN_NAME : DYNCOLOR_ERROR_INVALID_UTF8;
  *id = f->id;
  return DYNCOLOR_OK;
}

/* A name's slot in the first bucket with room. */
static void put(baseline_names *names, uint64_t hash, found *f) {
  for (uint64_t at = hash & names->mask;; at = (at + 1) & names->mask) {
    bucket *b = &names->buckets[at];
    uint64_t room = ~b->tags & UINT64_C(0x80808080808080);
    if (!room) {
      b->tags |= UINT64_C(1) << 56;
      continue;
    }
    int place = __builtin_ctzll(room) / 8;
    b->slots[place] = f;
    b->tags |= tag_of(hash) << 8 * place;
    return;
  }
}

static void set_color(char *recipe, const dyncolor_color *color) {
  dyncolor_rgba value = {(float)color->c[0], (float)color->c[1], (float)color->c[2],
                         (float)color->alpha};
  memcpy(recipe + RECIPE - sizeof value, &value, sizeof value);
}

/* Whether a color is a constant in sRGB. */
static inline int is_constant(const dyncolor_color *c) {
  double sum = c->c[0] * 0 + c->c[1] * 0 + c->c[2] * 0;
  return c->space == DYNCOLOR_SPACE_SRGB && !c->missing && sum == 0 && c->alpha >= 0 &&
         c->alpha <= 1;
}

/* Whether a definition is that of a named constant, for all environments. */
static inline int is_definition(const dyncolor_definition *d) {
  dyncolor_variant conditions;
  const size_t size = offsetof(dyncolor_variant, part);
  if (d->size != sizeof *d || d->kind != DYNCOLOR_KIND_VARIANTS || d->layer || d->owner ||
      d->variant_count != 1 || !d->variants || !d->name || d->name_length == 0 ||
      d->name_length > DYNCOLOR_MAX_NAME || !is_name(d->name, d->name_length))
    return 0;
  memset(&conditions, 0, size);
  const dyncolor_part *part = &d->variants->part;
  return memcmp(d->variants, &conditions, size) == 0 && !part->css && !part->css_length &&
         !part->id && !part->reserved && is_constant(&part->color);
}

int baseline_names_add(
    baseline_names *names, const dyncolor_definition *definitions, size_t count, dyncolor_id *ids) {
  for (size_t i = 0; i < count; i++)
    if (!is_definition(&definitions[i])) return 0;
  enum { AHEAD = 8 };
  uint64_t hashes[AHEAD] = {0};
  for (size_t i = 0; i < count + AHEAD; i++) {
    if (i >= AHEAD) {
      const dyncolor_definition *d = &definitions[i - AHEAD];
      const dyncolor_color *color = &d->variants->part.color;
      if (look_up(names, hashes[i % AHEAD], d->name, d->name_length)) return 0;
      found *f = take(&names->names, sizeof *f + (d->name_length / 8 + 1) * 8);
      char *recipe = take(&names->recipes, RECIPE);
      if (!f || !recipe) return 0;
      uint32_t index = ++names->count;
      *f = (found){index << CHECK_BITS | CHECK, (uint32_t)d->name_length};
      memcpy(f->text, d->name, d->name_length);
      f->text[d->name_length] = 0;
      memset(recipe, 0, RECIPE - sizeof(dyncolor_rgba));
      set_color(recipe, color);
      memset(names->records + (size_t)index * RECORD, 0, RECORD);
      memcpy(names->records + (size_t)index * RECORD, &recipe, sizeof recipe);
      memcpy(names->records + (size_t)index * RECORD + 8, &f, sizeof f);
      put(names, hashes[i % AHEAD], f);
      ids[i - AHEAD] = f->id;
    }
    if (i >= count) continue;
    hashes[i % AHEAD] =
        hash_of_name(names, definitions[i].name, definitions[i].name_length);
    __builtin_prefetch(&names->buckets[hashes[i % AHEAD] & names->mask], 1);
  }
  return 1;
}

/* The recipe of an index, which must be that of a name. */
static char *recipe_at(const baseline_names *names, uint32_t index) {
  char *recipe;
  memcpy(&recipe, names->records + (size_t)index * RECORD, sizeof recipe);
  return recipe;
}

int baseline_names_redefine(
    baseline_names *names, const dyncolor_id *ids, const dyncolor_color *colors, size_t count,
    uint64_t version) {
  for (size_t i = 0; i < count; i++)
    if (!is_constant(&colors[i])) return 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t index = ids[i] >> CHECK_BITS;
    if (index == 0 || index > names->count || (ids[i] & ((1u << CHECK_BITS) - 1)) != CHECK)
      return 0;
    /* Whether it is a constant. */
    uint64_t kind;
    memcpy(&kind, recipe_at(names, index) + 32, sizeof kind);
    if (kind != 0) return 0;
  }
  for (size_t i = 0; i < count; i++) {
    char *recipe = recipe_at(names, ids[i] >> CHECK_BITS);
    memcpy(recipe, &version, sizeof version);
    memcpy(recipe + 24, &version, sizeof version);
    set_color(recipe, &colors[i]);
  }
  return 1;
}
