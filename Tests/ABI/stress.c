/* Threads that resolve while others publish: each value says what it is, and is checked against
 * what had been published when.
 *
 *     stress [--seconds S] [--readers N] [--publishes P]     P is at least 10000
 *
 * Instants cannot be observed, but bounded. A writer stores `started` before it publishes a version
 * and `completed` after; a reader loads `completed` before it resolves and `started` after. What it
 * sees must be a version of this window. What any thread has seen besides is a lower bound for all
 * calls that begin later, which `witnessed` carries from thread to thread. */
#include <dyncolor.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "parts.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static unsigned option_seconds = 3;
static unsigned option_readers = 3;
static unsigned option_publishes = SANITIZED ? 20000 : 1000000;

/* ---- Failures in threads -------------------------------------------------------------------- */

typedef enum claim {
  CURRENT, ORDER, BATCHES, INSTANT, KEPT, LATER, STALE, PROVIDERS, GENERATION, CALLS, OBSERVERS,
  CLAIMS
} claim;

static _Atomic unsigned failures[CLAIMS];

__attribute__((format(printf, 2, 3))) static void fail(claim about, const char *format, ...) {
  char text[300];
  va_list arguments;
  if (atomic_fetch_add(&failures[about], 1) >= 10) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  printf("# %s\n", text);
}

static void expect_ok(dyncolor_status status, const char *call) {
  if (status != DYNCOLOR_OK) fail(CALLS, "%s: %s", call, dyncolor_status_name(status));
}

/* ---- Memory that is counted ----------------------------------------------------------------- */

typedef struct heap {
  _Atomic size_t live; /* bytes */
  _Atomic unsigned wrong_sizes;
} heap;

/* Each block begins with its size, in as many bytes as keep malloc's alignment to 16. */
enum { BLOCK_HEADER = 16 };

static void *heap_resize(void *user_data, void *memory, size_t old_size, size_t new_size) {
  heap *counted = user_data;
  char *block = memory == NULL ? NULL : (char *)memory - BLOCK_HEADER;
  size_t size = 0;
  if (block != NULL) memcpy(&size, block, sizeof size);
  if (size != old_size) atomic_fetch_add(&counted->wrong_sizes, 1);
  if (new_size == 0) {
    free(block);
    atomic_fetch_sub(&counted->live, old_size);
    return NULL;
  }
  block = realloc(block, BLOCK_HEADER + new_size);
  if (block == NULL) return NULL;
  memcpy(block, &new_size, sizeof new_size);
  atomic_fetch_add(&counted->live, new_size - old_size);
  return block + BLOCK_HEADER;
}

/* ---- Values that say what they are ---------------------------------------------------------- */

/* Red is the version, green the number of the color, blue the environment, and alpha a checksum of
 * these, all in steps of 1/4096. Steps are exact in a float up to 2^24 of them, and components
 * above 1 are kept, so that the version has more bits than could go around unnoticed. No value is
 * transparent black: numbers begin with 1. */
enum { STEPS = 4096, VERSIONS = 1 << 20 };

/* The flag of numbers whose values tell the custom axis, too, if the scheme is dark. Only providers
 * can make such; that they read the axis in the dark alone lets their dependencies grow late. */
enum { DEEP = 2048 };

typedef struct code {
  uint32_t version, number, marker;
} code;

static uint32_t checksum(code value) {
  uint32_t hash = value.version * 0x9E3779B1u;
  hash = (hash ^ hash >> 15 ^ value.number) * 0x85EBCA77u;
  hash = (hash ^ hash >> 13 ^ value.marker) * 0xC2B2AE3Du;
  return hash >> 20;
}

static dyncolor_color encode(uint32_t version, uint32_t number, uint32_t marker) {
  code value = {version % VERSIONS, number, marker};
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {0}, checksum(value) / (double)STEPS};
  color.c[0] = value.version / (double)STEPS;
  color.c[1] = number / (double)STEPS;
  color.c[2] = marker / (double)STEPS;
  return color;
}

static bool decode(const dyncolor_rgba *color, code *value) {
  const float parts[4] = {color->r, color->g, color->b, color->a};
  uint32_t steps[4];
  for (int i = 0; i < 4; i++) {
    if (!(parts[i] >= 0 && parts[i] < VERSIONS / STEPS)) return false;
    steps[i] = (uint32_t)(parts[i] * (float)STEPS);
    if ((float)steps[i] / (float)STEPS != parts[i]) return false;
  }
  *value = (code){steps[0], steps[1], steps[2]};
  return steps[3] == checksum(*value);
}

/* ---- Environments --------------------------------------------------------------------------- */

enum { COMBINATIONS = 12, CUSTOM_VALUES = 20, SCENES = COMBINATIONS * CUSTOM_VALUES };

/* An environment, and what values have to say in it. */
typedef struct scene {
  dyncolor_environment environment;
  uint32_t marker, deep_marker;
  bool night;
} scene;

static scene scenes[SCENES];
static uint32_t custom_axis;
static uint16_t night_palette;

static const uint8_t contrasts[3] = {
    DYNCOLOR_CONTRAST_STANDARD, DYNCOLOR_CONTRAST_LESS, DYNCOLOR_CONTRAST_MORE};

/* A combination is a scheme, a contrast and an elevation; 0 is what unspecified axes count as. */
static uint32_t combination(uint32_t scheme, uint32_t contrast, uint32_t elevation) {
  uint32_t step = 0;
  if (contrast == DYNCOLOR_CONTRAST_LESS) step = 1;
  if (contrast == DYNCOLOR_CONTRAST_MORE) step = 2;
  return (scheme == DYNCOLOR_SCHEME_DARK) + 2 * step +
         6 * (elevation == DYNCOLOR_ELEVATION_ELEVATED);
}

static uint32_t deepen(uint32_t marker, uint32_t custom) {
  return marker % 2 == 1 ? marker + 16 * custom : marker;
}

static void make_scenes(void) {
  for (uint32_t i = 0; i < SCENES; i++) {
    uint32_t marker = i % COMBINATIONS, custom = 1 + i / COMBINATIONS;
    dyncolor_environment environment = {0};
    environment.scheme = marker % 2 ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT;
    environment.contrast = contrasts[marker / 2 % 3];
    environment.elevation = marker / 6 ? DYNCOLOR_ELEVATION_ELEVATED : DYNCOLOR_ELEVATION_BASE;
    if (custom % 4 >= 2) {
      if (marker % 2 == 0) environment.scheme = 0;
      if (marker / 2 % 3 == 0) environment.contrast = 0;
      if (marker / 6 == 0) environment.elevation = 0;
    }
    environment.palette = custom % 2 ? night_palette : 0;
    environment.custom[custom_axis - DYNCOLOR_AXIS_CUSTOM] = (uint8_t)custom;
    scenes[i] = (scene){environment, marker, deepen(marker, custom), custom % 2 == 1};
  }
}

static void fill_variants(dyncolor_variant *variants, uint32_t version, uint32_t number) {
  memset(variants, 0, COMBINATIONS * sizeof *variants);
  for (uint32_t marker = 0; marker < COMBINATIONS; marker++) {
    variants[marker].scheme = marker % 2 ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT;
    variants[marker].contrast = contrasts[marker / 2 % 3];
    variants[marker].elevation = marker / 6 ? DYNCOLOR_ELEVATION_ELEVATED : DYNCOLOR_ELEVATION_BASE;
    variants[marker].part.color = encode(version, number, marker);
  }
}

/* The same in CSS: `text` has room for CSS_SIZE bytes. */
enum { CSS_SIZE = 2560 };

static void write_css(char *text, uint32_t version, uint32_t number) {
  static const char *const schemes[2] = {"light", "dark"};
  static const char *const preferences[3] = {"no-preference", "less", "more"};
  static const char *const elevations[2] = {"base", "elevated"};
  size_t length = (size_t)snprintf(text, CSS_SIZE, "if(");
  for (uint32_t marker = 0; marker < COMBINATIONS; marker++) {
    const dyncolor_color color = encode(version, number, marker);
    length += (size_t)snprintf(
        text + length, CSS_SIZE - length,
        "media((prefers-color-scheme:%s) and (prefers-contrast:%s)) and style(--elevation:%s):"
        "color(srgb %.17g %.17g %.17g/%.17g);",
        schemes[marker % 2], preferences[marker / 2 % 3], elevations[marker / 6], color.c[0],
        color.c[1], color.c[2], color.alpha);
  }
  snprintf(text + length, CSS_SIZE - length, ")");
}

