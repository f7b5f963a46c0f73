/* The libc calls that the core needs, and no others: what is not here cannot be imported. */
#ifndef DYNCOLOR_PLATFORM_H
#define DYNCOLOR_PLATFORM_H

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#endif
