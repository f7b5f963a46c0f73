/* Pixels of every layout: where each number lies, what it is rounded to, what it is read back as,
 * one by one, in lists, and in tables of resolved colors. */
#include <dyncolor.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "random.h"
#include "refusals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int is_exhaustive, is_brief;

static double from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The number `steps` after x; only for positive ones. */
static double after(double x, int steps) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return from_bits(bits + (uint64_t)(int64_t)steps);
}

/* ---- Layouts -------------------------------------------------------------------------------- */

typedef enum { BYTES, WORDS, HALVES, FLOATS, DOUBLES } kind_of_number;

typedef struct pixel_format {
  dyncolor_layout layout;
  kind_of_number number;
  int channels;
  int place[4]; /* of red, green, blue and alpha */
} pixel_format;

/* Where a byte of a word is in memory, counted from the highest. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTE(place) (place)
#else
#define BYTE(place) (3 - (place))
#endif

static const pixel_format formats[] = {
    {DYNCOLOR_LAYOUT_FLOAT4, FLOATS, 4, {0, 1, 2, 3}},
    {DYNCOLOR_LAYOUT_RGBA8, BYTES, 4, {0, 1, 2, 3}},
    {DYNCOLOR_LAYOUT_BGRA8, BYTES, 4, {2, 1, 0, 3}},
    {DYNCOLOR_LAYOUT_ARGB8, BYTES, 4, {1, 2, 3, 0}},
    {DYNCOLOR_LAYOUT_ABGR8, BYTES, 4, {3, 2, 1, 0}},
    {DYNCOLOR_LAYOUT_RGB8, BYTES, 3, {0, 1, 2, -1}},
    {DYNCOLOR_LAYOUT_BGR8, BYTES, 3, {2, 1, 0, -1}},
    {DYNCOLOR_LAYOUT_RGBA16, WORDS, 4, {0, 1, 2, 3}},
    {DYNCOLOR_LAYOUT_HALF4, HALVES, 4, {0, 1, 2, 3}},
    {DYNCOLOR_LAYOUT_DOUBLE4, DOUBLES, 4, {0, 1, 2, 3}},
    /* Words, of which the letters begin with the highest byte. */
    {DYNCOLOR_LAYOUT_RGBA_WORD, BYTES, 4, {BYTE(0), BYTE(1), BYTE(2), BYTE(3)}},
    {DYNCOLOR_LAYOUT_BGRA_WORD, BYTES, 4, {BYTE(2), BYTE(1), BYTE(0), BYTE(3)}},
    {DYNCOLOR_LAYOUT_ARGB_WORD, BYTES, 4, {BYTE(1), BYTE(2), BYTE(3), BYTE(0)}},
    {DYNCOLOR_LAYOUT_ABGR_WORD, BYTES, 4, {BYTE(3), BYTE(2), BYTE(1), BYTE(0)}},
};

static size_t number_size(kind_of_number kind) {
  static const size_t sizes[] = {1, 2, 2, 4, 8};
  return sizes[kind];
}

static size_t pixel_size(const pixel_format *format) {
  return (size_t)format->channels * number_size(format->number);
}

/* Every layout there is. */
enum { LAYOUTS = 14 * 4 + 12 * 4 + 3 * 3 };

static struct layout {
  const pixel_format *format;
  dyncolor_layout layout;
  dyncolor_space space;
  int is_premultiplied;
} layouts[LAYOUTS];

static void list_layouts(void) {
  size_t count = 0;
  for (size_t f = 0; f < COUNT(formats); f++)
    for (int premultiplied = 0; premultiplied < (formats[f].channels == 4 ? 2 : 1); premultiplied++)
      for (int space = 0; space < 4; space++)
        layouts[count++] = (struct layout){
            &formats[f],
            (dyncolor_layout)((int)formats[f].layout |
                              (premultiplied ? DYNCOLOR_LAYOUT_PREMULTIPLIED : 0) |
                              (space & 1 ? DYNCOLOR_LAYOUT_LINEAR : 0) |
                              (space & 2 ? DYNCOLOR_LAYOUT_DISPLAY_P3 : 0)),
            (dyncolor_space)(DYNCOLOR_SPACE_SRGB + space), premultiplied};
  /* Oklab and OkLCh, of floating point; the hue of the latter is not multiplied. */
  for (size_t f = 0; f < COUNT(formats); f++)
    for (int variant = 0; variant < (formats[f].number >= HALVES ? 3 : 0); variant++)
      layouts[count++] = (struct layout){
          &formats[f],
          (dyncolor_layout)((int)formats[f].layout |
                            (variant == 1 ? DYNCOLOR_LAYOUT_PREMULTIPLIED : 0) |
                            (variant == 2 ? DYNCOLOR_LAYOUT_OKLCH : DYNCOLOR_LAYOUT_OKLAB)),
          variant == 2 ? DYNCOLOR_SPACE_OKLCH : DYNCOLOR_SPACE_OKLAB, variant == 1};
  CHECK(count == LAYOUTS);
}

/* ---- What pixels should be ------------------------------------------------------------------ */

/* The nearest step to a · b, halves upward: by the C library, and no further from the exact product
 * than the rounding of doubles makes it. */
static unsigned nearest_step(double a, double b, unsigned count) {
  double x = fmin(fmax(a, 0), 1) * b, product = x * count, rest = fma(x, count, -product);
  double below = floor(product);
  unsigned step = (unsigned)below + (product - below >= 0.5 ? 1 : 0);
  CHECK(fabs(product - step) < 0.5 || fabs(product - step + rest) <= 0.5 + 0x1p-38);
  return step;
}

/* The value of a half, by the definition of IEEE 754. */
static double half_value(unsigned bits) {
  unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent == 0    ? ldexp(fraction, -24)
                 : exponent == 31 ? (fraction ? NAN : INFINITY)
                                  : ldexp(1024 + fraction, (int)exponent - 25);
  return bits & 0x8000 ? -value : value;
}

/* Compares a · b with c exactly, as long as nothing is subnormal. */
static int compare_product(double a, double b, double c) {
  double product = a * b, rest = fma(a, b, -product);
  return product != c ? (product < c ? -1 : 1) : rest < 0 ? -1 : rest > 0;
}

/* The nearest half to a · b, ties to even, found by bisection among those that are not negative. */
static unsigned nearest_half(double a, double b) {
  unsigned sign = signbit(a) ? 0x8000 : 0;
  a = fabs(a);
  unsigned low = 0, high = 0x7BFF; /* 65504 */
  while (low < high) {
    unsigned middle = (low + high + 1) / 2;
    double tie = (half_value(middle - 1) + half_value(middle)) / 2;
    int side = compare_product(a, b, tie);
    if (side > 0 || (side == 0 && middle % 2 == 0)) low = middle;
    else high = middle - 1;
  }
  return sign | low;
}

/* The nearest float to a · b. */
static float nearest_float(double a, double b) {
  double product = a * b;
  if (fabs(product) >= FLT_MAX) return product < 0 ? -FLT_MAX : FLT_MAX;
  float nearest = (float)product;
  /* If the product was rounded to the middle of two floats, its exact value decides. */
  float other = nextafterf(nearest, product > nearest ? INFINITY : -INFINITY);
  if ((double)nearest == product || ((double)nearest + (double)other) / 2 != product)
    return nearest;
  int side = compare_product(a, b, product);
  if (side == 0) return nearest;
  return (side > 0) == (other > nearest) ? other : nearest;
}

