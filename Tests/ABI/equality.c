/* Comparing and hashing the meanings of colors: it takes bounded time, however much there is to
 * compare, blocks no other thread, and equal colors have equal hashes. */
#include <dyncolor.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "parts.h"
#include "random.h"
#include "themes.h"

/* Where what is checked is slow and takes much of the stack. */
#ifdef __has_feature
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_LARGE_FRAMES
#endif
#endif
#ifdef HAS_LARGE_FRAMES
enum { IS_SLOW = 1 };
#else
enum { IS_SLOW = 0 };
#endif

static int is_brief;

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL, &id, &error) ==
        DYNCOLOR_OK);
  if (id == 0) printf("# %s: %.200s\n", error.message, text);
  return id;
}

/* ---- Much to compare ------------------------------------------------------------------------- */

enum { ROOM = 64 * 1024 };

static char text[2 * ROOM];
static size_t length;

static void add(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  length += (size_t)vsnprintf(text + length, sizeof text - length, format, arguments);
  va_end(arguments);
}

/* Registers the text that was added. */
static dyncolor_id end_text(dyncolor_theme *theme, const char *name) {
  dyncolor_id id = css(theme, name, text);
  length = 0;
  return id;
}

static const char *name_of(const char *kind, size_t number) {
  static char name[32];
  snprintf(name, sizeof name, "%s%zu", kind, number);
  return name;
}

/* A mix of so many bytes, or a bit more; with another start for another color. */
static dyncolor_id mix(dyncolor_theme *theme, const char *name, size_t size, const char *start) {
  add("color-mix(in oklch, %s", start);
  for (size_t i = 0; length < size; i++) add(", #%03zx", i & 0xFFF);
  add(")");
  return end_text(theme, name);
}

/* A table of so many subtypes, up or down, that all come to one color. */
static dyncolor_id subtypes(dyncolor_theme *theme, size_t count, int is_reversed,
                            const char *color) {
  add("--variants(any: %s", color);
  for (size_t i = 0; i < count; i++)
    add("; subtype(%s): %s", name_of("s", is_reversed ? count - 1 - i : i), color);
  add(")");
  return end_text(theme, NULL);
}

typedef struct couple {
  dyncolor_id one, other;
} couple;

/* Subtypes that all come to a long mix, in two orders. */
static couple many_subtypes(dyncolor_theme *theme, size_t size) {
  const size_t count = size / 80 < 200 ? size / 80 : 200;
  mix(theme, "mix", size / 2, "light-dark(red, blue)");
  return (couple){subtypes(theme, count, 0, "var(--mix)"),
                  subtypes(theme, count, 1, "var(--mix)")};
}

/* A table and a reference to it. */
static couple alias_of_subtypes(dyncolor_theme *theme, size_t size) {
  couple found = many_subtypes(theme, size);
  dyncolor_register_alias_n(theme, NULL, 0, found.one, &found.other, NULL);
  return found;
}

/* Each of some colors is the first of many times the next, which never has a value but the last. */
static couple many_firsts(dyncolor_theme *theme, size_t size) {
  const size_t count = size / (16 * 5);
  css(theme, "first0", "--variants(subtype(s0): red)");
  for (size_t level = 1; level < 5; level++) {
    add("--first(var(--first%zu)", level - 1);
    for (size_t i = 1; i < count; i++) add(", var(--first%zu)", level - 1);
    add(")");
    end_text(theme, name_of("first", level));
  }
  return (couple){css(theme, NULL, "--first(var(--first4), red)"),
                  css(theme, NULL, "--first(var(--first3), red)")};
}

/* The same of a mix, which has a value in the dark only. */
static couple firsts_of_mixes(dyncolor_theme *theme, size_t size) {
  const size_t count = size / (16 * 3);
  mix(theme, "n", size / 4, "if(media(prefers-color-scheme: dark): red)");
  for (size_t level = 0; level < 2; level++) {
    add("--first(var(--x%zu)", level);
    for (size_t i = 1; i < count; i++) add(", var(--%s)", level == 0 ? "n" : "x1");
    add(")");
    end_text(theme, name_of("x", level + 1));
  }
  return (couple){css(theme, NULL, "--first(var(--x2), red)"),
                  css(theme, NULL, "--first(var(--x1), red)")};
}

