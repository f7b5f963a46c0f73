#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

#define ENVIRONMENT(s, c, i) \
  { .scheme = DYNCOLOR_SCHEME_##s, .contrast = DYNCOLOR_CONTRAST_##c, .idiom = DYNCOLOR_IDIOM_##i }

const dyncolor_environment sample_environments[SAMPLE_ENVIRONMENTS] = {
    ENVIRONMENT(LIGHT, STANDARD, DESKTOP), ENVIRONMENT(DARK, STANDARD, DESKTOP),
    ENVIRONMENT(LIGHT, MORE, DESKTOP),     ENVIRONMENT(DARK, MORE, DESKTOP),
    ENVIRONMENT(LIGHT, STANDARD, PHONE),   ENVIRONMENT(DARK, STANDARD, PHONE),
    ENVIRONMENT(LIGHT, MORE, PHONE),       ENVIRONMENT(DARK, MORE, PHONE),
};

/* splitmix64. */
uint64_t sample_number(uint64_t seed) {
  uint64_t z = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

dyncolor_rgba sample_color(size_t index, unsigned version) {
  uint64_t number = sample_number(index * 64 + version);
  return (dyncolor_rgba){(float)(number & 1023) / 1024, (float)(number >> 10 & 1023) / 1024,
                         (float)(number >> 20 & 1023) / 1024, (float)(number >> 30 & 1023) / 1024};
}

dyncolor_color sample_color_value(size_t index, unsigned version) {
  dyncolor_rgba color = sample_color(index, version);
  return (dyncolor_color){.space = DYNCOLOR_SPACE_SRGB,
                          .c = {(double)color.r, (double)color.g, (double)color.b},
                          .alpha = (double)color.a};
}

/* The index is in the last five digits, base 16, scattered so that neighbors look unlike. */
static int write_name(char *text, size_t room, uint32_t index) {
  static const char *const words[8] = {"surface", "primary", "accent", "outline",
                                       "button",  "sidebar", "header", "selection"};
  uint64_t number = sample_number(index);
  uint32_t scattered = index * 0x9E375u & 0xFFFFF; /* odd, hence one to one */
  return snprintf(text, room, "%s/%s-%05x", words[number & 7], words[number >> 3 & 7], scattered);
}

sample_names sample_names_of(const uint32_t *indices, size_t count) {
  enum { ROOM = 32 };
  sample_names names = {.count = count,
                        .names = sample_memory(count * sizeof(sample_name)),
                        .text = sample_memory(count * ROOM)};
  char *text = names.text;
  for (size_t i = 0; i < count; i++) {
    int length = write_name(text, ROOM, indices[i]);
    names.names[i] = (sample_name){text, (size_t)length};
    text += length + 1;
  }
  return names;
}

void sample_names_free(sample_names *names) {
  free(names->names);
  free(names->text);
}

uint32_t *sample_sequence(size_t count) {
  uint32_t *indices = sample_memory(count * sizeof *indices);
  for (size_t i = 0; i < count; i++) indices[i] = (uint32_t)i;
  return indices;
}

uint32_t *sample_shuffled(size_t count) {
  uint32_t *indices = sample_sequence(count);
  for (size_t i = count; i > 1; i--) {
    size_t other = sample_number(i) % i;
    uint32_t index = indices[i - 1];
    indices[i - 1] = indices[other];
    indices[other] = index;
  }
  return indices;
}

uint32_t *sample_random(size_t count, size_t limit) {
  uint32_t *indices = sample_memory(count * sizeof *indices);
  for (size_t i = 0; i < count; i++)
    indices[i] = (uint32_t)(sample_number(i + (UINT64_C(1) << 40)) % limit);
  return indices;
}

sample_batch sample_batch_of(size_t count, unsigned version) {
  uint32_t *indices = sample_sequence(count);
  sample_batch batch = {.count = count,
                        .names = sample_names_of(indices, count),
                        .definitions = sample_memory(count * sizeof(dyncolor_definition)),
                        .variants = sample_memory(count * sizeof(dyncolor_variant))};
  free(indices);
  for (size_t i = 0; i < count; i++) {
    dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
    definition.name = batch.names.names[i].text;
    definition.name_length = batch.names.names[i].length;
    definition.kind = DYNCOLOR_KIND_VARIANTS;
    definition.variants = &batch.variants[i];
    definition.variant_count = 1;
    batch.definitions[i] = definition;
  }
  sample_batch_recolor(&batch, version);
  return batch;
}

void sample_batch_recolor(sample_batch *batch, unsigned version) {
  for (size_t i = 0; i < batch->count; i++)
    batch->variants[i].part.color = sample_color_value(i, version);
}

void sample_batch_free(sample_batch *batch) {
  sample_names_free(&batch->names);
  free(batch->definitions);
  free(batch->variants);
}

void *sample_memory(size_t size) {
  size_t pages = (size + 4095) / 4096 * 4096;
  void *memory = aligned_alloc(4096, pages);
  harness_expect(memory != NULL, "there is memory");
  return memset(memory, 0, pages);
}

void give_out_numbers(dyncolor_theme *theme) {
  static const char *const names[] = {"first", "second", "third"};
  for (int i = 0; i < 3; i++) {
    uint16_t palette;
    uint32_t axis;
    if (dyncolor_palette_declare_n(theme, names[i], DYNCOLOR_NUL_TERMINATED, &palette, NULL) < 0 ||
        dyncolor_axis_declare_n(theme, names[i], DYNCOLOR_NUL_TERMINATED, &axis, NULL) < 0)
      abort();
  }
}
