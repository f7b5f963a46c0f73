/* Asset catalogs, from files of the host's. */
#include "loads.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  check_load(DYNCOLOR_FORMAT_ASSET_CATALOG, "c.colorset", bytes, size);
  return 0;
}