/* Contrasts that are searched for, in two orders. */
static couple many_searches(dyncolor_theme *theme, size_t size) {
  dyncolor_id ids[2];
  for (int copy = 0; copy < 2; copy++) {
    add("color-mix(in srgb, light-dark(red, %s)", copy == 0 ? "blue" : "lime");
    for (size_t i = 0; length < size; i++)
      add(", --ensure-contrast(light-dark(#%03zx, red), on #123, 4.5)", i & 0xFFF);
    add(")");
    ids[copy] = end_text(theme, NULL);
  }
  return (couple){ids[0], ids[1]};
}

/* Each color lies between the two before it, for contrasts that no other has. */
static couple many_contrasts(dyncolor_theme *theme, size_t size) {
  couple last = {css(theme, NULL, "red"), css(theme, NULL, "blue")};
  for (size_t i = 0; i < 30 && i * 256 < size; i++) {
    const couple before = last;
    dyncolor_variant variants[] = {
        {.contrast = (uint8_t)(100 - 3 * i), .part.id = before.one},
        {.contrast = (uint8_t)(102 + 3 * i), .part.id = before.other}};
    dyncolor_register_variants_n(theme, NULL, 0, variants, 2, &last.one, NULL);
    variants[0].part.id = before.other, variants[1].part.id = before.one;
    dyncolor_register_variants_n(theme, NULL, 0, variants, 2, &last.other, NULL);
  }
  return last;
}

/* Locales and schemes, in two orders. */
static couple many_locales(dyncolor_theme *theme, size_t size) {
  static dyncolor_variant variants[1024];
  couple ids;
  const size_t count = size / 256;
  for (int copy = 0; copy < 2; copy++) {
    for (size_t i = 0; i < count; i++)
      variants[copy == 0 ? i : count - 1 - i] = (dyncolor_variant){
          .locale = (uint16_t)(1 + i / 2), .scheme = (uint8_t)(1 + i % 2),
          .part.color = {.space = DYNCOLOR_SPACE_SRGB, .c = {(double)i / 1024, 0, 0}, .alpha = 1}};
    variants[count] = (dyncolor_variant){.part.color = {.space = DYNCOLOR_SPACE_SRGB, .alpha = 1}};
    CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, count + 1,
                                       copy == 0 ? &ids.one : &ids.other, NULL) == DYNCOLOR_OK);
  }
  return ids;
}

/* What asks for each axis with words, and much else. */
static couple all_axes(dyncolor_theme *theme, size_t size) {
  mix(theme, "all", size,
      "--variants(dark more: red; elevated: lime; display-p3: blue; tv: white; any: black)");
  return (couple){css(theme, NULL, "light-dark(var(--all), var(--all))"),
                  css(theme, NULL, "alpha(from light-dark(red, red) / 1)")};
}

/* Subtypes and locales, each with a long table of its own. */
static couple many_tables(dyncolor_theme *theme, size_t size) {
  dyncolor_id ids[2];
  for (int copy = 0; copy < 2; copy++) {
    add("--first(--variants(subtype(s0): red");
    for (size_t i = 1; i < 100; i++) add("; subtype(s%zu) dark: #%03zx", i, i);
    add("), --variants(any: %s", copy == 0 ? "red" : "blue");
    for (size_t i = 0; length < size; i++)
      add("; locale(l%zu): #%03zx", copy == 0 ? i & 0x1FF : 0x1FF - (i & 0x1FF), i & 0xFFF);
    add("))");
    ids[copy] = end_text(theme, NULL);
  }
  return (couple){ids[0], ids[1]};
}