/* The pixel of a color that is in the layout's space. */
static void expect_pixel(
    const struct layout *layout, const double c[3], double alpha, void *pixel) {
  for (int channel = 0; channel < layout->format->channels; channel++) {
    double a = channel == 3 ? alpha : c[channel];
    double b = channel != 3 && layout->is_premultiplied ? alpha : 1;
    char *place = (char *)pixel + (size_t)layout->format->place[channel] *
                                      number_size(layout->format->number);
    switch (layout->format->number) {
      case BYTES: *(uint8_t *)place = (uint8_t)nearest_step(a, b, 255); break;
      case WORDS: {
        uint16_t word = (uint16_t)nearest_step(a, b, 65535);
        memcpy(place, &word, sizeof word);
        break;
      }
      case HALVES: {
        uint16_t half = (uint16_t)nearest_half(a, b);
        memcpy(place, &half, sizeof half);
        break;
      }
      case FLOATS: {
        float single = nearest_float(a, b);
        memcpy(place, &single, sizeof single);
        break;
      }
      case DOUBLES: {
        double product = a * b;
        memcpy(place, &product, sizeof product);
        break;
      }
    }
  }
}

/* ---- Orders --------------------------------------------------------------------------------- */

/* #cc6611 with an alpha of 0x80, as each host has it. */
static void orders(void) {
  const dyncolor_color color = {
      DYNCOLOR_SPACE_SRGB, 0, {0xCC / 255.0, 0x66 / 255.0, 0x11 / 255.0}, 0x80 / 255.0};
  static const struct {
    int layout;
    const char *bytes;
    size_t size;
  } rows[] = {
      {DYNCOLOR_LAYOUT_RGBA8, "\xCC\x66\x11\x80", 4},
      {DYNCOLOR_LAYOUT_BGRA8, "\x11\x66\xCC\x80", 4},
      {DYNCOLOR_LAYOUT_ARGB8, "\x80\xCC\x66\x11", 4},
      {DYNCOLOR_LAYOUT_ABGR8, "\x80\x11\x66\xCC", 4},
      {DYNCOLOR_LAYOUT_RGB8, "\xCC\x66\x11", 3},
      {DYNCOLOR_LAYOUT_BGR8, "\x11\x66\xCC", 3},
      {DYNCOLOR_LAYOUT_RGBA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED, "\x66\x33\x09\x80", 4},
      {DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED, "\x09\x33\x66\x80", 4},
      /* sRGB's curve takes #cc6611 to 0.603827, 0.132868 and 0.005605. */
      {DYNCOLOR_LAYOUT_RGBA8 | DYNCOLOR_LAYOUT_LINEAR, "\x9A\x22\x01\x80", 4},
      {DYNCOLOR_LAYOUT_RGBA16 | DYNCOLOR_LAYOUT_LINEAR, "\x94\x9A\x04\x22\x6F\x01\x80\x80", 8},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    unsigned char pixel[8];
    MARK(pixel);
    CHECK(dyncolor_color_pack(&color, (dyncolor_layout)rows[i].layout, pixel, sizeof pixel, NULL) ==
          DYNCOLOR_OK);
    CHECK(memcmp(pixel, rows[i].bytes, rows[i].size) == 0);
    CHECK(is_marked(pixel + rows[i].size, sizeof pixel - rows[i].size));
  }
  /* Words are the same numbers on every machine. */
  static const struct {
    dyncolor_layout layout;
    uint32_t word;
  } words[] = {
      {DYNCOLOR_LAYOUT_ARGB_WORD, 0x80CC6611},
      {DYNCOLOR_LAYOUT_RGBA_WORD, 0xCC661180},
      {DYNCOLOR_LAYOUT_ABGR_WORD, 0x801166CC},
      {DYNCOLOR_LAYOUT_BGRA_WORD, 0x1166CC80},
      {DYNCOLOR_LAYOUT_ARGB_WORD | DYNCOLOR_LAYOUT_PREMULTIPLIED, 0x80663309},
  };
  for (size_t i = 0; i < COUNT(words); i++) {
    uint32_t word;
    CHECK(dyncolor_color_pack(&color, words[i].layout, &word, sizeof word, NULL) == DYNCOLOR_OK);
    CHECK(word == words[i].word);
  }
}

/* ---- There and back ------------------------------------------------------------------------- */

enum { BLOCK = 4096 };

static dyncolor_color colors[BLOCK];

