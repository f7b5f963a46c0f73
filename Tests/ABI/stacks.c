/* The stack that each exported function needs, whatever it is given: every construct that nests, in
 * CSS and in files, as deep as it may be, and every function on what is made of it.
 *
 * Each call paints the stack below itself, and what is not painted any more when it has returned is
 * what it took. A callback's calls are measured from the callback. */
#include <dyncolor.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
/* Made by Tests/ABI/list-exports: what the library exports, each of which tells note_call of its
 * calls. */
static void note_call(int function);
#include "exports.h"
#include "bus.h"
#include "lookups.h"
#include "parts.h"

#define NUL DYNCOLOR_NUL_TERMINATED
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What the header promises of every function, and of dyncolor_color_parse_n for flat text. */
enum { PROMISED = 48 * 1024, PROMISED_FLAT = 5 * 1024, PROMISED_FOR_CONTRAST = 8 * 1024 };

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Every call scans and paints what it leaves of the stack: a larger one would take minutes. */
enum { STACK_SIZE = 1 << 17, GUARD = 1 << 16, EXPORTED_COUNT = COUNT(exported) };

/* What a caller's frame may have below the address that stands for it. */
enum { FRAME = 256 };

static const uint64_t paint = 0x5AA55AA55AA55AA5;
static unsigned char *stack;

/* The bytes from the stack's far end that are painted for certain. */
static size_t painted;

static struct {
  size_t bytes;
  char construct[80];
} most[EXPORTED_COUNT];

/* A call that is measured, from the frame of its caller on. */
typedef struct measure {
  int function;
  unsigned char *frame;
} measure;

static const measure nothing = {-1, NULL};
static measure current = {-1, NULL};
static char construct[80];

/* Ends what is being measured. */
static __attribute__((noinline)) void settle(void) {
  const uint64_t *word = (const uint64_t *)(void *)stack;
  while (*word == paint) word++;
  painted = (size_t)((const unsigned char *)word - stack);
  if (current.function < 0) return;
  const size_t bytes = (size_t)(current.frame - (stack + painted));
  if (bytes > most[current.function].bytes) {
    most[current.function].bytes = bytes;
    memcpy(most[current.function].construct, construct, sizeof construct);
  }
  current = nothing;
}

/* Paints without a call, which would have a frame of its own where the paint is. */
static __attribute__((noinline)) void begin(measure next) {
  settle();
  unsigned char *end = __builtin_frame_address(0);
  volatile uint64_t *word = (volatile uint64_t *)(void *)(stack + painted);
  while ((unsigned char *)word < end - FRAME) *word++ = paint;
  current = next;
}

static __attribute__((noinline)) void note_call(int function) {
  begin((measure){function, __builtin_frame_address(0)});
}

/* What a callback calls is not what its caller takes. */
static measure enter_callback(void) {
  const measure caller = current;
  settle();
  return caller;
}

/* ---- Constructs ------------------------------------------------------------------------------ */

/* What can stand within itself. In files, \1 is the number of the level, and \2 the next. */
typedef struct nesting {
  const char *name, *head, *before, *inner, *after, *tail;
} nesting;

/* Where `inner` is NULL it is a color: one that is known, or another of the theme. */
#define COLOR(before, after) {before "…" after, "", before, NULL, after, ""}
#define RELATIVE(function, channels) \
  COLOR(function " ", " " channels " / calc(alpha * 0.9))"), \
      COLOR(function " light-dark(red, ", ") " channels ")")
#define SUM(before, after) \
  {"calc() of " before "…" after, "rgb(from var(--inner, red) calc(", before, "r", after, \
   ") g b)"}, \
      {"constant calc() of " before "…" after, "rgb(calc(", before, "1", after, ") 2 3)"}
#define CONDITION(before, after) \
  {"if() with " before "…" after, "if(", before, "style(--mood: glad)", after, \
   ": red; else: var(--inner))"}, \
      {"if() with " before "media()" after, "if(", before, "media(prefers-contrast)", after, \
       ": var(--inner); else: blue)"}

static const nesting nestings[] = {
    COLOR("color-mix(red, ", ")"),
    COLOR("color-mix(in hsl longer hue, ", " 30%, white)"),
    COLOR("color-mix(in oklch, red, blue, ", ", var(--other))"),
    COLOR("color-mix(in lab, var(--other), ", ")"),
    RELATIVE("rgb(from", "r g b"),
    RELATIVE("hsl(from", "h s l"),
    RELATIVE("hwb(from", "h w b"),
    RELATIVE("lab(from", "l a b"),
    RELATIVE("lch(from", "l c h"),
    RELATIVE("oklab(from", "l a b"),
    RELATIVE("oklch(from", "calc(l * 0.9) c calc(h + 10)"),
    RELATIVE("color(from", "srgb r g b"),
    RELATIVE("color(from", "srgb-linear r g b"),
    RELATIVE("color(from", "display-p3 r g b"),
    RELATIVE("color(from", "display-p3-linear r g b"),
    RELATIVE("color(from", "a98-rgb r g b"),
    RELATIVE("color(from", "prophoto-rgb r g b"),
    RELATIVE("color(from", "rec2020 r g b"),
    RELATIVE("color(from", "xyz x y z"),
    RELATIVE("color(from", "xyz-d50 x y z"),
    RELATIVE("color(from", "--okhsl h s l"),
    RELATIVE("color(from", "--okhsv h s v"),
    RELATIVE("color(from", "--hct h c t"),
    COLOR("alpha(from ", " / 0.9)"),
    COLOR("alpha(from light-dark(red, ", ") / calc(alpha * 0.9))"),
    COLOR("contrast-color(", ")"),
    COLOR("light-dark(blue, ", ")"),
    COLOR("light-dark(", ", var(--other))"),
    COLOR("var(--missing, ", ")"),
    COLOR("--palette(missing, ", ")"),
    COLOR("--level(", ", secondary)"),
    COLOR("--covered(", ")"),
    COLOR("--first(", ", red)"),
    COLOR("--first(var(--missing), --palette(missing), ", ")"),
    COLOR("--blend(multiply, red, ", ")"),
    COLOR("--blend(light-dark(multiply, screen) in display-p3, ", ", var(--other))"),
    COLOR("--grade-contrast(", ", on white, 4.5)"),
    COLOR("--ensure-contrast(", ", on white, 4.5)"),
    COLOR("--ensure-contrast(red, on ", ", 7)"),
    COLOR("--ensure-contrast(red, on blue, on var(--other), on #123, on ", ", 7)"),
    COLOR("--ensure-contrast(", ", on var(--other), if(style(--mood): 3; else: 4.5))"),
    COLOR("--vision(", ", protan 60%)"),
    COLOR("--standalone(", ")"),
    COLOR("--tone(", ", 40)"),
    COLOR("--dark-of(", ")"),
    COLOR("--light-of(", ", accent)"),
    COLOR("--material(", ", on-primary)"),
    COLOR("--scale(", ", 12)"),
    COLOR("--material(", ", on-tertiary-container, fidelity)"),
    COLOR("--variants(any: red; dark 20% elevated: ", ")"),
    COLOR("--variants(any: ", "; dark: var(--other); locale(fr): blue)"),
    COLOR("if(else: ", ")"),
    COLOR("if(style(--mood: glad): red; else: ", ")"),
    COLOR("if(style(--mood) and (not media(prefers-contrast)): ", "; else: red)"),
    COLOR("if(not (style(--mood) or style(--scheme: dark)): ", ")"),
    COLOR("if(supports(color: red): ", ")"),
    COLOR("if(media(prefers-color-scheme: dark): ", "; style(--mood): red; else: var(--other))"),
    {"if(supports())", "if(", "supports(color: if(", "else: red", "))", ": var(--inner))"},
    CONDITION("(", ")"),
    CONDITION("(not ", ")"),
    CONDITION("not (", ")"),
    CONDITION("(style(--mood) and ", ")"),
    CONDITION("(style(--scheme: dark) or ", ")"),
    CONDITION("((not style(--mood)) and ", ")"),
    SUM("(", ")"),
    SUM("(1 + ", ")"),
    SUM("(2 * (1 - ", "))"),
    SUM("calc(", ")"),
    SUM("min(1, ", ")"),
    SUM("max(", ", 1)"),
    SUM("clamp(none, ", ", none)"),
    SUM("clamp(0, ", ", 3)"),
    SUM("abs(", ")"),
    SUM("sign(", ")"),
    SUM("sqrt(", ")"),
    SUM("exp(", ")"),
    SUM("log(", ", 2)"),
    SUM("pow(", ", 1.1)"),
    SUM("sin(", ")"),
    SUM("tan(", ")"),
    SUM("hypot(1, ", ")"),
    SUM("round(up, ", ", 2)"),
    SUM("mod(", ", 2)"),
    SUM("rem(5, ", ")"),
    SUM("progress(", ", 2, 3)"),
    {"--blend() in modes of light-dark()", "--blend(", "light-dark(normal, ", "screen", ")",
     ", red, var(--inner, red))"},
    {"--blend() in modes of if()", "--blend(", "if(style(--mood): ", "normal", "; else: screen)",
     ", var(--inner, red), blue)"},
    {"--ensure-contrast() of ratios of if()", "--ensure-contrast(var(--inner, red), on blue, ",
     "if(style(--mood): 3; else: ", "4.5", ")", ")"},
    {"--ensure-contrast() of ratios of light-dark()",
     "--ensure-contrast(red, on var(--inner, red), ", "light-dark(", "4.5", ", 7)", ")"},
};

