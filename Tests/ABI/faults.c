/* Fault injection: for each call, in each of its states, every allocation fails once, and every
 * allocation fails from then on. After each the status must be right, nothing may have leaked, and
 * nothing may have changed.
 *
 * The heap is watched from both sides: the allocator that calls are given, and the C library's
 * malloc family, which this program replaces, so that no allocation goes unseen. */
#include <dyncolor.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bus.h"
#include "check.h"
/* Made by Tests/ABI/list-exports: what the library exports, each of which tells note_call of its
 * calls. */
static void note_call(int function);
#include "exports.h"
#include "lookups.h"
#include "parts.h"

/* ---- The heap ---- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);

static struct {
  bool watched; /* between arm and disarm */
  unsigned long allocations, fail_at, refused;
  bool from_then_on;
  long live;
} heap;

static bool refuse(void) {
  if (!heap.watched) return false;
  heap.allocations++;
  bool fails = heap.fail_at != 0 && (heap.allocations == heap.fail_at ||
                                     (heap.from_then_on && heap.allocations > heap.fail_at));
  heap.refused += fails;
  if (fails) errno = ENOMEM;
  return fails;
}

void *malloc(size_t size) {
  if (refuse()) return NULL;
  void *memory = __libc_malloc(size);
  if (heap.watched && memory != NULL) heap.live++;
  return memory;
}

void *calloc(size_t count, size_t size) {
  if (refuse()) return NULL;
  void *memory = __libc_calloc(count, size);
  if (heap.watched && memory != NULL) heap.live++;
  return memory;
}

void *realloc(void *old, size_t size) {
  if (size > 0 && refuse()) return NULL;
  void *memory = __libc_realloc(old, size);
  if (heap.watched) heap.live += (memory != NULL) - (old != NULL);
  return memory;
}

void free(void *memory) {
  if (heap.watched && memory != NULL) heap.live--;
  __libc_free(memory);
}

/* From here on all blocks are counted. */
static void watch(void) {
  heap.allocations = heap.refused = heap.fail_at = 0;
  heap.live = 0;
  heap.watched = true;
}

/* From here on allocations are numbered, and this one fails; 0 for none. */
static void arm(unsigned long fail_at, bool from_then_on) {
  heap.allocations = heap.refused = 0;
  heap.fail_at = fail_at;
  heap.from_then_on = from_then_on;
}

/* ---- What is called ---- */

enum { EXPORTED_COUNT = sizeof exported / sizeof *exported };

/* Which functions the call under test has called, from its host or from a callback, while its
 * allocations were numbered; and in how many of the calls each function was. */
static bool is_numbered, was_called[EXPORTED_COUNT];
static unsigned states_of[EXPORTED_COUNT];

static void note_call(int function) {
  if (is_numbered) was_called[function] = true;
}

/* ---- The calls ---- */

/* A call under test. `state` is what `prepare` made; `fingerprint` condenses all of it that can be
 * seen from outside. Calls without a state have none of these. */
typedef struct tested_call {
  const char *name;
  void *(*prepare)(void);
  dyncolor_status (*run)(void *state, dyncolor_error *error);
  uint64_t (*fingerprint)(void *state);
  void (*dispose)(void *state);
  /* What the call returns when nothing fails. */
  dyncolor_status expected;
  /* Whether it may allocate at all, and whether it succeeds all the same when it cannot. */
  bool allocates, tolerates;
} tested_call;

/* Injects every fault into a call and returns how many there were; sets `*failures` to the number
 * of faults after which something was not as it must be. */
static unsigned long inject(const tested_call *call, bool quiet, unsigned long *failures) {
  unsigned long faults = 0;
  *failures = 0;
  for (int from_then_on = 0; from_then_on <= 1; from_then_on++) {
    for (unsigned long n = 0;; n++) {
      watch();
      void *state = call->prepare != NULL ? call->prepare() : NULL;
      uint64_t before = call->fingerprint != NULL ? call->fingerprint(state) : 0;
      dyncolor_error error = DYNCOLOR_ERROR_INIT;
      arm(n, from_then_on != 0);
      is_numbered = true;
      dyncolor_status status = call->run(state, &error);
      is_numbered = false;
      unsigned long refused = heap.refused, allocations = heap.allocations;
      arm(0, false);
      bool changed = call->fingerprint != NULL && call->fingerprint(state) != before;
      bool good = true;
      if (refused > 0 && !(call->tolerates && status == call->expected)) {
        good = status == DYNCOLOR_ERROR_OUT_OF_MEMORY && error.status == status && !changed;
        /* What could not be done can be done afterwards. */
        if (good && call->prepare != NULL)
          good = call->run(state, &error) == call->expected;
      } else {
        good = status == call->expected && (call->allocates || allocations == 0);
        /* What had to make do without memory can be done again, in full. */
        if (good && refused > 0) good = call->run(state, &error) == call->expected;
      }
      if (call->dispose != NULL) call->dispose(state);
      if (heap.live != 0) good = false;
      heap.watched = false;
      faults += refused > 0;
      if (!good) {
        ++*failures;
        if (n < 3 && !quiet)
          printf("# %s: allocation %lu%s: status %d, %ld blocks left, %schanged\n", call->name, n,
                 from_then_on ? " and on" : "", (int)status, heap.live, changed ? "" : "un");
      }
      if (n > 0 && refused == 0) break;
    }
  }
  return faults;
}

/* ---- Calls on values: they never allocate, in success or failure ---- */

static const dyncolor_color wide = {DYNCOLOR_SPACE_DISPLAY_P3, 0, {1, 0.5, 0}, 0.5};
static dyncolor_color color;
static dyncolor_environment environment;
static char text[16];

#define VALUE_CALL(name, ...) \
  static dyncolor_status name(void *state, dyncolor_error *error) { \
    (void)state; \
    (void)error; \
    __VA_ARGS__ \
  }

VALUE_CALL(version, {
  return dyncolor_version() != 0 && dyncolor_version_string() != NULL &&
                 dyncolor_status_name(DYNCOLOR_OK) != NULL
             ? DYNCOLOR_OK
             : DYNCOLOR_ERROR_INVALID_ARGUMENT;
})
VALUE_CALL(parse_hex, {
  return dyncolor_color_parse_hex_n("#123", 4, DYNCOLOR_SPACE_SRGB, 1, &color, error);
})
VALUE_CALL(parse_hex_badly, {
  return dyncolor_color_parse_hex_n("#12", 3, DYNCOLOR_SPACE_SRGB, 1, &color, error);
})
VALUE_CALL(format_hex, {
  return dyncolor_color_format_hex(&wide, DYNCOLOR_SPACE_SRGB, text, sizeof text, NULL, error);
})
VALUE_CALL(format_hex_badly, {
  return dyncolor_color_format_hex(&wide, DYNCOLOR_SPACE_SRGB, text, 3, NULL, error);
})
VALUE_CALL(convert, {
  return dyncolor_color_convert(&wide, DYNCOLOR_SPACE_SRGB, &color, error);
})
VALUE_CALL(pack, {
  return dyncolor_color_pack(&wide, DYNCOLOR_LAYOUT_RGBA8, text, sizeof text, error);
})
VALUE_CALL(pack_badly, {
  return dyncolor_color_pack(&wide, (dyncolor_layout)99, text, sizeof text, error);
})
/* An error and a finding as text, with what there is of them and a line of the text. */
VALUE_CALL(format_messages, {
  const char *source = "red\nrgb(1 2 3O)\n";
  const dyncolor_finding finding = {DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 2, 10, 13,
                                    "a.css", "no number", "3O"};
  dyncolor_error failed = DYNCOLOR_ERROR_INIT;
  static char written[2048];
  size_t length;
  dyncolor_color_parse_n(source, 100, NULL, &failed);
  dyncolor_status status = dyncolor_error_format_n(&failed, source, 17, written, sizeof written,
                                                   &length);
  return status != DYNCOLOR_OK ? status
                               : dyncolor_finding_format_n(&finding, source, 17, written,
                                                           sizeof written, NULL);
})
VALUE_CALL(format_messages_badly, {
  dyncolor_error failed = DYNCOLOR_ERROR_INIT;
  dyncolor_finding_format_n(NULL, NULL, 0, NULL, 0, NULL);
  return dyncolor_error_format_n(&failed, NULL, 0, text, 1, NULL);
})
VALUE_CALL(pack_list, {
  return dyncolor_color_pack_list(
      &wide, 0, sizeof text / 4, DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED, text, 4,
      error);
})
VALUE_CALL(pack_list_badly, {
  return dyncolor_color_pack_list(&wide, 8, 2, DYNCOLOR_LAYOUT_RGBA8, text, 4, error);
})
VALUE_CALL(unpack, {
  return dyncolor_color_unpack("\x10\x20\x30\x40", 4, DYNCOLOR_LAYOUT_RGBA8, &color, error);
})
VALUE_CALL(unpack_badly, {
  return dyncolor_color_unpack("\0\x7C\0\0\0\0\0", 8, DYNCOLOR_LAYOUT_HALF4, &color, error);
})
VALUE_CALL(unpack_list, {
  return dyncolor_color_unpack_list("\x10\x20\x30", 0, 1, DYNCOLOR_LAYOUT_BGR8, &color,
                                    sizeof color, error);
})
VALUE_CALL(unpack_list_badly, {
  return dyncolor_color_unpack_list("\0\x7C\0\0\0\0\0", 8, 1, DYNCOLOR_LAYOUT_HALF4, &color,
                                    sizeof color, error);
})
VALUE_CALL(convert_pixels, {
  return dyncolor_pixels_convert(&wide, 4, 1, DYNCOLOR_LAYOUT_RGBA8, text, 16,
                                 (dyncolor_layout)(DYNCOLOR_LAYOUT_FLOAT4 | DYNCOLOR_LAYOUT_OKLAB),
                                 error);
})
VALUE_CALL(convert_pixels_badly, {
  return dyncolor_pixels_convert(&wide, 4, 4, DYNCOLOR_LAYOUT_RGBA8, text, 15,
                                 DYNCOLOR_LAYOUT_FLOAT4, error);
})
VALUE_CALL(dominant_colors, {
  size_t count;
  return dyncolor_pixels_dominant(&wide, 4, 1, DYNCOLOR_LAYOUT_RGBA8, &color, NULL, 1, &count,
                                  error);
})
VALUE_CALL(seeds_of_pixels, {
  size_t count;
  return dyncolor_pixels_seeds(&wide, 4, 1, DYNCOLOR_LAYOUT_RGBA8, &color, 1, &count, error);
})
VALUE_CALL(blend_pixels, {
  return dyncolor_pixels_blend(&wide, 4, &wide, 4, 4, DYNCOLOR_BLEND_MODE_NORMAL,
                               DYNCOLOR_LAYOUT_RGBA8, text, 4, error);
})
VALUE_CALL(blend_pixels_badly, {
  return dyncolor_pixels_blend(&wide, 4, &wide, 4, 4, (dyncolor_blend_mode)0,
                               DYNCOLOR_LAYOUT_RGBA8, text, 4, error);
})
VALUE_CALL(compare, {
  return dyncolor_color_equal(&wide, &wide) && dyncolor_color_hash(&wide) != 0
             ? DYNCOLOR_OK
             : DYNCOLOR_ERROR_INVALID_ARGUMENT;
})
VALUE_CALL(inherit, {
  return dyncolor_environment_inherit(&environment, &environment, &environment, error);
})
VALUE_CALL(adjust, {
  const dyncolor_adjustment inverse = {DYNCOLOR_AXIS_SCHEME, DYNCOLOR_POLICY_INVERT, 0};
  return dyncolor_environment_adjust(&environment, NULL, &inverse, 1, &environment, error);
})
VALUE_CALL(from_name, {
  return dyncolor_environment_from_name_n("dark", 4, &environment, error);
})
VALUE_CALL(from_name_badly, {
  return dyncolor_environment_from_name_n("dusk", 4, &environment, error);
})
VALUE_CALL(parse, {
  static const char *const texts[] = {"red", "oklch(70% 0.1 200)"};
  dyncolor_color colors[2];
  dyncolor_status status = dyncolor_color_parse_n("hwb(10 20% 30%)", 15, &color, error);
  return status != DYNCOLOR_OK
             ? status
             : dyncolor_color_parse_list(texts, NULL, 2, colors, sizeof color, NULL, error);
})
VALUE_CALL(parse_badly, {
  static const char *const texts[] = {"red", "oklch(70% 0.1 x)"};
  dyncolor_color colors[2];
  dyncolor_status status = dyncolor_color_parse_n("rde", 3, &color, error);
  return status != DYNCOLOR_ERROR_SYNTAX
             ? status
             : dyncolor_color_parse_list(texts, NULL, 2, colors, sizeof color, NULL, error);
})
VALUE_CALL(format, {
  char css[DYNCOLOR_COLOR_TEXT_SIZE];
  dyncolor_status status =
      dyncolor_color_format(&wide, DYNCOLOR_NOTATION_EXACT, css, sizeof css, NULL, error);
  return status != DYNCOLOR_OK ? status
                               : dyncolor_color_format_list(&wide, 0, 1, DYNCOLOR_NOTATION_BROWSER,
                                                            css, sizeof css, error);
})
VALUE_CALL(format_badly, {
  dyncolor_status status =
      dyncolor_color_format(&wide, DYNCOLOR_NOTATION_EXACT, text, sizeof text, NULL, error);
  return status != DYNCOLOR_ERROR_BUFFER_TOO_SMALL
             ? status
             : dyncolor_color_format_list(&wide, 0, 1, DYNCOLOR_NOTATION_EXACT, text, sizeof text,
                                          error);
})
/* Each of the functions that calculate with colors, for one and for a list. */
static dyncolor_status calculate(const dyncolor_color *with, dyncolor_error *error) {
  enum { SIZE = sizeof(dyncolor_color) };
  double number;
  const dyncolor_status statuses[] = {
      dyncolor_color_convert_list(with, 0, 1, DYNCOLOR_SPACE_OKLCH, &color, SIZE, error),
      dyncolor_color_map_to_gamut(with, DYNCOLOR_SPACE_SRGB, DYNCOLOR_GAMUT_METHOD_EXACT, &color,
                                  error),
      dyncolor_color_map_to_gamut_list(with, 0, 1, DYNCOLOR_SPACE_SRGB,
                                       DYNCOLOR_GAMUT_METHOD_RAY_TRACE, &color, SIZE, error),
      dyncolor_color_mix(with, &wide, 0.5, DYNCOLOR_SPACE_OKLCH, DYNCOLOR_HUE_LONGER, &color,
                         error),
      dyncolor_color_mix_list(with, 0, &wide, 0, &wide.alpha, 0, 1, DYNCOLOR_SPACE_OKLAB,
                              DYNCOLOR_HUE_SHORTER, &color, SIZE, error),
      dyncolor_color_mix_many(with, SIZE, NULL, 0, 1, DYNCOLOR_SPACE_OKLAB, DYNCOLOR_HUE_SHORTER,
                              &color, error),
      dyncolor_color_blend(with, &wide, DYNCOLOR_BLEND_MODE_HUE, DYNCOLOR_SPACE_SRGB, &color,
                           error),
      dyncolor_color_blend_list(with, 0, &wide, 0, 1, DYNCOLOR_BLEND_MODE_SCREEN,
                                DYNCOLOR_SPACE_SRGB, &color, SIZE, error),
      dyncolor_color_simulate_vision(with, DYNCOLOR_VISION_TRITAN, 0.5, &color, error),
      dyncolor_color_simulate_vision_list(with, 0, 1, DYNCOLOR_VISION_ACHROMAT, 1, &color, SIZE,
                                          error),
      dyncolor_color_simulate_vision_vienot(with, DYNCOLOR_VISION_DEUTAN, 0.5, &color, error),
      dyncolor_color_difference(with, &wide, DYNCOLOR_METRIC_CIEDE2000, &number, error),
      dyncolor_color_difference_list(with, 0, &wide, 0, 1, DYNCOLOR_METRIC_OK, &number,
                                     sizeof number, error),
      dyncolor_color_contrast(with, &wide, DYNCOLOR_CONTRAST_METHOD_WCAG, &number, error),
      dyncolor_color_contrast_list(with, 0, &wide, 0, 1, DYNCOLOR_CONTRAST_METHOD_LIGHTNESS,
                                   &number, sizeof number, error),
      dyncolor_color_ensure_contrast(with, &wide, 7, DYNCOLOR_CONTRAST_METHOD_WCAG, &color,
                                     &number, error),
      dyncolor_color_ensure_contrast_many(with, &wide, SIZE, 1, 7, DYNCOLOR_CONTRAST_METHOD_WCAG,
                                          &color, &number, error),
      dyncolor_color_grade_contrast(with, &wide, SIZE, 1, 0.5, 7, &color, &number, error),
      dyncolor_color_ensure_contrast_list(with, 0, &wide, 0, 1, 7, DYNCOLOR_CONTRAST_METHOD_WCAG,
                                          &color, SIZE, &number, sizeof number, error),
      (dyncolor_color_is_in_gamut(with, DYNCOLOR_SPACE_REC2020) != 0) ==
                  (dyncolor_color_is_near(with, with) != 0)
          ? DYNCOLOR_OK
          : DYNCOLOR_ERROR_INVALID_ARGUMENT,
  };
  for (size_t i = 1; i < sizeof statuses / sizeof *statuses - 1; i++)
    if (statuses[i] != statuses[0]) return DYNCOLOR_ERROR_NO_VALUE;
  return statuses[0];
}
VALUE_CALL(calculate_well, { return calculate(&wide, error); })
VALUE_CALL(calculate_badly, {
  static const dyncolor_color none = {0, 0, {0, 0, 0}, 0};
  return calculate(&none, error);
})
VALUE_CALL(builtin_at, {
  dyncolor_builtin builtin;
  return dyncolor_builtin_at(3, &builtin, error);
})
VALUE_CALL(to_name, {
  const char *name;
  return dyncolor_environment_to_name(&environment, DYNCOLOR_VOCABULARY_CSS, &name, error);
})

