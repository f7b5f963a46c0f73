/* A target with a mistake of its own, for those who doubt that fuzzing would find one: it says that
 * a text that the library takes for a color of Lab, LCH, Oklab or OKLCH has a byte more than it
 * has, which the library then reads. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  char *text = exact_copy(bytes, size);
  dyncolor_color color = {0};
  if (dyncolor_color_parse_n(text, size, &color, NULL) == DYNCOLOR_OK &&
      color.space >= DYNCOLOR_SPACE_LAB && color.space <= DYNCOLOR_SPACE_OKLCH)
    dyncolor_color_parse_n(text, size + 1, &color, NULL);
  free(text);
  REQUIRE_CHECKS;
  return 0;
}