/* The marker of the environment that a provider sees. */
static uint32_t context_marker(dyncolor_context *context, uint32_t number) {
  uint32_t marker = combination(dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME),
                                dyncolor_context_axis(context, DYNCOLOR_AXIS_CONTRAST),
                                dyncolor_context_axis(context, DYNCOLOR_AXIS_ELEVATION));
  if ((number & DEEP) == 0 || marker % 2 == 0) return marker;
  return deepen(marker, dyncolor_context_axis(
                            context, custom_axis));
}

/* ---- What is published ---------------------------------------------------------------------- */

/* The versions of one color, or of a batch of colors that change together. */
typedef struct track {
  _Alignas(64) _Atomic uint32_t started;
  _Atomic uint32_t completed, witnessed;
  uint32_t width;        /* values tell the version modulo this, a power of two */
  bool mortal;           /* the versions 3, 7, 11, … are unregistrations */
  uint16_t layer;        /* what covers it at times, or 0 */
  uint32_t first, count; /* its subjects */
} track;

/* Consecutive tracks of a kind. Those of a chain change one after the other, the first before the
 * second, so that at every instant it is the second or one version ahead. */
enum {
  PLAIN = 0,                /* variants, or CSS */
  COMPUTED = PLAIN + 8,     /* a provider */
  CHANGING = COMPUTED + 4,  /* variants, a provider, CSS and a provider in turn */
  LAYERED = CHANGING + 4,   /* the same, covered and uncovered by turns */
  MORTAL = LAYERED + 4,     /* the same, and unregistered at times */
  NIGHT = MORTAL + 5,       /* a mortal color of a palette */
  SWITCHED = NIGHT + 1,     /* an alias that goes around */
  GROUPS = SWITCHED + 2,    /* batches */
  CHAIN = GROUPS + 3,
  FIXED = CHAIN + 2,        /* never changes */
  TRACKS = FIXED + 1
};

enum { MEMBERS = 6, TARGETS = 16, FOLLOWERS = 6, SLOTS = 16, FILLERS = 1000, WRITERS = 2 };
enum { MOST_SUBJECTS = GROUPS + (MEMBERS + 1) * (CHAIN - GROUPS) + 2 + 2 + FOLLOWERS * FIXED };

typedef enum recipe { VARIANTS, PROVIDER, CSS, ALL } recipe;

/* A color that readers look at. */
typedef struct subject {
  dyncolor_id id;
  uint32_t number, track;
  recipe recipe;
  bool semantic; /* of the night palette, or else the fallback */
  bool named;    /* its track's color is referred to by name */
  uint32_t sum;  /* of the numbers of two colors that it is the mean of, or 0 */
  char name[24];
} subject;

static track tracks[TRACKS];
static subject subjects[MOST_SUBJECTS];
static uint32_t subject_count;
static dyncolor_id targets[2][TARGETS];

enum { FALLBACK = 1000, SLOT_NUMBER = 1100, BROKEN_VERSION = VERSIONS - 1 };

static dyncolor_theme *theme;
static heap theme_heap;
static _Atomic bool stop;
static _Atomic uint64_t resolves, publishes, witnessed_generation;

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state >> 16;
}

static void pause_for(uint64_t nanoseconds) {
  struct timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
  nanosleep(&time, NULL);
}

/* ---- Providers ------------------------------------------------------------------------------ */

/* The user data of a provider is a place in a ring: its number and version + 1, or 0 while it is
 * free. Places are taken again late, so that a call after the destruction meets a 0. */
enum { SOURCES = 1 << 16 };

typedef _Atomic uint64_t source;

static source sources[SOURCES];
static _Atomic uint32_t source_cursor;
static _Atomic uint64_t sources_taken, sources_destroyed, provider_calls;

static source *take_source(uint32_t number, uint32_t version) {
  uint64_t word = (uint64_t)number << 32 | (version + 1);
  for (uint32_t tries = 0; tries < 2 * SOURCES; tries++) {
    source *place = &sources[atomic_fetch_add(&source_cursor, 1) % SOURCES];
    uint64_t vacant = 0;
    if (atomic_compare_exchange_strong(place, &vacant, word)) {
      atomic_fetch_add(&sources_taken, 1);
      return place;
    }
  }
  fail(PROVIDERS, "user data is not given back");
  abort();
}

static void destroy_source(void *user_data) {
  if (atomic_exchange((source *)user_data, 0) == 0) fail(PROVIDERS, "user data destroyed twice");
  atomic_fetch_add(&sources_destroyed, 1);
}

static dyncolor_status provide_source(dyncolor_context *context, dyncolor_answer *answer,
                                      void *user_data) {
  source *place = user_data;
  uint64_t word = atomic_load(place);
  uint32_t number = (uint32_t)(word >> 32);
  atomic_fetch_add(&provider_calls, 1);
  if (word == 0) {
    fail(PROVIDERS, "a provider is called after its user data was destroyed");
    return -1000;
  }
  answer->color = encode((uint32_t)word - 1, number, context_marker(context, number));
  if (atomic_load(place) != word) fail(PROVIDERS, "user data destroyed during a call");
  return DYNCOLOR_OK;
}

/* The user data of a provider that follows another color. */
typedef struct relation {
  dyncolor_id base;
  dyncolor_id twin; /* of the same batch as the base, or none */
  uint32_t number, base_number;
} relation;

static relation relations[2 * FIXED];

/* The same version and environment as the base, under a number of its own. */
static dyncolor_status provide_derived(dyncolor_context *context, dyncolor_answer *answer,
                                       void *user_data) {
  const relation *link = user_data;
  dyncolor_rgba color;
  code value, other;
  dyncolor_status status = dyncolor_context_resolve(context, link->base, &color, NULL);
  if (status != DYNCOLOR_OK) return status;
  if (!decode(&color, &value) || value.number != link->base_number)
    fail(PROVIDERS, "a provider is given another color than it asks for");
  if (link->twin != DYNCOLOR_ID_NONE) {
    /* A value made of two versions would not be the color's at any instant. */
    status = dyncolor_context_resolve(context, link->twin, &color, NULL);
    if (status != DYNCOLOR_OK || !decode(&color, &other) || other.version != value.version)
      fail(BATCHES, "a provider sees a part of a batch: %s", dyncolor_status_name(status));
  }
  answer->color = encode(value.version, link->number, value.marker);
  return DYNCOLOR_OK;
}

static dyncolor_status provide_id(dyncolor_context *context, dyncolor_answer *answer,
                                  void *user_data) {
  const relation *link = user_data;
  (void)context;
  answer->id = link->base;
  return DYNCOLOR_OK;
}

/* A provider that meddles: it registers, and resolves other colors for other environments. */
static dyncolor_status provide_and_meddle(dyncolor_context *context, dyncolor_answer *answer,
                                          void *user_data) {
  const relation *link = user_data;
  dyncolor_theme *its_theme = dyncolor_context_theme(context);
  dyncolor_rgba color;
  expect_ok(dyncolor_register_hex_n(its_theme, "scratch", 7, "#123456", 7, NULL, 0, NULL, NULL),
            "dyncolor_register_hex_n in a provider");
  expect_ok(dyncolor_resolve(its_theme, link->base, NULL, &color, NULL),
            "dyncolor_resolve in a provider");
  answer->color = encode(0, link->number, context_marker(context, link->number));
  return DYNCOLOR_OK;
}

/* ---- Publishing ----------------------------------------------------------------------------- */

/* What a definition points to. */
typedef struct payload {
  dyncolor_variant variants[COMBINATIONS];
  char css[CSS_SIZE];
} payload;

