/* Reading colors from text and writing them as text, against what other libraries do.
 *
 * There are so many texts of each kind that no processor learns them by heart. Every group first
 * shows that all who take part read the same colors. */
#include <dyncolor.h>
#include <gtk/gtk.h>
#include <math.h>
#include <pango/pango.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "harness.h"
#include "peers/peers.h"
#include "sample.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TEXTS = 8192, ROOM = 128 };

/* ---- Texts ---------------------------------------------------------------------------------- */

/* What texts are made of: a number that goes on, and where to write. */
typedef struct writer {
  uint64_t seed;
  char *text;
  int length;
} writer;

static unsigned choose(writer *w, unsigned limit) {
  return (unsigned)(sample_number(w->seed++) % limit);
}

__attribute__((format(printf, 2, 3))) static void write_text(writer *w, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  w->length += vsnprintf(w->text + w->length, (size_t)(ROOM - w->length), format, arguments);
  va_end(arguments);
}

static void write_hex(writer *w, int digits) {
  write_text(w, "#");
  for (int i = 0; i < digits; i++) write_text(w, "%x", choose(w, 16));
}
static void write_hex3(writer *w) { write_hex(w, 3); }
static void write_hex4(writer *w) { write_hex(w, 4); }
static void write_hex6(writer *w) { write_hex(w, 6); }
static void write_hex8(writer *w) { write_hex(w, 8); }

/* Those that mean the same to CSS and to X11. */
static void write_name(writer *w) {
  static const char *const names[] = {
      "aliceblue", "antiquewhite", "aquamarine", "azure", "beige", "bisque", "black",
      "blanchedalmond", "blue", "blueviolet", "brown", "burlywood", "cadetblue", "chartreuse",
      "chocolate", "coral", "cornflowerblue", "cornsilk", "cyan", "darkblue", "darkcyan",
      "darkgoldenrod", "darkgray", "darkgreen", "darkkhaki", "darkmagenta", "darkolivegreen",
      "darkorange", "darkorchid", "darkred", "darksalmon", "darkseagreen", "darkslateblue",
      "darkslategray", "darkturquoise", "darkviolet", "deeppink", "deepskyblue", "dimgray",
      "dodgerblue", "firebrick", "floralwhite", "forestgreen", "gainsboro", "ghostwhite", "gold",
      "goldenrod", "greenyellow", "honeydew", "hotpink", "indianred", "ivory", "khaki", "lavender",
      "lavenderblush", "lawngreen", "lemonchiffon", "lightblue", "lightcoral", "lightcyan",
      "lightgoldenrodyellow", "lightgray", "lightgreen", "lightpink", "lightsalmon",
      "lightseagreen", "lightskyblue", "lightslategray", "lightsteelblue", "lightyellow",
      "limegreen", "linen", "magenta", "mediumaquamarine", "mediumblue", "mediumorchid",
      "mediumseagreen", "mediumslateblue", "mediumspringgreen", "mediumturquoise",
      "mediumvioletred", "midnightblue", "mintcream", "mistyrose", "moccasin", "navajowhite",
      "navy", "oldlace", "olivedrab", "orange", "orangered", "orchid", "palegoldenrod",
      "palegreen", "paleturquoise", "papayawhip", "peachpuff", "peru", "pink", "plum",
      "powderblue", "red", "rosybrown", "royalblue", "saddlebrown", "salmon", "sandybrown",
      "seagreen", "seashell", "sienna", "skyblue", "slateblue", "slategray", "snow",
      "springgreen", "steelblue", "tan", "thistle", "tomato", "turquoise", "violet", "wheat",
      "white", "whitesmoke", "yellow", "yellowgreen"};
  write_text(w, "%s", names[choose(w, COUNT(names))]);
}

