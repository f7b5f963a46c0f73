/* Parsers of other libraries, made to look alike. */
#ifndef PEERS_H
#define PEERS_H

#include <stddef.h>

#include "../sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A parser. Its loop is on its own side, so that nothing is paid for the way there. */
typedef struct peer {
  const char *name;

  /* Reads a text as red, green, blue and alpha. Returns whether it could. */
  int (*read)(const sample_name *text, float rgba[4]);

  /* Reads `count` texts, over and over the `among` that there are, a power of two. Returns how many
   * of them it could not read. */
  size_t (*run)(const sample_name *texts, size_t among, size_t count);
} peer;

extern const peer qt_peer;

int cssparser_read(const sample_name *text, float rgba[4]);
size_t cssparser_run(const sample_name *texts, size_t among, size_t count);

#ifdef __cplusplus
}
#endif

#endif
