/* Themes that are large and hostile, and a call of every function that takes a theme: what locks.c
 * measures the locks of, and what goes on in Tests/Benchmarks/waiting.c while colors are resolved.
 *
 * Whoever includes this defines begin_measuring and end_measuring, between which calls count. */
#ifndef LOCK_CASES_H
#define LOCK_CASES_H

#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parts.h"

static void begin_measuring(void);
static void end_measuring(void);

/* Calls that are part of a case, and succeed. */
#define MUST(call) \
  do { \
    dyncolor_status must_status = (call); \
    if (must_status != DYNCOLOR_OK) must_fail(#call, must_status); \
  } while (0)

static void must_fail(const char *call, dyncolor_status status) {
  fprintf(stderr, "%s: %s\n", call, dyncolor_status_name(status));
  exit(2);
}

#define NUL DYNCOLOR_NUL_TERMINATED

enum {
  COLORS = 100000,
  DEPENDENTS = 10000,
  PALETTES = 50,
  ENVIRONMENTS = 64,
  OWNED = 20000,
  NOTED = 20000,
  FORWARDS = 10000
};

/* ---- Themes ---------------------------------------------------------------------------------- */

static dyncolor_definition css_definition(const char *name, const char *css) {
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.name = name;
  definition.name_length = NUL;
  definition.kind = DYNCOLOR_KIND_CSS;
  definition.css = css;
  definition.css_length = NUL;
  return definition;
}

/* Definitions whose texts live as long as they. */
typedef struct batch {
  dyncolor_definition *definitions;
  char (*names)[48];
  char (*texts)[96];
  dyncolor_id *ids;
  size_t count;
} batch;

static batch new_batch(size_t count) {
  batch b = {calloc(count, sizeof *b.definitions), calloc(count, sizeof *b.names),
             calloc(count, sizeof *b.texts), calloc(count, sizeof *b.ids), count};
  for (size_t i = 0; i < count; i++) b.definitions[i] = css_definition(b.names[i], b.texts[i]);
  return b;
}

static void free_batch(batch *b) {
  free(b->definitions);
  free(b->names);
  free(b->texts);
  free(b->ids);
}

static dyncolor_theme *empty_theme(size_t budget) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.memory_budget = budget;
  dyncolor_theme *theme = NULL;
  MUST(dyncolor_theme_create(&options, &theme, NULL));
  return theme;
}

static dyncolor_environment environment(size_t number) {
  dyncolor_environment e = {0};
  e.scheme = (uint8_t)(1 + number % 2);
  e.custom[0] = (uint8_t)(number / 2 % 250);
  return e;
}

/* Where a large theme has what. */
typedef struct large {
  dyncolor_theme *theme;
  batch all;
  dyncolor_id base, animated, aliased, semantic;
  uint16_t owner, user;
  uint32_t axis;
} large;

/* A theme of COLORS colors of all kinds. `base` has DEPENDENTS dependents; what has an owner is in
 * the user's layer, over a color of the theme. */
static large new_large(void) {
  large l = {.theme = empty_theme((size_t)1 << 30), .all = new_batch(COLORS)};
  char name[64];
  uint16_t palette = 0;
  for (int i = 0; i < PALETTES; i++) {
    snprintf(name, sizeof name, "P%d", i);
    MUST(dyncolor_palette_declare_n(l.theme, name, NUL, &palette, NULL));
  }
  MUST(dyncolor_axis_declare_n(l.theme, "season", NUL, &l.axis, NULL));
  for (int i = 0; i < 200; i++) {
    uint8_t value = 0;
    snprintf(name, sizeof name, "s%d", i);
    MUST(dyncolor_axis_declare_value_n(l.theme, l.axis, name, NUL, &value, NULL));
  }
  MUST(dyncolor_owner_declare_n(l.theme, "plugin", NUL, &l.owner, NULL));
  l.user = DYNCOLOR_LAYER_USER;
  MUST(dyncolor_register_css_n(l.theme, "base", NUL, "#336699", NUL, &l.base, NULL));
  MUST(dyncolor_register_css_n(l.theme, "animated", NUL, "#abcdef", NUL, &l.animated, NULL));
  MUST(dyncolor_register_alias_n(l.theme, "aliased", NUL, l.animated, &l.aliased, NULL));
  MUST(dyncolor_register_semantic_n(l.theme, "semantic", NUL, "color-1", NUL, PART_ID(l.animated),
                                    &l.semantic, NULL));
  for (size_t i = 0; i < COLORS; i++) {
    char *text = l.all.texts[i];
    size_t size = sizeof l.all.texts[i];
    unsigned v = (unsigned)(i * 2654435761u);
    if (i < DEPENDENTS) {
      snprintf(l.all.names[i], sizeof l.all.names[i], "dependent-%zu", i);
      snprintf(text, size, "color-mix(in oklab, var(--base), #%06x)", v & 0xFFFFFF);
    } else if (i % 4 == 0) {
      snprintf(l.all.names[i], sizeof l.all.names[i], "P%zu/color-%zu", i % PALETTES,
               i / PALETTES - i / 97 % 2);
      snprintf(text, size, "#%06x", v & 0xFFFFFF);
    } else if (i % 4 == 1) {
      snprintf(l.all.names[i], sizeof l.all.names[i], "pair-%zu", i);
      snprintf(text, size, "light-dark(#%06x, #%06x)", v & 0xFFFFFF, v >> 8);
    } else if (i % 4 == 2) {
      snprintf(l.all.names[i], sizeof l.all.names[i], "relative-%zu", i);
      snprintf(text, size, "oklch(from var(--pair-%zu) calc(l * 0.8) c h)", i - 1);
    } else {
      snprintf(l.all.names[i], sizeof l.all.names[i], "looked-up-%zu", i);
      snprintf(text, size, "--palette(color-%zu, #%06x)", i / 100, v & 0xFFFFFF);
    }
  }
  MUST(dyncolor_register(l.theme, l.all.definitions, COLORS, l.all.ids, NULL));
  return l;
}

