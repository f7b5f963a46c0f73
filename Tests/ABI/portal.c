/* The real Settings portal: what gsettings sets arrives through the descriptor. Tests/ABI/portal
 * starts this program in a session of its own, with a display. */
#include <dyncolor.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "themes.h"

static dyncolor_desktop *desktop;
static dyncolor_theme *theme;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Sets a setting of GNOME's, as a user does, without waiting for it. */
static void set(const char *schema, const char *key, const char *value) {
  pid_t pid = fork();
  if (pid == 0) {
    execlp("gsettings", "gsettings", "set", schema, key, value, (char *)NULL);
    _exit(127);
  }
  int status = -1;
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
}

static dyncolor_environment environment(void) {
  dyncolor_environment found = DYNCOLOR_ENVIRONMENT_INIT;
  CHECK(dyncolor_desktop_environment(desktop, &found, NULL) == DYNCOLOR_OK);
  return found;
}

/* How long the pump took that brought the last change, in seconds. */
static double longest_pump;

/* Pumps when the descriptor is readable, until a setting has changed, for five seconds. */
static bool changes(uint32_t setting) {
  double start = now();
  while (now() - start < 5) {
    struct pollfd waiting = {dyncolor_desktop_descriptor(desktop), POLLIN, 0};
    uint32_t changed = 0;
    if (poll(&waiting, 1, 100) != 1) continue;
    double before = now();
    CHECK(dyncolor_desktop_pump(desktop, &changed, NULL) == DYNCOLOR_OK);
    if ((changed & setting) == 0) continue;
    double time = now() - before;
    if (time > longest_pump) longest_pump = time;
    return true;
  }
  return false;
}

static void answers(void) {
  double start = now();
  CHECK(dyncolor_desktop_open(NULL, &desktop, NULL) == DYNCOLOR_OK);
  CHECK(now() - start < 1);
  theme = new_theme();
  CHECK(dyncolor_register_css(theme, "ink", "light-dark(black, white)", NULL, NULL) == 0);
  CHECK(dyncolor_desktop_bind(desktop, theme, DYNCOLOR_LAYER_DEFAULTS, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_desktop_wait(desktop, 10000, NULL, NULL) == DYNCOLOR_OK);
  printf("# the first answer took %.3f s\n", now() - start);
  CHECK(dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_SCHEME) ==
        DYNCOLOR_SETTING_SOURCE_PORTAL);
  CHECK(environment().scheme == 0);
}

static void follows(void) {
  static const struct {
    const char *value;
    uint32_t scheme;
  } rows[] = {{"prefer-dark", DYNCOLOR_SCHEME_DARK}, {"prefer-light", DYNCOLOR_SCHEME_LIGHT},
              {"default", 0}, {"prefer-dark", DYNCOLOR_SCHEME_DARK}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    set("org.gnome.desktop.interface", "color-scheme", rows[i].value);
    CHECK(changes(DYNCOLOR_SETTING_SCHEME));
    CHECK(environment().scheme == rows[i].scheme);
    CHECK(dyncolor_axis_default(theme, DYNCOLOR_AXIS_SCHEME) ==
          (rows[i].scheme == DYNCOLOR_SCHEME_DARK ? DYNCOLOR_SCHEME_DARK : DYNCOLOR_SCHEME_LIGHT));
  }
  set("org.gnome.desktop.a11y.interface", "high-contrast", "true");
  CHECK(changes(DYNCOLOR_SETTING_CONTRAST));
  CHECK(environment().contrast == DYNCOLOR_CONTRAST_MORE);
  set("org.gnome.desktop.a11y.interface", "high-contrast", "false");
  CHECK(changes(DYNCOLOR_SETTING_CONTRAST) && environment().contrast == 0);
}

static void soon(void) {
  printf("# from the descriptor to the environment: %.3f ms\n", longest_pump * 1e3);
  CHECK(longest_pump < 0.001);
}

/* The process of the portal. */
static pid_t portal_process(void) {
  unsigned process = 0;
  FILE *told = popen(
      "gdbus call --session -d org.freedesktop.DBus -o /org/freedesktop/DBus "
      "-m org.freedesktop.DBus.GetConnectionUnixProcessID org.freedesktop.portal.Desktop",
      "r");
  CHECK(told != NULL && fscanf(told, "(uint32 %u", &process) == 1);
  if (told != NULL) pclose(told);
  return (pid_t)process;
}

/* The portal ends, and is started again. */
static void comes_back(void) {
  pid_t first = portal_process();
  CHECK(first > 1 && kill(first, SIGKILL) == 0);
  double start = now();
  while (now() - start < 2) {
    struct pollfd waiting = {dyncolor_desktop_descriptor(desktop), POLLIN, 0};
    if (poll(&waiting, 1, 100) == 1) CHECK(dyncolor_desktop_pump(desktop, NULL, NULL) == 0);
  }
  CHECK(environment().scheme == DYNCOLOR_SCHEME_DARK);
  CHECK(portal_process() != first);
  set("org.gnome.desktop.interface", "color-scheme", "prefer-light");
  CHECK(changes(DYNCOLOR_SETTING_SCHEME) && environment().scheme == DYNCOLOR_SCHEME_LIGHT);
  dyncolor_desktop_release(desktop);
  dyncolor_theme_release(theme);
}

int main(void) {
  CLAIM("the Settings portal answers, and is started for that", answers);
  CLAIM("what gsettings sets arrives through the descriptor, and in a bound theme", follows);
  CLAIM("a change takes at most a millisecond from the descriptor to the environment", soon);
  CLAIM("a desktop follows a portal that has ended and started again", comes_back);
  return CHECK_RESULT;
}
