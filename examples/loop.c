/* An SDL program that resolves its theme once for each change, into an array of SDL_Color, and
 * draws every frame from that array alone.
 *
 *     cc loop.c $(pkg-config --cflags --libs dyncolor sdl2) -lm && ./a.out
 *
 * The keys: d for light or dark, c for contrast, a for another accent, q to quit.
 */
#include <SDL.h>
#include <dyncolor.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program if a call has failed, and says why. */
static void check(dyncolor_status status, const dyncolor_error *error) {
  if (status == DYNCOLOR_OK) return;
  fprintf(stderr, "%s: %s: %s\n", dyncolor_status_name(status), error->message, error->context);
  exit(1);
}

/* ---- The theme ------------------------------------------------------------------------------ */

enum { DESK, SHADOW, FRAME, PAGE, CARD, LINE, TEXT, FAINT, ON_ACCENT, ACCENT, TINT, COLORS };

/* The colors before the accent: light and dark, and both with more contrast. */
static const struct {
  const char *name, *values[4];
} shades[ACCENT] = {
    {"desk", {"#d9e0ec", "#0a0c10", "#c3cbda", "#000000"}},
    {"shadow", {"#1b274004", "#00000018", "#00000000", "#00000000"}},
    {"frame", {"#eceff5", "#14171d", "#ffffff", "#000000"}},
    {"page", {"#f8f9fc", "#191d24", "#ffffff", "#000000"}},
    {"card", {"#ffffff", "#222731", "#ffffff", "#0c0e12"}},
    {"line", {"#dde2ec", "#303744", "#4a5261", "#b9c1cf"}},
    {"text", {"#1d2230", "#e8ebf2", "#000000", "#ffffff"}},
    {"faint", {"#a9b1c1", "#687184", "#454d5c", "#c6cdd9"}},
    {"on-accent", {"#ffffff", "#10131a", "#ffffff", "#000000"}},
};

static const char *const accents[][2] = {
    {"#3a63f0", "#7d9dff"}, {"#0d9373", "#4fd8b0"}, {"#d83a76", "#ff8fb5"}, {"#c2570c", "#ffb067"}};

static dyncolor_id ids[COLORS];

/* The accent, thin: it follows the accent whenever that changes. */
static dyncolor_status tint(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  dyncolor_rgba accent;
  dyncolor_status status = dyncolor_context_resolve(context, ids[ACCENT], &accent, NULL);
  (void)data;
  if (status != DYNCOLOR_OK) return status;
  answer->color =
      (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {accent.r, accent.g, accent.b}, .alpha = 0.2};
  return DYNCOLOR_OK;
}

/* Registers the accent, or, once it is registered, gives it other values. */
static void set_accent(dyncolor_theme *theme, size_t number) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  const char *const *accent = accents[number % (sizeof accents / sizeof *accents)];
  check(dyncolor_register_hex(theme, "accent", accent[0], accent[1], &ids[ACCENT], &error),
        &error);
}

static dyncolor_theme *make_theme(void) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_theme *theme;
  check(dyncolor_theme_create(NULL, &theme, &error), &error);
  for (int i = 0; i < ACCENT; i++) {
    dyncolor_variant variants[4] = {
        {0},
        {.scheme = DYNCOLOR_SCHEME_DARK},
        {.contrast = DYNCOLOR_CONTRAST_MORE},
        {.scheme = DYNCOLOR_SCHEME_DARK, .contrast = DYNCOLOR_CONTRAST_MORE},
    };
    for (int j = 0; j < 4; j++)
      check(dyncolor_color_parse_hex(shades[i].values[j], DYNCOLOR_SPACE_SRGB, 1,
                                     &variants[j].part.color, &error),
            &error);
    check(dyncolor_register_variants(theme, shades[i].name, variants, 4, &ids[i], &error),
          &error);
  }
  set_accent(theme, 0);
  check(dyncolor_register_provider(theme, "tint", tint, NULL, NULL, &ids[TINT], &error),
        &error);
  return theme;
}

