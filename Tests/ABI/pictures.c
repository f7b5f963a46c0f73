/* The colors of pictures: the dominant ones, and those that are seeds of color schemes. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "random.h"
#include "refusals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define RGB8 DYNCOLOR_LAYOUT_RGB8
#define RGBA8 DYNCOLOR_LAYOUT_RGBA8

#define MOST DYNCOLOR_MAX_PICTURE_COLORS
#define SAMPLE 32768

/* What was found last. */
static dyncolor_color found[MOST];
static double shares[MOST];
static size_t count;

static uint32_t rgb(size_t index) {
  const double *c = found[index].c;
  CHECK(found[index].space == DYNCOLOR_SPACE_SRGB && found[index].alpha == 1);
  return (uint32_t)lround(c[0] * 255) << 16 | (uint32_t)lround(c[1] * 255) << 8 |
         (uint32_t)lround(c[2] * 255);
}

static void find(const void *pixels, size_t stride, size_t pixel_count, int layout) {
  CHECK(dyncolor_pixels_dominant(pixels, stride, pixel_count, (dyncolor_layout)layout, found,
                                 shares, MOST, &count, NULL) == DYNCOLOR_OK);
}

static void find_seeds(const void *pixels, size_t stride, size_t pixel_count, int layout,
                       size_t wanted) {
  CHECK(dyncolor_pixels_seeds(pixels, stride, pixel_count, (dyncolor_layout)layout, found, wanted,
                              &count, NULL) == DYNCOLOR_OK);
}

static void fill(uint8_t *pixel, uint32_t color, size_t pixel_count) {
  for (size_t i = 0; i < pixel_count; i++)
    for (size_t j = 0; j < 3; j++) pixel[3 * i + j] = (uint8_t)(color >> (16 - 8 * j));
}

/* A flag of six stripes; the numbers of their pixels. */
static uint8_t flag[6400][3];
static const uint32_t stripes[] = {0x3584e4, 0xffffff, 0xe62d42, 0x000000, 0x3a944a, 0x777777};
static const size_t widths[] = {1000, 3000, 1500, 500, 300, 100};

static void draw_flag(void) {
  size_t at = 0;
  for (size_t i = 0; i < COUNT(stripes); at += widths[i++]) fill(flag[at], stripes[i], widths[i]);
  CHECK(at == COUNT(flag));
}

static void flags_have_their_colors(void) {
  static const size_t order[] = {1, 2, 0, 3, 4, 5};
  find(flag, 3, COUNT(flag), RGB8);
  CHECK(count == COUNT(order));
  for (size_t i = 0; i < count; i++) {
    CHECK(rgb(i) == stripes[order[i]]);
    CHECK(fabs(shares[i] - (double)widths[order[i]] / COUNT(flag)) < 1e-12);
  }
  /* Red and blue have more pixels than green, and gray has no hue. */
  find_seeds(flag, 3, COUNT(flag), RGB8, 4);
  CHECK(count == 3 && rgb(0) == 0xe62d42 && rgb(1) == 0x3584e4 && rgb(2) == 0x3a944a);
  find_seeds(flag, 3, COUNT(flag), RGB8, 1);
  CHECK(count == 1 && rgb(0) == 0xe62d42);
  find_seeds(flag[1000], 3, 3000, RGB8, 4);
  CHECK(count == 0);
  find_seeds(flag, 3, 0, RGB8, 4);
  CHECK(count == 0);
  find(NULL, 3, 0, RGB8);
  CHECK(count == 0);
  /* Of hues with equal shares, the more colorful one is better. */
  static uint8_t halves[2][3];
  fill(halves[0], 0x7a6a62, 1);
  fill(halves[1], 0x1e66d0, 1);
  find_seeds(halves, 3, 2, RGB8, 4);
  CHECK(count == 2 && rgb(0) == 0x1e66d0 && rgb(1) == 0x7a6a62);
  /* Only as many as are wanted. */
  CHECK(dyncolor_pixels_dominant(flag, 3, COUNT(flag), RGB8, found, NULL, 2, &count, NULL) ==
        DYNCOLOR_OK);
  CHECK(count == 2 && rgb(1) == 0xe62d42);
}

