/* Layers and owners: what lies over what, what shows again, and whose it is. */
#include <dyncolor.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "parts.h"
#include "refusals.h"
#include "themes.h"

static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};

static dyncolor_color gray(double value) {
  return (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {value, value, value}, 1};
}

static uint16_t layer(dyncolor_theme *theme, const char *name, uint16_t above) {
  uint16_t number = 0xA5A5;
  CHECK(dyncolor_layer_declare_n(theme, name, NUL, above, &number, NULL) == DYNCOLOR_OK);
  return number;
}

static uint16_t owner(dyncolor_theme *theme, const char *name) {
  uint16_t number = 0;
  CHECK(dyncolor_owner_declare_n(theme, name, NUL, &number, NULL) == DYNCOLOR_OK && number != 0);
  return number;
}

/* A definition in CSS. */
static dyncolor_definition css(const char *name, uint16_t in, uint16_t by, const char *text) {
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.name = name;
  definition.name_length = name == NULL ? 0 : NUL;
  definition.kind = DYNCOLOR_KIND_CSS;
  definition.layer = in;
  definition.owner = by;
  definition.css = text;
  definition.css_length = NUL;
  return definition;
}

static dyncolor_id put(dyncolor_theme *theme, const char *name, uint16_t in, uint16_t by,
                       const char *text) {
  dyncolor_definition definition = css(name, in, by, text);
  dyncolor_id id = 0;
  CHECK(dyncolor_register(theme, &definition, 1, &id, NULL) == DYNCOLOR_OK && id != 0);
  return id;
}

/* The red of what an id resolves to, in 255 parts, or the status. */
static int shown(dyncolor_theme *theme, dyncolor_id id) {
  dyncolor_rgba color, again;
  dyncolor_status status = dyncolor_resolve(theme, id, &light, &color, NULL);
  CHECK(dyncolor_resolve(theme, id, &light, &again, NULL) == status);
  return status == DYNCOLOR_OK ? (int)(color.r * 255 + 0.5f) : (int)status;
}

/* Whether these are the layers that define a color, the highest first. */
static int lies_in(dyncolor_theme *theme, dyncolor_id id, const uint16_t *layers, size_t expected) {
  dyncolor_source sources[8];
  size_t count = 77;
  dyncolor_status status = dyncolor_id_sources(theme, id, sources, 8, &count, NULL);
  if (expected == 0) return status == DYNCOLOR_ERROR_STALE_ID && count == 77;
  if (status != DYNCOLOR_OK || count != expected) return 0;
  for (size_t i = 0; i < count; i++)
    if (sources[i].layer != layers[i]) return 0;
  return 1;
}

/* ---- Which layer says what a color is -------------------------------------------------------- */

/* Every set of five layers, filled and dropped in every order. */
static void highest_layer_counts(void) {
  enum { LAYERS = 5, ORDERS = 120 };
  static const char *const texts[LAYERS] = {"#010000", "#020000", "light-dark(#030000, #fff)",
                                            "#040000",
                                            "color-mix(in srgb, var(--five), #050000)"};
  dyncolor_theme *theme = new_theme();
  const uint16_t brand = layer(theme, "brand", DYNCOLOR_LAYER_USER);
  const uint16_t season = layer(theme, "season", DYNCOLOR_LAYER_USER);
  const uint16_t layers[LAYERS] = {DYNCOLOR_LAYER_DEFAULTS, DYNCOLOR_LAYER_THEME, brand, season,
                                   DYNCOLOR_LAYER_USER};
  put(theme, "five", DYNCOLOR_LAYER_DEFAULTS, 0, "#050000");
  uint64_t empty = 0;
  for (int order = 0; order < ORDERS; order++) {
    int places[LAYERS], left = order;
    for (int i = 0; i < LAYERS; i++) {
      const int at = left % (i + 1);
      left /= i + 1;
      for (int j = i; j > at; j--) places[j] = places[j - 1];
      places[at] = i;
    }
    for (int set = 1; set < 1 << LAYERS; set++) {
      dyncolor_id id = 0;
      int filled = 0;
      for (int step = 0; step < 2 * LAYERS; step++) {
        const int place = places[step < LAYERS ? step : 2 * LAYERS - 1 - step];
        if (!(set >> place & 1)) continue;
        if (step < LAYERS) {
          const dyncolor_id given = put(theme, "color", layers[place], 0, texts[place]);
          CHECK(id == 0 || given == id);
          id = given;
          filled |= 1 << place;
        } else {
          CHECK(dyncolor_layer_unregister(theme, layers[place], id, NULL) == DYNCOLOR_OK);
          filled &= ~(1 << place);
        }
        uint16_t expected[LAYERS];
        size_t count = 0;
        for (int i = LAYERS; i-- > 0;)
          if (filled >> i & 1) expected[count++] = layers[i];
        int highest = DYNCOLOR_ERROR_STALE_ID;
        for (int i = 0; i < LAYERS; i++)
          if (filled >> i & 1) highest = i + 1;
        CHECK(shown(theme, id) == highest);
        CHECK(lies_in(theme, id, expected, count));
        CHECK(dyncolor_theme_count(theme) == (filled != 0) + 1u);
      }
      if (empty == 0) empty = dyncolor_theme_fingerprint(theme);
      CHECK(dyncolor_theme_fingerprint(theme) == empty);
    }
  }
  dyncolor_theme_release(theme);
}

static void layers_are_in_order(void) {
  dyncolor_theme *theme = new_theme();
  /* Each row declares a layer beneath another, and says what the order is then, from below. */
  static const struct {
    const char *name, *above, *order;
  } rows[] = {
      {"theme", "user", "defaults theme user"},      /* a name that there is stays where it is */
      {"a", "user", "defaults theme a user"},        /* between the theme and the user */
      {"b", "user", "defaults theme a b user"},      /* the later over the earlier */
      {"c", "b", "defaults theme a c b user"},       /* beneath one of the host's */
      {"d", "theme", "defaults d theme a c b user"}, /* beneath the theme */
      {"e", "defaults", "e defaults d theme a c b user"},
      {"a", "defaults", "e defaults d theme a c b user"},
      {"User", "e", "User e defaults d theme a c b user"}, /* names have a case */
      {"\xc3\xa9t\xc3\xa9", "user", "User e defaults d theme a c b \xc3\xa9t\xc3\xa9 user"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint16_t above = 0xFFFF, layers[16];
    size_t count = 0;
    CHECK(dyncolor_theme_layers(theme, layers, 16, &count, NULL) == DYNCOLOR_OK);
    const char *name;
    for (size_t j = 0; j < count; j++)
      if (dyncolor_layer_name(theme, layers[j], &name, NULL) == DYNCOLOR_OK &&
          strcmp(name, rows[i].above) == 0)
        above = layers[j];
    const uint64_t generation = dyncolor_theme_generation(theme);
    const uint16_t number = layer(theme, rows[i].name, above);
    CHECK(number == layer(theme, rows[i].name, above));
    CHECK(dyncolor_theme_generation(theme) == generation);
    CHECK(dyncolor_layer_name(theme, number, &name, NULL) == DYNCOLOR_OK &&
          strcmp(name, rows[i].name) == 0);
    char order[128] = "";
    CHECK(dyncolor_theme_layers(theme, layers, 16, &count, NULL) == DYNCOLOR_OK);
    for (size_t j = 0; j < count; j++) {
      CHECK(dyncolor_layer_name(theme, layers[j], &name, NULL) == DYNCOLOR_OK);
      snprintf(order + strlen(order), sizeof order - strlen(order), j == 0 ? "%s" : " %s", name);
    }
    CHECK(strcmp(order, rows[i].order) == 0);
  }
  CHECK(layer(theme, "theme", 0) == DYNCOLOR_LAYER_THEME);
  CHECK(layer(theme, "defaults", 0) == DYNCOLOR_LAYER_DEFAULTS);
  CHECK(layer(theme, "user", 0) == DYNCOLOR_LAYER_USER);

  /* What is in a layer keeps its place when others are declared. */
  const dyncolor_id id = put(theme, "x", DYNCOLOR_LAYER_THEME, 0, "#010000");
  put(theme, "x", DYNCOLOR_LAYER_USER, 0, "#030000");
  put(theme, "x", layer(theme, "f", DYNCOLOR_LAYER_USER), 0, "#020000");
  CHECK(shown(theme, id) == 3);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, id) == 2);
  dyncolor_theme_release(theme);
}

