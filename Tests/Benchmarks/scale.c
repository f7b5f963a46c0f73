/* How costs grow: with the length of a chain of references, with the number of environments in use,
 * and with the number of colors. What is linear costs the same for each, however many there are.
 *
 * The text of a case that is a point of a curve ends with a comma and the number of what there is
 * of: "register, 1,000 colors". The curve is what comes before it; the baseline is its first point,
 * the ratio how much more each costs than there.
 *
 * Every group first shows that what it will time computes the right thing. */
#include <dyncolor.h>
#include <glib.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "harness.h"
#include "sample.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A thousand times as many may cost, each, what so much more memory costs; what grew with the
 * square of their number would cost a thousand times. */
#define LINEAR 4

/* ---- Curves --------------------------------------------------------------------------------- */

enum { MOST_POINTS = 64 };

/* The claims of a group that has curves. */
typedef struct curves {
  harness_claim claims[MOST_POINTS];
  char texts[MOST_POINTS][64];
  size_t count;
} curves;

/* 1234567 as 1,234,567. */
static const char *grouped(char text[32], size_t number) {
  char digits[32];
  int length = snprintf(digits, sizeof digits, "%zu", number), out = 0;
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) text[out++] = ',';
    text[out++] = digits[i];
  }
  text[out] = 0;
  return text;
}

/* A point of a curve: case `subject`, against case `first`. */
static void add_point(curves *c, const char *curve, size_t number, const char *unit, size_t subject,
                      size_t first, double goal) {
  char text[32];
  harness_expect(c->count < MOST_POINTS, "there is room for a point");
  snprintf(c->texts[c->count], sizeof c->texts[0], "%s, %s %s", curve, grouped(text, number), unit);
  c->claims[c->count] = (harness_claim){c->texts[c->count], subject, first, goal};
  c->count++;
}

static void compare_point(const char *group, const char *curve, size_t number, const char *unit,
                          double subject, double peer, double goal) {
  char text[128], digits[32];
  snprintf(text, sizeof text, "%s, %s %s", curve, grouped(digits, number), unit);
  harness_compare(group, text, subject, peer, goal);
}

/* ---- Memory that is counted ----------------------------------------------------------------- */

/* How many bytes a theme has now. */
static void *counted_resize(void *user_data, void *memory, size_t old_size, size_t new_size) {
  size_t *taken = user_data;
  if (new_size == 0) {
    free(memory);
    *taken -= old_size;
    return NULL;
  }
  void *resized = realloc(memory, new_size);
  if (resized) *taken += new_size - old_size;
  return resized;
}

/* A theme with a budget for what is resolved; 0 for what is usual. */
static dyncolor_theme *make_theme(size_t *taken, size_t budget) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  *taken = 0;
  options.resize = counted_resize;
  options.resize_user_data = taken;
  options.memory_budget = budget;
  harness_expect(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK, "a theme is made");
  give_out_numbers(theme);
  return theme;
}

static int is_near(float a, double b) { return fabs((double)a - b) < 1e-6; }

/* ---- Chains --------------------------------------------------------------------------------- */

/* Colors each of which refers to the one before. */
typedef struct chain {
  const char *link; /* CSS, with a place for the number of the one before; NULL for an alias */
  size_t length;
  dyncolor_theme *theme;
  dyncolor_id *ids;
  size_t changes;
  size_t taken;
  int failed;
} chain;

static dyncolor_color chain_color(size_t change) {
  return (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB,
                          .c = {(double)(change % 256) / 255, 0.5, 0.25},
                          .alpha = 1};
}

static void make_chain(chain *c) {
  c->theme = make_theme(&c->taken, 0);
  c->ids = sample_memory((c->length + 1) * sizeof(dyncolor_id));
  dyncolor_color color = chain_color(0);
  harness_expect(
      dyncolor_register_color_n(c->theme, "link0", 5, &color, &c->ids[0], NULL) == DYNCOLOR_OK,
      "the first color is registered");
  for (size_t i = 1; i <= c->length; i++) {
    char name[32], css[128];
    size_t length = (size_t)snprintf(name, sizeof name, "link%zu", i);
    if (c->link) {
      snprintf(css, sizeof css, c->link, i - 1);
      harness_expect(dyncolor_register_css_n(c->theme, name, length, css, DYNCOLOR_NUL_TERMINATED,
                                             &c->ids[i], NULL) == DYNCOLOR_OK,
                     "an expression is registered");
    } else {
      harness_expect(dyncolor_register_alias_n(c->theme, name, length, c->ids[i - 1], &c->ids[i],
                                               NULL) == DYNCOLOR_OK,
                     "an alias is registered");
    }
  }
}

static void free_chain(chain *c) {
  dyncolor_theme_release(c->theme);
  free(c->ids);
}

