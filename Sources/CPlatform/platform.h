/* The functions of libc and the system that the core uses. The core imports no other C header of
   the system. */
#ifndef DYNCOLOR_PLATFORM_H
#define DYNCOLOR_PLATFORM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* Wrappers for what Swift cannot call: macros, variadic functions, and raw system calls. Where a
   comment does not say what failure is, it is −1, with errno set. */

static inline int dyncolor_errno(void) { return errno; }

/* Fetches the memory at an address into the caches of the processor, to be changed soon. The
   address may be invalid. */
static inline void dyncolor_prefetch(uintptr_t address) {
  __builtin_prefetch((const void *)address, 1);
}

/* A short pause in a loop that waits for another thread. */
static inline void dyncolor_spin_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* AT_FDCWD: a directory descriptor that stands for the working directory. Absolute paths ignore
   it. */
static inline int dyncolor_working_directory(void) { return AT_FDCWD; }

/* PATH_MAX on Linux. */
enum { DYNCOLOR_LONGEST_PATH = 4096 };

/* Opens an entry of a directory, and returns its file descriptor, as the next three functions do.
   In all four, `name` need not be NUL-terminated; its length must not exceed
   DYNCOLOR_LONGEST_PATH. */
static inline int dyncolor_open(int directory, const char *name, size_t length, int flags) {
  char path[DYNCOLOR_LONGEST_PATH + 1];
  if (length > 0) memcpy(path, name, length);
  path[length] = 0;
  return openat(directory, path, flags);
}

/* Opens a file for reading. Does not block on FIFOs and does not acquire a controlling terminal.
   Unless `follows_links`, fails if the last component of the name is a symbolic link. */
static inline int dyncolor_open_file(int directory, const char *name, size_t length,
                                     int follows_links) {
  return dyncolor_open(
      directory, name, length,
      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows_links ? 0 : O_NOFOLLOW));
}

/* Opens a file below a directory for reading, by a path of several names, none of which may be a
   symbolic link. Otherwise like dyncolor_open_file(). The C library has no function for the system
   call openat2, which Linux has since 5.6. Its number, SYS_openat2, is 437 on all processors. */
static inline int dyncolor_open_file_below(int directory, const char *name, size_t length) {
  const struct {
    unsigned long long flags, mode, resolve;
  } how = {O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, 0,
           0x04 | 0x08 /* RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH */};
  char path[DYNCOLOR_LONGEST_PATH + 1];
  if (length > 0) memcpy(path, name, length);
  path[length] = 0;
  return (int)syscall(437, directory, path, &how, sizeof how);
}

/* Opens a directory for reading its entries, and as the base of relative paths. Unless
   `follows_links`, fails if the last component of the name is a symbolic link. */
static inline int dyncolor_open_directory(int directory, const char *name, size_t length,
                                          int follows_links) {
  return dyncolor_open(
      directory, name, length,
      O_RDONLY | O_CLOEXEC | O_DIRECTORY | (follows_links ? 0 : O_NOFOLLOW));
}

/* The results of dyncolor_stat(). */
struct dyncolor_file_info {
  int kind; /* 1 file, 2 directory, 3 symbolic link, 4 character device, 5 other */
  unsigned mode, owner, group; /* the permission bits, the user id, the group id */
  unsigned long long device, number; /* the file system, and the inode in it */
};

/* Reads the properties of a directory entry. For a symbolic link, these are the properties of its
   target if `follows_links` is nonzero, otherwise those of the link itself. Returns 0. glibc has
   the symbol stat only since version 2.33, so the system call is used. */
static inline int dyncolor_stat(int directory, const char *name, int follows_links,
                                struct dyncolor_file_info *info) {
  struct stat found;
  const int flags = follows_links ? 0 : AT_SYMLINK_NOFOLLOW;
  if (syscall(SYS_newfstatat, directory, name, &found, flags) != 0) return -1;
  info->kind = S_ISREG(found.st_mode)   ? 1
               : S_ISDIR(found.st_mode) ? 2
               : S_ISLNK(found.st_mode) ? 3
               : S_ISCHR(found.st_mode) ? 4
                                        : 5;
  info->mode = found.st_mode & 07777;
  info->owner = found.st_uid;
  info->group = found.st_gid;
  info->device = found.st_dev;
  info->number = found.st_ino;
  return 0;
}