static void own_some(large *l) {
  batch b = new_batch(OWNED);
  for (size_t i = 0; i < OWNED; i++) {
    strcpy(b.names[i], l->all.names[i * 3]);
    snprintf(b.texts[i], sizeof b.texts[i], "#%06zx", i);
    b.definitions[i].layer = l->user;
    b.definitions[i].owner = l->owner;
  }
  MUST(dyncolor_register(l->theme, b.definitions, OWNED, NULL, NULL));
  free_batch(&b);
}

static void note_some(large *l) {
  for (size_t i = 0; i < NOTED; i++) {
    dyncolor_id id = l->all.ids[i * 2];
    MUST(dyncolor_id_set_description_n(l->theme, id, "What it is for, and where it is used.", NUL,
                                       NULL));
    if (i % 4 == 0)
      MUST(dyncolor_id_set_deprecation_n(l->theme, id, "use the animated one", NUL, l->animated,
                                         NULL));
    if (i % 4 == 1) MUST(dyncolor_id_set_annotation_n(l->theme, id, "{\"com.example\":{\"a\":1}}",
                                                      NUL, NULL));
  }
}

static void fill_cache(large *l, size_t count) {
  for (size_t i = 0; i < count; i++) {
    dyncolor_environment e = environment(i);
    dyncolor_rgba color;
    /* All colors of the first, and some of each. */
    if (i < 4)
      MUST(dyncolor_theme_prepare(l->theme, &e, NULL));
    else
      for (size_t k = 0; k < COLORS; k += 500)
        MUST(dyncolor_resolve(l->theme, l->all.ids[k], &e, &color, NULL));
  }
}

static void free_large(large *l) {
  dyncolor_theme_release(l->theme);
  free_batch(&l->all);
}

/* ---- Cases ----------------------------------------------------------------------------------- */

/* What a case measures. `colors` is how many colors it commits, where that is many: its lock is
 * held for a time in proportion to them. */
typedef struct lock_case {
  const char *text;
  void (*run)(large *l);
  size_t colors;
  /* Whether it finds the theme otherwise the second time. */
  bool is_once;
} lock_case;

static void count_change(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  (void)theme;
  *(size_t *)user_data += change->count;
}

static size_t told;

static uint64_t observe(large *l) {
  uint64_t observation = 0;
  MUST(dyncolor_theme_observe(l->theme, count_change, &told, NULL, &observation, NULL));
  return observation;
}

static const dyncolor_color red = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
static const dyncolor_color blue = {DYNCOLOR_SPACE_SRGB, 0, {0, 0, 1}, 1};

/* ---- Reading */

static void run_fingerprint(large *l) {
  begin_measuring();
  dyncolor_theme_fingerprint(l->theme);
  end_measuring();
}

static void run_save(large *l) {
  size_t size = 0;
  begin_measuring();
  dyncolor_theme_to_image(l->theme, NULL, 0, &size, NULL);
  end_measuring();
  void *image = malloc(size);
  memset(image, 0, size);
  begin_measuring();
  MUST(dyncolor_theme_to_image(l->theme, image, size, &size, NULL));
  end_measuring();
  free(image);
}

static void run_load_image(large *l) {
  size_t size = 0;
  dyncolor_theme_to_image(l->theme, NULL, 0, &size, NULL);
  void *image = malloc(size);
  MUST(dyncolor_theme_to_image(l->theme, image, size, &size, NULL));
  dyncolor_theme *loaded = NULL;
  begin_measuring();
  MUST(dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded, NULL));
  end_measuring();
  begin_measuring();
  dyncolor_theme_release(loaded);
  end_measuring();
  free(image);
}

static void run_list(large *l) {
  dyncolor_id *ids = calloc(COLORS * 2, sizeof *ids);
  size_t count = 0;
  begin_measuring();
  MUST(dyncolor_theme_colors(l->theme, ids, COLORS * 2, &count, NULL));
  dyncolor_theme_count(l->theme);
  dyncolor_theme_rows(l->theme);
  end_measuring();
  free(ids);
}

static void run_palette_list(large *l) {
  dyncolor_id *ids = calloc(COLORS * 2, sizeof *ids);
  size_t count = 0;
  const char *name = NULL;
  begin_measuring();
  MUST(dyncolor_palette_colors(l->theme, 1, ids, COLORS * 2, &count, NULL));
  dyncolor_palette_count(l->theme);
  MUST(dyncolor_palette_name(l->theme, 1, &name, NULL));
  end_measuring();
  free(ids);
}

static void run_palette_gaps(large *l) {
  size_t capacity = (size_t)PALETTES * COLORS, count = 0;
  dyncolor_palette_gap *gaps = calloc(capacity, sizeof *gaps);
  begin_measuring();
  MUST(dyncolor_palette_gaps(l->theme, gaps, capacity, &count, NULL));
  end_measuring();
  free(gaps);
}

static void run_derive(large *l) {
  begin_measuring();
  int is_derived;
  MUST(dyncolor_theme_derive(l->theme, NULL, NULL, NULL));
  MUST(dyncolor_id_is_derived(l->theme, l->all.ids[0], NULL, &is_derived, NULL));
  end_measuring();
}

static void run_audit(large *l) {
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  dyncolor_audit *audit = NULL;
  options.limit = 10 * COLORS;
  begin_measuring();
  MUST(dyncolor_theme_audit(l->theme, &options, &audit, NULL));
  MUST(dyncolor_theme_repair(l->theme, audit, NULL, NULL));
  dyncolor_audit_release(audit);
  end_measuring();
}