/* What is followed in a slice: a multiple of all lengths. */
enum { LINKS = 20000 };

/* The first is redefined, so that nothing is known of the others. */
static void change(chain *c) {
  dyncolor_color first = chain_color(++c->changes);
  c->failed |= dyncolor_theme_redefine(c->theme, &c->ids[0], &first, 1, NULL);
}

/* The first is redefined, and the last is resolved, until that is `count` links. */
static void follow(void *data, size_t count) {
  chain *c = data;
  dyncolor_rgba color = {0};
  for (size_t done = 0; done < count; done += c->length) {
    change(c);
    c->failed |=
        dyncolor_resolve(c->theme, c->ids[c->length], sample_environments, &color, NULL);
  }
}

/* The first is redefined, and all are resolved: together, ahead of time, and one by one from either
 * end. */
static void follow_all(void *data, size_t count) {
  chain *c = data;
  for (size_t done = 0; done < count; done += c->length) {
    dyncolor_snapshot *snapshot = NULL;
    change(c);
    c->failed |= dyncolor_snapshot_create(c->theme, sample_environments, &snapshot, NULL);
    dyncolor_snapshot_release(snapshot);
  }
}
static void prepare_all(void *data, size_t count) {
  chain *c = data;
  for (size_t done = 0; done < count; done += c->length) {
    change(c);
    c->failed |= dyncolor_theme_prepare(c->theme, sample_environments, NULL);
  }
}
static void follow_each(void *data, size_t count) {
  chain *c = data;
  dyncolor_rgba color = {0};
  for (size_t done = 0; done < count; done += c->length) {
    change(c);
    for (size_t i = 0; i <= c->length; i++)
      c->failed |= dyncolor_resolve(c->theme, c->ids[i], sample_environments, &color, NULL);
  }
}
static void follow_back(void *data, size_t count) {
  chain *c = data;
  dyncolor_rgba color = {0};
  for (size_t done = 0; done < count; done += c->length) {
    change(c);
    for (size_t i = c->length + 1; i-- > 0;)
      c->failed |= dyncolor_resolve(c->theme, c->ids[i], sample_environments, &color, NULL);
  }
}

static void check_chain(void *data) {
  chain *c = data;
  dyncolor_rgba color = {-1, -1, -1, -1};
  harness_expect(!c->failed, "what is timed succeeds");
  harness_expect(dyncolor_resolve(c->theme, c->ids[c->length], sample_environments, &color,
                                  NULL) == DYNCOLOR_OK &&
                     is_near(color.r, chain_color(c->changes).c[0]) && is_near(color.g, 0.5),
                 "the last color of a chain is the first");
}

static void chain_group(const char *group, const char *link) {
  if (!harness_enter(group)) return;
  chain chains[] = {{.length = 10}, {.length = 100}, {.length = 1000}, {.length = 10000}};
  enum { CHAINS = COUNT(chains), WAYS = 5 };
  void (*const run[WAYS])(void *, size_t) = {follow, follow_all, prepare_all, follow_each,
                                             follow_back};
  const char *const names[WAYS] = {"the last", "a snapshot", "prepare", "each in turn",
                                   "each, the last first"};
  harness_case cases[WAYS * CHAINS] = {{0}};
  curves drawn = {.count = 0};
  for (size_t i = 0; i < CHAINS; i++) {
    chains[i].link = link;
    make_chain(&chains[i]);
    check_chain(&chains[i]);
  }
  for (size_t way = 0; way < WAYS; way++)
    for (size_t i = 0; i < CHAINS; i++) {
      size_t first = way * CHAINS;
      cases[first + i] =
          (harness_case){.run = run[way], .data = &chains[i], .count = LINKS,
                         .warm_up = chains[i].length, .after = check_chain};
      add_point(&drawn, names[way], chains[i].length, "links", first + i, first, LINEAR);
    }
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = drawn.claims, .claim_count = drawn.count});
  for (size_t i = 0; i < CHAINS; i++) free_chain(&chains[i]);
}

/* ---- Themes as they are --------------------------------------------------------------------- */

enum { MOST_THEMES = 256 };

/* Colors of four kinds, in turn: a constant, a pair, that pair by its name, and a mix with it. */
typedef struct grown {
  size_t count;
  sample_batch batch;
  char *css;
  dyncolor_theme *theme;
  dyncolor_id *ids;
  size_t taken;

  /* What begins empty in each slice. */
  dyncolor_theme *fresh_themes[MOST_THEMES];
  dyncolor_id *fresh_ids;
  size_t fresh_taken[MOST_THEMES];

  size_t times; /* how often what is done to all is done in a slice */
  size_t seen;  /* environments that were made up */
  int failed;
} grown;

enum { CSS_ROOM = 96 };

