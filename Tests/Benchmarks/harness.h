/* Measures code against code on a machine that is never quiet.
 *
 * The cases of a group take turns in slices of a few milliseconds, for a number of rounds. What a
 * claim compares is the processor time of two cases in the same round, and its figure is the median
 * of that ratio over the rounds: what disturbs the machine disturbs both, or one round.
 * Nanoseconds are shown to give the scale. */
#ifndef HARNESS_H
#define HARNESS_H

#include <stddef.h>

/* Something that is timed. */
typedef struct harness_case {
  /* Does it `count` times. */
  void (*run)(void *data, size_t count);
  void *data;

  /* How many times make a slice; 0 for as many as fill one. */
  size_t count;

  /* How many times it is done first, not timed: the case before has left its own data in the
   * caches. */
  size_t warm_up;

  /* Called around each slice, not timed; may be NULL. */
  void (*before)(void *data);
  void (*after)(void *data);

  /* Called over and over on another processor during the slice, a few microseconds each time; may
   * be NULL. Its time is not counted. */
  void (*beside)(void *data);
  void *beside_data;
} harness_case;

/* What is said about two cases of a group, by their numbers. */
typedef struct harness_claim {
  /* Who the baseline is may stand at its end: "…, against GHashTable". */
  const char *text;
  size_t subject;
  size_t baseline;

  /* The highest ratio that meets the goal; 0 for a figure without a goal. */
  double goal;
} harness_claim;

/* Cases that take turns. */
typedef struct harness_group {
  const char *name;
  const char *peer; /* who the baseline is where a claim does not say; may be NULL */
  const harness_case *cases;
  size_t case_count;
  const harness_claim *claims;
  size_t claim_count;

  /* How many bytes one time of each case takes in, and how many of the claims, the first ones, are
   * told in megabytes a second as well. */
  double bytes;
  size_t rate_count;

  /* Called before each round but the first, to make anew what the cases work on, so that where in
   * memory it happens to lie is not the same in all rounds; may be NULL. */
  void (*renew)(void *data);
  void *data;
} harness_group;

/* Reads the options, and goes to one processor. */
void harness_start(int argc, char **argv);

/* Whether this process is to measure a group: set it up only if it is. If the options ask for the
 * group, a child process measures it, up to the next call of this function or of harness_end, where
 * the child ends. A group that fails or crashes therefore costs its own rows only. The program goes
 * on with the next group, and the failure becomes a row with the verdict "failed". */
int harness_enter(const char *name);

/* Whether there is a second processor for what runs beside. */
int harness_has_second_processor(void);

/* Times the cases and prints a row for each claim. */
void harness_measure(const harness_group *group);

/* Prints a row for a number of bytes, beside what it is compared with. */
void harness_compare(
    const char *group, const char *text, double subject, double baseline, double goal);

/* The same for a figure of any unit: "ns", "B", or "" for what is counted. */
void harness_compare_in(
    const char *unit, const char *group, const char *text, double subject, double baseline,
    double goal);

/* The same for nanoseconds that were taken in rounds, as were those they are compared with, at most
 * 99 of them: what counts is the median of the ratios of each round. */
void harness_compare_rounds(
    const char *group, const char *text, const double *subject, const double *baseline,
    size_t rounds, double goal);

/* How many rounds the options ask for. */
size_t harness_rounds(void);

/* Ends the process unless the condition holds: what computes the wrong thing is not timed. In a
 * group, this fails the group, and the text is the reason that is reported. */
void harness_expect(int condition, const char *text);

/* Prints the end of the table. Returns what main returns: 4 if a group failed, 3 if there is no
 * group that the options ask for, 1 if a goal was missed, and otherwise 0. */
int harness_end(void);

#endif