/* ---- The table ------------------------------------------------------------------------------ */

/* The theme, resolved: a row for each color, laid out as DYNCOLOR_LAYOUT_RGBA8 is. */
static SDL_Color table[COLORS];

/* Resolves the whole theme, if it has changed, or the environment has. The generation is read
 * first: a change by another thread from here on leads to another update. */
static void update(dyncolor_theme *theme, const dyncolor_environment *environment) {
  static uint64_t resolved_generation;
  static dyncolor_environment resolved_environment;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  uint64_t generation = dyncolor_theme_generation(theme);
  if (generation == resolved_generation &&
      memcmp(environment, &resolved_environment, sizeof *environment) == 0)
    return;
  check(dyncolor_resolve_all(theme, environment, DYNCOLOR_LAYOUT_RGBA8, table, COLORS,
                             sizeof *table, &error),
        &error);
  resolved_generation = generation;
  resolved_environment = *environment;
}

/* ---- The picture, which knows nothing of the theme but its rows ----------------------------- */

static SDL_Renderer *renderer;

/* A rectangle with round corners, whose pixels are as opaque as the corner covers them. */
static void box(int name, int x, int y, int w, int h, int radius) {
  SDL_Color color = table[DYNCOLOR_ROW(ids[name])];
  SDL_Rect middle = {x, y + radius, w, h - 2 * radius};
  SDL_Rect ends[] = {{x + radius, y, w - 2 * radius, radius},
                     {x + radius, y + h - radius, w - 2 * radius, radius}};
  SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b, color.a);
  if (middle.h > 0) SDL_RenderFillRect(renderer, &middle);
  if (radius > 0 && w > 2 * radius) SDL_RenderFillRects(renderer, ends, 2);
  for (int j = 0; j < radius; j++)
    for (int i = 0; i < radius; i++) {
      double covered = radius + 0.5 - hypot(radius - i - 0.5, radius - j - 0.5);
      if (covered <= 0) continue;
      int left = x + i, right = x + w - 1 - i, top = y + j, bottom = y + h - 1 - j;
      SDL_Point corners[] = {{left, top}, {right, top}, {left, bottom}, {right, bottom}};
      SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b,
                             (Uint8)(color.a * fmin(covered, 1)));
      SDL_RenderDrawPoints(renderer, corners, 4);
    }
}

static void outlined(int name, int x, int y, int w, int h, int radius) {
  box(LINE, x, y, w, h, radius);
  box(name, x + 1, y + 1, w - 2, h - 2, radius - 1);
}

/* What stands for a line of text. */
static void line(int name, int x, int y, int w) { box(name, x, y, w, 8, 4); }

static void draw_window(void) {
  box(DESK, 0, 0, 960, 600, 0);
  for (int i = 24; i > 0; i -= 3) box(SHADOW, 60 - i, 44 - i, 840 + 2 * i, 528 + 2 * i, 14 + i);
  outlined(FRAME, 60, 36, 840, 528, 14);
  for (int i = 0; i < 3; i++) box(LINE, 78 + 20 * i, 53, 12, 12, 6);
  outlined(PAGE, 256, 46, 260, 26, 13);
  box(FAINT, 268, 55, 8, 8, 4);
  line(FAINT, 284, 55, 76);
  box(ACCENT, 864, 47, 24, 24, 12);
  outlined(PAGE, 256, 82, 632, 470, 10);
}

static void draw_sidebar(void) {
  static const int widths[] = {64, 88, 52, 76, 60};
  for (int i = 0; i < 5; i++) {
    int y = 84 + 40 * i, selected = i == 1;
    if (selected) box(TINT, 72, y, 172, 36, 9);
    box(selected ? ACCENT : FAINT, 84, y + 10, 16, 16, 5);
    line(selected ? TEXT : FAINT, 112, y + 14, widths[i]);
  }
  line(TEXT, 84, 504, 56);
  box(LINE, 84, 524, 148, 6, 3);
  box(ACCENT, 84, 524, 96, 6, 3);
}