static void write_rgb(writer *w) {
  write_text(w, "rgb(%u %u %u)", choose(w, 256), choose(w, 256), choose(w, 256));
}
static void write_rgb_alpha(writer *w) {
  write_text(w, "rgb(%u %u %u / 0.%02u)", choose(w, 256), choose(w, 256), choose(w, 256),
             choose(w, 100));
}
static void write_rgba_commas(writer *w) {
  write_text(w, "rgba(%u, %u, %u, 0.%02u)", choose(w, 256), choose(w, 256), choose(w, 256),
             choose(w, 100));
}
static void write_rgb_commas(writer *w) {
  write_text(w, "rgb(%u, %u, %u)", choose(w, 256), choose(w, 256), choose(w, 256));
}
static void write_hsl(writer *w) {
  write_text(w, "hsl(%u %u%% %u%%)", choose(w, 360), choose(w, 101), choose(w, 101));
}
/* GTK 4.8 cuts hues to 255 degrees. */
static void write_hsl_commas(writer *w) {
  write_text(w, "hsl(%u, %u%%, %u%%)", choose(w, 256), choose(w, 101), choose(w, 101));
}
static void write_hsl_alpha(writer *w) {
  write_text(w, "hsl(%u %u%% %u%% / 0.%02u)", choose(w, 360), choose(w, 101), choose(w, 101),
             choose(w, 100));
}
static void write_hsla_commas(writer *w) {
  write_text(w, "hsla(%u, %u%%, %u%%, 0.%02u)", choose(w, 256), choose(w, 101), choose(w, 101),
             choose(w, 100));
}
static void write_hwb(writer *w) {
  write_text(w, "hwb(%u %u%% %u%%)", choose(w, 360), choose(w, 51), choose(w, 51));
}
static void write_lab(writer *w) {
  write_text(w, "lab(%u.%u %d.%u %d.%u)", choose(w, 100), choose(w, 10), (int)choose(w, 200) - 100,
             choose(w, 10), (int)choose(w, 200) - 100, choose(w, 10));
}
static void write_lch(writer *w) {
  write_text(w, "lch(%u.%u%% %u.%u %u.%u)", choose(w, 100), choose(w, 10), choose(w, 130),
             choose(w, 10), choose(w, 360), choose(w, 10));
}
static void write_oklab(writer *w) {
  write_text(w, "oklab(0.%04u %s0.%03u %s0.%03u)", choose(w, 10000), choose(w, 2) ? "-" : "",
             choose(w, 370), choose(w, 2) ? "-" : "", choose(w, 370));
}
static void write_oklch(writer *w) {
  write_text(w, "oklch(0.%04u 0.%03u %u.%u)", choose(w, 10000), choose(w, 370), choose(w, 360),
             choose(w, 10));
}
static void write_color(writer *w) {
  write_text(w, "color(display-p3 0.%04u 0.%04u 0.%04u)", choose(w, 10000), choose(w, 10000),
             choose(w, 10000));
}

/* As a program writes what it has computed: below a limit, with all digits. */
static double compute(writer *w, double limit) { return choose(w, 1u << 30) * limit / (1u << 30); }
static void write_rgb_digits(writer *w) {
  write_text(w, "rgb(%.17g %.17g %.17g)", compute(w, 255.1), compute(w, 255.1), compute(w, 255.1));
}
static void write_color_digits(writer *w) {
  write_text(w, "color(display-p3 %.17g %.17g %.17g)", compute(w, 0.999), compute(w, 0.999),
             compute(w, 0.999));
}

static void write_calc(writer *w) {
  write_text(w, "oklch(calc(0.%04u + 0.1) 0.%03u calc(%u * 1deg + 20deg))", choose(w, 9000),
             choose(w, 370), choose(w, 300));
}
static void write_mix(writer *w) {
  static const char *const spaces[] = {"oklab", "oklch", "srgb", "hsl longer hue"};
  write_text(w, "color-mix(in %s, ", spaces[choose(w, COUNT(spaces))]);
  write_hex6(w);
  write_text(w, " %u%%, ", choose(w, 100) + 1);
  write_name(w);
  write_text(w, ")");
}
static void write_relative(writer *w) {
  write_text(w, "oklch(from ");
  write_hex6(w);
  write_text(w, " calc(l + 0.%02u) c h)", choose(w, 100));
}

static void write_one_of(writer *w, void (*const *ways)(writer *), unsigned count) {
  ways[choose(w, count)](w);
}
static void write_common(writer *w) {
  static void (*const ways[])(writer *) = {write_hex6, write_rgb_commas, write_name};
  write_one_of(w, ways, COUNT(ways));
}
static void write_legacy(writer *w) {
  static void (*const ways[])(writer *) = {write_hex3,       write_hex6,        write_hex8,
                                           write_name,       write_rgb_alpha,   write_rgb,
                                           write_rgb_commas, write_rgba_commas, write_hsl,
                                           write_hsl_commas};
  write_one_of(w, ways, COUNT(ways));
}
static void write_any(writer *w) {
  static void (*const ways[])(writer *) = {
      write_legacy, write_hwb, write_lab, write_lch, write_oklab, write_oklch, write_color,
      write_rgb_digits, write_calc, write_mix, write_relative};
  write_one_of(w, ways, COUNT(ways));
}

