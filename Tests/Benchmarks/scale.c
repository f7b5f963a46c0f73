/* How costs grow: with the length of a chain of references, with the number of environments in use,
 * and with the number of colors. What is linear costs the same for each, however many there are.
 *
 * Every group first shows that what it will time computes the right thing. */
#include <dyncolor.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "sample.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A thousand times as many may cost, each, what so much more memory costs; what grew with the
 * square of their number would cost a thousand times. */
#define LINEAR 4

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
      dyncolor_register_color(c->theme, "link0", 5, &color, &c->ids[0], NULL) == DYNCOLOR_OK,
      "the first color is registered");
  for (size_t i = 1; i <= c->length; i++) {
    char name[32], css[128];
    size_t length = (size_t)snprintf(name, sizeof name, "link%zu", i);
    if (c->link) {
      snprintf(css, sizeof css, c->link, i - 1);
      harness_expect(dyncolor_register_css(c->theme, name, length, css, DYNCOLOR_NUL_TERMINATED,
                                           &c->ids[i], NULL) == DYNCOLOR_OK,
                     "an expression is registered");
    } else {
      harness_expect(dyncolor_register_alias(c->theme, name, length, c->ids[i - 1], &c->ids[i],
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

/* The first is redefined, and the last is resolved, until that is `count` links. */
static void follow(void *data, size_t count) {
  chain *c = data;
  dyncolor_rgba color = {0};
  for (size_t done = 0; done < count; done += c->length) {
    dyncolor_color first = chain_color(++c->changes);
    c->failed |= dyncolor_redefine(c->theme, &c->ids[0], &first, 1, NULL);
    c->failed |=
        dyncolor_resolve(c->theme, c->ids[c->length], sample_environments, &color, NULL);
  }
}

/* The first is redefined, and all are resolved. */
static void follow_all(void *data, size_t count) {
  chain *c = data;
  for (size_t done = 0; done < count; done += c->length) {
    dyncolor_snapshot *snapshot = NULL;
    dyncolor_color first = chain_color(++c->changes);
    c->failed |= dyncolor_redefine(c->theme, &c->ids[0], &first, 1, NULL);
    c->failed |= dyncolor_snapshot_create(c->theme, sample_environments, &snapshot, NULL);
    dyncolor_snapshot_release(snapshot);
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
  if (!harness_wants(group)) return;
  chain chains[] = {{.length = 10}, {.length = 100}, {.length = 1000}, {.length = 10000}};
  enum { CHAINS = COUNT(chains) };
  harness_case cases[2 * CHAINS] = {{0}};
  for (size_t i = 0; i < CHAINS; i++) {
    chains[i].link = link;
    make_chain(&chains[i]);
    check_chain(&chains[i]);
    cases[i] = (harness_case){.run = follow, .data = &chains[i], .count = LINKS,
                              .warm_up = chains[i].length, .after = check_chain};
    cases[CHAINS + i] = cases[i];
    cases[CHAINS + i].run = follow_all;
  }
  const harness_claim claims[] = {
      {"per link, 100 against 10", 1, 0, LINEAR},
      {"per link, 1,000 against 10", 2, 0, LINEAR},
      {"per link, 10,000 against 10", 3, 0, LINEAR},
      {"a snapshot, per link, 100 against 10", 5, 4, LINEAR},
      {"a snapshot, per link, 1,000 against 10", 6, 4, LINEAR},
      {"a snapshot, per link, 10,000 against 10", 7, 4, LINEAR},
  };
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = claims, .claim_count = COUNT(claims)});
  for (size_t i = 0; i < CHAINS; i++) free_chain(&chains[i]);
}

/* ---- Themes as they are --------------------------------------------------------------------- */

/* Colors of four kinds, in turn: a constant, a pair, that pair by its name, and a mix with it. */
typedef struct grown {
  size_t count;
  sample_batch batch;
  char *css;
  dyncolor_theme *theme;
  dyncolor_id *ids;
  size_t taken;

  /* What begins empty in each slice. */
  dyncolor_theme *fresh_theme;
  dyncolor_id *fresh_ids;
  size_t fresh_taken;

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

enum { ENVIRONMENTS = 256, BUDGET = 32 << 20 };

/* Resolves of random colors in random environments. */
typedef struct crowd {
  grown *colors;
  const dyncolor_environment *environments;
  size_t environment_count; /* a power of 2 */
  size_t at;
  size_t most_taken;
  int failed;
} crowd;

static void resolve_in_crowd(void *data, size_t count) {
  crowd *c = data;
  const size_t colors = c->colors->count, mask = c->environment_count - 1;
  int failed = 0;
  dyncolor_rgba color;
  for (size_t end = c->at + count; c->at != end; c->at++) {
    uint64_t number = sample_number(c->at);
    failed |= dyncolor_resolve(c->colors->theme, c->colors->ids[(number >> 16) % colors],
                               &c->environments[number & mask], &color, NULL);
  }
  c->failed |= failed;
}

static void check_crowd(void *data) {
  crowd *c = data;
  harness_expect(!c->failed, "what is timed succeeds");
  if (c->colors->taken > c->most_taken) c->most_taken = c->colors->taken;
}

static void crowd_group(const char *group, size_t count) {
  if (!harness_wants(group)) return;
  dyncolor_environment environments[ENVIRONMENTS] = {{0}};
  for (size_t i = 0; i < ENVIRONMENTS; i++) {
    environments[i].scheme = (uint8_t)(1 + i % 2);
    environments[i].contrast = (uint8_t)(101 + i / 2 % 101);
    environments[i].custom[0] = (uint8_t)i;
  }
  enum { FEW, MANY, SIDES };
  const size_t counts[SIDES] = {8, ENVIRONMENTS};
  grown colors[SIDES];
  crowd crowds[SIDES];
  harness_case cases[SIDES] = {{0}};
  size_t empty[SIDES];
  for (size_t i = 0; i < SIDES; i++) {
    make_grown(&colors[i], count, BUDGET);
    empty[i] = colors[i].taken;
    crowds[i] = (crowd){.colors = &colors[i], .environments = environments,
                        .environment_count = counts[i]};
    cases[i] = (harness_case){.run = resolve_in_crowd, .data = &crowds[i],
                              .warm_up = 4 * count * counts[i] / 8, .after = check_crowd};
  }
  const harness_claim claims[] = {{"a resolve, against 8 environments", MANY, FEW, 0}};
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = claims, .claim_count = COUNT(claims)});
  harness_compare(group, "bytes, against the budget",
                  (double)(crowds[MANY].most_taken - empty[MANY]), BUDGET, 1.1);
  for (size_t i = 0; i < SIDES; i++) free_grown(&colors[i]);
}

/* ---- Numbers of colors ---------------------------------------------------------------------- */

static void begin_register(void *data) {
  grown *g = data;
  g->fresh_theme = make_theme(&g->fresh_taken, 0);
}
static void register_all(void *data, size_t count) {
  grown *g = data;
  g->failed |= dyncolor_register(g->fresh_theme, g->batch.definitions, count, g->fresh_ids, NULL);
}
static void end_register(void *data) {
  grown *g = data;
  harness_expect(!g->failed, "what is timed succeeds");
  check_colors(g, g->fresh_theme, g->fresh_ids);
  dyncolor_theme_release(g->fresh_theme);
  harness_expect(g->fresh_taken == 0, "all memory is given back");
}

static void forget(void *data) {
  grown *g = data;
  dyncolor_color color = sample_color_value(0, 0);
  harness_expect(dyncolor_redefine(g->theme, g->ids, &color, 1, NULL) == DYNCOLOR_OK,
                 "a color is redefined");
}
static void take_snapshot(void *data, size_t count) {
  grown *g = data;
  dyncolor_snapshot *snapshot = NULL;
  (void)count;
  g->failed |= dyncolor_snapshot_create(g->theme, sample_environments, &snapshot, NULL);
  dyncolor_snapshot_release(snapshot);
}
static void resolve_each(void *data, size_t count) {
  grown *g = data;
  dyncolor_rgba color;
  int failed = 0;
  for (size_t i = 0; i < count; i++)
    failed |= dyncolor_resolve(g->theme, g->ids[i], sample_environments, &color, NULL);
  g->failed |= failed;
}
static void check_grown(void *data) {
  grown *g = data;
  harness_expect(!g->failed, "what is timed succeeds");
  check_colors(g, g->theme, g->ids);
}

static void growth_group(const char *group) {
  if (!harness_wants(group)) return;
  const size_t counts[] = {1000, 10000, 100000, 1000000};
  enum { SIZES = COUNT(counts), KINDS = 3 };
  grown themes[SIZES];
  size_t bytes[SIZES];
  harness_case cases[SIZES * KINDS];
  for (size_t i = 0; i < SIZES; i++) {
    make_grown(&themes[i], counts[i], 0);
    bytes[i] = themes[i].taken;
    grown *g = &themes[i];
    cases[i] = (harness_case){.run = register_all, .data = g, .count = counts[i],
                              .before = begin_register, .after = end_register};
    cases[SIZES + i] = (harness_case){.run = take_snapshot, .data = g, .count = counts[i],
                                      .before = forget, .after = check_grown};
    cases[2 * SIZES + i] = (harness_case){.run = resolve_each, .data = g, .count = counts[i],
                                          .before = forget, .after = check_grown};
  }
  const harness_claim claims[] = {
      {"register, per color, 10,000 against 1,000", 1, 0, LINEAR},
      {"register, per color, 100,000 against 1,000", 2, 0, LINEAR},
      {"register, per color, 1,000,000 against 1,000", 3, 0, LINEAR},
      {"a snapshot, per color, 10,000 against 1,000", 5, 4, LINEAR},
      {"a snapshot, per color, 100,000 against 1,000", 6, 4, LINEAR},
      {"a snapshot, per color, 1,000,000 against 1,000", 7, 4, LINEAR},
      {"a first resolve, 10,000 against 1,000", 9, 8, LINEAR},
      {"a first resolve, 100,000 against 1,000", 10, 8, LINEAR},
      {"a first resolve, 1,000,000 against 1,000", 11, 8, LINEAR},
  };
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = claims, .claim_count = COUNT(claims)});
  harness_compare(group, "bytes per color, 1,000,000 against 1,000",
                  (double)bytes[SIZES - 1] / (double)counts[SIZES - 1],
                  (double)bytes[0] / (double)counts[0], 1.5);
  for (size_t i = 0; i < SIZES; i++) free_grown(&themes[i]);
}

int main(int argc, char **argv) {
  harness_start(argc, argv);

  chain_group("chain of aliases", NULL);
  chain_group("chain of var()", "var(--link%zu)");
  chain_group("chain of mixes", "color-mix(in srgb, var(--link%zu) 50%%, var(--link%1$zu))");

  crowd_group("256 environments, 1,000 colors", 1000);
  crowd_group("256 environments, 10,000 colors", 10000);

  growth_group("growth");

  return harness_end();
}
