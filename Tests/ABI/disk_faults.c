/* Fault injection on the way to the disk: for each way to load, to write and to watch files, every
 * call of the system's fails once, and from then on, with several errors; and so does each call of
 * the host's functions, where the host has the files. After each the status must be right and say
 * why, the theme and the files must be as they were or wholly new, nothing may be left open or
 * lying about, and the next call, without faults, must do what the first should have done.
 *
 * This program stands between the library and the C library: it defines the functions by which the
 * library talks to the system. */
#include <dirent.h>
#include <dlfcn.h>
#include <dyncolor.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "bus.h"
#include "check.h"
#include "themes.h"

/* ---- Calls that fail ------------------------------------------------------------------------- */

/* What can fail: calls of the system's, and of the host's functions. */
typedef enum call_kind {
  OPEN, READ, WRITE, CLOSE, LOOK, LIST, READ_LINK, MAKE_FOLDER, REMOVE, RENAME, LINK, SYNC, OWN,
  WORKING_FOLDER, LIMIT, WATCH, UNWATCH, WATCHES, TIMER, POLL, CONNECT, TERMINAL, HOST_READ,
  HOST_LIST, HOST_WRITE, HOST_PROGRESS, KINDS
} call_kind;

static const char *const kind_names[KINDS] = {
    "open", "read", "write", "close", "stat", "getdents", "readlink", "mkdir", "unlink", "rename",
    "link", "sync", "chown", "getcwd", "getrlimit", "inotify_add_watch", "inotify_rm_watch",
    "inotify_init", "timerfd", "epoll", "connect", "termios", "the host's read", "the host's list",
    "the host's write", "the host's progress"};

/* How often: once; that kind of call from then on; or all calls from then on. */
typedef enum fault_extent { ONCE, THAT_FROM_THEN_ON, ALL_FROM_THEN_ON, EXTENTS } fault_extent;

static const char *const extent_names[EXTENTS] = {"once", "from then on", "all from then on"};

/* Not an error, but fewer bytes than were asked for. */
enum { SHORT = -1 };

/* How often a signal can interrupt one and the same call, before it gets through. */
enum { MOST_SIGNALS = 100, MOST_CALLS = 4096 };

static struct {
  bool is_armed;
  /* Which call fails, 0 for none; how often, and with which number. */
  unsigned long fail_at;
  fault_extent extent;
  int number;
  unsigned long calls;
  call_kind kinds[MOST_CALLS], failing;
  unsigned long failed[KINDS], refused, renamed;
  /* Whether the folder was written to the disk after the last renaming. */
  bool is_lasting;
  /* Whether the file system can neither exchange two files nor rename to free names alone. */
  bool is_old;
  /* How far the clocks are ahead, in seconds. */
  time_t ahead;
  /* What stands for the controlling terminal; NULL for none. */
  const char *terminal;
} faults;

/* Whether a call fails, or is to be short. */
static bool fails(call_kind kind) {
  if (!faults.is_armed) return false;
  faults.calls++;
  if (faults.calls < MOST_CALLS) faults.kinds[faults.calls] = kind;
  if (faults.fail_at == 0 || faults.calls < faults.fail_at) return false;
  if (faults.calls == faults.fail_at) faults.failing = kind;
  if (faults.calls > faults.fail_at && faults.extent == ONCE) return false;
  if (faults.extent == THAT_FROM_THEN_ON && kind != faults.failing) return false;
  if (faults.number == EINTR && faults.refused == MOST_SIGNALS) return false;
  if (faults.number == SHORT) return kind == READ || kind == WRITE;
  faults.failed[kind]++;
  faults.refused++;
  errno = faults.number;
  return true;
}

static struct {
  int (*openat)(int, const char *, int, ...);
  ssize_t (*read)(int, void *, size_t);
  ssize_t (*write)(int, const void *, size_t);
  int (*close)(int);
  ssize_t (*readlink)(const char *, char *, size_t);
  ssize_t (*readlinkat)(int, const char *, char *, size_t);
  int (*mkdirat)(int, const char *, mode_t);
  int (*unlinkat)(int, const char *, int);
  int (*renameat)(int, const char *, int, const char *);
  int (*linkat)(int, const char *, int, const char *, int);
  int (*fchown)(int, uid_t, gid_t);
  int (*fchmod)(int, mode_t);
  char *(*getcwd)(char *, size_t);
  int (*getrlimit)(__rlimit_resource_t, struct rlimit *);
  int (*inotify_add_watch)(int, const char *, uint32_t);
  int (*inotify_rm_watch)(int, int);
  int (*inotify_init1)(int);
  int (*timerfd_create)(clockid_t, int);
  int (*timerfd_settime)(int, int, const struct itimerspec *, struct itimerspec *);
  int (*epoll_create1)(int);
  int (*epoll_ctl)(int, int, int, struct epoll_event *);
  int (*clock_gettime)(clockid_t, struct timespec *);
  int (*socket)(int, int, int);
  int (*connect)(int, const struct sockaddr *, socklen_t);
  ssize_t (*send)(int, const void *, size_t, int);
  ssize_t (*recv)(int, void *, size_t, int);
  int (*poll)(struct pollfd *, nfds_t, int);
  int (*tcgetattr)(int, struct termios *);
  int (*tcsetattr)(int, int, const struct termios *);
  int (*tcflush)(int, int);
  int (*sigprocmask)(int, const sigset_t *, sigset_t *);
  long (*syscall)(long, ...);
} system_has;

static void find(void *function, const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  memcpy(function, &found, sizeof found);
}

