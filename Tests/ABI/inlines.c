/* The inline functions of the header: each passes on every argument to the right parameter, and the
 * right length for each text. The exported functions that they call are replaced by functions that
 * note their arguments. */
#include <dyncolor.h>

#include "check.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST_PARAMETERS = 16 };

/* ---- Forms for C strings ---- */

typedef struct form_parameter {
  const char *name;
  enum { TEXT, POINTER, INTEGER, DOUBLE } kind;
} form_parameter;

/* An inline function that calls the one with `_n`, which has `target_count` parameters. */
typedef struct inline_form {
  const char *name;
  dyncolor_status (*call)(const uint64_t *values);
  size_t count, target_count;
  form_parameter parameters[MOST_PARAMETERS];
} inline_form;

/* The arguments of the latest call of an exported function, and what it returns. */
static struct {
  const char *name;
  uint64_t value;
} noted[MOST_PARAMETERS];
static size_t noted_count;
static dyncolor_status answer;

static void note_argument(const char *name, uint64_t value) {
  if (noted_count == MOST_PARAMETERS) abort();
  noted[noted_count].name = name;
  noted[noted_count++].value = value;
}

static uint64_t bits_of(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static double double_of(uint64_t bits) {
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

/* Made by Tests/ABI/list-inlines from the header. */
#include "inlines.h"

/* A value that no other argument of the call has, and that fits in the type. Nothing is at the
 * address of a pointer: an inline function only passes it on. */
static uint64_t value_of(const form_parameter *parameter, size_t index) {
  switch (parameter->kind) {
    case INTEGER: return index + 1;
    case DOUBLE: return bits_of((double)index + 0.5);
    default: return (index + 1) << 12;
  }
}

/* Calls a form, and checks that each parameter of the exported function has got the argument of
 * that name. A parameter that the form does not have is the length of the text before it. */
static void check_form(const inline_form *form, const uint64_t *values) {
  noted_count = 0;
  answer = (dyncolor_status)(-100 - (int)form->count);
  CHECK(form->call(values) == answer);
  CHECK(noted_count == form->target_count);
  size_t found = 0;
  for (size_t k = 0; k < noted_count; k++) {
    uint64_t expected = k > 0 && noted[k - 1].value != 0 ? DYNCOLOR_NUL_TERMINATED : 0;
    for (size_t i = 0; i < form->count; i++) {
      if (strcmp(form->parameters[i].name, noted[k].name) != 0) continue;
      expected = values[i];
      found++;
    }
    CHECK(noted[k].value == expected);
    if (noted[k].value != expected) printf("# %s: %s\n", form->name, noted[k].name);
  }
  CHECK(found == form->count);
}

static void all_arguments_are_passed_on(void) {
  for (size_t f = 0; f < COUNT(forms); f++) {
    const inline_form *form = &forms[f];
    uint64_t values[MOST_PARAMETERS];
    for (size_t i = 0; i < form->count; i++) values[i] = value_of(&form->parameters[i], i);
    check_form(form, values);
    size_t texts = 0;
    for (size_t i = 0; i < form->count; i++) {
      if (form->parameters[i].kind != TEXT) continue;
      texts++;
      uint64_t value = values[i];
      values[i] = 0;
      check_form(form, values);
      values[i] = value;
    }
    CHECK(texts > 0 && form->target_count == form->count + texts);
  }
  CHECK(COUNT(forms) > 40);
}

/* ---- The other inline functions ---- */

static void a_text_has_a_length(void) {
  CHECK(dyncolor_text_length("") == DYNCOLOR_NUL_TERMINATED);
  CHECK(dyncolor_text_length(NULL) == 0);
}

static void pixels_are_colors(void) {
  const dyncolor_rgba pixel = {0.125f, 0.25f, 0.5f, 0.75f};
  const dyncolor_color expected = {DYNCOLOR_SPACE_SRGB, 0, {0.125, 0.25, 0.5}, 0.75};
  dyncolor_color color = {0};
  dyncolor_rgba back = {0, 0, 0, 0};
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_color_from_rgba(&pixel, &color, &error) == DYNCOLOR_OK);
  CHECK(dyncolor_color_equal(&color, &expected) == 1);
  CHECK(dyncolor_color_to_rgba(&color, &back, &error) == DYNCOLOR_OK);
  CHECK(memcmp(&pixel, &back, sizeof pixel) == 0 && error.status == DYNCOLOR_OK);
  CHECK(dyncolor_color_from_rgba(NULL, &color, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "pixel") == 0);
  CHECK(dyncolor_color_from_rgba(&pixel, NULL, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "color") == 0);
  CHECK(dyncolor_color_to_rgba(NULL, &back, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "color") == 0);
  CHECK(dyncolor_color_to_rgba(&color, NULL, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "pixel") == 0);
}

static void parts_have_one_thing(void) {
  const dyncolor_color teal = {DYNCOLOR_SPACE_OKLCH, 2, {0.5, 0.25, 200}, 0.75};
  const dyncolor_part none = {NULL, 0, DYNCOLOR_ID_NONE, 0, {0, 0, {0, 0, 0}, 0}};
  dyncolor_part expected = none, part = dyncolor_part_css("teal");
  expected.css = part.css;
  expected.css_length = DYNCOLOR_NUL_TERMINATED;
  CHECK(memcmp(&part, &expected, sizeof part) == 0 && strcmp(part.css, "teal") == 0);
  expected = none, expected.id = 0x12345678, part = dyncolor_part_id(0x12345678);
  CHECK(memcmp(&part, &expected, sizeof part) == 0);
  expected = none, expected.color = teal, part = dyncolor_part_color(&teal);
  CHECK(memcmp(&part, &expected, sizeof part) == 0);
  part = dyncolor_part_css(NULL);
  CHECK(memcmp(&part, &none, sizeof part) == 0);
  part = dyncolor_part_color(NULL);
  CHECK(memcmp(&part, &none, sizeof part) == 0);
}

/* Every axis with its field. */
static const struct {
  uint32_t axis;
  size_t offset, size;
} axes[] = {
#define AXIS(name, field) \
  {DYNCOLOR_AXIS_##name, offsetof(dyncolor_environment, field), \
   sizeof(((dyncolor_environment *)0)->field)}
    AXIS(SCHEME, scheme), AXIS(CONTRAST, contrast), AXIS(ELEVATION, elevation), AXIS(GAMUT, gamut),
    AXIS(VISION, vision), AXIS(VISION_SEVERITY, vision_severity), AXIS(STATE, state),
    AXIS(IDIOM, idiom), AXIS(PALETTE, palette), AXIS(LOCALE, locale), AXIS(SUBTYPE, subtype),
    AXIS(FORCED_COLORS, forced_colors), AXIS(FOREGROUND, foreground), AXIS(ACCENT, accent),
#define CUSTOM(index) \
  {DYNCOLOR_AXIS_CUSTOM + (index), offsetof(dyncolor_environment, custom) + (index), 1}
    CUSTOM(0), CUSTOM(1), CUSTOM(2), CUSTOM(3), CUSTOM(4), CUSTOM(5), CUSTOM(6), CUSTOM(7),
};

static void axes_are_fields(void) {
  for (size_t i = 0; i < COUNT(axes); i++) {
    dyncolor_environment environment, expected;
    memset(&environment, 0x11, sizeof environment);
    expected = environment;
    const uint32_t greatest = axes[i].size == 4 ? 0xFFFFFFFF : axes[i].size == 2 ? 0xFFFF : 0xFF;
    memset((char *)&expected + axes[i].offset, 0xFF, axes[i].size);
    CHECK(dyncolor_environment_get(&environment, axes[i].axis) == (greatest & 0x11111111));
    CHECK(dyncolor_environment_set(&environment, axes[i].axis, greatest) == DYNCOLOR_OK);
    CHECK(memcmp(&environment, &expected, sizeof environment) == 0);
    CHECK(dyncolor_environment_get(&environment, axes[i].axis) == greatest);
    if (axes[i].size == 4) continue;
    CHECK(dyncolor_environment_set(&environment, axes[i].axis, greatest + 1) ==
          DYNCOLOR_ERROR_INVALID_ARGUMENT);
    CHECK(memcmp(&environment, &expected, sizeof environment) == 0);
  }
  dyncolor_environment environment = {0};
  CHECK(dyncolor_environment_set(NULL, DYNCOLOR_AXIS_SCHEME, 1) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_environment_set(&environment, DYNCOLOR_AXIS_CUSTOM + 8, 1) ==
        DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(dyncolor_environment_get(NULL, DYNCOLOR_AXIS_SCHEME) == 0);
  CHECK(dyncolor_environment_get(&environment, DYNCOLOR_AXIS_CUSTOM + 8) == 0);
}

/* Whoever adds an inline function that calls no function of its name with `_n` adds it here. */
static void none_is_forgotten(void) {
  static const char *const tried[] = {
      "dyncolor_text_length",     "dyncolor_color_from_rgba", "dyncolor_color_to_rgba",
      "dyncolor_part_css",        "dyncolor_part_id",         "dyncolor_part_color",
      "dyncolor_environment_set", "dyncolor_environment_get",
  };
  for (size_t i = 0; i < COUNT(others); i++) {
    size_t found = 0;
    for (size_t k = 0; k < COUNT(tried); k++) found += strcmp(others[i], tried[k]) == 0;
    CHECK(found == 1);
    if (found != 1) printf("# %s is not tried\n", others[i]);
  }
  CHECK(COUNT(others) == COUNT(tried));
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("every form for C strings passes on each argument, and the length of each text",
        all_arguments_are_passed_on);
  CLAIM("a text has a length, and NULL is no text", a_text_has_a_length);
  CLAIM("a pixel of four floats becomes a color, and a color a pixel", pixels_are_colors);
  CLAIM("a part is a text, a registered color or a value", parts_have_one_thing);
  CLAIM("each axis of an environment is set and read by its number", axes_are_fields);
  CLAIM("every other inline function of the header is tried", none_is_forgotten);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
