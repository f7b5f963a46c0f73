/* Pixels converted and blended in bulk: whatever kernels do it must make what colors one by one in
 * double precision make of them: to the bit for bytes, as closely as the header says for floats.
 *
 *     conversions --exhaustive   every pixel of three bytes, not some thousands
 *     conversions --brief        some hundreds */
#include <dyncolor.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "random.h"
#include "refusals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int is_exhaustive, is_brief;

enum {
  FLOAT4 = DYNCOLOR_LAYOUT_FLOAT4,
  RGBA8 = DYNCOLOR_LAYOUT_RGBA8,
  DOUBLE4 = DYNCOLOR_LAYOUT_DOUBLE4,
  PREMULTIPLIED = DYNCOLOR_LAYOUT_PREMULTIPLIED,
  LINEAR = DYNCOLOR_LAYOUT_LINEAR,
  P3 = DYNCOLOR_LAYOUT_DISPLAY_P3,
  OKLAB = DYNCOLOR_LAYOUT_OKLAB,
  OKLCH = DYNCOLOR_LAYOUT_OKLCH
};

/* ---- Layouts -------------------------------------------------------------------------------- */

static const size_t sizes[] = {0, 16, 4, 4, 4, 4, 3, 3, 8, 8, 32};

static const int space_flags[] = {0, LINEAR, P3, LINEAR | P3, OKLAB, OKLCH};

static int format_of(int layout) { return layout & 0xFF; }
static size_t size_of(int layout) { return sizes[format_of(layout)]; }
static int is_floating(int layout) { return format_of(layout) == 1 || format_of(layout) > 8; }

static int layouts[128];
static size_t layout_count;

static void list_layouts(void) {
  for (int format = 1; format <= 10; format++)
    for (size_t s = 0; s < COUNT(space_flags); s++)
      for (int premultiplied = 0; premultiplied < 2; premultiplied++) {
        int layout = format | space_flags[s] | (premultiplied ? PREMULTIPLIED : 0);
        if (premultiplied && (size_of(layout) == 3 || space_flags[s] == OKLCH)) continue;
        if (!is_floating(layout) && (space_flags[s] & (OKLAB | OKLCH))) continue;
        layouts[layout_count++] = layout;
      }
  CHECK(layout_count == 72 + 3 * 3);
}

