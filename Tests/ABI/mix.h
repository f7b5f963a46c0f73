/* Calls of every kind, chosen at random, on a theme that other threads use at the same time. What
 * they return is one of what can be when others change the theme meanwhile; whether it is right is
 * for other tests to say. */
#ifndef MIX_H
#define MIX_H

#include <dyncolor.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lookups.h"
#include "parts.h"

/* Memory that is counted, in blocks and in bytes, by all threads. */
typedef struct mix_heap {
  _Atomic size_t blocks, bytes;
} mix_heap;

static inline void *mix_resize(void *user_data, void *memory, size_t old_size, size_t new_size) {
  mix_heap *heap = user_data;
  if (new_size == 0) {
    free(memory);
    if (memory != NULL) atomic_fetch_sub(&heap->blocks, 1);
    atomic_fetch_sub(&heap->bytes, old_size);
    return NULL;
  }
  void *moved = realloc(memory, new_size);
  if (moved == NULL) return NULL;
  if (memory == NULL) atomic_fetch_add(&heap->blocks, 1);
  atomic_fetch_add(&heap->bytes, new_size - old_size);
  return moved;
}

/* What one thread has to mix with. The theme and the counts are for all; the folder, the heap that
 * runs short and what follows are its own. */
typedef struct mixer {
  dyncolor_theme *theme;
  mix_heap *passing;           /* of themes that an action makes and releases */
  _Atomic unsigned *surprises; /* results that cannot be */
  _Atomic int *live;           /* user data that has not been destroyed */
  const char *folder;
  uint64_t random;
  uint64_t calls;
  size_t left; /* of the heap that runs short, how many allocations succeed */
  dyncolor_watch *watch;
  dyncolor_desktop *desktop;
  bool is_bound;
  uint64_t generation;
} mixer;

enum { MIX_NAMES = 40, MIX_ROOM = 4096 };

static inline uint32_t mix_random(mixer *in, uint32_t below) {
  uint64_t x = in->random += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return (uint32_t)((x ^ x >> 31) >> 32) % below;
}

/* Among others, whatever comes of a name that another thread has just unregistered, taken or made
 * refer to this one. What no thread does, no thread may be told of. */
static inline bool mix_expects(dyncolor_status status) {
  switch (status) {
    case DYNCOLOR_OK:
    case DYNCOLOR_ERROR_BUFFER_TOO_SMALL:
    case DYNCOLOR_ERROR_UNKNOWN_NAME:
    case DYNCOLOR_ERROR_STALE_ID:
    case DYNCOLOR_ERROR_NAME_TAKEN:
    case DYNCOLOR_ERROR_CYCLE:
    case DYNCOLOR_ERROR_TOO_DEEP:
    case DYNCOLOR_ERROR_NO_VALUE:
    case DYNCOLOR_ERROR_NOT_IN_SNAPSHOT:
    case DYNCOLOR_ERROR_PROVIDER: return true;
    default: return false;
  }
}

static inline bool mix_take(mixer *in, dyncolor_status status, const char *call) {
  in->calls++;
  if (!mix_expects(status) && atomic_fetch_add(in->surprises, 1) < 10)
    printf("# %s: %s\n", call, dyncolor_status_name(status));
  return status == DYNCOLOR_OK;
}

/* The same of a call that can have but one result. */
static inline void mix_want(mixer *in, bool is_so, const char *what) {
  in->calls++;
  if (!is_so && atomic_fetch_add(in->surprises, 1) < 10) printf("# %s\n", what);
}

#define MIX(in, function, ...) mix_take(in, function(__VA_ARGS__), #function)
#define MIX_WANT(in, condition) mix_want(in, condition, #condition)
#define MIX_NUL DYNCOLOR_NUL_TERMINATED

/* One of a few names, so that names take no more memory the longer it goes on. */
static inline const char *mix_name(mixer *in, char text[32]) {
  static const char *const groups[4] = {"color", "Night/color", "Day/color", "deep/er/color"};
  const uint32_t number = mix_random(in, MIX_NAMES);
  snprintf(text, 32, "%s %u", groups[number % 4], number);
  return text;
}

/* An id of a name; if there is none, of one that has been given out for it. */
static inline dyncolor_id mix_id(mixer *in) {
  char name[32];
  dyncolor_id id = DYNCOLOR_ID_NONE;
  mix_name(in, name);
  if (!MIX(in, dyncolor_theme_find_n, in->theme, name, MIX_NUL, &id, NULL))
    MIX(in, dyncolor_theme_declare_n, in->theme, name, MIX_NUL, &id, NULL);
  return id;
}

static inline dyncolor_environment mix_environment(mixer *in) {
  static const uint8_t contrasts[4] = {0, DYNCOLOR_CONTRAST_LESS, DYNCOLOR_CONTRAST_MORE,
                                       DYNCOLOR_CONTRAST_PERCENT(30)};
  dyncolor_environment environment = {0};
  environment.scheme = (uint8_t)mix_random(in, 3);
  environment.contrast = contrasts[mix_random(in, 4)];
  environment.elevation = (uint8_t)mix_random(in, 3);
  /* Numbers that the theme has given out. */
  const size_t palettes = dyncolor_palette_count(in->theme);
  environment.palette = (uint16_t)mix_random(in, palettes < 2 ? (uint32_t)palettes + 1 : 3);
  if (dyncolor_axis_count(in->theme) > DYNCOLOR_AXIS_CUSTOM)
    environment.custom[0] = (uint8_t)mix_random(in, 4);
  return environment;
}

