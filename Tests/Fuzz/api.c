/* Bytes that say which calls to make, of two themes, with a model beside them that is slow and
 * obvious: what colors there are, what they come to, and who is told. */
#include "fuzz.h"

/* ---- Bytes ----------------------------------------------------------------------------------- */

typedef struct source {
  const uint8_t *bytes;
  size_t left;
} source;

static unsigned below(source *from, unsigned limit) {
  if (from->left == 0) return 0;
  from->left--;
  return *from->bytes++ % limit;
}

/* ---- The model ------------------------------------------------------------------------------- */

enum {
  MOST_RECORDS = 48,
  NAMES = 10,
  NAMELESS = NAMES,
  VALUES = 6,
  LAYERS = 4,
  OWNERS = 3,
  OBSERVERS = 3,
  SNAPSHOTS = 4,
  SCHEMES = 2,
};

static const char *const names[NAMES] = {"a", "b", "c", "accent", "Night/a",
                                         "Night/b", "Tag/a", "\xC3\xA4", "x y", "z"};

/* For var(). */
static const char *const escaped[NAMES] = {"a", "b", "c", "accent", "Night\\/a",
                                           "Night\\/b", "Tag\\/a", "\xC3\xA4", "x\\ y", "z"};

static const char *const values[VALUES] = {"#000",      "#ffffff", "#0461be",
                                           "#81d0ff80", "red",     "rgb(1 2 3 / 0)"};

typedef enum kind {
  NOTHING,
  PAIR,      /* two values, which may be one */
  ALIAS,     /* another record */
  REFERENCE, /* a name */
  PROVIDED,  /* a value, by a provider */
  OTHER,     /* who knows */
} kind;

typedef struct definition {
  kind kind;
  unsigned a, b, owner;
} definition;

/* What an id stands for. */
typedef struct record {
  dyncolor_id id;
  unsigned name;
  bool is_gone; /* it had no name, and will not come back */
  definition layers[LAYERS];
} record;

/* What a color comes to, light and dark. */
typedef struct outcome {
  bool is_known;
  dyncolor_status status;
  dyncolor_rgba color;
} outcome;

typedef struct observer {
  uint64_t observation, generation;
  bool is_active;
} observer;

typedef struct kept_snapshot {
  dyncolor_snapshot *snapshot;
  size_t count, scheme;
  outcome outcomes[MOST_RECORDS];
} kept_snapshot;

typedef struct world {
  short_heap heap;
  dyncolor_theme *theme;
  size_t count;
  record records[MOST_RECORDS];
  uint16_t layers[LAYERS], owners[OWNERS];
  unsigned order[LAYERS]; /* from the highest */
  int forwards[NAMES];    /* -1 for none */
  unsigned default_scheme;
  observer observers[OBSERVERS];
  kept_snapshot snapshots[SNAPSHOTS];
  /* What there was at a generation, to ask for changes since. */
  uint64_t generation;
  size_t seen_count;
  outcome seen[MOST_RECORDS][SCHEMES];
  size_t given, destroyed; /* providers */
  size_t references;
} world;

static dyncolor_color colors[VALUES];
static dyncolor_rgba painted[VALUES];

static const dyncolor_environment schemes[SCHEMES] = {{.scheme = DYNCOLOR_SCHEME_LIGHT},
                                                      {.scheme = DYNCOLOR_SCHEME_DARK}};

static const definition *top(const world *w, const record *of) {
  for (size_t i = 0; i < LAYERS; i++)
    if (of->layers[w->order[i]].kind != NOTHING) return &of->layers[w->order[i]];
  return NULL;
}

/* The record that has a name, registered or not. */
static record *named(world *w, unsigned name) {
  for (size_t i = 0; i < w->count; i++)
    if (w->records[i].name == name && name != NAMELESS) return &w->records[i];
  return NULL;
}

/* What is found under a name. */
static record *found(world *w, unsigned name) {
  for (int at = (int)name; at >= 0; at = w->forwards[at]) {
    record *of = named(w, (unsigned)at);
    if (of != NULL && top(w, of) != NULL) return of;
  }
  return NULL;
}

