/* Structs that begin with their size: those of callers that were compiled with 1.0, and those of
 * callers that were compiled with versions that are still to come. */
#include <dyncolor.h>
#include <stdint.h>
#include <unistd.h>

#include "refusals.h"
#include "themes.h"

/* A file with no colors in it. */
static char file[] = "/tmp/dyncolor-sizes-XXXXXX.json";

/* What a struct is given to, with an error; whatever comes of it is given up again. */
typedef dyncolor_status (*taker)(dyncolor_theme *theme, const void *given, dyncolor_error *error);

static dyncolor_status create(dyncolor_theme *theme, const void *given, dyncolor_error *error) {
  dyncolor_theme *made = NULL;
  (void)theme;
  dyncolor_status status = dyncolor_theme_create(given, &made, error);
  dyncolor_theme_release(made);
  return status;
}

static dyncolor_status load_image(dyncolor_theme *theme, const void *given, dyncolor_error *error) {
  static unsigned char image[4096];
  static size_t size;
  dyncolor_theme *made = NULL;
  if (size == 0)
    CHECK(dyncolor_theme_to_image(theme, image, sizeof image, &size, NULL) == DYNCOLOR_OK);
  dyncolor_status status =
      dyncolor_theme_from_image(given, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &made, error);
  dyncolor_theme_release(made);
  return status;
}

static dyncolor_status register_batch(dyncolor_theme *theme, const void *given,
                                      dyncolor_error *error) {
  return dyncolor_register(theme, given, 1, NULL, error);
}

static dyncolor_status load_memory(dyncolor_theme *theme, const void *given,
                                   dyncolor_error *error) {
  return dyncolor_theme_load_memory_n(theme, "a.json", NUL, "{}", 2, given, NULL, error);
}

static dyncolor_status load_path(dyncolor_theme *theme, const void *given, dyncolor_error *error) {
  return dyncolor_theme_load_n(theme, file, NUL, given, NULL, error);
}

static dyncolor_status watch(dyncolor_theme *theme, const void *given, dyncolor_error *error) {
  dyncolor_watch *made = NULL;
  dyncolor_status status =
      dyncolor_watch_create_n(theme, file, NUL, given, &made, NULL, error);
  dyncolor_watch_release(made);
  return status;
}

static dyncolor_status open_desktop(dyncolor_theme *theme, const void *given,
                                    dyncolor_error *error) {
  (void)theme;
  dyncolor_desktop *made = NULL;
  dyncolor_status status = dyncolor_desktop_open(given, &made, error);
  dyncolor_desktop_release(made);
  return status;
}

static dyncolor_status read_nothing(void *user_data, const char *path, dyncolor_sink *sink) {
  (void)user_data, (void)path;
  return dyncolor_sink_append(sink, "{}", 2);
}

static dyncolor_status load_host_file(dyncolor_theme *theme, const void *given,
                                      dyncolor_error *error) {
  const dyncolor_load_options options = {.size = sizeof options, .files = given};
  return dyncolor_theme_load_n(theme, "a.json", NUL, &options, NULL, error);
}

static dyncolor_status write_memory(dyncolor_theme *theme, const void *given,
                                    dyncolor_error *error) {
  static char text[4096];
  return dyncolor_theme_write_memory(theme, given, text, sizeof text, NULL, NULL, error);
}

static dyncolor_status take_file(void *user_data, const char *path, const void *bytes,
                                 size_t size) {
  (void)user_data, (void)path, (void)bytes, (void)size;
  return DYNCOLOR_OK;
}

static dyncolor_status write_files(dyncolor_theme *theme, const void *given,
                                   dyncolor_error *error) {
  return dyncolor_theme_write_files(theme, given, take_file, NULL, NULL, error);
}

static const dyncolor_theme_options theme_options = DYNCOLOR_THEME_OPTIONS_INIT;
static const dyncolor_definition definition = {
    sizeof definition, NULL, 0, DYNCOLOR_KIND_CSS, 0, 0, NULL, 0, NULL, 0, NULL, NULL, NULL, "red",
    3};
static const dyncolor_desktop_options desktop_options = {
    .size = sizeof desktop_options, .flags = DYNCOLOR_DESKTOP_NO_PORTAL};
static const dyncolor_files host_files = {.size = sizeof host_files, .read = read_nothing};
static const dyncolor_load_options load_options = {
    .size = sizeof load_options, .format = DYNCOLOR_FORMAT_JSON};
static const dyncolor_write_options write_options = {
    .size = sizeof write_options, .format = DYNCOLOR_FORMAT_JSON};

/* `first` is the size that the struct had in 1.0, and never anything else. */
static const struct {
  const char *argument;
  size_t first, size, step;
  const void *good;
  taker take;
} takers[] = {
    {"options", 40, sizeof theme_options, 1, &theme_options, create},
    {"options", 40, sizeof theme_options, 1, &theme_options, load_image},
    {"definitions", 104, sizeof definition, 8, &definition, register_batch},
    {"files", 32, sizeof host_files, 1, &host_files, load_host_file},
    {"options", 80, sizeof load_options, 1, &load_options, load_memory},
    {"options", 80, sizeof load_options, 1, &load_options, load_path},
    {"options", 80, sizeof load_options, 1, &load_options, watch},
    {"options", 32, sizeof desktop_options, 1, &desktop_options, open_desktop},
    {"options", 64, sizeof write_options, 1, &write_options, write_memory},
    {"options", 64, sizeof write_options, 1, &write_options, write_files},
};

