/* Files that are watched: what is done to them is noticed, and only what has changed is told. */
#include <dyncolor.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "refusals.h"
#include "themes.h"

/* Under valgrind, some of it is enough. */
static bool is_brief;

/* ---- Files ----------------------------------------------------------------------------------- */

enum { PATH_SIZE = 512 };

/* A path in one of a few buffers, which are used in turn. */
__attribute__((format(printf, 1, 2))) static const char *path(const char *format, ...) {
  static _Thread_local char buffers[8][PATH_SIZE];
  static _Thread_local unsigned turn;
  char *buffer = buffers[turn++ % 8];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(buffer, PATH_SIZE, format, arguments);
  va_end(arguments);
  return buffer;
}

/* Writes text over what a file has, or to a new one. */
static void write_file(const char *name, const char *text) {
  int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  size_t length = strlen(text);
  CHECK(file >= 0 && write(file, text, length) == (ssize_t)length);
  close(file);
}

static void make_folder(const char *name) { CHECK(mkdir(name, 0755) == 0 || errno == EEXIST); }
static void move(const char *from, const char *to) { CHECK(rename(from, to) == 0); }

/* Deletes a file, or a folder and all that is in it. */
static void delete(const char *name) {
  DIR *folder = opendir(name);
  struct stat status;
  bool is_link = lstat(name, &status) == 0 && S_ISLNK(status.st_mode);
  if (folder == NULL || is_link) {
    if (folder != NULL) closedir(folder);
    CHECK(unlink(name) == 0);
    return;
  }
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      char inner[PATH_SIZE];
      snprintf(inner, sizeof inner, "%.240s/%.255s", name, entry->d_name);
      delete(inner);
    }
  }
  closedir(folder);
  CHECK(rmdir(name) == 0);
}

/* Two paths change places, in one step. */
static void exchange(const char *a, const char *b) {
  enum { RENAME_EXCHANGE_FLAG = 2 };
  CHECK(syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE_FLAG) == 0);
}

static int count_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  while (folder != NULL && readdir(folder) != NULL) count++;
  if (folder != NULL) closedir(folder);
  return count;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static void rest(unsigned milliseconds) {
  nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000l}, NULL);
}

/* ---- A watched theme ------------------------------------------------------------------------- */

typedef struct scene {
  /* A new folder, with a folder `home` in which the file or the catalog is. */
  char root[64];
  dyncolor_theme *theme;
  dyncolor_watch *watch;
  /* What an observer has heard since it was last asked: names, with a space behind each. */
  char heard[1024];
  int changes, loads;
} scene;

static void listen(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  scene *s = data;
  s->changes++;
  for (size_t i = 0; i < change->count; i++) {
    const char *name = "gone";
    dyncolor_id_name(theme, change->ids[i], &name, NULL);
    size_t length = strlen(s->heard);
    snprintf(s->heard + length, sizeof s->heard - length, "%s ", name);
  }
}

static const char *two(const char *ink) {
  return path("{\"ink\": \"%s\", \"paper\": \"#eeeeee\"}", ink);
}

static const char *colorset(const char *hex) {
  static _Thread_local char text[512];
  snprintf(text, sizeof text,
           "{\"info\": {\"author\": \"xcode\", \"version\": 1}, \"colors\": [{\"idiom\": "
           "\"universal\", \"color\": {\"color-space\": \"srgb\", \"components\": {\"red\": "
           "\"0x%.2s\", \"green\": \"0x%.2s\", \"blue\": \"0x%.2s\", \"alpha\": \"1.000\"}}}]}",
           hex + 1, hex + 3, hex + 5);
  return text;
}

static void make_colorset(const char *folder, const char *hex) {
  make_folder(folder);
  write_file(path("%s/Contents.json", folder), colorset(hex));
}

static void make_catalog(const char *folder) {
  make_folder(folder);
  make_colorset(path("%s/ink.colorset", folder), "#111111");
  make_colorset(path("%s/paper.colorset", folder), "#eeeeee");
}

static void make_scene(scene *s) {
  memset(s, 0, sizeof *s);
  snprintf(s->root, sizeof s->root, "/tmp/dyncolor-watch-XXXXXX");
  CHECK(mkdtemp(s->root) != NULL);
  make_folder(path("%s/home", s->root));
  write_file(path("%s/home/theme.json", s->root), two("#111111"));
  CHECK(symlink("home", path("%s/link", s->root)) == 0);
  s->theme = new_theme();
}

static void begin(scene *s, const char *name, const dyncolor_load_options *options) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  uint64_t observation;
  dyncolor_status status =
      dyncolor_watch_create_n(s->theme, name, NUL, options, &s->watch, NULL, &error);
  CHECK(status == DYNCOLOR_OK && s->watch != NULL);
  if (status != DYNCOLOR_OK) printf("# %s: %s: %s\n", name, error.message, error.context);
  CHECK(dyncolor_theme_observe(s->theme, listen, s, NULL, &observation, NULL) == DYNCOLOR_OK);
}

static void end(scene *s) {
  dyncolor_watch_release(s->watch);
  dyncolor_theme_release(s->theme);
  delete(s->root);
}

/* Whether a color is what CSS says, or, without text, is not registered. */
static bool is(dyncolor_theme *theme, const char *name, const char *css) {
  dyncolor_id id = DYNCOLOR_ID_NONE;
  dyncolor_status status = dyncolor_theme_find_n(theme, name, NUL, &id, NULL);
  if (css == NULL) return status == DYNCOLOR_ERROR_UNKNOWN_NAME;
  dyncolor_rgba rgba;
  dyncolor_color found, wanted;
  if (status != DYNCOLOR_OK || dyncolor_resolve(theme, id, NULL, &rgba, NULL) != DYNCOLOR_OK)
    return false;
  found = (dyncolor_color){DYNCOLOR_SPACE_SRGB, 0, {rgba.r, rgba.g, rgba.b}, rgba.a};
  CHECK(dyncolor_color_parse_n(css, NUL, &wanted, NULL) == DYNCOLOR_OK);
  return dyncolor_color_is_near(&found, &wanted) != 0;
}

/* Waits until the descriptor says that there is something to do, and does it. */
static dyncolor_status turn(scene *s, int milliseconds) {
  struct pollfd descriptor = {dyncolor_watch_descriptor(s->watch), POLLIN, 0};
  int did_load = -1;
  if (poll(&descriptor, 1, milliseconds) <= 0) return DYNCOLOR_OK;
  dyncolor_status status = dyncolor_watch_pump(s->watch, &did_load, NULL, NULL);
  s->loads += did_load == 1;
  return status;
}

/* Waits until what has changed is due, which is told, and pumps. `report` and `error` may be
 * NULL. */
static dyncolor_status pump_when_due(scene *s, int *did_load, dyncolor_report **report,
                                     dyncolor_error *error) {
  struct pollfd descriptor = {dyncolor_watch_descriptor(s->watch), POLLIN, 0};
  uint64_t start = now();
  dyncolor_report *none = NULL;
  dyncolor_report **found = report != NULL ? report : &none;
  dyncolor_status status = DYNCOLOR_OK;
  *did_load = 0;
  *found = NULL;
  while (status == DYNCOLOR_OK && *found == NULL && now() - start < 5000) {
    CHECK(poll(&descriptor, 1, 5000) == 1);
    status = dyncolor_watch_pump(s->watch, did_load, found, error);
    if (s->watch == NULL) break;
  }
  if (report == NULL) dyncolor_report_release(none);
  return status;
}

/* Whether a color becomes what CSS says, within five seconds. */
static bool becomes(scene *s, const char *name, const char *css) {
  uint64_t start = now();
  while (!is(s->theme, name, css)) {
    if (now() - start > 5000) return false;
    turn(s, 100);
  }
  return true;
}

