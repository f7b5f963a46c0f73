/* Files whose format nobody has said. */
#include "loads.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  check_load(0, "theme", bytes, size);
  return 0;
}
