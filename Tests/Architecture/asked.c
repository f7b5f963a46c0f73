/* Uses the library without opening a desktop, and then, with --desktop, opens one. The functions by
 * which the library could find the session or the terminal are counted: only a desktop may call
 * them. */
#include <dyncolor.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

static int calls;

char *getenv(const char *name) {
  (void)name;
  calls++;
  return NULL;
}

int socket(int domain, int type, int protocol) {
  int (*real)(int, int, int);
  void *found = dlsym(RTLD_NEXT, "socket");
  memcpy(&real, &found, sizeof found);
  calls++;
  return real(domain, type, protocol);
}

int tcsetattr(int file, int when, const struct termios *settings) {
  (void)file, (void)when, (void)settings;
  calls++;
  return -1;
}

uid_t geteuid(void) {
  calls++;
  return 0;
}

static int use_all_else(const char *file) {
  dyncolor_theme *theme = NULL;
  dyncolor_watch *watch = NULL;
  dyncolor_snapshot *snapshot = NULL;
  dyncolor_id id;
  dyncolor_rgba color;
  int is_right = dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK &&
                 dyncolor_register_css(theme, "a", "AccentColor", &id, NULL) == DYNCOLOR_OK &&
                 dyncolor_theme_write(theme, file, NULL, NULL, NULL) == DYNCOLOR_OK &&
                 dyncolor_watch_create(theme, file, NULL, &watch, NULL, NULL) == DYNCOLOR_OK &&
                 dyncolor_watch_pump(watch, NULL, NULL, NULL) == DYNCOLOR_OK &&
                 dyncolor_snapshot_create(theme, NULL, &snapshot, NULL) == DYNCOLOR_OK &&
                 dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK;
  dyncolor_snapshot_release(snapshot);
  dyncolor_watch_release(watch);
  dyncolor_theme_release(theme);
  return is_right;
}

int main(int count, char **arguments) {
  if (count < 2 || !use_all_else(arguments[1])) return 2;
  if (calls != 0) {
    printf("%d calls without a desktop\n", calls);
    return 1;
  }
  if (count == 2) return 0;
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  options.flags = DYNCOLOR_DESKTOP_ASK_TERMINAL;
  if (dyncolor_desktop_open(&options, &desktop, NULL) != DYNCOLOR_OK) return 2;
  dyncolor_desktop_wait(desktop, 10, NULL, NULL);
  dyncolor_desktop_release(desktop);
  return calls > 0 ? 0 : 3;
}
