/* Following the desktop: what a Settings portal says is known, whatever it says and however it is
 * said; what the files and variables of the user say where there is none; and bound themes change
 * with it. The bus and the portal are scripts: see bus.h. */
#include <dyncolor.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bus.h"
#include "refusals.h"
#include "themes.h"

static char folder[64];

/* Under valgrind, times are not judged. */
static bool is_brief;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- A desktop with a bus -------------------------------------------------------------------- */

static bus the_bus;

/* No variable that counts is set. */
static void clear_variables(void) {
  static const char *const names[] = {"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "GTK_THEME",
                                      "COLORFGBG", "DYNCOLOR_DESKTOP", "XDG_CONFIG_HOME"};
  for (size_t i = 0; i < COUNT(names); i++) unsetenv(names[i]);
  setenv("HOME", folder, 1);
}

static void start_bus(void) {
  char name[100], address[128];
  clear_variables();
  snprintf(name, sizeof name, "%s/bus", folder);
  snprintf(address, sizeof address, "unix:path=%s", name);
  setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
  bus_start(&the_bus, name);
}

static void add_setting(const char *space, const char *key, const char *type, uint32_t number) {
  the_bus.settings[the_bus.setting_count++] = (bus_setting){space, key, type, number, {0}, 0};
}

static void add_accent(double r, double g, double b) {
  the_bus.settings[the_bus.setting_count++] =
      (bus_setting){BUS_APPEARANCE, "accent-color", "(ddd)", 0, {r, g, b}, 0};
}

static dyncolor_desktop *open_with(uint32_t flags) {
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  options.flags = flags;
  CHECK(dyncolor_desktop_open(&options, &desktop, &error) == DYNCOLOR_OK && desktop != NULL);
  if (desktop == NULL) printf("# %s: %s\n", error.message, error.context);
  return desktop;
}

static bool is_readable(const dyncolor_desktop *desktop) {
  struct pollfd descriptor = {dyncolor_desktop_descriptor(desktop), POLLIN, 0};
  return poll(&descriptor, 1, 0) == 1;
}

static uint32_t pump(dyncolor_desktop *desktop) {
  uint32_t changes = 0;
  CHECK(dyncolor_desktop_pump(desktop, &changes, NULL) == DYNCOLOR_OK);
  return changes;
}

/* Lets the bus and the desktop speak until neither has anything to say. Returns what has
 * changed. */
static uint32_t settle(dyncolor_desktop *desktop) {
  uint32_t changes = 0;
  for (int i = 0; i < 100; i++) {
    bool was_anything = bus_serve(&the_bus);
    if (is_readable(desktop)) {
      changes |= pump(desktop);
      was_anything = true;
    }
    if (!was_anything) return changes;
  }
  bool has_settled = false;
  CHECK(has_settled);
  return changes;
}

static dyncolor_environment environment_of(const dyncolor_desktop *desktop) {
  dyncolor_environment environment;
  MARK(environment);
  CHECK(dyncolor_desktop_environment(desktop, &environment, NULL) == DYNCOLOR_OK);
  return environment;
}

static uint32_t scheme_of(const dyncolor_desktop *desktop) {
  return environment_of(desktop).scheme;
}

static bool has_accent(const dyncolor_desktop *desktop, double r, double g, double b) {
  dyncolor_color color;
  return dyncolor_desktop_accent(desktop, &color, NULL) == DYNCOLOR_OK &&
         color.space == DYNCOLOR_SPACE_SRGB && color.c[0] == r && color.c[1] == g &&
         color.c[2] == b && color.alpha == 1;
}

static dyncolor_setting_source source_of(const dyncolor_desktop *desktop, uint32_t setting) {
  return dyncolor_desktop_setting_source(desktop, (dyncolor_setting)setting);
}

enum {
  SCHEME = DYNCOLOR_SETTING_SCHEME, CONTRAST = DYNCOLOR_SETTING_CONTRAST,
  ACCENT = DYNCOLOR_SETTING_ACCENT, MOTION = DYNCOLOR_SETTING_MOTION,
  ALL = SCHEME | CONTRAST | ACCENT | MOTION
};

/* Whether a source says something about these settings, and nobody about others. */
static bool are_known(const dyncolor_desktop *desktop, uint32_t settings,
                      dyncolor_setting_source source) {
  for (uint32_t bit = 1; bit <= MOTION; bit *= 2)
    if (source_of(desktop, bit) != (settings & bit ? source : DYNCOLOR_SETTING_SOURCE_NONE))
      return false;
  return true;
}

static void end(dyncolor_desktop *desktop) {
  dyncolor_desktop_release(desktop);
  bus_close(&the_bus);
}

/* ---- What the portal says -------------------------------------------------------------------- */

/* One setting, what its value is then, and whether it is known. */
typedef struct key_row {
  bus_setting setting;
  uint32_t known, value;
} key_row;

static const key_row keys[] = {
    {{BUS_APPEARANCE, "color-scheme", "u", 0, {0}, 0}, SCHEME, 0},
    {{BUS_APPEARANCE, "color-scheme", "u", 1, {0}, 0}, SCHEME, DYNCOLOR_SCHEME_DARK},
    {{BUS_APPEARANCE, "color-scheme", "u", 2, {0}, 0}, SCHEME, DYNCOLOR_SCHEME_LIGHT},
    {{BUS_APPEARANCE, "color-scheme", "u", 3, {0}, 0}, SCHEME, 0},
    {{BUS_APPEARANCE, "color-scheme", "u", 0xFFFFFFFF, {0}, 0}, SCHEME, 0},
    {{BUS_APPEARANCE, "contrast", "u", 0, {0}, 0}, CONTRAST, 0},
    {{BUS_APPEARANCE, "contrast", "u", 1, {0}, 0}, CONTRAST, DYNCOLOR_CONTRAST_MORE},
    {{BUS_APPEARANCE, "contrast", "u", 2, {0}, 0}, CONTRAST, 0},
    {{BUS_APPEARANCE, "reduced-motion", "u", 0, {0}, 0}, MOTION, 0},
    {{BUS_APPEARANCE, "reduced-motion", "u", 1, {0}, 0}, MOTION, DYNCOLOR_MOTION_REDUCED},
    {{BUS_APPEARANCE, "reduced-motion", "u", 7, {0}, 0}, MOTION, 0},
    {{BUS_APPEARANCE, "accent-color", "(ddd)", 0, {0, 0.25, 1}, 0}, ACCENT, 1},
    {{BUS_APPEARANCE, "accent-color", "(ddd)", 0, {-1, -1, -1}, 0}, ACCENT, 0},
    {{BUS_APPEARANCE, "accent-color", "(ddd)", 0, {0, 0.5, 1.0001}, 0}, ACCENT, 0},
    {{BUS_APPEARANCE, "accent-color", "(ddd)", 0, {0, NAN, 1}, 0}, ACCENT, 0},
    {{BUS_APPEARANCE, "accent-color", "(ddd)", 0, {INFINITY, 0, 1}, 0}, ACCENT, 0},
    {{BUS_ACCESSIBILITY, "high-contrast", "b", 1, {0}, 0}, CONTRAST, DYNCOLOR_CONTRAST_MORE},
    {{BUS_ACCESSIBILITY, "high-contrast", "b", 0, {0}, 0}, CONTRAST, 0},
    /* A variant in a variant, as the old Read gives it, and more of them. */
    {{BUS_APPEARANCE, "color-scheme", "u", 1, {0}, 1}, SCHEME, DYNCOLOR_SCHEME_DARK},
    {{BUS_APPEARANCE, "accent-color", "(ddd)", 0, {0, 0.25, 1}, 3}, ACCENT, 1},
    {{BUS_APPEARANCE, "color-scheme", "u", 1, {0}, 60}, SCHEME, DYNCOLOR_SCHEME_DARK},
    /* Wrong types, and names that are not asked for. */
    {{BUS_APPEARANCE, "color-scheme", "s", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "i", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "b", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "y", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "t", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "g", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "as", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "a{sv}", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "at", 1, {0}, 2}, 0, 0},
    {{BUS_APPEARANCE, "color-scheme", "(ddd)", 1, {1, 1, 1}, 0}, 0, 0},
    {{BUS_APPEARANCE, "contrast", "b", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "accent-color", "u", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "accent-color", "(dd)", 1, {1, 1, 1}, 0}, 0, 0},
    {{BUS_APPEARANCE, "reduced-motion", "s", 1, {0}, 0}, 0, 0},
    {{BUS_ACCESSIBILITY, "high-contrast", "u", 1, {0}, 0}, 0, 0},
    {{BUS_ACCESSIBILITY, "contrast", "u", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "high-contrast", "b", 1, {0}, 0}, 0, 0},
    {{BUS_APPEARANCE, "Color-Scheme", "u", 1, {0}, 0}, 0, 0},
    {{"org.example", "color-scheme", "u", 1, {0}, 0}, 0, 0},
};