static void batches_are_layered(void) {
  /* A batch of two for one name, each in a layer, over what there was before: in every combination,
   * outside of providers and within. */
  static const char *const texts[3] = {"#0a0000", "#0b0000", "light-dark(#0c0000, #fff)"};
  for (int first = -1; first < 3; first++)
    for (int second = 0; second < 3; second++)
      for (int third = 0; third < 3; third++) {
        dyncolor_theme *theme = new_theme();
        int expected[3] = {0, 0, 0};
        if (first >= 0) {
          put(theme, "x", (uint16_t)first, 0, "#090000");
          expected[first] = 9;
        }
        const dyncolor_definition batch[2] = {css("x", (uint16_t)second, 0, texts[0]),
                                              css("x", (uint16_t)third, 0, texts[third])};
        expected[second] = 10;
        expected[third] = 10 + third;
        const uint64_t generation = dyncolor_theme_generation(theme);
        dyncolor_id ids[2];
        CHECK(dyncolor_register(theme, batch, 2, ids, NULL) == DYNCOLOR_OK);
        CHECK(ids[0] == ids[1] && dyncolor_theme_generation(theme) == generation + 1);
        static const uint16_t from_above[3] = {DYNCOLOR_LAYER_USER, DYNCOLOR_LAYER_THEME,
                                               DYNCOLOR_LAYER_DEFAULTS};
        for (int i = 0; i < 3; i++) {
          if (expected[from_above[i]] == 0) continue;
          CHECK(shown(theme, ids[0]) == expected[from_above[i]]);
          CHECK(dyncolor_layer_clear(theme, from_above[i], NULL) == DYNCOLOR_OK);
        }
        CHECK(dyncolor_theme_count(theme) == 0);
        dyncolor_theme_release(theme);
      }

  /* All or nothing. */
  dyncolor_theme *theme = new_theme();
  put(theme, "x", DYNCOLOR_LAYER_THEME, 0, "#010000");
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  const dyncolor_definition bad[3] = {css("x", DYNCOLOR_LAYER_USER, 0, "red"),
                                      css("y", DYNCOLOR_LAYER_DEFAULTS, 0, "red"),
                                      css("z", DYNCOLOR_LAYER_USER, 0, "rde")};
  CHECK(dyncolor_register(theme, bad, 3, NULL, NULL) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(dyncolor_theme_fingerprint(theme) == before && dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);
}

static void only_changes_count(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id id = put(theme, "x", DYNCOLOR_LAYER_USER, 0, "#030000");
  const uint16_t plugin = owner(theme, "plugin");
  uint64_t generation = dyncolor_theme_generation(theme);
#define CHANGES(by, call) \
  do { \
    CHECK((call) == DYNCOLOR_OK); \
    CHECK(dyncolor_theme_generation(theme) == generation + (by)); \
    generation += (by); \
  } while (0)
  /* What nobody sees is a change all the same, since it can be asked for; what is not there is
   * none. */
  const dyncolor_definition covered = css("x", DYNCOLOR_LAYER_DEFAULTS, plugin, "#010000");
  CHANGES(1, dyncolor_register(theme, &covered, 1, NULL, NULL));
  CHECK(shown(theme, id) == 3);
  CHANGES(0, dyncolor_layer_clear(theme, DYNCOLOR_LAYER_THEME, NULL));
  CHANGES(1, dyncolor_owner_clear(theme, plugin, NULL));
  CHANGES(0, dyncolor_owner_clear(theme, plugin, NULL));
  CHANGES(1, dyncolor_register(theme, &covered, 1, NULL, NULL));
  CHANGES(1, dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_DEFAULTS, id, NULL));
  CHANGES(1, dyncolor_register(theme, &covered, 1, NULL, NULL));
  CHANGES(1, dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL));
  CHECK(shown(theme, id) == 1);
  CHANGES(1, dyncolor_layer_clear(theme, DYNCOLOR_LAYER_DEFAULTS, NULL));
  CHANGES(0, dyncolor_layer_clear(theme, DYNCOLOR_LAYER_DEFAULTS, NULL));

  /* A layer of many colors is dropped in one change. */
  for (int i = 0; i < 1000; i++) {
    char name[8];
    snprintf(name, sizeof name, "%d", i);
    put(theme, name, DYNCOLOR_LAYER_DEFAULTS, 0, "#010000");
    if (i % 3 == 0) put(theme, name, DYNCOLOR_LAYER_USER, 0, "#030000");
  }
  generation = dyncolor_theme_generation(theme);
  dyncolor_snapshot *before, *after;
  CHECK(dyncolor_snapshot_create(theme, &light, &before, NULL) == DYNCOLOR_OK);
  CHANGES(1, dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL));
  CHECK(dyncolor_snapshot_create(theme, &light, &after, NULL) == DYNCOLOR_OK);
  int changed = 0;
  for (int i = 0; i < 1000; i++) {
    char name[8];
    dyncolor_id color;
    dyncolor_rgba was, is;
    snprintf(name, sizeof name, "%d", i);
    CHECK(dyncolor_theme_find_n(theme, name, NUL, &color, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_snapshot_resolve(before, color, &was, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_snapshot_resolve(after, color, &is, NULL) == DYNCOLOR_OK);
    changed += was.r != is.r;
    CHECK(shown(theme, color) == 1);
  }
  CHECK(changed == 334);
  dyncolor_snapshot_release(before);
  dyncolor_snapshot_release(after);
  dyncolor_theme_release(theme);
}

static void other_edits_keep_layers(void) {
  dyncolor_theme *theme = new_theme();
  const uint16_t plugin = owner(theme, "plugin");
  const uint16_t layers[2] = {DYNCOLOR_LAYER_USER, DYNCOLOR_LAYER_DEFAULTS};
  const dyncolor_id id = put(theme, "x", DYNCOLOR_LAYER_DEFAULTS, 0, "#010000");
  CHECK(put(theme, "x", DYNCOLOR_LAYER_USER, plugin, "light-dark(#030000, #fff)") == id);
  dyncolor_source sources[2];
  size_t count;

  /* What the highest layer has is redefined, also by the way that overwrites, with its owner. */
  for (int i = 0; i < 3; i++) {
    const dyncolor_color color = gray((5 + i) / 255.0);
    CHECK(dyncolor_theme_redefine(theme, &id, &color, 1, NULL) == DYNCOLOR_OK);
    CHECK(shown(theme, id) == 5 + i && lies_in(theme, id, layers, 2));
    CHECK(dyncolor_id_sources(theme, id, sources, 2, &count, NULL) == DYNCOLOR_OK);
    CHECK(sources[0].owner == plugin && sources[0].kind == DYNCOLOR_KIND_VARIANTS);
    CHECK(sources[1].owner == 0);
  }

  /* A name is that of all layers. */
  CHECK(dyncolor_id_rename_n(theme, id, "y", 1, NULL) == DYNCOLOR_OK);
  dyncolor_id found = 0;
  CHECK(dyncolor_theme_find_n(theme, "x", 1, &found, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(lies_in(theme, id, layers, 2));
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "y", 1, &found, NULL) == DYNCOLOR_OK && found == id);
  CHECK(shown(theme, id) == 1);

  /* The plain functions are those of the theme's layer, and give a color over to nobody. */
  const dyncolor_color color = gray(9 / 255.0);
  put(theme, "y", DYNCOLOR_LAYER_THEME, plugin, "#080000");
  CHECK(dyncolor_register_color_n(theme, "y", 1, &color, &found, NULL) == DYNCOLOR_OK);
  CHECK(found == id && shown(theme, id) == 9);
  CHECK(dyncolor_owner_clear(theme, plugin, NULL) == DYNCOLOR_OK && shown(theme, id) == 9);
  put(theme, "y", DYNCOLOR_LAYER_USER, 0, "#0a0000");
  CHECK(dyncolor_register_hex_n(theme, "y", 1, "#0b0000", 7, NULL, 0, NULL, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, id) == 10);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, id) == 11);

  /* The highest layer alone counts for what a color means, what it depends on, and its text. */
  put(theme, "y", DYNCOLOR_LAYER_USER, 0, "light-dark(#0c0000, #fff)");
  const dyncolor_id same = put(theme, "same", DYNCOLOR_LAYER_THEME, 0, "light-dark(#0c0000, #fff)");
  uint32_t axes = 0;
  char text[64];
  CHECK(dyncolor_id_equal(theme, id, theme, same) == 1);
  CHECK(dyncolor_id_hash(theme, id) == dyncolor_id_hash(theme, same));
  CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK && axes == 1);
  CHECK(dyncolor_id_css(theme, id, text, sizeof text, NULL, NULL) == DYNCOLOR_OK &&
        strcmp(text, "light-dark(#0c0000, #ffffff)") == 0);

  /* Unregistering is for all layers, and what comes after begins anew. */
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  CHECK(lies_in(theme, id, NULL, 0));
  CHECK(put(theme, "y", DYNCOLOR_LAYER_DEFAULTS, 0, "#0d0000") == id);
  CHECK(lies_in(theme, id, &layers[1], 1) && shown(theme, id) == 13);
  dyncolor_theme_release(theme);
}