static outcome outcome_of(world *w, const record *of, size_t scheme) {
  outcome result = {.is_known = true};
  for (size_t steps = 0; steps <= w->count; steps++) {
    const definition *says = top(w, of);
    if (says == NULL) {
      result.status = DYNCOLOR_ERROR_STALE_ID;
      return result;
    }
    switch (says->kind) {
      case PAIR:
      case PROVIDED: result.color = painted[scheme == 0 ? says->a : says->b]; return result;
      case ALIAS: of = &w->records[says->a]; break;
      case REFERENCE:
        of = found(w, says->a);
        if (of == NULL) {
          result.status = DYNCOLOR_ERROR_UNKNOWN_NAME;
          return result;
        }
        break;
      default: result.is_known = false; return result;
    }
  }
  result.status = DYNCOLOR_ERROR_CYCLE;
  return result;
}

static bool is_same(const outcome *a, const outcome *b) {
  return a->status == b->status && memcmp(&a->color, &b->color, sizeof a->color) == 0;
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

static void count_destroyed(void *user_data) { ++*(size_t *)user_data; }

#define PROVIDER(value) \
  static dyncolor_status provide_##value(dyncolor_context *context, dyncolor_answer *answer, \
                                         void *user_data) { \
    (void)context, (void)user_data; \
    answer->color = colors[value]; \
    return DYNCOLOR_OK; \
  }
PROVIDER(0)
PROVIDER(1)
PROVIDER(2)

static const dyncolor_provider_function providers[] = {provide_0, provide_1, provide_2};