/* Whether a watch neither loads nor fails for a while. Its descriptor may become readable
 * meanwhile: the folders above the file are watched too, and other programs make files in /tmp. */
static bool is_idle(scene *s, uint64_t milliseconds) {
  int loads = s->loads;
  uint64_t start = now(), passed = 0;
  do {
    if (turn(s, (int)(milliseconds - passed)) != DYNCOLOR_OK || s->loads != loads) return false;
    passed = now() - start;
  } while (passed < milliseconds);
  return true;
}

/* Takes turns until nothing has happened for a while. */
static void quiet(scene *s) {
  while (!is_idle(s, 130)) continue;
}

static void forget(scene *s) {
  s->heard[0] = 0;
  s->changes = s->loads = 0;
}

/* ---- What is done to a file ------------------------------------------------------------------ */

static void is_written(const char *root) {
  write_file(path("%s/home/theme.json", root), two("#222222"));
}

static void is_written_slowly(const char *root) {
  int file = open(path("%s/home/theme.json", root), O_WRONLY | O_TRUNC);
  for (const char *text = two("#222222"); *text != 0; text++) {
    CHECK(write(file, text, 1) == 1);
    rest(1);
  }
  close(file);
}

/* By who keeps the file open. */
static void is_written_and_kept_open(const char *root) {
  static int file = -1;
  if (file >= 0) close(file);
  file = open(path("%s/home/theme.json", root), O_WRONLY | O_TRUNC | O_CLOEXEC);
  const char *text = two("#222222");
  CHECK(write(file, text, strlen(text)) > 0);
}

static void is_replaced(const char *root) {
  write_file(path("%s/home/.theme.json.new", root), two("#222222"));
  move(path("%s/home/.theme.json.new", root), path("%s/home/theme.json", root));
}

static void is_replaced_from_elsewhere(const char *root) {
  write_file(path("%s/new", root), two("#222222"));
  move(path("%s/new", root), path("%s/home/theme.json", root));
}

static void is_deleted_and_made(const char *root) {
  delete(path("%s/home/theme.json", root));
  rest(20);
  write_file(path("%s/home/theme.json", root), two("#222222"));
}

static void is_deleted_for_a_while(const char *root) {
  delete(path("%s/home/theme.json", root));
  rest(300);
  write_file(path("%s/home/theme.json", root), two("#222222"));
}

static void is_kept_as_a_backup(const char *root) {
  move(path("%s/home/theme.json", root), path("%s/home/theme.json~", root));
  write_file(path("%s/home/theme.json", root), two("#222222"));
}

static void becomes_a_hard_link(const char *root) {
  write_file(path("%s/new", root), two("#222222"));
  delete(path("%s/home/theme.json", root));
  CHECK(link(path("%s/new", root), path("%s/home/theme.json", root)) == 0);
}

static void becomes_a_symbolic_link(const char *root) {
  make_folder(path("%s/elsewhere", root));
  write_file(path("%s/elsewhere/new", root), two("#121212"));
  CHECK(symlink("../elsewhere/new", path("%s/home/.theme", root)) == 0);
  move(path("%s/home/.theme", root), path("%s/home/theme.json", root));
  rest(50);
  write_file(path("%s/elsewhere/new", root), two("#222222"));
}

static void is_moved_with_its_folder(const char *root) {
  make_folder(path("%s/new", root));
  write_file(path("%s/new/theme.json", root), two("#222222"));
  move(path("%s/home", root), path("%s/old", root));
  rest(20);
  move(path("%s/new", root), path("%s/home", root));
}

static void is_exchanged_with_its_folder(const char *root) {
  make_folder(path("%s/new", root));
  write_file(path("%s/new/theme.json", root), two("#222222"));
  exchange(path("%s/home", root), path("%s/new", root));
}

static void is_deleted_with_its_folder(const char *root) {
  delete(path("%s/home", root));
  rest(150);
  make_folder(path("%s/home", root));
  rest(20);
  write_file(path("%s/home/theme.json", root), two("#222222"));
}

static void comes_back(const char *root) {
  move(path("%s/home", root), path("%s/away", root));
  rest(200);
  write_file(path("%s/away/theme.json", root), two("#222222"));
  move(path("%s/away", root), path("%s/home", root));
}

static void has_its_link_changed(const char *root) {
  make_folder(path("%s/new", root));
  write_file(path("%s/new/theme.json", root), two("#222222"));
  delete(path("%s/link", root));
  CHECK(symlink("new", path("%s/link", root)) == 0);
  /* For those who come by another way. */
  is_written(root);
}

static const struct {
  const char *what;
  void (*edit)(const char *root);
} edits[] = {
    {"written again", is_written},
    {"written byte by byte", is_written_slowly},
    {"written by who does not close it", is_written_and_kept_open},
    {"replaced by another", is_replaced},
    {"replaced by another of another folder", is_replaced_from_elsewhere},
    {"deleted, and made anew", is_deleted_and_made},
    {"deleted for a while", is_deleted_for_a_while},
    {"kept as a backup, and made anew", is_kept_as_a_backup},
    {"replaced by a hard link", becomes_a_hard_link},
    {"replaced by a symbolic link", becomes_a_symbolic_link},
    {"moved away with its folder, and another comes", is_moved_with_its_folder},
    {"exchanged with its folder", is_exchanged_with_its_folder},
    {"deleted with its folder", is_deleted_with_its_folder},
    {"away with its folder for a while", comes_back},
    {"behind a link that is changed", has_its_link_changed},
};

/* Ways to say which file: formats for the root. */
static const char *const ways[] = {
    "%s/home/theme.json", "%s/link/theme.json", "%s//home/./../home///theme.json"};

typedef struct hand {
  void (*edit)(const char *root);
  const char *root;
  atomic_bool is_done;
} hand;

static void *edit_by_hand(void *data) {
  hand *h = data;
  h->edit(h->root);
  atomic_store(&h->is_done, true);
  return NULL;
}

/* Edits while the watch is pumped, and until it is quiet. */
static void edit_while_pumping(scene *s, void (*edit)(const char *root), const char *root) {
  hand h = {edit, root, false};
  pthread_t thread;
  pthread_create(&thread, NULL, edit_by_hand, &h);
  while (!atomic_load(&h.is_done)) turn(s, 5);
  pthread_join(thread, NULL);
}

static void check_edit(size_t edit, const char *way, bool pumps) {
  scene s;
  make_scene(&s);
  char name[PATH_SIZE];
  snprintf(name, sizeof name, way, s.root, s.root);
  begin(&s, name, NULL);
  CHECK(is(s.theme, "ink", "#111111") && is(s.theme, "paper", "#eeeeee"));
  if (pumps)
    edit_while_pumping(&s, edits[edit].edit, s.root);
  else
    edits[edit].edit(s.root);
  bool was_noticed = becomes(&s, "ink", "#222222");
  quiet(&s);
  CHECK(was_noticed && is(s.theme, "ink", "#222222") && is(s.theme, "paper", "#eeeeee"));
  /* Nothing was ever lost, and of `paper` nothing was told. */
  CHECK(strstr(s.heard, "paper") == NULL && strstr(s.heard, "gone") == NULL);
  CHECK(strncmp(s.heard, "ink ", 4) == 0);
  /* And what is done next, too. */
  forget(&s);
  write_file(name, two("#333333"));
  bool was_noticed_again = becomes(&s, "ink", "#333333");
  CHECK(was_noticed_again);
  if (!was_noticed || !was_noticed_again)
    printf("# %s%s: %s\n", edits[edit].what, pumps ? ", pumped" : "", way);
  end(&s);
}

