#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

enum { MOST_ROUNDS = 99, COUNTED_TIMES = 200 };

static struct {
  size_t rounds;
  double slice; /* in nanoseconds */
  const char *filter;
  FILE *tsv;
  int counts; /* instructions, instead of time */

  int first_processor;
  int second_processor; /* -1 if there is none */

  size_t groups; /* that the options ask for */
  size_t failed; /* of these */
  int is_in_group; /* whether this is the process of a group */
} harness = {.rounds = 9, .slice = 8e6, .filter = "", .second_processor = -1};

/* What the processes of groups and the program share; NULL before harness_start. */
static struct {
  size_t rows;
  size_t missed;
  char reason[256]; /* why the group fails; empty if it does not, or has crashed */
} *shared;

void harness_expect(int condition, const char *text) {
  if (condition) return;
  fflush(stdout);
  if (!harness.is_in_group) {
    fprintf(stderr, "wrong result: %s\n", text);
    exit(2);
  }
  snprintf(shared->reason, sizeof shared->reason, "wrong result: %s", text);
  _exit(2); /* What atexit has is for the program to do. */
}

/* ---- Time and processors -------------------------------------------------------------------- */

/* The processor time of this thread, in nanoseconds. */
static double thread_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void stay_on(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)processor, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

/* The last two processors that we may use: the first one also serves interrupts. */
static void choose_processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  for (int processor = 0; processor < CPU_SETSIZE; processor++) {
    if (!CPU_ISSET((size_t)processor, &set)) continue;
    harness.second_processor = harness.first_processor;
    harness.first_processor = processor;
  }
  if (CPU_COUNT(&set) < 2) harness.second_processor = -1;
}

int harness_has_second_processor(void) { return harness.second_processor >= 0; }

/* ---- What runs beside ----------------------------------------------------------------------- */

static struct {
  pthread_t thread;
  int started;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  const harness_case *wanted; /* guarded by the mutex */
  atomic_int keep_on;
  atomic_int under_way;
} beside = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *run_beside(void *unused) {
  (void)unused;
  stay_on(harness.second_processor);
  for (;;) {
    pthread_mutex_lock(&beside.mutex);
    while (!beside.wanted) pthread_cond_wait(&beside.changed, &beside.mutex);
    const harness_case *wanted = beside.wanted;
    beside.wanted = NULL;
    pthread_mutex_unlock(&beside.mutex);
    atomic_store(&beside.under_way, 1);
    while (atomic_load(&beside.keep_on)) wanted->beside(wanted->beside_data);
    atomic_store(&beside.under_way, 0);
  }
  return NULL;
}

static void begin_beside(const harness_case *wanted) {
  if (!wanted->beside) return;
  if (!beside.started) {
    beside.started = pthread_create(&beside.thread, NULL, run_beside, NULL) == 0;
    harness_expect(beside.started, "a second thread can be started");
  }
  pthread_mutex_lock(&beside.mutex);
  atomic_store(&beside.keep_on, 1);
  beside.wanted = wanted;
  pthread_cond_signal(&beside.changed);
  pthread_mutex_unlock(&beside.mutex);
  while (!atomic_load(&beside.under_way)) sched_yield();
}

static void end_beside(const harness_case *wanted) {
  if (!wanted->beside) return;
  atomic_store(&beside.keep_on, 0);
  while (atomic_load(&beside.under_way)) sched_yield();
}

/* ---- Measuring ------------------------------------------------------------------------------ */

/* The nanoseconds that one time takes, over a slice of `count`. */
static double measure_slice(const harness_case *measured, size_t count) {
  if (measured->before) measured->before(measured->data);
  begin_beside(measured);
  if (measured->warm_up > 0) measured->run(measured->data, measured->warm_up);
  double begin = thread_time();
  measured->run(measured->data, count);
  double end = thread_time();
  end_beside(measured);
  if (measured->after) measured->after(measured->data);
  return (end - begin) / (double)count;
}

static size_t fill_slice(const harness_case *measured) {
  if (measured->count) return measured->count;
  size_t count = 1;
  for (;;) {
    double nanoseconds = measure_slice(measured, count) * (double)count;
    if (nanoseconds >= harness.slice / 4)
      return (size_t)((double)count * harness.slice / nanoseconds) + 1;
    count *= 2;
  }
}