/* ---- Calls on themes ---- */

/* A theme with a color of each kind, and what calls make. */
typedef struct world {
  dyncolor_theme *theme;
  dyncolor_snapshot *snapshot;
  dyncolor_watch *watch;
  dyncolor_desktop *desktop;
  void *image;
  size_t image_size;
  dyncolor_id plain, pair, semantic, provided, anonymous, made;
  dyncolor_id white, level_1, level_3, many; /* in CSS */
  uint16_t palette;
  uint32_t axis;
  uint64_t observation, told; /* the generation that an observer was told of last */
} world;

static int destroyed;

static void count_destroy(void *user_data) {
  (void)user_data;
  destroyed++;
}

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  const world *w = data;
  if (dyncolor_context_theme(context) != w->theme) return DYNCOLOR_ERROR_PROVIDER;
  return dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK
             ? (answer->id = w->plain, DYNCOLOR_OK)
             : (answer->color = wide, DYNCOLOR_OK);
}

static void *make_world(void) {
  world *w = calloc(1, sizeof *w);
  dyncolor_theme_create(NULL, &w->theme, NULL);
  dyncolor_register_color_n(w->theme, "plain", 5, &wide, &w->plain, NULL);
  dyncolor_register_hex_n(w->theme, "pair", 4, "#fff", 4, "#000", 4, &w->pair, NULL);
  dyncolor_palette_declare_n(w->theme, "Night", 5, &w->palette, NULL);
  dyncolor_axis_declare_n(w->theme, "mood", 4, &w->axis, NULL);
  dyncolor_register_semantic_n(w->theme, "semantic", 8, "x", 1, PART_ID(w->pair), &w->semantic,
                               NULL);
  dyncolor_register_provider_n(w->theme, "provided", 8, provide, w, count_destroy, &w->provided,
                               NULL);
  dyncolor_register_color_n(w->theme, NULL, 0, &wide, &w->anonymous, NULL);
  return w;
}

/* The same with as many colors as tables of the first size hold: the next makes them grow. */
static void *make_full_world(void) {
  world *w = make_world();
  for (int i = 0; i < 250; i++) {
    char name[16];
    snprintf(name, sizeof name, "color %d", i);
    dyncolor_register_color_n(w->theme, name, DYNCOLOR_NUL_TERMINATED, &wide, NULL, NULL);
  }
  return w;
}

/* Expressions: one that nests as deeply as any may, one of 200 colors, and the same with an end
 * that is none. */
enum { PARTS = 200 };
static char deep_css[4096], wide_css[8192], wrong_css[8192];

static void write_expressions(void) {
  enum { LEVELS = 60 };
  char *end = deep_css;
  for (int i = 0; i < LEVELS; i += 2)
    end += sprintf(end, "color-mix(in oklch, var(--plain, red), light-dark(currentcolor, ");
  end += sprintf(end, "white");
  for (int i = 0; i < LEVELS; i++) *end++ = ')';
  end = wide_css + sprintf(wide_css, "color-mix(in srgb");
  for (int i = 0; i < PARTS; i++) end += sprintf(end, ", var(--part%d)", i);
  memcpy(wrong_css, wide_css, sizeof wide_css);
  sprintf(end, ")");
  sprintf(wrong_css + (end - wide_css), ", var(part))");
}

static dyncolor_status provide_white(dyncolor_context *context, dyncolor_answer *answer,
                                     void *data) {
  const world *w = data;
  dyncolor_environment surroundings;
  dyncolor_status status = dyncolor_context_environment(context, &surroundings, NULL);
  if (dyncolor_context_theme(context) != w->theme) return DYNCOLOR_ERROR_PROVIDER;
  answer->id = w->white;
  return status;
}

static dyncolor_status provide_level_1(dyncolor_context *context, dyncolor_answer *answer,
                                       void *data) {
  const world *w = data;
  dyncolor_rgba rgba;
  dyncolor_status status = dyncolor_context_resolve(context, w->level_1, &rgba, NULL);
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {rgba.r, rgba.g, rgba.b}, rgba.a};
  return status;
}

static dyncolor_id register_css(world *w, const char *name, const char *css) {
  dyncolor_id id = DYNCOLOR_ID_NONE;
  dyncolor_register_css_n(w->theme, name, DYNCOLOR_NUL_TERMINATED, css, DYNCOLOR_NUL_TERMINATED,
                          &id, NULL);
  return id;
}

/* Colors in CSS that need others, three levels deep, with providers among them; and many at once.
 * All are white in the end. */
static void *make_css_world(void) {
  world *w = make_world();
  w->white = register_css(w, "white", "light-dark(black, white)");
  dyncolor_register_provider_n(w->theme, "answers", 7, provide_white, w, NULL, NULL, NULL);
  w->level_1 = register_css(w, "level 1", "color-mix(in srgb, var(--white), var(--answers))");
  dyncolor_register_provider_n(w->theme, "derives", 7, provide_level_1, w, NULL, NULL, NULL);
  register_css(w, "level2", "rgb(from var(--derives) g b calc(r * 1))");
  w->level_3 = register_css(w, "level3",
                            "color-mix(in srgb-linear, var(--level2), alpha(from var(--level\\ 1) "
                            "/ 1), if(style(--mood: glad): red; else: var(--white)))");
  for (int i = 0; i < PARTS; i++) {
    char name[16];
    snprintf(name, sizeof name, "part%d", i);
    if (i % 40 == 7)
      dyncolor_register_provider_n(w->theme, name, DYNCOLOR_NUL_TERMINATED, provide_white, w, NULL,
                                   NULL, NULL);
    else if (i % 2 == 0)
      dyncolor_register_alias_n(w->theme, name, DYNCOLOR_NUL_TERMINATED, w->white, NULL, NULL);
    else
      register_css(w, name, "contrast-color(light-dark(#fff, #123))");
  }
  w->many = register_css(w, "many", wide_css);
  return w;
}

/* A color that falls back from many that have no value, all of which come after it. */
enum { BROKEN_COUNT = 40 };
static void *make_broken_world(void) {
  world *w = make_world();
  static char css[BROKEN_COUNT * 32];
  size_t length = (size_t)sprintf(css, "--first(color-mix(in srgb");
  for (int i = 0; i < BROKEN_COUNT; i++)
    length += (size_t)sprintf(css + length, ", var(--broken%d)", i);
  sprintf(css + length, "), white)");
  w->many = register_css(w, "many", css);
  for (int i = 0; i < BROKEN_COUNT; i++) {
    char name[16], missing[48];
    snprintf(name, sizeof name, "broken%d", i);
    snprintf(missing, sizeof missing, "--first(--palette(missing%d), var(--gone))", i);
    register_css(w, name, missing);
  }
  return w;
}
/* The same, and a snapshot for another environment, from which is taken what does not depend on
 * that. */
static void *make_snapped_world(void) {
  world *w = make_broken_world();
  dyncolor_snapshot_release(w->snapshot);
  w->snapshot = NULL;
  dyncolor_snapshot_create(w->theme, NULL, &w->snapshot, NULL);
  return w;
}

static dyncolor_definition in_layer(const char *name, uint16_t layer, uint16_t owner,
                                    const char *css) {
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.name = name;
  definition.name_length = name == NULL ? 0 : DYNCOLOR_NUL_TERMINATED;
  definition.kind = DYNCOLOR_KIND_CSS;
  definition.layer = layer;
  definition.owner = owner;
  definition.css = css;
  definition.css_length = DYNCOLOR_NUL_TERMINATED;
  return definition;
}

/* Two layers over a provider that both read. */
static void *make_covered_world(void) {
  world *w = make_world();
  const char *const css = "color-mix(in oklab, --covered(), white)";
  uint16_t layer = 0;
  dyncolor_layer_declare_n(w->theme, "brand", 5, DYNCOLOR_LAYER_USER, &layer, NULL);
  const dyncolor_definition definitions[] = {
      in_layer("provided", layer, 0, css),
      in_layer("provided", DYNCOLOR_LAYER_USER, 0, css),
  };
  dyncolor_register(w->theme, definitions, sizeof definitions / sizeof *definitions, NULL, NULL);
  return w;
}

/* Colors in several layers: covered, with a provider among them, and in one alone. */
static void *make_layered_world(void) {
  world *w = make_world();
  uint16_t owner = 0;
  dyncolor_owner_declare_n(w->theme, "somebody", 8, &owner, NULL);
  const dyncolor_definition definitions[] = {
      in_layer("plain", DYNCOLOR_LAYER_USER, owner, "light-dark(red, lime)"),
      in_layer("plain", DYNCOLOR_LAYER_DEFAULTS, owner, "#123"),
      in_layer("pair", DYNCOLOR_LAYER_DEFAULTS, 0, "#456"),
      in_layer("provided", DYNCOLOR_LAYER_USER, owner, deep_css),
      in_layer("lonely", DYNCOLOR_LAYER_USER, owner, "var(--plain)"),
      in_layer(NULL, DYNCOLOR_LAYER_USER, owner, "teal"),
  };
  dyncolor_register(w->theme, definitions, sizeof definitions / sizeof *definitions, NULL, NULL);
  return w;
}

/* Worlds whose changes are told. */
static void note_change(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  world *w = data;
  w->told = change->count <= dyncolor_theme_rows(theme) ? change->generation : 0;
}

static void *observed(world *w) {
  dyncolor_theme_observe(w->theme, note_change, w, NULL, &w->observation, NULL);
  return w;
}

static void *make_observed_world(void) { return observed(make_world()); }
static void *make_observed_full_world(void) { return observed(make_full_world()); }
static void *make_observed_css_world(void) { return observed(make_css_world()); }
static void *make_observed_layered_world(void) { return observed(make_layered_world()); }

static uint64_t see_world(void *state) {
  const world *w = state;
  dyncolor_id id;
  uint64_t found = 0;
  size_t layers = 0;
  uint16_t owner = 0;
  const char *name;
  dyncolor_theme_layers(w->theme, NULL, 0, &layers, NULL);
  while (dyncolor_owner_name(w->theme, (uint16_t)(owner + 1), &name, NULL) == DYNCOLOR_OK) owner++;
  found += 7 * layers + 11 * owner;
  found += dyncolor_theme_find_n(w->theme, "new", 3, &id, NULL) == DYNCOLOR_OK;
  /* Whatever was published has been told, and nothing else. */
  found += w->told != 0 && w->told != dyncolor_theme_generation(w->theme) ? 1 << 30 : 0;
  found += 2 * dyncolor_theme_count(w->theme) + 1000 * dyncolor_theme_rows(w->theme);
  return dyncolor_theme_fingerprint(w->theme) * 31 + dyncolor_theme_generation(w->theme) + found;
}

static void free_world(void *state) {
  world *w = state;
  dyncolor_snapshot_release(w->snapshot);
  dyncolor_watch_release(w->watch);
  dyncolor_desktop_release(w->desktop);
  dyncolor_theme_release(w->theme);
  free(w->image);
  free(w);
}

#define THEME_CALL(name, ...) \
  static dyncolor_status name(void *state, dyncolor_error *error) { \
    world *w = state; \
    __VA_ARGS__ \
  }