static void make_definitions(grown *g) {
  g->batch = sample_batch_of(g->count, 0);
  g->css = sample_memory(g->count * CSS_ROOM);
  for (size_t i = 0; i < g->count; i++) {
    char *css = g->css + i * CSS_ROOM;
    unsigned value = (unsigned)(sample_number(i) & 0xFFFFFF);
    const char *pair = g->batch.names.names[i - i % 4 + (i % 4 > 1)].text;
    const char *stroke = strchr(pair, '/');
    int length = 0;
    switch (i % 4) {
      case 0: continue;
      case 1:
        length = snprintf(css, CSS_ROOM, "light-dark(#%06x, #%06x)", value, value ^ 0xFFFFFF);
        break;
      case 2:
        length = snprintf(css, CSS_ROOM, "var(--%.*s\\%s)", (int)(stroke - pair), pair, stroke);
        break;
      case 3:
        length = snprintf(css, CSS_ROOM, "color-mix(in srgb, var(--%.*s\\%s) 50%%, #%06x)",
                          (int)(stroke - pair), pair, stroke, value);
        break;
    }
    g->batch.definitions[i].kind = DYNCOLOR_KIND_CSS;
    g->batch.definitions[i].css = css;
    g->batch.definitions[i].css_length = (size_t)length;
    g->batch.definitions[i].variants = NULL;
    g->batch.definitions[i].variant_count = 0;
  }
}

static void check_colors(const grown *g, dyncolor_theme *theme, const dyncolor_id *ids) {
  for (size_t i = 0; i < 1000; i++) {
    size_t index = sample_number(i) % g->count;
    size_t pair = index - index % 4 + 1;
    dyncolor_rgba color = {-1, -1, -1, -1};
    harness_expect(
        dyncolor_resolve(theme, ids[index], &(dyncolor_environment){0}, &color, NULL) ==
            DYNCOLOR_OK,
        "a color resolves");
    double red = (double)(sample_number(pair) >> 16 & 0xFF) / 255;
    if (index % 4 == 0) red = (double)sample_color(index, 0).r;
    if (index % 4 == 3) red = (red + (double)(sample_number(index) >> 16 & 0xFF) / 255) / 2;
    harness_expect(is_near(color.r, red), "a color resolves to what it is made of");
  }
}

/* Its theme counts its memory there, so that it stays where it is. */
static void make_grown(grown *g, size_t count, size_t budget) {
  *g = (grown){.count = count,
               .times = count >= 2560 ? 1 : 2560 / count,
               .ids = sample_memory(count * sizeof(dyncolor_id)),
               .fresh_ids = sample_memory(count * sizeof(dyncolor_id))};
  make_definitions(g);
  g->theme = make_theme(&g->taken, budget);
  harness_expect(
      dyncolor_register(g->theme, g->batch.definitions, g->count, g->ids, NULL) == DYNCOLOR_OK,
      "the colors are registered");
  check_colors(g, g->theme, g->ids);
}

static void free_grown(grown *g) {
  dyncolor_theme_release(g->theme);
  sample_batch_free(&g->batch);
  free(g->css);
  free(g->ids);
  free(g->fresh_ids);
  harness_expect(g->taken == 0, "all memory is given back");
}

/* ---- Environments --------------------------------------------------------------------------- */

enum { ENVIRONMENTS = 16384 };

static dyncolor_environment environments[ENVIRONMENTS];

static void make_environments(void) {
  for (size_t i = 0; i < ENVIRONMENTS; i++)
    environments[i] = (dyncolor_environment){.scheme = (uint8_t)(1 + i % 2),
                                             .contrast = (uint8_t)(101 + i / 2 % 101),
                                             .custom = {(uint8_t)i, (uint8_t)(i >> 8)}};
}

/* Colors of a theme, or of C, in a number of environments, which is a power of 2. */
typedef struct crowd {
  dyncolor_theme *theme;
  baseline *c;
  const dyncolor_id *ids;
  size_t count;
  size_t environment_count;
  size_t at, edits;
  const size_t *taken;
  size_t most_taken;
  int failed;
} crowd;

/* Resolves of random colors in random environments. */
#define CROWD_LOOP(name, resolve) \
  static void name(void *data, size_t count) { \
    crowd *c = data; \
    const size_t colors = c->count, mask = c->environment_count - 1; \
    int failed = 0; \
    dyncolor_rgba color; \
    for (size_t end = c->at + count; c->at != end; c->at++) { \
      uint64_t number = sample_number(c->at); \
      dyncolor_id id = c->ids[(number >> 16) % colors]; \
      failed |= resolve(id, &environments[number & mask], &color, NULL); \
    } \
    c->failed |= failed; \
  }

