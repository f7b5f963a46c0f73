/* Colors that are written in CSS and depend on the environment, or on each other. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "parts.h"
#include "themes.h"

/* Under valgrind, some of it is enough. */
static bool is_brief;

static const dyncolor_environment nothing;
static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id id = 0;
  dyncolor_status status = dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL,
                                                   &id, &error);
  if (status != DYNCOLOR_OK)
    printf("# %s: %s at %zu, %s\n", text, error.message, error.offset, error.context);
  CHECK(status == DYNCOLOR_OK && id != 0);
  return id;
}

/* What a color resolves to, as 0xRRGGBBAA, or its status. It is asked in all ways there are. */
static int64_t value(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  dyncolor_rgba first, second, listed, copied;
  MARK(first);
  dyncolor_status status = dyncolor_resolve(theme, id, where, &first, NULL);
  CHECK(dyncolor_resolve(theme, id, where, &second, NULL) == status);

  dyncolor_status list_status = DYNCOLOR_STATUS_MAX_ENUM;
  CHECK(dyncolor_resolve_list(theme, &id, 1, where, DYNCOLOR_LAYOUT_FLOAT4, &listed, sizeof listed,
                              &list_status, NULL) == DYNCOLOR_OK);
  CHECK(list_status == status);
  dyncolor_snapshot *snapshot = NULL;
  CHECK(dyncolor_snapshot_create(theme, where, &snapshot, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_resolve(snapshot, id, &copied, NULL) == status);
  dyncolor_snapshot_release(snapshot);
  if (status != DYNCOLOR_OK) {
    CHECK_MARKED(first);
    return status;
  }
  CHECK(memcmp(&first, &second, sizeof first) == 0);
  CHECK(memcmp(&first, &listed, sizeof first) == 0);
  CHECK(memcmp(&first, &copied, sizeof first) == 0);
  double components[4] = {first.r, first.g, first.b, first.a};
  int64_t bytes = 0;
  for (int i = 0; i < 4; i++) {
    CHECK(isfinite(components[i]));
    double cut = components[i] < 0 ? 0 : components[i] > 1 ? 1 : components[i];
    bytes = bytes << 8 | (int64_t)floor(cut * 255 + 0.5);
  }
  return bytes;
}

#define CHECK_VALUE(theme, id, where, expected) \
  do { \
    int64_t found = value(theme, id, where); \
    CHECK(found == (expected)); \
    if (found != (expected)) \
      printf("# %s:%d: %08llx (%lld)\n", __FILE__, __LINE__, (unsigned long long)found, \
             (long long)found); \
  } while (0)

static void schemes_decide(void) {
  dyncolor_theme *theme = new_theme();
  struct {
    const char *text;
    int64_t in_light, in_dark;
  } cases[] = {
      {"#0461be", 0x0461beff, 0x0461beff},
      {"light-dark(#0461be, #81d0ff)", 0x0461beff, 0x81d0ffff},
      {"LIGHT-dark( /**/ red , rgb(0 0 255 / 50%) )", 0xff0000ff, 0x0000ff80},
      {"rgb(from light-dark(#400000, #800000) calc(progress(r, 0, 128) * 200) g b)", 0x640000ff,
       0xc80000ff},
      {"light-dark(light-dark(#111, #222), light-dark(#333, #444))", 0x111111ff, 0x444444ff},
      {"color-mix(in srgb, light-dark(black, white), light-dark(black, red))", 0x000000ff,
       0xff8080ff},
      {"rgb(from light-dark(#102030, #405060) b g r / 0.5)", 0x30201080, 0x60504080},
      {"rgb(from light-dark(#102030, #405060) calc(r * 2) calc(g + 1) 0)", 0x202100ff, 0x805100ff},
      {"rgb(from light-dark(#101010, #404040) calc(1% * r) 0 calc(g * 0.5%))", 0x290014ff,
       0xa30052ff},
      {"alpha(from light-dark(red, blue) / 25%)", 0xff000040, 0x0000ff40},
      {"alpha(from light-dark(#f00c, #00fc) / calc(alpha / 2))", 0xff000066, 0x0000ff66},
      {"contrast-color(light-dark(white, navy))", 0x000000ff, 0xffffffff},
      {"if(media(prefers-color-scheme: dark): #111; else: #eee)", 0xeeeeeeff, 0x111111ff},
      {"if(not media(prefers-color-scheme: dark): #111; else: #eee)", 0x111111ff, 0xeeeeeeff},
      {"Canvas", 0xffffffff, 0x121212ff},
      {"currentcolor", 0x000000ff, 0xffffffff},
      {"AccentColor", 0x0075ffff, 0x0075ffff},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dyncolor_id id = css(theme, "color", cases[i].text);
    if (value(theme, id, &light) != cases[i].in_light ||
        value(theme, id, &dark) != cases[i].in_dark)
      printf("# %s\n", cases[i].text);
    CHECK_VALUE(theme, id, &light, cases[i].in_light);
    CHECK_VALUE(theme, id, &nothing, cases[i].in_light);
    CHECK_VALUE(theme, id, NULL, cases[i].in_light);
    CHECK_VALUE(theme, id, &dark, cases[i].in_dark);
  }
  dyncolor_id id = css(theme, "color", "light-dark(#0461be, #81d0ff)");
  CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  CHECK_VALUE(theme, id, &nothing, 0x81d0ffff);
  CHECK_VALUE(theme, id, &light, 0x0461beff);
  dyncolor_theme_release(theme);
}

static void names_are_looked_up_late(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_rgba color;
  dyncolor_id plain = css(theme, "plain", "var(--accent)");
  dyncolor_id otherwise = css(theme, "otherwise", "var(--accent, light-dark(red, blue))");
  dyncolor_id twice = css(theme, "twice", "var(--accent, var( --other , #abc))");
  dyncolor_id mixed = css(theme, "mixed", "color-mix(in srgb, var(--accent), black)");
  CHECK_VALUE(theme, plain, &light, DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK_VALUE(theme, mixed, &light, DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_resolve(theme, mixed, NULL, &color, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "mixed → var(--accent)") == 0);
  CHECK_VALUE(theme, otherwise, &light, 0xff0000ff);
  CHECK_VALUE(theme, otherwise, &dark, 0x0000ffff);
  CHECK_VALUE(theme, twice, &dark, 0xaabbccff);

  css(theme, "other", "#123");
  CHECK_VALUE(theme, twice, &dark, 0x112233ff);
  dyncolor_id accent = css(theme, "accent", "light-dark(#ffffff, #408040)");
  CHECK_VALUE(theme, plain, &light, 0xffffffff);
  CHECK_VALUE(theme, plain, &dark, 0x408040ff);
  CHECK_VALUE(theme, otherwise, &dark, 0x408040ff);
  CHECK_VALUE(theme, twice, &dark, 0x408040ff);
  CHECK_VALUE(theme, mixed, &light, 0x808080ff);
  CHECK_VALUE(theme, mixed, &dark, 0x204020ff);

  /* It may be of any kind, and change its kind. */
  dyncolor_color blue = {DYNCOLOR_SPACE_SRGB, 0, {0, 0, 1}, 1};
  CHECK(dyncolor_register_color_n(theme, "accent", NUL, &blue, NULL, NULL) == DYNCOLOR_OK);
  CHECK_VALUE(theme, mixed, &light, 0x000080ff);
  CHECK(dyncolor_register_alias_n(theme, "accent", NUL, otherwise, NULL, NULL) == DYNCOLOR_OK);
  CHECK_VALUE(theme, otherwise, &light, DYNCOLOR_ERROR_CYCLE);
  CHECK(dyncolor_unregister(theme, accent, NULL) == DYNCOLOR_OK);
  CHECK_VALUE(theme, plain, &light, DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK_VALUE(theme, otherwise, &light, 0xff0000ff);

  /* A name of any letters, with escapes. */
  css(theme, "Night/primary", "#010203");
  CHECK_VALUE(theme, css(theme, NULL, "var(--Night\\/primary)"), &light, 0x010203ff);
  css(theme, "größe", "#040506");
  CHECK_VALUE(theme, css(theme, NULL, "var(--größe)"), &light, 0x040506ff);
  CHECK_VALUE(theme, css(theme, NULL, "var(--gr\\F6 \\DF e)"), &light, 0x040506ff);
  CHECK_VALUE(theme, css(theme, NULL, "var(--GRößE, red)"), &light, 0xff0000ff);

  /* What is not taken is not looked up. */
  dyncolor_id guarded = css(theme, NULL, "light-dark(red, var(--nowhere))");
  CHECK_VALUE(theme, guarded, &light, 0xff0000ff);
  CHECK_VALUE(theme, guarded, &dark, DYNCOLOR_ERROR_UNKNOWN_NAME);
  dyncolor_theme_release(theme);
}

static void cycles_are_told(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_rgba color;
  dyncolor_id itself = css(theme, "itself", "light-dark(var(--itself), red)");
  CHECK_VALUE(theme, itself, &light, DYNCOLOR_ERROR_CYCLE);
  dyncolor_id mixed = css(theme, "mixed",
                          "color-mix(in srgb, red, light-dark(var(--mixed), red))");
  CHECK_VALUE(theme, mixed, &light, DYNCOLOR_ERROR_CYCLE);
  CHECK(dyncolor_resolve(theme, mixed, NULL, &color, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "mixed → mixed") == 0);

  dyncolor_id a = css(theme, "a", "rgb(from var(--b) r g b)");
  css(theme, "b", "var(--c)");
  css(theme, "c", "color-mix(in srgb, white, var(--d))");
  css(theme, "d", "light-dark(var(--b), white)");
  CHECK_VALUE(theme, a, &light, DYNCOLOR_ERROR_CYCLE);
  CHECK_VALUE(theme, a, &dark, 0xffffffff);
  CHECK(dyncolor_resolve(theme, a, &light, &color, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strstr(error.context, "c → ") != NULL);
  if (strstr(error.context, "c → ") == NULL) printf("# %s\n", error.context);

  dyncolor_environment where = light;
  dyncolor_id current = css(theme, "current", "alpha(from currentcolor / 0.5)");
  where.foreground = current;
  CHECK_VALUE(theme, current, &where, DYNCOLOR_ERROR_CYCLE);
  CHECK_VALUE(theme, current, &light, 0x00000080);
  dyncolor_theme_release(theme);
}

/* Between two contrasts a color that is the same for both stays what it is, also where mixing would
 * change it: a clear one, and one that lacks components. */
static void equals_are_not_mixed(void) {
  static const char *const same[] = {
      "color(display-p3 0.25 0.5 0.75 / 0)", "oklch(0.5 0.2 none / 0)", "rgb(10 none 30)"};
  const dyncolor_environment between = {.contrast = DYNCOLOR_CONTRAST_PERCENT(30)};
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    char text[160];
    dyncolor_rgba plain, mixed;
    dyncolor_id color = css(theme, "same", same[i]);
    const dyncolor_variant variants[] = {{.part.id = color},
                                         {.part.id = color, .contrast = DYNCOLOR_CONTRAST_MORE}};
    dyncolor_id table;
    CHECK(dyncolor_register_variants_n(theme, "table", NUL, variants, 2, &table, NULL) ==
          DYNCOLOR_OK);
    snprintf(text, sizeof text, "--variants(any: %s; more: var(--same))", same[i]);
    const dyncolor_id tables[] = {table, css(theme, "said", text)};
    CHECK(dyncolor_resolve(theme, color, &between, &plain, NULL) == DYNCOLOR_OK);
    for (size_t k = 0; k < 2; k++) {
      CHECK(dyncolor_resolve(theme, tables[k], &between, &mixed, NULL) == DYNCOLOR_OK);
      CHECK(memcmp(&plain, &mixed, sizeof plain) == 0);
      CHECK(dyncolor_id_equal(theme, color, theme, tables[k]) == 1);
    }
  }
  dyncolor_theme_release(theme);
}

/* Chains of names of all lengths, each of which ends in a circle of any length: what is told names
 * only colors of which each refers to the next, and ends where it began. */
static void circles_are_told(void) {
  char name[16], text[32];
  for (int size = 1; size <= 40; size += is_brief ? 13 : 1) {
    for (int way = 0; way <= 20; way += is_brief ? 9 : 1) {
      dyncolor_theme *theme = new_theme();
      dyncolor_id first = 0;
      for (int i = way + size - 1; i >= 0; i--) {
        snprintf(name, sizeof name, "c%d", i);
        /* A color that always refers to itself is not registered. */
        snprintf(text, sizeof text, size == 1 && i == way ? "var(--c%d, red)" : "var(--c%d)",
                 i == way + size - 1 ? way : i + 1);
        first = css(theme, name, text);
      }
      dyncolor_rgba color;
      dyncolor_error error = DYNCOLOR_ERROR_INIT;
      CHECK(dyncolor_resolve(theme, first, NULL, &color, &error) == DYNCOLOR_ERROR_CYCLE);
      char context[sizeof error.context];
      strcpy(context, error.context);
      int count = 0, begin = -1, before = -1;
      bool is_whole = true, is_right = true;
      for (char *word = strtok(context, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strcmp(word, "→") == 0) continue;
        if (strcmp(word, "…") == 0) {
          is_right = is_right && count == 0;
          is_whole = false;
          continue;
        }
        const int number = atoi(word + 1), next = before == way + size - 1 ? way : before + 1;
        is_right = is_right && word[0] == 'c' && number >= way && (count == 0 || number == next);
        if (count++ == 0) begin = number;
        before = number;
      }
      is_right = is_right && (is_whole ? begin == before && count == size + 1 : count == 17);
      CHECK(is_right && is_whole == (size <= 16));
      if (!is_right) printf("# a circle of %d behind %d: %s\n", size, way, error.context);
      dyncolor_theme_release(theme);
    }
  }
}

static void chains_may_be_long(void) {
  enum { COUNT = 3000 };
  dyncolor_theme *theme = new_theme();
  char name[32], text[96];
  dyncolor_id last = css(theme, "c0", "light-dark(rgb(0 0 0), rgb(255 0 0))");
  for (int i = 1; i < COUNT; i++) {
    snprintf(name, sizeof name, "c%d", i);
    snprintf(text, sizeof text, "rgb(from var(--c%d) r g calc(b + 0.05))", i - 1);
    last = css(theme, name, text);
  }
  CHECK_VALUE(theme, last, &light, 0x000096ff);
  CHECK_VALUE(theme, last, &dark, 0xff0096ff);

  /* All that need what fails fail, and in a table of all each once. */
  css(theme, "c0", "light-dark(var(--nowhere), rgb(from var(--c7) r g b))");
  CHECK_VALUE(theme, last, &light, DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK_VALUE(theme, last, &dark, DYNCOLOR_ERROR_CYCLE);

  /* Thousands that are needed at once, some of them for each other. */
  char *wide = malloc(32 * COUNT), *end = wide;
  if (wide == NULL) abort();
  css(theme, "c0", "#804020");
  end += sprintf(end, "color-mix(in srgb");
  for (int i = 0; i < COUNT; i++) end += sprintf(end, ", var(--w%d)", i);
  sprintf(end, ")");
  for (int i = 0; i < COUNT; i++) {
    snprintf(name, sizeof name, "w%d", i);
    snprintf(text, sizeof text, i == 0 ? "var(--c0)" : "alpha(from var(--w%d) / 1)", i / 2);
    css(theme, name, text);
  }
  CHECK_VALUE(theme, css(theme, "wide", wide), &light, 0x804020ff);
  free(wide);

  /* Twice as many ways at every step, but each value once. */
  css(theme, "t0", "#804020");
  for (int i = 1; i <= 60; i++) {
    snprintf(name, sizeof name, "t%d", i);
    snprintf(text, sizeof text, "color-mix(in srgb, var(--t%d), var(--t%d))", i - 1, i - 1);
    last = css(theme, name, text);
  }
  CHECK_VALUE(theme, last, &light, 0x804020ff);
  dyncolor_theme_release(theme);
}

enum { MOST_LINKS = 3000 };

static int link_count(void) { return is_brief ? 1000 : MOST_LINKS; }

/* Colors each of which refers to the one before, in rows that are in their order or the other. */
static void make_chain(dyncolor_theme *theme, int kind, int is_backwards, dyncolor_id *ids) {
  const int links = link_count();
  char name[16], text[64];
  for (int step = 0; step < links; step++) {
    int i = is_backwards ? links - 1 - step : step;
    snprintf(name, sizeof name, "c%d", i);
    CHECK(dyncolor_theme_declare_n(theme, name, NUL, &ids[i], NULL) == DYNCOLOR_OK);
  }
  css(theme, "c0", "red");
  for (int i = 1; i < links; i++) {
    const char *pattern = "var(--c%d)";
    int which = kind == 4 ? i % 4 : kind;
    snprintf(name, sizeof name, "c%d", i);
    if (which == 0) {
      CHECK(dyncolor_register_alias_n(theme, name, NUL, ids[i - 1], NULL, NULL) == DYNCOLOR_OK);
      continue;
    }
    if (which == 2) pattern = "light-dark(red, var(--c%d))";
    if (which == 3) pattern = "--level(var(--c%d), primary)";
    snprintf(text, sizeof text, pattern, i - 1);
    css(theme, name, text);
  }
}

static void references_may_be_followed_far(void) {
  static dyncolor_id ids[MOST_LINKS];
  static dyncolor_status statuses[MOST_LINKS];
  static uint32_t pixels[MOST_LINKS];
  const int links = link_count();
  char last[16];
  snprintf(last, sizeof last, "var(--c%d)", links - 1);
  for (int kind = 0; kind < 5; kind++)
    for (int is_backwards = 0; is_backwards < (is_brief ? 1 : 2); is_backwards++) {
      dyncolor_theme *theme = new_theme();
      make_chain(theme, kind, is_backwards, ids);
      for (int version = 0; version < 2; version++) {
        css(theme, "c0", version == 0 ? "#0a141e" : "--level(#28323c, secondary)");
        uint32_t expected = version == 0 ? 0xFF1E140A : 0x803C3228;
        CHECK(dyncolor_resolve_list(theme, ids, links, &dark, DYNCOLOR_LAYOUT_RGBA8, pixels, 4,
                                    statuses, NULL) == DYNCOLOR_OK);
        int wrong = 0;
        for (int i = 0; i < links; i++)
          wrong += statuses[i] != DYNCOLOR_OK || pixels[i] != expected;
        CHECK(wrong == 0);
        CHECK_VALUE(theme, ids[links - 1], &dark, version == 0 ? 0x0A141EFF : 0x28323C80);
      }
      /* What leads nowhere, and what leads back, does so from everywhere. */
      const char *const ends[] = {"var(--nothing)", last, "var(--c17)", "var(--c1)"};
      for (int end = 0; end < 4; end++) {
        dyncolor_status status =
            end == 0 ? DYNCOLOR_ERROR_UNKNOWN_NAME : DYNCOLOR_ERROR_CYCLE;
        css(theme, "c0", ends[end]);
        CHECK(dyncolor_resolve_list(theme, ids, links, &dark, DYNCOLOR_LAYOUT_RGBA8, pixels, 4,
                                    statuses, NULL) == DYNCOLOR_OK);
        int wrong = 0;
        for (int i = 0; i < links; i++) wrong += statuses[i] != status;
        CHECK(wrong == 0);
        CHECK_VALUE(theme, ids[links - 1], &dark, status);
      }
      dyncolor_theme_release(theme);
    }
}

static void environments_decide(void) {
  dyncolor_theme *theme = new_theme();
  uint32_t team = 9, season = 9;
  uint8_t red = 0, blue = 0, winter = 0;
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &team, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_n(theme, "season", NUL, &season, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, team, "red", NUL, &red, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, team, "blue", NUL, &blue, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, season, "winter", NUL, &winter, NULL) == DYNCOLOR_OK);
  CHECK(red == 1 && blue == 2 && winter == 1);
  CHECK(dyncolor_axis_declare_value_n(theme, team, "red", NUL, &winter, NULL) == DYNCOLOR_OK);
  CHECK(winter == 1);
  uint16_t night;
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL) == DYNCOLOR_OK);

  dyncolor_environment team_red = {.custom = {1}}, team_blue = {.custom = {2}};
  dyncolor_environment cold = {.custom = {1, 3}}, high = {.contrast = DYNCOLOR_CONTRAST_MORE};
  dyncolor_environment low = {.contrast = 20}, wide = {.gamut = DYNCOLOR_GAMUT_REC2020};
  dyncolor_environment forced = {.forced_colors = DYNCOLOR_FORCED_COLORS_ACTIVE};
  dyncolor_environment pressed = {.state = DYNCOLOR_STATE_PRESSED, .palette = night};
  dyncolor_environment dark_high = {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = 200};
  struct {
    const char *condition;
    int holds_in[10]; /* in the environments below, in their order; −1 if it is refused */
  } cases[] = {
      {"style(--team: red)", {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"style(--team:blue)", {0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
      {"style(--team: 2)", {0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
      {"style(--team)", {0, 1, 1, 1, 0, 0, 0, 0, 0, 0}},
      {"style(--team: green)", {0}},
      {"style(--tea: red)", {0}},
      {"style(--season: 3)", {0, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"style(--season:/**/3/**/ /**/)", {0, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"style(--season: winter)", {0}},
      {"style(--team: red) and style(--season: 3)", {0, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"style((--team: red) and (not (--season: 3)))", {0, 1, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"style(--team: red) or media(prefers-contrast: more)", {0, 1, 0, 1, 1, 0, 0, 0, 0, 1}},
      {"not (style(--team: red) or style(--team: blue))", {1, 0, 0, 0, 1, 1, 1, 1, 1, 1}},
      {"media(prefers-contrast: no-preference)", {1, 1, 1, 1, 0, 0, 1, 0, 1, 0}},
      {"media(prefers-contrast: less)", {0, 0, 0, 0, 0, 1, 0, 0, 0, 0}},
      {"media(prefers-contrast: custom)", {0, 0, 0, 0, 0, 0, 0, 1, 0, 0}},
      {"media(prefers-contrast)", {0, 0, 0, 0, 1, 1, 0, 1, 0, 1}},
      {"media((prefers-contrast: more) and (prefers-color-scheme: dark))",
       {0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
      {"media(color-gamut: srgb)", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
      {"media(color-gamut: p3)", {0, 0, 0, 0, 0, 0, 1, 0, 0, 0}},
      {"media(forced-colors: active)", {0, 0, 0, 0, 0, 0, 0, 1, 0, 0}},
      {"media(forced-colors)", {0, 0, 0, 0, 0, 0, 0, 1, 0, 0}},
      {"media(forced-colors: none)", {1, 1, 1, 1, 1, 1, 1, 0, 1, 1}},
      {"media(prefers-haste: more)", {0}},
      {"not media(prefers-haste: more)", {0}},
      {"media(prefers-haste: more) or style(--team: red)", {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"not media(prefers-haste)", {0}},
      {"not media(color-gamut: rec709)", {0}},
      {"not media(print)", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
      {"style(--state: pressed)", {0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
      {"style(--state: normal)", {1, 1, 1, 1, 1, 1, 1, 1, 0, 1}},
      {"style(--palette: Night)", {0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
      {"style(--gamut: rec2020)", {0, 0, 0, 0, 0, 0, 1, 0, 0, 0}},
      {"style(--elevation: base)", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
      {"style(--forced-colors: active)", {0, 0, 0, 0, 0, 0, 0, 1, 0, 0}},
      {"style(--contrast: more)", {0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
      {"style(--vision: typical)", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
      {"style(--vision: protan)", {0}},
      {"style(--team:)", {0}},
      {"media(print) or media(print)", {0}},
      {"media(print) or media(screen)", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
      {"media(print) or style(--team: red)", {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"media(screen) and style(--team: red)", {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
      /* What is not understood is skipped, brackets, strings and escapes as such. */
      {"media(haste [ { ] } \"]\" ) or style(--team: red)", {-1}},
      {"media(haste [{)}]) or style(--team: red)", {-1}},
      {"media(haste [{\")]\"}] ')' \\) /*)*/) or style(--team: red)",
       {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"media(haste '\\\r\n)' '\\\r)' '\\\n)') or style(--team: red)",
       {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"media(haste 'cut off\n) or style(--team: red)", {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"style(--\\74\ream: red)", {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
      {"style(--\\74\r\neam: red)", {0, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
  };
  const dyncolor_environment *environments[10] = {&nothing, &team_red, &team_blue, &cold, &high,
                                                  &low, &wide, &forced, &pressed, &dark_high};
  char text[256];
  char *longest = malloc(5000);
  strcpy(longest, "--variants(locale(");
  memset(longest + strlen("--variants(locale("), 'n', 4000);
  strcpy(longest + strlen("--variants(locale(") + 4000, "): red)");
  CHECK(dyncolor_register_css_n(theme, "color", NUL, longest, NUL, NULL, NULL) ==
        DYNCOLOR_ERROR_SYNTAX);
  free(longest);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(text, sizeof text, "if(%s: #000001; else: #000002;)", cases[i].condition);
    if (cases[i].holds_in[0] < 0) {
      CHECK(dyncolor_register_css_n(theme, "color", NUL, text, NUL, NULL, NULL) ==
            DYNCOLOR_ERROR_SYNTAX);
      continue;
    }
    dyncolor_id id = css(theme, "color", text);
    for (int j = 0; j < 10; j++) {
      int64_t expected = cases[i].holds_in[j] ? 0x1ff : 0x2ff;
      if (value(theme, id, environments[j]) != expected)
        printf("# %s in environment %d\n", cases[i].condition, j);
      CHECK_VALUE(theme, id, environments[j], expected);
    }
  }
  dyncolor_id id = css(theme, NULL, "if(style(--team: red): red; style(--team: blue): blue)");
  CHECK_VALUE(theme, id, &team_red, 0xff0000ff);
  CHECK_VALUE(theme, id, &team_blue, 0x0000ffff);
  CHECK_VALUE(theme, id, &nothing, DYNCOLOR_ERROR_NO_VALUE);

  /* An axis and a value may be declared after they were asked for. */
  id = css(theme, NULL, "if(style(--mood: glad): yellow; else: gray)");
  dyncolor_environment glad = {.custom = {0, 0, 1}};
  CHECK_VALUE(theme, id, &nothing, 0x808080ff);
  uint32_t mood;
  uint8_t number;
  CHECK(dyncolor_axis_declare_n(theme, "mood", NUL, &mood, NULL) == DYNCOLOR_OK &&
        mood == DYNCOLOR_AXIS_CUSTOM + 2);
  CHECK_VALUE(theme, id, &glad, 0x808080ff);
  CHECK(dyncolor_axis_declare_value_n(theme, mood, "glad", NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK_VALUE(theme, id, &glad, 0xffff00ff);
  dyncolor_theme_release(theme);
}

static void values_of_axes_are_checked(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  uint32_t axis;
  uint8_t number;
  MARK(number);
  CHECK(dyncolor_axis_declare_value_n(theme, DYNCOLOR_AXIS_CUSTOM, "red", NUL, &number, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "axis 14") == 0);
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &axis, NULL) == DYNCOLOR_OK);
  CHECK(axis == DYNCOLOR_AXIS_CUSTOM);
  /* Neither the built-in axes nor other numbers can get values. */
  const uint32_t others[] = {0, DYNCOLOR_AXIS_PALETTE, axis - 1, axis + 1, axis + 8, UINT32_MAX};
  for (size_t i = 0; i < COUNT(others); i++) {
    CHECK(dyncolor_axis_declare_value_n(theme, others[i], "red", NUL, &number, &error) ==
          DYNCOLOR_ERROR_UNKNOWN_NAME);
    char told[24];
    snprintf(told, sizeof told, "axis %u", others[i]);
    CHECK(strcmp(error.context, told) == 0 &&
          strstr(error.message, "dyncolor_axis_declare()") != NULL);
  }
  CHECK(dyncolor_axis_declare_value_n(NULL, axis, "red", NUL, &number, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_axis_declare_value_n(theme, axis, NULL, NUL, &number, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_axis_declare_value_n(theme, axis, "", NUL, &number, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_axis_declare_value_n(theme, axis, "red", NUL, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK_MARKED(number);
  uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  char name[16];
  for (int i = 1; i <= 255; i++) {
    snprintf(name, sizeof name, "value %d", i);
    CHECK(dyncolor_axis_declare_value_n(theme, axis, name, NUL, &number, NULL) == DYNCOLOR_OK);
    CHECK(number == i);
  }
  CHECK(dyncolor_theme_fingerprint(theme) != fingerprint);
  CHECK(dyncolor_axis_declare_value_n(theme, axis, "one more", NUL, &number, &error) ==
        DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES);
  CHECK(strcmp(error.context, "one more") == 0);
  CHECK(dyncolor_axis_declare_value_n(theme, axis, "value 7", NUL, &number, &error) == DYNCOLOR_OK);
  CHECK(number == 7);
  dyncolor_theme_release(theme);
}

static void system_colors_can_be_set(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id canvas = css(theme, NULL, "color-mix(in srgb, Canvas, black)");
  dyncolor_id window = css(theme, NULL, "window");
  dyncolor_id accent = css(theme, NULL, "alpha(from accentcolor / 50%)");
  dyncolor_id current = css(theme, NULL, "rgb(from CurrentColor g b r)");
  CHECK_VALUE(theme, canvas, &light, 0x808080ff);
  CHECK_VALUE(theme, window, &dark, 0x121212ff);
  CHECK_VALUE(theme, accent, &dark, 0x0075ff80);
  css(theme, "Canvas", "light-dark(#00ff00, #0000ff)");
  CHECK_VALUE(theme, canvas, &light, 0x008000ff);
  CHECK_VALUE(theme, window, &dark, 0x0000ffff);
  css(theme, "AccentColor", "#aabbcc");
  CHECK_VALUE(theme, accent, &dark, 0xaabbcc80);
  css(theme, "CanvasText", "light-dark(#010203, #040506)");
  CHECK_VALUE(theme, current, &dark, 0x050604ff);
  dyncolor_environment where = dark;
  where.accent = css(theme, NULL, "light-dark(#111, #222)");
  where.foreground = css(theme, NULL, "light-dark(#123456, #789abc)");
  CHECK_VALUE(theme, accent, &where, 0x22222280);
  CHECK_VALUE(theme, current, &where, 0x9abc78ff);
  CHECK_VALUE(theme, css(theme, NULL, "currentcolor"), &where, 0x789abcff);
  where.foreground = 0xFFFFFFFF;
  dyncolor_rgba rgba;
  CHECK(dyncolor_resolve(theme, current, &where, &rgba, NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  dyncolor_theme_release(theme);
}

/* Counts its calls, and answers with a color that depends on the scheme. */
static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *calls) {
  *(int *)calls += 1;
  uint32_t scheme = dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME);
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {scheme == 2 ? 1 : 0, 0.25, 0}, 1};
  return DYNCOLOR_OK;
}

static dyncolor_status fail(dyncolor_context *context, dyncolor_answer *answer, void *user_data) {
  (void)context, (void)answer, (void)user_data;
  return (dyncolor_status)-1234;
}

static dyncolor_status answer(dyncolor_context *context, dyncolor_answer *answered, void *id) {
  (void)context;
  answered->id = *(dyncolor_id *)id;
  return DYNCOLOR_OK;
}

/* Registers the color that it answers with. */
static dyncolor_status make(dyncolor_context *context, dyncolor_answer *answer, void *calls) {
  *(int *)calls += 1;
  dyncolor_theme *theme = dyncolor_context_theme(context);
  dyncolor_register_css_n(theme, "beside", NUL, "#00f", NUL, NULL, NULL);
  return dyncolor_register_css_n(theme, "made", NUL, "#0f0", NUL, &answer->id, NULL);
}

static dyncolor_status come_back(dyncolor_context *context, dyncolor_answer *answer, void *id) {
  dyncolor_rgba color;
  dyncolor_status status = dyncolor_context_resolve(context, *(dyncolor_id *)id, &color, NULL);
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {1, 1, 1}, 1};
  return status;
}

static void providers_take_part(void) {
  dyncolor_theme *theme = new_theme();
  int calls = 0, more_calls = 0;
  dyncolor_id first, second;
  CHECK(dyncolor_register_provider_n(theme, "first", NUL, provide, &calls, NULL, &first, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(theme, "second", NUL, provide, &more_calls, NULL, &second,
                                     NULL) == DYNCOLOR_OK);
  css(theme, "half", "alpha(from var(--second) / 0.5)");
  dyncolor_id mixed = css(theme, "mixed",
                          "color-mix(in srgb, var(--first), rgb(from var(--half) r g b / 1))");
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, mixed, &dark, &color, NULL) == DYNCOLOR_OK);
  CHECK(calls == 1 && more_calls == 1);
  CHECK(color.r == 1 && color.g == 0.25f && color.b == 0 && color.a == 1);
  CHECK_VALUE(theme, mixed, &dark, 0xff4000ff);
  CHECK(calls == 1 && more_calls == 1);
  CHECK_VALUE(theme, first, &dark, 0xff4000ff);
  CHECK(calls == 1);
  CHECK_VALUE(theme, mixed, &light, 0x004000ff);
  CHECK(calls == 2 && more_calls == 2);
  uint32_t axes = 0;
  CHECK(dyncolor_id_axes(theme, mixed, &axes, NULL) == DYNCOLOR_OK);
  CHECK(axes == 1u << DYNCOLOR_AXIS_SCHEME);

  /* Only what is taken is asked. */
  dyncolor_id guarded = css(theme, NULL, "light-dark(var(--third), var(--first))");
  int third_calls = 0;
  CHECK(dyncolor_register_provider_n(theme, "third", NUL, provide, &third_calls, NULL, NULL,
                                     NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, guarded, &dark, &color, NULL) == DYNCOLOR_OK && color.r == 1);
  CHECK(third_calls == 0);

  /* What a provider answers is taken over as it is painted, also by its id, and each time: green is
   * then 0, while the color itself takes it from white. */
  dyncolor_color no_green = {DYNCOLOR_SPACE_SRGB, DYNCOLOR_MISSING_C1, {1, 0, 0}, 1};
  dyncolor_id red;
  CHECK(dyncolor_register_color_n(theme, "red", NUL, &no_green, &red, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(theme, "answers", NUL, answer, &red, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  dyncolor_id pink = css(theme, NULL, "color-mix(in srgb, var(--answers), white)");
  CHECK_VALUE(theme, pink, &light, 0xff8080ff);
  CHECK_VALUE(theme, css(theme, NULL, "color-mix(in srgb, var(--red), white)"), &light, 0xffff80ff);
  red = css(theme, NULL, "alpha(from var(--red) / 1)");
  CHECK_VALUE(theme, pink, &dark, 0xff8080ff);

  dyncolor_id failing = css(theme, NULL, "color-mix(in srgb, var(--first), var(--failing))");
  CHECK(dyncolor_register_provider_n(theme, "failing", NUL, fail, NULL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK_VALUE(theme, failing, &dark, -1234);

  int made = 0;
  CHECK(dyncolor_register_provider_n(theme, "maker", NUL, make, &made, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  css(theme, "beside", "#f00");
  dyncolor_id late = css(theme, NULL, "color-mix(in srgb, var(--beside), var(--maker))");
  CHECK(dyncolor_resolve(theme, late, NULL, &color, NULL) == DYNCOLOR_OK);
  /* What was of two instants is not kept. */
  CHECK(color.r == 0.5f && color.g == 0.5f);
  CHECK(dyncolor_resolve(theme, late, NULL, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.r == 0 && color.g == 0.5f && color.b == 0.5f);

  dyncolor_id round = css(theme, "round", "color-mix(in srgb, white, var(--back))");
  CHECK(dyncolor_register_provider_n(theme, "back", NUL, come_back, &round, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK_VALUE(theme, round, &dark, DYNCOLOR_ERROR_CYCLE);
  dyncolor_theme_release(theme);
}

static void dependencies_are_told(void) {
  dyncolor_theme *theme = new_theme();
  uint32_t team;
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &team, NULL) == DYNCOLOR_OK);
  css(theme, "pair", "light-dark(#000, #fff)");
  struct {
    const char *text;
    uint32_t axes; /* bits */
  } cases[] = {
      {"#123", 0},
      {"light-dark(red, blue)", 1u << DYNCOLOR_AXIS_SCHEME},
      {"var(--pair)", 1u << DYNCOLOR_AXIS_SCHEME},
      {"color-mix(in oklab, var(--pair), red)",
       1u << DYNCOLOR_AXIS_SCHEME | 1u << DYNCOLOR_AXIS_GAMUT},
      {"color-mix(in srgb, var(--pair), red)", 1u << DYNCOLOR_AXIS_SCHEME},
      {"color(display-p3 0.5 0.5 0.5)", 0},
      {"color(display-p3 1 0 0)", 1u << DYNCOLOR_AXIS_GAMUT},
      {"rgb(from var(--pair) b g r)", 1u << DYNCOLOR_AXIS_SCHEME},
      {"rgb(from var(--pair) 300 g r)", 1u << DYNCOLOR_AXIS_SCHEME | 1u << DYNCOLOR_AXIS_GAMUT},
      {"--ensure-contrast(var(--pair), on gray, 4.5)", 1u << DYNCOLOR_AXIS_SCHEME},
      {"--ensure-contrast(red, on gray, on var(--pair), 4.5)", 1u << DYNCOLOR_AXIS_SCHEME},
      {"--dark-of(var(--pair))", 1u << DYNCOLOR_AXIS_SCHEME},
      {"--grade-contrast(gray, on white, 4.5)", 1u << DYNCOLOR_AXIS_CONTRAST},
      {"--dark-of(color(display-p3 1 0 0))", 1u << DYNCOLOR_AXIS_GAMUT},
      {"--tone(var(--pair), 40)", 1u << DYNCOLOR_AXIS_SCHEME},
      {"--tone(color(display-p3 1 0 0), 40)", 0},
      {"--standalone(var(--pair))", 1u << DYNCOLOR_AXIS_SCHEME},
      {"--standalone(color(display-p3 1 0 0))", 1u << DYNCOLOR_AXIS_SCHEME},
      {"--material(red, primary)", 1u << DYNCOLOR_AXIS_SCHEME | 1u << DYNCOLOR_AXIS_CONTRAST},
      {"--scale(red, 1)", 1u << DYNCOLOR_AXIS_SCHEME | 1u << DYNCOLOR_AXIS_CONTRAST},
      {"--vision(var(--pair), protan)", 1u << DYNCOLOR_AXIS_SCHEME | 1u << DYNCOLOR_AXIS_GAMUT},
      {"var(--missing, var(--pair))", 1u << DYNCOLOR_AXIS_SCHEME},
      {"if(media(color-gamut: p3): red; else: blue)", 1u << DYNCOLOR_AXIS_GAMUT},
      {"if(style(--team: 1): red; else: blue)", 1u << DYNCOLOR_AXIS_CUSTOM},
      {"if(style(--state: pressed): red; style(--palette: Night): blue)",
       1u << DYNCOLOR_AXIS_STATE | 1u << DYNCOLOR_AXIS_PALETTE},
      {"Canvas", 1u << DYNCOLOR_AXIS_SCHEME},
      {"alpha(from currentcolor / 0.5)", 0x3FFFFF},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dyncolor_id id = css(theme, "color", cases[i].text);
    uint32_t axes = UINT32_MAX;
    CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK);
    CHECK(axes == cases[i].axes);
    if (axes != cases[i].axes) printf("# %s: %x\n", cases[i].text, axes);
  }
  dyncolor_theme_release(theme);
}

static void colors_of_one_meaning_are_equal(void) {
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  const char *equal[][2] = {
      {"red", "#f00"},
      {"light-dark(red, red)", "red"},
      {"light-dark(red, blue)", "if(media(prefers-color-scheme: dark): blue; else: red)"},
      {"var(--x)", "  VAR( --x )"},
      {"color-mix(in lab, var(--x) 50%, var(--y) 50%)", "color-mix(in lab, var(--x), var(--y))"},
      {"rgb(from var(--x) calc(r + 1 * 2) g b)", "rgb(from var(--x) calc(r + 2) g b)"},
      {"if(style(--team: red): red; else: blue)", "if( style( --team:red ):#f00;else:#00f )"},
      {"var(--\\20AC )", "var(--\xE2\x82\xAC)"},
      {"var(--\\1F3A8)", "var(--\xF0\x9F\x8E\xA8)"},
      {"var(--\\e9 t\\E9)", "var(--\xC3\xA9t\xC3\xA9)"},
      {"color-mix(in srgb, color(srgb -0 -0 -0 / -0), var(--x))",
       "color-mix(in srgb, color(srgb 0 0 0 / 0), var(--x))"},
  };
  for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
    dyncolor_id a = css(theme, NULL, equal[i][0]), b = css(theme, NULL, equal[i][1]);
    dyncolor_id c = css(other, NULL, equal[i][1]);
    CHECK(dyncolor_id_equal(theme, a, theme, b) == 1);
    CHECK(dyncolor_id_equal(theme, a, other, c) == 1);
    if (!dyncolor_id_equal(theme, a, theme, b)) printf("# %s, %s\n", equal[i][0], equal[i][1]);
    CHECK(dyncolor_id_hash(theme, a) == dyncolor_id_hash(other, c));
  }
  const char *different[][2] = {
      {"light-dark(red, blue)", "light-dark(blue, red)"},
      {"var(--x)", "var(--y)"},
      {"color-mix(in oklab, var(--x), red)", "color-mix(in oklch, var(--x), red)"},
      {"rgb(from var(--x) calc(r + 1) g b)", "rgb(from var(--x) calc(r - 1) g b)"},
      {"if(style(--team: red): red; else: blue)", "if(style(--team): red; else: blue)"},
      {"currentcolor", "AccentColor"},
      {"--palette(accent)", "--palette(label)"},
      {"color-mix(in oklab, var(--x), red)", "color-mix(in oklab, blue, red)"},
      {"color-mix(in oklab, var(--x), red)", "color-mix(in oklab, var(--x, var(--y)), red)"},
      {"color-mix(in oklab, var(--x, var(--y)), blue)",
       "color-mix(in oklab, var(--a-longer-name, var(--y)), blue)"},
      {"color-mix(in oklab, var(--x) 20%, red 30%, blue 50%)",
       "color-mix(in oklab, var(--x) 20%, red 40%, blue 40%)"},
  };
  for (size_t i = 0; i < sizeof different / sizeof *different; i++) {
    dyncolor_id a = css(theme, NULL, different[i][0]), b = css(theme, NULL, different[i][1]);
    CHECK(dyncolor_id_equal(theme, a, theme, b) == 0);
    if (dyncolor_id_equal(theme, a, theme, b)) printf("# %s, %s\n", different[i][0],
                                                      different[i][1]);
  }
  dyncolor_color white = {DYNCOLOR_SPACE_SRGB, 0, {1, 1, 1}, 1};
  dyncolor_id pair, text = css(theme, NULL, "light-dark(white, white)");
  CHECK(dyncolor_register_pair_n(theme, NULL, 0, PART(white), PART(white), &pair, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, pair, theme, text) == 1);

  /* Between two contrasts, by how much; and of what has no name. */
  dyncolor_id ends[] = {css(theme, NULL, "var(--x)"), css(theme, NULL, "var(--y)")};
  dyncolor_variant steps[] = {{.part.id = ends[0]},
                              {.contrast = DYNCOLOR_CONTRAST_PERCENT(90), .part.id = ends[1]}};
  dyncolor_id near, same, far;
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, steps, 2, &near, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, steps, 2, &same, NULL) == DYNCOLOR_OK);
  steps[1].contrast = DYNCOLOR_CONTRAST_PERCENT(95);
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, steps, 2, &far, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, near, theme, same) == 1);
  CHECK(dyncolor_id_equal(theme, near, theme, far) == 0);
  CHECK(dyncolor_id_hash(theme, near) == dyncolor_id_hash(theme, same));
  steps[0].contrast = 51, steps[1].contrast = 151;
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, steps, 2, &near, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, steps, 2, &same, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_hash(theme, near) == dyncolor_id_hash(theme, same));
  dyncolor_id either[2];
  for (int i = 0; i < 2; i++)
    CHECK(dyncolor_register_fallbacks_n(theme, NULL, 0, parts_of(ends, 2), 2, &either[i], NULL) ==
          DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, either[0], theme, either[1]) == 1);
  CHECK(dyncolor_id_hash(theme, either[0]) == dyncolor_id_hash(theme, either[1]));

  /* A level of a semantic color depends on the opacities of the theme. */
  const double opacities[] = {1, 0.75, 0.5, 0.25, 0};
  dyncolor_id faint = css(theme, NULL, "--level(--palette(accent), secondary)");
  dyncolor_id other_faint = css(other, NULL, "--level(--palette(accent), secondary)");
  CHECK(dyncolor_id_equal(theme, faint, other, other_faint) == 1);
  CHECK(dyncolor_theme_set_level_opacities(other, opacities, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, faint, other, other_faint) == 0);
  /* Minus nothing is nothing. */
  const double minus[] = {1, 0.75, 0.5, 0.25, -0.0};
  const uint64_t with_nothing = dyncolor_theme_fingerprint(other);
  CHECK(dyncolor_theme_set_level_opacities(other, minus, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(other) == with_nothing);

  /* By an id or by the name that it has. */
  const dyncolor_id ids[] = {css(theme, "text", "color-mix(in srgb, currentcolor, red)"),
                             css(theme, "plain", "red")};
  const dyncolor_id turned[] = {ids[1], ids[0]};
  dyncolor_id by_ids = 0, by_turned = 0;
  const dyncolor_id by_names = css(theme, NULL, "--first(var(--text), var(--plain))");
  CHECK(dyncolor_register_fallbacks_n(theme, NULL, 0, parts_of(ids, 2), 2, &by_ids, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_fallbacks_n(theme, NULL, 0, parts_of(turned, 2), 2, &by_turned, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_id_equal(theme, by_ids, theme, by_names) == 1);
  CHECK(dyncolor_id_hash(theme, by_ids) == dyncolor_id_hash(theme, by_names));
  CHECK(dyncolor_id_equal(theme, by_ids, theme, by_turned) == 0);

  /* The same registrations in another order have the same fingerprint. */
  dyncolor_theme *one = new_theme(), *two = new_theme();
  css(one, "a", "color-mix(in srgb, var(--b), red)");
  css(one, "b", "light-dark(red, var(--c, blue))");
  css(two, "b", "light-dark( #f00,var(--c, blue))");
  CHECK(dyncolor_theme_fingerprint(one) != dyncolor_theme_fingerprint(two));
  css(two, "a", "color-mix(in srgb, var(--b), red)");
  CHECK(dyncolor_theme_fingerprint(one) == dyncolor_theme_fingerprint(two));
  css(two, "a", "color-mix(in srgb, var(--b), blue)");
  CHECK(dyncolor_theme_fingerprint(one) != dyncolor_theme_fingerprint(two));
  dyncolor_theme_release(one);
  dyncolor_theme_release(two);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
}

/* In list upon list, each for another environment. */
static void nothing_is_left_of_other_environments(void) {
  dyncolor_theme *theme = new_theme();
  declare_axes(theme);
  css(theme, "base", "light-dark(#102030, #405060)");
  css(theme, "other", "color-mix(in srgb, var(--base), white)");
  const dyncolor_id ids[] = {css(theme, "a", "color-mix(in srgb, var(--other), var(--base))"),
                             css(theme, "b", "color-mix(in srgb, var(--other), black)")};
  uint32_t wanted[2][2], found[2];
  for (int scheme = 0; scheme < 2; scheme++)
    CHECK(dyncolor_resolve_list(theme, ids, 2, scheme ? &dark : &light, DYNCOLOR_LAYOUT_RGBA8,
                                wanted[scheme], 4, NULL, NULL) == DYNCOLOR_OK);
  CHECK(wanted[0][0] != wanted[1][0] && wanted[0][1] != wanted[1][1]);
  for (int round = 0; round < (is_brief ? 2000 : 70000); round++) {
    const dyncolor_environment where = {.scheme = (uint8_t)(1 + round % 2),
                                        .custom = {(uint8_t)(1 + round % 255),
                                                   (uint8_t)(1 + round / 255 % 255)}};
    CHECK(dyncolor_resolve_list(theme, ids, 2, &where, DYNCOLOR_LAYOUT_RGBA8, found, 4, NULL,
                                NULL) == DYNCOLOR_OK);
    CHECK(memcmp(found, wanted[round % 2], sizeof found) == 0);
  }
  dyncolor_theme_release(theme);
}

static void what_is_no_css_is_refused(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id before = css(theme, "color", "light-dark(red, blue)");
  uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  struct {
    const char *text;
    dyncolor_status status;
    size_t offset;
  } cases[] = {
      {"", DYNCOLOR_ERROR_SYNTAX, 0},
      {"light-dark(red)", DYNCOLOR_ERROR_SYNTAX, 14},
      {"light-dark(red, blue, green)", DYNCOLOR_ERROR_SYNTAX, 20},
      {"var(accent)", DYNCOLOR_ERROR_SYNTAX, 4},
      {"var(--accent,)", DYNCOLOR_ERROR_SYNTAX, 13},
      {"if()", DYNCOLOR_ERROR_SYNTAX, 3},
      {"if(else)", DYNCOLOR_ERROR_SYNTAX, 7},
      {"color-mix(in srgb, var(--a) 120%, red)", DYNCOLOR_ERROR_SYNTAX, 28},
      {"rgb(from var(--a) r g)", DYNCOLOR_ERROR_SYNTAX, 21},
      {"rgb(from var(--a) r g calc(b + 1px))", DYNCOLOR_ERROR_SYNTAX, 31},
      {"canvas-text", DYNCOLOR_ERROR_SYNTAX, 0},
      {"--level(red)", DYNCOLOR_ERROR_SYNTAX, 11},
      {"--level(red, third)", DYNCOLOR_ERROR_SYNTAX, 13},
      {"--level(secondary, red)", DYNCOLOR_ERROR_SYNTAX, 8},
      {"--palette()", DYNCOLOR_ERROR_SYNTAX, 10},
      {"--palette(1st)", DYNCOLOR_ERROR_SYNTAX, 10},
      {"--palette(first red)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--first()", DYNCOLOR_ERROR_SYNTAX, 8},
      {"--first(var(--a),)", DYNCOLOR_ERROR_SYNTAX, 17},
      {"--blend(red, blue)", DYNCOLOR_ERROR_SYNTAX, 8},
      {"--blend(multiply red, blue)", DYNCOLOR_ERROR_SYNTAX, 17},
      {"--blend(multiply, red)", DYNCOLOR_ERROR_SYNTAX, 21},
      {"--blend(multiply in oklch, red, blue)", DYNCOLOR_ERROR_SYNTAX, 20},
      {"--blend(multiply in luv, red, blue)", DYNCOLOR_ERROR_SYNTAX, 20},
      {"--blend(light-dark(multiply), red, blue)", DYNCOLOR_ERROR_SYNTAX, 27},
      {"--blend(light-dark(multiply, red), red, blue)", DYNCOLOR_ERROR_SYNTAX, 29},
      {"--blend(if(style(--a): multiply; else: 3), red, blue)", DYNCOLOR_ERROR_SYNTAX, 39},
      {"--ensure-contrast(red, white, 4.5)", DYNCOLOR_ERROR_SYNTAX, 23},
      {"--ensure-contrast(red, on white)", DYNCOLOR_ERROR_SYNTAX, 31},
      {"--ensure-contrast(red, on white, on blue)", DYNCOLOR_ERROR_SYNTAX, 40},
      {"--ensure-contrast(red, on white, on, 3)", DYNCOLOR_ERROR_SYNTAX, 35},
      {"--ensure-contrast(red, on white, blue, 3)", DYNCOLOR_ERROR_SYNTAX, 33},
      {"--ensure-contrast(red, on #111, on #222, on #333, on #444, on #555, on #666, on #777, "
       "on #888, on #999, 3)",
       DYNCOLOR_ERROR_TOO_COMPLEX, 97},
      {"--ensure-contrast(red, on white, 4.5%)", DYNCOLOR_ERROR_SYNTAX, 33},
      {"--ensure-contrast(red, on white, 0.9)", DYNCOLOR_ERROR_SYNTAX, 33},
      {"--ensure-contrast(red, on white, 21.1)", DYNCOLOR_ERROR_SYNTAX, 33},
      {"--ensure-contrast(red, on white, light-dark(3, blue))", DYNCOLOR_ERROR_SYNTAX, 47},
      {"--dark-of()", DYNCOLOR_ERROR_SYNTAX, 10},
      {"--grade-contrast(red, white, 4.5)", DYNCOLOR_ERROR_SYNTAX, 22},
      {"--grade-contrast(red, on white, 0.9)", DYNCOLOR_ERROR_SYNTAX, 32},
      {"--dark-of(red, )", DYNCOLOR_ERROR_SYNTAX, 15},
      {"--light-of(red, dark)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--light-of(red, text, tint)", DYNCOLOR_ERROR_SYNTAX, 20},
      {"--tone(red)", DYNCOLOR_ERROR_SYNTAX, 10},
      {"--tone(red, 40%)", DYNCOLOR_ERROR_SYNTAX, 12},
      {"--tone(red, -1)", DYNCOLOR_ERROR_SYNTAX, 12},
      {"--tone(red, 100.1)", DYNCOLOR_ERROR_SYNTAX, 12},
      {"--tone(red, 40, 50)", DYNCOLOR_ERROR_SYNTAX, 14},
      {"--standalone()", DYNCOLOR_ERROR_SYNTAX, 13},
      {"--standalone(red, blue)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--material(red)", DYNCOLOR_ERROR_SYNTAX, 14},
      {"--material(red, 1)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--scale(red)", DYNCOLOR_ERROR_SYNTAX, 11},
      {"--scale(red, 0)", DYNCOLOR_ERROR_SYNTAX, 13},
      {"--scale(red, 12.5)", DYNCOLOR_ERROR_SYNTAX, 13},
      {"--scale(red, 13)", DYNCOLOR_ERROR_SYNTAX, 13},
      {"--scale(red, text)", DYNCOLOR_ERROR_SYNTAX, 13},
      {"--material(red, primary fidelity)", DYNCOLOR_ERROR_SYNTAX, 24},
      {"--material(red, primary, vibrancy)", DYNCOLOR_ERROR_SYNTAX, 25},
      {"--material(red, on-secondary-fixed-variants)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--vision(red)", DYNCOLOR_ERROR_SYNTAX, 12},
      {"--vision(red, dark)", DYNCOLOR_ERROR_SYNTAX, 14},
      {"--vision(red, 60%)", DYNCOLOR_ERROR_SYNTAX, 14},
      {"--vision(red, protan 0.6)", DYNCOLOR_ERROR_SYNTAX, 21},
      {"--vision(red, protan 101%)", DYNCOLOR_ERROR_SYNTAX, 21},
      {"--vision(red, protan 60% 60%)", DYNCOLOR_ERROR_SYNTAX, 25},
      {"--variants()", DYNCOLOR_ERROR_SYNTAX, 11},
      {"--variants(red)", DYNCOLOR_ERROR_SYNTAX, 11},
      {"--variants(dark red)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--variants(dark, red)", DYNCOLOR_ERROR_SYNTAX, 15},
      {"--variants(any dark: red)", DYNCOLOR_ERROR_SYNTAX, 15},
      {"--variants(dark any: red)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--variants(dark light: red)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--variants(more 5%: red)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"--variants(50: red)", DYNCOLOR_ERROR_SYNTAX, 11},
      {"--variants(2.5%: red)", DYNCOLOR_ERROR_SYNTAX, 11},
      {"--variants(101%: red)", DYNCOLOR_ERROR_SYNTAX, 11},
      {"--variants(dark: red, light: blue)", DYNCOLOR_ERROR_SYNTAX, 20},
      {"--variants(dark:)", DYNCOLOR_ERROR_SYNTAX, 16},
      {"\xff", DYNCOLOR_ERROR_INVALID_UTF8, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    dyncolor_id id;
    MARK(id);
    dyncolor_status status =
        dyncolor_register_css_n(theme, "color", NUL, cases[i].text, NUL, &id, &error);
    CHECK(status == cases[i].status && error.status == status);
    if (status != cases[i].status || error.offset != cases[i].offset)
      printf("# %s: %d at %zu: %s: %s\n", cases[i].text, status, error.offset, error.message,
             error.context);
    CHECK(error.offset == cases[i].offset);
    CHECK(error.line == 1 && error.message != NULL);
    CHECK_MARKED(id);
  }
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_register_css_n(theme, "color", NUL, NULL, NUL, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "css") == 0);
  CHECK(dyncolor_register_css_n(theme, "color", NUL, NULL, 0, NULL, &error) ==
        DYNCOLOR_ERROR_SYNTAX);
  CHECK(dyncolor_register_css_n(NULL, "color", NUL, "red", NUL, NULL, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);
  CHECK_VALUE(theme, before, &dark, 0x0000ffff);

  /* Of a batch all or none. */
  dyncolor_definition batch[2] = {DYNCOLOR_DEFINITION_INIT, DYNCOLOR_DEFINITION_INIT};
  batch[0].name = "good";
  batch[1].name = "bad";
  batch[0].name_length = batch[1].name_length = NUL;
  batch[0].kind = batch[1].kind = DYNCOLOR_KIND_CSS;
  batch[0].css = "var(--good, red)";
  batch[1].css = "var(--bad, redd)";
  batch[0].css_length = batch[1].css_length = NUL;
  CHECK(dyncolor_register(theme, batch, 2, NULL, &error) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(error.offset == 11);
  CHECK(strcmp(error.context, "redd, in bad; did you mean \"red\"?") == 0);
  CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);
  batch[1].css = "var(--good, red)";
  CHECK(dyncolor_register(theme, batch, 2, NULL, &error) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

static dyncolor_status provide_nothing(dyncolor_context *context, dyncolor_answer *answer,
                                       void *data) {
  (void)context, (void)answer, (void)data;
  return DYNCOLOR_ERROR_NO_VALUE;
}

/* What else than CSS knows is a function of the library's own, and what says the same is written in
 * one way. */
static void functions_are_written(void) {
  dyncolor_theme *theme = new_theme();
  static const char *const texts[][2] = {
      {"--LEVEL( var(--a) ,Secondary )", "--level(var(--a), secondary)"},
      {"--level(--level(currentcolor, quinary), primary)", NULL},
      {"--palette(primary)", NULL},
      {"--palette(\\Night\\/1)", "--palette(Night\\/1)"},
      {"--palette(\\31 st, var(--a))", NULL},
      {"--palette(-\\-x)", "--palette(\\--x)"},
      {"--palette(ink, light-dark(red, #0000ff))", "--palette(ink, light-dark(#ff0000, #0000ff))"},
      {"--palette(ink, --variants(dark: #000000))", NULL},
      {"--first(var(--a), --palette(b), Canvas)", NULL},
      {"--first(var(--a), red, var(--b))", "--first(var(--a), #ff0000)"},
      {"--first(var(--a))", "var(--a)"},
      {"--first(RED, var(--a))", "#ff0000"},
      {"--blend(Color-Dodge in srgb, var(--a), red)", "--blend(color-dodge, var(--a), #ff0000)"},
      {"--blend(multiply in display-p3-linear, var(--a), var(--b))", NULL},
      {"--blend(if(else: hard-light), var(--a), var(--b))",
       "--blend(hard-light, var(--a), var(--b))"},
      {"--blend(if(style(--state: pressed): multiply; else: light-dark(normal, soft-light)), "
       "var(--a), var(--b))", NULL},
      {"--ensure-contrast(var(--a), on var(--b), calc(9 / 2))",
       "--ensure-contrast(var(--a), on var(--b), 4.5)"},
      {"--ensure-contrast(var(--a),on Canvas,on var(--b),on #123,3)",
       "--ensure-contrast(var(--a), on Canvas, on var(--b), on #112233, 3)"},
      {"--ensure-contrast(var(--a), on var(--b), calc(100))",
       "--ensure-contrast(var(--a), on var(--b), 21)"},
      {"--ensure-contrast(var(--a), on Canvas, if(media(prefers-contrast: more): 7; else: 4.5))",
       NULL},
      {"--dark-of(var(--a))", NULL},
      {"--grade-contrast(gray, on white, on var(--a), 7)",
       "--grade-contrast(#808080, on #ffffff, on var(--a), 7)"},
      {"--Dark-Of(var(--a), Text)", "--dark-of(var(--a), text)"},
      {"--light-of(--dark-of(var(--a), background), accent)", NULL},
      {"--vision(var(--a), protan calc(-1 * 0%))", "--vision(var(--a), protan 0%)"},
      {"--tone(var(--a), calc(200 / 3))", "--tone(var(--a), 66.66666666666667)"},
      {"--tone(--tone(AccentColor, 0), calc(300))", "--tone(--tone(AccentColor, 0), 100)"},
      {"--Standalone( var(--a) )", "--standalone(var(--a))"},
      {"--standalone(--standalone(AccentColor))", NULL},
      {"--material(var(--a), On-Tertiary-Fixed-Variant, Tonal-Spot)",
       "--material(var(--a), on-tertiary-fixed-variant)"},
      {"--material(--material(AccentColor, primary), background, fruit-salad)", NULL},
      {"--material(#112233, error, content)", NULL},
      {"--Scale(--scale(AccentColor, 1e1), 3)", "--scale(--scale(AccentColor, 10), 3)"},
      {"--vision(var(--a), Protan)", "--vision(var(--a), protan)"},
      {"--vision(var(--a), achromat calc(120%))", "--vision(var(--a), achromat)"},
      {"--vision(var(--a), tritan 37.5%)", NULL},
      {"--vision(--vision(var(--a), protan), deutan 0%)", NULL},
      {"--variants(any: red;dark:blue;)", "light-dark(#ff0000, #0000ff)"},
      {"--variants(dark: blue; light: red)", "light-dark(#ff0000, #0000ff)"},
      {"--variants(any: var(--a))", "var(--a)"},
      {"--variants(phone rec2020 elevated more light: var(--a); 25%: #000000)",
       "--variants(light more elevated rec2020 phone: var(--a); 25%: #000000)"},
      {"--variants(0%: #000000; 100%: #ffffff; -100% dark: #aabbcc; -1%: #000000)",
       "--variants(standard: #000000; more: #ffffff; dark less: #aabbcc; -1%: #000000)"},
      {"color-mix(in oklab, --variants(any: var(--a); dark: #000000), #ffffff)", NULL},
  };
  char text[500];
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *expected = texts[i][1] != NULL ? texts[i][1] : texts[i][0];
    dyncolor_id id = css(theme, NULL, texts[i][0]);
    CHECK(dyncolor_id_css(theme, id, text, sizeof text, NULL, &error) == DYNCOLOR_OK);
    CHECK(strcmp(text, expected) == 0);
    if (strcmp(text, expected) != 0) printf("# %s: %s\n", texts[i][0], text);
    dyncolor_id again = css(theme, NULL, text);
    CHECK(dyncolor_id_equal(theme, id, theme, again) == 1);
    CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, again));
    if (!dyncolor_id_equal(theme, id, theme, again)) printf("# not equal: %s\n", text);
  }
  dyncolor_theme_release(theme);
}

/* What has been registered with C is written, too, and what has no name as far as need be. */
static void tables_are_written(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_color red = {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {1, 0, 0}, 1};
  const dyncolor_color blue = {DYNCOLOR_SPACE_SRGB, DYNCOLOR_LEGACY_NOTATION, {0, 0, 1}, 1};
  dyncolor_id named = css(theme, "named", "color-mix(in oklab, var(--x, red), blue)");
  dyncolor_id nameless = css(theme, NULL, "--level(var(--named), tertiary)"), alias;
  CHECK(dyncolor_register_alias_n(theme, NULL, 0, nameless, &alias, NULL) == DYNCOLOR_OK);
  struct {
    const char *text, *semantic;
    dyncolor_variant variants[3];
    size_t count;
  } rows[] = {
      {"--variants(elevated: #ff0000)", NULL, {{.elevation = 2, .part.color = red}}, 1},
      {"light-dark(#0000ff, #ff0000)", NULL, {{.scheme = 2, .part.color = red},
                                              {.part.color = blue}}, 2},
      {"light-dark(#ff0000, #0000ff)", NULL, {{.scheme = 1, .part.color = red},
                                              {.part.color = blue}}, 2},
      {"light-dark(var(--named), #0000ff)", NULL, {{.part.id = named}, {.scheme = 2,
                                                                        .part.color = blue}}, 2},
      {"--variants(dark: #ff0000; dark: #0000ff)", NULL,
       {{.scheme = 2, .part.color = red}, {.scheme = 2, .part.color = blue}}, 2},
      {"--variants(any: #ff0000; dark more rec2020 car: #0000ff; less: #ff0000)", NULL,
       {{.part.color = red}, {.scheme = 2, .contrast = 201, .gamut = 3, .idiom = 6,
                              .part.color = blue},
        {.contrast = 1, .part.color = red}}, 3},
      {"--variants(standard base srgb: var(--named); any: --level(var(--named), tertiary))", NULL,
       {{.contrast = 101, .elevation = 1, .gamut = 1, .part.id = named}, {.part.id = alias}}, 2},
      {"--palette(ink)", "ink", {{0}}, 0},
      {"--palette(a\\ b\\/c, #ff0000)", "a b/c", {{.part.color = red}}, 1},
      {"--palette(\\-, light-dark(#ff0000, #0000ff))", "-",
       {{.part.color = red}, {.scheme = 2, .part.color = blue}}, 2},
      {"--palette(\\33 , --variants(headset: var(--named)))", "3", {{.idiom = 7, .part.id = named}},
       1},
  };
  char text[500];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
    definition.kind = rows[i].semantic ? DYNCOLOR_KIND_PALETTE : DYNCOLOR_KIND_VARIANTS;
    definition.variants = rows[i].variants;
    definition.variant_count = rows[i].count;
    definition.semantic = rows[i].semantic;
    definition.semantic_length = NUL;
    dyncolor_id id;
    CHECK(dyncolor_register(theme, &definition, 1, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_css(theme, id, text, sizeof text, NULL, NULL) == DYNCOLOR_OK);
    CHECK(strcmp(text, rows[i].text) == 0);
    if (strcmp(text, rows[i].text) != 0) printf("# %s: %s\n", rows[i].text, text);
    dyncolor_id again = css(theme, NULL, text);
    CHECK(dyncolor_id_equal(theme, id, theme, again) == 1);
    CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, again));
    if (!dyncolor_id_equal(theme, id, theme, again)) printf("# not equal: %s\n", text);
  }

  /* Subtypes and locales have the names that the theme knows. */
  uint8_t fold;
  uint16_t swiss;
  CHECK(dyncolor_subtype_declare_n(theme, "fold", NUL, &fold, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &swiss, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_locale_declare_n(theme, "1 ch", NUL, &swiss, NULL) == DYNCOLOR_OK);
  dyncolor_variant finest[2] = {
      {.idiom = 1, .subtype = fold, .locale = swiss, .part.color = red}, {.locale = 1,
                                                                          .part.id = named}};
  dyncolor_id fine, again;
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, finest, 2, &fine, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_css(theme, fine, text, sizeof text, NULL, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(text, "--variants(phone subtype(fold) locale(\\31 \\ ch): #ff0000; "
                     "locale(de): var(--named))") == 0);
  again = css(theme, NULL, "--VARIANTS(Locale( \\31\\20 ch ) subtype(fold) phone:red;locale(de):"
                           "var(--named);)");
  CHECK(dyncolor_id_equal(theme, fine, theme, again) == 1);
  dyncolor_environment there = {.idiom = 1, .subtype = fold, .locale = swiss};
  CHECK_VALUE(theme, again, &there, 0xff0000ff);
  again = css(theme, "fine", "--variants(any: blue; subtype(fold): red)");
  CHECK_VALUE(theme, again, &there, 0xff0000ff);
  static const char *const wrong[] = {"--variants(subtype(FOLD): red)", "--variants(locale(): red)",
                                      "--variants(subtype(de): red)", "--variants(locale: red)",
                                      "--variants(locale(de) locale(de): red)",
                                      "--variants(locale(de fr): red)",
                                      "--variants(idiom(tv): red)"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(dyncolor_register_css_n(theme, NULL, 0, wrong[i], NUL, NULL, NULL) ==
          DYNCOLOR_ERROR_SYNTAX);

  /* Without names, a chain is written out as far as that could be read; not one in a circle. */
  dyncolor_id last = css(theme, NULL, "red");
  dyncolor_status status = DYNCOLOR_OK;
  int length = 0;
  for (; length < 1000 && status == DYNCOLOR_OK; length++) {
    dyncolor_variant variants[2] = {{.part.id = last}, {.scheme = 2, .part.color = blue}};
    CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, 2, &last, NULL) == DYNCOLOR_OK);
    char *room = malloc(100000);
    if (room == NULL) abort();
    status = dyncolor_id_css(theme, last, room, 100000, NULL, NULL);
    if (status == DYNCOLOR_OK)
      CHECK(dyncolor_id_equal(theme, last, theme, css(theme, NULL, room)) == 1);
    free(room);
  }
  CHECK(status == DYNCOLOR_ERROR_UNKNOWN_NAME && length == 65);
  dyncolor_id a, b;
  CHECK(dyncolor_register_alias_n(theme, NULL, 0, last, &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_alias_n(theme, NULL, 0, a, &b, NULL) == DYNCOLOR_OK);
  /* And not more than a text can hold: of 2 to the power of 40. */
  last = css(theme, NULL, "red");
  for (int i = 0; i < 40; i++) {
    dyncolor_variant variants[2] = {{.part.id = last}, {.scheme = 2, .part.id = last}};
    CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, 2, &last, NULL) == DYNCOLOR_OK);
  }
  CHECK(dyncolor_id_css(theme, last, text, sizeof text, NULL, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  dyncolor_theme_release(theme);
}

static void colors_blend_and_can_be_read(void) {
  dyncolor_theme *theme = new_theme();
  css(theme, "a", "#808080");
  css(theme, "b", "light-dark(#ff8800, #004488)");
  dyncolor_environment pressed = light, dark_more = dark;
  pressed.state = DYNCOLOR_STATE_PRESSED;
  dark_more.contrast = DYNCOLOR_CONTRAST_MORE;
  struct {
    const char *text;
    int64_t in_light, in_dark, when_pressed, in_more;
  } cases[] = {
      {"--blend(multiply, #808080, #ff8800)", 0x804400ff, 0x804400ff, 0x804400ff, 0x804400ff},
      {"--blend(multiply, var(--a), var(--b))", 0x804400ff, 0x002244ff, 0x804400ff, 0x002244ff},
      {"--blend(normal, alpha(from var(--a) / 0.5), var(--b))", 0xbf8440ff, 0x406284ff, 0xbf8440ff,
       0x406284ff},
      {"--blend(light-dark(screen, multiply), var(--a), #ff8800)", 0xffc480ff, 0x804400ff,
       0xffc480ff, 0x804400ff},
      {"--blend(if(style(--state: pressed): multiply; else: normal), var(--a), var(--b))",
       0x808080ff, 0x808080ff, 0x804400ff, 0x808080ff},
      {"--blend(if(style(--state: pressed): multiply), var(--a), var(--b))",
       DYNCOLOR_ERROR_NO_VALUE, DYNCOLOR_ERROR_NO_VALUE, 0x804400ff, DYNCOLOR_ERROR_NO_VALUE},
      {"--ensure-contrast(var(--a), on Canvas, 3)", 0x808080ff, 0x808080ff, 0x808080ff, 0x808080ff},
      {"--ensure-contrast(#777, on white, 4.5)", 0x767676ff, 0x767676ff, 0x767676ff, 0x767676ff},
      {"--ensure-contrast(var(--b), on light-dark(white, black), light-dark(3, "
       "if(media(prefers-contrast: more): 7; else: 4.5)))", 0xe37800ff, 0x3e76bbff, 0xe37800ff,
       0x5f98dfff},
      {"--ensure-contrast(#888, on white, on light-dark(#333, #999), 2.5)", 0x888888ff, 0x575757ff,
       0x888888ff, 0x575757ff},
      {"--tone(var(--b), 40)", 0x924c00ff, 0x2c5ea3ff, 0x924c00ff, 0x2c5ea3ff},
      {"--standalone(var(--b))", 0xab3a00ff, 0x93d1ffff, 0xab3a00ff, 0x93d1ffff},
      {"--standalone(alpha(from var(--b) / 0.5))", 0xab3a0080, 0x93d1ff80, 0xab3a0080, 0x93d1ff80},
      {"--vision(var(--b), deutan)", 0xc8b200ff, 0x004087ff, 0xc8b200ff, 0x004087ff},
      {"--vision(var(--b), achromat 50%)", 0xd9997aff, 0x30446dff, 0xd9997aff, 0x30446dff},
      {"color-mix(in srgb, --blend(difference, white, var(--a)), "
       "--ensure-contrast(var(--a), on var(--a), 21))", 0x404040ff, 0x404040ff, 0x404040ff,
       0x404040ff},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dyncolor_id id = css(theme, NULL, cases[i].text);
    CHECK_VALUE(theme, id, &light, cases[i].in_light);
    CHECK_VALUE(theme, id, &dark, cases[i].in_dark);
    CHECK_VALUE(theme, id, &pressed, cases[i].when_pressed);
    CHECK_VALUE(theme, id, &dark_more, cases[i].in_more);
  }
  /* They depend on what chooses the mode, and on the colors. */
  uint32_t axes = 0;
  dyncolor_id id = css(theme, NULL,
                       "--blend(if(style(--state: pressed): multiply; else: normal), red, "
                       "--ensure-contrast(red, on blue, if(media(color-gamut: p3): 3; else: 4)))");
  CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK);
  CHECK(axes == (1u << DYNCOLOR_AXIS_STATE | 1u << DYNCOLOR_AXIS_GAMUT));
  dyncolor_theme_release(theme);
}

/* Counterparts, which a program of its own has computed from the tables of the header. */
static void schemes_have_counterparts(void) {
  static const struct {
    const char *arguments;
    int64_t dark, light;
  } cases[] = {
      {"white", 0x1a1a1aff, 0x000000ff},
      {"#000000", 0xffffffff, 0xffffffff},
      {"#f0f0f5", 0x25252cff, 0x19191cff},
      {"#3584e4", 0x047ff7ff, 0x4d83c8ff},
      {"#1a5fb4", 0x61a4ffff, 0x80abe6ff},
      {"#1a5fb4, accent", 0x4487e0ff, 0x2d70c6ff},
      {"#dbe8ff", 0x192c4fff, 0x1d2533ff},
      {"#222222, text", 0xe7e7e7ff, 0xffffffff},
      {"#ff7800, tint", 0xa94f08ff, 0xa14b07ff},
      {"#9141ac, background", 0xda73feff, 0xc691d9ff},
      {"#c0bfbc, border", 0x4f4e4aff, 0x464543ff},
  };
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[64];
    snprintf(text, sizeof text, "--dark-of(%s)", cases[i].arguments);
    CHECK_VALUE(theme, css(theme, NULL, text), &light, cases[i].dark);
    snprintf(text, sizeof text, "--light-of(%s)", cases[i].arguments);
    CHECK_VALUE(theme, css(theme, NULL, text), &light, cases[i].light);
  }
  /* There and back. */
  CHECK_VALUE(theme, css(theme, NULL, "--light-of(--dark-of(#e8e8f0, tint), tint)"), &light,
              0xe8e8f0ff);
  CHECK_VALUE(theme, css(theme, NULL, "--dark-of(alpha(from white / 0.5))"), &light, 0x1a1a1a80);
  /* The chroma does not overflow. */
  dyncolor_color color;
  CHECK(dyncolor_color_parse("--dark-of(oklch(0.5 1.7e308 20))", &color, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_color_convert(&color, DYNCOLOR_SPACE_OKLAB, &color, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

/* Tones of palettes of Material Design, as the package materialyoucolor has them. */
static void tones_are_those_of_palettes(void) {
  static const struct {
    const char *seed;
    uint32_t tones[8]; /* 0, 10, 30, 40, 80, 90, 99 and 100 */
  } cases[] = {
      {"#3584e4", {0x000000, 0x001b3c, 0x004788, 0x005eb2, 0xa7c8ff,
                   0xd5e3ff, 0xfdfbff, 0xffffff}},
      {"#ff0000", {0x000000, 0x410000, 0x930100, 0xc00100, 0xffb4a8,
                   0xffdad4, 0xfffbff, 0xffffff}},
      {"#6750a4", {0x000000, 0x22005d, 0x4f378a, 0x6750a4, 0xcfbcff,
                   0xe9ddff, 0xfffbff, 0xffffff}},
      {"#ffee00", {0x000000, 0x1f1c00, 0x4e4800, 0x676000, 0xd8ca00,
                   0xf7e600, 0xfffcf2, 0xffffff}},
      {"#00ff00", {0x000000, 0x002200, 0x015300, 0x026e00, 0x02e600,
                   0x77ff61, 0xf7ffee, 0xffffff}},
      {"#808080", {0x000000, 0x1b1c1c, 0x464747, 0x5e5e5e, 0xc7c6c6,
                   0xe3e2e2, 0xfdfcfb, 0xffffff}},
      {"#ffffff", {0x000000, 0x1a1c1c, 0x454747, 0x5d5f5f, 0xc6c6c7,
                   0xe2e2e2, 0xfcfcfc, 0xffffff}},
      {"#102030", {0x000000, 0x0c1d2d, 0x39485a, 0x506072, 0xb8c8dd,
                   0xd4e4fa, 0xfdfcff, 0xffffff}},
      {"#d56199", {0x000000, 0x3d0024, 0x821d54, 0xa0366d, 0xffb0d0,
                   0xffd8e6, 0xfffbff, 0xffffff}},
  };
  static const int numbers[] = {0, 10, 30, 40, 80, 90, 99, 100};
  dyncolor_theme *theme = new_theme();
  css(theme, "seed", "red");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    css(theme, "seed", cases[i].seed);
    for (size_t j = 0; j < 8; j++) {
      char text[64];
      snprintf(text, sizeof text, "--tone(%s, %d)", cases[i].seed, numbers[j]);
      CHECK_VALUE(theme, css(theme, NULL, text), &light, (int64_t)cases[i].tones[j] << 8 | 0xff);
      snprintf(text, sizeof text, "--tone(var(--seed), calc(%d))", numbers[j]);
      CHECK_VALUE(theme, css(theme, NULL, text), &light, (int64_t)cases[i].tones[j] << 8 | 0xff);
    }
  }
  dyncolor_theme_release(theme);
}

/* The accents of libadwaita, with the colors that it documents for them in both schemes. */
static void accents_stand_alone(void) {
  static const struct {
    const char *accent;
    int64_t in_light, in_dark;
  } cases[] = {
      {"#3584e4", 0x0461beff, 0x81d0ffff}, {"#2190a4", 0x007184ff, 0x7bdff4ff},
      {"#3a944a", 0x15772eff, 0x8de698ff}, {"#c88800", 0x905300ff, 0xffc057ff},
      {"#ed5b00", 0xb62200ff, 0xff9c5bff}, {"#e62d42", 0xc00023ff, 0xff888cff},
      {"#d56199", 0xa2326cff, 0xffa0d8ff}, {"#9141ac", 0x8939a4ff, 0xfba7ffff},
      {"#6f8396", 0x526678ff, 0xbbd1e5ff},
  };
  dyncolor_theme *theme = new_theme();
  css(theme, "accent", "red");
  const dyncolor_id constant = css(theme, "constant", "red");
  const dyncolor_id dynamic = css(theme, "dynamic", "--standalone(var(--accent))");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[64];
    snprintf(text, sizeof text, "--standalone(%s)", cases[i].accent);
    css(theme, "accent", cases[i].accent);
    css(theme, "constant", text);
    CHECK_VALUE(theme, constant, &light, cases[i].in_light);
    CHECK_VALUE(theme, constant, &dark, cases[i].in_dark);
    CHECK_VALUE(theme, dynamic, &light, cases[i].in_light);
    CHECK_VALUE(theme, dynamic, &dark, cases[i].in_dark);
  }
  dyncolor_theme_release(theme);
}

/* Scales of seeds with alpha, without components or outside sRGB are opaque, and within it. */
static void scales_are_opaque(void) {
  static const struct {
    const char *color;
    int64_t value;
  } cases[] = {
      {"--scale(#3584e4, 9)", 0x3584e4ff},
      {"--scale(#3584e440, 9)", 0x3584e4ff},
      {"--scale(rgb(53 132 228 / none), 9)", 0x3584e4ff},
      {"--scale(color(srgb none 1 none / 0), 9)", 0x00ff00ff},
      {"--scale(color(display-p3 1 1 1), 9)", 0xffffffff},
      {"--scale(black, 12)", 0x000000ff},
  };
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK_VALUE(theme, css(theme, NULL, cases[i].color), &light, cases[i].value);
  CHECK_VALUE(theme, css(theme, NULL, "--scale(white, 12)"), &dark, 0xffffffff);
  dyncolor_theme_release(theme);
}

static void recipes_are_written(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  char text[1024];
  size_t length;
  /* As they are written back; equal ones are made of that. */
  const char *texts[][2] = {
      {"RED", "#ff0000"},
      {"light-dark( #0461be,oklch(70% .1 none) )", "light-dark(#0461be, oklch(0.7 0.1 none))"},
      {"var(--a)", "var(--a)"},
      {"var(--Night\\/a,var( --b,#FFF))", "var(--Night\\/a, var(--b, #ffffff))"},
      {"color-mix(in oklch longer hue, var(--a) 30%, white)", NULL},
      {"color-mix(in lab, var(--a), currentColor, accentcolor)", NULL},
      {"oklch(from var(--a) calc(l * 0.8 + 0.1) c none / calc(alpha / 2))", NULL},
      {"rgb(from light-dark(red, var(--a)) min(r, g, b) 10% 255)", NULL},
      {"alpha(from var(--a) / 40%)", NULL},
      {"contrast-color(var(--a))", NULL},
      {"rgb(from var(--a) abs(r) g b)", NULL},
      {"rgb(from var(--a) sign(r) g b)", NULL},
      {"rgb(from var(--a) sqrt(r) g b)", NULL},
      {"rgb(from var(--a) exp(r) g b)", NULL},
      {"rgb(from var(--a) log(r) g b)", NULL},
      {"rgb(from var(--a) log(r, 2) g b)", NULL},
      {"rgb(from var(--a) sin(r) g b)", NULL},
      {"rgb(from var(--a) cos(r * 1deg) g b)", NULL},
      {"rgb(from var(--a) tan(r * 1rad) g b)", NULL},
      {"rgb(from var(--a) sin((r + g) * 1deg) g b)", NULL},
      {"rgb(from var(--a) cos(1deg * r) g b)", NULL},
      {"rgb(from var(--a) calc(asin(r) / 1deg) g b)", NULL},
      {"rgb(from var(--a) calc(acos(r) / 1deg) g b)", NULL},
      {"rgb(from var(--a) calc(atan(r) / 1deg) g b)", NULL},
      {"rgb(from var(--a) calc(atan2(r, g) / 1deg) g b)", NULL},
      {"rgb(from var(--a) calc(atan2(r, g) / 1rad * 2) g b)", NULL},
      {"rgb(from var(--a) round(r, 2) g b)", NULL},
      {"rgb(from var(--a) round(up, r, 2) g b)", NULL},
      {"rgb(from var(--a) round(down, r, 2) g b)", NULL},
      {"rgb(from var(--a) round(to-zero, r, 2) g b)", NULL},
      {"rgb(from var(--a) mod(r, 2) g b)", NULL},
      {"rgb(from var(--a) rem(r, g) g b)", NULL},
      {"rgb(from var(--a) pow(r, 2) g b)", NULL},
      {"rgb(from var(--a) hypot(r, g, b) g b)", NULL},
      {"rgb(from var(--a) hypot(r) g b)", NULL},
      {"rgb(from var(--a) progress(r, 0, 255) g b)", NULL},
      {"rgb(from var(--a) max(r, g) g b)", NULL},
      {"rgb(from var(--a) clamp(0, r, 100) g b)", NULL},
      {"rgb(from var(--a) calc((r + g) * b) g b)", NULL},
      {"rgb(from var(--a) calc(r - (g - b) / (b * 2)) g b)", NULL},
      {"rgb(from var(--a) calc(r * (g + 1) - -0) g b)", NULL},
      {"rgb(from var(--a) calc(r * infinity) g b)", NULL},
      {"rgb(from var(--a) calc(r * -infinity) g b)", NULL},
      {"rgb(from var(--a) calc(r * NaN) g b)", NULL},
      {"rgb(from var(--a) calc(min(r, g + b, 3) * (1 + abs(b))) g b)", NULL},
      {"rgb(from var(--a) min(max(r, 1), 2) g b)", NULL},
      {"rgb(from var(--a) calc(r * 0.5%) g b)", NULL},
      {"color(from var(--a) --hsv h calc(s / 2) v)", NULL},
      {"color(from var(--a) --gray-gamma-22 calc(w / 2))", NULL},
      {"color(from var(--a) --gray-gamma-22 w / calc(alpha / 2))", NULL},
      {"if(media(print) or style(--team: red): #ffffff; media(screen) and style(--x): #000000)",
       NULL},
      {"hwb(from var(--a) h w b)", NULL},
      {"color(from var(--a) xyz x y z)", "color(from var(--a) xyz-d65 x y z)"},
      {"color-mix(in hsl increasing hue, var(--a), red)",
       "color-mix(in hsl increasing hue, var(--a), #ff0000)"},
      {"color-mix(in hwb decreasing hue, var(--a), red)",
       "color-mix(in hwb decreasing hue, var(--a), #ff0000)"},
      {"if(media(prefers-color-scheme: dark) and media(prefers-contrast): #fff; "
       "style(--team: red) or (not style(--x)): #c00; else: var(--a))", NULL},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    dyncolor_id id = css(theme, NULL, texts[i][0]);
    CHECK(dyncolor_id_css(theme, id, text, sizeof text, &length, &error) == DYNCOLOR_OK);
    CHECK(strlen(text) == length);
    if (texts[i][1] != NULL) {
      CHECK(strcmp(text, texts[i][1]) == 0);
      if (strcmp(text, texts[i][1]) != 0) printf("# %s: %s\n", texts[i][0], text);
    }
    CHECK(dyncolor_id_equal(theme, id, theme, css(theme, NULL, text)) == 1);
    if (!dyncolor_id_equal(theme, id, theme, css(theme, NULL, text)))
      printf("# %s: %s\n", texts[i][0], text);
    MARK(text);
    CHECK(dyncolor_id_css(theme, id, text, length, &length, &error) ==
          DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
    CHECK_MARKED(text);
  }
  /* What was registered otherwise, and what CSS has no words for. */
  dyncolor_color blue = {DYNCOLOR_SPACE_SRGB, 0, {0, 0, 1}, 1};
  dyncolor_id id, alias;
  CHECK(dyncolor_register_pair_n(theme, "größe/1", NUL, PART(blue), PART(blue), &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_id_css(theme, id, text, sizeof text, NULL, &error) == DYNCOLOR_OK);
  CHECK(strcmp(text, "light-dark(color(srgb 0 0 1), color(srgb 0 0 1))") == 0);
  CHECK(dyncolor_register_alias_n(theme, "alias", NUL, id, &alias, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_css(theme, alias, text, sizeof text, NULL, &error) == DYNCOLOR_OK);
  CHECK(strcmp(text, "var(--größe\\/1)") == 0);
  CHECK(dyncolor_register_alias_n(theme, NULL, 0, id, &alias, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_css(theme, alias, text, sizeof text, NULL, &error) == DYNCOLOR_OK);
  CHECK(strcmp(text, "var(--größe\\/1)") == 0);
  dyncolor_register_provider_n(theme, "asked", NUL, provide_nothing, NULL, NULL, &id, NULL);
  MARK(text);
  CHECK(dyncolor_id_css(theme, id, text, sizeof text, &length, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "asked") == 0);
  CHECK_MARKED(text);
  dyncolor_register_provider_n(theme, NULL, 0, provide_nothing, NULL, NULL, &id, NULL);
  dyncolor_variant tall = {.elevation = DYNCOLOR_ELEVATION_ELEVATED, .part.color = blue};
  tall.part = dyncolor_part_id(id);
  CHECK(dyncolor_register_variants_n(theme, "tall", NUL, &tall, 1, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_css(theme, id, text, sizeof text, &length, &error) ==
        DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(strcmp(error.context, "tall") == 0);
  CHECK(dyncolor_id_css(theme, 0, text, sizeof text, &length, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  CHECK(dyncolor_id_css(NULL, id, text, sizeof text, &length, &error) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_id_css(theme, alias, NULL, 1, &length, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK_MARKED(text);
  dyncolor_theme_release(theme);
}

/* Repeats a text before and another after a color. */
static char *nested(const char *before, const char *color, const char *after, size_t times) {
  size_t a = strlen(before), b = strlen(after), c = strlen(color);
  char *text = malloc((a + b) * times + c + 1), *end = text;
  if (text == NULL) abort();
  for (size_t i = 0; i < times; i++, end += a) memcpy(end, before, a);
  memcpy(end, color, c);
  end += c;
  for (size_t i = 0; i < times; i++, end += b) memcpy(end, after, b);
  *end = 0;
  return text;
}

static void limits_have_errors(void) {
  dyncolor_theme *theme = new_theme();
  const char *around[][2] = {{"light-dark(", ",red)"}, {"var(--x,", ")"}, {"if(else:", ")"},
                             {"color-mix(in srgb,", ",var(--y,blue))"}, {"contrast-color(", ")"},
                             {"--vision(", ", protan)"}, {"alpha(from ", "/ calc(alpha / 2))"}};
  for (size_t i = 0; i < sizeof around / sizeof *around; i++)
    for (size_t times = 1; times <= 100000; times *= 10) {
      char *text = nested(around[i][0], "currentcolor", around[i][1], times);
      dyncolor_error error = DYNCOLOR_ERROR_INIT;
      dyncolor_id id = 0;
      dyncolor_status status =
          dyncolor_register_css_n(theme, "deep", NUL, text, NUL, &id, &error);
      CHECK(status == (times < DYNCOLOR_MAX_NESTING ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX));
      if (status == DYNCOLOR_OK) CHECK(value(theme, id, &dark) >= 0);
      free(text);
    }

  /* As many colors as fit, and more. */
  for (int many = 0; many < 2; many++) {
    char *text = nested("", "color-mix(in srgb", ", var(--y, red)", many ? 200000 : 5000);
    char *closed = nested("", text, ")", 1);
    dyncolor_id id = 0;
    dyncolor_status status = dyncolor_register_css_n(theme, "wide", NUL, closed, NUL, &id, NULL);
    CHECK(status == (many ? DYNCOLOR_ERROR_TOO_COMPLEX : DYNCOLOR_OK));
    if (!many) CHECK_VALUE(theme, id, &light, 0xff0000ff);
    free(text);
    free(closed);
  }
  dyncolor_theme_release(theme);
}

/* Comparing holds the lock: of two references to a table of many subtypes, each a long mix, it
 * would for a minute. */
static void comparing_ends_soon(void) {
  static char text[1 << 16];
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme = new_theme();
  size_t length = (size_t)snprintf(text, sizeof text, "color-mix(in oklab, red");
  for (int i = 0; i < 1000; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, ", #%03x", i);
  strcpy(text + length, ")");
  css(theme, "mix", text);
  length = (size_t)snprintf(text, sizeof text, "--variants(any: var(--mix)");
  for (int i = 0; i < 200; i++) {
    char name[8];
    uint8_t subtype;
    snprintf(name, sizeof name, "s%d", i);
    CHECK(dyncolor_subtype_declare_n(theme, name, DYNCOLOR_NUL_TERMINATED, &subtype, &error) ==
          DYNCOLOR_OK);
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "; subtype(%s): var(--mix)", name);
  }
  strcpy(text + length, ")");
  dyncolor_id table = css(theme, "table", text), reference = css(theme, NULL, "var(--table)");
  struct timespec begun, ended;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  dyncolor_id_equal(theme, table, theme, reference);
  clock_gettime(CLOCK_MONOTONIC, &ended);
  double seconds = (double)(ended.tv_sec - begun.tv_sec) +
                   1e-9 * (double)(ended.tv_nsec - begun.tv_nsec);
  CHECK(seconds < 5);
  if (seconds >= 5) printf("# %.1f s\n", seconds);
  dyncolor_theme_release(theme);
}

static int claims(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("light-dark(), if() and their operands follow the scheme", schemes_decide);
  CLAIM("var() looks names up when it is resolved", names_are_looked_up_late);
  CLAIM("a cycle of expressions is an error that names them", cycles_are_told);
  CLAIM("equal colors for two contrasts are not mixed between them", equals_are_not_mixed);
  CLAIM("the error of a cycle of any length names a part of it", circles_are_told);
  CLAIM("long chains of expressions resolve, each link once", chains_may_be_long);
  CLAIM("long chains of references are followed, from either end", references_may_be_followed_far);
  CLAIM("conditions can test every axis", environments_decide);
  CLAIM("values of axes get numbers", values_of_axes_are_checked);
  CLAIM("system colors are the environment's, the theme's, or standard", system_colors_can_be_set);
  CLAIM("providers take part in expressions", providers_take_part);
  CLAIM("the axes that an expression depends on are reported", dependencies_are_told);
  CLAIM("expressions of the same meaning are equal, with equal hashes",
        colors_of_one_meaning_are_equal);
  CLAIM("lists resolved for one environment after another are right",
        nothing_is_left_of_other_environments);
  CLAIM("invalid colors are refused with their position", what_is_no_css_is_refused);
  CLAIM("--dark-of() and --light-of() are counterparts", schemes_have_counterparts);
  CLAIM("--tone() has the tones of Material Design's palettes", tones_are_those_of_palettes);
  CLAIM("--standalone() derives from an accent what libadwaita derives", accents_stand_alone);
  CLAIM("--scale() is opaque, and within sRGB", scales_are_opaque);
  CLAIM("definitions are written as CSS, and read again", recipes_are_written);
  CLAIM("the library's own functions are written, and read again", functions_are_written);
  CLAIM("tables are written with their references", tables_are_written);
  CLAIM("blending and minimum contrast depend on the environment", colors_blend_and_can_be_read);
  CLAIM("expressions that are too deep or too large are refused", limits_have_errors);
  CLAIM("comparisons take bounded time", comparing_ends_soon);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