/* Texts lie one behind another, in the order in which they are read. */
static sample_name *make_texts(void (*write)(writer *), uint64_t seed) {
  sample_name *texts = sample_memory(TEXTS * sizeof *texts);
  writer w = {.seed = seed << 32, .text = sample_memory(TEXTS * ROOM)};
  for (size_t i = 0; i < TEXTS; i++) {
    write(&w);
    texts[i] = (sample_name){w.text, (size_t)w.length};
    w.text += w.length + 1;
    w.length = 0;
  }
  return texts;
}

static void free_texts(sample_name *texts) {
  free((void *)texts->text);
  free(texts);
}

/* ---- Parsers -------------------------------------------------------------------------------- */

static int read_here(const sample_name *text, float rgba[4]) {
  dyncolor_color color;
  return dyncolor_color_parse_n(text->text, text->length, &color, NULL) == DYNCOLOR_OK &&
         dyncolor_color_pack(&color, DYNCOLOR_LAYOUT_FLOAT4, rgba, 4 * sizeof *rgba, NULL) ==
             DYNCOLOR_OK;
}
static size_t run_here(const sample_name *texts, size_t among, size_t count) {
  size_t failed = 0;
  dyncolor_color color;
  for (size_t i = 0; i < count; i++) {
    const sample_name *text = &texts[i & (among - 1)];
    failed += dyncolor_color_parse_n(text->text, text->length, &color, NULL) != DYNCOLOR_OK;
  }
  return failed;
}
/* What the others do of necessity: red, green and blue. */
static size_t run_and_pack(const sample_name *texts, size_t among, size_t count) {
  size_t failed = 0;
  float rgba[4];
  for (size_t i = 0; i < count; i++) failed += !read_here(&texts[i & (among - 1)], rgba);
  return failed;
}

static int read_pango(const sample_name *text, float rgba[4]) {
  PangoColor color;
  guint16 alpha;
  if (!pango_color_parse_with_alpha(&color, &alpha, text->text)) return 0;
  rgba[0] = (float)color.red / 65535;
  rgba[1] = (float)color.green / 65535;
  rgba[2] = (float)color.blue / 65535;
  rgba[3] = (float)alpha / 65535;
  return 1;
}
static size_t run_pango(const sample_name *texts, size_t among, size_t count) {
  size_t failed = 0;
  PangoColor color;
  guint16 alpha;
  for (size_t i = 0; i < count; i++)
    failed += !pango_color_parse_with_alpha(&color, &alpha, texts[i & (among - 1)].text);
  return failed;
}

static int read_gtk(const sample_name *text, float rgba[4]) {
  GdkRGBA color;
  if (!gdk_rgba_parse(&color, text->text)) return 0;
  memcpy(rgba, &color, sizeof color);
  return 1;
}
static size_t run_gtk(const sample_name *texts, size_t among, size_t count) {
  size_t failed = 0;
  GdkRGBA color;
  for (size_t i = 0; i < count; i++) failed += !gdk_rgba_parse(&color, texts[i & (among - 1)].text);
  return failed;
}

/* What C takes for the plain forms: a table of digits, and a hash table of names. It writes the
 * same structure, and reads nothing else. */
enum { NAME_SLOTS = 1024, LONGEST_NAME = 20 };
static struct {
  unsigned char digits[256];
  struct named {
    char name[LONGEST_NAME + 4];
    size_t length;
    dyncolor_color color;
  } names[NAME_SLOTS];
} plain;

static size_t slot_of_name(const char *name, size_t length) {
  uint32_t first, last;
  memcpy(&first, name, sizeof first);
  memcpy(&last, name + length - sizeof last, sizeof last);
  const uint64_t key = ((uint64_t)first << 32 | last | 0x2020202020202020) + length;
  return (size_t)(key * 0x9e3779b97f4a7c15 >> 54);
}
static struct named *named(const char *name, size_t length) {
  struct named *found = &plain.names[slot_of_name(name, length)];
  while (found->length && (found->length != length || strncasecmp(found->name, name, length)))
    found = found + 1 == plain.names + NAME_SLOTS ? plain.names : found + 1;
  return found;
}