static void run_bind(large *l) {
  const char **names = calloc(COLORS, sizeof *names);
  dyncolor_id *ids = calloc(COLORS, sizeof *ids);
  for (size_t i = 0; i < COLORS; i++) names[i] = l->all.names[i];
  begin_measuring();
  MUST(dyncolor_theme_bind(l->theme, names, COLORS, ids, NULL, NULL));
  end_measuring();
  free(names);
  free(ids);
}

static void run_find(large *l) {
  dyncolor_id id;
  const char *name = NULL;
  begin_measuring();
  MUST(dyncolor_theme_find_n(l->theme, "base", NUL, &id, NULL));
  MUST(dyncolor_id_name(l->theme, id, &name, NULL));
  dyncolor_theme *other = NULL;
  MUST(dyncolor_theme_create(NULL, &other, NULL));
  dyncolor_theme_release(other);
  dyncolor_theme_generation(l->theme);
  dyncolor_theme_release(dyncolor_theme_retain(l->theme));
  end_measuring();
}

static void run_css(large *l) {
  char text[4096];
  size_t length = 0;
  begin_measuring();
  MUST(dyncolor_id_css(l->theme, l->all.ids[1], text, sizeof text, &length, NULL));
  end_measuring();
}

static void run_depends_on(large *l) {
  dyncolor_id last = l->base, mixed = 0;
  uint32_t axes = 0;
  for (int i = 0; i < 20000; i++)
    MUST(dyncolor_register_alias_n(l->theme, NULL, 0, last, &last, NULL));
  MUST(dyncolor_register_css_n(l->theme, NULL, 0, "color-mix(in oklab, currentcolor, red)", NUL,
                               &mixed, NULL));
  begin_measuring();
  MUST(dyncolor_id_axes(l->theme, last, &axes, NULL));
  end_measuring();
}

static void run_equal(large *l) {
  begin_measuring();
  dyncolor_id_equal(l->theme, l->all.ids[1], l->theme, l->all.ids[2]);
  dyncolor_id_hash(l->theme, l->all.ids[1]);
  end_measuring();
}

static void run_notes(large *l) {
  const char *text = NULL;
  dyncolor_id replacement = 0;
  begin_measuring();
  MUST(dyncolor_id_set_description_n(l->theme, l->all.ids[2], "another", NUL, NULL));
  MUST(dyncolor_id_set_deprecation_n(l->theme, l->all.ids[2], "why", NUL, l->animated, NULL));
  MUST(dyncolor_id_set_annotation_n(l->theme, l->all.ids[2], "{}", NUL, NULL));
  MUST(dyncolor_id_description(l->theme, l->all.ids[2], &text, NULL));
  MUST(dyncolor_id_deprecation(l->theme, l->all.ids[2], &text, &replacement, NULL));
  MUST(dyncolor_id_annotation(l->theme, l->all.ids[2], &text, NULL));
  end_measuring();
}

static void run_first_notes(large *l) {
  /* The notes of many colors, one by one. */
  begin_measuring();
  for (size_t i = 0; i < COLORS / 2; i++)
    MUST(dyncolor_id_set_description_n(l->theme, l->all.ids[i * 2 + 1], "new", NUL, NULL));
  end_measuring();
}

static void run_layers(large *l) {
  uint16_t layer = 0, layers[8192];
  size_t count = 0;
  const char *name = NULL;
  dyncolor_source sources[8];
  char text[64];
  begin_measuring();
  for (int i = 0; i < 1000; i++) {
    snprintf(text, sizeof text, "layer-%d", i);
    MUST(dyncolor_layer_declare_n(l->theme, text, NUL, DYNCOLOR_LAYER_USER, &layer, NULL));
  }
  MUST(dyncolor_layer_name(l->theme, layer, &name, NULL));
  MUST(dyncolor_theme_layers(l->theme, layers, 8192, &count, NULL));
  MUST(dyncolor_id_sources(l->theme, l->all.ids[3], sources, 8, &count, NULL));
  MUST(dyncolor_owner_name(l->theme, l->owner, &name, NULL));
  end_measuring();
}

static void run_save_layers(large *l) {
  large thin = {.theme = empty_theme(0)};
  uint16_t layer = 0;
  char text[64];
  (void)l;
  for (int i = 0; i < 4000; i++) {
    snprintf(text, sizeof text, "layer-%d", i);
    MUST(dyncolor_layer_declare_n(thin.theme, text, NUL, i % 3 ? layer : DYNCOLOR_LAYER_USER,
                                  &layer, NULL));
  }
  run_save(&thin);
  run_fingerprint(&thin);
  dyncolor_theme_release(thin.theme);
}

static void run_declare_names(large *l) {
  uint16_t number = 0, owner = 0;
  uint8_t value = 0;
  uint32_t axis = 0;
  char name[64];
  const char *text = NULL;
  begin_measuring();
  for (int i = 0; i < 60000; i++) {
    snprintf(name, sizeof name, "number-%d", i);
    MUST(dyncolor_locale_declare_n(l->theme, name, NUL, &number, NULL));
    MUST(dyncolor_owner_declare_n(l->theme, name, NUL, &owner, NULL));
  }
  MUST(dyncolor_locale_name(l->theme, number, &text, NULL));
  MUST(dyncolor_palette_declare_n(l->theme, "another palette", NUL, &number, NULL));
  MUST(dyncolor_axis_declare_n(l->theme, "another axis", NUL, &axis, NULL));
  MUST(dyncolor_axis_declare_value_n(l->theme, axis, "another value", NUL, &value, NULL));
  MUST(dyncolor_subtype_declare_n(l->theme, "another subtype", NUL, &value, NULL));
  MUST(look_up_everything(l->theme, NULL));
  /* Both look at all colors. */
  dyncolor_report *report = NULL;
  MUST(dyncolor_theme_check(l->theme, &report, NULL));
  dyncolor_report_release(report);
  if (dyncolor_palette_find_n(l->theme, "nothing", NUL, &number, NULL) == DYNCOLOR_OK) abort();
  MUST(dyncolor_subtype_name(l->theme, value, &text, NULL));
  end_measuring();
}