static int compare(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

/* The value below which that share of the values lies. Sorts them. */
static double quantile(double *values, size_t count, double share) {
  qsort(values, count, sizeof *values, compare);
  return values[(size_t)((double)(count - 1) * share + 0.5)];
}

/* Leaves the values as they are. */
static double median(const double *values, size_t count) {
  double sorted[MOST_ROUNDS];
  memcpy(sorted, values, count * sizeof *values);
  return quantile(sorted, count, 0.5);
}

/* ---- The table ------------------------------------------------------------------------------ */

enum { TEXT_WIDTH = 64 };

typedef struct figures {
  double subject, baseline;
  double low, ratio, high; /* the quartiles and the median */
} figures;

static void print_figure(double figure) {
  printf(" %10.*f", figure < 10 ? 3 : figure < 100 ? 2 : 1, figure);
}

/* Who the baseline is: what the text says last, or else the group. */
static const char *peer_of(const char *text, const char *otherwise) {
  static const char against[] = "against ";
  const char *last = NULL;
  for (const char *next = text; (next = strstr(next, against)); next++) last = next;
  return last ? last + strlen(against) : otherwise ? otherwise : "";
}

static void print_row(
    const char *group, const char *peer, const char *unit, const harness_claim *claim,
    const figures *f) {
  char text[256];
  snprintf(text, sizeof text, "%s: %s", group, claim->text);
  int met = f->ratio <= claim->goal;
  const char *verdict = claim->goal == 0 ? "-" : met ? "met" : "missed";
  if (shared->rows++ == 0)
    printf("%-*s %10s %10s %7s %6s\n", TEXT_WIDTH, "case", "ns", "baseline", "ratio", "goal");
  printf("%-*s", TEXT_WIDTH, text);
  print_figure(f->subject);
  print_figure(f->baseline);
  printf(" %7.*f", f->ratio < 10 ? 3 : 2, f->ratio);
  if (claim->goal > 0)
    printf(" %6.3g %s\n", claim->goal, verdict);
  else
    printf(" %6s\n", "-");
  fflush(stdout);
  if (claim->goal > 0 && !met) shared->missed++;
  if (!harness.tsv) return;
  fprintf(harness.tsv, "%s\t%s\t%s\t%.4f\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4g\t%s\n", group,
          claim->text, unit, f->subject, peer_of(claim->text, peer), f->baseline, f->ratio, f->low,
          f->high, claim->goal, verdict);
  fflush(harness.tsv);
}

/* In nanoseconds, or with a number of `bytes` for each time in megabytes a second. */
static void print_rounds(
    const char *group, const char *peer, const harness_claim *claim, const double *subject,
    const double *baseline, size_t rounds, double bytes) {
  double ratios[MOST_ROUNDS];
  for (size_t round = 0; round < rounds; round++) ratios[round] = subject[round] / baseline[round];
  double time = median(subject, rounds), other = median(baseline, rounds);
  print_row(group, peer, bytes > 0 ? "MB/s" : "ns", claim,
            &(figures){.subject = bytes > 0 ? bytes * 1000 / time : time,
                       .baseline = bytes > 0 ? bytes * 1000 / other : other,
                       .low = quantile(ratios, rounds, 0.25),
                       .ratio = quantile(ratios, rounds, 0.5),
                       .high = quantile(ratios, rounds, 0.75)});
}

/* Runs each case that is the subject of a claim once, without what runs beside. Under callgrind,
 * writes a profile of it that is called "times|group: claim". */
static void count_cases(const harness_group *group) {
  for (size_t i = 0; i < group->claim_count; i++) {
    const size_t subject = group->claims[i].subject;
    size_t first = 0;
    while (group->claims[first].subject != subject) first++;
    const harness_case *counted = &group->cases[subject];
    if (first != i || counted->beside) continue;
    const size_t times = counted->count ? counted->count : COUNTED_TIMES;
    char name[256];
    snprintf(name, sizeof name, "%zu|%s: %s", times, group->name, group->claims[i].text);
    if (counted->before) counted->before(counted->data);
    if (counted->warm_up > 0) counted->run(counted->data, counted->warm_up);
    CALLGRIND_ZERO_STATS;
    counted->run(counted->data, times);
    CALLGRIND_DUMP_STATS_AT(name);
    if (counted->after) counted->after(counted->data);
  }
}

void harness_measure(const harness_group *group) {
  if (harness.counts) {
    count_cases(group);
    return;
  }
  const size_t rounds = harness.rounds;
  size_t *counts = calloc(group->case_count, sizeof *counts);
  double *times = calloc(group->case_count * rounds, sizeof *times);
  harness_expect(counts && times, "there is memory");
  for (size_t i = 0; i < group->case_count; i++) counts[i] = fill_slice(&group->cases[i]);
  for (size_t round = 0; round < rounds; round++) {
    if (round > 0 && group->renew) group->renew(group->data);
    for (size_t i = 0; i < group->case_count; i++)
      times[i * rounds + round] = measure_slice(&group->cases[i], counts[i]);
  }

  for (size_t i = 0; i < group->claim_count; i++) {
    const harness_claim *claim = &group->claims[i];
    print_rounds(group->name, group->peer, claim, &times[claim->subject * rounds],
                 &times[claim->baseline * rounds], rounds, 0);
    if (i >= group->rate_count) continue;
    char text[256];
    snprintf(text, sizeof text, "in a second, %s", claim->text);
    print_rounds(group->name, group->peer, &(harness_claim){.text = text},
                 &times[claim->subject * rounds], &times[claim->baseline * rounds], rounds,
                 group->bytes);
  }
  free(times);
  free(counts);
}

void harness_compare_in(
    const char *unit, const char *group, const char *text, double subject, double baseline,
    double goal) {
  double ratio = subject / baseline;
  print_row(group, NULL, unit, &(harness_claim){.text = text, .goal = goal},
            &(figures){subject, baseline, ratio, ratio, ratio});
}

void harness_compare(
    const char *group, const char *text, double subject, double baseline, double goal) {
  harness_compare_in("B", group, text, subject, baseline, goal);
}

void harness_compare_rounds(
    const char *group, const char *text, const double *subject, const double *baseline,
    size_t rounds, double goal) {
  print_rounds(group, NULL, &(harness_claim){.text = text, .goal = goal}, subject, baseline, rounds,
               0);
}

size_t harness_rounds(void) { return harness.rounds; }

/* ---- Beginning ------------------------------------------------------------------------------ */

static void usage(const char *program) {
  fprintf(stderr,
          "usage: %s [--quick | --smoke | --count] [--rounds N] [--filter TEXT] [--tsv FILE]\n"
          "  --quick        fewer and shorter rounds\n"
          "  --smoke        one round, too short to tell anything\n"
          "  --count        each case once, for callgrind: see Tests/Benchmarks/count\n"
          "  --rounds N     N rounds\n"
          "  --filter TEXT  only the groups with TEXT in their names\n"
          "  --tsv FILE     also writes the rows there, tab-separated, with the quartiles,\n"
          "                 and says on standard error what is under way\n",
          program);
  exit(2);
}

void harness_start(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(option, "--quick") == 0) {
      harness.rounds = 5;
      harness.slice = 3e6;
      continue;
    }
    if (strcmp(option, "--smoke") == 0) {
      harness.rounds = 1;
      harness.slice = 1e5;
      continue;
    }
    if (strcmp(option, "--count") == 0) {
      harness.counts = 1;
      continue;
    }
    if (!value) usage(argv[0]);
    i++;
    if (strcmp(option, "--rounds") == 0) {
      harness.rounds = strtoul(value, NULL, 10);
      if (harness.rounds < 1 || harness.rounds > MOST_ROUNDS) usage(argv[0]);
    } else if (strcmp(option, "--filter") == 0) {
      harness.filter = value;
    } else if (strcmp(option, "--tsv") == 0) {
      harness.tsv = fopen(value, "w");
      if (!harness.tsv) {
        fprintf(stderr, "%s: %s\n", value, strerror(errno));
        exit(2);
      }
      /* The processes of groups append to it. */
      fcntl(fileno(harness.tsv), F_SETFL, O_APPEND);
      fputs("group\tcase\tunit\tvalue\tpeer\tbaseline\tratio\tlow\thigh\tgoal\tverdict\n",
            harness.tsv);
      fflush(harness.tsv);
    } else {
      usage(argv[0]);
    }
  }
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  harness_expect(shared != MAP_FAILED, "there is memory");
  choose_processors();
  stay_on(harness.first_processor);
}