/* Reads the texts' names and colors once, by the library. */
static void fill_plain(const sample_name *texts) {
  memset(plain.digits, 0xff, sizeof plain.digits);
  for (int i = 0; i < 16; i++)
    plain.digits[(unsigned char)"0123456789abcdef"[i]] =
        plain.digits[(unsigned char)"0123456789ABCDEF"[i]] = (unsigned char)i;
  memset(plain.names, 0, sizeof plain.names);
  for (size_t i = 0; i < TEXTS; i++) {
    if (*texts[i].text == '#' || texts[i].length < 4 || texts[i].length > LONGEST_NAME) continue;
    struct named *entry = named(texts[i].text, texts[i].length);
    memcpy(entry->name, texts[i].text, texts[i].length);
    entry->length = texts[i].length;
    harness_expect(dyncolor_color_parse_n(texts[i].text, texts[i].length, &entry->color, NULL) ==
                       DYNCOLOR_OK, texts[i].text);
  }
}

static int parse_plain(const char *text, size_t length, dyncolor_color *color) {
  const unsigned char *const byte = (const unsigned char *)text, *const digits = plain.digits;
  unsigned r, g, b, a = 255;
  if (*text != '#' && length > 3) {
    const struct named *const found = named(text, length);
    *color = found->color;
    return found->length > 0;
  } else if (*text != '#') {
    /* Too short for the hash table: red and tan. */
    const int is_red = (text[0] | 0x20) == 'r';
    if (length < 3 || strncasecmp(text, is_red ? "red" : "tan", 3)) return 0;
    r = is_red ? 255 : 210, g = is_red ? 0 : 180, b = is_red ? 0 : 140;
  } else if (length == 4 || length == 5) {
    r = digits[byte[1]], g = digits[byte[2]], b = digits[byte[3]];
    if (length == 5) a = digits[byte[4]];
    if ((r | g | b | (length == 5 ? a : 0)) > 15) return 0;
    r *= 17, g *= 17, b *= 17;
    if (length == 5) a *= 17;
  } else if (length == 7 || length == 9) {
    const unsigned high = digits[byte[1]] | digits[byte[3]] | digits[byte[5]],
                   low = digits[byte[2]] | digits[byte[4]] | digits[byte[6]];
    r = digits[byte[1]] << 4 | digits[byte[2]], g = digits[byte[3]] << 4 | digits[byte[4]];
    b = digits[byte[5]] << 4 | digits[byte[6]];
    if (length == 9) a = digits[byte[7]] << 4 | digits[byte[8]];
    if ((high | low) > 15 || a > 255) return 0;
  } else {
    return 0;
  }
  *color = (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB, .missing = DYNCOLOR_LEGACY_NOTATION,
                            .c = {r / 255.0, g / 255.0, b / 255.0}, .alpha = a / 255.0};
  return 1;
}
static int read_plain(const sample_name *text, float rgba[4]) {
  dyncolor_color color;
  if (!parse_plain(text->text, text->length, &color)) return 0;
  for (int i = 0; i < 3; i++) rgba[i] = (float)color.c[i];
  rgba[3] = (float)color.alpha;
  return 1;
}
static size_t run_plain(const sample_name *texts, size_t among, size_t count) {
  /* By way of a variable, as a library is called. */
  int (*volatile const parse_text)(const char *, size_t, dyncolor_color *) = parse_plain;
  size_t failed = 0;
  dyncolor_color color;
  for (size_t i = 0; i < count; i++) {
    const sample_name *text = &texts[i & (among - 1)];
    failed += !parse_text(text->text, text->length, &color);
  }
  return failed;
}

enum { HERE, PACKED, PANGO, GTK, QT, CSSPARSER, PLAIN, PARSERS };

static peer parsers[PARSERS] = {
    [HERE] = {"", read_here, run_here},
    [PACKED] = {"", read_here, run_and_pack},
    [PANGO] = {"Pango", read_pango, run_pango},
    [GTK] = {"GTK 4", read_gtk, run_gtk},
    [CSSPARSER] = {"cssparser", cssparser_read, cssparser_run},
    [PLAIN] = {"C that reads no more", read_plain, run_plain},
};

