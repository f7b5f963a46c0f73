/* The checking build: each way to use what one does not have ends the process, with a message that
 * says so. Each misuse is made by a child. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"

/* ---- What a host has ------------------------------------------------------------------------- */

static dyncolor_status provide_red(dyncolor_context *context, dyncolor_answer *answer,
                                   void *user_data) {
  answer->color = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {1, 0, 0}, 1};
  *(dyncolor_context **)user_data = context;
  return dyncolor_context_theme(context) != NULL ? DYNCOLOR_OK : -1000;
}

static dyncolor_snapshot *snapshot_of(dyncolor_theme *theme) {
  dyncolor_snapshot *snapshot = NULL;
  CHECK(dyncolor_snapshot_create(theme, NULL, &snapshot, NULL) == DYNCOLOR_OK);
  return snapshot;
}

static dyncolor_explanation *explanation_of(dyncolor_theme *theme) {
  dyncolor_explanation *explanation = NULL;
  dyncolor_id id;
  CHECK(dyncolor_register_css_n(theme, "a", 1, "red", 3, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_explanation_create(theme, id, NULL, &explanation, NULL) == DYNCOLOR_OK);
  return explanation;
}

static dyncolor_audit *audit_of(dyncolor_theme *theme) {
  dyncolor_audit *audit = NULL;
  CHECK(dyncolor_theme_audit(theme, NULL, &audit, NULL) == DYNCOLOR_OK);
  return audit;
}

static dyncolor_report *report_of(dyncolor_theme *theme) {
  static const memory_file file = {"a.json", "{\"b\": \"#123\"}", 13, 0, 0};
  dyncolor_report *report = NULL;
  CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK && report != NULL);
  return report;
}

static dyncolor_watch *watch_of(dyncolor_theme *theme) {
  char path[] = "/tmp/checking-XXXXXX";
  dyncolor_load_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON};
  dyncolor_watch *watch = NULL;
  const int file = mkstemp(path);
  CHECK(file >= 0 && write(file, "{\"c\": \"#123\"}", 13) == 13);
  close(file);
  CHECK(dyncolor_watch_create_n(theme, path, NUL, &options, &watch, NULL, NULL) == DYNCOLOR_OK);
  unlink(path);
  return watch;
}