#define IN_THEME(...) dyncolor_resolve(c->theme, __VA_ARGS__)
#define IN_C(...) baseline_resolve(c->c, __VA_ARGS__)
CROWD_LOOP(resolve_in_crowd, IN_THEME)
CROWD_LOOP(resolve_in_crowd_of_c, IN_C)

static void check_crowd(void *data) {
  crowd *c = data;
  harness_expect(!c->failed, "what is timed succeeds");
  if (c->taken && *c->taken > c->most_taken) c->most_taken = *c->taken;
}

/* The same number of colors in C. */
static void make_crowd_of_c(crowd *c, size_t count, size_t environment_count) {
  dyncolor_id *ids = sample_memory(count * sizeof *ids);
  *c = (crowd){.c = baseline_create(count), .ids = ids, .count = count,
               .environment_count = environment_count};
  harness_expect(c->c != NULL, "the baseline is made");
  for (size_t i = 0; i < count; i++) ids[i] = baseline_add(c->c, sample_color(i, 0));
  for (size_t e = 0; e < environment_count; e++)
    for (size_t i = 0; i < count; i++) {
      dyncolor_rgba color;
      harness_expect(baseline_resolve(c->c, ids[i], &environments[e], &color, NULL) == DYNCOLOR_OK,
                     "a color resolves in C");
    }
}

static void free_crowd_of_c(crowd *c) {
  baseline_free(c->c);
  free((void *)(uintptr_t)c->ids);
}

/* The goal is for numbers of environments that the budget has room for. Beyond it, they make room
 * for each other; the time then is that of resolves most of which must be computed. */
static void crowd_group(const char *group, size_t count, size_t budget, double goal) {
  if (!harness_enter(group)) return;
  const size_t counts[] = {1, 8, 64, 512, 4096, ENVIRONMENTS};
  enum { SIDES = COUNT(counts) };
  grown colors[SIDES];
  crowd crowds[SIDES + 1];
  harness_case cases[SIDES + 1] = {{0}};
  curves drawn = {.count = 0};
  size_t empty[SIDES];
  int has_all = 0; /* whether there is room for all environments */
  size_t cells = 64; /* for the colors of an environment */
  while (cells <= count) cells *= 2;
  for (size_t i = 0; i < SIDES; i++) {
    const int has_room = counts[i] * cells * 24 < budget;
    make_grown(&colors[i], count, budget);
    empty[i] = colors[i].taken;
    crowds[i] = (crowd){.theme = colors[i].theme, .ids = colors[i].ids, .count = count,
                        .environment_count = counts[i], .taken = &colors[i].taken};
    for (size_t e = 0; e < counts[i] && (e + 1) * count * 24 < budget; e++)
      harness_expect(dyncolor_theme_prepare(colors[i].theme, &environments[e], NULL) == DYNCOLOR_OK,
                     "an environment is prepared");
    cases[i] = (harness_case){.run = resolve_in_crowd, .data = &crowds[i], .warm_up = 1 << 14,
                              .after = check_crowd};
    add_point(&drawn, "a resolve", counts[i], "environments", i, 0, i > 0 && has_room ? goal : 0);
    has_all = has_room;
  }
  if (has_all) {
    make_crowd_of_c(&crowds[SIDES], count, ENVIRONMENTS);
    cases[SIDES] = cases[SIDES - 1];
    cases[SIDES].run = resolve_in_crowd_of_c;
    cases[SIDES].data = &crowds[SIDES];
    drawn.claims[drawn.count++] = (harness_claim){
        "a resolve in 16,384 environments, against the same in C", SIDES - 1, SIDES, 1.1};
  }
  harness_measure(&(harness_group){.name = group, .cases = cases,
                                   .case_count = has_all ? SIDES + 1 : SIDES,
                                   .claims = drawn.claims, .claim_count = drawn.count});
  if (has_all) free_crowd_of_c(&crowds[SIDES]);
  for (size_t i = 0; i < SIDES; i++)
    compare_point(group, "bytes per color and environment", counts[i], "environments",
                  (double)(crowds[i].most_taken - empty[i]) / (double)(counts[i] * count),
                  (double)(crowds[0].most_taken - empty[0]) / (double)count, 0);
  harness_compare(group, "bytes, against the budget",
                  (double)(crowds[SIDES - 1].most_taken - empty[SIDES - 1]), (double)budget, 1);
  for (size_t i = 0; i < SIDES; i++) free_grown(&colors[i]);
}

/* Redefines a color, another one each time, until that is `count` environments. */
static void edit_theme(void *data, size_t count) {
  crowd *c = data;
  for (size_t done = 0; done < count; done += c->environment_count) {
    size_t index = ++c->edits % c->count;
    dyncolor_color color = sample_color_value(index, (unsigned)(c->edits % 50));
    c->failed |= dyncolor_theme_redefine(c->theme, &c->ids[index], &color, 1, NULL);
  }
}
static void edit_c(void *data, size_t count) {
  crowd *c = data;
  for (size_t done = 0; done < count; done += c->environment_count) {
    size_t index = ++c->edits % c->count;
    dyncolor_rgba color = sample_color(index, (unsigned)(c->edits % 50));
    baseline_redefine(c->c, &c->ids[index], &color, 1);
  }
}