/* ---- Groups --------------------------------------------------------------------------------- */

typedef struct task {
  const peer *peer;
  const sample_name *texts;
  size_t failed;
} task;

static void parse(void *data, size_t count) {
  task *t = data;
  t->failed += t->peer->run(t->texts, TEXTS, count);
}
static void check_task(void *data) {
  harness_expect(((task *)data)->failed == 0, "everyone reads what they are given");
}

/* The same to everyone: within what half a byte and an alpha of eight bits are. */
static void check_colors(const peer *who, const sample_name *texts) {
  for (size_t i = 0; i < TEXTS; i++) {
    float ours[4], theirs[4];
    harness_expect(read_here(&texts[i], ours) && who->read(&texts[i], theirs), texts[i].text);
    for (int c = 0; c < 4; c++)
      harness_expect(fabsf(ours[c] - theirs[c]) < 0.51f / 255, texts[i].text);
  }
}

/* How long it takes to read texts of one kind, in relation to each of those who can. The goal is
 * that towards the fastest, and so towards all. */
static void parse_group(const char *group, void (*write)(writer *), double goal, unsigned others) {
  if (!harness_enter(group)) return;
  sample_name *texts = make_texts(write, 1);
  task tasks[PARSERS];
  harness_case cases[PARSERS];
  harness_claim claims[PARSERS];
  char words[PARSERS][32];
  size_t case_count = 0, claim_count = 0;
  if (others >> PLAIN & 1) fill_plain(texts);
  for (unsigned who = 0; who < PARSERS; who++) {
    if (who > PACKED && !(others >> who & 1)) continue;
    check_colors(&parsers[who], texts);
    tasks[case_count] = (task){&parsers[who], texts, 0};
    cases[case_count] = (harness_case){.run = parse, .data = &tasks[case_count],
                                       .warm_up = TEXTS, .after = check_task};
    if (who > PACKED) {
      snprintf(words[who], sizeof words[who], "against %s", parsers[who].name);
      claims[claim_count++] =
          (harness_claim){words[who], 0, case_count, who == PLAIN ? 0 : goal};
    }
    case_count++;
  }
  claims[claim_count++] = (harness_claim){"packed as floats, against reading alone", 1, 0, 0};
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = case_count,
                                   .claims = claims, .claim_count = claim_count});
  free_texts(texts);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

typedef struct list {
  const char **texts;
  size_t *lengths;
  dyncolor_color *colors;
  int failed;
} list;

static void parse_list(void *data, size_t count) {
  list *l = data;
  for (size_t done = 0; done < count; done += TEXTS)
    l->failed |= dyncolor_color_parse_list(l->texts, l->lengths, TEXTS, l->colors,
                                           sizeof *l->colors, NULL, NULL);
}
static void check_list(void *data) {
  harness_expect(!((list *)data)->failed, "a list is read");
}

static void list_group(const char *group, void (*write)(writer *)) {
  if (!harness_enter(group)) return;
  sample_name *texts = make_texts(write, 2);
  list l = {.texts = sample_memory(TEXTS * sizeof *l.texts),
            .lengths = sample_memory(TEXTS * sizeof *l.lengths),
            .colors = sample_memory(TEXTS * sizeof *l.colors)};
  for (size_t i = 0; i < TEXTS; i++) {
    l.texts[i] = texts[i].text;
    l.lengths[i] = texts[i].length;
  }
  task alone = {&parsers[HERE], texts, 0};
  const harness_case cases[] = {
      {.run = parse, .data = &alone, .warm_up = TEXTS, .after = check_task, .count = TEXTS * 8},
      {.run = parse_list, .data = &l, .warm_up = TEXTS, .after = check_list, .count = TEXTS * 8}};
  const harness_claim claims[] = {{"as a list, against one by one", 1, 0, 0}};
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = claims, .claim_count = COUNT(claims)});
  free(l.texts);
  free(l.lengths);
  free(l.colors);
  free_texts(texts);
}

/* ---- Into a theme --------------------------------------------------------------------------- */

typedef struct registration {
  const sample_name *texts;
  sample_names names;
  dyncolor_theme *theme;
  GHashTable *table;
  int failed;
} registration;

