/* Follows a file with colors in it, or a folder, while it is edited: prints what changes, with the
 * color that was and the one that is, and goes on after mistakes.
 *
 *     cc follow.c $(pkg-config --cflags --libs dyncolor) && ./a.out
 *     ./a.out harbor.css
 */
#include <dyncolor.h>
#include <poll.h>
#include <stdio.h>

/* What was seen last, to tell what has changed. */
struct seen {
  dyncolor_snapshot *before;
};

static void block(const dyncolor_snapshot *snapshot, dyncolor_id id) {
  dyncolor_rgba color;
  if (dyncolor_snapshot_get(snapshot, id, &color, NULL) != DYNCOLOR_OK) {
    printf("  -       ");
    return;
  }
  const float channels[] = {color.r, color.g, color.b};
  int bytes[3];
  for (int i = 0; i < 3; i++) {
    float x = channels[i] < 0 ? 0 : channels[i] > 1 ? 1 : channels[i];
    bytes[i] = (int)(x * 255 + 0.5f);
  }
  printf("  \033[48;2;%d;%d;%dm    \033[0m #%02x%02x%02x", bytes[0], bytes[1], bytes[2], bytes[0],
         bytes[1], bytes[2]);
}