static void define(dyncolor_definition *definition, payload *data, const subject *it,
                   uint32_t version) {
  *definition = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
  definition->name = it->name;
  definition->name_length = DYNCOLOR_NUL_TERMINATED;
  if (it->recipe == PROVIDER || (it->recipe == ALL && version % 2 == 1)) {
    definition->kind = DYNCOLOR_KIND_PROVIDER;
    definition->provider = provide_source;
    definition->user_data = take_source(it->number, version);
    definition->destroy = destroy_source;
  } else if (it->recipe == CSS || (it->recipe == ALL && version % 4 == 2)) {
    write_css(data->css, version, it->number);
    definition->kind = DYNCOLOR_KIND_CSS;
    definition->css = data->css;
    definition->css_length = DYNCOLOR_NUL_TERMINATED;
  } else {
    fill_variants(data->variants, version, it->number);
    definition->kind = DYNCOLOR_KIND_VARIANTS;
    definition->variants = data->variants;
    definition->variant_count = COMBINATIONS;
  }
}

/* Odd versions are registered, and covered by themselves. Of even ones nobody sees anything until
 * what covers them goes. */
static dyncolor_status publish_in_layers(const track *on, uint32_t version) {
  dyncolor_definition definition;
  payload data;
  define(&definition, &data, &subjects[on->first], version);
  dyncolor_status status = dyncolor_register(theme, &definition, 1, NULL, NULL);
  if (status != DYNCOLOR_OK) return status;
  if (version % 2 == 0) return dyncolor_layer_clear(theme, on->layer, NULL);
  define(&definition, &data, &subjects[on->first], version);
  definition.layer = on->layer;
  return dyncolor_register(theme, &definition, 1, NULL, NULL);
}

static dyncolor_status publish_version(const track *on, uint32_t version) {
  dyncolor_definition definitions[MEMBERS];
  payload data[MEMBERS];
  const subject *first = &subjects[on->first];
  if (on->mortal && version % 4 == 3) return dyncolor_unregister(theme, first->id, NULL);
  if (on->layer != 0) return publish_in_layers(on, version);
  if (on->width == TARGETS)
    return dyncolor_register_alias_n(theme, first->name, DYNCOLOR_NUL_TERMINATED,
                                     targets[on - tracks - SWITCHED][version % TARGETS], NULL,
                                     NULL);
  for (uint32_t i = 0; i < on->count; i++) define(&definitions[i], &data[i], first + i, version);
  return dyncolor_register(theme, definitions, on->count, NULL, NULL);
}

/* Only one thread publishes on a track. */
static void publish(track *on) {
  uint32_t version = atomic_load(&on->completed) + 1;
  uint64_t before = dyncolor_theme_generation(theme);
  dyncolor_status status;
  atomic_store(&on->started, version);
  status = publish_version(on, version);
  atomic_store(&on->completed, version);
  atomic_fetch_add(&publishes, 1);
  if (status != DYNCOLOR_OK)
    fail(CALLS, "version %u of %s: %s", version, subjects[on->first].name,
         dyncolor_status_name(status));
  if (dyncolor_theme_generation(theme) <= before)
    fail(GENERATION, "it does not grow with a change");
}

/* A batch whose last definition is wrong: nobody may see anything of it. */
static void publish_nothing(const track *on) {
  dyncolor_definition definitions[MEMBERS + 1];
  payload data[MEMBERS];
  const subject *first = &subjects[on->first];
  for (uint32_t i = 0; i < on->count; i++)
    define(&definitions[i], &data[i], first + i, BROKEN_VERSION);
  definitions[on->count] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
  if (dyncolor_register(theme, definitions, on->count + 1, NULL, NULL) !=
      DYNCOLOR_ERROR_INVALID_ARGUMENT)
    fail(CALLS, "a definition without a kind is registered");
}

/* Colors without a name, each of which lives only for a while: the id and the life of the one that
 * is in a slot, as one word. */
typedef struct slot {
  _Alignas(64) _Atomic uint64_t word;
  _Atomic uint32_t started, ending, ended; /* lives */
} slot;

static slot slots[SLOTS];

static void renew(slot *in) {
  dyncolor_variant variants[COMBINATIONS];
  dyncolor_id id = DYNCOLOR_ID_NONE;
  uint32_t life = atomic_load(&in->started);
  if (life != 0) {
    atomic_store(&in->ending, life);
    expect_ok(dyncolor_unregister(theme, (dyncolor_id)(atomic_load(&in->word) >> 32), NULL),
              "dyncolor_unregister without a name");
    atomic_store(&in->ended, life);
  }
  life++;
  fill_variants(variants, life, SLOT_NUMBER + (uint32_t)(in - slots));
  atomic_store(&in->started, life);
  expect_ok(dyncolor_register_variants_n(theme, NULL, 0, variants, COMBINATIONS, &id, NULL),
            "dyncolor_register_variants_n without a name");
  atomic_store(&in->word, (uint64_t)id << 32 | life);
  atomic_fetch_add(&publishes, 2);
}

/* A writer has every other track and slot, save that the last track goes with the one before.
 * Bursts, which meet slow paths, between rests, in which hits can become many. */
static void *write_until_stopped(void *argument) {
  const uint32_t writer = *(const uint32_t *)argument;
  uint64_t random = 0x9E3779B97F4A7C15u + writer;
  while (!atomic_load(&stop)) {
    uint64_t dice = next_random(&random);
    if (dice % 8 == 0) {
      renew(&slots[dice / 8 % (SLOTS / WRITERS) * WRITERS + writer]);
    } else {
      uint32_t chosen = (uint32_t)(dice / 8 % ((CHAIN + 1) / WRITERS) * WRITERS + writer);
      if (chosen >= GROUPS && chosen < CHAIN && dice / 4096 % 8 == 0)
        publish_nothing(&tracks[chosen]);
      publish(&tracks[chosen]);
      if (chosen == CHAIN) publish(&tracks[CHAIN + 1]);
    }
    dice = next_random(&random);
    if (dice % 16 == 0) pause_for(dice / 16 % 200000);
    if (dice % 512 == 1) pause_for(5000000);
  }
  return NULL;
}

/* ---- Looking -------------------------------------------------------------------------------- */

/* What is known about the version of a track after a look: its residue modulo a power of two. */
typedef struct sight {
  uint32_t residue, width;
} sight;

static const sight dead = {3, 4}, anything = {0, 1};

/* The bounds of the version during a call. */
typedef struct window {
  uint32_t completed, witnessed, started;
} window;

static void open_window(window *bounds, const track *on) {
  bounds->witnessed = atomic_load(&on->witnessed);
  bounds->completed = atomic_load(&on->completed);
}

static void close_window(window *bounds, const track *on) {
  bounds->started = atomic_load(&on->started);
}

/* The first version from `low` that looks like that. */
static uint32_t first_version(sight seen, uint32_t low) {
  return low + ((seen.residue - low) & (seen.width - 1));
}

/* What a subject resolves to when its track's color is unregistered: a name is looked up late. */
static dyncolor_status death(const subject *it) {
  return it->named ? DYNCOLOR_ERROR_UNKNOWN_NAME : DYNCOLOR_ERROR_STALE_ID;
}

/* The same for the mean of two colors that change together, which is opaque: of two versions it
 * would have a half, or be of a version that never was. */
static bool decode_mean(const subject *it, const dyncolor_rgba *color, code *value) {
  const uint32_t version = (uint32_t)(color->r * (float)STEPS);
  const uint32_t marker = (uint32_t)(color->b * (float)STEPS);
  *value = (code){version, it->number, marker};
  return color->r == (float)version / (float)STEPS && color->b == (float)marker / (float)STEPS &&
         color->g == (float)it->sum / 2 / (float)STEPS && color->a == 1;
}