static void edits_are_noticed(void) {
  for (size_t way = 0; way < COUNT(ways); way++)
    for (size_t edit = 0; edit < COUNT(edits); edit++)
      for (int pumps = way > 0; pumps <= 1; pumps++) {
        /* In brief, each edit is seen once. */
        const bool is_one = way == edit % COUNT(ways) && (way > 0 || pumps == (int)(edit % 2));
        if (!is_brief || is_one) check_edit(edit, ways[way], pumps != 0);
      }
}

static void a_relative_path_is_meant_where_it_was_said(void) {
  scene s;
  char before[PATH_SIZE];
  make_scene(&s);
  CHECK(getcwd(before, sizeof before) != NULL && chdir(s.root) == 0);
  begin(&s, "home/theme.json", NULL);
  CHECK(chdir(before) == 0);
  is_replaced(s.root);
  CHECK(becomes(&s, "ink", "#222222"));
  end(&s);
}

static void any_path_is_followed(void) {
  static const struct {
    const char *format, *why;
  } rows[] = {
      {"%s/home/theme.json//", "slashes at the end say nothing"},
      {"%s/rooted/theme.json", "a link begins at the root"},
      {"/../..%s/home/theme.json", "above the root there is the root"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    scene s;
    make_scene(&s);
    CHECK(symlink(path("/..%s/home", s.root), path("%s/rooted", s.root)) == 0);
    char name[PATH_SIZE];
    snprintf(name, sizeof name, rows[i].format, s.root);
    begin(&s, name, NULL);
    CHECK(is(s.theme, "ink", "#111111"));
    is_replaced(s.root);
    bool was_noticed = becomes(&s, "ink", "#222222");
    /* And what is noticed on the way there. */
    make_folder(path("%s/new", s.root));
    write_file(path("%s/new/theme.json", s.root), two("#333333"));
    exchange(path("%s/home", s.root), path("%s/new", s.root));
    was_noticed = becomes(&s, "ink", "#333333") && was_noticed;
    CHECK(was_noticed);
    if (!was_noticed) printf("# %s\n", rows[i].why);
    end(&s);
  }
}

/* Who may read a file is part of it; but nothing is whole again by that. */
static void permissions_are_followed(void) {
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  begin(&s, file, NULL);
  int did_load = -1;
  CHECK(chmod(file, 0600) == 0);
  CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 1);
  CHECK(s.changes == 0);
  quiet(&s);
  /* A tenth of a second is waited for who has not closed it. */
  int open_file = open(file, O_WRONLY | O_TRUNC);
  uint64_t start = now();
  CHECK(write(open_file, two("#222222"), strlen(two("#222222"))) > 0);
  CHECK(dyncolor_watch_pump(s.watch, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 0);
  CHECK(chmod(file, 0644) == 0);
  for (did_load = 0; !did_load && now() - start < 5000;)
    CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK);
  CHECK(now() - start >= 99 && is(s.theme, "ink", "#222222"));
  close(open_file);
  end(&s);
}

/* ---- What is done to a folder ---------------------------------------------------------------- */

static void set_appears(const char *home) {
  make_colorset(path("%s/new.colorset", home), "#222222");
}

static void set_appears_slowly(const char *home) {
  make_folder(path("%s/new.colorset", home));
  rest(300);
  write_file(path("%s/new.colorset/Contents.json", home), colorset("#222222"));
}

static void set_comes_whole(const char *home) {
  make_colorset(path("%s.new", home), "#222222");
  move(path("%s.new", home), path("%s/new.colorset", home));
}

static void group_appears(const char *home) {
  make_folder(path("%s/Group", home));
  make_folder(path("%s/Group/Inner", home));
  make_colorset(path("%s/Group/Inner/new.colorset", home), "#222222");
}

static void set_is_renamed(const char *home) {
  make_colorset(path("%s/other.colorset", home), "#222222");
  rest(250);
  move(path("%s/other.colorset", home), path("%s/new.colorset", home));
}

static void catalog_is_exchanged(const char *home) {
  make_catalog(path("%s.new", home));
  make_colorset(path("%s.new/new.colorset", home), "#222222");
  exchange(path("%s.new", home), home);
}

static const struct {
  const char *what;
  void (*edit)(const char *home);
} folder_edits[] = {
    {"a set appears", set_appears},
    {"a set appears slowly", set_appears_slowly},
    {"a set is moved in", set_comes_whole},
    {"a group of groups appears", group_appears},
    {"a set gets another name", set_is_renamed},
    {"the catalog is exchanged", catalog_is_exchanged},
};

static void folders_are_followed(void) {
  for (size_t i = 0; i < COUNT(folder_edits); i += is_brief ? 2 : 1) {
    scene s;
    make_scene(&s);
    const char *format = "%s/home/Colors.xcassets";
    char home[PATH_SIZE];
    snprintf(home, sizeof home, format, s.root);
    make_catalog(home);
    begin(&s, home, NULL);
    CHECK(is(s.theme, "ink", "#111111") && is(s.theme, "paper", "#eeeeee"));
    edit_while_pumping(&s, folder_edits[i].edit, home);
    bool was_noticed = becomes(&s, "new", "#222222");
    quiet(&s);
    CHECK(was_noticed && is(s.theme, "ink", "#111111") && is(s.theme, "other", NULL));
    CHECK(strstr(s.heard, "ink") == NULL && strstr(s.heard, "paper") == NULL);
    /* What has come is watched as well. */
    forget(&s);
    write_file(path("%s/ink.colorset/Contents.json", home), colorset("#444444"));
    CHECK(becomes(&s, "ink", "#444444") && strcmp(s.heard, "ink ") == 0);
    /* And that it goes. */
    forget(&s);
    delete(path("%s/paper.colorset", home));
    CHECK(becomes(&s, "paper", NULL) && is(s.theme, "ink", "#444444"));
    CHECK(s.changes == 1);
    if (!was_noticed) printf("# %s\n", folder_edits[i].what);
    end(&s);
  }
}

typedef struct meddler {
  const char *home;
  char first[64];
} meddler;

/* When the second set is about to be read, the first is written again. */
static int meddle(void *data, const char *name, size_t colors) {
  meddler *m = data;
  (void)colors;
  if (m->first[0] == 0) {
    snprintf(m->first, sizeof m->first, "%s", name);
  } else if (m->home != NULL && strcmp(name, m->first) != 0) {
    make_colorset(path("%s/%s", m->home, m->first), "#222222");
    m->home = NULL;
  }
  return 0;
}

static void what_changes_at_first_is_read_again(void) {
  scene s;
  make_scene(&s);
  char home[PATH_SIZE];
  snprintf(home, sizeof home, "%s/home/Colors.xcassets", s.root);
  make_catalog(home);
  meddler m = {home, ""};
  dyncolor_load_options options = {
      .size = sizeof options, .progress = meddle, .progress_user_data = &m};
  begin(&s, home, &options);
  CHECK(m.home == NULL && is(s.theme, "ink", "#111111") && is(s.theme, "paper", "#eeeeee"));
  char changed[64];
  snprintf(changed, sizeof changed, "%.*s", (int)strcspn(m.first, "."), m.first);
  CHECK(becomes(&s, changed, "#222222") && s.loads == 1);
  end(&s);
}

/* ---- What is told ---------------------------------------------------------------------------- */

