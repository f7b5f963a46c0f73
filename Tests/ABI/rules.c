/* The rules by which colors are matched, inherited, fallen back to, looked up in palettes, layered
 * and leveled: a table for each. */
#include "parts.h"
#include "refusals.h"
#include "tables.h"

/* ---- A theme for all tables ------------------------------------------------------------------ */

static dyncolor_status fail(dyncolor_context *context, dyncolor_answer *answer, void *status) {
  (void)context;
  (void)answer;
  return (dyncolor_status)*(const int *)status;
}

static dyncolor_status answer_b(dyncolor_context *context, dyncolor_answer *answer, void *data) {
  (void)context;
  (void)data;
  answer->color = gray('b');
  return DYNCOLOR_OK;
}

static dyncolor_id css(dyncolor_theme *theme, const char *name, const char *text) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  dyncolor_id id = 0;
  CHECK(dyncolor_register_css_n(theme, name, name == NULL ? 0 : NUL, text, NUL, &id, &error) ==
        DYNCOLOR_OK);
  if (id == 0) printf("# %s: %u: %s\n", text, error.column, error.message);
  return id;
}

/* The letters; colors that fail in several ways; three palettes, two locales and two subtypes. */
static dyncolor_theme *fixture(void) {
  static const int own = -1234;
  static const char *const palettes[] = {"Night", "Day", "Bare"};
  dyncolor_theme *theme = new_theme();
  dyncolor_id id;
  uint16_t number;
  uint32_t axis;
  uint8_t subtype;
  for (char name[] = "a"; name[0] <= 'h'; name[0]++) constant(theme, name, name[0]);
  CHECK(dyncolor_theme_declare_n(theme, "gone", NUL, &id, NULL) == DYNCOLOR_OK);
  css(theme, "nothing", "if(style(--none): red)");
  /* In every environment of the rows. What is one in all environments is not registered. */
  css(theme, "circle", "if(style(--idiom: headset): black; else: var(--circle))");
  css(theme, "in a circle", "color-mix(in srgb, var(--circle), red)");
  CHECK(dyncolor_register_provider_n(theme, "failing", NUL, fail, (void *)&own, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(theme, "provided", NUL, answer_b, NULL, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  for (size_t i = 0; i < COUNT(palettes); i++)
    CHECK(dyncolor_palette_declare_n(theme, palettes[i], NUL, &number, NULL) == DYNCOLOR_OK &&
          number == i + 1);
  CHECK(dyncolor_locale_declare_n(theme, "de", NUL, &number, NULL) == DYNCOLOR_OK && number == 1);
  CHECK(dyncolor_locale_declare_n(theme, "fr", NUL, &number, NULL) == DYNCOLOR_OK && number == 2);
  CHECK(dyncolor_subtype_declare_n(theme, "kiosk", NUL, &subtype, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_subtype_declare_n(theme, "foldable", NUL, &subtype, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_n(theme, "team", NUL, &axis, NULL) == DYNCOLOR_OK &&
        axis == DYNCOLOR_AXIS_CUSTOM);
  CHECK(dyncolor_axis_declare_n(theme, "season", NUL, &axis, NULL) == DYNCOLOR_OK &&
        axis == DYNCOLOR_AXIS_CUSTOM + 1);
  constant(theme, "Night/primary", 'p');
  constant(theme, "Day/primary", 'q');
  constant(theme, "Day/secondary", 'r');
  css(theme, "Day/broken", "var(--nobody)");
  CHECK(dyncolor_theme_declare_n(theme, "Night/gone", NUL, &id, NULL) == DYNCOLOR_OK);
  constant(theme, "Day/gone", 's');
  css(theme, "tint", "light-dark(var(--a), var(--b))");
  css(theme, "second", "--level(var(--tint), secondary)");
  return theme;
}

/* Whether a color resolves as expected; if not, what it is, is told. */
static void check_row(dyncolor_theme *theme, dyncolor_id id, const char *environment,
                      const char *expected, const char *what) {
  dyncolor_environment where = environment_of(theme, environment);
  int holds = resolves_to(theme, id, &where, expected);
  CHECK(holds);
  if (!holds) printf("# %s in %s\n", what, environment);
}

/* ---- Matching -------------------------------------------------------------------------------- */

typedef struct {
  const char *variants;
  const char *environment;
  const char *expected;
  const char *why;
} match;

static const match matches[] = {
    {"any: a", "any", "a", "one for all"},
    {"light: a; dark: b", "any", "a", "an unspecified scheme is the default"},
    {"less: a; standard: b; more: c", "any", "b", "an unspecified contrast is standard"},
    {"base: a; elevated: b", "any", "a", "an unspecified elevation is base"},
    {"p3: a; srgb: b", "any", "b", "an unspecified gamut is sRGB"},
    {"phone: a", "any", "!NO_VALUE", "an unspecified idiom is none"},
    {"kiosk: a", "any", "!NO_VALUE", "an unspecified subtype is none"},
    {"de: a", "any", "!NO_VALUE", "an unspecified locale is none"},
    {"dark: a", "light", "!NO_VALUE", "another scheme does not apply"},
    {"elevated: a", "base", "!NO_VALUE", "another elevation does not apply"},
    {"phone: a", "tablet", "!NO_VALUE", "another idiom does not apply"},
    {"kiosk: a", "foldable", "!NO_VALUE", "another subtype does not apply"},
    {"de: a", "fr", "!NO_VALUE", "another locale does not apply"},
    {"rec2020: a", "p3", "a", "another gamut applies, if there is nothing else"},
    {"rec2020: a; any: b", "p3", "b", "any gamut before another"},
    {"any: a; p3: b", "p3", "b", "the exact gamut before any"},
    {"any: a; dark: b", "dark", "b", "an exact scheme before any"},
    {"any: a; elevated: b", "elevated", "b", "an exact elevation before any"},
    {"any: a; phone: b", "phone", "b", "an exact idiom before any"},
    {"any: a; kiosk: b", "kiosk", "b", "an exact subtype before any"},
    {"any: a; de: b", "de", "b", "an exact locale before any"},
    {"any: a; standard: b", "any", "b", "standard contrast before any"},
    {"any: a; standard: b", "more", "b", "standard contrast before any, also in more contrast"},
    {"any: a; any: b", "any", "a", "of equals the first"},
    {"dark: a; any: b; dark: c", "dark", "a", "of equals the first, others between them"},
    {"phone: a; p3: b", "phone p3", "a", "the idiom before the gamut"},
    {"phone: a; dark: b", "phone dark", "a", "the idiom before the scheme"},
    {"phone srgb: a; p3: b", "phone p3", "a", "the idiom before the gamut, also of another"},
    {"p3: a; dark: b", "p3 dark", "a", "the gamut before the scheme"},
    {"srgb dark: a; any: b", "p3 dark", "b", "any gamut before the scheme"},
    {"dark: a; more: b", "dark more", "a", "the scheme before the contrast"},
    {"more: a; elevated: b", "more elevated", "a", "the contrast before the elevation"},
    {"elevated: a; kiosk: b", "elevated kiosk", "a", "the elevation before the subtype"},
    {"kiosk: a; de: b", "kiosk de", "a", "the subtype before the locale"},
    {"dark: a; more elevated kiosk de: b", "dark more elevated kiosk de", "a",
     "one that counts more before all that count less"},
    {"more: a", "standard", "!NO_VALUE", "more contrast does not apply in standard contrast"},
    {"less: a", "more", "!NO_VALUE", "less contrast does not apply in more"},
    {"more: a", "less", "!NO_VALUE", "more contrast does not apply in less"},
    {"standard: a", "more", "a", "standard contrast applies in more"},
    {"standard: a", "less", "a", "standard contrast applies in less"},
    {"any: -; dark: b", "light", "!NO_VALUE", "one that has no value is taken all the same"},
    {"typical: a; protan: b", "any", "a", "an unspecified vision is typical"},
    {"normal: a; pressed: b", "any", "a", "an unspecified state is normal"},
    {"Day: a", "any", "!NO_VALUE", "without a default palette, an unspecified one is none"},
    {"lions: a", "any", "!NO_VALUE", "an unspecified axis of the host's has no value"},
    {"protan: a", "deutan", "!NO_VALUE", "another vision does not apply"},
    {"pressed: a", "hovered", "!NO_VALUE", "another state does not apply"},
    {"Night: a", "Day", "!NO_VALUE", "another palette does not apply"},
    {"lions: a", "bears", "!NO_VALUE", "another value of an axis does not apply"},
    {"lions: a", "winter", "!NO_VALUE", "another axis does not apply"},
    {"any: a; protan: b", "protan", "b", "an exact vision before any"},
    {"any: a; pressed: b", "pressed", "b", "an exact state before any"},
    {"any: a; Day: b", "Day", "b", "an exact palette before any"},
    {"any: a; bears: b", "bears", "b", "an exact value of an axis before any"},
    {"protan: a; pressed Day lions winter phone p3 dark: b",
     "protan pressed Day lions winter phone p3 dark", "a", "the vision before all others"},
    {"pressed: a; Day lions winter phone p3 dark: b", "pressed Day lions winter phone p3 dark", "a",
     "the state before the palette"},
    {"Day: a; lions winter phone p3 dark: b", "Day lions winter phone p3 dark", "a",
     "the palette before the axes of the host's"},
    {"lions: a; winter phone p3 dark: b", "lions winter phone p3 dark", "a",
     "the first axis of the host's before the second"},
    {"winter: a; phone p3 dark: b", "winter phone p3 dark", "a",
     "the last axis of the host's before the idiom"},
    {"any: a; dark: b; lions: c; lions dark: d", "lions dark", "d", "the scheme among equals"},
    {"any: a; dark: b; lions: c; lions dark: d", "bears dark", "b", "others as if there were none"},
    {"any: a; lions: b; more: c", "lions more", "b", "an axis of the host's before the contrast"},
};

static void check_matches(const match *rows, size_t count) {
  dyncolor_theme *theme = fixture();
  for (size_t row = 0; row < count; row++)
    check_row(theme, variants_of(theme, rows[row].variants), rows[row].environment,
              rows[row].expected, rows[row].why);
  dyncolor_theme_release(theme);
}

static void matching(void) { check_matches(matches, COUNT(matches)); }

static const match grades[] = {
    {"any: a; more: b", "0%", "a", "standard contrast is nothing of more"},
    {"any: a; more: b", "25%", "a+b 25", "between any and more"},
    {"any: a; more: b", "99%", "a+b 99", "nearly more"},
    {"any: a; more: b", "100%", "b", "more"},
    {"any: a; less: b", "-25%", "a+b 25", "between any and less"},
    {"any: a; less: b", "-100%", "b", "less"},
    {"standard: a; more: b; less: c", "-40%", "a+c 40", "the other side has no part in it"},
    {"any: a; more: b", "-40%", "a", "the other side alone"},
    {"any: a; 50%: b; more: c", "25%", "a+b 50", "below a step between"},
    {"any: a; 50%: b; more: c", "50%", "b", "at a step between"},
    {"any: a; 50%: b; more: c", "75%", "b+c 50", "above a step between"},
    {"any: a; 50%: b", "75%", "b", "beyond the last step"},
    {"50%: a; more: b", "75%", "a+b 50", "without standard"},
    {"50%: a; more: b", "25%", "!NO_VALUE", "nothing applies, though there is one beyond"},
    {"any: a; 80%: c; 60%: b", "30%", "a+b 50", "the nearest beyond"},
    {"any: a; 60%: b; 80%: c", "70%", "b+c 50", "the nearest before and beyond"},
    {"any: a; more: b; more: c", "50%", "a+b 50", "of equals beyond the first"},
    {"any: a; more: b; more elevated: c", "50% elevated", "a+c 50", "the best beyond"},
    {"any: a; elevated: b; more: c", "50% elevated", "b+c 50",
     "one beyond may fit worse in its elevation"},
    {"any: a; dark: b; more: c", "50% dark", "b", "one beyond may not fit worse in its scheme"},
    {"any: a; dark: b; dark more: c", "50% dark", "b+c 50", "one beyond of the same scheme"},
    {"any: a; lions: b; more: c", "50% lions", "b", "one beyond may not fit worse in an axis"},
    {"any: a; lions: b; lions more: c", "50% lions", "b+c 50", "one beyond of the same value"},
    {"any: a; lions more: c", "50% lions", "a+c 50", "one beyond may fit better in an axis"},
    {"any: a; more: c; lions more: d", "50% lions", "a+d 50", "the best in its axes beyond"},
    {"any: a; lions more: c", "50% bears", "a", "one beyond of another value"},
    {"any: a; dark more: c", "50% dark", "a+c 50", "one beyond may fit better in its scheme"},
    {"any: a; p3: b; more: c", "50% p3", "b", "one beyond may not fit worse in its gamut"},
    {"any: a; phone: b; more: c", "50% phone", "b", "one beyond may not fit worse in its idiom"},
    {"any: a; phone more: c", "50% phone", "a+c 50", "one beyond may fit better in its idiom"},
    {"any: a; dark more: c", "50% light", "a", "one beyond must apply otherwise"},
    {"any: a; 50%: b; dark: c", "50% dark", "c", "the scheme before the nearest contrast"},
    {"any: a; more: -", "50%", "!NO_VALUE", "what lies beyond has no value"},
};

static void grading(void) { check_matches(grades, COUNT(grades)); }

/* ---- Inheritance ----------------------------------------------------------------------------- */

static const struct {
  const char *child;
  const char *parent;
  const char *grandparent;
  const char *variants;
  const char *expected;
} heirs[] = {
    {"any", "any", "any", "light: a; dark: b", "a"},
    {"any", "dark", "any", "light: a; dark: b", "b"},
    {"any", "any", "dark", "light: a; dark: b", "b"},
    {"light", "dark", "dark", "light: a; dark: b", "a"},
    {"any", "light", "dark", "light: a; dark: b", "a"},
    {"dark", "more", "elevated", "any: a; dark more elevated: b; dark more base: c", "b"},
    {"base", "more", "elevated dark", "any: a; dark more elevated: b; dark more base: c", "c"},
    {"standard", "more", "any", "any: a; more: b", "a"},
    {"30%", "more", "any", "any: a; more: b", "a+b 30"},
    {"any", "30%", "more", "any: a; more: b", "a+b 30"},
    {"phone", "tablet", "p3", "phone p3: a; tablet p3: b", "a"},
    {"kiosk", "de", "foldable fr", "kiosk de: a; foldable fr: b", "a"},
    {"any", "de", "kiosk fr", "kiosk de: a; kiosk fr: b", "a"},
};

static void inheriting(void) {
  dyncolor_theme *theme = fixture();
  for (size_t row = 0; row < COUNT(heirs); row++) {
    dyncolor_environment child = environment_of(theme, heirs[row].child),
                         parent = environment_of(theme, heirs[row].parent),
                         grandparent = environment_of(theme, heirs[row].grandparent), filled;
    dyncolor_id id = variants_of(theme, heirs[row].variants);
    CHECK(dyncolor_environment_inherit(&parent, &grandparent, &parent, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_environment_inherit(&child, &parent, &filled, NULL) == DYNCOLOR_OK);
    int holds = resolves_to(theme, id, &filled, heirs[row].expected);
    CHECK(holds);
    if (!holds) printf("# %s in %s\n", heirs[row].child, heirs[row].parent);
  }
  dyncolor_theme_release(theme);
}

/* ---- Recipes --------------------------------------------------------------------------------- */

typedef struct {
  const char *css;
  const char *environment;
  const char *expected;
} recipe;

static void check_recipes(const recipe *recipes, size_t count) {
  dyncolor_theme *theme = fixture();
  for (size_t row = 0; row < count; row++)
    check_row(theme, css(theme, NULL, recipes[row].css), recipes[row].environment,
              recipes[row].expected, recipes[row].css);
  dyncolor_theme_release(theme);
}

static const recipe fallbacks[] = {
    /* The fallback of var() is for names that nobody has. */
    {"var(--nobody)", "any", "!UNKNOWN_NAME"},
    {"var(--nobody, var(--a))", "any", "a"},
    {"var(--gone, var(--a))", "any", "a"},
    {"var(--nothing, var(--a))", "any", "!NO_VALUE"},
    {"var(--circle, var(--a))", "any", "!CYCLE"},
    {"var(--nobody, var(--nobody, var(--b)))", "any", "b"},
    {"var(--a, var(--nobody))", "any", "a"},
    /* That of --palette() is for names that the palettes lack. */
    {"--palette(nobody)", "Night", "!NO_VALUE"},
    {"--palette(nobody, var(--a))", "Night", "a"},
    {"--palette(broken, var(--a))", "Day", "!UNKNOWN_NAME"},
    {"--palette(gone, var(--a))", "Night", "a"},
    {"--palette(primary, var(--nobody))", "Night", "p"},
    /* --first() passes over all that fails but circles. */
    {"--first(var(--a))", "any", "a"},
    {"--first(var(--a), var(--b))", "any", "a"},
    {"--first(var(--nobody), var(--b))", "any", "b"},
    {"--first(var(--gone), var(--b))", "any", "b"},
    {"--first(var(--nothing), var(--b))", "any", "b"},
    {"--first(var(--failing), var(--b))", "any", "b"},
    {"--first(if(style(--none): red), --palette(nobody), var(--c))", "Night", "c"},
    {"--first(if(media(prefers-color-scheme: dark): var(--a)), var(--b))", "light", "b"},
    {"--first(if(media(prefers-color-scheme: dark): var(--a)), var(--b))", "dark", "a"},
    {"--first(var(--circle), var(--b))", "any", "!CYCLE"},
    {"--first(var(--in\\ a\\ circle), var(--b))", "any", "!CYCLE"},
    {"--first(var(--a), var(--circle))", "any", "a"},
    {"--first(var(--nobody), var(--nothing))", "any", "!NO_VALUE"},
    {"--first(var(--nothing), var(--nobody))", "any", "!UNKNOWN_NAME"},
    {"--first(color-mix(in srgb, var(--a), var(--nobody)), var(--b))", "any", "b"},
    {"--first(--first(var(--nobody), var(--nothing)), var(--b))", "any", "b"},
    {"var(--nobody, --first(var(--nothing), var(--b)))", "any", "b"},
    {"--variants(dark: var(--a))", "light", "!NO_VALUE"},
    {"--first(--variants(dark: var(--a)), var(--b))", "light", "b"},
    /* What is not taken need not be there. */
    {"light-dark(var(--a), var(--nobody))", "light", "a"},
    {"light-dark(var(--a), var(--nobody))", "dark", "!UNKNOWN_NAME"},
    {"--variants(any: var(--a); dark: var(--nobody))", "light", "a"},
    {"--blend(light-dark(normal, if(style(--none): screen)), var(--a), black)", "light", "a"},
    {"--blend(light-dark(normal, if(style(--none): screen)), var(--a), black)", "dark",
     "!NO_VALUE"},
};

static void falling_back(void) { check_recipes(fallbacks, COUNT(fallbacks)); }

/* The same by ids: a name that nobody has, or any longer, is then the id of a color that is
 * gone. */
static void falling_back_by_id(void) {
  static const struct {
    const char *names; /* one letter each; `-` is gone, `0` nothing, `f` failing, `@` the circle */
    const char *expected;
  } rows[] = {
      {"a", "a"},        {"ab", "a"},        {"-b", "b"},         {"0b", "b"},
      {"fb", "b"},       {"-0fb", "b"},      {"@b", "!CYCLE"},    {"a@", "a"},
      {"-", "!STALE_ID"}, {"0-", "!STALE_ID"}, {"-0", "!NO_VALUE"},
  };
  dyncolor_theme *theme = fixture();
  for (size_t row = 0; row < COUNT(rows); row++) {
    dyncolor_id ids[8], id = 0;
    size_t count = strlen(rows[row].names);
    for (size_t i = 0; i < count; i++) {
      char letter[] = {rows[row].names[i], 0};
      const char *name = letter[0] == '-'   ? "gone"
                         : letter[0] == '0' ? "nothing"
                         : letter[0] == 'f' ? "failing"
                         : letter[0] == '@' ? "circle"
                                            : letter;
      CHECK(dyncolor_theme_declare_n(theme, name, NUL, &ids[i], NULL) == DYNCOLOR_OK);
    }
    CHECK(dyncolor_register_fallbacks_n(theme, NULL, 0, parts_of(ids, count), count, &id, NULL) ==
          DYNCOLOR_OK);
    check_row(theme, id, "any", rows[row].expected, rows[row].names);
  }
  dyncolor_theme_release(theme);
}

/* ---- Palettes -------------------------------------------------------------------------------- */

static void looking_in_palettes(void) {
  static const struct {
    const char *name;
    char fallback; /* 0 for none */
    uint16_t standard;
    const char *environment;
    const char *expected;
  } rows[] = {
      {"primary", 0, 0, "Night", "p"},
      {"primary", 0, 0, "Day", "q"},
      {"primary", 0, 0, "any", "!NO_VALUE"},
      {"primary", 'a', 0, "any", "a"},
      {"primary", 'a', 0, "Bare", "a"},
      {"primary", 0, 1, "any", "p"},
      {"primary", 'a', 1, "any", "p"},
      {"primary", 'a', 1, "Day", "q"},
      {"primary", 'a', 1, "Bare", "p"},
      {"secondary", 0, 0, "Night", "!NO_VALUE"},
      {"secondary", 0, 2, "Night", "r"},
      {"secondary", 'a', 2, "Night", "r"},
      {"secondary", 'a', 1, "Night", "a"},
      {"nobody", 'a', 2, "Night", "a"},
      {"gone", 'a', 0, "Night", "a"},
      {"gone", 'a', 2, "Night", "s"},
      {"broken", 'a', 0, "Day", "!UNKNOWN_NAME"},
      {"broken", 'a', 2, "Night", "!UNKNOWN_NAME"},
      {"Primary", 'a', 1, "Night", "a"},
  };
  dyncolor_theme *theme = fixture();
  for (size_t row = 0; row < COUNT(rows); row++) {
    char letter[] = {rows[row].fallback, 0}, text[64];
    dyncolor_id fallback = DYNCOLOR_ID_NONE, id = 0;
    CHECK(dyncolor_theme_set_default_palette(theme, rows[row].standard, NULL) == DYNCOLOR_OK);
    if (letter[0] != 0) CHECK(dyncolor_theme_find_n(theme, letter, NUL, &fallback,
                                                    NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_semantic_n(theme, NULL, 0, rows[row].name, NUL, PART_ID(fallback), &id,
                                       NULL) ==
          DYNCOLOR_OK);
    check_row(theme, id, rows[row].environment, rows[row].expected, rows[row].name);
    if (letter[0] != 0)
      snprintf(text, sizeof text, "--palette(%s, var(--%s))", rows[row].name, letter);
    else
      snprintf(text, sizeof text, "--palette(%s)", rows[row].name);
    check_row(theme, css(theme, NULL, text), rows[row].environment, rows[row].expected, text);
  }
  dyncolor_theme_release(theme);
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* What is done to the color `x`, step by step: `brand: c` registers it in a layer; `brand < user`
 * declares a layer beneath another; `drop brand`, `out brand` take the layer or the color out,
 * `owner plugin` all that the owner has, `all` the color from everywhere, and `redefine d` makes it
 * constant. What is registered in a layer whose name ends in `!` belongs to the owner. */
static const struct {
  const char *steps;
  const char *expected;
} stacks[] = {
    {"theme: a", "a"},
    {"defaults: a", "a"},
    {"user: a", "a"},
    {"defaults: a; theme: b", "b"},
    {"theme: b; defaults: a", "b"},
    {"defaults: a; theme: b; user: c", "c"},
    {"user: c; theme: b; defaults: a", "c"},
    {"theme: a; theme: b", "b"},
    {"user: c; theme: a; theme: b", "c"},
    {"brand < user; brand: c; theme: b", "c"},
    {"brand < user; brand: c; user: d", "d"},
    {"brand < theme; brand: c; theme: b", "b"},
    {"brand < theme; brand: c; defaults: a", "c"},
    {"brand < defaults; brand: c; defaults: a", "a"},
    {"brand < user; season < user; brand: c; season: d", "d"},
    {"brand < user; season < brand; brand: c; season: d", "c"},
    {"brand < user; brand < defaults; brand: c; theme: b", "c"},
    {"defaults: a; user: c; drop user", "a"},
    {"defaults: a; theme: b; user: c; drop user", "b"},
    {"defaults: a; theme: b; user: c; drop theme", "c"},
    {"defaults: a; theme: b; user: c; drop theme; drop user", "a"},
    {"user: c; drop user", "!STALE_ID"},
    {"user: c; drop user; theme: b", "b"},
    {"user: c; drop user; user: d", "d"},
    {"theme: b; user: c; out user", "b"},
    {"theme: b; user: c; out theme", "c"},
    {"theme: b; out theme", "!STALE_ID"},
    {"defaults: a; theme: b; user: c; all", "!STALE_ID"},
    {"defaults: a; user: c; all; theme: b", "b"},
    {"theme: b; user!: c; owner plugin", "b"},
    {"theme!: b; user: c; owner plugin", "c"},
    {"theme!: b; user: c; owner plugin; drop user", "!STALE_ID"},
    {"theme!: b; theme: c; owner plugin", "c"},
    {"theme: b; theme!: c; owner plugin", "!STALE_ID"},
    {"theme!: b; user!: c; owner plugin", "!STALE_ID"},
    {"theme: b; user: c; redefine d", "d"},
    {"theme: b; user: c; redefine d; drop user", "b"},
    {"theme: b; redefine d; user: c; drop user", "d"},
};

static uint16_t layer_of(dyncolor_theme *theme, const char *name) {
  uint16_t layer = 0;
  CHECK(dyncolor_layer_declare_n(theme, name, NUL, DYNCOLOR_LAYER_USER, &layer, NULL) ==
        DYNCOLOR_OK);
  return layer;
}

static void take_step(dyncolor_theme *theme, dyncolor_id id, uint16_t owner, const char *step) {
  char first[16] = "", second[16] = "", third[16] = "";
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  dyncolor_variant variant;
  dyncolor_color color;
  int count = sscanf(step, " %15s %15s %15s", first, second, third);
  size_t length = strlen(first);
  uint16_t layer;
  if (count == 3) {
    CHECK(dyncolor_layer_declare_n(theme, first, NUL, layer_of(theme, third), &layer, NULL) ==
          DYNCOLOR_OK);
  } else if (strcmp(first, "drop") == 0) {
    CHECK(dyncolor_layer_clear(theme, layer_of(theme, second), NULL) == DYNCOLOR_OK);
  } else if (strcmp(first, "out") == 0) {
    CHECK(dyncolor_layer_unregister(theme, layer_of(theme, second), id, NULL) == DYNCOLOR_OK);
  } else if (strcmp(first, "owner") == 0) {
    CHECK(dyncolor_owner_clear(theme, owner, NULL) == DYNCOLOR_OK);
  } else if (strcmp(first, "all") == 0) {
    CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  } else if (strcmp(first, "redefine") == 0) {
    color = gray(second[0]);
    CHECK(dyncolor_theme_redefine(theme, &id, &color, 1, NULL) == DYNCOLOR_OK);
  } else {
    memset(&variant, 0, sizeof variant);
    variant.part.color = gray(second[0]);
    first[--length] = 0;
    if (first[length - 1] == '!') {
      first[--length] = 0;
      definition.owner = owner;
    }
    definition.name = "x";
    definition.name_length = 1;
    definition.kind = DYNCOLOR_KIND_VARIANTS;
    definition.layer = layer_of(theme, first);
    definition.variants = &variant;
    definition.variant_count = 1;
    CHECK(dyncolor_register(theme, &definition, 1, NULL, NULL) == DYNCOLOR_OK);
  }
}

static void layering(void) {
  for (size_t row = 0; row < COUNT(stacks); row++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
    dyncolor_variant variant;
    dyncolor_id id, alias;
    uint16_t owner;
    char copy[128], *next = copy;
    strncpy(copy, stacks[row].steps, sizeof copy - 1);
    copy[sizeof copy - 1] = 0;
    memset(&variant, 0, sizeof variant);
    CHECK(dyncolor_theme_declare_n(theme, "x", NUL, &id, NULL) == DYNCOLOR_OK);
    definition.kind = DYNCOLOR_KIND_VARIANTS;
    definition.layer = layer_of(theme, "aside");
    definition.variants = &variant;
    definition.variant_count = 1;
    variant.part.id = id;
    CHECK(dyncolor_register(theme, &definition, 1, &alias, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_owner_declare_n(theme, "plugin", NUL, &owner, NULL) == DYNCOLOR_OK);
    for (char *step; (step = strtok_r(next, ";", &next)) != NULL;) {
      take_step(theme, id, owner, step);
      /* So that something is known that may not be true after the next. */
      dyncolor_theme_prepare(theme, NULL, NULL);
    }
    check_row(theme, id, "any", stacks[row].expected, stacks[row].steps);
    check_row(theme, alias, "any", stacks[row].expected, stacks[row].steps);
    dyncolor_theme_release(theme);
  }
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static const recipe levels[] = {
    {"--level(var(--a), primary)", "any", "a"},
    {"--level(var(--a), secondary)", "any", "a/0.5"},
    {"--level(var(--a), tertiary)", "any", "a/0.25"},
    {"--level(var(--a), quaternary)", "any", "a/0.18"},
    {"--level(var(--a), quinary)", "any", "a/0.18"},
    /* They add, wherever the reference leads, */
    {"--level(--level(var(--a), secondary), secondary)", "any", "a/0.25"},
    {"--level(--level(var(--a), secondary), tertiary)", "any", "a/0.18"},
    {"--level(--level(var(--a), quinary), quinary)", "any", "a/0.18"},
    {"--level(var(--second), secondary)", "dark", "b/0.25"},
    {"--level(light-dark(var(--second), var(--b)), secondary)", "light", "a/0.25"},
    {"--level(light-dark(var(--second), var(--b)), secondary)", "dark", "b/0.5"},
    {"--level(if(style(--scheme: dark): var(--second); else: red), secondary)", "dark", "b/0.25"},
    {"--level(var(--nobody, var(--second)), secondary)", "light", "a/0.25"},
    {"--level(--first(var(--nobody), var(--second)), secondary)", "light", "a/0.25"},
    {"--level(--palette(nobody, var(--second)), secondary)", "Night", "a/0.25"},
    {"--level(--palette(primary), secondary)", "Night", "p/0.5"},
    {"--level(--variants(any: var(--second); dark: var(--c)), secondary)", "light", "a/0.25"},
    /* and multiply what is computed. */
    {"--level(alpha(from var(--second) / alpha), secondary)", "light", "a/0.25"},
    {"--level(alpha(from --level(var(--a), quaternary) / alpha), quinary)", "any", "a/0.0324"},
    {"--level(color-mix(in srgb, var(--second), var(--second)), tertiary)", "light", "a/0.125"},
    {"--level(--blend(normal, var(--a), black), secondary)", "any", "a/0.5"},
    {"--level(--ensure-contrast(var(--a), on white, 3), secondary)", "any", "a/0.5"},
    {"--level(contrast-color(black), secondary)", "any", "rgb(255 255 255 / 0.5)"},
    {"--level(--variants(any: var(--a); more: var(--b)), secondary)", "more", "b/0.5"},
    {"--level(var(--provided), secondary)", "any", "b/0.5"},
    {"--level(--level(var(--provided), secondary), secondary)", "any", "b/0.25"},
    {"--level(Canvas, secondary)", "light", "rgb(255 255 255 / 0.5)"},
    /* A failure is none the less one. */
    {"--level(var(--nobody), secondary)", "any", "!UNKNOWN_NAME"},
    {"--level(var(--circle), secondary)", "any", "!CYCLE"},
    /* The content style. */
    {"currentcolor", "light", "rgb(0 0 0)"},
    {"currentcolor", "dark", "rgb(255 255 255)"},
    {"--level(currentcolor, secondary)", "light", "rgb(60 60 67 / 0.6)"},
    {"--level(currentcolor, secondary)", "dark", "rgb(235 235 245 / 0.6)"},
    {"--level(currentcolor, secondary)", "light more", "rgb(60 60 67 / 0.8)"},
    {"--level(currentcolor, secondary)", "dark more", "rgb(235 235 245 / 0.7)"},
    {"--level(currentcolor, secondary)", "light 50%", "rgb(60 60 67 / 0.7)"},
    {"--level(currentcolor, secondary)", "light less", "rgb(60 60 67 / 0.6)"},
    {"--level(currentcolor, tertiary)", "light", "rgb(60 60 67 / 0.3)"},
    {"--level(currentcolor, tertiary)", "light more", "rgb(60 60 67 / 0.7)"},
    {"--level(currentcolor, tertiary)", "dark", "rgb(235 235 245 / 0.3)"},
    {"--level(currentcolor, tertiary)", "dark more", "rgb(235 235 245 / 0.55)"},
    {"--level(currentcolor, quaternary)", "light", "rgb(60 60 67 / 0.18)"},
    {"--level(currentcolor, quaternary)", "light more", "rgb(60 60 67 / 0.55)"},
    {"--level(currentcolor, quaternary)", "dark", "rgb(235 235 245 / 0.16)"},
    {"--level(currentcolor, quaternary)", "dark more", "rgb(235 235 245 / 0.4)"},
    {"--level(currentcolor, quinary)", "light", "rgb(0 0 0 / 0.05)"},
    {"--level(currentcolor, quinary)", "dark", "rgb(255 255 255 / 0.05)"},
    {"--level(currentcolor, quinary)", "dark more", "rgb(255 255 255 / 0.08137255)"},
    {"--level(--level(currentcolor, secondary), secondary)", "light", "rgb(60 60 67 / 0.3)"},
    /* A foreground takes its place, at every level, also one that is dynamic itself. */
    {"currentcolor", "a", "a"},
    {"currentcolor", "tint dark", "b"},
    {"--level(currentcolor, secondary)", "a", "a/0.5"},
    {"--level(currentcolor, secondary)", "a more", "a/0.5"},
    {"--level(currentcolor, tertiary)", "tint dark", "b/0.25"},
    {"--level(currentcolor, secondary)", "second light", "a/0.25"},
    {"currentcolor", "circle", "!CYCLE"},
    {"currentcolor", "nothing", "!NO_VALUE"},
    {"color-mix(in srgb, currentcolor, currentcolor)", "a", "a"},
};

static void leveling(void) { check_recipes(levels, COUNT(levels)); }

/* CanvasText, where there is no foreground; other opacities; and levels that are not registered. */
static void leveling_otherwise(void) {
  static const double opacities[] = {1, 0.8, 0.6, 0.4, 0.2};
  dyncolor_theme *theme = fixture();
  dyncolor_id second = css(theme, NULL, "--level(currentcolor, secondary)");
  dyncolor_id last = css(theme, NULL, "--level(var(--second), quinary)");
  dyncolor_rgba color;
  check_row(theme, second, "light", "rgb(60 60 67 / 0.6)", "fixed");
  CHECK(dyncolor_theme_set_level_opacities(theme, opacities, NULL) == DYNCOLOR_OK);
  check_row(theme, second, "light", "rgb(60 60 67 / 0.6)", "fixed, with other opacities");
  check_row(theme, last, "light", "a/0.2", "other opacities");
  constant(theme, "CanvasText", 'c');
  check_row(theme, second, "light", "c/0.8", "CanvasText");
  check_row(theme, second, "light a", "a/0.8", "a foreground before CanvasText");
  for (int level = 0; level < 5; level++) {
    dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
    CHECK(dyncolor_resolve_level(theme, DYNCOLOR_ID_NONE, (dyncolor_level)level, &dark, &color,
                                 NULL) == DYNCOLOR_OK);
    CHECK(color.r == 3 / 32.0f && color.a == (float)opacities[level]);
  }
  CHECK(dyncolor_theme_set_level_opacities(theme, NULL, NULL) == DYNCOLOR_OK);
  check_row(theme, last, "light", "a/0.18", "the opacities as they were");
  dyncolor_theme_release(theme);
}

/* ---- Circles --------------------------------------------------------------------------------- */

/* Colors of these names and recipes, by which `x` comes back to itself; and the names that the
 * error tells, in their order. */
static const struct {
  const char *colors[3][2];
  const char *environment;
  const char *told;
} circles[] = {
    {{{"x", "light-dark(var(--x), red)"}}, "any", "x → x"},
    {{{"x", "var(--y)"}, {"y", "var(--x)"}}, "any", "x → y → x"},
    {{{"x", "color-mix(in srgb, red, var(--y))"}, {"y", "alpha(from var(--x) / 50%)"}},
     "any", "x → y → x"},
    {{{"x", "--level(var(--y), secondary)"}, {"y", "--level(var(--x), secondary)"}},
     "any", "x → y → x"},
    {{{"x", "--palette(x)"}, {"Night/x", "var(--x)"}}, "Night", "x → Night/x → x"},
    {{{"x", "--palette(y)"}, {"Night/y", "--palette(z)"}, {"Night/z", "var(--x)"}},
     "Night", "x → Night/y → Night/z → x"},
    {{{"x", "--first(var(--y), red)"}, {"y", "var(--x)"}}, "any", "x → y → x"},
    {{{"x", "--first(var(--nobody), var(--y))"}, {"y", "var(--x)"}}, "any", "x → y → x"},
    {{{"x", "--variants(any: red; dark: var(--y))"}, {"y", "var(--x)"}}, "dark", "x → y → x"},
    {{{"x", "--variants(any: red; more: var(--y))"}, {"y", "var(--x)"}}, "50%", "x → y → x"},
    {{{"x", "--blend(screen, var(--y), red)"}, {"y", "var(--x)"}}, "any", "x → y → x"},
    {{{"x", "--ensure-contrast(red, on var(--y), 3)"}, {"y", "contrast-color(var(--x))"}},
     "any", "x → y → x"},
    {{{"x", "alpha(from currentcolor / 50%)"}}, "x", "x → x"},
    {{{"x", "--level(currentcolor, tertiary)"}, {"y", "var(--x)"}}, "y", "x → y → x"},
    {{{"x", "Canvas"}, {"Canvas", "var(--x)"}}, "any", "x → Canvas → x"},
};

static void check_told(dyncolor_theme *theme, dyncolor_id id, const char *environment,
                       const char *told) {
  dyncolor_environment where = environment_of(theme, environment);
  dyncolor_error error = fresh_error();
  dyncolor_rgba color;
  MARK(color);
  CHECK(dyncolor_resolve(theme, id, &where, &color, &error) == DYNCOLOR_ERROR_CYCLE);
  CHECK_MARKED(color);
  CHECK(strcmp(error.context, told) == 0);
  if (strcmp(error.context, told) != 0) printf("# %s, not %s\n", error.context, told);
  check_row(theme, id, environment, "!CYCLE", told);
}

static void going_in_circles(void) {
  for (size_t row = 0; row < COUNT(circles); row++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_id id;
    uint16_t palette;
    CHECK(dyncolor_palette_declare_n(theme, "Night", NUL, &palette, NULL) == DYNCOLOR_OK);
    for (size_t i = 0; i < 3 && circles[row].colors[i][0] != NULL; i++)
      css(theme, circles[row].colors[i][0], circles[row].colors[i][1]);
    CHECK(dyncolor_theme_find_n(theme, "x", NUL, &id, NULL) == DYNCOLOR_OK);
    check_told(theme, id, circles[row].environment, circles[row].told);
    dyncolor_theme_release(theme);
  }
}

/* Through a provider's answer, through what it asks for, and through a layer. */
static dyncolor_status answer_with(dyncolor_context *context, dyncolor_answer *answer, void *id) {
  (void)context;
  answer->id = *(dyncolor_id *)id;
  return DYNCOLOR_OK;
}

static dyncolor_status ask_for(dyncolor_context *context, dyncolor_answer *answer, void *id) {
  dyncolor_rgba color;
  dyncolor_status status = dyncolor_context_resolve(context, *(dyncolor_id *)id, &color, NULL);
  answer->color = gray('a');
  return status;
}

static void going_in_circles_otherwise(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id x, y;
  CHECK(dyncolor_theme_declare_n(theme, "x", NUL, &x, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_provider_n(theme, "y", NUL, answer_with, &x, NULL, &y, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_alias_n(theme, "x", NUL, y, &x, NULL) == DYNCOLOR_OK);
  check_told(theme, x, "any", "x → y → x");
  CHECK(dyncolor_register_fallbacks_n(theme, "x", NUL, parts_of(&y, 1), 1, &x,
                                      NULL) == DYNCOLOR_OK);
  check_told(theme, x, "any", "x → y → x");
  CHECK(dyncolor_register_level_n(theme, "x", NUL, y, DYNCOLOR_LEVEL_SECONDARY, &x, NULL) ==
        DYNCOLOR_OK);
  check_told(theme, x, "any", "x → y → x");
  CHECK(dyncolor_register_provider_n(theme, "y", NUL, ask_for, &x, NULL, &y, NULL) == DYNCOLOR_OK);
  check_row(theme, x, "any", "!CYCLE", "a provider that asks for what needs it");
  constant(theme, "x", 'b');
  check_row(theme, y, "any", "a", "the circle is open");

  /* A name is what the highest layer says. */
  dyncolor_definition definition = DYNCOLOR_DEFINITION_INIT;
  definition.name = "x";
  definition.name_length = NUL;
  definition.kind = DYNCOLOR_KIND_CSS;
  definition.css =
      "color-mix(in srgb, if(style(--state: disabled): blue; else: var(--x)), red)";
  definition.css_length = NUL;
  definition.layer = DYNCOLOR_LAYER_USER;
  CHECK(dyncolor_register(theme, &definition, 1, NULL, NULL) == DYNCOLOR_OK);
  check_told(theme, x, "any", "x → x");
  CHECK(dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  check_row(theme, x, "any", "b", "what the layer covered");
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("rules of matching: a row for each, in order of precedence", matching);
  CLAIM("rules of graded contrast: a row for each", grading);
  CLAIM("rules of inheritance: a row for each", inheriting);
  CLAIM("rules of fallbacks: a row for each", falling_back);
  CLAIM("rules of fallbacks by id: a row for each", falling_back_by_id);
  CLAIM("rules of palettes: a row for each, by registration and in CSS", looking_in_palettes);
  CLAIM("rules of layers: a row for each", layering);
  CLAIM("rules of levels: a row for each", leveling);
  CLAIM("levels of CanvasText, with custom opacities, and of unregistered colors",
        leveling_otherwise);
  CLAIM("cycles of every kind are reported with their names", going_in_circles);
  CLAIM("cycles through providers and layers are reported, and end when they are broken",
        going_in_circles_otherwise);
  return CHECK_RESULT;
}
