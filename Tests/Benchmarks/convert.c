/* Converting pixels in bulk, against babl, Little CMS, pixman and plain C.
 *
 * The pixels are random, and so many that no cache has room for them, or few enough for the first
 * one. Every group first shows that all who take part compute the same. */
#include <babl/babl.h>
#include <dyncolor.h>
#include <lcms2.h>
#include <math.h>
#include <pixman.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "peers/pixels.h"
#include "sample.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ONE = 1, FEW = 4096, MANY = 1 << 18 };

/* What the library is asked for. */
enum {
  FLOATS = DYNCOLOR_LAYOUT_FLOAT4,
  BYTES = DYNCOLOR_LAYOUT_RGBA8,
  LINEAR = DYNCOLOR_LAYOUT_LINEAR,
  P3 = DYNCOLOR_LAYOUT_DISPLAY_P3,
  OKLAB = DYNCOLOR_LAYOUT_OKLAB,
  PREMULTIPLIED = DYNCOLOR_LAYOUT_PREMULTIPLIED
};

/* ---- Pixels --------------------------------------------------------------------------------- */

/* All in 0…1, or of Oklab the colors that bytes have. */
static float *float_pixels(size_t count, int layout) {
  float *pixels = sample_memory(count * 16);
  if (layout & OKLAB) {
    uint8_t *bytes = sample_memory(count * 4);
    for (size_t i = 0; i < 4 * count; i++) bytes[i] = (uint8_t)sample_number(i);
    dyncolor_pixels_convert(bytes, 4, count, DYNCOLOR_LAYOUT_RGBA8, pixels, 16,
                            (dyncolor_layout)(FLOATS | OKLAB), NULL);
    free(bytes);
  } else {
    for (size_t i = 0; i < 4 * count; i++)
      pixels[i] = (float)(sample_number(i) >> 40) / (float)(1 << 24);
  }
  return pixels;
}

static uint8_t *byte_pixels(size_t count, int is_premultiplied, uint64_t seed) {
  uint8_t *pixels = sample_memory(count * 4);
  for (size_t i = 0; i < 4 * count; i++) pixels[i] = (uint8_t)sample_number((seed << 32) + i);
  for (size_t i = 0; is_premultiplied && i < count; i++)
    for (int k = 0; k < 3; k++)
      pixels[4 * i + k] = (uint8_t)(pixels[4 * i + k] * pixels[4 * i + 3] / 255);
  return pixels;
}

/* The same with three numbers, of `size` bytes each, to a pixel. */
static void *without_alpha(const void *pixels, size_t count, size_t size) {
  char *three = sample_memory(count * 3 * size);
  for (size_t i = 0; i < count; i++)
    memcpy(three + i * 3 * size, (const char *)pixels + i * 4 * size, 3 * size);
  return three;
}

/* ---- Those who convert ---------------------------------------------------------------------- */

typedef struct task {
  const char *name;
  void (*convert)(const struct task *task);
  size_t count;
  const void *from, *backdrop;
  void *to;
  /* How many numbers a pixel has in the result, and of which size. */
  int numbers, size;

  int layout, target;                       /* the library's own */
  const Babl *fish;
  cmsHTRANSFORM transform;
  void (*floats)(const float *, float *, size_t);
  void (*bytes_to_floats)(const uint8_t *, float *, size_t);
  void (*floats_to_bytes)(const float *, uint8_t *, size_t);
  void (*bytes)(const uint8_t *, uint8_t *, size_t);
  pixman_image_t *images[3];
} task;

static size_t size_of(int layout) { return (layout & 0xFF) == FLOATS ? 16 : 4; }