/* The context of a call that is over. */
static dyncolor_context *context_of(dyncolor_theme *theme) {
  static dyncolor_context *context;
  dyncolor_rgba color;
  dyncolor_id id;
  CHECK(dyncolor_register_provider_n(theme, "d", 1, provide_red, &context, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK && color.r == 1);
  return context;
}

static dyncolor_status read_nothing(void *user_data, const char *path, dyncolor_sink *sink) {
  (void)path;
  *(dyncolor_sink **)user_data = sink;
  return dyncolor_sink_append(sink, "{}", 2);
}

static dyncolor_sink *sink_of(dyncolor_theme *theme) {
  dyncolor_sink *sink = NULL;
  dyncolor_files files = {sizeof files, &sink, read_nothing, NULL};
  dyncolor_load_options options = {.size = sizeof options, .files = &files};
  CHECK(dyncolor_theme_load_n(theme, "a.json", NUL, &options, NULL, NULL) == DYNCOLOR_OK);
  return sink;
}

/* ---- Misuses --------------------------------------------------------------------------------- */

static void find_in(const dyncolor_theme *theme) {
  dyncolor_id id;
  (void)dyncolor_theme_find_n(theme, "a", 1, &id, NULL);
}

static void resolve_in(dyncolor_theme *theme) {
  dyncolor_environment environment = {0};
  dyncolor_rgba color;
  (void)dyncolor_resolve(theme, 1, &environment, &color, NULL);
}

static void use_a_released_theme(dyncolor_theme *theme) {
  dyncolor_theme_release(theme);
  (void)dyncolor_theme_generation(theme);
}
static void find_in_a_released_theme(dyncolor_theme *theme) {
  dyncolor_theme_release(theme);
  find_in(theme);
}
static void resolve_in_a_released_theme(dyncolor_theme *theme) {
  dyncolor_theme_release(theme);
  resolve_in(theme);
}
static void release_a_theme_twice(dyncolor_theme *theme) {
  dyncolor_theme_release(theme);
  dyncolor_theme_release(theme);
}
static void retain_a_released_theme(dyncolor_theme *theme) {
  dyncolor_theme_release(theme);
  (void)dyncolor_theme_retain(theme);
}

/* What the watch holds is not the host's to give up. */
static void release_the_theme_of_a_watch_twice(dyncolor_theme *theme) {
  (void)watch_of(theme);
  dyncolor_theme_release(theme);
  resolve_in(theme);
  dyncolor_theme_release(theme);
}

/* The memory of the first is that of the second, if the heap is like most. */
static void use_a_theme_whose_memory_is_taken(dyncolor_theme *theme) {
  dyncolor_theme_release(theme);
  for (int i = 0; i < 10; i++) {
    dyncolor_theme *next = new_theme();
    if (i % 2 == 0) dyncolor_theme_release(next);
  }
  (void)dyncolor_theme_generation(theme);
}

static dyncolor_theme *ending;
static void look_once_more(void *user_data) {
  (void)user_data;
  (void)dyncolor_theme_generation(ending);
}
static void use_a_theme_as_it_is_freed(dyncolor_theme *theme) {
  dyncolor_context *context;
  ending = theme;
  CHECK(dyncolor_register_provider_n(theme, "e", 1, provide_red, &context, look_once_more, NULL,
                                     NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

static void use_no_theme(dyncolor_theme *theme) {
  (void)theme;
  static _Alignas(64) uint64_t words[1024];
  (void)dyncolor_theme_generation((dyncolor_theme *)words);
}
static void release_no_theme(dyncolor_theme *theme) {
  (void)theme;
  static _Alignas(64) uint64_t words[1024];
  dyncolor_theme_release((dyncolor_theme *)words);
}
static void use_a_snapshot_for_a_theme(dyncolor_theme *theme) {
  resolve_in((dyncolor_theme *)snapshot_of(theme));
}
static void use_a_theme_for_a_snapshot(dyncolor_theme *theme) {
  (void)dyncolor_snapshot_fingerprint((dyncolor_snapshot *)theme);
}

/* The theme still has it, but not the host. */
static void use_a_released_snapshot(dyncolor_theme *theme) {
  dyncolor_snapshot *snapshot = snapshot_of(theme);
  dyncolor_snapshot_release(snapshot);
  (void)dyncolor_snapshot_colors(snapshot, NULL);
}
static void resolve_in_a_released_snapshot(dyncolor_theme *theme) {
  dyncolor_snapshot *snapshot = snapshot_of(theme);
  dyncolor_rgba color;
  dyncolor_snapshot_release(snapshot);
  (void)snapshot_of(theme);
  (void)dyncolor_snapshot_resolve(snapshot, 1, &color, NULL);
}
static void release_a_snapshot_thrice(dyncolor_theme *theme) {
  dyncolor_snapshot *snapshot = dyncolor_snapshot_retain(snapshot_of(theme));
  for (int i = 0; i < 3; i++) dyncolor_snapshot_release(snapshot);
}

static dyncolor_desktop *released_desktop(void) {
  dyncolor_desktop *desktop = NULL;
  CHECK(dyncolor_desktop_open(NULL, &desktop, NULL) == DYNCOLOR_OK);
  dyncolor_desktop_release(desktop);
  return desktop;
}
static void use_a_released_desktop(dyncolor_theme *theme) {
  (void)theme;
  (void)dyncolor_desktop_pump(released_desktop(), NULL, NULL);
}
static void release_a_desktop_twice(dyncolor_theme *theme) {
  (void)theme;
  dyncolor_desktop_release(released_desktop());
}
static void use_a_released_watch(dyncolor_theme *theme) {
  dyncolor_watch *watch = watch_of(theme);
  dyncolor_watch_release(watch);
  (void)dyncolor_watch_descriptor(watch);
}
static void pump_a_released_watch(dyncolor_theme *theme) {
  dyncolor_watch *watch = watch_of(theme);
  dyncolor_watch_release(watch);
  (void)dyncolor_watch_pump(watch, NULL, NULL, NULL);
}
static void release_a_watch_twice(dyncolor_theme *theme) {
  dyncolor_watch *watch = watch_of(theme);
  dyncolor_watch_release(watch);
  dyncolor_watch_release(watch);
}

static void use_a_released_explanation(dyncolor_theme *theme) {
  dyncolor_explanation *explanation = explanation_of(theme);
  dyncolor_explanation_release(explanation);
  (void)dyncolor_explanation_text(explanation);
}
static void use_a_released_audit(dyncolor_theme *theme) {
  dyncolor_audit *audit = audit_of(theme);
  dyncolor_audit_release(audit);
  (void)dyncolor_audit_findings(audit, NULL);
}
static void release_an_audit_twice(dyncolor_theme *theme) {
  dyncolor_audit *audit = audit_of(theme);
  dyncolor_audit_release(audit);
  dyncolor_audit_release(audit);
}
static void release_an_explanation_twice(dyncolor_theme *theme) {
  dyncolor_explanation *explanation = explanation_of(theme);
  dyncolor_explanation_release(explanation);
  dyncolor_explanation_release(explanation);
}

static void use_a_released_report(dyncolor_theme *theme) {
  dyncolor_report *report = report_of(theme);
  dyncolor_report_release(report);
  (void)dyncolor_report_colors(report);
}
static void release_a_report_twice(dyncolor_theme *theme) {
  dyncolor_report *report = report_of(theme);
  dyncolor_report_release(report);
  dyncolor_report_release(report);
}

static void use_a_context_later(dyncolor_theme *theme) {
  (void)dyncolor_context_axis(context_of(theme), DYNCOLOR_AXIS_SCHEME);
}
static void resolve_in_a_context_later(dyncolor_theme *theme) {
  dyncolor_context *context = context_of(theme);
  dyncolor_rgba color;
  (void)dyncolor_context_resolve(context, 1, &color, NULL);
}
static void append_later(dyncolor_theme *theme) {
  (void)dyncolor_sink_append(sink_of(theme), "{}", 2);
}
static void add_later(dyncolor_theme *theme) {
  (void)dyncolor_sink_add_n(sink_of(theme), "a.json", NUL, 0);
}

typedef struct misuse {
  const char *what;
  void (*commit)(dyncolor_theme *theme);
  const char *message; /* between "dyncolor: a function was " and the end of the line */
} misuse;

static const misuse misuses[] = {
    {"use of a released theme", use_a_released_theme,
     "given a theme, but this theme was released already"},
    {"finding in a released theme", find_in_a_released_theme,
     "given a theme, but this theme was released already"},
    {"resolving in a released theme", resolve_in_a_released_theme,
     "given a theme, but this theme was released already"},
    {"a second release of a theme", release_a_theme_twice,
     "to release a theme, but this theme was released already"},
    {"retaining a released theme", retain_a_released_theme,
     "given a theme, but this theme was released already"},
    {"the release of a reference that a watch holds", release_the_theme_of_a_watch_twice,
     "to release a theme, but this theme was released already"},
    {"use of a theme whose memory was reused", use_a_theme_whose_memory_is_taken,
     "given a theme, but this theme was released already"},
    {"use of a theme by a destroy function as it is freed", use_a_theme_as_it_is_freed,
     "given a theme, but this theme was released already"},
    {"use of a pointer that is no theme", use_no_theme,
     "given a theme, but this theme never was one"},
    {"release of a pointer that is no theme", release_no_theme,
     "to release a theme, but this theme never was one"},
    {"a snapshot passed as a theme", use_a_snapshot_for_a_theme,
     "given a theme, but this theme is another object: a snapshot"},
    {"a theme passed as a snapshot", use_a_theme_for_a_snapshot,
     "given a snapshot, but this snapshot is another object: a theme"},
    {"use of a released snapshot", use_a_released_snapshot,
     "given a snapshot, but this snapshot was released already"},
    {"resolving in a released snapshot that is handed out again", resolve_in_a_released_snapshot,
     "given a snapshot, but this snapshot was released already"},
    {"a release of a snapshot too many", release_a_snapshot_thrice,
     "to release a snapshot, but this snapshot was released already"},
    {"use of a released watch", use_a_released_watch,
     "given a watch, but this watch was released already"},
    {"pumping a released watch", pump_a_released_watch,
     "given a watch, but this watch was released already"},
    {"a second release of a watch", release_a_watch_twice,
     "to release a watch, but this watch was released already"},
    {"use of a released desktop", use_a_released_desktop,
     "given a desktop, but this desktop was released already"},
    {"a second release of a desktop", release_a_desktop_twice,
     "to release a desktop, but this desktop was released already"},
    {"use of a released audit", use_a_released_audit,
     "given an audit, but this audit was released already"},
    {"a second release of an audit", release_an_audit_twice,
     "to release an audit, but this audit was released already"},
    {"use of a released explanation", use_a_released_explanation,
     "given an explanation, but this explanation was released already"},
    {"a second release of an explanation", release_an_explanation_twice,
     "to release an explanation, but this explanation was released already"},
    {"use of a released report", use_a_released_report,
     "given a report, but this report was released already"},
    {"a second release of a report", release_a_report_twice,
     "to release a report, but this report was released already"},
    {"use of a context after its call", use_a_context_later,
     "given a context, but this context is of a call that has ended"},
    {"resolving in a context after its call", resolve_in_a_context_later,
     "given a context, but this context is of a call that has ended"},
    {"appending to a sink after its call", append_later,
     "given a sink, but this sink is of a call that has ended"},
    {"adding an entry to a sink after its call", add_later,
     "given a sink, but this sink is of a call that has ended"},
};

/* What a child writes to standard error, cut to the room there is, and how it ends. */
static int run_child(void (*body)(dyncolor_theme *theme), char *text, size_t room) {
  int pipes[2], status = 0;
  size_t count = 0;
  ssize_t more;
  CHECK(pipe(pipes) == 0);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipes[1], 2);
    close(pipes[0]);
    body(new_theme());
    _exit(0);
  }
  close(pipes[1]);
  while (count < room - 1 && (more = read(pipes[0], text + count, room - 1 - count)) > 0)
    count += (size_t)more;
  text[count] = 0;
  close(pipes[0]);
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

static const misuse *current;

static void it_is_told(void) {
  char text[4096], expected[200];
  snprintf(expected, sizeof expected, "dyncolor: a function was %s\n", current->message);
  const int status = run_child(current->commit, text, sizeof text);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  CHECK(strncmp(text, expected, strlen(expected)) == 0);
  if (strncmp(text, expected, strlen(expected)) != 0) printf("# it says: %.300s\n", text);
}

/* ---- What is no misuse ----------------------------------------------------------------------- */

static void release_during_the_call(dyncolor_theme *theme, const dyncolor_change *change,
                                    void *user_data) {
  (void)change;
  (void)user_data;
  dyncolor_theme_release(theme);
  CHECK(dyncolor_theme_generation(theme) > 0);
}

static void all_is_used_as_it_may_be(void) {
  dyncolor_theme *theme = new_theme();
  uint64_t observation;
  /* Each handle again and again, also where others have been. */
  for (int i = 0; i < 100; i++) {
    dyncolor_theme *other = dyncolor_theme_retain(new_theme());
    dyncolor_snapshot *snapshot = dyncolor_snapshot_retain(snapshot_of(i % 2 ? theme : other));
    dyncolor_snapshot *same = snapshot_of(i % 2 ? theme : other);
    dyncolor_explanation_release(explanation_of(other));
    dyncolor_audit_release(audit_of(other));
    dyncolor_report_release(report_of(other));
    CHECK(context_of(theme) != NULL && sink_of(other) != NULL);
    dyncolor_theme_release(other);
    find_in(other);
    dyncolor_theme_release(other);
    dyncolor_snapshot_release(snapshot);
    CHECK(dyncolor_snapshot_fingerprint(snapshot) == dyncolor_snapshot_fingerprint(same));
    dyncolor_snapshot_release(same);
    dyncolor_snapshot_release(snapshot);
  }
  /* NULL is harmless, and an argument like any other. */
  dyncolor_theme_release(NULL);
  dyncolor_snapshot_release(NULL);
  dyncolor_watch_release(NULL);
  dyncolor_desktop_release(NULL);
  dyncolor_explanation_release(NULL);
  dyncolor_audit_release(NULL);
  dyncolor_report_release(NULL);
  CHECK(dyncolor_theme_retain(NULL) == NULL && dyncolor_snapshot_retain(NULL) == NULL);
  CHECK(dyncolor_watch_pump(NULL, NULL, NULL, NULL) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  /* What holds a theme keeps it in use: a watch, and whoever is called by it. */
  dyncolor_watch *watch = watch_of(theme);
  dyncolor_theme_release(theme);
  resolve_in(theme);
  dyncolor_watch_release(watch);
  theme = new_theme();
  CHECK(dyncolor_theme_observe(theme, release_during_the_call, NULL, NULL, &observation, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "f", 1, "red", 3, NULL, NULL) == DYNCOLOR_OK);
}

int main(void) {
  alarm(300);
  for (size_t i = 0; i < COUNT(misuses); i++) {
    char text[200];
    current = &misuses[i];
    snprintf(text, sizeof text, "the checking build detects %s", current->what);
    CLAIM(text, it_is_told);
  }
  CLAIM("the checking build accepts correct use", all_is_used_as_it_may_be);
  return CHECK_RESULT;
}