static inline dyncolor_color mix_color(mixer *in) {
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {0}, 1};
  for (int i = 0; i < 3; i++) color.c[i] = mix_random(in, 256) / 255.0;
  return color;
}

/* ---- Functions of a host's ------------------------------------------------------------------- */

typedef struct mix_box {
  _Atomic int *live;
  dyncolor_color color;
  dyncolor_id base;
} mix_box;

static inline mix_box *mix_box_of(mixer *in, dyncolor_id base) {
  mix_box *made = malloc(sizeof *made);
  *made = (mix_box){in->live, mix_color(in), base};
  atomic_fetch_add(in->live, 1);
  return made;
}

static inline void mix_destroy(void *user_data) {
  mix_box *box = user_data;
  atomic_fetch_sub(box->live, 1);
  free(box);
}

static inline dyncolor_status mix_provide(dyncolor_context *context, dyncolor_answer *answer,
                                          void *user_data) {
  const mix_box *box = user_data;
  dyncolor_rgba color;
  dyncolor_environment environment;
  answer->color = box->color;
  if (dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK)
    return dyncolor_context_resolve(context, box->base, &color, NULL);
  if (dyncolor_context_axis(context, DYNCOLOR_AXIS_ELEVATION) == DYNCOLOR_ELEVATION_ELEVATED)
    return dyncolor_context_environment(context, &environment, NULL);
  if (dyncolor_context_theme(context) == NULL) return -1000;
  return DYNCOLOR_OK;
}

/* What an observer is told can be resolved, and asked for, at once. */
static inline void mix_observe(dyncolor_theme *theme, const dyncolor_change *change,
                               void *user_data) {
  dyncolor_rgba color;
  (void)user_data;
  if (change->count > 0) (void)dyncolor_resolve(theme, change->ids[0], NULL, &color, NULL);
}

/* ---- Changes --------------------------------------------------------------------------------- */

static const char *const mix_texts[] = {
    "red", "light-dark(#0461be, #81d0ff)", "oklch(from var(--color\\ 0) calc(l * 0.9) c h)",
    "color-mix(in oklab, var(--color\\ 4), white 30%)", "--level(var(--color\\ 8), secondary)",
    "if(media(prefers-contrast: more): black; style(--mood: calm): teal; else: gray)",
    "--grade-contrast(var(--color\\ 5, blue), on var(--color\\ 2, white), 4.5)",
    "--ensure-contrast(var(--color\\ 0, blue), on var(--color\\ 12, white), 4.5)",
    "--ensure-contrast(var(--color\\ 3, red), on var(--color\\ 7, white), on #eee, on teal, 2)",
    "--vision(var(--color\\ 4, teal), deutan 80%)",
    "--standalone(var(--color\\ 0, teal))",
    "--tone(var(--color\\ 4, teal), 30)", "--material(var(--color\\ 5, teal), surface-dim)",
    "--scale(var(--color\\ 6, teal), 11)",
    "--dark-of(var(--color\\ 8, teal), text)",
    "--palette(tint, currentcolor)", "contrast-color(var(--deep\\/er\\/color\\ 3, navy))",
    "--variants(any: #99457a; dark: #d98bbb; more: #6d0f4a; dark more: #ffc2e6)"};