static void run_save_names(large *l) {
  run_save(l);
  run_fingerprint(l);
}

/* ---- Resolving */

static void run_resolve_list(large *l) {
  dyncolor_rgba *colors = calloc(COLORS, sizeof *colors);
  dyncolor_environment e = environment(400);
  begin_measuring();
  MUST(dyncolor_resolve_list(l->theme, l->all.ids, COLORS, &e, DYNCOLOR_LAYOUT_FLOAT4, colors,
                             sizeof *colors, NULL, NULL));
  end_measuring();
  free(colors);
}

static void run_resolve_all(large *l) {
  size_t rows = dyncolor_theme_rows(l->theme);
  dyncolor_rgba *colors = calloc(rows, sizeof *colors);
  dyncolor_environment e = environment(402);
  begin_measuring();
  MUST(dyncolor_resolve_all(l->theme, &e, DYNCOLOR_LAYOUT_FLOAT4, colors, rows, sizeof *colors,
                            NULL));
  end_measuring();
  free(colors);
}

static void run_prepare(large *l) {
  dyncolor_environment e = environment(404);
  begin_measuring();
  MUST(dyncolor_theme_prepare(l->theme, &e, NULL));
  end_measuring();
}

static void run_snapshot(large *l) {
  dyncolor_environment e = environment(406);
  dyncolor_snapshot *snapshot = NULL;
  begin_measuring();
  MUST(dyncolor_snapshot_create(l->theme, &e, &snapshot, NULL));
  dyncolor_snapshot_release(snapshot);
  MUST(dyncolor_snapshot_create(l->theme, &e, &snapshot, NULL));
  dyncolor_snapshot_release(snapshot);
  MUST(dyncolor_theme_redefine(l->theme, &l->animated, &red, 1, NULL));
  end_measuring();
}

/* A theme of its own, of few colors: a table of environments grows, and edits visit all of them. */
static void run_environments(large *l) {
  enum { MANY = 65536 };
  dyncolor_theme *theme = empty_theme((size_t)256 << 20);
  dyncolor_id ids[4];
  uint32_t axis;
  (void)l;
  MUST(dyncolor_axis_declare_n(theme, "row", NUL, &axis, NULL));
  MUST(dyncolor_axis_declare_n(theme, "column", NUL, &axis, NULL));
  MUST(dyncolor_register_color_n(theme, "base", NUL, &red, &ids[0], NULL));
  for (int i = 1; i < 4; i++)
    MUST(dyncolor_register_alias_n(theme, NULL, 0, ids[0], &ids[i], NULL));
  begin_measuring();
  for (size_t i = 0; i < MANY; i++) {
    dyncolor_environment e = {0};
    dyncolor_rgba color;
    e.custom[0] = (uint8_t)i;
    e.custom[1] = (uint8_t)(i >> 8);
    MUST(dyncolor_resolve(theme, ids[i % 4], &e, &color, NULL));
    if ((i & (i + 1)) == 0) MUST(dyncolor_theme_redefine(theme, &ids[0], &red, 1, NULL));
  }
  MUST(dyncolor_register_color_n(theme, NULL, 0, &red, NULL, NULL));
  end_measuring();
  dyncolor_theme_release(theme);
}

static void run_resolve(large *l) {
  dyncolor_rgba color;
  begin_measuring();
  for (size_t i = 0; i < 200; i++) {
    dyncolor_environment e = environment(500 + i);
    MUST(dyncolor_resolve(l->theme, l->all.ids[i * 400], &e, &color, NULL));
    MUST(dyncolor_resolve_level(l->theme, l->all.ids[i * 400], DYNCOLOR_LEVEL_SECONDARY, &e, &color,
                                NULL));
    MUST(dyncolor_resolve_pixel(l->theme, l->all.ids[i * 400 + 1], &e, DYNCOLOR_LAYOUT_FLOAT4,
                                &color, sizeof color, NULL));
  }
  dyncolor_environment adjusted = {0};
  dyncolor_adjustment invert = {.axis = DYNCOLOR_AXIS_SCHEME, .policy = DYNCOLOR_POLICY_INVERT};
  MUST(dyncolor_environment_adjust(NULL, l->theme, &invert, 1, &adjusted, NULL));
  end_measuring();
}

/* A color that is made of another, and that of another. */
static void run_resolve_chain(large *l) {
  dyncolor_id last = l->base;
  dyncolor_rgba color;
  char text[96];
  for (int i = 0; i < 20000; i++) {
    char name[32], before[32];
    snprintf(name, sizeof name, "chain-%d", i);
    snprintf(before, sizeof before, "chain-%d", i - 1);
    snprintf(text, sizeof text, "color-mix(in oklch, var(--%s), red 1%%)", i ? before : "base");
    MUST(dyncolor_register_css_n(l->theme, name, NUL, text, NUL, &last, NULL));
  }
  begin_measuring();
  MUST(dyncolor_resolve(l->theme, last, NULL, &color, NULL));
  end_measuring();
  for (int i = 0; i < 20000; i++)
    MUST(dyncolor_register_alias_n(l->theme, NULL, 0, last, &last, NULL));
  dyncolor_explanation *explanation = NULL;
  begin_measuring();
  MUST(dyncolor_resolve(l->theme, last, NULL, &color, NULL));
  MUST(dyncolor_explanation_create(l->theme, last, NULL, &explanation, NULL));
  end_measuring();
  dyncolor_explanation_release(explanation);
}

