/* Resolves COUNT times, of colors that have all been resolved before, so that a tool can count what
 * it takes: by the library, by the same in C, or not at all.
 *
 *   resolves library|c|nothing COUNT */
#include <dyncolor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "harness.h"
#include "sample.h"

enum { COLORS = 2000, ENVIRONMENTS = 4 };

/* The same loop for each, round a call through the procedure linkage table. */
#define RESOLVE(function, theme) \
  for (size_t i = 0; i < count; i++) \
    failed |= \
        function(theme, ids[i % COLORS], &sample_environments[i % ENVIRONMENTS], &color, NULL)

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s library|c|nothing COUNT\n", argv[0]);
    return 2;
  }
  const char *who = argv[1];
  size_t count = strtoul(argv[2], NULL, 10);

  sample_batch batch = sample_batch_of(COLORS, 0);
  dyncolor_id *ids = sample_memory(COLORS * sizeof *ids);
  dyncolor_theme *theme = NULL;
  baseline *c = baseline_create(COLORS);
  dyncolor_rgba color;
  int failed = 0;
  harness_expect(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK && c != NULL,
                 "the themes are made");
  if (strcmp(who, "library") == 0) {
    harness_expect(dyncolor_register(theme, batch.definitions, COLORS, ids, NULL) == DYNCOLOR_OK,
                   "the colors are registered");
    for (size_t i = 0; i < ENVIRONMENTS; i++)
      harness_expect(dyncolor_theme_prepare(theme, &sample_environments[i], NULL) == DYNCOLOR_OK,
                     "an environment is prepared");
    RESOLVE(dyncolor_resolve, theme);
  } else if (strcmp(who, "c") == 0) {
    for (size_t i = 0; i < COLORS; i++) ids[i] = baseline_add(c, sample_color(i, 0));
    for (size_t e = 0; e < ENVIRONMENTS; e++)
      for (size_t i = 0; i < COLORS; i++)
        failed |= baseline_resolve(c, ids[i], &sample_environments[e], &color, NULL);
    RESOLVE(baseline_resolve, c);
  } else {
    RESOLVE(baseline_nothing, c);
  }
  harness_expect(!failed, "what is counted succeeds");

  baseline_free(c);
  dyncolor_theme_release(theme);
  sample_batch_free(&batch);
  free(ids);
  return 0;
}