static void convert_here(const task *t) {
  dyncolor_pixels_convert(t->from, size_of(t->layout), t->count, (dyncolor_layout)t->layout, t->to,
                          size_of(t->target), (dyncolor_layout)t->target, NULL);
}
static void convert_babl(const task *t) {
  babl_process(t->fish, t->from, t->to, (long)t->count);
}
static void convert_lcms(const task *t) {
  cmsDoTransform(t->transform, t->from, t->to, (cmsUInt32Number)t->count);
}
static void convert_c(const task *t) {
  if (t->floats) t->floats(t->from, t->to, t->count);
  if (t->bytes_to_floats) t->bytes_to_floats(t->from, t->to, t->count);
  if (t->floats_to_bytes) t->floats_to_bytes(t->from, t->to, t->count);
  if (t->bytes) t->bytes(t->from, t->to, t->count);
}
static void blend_here(const task *t) {
  const size_t size = size_of(t->layout);
  dyncolor_pixels_blend(t->from, size, t->backdrop, size, t->count, DYNCOLOR_BLEND_MODE_NORMAL,
                        (dyncolor_layout)t->layout, t->to, size, NULL);
}
static void blend_c(const task *t) { same_over(t->from, t->backdrop, t->to, t->count); }
static void blend_pixman(const task *t) {
  const int width = (int)(t->count < 1024 ? t->count : 1024), height = (int)t->count / width;
  /* Over what lies there: copied, as the others leave the backdrop alone. */
  memcpy(t->to, t->backdrop, t->count * 4);
  pixman_image_composite32(PIXMAN_OP_OVER, t->images[0], NULL, t->images[1], 0, 0, 0, 0, 0, 0,
                           width, height);
}
static void copy(const task *t) { memcpy(t->to, t->from, t->count * 4); }

static void run(void *data, size_t count) {
  const task *t = data;
  for (size_t done = 0; done < count; done += t->count) t->convert(t);
}

/* ---- Groups --------------------------------------------------------------------------------- */

enum { TASKS = 8 };

typedef struct group {
  const char *name;
  size_t count;
  task tasks[TASKS];
  double goals[TASKS];
  size_t task_count;
} group;

static double number(const task *t, size_t pixel, int channel) {
  const size_t at = pixel * (size_t)t->numbers + (size_t)channel;
  return t->size == 4 ? (double)((const float *)t->to)[at] : ((const uint8_t *)t->to)[at] / 255.0;
}

/* Adds one who converts. All are compared with the first, the library; except what is below 0,
 * where babl encodes by the straight part of the curve alone. */
static void add(group *g, task t, double goal, double tolerance) {
  t.count = g->count;
  t.to = sample_memory(g->count * 16);
  t.convert(&t);
  g->tasks[g->task_count] = t;
  g->goals[g->task_count++] = goal;
  const task *first = &g->tasks[0];
  for (size_t i = 0; tolerance > 0 && i < g->count; i++)
    for (int k = 0; k < 3; k++)
      if (!(fabs(fmax(number(&t, i, k), 0) - fmax(number(first, i, k), 0)) <= tolerance)) {
        fprintf(stderr, "%s, %s: pixel %zu: %g, not %g\n", g->name, t.name, i, number(&t, i, k),
                number(first, i, k));
        harness_expect(0, "all compute the same");
      }
}

static void name_group(char *whole, size_t size, const char *name, size_t count) {
  snprintf(whole, size, "%s, %s px", name,
           count == ONE ? "1" : count == FEW ? "4,096" : "262,144");
}

static void measure(group *g) {
  harness_case cases[TASKS];
  harness_claim claims[TASKS];
  char name[64], words[TASKS][48];
  name_group(name, sizeof name, g->name, g->count);
  for (size_t i = 0; i < g->task_count; i++) {
    /* A whole number of lists. */
    cases[i] = (harness_case){.run = run, .data = &g->tasks[i],
                              .count = g->count < MANY ? 32 * FEW : g->count,
                              .warm_up = g->count};
    if (i == 0) continue;
    snprintf(words[i], sizeof words[i], "against %s", g->tasks[i].name);
    claims[i - 1] = (harness_claim){words[i], 0, i, g->goals[i]};
  }
  harness_measure(&(harness_group){.name = name, .cases = cases, .case_count = g->task_count,
                                   .claims = claims, .claim_count = g->task_count - 1});
  for (size_t i = 0; i < g->task_count; i++) free(g->tasks[i].to);
}

static int enter(const char *name, size_t count) {
  char whole[64];
  name_group(whole, sizeof whole, name, count);
  return harness_enter(whole);
}

static const Babl *p3_space(void) {
  return babl_space_from_chromaticities("display-p3", 0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690,
                                        0.150, 0.060, babl_trc("sRGB"), babl_trc("sRGB"),
                                        babl_trc("sRGB"), 0);
}

