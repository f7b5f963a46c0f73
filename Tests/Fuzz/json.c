/* Themes in JSON. */
#include "loads.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  check_load(DYNCOLOR_FORMAT_JSON, "theme.json", bytes, size);
  return 0;
}
