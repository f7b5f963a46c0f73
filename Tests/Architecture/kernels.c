/* One object of kernels by itself, for whichever processor it was compiled: what it computes,
 * against the C library in double precision.
 *
 * The function that runs the kernels is the macro RUN. The object needs nothing else of the
 * library. */
#include <kernels.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "../ABI/check.h"
#include "../ABI/random.h"

/* What a kernel calls if the compiler was wrong. */
void dyncolor_trap(void);
void dyncolor_trap(void) { abort(); }

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- What is right -------------------------------------------------------------------------- */

static const double to_cones[9] = {0.412221469470763, 0.536332537261734, 0.051445993267503,
                                   0.211903495817825, 0.680699550645200, 0.107396953536973,
                                   0.088302459190064, 0.281718839136102, 0.629978701673833};
static const double from_cones[9] = {4.076741636075959,  -3.307711539258062, 0.230969903182103,
                                     -1.268437973285031, 2.609757349287687,  -0.341319376002656,
                                     -0.004196076138676, -0.703418617935937, 1.707614694074611};
static const double p3_to_srgb[9] = {1.224940176280560,  -0.224940176280560, 0,
                                     -0.042056954709688, 1.042056954709688,  0,
                                     -0.019637554590334, -0.078636045550632, 1.098273600140966};

static void multiply(const double m[9], double c[3]) {
  const double x = c[0], y = c[1], z = c[2];
  for (int i = 0; i < 3; i++) c[i] = m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z;
}
static double light(double x) {
  const double a = fabs(x);
  return copysign(a > 0.04045 ? pow((a + 0.055) / 1.055, 2.4) : a / 12.92, x);
}
static double signal(double x) {
  const double a = fabs(x);
  return copysign(a > 0.0031308 ? 1.055 * pow(a, 1 / 2.4) - 0.055 : a * 12.92, x);
}
static void each(double (*function)(double), double c[3]) {
  for (int i = 0; i < 3; i++) c[i] = function(c[i]);
}

static void decode(double c[3]) { each(light, c); }
static void encode(double c[3]) { each(signal, c); }
static void move(double c[3]) { multiply(p3_to_srgb, c); }
static void to_oklab(double c[3]) {
  static const double lab[9] = {0.2104542683093140, 0.7936177747023054,  -0.0040720430116193,
                                1.9779985324311684, -2.4285922420485799, 0.4505937096174110,
                                0.0259040424655478, 0.7827717124575296,  -0.8086757549230774};
  multiply(to_cones, c);
  each(cbrt, c);
  multiply(lab, c);
}
static double cube(double x) { return x * x * x; }
static void from_oklab(double c[3]) {
  static const double roots[9] = {1, 0.3963377773761749,  0.2158037573099136,
                                  1, -0.1055613458156586, -0.0638541728258133,
                                  1, -0.0894841775298119, -1.2914855480194092};
  multiply(roots, c);
  each(cube, c);
  multiply(from_cones, c);
}
static void bend(double c[3]) {
  const double a = c[1], b = c[2], hue = atan2(b, a) * (180 / 3.14159265358979323846);
  c[1] = hypot(a, b);
  c[2] = hue < 0 ? hue + 360 : hue;
}
static void straighten(double c[3]) {
  const double chroma = c[1], hue = c[2] * (3.14159265358979323846 / 180);
  c[1] = chroma * cos(hue);
  c[2] = chroma * sin(hue);
}
static void nothing(double c[3]) { (void)c; }

/* ---- Kernels -------------------------------------------------------------------------------- */

enum { PIXELS = 4096 };

static float floats[PIXELS][4], results[PIXELS][4];
static uint8_t bytes[PIXELS][4], byte_results[PIXELS][4];
static dyncolor_kernel_doubt doubts[PIXELS];

static int run(int kernel, const double matrix[9], const void *source, void *target) {
  dyncolor_kernel_job job = {.kernel = (enum dyncolor_kernel)kernel,
                             .source_order = {0, 8, 16, 24}, .target_order = {0, 8, 16, 24},
                             .source = source, .backdrop = source, .target = target,
                             .doubts = doubts, .groups = PIXELS / 8};
  job.doubt_limit = 0x1p20f;
  for (int i = 0; i < 9; i++) job.matrix[i] = matrix ? (float)matrix[i] : 0;
  memset(doubts, 0, sizeof doubts);
  return RUN(&job);
}