static void begin_theme(void *data) {
  registration *r = data;
  r->failed |= dyncolor_theme_create(NULL, &r->theme, NULL);
}
static void end_theme(void *data) {
  registration *r = data;
  harness_expect(!r->failed && dyncolor_theme_count(r->theme) == TEXTS,
                 "all colors are registered");
  dyncolor_theme_release(r->theme);
}
static void run_register(void *data, size_t count) {
  registration *r = data;
  for (size_t i = 0; i < count; i++)
    r->failed |= dyncolor_register_css_n(r->theme, r->names.names[i].text, r->names.names[i].length,
                                         r->texts[i].text, r->texts[i].length, NULL, NULL);
}

static void begin_table(void *data) {
  ((registration *)data)->table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}
static void end_table(void *data) {
  registration *r = data;
  harness_expect(!r->failed && g_hash_table_size(r->table) == TEXTS, "all colors are in a table");
  g_hash_table_destroy(r->table);
}
static void run_insert(void *data, size_t count) {
  registration *r = data;
  for (size_t i = 0; i < count; i++) {
    GdkRGBA *color = g_new(GdkRGBA, 1);
    r->failed |= !gdk_rgba_parse(color, r->texts[i].text);
    g_hash_table_insert(r->table, g_strdup(r->names.names[i].text), color);
  }
}

/* Named colors from text, against reading the text alone and, where GTK can read it, against
 * putting what it reads into a hash table. */
static void register_group(const char *group, void (*write)(writer *), int has_peer) {
  if (!harness_enter(group)) return;
  sample_name *texts = make_texts(write, 3);
  uint32_t *indices = sample_shuffled(TEXTS);
  registration r = {.texts = texts, .names = sample_names_of(indices, TEXTS)};
  task alone = {&parsers[HERE], texts, 0};
  const harness_case cases[] = {
      {.run = run_register, .data = &r, .count = TEXTS, .before = begin_theme, .after = end_theme},
      {.run = parse, .data = &alone, .warm_up = TEXTS, .after = check_task},
      {.run = run_insert, .data = &r, .count = TEXTS, .before = begin_table, .after = end_table}};
  const harness_claim claims[] = {{"against reading alone", 0, 1, 0},
                                  {"against GTK 4 and GHashTable", 0, 2, 0}};
  harness_measure(&(harness_group){.name = group, .cases = cases,
                                   .case_count = COUNT(cases) - !has_peer, .claims = claims,
                                   .claim_count = COUNT(claims) - !has_peer});
  sample_names_free(&r.names);
  free(indices);
  free_texts(texts);
}

/* ---- Writing -------------------------------------------------------------------------------- */

typedef struct writing {
  dyncolor_notation notation;
  dyncolor_color *colors;
  GdkRGBA *rgba;
  size_t written;
  int failed;
} writing;

static void run_format(void *data, size_t count) {
  writing *w = data;
  char text[DYNCOLOR_COLOR_TEXT_SIZE];
  for (size_t i = 0; i < count; i++) {
    size_t length = 0;
    w->failed |= dyncolor_color_format(&w->colors[i & (TEXTS - 1)], w->notation, text, sizeof text,
                                       &length, NULL);
    w->written += length;
  }
}
static void run_gtk_format(void *data, size_t count) {
  writing *w = data;
  for (size_t i = 0; i < count; i++) {
    char *text = gdk_rgba_to_string(&w->rgba[i & (TEXTS - 1)]);
    w->written += strlen(text);
    g_free(text);
  }
}
static void run_printf(void *data, size_t count) {
  writing *w = data;
  char text[DYNCOLOR_COLOR_TEXT_SIZE];
  for (size_t i = 0; i < count; i++) {
    const dyncolor_color *color = &w->colors[i & (TEXTS - 1)];
    int length = snprintf(text, sizeof text, "%.17g %.17g %.17g", color->c[0], color->c[1],
                          color->c[2]);
    w->written += (size_t)length;
  }
}
static void check_writing(void *data) {
  harness_expect(!((writing *)data)->failed, "a color is written");
}

/* Text of colors, against what GTK writes, or printf(): of numbers alone, and with more digits than
 * they need. */