/* A palette's color that falls back to itself, and calculations. */
static couple much_else(dyncolor_theme *theme, size_t size) {
  dyncolor_id ids[2];
  css(theme, "itself", "--palette(x, --first(var(--itself2), red))");
  css(theme, "itself2", "--palette(x, --first(var(--itself), red))");
  for (int copy = 0; copy < 2; copy++) {
    add("--palette(x, rgb(from var(--itself%s, red) calc(r", copy == 0 ? "" : "2");
    for (size_t i = 0; length < size; i++) add(" + sin(r) * pow(r, 0.%zu)", i);
    add(") g b))");
    ids[copy] = end_text(theme, NULL);
  }
  return (couple){ids[0], ids[1]};
}

/* Conditions of which none holds. */
static couple many_conditions(dyncolor_theme *theme, size_t size) {
  dyncolor_id ids[2];
  for (int copy = 0; copy < 2; copy++) {
    add("if(");
    for (size_t i = 0; length < size; i++)
      add("media(prefers-color-scheme: %s) and media(color-gamut: p3): #%03zx; ",
          i & 1 ? "dark" : "light", i & 0xFFF);
    add("else: %s)", copy == 0 ? "red" : "blue");
    ids[copy] = end_text(theme, NULL);
  }
  return (couple){ids[0], ids[1]};
}

static const struct {
  const char *name;
  couple (*make)(dyncolor_theme *theme, size_t size);
  int expected; /* −1: whichever */
} rows[] = {
    {"subtypes", many_subtypes, -1},
    {"an alias of subtypes", alias_of_subtypes, 1},
    {"firsts", many_firsts, -1},
    {"firsts of mixes", firsts_of_mixes, -1},
    {"searches", many_searches, 0},
    {"contrasts", many_contrasts, -1},
    {"locales", many_locales, 1},
    {"all axes", all_axes, 0},
    {"tables", many_tables, 0},
    {"much else", much_else, -1},
    {"conditions", many_conditions, 0},
};

static dyncolor_theme *large_theme(void) {
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < 200; i++) {
    uint8_t number;
    dyncolor_subtype_declare_n(theme, name_of("s", i), NUL, &number, NULL);
  }
  for (size_t i = 0; i < 512; i++) {
    uint16_t number;
    dyncolor_locale_declare_n(theme, name_of("l", i), NUL, &number, NULL);
  }
  return theme;
}

/* How long it takes at best, in seconds of this thread. */
static double time_of(dyncolor_theme *theme, couple ids, int compares, int *equal) {
  double best = 1e9;
  for (int i = 0; i < 3; i++) {
    const double begun = seconds(CLOCK_THREAD_CPUTIME_ID);
    if (compares) *equal = dyncolor_id_equal(theme, ids.one, theme, ids.other);
    else (void)dyncolor_id_hash(theme, ids.one);
    const double taken = seconds(CLOCK_THREAD_CPUTIME_ID) - begun;
    if (taken < best) best = taken;
  }
  return best;
}

/* About a millisecond on a machine of today, and at most twice that for twice as much. */
static void it_ends_soon(void) {
  const double most = is_brief || IS_SLOW ? 5 : 0.005;
  for (size_t row = 0; row < COUNT(rows); row++) {
    double before[2] = {1, 1};
    for (size_t size = ROOM / 8 - 192; size < ROOM; size = size * 2 - 128) {
      dyncolor_theme *theme = large_theme();
      const couple ids = rows[row].make(theme, size);
      for (int compares = 0; compares < 2; compares++) {
        int equal = -1;
        const double taken = time_of(theme, ids, compares, &equal);
        CHECK(taken < most);
        CHECK(taken < 2.5 * before[compares] + 5e-4 || is_brief || IS_SLOW);
        if (!(taken < most) || getenv("SHOW") != NULL)
          printf("# %s, %zu bytes: %s %.3f ms (%d)\n", rows[row].name, size,
                 compares ? "equal" : "hash", 1e3 * taken, equal);
        before[compares] = taken;
        CHECK(!compares || rows[row].expected < 0 || equal == rows[row].expected);
        if (equal == 1) CHECK(dyncolor_id_hash(theme, ids.one) == dyncolor_id_hash(theme,
                                                                                   ids.other));
      }
      CHECK(dyncolor_id_equal(theme, ids.one, theme, ids.one) == 1);
      dyncolor_theme_release(theme);
    }
  }
}