enum { NESTING_COUNT = COUNT(nestings), TEXT_SIZE = 1 << 20 };

static char *append(char *end, const char *text, size_t number) {
  for (; *text != 0; text++)
    if (*text == 1 || *text == 2)
      end += sprintf(end, "%zu", number + (*text == 2));
    else
      *end++ = *text;
  *end = 0;
  return end;
}

/* Nestings in each other, in turn: `step` leads from one to the next. */
static size_t write_nest(char *text, const nesting *first, ptrdiff_t step, size_t count,
                         size_t times, const char *inner) {
  char *end = append(text, first->head, 0);
  const nesting *last = first;
  for (size_t i = 0; i < times; i++) {
    last = first + step * (ptrdiff_t)(i % count);
    end = append(end, last->before, i);
  }
  end = append(end, last->inner != NULL ? last->inner : inner, times);
  for (size_t i = times; i-- > 0;)
    end = append(end, first[step * (ptrdiff_t)(i % count)].after, i);
  end = append(end, first->tail, 0);
  return (size_t)(end - text);
}

/* ---- What is measured ------------------------------------------------------------------------ */

static const dyncolor_layout packed =
    (dyncolor_layout)(DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED);

static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK},
                                  high = {.contrast = DYNCOLOR_CONTRAST_MORE};

/* A theme, and the colors of it that calls are about. */
typedef struct world {
  dyncolor_theme *theme;
  dyncolor_id ids[4], alias, provided;
  size_t id_count;
} world;

static dyncolor_error error = DYNCOLOR_ERROR_INIT;
static char text[TEXT_SIZE], written[1 << 24], folder[64];
static unsigned char pixels[1 << 20];

/* A call that must succeed, or nothing deep would be measured. */
#define GOOD(...) \
  do { \
    const dyncolor_status good = (__VA_ARGS__); \
    settle(); \
    CHECK(good == DYNCOLOR_OK); \
    if (good != DYNCOLOR_OK) \
      printf("# %s: status %d: %s: %s\n", construct, (int)good, error.message, error.context); \
  } while (0)

/* One that may have no value, but for no other reason. */
#define VALUE(...) \
  do { \
    const dyncolor_status status = (__VA_ARGS__); \
    settle(); \
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_NO_VALUE || \
          status == DYNCOLOR_ERROR_UNKNOWN_NAME || status == DYNCOLOR_ERROR_CYCLE); \
  } while (0)

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  static dyncolor_environment environment;
  static dyncolor_rgba rgba;
  const world *w = data;
  const measure caller = enter_callback();
  CHECK(dyncolor_context_theme(context) == w->theme);
  dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME);
  GOOD(dyncolor_context_environment(context, &environment, &error));
  for (size_t i = 0; i < w->id_count; i++)
    VALUE(dyncolor_context_resolve(context, w->ids[i], &rgba, &error));
  answer->id = w->ids[0];
  begin(caller);
  return DYNCOLOR_OK;
}

static dyncolor_status provide_quietly(dyncolor_context *context, dyncolor_answer *answer,
                                       void *data) {
  (void)context;
  answer->id = *(const dyncolor_id *)data;
  return DYNCOLOR_OK;
}

static void observe(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  (void)theme, (void)change, (void)data;
}

static void begin_world(world *w) {
  static const double opacities[] = {1, 0.8, 0.6, 0.4, 0.2};
  uint16_t palette, locale, layer, owner;
  uint32_t axis;
  uint8_t value, subtype;
  const char *name;
  memset(w, 0, sizeof *w);
  GOOD(dyncolor_theme_create(NULL, &w->theme, &error));
  GOOD(dyncolor_theme_set_level_opacities(w->theme, opacities, &error));
  GOOD(dyncolor_theme_set_default_scheme(w->theme, DYNCOLOR_SCHEME_LIGHT, &error));
  GOOD(dyncolor_axis_declare_n(w->theme, "mood", 4, &axis, &error));
  GOOD(dyncolor_axis_declare_value_n(w->theme, axis, "glad", 4, &value, &error));
  GOOD(dyncolor_palette_declare_n(w->theme, "Night", 5, &palette, &error));
  GOOD(dyncolor_palette_name(w->theme, palette, &name, &error));
  GOOD(dyncolor_theme_set_default_palette(w->theme, palette, &error));
  GOOD(dyncolor_locale_declare_n(w->theme, "fr", 2, &locale, &error));
  GOOD(dyncolor_locale_name(w->theme, locale, &name, &error));
  GOOD(dyncolor_subtype_declare_n(w->theme, "folded", 6, &subtype, &error));
  GOOD(dyncolor_subtype_name(w->theme, subtype, &name, &error));
  GOOD(dyncolor_layer_declare_n(w->theme, "brand", 5, DYNCOLOR_LAYER_THEME, &layer, &error));
  GOOD(dyncolor_layer_name(w->theme, layer, &name, &error));
  GOOD(dyncolor_owner_declare_n(w->theme, "plugin", 6, &owner, &error));
  GOOD(dyncolor_owner_name(w->theme, owner, &name, &error));
  GOOD(look_up_everything(w->theme, &error));
  GOOD(dyncolor_register_css_n(w->theme, "other", 5, "light-dark(#123, oklch(70% 0.3 20))", NUL,
                               NULL, &error));
}

static void end_world(world *w) {
  uint16_t palette;
  dyncolor_report *report = NULL;
  GOOD(dyncolor_theme_check(w->theme, &report, &error));
  dyncolor_report_release(report);
  if (dyncolor_palette_find_n(w->theme, "nothing", 7, &palette, &error) == DYNCOLOR_OK) abort();
  dyncolor_theme *again = dyncolor_theme_retain(w->theme);
  dyncolor_theme_release(again);
  dyncolor_theme_release(w->theme);
  settle();
}

/* A color that is nested as deep as it may be. `count` is how many nestings take turns. */
static dyncolor_id register_deepest(world *w, const char *name, const nesting *first,
                                    ptrdiff_t step, size_t count, const char *inner) {
  dyncolor_id id = DYNCOLOR_ID_NONE;
  dyncolor_status status = DYNCOLOR_ERROR_TOO_COMPLEX;
  for (size_t times = 66; times > 0 && status == DYNCOLOR_ERROR_TOO_COMPLEX; times--) {
    const size_t length = write_nest(text, first, step, count, times, inner);
    static dyncolor_color color;
    static dyncolor_status statuses[1];
    const char *const texts[] = {text};
    dyncolor_color_parse_n(text, length, &color, &error);
    dyncolor_color_parse_list(texts, NULL, 1, &color, sizeof color, statuses, &error);
    status = dyncolor_register_css_n(w->theme, name, NUL, text, length, &id, &error);
    settle();
  }
  CHECK(status == DYNCOLOR_OK);
  if (status != DYNCOLOR_OK)
    printf("# %s: %s: %s\n", construct, error.message, error.context);
  return id;
}

static void make_world(world *w, const nesting *first, ptrdiff_t step, size_t count) {
  begin_world(w);
  GOOD(dyncolor_register_css_n(w->theme, "innermost", NUL, "light-dark(red, blue)", NUL, NULL,
                               &error));
  w->ids[0] = register_deepest(w, "deep", first, step, count, "var(--inner)");
  w->ids[1] = register_deepest(w, "inner", first, step, count, "var(--innermost)");
  w->ids[2] = register_deepest(w, "constant", first, step, count, "blue");
  w->id_count = 3;
}

static void audit(world *w) {
  dyncolor_audit *audited = NULL;
  dyncolor_audit_sums sums;
  size_t count;
  dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
  options.limit = 300;
  GOOD(dyncolor_theme_audit(w->theme, &options, &audited, &error));
  dyncolor_audit_findings(audited, &count);
  dyncolor_audit_total(audited, &sums);
  for (unsigned format = 1; format <= 3; format++) {
    const dyncolor_audit_format each = (dyncolor_audit_format)format;
    VALUE(dyncolor_audit_write_n(audited, each, "a", 1, written, sizeof written, NULL, &error));
  }
  GOOD(dyncolor_theme_repair(w->theme, audited, NULL, &error));
  dyncolor_audit_release(audited);
  settle();
}

/* What finds a color's value and what it is made of. */
static void measure_meaning(world *w) {
  static dyncolor_rgba rgba;
  static uint32_t axes;
  for (size_t i = 0; i < w->id_count; i++) {
    const dyncolor_id id = w->ids[i];
    size_t length = 0;
    VALUE(dyncolor_resolve(w->theme, id, NULL, &rgba, &error));
    VALUE(dyncolor_resolve(w->theme, id, &dark, &rgba, &error));
    VALUE(dyncolor_resolve(w->theme, id, &high, &rgba, &error));
    VALUE(dyncolor_resolve_level(w->theme, id, DYNCOLOR_LEVEL_SECONDARY, &dark, &rgba, &error));
    VALUE(dyncolor_resolve_pixel(w->theme, id, &high, DYNCOLOR_LAYOUT_FLOAT4, &rgba, sizeof rgba,
                                 &error));
    /* What is written in another way may be nested too deep. */
    VALUE(dyncolor_id_css(w->theme, id, written, sizeof written, &length, &error));
    GOOD(dyncolor_id_axes(w->theme, id, &axes, &error));
    CHECK(dyncolor_id_equal(w->theme, id, w->theme, id) == 1);
    dyncolor_id_equal(w->theme, id, w->theme, w->ids[0]);
    dyncolor_id_hash(w->theme, id);
    settle();
    dyncolor_explanation *explanation = NULL;
    VALUE(dyncolor_explanation_create(w->theme, id, &dark, &explanation, &error));
    size_t steps;
    dyncolor_explanation_steps(explanation, &steps);
    dyncolor_explanation_text(explanation);
    dyncolor_explanation_release(explanation);
    settle();
  }
}

