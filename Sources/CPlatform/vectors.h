/* Vectors of eight numbers for the kernels. Swift builds its own SIMD types from single elements,
   and does not always merge the work on them into one instruction. Each function here compiles to
   few instructions for the whole vector. */
#ifndef DYNCOLOR_VECTORS_H
#define DYNCOLOR_VECTORS_H

#include <stdint.h>

typedef float dyncolor_floats __attribute__((ext_vector_type(8)));
/* Words are integers of 32 bits. `dyncolor_half_words` are the halves of eight words, which are
   integers, too, and not half-precision floats. */
typedef uint32_t dyncolor_words __attribute__((ext_vector_type(8)));
typedef int32_t dyncolor_integers __attribute__((ext_vector_type(8)));
typedef uint16_t dyncolor_half_words __attribute__((ext_vector_type(16)));
typedef float dyncolor_four_floats __attribute__((ext_vector_type(4), aligned(4)));

/* Without AVX, a vector takes two registers, and clang warns about the ABI of functions with vector
   arguments. All functions here are inlined, so that ABI is never used. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

#define DYNCOLOR_VECTOR(type) static inline __attribute__((always_inline)) type

/* ---- Floats ---------------------------------------------------------------------------------- */

DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_splat(float x) { return (dyncolor_floats)x; }
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_add(dyncolor_floats a, dyncolor_floats b) {
  return a + b;
}
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_subtract(dyncolor_floats a, dyncolor_floats b) {
  return a - b;
}
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_multiply(dyncolor_floats a, dyncolor_floats b) {
  return a * b;
}
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_negate(dyncolor_floats a) { return -a; }
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_divide(dyncolor_floats a, dyncolor_floats b) {
  return a / b;
}
/* a · b + c. Rounded only once where the processor has a fused multiply-add. */
DYNCOLOR_VECTOR(dyncolor_floats)
dyncolor_multiply_add(dyncolor_floats a, dyncolor_floats b, dyncolor_floats c) {
#if defined(__FMA__) || defined(__aarch64__)
  return __builtin_elementwise_fma(a, b, c);
#else
#pragma clang fp contract(off)
  return a * b + c;
#endif
}
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_square_root(dyncolor_floats a) {
  return __builtin_elementwise_sqrt(a);
}
/* The smaller number; `b` if one of them is NaN, here and in dyncolor_greatest. */
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_least(dyncolor_floats a, dyncolor_floats b) {
  return a < b ? a : b;
}
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_greatest(dyncolor_floats a, dyncolor_floats b) {
  return a > b ? a : b;
}

/* ---- Words: eight 32-bit integers ------------------------------------------------------------ */

DYNCOLOR_VECTOR(dyncolor_words) dyncolor_splat_word(uint32_t x) { return (dyncolor_words)x; }
/* The bits of floats as words, and the floats that have these bits. */
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_bits(dyncolor_floats a) { return (dyncolor_words)a; }
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_of_bits(dyncolor_words a) { return (dyncolor_floats)a; }
/* Converts integers below 2^31 to floats. */
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_values(dyncolor_words a) {
  return __builtin_convertvector((dyncolor_integers)a, dyncolor_floats);
}
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_and(dyncolor_words a, dyncolor_words b) { return a & b; }
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_or(dyncolor_words a, dyncolor_words b) { return a | b; }
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_xor(dyncolor_words a, dyncolor_words b) { return a ^ b; }
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_sum(dyncolor_words a, dyncolor_words b) { return a + b; }
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_difference(dyncolor_words a, dyncolor_words b) {
  return a - b;
}
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_shift_left(dyncolor_words a, uint32_t bits) {
  return a << (bits & 31);
}
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_shift_right(dyncolor_words a, uint32_t bits) {
  return a >> (bits & 31);
}
/* The larger number; both must be below 2^31. */
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_greatest_word(dyncolor_words a, dyncolor_words b) {
  return (dyncolor_integers)a > (dyncolor_integers)b ? a : b;
}
/* Returns 1 if any bit is set, otherwise 0. */
DYNCOLOR_VECTOR(int) dyncolor_any(dyncolor_words a) {
  return __builtin_reduce_or(a) != 0;
}

/* ---- Masks: words with all bits 0 or all bits 1 ---------------------------------------------- */

