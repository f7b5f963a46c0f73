/* Images of themes, with the checksum made right, so that what is behind it is reached. */
#include "fuzz.h"
#include "../ABI/image.h"
#include "loads.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

enum { HEADER = 40, SECTION = 16 };

/* The header that a good image of these sections has. */
static void repair(uint8_t *image, size_t size) {
  const uint64_t header[] = {0x0A524C434E594489, 1, size, 0, 0};
  memcpy(image, header, HEADER);
  image_repair(image, size);
}

/* Changes one section, and says its new size in its header: an image whose sections do not fit is
 * refused before anything in them is looked at. */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
  size_t place = HEADER, chosen = 0, count = 0;
  if (size < HEADER + SECTION || seed % 8 == 0) return LLVMFuzzerMutate(bytes, size, most);
  while (size - place >= SECTION) {
    uint64_t length = image_word(bytes, place + 8);
    if (length > size - place - SECTION) break;
    if (seed / 8 % ++count == 0) chosen = place;
    place += SECTION + (length + 7) / 8 * 8;
    if (place > size) break;
  }
  if (chosen == 0) return LLVMFuzzerMutate(bytes, size, most);
  const size_t length = (size_t)image_word(bytes, chosen + 8);
  const size_t start = chosen + SECTION, end = start + (length + 7) / 8 * 8;
  const size_t behind = end < size ? size - end : 0;
  if (start + behind + 8 > most) return LLVMFuzzerMutate(bytes, size, most);
  const size_t room = (most - start - behind) / 8 * 8;
  uint8_t *section = calloc(1, room);
  memcpy(section, bytes + start, length);
  const uint64_t changed = LLVMFuzzerMutate(section, length, room);
  const size_t padded = ((size_t)changed + 7) / 8 * 8;
  memset(section + changed, 0, padded - changed);
  memmove(bytes + start + padded, bytes + end, behind);
  memcpy(bytes + start, section, padded);
  memcpy(bytes + chosen + 8, &changed, 8);
  free(section);
  return start + padded + behind;
}

static void check_image(const void *image, size_t size, uint32_t choice) {
  short_heap heap = {.left = SIZE_MAX};
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.resize = short_resize;
  options.resize_user_data = &heap;
  dyncolor_theme *theme = NULL;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  const dyncolor_image_memory memory =
      choice & 1 ? DYNCOLOR_IMAGE_MEMORY_COPIED : DYNCOLOR_IMAGE_MEMORY_BORROWED;
  dyncolor_status status = dyncolor_theme_from_image(&options, image, size, memory, &theme, &error);
  if (status != DYNCOLOR_OK) {
    check_failure(&error, status);
    REQUIRE(status == DYNCOLOR_ERROR_BAD_IMAGE && error.offset <= size && theme == NULL);
  } else {
    REQUIRE(dyncolor_theme_generation(theme) == 1);
    check_theme(theme, choice >> 1, true);
  }
  dyncolor_theme_release(theme);
  REQUIRE(heap.taken == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  uint8_t *image = (uint8_t *)exact_copy(bytes, size);
  const uint32_t choice = number_of(bytes, size);
  check_image(image, size, choice);
  if (size >= HEADER + SECTION) {
    repair(image, size);
    check_image(image, size, choice);
  }
  free(image);
  REQUIRE_CHECKS;
  return 0;
}