/* And resolves that color in all environments. */
#define EDIT_LOOP(name, edit, resolve) \
  static void name(void *data, size_t count) { \
    crowd *c = data; \
    for (size_t done = 0; done < count; done += c->environment_count) { \
      dyncolor_rgba color = {0}, expected; \
      edit(c, 1); \
      expected = sample_color(c->edits % c->count, (unsigned)(c->edits % 50)); \
      for (size_t e = 0; e < c->environment_count; e++) \
        c->failed |= \
            resolve(c->ids[c->edits % c->count], &environments[e], &color, NULL) != DYNCOLOR_OK || \
            color.r != expected.r; \
    } \
  }
EDIT_LOOP(edit_theme_and_resolve, edit_theme, IN_THEME)
EDIT_LOOP(edit_c_and_resolve, edit_c, IN_C)

/* What an edit costs for each environment in which colors are known: all of them are visited. */
static void edit_group(const char *group, size_t count, size_t budget) {
  if (!harness_enter(group)) return;
  const size_t counts[] = {1, 64, 1024, ENVIRONMENTS};
  enum { SIDES = COUNT(counts), C = SIDES, WAYS = 2 };
  void (*const run[WAYS][2])(void *, size_t) = {
      {edit_theme, edit_c}, {edit_theme_and_resolve, edit_c_and_resolve}};
  const char *const names[WAYS] = {"an edit", "an edit, and to resolve the color again"};
  const char *const against[WAYS] = {
      "an edit in 16,384 environments, against the same in C",
      "… and to resolve the color again, against the same in C"};
  sample_batch batch = sample_batch_of(count, 0);
  size_t taken[SIDES];
  crowd crowds[SIDES + 1];
  harness_case cases[WAYS * (SIDES + 1)] = {{0}};
  curves drawn = {.count = 0};
  make_crowd_of_c(&crowds[C], count, ENVIRONMENTS);
  for (size_t i = 0; i < SIDES; i++) {
    dyncolor_id *ids = sample_memory(count * sizeof *ids);
    crowds[i] = (crowd){.theme = make_theme(&taken[i], budget), .ids = ids, .count = count,
                        .environment_count = counts[i]};
    harness_expect(
        dyncolor_register(crowds[i].theme, batch.definitions, count, ids, NULL) == DYNCOLOR_OK,
        "the colors are registered");
    for (size_t e = 0; e < counts[i]; e++)
      harness_expect(
          dyncolor_theme_prepare(crowds[i].theme, &environments[e], NULL) == DYNCOLOR_OK,
          "an environment is prepared");
  }
  for (size_t way = 0; way < WAYS; way++) {
    const size_t first = way * (SIDES + 1);
    for (size_t i = 0; i <= SIDES; i++) {
      cases[first + i] = (harness_case){.run = run[way][i == C], .data = &crowds[i],
                                        .count = 4 * ENVIRONMENTS, .after = check_crowd};
      if (i < SIDES)
        add_point(&drawn, names[way], counts[i], "environments", first + i, first,
                  i > 0 ? (double)(1 + way) : 0);
    }
    drawn.claims[drawn.count++] =
        (harness_claim){against[way], first + SIDES - 1, first + C, 1.5};
  }
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = drawn.claims, .claim_count = drawn.count});
  for (size_t i = 0; i < SIDES; i++) {
    dyncolor_theme_release(crowds[i].theme);
    free((void *)(uintptr_t)crowds[i].ids);
    harness_expect(taken[i] == 0, "all memory is given back");
  }
  free_crowd_of_c(&crowds[C]);
  sample_batch_free(&batch);
}

/* ---- Numbers of colors ---------------------------------------------------------------------- */

static void begin_register(void *data) {
  grown *g = data;
  for (size_t i = 0; i < g->times; i++) g->fresh_themes[i] = make_theme(&g->fresh_taken[i], 0);
}
static void register_all(void *data, size_t count) {
  grown *g = data;
  for (size_t i = 0; i * g->count < count; i++)
    g->failed |= dyncolor_register(g->fresh_themes[i], g->batch.definitions, g->count,
                                   g->fresh_ids, NULL);
}
static void end_register(void *data) {
  grown *g = data;
  harness_expect(!g->failed, "what is timed succeeds");
  check_colors(g, g->fresh_themes[g->times - 1], g->fresh_ids);
  for (size_t i = 0; i < g->times; i++) {
    dyncolor_theme_release(g->fresh_themes[i]);
    harness_expect(g->fresh_taken[i] == 0, "all memory is given back");
  }
}