/* ---- Groups, and the end -------------------------------------------------------------------- */

/* Reports a failed group. Its rows are taken back: they may have been printed before it failed. */
static void report_failure(const char *name, off_t size, int status) {
  char crash[64];
  const char *reason = shared->reason;
  if (!reason[0]) {
    reason = crash;
    if (WIFSIGNALED(status))
      snprintf(crash, sizeof crash, "it crashed: %s", strsignal(WTERMSIG(status)));
    else
      snprintf(crash, sizeof crash, "it ended with exit status %d", WEXITSTATUS(status));
  }
  fprintf(stderr, "%s: failed: %s\n", name, reason);
  harness.failed++;
  if (!harness.tsv) return;
  if (ftruncate(fileno(harness.tsv), size)) perror("ftruncate");
  fprintf(harness.tsv, "%s\t%s\t\t0\t\t0\t0\t0\t0\t0\tfailed\n", name, reason);
  fflush(harness.tsv);
}

static void end_group(void) {
  fflush(stdout);
  _exit(0);
}

int harness_enter(const char *name) {
  if (harness.is_in_group) end_group();
  if (!strstr(name, harness.filter)) return 0;
  harness.groups++;
  if (harness.tsv) fprintf(stderr, "  %s\n", name);
  fflush(stdout);
  off_t size = harness.tsv ? lseek(fileno(harness.tsv), 0, SEEK_END) : 0;
  size_t missed = shared->missed;
  shared->reason[0] = 0;
  pid_t child = fork();
  harness_expect(child >= 0, "a process can be started");
  if (child == 0) {
    harness.is_in_group = 1;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return 1;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (status != 0) {
    shared->missed = missed;
    report_failure(name, size, status);
  }
  return 0;
}

int harness_end(void) {
  if (harness.is_in_group) end_group();
  if (harness.tsv) fclose(harness.tsv);
  if (harness.groups == 0) return 3;
  printf("ns are medians of processor time, ratios medians of %zu rounds; ", harness.rounds);
  if (harness.failed > 0)
    printf("%zu group%s failed; ", harness.failed, harness.failed == 1 ? "" : "s");
  if (shared->missed == 0)
    printf("no goal was missed\n");
  else
    printf("%zu missed\n", shared->missed);
  return harness.failed > 0 ? 4 : shared->missed > 0 ? 1 : 0;
}