/* One color in any of the ways that there are. */
static inline void mix_register(mixer *in) {
  char name[32], other[32];
  dyncolor_id ids[3] = {mix_id(in), mix_id(in), DYNCOLOR_ID_NONE};
  const dyncolor_color light = mix_color(in), dark = mix_color(in);
  dyncolor_variant variants[3] = {{.part.color = light}, {.part.color = dark}, {.part.id = ids[0]}};
  const dyncolor_part text = dyncolor_part_css("color-mix(in oklab, var(--color\\ 0, red), blue)");
  variants[1].scheme = DYNCOLOR_SCHEME_DARK;
  variants[2].contrast = DYNCOLOR_CONTRAST_MORE;
  if (mix_random(in, 3) == 0) variants[1].part = text;
  const uint32_t kind = mix_random(in, 13);
  mix_name(in, name);
  if (kind == 0)
    MIX(in, dyncolor_register_color_n, in->theme, name, MIX_NUL, &light, NULL, NULL);
  else if (kind == 1)
    MIX(in, dyncolor_register_pair_n, in->theme, name, MIX_NUL, PART(light),
        mix_random(in, 2) ? PART(dark) : &text, NULL, NULL);
  else if (kind == 2)
    MIX(in, dyncolor_register_hex_n, in->theme, name, MIX_NUL, "#0461be", 7, "#81d0ff", 7, NULL,
        NULL);
  else if (kind == 3)
    MIX(in, dyncolor_register_variants_n, in->theme, name, MIX_NUL, variants, 3, NULL, NULL);
  else if (kind == 4)
    MIX(in, dyncolor_register_alias_n, in->theme, name, MIX_NUL, ids[0], NULL, NULL);
  else if (kind == 5)
    MIX(in, dyncolor_register_semantic_n, in->theme, name, MIX_NUL, "tint", 4, PART_ID(ids[0]),
        NULL, NULL);
  else if (kind == 6)
    MIX(in, dyncolor_register_level_n, in->theme, name, MIX_NUL, ids[0], DYNCOLOR_LEVEL_TERTIARY,
        NULL, NULL);
  else if (kind == 7)
    MIX(in, dyncolor_register_fallbacks_n, in->theme, name, MIX_NUL, parts_of(ids, 2), 2, NULL,
        NULL);
  else if (kind == 8)
    MIX(in, dyncolor_register_provider_n, in->theme, name, MIX_NUL, mix_provide,
        mix_box_of(in, ids[0]), mix_destroy, NULL, NULL);
  else if (kind == 9)
    MIX(in, dyncolor_register_mix_n, in->theme, name, MIX_NUL, parts_of(ids, 2), NULL, 2,
        DYNCOLOR_SPACE_OKLAB, DYNCOLOR_HUE_SHORTER, NULL, NULL);
  else if (kind == 10) {
    dyncolor_definition batch[3];
    for (int i = 0; i < 3; i++) {
      batch[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
      batch[i].kind = DYNCOLOR_KIND_VARIANTS;
      batch[i].variants = variants;
      batch[i].variant_count = 2;
      batch[i].layer = i == 1 ? DYNCOLOR_LAYER_USER : 0;
    }
    batch[0].name = name;
    batch[0].name_length = MIX_NUL;
    batch[1].name = mix_name(in, other);
    batch[1].name_length = MIX_NUL;
    if (MIX(in, dyncolor_register, in->theme, batch, 3, ids, NULL)) {
      /* The last has no name: nobody else knows its id. */
      MIX_WANT(in, dyncolor_theme_redefine(in->theme, &ids[2], &dark, 1, NULL) == DYNCOLOR_OK);
      MIX_WANT(in, dyncolor_unregister(in->theme, ids[2], NULL) == DYNCOLOR_OK);
    }
  } else
    MIX(in, dyncolor_register_css_n, in->theme, name, MIX_NUL,
        mix_texts[mix_random(in, sizeof mix_texts / sizeof *mix_texts)], MIX_NUL, NULL, NULL);
}

static inline void mix_edit(mixer *in) {
  char name[32];
  const dyncolor_id id = mix_id(in), other = mix_id(in);
  const dyncolor_color color = mix_color(in);
  const double opacities[5] = {1, 0.6, 0.4, 0.2, 0.1};
  switch (mix_random(in, 11)) {
    case 0: MIX(in, dyncolor_unregister, in->theme, id, NULL); break;
    case 1: MIX(in, dyncolor_id_rename_n, in->theme, id, mix_name(in, name), MIX_NUL, NULL); break;
    case 2: MIX(in, dyncolor_theme_redefine, in->theme, &id, &color, 1, NULL); break;
    case 3:
      MIX(in, dyncolor_theme_set_level_opacities, in->theme,
          mix_random(in, 2) ? opacities : NULL, NULL);
      break;
    case 4:
      MIX(in, dyncolor_theme_set_default_scheme, in->theme,
          mix_random(in, 2) ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT, NULL);
      MIX(in, dyncolor_theme_set_default_contrast, in->theme,
          mix_random(in, 2) ? DYNCOLOR_CONTRAST_MORE : DYNCOLOR_CONTRAST_STANDARD, NULL);
      break;
    case 5:
      MIX(in, dyncolor_theme_set_default_palette, in->theme, (uint16_t)mix_random(in, 3), NULL);
      break;
    case 6: MIX(in, dyncolor_id_set_description_n, in->theme, id, "What it is for", MIX_NUL,
                NULL); break;
    case 7:
      MIX(in, dyncolor_id_set_deprecation_n, in->theme, id, "too loud", MIX_NUL,
          other == id ? DYNCOLOR_ID_NONE : other, NULL);
      break;
    case 8: MIX(in, dyncolor_id_set_annotation_n, in->theme, id, "{\"a\": [1, 2]}", MIX_NUL,
                NULL); break;
    case 9: {
      /* Most colors have no provider. */
      const dyncolor_status status = dyncolor_id_refresh(in->theme, id, NULL);
      mix_take(in, status == DYNCOLOR_ERROR_INVALID_ARGUMENT ? DYNCOLOR_OK : status,
               "dyncolor_id_refresh");
      break;
    }
    default:
      /* A circle of names, or one that leads nowhere, is as good as any. */
      MIX(in, dyncolor_theme_forward_n, in->theme, mix_random(in, 2) ? "old" : "older", MIX_NUL,
          mix_name(in, name), MIX_NUL, NULL);
  }
}

static inline void mix_layers(mixer *in) {
  dyncolor_source sources[8];
  uint16_t layers[16], layer = 0, owner = 0;
  const char *text;
  size_t count;
  const dyncolor_color color = mix_color(in);
  dyncolor_variant variant = {.part.color = color};
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  char name[32];
  const dyncolor_id id = mix_id(in);
  MIX(in, dyncolor_layer_declare_n, in->theme, mix_random(in, 2) ? "brand" : "season", MIX_NUL,
      DYNCOLOR_LAYER_USER, &layer, NULL);
  MIX(in, dyncolor_owner_declare_n, in->theme, "somebody", MIX_NUL, &owner, NULL);
  definition.name = mix_name(in, name);
  definition.name_length = MIX_NUL;
  definition.kind = DYNCOLOR_KIND_VARIANTS;
  definition.variants = &variant;
  definition.variant_count = 1;
  definition.layer = layer;
  definition.owner = owner;
  if (definition.name != NULL && mix_random(in, 2)) {
    definition.kind = DYNCOLOR_KIND_CSS;
    definition.css = "color-mix(in srgb, --covered(red), white)";
    definition.css_length = MIX_NUL;
  }
  MIX(in, dyncolor_register, in->theme, &definition, 1, NULL, NULL);
  MIX(in, dyncolor_id_sources, in->theme, id, sources, 8, &count, NULL);
  MIX(in, dyncolor_theme_layers, in->theme, layers, 16, &count, NULL);
  MIX(in, dyncolor_layer_name, in->theme, layer, &text, NULL);
  MIX(in, dyncolor_owner_name, in->theme, owner, &text, NULL);
  switch (mix_random(in, 5)) {
    case 0: MIX(in, dyncolor_layer_clear, in->theme, layer, NULL); break;
    case 1: MIX(in, dyncolor_layer_unregister, in->theme, layer, id, NULL); break;
    case 3: {
      const dyncolor_part alias = dyncolor_part_id(id);
      MIX(in, dyncolor_layer_register_n, in->theme, layer, name, MIX_NUL, &alias, NULL, NULL);
      break;
    }
    case 2: MIX(in, dyncolor_owner_clear, in->theme, owner, NULL); break;
    default: break;
  }
}

static inline void mix_palettes(mixer *in) {
  dyncolor_palette_gap gaps[64];
  dyncolor_id ids[256];
  uint32_t axis = 0;
  uint16_t number = 0;
  uint8_t small = 0;
  const char *text;
  size_t count;
  dyncolor_builtin builtin;
  MIX(in, dyncolor_palette_declare_n, in->theme, "Night", MIX_NUL, &number, NULL);
  MIX(in, dyncolor_palette_name, in->theme, number, &text, NULL);
  MIX(in, dyncolor_palette_colors, in->theme, number, ids, 256, &count, NULL);
  MIX(in, dyncolor_palette_declare_n, in->theme, "Day", MIX_NUL, &number, NULL);
  MIX(in, dyncolor_theme_derive, in->theme, NULL, NULL, NULL);
  MIX(in, dyncolor_palette_gaps, in->theme, gaps, 64, &count, NULL);
  MIX_WANT(in, dyncolor_palette_count(in->theme) >= 2);
  MIX(in, dyncolor_axis_declare_n, in->theme, "mood", MIX_NUL, &axis, NULL);
  MIX(in, dyncolor_axis_declare_value_n, in->theme, axis, "calm", MIX_NUL, &small, NULL);
  MIX(in, dyncolor_locale_declare_n, in->theme, "pt-BR", MIX_NUL, &number, NULL);
  MIX(in, dyncolor_locale_name, in->theme, number, &text, NULL);
  MIX(in, dyncolor_subtype_declare_n, in->theme, "wide", MIX_NUL, &small, NULL);
  MIX(in, dyncolor_subtype_name, in->theme, small, &text, NULL);
  if (mix_random(in, 4) == 0)
    mix_want(in, look_up_everything(in->theme, NULL) == DYNCOLOR_OK, "look_up_everything");
  if (mix_random(in, 8) == 0) {
    dyncolor_report *report = NULL;
    MIX(in, dyncolor_theme_check, in->theme, &report, NULL);
    dyncolor_report_release(report);
  }
  MIX_WANT(in, dyncolor_builtin_at(0, &builtin, NULL) == DYNCOLOR_OK);
  if (mix_random(in, 8) == 0)
    MIX(in, dyncolor_builtin_load_n, in->theme, "css", MIX_NUL, NULL, 0, "css/", 4,
        DYNCOLOR_LAYER_USER, &count, NULL);
  if (mix_random(in, 8) == 0) {
    const dyncolor_part seed = dyncolor_part_css("var(--color\\ 3, teal)");
    MIX(in, dyncolor_register_material_n, in->theme, &seed, DYNCOLOR_MATERIAL_VIBRANT, "md/", 3,
        DYNCOLOR_LAYER_DEFAULTS, NULL);
    MIX(in, dyncolor_register_scale_n, in->theme, &seed, "scale-", 6, 0, NULL);
  }
}

/* ---- Looking --------------------------------------------------------------------------------- */

static inline void mix_resolve(mixer *in) {
  dyncolor_id ids[8];
  dyncolor_status statuses[8];
  dyncolor_rgba color, table[256];
  uint32_t word = 0;
  const dyncolor_environment environment = mix_environment(in);
  for (int i = 0; i < 8; i++) {
    ids[i] = mix_id(in);
    for (int round = 0; round < 4; round++)
      MIX(in, dyncolor_resolve, in->theme, ids[i], &environment, &color, NULL);
  }
  MIX(in, dyncolor_resolve_pixel, in->theme, ids[1], &environment, DYNCOLOR_LAYOUT_ARGB_WORD,
      &word, sizeof word, NULL);
  MIX(in, dyncolor_resolve_level, in->theme, ids[0], DYNCOLOR_LEVEL_SECONDARY, &environment,
      &color, NULL);
  MIX(in, dyncolor_resolve_list, in->theme, ids, 8, &environment, DYNCOLOR_LAYOUT_FLOAT4, table,
      sizeof *table, statuses, NULL);
  if (mix_random(in, 4) == 0)
    MIX(in, dyncolor_resolve_all, in->theme, &environment, DYNCOLOR_LAYOUT_FLOAT4, table, 256,
        sizeof *table, NULL);
  if (mix_random(in, 8) == 0) MIX(in, dyncolor_theme_prepare, in->theme, &environment, NULL);
  MIX_WANT(in, dyncolor_theme_rows(in->theme) > 0);
}

static inline void mix_snapshots(mixer *in) {
  dyncolor_snapshot *snapshots[2] = {NULL, NULL};
  dyncolor_environment origin;
  dyncolor_id ids[256];
  dyncolor_rgba color, table[256];
  uint64_t generation;
  size_t rows, count;
  for (int i = 0; i < 2; i++) {
    const dyncolor_environment environment = mix_environment(in);
    MIX(in, dyncolor_snapshot_create, in->theme, &environment, &snapshots[i], NULL);
  }
  if (snapshots[0] != NULL && snapshots[1] != NULL) {
    MIX_WANT(in, dyncolor_snapshot_retain(snapshots[0]) == snapshots[0]);
    const uint64_t fingerprint = dyncolor_snapshot_fingerprint(snapshots[0]);
    MIX(in, dyncolor_snapshot_resolve, snapshots[0], mix_id(in), &color, NULL);
    MIX_WANT(in, (dyncolor_snapshot_is_derived(snapshots[0], mix_id(in)) & ~1) == 0);
    MIX_WANT(in, dyncolor_snapshot_colors(snapshots[1], &rows) != NULL);
    MIX(in, dyncolor_snapshot_copy, snapshots[0], DYNCOLOR_LAYOUT_FLOAT4, table, 256,
        sizeof *table, NULL);
    MIX(in, dyncolor_snapshot_mix, snapshots[0], snapshots[1], 0.25, DYNCOLOR_LAYOUT_FLOAT4, table,
        256, sizeof *table, NULL);
    MIX(in, dyncolor_snapshot_diff, snapshots[0], snapshots[1], ids, 256, &count, NULL);
    dyncolor_snapshot_origin(snapshots[0], &generation, &origin);
    MIX_WANT(in, generation <= dyncolor_theme_generation(in->theme));
    MIX_WANT(in, dyncolor_snapshot_fingerprint(snapshots[0]) == fingerprint);
    dyncolor_snapshot_release(snapshots[0]);
  }
  dyncolor_snapshot_release(snapshots[0]);
  dyncolor_snapshot_release(snapshots[1]);
}

static inline void mix_names(mixer *in) {
  static const char *const names[3] = {"color 0", "Night/color 1", "none of these"};
  dyncolor_id ids[256], id = mix_id(in), other = mix_id(in);
  dyncolor_status statuses[3];
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *its_theme = dyncolor_theme_retain(in->theme);
  const char *text;
  char css[256];
  uint32_t axes;
  int is_derived;
  size_t count;
  MIX(in, dyncolor_theme_bind, in->theme, names, 3, ids, statuses, &error);
  MIX(in, dyncolor_theme_forwarded_n, in->theme, "old", MIX_NUL, &text, NULL);
  MIX(in, dyncolor_theme_find_n, in->theme, "older", MIX_NUL, &id, &error);
  MIX(in, dyncolor_id_name, in->theme, id, &text, NULL);
  MIX(in, dyncolor_theme_colors, in->theme, ids, 256, &count, NULL);
  MIX(in, dyncolor_id_css, in->theme, id, css, sizeof css, &count, NULL);
  MIX(in, dyncolor_id_axes, in->theme, id, &axes, NULL);
  MIX(in, dyncolor_id_is_derived, in->theme, id, NULL, &is_derived, NULL);
  MIX(in, dyncolor_id_description, in->theme, id, &text, NULL);
  MIX(in, dyncolor_id_deprecation, in->theme, id, &text, &other, NULL);
  MIX(in, dyncolor_id_annotation, in->theme, id, &text, NULL);
  (void)dyncolor_id_equal(in->theme, id, its_theme, other);
  (void)dyncolor_id_hash(in->theme, id);
  (void)dyncolor_theme_count(in->theme);
  (void)dyncolor_theme_fingerprint(in->theme);
  dyncolor_theme_release(its_theme);
}

static inline void mix_audit(mixer *in) {
  dyncolor_audit_options audit_options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  dyncolor_audit *audit = NULL;
  dyncolor_audit_sums sums;
  char text[MIX_ROOM];
  size_t count, length;
  audit_options.limit = 1 + mix_random(in, 4000);
  if (!MIX(in, dyncolor_theme_audit, in->theme, &audit_options, &audit, NULL)) return;
  const dyncolor_audit_finding *findings = dyncolor_audit_findings(audit, &count);
  dyncolor_audit_total(audit, &sums);
  MIX_WANT(in, (findings == NULL) == (count == 0));
  MIX_WANT(in, sums.errors + sums.warnings + sums.notes == count + sums.omitted);
  const dyncolor_audit_format format = (dyncolor_audit_format)(1 + mix_random(in, 3));
  MIX(in, dyncolor_audit_write_n, audit, format, NULL, 0, text, sizeof text, &length, NULL);
  if (mix_random(in, 4) == 0) MIX(in, dyncolor_theme_repair, in->theme, audit, NULL, NULL);
  dyncolor_audit_release(audit);
}

static inline void mix_changes(mixer *in) {
  const dyncolor_environment a = mix_environment(in), b = mix_environment(in);
  dyncolor_explanation *explanation = NULL;
  dyncolor_id ids[512];
  uint64_t observation = 0;
  size_t count;
  if (MIX(in, dyncolor_theme_observe, in->theme, mix_observe, mix_box_of(in, 0), mix_destroy,
          &observation, NULL)) {
    mix_register(in);
    MIX_WANT(in, dyncolor_theme_unobserve(in->theme, observation, NULL) == DYNCOLOR_OK);
  }
  MIX(in, dyncolor_theme_changes, in->theme, in->generation, ids, 512, &count, &in->generation,
      NULL);
  MIX(in, dyncolor_theme_diff, in->theme, &a, &b, ids, 512, &count, NULL);
  if (MIX(in, dyncolor_explanation_create, in->theme, mix_id(in), &a, &explanation, NULL)) {
    MIX_WANT(in, dyncolor_explanation_steps(explanation, &count) != NULL && count > 0);
    MIX_WANT(in, dyncolor_explanation_text(explanation)[0] != 0);
    dyncolor_explanation_release(explanation);
  }
  mix_audit(in);
}

/* ---- Images and files ------------------------------------------------------------------------ */

/* What was given and what was lent: both themes are like the one that was saved. */
static inline void mix_images(mixer *in) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *copied = NULL, *borrowed = NULL;
  dyncolor_rgba table[64];
  size_t size = 0;
  options.resize = mix_resize;
  options.resize_user_data = in->passing;
  MIX(in, dyncolor_theme_to_image, in->theme, NULL, 0, &size, NULL);
  const size_t room = size + MIX_ROOM;
  void *image = malloc(room);
  if (MIX(in, dyncolor_theme_to_image, in->theme, image, room, &size, NULL)) {
    MIX(in, dyncolor_theme_from_image, &options, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copied,
        NULL);
    MIX(in, dyncolor_theme_from_image, &options, image, size, DYNCOLOR_IMAGE_MEMORY_BORROWED,
        &borrowed, NULL);
    if (copied != NULL && borrowed != NULL) {
      MIX_WANT(in, dyncolor_theme_fingerprint(copied) == dyncolor_theme_fingerprint(borrowed));
      MIX(in, dyncolor_resolve_all, borrowed, NULL, DYNCOLOR_LAYOUT_FLOAT4, table, 64,
          sizeof *table, NULL);
    }
    dyncolor_theme_release(copied);
    dyncolor_theme_release(borrowed);
    const size_t at = mix_random(in, (uint32_t)size);
    ((unsigned char *)image)[at] ^= 0x40;
    copied = NULL;
    if (dyncolor_theme_from_image(&options, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copied,
                                  NULL) ==
        DYNCOLOR_OK)
      dyncolor_theme_release(copied);
  }
  free(image);
}