static void colors_without_names(void) {
  dyncolor_theme *theme = new_theme();
  const uint16_t user = DYNCOLOR_LAYER_USER, none = 0;
  dyncolor_id last = 0;
  for (int i = 0; i < 100; i++) {
    const dyncolor_id a = put(theme, NULL, DYNCOLOR_LAYER_USER, 0, "#010000");
    const dyncolor_id b = put(theme, NULL, DYNCOLOR_LAYER_USER, 0, "#020000");
    CHECK(a != b && a != last && lies_in(theme, a, &user, 1) && shown(theme, b) == 2);
    CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
    CHECK(shown(theme, a) == DYNCOLOR_ERROR_STALE_ID && dyncolor_theme_count(theme) == 0);
    CHECK(dyncolor_theme_rows(theme) == 2);
    last = a;
  }
  /* Places that have become free are not taken for something that lies beneath. */
  const dyncolor_id a = put(theme, NULL, DYNCOLOR_LAYER_THEME, 0, "#010000");
  const dyncolor_id b = put(theme, NULL, DYNCOLOR_LAYER_THEME, 0, "#010000");
  CHECK(lies_in(theme, a, &none, 1) && lies_in(theme, b, &none, 1));
  CHECK(dyncolor_id_rename_n(theme, a, "a", 1, NULL) == DYNCOLOR_OK);
  CHECK(put(theme, "a", DYNCOLOR_LAYER_USER, 0, "#020000") == a && shown(theme, a) == 2);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_THEME, NULL) == DYNCOLOR_OK);
  CHECK(lies_in(theme, a, &user, 1) && lies_in(theme, b, NULL, 0));
  dyncolor_theme_release(theme);
}

static void circles_through_layers(void) {
  dyncolor_theme *theme = new_theme();
  /* Each row registers `accent` in the user's layer, over a color that it does not get at. */
  static const struct {
    const char *css, *other, *chain;
  } rows[] = {
      {"light-dark(var(--accent), red)", "red", "accent → accent"},
      {"var(--accent, red)", "red", "accent → accent"},
      {"color-mix(in oklch, light-dark(var(--accent), blue), red)", "red", "accent → accent"},
      {"var(--other)", "var(--accent)", "accent → other → accent"},
      {"alpha(from var(--other) / 40%)", "var(--accent)", "accent → other → accent"},
  };
  const dyncolor_id accent = put(theme, "accent", DYNCOLOR_LAYER_THEME, 0, "#010000");
  dyncolor_rgba color;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dyncolor_error error = fresh_error();
    put(theme, "other", DYNCOLOR_LAYER_THEME, 0, rows[i].other);
    put(theme, "accent", DYNCOLOR_LAYER_USER, 0, rows[i].css);
    CHECK(dyncolor_resolve(theme, accent, NULL, &color, &error) == DYNCOLOR_ERROR_CYCLE);
    CHECK(strcmp(error.context, rows[i].chain) == 0);
    if (strcmp(error.context, rows[i].chain) != 0) printf("# context: %s\n", error.context);
    CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
    CHECK(shown(theme, accent) == 1);
  }
  dyncolor_definition alias = DYNCOLOR_DEFINITION_INIT;
  const dyncolor_variant variant = {.part.id = accent};
  alias.name = "accent";
  alias.name_length = NUL;
  alias.kind = DYNCOLOR_KIND_VARIANTS;
  alias.layer = DYNCOLOR_LAYER_USER;
  alias.variants = &variant;
  alias.variant_count = 1;
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_register(theme, &alias, 1, NULL, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(error.context, "accent → accent") == 0 && shown(theme, accent) == 1);

  /* A palette has a color if any layer has it. */
  uint16_t night;
  CHECK(dyncolor_palette_declare_n(theme, "Night", 5, &night, NULL) == DYNCOLOR_OK);
  dyncolor_id semantic;
  CHECK(dyncolor_register_semantic_n(theme, "s", 1, "ink", 3, NULL, &semantic,
                                     NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_palette(theme, night, NULL) == DYNCOLOR_OK);
  put(theme, "Night/ink", DYNCOLOR_LAYER_DEFAULTS, 0, "#020000");
  CHECK(shown(theme, semantic) == 2);
  put(theme, "Night/ink", DYNCOLOR_LAYER_USER, 0, "#030000");
  CHECK(shown(theme, semantic) == 3);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, semantic) == 2);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, semantic) == DYNCOLOR_ERROR_NO_VALUE);
  dyncolor_theme_release(theme);
}