static void observe(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
  observer *told = user_data;
  (void)theme;
  /* Of each change once, and of none twice. */
  REQUIRE(told->is_active && change->generation == told->generation + 1);
  told->generation = change->generation;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Makes a call, perhaps with too little memory: if it fails, nothing has changed. */
#define CALL(w, from, expression) \
  do { \
    const uint64_t before = dyncolor_theme_fingerprint((w)->theme); \
    const uint64_t generation_before = dyncolor_theme_generation((w)->theme); \
    const bool is_short = below(from, 8) == 7; \
    (w)->heap.left = is_short ? below(from, 16) : SIZE_MAX; \
    (w)->heap.failures = 0; \
    status = (expression); \
    (w)->heap.left = SIZE_MAX; \
    REQUIRE(status != DYNCOLOR_ERROR_OUT_OF_MEMORY || (w)->heap.failures > 0); \
    REQUIRE(status != DYNCOLOR_OK || (w)->heap.failures == 0); \
    if (status != DYNCOLOR_OK) { \
      check_failure(&error, status); \
      REQUIRE(dyncolor_theme_fingerprint((w)->theme) == before); \
      REQUIRE(dyncolor_theme_generation((w)->theme) == generation_before); \
    } \
  } while (0)

/* Whether it has come out as it must, but for memory. */
static bool expect(dyncolor_status status, dyncolor_status wanted) {
  if (status == DYNCOLOR_ERROR_OUT_OF_MEMORY) return false;
  if (status != wanted)
    fprintf(stderr, "%s, not %s\n", dyncolor_status_name(status), dyncolor_status_name(wanted));
  REQUIRE(status == wanted);
  return status == DYNCOLOR_OK;
}

static const char *text_of(unsigned name) { return name == NAMELESS ? NULL : names[name]; }
static size_t length_of(unsigned name) { return name == NAMELESS ? 0 : NUL; }

/* The record for a name that is being registered, or a new one; an id has been given out for it. */
static record *record_for(world *w, unsigned name, dyncolor_id id) {
  record *of = named(w, name);
  if (of == NULL) {
    of = &w->records[w->count++];
    *of = (record){.id = id, .name = name};
    for (size_t i = 0; i + 1 < w->count; i++) REQUIRE(w->records[i].id != id);
  }
  REQUIRE(of->id == id && id != DYNCOLOR_ID_NONE);
  return of;
}

static void register_some(world *w, source *from) {
  enum { MOST = 3 };
  dyncolor_definition given[MOST];
  dyncolor_variant variants[MOST][2];
  char texts[MOST][64];
  definition meant[MOST];
  unsigned chosen[MOST], layers[MOST];
  dyncolor_id ids[MOST] = {0};
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status, wanted = DYNCOLOR_OK;
  size_t provided = 0;
  const unsigned count = 1 + below(from, MOST);
  if (w->count + count > MOST_RECORDS) return;
  for (unsigned i = 0; i < count; i++) {
    dyncolor_definition *one = &given[i];
    *one = (dyncolor_definition)DYNCOLOR_DEFINITION_INIT;
    chosen[i] = below(from, NAMES + 1);
    layers[i] = below(from, LAYERS);
    meant[i] = (definition){.owner = below(from, OWNERS)};
    one->name = text_of(chosen[i]);
    one->name_length = length_of(chosen[i]);
    one->layer = w->layers[layers[i]];
    one->owner = w->owners[meant[i].owner];
    one->css = texts[i];
    one->css_length = NUL;
    one->kind = DYNCOLOR_KIND_CSS;
    const unsigned what = below(from, 8);
    const unsigned a = below(from, 64), b = below(from, 64);
    bool refers_to_itself = false;
    switch (what) {
      case 0:
        meant[i].kind = PAIR, meant[i].a = a % VALUES, meant[i].b = b % VALUES;
        snprintf(texts[i], sizeof texts[i], "light-dark(%s, %s)", values[a % VALUES],
                 values[b % VALUES]);
        break;
      case 1:
        meant[i].kind = PAIR, meant[i].a = meant[i].b = a % VALUES;
        snprintf(texts[i], sizeof texts[i], "%s", values[a % VALUES]);
        break;
      case 2:
        meant[i].kind = REFERENCE, meant[i].a = a % NAMES;
        snprintf(texts[i], sizeof texts[i], "var(--%s)", escaped[a % NAMES]);
        refers_to_itself = a % NAMES == chosen[i];
        break;
      case 3:
        if (w->count == 0) return;
        meant[i].kind = ALIAS, meant[i].a = (unsigned)(a % w->count);
        one->kind = DYNCOLOR_KIND_VARIANTS;
        memset(variants[i], 0, sizeof variants[i]);
        variants[i][0].part.id = w->records[meant[i].a].id;
        refers_to_itself =
            chosen[i] != NAMELESS && w->records[meant[i].a].name == chosen[i];
        one->variants = variants[i];
        one->variant_count = 1;
        break;
      case 4:
        meant[i].kind = PROVIDED, meant[i].a = meant[i].b = a % COUNT(providers);
        one->kind = DYNCOLOR_KIND_PROVIDER;
        one->provider = providers[a % COUNT(providers)];
        one->user_data = &w->destroyed;
        one->destroy = count_destroyed;
        provided++;
        break;
      case 5:
        meant[i].kind = OTHER;
        snprintf(texts[i], sizeof texts[i], "color-mix(in oklab, var(--%s), currentcolor)",
                 escaped[a % NAMES]);
        refers_to_itself = a % NAMES == chosen[i];
        break;
      case 6:
        meant[i].kind = PAIR, meant[i].a = a % VALUES, meant[i].b = b % VALUES;
        one->kind = DYNCOLOR_KIND_VARIANTS;
        memset(variants[i], 0, sizeof variants[i]);
        variants[i][0].part.color = colors[a % VALUES];
        variants[i][1].part.color = colors[b % VALUES];
        variants[i][1].scheme = DYNCOLOR_SCHEME_DARK;
        one->variants = variants[i];
        one->variant_count = 2;
        break;
      default:
        if (a % 4 != 0) return;
        snprintf(texts[i], sizeof texts[i], "rgb(%u", b);
        if (wanted == DYNCOLOR_OK) wanted = DYNCOLOR_ERROR_SYNTAX;
        break;
    }
    if (refers_to_itself && wanted == DYNCOLOR_OK) wanted = DYNCOLOR_ERROR_CYCLE;
  }
  w->given += provided;
  CALL(w, from, dyncolor_register(w->theme, given, count, ids, &error));
  if (!expect(status, wanted)) return;
  for (unsigned i = 0; i < count; i++)
    record_for(w, chosen[i], ids[i])->layers[layers[i]] = meant[i];
}

static record *any_record(world *w, source *from) {
  return w->count == 0 ? NULL : &w->records[below(from, (unsigned)w->count)];
}

/* What is left of a record from which definitions have been taken. */
static void settle(world *w) {
  for (size_t i = 0; i < w->count; i++)
    if (w->records[i].name == NAMELESS && top(w, &w->records[i]) == NULL)
      w->records[i].is_gone = true;
}

static void unregister_one(world *w, source *from) {
  record *of = any_record(w, from);
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  if (of == NULL) return;
  CALL(w, from, dyncolor_unregister(w->theme, of->id, &error));
  if (!expect(status, top(w, of) ? DYNCOLOR_OK : DYNCOLOR_ERROR_STALE_ID)) return;
  memset(of->layers, 0, sizeof of->layers);
  settle(w);
}

static void unregister_in_layer(world *w, source *from) {
  record *of = any_record(w, from);
  const unsigned layer = below(from, LAYERS);
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  if (of == NULL) return;
  CALL(w, from, dyncolor_layer_unregister(w->theme, w->layers[layer], of->id, &error));
  if (!expect(status, of->layers[layer].kind != NOTHING ? DYNCOLOR_OK
                      : top(w, of) != NULL              ? DYNCOLOR_ERROR_UNKNOWN_NAME
                                                        : DYNCOLOR_ERROR_STALE_ID))
    return;
  of->layers[layer] = (definition){.kind = NOTHING};
  settle(w);
}

static void drop_layer(world *w, source *from) {
  const unsigned layer = below(from, LAYERS);
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  CALL(w, from, dyncolor_layer_clear(w->theme, w->layers[layer], &error));
  if (!expect(status, DYNCOLOR_OK)) return;
  for (size_t i = 0; i < w->count; i++)
    w->records[i].layers[layer] = (definition){.kind = NOTHING};
  settle(w);
}

static void drop_owner(world *w, source *from) {
  const unsigned owner = below(from, OWNERS);
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  CALL(w, from, dyncolor_owner_clear(w->theme, w->owners[owner], &error));
  if (!expect(status, owner == 0 ? DYNCOLOR_ERROR_UNKNOWN_NAME : DYNCOLOR_OK)) return;
  for (size_t i = 0; i < w->count; i++)
    for (size_t j = 0; j < LAYERS; j++)
      if (w->records[i].layers[j].owner == owner)
        w->records[i].layers[j] = (definition){.kind = NOTHING};
  settle(w);
}

static void redefine_some(world *w, source *from) {
  enum { MOST = 3 };
  dyncolor_id ids[MOST];
  dyncolor_color given[MOST];
  record *of[MOST];
  unsigned chosen[MOST];
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status, wanted = DYNCOLOR_OK;
  const unsigned count = 1 + below(from, MOST);
  if (w->count == 0) return;
  for (unsigned i = 0; i < count; i++) {
    of[i] = any_record(w, from);
    chosen[i] = below(from, VALUES);
    ids[i] = of[i]->id;
    given[i] = colors[chosen[i]];
    if (top(w, of[i]) == NULL) wanted = DYNCOLOR_ERROR_STALE_ID;
  }
  CALL(w, from, dyncolor_theme_redefine(w->theme, ids, given, count, &error));
  if (!expect(status, wanted)) return;
  for (unsigned i = 0; i < count; i++) {
    definition *says = &of[i]->layers[top(w, of[i]) - of[i]->layers];
    says->kind = PAIR;
    says->a = says->b = chosen[i];
  }
}

static void rename_one(world *w, source *from) {
  record *of = any_record(w, from);
  const unsigned name = below(from, NAMES);
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  if (of == NULL) return;
  const record *other = named(w, name);
  CALL(w, from, dyncolor_id_rename_n(w->theme, of->id, names[name], NUL, &error));
  const bool is_taken = other != NULL && other != of;
  if (!expect(status, top(w, of) == NULL ? DYNCOLOR_ERROR_STALE_ID
                      : is_taken         ? DYNCOLOR_ERROR_NAME_TAKEN
                                         : DYNCOLOR_OK))
    return;
  of->name = name;
}

static void declare_one(world *w, source *from) {
  const unsigned name = below(from, NAMES);
  dyncolor_id id = 0;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  if (w->count == MOST_RECORDS || w->forwards[name] >= 0) return;
  CALL(w, from, dyncolor_theme_declare_n(w->theme, names[name], NUL, &id, &error));
  if (expect(status, DYNCOLOR_OK)) record_for(w, name, id);
}

static void forward_one(world *w, source *from) {
  const unsigned old = below(from, NAMES), name = below(from, NAMES + 1);
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status, wanted = DYNCOLOR_OK;
  CALL(w, from,
       dyncolor_theme_forward_n(w->theme, names[old], NUL, text_of(name), length_of(name), &error));
  for (int at = name == NAMELESS ? -1 : (int)name; at >= 0; at = w->forwards[at])
    if (at == (int)old) {
      wanted = DYNCOLOR_ERROR_CYCLE;
      break;
    }
  if (expect(status, wanted)) w->forwards[old] = name == NAMELESS ? -1 : (int)name;
}

/* Files that say what the model knows. */
static void load_file(world *w, source *from) {
  const unsigned name = below(from, 4), other = below(from, 4), value = below(from, VALUES);
  const unsigned layer = below(from, LAYERS);
  char text[128];
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  const bool is_broken = below(from, 8) == 0;
  if (name == other || w->count + 2 > MOST_RECORDS) return;
  snprintf(text, sizeof text, "{\"%s\": \"%s\", \"%s\": \"var(--%s)\"%s", names[name],
           values[value], names[other], names[name], is_broken ? "" : "}");
  dyncolor_load_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON,
                                   .layer = w->layers[layer]};
  CALL(w, from, dyncolor_theme_load_memory_n(w->theme, "t", 1, text, strlen(text), &options, NULL,
                                             &error));
  if (status == DYNCOLOR_ERROR_CYCLE) return;
  if (!expect(status, is_broken ? DYNCOLOR_ERROR_SYNTAX : DYNCOLOR_OK)) return;
  const unsigned both[] = {name, other};
  for (size_t i = 0; i < 2; i++) {
    dyncolor_id id = 0;
    REQUIRE(dyncolor_theme_find_n(w->theme, names[both[i]], NUL, &id, NULL) == DYNCOLOR_OK);
    definition *says = &record_for(w, both[i], id)->layers[layer];
    const definition meant = i == 0 ? (definition){PAIR, value, value, 0}
                                    : (definition){REFERENCE, name, 0, 0};
    /* What is the same as before stays with whom it was. */
    const bool is_as_before =
        says->kind == meant.kind && says->a == meant.a && (i == 1 || says->b == meant.b);
    if (!is_as_before || w->owners[says->owner] == 0) *says = meant;
    if (is_as_before) {
      dyncolor_source sources[LAYERS];
      size_t count = 0;
      REQUIRE(dyncolor_id_sources(w->theme, id, sources, LAYERS, &count, NULL) == DYNCOLOR_OK);
      for (size_t j = 0; j < count; j++)
        for (unsigned k = 0; k < OWNERS; k++)
          if (sources[j].layer == w->layers[layer] && sources[j].owner == w->owners[k])
            says->owner = k;
    }
  }
}