typedef struct mix_file {
  const char *name, *text;
  bool is_good;
} mix_file;

static const mix_file mix_files[] = {
    {"a.css", ":root { --color\\ 0: red; --mix-a: light-dark(#fff, #000) }", true},
    {"b.tokens.json", "{\"mix\": {\"b\": {\"$type\": \"color\", \"$value\": \"#123456\"}}}", true},
    {"c.json", "{\"color 4\": \"#0461be\", \"mix/c\": {\"light\": \"#fff\", \"dark\": \"#000\"}}",
     true},
    {"d.css", "@define-color mix_d #abcdef; @define-color mix_e alpha(@mix_d, 0.5);", true},
    {"e.json", "{\"mix\": ", false},
    {"f.tokens.json", "{\"a\": {\"$type\": \"color\", \"$value\": \"{a}\"}}", false}};

static inline dyncolor_status mix_read(void *user_data, const char *path, dyncolor_sink *sink) {
  const mix_file *file = user_data;
  (void)path;
  return dyncolor_sink_append(sink, file->text, strlen(file->text));
}

static inline dyncolor_status mix_list(void *user_data, const char *path, dyncolor_sink *sink) {
  const mix_file *file = user_data;
  if (path[0] != 0) return DYNCOLOR_ERROR_FILE;
  return dyncolor_sink_add_n(sink, file->name, MIX_NUL, 0);
}

