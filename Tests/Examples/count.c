/* Preloaded into a program: counts how often it resolves a whole theme, and how many frames it
 * shows, and writes both numbers to the file COUNTS when it ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <dyncolor.h>
#include <stdio.h>
#include <stdlib.h>

struct SDL_Renderer;
void SDL_RenderPresent(struct SDL_Renderer *renderer);

static int resolved, frames;

dyncolor_status dyncolor_resolve_all(
    dyncolor_theme *theme, const dyncolor_environment *environment, dyncolor_layout layout,
    void *pixels, size_t rows, size_t stride, dyncolor_error *error) {
  __typeof__(&dyncolor_resolve_all) next;
  *(void **)&next = dlsym(RTLD_NEXT, "dyncolor_resolve_all");
  resolved++;
  return next(theme, environment, layout, pixels, rows, stride, error);
}

void SDL_RenderPresent(struct SDL_Renderer *renderer) {
  __typeof__(&SDL_RenderPresent) next;
  *(void **)&next = dlsym(RTLD_NEXT, "SDL_RenderPresent");
  frames++;
  next(renderer);
}

__attribute__((destructor)) static void tell(void) {
  FILE *file = fopen(getenv("COUNTS"), "w");
  fprintf(file, "%d %d\n", resolved, frames);
  fclose(file);
}
