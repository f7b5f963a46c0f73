/* What the kernels for pixels are asked for: they are compiled once for any processor, and on
   x86-64 once more for those with AVX2 and FMA. Nothing of libc, so that this compiles for bare
   machines. */
#ifndef DYNCOLOR_KERNELS_H
#define DYNCOLOR_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifndef __clang__
#define _Nonnull
#endif

/* Pixels are converted in groups of eight. "floats" are FLOAT4 without alpha multiplied in, "bytes"
   the formats of four bytes. The comments say what is read, what is done, and what is written. */
enum dyncolor_kernel {
  DYNCOLOR_KERNEL_DECODE = 1,            /* floats: encoded to linear components */
  DYNCOLOR_KERNEL_ENCODE = 2,            /* floats: linear to encoded */
  DYNCOLOR_KERNEL_MOVE = 3,              /* floats: linear to linear, by the matrix */
  DYNCOLOR_KERNEL_DECODE_MOVE = 4,       /* floats: encoded to linear, by the matrix */
  DYNCOLOR_KERNEL_MOVE_ENCODE = 5,       /* floats: linear to encoded, by the matrix */
  DYNCOLOR_KERNEL_DECODE_MOVE_ENCODE = 6, /* floats: encoded to encoded, by the matrix */
  DYNCOLOR_KERNEL_TO_OKLAB = 7,          /* floats: linear to Oklab; the matrix is to the cones */
  DYNCOLOR_KERNEL_DECODE_TO_OKLAB = 8,   /* floats: encoded to Oklab */
  DYNCOLOR_KERNEL_FROM_OKLAB = 9,        /* floats: Oklab to linear; the matrix is from the cones */
  DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE = 10, /* floats: Oklab to encoded */
  DYNCOLOR_KERNEL_BEND = 11,             /* floats: Oklab to OkLCh */
  DYNCOLOR_KERNEL_STRAIGHTEN = 12,       /* floats: OkLCh to Oklab */
  DYNCOLOR_KERNEL_TAME = 13,             /* floats: what is finite, and alpha cut to 0…1 */
  DYNCOLOR_KERNEL_UNPREMULTIPLY = 14,    /* floats with alpha multiplied in: to those without */
  DYNCOLOR_KERNEL_PREMULTIPLY = 15,      /* floats: to those with alpha multiplied in */

  DYNCOLOR_KERNEL_WIDEN = 16,            /* bytes to floats */
  DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY = 17,
  DYNCOLOR_KERNEL_WIDEN_DECODE = 18,
  DYNCOLOR_KERNEL_WIDEN_TO_OKLAB = 19,   /* encoded bytes */

  DYNCOLOR_KERNEL_NARROW = 20,           /* floats to the nearest bytes */
  DYNCOLOR_KERNEL_NARROW_PREMULTIPLY = 21,
  DYNCOLOR_KERNEL_NARROW_NEAR = 22,      /* floats that stand for doubles close by */
  DYNCOLOR_KERNEL_ENCODE_NARROW = 23,
  DYNCOLOR_KERNEL_FROM_OKLAB_NARROW = 24,

  DYNCOLOR_KERNEL_BYTES_DECODE_MOVE_ENCODE = 25, /* bytes to bytes */
  DYNCOLOR_KERNEL_REORDER = 26,

  /* Source over what is in `backdrop`, all three of one layout. */
  DYNCOLOR_KERNEL_OVER_BYTES = 27,       /* premultiplied */
  DYNCOLOR_KERNEL_OVER_STRAIGHT_BYTES = 28,
  DYNCOLOR_KERNEL_OVER_FLOATS = 29,      /* premultiplied */
  DYNCOLOR_KERNEL_OVER_STRAIGHT_FLOATS = 30
};

/* A pixel of which a kernel cannot tell what is right: a number that is not finite, or far out of
   the ordinary, or one that lies where two bytes are as near as each other, but for the kernel's
   error. */
typedef int32_t dyncolor_kernel_doubt;

typedef struct dyncolor_kernel_job {
  enum dyncolor_kernel kernel;
  /* Where red, green, blue and alpha lie in a pixel of bytes: by how many bits to shift. */
  uint8_t source_order[4], target_order[4];
  const void *source, *backdrop;
  void *target;
  /* One for each pixel: 0, or -1 if there is doubt. Those that never doubt do not write it. */
  dyncolor_kernel_doubt *_Nonnull doubts;
  size_t groups;
  float matrix[9];
  /* What is greater is in doubt. */
  float limit;
} dyncolor_kernel_job;

/* Whether there was any doubt. */
int dyncolor_kernel_run_baseline(const dyncolor_kernel_job *job);
int dyncolor_kernel_run_avx2(const dyncolor_kernel_job *job);

#if defined(__x86_64__)
#include <cpuid.h>

/* Whether the processor has AVX2 and FMA, and the system keeps their registers. */
static inline int dyncolor_processor_has_avx2(void) {
  unsigned a, b, c, d, low, high;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  const unsigned wanted = bit_FMA | bit_OSXSAVE | bit_AVX;
  if ((c & wanted) != wanted) return 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2) != 0;
}
#else
static inline int dyncolor_processor_has_avx2(void) { return 0; }
#endif

#endif
