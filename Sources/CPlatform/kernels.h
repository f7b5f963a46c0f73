/* The interface between the core and the pixel kernels (Sources/Kernels). The kernels are compiled
   for every processor of an architecture, and on x86-64 a second time for processors with AVX2 and
   FMA. This header does not use libc, so that the kernels also compile for bare-metal targets. */
#ifndef DYNCOLOR_KERNELS_H
#define DYNCOLOR_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* Only clang has the keyword _Nonnull, which is used below. */
#ifndef __clang__
#define _Nonnull
#endif

/* Kernels convert pixels in groups of eight. "floats" is the format with four 32-bit floats per
   pixel (FLOAT4 in dyncolor.h), with straight alpha unless the comment says otherwise; "bytes" are
   the formats with four bytes per pixel. To widen is to convert bytes to floats, to narrow is to
   convert floats to bytes. "Encoded" components have the transfer function of sRGB. LMS are the
   responses of the eye's cones. For doubts, see dyncolor_kernel_doubt below. */
enum dyncolor_kernel {
  DYNCOLOR_KERNEL_DECODE = 1,                   /* floats: encoded to linear components */
  DYNCOLOR_KERNEL_ENCODE = 2,                   /* floats: linear to encoded components */
  DYNCOLOR_KERNEL_TRANSFORM = 3,                /* floats: multiply by the matrix */
  DYNCOLOR_KERNEL_DECODE_TRANSFORM = 4,         /* floats: decode, then multiply */
  DYNCOLOR_KERNEL_TRANSFORM_ENCODE = 5,         /* floats: multiply, then encode */
  DYNCOLOR_KERNEL_DECODE_TRANSFORM_ENCODE = 6,  /* floats: decode, multiply, encode */
  DYNCOLOR_KERNEL_TO_OKLAB = 7,                 /* floats: linear to Oklab; the matrix yields LMS */
  DYNCOLOR_KERNEL_DECODE_TO_OKLAB = 8,          /* floats: encoded to Oklab */
  DYNCOLOR_KERNEL_FROM_OKLAB = 9,               /* floats: Oklab to linear; the matrix takes LMS */
  DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE = 10,       /* floats: Oklab to encoded */
  DYNCOLOR_KERNEL_TO_OKLCH = 11,                /* floats: Oklab to OkLCh */
  DYNCOLOR_KERNEL_FROM_OKLCH = 12,              /* floats: OkLCh to Oklab */
  DYNCOLOR_KERNEL_SANITIZE = 13,                /* floats: clamp alpha; NaN, infinity in doubt */
  DYNCOLOR_KERNEL_UNPREMULTIPLY = 14,           /* floats: premultiplied to straight alpha */
  DYNCOLOR_KERNEL_PREMULTIPLY = 15,             /* floats: straight to premultiplied alpha */

  DYNCOLOR_KERNEL_WIDEN = 16,                   /* bytes to floats */
  DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY = 17,     /* premultiplied bytes to floats */
  DYNCOLOR_KERNEL_WIDEN_DECODE = 18,            /* encoded bytes to linear floats */
  DYNCOLOR_KERNEL_WIDEN_TO_OKLAB = 19,          /* encoded bytes to Oklab */

  DYNCOLOR_KERNEL_NARROW = 20,                  /* floats to the nearest bytes */
  DYNCOLOR_KERNEL_NARROW_PREMULTIPLY = 21,      /* floats to premultiplied bytes */
  DYNCOLOR_KERNEL_NARROW_APPROXIMATE = 22,      /* inexact floats; uncertain rounding is in doubt */
  DYNCOLOR_KERNEL_ENCODE_NARROW = 23,           /* linear floats to encoded bytes */
  DYNCOLOR_KERNEL_FROM_OKLAB_NARROW = 24,       /* Oklab to encoded bytes */

  DYNCOLOR_KERNEL_BYTES_DECODE_TRANSFORM_ENCODE = 25, /* encoded bytes to encoded bytes */
  DYNCOLOR_KERNEL_REORDER = 26,                 /* bytes to bytes in another order */

  /* Source over the pixels of `backdrop` (Porter-Duff). Source, backdrop and target have one
     layout. */
  DYNCOLOR_KERNEL_OVER_BYTES = 27,              /* premultiplied */
  DYNCOLOR_KERNEL_OVER_STRAIGHT_BYTES = 28,     /* straight alpha */
  DYNCOLOR_KERNEL_OVER_FLOATS = 29,             /* premultiplied */
  DYNCOLOR_KERNEL_OVER_STRAIGHT_FLOATS = 30     /* straight alpha */
};

/* Nonzero for a pixel whose result a kernel cannot guarantee. The caller computes it again in
   double precision. The pixel has a component that is not finite, that is out of range, or that is
   so close to the middle between two bytes that the error of the kernel could change its
   rounding. */
typedef int32_t dyncolor_kernel_doubt;

typedef struct dyncolor_kernel_job {
  enum dyncolor_kernel kernel;
  /* For bytes: the positions of the lowest bits of red, green, blue and alpha in a pixel that is
     loaded as a little-endian number of 32 bits. */
  uint8_t source_order[4], target_order[4];
  const void *source, *backdrop;
  void *target;
  /* A number per pixel: 0, or -1 if the result is in doubt. Kernels that never doubt write none. */
  dyncolor_kernel_doubt *_Nonnull doubts;
  /* The number of groups of eight pixels. */
  size_t groups;
  /* The matrix, row by row. For kernels that transform, or convert to or from Oklab. */
  float matrix[9];
  /* Pixels with a component of a greater magnitude are in doubt (in kernels that can doubt). */
  float doubt_limit;
} dyncolor_kernel_job;

/* Run the kernel of a job. Return 1 if any pixel is in doubt, otherwise 0. The second function only
   exists on x86-64, and may only be called if dyncolor_processor_has_avx2() returns 1. */
int dyncolor_kernel_run_baseline(const dyncolor_kernel_job *job);
int dyncolor_kernel_run_avx2(const dyncolor_kernel_job *job);

#if defined(__x86_64__)
#include <cpuid.h>

/* Returns 1 if the processor has AVX2 and FMA and the operating system saves their registers. */
static inline int dyncolor_processor_has_avx2(void) {
  unsigned a, b, c, d, low, high;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  const unsigned wanted = bit_FMA | bit_OSXSAVE | bit_AVX;
  if ((c & wanted) != wanted) return 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  const unsigned sse_and_avx_state = 6; /* bits 1 and 2 of the register XCR0 */
  if ((low & sse_and_avx_state) != sse_and_avx_state) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2) != 0;
}
#else
static inline int dyncolor_processor_has_avx2(void) { return 0; }
#endif

#endif
