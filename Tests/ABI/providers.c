/* Providers: colors that the host computes, and that may call the library while they do. */
#include <dyncolor.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "parts.h"
#include "themes.h"

#define BIT(axis) (1u << (axis))

static const dyncolor_environment light = {.scheme = DYNCOLOR_SCHEME_LIGHT};
static const dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};

static dyncolor_color gray(double value) {
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {value, value, value}, 1};
  return color;
}

/* ---- Resolving, with all that a call leaves behind ------------------------------------------- */

typedef struct attempt {
  dyncolor_status status;
  dyncolor_rgba color;
  dyncolor_error error;
} attempt;

/* Whether a failure was told and touched no output, or a success told no failure. */
static int is_clean(const attempt *made) {
  if (made->status == DYNCOLOR_OK)
    return made->error.status == 0 && made->error.message == NULL && isfinite(made->color.r);
  return made->status < 0 && made->error.status == made->status && made->error.message != NULL &&
         is_marked(&made->color, sizeof made->color);
}

/* Resolves through the context of a provider or, if that is NULL, from outside. */
static attempt resolve(dyncolor_theme *theme, dyncolor_context *context, dyncolor_id id,
                       const dyncolor_environment *where) {
  attempt made = {DYNCOLOR_OK, {0}, DYNCOLOR_ERROR_INIT};
  MARK(made.color);
  made.status = context != NULL ? dyncolor_context_resolve(context, id, &made.color, &made.error)
                                : dyncolor_resolve(theme, id, where, &made.color, &made.error);
  return made;
}

/* The status with which an id is resolved on the main thread. */
static attempt last;
static dyncolor_status failure(dyncolor_theme *theme, dyncolor_id id,
                               const dyncolor_environment *where) {
  last = resolve(theme, NULL, id, where);
  CHECK(is_clean(&last));
  return last.status;
}

/* The gray that an id resolves to there, or −1. */
static double value(dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *where) {
  return failure(theme, id, where) == DYNCOLOR_OK ? (double)last.color.r : -1;
}

/* ---- Providers that are watched -------------------------------------------------------------- */

typedef struct probe probe;
typedef dyncolor_status (*probe_work)(probe *self, dyncolor_context *context,
                                      dyncolor_answer *answer);

/* The user data of a provider. */
struct probe {
  probe_work work;
  double gray;
  dyncolor_id id;                    /* another color, or its own */
  dyncolor_theme *theme;             /* where that is, if not reached through the context */
  const dyncolor_environment *where; /* for which environment, likewise */
  dyncolor_status status;
  dyncolor_axis axis;
  dyncolor_answer answer;
  probe *next;

  int given; /* how often it was handed to the library */
  atomic_int calls, inside, destroys;
  atomic_int wrongs; /* what must not happen: destroyed while inside, called once destroyed, … */
  atomic_int entered, go;
};

/* What the last provider on this thread saw when it resolved. */
static _Thread_local attempt inner;

static dyncolor_status provide(dyncolor_context *context, dyncolor_answer *answer,
                               void *user_data) {
  static const dyncolor_answer zero;
  probe *self = user_data;
  atomic_fetch_add(&self->inside, 1);
  atomic_fetch_add(&self->calls, 1);
  if (context == NULL || memcmp(answer, &zero, sizeof zero) != 0 ||
      atomic_load(&self->destroys) >= self->given)
    atomic_fetch_add(&self->wrongs, 1);
  dyncolor_status status = self->work(self, context, answer);
  atomic_fetch_sub(&self->inside, 1);
  return status;
}

static void destroy(void *user_data) {
  probe *self = user_data;
  if (atomic_load(&self->inside) != 0) atomic_fetch_add(&self->wrongs, 1);
  atomic_fetch_add(&self->destroys, 1);
}

static dyncolor_id provider(dyncolor_theme *theme, const char *name, probe *data) {
  dyncolor_id id = 0;
  data->given++;
  CHECK(dyncolor_register_provider_n(theme, name, name == NULL ? 0 : NUL, provide, data, destroy,
                                     &id, NULL) == DYNCOLOR_OK);
  CHECK(id != 0);
  return id;
}

/* To be called once the library has no more use for the data. */
static void check_over(const probe *data) {
  CHECK(atomic_load(&data->destroys) == data->given);
  CHECK(atomic_load(&data->inside) == 0);
  CHECK(atomic_load(&data->wrongs) == 0);
}

#define CALLS(data) atomic_load(&(data).calls)
#define DESTROYS(data) atomic_load(&(data).destroys)

/* ---- What they do ---------------------------------------------------------------------------- */