/* There is none if memory runs out; and if anything else fails, it says what. */
static bool is_report(const dyncolor_report *report, dyncolor_status status) {
  size_t count;
  bool has_error = false;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++) has_error |= findings[i].severity == DYNCOLOR_SEVERITY_ERROR;
  if (status == DYNCOLOR_ERROR_OUT_OF_MEMORY) return report == NULL;
  return has_error == (status != DYNCOLOR_OK) && dyncolor_report_omitted(report) == 0 &&
         (status == DYNCOLOR_OK || dyncolor_report_colors(report) <= DYNCOLOR_MAX_COLORS);
}

/* One that makes a report, too. */
#define REPORT_CALL(name, ...) \
  THEME_CALL(name, { \
    dyncolor_report *report = NULL; \
    dyncolor_status status = __VA_ARGS__; \
    bool is_right = is_report(report, status); \
    dyncolor_report_release(report); \
    return is_right ? status : DYNCOLOR_ERROR_NO_VALUE; \
  })

static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

VALUE_CALL(theme_create, {
  dyncolor_theme *theme = NULL;
  dyncolor_status status = dyncolor_theme_create(NULL, &theme, error);
  dyncolor_theme_release(theme);
  return status;
})
/* With the host's own function for memory, and little of it for what has been resolved. */
static void *resize_by_host(void *data, void *memory, size_t old_size, size_t new_size) {
  (void)data, (void)old_size;
  if (new_size > 0) return realloc(memory, new_size);
  free(memory);
  return NULL;
}
VALUE_CALL(theme_create_by_host, {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.resize = resize_by_host;
  dyncolor_theme *theme = NULL;
  dyncolor_status status = dyncolor_theme_create(&options, &theme, error);
  dyncolor_theme_release(theme);
  return status;
})
THEME_CALL(register_named, {
  return dyncolor_register_color_n(w->theme, "new", 3, &wide, &w->made, error);
})
THEME_CALL(register_anonymous, {
  return dyncolor_register_color_n(w->theme, NULL, 0, &wide, &w->made, error);
})
THEME_CALL(redefine, {
  return dyncolor_register_color_n(w->theme, "plain", 5, &wide, &w->made, error);
})
THEME_CALL(register_hex, {
  return dyncolor_register_hex_n(w->theme, "new", 3, "#fff", 4, "#000", 4, NULL, error);
})
THEME_CALL(register_alias, {
  return dyncolor_register_alias_n(w->theme, "new", 3, w->pair, NULL, error);
})
THEME_CALL(register_semantic, {
  return dyncolor_register_semantic_n(w->theme, "new", 3, "y", 1, NULL, NULL, error);
})
THEME_CALL(register_pair, {
  return dyncolor_register_pair_n(w->theme, "new", 3, PART(wide), PART(wide), &w->made, error);
})
/* Parts that must be parsed. */
THEME_CALL(register_text_pair, {
  const dyncolor_part parsed = dyncolor_part_css("color-mix(in oklch, var(--plain), #123)");
  return dyncolor_register_pair_n(w->theme, "new", 3, &parsed, PART_ID(w->pair), &w->made, error);
})
THEME_CALL(register_text_variants, {
  dyncolor_variant variants[2] = {{.part = dyncolor_part_css("var(--plain, #fff)")},
                                  {.scheme = DYNCOLOR_SCHEME_DARK, .part.color = wide}};
  return dyncolor_register_variants_n(w->theme, "new", 3, variants, 2, &w->made, error);
})
THEME_CALL(register_text_fallback, {
  const dyncolor_part parsed = dyncolor_part_css("alpha(from var(--plain) / 50%)");
  return dyncolor_register_semantic_n(w->theme, "new", 3, "y", 1, &parsed, &w->made, error);
})
THEME_CALL(register_text_badly, {
  const dyncolor_part parts[2] = {dyncolor_part_css("var(--plain)"), dyncolor_part_css("bluue")};
  return dyncolor_register_fallbacks_n(w->theme, "new", 3, parts, 2, &w->made, error);
})
THEME_CALL(register_in_layer, {
  const dyncolor_part parsed = dyncolor_part_css("color-mix(in oklch, var(--pair), #123)");
  return dyncolor_layer_register_n(w->theme, DYNCOLOR_LAYER_USER, "plain", 5, &parsed, &w->made,
                                   error);
})
THEME_CALL(register_in_no_layer, {
  return dyncolor_layer_register_n(w->theme, 999, "plain", 5, PART(wide), &w->made, error);
})
THEME_CALL(resolve_pixel, {
  uint32_t pixels[2];
  dyncolor_status status =
      dyncolor_resolve_pixel(w->theme, w->provided, &dark, DYNCOLOR_LAYOUT_ARGB_WORD, &pixels[0],
                             sizeof pixels[0], error);
  return status != DYNCOLOR_OK
             ? status
             : dyncolor_resolve_pixel(w->theme, w->semantic, &dark,
                                      DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED,
                                      &pixels[1], sizeof pixels[1], error);
})
THEME_CALL(register_variants, {
  dyncolor_variant variants[3] = {{.part.color = wide}, {.scheme = DYNCOLOR_SCHEME_DARK},
                                  {.state = DYNCOLOR_STATE_PRESSED, .part.color = wide}};
  variants[1].part.id = w->pair;
  return dyncolor_register_variants_n(w->theme, "new", 3, variants, 3, &w->made, error);
})
THEME_CALL(register_level, {
  return dyncolor_register_level_n(w->theme, NULL, 0, w->pair, DYNCOLOR_LEVEL_TERTIARY, &w->made,
                                   error);
})
THEME_CALL(register_fallbacks, {
  const dyncolor_id ids[] = {w->semantic, w->provided, w->pair};
  return dyncolor_register_fallbacks_n(w->theme, "new", 3, parts_of(ids, 3), 3, &w->made, error);
})
THEME_CALL(register_mix, {
  const dyncolor_part parts[] = {dyncolor_part_id(w->semantic), dyncolor_part_id(w->provided),
                                 dyncolor_part_css("light-dark(red, var(--pair))")};
  return dyncolor_register_mix_n(w->theme, "new", 3, parts, NULL, 3, DYNCOLOR_SPACE_OKLCH,
                                 DYNCOLOR_HUE_LONGER, &w->made, error);
})
THEME_CALL(register_mix_of_itself, {
  const dyncolor_part parts[] = {dyncolor_part_id(w->pair), dyncolor_part_css("red")};
  return dyncolor_register_mix_n(w->theme, "pair", 4, parts, NULL, 2, DYNCOLOR_SPACE_OKLAB,
                                 DYNCOLOR_HUE_SHORTER, &w->made, error);
})
THEME_CALL(register_material, {
  const dyncolor_part seed = dyncolor_part_css("var(--pair)");
  return dyncolor_register_material_n(w->theme, &seed, DYNCOLOR_MATERIAL_CONTENT, "Material/", 9, 0,
                                      error);
})
THEME_CALL(register_scale, {
  const dyncolor_part seed = dyncolor_part_css("var(--pair)");
  return dyncolor_register_scale_n(w->theme, &seed, "Scale/", 6, 0, error);
})
THEME_CALL(register_material_of_itself, {
  const dyncolor_part seed = dyncolor_part_css("var(--primary)");
  return dyncolor_register_material_n(w->theme, &seed, DYNCOLOR_MATERIAL_CONTENT, NULL, 0, 0,
                                      error);
})
THEME_CALL(register_fallbacks_badly, {
  return dyncolor_register_fallbacks_n(w->theme, "new", 3, NULL, 0, &w->made, error);
})
/* All that reads what a theme has and takes no memory for it. */
THEME_CALL(read_theme, {
  dyncolor_id ids[512];
  size_t count;
  const char *name;
  dyncolor_status owner = dyncolor_owner_name(w->theme, 1, &name, NULL);
  const dyncolor_status statuses[] = {
      dyncolor_theme_colors(w->theme, ids, 512, &count, error),
      dyncolor_id_name(w->theme, w->pair, &name, error),
      dyncolor_palette_name(w->theme, w->palette, &name, error),
      dyncolor_layer_name(w->theme, DYNCOLOR_LAYER_USER, &name, error),
      dyncolor_theme_layers(w->theme, NULL, 0, &count, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL
          ? DYNCOLOR_OK
          : DYNCOLOR_ERROR_INVALID_ARGUMENT,
      dyncolor_theme_forwarded_n(w->theme, "pair", 4, &name, error) == DYNCOLOR_ERROR_UNKNOWN_NAME
          ? DYNCOLOR_OK
          : DYNCOLOR_ERROR_INVALID_ARGUMENT,
      owner == DYNCOLOR_ERROR_UNKNOWN_NAME ? DYNCOLOR_OK : owner,
  };
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (statuses[i] != DYNCOLOR_OK) return statuses[i];
  dyncolor_theme *again = dyncolor_theme_retain(w->theme);
  dyncolor_theme_release(again);
  return dyncolor_theme_count(w->theme) <= dyncolor_theme_rows(w->theme) &&
                 dyncolor_palette_count(w->theme) == 1 && dyncolor_theme_generation(w->theme) > 0 &&
                 dyncolor_theme_fingerprint(w->theme) != 0
             ? DYNCOLOR_OK
             : DYNCOLOR_ERROR_INVALID_ARGUMENT;
})
/* A provider that could not be registered has been destroyed, once. */
THEME_CALL(register_provider, {
  int before = destroyed;
  dyncolor_status status =
      dyncolor_register_provider_n(w->theme, "new", 3, provide, w, count_destroy, NULL, error);
  if ((destroyed - before == 1) != (status != DYNCOLOR_OK)) return DYNCOLOR_ERROR_PROVIDER;
  return status;
})
THEME_CALL(register_css_constant, {
  return dyncolor_register_css_n(w->theme, "new", 3, "oklch(from #123 l c calc(h + 30) / 0.5)",
                                 DYNCOLOR_NUL_TERMINATED, &w->made, error);
})
THEME_CALL(register_css_deep, {
  return dyncolor_register_css_n(w->theme, "new", 3, deep_css, DYNCOLOR_NUL_TERMINATED, &w->made,
                                 error);
})
THEME_CALL(register_css_wide, {
  return dyncolor_register_css_n(w->theme, NULL, 0, wide_css, DYNCOLOR_NUL_TERMINATED, &w->made,
                                 error);
})
THEME_CALL(register_css_table, {
  return dyncolor_register_css_n(
      w->theme, "new", 3, "--palette(ink, --variants(any: red; dark 30%: blue; phone: white))",
      DYNCOLOR_NUL_TERMINATED, &w->made, error);
})
THEME_CALL(register_css_choices, {
  return dyncolor_register_css_n(
      w->theme, "new", 3,
      "--first(--level(--vision(var(--pair), protan 50%), secondary), "
      "--blend(light-dark(hue, screen), var(--plain), "
      "--ensure-contrast(var(--pair), on var(--plain), on var(--pair), "
      "if(style(--mood): 3; else: 4.5))))",
      DYNCOLOR_NUL_TERMINATED, &w->made, error);
})
THEME_CALL(register_css_badly, {
  return dyncolor_register_css_n(w->theme, "new", 3, wrong_css, DYNCOLOR_NUL_TERMINATED, &w->made,
                                 error);
})
THEME_CALL(redefine_by_css, {
  return dyncolor_register_css_n(w->theme, "plain", 5, deep_css, DYNCOLOR_NUL_TERMINATED, &w->made,
                                 error);
})
THEME_CALL(redefine_provider_by_css, {
  return dyncolor_register_css_n(w->theme, "provided", 8, "var(--pair)", DYNCOLOR_NUL_TERMINATED,
                                 &w->made, error);
})
THEME_CALL(register_css_batch, {
  static const char *const names[] = {"new", "plain", "newer", NULL, "pair"};
  const char *const texts[] = {deep_css, "#123", NULL, wide_css, "var(--new)"};
  dyncolor_variant variant = {.part.color = wide};
  dyncolor_definition definitions[5];
  for (int i = 0; i < 5; i++) {
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].name = names[i];
    definitions[i].name_length = names[i] == NULL ? 0 : DYNCOLOR_NUL_TERMINATED;
    definitions[i].kind = texts[i] == NULL ? DYNCOLOR_KIND_VARIANTS : DYNCOLOR_KIND_CSS;
    definitions[i].css = texts[i];
    definitions[i].css_length = DYNCOLOR_NUL_TERMINATED;
    definitions[i].variants = &variant;
    definitions[i].variant_count = 1;
  }
  return dyncolor_register(w->theme, definitions, 5, NULL, error);
})
THEME_CALL(declare_axis_value, {
  uint8_t value;
  return dyncolor_axis_declare_value_n(w->theme, w->axis, "glad", 4, &value, error);
})
THEME_CALL(look_up, { return look_up_everything(w->theme, error); })
THEME_CALL(find_palette, {
  uint16_t palette;
  return dyncolor_palette_find_n(w->theme, "Winter", 6, &palette, error);
})
THEME_CALL(check_names, {
  dyncolor_report *report = NULL;
  dyncolor_status status = dyncolor_theme_check(w->theme, &report, error);
  if (status == DYNCOLOR_OK && report == NULL) return DYNCOLOR_ERROR_PROVIDER;
  dyncolor_report_release(report);
  return status;
})
/* All kinds of findings, in all formats. */
THEME_CALL(repair_theme, {
  dyncolor_audit *audit = NULL;
  dyncolor_repair_counts counts;
  const dyncolor_audit_pair pair = {w->pair, w->plain, 21};
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  options.flags = DYNCOLOR_AUDIT_DECLARED_ONLY;
  options.kinds = 1u << DYNCOLOR_AUDIT_KIND_CONTRAST;
  options.pairs = &pair;
  options.pair_count = 1;
  dyncolor_status status = dyncolor_theme_audit(w->theme, &options, &audit, error);
  if (status == DYNCOLOR_OK) status = dyncolor_theme_repair(w->theme, audit, &counts, error);
  dyncolor_audit_release(audit);
  return status != DYNCOLOR_OK || counts.left == 0 ? status : DYNCOLOR_ERROR_NO_VALUE;
})
THEME_CALL(audit_theme, {
  dyncolor_audit *audit = NULL;
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  options.limit = 200;
  dyncolor_status status = dyncolor_theme_audit(w->theme, &options, &audit, error);
  if (status != DYNCOLOR_OK) return audit == NULL ? status : DYNCOLOR_ERROR_PROVIDER;
  static char written[1 << 18];
  dyncolor_audit_sums sums;
  size_t count;
  const dyncolor_audit_finding *findings = dyncolor_audit_findings(audit, &count);
  dyncolor_audit_total(audit, &sums);
  if ((findings == NULL) != (count == 0) || sums.colors == 0) status = DYNCOLOR_ERROR_PROVIDER;
  for (unsigned format = 1; format <= 3 && status == DYNCOLOR_OK; format++)
    status = dyncolor_audit_write_n(audit, (dyncolor_audit_format)format, "a.json", 6, written,
                                    sizeof written, NULL, error);
  dyncolor_audit_release(audit);
  return status;
})
THEME_CALL(register_batch, {
  dyncolor_variant variants[2] = {{.part.color = wide}, {.scheme = DYNCOLOR_SCHEME_DARK}};
  variants[1].part.id = w->plain;
  dyncolor_definition definitions[5];
  for (int i = 0; i < 5; i++) {
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].kind = DYNCOLOR_KIND_VARIANTS;
    definitions[i].variants = variants;
    definitions[i].variant_count = 2;
  }
  definitions[0].name = "new";
  definitions[0].name_length = 3;
  definitions[1].name = "newer";
  definitions[1].name_length = 5;
  definitions[2].name = "plain";
  definitions[2].name_length = 5;
  definitions[3].kind = DYNCOLOR_KIND_PROVIDER;
  definitions[3].provider = provide;
  definitions[3].user_data = w;
  definitions[3].destroy = count_destroy;
  int before = destroyed;
  dyncolor_status status = dyncolor_register(w->theme, definitions, 5, NULL, error);
  if ((destroyed - before == 1) != (status != DYNCOLOR_OK)) return DYNCOLOR_ERROR_PROVIDER;
  return status;
})
THEME_CALL(redefine_by_id, {
  const dyncolor_id ids[3] = {w->plain, w->pair, w->provided};
  const dyncolor_color colors[3] = {wide, wide, wide};
  return dyncolor_theme_redefine(w->theme, ids, colors, 3, error);
})
THEME_CALL(refresh, {
  const int before = destroyed;
  const dyncolor_status status = dyncolor_id_refresh(w->theme, w->provided, error);
  return destroyed == before ? status : DYNCOLOR_ERROR_PROVIDER;
})
THEME_CALL(declare, { return dyncolor_theme_declare_n(w->theme, "new", 3, &w->made, error); })
THEME_CALL(unregister_one, { return dyncolor_unregister(w->theme, w->plain, error); })
THEME_CALL(unregister_provider, { return dyncolor_unregister(w->theme, w->provided, error); })
THEME_CALL(rename_one, { return dyncolor_id_rename_n(w->theme, w->plain, "new", 3, error); })
THEME_CALL(bind_two, {
  static const char *const names[] = {"pair", "pair"};
  dyncolor_id ids[2];
  dyncolor_status status = dyncolor_theme_bind(w->theme, names, 2, ids, NULL, error);
  if (status == DYNCOLOR_OK) w->made = ids[1];
  return status;
})
THEME_CALL(find_one, { return dyncolor_theme_find_n(w->theme, "pair", 4, &w->made, error); })
THEME_CALL(declare_palette, {
  return dyncolor_palette_declare_n(w->theme, "Day", 3, &w->palette, error);
})
THEME_CALL(list_palette, {
  dyncolor_id ids[4];
  size_t count;
  return dyncolor_palette_colors(w->theme, w->palette, ids, 4, &count, error);
})
THEME_CALL(derive_variants, {
  dyncolor_derive_counts counts;
  dyncolor_color_role role = {w->semantic, DYNCOLOR_ROLE_TEXT};
  dyncolor_derive_options options = DYNCOLOR_DERIVE_OPTIONS_INIT;
  options.roles = &role;
  options.role_count = 1;
  dyncolor_status status = dyncolor_theme_derive(w->theme, &options, &counts, error);
  int is_derived = 0;
  if (status == DYNCOLOR_OK)
    status = dyncolor_id_is_derived(w->theme, w->pair, NULL, &is_derived, error);
  return status != DYNCOLOR_OK || counts.derived > 0 ? status : DYNCOLOR_ERROR_NO_VALUE;
})
/* The one palette lacks what the semantic color looks up. */
THEME_CALL(tell_gaps, {
  dyncolor_palette_gap gaps[4];
  size_t count;
  dyncolor_status status = dyncolor_palette_gaps(w->theme, gaps, 4, &count, error);
  return status != DYNCOLOR_OK || (count == 1 && gaps[0].example == w->semantic)
             ? status
             : DYNCOLOR_ERROR_NO_VALUE;
})
/* Names that are looked up within expressions, and that no palette has. */
THEME_CALL(tell_many_gaps, {
  dyncolor_palette_gap gaps[BROKEN_COUNT + 1];
  size_t count;
  dyncolor_status status =
      dyncolor_palette_gaps(w->theme, gaps, BROKEN_COUNT + 1, &count, error);
  return status != DYNCOLOR_OK || count == BROKEN_COUNT + 1 ? status : DYNCOLOR_ERROR_NO_VALUE;
})
THEME_CALL(declare_locale, {
  uint16_t locale;
  const char *name;
  dyncolor_status status = dyncolor_locale_declare_n(w->theme, "de", 2, &locale, error);
  return status != DYNCOLOR_OK ? status : dyncolor_locale_name(w->theme, locale, &name, error);
})
THEME_CALL(declare_subtype, {
  uint8_t subtype;
  const char *name;
  dyncolor_status status = dyncolor_subtype_declare_n(w->theme, "folded", 6, &subtype, error);
  return status != DYNCOLOR_OK ? status : dyncolor_subtype_name(w->theme, subtype, &name, error);
})
THEME_CALL(load_builtin, {
  size_t count;
  return dyncolor_builtin_load_n(w->theme, "apple", 5, "13", 2, NULL, 0, 0, &count, error);
})
/* A catalog with a group, a table and a color of the system. */
static dyncolor_status give_catalog(void *data, const char *path, dyncolor_sink *sink) {
  (void)data;
  static const char group[] = "{\"properties\":{\"provides-namespace\":true}}";
  static const char set[] =
      "{\"colors\":[{\"idiom\":\"universal\",\"color\":{\"color-space\":\"srgb\",\"components\":"
      "{\"red\":\"1\",\"green\":\"0.5\",\"blue\":\"0x10\",\"alpha\":\"1.000\"}}},"
      "{\"idiom\":\"ipad\",\"subtype\":\"mac-catalyst\",\"locale\":\"fr\",\"color\":"
      "{\"reference\":\"systemBlueColor\"}}],\"properties\":{\"localizable\":true}}";
  if (strcmp(path, "A.xcassets/G/Contents.json") == 0)
    return dyncolor_sink_append(sink, group, sizeof group - 1);
  return dyncolor_sink_append(sink, set, sizeof set - 1);
}