static void broken_edits_change_nothing(void) {
  scene s;
  make_scene(&s);
  const char *name = path("%s/home/theme.json", s.root);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s", name);
  dyncolor_load_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON};
  begin(&s, file, &options);
  uint64_t before = dyncolor_theme_fingerprint(s.theme);
  char whole[128];
  snprintf(whole, sizeof whole, "%s", two("#222222"));
  for (size_t length = 0; length < strlen(whole); length++) {
    char part[128];
    snprintf(part, sizeof part, "%.*s", (int)length, whole);
    write_file(file, part);
    int did_load = -1;
    size_t count = 0;
    dyncolor_report *report = NULL;
    dyncolor_error error = DYNCOLOR_ERROR_INIT;
    dyncolor_status status = pump_when_due(&s, &did_load, &report, &error);
    CHECK(status == DYNCOLOR_ERROR_SYNTAX && error.status == status && did_load == 0);
    const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
    CHECK(count >= 1 && findings[count - 1].severity == DYNCOLOR_SEVERITY_ERROR);
    CHECK(count >= 1 && strcmp(findings[0].path, file) == 0 && findings[0].line == 1);
    CHECK(strcmp(error.path, file) == 0 && error.line == 1);
    dyncolor_report_release(report);
    CHECK(dyncolor_theme_fingerprint(s.theme) == before);
    /* It is told once. */
    CHECK(dyncolor_watch_pump(s.watch, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 0);
  }
  CHECK(s.changes == 0);
  write_file(file, whole);
  CHECK(becomes(&s, "ink", "#222222") && s.changes == 1);
  /* A file that is away is told, too, but not at once. */
  forget(&s);
  delete(file);
  dyncolor_status status = DYNCOLOR_OK;
  for (uint64_t start = now(); status == DYNCOLOR_OK && now() - start < 5000;)
    status = turn(&s, 100);
  CHECK(status == DYNCOLOR_ERROR_FILE && s.changes == 0 && is(s.theme, "ink", "#222222"));
  end(&s);
}

/* Writes a file, and checks what the next load finds: the status, and the first finding of that
 * severity. */
static void check_finding(scene *s, const char *file, const char *text, dyncolor_status status,
                          dyncolor_severity severity, uint32_t line, uint32_t column,
                          const char *message, const char *context) {
  dyncolor_report *report = NULL;
  int did_load = -1;
  size_t count = 0;
  bool is_found = false;
  write_file(file, text);
  CHECK(pump_when_due(s, &did_load, &report, NULL) == status);
  CHECK(did_load == (status == DYNCOLOR_OK));
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count && !is_found; i++)
    is_found = findings[i].severity == (int32_t)severity && findings[i].line == line &&
               findings[i].column == column && strcmp(findings[i].message, message) == 0 &&
               strcmp(findings[i].context, context) == 0;
  CHECK(is_found);
  if (!is_found)
    for (size_t i = 0; i < count; i++)
      printf("# %s: %u:%u: %s: %s\n", text, findings[i].line, findings[i].column,
             findings[i].message, findings[i].context);
  dyncolor_report_release(report);
}

static void a_color_does_not_get_lost(void) {
  static const char was_color[] = "expected a color, because there was one in the last load";
  static const struct {
    const char *name, *good, *bad;
    uint32_t line, column;
    const char *context, *why;
  } rows[] = {
      {"a.css", ":root{--ink:red;--paper:snow}", ":root{--ink:red;--paper:snwo}", 1, 25,
       "snwo; did you mean \"snow\"?", "a misspelled word"},
      {"a.css", ":root{--ink:red;--paper:snow}", ":root{--ink:red;--paper:1px}", 1, 25, "1px",
       "a value of another kind"},
      {"a.css", ":root{--ink:red;--paper:snow}", ":root{--ink:red;--size:1px;--paper:var(--size)}",
       1, 24, "1px, the value of --size in var(--size)", "a reference"},
      {"a.css", ":root{--ink:red;--paper:snow}", ":root{--ink:red;--paper:calc(var(--no) * 2)}", 1,
       25, "calc(var(--no) * 2)", "a reference to nothing"},
      {"a.colors", "[WM]\nink=255,0,0\npaper=1,2,3\n", "[WM]\nink=255,0,0\npaper=1,2\n", 3, 7,
       "1,2", "a key of KDE"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    const char *const prefix = rows[i].name[2] == 'c' && rows[i].name[3] == 's' ? "" : "WM/";
    char file[PATH_SIZE], paper[32], ink[32];
    for (int is_strict = 0; is_strict < 2; is_strict++) {
      scene s;
      make_scene(&s);
      snprintf(file, sizeof file, "%s/home/%s", s.root, rows[i].name);
      snprintf(paper, sizeof paper, "web/%spaper", prefix);
      snprintf(ink, sizeof ink, "web/%sink", prefix);
      write_file(file, rows[i].good);
      dyncolor_load_options options = {
          .size = sizeof options, .flags = is_strict ? DYNCOLOR_LOAD_STRICT : 0};
      options.prefix = "web/";
      options.prefix_length = NUL;
      begin(&s, file, &options);
      CHECK(!is(s.theme, paper, NULL));
      const uint64_t before = dyncolor_theme_fingerprint(s.theme);
      /* A second load still knows the colors of the last good one. */
      for (int time = 0; time <= is_strict; time++)
        check_finding(&s, file, rows[i].bad, is_strict ? DYNCOLOR_ERROR_SYNTAX : DYNCOLOR_OK,
                      is_strict ? DYNCOLOR_SEVERITY_ERROR : DYNCOLOR_SEVERITY_WARNING,
                      rows[i].line, rows[i].column, was_color, rows[i].context);
      if (is_strict) CHECK(dyncolor_theme_fingerprint(s.theme) == before);
      if (!is_strict) CHECK(is(s.theme, paper, NULL) && is(s.theme, ink, "red"));
      end(&s);
    }
  }
  /* What the file no longer has is unregistered, and what it never was is no color. */
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/a.css", s.root);
  write_file(file, ":root{--ink:red;--paper:snow;--font:serif}");
  dyncolor_load_options options = {.size = sizeof options, .flags = DYNCOLOR_LOAD_STRICT};
  begin(&s, file, &options);
  int did_load = 0;
  write_file(file, ":root{--ink:red;--font:bold}");
  CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 1);
  CHECK(is(s.theme, "paper", NULL) && is(s.theme, "ink", "red"));
  check_finding(&s, file, ":root{--ink:red;--paper:snwo}", DYNCOLOR_OK, DYNCOLOR_SEVERITY_NOTE, 1,
                25, "not a color", "snwo; did you mean \"snow\"?");
  end(&s);
}

/* Has a file read for which so many allocations succeed, and tells how many were asked for. */
static dyncolor_status load_short(scene *s, const char *file, const char *text, short_heap *heap,
                                  size_t allocations, size_t *asked) {
  struct pollfd descriptor = {dyncolor_watch_descriptor(s->watch), POLLIN, 0};
  dyncolor_status status = DYNCOLOR_OK;
  int did_load = 0;
  write_file(file, text);
  while (status == DYNCOLOR_OK && did_load == 0 && poll(&descriptor, 1, 5000) == 1) {
    heap->left = allocations;
    heap->failures = 0;
    status = dyncolor_watch_pump(s->watch, &did_load, NULL, NULL);
    *asked = allocations - heap->left;
    heap->left = SIZE_MAX;
  }
  CHECK(status == (heap->failures == 0 ? DYNCOLOR_OK : DYNCOLOR_ERROR_OUT_OF_MEMORY));
  return status;
}

