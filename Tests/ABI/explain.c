/* Explanations: what they tell of each way in which a color can come about, step by step and as
 * text, and that what they tell is what is painted. */
#include <dyncolor.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "parts.h"
#include "refusals.h"

#define NUL DYNCOLOR_NUL_TERMINATED
#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { LIGHT = DYNCOLOR_SCHEME_LIGHT, DARK = DYNCOLOR_SCHEME_DARK };

static const dyncolor_environment dark = {.scheme = DARK};

/* ---- Memory that is counted ----------------------------------------------------------------- */

static long live_blocks;

static void *counted_resize(void *user_data, void *memory, size_t old_size, size_t new_size) {
  (void)user_data;
  (void)old_size;
  if (new_size == 0) {
    live_blocks -= memory != NULL;
    free(memory);
    return NULL;
  }
  void *resized = realloc(memory, new_size);
  if (resized != NULL) live_blocks += memory == NULL;
  return resized;
}

static dyncolor_theme *new_theme(void) {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  dyncolor_theme *theme = NULL;
  options.resize = counted_resize;
  CHECK(dyncolor_theme_create(&options, &theme, NULL) == DYNCOLOR_OK && theme != NULL);
  return theme;
}

static void end_theme(dyncolor_theme *theme) {
  dyncolor_theme_release(theme);
  CHECK(live_blocks == 0);
}

/* ---- Registering ---------------------------------------------------------------------------- */

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL, &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

static dyncolor_id find(dyncolor_theme *theme, const char *name) {
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find_n(theme, name, NUL, &id, NULL) == DYNCOLOR_OK);
  return id;
}

static int calls;

static dyncolor_status give_blue(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)data;
  calls++;
  dyncolor_context_axis(context, DYNCOLOR_AXIS_CONTRAST);
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {0, 0.2, 1}, 0.5};
  return DYNCOLOR_OK;
}

static dyncolor_status give_named(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  calls++;
  return dyncolor_theme_find_n(dyncolor_context_theme(context), data, NUL, &answer->id, NULL);
}

static dyncolor_status give_nothing(
    dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context;
  (void)answer;
  (void)data;
  calls++;
  return (dyncolor_status)-1234;
}

static dyncolor_status give_nonsense(
    dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context;
  (void)data;
  calls++;
  answer->color.space = 99;
  return DYNCOLOR_OK;
}

static dyncolor_status give_resolved(
    dyncolor_context *context, dyncolor_answer *answer, void *data) {
  dyncolor_rgba color;
  calls++;
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {0, 0, 0}, 1};
  return dyncolor_context_resolve(context, find(dyncolor_context_theme(context), data), &color,
                                  NULL);
}

static dyncolor_id provider(dyncolor_theme *theme, const char *name,
                            dyncolor_provider_function function, const char *data) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_provider_n(theme, name, NUL, function, (void *)(uintptr_t)data, NULL, &id,
                                     NULL) == DYNCOLOR_OK);
  return id;
}