static inline int mix_progress(void *user_data, const char *path, size_t colors) {
  (void)path;
  (void)colors;
  return *(const int *)user_data;
}

/* From memory and from files of the host's own, good or bad, to the end or not. */
static inline void mix_load(mixer *in) {
  const uint32_t chosen = mix_random(in, sizeof mix_files / sizeof *mix_files);
  const mix_file *file = &mix_files[chosen];
  dyncolor_files host = {sizeof host, NULL, mix_read, mix_list};
  dyncolor_load_options options = {.size = sizeof options};
  dyncolor_report *report = NULL;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  int is_cancelled = mix_random(in, 8) == 0;
  size_t count;
  host.user_data = (void *)(uintptr_t)file;
  options.layer = mix_random(in, 2) ? DYNCOLOR_LAYER_USER : 0;
  options.progress = mix_progress;
  options.progress_user_data = &is_cancelled;
  dyncolor_status status;
  if (mix_random(in, 2)) {
    status = dyncolor_theme_load_memory_n(in->theme, file->name, MIX_NUL, file->text,
                                          strlen(file->text), &options, &report, &error);
  } else {
    options.files = &host;
    status =
        dyncolor_theme_load_n(in->theme, file->name, MIX_NUL, &options, &report, &error);
  }
  if (is_cancelled)
    MIX_WANT(in, status != DYNCOLOR_OK);
  else if (file->is_good)
    mix_take(in, status, "a load");
  else
    MIX_WANT(in, status == DYNCOLOR_ERROR_SYNTAX || status == DYNCOLOR_ERROR_CYCLE);
  (void)dyncolor_report_findings(report, &count);
  (void)dyncolor_report_omitted(report);
  (void)dyncolor_report_colors(report);
  dyncolor_report_release(report);
}