/* Whether the result of a look is one of the subject at all, and what it tells. */
static bool recognize(const subject *it, const scene *in, dyncolor_status status,
                      const dyncolor_rgba *color, sight *seen) {
  const track *on = &tracks[it->track];
  code value;
  if (status == death(it) && on->mortal && !it->semantic) {
    *seen = dead;
    return true;
  }
  if (status != DYNCOLOR_OK) {
    fail(CURRENT, "%s: %s", it->name, dyncolor_status_name(status));
    return false;
  }
  if (!(it->sum != 0 ? decode_mean(it, color, &value) : decode(color, &value))) {
    fail(it->sum != 0 ? BATCHES : CURRENT, "%s: torn: %a %a %a %a", it->name, (double)color->r,
         (double)color->g, (double)color->b, (double)color->a);
    return false;
  }
  if (value.marker != (value.number & DEEP ? in->deep_marker : in->marker)) {
    fail(CURRENT, "%s: of environment %u, not %u", it->name, value.marker, in->marker);
    return false;
  }
  *seen = (sight){value.version, on->width};
  if (it->semantic && value.number == FALLBACK) {
    *seen = in->night ? dead : anything;
    return true;
  }
  if (value.number != it->number || (it->semantic && !in->night)) {
    fail(CURRENT, "%s: the value of color %u, not %u", it->name, value.number, it->number);
    return false;
  }
  if (on->mortal && value.version % 4 == 3) {
    fail(CURRENT, "%s: a version that was never published", it->name);
    return false;
  }
  return true;
}

static void raise_to(_Atomic uint32_t *number, uint32_t value) {
  uint32_t old = atomic_load(number);
  while (old < value && !atomic_compare_exchange_weak(number, &old, value)) continue;
}

/* Whether it was so at some instant of the call, and not before what had been seen before it. */
static void check_sight(const subject *it, sight seen, const window *bounds, const char *call) {
  track *on = &tracks[it->track];
  uint32_t low = bounds->completed, version = first_version(seen, low);
  if (version > bounds->started) {
    fail(CURRENT, "%s of %s: version %u mod %u, not of %u to %u", call, it->name, seen.residue,
         seen.width, low, bounds->started);
    return;
  }
  if (low < bounds->witnessed) low = bounds->witnessed;
  version = first_version(seen, low);
  if (version > bounds->started)
    fail(on->count > 1 ? BATCHES : ORDER, "%s of %s: version %u mod %u after %u was seen", call,
         it->name, seen.residue, seen.width, low);
  else
    raise_to(&on->witnessed, version);
}

typedef struct reader {
  pthread_t thread;
  uint64_t random, resolves;
} reader;

static void look_at_one(reader *me, const scene *in) {
  const subject *it = &subjects[next_random(&me->random) % subject_count];
  dyncolor_rgba color = {0};
  window bounds;
  sight seen;
  open_window(&bounds, &tracks[it->track]);
  dyncolor_status status = dyncolor_resolve(theme, it->id, &in->environment, &color, NULL);
  close_window(&bounds, &tracks[it->track]);
  if (recognize(it, in, status, &color, &seen))
    check_sight(it, seen, &bounds, "dyncolor_resolve");
  me->resolves++;
}

/* A look at what is in a slot. It may come to its end during the call, but not before. */
typedef struct look {
  const slot *at;
  dyncolor_id id;
  uint32_t life, ended;
} look;

static void open_look(look *from, const slot *at) {
  const uint64_t word = atomic_load(&at->word);
  *from = (look){at, (dyncolor_id)(word >> 32), (uint32_t)word, atomic_load(&at->ended)};
}

static void check_look(const look *from, const scene *in, dyncolor_status status,
                       const dyncolor_rgba *color, const char *call) {
  const uint32_t ending = atomic_load(&from->at->ending);
  code value;
  if (from->life == 0) return;
  if (status == DYNCOLOR_OK) {
    if (from->life <= from->ended) fail(STALE, "%s resolves an id that is stale", call);
    if (!decode(color, &value) || value.version != from->life % VERSIONS ||
        value.number != SLOT_NUMBER + (uint32_t)(from->at - slots) || value.marker != in->marker)
      fail(STALE, "%s resolves an id to the value of another", call);
  } else if (status != DYNCOLOR_ERROR_STALE_ID) {
    fail(STALE, "%s of an id that was given out: %s", call, dyncolor_status_name(status));
  } else if (from->life > ending) {
    fail(STALE, "%s of an id that is registered: it is stale", call);
  }
}

static void look_at_a_slot(reader *me, const scene *in) {
  dyncolor_rgba color = {0};
  look from;
  open_look(&from, &slots[next_random(&me->random) % SLOTS]);
  dyncolor_status status = dyncolor_resolve(theme, from.id, &in->environment, &color, NULL);
  if (from.life == 0 && status != DYNCOLOR_ERROR_FOREIGN_ID) fail(STALE, "no id is an id");
  check_look(&from, in, status, &color, "dyncolor_resolve");
  me->resolves++;
}

/* A look at all subjects, and all slots. */
typedef struct panorama {
  window bounds[TRACKS];
  dyncolor_status statuses[MOST_SUBJECTS];
  dyncolor_rgba colors[MOST_SUBJECTS];
  look slots[SLOTS];
} panorama;

static void open_windows(panorama *all) {
  for (uint32_t i = 0; i < SLOTS; i++) open_look(&all->slots[i], &slots[i]);
  for (uint32_t i = 0; i < TRACKS; i++) open_window(&all->bounds[i], &tracks[i]);
}

static void close_windows(panorama *all) {
  for (uint32_t i = 0; i < TRACKS; i++) close_window(&all->bounds[i], &tracks[i]);
}

/* With `instant`, all subjects have to be as they were together. */
static void check_panorama(const panorama *all, const scene *in, bool instant, const char *call) {
  sight sights[TRACKS];
  for (uint32_t i = 0; i < TRACKS; i++) sights[i] = anything;
  for (uint32_t i = 0; i < subject_count; i++) {
    const subject *it = &subjects[i];
    sight seen, *known = &sights[it->track];
    if (!recognize(it, in, all->statuses[i], &all->colors[i], &seen)) continue;
    check_sight(it, seen, &all->bounds[it->track], call);
    if (seen.width == 1 || !instant) continue;
    if (known->width == 1)
      *known = seen;
    else if (known->width != seen.width || known->residue != seen.residue)
      fail(tracks[it->track].count > 1 ? BATCHES : INSTANT,
           "%s has %s at version %u mod %u, and others of its track at %u mod %u", call, it->name,
           seen.residue, seen.width, known->residue, known->width);
  }
  if (instant && (sights[CHAIN].residue - sights[CHAIN + 1].residue) % VERSIONS > 1)
    fail(INSTANT, "%s has version %u of what is published first, and %u of what is next", call,
         sights[CHAIN].residue, sights[CHAIN + 1].residue);
}

static void look_at_a_list(const scene *in) {
  enum { STRIDE = 24 };
  unsigned char pixels[(MOST_SUBJECTS + SLOTS) * STRIDE];
  dyncolor_id ids[MOST_SUBJECTS + SLOTS];
  dyncolor_status statuses[MOST_SUBJECTS + SLOTS];
  panorama all;
  open_windows(&all);
  for (uint32_t i = 0; i < subject_count; i++) ids[i] = subjects[i].id;
  for (uint32_t i = 0; i < SLOTS; i++) ids[subject_count + i] = all.slots[i].id;
  expect_ok(dyncolor_resolve_list(theme, ids, subject_count + SLOTS, &in->environment,
                                  DYNCOLOR_LAYOUT_FLOAT4, pixels, STRIDE, statuses, NULL),
            "dyncolor_resolve_list");
  close_windows(&all);
  for (uint32_t i = 0; i < subject_count; i++) {
    memcpy(&all.colors[i], pixels + i * STRIDE, sizeof all.colors[i]);
    all.statuses[i] = statuses[i];
  }
  check_panorama(&all, in, true, "dyncolor_resolve_list");
  for (uint32_t i = 0; i < SLOTS; i++) {
    dyncolor_rgba color;
    memcpy(&color, pixels + (subject_count + i) * STRIDE, sizeof color);
    check_look(&all.slots[i], in, statuses[subject_count + i], &color, "dyncolor_resolve_list");
  }
}

/* The colors of a table by row. Black stands for what could not be resolved. */
static void take_rows(panorama *all, const dyncolor_rgba *table) {
  static const dyncolor_rgba black;
  for (uint32_t i = 0; i < subject_count; i++) {
    all->colors[i] = table[DYNCOLOR_ROW(subjects[i].id)];
    all->statuses[i] =
        memcmp(&all->colors[i], &black, sizeof black) == 0 ? death(&subjects[i]) : DYNCOLOR_OK;
  }
}