/* Another theme that is the same, and compared with it. */
static void measure_image(const world *w) {
  size_t size = 0;
  dyncolor_theme *copy = NULL;
  GOOD(dyncolor_theme_to_image(w->theme, written, sizeof written, &size, &error));
  GOOD(dyncolor_theme_from_image(NULL, written, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copy, &error));
  for (size_t i = 0; i < w->id_count; i++) {
    const char *name;
    dyncolor_id id;
    GOOD(dyncolor_id_name(w->theme, w->ids[i], &name, &error));
    GOOD(dyncolor_theme_find_n(copy, name, NUL, &id, &error));
    dyncolor_id_equal(w->theme, w->ids[i], copy, id);
  }
  CHECK(dyncolor_theme_fingerprint(copy) != 0 && dyncolor_theme_fingerprint(w->theme) != 0);
  dyncolor_theme_release(copy);
  settle();
}

/* Each kind of color made of those that there are. */
static void measure_registering(world *w) {
  static const dyncolor_color color = {DYNCOLOR_SPACE_OKLCH, 0, {0.5, 0.3, 20}, 0.5};
  static dyncolor_variant variants[3];
  static dyncolor_definition definitions[4];
  dyncolor_id id;
  uint64_t observation;
  GOOD(dyncolor_theme_observe(w->theme, observe, w, NULL, &observation, &error));
  GOOD(dyncolor_register_color_n(w->theme, "plain", 5, &color, &id, &error));
  GOOD(dyncolor_theme_redefine(w->theme, &id, &color, 1, &error));
  GOOD(dyncolor_register_pair_n(w->theme, "pair", 4, PART(color), PART(color), &id, &error));
  GOOD(dyncolor_register_hex_n(w->theme, "hex", 3, "#fff", 4, "#000", 4, &id, &error));
  variants[0] = (dyncolor_variant){.part.id = w->ids[0]};
  variants[1] = (dyncolor_variant){.scheme = DYNCOLOR_SCHEME_DARK,
                                   .part.id = w->ids[1 % w->id_count]};
  GOOD(dyncolor_register_variants_n(w->theme, "table", 5, variants, 2, &id, &error));
  GOOD(dyncolor_register_alias_n(w->theme, "alias", 5, w->ids[0], &w->alias, &error));
  GOOD(dyncolor_register_semantic_n(w->theme, "semantic", 8, "missing", 7, PART_ID(w->ids[0]), &id,
                                    &error));
  GOOD(dyncolor_register_level_n(w->theme, "level", 5, w->ids[0], DYNCOLOR_LEVEL_TERTIARY, &id,
                                 &error));
  GOOD(dyncolor_register_fallbacks_n(w->theme, "fallbacks", 9, parts_of(w->ids, w->id_count),
                                     w->id_count, &id, &error));
  GOOD(dyncolor_register_mix_n(w->theme, "mix", 3, parts_of(w->ids, w->id_count), NULL,
                               w->id_count, DYNCOLOR_SPACE_OKLCH, DYNCOLOR_HUE_LONGER, &id,
                               &error));
  GOOD(dyncolor_register_material_n(w->theme, PART_ID(w->ids[0]), DYNCOLOR_MATERIAL_TONAL_SPOT,
                                    "md/", 3, 0, &error));
  GOOD(dyncolor_register_css_n(w->theme, "tertiary", 8,
                               "--material(var(--deep, red), tertiary, content)", NUL, &id,
                               &error));
  GOOD(dyncolor_register_scale_n(w->theme, PART_ID(w->ids[0]), "scale-", 6, 0, &error));
  GOOD(dyncolor_register_provider_n(w->theme, "quiet", 5, provide_quietly, w->ids, NULL, &id,
                                    &error));
  GOOD(dyncolor_register_provider_n(w->theme, "provided", 8, provide, w, NULL, &w->provided,
                                    &error));
  GOOD(dyncolor_id_refresh(w->theme, w->provided, &error));
  for (size_t i = 0; i < COUNT(definitions); i++) {
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].name = i % 2 == 0 ? "batch" : "later";
    definitions[i].name_length = 5;
    definitions[i].kind = DYNCOLOR_KIND_CSS;
    definitions[i].layer = i < 2 ? DYNCOLOR_LAYER_USER : DYNCOLOR_LAYER_DEFAULTS;
    definitions[i].css = text;
    definitions[i].css_length = NUL;
  }
  size_t length = 0;
  VALUE(dyncolor_id_css(w->theme, w->ids[0], text, sizeof text, &length, &error));
  dyncolor_register(w->theme, definitions, COUNT(definitions), NULL, &error);
  dyncolor_register_css_n(w->theme, "again", 5, text, length, NULL, &error);
  /* The same as parts: what one more node makes too deep to be evaluated is never resolved here. */
  const dyncolor_part part = {.css = text, .css_length = length};
  dyncolor_layer_register_n(w->theme, DYNCOLOR_LAYER_USER, "part", 4, &part, &id, &error);
  dyncolor_register_pair_n(w->theme, "pair of parts", 13, &part, PART_ID(w->ids[0]), &id, &error);
  static char message[4096];
  GOOD(dyncolor_error_format_n(&error, text, length, message, sizeof message, NULL));
  const dyncolor_finding finding = {DYNCOLOR_SEVERITY_NOTE, 0, 1, 1, 0, "a.css", "a", "b"};
  GOOD(dyncolor_finding_format_n(&finding, text, length, message, sizeof message, NULL));
  GOOD(dyncolor_theme_declare_n(w->theme, "declared", 8, &id, &error));
  GOOD(dyncolor_theme_find_n(w->theme, "plain", 5, &id, &error));
  GOOD(dyncolor_id_rename_n(w->theme, id, "renamed", 7, &error));
  GOOD(dyncolor_theme_forward_n(w->theme, "old", 3, "alias", 5, &error));
  const char *name;
  GOOD(dyncolor_theme_forwarded_n(w->theme, "old", 3, &name, &error));
  GOOD(dyncolor_theme_unobserve(w->theme, observation, &error));
}

/* All that says what a theme has. */
static void measure_reading(world *w) {
  static dyncolor_id ids[1 << 14];
  static dyncolor_source sources[8];
  static dyncolor_palette_gap gaps[64];
  static uint16_t layers[16];
  static const char *const names[] = {"alias", "nobody"};
  static dyncolor_status statuses[2];
  static const dyncolor_adjustment inverse = {DYNCOLOR_AXIS_SCHEME, DYNCOLOR_POLICY_INVERT, 0};
  static dyncolor_environment environment;
  const char *name;
  size_t count;
  dyncolor_id id;
  uint64_t generation;
  GOOD(dyncolor_theme_colors(w->theme, ids, COUNT(ids), &count, &error));
  CHECK(dyncolor_theme_count(w->theme) == count && dyncolor_theme_rows(w->theme) >= count);
  CHECK(dyncolor_theme_generation(w->theme) > 0 && dyncolor_palette_count(w->theme) > 0);
  dyncolor_theme_bind(w->theme, names, 2, ids, statuses, &error);
  GOOD(dyncolor_theme_layers(w->theme, layers, COUNT(layers), &count, &error));
  GOOD(dyncolor_id_sources(w->theme, w->ids[0], sources, COUNT(sources), &count, &error));
  GOOD(dyncolor_palette_colors(w->theme, 1, ids, COUNT(ids), &count, &error));
  dyncolor_palette_gaps(w->theme, gaps, COUNT(gaps), &count, &error);
  int is_derived;
  GOOD(dyncolor_theme_derive(w->theme, NULL, NULL, &error));
  GOOD(dyncolor_id_is_derived(w->theme, w->ids[0], NULL, &is_derived, &error));
  GOOD(dyncolor_theme_changes(w->theme, 0, ids, COUNT(ids), &count, &generation, &error));
  GOOD(dyncolor_environment_adjust(&high, w->theme, &inverse, 1, &environment, &error));
  GOOD(dyncolor_id_set_description_n(w->theme, w->ids[0], "Deep.", 5, &error));
  GOOD(dyncolor_id_description(w->theme, w->ids[0], &name, &error));
  GOOD(dyncolor_id_set_deprecation_n(w->theme, w->alias, "Deep.", 5, w->ids[0], &error));
  GOOD(dyncolor_id_deprecation(w->theme, w->alias, &name, &id, &error));
  for (size_t times = 66; times > 0; times--) {
    static const nesting arrays = {"", "{\"a\": ", "[", "{\"a\": 1}", "]", "}"},
                         objects = {"", "", "{\"a\": ", "1", "}", ""};
    size_t length = write_nest(text, &arrays, 0, 1, times, NULL);
    dyncolor_id_set_annotation_n(w->theme, w->ids[0], text, length, &error);
    length = write_nest(text, &objects, 0, 1, times, NULL);
    if (dyncolor_id_set_annotation_n(w->theme, w->ids[0], text, length,
                                     &error) == DYNCOLOR_OK) break;
  }
  GOOD(dyncolor_id_annotation(w->theme, w->ids[0], &name, &error));
}