static inline dyncolor_status mix_discard(void *user_data, const char *path, const void *bytes,
                                          size_t size) {
  (void)path;
  (void)bytes;
  *(size_t *)user_data += size;
  return DYNCOLOR_OK;
}

static inline void mix_write(mixer *in) {
  static const uint32_t formats[] = {
      DYNCOLOR_FORMAT_ASSET_CATALOG, DYNCOLOR_FORMAT_DESIGN_TOKENS, DYNCOLOR_FORMAT_STYLE_SHEET,
      DYNCOLOR_FORMAT_JSON,          DYNCOLOR_FORMAT_TAILWIND,      DYNCOLOR_FORMAT_SHEET};
  dyncolor_write_options options = {.size = sizeof options};
  char path[300];
  size_t total = 0;
  options.format = formats[mix_random(in, sizeof formats / sizeof *formats)];
  MIX(in, dyncolor_theme_write_files, in->theme, &options, mix_discard, &total, NULL, NULL);
  if (options.format != DYNCOLOR_FORMAT_ASSET_CATALOG)
    MIX(in, dyncolor_theme_write_memory, in->theme, &options, NULL, 0, &total, NULL, NULL);
  if (mix_random(in, 4) > 0) return;
  options.format = DYNCOLOR_FORMAT_JSON;
  snprintf(path, sizeof path, "%s/written.json", in->folder);
  if (MIX(in, dyncolor_theme_write_n, in->theme, path, MIX_NUL, &options, NULL, NULL))
    MIX(in, dyncolor_theme_load_n, in->theme, path, MIX_NUL, NULL, NULL, NULL);
}

