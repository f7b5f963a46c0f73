/* What a terminal answers: any bytes, and then its kind. The scheme is one that there is, and the
 * settings of the terminal are what they were. */
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "fuzz.h"

static int terminal = -1, other = -1;
static struct termios settings;

/* Makes a pseudoterminal the controlling terminal of this process. */
static void take_terminal(void) {
  char name[64];
  /* The leader of a group cannot begin a session. */
  if (setsid() < 0 && (setpgid(0, getpgid(getppid())) != 0 || setsid() < 0)) abort();
  terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0 ||
      ptsname_r(terminal, name, sizeof name) != 0)
    abort();
  other = open(name, O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (other < 0 || ioctl(other, TIOCSCTTY, 0) != 0 || tcgetattr(other, &settings) != 0) abort();
  /* No byte means a signal or a line end. */
  cfmakeraw(&settings);
  if (tcsetattr(other, TCSANOW, &settings) != 0) abort();
  memset(&settings, 0, sizeof settings);
  tcgetattr(other, &settings);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const char kind[] = "\x1b[?1c";
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  dyncolor_environment environment;
  struct termios now;
  char asked[4096];
  if (terminal < 0) {
    take_terminal();
    unsetenv("COLORFGBG");
  }
  if (size > 1024) size = 1024;
  if (write(terminal, bytes, size) != (ssize_t)size ||
      write(terminal, kind, sizeof kind - 1) != (ssize_t)(sizeof kind - 1))
    abort();
  options.flags = DYNCOLOR_DESKTOP_NO_PORTAL | DYNCOLOR_DESKTOP_NO_GTK | DYNCOLOR_DESKTOP_NO_KDE |
                  DYNCOLOR_DESKTOP_ASK_TERMINAL;
  REQUIRE(dyncolor_desktop_open(&options, &desktop, NULL) == DYNCOLOR_OK);
  REQUIRE(dyncolor_desktop_wait(desktop, 100, NULL, NULL) == DYNCOLOR_OK);
  REQUIRE(dyncolor_desktop_environment(desktop, &environment, NULL) == DYNCOLOR_OK);
  REQUIRE(environment.scheme <= DYNCOLOR_SCHEME_DARK && environment.contrast == 0);
  REQUIRE(environment.scheme == 0 || memmem(bytes, size, "]11;rgb", 7) != NULL);
  dyncolor_desktop_release(desktop);
  memset(&now, 0, sizeof now);
  tcgetattr(other, &now);
  REQUIRE(memcmp(&now, &settings, sizeof now) == 0);
  while (read(terminal, asked, sizeof asked) > 0) continue;
  tcflush(other, TCIOFLUSH);
  return 0;
}