/* Whole themes. */
static void measure_resolving(world *w) {
  static dyncolor_id ids[1 << 14];
  static dyncolor_environment environment;
  size_t rows = dyncolor_theme_rows(w->theme), count;
  uint64_t generation;
  CHECK(rows * 16 <= sizeof pixels);
  const dyncolor_id listed[] = {w->provided, w->ids[0], w->alias};
  static dyncolor_status statuses[3];
  GOOD(dyncolor_resolve_list(w->theme, listed, 3, &dark, DYNCOLOR_LAYOUT_FLOAT4, pixels, 16,
                             statuses, &error));
  GOOD(dyncolor_resolve_all(w->theme, &dark, DYNCOLOR_LAYOUT_FLOAT4, pixels, rows, 16, &error));
  GOOD(dyncolor_resolve_all(w->theme, &high, packed, pixels, rows, 4, &error));
  GOOD(dyncolor_theme_prepare(w->theme, &high, &error));
  GOOD(dyncolor_theme_diff(w->theme, NULL, &dark, ids, COUNT(ids), &count, &error));
  dyncolor_snapshot *a = NULL, *b = NULL;
  GOOD(dyncolor_snapshot_create(w->theme, NULL, &a, &error));
  GOOD(dyncolor_snapshot_create(w->theme, &dark, &b, &error));
  dyncolor_snapshot_release(dyncolor_snapshot_retain(a));
  static dyncolor_rgba rgba;
  VALUE(dyncolor_snapshot_resolve(a, w->ids[0], &rgba, &error));
  CHECK(dyncolor_snapshot_colors(a, &rows) != NULL);
  GOOD(dyncolor_snapshot_copy(a, DYNCOLOR_LAYOUT_FLOAT4, pixels, rows, 16, &error));
  GOOD(dyncolor_snapshot_mix(a, b, 0.5, packed, pixels, rows, 4, &error));
  GOOD(dyncolor_snapshot_diff(a, b, ids, COUNT(ids), &count, &error));
  CHECK(dyncolor_snapshot_is_derived(a, w->ids[0]) >= 0);
  CHECK(dyncolor_snapshot_fingerprint(a) != 0);
  dyncolor_snapshot_origin(a, &generation, &environment);
  dyncolor_snapshot_release(a);
  dyncolor_snapshot_release(b);
  settle();
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void put_file(const char *path, const char *content, size_t size) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  CHECK(write(file, content, size) == (ssize_t)size);
  close(file);
}

static dyncolor_status ignore_file(void *data, const char *path, const void *bytes, size_t size) {
  (void)data, (void)path, (void)bytes, (void)size;
  return DYNCOLOR_OK;
}

static void read_report(dyncolor_report **report) {
  size_t count;
  dyncolor_report_findings(*report, &count);
  dyncolor_report_omitted(*report);
  dyncolor_report_colors(*report);
  dyncolor_report_release(*report);
  *report = NULL;
  settle();
}

/* What is written in each format, and read again. */
static const struct {
  dyncolor_format format;
  const char *file;
  bool is_in_one_file, is_read;
} formats[] = {
    {DYNCOLOR_FORMAT_ASSET_CATALOG, "A.xcassets", false, true},
    {DYNCOLOR_FORMAT_DESIGN_TOKENS, "tokens", false, true},
    {DYNCOLOR_FORMAT_DESIGN_TOKENS, "a.tokens.json", true, true},
    {DYNCOLOR_FORMAT_STYLE_SHEET, "a.css", true, true},
    {DYNCOLOR_FORMAT_JSON, "a.json", true, true},
    {DYNCOLOR_FORMAT_KDE, "a.colors", true, false},
    {DYNCOLOR_FORMAT_TAILWIND, "t.css", true, false},
    {DYNCOLOR_FORMAT_GTK, "gtk", false, false},
    {DYNCOLOR_FORMAT_GTK_MEDIA, "g.css", true, false},
    {DYNCOLOR_FORMAT_C_HEADER, "a.h", true, false},
    {DYNCOLOR_FORMAT_PREVIEW, "a.html", true, false},
    {DYNCOLOR_FORMAT_SHEET, "a.svg", true, false},
    {DYNCOLOR_FORMAT_GIMP_PALETTE, "a.gpl", true, true},
    {DYNCOLOR_FORMAT_XRESOURCES, "a.Xresources", true, false},
    {DYNCOLOR_FORMAT_KITTY, "a.conf", true, false},
    {DYNCOLOR_FORMAT_ALACRITTY, "a.toml", true, false},
};

static void measure_writing(world *w, bool is_to_disk) {
  static unsigned flags = 0;
  char of[sizeof construct];
  memcpy(of, construct, sizeof of);
  flags ^= DYNCOLOR_WRITE_CLASSES;
  for (size_t row = 0; row < COUNT(formats); row++) {
    dyncolor_report *report = NULL;
    dyncolor_write_options options = {.size = sizeof options,
                                      .format = formats[row].format,
                                      .flags = flags};
    snprintf(construct, sizeof construct, "%.60s, as %s", of, formats[row].file);
    if (formats[row].is_in_one_file) {
      size_t length = 0;
      GOOD(dyncolor_theme_write_memory(w->theme, &options, written, sizeof written, &length,
                                       &report, &error));
      read_report(&report);
      if (formats[row].is_read) {
        world read;
        begin_world(&read);
        dyncolor_theme_load_memory_n(read.theme, formats[row].file, NUL, written, length, NULL,
                                     &report, &error);
        settle();
        read_report(&report);
        end_world(&read);
      }
    }
    GOOD(dyncolor_theme_write_files(w->theme, &options, ignore_file, NULL, &report, &error));
    read_report(&report);
    if (!is_to_disk) continue;
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, formats[row].file);
    GOOD(dyncolor_theme_write_n(w->theme, path, NUL, &options, &report, &error));
    read_report(&report);
    if (formats[row].is_read) {
      world read;
      dyncolor_watch *watch = NULL;
      begin_world(&read);
      dyncolor_theme_load_n(read.theme, path, NUL, NULL, &report, &error);
      settle();
      read_report(&report);
      dyncolor_watch_create_n(read.theme, path, NUL, NULL, &watch, &report, &error);
      settle();
      read_report(&report);
      GOOD(dyncolor_theme_write_n(w->theme, path, NUL, &options, &report, &error));
      read_report(&report);
      usleep(60000);
      dyncolor_watch_pump(watch, NULL, &report, &error);
      settle();
      read_report(&report);
      dyncolor_watch_release(watch);
      end_world(&read);
    }
  }
  memcpy(construct, of, sizeof of);
}

/* Ends colors in every way that they can end. */
static void measure_ending(world *w) {
  GOOD(dyncolor_owner_clear(w->theme, 1, &error));
  GOOD(dyncolor_layer_clear(w->theme, DYNCOLOR_LAYER_USER, &error));
  GOOD(dyncolor_layer_unregister(w->theme, DYNCOLOR_LAYER_THEME, w->alias, &error));
  for (size_t i = w->id_count; i-- > 0;)
    GOOD(dyncolor_unregister(w->theme, w->ids[i], &error));
}

static void measure_world(world *w, bool is_to_disk) {
  measure_meaning(w);
  audit(w);
  measure_registering(w);
  measure_image(w);
  measure_reading(w);
  measure_resolving(w);
  measure_writing(w, is_to_disk);
  measure_ending(w);
  end_world(w);
}

static bool is_brief;

static void css_nests(void) {
  world w;
  for (size_t i = 0; i < NESTING_COUNT; i++) {
    snprintf(construct, sizeof construct, "%s", nestings[i].name);
    make_world(&w, &nestings[i], 0, 1);
    measure_world(&w, false);
  }
}

/* Of any two colors, which take turns, whichever is first; and of all of them in turn. */
static void css_nests_mixed(void) {
  world w;
  for (size_t i = 0; i < NESTING_COUNT; i++)
    for (size_t j = i + 1; j < NESTING_COUNT; j++) {
      if (nestings[i].inner != NULL || nestings[j].inner != NULL) continue;
      if (is_brief && (i + j) % 7 != 0) continue;
      snprintf(construct, sizeof construct, "%.36s in %.36s", nestings[j].name, nestings[i].name);
      make_world(&w, &nestings[i], (ptrdiff_t)j - (ptrdiff_t)i, 2);
      measure_meaning(&w);
      end_world(&w);
    }
  for (size_t count = 3; count < 40; count += 9) {
    snprintf(construct, sizeof construct, "%zu kinds of colors", count);
    make_world(&w, nestings, 1, count);
    measure_world(&w, count == 3);
  }
}

/* A scheme of base16, whose names stand between these. */
#define BASE16(before, after, end) \
  before "scheme" after "\"a\"" end before "author" after "\"b\"" end \
  BASE16_COLOR(before, "0", after, end) BASE16_COLOR(before, "1", after, end) \
  BASE16_COLOR(before, "2", after, end) BASE16_COLOR(before, "3", after, end) \
  BASE16_COLOR(before, "4", after, end) BASE16_COLOR(before, "5", after, end) \
  BASE16_COLOR(before, "6", after, end) BASE16_COLOR(before, "7", after, end) \
  BASE16_COLOR(before, "8", after, end) BASE16_COLOR(before, "9", after, end) \
  BASE16_COLOR(before, "A", after, end) BASE16_COLOR(before, "B", after, end) \
  BASE16_COLOR(before, "C", after, end) BASE16_COLOR(before, "D", after, end) \
  BASE16_COLOR(before, "E", after, end) BASE16_COLOR(before, "F", after, end)
#define BASE16_COLOR(before, digit, after, end) before "base0" digit after "\"123456\"" end