/* The same picture, in every layout. */
static void layouts_do_not_matter(void) {
  static const int spaces[] = {0, DYNCOLOR_LAYOUT_LINEAR, DYNCOLOR_LAYOUT_DISPLAY_P3,
                               DYNCOLOR_LAYOUT_OKLAB, DYNCOLOR_LAYOUT_OKLCH};
  static uint8_t memory[COUNT(flag)][40];
  size_t tried = 0;
  for (int format = 1; format <= 14; format++)
    for (size_t i = 0; i < COUNT(spaces); i++)
      for (int premultiplied = 0; premultiplied < 2; premultiplied++) {
        const int flags = spaces[i] | (premultiplied ? DYNCOLOR_LAYOUT_PREMULTIPLIED : 0);
        const dyncolor_layout layout = (dyncolor_layout)(format | flags);
        /* Bytes of linear light have no room for dark colors. */
        if (spaces[i] != 0 && format != 1 && format != 10) continue;
        if (dyncolor_pixels_convert(flag, 3, COUNT(flag), RGB8, memory, 40, layout, NULL) !=
            DYNCOLOR_OK)
          continue;
        tried++;
        find(memory, 40, COUNT(flag), layout);
        CHECK(count == 6 && rgb(0) == 0xffffff && rgb(1) == 0xe62d42 && rgb(2) == 0x3584e4);
        CHECK(rgb(3) == 0x000000 && rgb(4) == 0x3a944a && rgb(5) == 0x777777);
      }
  CHECK(tried == 14 * 2 - 2 + 2 * (2 + 2 + 2 + 1));
}

static void transparent_pixels_are_left_out(void) {
  static const struct {
    uint8_t pixel[4];
    uint32_t color;
  } rows[] = {{{255, 0, 0, 255}, 0xff0000}, {{0, 255, 0, 127}, 0},  {{0, 0, 255, 128}, 0x0000ff},
              {{9, 9, 9, 0}, 0},            {{1, 2, 3, 254}, 0x010203}};
  uint8_t pixels[COUNT(rows)][4];
  size_t visible = 0;
  for (size_t i = 0; i < COUNT(rows); i++) memcpy(pixels[i], rows[i].pixel, 4);
  find(pixels, 4, COUNT(rows), RGBA8);
  for (size_t i = 0; i < COUNT(rows); i++)
    if (rows[i].pixel[3] > 127) CHECK(rgb(visible) == rows[i].color && shares[visible++] == 1. / 3);
  CHECK(count == visible);
  /* Premultiplied components are divided by alpha. */
  const uint8_t half[4] = {128, 64, 0, 128};
  find(half, 4, 1, RGBA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED);
  CHECK(count == 1 && rgb(0) == 0xff8000);
  /* Numbers that are no colors. */
  const float strange[3][4] = {{NAN, 0, 0, 1}, {INFINITY, -INFINITY, 0, 1}, {2, -1, 0.5f, NAN}};
  find(strange, 16, 3, DYNCOLOR_LAYOUT_FLOAT4);
  CHECK(count == 2 && rgb(0) == 0x000000 && rgb(1) == 0xff0000);
}

/* With one color more than there may be, similar ones are grouped. */
static void colors_are_grouped(void) {
  static uint8_t pixels[MOST + 1][3];
  for (size_t i = 0; i <= MOST; i++) fill(pixels[i], (uint32_t)(i * 0x010100 + (i * 7 & 0xff)), 1);
  find(pixels, 3, MOST, RGB8);
  CHECK(count == MOST && rgb(MOST - 1) == 0x7f7f79 && shares[0] == 1. / MOST);
  find(pixels, 3, MOST + 1, RGB8);
  CHECK(count < MOST && count > 16);
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += shares[i];
  CHECK(fabs(sum - 1) < 1e-12);

  /* Noise around four colors: the means of the groups are near them. */
  static const uint32_t centers[] = {0x204080, 0xc03030, 0x30a050, 0xe0c020};
  static uint8_t noise[SAMPLE][3];
  for (size_t i = 0; i < SAMPLE; i++)
    for (size_t j = 0; j < 3; j++)
      noise[i][j] = (uint8_t)((centers[i % 4] >> (16 - 8 * j) & 0xff) + random_bits() % 9 - 4);
  find_seeds(noise, 3, SAMPLE, RGB8, 4);
  CHECK(count == 4);
  for (size_t i = 0; i < COUNT(centers); i++) {
    bool is_there = false;
    for (size_t j = 0; j < count; j++) {
      int far = 0;
      for (int shift = 0; shift < 24; shift += 8) {
        const int difference = (int)(rgb(j) >> shift & 0xff) - (int)(centers[i] >> shift & 0xff);
        if (abs(difference) > far) far = abs(difference);
      }
      is_there = is_there || far <= 6;
    }
    CHECK(is_there);
  }
}