/* What becomes of a struct of so many bytes, which lie in memory of just that size: of the one that
 * is good as many as it has, and 0 for others, but for one that is 1, unless it is the first. */
static dyncolor_status given(size_t which, size_t size, size_t odd, dyncolor_error *error) {
  dyncolor_theme *theme = new_theme();
  const size_t room = size < sizeof size ? sizeof size : size;
  unsigned char *bytes = calloc(1, room);
  memcpy(bytes, takers[which].good, room < takers[which].size ? room : takers[which].size);
  memcpy(bytes, &size, sizeof size);
  if (odd > 0) bytes[odd] = 1;
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  const dyncolor_status status = takers[which].take(theme, bytes, error);
  if (status != DYNCOLOR_OK) CHECK(dyncolor_theme_fingerprint(theme) == before);
  free(bytes);
  dyncolor_theme_release(theme);
  return status;
}

static const size_t MOST = 4096;

static void earlier_sizes(void) {
  for (size_t i = 0; i < COUNT(takers); i++) {
    dyncolor_error error = fresh_error();
    CHECK(given(i, takers[i].first, 0, &error) == DYNCOLOR_OK);
    for (size_t size = 0; size < takers[i].first; size++) {
      error = fresh_error();
      check_refused(given(i, size, 0, &error), &error, takers[i].argument);
    }
  }
}

static void later_sizes(void) {
  for (size_t i = 0; i < COUNT(takers); i++)
    for (size_t size = takers[i].first; size <= MOST; size += size < 256 ? 1 : 61) {
      dyncolor_error error = fresh_error();
      dyncolor_status status = given(i, size, 0, &error);
      if (size % takers[i].step == 0)
        CHECK(status == DYNCOLOR_OK);
      else
        check_refused(status, &error, takers[i].argument);
    }
}

static void unknown_bytes(void) {
  for (size_t i = 0; i < COUNT(takers); i++)
    for (size_t odd = takers[i].size; odd < MOST; odd += odd < 256 || odd > MOST - 16 ? 1 : 61) {
      dyncolor_error error = fresh_error();
      check_refused(given(i, MOST, odd, &error), &error, takers[i].argument);
      /* The byte behind the last is nobody's. */
      const size_t least = (odd + takers[i].step) / takers[i].step * takers[i].step;
      error = fresh_error();
      check_refused(given(i, least, odd, &error), &error, takers[i].argument);
    }
}

/* A size that no struct has is not believed: nothing is read there. */
static void impossible_sizes(void) {
  static const size_t sizes[] = {4104, 1 << 16, SIZE_MAX / 2 + 1, SIZE_MAX & ~(size_t)7, SIZE_MAX};
  for (size_t i = 0; i < COUNT(takers); i++)
    for (size_t j = 0; j < COUNT(sizes); j++) {
      dyncolor_theme *theme = new_theme();
      dyncolor_error error = fresh_error();
      unsigned char *bytes = malloc(takers[i].size);
      memcpy(bytes, takers[i].good, takers[i].size);
      memcpy(bytes, &sizes[j], sizeof sizes[j]);
      check_refused(takers[i].take(theme, bytes, &error), &error, takers[i].argument);
      free(bytes);
      dyncolor_theme_release(theme);
    }
}

static void see_change(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  (void)theme;
  CHECK(change->size == sizeof *change);
  *(int *)user_data += 1;
}

/* What the library hands out says its size, so that a later program knows what is in it. */
static void handed_out(void) {
  dyncolor_theme *theme = new_theme();
  uint64_t observation = 0;
  int told = 0;
  CHECK(dyncolor_theme_observe(theme, see_change, &told, NULL, &observation, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "a", 1, "red", 3, NULL, NULL) == DYNCOLOR_OK && told == 1);
  dyncolor_theme_release(theme);
}

/* Of an error, what has room for it is written, and what a later version has is left alone. */
static void all_errors(void) {
  static struct {
    dyncolor_error error;
    unsigned char later[64];
  } given, before;
  char name[400];
  memset(name, 'n', sizeof name);
  dyncolor_theme *theme = new_theme();
  for (size_t size = 0; size <= sizeof given; size++) {
    memset(&given, 0xA5, sizeof given);
    given.error.size = size;
    before = given;
    dyncolor_id id;
    CHECK(dyncolor_theme_find_n(theme, name, sizeof name, &id, &given.error) ==
          DYNCOLOR_ERROR_UNKNOWN_NAME);
    const size_t whole = sizeof given.error, taken = size == 0 || size > whole ? whole : size;
    CHECK(memcmp((char *)&given + taken, (char *)&before + taken, sizeof given - taken) == 0);
    if (taken < whole) continue;
    CHECK(given.error.status == DYNCOLOR_ERROR_UNKNOWN_NAME);
    CHECK(strlen(given.error.context) == sizeof given.error.context - 1);
  }
  dyncolor_theme_release(theme);
}

int main(void) {
  const int descriptor = mkstemps(file, 5);
  if (descriptor < 0 || write(descriptor, "{}", 2) != 2 || close(descriptor) != 0) return 1;
  CLAIM("structs of 1.0 are accepted, smaller ones are refused by name", earlier_sizes);
  CLAIM("larger structs are accepted if the additional bytes are 0", later_sizes);
  CLAIM("larger structs with other additional bytes are refused", unknown_bytes);
  CLAIM("impossible sizes are refused before anything is read", impossible_sizes);
  CLAIM("an error struct of any size is not written past its end", all_errors);
  CLAIM("structs that the library fills in have their size", handed_out);
  unlink(file);
  return CHECK_RESULT;
}