/* Lets nothing be known: two colors are redefined at once, which are constants. */
static void forget(grown *g) {
  dyncolor_id ids[2] = {g->ids[0], g->ids[4]};
  dyncolor_color colors[2] = {sample_color_value(0, 0), sample_color_value(4, 0)};
  g->failed |= dyncolor_theme_redefine(g->theme, ids, colors, 2, NULL);
}

static void take_snapshot(grown *g, const dyncolor_environment *environment) {
  dyncolor_snapshot *snapshot = NULL;
  g->failed |= dyncolor_snapshot_create(g->theme, environment, &snapshot, NULL);
  dyncolor_snapshot_release(snapshot);
}
static void take_snapshots(void *data, size_t count) {
  grown *g = data;
  for (size_t done = 0; done < count; done += g->count) {
    forget(g);
    take_snapshot(g, sample_environments);
  }
}
/* One for an environment like the last, in which most is the same. */
static void take_more_snapshots(void *data, size_t count) {
  grown *g = data;
  for (size_t done = 0; done < count; done += g->count) {
    g->seen++;
    take_snapshot(g, &(dyncolor_environment){
                         .scheme = 1,
                         .custom = {(uint8_t)g->seen, (uint8_t)(g->seen >> 8)}});
  }
}
static void prepare_each(void *data, size_t count) {
  grown *g = data;
  for (size_t done = 0; done < count; done += g->count) {
    forget(g);
    g->failed |= dyncolor_theme_prepare(g->theme, sample_environments, NULL);
  }
}
static void resolve_each(void *data, size_t count) {
  grown *g = data;
  dyncolor_rgba color;
  int failed = 0;
  for (size_t done = 0; done < count; done += g->count) {
    forget(g);
    for (size_t i = 0; i < g->count; i++)
      failed |= dyncolor_resolve(g->theme, g->ids[i], sample_environments, &color, NULL);
  }
  g->failed |= failed;
}
static void prepare_first(void *data) {
  grown *g = data;
  g->failed |= dyncolor_theme_prepare(g->theme, sample_environments, NULL);
}
static void resolve_again(void *data, size_t count) {
  grown *g = data;
  dyncolor_rgba color;
  int failed = 0;
  for (size_t i = 0; i < count; i++)
    failed |= dyncolor_resolve(g->theme, g->ids[sample_number(i) % g->count], sample_environments,
                               &color, NULL);
  g->failed |= failed;
}
static void check_grown(void *data) {
  grown *g = data;
  harness_expect(!g->failed, "what is timed succeeds");
  check_colors(g, g->theme, g->ids);
}

static void growth_group(const char *group) {
  if (!harness_enter(group)) return;
  const size_t counts[] = {10, 100, 1000, 10000, 100000, 1000000};
  enum { SIZES = COUNT(counts) };
  const struct {
    const char *name;
    harness_case timed;
    double goal;
  } kinds[] = {
      {"register",
       {.run = register_all, .before = begin_register, .after = end_register}, LINEAR},
      {"a snapshot", {.run = take_snapshots, .after = check_grown}, LINEAR},
      {"a snapshot like the last", {.run = take_more_snapshots, .after = check_grown}, LINEAR},
      {"prepare", {.run = prepare_each, .after = check_grown}, LINEAR},
      {"a first resolve", {.run = resolve_each, .after = check_grown}, LINEAR},
      {"a hit", {.run = resolve_again, .before = prepare_first, .after = check_grown}, 0},
  };
  enum { KINDS = COUNT(kinds) };
  static grown themes[SIZES];
  size_t bytes[SIZES];
  harness_case cases[SIZES * KINDS];
  curves drawn = {.count = 0};
  for (size_t i = 0; i < SIZES; i++) {
    /* Room for a million colors in more than one environment. */
    make_grown(&themes[i], counts[i], (size_t)256 << 20);
    bytes[i] = themes[i].taken;
  }
  for (size_t kind = 0; kind < KINDS; kind++)
    for (size_t i = 0; i < SIZES; i++) {
      harness_case *timed = &cases[kind * SIZES + i];
      *timed = kinds[kind].timed;
      timed->data = &themes[i];
      timed->count = counts[i] * themes[i].times;
      /* The first of what is like the last is like nothing. */
      if (timed->run == take_more_snapshots) timed->warm_up = counts[i];
      add_point(&drawn, kinds[kind].name, counts[i], "colors", kind * SIZES + i, kind * SIZES,
                i > 0 ? kinds[kind].goal : 0);
    }
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = drawn.claims, .claim_count = drawn.count});
  for (size_t i = 0; i < SIZES; i++)
    compare_point(group, "bytes per color", counts[i], "colors",
                  (double)bytes[i] / (double)counts[i], (double)bytes[0] / (double)counts[0], 0);
  for (size_t i = 0; i < SIZES; i++) free_grown(&themes[i]);
}