static dyncolor_status list_catalog(void *data, const char *path, dyncolor_sink *sink) {
  (void)data;
  if (strcmp(path, "A.xcassets") == 0) return dyncolor_sink_add_n(sink, "G", 1, true);
  dyncolor_status status = dyncolor_sink_add_n(sink, "Contents.json", 13, false);
  return status != DYNCOLOR_OK ? status : dyncolor_sink_add_n(sink, "a.colorset", 10, true);
}

THEME_CALL(load_catalog, {
  dyncolor_files files = {sizeof files, NULL, give_catalog, list_catalog};
  dyncolor_load_options options = {.size = sizeof options, .files = &files};
  dyncolor_report *report = NULL;
  dyncolor_status status =
      dyncolor_theme_load_n(w->theme, "A.xcassets", 10, &options, &report, error);
  dyncolor_report_release(report);
  return status;
})

/* ---- Theme files ---- */

/* A folder with a file and a catalog, and one to write to. */
static char files_folder[64], theme_file[96], theme_catalog[96], written_file[96],
    written_folder[96], mixed_folder[96];

static const char theme_text[] =
    "{\"ink\": \"color-mix(in oklch, var(--new), red)\", \"new\": {\"light\": \"#123\", \"dark\": "
    "\"#456\"}, \"night\": {\"sky\": \"var(--ink)\", \"none\": \"var(--nobody)\"}, "
    "\"plain\": \"red\"}";
static const char broken_text[] = "{\"a\": \"blak\", \"b\": \"#12345\"}";

static void put_file(const char *path, const char *content) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (write(file, content, strlen(content)) < 0) printf("# %s cannot be written\n", path);
  close(file);
}

static void make_files(void) {
  char path[128];
  snprintf(files_folder, sizeof files_folder, "/tmp/dyncolor-faults-XXXXXX");
  if (mkdtemp(files_folder) == NULL) printf("# %s cannot be made\n", files_folder);
  snprintf(theme_file, sizeof theme_file, "%s/theme.json", files_folder);
  snprintf(theme_catalog, sizeof theme_catalog, "%s/A.xcassets", files_folder);
  snprintf(written_file, sizeof written_file, "%s/written.css", files_folder);
  snprintf(written_folder, sizeof written_folder, "%s/Written.xcassets", files_folder);
  put_file(theme_file, theme_text);
  snprintf(mixed_folder, sizeof mixed_folder, "%s/gtk", files_folder);
  mkdir(mixed_folder, 0755);
  snprintf(path, sizeof path, "%s/mine.css", mixed_folder);
  put_file(path, "mine");
  mkdir(theme_catalog, 0755);
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/set%d.colorset", theme_catalog, i);
    mkdir(path, 0755);
    strcat(path, "/Contents.json");
    put_file(path,
             "{\"colors\":[{\"idiom\":\"universal\",\"color\":{\"color-space\":\"srgb\","
             "\"components\":{\"red\":\"1.0\",\"green\":\"0.5\",\"blue\":\"0x10\","
             "\"alpha\":\"1.000\"}}}]}");
  }
}

static void delete_files(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", files_folder);
  if (system(command) != 0) printf("# %s cannot be deleted\n", files_folder);
}

static const dyncolor_load_options to_prefix = {
    .size = sizeof to_prefix, .prefix = "a/", .prefix_length = 2};
REPORT_CALL(load_memory, dyncolor_theme_load_memory_n(w->theme, "a.json", 6, theme_text,
                                                      sizeof theme_text - 1, &to_prefix, &report,
                                                      error))
REPORT_CALL(load_file, dyncolor_theme_load_n(w->theme, theme_file, DYNCOLOR_NUL_TERMINATED, NULL,
                                             &report, error))
REPORT_CALL(load_folder, dyncolor_theme_load_n(w->theme, theme_catalog, DYNCOLOR_NUL_TERMINATED,
                                               NULL, &report, error))
REPORT_CALL(load_broken, dyncolor_theme_load_memory_n(w->theme, "a.json", 6, broken_text,
                                                      sizeof broken_text - 1, NULL, &report, error))
THEME_CALL(annotate, {
  const char *json = NULL;
  dyncolor_status status = dyncolor_id_set_annotation_n(w->theme, w->plain, "{\"a\": 1}", 8, error);
  return status != DYNCOLOR_OK ? status : dyncolor_id_annotation(w->theme, w->plain, &json, error);
})
REPORT_CALL(write_file, dyncolor_theme_write_n(w->theme, written_file, DYNCOLOR_NUL_TERMINATED,
                                               NULL, &report, error))
REPORT_CALL(write_folder, dyncolor_theme_write_n(w->theme, written_folder, DYNCOLOR_NUL_TERMINATED,
                                                 NULL, &report, error))
/* Where something else is, files are replaced one by one: all of them, or none. */
THEME_CALL(write_among_others, {
  static const char *const names[] = {"gtk.css", "gtk-dark.css"};
  char paths[2][128];
  int old = 0;
  for (int i = 0; i < 2; i++) {
    snprintf(paths[i], sizeof paths[i], "%s/%s", mixed_folder, names[i]);
    put_file(paths[i], "old");
  }
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_GTK};
  dyncolor_status status =
      dyncolor_theme_write_n(w->theme, mixed_folder, DYNCOLOR_NUL_TERMINATED, &options, NULL,
                             error);
  for (int i = 0; i < 2; i++) {
    char found[4] = "";
    int file = open(paths[i], O_RDONLY);
    old += read(file, found, 3) == 3 && strcmp(found, "old") == 0;
    close(file);
  }
  return old == (status == DYNCOLOR_OK ? 0 : 2) ? status : DYNCOLOR_ERROR_NO_VALUE;
})
THEME_CALL(write_text, {
  static char room[1 << 20];
  static const dyncolor_format formats[] = {
      DYNCOLOR_FORMAT_STYLE_SHEET, DYNCOLOR_FORMAT_JSON,      DYNCOLOR_FORMAT_DESIGN_TOKENS,
      DYNCOLOR_FORMAT_KDE,         DYNCOLOR_FORMAT_TAILWIND,  DYNCOLOR_FORMAT_GTK_MEDIA,
      DYNCOLOR_FORMAT_C_HEADER,    DYNCOLOR_FORMAT_PREVIEW,   DYNCOLOR_FORMAT_SHEET,
      DYNCOLOR_FORMAT_GIMP_PALETTE, DYNCOLOR_FORMAT_XRESOURCES, DYNCOLOR_FORMAT_KITTY,
      DYNCOLOR_FORMAT_ALACRITTY};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    dyncolor_write_options options = {.size = sizeof options, .format = formats[i]};
    dyncolor_report *report = NULL;
    dyncolor_status status = dyncolor_theme_write_memory(w->theme, &options, room, sizeof room,
                                                         NULL, &report, error);
    dyncolor_report_release(report);
    if (status != DYNCOLOR_OK) return status;
  }
  return DYNCOLOR_OK;
})
THEME_CALL(watch_create, {
  dyncolor_watch *created = NULL;
  dyncolor_report *report = NULL;
  dyncolor_status status = dyncolor_watch_create_n(
      w->theme, theme_catalog, DYNCOLOR_NUL_TERMINATED, NULL, &created, &report, error);
  bool is_right = is_report(report, status) &&
                  (dyncolor_watch_descriptor(created) >= 0) == (status == DYNCOLOR_OK);
  dyncolor_report_release(report);
  dyncolor_watch_release(created);
  return is_right ? status : DYNCOLOR_ERROR_NO_VALUE;
})

THEME_CALL(watch_file, {
  dyncolor_watch *created = NULL;
  put_file(theme_file, theme_text);
  dyncolor_status status = dyncolor_watch_create_n(w->theme, theme_file, DYNCOLOR_NUL_TERMINATED,
                                                   NULL, &created, NULL, error);
  dyncolor_watch_release(created);
  return status;
})
THEME_CALL(watch_nothing, {
  dyncolor_watch *created = NULL;
  return dyncolor_watch_create_n(w->theme, "/dev/null/theme.json", DYNCOLOR_NUL_TERMINATED, NULL,
                                 &created, NULL, error);
})