/* The C library's own function. */
#define THE(name) \
  (system_has.name != NULL ? (void)0 : find(&system_has.name, #name), system_has.name)

int openat(int folder, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (fails(OPEN)) return -1;
  if (faults.terminal != NULL && strcmp(path, "/dev/tty") == 0) path = faults.terminal;
  return THE(openat)(folder, path, flags, mode);
}

ssize_t read(int file, void *bytes, size_t size) {
  bool fails_now = fails(READ);
  if (fails_now && faults.number != SHORT) return -1;
  return THE(read)(file, bytes, fails_now && size > 0 && faults.failing == READ ? 1 : size);
}

ssize_t write(int file, const void *bytes, size_t size) {
  bool fails_now = fails(WRITE);
  if (fails_now && faults.number != SHORT) return -1;
  return THE(write)(file, bytes, fails_now && size > 0 ? 1 : size);
}

/* It is closed all the same, as it is by the system. */
int close(int file) {
  int number = errno;
  bool fails_now = fails(CLOSE);
  int result = THE(close)(file);
  if (!fails_now) {
    if (result == 0) errno = number;
    return result;
  }
  errno = faults.number;
  return -1;
}

ssize_t readlink(const char *path, char *text, size_t size) {
  return fails(READ_LINK) ? -1 : THE(readlink)(path, text, size);
}

ssize_t readlinkat(int folder, const char *path, char *text, size_t size) {
  return fails(READ_LINK) ? -1 : THE(readlinkat)(folder, path, text, size);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  return fails(MAKE_FOLDER) ? -1 : THE(mkdirat)(folder, path, mode);
}

int unlinkat(int folder, const char *path, int flags) {
  return fails(REMOVE) ? -1 : THE(unlinkat)(folder, path, flags);
}

int renameat(int folder, const char *path, int other, const char *target) {
  if (fails(RENAME)) return -1;
  int result = THE(renameat)(folder, path, other, target);
  faults.renamed += faults.is_armed && result == 0;
  faults.is_lasting = false;
  return result;
}

/* What is written to a disk need not be on it for this. */
int fsync(int file) {
  struct stat what;
  faults.is_lasting |= fstat(file, &what) == 0 && S_ISDIR(what.st_mode);
  return fails(SYNC) ? -1 : 0;
}

int linkat(int folder, const char *path, int other, const char *name, int flags) {
  return fails(LINK) ? -1 : THE(linkat)(folder, path, other, name, flags);
}

int fchown(int file, uid_t owner, gid_t group) {
  return fails(OWN) ? -1 : THE(fchown)(file, owner, group);
}

int fchmod(int file, mode_t mode) { return fails(OWN) ? -1 : THE(fchmod)(file, mode); }

char *getcwd(char *text, size_t size) {
  return fails(WORKING_FOLDER) ? NULL : THE(getcwd)(text, size);
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  return fails(LIMIT) ? -1 : THE(getrlimit)(resource, limit);
}

int inotify_add_watch(int file, const char *path, uint32_t mask) {
  return fails(WATCH) ? -1 : THE(inotify_add_watch)(file, path, mask);
}

int inotify_rm_watch(int file, int number) {
  return fails(UNWATCH) ? -1 : THE(inotify_rm_watch)(file, number);
}

int inotify_init1(int flags) { return fails(WATCHES) ? -1 : THE(inotify_init1)(flags); }

int timerfd_create(clockid_t clock, int flags) {
  return fails(TIMER) ? -1 : THE(timerfd_create)(clock, flags);
}

int timerfd_settime(int file, int flags, const struct itimerspec *time, struct itimerspec *old) {
  return fails(TIMER) ? -1 : THE(timerfd_settime)(file, flags, time, old);
}

int epoll_create1(int flags) { return fails(POLL) ? -1 : THE(epoll_create1)(flags); }

int epoll_ctl(int poll, int what, int file, struct epoll_event *event) {
  return fails(POLL) ? -1 : THE(epoll_ctl)(poll, what, file, event);
}

int socket(int domain, int type, int protocol) {
  return fails(CONNECT) ? -1 : THE(socket)(domain, type, protocol);
}

int connect(int file, __CONST_SOCKADDR_ARG address, socklen_t size) {
  return fails(CONNECT) ? -1 : THE(connect)(file, address.__sockaddr__, size);
}

ssize_t send(int file, const void *bytes, size_t size, int flags) {
  bool fails_now = fails(WRITE);
  if (fails_now && faults.number != SHORT) return -1;
  return THE(send)(file, bytes, fails_now && size > 0 ? 1 : size, flags);
}

ssize_t recv(int file, void *bytes, size_t size, int flags) {
  bool fails_now = fails(READ);
  if (fails_now && faults.number != SHORT) return -1;
  return THE(recv)(file, bytes, fails_now && size > 0 ? 1 : size, flags);
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  return fails(POLL) ? -1 : THE(poll)(files, count, milliseconds);
}

int tcgetattr(int file, struct termios *settings) {
  return fails(TERMINAL) ? -1 : THE(tcgetattr)(file, settings);
}

int tcsetattr(int file, int when, const struct termios *settings) {
  return fails(TERMINAL) ? -1 : THE(tcsetattr)(file, when, settings);
}

int tcflush(int file, int what) { return fails(TERMINAL) ? -1 : THE(tcflush)(file, what); }

/* The terminal is nobody's, so this process is in its foreground. */
pid_t tcgetpgrp(int file) {
  (void)file;
  return fails(TERMINAL) ? -1 : getpgrp();
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  return fails(TERMINAL) ? -1 : THE(sigprocmask)(how, set, old);
}

/* Time goes as the tests want it. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = THE(clock_gettime)(clock, time);
  time->tv_sec += faults.ahead;
  return result;
}

/* What has no function of the C library's that is old enough. */
long syscall(long number, ...) {
  long values[6];
  va_list arguments;
  va_start(arguments, number);
  for (int i = 0; i < 6; i++) values[i] = va_arg(arguments, long);
  va_end(arguments);
  call_kind kind = number == SYS_renameat2 ? RENAME
              : number == SYS_openat2    ? OPEN
              : number == SYS_getdents64 ? LIST
              : number == SYS_syncfs     ? SYNC
                                         : LOOK;
  if (fails(kind)) return -1;
  if (number == SYS_syncfs) return 0;
  if (number == SYS_renameat2 && faults.is_old) {
    errno = EINVAL;
    return -1;
  }
  long result =
      THE(syscall)(number, values[0], values[1], values[2], values[3], values[4], values[5]);
  faults.renamed += faults.is_armed && number == SYS_renameat2 && result == 0;
  faults.is_lasting &= number != SYS_renameat2;
  /* Nor does it tell what the entries of a folder are: they begin with two numbers of 64 bits and
   * their size in 16. */
  if (number == SYS_getdents64 && faults.is_old)
    for (long place = 0; place < result;) {
      unsigned char *entry = (unsigned char *)values[1] + place;
      entry[18] = DT_UNKNOWN;
      place += entry[16] | entry[17] << 8;
    }
  return result;
}

/* ---- What lies in a folder ------------------------------------------------------------------- */

enum { MOST_ENTRIES = 128, PATH_SIZE = 256 };

/* What a path is, by a hash; 1 for a folder. */
typedef struct tree_entry {
  char path[PATH_SIZE];
  uint64_t is;
} tree_entry;

typedef struct file_tree {
  size_t count;
  tree_entry entries[MOST_ENTRIES];
} file_tree;

static char root[64];
static file_tree *seen;

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  return hash;
}

static int see(const char *path, const struct stat *facts, int type, struct FTW *walk) {
  static char bytes[1 << 18];
  (void)walk;
  if (seen->count == MOST_ENTRIES) abort();
  tree_entry *entry = &seen->entries[seen->count++];
  snprintf(entry->path, sizeof entry->path, "%s", path + strlen(root));
  entry->is = 1;
  if (type == FTW_D) return 0;
  entry->is = hash_of(14695981039346656037u, &facts->st_mode, sizeof facts->st_mode);
  ssize_t size = 0;
  if (S_ISLNK(facts->st_mode)) {
    size = readlink(path, bytes, sizeof bytes);
  } else {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size = read(file, bytes, sizeof bytes);
    close(file);
  }
  entry->is = hash_of(entry->is, bytes, size < 0 ? 0 : (size_t)size) | 2;
  return 0;
}

static void look(file_tree *target) {
  seen = target;
  seen->count = 0;
  nftw(root, see, 8, FTW_PHYS);
}

static uint64_t found_at(const file_tree *tree, const char *path) {
  for (size_t i = 0; i < tree->count; i++)
    if (strcmp(tree->entries[i].path, path) == 0) return tree->entries[i].is;
  return 0;
}

/* Names that the library gives what it is about to write. */
static bool is_left_over(const char *path) { return strstr(path, "/.dyncolor-") != NULL; }

/* Whether all is as it was. Where something could not be removed, what was written for the time
 * being may be there besides, and folders. */
static bool is_same(const file_tree *now, const file_tree *then, bool could_be_removed) {
  for (size_t i = 0; i < then->count; i++)
    if (found_at(now, then->entries[i].path) != then->entries[i].is) return false;
  for (size_t i = 0; i < now->count; i++) {
    const tree_entry *entry = &now->entries[i];
    if (found_at(then, entry->path) == entry->is) continue;
    if (could_be_removed || !(is_left_over(entry->path) || entry->is == 1)) return false;
  }
  return true;
}

/* Whether each file is as it was before or as it should be after, and none is gone: if it is not in
 * its place, it is among what is left over. */
static bool is_either(const file_tree *now, const file_tree *before, const file_tree *after) {
  for (size_t i = 0; i < now->count; i++) {
    const tree_entry *entry = &now->entries[i];
    if (is_left_over(entry->path) || entry->is == 1) continue;
    if (found_at(before, entry->path) != entry->is && found_at(after, entry->path) != entry->is)
      return false;
  }
  for (size_t i = 0; i < before->count; i++) {
    const char *path = before->entries[i].path;
    if (found_at(after, path) == 0 || found_at(now, path) != 0) continue;
    bool is_kept = before->entries[i].is == 1;
    for (size_t j = 0; j < now->count; j++)
      is_kept |= is_left_over(now->entries[j].path) && now->entries[j].is == before->entries[i].is;
    if (!is_kept) return false;
  }
  return true;
}

static void print_tree(const char *title, const file_tree *tree) {
  printf("#   %s:\n", title);
  for (size_t i = 0; i < tree->count; i++)
    printf("#     %s %016llx\n", tree->entries[i].path, (unsigned long long)tree->entries[i].is);
}

/* New ones have the least numbers that are free. */
static int count_descriptors(void) {
  enum { MOST = 64 };
  int count = 0;
  for (int file = 0; file < MOST; file++) count += fcntl(file, F_GETFD) >= 0;
  return count;
}

static int forget(const char *path, const struct stat *facts, int type, struct FTW *walk) {
  (void)facts, (void)type;
  return walk->level == 0 ? 0 : remove(path);
}

static void clear(void) { nftw(root, forget, 8, FTW_DEPTH | FTW_PHYS); }

/* Paths are as seen from the root, which is the working folder. */
static void put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0 || write(file, text, strlen(text)) < 0) printf("# %s cannot be written\n", path);
  close(file);
}