DYNCOLOR_VECTOR(dyncolor_words) dyncolor_is_less(dyncolor_floats a, dyncolor_floats b) {
  return (dyncolor_words)(a < b);
}
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_is_at_most(dyncolor_floats a, dyncolor_floats b) {
  return (dyncolor_words)(a <= b);
}
/* Compares integers, which must be below 2^31. */
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_is_less_word(dyncolor_words a, dyncolor_words b) {
  return (dyncolor_words)((dyncolor_integers)a < (dyncolor_integers)b);
}
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_is_equal_word(dyncolor_words a, dyncolor_words b) {
  return (dyncolor_words)(a == b);
}
/* `a` where the mask is set, otherwise `b`. Only the highest bit of each word is looked at. */
DYNCOLOR_VECTOR(dyncolor_floats)
dyncolor_select(dyncolor_words mask, dyncolor_floats a, dyncolor_floats b) {
  return (dyncolor_integers)mask < 0 ? a : b;
}

/* ---- Halves of words: sixteen 16-bit integers ------------------------------------------------ */

DYNCOLOR_VECTOR(dyncolor_words) dyncolor_multiply_half_words(dyncolor_words a, dyncolor_words b) {
  return (dyncolor_words)((dyncolor_half_words)a * (dyncolor_half_words)b);
}
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_add_half_words(dyncolor_words a, dyncolor_words b) {
  return (dyncolor_words)((dyncolor_half_words)a + (dyncolor_half_words)b);
}
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_shift_half_words_right(dyncolor_words a, uint16_t bits) {
  return (dyncolor_words)((dyncolor_half_words)a >> (dyncolor_half_words)(uint16_t)(bits & 15));
}
/* The smaller number; both must be below 2^15. */
DYNCOLOR_VECTOR(dyncolor_words) dyncolor_least_half_words(dyncolor_words a, dyncolor_words b) {
  typedef int16_t integers __attribute__((ext_vector_type(16)));
  return (dyncolor_words)((integers)a < (integers)b ? (integers)a : (integers)b);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

DYNCOLOR_VECTOR(dyncolor_words) dyncolor_load(const void *address) {
  dyncolor_words words;
  __builtin_memcpy(&words, address, sizeof words);
  return words;
}
DYNCOLOR_VECTOR(void) dyncolor_store(void *address, dyncolor_words words) {
  __builtin_memcpy(address, &words, sizeof words);
}
/* Loads two pixels of four floats each: the pixel at `address`, and the fourth pixel after it, 64
   bytes further on. */
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_load_pair(const void *address) {
  dyncolor_four_floats first, second;
  __builtin_memcpy(&first, address, 16);
  __builtin_memcpy(&second, (const char *)address + 64, 16);
  return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}
/* Stores two pixels where dyncolor_load_pair() loads them. */
DYNCOLOR_VECTOR(void) dyncolor_store_pair(void *address, dyncolor_floats pair) {
  dyncolor_four_floats first = __builtin_shufflevector(pair, pair, 0, 1, 2, 3);
  dyncolor_four_floats second = __builtin_shufflevector(pair, pair, 4, 5, 6, 7);
  __builtin_memcpy(address, &first, 16);
  __builtin_memcpy((char *)address + 64, &second, 16);
}
/* Interleaves elements of two vectors, as the AVX unpack instructions do: in each half of the
   vectors, the first two elements of both or, in dyncolor_interleave_high, the last two. */
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_interleave_low(dyncolor_floats a, dyncolor_floats b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
DYNCOLOR_VECTOR(dyncolor_floats) dyncolor_interleave_high(dyncolor_floats a, dyncolor_floats b) {
  return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
/* Interleaves pairs of elements of two vectors: in each half of the vectors, the first pair of both
   or, in dyncolor_interleave_pairs_high, the second pair. */
DYNCOLOR_VECTOR(dyncolor_floats)
dyncolor_interleave_pairs_low(dyncolor_floats a, dyncolor_floats b) {
  return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
DYNCOLOR_VECTOR(dyncolor_floats)
dyncolor_interleave_pairs_high(dyncolor_floats a, dyncolor_floats b) {
  return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}

#pragma clang diagnostic pop
#undef DYNCOLOR_VECTOR
#endif
