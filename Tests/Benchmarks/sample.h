/* The colors, names and environments that are measured with: made up, but the same in every run. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <dyncolor.h>
#include <stddef.h>
#include <stdint.h>

enum { SAMPLE_ENVIRONMENTS = 8 };

/* Light and dark, of standard and of more contrast, on a phone and on a desktop. */
extern const dyncolor_environment sample_environments[SAMPLE_ENVIRONMENTS];

/* Gives out the numbers that environments of benchmarks have: of three palettes and three axes. */
void give_out_numbers(dyncolor_theme *theme);

/* The same number for the same seed, and each number equally likely. */
uint64_t sample_number(uint64_t seed);

/* A color for each index and version. Its components are exact as floats. */
dyncolor_rgba sample_color(size_t index, unsigned version);

/* The same as a color value. */
dyncolor_color sample_color_value(size_t index, unsigned version);

/* A name, NUL-terminated. */
typedef struct sample_name {
  const char *text;
  size_t length;
} sample_name;

/* Names that lie one behind another in memory, in the order in which they are used, so that
 * fetching the question costs little beside finding the answer. */
typedef struct sample_names {
  size_t count;
  sample_name *names;
  char *text;
} sample_names;

/* The names of the indices: 19 to 25 bytes, unlike for unlike indices below 2^20. */
sample_names sample_names_of(const uint32_t *indices, size_t count);
void sample_names_free(sample_names *names);

/* Indices: 0 to count - 1 in order; the same shuffled; `count` random ones below `limit`. */
uint32_t *sample_sequence(size_t count);
uint32_t *sample_shuffled(size_t count);
uint32_t *sample_random(size_t count, size_t limit);

/* Definitions of `count` named constants, in one version. Each has a variant of its own, as a host
 * that reads a theme would have it. */
typedef struct sample_batch {
  size_t count;
  sample_names names;
  dyncolor_definition *definitions;
  dyncolor_variant *variants;
} sample_batch;

sample_batch sample_batch_of(size_t count, unsigned version);
void sample_batch_recolor(sample_batch *batch, unsigned version);
void sample_batch_free(sample_batch *batch);

/* Memory, cleared and on a page of its own; there always is some. */
void *sample_memory(size_t size);

#endif