typedef void float_function(const float *, float *, size_t);

/* Floats to floats. babl has Oklab with three numbers only, and up to 0.1.98 not the right ones:
 * white is 1.10, -0.56, 0.25. Of that only the time is compared. */
static void floats_group(const char *name, size_t count, int layout, int target, const Babl *from,
                         const Babl *to, int babl_numbers, double goal, float_function *libm,
                         float_function *same, double tolerance) {
  if (!enter(name, count)) return;
  group g = {.name = name, .count = count};
  float *pixels = float_pixels(count, layout);
  float *three = babl_numbers == 3 ? without_alpha(pixels, count, 4) : NULL;
  add(&g, (task){.name = "", .convert = convert_here, .from = pixels, .layout = layout,
                 .target = target, .numbers = 4, .size = 4}, 0, 0);
  add(&g, (task){.name = "babl", .convert = convert_babl, .from = three ? three : pixels,
                 .fish = babl_fish(from, to), .numbers = babl_numbers, .size = 4}, goal, tolerance);
  add(&g, (task){.name = "C with libm", .convert = convert_c, .from = pixels, .floats = libm,
                 .numbers = 4, .size = 4}, 0, 1e-5);
  add(&g, (task){.name = "the same algorithm in C", .convert = convert_c, .from = pixels,
                 .floats = same, .numbers = 4, .size = 4}, 1.15, 1e-5);
  measure(&g);
  free(pixels);
  free(three);
}

static void bytes_to_oklab(size_t count) {
  const char *name = "sRGB bytes to Oklab";
  if (!enter(name, count)) return;
  group g = {.name = name, .count = count};
  uint8_t *pixels = byte_pixels(count, 0, 1), *three = without_alpha(pixels, count, 1);
  add(&g, (task){.name = "", .convert = convert_here, .from = pixels, .layout = BYTES,
                 .target = FLOATS | OKLAB, .numbers = 4, .size = 4}, 0, 0);
  add(&g, (task){.name = "babl", .convert = convert_babl, .from = three, .numbers = 3, .size = 4,
                 .fish = babl_fish(babl_format("R'G'B' u8"), babl_format("Oklab float"))}, 0.4,
      0);
  add(&g, (task){.name = "the same algorithm in C", .convert = convert_c, .from = pixels,
                 .bytes_to_floats = same_bytes_to_oklab, .numbers = 4, .size = 4}, 1.15, 1e-5);
  measure(&g);
  free(pixels);
  free(three);
}

static void oklab_to_bytes(size_t count) {
  const char *name = "Oklab to sRGB bytes";
  if (!enter(name, count)) return;
  group g = {.name = name, .count = count};
  float *pixels = float_pixels(count, OKLAB), *three = without_alpha(pixels, count, 4);
  add(&g, (task){.name = "", .convert = convert_here, .from = pixels, .layout = FLOATS | OKLAB,
                 .target = BYTES, .numbers = 4, .size = 1}, 0, 0);
  add(&g, (task){.name = "babl", .convert = convert_babl, .from = three, .numbers = 3, .size = 1,
                 .fish = babl_fish(babl_format("Oklab float"), babl_format("R'G'B' u8"))}, 0.4,
      0);
  add(&g, (task){.name = "the same algorithm in C", .convert = convert_c, .from = pixels,
                 .floats_to_bytes = same_oklab_to_bytes, .numbers = 4, .size = 1}, 1.15,
      1.5 / 255);
  measure(&g);
  free(pixels);
  free(three);
}

static cmsHTRANSFORM p3_transform(cmsUInt32Number format, cmsUInt32Number flags) {
  const cmsCIExyY white = {0.3127, 0.3290, 1};
  const cmsCIExyYTRIPLE primaries = {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}};
  const double numbers[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *curve = cmsBuildParametricToneCurve(NULL, 4, numbers);
  cmsHPROFILE p3 = cmsCreateRGBProfile(&white, &primaries,
                                       (cmsToneCurve *[]){curve, curve, curve});
  cmsHPROFILE srgb = cmsCreate_sRGBProfile();
  cmsHTRANSFORM transform = cmsCreateTransform(p3, format, srgb, format,
                                               INTENT_RELATIVE_COLORIMETRIC, flags);
  cmsCloseProfile(p3);
  cmsCloseProfile(srgb);
  cmsFreeToneCurve(curve);
  return transform;
}

