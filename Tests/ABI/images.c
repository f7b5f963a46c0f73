/* Images of themes: what is saved is what is loaded, and nothing else is. */
#include <dyncolor.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "image.h"
#include "parts.h"
#include "refusals.h"
#include "themes.h"

/* Under valgrind, some of it is enough. */
static bool is_brief;

static uint64_t random_state = 0x2545F4914F6CDD1D;

static uint64_t random_bits(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state * 0x9E3779B97F4A7C15;
}

static unsigned random_below(unsigned limit) { return (unsigned)(random_bits() >> 33) % limit; }
static double random_unit(void) { return (double)(random_bits() >> 11) * 0x1p-53; }

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* An image in memory of its own, aligned as it must be. */
typedef struct image {
  unsigned char *bytes;
  size_t size;
} image;

static image save(dyncolor_theme *theme) {
  image saved = {NULL, 0};
  dyncolor_error error = fresh_error();
  CHECK(dyncolor_theme_to_image(theme, NULL, 0, &saved.size, &error) ==
        DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(error.status == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  saved.bytes = malloc(saved.size);
  size_t size = 0;
  CHECK(dyncolor_theme_to_image(theme, saved.bytes, saved.size, &size, NULL) == DYNCOLOR_OK);
  CHECK(size == saved.size);
  return saved;
}

static dyncolor_status load(const void *bytes, size_t size, dyncolor_image_memory memory,
                            dyncolor_theme **theme) {
  dyncolor_error error = fresh_error();
  *theme = NULL;
  dyncolor_status status = dyncolor_theme_from_image(NULL, bytes, size, memory, theme, &error);
  if (status == DYNCOLOR_ERROR_BAD_IMAGE) {
    CHECK(error.status == status && error.offset <= size);
    CHECK(error.line == 0 && error.column == 0 && strlen(error.message) > 0);
  }
  CHECK((status == DYNCOLOR_OK) == (*theme != NULL));
  return status;
}

/* ---- What a theme shows ---------------------------------------------------------------------- */

static const dyncolor_environment environments[] = {
    {0},
    {.scheme = DYNCOLOR_SCHEME_DARK},
    {.scheme = DYNCOLOR_SCHEME_LIGHT, .contrast = DYNCOLOR_CONTRAST_MORE, .palette = 1},
    {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_PERCENT(40), .palette = 2,
     .elevation = DYNCOLOR_ELEVATION_ELEVATED, .custom = {2, 1}},
    {.gamut = DYNCOLOR_GAMUT_DISPLAY_P3, .idiom = DYNCOLOR_IDIOM_WATCH,
     .state = DYNCOLOR_STATE_HOVERED, .custom = {1, 2}},
};
enum { ENVIRONMENTS = sizeof environments / sizeof *environments };

static uint64_t shown(dyncolor_theme *theme, size_t environment) {
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_status status =
      dyncolor_snapshot_create(theme, &environments[environment], &snapshot, NULL);
  /* Not every theme has the palettes and the axes. */
  CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  uint64_t fingerprint =
      status == DYNCOLOR_OK ? dyncolor_snapshot_fingerprint(snapshot) : (uint64_t)status;
  dyncolor_snapshot_release(snapshot);
  return fingerprint;
}

/* Two themes hold and show the same. */
static void check_alike(dyncolor_theme *a, dyncolor_theme *b) {
  CHECK(dyncolor_theme_fingerprint(a) == dyncolor_theme_fingerprint(b));
  CHECK(dyncolor_theme_count(a) == dyncolor_theme_count(b) && dyncolor_theme_rows(a) ==
        dyncolor_theme_rows(b));
  for (size_t i = 0; i < ENVIRONMENTS; i++) CHECK(shown(a, i) == shown(b, i));
}

/* Two themes are the same in all that can be asked. */
static void check_same(dyncolor_theme *a, dyncolor_theme *b) {
  check_alike(a, b);
  size_t count = dyncolor_theme_count(a), written = 0;
  dyncolor_id *ids[2] = {malloc(count * 4 + 4), malloc(count * 4 + 4)};
  CHECK(dyncolor_theme_colors(a, ids[0], count, &written, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_colors(b, ids[1], count, &written, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < count; i++) {
    const char *names[2] = {NULL, NULL};
    CHECK(DYNCOLOR_ROW(ids[0][i]) == DYNCOLOR_ROW(ids[1][i]));
    CHECK(dyncolor_id_name(a, ids[0][i], &names[0], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_name(b, ids[1][i], &names[1], NULL) == DYNCOLOR_OK);
    CHECK(strcmp(names[0], names[1]) == 0);
    dyncolor_id found = 0;
    if (names[1][0] != 0) {
      CHECK(dyncolor_theme_find_n(b, names[1], NUL, &found,
                                  NULL) == DYNCOLOR_OK && found == ids[1][i]);
    }
    char text[2][256] = {"", ""};
    size_t length;
    dyncolor_status written_as = dyncolor_id_css(a, ids[0][i], text[0], 256, &length, NULL);
    CHECK(dyncolor_id_css(b, ids[1][i], text[1], 256, &length, NULL) == written_as);
    CHECK(strcmp(text[0], text[1]) == 0);
    const char *notes[2][2] = {{"", ""}, {"", ""}};
    dyncolor_id replacements[2] = {0, 0};
    CHECK(dyncolor_id_description(a, ids[0][i], &notes[0][0], NULL) ==
          dyncolor_id_description(b, ids[1][i], &notes[1][0], NULL));
    CHECK(dyncolor_id_deprecation(a, ids[0][i], &notes[0][1], &replacements[0], NULL) ==
          dyncolor_id_deprecation(b, ids[1][i], &notes[1][1], &replacements[1], NULL));
    for (int n = 0; n < 2; n++) CHECK(strcmp(notes[0][n], notes[1][n]) == 0);
    CHECK((replacements[0] == 0) == (replacements[1] == 0));
    if (replacements[0] != 0)
      CHECK(DYNCOLOR_ROW(replacements[0]) == DYNCOLOR_ROW(replacements[1]));
    uint32_t axes[2] = {0, 0};
    CHECK(dyncolor_id_axes(a, ids[0][i], &axes[0], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_axes(b, ids[1][i], &axes[1], NULL) == DYNCOLOR_OK);
    CHECK(axes[0] == axes[1]);
    dyncolor_source sources[2][16];
    size_t entries[2] = {0, 0};
    CHECK(dyncolor_id_sources(a, ids[0][i], sources[0], 16, &entries[0], NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_sources(b, ids[1][i], sources[1], 16, &entries[1], NULL) == DYNCOLOR_OK);
    CHECK(entries[0] == entries[1]);
    CHECK(memcmp(sources[0], sources[1], entries[0] * sizeof *sources[0]) == 0);
  }
  free(ids[0]);
  free(ids[1]);
}

/* The colors of two themes mean the same; a few may be too involved for that to be told. */
static void check_meanings(dyncolor_theme *a, dyncolor_theme *b) {
  size_t count = dyncolor_theme_count(a), written = 0, equal = 0;
  dyncolor_id *ids[2] = {malloc(count * 4 + 4), malloc(count * 4 + 4)};
  CHECK(dyncolor_theme_colors(a, ids[0], count, &written, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_colors(b, ids[1], count, &written, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < count; i++) {
    CHECK(dyncolor_id_hash(a, ids[0][i]) == dyncolor_id_hash(b, ids[1][i]));
    equal += (size_t)dyncolor_id_equal(a, ids[0][i], b, ids[1][i]);
  }
  CHECK(equal > count * 19 / 20);
  free(ids[0]);
  free(ids[1]);
}

/* Names that have been forwarded lead to the same. */
static void check_forwards(dyncolor_theme *a, dyncolor_theme *b) {
  for (unsigned i = 0; i < 20; i++) {
    char name[8];
    const char *ends[2] = {"", ""};
    snprintf(name, sizeof name, "c%u", i);
    CHECK(dyncolor_theme_forwarded_n(a, name, NUL, &ends[0], NULL) ==
          dyncolor_theme_forwarded_n(b, name, NUL, &ends[1], NULL));
    CHECK(strcmp(ends[0], ends[1]) == 0);
  }
}

/* Saves and loads a theme, in both ways, and compares; and the image of what was loaded is the same
 * image. Changes behave alike in both. */
static void check_round_trip(dyncolor_theme *theme) {
  image saved = save(theme);
  unsigned char *odd = malloc(saved.size + 1);
  memcpy(odd + 1, saved.bytes, saved.size);
  dyncolor_theme *borrowing = NULL, *copying = NULL;
  CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &borrowing) == DYNCOLOR_OK);
  CHECK(load(odd + 1, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &copying) == DYNCOLOR_OK);
  memset(odd, 0xA5, saved.size + 1);
  free(odd);
  if (borrowing == NULL || copying == NULL) return;
  check_same(theme, borrowing);
  check_same(theme, copying);
  check_forwards(theme, copying);
  CHECK(dyncolor_theme_generation(copying) == 1);
  image again = save(copying);
  CHECK(again.size == saved.size && memcmp(again.bytes, saved.bytes, saved.size) == 0);
  free(again.bytes);

  /* Life goes on. */
  const dyncolor_color white = {DYNCOLOR_SPACE_SRGB, 0, {1, 1, 1}, 1};
  dyncolor_theme *themes[] = {theme, borrowing, copying};
  for (int i = 0; i < 3; i++) {
    dyncolor_id id, ids[2];
    CHECK(dyncolor_register_css_n(themes[i], "c3", NUL, "var(--c4, red)", NUL, &id, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_register_color_n(themes[i], "a new one", NUL, &white, &ids[0], NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_id_rename_n(themes[i], ids[0], "renamed", NUL, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_unregister(themes[i], id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_layer_clear(themes[i], DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  }
  check_same(theme, borrowing);
  check_same(theme, copying);
  dyncolor_theme_release(borrowing);
  dyncolor_theme_release(copying);
  free(saved.bytes);
}

/* ---- Themes --------------------------------------------------------------------------------- */

static dyncolor_color random_color(void) {
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {0}, 1};
  switch (random_below(5)) {
    case 0: /* hex */
      color.missing = DYNCOLOR_LEGACY_NOTATION;
      for (int i = 0; i < 3; i++) color.c[i] = random_below(256) / 255.0;
      color.alpha = random_below(256) / 255.0;
      break;
    case 1: /* bytes of another space */
      color.space = DYNCOLOR_SPACE_DISPLAY_P3;
      for (int i = 0; i < 3; i++) color.c[i] = random_below(256) / 255.0;
      break;
    case 2: /* floats */
      color.space = 1 + random_below(22);
      for (int i = 0; i < 3; i++) color.c[i] = (float)random_unit() * 2 - 0.5f;
      color.alpha = (float)random_unit();
      break;
    case 3:
      color.space = 1 + random_below(22);
      for (int i = 0; i < 3; i++) color.c[i] = random_unit() * 3 - 1;
      color.alpha = random_unit();
      break;
    default: /* with components missing */
      color.space = DYNCOLOR_SPACE_OKLCH;
      color.missing = random_below(16);
      for (int i = 0; i < 3; i++) color.c[i] = i == 1 ? -0.0 : random_unit();
      break;
  }
  return color;
}

static dyncolor_variant random_variant(const dyncolor_id *ids, unsigned count) {
  static const uint8_t contrasts[] = {0, 1, 101, 201, 151};
  dyncolor_variant variant = {.scheme = (uint8_t)random_below(3),
                              .contrast = contrasts[random_below(5)],
                              .elevation = (uint8_t)random_below(3),
                              .gamut = (uint8_t)random_below(4),
                              .idiom = (uint8_t)(random_below(3) == 0 ? random_below(8) : 0),
                              .part.color = random_color()};
  if (count > 0 && random_below(3) == 0) {
    variant.part = dyncolor_part_id(ids[random_below(count)]);
    /* Of another theme, or made up. */
    if (random_below(8) == 0) variant.part.id = (dyncolor_id)random_bits() | 1;
  }
  return variant;
}

static const char *const expressions[] = {
    "light-dark(#0461be, oklch(80% 0.1 var(--c1)))", /* none */
    "light-dark(#123456, color(display-p3 0.1 0.5 1 / 0.25))",
    "oklch(from var(--c1) calc(l * 0.9 + min(c, 0.1)) c calc(h + 10deg) / calc(alpha / 2))",
    "color-mix(in oklch longer hue, var(--c2, red) 30%, currentcolor, var(--c3) 10%)",
    ("if(media(prefers-color-scheme: dark) and (not style(--season: winter)): var(--Night/c1); "
     "style(--team): AccentColor; else: contrast-color(var(--c5)))"),
    "alpha(from var(--c1) / calc(alpha * 0.5))",
    "rgb(from light-dark(var(--c1), var(--c7)) none g b)",
    "--level(var(--c2), tertiary)",
    "--palette(c3, --first(var(--c9), var(--c1), red))",
    "--variants(dark more: var(--c1); any: color-mix(in lab, red, var(--c2)))",
    "var(--größe, ButtonText)",
};

/* Themes with everything there is. */
static dyncolor_theme *random_theme(unsigned colors) {
  dyncolor_theme *theme = new_theme();
  static const char *const palettes[] = {"Night", "Tag", "größer"};
  uint16_t palette = 0, layers[6] = {0, 1, 2, 0, 0, 0}, owner = 0;
  uint32_t axis = 0;
  uint8_t value = 0;
  const unsigned palette_count = random_below(4), axes = 2 * random_below(2);
  for (unsigned i = 0; i < palette_count; i++)
    CHECK(dyncolor_palette_declare_n(theme, palettes[i], NUL, &palette, NULL) == DYNCOLOR_OK);
  if (palette_count > 0 && random_below(2))
    CHECK(dyncolor_theme_set_default_palette(theme, (uint16_t)(1 + random_below(palette_count)),
                                             NULL) == DYNCOLOR_OK);
  if (axes > 0) {
    CHECK(dyncolor_axis_declare_n(theme, "season", NUL, &axis, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_axis_declare_value_n(theme, axis, "summer", NUL, &value, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &axis, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_axis_declare_value_n(theme, axis, "red", NUL, &value, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_axis_declare_value_n(theme, axis - 1, "winter", NUL, &value, NULL) ==
          DYNCOLOR_OK);
  }
  unsigned layer_count = 3;
  static const char *const layer_names[] = {"brand", "season", "test"};
  for (unsigned i = 0; i < random_below(4); i++) {
    CHECK(dyncolor_layer_declare_n(theme, layer_names[i], NUL, layers[random_below(layer_count)],
                                   &layers[layer_count], NULL) == DYNCOLOR_OK);
    layer_count++;
  }
  for (unsigned i = 0; i < random_below(3); i++)
    CHECK(dyncolor_owner_declare_n(theme, layer_names[i], NUL, &owner, NULL) == DYNCOLOR_OK);
  if (random_below(2))
    CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  if (random_below(2)) {
    const double opacities[5] = {1, 0.7, 0.5, 0.3, random_unit()};
    CHECK(dyncolor_theme_set_level_opacities(theme, opacities, NULL) == DYNCOLOR_OK);
  }

  unsigned locales = random_below(3), subtypes = random_below(3);
  for (unsigned i = 0; i < locales; i++)
    CHECK(dyncolor_locale_declare_n(theme, i == 0 ? "de" : "fr-CA", NUL, &palette, NULL) ==
          DYNCOLOR_OK);
  for (unsigned i = 0; i < subtypes; i++)
    CHECK(dyncolor_subtype_declare_n(theme, i == 0 ? "tall" : "wide", NUL, &value, NULL) ==
          DYNCOLOR_OK);
  for (unsigned i = 0; i < random_below(12); i++) {
    char old[8], name[8];
    snprintf(old, sizeof old, "c%u", random_below(10));
    snprintf(name, sizeof name, "c%u", random_below(20));
    dyncolor_status status = dyncolor_theme_forward_n(theme, old, NUL, name, NUL, NULL);
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_CYCLE);
  }

  dyncolor_id *ids = malloc((colors + 1) * sizeof *ids);
  unsigned count = 0;
  for (unsigned i = 0; i < colors; i++) {
    char name[64];
    snprintf(name, sizeof name, random_below(4) == 0 ? "Night/c%u" : "c%u", random_below(colors));
    dyncolor_variant variants[5];
    for (int v = 0; v < 5; v++) {
      variants[v] = random_variant(ids, count);
      variants[v].locale = (uint16_t)random_below(locales + 1);
      variants[v].subtype = (uint8_t)random_below(subtypes + 1);
      if (random_below(4) > 0) continue;
      variants[v].vision = (uint8_t)random_below(6);
      variants[v].state = (uint8_t)random_below(8);
      variants[v].palette = (uint16_t)random_below(palette_count + 1);
      for (unsigned place = 0; place < axes; place++)
        variants[v].custom[place] = (uint8_t)random_below(256);
    }
    dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
    definition.name = random_below(5) == 0 ? NULL : name;
    definition.name_length = definition.name == NULL ? 0 : NUL;
    definition.variants = variants;
    definition.kind = DYNCOLOR_KIND_VARIANTS;
    definition.variant_count = 1 + random_below(5);
    definition.layer = random_below(2) ? 0 : layers[random_below(layer_count)];
    definition.owner = random_below(2) ? 0 : (uint16_t)random_below(owner + 1u);
    switch (random_below(6)) {
      case 0:
        definition.kind = DYNCOLOR_KIND_PALETTE;
        definition.semantic = name;
        definition.semantic_length = NUL;
        definition.variant_count = random_below(3);
        break;
      case 1:
        definition.kind = DYNCOLOR_KIND_CSS;
        definition.css = expressions[random_below(sizeof expressions / sizeof *expressions)];
        definition.css_length = NUL;
        break;
      case 2:
        variants[0] = (dyncolor_variant){.part.color = random_color()};
        variants[1] = (dyncolor_variant){.scheme = 2, .part.color = random_color()};
        definition.variant_count = 1 + random_below(2);
        break;
      default: break;
    }
    dyncolor_id id = 0;
    dyncolor_status status = dyncolor_register(theme, &definition, 1, &id, NULL);
    if (status == DYNCOLOR_OK) ids[count++] = id;
    /* All variants may be of the color itself. */
    if (status != DYNCOLOR_OK && status != DYNCOLOR_ERROR_CYCLE)
      CHECK(definition.kind == DYNCOLOR_KIND_CSS);
    if (count > 2 && random_below(8) == 0)
      dyncolor_register_level_n(theme, NULL, 0, ids[random_below(count)],
                                (dyncolor_level)random_below(5), &ids[count], NULL);
    if (count > 2 && random_below(8) == 0) {
      dyncolor_id some[3] = {ids[0], ids[random_below(count)], ids[count / 2]};
      dyncolor_register_fallbacks_n(theme, name, NUL, parts_of(some, 3), 3, NULL, NULL);
    }
    if (count > 2 && random_below(6) == 0) {
      dyncolor_id some[2] = {ids[random_below(count)], ids[random_below(count)]};
      dyncolor_register_mix(theme, random_below(2) ? NULL : name, parts_of(some, 2), NULL, 2,
                            DYNCOLOR_SPACE_OKLAB, DYNCOLOR_HUE_SHORTER, &ids[count], NULL);
    }
    if (count > 2 && random_below(6) == 0)
      dyncolor_unregister(theme, ids[random_below(count)], NULL);
    if (random_below(10) == 0) dyncolor_theme_declare_n(theme, name, NUL, &id, NULL);
    if (count > 0 && random_below(8) == 0)
      dyncolor_id_set_description_n(theme, ids[random_below(count)], "What it is “for”", NUL, NULL);
    if (count > 0 && random_below(16) == 0)
      dyncolor_id_set_description_n(theme, ids[random_below(count)], "", NUL, NULL);
    if (random_below(16) == 0) dyncolor_theme_forward_n(theme, "c1", NUL, "", NUL, NULL);
    if (count > 0 && random_below(8) == 0)
      dyncolor_id_set_deprecation_n(theme, ids[random_below(count)], random_below(2) ? "" : "old",
                                    NUL,
                                    random_below(2) ? ids[random_below(count)] : DYNCOLOR_ID_NONE,
                                    NULL);
    if (count > 2 && random_below(10) == 0)
      dyncolor_id_rename_n(theme, ids[random_below(count)], "another", NUL, NULL);
  }
  free(ids);
  return theme;
}

/* ---- Claims --------------------------------------------------------------------------------- */

static void round_trips(void) {
  dyncolor_theme *empty = new_theme();
  check_round_trip(empty);
  dyncolor_theme_release(empty);
  for (int i = 0; i < (is_brief ? 20 : 400); i++) {
    dyncolor_theme *theme = random_theme(1 + random_below(60));
    check_round_trip(theme);
    dyncolor_theme_release(theme);
  }
}

/* Everything that text can say can be saved: all that the tables of CSS have, and deep nests. */
static void all_of_css(void) {
  static const char *const tables[] = {"../Conformance/css.tsv", "../Conformance/css-dynamic.tsv"};
  dyncolor_theme *theme = new_theme();
  size_t registered = 0, read = 0;
  for (int t = 0; t < 2; t++) {
    FILE *table = fopen(tables[t], "r");
    CHECK(table != NULL);
    if (table == NULL) continue;
    static char line[1 << 16];
    while (fgets(line, sizeof line, table) != NULL) {
      if (is_brief && ++read % 20 != 0) continue;
      line[strcspn(line, "\t\n")] = 0;
      registered +=
          dyncolor_register_css_n(theme, NULL, 0, line, NUL, NULL, NULL) == DYNCOLOR_OK;
    }
    fclose(table);
  }
  CHECK(registered > (is_brief ? 100 : 2000));

  static const char *const nests[][3] = {
      {"light-dark(red, ", "var(--a)", ")"},
      {"color-mix(in lch, red, ", "var(--a)", ")"},
      {"rgb(from ", "var(--a)", " r g calc(b + 1))"},
      {"var(--b, ", "currentcolor", ")"},
      {"contrast-color(", "var(--a)", ")"},
      {"alpha(from ", "var(--a)", " / calc(alpha * 2))"},
      {"if(not ((style(--a)) and (not style(--b: c))): red; else: ", "var(--a)", ")"},
      {"if((not (", "(style(--a)) or (media(forced-colors))", ")))"},
      {"--level(", "var(--a)", ", quaternary)"},
      {"--first(var(--b), ", "var(--a)", ")"},
      {"--palette(b, ", "var(--a)", ")"},
      {"--variants(any: ", "var(--a)", ")"},
      {"--blend(multiply, red, ", "var(--a)", ")"},
      {"--ensure-contrast(", "var(--a)", ", on white, 4.5)"},
      {"--grade-contrast(", "var(--a)", ", on white, 4.5)"},
      {"--ensure-contrast(red, on white, on #123, on ", "var(--a)", ", 4.5)"},
      {"--vision(", "var(--a)", ", protan 60%)"},
      {"--standalone(", "var(--a)", ")"},
      {"--tone(", "var(--a)", ", 40)"},
      {"--dark-of(", "var(--a)", ", accent)"},
      {"--material(", "var(--a)", ", outline)"},
      {"--scale(", "var(--a)", ", 3)"},
  };
  static char text[1 << 14];
  size_t deepest = 0;
  for (size_t n = 0; n < sizeof nests / sizeof *nests; n++)
    for (size_t depth = is_brief ? 62 : 1; depth <= 64; depth++) {
      const bool is_condition = n == 7;
      text[0] = 0;
      if (is_condition) strcat(text, "if(not ");
      for (size_t i = 0; i < depth; i++)
        strcat(text, is_condition ? "((style(--x)) and (not " : nests[n][0]);
      strcat(text, nests[n][1]);
      for (size_t i = 0; i < depth; i++) strcat(text, is_condition ? "))" : nests[n][2]);
      if (is_condition) strcat(text, ": var(--a))");
      if (dyncolor_register_css_n(theme, NULL, 0, text, NUL, NULL, NULL) != DYNCOLOR_OK) break;
      if (depth > deepest) deepest = depth;
    }
  CHECK(deepest >= 63);

  /* Choices of what is no color, and choices of nothing. */
  static const char *const choices[] = {
      "--blend(if(style(--a): multiply; else: light-dark(hue, color)), red, var(--a))",
      "--ensure-contrast(red, on var(--a), light-dark(if(media(forced-colors): 7; else: 3), 4))",
      "if(unknown(): red)",
      "light-dark(red, if(unknown(): red))",
      "--blend(if(unknown(): multiply), red, var(--a))",
      "--ensure-contrast(red, on var(--a), if(unknown(): 4))",
      ("--ensure-contrast(red, on var(--a), on #111, on #222, on #333, on #444, on #555, on #666, "
       "on #777, 4)"),
  };
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
    CHECK(dyncolor_register_css_n(theme, NULL, 0, choices[i], NUL, NULL, NULL) == DYNCOLOR_OK);
  image saved = save(theme);
  dyncolor_theme *loaded = NULL;
  CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded) == DYNCOLOR_OK);
  check_same(theme, loaded);
  check_meanings(theme, loaded);
  dyncolor_theme_release(loaded);
  free(saved.bytes);
  dyncolor_theme_release(theme);
}

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context;
  (void)data;
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {0.5, 0.5, 0.5}, 1};
  return DYNCOLOR_OK;
}

/* Providers are not saved: what they leave is a declared name, or what they covered. */
static void providers_are_left_out(void) {
  dyncolor_theme *theme = new_theme(), *loaded = NULL;
  dyncolor_id id, found;
  dyncolor_rgba rgba;
  dyncolor_definition covered = DYNCOLOR_DEFINITION_INIT;
  covered.name = "covered";
  covered.name_length = NUL;
  covered.kind = DYNCOLOR_KIND_CSS;
  covered.css = "red";
  covered.css_length = NUL;
  covered.layer = DYNCOLOR_LAYER_DEFAULTS;
  CHECK(dyncolor_register_provider_n(theme, "a", NUL, provide, NULL, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_alias_n(theme, "b", NUL, id, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(theme, NULL, 0, provide, NULL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register(theme, &covered, 1, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(theme, "covered", NUL, provide, NULL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  image saved = save(theme);
  CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_rows(loaded) == dyncolor_theme_rows(theme) && dyncolor_theme_count(loaded) ==
        2);
  CHECK(dyncolor_theme_find_n(loaded, "a", NUL, &found, NULL) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(dyncolor_theme_find_n(loaded, "b", NUL, &found, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(loaded, found, NULL, &rgba, NULL) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(dyncolor_theme_find_n(loaded, "covered", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(loaded, id, NULL, &rgba, NULL) == DYNCOLOR_OK && rgba.r == 1);
  /* Registered again, they are what they were. */
  CHECK(dyncolor_register_provider_n(loaded, "a", NUL, provide, NULL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(loaded, "covered", NUL, provide, NULL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(loaded, NULL, 0, provide, NULL, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(DYNCOLOR_ROW(id) == 2); /* its old one */
  CHECK(dyncolor_resolve(loaded, found, NULL, &rgba, NULL) == DYNCOLOR_OK && rgba.r == 0.5f);
  CHECK(dyncolor_theme_fingerprint(loaded) == dyncolor_theme_fingerprint(theme));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(loaded);
  free(saved.bytes);
}

/* A theme that uses every kind of section and of entry, and is small. */
static dyncolor_theme *small_theme(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t number = 0;
  uint32_t axis = 0;
  uint8_t value = 0;
  dyncolor_id id, ids[2];
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_n(theme, "season", NUL, &axis, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value_n(theme, axis, "winter", NUL, &value, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_layer_declare_n(theme, "brand", NUL, DYNCOLOR_LAYER_USER, &number, NULL) ==
        DYNCOLOR_OK);
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.layer = number;
  CHECK(dyncolor_owner_declare_n(theme, "plugin", NUL, &definition.owner, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_hex_n(theme, "accent", NUL, "#0461be", NUL, "#81d0ff", NUL, &ids[0],
                                NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "hover", NUL,
                                "oklch(from var(--accent) calc(l + 0.05) c h)", NUL, &ids[1],
                                NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_fallbacks_n(theme, NULL, 0, parts_of(ids, 2), 2, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "mode", NUL,
                                "--blend(if(style(--season: winter): screen; else: normal), "
                                "var(--hover), red)", NUL, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_semantic_n(theme, "s", NUL, "accent", NUL, PART_ID(ids[0]), NULL, NULL) ==
        DYNCOLOR_OK);
  dyncolor_variant variants[] = {
      {.contrast = 201, .idiom = 3, .part.color = {DYNCOLOR_SPACE_OKLAB, 2, {0.5, 0, 0.1}, 1}},
      {.part.id = ids[0]},
      {.scheme = 2, .part.color = {DYNCOLOR_SPACE_LAB, 0, {0.5, 0.25, 2}, 1}},
  };
  definition.name = "accent";
  definition.name_length = NUL;
  definition.kind = DYNCOLOR_KIND_VARIANTS;
  definition.variants = variants;
  definition.variant_count = 3;
  CHECK(dyncolor_register(theme, &definition, 1, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_declare_n(theme, "é", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &number, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_subtype_declare_n(theme, "tall", NUL, &value, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_forward_n(theme, "tint", NUL, "accent", NUL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_forward_n(theme, "hue", NUL, "tint", NUL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_description_n(theme, ids[0], "What can be pressed", NUL,
                                      NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_deprecation_n(theme, ids[1], "old", NUL, ids[0], NULL) == DYNCOLOR_OK);
  return theme;
}

/* At the end of a page behind which there is nothing. */
static unsigned char *at_edge(const unsigned char *bytes, size_t size, void **pages,
                              size_t *length) {
  *length = (size + 4095) / 4096 * 4096 + 4096;
  *pages = mmap(NULL, *length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned char *edge = (unsigned char *)*pages + *length - 4096;
  mprotect(edge, 4096, PROT_NONE);
  memcpy(edge - size, bytes, size);
  return edge - size;
}

static void damaged_images(void) {
  dyncolor_theme *theme = small_theme(), *loaded = NULL;
  image saved = save(theme);
  /* Too short, by each number of bytes; and too long. */
  for (size_t size = 0; size < saved.size; size++) {
    void *pages;
    size_t length;
    const unsigned char *bytes = at_edge(saved.bytes, size, &pages, &length);
    CHECK(load(bytes, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) == DYNCOLOR_ERROR_BAD_IMAGE);
    if (((uintptr_t)bytes & 7) == 0)
      CHECK(load(bytes, size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded) ==
            DYNCOLOR_ERROR_BAD_IMAGE);
    munmap(pages, length);
  }
  unsigned char *longer = calloc(1, saved.size + 8);
  memcpy(longer, saved.bytes, saved.size);
  CHECK(load(longer, saved.size + 8, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded) ==
        DYNCOLOR_ERROR_BAD_IMAGE);
  free(longer);
  /* Each bit turned. */
  for (size_t bit = 0; bit < saved.size * 8; bit += is_brief ? 61 : 1) {
    saved.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded) ==
          DYNCOLOR_ERROR_BAD_IMAGE);
    saved.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
  }
  /* Versions before and after, though all else is right. */
  for (unsigned version = 0; version < 4; version++) {
    saved.bytes[8] = (unsigned char)version;
    image_repair(saved.bytes, saved.size);
    CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded) ==
          (version == 1 ? DYNCOLOR_OK : DYNCOLOR_ERROR_BAD_IMAGE));
    if (version == 1) check_same(theme, loaded);
    dyncolor_theme_release(loaded);
  }
  dyncolor_theme_release(theme);
  free(saved.bytes);
}

/* An image of a theme without names has the sections of settings and of colors, the kinds 1 and 10.
 * Without either of them it is refused, even if another section, empty notes, comes later. */
static void sections_are_needed(void) {
  enum { HEADER = 40, SETTINGS = 1, COLORS = 10, NOTES = 11 };
  dyncolor_theme *theme = new_theme(), *loaded = NULL;
  CHECK(dyncolor_register_css_n(theme, NULL, 0, "red", NUL, NULL, NULL) == DYNCOLOR_OK);
  image saved = save(theme);
  for (uint64_t left_out = 0; left_out <= COLORS; left_out++) {
    uint64_t words[256], size = HEADER, section[2];
    CHECK(saved.size + sizeof section <= sizeof words);
    unsigned char *bytes = (unsigned char *)words;
    memcpy(bytes, saved.bytes, HEADER);
    bool is_there = left_out == 0;
    for (size_t at = HEADER; at < saved.size; at += sizeof section + (section[1] + 7) / 8 * 8) {
      memcpy(section, saved.bytes + at, sizeof section);
      const size_t length = sizeof section + (section[1] + 7) / 8 * 8;
      is_there = is_there || section[0] == left_out;
      if (section[0] == left_out) continue;
      memcpy(bytes + size, saved.bytes + at, length);
      size += length;
    }
    section[0] = NOTES;
    section[1] = 0;
    memcpy(bytes + size, section, sizeof section);
    size += sizeof section;
    memcpy(bytes + 16, &size, sizeof size);
    image_repair(bytes, size);
    const bool is_needed = left_out == SETTINGS || left_out == COLORS;
    CHECK(is_there == (left_out == 0 || is_needed));
    CHECK(load(bytes, size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded) ==
          (is_needed ? DYNCOLOR_ERROR_BAD_IMAGE : DYNCOLOR_OK));
    if (!is_needed) check_same(theme, loaded);
    dyncolor_theme_release(loaded);
  }
  dyncolor_theme_release(theme);
  free(saved.bytes);
}

/* What was loaded, whatever it is, can be used, and saved and loaded again. */
static void use(dyncolor_theme *theme) {
  dyncolor_theme *again = NULL;
  for (size_t i = 0; i < ENVIRONMENTS; i++) shown(theme, i);
  image saved = save(theme);
  CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &again) == DYNCOLOR_OK);
  if (again != NULL) check_alike(theme, again);
  dyncolor_theme_release(again);
  free(saved.bytes);
}

/* Mutated, and with a checksum that is right: refused, or harmless. */
static unsigned long accepted, refused;

static void mutate(const image *saved, bool every_byte) {
  unsigned char *bytes = malloc(saved->size);
  const size_t rounds = every_byte ? (saved->size - 32) * 8 : 300;
  for (size_t round = 0; round < rounds; round++) {
    size_t size = saved->size;
    memcpy(bytes, saved->bytes, size);
    if (every_byte) {
      static const unsigned char values[] = {0, 1, 2, 0x7F, 0x80, 0xFF};
      unsigned char *byte = &bytes[32 + round / 8];
      *byte = round % 8 < 6 ? values[round % 8]
                            : (unsigned char)(round % 8 == 6 ? *byte + 1 : *byte - 1);
    } else {
      for (unsigned n = 1 + random_below(4); n > 0; n--) {
        size_t place = 32 + random_below((unsigned)size - 32);
        switch (random_below(4)) {
          case 0: bytes[place] = (unsigned char)random_bits(); break;
          case 1: bytes[place] ^= (unsigned char)(1 << random_below(8)); break;
          case 2: { /* a run from elsewhere */
            size_t from = 32 + random_below((unsigned)size - 32), run = 1 + random_below(24);
            if (place + run <= size && from + run <= size)
              memmove(bytes + place, bytes + from, run);
            break;
          }
          default: { /* what is left out */
            size_t run = 8 * (1 + random_below(3));
            if (place + run <= size && size - run > 64) {
              memmove(bytes + place, bytes + place + run, size - place - run);
              size -= run;
            }
          }
        }
      }
      uint64_t word = size;
      memcpy(bytes + 16, &word, 8);
    }
    image_repair(bytes, size);
    void *pages;
    size_t length;
    unsigned char *edge = at_edge(bytes, size, &pages, &length);
    dyncolor_theme *theme = NULL;
    dyncolor_status status =
        load(edge, size,
             ((uintptr_t)edge & 7) == 0 ? DYNCOLOR_IMAGE_MEMORY_BORROWED
                                        : DYNCOLOR_IMAGE_MEMORY_COPIED,
             &theme);
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_BAD_IMAGE);
    *(status == DYNCOLOR_OK ? &accepted : &refused) += 1;
    if (theme != NULL) use(theme);
    dyncolor_theme_release(theme);
    munmap(pages, length);
  }
  free(bytes);
}

static void hostile_images(void) {
  dyncolor_theme *theme = small_theme();
  image saved = save(theme);
  mutate(&saved, !is_brief);
  dyncolor_theme_release(theme);
  free(saved.bytes);
  for (int i = 0; i < (is_brief ? 1 : 40); i++) {
    theme = random_theme(1 + random_below(20));
    saved = save(theme);
    mutate(&saved, false);
    dyncolor_theme_release(theme);
    free(saved.bytes);
  }
  printf("# of mutated images with a right checksum, %lu were accepted and %lu refused\n", accepted,
         refused);
  CHECK(accepted > (is_brief ? 10 : 100) && refused > (is_brief ? 100 : 1000));
}

/* Names of which each is to be another, and are not. */
static void names_twice(void) {
  static const char *const names[] = {"first.", "second", "third."};
  for (int kind = 0; kind < 6; kind++) {
    dyncolor_theme *theme = new_theme(), *loaded = NULL;
    uint32_t axis = 0;
    if (kind == 2) CHECK(dyncolor_axis_declare_n(theme, "axis", NUL, &axis, NULL) == DYNCOLOR_OK);
    for (int i = 0; i < 3; i++) {
      uint16_t number;
      uint8_t value;
      dyncolor_status status = DYNCOLOR_OK;
      const char *name = names[i];
      switch (kind) {
        case 0: status = dyncolor_palette_declare_n(theme, name, NUL, &number, NULL); break;
        case 1: status = dyncolor_axis_declare_n(theme, name, NUL, &axis, NULL); break;
        case 2: status = dyncolor_axis_declare_value_n(theme, axis, name, NUL, &value, NULL); break;
        case 3: status = dyncolor_locale_declare_n(theme, name, NUL, &number, NULL); break;
        case 4: status = dyncolor_subtype_declare_n(theme, name, NUL, &value, NULL); break;
        default:
          status = dyncolor_layer_declare_n(theme, name, NUL, DYNCOLOR_LAYER_USER, &number, NULL);
      }
      CHECK(status == DYNCOLOR_OK);
    }
    CHECK(dyncolor_register_css_n(theme, "a", NUL, "red", NUL, NULL, NULL) == DYNCOLOR_OK);
    image saved = save(theme);
    CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) == DYNCOLOR_OK);
    dyncolor_theme_release(loaded);
    for (size_t place = 32; place + 6 <= saved.size; place++)
      if (memcmp(saved.bytes + place, "third.", 6) == 0) memcpy(saved.bytes + place, "first.", 6);
    image_repair(saved.bytes, saved.size);
    CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) ==
          DYNCOLOR_ERROR_BAD_IMAGE);
    dyncolor_theme_release(theme);
    free(saved.bytes);
  }
}

/* Words of an expression that no color has. */
static void words_too_many(void) {
  dyncolor_theme *theme = new_theme(), *loaded = NULL;
  CHECK(dyncolor_register_css_n(theme, "a", NUL, "var(--b)", NUL, NULL, NULL) == DYNCOLOR_OK);
  image saved = save(theme);
  CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) == DYNCOLOR_OK);
  dyncolor_theme_release(loaded);
  size_t place = 40;
  while (image_word(saved.bytes, place) != 9)
    place += 16 + ((size_t)image_word(saved.bytes, place + 8) + 7) / 8 * 8;
  uint64_t size = image_word(saved.bytes, place + 8) + 8, whole = saved.size + 8;
  unsigned char *longer = calloc(1, whole);
  size_t end = place + 16 + (size_t)size - 8;
  memcpy(longer, saved.bytes, end);
  memcpy(longer + end + 8, saved.bytes + end, saved.size - end);
  memcpy(longer + place + 8, &size, 8);
  memcpy(longer + 16, &whole, 8);
  image_repair(longer, whole);
  CHECK(load(longer, whole, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) == DYNCOLOR_ERROR_BAD_IMAGE);
  dyncolor_theme_release(theme);
  free(saved.bytes);
  free(longer);
}

/* A variant for a locale or a subtype that the theme does not have, in a table within an
 * expression: nobody could say it in text. */
static void unknown_numbers(void) {
  static const char *const tables[] = {"--variants(any: var(--a); locale(de): red)",
                                       "--variants(any: var(--a); subtype(fold): red)"};
  static const unsigned bits[] = {48, 40};
  for (size_t i = 0; i < 2; i++) {
    dyncolor_theme *theme = new_theme(), *loaded = NULL;
    uint16_t locale = 0;
    uint8_t subtype = 0;
    size_t found = 0;
    CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &locale, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_subtype_declare_n(theme, "fold", NUL, &subtype, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_css_n(theme, "a", NUL, tables[i], NUL, NULL, NULL) == DYNCOLOR_OK);
    image saved = save(theme);
    for (size_t place = 40; place + 8 <= saved.size; place += 8) {
      if (image_word(saved.bytes, place) != (uint64_t)1 << bits[i]) continue;
      const uint64_t other = (uint64_t)2 << bits[i];
      memcpy(saved.bytes + place, &other, 8);
      found++;
    }
    CHECK(found == 1);
    image_repair(saved.bytes, saved.size);
    CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) ==
          DYNCOLOR_ERROR_BAD_IMAGE);
    dyncolor_theme_release(loaded);
    dyncolor_theme_release(theme);
    free(saved.bytes);
  }
}

/* A constant in an expression, each of whose numbers is made no number. */
static void no_numbers(void) {
  static const double numbers[] = {0.125, 0.375, 0.625, 0.875};
  dyncolor_theme *theme = new_theme(), *loaded = NULL;
  CHECK(dyncolor_register_css_n(theme, "a", NUL,
                                "light-dark(color(srgb 0.125 0.375 0.625 / 0.875), var(--b))", NUL,
                                NULL, NULL) == DYNCOLOR_OK);
  image saved = save(theme);
  for (size_t i = 0; i < COUNT(numbers); i++) {
    uint64_t number, none;
    size_t found = 0;
    const double nan = NAN;
    memcpy(&number, &numbers[i], 8);
    memcpy(&none, &nan, 8);
    for (size_t place = 40; place + 8 <= saved.size; place += 8) {
      if (image_word(saved.bytes, place) != number) continue;
      found++;
      memcpy(saved.bytes + place, &none, 8);
      image_repair(saved.bytes, saved.size);
      CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) ==
            DYNCOLOR_ERROR_BAD_IMAGE);
      memcpy(saved.bytes + place, &number, 8);
    }
    CHECK(found == 1);
  }
  dyncolor_theme_release(theme);
  free(saved.bytes);
}

/* A name in an expression, behind which something stands that nobody would see. */
static void more_than_text(void) {
  static const char name[8] = "nobody";
  dyncolor_theme *theme = new_theme(), *loaded = NULL;
  CHECK(dyncolor_register_css_n(theme, "a", NUL, "light-dark(red, var(--nobody))", NUL, NULL,
                                NULL) ==
        DYNCOLOR_OK);
  image saved = save(theme);
  unsigned char *text = memmem(saved.bytes, saved.size, name, sizeof name);
  CHECK(text != NULL);
  for (size_t i = 6; text != NULL && i < 8; i++) {
    text[i] = 'x';
    image_repair(saved.bytes, saved.size);
    CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) ==
          DYNCOLOR_ERROR_BAD_IMAGE);
    text[i] = 0;
  }
  image_repair(saved.bytes, saved.size);
  CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded) == DYNCOLOR_OK);
  dyncolor_theme_release(loaded);
  dyncolor_theme_release(theme);
  free(saved.bytes);
}

static void bad_arguments(void) {
  dyncolor_theme *theme = small_theme(), *loaded = NULL;
  image saved = save(theme);
  dyncolor_error error = fresh_error();
  size_t size = 0;
  unsigned char byte[8] = {7};
  check_refused(dyncolor_theme_to_image(NULL, byte, 8, &size, &error), &error, "theme");
  check_refused(dyncolor_theme_to_image(theme, NULL, 8, &size, &error), &error, "image");
  CHECK(size == 0);
  /* A buffer that is too small is not touched. */
  CHECK(dyncolor_theme_to_image(theme, byte, 8, &size, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(size == saved.size && byte[0] == 7);
  CHECK(dyncolor_theme_to_image(theme, byte, 8, NULL, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  CHECK(dyncolor_theme_to_image(theme, saved.bytes, SIZE_MAX, NULL, NULL) == DYNCOLOR_OK);

  const dyncolor_image_memory copied = DYNCOLOR_IMAGE_MEMORY_COPIED;
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  check_refused(dyncolor_theme_from_image(NULL, NULL, 8, copied, &loaded, &error), &error, "image");
  check_refused(dyncolor_theme_from_image(NULL, saved.bytes, SIZE_MAX, copied, &loaded, &error),
                &error, "size");
  check_refused(dyncolor_theme_from_image(NULL, saved.bytes, saved.size, copied, NULL, &error),
                &error, "theme");
  for (int memory = 0; memory <= 3; memory += 3)
    check_refused(dyncolor_theme_from_image(NULL, saved.bytes, saved.size,
                                            (dyncolor_image_memory)memory, &loaded, &error), &error,
                                            "memory");
  check_refused(dyncolor_theme_from_image(NULL, saved.bytes + 4, saved.size - 4,
                                          DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded, &error), &error,
                "image");
  options.default_scheme = 3;
  check_refused(dyncolor_theme_from_image(&options, saved.bytes, saved.size, copied, &loaded,
                                          &error),
                &error, "options");
  CHECK(loaded == NULL);

  /* The default scheme of the options goes before that of the image. */
  options.default_scheme = DYNCOLOR_SCHEME_DARK;
  CHECK(dyncolor_theme_from_image(&options, saved.bytes, saved.size, copied, &loaded, &error) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(loaded) == dyncolor_theme_fingerprint(theme));
  dyncolor_theme_release(loaded);
  dyncolor_theme_release(theme);
  free(saved.bytes);
}

/* A pair of hex colors takes little more than its name and two colors; loading is linear. */
static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void compact(void) {
  for (unsigned count = 1000; count <= (is_brief ? 1000 : 100000); count *= 10) {
    dyncolor_theme *theme = new_theme(), *loaded = NULL;
    size_t text = 0;
    char name[32];
    double start = seconds();
    for (unsigned i = 0; i < count; i++) {
      char hex[2][8];
      text += (size_t)snprintf(name, sizeof name, "color-%u", i);
      snprintf(hex[0], 8, "#%06x", random_below(1 << 24));
      snprintf(hex[1], 8, "#%06x", random_below(1 << 24));
      CHECK(dyncolor_register_hex_n(theme, name, NUL, hex[0], NUL, hex[1], NUL, NULL, NULL) ==
            DYNCOLOR_OK);
    }
    double registering = seconds() - start;
    image saved = save(theme);
    start = seconds();
    CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &loaded) == DYNCOLOR_OK);
    double loading = seconds() - start;
    printf("# %u pairs: %.1f bytes each besides the name, loaded in %.0f ns each, registered in "
           "%.0f\n", count, (double)(saved.size - text) / count, loading * 1e9 / count,
           registering * 1e9 / count);
    CHECK(saved.size <= 200 + text + count * 14u);
    check_alike(theme, loaded);
    dyncolor_theme_release(theme);
    dyncolor_theme_release(loaded);
    free(saved.bytes);
  }
}

/* CSS may ask for names that nothing can have. */
static void long_references_are_kept(void) {
  static const char *const forms[] = {"var(--%s)", "--palette(%s)", "--palette(%s, red)",
                                      "--first(--palette(%s), red)", "if(style(--%s: x): red)"};
  for (size_t form = 0; form < COUNT(forms); form++)
    for (size_t length = DYNCOLOR_MAX_NAME; length <= 4 * DYNCOLOR_MAX_NAME; length *= 2) {
      static char name[4 * DYNCOLOR_MAX_NAME + 1], css[sizeof name + 64];
      dyncolor_theme *theme = new_theme(), *back = NULL;
      memset(name, 'x', sizeof name);
      name[length] = 0;
      snprintf(css, sizeof css, forms[form], name);
      CHECK(dyncolor_register_css_n(theme, "a", 1, css, NUL, NULL, NULL) == DYNCOLOR_OK);
      image saved = save(theme);
      CHECK(load(saved.bytes, saved.size, DYNCOLOR_IMAGE_MEMORY_COPIED, &back) == DYNCOLOR_OK);
      CHECK(back != NULL &&
            dyncolor_theme_fingerprint(back) == dyncolor_theme_fingerprint(theme));
      free(saved.bytes);
      dyncolor_theme_release(theme);
      dyncolor_theme_release(back);
    }
}

/* The greatest number of the last axis. */
static void axes_are_kept_whole(void) {
  dyncolor_theme *theme = new_theme(), *back = NULL;
  char name[8];
  uint32_t axis = 0;
  uint8_t value = 0;
  for (int i = 0; i < DYNCOLOR_MAX_CUSTOM_AXES; i++) {
    snprintf(name, sizeof name, "a%d", i);
    CHECK(dyncolor_axis_declare_n(theme, name, NUL, &axis, NULL) == DYNCOLOR_OK);
  }
  for (int i = 1; i <= 255; i++) {
    snprintf(name, sizeof name, "v%d", i);
    CHECK(dyncolor_axis_declare_value_n(theme, axis, name, NUL, &value, NULL) == DYNCOLOR_OK);
    CHECK(value == i);
  }
  size_t size = 0;
  CHECK(dyncolor_theme_to_image(theme, NULL, 0, &size, NULL) == DYNCOLOR_ERROR_BUFFER_TOO_SMALL);
  void *saved = malloc(size);
  CHECK(dyncolor_theme_to_image(theme, saved, size, &size, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_from_image(NULL, saved, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &back, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(back) == dyncolor_theme_fingerprint(theme));
  for (int i = 255; i > 0; i--) {
    snprintf(name, sizeof name, "v%d", i);
    CHECK(dyncolor_axis_declare_value_n(back, axis, name, NUL, &value, NULL) == DYNCOLOR_OK);
    CHECK(value == i);
  }
  free(saved);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(back);
}

int main(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("a theme is the same after it was saved and loaded", round_trips);
  CLAIM("every kind of CSS expression is saved and loaded", all_of_css);
  CLAIM("providers are left out of images, and can be registered again", providers_are_left_out);
  CLAIM("images that are truncated, changed or of another version are refused", damaged_images);
  CLAIM("images without settings or colors are refused", sections_are_needed);
  CLAIM("forged images are refused, or are valid themes", hostile_images);
  CLAIM("images with variants for undeclared locales or subtypes are refused", unknown_numbers);
  CLAIM("images with constants that are no numbers are refused", no_numbers);
  CLAIM("images with bytes after the end of a text are refused", more_than_text);
  CLAIM("images with a duplicate name are refused", names_twice);
  CLAIM("images with words that belong to no color are refused", words_too_many);
  CLAIM("bad arguments of images are refused by name", bad_arguments);
  CLAIM("references longer than the longest name are kept", long_references_are_kept);
  CLAIM("custom axes are kept with all their values", axes_are_kept_whole);
  CLAIM("images are compact", compact);
  return CHECK_RESULT;
}
