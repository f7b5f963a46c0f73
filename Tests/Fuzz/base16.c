/* Schemes of base16 and base24. */
#include "loads.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  check_load(DYNCOLOR_FORMAT_BASE16, "scheme.yaml", bytes, size);
  return 0;
}
