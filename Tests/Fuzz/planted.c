/* A target with a mistake of its own, for those who doubt that fuzzing would find one: it reads
 * beyond the end of a text that the library takes for a color of Lab, LCH, Oklab or OKLCH. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  char *text = exact_copy(bytes, size);
  dyncolor_color color = {0};
  volatile bool is_one = false;
  if (dyncolor_color_parse(text, size, &color, NULL) == DYNCOLOR_OK &&
      color.space >= DYNCOLOR_SPACE_LAB && color.space <= DYNCOLOR_SPACE_OKLCH)
    is_one = text[size] == 1;
  free(text);
  (void)is_one;
  REQUIRE_CHECKS;
  return 0;
}
