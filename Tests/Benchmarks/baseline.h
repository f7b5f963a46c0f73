/* What the library is measured against: the same scheme in plain C, and a plain table.
 *
 * It resolves as the library does: cells with stamps, in a plane for each environment, found
 * through a hash of the environment's 32 bytes in a table that grows with the environments, on the
 * same orderings of the same atomic words. It is called as the library is, in a shared object of
 * its own. What it does not have is all the rest: its colors are constants, its environments are
 * never given up. */
#ifndef BASELINE_H
#define BASELINE_H

#include <dyncolor.h>

typedef struct baseline baseline;

/* NULL if there is no memory. */
baseline *baseline_create(size_t colors);
void baseline_free(baseline *theme);

/* Gives a color an id, which is 0 when `colors` of them are there already. */
dyncolor_id baseline_add(baseline *theme, dyncolor_rgba color);

/* Gives ids other colors. */
void baseline_redefine(
    baseline *theme, const dyncolor_id *ids, const dyncolor_rgba *colors, size_t count);

/* What a color is computed from when it is resolved, if it is not a constant: a tree. */
typedef struct baseline_expression {
  enum { BASELINE_CONSTANT, BASELINE_REFERENCE, BASELINE_MIX } kind;
  dyncolor_color color; /* of a constant, in sRGB */
  dyncolor_id id;       /* what a reference is to */
  dyncolor_space space; /* the space of a mix: sRGB */
  struct {
    const struct baseline_expression *operand;
    double weight;
  } mixed[2];
} baseline_expression;

/* Lets a color be computed from an expression, which must stay there, when it is not kept. Returns
 * 0 if there is no memory. */
int baseline_define(baseline *theme, dyncolor_id id, const baseline_expression *expression);

/* Lets nothing be kept of ids, whose colors have to be computed anew. */
void baseline_invalidate(baseline *theme, const dyncolor_id *ids, size_t count);

/* Has the arguments, the checks and the results of dyncolor_resolve, but leaves `error` alone. */
dyncolor_status baseline_resolve(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color, dyncolor_error *error);

/* For callers that have more to do with the lock held. */
void baseline_lock(baseline *theme);
void baseline_unlock(baseline *theme);

/* The color that is kept of an id. Returns whether there is one. */
int baseline_look_up(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color);

/* Keeps a color of an id, whichever it has. The caller holds the lock. Returns 0 if there is no
 * memory. */
int baseline_keep(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    const dyncolor_rgba *color);

/* A table of colors by row, with their ids. */
typedef struct baseline_rows {
  size_t count;
  const dyncolor_id *ids;
  const dyncolor_rgba *colors;
} baseline_rows;

/* The color of an id, whose row is checked to be its own. */
dyncolor_status baseline_rows_resolve(
    const baseline_rows *rows, dyncolor_id id, dyncolor_rgba *color, dyncolor_error *error);

/* The color in the row of an id, unchecked. */
dyncolor_status baseline_rows_read(
    const baseline_rows *rows, dyncolor_id id, dyncolor_rgba *color, dyncolor_error *error);

/* Names of colors: what a theme keeps of each, its name, where it is found, a record and a
 * definition, in as many bytes as the library, but with no versions and no readers on other
 * threads. */
typedef struct baseline_names baseline_names;

/* For so many names; NULL if there is no memory. */
baseline_names *baseline_names_create(size_t count);
void baseline_names_free(baseline_names *names);

/* Adds colors with a constant in sRGB each. Returns 0 if it cannot: it adds none if a definition is
 * anything else, and only those before if a name is not new or there is no memory. */
int baseline_names_add(
    baseline_names *names, const dyncolor_definition *definitions, size_t count, dyncolor_id *ids);

/* Gives ids of names other constants, in sRGB, and a version. Returns 0, and changes nothing, if an
 * id is unknown or a color invalid. */
int baseline_names_redefine(
    baseline_names *names, const dyncolor_id *ids, const dyncolor_color *colors, size_t count,
    uint64_t version);

/* Has the arguments and the results of dyncolor_theme_find_n, but leaves `error` alone, and takes
 * no name to be UTF-8 but ASCII. */
dyncolor_status baseline_names_find(
    const baseline_names *names, const char *name, size_t length, dyncolor_id *id,
    dyncolor_error *error);

/* Does nothing: what a call costs. */
dyncolor_status baseline_nothing(
    baseline *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color, dyncolor_error *error);

#endif