/* Of large pictures a part is looked at, in which each color has its share. */
static void large_pictures_are_sampled(void) {
  enum { WIDTH = 1024, HEIGHT = 1024 };
  uint8_t(*pixels)[3] = malloc(sizeof *pixels * WIDTH * HEIGHT);
  if (pixels == NULL) return;
  /* Columns: of 32 pixels, one is red, seven are blue, and the rest is white. */
  for (size_t i = 0; i < WIDTH * HEIGHT; i++)
    fill(pixels[i], i % 32 == 0 ? 0xff0000 : i % 32 < 8 ? 0x0000ff : 0xffffff, 1);
  find(pixels, 3, WIDTH * HEIGHT, RGB8);
  CHECK(count == 3 && rgb(0) == 0xffffff && rgb(1) == 0x0000ff && rgb(2) == 0xff0000);
  CHECK(fabs(shares[0] - 24. / 32) < 0.01 && fabs(shares[1] - 7. / 32) < 0.01 &&
        fabs(shares[2] - 1. / 32) < 0.005);
  /* All pixels count if there are not more than that. */
  fill(pixels[0], 0xffffff, SAMPLE + 1);
  fill(pixels[SAMPLE - 1], 0x123456, 1);
  find(pixels, 3, SAMPLE, RGB8);
  CHECK(count == 2 && rgb(1) == 0x123456 && shares[1] == 1. / SAMPLE);
  /* The first and the last part of a picture are looked at. */
  fill(pixels[0], 0xffffff, WIDTH * HEIGHT);
  fill(pixels[0], 0x00ff00, 64);
  fill(pixels[WIDTH * HEIGHT - 64], 0xff00ff, 64);
  find(pixels, 3, WIDTH * HEIGHT, RGB8);
  CHECK(count == 3 && shares[1] == 2. / SAMPLE && shares[2] == 2. / SAMPLE);
  free(pixels);
  /* A pixel, as often as memory could never hold it. */
  const uint8_t one[4] = {1, 2, 3, 255};
  find(one, 0, SIZE_MAX / 4, RGBA8);
  CHECK(count == 1 && rgb(0) == 0x010203 && shares[0] == 1);
}

static void bad_arguments(void) {
  dyncolor_error error = fresh_error();
  unsigned char input[64] = {0};
  dyncolor_color output[2];
  size_t number;
  MARK(output);
  MARK(number);
#define DOMINANT(pixels, stride, count, layout, colors, wanted, found) \
  dyncolor_pixels_dominant(pixels, stride, count, (dyncolor_layout)(layout), colors, NULL, wanted, \
                           found, &error)
#define SEEDS(pixels, stride, count, layout, colors, wanted, found) \
  dyncolor_pixels_seeds(pixels, stride, count, (dyncolor_layout)(layout), colors, wanted, found, \
                        &error)
#define REFUSE(function, colors_name) \
  check_refused(function(NULL, 4, 1, RGBA8, output, 2, &number), &error, "pixels"); \
  check_refused(function(input, 3, 1, RGBA8, output, 2, &number), &error, "stride"); \
  check_refused(function(input, 4, SIZE_MAX / 2, RGBA8, output, 2, &number), &error, "stride"); \
  check_refused(function(input, 4, 1, 99, output, 2, &number), &error, "layout"); \
  check_refused(function(input, 4, 1, RGBA8, NULL, 2, &number), &error, colors_name); \
  check_refused(function(input, 4, 1, RGBA8, output, 0, &number), &error, "wanted"); \
  check_refused(function(input, 4, 1, RGBA8, output, MOST + 1, &number), &error, "wanted"); \
  check_refused(function(input, 4, 1, RGBA8, output, SIZE_MAX, &number), &error, "wanted"); \
  check_refused(function(input, 4, 1, RGBA8, output, 2, NULL), &error, "found")
  REFUSE(DOMINANT, "colors");
  REFUSE(SEEDS, "seeds");
  CHECK_MARKED(output);
  CHECK_MARKED(number);
}

int main(void) {
  draw_flag();
  CLAIM("pictures of few colors have these, and the best of them as seeds",
        flags_have_their_colors);
  CLAIM("pictures have the same colors in each layout", layouts_do_not_matter);
  CLAIM("transparent pixels of pictures are left out", transparent_pixels_are_left_out);
  CLAIM("pictures of many colors have groups of similar ones", colors_are_grouped);
  CLAIM("large pictures are sampled", large_pictures_are_sampled);
  CLAIM("bad arguments for pictures are refused by name", bad_arguments);
  return CHECK_RESULT;
}