static void describe_one(world *w, source *from) {
  record *of = any_record(w, from);
  const char *text = names[below(from, NAMES)], *told = NULL;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  if (of == NULL || of->is_gone) return;
  CALL(w, from, dyncolor_id_set_description_n(w->theme, of->id, text, NUL, &error));
  if (!expect(status, DYNCOLOR_OK)) return;
  REQUIRE(dyncolor_id_description(w->theme, of->id, &told, NULL) == DYNCOLOR_OK);
  REQUIRE(strcmp(told, text) == 0);
}

static void set_defaults(world *w, source *from) {
  const double opacities[] = {1, 0.5, 0.25, 0.125, 0.0625};
  const unsigned scheme = below(from, 4);
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  if (scheme == 3) {
    CALL(w, from, dyncolor_theme_set_level_opacities(w->theme, opacities, &error));
    expect(status, DYNCOLOR_OK);
    return;
  }
  CALL(w, from, dyncolor_theme_set_default_scheme(w->theme, (dyncolor_scheme)scheme, &error));
  if (expect(status, scheme == 0 ? DYNCOLOR_ERROR_INVALID_ARGUMENT : DYNCOLOR_OK))
    w->default_scheme = scheme;
}

static void declare_something(world *w, source *from) {
  const char *name = names[below(from, 3)];
  uint16_t number = 0, again = 0;
  uint32_t axis = 0;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  switch (below(from, 3)) {
    case 0:
      CALL(w, from, dyncolor_palette_declare_n(w->theme, name, NUL, &number, &error));
      if (!expect(status, DYNCOLOR_OK)) return;
      REQUIRE(dyncolor_palette_declare_n(w->theme, name, NUL, &again, NULL) == DYNCOLOR_OK);
      REQUIRE(number == again && number <= dyncolor_palette_count(w->theme));
      break;
    case 1:
      CALL(w, from, dyncolor_locale_declare_n(w->theme, name, NUL, &number, &error));
      expect(status, DYNCOLOR_OK);
      break;
    default:
      CALL(w, from, dyncolor_axis_declare_n(w->theme, name, NUL, &axis, &error));
      if (expect(status, DYNCOLOR_OK))
        REQUIRE(axis >= DYNCOLOR_AXIS_CUSTOM && axis < DYNCOLOR_AXIS_CUSTOM + 3);
  }
}