/* Colors of all kinds. The palette Night has the number 1. */
static dyncolor_theme *make_theme(void) {
  dyncolor_theme *theme = new_theme();
  uint16_t night = 0, empty = 0, owner = 0;
  dyncolor_id id = 0;
  CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &night, NULL) == DYNCOLOR_OK && night == 1);
  CHECK(dyncolor_palette_declare_n(theme, "Empty", NUL, &empty, NULL) == DYNCOLOR_OK && empty == 2);
  CHECK(dyncolor_owner_declare_n(theme, "a plugin", NUL, &owner, NULL) == DYNCOLOR_OK);

  dyncolor_id accent = css(theme, "accent", "light-dark(#0461be, #81d0ff)");
  css(theme, "plain", "#abc");
  css(theme, "Night/primary", "rebeccapurple");
  css(theme, "button", "var(--accent)");
  CHECK(dyncolor_register_alias_n(theme, "alias", NUL, accent, NULL, NULL) == DYNCOLOR_OK);
  css(theme, "hover", "color-mix(in srgb, var(--accent) 25%, white)");
  css(theme, "deep", "rgb(from var(--hover) r g 0)");
  css(theme, "faint", "alpha(from var(--accent) / 40%)");
  css(theme, "label", "contrast-color(var(--accent))");
  css(theme, "choice", "if(style(--state: hovered): var(--hover);"
                       " media(prefers-color-scheme: dark): #123456)");
  css(theme, "pair", "light-dark(var(--accent), #123456)");
  css(theme, "spare", "var(--nothing, var(--accent))");
  css(theme, "lost", "var(--nothing)");
  css(theme, "half lost", "color-mix(in srgb, var(--accent), var(--lost))");
  css(theme, "twice", "color-mix(in srgb, var(--hover), alpha(from var(--hover) / 0.5))");
  css(theme, "first", "color-mix(in srgb, var(--second), red)");
  css(theme, "second", "var(--first)");
  css(theme, "there", "var(--back)");
  css(theme, "back", "var(--there)");
  css(theme, "system", "color-mix(in srgb, AccentColor, currentcolor)");
  css(theme, "link", "LinkText");
  css(theme, "LinkText", "teal");
  css(theme, "wide", "color(display-p3 0 1 0)");
  css(theme, "candidates", "--first(var(--lost), var(--failing), var(--choice), var(--plain))");
  css(theme, "dim", "--level(var(--hover), secondary)");
  css(theme, "content", "--level(currentcolor, tertiary)");
  css(theme, "palette", "--palette(primary, var(--plain))");
  CHECK(dyncolor_register_semantic_n(theme, "bare", NUL, "primary", NUL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_semantic_n(theme, "semantic", NUL, "primary", NUL, PART_ID(accent), NULL,
                                     NULL) ==
        DYNCOLOR_OK);
  css(theme, "blended", "--blend(light-dark(normal, multiply), var(--accent), var(--plain))");
  css(theme, "darkened", "--dark-of(var(--plain), tint)");
  css(theme, "toned", "--tone(var(--plain), 40)");
  css(theme, "standing", "--standalone(var(--plain))");
  css(theme, "material", "--material(var(--plain), outline)");
  css(theme, "scaled", "--scale(var(--plain), 9)");
  css(theme, "seen", "--vision(var(--plain), protan 60%)");
  css(theme, "readable", "--ensure-contrast(#777, on var(--plain), 4.5)");
  css(theme, "readable on two",
      "--ensure-contrast(#777, on var(--plain), on black, light-dark(3, 4.5))");
  css(theme, "graded ratio", "alpha(from --ensure-contrast(#777, on var(--plain), "
                             "if(media(prefers-contrast: more): light-dark(5, 7); else: 4.5)) "
                             "/ 50%)");
  css(theme, "more or less", "--grade-contrast(#777, on var(--plain), 3)");
  css(theme, "table", "--variants(any: red; dark: var(--accent); dark more: white)");
  uint16_t german = 0;
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &german, NULL) == DYNCOLOR_OK && german == 1);
  css(theme, "regional", "--variants(any: red; locale(de) base: gold)");
  dyncolor_variant graded[] = {
      {.contrast = DYNCOLOR_CONTRAST_STANDARD, .part.color = {DYNCOLOR_SPACE_SRGB, 0, {0, 0, 0},
                                                              1}},
      {.contrast = DYNCOLOR_CONTRAST_MORE, .part.id = accent}};
  CHECK(dyncolor_register_variants_n(theme, "graded", NUL, graded, 2, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_variants_n(theme, "light only", NUL,
                                     &(dyncolor_variant){.scheme = LIGHT, .part.id = accent}, 1,
                                     NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_alias_n(theme, "nameless", NUL, css(theme, NULL, "#00f8"), NULL, NULL) ==
        DYNCOLOR_OK);
  provider(theme, "blue", give_blue, NULL);
  provider(theme, "named", give_named, "hover");
  provider(theme, "failing", give_nothing, NULL);
  provider(theme, "nonsense", give_nonsense, NULL);
  provider(theme, "self", give_resolved, "selfish");
  css(theme, "selfish", "alpha(from var(--self) / 0.5)");
  css(theme, "of providers", "color-mix(in srgb, var(--blue), var(--named))");
  css(theme, "insistent", "--first(var(--failing), --level(var(--failing), secondary), "
                          "var(--failing), var(--plain))");
  css(theme, "dark only", "--variants(dark: var(--accent))");
  css(theme, "con\ttrol", "var(--un\\9 known)");
  css(theme, "no mode", "--blend(if(style(--team): multiply), var(--accent), var(--plain))");
  css(theme, "no part", "color-mix(in srgb, var(--accent), if(style(--team): red))");

  dyncolor_definition user = DYNCOLOR_DEFINITION_INIT;
  user.name = "mine", user.name_length = 4;
  user.kind = DYNCOLOR_KIND_CSS;
  user.css = "var(--button)", user.css_length = 13;
  user.layer = DYNCOLOR_LAYER_USER;
  user.owner = owner;
  CHECK(dyncolor_register(theme, &user, 1, &id, NULL) == DYNCOLOR_OK);
  return theme;
}

/* ---- What is told --------------------------------------------------------------------------- */

static dyncolor_explanation *explain(dyncolor_theme *theme, dyncolor_id id,
                                     const dyncolor_environment *where) {
  dyncolor_explanation *explanation = NULL;
  CHECK(dyncolor_explanation_create(theme, id, where, &explanation, NULL) == DYNCOLOR_OK &&
        explanation != NULL);
  return explanation;
}

/* What must be so of any explanation, and that it ends as resolving does. */
static void check_whole(const dyncolor_explanation *explanation, dyncolor_theme *theme,
                        dyncolor_id id, const dyncolor_environment *where) {
  size_t count = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  CHECK(count > 0 && count <= DYNCOLOR_MAX_STEPS);
  CHECK(steps == dyncolor_explanation_steps(explanation, NULL));
  if (count == 0) return;
  CHECK(steps[0].kind == DYNCOLOR_STEP_KIND_COLOR && steps[0].id == id);
  for (size_t i = 0; i < count; i++) {
    CHECK(steps[i].kind >= DYNCOLOR_STEP_KIND_COLOR && steps[i].kind <= DYNCOLOR_STEP_KIND_MORE);
    CHECK((steps[i].kind == DYNCOLOR_STEP_KIND_RESULT) == (i == count - 1));
    CHECK(steps[i].text != NULL);
    CHECK(i == 0 || steps[i].depth <= steps[i - 1].depth + 1);
    dyncolor_color copy;
    if (steps[i].color.space != 0)
      CHECK(dyncolor_color_convert(&steps[i].color, DYNCOLOR_SPACE_SRGB, &copy, NULL) ==
            DYNCOLOR_OK);
  }
  const dyncolor_step *last = &steps[count - 1];
  dyncolor_rgba color = {0, 0, 0, 0};
  dyncolor_error error = fresh_error();
  dyncolor_status status = dyncolor_resolve(theme, id, where, &color, &error);
  CHECK(last->depth == 0 && last->status == status);
  if (status == DYNCOLOR_OK) {
    CHECK(last->color.space == DYNCOLOR_SPACE_SRGB && strlen(last->text) == 0);
    CHECK((float)last->color.c[0] == color.r && (float)last->color.c[1] == color.g &&
          (float)last->color.c[2] == color.b && (float)last->color.alpha == color.a);
  } else {
    CHECK(last->color.space == 0);
    CHECK(strcmp(last->text, error.context) == 0);
  }
  const char *text = dyncolor_explanation_text(explanation);
  CHECK(strlen(text) > 0 && text[strlen(text) - 1] == '\n');
}

static const char *const kinds[] = {
    "",        "color",        "constant",   "variant", "reference", "fallback",  "palette",
    "system",  "foreground",   "scheme",     "condition", "provider", "transform", "operand",
    "level",   "contrast",     "gamut",      "result",  "more"};

/* A step, with all that is not 0 of it. */
static size_t print_step(char *line, size_t room, dyncolor_theme *theme,
                         const dyncolor_step *step) {
  char *at = line, *end = line + room;
#define PRINT(...) at += snprintf(at, (size_t)(end - at), __VA_ARGS__)
  PRINT("%*s%s", (int)step->depth * 2, "", kinds[step->kind]);
  if (step->id != 0) {
    const char *name = "?";
    dyncolor_id_name(theme, step->id, &name, NULL);
    PRINT(" <%s>", name);
  }
  if (strlen(step->text) > 0) PRINT(" '%s'", step->text);
  if (step->layer != 0 || step->owner != 0) PRINT(" layer %u of %u", step->layer, step->owner);
  if (step->detail != 0) PRINT(" detail %u", step->detail);
  if (step->index != 0 || step->count != 0) PRINT(" %u/%u", step->index, step->count);
  if (step->scheme != 0) PRINT(" scheme %u", step->scheme);
  if (step->contrast != 0) PRINT(" contrast %u", step->contrast);
  if (step->elevation != 0) PRINT(" elevation %u", step->elevation);
  if (step->locale != 0) PRINT(" locale %u", step->locale);
  for (int i = 0; i < 3; i++)
    if (step->numbers[i] != 0) PRINT(" n%d %.4g", i, step->numbers[i]);
  for (int i = 0; i < 2; i++) {
    const dyncolor_color *color = i == 0 ? &step->before : &step->color;
    char hex[10];
    if (color->space == 0) continue;
    dyncolor_color_format_hex(color, DYNCOLOR_SPACE_SRGB, hex, sizeof hex, NULL, NULL);
    PRINT(" %s %s", i == 0 ? "from" : "=", hex);
  }
  if (step->status != 0) PRINT(" fails %d", step->status);
  PRINT("\n");
#undef PRINT
  return (size_t)(at - line);
}

static char printed[1 << 20];

static const char *print_steps(dyncolor_theme *theme, const dyncolor_explanation *explanation) {
  size_t count = 0, length = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  for (size_t i = 0; i < count && length < sizeof printed - 4096; i++)
    length += print_step(printed + length, 4096, theme, &steps[i]);
  return printed;
}

typedef struct row {
  const char *name;
  dyncolor_environment where;
  const char *foreground; /* a color's name */
  const char *steps;
  const char *text;
} row;

static const row rows[] = {
    {"plain", {0}, NULL,
     "color <plain> 'plain' detail 1 = #aabbcc\n"
     "variant 0/1 = #aabbcc\n"
     "result = #aabbcc\n",
     "plain = #aabbcc\n"},
    {"accent", {.scheme = DARK}, NULL,
     "color <accent> 'accent' detail 1 = #81d0ff\n"
     "variant 1/2 scheme 2 = #81d0ff\n"
     "result = #81d0ff\n",
     "accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"button", {.scheme = DARK}, NULL,
     "color <button> 'button' detail 4 = #81d0ff\n"
     "reference <accent> 'accent'\n"
     "color <accent> 'accent' detail 1 = #81d0ff\n"
     "variant 1/2 scheme 2 = #81d0ff\n"
     "result = #81d0ff\n",
     "button = #81d0ff: var(--accent)\n"
     "accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"alias", {.scheme = DARK}, NULL,
     "color <alias> 'alias' detail 1 = #81d0ff\n"
     "variant 0/1\n"
     "reference <accent>\n"
     "color <accent> 'accent' detail 1 = #81d0ff\n"
     "variant 1/2 scheme 2 = #81d0ff\n"
     "result = #81d0ff\n",
     "alias = #81d0ff: the color in the next line\n"
     "accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"hover", {.scheme = DARK}, NULL,
     "color <hover> 'hover' detail 4 = #e0f3ff\n"
     "transform 'color-mix(in srgb, var(--accent) 25%, #ffffff 75%)' detail 1 = #e0f3ff\n"
     "  operand detail 1 0/2 n0 0.25\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 1 1/2 n0 0.75\n"
     "  constant '#ffffff' = #ffffff\n"
     "result = #dff3ff\n",
     "hover = color(srgb 0.876471 0.953922 1): color-mix(in srgb, var(--accent) 25%, #ffffff "
     "75%)\n"
     "  25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  75%: #ffffff\n"},
    {"deep", {.scheme = DARK}, NULL,
     "color <deep> 'deep' detail 4 = #e0f300\n"
     "transform 'rgb(from var(--hover) r g 0)' detail 2 = #e0f300\n"
     "  operand detail 2 0/1\n"
     "  reference <hover> 'hover'\n"
     "  color <hover> 'hover' detail 4 = #e0f3ff\n"
     "  transform 'color-mix(in srgb, var(--accent) 25%, #ffffff 75%)' detail 1 = #e0f3ff\n"
     "    operand detail 1 0/2 n0 0.25\n"
     "    reference <accent> 'accent'\n"
     "    color <accent> 'accent' detail 1 = #81d0ff\n"
     "    variant 1/2 scheme 2 = #81d0ff\n"
     "    operand detail 1 1/2 n0 0.75\n"
     "    constant '#ffffff' = #ffffff\n"
     "result = #dff300\n",
     "deep = color(srgb 0.876471 0.953922 0): rgb(from var(--hover) r g 0)\n"
     "  hover = color(srgb 0.876471 0.953922 1): color-mix(in srgb, var(--accent) 25%, "
     "#ffffff 75%)\n"
     "    25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "    75%: #ffffff\n"},
    {"faint", {.scheme = DARK}, NULL,
     "color <faint> 'faint' detail 4 = #81d0ff66\n"
     "transform 'alpha(from var(--accent) / 0.4)' detail 3 = #81d0ff66\n"
     "  operand detail 3 0/1\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "result = #81d0ff66\n",
     "faint = #81d0ff66: alpha(from var(--accent) / 0.4)\n"
     "  accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"label", {.scheme = DARK}, NULL,
     "color <label> 'label' detail 4 = #000000\n"
     "transform 'contrast-color(var(--accent))' detail 4 = #000000\n"
     "  operand detail 4 0/1\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "result = #000000\n",
     "label = #000000: contrast-color(var(--accent))\n"
     "  accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"choice", {.scheme = LIGHT}, NULL,
     "color <choice> 'choice' detail 4 fails -12\n"
     "condition 0/2 fails -12\n"
     "result 'choice: no condition of if() holds, and it has no else' fails -12\n",
     "choice has no value: no condition of 2 holds\n"
     "no value, since nothing matches this environment: choice: "
     "no condition of if() holds, and it has no else\n"},
    {"choice", {.scheme = DARK}, NULL,
     "color <choice> 'choice' detail 4 = #123456\n"
     "condition 'media(prefers-color-scheme: dark)' 1/2\n"
     "constant '#123456' = #123456\n"
     "result = #123456\n",
     "choice = #123456: branch 2 of 2 (media(prefers-color-scheme: dark)), #123456\n"},
    {"choice", {.scheme = DARK, .state = DYNCOLOR_STATE_HOVERED}, NULL,
     "color <choice> 'choice' detail 4 = #e0f3ff\n"
     "condition 'style(--state: hovered)' 0/2\n"
     "reference <hover> 'hover'\n"
     "color <hover> 'hover' detail 4 = #e0f3ff\n"
     "transform 'color-mix(in srgb, var(--accent) 25%, #ffffff 75%)' detail 1 = #e0f3ff\n"
     "  operand detail 1 0/2 n0 0.25\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 1 1/2 n0 0.75\n"
     "  constant '#ffffff' = #ffffff\n"
     "result = #dff3ff\n",
     "choice = color(srgb 0.876471 0.953922 1): branch 1 of 2 (style(--state: hovered)), "
     "var(--hover)\n"
     "hover = color(srgb 0.876471 0.953922 1): color-mix(in srgb, var(--accent) 25%, #ffffff "
     "75%)\n"
     "  25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  75%: #ffffff\n"},
    {"pair", {.scheme = DARK}, NULL,
     "color <pair> 'pair' detail 4 = #123456\n"
     "scheme 1/0\n"
     "constant '#123456' = #123456\n"
     "result = #123456\n",
     "pair = #123456: dark, #123456\n"},
    {"pair", {.scheme = LIGHT}, NULL,
     "color <pair> 'pair' detail 4 = #0461be\n"
     "scheme\n"
     "reference <accent> 'accent'\n"
     "color <accent> 'accent' detail 1 = #0461be\n"
     "variant 0/2 = #0461be\n"
     "result = #0461be\n",
     "pair = #0461be: light, var(--accent)\n"
     "accent = #0461be: variant 1 of 2 (light)\n"},
    {"spare", {.scheme = DARK}, NULL,
     "color <spare> 'spare' detail 4 = #81d0ff\n"
     "reference 'nothing' fails -6\n"
     "fallback\n"
     "reference <accent> 'accent'\n"
     "color <accent> 'accent' detail 1 = #81d0ff\n"
     "variant 1/2 scheme 2 = #81d0ff\n"
     "result = #81d0ff\n",
     "spare = #81d0ff: var(--nothing), an unknown name, fallback used, "
     "var(--accent)\n"
     "accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"lost", {0}, NULL,
     "color <lost> 'lost' detail 4 fails -6\n"
     "reference 'nothing' fails -6\n"
     "result 'lost → var(--nothing)' fails -6\n",
     "lost has no value: var(--nothing), an unknown name\n"
     "no value, since a name is unknown: lost → var(--nothing)\n"},
    {"half lost", {.scheme = DARK}, NULL,
     "color <half lost> 'half lost' detail 4 fails -6\n"
     "transform 'color-mix(in srgb, var(--accent), var(--lost))' detail 1 fails -6\n"
     "  operand detail 1 0/2 n0 0.5\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 1 1/2 n0 0.5\n"
     "  reference <lost> 'lost'\n"
     "  color <lost> 'lost' detail 4 fails -6\n"
     "  reference 'nothing' fails -6\n"
     "result 'lost → var(--nothing)' fails -6\n",
     "half lost has no value: color-mix(in srgb, var(--accent), var(--lost))\n"
     "  50%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  50%: lost has no value: var(--nothing), an unknown name\n"
     "no value, since a name is unknown: lost → var(--nothing)\n"},
    {"twice", {.scheme = DARK}, NULL,
     "color <twice> 'twice' detail 4 = #e0f3ffbf\n"
     "transform 'color-mix(in srgb, var(--hover), alpha(from var(--hover) / 0.5))' detail 1 = "
     "#e0f3ffbf\n"
     "  operand detail 1 0/2 n0 0.5\n"
     "  reference <hover> 'hover'\n"
     "  color <hover> 'hover' detail 4 = #e0f3ff\n"
     "  transform 'color-mix(in srgb, var(--accent) 25%, #ffffff 75%)' detail 1 = #e0f3ff\n"
     "    operand detail 1 0/2 n0 0.25\n"
     "    reference <accent> 'accent'\n"
     "    color <accent> 'accent' detail 1 = #81d0ff\n"
     "    variant 1/2 scheme 2 = #81d0ff\n"
     "    operand detail 1 1/2 n0 0.75\n"
     "    constant '#ffffff' = #ffffff\n"
     "  operand detail 1 1/2 n0 0.5\n"
     "  transform 'alpha(from var(--hover) / 0.5)' detail 3 = #e0f3ff80\n"
     "    operand detail 3 0/1\n"
     "    reference <hover> 'hover'\n"
     "    color <hover> 'hover' detail 4 1/0 = #e0f3ff\n"
     "result = #dff3ffbf\n",
     "twice = color(srgb 0.876471 0.953922 1 / 0.75): color-mix(in srgb, var(--hover), "
     "alpha(from var(--hover) / 0.5))\n"
     "  50%: hover = color(srgb 0.876471 0.953922 1): color-mix(in srgb, var(--accent) 25%, "
     "#ffffff 75%)\n"
     "    25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "    75%: #ffffff\n"
     "  50%: alpha(from var(--hover) / 0.5) = color(srgb 0.876471 0.953922 1 / 0.5)\n"
     "    hover = color(srgb 0.876471 0.953922 1): see above\n"},
    {"first", {0}, NULL,
     "color <first> 'first' detail 4 fails -10\n"
     "transform 'color-mix(in srgb, var(--second), #ff0000)' detail 1 fails -10\n"
     "  operand detail 1 0/2 n0 0.5\n"
     "  reference <second> 'second'\n"
     "  color <second> 'second' detail 4 fails -10\n"
     "  reference <first> 'first'\n"
     "  color <first> 'first' detail 4 1/0 fails -10\n"
     "  operand detail 1 1/2 n0 0.5\n"
     "  constant '#ff0000' = #ff0000\n"
     "result 'first → second → first' fails -10\n",
     "first has no value: color-mix(in srgb, var(--second), #ff0000)\n"
     "  50%: second has no value: var(--first)\n"
     "  first has no value: see above\n"
     "  50%: #ff0000\n"
     "no value, since a color refers to itself: first → second → first\n"},
    {"there", {0}, NULL,
     "color <there> 'there' detail 4 fails -10\n"
     "reference <back> 'back'\n"
     "color <back> 'back' detail 4 fails -10\n"
     "reference <there> 'there'\n"
     "color <there> 'there' detail 4 1/0 fails -10\n"
     "result 'there → back → there' fails -10\n",
     "there has no value: var(--back)\n"
     "back has no value: var(--there)\n"
     "there has no value: see above\n"
     "no value, since a color refers to itself: there → back → there\n"},
    {"system", {.scheme = DARK}, NULL,
     "color <system> 'system' detail 4 = #80baff\n"
     "transform 'color-mix(in srgb, AccentColor, currentcolor)' detail 1 = #80baff\n"
     "  operand detail 1 0/2 n0 0.5\n"
     "  system 'AccentColor' detail 3 = #0075ff\n"
     "  operand detail 1 1/2 n0 0.5\n"
     "  foreground detail 3 = #ffffff\n"
     "result = #80baff\n",
     "system = color(srgb 0.5 0.729412 1): color-mix(in srgb, AccentColor, currentcolor)\n"
     "  50%: AccentColor, built in = #0075ff\n"
     "  50%: currentcolor, built in = #ffffff\n"},
    {"system", {.scheme = DARK}, "accent",
     "color <system> 'system' detail 4 = #41a3ff\n"
     "transform 'color-mix(in srgb, AccentColor, currentcolor)' detail 1 = #41a3ff\n"
     "  operand detail 1 0/2 n0 0.5\n"
     "  system 'AccentColor' detail 3 = #0075ff\n"
     "  operand detail 1 1/2 n0 0.5\n"
     "  foreground <accent> detail 1\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "result = #41a2ff\n",
     "system = color(srgb 0.252941 0.637255 1): color-mix(in srgb, AccentColor, "
     "currentcolor)\n"
     "  50%: AccentColor, built in = #0075ff\n"
     "  50%: currentcolor of the environment\n"
     "  accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"link", {0}, NULL,
     "color <link> 'link' detail 4 = #008080\n"
     "system <LinkText> 'LinkText' detail 2\n"
     "color <LinkText> 'LinkText' detail 1 = #008080\n"
     "variant 0/1 = #008080\n"
     "result = #008080\n",
     "link = #008080: LinkText of the theme\n"
     "LinkText = #008080\n"},
    {"wide", {0}, NULL,
     "color <wide> 'wide' detail 1 = #00ff00\n"
     "variant 0/1 = #00ff00\n"
     "result = #00ff00\n",
     "wide = color(display-p3 0 1 0)\n"},
    {"wide", {.gamut = DYNCOLOR_GAMUT_SRGB}, NULL,
     "color <wide> 'wide' detail 1 = #00ff00\n"
     "variant 0/1 = #00ff00\n"
     "gamut detail 1 from #00ff00 = #00f74f\n"
     "result = #00f74f\n",
     "wide = color(display-p3 0 1 0)\n"
     "mapped to srgb = color(srgb 0 0.968328 0.308307)\n"},
    {"candidates", {.scheme = DARK}, NULL,
     "color <candidates> 'candidates' detail 4 = #123456\n"
     "transform '--first(var(--lost), var(--failing), var(--choice), var(--plain))' detail 7 "
     "= #123456\n"
     "  fallback 0/4 fails -6\n"
     "  reference <lost> 'lost'\n"
     "  color <lost> 'lost' detail 4 fails -6\n"
     "  reference 'nothing' fails -6\n"
     "  fallback 1/4 fails -1234\n"
     "  reference <failing> 'failing'\n"
     "  color <failing> 'failing' detail 3 fails -1234\n"
     "  provider fails -1234\n"
     "  fallback 2/4\n"
     "  reference <choice> 'choice'\n"
     "  color <choice> 'choice' detail 4 = #123456\n"
     "  condition 'media(prefers-color-scheme: dark)' 1/2\n"
     "  constant '#123456' = #123456\n"
     "result = #123456\n",
     "candidates = #123456: --first(var(--lost), var(--failing), var(--choice), "
     "var(--plain))\n"
     "  1 of 4, skipped: lost has no value: var(--nothing), an unknown name\n"
     "  2 of 4, skipped: failing has no value: a provider, which fails with -1234\n"
     "  3 of 4: choice = #123456: branch 2 of 2 (media(prefers-color-scheme: dark)), #123456\n"},
    {"dim", {.scheme = DARK}, NULL,
     "color <dim> 'dim' detail 4 = #e0f3ff80\n"
     "reference <hover> 'hover'\n"
     "color <hover> 'hover' detail 4 0/1 = #e0f3ff80\n"
     "transform 'color-mix(in srgb, var(--accent) 25%, #ffffff 75%)' detail 1 = #e0f3ff\n"
     "  operand detail 1 0/2 n0 0.25\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 1 1/2 n0 0.75\n"
     "  constant '#ffffff' = #ffffff\n"
     "level detail 1 n0 0.5 from #e0f3ff = #e0f3ff80\n"
     "result = #dff3ff80\n",
     "dim = color(srgb 0.876471 0.953922 1 / 0.5): var(--hover)\n"
     "hover (secondary) = color(srgb 0.876471 0.953922 1 / 0.5): color-mix(in srgb, "
     "var(--accent) 25%, #ffffff 75%)\n"
     "  25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  75%: #ffffff\n"
     "secondary, alpha times 0.5 = color(srgb 0.876471 0.953922 1 / 0.5)\n"},
    {"content", {.scheme = DARK}, NULL,
     "color <content> 'content' detail 4 = #ebebf54d\n"
     "foreground detail 3 0/2 = #ebebf54d\n"
     "result = #ebebf54d\n",
     "content = color(srgb 0.921569 0.921569 0.960784 / 0.3): currentcolor (tertiary), built "
     "in\n"},
    {"content", {.scheme = DARK}, "hover",
     "color <content> 'content' detail 4 = #e0f3ff40\n"
     "foreground <hover> detail 1 0/2\n"
     "color <hover> 'hover' detail 4 0/2 = #e0f3ff40\n"
     "transform 'color-mix(in srgb, var(--accent) 25%, #ffffff 75%)' detail 1 = #e0f3ff\n"
     "  operand detail 1 0/2 n0 0.25\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 1 1/2 n0 0.75\n"
     "  constant '#ffffff' = #ffffff\n"
     "level detail 2 n0 0.25 from #e0f3ff = #e0f3ff40\n"
     "result = #dff3ff40\n",
     "content = color(srgb 0.876471 0.953922 1 / 0.25): currentcolor (tertiary) of the "
     "environment\n"
     "hover (tertiary) = color(srgb 0.876471 0.953922 1 / 0.25): color-mix(in srgb, "
     "var(--accent) 25%, #ffffff 75%)\n"
     "  25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  75%: #ffffff\n"
     "tertiary, alpha times 0.25 = color(srgb 0.876471 0.953922 1 / 0.25)\n"},
    {"palette", {0}, NULL,
     "color <palette> 'palette' detail 4 = #aabbcc\n"
     "fallback\n"
     "reference <plain> 'plain'\n"
     "color <plain> 'plain' detail 1 = #aabbcc\n"
     "variant 0/1 = #aabbcc\n"
     "result = #aabbcc\n",
     "palette = #aabbcc: fallback used, var(--plain)\n"
     "plain = #aabbcc\n"},
    {"palette", {.palette = 1}, NULL,
     "color <palette> 'palette' detail 4 = #663399\n"
     "palette <Night/primary> 'Night/primary' detail 1 1/0\n"
     "color <Night/primary> 'Night/primary' detail 1 = #663399\n"
     "variant 0/1 = #663399\n"
     "result = #663399\n",
     "palette = #663399: Night/primary of the palette\n"
     "Night/primary = #663399\n"},
    {"palette", {.palette = 2}, NULL,
     "color <palette> 'palette' detail 4 = #aabbcc\n"
     "palette 'Empty/primary' detail 1 2/0 fails -12\n"
     "fallback\n"
     "reference <plain> 'plain'\n"
     "color <plain> 'plain' detail 1 = #aabbcc\n"
     "variant 0/1 = #aabbcc\n"
     "result = #aabbcc\n",
     "palette = #aabbcc: no Empty/primary in the palette, fallback used, var(--plain)\n"
     "plain = #aabbcc\n"},
    {"bare", {.palette = 2}, NULL,
     "color <bare> 'bare' detail 2 fails -12\n"
     "palette 'Empty/primary' detail 1 2/0 fails -12\n"
     "result 'bare: palette \"Empty\" has no color \"primary\"' fails -12\n",
     "bare has no value: no Empty/primary in the palette\n"
     "no value, since nothing matches this environment: bare: palette \"Empty\" has no color "
     "\"primary\"\n"},
    {"bare", {0}, NULL,
     "color <bare> 'bare' detail 2 fails -12\n"
     "result 'bare: no palette for \"primary\"; set one in the environment, or a default palette' "
     "fails -12\n",
     "bare has no value\n"
     "no value, since nothing matches this environment: bare: no palette for \"primary\"; "
     "set one in the environment, or a default palette\n"},
    {"semantic", {.scheme = DARK}, NULL,
     "color <semantic> 'semantic' detail 2 = #81d0ff\n"
     "fallback\n"
     "variant 0/1\n"
     "reference <accent>\n"
     "color <accent> 'accent' detail 1 = #81d0ff\n"
     "variant 1/2 scheme 2 = #81d0ff\n"
     "result = #81d0ff\n",
     "semantic = #81d0ff: fallback used, the color in the next line\n"
     "accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"semantic", {.palette = 1}, NULL,
     "color <semantic> 'semantic' detail 2 = #663399\n"
     "palette <Night/primary> 'Night/primary' detail 1 1/0\n"
     "color <Night/primary> 'Night/primary' detail 1 = #663399\n"
     "variant 0/1 = #663399\n"
     "result = #663399\n",
     "semantic = #663399: Night/primary of the palette\n"
     "Night/primary = #663399\n"},
    {"blended", {.scheme = LIGHT}, NULL,
     "color <blended> 'blended' detail 4 = #0461be\n"
     "transform '--blend(light-dark(normal, multiply), var(--accent), var(--plain))' detail 5 "
     "1/0 = #0461be\n"
     "scheme\n"
     "  operand detail 5 0/2\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #0461be\n"
     "  variant 0/2 = #0461be\n"
     "  operand detail 5 1/2\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #0461be\n",
     "blended = #0461be: --blend(light-dark(normal, multiply), var(--accent), var(--plain)), "
     "light\n"
     "  source: accent = #0461be: variant 1 of 2 (light)\n"
     "  backdrop: plain = #aabbcc\n"},
    {"blended", {.scheme = DARK}, NULL,
     "color <blended> 'blended' detail 4 = #5699cc\n"
     "transform '--blend(light-dark(normal, multiply), var(--accent), var(--plain))' detail 5 "
     "2/0 = #5699cc\n"
     "scheme 1/0\n"
     "  operand detail 5 0/2\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 5 1/2\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #5699cc\n",
     "blended = color(srgb 0.337255 0.59817 0.8): --blend(light-dark(normal, multiply), "
     "var(--accent), var(--plain)), dark\n"
     "  source: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  backdrop: plain = #aabbcc\n"},
    {"darkened", {0}, NULL,
     "color <darkened> 'darkened' detail 4 = #3c556d\n"
     "transform '--dark-of(var(--plain), tint)' detail 12 = #3c556d\n"
     "  operand detail 12 0/1\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #3c556d\n",
     "darkened = color(srgb 0.236325 0.333429 0.427444): --dark-of(var(--plain), tint)\n"
     "  plain = #aabbcc\n"},
    {"toned", {0}, NULL,
     "color <toned> 'toned' detail 4 = #50606f\n"
     "transform '--tone(var(--plain), 40)' detail 11 n0 40 = #50606f\n"
     "  operand detail 11 0/1\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #50606f\n",
     "toned = color(srgb 0.313312 0.377235 0.43558): --tone(var(--plain), 40)\n"
     "  plain = #aabbcc\n"},
    {"standing", {.scheme = DARK}, NULL,
     "color <standing> 'standing' detail 4 = #bfd0e1\n"
     "transform '--standalone(var(--plain))' detail 10 = #bfd0e1\n"
     "scheme 1/0\n"
     "  operand detail 10 0/1\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #bfd0e1\n",
     "standing = color(srgb 0.747855 0.815811 0.883842): --standalone(var(--plain)), dark\n"
     "  plain = #aabbcc\n"},
    {"material", {.scheme = DARK, .contrast = DYNCOLOR_CONTRAST_PERCENT(30)}, NULL,
     "color <material> 'material' detail 4 = #9aa0a7\n"
     "transform '--material(var(--plain), outline)' detail 14 n0 0.3 = #9aa0a7\n"
     "scheme 1/0\n"
     "  operand detail 14 0/1\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #9aa0a7\n",
     "material = color(srgb 0.605514 0.627787 0.655425): --material(var(--plain), outline), dark\n"
     "  plain = #aabbcc\n"},
    {"scaled", {.contrast = DYNCOLOR_CONTRAST_MORE}, NULL,
     "color <scaled> 'scaled' detail 4 = #aabbcc\n"
     "transform '--scale(var(--plain), 9)' detail 15 n0 1 n1 9 = #aabbcc\n"
     "scheme\n"
     "  operand detail 15 0/1\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #aabbcc\n",
     "scaled = #aabbcc: --scale(var(--plain), 9), light\n"
     "  plain = #aabbcc\n"},
    {"seen", {0}, NULL,
     "color <seen> 'seen' detail 4 = #b2bbcd\n"
     "transform '--vision(var(--plain), protan 60%)' detail 9 2/0 n0 0.6 = #b2bbcd\n"
     "  operand detail 9 0/1\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #b2bbcd\n",
     "seen = color(srgb 0.697066 0.731945 0.802281): --vision(var(--plain), protan 60%)\n"
     "  plain = #aabbcc\n"},
    {"readable", {0}, NULL,
     "color <readable> 'readable' detail 4 = #4a4a4a\n"
     "transform '--ensure-contrast(#777777, on var(--plain), 4.5)' detail 6 = #4a4a4a\n"
     "  operand detail 6 0/2\n"
     "  constant '#777777' = #777777\n"
     "  operand detail 6 1/2\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "  contrast n0 2.279 n1 4.5 n2 4.5 from #777777 = #4a4a4a\n"
     "result = #4a4a4a\n",
     "readable = oklch(0.409698 0 none): --ensure-contrast(#777777, on var(--plain), 4.5)\n"
     "  #777777\n"
     "  on plain = #aabbcc\n"
     "  contrast before 2.279, requested 4.5, reached 4.5\n"},
    {"more or less", {.contrast = DYNCOLOR_CONTRAST_MORE}, NULL,
     "color <more or less> 'more or less' detail 4 = #595959\n"
     "transform '--grade-contrast(#777777, on var(--plain), 3)' detail 16 = #595959\n"
     "  operand detail 16 0/2\n"
     "  constant '#777777' = #777777\n"
     "  operand detail 16 1/2\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "  contrast n0 2.279 n1 3.546 n2 3.546 from #777777 = #595959\n"
     "result = #595959\n",
     "more or less = oklch(0.46529 0 none): --grade-contrast(#777777, on var(--plain), 3)\n"
     "  #777777\n"
     "  on plain = #aabbcc\n"
     "  contrast before 2.279, requested 3.546, reached 3.546\n"},
    {"readable on two", {0}, NULL,
     "color <readable on two> 'readable on two' detail 4 = #646464\n"
     "transform '--ensure-contrast(#777777, on var(--plain), on #000000, light-dark(3, 4.5))' "
     "detail 6 = #646464\n"
     "scheme\n"
     "  operand detail 6 0/3\n"
     "  constant '#777777' = #777777\n"
     "  operand detail 6 1/3\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "  operand detail 6 2/3\n"
     "  constant '#000000' = #000000\n"
     "  contrast n0 2.279 n1 3 n2 3 from #777777 = #646464\n"
     "result = #646464\n",
     "readable on two = oklch(0.504169 0 none): --ensure-contrast(#777777, on var(--plain), on "
     "#000000, light-dark(3, 4.5)), light\n"
     "  #777777\n"
     "  on plain = #aabbcc\n"
     "  on #000000\n"
     "  contrast before 2.279, requested 3, reached 3\n"},
    {"graded ratio", {.scheme = DARK, .contrast = DYNCOLOR_CONTRAST_MORE}, NULL,
     "color <graded ratio> 'graded ratio' detail 4 = #2d2d2d80\n"
     "transform 'alpha(from --ensure-contrast(#777777, on var(--plain), "
     "if(media(prefers-contrast: more): light-dark(5, 7); else: 4.5)) / 0.5)' detail 3 "
     "= #2d2d2d80\n"
     "  operand detail 3 0/1\n"
     "  transform '--ensure-contrast(#777777, on var(--plain), "
     "if(media(prefers-contrast: more): light-dark(5, 7); else: 4.5))' detail 6 = #2d2d2d\n"
     "  condition 'media(prefers-contrast: more)' 0/2\n"
     "  scheme 1/0\n"
     "    operand detail 6 0/2\n"
     "    constant '#777777' = #777777\n"
     "    operand detail 6 1/2\n"
     "    reference <plain> 'plain'\n"
     "    color <plain> 'plain' detail 1 = #aabbcc\n"
     "    variant 0/1 = #aabbcc\n"
     "    contrast n0 2.279 n1 7 n2 7 from #777777 = #2d2d2d\n"
     "result = #2d2d2d80\n",
     "graded ratio = oklch(0.297579 0 none / 0.5): alpha(from --ensure-contrast(#777777, on "
     "var(--plain), if(media(prefers-contrast: more): light-dark(5, 7); else: 4.5)) / 0.5)\n"
     "  --ensure-contrast(#777777, on var(--plain), if(media(prefers-contrast: more): "
     "light-dark(5, 7); else: 4.5)) = oklch(0.297579 0 none): branch 1 of 2 "
     "(media(prefers-contrast: more)), dark\n"
     "    #777777\n"
     "    on plain = #aabbcc\n"
     "    contrast before 2.279, requested 7, reached 7\n"},
    {"table", {.scheme = DARK}, NULL,
     "color <table> 'table' detail 4 = #81d0ff\n"
     "variant 1/3 scheme 2\n"
     "reference <accent> 'accent'\n"
     "color <accent> 'accent' detail 1 = #81d0ff\n"
     "variant 1/2 scheme 2 = #81d0ff\n"
     "result = #81d0ff\n",
     "table = #81d0ff: variant 2 of 3 (dark), var(--accent)\n"
     "accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"table", {.scheme = DARK, .contrast = 151}, NULL,
     "color <table> 'table' detail 4 = #c2e8ff\n"
     "transform detail 8 n0 0.5 = #c2e8ff\n"
     "  operand detail 8 0/2 n0 0.5\n"
     "  variant 1/3 scheme 2\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 8 1/2 n0 0.5\n"
     "  variant 2/3 scheme 2 contrast 201\n"
     "  constant '#ffffff' = #ffffff\n"
     "result = #c2e8ff\n",
     "table = oklab(0.912034 -0.0286032 -0.0423858): between the variants for two contrasts\n"
     "  50%: variant 2 of 3 (dark): var(--accent)\n"
     "  accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  50%: variant 3 of 3 (dark more): #ffffff\n"},
    {"graded", {.scheme = DARK, .contrast = 151}, NULL,
     "color <graded> 'graded' detail 1 = #2e4f63\n"
     "transform detail 8 n0 0.5 = #2e4f63\n"
     "  operand detail 8 0/2 n0 0.5\n"
     "  variant 0/2 contrast 101 = #000000\n"
     "  operand detail 8 1/2 n0 0.5\n"
     "  variant 1/2 contrast 201\n"
     "  reference <accent>\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "result = #2e4f63\n",
     "graded = oklab(0.412034 -0.0286032 -0.0423858): between the variants for two contrasts\n"
     "  50%: variant 1 of 2 (standard) = #000000\n"
     "  50%: variant 2 of 2 (more): the color in the next line\n"
     "  accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"light only", {.scheme = DARK}, NULL,
     "color <light only> 'light only' detail 1 fails -12\n"
     "variant 0/1 fails -12\n"
     "result 'light only: no variant matches' fails -12\n",
     "light only has no value: no variant of 1 matches\n"
     "no value, since nothing matches this environment: light only: no variant matches\n"},
    {"blue", {0}, NULL,
     "color <blue> 'blue' detail 3 = #0033ff80\n"
     "provider detail 2 = #0033ff80\n"
     "result = #0033ff80\n",
     "blue = color(srgb 0 0.2 1 / 0.5): a provider's answer\n"},
    {"named", {.scheme = DARK}, NULL,
     "color <named> 'named' detail 3 = #dff3ff\n"
     "provider detail 1\n"
     "reference <hover>\n"
     "color <hover> 'hover' detail 4 = #dff3ff\n"
     "transform 'color-mix(in srgb, var(--accent) 25%, #ffffff 75%)' detail 1 = #e0f3ff\n"
     "  operand detail 1 0/2 n0 0.25\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 1 1/2 n0 0.75\n"
     "  constant '#ffffff' = #ffffff\n"
     "result = #dff3ff\n",
     "named = color(srgb 0.876471 0.953922 1): a provider's answer, the color in the next line\n"
     "hover = color(srgb 0.876471 0.953922 1): color-mix(in srgb, var(--accent) 25%, #ffffff "
     "75%)\n"
     "  25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  75%: #ffffff\n"},
    {"failing", {0}, NULL,
     "color <failing> 'failing' detail 3 fails -1234\n"
     "provider fails -1234\n"
     "result 'failing: its provider returned -1234' fails -1234\n",
     "failing has no value: a provider, which fails with -1234\n"
     "no value, since a provider failed: failing: its provider returned -1234\n"},
    {"nonsense", {0}, NULL,
     "color <nonsense> 'nonsense' detail 3 fails -1\n"
     "provider fails -1\n"
     "result 'nonsense' fails -1\n",
     "nonsense has no value: a provider, which fails with "
     "DYNCOLOR_ERROR_INVALID_ARGUMENT\n"
     "no value, since a provider returned no color, or an invalid one: nonsense\n"},
    {"self", {0}, NULL,
     "color <self> 'self' detail 3 fails -10\n"
     "provider fails -10\n"
     "result 'self: its provider returned DYNCOLOR_ERROR_CYCLE' fails -10\n",
     "self has no value: a provider, which fails with DYNCOLOR_ERROR_CYCLE\n"
     "no value, since a color refers to itself: self: its provider returned "
     "DYNCOLOR_ERROR_CYCLE\n"},
    {"of providers", {.scheme = DARK}, NULL,
     "color <of providers> 'of providers' detail 4 = #95b3ffbf\n"
     "transform 'color-mix(in srgb, var(--blue), var(--named))' detail 1 = #95b3ffbf\n"
     "  operand detail 1 0/2 n0 0.5\n"
     "  reference <blue> 'blue'\n"
     "  color <blue> 'blue' detail 3 = #0033ff80\n"
     "  provider detail 2 = #0033ff80\n"
     "  operand detail 1 1/2 n0 0.5\n"
     "  reference <named> 'named'\n"
     "  color <named> 'named' detail 3 = #dff3ff\n"
     "  provider detail 1\n"
     "  reference <hover>\n"
     "  color <hover> 'hover' detail 4 = #dff3ff\n"
     "  transform 'color-mix(in srgb, var(--accent) 25%, #ffffff 75%)' detail 1 = #e0f3ff\n"
     "    operand detail 1 0/2 n0 0.25\n"
     "    reference <accent> 'accent'\n"
     "    color <accent> 'accent' detail 1 = #81d0ff\n"
     "    variant 1/2 scheme 2 = #81d0ff\n"
     "    operand detail 1 1/2 n0 0.75\n"
     "    constant '#ffffff' = #ffffff\n"
     "result = #95b3ffbf\n",
     "of providers = color(srgb 0.584314 0.702614 1 / 0.75): color-mix(in srgb, var(--blue), "
     "var(--named))\n"
     "  50%: blue = color(srgb 0 0.2 1 / 0.5): a provider's answer\n"
     "  50%: named = color(srgb 0.876471 0.953922 1): a provider's answer, the color in the next "
     "line\n"
     "  hover = color(srgb 0.876471 0.953922 1): color-mix(in srgb, var(--accent) 25%, "
     "#ffffff 75%)\n"
     "    25%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "    75%: #ffffff\n"},
    {"mine", {.scheme = DARK}, NULL,
     "color <mine> 'mine' layer 2 of 1 detail 4 = #81d0ff\n"
     "reference <button> 'button'\n"
     "color <button> 'button' detail 4 = #81d0ff\n"
     "reference <accent> 'accent'\n"
     "color <accent> 'accent' detail 1 = #81d0ff\n"
     "variant 1/2 scheme 2 = #81d0ff\n"
     "result = #81d0ff\n",
     "mine (layer user, of a plugin) = #81d0ff: var(--button)\n"
     "button = #81d0ff: var(--accent)\n"
     "accent = #81d0ff: variant 2 of 2 (dark)\n"},
    {"regional", {.locale = 1}, NULL,
     "color <regional> 'regional' detail 1 = #ffd700\n"
     "variant 1/2 elevation 1 locale 1 = #ffd700\n"
     "result = #ffd700\n",
     "regional = #ffd700: variant 2 of 2 (base locale(de))\n"},
    {"dark only", {.scheme = LIGHT}, NULL,
     "color <dark only> 'dark only' detail 4 fails -12\n"
     "variant 0/1 fails -12\n"
     "result 'dark only: no variant matches' fails -12\n",
     "dark only has no value: no variant of 1 matches\n"
     "no value, since nothing matches this environment: dark only: no variant matches\n"},
    {"insistent", {.scheme = DARK}, NULL,
     "color <insistent> 'insistent' detail 4 = #aabbcc\n"
     "transform '--first(var(--failing), --level(var(--failing), secondary), var(--failing), "
     "var(--plain))' detail 7 = #aabbcc\n"
     "  fallback 0/4 fails -1234\n"
     "  reference <failing> 'failing'\n"
     "  color <failing> 'failing' detail 3 fails -1234\n"
     "  provider fails -1234\n"
     "  fallback 1/4 fails -1234\n"
     "  reference <failing> 'failing'\n"
     "  color <failing> 'failing' detail 3 0/1 fails -1234\n"
     "  provider fails -1234\n"
     "  fallback 2/4 fails -1234\n"
     "  reference <failing> 'failing'\n"
     "  color <failing> 'failing' detail 3 1/0 fails -1234\n"
     "  fallback 3/4\n"
     "  reference <plain> 'plain'\n"
     "  color <plain> 'plain' detail 1 = #aabbcc\n"
     "  variant 0/1 = #aabbcc\n"
     "result = #aabbcc\n",
     "insistent = #aabbcc: --first(var(--failing), --level(var(--failing), secondary), "
     "var(--failing), var(--plain))\n"
     "  1 of 4, skipped: failing has no value: a provider, which fails with -1234\n"
     "  2 of 4, skipped: failing (secondary) has no value: a provider, which fails with "
     "-1234\n"
     "  3 of 4, skipped: failing has no value: see above\n"
     "  4 of 4: plain = #aabbcc\n"},
    {"con\ttrol", {.scheme = DARK}, NULL,
     "color <con\ttrol> 'con\ttrol' detail 4 fails -6\n"
     "reference 'un\tknown' fails -6\n"
     "result 'con trol → var(--un known)' fails -6\n",
     "con trol has no value: var(--un\\9 known), an unknown name\n"
     "no value, since a name is unknown: con trol → var(--un known)\n"},
    {"no mode", {.scheme = DARK}, NULL,
     "color <no mode> 'no mode' detail 4 fails -12\n"
     "transform '--blend(if(style(--team): multiply), var(--accent), var(--plain))' detail 5 "
     "fails -12\n"
     "condition 0/1 fails -12\n"
     "result 'no mode: no condition of if() holds, and it has no else' fails -12\n",
     "no mode has no value: --blend(if(style(--team): multiply), var(--accent), var(--plain)), "
     "no condition of 1 holds\n"
     "no value, since nothing matches this environment: no mode: "
     "no condition of if() holds, and it has no else\n"},
    {"no part", {.scheme = DARK}, NULL,
     "color <no part> 'no part' detail 4 fails -12\n"
     "transform 'color-mix(in srgb, var(--accent), if(style(--team): #ff0000))' detail 1 fails "
     "-12\n"
     "  operand detail 1 0/2 n0 0.5\n"
     "  reference <accent> 'accent'\n"
     "  color <accent> 'accent' detail 1 = #81d0ff\n"
     "  variant 1/2 scheme 2 = #81d0ff\n"
     "  operand detail 1 1/2 n0 0.5\n"
     "  condition 0/1 fails -12\n"
     "result 'no part: no condition of if() holds, and it has no else' fails -12\n",
     "no part has no value: color-mix(in srgb, var(--accent), if(style(--team): #ff0000))\n"
     "  50%: accent = #81d0ff: variant 2 of 2 (dark)\n"
     "  50%: no condition of 1 holds\n"
     "no value, since nothing matches this environment: no part: "
     "no condition of if() holds, and it has no else\n"},
};

static void rows_are_told(void) {
  for (size_t i = 0; i < COUNT(rows); i++) {
    const row *r = &rows[i];
    dyncolor_theme *theme = make_theme();
    dyncolor_environment where = r->where;
    if (r->foreground != NULL) where.foreground = find(theme, r->foreground);
    dyncolor_id id = find(theme, r->name);
    dyncolor_explanation *explanation = explain(theme, id, &where);
    int same = strcmp(print_steps(theme, explanation), r->steps) == 0;
    CHECK(same);
    if (!same) printf("# steps of %s:\n%s", r->name, printed);
    same = strcmp(dyncolor_explanation_text(explanation), r->text) == 0;
    CHECK(same);
    if (!same) printf("# text of %s:\n%s", r->name, dyncolor_explanation_text(explanation));
    check_whole(explanation, theme, id, &where);

    /* It outlives the theme. */
    dyncolor_theme_release(theme);
    CHECK(strcmp(dyncolor_explanation_text(explanation), r->text) == 0);
    dyncolor_explanation_release(explanation);
    CHECK(live_blocks == 0);
  }
}

static void all_ends_are_those_of_resolving(void) {
  for (int number = 0; number < 24; number++) {
    dyncolor_theme *theme = make_theme();
    dyncolor_environment where = {
        .scheme = (uint8_t)(number % 3),
        .contrast = (uint8_t)(number % 4 * 50 + 1),
        .gamut = (uint8_t)(number % 4),
        .palette = (uint16_t)(number / 4 % 3),
        .foreground = number % 5 == 0 ? find(theme, "accent") : 0,
        .accent = number % 5 == 1 ? find(theme, "named") : 0,
        .state = (uint8_t)(number % 2 * DYNCOLOR_STATE_HOVERED)};
    dyncolor_id ids[128];
    size_t count = 0;
    CHECK(dyncolor_theme_colors(theme, ids, COUNT(ids), &count, NULL) == DYNCOLOR_OK && count > 40);
    for (size_t i = 0; i < count; i++) {
      /* Before it has been resolved, and after. */
      for (int time = 0; time < 2; time++) {
        dyncolor_explanation *explanation = explain(theme, ids[i], &where);
        check_whole(explanation, theme, ids[i], &where);
        dyncolor_explanation_release(explanation);
      }
    }
    end_theme(theme);
  }
}

/* ---- Providers ------------------------------------------------------------------------------ */

static void providers_are_asked_once(void) {
  dyncolor_theme *theme = make_theme();
  dyncolor_id id = find(theme, "of providers");
  dyncolor_rgba color;
  calls = 0;
  dyncolor_explanation_release(explain(theme, id, &dark));
  CHECK(calls == 2);
  /* Their answers are kept, as are the values of the colors on the way. */
  dyncolor_explanation_release(explain(theme, id, &dark));
  CHECK(dyncolor_resolve(theme, id, &dark, &color, NULL) == DYNCOLOR_OK);
  CHECK(calls == 2);
  dyncolor_explanation_release(explain(theme, find(theme, "failing"), &dark));
  CHECK(calls == 3);
  dyncolor_explanation_release(explain(theme, find(theme, "candidates"), &dark));
  CHECK(calls == 4);
  end_theme(theme);
}

/* When asked for the first time, explains, changes a color, and takes another out. */
static dyncolor_status meddle(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  dyncolor_theme *theme = dyncolor_context_theme(context);
  (void)data;
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {1, 1, 1}, 1};
  if (calls++ > 0) return DYNCOLOR_OK;
  dyncolor_explanation *explanation = explain(theme, find(theme, "hover"), &dark);
  check_whole(explanation, theme, find(theme, "hover"), &dark);
  dyncolor_explanation_release(explanation);
  explanation = explain(theme, find(theme, "meddler"), &dark);
  size_t count = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  CHECK(count > 0 && steps[count - 1].status == DYNCOLOR_ERROR_CYCLE);
  dyncolor_explanation_release(explanation);
  css(theme, "accent", "orange");
  CHECK(dyncolor_unregister(theme, find(theme, "hover"), NULL) == DYNCOLOR_OK);
  return DYNCOLOR_OK;
}

static void the_story_is_of_one_instant(void) {
  dyncolor_theme *theme = make_theme();
  provider(theme, "meddler", meddle, NULL);
  dyncolor_id id = css(theme, "asks",
                       "color-mix(in srgb, var(--accent), var(--meddler), var(--accent))");
  calls = 0;
  dyncolor_explanation *explanation = explain(theme, id, &dark);
  CHECK(calls == 1);
  size_t count = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  dyncolor_rgba was = {(0x81 * 2 + 255) / 3.f / 255, (0xd0 * 2 + 255) / 3.f / 255, 1, 1};
  const dyncolor_color *color = &steps[count - 1].color;
  CHECK(steps[count - 1].status == DYNCOLOR_OK);
  CHECK(color->c[0] - (double)was.r < 1e-6 && (double)was.r - color->c[0] < 1e-6);
  CHECK(strstr(dyncolor_explanation_text(explanation), "accent = #81d0ff") != NULL);
  dyncolor_explanation_release(explanation);
  explanation = explain(theme, id, &dark);
  CHECK(strstr(dyncolor_explanation_text(explanation), "accent = #ffa500") != NULL);
  dyncolor_explanation_release(explanation);
  end_theme(theme);
}

/* Registers the color that it answers with. */
static dyncolor_status give_fresh(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)data;
  calls++;
  answer->id = css(dyncolor_context_theme(context), NULL, "color-mix(in srgb, red, var(--accent))");
  return DYNCOLOR_OK;
}

static void what_a_provider_registers_is_told(void) {
  dyncolor_theme *theme = make_theme();
  dyncolor_id id = provider(theme, "fresh", give_fresh, NULL);
  calls = 0;
  dyncolor_explanation *explanation = explain(theme, id, &dark);
  CHECK(calls == 1);
  CHECK(strstr(dyncolor_explanation_text(explanation), "color-mix(in srgb, #ff0000, var(--acc") !=
        NULL);
  check_whole(explanation, theme, id, &dark);
  dyncolor_explanation_release(explanation);
  end_theme(theme);
}

/* ---- Limits --------------------------------------------------------------------------------- */

enum { LONG = 20000 };

/* A chain of colors, each of which is made of the one before by `pattern`. */
static dyncolor_id make_chain(dyncolor_theme *theme, const char *pattern, int length) {
  char name[32], text[256];
  dyncolor_id id = css(theme, "c0", "light-dark(red, blue)");
  for (int i = 1; i <= length; i++) {
    snprintf(name, sizeof name, "c%d", i);
    snprintf(text, sizeof text, pattern, i - 1, i - 1);
    id = css(theme, name, text);
  }
  return id;
}

static const char *const patterns[] = {
    "var(--c%d)", "alpha(from var(--c%d) / 1)", "color-mix(in srgb, var(--c%d), var(--c%d))",
    "--first(var(--nothing), var(--c%d))", "--level(var(--c%d), primary)"};

static void *explain_chains(void *unused) {
  (void)unused;
  for (size_t i = 0; i < COUNT(patterns); i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_id id = make_chain(theme, patterns[i], LONG);
    dyncolor_explanation *explanation = explain(theme, id, &dark);
    size_t count = 0;
    const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
    CHECK(count <= DYNCOLOR_MAX_STEPS && count > DYNCOLOR_MAX_STEPS - 8);
    CHECK(steps[count - 2].kind == DYNCOLOR_STEP_KIND_MORE);
    check_whole(explanation, theme, id, &dark);
    dyncolor_explanation_release(explanation);
    end_theme(theme);
  }
  return NULL;
}

static void long_chains_are_cut(void) {
  /* On a stack of the least size, which depends on the processor. */
  const long least = sysconf(_SC_THREAD_STACK_MIN);
  const size_t size = least > 64 << 10 ? (size_t)least : 64 << 10;
  pthread_attr_t small;
  pthread_t thread;
  pthread_attr_init(&small);
  CHECK(pthread_attr_setstacksize(&small, size) == 0);
  CHECK(pthread_create(&thread, &small, explain_chains, NULL) == 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&small);
}

static void what_was_told_is_not_told_again(void) {
  /* Without that, there would be 2^100 ways. */
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = make_chain(theme, patterns[2], 100);
  dyncolor_explanation *explanation = explain(theme, id, &dark);
  size_t count = 0, seen = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  for (size_t i = 0; i < count; i++)
    if (steps[i].kind == DYNCOLOR_STEP_KIND_COLOR && steps[i].index == 1) {
      seen++;
      CHECK(steps[i].color.space != 0);
    }
  CHECK(count < 1000 && seen == 100);
  check_whole(explanation, theme, id, &dark);
  dyncolor_explanation_release(explanation);
  end_theme(theme);
}

static void wide_expressions_are_cut(void) {
  enum { PARTS = 5000, ROOM = PARTS * 32 };
  char *text = malloc(ROOM), *at = text;
  at += sprintf(at, "color-mix(in srgb");
  for (int i = 0; i < PARTS; i++) at += sprintf(at, ", light-dark(red, #%06x)", i);
  sprintf(at, ")");
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = css(theme, "wide", text);
  dyncolor_explanation *explanation = explain(theme, id, &dark);
  size_t count = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  CHECK(count > DYNCOLOR_MAX_STEPS - 8 && steps[count - 2].kind == DYNCOLOR_STEP_KIND_MORE);
  check_whole(explanation, theme, id, &dark);
  dyncolor_explanation_release(explanation);
  end_theme(theme);
  free(text);
}

/* More than can be told of each of many colors, each within the one before. */
static void wide_expressions_within_each_other_are_cut(void) {
  enum { PARTS = 5000, ROOM = PARTS * 32, COLORS = 6 };
  char *text = malloc(ROOM);
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = css(theme, "wide 0", "red");
  for (int color = 1; color <= COLORS; color++) {
    char name[16], *at = text;
    snprintf(name, sizeof name, "wide %d", color);
    at += sprintf(at, "color-mix(in srgb, var(--wide\\ %d)", color - 1);
    for (int i = 0; i < PARTS; i++) at += sprintf(at, ", light-dark(red, #%06x)", i);
    sprintf(at, ")");
    id = css(theme, name, text);
  }
  dyncolor_explanation *explanation = explain(theme, id, &dark);
  size_t count = 0, told = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  for (size_t i = 0; i < count; i++) told += steps[i].kind == DYNCOLOR_STEP_KIND_COLOR;
  CHECK(told == COLORS + 1);
  CHECK(count > DYNCOLOR_MAX_STEPS - 8 && steps[count - 2].kind == DYNCOLOR_STEP_KIND_MORE);
  check_whole(explanation, theme, id, &dark);
  dyncolor_explanation_release(explanation);
  end_theme(theme);
  free(text);
}

/* Colors without names have their ids. */
static void what_has_no_name_is_told(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id ids[2] = {css(theme, NULL, "#102030"), css(theme, "named", "red")}, id = 0;
  CHECK(dyncolor_register_fallbacks_n(theme, "either", NUL, parts_of(ids, 2), 2, &id, NULL) ==
        DYNCOLOR_OK);
  dyncolor_explanation *explanation = explain(theme, id, &dark);
  char line[64];
  snprintf(line, sizeof line, "--first(color %u, var(--named))", ids[0]);
  CHECK(strstr(dyncolor_explanation_text(explanation), line) != NULL);
  check_whole(explanation, theme, id, &dark);
  dyncolor_explanation_release(explanation);
  end_theme(theme);
}

/* Providers of which each asks the next. */
static void deep_providers_are_told(void) {
  static char names[2 * DYNCOLOR_MAX_DEPTH][8];
  dyncolor_theme *theme = new_theme();
  for (int i = 0; i < 2 * DYNCOLOR_MAX_DEPTH; i++) {
    snprintf(names[i], sizeof names[i], "p%d", i);
    if (i == 0)
      css(theme, names[i], "red");
    else
      provider(theme, names[i], give_resolved, names[i - 1]);
  }
  dyncolor_id id = find(theme, names[2 * DYNCOLOR_MAX_DEPTH - 1]);
  dyncolor_explanation *explanation = explain(theme, id, &dark);
  size_t count = 0;
  const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
  CHECK(steps[count - 1].status == DYNCOLOR_ERROR_TOO_DEEP);
  CHECK(strstr(dyncolor_explanation_text(explanation),
               "no value, since providers are nested too deeply") != NULL);
  dyncolor_explanation_release(explanation);
  end_theme(theme);
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static void arguments_are_checked(void) {
  dyncolor_theme *theme = make_theme();
  dyncolor_theme *other = new_theme();
  dyncolor_id id = find(theme, "accent");
  dyncolor_explanation *explanation;
  MARK(explanation);
  dyncolor_error error = fresh_error();
  check_refused(dyncolor_explanation_create(NULL, id, NULL, &explanation, &error), &error, "theme");
  error = fresh_error();
  check_refused(dyncolor_explanation_create(theme, id, NULL, NULL, &error), &error, "explanation");
  error = fresh_error();
  dyncolor_environment wrong = {.scheme = 3};
  check_refused(dyncolor_explanation_create(theme, id, &wrong, &explanation, &error), &error,
                "environment.scheme");
  const dyncolor_id foreign[] = {0, 1, id ^ 1, 0xFFFFFFFF, css(other, "accent", "red")};
  for (size_t i = 0; i < COUNT(foreign); i++) {
    error = fresh_error();
    CHECK(dyncolor_explanation_create(theme, foreign[i], NULL, &explanation, &error) ==
              DYNCOLOR_ERROR_FOREIGN_ID &&
          error.status == DYNCOLOR_ERROR_FOREIGN_ID);
  }
  CHECK_MARKED(explanation);
  CHECK(dyncolor_explanation_create(theme, 1, NULL, &explanation,
                                    NULL) == DYNCOLOR_ERROR_FOREIGN_ID);

  size_t count = 7;
  CHECK(dyncolor_explanation_steps(NULL, &count) == NULL && count == 0);
  CHECK(dyncolor_explanation_steps(NULL, NULL) == NULL);
  CHECK(strcmp(dyncolor_explanation_text(NULL), "") == 0);
  dyncolor_explanation_release(NULL);
  dyncolor_theme_release(other);
  end_theme(theme);
}

static void what_is_gone_is_explained(void) {
  dyncolor_theme *theme = make_theme();
  dyncolor_id declared = 0, id = find(theme, "button");
  CHECK(dyncolor_theme_declare_n(theme, "declared", NUL, &declared, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  const dyncolor_id gone[] = {declared, id};
  for (size_t i = 0; i < COUNT(gone); i++) {
    dyncolor_explanation *explanation = explain(theme, gone[i], NULL);
    check_whole(explanation, theme, gone[i], NULL);
    size_t count = 0;
    const dyncolor_step *steps = dyncolor_explanation_steps(explanation, &count);
    CHECK(steps[count - 1].status == DYNCOLOR_ERROR_STALE_ID);
    dyncolor_explanation_release(explanation);
  }
  end_theme(theme);
}

int main(void) {
  CLAIM("each kind of definition is explained, in steps and as text", rows_are_told);
  CLAIM("an explanation ends with the resolved color", all_ends_are_those_of_resolving);
  CLAIM("an explanation calls each provider once", providers_are_asked_once);
  CLAIM("an explanation is of one version of the theme", the_story_is_of_one_instant);
  CLAIM("colors that a provider has just registered are explained",
        what_a_provider_registers_is_told);
  CLAIM("explanations of long chains are truncated, on any stack", long_chains_are_cut);
  CLAIM("a definition that is used often is expanded only once", what_was_told_is_not_told_again);
  CLAIM("explanations of wide expressions are truncated", wide_expressions_are_cut);
  CLAIM("explanations of nested wide expressions are truncated",
        wide_expressions_within_each_other_are_cut);
  CLAIM("colors without a name are explained", what_has_no_name_is_told);
  CLAIM("providers nested too deeply are reported", deep_providers_are_told);
  CLAIM("arguments are checked", arguments_are_checked);
  CLAIM("declared and removed colors are explained", what_is_gone_is_explained);
  return CHECK_RESULT;
}