/* A color that refers to itself by way of many. */
static void run_resolve_cycle(large *l) {
  dyncolor_rgba color;
  dyncolor_id last = 0;
  char text[96], name[32];
  for (int i = 0; i < 20000; i++) {
    snprintf(name, sizeof name, "round-%d", i);
    snprintf(text, sizeof text, "color-mix(in oklch, var(--round-%d), red 1%%)", (i + 1) % 20000);
    MUST(dyncolor_register_css_n(l->theme, name, NUL, text, NUL, &last, NULL));
  }
  begin_measuring();
  dyncolor_resolve(l->theme, last, NULL, &color, NULL);
  end_measuring();
}

/* Colors that are dear to compute. */
static void run_resolve_dear(large *l) {
  batch b = new_batch(2000);
  for (size_t i = 0; i < b.count; i++) {
    snprintf(b.names[i], sizeof b.names[i], "dear-%zu", i);
    snprintf(b.texts[i], sizeof b.texts[i],
             "--ensure-contrast(oklch(0.7 0.4 %zu), on color(display-p3 0 1 0), 4.5)", i);
  }
  MUST(dyncolor_register(l->theme, b.definitions, b.count, b.ids, NULL));
  dyncolor_rgba *colors = calloc(b.count, sizeof *colors);
  begin_measuring();
  MUST(dyncolor_resolve_list(l->theme, b.ids, b.count, NULL, DYNCOLOR_LAYOUT_FLOAT4, colors,
                             sizeof *colors, NULL, NULL));
  end_measuring();
  free(colors);
  free_batch(&b);
}

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  large *l = data;
  dyncolor_environment e;
  dyncolor_rgba color;
  dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME);
  MUST(dyncolor_context_environment(context, &e, NULL));
  MUST(dyncolor_context_resolve(context, l->base, &color, NULL));
  dyncolor_context_theme(context);
  answer->color = red;
  return DYNCOLOR_OK;
}

static void run_provider(large *l) {
  dyncolor_id id = 0;
  dyncolor_rgba color;
  begin_measuring();
  MUST(dyncolor_register_provider_n(l->theme, "provided", NUL, provide, l, NULL, &id, NULL));
  MUST(dyncolor_resolve(l->theme, id, NULL, &color, NULL));
  MUST(dyncolor_id_refresh(l->theme, id, NULL));
  MUST(dyncolor_resolve(l->theme, id, NULL, &color, NULL));
  end_measuring();
}

static void run_explain(large *l) {
  dyncolor_explanation *explanation = NULL;
  size_t count = 0;
  begin_measuring();
  MUST(dyncolor_explanation_create(l->theme, l->all.ids[5], NULL, &explanation, NULL));
  dyncolor_explanation_steps(explanation, &count);
  dyncolor_explanation_text(explanation);
  dyncolor_explanation_release(explanation);
  end_measuring();
}

/* ---- Comparing */

static void run_diff(large *l) {
  dyncolor_id *ids = calloc(COLORS * 2, sizeof *ids);
  dyncolor_environment a = environment(0), b = environment(1);
  size_t count = 0;
  MUST(dyncolor_register_css_n(l->theme, "unrelated", NUL, "var(--base)", NUL, NULL, NULL));
  begin_measuring();
  MUST(dyncolor_theme_diff(l->theme, &a, &b, ids, COLORS * 2, &count, NULL));
  end_measuring();
  free(ids);
}

static void run_changes(large *l) {
  dyncolor_id *ids = calloc(COLORS * 2, sizeof *ids);
  uint64_t now = dyncolor_theme_generation(l->theme);
  size_t count = 0;
  MUST(dyncolor_register_css_n(l->theme, "base", NUL, "var(--animated)", NUL, NULL, NULL));
  begin_measuring();
  MUST(dyncolor_theme_changes(l->theme, now, ids, COLORS * 2, &count, &now, NULL));
  MUST(dyncolor_theme_changes(l->theme, 0, ids, COLORS * 2, &count, &now, NULL));
  end_measuring();
  free(ids);
}

static void run_observe(large *l) {
  MUST(dyncolor_register_css_n(l->theme, "unrelated", NUL, "var(--base)", NUL, NULL, NULL));
  begin_measuring();
  uint64_t observation = observe(l);
  MUST(dyncolor_theme_redefine(l->theme, &l->base, &red, 1, NULL));
  MUST(dyncolor_theme_redefine(l->theme, &l->base, &blue, 1, NULL));
  MUST(dyncolor_theme_unobserve(l->theme, observation, NULL));
  end_measuring();
}

static void run_observed_edits(large *l) {
  uint64_t observation = observe(l);
  dyncolor_id id = 0, provided = 0;
  MUST(dyncolor_register_provider_n(l->theme, "provided", NUL, provide, l, NULL, &provided, NULL));
  begin_measuring();
  MUST(dyncolor_id_refresh(l->theme, provided, NULL));
  MUST(dyncolor_register_css_n(l->theme, "unrelated", NUL, "var(--base)", NUL, &id, NULL));
  MUST(dyncolor_register_css_n(l->theme, "base", NUL, "#123456", NUL, NULL, NULL));
  MUST(dyncolor_id_rename_n(l->theme, id, "renamed", NUL, NULL));
  MUST(dyncolor_theme_forward_n(l->theme, "unrelated", NUL, "renamed", NUL, NULL));
  MUST(dyncolor_unregister(l->theme, id, NULL));
  MUST(dyncolor_theme_set_default_scheme(l->theme, DYNCOLOR_SCHEME_DARK, NULL));
  MUST(dyncolor_theme_set_default_contrast(l->theme, DYNCOLOR_CONTRAST_MORE, NULL));
  MUST(dyncolor_theme_set_default_contrast(l->theme, DYNCOLOR_CONTRAST_STANDARD, NULL));
  MUST(dyncolor_theme_set_default_palette(l->theme, 3, NULL));
  double opacities[] = {1, 0.6, 0.4, 0.2, 0.1};
  MUST(dyncolor_theme_set_level_opacities(l->theme, opacities, NULL));
  MUST(dyncolor_theme_set_level_opacities(l->theme, NULL, NULL));
  MUST(dyncolor_theme_set_default_palette(l->theme, 0, NULL));
  MUST(dyncolor_theme_set_default_scheme(l->theme, DYNCOLOR_SCHEME_LIGHT, NULL));
  end_measuring();
  MUST(dyncolor_theme_unobserve(l->theme, observation, NULL));
}