static void convert(const void *pixels, size_t count, int layout, void *converted, int target) {
  CHECK(dyncolor_pixels_convert(pixels, size_of(layout), count, (dyncolor_layout)layout, converted,
                                size_of(target), (dyncolor_layout)target, NULL) == DYNCOLOR_OK);
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

enum { BLOCK = 65536 };

static dyncolor_color colors[BLOCK];
static uint8_t pixels[BLOCK][4], converted[BLOCK][4], expected[BLOCK][4];

/* By colors, one by one, in double precision. */
static void convert_colors(const void *from, size_t count, int layout, void *to, int target) {
  CHECK(dyncolor_color_unpack_list(from, size_of(layout), count, (dyncolor_layout)layout, colors,
                                   sizeof *colors, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_pack_list(colors, sizeof *colors, count, (dyncolor_layout)target, to,
                                 size_of(target), NULL) == DYNCOLOR_OK);
}

/* The next pixels of all that have three bytes, with some alpha. */
static size_t next_pixels(uint32_t *value) {
  const uint32_t step = is_exhaustive ? 1 : is_brief ? 9973 : 251;
  size_t count = 0;
  for (; count < BLOCK && *value < 1u << 24; count++, *value += step) {
    pixels[count][0] = (uint8_t)*value;
    pixels[count][1] = (uint8_t)(*value >> 8);
    pixels[count][2] = (uint8_t)(*value >> 16);
    pixels[count][3] = (uint8_t)(*value * 2654435761u >> 24);
  }
  return count;
}

static unsigned long different;

static void check_bytes(int layout, int target) {
  different = 0;
  for (uint32_t value = 0; value < 1u << 24;) {
    size_t count = next_pixels(&value);
    convert(pixels, count, layout, converted, target);
    convert_colors(pixels, count, layout, expected, target);
    for (size_t i = 0; i < count; i++) different += memcmp(converted[i], expected[i], 4) != 0;
  }
  if (different) printf("# %x to %x: %lu pixels differ\n", layout, target, different);
  CHECK(different == 0);
}

static void gamuts_of_bytes(void) {
  check_bytes(RGBA8 | P3, RGBA8);
  check_bytes(RGBA8, RGBA8 | P3);
}

static void curves_of_bytes(void) {
  check_bytes(RGBA8, RGBA8 | LINEAR);
  check_bytes(RGBA8 | LINEAR, DYNCOLOR_LAYOUT_BGRA8);
  check_bytes(RGBA8 | LINEAR, RGBA8 | LINEAR | P3);
}

static void oklab_of_bytes(void) {
  static float floats[BLOCK][4];
  for (int turn = 0; turn < 2; turn++) {
    const int target = FLOAT4 | (turn ? OKLCH : OKLAB);
    different = 0;
    for (uint32_t value = 0; value < 1u << 24;) {
      size_t count = next_pixels(&value);
      convert(pixels, count, RGBA8, floats, target);
      convert(floats, count, target, converted, RGBA8);
      for (size_t i = 0; i < count; i++) different += memcmp(converted[i], pixels[i], 4) != 0;
    }
    if (different) printf("# %x: %lu pixels differ\n", target, different);
    CHECK(different == 0);
  }
}

/* Every byte with every alpha. */
static void alphas_of_bytes(void) {
  for (unsigned i = 0; i < BLOCK; i++) {
    pixels[i][0] = (uint8_t)i;
    pixels[i][1] = (uint8_t)(i * 7);
    pixels[i][2] = (uint8_t)(255 - i);
    pixels[i][3] = (uint8_t)(i >> 8);
  }
  for (size_t s = 0; s < 4; s++)
    for (size_t t = 0; t < 4; t++)
      for (int alpha = 0; alpha < (is_brief && s != t ? 1 : 3); alpha++) {
        int layout = RGBA8 | space_flags[s] | (alpha == 1 ? 0 : PREMULTIPLIED);
        int target = DYNCOLOR_LAYOUT_ARGB8 | space_flags[t] | (alpha == 2 ? 0 : PREMULTIPLIED);
        if (s == t && alpha == 0) continue; /* copied as they are */
        convert(pixels, BLOCK, layout, converted, target);
        convert_colors(pixels, BLOCK, layout, expected, target);
        if (memcmp(converted, expected, sizeof expected) != 0)
          printf("# %x to %x differs\n", layout, target);
        CHECK(memcmp(converted, expected, sizeof expected) == 0);
      }
}

/* Every byte is read as the nearest float to its 255th. */
static void bytes_are_widened(void) {
  for (unsigned i = 0; i < 256; i++)
    for (int channel = 0; channel < 4; channel++) pixels[i][channel] = (uint8_t)(i + 64 * channel);
  static float floats[256][4];
  convert(pixels, 256, RGBA8, floats, FLOAT4);
  for (unsigned i = 0; i < 256; i++)
    for (int channel = 0; channel < 4; channel++)
      CHECK(floats[i][channel] == (float)(pixels[i][channel] / 255.0));
  convert(pixels, 256, RGBA8 | PREMULTIPLIED, floats, FLOAT4 | PREMULTIPLIED);
  CHECK(floats[17][0] == (float)(17 / 255.0));
}

/* ---- Floats --------------------------------------------------------------------------------- */

static float floats[BLOCK][4], results[BLOCK][4];
static double doubles[BLOCK][4];

/* Floats near the middle of two bytes, and of all sizes, get the nearest byte. */
static void floats_are_narrowed(void) {
  size_t i = 0;
  for (unsigned step = 0; step < 256; step++)
    for (int away = -16; away < 16; away++, i++)
      for (int channel = 0; channel < 4; channel++) {
        float middle = (float)((step - 0.5 * (channel < 2)) / 255);
        uint32_t bits;
        memcpy(&bits, &middle, 4);
        bits += (uint32_t)(away * (channel & 1 ? 1 : 97));
        memcpy(&floats[i][channel], &bits, 4);
        if (!isfinite(floats[i][channel])) floats[i][channel] = 0.5f;
      }
  for (; i < BLOCK; i++)
    for (int channel = 0; channel < 4; channel++)
      floats[i][channel] = (float)ldexp(random_unit() - 0.25, (int)(random_bits() % 12) - 8);
  for (int flags = 0; flags <= PREMULTIPLIED; flags += PREMULTIPLIED)
    for (size_t s = 0; s < 4; s++)
      for (size_t t = 0; t < 4; t++) {
        const int layout = FLOAT4 | space_flags[s], target = RGBA8 | space_flags[t] | flags;
        convert(floats, BLOCK, layout, converted, target);
        convert_colors(floats, BLOCK, layout, expected, target);
        if (memcmp(converted, expected, sizeof expected) != 0)
          printf("# %x to %x differs\n", layout, target);
        CHECK(memcmp(converted, expected, sizeof expected) == 0);
      }
}

/* The same for what is resolved from Oklab. */
static void oklab_is_narrowed(void) {
  const int rounds = is_exhaustive ? 64 : 1;
  for (int round = 0; round < rounds; round++) {
    for (size_t i = 0; i < BLOCK; i++) {
      floats[i][0] = (float)random_unit();
      floats[i][1] = (float)(random_unit() * 0.6 - 0.3);
      floats[i][2] = (float)(random_unit() * 0.6 - 0.3);
      floats[i][3] = (float)random_unit();
    }
    for (int target = RGBA8; target <= (RGBA8 | P3); target += P3) {
      convert(floats, BLOCK, FLOAT4 | OKLAB, converted, target);
      convert_colors(floats, BLOCK, FLOAT4 | OKLAB, expected, target);
      CHECK(memcmp(converted, expected, sizeof expected) == 0);
    }
  }
}

static double worst[6][6];

static double light(double x) {
  const double a = fabs(x);
  return copysign(a > 0.04045 ? pow((a + 0.055) / 1.055, 2.4) : a / 12.92, x);
}

/* How far a pixel is from what it should be; the header allows a millionth of this. */
static double error_of(const float pixel[4], const double right[4], const float given[4],
                       size_t from, size_t to) {
  const int is_curve = (from ^ to) == 1 && from < 4, is_encoded = to == 0 || to == 2;
  double error = 0, scale = 1;
  for (int channel = 0; channel < 3; channel++) {
    const double a = right[channel] * (to != 5 || channel != 2);
    const double b = given[channel] * (from != 5 || channel != 2);
    scale = fmax(scale, fabs(is_encoded ? light(a) : a));
    scale = fmax(scale, fabs(from == 0 || from == 2 ? light(b) : b));
  }
  for (int channel = 0; channel < 3; channel++) {
    double distance = fabs(pixel[channel] - right[channel]);
    if (is_curve) {
      distance /= fmax(fabs(right[channel]), FLT_MIN);
    } else {
      /* A hue by the way that it takes at its chroma. */
      if (to == 5 && channel == 2)
        distance = fmin(distance, 360 - distance) * (3.14159265358979 / 180) * right[1];
      /* What is encoded, by its light. */
      if (is_encoded) distance = fabs(light(pixel[channel]) - light(right[channel]));
      distance /= (from >= 4 && to < 4 ? 4 : 2) * scale;
    }
    error = fmax(error, distance);
  }
  return error;
}

static void check_floats(double limit) {
  for (size_t s = 0; s < 6; s++)
    for (size_t t = 0; t < 6; t++) {
      if (s == t) continue;
      /* Of OkLCh the numbers are those of the other spaces, bent. */
      static float given[BLOCK][4];
      if (s == 5) {
        convert(floats, BLOCK, FLOAT4 | OKLAB, given, FLOAT4 | OKLCH);
      } else {
        memcpy(given, floats, sizeof given);
      }
      convert(given, BLOCK, FLOAT4 | space_flags[s], results, FLOAT4 | space_flags[t]);
      convert(given, BLOCK, FLOAT4 | space_flags[s], doubles, DOUBLE4 | space_flags[t]);
      for (size_t i = 0; i < BLOCK; i++) {
        double error = error_of(results[i], doubles[i], given[i], s, t);
        if (error > worst[s][t]) worst[s][t] = error;
        if (error > limit) {
          printf("# %zu to %zu: %.9g %.9g %.9g gives %.9g %.9g %.9g, not %.9g %.9g %.9g\n", s, t,
                 given[i][0], given[i][1], given[i][2], results[i][0], results[i][1],
                 results[i][2], doubles[i][0], doubles[i][1], doubles[i][2]);
          CHECK(error <= limit);
          break;
        }
        CHECK(results[i][3] == (float)doubles[i][3]);
      }
    }
}

static void floats_are_close(void) {
  const int rounds = is_exhaustive ? 24 : is_brief ? 1 : 2;
  memset(worst, 0, sizeof worst);
  for (int round = 0; round < rounds; round++) {
    for (size_t i = 0; i < BLOCK; i++) {
      for (int channel = 0; channel < 3; channel++) {
        double x = round % 4 == 0   ? random_unit()
                   : round % 4 == 1 ? ldexp(random_unit() - 0.5, (int)(random_bits() % 120) - 115)
                   : round % 4 == 2 ? random_unit() * 16 - 8
                                    : (double)(i * 3 + (size_t)channel) / (3 << 16) * 1.25 - 0.125;
        floats[i][channel] = (float)x;
      }
      floats[i][3] = (float)random_unit();
    }
    check_floats(1e-6);
  }
  for (size_t s = 0; s < 6; s++)
    for (size_t t = 0; t < 6; t++)
      if (s != t && getenv("SHOW")) printf("# %zu to %zu errs by %.2e\n", s, t, worst[s][t]);
}

/* ---- What is no number ---------------------------------------------------------------------- */

static void strange_numbers(void) {
  static const float strange[] = {NAN,      -NAN,     INFINITY, -INFINITY, FLT_MAX, -FLT_MAX,
                                  1e30f,    -1e30f,   0.0f,     -0.0f,     1e-45f,  -1e-45f,
                                  FLT_MIN,  -FLT_MIN, 1.0f,     0.5f};
  float pixel[4][4], tame[4][4];
  for (size_t a = 0; a < 16 * 16 * 16; a += is_brief ? 97 : 1) {
    for (int i = 0; i < 4; i++)
      for (int channel = 0; channel < 4; channel++) pixel[i][channel] = 0.25f;
    for (int channel = 0; channel < 4; channel++) {
      pixel[2][channel] = strange[(a >> 4 * (channel & 3) | a >> 12) & 15];
      if (channel == 3) pixel[2][3] = strange[a * 7 % 16];
    }
    memcpy(tame, pixel, sizeof tame);
    for (int channel = 0; channel < 4; channel++) {
      float x = pixel[2][channel];
      tame[2][channel] = isnan(x) ? 0 : isinf(x) ? copysignf(FLT_MAX, x) : x;
    }
    for (size_t l = 0; l < layout_count; l++) {
      for (int flags = 0; flags <= PREMULTIPLIED; flags += PREMULTIPLIED) {
        const int source = FLOAT4 | flags | space_flags[(a + l) % 5], target = layouts[l];
        const int plain = DOUBLE4 | (target & ~0xFF);
        unsigned char output[4][32], right[4][32];
        double numbers[4][4], right_numbers[4][4];
        convert(pixel, 4, source, output, target);
        convert(tame, 4, source, right, target);
        if (size_of(target) < 8) {
          CHECK(memcmp(output, right, 4 * size_of(target)) == 0);
          continue;
        }
        /* One may be converted by a kernel and the other not, and words be a step apart. */
        convert(output, 4, target, numbers, plain);
        convert(right, 4, target, right_numbers, plain);
        const int format = format_of(target);
        const double error = format == DYNCOLOR_LAYOUT_HALF4    ? 1e-3
                             : format == DYNCOLOR_LAYOUT_RGBA16 ? 1.5 / 65535
                                                                : 4e-6;
        for (int i = 0; i < 4; i++)
          for (int channel = 0; channel < 4; channel++) {
            const double x = numbers[i][channel], y = right_numbers[i][channel];
            if ((target & OKLCH) && channel == 2 && numbers[i][1] < 1) continue;
            CHECK(fabs(x - y) <= fmax(fabs(y), 1) * error);
            CHECK(isfinite(x) && (format == 10 || fabs(x) <= FLT_MAX));
          }
      }
    }
  }
}

/* ---- Lists ---------------------------------------------------------------------------------- */

static void lists(void) {
  enum { N = 531 };
  /* The greatest lengths of blocks, and of lists that have small ones, and their neighbors. */
  static const size_t counts[] = {0, 1, 7, 8, 9, 16, 17, 64, 65, 255, 256, 257, N};
  static unsigned char input[N * 40 + 8], output[N * 40 + 8], one[32], place[N * 40 + 8];
  for (size_t l = 0; l < layout_count; l++)
    for (size_t m = l % 3; m < layout_count; m += 3) {
      const int source = layouts[l], target = layouts[m];
      const size_t size = size_of(source), target_size = size_of(target);
      const size_t gap = (l + m) % 3 * 3, start = (l + m) % 5;
      const size_t stride = (l + m) % 7 == 0 ? 0 : size + (gap == 3 ? 0 : gap);
      const size_t target_stride = target_size + (gap == 6 ? 0 : gap);
      for (size_t i = 0; i < N; i++) {
        const double numbers[4] = {random_unit() * 1.2 - 0.1, random_unit(), random_unit(),
                                   random_unit()};
        convert(numbers, 1, DOUBLE4, input + start + i * stride,
                source);
      }
      const size_t count = counts[(l * 5 + m) % COUNT(counts)];
      MARK(output);
      CHECK(dyncolor_pixels_convert(input + start, stride, count, (dyncolor_layout)source,
                                    output + start, target_stride, (dyncolor_layout)target,
                                    NULL) == DYNCOLOR_OK);
      CHECK(is_marked(output, start));
      CHECK(is_marked(output + start + count * target_stride,
                      sizeof output - start - count * target_stride));
      for (size_t i = 0; i < count; i++) {
        unsigned char *at = output + start + i * target_stride;
        convert(input + start + i * stride, 1, source, one, target);
        CHECK(memcmp(one, at, target_size) == 0);
        CHECK(is_marked(at + target_size, target_stride - target_size));
      }
      /* In place. */
      if (stride == 0) continue;
      const size_t both = stride > target_stride ? stride : target_stride;
      for (size_t i = 0; i < count; i++)
        memcpy(place + start + i * both, input + start + i * stride, size);
      CHECK(dyncolor_pixels_convert(place + start, both, count, (dyncolor_layout)source,
                                    place + start, both, (dyncolor_layout)target,
                                    NULL) == DYNCOLOR_OK);
      for (size_t i = 0; i < count; i++)
        CHECK(memcmp(place + start + i * both, output + start + i * target_stride, target_size) ==
              0);
    }
}

/* ---- Blending ------------------------------------------------------------------------------- */

static dyncolor_color above[BLOCK], below[BLOCK];

static void blend(const void *sources, const void *backdrops, size_t count, int mode, int layout,
                  void *blended) {
  const size_t size = size_of(layout);
  CHECK(dyncolor_pixels_blend(sources, size, backdrops, size, count, (dyncolor_blend_mode)mode,
                              (dyncolor_layout)layout, blended, size, NULL) == DYNCOLOR_OK);
}

/* Every source, backdrop and alpha. */
static void premultiplied_bytes(void) {
  static uint8_t backdrops[BLOCK][4];
  /* No divisors of 255: with them, no sum is near the middle between two. */
  const unsigned step = is_exhaustive ? 1 : is_brief ? 53 : 16;
  for (unsigned alpha = 255; alpha <= 255; alpha -= step) {
    for (unsigned i = 0; i < BLOCK; i++) {
      const unsigned source = i & 255, backdrop = i >> 8;
      for (int channel = 0; channel < 3; channel++) {
        pixels[i][channel] = (uint8_t)((source + (unsigned)channel * 85) & 255);
        backdrops[i][channel] = (uint8_t)((backdrop + (unsigned)channel * 31) & 255);
      }
      pixels[i][3] = (uint8_t)alpha;
      backdrops[i][3] = (uint8_t)backdrop;
    }
    blend(pixels, backdrops, BLOCK, DYNCOLOR_BLEND_MODE_NORMAL, RGBA8 | PREMULTIPLIED, converted);
    for (unsigned i = 0; i < BLOCK; i++)
      for (int channel = 0; channel < 4; channel++) {
        const unsigned product = backdrops[i][channel] * (255 - alpha);
        unsigned sum = pixels[i][channel] + (2 * product + 255) / 510;
        if (sum > 255) sum = 255;
        if (converted[i][channel] != sum) {
          printf("# %u over %u with %u: %u, not %u\n", pixels[i][channel], backdrops[i][channel],
                 alpha, converted[i][channel], sum);
          CHECK(converted[i][channel] == sum);
          return;
        }
      }
  }
}

/* In every mode, pixels are what colors would be. */
static void straight_bytes(void) {
  static uint8_t backdrops[BLOCK][4];
  const unsigned rounds = is_exhaustive ? 64 : 1;
  for (unsigned round = 0; round < rounds + 15; round++) {
    const int mode = round < rounds ? 1 : (int)(round - rounds + 2);
    const int layout = DYNCOLOR_LAYOUT_BGRA8 | (round % 2 ? P3 : 0) |
                       (mode != 1 && round % 3 == 0 ? PREMULTIPLIED : 0);
    const dyncolor_space space = round % 2 ? DYNCOLOR_SPACE_DISPLAY_P3 : DYNCOLOR_SPACE_SRGB;
    for (size_t i = 0; i < BLOCK; i++) {
      const uint64_t bits = random_bits();
      memcpy(pixels[i], &bits, 4);
      memcpy(backdrops[i], (const char *)&bits + 4, 4);
      pixels[i][3] = (uint8_t)(round == 0 ? i : pixels[i][3]);
      backdrops[i][3] = (uint8_t)(round == 0 ? i >> 8 : backdrops[i][3]);
    }
    blend(pixels, backdrops, BLOCK, mode, layout, converted);
    CHECK(dyncolor_color_unpack_list(pixels, 4, BLOCK, (dyncolor_layout)layout, above,
                                     sizeof *above, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_unpack_list(backdrops, 4, BLOCK, (dyncolor_layout)layout, below,
                                     sizeof *below, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_blend_list(above, sizeof *above, below, sizeof *below, BLOCK,
                                    (dyncolor_blend_mode)mode, space, colors, sizeof *colors,
                                    NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_pack_list(colors, sizeof *colors, BLOCK, (dyncolor_layout)layout, expected,
                                   4, NULL) == DYNCOLOR_OK);
    CHECK(memcmp(converted, expected, sizeof expected) == 0);
  }
}

static void blended_floats(void) {
  static float backdrops[BLOCK][4];
  for (int flags = 0; flags <= PREMULTIPLIED; flags += PREMULTIPLIED) {
    for (size_t i = 0; i < BLOCK; i++)
      for (int channel = 0; channel < 4; channel++) {
        floats[i][channel] = (float)(random_unit() * (channel < 3 ? 3 : 1) - (channel < 3));
        backdrops[i][channel] = (float)(random_unit() * (channel < 3 ? 3 : 1) - (channel < 3));
      }
    memset(floats[3], 0, 16);
    backdrops[3][3] = 0;
    floats[9][0] = NAN;
    floats[10][3] = NAN;
    backdrops[11][2] = INFINITY;
    blend(floats, backdrops, BLOCK, DYNCOLOR_BLEND_MODE_NORMAL, FLOAT4 | flags, results);
    static double source[BLOCK][4], backdrop[BLOCK][4];
    convert(floats, BLOCK, FLOAT4 | PREMULTIPLIED, source, DOUBLE4 | PREMULTIPLIED);
    for (size_t i = 0; i < BLOCK; i++)
      for (int channel = 0; channel < 4; channel++) {
        float a = floats[i][channel], b = backdrops[i][channel];
        source[i][channel] = isnan(a) ? 0 : isinf(a) ? copysign(FLT_MAX, a) : a;
        backdrop[i][channel] = isnan(b) ? 0 : isinf(b) ? copysign(FLT_MAX, b) : b;
      }
    blend(source, backdrop, BLOCK, DYNCOLOR_BLEND_MODE_NORMAL, DOUBLE4 | flags, doubles);
    for (size_t i = 0; i < BLOCK; i++)
      for (int channel = 0; channel < 4; channel++) {
        CHECK(isfinite(results[i][channel]));
        CHECK(fabs(results[i][channel] - doubles[i][channel]) <=
              1e-6 * fmax(1, fabs(doubles[i][channel])));
      }
    CHECK(flags == 0 || fabs(doubles[5][0] - (floats[5][0] + (double)backdrops[5][0] *
                                                                 (1 - (double)floats[5][3]))) <
                            1e-12);
  }
}

/* With a gap behind each of the sources, of the backdrops and of the results, or not. */
static void blend_lists(int layout, int mode, int gaps) {
  enum { N = 100 };
  static unsigned char sources[N * 40], backdrops[N * 40], output[N * 40], one[32];
  const size_t size = size_of(layout), stride = size + (gaps & 1);
  const size_t backdrop_stride = size + (gaps >> 1 & 1), output_stride = size + (gaps >> 2 & 1);
  for (size_t i = 0; i < N; i++) {
    const double numbers[2][4] = {
        {random_unit(), random_unit(), random_unit(), random_unit()},
        {random_unit(), random_unit(), random_unit(), random_unit()}};
    convert(numbers[0], 1, DOUBLE4, sources + i * stride, layout);
    convert(numbers[1], 1, DOUBLE4, backdrops + i * backdrop_stride, layout);
  }
  for (size_t turn = 0; turn < 2; turn++) {
    /* One source for all, and then the result in the place of the backdrops. */
    const size_t used = turn ? 0 : stride;
    const size_t count = gaps % 3 == 0 ? (turn ? 17 : 64) : turn ? N : N - 11;
    const size_t to_stride = turn ? backdrop_stride : output_stride;
    unsigned char *to = turn ? backdrops : output;
    static unsigned char before[sizeof backdrops];
    memcpy(before, backdrops, sizeof before);
    MARK(output);
    CHECK(dyncolor_pixels_blend(sources, used, backdrops, backdrop_stride, count,
                                (dyncolor_blend_mode)mode, (dyncolor_layout)layout, to, to_stride,
                                NULL) == DYNCOLOR_OK);
    for (size_t i = 0; i < count; i++) {
      blend(sources + i * used, before + i * backdrop_stride, 1, mode, layout, one);
      CHECK(memcmp(one, to + i * to_stride, size) == 0);
    }
    if (turn == 0)
      CHECK(is_marked(output + count * to_stride, sizeof output - count * to_stride));
  }
}

static void blended_lists(void) {
  for (size_t l = 0; l < layout_count; l++)
    for (int gaps = 0; gaps < 8; gaps++)
      if (!(layouts[l] & (OKLAB | OKLCH))) blend_lists(layouts[l], l % 4 == 3 ? 5 : 1, gaps);
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static void bad_arguments(void) {
  dyncolor_error error = fresh_error();
  unsigned char input[64] = {0}, output[64];
  MARK(output);
#define CONVERT(pixels, stride, count, layout, to, to_stride, to_layout) \
  dyncolor_pixels_convert(pixels, stride, count, (dyncolor_layout)(layout), to, to_stride, \
                          (dyncolor_layout)(to_layout), &error)
  check_refused(CONVERT(NULL, 4, 1, RGBA8, output, 16, FLOAT4), &error, "pixels");
  check_refused(CONVERT(input, 4, 1, RGBA8, NULL, 16, FLOAT4), &error, "converted");
  check_refused(CONVERT(input, 3, 1, RGBA8, output, 16, FLOAT4), &error, "stride");
  check_refused(CONVERT(input, 4, 1, RGBA8, output, 15, FLOAT4), &error, "converted_stride");
  check_refused(CONVERT(input, 4, 1, RGBA8, output, 0, FLOAT4), &error, "converted_stride");
  check_refused(CONVERT(input, 4, 1, 99, output, 16, FLOAT4), &error, "layout");
  check_refused(CONVERT(input, 4, 1, RGBA8, output, 16, FLOAT4 | 0x2000), &error,
                "converted_layout");
  check_refused(CONVERT(input, 4, SIZE_MAX / 2, RGBA8, output, 16, FLOAT4), &error, "stride");
  static const int impossible[] = {RGBA8 | OKLAB, DYNCOLOR_LAYOUT_RGBA16 | OKLCH,
                                   FLOAT4 | OKLAB | LINEAR, FLOAT4 | OKLAB | P3,
                                   FLOAT4 | OKLAB | OKLCH, FLOAT4 | OKLCH | PREMULTIPLIED,
                                   DYNCOLOR_LAYOUT_HALF4 | OKLCH | LINEAR};
  for (size_t i = 0; i < COUNT(impossible); i++)
    check_refused(CONVERT(input, 32, 1, impossible[i], output, 16, FLOAT4), &error, "layout");
#define BLEND(a, stride, b, backdrop_stride, count, mode, layout, to, to_stride) \
  dyncolor_pixels_blend(a, stride, b, backdrop_stride, count, (dyncolor_blend_mode)(mode), \
                        (dyncolor_layout)(layout), to, to_stride, &error)
  check_refused(BLEND(NULL, 4, input, 4, 1, 1, RGBA8, output, 4), &error, "sources");
  check_refused(BLEND(input, 4, NULL, 4, 1, 1, RGBA8, output, 4), &error, "backdrops");
  check_refused(BLEND(input, 4, input, 4, 1, 1, RGBA8, NULL, 4), &error, "blended");
  check_refused(BLEND(input, 4, input, 4, 1, 0, RGBA8, output, 4), &error, "mode");
  check_refused(BLEND(input, 4, input, 4, 1, 17, RGBA8, output, 4), &error, "mode");
  check_refused(BLEND(input, 4, input, 4, 1, 1, 0, output, 4), &error, "layout");
  check_refused(BLEND(input, 16, input, 16, 1, 1, FLOAT4 | OKLAB, output, 16), &error, "layout");
  check_refused(BLEND(input, 3, input, 4, 1, 1, RGBA8, output, 4), &error, "source_stride");
  check_refused(BLEND(input, 4, input, 3, 1, 1, RGBA8, output, 4), &error, "backdrop_stride");
  check_refused(BLEND(input, 4, input, 4, 1, 1, RGBA8, output, 0), &error, "blended_stride");
  CHECK_MARKED(output);
  CHECK(CONVERT(NULL, 4, 0, RGBA8, NULL, 16, FLOAT4) == DYNCOLOR_OK);
  CHECK(BLEND(NULL, 4, NULL, 4, 0, 1, RGBA8, NULL, 4) == DYNCOLOR_OK);
}

int main(int count, char **arguments) {
  is_exhaustive = count == 2 && strcmp(arguments[1], "--exhaustive") == 0;
  is_brief = count == 2 && strcmp(arguments[1], "--brief") == 0;
  list_layouts();
  CLAIM(is_exhaustive ? "every pixel of bytes converts to the nearest Display P3, and back to sRGB"
                      : "pixels of bytes convert to the nearest Display P3, and back to sRGB",
        gamuts_of_bytes);
  CLAIM(is_exhaustive ? "every pixel of bytes converts to the nearest linear one, and back"
                      : "pixels of bytes convert to the nearest linear ones, and back",
        curves_of_bytes);
  CLAIM(is_exhaustive ? "every pixel of bytes survives conversion to Oklab and to OkLCh"
                      : "pixels of bytes survive conversion to Oklab and to OkLCh", oklab_of_bytes);
  CLAIM("every byte is premultiplied and unpremultiplied by every alpha, and rounded once",
        alphas_of_bytes);
  CLAIM("every byte is converted to the nearest float", bytes_are_widened);
  CLAIM("floats are converted to the nearest bytes, from and to every space", floats_are_narrowed);
  CLAIM("Oklab is converted to the nearest bytes", oklab_is_narrowed);
  CLAIM("conversions of floats are as close to those of doubles as the header says",
        floats_are_close);
  CLAIM("NaN and infinity count as the header says", strange_numbers);
  CLAIM("lists of any layout, length and stride convert like their pixels one by one", lists);
  CLAIM("premultiplied bytes are composited and rounded once", premultiplied_bytes);
  CLAIM("bytes blend as colors do, in every mode", straight_bytes);
  CLAIM("floats blend as doubles do", blended_floats);
  CLAIM("lists of any layout blend like their pixels one by one", blended_lists);
  CLAIM("bad arguments are refused by name", bad_arguments);
  return CHECK_RESULT;
}
