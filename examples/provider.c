/* A color that asks the game: that of the health bar, by the health of the player and the eyes of
 * whoever plays.
 *
 *     cc provider.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 */
#include <dyncolor.h>
#include <stdio.h>
#include <stdlib.h>

/* A status of the game's own: the library hands on any negative number that a provider returns. */
#define GAME_OVER ((dyncolor_status)-1000)

/* What the color comes from. The theme is given a copy that nobody changes any more, so that any
 * thread may resolve the color at any time. */
typedef struct player {
  double health; /* from 0 to 1 */
  dyncolor_id green, blue, orange;
} player;

static int copies; /* of the player, in the hands of the theme */

/* Ends the program if a call has failed, and says why. */
static void check(dyncolor_status status, const dyncolor_error *error) {
  if (status == DYNCOLOR_OK) return;
  fprintf(stderr, "%s: %s: %s\n", dyncolor_status_name(status), error->message, error->context);
  exit(1);
}

/* The provider: a mix of two other colors, which are light or dark as the environment is. It is
 * asked once for each environment, and again after each announcement. */
static dyncolor_status health(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  const player *hero = data;
  dyncolor_rgba full, low;
  if (hero->health <= 0) return GAME_OVER;

  /* Green and orange look alike to protans and deutans; blue and orange do not. */
  uint32_t vision = dyncolor_context_axis(context, DYNCOLOR_AXIS_VISION);
  int alike = vision == DYNCOLOR_VISION_PROTAN || vision == DYNCOLOR_VISION_DEUTAN;

  dyncolor_status status =
      dyncolor_context_resolve(context, alike ? hero->blue : hero->green, &full, NULL);
  if (status != DYNCOLOR_OK) return status;
  status = dyncolor_context_resolve(context, hero->orange, &low, NULL);
  if (status != DYNCOLOR_OK) return status;

  double h = hero->health;
  answer->color = (dyncolor_color){
      .space = DYNCOLOR_SPACE_SRGB,
      .c = {h * full.r + (1 - h) * low.r, h * full.g + (1 - h) * low.g,
            h * full.b + (1 - h) * low.b},
      .alpha = 1,
  };
  return DYNCOLOR_OK;
}

/* Called once for each copy, when the theme no longer needs it. */
static void destroy(void *data) {
  free(data);
  copies--;
}

/* Says that the player has changed, by registering the color again: its id stays what it is, and
 * what refers to it follows. The theme owns the copy from here on, even if the call fails. */
static void announce(dyncolor_theme *theme, const player *hero) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  player *copy = malloc(sizeof *copy);
  if (copy == NULL) exit(1);
  *copy = *hero;
  copies++;
  check(dyncolor_register_provider(theme, "health", health, copy, destroy, NULL, &error),
        &error);
}

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  dyncolor_id bar, ring;
  dyncolor_rgba color;
  player hero;

  check(dyncolor_theme_create(NULL, &theme, &error), &error);
  check(dyncolor_register_hex(theme, "green", "#288c14", "#78c83c", &hero.green, &error),
        &error);
  check(dyncolor_register_hex(theme, "blue", "#145abe", "#3c8cf0", &hero.blue, &error),
        &error);
  check(dyncolor_register_hex(theme, "orange", "#be3c0a", "#f06414", &hero.orange, &error),
        &error);

  /* The ring around the portrait has the color of the health bar, which will be registered later,
   * and more than once. The ring is registered once. */
  check(dyncolor_theme_declare(theme, "health", &bar, &error), &error);
  check(dyncolor_register_alias(theme, "ring", bar, &ring, &error), &error);

  static const struct {
    const char *name;
    dyncolor_environment environment;
  } screens[] = {
      {"light", {.scheme = DYNCOLOR_SCHEME_LIGHT}},
      {"dark", {.scheme = DYNCOLOR_SCHEME_DARK}},
      {"dark, for deutans", {.scheme = DYNCOLOR_SCHEME_DARK, .vision = DYNCOLOR_VISION_DEUTAN}},
  };
  for (int percent = 100; percent > 0; percent -= 40) {
    hero.health = percent / 100.0;
    announce(theme, &hero);
    printf("  health %d%%\n", percent);
    for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) {
      unsigned char p[4];
      check(dyncolor_resolve_pixel(theme, ring, &screens[i].environment, DYNCOLOR_LAYOUT_RGBA8,
                                   p, sizeof p, &error),
            &error);
      printf("    \033[48;2;%d;%d;%dm      \033[0m #%02x%02x%02x%02x  %s\n", p[0], p[1], p[2], p[0],
             p[1], p[2], p[3], screens[i].name);
    }
  }

  hero.health = 0;
  announce(theme, &hero);
  if (dyncolor_resolve(theme, ring, NULL, &color, &error) == GAME_OVER)
    printf("  health 0%%: game over\n    %s: %s, with status %d\n", error.context, error.message,
           error.status);

  dyncolor_theme_release(theme);
  printf("  copies of the player left: %d\n", copies);
  return 0;
}