/* ---- Whose colors are ------------------------------------------------------------------------ */

static void owners_go_as_a_whole(void) {
  dyncolor_theme *theme = new_theme();
  const uint16_t maps = owner(theme, "maps"), mail = owner(theme, "mail");
  CHECK(maps == 1 && mail == 2 && owner(theme, "maps") == maps);
  const char *name;
  CHECK(dyncolor_owner_name(theme, mail, &name, NULL) == DYNCOLOR_OK && strcmp(name, "mail") == 0);

  const dyncolor_id a = put(theme, "a", DYNCOLOR_LAYER_DEFAULTS, maps, "#010000");
  const dyncolor_id b = put(theme, "b", DYNCOLOR_LAYER_THEME, maps, "#020000");
  const dyncolor_id c = put(theme, "c", DYNCOLOR_LAYER_THEME, 0, "#030000");
  put(theme, "a", DYNCOLOR_LAYER_THEME, mail, "#040000");
  put(theme, "a", DYNCOLOR_LAYER_USER, maps, "#050000");
  put(theme, "b", DYNCOLOR_LAYER_USER, maps, "#060000");
  put(theme, "c", DYNCOLOR_LAYER_USER, maps, "#070000");
  const dyncolor_id d = put(theme, NULL, DYNCOLOR_LAYER_THEME, maps, "#080000");
  dyncolor_source sources[3];
  size_t count = 0;
  CHECK(dyncolor_id_sources(theme, a, sources, 3, &count, NULL) == DYNCOLOR_OK && count == 3);
  static const uint16_t expected[3][2] = {
      {DYNCOLOR_LAYER_USER, 1}, {DYNCOLOR_LAYER_THEME, 2}, {DYNCOLOR_LAYER_DEFAULTS, 1}};
  for (int i = 0; i < 3; i++)
    CHECK(sources[i].layer == expected[i][0] && sources[i].owner == expected[i][1]);

  const uint64_t generation = dyncolor_theme_generation(theme);
  CHECK(dyncolor_owner_clear(theme, maps, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation + 1);
  CHECK(shown(theme, a) == 4 && shown(theme, c) == 3);
  CHECK(shown(theme, b) == DYNCOLOR_ERROR_STALE_ID && shown(theme, d) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(dyncolor_theme_count(theme) == 2);

  /* Who registers a color in the same layer has it from then on. */
  put(theme, "a", DYNCOLOR_LAYER_THEME, maps, "#090000");
  CHECK(dyncolor_owner_clear(theme, mail, NULL) == DYNCOLOR_OK && shown(theme, a) == 9);
  CHECK(dyncolor_owner_clear(theme, maps, NULL) == DYNCOLOR_OK);
  CHECK(shown(theme, a) == DYNCOLOR_ERROR_STALE_ID && dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);
}

/* Fingerprints are by names and order, not by numbers or by when something was done. */
static uint64_t fingerprint(int backwards, const char *lower, const char *upper, const char *by,
                            int swapped) {
  dyncolor_theme *theme = new_theme();
  const uint16_t unused = backwards ? owner(theme, "unused") : 0;
  const uint16_t first = layer(theme, backwards ? upper : lower, DYNCOLOR_LAYER_USER);
  const uint16_t second =
      layer(theme, backwards ? lower : upper, backwards ? first : DYNCOLOR_LAYER_USER);
  const uint16_t low = backwards ? second : first, high = backwards ? first : second;
  const uint16_t who = by == NULL ? 0 : owner(theme, by);
  CHECK(who != unused || who == 0);
  const dyncolor_definition rows[3] = {css("x", low, 0, swapped ? "blue" : "red"),
                                       css("x", high, 0, swapped ? "red" : "blue"),
                                       css("y", DYNCOLOR_LAYER_USER, who, "teal")};
  for (int i = 0; i < 3; i++)
    CHECK(dyncolor_register(theme, &rows[backwards ? 2 - i : i], 1, NULL, NULL) == DYNCOLOR_OK);
  const uint64_t result = dyncolor_theme_fingerprint(theme);
  dyncolor_theme_release(theme);
  return result;
}

static void fingerprints_know_layers(void) {
  const uint64_t one = fingerprint(0, "low", "high", "me", 0);
  CHECK(fingerprint(1, "low", "high", "me", 0) == one);
  const uint64_t others[] = {fingerprint(0, "low", "high", "you", 0),
                             fingerprint(0, "low", "high", NULL, 0),
                             fingerprint(0, "high", "low", "me", 0),
                             fingerprint(0, "low", "higher", "me", 0),
                             fingerprint(0, "low", "high", "me", 1)};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) CHECK(others[i] != one);

  /* What has been dropped has left no trace. */
  dyncolor_theme *theme = new_theme();
  put(theme, "x", DYNCOLOR_LAYER_THEME, 0, "red");
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  put(theme, "x", DYNCOLOR_LAYER_DEFAULTS, 0, "red");
  const uint64_t beneath = dyncolor_theme_fingerprint(theme);
  CHECK(beneath != before);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  put(theme, "x", DYNCOLOR_LAYER_USER, owner(theme, "me"), "blue");
  CHECK(dyncolor_theme_fingerprint(theme) != before);
  CHECK(dyncolor_owner_clear(theme, 1, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

/* ---- Providers ------------------------------------------------------------------------------- */

typedef struct source {
  double value;
  int destroyed;
  dyncolor_theme *theme; /* asked by its destroy function, which is under no lock */
  void (*meddle)(dyncolor_context *context, struct source *self);
  dyncolor_id id;
  int seen[2];
} source;

static int sources_alive;

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  source *self = data;
  CHECK(self->destroyed == 0);
  if (self->meddle != NULL) self->meddle(context, self);
  CHECK(self->destroyed == 0);
  answer->color = gray(self->value / 255);
  return self->value < 0 ? (dyncolor_status)-1234 : DYNCOLOR_OK;
}

static void destroy(void *data) {
  source *self = data;
  self->destroyed++;
  sources_alive--;
  if (self->theme != NULL) CHECK(dyncolor_theme_rows(self->theme) > 0);
  dyncolor_id id;
  if (self->theme != NULL) dyncolor_theme_declare_n(self->theme, "asked", 5, &id, NULL);
}

static dyncolor_definition provided(const char *name, uint16_t in, uint16_t by, source *data) {
  dyncolor_definition definition = css(name, in, by, NULL);
  definition.kind = DYNCOLOR_KIND_PROVIDER;
  definition.css_length = 0;
  definition.provider = provide;
  definition.user_data = data;
  definition.destroy = destroy;
  sources_alive++;
  return definition;
}

static dyncolor_id put_source(dyncolor_theme *theme, const char *name, uint16_t in, source *data) {
  const dyncolor_definition definition = provided(name, in, 0, data);
  dyncolor_id id = 0;
  CHECK(dyncolor_register(theme, &definition, 1, &id, NULL) == DYNCOLOR_OK);
  return id;
}

static void providers_are_destroyed_once(void) {
  dyncolor_theme *theme = new_theme();
  source a = {.value = 1, .theme = theme}, b = {.value = 2, .theme = theme}, c = {.value = 3};
  const dyncolor_id id = put_source(theme, "x", DYNCOLOR_LAYER_THEME, &a);
  CHECK(shown(theme, id) == 1);
  uint32_t axes = 77;
  CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK && axes == 0);
  /* Covered, and covered again; shown again, with the same data. */
  put(theme, "x", DYNCOLOR_LAYER_USER, 0, "#090000");
  CHECK(shown(theme, id) == 9 && a.destroyed == 0);
  put_source(theme, "x", DYNCOLOR_LAYER_USER, &b);
  CHECK(shown(theme, id) == 2 && a.destroyed == 0);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(b.destroyed == 1 && a.destroyed == 0 && shown(theme, id) == 1);
  /* Registered beneath, and replaced there. */
  put_source(theme, "x", DYNCOLOR_LAYER_DEFAULTS, &c);
  CHECK(shown(theme, id) == 1 && c.destroyed == 0);
  put(theme, "x", DYNCOLOR_LAYER_DEFAULTS, 0, "#080000");
  CHECK(c.destroyed == 1);
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  CHECK(a.destroyed == 1);
  /* With the theme, wherever they lie. */
  source more[3] = {{.value = 1}, {.value = 2}, {.value = 3}};
  for (int i = 0; i < 3; i++) put_source(theme, "y", (uint16_t)i, &more[i]);
  dyncolor_theme_release(theme);
  for (int i = 0; i < 3; i++) CHECK(more[i].destroyed == 1);
  CHECK(sources_alive == 0);
}

/* Covers its own color, and takes all layers away from under it. */
static void cover_and_drop(dyncolor_context *context, source *self) {
  dyncolor_theme *theme = dyncolor_context_theme(context);
  dyncolor_rgba color;
  put(theme, "self", DYNCOLOR_LAYER_USER, 0, "#090000");
  put(theme, "other", DYNCOLOR_LAYER_USER, 0, "#0a0000");
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_THEME, NULL) == DYNCOLOR_OK);
  CHECK(self->destroyed == 0);
  /* It is of the instant at which it was asked. */
  CHECK(dyncolor_context_resolve(context, self->id, &color, NULL) == DYNCOLOR_OK);
  self->seen[0] = (int)(color.r * 255 + 0.5f);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_context_resolve(context, self->id, &color, NULL) == DYNCOLOR_OK);
  self->seen[1] = (int)(color.r * 255 + 0.5f);
  CHECK(self->destroyed == 0);
}