/* Files that nest. */
static const struct file_nesting {
  const char *file;
  nesting nesting;
} file_nestings[] = {
    {"a.json", {"groups of JSON", "", "{\"a\1\": ", "\"red\"", "}", ""}},
    {"a.json", {"groups of JSON with modes", "", "{\"a\": \"red\", \"b\1\": ",
                "{\"light\": \"red\", \"dark\": \"blue\"}", "}", ""}},
    {"a.json", {"modes of groups",
                "{\"dark\": {\"x\": \"blue\"}, \"light\": {\"x\": \"red\", \"y\": ", "{\"a\": ",
                "\"red\"", "}", "}}"}},
    {"a.json", {"values within values", "{\"a\": ", "{\"value\": ", "\"red\"", "}", "}"}},
    {"a.json", {"default colors within default colors", "{\"a\": ", "{\"DEFAULT\": ", "\"red\"",
                "}", "}"}},
    {"a.json", {"extensions", "{\"b\": {\"value\": \"red\", \"extensions\": {\"a\": ", "[", "1",
                "]", "}}}"}},
    {"a.json", {"objects of extensions", "{\"b\": {\"value\": \"red\", \"extensions\": ",
                "{\"a\": ", "1", "}", "}}"}},
    {"a.json", {"what is passed over", "{\"b\": \"red\", \"author\": ", "{\"a\": ", "1", "}", "}"}},
    {"a.json", {"colors that refer to the next", "{\"a0\": \"red\"",
                ", \"b\1\": \"color-mix(in oklch, var(--b\2, red), blue)\"", "", "", "}"}},
    {"a.json", {"colors that need two others", "{\"z\": \"red\"",
                ", \"b\1\": \"color-mix(in oklch, light-dark(var(--b\2, red), var(--z)), "
                "var(--b\2, blue))\"", "", "", "}"}},
    {"a.tokens.json", {"groups of tokens", "", "{\"a\1\": ",
                       "{\"$type\": \"color\", \"$value\": \"red\"}", "}", ""}},
    {"a.tokens.json", {"types of groups", "", "{\"$type\": \"color\", \"a\1\": ",
                       "{\"$root\": {\"$value\": \"red\"}, \"b\": {\"$value\": \"#123\"}}", "}",
                       ""}},
    {"a.tokens.json", {"groups that extend others",
                       "{\"g0\": {\"a\": {\"$type\": \"color\", \"$value\": \"red\"}}",
                       ", \"g\2\": {\"$extends\": \"{g\1}\"}", "", "", "}"}},
    {"a.tokens.json", {"groups that extend the next",
                       "{\"x\": {\"$type\": \"color\", \"$value\": \"red\"}",
                       ", \"g\1\": {\"$extends\": \"#/g\2\"}",
                       ", \"g\1\": {\"a\": {\"$type\": \"color\", \"$value\": \"red\"}}", "", "}"}},
    {"a.tokens.json", {"aliases", "{\"a0\": {\"$type\": \"color\", \"$value\": \"red\"}",
                       ", \"a\2\": {\"$type\": \"color\", \"$value\": \"{a\1}\"}", "", "", "}"}},
    {"a.tokens.json", {"aliases of the next", "{\"x\": {\"$type\": \"color\", \"$value\": \"red\"}",
                       ", \"a\1\": {\"$value\": \"{a\2}\"}",
                       ", \"a\1\": {\"$type\": \"color\", \"$value\": \"red\"}", "", "}"}},
    {"a.tokens.json", {"pointers", "{\"x\": {\"$type\": \"color\", \"$value\": \"red\"}",
                       ", \"a\1\": {\"$type\": \"color\", \"$ref\": \"#/a\2\"}",
                       ", \"a\1\": {\"$type\": \"color\", \"$value\": \"red\"}", "", "}"}},
    {"a.tokens.json", {"pointers into values",
                       "{\"x\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", "
                       "\"components\": {\"$ref\": \"#/n0/$value\"}}}",
                       ", \"n\1\": {\"$value\": {\"$ref\": \"#/n\2/$value\"}}",
                       ", \"n\1\": {\"$value\": [1, 0, 0]}", "", "}"}},
    {"a.tokens.json", {"values that are parts of others",
                       "{\"x\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": "
                       "\"srgb\", \"components\": {\"$ref\": \"#/n0/$value/b\"}}}",
                       ", \"n\1\": {\"$value\": {\"$ref\": \"#/n\2/$value/a\"}}",
                       ", \"n\1\": {\"$value\": {\"a\": {\"$ref\": \"#/n\1/$value\"}, "
                       "\"b\": [1, 0, 0]}}", "", "}"}},
    {"a.tokens.json", {"composed values", "{\"x\": {\"$type\": \"color\", \"$value\": \"red\"}, "
                       "\"s\": {\"$type\": \"shadow\", \"$value\": ", "[", "\"{x}\"", "]", "}}"}},
    {"a.tokens.json", {"extensions of tokens", "{\"x\": {\"$type\": \"color\", "
                       "\"$value\": \"red\", \"$extensions\": {\"a\": ", "[{\"a\": ", "1", "}]",
                       "}}}"}},
    {"a.tokens.json", {"modes of tokens", "{\"x\": {\"$type\": \"color\", \"$value\": \"red\", "
                       "\"$extensions\": {\"mode\": {\"dark\": ", "{\"$value\": ", "\"blue\"", "}",
                       "}}}}"}},
    {"a.tokens.json", {"exact CSS of tokens", "{\"x\": {\"$type\": \"color\", \"$value\": \"red\", "
                       "\"$extensions\": {\"org.dyncolor\": {\"css\": \"", "light-dark(red, ",
                       "blue", ")", "\"}}}}"}},
    {"a.resolver.json", {"sets of resolvers", "{\"version\": \"2025.10\", \"resolutionOrder\": "
                         "[{\"$ref\": \"#/sets/s0\"}], \"sets\": {\"x\": {\"sources\": []}",
                         ", \"s\1\": {\"sources\": [{\"$ref\": \"#/sets/s\2\"}]}",
                         ", \"s\1\": {\"sources\": [{\"a\": {\"$type\": \"color\", \"$value\": "
                         "\"red\"}}]}", "", "}}"}},
    {"a.resolver.json", {"groups in resolvers", "{\"version\": \"2025.10\", \"resolutionOrder\": "
                         "[{\"$ref\": \"#/modifiers/theme\"}], \"modifiers\": {\"theme\": "
                         "{\"contexts\": {\"light\": [], \"dark\": [", "{\"a\": ",
                         "{\"$type\": \"color\", \"$value\": \"red\"}", "}", "]}}}}"}},
    {"a.css", {"rules", "", ":root{", "--a: red", "}", ""}},
    {"a.css", {"rules with &", ":root{--x: blue;", "&{--a\1: red;", "", "}", "}"}},
    {"a.css", {"@media", "", "@media (prefers-color-scheme: dark){", ":root{--a: red}", "}",
               ":root{--a: blue}"}},
    {"a.css", {"@media in rules", ":root{--a: blue;", "@media (prefers-contrast: more){",
               "--a: red", "}", "}"}},
    {"a.css", {"conditions of @media", "@media ", "(not ", "(prefers-contrast: more)", ")",
               "{:root{--a: red}}:root{--a: blue}"}},
    {"a.css", {"joined conditions of @media", "@media ", "((prefers-color-scheme: dark) and ",
               "(prefers-contrast: more)", ")", "{:root{--a: red}}:root{--a: blue}"}},
    {"a.css", {"alternatives of @media", "@media ", "((prefers-color-scheme: dark) or ",
               "(prefers-contrast: more)", ")", "{:root{--a: red}}:root{--a: blue}"}},
    {"a.css", {"@supports", "", "@supports (color: red){", ":root{--a: red}", "}", ""}},
    {"a.css", {"conditions of @supports", "@supports ", "(not ", "(color: red)", ")",
               "{:root{--a: red}}:root{--b: red}"}},
    {"a.css", {"selectors of @supports", "@supports selector(", ":is(", "a", ")",
               "){:root{--a: red}}:root{--b: red}"}},
    {"a.css", {"@layer", "", "@layer a\1{", ":root{--a: red}", "}", ""}},
    {"a.css", {"names of @layer", "@layer a", ".a", "", "", "{:root{--a: red}}"}},
    {"a.css", {"@container", "", "@container (width > 1px){", ":root{--a: red}", "}",
               ":root{--b: red}"}},
    {"a.css", {"@scope", "", "@scope (:root){", ":root{--a: red}", "}", ":root{--b: red}"}},
    {"a.css", {"unknown rules", "", "@unknown{", ":root{--a: red}", "}", ":root{--b: red}"}},
    {"a.css", {"@theme", "", "@theme{", "--color-a: red", "}", ":root{--b: red}"}},
    {"a.css", {":is()", "", ":is(", ":root", ")", "{--a: red}:root{--b: red}"}},
    {"a.css", {":where()", "", ":where(x, ", ":root", ")", "{--a: red}:root{--b: red}"}},
    {"a.css", {":not()", ":root", ":not(", ".dark", ")", "{--a: red}:root{--b: red}"}},
    {"a.css", {":host() and :has()", "", ":host(:has(", ".dark", "))",
               "{--a: red}:root{--b: red}"}},
    {"a.css", {":is() of attributes", ":root", ":is([data-theme=dark], ", ".dark", ")",
               "{--a: red}:root{--a: blue}"}},
    {"a.css", {"blocks of values", ":root{--b: red; --a: ", "{", "1", "}", "}"}},
    {"a.css", {"brackets of values", ":root{--b: red; --a: ", "[(", "1", ")]", "}"}},
    {"a.css", {"fallbacks of var()", ":root{--a: ", "var(--b\1, ", "red", ")", "}"}},
    {"a.css", {"fallbacks of var() in functions", ":root{--h: 210 40% 98%;--a: hsl(", "var(--b\1, ",
               "var(--h)", ")", ")}"}},
    {"a.css", {"properties that refer to the next", ":root{--z: red;", "--b\1: var(--b\2);",
               "--b\1: red;", "", "}"}},
    {"a.css", {"properties that take over the next", ":root{--z: hsl(var(--b0));",
               "--b\1: var(--b\2);", "--b\1: 210 40% 98%;", "", "}"}},
    {"a.css", {"properties that have the next in them", ":root{--z: rgb(calc(var(--b0)) 1 2);",
               "--b\1: calc(var(--b\2));", "--b\1: 1;", "", "}"}},
    {"a.css", {"properties of modes that refer to the next", ".dark{--b0: blue}:root{--z: red;",
               "--b\1: light-dark(var(--b\2), hsl(var(--b\2)));", "--b\1: red;", "", "}"}},
    {"a.css", {"light-dark() of style sheets", ":root{--a: ", "light-dark(red, ", "blue", ")",
               "}"}},
    {"a.css", {"if() of style sheets", ":root{--a: ", "if(style(--b: c): red; else: ", "blue", ")",
               "}"}},
    {"a.css", {"mixes of style sheets", ":root{--b: 1;--a: ", "color-mix(in oklch, red, ",
               "rgb(var(--b) 1 1)", ")", "}"}},
    {"a.css", {"@property", "@property --a{syntax: '<color>'; inherits: true; initial-value: ",
               "color-mix(in lab, red, ", "blue", ")", "}:root{--b: var(--a)}"}},
    {"gtk.css", {"mix() of GTK", "@define-color b red; @define-color a ", "mix(@b, ", "blue",
                 ", 0.5)", ";"}},
    {"gtk.css", {"shade() and alpha() of GTK", "@define-color b red; @define-color a ",
                 "shade(alpha(lighter(darker(", "@b", ")), 0.9), 1.1)", ";"}},
    {"gtk.css", {"colors of GTK that refer to the next", "@define-color x red;",
                 "@define-color a\1 mix(@a\2, red, 0.5);", "@define-color a\1 blue;", "", ""}},
    {"a.yaml", {"base16 with flows", BASE16("", ": ", "\n") "x: ", "[", "1", "]", "\n"}},
    {"a.yaml", {"base16 with indents", BASE16("", ": ", "\n"), "a\1:\n ", "b: 1\n", "", ""}},
    {"a.yaml", {"base16 of JSON", "{" BASE16("\"", "\": ", ",") "\"x\": ", "[", "1",
                "]", "}"}},
    {"a.colors", {"sections of KDE", "[Colors:Window]\nBackgroundNormal=1,2,3\n",
                  "[Colors:Window][Inactive]\nBackgroundNormal=1,2,3\n", "", "", ""}},
    {"a.gpl", {"colors of GIMP", "GIMP Palette\n", "1 2 3\n", "1 2 3\n", "", ""}},
};