static void gamut_of_bytes(size_t count) {
  const char *name = "P3 bytes to sRGB bytes";
  if (!enter(name, count)) return;
  group g = {.name = name, .count = count};
  uint8_t *pixels = byte_pixels(count, 0, 2), *three = without_alpha(pixels, count, 1);
  /* The goals are for many. One pixel fills an eighth of a vector. */
  const int is_one = count == ONE;
  add(&g, (task){.name = "", .convert = convert_here, .from = pixels, .layout = BYTES | P3,
                 .target = BYTES, .numbers = 4, .size = 1}, 0, 0);
  /* Little CMS interpolates curves of 16 bits, and may be a step or two away. */
  add(&g, (task){.name = "Little CMS, RGB_8", .convert = convert_lcms, .from = three,
                 .transform = p3_transform(TYPE_RGB_8, 0), .numbers = 3, .size = 1},
      is_one ? 0 : 0.5, 3.5 / 255);
  add(&g, (task){.name = "Little CMS, RGBA_8", .convert = convert_lcms, .from = pixels,
                 .transform = p3_transform(TYPE_RGBA_8, cmsFLAGS_COPY_ALPHA), .numbers = 4,
                 .size = 1}, 0, 3.5 / 255);
  add(&g, (task){.name = "babl", .convert = convert_babl, .from = pixels, .numbers = 4, .size = 1,
                 .fish = babl_fish(babl_format_with_space("R'G'B'A u8", p3_space()),
                                   babl_format("R'G'B'A u8"))}, is_one ? 1.75 : 0, 3.5 / 255);
  add(&g, (task){.name = "the same algorithm in C", .convert = convert_c, .from = pixels,
                 .bytes = same_bytes_p3_to_srgb, .numbers = 4, .size = 1},
      is_one ? 0 : 1.15, 1.5 / 255);
  measure(&g);
  free(pixels);
  free(three);
}

/* So few bytes in another order that the call takes longer than the pixels do. Eight and sixteen
 * fill their vectors, and are converted in place; one and nine need memory besides. */
static void few_bytes(void) {
  const char *name = "a few bytes reordered";
  if (!harness_enter(name)) return;
  const size_t counts[] = {1, 8, 9, 16};
  enum { CASES = COUNT(counts) };
  uint8_t *pixels = byte_pixels(16, 0, 5), *converted = sample_memory(16 * 4);
  task tasks[CASES];
  harness_case cases[CASES];
  for (size_t i = 0; i < CASES; i++) {
    tasks[i] = (task){.convert = convert_here, .count = counts[i], .from = pixels,
                      .to = converted, .layout = BYTES, .target = DYNCOLOR_LAYOUT_BGRA8};
    memset(converted, 0, 16 * 4);
    convert_here(&tasks[i]);
    for (size_t k = 0; k < 16 * 4; k++)
      harness_expect(converted[k] == (k / 4 < counts[i] ? pixels[k % 2 ? k : k ^ 2] : 0),
                     "as many pixels as there are have their bytes reordered");
    cases[i] = (harness_case){.run = run, .data = &tasks[i], .count = 32 * FEW * counts[i],
                              .warm_up = FEW};
  }
  const harness_claim claims[] = {{"1 px, each, against 8 px", 0, 1, 15},
                                  {"9 px, each, against 16 px", 2, 3, 4}};
  harness_measure(&(harness_group){.name = name, .cases = cases, .case_count = CASES,
                                   .claims = claims, .claim_count = COUNT(claims)});
  free(pixels);
  free(converted);
}