static void make(const char *path) {
  if (mkdir(path, 0755) != 0) printf("# %s cannot be made\n", path);
}

/* ---- What is done ---------------------------------------------------------------------------- */

/* Of what is tried: the theme, and what watches a file for it. */
typedef struct test_scene {
  short_heap heap;
  dyncolor_theme *theme;
  dyncolor_watch *watch;
  int did_load;
  dyncolor_report *report;
  dyncolor_error error;
  /* What the host was given, by a hash. */
  uint64_t taken;
} test_scene;

typedef enum tested_action { LOAD, WRITE_TO, WATCH_IT, PUMP } tested_action;

/* A way to load, write or watch: which files there are, and what is done with which path. */
typedef struct tested_way {
  const char *name;
  tested_action action;
  uint32_t format;
  const char *path;
  /* Makes files; and, where a watch is pumped, changes them. */
  void (*prepare)(void), (*change)(void);
  /* The file system is of an old kind. */
  bool is_old;
  /* The files are the host's. */
  bool is_of_host;
  uint32_t flags;
} tested_way;

static dyncolor_theme *theme_in(short_heap *heap, bool is_new) {
  static const char *const colors[][2] = {
      {"ink", "light-dark(#102030, #e0f0ff)"},
      {"paper", "if(media(prefers-contrast: more): white; else: oklch(98% 0.01 90))"},
      {"button/ground", "var(--ink)"},
      {"button/hover", "color-mix(in oklab, var(--ink), var(--paper))"}};
  dyncolor_theme *theme = new_theme_in(heap);
  for (size_t i = 0; i < COUNT(colors); i++)
    dyncolor_register_css_n(theme, colors[i][0], NUL, is_new || i > 0 ? colors[i][1] : "teal", NUL,
                            NULL, NULL);
  if (is_new) dyncolor_register_css_n(theme, "note", NUL, "rgb(1 2 3 / 0.5)", NUL, NULL, NULL);
  return theme;
}

/* Writes a theme, so that there is something to read or to replace. */
static void put_theme(const char *path, uint32_t format, bool is_new) {
  short_heap heap = {.left = SIZE_MAX};
  dyncolor_theme *theme = theme_in(&heap, is_new);
  dyncolor_write_options options = {.size = sizeof options, .format = format};
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  if (dyncolor_theme_write_n(theme, path, NUL, &options, NULL, &error) != DYNCOLOR_OK)
    printf("# %s cannot be written: %s: %s\n", path, error.message, error.context);
  dyncolor_theme_release(theme);
}

/* The host's files: they are those of the working folder. */
static dyncolor_status host_read(void *data, const char *path, dyncolor_sink *sink) {
  char bytes[1 << 14];
  (void)data;
  bool was_armed = faults.is_armed;
  bool fails_now = fails(HOST_READ);
  faults.is_armed = false;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? -1 : read(file, bytes, sizeof bytes);
  close(file);
  faults.is_armed = was_armed;
  if (size < 0) return DYNCOLOR_ERROR_FILE;
  /* Some of it has been given when reading fails. */
  dyncolor_status status =
      dyncolor_sink_append(sink, bytes, fails_now ? (size_t)size / 2 : (size_t)size);
  return fails_now ? DYNCOLOR_ERROR_FILE : status;
}

static dyncolor_status host_list(void *data, const char *path, dyncolor_sink *sink) {
  (void)data;
  bool was_armed = faults.is_armed;
  bool fails_now = fails(HOST_LIST);
  faults.is_armed = false;
  DIR *folder = opendir(path[0] == 0 ? "." : path);
  dyncolor_status status = DYNCOLOR_OK;
  for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    if (fails_now) break;
    status = dyncolor_sink_add_n(sink, entry->d_name, NUL, entry->d_type == DT_DIR);
    if (status != DYNCOLOR_OK) break;
  }
  if (folder == NULL || fails_now) status = DYNCOLOR_ERROR_PROVIDER;
  if (folder != NULL) closedir(folder);
  faults.is_armed = was_armed;
  return status;
}

static int host_progress(void *data, const char *path, size_t colors) {
  (void)data, (void)path, (void)colors;
  return fails(HOST_PROGRESS) ? 1 : 0;
}

static dyncolor_status host_write(void *data, const char *path, const void *bytes, size_t size) {
  uint64_t *taken = data;
  if (fails(HOST_WRITE)) return DYNCOLOR_ERROR_CANCELLED;
  *taken = hash_of(hash_of(*taken, path, strlen(path)), bytes, size);
  return DYNCOLOR_OK;
}

