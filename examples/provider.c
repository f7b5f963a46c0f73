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

/* What the color comes from. The health is atomic, since any thread may resolve the color while
 * the game changes the health. */
typedef struct player {
  _Atomic double health; /* from 0 to 1 */
  dyncolor_id green, blue, orange;
} player;

static int copies; /* of the player, owned by the theme */

/* Ends the program if a call has failed, and says why. */
static void check(dyncolor_status status, const dyncolor_error *error) {
  if (status == DYNCOLOR_OK) return;
  fprintf(stderr, "%s: %s: %s\n", dyncolor_status_name(status), error->message, error->context);
  exit(1);
}

/* The provider: a mix of two other colors, which are light or dark as the environment is. It is
 * called once for each environment, and again after each refresh. */
static dyncolor_status health(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  const player *hero = data;
  const double h = hero->health;
  dyncolor_rgba full, low;
  if (h <= 0) return GAME_OVER;

  /* Green and orange look alike to protans and deutans; blue and orange do not. */
  uint32_t vision = dyncolor_context_axis(context, DYNCOLOR_AXIS_VISION);
  int alike = vision == DYNCOLOR_VISION_PROTAN || vision == DYNCOLOR_VISION_DEUTAN;

  dyncolor_status status =
      dyncolor_context_resolve(context, alike ? hero->blue : hero->green, &full, NULL);
  if (status != DYNCOLOR_OK) return status;
  status = dyncolor_context_resolve(context, hero->orange, &low, NULL);
  if (status != DYNCOLOR_OK) return status;

  answer->color = (dyncolor_color){
      .space = DYNCOLOR_SPACE_SRGB,
      .c = {h * full.r + (1 - h) * low.r, h * full.g + (1 - h) * low.g,
            h * full.b + (1 - h) * low.b},
      .alpha = 1,
  };
  return DYNCOLOR_OK;
}

/* Called once, when the theme no longer needs the player. */
static void destroy(void *data) {
  free(data);
  copies--;
}

/* Changes the health, and announces that the color is another one now: it is computed again, and
 * whatever refers to it follows. */
static void set_health(dyncolor_theme *theme, dyncolor_id bar, player *hero, double value) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  hero->health = value;
  check(dyncolor_id_refresh(theme, bar, &error), &error);
}

int main(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  dyncolor_id bar, ring;
  dyncolor_rgba color;
  player *hero = malloc(sizeof *hero);
  if (hero == NULL) return 1;
  copies++;
  hero->health = 1;

  check(dyncolor_theme_create(NULL, &theme, &error), &error);
  check(dyncolor_register_hex(theme, "green", "#288c14", "#78c83c", &hero->green, &error),
        &error);
  check(dyncolor_register_hex(theme, "blue", "#145abe", "#3c8cf0", &hero->blue, &error),
        &error);
  check(dyncolor_register_hex(theme, "orange", "#be3c0a", "#f06414", &hero->orange, &error),
        &error);

  /* The theme owns the player from here on, even if the call fails. */
  check(dyncolor_register_provider(theme, "health", health, hero, destroy, &bar, &error), &error);

  /* The ring around the portrait has the color of the health bar, and follows it. */
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
    set_health(theme, bar, hero, percent / 100.0);
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

  set_health(theme, bar, hero, 0);
  if (dyncolor_resolve(theme, ring, NULL, &color, &error) == GAME_OVER)
    printf("  health 0%%: game over\n    %s: %s, with status %d\n", error.context, error.message,
           error.status);

  dyncolor_theme_release(theme);
  printf("  copies of the player left: %d\n", copies);
  return 0;
}
