/* Runs one pixel kernel over some groups of eight pixels, so that its instructions can be counted
 * on a processor that is emulated.
 *
 *     kernels NUMBER GROUPS    the number of a kernel in Sources/CPlatform/kernels.h
 *
 * The function that runs the kernels is the macro RUN. The object of kernels needs nothing else of
 * the library. */
#include <kernels.h>
#include <stdlib.h>

enum { GROUPS = 64 };

static _Alignas(64) float pixels[GROUPS * 8][4], results[GROUPS * 8][4];
static dyncolor_kernel_doubt doubts[GROUPS * 8];

/* What a kernel calls if the compiler was wrong. */
void dyncolor_trap(void);
void dyncolor_trap(void) { abort(); }

int main(int count, char **arguments) {
  if (count != 3) return 2;
  dyncolor_kernel_job job = {.kernel = (enum dyncolor_kernel)atoi(arguments[1]),
                             .source_order = {0, 8, 16, 24}, .target_order = {16, 8, 0, 24},
                             .source = pixels, .backdrop = pixels, .target = results,
                             .doubts = doubts, .groups = (size_t)atoi(arguments[2]),
                             .matrix = {0.9f, 0.05f, 0.05f, 0.1f, 0.8f, 0.1f, 0, 0.1f, 0.9f},
                             .doubt_limit = 0x1p20f};
  if (job.groups > GROUPS) return 2;
  for (int i = 0; i < GROUPS * 8; i++)
    for (int k = 0; k < 4; k++) pixels[i][k] = (float)(i * 4 + k + 1) / (GROUPS * 32);
  return RUN(&job) & 0;
}