/* Loads what has changed. What has been heard of is loaded when it has rested. */
static dyncolor_status pump(test_scene *scene) {
  dyncolor_error *const error = &scene->error;
  faults.ahead += 5;
  dyncolor_status status =
      dyncolor_watch_pump(scene->watch, &scene->did_load, &scene->report, error);
  if (status != DYNCOLOR_OK || scene->did_load) return status;
  faults.ahead += 5;
  return dyncolor_watch_pump(scene->watch, &scene->did_load, &scene->report, error);
}

static dyncolor_status act(const tested_way *way, test_scene *scene) {
  dyncolor_error *const error = &scene->error;
  const dyncolor_files files = {
      .size = sizeof files, .read = host_read, .list = host_list};
  dyncolor_load_options options = {
      .size = sizeof options, .format = way->format, .flags = way->flags};
  dyncolor_write_options written = {.size = sizeof written, .format = way->format};
  if (way->is_of_host) {
    options.files = &files;
    options.progress = host_progress;
  }
  scene->report = NULL;
  scene->did_load = 1;
  switch (way->action) {
    case LOAD:
      return dyncolor_theme_load_n(scene->theme, way->path, NUL, &options, &scene->report, error);
    case WRITE_TO:
      if (way->is_of_host) {
        scene->taken = 1;
        return dyncolor_theme_write_files(scene->theme, &written, host_write, &scene->taken,
                                          &scene->report, error);
      }
      return dyncolor_theme_write_n(scene->theme, way->path, NUL, &written, &scene->report, error);
    case WATCH_IT:
      return dyncolor_watch_create_n(scene->theme, way->path, NUL, &options, &scene->watch,
                                     &scene->report, error);
    case PUMP: return pump(scene);
  }
  abort();
}

/* ---- Injecting ------------------------------------------------------------------------------- */

/* What a way leads to when nothing fails. */
typedef struct clean_outcome {
  file_tree before, after;
  uint64_t fingerprint_before, fingerprint_after, taken;
  unsigned long calls;
  call_kind kinds[MOST_CALLS];
  int descriptors;
} clean_outcome;

static unsigned long injected, injected_in_host;
static bool tells_messages;

static void arm(unsigned long fail_at, fault_extent extent, int number) {
  faults.calls = faults.refused = faults.renamed = 0;
  memset(faults.failed, 0, sizeof faults.failed);
  faults.fail_at = fail_at;
  faults.extent = extent;
  faults.number = number;
  faults.is_armed = true;
}

static void disarm(void) { faults.is_armed = false; }

static void begin(const tested_way *way, test_scene *scene) {
  memset(scene, 0, sizeof *scene);
  scene->error = (dyncolor_error)DYNCOLOR_ERROR_INIT;
  scene->heap.left = SIZE_MAX;
  clear();
  way->prepare();
  scene->theme = theme_in(&scene->heap, way->action == WRITE_TO);
  if (way->action == PUMP) {
    dyncolor_load_options options = {
        .size = sizeof options, .format = way->format, .flags = way->flags};
    if (dyncolor_watch_create_n(scene->theme, way->path, NUL, &options, &scene->watch, NULL,
                                NULL) !=
        DYNCOLOR_OK)
      printf("# %s: cannot be watched\n", way->name);
    way->change();
    faults.ahead += 5;
  }
  faults.is_old = way->is_old;
}

/* Whether nothing is left of it. */
static bool end(test_scene *scene) {
  dyncolor_watch_release(scene->watch);
  dyncolor_theme_release(scene->theme);
  faults.is_old = false;
  return scene->heap.taken == 0;
}

/* Whether an error says what is wrong, and the report has it as well. */
static bool is_told(const test_scene *scene, dyncolor_status status) {
  const dyncolor_error *error = &scene->error;
  size_t count;
  const dyncolor_finding *findings = dyncolor_report_findings(scene->report, &count);
  bool is_found = false;
  for (size_t i = 0; i < count; i++)
    is_found |= findings[i].severity == DYNCOLOR_SEVERITY_ERROR && findings[i].status == status &&
                findings[i].message[0] != 0;
  if (status == DYNCOLOR_OK) return !is_found;
  if (error->status != status || error->message == NULL || error->message[0] == 0) return false;
  if (status == DYNCOLOR_ERROR_OUT_OF_MEMORY) return scene->report == NULL;
  if (status == DYNCOLOR_ERROR_CANCELLED) return !is_found;
  /* The host alone knows what one file is called. */
  return is_found && (error->context[0] != 0 || faults.failed[HOST_WRITE] > 0);
}

/* Whether a call may fail like that. */
static bool is_right(dyncolor_status status) {
  if (status == DYNCOLOR_OK) {
    /* What fails in vain is not needed for what was done. */
    return true;
  }
  if (faults.refused == 0) return false;
  if (faults.failed[HOST_PROGRESS] > 0 && status == DYNCOLOR_ERROR_CANCELLED) return true;
  if (faults.number == ENOMEM && status == DYNCOLOR_ERROR_OUT_OF_MEMORY) return true;
  return status == DYNCOLOR_ERROR_FILE;
}

/* Whether a kind of call has not failed, but for the first fault. */
static bool fails_once(call_kind kind) {
  return faults.failed[kind] == (faults.failed[kind] > 0 && faults.failing == kind);
}

