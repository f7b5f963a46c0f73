/* For how long the lock of a theme is held, by each function that takes it: the time that others
 * wait at most. Between pthread_mutex_lock and pthread_mutex_unlock, which this program stands in
 * for, the thread's own processor time is taken, so that other programs do not matter. */
#include <dyncolor.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "check.h"

static void note_call(int function);
#include "exports.h"
#include "lookups.h"

/* ---- Locks ----------------------------------------------------------------------------------- */

#define FUNCTIONS (sizeof exported / sizeof *exported)

/* Of each function: whether it was called; and, in the case that is measured, how often it held the
 * lock, and for how long at most, in nanoseconds. */
static struct {
  bool is_armed;
  int function;
  bool was_called[FUNCTIONS];
  unsigned long holds[FUNCTIONS];
  uint64_t longest[FUNCTIONS];
} locks;

static _Thread_local struct {
  int depth;
  uint64_t since[4];
} held;

static uint64_t processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int (*system_lock)(pthread_mutex_t *), (*system_try)(pthread_mutex_t *),
    (*system_unlock)(pthread_mutex_t *);

static void find_system(void) {
  *(void **)&system_lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  *(void **)&system_try = dlsym(RTLD_NEXT, "pthread_mutex_trylock");
  *(void **)&system_unlock = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!system_lock) find_system();
  int result = system_lock(mutex);
  if (locks.is_armed && held.depth < 4) held.since[held.depth++] = processor_time();
  return result;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  if (!system_lock) find_system();
  int result = system_try(mutex);
  if (result == 0 && locks.is_armed && held.depth < 4) held.since[held.depth++] = processor_time();
  return result;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!system_unlock) find_system();
  if (locks.is_armed && held.depth > 0) {
    uint64_t time = processor_time() - held.since[--held.depth];
    locks.holds[locks.function]++;
    if (time > locks.longest[locks.function]) locks.longest[locks.function] = time;
  }
  return system_unlock(mutex);
}

static void note_call(int function) {
  if (!locks.is_armed) return;
  locks.function = function;
  locks.was_called[function] = true;
}

#include "lock_cases.h"

static void begin_measuring(void) {
  held.depth = 0;
  locks.is_armed = true;
}

static void end_measuring(void) { locks.is_armed = false; }

/* ---- Claims ---------------------------------------------------------------------------------- */

/* The library aims at 1 ms on the machine that it is developed on; here twice that, since page
 * faults and a cache that others share count as processor time, and machines differ. What took
 * longer before it was done in slices took 3 to 190 ms. */
enum { MOST_MICROSECONDS = 2000 };

static bool is_table;

enum { CASES = sizeof lock_cases / sizeof *lock_cases, ROUNDS = 3 };

/* Of each case and function, over all rounds, the shortest of the longest times that it held the
 * lock: what else the machine does makes them longer, and never shorter. */
static uint64_t least[CASES][FUNCTIONS];

static void measure(bool is_first) {
  large l = new_large();
  own_some(&l);
  note_some(&l);
  fill_cache(&l, ENVIRONMENTS);
  for (size_t i = 0; i < CASES; i++) {
    memset(locks.longest, 0, sizeof locks.longest);
    memset(locks.holds, 0, sizeof locks.holds);
    lock_cases[i].run(&l);
    for (size_t k = 0; k < FUNCTIONS; k++)
      if (is_first || locks.longest[k] < least[i][k]) least[i][k] = locks.longest[k];
  }
  free_large(&l);
}

/* The lock was held by functions of the case for no longer than is allowed. */
static void check_case(const lock_case *c, const uint64_t *longest) {
  for (size_t k = 0; k < FUNCTIONS; k++) {
    double time = (double)longest[k] / 1e3;
    if (time <= 0) continue;
    if (is_table && c->colors == 0)
      printf("| %s | `%s` | %.0f |\n", c->text, exported[k], time);
    if (is_table && c->colors > 0)
      printf("| %s | `%s` | %.0f: %.2f a color |\n", c->text, exported[k], time,
             time / (double)c->colors);
    if (c->colors == 0 && time > MOST_MICROSECONDS)
      printf("# %s: %s holds the lock for %.0f us\n", c->text, exported[k], time);
    CHECK(c->colors > 0 || time <= MOST_MICROSECONDS);
  }
}

static void holds_briefly(void) {
  for (int round = 0; round < ROUNDS; round++) measure(round == 0);
  for (size_t i = 0; i < CASES; i++) check_case(&lock_cases[i], least[i]);
}

/* Every function that takes a theme, or what belongs to one, is in a case. */
static void measures_all(void) {
  for (size_t k = 0; k < FUNCTIONS; k++) {
    if (takes_theme[k] && !locks.was_called[k]) printf("# no case calls %s\n", exported[k]);
    CHECK(!takes_theme[k] || locks.was_called[k]);
  }
}

int main(int argc, char **argv) {
  is_table = argc == 2 && strcmp(argv[1], "--table") == 0;
  if (is_table) printf("| what | function | lock held, at most, in us |\n|---|---|---:|\n");
  CLAIM("nothing but a commit of many colors holds the lock of a theme for long", holds_briefly);
  CLAIM("that is measured of every function that takes a theme", measures_all);
  return CHECK_RESULT;
}