/* Worlds that watch a file, which has changed, and long enough ago to be read. */
static void *watching(world *w, const char *content) {
  put_file(theme_file, theme_text);
  dyncolor_watch_create_n(w->theme, theme_file, DYNCOLOR_NUL_TERMINATED, NULL, &w->watch, NULL,
                          NULL);
  put_file(theme_file, content);
  usleep(45000);
  return w;
}
static void *make_watching_world(void) {
  return watching(make_world(), "{\"ink\": \"lime\", \"newer\": \"var(--none)\"}");
}

static void *make_watching_layered_world(void) {
  return watching(make_layered_world(), "{\"plain\": \"lime\", \"lonely\": \"red\"}");
}

/* ---- Calls on desktops ---- */

static bus desktop_bus;

/* The variables that a desktop goes by: the bus, and a folder with colors of KDE's. */
static void set_variables(void) {
  char path[128];
  snprintf(path, sizeof path, "%s/kdeglobals", files_folder);
  put_file(path, "[Colors:Window]\nBackgroundNormal=1,2,3\n");
  setenv("XDG_CONFIG_HOME", files_folder, 1);
  snprintf(path, sizeof path, "unix:path=%s/bus", files_folder);
  setenv("DBUS_SESSION_BUS_ADDRESS", path, 1);
}

static void *make_bus_world(void) {
  static const bus_setting settings[] = {
      {BUS_APPEARANCE, "color-scheme", "u", 1, {0}, 0},
      {BUS_APPEARANCE, "contrast", "u", 1, {0}, 0},
      {BUS_APPEARANCE, "accent-color", "(ddd)", 0, {0.1, 0.2, 0.3}, 0},
  };
  char path[100];
  if (desktop_bus.name[0] != 0) bus_close(&desktop_bus);
  snprintf(path, sizeof path, "%s/bus", files_folder);
  bus_start(&desktop_bus, path);
  memcpy(desktop_bus.settings, settings, sizeof settings);
  desktop_bus.setting_count = sizeof settings / sizeof *settings;
  return make_world();
}

static void settle_desktop(world *w) {
  for (int i = 0; i < 8; i++) {
    bus_serve(&desktop_bus);
    dyncolor_desktop_pump(w->desktop, NULL, NULL);
  }
}

static void *make_desktop_world(void) {
  world *w = make_bus_world();
  dyncolor_desktop_open(NULL, &w->desktop, NULL);
  settle_desktop(w);
  return w;
}

static void *make_bound_world(void) {
  world *w = make_desktop_world();
  dyncolor_desktop_bind(w->desktop, w->theme, DYNCOLOR_LAYER_DEFAULTS, NULL);
  return w;
}

/* The theme is bound, and the portal says something else. */
static void *make_changed_desktop_world(void) {
  world *w = make_bound_world();
  bus_setting accent = desktop_bus.settings[2], scheme = desktop_bus.settings[0];
  accent.numbers[0] = 1;
  scheme.number = 2;
  bus_send_change(&desktop_bus, BUS_OWNER, &accent);
  bus_send_change(&desktop_bus, BUS_OWNER, &scheme);
  return w;
}

THEME_CALL(desktop_open, {
  (void)w;
  dyncolor_desktop *desktop = NULL;
  dyncolor_status status = dyncolor_desktop_open(NULL, &desktop, error);
  bool is_right = (dyncolor_desktop_descriptor(desktop) >= 0) == (status == DYNCOLOR_OK);
  dyncolor_desktop_release(desktop);
  return is_right ? status : DYNCOLOR_ERROR_NO_VALUE;
})
THEME_CALL(desktop_pump, { return dyncolor_desktop_pump(w->desktop, NULL, error); })
THEME_CALL(desktop_wait, { return dyncolor_desktop_wait(w->desktop, 0, NULL, error); })
THEME_CALL(desktop_bind, {
  return dyncolor_desktop_bind(w->desktop, w->theme, DYNCOLOR_LAYER_USER, error);
})
THEME_CALL(desktop_read, {
  dyncolor_environment found;
  dyncolor_color accent;
  dyncolor_accent name;
  dyncolor_desktop_release(dyncolor_desktop_retain(w->desktop));
  dyncolor_status status = dyncolor_desktop_environment(w->desktop, &found, error);
  if (status == DYNCOLOR_OK) status = dyncolor_desktop_accent(w->desktop, &accent, error);
  if (status == DYNCOLOR_OK) status = dyncolor_color_nearest_accent(&accent, &name, error);
  if (status != DYNCOLOR_OK) return status;
  return found.scheme == DYNCOLOR_SCHEME_DARK && name == DYNCOLOR_ACCENT_BLUE &&
                 dyncolor_desktop_motion(w->desktop) == DYNCOLOR_MOTION_UNSPECIFIED &&
                 dyncolor_desktop_setting_source(w->desktop, DYNCOLOR_SETTING_SCHEME) ==
                     DYNCOLOR_SETTING_SOURCE_PORTAL
             ? DYNCOLOR_OK
             : DYNCOLOR_ERROR_NO_VALUE;
})
THEME_CALL(desktop_override, {
  dyncolor_status status = dyncolor_desktop_override(
      w->desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE, DYNCOLOR_SCHEME_LIGHT, error);
  if (status != DYNCOLOR_OK) return status;
  return dyncolor_desktop_override_accent(w->desktop, DYNCOLOR_POLICY_PREFER, &wide, error);
})
THEME_CALL(desktop_unbind, { return dyncolor_desktop_unbind(w->desktop, w->theme, error); })

REPORT_CALL(watch_pump, dyncolor_watch_pump(w->watch, NULL, &report, error))
static dyncolor_status ignore_file(void *data, const char *path, const void *bytes, size_t size) {
  (void)data, (void)path, (void)bytes, (void)size;
  return DYNCOLOR_OK;
}
static const dyncolor_write_options to_catalog = {
    .size = sizeof to_catalog, .format = DYNCOLOR_FORMAT_ASSET_CATALOG};
REPORT_CALL(write_catalog,
            dyncolor_theme_write_files(w->theme, &to_catalog, ignore_file, NULL, &report, error))
THEME_CALL(load_builtin_to_palette, {
  size_t count;
  return dyncolor_builtin_load_n(w->theme, "css", 3, NULL, 0, "Night/", 6, 0, &count, error);
})
THEME_CALL(describe, {
  return dyncolor_id_set_description_n(w->theme, w->pair, wide_css, DYNCOLOR_NUL_TERMINATED, error);
})
THEME_CALL(deprecate, { return dyncolor_id_set_deprecation_n(w->theme, w->pair, "x", 1, w->plain,
                                                             error); })
THEME_CALL(read_notes, {
  const char *note;
  dyncolor_status status = dyncolor_id_deprecation(w->theme, w->pair, &note, NULL, error);
  return status != DYNCOLOR_OK ? status : dyncolor_id_description(w->theme, w->pair, &note, error);
})
THEME_CALL(forward_name, { return dyncolor_theme_forward_n(w->theme, "new", 3, "pair", 4, error); })
THEME_CALL(forward_badly, { return dyncolor_theme_forward_n(w->theme, "new", 3, "new", 3, error); })
THEME_CALL(declare_axis, {
  uint32_t axis;
  return dyncolor_axis_declare_n(w->theme, "season", 6, &axis, error);
})
THEME_CALL(default_palette, {
  return dyncolor_theme_set_default_palette(w->theme, w->palette, error);
})
THEME_CALL(default_scheme, {
  return dyncolor_theme_set_default_scheme(w->theme, DYNCOLOR_SCHEME_DARK, error);
})
THEME_CALL(default_contrast, {
  return dyncolor_theme_set_default_contrast(w->theme, DYNCOLOR_CONTRAST_MORE, error);
})
THEME_CALL(depends_on, {
  uint32_t axes;
  return dyncolor_id_axes(w->theme, w->semantic, &axes, error);
})
THEME_CALL(compare_meanings, {
  (void)error;
  return dyncolor_id_equal(w->theme, w->pair, w->theme, w->pair) == 1 &&
                 dyncolor_id_hash(w->theme, w->pair) != 0
             ? DYNCOLOR_OK
             : DYNCOLOR_ERROR_INVALID_ARGUMENT;
})
THEME_CALL(resolve_pair, {
  dyncolor_rgba rgba;
  return dyncolor_resolve(w->theme, w->pair, &dark, &rgba, error);
})
THEME_CALL(resolve_provider, {
  dyncolor_rgba rgba;
  return dyncolor_resolve(w->theme, w->provided, &dark, &rgba, error);
})
THEME_CALL(resolve_level, {
  dyncolor_rgba rgba;
  dyncolor_status status = dyncolor_resolve_level(
      w->theme, DYNCOLOR_ID_NONE, DYNCOLOR_LEVEL_SECONDARY, &dark, &rgba, error);
  return status != DYNCOLOR_OK
             ? status
             : dyncolor_resolve_level(w->theme, w->provided, DYNCOLOR_LEVEL_QUINARY, &dark, &rgba,
                                      error);
})
THEME_CALL(resolve_list, {
  dyncolor_id ids[3] = {w->plain, w->semantic, w->provided};
  dyncolor_rgba pixels[3];
  return dyncolor_resolve_list(w->theme, ids, 3, &dark, DYNCOLOR_LAYOUT_FLOAT4, pixels,
                               sizeof *pixels, NULL, error);
})
THEME_CALL(resolve_all, {
  dyncolor_rgba pixels[8];
  return dyncolor_resolve_all(w->theme, &dark, DYNCOLOR_LAYOUT_FLOAT4, pixels, 8, sizeof *pixels,
                              error);
})
THEME_CALL(resolve_all_premultiplied, {
  uint32_t pixels[8];
  return dyncolor_resolve_all(w->theme, &dark,
                              DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED, pixels, 8,
                              sizeof *pixels, error);
})
THEME_CALL(prepare, { return dyncolor_theme_prepare(w->theme, &dark, error); })
/* Whether a color is white. One of many may lack memory, but only while some is refused. */
static bool is_white(dyncolor_status status, const dyncolor_rgba *rgba) {
  if (status == DYNCOLOR_ERROR_OUT_OF_MEMORY && heap.fail_at != 0) return true;
  const float least = 0.999999f, greatest = 1.000001f;
  return status == DYNCOLOR_OK && rgba->r > least && rgba->r < greatest && rgba->g > least &&
         rgba->g < greatest && rgba->b > least && rgba->b < greatest && rgba->a == 1;
}

static dyncolor_status resolve_white(world *w, dyncolor_id id, dyncolor_error *error) {
  dyncolor_rgba rgba;
  dyncolor_status status = dyncolor_resolve(w->theme, id, &dark, &rgba, error);
  return status != DYNCOLOR_OK || is_white(status, &rgba) ? status : DYNCOLOR_ERROR_NO_VALUE;
}

THEME_CALL(resolve_levels, { return resolve_white(w, w->level_3, error); })
THEME_CALL(resolve_many, { return resolve_white(w, w->many, error); })
THEME_CALL(resolve_css_list, {
  dyncolor_id ids[4] = {w->level_3, w->many, w->level_1, w->level_3};
  dyncolor_rgba pixels[4];
  dyncolor_status statuses[4];
  dyncolor_status status = dyncolor_resolve_list(w->theme, ids, 4, &dark, DYNCOLOR_LAYOUT_FLOAT4,
                                                 pixels, sizeof *pixels, statuses, error);
  if (status != DYNCOLOR_OK) return status;
  for (int i = 0; i < 4; i++)
    if (!is_white(statuses[i], &pixels[i])) return DYNCOLOR_ERROR_NO_VALUE;
  return DYNCOLOR_OK;
})
/* All are white in a snapshot for the dark. */
static dyncolor_status snapshot_white(world *w, const dyncolor_id *ids, size_t count,
                                      dyncolor_error *error) {
  dyncolor_rgba rgba;
  dyncolor_snapshot *snapshot;
  dyncolor_status status = dyncolor_snapshot_create(w->theme, &dark, &snapshot, error);
  if (status != DYNCOLOR_OK) return status;
  bool good = true;
  for (size_t i = 0; i < count; i++) {
    status = dyncolor_snapshot_resolve(snapshot, ids[i], &rgba, NULL);
    good = is_white(status, &rgba) && good;
  }
  dyncolor_snapshot_release(snapshot);
  return good ? DYNCOLOR_OK : DYNCOLOR_ERROR_NO_VALUE;
}
THEME_CALL(snapshot_css, {
  const dyncolor_id ids[] = {w->level_3, w->many};
  return snapshot_white(w, ids, 2, error);
})
THEME_CALL(snapshot_many, { return snapshot_white(w, &w->many, 1, error); })
THEME_CALL(depends_on_css, {
  uint32_t axes;
  dyncolor_status status = dyncolor_id_axes(w->theme, w->many, &axes, error);
  return status != DYNCOLOR_OK || axes & 1u << DYNCOLOR_AXIS_SCHEME ? status
                                                                    : DYNCOLOR_ERROR_NO_VALUE;
})
THEME_CALL(write_css, {
  char css[sizeof wide_css];
  return dyncolor_id_css(w->theme, w->many, css, sizeof css, NULL, error);
})
THEME_CALL(write_css_semantic, {
  char css[256];
  return dyncolor_id_css(w->theme, w->semantic, css, sizeof css, NULL, error);
})
THEME_CALL(compare_css, {
  (void)error;
  return dyncolor_id_equal(w->theme, w->many, w->theme, w->many) == 1 &&
                 dyncolor_id_equal(w->theme, w->many, w->theme, w->level_3) == 0 &&
                 dyncolor_id_hash(w->theme, w->many) != 0
             ? DYNCOLOR_OK
             : DYNCOLOR_ERROR_INVALID_ARGUMENT;
})
THEME_CALL(snapshot_create, {
  dyncolor_snapshot_release(w->snapshot);
  w->snapshot = NULL;
  return dyncolor_snapshot_create(w->theme, &dark, &w->snapshot, error);
})
/* It is whole, or there is none. */
static dyncolor_status explain(world *w, const dyncolor_id *ids, size_t of_ids,
                               dyncolor_error *error) {
  for (size_t i = 0; i < of_ids; i++) {
    dyncolor_explanation *explanation = NULL;
    dyncolor_status status = dyncolor_explanation_create(w->theme, ids[i], &dark, &explanation,
                                                         error);
    if (status != DYNCOLOR_OK) return status;
    size_t count;
    const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
    const dyncolor_step *last = &steps[count - 1];
    status = last->kind == DYNCOLOR_STEP_KIND_RESULT && last->color.space != 0 &&
                     strlen(dyncolor_explanation_text(explanation)) > 0
                 ? DYNCOLOR_OK
                 : DYNCOLOR_ERROR_INVALID_ARGUMENT;
    dyncolor_explanation_release(explanation);
    if (status != DYNCOLOR_OK) return status;
  }
  return DYNCOLOR_OK;
}
THEME_CALL(explain_css, {
  const dyncolor_id ids[] = {w->level_3, w->many, w->white};
  return explain(w, ids, 3, error);
})
THEME_CALL(explain_plain, {
  const dyncolor_id ids[] = {w->plain, w->pair, w->semantic, w->provided};
  return explain(w, ids, 4, error);
})

