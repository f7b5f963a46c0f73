/* An archive with files, as engines have them: what the host gives to the library, and what it is
 * given. */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <dyncolor.h>
#include <stdbool.h>
#include <stdlib.h>

#include "check.h"

enum { MOST_FILES = 1024 };

typedef struct entry {
  char *path, *bytes;
  size_t size;
} entry;

typedef struct archive {
  const char *folder; /* which files that are written are said to be in */
  size_t count;
  entry *entries; /* NULL where none was written */
} archive;

/* Whether a path stays where it begins. */
static inline bool is_path_within(const char *path) {
  if (path[0] == '/') return false;
  for (const char *part = path; *part != 0; part += *part == '/') {
    const size_t length = strcspn(part, "/");
    if (length == 2 && strncmp(part, "..", 2) == 0) return false;
    part += length;
  }
  return true;
}

static inline dyncolor_status archive_write(void *data, const char *path, const void *bytes,
                                            size_t size) {
  archive *files = data;
  CHECK(files->count < MOST_FILES && is_path_within(path));
  if (files->count == MOST_FILES) return DYNCOLOR_ERROR_TOO_COMPLEX;
  if (files->entries == NULL) files->entries = malloc(MOST_FILES * sizeof *files->entries);
  entry *made = &files->entries[files->count++];
  const char *folder = files->folder == NULL ? "" : files->folder;
  size_t length = strlen(folder) + strlen(path) + 2;
  made->path = malloc(length);
  snprintf(made->path, length, "%s%s%s", folder, folder[0] && path[0] ? "/" : "", path);
  made->bytes = malloc(size + 1);
  memcpy(made->bytes, bytes, size);
  made->bytes[size] = 0;
  made->size = size;
  return DYNCOLOR_OK;
}

/* NULL if there is none of the path. */
static inline const entry *archive_find(const archive *files, const char *path) {
  for (size_t i = 0; i < files->count; i++)
    if (strcmp(files->entries[i].path, path) == 0) return &files->entries[i];
  return NULL;
}

static inline dyncolor_status archive_read(void *data, const char *path, dyncolor_sink *sink) {
  const entry *found = archive_find(data, path);
  return found == NULL ? DYNCOLOR_ERROR_FILE
                       : dyncolor_sink_append(sink, found->bytes, found->size);
}

static inline dyncolor_status archive_list(void *data, const char *path, dyncolor_sink *sink) {
  const archive *files = data;
  size_t start = strlen(path) + (path[0] != 0);
  for (size_t i = 0; i < files->count; i++) {
    const char *full = files->entries[i].path;
    if (start > 0 && (strncmp(full, path, start - 1) != 0 || full[start - 1] != '/')) continue;
    size_t end = start + strcspn(full + start, "/");
    /* A folder is told once. */
    bool is_new = true;
    for (size_t j = 0; j < i; j++)
      is_new = is_new && (strncmp(files->entries[j].path, full, end) != 0 ||
                          files->entries[j].path[end] != full[end]);
    if (!is_new) continue;
    dyncolor_status status = dyncolor_sink_add_n(sink, full + start, end - start, full[end] == '/');
    if (status != DYNCOLOR_OK) return status;
  }
  return DYNCOLOR_OK;
}

static inline dyncolor_files files_of(const archive *files) {
  return (dyncolor_files){.size = sizeof(dyncolor_files), .user_data = (void *)(uintptr_t)files,
                          .read = archive_read, .list = archive_list};
}

static inline void archive_clear(archive *files) {
  for (size_t i = 0; i < files->count; i++) {
    free(files->entries[i].path);
    free(files->entries[i].bytes);
  }
  free(files->entries);
  files->entries = NULL;
  files->count = 0;
}

#endif