/* ---- Memory --------------------------------------------------------------------------------- */

/* The bytes of what a theme must know of a color: a constant is four numbers, a space and which of
 * them are missing; a mix has a weight for each color, of which the sum may be less than 1; a color
 * is found by its name, and by its id, through eight bytes each. */
enum { CONSTANT = 40, CONDITION = 8, ID = 4, OPERATION = 8, WEIGHT = 8, FOUND = 16 };

static void write_constant(char css[CSS_ROOM], unsigned color, const char *before) {
  (void)before;
  snprintf(css, CSS_ROOM, "#%06x", color);
}
static void write_pair(char css[CSS_ROOM], unsigned color, const char *before) {
  (void)before;
  snprintf(css, CSS_ROOM, "light-dark(#%06x, #%06x)", color, color ^ 0xFFFFFF);
}
static void write_reference(char css[CSS_ROOM], unsigned color, const char *before) {
  (void)color;
  const char *stroke = strchr(before, '/');
  snprintf(css, CSS_ROOM, "var(--%.*s\\%s)", (int)(stroke - before), before, stroke);
}
static void write_mix(char css[CSS_ROOM], unsigned color, const char *before) {
  const char *stroke = strchr(before, '/');
  snprintf(css, CSS_ROOM, "color-mix(in srgb, var(--%.*s\\%s), #%06x)", (int)(stroke - before),
           before, stroke, color);
}

/* The same color as a program in C would keep it: in a hash table by its name, and as it was given,
 * so that it can be defined anew and written again. */
typedef struct given {
  double c[3], alpha;
  uint16_t space, missing;
} given;
typedef struct kept {
  char *name;
  uint32_t kind, space;
} kept;
typedef struct kept_constant {
  kept head;
  given color;
} kept_constant;
typedef struct kept_pair {
  kept head;
  given light, dark;
} kept_pair;
typedef struct kept_reference {
  kept head;
  kept *of;
} kept_reference;
typedef struct kept_mix {
  kept head;
  kept *of;
  double weights[2];
  given color;
} kept_mix;