static bool is_as_in(const dyncolor_desktop *desktop, const key_row *row) {
  dyncolor_environment environment = environment_of(desktop);
  const double *rgb = row->setting.numbers;
  return are_known(desktop, row->known, DYNCOLOR_SETTING_SOURCE_PORTAL) &&
         environment.scheme == (row->known == SCHEME ? row->value : 0) &&
         environment.contrast == (row->known == CONTRAST ? row->value : 0) &&
         dyncolor_desktop_motion(desktop) == (row->known == MOTION ? row->value : 0) &&
         has_accent(desktop, rgb[0], rgb[1], rgb[2]) == (row->known == ACCENT && row->value == 1);
}

static void every_key(void) {
  for (int is_big = 0; is_big <= 1; is_big++)
    for (size_t i = 0; i < COUNT(keys); i++) {
      start_bus();
      the_bus.is_big = is_big;
      the_bus.settings[the_bus.setting_count++] = keys[i].setting;
      dyncolor_desktop *desktop = open_with(0);
      CHECK(are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE) && pump(desktop) == 0);
      uint32_t changes = settle(desktop);
      bool is_right = is_as_in(desktop, &keys[i]) && changes == keys[i].known;
      CHECK(is_right);
      if (!is_right) printf("# row %zu, %s\n", i, keys[i].setting.key);
      /* The same as a change of what was not set before. */
      the_bus.setting_count = 0;
      bus_send_owner(&the_bus, BUS_OWNER, BUS_OWNER);
      settle(desktop);
      CHECK(are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
      bus_send_change(&the_bus, BUS_OWNER, &keys[i].setting);
      changes = settle(desktop);
      is_right = is_as_in(desktop, &keys[i]) && changes == keys[i].known;
      CHECK(is_right);
      if (!is_right) printf("# change of row %zu, %s\n", i, keys[i].setting.key);
      end(desktop);
    }
}

/* All at once, with others between them. */
static void add_all(void) {
  add_setting("org.example", "color-scheme", "u", 2);
  add_setting(BUS_APPEARANCE, "font", "s", 0);
  add_setting(BUS_APPEARANCE, "color-scheme", "u", 1);
  add_setting(BUS_APPEARANCE, "more", "a{sv}", 0);
  add_setting(BUS_APPEARANCE, "contrast", "u", 1);
  add_accent(0.2, 0.4, 0.6);
  add_setting(BUS_APPEARANCE, "reduced-motion", "u", 1);
  add_setting(BUS_ACCESSIBILITY, "high-contrast", "b", 0);
}

static bool has_all(const dyncolor_desktop *desktop) {
  dyncolor_environment environment = environment_of(desktop), expected = DYNCOLOR_ENVIRONMENT_INIT;
  expected.scheme = DYNCOLOR_SCHEME_DARK;
  expected.contrast = DYNCOLOR_CONTRAST_MORE;
  return are_known(desktop, ALL, DYNCOLOR_SETTING_SOURCE_PORTAL) &&
         memcmp(&environment, &expected, sizeof environment) == 0 &&
         has_accent(desktop, 0.2, 0.4, 0.6) &&
         dyncolor_desktop_motion(desktop) == DYNCOLOR_MOTION_REDUCED;
}

static void all_at_once(void) {
  start_bus();
  add_all();
  dyncolor_desktop *desktop = open_with(0);
  CHECK(settle(desktop) == ALL && has_all(desktop));
  CHECK(the_bus.hellos == 1 && the_bus.matches == 3 && the_bus.reads == 1);
  CHECK(strstr(the_bus.last_match, "sender='org.freedesktop.DBus'") != NULL);
  /* Nothing is said any more, and nothing is done. */
  CHECK(!is_readable(desktop) && pump(desktop) == 0);
  /* A change is told once. */
  bus_setting light = {BUS_APPEARANCE, "color-scheme", "u", 2, {0}, 0};
  bus_send_change(&the_bus, BUS_OWNER, &light);
  CHECK(is_readable(desktop) && pump(desktop) == SCHEME && pump(desktop) == 0);
  CHECK(scheme_of(desktop) == DYNCOLOR_SCHEME_LIGHT);
  bus_send_change(&the_bus, BUS_OWNER, &light);
  CHECK(pump(desktop) == 0);
  end(desktop);
}

/* ---- How it is said -------------------------------------------------------------------------- */

static void after_byte(void *data) { pump(data); }

static void in_small_parts(void) {
  for (int is_big = 0; is_big <= 1; is_big++) {
    start_bus();
    the_bus.is_big = is_big;
    the_bus.is_slow = true;
    the_bus.after_byte = after_byte;
    add_all();
    dyncolor_desktop *desktop = open_with(0);
    the_bus.data = desktop;
    settle(desktop);
    CHECK(has_all(desktop));
    end(desktop);
  }
}

