/* Style sheets, of CSS and of GTK. */
#include "loads.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  check_load(DYNCOLOR_FORMAT_STYLE_SHEET, "theme.css", bytes, size);
  return 0;
}
