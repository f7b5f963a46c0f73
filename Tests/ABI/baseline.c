/* Lets the kernels for any processor stand for those for AVX2, so that a library with them is tried
 * on every processor. */
#include <kernels.h>

int dyncolor_kernel_run_avx2(const dyncolor_kernel_job *job) {
  return dyncolor_kernel_run_baseline(job);
}