/* The first that is not as it must be, or NULL. */
static const char *inject(const tested_way *way, const clean_outcome *clean, unsigned long n,
                          fault_extent extent, int number) {
  static file_tree now;
  test_scene scene;
  const char *wrong = NULL;
  int at_start = count_descriptors();
  begin(way, &scene);
  int before = count_descriptors();
  arm(n, extent, number);
  dyncolor_status status = act(way, &scene);
  disarm();
  bool was_injected = faults.refused > 0 || number == SHORT;
  injected += was_injected;
  injected_in_host += was_injected && way->is_of_host;
  dyncolor_status first_status = status;
  dyncolor_error first = scene.error;
  /* What was renamed is renamed back, in folders that are opened for it; and folder by folder what
   * was replaced is removed. */
  bool could_be_undone = status == DYNCOLOR_OK || faults.renamed == 0 ||
                         (fails_once(RENAME) && fails_once(OPEN));
  bool could_be_removed =
      could_be_undone && faults.failed[REMOVE] == 0 &&
      (status != DYNCOLOR_OK ? fails_once(OPEN) : faults.failed[OPEN] == 0);
  /* What may not be read is not watched. */
  bool was_watched = number != EACCES || faults.failed[WATCH] + faults.failed[READ_LINK] == 0;
  bool is_done = status == DYNCOLOR_OK && scene.did_load == 1;
  if (tells_messages && status != DYNCOLOR_OK)
    printf("#~ %s\t%s\t%s\n", kind_names[faults.failing], strerror(number), scene.error.message);
  look(&now);
  uint64_t fingerprint = dyncolor_theme_fingerprint(scene.theme);
#define WRONG_UNLESS(condition, text) \
  do { \
    if (wrong == NULL && !(condition)) wrong = text; \
  } while (0)
  WRONG_UNLESS(is_right(status), "the status");
  WRONG_UNLESS(is_told(&scene, status), "the error or the report");
  WRONG_UNLESS(status != DYNCOLOR_OK || scene.taken == clean->taken, "what the host was given");
  WRONG_UNLESS(number != SHORT || status == DYNCOLOR_OK, "short reads or writes are no error");
  WRONG_UNLESS(fingerprint == (is_done ? clean->fingerprint_after : clean->fingerprint_before),
               "the theme");
  if (status != DYNCOLOR_OK && !could_be_undone)
    WRONG_UNLESS(is_either(&now, &clean->before, &clean->after), "a file");
  else
    WRONG_UNLESS(is_same(&now, is_done ? &clean->after : &clean->before, could_be_removed),
                 "the files");
  WRONG_UNLESS(count_descriptors() - before == (is_done ? clean->descriptors : 0),
               "the open files");
  dyncolor_report_release(scene.report);
  WRONG_UNLESS(status != DYNCOLOR_OK || faults.renamed == 0 || faults.is_lasting,
               "whether what has been renamed outlasts a loss of power");
  /* What could not be done can be done now. */
  if (wrong != NULL && tells_messages) {
    print_tree("before", &clean->before);
    print_tree("after", &clean->after);
    print_tree("now", &now);
  }
  if (way->action == PUMP) {
    status = act(way, &scene);
    dyncolor_report_release(scene.report);
    WRONG_UNLESS(status == DYNCOLOR_OK, "the status of the next pump");
    /* What is changed now is noticed, whatever has failed before: there, and on the way. */
    if (was_watched) {
      way->change();
      status = act(way, &scene);
      dyncolor_report_release(scene.report);
      WRONG_UNLESS(status == DYNCOLOR_OK && scene.did_load, "the status of the pump after that");
      clear();
      way->prepare();
      status = act(way, &scene);
      dyncolor_report_release(scene.report);
      WRONG_UNLESS(status == DYNCOLOR_OK && scene.did_load, "the status of the last pump");
      WRONG_UNLESS(dyncolor_theme_fingerprint(scene.theme) == clean->fingerprint_before,
                   "the theme after that");
      way->change();
    }
  }
  if (way->action == WATCH_IT) {
    /* It watches, or says that it does not. */
    if (is_done && was_watched) {
      way->change();
      status = pump(&scene);
      WRONG_UNLESS(status == DYNCOLOR_OK && scene.did_load, "the first pump");
      dyncolor_report_release(scene.report);
      WRONG_UNLESS(dyncolor_theme_fingerprint(scene.theme) == clean->fingerprint_after,
                   "the theme of the first pump");
    }
    dyncolor_watch_release(scene.watch);
    scene.watch = NULL;
  }
  status = act(way, &scene);
  dyncolor_report_release(scene.report);
  WRONG_UNLESS(status == DYNCOLOR_OK, "the next status");
  WRONG_UNLESS(dyncolor_theme_fingerprint(scene.theme) == clean->fingerprint_after,
               "the theme in the end");
  look(&now);
  WRONG_UNLESS(is_same(&now, &clean->after, could_be_removed), "the files in the end");
  bool is_ended = end(&scene);
  WRONG_UNLESS(is_ended, "the memory");
  WRONG_UNLESS(count_descriptors() == at_start, "the open files in the end");
#undef WRONG_UNLESS
  if (wrong != NULL) {
    printf("# %s: %s %lu of %lu (%s, %s): wrong: %s; status %d: %s: %s\n", way->name,
           kind_names[clean->kinds[n]], n, clean->calls,
           extent_names[extent], number == SHORT ? "short" : strerror(number), wrong,
           (int)first_status, first.message == NULL ? "" : first.message, first.context);
    if (tells_messages) {
      print_tree("in the end", &now);
    }
  }
  return wrong;
}

/* What comes of it when nothing fails. */
static void learn(const tested_way *way, clean_outcome *clean) {
  test_scene scene;
  begin(way, &scene);
  look(&clean->before);
  clean->fingerprint_before = dyncolor_theme_fingerprint(scene.theme);
  int before = count_descriptors();
  arm(0, ONCE, 0);
  dyncolor_status status = act(way, &scene);
  disarm();
  CHECK(status == DYNCOLOR_OK && scene.did_load == 1);
  if (status != DYNCOLOR_OK)
    printf("# %s: %s: %s\n", way->name, scene.error.message, scene.error.context);
  clean->descriptors = count_descriptors() - before;
  clean->calls = faults.calls;
  CHECK(faults.calls > 0 && faults.calls < MOST_CALLS);
  memcpy(clean->kinds, faults.kinds, sizeof clean->kinds);
  clean->fingerprint_after = dyncolor_theme_fingerprint(scene.theme);
  clean->taken = scene.taken;
  look(&clean->after);
  CHECK((clean->fingerprint_before != clean->fingerprint_after) == (way->action != WRITE_TO));
  dyncolor_report_release(scene.report);
  CHECK(end(&scene));
}

/* With which numbers calls fail, ended by 0. */
static const int numbers[EXTENTS][8] = {
    {EIO, ENOSPC, EINTR, EMFILE, EACCES, ENOMEM, SHORT},
    {EIO, EINTR, EACCES, EROFS, SHORT},
    {EIO, EMFILE}};
static const int of_host[] = {EIO, 0};

static void try_all(const tested_way *ways, size_t count) {
  static clean_outcome clean;
  for (size_t i = 0; i < count; i++) {
    learn(&ways[i], &clean);
    for (unsigned long n = 1; n <= clean.calls; n++) {
      bool is_good = true;
      call_kind kind = clean.kinds[n];
      for (fault_extent extent = ONCE; extent < EXTENTS; extent++) {
        /* The host tells no number. */
        const int *number = kind < HOST_READ ? numbers[extent] : of_host;
        for (; is_good && *number != 0; number++) {
          if (*number == SHORT && kind != READ && kind != WRITE) continue;
          is_good = inject(&ways[i], &clean, n, extent, *number) == NULL;
        }
      }
      CHECK(is_good);
    }
  }
}

/* ---- The ways -------------------------------------------------------------------------------- */

#define FILE_OF(name, path, format) \
  static void name(void) { put_theme(path, format, true); }
FILE_OF(put_json, "theme.json", DYNCOLOR_FORMAT_JSON)
FILE_OF(put_styles, "theme.css", DYNCOLOR_FORMAT_STYLE_SHEET)
FILE_OF(put_tokens_file, "theme.tokens.json", DYNCOLOR_FORMAT_DESIGN_TOKENS)
FILE_OF(put_tokens, "tokens", DYNCOLOR_FORMAT_DESIGN_TOKENS)
FILE_OF(put_catalog, "Colors.xcassets", DYNCOLOR_FORMAT_ASSET_CATALOG)
FILE_OF(put_gtk_media, "gtk.css", DYNCOLOR_FORMAT_GTK_MEDIA)

/* Without a resolver, and with folders in it. */
static void put_token_folder(void) {
  make("tokens");
  make("tokens/more");
  put("tokens/a.tokens.json", "{\"a\": {\"$type\": \"color\", \"$value\": \"{b}\"}}");
  put("tokens/more/b.tokens",
      "{\"b\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", "
      "\"components\": [1, 0, 0]}}}");
}