/* ---- Others ---------------------------------------------------------------------------------- */

typedef struct bystander {
  dyncolor_theme *theme;
  atomic_int is_over;
  _Atomic(double) longest;
} bystander;

/* Registers and resolves, and measures how long that takes at worst. */
static void *stand_by(void *argument) {
  bystander *self = argument;
  for (int i = 0; !atomic_load(&self->is_over); i++) {
    dyncolor_rgba rgba;
    char name[32];
    snprintf(name, sizeof name, "bystander %d", i & 63);
    const double begun = seconds(CLOCK_MONOTONIC);
    dyncolor_id id = css(self->theme, name, i & 64 ? "light-dark(red, blue)" : "red");
    dyncolor_resolve(self->theme, id, NULL, &rgba, NULL);
    const double taken = seconds(CLOCK_MONOTONIC) - begun;
    if (taken > atomic_load(&self->longest)) atomic_store(&self->longest, taken);
  }
  return NULL;
}

/* On a machine with much else to do anybody waits now and then: the best of some rounds counts. */
static void nobody_waits(void) {
  for (size_t row = 0; row < COUNT(rows); row++) {
    dyncolor_theme *theme = large_theme(), *other = large_theme();
    const couple ids = rows[row].make(theme, ROOM - 1024);
    const couple there = rows[row].make(other, ROOM - 1024);
    double best = 1e9;
    for (int round = 0; round < 8; round++) {
      bystander self = {.theme = theme};
      pthread_t thread;
      CHECK(pthread_create(&thread, NULL, stand_by, &self) == 0);
      const double begun = seconds(CLOCK_MONOTONIC);
      while (seconds(CLOCK_MONOTONIC) - begun < 0.02) {
        dyncolor_id_equal(theme, ids.one, theme, ids.other);
        dyncolor_id_equal(other, there.other, theme, ids.one);
        dyncolor_id_hash(theme, ids.one);
      }
      atomic_store(&self.is_over, 1);
      pthread_join(thread, NULL);
      if (atomic_load(&self.longest) < best) best = atomic_load(&self.longest);
    }
    CHECK(best < (is_brief || IS_SLOW ? 5 : 0.05));
    if ((best >= 0.05 && !is_brief && !IS_SLOW) || getenv("SHOW") != NULL)
      printf("# %s: %.3f ms\n", rows[row].name, 1e3 * best);
    dyncolor_theme_release(other);
    dyncolor_theme_release(theme);
  }
}

/* While colors are compared, what they are made of is replaced and removed. */
static void *replace(void *argument) {
  bystander *self = argument;
  for (int i = 0; !atomic_load(&self->is_over); i++) {
    dyncolor_id id = 0;
    css(self->theme, "mix", i & 1 ? "color-mix(in lab, light-dark(red, blue), lime)" : "red");
    if (dyncolor_theme_find_n(self->theme, "mix", NUL, &id, NULL) == DYNCOLOR_OK && i % 3 == 0)
      dyncolor_unregister(self->theme, id, NULL);
  }
  return NULL;
}