static void draw_page(void) {
  static const int bars[] = {70, 96, 84, 120, 108, 146, 132, 164, 118, 142, 98, 126};
  static const int widths[] = {56, 72, 48, 64};

  box(TEXT, 280, 106, 168, 14, 7);
  line(FAINT, 280, 130, 244);
  outlined(CARD, 676, 104, 88, 34, 9);
  line(TEXT, 698, 117, 44);
  box(ACCENT, 772, 104, 92, 34, 9);
  line(ON_ACCENT, 792, 117, 52);

  for (int i = 0; i < 3; i++) {
    int x = 280 + 198 * i;
    outlined(CARD, x, 162, 188, 88, 10);
    line(FAINT, x + 18, 182, widths[i]);
    box(TEXT, x + 18, 210, 56 + 14 * i, 16, 8);
    box(TINT, x + 124, 207, 46, 22, 11);
    box(ACCENT, x + 135, 215, 24, 6, 3);
  }

  outlined(CARD, 280, 262, 386, 266, 10);
  line(TEXT, 298, 282, 92);
  box(ACCENT, 552, 282, 8, 8, 4);
  line(FAINT, 566, 282, 28);
  box(TINT, 608, 282, 8, 8, 4);
  line(FAINT, 622, 282, 26);
  for (int i = 0; i < 5; i++) box(LINE, 298, 326 + 44 * i, 350, 1, 0);
  for (int i = 0; i < 12; i++) {
    int x = 303 + 29 * i, h = bars[i];
    box(CARD, x, 502 - h, 20, h, 5);
    box(TINT, x, 502 - h, 20, h, 5);
    box(ACCENT, x, 502 - h * 6 / 10, 20, h * 6 / 10, 5);
  }

  outlined(CARD, 676, 262, 188, 266, 10);
  line(TEXT, 694, 282, 68);
  for (int i = 0; i < 4; i++) {
    int y = 312 + 54 * i, on = i != 2;
    box(LINE, 694, y, 152, 1, 0);
    line(FAINT, 694, y + 23, widths[3 - i]);
    box(on ? ACCENT : LINE, 810, y + 17, 36, 20, 10);
    box(on ? ON_ACCENT : PAGE, on ? 829 : 813, y + 20, 14, 14, 7);
  }
}

int main(void) {
  int running = 1, dark = 0, more_contrast = 0;
  size_t accent = 0;

  SDL_Init(SDL_INIT_VIDEO);
  SDL_Window *window = SDL_CreateWindow("d: dark   c: contrast   a: accent   q: quit",
                                        SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 960, 600,
                                        0);
  renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
  if (renderer == NULL) {
    fprintf(stderr, "%s\n", SDL_GetError());
    return 1;
  }
  SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);

  dyncolor_theme *theme = make_theme();
  while (running) {
    for (SDL_Event event; SDL_PollEvent(&event);) {
      if (event.type == SDL_QUIT) running = 0;
      if (event.type != SDL_KEYDOWN || event.key.repeat) continue;
      switch (event.key.keysym.sym) {
        case SDLK_d: dark = !dark; break;
        case SDLK_c: more_contrast = !more_contrast; break;
        case SDLK_a: set_accent(theme, ++accent); break;
        case SDLK_q: running = 0; break;
      }
    }
    dyncolor_environment environment = {
        .scheme = dark ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT,
        .contrast = more_contrast ? DYNCOLOR_CONTRAST_MORE : DYNCOLOR_CONTRAST_STANDARD,
    };
    update(theme, &environment);
    draw_window();
    draw_sidebar();
    draw_page();
    SDL_RenderPresent(renderer);
  }

  dyncolor_theme_release(theme);
  SDL_DestroyRenderer(renderer);
  SDL_DestroyWindow(window);
  SDL_Quit();
  return 0;
}