static const struct {
  const char *name;
  int kernel;
  const double *matrix;
  void (*steps[3])(double c[3]);
  double relative, absolute;
} rows[] = {
    {"decode", DYNCOLOR_KERNEL_DECODE, NULL, {decode, nothing, nothing}, 1e-6, 1e-37},
    {"encode", DYNCOLOR_KERNEL_ENCODE, NULL, {encode, nothing, nothing}, 1e-6, 1e-37},
    {"move", DYNCOLOR_KERNEL_TRANSFORM, p3_to_srgb, {move, nothing, nothing}, 0, 2e-6},
    {"decode, move", DYNCOLOR_KERNEL_DECODE_TRANSFORM, p3_to_srgb, {decode, move, nothing}, 0,
     2e-6},
    {"move, encode", DYNCOLOR_KERNEL_TRANSFORM_ENCODE, p3_to_srgb, {move, encode, nothing}, 0,
     2e-6},
    {"decode, move, encode", DYNCOLOR_KERNEL_DECODE_TRANSFORM_ENCODE, p3_to_srgb,
     {decode, move, encode}, 0, 2e-6},
    {"to Oklab", DYNCOLOR_KERNEL_TO_OKLAB, to_cones, {to_oklab, nothing, nothing}, 0, 2e-6},
    {"decode, to Oklab", DYNCOLOR_KERNEL_DECODE_TO_OKLAB, to_cones, {decode, to_oklab, nothing}, 0,
     2e-6},
    {"from Oklab", DYNCOLOR_KERNEL_FROM_OKLAB, from_cones, {from_oklab, nothing, nothing}, 0, 4e-6},
    {"from Oklab, encode", DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE, from_cones,
     {from_oklab, encode, nothing}, 0, 4e-6},
    {"bend", DYNCOLOR_KERNEL_TO_OKLCH, NULL, {bend, nothing, nothing}, 0, 2e-6},
    {"straighten", DYNCOLOR_KERNEL_FROM_OKLCH, NULL, {straighten, nothing, nothing}, 0, 2e-6},
};

static void floats_are_close(void) {
  for (size_t r = 0; r < COUNT(rows); r++) {
    const bool is_bent = rows[r].kernel == DYNCOLOR_KERNEL_TO_OKLCH;
    const bool is_turned = rows[r].kernel == DYNCOLOR_KERNEL_FROM_OKLCH;
    const bool is_encoded = rows[r].steps[1] == encode || rows[r].steps[2] == encode;
    double worst = 0;
    int doubtful = 0;
    for (int round = 0; round < 8; round++) {
      for (int i = 0; i < PIXELS; i++) {
        for (int k = 0; k < 3; k++)
          floats[i][k] = (float)(round < 4    ? random_unit()
                                 : round < 6  ? random_unit() * 2 - 1
                                              : ldexp(random_unit() - 0.5, -(i % 100)));
        if (rows[r].kernel == DYNCOLOR_KERNEL_FROM_OKLCH)
          floats[i][2] = (float)(random_unit() * 1440 - 720);
        floats[i][3] = (float)random_unit();
      }
      run(rows[r].kernel, rows[r].matrix, floats, results);
      for (int i = 0; i < PIXELS; i++) {
        doubtful += doubts[i] != 0;
        if (doubts[i] != 0) continue;
        double c[3] = {floats[i][0], floats[i][1], floats[i][2]}, greatest = 1;
        for (int k = 0; k < (is_turned ? 2 : 3); k++)
          greatest = fmax(greatest, fabs(c[k]));
        for (int step = 0; step < 3; step++) rows[r].steps[step](c);
        for (int k = 0; k < 3; k++) {
          /* Of what is encoded after something else, the light is compared. */
          const bool is_light = rows[r].absolute > 1e-7 && is_encoded;
          double distance = is_light ? fabs(light(results[i][k]) - light(c[k]))
                                     : fabs(results[i][k] - c[k]);
          if (is_bent && k == 2)
            distance = fmin(distance, 360 - distance) * (3.14159265358979 / 180) * c[1];
          else
            greatest = fmax(greatest, fabs(c[k]));
          worst = fmax(worst, distance / (rows[r].relative * fabs(c[k]) +
                                          rows[r].absolute * greatest));
        }
        CHECK(results[i][3] == floats[i][3]);
      }
      /* Doubts are for what no color is: there are none about components in 0…1. */
      CHECK(round >= 4 || doubtful == 0);
    }
    if (worst > 1) printf("# %s errs by %.3g times what it may\n", rows[r].name, worst);
    CHECK(worst <= 1);
  }
}

static int byte(double x) { return (int)floor(fmin(fmax(x, 0), 1) * 255 + 0.5); }

