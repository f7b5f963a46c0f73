/* Soak test: all functions at once, for a long time, in constant memory.
 *
 *     soak SECONDS [THREADS [FOLDER]]
 *
 * Threads mix calls of all kinds on one long-lived theme, and on short-lived themes. From time to
 * time they pause for a sample: the memory of the process, the memory of the long-lived theme, open
 * files, and the memory of short-lived themes, which must be zero. After a warm-up of a quarter of
 * the time, the median of the second half of the samples must not exceed that of the first. */
#include <dirent.h>
#include <malloc.h>
#include <pthread.h>
#include <time.h>

#include "../ABI/mix.h"

enum { MOST_THREADS = 16, MOST_SAMPLES = 400 };

typedef struct sample {
  double seconds;
  size_t resident, heap, blocks, bytes, files, passing;
  int live;
} sample;

static mix_heap lasting, passing;
static _Atomic unsigned surprises;
static _Atomic int live_boxes;
static _Atomic bool is_over;
static _Atomic unsigned rests; /* odd while the threads are to stand still */
static pthread_barrier_t barrier;
static mixer mixers[MOST_THREADS];
static char folders[MOST_THREADS][256];
static sample samples[MOST_SAMPLES];
static int failures;

static void claim(bool is_so, const char *text) {
  printf("%s - %s\n", is_so ? "ok" : "not ok", text);
  failures += !is_so;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void pause_until(double time) {
  const double left = time - now();
  if (left <= 0) return;
  struct timespec pause = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
  nanosleep(&pause, NULL);
}

static size_t resident_bytes(void) {
  unsigned long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (size_t)sysconf(_SC_PAGESIZE);
}

static size_t open_files(void) {
  size_t count = 0;
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return 0;
  while (readdir(folder) != NULL) count++;
  closedir(folder);
  return count;
}

/* Makes the rests that are asked for. No watch stays open over one: files are counted. */
static void *mix_until_over(void *argument) {
  mixer *in = argument;
  while (!atomic_load(&is_over)) {
    mix_once(in);
    if (atomic_load(&rests) % 2 == 1) {
      mix_end(in);
      pthread_barrier_wait(&barrier);
      pthread_barrier_wait(&barrier);
    }
  }
  mix_end(in);
  return NULL;
}

static void take_sample(sample *it, double seconds) {
  atomic_fetch_add(&rests, 1);
  pthread_barrier_wait(&barrier);
  *it = (sample){.seconds = seconds, .resident = resident_bytes(), .heap = mallinfo2().uordblks};
  it->blocks = atomic_load(&lasting.blocks);
  it->bytes = atomic_load(&lasting.bytes);
  it->passing = atomic_load(&passing.blocks) + atomic_load(&passing.bytes);
  it->live = atomic_load(&live_boxes);
  it->files = open_files();
  atomic_fetch_add(&rests, 1);
  pthread_barrier_wait(&barrier);
}

static void tell(const sample *it) {
  printf("# %6.0f s: %6zu KiB resident, %6zu KiB of the heap; the theme has %zu blocks, %zu KiB;"
         " %d providers and observers; %zu files\n",
         it->seconds, it->resident >> 10, it->heap >> 10, it->blocks, it->bytes >> 10, it->live,
         it->files);
  fflush(stdout);
}

static int compare_sizes(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* The median of what samples have at an offset: at random there is more at times. */
static size_t median(int from, int to, size_t offset) {
  size_t values[MOST_SAMPLES];
  for (int i = from; i < to; i++)
    memcpy(&values[i - from], (const char *)&samples[i] + offset, sizeof *values);
  qsort(values, (size_t)(to - from), sizeof *values, compare_sizes);
  return values[(to - from) / 2];
}

static bool is_constant(int count, size_t offset, size_t tolerance, const char *what) {
  const int warm = count / 4, middle = warm + (count - warm) / 2;
  const size_t before = median(warm, middle, offset), after = median(middle, count, offset);
  printf("# %s: %zu, and then %zu\n", what, before, after);
  return after <= before + tolerance;
}

/* Whether all samples have as many open files. */
static bool has_same_files(int count) {
  for (int i = 1; i < count; i++)
    if (samples[i].files != samples[0].files) return false;
  return true;
}

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? strtod(argv[1], NULL) : 3600;
  const int threads = argc > 2 ? atoi(argv[2]) : 3;
  const char *folder = argc > 3 ? argv[3] : "/tmp";
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  pthread_t running[MOST_THREADS];
  uint64_t calls = 0;
  int count = 0;
  if (threads < 1 || threads > MOST_THREADS || seconds <= 0) return 2;
  /* As many arenas as there are threads keep what each has freed, for good. */
  mallopt(M_ARENA_MAX, 1);
  options.resize = mix_resize;
  options.resize_user_data = &lasting;
  options.memory_budget = 256 * 1024;
  if (dyncolor_theme_create(&options, &theme, NULL) != DYNCOLOR_OK) return 2;
  pthread_barrier_init(&barrier, NULL, (unsigned)threads + 1);
  for (int i = 0; i < threads; i++) {
    snprintf(folders[i], sizeof folders[i], "%s/soak-%d-%d", folder, (int)getpid(), i);
    if (mkdir(folders[i], 0700) != 0) return 2;
    mixers[i] = (mixer){.theme = theme, .passing = &passing, .surprises = &surprises};
    mixers[i].live = &live_boxes;
    mixers[i].folder = folders[i];
    mixers[i].random = (uint64_t)i + 1;
    if (pthread_create(&running[i], NULL, mix_until_over, &mixers[i]) != 0) return 2;
  }
  const double start = now();
  /* Samples differ by a tenth, so that medians of few samples would differ, too. */
  int wanted = (int)(seconds * 16);
  if (wanted > MOST_SAMPLES) wanted = MOST_SAMPLES;
  if (wanted < 8) wanted = 8;
  size_t left_over = 0;
  for (; count < wanted; count++) {
    pause_until(start + seconds * (count + 1) / wanted);
    take_sample(&samples[count], now() - start);
    left_over += samples[count].passing;
    if (count % (wanted / 8) == 0 || count == wanted - 1) tell(&samples[count]);
  }
  atomic_store(&is_over, true);
  for (int i = 0; i < threads; i++) {
    char path[300];
    pthread_join(running[i], NULL);
    calls += mixers[i].calls;
    snprintf(path, sizeof path, "%s/watched.css", folders[i]);
    unlink(path);
    snprintf(path, sizeof path, "%s/written.json", folders[i]);
    unlink(path);
    rmdir(folders[i]);
  }
  const uint64_t changes = dyncolor_theme_generation(theme);
  dyncolor_theme_release(theme);
  printf("# %.0f s, %d threads, %llu calls, %llu changes of the lasting theme, %d samples\n",
         now() - start, threads, (unsigned long long)calls, (unsigned long long)changes, count);
  claim(calls > 0 && atomic_load(&surprises) == 0, "every result is one of the possible ones");
  claim(left_over == 0, "short-lived themes leak no memory, in any sample");
  /* The more happens at the same time, the longer some tables become; for minutes, one may yet have
   * to double. */
  const size_t tolerance = (size_t)(seconds < 600 ? 128 << 10 : 10 << 10);
  claim(is_constant(count, offsetof(sample, bytes), tolerance, "bytes of the lasting theme"),
        "a long-lived theme takes constant memory");
  claim(is_constant(count, offsetof(sample, resident), 256 << 10, "resident bytes"),
        "the process takes constant memory");
  claim(is_constant(count, offsetof(sample, heap), tolerance, "bytes of the heap"),
        "the C heap does not grow");
  claim(has_same_files(count), "the number of open files does not grow");
  claim(atomic_load(&lasting.blocks) == 0 && atomic_load(&lasting.bytes) == 0 &&
            atomic_load(&passing.blocks) == 0 && atomic_load(&live_boxes) == 0,
        "at the end everything is freed, and destroyed once");
  return failures == 0 ? 0 : 1;
}