/* Files in memory, and what is made of them. */
static void file_nests(void) {
  for (size_t i = 0; i < COUNT(file_nestings); i++) {
    const struct file_nesting *row = &file_nestings[i];
    bool is_loaded = false;
    snprintf(construct, sizeof construct, "%s", row->nesting.name);
    /* More than any file may have, and the most that this may have. */
    for (size_t times = 1000; times > 0 && !is_loaded; times -= times > 70 ? 465 : 1) {
      const size_t length = write_nest(text, &row->nesting, 0, 1, times, NULL);
      dyncolor_report *report = NULL;
      world w;
      begin_world(&w);
      const size_t before = dyncolor_theme_count(w.theme);
      is_loaded = dyncolor_theme_load_memory_n(w.theme, row->file, NUL, text, length, NULL, &report,
                                               &error) == DYNCOLOR_OK;
      settle();
      read_report(&report);
      if (is_loaded && dyncolor_theme_count(w.theme) > before) {
        static dyncolor_id ids[1 << 14];
        size_t count;
        GOOD(dyncolor_theme_colors(w.theme, ids, COUNT(ids), &count, &error));
        w.ids[0] = ids[before];
        w.ids[1] = ids[(before + count) / 2];
        w.ids[2] = ids[count - 1];
        w.id_count = count - before > 2 ? 3 : 1;
        measure_world(&w, false);
      } else {
        end_world(&w);
      }
      if (is_loaded && times > 70) is_loaded = false;
    }
    CHECK(is_loaded);
    if (!is_loaded) printf("# %s: %s: %s\n", construct, error.message, error.context);
  }
}

/* ---- Folders --------------------------------------------------------------------------------- */

enum { LEVELS = 300 };

/* A catalog and a folder of tokens with folders in folders, of the host's own. */
static dyncolor_status read_deep(void *data, const char *path, dyncolor_sink *sink) {
  (void)data;
  static const char set[] =
      "{\"colors\":[{\"idiom\":\"universal\",\"color\":{\"color-space\":\"srgb\",\"components\":"
      "{\"red\":\"1\",\"green\":\"0.5\",\"blue\":\"0x10\",\"alpha\":\"1.000\"}}}]}";
  static const char group[] = "{\"properties\":{\"provides-namespace\":true}}";
  static const char tokens[] = "{\"a\": {\"$type\": \"color\", \"$value\": \"red\"}}";
  const char *content = strstr(path, ".tokens") != NULL    ? tokens
                        : strstr(path, ".colorset") != NULL ? set
                                                            : group;
  const measure caller = enter_callback();
  const dyncolor_status status = dyncolor_sink_append(sink, content, strlen(content));
  begin(caller);
  return status;
}

static dyncolor_status list_deep(void *data, const char *path, dyncolor_sink *sink) {
  const measure caller = enter_callback();
  const bool is_catalog = strstr(path, ".xcassets") != NULL;
  const bool is_deepest = strlen(path) > *(const size_t *)data;
  if (strstr(path, ".colorset") != NULL)
    GOOD(dyncolor_sink_add_n(sink, "Contents.json", 13, false));
  else if (!is_deepest)
    GOOD(dyncolor_sink_add_n(sink, "d", 1, true));
  else if (is_catalog)
    GOOD(dyncolor_sink_add_n(sink, "a.colorset", 10, true));
  else
    GOOD(dyncolor_sink_add_n(sink, "a.tokens", 8, false));
  begin(caller);
  return DYNCOLOR_OK;
}

static void folders_of_hosts(void) {
  static const char *const names[] = {"A.xcassets", "tokens"};
  static size_t lengths[] = {20, 100, 150, 1000, 10000};
  for (size_t i = 0; i < COUNT(names) * COUNT(lengths); i++) {
    size_t *length = &lengths[i / 2];
    world w;
    dyncolor_report *report = NULL;
    snprintf(construct, sizeof construct, "folders in %s of a host", names[i % 2]);
    dyncolor_files files = {sizeof files, length, read_deep, list_deep};
    dyncolor_load_options options = {.size = sizeof options,
                                     .format = i % 2 == 0 ? DYNCOLOR_FORMAT_ASSET_CATALOG
                                                          : DYNCOLOR_FORMAT_DESIGN_TOKENS,
                                     .files = &files};
    begin_world(&w);
    const dyncolor_status status =
        dyncolor_theme_load_n(w.theme, names[i % 2], NUL, &options, &report, &error);
    settle();
    CHECK(status == DYNCOLOR_OK || *length > 100);
    read_report(&report);
    end_world(&w);
  }
}

/* Makes folders in folders, and goes into the last one. */
static void go_deep(const char *path, size_t levels) {
  CHECK(mkdir(path, 0755) == 0 && chdir(path) == 0);
  for (size_t i = 0; i < levels; i++) CHECK(mkdir("d", 0755) == 0 && chdir("d") == 0);
}