static void providers_meddle_with_layers(void) {
  dyncolor_theme *theme = new_theme();
  source a = {.value = 1, .meddle = cover_and_drop}, b = {.value = 2};
  a.id = put(theme, "other", DYNCOLOR_LAYER_THEME, 0, "#070000");
  const dyncolor_id id = put_source(theme, "self", DYNCOLOR_LAYER_THEME, &a);
  put_source(theme, "self", DYNCOLOR_LAYER_DEFAULTS, &b);
  dyncolor_rgba color;
  CHECK(dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.r == (float)(1 / 255.0) && a.seen[0] == 7 && a.seen[1] == 7);
  CHECK(a.destroyed == 1 && shown(theme, id) == 2);
  CHECK(shown(theme, a.id) == DYNCOLOR_ERROR_STALE_ID);
  dyncolor_theme_release(theme);
  CHECK(b.destroyed == 1 && sources_alive == 0);
}

/* ---- Everything at random, against what is obvious ------------------------------------------- */

enum { NAMES = 5, LAYERS = 5, OWNERS = 3, STEPS = 6000, SOURCES = 40000 };

typedef struct entry {
  int kind; /* 0 for none */
  int value, owner;
  source *provider;
} entry;

static const char *const color_names[NAMES] = {"a", "b", "c", "d", "e"};
static dyncolor_theme *model_theme;
static entry model[NAMES][LAYERS]; /* from the lowest layer */
static uint16_t model_layers[LAYERS];
static dyncolor_id model_ids[NAMES], outer_id;
static source *all_sources;
static int source_count;

static uint64_t random_state = 88172645463325252;

static int pick(int below) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (int)(random_state >> 33) % below;
}

/* A random definition, and what the model has for it. Texts and variants live until the next call
 * with the same place. */
static dyncolor_definition random_definition(int place, int *name, int *at, entry *made) {
  static char texts[8][96];
  static dyncolor_variant variants[8][2];
  *name = pick(NAMES);
  *at = pick(LAYERS);
  *made = (entry){1 + pick(5), 1 + pick(250), pick(OWNERS + 1), NULL};
  dyncolor_definition definition = css(color_names[*name], model_layers[*at],
                                       (uint16_t)made->owner, texts[place]);
  snprintf(texts[place], sizeof texts[place], "if(style(--mood: 1): red; else: #%02x0000)",
           (unsigned)made->value);
  memset(variants[place], 0, sizeof variants[place]);
  variants[place][0].part.color = gray(made->value / 255.0);
  variants[place][1].part.color = gray(1);
  variants[place][1].scheme = DYNCOLOR_SCHEME_DARK;
  definition.variants = variants[place];
  definition.variant_count = made->kind == 5 ? 2 : 1;
  switch (made->kind) {
    case 1:
    case 5: definition.kind = DYNCOLOR_KIND_VARIANTS; break;
    case 2:
      definition.kind = DYNCOLOR_KIND_PALETTE;
      definition.semantic = "nothing";
      definition.semantic_length = NUL;
      break;
    case 3:
      made->provider = &all_sources[source_count++];
      *made->provider = (source){.value = made->value};
      definition = provided(color_names[*name], model_layers[*at], (uint16_t)made->owner,
                            made->provider);
      break;
    default: break;
  }
  return definition;
}