static void look_at_a_table(const scene *in) {
  const size_t rows = dyncolor_theme_rows(theme);
  dyncolor_rgba *table = calloc(rows, sizeof *table);
  panorama all;
  open_windows(&all);
  expect_ok(dyncolor_resolve_all(theme, &in->environment, DYNCOLOR_LAYOUT_FLOAT4, table, rows,
                                 sizeof *table, NULL),
            "dyncolor_resolve_all");
  close_windows(&all);
  take_rows(&all, table);
  check_panorama(&all, in, false, "dyncolor_resolve_all");
  free(table);
}

static void look_for_a_name(reader *me) {
  const subject *it = &subjects[next_random(&me->random) % subject_count];
  const track *on = &tracks[it->track];
  const bool dies = on->mortal && it == &subjects[on->first];
  dyncolor_id id = DYNCOLOR_ID_NONE;
  window bounds;
  open_window(&bounds, on);
  dyncolor_status status = dyncolor_theme_find_n(theme, it->name, DYNCOLOR_NUL_TERMINATED, &id,
                                                 NULL);
  close_window(&bounds, on);
  if (status == DYNCOLOR_OK && id == it->id) {
    if (dies && bounds.completed % 4 == 3 && bounds.started == bounds.completed)
      fail(CURRENT, "dyncolor_theme_find_n finds %s, which is unregistered", it->name);
  } else if (status == DYNCOLOR_ERROR_UNKNOWN_NAME && dies) {
    check_sight(it, dead, &bounds, "dyncolor_theme_find_n");
  } else {
    fail(CURRENT, "dyncolor_theme_find_n of %s: %s", it->name, dyncolor_status_name(status));
  }
}

static void look_at_the_generation(void) {
  uint64_t low = atomic_load(&witnessed_generation);
  uint64_t seen = dyncolor_theme_generation(theme);
  if (seen < low) fail(GENERATION, "%" PRIu64 " after %" PRIu64 " had been seen", seen, low);
  while (low < seen && !atomic_compare_exchange_weak(&witnessed_generation, &low, seen)) continue;
}

/* ---- Snapshots ------------------------------------------------------------------------------ */

/* A snapshot and what it was when it was made. */
typedef struct keepsake {
  dyncolor_snapshot *snapshot;
  const scene *in;
  uint64_t generation;
  size_t rows;
  dyncolor_rgba *colors;
  dyncolor_status statuses[MOST_SUBJECTS];
  uint32_t lives[SLOTS];
} keepsake;

/* Threads hand keepsakes on, so that each is looked at by another thread some time later. */
enum { SHELVES = 8 };
static keepsake *_Atomic shelves[SHELVES];

static void look_at_a_keepsake(const keepsake *kept) {
  dyncolor_environment environment;
  uint64_t generation;
  size_t rows;
  const dyncolor_rgba *colors = dyncolor_snapshot_colors(kept->snapshot, &rows);
  if (rows != kept->rows || memcmp(colors, kept->colors, rows * sizeof *colors) != 0)
    fail(KEPT, "a snapshot has other colors than before");
  dyncolor_snapshot_origin(kept->snapshot, &generation, &environment);
  if (generation != kept->generation ||
      memcmp(&environment, &kept->in->environment, sizeof environment) != 0)
    fail(KEPT, "a snapshot has another origin than before");
  for (uint32_t i = 0; i < subject_count; i++) {
    dyncolor_rgba color;
    dyncolor_status status =
        dyncolor_snapshot_resolve(kept->snapshot, subjects[i].id, &color, NULL);
    if (status != kept->statuses[i] ||
        (status == DYNCOLOR_OK &&
         memcmp(&color, &kept->colors[DYNCOLOR_ROW(subjects[i].id)], sizeof color) != 0))
      fail(KEPT, "a snapshot resolves %s to another color than before", subjects[i].name);
  }
  for (uint32_t i = 0; i < SLOTS; i++) {
    const uint64_t word = atomic_load(&slots[i].word);
    const uint32_t life = (uint32_t)word;
    dyncolor_rgba color;
    code value;
    dyncolor_status status =
        dyncolor_snapshot_resolve(kept->snapshot, (dyncolor_id)(word >> 32), &color, NULL);
    if (life > kept->lives[i] && status != DYNCOLOR_ERROR_NOT_IN_SNAPSHOT)
      fail(LATER, "an id that was given out after a snapshot was made is to it: %s",
           dyncolor_status_name(status));
    if (life != 0 && status == DYNCOLOR_OK &&
        (!decode(&color, &value) || value.version != life % VERSIONS ||
         value.number != SLOT_NUMBER + i || value.marker != kept->in->marker))
      fail(STALE, "a snapshot resolves an id to the value of another");
  }
}

static void discard(keepsake *kept) {
  if (kept == NULL) return;
  look_at_a_keepsake(kept);
  dyncolor_snapshot_release(kept->snapshot);
  free(kept->colors);
  free(kept);
}

static void look_at_a_snapshot(reader *me, const scene *in) {
  keepsake *kept = calloc(1, sizeof *kept);
  const uint64_t low = atomic_load(&witnessed_generation);
  dyncolor_environment environment;
  panorama all;
  kept->in = in;
  open_windows(&all);
  const uint64_t before = dyncolor_theme_generation(theme);
  dyncolor_status status =
      dyncolor_snapshot_create(theme, &in->environment, &kept->snapshot, NULL);
  const uint64_t after = dyncolor_theme_generation(theme);
  close_windows(&all);
  if (status != DYNCOLOR_OK) {
    expect_ok(status, "dyncolor_snapshot_create");
    free(kept);
    return;
  }
  for (uint32_t i = 0; i < SLOTS; i++) kept->lives[i] = atomic_load(&slots[i].started);
  dyncolor_snapshot_origin(kept->snapshot, &kept->generation, &environment);
  if (kept->generation < before || kept->generation > after || kept->generation < low)
    fail(GENERATION, "a snapshot of %" PRIu64 " is made between %" PRIu64 " and %" PRIu64,
         kept->generation, before, after);
  const dyncolor_rgba *colors = dyncolor_snapshot_colors(kept->snapshot, &kept->rows);
  kept->colors = malloc(kept->rows * sizeof *colors);
  memcpy(kept->colors, colors, kept->rows * sizeof *colors);
  take_rows(&all, colors);
  for (uint32_t i = 0; i < subject_count; i++) {
    dyncolor_rgba color;
    kept->statuses[i] = dyncolor_snapshot_resolve(kept->snapshot, subjects[i].id, &color, NULL);
    if (kept->statuses[i] != all.statuses[i])
      fail(INSTANT, "%s is in a snapshot's table, and resolves to %s", subjects[i].name,
           dyncolor_status_name(kept->statuses[i]));
  }
  check_panorama(&all, in, true, "dyncolor_snapshot_create");
  for (uint32_t i = 0; i < SLOTS; i++) {
    dyncolor_rgba color = {0};
    if (all.slots[i].life == 0) continue;
    status = dyncolor_snapshot_resolve(kept->snapshot, all.slots[i].id, &color, NULL);
    check_look(&all.slots[i], in, status, &color, "dyncolor_snapshot_resolve");
  }
  look_at_a_keepsake(kept);
  discard(atomic_exchange(&shelves[next_random(&me->random) % SHELVES], kept));
}

/* Most looks are at a few environments, which change from time to time, so that there are hits; the
 * others are at all environments, more than the budget holds, so that they displace each other. */
static void *read_until_stopped(void *argument) {
  reader *me = argument;
  for (uint32_t round = 0; !atomic_load(&stop); round++) {
    const uint64_t dice = next_random(&me->random);
    const uint32_t hot = round / 65536 * 7 + (uint32_t)(dice % 4) * 29;
    const scene *in = &scenes[dice / 4 % 16 == 0 ? dice / 64 % SCENES : hot % SCENES];
    const uint64_t choice = dice / 65536 % 2048;
    if (choice == 0) look_at_a_list(in);
    else if (choice == 1) look_at_a_table(in);
    else if (choice == 2) look_at_a_snapshot(me, in);
    else if (choice == 3) expect_ok(dyncolor_theme_prepare(theme, &in->environment, NULL),
                                    "prepare");
    else if (choice % 16 == 4) look_at_a_slot(me, in);
    else if (choice % 64 == 5) look_for_a_name(me);
    else if (choice % 64 == 6) look_at_the_generation();
    else look_at_one(me, in);
  }
  atomic_fetch_add(&resolves, me->resolves);
  return NULL;
}