static inline void mix_save(const char *path, const char *text) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (write(file, text, strlen(text)) < 0) perror(path);
  close(file);
}

/* A watch of the thread's own file, which is edited and pumped, and now and then made anew. */
static inline void mix_watch(mixer *in) {
  char path[300], text[100];
  int did_load;
  dyncolor_report *report = NULL;
  snprintf(path, sizeof path, "%s/watched.css", in->folder);
  snprintf(text, sizeof text, ":root { --watched: #%06x; --color\\ 8: #%06x }",
           mix_random(in, 4096), mix_random(in, 4096));
  if (in->watch == NULL) {
    mix_save(path, text);
    MIX(in, dyncolor_watch_create_n, in->theme, path, MIX_NUL, NULL, &in->watch, NULL, NULL);
    return;
  }
  if (mix_random(in, 2)) mix_save(path, mix_random(in, 8) ? text : ":root { --watched: ");
  if (mix_random(in, 16) == 0) unlink(path);
  struct pollfd waiting = {dyncolor_watch_descriptor(in->watch), POLLIN, 0};
  MIX_WANT(in, waiting.fd >= 0);
  (void)poll(&waiting, 1, (int)mix_random(in, 3));
  const dyncolor_status status = dyncolor_watch_pump(in->watch, &did_load, &report, NULL);
  if (status != DYNCOLOR_ERROR_FILE) mix_take(in, status, "dyncolor_watch_pump");
  dyncolor_report_release(report);
  if (mix_random(in, 12) == 0) {
    dyncolor_watch_release(in->watch);
    in->watch = NULL;
  }
}

/* A desktop of the thread's own, of which only the host says anything. It is bound to the theme
 * for a while, as those of other threads are. */
