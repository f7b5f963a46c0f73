/* Fault injection: for each call, in each of its states, every allocation fails once, and every
 * allocation fails from then on. After each the status must be right, nothing may have leaked, and
 * nothing may have changed.
 *
 * The heap is watched from both sides: the allocator that calls are given, and the C library's
 * malloc family, which this program replaces, so that no allocation goes unseen. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdlib.h>

#include "check.h"

/* ---- The heap ---- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);

static struct {
  bool watched; /* between arm and disarm */
  unsigned long allocations, fail_at, refused;
  bool from_then_on;
  long live;
} heap;

static bool refuse(void) {
  if (!heap.watched) return false;
  heap.allocations++;
  bool fails = heap.fail_at != 0 && (heap.allocations == heap.fail_at ||
                                     (heap.from_then_on && heap.allocations > heap.fail_at));
  heap.refused += fails;
  return fails;
}

void *malloc(size_t size) {
  if (refuse()) return NULL;
  void *memory = __libc_malloc(size);
  if (heap.watched && memory != NULL) heap.live++;
  return memory;
}

void *calloc(size_t count, size_t size) {
  if (refuse()) return NULL;
  void *memory = __libc_calloc(count, size);
  if (heap.watched && memory != NULL) heap.live++;
  return memory;
}

void *realloc(void *old, size_t size) {
  if (size > 0 && refuse()) return NULL;
  void *memory = __libc_realloc(old, size);
  if (heap.watched) heap.live += (memory != NULL) - (old != NULL);
  return memory;
}

void free(void *memory) {
  if (heap.watched && memory != NULL) heap.live--;
  __libc_free(memory);
}

static void arm(unsigned long fail_at, bool from_then_on) {
  heap.allocations = heap.refused = 0;
  heap.live = 0;
  heap.fail_at = fail_at;
  heap.from_then_on = from_then_on;
  heap.watched = true;
}

static void disarm(void) { heap.watched = false; }

/* ---- The calls ---- */

/* A call under test. `state` is what `prepare` made; `fingerprint` condenses all of it that can be
 * seen from outside. Calls without a state have neither. */
typedef struct tested_call {
  const char *name;
  void *(*prepare)(void);
  dyncolor_status (*run)(void *state, dyncolor_error *error);
  uint64_t (*fingerprint)(void *state);
  void (*dispose)(void *state);
  /* What the call returns when nothing fails, and whether it allocates at all. */
  dyncolor_status expected;
  bool allocates;
} tested_call;

/* Injects every fault into a call and returns how many there were; sets `*failures` to the number
 * of faults after which something was not as it must be. */
static unsigned long inject(const tested_call *call, bool quiet, unsigned long *failures) {
  unsigned long faults = 0;
  *failures = 0;
  for (int from_then_on = 0; from_then_on <= 1; from_then_on++) {
    for (unsigned long n = 0;; n++) {
      void *state = call->prepare != NULL ? call->prepare() : NULL;
      uint64_t before = call->fingerprint != NULL ? call->fingerprint(state) : 0;
      dyncolor_error error = DYNCOLOR_ERROR_INIT;
      arm(n, from_then_on != 0);
      dyncolor_status status = call->run(state, &error);
      disarm();
      bool failed = heap.refused > 0;
      uint64_t after = call->fingerprint != NULL ? call->fingerprint(state) : 0;
      bool good;
      if (failed) {
        faults++;
        good = status == DYNCOLOR_ERROR_OUT_OF_MEMORY &&
               error.status == DYNCOLOR_ERROR_OUT_OF_MEMORY && heap.live == 0 && before == after;
      } else {
        good = status == call->expected && (heap.allocations > 0) == call->allocates;
      }
      if (!good) {
        ++*failures;
        if (n < 3 && !quiet)
          printf("# %s: allocation %lu%s: status %d, %ld live, %schanged\n", call->name, n,
                 from_then_on ? " and on" : "", (int)status, heap.live,
                 before == after ? "un" : "");
      }
      if (call->dispose != NULL) call->dispose(state);
      if (n > 0 && !failed) break;
    }
  }
  return faults;
}

/* ---- Calls on values: they never allocate, in success or failure ---- */

static const dyncolor_color wide = {DYNCOLOR_SPACE_DISPLAY_P3, 0, {1, 0.5, 0}, 0.5};
static dyncolor_color color;
static dyncolor_environment environment;
static char text[16];

#define VALUE_CALL(name, ...) \
  static dyncolor_status name(void *state, dyncolor_error *error) { \
    (void)state; \
    (void)error; \
    __VA_ARGS__ \
  }