/* What is written is right, unless there is doubt; of which there is not much. */
static void bytes_are_right(void) {
  static const struct {
    int kernel;
    const double *matrix;
    void (*steps[3])(double c[3]);
    int is_of_bytes;
  } narrowing[] = {
      {DYNCOLOR_KERNEL_BYTES_DECODE_TRANSFORM_ENCODE, p3_to_srgb, {decode, move, encode}, 1},
      {DYNCOLOR_KERNEL_ENCODE_NARROW, NULL, {encode, nothing, nothing}, 0},
      {DYNCOLOR_KERNEL_FROM_OKLAB_NARROW, from_cones, {from_oklab, encode, nothing}, 0},
      {DYNCOLOR_KERNEL_NARROW, NULL, {nothing, nothing, nothing}, 0},
  };
  for (size_t n = 0; n < COUNT(narrowing); n++) {
    int doubtful = 0;
    for (int round = 0; round < 16; round++) {
      for (int i = 0; i < PIXELS; i++)
        for (int k = 0; k < 4; k++) {
          bytes[i][k] = (uint8_t)random_bits();
          floats[i][k] = (float)(narrowing[n].kernel == DYNCOLOR_KERNEL_FROM_OKLAB_NARROW && k % 3
                                     ? random_unit() * 0.4 - 0.2 : random_unit() * 1.1 - 0.05);
        }
      const int any = run(narrowing[n].kernel, narrowing[n].matrix,
                          narrowing[n].is_of_bytes ? (void *)bytes : (void *)floats, byte_results);
      int count = 0;
      for (int i = 0; i < PIXELS; i++) {
        double c[3];
        for (int k = 0; k < 3; k++)
          c[k] = narrowing[n].is_of_bytes ? bytes[i][k] / 255.0 : (double)floats[i][k];
        for (int step = 0; step < 3; step++) narrowing[n].steps[step](c);
        count += doubts[i] != 0;
        for (int k = 0; k < 3 && doubts[i] == 0; k++) CHECK(byte_results[i][k] == byte(c[k]));
      }
      CHECK((count != 0) == (any != 0));
      doubtful += count;
    }
    CHECK(doubtful < 16 * PIXELS / 50);
  }
  for (int i = 0; i < PIXELS; i++)
    for (int k = 0; k < 4; k++) bytes[i][k] = (uint8_t)(i + 61 * k);
  CHECK(!run(DYNCOLOR_KERNEL_WIDEN, NULL, bytes, results));
  for (int i = 0; i < 256; i++)
    for (int k = 0; k < 4; k++) CHECK(results[i][k] == (float)(bytes[i][k] / 255.0));
}

static void strange_pixels(void) {
  static const float strange[] = {NAN, -NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 3e38f};
  for (size_t r = 0; r < COUNT(rows); r++)
    for (size_t s = 0; s < COUNT(strange); s++) {
      for (int i = 0; i < PIXELS; i++)
        for (int k = 0; k < 4; k++) floats[i][k] = 0.5f;
      const int place = (int)(random_bits() % PIXELS);
      floats[place][s % 3] = strange[s];
      CHECK(run(rows[r].kernel, rows[r].matrix, floats, results));
      for (int i = 0; i < PIXELS; i++) CHECK(doubts[i] == (i == place ? -1 : 0));
    }
}

static void pixels_lie_over_pixels(void) {
  for (int i = 0; i < PIXELS; i++) {
    for (int k = 0; k < 4; k++) bytes[i][k] = (uint8_t)(random_bits() % 256);
    for (int k = 0; k < 3; k++)
      if (bytes[i][k] > bytes[i][3]) bytes[i][k] = bytes[i][3];
  }
  CHECK(!run(DYNCOLOR_KERNEL_OVER_BYTES, NULL, bytes, byte_results));
  for (int i = 0; i < PIXELS; i++)
    for (int k = 0; k < 4; k++)
      CHECK(byte_results[i][k] ==
            bytes[i][k] + (2 * bytes[i][k] * (255 - bytes[i][3]) + 255) / 510);
}

int main(void) {
  CLAIM("the kernels' floats are as close to the C library's doubles as the header says",
        floats_are_close);
  CLAIM("the kernels' bytes are the nearest, or marked as uncertain", bytes_are_right);
  CLAIM("the kernels mark values that are not finite, or out of range, as uncertain",
        strange_pixels);
  CLAIM("the kernels composite pixels over pixels", pixels_lie_over_pixels);
  return CHECK_RESULT;
}