/* Registers in the model. Says whether that is a change: of a provider it always is. */
static int set_entry(int name, int at, entry made) {
  entry *old = &model[name][at];
  const int changes = made.kind == 3 || made.kind != old->kind || made.value != old->value ||
                      made.owner != old->owner;
  *old = made;
  return changes;
}

/* One step, in the library and in the model. Says whether something changed. */
static int random_step(void) {
  dyncolor_theme *theme = model_theme;
  int changed = 0;
  const int name = pick(NAMES), at = pick(LAYERS);
  const dyncolor_id id = model_ids[name];
  int registered = 0;
  for (int i = 0; i < LAYERS; i++) registered |= model[name][i].kind != 0;
  switch (pick(8)) {
    case 0:
    case 1:
    case 2: {
      enum { MOST = 6 };
      const int count = 1 + pick(MOST), fails = pick(6) == 0;
      dyncolor_definition batch[MOST + 1];
      int names[MOST], places[MOST];
      entry entries[MOST];
      dyncolor_id ids[MOST + 1];
      for (int i = 0; i < count; i++)
        batch[i] = random_definition(i, &names[i], &places[i], &entries[i]);
      batch[count] = css("a", 0, 0, "nothing");
      const dyncolor_status status = dyncolor_register(theme, batch, (size_t)(count + fails), ids,
                                                       NULL);
      CHECK(status == (fails ? DYNCOLOR_ERROR_SYNTAX : DYNCOLOR_OK));
      for (int i = 0; i < count && !fails; i++) {
        CHECK(ids[i] == model_ids[names[i]]);
        changed |= set_entry(names[i], places[i], entries[i]);
      }
      break;
    }
    case 3:
      CHECK(dyncolor_layer_clear(theme, model_layers[at], NULL) == DYNCOLOR_OK);
      for (int i = 0; i < NAMES; i++) {
        changed |= model[i][at].kind != 0;
        model[i][at].kind = 0;
      }
      break;
    case 4:
      changed = model[name][at].kind != 0;
      CHECK(dyncolor_layer_unregister(theme, model_layers[at], id, NULL) ==
            (changed      ? DYNCOLOR_OK
             : registered ? DYNCOLOR_ERROR_UNKNOWN_NAME
                          : DYNCOLOR_ERROR_STALE_ID));
      model[name][at].kind = 0;
      break;
    case 5: {
      const int who = 1 + pick(OWNERS);
      CHECK(dyncolor_owner_clear(theme, (uint16_t)who, NULL) == DYNCOLOR_OK);
      for (int i = 0; i < NAMES; i++)
        for (int j = 0; j < LAYERS; j++)
          if (model[i][j].kind != 0 && model[i][j].owner == who) {
            model[i][j].kind = 0;
            changed = 1;
          }
      break;
    }
    case 6: {
      const dyncolor_id ids[2] = {id, id};
      const dyncolor_color colors[2] = {gray(1), gray(77 / 255.0)};
      CHECK(dyncolor_theme_redefine(theme, ids, colors, (size_t)(1 + pick(2)), NULL) ==
            (registered ? DYNCOLOR_OK : DYNCOLOR_ERROR_STALE_ID));
      if (registered)
        CHECK(dyncolor_theme_redefine(theme, ids, &colors[1], 1, NULL) == DYNCOLOR_OK);
      for (int i = LAYERS; registered && i-- > 0;)
        if (model[name][i].kind != 0) {
          model[name][i] = (entry){1, 77, model[name][i].owner, NULL};
          break;
        }
      changed = 2 * registered;
      break;
    }
    default:
      if (pick(3) == 0) {
        CHECK(dyncolor_unregister(theme, id, NULL) ==
              (registered ? DYNCOLOR_OK : DYNCOLOR_ERROR_STALE_ID));
        for (int i = 0; i < LAYERS; i++) model[name][i].kind = 0;
        changed = registered;
      } else {
        const dyncolor_color color = gray(99 / 255.0);
        CHECK(dyncolor_register_color_n(theme, color_names[name], NUL, &color, NULL, NULL) ==
              DYNCOLOR_OK);
        changed = set_entry(name, 1, (entry){1, 99, 0, NULL});
      }
  }
  return changed;
}

static const uint32_t kinds[6] = {0, DYNCOLOR_KIND_VARIANTS, DYNCOLOR_KIND_PALETTE,
                                  DYNCOLOR_KIND_PROVIDER, DYNCOLOR_KIND_CSS,
                                  DYNCOLOR_KIND_VARIANTS};

/* Whether the library has what the model has. */
static void compare_with_model(void) {
  size_t registered = 1;
  int alive = 1;
  for (int i = 0; i < NAMES; i++) {
    dyncolor_source expected[LAYERS], sources[LAYERS];
    size_t total = 0, count = 0;
    int value = DYNCOLOR_ERROR_STALE_ID;
    for (int j = LAYERS; j-- > 0;) {
      const entry *it = &model[i][j];
      if (it->kind == 0) continue;
      if (total == 0) value = it->value;
      alive += it->kind == 3;
      if (it->kind == 3) CHECK(it->provider->destroyed == 0);
      expected[total++] =
          (dyncolor_source){model_layers[j], (uint16_t)it->owner, kinds[it->kind]};
    }
    registered += total > 0;
    CHECK(shown(model_theme, model_ids[i]) == value);
    const dyncolor_status status =
        dyncolor_id_sources(model_theme, model_ids[i], sources, LAYERS, &count, NULL);
    CHECK(status == (total > 0 ? DYNCOLOR_OK : DYNCOLOR_ERROR_STALE_ID) && count == total);
    if (count == total) CHECK(memcmp(sources, expected, total * sizeof *sources) == 0);
  }
  CHECK(dyncolor_theme_count(model_theme) == registered);
  CHECK(sources_alive == alive);
}

static void step_within_a_call(dyncolor_context *context, source *self) {
  (void)context;
  const int steps = 1 + pick(3);
  for (int i = 0; i < steps; i++) (void)random_step();
  (void)self;
}