static void narrow(size_t count) {
  const char *name = "floats to bytes";
  if (!enter(name, count)) return;
  group g = {.name = name, .count = count};
  float *pixels = float_pixels(count, 0);
  add(&g, (task){.name = "", .convert = convert_here, .from = pixels, .layout = FLOATS,
                 .target = BYTES, .numbers = 4, .size = 1}, 0, 0);
  add(&g, (task){.name = "babl", .convert = convert_babl, .from = pixels, .numbers = 4, .size = 1,
                 .fish = babl_fish(babl_format("R'G'B'A float"), babl_format("R'G'B'A u8"))}, 0,
      1.5 / 255);
  add(&g, (task){.name = "the same algorithm in C", .convert = convert_c, .from = pixels,
                 .floats_to_bytes = same_narrow, .numbers = 4, .size = 1}, 1.15, 1.5 / 255);
  measure(&g);
  free(pixels);
}

static void compositing(size_t count) {
  const char *name = "premultiplied bytes over others";
  if (!enter(name, count)) return;
  group g = {.name = name, .count = count};
  uint8_t *pixels = byte_pixels(count, 1, 3), *backdrop = byte_pixels(count, 1, 4);
  add(&g, (task){.name = "", .convert = blend_here, .from = pixels, .backdrop = backdrop,
                 .layout = BYTES | PREMULTIPLIED, .numbers = 4, .size = 1}, 0, 0);
  add(&g, (task){.name = "the same algorithm in C", .convert = blend_c, .from = pixels,
                 .backdrop = backdrop, .numbers = 4, .size = 1}, 1.15, 1e-9);
  /* pixman composites in place. */
  task over = {.name = "pixman, and copying", .convert = blend_pixman, .from = pixels,
               .backdrop = backdrop, .numbers = 4, .size = 1, .count = count};
  const int width = (int)(count < 1024 ? count : 1024), height = (int)count / width;
  uint32_t *place = sample_memory(count * 4);
  over.images[0] = pixman_image_create_bits(PIXMAN_a8b8g8r8, width, height, (uint32_t *)pixels,
                                            width * 4);
  over.images[1] = pixman_image_create_bits(PIXMAN_a8b8g8r8, width, height, place, width * 4);
  over.to = place;
  over.convert(&over);
  for (size_t i = 0; i < count; i++)
    for (int k = 0; k < 4; k++)
      harness_expect(fabs(number(&over, i, k) - number(&g.tasks[0], i, k)) <= 1.5 / 255,
                     "pixman composites the same");
  g.tasks[g.task_count] = over;
  g.goals[g.task_count++] = 0;
  add(&g, (task){.name = "memcpy of as many bytes", .convert = copy, .from = pixels, .numbers = 4,
                 .size = 1}, 0, 0);
  measure(&g);
  pixman_image_unref(over.images[0]);
  pixman_image_unref(over.images[1]);
  free(pixels);
  free(backdrop);
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  babl_init();
  const Babl *encoded = babl_format("R'G'B'A float"), *linear = babl_format("RGBA float");
  const Babl *rgb = babl_format("RGB float"), *oklab = babl_format("Oklab float");
  const Babl *p3 = babl_format_with_space("R'G'B'A float", p3_space());
  few_bytes();
  gamut_of_bytes(ONE);
  for (size_t count = FEW; count <= MANY; count *= MANY / FEW) {
    floats_group("sRGB to linear", count, FLOATS, FLOATS | LINEAR, encoded, linear, 4, 0.8,
                 libm_decode, same_decode, 1e-3);
    floats_group("linear to sRGB", count, FLOATS | LINEAR, FLOATS, linear, encoded, 4, 0.8,
                 libm_encode, same_encode, 1e-3);
    floats_group("linear to Oklab", count, FLOATS | LINEAR, FLOATS | OKLAB, rgb, oklab, 3, 0.4,
                 libm_to_oklab, same_to_oklab, 0);
    floats_group("Oklab to linear", count, FLOATS | OKLAB, FLOATS | LINEAR, oklab, rgb, 3, 0.4,
                 libm_from_oklab, same_from_oklab, 0);
    floats_group("P3 to sRGB", count, FLOATS | P3, FLOATS, p3, encoded, 4, 0.9, libm_p3_to_srgb,
                 same_p3_to_srgb, 5e-3);
    bytes_to_oklab(count);
    oklab_to_bytes(count);
    gamut_of_bytes(count);
    narrow(count);
    compositing(count);
  }
  babl_exit();
  return harness_end();
}