/* What others send counts for nothing: neither a change, nor an answer, nor who the portal is. */
static void forged(void) {
  start_bus();
  add_setting(BUS_APPEARANCE, "color-scheme", "u", 2);
  dyncolor_desktop *desktop = open_with(0);
  settle(desktop);
  bus_setting dark = {BUS_APPEARANCE, "color-scheme", "u", 1, {0}, 0};
  static const char *const forgers[] = {":1.66", ":1.77", ":1.", "", BUS_PORTAL, BUS_NAME};
  for (size_t i = 0; i < COUNT(forgers); i++) {
    bus_send_change(&the_bus, forgers[i], &dark);
    CHECK(settle(desktop) == 0 && scheme_of(desktop) == DYNCOLOR_SCHEME_LIGHT);
  }
  bus_send_owner_of(&the_bus, ":1.66", BUS_PORTAL, BUS_OWNER, ":1.66");
  bus_send_owner_of(&the_bus, BUS_NAME, "org.example", "", ":1.66");
  settle(desktop);
  bus_send_change(&the_bus, ":1.66", &dark);
  the_bus.answer_sender = ":1.66";
  the_bus.settings[0].number = 1;
  bus_send_settings(&the_bus, the_bus.read_serial);
  CHECK(settle(desktop) == 0 && scheme_of(desktop) == DYNCOLOR_SCHEME_LIGHT);
  CHECK(the_bus.reads == 1);
  end(desktop);

  /* An answer by somebody else, and an answer to another call. */
  start_bus();
  the_bus.answer_sender = ":1.66";
  add_setting(BUS_APPEARANCE, "color-scheme", "u", 1);
  desktop = open_with(0);
  CHECK(settle(desktop) == 0);
  the_bus.answer_sender = NULL;
  bus_send_settings(&the_bus, the_bus.read_serial + 1);
  CHECK(settle(desktop) == 0 && are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
  bus_send_settings(&the_bus, the_bus.read_serial);
  CHECK(settle(desktop) == SCHEME);
  end(desktop);
}

/* What is not D-Bus, or has other arguments than it must, does no harm. */
static void garbage(void) {
  static const struct {
    const char *bytes;
    size_t count;
  } rows[] = {
#define BYTES(text) {text, sizeof text - 1}
      BYTES("x"), BYTES("l"), BYTES("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
      BYTES("HTTP/1.1 400 Bad Request\r\n\r\n"),
      BYTES("l\4\0\2\0\0\0\0\1\0\0\0\0\0\0\0"),                    /* another version */
      BYTES("l\4\0\1\xff\xff\xff\xff\1\0\0\0\0\0\0\0"),            /* too large */
      BYTES("l\4\0\1\0\0\0\0\1\0\0\0\xff\xff\xff\x7f"),
      BYTES("l\4\0\1\0\0\0\0\1\0\0\0\x08\0\0\0\7\1s\0\xff\0\0\0"), /* a text beyond the end */
      BYTES("l\4\0\1\0\0\0\0\1\0\0\0\x08\0\0\0\7\1(\0\0\0\0\0"),   /* a type without an end */
      BYTES("l\4\0\1\0\0\0\0\1\0\0\0\x08\0\0\0\7\1a\0\0\0\0\0"),
      BYTES("l\4\0\1\0\0\0\0\1\0\0\0\0\0\0\0l\4\0\1\0\0\0\0\2\0\0\0\0\0\0\0"), /* two empty ones */
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    start_bus();
    add_all();
    dyncolor_desktop *desktop = open_with(0);
    settle(desktop);
    bus_send_bytes(&the_bus, rows[i].bytes, rows[i].count);
    CHECK(settle(desktop) == 0 && has_all(desktop));
    end(desktop);
    /* Instead of a welcome. */
    start_bus();
    the_bus.ignores_user = true;
    desktop = open_with(0);
    bus_serve(&the_bus);
    bus_send_bytes(&the_bus, rows[i].bytes, rows[i].count);
    CHECK(settle(desktop) == 0 && are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
    end(desktop);
  }
  static const char *const types[] = {"", "a{sv}", "s", "a{sa{su}}", "a{sa{sv}}u"};
  for (size_t i = 0; i < COUNT(types); i++) {
    start_bus();
    add_all();
    the_bus.body_type = types[i];
    dyncolor_desktop *desktop = open_with(0);
    CHECK(settle(desktop) == 0 && are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
    end(desktop);
  }
  /* A variant deeper than any may be. */
  start_bus();
  the_bus.settings[the_bus.setting_count++] =
      (bus_setting){BUS_APPEARANCE, "color-scheme", "u", 1, {0}, 200};
  dyncolor_desktop *desktop = open_with(0);
  CHECK(settle(desktop) == 0 && are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
  end(desktop);
}

/* A message that is too large is skipped, and the next one is read. */
static void large_messages(void) {
  start_bus();
  add_all();
  dyncolor_desktop *desktop = open_with(0);
  settle(desktop);
  static bus_message m;
  for (size_t size = 15000; size < 60000; size += 9000) {
    bus_begin(&the_bus, &m, 4, 0, BUS_OWNER, "SettingChanged", NULL, "ay");
    size_t start = m.count;
    for (size_t i = 0; i < size; i++) bus_put(&m, "l", 1);
    bus_end(&the_bus, &m, start);
    bus_setting scheme = {BUS_APPEARANCE, "color-scheme", "u", 1 + size / 9000 % 2, {0}, 0};
    bus_send_change(&the_bus, BUS_OWNER, &scheme);
    settle(desktop);
    CHECK(scheme_of(desktop) == (size / 9000 % 2 == 0 ? DYNCOLOR_SCHEME_DARK
                                                      : DYNCOLOR_SCHEME_LIGHT));
  }
  CHECK(the_bus.connections == 1);
  end(desktop);
}

/* ---- No answer, and no bus ------------------------------------------------------------------- */

static void errors(void) {
  static const char *const names[] = {
      "org.freedesktop.portal.Error.NotFound", "org.freedesktop.DBus.Error.UnknownMethod",
      "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.NoReply",
      "org.freedesktop.DBus.Error.AccessDenied", "x", ""};
  for (size_t i = 0; i < COUNT(names); i++) {
    start_bus();
    the_bus.error = names[i];
    dyncolor_desktop *desktop = open_with(0);
    CHECK(settle(desktop) == 0 && are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
    /* It has answered, so nothing is waited for. */
    double start = now();
    CHECK(dyncolor_desktop_wait(desktop, 5000, NULL, NULL) == DYNCOLOR_OK);
    CHECK(now() - start < 1);
    end(desktop);
  }
  /* There is no portal, and then there is one. */
  start_bus();
  add_all();
  the_bus.has_portal = false;
  dyncolor_desktop *desktop = open_with(0);
  CHECK(settle(desktop) == 0 && the_bus.reads == 1);
  the_bus.has_portal = true;
  bus_send_owner(&the_bus, "", BUS_OWNER);
  CHECK(settle(desktop) == ALL && has_all(desktop));
  end(desktop);
  /* It is started by being asked. */
  start_bus();
  add_all();
  the_bus.has_portal = false;
  the_bus.can_start_portal = true;
  desktop = open_with(0);
  CHECK(settle(desktop) == ALL && has_all(desktop));
  end(desktop);
  start_bus();
  the_bus.rejects_user = true;
  desktop = open_with(0);
  CHECK(settle(desktop) == 0 && the_bus.hellos == 0);
  end(desktop);
}

/* Takes turns until something holds, for five seconds at most. */
#define UNTIL(desktop, condition) \
  do { \
    double start_of_wait = now(); \
    while (!(condition) && now() - start_of_wait < 5) { \
      struct pollfd waiting[] = {{dyncolor_desktop_descriptor(desktop), POLLIN, 0}, \
                                 {the_bus.peer, POLLIN, 0}, \
                                 {the_bus.listener, POLLIN, 0}}; \
      poll(waiting, 3, 100); \
      bus_serve(&the_bus); \
      pump(desktop); \
    } \
    CHECK(condition); \
  } while (0)

/* What was known stays known, and what is said when they are back counts. */
static void gone_and_back(void) {
  for (int is_mid_message = 0; is_mid_message <= 1; is_mid_message++) {
    start_bus();
    add_all();
    dyncolor_desktop *desktop = open_with(0);
    settle(desktop);
    if (is_mid_message) bus_send_bytes(&the_bus, "l\2\0\1\20\0\0\0\1\0\0\0\20\0\0\0\5", 17);
    bus_close(&the_bus);
    double start = now();
    CHECK(is_readable(desktop) && pump(desktop) == 0 && has_all(desktop));
    CHECK(!is_readable(desktop));
    bus_listen(&the_bus);
    the_bus.settings[2].number = 2;
    UNTIL(desktop, scheme_of(desktop) == DYNCOLOR_SCHEME_LIGHT);
    CHECK(the_bus.connections == 2 && the_bus.matches == 6);
    CHECK(is_brief || now() - start > 0.9);
    end(desktop);
  }
  /* A portal that is replaced is read at once, and one that has gone is started again. */
  start_bus();
  add_all();
  dyncolor_desktop *desktop = open_with(0);
  settle(desktop);
  bus_send_owner(&the_bus, BUS_OWNER, "");
  CHECK(settle(desktop) == 0 && has_all(desktop) && the_bus.reads == 1);
  bus_setting light = {BUS_APPEARANCE, "color-scheme", "u", 2, {0}, 0};
  bus_send_change(&the_bus, BUS_OWNER, &light);
  CHECK(settle(desktop) == 0 && has_all(desktop));
  the_bus.settings[2].number = 2;
  the_bus.has_portal = false;
  the_bus.can_start_portal = true;
  UNTIL(desktop, scheme_of(desktop) == DYNCOLOR_SCHEME_LIGHT);
  CHECK(the_bus.reads >= 2);
  end(desktop);
  /* No bus at first. */
  start_bus();
  add_all();
  bus_close(&the_bus);
  desktop = open_with(0);
  CHECK(are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
  double start = now();
  CHECK(dyncolor_desktop_wait(desktop, 5000, NULL, NULL) == DYNCOLOR_OK && now() - start < 1);
  bus_listen(&the_bus);
  UNTIL(desktop, has_all(desktop));
  end(desktop);
}

/* Neither a bus nor a portal that hangs delays anybody beyond the limit that is set. */
static void hangs(void) {
  enum { BUS_IN_WELCOME, PORTAL, CASES };
  for (int i = 0; i < CASES; i++) {
    start_bus();
    the_bus.ignores_user = i == BUS_IN_WELCOME;
    the_bus.hangs = i == PORTAL;
    double start = now();
    dyncolor_desktop *desktop = open_with(0);
    settle(desktop);
    for (int j = 0; j < 100; j++) CHECK(pump(desktop) == 0);
    CHECK(is_brief || now() - start < 0.05);
    start = now();
    uint32_t changes = 99;
    CHECK(dyncolor_desktop_wait(desktop, 120, &changes, NULL) == DYNCOLOR_OK && changes == 0);
    CHECK(now() - start >= 0.12 && (is_brief || now() - start < 0.2));
    start = now();
    CHECK(dyncolor_desktop_wait(desktop, 0, NULL, NULL) == DYNCOLOR_OK);
    CHECK(is_brief || now() - start < 0.05);
    end(desktop);
  }
}

static atomic_bool is_served;
static void *serve_for_others(void *data) {
  (void)data;
  while (!atomic_load(&is_served)) {
    struct pollfd waiting[] = {{the_bus.peer, POLLIN, 0}, {the_bus.listener, POLLIN, 0}};
    poll(waiting, 2, 1);
    bus_serve(&the_bus);
  }
  return NULL;
}

static void waits_for_the_answer(void) {
  pthread_t thread;
  start_bus();
  add_all();
  atomic_store(&is_served, false);
  dyncolor_desktop *desktop = open_with(0);
  CHECK(pthread_create(&thread, NULL, serve_for_others, NULL) == 0);
  double start = now();
  uint32_t changes = 0;
  CHECK(dyncolor_desktop_wait(desktop, 5000, &changes, NULL) == DYNCOLOR_OK);
  CHECK(changes == ALL && has_all(desktop) && now() - start < 3);
  atomic_store(&is_served, true);
  pthread_join(thread, NULL);
  end(desktop);
}

/* A change is in the environment a millisecond after it was sent, at most. */
static void soon(void) {
  start_bus();
  add_all();
  dyncolor_desktop *desktop = open_with(0);
  settle(desktop);
  double longest = 0;
  for (int i = 0; i < 100; i++) {
    bus_setting scheme = {BUS_APPEARANCE, "color-scheme", "u", 1 + i % 2, {0}, 0};
    double start = now();
    bus_send_change(&the_bus, BUS_OWNER, &scheme);
    struct pollfd descriptor = {dyncolor_desktop_descriptor(desktop), POLLIN, 0};
    CHECK(poll(&descriptor, 1, 1000) == 1);
    pump(desktop);
    double time = now() - start;
    if (i > 0 && time > longest && i % 10 != 0) longest = time;
    CHECK(scheme_of(desktop) == (i % 2 == 0 ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT));
  }
  /* Other programs may take the processor now and then; they do not at most times. */
  CHECK(is_brief || longest < 0.02);
  end(desktop);
}

/* ---- Addresses ------------------------------------------------------------------------------- */

static bool answers_at(const char *address) {
  setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
  dyncolor_desktop *desktop = open_with(0);
  settle(desktop);
  bool is_there = source_of(desktop, SCHEME) == DYNCOLOR_SETTING_SOURCE_PORTAL;
  dyncolor_desktop_release(desktop);
  bus_hang_up(&the_bus);
  return is_there;
}

static void addresses(void) {
  char name[100], text[512];
  clear_variables();
  snprintf(name, sizeof name, "%s/a bus, a;", folder);
  bus_start(&the_bus, name);
  add_setting(BUS_APPEARANCE, "color-scheme", "u", 1);
  static const struct {
    const char *format;
    bool answers;
  } rows[] = {
      {"unix:path=%s/a%%20bus%%2c%%20a%%3B", true},
      {"unix:path=%s/a%%20bus%%2C%%20a%%3b,guid=1234", true},
      {"unix:guid=1234,path=%s/a%%20bus%%2c%%20a%%3b", true},
      {"tcp:host=localhost,port=1;unix:path=/nowhere;;unix:path=%s/a%%20bus%%2c%%20a%%3b", true},
      {"unix:path=%s/a%%20bus%%2c%%20a%%3b;unix:path=/nowhere", true},
      {"unix:path=%s/a%%20bus%%2c%%20a%%3", false},
      {"unix:path=%s/a%%20bus%%2c%%20a%%xx", false},
      {"unix:path=%s", false},
      {"unix:dir=%s", false},
      {"%s/a bus, a", false},
      {";;;,,,===%%%s", false},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    snprintf(text, sizeof text, rows[i].format, folder);
    CHECK(answers_at(text) == rows[i].answers);
    if (check_failures_in_claim > 0) printf("# %s\n", text);
  }
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  memcpy(text, "unix:path=/", 11);
  CHECK(!answers_at(text));
  bus_close(&the_bus);

  /* A name without a file. */
  memset(&the_bus, 0, sizeof the_bus);
  the_bus.has_portal = the_bus.is_abstract = true;
  snprintf(the_bus.name, sizeof the_bus.name, "dyncolor test %d", (int)getpid());
  bus_listen(&the_bus);
  add_setting(BUS_APPEARANCE, "color-scheme", "u", 1);
  snprintf(text, sizeof text, "unix:abstract=dyncolor%%20test%%20%d", (int)getpid());
  CHECK(answers_at(text));
  bus_close(&the_bus);

  /* The folder of the session, where no address is set. */
  clear_variables();
  snprintf(name, sizeof name, "%s/bus", folder);
  bus_start(&the_bus, name);
  add_setting(BUS_APPEARANCE, "color-scheme", "u", 1);
  setenv("XDG_RUNTIME_DIR", folder, 1);
  CHECK(answers_at(""));
  unsetenv("DBUS_SESSION_BUS_ADDRESS");
  dyncolor_desktop *desktop = open_with(0);
  CHECK(settle(desktop) == SCHEME);
  dyncolor_desktop_release(desktop);
  bus_hang_up(&the_bus);
  /* Nobody is asked who must not be. */
  int connections = the_bus.connections;
  desktop = open_with(DYNCOLOR_DESKTOP_NO_PORTAL);
  CHECK(settle(desktop) == 0 && the_bus.connections == connections);
  dyncolor_desktop_release(desktop);
  clear_variables();
  desktop = open_with(0);
  CHECK(settle(desktop) == 0 && the_bus.connections == connections && !is_readable(desktop));
  end(desktop);
}

/* ---- Where there is no portal ---------------------------------------------------------------- */

static void put(const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
    *slash = 0;
    mkdir(path, 0755);
    *slash = '/';
  }
  FILE *file = text != NULL ? fopen(path, "w") : NULL;
  if (file == NULL) {
    unlink(path);
    return;
  }
  fputs(text, file);
  fclose(file);
}

/* What is in GTK_THEME and in the files of GTK 4 and 3, and what that says. */
static void gtk(void) {
  static const struct {
    const char *theme, *four, *three;
    uint32_t scheme, contrast;
  } rows[] = {
      {"Adwaita:dark", NULL, NULL, DYNCOLOR_SCHEME_DARK, 0},
      {"Arc-Dark", NULL, NULL, DYNCOLOR_SCHEME_DARK, 0},
      {"Arc:dark", NULL, NULL, DYNCOLOR_SCHEME_DARK, 0},
      {"Adwaita", NULL, NULL, DYNCOLOR_SCHEME_LIGHT, 0},
      {"HighContrast", NULL, NULL, DYNCOLOR_SCHEME_LIGHT, DYNCOLOR_CONTRAST_MORE},
      {"HighContrastInverse", NULL, NULL, DYNCOLOR_SCHEME_DARK, DYNCOLOR_CONTRAST_MORE},
      {"Arc", NULL, NULL, 0, 0},
      {"Arc", "[Settings]\ngtk-application-prefer-dark-theme=1\n", NULL, 0, 0},
      {"", "[Settings]\ngtk-application-prefer-dark-theme=1\n", NULL, DYNCOLOR_SCHEME_DARK, 0},
      {NULL, "[Settings]\r\n gtk-application-prefer-dark-theme = true \r\n", NULL,
       DYNCOLOR_SCHEME_DARK, 0},
      {NULL, "[Settings]\ngtk-application-prefer-dark-theme=0", NULL, DYNCOLOR_SCHEME_LIGHT, 0},
      {NULL, "[Settings]\ngtk-application-prefer-dark-theme=0\ngtk-theme-name=Arc-Dark", NULL,
       DYNCOLOR_SCHEME_DARK, 0},
      {NULL, "[Settings]\ngtk-theme-name=Adwaita-hc\n", NULL, DYNCOLOR_SCHEME_LIGHT,
       DYNCOLOR_CONTRAST_MORE},
      {NULL, "[Other]\ngtk-application-prefer-dark-theme=1\n", NULL, 0, 0},
      {NULL, "gtk-application-prefer-dark-theme=1\n", NULL, 0, 0},
      {NULL, NULL, "[Settings]\ngtk-application-prefer-dark-theme=1\n", DYNCOLOR_SCHEME_DARK, 0},
      {NULL, "[Settings]\ngtk-application-prefer-dark-theme=0\n",
       "[Settings]\ngtk-application-prefer-dark-theme=1\ngtk-theme-name=HighContrast\n",
       DYNCOLOR_SCHEME_LIGHT, DYNCOLOR_CONTRAST_MORE},
      {NULL, "[Settings]\n=\n==\n[\n]\ngtk-theme-name", NULL, 0, 0},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    clear_variables();
    if (rows[i].theme != NULL) setenv("GTK_THEME", rows[i].theme, 1);
    put(".config/gtk-4.0/settings.ini", rows[i].four);
    put(".config/gtk-3.0/settings.ini", rows[i].three);
    dyncolor_desktop *desktop = open_with(0);
    dyncolor_environment environment = environment_of(desktop);
    bool is_right =
        environment.scheme == rows[i].scheme && environment.contrast == rows[i].contrast &&
        are_known(desktop, (rows[i].scheme ? SCHEME : 0) | (rows[i].contrast ? CONTRAST : 0),
                  DYNCOLOR_SETTING_SOURCE_GTK);
    CHECK(is_right && pump(desktop) == 0);
    if (!is_right) printf("# row %zu: %d %d\n", i, environment.scheme, environment.contrast);
    dyncolor_desktop_release(desktop);
    desktop = open_with(DYNCOLOR_DESKTOP_NO_GTK);
    CHECK(are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
    dyncolor_desktop_release(desktop);
  }
  put(".config/gtk-4.0/settings.ini", NULL);
  put(".config/gtk-3.0/settings.ini", NULL);
}

static void kde(void) {
  static const struct {
    const char *text;
    uint32_t scheme;
    bool has_accent;
  } rows[] = {
      {"[Colors:Window]\nBackgroundNormal=49,54,59\n", DYNCOLOR_SCHEME_DARK, false},
      {"[Colors:Window]\nBackgroundNormal=239,240,241\n", DYNCOLOR_SCHEME_LIGHT, false},
      {"[Colors:Window]\nBackgroundNormal=#101010\n[General]\nAccentColor=255,0,51\n",
       DYNCOLOR_SCHEME_DARK, true},
      {"[General]\nAccentColor=255,0,51\nColorScheme=BreezeDark\n", 0, true},
      {"[Colors:Window][Inactive]\nBackgroundNormal=1,1,1\n[Colors:View]\nBackgroundNormal=1,1,1\n",
       0, false},
      {"[Colors:Window]\nBackgroundNormal=49,54\n[General]\nAccentColor=red\n", 0, false},
      {"", 0, false},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    clear_variables();
    put("config/kdeglobals", rows[i].text);
    char path[100];
    snprintf(path, sizeof path, "%s/config", folder);
    setenv("XDG_CONFIG_HOME", path, 1);
    dyncolor_desktop *desktop = open_with(0);
    CHECK(scheme_of(desktop) == rows[i].scheme);
    CHECK(has_accent(desktop, 1, 0, 0.2) == rows[i].has_accent);
    CHECK(are_known(desktop, (rows[i].scheme ? SCHEME : 0) | (rows[i].has_accent ? ACCENT : 0),
                    DYNCOLOR_SETTING_SOURCE_KDE));
    if (check_failures_in_claim > 0) printf("# row %zu\n", i);
    dyncolor_desktop_release(desktop);
    desktop = open_with(DYNCOLOR_DESKTOP_NO_KDE);
    CHECK(are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
    dyncolor_desktop_release(desktop);
  }
}

/* Each setting is taken from the first source that knows it, also if that says that there is no
 * preference. */
static void in_order(void) {
  start_bus();
  add_setting(BUS_APPEARANCE, "color-scheme", "u", 0);
  setenv("GTK_THEME", "HighContrastInverse", 1);
  put(".config/kdeglobals",
      "[Colors:Window]\nBackgroundNormal=239,240,241\n[General]\nAccentColor=255,0,51\n");
  dyncolor_desktop *desktop = open_with(0);
  CHECK(scheme_of(desktop) == DYNCOLOR_SCHEME_DARK);
  CHECK(source_of(desktop, SCHEME) == DYNCOLOR_SETTING_SOURCE_GTK);
  CHECK(settle(desktop) == SCHEME && scheme_of(desktop) == 0);
  CHECK(source_of(desktop, SCHEME) == DYNCOLOR_SETTING_SOURCE_PORTAL);
  CHECK(environment_of(desktop).contrast == DYNCOLOR_CONTRAST_MORE);
  CHECK(source_of(desktop, CONTRAST) == DYNCOLOR_SETTING_SOURCE_GTK);
  CHECK(has_accent(desktop, 1, 0, 0.2));
  CHECK(source_of(desktop, ACCENT) == DYNCOLOR_SETTING_SOURCE_KDE);
  CHECK(source_of(desktop, MOTION) == DYNCOLOR_SETTING_SOURCE_NONE);
  end(desktop);
  put(".config/kdeglobals", NULL);
}

/* COLORFGBG, for programs that say that they are in a terminal. The terminal itself is asked in
 * terminal.c. */
static void terminal_variable(void) {
  static const struct {
    const char *text;
    uint32_t scheme;
  } rows[] = {
      {"15;0", DYNCOLOR_SCHEME_DARK}, {"0;15", DYNCOLOR_SCHEME_LIGHT},
      {"0;default;15", DYNCOLOR_SCHEME_LIGHT}, {"7;8", DYNCOLOR_SCHEME_DARK},
      {"0;7", DYNCOLOR_SCHEME_LIGHT}, {"15;default", 0}, {"15", 0}, {"", 0}, {";", 0},
      {"0;16", 0}, {"0;-1", 0}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    clear_variables();
    setenv("COLORFGBG", rows[i].text, 1);
    dyncolor_desktop *desktop = open_with(DYNCOLOR_DESKTOP_ASK_TERMINAL);
    CHECK(scheme_of(desktop) == rows[i].scheme);
    CHECK(are_known(desktop, rows[i].scheme ? SCHEME : 0, DYNCOLOR_SETTING_SOURCE_TERMINAL));
    dyncolor_desktop_release(desktop);
    desktop = open_with(0);
    CHECK(are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
    dyncolor_desktop_release(desktop);
  }
}

static void testers_variable(void) {
  static const struct {
    const char *text;
    uint32_t known, scheme, contrast, motion;
    bool has_accent;
  } rows[] = {
      {"scheme=dark contrast=more accent=#ff0033 motion=reduced", ALL, 2, 201, 2, true},
      {"  scheme=light   contrast=less ", SCHEME | CONTRAST, 1, 1, 0, false},
      {"accent=rgb(255,0,51) motion=standard", ACCENT | MOTION, 0, 0, 1, true},
      {"scheme=none contrast=none accent=none motion=none", ALL, 0, 0, 0, false},
      {"scheme=dark scheme=light", SCHEME, 1, 0, 0, false},
      {"", 0, 0, 0, 0, false},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    clear_variables();
    setenv("DYNCOLOR_DESKTOP", rows[i].text, 1);
    dyncolor_desktop *desktop = open_with(DYNCOLOR_DESKTOP_ALLOW_VARIABLE);
    dyncolor_environment environment = environment_of(desktop);
    CHECK(are_known(desktop, rows[i].known, DYNCOLOR_SETTING_SOURCE_VARIABLE));
    CHECK(environment.scheme == rows[i].scheme && environment.contrast == rows[i].contrast);
    CHECK(dyncolor_desktop_motion(desktop) == rows[i].motion);
    CHECK(has_accent(desktop, 1, 0, 0.2) == rows[i].has_accent);
    dyncolor_desktop_release(desktop);
    desktop = open_with(0);
    CHECK(are_known(desktop, 0, DYNCOLOR_SETTING_SOURCE_NONE));
    dyncolor_desktop_release(desktop);
  }
  static const struct {
    const char *word, *context;
  } mistakes[] = {
      {"scheme=drak", "scheme=drak; did you mean \"dark\"?"},
      {"schema=dark", "schema=dark; did you mean \"scheme\"?"},
      {"contrast=mor", "contrast=mor; did you mean \"more\"?"},
      {"motion=reduce", "motion=reduce; did you mean \"reduced\"?"},
      {"accent=non", "accent=non; did you mean \"none\"?"},
      {"Scheme=dark", "Scheme=dark; did you mean \"scheme\"?"},
      {"scheme", "scheme"},
      {"=", "="},
      {"dark", "dark"},
      {"contrast=201", "contrast=201"},
      {"accent=#ff003", "accent=#ff003"},
      {"accent=var(--a)", "accent=var(--a)"},
      {"motion=", "motion="},
  };
  for (size_t i = 0; i < COUNT(mistakes); i++) {
    char text[100];
    snprintf(text, sizeof text, "contrast=more %s", mistakes[i].word);
    setenv("DYNCOLOR_DESKTOP", text, 1);
    dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
    dyncolor_desktop *desktop;
    dyncolor_error error = fresh_error();
    options.flags = DYNCOLOR_DESKTOP_ALLOW_VARIABLE;
    MARK(desktop);
    CHECK(dyncolor_desktop_open(&options, &desktop, &error) == DYNCOLOR_ERROR_SYNTAX);
    CHECK_MARKED(desktop);
    CHECK(strcmp(error.context, mistakes[i].context) == 0);
  }
}

/* ---- What the host wants --------------------------------------------------------------------- */

/* The table of libadwaita, and the same for other settings. */
static void overrides(void) {
  const dyncolor_policy FORCE = DYNCOLOR_POLICY_FORCE, PREFER = DYNCOLOR_POLICY_PREFER;
  enum { NONE = 0, LIGHT, DARK };
  const struct {
    dyncolor_policy policy;
    uint32_t value, dark, light, unspecified;
  } rows[] = {
      {FORCE, DARK, DARK, DARK, DARK},    {FORCE, LIGHT, LIGHT, LIGHT, LIGHT},
      {PREFER, DARK, DARK, LIGHT, DARK},  {PREFER, LIGHT, DARK, LIGHT, LIGHT},
      {PREFER, NONE, DARK, LIGHT, NONE},  {FORCE, NONE, DARK, LIGHT, NONE},
  };
  start_bus();
  add_setting(BUS_APPEARANCE, "color-scheme", "u", 0);
  dyncolor_desktop *desktop = open_with(0);
  settle(desktop);
  for (size_t i = 0; i < COUNT(rows); i++) {
    for (uint32_t system = 0; system <= 2; system++) {
      bus_setting scheme = {BUS_APPEARANCE, "color-scheme", "u", system, {0}, 0};
      bus_send_change(&the_bus, BUS_OWNER, &scheme);
      settle(desktop);
      CHECK(dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_SCHEME, rows[i].policy,
                                      rows[i].value, NULL) == DYNCOLOR_OK);
      CHECK(is_readable(desktop));
      settle(desktop);
      uint32_t expected = system == 0   ? rows[i].unspecified
                          : system == 1 ? rows[i].dark
                                        : rows[i].light;
      CHECK(scheme_of(desktop) == expected);
      bool is_of_host = rows[i].value != 0 && (rows[i].policy == FORCE || system == 0);
      CHECK(source_of(desktop, SCHEME) == (is_of_host ? DYNCOLOR_SETTING_SOURCE_HOST
                                                      : DYNCOLOR_SETTING_SOURCE_PORTAL));
    }
  }
  /* The others, of which nobody has said anything. */
  dyncolor_color red = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
  for (dyncolor_policy policy = PREFER; policy <= FORCE; policy++) {
    CHECK(dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_CONTRAST, policy, 151, NULL) == 0);
    CHECK(dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_MOTION, policy, 1, NULL) == 0);
    CHECK(dyncolor_desktop_override_accent(desktop, policy, &red, NULL) == DYNCOLOR_OK);
    /* Not before the next pump. */
    CHECK(environment_of(desktop).contrast == 0 && is_readable(desktop));
    CHECK(pump(desktop) == (CONTRAST | MOTION | ACCENT) && !is_readable(desktop));
    CHECK(environment_of(desktop).contrast == 151 && has_accent(desktop, 1, 0, 0));
    CHECK(dyncolor_desktop_motion(desktop) == DYNCOLOR_MOTION_STANDARD);
    CHECK(dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_CONTRAST, policy, 0, NULL) == 0);
    CHECK(dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_MOTION, policy, 0, NULL) == 0);
    CHECK(dyncolor_desktop_override_accent(desktop, policy, NULL, NULL) == DYNCOLOR_OK);
    CHECK(pump(desktop) == (CONTRAST | MOTION | ACCENT));
    CHECK(are_known(desktop, SCHEME, DYNCOLOR_SETTING_SOURCE_PORTAL));
  }
  end(desktop);
}

/* The rule of libadwaita, on its own colors and on the borders of hues. */
static void accent_names(void) {
  static const struct {
    const char *css;
    dyncolor_accent name;
  } rows[] = {
      {"#3584e4", DYNCOLOR_ACCENT_BLUE},   {"#2190a4", DYNCOLOR_ACCENT_TEAL},
      {"#3a944a", DYNCOLOR_ACCENT_GREEN},  {"#c88800", DYNCOLOR_ACCENT_YELLOW},
      {"#ed5b00", DYNCOLOR_ACCENT_ORANGE}, {"#e62d42", DYNCOLOR_ACCENT_RED},
      {"#d56199", DYNCOLOR_ACCENT_PINK},   {"#9141ac", DYNCOLOR_ACCENT_PURPLE},
      {"#6f8396", DYNCOLOR_ACCENT_SLATE},  {"#81d0ff", DYNCOLOR_ACCENT_BLUE},
      {"gray", DYNCOLOR_ACCENT_SLATE},     {"white", DYNCOLOR_ACCENT_SLATE},
      {"oklch(0.6 0.039 300)", DYNCOLOR_ACCENT_SLATE},
      {"oklch(0.6 0.041 300)", DYNCOLOR_ACCENT_PURPLE},
      {"oklch(0.6 0.1 346)", DYNCOLOR_ACCENT_PINK}, {"oklch(0.6 0.1 9)", DYNCOLOR_ACCENT_PINK},
      {"oklch(0.6 0.1 11)", DYNCOLOR_ACCENT_RED}, {"oklch(0.6 0.1 36)", DYNCOLOR_ACCENT_ORANGE},
      {"oklch(0.6 0.1 75)", DYNCOLOR_ACCENT_ORANGE}, {"oklch(0.6 0.1 76)", DYNCOLOR_ACCENT_YELLOW},
      {"oklch(0.6 0.1 116)", DYNCOLOR_ACCENT_GREEN}, {"oklch(0.6 0.1 176)", DYNCOLOR_ACCENT_TEAL},
      {"oklch(0.6 0.1 231)", DYNCOLOR_ACCENT_BLUE}, {"oklch(0.6 0.1 281)", DYNCOLOR_ACCENT_PURPLE},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_color color;
    dyncolor_accent name = 0;
    CHECK(dyncolor_color_parse(rows[i].css, &color, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_color_nearest_accent(&color, &name, NULL) == DYNCOLOR_OK);
    CHECK(name == rows[i].name);
    if (name != rows[i].name) printf("# %s is %d\n", rows[i].css, (int)name);
  }
}

/* ---- Bound themes ---------------------------------------------------------------------------- */

typedef struct listener {
  int changes;
  char names[256];
  dyncolor_desktop *pumped, *released;
} listener;

static void listen_to(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  listener *l = data;
  l->changes++;
  for (size_t i = 0; i < change->count; i++) {
    const char *name = "gone";
    dyncolor_id_name(theme, change->ids[i], &name, NULL);
    size_t length = strlen(l->names);
    snprintf(l->names + length, sizeof l->names - length, "%s ", name);
  }
  uint32_t changes = 99;
  if (l->pumped != NULL)
    CHECK(dyncolor_desktop_pump(l->pumped, &changes, NULL) == DYNCOLOR_OK && changes == 0);
  if (l->released != NULL) dyncolor_desktop_release(l->released);
  l->released = NULL;
}

static void forget(listener *l) {
  l->changes = 0;
  l->names[0] = 0;
}

/* Whether an observer has heard of exactly these colors, in one change; or of none, in none. */
static bool has_heard(listener *l, const char *names) {
  bool is_so = strcmp(l->names, names) == 0 && l->changes == (*names != 0);
  if (!is_so) printf("# %d changes: %s\n", l->changes, l->names);
  forget(l);
  return is_so;
}

static bool is_now(dyncolor_theme *theme, const char *name, const char *css) {
  dyncolor_id id;
  dyncolor_rgba rgba;
  dyncolor_color found, wanted;
  if (dyncolor_theme_find(theme, name, &id, NULL) != DYNCOLOR_OK) return css == NULL;
  if (css == NULL || dyncolor_resolve(theme, id, NULL, &rgba, NULL) != DYNCOLOR_OK) return false;
  found = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {rgba.r, rgba.g, rgba.b}, rgba.a};
  CHECK(dyncolor_color_parse(css, &wanted, NULL) == DYNCOLOR_OK);
  return dyncolor_color_is_near(&found, &wanted) != 0;
}

static dyncolor_theme *theme_to_bind(listener *l) {
  dyncolor_theme *theme = new_theme();
  uint64_t observation;
  CHECK(dyncolor_register_css(theme, "ink", "light-dark(black, white)", NULL, NULL) == 0);
  CHECK(dyncolor_register_css(theme, "line", "if(media(prefers-contrast: more): red; else: gray)",
                              NULL, NULL) == 0);
  CHECK(dyncolor_register_css(theme, "button", "AccentColor", NULL, NULL) == 0);
  CHECK(dyncolor_register_css(theme, "fixed", "blue", NULL, NULL) == 0);
  memset(l, 0, sizeof *l);
  CHECK(dyncolor_theme_observe(theme, listen_to, l, NULL, &observation, NULL) == DYNCOLOR_OK);
  return theme;
}

static uint32_t default_of(dyncolor_theme *theme, uint32_t axis) {
  return dyncolor_axis_default(theme, axis);
}

static void bound_themes(void) {
  listener l;
  start_bus();
  add_all();
  dyncolor_desktop *desktop = open_with(0);
  dyncolor_theme *theme = theme_to_bind(&l);
  CHECK(dyncolor_desktop_bind(desktop, theme, DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  CHECK(has_heard(&l, ""));
  settle(desktop);
  CHECK(has_heard(&l, "ink line button AccentColor "));
  CHECK(is_now(theme, "ink", "white") && is_now(theme, "line", "red"));
  CHECK(is_now(theme, "button", "rgb(51 102 153)") && is_now(theme, "AccentColor", "#336699"));
  CHECK(default_of(theme, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK);
  CHECK(default_of(theme, DYNCOLOR_AXIS_CONTRAST) == DYNCOLOR_CONTRAST_MORE);
  /* What is the same is not heard of. */
  uint64_t generation = dyncolor_theme_generation(theme);
  bus_send_change(&the_bus, BUS_OWNER, &the_bus.settings[2]);
  bus_setting motion = {BUS_APPEARANCE, "reduced-motion", "u", 0, {0}, 0};
  bus_send_change(&the_bus, BUS_OWNER, &motion);
  CHECK(settle(desktop) == MOTION && has_heard(&l, ""));
  CHECK(dyncolor_theme_generation(theme) == generation);
  /* One of them at a time. AccentColor may be any color of the theme in an environment, so a color
   * made of it is always among those that may have changed. */
  bus_setting light = {BUS_APPEARANCE, "color-scheme", "u", 2, {0}, 0};
  bus_send_change(&the_bus, BUS_OWNER, &light);
  settle(desktop);
  CHECK(has_heard(&l, "ink button ") && is_now(theme, "ink", "black"));
  bus_setting accent = {BUS_APPEARANCE, "accent-color", "(ddd)", 0, {1, 0, 0}, 0};
  bus_send_change(&the_bus, BUS_OWNER, &accent);
  settle(desktop);
  CHECK(has_heard(&l, "button AccentColor ") && is_now(theme, "button", "red"));
  bus_setting contrast = {BUS_APPEARANCE, "contrast", "u", 0, {0}, 0};
  bus_send_change(&the_bus, BUS_OWNER, &contrast);
  settle(desktop);
  CHECK(has_heard(&l, "line button ") && is_now(theme, "line", "gray"));
  /* A color of the theme's own covers that of the defaults. */
  CHECK(dyncolor_register_css(theme, "AccentColor", "lime", NULL, NULL) == DYNCOLOR_OK);
  forget(&l);
  accent.numbers[1] = 1;
  bus_send_change(&the_bus, BUS_OWNER, &accent);
  settle(desktop);
  CHECK(is_now(theme, "button", "lime"));
  /* No accent color any more, and no preference for a scheme. */
  accent.numbers[0] = -1;
  bus_send_change(&the_bus, BUS_OWNER, &accent);
  settle(desktop);
  CHECK(dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_THEME, 0, NULL) != DYNCOLOR_OK);
  dyncolor_id id;
  CHECK(dyncolor_theme_find(theme, "AccentColor", &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_layer_unregister(theme, DYNCOLOR_LAYER_DEFAULTS, id, NULL) != DYNCOLOR_OK);
  CHECK(dyncolor_unregister(theme, id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_set_default_scheme(theme, DYNCOLOR_SCHEME_DARK, NULL) == DYNCOLOR_OK);
  bus_setting none = {BUS_APPEARANCE, "color-scheme", "u", 0, {0}, 0};
  bus_send_change(&the_bus, BUS_OWNER, &none);
  settle(desktop);
  CHECK(default_of(theme, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_LIGHT);
  /* By what the host wants. */
  forget(&l);
  dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE,
                            DYNCOLOR_SCHEME_DARK, NULL);
  CHECK(l.changes == 0 && pump(desktop) == SCHEME);
  CHECK(has_heard(&l, "ink button ") && is_now(theme, "ink", "white"));
  /* A theme that is bound no more keeps what it has. */
  CHECK(dyncolor_desktop_unbind(desktop, theme, NULL) == DYNCOLOR_OK);
  bus_send_change(&the_bus, BUS_OWNER, &the_bus.settings[2]);
  settle(desktop);
  CHECK(has_heard(&l, "") && is_now(theme, "ink", "white"));
  end(desktop);
  dyncolor_theme_release(theme);
}

/* Several themes, in layers; one of which the desktop alone still holds. */
static void several_themes(void) {
  listener l[3];
  start_bus();
  add_all();
  dyncolor_desktop *desktop = open_with(0);
  settle(desktop);
  dyncolor_theme *themes[3];
  uint16_t layer;
  for (int i = 0; i < 3; i++) themes[i] = theme_to_bind(&l[i]);
  CHECK(dyncolor_register_css(themes[1], "AccentColor", "lime", NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_layer_declare(themes[2], "desktop", DYNCOLOR_LAYER_USER, &layer, NULL) == 0);
  CHECK(dyncolor_register_css(themes[2], "AccentColor", "lime", NULL, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 3; i++) forget(&l[i]);
  CHECK(dyncolor_desktop_bind(desktop, themes[0], DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_desktop_bind(desktop, themes[1], DYNCOLOR_LAYER_USER, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_desktop_bind(desktop, themes[2], layer, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 3; i++) {
    CHECK(is_now(themes[i], "ink", "white") && is_now(themes[i], "button", "#336699"));
    CHECK(l[i].changes == 1);
    forget(&l[i]);
  }
  dyncolor_error error = fresh_error();
  check_refused(dyncolor_desktop_bind(desktop, themes[0], DYNCOLOR_LAYER_DEFAULTS, &error), &error,
                "theme");
  error = fresh_error();
  dyncolor_theme *other = new_theme();
  CHECK(dyncolor_desktop_bind(desktop, other, 4000, &error) == DYNCOLOR_ERROR_UNKNOWN_NAME);
  error = fresh_error();
  check_refused(dyncolor_desktop_unbind(desktop, other, &error), &error, "theme");
  dyncolor_theme_release(other);
  /* Observers may pump, and may release the desktop. */
  l[0].pumped = l[1].pumped = desktop;
  l[2].released = dyncolor_desktop_retain(desktop);
  dyncolor_theme_release(themes[1]);
  accent_names();
  bus_setting light = {BUS_APPEARANCE, "color-scheme", "u", 2, {0}, 0};
  bus_send_change(&the_bus, BUS_OWNER, &light);
  settle(desktop);
  for (int i = 0; i < 3; i++) CHECK(has_heard(&l[i], "ink button "));
  end(desktop);
  dyncolor_theme_release(themes[0]);
  dyncolor_theme_release(themes[2]);

  /* The last reference to a desktop is released by an observer that it calls. */
  start_bus();
  add_all();
  desktop = open_with(0);
  themes[0] = theme_to_bind(&l[0]);
  CHECK(dyncolor_desktop_bind(desktop, themes[0], DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  l[0].released = desktop;
  for (int i = 0; i < 10 && l[0].released != NULL; i++) {
    bus_serve(&the_bus);
    pump(desktop);
  }
  CHECK(l[0].released == NULL && l[0].changes == 1);
  bus_close(&the_bus);
  dyncolor_theme_release(themes[0]);
}

/* The contrast of environments that leave it unspecified. */
static void default_contrast(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_error error = fresh_error();
  const dyncolor_variant variants[] = {
      {.part = {.css = "gray", .css_length = NUL}},
      {.contrast = DYNCOLOR_CONTRAST_MORE, .part = {.css = "black", .css_length = NUL}},
  };
  CHECK(dyncolor_register_variants(theme, "line", variants, 2, NULL, NULL) == DYNCOLOR_OK);
  CHECK(default_of(theme, DYNCOLOR_AXIS_CONTRAST) == DYNCOLOR_CONTRAST_STANDARD);
  CHECK(is_now(theme, "line", "gray"));
  uint64_t generation = dyncolor_theme_generation(theme);
  uint64_t fingerprint = dyncolor_theme_fingerprint(theme);
  CHECK(dyncolor_theme_set_default_contrast(theme, DYNCOLOR_CONTRAST_STANDARD, NULL) == 0);
  CHECK(dyncolor_theme_generation(theme) == generation);
  CHECK(dyncolor_theme_set_default_contrast(theme, DYNCOLOR_CONTRAST_MORE, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_generation(theme) == generation + 1);
  CHECK(dyncolor_theme_fingerprint(theme) == fingerprint);
  CHECK(is_now(theme, "line", "black"));
  CHECK(default_of(theme, DYNCOLOR_AXIS_CONTRAST) == DYNCOLOR_CONTRAST_MORE);
  check_refused(dyncolor_theme_set_default_contrast(theme, 0, &error), &error, "contrast");
  error = fresh_error();
  check_refused(dyncolor_theme_set_default_contrast(theme, 202, &error), &error, "contrast");
  dyncolor_theme_release(theme);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void refused(void) {
  clear_variables();
  dyncolor_desktop *desktop = open_with(0), *made;
  dyncolor_theme *theme = new_theme();
  dyncolor_color color = {DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
  dyncolor_accent accent;
  dyncolor_environment environment;
  dyncolor_error error;
  MARK(made);
#define REFUSED(call, argument) \
  do { \
    error = fresh_error(); \
    check_refused(call, &error, argument); \
  } while (0)
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  options.flags = 32;
  REFUSED(dyncolor_desktop_open(&options, &made, &error), "options");
  options.flags = 0;
  options.reserved = 1;
  REFUSED(dyncolor_desktop_open(&options, &made, &error), "options");
  options.reserved = 0;
  options.size = 0;
  REFUSED(dyncolor_desktop_open(&options, &made, &error), "options");
  CHECK_MARKED(made);
  REFUSED(dyncolor_desktop_open(NULL, NULL, &error), "desktop");
  REFUSED(dyncolor_desktop_pump(NULL, NULL, &error), "desktop");
  REFUSED(dyncolor_desktop_wait(NULL, 1, NULL, &error), "desktop");
  REFUSED(dyncolor_desktop_environment(NULL, &environment, &error), "desktop");
  REFUSED(dyncolor_desktop_environment(desktop, NULL, &error), "environment");
  REFUSED(dyncolor_desktop_accent(NULL, &color, &error), "desktop");
  REFUSED(dyncolor_desktop_accent(desktop, NULL, &error), "color");
  REFUSED(dyncolor_color_nearest_accent(NULL, &accent, &error), "color");
  REFUSED(dyncolor_color_nearest_accent(&color, NULL, &error), "accent");
  REFUSED(dyncolor_desktop_override(NULL, 1, 2, 1, &error), "desktop");
  REFUSED(dyncolor_desktop_override(desktop, 3, 2, 1, &error), "setting");
  REFUSED(dyncolor_desktop_override(desktop, 4, 2, 1, &error), "setting");
  REFUSED(dyncolor_desktop_override(desktop, 1, 3, 0, &error), "policy");
  REFUSED(dyncolor_desktop_override(desktop, 1, 0, 1, &error), "policy");
  REFUSED(dyncolor_desktop_override(desktop, 1, 2, 3, &error), "value");
  REFUSED(dyncolor_desktop_override(desktop, 2, 2, 202, &error), "value");
  REFUSED(dyncolor_desktop_override(desktop, 8, 2, 3, &error), "value");
  REFUSED(dyncolor_desktop_override(desktop, 8, 2, 257, &error), "value");
  REFUSED(dyncolor_desktop_override_accent(NULL, 2, &color, &error), "desktop");
  REFUSED(dyncolor_desktop_override_accent(desktop, 3, &color, &error), "policy");
  REFUSED(dyncolor_desktop_bind(NULL, theme, 1, &error), "desktop");
  REFUSED(dyncolor_desktop_bind(desktop, NULL, 1, &error), "theme");
  REFUSED(dyncolor_desktop_unbind(NULL, theme, &error), "desktop");
  REFUSED(dyncolor_desktop_unbind(desktop, NULL, &error), "theme");
  color.c[0] = NAN;
  REFUSED(dyncolor_color_nearest_accent(&color, &accent, &error), "color");
  REFUSED(dyncolor_desktop_override_accent(desktop, 2, &color, &error), "color");
  CHECK(!is_readable(desktop) && pump(desktop) == 0);
  error = fresh_error();
  MARK(color);
  CHECK(dyncolor_desktop_accent(desktop, &color, &error) == DYNCOLOR_ERROR_NO_VALUE);
  CHECK_MARKED(color);
  CHECK(dyncolor_desktop_descriptor(NULL) == -1 && dyncolor_desktop_retain(NULL) == NULL);
  CHECK(dyncolor_desktop_motion(NULL) == 0);
  CHECK(source_of(NULL, SCHEME) == 0 && source_of(desktop, 3) == 0 && source_of(desktop, 0) == 0);
  dyncolor_desktop_release(NULL);
  CHECK(dyncolor_desktop_retain(desktop) == desktop);
  dyncolor_desktop_release(desktop);
  dyncolor_desktop_release(desktop);
  dyncolor_theme_release(theme);
}

/* What a desktop has opened is closed with it, and its memory is given back. */
static void closed(void) {
  int first = dup(0);
  close(first);
  start_bus();
  add_all();
  dyncolor_desktop *desktop = open_with(0);
  settle(desktop);
  bus_close(&the_bus);
  dyncolor_desktop_release(desktop);
  int last = dup(0);
  CHECK(first == last);
  close(last);
}

static int claims(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  snprintf(folder, sizeof folder, "/tmp/dyncolor-desktop-XXXXXX");
  if (mkdtemp(folder) == NULL) return 1;
  CLAIM("each setting of the portal is read, in both byte orders, and wrong types count as missing",
        every_key);
  CLAIM("all settings are read in one call after subscribing, and changes are reported once",
        all_at_once);
  CLAIM("messages arrive whole although they come byte by byte", in_small_parts);
  CLAIM("signals and answers of other senders are ignored", forged);
  CLAIM("malformed messages do no harm", garbage);
  CLAIM("messages that are too large are skipped", large_messages);
  CLAIM("a portal that is missing, refuses or starts later is not waited for", errors);
  CLAIM("a bus or a portal that goes away and comes back is read again", gone_and_back);
  CLAIM("a bus or a portal that hangs delays nothing beyond the limit", hangs);
  CLAIM("waiting ends with the answer", waits_for_the_answer);
  CLAIM("a change is in the environment at once", soon);
  CLAIM("the session bus is found at every kind of address", addresses);
  CLAIM("without a portal, GTK's theme and settings count", gtk);
  CLAIM("without a portal, KDE's colors count", kde);
  CLAIM("the first source that knows a setting counts", in_order);
  CLAIM("the terminal's variable counts for programs in a terminal", terminal_variable);
  CLAIM("the testers' variable counts if the host allows it, and its mistakes are reported",
        testers_variable);
  CLAIM("what the host prefers and forces follows libadwaita's table", overrides);
  CLAIM("colors have the accent names that libadwaita gives them", accent_names);
  CLAIM("bound themes follow, and observers hear of real changes only", bound_themes);
  CLAIM("several themes follow, in any layer, and observers may pump and release", several_themes);
  CLAIM("a theme has a default contrast", default_contrast);
  CLAIM("invalid arguments are refused by name", refused);
  CLAIM("a desktop closes what it has opened", closed);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