static void random_layers(int within) {
  dyncolor_theme *theme = model_theme = new_theme();
  static source outer;
  outer = (source){.value = -1, .meddle = step_within_a_call};
  memset(model, 0, sizeof model);
  all_sources = calloc(SOURCES, sizeof *all_sources);
  source_count = 0;
  const uint16_t base = layer(theme, "base", DYNCOLOR_LAYER_DEFAULTS);
  model_layers[0] = DYNCOLOR_LAYER_DEFAULTS;
  model_layers[1] = DYNCOLOR_LAYER_THEME;
  model_layers[2] = layer(theme, "brand", DYNCOLOR_LAYER_USER);
  model_layers[3] = layer(theme, "season", DYNCOLOR_LAYER_USER);
  model_layers[4] = DYNCOLOR_LAYER_USER;
  owner(theme, "one"), owner(theme, "two"), owner(theme, "three");
  for (int i = 0; i < NAMES; i++)
    CHECK(dyncolor_theme_declare_n(theme, color_names[i], NUL, &model_ids[i], NULL) == DYNCOLOR_OK);
  outer_id = put_source(theme, "outer", base, &outer);
  for (int step = 0; step < STEPS && source_count < SOURCES - 20; step++) {
    if (within) {
      dyncolor_rgba color;
      CHECK(dyncolor_resolve(theme, outer_id, NULL, &color, NULL) == -1234);
    } else {
      const uint64_t generation = dyncolor_theme_generation(theme);
      const int changed = random_step();
      CHECK((dyncolor_theme_generation(theme) > generation) == (changed > 0));
    }
    compare_with_model();
    if (check_failures_in_claim > 0) {
      printf("# in step %d\n", step);
      break;
    }
  }
  dyncolor_theme_release(theme);
  for (int i = 0; i < source_count; i++) CHECK(all_sources[i].destroyed == 1);
  CHECK(outer.destroyed == 1 && sources_alive == 0);
  free(all_sources);
}

static void random_edits(void) { random_layers(0); }
static void random_edits_within_calls(void) { random_layers(1); }

/* ---- Bad arguments and limits ---------------------------------------------------------------- */

static void arguments_are_checked(void) {
  dyncolor_theme *theme = new_theme();
  const dyncolor_id id = put(theme, "x", DYNCOLOR_LAYER_THEME, 0, "red");
  const dyncolor_id gone = put(theme, NULL, DYNCOLOR_LAYER_THEME, 0, "red");
  CHECK(dyncolor_unregister(theme, gone, NULL) == DYNCOLOR_OK);
  put(theme, "x", DYNCOLOR_LAYER_USER, 0, "red");
  const uint64_t before = dyncolor_theme_fingerprint(theme);
  dyncolor_error error = fresh_error();
  uint16_t number;
  const char *name;
  size_t count;
  uint16_t layers[3];
  dyncolor_source sources[2];
  MARK(number), MARK(name), MARK(count), MARK(layers), MARK(sources);

  check_refused(dyncolor_layer_declare_n(NULL, "a", 1, 0, &number, &error), &error, "theme");
  check_refused(dyncolor_layer_declare_n(theme, NULL, 1, 0, &number, &error), &error, "name");
  check_refused(dyncolor_layer_declare_n(theme, "", 0, 0, &number, &error), &error, "name");
  check_refused(dyncolor_layer_declare_n(theme, "a\0b", 3, 0, &number, &error), &error, "name");
  check_refused(dyncolor_layer_declare_n(theme, "a", SIZE_MAX / 2 + 1, 0, &number, &error), &error,
                "name");
  check_refused(dyncolor_layer_declare_n(theme, "a", 1, 0, NULL, &error), &error, "layer");
  check_refused(dyncolor_layer_name(NULL, 0, &name, &error), &error, "theme");
  check_refused(dyncolor_layer_name(theme, 0, NULL, &error), &error, "name");
  check_refused(dyncolor_theme_layers(NULL, layers, 3, &count, &error), &error, "theme");
  check_refused(dyncolor_theme_layers(theme, NULL, 3, &count, &error), &error, "layers");
  check_refused(dyncolor_theme_layers(theme, layers, 3, NULL, &error), &error, "count");
  check_refused(dyncolor_layer_clear(NULL, 0, &error), &error, "theme");
  check_refused(dyncolor_layer_unregister(NULL, 0, id, &error), &error, "theme");
  check_refused(dyncolor_owner_declare_n(NULL, "a", 1, &number, &error), &error, "theme");
  check_refused(dyncolor_owner_declare_n(theme, "", 0, &number, &error), &error, "name");
  check_refused(dyncolor_owner_declare_n(theme, "a", 1, NULL, &error), &error, "owner");
  check_refused(dyncolor_owner_name(NULL, 1, &name, &error), &error, "theme");
  check_refused(dyncolor_owner_name(theme, 1, NULL, &error), &error, "name");
  check_refused(dyncolor_owner_clear(NULL, 1, &error), &error, "theme");
  check_refused(dyncolor_id_sources(NULL, id, sources, 2, &count, &error), &error, "theme");
  check_refused(dyncolor_id_sources(theme, id, NULL, 2, &count, &error), &error, "sources");
  check_refused(dyncolor_id_sources(theme, id, sources, 2, NULL, &error), &error, "count");

#define FAILS(call, expected, text) \
  do { \
    error = fresh_error(); \
    CHECK((call) == (expected) && error.status == (expected)); \
    CHECK(strcmp(error.context, text) == 0); \
    if (strcmp(error.context, text) != 0) printf("# context: %s\n", error.context); \
  } while (0)
  const uint16_t unknown[] = {3, 0xFFF, 0x1000, 0x1002, 0xFFFF};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    char layer[16], owner[16];
    snprintf(layer, sizeof layer, "layer %d", unknown[i]);
    snprintf(owner, sizeof owner, "owner %d", unknown[i]);
    FAILS(dyncolor_layer_declare_n(theme, "a", 1, unknown[i], &number, &error),
          DYNCOLOR_ERROR_UNKNOWN_NAME, layer);
    CHECK(strcmp(error.message, "no layer has this number; pass one that dyncolor_layer_declare() "
                                "returned") == 0);
    FAILS(dyncolor_layer_name(theme, unknown[i], &name, &error), DYNCOLOR_ERROR_UNKNOWN_NAME,
          layer);
    FAILS(dyncolor_layer_clear(theme, unknown[i], &error), DYNCOLOR_ERROR_UNKNOWN_NAME, layer);
    FAILS(dyncolor_layer_unregister(theme, unknown[i], id, &error), DYNCOLOR_ERROR_UNKNOWN_NAME,
          layer);
    FAILS(dyncolor_owner_name(theme, unknown[i], &name, &error), DYNCOLOR_ERROR_UNKNOWN_NAME,
          owner);
    CHECK(strcmp(error.message, "no owner has this number; pass one that dyncolor_owner_declare() "
                                "returned") == 0);
    FAILS(dyncolor_owner_clear(theme, unknown[i], &error), DYNCOLOR_ERROR_UNKNOWN_NAME, owner);
    for (int field = 0; field < 2; field++) {
      dyncolor_definition definition = css("new", field == 0 ? unknown[i] : 0,
                                           field == 0 ? 0 : unknown[i], "red");
      char context[24];
      snprintf(context, sizeof context, "%s of new", field == 0 ? layer : owner);
      FAILS(dyncolor_register(theme, &definition, 1, NULL, &error), DYNCOLOR_ERROR_UNKNOWN_NAME,
            context);
    }
  }
  FAILS(dyncolor_owner_name(theme, 0, &name, &error), DYNCOLOR_ERROR_UNKNOWN_NAME, "owner 0");
  FAILS(dyncolor_owner_clear(theme, 0, &error), DYNCOLOR_ERROR_UNKNOWN_NAME, "owner 0");
  FAILS(dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_DEFAULTS, id, &error),
        DYNCOLOR_ERROR_UNKNOWN_NAME, "x");
  CHECK(strcmp(error.message, "the layer does not define this color") == 0);
  FAILS(dyncolor_layer_unregister(theme, 0, gone, &error), DYNCOLOR_ERROR_STALE_ID, "");
  FAILS(dyncolor_layer_unregister(theme, 0, 0, &error), DYNCOLOR_ERROR_FOREIGN_ID, "id 0");
  FAILS(dyncolor_id_sources(theme, gone, sources, 2, &count, &error), DYNCOLOR_ERROR_STALE_ID, "");
  char foreign[24];
  snprintf(foreign, sizeof foreign, "id %u", id ^ 1);
  FAILS(dyncolor_id_sources(theme, id ^ 1, sources, 2, &count, &error),
        DYNCOLOR_ERROR_FOREIGN_ID, foreign);
  CHECK_MARKED(number);
  CHECK_MARKED(name);
  CHECK_MARKED(count);
  CHECK_MARKED(layers);
  CHECK_MARKED(sources);

  /* Room for too few. */
  FAILS(dyncolor_theme_layers(theme, layers, 2, &count, &error), DYNCOLOR_ERROR_BUFFER_TOO_SMALL,
        "needs 3 elements");
  CHECK(count == 3);
  FAILS(dyncolor_id_sources(theme, id, sources, 1, &count, &error),
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL, "needs 2 elements");
  CHECK(count == 2);
  FAILS(dyncolor_id_sources(theme, id, NULL, 0, &count, &error), DYNCOLOR_ERROR_BUFFER_TOO_SMALL,
        "needs 2 elements");
  CHECK_MARKED(layers);
  CHECK_MARKED(sources);
  CHECK(dyncolor_theme_layers(theme, layers, SIZE_MAX, &count, NULL) == DYNCOLOR_OK && count == 3);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  dyncolor_theme_release(theme);
}