static void watch_or_not(world *w, source *from) {
  observer *one = &w->observers[below(from, OBSERVERS)];
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_status status;
  if (one->is_active) {
    one->is_active = false;
    REQUIRE(dyncolor_theme_unobserve(w->theme, one->observation, NULL) == DYNCOLOR_OK);
    REQUIRE(dyncolor_theme_unobserve(w->theme, one->observation, NULL) ==
            DYNCOLOR_ERROR_INVALID_ARGUMENT);
    return;
  }
  CALL(w, from, dyncolor_theme_observe(w->theme, observe, one, NULL, &one->observation, &error));
  if (!expect(status, DYNCOLOR_OK)) return;
  one->is_active = true;
  one->generation = dyncolor_theme_generation(w->theme);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static void take_snapshot(world *w, source *from) {
  kept_snapshot *kept = &w->snapshots[below(from, SNAPSHOTS)];
  dyncolor_snapshot_release(kept->snapshot);
  kept->scheme = below(from, SCHEMES);
  kept->count = w->count;
  for (size_t i = 0; i < w->count; i++)
    kept->outcomes[i] = outcome_of(w, &w->records[i], kept->scheme);
  REQUIRE(dyncolor_snapshot_create(w->theme, &schemes[kept->scheme], &kept->snapshot, NULL) ==
          DYNCOLOR_OK);
}

/* A snapshot shows what there was, however long ago. */
static void check_snapshots(world *w) {
  for (size_t i = 0; i < SNAPSHOTS; i++) {
    const kept_snapshot *kept = &w->snapshots[i];
    for (size_t j = 0; j < kept->count && kept->snapshot != NULL; j++) {
      dyncolor_rgba color = {0};
      if (!kept->outcomes[j].is_known || w->records[j].is_gone) continue;
      dyncolor_status status =
          dyncolor_snapshot_resolve(kept->snapshot, w->records[j].id, &color, NULL);
      REQUIRE(status == kept->outcomes[j].status);
      REQUIRE(memcmp(&color, &kept->outcomes[j].color, sizeof color) == 0);
    }
  }
}

static void check_colors(world *w) {
  size_t registered = 0;
  for (size_t i = 0; i < w->count; i++) {
    const record *of = &w->records[i];
    const bool is_registered = top(w, of) != NULL;
    registered += is_registered;
    for (size_t scheme = 0; scheme < SCHEMES; scheme++) {
      const outcome wanted = outcome_of(w, of, scheme);
      dyncolor_rgba color = {0};
      dyncolor_status status = dyncolor_resolve(w->theme, of->id, &schemes[scheme], &color, NULL);
      if (!wanted.is_known) continue;
      if (status != wanted.status)
        fprintf(stderr, "record %zu: %s, not %s\n", i, dyncolor_status_name(status),
                dyncolor_status_name(wanted.status));
      REQUIRE(status == wanted.status);
      REQUIRE(memcmp(&color, &wanted.color, sizeof color) == 0);
    }
    const char *name = NULL;
    size_t count = 0, layers = 0;
    dyncolor_source sources[LAYERS];
    dyncolor_status status =
        dyncolor_id_sources(w->theme, of->id, sources, LAYERS, &count, NULL);
    REQUIRE(status == (is_registered ? DYNCOLOR_OK : DYNCOLOR_ERROR_STALE_ID));
    if (!is_registered) continue;
    REQUIRE(dyncolor_id_name(w->theme, of->id, &name, NULL) == DYNCOLOR_OK);
    REQUIRE(strcmp(name, of->name == NAMELESS ? "" : names[of->name]) == 0);
    for (size_t j = 0; j < LAYERS; j++) {
      const definition *says = &of->layers[w->order[j]];
      if (says->kind == NOTHING) continue;
      REQUIRE(layers < count && sources[layers].layer == w->layers[w->order[j]]);
      REQUIRE(sources[layers].owner == w->owners[says->owner]);
      layers++;
    }
    REQUIRE(layers == count);
  }
  REQUIRE(dyncolor_theme_count(w->theme) == registered);
}

static void check_names(world *w) {
  for (unsigned i = 0; i < NAMES; i++) {
    const record *of = found(w, i);
    dyncolor_id id = 0;
    dyncolor_status status = dyncolor_theme_find_n(w->theme, names[i], NUL, &id, NULL);
    REQUIRE(status == (of != NULL ? DYNCOLOR_OK : DYNCOLOR_ERROR_UNKNOWN_NAME));
    REQUIRE(of == NULL || of->id == id);
  }
}

/* Whatever has changed since some generation is among the changes since then. */
static void check_changes(world *w) {
  dyncolor_id ids[4 * MOST_RECORDS];
  size_t count = 0;
  uint64_t generation = 0;
  dyncolor_status status = dyncolor_theme_changes(w->theme, w->generation, ids, COUNT(ids), &count,
                                                  &generation, NULL);
  REQUIRE(status == DYNCOLOR_OK && generation == dyncolor_theme_generation(w->theme));
  for (size_t i = 0; i < w->seen_count; i++) {
    bool is_other = false, is_told = false;
    if (w->records[i].is_gone) continue;
    for (size_t scheme = 0; scheme < SCHEMES; scheme++) {
      const outcome now = outcome_of(w, &w->records[i], scheme);
      is_other = is_other || (now.is_known && w->seen[i][scheme].is_known &&
                              !is_same(&now, &w->seen[i][scheme]));
    }
    for (size_t j = 0; j < count; j++) is_told = is_told || ids[j] == w->records[i].id;
    REQUIRE(!is_other || is_told);
  }
  w->generation = generation;
  w->seen_count = w->count;
  for (size_t i = 0; i < w->count; i++)
    for (size_t scheme = 0; scheme < SCHEMES; scheme++)
      w->seen[i][scheme] = outcome_of(w, &w->records[i], scheme);
}

/* Themes without providers are saved and loaded as they are, with notes and layers. */
static void check_image(world *w) {
  for (size_t i = 0; i < w->count; i++)
    for (size_t j = 0; j < LAYERS; j++)
      if (w->records[i].layers[j].kind == PROVIDED) return;
  check_saving(w->theme);
}

static void check_observers(world *w) {
  for (size_t i = 0; i < OBSERVERS; i++)
    if (w->observers[i].is_active)
      REQUIRE(w->observers[i].generation == dyncolor_theme_generation(w->theme));
}

static void retain_or_release(world *w, source *from) {
  if (w->references > 1 && below(from, 2) == 0) {
    dyncolor_theme_release(w->theme);
    w->references--;
  } else if (w->references < 4) {
    REQUIRE(dyncolor_theme_retain(w->theme) == w->theme);
    w->references++;
  }
}

/* ---- From the first call to the last --------------------------------------------------------- */

static void begin(world *w) {
  *w = (world){.heap = {.left = SIZE_MAX}, .references = 1};
  w->theme = new_theme_in(&w->heap);
  w->layers[0] = DYNCOLOR_LAYER_DEFAULTS;
  w->layers[1] = DYNCOLOR_LAYER_THEME;
  w->layers[2] = DYNCOLOR_LAYER_USER;
  REQUIRE(dyncolor_layer_declare_n(w->theme, "brand", NUL, DYNCOLOR_LAYER_USER, &w->layers[3],
                                   NULL) == DYNCOLOR_OK);
  REQUIRE(dyncolor_owner_declare_n(w->theme, "one", NUL, &w->owners[1], NULL) == DYNCOLOR_OK);
  REQUIRE(dyncolor_owner_declare_n(w->theme, "two", NUL, &w->owners[2], NULL) == DYNCOLOR_OK);
  static const unsigned order[] = {2, 3, 1, 0};
  memcpy(w->order, order, sizeof order);
  for (size_t i = 0; i < NAMES; i++) w->forwards[i] = -1;
  w->generation = dyncolor_theme_generation(w->theme);
}

static void end(world *w) {
  check_colors(w);
  check_image(w);
  for (; w->references > 0; w->references--) dyncolor_theme_release(w->theme);
  REQUIRE(w->destroyed == w->given);
  check_snapshots(w);
  for (size_t i = 0; i < SNAPSHOTS; i++) dyncolor_snapshot_release(w->snapshots[i].snapshot);
  REQUIRE(w->heap.taken == 0);
}

static void act(world *w, source *from) {
  static void (*const actions[])(world *, source *) = {
      register_some, unregister_one, unregister_in_layer, drop_layer,        drop_owner,
      redefine_some, rename_one,     declare_one,         forward_one,       load_file,
      describe_one,  set_defaults,   declare_something,   watch_or_not,      take_snapshot,
      register_some, register_some,  redefine_some,       retain_or_release, register_some};
  actions[below(from, COUNT(actions))](w, from);
  check_observers(w);
  check_names(w);
  switch (below(from, 8)) {
    case 0: check_snapshots(w); break;
    case 1: check_image(w); break;
    case 2: check_changes(w); break;
    case 3:
    case 4: check_colors(w); break;
    default: break;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static world worlds[2];
  source from = {bytes, size};
  for (size_t i = 0; i < VALUES; i++) {
    REQUIRE(dyncolor_color_parse_n(values[i], NUL, &colors[i], NULL) == DYNCOLOR_OK);
    REQUIRE(dyncolor_color_pack(&colors[i], DYNCOLOR_LAYOUT_FLOAT4, &painted[i],
                                sizeof painted[i], NULL) == DYNCOLOR_OK);
  }
  begin(&worlds[0]);
  begin(&worlds[1]);
  while (from.left > 0) act(&worlds[below(&from, 8) == 0], &from);
  end(&worlds[0]);
  end(&worlds[1]);
  REQUIRE_CHECKS;
  return 0;
}