THEME_CALL(declare_layer, {
  uint16_t layer;
  return dyncolor_layer_declare_n(w->theme, "brand", 5, DYNCOLOR_LAYER_USER, &layer, error);
})
THEME_CALL(declare_owner, {
  uint16_t owner;
  return dyncolor_owner_declare_n(w->theme, "plugin", 6, &owner, error);
})
/* Over what there is, beneath it, and both in one batch. */
THEME_CALL(register_over, {
  const dyncolor_definition definition = in_layer("plain", DYNCOLOR_LAYER_USER, 0, wide_css);
  return dyncolor_register(w->theme, &definition, 1, NULL, error);
})
THEME_CALL(register_beneath, {
  const dyncolor_definition definition = in_layer("plain", DYNCOLOR_LAYER_DEFAULTS, 0, wide_css);
  return dyncolor_register(w->theme, &definition, 1, NULL, error);
})
THEME_CALL(register_in_layers, {
  dyncolor_definition definitions[] = {
      in_layer("provided", DYNCOLOR_LAYER_DEFAULTS, 0, "red"),
      in_layer("provided", DYNCOLOR_LAYER_USER, 0, NULL),
      in_layer("new", DYNCOLOR_LAYER_USER, 0, deep_css),
      in_layer("new", DYNCOLOR_LAYER_THEME, 0, "var(--pair)"),
      in_layer("plain", DYNCOLOR_LAYER_USER, 0, "blue"),
      in_layer("plain", DYNCOLOR_LAYER_USER, 0, wide_css),
      in_layer(NULL, DYNCOLOR_LAYER_DEFAULTS, 0, "lime"),
  };
  definitions[1].kind = DYNCOLOR_KIND_PROVIDER;
  definitions[1].provider = provide;
  definitions[1].user_data = w;
  definitions[1].destroy = count_destroy;
  int before = destroyed;
  dyncolor_status status = dyncolor_register(
      w->theme, definitions, sizeof definitions / sizeof *definitions, NULL, error);
  if ((destroyed - before == 1) != (status != DYNCOLOR_OK)) return DYNCOLOR_ERROR_PROVIDER;
  return status;
})
THEME_CALL(drop_layer, { return dyncolor_layer_clear(w->theme, DYNCOLOR_LAYER_USER, error); })
THEME_CALL(drop_theme_layer, {
  return dyncolor_layer_clear(w->theme, DYNCOLOR_LAYER_THEME, error);
})
THEME_CALL(unregister_in_layer, {
  return dyncolor_layer_unregister(w->theme, DYNCOLOR_LAYER_THEME, w->pair, error);
})
THEME_CALL(unregister_owner, { return dyncolor_owner_clear(w->theme, 1, error); })
THEME_CALL(provenance, {
  dyncolor_source sources[3];
  size_t count;
  return dyncolor_id_sources(w->theme, w->plain, sources, 3, &count, error);
})
/* What reads a snapshot that there is. */
static void *with_snapshot(world *w) {
  if (dyncolor_snapshot_create(w->theme, &dark, &w->snapshot, NULL) != DYNCOLOR_OK) abort();
  return w;
}
static void *make_snapshot_world(void) { return with_snapshot(make_world()); }
static void *make_snapshot_css_world(void) { return with_snapshot(make_css_world()); }
THEME_CALL(snapshot_read, {
  float pixels[512][4];
  size_t rows;
  uint64_t generation;
  dyncolor_environment surroundings;
  dyncolor_snapshot *again = dyncolor_snapshot_retain(w->snapshot);
  const dyncolor_rgba *colors = dyncolor_snapshot_colors(again, &rows);
  dyncolor_snapshot_origin(again, &generation, &surroundings);
  dyncolor_snapshot_release(again);
  if (again != w->snapshot || colors == NULL || rows != dyncolor_theme_rows(w->theme) ||
      generation != dyncolor_theme_generation(w->theme) || surroundings.scheme != dark.scheme)
    return DYNCOLOR_ERROR_INVALID_ARGUMENT;
  dyncolor_rgba rgba;
  dyncolor_status status = dyncolor_snapshot_resolve(w->snapshot, w->pair, &rgba, error);
  return status != DYNCOLOR_OK ? status
                               : dyncolor_snapshot_copy(w->snapshot, DYNCOLOR_LAYOUT_FLOAT4, pixels,
                                                        512, sizeof *pixels, error);
})
/* Everything that is ended takes no memory, and may be ended at any time. */
static void *make_ended_world(void) {
  world *w = make_snapshot_world();
  dyncolor_theme_observe(w->theme, note_change, w, NULL, &w->observation, NULL);
  return w;
}
THEME_CALL(end_all, {
  dyncolor_status status = DYNCOLOR_OK;
  if (w->observation != 0) status = dyncolor_theme_unobserve(w->theme, w->observation, error);
  w->observation = 0;
  dyncolor_snapshot_release(w->snapshot);
  w->snapshot = NULL;
  dyncolor_explanation_release(NULL);
  dyncolor_report_release(NULL);
  dyncolor_audit_release(NULL);
  dyncolor_watch_release(NULL);
  return status;
})
THEME_CALL(snapshot_mix, {
  float pixels[512][4];
  if (dyncolor_snapshot_is_derived(w->snapshot, w->pair) != 0)
    return DYNCOLOR_ERROR_INVALID_ARGUMENT;
  if (dyncolor_snapshot_fingerprint(w->snapshot) == 0) return DYNCOLOR_ERROR_INVALID_ARGUMENT;
  return dyncolor_snapshot_mix(w->snapshot, w->snapshot, 0.5, DYNCOLOR_LAYOUT_FLOAT4, pixels, 512,
                               sizeof *pixels, error);
})
THEME_CALL(save, {
  static unsigned char image[1 << 20];
  return dyncolor_theme_to_image(w->theme, image, sizeof image, NULL, error);
})

/* An image, and a theme that is made of it. */
static void *make_image_world(void) {
  world *w = make_css_world();
  size_t size = 0;
  uint16_t layer;
  dyncolor_axis_declare_n(w->theme, "season", 6, NULL, NULL);
  dyncolor_layer_declare_n(w->theme, "brand", 5, DYNCOLOR_LAYER_USER, &layer, NULL);
  dyncolor_theme_forward_n(w->theme, "old", 3, "pair", 4, NULL);
  dyncolor_theme_to_image(w->theme, NULL, 0, &size, NULL);
  w->image = malloc(size);
  w->image_size = size;
  if (w->image == NULL ||
      dyncolor_theme_to_image(w->theme, w->image, size, NULL, NULL) != DYNCOLOR_OK)
    abort();
  return w;
}
#define LOAD_CALL(name, memory) \
  THEME_CALL(name, { \
    dyncolor_theme *loaded = NULL; \
    dyncolor_status status = \
        dyncolor_theme_from_image(NULL, w->image, w->image_size, memory, &loaded, error); \
    dyncolor_theme_release(loaded); \
    return status; \
  })
LOAD_CALL(load_copied, DYNCOLOR_IMAGE_MEMORY_COPIED)
LOAD_CALL(load_borrowed, DYNCOLOR_IMAGE_MEMORY_BORROWED)

/* Files of some formats, read and written. */
#define FILE_CALL(name, text) \
  THEME_CALL(name, { \
    dyncolor_report *report = NULL; \
    dyncolor_status status = dyncolor_theme_load_memory_n( \
        w->theme, NULL, 0, text, sizeof text - 1, NULL, &report, error); \
    dyncolor_report_release(report); \
    return status; \
  })
/* A palette that was not declared, and names that nobody knows. */
static void *make_winter_world(void) {
  world *w = make_world();
  register_css(w, "Winter/x", "if(style(--mood: glda): red; style(--palette: Wintr): lime)");
  register_css(w, "unknown", "color-mix(in oklab, var(--plian), --palette(y))");
  return w;
}

FILE_CALL(load_theme_file,
          "{\"$palettes\": [\"Day\"], \"$defaultPalette\": \"Day\", \"$defaultScheme\": \"dark\","
          " \"$levels\": [1, 0.5, 0.4, 0.3, 0.2], \"$forwards\": {\"old\": \"older\","
          " \"older\": \"plain\"}, \"$owners\": [\"plugin\", \"other\"],"
          " \"$axes\": {\"season\": [\"winter\"]}, \"$locales\": [\"de\"],"
          " \"$subtypes\": [\"wide\"],"
          " \"plain\": {\"value\": \"if(style(--season: wintr): red; else: blue)\","
          " \"$owner\": \"other\", \"description\": \"It is owned.\"},"
          " \"$layers\": {\"defaults\": {\"plain\": \"red\"}, \"theme\": {},"
          " \"new\": {\"light\": {\"value\": \"#123\", \"$owner\": \"plugin\"}}, \"user\":"
          " {\"plain\": {\"light\": \"red\", \"dark\": \"var(--pair)\"}, \"x\": \"red\"}}}")
FILE_CALL(load_theme_file_badly,
          "{\"$forwards\": {\"a\": \"b\", \"b\": \"a\"}, \"$owners\": [\"plugin\"],"
          " \"$layers\": {\"new\": {\"x\": \"red\"}, \"user\": {}}}")

static void *make_theme_file_world(void) {
  world *w = make_world();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  load_theme_file(w, &error);
  return w;
}

FILE_CALL(load_json,
          "{\"$axes\": {\"team\": [\"red\"]}, \"$palettes\": [\"Dusk\"], \"$locales\": [\"fr\"], "
          "\"new\": {\"light\": \"red\", \"dark\": \"var(--plain)\", \"description\": \"d\\n\", "
          "\"replacement\": \"pair\", \"extensions\": {\"a\": 1}}, \"plain\": [1, 2, 3], "
          "\"g\": {\"h\": \"if(style(--team: red): red; else: blue)\", }} // odd")
#define LONG_MODE "color-mix(in srgb, var(--pair), var(--plain), var(--first), var(--second))"
FILE_CALL(load_json_modes,
          "{\"m\": {\"default\": \"" LONG_MODE "\", \"light\": \"" LONG_MODE "\", "
          "\"dark\": \"" LONG_MODE "\", \"high-contrast\": \"" LONG_MODE "\", "
          "\"light-high-contrast\": \"" LONG_MODE "\", "
          "\"dark-high-contrast\": \"" LONG_MODE "\"}}")
FILE_CALL(load_json_badly, "{\"new\": \"red\", \"a\": \"#rde\", \"b\": {\"light\": {\"dark\": 1}}}")
#define LONG_TEXT "0123456789 123456789 123456789 123456789 123456789 123456789 123456789 12345678"
FILE_CALL(load_notes,
          "{\"plain\": {\"light\": \"red\", \"dark\": \"red\", "
          "\"description\": \"" LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT "\", "
          "\"extensions\": {\"a\": \"" LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT "\"}}}")
FILE_CALL(load_base16,
          "palette:\n base00: 'abc'\n base01: 'abc'\n base02: 'abc'\n base03: 'abc'\n"
          " base04: 'abc'\n base05: 'abc'\n base06: 'abc'\n base07: 'abc'\n base08: 'abc'\n"
          " base09: 'abc'\n base0A: 'abc'\n base0B: 'abc'\n base0C: 'abc'\n base0D: 'abc'\n"
          " base0E: 'abc'\n base0F: 'abc'\n base0F: 'abd'\n")
FILE_CALL(load_kde,
          "[Colors:View]\nA=1,2,3\nA=3,2,1\n[Colors:View][Inactive]\nA=#123456\n[KDE]\nb=1\n")
FILE_CALL(load_gimp, "GIMP Palette\nName: x\n1 2 3 a\n3 2 1 a\n4 5 6\n")
FILE_CALL(load_described,
          "{\"a\": {\"name\": \"Black\", \"hex\": \"123456\", \"order\": 1}, "
          "\"b\": {\"r\": 1, \"g\": 2, \"b\": 3}, \"c\": {\"colorSpace\": \"oklch\", "
          "\"components\": [0.5, 0.1, \"none\"]}, \"d\": {\"color\": \"red\", \"x\": [\"y\"]}}")
FILE_CALL(load_described_badly, "{\"a\": {\"name\": \"Blackish\", \"order\": 1}}")
/* What is written is what was written the first time, when nothing failed. */
#define WRITE_CALL(name, chosen) \
  THEME_CALL(name, { \
    static char room[1 << 14], first[1 << 14]; \
    dyncolor_write_options options = {.size = sizeof options, .format = chosen}; \
    dyncolor_report *report = NULL; \
    dyncolor_status status = dyncolor_theme_write_memory( \
        w->theme, &options, room, sizeof room, NULL, &report, error); \
    dyncolor_report_release(report); \
    if (status == DYNCOLOR_OK && first[0] == 0) memcpy(first, room, sizeof first); \
    return status == DYNCOLOR_OK && strcmp(room, first) != 0 ? DYNCOLOR_ERROR_SYNTAX : status; \
  })
WRITE_CALL(write_json, DYNCOLOR_FORMAT_JSON)
WRITE_CALL(write_layers, DYNCOLOR_FORMAT_JSON)
WRITE_CALL(write_kde, DYNCOLOR_FORMAT_KDE)
WRITE_CALL(write_gimp, DYNCOLOR_FORMAT_GIMP_PALETTE)
WRITE_CALL(write_kitty, DYNCOLOR_FORMAT_KITTY)
WRITE_CALL(write_alacritty, DYNCOLOR_FORMAT_ALACRITTY)