static void run_desktop(large *l) {
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  options.flags = DYNCOLOR_DESKTOP_NO_PORTAL | DYNCOLOR_DESKTOP_NO_GTK | DYNCOLOR_DESKTOP_NO_KDE;
  MUST(dyncolor_desktop_open(&options, &desktop, NULL));
  uint64_t observation = observe(l);
  begin_measuring();
  MUST(dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE,
                                 DYNCOLOR_SCHEME_DARK, NULL));
  MUST(dyncolor_desktop_bind(desktop, l->theme, DYNCOLOR_LAYER_DEFAULTS, NULL));
  MUST(dyncolor_desktop_override_accent(desktop, DYNCOLOR_POLICY_FORCE, &red, NULL));
  MUST(dyncolor_desktop_pump(desktop, NULL, NULL));
  MUST(dyncolor_desktop_override_accent(desktop, DYNCOLOR_POLICY_FORCE, NULL, NULL));
  MUST(dyncolor_desktop_pump(desktop, NULL, NULL));
  MUST(dyncolor_desktop_unbind(desktop, l->theme, NULL));
  end_measuring();
  MUST(dyncolor_theme_unobserve(l->theme, observation, NULL));
  dyncolor_desktop_release(desktop);
}

/* ---- Changing one color */

static void run_redefine(large *l) {
  begin_measuring();
  MUST(dyncolor_theme_redefine(l->theme, &l->base, &red, 1, NULL));
  MUST(dyncolor_theme_redefine(l->theme, &l->base, &blue, 1, NULL));
  end_measuring();
}

static void run_register_one(large *l) {
  dyncolor_id id = 0, other = 0, list[3];
  dyncolor_variant variant = {.part.color = red};
  begin_measuring();
  MUST(dyncolor_register_color_n(l->theme, "one", NUL, &red, &id, NULL));
  MUST(dyncolor_register_pair_n(l->theme, "one", NUL, PART(red), PART(blue), &id, NULL));
  MUST(dyncolor_register_hex_n(l->theme, "one", NUL, "#123", NUL, "#456", NUL, &id, NULL));
  MUST(dyncolor_register_variants_n(l->theme, "one", NUL, &variant, 1, &id, NULL));
  MUST(dyncolor_register_alias_n(l->theme, "one", NUL, l->base, &id, NULL));
  MUST(dyncolor_register_semantic_n(l->theme, "one", NUL, "color-1", NUL, PART_ID(l->base), &id,
                                    NULL));
  MUST(dyncolor_register_css_n(l->theme, "one", NUL, "var(--base)", NUL, &id, NULL));
  MUST(dyncolor_layer_register_n(l->theme, DYNCOLOR_LAYER_THEME, "one", NUL, PART(blue), &id,
                                 NULL));
  MUST(dyncolor_register_level_n(l->theme, "one", NUL, l->base, DYNCOLOR_LEVEL_SECONDARY, &id,
                                 NULL));
  list[0] = l->base, list[1] = l->animated, list[2] = l->aliased;
  MUST(dyncolor_register_fallbacks_n(l->theme, "one", NUL, parts_of(list, 3), 3, &id, NULL));
  MUST(dyncolor_register_mix_n(l->theme, "one", NUL, parts_of(list, 3), NULL, 3,
                               DYNCOLOR_SPACE_OKLAB, DYNCOLOR_HUE_SHORTER, &id, NULL));
  MUST(dyncolor_theme_declare_n(l->theme, "declared", NUL, &other, NULL));
  MUST(dyncolor_id_rename_n(l->theme, id, "two", NUL, NULL));
  MUST(dyncolor_id_rename_n(l->theme, id, "one", NUL, NULL));
  MUST(dyncolor_unregister(l->theme, id, NULL));
  end_measuring();
}

/* Many colors, one by one: what grows does so in small steps. */
static void run_register_each(large *l) {
  dyncolor_theme *theme = empty_theme(0);
  (void)l;
  char name[48];
  begin_measuring();
  for (size_t i = 0; i < COLORS * 2; i++) {
    snprintf(name, sizeof name, "color-%zu", i);
    if (i % 2 == 0)
      MUST(dyncolor_register_color_n(theme, name, NUL, &red, NULL, NULL));
    else
      MUST(dyncolor_register_css_n(theme, name, NUL, "var(--color-0)", NUL, NULL, NULL));
  }
  end_measuring();
  dyncolor_theme_release(theme);
}

static void run_forward(large *l) {
  char name[48], next[48];
  const char *current = NULL;
  dyncolor_id id = 0;
  begin_measuring();
  for (int i = FORWARDS - 1; i >= 0; i--) {
    snprintf(name, sizeof name, "old-%d", i);
    snprintf(next, sizeof next, "old-%d", i + 1);
    MUST(dyncolor_theme_forward_n(l->theme, name, NUL, i + 1 < FORWARDS ? next : "base", NUL,
                                  NULL));
  }
  MUST(dyncolor_theme_forwarded_n(l->theme, "old-0", NUL, &current, NULL));
  MUST(dyncolor_theme_find_n(l->theme, "old-0", NUL, &id, NULL));
  /* A circle that would be closed. */
  dyncolor_theme_forward_n(l->theme, "old-9999", NUL, "old-0", NUL, NULL);
  MUST(dyncolor_theme_declare_n(l->theme, "old-0", NUL, &id, NULL));
  end_measuring();
}

