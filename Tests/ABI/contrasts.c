/* Colors that are made readable, on one and on several backgrounds, compared with a reference
 * implementation of WCAG 2.2 and with a search through all colors of a hue.
 *
 * --pairs N and --samples N set how many random pairs are checked, and for how many of them no
 * nearer color may be found. A million pairs take 20 seconds, and ten thousand samples 40. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

enum { WCAG = DYNCOLOR_CONTRAST_METHOD_WCAG, LIGHTNESS = DYNCOLOR_CONTRAST_METHOD_LIGHTNESS };
enum { MOST = 8 };

static long pair_count = 100000, sample_count = 60;

static uint64_t state = 88172645463325252u;

static unsigned random_below(unsigned end) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)((state >> 20) % end);
}

/* ---- The reference: WCAG 2.2, CIE lightness and Oklab ---------------------------------------- */

typedef struct rgb {
  double c[3];
} rgb;

/* The curve of sRGB, from 0...1 to 0...1. */
static double to_light(double number) {
  return number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4);
}

static double to_number(double light) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

/* https://www.w3.org/TR/WCAG22/#dfn-relative-luminance, and the second row of the matrix from
 * linear sRGB to XYZ, whose weights WCAG rounds. */
static double luminance_of_light(const rgb *light, int method) {
  return method == WCAG
             ? 0.2126 * light->c[0] + 0.7152 * light->c[1] + 0.0722 * light->c[2]
             : 0.21263900587151027 * light->c[0] + 0.715168678767756 * light->c[1] +
                   0.07219231536073371 * light->c[2];
}

static double luminance(const rgb *color, int method) {
  const rgb light = {{to_light(color->c[0]), to_light(color->c[1]), to_light(color->c[2])}};
  return luminance_of_light(&light, method);
}

static double lightness(double luminance) {
  return luminance > 216.0 / 24389 ? 116 * cbrt(luminance) - 16 : luminance * 24389 / 27;
}

/* https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio, or the difference of L*. */
static double contrast_of_luminances(double a, double b, int method) {
  const double lighter = fmax(a, b), darker = fmin(a, b);
  return method == WCAG ? (lighter + 0.05) / (darker + 0.05)
                        : lightness(lighter) - lightness(darker);
}

/* What is seen where a color with an alpha lies on an opaque background. */
static rgb over(const rgb *color, double alpha, const rgb *background) {
  rgb seen;
  for (int k = 0; k < 3; k++) seen.c[k] = color->c[k] * alpha + background->c[k] * (1 - alpha);
  return seen;
}

/* The least contrast with several backgrounds. */
static double contrast(const rgb *color, double alpha, const rgb *backgrounds, int count,
                       int method) {
  double least = INFINITY;
  for (int i = 0; i < count; i++) {
    const rgb seen = over(color, alpha, &backgrounds[i]);
    least = fmin(least, contrast_of_luminances(luminance(&seen, method),
                                               luminance(&backgrounds[i], method), method));
  }
  return least;
}

static double in_bytes(double number) {
  return floor(fmin(fmax(number, 0), 1) * 255 + 0.5) / 255;
}

static rgb rounded(const rgb *color) {
  return (rgb){{in_bytes(color->c[0]), in_bytes(color->c[1]), in_bytes(color->c[2])}};
}

/* What a host makes of floats, with float arithmetic. */
static rgb rounded_as_floats(const rgb *color) {
  rgb bytes;
  for (int k = 0; k < 3; k++)
    bytes.c[k] = floorf((float)color->c[k] * 255.0f + 0.5f) / 255.0;
  return bytes;
}

/* Oklab, as CSS Color 4 has it: https://drafts.csswg.org/css-color-4/#color-conversion-code */
static const double to_cones[3][3] = {{0.4122214694707630, 0.5363325372617349, 0.0514459932675022},
                                      {0.2119034958178251, 0.6806995506452345, 0.1073969535369405},
                                      {0.0883024591900564, 0.2817188391361215, 0.6299787016738222}};
static const double from_cones[3][3] = {
    {4.0767416360759583, -3.3077115392580616, 0.2309699031821043},
    {-1.2684379732850317, 2.6097573492876887, -0.3413193760026572},
    {-0.0041960761386756, -0.7034186179359363, 1.7076146940746116}};
