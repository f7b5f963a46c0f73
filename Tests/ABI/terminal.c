/* Asking the terminal for its background: a child, whose controlling terminal is a pseudoterminal,
 * waits for what this program answers as a terminal does: at once, late, in parts, nonsense, or
 * nothing. Its settings are afterwards what they were. */
#include <dyncolor.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "themes.h"

static bool is_brief;

static const char question[] = "\x1b]11;?\x1b\\\x1b[c";
#define KIND "\x1b[?62;22c"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* What the child tells, in a pipe. */
typedef struct told {
  uint32_t scheme, source;
  double seconds;
  bool is_restored, are_signals_restored;
} told;

/* What the terminal does. */
typedef struct terminal_case {
  const char *name;
  const char *first;  /* the answer, after `delay` milliseconds */
  int delay;
  const char *second; /* and what follows, after as long again; or NULL */
  uint32_t milliseconds; /* how long the child waits at most */
  uint32_t scheme;
  bool times_out;
} terminal_case;

static const terminal_case cases[] = {
    {"dark", "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\" KIND, 0, NULL, 2000, DYNCOLOR_SCHEME_DARK, false},
    {"light", "\x1b]11;rgb:ffff/ffff/ffff\x07" KIND, 0, NULL, 2000, DYNCOLOR_SCHEME_LIGHT, false},
    {"two digits", "\x1b]11;rgb:fd/f6/e3\x07" KIND, 0, NULL, 2000, DYNCOLOR_SCHEME_LIGHT, false},
    {"one digit", "\x1b]11;rgb:f/0/0\x07" KIND, 0, NULL, 2000, DYNCOLOR_SCHEME_LIGHT, false},
    {"alpha", "\x1b]11;rgba:0000/0000/0000/8000\x07" KIND, 0, NULL, 2000, DYNCOLOR_SCHEME_DARK,
     false},
    {"no background", KIND, 0, NULL, 2000, 0, false},
    {"in parts", "\x1b]11;rgb:1e1e/1e", 20, "1e/2e2e\x1b\\" KIND, 2000, DYNCOLOR_SCHEME_DARK,
     false},
    {"late", "\x1b]11;rgb:0/0/0\x07" KIND, 150, NULL, 2000, DYNCOLOR_SCHEME_DARK, false},
    {"too late", "\x1b]11;rgb:0/0/0\x07" KIND, 400, NULL, 100, 0, true},
    {"never", NULL, 0, NULL, 100, 0, true},
    {"half", "\x1b]11;rgb:0000/", 0, NULL, 100, 0, true},
    {"without its kind", "\x1b]11;rgb:0/0/0\x07", 0, NULL, 100, DYNCOLOR_SCHEME_DARK, true},
    {"typed before", "ls -l\r\x1b]11;rgb:0/0/0\x07" KIND, 0, NULL, 2000, DYNCOLOR_SCHEME_DARK,
     false},
    {"nonsense", "\x1b]11;rgb:gg/0/0\x07\x1b]11;rgb:\x07\x1b]11;rgb:0/0\x07\x1b]11;#000000\x07"
     "\x1b]10;rgb:0/0/0\x07\x1b[?c", 0, NULL, 2000, 0, false},
    {"numbers that are too long", "\x1b]11;rgb:00000/0/0\x07" KIND, 0, NULL, 2000, 0, false},
    {"not a color at all", "\xff\xfe\x1b\x1b]\x1b]11;rgb:0/0/0" KIND, 0, NULL, 2000,
     DYNCOLOR_SCHEME_DARK, false},
    {"gone", "", 0, NULL, 300, 0, false},
};

static void child(const char *name, const terminal_case *c, int out) {
  told t = {0};
  struct termios before = {0}, after = {0};
  sigset_t signals_before, signals_after;
  static const char *const variables[] = {"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
                                          "GTK_THEME", "COLORFGBG", "XDG_CONFIG_HOME", "HOME"};
  for (size_t i = 0; i < COUNT(variables); i++) unsetenv(variables[i]);
  signal(SIGHUP, SIG_IGN);
  setsid();
  int terminal = open(name, O_RDWR);
  if (terminal < 0 || ioctl(terminal, TIOCSCTTY, 0) != 0) _exit(2);
  tcgetattr(terminal, &before);
  sigprocmask(SIG_BLOCK, NULL, &signals_before);
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  dyncolor_environment environment = DYNCOLOR_ENVIRONMENT_INIT;
  options.flags = DYNCOLOR_DESKTOP_ASK_TERMINAL;
  if (dyncolor_desktop_open(&options, &desktop, NULL) != DYNCOLOR_OK) _exit(3);
  dyncolor_desktop_pump(desktop, NULL, NULL);
  double start = now();
  if (dyncolor_desktop_wait(desktop, c->milliseconds, NULL, NULL) != DYNCOLOR_OK) _exit(4);
  t.seconds = now() - start;
  tcgetattr(terminal, &after);
  sigprocmask(SIG_BLOCK, NULL, &signals_after);
  t.is_restored = memcmp(&before, &after, sizeof before) == 0;
  t.are_signals_restored = true;
  for (int i = 1; i < 32; i++)
    t.are_signals_restored &=
        sigismember(&signals_before, i) == sigismember(&signals_after, i);
  dyncolor_desktop_environment(desktop, &environment, NULL);
  t.scheme = environment.scheme;
  t.source = dyncolor_desktop_setting_source(desktop, DYNCOLOR_SETTING_SCHEME);
  /* It is asked once. */
  dyncolor_desktop_wait(desktop, 20, NULL, NULL);
  dyncolor_desktop_release(desktop);
  if (write(out, &t, sizeof t) != sizeof t) _exit(5);
  _exit(0);
}

static void rest(int milliseconds) {
  nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000l}, NULL);
}