/* ---- The run -------------------------------------------------------------------------------- */

static subject *add_subject(uint32_t on, recipe made, const char *name) {
  subject *it = &subjects[subject_count++];
  it->track = on;
  it->recipe = made;
  it->number = subject_count | (made == PROVIDER ? DEEP : 0);
  snprintf(it->name, sizeof it->name, "%s", name);
  expect_ok(dyncolor_theme_declare_n(theme, it->name, DYNCOLOR_NUL_TERMINATED, &it->id, NULL),
            "dyncolor_theme_declare_n");
  return it;
}

static recipe recipe_of(uint32_t on, uint32_t member) {
  static const recipe members[MEMBERS] = {VARIANTS, VARIANTS, CSS, VARIANTS, PROVIDER, ALL};
  if (on >= GROUPS && on < CHAIN) return members[member];
  if (on >= COMPUTED && on < CHANGING) return PROVIDER;
  if (on < COMPUTED) return on % 2 == 1 ? CSS : VARIANTS;
  return on >= CHANGING && on < SWITCHED ? ALL : VARIANTS;
}

static void add_track(uint32_t number) {
  track *on = &tracks[number];
  char name[24];
  on->first = subject_count;
  on->count = number >= GROUPS && number < CHAIN ? MEMBERS : 1;
  on->mortal = number >= MORTAL && number <= NIGHT;
  on->width = VERSIONS;
  for (uint32_t i = 0; i < on->count; i++) {
    snprintf(name, sizeof name, "color %u.%u", number, i);
    add_subject(number, recipe_of(number, i), number == NIGHT ? "Night/primary" : name);
  }
  if (number >= LAYERED && number < MORTAL) {
    snprintf(name, sizeof name, "layer %u", number);
    expect_ok(dyncolor_layer_declare_n(theme, name, DYNCOLOR_NUL_TERMINATED, DYNCOLOR_LAYER_USER,
                                       &on->layer, NULL),
              "dyncolor_layer_declare_n");
  }
  if (number >= SWITCHED && number < GROUPS) {
    on->width = TARGETS;
    for (uint32_t i = 0; i < TARGETS; i++) {
      dyncolor_variant variants[COMBINATIONS];
      fill_variants(variants, i, subjects[on->first].number);
      expect_ok(dyncolor_register_variants_n(theme, NULL, 0, variants, COMBINATIONS,
                                             &targets[number - SWITCHED][i], NULL),
                "dyncolor_register_variants_n");
    }
  }
  expect_ok(publish_version(on, 0), "dyncolor_register");
}

/* A color as an expression refers to it. */
static const char *reference(char text[64], const subject *to) {
  char *end = text + sprintf(text, "var(--");
  for (const char *from = to->name; *from != 0; *end++ = *from++)
    if (strchr(" ./", *from) != NULL) *end++ = '\\';
  memcpy(end, ")", 2);
  return text;
}

static void register_css(const subject *it, const char *text) {
  expect_ok(dyncolor_register_css_n(theme, it->name, DYNCOLOR_NUL_TERMINATED, text,
                                    DYNCOLOR_NUL_TERMINATED, NULL, NULL),
            "dyncolor_register_css_n");
}

/* The mean of two colors of a batch. */
static void add_mean(uint32_t number) {
  char name[24], references[2][64], text[200];
  const subject *first = &subjects[tracks[number].first];
  snprintf(name, sizeof name, "mean %u", number);
  subject *it = add_subject(number, VARIANTS, name);
  it->sum = first[0].number + first[2].number;
  snprintf(text, sizeof text, "color-mix(in srgb, alpha(from %s / 1), alpha(from %s / 1))",
           reference(references[0], &first[0]), reference(references[1], &first[2]));
  register_css(it, text);
}

/* An alias, an alias of the alias, a provider that computes from that, a provider that answers with
 * the id of the other, and two colors in CSS, of which one refers to the color itself, and one
 * reckons with the alias. Theirs is the track of what they follow. */
static void add_followers(uint32_t number) {
  const subject *base = &subjects[tracks[number].first];
  subject *chain[FOLLOWERS];
  relation *links = &relations[2 * number];
  for (uint32_t i = 0; i < FOLLOWERS; i++) {
    char name[24];
    snprintf(name, sizeof name, "follower %u.%u", number, i);
    chain[i] = add_subject(number, VARIANTS, name);
    chain[i]->number =
        i == 2 || i == 3 ? chain[2]->number | (base->number & DEEP) : base->number;
  }
  chain[4]->named = true;
  char name[64], text[100];
  register_css(chain[4], reference(name, base));
  snprintf(text, sizeof text, "alpha(from %s / alpha)", reference(name, chain[0]));
  register_css(chain[5], text);
  links[0] = (relation){chain[1]->id, DYNCOLOR_ID_NONE, chain[2]->number, base->number};
  links[1] = (relation){chain[2]->id, DYNCOLOR_ID_NONE, 0, 0};
  if (tracks[number].count > 1) links[0].twin = base[tracks[number].count - 1].id;
  /* The last comes first: what it refers to is only declared by now. */
  expect_ok(dyncolor_register_provider_n(theme, chain[3]->name, DYNCOLOR_NUL_TERMINATED, provide_id,
                                         &links[1], NULL, NULL, NULL),
            "dyncolor_register_provider_n");
  expect_ok(dyncolor_register_provider_n(theme, chain[2]->name, DYNCOLOR_NUL_TERMINATED,
                                         provide_derived, &links[0], NULL, NULL, NULL),
            "dyncolor_register_provider_n");
  expect_ok(dyncolor_register_alias_n(theme, chain[1]->name, DYNCOLOR_NUL_TERMINATED, chain[0]->id,
                                      NULL, NULL),
            "dyncolor_register_alias_n");
  expect_ok(dyncolor_register_alias_n(theme, chain[0]->name, DYNCOLOR_NUL_TERMINATED, base->id,
                                      NULL, NULL),
            "dyncolor_register_alias_n");
}

/* The fallback of the semantic color, that color, and the color that meddles. */
static void add_fixed(void) {
  static relation meddling;
  dyncolor_variant variants[COMBINATIONS];
  dyncolor_id fallback;
  subject *it;
  fill_variants(variants, 0, FALLBACK);
  expect_ok(dyncolor_register_variants_n(theme, "fallback", 8, variants, COMBINATIONS, &fallback,
                                         NULL),
            "dyncolor_register_variants_n");
  it = add_subject(NIGHT, VARIANTS, "semantic");
  it->semantic = true;
  it->number = subjects[tracks[NIGHT].first].number;
  expect_ok(dyncolor_register_semantic_n(theme, it->name, DYNCOLOR_NUL_TERMINATED, "primary", 7,
                                         PART_ID(fallback), NULL, NULL),
            "dyncolor_register_semantic_n");
  tracks[FIXED].width = 1;
  it = add_subject(FIXED, VARIANTS, "meddler");
  meddling = (relation){fallback, DYNCOLOR_ID_NONE, it->number, 0};
  expect_ok(dyncolor_register_provider_n(theme, it->name, DYNCOLOR_NUL_TERMINATED,
                                         provide_and_meddle, &meddling, NULL, NULL, NULL),
            "dyncolor_register_provider_n");
}

/* Colors that only take room, so that the others lie far apart. */
static void add_fillers(void) {
  static dyncolor_definition definitions[FILLERS];
  static dyncolor_variant variants[FILLERS];
  for (uint32_t i = 0; i < FILLERS; i++) {
    variants[i].part.color = encode(i, 0, 0);
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].kind = DYNCOLOR_KIND_VARIANTS;
    definitions[i].variants = &variants[i];
    definitions[i].variant_count = 1;
  }
  expect_ok(dyncolor_register(theme, definitions, FILLERS, NULL, NULL), "dyncolor_register");
}

/* ---- Observing ------------------------------------------------------------------------------ */

