#include "pixels.h"

#include <math.h>
#include <string.h>

/* ---- Matrices ------------------------------------------------------------------------------- */

static const float to_cones[3][3] = {{0.4122214695f, 0.5363325373f, 0.0514459933f},
                                     {0.2119034958f, 0.6806995506f, 0.1073969535f},
                                     {0.0883024592f, 0.2817188391f, 0.6299787017f}};
static const float to_lab[3][3] = {{0.2104542683f, 0.7936177747f, -0.0040720430f},
                                   {1.9779985324f, -2.4285922420f, 0.4505937096f},
                                   {0.0259040425f, 0.7827717125f, -0.8086757549f}};
static const float from_lab[3][3] = {{1, 0.3963377774f, 0.2158037573f},
                                     {1, -0.1055613458f, -0.0638541728f},
                                     {1, -0.0894841775f, -1.2914855480f}};
static const float from_cones[3][3] = {{4.0767416361f, -3.3077115393f, 0.2309699032f},
                                       {-1.2684379733f, 2.6097573493f, -0.3413193760f},
                                       {-0.0041960761f, -0.7034186179f, 1.7076146941f}};
static const float p3_to_srgb[3][3] = {{1.2249401763f, -0.2249401763f, 0},
                                       {-0.0420569547f, 1.0420569547f, 0},
                                       {-0.0196375546f, -0.0786360456f, 1.0982736001f}};

static inline void map(const float m[3][3], float c[3]) {
  const float x = c[0], y = c[1], z = c[2];
  for (int i = 0; i < 3; i++) c[i] = m[i][0] * x + m[i][1] * y + m[i][2] * z;
}

/* ---- The C library -------------------------------------------------------------------------- */

static inline float libm_light(float x) {
  const float magnitude = fabsf(x);
  return copysignf(magnitude > 0.04045f ? powf((magnitude + 0.055f) / 1.055f, 2.4f)
                                        : magnitude / 12.92f, x);
}
static inline float libm_signal(float x) {
  const float magnitude = fabsf(x);
  return copysignf(magnitude > 0.0031308f ? 1.055f * powf(magnitude, 1 / 2.4f) - 0.055f
                                          : magnitude * 12.92f, x);
}

#define EACH(from, to, count, body) \
  for (size_t i = 0; i < (count); i++) { \
    float c[3] = {(from)[4 * i], (from)[4 * i + 1], (from)[4 * i + 2]}; \
    body; \
    for (int k = 0; k < 3; k++) (to)[4 * i + k] = c[k]; \
    (to)[4 * i + 3] = (from)[4 * i + 3]; \
  }
#define ALL(function) (c[0] = function(c[0]), c[1] = function(c[1]), c[2] = function(c[2]))

static inline float cube(float x) { return x * x * x; }

void libm_decode(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, ALL(libm_light))
}
void libm_encode(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, ALL(libm_signal))
}
void libm_to_oklab(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, map(to_cones, c); ALL(cbrtf); map(to_lab, c))
}
void libm_from_oklab(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, map(from_lab, c); ALL(cube); map(from_cones, c))
}
void libm_p3_to_srgb(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, ALL(libm_light); map(p3_to_srgb, c); ALL(libm_signal))
}

/* ---- The same algorithms -------------------------------------------------------------------- */

static inline uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  return bits;
}
static inline float of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, 4);
  return x;
}

static inline float inverse_cube_root(float x) {
  const float y = of_bits(0x549B4E81u - bits_of(x) / 3);
  const float c = x * y * (y * y);
  const float z = y * (1.61126239f + c * (-0.89402208f + c * 0.28284594f));
  return z + z * (1 / 3.0f) * (1 - x * z * (z * z));
}
static inline float inverse_fifth_root(float x) {
  const float y = of_bits(0x4C256041u - bits_of(x) / 5), square = y * y;
  const float c = x * y * (square * square);
  const float z = y * (1.36494385f + c * (-0.53611656f + c * 0.17134565f)), squared = z * z;
  return z + z * (1 / 5.0f) * (1 - x * z * (squared * squared));
}
static inline float same_light(float x) {
  const float magnitude = fabsf(x), root = magnitude * (1 / 1.055f) + 0.055f / 1.055f;
  const float part = root * inverse_fifth_root(root), straight = magnitude * (1 / 12.92f);
  return copysignf(magnitude > 0.04045f ? part * part * part : straight, x);
}
static inline float same_signal(float x) {
  const float magnitude = fabsf(x), root = sqrtf(magnitude);
  const float curved = root * sqrtf(root) * inverse_cube_root(magnitude) * 1.055f - 0.055f;
  return copysignf(magnitude > 0.0031308f ? curved : magnitude * 12.92f, x);
}
static inline float same_root(float x) {
  const float inverse = inverse_cube_root(fabsf(x));
  return x * inverse * inverse;
}
static inline uint8_t same_byte(float x) {
  x = x > 0 ? x : 0;
  x = x < 1 ? x : 1;
  return (uint8_t)bits_of(x * 255 + 0x1p23f);
}

void same_decode(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, ALL(same_light))
}
void same_encode(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, ALL(same_signal))
}
void same_to_oklab(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, map(to_cones, c); ALL(same_root); map(to_lab, c))
}
void same_from_oklab(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, map(from_lab, c); ALL(cube); map(from_cones, c))
}
void same_p3_to_srgb(const float *restrict from, float *restrict to, size_t count) {
  EACH(from, to, count, ALL(same_light); map(p3_to_srgb, c); ALL(same_signal))
}
void same_bytes_to_oklab(const uint8_t *restrict from, float *restrict to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    float c[3];
    for (int k = 0; k < 3; k++) c[k] = same_light((float)from[4 * i + k] * (1 / 255.0f));
    map(to_cones, c);
    ALL(same_root);
    map(to_lab, c);
    for (int k = 0; k < 3; k++) to[4 * i + k] = c[k];
    to[4 * i + 3] = (float)from[4 * i + 3] * (1 / 255.0f);
  }
}
void same_oklab_to_bytes(const float *restrict from, uint8_t *restrict to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    float c[3] = {from[4 * i], from[4 * i + 1], from[4 * i + 2]};
    map(from_lab, c);
    ALL(cube);
    map(from_cones, c);
    ALL(same_signal);
    for (int k = 0; k < 3; k++) to[4 * i + k] = same_byte(c[k]);
    to[4 * i + 3] = same_byte(from[4 * i + 3]);
  }
}
void same_bytes_p3_to_srgb(const uint8_t *restrict from, uint8_t *restrict to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    float c[3];
    for (int k = 0; k < 3; k++) c[k] = same_light((float)from[4 * i + k] * (1 / 255.0f));
    map(p3_to_srgb, c);
    ALL(same_signal);
    for (int k = 0; k < 3; k++) to[4 * i + k] = same_byte(c[k]);
    to[4 * i + 3] = from[4 * i + 3];
  }
}
void same_narrow(const float *restrict from, uint8_t *restrict to, size_t count) {
  for (size_t i = 0; i < 4 * count; i++) to[i] = same_byte(from[i]);
}
void same_over(const uint8_t *restrict from, const uint8_t *restrict backdrop,
               uint8_t *restrict to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const unsigned rest = 255u - from[4 * i + 3];
    for (int k = 0; k < 4; k++) {
      const unsigned product = backdrop[4 * i + k] * rest + 128;
      const unsigned sum = from[4 * i + k] + ((product + (product >> 8)) >> 8);
      to[4 * i + k] = (uint8_t)(sum < 255 ? sum : 255);
    }
  }
}
