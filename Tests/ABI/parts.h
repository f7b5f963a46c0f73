/* Colors as parts of others. */
#ifndef PARTS_H
#define PARTS_H

#include <dyncolor.h>

/* A part that is a value. */
#define PART(value) (&(dyncolor_part){.color = (value)})

/* A part that is a registered color; NULL for DYNCOLOR_ID_NONE. */
#define PART_ID(number) ((number) ? &(dyncolor_part){.id = (number)} : NULL)

/* So many ids as parts, which are valid until the thread's next call. */
static inline const dyncolor_part *parts_of(const dyncolor_id *ids, size_t count) {
  static _Thread_local dyncolor_part parts[DYNCOLOR_MAX_FALLBACKS + 1];
  for (size_t i = 0; i < count; i++) parts[i] = dyncolor_part_id(ids[i]);
  return parts;
}

#endif