static void format_group(const char *group, void (*write)(writer *), dyncolor_notation notation) {
  if (!harness_enter(group)) return;
  sample_name *texts = make_texts(write, 4);
  writing w = {.notation = notation,
               .colors = sample_memory(TEXTS * sizeof *w.colors),
               .rgba = sample_memory(TEXTS * sizeof *w.rgba)};
  for (size_t i = 0; i < TEXTS; i++)
    harness_expect(read_here(&texts[i], (float *)&w.rgba[i]) &&
                       dyncolor_color_parse_n(texts[i].text, texts[i].length, &w.colors[i], NULL) ==
                           DYNCOLOR_OK,
                   texts[i].text);
  const int is_legacy = (w.colors[0].missing & DYNCOLOR_LEGACY_NOTATION) != 0;
  const harness_case cases[] = {
      {.run = run_format, .data = &w, .warm_up = TEXTS, .after = check_writing},
      {.run = is_legacy ? run_gtk_format : run_printf, .data = &w, .warm_up = TEXTS}};
  const harness_claim claims[] = {{is_legacy ? "against GTK 4" : "against printf()", 0, 1, 1}};
  harness_measure(&(harness_group){.name = group, .cases = cases, .case_count = COUNT(cases),
                                   .claims = claims, .claim_count = COUNT(claims)});
  free(w.colors);
  free(w.rgba);
  free_texts(texts);
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  parsers[QT] = qt_peer;

  enum { X = 1 << PANGO, G = 1 << GTK, Q = 1 << QT, R = 1 << CSSPARSER,
         C = 1 << PLAIN };
  const double hex = 0.3, names = 0.15, functions = 0.45;
  parse_group("parse #rgb", write_hex3, hex, X | G | Q | R | C);
  parse_group("parse #rgba", write_hex4, hex, X | G | R | C);
  parse_group("parse #rrggbb", write_hex6, hex, X | G | Q | R | C);
  /* Qt has alpha first. */
  parse_group("parse #rrggbbaa", write_hex8, hex, X | G | R | C);
  parse_group("parse names", write_name, names, X | G | Q | R | C);
  parse_group("parse rgb(r g b)", write_rgb, functions, R);
  parse_group("parse rgb(r g b / a)", write_rgb_alpha, functions, R);
  parse_group("parse rgb(r, g, b)", write_rgb_commas, functions, G | R);
  parse_group("parse rgba(r, g, b, a)", write_rgba_commas, functions, G | R);
  parse_group("parse rgb() of 17 digits", write_rgb_digits, 0, R);
  parse_group("parse hsl(h s l)", write_hsl, functions, R);
  parse_group("parse hsl(h s l / a)", write_hsl_alpha, functions, R);
  parse_group("parse hsl(h, s, l)", write_hsl_commas, functions, G | R);
  parse_group("parse hsla(h, s, l, a)", write_hsla_commas, functions, G | R);
  parse_group("parse hwb()", write_hwb, 0, 0);
  parse_group("parse lab()", write_lab, 0, 0);
  parse_group("parse lch()", write_lch, 0, 0);
  parse_group("parse oklab()", write_oklab, 0, 0);
  parse_group("parse oklch()", write_oklch, 0, 0);
  parse_group("parse color()", write_color, 0, 0);
  parse_group("parse color() of 17 digits", write_color_digits, 0, 0);
  parse_group("parse calc()", write_calc, 0, 0);
  parse_group("parse color-mix()", write_mix, 0, 0);
  parse_group("parse relative colors", write_relative, 0, 0);
  parse_group("parse hex, rgb() and names", write_common, functions, G | R);
  parse_group("parse what cssparser can", write_legacy, functions, R);
  parse_group("parse everything", write_any, 0, 0);
  list_group("parse a list of #rrggbb", write_hex6);
  list_group("parse a list of everything", write_any);
  register_group("register 8,192 of #rrggbb", write_hex6, 1);
  register_group("register 8,192 of color-mix()", write_mix, 0);
  register_group("register 8,192 of everything", write_any, 0);
  format_group("write #rrggbb", write_hex6, DYNCOLOR_NOTATION_EXACT);
  format_group("write rgb(r, g, b)", write_hex6, DYNCOLOR_NOTATION_BROWSER);
  format_group("write rgba(r, g, b, a)", write_hex8, DYNCOLOR_NOTATION_BROWSER);
  format_group("write oklch()", write_oklch, DYNCOLOR_NOTATION_EXACT);
  format_group("write color() of 17 digits", write_color_digits, DYNCOLOR_NOTATION_EXACT);

  return harness_end();
}
