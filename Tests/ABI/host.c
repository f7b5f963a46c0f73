/* The least a C host does: link, take a function's address, call. */
#include <dyncolor.h>
#include <stdio.h>

/* In an executable at a fixed address this is a constant, which must be the function's address in
 * the library, too. */
static uint32_t (*const version)(void) = dyncolor_version;

int main(void) {
  dyncolor_color color;
  uint8_t pixel[4];
  if (version() != DYNCOLOR_VERSION || version != dyncolor_version) return 1;
  if (dyncolor_color_parse_hex_n("#3584e4", 7, DYNCOLOR_SPACE_SRGB, 1, &color, NULL) != DYNCOLOR_OK)
    return 2;
  if (dyncolor_color_pack(&color, DYNCOLOR_LAYOUT_RGBA8, pixel, sizeof pixel, NULL) != DYNCOLOR_OK)
    return 3;
  printf("%d %d %d %d\n", pixel[0], pixel[1], pixel[2], pixel[3]);
  return pixel[0] == 0x35 && pixel[1] == 0x84 && pixel[2] == 0xE4 && pixel[3] == 0xFF ? 0 : 4;
}