THEME_CALL(adjust_by_theme, {
  const dyncolor_adjustment inverse = {DYNCOLOR_AXIS_SCHEME, DYNCOLOR_POLICY_INVERT, 0};
  return dyncolor_environment_adjust(NULL, w->theme, &inverse, 1, &environment, error);
})
/* If it succeeds, it says what it says when nothing fails. */
THEME_CALL(diff, {
  static size_t expected;
  dyncolor_id ids[512];
  size_t count = 0;
  dyncolor_status status = dyncolor_theme_diff(w->theme, NULL, &dark, ids, 512, &count, error);
  if (heap.fail_at == 0) expected = count;
  return status == DYNCOLOR_OK && (count != expected || count == 0) ? DYNCOLOR_ERROR_NO_VALUE
                                                                    : status;
})
THEME_CALL(changes_since, {
  dyncolor_id ids[512];
  size_t count;
  uint64_t generation;
  return dyncolor_theme_changes(w->theme, 2, ids, 512, &count, &generation, error);
})
THEME_CALL(snapshot_diff, {
  dyncolor_id ids[512];
  size_t count;
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_status status = dyncolor_snapshot_create(w->theme, &dark, &snapshot, error);
  if (status != DYNCOLOR_OK) return status;
  status = dyncolor_snapshot_diff(snapshot, snapshot, ids, 512, &count, error);
  dyncolor_snapshot_release(snapshot);
  return status;
})
/* An observer that could not be registered has been destroyed, once. */
THEME_CALL(observe, {
  int before = destroyed;
  uint64_t observation;
  dyncolor_status status =
      dyncolor_theme_observe(w->theme, note_change, w, count_destroy, &observation, error);
  if (status == DYNCOLOR_OK && dyncolor_theme_unobserve(w->theme, observation,
                                                        error) != DYNCOLOR_OK)
    return DYNCOLOR_ERROR_PROVIDER;
  return destroyed - before == 1 ? status : DYNCOLOR_ERROR_PROVIDER;
})
/* The change is told, if and only if it was made. */
#define TOLD_CALL(name) \
  THEME_CALL(told_##name, { \
    uint64_t before = dyncolor_theme_generation(w->theme); \
    uint64_t told = w->told; \
    dyncolor_status status = name(state, error); \
    uint64_t after = dyncolor_theme_generation(w->theme); \
    if (w->told != (after == before ? told : after)) return DYNCOLOR_ERROR_PROVIDER; \
    return status; \
  })
TOLD_CALL(register_named)
TOLD_CALL(register_anonymous)
TOLD_CALL(redefine)
TOLD_CALL(register_batch)
TOLD_CALL(register_css_batch)
TOLD_CALL(redefine_by_id)
TOLD_CALL(refresh)
TOLD_CALL(unregister_one)
TOLD_CALL(unregister_provider)
TOLD_CALL(rename_one)
TOLD_CALL(declare_palette)
TOLD_CALL(declare_axis)
TOLD_CALL(declare_axis_value)
TOLD_CALL(default_palette)
THEME_CALL(set_levels, {
  static const double opacities[5] = {1, 0.75, 0.5, 0.25, 0};
  return dyncolor_theme_set_level_opacities(w->theme, opacities, error);
})
TOLD_CALL(default_scheme)
TOLD_CALL(default_contrast)
TOLD_CALL(set_levels)
TOLD_CALL(declare_layer)
TOLD_CALL(register_over)
TOLD_CALL(register_beneath)
TOLD_CALL(register_in_layers)
TOLD_CALL(drop_layer)
TOLD_CALL(drop_theme_layer)
TOLD_CALL(unregister_in_layer)
TOLD_CALL(unregister_owner)
TOLD_CALL(forward_name)
TOLD_CALL(declare_locale)
TOLD_CALL(load_builtin)
TOLD_CALL(load_builtin_to_palette)

/* What is written is whole, and as it would be with all memory, or it is not written. */
static dyncolor_status hash_file(void *data, const char *path, const void *bytes, size_t size) {
  uint64_t hash = *(uint64_t *)data ^ size;
  for (; *path; path++) hash = (hash ^ (unsigned char)*path) * 1099511628211u;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  *(uint64_t *)data = hash;
  return DYNCOLOR_OK;
}
static dyncolor_status write_as(const world *w, uint32_t format, dyncolor_error *error) {
  static uint64_t expected;
  uint64_t hash = 1;
  dyncolor_write_options options = {.size = sizeof options, .format = format};
  dyncolor_status status =
      dyncolor_theme_write_files(w->theme, &options, hash_file, &hash, NULL, error);
  if (heap.fail_at == 0) expected = hash;
  return status == DYNCOLOR_OK && hash != expected ? DYNCOLOR_ERROR_NO_VALUE : status;
}
THEME_CALL(write_style_sheet, { return write_as(w, DYNCOLOR_FORMAT_STYLE_SHEET, error); })
THEME_CALL(write_tailwind, { return write_as(w, DYNCOLOR_FORMAT_TAILWIND, error); })
THEME_CALL(write_gtk, { return write_as(w, DYNCOLOR_FORMAT_GTK, error); })
THEME_CALL(write_gtk_media, { return write_as(w, DYNCOLOR_FORMAT_GTK_MEDIA, error); })
THEME_CALL(write_header, { return write_as(w, DYNCOLOR_FORMAT_C_HEADER, error); })
/* Nothing is left of what could not be written. */
THEME_CALL(write_path, {
  char path[64];
  snprintf(path, sizeof path, "/tmp/dyncolor-faults-%d/gtk", (int)getpid());
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_GTK};
  dyncolor_status status =
      dyncolor_theme_write_n(w->theme, path, DYNCOLOR_NUL_TERMINATED, &options, NULL, error);
  bool is_there = access(path, F_OK) == 0;
  for (int i = 0; i < 3; i++) {
    static const char *const names[] = {"/gtk.css", "/gtk-dark.css", ""};
    char name[96];
    snprintf(name, sizeof name, "%s%s", path, names[i]);
    remove(name);
  }
  *strrchr(path, '/') = 0;
  /* It is empty, or was not even made. */
  bool is_clean = rmdir(path) == 0 || !is_there;
  return is_clean && is_there == (status == DYNCOLOR_OK) ? status : DYNCOLOR_ERROR_NO_VALUE;
})

