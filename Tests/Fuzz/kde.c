/* Color schemes of KDE. */
#include "loads.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  check_load(DYNCOLOR_FORMAT_KDE, "theme.colors", bytes, size);
  return 0;
}