/* Reads what the child asks, up to the end of the question. Returns whether it has asked it. */
static bool is_asked(int terminal) {
  char text[256];
  size_t count = 0;
  double start = now();
  while (now() - start < 5 && count < sizeof text) {
    struct pollfd waiting = {terminal, POLLIN, 0};
    if (poll(&waiting, 1, 100) <= 0) continue;
    ssize_t more = read(terminal, text + count, sizeof text - count);
    if (more <= 0) continue;
    count += (size_t)more;
    if (memmem(text, count, question, sizeof question - 1) != NULL) return true;
  }
  return false;
}

static void answer(const terminal_case *c) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), pipes[2], status = -1;
  char name[64], left[256];
  told t = {0};
  CHECK(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  CHECK(ptsname_r(terminal, name, sizeof name) == 0 && pipe(pipes) == 0);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    close(terminal);
    close(pipes[0]);
    child(name, c, pipes[1]);
  }
  close(pipes[1]);
  CHECK(is_asked(terminal));
  if (c->first != NULL && *c->first == 0) {
    close(terminal);
    terminal = -1;
  } else if (c->first != NULL) {
    rest(c->delay);
    CHECK(write(terminal, c->first, strlen(c->first)) == (ssize_t)strlen(c->first));
    if (c->second != NULL) {
      rest(c->delay);
      CHECK(write(terminal, c->second, strlen(c->second)) == (ssize_t)strlen(c->second));
    }
  }
  CHECK(read(pipes[0], &t, sizeof t) == sizeof t);
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  CHECK(t.scheme == c->scheme);
  CHECK(t.source == (c->scheme ? DYNCOLOR_SETTING_SOURCE_TERMINAL : DYNCOLOR_SETTING_SOURCE_NONE));
  CHECK(t.is_restored || terminal < 0);
  CHECK(t.are_signals_restored);
  double limit = c->milliseconds / 1e3;
  CHECK(c->times_out ? t.seconds >= limit : t.seconds < limit);
  CHECK(is_brief || t.seconds < limit + 0.1);
  if (check_failures_in_claim > 0)
    printf("# %s: scheme %u after %.3f s, status %d\n", c->name, t.scheme, t.seconds, status);
  /* Nothing that was answered in time is echoed, and nothing is asked again. */
  struct pollfd waiting = {terminal, POLLIN, 0};
  if (terminal >= 0 && c->delay < (int)c->milliseconds && poll(&waiting, 1, 0) == 1)
    CHECK(read(terminal, left, sizeof left) <= 0);
  if (terminal >= 0) close(terminal);
  close(pipes[0]);
}

static void answers(void) {
  for (size_t i = 0; i < COUNT(cases); i++) answer(&cases[i]);
}

/* Runs a body in a child with a terminal of its own, and returns its exit status. `act` is done
 * here meanwhile. */
static int in_terminal(void (*body)(int terminal), void (*act)(int terminal, pid_t child)) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), status = -1;
  char name[64];
  CHECK(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  CHECK(ptsname_r(terminal, name, sizeof name) == 0);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    setsid();
    int other = open(name, O_RDWR);
    unsetenv("DBUS_SESSION_BUS_ADDRESS");
    unsetenv("XDG_RUNTIME_DIR");
    if (other < 0 || ioctl(other, TIOCSCTTY, 0) != 0) _exit(2);
    body(other);
    _exit(0);
  }
  act(terminal, pid);
  CHECK(waitpid(pid, &status, 0) == pid);
  close(terminal);
  return status;
}

