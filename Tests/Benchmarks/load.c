/* What it costs a program to have the library: the time it takes to load it, against what else a
 * program loads, and the memory that is then its own. Each is measured in a process of its own,
 * with the files in the page cache, and everything bound at once.
 *
 *   load [--quick] [--rounds N] [--filter TEXT] [--tsv FILE]
 *   load once LIBRARY FUNCTION   is such a process, which tells what it found: a function without
 *                                arguments, or "-", is called when the library is there */
#include <dlfcn.h>
#include <dyncolor.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"

/* The path of the library. This program is not linked to it, so that it can load it. */
#ifndef LIBRARY
#error "LIBRARY must be defined"
#endif

extern char **environ;

/* ---- One process ---------------------------------------------------------------------------- */

typedef struct findings {
  double nanoseconds;
  double dirty;   /* bytes */
  double objects; /* shared objects that were mapped, with the library itself */
} findings;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The bytes that are this process's alone, and written. */
static double dirty_bytes(void) {
  static char text[4096];
  memset(text, 0, sizeof text);
  int file = open("/proc/self/smaps_rollup", O_RDONLY);
  harness_expect(file >= 0 && read(file, text, sizeof text - 1) > 0, "the kernel tells of memory");
  close(file);
  const char *line = strstr(text, "Private_Dirty:");
  harness_expect(line != NULL, "the kernel tells what is dirty");
  return (double)strtoul(line + strlen("Private_Dirty:"), NULL, 10) * 1024;
}

static int count_object(struct dl_phdr_info *info, size_t size, void *count) {
  (void)info, (void)size;
  ++*(int *)count;
  return 0;
}

static int objects(void) {
  int count = 0;
  dl_iterate_phdr(count_object, &count);
  return count;
}

/* A theme with a color, resolved: what a small host does. */
static void make_theme(void *library) {
  __typeof__(&dyncolor_theme_create) create;
  __typeof__(&dyncolor_register_css_n) register_css;
  __typeof__(&dyncolor_resolve) resolve;
  *(void **)&create = dlsym(library, "dyncolor_theme_create");
  *(void **)&register_css = dlsym(library, "dyncolor_register_css_n");
  *(void **)&resolve = dlsym(library, "dyncolor_resolve");
  harness_expect(create && register_css && resolve, "the library has its functions");
  static const char css[] = "light-dark(#3584e4, color-mix(in oklch, #3584e4, white))";
  dyncolor_theme *theme;
  dyncolor_id id;
  dyncolor_rgba color;
  dyncolor_environment environment = {.scheme = DYNCOLOR_SCHEME_DARK};
  harness_expect(create(NULL, &theme, NULL) == DYNCOLOR_OK &&
                     register_css(theme, "accent", 6, css, sizeof css - 1, &id, NULL) ==
                         DYNCOLOR_OK &&
                     resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK,
                 "a color resolves");
}

static int once(const char *path, const char *function) {
  dirty_bytes(); /* touches what measuring takes */
  now();
  int objects_before = objects();
  double dirty_before = dirty_bytes(), begin = now();
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  if (strcmp(function, "dyncolor_theme_create") == 0) {
    make_theme(library);
  } else if (strcmp(function, "-") != 0) {
    void (*called)(void);
    *(void **)&called = dlsym(library, function);
    harness_expect(called != NULL, function);
    called();
  }
  double nanoseconds = now() - begin, dirty = dirty_bytes() - dirty_before;
  printf("%.0f %.0f %d\n", nanoseconds, dirty, objects() - objects_before);
  fflush(stdout);
  /* Not what the libraries do at the end of a process. */
  _exit(0);
}

/* Runs such a process. */
static findings load(const char *path, const char *function) {
  int ends[2];
  harness_expect(pipe(ends) == 0, "there is a pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  char program[] = "/proc/self/exe", mode[] = "once";
  char *arguments[] = {program, mode, strdup(path), strdup(function), NULL};
  pid_t process;
  int status = posix_spawn(&process, program, &actions, NULL, arguments, environ);
  harness_expect(status == 0, "a process is started");
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  FILE *told = fdopen(ends[0], "r");
  findings found = {0};
  int count = fscanf(told, "%lf %lf %lf", &found.nanoseconds, &found.dirty, &found.objects);
  fclose(told);
  waitpid(process, &status, 0);
  harness_expect(count == 3 && WIFEXITED(status) && WEXITSTATUS(status) == 0, path);
  free(arguments[2]);
  free(arguments[3]);
  return found;
}

/* ---- The table ------------------------------------------------------------------------------ */

/* What is loaded, what is called in it, and how long loading this library may take against it; 0
 * for any time. */
typedef struct peer {
  const char *text;
  const char *path;
  const char *function;
  double goal;
} peer;

static const peer peers[] = {
    {"liblcms2", "liblcms2.so.2", "-", 1.0},
    {"libbabl", "libbabl-0.1.so.0", "-", 0},
    {"libbabl, with babl_init", "libbabl-0.1.so.0", "babl_init", 0},
    {"GLib", "libglib-2.0.so.0", "-", 0},
    {"Pango", "libpango-1.0.so.0", "-", 0},
    {"Qt6Gui", "libQt6Gui.so.6", "-", 0.03},
    {"GTK 4", "libgtk-4.so.1", "-", 0},
};

enum { PEERS = sizeof peers / sizeof *peers, MOST_ROUNDS = 99 };

/* The most memory of its own that the library may take when it is loaded. */
static const double greatest_dirty = 64 * 1024;

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "once") == 0) return once(argv[2], argv[3]);
  harness_start(argc, argv);
  if (!harness_enter("load")) return harness_end();

  /* Processes are short: there is time for more rounds than of anything else. */
  size_t rounds = harness_rounds();
  if (rounds < MOST_ROUNDS / 3) rounds = MOST_ROUNDS / 3;
  static double subject[MOST_ROUNDS], theme[MOST_ROUNDS], times[PEERS][MOST_ROUNDS];
  findings loaded = {0}, used = {0}, others[PEERS];
  for (size_t round = 0; round < rounds; round++) {
    loaded = load(LIBRARY, "-");
    subject[round] = loaded.nanoseconds;
    used = load(LIBRARY, "dyncolor_theme_create");
    theme[round] = used.nanoseconds;
    for (size_t i = 0; i < PEERS; i++) {
      others[i] = load(peers[i].path, peers[i].function);
      times[i][round] = others[i].nanoseconds;
    }
  }

  char text[96];
  for (size_t i = 0; i < PEERS; i++) {
    snprintf(text, sizeof text, "dlopen, against %s", peers[i].text);
    harness_compare_rounds("load", text, subject, times[i], rounds, peers[i].goal);
  }
  harness_compare_rounds("load", "dlopen and a first color, against dlopen", theme, subject, rounds,
                         0);
  harness_compare("load", "memory of its own, against 64 KiB", loaded.dirty, greatest_dirty, 1);
  harness_compare("load", "memory of its own with a theme, against 64 KiB", used.dirty,
                  greatest_dirty, 0);
  for (size_t i = 0; i < PEERS; i++) {
    snprintf(text, sizeof text, "memory of its own, against %s", peers[i].text);
    harness_compare("load", text, loaded.dirty, others[i].dirty, 0);
    snprintf(text, sizeof text, "objects mapped, against %s", peers[i].text);
    harness_compare_in("", "load", text, loaded.objects, others[i].objects, 0);
  }
  return harness_end();
}