static void folders_on_disk(void) {
  static const size_t levels[] = {10, 60, 100, LEVELS};
  static const char *const names[] = {"%s/%zu.xcassets", "%s/%zu"};
  static char path[3 * LEVELS];
  static char set[] = "{\"colors\":[{\"idiom\":\"universal\",\"color\":{\"color-space\":\"srgb\","
                      "\"components\":{\"red\":\"1\",\"green\":\"0.5\",\"blue\":\"0x10\","
                      "\"alpha\":\"1.000\"}}}]}";
  static char tokens[] = "{\"a\": {\"$type\": \"color\", \"$value\": \"red\"}}";
  for (size_t i = 0; i < 2 * COUNT(levels); i++) {
    const size_t depth = levels[i / 2];
    snprintf(construct, sizeof construct, "%zu folders on the disk", depth);
    char *end = path + snprintf(path, sizeof path, names[i % 2], folder, depth);
    go_deep(path, depth);
    if (i % 2 == 0) {
      CHECK(mkdir("a.colorset", 0755) == 0 && chdir("a.colorset") == 0);
      put_file("Contents.json", set, sizeof set - 1);
    } else {
      put_file("a.tokens", tokens, sizeof tokens - 1);
    }
    CHECK(chdir("/") == 0);
    world w;
    dyncolor_report *report = NULL;
    dyncolor_watch *watch = NULL;
    begin_world(&w);
    dyncolor_load_options load = {.size = sizeof load,
                                  .format = i % 2 == 0 ? DYNCOLOR_FORMAT_ASSET_CATALOG
                                                       : DYNCOLOR_FORMAT_DESIGN_TOKENS};
    dyncolor_status status = dyncolor_theme_load_n(w.theme, path, NUL, &load, &report, &error);
    settle();
    CHECK(status == DYNCOLOR_OK || depth > 60);
    read_report(&report);
    status = dyncolor_watch_create_n(w.theme, path, NUL, &load, &watch, &report, &error);
    settle();
    CHECK(status == DYNCOLOR_OK || depth > 60);
    read_report(&report);
    /* What is written over it has other folders: those must go. */
    dyncolor_write_options write = {.size = sizeof write, .format = load.format};
    dyncolor_register_css_n(w.theme, "new", NUL, "red", NUL, NULL, &error);
    dyncolor_theme_write_n(w.theme, path, NUL, &write, &report, &error);
    settle();
    read_report(&report);
    usleep(120000);
    dyncolor_watch_descriptor(watch);
    dyncolor_watch_pump(watch, NULL, &report, &error);
    settle();
    read_report(&report);
    dyncolor_watch_release(watch);
    /* What is written where nothing is needs all of its folders. */
    end = path + snprintf(path, sizeof path, "%s/new%zu", folder, i);
    for (size_t level = 0; level < depth; level++) end = append(end, "/d", 0);
    append(end, i % 2 == 0 ? "/a.css" : "/A.xcassets", 0);
    write.format = i % 2 == 0 ? DYNCOLOR_FORMAT_STYLE_SHEET : DYNCOLOR_FORMAT_ASSET_CATALOG;
    status = dyncolor_theme_write_n(w.theme, path, NUL, &write, &report, &error);
    settle();
    CHECK(status == DYNCOLOR_OK || depth > 60);
    read_report(&report);
    end_world(&w);
  }
}

/* A single file that changes while it is watched. */
static void watched_files(void) {
  for (size_t i = 0; i < COUNT(file_nestings); i += is_brief ? 9 : 3) {
    const struct file_nesting *row = &file_nestings[i];
    snprintf(construct, sizeof construct, "%s, watched", row->nesting.name);
    char path[128];
    snprintf(path, sizeof path, "%s/watched-%s", folder, row->file);
    put_file(path, text, write_nest(text, &row->nesting, 0, 1, 1, NULL));
    world w;
    dyncolor_watch *watch = NULL;
    dyncolor_report *report = NULL;
    begin_world(&w);
    GOOD(dyncolor_watch_create_n(w.theme, path, NUL, NULL, &watch, NULL, &error));
    put_file(path, text, write_nest(text, &row->nesting, 0, 1, 60, NULL));
    usleep(60000);
    dyncolor_watch_pump(watch, NULL, &report, &error);
    settle();
    read_report(&report);
    dyncolor_watch_release(watch);
    end_world(&w);
  }
}

/* ---- Desktops -------------------------------------------------------------------------------- */

static void desktops(void) {
  static bus b;
  char path[96], address[128];
  world w;
  dyncolor_desktop *desktop = NULL;
  dyncolor_environment environment;
  dyncolor_color color;
  dyncolor_accent name;
  snprintf(construct, sizeof construct, "a portal");
  snprintf(path, sizeof path, "%s/bus", folder);
  snprintf(address, sizeof address, "unix:path=%s", path);
  setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
  bus_start(&b, path);
  for (int i = 0; i < 3; i++)
    b.settings[b.setting_count++] =
        (bus_setting){BUS_APPEARANCE, i == 0 ? "color-scheme" : "accent-color",
                      i == 0 ? "u" : "(ddd)", 1, {0.2, 0.4, 0.6}, i == 2 ? 60 : 0};
  begin_world(&w);
  GOOD(dyncolor_desktop_open(NULL, &desktop, &error));
  GOOD(dyncolor_desktop_bind(desktop, w.theme, DYNCOLOR_LAYER_DEFAULTS, &error));
  for (int i = 0; i < 10; i++) {
    bus_serve(&b);
    GOOD(dyncolor_desktop_pump(desktop, NULL, &error));
  }
  GOOD(dyncolor_desktop_environment(desktop, &environment, &error));
  GOOD(dyncolor_desktop_accent(desktop, &color, &error));
  GOOD(dyncolor_color_nearest_accent(&color, &name, &error));
  CHECK(environment.scheme == DYNCOLOR_SCHEME_DARK);
  CHECK(dyncolor_desktop_motion(desktop) == 0 && dyncolor_desktop_descriptor(desktop) >= 0);
  CHECK(dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_SCHEME) ==
        DYNCOLOR_SETTING_SOURCE_PORTAL);
  GOOD(dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE,
                                 DYNCOLOR_SCHEME_LIGHT, &error));
  GOOD(dyncolor_desktop_override_accent(desktop, DYNCOLOR_POLICY_FORCE, &color, &error));
  GOOD(dyncolor_desktop_wait(desktop, 1, NULL, &error));
  GOOD(dyncolor_desktop_unbind(desktop, w.theme, &error));
  GOOD(dyncolor_theme_set_default_contrast(w.theme, DYNCOLOR_CONTRAST_MORE, &error));
  dyncolor_desktop_release(dyncolor_desktop_retain(desktop));
  dyncolor_desktop_release(desktop);
  end_world(&w);
  bus_close(&b);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static void measure_color(const dyncolor_color *a, const dyncolor_color *b, dyncolor_space space) {
  enum { SIZE = sizeof(dyncolor_color) };
  static dyncolor_color result[2];
  static double numbers[2];
  static char css[2][DYNCOLOR_COLOR_TEXT_SIZE];
  static char hex[16];
  dyncolor_color_convert(a, space, result, &error);
  dyncolor_color_convert_list(a, 0, 2, space, result, SIZE, &error);
  dyncolor_color_is_in_gamut(a, space);
  dyncolor_color_equal(a, b);
  dyncolor_color_is_near(a, b);
  dyncolor_color_hash(a);
  for (int i = DYNCOLOR_GAMUT_METHOD_EXACT; i <= DYNCOLOR_GAMUT_METHOD_CLIP; i++) {
    dyncolor_color_map_to_gamut(a, space, (dyncolor_gamut_method)i, result, &error);
    dyncolor_color_map_to_gamut_list(a, 0, 2, space, (dyncolor_gamut_method)i, result, SIZE,
                                     &error);
  }
  for (int i = DYNCOLOR_HUE_SHORTER; i <= DYNCOLOR_HUE_DECREASING; i++) {
    static const dyncolor_color many[] = {{DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1},
                                          {DYNCOLOR_SPACE_LCH, 0, {50, 20, 0}, 1}};
    const double amount = 0.5;
    dyncolor_color_mix(a, b, 0.3, space, (dyncolor_hue)i, result, &error);
    dyncolor_color_mix_list(a, 0, b, 0, &amount, 0, 2, space, (dyncolor_hue)i, result, SIZE,
                            &error);
    dyncolor_color_mix_many(many, SIZE, NULL, 0, 2, space, (dyncolor_hue)i, result, &error);
  }
  for (int i = DYNCOLOR_VISION_TYPICAL; i <= DYNCOLOR_VISION_ACHROMAT; i++) {
    dyncolor_color_simulate_vision(a, (dyncolor_vision)i, 0.75, result, &error);
    dyncolor_color_simulate_vision_vienot(a, (dyncolor_vision)i, 0.75, result, &error);
    dyncolor_color_simulate_vision_list(a, 0, 2, (dyncolor_vision)i, 0.75, result, SIZE, &error);
  }
  for (int i = DYNCOLOR_BLEND_MODE_NORMAL; i <= DYNCOLOR_BLEND_MODE_LUMINOSITY; i++) {
    dyncolor_color_blend(a, b, (dyncolor_blend_mode)i, space, result, &error);
    dyncolor_color_blend_list(a, 0, b, 0, 2, (dyncolor_blend_mode)i, space, result, SIZE, &error);
  }
  for (int i = 1; i <= 2; i++) {
    dyncolor_color_difference(a, b, (dyncolor_metric)i, numbers, &error);
    dyncolor_color_difference_list(a, 0, b, 0, 2, (dyncolor_metric)i, numbers, 8, &error);
    dyncolor_color_contrast(a, b, (dyncolor_contrast_method)i, numbers, &error);
    dyncolor_color_contrast_list(a, 0, b, 0, 2, (dyncolor_contrast_method)i, numbers, 8, &error);
    dyncolor_color_ensure_contrast(a, b, 7, (dyncolor_contrast_method)i, result, numbers, &error);
    dyncolor_color_grade_contrast(a, b, 0, DYNCOLOR_MAX_BACKGROUNDS, i & 1 ? 1 : -1, 7, result,
                                  numbers, &error);
    dyncolor_color_ensure_contrast_many(a, b, 0, DYNCOLOR_MAX_BACKGROUNDS, 7,
                                        (dyncolor_contrast_method)i, result, numbers, &error);
    dyncolor_color_ensure_contrast_list(a, 0, b, 0, 2, 7, (dyncolor_contrast_method)i, result, SIZE,
                                        numbers, 8, &error);
    dyncolor_color_format(a, (dyncolor_notation)i, css[0], sizeof *css, NULL, &error);
    dyncolor_color_format_list(a, 0, 2, (dyncolor_notation)i, css[0], sizeof *css, &error);
  }
  dyncolor_color_format_hex(a, space, hex, sizeof hex, NULL, &error);
  dyncolor_color_parse_hex_n("#12345678", 9, space, 1, result, &error);
  settle();
}

