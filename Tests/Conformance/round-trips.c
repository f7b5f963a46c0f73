/* All 16.7 million colors of eight bits: through other spaces, and back to the bytes they were. */
#include <dyncolor.h>
#include <pthread.h>
#include <stdlib.h>

#include "../ABI/check.h"

enum { ALL = 1 << 24, CHUNK = 1 << 12, THREADS = 2 };

static const struct {
  dyncolor_space space;
  uint32_t step; /* every how manieth color */
  const char *claim;
} spaces[] = {
    {DYNCOLOR_SPACE_OKLAB, 1, "all 16.7 million 8-bit colors survive Oklab"},
    {DYNCOLOR_SPACE_OKLCH, 1, "all 16.7 million 8-bit colors survive OKLCH"},
    {DYNCOLOR_SPACE_LAB, 1, "all 16.7 million 8-bit colors survive Lab"},
    {DYNCOLOR_SPACE_LCH, 1, "all 16.7 million 8-bit colors survive LCH"},
    {DYNCOLOR_SPACE_DISPLAY_P3_LINEAR, 1, "all 16.7 million 8-bit colors survive linear P3"},
    {DYNCOLOR_SPACE_HSL, 1, "all 16.7 million 8-bit colors survive HSL"},
    {DYNCOLOR_SPACE_OKHSL, 1, "all 16.7 million 8-bit colors survive Okhsl"},
    {DYNCOLOR_SPACE_HWB, 17, "a million 8-bit colors survive HWB"},
    {DYNCOLOR_SPACE_HSV, 17, "a million 8-bit colors survive HSV"},
    {DYNCOLOR_SPACE_OKHSV, 17, "a million 8-bit colors survive Okhsv"},
    {DYNCOLOR_SPACE_HCT, 17, "a million 8-bit colors survive HCT"},
    {DYNCOLOR_SPACE_PROPHOTO_RGB, 17, "a million 8-bit colors survive ProPhoto RGB"},
    {DYNCOLOR_SPACE_REC2020_OETF, 17, "a million 8-bit colors survive the BT.2020 camera curve"},
};

static uint32_t step;
static dyncolor_space space;

/* The share of one thread: every THREADSth chunk. Returns how many colors are lost. */
static void *look(void *first) {
  dyncolor_color *colors = malloc(CHUNK * sizeof *colors);
  size_t lost = 0;
  for (uint32_t start = (uint32_t)(size_t)first * CHUNK; start < ALL; start += THREADS * CHUNK) {
    size_t count = 0;
    for (uint32_t value = start; value < start + CHUNK; value++) {
      if (value % step != 0) continue;
      colors[count++] = (dyncolor_color){
          DYNCOLOR_SPACE_SRGB,
          0,
          {(value >> 16) / 255.0, (value >> 8 & 255) / 255.0, (value & 255) / 255.0},
          1};
    }
    if (dyncolor_color_convert_list(colors, sizeof *colors, count, space, colors, sizeof *colors,
                                    NULL) != DYNCOLOR_OK)
      lost++;
    size_t index = 0;
    for (uint32_t value = start; value < start + CHUNK; value++) {
      if (value % step != 0) continue;
      uint8_t bytes[4] = {0, 0, 0, 0};
      dyncolor_color_pack(&colors[index++], DYNCOLOR_LAYOUT_RGBA8, bytes, sizeof bytes, NULL);
      lost += ((uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2]) != value ||
              bytes[3] != 255;
    }
  }
  free(colors);
  return (void *)lost;
}

static void survive(void) {
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, look, (void *)i);
  size_t lost = 0;
  for (size_t i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    lost += (size_t)result;
  }
  CHECK(lost == 0);
  if (lost != 0) printf("# %zu colors are lost\n", lost);
}

int main(void) {
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
    space = spaces[i].space;
    step = spaces[i].step;
    CLAIM(spaces[i].claim, survive);
  }
  return CHECK_RESULT;
}