static dyncolor_desktop *asking(uint32_t flags) {
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  options.flags = flags;
  if (dyncolor_desktop_open(&options, &desktop, NULL) != DYNCOLOR_OK) _exit(3);
  return desktop;
}

static void wait_long(int terminal) {
  (void)terminal;
  /* A shell lets what it runs in the background ignore it. */
  signal(SIGINT, SIG_DFL);
  dyncolor_desktop_wait(asking(DYNCOLOR_DESKTOP_ASK_TERMINAL), 5000, NULL, NULL);
}

static struct termios found;
static void interrupt(int terminal, pid_t pid) {
  (void)pid;
  CHECK(is_asked(terminal));
  CHECK(write(terminal, "\x03", 1) == 1);
  rest(100);
  CHECK(tcgetattr(terminal, &found) == 0 && (found.c_lflag & (ICANON | ECHO)) == 0);
  CHECK(write(terminal, KIND, strlen(KIND)) == (ssize_t)strlen(KIND));
}

/* Ctrl+C ends the program, but not before the terminal is as it was. */
static void interrupted(void) {
  int status = in_terminal(wait_long, interrupt);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
}

static void ask_in_background(int terminal) {
  /* The foreground is another group, which has gone. */
  pid_t other = fork();
  if (other == 0) {
    setpgid(0, 0);
    for (;;) pause();
  }
  setpgid(other, other);
  signal(SIGTTOU, SIG_IGN);
  if (tcsetpgrp(terminal, other) != 0) _exit(6);
  signal(SIGTTOU, SIG_DFL);
  struct termios before = {0}, after = {0};
  tcgetattr(terminal, &before);
  double start = now();
  dyncolor_desktop *desktop = asking(DYNCOLOR_DESKTOP_ASK_TERMINAL);
  dyncolor_desktop_wait(desktop, 2000, NULL, NULL);
  bool is_right = now() - start < 1;
  dyncolor_desktop_release(desktop);
  tcgetattr(terminal, &after);
  kill(other, SIGKILL);
  waitpid(other, NULL, 0);
  _exit(is_right && memcmp(&before, &after, sizeof before) == 0 ? 0 : 7);
}

static void ask_without_leave(int terminal) {
  (void)terminal;
  dyncolor_desktop *desktop = asking(0);
  double start = now();
  dyncolor_desktop_wait(desktop, 2000, NULL, NULL);
  dyncolor_desktop_release(desktop);
  desktop = asking(DYNCOLOR_DESKTOP_ASK_TERMINAL);
  dyncolor_desktop_pump(desktop, NULL, NULL);
  dyncolor_desktop_wait(desktop, 0, NULL, NULL);
  dyncolor_desktop_release(desktop);
  _exit(now() - start < 1 ? 0 : 7);
}

static void expect_nothing(int terminal, pid_t pid) {
  (void)pid;
  struct pollfd waiting = {terminal, POLLIN, 0};
  CHECK(poll(&waiting, 1, 300) == 0 || (waiting.revents & POLLIN) == 0);
}

/* The output of the terminal is stopped, as by Ctrl+S, so that the question cannot be written. */
static void ask_in_vain(int terminal) {
  dyncolor_desktop *desktop = asking(DYNCOLOR_DESKTOP_ASK_TERMINAL);
  if (tcflow(terminal, TCOOFF) != 0) _exit(6);
  dyncolor_desktop_wait(desktop, 20, NULL, NULL);
  if (tcflow(terminal, TCOON) != 0) _exit(6);
  dyncolor_desktop_wait(desktop, 20, NULL, NULL);
  dyncolor_desktop_release(desktop);
}

static void not_asked(void) {
  CHECK(in_terminal(ask_in_background, expect_nothing) == 0);
  CHECK(in_terminal(ask_without_leave, expect_nothing) == 0);
}

static void not_asked_again(void) { CHECK(in_terminal(ask_in_vain, expect_nothing) == 0); }

int main(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  alarm(120);
  CLAIM("the terminal's background is asked for, and its settings are restored in any case",
        answers);
  CLAIM("an interrupt while the terminal is asked is delivered after its settings are restored",
        interrupted);
  CLAIM("the terminal is not asked from the background, without the flag, or without time",
        not_asked);
  CLAIM("the terminal is not asked again if the question could not be written", not_asked_again);
  return CHECK_RESULT;
}
