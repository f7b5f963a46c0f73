/* Many threads at once: functions on values share nothing. */
#include <dyncolor.h>
#include <pthread.h>
#include <stdlib.h>

#include "check.h"

enum { THREADS = 16, ROUNDS = 2000 };

/* What one thread saw, as a hash of all results. */
static void *work(void *result) {
  uint64_t *hash = result;
  for (unsigned round = 0; round < ROUNDS; round++) {
    char text[16];
    dyncolor_color color = {0}, wide = {0};
    dyncolor_environment environment = {0}, parent = {0};
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    const char *name = NULL;
    uint8_t pixel[4];
    snprintf(text, sizeof text, "#%06x", round * 8191u & 0xFFFFFFu);
    dyncolor_color_parse_hex_n(text, DYNCOLOR_NUL_TERMINATED, DYNCOLOR_SPACE_SRGB, 0.5, &color,
                               NULL);
    dyncolor_color_convert(&color, DYNCOLOR_SPACE_DISPLAY_P3, &wide, NULL);
    dyncolor_color_pack(&wide, DYNCOLOR_LAYOUT_RGBA8, pixel, sizeof pixel, NULL);
    dyncolor_color_format_hex(&wide, DYNCOLOR_SPACE_SRGB, text, sizeof text, NULL, NULL);
    dyncolor_environment_from_name_n("dark", 4, &parent, NULL);
    dyncolor_environment_inherit(&environment, &parent, &environment, NULL);
    dyncolor_environment_to_name(&environment, DYNCOLOR_VOCABULARY_GTK, &name, NULL);
    dyncolor_color_parse_hex_n(text + 1, 5, DYNCOLOR_SPACE_SRGB, 1, &color, &error);
    *hash = *hash * 31 + dyncolor_color_hash(&wide) + pixel[0] + (uint8_t)text[3] +
            (uint8_t)name[7] + error.offset;
  }
  return NULL;
}

static void threads_do_not_meet(void) {
  pthread_t threads[THREADS];
  uint64_t hashes[THREADS] = {0};
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, &hashes[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 1; i < THREADS; i++) CHECK(hashes[i] == hashes[0]);
  CHECK(hashes[0] != 0);
}

int main(void) {
  CLAIM("sixteen threads get the results of one", threads_do_not_meet);
  return CHECK_RESULT;
}