static dyncolor_status work_gray(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  (void)context;
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static dyncolor_status answer_with(const attempt *made, dyncolor_answer *answer) {
  if (made->status == DYNCOLOR_OK) answer->color = gray(made->color.r);
  return made->status;
}

/* Takes the color of another through the context. */
static dyncolor_status work_follow(probe *self, dyncolor_context *context,
                                   dyncolor_answer *answer) {
  attempt made = resolve(NULL, context, self->id, NULL);
  inner = made;
  if (!is_clean(&made)) atomic_fetch_add(&self->wrongs, 1);
  return answer_with(&made, answer);
}

/* The same through dyncolor_resolve, in an environment of its own choice. */
static dyncolor_status work_resolve(probe *self, dyncolor_context *context,
                                    dyncolor_answer *answer) {
  dyncolor_theme *theme = self->theme != NULL ? self->theme : dyncolor_context_theme(context);
  attempt made = resolve(theme, NULL, self->id, self->where);
  inner = made;
  if (!is_clean(&made)) atomic_fetch_add(&self->wrongs, 1);
  return answer_with(&made, answer);
}

/* As work_follow, but answers its own gray if the other has no color. */
static dyncolor_status work_try(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  if (work_follow(self, context, answer) != DYNCOLOR_OK) answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static dyncolor_status work_refer(probe *self, dyncolor_context *context,
                                  dyncolor_answer *answer) {
  (void)context;
  answer->id = self->id;
  return DYNCOLOR_OK;
}

static dyncolor_status work_fail(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  (void)context;
  answer->color = gray(self->gray);
  return self->status;
}

static dyncolor_status work_answer(probe *self, dyncolor_context *context,
                                   dyncolor_answer *answer) {
  (void)context;
  *answer = self->answer;
  return DYNCOLOR_OK;
}

/* Answers 0.25 for light and 0.75 for dark. */
static dyncolor_status work_scheme(probe *self, dyncolor_context *context,
                                   dyncolor_answer *answer) {
  (void)self;
  uint32_t scheme = dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME);
  answer->color = gray(scheme == DYNCOLOR_SCHEME_DARK ? 0.75 : 0.25);
  return DYNCOLOR_OK;
}

/* ---- Themes and time ------------------------------------------------------------------------- */

static dyncolor_id constant(dyncolor_theme *theme, const char *name, double level) {
  dyncolor_color color = gray(level);
  dyncolor_id id = 0;
  CHECK(dyncolor_register_color_n(theme, name, name == NULL ? 0 : NUL, &color, &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

static dyncolor_id pair(dyncolor_theme *theme, const char *name, double in_light, double in_dark) {
  dyncolor_color first = gray(in_light), second = gray(in_dark);
  dyncolor_id id = 0;
  CHECK(dyncolor_register_pair_n(theme, name, NUL, PART(first), PART(second), &id, NULL) ==
        DYNCOLOR_OK);
  return id;
}

static dyncolor_id alias(dyncolor_theme *theme, const char *name, dyncolor_id target) {
  dyncolor_id id = 0;
  CHECK(dyncolor_register_alias_n(theme, name, NUL, target, &id, NULL) == DYNCOLOR_OK);
  return id;
}

static void pause_for(long milliseconds) {
  struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}

/* Waits until a number has grown to what is wanted, for ten seconds at most: whether it has. */
static int wait_for(atomic_int *number, int wanted) {
  for (int i = 0; i < 10000; i++) {
    if (atomic_load(number) >= wanted) return 1;
    pause_for(1);
  }
  return 0;
}

/* Room for providers that nest as deeply as documented, each with an error or two of its own; where
 * the library is watched by ThreadSanitizer, or counts what is run, its frames are larger. */
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define HAS_LARGE_FRAMES
#endif
#endif
#ifdef HAS_LARGE_FRAMES
enum { SMALL_STACK = 512 * 1024 };
#else
enum { SMALL_STACK = 256 * 1024 + DYNCOLOR_MAX_DEPTH * 2 * sizeof(((dyncolor_error *)0)->path) };
#endif

/* A call of dyncolor_resolve on a thread of its own, whose stack is small. */
typedef struct errand {
  pthread_t thread;
  dyncolor_theme *theme;
  dyncolor_id id;
  const dyncolor_environment *where;
  pthread_barrier_t *start;
  int rounds;
  attempt outer, inner;
} errand;

static void *run_errand(void *argument) {
  errand *self = argument;
  if (self->start != NULL) pthread_barrier_wait(self->start);
  for (int i = 0; i == 0 || i < self->rounds; i++) {
    self->outer = resolve(self->theme, NULL, self->id, self->where);
    if (!is_clean(&self->outer)) break;
  }
  self->inner = inner;
  return NULL;
}

static void start_errand(errand *self) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, SMALL_STACK);
  CHECK(pthread_create(&self->thread, &attributes, run_errand, self) == 0);
  pthread_attr_destroy(&attributes);
}

static void end_errand(errand *self) {
  pthread_join(self->thread, NULL);
  CHECK(is_clean(&self->outer));
}

/* ---- Resolving others ------------------------------------------------------------------------ */

static void others(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id both = pair(theme, "both", 0.25, 0.75);
  probe follow = {.work = work_follow, .id = both};
  probe plain = {.work = work_resolve, .id = both, .where = &dark};
  probe refer = {.work = work_refer, .id = both};
  dyncolor_id a = provider(theme, "follow", &follow), b = provider(theme, "plain", &plain),
              c = provider(theme, NULL, &refer);
  CHECK(value(theme, a, &light) == 0.25 && value(theme, a, &dark) == 0.75);
  CHECK(value(theme, b, &light) == 0.75 && value(theme, b, &dark) == 0.75);
  CHECK(value(theme, c, &light) == 0.25 && value(theme, c, &dark) == 0.75);
  CHECK(value(theme, c, NULL) == 0.25);

  /* Variants and palettes may lead to a provider, and a provider to them. */
  dyncolor_variant variants[2] = {{.part.id = a}, {.scheme = DYNCOLOR_SCHEME_DARK,
                                                   .part.color = gray(1)}};
  dyncolor_id mixed;
  CHECK(dyncolor_register_variants_n(theme, "mixed", 5, variants, 2, &mixed, NULL) == DYNCOLOR_OK);
  CHECK(value(theme, mixed, &light) == 0.25 && value(theme, mixed, &dark) == 1);
  uint16_t night;
  CHECK(dyncolor_palette_declare_n(theme, "Night", 5, &night, NULL) == DYNCOLOR_OK);
  probe primary = {.work = work_scheme};
  provider(theme, "Night/primary", &primary);
  dyncolor_id semantic;
  CHECK(dyncolor_register_semantic_n(theme, NULL, 0, "primary", 7, PART_ID(mixed), &semantic,
                                     NULL) ==
        DYNCOLOR_OK);
  const dyncolor_environment at_night = {.palette = night, .scheme = DYNCOLOR_SCHEME_DARK};
  CHECK(value(theme, semantic, &at_night) == 0.75 && value(theme, semantic, &dark) == 1);
  probe outermost = {.work = work_follow, .id = semantic};
  dyncolor_id d = provider(theme, "outermost", &outermost);
  CHECK(value(theme, d, &at_night) == 0.75 && value(theme, d, &light) == 0.25);

  dyncolor_theme_release(theme);
  check_over(&follow), check_over(&plain), check_over(&refer);
  check_over(&primary), check_over(&outermost);
}

/* ---- Cycles ---------------------------------------------------------------------------------- */

static int names_all(const attempt *made, const char *first, const char *second) {
  if (made->status != DYNCOLOR_ERROR_CYCLE) return 0;
  if (strstr(made->error.context, first) != NULL && strstr(made->error.context, second) != NULL)
    return 1;
  printf("# context: %s\n", made->error.context);
  return 0;
}

static void itself(void) {
  dyncolor_theme *theme = new_theme();
  probe through_context = {.work = work_follow}, plain = {.work = work_resolve, .where = &dark};
  probe own_id = {.work = work_refer}, undaunted = {.work = work_try, .gray = 0.5};
  dyncolor_id a = through_context.id = provider(theme, "narcissus", &through_context);
  dyncolor_id b = plain.id = provider(theme, "mirror", &plain);
  dyncolor_id c = own_id.id = provider(theme, "ouroboros", &own_id);
  dyncolor_id d = undaunted.id = provider(theme, NULL, &undaunted);
  const dyncolor_environment *places[] = {NULL, &light, &dark};
  for (int i = 0; i < 3; i++) {
    CHECK(failure(theme, a, places[i]) == DYNCOLOR_ERROR_CYCLE);
    CHECK(names_all(&inner, "narcissus", "narcissus") && is_clean(&inner));
    CHECK(failure(theme, c, places[i]) == DYNCOLOR_ERROR_CYCLE);
    CHECK(names_all(&last, "ouroboros", "ouroboros"));
    CHECK(value(theme, d, places[i]) == 0.5);
    CHECK(inner.status == DYNCOLOR_ERROR_CYCLE && inner.error.context[0] != 0);
  }
  CHECK(failure(theme, b, &dark) == DYNCOLOR_ERROR_CYCLE);
  CHECK(names_all(&inner, "mirror", "mirror") && names_all(&last, "mirror", "mirror"));

  /* Once it no longer does, all is well. */
  probe reformed = {.work = work_gray, .gray = 0.25};
  CHECK(provider(theme, "narcissus", &reformed) == a && value(theme, a, &dark) == 0.25);
  dyncolor_theme_release(theme);
  check_over(&through_context), check_over(&plain), check_over(&own_id), check_over(&undaunted);
  check_over(&reformed);
}

static void each_other(void) {
  dyncolor_theme *theme = new_theme();
  probe hen = {.work = work_follow}, egg = {.work = work_follow};
  dyncolor_id a = egg.id = provider(theme, "hen", &hen);
  dyncolor_id b = hen.id = provider(theme, "egg", &egg);
  for (int i = 0; i < 2; i++) {
    CHECK(failure(theme, i == 0 ? a : b, &dark) == DYNCOLOR_ERROR_CYCLE);
    CHECK(strstr(last.error.context, i == 0 ? "hen" : "egg") != NULL);
  }
  egg.work = work_try;
  CHECK(value(theme, a, &light) == 0);

  /* The same by answers, and by an answer and a call. */
  probe left = {.work = work_refer}, right = {.work = work_refer};
  dyncolor_id c = right.id = provider(theme, "left", &left);
  dyncolor_id d = left.id = provider(theme, "right", &right);
  CHECK(failure(theme, c, &dark) == DYNCOLOR_ERROR_CYCLE && names_all(&last, "left", "right"));
  right.work = work_follow;
  CHECK(failure(theme, c, &light) == DYNCOLOR_ERROR_CYCLE);
  CHECK(failure(theme, d, &light) == DYNCOLOR_ERROR_CYCLE);
  dyncolor_theme_release(theme);
  check_over(&hen), check_over(&egg), check_over(&left), check_over(&right);
}

/* Takes the color of another without the context, and its own gray if that fails. */
static dyncolor_status work_try_alone(probe *self, dyncolor_context *context,
                                      dyncolor_answer *answer) {
  (void)context;
  attempt made = resolve(self->theme, NULL, self->id, self->where);
  answer->color = gray(made.status == DYNCOLOR_OK ? made.color.r : self->gray);
  return DYNCOLOR_OK;
}

static void not_kept_in_cycles(void) {
  dyncolor_theme *theme = new_theme();
  probe hen = {.work = work_try_alone, .gray = 0.25, .theme = theme, .where = &light};
  probe egg = {.work = work_try_alone, .gray = 0.75, .theme = theme, .where = &light};
  dyncolor_id a = egg.id = provider(theme, "hen", &hen);
  dyncolor_id b = hen.id = provider(theme, "egg", &egg);
  /* Whoever is asked first gets the gray of the other, which then cannot ask back. */
  for (int i = 1; i <= 3; i++) {
    CHECK(value(theme, a, &light) == 0.75);
    CHECK(value(theme, b, &light) == 0.25);
    CHECK(CALLS(hen) == 2 * i && CALLS(egg) == 2 * i);
  }
  dyncolor_theme_release(theme);
  check_over(&hen), check_over(&egg);
}

/* Sees the error itself, before it becomes that of another. */
static char told[sizeof last.error.context];

static dyncolor_status work_cycle_names(probe *self, dyncolor_context *context,
                                        dyncolor_answer *answer) {
  dyncolor_status status = work_follow(self, context, answer);
  if (status == DYNCOLOR_ERROR_CYCLE) strcpy(told, inner.error.context);
  return status;
}

static void cycle_names(void) {
  dyncolor_theme *theme = new_theme();
  probe hen = {.work = work_follow}, egg = {.work = work_cycle_names};
  dyncolor_id a = egg.id = provider(theme, "hen", &hen);
  dyncolor_id b = hen.id = provider(theme, "egg", &egg);
  CHECK(failure(theme, a, &dark) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(told, "hen → egg → hen") == 0);
  /* From outside the circle, and by way of a color that is no provider. */
  hen.id = alias(theme, "nest", b);
  CHECK(failure(theme, alias(theme, "farm", a), &dark) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(told, "hen → nest → egg → hen") == 0);
  probe farmer = {.work = work_follow, .id = a};
  CHECK(failure(theme, provider(theme, "farmer", &farmer), &dark) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(told, "hen → nest → egg → hen") == 0);

  probe ring = {.work = work_cycle_names};
  b = provider(theme, "ring", &ring);
  ring.id = alias(theme, "finger", b);
  CHECK(failure(theme, b, &dark) == DYNCOLOR_ERROR_CYCLE);
  CHECK(strcmp(told, "ring → finger → ring") == 0);
  dyncolor_theme_release(theme);
  check_over(&hen), check_over(&egg), check_over(&ring), check_over(&farmer);
}

/* A thread renames a color while another one is in a provider's call, and looks for it at once. */
static void *rename_and_look(void *argument) {
  probe *self = argument;
  const char *const name = self->gray == 0.25 ? "after" : "before";
  CHECK(dyncolor_id_rename_n(self->theme, self->id, name, NUL, NULL) == DYNCOLOR_OK);
  CHECK(value(self->theme, self->answer.id, &dark) == self->gray);
  return NULL;
}

static dyncolor_status work_rename(probe *self, dyncolor_context *context,
                                   dyncolor_answer *answer) {
  (void)context;
  pthread_t thread;
  pthread_create(&thread, NULL, rename_and_look, self);
  pthread_join(thread, NULL);
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static void renamed_meanwhile(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = constant(theme, "before", 0.25), look = 0;
  CHECK(dyncolor_register_css_n(theme, "look", NUL, "var(--after, white)", NUL, &look, NULL) ==
        DYNCOLOR_OK);
  probe first = {.work = work_rename, .theme = theme, .id = id, .gray = 0.25, .answer.id = look};
  probe second = {.work = work_rename, .theme = theme, .id = id, .gray = 1, .answer.id = look};
  CHECK(value(theme, look, &dark) == 1);
  CHECK(value(theme, provider(theme, "first", &first), &dark) == 0.25);
  CHECK(value(theme, look, &dark) == 0.25);
  CHECK(value(theme, provider(theme, "second", &second), &dark) == 1);
  CHECK(value(theme, look, &dark) == 1);
  dyncolor_theme_release(theme);
  check_over(&first), check_over(&second);
}

static void cycles_on_threads(void) {
  enum { THREADS = 2, ROUNDS = 200 };
  dyncolor_theme *theme = new_theme();
  probe self = {.work = work_follow}, hen = {.work = work_follow}, egg = {.work = work_follow};
  dyncolor_id ids[3];
  ids[0] = self.id = provider(theme, "narcissus", &self);
  ids[1] = egg.id = provider(theme, "hen", &hen);
  ids[2] = hen.id = provider(theme, "egg", &egg);
  for (int i = 0; i < 3; i++) {
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    errand errands[THREADS];
    for (int j = 0; j < THREADS; j++) {
      /* Hen and egg from both sides at once. */
      dyncolor_id id = i == 2 && j == 1 ? ids[1] : ids[i];
      errands[j] = (errand){.theme = theme, .id = id, .start = &start, .rounds = ROUNDS};
      start_errand(&errands[j]);
    }
    for (int j = 0; j < THREADS; j++) {
      end_errand(&errands[j]);
      CHECK(errands[j].outer.status == DYNCOLOR_ERROR_CYCLE);
      CHECK(errands[j].inner.status == DYNCOLOR_ERROR_CYCLE);
      CHECK(strlen(errands[j].inner.error.context) > 0);
    }
    pthread_barrier_destroy(&start);
  }
  dyncolor_theme_release(theme);
  check_over(&self), check_over(&hen), check_over(&egg);
}

static dyncolor_status work_meet(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  (void)context;
  atomic_fetch_add(&self->entered, 1);
  /* The library may let one wait for the other: then they do not meet. */
  for (int i = 0; i < 100 && atomic_load(&self->entered) < 2; i++) pause_for(1);
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static void no_cycle_between_threads(void) {
  dyncolor_theme *theme = new_theme();
  probe meeting = {.work = work_meet, .gray = 0.5};
  dyncolor_id id = provider(theme, "meeting", &meeting);
  pthread_barrier_t start;
  pthread_barrier_init(&start, NULL, 2);
  errand errands[2];
  for (int i = 0; i < 2; i++) {
    errands[i] = (errand){.theme = theme, .id = id, .where = &dark, .start = &start};
    start_errand(&errands[i]);
  }
  for (int i = 0; i < 2; i++) {
    end_errand(&errands[i]);
    CHECK(errands[i].outer.status == DYNCOLOR_OK && errands[i].outer.color.r == 0.5f);
  }
  pthread_barrier_destroy(&start);
  CHECK(CALLS(meeting) == 1 || CALLS(meeting) == 2);
  dyncolor_theme_release(theme);
  check_over(&meeting);
}

/* ---- Depth ----------------------------------------------------------------------------------- */

/* Makes providers of which each follows the next: the id of the first. */
static dyncolor_id chain(dyncolor_theme *theme, probe *links, int count, probe_work work) {
  dyncolor_id id = 0;
  for (int i = count - 1; i >= 0; i--) {
    links[i].work = i == count - 1 ? work_gray : work;
    links[i].gray = 0.5;
    links[i].id = id;
    id = provider(theme, NULL, &links[i]);
  }
  return id;
}

static void depth(void) {
  /* One more than so many providers may or may not be too deep: the header counts those that
   * resolve, not the one that is resolved. */
  enum { LEGAL = DYNCOLOR_MAX_DEPTH, ILLEGAL = DYNCOLOR_MAX_DEPTH + 2 };
  static probe legal[LEGAL], illegal[ILLEGAL], referring[3 * DYNCOLOR_MAX_DEPTH];
  dyncolor_theme *theme = new_theme();
  dyncolor_id good = chain(theme, legal, LEGAL, work_follow);
  dyncolor_id bad = chain(theme, illegal, ILLEGAL, work_follow);
  CHECK(value(theme, good, NULL) == 0.5 && CALLS(legal[LEGAL - 1]) == 1);
  for (int i = 0; i < 3; i++) {
    CHECK(failure(theme, bad, NULL) == DYNCOLOR_ERROR_TOO_DEEP);
    CHECK(CALLS(illegal[ILLEGAL - 1]) == 0);
  }
  errand small = {.theme = theme, .id = good, .where = &dark};
  start_errand(&small);
  end_errand(&small);
  CHECK(small.outer.status == DYNCOLOR_OK);
  small.id = bad;
  start_errand(&small);
  end_errand(&small);
  CHECK(small.outer.status == DYNCOLOR_ERROR_TOO_DEEP);

  /* What is deep down can be resolved; it is kept then, and what is above is near it. */
  CHECK(value(theme, illegal[1].id, NULL) == 0.5);
  CHECK(value(theme, bad, NULL) == 0.5);
  CHECK(value(theme, good, &light) == 0.5);

  /* Answering with the id of another provider is not nesting. */
  dyncolor_id flat = chain(theme, referring, 3 * DYNCOLOR_MAX_DEPTH, work_refer);
  CHECK(value(theme, flat, &light) == 0.5);
  dyncolor_theme_release(theme);
  for (int i = 0; i < LEGAL; i++) check_over(&legal[i]);
  for (int i = 0; i < ILLEGAL; i++) check_over(&illegal[i]);
  for (int i = 0; i < 3 * DYNCOLOR_MAX_DEPTH; i++) check_over(&referring[i]);
}

static void depth_across_themes(void) {
  enum { THEMES = DYNCOLOR_MAX_DEPTH + 2 };
  static probe links[THEMES];
  static dyncolor_theme *themes[THEMES];
  dyncolor_id id = 0;
  for (int i = THEMES - 1; i >= 0; i--) {
    themes[i] = new_theme();
    links[i].work = i == THEMES - 1 ? work_gray : work_resolve;
    links[i].theme = i == THEMES - 1 ? NULL : themes[i + 1];
    links[i].id = id;
    id = provider(themes[i], NULL, &links[i]);
  }
  CHECK(value(themes[0], id, NULL) == 0);

  /* From one theme to another and back. */
  probe here = {.work = work_resolve, .theme = themes[1]}, there = {.work = work_resolve};
  dyncolor_id a = there.id = provider(themes[0], "here", &here);
  there.theme = themes[0];
  here.id = provider(themes[1], "there", &there);
  CHECK(failure(themes[0], a, NULL) == DYNCOLOR_ERROR_CYCLE);
  for (int i = 0; i < THEMES; i++) dyncolor_theme_release(themes[i]);
  for (int i = 0; i < THEMES; i++) check_over(&links[i]);
  check_over(&here), check_over(&there);
}

/* Resolves itself in ever other environments. */
static dyncolor_status work_elsewhere(probe *self, dyncolor_context *context,
                                      dyncolor_answer *answer) {
  dyncolor_environment where;
  dyncolor_context_environment(context, &where, NULL);
  if (++where.custom[0] == 0) where.custom[1]++;
  attempt made = resolve(dyncolor_context_theme(context), NULL, self->id, &where);
  return answer_with(&made, answer);
}

static void itself_elsewhere(void) {
  dyncolor_theme *theme = new_theme();
  declare_axes(theme);
  probe data = {.work = work_elsewhere};
  dyncolor_id id = data.id = provider(theme, "restless", &data);
  dyncolor_status status = failure(theme, id, NULL);
  CHECK(status == DYNCOLOR_ERROR_CYCLE || status == DYNCOLOR_ERROR_TOO_DEEP);
  errand small = {.theme = theme, .id = id, .where = &dark};
  start_errand(&small);
  end_errand(&small);
  CHECK(small.outer.status == status);
  dyncolor_theme_release(theme);
  check_over(&data);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void statuses_pass(void) {
  static const struct {
    int32_t returned, expected;
    const char *context;
  } rows[] = {
      {DYNCOLOR_ERROR_INVALID_ARGUMENT, DYNCOLOR_ERROR_INVALID_ARGUMENT,
       "failing: its provider returned DYNCOLOR_ERROR_INVALID_ARGUMENT"},
      {DYNCOLOR_ERROR_UNKNOWN_NAME, DYNCOLOR_ERROR_UNKNOWN_NAME,
       "failing: its provider returned DYNCOLOR_ERROR_UNKNOWN_NAME"},
      {DYNCOLOR_ERROR_NO_VALUE, DYNCOLOR_ERROR_NO_VALUE,
       "failing: its provider returned DYNCOLOR_ERROR_NO_VALUE"},
      {DYNCOLOR_ERROR_STALE_ID, DYNCOLOR_ERROR_STALE_ID,
       "failing: its provider returned DYNCOLOR_ERROR_STALE_ID"},
      {DYNCOLOR_ERROR_PROVIDER, DYNCOLOR_ERROR_PROVIDER, "failing"},
      {DYNCOLOR_ERROR_NOT_IN_SNAPSHOT, DYNCOLOR_ERROR_NOT_IN_SNAPSHOT,
       "failing: its provider returned DYNCOLOR_ERROR_NOT_IN_SNAPSHOT"},
      {-1000, -1000, "failing: its provider returned -1000"},
      {INT32_MIN, INT32_MIN, "failing: its provider returned -2147483648"},
      {1, DYNCOLOR_ERROR_PROVIDER, "failing: its provider returned 1"},
      {INT32_MAX, DYNCOLOR_ERROR_PROVIDER, "failing: its provider returned 2147483647"},
  };
  dyncolor_theme *theme = new_theme();
  probe data = {.work = work_fail, .gray = 0.5};
  dyncolor_id id = provider(theme, "failing", &data);
  dyncolor_id other = alias(theme, "alias", id);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    data.status = (dyncolor_status)rows[i].returned;
    provider(theme, "failing", &data);
    CHECK(failure(theme, id, &dark) == (dyncolor_status)rows[i].expected);
    CHECK(dyncolor_resolve(theme, id, &dark, &(dyncolor_rgba){0}, NULL) == rows[i].expected);
    CHECK(strcmp(last.error.message, "a provider failed") == 0);
    CHECK(strcmp(last.error.context, rows[i].context) == 0);
    CHECK(failure(theme, other, &light) == (dyncolor_status)rows[i].expected);
    CHECK(strcmp(last.error.context, rows[i].context) == 0);
    dyncolor_status status;
    unsigned char pixel[4] = {1, 2, 3, 4};
    CHECK(dyncolor_resolve_list(theme, &other, 1, &dark, DYNCOLOR_LAYOUT_RGBA8, pixel, 4, &status,
                                NULL) == DYNCOLOR_OK);
    CHECK((int32_t)status == rows[i].expected && memcmp(pixel, "\0\0\0\0", 4) == 0);
  }
  data.status = DYNCOLOR_OK;
  provider(theme, "failing", &data);
  CHECK(value(theme, other, &light) == 0.5);
  dyncolor_theme_release(theme);
  check_over(&data);
}

static void bad_answers(void) {
  dyncolor_theme *theme = new_theme(), *stranger = new_theme();
  dyncolor_id foreign = constant(stranger, "x", 1);
  dyncolor_id stale = constant(theme, "stale", 1), declared;
  CHECK(dyncolor_unregister(theme, stale, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_declare_n(theme, "declared", 8, &declared, NULL) == DYNCOLOR_OK);
  dyncolor_variant variant = {.scheme = DYNCOLOR_SCHEME_DARK, .part.color = gray(1)};
  dyncolor_id night;
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, &variant, 1, &night, NULL) == DYNCOLOR_OK);
  const struct {
    dyncolor_status expected; /* 0: some error */
    dyncolor_answer answer;
  } rows[] = {
      {0, {0}},
      {0, {.color = {1, 0, {NAN, 0, 0}, 1}}},
      {0, {.color = {1, 0, {0, INFINITY, 0}, 1}}},
      {0, {.color = {1, 0, {0, 0, -INFINITY}, 1}}},
      {0, {.color = {1, 0, {0, 0, 0}, NAN}}},
      {0, {.color = {1, 0, {0, 0, 0}, 1.5}}},
      {0, {.color = {1, 0, {0, 0, 0}, -0.5}}},
      {0, {.color = {0, 0, {0, 0, 0}, 1}}},
      {0, {.color = {99, 0, {0, 0, 0}, 1}}},
      {0, {.color = {UINT32_MAX, 0, {0, 0, 0}, 1}}},
      {0, {.color = {1, 32, {0, 0, 0}, 1}}},
      {0, {.reserved = 1, .color = gray(0.5)}},
      {0, {.id = night, .reserved = 1}},
      {DYNCOLOR_ERROR_FOREIGN_ID, {.id = foreign}},
      {DYNCOLOR_ERROR_FOREIGN_ID, {.id = UINT32_MAX}},
      {DYNCOLOR_ERROR_STALE_ID, {.id = stale}},
      {DYNCOLOR_ERROR_STALE_ID, {.id = declared}},
      {DYNCOLOR_ERROR_NO_VALUE, {.id = night}},
  };
  probe data = {.work = work_answer};
  dyncolor_id id = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    data.answer = rows[i].answer;
    id = provider(theme, "bad", &data);
    dyncolor_status status = failure(theme, id, &light);
    CHECK(rows[i].expected == 0 ? status < 0 : status == rows[i].expected);
    if (rows[i].expected != 0 && status != rows[i].expected)
      printf("# row %zu: %d\n", i, (int)status);
  }

  /* Good ones that look odd: out of gamut, missing, and beyond what floats hold. */
  const dyncolor_color odd[] = {
      {DYNCOLOR_SPACE_DISPLAY_P3, 0, {0, 1, 0}, 1},
      {DYNCOLOR_SPACE_SRGB, 15, {NAN, INFINITY, 3}, NAN},
      {DYNCOLOR_SPACE_DISPLAY_P3_LINEAR, 0, {1e308, -1e308, 1e308}, 0},
  };
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    data.answer = (dyncolor_answer){.color = odd[i]};
    provider(theme, "bad", &data);
    dyncolor_rgba expected, color;
    CHECK(dyncolor_color_pack(&odd[i], DYNCOLOR_LAYOUT_FLOAT4, &expected, sizeof expected, NULL) ==
          DYNCOLOR_OK);
    CHECK(dyncolor_resolve(theme, id, &dark, &color, NULL) == DYNCOLOR_OK);
    CHECK(memcmp(&color, &expected, sizeof color) == 0);
    CHECK(isfinite(color.r) && isfinite(color.g) && isfinite(color.b) && isfinite(color.a));
  }
  data.answer = (dyncolor_answer){.id = night};
  provider(theme, "bad", &data);
  CHECK(value(theme, id, &dark) == 1 && failure(theme, id, &light) == DYNCOLOR_ERROR_NO_VALUE);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(stranger);
  check_over(&data);
}

/* ---- Changes from the inside ----------------------------------------------------------------- */

/* Counts as wrong what does not hold inside a call. */
#define EXPECT(condition) \
  do { \
    if (!(condition)) { \
      atomic_fetch_add(&self->wrongs, 1); \
      printf("# %s:%d: inside a provider: %s\n", __FILE__, __LINE__, #condition); \
    } \
  } while (0)

/* Calls every function on the theme; its own id is in `id`. */
static dyncolor_status work_everything(probe *self, dyncolor_context *context,
                                       dyncolor_answer *answer) {
  dyncolor_theme *theme = dyncolor_context_theme(context);
  dyncolor_color color = gray(0.75);
  dyncolor_id id = 0, found = 0, list[32], fresh = 0;
  dyncolor_rgba rgba[32];
  dyncolor_status statuses[32];
  const char *name = NULL;
  char text[32];
  size_t count = 0;
  uint16_t palette = 0;
  uint32_t number = 0;
  dyncolor_environment where;
  EXPECT(dyncolor_context_environment(context, &where, NULL) == DYNCOLOR_OK);
  snprintf(text, sizeof text, "new %d", CALLS(*self));
  uint64_t generation = dyncolor_theme_generation(theme);
  EXPECT(dyncolor_register_color_n(theme, text, NUL, &color, &id, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_theme_generation(theme) > generation);
  EXPECT(dyncolor_theme_find_n(theme, text, NUL, &found, NULL) == DYNCOLOR_OK && found == id);
  const char *names[] = {text};
  EXPECT(dyncolor_theme_bind(theme, names, 1, &found, NULL, NULL) == DYNCOLOR_OK && found == id);
  EXPECT(dyncolor_resolve(theme, id, &dark, rgba, NULL) == DYNCOLOR_OK && rgba->r == 0.75f);
  text[0] = 'N';
  EXPECT(dyncolor_id_rename_n(theme, id, text, NUL, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_id_name(theme, id, &name, NULL) == DYNCOLOR_OK && strcmp(name, text) == 0);
  EXPECT(dyncolor_theme_colors(theme, list, 32, &count, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_theme_count(theme) == count && dyncolor_theme_rows(theme) >= count);
  EXPECT(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_resolve(theme, id, &dark, rgba, NULL) == DYNCOLOR_ERROR_STALE_ID);
  EXPECT(dyncolor_register_color_n(theme, "other", 5, &color, &id, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_resolve(theme, id, &dark, rgba, NULL) == DYNCOLOR_OK && rgba->r == 0.75f);
  EXPECT(dyncolor_register_pair_n(theme, NULL, 0, PART(color), NULL, &fresh, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_register_hex_n(theme, "hex", 3, "#fff", 4, NULL, 0, NULL, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_register_alias_n(theme, "alias", 5, self->id, NULL, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_register_semantic_n(theme, "s", 1, "s", 1, PART_ID(id), NULL,
                                      NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_theme_declare_n(theme, "later", 5, &found, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_palette_declare_n(theme, "Night", 5, &palette, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_palette_name(theme, palette, &name, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_axis_declare_n(theme, "density", 7, &number, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_theme_set_default_palette(theme, palette, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_id_axes(theme, self->id, &number, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_id_refresh(theme, self->id, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_id_equal(theme, self->id, theme, self->id) == 1);
  EXPECT(dyncolor_id_hash(theme, self->id) != 0 && dyncolor_theme_fingerprint(theme) != 0);
  EXPECT(dyncolor_resolve_list(theme, list, count, &where, DYNCOLOR_LAYOUT_FLOAT4, rgba,
                               sizeof *rgba, statuses, NULL) == DYNCOLOR_OK);
  for (size_t i = 0; i < count; i++)
    EXPECT(list[i] != self->id || statuses[i] == DYNCOLOR_ERROR_CYCLE);
  EXPECT(dyncolor_resolve_all(theme, &where, DYNCOLOR_LAYOUT_FLOAT4, rgba, 32, sizeof *rgba,
                              NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_theme_prepare(theme, &where, NULL) == DYNCOLOR_OK);
  dyncolor_snapshot *snapshot = NULL;
  EXPECT(dyncolor_snapshot_create(theme, &where, &snapshot, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_snapshot_resolve(snapshot, id, rgba, NULL) == DYNCOLOR_OK && rgba->r == 0.75f);
  EXPECT(dyncolor_snapshot_resolve(snapshot, self->id, rgba, NULL) == DYNCOLOR_ERROR_CYCLE);
  dyncolor_snapshot_release(snapshot);
  EXPECT(dyncolor_theme_retain(theme) == theme);
  dyncolor_theme_release(theme);
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static void everything(void) {
  dyncolor_theme *theme = new_theme();
  probe data = {.work = work_everything, .gray = 0.5};
  constant(theme, "other", 0.25);
  dyncolor_id id = data.id = provider(theme, "all", &data);
  CHECK(value(theme, id, &dark) == 0.5);
  CHECK(value(theme, id, &dark) == 0.5 && value(theme, id, &light) == 0.5);
  CHECK(CALLS(data) == 3);
  errand small = {.theme = theme, .id = id};
  start_errand(&small);
  end_errand(&small);
  CHECK(small.outer.status == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
  check_over(&data);
}

/* Registers `next` under its own name. */
static dyncolor_status work_redefine_itself(probe *self, dyncolor_context *context,
                                            dyncolor_answer *answer) {
  dyncolor_theme *theme = dyncolor_context_theme(context);
  dyncolor_id id = 0;
  self->next->given++;
  EXPECT(dyncolor_register_provider_n(theme, "self", 4, provide, self->next, destroy, &id, NULL) ==
         DYNCOLOR_OK);
  EXPECT(id == self->id && DESTROYS(*self) == 0);
  attempt made = resolve(theme, NULL, id, &dark);
  EXPECT(is_clean(&made) && DESTROYS(*self) == 0);
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static dyncolor_status work_unregister_itself(probe *self, dyncolor_context *context,
                                              dyncolor_answer *answer) {
  dyncolor_theme *theme = dyncolor_context_theme(context);
  EXPECT(dyncolor_unregister(theme, self->id, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_unregister(theme, self->id, NULL) == DYNCOLOR_ERROR_STALE_ID);
  attempt made = resolve(NULL, context, self->id, NULL);
  EXPECT(is_clean(&made) && made.status < 0 && DESTROYS(*self) == 0);
  /* If it had no name, its place is free now. */
  dyncolor_color color = gray(0.75);
  dyncolor_id id = 0;
  EXPECT(dyncolor_register_color_n(theme, NULL, 0, &color, &id, NULL) == DYNCOLOR_OK);
  EXPECT(id != self->id && DESTROYS(*self) == 0);
  self->answer.id = id;
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static void itself_changed(void) {
  dyncolor_theme *theme = new_theme();
  probe second = {.work = work_gray, .gray = 0.75};
  probe first = {.work = work_redefine_itself, .gray = 0.25, .next = &second};
  dyncolor_id id = first.id = provider(theme, "self", &first);
  double before = value(theme, id, &dark);
  CHECK(before == 0.25 || before == 0.75);
  CHECK(CALLS(first) == 1 && DESTROYS(first) == 1 && DESTROYS(second) == 0);
  CHECK(value(theme, id, &dark) == 0.75 && value(theme, id, &light) == 0.75);
  CHECK(CALLS(first) == 1);

  probe named = {.work = work_unregister_itself, .gray = 0.5};
  probe unnamed = {.work = work_unregister_itself, .gray = 0.5};
  dyncolor_id a = named.id = provider(theme, "a", &named);
  dyncolor_id b = unnamed.id = provider(theme, NULL, &unnamed);
  dyncolor_status gone = failure(theme, a, &dark);
  CHECK(gone == DYNCOLOR_OK ? last.color.r == 0.5f : gone == DYNCOLOR_ERROR_STALE_ID);
  CHECK(DESTROYS(named) == 1 && DESTROYS(unnamed) == 0);
  gone = failure(theme, b, &dark);
  CHECK(gone == DYNCOLOR_OK ? last.color.r == 0.5f : gone == DYNCOLOR_ERROR_STALE_ID);
  CHECK(DESTROYS(unnamed) == 1);
  CHECK(failure(theme, a, &dark) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(failure(theme, b, &dark) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(value(theme, unnamed.answer.id, &dark) == 0.75);
  CHECK(constant(theme, "a", 1) == a && value(theme, a, &dark) == 1);
  CHECK(CALLS(named) == 1 && CALLS(unnamed) == 1);

  /* For another provider, which sees a color or an error, but not both. */
  probe inside = {.work = work_unregister_itself, .gray = 0.5}, outer = {.work = work_follow};
  outer.id = inside.id = provider(theme, NULL, &inside);
  gone = failure(theme, provider(theme, "outer", &outer), &dark);
  CHECK(gone == DYNCOLOR_OK ? last.color.r == 0.5f : gone == DYNCOLOR_ERROR_STALE_ID);
  CHECK(DESTROYS(inside) == 1);
  dyncolor_theme_release(theme);
  check_over(&first), check_over(&second), check_over(&named), check_over(&unnamed);
  check_over(&inside), check_over(&outer);
}

/* Answers with a color that did not exist when the call began. */
static dyncolor_status work_make(probe *self, dyncolor_context *context,
                                 dyncolor_answer *answer) {
  dyncolor_color color = gray(self->gray);
  EXPECT(dyncolor_register_color_n(dyncolor_context_theme(context), "made", 4, &color, &answer->id,
                                   NULL) == DYNCOLOR_OK);
  return DYNCOLOR_OK;
}

/* Takes away a color without a name, whose place another gets at once. */
static dyncolor_status work_replace(probe *self, dyncolor_context *context,
                                    dyncolor_answer *answer) {
  dyncolor_theme *theme = dyncolor_context_theme(context);
  const dyncolor_color color = gray(self->gray);
  const dyncolor_id old = self->id;
  EXPECT(dyncolor_unregister(theme, old, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_register_color_n(theme, NULL, 0, &color, &self->id, NULL) == DYNCOLOR_OK);
  EXPECT(self->id != old);
  return work_follow(self, context, answer);
}

static void made_inside(void) {
  dyncolor_theme *theme = new_theme();
  probe data = {.work = work_make, .gray = 0.5}, other = {.work = work_replace, .gray = 0.25};
  dyncolor_id id = provider(theme, "maker", &data);
  CHECK(value(theme, id, &dark) == 0.5);
  CHECK(value(theme, id, &light) == 0.5);
  other.id = constant(theme, NULL, 1);
  id = provider(theme, "replacer", &other);
  CHECK(value(theme, id, &dark) == 0.25);
  CHECK(value(theme, id, &light) == 0.25);

  /* What fails after that is told with its own name. */
  const size_t n = DYNCOLOR_NUL_TERMINATED;
  static const char *const mixes[] = {"color-mix(in srgb, var(--maker), var(--broken))",
                                      "color-mix(in srgb, var(--broken), var(--maker))"};
  dyncolor_register_css_n(theme, "broken", n, "var(--gone)", n, NULL, NULL);
  for (int i = 0; i < 2; i++) {
    CHECK(dyncolor_theme_find_n(theme, "made", n, &id, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
    dyncolor_register_css_n(theme, "both", n, mixes[i], n, &id, NULL);
    CHECK(failure(theme, id, &dark) == DYNCOLOR_ERROR_UNKNOWN_NAME);
    CHECK(strstr(last.error.context, "broken") != NULL);
  }
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&other);
}

/* ---- Waiting for nobody ---------------------------------------------------------------------- */

/* Takes 100 ms, and longer until it is told to go. */
static dyncolor_status work_slow(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  (void)context;
  atomic_fetch_add(&self->entered, 1);
  pause_for(100);
  EXPECT(wait_for(&self->go, 1));
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

typedef struct worker {
  pthread_t thread;
  dyncolor_theme *theme;
  dyncolor_id id;
  probe *slow;
  int changes;
  atomic_int rounds; /* how many fell into the call of the slow provider from start to end */
} worker;

/* Resolves another color, or changes the theme, until it has done so often enough. */
static void *work_besides(void *argument) {
  worker *self = argument;
  wait_for(&self->slow->entered, 1);
  for (uint32_t i = 0; atomic_load(&self->rounds) < 50 && i < 100000; i++) {
    dyncolor_theme *theme = self->theme;
    dyncolor_environment where = {.custom = {(uint8_t)i, (uint8_t)(i >> 8)}};
    dyncolor_color color = gray(i / 65536.0);
    dyncolor_rgba rgba;
    int was_inside = atomic_load(&self->slow->inside) == 1;
    int is_good = 1;
    if (self->changes) {
      dyncolor_id id;
      is_good = dyncolor_register_color_n(theme, "changing", 8, &color, &id, NULL) == DYNCOLOR_OK &&
                dyncolor_id_rename_n(theme, id, "renamed", 7, NULL) == DYNCOLOR_OK &&
                dyncolor_id_rename_n(theme, id, "changing", 8, NULL) == DYNCOLOR_OK &&
                dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK &&
                dyncolor_register_color_n(theme, NULL, 0, &color, &id, NULL) == DYNCOLOR_OK &&
                dyncolor_resolve(theme, id, &where, &rgba, NULL) == DYNCOLOR_OK &&
                dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK;
    } else {
      uint32_t axes;
      is_good = dyncolor_resolve(theme, self->id, &where, &rgba, NULL) == DYNCOLOR_OK &&
                dyncolor_resolve_list(theme, &self->id, 1, &where, DYNCOLOR_LAYOUT_FLOAT4, &rgba,
                                      sizeof rgba, NULL, NULL) == DYNCOLOR_OK &&
                dyncolor_id_axes(theme, self->id, &axes, NULL) == DYNCOLOR_OK;
    }
    if (is_good && was_inside && atomic_load(&self->slow->inside) == 1)
      atomic_fetch_add(&self->rounds, 1);
  }
  return NULL;
}

static void slow_alone(void) {
  enum { WORKERS = 3 };
  dyncolor_theme *theme = new_theme();
  declare_axes(theme);
  probe slow = {.work = work_slow, .gray = 0.5}, quick = {.work = work_scheme};
  dyncolor_id id = provider(theme, "slow", &slow);
  dyncolor_id ids[WORKERS] = {pair(theme, "pair", 0, 1), provider(theme, "quick", &quick), 0};
  worker workers[WORKERS];
  for (int i = 0; i < WORKERS; i++) {
    workers[i].theme = theme;
    workers[i].id = ids[i];
    workers[i].slow = &slow;
    workers[i].changes = i == WORKERS - 1;
    atomic_init(&workers[i].rounds, 0);
    pthread_create(&workers[i].thread, NULL, work_besides, &workers[i]);
  }
  errand slowly = {.theme = theme, .id = id, .where = &dark};
  start_errand(&slowly);
  CHECK(wait_for(&slow.entered, 1));
  for (int i = 0; i < WORKERS; i++) CHECK(wait_for(&workers[i].rounds, 50));
  atomic_store(&slow.go, 1);
  end_errand(&slowly);
  CHECK(slowly.outer.status == DYNCOLOR_OK && slowly.outer.color.r == 0.5f);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i].thread, NULL);
  dyncolor_theme_release(theme);
  check_over(&slow), check_over(&quick);
}

/* ---- What is kept ---------------------------------------------------------------------------- */

static void kept(void) {
  dyncolor_theme *theme = new_theme();
  declare_axes(theme);
  dyncolor_id both = pair(theme, "both", 0.25, 0.75);
  probe data = {.work = work_follow, .id = both}, outer = {.work = work_follow};
  dyncolor_id id = outer.id = provider(theme, "inner", &data);
  dyncolor_id outside = provider(theme, "outer", &outer);
  const dyncolor_environment empty = {0}, other = {.custom = {0, 0, 0, 0, 0, 0, 0, 1}};
  CHECK(value(theme, id, &dark) == 0.75 && CALLS(data) == 1);
  CHECK(value(theme, id, &dark) == 0.75 && CALLS(data) == 1);
  CHECK(value(theme, id, &light) == 0.25 && CALLS(data) == 2);
  CHECK(value(theme, id, &dark) == 0.75 && value(theme, id, &light) == 0.25);
  CHECK(CALLS(data) == 2);
  CHECK(value(theme, id, NULL) == 0.25 && value(theme, id, &empty) == 0.25 && CALLS(data) == 3);
  CHECK(value(theme, id, &other) == 0.25 && CALLS(data) == 4);

  /* Registering it again announces that it will answer otherwise. */
  CHECK(value(theme, outside, &dark) == 0.75 && CALLS(outer) == 1);
  data.work = work_gray;
  data.gray = 1;
  int calls = CALLS(data);
  CHECK(provider(theme, "inner", &data) == id && DESTROYS(data) == 1);
  CHECK(value(theme, id, &dark) == 1 && CALLS(data) == calls + 1);
  CHECK(value(theme, id, &dark) == 1 && CALLS(data) == calls + 1);
  CHECK(value(theme, outside, &dark) == 1 && CALLS(outer) == 2);

  /* So does a change of what it has looked at. */
  data.work = work_follow;
  provider(theme, "inner", &data);
  CHECK(value(theme, outside, &dark) == 0.75);
  pair(theme, "both", 0.5, 0.625);
  CHECK(value(theme, outside, &dark) == 0.625 && value(theme, id, &dark) == 0.625);
  CHECK(value(theme, id, NULL) == 0.5);
  CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  CHECK(value(theme, id, NULL) == 0.625 && value(theme, outside, NULL) == 0.625);
  CHECK(dyncolor_unregister(theme, both, NULL) == DYNCOLOR_OK);
  CHECK(failure(theme, outside, &dark) == DYNCOLOR_ERROR_STALE_ID);
  pair(theme, "both", 0, 1);
  CHECK(value(theme, outside, &dark) == 1 && value(theme, outside, &light) == 0);
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&outer);
}

/* Resolves another twice. */
static dyncolor_status work_twice(probe *self, dyncolor_context *context,
                                  dyncolor_answer *answer) {
  dyncolor_status status = work_follow(self, context, answer);
  return status == DYNCOLOR_OK ? work_follow(self, context, answer) : status;
}

/* An answer is kept for the environment, whoever asks next and by whatever way. */
static void kept_for_all(void) {
  dyncolor_theme *theme = new_theme();
  declare_axes(theme);
  probe data = {.work = work_scheme}, outer = {.work = work_twice};
  dyncolor_id id = outer.id = provider(theme, "data", &data), other = alias(theme, "alias", id);
  dyncolor_id outside = provider(theme, "outer", &outer);
  dyncolor_id list[3] = {id, other, id};
  dyncolor_rgba rgba[3];
  dyncolor_snapshot *snapshot = NULL;
#define ASK(way, where) \
  do { \
    if ((way) == 0) CHECK(value(theme, id, where) == 0.25); \
    if ((way) == 1) CHECK(value(theme, other, where) == 0.25); \
    if ((way) == 2) \
      CHECK(dyncolor_resolve_list(theme, list, 3, where, DYNCOLOR_LAYOUT_FLOAT4, rgba, \
                                  sizeof *rgba, NULL, NULL) == DYNCOLOR_OK); \
    if ((way) == 3) \
      CHECK(dyncolor_resolve_all(theme, where, DYNCOLOR_LAYOUT_FLOAT4, rgba, 3, sizeof *rgba, \
                                 NULL) == DYNCOLOR_OK); \
    if ((way) == 4) CHECK(dyncolor_theme_prepare(theme, where, NULL) == DYNCOLOR_OK); \
    if ((way) == 5) { \
      CHECK(dyncolor_snapshot_create(theme, where, &snapshot, NULL) == DYNCOLOR_OK); \
      dyncolor_snapshot_release(snapshot); \
    } \
    if ((way) == 6) CHECK(value(theme, outside, where) == 0.25); \
  } while (0)
  static const char *const ways[] = {"resolve", "alias",    "list",   "all",
                                     "prepare", "snapshot", "context"};
  for (int first = 0; first < 7; first++)
    for (int second = 0; second < 7; second++) {
      const dyncolor_environment where = {.custom = {(uint8_t)first, (uint8_t)second, 1}};
      int before = CALLS(data);
      ASK(first, &where);
      int between = CALLS(data);
      ASK(second, &where);
      CHECK(between == before + 1 && CALLS(data) == between);
      if ((between != before + 1 || CALLS(data) != between) && check_failures_in_claim <= 10)
        printf("# %s then %s: %d, %d calls\n", ways[first], ways[second], between - before,
               CALLS(data) - between);
    }
#undef ASK

  /* Else the calls would double with each link. */
  enum { LINKS = 12 };
  probe links[LINKS];
  memset(links, 0, sizeof links);
  dyncolor_id fan = chain(theme, links, LINKS, work_twice);
  CHECK(value(theme, fan, &light) == 0.5);
  for (int i = 0; i < LINKS; i++) CHECK(CALLS(links[i]) == 1);
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&outer);
  for (int i = 0; i < LINKS; i++) check_over(&links[i]);
}

/* Changes the color that it has resolved, once. */
static dyncolor_status work_change(probe *self, dyncolor_context *context,
                                   dyncolor_answer *answer) {
  dyncolor_status status = work_follow(self, context, answer);
  if (CALLS(*self) == 1) {
    dyncolor_color color = gray(0.75);
    EXPECT(dyncolor_register_color_n(dyncolor_context_theme(context), "source", 6, &color, NULL,
                                     NULL) == DYNCOLOR_OK);
  }
  return status;
}

/* Resolves another, then waits for a change of it. */
static dyncolor_status work_overtaken(probe *self, dyncolor_context *context,
                                      dyncolor_answer *answer) {
  dyncolor_status status = work_follow(self, context, answer);
  atomic_fetch_add(&self->entered, 1);
  EXPECT(wait_for(&self->go, 1));
  return status;
}

static void overtaken(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id source = constant(theme, "source", 0.25);
  probe changing = {.work = work_change, .id = source};
  dyncolor_id id = provider(theme, "changing", &changing);
  double first = value(theme, id, &dark);
  CHECK(first == 0.25 || first == 0.75);
  CHECK(value(theme, id, &dark) == 0.75 && CALLS(changing) == 2);
  CHECK(value(theme, id, &dark) == 0.75 && CALLS(changing) == 2);

  /* By each way of resolving, overtaken by each kind of change. */
  for (int change = 0; change < 5; change++) {
    const int stays = change == 0 || change == 4;
    constant(theme, "source", 0.25);
    probe slow = {.work = work_overtaken, .id = source};
    dyncolor_id target = provider(theme, "slow", &slow);
    errand old = {.theme = theme, .id = target, .where = &dark};
    start_errand(&old);
    CHECK(wait_for(&slow.entered, 1));
    probe instead = {.work = work_gray, .gray = 0.75};
    if (change == 0) constant(theme, "source", 0.75);
    if (change == 1) provider(theme, "slow", &instead);
    if (change == 2) CHECK(constant(theme, "slow", 0.75) == target);
    if (change == 3) {
      CHECK(dyncolor_unregister(theme, target, NULL) == DYNCOLOR_OK);
      CHECK(failure(theme, target, &dark) == DYNCOLOR_ERROR_STALE_ID);
    }
    if (change == 4) {
      slow.work = work_gray;
      slow.gray = 0.75;
      CHECK(dyncolor_id_refresh(theme, target, NULL) == DYNCOLOR_OK);
    }
    CHECK(DESTROYS(slow) == 0);
    atomic_store(&slow.go, 1);
    end_errand(&old);
    CHECK(change == 3 || old.outer.status == DYNCOLOR_OK);
    CHECK(DESTROYS(slow) == (stays ? 0 : 1));
    CHECK(failure(theme, target, &dark) == (change == 3 ? DYNCOLOR_ERROR_STALE_ID : DYNCOLOR_OK));
    CHECK(change == 3 || last.color.r == 0.75f);
    dyncolor_snapshot *snapshot;
    dyncolor_rgba rgba = {9, 9, 9, 9};
    CHECK(dyncolor_snapshot_create(theme, &dark, &snapshot, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_snapshot_resolve(snapshot, target, &rgba, NULL) ==
          (change == 3 ? DYNCOLOR_ERROR_STALE_ID : DYNCOLOR_OK));
    CHECK(rgba.r == (change == 3 ? 9.0f : 0.75f));
    dyncolor_snapshot_release(snapshot);
    constant(theme, "slow", 0);
    check_over(&slow), check_over(&instead);
  }

  /* A snapshot that was overtaken is not what the next one finds. */
  constant(theme, "source", 0.25);
  probe again = {.work = work_change, .id = source};
  provider(theme, "again", &again);
  dyncolor_snapshot *before, *after;
  dyncolor_rgba rgba;
  CHECK(dyncolor_snapshot_create(theme, &light, &before, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_create(theme, &light, &after, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_resolve(after, source, &rgba, NULL) == DYNCOLOR_OK && rgba.r == 0.75f);
  dyncolor_snapshot_release(before);
  dyncolor_snapshot_release(after);
  dyncolor_theme_release(theme);
  check_over(&changing), check_over(&again);
}

/* ---- Announcing another answer --------------------------------------------------------------- */

/* What an observer was told. */
typedef struct told_changes {
  int count;
  dyncolor_change last;
  dyncolor_id ids[8];
  dyncolor_id refreshes; /* refreshed by the observer, once */
  dyncolor_status status;
} told_changes;

static void observe(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  told_changes *seen = user_data;
  seen->count++;
  seen->last = *change;
  CHECK(change->count <= 8);
  memcpy(seen->ids, change->ids, (change->count <= 8 ? change->count : 0) * sizeof *change->ids);
  const dyncolor_id id = seen->refreshes;
  seen->refreshes = DYNCOLOR_ID_NONE;
  if (id != DYNCOLOR_ID_NONE) seen->status = dyncolor_id_refresh(theme, id, NULL);
}

static void start_observing(dyncolor_theme *theme, told_changes *seen) {
  uint64_t number;
  CHECK(dyncolor_theme_observe(theme, observe, seen, NULL, &number, NULL) == DYNCOLOR_OK);
}

/* Refreshes a color and checks that this is one change of these colors, for the generation, for
 * observers, and for who asks for the changes since. */
static void refresh(dyncolor_theme *theme, dyncolor_id id, told_changes *seen, size_t count,
                    const dyncolor_id *changed) {
  const uint64_t before = dyncolor_theme_generation(theme);
  const int earlier = seen->count;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id ids[8];
  size_t listed = 9;
  CHECK(dyncolor_id_refresh(theme, id, &error) == DYNCOLOR_OK && error.status == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == before + 1);
  CHECK(seen->count == earlier + 1 && seen->last.generation == before + 1);
  CHECK(seen->last.count == count && memcmp(seen->ids, changed, count * sizeof *changed) == 0);
  CHECK(dyncolor_theme_changes(theme, before, ids, 8, &listed, NULL, NULL) == DYNCOLOR_OK);
  CHECK(listed == count && memcmp(ids, changed, count * sizeof *changed) == 0);
}

static void refreshed(void) {
  dyncolor_theme *theme = new_theme();
  told_changes seen = {0};
  probe data = {.work = work_gray, .gray = 0.25}, outer = {.work = work_follow};
  probe unnamed = {.work = work_gray, .gray = 0.25};
  const dyncolor_id id = outer.id = provider(theme, "inner", &data);
  const dyncolor_id outside = provider(theme, "outer", &outer);
  const dyncolor_id other = constant(theme, "other", 1), to = alias(theme, "alias", id);
  const dyncolor_id lonely = provider(theme, NULL, &unnamed);
  const dyncolor_id all[] = {id, outside, to};
  start_observing(theme, &seen);
  CHECK(value(theme, outside, &dark) == 0.25 && value(theme, to, &light) == 0.25);
  CHECK(value(theme, lonely, &dark) == 0.25 && CALLS(unnamed) == 1);
  CHECK(CALLS(data) == 2 && CALLS(outer) == 1);
  dyncolor_snapshot *before, *after;
  dyncolor_rgba color;
  CHECK(dyncolor_snapshot_create(theme, &dark, &before, NULL) == DYNCOLOR_OK);

  /* The provider is not called before it is needed, and then once for each environment. */
  data.gray = 0.75;
  refresh(theme, id, &seen, 3, all);
  CHECK(CALLS(data) == 2);
  CHECK(value(theme, id, &dark) == 0.75 && value(theme, id, &dark) == 0.75 && CALLS(data) == 3);
  CHECK(value(theme, outside, &dark) == 0.75 && CALLS(data) == 3 && CALLS(outer) == 2);
  CHECK(value(theme, to, &light) == 0.75 && CALLS(data) == 4);
  CHECK(value(theme, other, &dark) == 1);

  /* A snapshot stays as it was made. */
  CHECK(dyncolor_snapshot_create(theme, &dark, &after, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_resolve(before, id, &color, NULL) == DYNCOLOR_OK && color.r == 0.25f);
  CHECK(dyncolor_snapshot_resolve(after, to, &color, NULL) == DYNCOLOR_OK && color.r == 0.75f);
  dyncolor_snapshot_release(before);
  dyncolor_snapshot_release(after);

  /* A color without a name, as often as one likes. */
  const int calls = CALLS(unnamed);
  for (int i = 0; i < 100; i++) {
    unnamed.gray = i / 128.0;
    refresh(theme, lonely, &seen, 1, &lonely);
    CHECK(value(theme, lonely, &dark) == i / 128.0);
  }
  CHECK(CALLS(unnamed) == calls + 100);

  /* A failure that is no more. */
  data.work = work_fail;
  data.status = -1000;
  refresh(theme, id, &seen, 3, all);
  CHECK(failure(theme, to, &dark) == -1000);
  data.work = work_gray;
  refresh(theme, id, &seen, 3, all);
  CHECK(value(theme, to, &dark) == 0.75);

  CHECK(DESTROYS(data) == 0 && DESTROYS(outer) == 0 && DESTROYS(unnamed) == 0);
  dyncolor_source source;
  size_t sources;
  CHECK(dyncolor_id_sources(theme, id, &source, 1, &sources, NULL) == DYNCOLOR_OK);
  CHECK(sources == 1 && source.layer == DYNCOLOR_LAYER_THEME);
  CHECK(source.kind == DYNCOLOR_KIND_PROVIDER);
  CHECK(dyncolor_unregister(theme, lonely, NULL) == DYNCOLOR_OK && DESTROYS(unnamed) == 1);
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&outer), check_over(&unnamed);
}

static void in_layer(dyncolor_theme *theme, uint16_t layer, const char *name, const char *css) {
  const dyncolor_part part = dyncolor_part_css(css);
  CHECK(dyncolor_layer_register_n(theme, layer, name, NUL, &part, NULL, NULL) == DYNCOLOR_OK);
}

static void refreshed_in_layers(void) {
  dyncolor_theme *theme = new_theme();
  told_changes seen = {0};
  probe data = {.work = work_gray, .gray = 0.25}, lower = {.work = work_gray, .gray = 0.125};
  const dyncolor_id id = provider(theme, "color", &data), to = alias(theme, "alias", id);
  const dyncolor_id both[] = {id, to};
  uint16_t brand;
  CHECK(dyncolor_layer_declare_n(theme, "brand", 5, DYNCOLOR_LAYER_USER, &brand, NULL) ==
        DYNCOLOR_OK);
  start_observing(theme, &seen);

  /* Read through two layers. */
  in_layer(theme, brand, "color", "color-mix(in srgb, --covered(), --covered())");
  in_layer(theme, DYNCOLOR_LAYER_USER, "color", "color-mix(in srgb, --covered(), white)");
  CHECK(value(theme, to, &dark) == 0.625 && CALLS(data) == 1);
  CHECK(value(theme, to, &dark) == 0.625 && CALLS(data) == 1);
  data.gray = 0.75;
  refresh(theme, id, &seen, 2, both);
  CHECK(value(theme, to, &dark) == 0.875 && value(theme, id, &dark) == 0.875);
  CHECK(CALLS(data) == 2 && DESTROYS(data) == 0);

  /* Read by none. */
  in_layer(theme, DYNCOLOR_LAYER_USER, "color", "white");
  CHECK(value(theme, to, &dark) == 1);
  data.gray = 0.5;
  refresh(theme, id, &seen, 0, both);
  CHECK(value(theme, to, &dark) == 1 && CALLS(data) == 2);
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(value(theme, to, &dark) == 0.5 && CALLS(data) == 3);
  CHECK(dyncolor_layer_clear(theme, brand, NULL) == DYNCOLOR_OK);
  CHECK(value(theme, to, &dark) == 0.5);

  /* A provider over another. */
  dyncolor_definition beneath = DYNCOLOR_DEFINITION_INIT;
  beneath.name = "color";
  beneath.name_length = 5;
  beneath.kind = DYNCOLOR_KIND_PROVIDER;
  beneath.layer = DYNCOLOR_LAYER_DEFAULTS;
  beneath.provider = provide;
  beneath.user_data = &lower;
  beneath.destroy = destroy;
  lower.given++;
  CHECK(dyncolor_register(theme, &beneath, 1, NULL, NULL) == DYNCOLOR_OK);
  data.gray = 0.25;
  refresh(theme, id, &seen, 2, both);
  CHECK(value(theme, to, &dark) == 0.25 && CALLS(lower) == 0);
  CHECK(dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_THEME, id, NULL) == DYNCOLOR_OK);
  CHECK(DESTROYS(data) == 1 && value(theme, to, &dark) == 0.125);
  lower.gray = 1;
  refresh(theme, id, &seen, 2, both);
  CHECK(value(theme, to, &dark) == 1 && DESTROYS(lower) == 0);
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&lower);
}

static void check_not_refreshed(dyncolor_theme *theme, dyncolor_id id, dyncolor_status status,
                                const char *context) {
  const uint64_t before = dyncolor_theme_generation(theme);
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_id_refresh(theme, id, &error) == status && error.status == status);
  CHECK(error.message != NULL && strncmp(error.context, context, strlen(context)) == 0);
  CHECK(dyncolor_id_refresh(theme, id, NULL) == status);
  CHECK(dyncolor_theme_generation(theme) == before);
}

static void refreshed_without_provider(void) {
  dyncolor_theme *theme = new_theme(), *another = new_theme();
  told_changes seen = {0};
  probe data = {.work = work_gray, .gray = 0.25}, gone = data, replaced = data;
  const dyncolor_id id = provider(theme, "color", &data), to = alias(theme, "alias", id);
  const dyncolor_id plain = constant(theme, "plain", 1), nobody = constant(theme, NULL, 1);
  const dyncolor_id stale = provider(theme, "gone", &gone);
  CHECK(provider(theme, "replaced", &replaced) == constant(theme, "replaced", 1));
  dyncolor_id computed, declared, replacement;
  CHECK(dyncolor_register_css_n(theme, "computed", NUL, "color-mix(in srgb, var(--color), white)",
                                NUL, &computed, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_declare_n(theme, "declared", NUL, &declared, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "replaced", NUL, &replacement, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, stale, NULL) == DYNCOLOR_OK);
  CHECK(value(theme, to, &dark) == 0.25);
  start_observing(theme, &seen);

  check_not_refreshed(theme, to, DYNCOLOR_ERROR_INVALID_ARGUMENT, "id of alias");
  check_not_refreshed(theme, computed, DYNCOLOR_ERROR_INVALID_ARGUMENT, "id of computed");
  check_not_refreshed(theme, plain, DYNCOLOR_ERROR_INVALID_ARGUMENT, "id of plain");
  check_not_refreshed(theme, replacement, DYNCOLOR_ERROR_INVALID_ARGUMENT, "id of replaced");
  check_not_refreshed(theme, nobody, DYNCOLOR_ERROR_INVALID_ARGUMENT, "id");
  check_not_refreshed(theme, declared, DYNCOLOR_ERROR_STALE_ID, "declared");
  check_not_refreshed(theme, stale, DYNCOLOR_ERROR_STALE_ID, "gone");
  check_not_refreshed(theme, DYNCOLOR_ID_NONE, DYNCOLOR_ERROR_FOREIGN_ID, "id 0");
  check_not_refreshed(theme, UINT32_MAX, DYNCOLOR_ERROR_FOREIGN_ID, "id 4294967295");
  check_not_refreshed(another, id, DYNCOLOR_ERROR_FOREIGN_ID, "id ");
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  CHECK(dyncolor_id_refresh(NULL, id, &error) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(strcmp(error.context, "theme") == 0);
  CHECK(seen.count == 0 && value(theme, to, &dark) == 0.25 && CALLS(data) == 1);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(another);
  check_over(&data), check_over(&gone), check_over(&replaced);
}

/* Refreshes the color `id` at each call. */
static dyncolor_status work_refresh(probe *self, dyncolor_context *context,
                                    dyncolor_answer *answer) {
  EXPECT(dyncolor_id_refresh(dyncolor_context_theme(context), self->id, NULL) == DYNCOLOR_OK);
  EXPECT(DESTROYS(*self) == 0);
  return work_gray(self, context, answer);
}

static void refreshed_inside(void) {
  dyncolor_theme *theme = new_theme();
  told_changes seen = {0};
  probe data = {.work = work_gray, .gray = 0.25}, self = {.work = work_refresh, .gray = 0.5};
  probe outer = {.work = work_refresh, .gray = 0.75};
  const dyncolor_id id = provider(theme, "color", &data);
  start_observing(theme, &seen);

  /* Its own color: its answer is of an instant before that, and is not cached. */
  self.id = provider(theme, "self", &self);
  const int earlier = seen.count;
  for (int i = 1; i <= 3; i++) {
    CHECK(value(theme, self.id, &dark) == 0.5 && CALLS(self) == i);
    CHECK(seen.count == earlier + i && seen.last.count == 1 && seen.ids[0] == self.id);
  }
  self.work = work_gray;
  CHECK(value(theme, self.id, &dark) == 0.5 && value(theme, self.id, &dark) == 0.5);
  CHECK(CALLS(self) == 4);

  /* Another color. */
  outer.id = id;
  const dyncolor_id outside = provider(theme, "outer", &outer);
  CHECK(value(theme, id, &dark) == 0.25 && CALLS(data) == 1);
  data.gray = 0.375;
  CHECK(value(theme, outside, &dark) == 0.75);
  CHECK(seen.last.count == 1 && seen.ids[0] == id);
  CHECK(value(theme, id, &dark) == 0.375 && CALLS(data) == 2);

  /* From an observer, which gets that change after the one that it is being told of. */
  data.gray = 0.625;
  seen.refreshes = id;
  seen.status = DYNCOLOR_ERROR_PROVIDER;
  const int before = seen.count;
  constant(theme, "other", 1);
  CHECK(seen.status == DYNCOLOR_OK && seen.count == before + 2);
  CHECK(seen.last.count == 1 && seen.ids[0] == id);
  CHECK(seen.last.generation == dyncolor_theme_generation(theme));
  CHECK(value(theme, id, &dark) == 0.625 && CALLS(data) == 3);
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&self), check_over(&outer);
}

/* Reads the axis that it is told to read, and is dark or light with the scheme. */
static dyncolor_status work_read_scheme(probe *self, dyncolor_context *context,
                                        dyncolor_answer *answer) {
  if (self->id != DYNCOLOR_ID_NONE) {
    const dyncolor_id id = self->id;
    self->id = DYNCOLOR_ID_NONE;
    EXPECT(dyncolor_id_refresh(dyncolor_context_theme(context), id, NULL) == DYNCOLOR_OK);
  }
  if (self->axis == DYNCOLOR_AXIS_SCHEME) return work_scheme(self, context, answer);
  dyncolor_context_axis(context, self->axis);
  return work_gray(self, context, answer);
}

/* The number of colors that differ between light and dark. */
static size_t differing(dyncolor_theme *theme) {
  dyncolor_id ids[8];
  size_t count = 9;
  CHECK(dyncolor_theme_diff(theme, &light, &dark, ids, 8, &count, NULL) == DYNCOLOR_OK);
  return count;
}

/* A refreshed provider may read other axes than before. */
static void refreshed_axes(void) {
  dyncolor_theme *theme = new_theme();
  probe data = {.work = work_read_scheme, .axis = DYNCOLOR_AXIS_VISION};
  const dyncolor_id id = provider(theme, "color", &data);
  alias(theme, "alias", id);
  uint32_t axes = 0;
  CHECK(differing(theme) == 0 && CALLS(data) == 2);
  CHECK(differing(theme) == 0 && CALLS(data) == 2);
  data.axis = DYNCOLOR_AXIS_SCHEME;
  CHECK(differing(theme) == 0 && CALLS(data) == 2);
  CHECK(dyncolor_id_refresh(theme, id, NULL) == DYNCOLOR_OK);
  CHECK(differing(theme) == 2 && CALLS(data) == 4);
  CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK);
  CHECK(axes == (BIT(DYNCOLOR_AXIS_SCHEME) | BIT(DYNCOLOR_AXIS_VISION)));

  /* A call from before that does not count, although it ends afterwards. */
  probe again = {.work = work_read_scheme, .axis = DYNCOLOR_AXIS_VISION, .gray = 1};
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  again.id = provider(theme, "again", &again);
  const dyncolor_id once = again.id;
  CHECK(value(theme, once, &light) == 1 && again.id == DYNCOLOR_ID_NONE);
  again.axis = DYNCOLOR_AXIS_SCHEME;
  CHECK(differing(theme) == 1 && CALLS(again) == 3);
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&again);
}

/* ---- Destroying ------------------------------------------------------------------------------ */

static dyncolor_definition definition(const char *name, probe *data) {
  dyncolor_definition made = DYNCOLOR_DEFINITION_INIT;
  made.kind = DYNCOLOR_KIND_PROVIDER;
  made.name = name;
  made.name_length = strlen(name);
  made.provider = provide;
  made.user_data = data;
  made.destroy = destroy;
  data->given++;
  return made;
}

static void destroyed(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  probe a = {.work = work_gray}, b = {.work = work_gray}, c = {.work = work_gray};
  dyncolor_id id = provider(theme, "a", &a);
  CHECK(provider(theme, "a", &b) == id && DESTROYS(a) == 1 && DESTROYS(b) == 0);
  CHECK(constant(theme, "a", 0) == id && DESTROYS(b) == 1);
  CHECK(provider(theme, "a", &b) == id && value(theme, id, NULL) == 0 && DESTROYS(b) == 1);
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK && DESTROYS(b) == 2);
  id = provider(theme, NULL, &c);
  provider(theme, "also", &c); /* the same data twice is destroyed twice */
  CHECK(dyncolor_id_rename_n(theme, id, "c", 1, NULL) == DYNCOLOR_OK && DESTROYS(c) == 0);
  dyncolor_theme_retain(theme);
  dyncolor_theme_release(theme);
  CHECK(DESTROYS(c) == 0);

  /* Batches: of the same name the last counts. */
  probe d = {.work = work_gray, .gray = 0.25}, e = {.work = work_gray, .gray = 0.75};
  dyncolor_definition batch[3] = {definition("same", &d), definition("same", &e),
                                  DYNCOLOR_DEFINITION_INIT};
  dyncolor_id ids[3];
  CHECK(dyncolor_register(theme, batch, 2, ids, NULL) == DYNCOLOR_OK && ids[0] == ids[1]);
  CHECK(DESTROYS(d) == 1 && DESTROYS(e) == 0 && value(theme, ids[0], NULL) == 0.75);
  dyncolor_id same = ids[0];

  /* Failures. */
  probe f = {.work = work_gray}, g = {.work = work_gray};
  char long_name[DYNCOLOR_MAX_NAME + 1];
  memset(long_name, 'n', sizeof long_name);
  const struct {
    dyncolor_theme *theme;
    const char *name;
    size_t length;
    dyncolor_provider_function function;
  } bad[] = {
      {theme, "\xFF", 1, provide},
      {theme, NULL, 1, provide},
      {theme, "f\0g", 3, provide},
      {theme, long_name, sizeof long_name, provide},
      {theme, "f", SIZE_MAX - 1, provide},
      {theme, "f", 1, NULL},
      {NULL, "f", 1, provide},
  };
  int count = (int)(sizeof bad / sizeof *bad);
  for (int i = 0; i < count; i++) {
    MARK(ids);
    f.given++;
    CHECK(dyncolor_register_provider_n(bad[i].theme, bad[i].name, bad[i].length, bad[i].function,
                                       &f, destroy, ids, &error) < 0);
    CHECK_MARKED(ids);
    CHECK(DESTROYS(f) == f.given);
    CHECK(dyncolor_register_provider_n(bad[i].theme, bad[i].name, bad[i].length, bad[i].function,
                                       &f, NULL, ids, NULL) < 0);
    for (int place = 0; place < 3; place++) {
      for (int j = 0; j < 3; j++) batch[j] = definition(j == 0 ? "x" : "y", j == 0 ? &f : &g);
      batch[place].name = bad[i].name;
      batch[place].name_length = bad[i].length;
      batch[place].provider = bad[i].function;
      CHECK(dyncolor_register(bad[i].theme, batch, 3, ids, &error) < 0);
      CHECK_MARKED(ids);
      CHECK(DESTROYS(f) == f.given && DESTROYS(g) == g.given);
    }
  }
  for (int place = 0; place < 3; place++) {
    for (int j = 0; j < 3; j++) batch[j] = definition(j == 0 ? "same" : "y", j == 0 ? &f : &g);
    batch[place].layer = 3;
    CHECK(dyncolor_register(theme, batch, 3, NULL, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
    CHECK(DESTROYS(f) == f.given && DESTROYS(g) == g.given);
  }
  CHECK(value(theme, same, &dark) == 0.75 && DESTROYS(e) == 0);
  CHECK(CALLS(f) == 0 && CALLS(g) == 0);

  /* Without a destroy function. */
  CHECK(dyncolor_register_provider_n(theme, "bare", 4, provide, &c, NULL, &id,
                                     NULL) == DYNCOLOR_OK);
  CHECK(value(theme, id, NULL) == 0);
  dyncolor_theme_release(theme);
  check_over(&a), check_over(&b), check_over(&c), check_over(&d), check_over(&e), check_over(&f);
  check_over(&g);
}

static void destroyed_without_memory(void) {
  int is_enough = 0;
  for (size_t limit = 0; !is_enough && limit < 1000; limit++) {
    short_heap heap = {.left = limit, .stays_short = true};
    dyncolor_theme *theme = new_theme_in(&heap);
    if (theme == NULL) continue;
    probe a = {.work = work_gray, .gray = 0.5}, b = {.work = work_follow};
    probe c = {.work = work_gray}, d = {.work = work_gray};
    dyncolor_id id = 0, other = 0;
    a.given++, b.given++;
    is_enough = 1;
#define TRY(call) \
  do { \
    dyncolor_status status = call; \
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_OUT_OF_MEMORY); \
    is_enough &= status == DYNCOLOR_OK; \
  } while (0)
    TRY(dyncolor_register_provider_n(theme, "a", 1, provide, &a, destroy, &id, NULL));
    b.id = id;
    TRY(dyncolor_register_provider_n(theme, "b", 1, provide, &b, destroy, &other, NULL));
    dyncolor_definition batch[2] = {definition("c", &c), definition("d", &d)};
    TRY(dyncolor_register(theme, batch, 2, NULL, NULL));
    CHECK(DESTROYS(c) == DESTROYS(d));
    if (id != 0 && other != 0) {
      attempt made = resolve(theme, NULL, other, &dark);
      CHECK(is_clean(&made));
      TRY(made.status);
      dyncolor_snapshot *snapshot = NULL;
      TRY(dyncolor_snapshot_create(theme, &dark, &snapshot, NULL));
      dyncolor_snapshot_release(snapshot);
      TRY(dyncolor_theme_prepare(theme, &light, NULL));
      TRY(dyncolor_unregister(theme, id, NULL));
    }
#undef TRY
    dyncolor_theme_release(theme);
    check_over(&a), check_over(&b), check_over(&c), check_over(&d);
    CHECK(heap.taken == 0);
  }
  CHECK(is_enough);
}

/* Uses the theme while it is destroyed. */
static void destroy_and_call(void *user_data) {
  probe *self = user_data;
  dyncolor_color color = gray(0.5);
  dyncolor_id id;
  destroy(self);
  if (self->theme == NULL) return;
  attempt made = resolve(self->theme, NULL, self->id, &dark);
  EXPECT(is_clean(&made));
  EXPECT(dyncolor_register_color_n(self->theme, "left behind", NUL, &color, &id, NULL) ==
         DYNCOLOR_OK);
}

static void destroy_calls(void) {
  dyncolor_theme *theme = new_theme();
  probe data = {.work = work_gray, .theme = theme, .given = 3}, failing = {.given = 1};
  dyncolor_id found;
  for (int i = 0; i < 3; i++)
    CHECK(dyncolor_register_provider_n(theme, "data", 4, provide, &data, destroy_and_call, &data.id,
                                       NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, data.id, NULL) == DYNCOLOR_OK && DESTROYS(data) == 3);
  CHECK(dyncolor_theme_find_n(theme, "left behind", NUL, &found, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, found, NULL) == DYNCOLOR_OK);
  failing.theme = theme;
  CHECK(dyncolor_register_provider_n(theme, "\xFF", 1, provide, &failing, destroy_and_call, NULL,
                                     NULL) == DYNCOLOR_ERROR_INVALID_UTF8);
  CHECK(dyncolor_theme_find_n(theme, "left behind", NUL, &found, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&failing);
}

/* Releases a reference to the theme, and then does what the next probe does. */
static dyncolor_status work_leave(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  dyncolor_theme_release(self->theme);
  atomic_fetch_add(&self->entered, 1);
  return self->next->work(self->next, context, answer);
}

/* A theme is there for as long as a provider of it is called, for itself and for others. */
static void released_inside(void) {
  const struct {
    probe_work work;
    double color; /* −1: none */
  } ways[] = {{work_gray, 0.5}, {work_refer, 0.25}, {work_follow, 0.25}, {work_fail, -1},
              {work_answer, -1}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    for (int is_nested = 0; is_nested <= 1; is_nested++) {
      dyncolor_theme *theme = new_theme();
      probe next = {.work = ways[i].work, .gray = 0.5, .id = constant(theme, "other", 0.25),
                    .status = -1000, .answer.color.space = 1000};
      probe leaver = {.work = work_leave, .theme = theme, .next = &next};
      probe outer = {.work = work_resolve, .where = &light, .id = provider(theme, "in", &leaver)};
      dyncolor_id out = provider(theme, "out", &outer);
      CHECK(value(theme, is_nested ? out : outer.id, &light) == ways[i].color);
      CHECK(CALLS(leaver) == 1 && CALLS(outer) == is_nested);
      check_over(&leaver), check_over(&outer);
    }
  }
}

/* Changes the theme, so that an observer is called when the call has ended. */
static dyncolor_status work_edit(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  constant(dyncolor_context_theme(context), "edited", self->gray);
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}
static void count_change(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  (void)theme, (void)change;
  atomic_fetch_add((atomic_int *)data, 1);
}

/* The other reference is released by another thread, as the call ends, or observers are called. */
static void *leave_too(void *data) {
  probe *leaver = data;
  while (atomic_load(&leaver->entered) == 0) continue;
  dyncolor_theme_release(leaver->theme);
  return NULL;
}
static void released_by_two(void) {
  for (int i = 0; i < 500; i++) {
    dyncolor_theme *theme = dyncolor_theme_retain(new_theme());
    probe next = {.work = i % 2 == 0 ? work_gray : work_edit, .gray = 0.5};
    probe leaver = {.work = work_leave, .theme = theme, .next = &next};
    dyncolor_id id = provider(theme, NULL, &leaver);
    uint64_t number;
    atomic_int changes = 0;
    CHECK(dyncolor_theme_observe(theme, count_change, &changes, NULL, &number, NULL) == 0);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, leave_too, &leaver) == 0);
    CHECK(value(theme, id, &light) == 0.5);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(atomic_load(&changes) == i % 2);
    check_over(&leaver);
  }
}

/* One version of a provider that is redefined again and again, with data of its own on the heap:
 * a use after destroy is then a use after free. */
typedef struct version {
  int number;
  atomic_int inside;
} version;

static struct {
  dyncolor_theme *theme;
  dyncolor_id steady, flickering;
  atomic_int begun, published, stop, rounds;
  atomic_int destroys, wrongs;
} churn;

static dyncolor_status provide_version(dyncolor_context *context, dyncolor_answer *answer,
                                       void *user_data) {
  version *self = user_data;
  atomic_fetch_add(&self->inside, 1);
  answer->color = gray(self->number / 1024.0);
  if (dyncolor_context_axis(context, DYNCOLOR_AXIS_CUSTOM) % 16 == 0) sched_yield();
  atomic_fetch_sub(&self->inside, 1);
  return DYNCOLOR_OK;
}

static void destroy_version(void *user_data) {
  version *self = user_data;
  if (atomic_load(&self->inside) != 0) atomic_fetch_add(&churn.wrongs, 1);
  atomic_fetch_add(&churn.destroys, 1);
  free(self);
}

static dyncolor_id register_version(const char *name, int number) {
  version *made = malloc(sizeof *made);
  dyncolor_id id = 0;
  made->number = number;
  atomic_init(&made->inside, 0);
  CHECK(dyncolor_register_provider_n(churn.theme, name, NUL, provide_version, made, destroy_version,
                                     &id, NULL) == DYNCOLOR_OK);
  return id;
}

static void *resolve_versions(void *argument) {
  unsigned seed = *(unsigned *)argument;
  while (!atomic_load(&churn.stop)) {
    seed = seed * 1103515245u + 12345u;
    const dyncolor_environment where = {.custom = {(uint8_t)(seed >> 16)}};
    int oldest = atomic_load(&churn.published);
    attempt made = resolve(churn.theme, NULL, churn.steady, &where);
    int newest = atomic_load(&churn.begun);
    double number = (double)made.color.r * 1024;
    if (!is_clean(&made) || made.status != DYNCOLOR_OK || number < oldest || number > newest)
      atomic_fetch_add(&churn.wrongs, 1);
    made = resolve(churn.theme, NULL, churn.flickering, &where);
    if (!is_clean(&made) ||
        (made.status != DYNCOLOR_OK && made.status != DYNCOLOR_ERROR_STALE_ID))
      atomic_fetch_add(&churn.wrongs, 1);
    if (seed >> 26 == 0) {
      dyncolor_snapshot *snapshot = NULL;
      if (dyncolor_snapshot_create(churn.theme, &where, &snapshot, NULL) != DYNCOLOR_OK)
        atomic_fetch_add(&churn.wrongs, 1);
      dyncolor_snapshot_release(snapshot);
    }
    atomic_fetch_add(&churn.rounds, 1);
  }
  return NULL;
}

static void churned(void) {
  enum { THREADS = 3, VERSIONS = 400 };
  churn.theme = new_theme();
  declare_axes(churn.theme);
  churn.steady = register_version("steady", 0);
  churn.flickering = register_version("flickering", 0);
  pthread_t threads[THREADS];
  unsigned seeds[THREADS];
  for (int i = 0; i < THREADS; i++) {
    seeds[i] = (unsigned)i;
    pthread_create(&threads[i], NULL, resolve_versions, &seeds[i]);
  }
  int given = 2;
  for (int i = 1; i <= VERSIONS; i++) {
    atomic_store(&churn.begun, i);
    CHECK(register_version("steady", i) == churn.steady);
    atomic_store(&churn.published, i);
    CHECK(dyncolor_unregister(churn.theme, churn.flickering, NULL) == DYNCOLOR_OK);
    if (i % 8 == 0) CHECK(wait_for(&churn.rounds, 2 * i)); /* else they hardly get to meet */
    CHECK(register_version("flickering", i) == churn.flickering);
    given += 2;
  }
  atomic_store(&churn.stop, 1);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  CHECK(value(churn.theme, churn.steady, &dark) == (int)VERSIONS / 1024.0);
  CHECK(atomic_load(&churn.destroys) == given - 2);
  dyncolor_theme_release(churn.theme);
  CHECK(atomic_load(&churn.destroys) == given && atomic_load(&churn.wrongs) == 0);
}

/* ---- The context ----------------------------------------------------------------------------- */

static struct {
  uint32_t axes[32];
  uint32_t none[4];
  dyncolor_environment environment;
  dyncolor_theme *theme;
} seen;

static dyncolor_status work_look(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  for (uint32_t i = 0; i < 32; i++) seen.axes[i] = dyncolor_context_axis(context, (dyncolor_axis)i);
  static const uint32_t none[] = {64, 256, INT32_MAX, UINT32_MAX};
  for (int i = 0; i < 4; i++) seen.none[i] = dyncolor_context_axis(context, (dyncolor_axis)none[i]);
  MARK(seen.environment);
  EXPECT(dyncolor_context_environment(context, &seen.environment, NULL) == DYNCOLOR_OK);
  seen.theme = dyncolor_context_theme(context);
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static void contexts(void) {
  dyncolor_theme *theme = new_theme();
  declare_axes(theme);
  probe data = {.work = work_look, .gray = 0.5};
  dyncolor_id id = provider(theme, "data", &data);
  uint16_t palette;
  CHECK(dyncolor_palette_declare_n(theme, "A", 1, &palette, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_palette_declare_n(theme, "B", 1, &palette, NULL) == DYNCOLOR_OK);
  /* All numbers must have been given out. */
  const dyncolor_id accent = constant(theme, "accent", 0.25);
  for (int i = 0; i < 300; i++) {
    char name[8];
    uint16_t locale;
    uint8_t subtype;
    snprintf(name, sizeof name, "%d", i);
    CHECK(dyncolor_locale_declare_n(theme, name, NUL, &locale, NULL) == DYNCOLOR_OK);
    if (i < 5)
      CHECK(dyncolor_subtype_declare_n(theme, name, NUL, &subtype, NULL) == DYNCOLOR_OK);
  }
  const dyncolor_environment full = {
      .scheme = DYNCOLOR_SCHEME_DARK,
      .contrast = DYNCOLOR_CONTRAST_PERCENT(-30),
      .elevation = DYNCOLOR_ELEVATION_ELEVATED,
      .gamut = DYNCOLOR_GAMUT_REC2020,
      .vision = DYNCOLOR_VISION_TRITAN,
      .vision_severity = DYNCOLOR_VISION_SEVERITY_PERCENT(40),
      .state = DYNCOLOR_STATE_PRESSED,
      .idiom = DYNCOLOR_IDIOM_CAR,
      .palette = palette,
      .locale = 300,
      .subtype = 5,
      .forced_colors = DYNCOLOR_FORCED_COLORS_ACTIVE,
      .foreground = id,
      .accent = accent,
      .custom = {11, 22, 33, 44, 55, 66, 77, 255}};
  const uint32_t expected[32] = {
      2, 71, 2, 3, 4, 41, 4, 6, palette, 300, 5, 2, id, accent, 11, 22, 33, 44, 55, 66, 77,
      255};
  CHECK(value(theme, id, &full) == 0.5);
  for (int i = 0; i < 32; i++) {
    CHECK(seen.axes[i] == expected[i]);
    if (seen.axes[i] != expected[i]) printf("# axis %d: %u\n", i, (unsigned)seen.axes[i]);
  }
  for (int i = 0; i < 4; i++) CHECK(seen.none[i] == 0);
  CHECK(memcmp(&seen.environment, &full, sizeof full) == 0);
  CHECK(seen.theme == theme);

  /* Unspecified: scheme and contrast have defaults, and nothing else. */
  CHECK(dyncolor_theme_set_default_palette(theme, palette, NULL) == DYNCOLOR_OK);
  for (int scheme = 1; scheme <= 2; scheme++) {
    CHECK(dyncolor_theme_set_default_scheme(theme, (dyncolor_scheme)scheme, NULL) == DYNCOLOR_OK);
    for (int i = 0; i < 2; i++) {
      const dyncolor_environment empty = {.scheme = (uint8_t)(i == 0 ? 0 : 3 - scheme)};
      CHECK(value(theme, id, i == 0 ? NULL : &empty) == 0.5);
      CHECK(seen.axes[0] == (uint32_t)(i == 0 ? scheme : 3 - scheme) && seen.axes[1] == 101);
      for (int j = 2; j < 32; j++) CHECK(seen.axes[j] == 0);
      CHECK(memcmp(&seen.environment, &empty, sizeof empty) == 0);
    }
  }
  const dyncolor_environment less = {.contrast = DYNCOLOR_CONTRAST_LESS};
  CHECK(value(theme, id, &less) == 0.5 && seen.axes[1] == 1);
  dyncolor_theme_release(theme);
  check_over(&data);
}

static dyncolor_status work_misuse(probe *self, dyncolor_context *context,
                                   dyncolor_answer *answer) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_rgba rgba;
  dyncolor_environment where;
  MARK(rgba), MARK(where);
#define REFUSED(call, argument) \
  EXPECT((call) == DYNCOLOR_ERROR_INVALID_ARGUMENT && \
         error.status == DYNCOLOR_ERROR_INVALID_ARGUMENT && error.message != NULL && \
         strcmp(error.context, argument) == 0)
  REFUSED(dyncolor_context_environment(NULL, &where, &error), "context");
  REFUSED(dyncolor_context_environment(context, NULL, &error), "environment");
  REFUSED(dyncolor_context_resolve(NULL, self->id, &rgba, &error), "context");
  REFUSED(dyncolor_context_resolve(context, self->id, NULL, &error), "color");
#undef REFUSED
  EXPECT(dyncolor_context_environment(NULL, NULL, NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  EXPECT(dyncolor_context_resolve(NULL, 0, NULL, NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  EXPECT(dyncolor_context_resolve(context, 0, &rgba, &error) == DYNCOLOR_ERROR_FOREIGN_ID);
  EXPECT(dyncolor_context_resolve(context, UINT32_MAX, &rgba, &error) ==
         DYNCOLOR_ERROR_FOREIGN_ID);
  EXPECT(dyncolor_context_resolve(context, self->answer.id, &rgba, &error) ==
         DYNCOLOR_ERROR_STALE_ID);
  EXPECT(strcmp(error.context, "stale") == 0);
  EXPECT(is_marked(&rgba, sizeof rgba) && is_marked(&where, sizeof where));
  EXPECT(dyncolor_context_axis(NULL, DYNCOLOR_AXIS_SCHEME) == 0);
  EXPECT(dyncolor_context_theme(NULL) == NULL);
  EXPECT(dyncolor_context_resolve(context, self->id, &rgba, NULL) == DYNCOLOR_OK);
  answer->color = gray(rgba.r);
  return DYNCOLOR_OK;
}

static void context_arguments(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id stale = constant(theme, "stale", 0);
  CHECK(dyncolor_unregister(theme, stale, NULL) == DYNCOLOR_OK);
  probe data = {.work = work_misuse, .id = constant(theme, "c", 0.5), .answer = {.id = stale}};
  dyncolor_id id = provider(theme, "data", &data);
  CHECK(value(theme, id, &dark) == 0.5);
  dyncolor_theme_release(theme);
  check_over(&data);
  CHECK(dyncolor_context_axis(NULL, DYNCOLOR_AXIS_SCHEME) == 0);
  CHECK(dyncolor_context_theme(NULL) == NULL);
}

/* ---- Dependencies ---------------------------------------------------------------------------- */

static uint32_t axes_of(dyncolor_theme *theme, dyncolor_id id) {
  uint32_t axes = 0xA5A5A5A5;
  CHECK(dyncolor_id_axes(theme, id, &axes, NULL) == DYNCOLOR_OK);
  return axes;
}

/* Reads the axis that it was told to and, in the dark, also the first of the host's. */
static dyncolor_status work_read(probe *self, dyncolor_context *context, dyncolor_answer *answer) {
  uint32_t read = dyncolor_context_axis(context, self->axis);
  if (self->axis == DYNCOLOR_AXIS_SCHEME && read == DYNCOLOR_SCHEME_DARK)
    dyncolor_context_axis(context, DYNCOLOR_AXIS_CUSTOM);
  answer->color = gray(0.5);
  return DYNCOLOR_OK;
}

static dyncolor_status work_read_and_fail(probe *self, dyncolor_context *context,
                                          dyncolor_answer *answer) {
  (void)self, (void)answer;
  dyncolor_context_axis(context, DYNCOLOR_AXIS_STATE);
  return DYNCOLOR_ERROR_NO_VALUE;
}

static void recorded(void) {
  dyncolor_theme *theme = new_theme();
  static probe readers[23];
  for (int axis = 0; axis < 22; axis++) {
    readers[axis] = (probe){.work = work_read, .axis = (dyncolor_axis)axis};
    dyncolor_id id = provider(theme, NULL, &readers[axis]);
    CHECK(axes_of(theme, id) == 0);
    CHECK(value(theme, id, &light) == 0.5);
    CHECK(axes_of(theme, id) == BIT(axis));
  }
  /* They may read more as they go on; what is not an axis adds nothing. */
  readers[22] = (probe){.work = work_read, .axis = DYNCOLOR_AXIS_SCHEME};
  dyncolor_id id = provider(theme, "reader", &readers[22]);
  CHECK(value(theme, id, &light) == 0.5 && axes_of(theme, id) == BIT(DYNCOLOR_AXIS_SCHEME));
  CHECK(value(theme, id, &dark) == 0.5);
  CHECK(axes_of(theme, id) == (BIT(DYNCOLOR_AXIS_SCHEME) | BIT(DYNCOLOR_AXIS_CUSTOM)));
  CHECK(axes_of(theme, alias(theme, "alias", id)) == axes_of(theme, id));
  probe nothing = {.work = work_read, .axis = (dyncolor_axis)22}, all = {.work = work_look};
  dyncolor_id a = provider(theme, "nothing", &nothing), b = provider(theme, "all", &all);
  CHECK(value(theme, a, &light) == 0.5 && axes_of(theme, a) == 0);
  CHECK(value(theme, b, &light) == 0 && (axes_of(theme, b) & 0x3FFFFF) == 0x3FFFFF);
  probe failing = {.work = work_read_and_fail};
  dyncolor_id c = provider(theme, "failing", &failing);
  CHECK(failure(theme, c, &light) == DYNCOLOR_ERROR_NO_VALUE);
  CHECK(axes_of(theme, c) == BIT(DYNCOLOR_AXIS_STATE));

  /* Through the context, it depends on what the other color does. */
  dyncolor_variant idioms[2] = {{.idiom = DYNCOLOR_IDIOM_TV, .part.color = gray(1)},
                                {.part.color = gray(0)}};
  dyncolor_id tv;
  CHECK(dyncolor_register_variants_n(theme, "tv", 2, idioms, 2, &tv, NULL) == DYNCOLOR_OK);
  probe follow = {.work = work_follow, .id = tv}, deeper = {.work = work_follow};
  probe kept_already = {.work = work_follow, .id = id};
  dyncolor_id d = deeper.id = provider(theme, "follow", &follow);
  dyncolor_id e = provider(theme, "deeper", &deeper), f = provider(theme, "kept", &kept_already);
  CHECK(axes_of(theme, e) == 0);
  CHECK(value(theme, e, &light) == 0);
  CHECK(axes_of(theme, d) == BIT(DYNCOLOR_AXIS_IDIOM));
  CHECK(axes_of(theme, e) == BIT(DYNCOLOR_AXIS_IDIOM));
  CHECK(value(theme, id, &light) == 0.5 && value(theme, f, &light) == 0.5);
  CHECK((axes_of(theme, f) & BIT(DYNCOLOR_AXIS_SCHEME)) != 0);
  dyncolor_theme_release(theme);
  for (int i = 0; i < 23; i++) check_over(&readers[i]);
  check_over(&nothing), check_over(&all), check_over(&failing), check_over(&follow);
  check_over(&deeper), check_over(&kept_already);
}

/* The set never lacks an axis that has mattered. */
static void recorded_all(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id both = pair(theme, "both", 0.25, 0.75);
  probe refer = {.work = work_refer, .id = both};
  dyncolor_id a = provider(theme, "refer", &refer);
  CHECK(value(theme, a, &light) == 0.25 && value(theme, a, &dark) == 0.75);
  CHECK((axes_of(theme, a) & BIT(DYNCOLOR_AXIS_SCHEME)) != 0);

  /* That another color has no value may depend on an axis, too. */
  dyncolor_variant variant = {.scheme = DYNCOLOR_SCHEME_DARK, .part.color = gray(1)};
  dyncolor_id night;
  CHECK(dyncolor_register_variants_n(theme, NULL, 0, &variant, 1, &night, NULL) == DYNCOLOR_OK);
  probe attempting = {.work = work_try, .id = night, .gray = 0.5};
  dyncolor_id b = provider(theme, "try", &attempting);
  CHECK(value(theme, b, &light) == 0.5);
  CHECK((axes_of(theme, b) & BIT(DYNCOLOR_AXIS_SCHEME)) != 0);
  CHECK(value(theme, b, &dark) == 1);

  /* A provider that fails, through another. */
  probe failing = {.work = work_read_and_fail}, outer = {.work = work_try};
  outer.id = provider(theme, "failing", &failing);
  dyncolor_id c = provider(theme, "outer", &outer);
  CHECK(value(theme, c, &light) == 0);
  CHECK((axes_of(theme, c) & BIT(DYNCOLOR_AXIS_STATE)) != 0);
  dyncolor_theme_release(theme);
  check_over(&refer), check_over(&attempting), check_over(&failing), check_over(&outer);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void tables(void) {
  dyncolor_theme *theme = new_theme();
  declare_axes(theme);
  probe good = {.work = work_scheme}, failing = {.work = work_fail, .status = -1234};
  probe outer = {.work = work_follow}, plain = {.work = work_resolve, .where = &light};
  dyncolor_id ids[6];
  ids[0] = constant(theme, "constant", 0.5);
  ids[1] = provider(theme, "failing", &failing);
  ids[2] = outer.id = plain.id = provider(theme, "good", &good);
  ids[3] = provider(theme, "outer", &outer);
  ids[4] = pair(theme, "pair", 0.25, 0.75);
  ids[5] = provider(theme, "plain", &plain);
  static const float levels[6] = {0.5f, 0, 0.75f, 0.75f, 0.75f, 0.25f};

  dyncolor_snapshot *snapshot, *second;
  CHECK(dyncolor_snapshot_create(theme, &dark, &snapshot, NULL) == DYNCOLOR_OK);
  CHECK(CALLS(failing) == 1 && CALLS(outer) == 1 && CALLS(plain) == 1);
  int calls = CALLS(good);
  /* Who has answered is not asked again; who has failed is. */
  CHECK(dyncolor_snapshot_create(theme, &dark, &second, NULL) == DYNCOLOR_OK);
  CHECK(CALLS(failing) == 2 && CALLS(outer) == 1 && CALLS(plain) == 1 && CALLS(good) == calls);
  for (int i = 0; i < 6; i++) {
    dyncolor_rgba rgba;
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    MARK(rgba);
    dyncolor_status status = dyncolor_snapshot_resolve(snapshot, ids[i], &rgba, &error);
    if (i == 1) {
      CHECK((int)status == -1234 && error.status == -1234 && error.message != NULL);
      CHECK_MARKED(rgba);
    } else {
      CHECK(status == DYNCOLOR_OK && rgba.r == levels[i] && rgba.a == 1);
    }
    const dyncolor_rgba *row = dyncolor_snapshot_colors(second, NULL) + DYNCOLOR_ROW(ids[i]);
    CHECK(row->r == levels[i] && row->a == (i == 1 ? 0.0f : 1.0f));
  }
  dyncolor_snapshot_release(snapshot);
  dyncolor_snapshot_release(second);

  dyncolor_rgba rgba[6];
  dyncolor_status statuses[6];
  CHECK(dyncolor_resolve_list(theme, ids, 6, &dark, DYNCOLOR_LAYOUT_FLOAT4, rgba, sizeof *rgba,
                              statuses, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 6; i++) {
    CHECK((int)statuses[i] == (i == 1 ? -1234 : 0));
    CHECK(rgba[i].r == levels[i] && rgba[i].a == (i == 1 ? 0.0f : 1.0f));
  }
  unsigned char bytes[6][4];
  MARK(bytes);
  CHECK(dyncolor_resolve_all(theme, &dark, DYNCOLOR_LAYOUT_RGBA8, bytes, 6, 4, NULL) ==
        DYNCOLOR_OK);
  CHECK(bytes[0][0] == 128 && bytes[0][3] == 255 && memcmp(bytes[1], "\0\0\0\0", 4) == 0);
  CHECK(bytes[3][0] == 191 && bytes[5][0] == 64);

  /* What was prepared is found without a call. */
  const dyncolor_environment where = {.scheme = DYNCOLOR_SCHEME_DARK, .custom = {1}};
  CHECK(dyncolor_theme_prepare(theme, &where, NULL) == DYNCOLOR_OK);
  int good_calls = CALLS(good), outer_calls = CALLS(outer), plain_calls = CALLS(plain);
  CHECK(value(theme, ids[2], &where) == 0.75 && value(theme, ids[3], &where) == 0.75);
  CHECK(value(theme, ids[5], &where) == 0.25 && (int)failure(theme, ids[1], &where) == -1234);
  CHECK(CALLS(good) == good_calls && CALLS(outer) == outer_calls && CALLS(plain) == plain_calls);

  /* A snapshot that outlives its theme has no use for providers. */
  CHECK(dyncolor_snapshot_create(theme, &where, &snapshot, NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
  check_over(&good), check_over(&failing), check_over(&outer), check_over(&plain);
  CHECK(dyncolor_snapshot_resolve(snapshot, ids[2], rgba, NULL) == DYNCOLOR_OK);
  CHECK(rgba->r == 0.75f);
  dyncolor_snapshot_release(snapshot);
}

static void table_calls(void) {
  dyncolor_theme *theme = new_theme();
  probe data = {.work = work_scheme}, outer = {.work = work_follow};
  dyncolor_id id = outer.id = provider(theme, "data", &data);
  provider(theme, "outer", &outer);
  alias(theme, "alias", id);
  for (int generation = 1; generation <= 3; generation++) {
    for (int i = 0; i < 3; i++) {
      dyncolor_snapshot *snapshot;
      CHECK(dyncolor_snapshot_create(theme, i == 1 ? &light : &dark, &snapshot, NULL) ==
            DYNCOLOR_OK);
      dyncolor_snapshot_release(snapshot);
    }
    CHECK(CALLS(data) == 2 * generation && CALLS(outer) == 2 * generation);
    provider(theme, "data", &data);
  }
  dyncolor_theme_release(theme);
  check_over(&data), check_over(&outer);
}

/* A theme whose first row is a provider that changes, on its first call, what other rows are. */
typedef struct shifting {
  dyncolor_theme *theme;
  dyncolor_id id, source, victim, through, semantic;
  uint16_t palette;
  probe changing, reading;
} shifting;

static dyncolor_status work_shift(probe *self, dyncolor_context *context,
                                  dyncolor_answer *answer) {
  dyncolor_theme *theme = dyncolor_context_theme(context);
  answer->color = gray(1);
  if (CALLS(*self) != 1) return DYNCOLOR_OK;
  dyncolor_color color = gray(0.75);
  dyncolor_id moved;
  EXPECT(dyncolor_register_color_n(theme, "source", 6, &color, NULL, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_unregister(theme, self->id, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_register_color_n(theme, NULL, 0, &color, &self->answer.id, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_theme_find_n(theme, "Night/primary", NUL, &moved, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_id_rename_n(theme, moved, "Day/primary", NUL, NULL) == DYNCOLOR_OK);
  return DYNCOLOR_OK;
}

static void shifting_init(shifting *made) {
  *made = (shifting){.theme = new_theme(),
                     .changing = {.work = work_shift},
                     .reading = {.work = work_follow}};
  CHECK(dyncolor_palette_declare_n(made->theme, "Night", 5, &made->palette, NULL) == DYNCOLOR_OK);
  made->id = provider(made->theme, "changing", &made->changing);
  made->reading.id = made->source = constant(made->theme, "source", 0.25);
  made->changing.id = made->victim = constant(made->theme, NULL, 0.5);
  made->through = provider(made->theme, "through", &made->reading);
  constant(made->theme, "Night/primary", 0.125);
  CHECK(dyncolor_register_semantic_n(made->theme, "semantic", NUL, "primary", NUL,
                                     PART_ID(made->source),
                                     &made->semantic, NULL) == DYNCOLOR_OK);
}

static void shifting_end(shifting *made) {
  dyncolor_theme_release(made->theme);
  check_over(&made->changing), check_over(&made->reading);
}

/* All colors are those of one instant, whatever a provider changes meanwhile. */
static void instants(int of_what) {
  shifting made;
  shifting_init(&made);
  const dyncolor_environment night = {.palette = made.palette};
  const dyncolor_id ids[5] = {made.id, made.source, made.victim, made.through, made.semantic};
  dyncolor_rgba rgba[5] = {{0}};
  dyncolor_status statuses[5];
  int is_old;
  if (of_what % 2 == 0) {
    CHECK(dyncolor_resolve_list(made.theme, ids, 5, &night, DYNCOLOR_LAYOUT_FLOAT4, rgba,
                                sizeof *rgba, statuses, NULL) == DYNCOLOR_OK);
    is_old = rgba[1].r == 0.25f;
  } else {
    dyncolor_snapshot *snapshot;
    uint64_t before = dyncolor_theme_generation(made.theme), generation;
    CHECK(dyncolor_snapshot_create(made.theme, &night, &snapshot, NULL) == DYNCOLOR_OK);
    dyncolor_snapshot_origin(snapshot, &generation, NULL);
    is_old = generation == before;
    for (int i = 0; i < 5; i++)
      statuses[i] = dyncolor_snapshot_resolve(snapshot, ids[i], &rgba[i], NULL);
    if (of_what == 1 && is_old) {
      dyncolor_rgba later;
      MARK(later);
      dyncolor_status status =
          dyncolor_snapshot_resolve(snapshot, made.changing.answer.id, &later, NULL);
      CHECK(status == DYNCOLOR_ERROR_NOT_IN_SNAPSHOT);
      CHECK_MARKED(later);
    }
    dyncolor_snapshot_release(snapshot);
  }
  CHECK(statuses[0] == DYNCOLOR_OK && rgba[0].r == 1);
  CHECK(statuses[1] == DYNCOLOR_OK && rgba[1].r == (is_old ? 0.25f : 0.75f));
  if (of_what < 2) {
    CHECK(statuses[2] == (is_old ? DYNCOLOR_OK : DYNCOLOR_ERROR_STALE_ID));
    CHECK(!is_old || rgba[2].r == 0.5f);
  } else if (of_what < 4) {
    CHECK(statuses[3] == DYNCOLOR_OK && rgba[3].r == (is_old ? 0.25f : 0.75f));
  } else {
    CHECK(statuses[4] == DYNCOLOR_OK && rgba[4].r == (is_old ? 0.125f : 0.75f));
  }
  /* Afterwards all is as it is now. */
  CHECK(value(made.theme, made.source, &night) == 0.75);
  CHECK(failure(made.theme, made.victim, &night) == DYNCOLOR_ERROR_STALE_ID);
  CHECK(value(made.theme, made.changing.answer.id, &night) == 0.75);
  CHECK(value(made.theme, made.through, &night) == 0.75);
  CHECK(value(made.theme, made.semantic, &night) == 0.75);
  shifting_end(&made);
}

static void instants_of_places(void) { instants(0), instants(1); }
static void instants_of_contexts(void) { instants(2), instants(3); }
static void instants_of_names(void) { instants(4), instants(5); }

/* Makes a snapshot that it is itself in. */
static dyncolor_status work_snapshot(probe *self, dyncolor_context *context,
                                     dyncolor_answer *answer) {
  dyncolor_environment where;
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_rgba rgba;
  EXPECT(dyncolor_context_environment(context, &where, NULL) == DYNCOLOR_OK);
  EXPECT(dyncolor_snapshot_create(dyncolor_context_theme(context), &where, &snapshot, NULL) ==
         DYNCOLOR_OK);
  EXPECT(dyncolor_snapshot_resolve(snapshot, self->id, &rgba, NULL) == DYNCOLOR_ERROR_CYCLE);
  dyncolor_snapshot_release(snapshot);
  answer->color = gray(self->gray);
  return DYNCOLOR_OK;
}

static void snapshots_inside(void) {
  dyncolor_theme *theme = new_theme();
  declare_axes(theme);
  probe data = {.work = work_snapshot, .gray = 0.5};
  dyncolor_id id = data.id = provider(theme, "data", &data);
  CHECK(value(theme, id, &dark) == 0.5);
  dyncolor_snapshot *snapshot;
  dyncolor_rgba rgba = {9, 9, 9, 9};
  CHECK(dyncolor_snapshot_create(theme, &dark, &snapshot, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_snapshot_resolve(snapshot, id, &rgba, NULL) == DYNCOLOR_OK && rgba.r == 0.5f);
  dyncolor_snapshot_release(snapshot);

  data.work = work_scheme;
  const dyncolor_environment where = {.custom = {1}};
  CHECK(dyncolor_resolve_all(theme, &where, DYNCOLOR_LAYOUT_FLOAT4, &rgba, 1, sizeof rgba, NULL) ==
        DYNCOLOR_OK);
  CHECK(rgba.r == 0.25f);
  dyncolor_theme_release(theme);
  check_over(&data);
}

/* ---- Meaning --------------------------------------------------------------------------------- */

static dyncolor_status provide_otherwise(dyncolor_context *context, dyncolor_answer *answer,
                                         void *data) {
  return provide(context, answer, data);
}

static void meanings(void) {
  dyncolor_theme *theme = new_theme(), *other_theme = new_theme();
  probe a = {.work = work_gray}, b = {.work = work_gray}, c = {.work = work_gray};
  dyncolor_id first = provider(theme, "first", &a), second = provider(theme, "second", &a);
  dyncolor_id elsewhere = provider(other_theme, NULL, &a), other = provider(theme, "other", &b);
  dyncolor_id named = alias(theme, "alias", first);
  CHECK(dyncolor_id_equal(theme, first, theme, second) == 1);
  CHECK(dyncolor_id_equal(theme, first, other_theme, elsewhere) == 1);
  CHECK(dyncolor_id_equal(theme, named, other_theme, elsewhere) == 1);
  CHECK(dyncolor_id_equal(theme, first, theme, other) == 0);
  CHECK(dyncolor_id_equal(theme, first, theme, constant(theme, NULL, 0)) == 0);
  CHECK(dyncolor_id_hash(theme, first) == dyncolor_id_hash(other_theme, elsewhere));
  CHECK(dyncolor_id_hash(theme, first) == dyncolor_id_hash(theme, named));
  CHECK(dyncolor_id_hash(theme, first) != dyncolor_id_hash(theme, other));

  /* Which function it is, and with what, is part of what a theme is. */
  const uint64_t before = dyncolor_theme_fingerprint(other_theme);
  const size_t n = DYNCOLOR_NUL_TERMINATED;
  dyncolor_register_provider_n(other_theme, "told apart", n, provide, &b, NULL, NULL, NULL);
  const uint64_t with_one = dyncolor_theme_fingerprint(other_theme);
  dyncolor_register_provider_n(other_theme, "told apart", n, provide, &c, NULL, NULL, NULL);
  const uint64_t with_data = dyncolor_theme_fingerprint(other_theme);
  dyncolor_register_provider_n(other_theme, "told apart", n, provide_otherwise, &c, NULL, NULL,
                               NULL);
  const uint64_t with_another = dyncolor_theme_fingerprint(other_theme);
  CHECK(before != with_one && with_one != with_data && with_data != with_another);
  dyncolor_theme_set_default_scheme(other_theme, DYNCOLOR_SCHEME_DARK, NULL);
  CHECK(dyncolor_theme_fingerprint(other_theme) != with_another);

  /* What lies between two of them, where only the host knows what they come to; and what lies
   * nearer to one. */
  enum { BETWEEN = 4 };
  const dyncolor_id ends[BETWEEN][2] = {
      {first, other}, {second, other}, {other, first}, {first, other}};
  dyncolor_id between[BETWEEN];
  for (int i = 0; i < BETWEEN; i++) {
    const dyncolor_variant variants[4] = {
        {.part.id = ends[i][0]},
        {.contrast = i == 3 ? 161 : 201, .part.id = ends[i][1]},
        {.contrast = 151, .idiom = DYNCOLOR_IDIOM_TV, .part.color = gray(0)},
        {.contrast = 101, .part.id = ends[i][0]}};
    CHECK(dyncolor_register_variants_n(theme, NULL, 0, variants, 4, &between[i], NULL) ==
          DYNCOLOR_OK);
  }
  CHECK(dyncolor_id_equal(theme, between[0], theme, between[1]) == 1);
  CHECK(dyncolor_id_hash(theme, between[0]) == dyncolor_id_hash(theme, between[1]));
  CHECK(dyncolor_id_equal(theme, between[0], theme, between[2]) == 0);
  CHECK(dyncolor_id_equal(theme, between[0], theme, between[3]) == 0);
  CHECK(CALLS(a) == 0 && CALLS(b) == 0);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other_theme);
  check_over(&a), check_over(&b);
}

int main(void) {
  alarm(120); /* whoever waits for ever */
  CLAIM("providers resolve other colors, and answer with other colors", others);
  CLAIM("a provider that resolves itself gets an error", itself);
  CLAIM("providers that resolve each other get an error", each_other);
  CLAIM("an answer after the error of a cycle is not cached", not_kept_in_cycles);
  CLAIM("the error of a cycle names its colors", cycle_names);
  CLAIM("a color renamed during a call of a provider has its new name at once", renamed_meanwhile);
  CLAIM("cycles are found on two threads at once, on small stacks", cycles_on_threads);
  CLAIM("two threads in one provider are not a cycle", no_cycle_between_threads);
  CLAIM("providers nest to the documented depth, and work after that error", depth);
  CLAIM("the depth limit is for one theme; cycles are found across themes", depth_across_themes);
  CLAIM("a provider that resolves itself in ever new environments ends with an error",
        itself_elsewhere);
  CLAIM("statuses of providers are returned", statuses_pass);
  CLAIM("invalid answers are errors, unusual ones are not", bad_answers);
  CLAIM("a provider may call every function on the theme", everything);
  CLAIM("a provider may redefine and unregister itself", itself_changed);
  CLAIM("a provider may answer with a color that it has just registered", made_inside);
  CLAIM("no other call waits for a slow provider", slow_alone);
  CLAIM("answers are cached for their environment until the theme changes", kept);
  CLAIM("answers are cached by every function that resolves", kept_for_all);
  CLAIM("an answer from before a change is not cached", overtaken);
  CLAIM("a refreshed provider is called again, and not destroyed", refreshed);
  CLAIM("providers are refreshed in all layers", refreshed_in_layers);
  CLAIM("a color without a provider is not refreshed", refreshed_without_provider);
  CLAIM("providers and observers may refresh colors", refreshed_inside);
  CLAIM("a refreshed provider may read other axes", refreshed_axes);
  CLAIM("data is destroyed once, also on failure", destroyed);
  CLAIM("data is destroyed once, whenever memory runs out", destroyed_without_memory);
  CLAIM("destroy functions may use the theme", destroy_calls);
  CLAIM("a theme whose last reference is released during a call lives until its end",
        released_inside);
  CLAIM("and also if two threads release the references as the call ends", released_by_two);
  CLAIM("no data is destroyed during a call, whatever other threads do", churned);
  CLAIM("contexts return the environment", contexts);
  CLAIM("functions on contexts refuse bad arguments", context_arguments);
  CLAIM("axes are recorded as they are read", recorded);
  CLAIM("every axis that a provider reads is recorded", recorded_all);
  CLAIM("tables and snapshots call providers, and report their failures", tables);
  CLAIM("snapshots call a provider once for an environment and a generation", table_calls);
  CLAIM("tables are of one version: reused slots", instants_of_places);
  CLAIM("tables are of one version: colors that providers resolve", instants_of_contexts);
  CLAIM("tables are of one version: names of palette colors", instants_of_names);
  CLAIM("a snapshot made inside a provider does not affect its answer", snapshots_inside);
  CLAIM("providers are equal if function and data are", meanings);
  return CHECK_RESULT;
}