/* Returns the modification time (mtime) of an open file in nanoseconds, or LLONG_MIN if it is
   unknown. The kernel updates the mtime before the bytes change, so an mtime that is read after the
   bytes is at least as new as they are. */
static inline long long dyncolor_mtime(int file) {
  struct stat found;
  if (syscall(SYS_fstat, file, &found) != 0) return LLONG_MIN;
  return found.st_mtim.tv_sec * 1000000000LL + found.st_mtim.tv_nsec;
}

/* Returns what dyncolor_mtime() returns if the file is a regular one of `size` bytes; otherwise
   LLONG_MIN. */
static inline long long dyncolor_mtime_if_size(int file, long long size) {
  struct stat found;
  if (syscall(SYS_fstat, file, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size != size)
    return LLONG_MIN;
  return found.st_mtim.tv_sec * 1000000000LL + found.st_mtim.tv_nsec;
}

/* Returns the time, in nanoseconds, that the kernel would now give a file as its mtime. */
static inline long long dyncolor_current_mtime(void) {
  /* The kernel takes modification times from the coarse clock. */
  struct timespec time = {0, 0};
  clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Creates a file for writing, and returns its file descriptor. Fails if the name exists. */
static inline int dyncolor_create_file(int directory, const char *name) {
  return openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
}

/* Opens an existing device for writing, and returns its file descriptor. */
static inline int dyncolor_open_device(int directory, const char *name) {
  return openat(directory, name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

/* Renames a file or directory. `flags` are those of renameat2: 0 replaces what has the new name, 1
   fails if the new name exists, 2 exchanges the two entries. glibc has renameat2() since 2.28 only,
   so the system call is used; but not for 0, because some file systems do not support renameat2. */
static inline int dyncolor_rename_entry(int directory, const char *name, int other_directory,
                                        const char *other_name, unsigned flags) {
  if (flags == 0) return renameat(directory, name, other_directory, other_name);
  return (int)syscall(SYS_renameat2, directory, name, other_directory, other_name, flags);
}

/* Reads directory entries into a buffer, in the layout of the kernel (struct linux_dirent64).
   Returns the number of bytes that were written; 0 after the last entry. */
static inline long dyncolor_read_entries(int directory, void *entries, unsigned long size) {
  return syscall(SYS_getdents64, directory, entries, size);
}

/* Returns the process id, which makes the temporary names of two processes different. */
static inline int dyncolor_process_id(void) { return getpid(); }

/* Flushes the file system of a directory to the disk. */
static inline int dyncolor_sync_file_system(int directory) {
  return (int)syscall(SYS_syncfs, directory);
}

/* Reserves zeroed address space. Pages take memory when they are first written. Returns NULL on
   failure. */
static inline void *dyncolor_reserve(unsigned long size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static inline void dyncolor_unreserve(void *memory, unsigned long size) { munmap(memory, size); }

/* Returns the file size limit of the process in bytes, RLIM_INFINITY for none. A write beyond the
   limit raises SIGXFSZ, which ends the process. */
static inline unsigned long long dyncolor_file_size_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

/* Connects a new socket, which does not block, to the Unix socket with this name: a path or, if
   `is_abstract`, a name that is not in the file system. Returns the file descriptor. */
static inline int dyncolor_connect(const char *name, size_t length, int is_abstract) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  /* A path ends with a NUL, and an abstract name begins with one. */
  if (length == 0 || length + 1 > sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(address.sun_path + (is_abstract ? 1 : 0), name, length);
  const int socket_file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket_file < 0) return -1;
  const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
  if (connect(socket_file, (const struct sockaddr *)&address, size) == 0) return socket_file;
  const int connect_errno = errno;
  close(socket_file);
  errno = connect_errno;
  return -1;
}

/* Opens the controlling terminal of the process, and returns its file descriptor. Neither reading
   nor writing blocks. */
static inline int dyncolor_open_terminal(void) {
  return openat(AT_FDCWD, "/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

/* Changes the settings of a terminal so that it delivers each byte at once, does not show typed
   bytes, and a read returns at once even if there are no bytes. */
static inline void dyncolor_make_unbuffered(struct termios *settings) {
  settings->c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  settings->c_cc[VMIN] = 0;
  settings->c_cc[VTIME] = 0;
}

#endif