/* Whether `count` pixels come back from the colors that they are. */
static void check_round_trip(const struct layout *layout, const void *pixels, size_t count) {
  static uint64_t again[BLOCK * 4];
  size_t size = pixel_size(layout->format);
  MARK(again);
  CHECK(dyncolor_color_unpack_list(pixels, size, count, layout->layout, colors, sizeof *colors,
                                   NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_pack_list(colors, sizeof *colors, count, layout->layout, again, size,
                                 NULL) == DYNCOLOR_OK);
  CHECK(memcmp(pixels, again, count * size) == 0);
  CHECK(colors[count - 1].space == layout->space && colors[count - 1].missing == 0);
}

static void bytes_survive(void) {
  static uint8_t pixels[BLOCK][4];
  const uint32_t step = is_exhaustive ? 1 : 251;
  for (size_t l = 0; l < LAYOUTS; l++) {
    const struct layout *layout = &layouts[l];
    if (layout->format->number != BYTES || layout->is_premultiplied) continue;
    if (is_exhaustive && layout->space != DYNCOLOR_SPACE_SRGB) continue;
    uint32_t value = 0;
    while (value < 1u << 24) {
      size_t count = 0;
      uint8_t *place = &pixels[0][0];
      for (; count < BLOCK && value < 1u << 24; count++, value += step) {
        *place++ = (uint8_t)value;
        *place++ = (uint8_t)(value >> 8);
        *place++ = (uint8_t)(value >> 16);
        if (layout->format->channels == 4) *place++ = (uint8_t)(value * 2654435761u >> 24);
      }
      check_round_trip(layout, pixels, count);
    }
  }
}

static void words_survive(void) {
  static uint16_t pixels[BLOCK][4];
  for (size_t l = 0; l < LAYOUTS; l++) {
    const struct layout *layout = &layouts[l];
    if (layout->format->number != WORDS || layout->is_premultiplied) continue;
    for (unsigned first = 0; first < 65536; first += is_brief ? 16 * BLOCK : BLOCK) {
      for (unsigned i = 0; i < BLOCK; i++)
        for (unsigned channel = 0; channel < 4; channel++)
          pixels[i][channel] = (uint16_t)((first + i) * (1 + 2 * channel));
      check_round_trip(layout, pixels, BLOCK);
      CHECK(colors[17].c[1] == pixels[17][1] / 65535.0);
    }
  }
}

/* Of premultiplied pixels no component is greater than alpha, and black is all that is left of what
 * is transparent. */
static void premultiplied_survive(void) {
  static uint8_t bytes[BLOCK][4];
  static uint16_t words[BLOCK][4];
  for (size_t l = 0; l < LAYOUTS; l++) {
    const struct layout *layout = &layouts[l];
    if (!layout->is_premultiplied || layout->space != DYNCOLOR_SPACE_SRGB) continue;
    if (layout->format->number == BYTES) {
      for (unsigned alpha = 0; alpha < 256; alpha++) {
        for (unsigned i = 0; i <= alpha; i++)
          for (int channel = 0; channel < 4; channel++)
            bytes[i][layout->format->place[channel]] =
                (uint8_t)(channel == 0   ? i
                          : channel == 1 ? alpha - i
                          : channel == 2 ? i / 2
                                         : alpha);
        check_round_trip(layout, bytes, alpha + 1);
        CHECK(alpha == 0 || colors[alpha].c[0] == 1);
      }
    } else if (layout->format->number == WORDS) {
      const unsigned step = is_exhaustive ? 61 : is_brief ? 16381 : 3001;
      for (unsigned alpha = 0; alpha < 65536; alpha += step)
        for (unsigned first = 0; first <= alpha; first += BLOCK) {
          unsigned count = alpha - first < BLOCK ? alpha - first + 1 : BLOCK;
          for (unsigned i = 0; i < count; i++) {
            words[i][0] = (uint16_t)(first + i);
            words[i][1] = (uint16_t)(alpha - first - i);
            words[i][2] = (uint16_t)((first + i) / 2);
            words[i][3] = (uint16_t)alpha;
          }
          check_round_trip(layout, words, count);
        }
    }
  }
}

static void halves_survive(void) {
  static uint16_t pixels[BLOCK][4];
  const struct layout straight = {&formats[8], DYNCOLOR_LAYOUT_HALF4, DYNCOLOR_SPACE_SRGB, 0};
  CHECK(straight.format->number == HALVES);
  size_t count = 0, tested = 0;
  for (unsigned bits = 0; bits < 65536; bits++) {
    dyncolor_color color;
    MARK(color);
    uint16_t pixel[4] = {(uint16_t)bits, 0, 0, 0x3C00};
    dyncolor_error error = fresh_error();
    dyncolor_status status =
        dyncolor_color_unpack(pixel, sizeof pixel, DYNCOLOR_LAYOUT_HALF4, &color, &error);
    if ((bits & 0x7C00) == 0x7C00) {
      check_refused(status, &error, "pixel");
      CHECK_MARKED(color);
      continue;
    }
    CHECK(status == DYNCOLOR_OK && color.c[0] == half_value(bits) && color.alpha == 1);
    CHECK(!signbit(color.c[0]) == !(bits & 0x8000));
    for (int channel = 0; channel < 4; channel++)
      pixels[count][channel] = channel == 3 ? (uint16_t)(bits % 0x3C01) : (uint16_t)bits;
    if (++count == BLOCK || bits == 0xFBFF) {
      check_round_trip(&straight, pixels, count);
      tested += count;
      count = 0;
    }
  }
  CHECK(tested == 63488);
}

/* Floats, also premultiplied, come back to the last bit; a premultiplied double nearly. */
static void floats_survive(void) {
  static float pixels[BLOCK][4];
  static double doubles[BLOCK][4];
  for (size_t l = 0; l < LAYOUTS; l++) {
    const struct layout *layout = &layouts[l];
    for (int round = 0; round < (is_exhaustive ? 50 : 5); round++) {
      for (size_t i = 0; i < BLOCK; i++) {
        for (int channel = 0; channel < 3; channel++) {
          doubles[i][channel] = ldexp(random_unit() - 0.5, (int)(random_bits() % 150) - 140);
          pixels[i][channel] = (float)doubles[i][channel];
        }
        pixels[i][3] = (float)(1 - random_unit());
        doubles[i][3] = 1 - random_unit();
      }
      if (layout->format->number == FLOATS) check_round_trip(layout, pixels, BLOCK);
      if (layout->format->number != DOUBLES) continue;
      if (!layout->is_premultiplied) {
        check_round_trip(layout, doubles, BLOCK);
        continue;
      }
      CHECK(dyncolor_color_unpack_list(doubles, 32, BLOCK, layout->layout, colors, sizeof *colors,
                                       NULL) == DYNCOLOR_OK);
      for (size_t i = 0; i < BLOCK; i++)
        for (int channel = 0; channel < 3; channel++)
          CHECK(colors[i].c[channel] == doubles[i][channel] / doubles[i][3]);
    }
  }
}

/* ---- Rounding ------------------------------------------------------------------------------- */

/* Compares the pixel of a color with what it should be. */
static void check_pixel(const struct layout *layout, double red, double green, double blue,
                        double alpha) {
  const dyncolor_color color = {layout->space, 0, {red, green, blue}, alpha};
  uint64_t pixel[4], expected[4];
  MARK(pixel);
  MARK(expected);
  CHECK(dyncolor_color_pack(&color, layout->layout, pixel, sizeof pixel, NULL) == DYNCOLOR_OK);
  expect_pixel(layout, color.c, alpha, expected);
  CHECK(memcmp(pixel, expected, sizeof pixel) == 0);
  if (memcmp(pixel, expected, sizeof pixel) != 0 && check_failures_in_claim <= 10)
    printf("# layout %x: %a %a %a / %a\n", (unsigned)layout->layout, red, green, blue, alpha);
}

static const struct layout *plain(kind_of_number number, int premultiplied) {
  for (size_t l = 0; l < LAYOUTS; l++)
    if (layouts[l].format->number == number && layouts[l].space == DYNCOLOR_SPACE_SRGB &&
        layouts[l].is_premultiplied == premultiplied)
      return &layouts[l];
  abort();
}

/* Round each middle of two steps, all doubles that are near. */
static void steps_are_nearest(void) {
  static const struct {
    kind_of_number number;
    unsigned count;
  } kinds[] = {{BYTES, 255}, {WORDS, 65535}};
  for (size_t kind = 0; kind < COUNT(kinds); kind++)
    for (unsigned step = 0; step < kinds[kind].count; step++) {
      double middle = (2.0 * step + 1) / (2.0 * kinds[kind].count);
      for (int near = -2; near <= 2; near++) {
        double x = after(middle, near);
        check_pixel(plain(kinds[kind].number, 0), x, x, x, x);
      }
      /* The double that is nearest to a half counts as one. */
      CHECK(nearest_step(middle, 1, kinds[kind].count) == step + 1);
      CHECK(nearest_step(after(middle, -2), 1, kinds[kind].count) == step);
    }
  for (int i = 0; i < 2; i++) {
    const struct layout *layout = plain(i == 0 ? BYTES : WORDS, 0);
    /* 0.5 is the only double that lies in the very middle. */
    check_pixel(layout, 0.5, after(0.5, -1), after(0.5, 1), 0.5);
    check_pixel(layout, -0.0, -1e300, 1e300, 1);
    check_pixel(layout, DBL_MIN, 4.9e-324, after(1, -1), 4.9e-324);
    check_pixel(layout, after(1, 1), -DBL_MAX, DBL_MAX, after(1, -1));
  }
}

/* Products near the middle of two steps: of what is divided by a random alpha, and of halves. */
static void premultiplied_steps_are_nearest(void) {
  const int rounds = is_exhaustive ? 500000 : is_brief ? 1000 : 20000;
  for (int kind = 0; kind < 2; kind++) {
    const struct layout *layout = plain(kind == 0 ? BYTES : WORDS, 1);
    unsigned count = kind == 0 ? 255 : 65535;
    for (int round = 0; round < rounds; round++) {
      double alpha = 1 - random_unit(), c[3];
      if (round % 4 == 0) alpha = ldexp(alpha, -(int)(random_bits() % 16));
      for (int channel = 0; channel < 3; channel++) {
        double middle = (2.0 * (double)(random_bits() % count) + 1) / (2.0 * count);
        c[channel] = after(fmin(middle, alpha) / alpha, (int)(random_bits() % 5) - 2);
      }
      check_pixel(layout, c[0], c[1], c[2], alpha);
    }
    check_pixel(layout, 0.5, 1, 2, 0.5);
    check_pixel(layout, 1, 1, 1, 0.5);
    check_pixel(layout, 0.5, 0.5, 0.5, 1);
    check_pixel(layout, after(0.5, 1), after(0.5, -1), 0.5, after(1, -1));
    check_pixel(layout, 1, 1, 1, 0);
    check_pixel(layout, 1, 1, 1, 4.9e-324);
  }
}

/* Round each middle of two halves, all doubles that are near. */
static void halves_are_nearest(void) {
  const struct layout *layout = plain(HALVES, 0);
  for (unsigned bits = 0; bits < 0x7BFF; bits++) {
    double middle = (half_value(bits) + half_value(bits + 1)) / 2;
    double alpha = fmin(middle, 1);
    check_pixel(layout, middle, after(middle, -1), after(middle, 1), alpha);
    check_pixel(layout, -middle, -after(middle, -1), -after(middle, 1), after(alpha, -1));
    check_pixel(layout, half_value(bits), -half_value(bits), middle * 0.75, alpha);
  }
  check_pixel(layout, 65504, 65519.999, 65520, 0.1);
  check_pixel(layout, -65520, 1e300, -DBL_MAX, 1);
  check_pixel(layout, 0x1p-25, -0x1p-25, 0x1.8p-25, 0);
  check_pixel(layout, 4.9e-324, -0.0, DBL_MIN, 4.9e-324);
}

/* Products near the middle of two halves or two floats. */
static void premultiplied_floats_are_nearest(void) {
  const int rounds = is_exhaustive ? 500000 : is_brief ? 1000 : 20000;
  for (int kind = 0; kind < 2; kind++) {
    const struct layout *layout = plain(kind == 0 ? HALVES : FLOATS, 1);
    for (int round = 0; round < rounds; round++) {
      double alpha = 1 - random_unit(), c[3];
      /* A few bits, so that some products are the middle. */
      if (round % 3 == 0) alpha = (double)(1 + random_bits() % 64) / 64;
      for (int channel = 0; channel < 3; channel++) {
        double middle;
        if (kind == 0) {
          unsigned bits = (unsigned)(random_bits() % 0x7BFE);
          middle = (half_value(bits) + half_value(bits + 1)) / 2;
        } else {
          uint32_t bits = (uint32_t)(random_bits() % 0x7F7FFFFE);
          float low;
          memcpy(&low, &bits, sizeof low);
          middle = ((double)low + (double)nextafterf(low, INFINITY)) / 2;
        }
        c[channel] = after(middle / alpha, (int)(random_bits() % 5) - 2);
        if (random_bits() & 1) c[channel] = -c[channel];
      }
      check_pixel(layout, c[0], c[1], c[2], alpha);
    }
    check_pixel(layout, 1e300, -1e300, 0, 1e-200);
    check_pixel(layout, 1e300, DBL_MAX, -DBL_MAX, 1e-299);
    check_pixel(layout, DBL_MAX, DBL_MAX, -0.0, 4.9e-324);
    check_pixel(layout, 0x1p1000, -0x1.000001p1000, after(0x1p1000, 1), 0x1.8p-1073);
    check_pixel(layout, 0x1p-149, -0x1p-149, 0x1.8p-149, 0.5);
    check_pixel(layout, 0x1p-148, after(0x1p-149, 1), after(0x1p-149, -1), 0.5);
  }
}

/* Any color, in any layout, is converted and then rounded. */
static void conversions_are_rounded(void) {
  static const dyncolor_space spaces[] = {DYNCOLOR_SPACE_SRGB, DYNCOLOR_SPACE_SRGB_LINEAR,
                                          DYNCOLOR_SPACE_DISPLAY_P3,
                                          DYNCOLOR_SPACE_DISPLAY_P3_LINEAR};
  for (size_t l = 0; l < LAYOUTS; l++)
    for (int round = 0; round < 400; round++) {
      dyncolor_color color = {spaces[round % 4], (uint32_t)(round / 4 % 16), {0}, random_unit()};
      for (int channel = 0; channel < 3; channel++) color.c[channel] = random_unit() * 1.5 - 0.25;
      /* What is missing is 0 before it is converted. */
      dyncolor_color whole = color, there;
      for (int channel = 0; channel < 3; channel++)
        if (color.missing & 1u << channel) whole.c[channel] = 0;
      if (color.missing & DYNCOLOR_MISSING_ALPHA) whole.alpha = 0;
      whole.missing = 0;
      CHECK(dyncolor_color_convert(&whole, layouts[l].space, &there, NULL) == DYNCOLOR_OK);
      uint64_t pixel[4], expected[4];
      MARK(pixel);
      MARK(expected);
      CHECK(dyncolor_color_pack(&color, layouts[l].layout, pixel, sizeof pixel, NULL) ==
            DYNCOLOR_OK);
      expect_pixel(&layouts[l], there.c, there.alpha, expected);
      CHECK(memcmp(pixel, expected, sizeof pixel) == 0);
    }
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void alphas(void) {
  dyncolor_color color;
  /* What is premultiplied and transparent has no color; straight, it keeps it. */
  const uint8_t transparent[4] = {10, 20, 30, 0};
  CHECK(dyncolor_color_unpack(transparent, 4, DYNCOLOR_LAYOUT_RGBA8, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.c[0] == 10 / 255.0 && color.c[2] == 30 / 255.0 && color.alpha == 0);
  CHECK(dyncolor_color_unpack(transparent, 4,
                              DYNCOLOR_LAYOUT_RGBA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED, &color,
                              NULL) == DYNCOLOR_OK);
  CHECK(color.c[0] == 0 && color.c[1] == 0 && color.c[2] == 0 && color.alpha == 0);
  CHECK(color.missing == 0);

  /* More than there is light for. */
  const uint8_t glowing[4] = {255, 0, 128, 64};
  CHECK(dyncolor_color_unpack(glowing, 4, DYNCOLOR_LAYOUT_RGBA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED,
                              &color, NULL) == DYNCOLOR_OK);
  CHECK(color.c[0] > 3.98 && color.c[0] < 3.99 && color.c[2] == (128 / 255.0) / (64 / 255.0));

  CHECK(dyncolor_color_unpack("\x01\x02\x03", 3, DYNCOLOR_LAYOUT_BGR8, &color, NULL) ==
        DYNCOLOR_OK);
  CHECK(color.c[0] == 3 / 255.0 && color.c[2] == 1 / 255.0 && color.alpha == 1);

  /* Beyond 0…1 alpha is cut, once the components have been divided by it. */
  const float outside[4][4] = {
      {0.5f, 0.25f, 2, 1.5f}, {1, 1, 1, -0.5f}, {0, 0, 0, -0.0f}, {FLT_MAX, -FLT_MAX, 0, 1e-45f}};
  static const double expected[4][2][4] = {
      {{0.5, 0.25, 2, 1}, {0.5 / 1.5, 0.25 / 1.5, 2 / 1.5, 1}},
      {{1, 1, 1, 0}, {0, 0, 0, 0}},
      {{0, 0, 0, 0}, {0, 0, 0, 0}},
      {{FLT_MAX, -FLT_MAX, 0, 0x1p-149}, {FLT_MAX * 0x1p149, FLT_MAX * -0x1p149, 0, 0x1p-149}},
  };
  for (size_t i = 0; i < COUNT(outside); i++)
    for (int premultiplied = 0; premultiplied < 2; premultiplied++) {
      CHECK(dyncolor_color_unpack(outside[i], 16, plain(FLOATS, premultiplied)->layout, &color,
                                  NULL) == DYNCOLOR_OK);
      CHECK(memcmp(color.c, expected[i][premultiplied], 24) == 0);
      CHECK(color.alpha == expected[i][premultiplied][3]);
    }

  /* What would overflow is cut. */
  const double tiny[4] = {DBL_MAX, -DBL_MAX, 1, 4.9e-324};
  CHECK(dyncolor_color_unpack(tiny, 32, plain(DOUBLES, 1)->layout, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.c[0] == DBL_MAX && color.c[1] == -DBL_MAX && color.c[2] == DBL_MAX);
}

/* NaN and infinity at every place of every format that can have them. */
static void not_finite(void) {
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  for (size_t l = 0; l < LAYOUTS; l++)
    for (size_t i = 0; i < COUNT(bad) && layouts[l].format->number >= HALVES; i++)
      for (int place = 0; place < 4; place++) {
        const size_t size = number_size(layouts[l].format->number);
        unsigned char pixels[3][32];
        memset(pixels, 0, sizeof pixels);
        float single = (float)bad[i];
        uint16_t half = isnan(bad[i]) ? 0x7E01 : bad[i] > 0 ? 0x7C00 : 0xFC00;
        const void *number = layouts[l].format->number == HALVES   ? (const void *)&half
                             : layouts[l].format->number == FLOATS ? (const void *)&single
                                                                   : (const void *)&bad[i];
        memcpy(pixels[2] + (size_t)place * size, number, size);
        dyncolor_error error = fresh_error();
        dyncolor_color list[3];
        MARK(list);
        check_refused(
            dyncolor_color_unpack(pixels[2], sizeof *pixels, layouts[l].layout, list, &error),
            &error, "pixel");
        check_refused(dyncolor_color_unpack_list(pixels, sizeof *pixels, 3, layouts[l].layout, list,
                                                 sizeof *list, &error), &error, "pixels[2]");
        CHECK_MARKED(list);
      }
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static const dyncolor_color orange = {DYNCOLOR_SPACE_SRGB, 0, {1, 0.5, 0}, 0.5};

/* Every number up to 2^13, and some beyond: it is a layout exactly if it is listed. */
static void layout_numbers(void) {
  static const uint32_t beyond[] = {0x2001,     0x10002,    0x80000002,
                                    0xFFFFFFFF, 0x7FFFFFFF, 0x40000001};
  for (uint32_t number = 0; number < 8192 + COUNT(beyond); number++) {
    uint32_t value = number < 8192 ? number : beyond[number - 8192];
    const struct layout *known = NULL;
    for (size_t l = 0; l < LAYOUTS; l++)
      if ((uint32_t)layouts[l].layout == value) known = &layouts[l];
    unsigned char pixel[32];
    dyncolor_color color;
    dyncolor_error error = fresh_error();
    MARK(pixel);
    MARK(color);
    dyncolor_layout layout = (dyncolor_layout)value;
    dyncolor_status packed = dyncolor_color_pack(&orange, layout, pixel, sizeof pixel, &error);
    if (known != NULL) {
      size_t size = pixel_size(known->format);
      CHECK(packed == DYNCOLOR_OK && !is_marked(pixel, size));
      CHECK(is_marked(pixel + size, sizeof pixel - size));
      CHECK(dyncolor_color_unpack(pixel, size, layout, &color, NULL) == DYNCOLOR_OK);
      CHECK(color.space == known->space);
      /* Not a byte less. */
      for (size_t capacity = 0; capacity < size; capacity++) {
        MARK(pixel);
        MARK(color);
        CHECK(dyncolor_color_pack(&orange, layout, pixel, capacity, NULL) ==
              DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
        CHECK(dyncolor_color_unpack(pixel, capacity, layout, &color, NULL) ==
              DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
        CHECK_MARKED(pixel);
        CHECK_MARKED(color);
      }
      continue;
    }
    check_refused(packed, &error, "layout");
    check_refused(dyncolor_color_unpack(pixel, sizeof pixel, layout, &color, &error), &error,
                  "layout");
    check_refused(dyncolor_color_pack_list(&orange, sizeof orange, 1, layout, pixel, sizeof pixel,
                                           &error), &error, "layout");
    check_refused(dyncolor_color_unpack_list(pixel, sizeof pixel, 1, layout, &color, sizeof color,
                                             &error), &error, "layout");
    CHECK_MARKED(pixel);
    CHECK_MARKED(color);
  }
}

static void bad_arguments(void) {
  enum { N = 4 };
  const dyncolor_layout layout = DYNCOLOR_LAYOUT_RGBA8;
  dyncolor_error error = fresh_error();
  dyncolor_color list[N] = {orange, orange, orange, orange}, output[N];
  uint32_t pixels[N], words[N] = {1, 2, 3, 4};
  const size_t size = sizeof orange;
  MARK(output);
  MARK(pixels);
  check_refused(dyncolor_color_unpack(NULL, 4, layout, output, &error), &error, "pixel");
  check_refused(dyncolor_color_unpack(words, 4, layout, NULL, &error), &error, "color");

#define PACK(colors, stride, count, pixels, pixel_stride) \
  dyncolor_color_pack_list(colors, stride, count, layout, pixels, pixel_stride, &error)
#define UNPACK(pixels, pixel_stride, count, colors, stride) \
  dyncolor_color_unpack_list(pixels, pixel_stride, count, layout, colors, stride, &error)
  check_refused(PACK(NULL, size, N, pixels, 4), &error, "colors");
  check_refused(PACK(list, size, N, NULL, 4), &error, "pixels");
  check_refused(UNPACK(NULL, 4, N, output, size), &error, "pixels");
  check_refused(UNPACK(words, 4, N, NULL, size), &error, "colors");

  /* Strides: too small, impossible, or such that the list cannot be in memory. */
  static const size_t impossible[] = {SIZE_MAX, (size_t)PTRDIFF_MAX + 1, PTRDIFF_MAX,
                                      (size_t)PTRDIFF_MAX / 2};
  for (size_t i = 0; i < COUNT(impossible); i++) {
    check_refused(PACK(list, impossible[i], N, pixels, 4), &error, "stride");
    check_refused(PACK(list, size, N, pixels, impossible[i]), &error, "pixel_stride");
    check_refused(UNPACK(words, impossible[i], N, output, size), &error, "pixel_stride");
    check_refused(UNPACK(words, 4, N, output, impossible[i]), &error, "stride");
    check_refused(PACK(list, size, impossible[i], pixels, 4), &error, "stride");
    check_refused(UNPACK(words, 4, impossible[i], output, size), &error,
                  impossible[i] > PTRDIFF_MAX / 4 ? "pixel_stride" : "stride");
  }
  for (size_t stride = 1; stride < size; stride++) {
    check_refused(PACK(list, stride, N, pixels, 4), &error, "stride");
    check_refused(UNPACK(words, 4, N, output, stride), &error, "stride");
  }
  check_refused(UNPACK(words, 4, N, output, 0), &error, "stride");
  for (size_t stride = 0; stride < 4; stride++) {
    check_refused(PACK(list, size, N, pixels, stride), &error, "pixel_stride");
    if (stride > 0) check_refused(UNPACK(words, stride, N, output, size), &error, "pixel_stride");
  }
  CHECK_MARKED(output);
  CHECK_MARKED(pixels);

  /* A color that is none, at every place; where it is the only one, the first is told. */
  for (size_t i = 0; i < N; i++) {
    char context[16];
    snprintf(context, sizeof context, "colors[%zu]", i);
    list[i].alpha = 2;
    check_refused(PACK(list, size, N, pixels, 4), &error, context);
    list[i].alpha = 1;
    list[i].c[2] = NAN;
    check_refused(PACK(list, size, N, pixels, 4), &error, context);
    check_refused(PACK(&list[i], 0, SIZE_MAX / 16, pixels, 4), &error, "colors[0]");
    list[i] = orange;
    list[i].space = 77;
    check_refused(PACK(list, size, N, pixels, 4), &error, context);
    list[i] = orange;
  }
  CHECK_MARKED(pixels);

  /* Nothing may lie nowhere. */
  CHECK(PACK(NULL, size, 0, NULL, 4) == DYNCOLOR_OK);
  CHECK(UNPACK(NULL, 4, 0, NULL, size) == DYNCOLOR_OK);
  CHECK(PACK(NULL, 0, 0, NULL, 4) == DYNCOLOR_OK);
#undef PACK
#undef UNPACK
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* Lists of every layout, at odd places and distances, are what their elements are one by one. */
static void lists(void) {
  enum { N = 50, ROOM = N * 64 + 64 };
  static unsigned char input[ROOM], output[ROOM], back[ROOM];
  for (size_t l = 0; l < LAYOUTS; l++) {
    const struct layout *layout = &layouts[l];
    const size_t size = pixel_size(layout->format);
    for (size_t slack = 0; slack < 12; slack += 3) {
      const size_t start = slack, stride = sizeof(dyncolor_color) + slack,
                   pixel_stride = size + 2 * slack;
      MARK(input);
      MARK(output);
      MARK(back);
      for (size_t i = 0; i < N; i++) {
        dyncolor_color color = {(uint32_t)(1 + i % 4), 0, {0}, random_unit()};
        for (int channel = 0; channel < 3; channel++) color.c[channel] = random_unit();
        memcpy(input + start + i * stride, &color, sizeof color);
      }
      CHECK(dyncolor_color_pack_list((const dyncolor_color *)(const void *)(input + start), stride,
                                     N, layout->layout, output + start, pixel_stride, NULL) ==
            DYNCOLOR_OK);
      CHECK(dyncolor_color_unpack_list(output + start, pixel_stride, N, layout->layout,
                                       (dyncolor_color *)(void *)(back + start), stride, NULL) ==
            DYNCOLOR_OK);
      for (size_t i = 0; i < N; i++) {
        dyncolor_color color, unpacked;
        unsigned char pixel[32];
        memcpy(&color, input + start + i * stride, sizeof color);
        CHECK(dyncolor_color_pack(&color, layout->layout, pixel, size, NULL) == DYNCOLOR_OK);
        CHECK(memcmp(pixel, output + start + i * pixel_stride, size) == 0);
        CHECK(is_marked(output + start + i * pixel_stride + size, pixel_stride - size));
        CHECK(dyncolor_color_unpack(pixel, size, layout->layout, &unpacked, NULL) == DYNCOLOR_OK);
        CHECK(memcmp(&unpacked, back + start + i * stride, sizeof unpacked) == 0);
        CHECK(is_marked(back + start + i * stride + sizeof unpacked, stride - sizeof unpacked));
      }
      CHECK(is_marked(output, start) && is_marked(back, start));
      CHECK(is_marked(output + start + N * pixel_stride, ROOM - start - N * pixel_stride));
    }

    /* In place, there and back. */
    memcpy(back, input, sizeof back);
    dyncolor_color *list = (dyncolor_color *)(void *)back;
    for (size_t i = 0; i < N; i++) list[i] = orange, list[i].c[0] = random_unit();
    CHECK(dyncolor_color_pack_list(list, sizeof *list, N, layout->layout, output, sizeof *list,
                                   NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_pack_list(list, sizeof *list, N, layout->layout, list, sizeof *list,
                                   NULL) == DYNCOLOR_OK);
    for (size_t i = 0; i < N; i++)
      CHECK(memcmp(&list[i], output + i * sizeof *list, size) == 0);
    CHECK(dyncolor_color_unpack_list(list, sizeof *list, N, layout->layout, list, sizeof *list,
                                     NULL) == DYNCOLOR_OK);
    CHECK(list[N - 1].space == layout->space && list[N - 1].alpha > 0.49);

    /* One for all. */
    MARK(output);
    CHECK(dyncolor_color_pack_list(&orange, 0, N, layout->layout, output, size, NULL) ==
          DYNCOLOR_OK);
    CHECK(memcmp(output, output + size, (N - 1) * size) == 0);
    CHECK(is_marked(output + N * size, ROOM - N * size));
    CHECK(dyncolor_color_unpack_list(output, 0, N, layout->layout, list, sizeof *list, NULL) ==
          DYNCOLOR_OK);
    CHECK(memcmp(list, list + 1, (N - 1) * sizeof *list) == 0);
  }
}

/* ---- Tables --------------------------------------------------------------------------------- */

/* Resolved colors, in lists and tables of every layout, are packed as any color is; but in tables
 * of another space, they are converted as any pixel is. */
static void tables(void) {
  enum { N = 300, ROWS = N + 3, ROOM = ROWS * 40 };
  dyncolor_theme *theme = NULL;
  dyncolor_snapshot *snapshot = NULL;
  static dyncolor_id ids[N];
  static unsigned char all[ROOM], list[ROOM], copy[ROOM];
  static dyncolor_status statuses[N];
  CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < N; i++) {
    dyncolor_color color = {(uint32_t)(1 + i % 4), 0, {0}, i % 3 == 0 ? 1 : random_unit()};
    for (int channel = 0; channel < 3; channel++) color.c[channel] = random_unit() * 1.5 - 0.25;
    if (i % 5 == 0)
      color = (dyncolor_color){1, 0, {(double)i / 255, 0.5, 1}, 0.5};
    CHECK(dyncolor_register_color_n(theme, NULL, 0, &color, &ids[i], NULL) == DYNCOLOR_OK);
  }
  /* A row that is empty. */
  CHECK(dyncolor_unregister(theme, ids[7], NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(theme, NULL, &snapshot, NULL) == DYNCOLOR_OK);
  const dyncolor_rgba *rgba = dyncolor_snapshot_colors(snapshot, NULL);
  for (size_t l = 0; l < LAYOUTS; l++) {
    const struct layout *layout = &layouts[l];
    const size_t size = pixel_size(layout->format);
    for (size_t stride = size; stride <= size + 5; stride += 5) {
      MARK(all);
      MARK(list);
      MARK(copy);
      CHECK(dyncolor_resolve_all(theme, NULL, layout->layout, all + 1, ROWS, stride, NULL) ==
            DYNCOLOR_OK);
      CHECK(dyncolor_resolve_list(theme, ids, N, NULL, layout->layout, list + 1, stride, statuses,
                                  NULL) == DYNCOLOR_OK);
      /* One color at a time. */
      unsigned char one[32];
      MARK(one);
      CHECK(dyncolor_resolve_pixel(theme, ids[11], NULL, layout->layout, one, size, NULL) ==
            DYNCOLOR_OK);
      CHECK(memcmp(one, list + 1 + 11 * stride, size) == 0);
      CHECK(is_marked(one + size, sizeof one - size));
      CHECK(dyncolor_snapshot_copy(snapshot, layout->layout, copy + 1, ROWS, stride, NULL) ==
            DYNCOLOR_OK);
      for (size_t i = 0; i < ROWS; i++) {
        unsigned char packed[32] = {0}, converted[32] = {0};
        if (i < N && i != 7) {
          const dyncolor_color color = {
              DYNCOLOR_SPACE_SRGB, 0, {rgba[i].r, rgba[i].g, rgba[i].b}, rgba[i].a};
          CHECK(dyncolor_color_pack(&color, layout->layout, packed, size, NULL) == DYNCOLOR_OK);
          CHECK(dyncolor_pixels_convert(&rgba[i], sizeof *rgba, 1, DYNCOLOR_LAYOUT_FLOAT4,
                                        converted, size, layout->layout, NULL) == DYNCOLOR_OK);
        }
        const bool is_other = layout->space != DYNCOLOR_SPACE_SRGB;
        CHECK(memcmp(all + 1 + i * stride, is_other ? converted : packed, size) == 0);
        if (i < N) CHECK(memcmp(list + 1 + i * stride, packed, size) == 0);
        CHECK(is_marked(all + 1 + i * stride + size, stride - size));
        CHECK(is_marked(copy + 1 + i * stride + size, stride - size));
      }
      CHECK(memcmp(all, copy, sizeof all) == 0);
      CHECK(is_marked(all, 1) && is_marked(list, 1));
      CHECK(is_marked(all + 1 + ROWS * stride, ROOM - 1 - ROWS * stride));
      CHECK(is_marked(list + 1 + N * stride, ROOM - 1 - N * stride));
    }
    /* No more rows than there is room for. */
    MARK(copy);
    CHECK(dyncolor_snapshot_copy(snapshot, layout->layout, copy, 2, size, NULL) == DYNCOLOR_OK);
    CHECK(!is_marked(copy, 2 * size) && is_marked(copy + 2 * size, ROOM - 2 * size));
    dyncolor_error error = fresh_error();
    MARK(copy);
    check_refused(dyncolor_resolve_all(theme, NULL, layout->layout, copy, 2, size - 1, &error),
                  &error, "stride");
    check_refused(dyncolor_snapshot_copy(snapshot, layout->layout, NULL, 2, size, &error), &error,
                  "pixels");
    CHECK_MARKED(copy);
  }
  dyncolor_snapshot_release(snapshot);
  dyncolor_theme_release(theme);
}

/* ---- Mixtures of tables ---------------------------------------------------------------------- */

enum { MIXED = 1003 };

/* Components in many places, among them those where rounding shows. */
static double fading_component(double low, double high) {
  double way = random_unit();
  if (way < 0.15) return low;
  if (way < 0.3) return high;
  if (way < 0.4) return random_unit() * 0.06;
  return low + (high - low) * random_unit();
}

/* A theme of pairs, some of which have but one color, or equal ones. */
static dyncolor_theme *fading_theme(double low, double high) {
  dyncolor_theme *theme = NULL;
  CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < MIXED; i++) {
    dyncolor_variant both[2] = {{.scheme = DYNCOLOR_SCHEME_LIGHT},
                                {.scheme = DYNCOLOR_SCHEME_DARK}};
    for (int side = 0; side < 2; side++) {
      both[side].part.color =
          (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {0}, i % 3 == 0 ? random_unit() : 1};
      for (int channel = 0; channel < 3; channel++)
        both[side].part.color.c[channel] =
            i % 7 == 0 && channel > 0 ? both[side].part.color.c[0] : fading_component(low, high);
    }
    if (i % 11 == 0) both[1].part.color.alpha = 0;
    if (i % 13 == 0) both[1].part.color = both[0].part.color;
    CHECK(dyncolor_register_variants_n(theme, NULL, 0, both + (i % 10 == 1), i % 10 < 2 ? 1 : 2,
                                       NULL, NULL) == DYNCOLOR_OK);
  }
  return theme;
}

static dyncolor_color of_pixel(dyncolor_rgba pixel) {
  return (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {pixel.r, pixel.g, pixel.b}, pixel.a};
}

static double farthest(dyncolor_rgba pixel, const dyncolor_color *color) {
  double distance = fabs(pixel.a - color->alpha);
  distance = fmax(distance, fabs(pixel.r - color->c[0]));
  distance = fmax(distance, fabs(pixel.g - color->c[1]));
  return fmax(distance, fabs(pixel.b - color->c[2]));
}

static double greatest(dyncolor_rgba pixel) {
  return fmax(fmax(fabs(pixel.r), fabs(pixel.g)), fmax(fabs(pixel.b), 1));
}

static bool same_pixel(dyncolor_rgba a, dyncolor_rgba b) {
  return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/* Row by row, the mixture of two snapshots is that of their colors. */
static void mixtures(void) {
  static const double reaches[][2] = {{0, 1}, {-0.6, 1.2}, {-2, 4}, {-40, 40}, {-1e30, 1e30}};
  static const double amounts[] = {1e-300, 1e-9, 0.001, 0.25, 0.5, 0.75, 0.999, 1 - 0x1p-53};
  const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
  const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  for (size_t r = 0; r < sizeof reaches / sizeof *reaches; r++) {
    dyncolor_theme *theme = fading_theme(reaches[r][0], reaches[r][1]);
    dyncolor_snapshot *a = NULL, *b = NULL;
    CHECK(dyncolor_snapshot_create(theme, &light, &a, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_snapshot_create(theme, &dark, &b, NULL) == DYNCOLOR_OK);
    const dyncolor_rgba *first = dyncolor_snapshot_colors(a, NULL);
    const dyncolor_rgba *second = dyncolor_snapshot_colors(b, NULL);
    for (size_t n = 0; n < sizeof amounts / sizeof *amounts; n++) {
      static dyncolor_rgba mixed[MIXED];
      MARK(mixed);
      CHECK(dyncolor_snapshot_mix(a, b, amounts[n], DYNCOLOR_LAYOUT_FLOAT4, mixed, MIXED,
                                  sizeof *mixed, NULL) == DYNCOLOR_OK);
      for (int i = 0; i < MIXED; i++) {
        dyncolor_color from = of_pixel(first[i]), to = of_pixel(second[i]), exact;
        CHECK(dyncolor_color_mix(&from, &to, amounts[n], DYNCOLOR_SPACE_OKLAB, 0, &exact, NULL) ==
              DYNCOLOR_OK);
        CHECK(dyncolor_color_convert(&exact, DYNCOLOR_SPACE_SRGB, &exact, NULL) == DYNCOLOR_OK);
        /* Of large numbers, the other computation loses as much. */
        const double size = fmax(greatest(first[i]), greatest(second[i]));
        if (exact.alpha > 1e-7) CHECK(farthest(mixed[i], &exact) < fmax(0.00005, size * 1e-6));
        /* Equal rows, and rows of one color only. */
        if (same_pixel(first[i], second[i])) CHECK(same_pixel(mixed[i], first[i]));
        if (first[i].a == 0 && mixed[i].a > 0) {
          CHECK(mixed[i].r == second[i].r && mixed[i].g == second[i].g);
          CHECK(mixed[i].b == second[i].b && mixed[i].a < second[i].a + 1e-9);
        }
        if (size == 1 && first[i].r == first[i].g && first[i].r == first[i].b &&
            second[i].r == second[i].g && second[i].r == second[i].b)
          CHECK(mixed[i].r == mixed[i].g && mixed[i].r == mixed[i].b);
      }
    }
    dyncolor_snapshot_release(a);
    dyncolor_snapshot_release(b);
    dyncolor_theme_release(theme);
  }
}

/* Tables of every layout, of any number of rows. */
static void mixed_tables(void) {
  enum { ROOM = (MIXED + 5) * 40 };
  static unsigned char bytes[ROOM], expected[ROOM];
  static dyncolor_rgba mixed[MIXED + 5];
  const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
  const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  dyncolor_theme *theme = fading_theme(0, 1.1);
  dyncolor_snapshot *a = NULL, *b = NULL, *few = NULL;
  CHECK(dyncolor_snapshot_create(theme, &light, &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(theme, &dark, &b, NULL) == DYNCOLOR_OK);
  for (size_t l = 0; l < LAYOUTS; l++) {
    const dyncolor_layout layout = layouts[l].layout;
    const size_t size = pixel_size(layouts[l].format);
    for (size_t stride = size; stride <= size + 3; stride += 3)
      for (size_t rows = 0; rows <= MIXED + 5; rows += rows < 9 ? 1 : 333) {
        MARK(bytes);
        CHECK(dyncolor_snapshot_mix(a, b, 0.375, DYNCOLOR_LAYOUT_FLOAT4, mixed, MIXED + 5,
                                    sizeof *mixed, NULL) == DYNCOLOR_OK);
        CHECK(dyncolor_snapshot_mix(a, b, 0.375, layout, bytes + 1, rows, stride, NULL) ==
              DYNCOLOR_OK);
        for (size_t i = 0; i < rows; i++) {
          dyncolor_color color = of_pixel(mixed[i]);
          CHECK(dyncolor_color_pack(&color, layout, expected, size, NULL) == DYNCOLOR_OK);
          CHECK(memcmp(bytes + 1 + i * stride, expected, size) == 0);
          CHECK(is_marked(bytes + 1 + i * stride + size, stride - size));
        }
        CHECK(is_marked(bytes, 1));
        CHECK(is_marked(bytes + 1 + rows * stride, ROOM - 1 - rows * stride));
      }
    /* The ends are the snapshots, exactly. */
    for (int end = 0; end <= 1; end++) {
      MARK(bytes);
      MARK(expected);
      CHECK(dyncolor_snapshot_copy(end == 0 ? a : b, layout, expected, MIXED + 5, size, NULL) ==
            DYNCOLOR_OK);
      CHECK(dyncolor_snapshot_mix(a, b, end, layout, bytes, MIXED + 5, size, NULL) ==
            DYNCOLOR_OK);
      CHECK(memcmp(bytes, expected, sizeof bytes) == 0);
    }
  }

  /* Of two themes, of which one has more rows. */
  dyncolor_theme *small = NULL;
  const dyncolor_color white = {DYNCOLOR_SPACE_SRGB, 0, {1, 1, 1}, 1};
  CHECK(dyncolor_theme_create(NULL, &small, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 2; i++)
    CHECK(dyncolor_register_color_n(small, NULL, 0, &white, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(small, NULL, &few, NULL) == DYNCOLOR_OK);
  const dyncolor_rgba *many = dyncolor_snapshot_colors(b, NULL);
  for (int turn = 0; turn < 2; turn++) {
    CHECK(dyncolor_snapshot_mix(turn == 0 ? few : b, turn == 0 ? b : few, turn == 0 ? 0.25 : 0.75,
                                DYNCOLOR_LAYOUT_FLOAT4, mixed, MIXED + 5, sizeof *mixed, NULL) ==
          DYNCOLOR_OK);
    for (int i = 2; i < MIXED; i++) {
      if (many[i].a == 0) continue;
      CHECK(mixed[i].r == many[i].r && mixed[i].g == many[i].g && mixed[i].b == many[i].b);
      CHECK(mixed[i].a == many[i].a * 0.25f);
    }
    for (int i = MIXED; i < MIXED + 5; i++)
      CHECK(same_pixel(mixed[i], (dyncolor_rgba){0, 0, 0, 0}));
  }

  dyncolor_error error = fresh_error();
  MARK(bytes);
  check_refused(dyncolor_snapshot_mix(NULL, b, 0, 1, bytes, 1, 16, &error), &error, "a");
  check_refused(dyncolor_snapshot_mix(a, NULL, 0, 1, bytes, 1, 16, &error), &error, "b");
  static const double none[] = {-1e-9, 1.0000001, NAN, INFINITY, -INFINITY};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    check_refused(dyncolor_snapshot_mix(a, b, none[i], 1, bytes, 1, 16, &error), &error,
                  "amount");
  check_refused(dyncolor_snapshot_mix(a, b, 0, (dyncolor_layout)99, bytes, 1, 16, &error), &error,
                "layout");
  check_refused(dyncolor_snapshot_mix(a, b, 0, 1, NULL, 1, 16, &error), &error, "pixels");
  check_refused(dyncolor_snapshot_mix(a, b, 0, 1, bytes, 2, 15, &error), &error, "stride");
  CHECK_MARKED(bytes);
  dyncolor_snapshot_release(a);
  dyncolor_snapshot_release(b);
  dyncolor_snapshot_release(few);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(small);
}

int main(int count, char **arguments) {
  is_exhaustive = count == 2 && strcmp(arguments[1], "--exhaustive") == 0;
  is_brief = is_to_be_brief(count, arguments);
  list_layouts();
  CLAIM("the bytes of pixels have the documented order", orders);
  CLAIM(is_exhaustive ? "every pixel of three or four bytes survives unpacking and packing"
                      : "pixels of bytes survive unpacking and packing", bytes_survive);
  CLAIM("every 16-bit channel survives unpacking and packing", words_survive);
  CLAIM("premultiplied pixels survive unpacking and packing", premultiplied_survive);
  CLAIM("every finite half-float survives unpacking and packing", halves_survive);
  CLAIM("floats survive unpacking and packing", floats_survive);
  CLAIM("near every midpoint between two steps, colors round to the nearest, ties up",
        steps_are_nearest);
  CLAIM("premultiplied values near a midpoint between two steps round to the nearest",
        premultiplied_steps_are_nearest);
  CLAIM("near every midpoint between two half-floats, colors round to the nearest",
        halves_are_nearest);
  CLAIM("premultiplied values near a midpoint between two floats round to the nearest",
        premultiplied_floats_are_nearest);
  CLAIM("colors of every space are converted, then rounded", conversions_are_rounded);
  CLAIM("unpacking divides by alpha, or clamps, as the header says", alphas);
  CLAIM("pixels that are not finite are refused, with their position", not_finite);
  CLAIM("every number is a layout with its size, or refused", layout_numbers);
  CLAIM("bad arguments to lists are refused by name, bad colors by position", bad_arguments);
  CLAIM("lists of every layout and stride are packed and unpacked", lists);
  CLAIM("resolved colors fill tables of every layout and stride", tables);
  CLAIM("mixing snapshots matches mixing their colors, as closely as the header says", mixtures);
  CLAIM("mixtures fill tables of every layout and stride, without overrun", mixed_tables);
  return CHECK_RESULT;
}
