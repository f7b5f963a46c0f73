/* How long a resolve that hits takes, alone and while other threads do all that takes the theme's
 * lock: see Tests/ABI/lock_cases.h. And how long a short call that takes the lock waits meanwhile.
 *
 * Prints a row for each share of the calls: who, the share, and within how many nanoseconds so many
 * were done. What the machine does besides is in them, too. */
#include <dyncolor.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "../ABI/lock_cases.h"

static void begin_measuring(void) {}
static void end_measuring(void) {}

/* ---- Times ---- */

/* Counts of times, in steps of a sixteenth of an octave. */
enum { STEPS = 16, OCTAVES = 40 };

typedef struct histogram {
  uint64_t counts[OCTAVES * STEPS];
  uint64_t total;
} histogram;

static void add(histogram *h, uint64_t ticks) {
  unsigned octave = 63 - (unsigned)__builtin_clzll(ticks | STEPS);
  uint64_t step = ticks >> (octave - 4) & (STEPS - 1);
  h->counts[(octave - 4) * STEPS + step]++;
  h->total++;
}

/* Within how many ticks a share of all was done. */
static double within(const histogram *h, double share) {
  uint64_t wanted = (uint64_t)((double)h->total * share), seen = 0;
  for (unsigned i = 0; i < OCTAVES * STEPS; i++) {
    seen += h->counts[i];
    if (seen > wanted)
      return (double)((STEPS + i % STEPS) * (1ull << (i / STEPS))) * (STEPS + 0.5) / STEPS;
  }
  return 0;
}

static uint64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static inline uint64_t ticks(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return nanoseconds();
#endif
}

static double nanoseconds_per_tick(void) {
  uint64_t begin = nanoseconds(), first = ticks();
  while (nanoseconds() - begin < 100000000) {}
  return (double)(nanoseconds() - begin) / (double)(ticks() - first);
}

/* ---- Threads ---- */

static large shared;
static atomic_bool is_over;
static histogram hits, waits;

static void resolve_for(double seconds) {
  dyncolor_environment e = environment(0);
  dyncolor_rgba color;
  uint64_t end = nanoseconds() + (uint64_t)(seconds * 1e9);
  memset(&hits, 0, sizeof hits);
  for (size_t place = 0; nanoseconds() < end;) {
    for (int i = 0; i < 10000; i++) {
      /* Colors whose values stay as they are, so that each is a hit. */
      place = (place * 5 + 1) & 1023;
      dyncolor_id id = shared.all.ids[DEPENDENTS + place * 4];
      uint64_t begin = ticks();
      dyncolor_resolve(shared.theme, id, &e, &color, NULL);
      add(&hits, ticks() - begin);
    }
  }
}

static void *do_all(void *data) {
  (void)data;
  while (!atomic_load(&is_over))
    for (size_t i = 0; i < sizeof lock_cases / sizeof *lock_cases && !atomic_load(&is_over); i++)
      if (!lock_cases[i].is_once && lock_cases[i].colors == 0) lock_cases[i].run(&shared);
  return NULL;
}

static void *wait_often(void *data) {
  (void)data;
  while (!atomic_load(&is_over)) {
    uint64_t begin = ticks();
    dyncolor_palette_count(shared.theme);
    add(&waits, ticks() - begin);
    nanosleep(&(struct timespec){0, 200000}, NULL);
  }
  return NULL;
}

static const double shares[] = {0.5, 0.9, 0.99, 0.999, 0.9999};

static void print(const char *who, const histogram *h, double scale) {
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
    printf("%s\t%g\t%.1f\n", who, shares[i], within(h, shares[i]) * scale);
}

int main(int argc, char **argv) {
  double seconds = argc > 1 ? atof(argv[1]) : 10;
  double scale = nanoseconds_per_tick();
  shared = new_large();
  own_some(&shared);
  note_some(&shared);
  fill_cache(&shared, ENVIRONMENTS);
  resolve_for(seconds / 10);
  resolve_for(seconds);
  print("a hit, alone", &hits, scale);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, do_all, NULL);
  pthread_create(&threads[1], NULL, wait_often, NULL);
  resolve_for(seconds);
  atomic_store(&is_over, true);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  print("a hit, with others at work", &hits, scale);
  print("a short call that takes the lock, meanwhile", &waits, scale);
  free_large(&shared);
  return 0;
}
