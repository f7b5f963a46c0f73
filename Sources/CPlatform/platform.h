/* The libc calls that the core needs, and no others: what is not here cannot be imported. */
#ifndef DYNCOLOR_PLATFORM_H
#define DYNCOLOR_PLATFORM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* What Swift cannot call, or not as it is. */

static inline int dyncolor_errno(void) { return errno; }

/* A folder to look things up in; AT_FDCWD, where names begin with a slash or where one works. */
static inline int dyncolor_working_folder(void) { return AT_FDCWD; }

/* No path is longer. */
enum { DYNCOLOR_LONGEST_PATH = 4096 };

/* Opens what has a name of so many bytes, at most as long as a path may be. */
static inline int dyncolor_open(int folder, const char *name, size_t length, int flags) {
  char path[DYNCOLOR_LONGEST_PATH + 1];
  if (length > 0) memcpy(path, name, length);
  path[length] = 0;
  return openat(folder, path, flags);
}

/* Opens for reading, without waiting for anybody, and without becoming a terminal's process. */
static inline int dyncolor_open_file(int folder, const char *name, size_t length,
                                     int follows_links) {
  return dyncolor_open(
      folder, name, length,
      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows_links ? 0 : O_NOFOLLOW));
}

static inline int dyncolor_open_folder(int folder, const char *name, size_t length,
                                       int follows_links) {
  return dyncolor_open(
      folder, name, length, O_RDONLY | O_CLOEXEC | O_DIRECTORY | (follows_links ? 0 : O_NOFOLLOW));
}

/* What is at a path. stat() has been in glibc by that name since 2.33 only. */
struct dyncolor_facts {
  int kind; /* 1 a file, 2 a folder, 3 a symbolic link, 4 a character device, 5 something else */
  unsigned mode, owner, group;
  unsigned long long device, number;
};

static inline int dyncolor_look_at(int folder, const char *name, int follows_links,
                                   struct dyncolor_facts *facts) {
  struct stat found;
  if (syscall(SYS_newfstatat, folder, name, &found, follows_links ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
    return -1;
  facts->kind = S_ISREG(found.st_mode)   ? 1
                : S_ISDIR(found.st_mode) ? 2
                : S_ISLNK(found.st_mode) ? 3
                : S_ISCHR(found.st_mode) ? 4
                                         : 5;
  facts->mode = found.st_mode & 07777;
  facts->owner = found.st_uid;
  facts->group = found.st_gid;
  facts->device = found.st_dev;
  facts->number = found.st_ino;
  return 0;
}

/* When what is open was last written to, in nanoseconds; a very long time ago if that is not known.
 * The system notes it before the bytes change. And what it would note now. */
static inline long long dyncolor_written_at(int file) {
  struct stat found;
  if (syscall(SYS_fstat, file, &found) != 0) return LLONG_MIN;
  return found.st_mtim.tv_sec * 1000000000LL + found.st_mtim.tv_nsec;
}

static inline long long dyncolor_writing_time(void) {
  struct timespec time = {0, 0};
  clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* A file that is not there yet. */
static inline int dyncolor_make_file(int folder, const char *name) {
  return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
}

static inline int dyncolor_open_device(int folder, const char *name) {
  return openat(folder, name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

/* Renames a file or folder; with 1, only to a name that is free, and with 2, by exchanging the two.
   renameat2() has been in glibc since 2.28, and not all file systems have it. */
static inline int dyncolor_move(int folder, const char *name, int other_folder,
                                  const char *other_name, unsigned how) {
  if (how == 0) return renameat(folder, name, other_folder, other_name);
  return (int)syscall(SYS_renameat2, folder, name, other_folder, other_name, how);
}

/* As many entries of a folder as go into so many bytes, as the kernel lays them out. */
static inline long dyncolor_read_entries(int folder, void *entries, unsigned long size) {
  return syscall(SYS_getdents64, folder, entries, size);
}

/* The numbers that two hosts' writing at the same time does not have in common. */
static inline int dyncolor_process(void) { return getpid(); }

/* Waits until everything that was written to the file system of a folder is on the disk. */
static inline int dyncolor_write_through(int folder) { return (int)syscall(SYS_syncfs, folder); }

/* Room for so many bytes, all 0, which take memory as they are written to; NULL without it. */
static inline void *dyncolor_reserve(unsigned long size) {
  void *room = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return room == MAP_FAILED ? NULL : room;
}

static inline void dyncolor_unreserve(void *room, unsigned long size) { munmap(room, size); }

/* The size from which on a file that grows raises a signal, which ends the process. */
static inline unsigned long long dyncolor_greatest_file(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

#endif
