/* Pixels converted by plain C: with the mathematics of the C library, and with the algorithms that
 * the library's kernels have. All are of four floats, or of four bytes, red first. */
#ifndef PIXELS_H
#define PIXELS_H

#include <stddef.h>
#include <stdint.h>

void libm_decode(const float *from, float *to, size_t count);
void libm_encode(const float *from, float *to, size_t count);
void libm_to_oklab(const float *from, float *to, size_t count);
void libm_from_oklab(const float *from, float *to, size_t count);
void libm_p3_to_srgb(const float *from, float *to, size_t count);

void same_decode(const float *from, float *to, size_t count);
void same_encode(const float *from, float *to, size_t count);
void same_to_oklab(const float *from, float *to, size_t count);
void same_from_oklab(const float *from, float *to, size_t count);
void same_p3_to_srgb(const float *from, float *to, size_t count);
void same_bytes_to_oklab(const uint8_t *from, float *to, size_t count);
void same_oklab_to_bytes(const float *from, uint8_t *to, size_t count);
void same_bytes_p3_to_srgb(const uint8_t *from, uint8_t *to, size_t count);
void same_narrow(const float *from, uint8_t *to, size_t count);
void same_over(const uint8_t *from, const uint8_t *backdrop, uint8_t *to, size_t count);

#endif
