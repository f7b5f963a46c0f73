/* Images of themes that have been changed, and are given a checksum that is right. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The library's hash. */
__extension__ typedef unsigned __int128 two_words;

static inline uint64_t image_fold(uint64_t a, uint64_t b) {
  two_words product = (two_words)(a == 0 ? b : a) * b;
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline uint64_t image_word(const unsigned char *bytes, size_t offset) {
  uint64_t word;
  memcpy(&word, bytes + offset, 8);
  return word;
}

/* Of sixteen bytes and more. */
static inline uint64_t image_checksum(const unsigned char *bytes, size_t size) {
  uint64_t state = 7 ^ 0x9E3779B97F4A7C15;
  state ^= (uint64_t)size * 0xE7037ED1A0B428DB;
  size_t offset = 0;
  for (;; offset += 16) {
    bool last = offset + 16 >= size;
    size_t place = last ? size - 16 : offset;
    state = image_fold(
        state ^ image_word(bytes, place),
        (state << 32 | state >> 32) ^ image_word(bytes, place + 8) ^ 0x8EBC6AF09C88C6E3);
    if (last) break;
  }
  return image_fold(state, 0xA0761D6478BD642F);
}

static inline void image_repair(unsigned char *bytes, size_t size) {
  uint64_t sum = image_checksum(bytes + 32, size - 32);
  memcpy(bytes + 24, &sum, 8);
}

#endif
