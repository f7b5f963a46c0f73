/* What a call says of an argument that it refuses. */
#ifndef REFUSALS_H
#define REFUSALS_H

#include <dyncolor.h>

#include "check.h"

/* An error all of whose bytes have something in them. */
static inline dyncolor_error fresh_error(void) {
  dyncolor_error error;
  MARK(error);
  error.size = sizeof error;
  return error;
}

/* An invalid argument is told by name, and has no place in a text. */
static inline void check_refused(dyncolor_status status, const dyncolor_error *error,
                                 const char *argument) {
  CHECK(status == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(error->status == status);
  /* What was not refused says nothing. */
  if (error->status != DYNCOLOR_ERROR_INVALID_ARGUMENT) return;
  CHECK(error->line == 0 && error->column == 0 && error->offset == 0);
  CHECK(error->message != NULL && strlen(error->message) > 0);
  CHECK(strcmp(error->context, argument) == 0);
  if (strcmp(error->context, argument) != 0)
    printf("# context: %s, not %s\n", error->context, argument);
}

#endif