static void put_base16(void) {
  put("scheme.yaml",
      "palette:\n base00: 'abc'\n base01: 'abc'\n base02: 'abc'\n base03: 'abc'\n"
      " base04: 'abc'\n base05: 'abc'\n base06: 'abc'\n base07: 'abc'\n base08: 'abc'\n"
      " base09: 'abc'\n base0A: 'abc'\n base0B: 'abc'\n base0C: 'abc'\n base0D: 'abc'\n"
      " base0E: 'abc'\n base0F: 'abd'\n");
}
static void put_kde(void) {
  put("scheme.colors",
      "[Colors:View]\nA=1,2,3\nB=3,2,1\n[Colors:View][Inactive]\nA=#123456\n[KDE]\nb=1\n");
}
static void put_gimp(void) { put("a.gpl", "GIMP Palette\n1 2 3 a\n3 2 1 b\n"); }
static void put_imports(void) {
  make("sheets");
  put("sheets/theme.css", "@import 'a.css'; @import './parts/b.css' layer(x);");
  put("sheets/a.css", ":root{--a:red}");
  make("sheets/parts");
  put("sheets/parts/b.css", "@import \"../a.css\"; :root{--b:blue}");
}
static void put_links(void) {
  make("elsewhere");
  put_theme("elsewhere/theme.json", DYNCOLOR_FORMAT_JSON, true);
  if (symlink("elsewhere/theme.json", "link") != 0 || symlink("link", "theme.json") != 0)
    printf("# links cannot be made\n");
}
static void put_linked_catalog(void) {
  put_catalog();
  if (rename("Colors.xcassets/ink.colorset", "ink") != 0 ||
      symlink("../ink", "Colors.xcassets/ink.colorset") != 0)
    printf("# links cannot be made\n");
}

static const tested_way loads[] = {
    {"loading JSON", LOAD, 0, "theme.json", put_json, NULL, false, false, 0},
    {"loading a style sheet", LOAD, 0, "theme.css", put_styles, NULL, false, false, 0},
    {"loading GTK's style sheet", LOAD, DYNCOLOR_FORMAT_STYLE_SHEET, "./gtk.css", put_gtk_media,
     NULL, false, false, 0},
    {"loading a file of tokens", LOAD, 0, "theme.tokens.json", put_tokens_file, NULL, false, false,
     0},
    {"loading a resolver's folder", LOAD, DYNCOLOR_FORMAT_DESIGN_TOKENS, "tokens", put_tokens, NULL,
     false, false, 0},
    {"loading a folder of tokens", LOAD, 0, "tokens", put_token_folder, NULL, false, false, 0},
    {"loading a catalog", LOAD, 0, "Colors.xcassets", put_catalog, NULL, false, false, 0},
    {"loading base16", LOAD, 0, "scheme.yaml", put_base16, NULL, false, false, 0},
    {"loading KDE's colors", LOAD, 0, "scheme.colors", put_kde, NULL, false, false, 0},
    {"loading imports", LOAD, 0, "sheets/theme.css", put_imports, NULL, false, false, 0},
    {"loading a palette of GIMP", LOAD, 0, "a.gpl", put_gimp, NULL, false, false, 0},
    {"loading by links", LOAD, 0, "theme.json", put_links, NULL, false, false, 0},
    {"loading a catalog with links", LOAD, 0, "Colors.xcassets", put_linked_catalog, NULL, false,
     false, DYNCOLOR_LOAD_ALLOW_OUTSIDE},
    {"loading a catalog, old kind", LOAD, 0, "Colors.xcassets", put_linked_catalog, NULL, true,
     false, DYNCOLOR_LOAD_ALLOW_OUTSIDE},
    {"loading a folder of tokens, old kind", LOAD, 0, "tokens", put_token_folder, NULL, true, false,
     0},
};

static void loading(void) { try_all(loads, COUNT(loads)); }

/* What is to be replaced, and what may have to stay. */
#define OLD_FILE(name, path, format) \
  static void name(void) { put_theme(path, format, false); }
OLD_FILE(put_old_styles, "theme.css", DYNCOLOR_FORMAT_STYLE_SHEET)
OLD_FILE(put_old_catalog, "Colors.xcassets", DYNCOLOR_FORMAT_ASSET_CATALOG)
OLD_FILE(put_old_tokens, "tokens", DYNCOLOR_FORMAT_DESIGN_TOKENS)
OLD_FILE(put_old_gtk, "gtk", DYNCOLOR_FORMAT_GTK)
static void put_nothing(void) {}
static void put_old_link(void) {
  make("elsewhere");
  put_theme("elsewhere/theme.css", DYNCOLOR_FORMAT_STYLE_SHEET, false);
  if (symlink("elsewhere/theme.css", "link") != 0) printf("# no link can be made\n");
}
/* Something else is in the folder, which has to stay. */
static void put_mixed_gtk(void) {
  put_old_gtk();
  put("gtk/mine.css", "mine");
}
static void put_mixed_tokens(void) {
  put_old_tokens();
  put("tokens/README", "mine");
}
/* And color sets, which have to go. */
static void put_leftovers(void) {
  put_old_catalog();
  make("Colors.xcassets/gone.colorset");
  put("Colors.xcassets/gone.colorset/Contents.json", "{}");
}
static void put_mixed_catalog(void) {
  put_leftovers();
  make("Colors.xcassets/Icon.imageset");
  put("Colors.xcassets/Icon.imageset/Contents.json", "{}");
}