static void loads_without_memory_leave_nothing(void) {
  static char many[1 << 14], one[1 << 17];
  const size_t enough = 1 << 20;
  short_heap heap = {.left = SIZE_MAX, .stays_short = true};
  size_t length = 0, allocations = 0, asked = 0, taken = 0, failed = 0;
  for (int i = 0; i < 500; i++)
    length += (size_t)snprintf(many + length, sizeof many - length, "%s\"c%d\": \"red\"",
                               i == 0 ? "{" : ", ", i);
  strcat(many, "}");
  strcpy(one, "{\"c0\": {\"value\": \"red\", \"description\": \"");
  memset(one + strlen(one), 'x', 100000);
  strcat(one, "\"}}");
  scene s;
  make_scene(&s);
  dyncolor_theme_release(s.theme);
  s.theme = new_theme_in(&heap);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  write_file(file, many);
  begin(&s, file, NULL);
  /* Once for what is kept for the next time. */
  for (int i = 0; i < 2; i++) {
    CHECK(load_short(&s, file, one, &heap, enough, &allocations) == DYNCOLOR_OK);
    CHECK(load_short(&s, file, many, &heap, enough, &asked) == DYNCOLOR_OK);
  }
  CHECK(dyncolor_theme_count(s.theme) == 500 && allocations > 20);
  for (size_t i = 0; i < 10; i++) {
    failed += load_short(&s, file, one, &heap, allocations - 1 - i / 2, &asked) != DYNCOLOR_OK;
    if (i == 0) taken = heap.taken;
    CHECK(heap.taken == taken);
  }
  CHECK(failed == 10 && dyncolor_theme_count(s.theme) == 500);
  /* After a second it is tried again. */
  int did_load = 0;
  CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 1);
  CHECK(dyncolor_theme_count(s.theme) == 1);
  end(&s);
  CHECK(heap.taken == 0);
}

static void observers_hear_what_changed(void) {
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  dyncolor_load_options options = {.size = sizeof options};
  begin(&s, file, &options);
  dyncolor_id link = 0;
  CHECK(dyncolor_register_css_n(s.theme, "link", NUL, "var(--ink)", NUL, &link, NULL) == 0);
  static const struct {
    const char *text, *heard, *why;
  } rows[] = {
      {"{\"ink\": \"#111111\", \"paper\": \"#eeeeee\"}", "", "the same"},
      {"{ \"paper\" : \"#eeeeee\",\n\"ink\": \"#111\" }", "", "the same in other words"},
      {"{\"ink\": \"#121212\", \"paper\": \"#eeeeee\"}", "ink link ", "one, and what refers to it"},
      {"{\"ink\": \"#121212\"}", "paper ", "one is gone"},
      {"{\"ink\": \"#121212\", \"paper\": \"#eeeeee\", \"a\": \"red\"}", "paper a ", "two come"},
      {"{\"b\": \"red\"}", "ink paper link a b ", "all are others"},
      {"{\"ink\": \"#111111\", \"paper\": \"#eeeeee\"}", "ink paper link b ", "as at first"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    uint64_t generation = dyncolor_theme_generation(s.theme);
    forget(&s);
    write_file(file, rows[i].text);
    int did_load = -1;
    CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 1);
    bool changes = rows[i].heard[0] != 0;
    CHECK(s.changes == changes && strlen(s.heard) == strlen(rows[i].heard));
    CHECK(dyncolor_theme_generation(s.theme) == generation + changes);
    char expected[128], *rest_of = expected;
    snprintf(expected, sizeof expected, "%s", rows[i].heard);
    for (char *word; (word = strtok_r(rest_of, " ", &rest_of)) != NULL;)
      CHECK(strstr(s.heard, word) != NULL);
    if (strlen(s.heard) != strlen(rows[i].heard))
      printf("# %s: %s, not %s\n", rows[i].why, s.heard, rows[i].heard);
  }
  end(&s);
}