static void run_unregister_small_owner(large *l) {
  uint16_t owner = 0, layer = 0;
  MUST(dyncolor_owner_declare_n(l->theme, "small", NUL, &owner, NULL));
  MUST(dyncolor_layer_declare_n(l->theme, "thin", NUL, DYNCOLOR_LAYER_USER, &layer, NULL));
  dyncolor_definition d = css_definition("owned", "#123");
  d.owner = owner;
  d.layer = layer;
  dyncolor_id id = 0;
  MUST(dyncolor_register(l->theme, &d, 1, &id, NULL));
  begin_measuring();
  MUST(dyncolor_owner_clear(l->theme, owner, NULL));
  end_measuring();
  MUST(dyncolor_register(l->theme, &d, 1, &id, NULL));
  begin_measuring();
  MUST(dyncolor_layer_unregister(l->theme, layer, id, NULL));
  MUST(dyncolor_layer_clear(l->theme, layer, NULL));
  end_measuring();
}

/* ---- Changing many */

static void run_register_many(large *l) {
  dyncolor_theme *theme = empty_theme(0);
  begin_measuring();
  MUST(dyncolor_register(theme, l->all.definitions, COLORS, NULL, NULL));
  end_measuring();
  begin_measuring();
  dyncolor_theme_release(theme);
  end_measuring();
}

static void run_redefine_many(large *l) {
  dyncolor_theme *theme = empty_theme(0);
  dyncolor_color *colors = calloc(COLORS, sizeof *colors);
  dyncolor_id *ids = calloc(COLORS, sizeof *ids);
  for (size_t i = 0; i < COLORS; i++) {
    colors[i] = red;
    MUST(dyncolor_register_color_n(theme, l->all.names[i], NUL, &red, &ids[i], NULL));
  }
  begin_measuring();
  MUST(dyncolor_theme_redefine(theme, ids, colors, COLORS, NULL));
  end_measuring();
  free(colors);
  free(ids);
  dyncolor_theme_release(theme);
}

static void run_drop_layer(large *l) {
  own_some(l);
  begin_measuring();
  MUST(dyncolor_layer_clear(l->theme, l->user, NULL));
  end_measuring();
}

static void run_unregister_owner(large *l) {
  own_some(l);
  begin_measuring();
  MUST(dyncolor_owner_clear(l->theme, l->owner, NULL));
  end_measuring();
  own_some(l);
}

/* ---- A slow reader */

/* A provider while whose call all colors are replaced: when it returns, all old recipes go. */
static dyncolor_status provide_slowly(dyncolor_context *context, dyncolor_answer *answer,
                                      void *data) {
  large *l = data;
  end_measuring();
  MUST(dyncolor_register(dyncolor_context_theme(context), l->all.definitions, COLORS, NULL, NULL));
  begin_measuring();
  answer->color = red;
  return DYNCOLOR_OK;
}

static void run_slow_reader(large *l) {
  dyncolor_id id = 0;
  dyncolor_rgba color;
  MUST(dyncolor_register_provider_n(l->theme, "slow", NUL, provide_slowly, l, NULL, &id, NULL));
  begin_measuring();
  MUST(dyncolor_resolve(l->theme, id, NULL, &color, NULL));
  end_measuring();
}

/* ---- Files */

/* A theme that is small enough for formats that take much time, and large enough for many slices.
 * */
static dyncolor_theme *new_written(large *l) {
  dyncolor_theme *theme = empty_theme(0);
  uint16_t palette = 0;
  MUST(dyncolor_palette_declare_n(theme, "P1", NUL, &palette, NULL));
  MUST(dyncolor_register_css_n(theme, "base", NUL, "#336699", NUL, NULL, NULL));
  MUST(dyncolor_register(theme, l->all.definitions + DEPENDENTS - 1000, 3000, NULL, NULL));
  return theme;
}

static void run_write(large *l) {
  static const dyncolor_format formats[] = {
      DYNCOLOR_FORMAT_STYLE_SHEET, DYNCOLOR_FORMAT_TAILWIND, DYNCOLOR_FORMAT_JSON,
      DYNCOLOR_FORMAT_DESIGN_TOKENS, DYNCOLOR_FORMAT_GTK, DYNCOLOR_FORMAT_KDE,
      DYNCOLOR_FORMAT_C_HEADER, DYNCOLOR_FORMAT_PREVIEW, DYNCOLOR_FORMAT_SHEET};
  dyncolor_theme *theme = new_written(l);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    dyncolor_write_options options = {.size = sizeof options, .format = formats[i]};
    size_t length = 0;
    begin_measuring();
    dyncolor_theme_write_memory(theme, &options, NULL, 0, &length, NULL, NULL);
    end_measuring();
  }
  dyncolor_theme_release(theme);
}

static dyncolor_status take_file(void *data, const char *path, const void *bytes, size_t size) {
  (void)data, (void)path, (void)bytes, (void)size;
  return DYNCOLOR_OK;
}

static void run_write_files(large *l) {
  dyncolor_write_options options = {.size = sizeof options};
  dyncolor_theme *theme = new_written(l);
  options.format = DYNCOLOR_FORMAT_ASSET_CATALOG;
  begin_measuring();
  MUST(dyncolor_theme_write_files(theme, &options, take_file, NULL, NULL, NULL));
  options.format = DYNCOLOR_FORMAT_JSON;
  MUST(dyncolor_theme_write_n(l->theme, "/dev/null", NUL, &options, NULL, NULL));
  end_measuring();
  dyncolor_theme_release(theme);
}

