/* Groups of which some fail, to test that a group that fails costs its own rows only.
 *
 *   planted [--smoke] [--tsv FILE]   has groups that fail, between others that have rows
 *   planted ends                     ends before it has measured anything */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

static volatile size_t sum;

static void add(void *data, size_t count) {
  (void)data;
  for (size_t i = 0; i < count; i++) sum += i;
}

static void measure(const char *group, const char *text, double goal) {
  const harness_case cases[] = {{.run = add}, {.run = add}};
  const harness_claim claims[] = {{text, 0, 1, goal}};
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = 2,
                                   .claims = claims, .claim_count = 1});
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "ends") == 0) return 7;
  harness_start(argc, argv);
  if (harness_enter("resolve, 2,000 colors")) measure("resolve, 2,000 colors", "1 thread", 0);
  if (harness_enter("planted, wrong")) {
    /* Its row is missed, and has been written before the group fails. */
    measure("planted, wrong", "a missed goal", 1e-9);
    harness_expect(0, "a planted mistake");
  }
  if (harness_enter("planted, crash")) {
    measure("planted, crash", "a row", 0);
    raise(SIGKILL);
  }
  if (harness_enter("growth"))
    for (size_t i = 0; i < 2; i++)
      measure("growth", i == 0 ? "a hit, 10 colors" : "a hit, 100 colors", 0);
  return harness_end();
}