/* Generations between; whether it is being called; and how often it was destroyed. */
static _Atomic uint64_t observed_from, observed;
static _Atomic int observer_inside, observer_destroyed;

/* Told of every generation, in their order, by one thread at a time, in whatever thread. */
static void observe(dyncolor_theme *its_theme, const dyncolor_change *change, void *user_data) {
  (void)user_data;
  if (atomic_fetch_add(&observer_inside, 1) != 0) fail(OBSERVERS, "two calls at once");
  if (its_theme != theme) fail(OBSERVERS, "a call for another theme");
  if (change->generation != atomic_load(&observed) + 1)
    fail(OBSERVERS, "%" PRIu64 " after %" PRIu64, change->generation, atomic_load(&observed));
  if (dyncolor_theme_generation(its_theme) < change->generation)
    fail(OBSERVERS, "a change is told before it is published");
  for (size_t i = 1; i < change->count; i++)
    if (DYNCOLOR_ROW(change->ids[i]) <= DYNCOLOR_ROW(change->ids[i - 1]))
      fail(OBSERVERS, "ids are not in the order of their rows");
  atomic_store(&observed, change->generation);
  atomic_fetch_sub(&observer_inside, 1);
}

static void destroy_observer(void *user_data) {
  (void)user_data;
  if (atomic_load(&observer_inside) != 0) fail(OBSERVERS, "destroyed during a call");
  atomic_fetch_add(&observer_destroyed, 1);
}

static void begin_to_observe(void) {
  uint64_t observation;
  atomic_store(&observer_destroyed, 0);
  atomic_store(&observed, dyncolor_theme_generation(theme));
  atomic_store(&observed_from, atomic_load(&observed));
  expect_ok(dyncolor_theme_observe(theme, observe, NULL, destroy_observer, &observation, NULL),
            "dyncolor_theme_observe");
}

/* Followers are added for every `step`th track. */
static bool make_theme(uint32_t step) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  uint32_t other_axis;
  memset(tracks, 0, sizeof tracks);
  memset(slots, 0, sizeof slots);
  memset(subjects, 0, sizeof subjects);
  subject_count = 0;
  atomic_store(&witnessed_generation, 0);
  options.resize = heap_resize;
  options.resize_user_data = &theme_heap;
  options.memory_budget = 256 * 1024;
  if (dyncolor_theme_create(&options, &theme, NULL) != DYNCOLOR_OK) return false;
  expect_ok(dyncolor_axis_declare_n(theme, "other", 5, &other_axis, NULL),
            "dyncolor_axis_declare_n");
  expect_ok(dyncolor_axis_declare_n(theme, "mood", 4, &custom_axis, NULL),
            "dyncolor_axis_declare_n");
  expect_ok(dyncolor_palette_declare_n(theme, "Night", 5, &night_palette, NULL),
            "dyncolor_palette_declare_n");
  make_scenes();
  for (uint32_t i = 0; i < FIXED; i++) {
    add_track(i);
    if (i == FIXED / 2) add_fillers();
  }
  for (uint32_t i = 0; i < FIXED; i += step) add_followers(i);
  for (uint32_t i = GROUPS; i < CHAIN; i++) add_mean(i);
  add_fixed();
  return true;
}

static void run(uint32_t step, uint64_t nanoseconds, bool is_observed) {
  reader *readers = calloc(option_readers, sizeof *readers);
  pthread_t writers[WRITERS];
  uint32_t writer_numbers[WRITERS];
  reader last = {.random = 1};
  const bool is_made = make_theme(step);
  CHECK(is_made);
  if (!is_made) {
    free(readers);
    return;
  }
  if (is_observed) begin_to_observe();
  atomic_store(&stop, false);
  for (uint32_t i = 0; i < option_readers; i++) {
    readers[i].random = (i + 1) * 0xD1342543DE82EF95u;
    CHECK(pthread_create(&readers[i].thread, NULL, read_until_stopped, &readers[i]) == 0);
  }
  for (uint32_t i = 0; i < WRITERS; i++) {
    writer_numbers[i] = i;
    CHECK(pthread_create(&writers[i], NULL, write_until_stopped, &writer_numbers[i]) == 0);
  }
  pause_for(nanoseconds);
  atomic_store(&stop, true);
  for (uint32_t i = 0; i < WRITERS; i++) pthread_join(writers[i], NULL);
  for (uint32_t i = 0; i < option_readers; i++) pthread_join(readers[i].thread, NULL);

  /* Now the windows are single versions: everything must be of the last one. */
  for (uint32_t i = 0; i < SCENES; i++) {
    for (int j = 0; j < 50; j++) look_at_one(&last, &scenes[i]);
    look_at_a_snapshot(&last, &scenes[i]);
  }
  if (is_observed && atomic_load(&observed) != dyncolor_theme_generation(theme))
    fail(OBSERVERS, "told up to %" PRIu64 " only", atomic_load(&observed));
  if (is_observed && atomic_load(&observer_destroyed) != 0) fail(OBSERVERS, "destroyed too early");
  dyncolor_theme_release(theme);
  theme = NULL;
  if (is_observed && atomic_load(&observer_destroyed) != 1) fail(OBSERVERS, "not destroyed once");
  for (uint32_t i = 0; i < SHELVES; i++) discard(atomic_exchange(&shelves[i], NULL));
  free(readers);
}

/* Once with many colors that depend on others, and once with few: the fewer a change concerns, the
 * more a library may leave as it is, rightly or not. And once observed. */
static void values_are_current(void) {
  run(1, option_seconds * 300000000ull, false);
  run(8, option_seconds * 300000000ull, false);
  run(4, option_seconds * 400000000ull, true);
  printf("# %" PRIu64 " resolves, %" PRIu64 " publishes, %d environments, %" PRIu64
         " calls of providers\n",
         atomic_load(&resolves), atomic_load(&publishes), SCENES, atomic_load(&provider_calls));
  CHECK(atomic_load(&resolves) > 0);
  CHECK(atomic_load(&publishes) > 0);
  CHECK(failures[CURRENT] == 0);
}

static void colors_do_not_go_back(void) { CHECK(failures[ORDER] == 0); }
static void batches_are_whole(void) { CHECK(failures[BATCHES] == 0); }
static void snapshots_are_of_an_instant(void) { CHECK(failures[INSTANT] == 0); }
static void snapshots_keep(void) { CHECK(failures[KEPT] == 0); }
static void later_ids_are_not_known(void) { CHECK(failures[LATER] == 0); }
static void generation_grows(void) { CHECK(failures[GENERATION] == 0); }
static void no_other_call_fails(void) { CHECK(failures[CALLS] == 0); }

