/* What C tests choose at random: the same in every run. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static uint64_t random_state = 1;

static inline uint64_t random_bits(void) {
  uint64_t x = random_state += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/* From 0 up to 1. */
static inline double random_unit(void) { return (double)(random_bits() >> 11) * 0x1p-53; }

#endif
