/* Design tokens: one document, or several with a resolver. */
#include "loads.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  check_load(DYNCOLOR_FORMAT_DESIGN_TOKENS, "theme.tokens.json", bytes, size);
  return 0;
}