static void limits_are_kept(void) {
  dyncolor_theme *theme = new_theme();
  char name[16];
  uint16_t number = 0;
  for (int i = 3; i < DYNCOLOR_MAX_LAYERS; i++) {
    snprintf(name, sizeof name, "%d", i);
    CHECK(dyncolor_layer_declare_n(theme, name, NUL, i % 2 == 0 ? number : DYNCOLOR_LAYER_USER,
                                   &number, NULL) == DYNCOLOR_OK);
    CHECK(number == i);
  }
  dyncolor_error error = fresh_error();
  FAILS(dyncolor_layer_declare_n(theme, "more", 4, 0, &number, &error),
        DYNCOLOR_ERROR_TOO_MANY_LAYERS, "more");
  CHECK(layer(theme, "7", 0) == 7);
  /* A color in all of them. */
  const dyncolor_color color = gray(1);
  dyncolor_variant variant = {.part.color = color};
  dyncolor_definition definition = css("x", 0, 0, NULL);
  definition.kind = DYNCOLOR_KIND_VARIANTS;
  definition.variants = &variant;
  definition.variant_count = 1;
  static uint16_t layers[DYNCOLOR_MAX_LAYERS];
  static dyncolor_source sources[DYNCOLOR_MAX_LAYERS];
  size_t count = 0;
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_layers(theme, layers, DYNCOLOR_MAX_LAYERS, &count, NULL) == DYNCOLOR_OK);
  CHECK(count == DYNCOLOR_MAX_LAYERS);
  for (int i = 0; i < DYNCOLOR_MAX_LAYERS; i++) {
    definition.layer = (uint16_t)(i * 1237 % DYNCOLOR_MAX_LAYERS);
    CHECK(dyncolor_register(theme, &definition, 1, &id, NULL) == DYNCOLOR_OK);
  }
  CHECK(dyncolor_id_sources(theme, id, sources, DYNCOLOR_MAX_LAYERS, &count, NULL) == DYNCOLOR_OK);
  CHECK(count == DYNCOLOR_MAX_LAYERS);
  for (size_t i = 0; i < count; i++) CHECK(sources[i].layer == layers[count - 1 - i]);

  for (int i = 1; i <= DYNCOLOR_MAX_OWNERS; i++) {
    snprintf(name, sizeof name, "%d", i);
    CHECK(dyncolor_owner_declare_n(theme, name, NUL, &number, NULL) == DYNCOLOR_OK && number == i);
  }
  FAILS(dyncolor_owner_declare_n(theme, "more", 4, &number, &error), DYNCOLOR_ERROR_TOO_MANY_OWNERS,
        "more");
  definition.owner = DYNCOLOR_MAX_OWNERS;
  definition.layer = DYNCOLOR_MAX_LAYERS - 1;
  CHECK(dyncolor_register(theme, &definition, 1, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_sources(theme, id, sources, DYNCOLOR_MAX_LAYERS, &count, NULL) == DYNCOLOR_OK);
  int owned = 0;
  for (size_t i = 0; i < count; i++)
    if (sources[i].owner != 0)
      owned += sources[i].owner == DYNCOLOR_MAX_OWNERS &&
               sources[i].layer == DYNCOLOR_MAX_LAYERS - 1;
  CHECK(owned == 1);
  CHECK(dyncolor_owner_clear(theme, DYNCOLOR_MAX_OWNERS, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_sources(theme, id, sources, DYNCOLOR_MAX_LAYERS, &count, NULL) == DYNCOLOR_OK);
  CHECK(count == DYNCOLOR_MAX_LAYERS - 1);
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("the highest layer that defines a color wins; removing it uncovers the next",
        highest_layer_counts);
  CLAIM("layers have the order of their declarations", layers_are_in_order);
  CLAIM("a batch may register a name in several layers", batches_are_layered);
  CLAIM("dropping a layer is one change, or none if it is empty", only_changes_count);
  CLAIM("other edits do not change layers", other_edits_keep_layers);
  CLAIM("colors without names belong to layers", colors_without_names);
  CLAIM("a color that refers to itself through layers is a cycle, with its names",
        circles_through_layers);
  CLAIM("all colors of an owner are removed in one change", owners_go_as_a_whole);
  CLAIM("fingerprints include the names and the order of layers and owners",
        fingerprints_know_layers);
  CLAIM("providers in layers are destroyed once, while no lock is held",
        providers_are_destroyed_once);
  CLAIM("providers can shadow and drop layers", providers_meddle_with_layers);
  CLAIM("random edits of layers match a simple model", random_edits);
  CLAIM("random edits of layers by providers match a simple model", random_edits_within_calls);
  CLAIM("layers and owners refuse bad arguments", arguments_are_checked);
  CLAIM("the limits of layers and owners hold", limits_are_kept);
  return CHECK_RESULT;
}