static void what_is_compared_may_change(void) {
  dyncolor_theme *theme = large_theme();
  bystander self = {.theme = theme};
  pthread_t thread;
  mix(theme, "mix", 3000, "light-dark(red, blue)");
  const dyncolor_id up = subtypes(theme, 60, 0, "var(--mix)");
  const dyncolor_id down = subtypes(theme, 60, 1, "var(--mix)");
  CHECK(pthread_create(&thread, NULL, replace, &self) == 0);
  for (int i = 0; i < 200; i++) {
    (void)dyncolor_id_equal(theme, up, theme, down);
    (void)dyncolor_id_hash(theme, up);
    CHECK(dyncolor_id_equal(theme, up, theme, up) == 1);
  }
  atomic_store(&self.is_over, 1);
  pthread_join(thread, NULL);
  css(theme, "mix", "light-dark(red, blue)");
  CHECK(dyncolor_id_equal(theme, up, theme, down) == 1);
  CHECK(dyncolor_id_hash(theme, up) == dyncolor_id_hash(theme, down));
  dyncolor_theme_release(theme);
}

/* ---- Without memory -------------------------------------------------------------------------- */

static void memory_changes_nothing(void) {
  short_heap heap = {.left = SIZE_MAX, .stays_short = true};
  dyncolor_theme *theme = new_theme_in(&heap);
  enum { KINDS = 4, ALL = 2 * KINDS };
  static const char *const kinds[KINDS] = {
      "light-dark(red, color-mix(in oklab, red, light-dark(blue, lime)))",
      "--first(var(--nobody), --palette(x, var(--a)))", "color-mix(in lab, currentcolor, red)",
      "--variants(dark: var(--a); more: red; any: --level(var(--a), secondary))"};
  dyncolor_id ids[ALL];
  int equal[ALL][ALL];
  uint64_t hashes[ALL];
  css(theme, "a", "light-dark(#123, #456)");
  for (int i = 0; i < KINDS; i++) {
    ids[i] = css(theme, NULL, kinds[i]);
    add("light-dark(%s, %s)", kinds[i], kinds[i]);
    ids[KINDS + i] = end_text(theme, NULL);
  }
  for (size_t left = 0; left < 3; left++)
    for (int i = 0; i < ALL; i++)
      for (int j = 0; j < ALL; j++) {
        heap.left = left == 0 ? SIZE_MAX : left - 1;
        const int found = dyncolor_id_equal(theme, ids[i], theme, ids[j]);
        const uint64_t hash = dyncolor_id_hash(theme, ids[i]);
        heap.left = SIZE_MAX;
        if (left == 0) equal[i][j] = found, hashes[i] = hash;
        CHECK(found == equal[i][j] && hash == hashes[i]);
        CHECK(found == (i % KINDS == j % KINDS));
      }
  dyncolor_theme_release(theme);
  CHECK(heap.taken == 0);
}

/* ---- Laws ------------------------------------------------------------------------------------ */

static size_t choose(size_t count) { return (size_t)(random_bits() % count); }

/* A random color, of few that there are, so that many mean the same. */
static void add_color(int depth) {
  static const char *const leaves[] = {
      "red", "#f00", "blue", "currentcolor", "var(--a)", "var(--b)", "var(--c)", "--palette(x)",
      "Canvas", "var(--nobody)"};
  static const char *const conditions[] = {
      "any", "dark", "light", "more", "dark more", "tv", "subtype(s0)",
      "locale(l0)", "locale(l1) dark", "display-p3", "elevated"};
  static const char *const constructs[][3] = {
      {"light-dark(", ", ", ")"},
      {"--first(", ", ", ")"},
      {"color-mix(in srgb, ", ", ", ")"},
      {"if(media(prefers-color-scheme: dark): ", "; else: ", ")"},
      {"--palette(x, --first(", ", ", "))"},
      {"--level(--first(", ", ", "), secondary)"},
  };
  if (depth == 0 || choose(4) == 0) {
    add("%s", leaves[choose(COUNT(leaves))]);
  } else if (choose(3) == 0) {
    add("--variants(%s: ", conditions[choose(COUNT(conditions))]);
    add_color(depth - 1);
    add("; any: ");
    add_color(depth - 1);
    add(")");
  } else {
    const char *const *construct = constructs[choose(COUNT(constructs))];
    add("%s", construct[0]);
    add_color(depth - 1);
    add("%s", construct[1]);
    add_color(depth - 1);
    add("%s", construct[2]);
  }
}

