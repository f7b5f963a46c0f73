/* What has changed: between environments, since a generation, between snapshots; and observers. */
#include <dyncolor.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "parts.h"
#include "refusals.h"
#include "themes.h"

/* Fewer random themes. */
static bool is_brief;

static const dyncolor_color wide = {DYNCOLOR_SPACE_DISPLAY_P3, 0, {1, 0.5, 0}, 1};
static const dyncolor_environment none, light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

/* ---- A theme with something of each kind ----------------------------------------------------- */

/* The ids of a world, by the names of its colors; those without a name are told by these, too. */
enum { MOST = 32 };

typedef struct world {
  dyncolor_theme *theme;
  size_t count;
  struct {
    char name[24];
    dyncolor_id id;
  } colors[MOST];
  uint16_t night;
  uint32_t mood;
  int calls, constant_calls;
  unsigned edits;
} world;

static dyncolor_id note(world *w, const char *name, dyncolor_id id) {
  CHECK(id != DYNCOLOR_ID_NONE && w->count < MOST);
  snprintf(w->colors[w->count].name, sizeof w->colors[0].name, "%s", name);
  w->colors[w->count++].id = id;
  return id;
}

static dyncolor_id id_of(const world *w, const char *name) {
  for (size_t i = 0; i < w->count; i++)
    if (strcmp(w->colors[i].name, name) == 0) return w->colors[i].id;
  CHECK(0 && "a name of the world");
  return DYNCOLOR_ID_NONE;
}

static void css(world *w, const char *name, const char *text) {
  dyncolor_id id = DYNCOLOR_ID_NONE;
  CHECK(dyncolor_register_css_n(w->theme, name, NUL, text, NUL, &id, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < w->count; i++)
    if (w->colors[i].id == id) return;
  note(w, name, id);
}

/* Reads the scheme, and the color `pair`. */
static dyncolor_status follow(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  world *w = data;
  dyncolor_rgba rgba;
  w->calls++;
  dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME);
  dyncolor_status status = dyncolor_context_resolve(context, id_of(w, "pair"), &rgba, NULL);
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {rgba.r, rgba.g, rgba.b}, rgba.a};
  return status;
}

static dyncolor_status constant(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context;
  ++*(int *)data;
  answer->color = wide;
  return DYNCOLOR_OK;
}

static void count_destroy(void *data) { ++*(int *)data; }