/* The bytes that malloc has given out, with those that it needs itself. */
static size_t given_out(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/* The bytes that a GHashTable of such colors takes, of which each has `size`. */
static size_t taken_in_c(const sample_names *names, size_t size) {
  const size_t before = given_out();
  GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
  for (size_t i = 0; i < names->count; i++) {
    kept *color = calloc(1, size);
    char *name = strdup(names->names[i].text);
    harness_expect(color && name, "there is memory");
    color->name = name;
    g_hash_table_insert(table, name, color);
  }
  const size_t taken = given_out() - before;
  g_hash_table_destroy(table);
  return taken;
}

/* What else C keeps of a color that is read without a lock while others change. */
typedef struct published {
  uint64_t version; /* from which on it is read */
  struct published *before;
  uint32_t layer, owner;
} published;

/* Where an index of names has the hash and the id of a name; the id is 0 where it has none. */
typedef struct place {
  uint32_t hash, id;
} place;
static void insert_place(place *index, size_t places, place added) {
  size_t at = added.hash & (places - 1);
  while (index[at].id) at = (at + 1) & (places - 1);
  index[at] = added;
}

/* The bytes that C takes for such colors, of which each has `size`, if readers need no lock: the
 * index of names is not resized but made anew, twice as large, and the smaller ones stay, as
 * somebody may still look into them. It is at most two thirds full. By its id, a color is found in
 * one of many small tables. */
static size_t taken_with_readers(const sample_names *names, size_t size) {
  enum { SMALL = 1024, INDICES = 32 };
  place *indices[INDICES] = {NULL};
  size_t used = 0, places = SMALL;
  const size_t tables = (names->count + SMALL - 1) / SMALL;
  const size_t before = given_out();
  kept ***colors = calloc(tables, sizeof *colors);
  harness_expect(colors != NULL, "there is memory");
  for (size_t i = 0; i < names->count; i++) {
    if (i % SMALL == 0) colors[i / SMALL] = calloc(SMALL, sizeof(kept *));
    if (i == 0 || 3 * i > 2 * places) {
      if (i > 0) places *= 2;
      indices[used] = calloc(places, sizeof(place));
      harness_expect(indices[used] && colors[i / SMALL], "there is memory");
      for (size_t old = 0; used > 0 && old < places / 2; old++) {
        const place moved = indices[used - 1][old];
        if (moved.id) insert_place(indices[used], places, moved);
      }
      used++;
    }
    kept *color = calloc(1, size + sizeof(published));
    char *name = strdup(names->names[i].text);
    harness_expect(color && name, "there is memory");
    color->name = name;
    colors[i / SMALL][i % SMALL] = color;
    insert_place(indices[used - 1], places, (place){g_str_hash(name), (uint32_t)i + 1});
  }
  const size_t taken = given_out() - before;
  for (size_t i = 0; i < names->count; i++) {
    free(colors[i / SMALL][i % SMALL]->name);
    free(colors[i / SMALL][i % SMALL]);
  }
  for (size_t i = 0; i < tables; i++) free(colors[i]);
  free(colors);
  for (size_t i = 0; i < used; i++) free(indices[i]);
  return taken;
}

/* How much more a theme takes for a color than the least there could be, and than in C. What grows
 * without moving, as what is read without a lock does, has room for a fourth more; malloc needs
 * eight bytes for each block. */
static void memory_group(const char *group, size_t count) {
  if (!harness_enter(group)) return;
  const struct {
    const char *text;
    void (*write)(char css[CSS_ROOM], unsigned color, const char *before);
    size_t least, in_c;
  } kinds[] = {
      {"a constant", write_constant, CONSTANT, sizeof(kept_constant)},
      {"a pair", write_pair, 2 * (CONSTANT + CONDITION), sizeof(kept_pair)},
      {"a reference by name", write_reference, ID, sizeof(kept_reference)},
      {"a mix with another", write_mix, OPERATION + ID + CONSTANT + 2 * WEIGHT, sizeof(kept_mix)},
  };
  uint32_t *indices = sample_sequence(count);
  sample_names names = sample_names_of(indices, count);
  for (size_t kind = 0; kind < COUNT(kinds); kind++) {
    size_t taken = 0, least = 0;
    dyncolor_theme *theme = make_theme(&taken, 0);
    const size_t empty = taken;
    for (size_t i = 0; i < count; i++) {
      char css[CSS_ROOM];
      const sample_name name = names.names[i];
      const unsigned color = (unsigned)(sample_number(i) & 0xFFFFFF);
      if (i == 0) write_constant(css, color, NULL);
      else kinds[kind].write(css, color, names.names[i - 1].text);
      harness_expect(dyncolor_register_css_n(theme, name.text, name.length, css,
                                             DYNCOLOR_NUL_TERMINATED, NULL, NULL) == DYNCOLOR_OK,
                     "a color is registered");
      least += name.length + 1 + FOUND + kinds[kind].least;
    }
    char text[64];
    snprintf(text, sizeof text, "%s, against the least", kinds[kind].text);
    harness_compare(group, text, (double)(taken - empty) / (double)count,
                    (double)least / (double)count, 2.5);
    snprintf(text, sizeof text, "%s, against the same in C", kinds[kind].text);
    harness_compare(group, text, (double)(taken - empty) / (double)count,
                    (double)taken_in_c(&names, kinds[kind].in_c) / (double)count, 2);
    snprintf(text, sizeof text, "%s, against C that is read without a lock", kinds[kind].text);
    harness_compare(group, text, (double)(taken - empty) / (double)count,
                    (double)taken_with_readers(&names, kinds[kind].in_c) / (double)count, 1.75);
    if (kind == 0) {
      /* Of an environment, the least is the color that each resolves to, and the environment. */
      const size_t before = taken;
      harness_expect(dyncolor_theme_prepare(theme, sample_environments, NULL) == DYNCOLOR_OK,
                     "an environment is prepared");
      harness_compare(group, "a color of an environment, against the least",
                      (double)(taken - before) / (double)count,
                      (double)sizeof(dyncolor_rgba) +
                          (double)sizeof(dyncolor_environment) / (double)count,
                      2.5);
    }
    dyncolor_theme_release(theme);
  }
  sample_names_free(&names);
  free(indices);
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  make_environments();

  chain_group("chain of aliases", NULL);
  chain_group("chain of var()", "var(--link%zu)");
  chain_group("chain of mixes", "color-mix(in srgb, var(--link%zu) 50%%, var(--link%1$zu))");

  const size_t usual = (size_t)32 << 20;
  /* Ten times is what memory costs that is in no near cache: the cells of 4,096 take 12 MB. Those
   * of 16,384 take 50 MB, for which the usual budget has no room. */
  crowd_group("environments, 100 colors", 100, usual, 10);
  crowd_group("environments, 100 colors in 256 MiB", 100, (size_t)256 << 20, 10);
  crowd_group("environments, 1,000 colors", 1000, usual, 0);
  crowd_group("environments, 10,000 colors", 10000, usual, 0);
  crowd_group("environments, 1,000 colors in 256 MiB", 1000, (size_t)256 << 20, 0);

  edit_group("edits, 100 colors in 256 MiB", 100, (size_t)256 << 20);

  growth_group("growth");

  memory_group("memory, 10,000 colors", 10000);

  return harness_end();
}