static const tested_call calls[] = {
    {"version", NULL, version, NULL, NULL, DYNCOLOR_OK, false, false},
    {"parse_hex", NULL, parse_hex, NULL, NULL, DYNCOLOR_OK, false, false},
    {"parse_hex badly", NULL, parse_hex_badly, NULL, NULL, DYNCOLOR_ERROR_SYNTAX, false, false},
    {"format_hex", NULL, format_hex, NULL, NULL, DYNCOLOR_OK, false, false},
    {"format_hex badly", NULL, format_hex_badly, NULL, NULL, DYNCOLOR_ERROR_BUFFER_TOO_SMALL,
     false, false},
    {"convert", NULL, convert, NULL, NULL, DYNCOLOR_OK, false, false},
    {"pack", NULL, pack, NULL, NULL, DYNCOLOR_OK, false, false},
    {"pack badly", NULL, pack_badly, NULL, NULL, DYNCOLOR_ERROR_INVALID_ARGUMENT, false, false},
    {"format messages", NULL, format_messages, NULL, NULL, DYNCOLOR_OK, false, false},
    {"format messages badly", NULL, format_messages_badly, NULL, NULL,
     DYNCOLOR_ERROR_BUFFER_TOO_SMALL, false, false},
    {"pack_list", NULL, pack_list, NULL, NULL, DYNCOLOR_OK, false, false},
    {"pack_list badly", NULL, pack_list_badly, NULL, NULL, DYNCOLOR_ERROR_INVALID_ARGUMENT, false,
     false},
    {"unpack", NULL, unpack, NULL, NULL, DYNCOLOR_OK, false, false},
    {"unpack badly", NULL, unpack_badly, NULL, NULL, DYNCOLOR_ERROR_INVALID_ARGUMENT, false,
     false},
    {"unpack_list", NULL, unpack_list, NULL, NULL, DYNCOLOR_OK, false, false},
    {"unpack_list badly", NULL, unpack_list_badly, NULL, NULL, DYNCOLOR_ERROR_INVALID_ARGUMENT,
     false, false},
    {"convert pixels", NULL, convert_pixels, NULL, NULL, DYNCOLOR_OK, false, false},
    {"dominant colors", NULL, dominant_colors, NULL, NULL, DYNCOLOR_OK, false, false},
    {"seeds of pixels", NULL, seeds_of_pixels, NULL, NULL, DYNCOLOR_OK, false, false},
    {"convert pixels badly", NULL, convert_pixels_badly, NULL, NULL,
     DYNCOLOR_ERROR_INVALID_ARGUMENT, false, false},
    {"blend pixels", NULL, blend_pixels, NULL, NULL, DYNCOLOR_OK, false, false},
    {"blend pixels badly", NULL, blend_pixels_badly, NULL, NULL, DYNCOLOR_ERROR_INVALID_ARGUMENT,
     false, false},
    {"compare", NULL, compare, NULL, NULL, DYNCOLOR_OK, false, false},
    {"inherit", NULL, inherit, NULL, NULL, DYNCOLOR_OK, false, false},
    {"adjust", NULL, adjust, NULL, NULL, DYNCOLOR_OK, false, false},
    {"from_name", NULL, from_name, NULL, NULL, DYNCOLOR_OK, false, false},
    {"from_name badly", NULL, from_name_badly, NULL, NULL, DYNCOLOR_ERROR_UNKNOWN_NAME, false,
     false},
    {"parse", NULL, parse, NULL, NULL, DYNCOLOR_OK, false, false},
    {"parse badly", NULL, parse_badly, NULL, NULL, DYNCOLOR_ERROR_SYNTAX, false, false},
    {"format", NULL, format, NULL, NULL, DYNCOLOR_OK, false, false},
    {"format badly", NULL, format_badly, NULL, NULL, DYNCOLOR_ERROR_BUFFER_TOO_SMALL, false,
     false},
    {"calculate", NULL, calculate_well, NULL, NULL, DYNCOLOR_OK, false, false},
    {"calculate badly", NULL, calculate_badly, NULL, NULL, DYNCOLOR_ERROR_INVALID_ARGUMENT, false,
     false},
    {"builtin_at", NULL, builtin_at, NULL, NULL, DYNCOLOR_OK, false, false},
    {"to_name", NULL, to_name, NULL, NULL, DYNCOLOR_OK, false, false},
    {"theme_create", NULL, theme_create, NULL, NULL, DYNCOLOR_OK, true, false},
    {"theme_create by host", NULL, theme_create_by_host, NULL, NULL, DYNCOLOR_OK, true, false},
#define ROW(name, allocates, tolerates) \
  {#name, make_world, name, see_world, free_world, DYNCOLOR_OK, allocates, tolerates}, \
  {#name " in a full table", make_full_world, name, see_world, free_world, DYNCOLOR_OK, allocates, \
   tolerates}
    ROW(register_named, true, false),
    ROW(register_anonymous, true, false),
    ROW(redefine, true, false),
    ROW(register_hex, true, false),
    ROW(register_alias, true, false),
    ROW(register_pair, true, false),
    ROW(register_text_pair, true, false),
    ROW(register_text_variants, true, false),
    ROW(register_text_fallback, true, false),
    {"register text badly", make_world, register_text_badly, see_world, free_world,
     DYNCOLOR_ERROR_SYNTAX, true, false},
    ROW(register_in_layer, true, false),
    {"register in no layer", make_world, register_in_no_layer, see_world, free_world,
     DYNCOLOR_ERROR_UNKNOWN_NAME, true, false},
    ROW(register_variants, true, false),
    ROW(register_level, true, false),
    ROW(register_fallbacks, true, false),
    ROW(register_mix, true, false),
    {"register_mix of itself", make_world, register_mix_of_itself, see_world, free_world,
     DYNCOLOR_ERROR_CYCLE, true, false},
    ROW(register_material, true, false),
    ROW(register_scale, true, false),
    {"register_material of itself", make_world, register_material_of_itself, see_world, free_world,
     DYNCOLOR_ERROR_CYCLE, true, false},
    {"register_fallbacks badly", make_world, register_fallbacks_badly, see_world, free_world,
     DYNCOLOR_ERROR_INVALID_ARGUMENT, false, false},
    ROW(read_theme, false, false),
    ROW(register_semantic, true, false),
    ROW(register_provider, true, false),
    ROW(register_batch, true, false),
    ROW(redefine_by_id, true, false),
    ROW(refresh, true, false),
    {"refresh of a covered provider", make_covered_world, refresh, see_world, free_world,
     DYNCOLOR_OK, true, false},
    ROW(register_css_constant, true, false),
    ROW(register_css_deep, true, false),
    ROW(register_css_wide, true, false),
    ROW(register_css_table, true, false),
    ROW(register_css_choices, true, false),
    {"register_css badly", make_world, register_css_badly, see_world, free_world,
     DYNCOLOR_ERROR_SYNTAX, true, true},
    ROW(redefine_by_css, true, false),
    ROW(redefine_provider_by_css, true, false),
    ROW(register_css_batch, true, false),
    ROW(declare_axis_value, true, false),
    ROW(look_up, false, false),
    {"look_up in layers", make_layered_world, look_up, see_world, free_world, DYNCOLOR_OK, false,
     false},
    {"find_palette", make_winter_world, find_palette, see_world, free_world, DYNCOLOR_OK, true,
     false},
    {"check_names", make_css_world, check_names, see_world, free_world, DYNCOLOR_OK, true, false},
    {"audit_theme", make_css_world, audit_theme, see_world, free_world, DYNCOLOR_OK, true, true},
    {"audit_theme in layers", make_layered_world, audit_theme, see_world, free_world, DYNCOLOR_OK,
     true, true},
    {"audit_theme of palettes", make_winter_world, audit_theme, see_world, free_world, DYNCOLOR_OK,
     true, true},
    {"check_names of unknown ones", make_winter_world, check_names, see_world, free_world,
     DYNCOLOR_OK, true, false},
    {"load_theme_file", make_world, load_theme_file, see_world, free_world, DYNCOLOR_OK, true,
     false},
    {"load_theme_file badly", make_world, load_theme_file_badly, see_world, free_world,
     DYNCOLOR_ERROR_CYCLE, true, false},
    {"load_theme_file again", make_theme_file_world, load_theme_file, see_world, free_world,
     DYNCOLOR_OK, true, false},
    {"look_up in a loaded theme", make_theme_file_world, look_up, see_world, free_world,
     DYNCOLOR_OK, false, false},
    {"write_json in layers", make_theme_file_world, write_layers, see_world, free_world,
     DYNCOLOR_OK, true, true},
    ROW(declare_layer, true, false),
    ROW(declare_owner, true, false),
    ROW(register_over, true, false),
    ROW(register_beneath, true, false),
    ROW(register_in_layers, true, false),
    ROW(drop_theme_layer, true, false),
    ROW(provenance, false, false),
#define LAYERED_ROW(name, allocates) \
  {#name " in layers", make_layered_world, name, see_world, free_world, DYNCOLOR_OK, allocates, \
   false}
    LAYERED_ROW(register_over, true),
    LAYERED_ROW(register_beneath, true),
    LAYERED_ROW(register_in_layers, true),
    LAYERED_ROW(redefine_by_id, true),
    LAYERED_ROW(refresh, false),
    LAYERED_ROW(unregister_one, true),
    LAYERED_ROW(drop_layer, true),
    LAYERED_ROW(drop_theme_layer, true),
    LAYERED_ROW(unregister_in_layer, false),
    LAYERED_ROW(unregister_owner, true),
    LAYERED_ROW(provenance, false),
    LAYERED_ROW(read_theme, false),
    {"explain_plain in layers", make_layered_world, explain_plain, see_world, free_world,
     DYNCOLOR_OK, true, true},
    LAYERED_ROW(write_css_semantic, true),
    LAYERED_ROW(save, true),
    LAYERED_ROW(register_fallbacks, true),
    LAYERED_ROW(register_mix, true),
    LAYERED_ROW(register_material, true),
    LAYERED_ROW(register_variants, true),
#define CSS_ROW(name, allocates, tolerates) \
  {#name, make_css_world, name, see_world, free_world, DYNCOLOR_OK, allocates, tolerates}
    CSS_ROW(resolve_levels, true, true),
    CSS_ROW(resolve_many, true, true),
    CSS_ROW(resolve_css_list, true, true),
    CSS_ROW(snapshot_css, true, true),
    CSS_ROW(explain_css, true, true),
    CSS_ROW(depends_on_css, true, false),
    {"resolve_many of broken ones", make_broken_world, resolve_many, see_world, free_world,
     DYNCOLOR_OK, true, true},
    {"tell_many_gaps", make_broken_world, tell_many_gaps, see_world, free_world, DYNCOLOR_OK, true,
     false},
    {"snapshot_many", make_snapped_world, snapshot_many, see_world, free_world, DYNCOLOR_OK, true,
     true},
    CSS_ROW(write_css, true, false),
    CSS_ROW(compare_css, false, false),
    CSS_ROW(write_style_sheet, true, true),
    CSS_ROW(write_tailwind, true, true),
    CSS_ROW(write_gtk, true, true),
    CSS_ROW(write_gtk_media, true, true),
    CSS_ROW(write_header, true, true),
    CSS_ROW(write_path, true, true),
    {"declare", make_world, declare, see_world, free_world, DYNCOLOR_OK, true, false},
    {"declare in a full table", make_full_world, declare, see_world, free_world, DYNCOLOR_OK, true,
     false},
    ROW(unregister_one, true, false),
    ROW(unregister_provider, true, false),
    ROW(rename_one, true, false),
    ROW(bind_two, false, false),
    ROW(find_one, false, false),
    {"declare_palette", make_world, declare_palette, see_world, free_world, DYNCOLOR_OK, false,
     false},
    ROW(list_palette, false, false),
    ROW(tell_gaps, true, false),
    ROW(derive_variants, true, true),
    ROW(repair_theme, true, true),
    ROW(declare_locale, true, false),
    ROW(declare_subtype, true, false),
    ROW(load_builtin, true, false),
    ROW(load_builtin_to_palette, true, false),
    ROW(load_catalog, true, false),
    ROW(load_memory, true, false),
    ROW(load_file, true, false),
    ROW(load_folder, true, false),
    {"load_broken", make_world, load_broken, see_world, free_world, DYNCOLOR_ERROR_SYNTAX, true,
     false},
    ROW(annotate, true, false),
    {"write_file", make_world, write_file, see_world, free_world, DYNCOLOR_OK, true, true},
    {"write_folder", make_world, write_folder, see_world, free_world, DYNCOLOR_OK, true, true},
    ROW(write_among_others, true, true),
    {"write_text", make_world, write_text, see_world, free_world, DYNCOLOR_OK, true, true},
    {"watch_create", make_world, watch_create, see_world, free_world, DYNCOLOR_OK, true, false},
    ROW(watch_file, true, false),
    {"watch_nothing", make_world, watch_nothing, see_world, free_world, DYNCOLOR_ERROR_FILE, true,
     false},
    /* Of what has happened, some may not be known; then more is loaded, or later. */
    {"watch_pump", make_watching_world, watch_pump, see_world, free_world, DYNCOLOR_OK, true, true},
    {"watch_pump in layers", make_watching_layered_world, watch_pump, see_world, free_world,
     DYNCOLOR_OK, true, true},
    ROW(write_catalog, true, true),
    ROW(describe, true, false),
    ROW(deprecate, true, false),
    ROW(read_notes, false, false),
    ROW(forward_name, true, false),
    {"forward badly", make_world, forward_badly, see_world, free_world, DYNCOLOR_ERROR_CYCLE,
     false, false},
    ROW(declare_axis, true, false),
    ROW(default_palette, false, false),
    ROW(default_scheme, false, false),
    ROW(default_contrast, false, false),
#define DESKTOP_ROW(name, prepare, allocates) \
  {#name, prepare, name, see_world, free_world, DYNCOLOR_OK, allocates, false}
    DESKTOP_ROW(desktop_open, make_bus_world, true),
    DESKTOP_ROW(desktop_pump, make_changed_desktop_world, true),
    DESKTOP_ROW(desktop_wait, make_changed_desktop_world, true),
    DESKTOP_ROW(desktop_bind, make_desktop_world, true),
    DESKTOP_ROW(desktop_read, make_desktop_world, false),
    DESKTOP_ROW(desktop_override, make_bound_world, false),
    DESKTOP_ROW(desktop_unbind, make_bound_world, false),
    ROW(depends_on, true, false),
    ROW(compare_meanings, false, false),
    ROW(resolve_pair, true, true),
    ROW(resolve_provider, true, true),
    ROW(resolve_level, true, true),
    ROW(resolve_pixel, true, true),
    ROW(explain_plain, true, true),
    ROW(write_css_semantic, true, false),
    ROW(save, true, false),
    ROW(resolve_list, true, true),
    ROW(resolve_all, true, true),
    ROW(resolve_all_premultiplied, true, true),
    ROW(prepare, true, true),
    ROW(snapshot_create, true, true),
    {"snapshot_mix", make_snapshot_world, snapshot_mix, see_world, free_world, DYNCOLOR_OK, false,
     false},
    {"snapshot_mix in CSS", make_snapshot_css_world, snapshot_mix, see_world, free_world,
     DYNCOLOR_OK, false, false},
    {"snapshot_read in CSS", make_snapshot_css_world, snapshot_read, see_world, free_world,
     DYNCOLOR_OK, false, false},
    {"snapshot_read", make_snapshot_world, snapshot_read, see_world, free_world, DYNCOLOR_OK, false,
     false},
    {"end_all", make_ended_world, end_all, see_world, free_world, DYNCOLOR_OK, false, false},
    ROW(adjust_by_theme, false, false),
    ROW(diff, true, true),
    CSS_ROW(diff, true, true),
    ROW(changes_since, true, false),
    CSS_ROW(changes_since, true, false),
    ROW(snapshot_diff, true, true),
    ROW(observe, true, false),
#define TOLD_ROW(name) \
  {"told of " #name, make_observed_world, told_##name, see_world, free_world, DYNCOLOR_OK, true, \
   true}, \
  {"told of " #name " in a full table", make_observed_full_world, told_##name, see_world, \
   free_world, DYNCOLOR_OK, true, true}, \
  {"told of " #name " in CSS", make_observed_css_world, told_##name, see_world, free_world, \
   DYNCOLOR_OK, true, true}
    TOLD_ROW(register_named),
    TOLD_ROW(register_anonymous),
    TOLD_ROW(redefine),
    TOLD_ROW(register_batch),
    TOLD_ROW(register_css_batch),
    TOLD_ROW(redefine_by_id),
    TOLD_ROW(refresh),
    TOLD_ROW(unregister_one),
    TOLD_ROW(unregister_provider),
    TOLD_ROW(rename_one),
    TOLD_ROW(declare_palette),
    TOLD_ROW(declare_axis),
    TOLD_ROW(declare_axis_value),
    TOLD_ROW(default_palette),
    TOLD_ROW(default_scheme),
    TOLD_ROW(default_contrast),
    TOLD_ROW(set_levels),
    TOLD_ROW(forward_name),
    TOLD_ROW(declare_locale),
    TOLD_ROW(load_builtin),
    TOLD_ROW(load_builtin_to_palette),
#define TOLD_LAYERED_ROW(name) \
  {"told of " #name " in layers", make_observed_layered_world, told_##name, see_world, free_world, \
   DYNCOLOR_OK, true, true}
    TOLD_LAYERED_ROW(register_named),
    TOLD_LAYERED_ROW(refresh),
    TOLD_LAYERED_ROW(declare_layer),
    TOLD_LAYERED_ROW(register_over),
    TOLD_LAYERED_ROW(register_beneath),
    TOLD_LAYERED_ROW(register_in_layers),
    TOLD_LAYERED_ROW(drop_layer),
    TOLD_LAYERED_ROW(drop_theme_layer),
    TOLD_LAYERED_ROW(unregister_in_layer),
    TOLD_LAYERED_ROW(unregister_owner),
    {"save", make_image_world, save, see_world, free_world, DYNCOLOR_OK, true, false},
    {"load_copied", make_image_world, load_copied, see_world, free_world, DYNCOLOR_OK, true,
     false},
    {"load_borrowed", make_image_world, load_borrowed, see_world, free_world, DYNCOLOR_OK, true,
     false},
    {"load_json", make_css_world, load_json, see_world, free_world, DYNCOLOR_OK, true, false},
    {"load_json badly", make_css_world, load_json_badly, see_world, free_world,
     DYNCOLOR_ERROR_SYNTAX, true, false},
    {"load_json_modes", make_world, load_json_modes, see_world, free_world, DYNCOLOR_OK, true,
     false},
    {"load_notes", make_world, load_notes, see_world, free_world, DYNCOLOR_OK, true, false},
    {"load_base16", make_world, load_base16, see_world, free_world, DYNCOLOR_OK, true, false},
    {"load_kde", make_world, load_kde, see_world, free_world, DYNCOLOR_OK, true, false},
    {"load_gimp", make_world, load_gimp, see_world, free_world, DYNCOLOR_OK, true, false},
    {"load_described", make_world, load_described, see_world, free_world, DYNCOLOR_OK, true, false},
    {"load_described badly", make_world, load_described_badly, see_world, free_world,
     DYNCOLOR_ERROR_SYNTAX, true, false},
    {"write_json", make_css_world, write_json, see_world, free_world, DYNCOLOR_OK, true, true},
    {"write_kde", make_css_world, write_kde, see_world, free_world, DYNCOLOR_OK, true, true},
    {"write_gimp", make_css_world, write_gimp, see_world, free_world, DYNCOLOR_OK, true, true},
    {"write_kitty", make_css_world, write_kitty, see_world, free_world, DYNCOLOR_OK, true, true},
    {"write_alacritty", make_css_world, write_alacritty, see_world, free_world, DYNCOLOR_OK, true,
     true},
};

static unsigned long injected;

static void calls_survive(void) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    unsigned long failures;
    memset(was_called, 0, sizeof was_called);
    injected += inject(&calls[i], false, &failures);
    CHECK(failures == 0);
    for (int function = 0; function < EXPORTED_COUNT; function++)
      states_of[function] += was_called[function];
  }
}

static void many_were_injected(void) { CHECK(injected > 0); }

/* Whoever exports a function adds it to a call. */
static void all_are_called(void) {
  for (int function = 0; function < EXPORTED_COUNT; function++) {
    CHECK(states_of[function] > 0);
    if (states_of[function] == 0) printf("# %s is not called\n", exported[function]);
  }
}

/* ---- The harness itself: it must see what it is there to see ---- */

static int changes;

static uint64_t count_changes(void *state) {
  (void)state;
  return (uint64_t)changes;
}

/* Allocates two blocks; does it right. */
VALUE_CALL(careful, {
  void *first = malloc(10);
  void *second = first != NULL ? malloc(20) : NULL;
  bool good = second != NULL;
  if (!good) error->status = DYNCOLOR_ERROR_OUT_OF_MEMORY;
  free(second);
  free(first);
  return good ? DYNCOLOR_OK : DYNCOLOR_ERROR_OUT_OF_MEMORY;
})
/* Leaks the first when there is no second. */
VALUE_CALL(leaky, {
  void *first = malloc(10);
  void *second = first != NULL ? malloc(20) : NULL;
  if (second == NULL) return (dyncolor_status)(error->status = DYNCOLOR_ERROR_OUT_OF_MEMORY);
  free(second);
  free(first);
  return DYNCOLOR_OK;
})
/* Says that all is well. */
VALUE_CALL(careless, {
  void *volatile memory = malloc(10);
  free(memory);
  return DYNCOLOR_OK;
})
/* Fails, but not without a trace. */
VALUE_CALL(half_done, {
  changes++;
  void *memory = malloc(10);
  if (memory == NULL) return (dyncolor_status)(error->status = DYNCOLOR_ERROR_OUT_OF_MEMORY);
  free(memory);
  return DYNCOLOR_OK;
})

static void harness_sees(void) {
  static const struct {
    tested_call call;
    unsigned long faults;
    bool found;
  } rows[] = {
      {{"careful", NULL, careful, count_changes, NULL, DYNCOLOR_OK, true, false}, 4, false},
      {{"leaky", NULL, leaky, count_changes, NULL, DYNCOLOR_OK, true, false}, 4, true},
      {{"careless", NULL, careless, count_changes, NULL, DYNCOLOR_OK, true, false}, 2, true},
      {{"half done", NULL, half_done, count_changes, NULL, DYNCOLOR_OK, true, false}, 2, true},
      {{"silent", NULL, careful, count_changes, NULL, DYNCOLOR_OK, false, false}, 4, true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    unsigned long failures;
    CHECK(inject(&rows[i].call, true, &failures) == rows[i].faults);
    CHECK((failures > 0) == rows[i].found);
  }
}

int main(void) {
  write_expressions();
  make_files();
  set_variables();
  CLAIM("the harness detects leaks, wrong statuses and partial changes", harness_sees);
  CLAIM("every call succeeds or changes nothing, whichever allocation fails", calls_survive);
  CLAIM("every exported function is called with failing allocations", all_are_called);
  delete_files();
  char told[128];
  snprintf(told, sizeof told, "%lu allocations failed, in %zu states of calls",
           injected, sizeof calls / sizeof *calls);
  CLAIM(told, many_were_injected);
  return CHECK_RESULT;
}