static world *new_world(void) {
  world *w = calloc(1, sizeof *w);
  dyncolor_id id;
  CHECK(dyncolor_theme_create(NULL, &w->theme, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_declare_n(w->theme, "Night", NUL, &w->night, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_n(w->theme, "mood", NUL, &w->mood, NULL) == DYNCOLOR_OK);
  css(w, "plain", "#123456");
  css(w, "pair", "light-dark(white, black)");
  css(w, "by-name", "var(--plain)");
  css(w, "chain", "color-mix(in oklch, var(--by-name), red)");
  css(w, "in-vain", "var(--nobody, var(--pair))");
  css(w, "loop-1", "var(--loop-2)");
  css(w, "loop-2", "color-mix(in srgb, var(--loop-1), var(--plain))");
  css(w, "moody", "if(style(--mood: 1): red; else: blue)");
  css(w, "current", "alpha(from currentcolor / 50%)");
  css(w, "night", "if(style(--palette: Night): black; else: white)");
  CHECK(dyncolor_register_alias_n(w->theme, "alias", NUL, id_of(w, "pair"), &id, NULL) == 0);
  note(w, "alias", id);
  CHECK(dyncolor_register_alias_n(w->theme, NULL, 0, id, &id, NULL) == 0);
  note(w, "(alias)", id);
  const dyncolor_id plain = id_of(w, "plain");
  CHECK(dyncolor_register_semantic_n(w->theme, "semantic", NUL, "primary", NUL, PART_ID(plain), &id,
                                     NULL) == DYNCOLOR_OK);
  note(w, "semantic", id);
  css(w, "Night/primary", "color-mix(in srgb, black, white)");
  CHECK(dyncolor_register_provider_n(w->theme, "follows", NUL, follow, w, NULL, &id, NULL) == 0);
  note(w, "follows", id);
  CHECK(dyncolor_register_provider_n(w->theme, "constant", NUL, constant, &w->constant_calls, NULL,
                                     &id, NULL) == 0);
  note(w, "constant", id);
  CHECK(dyncolor_register_color_n(w->theme, NULL, 0, &wide, &id, NULL) == 0);
  note(w, "(plain)", id);
  css(w, "contrast",
      "if(media(prefers-contrast: more): black; else: if(style(--state: hovered): red; "
      "else: var(--pair)))");
  return w;
}

static void free_world(world *w) {
  dyncolor_theme_release(w->theme);
  free(w);
}

/* Asks all providers in `dark`, so that it is known what they depend on. */
static void ask(world *w) {
  CHECK(dyncolor_theme_prepare(w->theme, &dark, NULL) == DYNCOLOR_OK);
  w->calls = w->constant_calls = 0;
}

/* ---- Lists of ids ---------------------------------------------------------------------------- */

typedef struct text {
  char bytes[512];
} text;

/* The names of colors, each with a space behind it. */
static text names_of(const world *w, const dyncolor_id *ids, size_t count) {
  text all = {""};
  for (size_t i = 0; i < count; i++) {
    const char *name = "?";
    for (size_t j = 0; j < w->count; j++)
      if (w->colors[j].id == ids[i]) name = w->colors[j].name;
    strncat(all.bytes, name, sizeof all.bytes - strlen(all.bytes) - 2);
    strcat(all.bytes, " ");
    CHECK(i == 0 || DYNCOLOR_ROW(ids[i]) > DYNCOLOR_ROW(ids[i - 1]));
  }
  return all;
}

static void check_names(const world *w, const dyncolor_id *ids, size_t count, const char *expected,
                        const char *what) {
  text found = names_of(w, ids, count);
  CHECK(strcmp(found.bytes, expected) == 0);
  if (strcmp(found.bytes, expected) != 0)
    printf("# %s: %s\n# and not %s\n", what, found.bytes, expected);
}

static void check_changes(const world *w, uint64_t since, const char *expected, const char *what) {
  dyncolor_id ids[MOST];
  size_t count;
  uint64_t generation = 0;
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_theme_changes(w->theme, since, ids, MOST, &count, &generation,
                               &error) == DYNCOLOR_OK);
  CHECK(generation == dyncolor_theme_generation(w->theme));
  check_names(w, ids, count, expected, what);
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* Registers a color as another each time, since what it already is would be no change. */
static void edit(world *w, const char *name, const char *format) {
  char value[64];
  snprintf(value, sizeof value, format, ++w->edits);
  css(w, name, value);
}
static void edit_plain(world *w) { edit(w, "plain", "#%06x"); }
static void redefine_plain(world *w) {
  const dyncolor_id id = id_of(w, "plain");
  CHECK(dyncolor_theme_redefine(w->theme, &id, &wide, 1, NULL) == DYNCOLOR_OK);
}
static void redefine_two(world *w) {
  const dyncolor_id ids[2] = {id_of(w, "(plain)"), id_of(w, "moody")};
  const dyncolor_color colors[2] = {wide, wide};
  CHECK(dyncolor_theme_redefine(w->theme, ids, colors, 2, NULL) == DYNCOLOR_OK);
}
static void edit_pair(world *w) { edit(w, "pair", "light-dark(#%06x, blue)"); }
static void edit_leaf(world *w) { edit(w, "chain", "#%06x"); }
static void edit_loop(world *w) { css(w, "loop-1", "red"); }
static void unregister_plain(world *w) {
  CHECK(dyncolor_unregister(w->theme, id_of(w, "plain"), NULL) == DYNCOLOR_OK);
}
static void unregister_unnamed(world *w) {
  CHECK(dyncolor_unregister(w->theme, id_of(w, "(alias)"), NULL) == DYNCOLOR_OK);
}
static void replace_unnamed(world *w) {
  dyncolor_id id;
  unregister_unnamed(w);
  CHECK(dyncolor_register_color_n(w->theme, NULL, 0, &wide, &id, NULL) == DYNCOLOR_OK);
  CHECK(DYNCOLOR_ROW(id) == DYNCOLOR_ROW(id_of(w, "(alias)")));
  note(w, "(new)", id);
}
static void register_missing(world *w) { css(w, "nobody", "red"); }
static void rename_plain(world *w) {
  CHECK(dyncolor_id_rename_n(w->theme, id_of(w, "plain"), "other", NUL, NULL) == DYNCOLOR_OK);
}
static void rename_to_missing(world *w) {
  CHECK(dyncolor_id_rename_n(w->theme, id_of(w, "moody"), "nobody", NUL, NULL) == DYNCOLOR_OK);
}
static void rename_unnamed(world *w) {
  CHECK(dyncolor_id_rename_n(w->theme, id_of(w, "(plain)"), "Night/other", NUL,
                             NULL) == DYNCOLOR_OK);
}
static void default_scheme(world *w) {
  CHECK(dyncolor_theme_set_default_scheme(w->theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
}
static void same_default_scheme(world *w) {
  CHECK(dyncolor_theme_set_default_scheme(w->theme, DYNCOLOR_SCHEME_LIGHT, NULL) == DYNCOLOR_OK);
}
static void default_palette(world *w) {
  CHECK(dyncolor_theme_set_default_palette(w->theme, w->night, NULL) == DYNCOLOR_OK);
}
static void declare_palette(world *w) {
  uint16_t palette;
  CHECK(dyncolor_palette_declare_n(w->theme, "Day", NUL, &palette, NULL) == DYNCOLOR_OK);
}
static void edit_palette_color(world *w) { css(w, "Night/primary", "red"); }
static void add_palette_color(world *w) {
  declare_palette(w);
  css(w, "Day/primary", "red");
}
static void declare_value(world *w) {
  uint8_t value;
  CHECK(dyncolor_axis_declare_value_n(w->theme, w->mood, "glad", NUL, &value, NULL) == DYNCOLOR_OK);
}
static void declare_axis(world *w) {
  uint32_t axis;
  CHECK(dyncolor_axis_declare_n(w->theme, "season", NUL, &axis, NULL) == DYNCOLOR_OK);
}
static void declare_only(world *w) {
  dyncolor_id id;
  CHECK(dyncolor_theme_declare_n(w->theme, "later", NUL, &id, NULL) == DYNCOLOR_OK);
}
static void edit_canvas_text(world *w) { css(w, "CanvasText", "red"); }
static void fail_to_register(world *w) {
  CHECK(dyncolor_register_css_n(w->theme, "plain", NUL, "bluue", NUL, NULL, NULL) < 0);
  CHECK(dyncolor_id_rename_n(w->theme, id_of(w, "pair"), "plain", NUL, NULL) < 0);
}
static void register_batch(world *w) {
  dyncolor_variant variant = {.part.color = wide};
  dyncolor_definition definitions[3];
  dyncolor_id ids[3];
  static const char *const names[3] = {"plain", "new", "Night/primary"};
  for (int i = 0; i < 3; i++) {
    definitions[i] = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    definitions[i].kind = DYNCOLOR_KIND_VARIANTS;
    definitions[i].name = names[i];
    definitions[i].name_length = NUL;
    definitions[i].variants = &variant;
    definitions[i].variant_count = 1;
  }
  CHECK(dyncolor_register(w->theme, definitions, 3, ids, NULL) == DYNCOLOR_OK);
  note(w, "new", ids[1]);
}

/* Whether a color is registered, unless it refers to itself. */
static void is_registered(dyncolor_status status) {
  CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_CYCLE);
}

static void register_in_layer(dyncolor_theme *theme, const char *name, uint16_t layer,
                              uint16_t owner, const char *text_in_css) {
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.kind = DYNCOLOR_KIND_CSS;
  definition.name = name;
  definition.css = text_in_css;
  definition.name_length = definition.css_length = NUL;
  definition.layer = layer;
  definition.owner = owner;
  is_registered(dyncolor_register(theme, &definition, 1, NULL, NULL));
}

static void cover_plain(world *w) {
  register_in_layer(w->theme, "plain", DYNCOLOR_LAYER_USER, 0, "red");
}
static void lie_beneath_plain(world *w) {
  register_in_layer(w->theme, "plain", DYNCOLOR_LAYER_DEFAULTS, 0, "red");
}
static void drop_over_plain(world *w) {
  cover_plain(w);
  CHECK(dyncolor_layer_clear(w->theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
}
static void forward_missing(world *w) {
  CHECK(dyncolor_theme_forward_n(w->theme, "nobody", NUL, "moody", NUL, NULL) == DYNCOLOR_OK);
}
static void forward_and_edit(world *w) {
  forward_missing(w);
  css(w, "moody", "red");
}
static void forward_in_use(world *w) {
  CHECK(dyncolor_theme_forward_n(w->theme, "plain", NUL, "moody", NUL, NULL) == DYNCOLOR_OK);
}
static void set_levels(world *w) {
  const double opacities[5] = {1, 0.75, 0.5, 0.25, 0};
  css(w, "level", "--level(var(--moody), secondary)");
  CHECK(dyncolor_theme_set_level_opacities(w->theme, opacities, NULL) == DYNCOLOR_OK);
}
static void declare_locale(world *w) {
  uint16_t locale;
  CHECK(dyncolor_locale_declare_n(w->theme, "de", NUL, &locale, NULL) == DYNCOLOR_OK);
}

/* An edit, how many generations it makes, and what it reaches. What is `current` may be any color,
 * and depends on every axis. */
static const struct {
  const char *what;
  void (*edit)(world *w);
  unsigned generations;
  const char *changed;
} edits[] = {
    {"a constant", edit_plain, 1, "plain by-name chain loop-1 loop-2 current semantic "},
    {"a constant by id", redefine_plain, 1,
     "plain by-name chain loop-1 loop-2 current semantic "},
    {"two by id", redefine_two, 1, "moody current (plain) "},
    {"a pair, of which a provider knows", edit_pair, 1,
     "pair in-vain current alias (alias) follows contrast "},
    {"what nothing refers to", edit_leaf, 1, "chain current "},
    {"what is in a cycle", edit_loop, 1, "loop-1 loop-2 current "},
    {"unregistered", unregister_plain, 1, "plain by-name chain loop-1 loop-2 current semantic "},
    {"unregistered without a name", unregister_unnamed, 1, "current (alias) "},
    {"its row given to another", replace_unnamed, 2, "current (new) "},
    {"a name that was referred to in vain", register_missing, 1, "in-vain current nobody "},
    {"a name given up", rename_plain, 1, "plain by-name chain loop-1 loop-2 current semantic "},
    {"a name that was referred to in vain given", rename_to_missing, 1, "in-vain moody current "},
    {"a name of no interest given", rename_unnamed, 1, "current (plain) "},
    {"the default scheme", default_scheme, 1,
     "pair in-vain current alias (alias) follows contrast "},
    {"the same default scheme", same_default_scheme, 0, ""},
    {"the default palette", default_palette, 1, "current night semantic "},
    {"a palette declared", declare_palette, 1, "current night semantic "},
    {"a color of a palette", edit_palette_color, 1, "current semantic Night/primary "},
    {"a color of a new palette", add_palette_color, 2, "current night semantic Day/primary "},
    {"a value of an axis", declare_value, 1, "moody current "},
    {"an axis that nobody asks for", declare_axis, 1, "current "},
    {"a name declared", declare_only, 0, ""},
    {"the color of the text", edit_canvas_text, 1, "current CanvasText "},
    {"nothing, because it failed", fail_to_register, 0, ""},
    {"covered", cover_plain, 1, "plain by-name chain loop-1 loop-2 current semantic "},
    {"covering", lie_beneath_plain, 1, ""},
    {"covered no more", drop_over_plain, 2,
     "plain by-name chain loop-1 loop-2 current semantic "},
    {"a name that was referred to in vain forwarded", forward_missing, 1, "in-vain current "},
    {"what it is forwarded to", forward_and_edit, 2, "in-vain moody current "},
    {"a name forwarded that a color has", forward_in_use, 1,
     "by-name chain loop-1 loop-2 current "},
    {"levels", set_levels, 2, "current level "},
    {"a locale of no interest", declare_locale, 1, "current "},
    {"a batch", register_batch, 1,
     "plain by-name chain loop-1 loop-2 current semantic Night/primary new "},
};

static void edits_reach_what_refers(void) {
  for (size_t i = 0; i < COUNT(edits); i++) {
    world *w = new_world();
    ask(w);
    uint64_t since = dyncolor_theme_generation(w->theme);
    check_changes(w, since, "", edits[i].what);
    edits[i].edit(w);
    CHECK(dyncolor_theme_generation(w->theme) == since + edits[i].generations);
    check_changes(w, since, edits[i].changed, edits[i].what);
    check_changes(w, dyncolor_theme_generation(w->theme), "", edits[i].what);
    free_world(w);
  }
}

static void changes_add_up(void) {
  world *w = new_world();
  ask(w);
  uint64_t first = dyncolor_theme_generation(w->theme);
  edit_leaf(w);
  uint64_t second = dyncolor_theme_generation(w->theme);
  css(w, "moody", "red");
  default_palette(w);
  check_changes(w, first, "chain moody current night semantic ", "both");
  check_changes(w, second, "moody current night semantic ", "the second");
  /* All that was ever registered has changed since the beginning. */
  dyncolor_id all[MOST];
  size_t count = 0;
  CHECK(dyncolor_theme_changes(w->theme, 0, all, MOST, &count, NULL, NULL) == DYNCOLOR_OK);
  CHECK(count == w->count);
  free_world(w);
}

/* Of many colors that a provider asks for, each counts, and then any. */
static dyncolor_status ask_many(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  const dyncolor_id *ids = data;
  dyncolor_rgba rgba;
  for (; *ids != DYNCOLOR_ID_NONE; ids++) dyncolor_context_resolve(context, *ids, &rgba, NULL);
  answer->color = wide;
  return DYNCOLOR_OK;
}

static dyncolor_status answer_first(dyncolor_context *context, dyncolor_answer *answer,
                                    void *data) {
  (void)context;
  answer->id = *(const dyncolor_id *)data;
  return DYNCOLOR_OK;
}

static void providers_refer_to_what_they_ask(void) {
  for (int asked = 0; asked <= 10; asked++) {
    dyncolor_theme *theme;
    dyncolor_id colors[11] = {0}, provider, answers, other, ids[16];
    size_t count = 0;
    CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
    for (int i = 0; i < asked; i++)
      CHECK(dyncolor_register_color_n(theme, NULL, 0, &wide, &colors[i], NULL) == DYNCOLOR_OK);
    dyncolor_register_color_n(theme, NULL, 0, &wide, &other, NULL);
    dyncolor_register_provider_n(theme, NULL, 0, ask_many, colors, NULL, &provider, NULL);
    dyncolor_register_provider_n(theme, NULL, 0, answer_first, &provider, NULL, &answers, NULL);
    uint64_t since = dyncolor_theme_generation(theme);
    /* What was never asked refers to nothing that anybody has seen. */
    dyncolor_theme_redefine(theme, &other, &wide, 1, NULL);
    CHECK(dyncolor_theme_changes(theme, since, ids, 16, &count, NULL, NULL) == DYNCOLOR_OK);
    CHECK(count == 1 && ids[0] == other);
    CHECK(dyncolor_theme_prepare(theme, NULL, NULL) == DYNCOLOR_OK);
    since = dyncolor_theme_generation(theme);
    dyncolor_theme_redefine(theme, &other, &wide, 1, NULL);
    CHECK(dyncolor_theme_changes(theme, since, ids, 16, &count, NULL, NULL) == DYNCOLOR_OK);
    CHECK(count == (asked > 8 ? 3 : 1));
    for (int i = 0; i < asked; i++) {
      since = dyncolor_theme_generation(theme);
      dyncolor_theme_redefine(theme, &colors[i], &wide, 1, NULL);
      CHECK(dyncolor_theme_changes(theme, since, ids, 16, &count, NULL, NULL) == DYNCOLOR_OK);
      CHECK(count == 3 && ids[0] == colors[i] && ids[1] == provider && ids[2] == answers);
    }
    dyncolor_theme_release(theme);
  }
}

/* A chain of references, registered forward or backward, of which the first is changed. */
static void long_chains_are_followed(void) {
  enum { LENGTH = 3000 };
  static dyncolor_id ids[LENGTH];
  for (int backward = 0; backward <= 1; backward++) {
    dyncolor_theme *theme;
    char name[16], reference[32];
    size_t count = 0;
    CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
    for (int i = 0; i < LENGTH; i++) {
      int place = backward ? LENGTH - 1 - i : i;
      snprintf(name, sizeof name, "c%d", place);
      snprintf(reference, sizeof reference, place == 0 ? "red" : "var(--c%d)", place - 1);
      dyncolor_register_css_n(theme, name, NUL, reference, NUL, NULL, NULL);
    }
    uint64_t since = dyncolor_theme_generation(theme);
    dyncolor_register_css_n(theme, "c0", NUL, "blue", NUL, NULL, NULL);
    CHECK(dyncolor_theme_changes(theme, since, ids, LENGTH, &count, NULL, NULL) == DYNCOLOR_OK);
    CHECK(count == LENGTH);
    dyncolor_theme_release(theme);
  }
}

/* A color without a name is removed, and another one gets its row: that is told by its own id, as
 * are its neighbors, in themes of one slice and of several. */
static void rows_are_told_by_their_ids(void) {
  enum { COUNTS = 2, LARGEST = 1300 };
  static const int counts[COUNTS] = {3, LARGEST};
  static dyncolor_id ids[LARGEST], told[LARGEST];
  for (int i = 0; i < COUNTS; i++)
    for (int removed = 0; removed <= 1; removed++) {
      const int last = counts[i] - 1;
      dyncolor_theme *theme;
      size_t count = 0;
      CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
      for (int j = 0; j <= last; j++)
        CHECK(dyncolor_register_color_n(theme, NULL, 0, &wide, &ids[j], NULL) == DYNCOLOR_OK);
      if (removed) {
        const dyncolor_id before = ids[1];
        CHECK(dyncolor_unregister(theme, before, NULL) == DYNCOLOR_OK);
        CHECK(dyncolor_register_color_n(theme, NULL, 0, &wide, &ids[1], NULL) == DYNCOLOR_OK);
        CHECK(ids[1] != before && DYNCOLOR_ROW(ids[1]) == DYNCOLOR_ROW(before));
      }
      uint64_t since = dyncolor_theme_generation(theme);
      for (int j = 0; j <= last; j++)
        CHECK(dyncolor_theme_redefine(theme, &ids[j], &wide, 1, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_theme_changes(theme, since, told, LARGEST, &count, NULL, NULL) ==
            DYNCOLOR_OK);
      CHECK(count == (size_t)counts[i] && memcmp(told, ids, count * sizeof *ids) == 0);
      dyncolor_theme_release(theme);
    }
}

/* ---- Environments ---------------------------------------------------------------------------- */

static void environments_differ_in_some(void) {
  world *w = new_world();
  uint16_t night = w->night, locale;
  CHECK(dyncolor_locale_declare_n(w->theme, "de", NUL, &locale,
                                  NULL) == DYNCOLOR_OK && locale == 1);
  ask(w);
  dyncolor_environment glad = {0}, at_night = {0}, foreground = {0};
  glad.custom[w->mood - DYNCOLOR_AXIS_CUSTOM] = 1;
  at_night.palette = night;
  foreground.foreground = id_of(w, "plain");
  const struct {
    dyncolor_environment a, b;
    const char *differ;
    int calls; /* of the provider that reads the scheme; what was resolved is kept */
  } rows[] = {
      {none, none, "", 0},
      {dark, dark, "", 0},
      {none, light, "", 2},
      {light, dark, "pair in-vain current alias (alias) follows contrast ", 0},
      {dark, {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_MORE}, "", 0},
      {none, {.contrast = DYNCOLOR_CONTRAST_MORE}, "contrast ", 0},
      {none, {.state = DYNCOLOR_STATE_HOVERED}, "contrast ", 0},
      {none, {.idiom = DYNCOLOR_IDIOM_TV, .locale = 1}, "", 0},
      {none, glad, "moody ", 0},
      {none, at_night, "night semantic ", 0},
      {none, foreground, "current ", 0},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_id ids[MOST];
    size_t count = 99;
    char what[16];
    snprintf(what, sizeof what, "row %zu", i);
    w->calls = w->constant_calls = 0;
    dyncolor_error error = fresh_error();
    CHECK(dyncolor_theme_diff(w->theme, &rows[i].a, &rows[i].b, ids, MOST, &count, &error) == 0);
    check_names(w, ids, count, rows[i].differ, what);
    CHECK(w->calls == rows[i].calls);
    if (w->calls != rows[i].calls) printf("# %s: %d calls\n", what, w->calls);
    /* It depends on nothing, as is known. */
    CHECK(w->constant_calls == 0);
    /* The other way round it is the same. */
    CHECK(dyncolor_theme_diff(w->theme, &rows[i].b, &rows[i].a, ids, MOST, &count, NULL) == 0);
    check_names(w, ids, count, rows[i].differ, what);
  }
  size_t count;
  CHECK(dyncolor_theme_diff(w->theme, NULL, NULL, NULL, 0, &count,
                            NULL) == DYNCOLOR_OK && count == 0);
  free_world(w);
}

/* It is what comparing all of them says, also where there are no values. */
static void diff_is_exact(void) {
  static const char *const texts[] = {
      "red", "light-dark(red, red)", "light-dark(red, blue)", "var(--nobody)",
      "light-dark(red, var(--nobody))", "light-dark(var(--self), var(--nobody))",
      "if(media(prefers-contrast: more): red)", "var(--c2)", "color-mix(in srgb, var(--c3), red)",
      "alpha(from var(--c6, blue) / 50%)", "currentcolor", "Canvas", "AccentColor",
      "color(display-p3 1 0 0)", "var(--c13)", "color-mix(in oklab, red, lime)"};
  static const dyncolor_environment environments[] = {
      {0}, {.scheme = 1}, {.scheme = 2}, {.contrast = 201}, {.scheme = 2, .contrast = 201},
      {.forced_colors = 2}, {.gamut = 2}};
  dyncolor_theme *theme;
  char name[8];
  CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
  dyncolor_register_css_n(theme, "self", NUL, "light-dark(var(--self), red)", NUL,
                          NULL, NULL);
  for (size_t i = 0; i < COUNT(texts); i++) {
    snprintf(name, sizeof name, "c%zu", i);
    CHECK(dyncolor_register_css_n(theme, name, NUL, texts[i], NUL, NULL, NULL) == DYNCOLOR_OK);
  }
  for (size_t i = 0; i < COUNT(environments); i++)
    for (size_t j = 0; j < COUNT(environments); j++) {
      dyncolor_id ids[MOST], differing[MOST];
      size_t count, differing_count;
      dyncolor_snapshot *a, *b;
      CHECK(dyncolor_theme_diff(theme, &environments[i], &environments[j], ids, MOST, &count,
                                NULL) == 0);
      CHECK(dyncolor_snapshot_create(theme, &environments[i], &a, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_snapshot_create(theme, &environments[j], &b, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_snapshot_diff(a, b, differing, MOST, &differing_count, NULL) == 0);
      CHECK(count == differing_count && memcmp(ids, differing, count * sizeof *ids) == 0);
      /* And that is what resolving them one by one says. */
      dyncolor_id all[MOST];
      size_t total, place = 0;
      CHECK(dyncolor_theme_colors(theme, all, MOST, &total, NULL) == DYNCOLOR_OK);
      for (size_t k = 0; k < total; k++) {
        dyncolor_rgba first = {0}, second = {0};
        dyncolor_status status = dyncolor_resolve(theme, all[k], &environments[i], &first, NULL);
        if (status == dyncolor_resolve(theme, all[k], &environments[j], &second, NULL) &&
            memcmp(&first, &second, sizeof first) == 0)
          continue;
        CHECK(place < count && ids[place] == all[k]);
        place++;
      }
      CHECK(place == count);
      dyncolor_snapshot_release(a);
      dyncolor_snapshot_release(b);
    }
  dyncolor_theme_release(theme);
}

static void unasked_providers_are_asked(void) {
  world *w = new_world();
  dyncolor_id ids[MOST];
  size_t count;
  const dyncolor_environment tv = {.idiom = DYNCOLOR_IDIOM_TV};
  CHECK(dyncolor_theme_diff(w->theme, &none, &tv, ids, MOST, &count, NULL) == DYNCOLOR_OK);
  CHECK(count == 0 && w->calls == 2 && w->constant_calls == 2);
  CHECK(dyncolor_theme_diff(w->theme, &dark, &tv, ids, MOST, &count, NULL) == DYNCOLOR_OK);
  CHECK(w->calls == 3 && w->constant_calls == 2);
  free_world(w);
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

static dyncolor_snapshot *snapshot(dyncolor_theme *theme, const dyncolor_environment *where) {
  dyncolor_snapshot *made = NULL;
  CHECK(dyncolor_snapshot_create(theme, where, &made, NULL) == DYNCOLOR_OK);
  return made;
}

static void check_snapshots(const world *w, const dyncolor_snapshot *a, const dyncolor_snapshot *b,
                            const char *expected, const char *what) {
  dyncolor_id ids[MOST];
  size_t count;
  CHECK(dyncolor_snapshot_diff(a, b, ids, MOST, &count, NULL) == DYNCOLOR_OK);
  check_names(w, ids, count, expected, what);
}

static void snapshots_are_compared_by_row(void) {
  world *w = new_world();
  dyncolor_snapshot *first = snapshot(w->theme, NULL);
  check_snapshots(w, first, first, "", "itself");
  edit_plain(w);
  dyncolor_snapshot *second = snapshot(w->theme, NULL);
  check_snapshots(w, first, second, "plain by-name chain semantic ", "a constant");
  check_snapshots(w, second, first, "plain by-name chain semantic ", "a constant, back");
  css(w, "more", "red");
  declare_only(w);
  dyncolor_snapshot *third = snapshot(w->theme, NULL);
  check_snapshots(w, second, third, "more ", "one more, and one declared");
  check_snapshots(w, third, second, "more ", "one less");
  unregister_unnamed(w);
  dyncolor_snapshot *fourth = snapshot(w->theme, NULL);
  check_snapshots(w, third, fourth, "(alias) ", "one unregistered");

  /* Those of two themes: by row, with the ids of the second. */
  world *v = new_world();
  dyncolor_snapshot *foreign = snapshot(v->theme, NULL);
  check_snapshots(v, fourth, foreign, "plain by-name chain (alias) semantic ? ", "two themes");
  check_snapshots(w, foreign, fourth, "plain by-name chain (alias) semantic more ", "and back");
  free_world(v);
  free_world(w);
  check_snapshots(v, foreign, foreign, "", "without a theme");
  dyncolor_snapshot_release(first);
  dyncolor_snapshot_release(second);
  dyncolor_snapshot_release(third);
  dyncolor_snapshot_release(fourth);
  dyncolor_snapshot_release(foreign);
}

/* ---- Random themes --------------------------------------------------------------------------- */

enum { PLACES = 24, ROWS = 256 };

static unsigned next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (unsigned)(*state >> 20);
}

/* Resolves the color of an id, or reads the contrast, or both, by the number that it was given. */
static dyncolor_status provide_random(dyncolor_context *context, dyncolor_answer *answer,
                                      void *data) {
  uintptr_t number = (uintptr_t)data;
  dyncolor_rgba rgba = {0, 0, 0, 1};
  if (number % 3 != 0) dyncolor_context_resolve(context, (dyncolor_id)(number / 16), &rgba, NULL);
  if (number % 4 == 1) rgba.r += (float)dyncolor_context_axis(context, DYNCOLOR_AXIS_CONTRAST);
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {rgba.r, rgba.g, rgba.b}, rgba.a};
  return DYNCOLOR_OK;
}

static dyncolor_id random_id(dyncolor_theme *theme, unsigned dice) {
  dyncolor_id ids[ROWS];
  size_t count = 0;
  CHECK(dyncolor_theme_colors(theme, ids, ROWS, &count, NULL) == DYNCOLOR_OK);
  return count == 0 ? DYNCOLOR_ID_NONE : ids[dice % count];
}

/* A name, of a palette's color at times; and the same as CSS has it. */
static void random_name(unsigned dice, char *name, char *identifier) {
  unsigned number = dice / 4 % PLACES;
  snprintf(name, 16, dice % 4 < 2 ? "c%u" : dice % 4 == 2 ? "A/c%u" : "B/c%u", number);
  snprintf(identifier, 16, dice % 4 < 2 ? "c%u" : dice % 4 == 2 ? "A\\/c%u" : "B\\/c%u", number);
}

/* One edit, of any kind. */
static void edit_at_random(dyncolor_theme *theme, uint64_t *random) {
  static const char *const expressions[] = {
      "var(--%s)", "color-mix(in oklab, var(--%s, red), white)",
      "light-dark(var(--%s), alpha(from currentcolor / 50%%))",
      "if(style(--mood: glad): var(--%s); else: red)",
      "if(style(--palette: A): var(--%s); else: Canvas)",
      "color-mix(in srgb, AccentColor, var(--%s))",
      "if(media(prefers-contrast: more): CanvasText; else: var(--%s))",
      "--level(var(--%s), secondary)", "--level(--level(currentcolor, tertiary), secondary)",
      "--palette(%s, red)", "--first(var(--%s), currentcolor, red)",
      "--blend(light-dark(multiply, screen), var(--%s), white)",
      "--ensure-contrast(var(--%s), on Canvas, 4.5)", "color(display-p3 0 1 0)",
      "--variants(any: color(display-p3 1 0 0); more: blue; less dark: lime)",
      "if(style(--locale: de): var(--%s); else: red)"};
  char name[16], other[16], identifier[16], css_text[100];
  double opacities[5];
  unsigned dice = next_random(random), more = next_random(random);
  random_name(next_random(random), name, identifier);
  random_name(next_random(random), other, identifier);
  const dyncolor_id id = random_id(theme, next_random(random));
  const dyncolor_color gray = {DYNCOLOR_SPACE_SRGB, 0, {more % 256 / 255.0, 0, 0}, 1};
  uint16_t palette, number = 0;
  uint32_t axis;
  uint8_t value;
  if (id == DYNCOLOR_ID_NONE) dice = 0;
  switch (dice % 29) {
    case 1: dyncolor_theme_redefine(theme, &id, &gray, 1, NULL); break;
    case 2: dyncolor_register_pair_n(theme, name, NUL, PART(gray), PART(wide), NULL, NULL); break;
    case 3: dyncolor_register_alias_n(theme, name, NUL, id, NULL, NULL); break;
    case 4: case 5: case 6: case 7:
      snprintf(css_text, sizeof css_text, expressions[more % COUNT(expressions)], identifier);
      is_registered(dyncolor_register_css_n(theme, name, NUL, css_text, NUL, NULL, NULL));
      break;
    case 8: case 9:
      snprintf(other, sizeof other, "c%u", more % PLACES);
      dyncolor_register_semantic_n(theme, name, NUL, other, NUL, PART_ID(more / 32 % 3 ? id : 0),
                                   NULL, NULL);
      break;
    case 10: case 11:
      dyncolor_register_provider_n(theme, name, NUL, provide_random,
                                   (void *)((uintptr_t)id * 16 + more % 12), NULL, NULL, NULL);
      break;
    case 12: case 13: dyncolor_unregister(theme, id, NULL); break;
    case 14: case 15: dyncolor_id_rename_n(theme, id, name, NUL, NULL); break;
    case 16: dyncolor_theme_set_default_scheme(theme, 1 + more % 2, NULL); break;
    case 17: dyncolor_theme_set_default_palette(theme, (uint16_t)(more % 3), NULL); break;
    case 18:
      dyncolor_palette_declare_n(theme, more % 2 ? "A" : "B", NUL, &palette, NULL);
      dyncolor_axis_declare_n(theme, more / 2 % 2 ? "mood" : "season", NUL, &axis, NULL);
      dyncolor_axis_declare_value_n(theme, DYNCOLOR_AXIS_CUSTOM, "glad", NUL, &value, NULL);
      break;
    case 19: dyncolor_register_color_n(theme, NULL, 0, &gray, NULL, NULL); break;
    case 20: dyncolor_theme_forward_n(theme, name, NUL, other, more % 3 == 0 ? 0 : NUL,
                                      NULL); break;
    case 21:
      dyncolor_register_level_n(theme, name, NUL, more % 4 ? id : 0, more % 5, NULL, NULL);
      break;
    case 22:
      if (more % 2)
        dyncolor_register_fallbacks_n(theme, name, NUL, parts_of(&id, 1), 1, NULL, NULL);
      else
        dyncolor_register_mix_n(theme, name, NUL, parts_of(&id, 1), NULL, 1, DYNCOLOR_SPACE_SRGB,
                                DYNCOLOR_HUE_SHORTER, NULL, NULL);
      break;
    case 23: case 24: case 25:
      dyncolor_owner_declare_n(theme, more % 2 ? "a" : "b", NUL, &number, NULL);
      snprintf(css_text, sizeof css_text, expressions[more % COUNT(expressions)], identifier);
      register_in_layer(theme, name, (uint16_t)(more / 2 % 3), number, css_text);
      break;
    case 26:
      if (more % 3 == 0) dyncolor_layer_clear(theme, (uint16_t)(more / 3 % 3), NULL);
      if (more % 3 == 1) dyncolor_layer_unregister(theme, (uint16_t)(more / 3 % 3), id, NULL);
      if (more % 3 == 2) dyncolor_owner_clear(theme, (uint16_t)(1 + more / 3 % 2), NULL);
      break;
    case 27:
      for (int i = 0; i < 5; i++) opacities[i] = (i == 0 ? 2 : next_random(random) % 3) / 2.0;
      dyncolor_theme_set_level_opacities(theme, more % 2 ? opacities : NULL, NULL);
      break;
    case 28: dyncolor_locale_declare_n(theme, more % 2 ? "de" : "fr", NUL, &number, NULL); break;
    default: dyncolor_register_color_n(theme, name, NUL, &gray, NULL, NULL); break;
  }
}

static bool has(const dyncolor_id *ids, size_t count, dyncolor_id id) {
  for (size_t i = 0; i < count; i++)
    if (DYNCOLOR_ROW(ids[i]) == DYNCOLOR_ROW(id)) return true;
  return false;
}

/* Whatever is edited: what a snapshot shows to have changed is among what is told to have. And what
 * snapshots show to differ between environments is exactly what is told to. */
static void nothing_changes_untold(void) {
  enum { STEPS = 60, SCENES = 8 };
  const uint64_t themes = is_brief ? 8 : 80;
  size_t changed = 0, told = 0;
  for (uint64_t seed = 1; seed <= themes; seed++) {
    uint64_t random = seed * 0x9E3779B97F4A7C15u;
    dyncolor_theme *theme;
    CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
    for (int i = 0; i < 40; i++) edit_at_random(theme, &random);
    dyncolor_environment scenes[SCENES] = {
        {0}, {.scheme = 2}, {0}, {.scheme = 1, .contrast = 201}, {0}, {0},
        {.gamut = DYNCOLOR_GAMUT_SRGB}, {.scheme = 2, .contrast = 151, .gamut = 2}};
    /* Numbers that the theme has given out. */
    const size_t palettes = dyncolor_palette_count(theme);
    scenes[2].palette = palettes > 0;
    scenes[4].palette = palettes > 1 ? 2 : 0;
    scenes[6].locale = dyncolor_locale_count(theme) > 0;
    scenes[3].custom[0] = dyncolor_axis_count(theme) > DYNCOLOR_AXIS_CUSTOM;
    scenes[5].foreground = scenes[5].accent = random_id(theme, next_random(&random));
    dyncolor_snapshot *before[SCENES], *after[SCENES];
    for (int i = 0; i < SCENES; i++) before[i] = snapshot(theme, &scenes[i]);
    for (int step = 0; step < STEPS; step++) {
      dyncolor_id ids[ROWS], differing[ROWS];
      size_t count = 0, wanted = 0;
      uint64_t since = dyncolor_theme_generation(theme);
      edit_at_random(theme, &random);
      CHECK(dyncolor_theme_changes(theme, since, ids, ROWS, &count, NULL, NULL) == DYNCOLOR_OK);
      told += count;
      for (int i = 0; i < SCENES; i++) {
        after[i] = snapshot(theme, &scenes[i]);
        CHECK(dyncolor_snapshot_diff(before[i], after[i], differing, ROWS, &wanted, NULL) == 0);
        for (size_t j = 0; j < wanted; j++) CHECK(has(ids, count, differing[j]));
        changed += wanted;
        dyncolor_snapshot_release(before[i]);
        before[i] = after[i];
      }
      int a = step % SCENES, b = (step / SCENES + a + 1) % SCENES;
      CHECK(dyncolor_snapshot_diff(after[a], after[b], differing, ROWS, &wanted, NULL) == 0);
      CHECK(dyncolor_theme_diff(theme, &scenes[a], &scenes[b], ids, ROWS, &count,
                                NULL) == DYNCOLOR_OK);
      CHECK(count == wanted && memcmp(ids, differing, count * sizeof *ids) == 0);
    }
    for (int i = 0; i < SCENES; i++) dyncolor_snapshot_release(before[i]);
    dyncolor_theme_release(theme);
  }
  printf("# %zu changes were told, and %zu showed in one of %d environments\n", told, changed,
         SCENES);
  CHECK(changed > 0);
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static void observe_nothing(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  (void)theme;
  (void)change;
  (void)data;
}

static void wrong_arguments_are_refused(void) {
  world *w = new_world();
  dyncolor_snapshot *table = snapshot(w->theme, NULL);
  dyncolor_id ids[MOST];
  size_t count;
  uint64_t number;
  dyncolor_error error;
  const dyncolor_environment wrong = {.scheme = 3};
  int destroyed = 0;
#define REFUSED(argument, call) \
  do { \
    error = fresh_error(); \
    MARK(ids); \
    MARK(count); \
    MARK(number); \
    check_refused(call, &error, argument); \
    CHECK_MARKED(ids); \
    CHECK_MARKED(count); \
    CHECK_MARKED(number); \
  } while (0)
  REFUSED("theme", dyncolor_theme_diff(NULL, &none, &dark, ids, MOST, &count, &error));
  REFUSED("a.scheme", dyncolor_theme_diff(w->theme, &wrong, &dark, ids, MOST, &count, &error));
  REFUSED("b.scheme", dyncolor_theme_diff(w->theme, &none, &wrong, ids, MOST, &count, &error));
  REFUSED("ids", dyncolor_theme_diff(w->theme, &none, &dark, NULL, MOST, &count, &error));
  REFUSED("count", dyncolor_theme_diff(w->theme, &none, &dark, ids, MOST, NULL, &error));
  REFUSED("theme", dyncolor_theme_changes(NULL, 0, ids, MOST, &count, &number, &error));
  REFUSED("ids", dyncolor_theme_changes(w->theme, 0, NULL, MOST, &count, &number, &error));
  REFUSED("count", dyncolor_theme_changes(w->theme, 0, ids, MOST, NULL, &number, &error));
  REFUSED("since", dyncolor_theme_changes(w->theme, dyncolor_theme_generation(w->theme) + 1, ids,
                                          MOST, &count, &number, &error));
  REFUSED("since", dyncolor_theme_changes(w->theme, UINT64_MAX, ids, MOST, &count, &number,
                                          &error));
  REFUSED("a", dyncolor_snapshot_diff(NULL, table, ids, MOST, &count, &error));
  REFUSED("b", dyncolor_snapshot_diff(table, NULL, ids, MOST, &count, &error));
  REFUSED("ids", dyncolor_snapshot_diff(table, table, NULL, 1, &count, &error));
  REFUSED("count", dyncolor_snapshot_diff(table, table, ids, MOST, NULL, &error));
  REFUSED("theme", dyncolor_theme_observe(NULL, observe_nothing, &destroyed, count_destroy, &number,
                                          &error));
  REFUSED("observer", dyncolor_theme_observe(w->theme, NULL, &destroyed, count_destroy, &number,
                                             &error));
  REFUSED("observation", dyncolor_theme_observe(w->theme, observe_nothing, &destroyed,
                                                count_destroy, NULL, &error));
  CHECK(destroyed == 3);
  REFUSED("theme", dyncolor_theme_unobserve(NULL, 1, &error));
  REFUSED("observation", dyncolor_theme_unobserve(w->theme, 0, &error));
  REFUSED("observation", dyncolor_theme_unobserve(w->theme, 1, &error));
#undef REFUSED
  dyncolor_snapshot_release(table);
  free_world(w);
}

static void lists_say_what_room_they_need(void) {
  world *w = new_world();
  dyncolor_snapshot *light_table = snapshot(w->theme, NULL);
  dyncolor_snapshot *dark_table = snapshot(w->theme, &dark);
  for (int which = 0; which < 3; which++)
    for (size_t capacity = 0; capacity <= 8; capacity++) {
      dyncolor_id ids[8];
      size_t count = 0;
      uint64_t generation;
      MARK(ids);
      MARK(generation);
      dyncolor_error error = fresh_error();
      dyncolor_id *out = capacity == 0 ? NULL : ids;
      uint64_t since = dyncolor_theme_generation(w->theme) - 5;
      dyncolor_status status =
          which == 0 ? dyncolor_theme_diff(w->theme, &none, &dark, out, capacity, &count, &error)
          : which == 1
              ? dyncolor_theme_changes(w->theme, since, out, capacity, &count, &generation, &error)
              : dyncolor_snapshot_diff(light_table, dark_table, out, capacity, &count, &error);
      CHECK(count == 7);
      if (capacity < 7) {
        CHECK(status == DYNCOLOR_ERROR_BUFFER_TOO_SMALL && error.status == status);
        CHECK_MARKED(ids);
        CHECK_MARKED(generation);
      } else {
        CHECK(status == DYNCOLOR_OK && !is_marked(&ids[6], sizeof ids[6]));
        CHECK(is_marked(&ids[7], sizeof ids[7]));
      }
    }
  dyncolor_snapshot_release(light_table);
  dyncolor_snapshot_release(dark_table);
  free_world(w);
}

/* ---- Observers ------------------------------------------------------------------------------- */

/* What an observer was told, and what it does then. */
typedef struct witness witness;
struct witness {
  world *w;
  int told, destroyed, wrong;
  uint64_t last;
  dyncolor_id ids[MOST]; /* of the last change */
  size_t count;
  char letter;
  char *log; /* of all that share it */
  uint64_t number;
  void (*act)(witness *self, const dyncolor_change *change);
  int acts; /* how often it does that */
  witness *other;
};

static void observe(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  witness *self = data;
  if (self->destroyed != 0 || change->size != sizeof *change || change->generation <= self->last ||
      theme != self->w->theme)
    self->wrong++;
  if (dyncolor_theme_generation(theme) < change->generation) self->wrong++;
  self->last = change->generation;
  self->told++;
  self->count = change->count < MOST ? change->count : MOST;
  memcpy(self->ids, change->ids, self->count * sizeof *self->ids);
  if (self->log != NULL) {
    char entry[16];
    snprintf(entry, sizeof entry, "%c%u ", self->letter, (unsigned)(change->generation % 100));
    strncat(self->log, entry, 255 - strlen(self->log));
  }
  if (self->act != NULL && self->acts > 0) {
    self->acts--;
    self->act(self, change);
  }
}

static void end_witness(void *data) {
  witness *self = data;
  self->destroyed++;
}

static void begin(witness *self, world *w) {
  self->w = w;
  CHECK(dyncolor_theme_observe(w->theme, observe, self, end_witness, &self->number, NULL) == 0);
  CHECK(self->number != 0);
}

static void end(witness *self) {
  CHECK(dyncolor_theme_unobserve(self->w->theme, self->number, NULL) == DYNCOLOR_OK);
}

/* Each edit is told once per generation; the last says what it reached, which is what
 * dyncolor_theme_changes says of it. */
static void observers_are_told(void) {
  for (size_t i = 0; i < COUNT(edits); i++) {
    world *w = new_world();
    ask(w);
    witness seen = {0};
    begin(&seen, w);
    uint64_t since = dyncolor_theme_generation(w->theme);
    edits[i].edit(w);
    CHECK(seen.told == (int)edits[i].generations && seen.wrong == 0);
    if (edits[i].generations > 0) {
      CHECK(seen.last == since + edits[i].generations);
      check_changes(w, seen.last - 1, names_of(w, seen.ids, seen.count).bytes, edits[i].what);
    }
    if (edits[i].generations == 1)
      check_names(w, seen.ids, seen.count, edits[i].changed, edits[i].what);
    CHECK(seen.destroyed == 0);
    end(&seen);
    CHECK(seen.destroyed == 1);
    edit_pair(w);
    CHECK(seen.told == (int)edits[i].generations);
    CHECK(dyncolor_theme_unobserve(w->theme, seen.number, NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
    free_world(w);
    CHECK(seen.destroyed == 1 && seen.wrong == 0);
  }
}

static void the_theme_ends_them(void) {
  world *w = new_world();
  witness seen[3] = {{0}, {0}, {0}};
  for (int i = 0; i < 3; i++) begin(&seen[i], w);
  uint64_t number;
  CHECK(dyncolor_theme_observe(w->theme, observe_nothing, NULL, NULL, &number,
                               NULL) == DYNCOLOR_OK);
  end(&seen[1]);
  edit_plain(w);
  free_world(w);
  for (int i = 0; i < 3; i++) CHECK(seen[i].destroyed == 1 && seen[i].told == (i == 1 ? 0 : 1));
}

/* ---- What observers may do in a call --------------------------------------------------------- */

static void act_edit(witness *self, const dyncolor_change *change) {
  uint64_t before = dyncolor_theme_generation(self->w->theme);
  int told = self->told;
  (void)change;
  edit_pair(self->w);
  edit_leaf(self->w);
  /* Published, and not told yet. */
  CHECK(dyncolor_theme_generation(self->w->theme) == before + 2 && self->told == told);
}

static void nested_changes_are_told_later(void) {
  char log[256] = "";
  world *w = new_world();
  unsigned now = (unsigned)(dyncolor_theme_generation(w->theme) % 100);
  witness a = {.act = act_edit, .acts = 2, .letter = 'a', .log = log};
  witness b = {.letter = 'b', .log = log};
  begin(&a, w);
  begin(&b, w);
  edit_plain(w);
  /* The second of the five was edited into by the first call, the fourth by the second. */
  char expected[256] = "";
  for (unsigned i = 1; i <= 5; i++) {
    size_t length = strlen(expected);
    snprintf(expected + length, sizeof expected - length, "a%u b%u ", now + i, now + i);
  }
  CHECK(strcmp(log, expected) == 0);
  if (strcmp(log, expected) != 0) printf("# %s\n", log);
  CHECK(a.wrong == 0 && b.wrong == 0);
  free_world(w);
}

static void act_end_itself(witness *self, const dyncolor_change *change) {
  (void)change;
  end(self);
  /* Not before the call is over; and only once. */
  CHECK(self->destroyed == 0);
  CHECK(dyncolor_theme_unobserve(self->w->theme, self->number,
                                 NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  edit_pair(self->w);
}

static void act_end_other(witness *self, const dyncolor_change *change) {
  (void)change;
  end(self->other);
  CHECK(self->other->destroyed == 1);
}

static void act_begin_other(witness *self, const dyncolor_change *change) {
  (void)change;
  begin(self->other, self->w);
}

static void observers_end_and_begin_in_calls(void) {
  /* Itself. */
  world *w = new_world();
  witness a = {.act = act_end_itself, .acts = 1}, b = {0};
  begin(&a, w);
  begin(&b, w);
  edit_plain(w);
  CHECK(a.told == 1 && a.destroyed == 1 && b.told == 2 && b.destroyed == 0);
  free_world(w);

  /* The next, which is then not told of the same change; and one that has been. */
  w = new_world();
  witness c = {.act = act_end_other, .acts = 1}, d = {0}, e = {.act = act_end_other, .acts = 1};
  c.other = &d;
  e.other = &c;
  begin(&c, w);
  begin(&d, w);
  begin(&e, w);
  edit_plain(w);
  CHECK(c.told == 1 && c.destroyed == 1 && d.told == 0 && d.destroyed == 1);
  CHECK(e.told == 1 && e.destroyed == 0);
  edit_plain(w);
  CHECK(c.told == 1 && d.told == 0 && e.told == 2);
  free_world(w);

  /* A new one is told of what comes after. */
  w = new_world();
  witness f = {.act = act_begin_other, .acts = 1}, g = {0};
  f.other = &g;
  begin(&f, w);
  edit_plain(w);
  CHECK(f.told == 1 && g.told == 0);
  edit_plain(w);
  CHECK(f.told == 2 && g.told == 1);
  free_world(w);
  CHECK(g.destroyed == 1 && a.wrong + b.wrong + c.wrong + e.wrong + f.wrong + g.wrong == 0);
}

static void act_use_theme(witness *self, const dyncolor_change *change) {
  dyncolor_rgba rgba;
  dyncolor_id ids[MOST];
  size_t count = 0;
  uint64_t generation = 0;
  dyncolor_theme *theme = self->w->theme;
  CHECK(dyncolor_resolve(theme, id_of(self->w, "follows"), &dark, &rgba, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_changes(theme, change->generation - 1, ids, MOST, &count, &generation,
                               NULL) == 0);
  CHECK(count == change->count && memcmp(ids, change->ids, count * sizeof *ids) == 0);
  CHECK(dyncolor_theme_diff(theme, &light, &dark, ids, MOST, &count,
                            NULL) == DYNCOLOR_OK && count == 7);
}

static void observers_may_use_the_theme(void) {
  world *w = new_world();
  witness a = {.act = act_use_theme, .acts = 3};
  ask(w);
  begin(&a, w);
  edit_pair(w);
  default_scheme(w);
  default_palette(w);
  CHECK(a.told == 3 && a.wrong == 0);
  free_world(w);
}

static void act_release(witness *self, const dyncolor_change *change) {
  (void)change;
  dyncolor_theme_release(self->w->theme);
  CHECK(self->destroyed == 0);
  /* The theme lives on for the call. */
  dyncolor_rgba rgba;
  CHECK(dyncolor_resolve(self->w->theme, id_of(self->w, "plain"), NULL, &rgba, NULL) == 0);
}

static void observers_may_release_the_theme(void) {
  world *w = new_world();
  witness a = {.act = act_release, .acts = 1}, b = {0};
  begin(&a, w);
  begin(&b, w);
  edit_plain(w);
  CHECK(a.told == 1 && a.destroyed == 1 && b.told == 1 && b.destroyed == 1 && a.wrong == 0);
  free(w);
}

/* ---- Providers that change the theme --------------------------------------------------------- */

static dyncolor_status edit_in_call(dyncolor_context *context, dyncolor_answer *answer,
                                    void *data) {
  witness *seen = data;
  int told = seen->told;
  (void)context;
  edit_leaf(seen->w);
  edit_plain(seen->w);
  /* Told once all providers of the thread have returned. */
  CHECK(seen->told == told);
  answer->color = wide;
  return DYNCOLOR_OK;
}

static dyncolor_status ask_meddler(dyncolor_context *context, dyncolor_answer *answer,
                                   void *data) {
  witness *seen = data;
  int told = seen->told;
  dyncolor_rgba rgba;
  dyncolor_id id = id_of(seen->w, "meddles");
  dyncolor_status status = dyncolor_context_resolve(context, id, &rgba, NULL);
  CHECK(seen->told == told);
  answer->color = wide;
  return status;
}

/* The observer can resolve what is no longer being called. */
static void act_resolve_asks(witness *self, const dyncolor_change *change) {
  dyncolor_rgba rgba;
  (void)change;
  CHECK(dyncolor_resolve(self->w->theme, id_of(self->w, "asks"), NULL, &rgba, NULL) == 0);
}

static void changes_of_providers_are_told(void) {
  for (int way = 0; way < 4; way++) {
    world *w = new_world();
    witness seen = {.act = act_resolve_asks};
    dyncolor_id meddles, asks;
    dyncolor_rgba rgba, rows[MOST];
    begin(&seen, w);
    dyncolor_register_provider_n(w->theme, "meddles", NUL, edit_in_call, &seen, NULL, &meddles,
                                 NULL);
    note(w, "meddles", meddles);
    dyncolor_register_provider_n(w->theme, "asks", NUL, ask_meddler, &seen, NULL, &asks, NULL);
    note(w, "asks", asks);
    seen.told = 0;
    seen.acts = 1;
    switch (way) {
      case 0: CHECK(dyncolor_resolve(w->theme, meddles, NULL, &rgba, NULL) == 0); break;
      case 1: CHECK(dyncolor_resolve(w->theme, asks, NULL, &rgba, NULL) == 0); break;
      case 2:
        CHECK(dyncolor_resolve_all(w->theme, NULL, DYNCOLOR_LAYOUT_FLOAT4, rows, MOST, sizeof *rows,
                                   NULL) == 0);
        break;
      default: CHECK(dyncolor_theme_prepare(w->theme, NULL, NULL) == 0); break;
    }
    CHECK(seen.told >= 4 && seen.told % 2 == 0 && seen.wrong == 0);
    CHECK(seen.last == dyncolor_theme_generation(w->theme));
    free_world(w);
  }
}

/* Even the last reference may be given up, while a provider's color is being resolved. */
static void providers_and_released_themes(void) {
  for (int way = 0; way < 3; way++) {
    world *w = new_world();
    witness seen = {0};
    dyncolor_id meddles;
    dyncolor_rgba rgba, rows[MOST];
    begin(&seen, w);
    dyncolor_register_provider_n(w->theme, "meddles", NUL, edit_in_call, &seen, NULL, &meddles,
                                 NULL);
    seen.act = act_release;
    seen.acts = 1;
    switch (way) {
      case 0: CHECK(dyncolor_resolve(w->theme, meddles, NULL, &rgba, NULL) == 0); break;
      case 1:
        CHECK(dyncolor_resolve_all(w->theme, NULL, DYNCOLOR_LAYOUT_FLOAT4, rows, MOST, sizeof *rows,
                                   NULL) == 0);
        break;
      default: CHECK(dyncolor_theme_prepare(w->theme, NULL, NULL) == 0); break;
    }
    CHECK(seen.destroyed == 1 && seen.wrong == 0);
    free(w);
  }
}

/* ---- Threads --------------------------------------------------------------------------------- */

enum { EDITORS = 4, EDITS = 300 };

typedef struct crowd {
  dyncolor_theme *theme;
  uint64_t last;       /* only the thread that tells touches it */
  atomic_int inside, wrong, destroyed, ready;
  atomic_ullong told;
  int work; /* what the observer does meanwhile */
} crowd;

static void observe_crowd(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  crowd *all = data;
  if (atomic_fetch_add(&all->inside, 1) != 0) atomic_fetch_add(&all->wrong, 1);
  if (atomic_load(&all->destroyed) != 0) atomic_fetch_add(&all->wrong, 1);
  if (change->generation != all->last + 1 || change->count == 0) atomic_fetch_add(&all->wrong, 1);
  all->last = change->generation;
  atomic_fetch_add(&all->told, 1);
  const dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {(double)change->generation, 0, 0}, 1};
  if (all->work && change->generation % 64 == 0)
    dyncolor_register_color_n(theme, "by the observer", NUL, &color, NULL, NULL);
  atomic_fetch_sub(&all->inside, 1);
}

static void end_crowd(void *data) {
  crowd *all = data;
  if (atomic_load(&all->inside) != 0) atomic_fetch_add(&all->wrong, 1);
  atomic_fetch_add(&all->destroyed, 1);
}

static void *edit_much(void *data) {
  crowd *all = data;
  char name[24];
  snprintf(name, sizeof name, "color %d", atomic_fetch_add(&all->ready, 1));
  while (atomic_load(&all->ready) < EDITORS) sched_yield();
  for (int i = 0; i < EDITS; i++) {
    const dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {i / 1000.0, 0, 0}, 1};
    if (dyncolor_register_color_n(all->theme, name, NUL, &color, NULL, NULL) != DYNCOLOR_OK)
      atomic_fetch_add(&all->wrong, 1);
  }
  return NULL;
}

/* Whoever edits, one thread at a time tells, without a gap; when all have returned, all is told. */
static void one_thread_tells_in_order(void) {
  for (int work = 0; work <= 1; work++) {
    crowd all = {.work = work};
    pthread_t threads[EDITORS];
    uint64_t number;
    CHECK(dyncolor_theme_create(NULL, &all.theme, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_observe(all.theme, observe_crowd, &all, end_crowd, &number, NULL) == 0);
    for (int i = 0; i < EDITORS; i++) pthread_create(&threads[i], NULL, edit_much, &all);
    for (int i = 0; i < EDITORS; i++) pthread_join(threads[i], NULL);
    uint64_t generation = dyncolor_theme_generation(all.theme);
    CHECK(generation >= EDITORS * EDITS && all.last == generation);
    CHECK(atomic_load(&all.told) == generation && atomic_load(&all.wrong) == 0);
    CHECK(atomic_load(&all.destroyed) == 0);
    dyncolor_theme_release(all.theme);
    CHECK(atomic_load(&all.destroyed) == 1 && atomic_load(&all.wrong) == 0);
  }
}

/* One that is ended by another thread, perhaps while it is being called. */
typedef struct passer {
  atomic_int inside, destroyed, wrong, told;
} passer;

static void observe_passer(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  passer *one = data;
  (void)theme;
  (void)change;
  atomic_fetch_add(&one->inside, 1);
  if (atomic_load(&one->destroyed) != 0) atomic_fetch_add(&one->wrong, 1);
  sched_yield();
  atomic_fetch_add(&one->told, 1);
  if (atomic_load(&one->destroyed) != 0) atomic_fetch_add(&one->wrong, 1);
  atomic_fetch_sub(&one->inside, 1);
}

static void end_passer(void *data) {
  passer *one = data;
  if (atomic_load(&one->inside) != 0) atomic_fetch_add(&one->wrong, 1);
  atomic_fetch_add(&one->destroyed, 1);
}

static void ending_waits_for_calls(void) {
  enum { PASSERS = 400 };
  static passer passers[PASSERS];
  crowd all = {0};
  pthread_t threads[EDITORS];
  memset(passers, 0, sizeof passers);
  CHECK(dyncolor_theme_create(NULL, &all.theme, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < EDITORS; i++) pthread_create(&threads[i], NULL, edit_much, &all);
  for (int i = 0; i < PASSERS; i++) {
    uint64_t number = 0;
    CHECK(dyncolor_theme_observe(all.theme, observe_passer, &passers[i], end_passer, &number,
                                 NULL) == 0);
    if (i % 3 != 0) sched_yield();
    if (i % 5 != 4) CHECK(dyncolor_theme_unobserve(all.theme, number, NULL) == DYNCOLOR_OK);
  }
  for (int i = 0; i < EDITORS; i++) pthread_join(threads[i], NULL);
  dyncolor_theme_release(all.theme);
  for (int i = 0; i < PASSERS; i++)
    CHECK(atomic_load(&passers[i].destroyed) == 1 && atomic_load(&passers[i].wrong) == 0);
  CHECK(atomic_load(&all.wrong) == 0);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static size_t live;

static void *count_memory(void *data, void *memory, size_t old_size, size_t new_size) {
  (void)data;
  void *made = NULL;
  if (new_size == 0)
    free(memory);
  else if ((made = realloc(memory, new_size)) == NULL)
    return NULL;
  live += new_size - old_size;
  return made;
}

/* What news take is given back once they are told. */
static void news_leave_nothing_behind(void) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.resize = count_memory;
  dyncolor_theme *theme;
  uint64_t number;
  live = 0;
  CHECK(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 5000; i++) {
    char name[16], reference[32];
    snprintf(name, sizeof name, "c%d", i);
    snprintf(reference, sizeof reference, i % 10 == 0 ? "red" : "var(--c%d)", i - 1);
    dyncolor_register_css_n(theme, name, NUL, reference, NUL, NULL, NULL);
  }
  dyncolor_id first;
  CHECK(dyncolor_theme_find_n(theme, "c0", NUL, &first, NULL) == DYNCOLOR_OK);
  dyncolor_theme_redefine(theme, &first, &wide, 1, NULL);
  CHECK(dyncolor_theme_observe(theme, observe_nothing, NULL, NULL, &number, NULL) == DYNCOLOR_OK);
  size_t before = live;
  for (int i = 0; i < 20; i++) {
    CHECK(dyncolor_theme_redefine(theme, &first, &wide, 1, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_set_default_scheme(theme, i % 2 ? DYNCOLOR_SCHEME_LIGHT
                                                         : DYNCOLOR_SCHEME_DARK, NULL) == 0);
  }
  CHECK(live == before);
  dyncolor_theme_release(theme);
  CHECK(live == 0);
}

int main(int argument_count, char **arguments) {
  is_brief = is_to_be_brief(argument_count, arguments);
  CLAIM("an edit affects exactly the dependents of the color", edits_reach_what_refers);
  CLAIM("changes since any generation are listed", changes_add_up);
  CLAIM("a provider depends on the colors that it resolves", providers_refer_to_what_they_ask);
  CLAIM("long chains of dependents are followed to the end", long_chains_are_followed);
  CLAIM("a color with the row of a removed one is told by its own id",
        rows_are_told_by_their_ids);
  CLAIM("two environments differ in the colors that depend on their axes",
        environments_differ_in_some);
  CLAIM("the difference of two environments is exactly the colors that resolve differently",
        diff_is_exact);
  CLAIM("comparing environments calls providers that were never called",
        unasked_providers_are_asked);
  CLAIM("snapshots are compared color by color", snapshots_are_compared_by_row);
  CLAIM("in random themes every changed color is reported", nothing_changes_untold);
  CLAIM("invalid arguments are refused", wrong_arguments_are_refused);
  CLAIM("functions that return lists return the needed capacity", lists_say_what_room_they_need);
  CLAIM("observers receive the colors that each edit affects", observers_are_told);
  CLAIM("destroying the theme ends its observations", the_theme_ends_them);
  CLAIM("changes made by an observer are delivered after its call, in order",
        nested_changes_are_told_later);
  CLAIM("an observer can end its own observation and others", observers_end_and_begin_in_calls);
  CLAIM("observers may use the theme", observers_may_use_the_theme);
  CLAIM("observers may release the last reference to the theme", observers_may_release_the_theme);
  CLAIM("changes made by providers are delivered", changes_of_providers_are_told);
  CLAIM("changes made by providers are delivered, also if an observer releases the theme",
        providers_and_released_themes);
  CLAIM("one thread at a time delivers all changes, in order", one_thread_tells_in_order);
  CLAIM("the data of an observer is destroyed once, and not during its call",
        ending_waits_for_calls);
  CLAIM("observations leak no memory", news_leave_nothing_behind);
  return CHECK_RESULT;
}