static inline void mix_desktop(mixer *in) {
  dyncolor_environment environment;
  dyncolor_color color = mix_color(in);
  dyncolor_accent name;
  uint32_t changes = 0;
  if (in->desktop == NULL) {
    dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
    options.resize = mix_resize;
    options.resize_user_data = in->passing;
    options.flags = DYNCOLOR_DESKTOP_NO_PORTAL | DYNCOLOR_DESKTOP_NO_GTK | DYNCOLOR_DESKTOP_NO_KDE;
    MIX(in, dyncolor_desktop_open, &options, &in->desktop, NULL);
    return;
  }
  dyncolor_desktop *desktop = dyncolor_desktop_retain(in->desktop);
  MIX(in, dyncolor_desktop_override, desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE,
      mix_random(in, 3), NULL);
  MIX(in, dyncolor_desktop_override_accent, desktop, DYNCOLOR_POLICY_PREFER,
      mix_random(in, 3) ? &color : NULL, NULL);
  if (mix_random(in, 4) == 0) {
    if (in->is_bound) MIX(in, dyncolor_desktop_unbind, desktop, in->theme, NULL);
    else MIX(in, dyncolor_desktop_bind, desktop, in->theme, DYNCOLOR_LAYER_DEFAULTS, NULL);
    in->is_bound = !in->is_bound;
  }
  if (mix_random(in, 2)) MIX(in, dyncolor_desktop_pump, desktop, &changes, NULL);
  else MIX(in, dyncolor_desktop_wait, desktop, 1, &changes, NULL);
  MIX(in, dyncolor_desktop_environment, desktop, &environment, NULL);
  if (MIX(in, dyncolor_desktop_accent, desktop, &color, NULL))
    MIX(in, dyncolor_color_nearest_accent, &color, &name, NULL);
  MIX_WANT(in, changes < 16 && dyncolor_desktop_motion(desktop) == 0);
  MIX_WANT(in, dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_MOTION) == 0);
  MIX_WANT(in, dyncolor_desktop_descriptor(desktop) >= 0);
  dyncolor_desktop_release(desktop);
  if (mix_random(in, 12) == 0) {
    dyncolor_desktop_release(in->desktop);
    in->desktop = NULL;
    in->is_bound = false;
  }
}

/* ---- A theme of one's own, with too little memory -------------------------------------------- */

static inline void *mix_resize_shortly(void *user_data, void *memory, size_t old_size,
                                       size_t new_size) {
  mixer *in = user_data;
  if (new_size > 0 && in->left == 0) return NULL;
  if (new_size > 0) in->left--;
  return mix_resize(in->passing, memory, old_size, new_size);
}

static inline void mix_theme(mixer *in) {
  static const char text[] = "{\"a\": \"#123\", \"b\": {\"light\": \"#fff\", \"dark\": \"#000\"}}";
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_rgba color;
  dyncolor_id id = DYNCOLOR_ID_NONE;
  uint64_t observation;
  options.resize = mix_resize_shortly;
  options.resize_user_data = in;
  in->left = mix_random(in, 4) ? mix_random(in, 100) : SIZE_MAX;
  if (dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK) {
    for (int i = 0; i < 10; i++) {
      char name[16];
      snprintf(name, sizeof name, "c%d", i);
      (void)dyncolor_register_css_n(theme, name, MIX_NUL, mix_texts[i], MIX_NUL, &id, NULL);
    }
    (void)dyncolor_register_provider_n(theme, "p", 1, mix_provide, mix_box_of(in, id), mix_destroy,
                                       &id, NULL);
    (void)dyncolor_theme_observe(theme, mix_observe, mix_box_of(in, id), mix_destroy, &observation,
                                 NULL);
    (void)dyncolor_theme_load_memory_n(theme, "a.json", 6, text, strlen(text), NULL, NULL, NULL);
    (void)dyncolor_resolve(theme, id, NULL, &color, NULL);
    (void)dyncolor_snapshot_create(theme, NULL, &snapshot, NULL);
    in->left = SIZE_MAX;
    dyncolor_theme_release(theme);
    dyncolor_snapshot_release(snapshot);
  }
  in->calls += 16;
}

/* ---- The mix --------------------------------------------------------------------------------- */

typedef void (*mix_action)(mixer *in);

/* How often each comes, of a hundred. */
static inline void mix_once(mixer *in) {
  static const struct {
    mix_action action;
    uint32_t share;
  } actions[] = {{mix_register, 22}, {mix_edit, 14}, {mix_layers, 6},  {mix_palettes, 4},
                 {mix_resolve, 21},  {mix_names, 8}, {mix_changes, 6}, {mix_snapshots, 6},
                 {mix_images, 2},    {mix_load, 4},  {mix_write, 1},   {mix_watch, 3},
                 {mix_theme, 2},     {mix_desktop, 1}};
  uint32_t dice = mix_random(in, 100);
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
    if (dice < actions[i].share) {
      actions[i].action(in);
      return;
    }
    dice -= actions[i].share;
  }
}

/* Gives up what a thread has kept between its actions. */
static inline void mix_end(mixer *in) {
  dyncolor_watch_release(in->watch);
  in->watch = NULL;
  dyncolor_desktop_release(in->desktop);
  in->desktop = NULL;
  in->is_bound = false;
}

#endif