static void run_load_file(large *l) {
  size_t size = (size_t)COLORS * 64, length = 0;
  char *text = malloc(size);
  length += (size_t)snprintf(text + length, size - length, ":root {\n");
  for (size_t i = 0; i < COLORS; i++)
    length += (size_t)snprintf(text + length, size - length, "--loaded-%zu: #%06zx;\n", i, i);
  length += (size_t)snprintf(text + length, size - length, "}\n");
  begin_measuring();
  MUST(dyncolor_theme_load_memory_n(l->theme, "a.css", NUL, text, length, NULL, NULL, NULL));
  end_measuring();
  free(text);
}

/* A load that finds nothing new. */
static void run_load_again(large *l) { run_load_file(l); }

static void run_load_small(large *l) {
  static const char text[] = ":root { --small: #123; }";
  begin_measuring();
  MUST(dyncolor_theme_load_memory_n(l->theme, "a.css", NUL, text, sizeof text - 1, NULL, NULL,
                                    NULL));
  end_measuring();
}

static void run_scheme(large *l) {
  const dyncolor_part seed = dyncolor_part_css("#3584e4");
  begin_measuring();
  MUST(dyncolor_register_material_n(l->theme, &seed, DYNCOLOR_MATERIAL_TONAL_SPOT, "scheme-", NUL,
                                    0, NULL));
  MUST(dyncolor_register_scale_n(l->theme, &seed, "scale-", NUL, 0, NULL));
  end_measuring();
}

static void run_builtin(large *l) {
  dyncolor_builtin first;
  MUST(dyncolor_builtin_at(0, &first, NULL));
  begin_measuring();
  MUST(dyncolor_builtin_load_n(l->theme, first.name, NUL, NULL, 0, NULL, 0, 0, NULL, NULL));
  end_measuring();
}

static void run_watch(large *l) {
  char path[] = "/tmp/dyncolor-locks-XXXXXX.css";
  int file = mkstemps(path, 4);
  if (file < 0 || write(file, ":root{--w:#123}", 15) != 15) exit(2);
  close(file);
  dyncolor_watch *watch = NULL;
  int did_load = 0;
  begin_measuring();
  MUST(dyncolor_theme_load_n(l->theme, path, NUL, NULL, NULL, NULL));
  MUST(dyncolor_watch_create_n(l->theme, path, NUL, NULL, &watch, NULL, NULL));
  dyncolor_watch_descriptor(watch);
  MUST(dyncolor_watch_pump(watch, &did_load, NULL, NULL));
  dyncolor_watch_release(watch);
  end_measuring();
  unlink(path);
}

static const lock_case lock_cases[] = {
    {"a fingerprint", run_fingerprint, 0, false},
    {"an image saved", run_save, 0, false},
    {"an image loaded", run_load_image, 0, false},
    {"all colors listed", run_list, 0, false},
    {"a palette listed", run_palette_list, 0, false},
    {"an audit of palettes", run_palette_gaps, 0, false},
    {"variants derived", run_derive, COLORS, true},
    {"an audit of a theme", run_audit, 0, false},
    {"100,000 names bound", run_bind, 0, false},
    {"a color found", run_find, 0, false},
    {"CSS of a color", run_css, 0, false},
    {"the axes of a long chain", run_depends_on, 0, true},
    {"colors compared", run_equal, 0, false},
    {"notes on a color", run_notes, 0, false},
    {"notes on 50,000 colors, one by one", run_first_notes, 0, true},
    {"1,000 layers declared and listed", run_layers, 0, true},
    {"an image of 4,000 layers", run_save_layers, 0, true},
    {"120,000 names declared", run_declare_names, 0, true},
    {"an image of those names", run_save_names, 0, false},
    {"100,000 colors of a list resolved", run_resolve_list, 0, true},
    {"all colors resolved", run_resolve_all, 0, true},
    {"an environment prepared", run_prepare, 0, true},
    {"a snapshot made and dropped", run_snapshot, 0, true},
    {"a color resolved in 200 environments", run_resolve, 0, true},
    {"colors of 65,536 environments", run_environments, 0, true},
    {"colors that are dear to compute", run_resolve_dear, 0, true},
    {"a color that calls the host", run_provider, 0, true},
    {"a color explained", run_explain, 0, false},
    {"a diff between environments", run_diff, 0, false},
    {"the changes since a generation", run_changes, 0, false},
    {"observers of a color with 10,000 dependents", run_observe, 0, false},
    {"observed changes of one color", run_observed_edits, 0, false},
    {"observed changes of a desktop", run_desktop, 0, false},
    {"a color with 10,000 dependents redefined", run_redefine, 0, false},
    {"a color registered", run_register_one, 0, false},
    {"200,000 colors registered one by one", run_register_each, 0, true},
    {"10,000 forwards", run_forward, 0, true},
    {"an owner of one color unregistered", run_unregister_small_owner, 0, true},
    {"files written", run_write, 0, true},
    {"folders written", run_write_files, 0, true},
    {"a small file loaded", run_load_small, 0, false},
    {"a built-in palette loaded", run_builtin, 0, true},
    {"a scheme and a scale registered", run_scheme, 0, true},
    {"a file watched", run_watch, 0, true},
    {"the end of a slow reader", run_slow_reader, 0, true},
    {"a chain of 20,000 colors resolved", run_resolve_chain, 0, true},
    {"a cycle of 20,000 colors resolved", run_resolve_cycle, 0, true},
    {"a file of 100,000 colors loaded", run_load_file, COLORS, true},
    {"the same file again", run_load_again, COLORS, true},
    {"100,000 colors registered at once", run_register_many, COLORS, true},
    {"100,000 colors redefined at once", run_redefine_many, COLORS, false},
    {"a layer of 20,000 colors dropped", run_drop_layer, OWNED, true},
    {"an owner of 20,000 colors unregistered", run_unregister_owner, OWNED, true},
};

#endif
