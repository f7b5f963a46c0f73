/* Claims and their evidence: each test function is a claim, and prints one line in the end. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures_in_claim;
static int check_failed_claims;

/* Evidence. A failure is told with its place, up to ten times for each claim. */
#define CHECK(condition) \
  do { \
    if (!(condition) && ++check_failures_in_claim <= 10) \
      printf("# %s:%d: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

/* Runs the function that shows a claim. */
#define CLAIM(text, function) \
  do { \
    check_failures_in_claim = 0; \
    function(); \
    printf("%s - %s\n", check_failures_in_claim == 0 ? "ok" : "not ok", text); \
    check_failed_claims += check_failures_in_claim != 0; \
    fflush(stdout); \
  } while (0)

/* What main returns. */
#define CHECK_RESULT (check_failed_claims == 0 ? 0 : 1)

/* Runs the claims of a program, and is what main returns. With CHECK_STACK they run on a thread
 * whose stack has so many bytes: what the library may need, and the little that the program and the
 * C library need. It is not defined where the library is built so that it needs more. */
#ifdef CHECK_STACK
#include <pthread.h>
typedef struct check_program {
  int (*claims)(int, char **);
  int count;
  char **arguments;
  int result;
} check_program;

static inline void *check_run(void *data) {
  check_program *program = data;
  program->result = program->claims(program->count, program->arguments);
  return NULL;
}

static inline int on_stack(size_t size, int (*claims)(int, char **), int count,
                           char **arguments) {
  enum { GUARD = 64 * 1024 };
  check_program program = {claims, count, arguments, 1};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setguardsize(&attributes, GUARD);
  pthread_attr_setstacksize(&attributes, size + GUARD);
  if (pthread_create(&thread, &attributes, check_run, &program) != 0) abort();
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  return program.result;
}
#else
#define CHECK_STACK 0
static inline int on_stack(size_t size, int (*claims)(int, char **), int count,
                           char **arguments) {
  (void)size;
  return claims(count, arguments);
}
#endif

static inline int on_small_stack(int (*claims)(int, char **), int count, char **arguments) {
  return on_stack(CHECK_STACK, claims, count, arguments);
}

/* Whether the one argument of a program says that some of it is enough, as it is under valgrind. */
static inline int is_to_be_brief(int count, char **arguments) {
  return count == 2 && strcmp(arguments[1], "--brief") == 0;
}

/* Outputs are filled with a pattern before a call, which a failing call must not touch. */
#define MARK(object) memset(&(object), 0xA5, sizeof(object))
#define CHECK_MARKED(object) CHECK(is_marked(&(object), sizeof(object)))

static inline int is_marked(const void *memory, size_t size) {
  const unsigned char *bytes = memory;
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != 0xA5) return 0;
  return 1;
}

#endif
