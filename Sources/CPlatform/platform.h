/* The libc calls that the core needs, and no others: what is not here cannot be imported. */
#ifndef DYNCOLOR_PLATFORM_H
#define DYNCOLOR_PLATFORM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What Swift cannot call, or not as it is. */

static inline int dyncolor_errno(void) { return errno; }

/* A folder to look things up in; AT_FDCWD, where names begin with a slash or where one works. */
static inline int dyncolor_working_folder(void) { return AT_FDCWD; }

/* Opens for reading, without waiting for anybody, and without becoming a terminal's process. */
static inline int dyncolor_open_file(int folder, const char *name, int follows_links) {
  return openat(folder, name,
                O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows_links ? 0 : O_NOFOLLOW));
}

static inline int dyncolor_open_folder(int folder, const char *name, int follows_links) {
  return openat(folder, name,
                O_RDONLY | O_CLOEXEC | O_DIRECTORY | (follows_links ? 0 : O_NOFOLLOW));
}

static inline const char *dyncolor_entry_name(const struct dirent *entry) { return entry->d_name; }

#endif