static const double to_lab[3][3] = {{0.2104542683093140, 0.7936177747023054, -0.0040720430116193},
                                    {1.9779985324311684, -2.4285922420485799, 0.4505937096174110},
                                    {0.0259040424655478, 0.7827717124575296, -0.8086757549230774}};

static rgb times(const double matrix[3][3], rgb v) {
  rgb product;
  for (int k = 0; k < 3; k++)
    product.c[k] = matrix[k][0] * v.c[0] + matrix[k][1] * v.c[1] + matrix[k][2] * v.c[2];
  return product;
}

static rgb lab_of(const rgb *color) {
  rgb cones = times(to_cones, (rgb){{to_light(color->c[0]), to_light(color->c[1]),
                                     to_light(color->c[2])}});
  for (int k = 0; k < 3; k++) cones.c[k] = cbrt(cones.c[k]);
  return times(to_lab, cones);
}

static rgb light_of_lab(double l, double a, double b) {
  rgb roots = {{l + 0.3963377773761749 * a + 0.2158037573099136 * b,
                l - 0.1055613458156586 * a - 0.0638541728258133 * b,
                l - 0.0894841775298119 * a - 1.2914855480194092 * b}};
  for (int k = 0; k < 3; k++) roots.c[k] *= roots.c[k] * roots.c[k];
  return times(from_cones, roots);
}

static double distance(const rgb *a, const rgb *b) {
  return sqrt((a->c[0] - b->c[0]) * (a->c[0] - b->c[0]) +
              (a->c[1] - b->c[1]) * (a->c[1] - b->c[1]) +
              (a->c[2] - b->c[2]) * (a->c[2] - b->c[2]));
}

/* ---- Cases ----------------------------------------------------------------------------------- */

/* A color, what it must be read on, and what the library makes of it. */
typedef struct trial {
  rgb color, backgrounds[MOST];
  double alpha, wanted;
  int count, method;
  /* What it is made of, in sRGB, and whether it has another space. */
  rgb result;
  double result_alpha, achieved;
  bool is_moved;
} trial;

static dyncolor_color value(const rgb *color, double alpha) {
  return (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {color->c[0], color->c[1], color->c[2]}, alpha};
}

static rgb random_bytes(void) {
  rgb color;
  for (int k = 0; k < 3; k++) color.c[k] = random_below(256) / 255.0;
  if (random_below(16) == 0) color.c[1] = color.c[2] = color.c[0];
  return color;
}

static trial random_trial(int method, int count) {
  static const double ratios[] = {3, 4.5, 7}, differences[] = {40, 50, 60};
  trial t = {.alpha = 1, .count = count, .method = method};
  t.color = random_bytes();
  for (int i = 0; i < count; i++) t.backgrounds[i] = random_bytes();
  const unsigned choice = random_below(4);
  if (choice < 3)
    t.wanted = method == WCAG ? ratios[choice] : differences[choice];
  else
    t.wanted = method == WCAG ? 1 + random_below(20001) / 1000.0 : random_below(100001) / 1000.0;
  return t;
}

static void print(const trial *t) {
  const rgb bytes = rounded(&t->result);
  printf("# rgb(%g %g %g / %g), %g by %d on", t->color.c[0] * 255, t->color.c[1] * 255,
         t->color.c[2] * 255, t->alpha, t->wanted, t->method);
  for (int i = 0; i < t->count; i++)
    printf(" rgb(%g %g %g)", t->backgrounds[i].c[0] * 255, t->backgrounds[i].c[1] * 255,
           t->backgrounds[i].c[2] * 255);
  printf(": rgb(%g %g %g / %g), %.9g\n", bytes.c[0] * 255, bytes.c[1] * 255, bytes.c[2] * 255,
         t->result_alpha, t->achieved);
}