/* Colors of two themes that are the same but for one color: as many as there are room for. */
static void equality_is_an_equivalence(void) {
  enum { MANY = 200 };
  const int count = is_brief ? 50 : MANY;
  static int equal[MANY][MANY];
  static uint64_t hashes[MANY];
  dyncolor_theme *themes[] = {large_theme(), large_theme()};
  dyncolor_id ids[MANY];
  size_t pairs = 0;
  for (int i = 0; i < 2; i++) {
    css(themes[i], "a", "light-dark(red, blue)");
    css(themes[i], "b", "--variants(dark: blue; any: var(--c))");
    css(themes[i], "c", i == 0 ? "red" : "currentcolor");
  }
  for (int i = 0; i < count; i++) {
    add_color((int)choose(4));
    ids[i] = end_text(themes[i & 1], NULL);
    /* A quarter are mixes of colors without names, some of which are then written as text. */
    if (i >= 8 && i % 8 > 5) {
      const dyncolor_id some[] = {ids[i - 8], ids[i - 2]};
      CHECK(dyncolor_register_mix(themes[i & 1], NULL, parts_of(some, 2), NULL, 2,
                                  DYNCOLOR_SPACE_SRGB, DYNCOLOR_HUE_SHORTER, &ids[i], NULL) ==
            DYNCOLOR_OK);
      if (choose(2) == 0) {
        char written[1 << 14];
        if (dyncolor_id_css(themes[i & 1], ids[i], written, sizeof written, NULL, NULL) ==
            DYNCOLOR_OK)
          ids[i] = css(themes[i & 1], NULL, written);
      }
    }
    hashes[i] = dyncolor_id_hash(themes[i & 1], ids[i]);
  }
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      equal[i][j] = dyncolor_id_equal(themes[i & 1], ids[i], themes[j & 1], ids[j]);
      if (equal[i][j]) CHECK(hashes[i] == hashes[j]);
      if (i != j) pairs += (size_t)equal[i][j];
    }
  for (int i = 0; i < count; i++) {
    CHECK(equal[i][i] == 1);
    for (int j = 0; j < count; j++) {
      CHECK(equal[i][j] == equal[j][i]);
      for (int k = 0; equal[i][j] && k < count; k++) CHECK(equal[j][k] == equal[i][k]);
    }
  }
  CHECK(pairs > (size_t)count);
  dyncolor_theme_release(themes[0]);
  dyncolor_theme_release(themes[1]);
}

/* Where it begins to take too long, what is equal has equal hashes, too: there are colors that are
 * said in some ways, and each a bit longer than the one before. */
static void hashes_agree_at_the_limit(void) {
  enum { WAYS = 6 };
  int found[2] = {0, 0};
  for (size_t size = 1000; size < 20000; size += is_brief ? 9000 : 500) {
    dyncolor_theme *theme = large_theme();
    dyncolor_id ids[WAYS] = {mix(theme, "mix", size, "light-dark(red, blue)"),
                             mix(theme, "same", size, "light-dark(red, blue)"),
                             css(theme, NULL, "var(--mix)"),
                             css(theme, NULL, "light-dark(var(--mix), var(--same))"),
                             css(theme, NULL, "--first(var(--nobody), var(--mix))"),
                             subtypes(theme, 3, 0, "var(--same)")};
    for (int i = 0; i < WAYS; i++)
      for (int j = 0; j < WAYS; j++) {
        const int equal = dyncolor_id_equal(theme, ids[i], theme, ids[j]);
        found[equal]++;
        if (equal) CHECK(dyncolor_id_hash(theme, ids[i]) == dyncolor_id_hash(theme, ids[j]));
        CHECK(equal == 1 || i > 2 || j > 2);
      }
    dyncolor_theme_release(theme);
  }
  CHECK(found[0] > 0 && found[1] > 0);
}

