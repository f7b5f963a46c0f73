/* Palettes of GIMP. */
#include "loads.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  check_load(DYNCOLOR_FORMAT_GIMP_PALETTE, "theme.gpl", bytes, size);
  return 0;
}