/* Calls the library. */
static void solve(trial *t) {
  dyncolor_color color = value(&t->color, t->alpha), result, seen, backgrounds[MOST];
  for (int i = 0; i < t->count; i++) backgrounds[i] = value(&t->backgrounds[i], 1);
  CHECK(dyncolor_color_ensure_contrast_many(&color, backgrounds, sizeof *backgrounds,
                                            (size_t)t->count, t->wanted,
                                            (dyncolor_contrast_method)t->method, &result,
                                            &t->achieved, NULL) == DYNCOLOR_OK);
  if (t->count == 1) {
    dyncolor_color one;
    double has;
    CHECK(dyncolor_color_ensure_contrast(&color, backgrounds, t->wanted,
                                         (dyncolor_contrast_method)t->method, &one, &has,
                                         NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_equal(&one, &result) && has == t->achieved);
  }
  t->is_moved = result.space != DYNCOLOR_SPACE_SRGB;
  t->result_alpha = result.alpha;
  CHECK(dyncolor_color_convert(&result, DYNCOLOR_SPACE_SRGB, &seen, NULL) == DYNCOLOR_OK);
  for (int k = 0; k < 3; k++) t->result.c[k] = seen.c[k];
}

/* Whether a color has the contrast before and after it is rounded. */
static bool is_good(const trial *t, const rgb *color) {
  const rgb bytes = rounded(color);
  return contrast(color, t->alpha, t->backgrounds, t->count, t->method) >= t->wanted &&
         contrast(&bytes, in_bytes(t->alpha), t->backgrounds, t->count, t->method) >= t->wanted;
}

static const rgb black = {{0, 0, 0}}, white = {{1, 1, 1}};

/* Whether a result is one: it has the contrast, or else is black or white because nothing can. */
static bool is_right(const trial *t) {
  const rgb bytes = rounded(&t->result), others = rounded_as_floats(&t->result);
  const double ends[] = {contrast(&black, 1, t->backgrounds, t->count, t->method),
                         contrast(&white, 1, t->backgrounds, t->count, t->method)};
  const double has = fmin(contrast(&bytes, in_bytes(t->result_alpha), t->backgrounds, t->count,
                                   t->method),
                          contrast(&others, in_bytes(t->result_alpha), t->backgrounds, t->count,
                                   t->method));
  if (t->achieved >= t->wanted) return has >= t->wanted;
  const double best = fmax(ends[0], ends[1]);
  return best < t->wanted && fabs(t->achieved - best) < 1e-9 && fabs(has - best) < 1e-9 &&
         t->is_moved && t->result_alpha == 1;
}

static void check_pairs(int method, long count, int most) {
  long reached = 0, moved = 0;
  for (long i = 0; i < count; i++) {
    trial t = random_trial(method, most == 1 ? 1 : 1 + (int)random_below((unsigned)most));
    solve(&t);
    const bool was_right = is_right(&t);
    CHECK(was_right);
    if (!was_right && check_failures_in_claim <= 10) print(&t);
    reached += t.achieved >= t.wanted;
    moved += t.is_moved;
  }
  CHECK(reached > count / 10 && moved > count / 10);
}

static void pairs_have_the_ratio(void) { check_pairs(WCAG, pair_count, 1); }
static void pairs_have_the_difference(void) { check_pairs(LIGHTNESS, pair_count / 4, 1); }

/* ---- The search ------------------------------------------------------------------------------ */

/* The distance of the nearest color of the hue that is good, if it is less than `end`: all colors
 * on a grid, of which those in doubt are divided into finer ones. */
static double nearest(const trial *t, double end, double coarse, int parts) {
  const rgb lab = lab_of(&t->color);
  const double chroma = hypot(lab.c[1], lab.c[2]);
  const bool is_gray = chroma < 4e-6;
  const double a = is_gray ? 0 : lab.c[1] / chroma, b = is_gray ? 0 : lab.c[2] / chroma;
  double best = end;
  const int reach = (int)ceil(end / coarse);
  for (int i = -reach; i <= reach; i++)
    for (int j = is_gray ? 0 : -reach; j <= (is_gray ? 0 : reach); j++) {
      const double l = lab.c[0] + i * coarse, c = chroma + j * coarse;
      if (l < -coarse || l > 1 + coarse || c < -coarse || hypot(i, j) * coarse > best + coarse)
        continue;
      const rgb light = light_of_lab(fmax(l, 0), fmax(c, 0) * a, fmax(c, 0) * b);
      /* Within a step of what is good, and of sRGB? */
      const double margin = 12 * coarse * fmax(l, 0.02) * fmax(l, 0.02) + 0.001 * coarse;
      if (fmin(light.c[0], fmin(light.c[1], light.c[2])) < -margin ||
          fmax(light.c[0], fmax(light.c[1], light.c[2])) > 1 + margin)
        continue;
      bool is_possible = true;
      for (int k = 0; k < t->count && t->alpha == 1; k++) {
        const double y = luminance_of_light(&light, t->method),
                     ground = luminance(&t->backgrounds[k], t->method);
        is_possible = is_possible &&
                      (contrast_of_luminances(y + margin, ground, t->method) >= t->wanted ||
                       contrast_of_luminances(fmax(y - margin, 0), ground, t->method) >= t->wanted);
      }
      if (!is_possible) continue;
      for (int m = -parts; m <= parts; m++)
        for (int n = is_gray ? 0 : -parts; n <= (is_gray ? 0 : parts); n++) {
          const double fine_l = l + m * coarse / (2 * parts), fine_c = c + n * coarse / (2 * parts);
          const double far = hypot(fine_l - lab.c[0], fine_c - chroma);
          if (far >= best || fine_l < 0 || fine_c < 0) continue;
          rgb color = light_of_lab(fine_l, fine_c * a, fine_c * b);
          bool is_inside = true;
          for (int k = 0; k < 3; k++) {
            is_inside = is_inside && color.c[k] >= 0 && color.c[k] <= 1;
            color.c[k] = to_number(fmin(fmax(color.c[k], 0), 1));
          }
          if (is_inside && is_good(t, &color)) best = far;
        }
    }
  return best;
}

static double worst;

static void check_nearest(trial *t) {
  const double tolerance = 0.001;
  solve(t);
  if (!t->is_moved || t->achieved < t->wanted || t->result_alpha != t->alpha) return;
  const rgb start = lab_of(&t->color), end = lab_of(&t->result);
  const double far = distance(&start, &end);
  const double chroma = hypot(start.c[1], start.c[2]), other = hypot(end.c[1], end.c[2]);
  /* The hue is kept. */
  CHECK(chroma < 1e-5 ||
        fabs(start.c[1] * end.c[2] - start.c[2] * end.c[1]) < 1e-6 * chroma * fmax(other, 1e-3));
  const double best = nearest(t, far, 1 / 500.0, 4);
  worst = fmax(worst, far - best);
  CHECK(best >= far - tolerance);
  if (best < far - tolerance && check_failures_in_claim <= 10) {
    print(t);
    printf("# is %.6f far, but %.6f is possible\n", far, best);
  }
}

static void nothing_is_nearer(void) {
  worst = 0;
  for (long i = 0; i < sample_count; i++) {
    trial t = random_trial(i % 4 == 0 ? LIGHTNESS : WCAG, 1);
    check_nearest(&t);
  }
  if (sample_count > 1000) printf("# at most %.6f nearer\n", worst);
}

/* ---- Several backgrounds --------------------------------------------------------------------- */

/* Whether some color has the contrast with all backgrounds, so that there is something to find: of
 * all bytes, those between which the luminance is right. */
static bool has_gray(const trial *t) {
  for (int i = 0; i < 256; i++) {
    const rgb gray = {{i / 255.0, i / 255.0, i / 255.0}};
    if (contrast(&gray, 1, t->backgrounds, t->count, t->method) >= t->wanted) return true;
  }
  return false;
}

static void several_have_the_contrast(void) {
  check_pairs(WCAG, pair_count / 5, MOST);
  check_pairs(LIGHTNESS, pair_count / 20, MOST);
}

static void nothing_is_nearer_on_several(void) {
  worst = 0;
  for (long i = 0; i < sample_count; i++) {
    trial t = random_trial(i % 4 == 0 ? LIGHTNESS : WCAG, 2 + (int)random_below(3));
    if (t.method == WCAG) t.wanted = 1 + (t.wanted - 1) / 4;
    check_nearest(&t);
  }
  if (sample_count > 1000) printf("# at most %.6f nearer\n", worst);
}

static rgb gray(int byte) { return (rgb){{byte / 255.0, byte / 255.0, byte / 255.0}}; }

/* What is read on white and on black is between the two: the ratio is 4.58 at most. */
static void some_are_between(void) {
  static const double reachable[] = {1.5, 3, 4, 4.5};
  for (int i = 0; i < 4 * 64; i++) {
    trial t = {.alpha = 1, .count = 2, .method = WCAG, .wanted = reachable[i % 4],
               .backgrounds = {gray(255), gray(0)}, .color = random_bytes()};
    solve(&t);
    CHECK(t.achieved >= t.wanted && is_right(&t));
    if (t.is_moved && t.result_alpha == 1) check_nearest(&t);
    /* The order does not matter, and neither does saying it twice. */
    trial other = t;
    other.count = 3;
    other.backgrounds[0] = gray(0);
    other.backgrounds[1] = other.backgrounds[2] = gray(255);
    solve(&other);
    CHECK(memcmp(&other.result, &t.result, sizeof t.result) == 0 && other.achieved == t.achieved);
  }
  /* Above that, nothing can be read on both: white, which is invisible on white, is no better than
   * black, and the answer says so. */
  trial t = {.alpha = 1, .count = 2, .method = WCAG, .wanted = 4.6,
             .backgrounds = {gray(255), gray(0)}, .color = gray(128)};
  solve(&t);
  CHECK(t.achieved == 1 && t.is_moved);
  /* Of the two, the one that is better where it is worse. */
  t.backgrounds[1] = gray(100);
  t.wanted = 7;
  solve(&t);
  CHECK(fabs(t.achieved - contrast(&black, 1, t.backgrounds, 2, WCAG)) < 1e-12);
  CHECK(t.result.c[0] == 0 && t.achieved > 3);
  /* The extremes. */
  t = (trial){.alpha = 1, .count = 1, .method = WCAG, .wanted = 21, .backgrounds = {gray(255)},
              .color = {{1, 0, 0}}};
  solve(&t);
  CHECK(t.achieved == 21 && t.result.c[0] == 0);
  t.method = LIGHTNESS;
  t.wanted = 100;
  t.backgrounds[0] = gray(0);
  solve(&t);
  CHECK(t.achieved == 100 && t.result.c[0] == 1);
}

/* Nothing is given up while a gray would do. */
static void grays_are_found(void) {
  for (long i = 0; i < pair_count / 10; i++) {
    trial t = random_trial(WCAG, 1 + (int)random_below(MOST));
    t.wanted = 1 + (t.wanted - 1) / 4;
    t.color = gray((int)random_below(256));
    solve(&t);
    CHECK((t.achieved >= t.wanted) == has_gray(&t));
  }
}

/* ---- Translucent colors ---------------------------------------------------------------------- */

/* A translucent color is composited with each background. Its bytes are, too. */
static void translucent_colors_are_composited(void) {
  long reached = 0;
  for (long i = 0; i < pair_count / 10; i++) {
    trial t = random_trial(WCAG, 1 + (int)random_below(3));
    t.alpha = random_below(256) / 255.0;
    if (i % 2 == 0) t.alpha = 0.5 + random_below(1000) / 2000.0;
    t.wanted = 1 + (t.wanted - 1) / 3;
    solve(&t);
    const bool was_right = t.achieved >= t.wanted
                               ? (t.result_alpha == t.alpha || t.result_alpha == 1) && is_right(&t)
                               : is_right(&t);
    CHECK(was_right);
    if (!was_right && check_failures_in_claim <= 10) print(&t);
    reached += t.achieved >= t.wanted && t.result_alpha == t.alpha;
  }
  CHECK(reached > pair_count / 100);
}

/* A background beyond sRGB has one luminance as it is, and another in bytes. A color between the
 * two has a contrast with each. */
static void backgrounds_may_be_beyond_srgb(void) {
  enum { GROUNDS = 4 };
  const rgb grounds[GROUNDS] = {
      {{1.4175, 0.925, 1.118}}, {{5, 0, 0}}, {{2, 0.51, 0.11}}, {{0.31, 0.6, 3}}};
  for (int i = 0; i < GROUNDS; i++)
    for (int method = WCAG; method <= LIGHTNESS; method++)
      for (int step = 0; step <= 255; step++) {
        trial t = {.color = {{step / 255.0, step / 255.0, step / 255.0}}, .alpha = 1, .count = 1,
                   .method = method};
        t.backgrounds[0] = grounds[i];
        const rgb both[] = {grounds[i], rounded(&grounds[i])};
        const double has = contrast(&t.color, 1, both, 2, method);
        /* A little less than it has: it stays. */
        t.wanted = has * (1 - 1e-9);
        solve(&t);
        const bool was_kept = !t.is_moved && fabs(t.achieved - has) < 1e-9 * has + 1e-12;
        CHECK(was_kept);
        if (!was_kept && check_failures_in_claim <= 10) {
          print(&t);
          printf("# it has %.9g\n", has);
        }
      }
  /* White is between the luminances of the first, and black is not. */
  trial t = {.color = white, .alpha = 0, .count = 1, .wanted = 21, .method = WCAG};
  for (int i = 0; i < GROUNDS; i++) {
    t.backgrounds[0] = grounds[i];
    const rgb both[] = {grounds[i], rounded(&grounds[i])};
    const double ends[] = {contrast(&black, 1, both, 2, WCAG), contrast(&white, 1, both, 2, WCAG)};
    solve(&t);
    CHECK(fabs(t.achieved - fmax(ends[0], ends[1])) < 1e-9);
    CHECK(t.result.c[0] == (ends[1] > ends[0] ? 1 : 0) && t.result_alpha == 1);
  }
}

/* ---- Themes ---------------------------------------------------------------------------------- */

/* What is painted of a theme has the contrast: of floats, bytes and hex digits, where neither the
 * color nor its background is of 8 bits. */
static void themes_have_the_contrast(void) {
  dyncolor_theme *theme = NULL;
  CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < (int)(pair_count / 100); i++) {
    char paper[80], card[80], ink[200];
    snprintf(paper, sizeof paper, "oklch(%.4f %.4f %u)", random_below(10000) / 10000.0,
             random_below(2000) / 10000.0, random_below(360));
    snprintf(card, sizeof card, "color(display-p3 %.4f %.4f %.4f)", random_below(10000) / 10000.0,
             random_below(10000) / 10000.0, random_below(10000) / 10000.0);
    snprintf(ink, sizeof ink, "--ensure-contrast(oklch(%.4f %.4f %u), on var(--paper)%s, 3)",
             random_below(10000) / 10000.0, random_below(4000) / 10000.0, random_below(360),
             i % 2 == 0 ? ", on var(--card)" : "");
    dyncolor_id ids[3];
    const dyncolor_environment environment = {0};
    dyncolor_rgba seen[3];
    CHECK(dyncolor_register_css(theme, "paper", paper, &ids[0], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_css(theme, "card", card, &ids[1], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_css(theme, "ink", ink, &ids[2], NULL) == DYNCOLOR_OK);
    rgb colors[3];
    for (int k = 0; k < 3; k++) {
      CHECK(dyncolor_resolve(theme, ids[k], &environment, &seen[k], NULL) == DYNCOLOR_OK);
      const float numbers[] = {seen[k].r, seen[k].g, seen[k].b};
      for (int m = 0; m < 3; m++) colors[k].c[m] = numbers[m];
      colors[k] = rounded(&colors[k]);
    }
    const double has = contrast(&colors[2], 1, colors, i % 2 == 0 ? 2 : 1, WCAG);
    const double best = fmax(contrast(&black, 1, colors, i % 2 == 0 ? 2 : 1, WCAG),
                             contrast(&white, 1, colors, i % 2 == 0 ? 2 : 1, WCAG));
    CHECK(has >= 3 || best < 3.02);
  }
  dyncolor_theme_release(theme);
}

int main(int count, char **arguments) {
  if (is_to_be_brief(count, arguments)) {
    pair_count = 4000;
    sample_count = 4;
  }
  for (int i = 1; i + 1 < count; i++) {
    if (strcmp(arguments[i], "--pairs") == 0) pair_count = atol(arguments[i + 1]);
    if (strcmp(arguments[i], "--samples") == 0) sample_count = atol(arguments[i + 1]);
  }
  CLAIM("no color is below the contrast ratio after rounding to 8 bits", pairs_have_the_ratio);
  CLAIM("no color is below the difference of lightness after rounding",
        pairs_have_the_difference);
  CLAIM("no color of the same hue that has the contrast is nearer", nothing_is_nearer);
  CLAIM("no color is below the contrast with one of several backgrounds",
        several_have_the_contrast);
  CLAIM("no color of the same hue is nearer that has the contrast with all",
        nothing_is_nearer_on_several);
  CLAIM("a color between a light and a dark background is found, or else black or white",
        some_are_between);
  CLAIM("where a gray has the contrast with all backgrounds, one is found", grays_are_found);
  CLAIM("translucent colors have the contrast where they are composited",
        translucent_colors_are_composited);
  CLAIM("colors between the luminances of a background beyond sRGB have a contrast with it",
        backgrounds_may_be_beyond_srgb);
  CLAIM("bytes of a theme have the contrast, whatever its colors are made of",
        themes_have_the_contrast);
  return CHECK_RESULT;
}