/* Checks that the text of a color makes an equal color. Returns 0 if it is too large to write. */
static int check_text(dyncolor_theme *theme, dyncolor_id id) {
  dyncolor_id again = 0;
  const dyncolor_status status = dyncolor_id_css(theme, id, text, sizeof text, NULL, NULL);
  if (status == DYNCOLOR_ERROR_UNKNOWN_NAME) return 0;
  CHECK(status == DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, NULL, 0, text, NUL, &again, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, id, theme, again) == 1);
  CHECK(dyncolor_id_equal(theme, again, theme, id) == 1);
  CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, again));
  return 1;
}

/* Also of colors that would take too long to evaluate, and of those that colors without a name
 * make up. */
static void a_text_makes_an_equal_color(void) {
  size_t counts[2] = {0, 0};
  for (size_t row = 0; row < COUNT(rows); row++)
    for (size_t size = 2048; size <= ROOM / 2; size *= is_brief ? 16 : 2) {
      dyncolor_theme *theme = large_theme();
      const couple ids = rows[row].make(theme, size);
      counts[check_text(theme, ids.one)]++;
      dyncolor_id made[5] = {ids.one, ids.other};
      CHECK(dyncolor_register_level_n(theme, NULL, 0, ids.one, DYNCOLOR_LEVEL_TERTIARY, &made[2],
                                      NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_register_fallbacks_n(theme, NULL, 0, parts_of(made, 3), 3, &made[3], NULL) ==
            DYNCOLOR_OK);
      const dyncolor_variant variants[] = {{.part.id = made[3]}, {.scheme = 2, .part.id = made[2]},
                                           {.contrast = 80, .part.id = ids.one}};
      for (size_t count = 1; count <= COUNT(variants); count++) {
        dyncolor_id table = 0;
        CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, count, &table, NULL) ==
              DYNCOLOR_OK);
        CHECK(dyncolor_register_semantic_n(theme, NULL, 0, "x", NUL, PART_ID(table), &made[4],
                                           NULL) ==
              DYNCOLOR_OK);
        for (size_t i = 2; size < ROOM / 16 && i < COUNT(made); i++)
          counts[check_text(theme, made[i])]++;
        if (size < ROOM / 16) counts[check_text(theme, table)]++;
      }
      dyncolor_theme_release(theme);
    }
  CHECK(counts[0] * 5 < counts[1]);
}

/* The same text makes equal colors, however long it is. */
static void long_texts_are_equal(void) {
  enum { TERMS = 40000 };
  static const char term[] = "(prefers-color-scheme: dark) or ";
  static char written[TERMS * sizeof term + 256];
  size_t end = (size_t)sprintf(written, "if(media(");
  for (int i = 0; i < TERMS; i++, end += sizeof term - 1) memcpy(written + end, term, sizeof term);
  end += (size_t)sprintf(written + end, "(prefers-color-scheme: light)): red; else: blue)");
  dyncolor_theme *theme = new_theme();
  dyncolor_id ids[2] = {0};
  for (int i = 0; i < 2; i++)
    CHECK(dyncolor_register_css_n(theme, i ? "one" : "other", NUL, written, end, &ids[i], NULL) ==
          DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, ids[0], theme, ids[1]));
  dyncolor_theme_release(theme);
}

int main(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("comparing and hashing take bounded time, however much there is to compare", it_ends_soon);
  CLAIM("other threads can register and resolve meanwhile", nobody_waits);
  CLAIM("compared colors may be replaced and removed meanwhile", what_is_compared_may_change);
  CLAIM("equality and hashes are the same without memory", memory_changes_nothing);
  CLAIM("equality is an equivalence relation, and equal colors have equal hashes",
        equality_is_an_equivalence);
  CLAIM("equal colors have equal hashes at the limit of the time bound",
        hashes_agree_at_the_limit);
  CLAIM("the text of a color makes an equal color, however long it takes to evaluate",
        a_text_makes_an_equal_color);
  CLAIM("the same text makes equal colors, however long it is", long_texts_are_equal);
  return CHECK_RESULT;
}