#define WRITING(what, format, path, prepare) \
  {"writing " what, WRITE_TO, DYNCOLOR_FORMAT_##format, path, prepare, NULL, false, false, 0}
/* Over a folder, also where the two cannot be exchanged. */
#define WRITING_OVER(what, format, path, prepare) \
  WRITING("over " what, format, path, prepare), \
      {"writing over " what ", where files cannot be exchanged", WRITE_TO, \
       DYNCOLOR_FORMAT_##format, path, prepare, NULL, true, false, 0}
static const tested_way writes[] = {
    WRITING("a style sheet", STYLE_SHEET, "theme.css", put_nothing),
    WRITING("over a style sheet", STYLE_SHEET, "theme.css", put_old_styles),
    WRITING("a style sheet by a link", STYLE_SHEET, "link", put_old_link),
    WRITING("a style sheet to new folders", STYLE_SHEET, "a/b/theme.css", put_nothing),
    WRITING("to a device", STYLE_SHEET, "/dev/null", put_nothing),
    WRITING("JSON", JSON, "theme.json", put_nothing),
    WRITING("a file of tokens", DESIGN_TOKENS, "theme.json", put_nothing),
    WRITING("KDE's colors", KDE, "theme.colors", put_nothing),
    WRITING("for Tailwind", TAILWIND, "theme.css", put_nothing),
    WRITING("GTK's style sheet", GTK_MEDIA, "gtk.css", put_nothing),
    WRITING("a header", C_HEADER, "theme.h", put_nothing),
    WRITING("a preview", PREVIEW, "theme.html", put_nothing),
    WRITING("a palette of GIMP", GIMP_PALETTE, "theme.gpl", put_nothing),
    WRITING("X resources", XRESOURCES, "theme.Xresources", put_nothing),
    WRITING("for kitty", KITTY, "theme.conf", put_nothing),
    WRITING("for Alacritty", ALACRITTY, "theme.toml", put_nothing),
    WRITING("tokens alone", DESIGN_TOKENS, "theme.tokens.json", put_nothing),
    WRITING("a sheet", SHEET, "theme.svg", put_nothing),
    WRITING("GTK's folder", GTK, "gtk", put_nothing),
    WRITING_OVER("GTK's folder", GTK, "gtk", put_old_gtk),
    WRITING_OVER("GTK's folder, with another file", GTK, "gtk", put_mixed_gtk),
    WRITING("tokens", DESIGN_TOKENS, "tokens", put_nothing),
    WRITING_OVER("tokens", DESIGN_TOKENS, "tokens", put_old_tokens),
    WRITING_OVER("tokens, with another file", DESIGN_TOKENS, "tokens", put_mixed_tokens),
    WRITING("a catalog to new folders", ASSET_CATALOG, "a/b/Colors.xcassets", put_nothing),
    WRITING_OVER("a catalog", ASSET_CATALOG, "Colors.xcassets", put_old_catalog),
    WRITING_OVER("a catalog with leftovers", ASSET_CATALOG, "Colors.xcassets", put_leftovers),
    WRITING_OVER("a catalog with an image", ASSET_CATALOG, "Colors.xcassets", put_mixed_catalog),
};

static void writing(void) { try_all(writes, COUNT(writes)); }

/* Writes to a/b/theme.css, where a is there, while making the first folder on the way fails, once
 * or with all that follow. */
static dyncolor_status write_below(test_scene *scene, fault_extent extent, int number) {
  static const tested_way way =
      WRITING("below a folder", STYLE_SHEET, "a/b/theme.css", put_nothing);
  unsigned long first = 0;
  for (int is_learned = 0; is_learned <= 1; is_learned++) {
    begin(&way, scene);
    make("a");
    arm(first, extent, number);
    dyncolor_status status = act(&way, scene);
    disarm();
    dyncolor_report_release(scene->report);
    CHECK(end(scene));
    if (is_learned) return status;
    for (first = 1; first < faults.calls && faults.kinds[first] != MAKE_FOLDER;) first++;
    CHECK(status == DYNCOLOR_OK && faults.kinds[first] == MAKE_FOLDER);
  }
  abort();
}

/* What the system says of making a folder that is there need not be that it is there. */
static void folders_on_the_way(void) {
  static const int refusals[] = {EACCES, EPERM, EROFS};
  test_scene scene;
  for (size_t i = 0; i < COUNT(refusals); i++) {
    CHECK(write_below(&scene, ONCE, refusals[i]) == DYNCOLOR_OK);
    CHECK(access("a/b/theme.css", F_OK) == 0);
    CHECK(write_below(&scene, THAT_FROM_THEN_ON, refusals[i]) == DYNCOLOR_ERROR_FILE);
    CHECK(strcmp(scene.error.context, "a/b") == 0);
    CHECK(access("a", F_OK) == 0 && access("a/b", F_OK) != 0);
  }
}

/* A catalog of more groups than are looked into stays, and its files are replaced one by one. */
static void crowded_folders(void) {
  enum { GROUPS = 1 << 16 };
  static const tested_way way =
      WRITING("a crowded catalog", ASSET_CATALOG, "Colors.xcassets", put_old_catalog);
  test_scene scene;
  struct stat before, after;
  char name[64];
  begin(&way, &scene);
  for (int i = 0; i < GROUPS; i++) {
    snprintf(name, sizeof name, "Colors.xcassets/%d", i);
    make(name);
  }
  CHECK(stat("Colors.xcassets", &before) == 0);
  CHECK(act(&way, &scene) == DYNCOLOR_OK);
  dyncolor_report_release(scene.report);
  CHECK(stat("Colors.xcassets", &after) == 0 && after.st_ino == before.st_ino);
  CHECK(stat("Colors.xcassets/note.colorset", &after) == 0 && stat(name, &after) == 0);
  CHECK(end(&scene));
  clear();
}

/* What is watched, and how it changes. */
static void put_old_json(void) { put_theme("theme.json", DYNCOLOR_FORMAT_JSON, false); }
static void put_old_links(void) {
  make("elsewhere");
  put_theme("elsewhere/theme.json", DYNCOLOR_FORMAT_JSON, false);
  if (symlink("elsewhere/theme.json", "theme.json") != 0) printf("# no link can be made\n");
}
static void edit_linked(void) {
  put_theme("elsewhere/theme.json", DYNCOLOR_FORMAT_JSON, true);
}

static const tested_way watches[] = {
    {"watching JSON", WATCH_IT, 0, "theme.json", put_json, put_json, false, false, 0},
    {"watching by links", WATCH_IT, 0, "theme.json", put_links, edit_linked, false, false, 0},
    {"watching a catalog", WATCH_IT, 0, "Colors.xcassets", put_catalog, put_catalog, false, false,
     0},
    {"watching a resolver's folder", WATCH_IT, DYNCOLOR_FORMAT_DESIGN_TOKENS, "tokens", put_tokens,
     put_tokens, false, false, 0},
    {"an edit of JSON", PUMP, 0, "theme.json", put_old_json, put_json, false, false, 0},
    {"an edit behind a link", PUMP, 0, "theme.json", put_old_links, edit_linked, false, false, 0},
    {"an edit of a catalog", PUMP, 0, "Colors.xcassets", put_old_catalog, put_catalog, false, false,
     0},
    {"an edit of a resolver's folder", PUMP, DYNCOLOR_FORMAT_DESIGN_TOKENS, "tokens",
     put_old_tokens, put_tokens, false, false, 0},
};
static void watching(void) { try_all(watches, COUNT(watches)); }

/* Files of the host's, read and written by its functions. */
static const tested_way of_hosts[] = {
    {"loading the host's JSON", LOAD, 0, "theme.json", put_json, NULL, false, true, 0},
    {"loading the host's style sheet", LOAD, 0, "theme.css", put_styles, NULL, false, true, 0},
    {"loading the host's tokens", LOAD, 0, "theme.tokens.json", put_tokens_file, NULL, false, true,
     0},
    {"loading the host's resolver", LOAD, 0, "tokens/theme.resolver.json", put_tokens, NULL, false,
     true, 0},
    {"loading the host's catalog", LOAD, 0, "Colors.xcassets", put_catalog, NULL, false, true, 0},
    {"loading the host's base16", LOAD, 0, "scheme.yaml", put_base16, NULL, false, true, 0},
    {"loading the host's colors of KDE", LOAD, 0, "scheme.colors", put_kde, NULL, false, true, 0},
#define GIVING(what, format) \
  {"giving the host " what, WRITE_TO, DYNCOLOR_FORMAT_##format, "", put_nothing, NULL, false, \
   true, 0}
    GIVING("a catalog", ASSET_CATALOG),
    GIVING("tokens", DESIGN_TOKENS),
    GIVING("a style sheet", STYLE_SHEET),
    GIVING("JSON", JSON),
    GIVING("KDE's colors", KDE),
    GIVING("a sheet for Tailwind", TAILWIND),
    GIVING("GTK's folder", GTK),
    GIVING("GTK's style sheet", GTK_MEDIA),
    GIVING("a header", C_HEADER),
    GIVING("a preview", PREVIEW),
    GIVING("a sheet", SHEET),
    GIVING("a palette of GIMP", GIMP_PALETTE),
    GIVING("X resources", XRESOURCES),
    GIVING("a scheme of kitty", KITTY),
    GIVING("a scheme of Alacritty", ALACRITTY),
};
static void hosts(void) { try_all(of_hosts, COUNT(of_hosts)); }

/* ---- Desktops -------------------------------------------------------------------------------- */

static bus the_bus;

/* The bus, and this program as a terminal, use functions that do not fail. */
static void serve(int terminal) {
  static const char answer[] = "\x1b]11;rgb:0/0/0\x07\x1b[?1c";
  char asked[256];
  bool is_armed = faults.is_armed;
  faults.is_armed = false;
  bus_serve(&the_bus);
  if (terminal >= 0 && read(terminal, asked, sizeof asked) > 0)
    if (write(terminal, answer, sizeof answer - 1) < 0) printf("# no answer\n");
  faults.is_armed = is_armed;
}

/* Opens a desktop and waits for its answers, while a call fails. Afterwards, when none does, it
 * comes to know what the portal says, and the terminal is as it was. Returns how many calls there
 * were. */
static unsigned long follow(unsigned long fail_at, fault_extent extent, int number,
                            bool in_terminal) {
  struct termios before = {0}, after = {0};
  sigset_t mask;
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  dyncolor_environment environment = DYNCOLOR_ENVIRONMENT_INIT;
  int terminal = -1, slave = -1, descriptors = count_descriptors();
  char name[64];
  clear();
  put("kdeglobals", "[Colors:Window]\nBackgroundNormal=255,255,255\n");
  bus_start(&the_bus, "bus");
  the_bus.settings[the_bus.setting_count++] =
      (bus_setting){BUS_APPEARANCE, "color-scheme", "u", 1, {0}, 0};
  the_bus.settings[the_bus.setting_count++] =
      (bus_setting){BUS_APPEARANCE, "contrast", "u", 1, {0}, 0};
  if (in_terminal) {
    terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    CHECK(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    CHECK(ptsname_r(terminal, name, sizeof name) == 0);
    slave = open(name, O_RDWR | O_NOCTTY);
    CHECK(slave >= 0 && tcgetattr(slave, &before) == 0);
    faults.terminal = name;
    options.flags = DYNCOLOR_DESKTOP_ASK_TERMINAL;
  }
  arm(fail_at, extent, number);
  dyncolor_status status = dyncolor_desktop_open(&options, &desktop, NULL);
  CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_FILE ||
        (status == DYNCOLOR_ERROR_OUT_OF_MEMORY && number == ENOMEM));
  for (int i = 0; i < 6 && desktop != NULL; i++) {
    CHECK(dyncolor_desktop_pump(desktop, NULL, NULL) == DYNCOLOR_OK);
    serve(-1);
  }
  if (desktop != NULL && in_terminal) {
    /* The answer is there before the question, as far as the library can tell. */
    serve(terminal);
    CHECK(dyncolor_desktop_wait(desktop, 5, NULL, NULL) == DYNCOLOR_OK);
  }
  unsigned long calls = faults.calls;
  disarm();
  if (in_terminal) {
    CHECK(tcgetattr(slave, &after) == 0);
    CHECK(faults.failed[TERMINAL] > 0 || memcmp(&before, &after, sizeof before) == 0);
    CHECK(sigprocmask(SIG_BLOCK, NULL, &mask) == 0);
    CHECK(faults.failed[TERMINAL] > 0 || !sigismember(&mask, SIGTERM));
    sigemptyset(&mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
  }
  /* All that is to be tried again is due. */
  for (int i = 0; i < 12 && desktop != NULL; i++) {
    faults.ahead += 300;
    CHECK(dyncolor_desktop_pump(desktop, NULL, NULL) == DYNCOLOR_OK);
    serve(-1);
  }
  if (desktop != NULL) {
    CHECK(dyncolor_desktop_environment(desktop, &environment, NULL) == DYNCOLOR_OK);
    CHECK(environment.contrast == DYNCOLOR_CONTRAST_MORE);
    CHECK(environment.scheme == DYNCOLOR_SCHEME_DARK);
    if (environment.scheme != DYNCOLOR_SCHEME_DARK)
      printf("# call %lu, %s, %s, %s: scheme %d\n", fail_at, kind_names[faults.failing],
             extent_names[extent], strerror(number), environment.scheme);
  }
  injected += faults.refused > 0;
  dyncolor_desktop_release(desktop);
  bus_close(&the_bus);
  if (slave >= 0) close(slave);
  if (terminal >= 0) close(terminal);
  faults.terminal = NULL;
  faults.ahead = 0;
  CHECK(count_descriptors() == descriptors);
  return calls;
}

static void following(void) {
  static const int refusals[] = {EIO, EINTR, EMFILE, ENOMEM, EAGAIN, ECONNREFUSED, SHORT};
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=bus", 1);
  setenv("XDG_CONFIG_HOME", root, 1);
  for (int in_terminal = 0; in_terminal <= 1; in_terminal++)
    for (int extent = 0; extent < EXTENTS; extent++)
      for (size_t i = 0; i < COUNT(refusals); i++)
        for (unsigned long n = 1; n <= follow(n, extent, refusals[i], in_terminal); n++) continue;
}

static void were_injected(void) { CHECK(injected > injected_in_host && injected_in_host > 0); }

int main(int count, char **arguments) {
  tells_messages = count == 2 && strcmp(arguments[1], "--tell") == 0;
  /* In memory, if there is a folder that is. */
  snprintf(root, sizeof root, "/dev/shm/dyncolor-faults-XXXXXX");
  if (mkdtemp(root) == NULL) {
    snprintf(root, sizeof root, "/tmp/dyncolor-faults-XXXXXX");
    if (mkdtemp(root) == NULL) return 1;
  }
  if (chdir(root) != 0) return 1;
  umask(022);
  CLAIM("a load is complete or changes nothing, whichever system call fails", loading);
  CLAIM("a write leaves the old or the new files, whichever system call fails", writing);
  CLAIM("an existing parent folder is used even where none may be created", folders_on_the_way);
  CLAIM("a folder nested too deeply to be examined is not replaced", crowded_folders);
  CLAIM("a watch recovers, whichever system call fails", watching);
  CLAIM("a desktop is opened and followed in the end, whichever system call fails", following);
  CLAIM("loads and writes are complete or change nothing, whichever callback of the host fails",
        hosts);
  clear();
  if (chdir("/") != 0 || rmdir(root) != 0) printf("# %s cannot be deleted\n", root);
  char told[128];
  snprintf(told, sizeof told, "%lu system calls and %lu callbacks of the host failed",
           injected - injected_in_host, injected_in_host);
  CLAIM(told, were_injected);
  return CHECK_RESULT;
}