static void only_its_own_colors_go(void) {
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  uint16_t layer = 0, owner = 0;
  CHECK(dyncolor_layer_declare_n(s.theme, "file", NUL, DYNCOLOR_LAYER_USER, &layer, NULL) == 0);
  CHECK(dyncolor_owner_declare_n(s.theme, "disk", NUL, &owner, NULL) == DYNCOLOR_OK);
  dyncolor_load_options options = {.size = sizeof options};
  options.layer = layer;
  options.owner = owner;
  options.prefix = "x/";
  options.prefix_length = NUL;
  dyncolor_id id;
  CHECK(dyncolor_register_css_n(s.theme, "x/ink", NUL, "blue", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(s.theme, "mine", NUL, "blue", NUL, &id, NULL) == DYNCOLOR_OK);
  begin(&s, file, &options);
  CHECK(is(s.theme, "x/ink", "#111111") && is(s.theme, "x/paper", "#eeeeee"));
  write_file(file, "{\"other\": \"red\"}");
  CHECK(becomes(&s, "x/other", "red"));
  CHECK(is(s.theme, "x/ink", "blue") && is(s.theme, "x/paper", NULL));
  CHECK(is(s.theme, "mine", "blue"));
  /* What somebody has taken out, or registered since, is not the watch's any more. */
  CHECK(dyncolor_layer_clear(s.theme, layer, NULL) == DYNCOLOR_OK);
  write_file(file, "{\"ink\": \"lime\"}");
  CHECK(becomes(&s, "x/ink", "lime") && is(s.theme, "x/other", NULL));
  end(&s);
}

/* A color whose owner the file names goes with its line; one that another owner has taken stays. */
static void colors_with_owners_go(void) {
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  write_file(file, "{\"$owners\": [\"plugin\"], \"ink\": \"black\", "
                   "\"mine\": {\"value\": \"red\", \"$owner\": \"plugin\"}, "
                   "\"taken\": {\"value\": \"red\", \"$owner\": \"plugin\"}}");
  begin(&s, file, NULL);
  uint16_t owner = 0;
  CHECK(dyncolor_owner_find_n(s.theme, "plugin", NUL, &owner, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_owner_declare_n(s.theme, "other", NUL, &owner, NULL) == DYNCOLOR_OK);
  dyncolor_definition taken = DYNCOLOR_DEFINITION_INIT;
  taken.kind = DYNCOLOR_KIND_CSS;
  taken.name = "taken";
  taken.name_length = DYNCOLOR_NUL_TERMINATED;
  taken.css = "blue";
  taken.css_length = DYNCOLOR_NUL_TERMINATED;
  taken.owner = owner;
  CHECK(dyncolor_register(s.theme, &taken, 1, NULL, NULL) == DYNCOLOR_OK);
  write_file(file, "{\"ink\": \"lime\"}");
  CHECK(becomes(&s, "ink", "lime"));
  CHECK(is(s.theme, "mine", NULL) && is(s.theme, "taken", "blue"));
  end(&s);
}

static void edits_are_taken_together(void) {
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  begin(&s, file, NULL);
  for (int i = 0; i < 100; i++) write_file(file, two(path("#%06x", i)));
  int did_load = -1;
  CHECK(dyncolor_watch_pump(s.watch, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 0);
  CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 1);
  CHECK(s.changes == 1 && is(s.theme, "ink", "#000063"));
  CHECK(dyncolor_watch_pump(s.watch, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 0);
  /* More than the kernel remembers. */
  forget(&s);
  char other[PATH_SIZE];
  snprintf(other, sizeof other, "%s/home/other", s.root);
  const int writes = is_brief ? 120 : 12000;
  for (int i = 0; i < writes; i++) {
    write_file(other, "x");
    if (i == writes / 12 * 11) write_file(file, two("#222222"));
  }
  CHECK(becomes(&s, "ink", "#222222"));
  end(&s);
}

static void others_files_are_nobodys_business(void) {
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  begin(&s, file, NULL);
  CHECK(is_idle(&s, 0));
  write_file(path("%s/home/other.json", s.root), "{");
  write_file(path("%s/home/theme.json~", s.root), "{");
  write_file(path("%s/theme.json", s.root), "{");
  int did_load = -1;
  dyncolor_report *report;
  MARK(report);
  CHECK(dyncolor_watch_pump(s.watch, &did_load, &report, NULL) == DYNCOLOR_OK);
  CHECK(did_load == 0 && report == NULL && is_idle(&s, 150));
  end(&s);
}

/* A watch may begin with files that cannot be loaded: with a mistake in them, or not there yet. */
static void broken_files_are_watched(void) {
  static const char *const wrong[] = {"{\"ink\": \"bluue\"}", "{\"ink\": ", NULL};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    scene s;
    make_scene(&s);
    char file[PATH_SIZE];
    snprintf(file, sizeof file, "%s/home/%s.json", s.root, wrong[i] == NULL ? "absent" : "theme");
    if (wrong[i] != NULL) write_file(file, wrong[i]);
    const dyncolor_status expected =
        wrong[i] == NULL ? DYNCOLOR_ERROR_FILE : DYNCOLOR_ERROR_SYNTAX;
    dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
    dyncolor_error error = fresh_error();
    dyncolor_report *report = NULL;
    CHECK(dyncolor_watch_create_n(s.theme, file, NUL, &options, &s.watch, NULL, &error) ==
          expected);
    CHECK(s.watch == NULL && strcmp(error.path, file) == 0);
    options.flags = DYNCOLOR_LOAD_WATCH_ANYWAY;
    /* The flag means nothing to a load. */
    check_refused(dyncolor_theme_load_n(s.theme, file, NUL, &options, NULL, &error), &error,
                  "options.flags");

    uint64_t before = dyncolor_theme_fingerprint(s.theme);
    error = fresh_error();
    CHECK(dyncolor_watch_create_n(s.theme, file, NUL, &options, &s.watch, &report, &error) ==
          DYNCOLOR_OK);
    CHECK(s.watch != NULL && dyncolor_theme_fingerprint(s.theme) == before);
    size_t count = 0;
    const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
    CHECK(count > 0 && findings[0].status == (int32_t)expected);
    dyncolor_report_release(report);
    /* The mistake is told by the first pump, which is due at once, and once. */
    struct pollfd descriptor = {dyncolor_watch_descriptor(s.watch), POLLIN, 0};
    CHECK(poll(&descriptor, 1, 1000) == 1);
    int did_load = -1;
    error = fresh_error();
    CHECK(pump_when_due(&s, &did_load, NULL, &error) == expected && did_load == 0);
    CHECK(error.status == expected && strcmp(error.path, file) == 0);
    CHECK(is_idle(&s, 50));
    /* Then it is mended. */
    write_file(file, two("#222222"));
    CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 1);
    CHECK(is(s.theme, "ink", "#222222"));
    end(&s);
  }
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void wrong_arguments_are_refused(void) {
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  dyncolor_error error;
  dyncolor_watch *watch;
  dyncolor_report *report;
  int did_load;
  dyncolor_files files = {.size = sizeof files};
  dyncolor_load_options short_options = {.size = sizeof short_options - 1};
  dyncolor_load_options odd = {.size = sizeof odd, .flags = 64};
  dyncolor_load_options reserved = {.size = sizeof reserved, .reserved = 1};
  dyncolor_load_options unreadable = {.size = sizeof odd, .format = DYNCOLOR_FORMAT_C_HEADER};
  uint64_t before = dyncolor_theme_fingerprint(s.theme);
  int descriptors = count_descriptors();
  MARK(watch);
  MARK(report);
#define REFUSED(argument, call) \
  do { \
    error = fresh_error(); \
    check_refused(call, &error, argument); \
    CHECK_MARKED(watch); \
    CHECK_MARKED(report); \
  } while (0)
#define CREATE(theme, path, length, options) \
  dyncolor_watch_create_n(theme, path, length, options, &watch, &report, &error)
  REFUSED("theme", CREATE(NULL, file, NUL, NULL));
  REFUSED("path", CREATE(s.theme, NULL, 0, NULL));
  REFUSED("path", CREATE(s.theme, NULL, 5, NULL));
  REFUSED("path", CREATE(s.theme, "", NUL, NULL));
  REFUSED("path", CREATE(s.theme, file, 0, NULL));
  REFUSED("path", CREATE(s.theme, "a\0b", 3, NULL));
  REFUSED("path", CREATE(s.theme, file, SIZE_MAX / 2 + 1, NULL));
  REFUSED("options", CREATE(s.theme, file, NUL, &short_options));
  REFUSED("options", CREATE(s.theme, file, NUL, &odd));
  REFUSED("options", CREATE(s.theme, file, NUL, &reserved));
  REFUSED("options.format", CREATE(s.theme, file, NUL, &unreadable));
  odd = (dyncolor_load_options){.size = sizeof odd, .files = &files};
  REFUSED("files.read", CREATE(s.theme, file, NUL, &odd));
  files.read = (dyncolor_status(*)(void *, const char *, dyncolor_sink *))abort;
  REFUSED("options.files", CREATE(s.theme, file, NUL, &odd));
  REFUSED("watch", dyncolor_watch_create_n(s.theme, file, NUL, NULL, NULL, &report, &error));
  MARK(did_load);
  REFUSED("watch", dyncolor_watch_pump(NULL, &did_load, &report, &error));
  CHECK_MARKED(did_load);
  CHECK(dyncolor_watch_descriptor(NULL) == -1);
  dyncolor_watch_release(NULL);

  /* What is not there, or has no place in a file system, is not watched. */
  char long_path[6000];
  memset(long_path, 'a', sizeof long_path);
  const char *const missing[] = {path("%s/none", s.root), path("%s/none/none", s.root),
                                 path("%s/none", file), "/proc/self/mem"};
  for (size_t i = 0; i <= COUNT(missing); i++) {
    error = fresh_error();
    report = NULL;
    bool is_long = i == COUNT(missing);
    dyncolor_status status = CREATE(s.theme, is_long ? long_path : missing[i],
                                    is_long ? sizeof long_path : NUL, NULL);
    CHECK(status == DYNCOLOR_ERROR_FILE && error.status == status);
    size_t count = 0;
    CHECK(dyncolor_report_findings(report, &count) != NULL && count == 1);
    CHECK_MARKED(watch);
    dyncolor_report_release(report);
  }
  /* Nor is what the system has no more descriptors for: with one more at a time, it is at last. */
  struct rlimit limit, lower;
  CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  int refusals = 0;
  for (rlim_t most = 3; most < 256; most++) {
    lower = limit;
    lower.rlim_cur = most;
    report = NULL;
    CHECK(setrlimit(RLIMIT_NOFILE, &lower) == 0);
    dyncolor_status status = CREATE(s.theme, file, NUL, NULL);
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    /* The limit of file watches is another one. */
    size_t count = 0;
    const dyncolor_finding *found = dyncolor_report_findings(report, &count);
    for (size_t i = 0; i < count; i++)
      CHECK(strcmp(found[i].message, "the process or the system has too many open files") == 0);
    dyncolor_report_release(report);
    if (status == DYNCOLOR_OK) break;
    CHECK(status == DYNCOLOR_ERROR_FILE && dyncolor_theme_fingerprint(s.theme) == before);
    CHECK_MARKED(watch);
    refusals++;
  }
  CHECK(refusals >= 5 && is(s.theme, "ink", "#111111"));
  dyncolor_watch_release(watch);
  CHECK(count_descriptors() == descriptors);
  end(&s);
}

/* ---- Who pumps ------------------------------------------------------------------------------- */

static void pump_once_more(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  scene *s = data;
  int did_load = -1;
  (void)theme;
  (void)change;
  CHECK(dyncolor_watch_pump(s->watch, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 0);
}

static void release_it(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  scene *s = data;
  (void)theme;
  (void)change;
  dyncolor_watch_release(s->watch);
  s->watch = NULL;
}

static void observers_may_pump_and_release(void) {
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  uint64_t number;
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  begin(&s, file, NULL);
  CHECK(dyncolor_theme_observe(s.theme, pump_once_more, &s, NULL, &number, NULL) == DYNCOLOR_OK);
  write_file(file, two("#222222"));
  CHECK(becomes(&s, "ink", "#222222"));
  CHECK(dyncolor_theme_unobserve(s.theme, number, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_observe(s.theme, release_it, &s, NULL, &number, NULL) == DYNCOLOR_OK);
  write_file(file, two("#333333"));
  int did_load;
  CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK && s.watch == NULL);
  CHECK(is(s.theme, "ink", "#333333"));
  end(&s);
}

static void a_watch_keeps_its_theme(void) {
  int before = count_descriptors();
  for (int i = 0; i < 10; i++) {
    scene s;
    make_scene(&s);
    char file[PATH_SIZE];
    snprintf(file, sizeof file, "%s/home/theme.json", s.root);
    begin(&s, file, NULL);
    dyncolor_theme *theme = s.theme;
    dyncolor_theme_release(s.theme);
    write_file(file, two("#222222"));
    int did_load;
    CHECK(pump_when_due(&s, &did_load, NULL, NULL) == DYNCOLOR_OK && did_load == 1);
    CHECK(is(theme, "ink", "#222222"));
    dyncolor_watch_release(s.watch);
    delete(s.root);
  }
  CHECK(count_descriptors() == before);
  dyncolor_watch_release(NULL);

  /* Descriptors count from 0, where a process has closed its input. */
  const int input = dup(0);
  CHECK(input > 2 && close(0) == 0);
  scene s;
  make_scene(&s);
  char file[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", s.root);
  begin(&s, file, NULL);
  CHECK(fcntl(0, F_GETFD) >= 0);
  dyncolor_watch_release(s.watch);
  dyncolor_theme_release(s.theme);
  CHECK(fcntl(0, F_GETFD) < 0);
  CHECK(dup2(input, 0) == 0 && close(input) == 0);
  delete(s.root);
}

typedef struct crowd {
  scene s;
  atomic_bool is_over;
  atomic_int loads;
} crowd;

static void *pump_all_the_time(void *data) {
  crowd *c = data;
  while (!atomic_load(&c->is_over)) {
    int did_load = 0;
    struct pollfd descriptor = {dyncolor_watch_descriptor(c->s.watch), POLLIN, 0};
    poll(&descriptor, 1, 10);
    CHECK(dyncolor_watch_pump(c->s.watch, &did_load, NULL, NULL) == DYNCOLOR_OK);
    atomic_fetch_add(&c->loads, did_load);
  }
  return NULL;
}

static void threads_may_pump(void) {
  crowd c;
  memset(&c, 0, sizeof c);
  make_scene(&c.s);
  char file[PATH_SIZE], other[PATH_SIZE];
  snprintf(file, sizeof file, "%s/home/theme.json", c.s.root);
  snprintf(other, sizeof other, "%s/home/.new", c.s.root);
  begin(&c.s, file, NULL);
  pthread_t threads[4];
  for (size_t i = 0; i < COUNT(threads); i++)
    pthread_create(&threads[i], NULL, pump_all_the_time, &c);
  for (int i = 1; i <= 200; i++) {
    write_file(other, two(path("#%06x", i)));
    move(other, file);
    if (i % 50 == 0) {
      uint64_t start = now();
      const char *wanted = path("#%06x", i);
      while (!is(c.s.theme, "ink", wanted) && now() - start < 5000) rest(1);
      CHECK(is(c.s.theme, "ink", wanted));
    }
  }
  atomic_store(&c.is_over, true);
  for (size_t i = 0; i < COUNT(threads); i++) pthread_join(threads[i], NULL);
  CHECK(atomic_load(&c.loads) >= 4);
  end(&c.s);
}

/* ---- A thousand edits, and sixteen who look -------------------------------------------------- */

enum { COLORS = 8, READERS = 16 };

typedef struct stress {
  scene s;
  char file[PATH_SIZE], other[PATH_SIZE];
  dyncolor_id ids[COLORS];
  /* The number of the last version that the writer has begun to write. */
  atomic_int written;
  atomic_bool is_over;
  atomic_long seen;
  /* What has been wrong: a value of another color, one that was never written, one from before
   * another that was seen already, colors of two versions in one snapshot. */
  atomic_long wrong, unknown, backward, mixed, failed;
  /* Whether the machine was so slow that a file may rightly have been read while it was half
   * written: a writer was stopped in the middle of one for longer than one is waited for, or for so
   * long no file was whole that one is taken as it is. */
  atomic_bool is_held_up;
  /* What the observer knows: a color's value is asked for when it is told, and only then. */
  int known[COLORS];
} stress;

/* A version has its number in red and green, and the color's in blue. Each color changes with every
 * version, but for the last, which does with every tenth. */
static int version_of(int color, int version) {
  return color == COLORS - 1 ? version / 10 * 10 : version;
}

static size_t write_version(char *text, size_t size, int version) {
  size_t length = (size_t)snprintf(text, size, "{\n");
  for (int i = 0; i < COLORS; i++)
    length += (size_t)snprintf(text + length, size - length, "  \"color-%d\": \"#%04x%02x\"%s\n", i,
                               version_of(i, version), i, i == COLORS - 1 ? "" : ",");
  return length + (size_t)snprintf(text + length, size - length, "}\n");
}

/* The version that a value tells of; −1 if it is not of this color. */
static int version_in(const dyncolor_rgba *rgba, int color) {
  int red = (int)(rgba->r * 255 + 0.5f), green = (int)(rgba->g * 255 + 0.5f);
  return (int)(rgba->b * 255 + 0.5f) == color && rgba->a == 1 ? red << 8 | green : -1;
}

static void *look(void *data) {
  stress *t = data;
  int last[COLORS] = {0};
  long count = 0;
  while (!atomic_load_explicit(&t->is_over, memory_order_relaxed)) {
    for (int i = 0; i < COLORS; i++, count++) {
      dyncolor_rgba rgba;
      if (dyncolor_resolve(t->s.theme, t->ids[i], NULL, &rgba, NULL) != DYNCOLOR_OK) {
        atomic_fetch_add(&t->failed, 1);
        continue;
      }
      int version = version_in(&rgba, i);
      if (version < 0) atomic_fetch_add(&t->wrong, 1);
      if (version > atomic_load(&t->written)) atomic_fetch_add(&t->unknown, 1);
      if (version < last[i]) atomic_fetch_add(&t->backward, 1);
      last[i] = version;
    }
    if (count % (32 * COLORS) == 0) {
      /* Somebody has to write, too. */
      rest(1);
      dyncolor_snapshot *snapshot = NULL;
      if (dyncolor_snapshot_create(t->s.theme, NULL, &snapshot, NULL) != DYNCOLOR_OK) continue;
      dyncolor_rgba first = {0}, each = {0};
      dyncolor_snapshot_resolve(snapshot, t->ids[0], &first, NULL);
      int version = version_in(&first, 0);
      for (int i = 1; i < COLORS; i++)
        if (dyncolor_snapshot_resolve(snapshot, t->ids[i], &each, NULL) != DYNCOLOR_OK ||
            version_in(&each, i) != version_of(i, version))
          atomic_fetch_add(&t->mixed, 1);
      dyncolor_snapshot_release(snapshot);
    }
  }
  atomic_fetch_add(&t->seen, count);
  return NULL;
}

static void *keep_up(void *data) {
  stress *t = data;
  uint64_t last = now();
  while (!atomic_load(&t->is_over)) {
    struct pollfd descriptor = {dyncolor_watch_descriptor(t->s.watch), POLLIN, 0};
    int did_load = 0;
    if (poll(&descriptor, 1, 20) <= 0) continue;
    dyncolor_status status = dyncolor_watch_pump(t->s.watch, &did_load, NULL, NULL);
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_SYNTAX ||
          status == DYNCOLOR_ERROR_FILE);
    t->s.loads += did_load;
    /* After two seconds of edits nobody waits for their end. */
    if (now() - last >= 1500) atomic_store(&t->is_held_up, true);
    if (did_load) last = now();
  }
  return NULL;
}

static void note_what_is_told(dyncolor_theme *theme, const dyncolor_change *change, void *data) {
  stress *t = data;
  for (size_t n = 0; n < change->count; n++)
    for (int i = 0; i < COLORS; i++)
      if (change->ids[n] == t->ids[i]) {
        dyncolor_rgba rgba;
        CHECK(dyncolor_resolve(theme, t->ids[i], NULL, &rgba, NULL) == DYNCOLOR_OK);
        t->known[i] = version_in(&rgba, i);
      }
}

static void write_part(const char *name, const char *text, size_t length, bool truncates) {
  int file = open(name, O_WRONLY | O_CREAT | (truncates ? O_TRUNC : 0), 0644);
  CHECK(file >= 0 && write(file, text, length) == (ssize_t)length);
  close(file);
}

/* Writes a version in one of many ways. Whatever it is, in the end the file has it. */
static void write_somehow(stress *t, int version) {
  char text[1024];
  size_t length = write_version(text, sizeof text, version);
  atomic_store(&t->written, version);
  switch (version % 8) {
    case 0:
    case 1:
    case 2: /* As most editors do. */
      write_part(t->other, text, length, true);
      move(t->other, t->file);
      break;
    case 3: /* In place. */
      write_part(t->file, text, length, true);
      break;
    case 4: /* Over what there is, which is as long: for a moment, the file is half of each. */
    {
      int file = open(t->file, O_WRONLY);
      size_t half = length / 2;
      uint64_t start = now();
      CHECK(write(file, text, half) == (ssize_t)half);
      sched_yield();
      CHECK(write(file, text + half, length - half) == (ssize_t)(length - half));
      close(file);
      /* What rests for a tenth of a second counts as it is: a writer that is held up so long has
       * written a file of two versions. */
      if (now() - start >= 50) atomic_store(&t->is_held_up, true);
      break;
    }
    case 5: /* A part, which is closed; then all of it. */
      write_part(t->file, text, length * (size_t)(version % 7) / 7, true);
      rest(1);
      write_part(t->file, text, length, true);
      break;
    case 6: /* Away, and back. */
      CHECK(unlink(t->file) == 0);
      sched_yield();
      write_part(t->file, text, length, true);
      break;
    default: /* Broken, then by another file. */
      write_part(t->file, "{ \"color-0\": \"#ff", 17, true);
      write_part(t->other, text, length, true);
      move(t->other, t->file);
  }
}

static void a_thousand_edits(void) {
  static stress t;
  const int count = is_brief ? 50 : 1000;
  memset(&t, 0, sizeof t);
  make_scene(&t.s);
  snprintf(t.file, sizeof t.file, "%s/home/theme.json", t.s.root);
  snprintf(t.other, sizeof t.other, "%s/home/.theme.json.new", t.s.root);
  char text[1024];
  write_part(t.file, text, write_version(text, sizeof text, 0), true);
  uint64_t number;
  dyncolor_load_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON};
  CHECK(dyncolor_watch_create_n(t.s.theme, t.file, NUL, &options, &t.s.watch, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_theme_observe(t.s.theme, note_what_is_told, &t, NULL, &number,
                               NULL) == DYNCOLOR_OK);
  for (int i = 0; i < COLORS; i++)
    CHECK(dyncolor_theme_find_n(t.s.theme, path("color-%d", i), NUL, &t.ids[i],
                                NULL) == DYNCOLOR_OK);
  pthread_t readers[READERS], pump;
  for (int i = 0; i < READERS; i++) pthread_create(&readers[i], NULL, look, &t);
  pthread_create(&pump, NULL, keep_up, &t);
  bool has_missed = false;
  for (int version = 1; version <= count; version++) {
    write_somehow(&t, version);
    if (version % 3 == 0) rest(1);
    /* What rests is loaded while others are written. */
    if (version % 7 == 0) rest(38 + version % 9);
    if (version % 25 != 0) continue;
    /* Now and then the writer waits: what it has written last must come. */
    uint64_t start = now();
    const char *wanted = path("#%04x00", version);
    while (!is(t.s.theme, "color-0", wanted) && now() - start < 20000) rest(1);
    if (!is(t.s.theme, "color-0", wanted)) {
      printf("# version %d was missed\n", version);
      has_missed = true;
      break;
    }
  }
  CHECK(!has_missed);
  atomic_store(&t.is_over, true);
  pthread_join(pump, NULL);
  for (int i = 0; i < READERS; i++) pthread_join(readers[i], NULL);
  CHECK(t.wrong == 0 && t.unknown == 0 && t.backward == 0 && t.failed == 0);
  CHECK(t.mixed == 0 || t.is_held_up);
  for (int i = 0; i < COLORS; i++) CHECK(t.known[i] == version_of(i, count));
  printf("# %d edits, %d loads, %ld values seen: %ld wrong, %ld unknown, %ld backward, %ld mixed, "
         "%ld failed\n",
         count, t.s.loads, (long)t.seen, (long)t.wrong, (long)t.unknown, (long)t.backward,
         (long)t.mixed, (long)t.failed);
  end(&t.s);
}

int main(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("every kind of change of a watched file is noticed, by every path to it",
        edits_are_noticed);
  CLAIM("a relative path is resolved where the watch was made",
        a_relative_path_is_meant_where_it_was_said);
  CLAIM("absolute links, and paths with .. or trailing slashes, are watched", any_path_is_followed);
  CLAIM("a change of permissions is noticed, and does not end an edit", permissions_are_followed);
  CLAIM("files added to and removed from a watched folder are noticed", folders_are_followed);
  CLAIM("a file that changes during the first load is read again",
        what_changes_at_first_is_read_again);
  CLAIM("an invalid edit changes nothing, and is reported", broken_edits_change_nothing);
  CLAIM("a name that was a color is not lost by a mistake in its value", a_color_does_not_get_lost);
  CLAIM("a watch may begin with files that cannot be loaded yet", broken_files_are_watched);
  CLAIM("edits that run out of memory leak nothing", loads_without_memory_leave_nothing);
  CLAIM("observers receive an edit as one change", observers_hear_what_changed);
  CLAIM("only colors that the watch has registered are removed, in its layer",
        only_its_own_colors_go);
  CLAIM("a watched color whose owner the file names goes with its line", colors_with_owners_go);
  CLAIM("many edits become one load, even when the event queue overflows",
        edits_are_taken_together);
  CLAIM("other files cause no event", others_files_are_nobodys_business);
  CLAIM("invalid arguments are refused, and a failed watch leaves no trace",
        wrong_arguments_are_refused);
  CLAIM("observers may pump a watch, and release it", observers_may_pump_and_release);
  CLAIM("a watch retains its theme, and frees all of its resources", a_watch_keeps_its_theme);
  CLAIM("several threads may pump a watch", threads_may_pump);
  CLAIM("a thousand edits, half-written ones among them, show no wrong color to sixteen readers",
        a_thousand_edits);
  return CHECK_RESULT;
}