VALUE_CALL(version, {
  return dyncolor_version() != 0 && dyncolor_version_string() != NULL &&
                 dyncolor_status_name(DYNCOLOR_OK) != NULL
             ? DYNCOLOR_OK
             : DYNCOLOR_ERROR_INVALID_ARGUMENT;
})
VALUE_CALL(parse_hex, {
  return dyncolor_color_parse_hex("#123", 4, DYNCOLOR_SPACE_SRGB, 1, &color, error);
})
VALUE_CALL(parse_hex_badly, {
  return dyncolor_color_parse_hex("#12", 3, DYNCOLOR_SPACE_SRGB, 1, &color, error);
})
VALUE_CALL(format_hex, {
  return dyncolor_color_format_hex(&wide, DYNCOLOR_SPACE_SRGB, text, sizeof text, NULL, error);
})
VALUE_CALL(format_hex_badly, {
  return dyncolor_color_format_hex(&wide, DYNCOLOR_SPACE_SRGB, text, 3, NULL, error);
})
VALUE_CALL(convert, {
  return dyncolor_color_convert(&wide, DYNCOLOR_SPACE_SRGB, &color, error);
})
VALUE_CALL(pack, {
  return dyncolor_color_pack(&wide, DYNCOLOR_LAYOUT_RGBA8, text, sizeof text, error);
})
VALUE_CALL(compare, {
  return dyncolor_color_equal(&wide, &wide) && dyncolor_color_hash(&wide) != 0
             ? DYNCOLOR_OK
             : DYNCOLOR_ERROR_INVALID_ARGUMENT;
})
VALUE_CALL(inherit, {
  return dyncolor_environment_inherit(&environment, &environment, &environment, error);
})
VALUE_CALL(from_name, {
  return dyncolor_environment_from_name("dark", 4, &environment, error);
})
VALUE_CALL(from_name_badly, {
  return dyncolor_environment_from_name("dusk", 4, &environment, error);
})
VALUE_CALL(to_name, {
  const char *name;
  return dyncolor_environment_to_name(&environment, DYNCOLOR_VOCABULARY_CSS, &name, error);
})

static const tested_call calls[] = {
    {"version", NULL, version, NULL, NULL, DYNCOLOR_OK, false},
    {"parse_hex", NULL, parse_hex, NULL, NULL, DYNCOLOR_OK, false},
    {"parse_hex badly", NULL, parse_hex_badly, NULL, NULL, DYNCOLOR_ERROR_SYNTAX, false},
    {"format_hex", NULL, format_hex, NULL, NULL, DYNCOLOR_OK, false},
    {"format_hex badly", NULL, format_hex_badly, NULL, NULL, DYNCOLOR_ERROR_BUFFER_TOO_SMALL,
     false},
    {"convert", NULL, convert, NULL, NULL, DYNCOLOR_OK, false},
    {"pack", NULL, pack, NULL, NULL, DYNCOLOR_OK, false},
    {"compare", NULL, compare, NULL, NULL, DYNCOLOR_OK, false},
    {"inherit", NULL, inherit, NULL, NULL, DYNCOLOR_OK, false},
    {"from_name", NULL, from_name, NULL, NULL, DYNCOLOR_OK, false},
    {"from_name badly", NULL, from_name_badly, NULL, NULL, DYNCOLOR_ERROR_UNKNOWN_NAME, false},
    {"to_name", NULL, to_name, NULL, NULL, DYNCOLOR_OK, false},
};

static unsigned long injected;

static void calls_survive(void) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    unsigned long failures;
    injected += inject(&calls[i], false, &failures);
    CHECK(failures == 0);
  }
}

/* ---- The harness itself: it must see what it is there to see ---- */

static int changes;

static uint64_t count_changes(void *state) {
  (void)state;
  return (uint64_t)changes;
}

/* Allocates two blocks; does it right. */
VALUE_CALL(careful, {
  void *first = malloc(10);
  void *second = first != NULL ? malloc(20) : NULL;
  bool good = second != NULL;
  if (!good) error->status = DYNCOLOR_ERROR_OUT_OF_MEMORY;
  free(second);
  free(first);
  return good ? DYNCOLOR_OK : DYNCOLOR_ERROR_OUT_OF_MEMORY;
})
/* Leaks the first when there is no second. */
VALUE_CALL(leaky, {
  void *first = malloc(10);
  void *second = first != NULL ? malloc(20) : NULL;
  if (second == NULL) return (dyncolor_status)(error->status = DYNCOLOR_ERROR_OUT_OF_MEMORY);
  free(second);
  free(first);
  return DYNCOLOR_OK;
})
/* Says that all is well. */
VALUE_CALL(careless, {
  void *volatile memory = malloc(10);
  free(memory);
  return DYNCOLOR_OK;
})
/* Fails, but not without a trace. */
VALUE_CALL(half_done, {
  changes++;
  void *memory = malloc(10);
  if (memory == NULL) return (dyncolor_status)(error->status = DYNCOLOR_ERROR_OUT_OF_MEMORY);
  free(memory);
  return DYNCOLOR_OK;
})

static void harness_sees(void) {
  static const struct {
    tested_call call;
    unsigned long faults;
    bool found;
  } rows[] = {
      {{"careful", NULL, careful, count_changes, NULL, DYNCOLOR_OK, true}, 4, false},
      {{"leaky", NULL, leaky, count_changes, NULL, DYNCOLOR_OK, true}, 4, true},
      {{"careless", NULL, careless, count_changes, NULL, DYNCOLOR_OK, true}, 2, true},
      {{"half done", NULL, half_done, count_changes, NULL, DYNCOLOR_OK, true}, 2, true},
      {{"silent", NULL, careful, count_changes, NULL, DYNCOLOR_OK, false}, 4, true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    unsigned long failures;
    CHECK(inject(&rows[i].call, true, &failures) == rows[i].faults);
    CHECK((failures > 0) == rows[i].found);
  }
}

int main(void) {
  CLAIM("the harness sees leaks, wrong statuses and half-made changes", harness_sees);
  CLAIM("no call fails badly, whichever allocation fails", calls_survive);
  printf("# %lu faults injected into %zu calls\n", injected, sizeof calls / sizeof *calls);
  return CHECK_RESULT;
}