/* An id is a place and a count of its uses, which must not go around. */
static void stale_ids_stay_stale(void) {
  enum { LIVES = 10000 };
  static dyncolor_id ids[LIVES];
  const dyncolor_color color = encode(1, 1, 1);
  dyncolor_theme *in;
  dyncolor_rgba seen;
  unsigned wrong = 0, revived = 0, foreign = 0;
  CHECK(failures[STALE] == 0);
  CHECK(dyncolor_theme_create(NULL, &in, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < LIVES; i++) {
    CHECK(dyncolor_register_color_n(in, NULL, 0, &color, &ids[i], NULL) == DYNCOLOR_OK);
    if (i % 2 == 0) wrong += dyncolor_resolve(in, ids[i], NULL, &seen, NULL) != DYNCOLOR_OK;
    if (i < LIVES - 1) CHECK(dyncolor_unregister(in, ids[i], NULL) == DYNCOLOR_OK);
  }
  CHECK(wrong == 0);
  for (int i = 0; i < LIVES - 1; i++) {
    const dyncolor_status status = dyncolor_resolve(in, ids[i], NULL, &seen, NULL);
    revived += status == DYNCOLOR_OK;
    foreign += status == DYNCOLOR_ERROR_FOREIGN_ID;
  }
  CHECK(revived == 0);
  CHECK(foreign == 0);
  dyncolor_theme_release(in);
}

static void observers_are_told_in_order(void) {
  printf("# %" PRIu64 " changes were told\n", atomic_load(&observed) - atomic_load(&observed_from));
  CHECK(failures[OBSERVERS] == 0);
  CHECK(atomic_load(&observed) > atomic_load(&observed_from));
}

static void providers_live(void) {
  CHECK(failures[PROVIDERS] == 0);
  CHECK(atomic_load(&provider_calls) > 0);
  CHECK(atomic_load(&sources_taken) == atomic_load(&sources_destroyed));
}

static void everything_is_freed(void) {
  CHECK(atomic_load(&theme_heap.live) == 0);
  CHECK(atomic_load(&theme_heap.wrong_sizes) == 0);
}

/* ---- A million publishes -------------------------------------------------------------------- */

typedef struct tally {
  unsigned made, destroyed;
} tally;

/* On the C heap, so that a sanitizer tells a late call or a second destruction. */
typedef struct box {
  tally *counts;
  uint32_t version, number;
} box;

static dyncolor_status provide_box(dyncolor_context *context, dyncolor_answer *answer,
                                   void *user_data) {
  const box *opened = user_data;
  answer->color = encode(opened->version, opened->number, context_marker(context, 0));
  return DYNCOLOR_OK;
}

static void destroy_box(void *user_data) {
  box *opened = user_data;
  opened->counts->destroyed++;
  free(opened);
}

enum { COLORS = 50, SHAPES = 10, WARM_UP = 10000, SNAPSHOT_EVERY = 5000 };

/* Covers a color, whatever it is, by a provider, and takes that away again. */
static void cover_for_a_while(dyncolor_theme *in, const char *name, tally *counts) {
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  box *made = malloc(sizeof *made);
  *made = (box){counts, 0, 0};
  counts->made++;
  definition.name = name;
  definition.name_length = DYNCOLOR_NUL_TERMINATED;
  definition.kind = DYNCOLOR_KIND_PROVIDER;
  definition.layer = DYNCOLOR_LAYER_USER;
  definition.provider = provide_box;
  definition.user_data = made;
  definition.destroy = destroy_box;
  CHECK(dyncolor_register(in, &definition, 1, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_layer_clear(in, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
}

/* Publishes version `version` of a color, in one of several shapes; returns its status. */
static dyncolor_status publish_shape(dyncolor_theme *in, dyncolor_id id, uint32_t version,
                                     uint32_t number, uint32_t shape, tally *counts) {
  static const size_t sizes[SHAPES / 2] = {1, 2, COMBINATIONS, COMBINATIONS, 0};
  const size_t size = sizes[shape % (SHAPES / 2)];
  dyncolor_variant variants[COMBINATIONS];
  char name[24];
  snprintf(name, sizeof name, "color %u", number);
  if (shape == 8) cover_for_a_while(in, name, counts);
  if (shape == 9) {
    const dyncolor_color color = encode(version, number, 0);
    char css[160];
    snprintf(css, sizeof css, "if(style(--mood): red; else: color(srgb %.17g %.17g 0/%.17g))",
             color.c[0], color.c[1], color.alpha);
    return dyncolor_register_css_n(in, name, DYNCOLOR_NUL_TERMINATED, css, DYNCOLOR_NUL_TERMINATED,
                                   NULL, NULL);
  }
  if (size == 0) {
    box *made = malloc(sizeof *made);
    *made = (box){counts, version, number};
    counts->made++;
    return dyncolor_register_provider_n(in, name, DYNCOLOR_NUL_TERMINATED, provide_box, made,
                                        destroy_box, NULL, NULL);
  }
  if (shape == 3 && id != DYNCOLOR_ID_NONE) CHECK(dyncolor_unregister(in, id, NULL) == DYNCOLOR_OK);
  fill_variants(variants, version, number);
  for (size_t i = 0; i < size && size < COMBINATIONS; i++) {
    variants[i].contrast = variants[i].elevation = 0;
    if (size == 1) variants[i].scheme = 0;
  }
  return dyncolor_register_variants_n(in, name, DYNCOLOR_NUL_TERMINATED, variants, size, NULL,
                                      NULL);
}

/* In each round of all colors, each shape occurs equally often: what is registered after a whole
 * number of rounds takes equal memory, but for the values. */
static void publishes_take_constant_memory(void) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *in;
  heap memory = {0};
  tally counts = {0, 0};
  dyncolor_id ids[COLORS] = {DYNCOLOR_ID_NONE};
  size_t warm = 0;
  unsigned warm_boxes = 0, wrong = 0;
  make_scenes();
  options.resize = heap_resize;
  options.resize_user_data = &memory;
  options.memory_budget = 256 * 1024;
  const dyncolor_status made = dyncolor_theme_create(&options, &in, NULL);
  CHECK(made == DYNCOLOR_OK);
  if (made != DYNCOLOR_OK) return;
  for (uint32_t i = 0; i < option_publishes; i++) {
    const uint32_t color = i % COLORS, shape = (color + i / COLORS) % SHAPES;
    dyncolor_environment environment = scenes[i % 7].environment;
    dyncolor_rgba seen;
    code value;
    environment.palette = 0;
    memset(environment.custom, 0, sizeof environment.custom);
    wrong += publish_shape(in, ids[color], i, color + 1, shape, &counts) != DYNCOLOR_OK;
    if (i < COLORS) {
      char name[24];
      snprintf(name, sizeof name, "color %u", color + 1);
      CHECK(dyncolor_theme_find_n(in, name, DYNCOLOR_NUL_TERMINATED, &ids[color],
                                  NULL) == DYNCOLOR_OK);
    }
    if (i % 3 == 0)
      wrong += dyncolor_resolve(in, ids[color], &environment, &seen, NULL) != DYNCOLOR_OK ||
               !decode(&seen, &value) || value.version != i % VERSIONS || value.number != color + 1;
    if ((i + 1) % SNAPSHOT_EVERY == 0) {
      dyncolor_snapshot *snapshot = NULL;
      CHECK(dyncolor_snapshot_create(in, &environment, &snapshot, NULL) == DYNCOLOR_OK);
      dyncolor_snapshot_release(snapshot);
    }
    if (i + 1 == WARM_UP) {
      warm = atomic_load(&memory.live);
      warm_boxes = counts.made - counts.destroyed;
    }
  }
  const size_t live = atomic_load(&memory.live);
  printf("# %zu bytes after %d publishes, %zu after %u\n", warm, WARM_UP, live, option_publishes);
  CHECK(wrong == 0);
  CHECK(warm > 0);
  CHECK((live > warm ? live - warm : warm - live) <= 4096);
  CHECK(counts.made - counts.destroyed <= warm_boxes + COLORS);
  dyncolor_theme_release(in);
  CHECK(counts.made == counts.destroyed);
  CHECK(atomic_load(&memory.live) == 0);
  CHECK(atomic_load(&memory.wrong_sizes) == 0);
}

int main(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const unsigned value = (unsigned)strtoul(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--seconds") == 0) option_seconds = value;
    if (strcmp(argv[i], "--readers") == 0) option_readers = value;
    if (strcmp(argv[i], "--publishes") == 0) option_publishes = value;
  }
  if (option_publishes < WARM_UP) option_publishes = WARM_UP;
  /* A deadlock shall end the test, too. */
  alarm(option_seconds + (SANITIZED ? 900 : 300));
  CLAIM("every value was current during its call", values_are_current);
  CLAIM("no thread sees an older value after any thread has seen a newer one",
        colors_do_not_go_back);
  CLAIM("batches are seen as a whole", batches_are_whole);
  CLAIM("snapshots are of one version", snapshots_are_of_an_instant);
  CLAIM("snapshots keep their values, for other threads and after the theme", snapshots_keep);
  CLAIM("ids registered after a snapshot are not in it", later_ids_are_not_known);
  CLAIM("ids without a name are stale forever after their color is removed", stale_ids_stay_stale);
  CLAIM("providers live as long as they are called, and are destroyed once", providers_live);
  CLAIM("the generation never decreases, and grows with each change", generation_grows);
  CLAIM("observers receive each change once, in order", observers_are_told_in_order);
  CLAIM("no other call fails", no_other_call_fails);
  CLAIM("a theme under stress is freed to the last byte", everything_is_freed);
  CLAIM("a million publishes take constant memory", publishes_take_constant_memory);
  return CHECK_RESULT;
}