static void values(void) {
  snprintf(construct, sizeof construct, "a color");
  for (uint32_t a = 1; a <= DYNCOLOR_SPACE_HCT; a++)
    for (uint32_t b = 1; b <= DYNCOLOR_SPACE_HCT; b++) {
      const dyncolor_color color = {a, 0, {1.5, 0.7, -0.3}, 0.9};
      /* Contrast on a translucent background takes a thousand times as long, in every space. */
      const dyncolor_color other = {b, 0, {0.3, 1.8, 7}, b == DYNCOLOR_SPACE_SRGB ? 0.5 : 1};
      measure_color(&color, &other, (dyncolor_space)b);
    }
  static char names[1 << 12];
  memset(names, 'x', sizeof names - 1);
  measure_color(NULL, NULL, (dyncolor_space)0);
  CHECK(dyncolor_version() != 0 && dyncolor_version_string() != NULL);
  CHECK(dyncolor_status_name(DYNCOLOR_OK) != NULL);
  static dyncolor_environment environment;
  const char *name;
  GOOD(dyncolor_environment_from_name_n("dark", 4, &environment, &error));
  dyncolor_environment_from_name_n(names, NUL, &environment, &error);
  for (int i = DYNCOLOR_VOCABULARY_APPKIT; i <= DYNCOLOR_VOCABULARY_GTK; i++)
    dyncolor_environment_to_name(&environment, (dyncolor_vocabulary)i, &name, &error);
  GOOD(dyncolor_environment_inherit(&environment, &high, &environment, &error));
}

static void many_pixels(void) {
  enum { PIXELS = 1000, SIZE = sizeof(dyncolor_color) };
  static dyncolor_color colors[PIXELS];
  static const unsigned flags[] = {0,
                                   DYNCOLOR_LAYOUT_PREMULTIPLIED,
                                   DYNCOLOR_LAYOUT_LINEAR,
                                   DYNCOLOR_LAYOUT_DISPLAY_P3 | DYNCOLOR_LAYOUT_PREMULTIPLIED,
                                   DYNCOLOR_LAYOUT_OKLAB,
                                   DYNCOLOR_LAYOUT_OKLCH};
  snprintf(construct, sizeof construct, "%d pixels", PIXELS);
  memset(pixels, 0x30, sizeof pixels);
  /* More colors than are found in a picture. */
  static unsigned char many[PIXELS][32];
  for (size_t i = 0; i < PIXELS; i++)
    for (size_t j = 0; j < 32; j++) many[i][j] = (unsigned char)(i * 37 + i * j * 11);
  for (unsigned i = 0; i < 10 * COUNT(flags); i++) {
    const dyncolor_layout layout = (dyncolor_layout)((i % 10 + 1) | flags[i / 10]);
    dyncolor_color_unpack(pixels, 32, layout, colors, &error);
    dyncolor_color_unpack_list(pixels, 32, PIXELS, layout, colors, SIZE, &error);
    dyncolor_color_pack(colors, layout, pixels, 32, &error);
    dyncolor_color_pack_list(colors, SIZE, PIXELS, layout, pixels, 32, &error);
    for (unsigned j = 0; j < 10 * COUNT(flags); j++)
      dyncolor_pixels_convert(pixels, 32, PIXELS, layout, written, 32,
                              (dyncolor_layout)((j % 10 + 1) | flags[j / 10]), &error);
    size_t found;
    dyncolor_pixels_dominant(many, 32, COUNT(many), layout, colors, NULL, 1, &found, &error);
    dyncolor_pixels_seeds(many, 32, COUNT(many), layout, colors, 1, &found, &error);
    for (int mode = DYNCOLOR_BLEND_MODE_NORMAL; mode <= DYNCOLOR_BLEND_MODE_LUMINOSITY; mode++)
      dyncolor_pixels_blend(pixels, 32, pixels, 32, PIXELS, (dyncolor_blend_mode)mode, layout,
                            written, 32, &error);
  }
  settle();
}

static void builtin_palettes(void) {
  static dyncolor_builtin builtin;
  for (size_t i = 0; dyncolor_builtin_at(i, &builtin, &error) == DYNCOLOR_OK; i++) {
    world w;
    size_t count;
    snprintf(construct, sizeof construct, "the palette %s %s", builtin.name, builtin.version);
    begin_world(&w);
    GOOD(dyncolor_builtin_load_n(w.theme, builtin.name, NUL, builtin.version, NUL, "Night/", 6, 0,
                                 &count, &error));
    end_world(&w);
  }
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* The measure sees what is there to see: a frame of a size that is known. */
static __attribute__((noinline)) void take(size_t bytes) {
  volatile unsigned char taken[bytes];
  for (size_t i = 0; i < bytes; i++) taken[i] = 1;
  (void)taken[0];
}

static void the_measure_is_right(void) {
  static const size_t sizes[] = {1000, 10000, 100000, 3000};
  snprintf(construct, sizeof construct, "nothing");
  for (size_t i = 0; i < COUNT(sizes); i++) {
    most[0].bytes = 0;
    note_call(0);
    take(sizes[i]);
    settle();
    CHECK(most[0].bytes >= sizes[i] && most[0].bytes < sizes[i] + 200);
  }
  most[0].bytes = 0;
}

static int function_named(const char *name) {
  int function = 0;
  while (strcmp(exported[function], name) != 0) function++;
  return function;
}

/* Colors in which no parentheses are nested. */
static void flat_text_takes_little(void) {
  static const char *const texts[] = {
      "red", "#12345678", "rgb(1 2 3 / 50%)", "hsl(120deg 30% 40%)", "hwb(1turn 30% 40%)",
      "lab(50% 20 none)", "lch(50% 20 0.5turn)", "oklab(50% 0.1 0.1)", "oklch(50% 0.1 20)",
      "color(prophoto-rgb 0.1 0.2 1e300)", "color(--okhsv 20 0.2 0.3)",
      "color-mix(in lch, red, blue)",
      "rgb(from red r g b)", "alpha(from red / 0.5)", "contrast-color(red)", "rgb(1, 2, 3, 0.4)",
      "--ensure-contrast(red, on blue, 7)", "--blend(multiply, red, blue)", "--vision(red, protan)",
      "var(--a)", "rde", ""};
  static dyncolor_color color;
  const size_t function = (size_t)function_named("dyncolor_color_parse_n");
  const size_t before = most[function].bytes;
  for (size_t i = 0; i < COUNT(texts); i++) {
    most[function].bytes = 0;
    snprintf(construct, sizeof construct, "%s", texts[i]);
    dyncolor_color_parse_n(texts[i], NUL, &color, &error);
    settle();
    const size_t promised =
        strstr(texts[i], "ensure-contrast") ? PROMISED_FOR_CONTRAST : PROMISED_FLAT;
    CHECK(most[function].bytes < promised);
    if (most[function].bytes >= promised)
      printf("# %s: %zu\n", texts[i], most[function].bytes);
  }
  if (most[function].bytes < before) most[function].bytes = before;
}

/* Whoever exports a function adds a call of it. */
static void all_are_measured(void) {
  for (size_t i = 0; i < EXPORTED_COUNT; i++) {
    CHECK(most[i].bytes > 0);
    if (most[i].bytes == 0) printf("# %s is not measured\n", exported[i]);
  }
}

static void none_takes_more(void) {
  for (size_t i = 0; i < EXPORTED_COUNT; i++) {
    CHECK(most[i].bytes <= PROMISED);
    if (!is_brief || most[i].bytes > PROMISED)
      printf("# %6.1f KiB  %-36s %s\n", (double)most[i].bytes / 1024, exported[i],
             most[i].construct);
  }
}

static void *measure_all(void *unused) {
  (void)unused;
  CLAIM("the measure of stacks is right", the_measure_is_right);
  CLAIM("functions on values are measured", values);
  CLAIM("text in which nothing is nested needs less than 5 KiB, or 8 KiB for a contrast",
        flat_text_takes_little);
  CLAIM("functions on pixels are measured", many_pixels);
  CLAIM("functions on built-in palettes are measured", builtin_palettes);
  CLAIM("CSS nests as deep as it may, and its colors have values and texts", css_nests);
  CLAIM("so does CSS of different functions in each other", css_nests_mixed);
  CLAIM("files nest as deep as they may, and are read and written", file_nests);
  CLAIM("folders of a host's nest", folders_of_hosts);
  CLAIM("folders on the disk nest", folders_on_disk);
  CLAIM("files that nest are read again when they have changed", watched_files);
  CLAIM("functions on desktops are measured", desktops);
  CLAIM("every exported function is measured", all_are_measured);
  CLAIM("no function takes more than 48 KiB of stack, however its input is nested",
        none_takes_more);
  return NULL;
}

int main(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  strcpy(folder, "/tmp/dyncolor-stacks-XXXXXX");
  if (mkdtemp(folder) == NULL) printf("# %s cannot be made\n", folder);
  stack = aligned_alloc(GUARD, GUARD + STACK_SIZE);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (stack == NULL || mprotect(stack, GUARD, PROT_NONE) != 0) abort();
  stack += GUARD;
  if (pthread_attr_setstack(&attributes, stack, STACK_SIZE) != 0 ||
      pthread_create(&thread, &attributes, measure_all, NULL) != 0)
    abort();
  pthread_join(thread, NULL);
  char command[96];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (system(command) != 0) printf("# %s cannot be deleted\n", folder);
  return CHECK_RESULT;
}
