/* Ways out of a folder: names and links, made by whoever wrote the files or the theme, that lead
 * where nobody has asked the library to read or to write; also while it is at work. */
#include <dyncolor.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "refusals.h"
#include "themes.h"

static char root[] = "/tmp/dyncolor-escapes-XXXXXX";

/* A path within the root; a few of them live at a time. */
static const char *in_root(const char *path) {
  static char paths[8][512];
  static unsigned next;
  char *made = paths[next++ % 8];
  snprintf(made, sizeof *paths, "%s/%s", root, path);
  return made;
}

static void make_folder(const char *path) { CHECK(mkdir(in_root(path), 0755) == 0); }

static void make_file(const char *path, const char *text) {
  FILE *file = fopen(in_root(path), "w");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void make_link(const char *target, const char *path) {
  CHECK(symlink(target, in_root(path)) == 0);
}

/* ---- What there is --------------------------------------------------------------------------- */

static uint64_t digest;
static const char *left_out;

static int take_down(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)place;
  if (left_out != NULL && strncmp(path, left_out, strlen(left_out)) == 0) return 0;
  char bytes[4096] = {0};
  ssize_t size = 0;
  if (kind == FTW_SL) size = readlink(path, bytes, sizeof bytes - 1);
  if (kind == FTW_F) {
    const int descriptor = open(path, O_RDONLY);
    size = read(descriptor, bytes, sizeof bytes - 1);
    close(descriptor);
  }
  CHECK(size >= 0);
  uint64_t hash = 14695981039346656037u;
  for (const char *each = path; *each; each++) hash = (hash ^ (uint8_t)*each) * 1099511628211u;
  for (ssize_t i = 0; i < size; i++) hash = (hash ^ (uint8_t)bytes[i]) * 1099511628211u;
  /* In whatever order they come. */
  digest += (hash ^ status->st_mode) * 0x9E3779B97F4A7C15u;
  return 0;
}

/* Of all files, folders and links in a folder, with what is in them, but for what begins so. */
static uint64_t digest_of(const char *folder, const char *but) {
  char all[512], without[512];
  snprintf(all, sizeof all, "%s", in_root(folder));
  snprintf(without, sizeof without, "%s", but == NULL ? "" : in_root(but));
  left_out = but == NULL ? NULL : without;
  digest = 0;
  CHECK(nftw(all, take_down, 16, FTW_PHYS) == 0);
  return digest;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  return remove(path);
}

static void remove_all(const char *folder) {
  nftw(in_root(folder), remove_one, 16, FTW_PHYS | FTW_DEPTH);
}

/* What nobody may read or write: a catalog's color set, tokens and a style sheet. */
static const char *const set =
    "{\"colors\": [{\"idiom\": \"universal\", \"color\": {\"color-space\": \"srgb\","
    " \"components\": {\"red\": \"1\", \"green\": \"0\", \"blue\": \"0\", \"alpha\": \"1\"}}}]}";

static void make_outside(void) {
  make_folder("outside");
  make_folder("outside/secret.colorset");
  make_file("outside/secret.colorset/Contents.json", set);
  make_file("outside/Contents.json", set);
  make_file("outside/secret.tokens.json",
            "{\"secret\": {\"$type\": \"color\", \"$value\": \"#f00\"}}");
  make_file("outside/secret.css", ":root { --secret: red; }");
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *const hostile_names[] = {
    "..", ".", "...", "/", "//", "/etc/passwd", "../up", "../../up", "a/../../up", "a/..", "../",
    "x.colorset/../../up", "..\\up", "~", "~root", "-rf", "\n", "\x1b[31m", "a\tb", "CON", "a:b",
    "*", "$(touch up)", "`touch up`", "%2e%2e%2fup", ".hidden", " ", "Contents.json", "a.colorset",
    "tokens", "../tokens", "\xE2\x80\xAEgnp.up", "a/b/c/d/e/f/../../../../../../../up"};

static const struct {
  const char *path;
  dyncolor_format format;
} targets[] = {
    {"home/out.xcassets", DYNCOLOR_FORMAT_ASSET_CATALOG},
    {"home/out", DYNCOLOR_FORMAT_ASSET_CATALOG},
    {"home/out", DYNCOLOR_FORMAT_DESIGN_TOKENS},
    {"home/out.tokens.json", DYNCOLOR_FORMAT_DESIGN_TOKENS},
    {"home/out.css", DYNCOLOR_FORMAT_STYLE_SHEET},
    {"home/out.json", DYNCOLOR_FORMAT_JSON},
    {"home/out.colors", DYNCOLOR_FORMAT_KDE},
    {"home/out.css", DYNCOLOR_FORMAT_TAILWIND},
    {"home/out", DYNCOLOR_FORMAT_GTK},
    {"home/out.css", DYNCOLOR_FORMAT_GTK_MEDIA},
    {"home/out.h", DYNCOLOR_FORMAT_C_HEADER},
    {"home/out.html", DYNCOLOR_FORMAT_PREVIEW},
    {"home/out.svg", DYNCOLOR_FORMAT_SHEET},
    {"home/out.gpl", DYNCOLOR_FORMAT_GIMP_PALETTE},
    {"home/out.Xresources", DYNCOLOR_FORMAT_XRESOURCES},
    {"home/out.conf", DYNCOLOR_FORMAT_KITTY},
    {"home/out.toml", DYNCOLOR_FORMAT_ALACRITTY},
};

static dyncolor_status write_to(dyncolor_theme *theme, const char *path, dyncolor_format format) {
  const dyncolor_write_options options = {.size = sizeof options, .format = (uint32_t)format};
  return dyncolor_theme_write_n(theme, in_root(path), NUL, &options, NULL, NULL);
}

/* Whatever colors are called, what is written is where it is to be, and nothing else has changed.
 * Each name by itself, since one that is refused would keep others from being tried; and all. */
static void names_lead_nowhere(void) {
  size_t written = 0;
  make_folder("home");
  make_outside();
  for (size_t i = 0; i < COUNT(targets); i++)
    for (size_t j = 0; j <= COUNT(hostile_names); j++) {
      dyncolor_theme *theme = new_theme();
      for (size_t k = 0; k < COUNT(hostile_names); k++)
        if (j == k || j == COUNT(hostile_names))
          CHECK(dyncolor_register_css_n(theme, hostile_names[k], NUL, "light-dark(red, blue)", NUL,
                                        NULL, NULL) == DYNCOLOR_OK);
      const uint64_t before = digest_of(".", "./home/out");
      const dyncolor_status status = write_to(theme, targets[i].path, targets[i].format);
      CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_OUTSIDE);
      written += status == DYNCOLOR_OK;
      CHECK(digest_of(".", "./home/out") == before);
      CHECK((access(in_root(targets[i].path), F_OK) == 0) == (status == DYNCOLOR_OK));
      remove_all(targets[i].path);
      dyncolor_theme_release(theme);
    }
  CHECK(written >= COUNT(targets) * COUNT(hostile_names) / 2);
  remove_all("home");
  remove_all("outside");
}

/* ---- Links ----------------------------------------------------------------------------------- */

static dyncolor_theme *theme_of(const char *const *names, size_t count) {
  dyncolor_theme *theme = new_theme();
  for (size_t i = 0; i < count; i++)
    CHECK(dyncolor_register_css_n(theme, names[i], NUL, "teal", NUL, NULL, NULL) == DYNCOLOR_OK);
  return theme;
}

/* Links that lie in a catalog are not written through, whatever becomes of them. */
static void links_are_not_written_through(void) {
  static const char *const names[] = {"a", "b", "Group/c", "deep/Group/d", "secret"};
  static const char *const is_link[] = {"a.colorset", "Group", "", "", "deep/Group", ""};
  const dyncolor_write_options catalog = {
      .size = sizeof catalog, .format = DYNCOLOR_FORMAT_ASSET_CATALOG};
  dyncolor_theme *theme = theme_of(names, COUNT(names));
  make_outside();
  make_folder("home");
  for (int round = 0; round < 6; round++) {
    make_folder("home/c.xcassets");
    if (round == 0) make_link("../../outside", "home/c.xcassets/a.colorset");
    if (round == 1) make_link("../../outside", "home/c.xcassets/Group");
    if (round == 2) {
      make_folder("home/c.xcassets/b.colorset");
      make_link("../../../outside/Contents.json", "home/c.xcassets/b.colorset/Contents.json");
    }
    if (round == 3) make_link("../../outside/Contents.json", "home/c.xcassets/Contents.json");
    if (round == 4) {
      make_folder("home/c.xcassets/deep");
      make_link("../../../outside", "home/c.xcassets/deep/Group");
    }
    if (round == 5) {
      make_folder("home/c.xcassets/old.colorset");
      make_link("../../../outside/secret.colorset", "home/c.xcassets/old.colorset/inner.colorset");
      make_link("../../outside/secret.colorset", "home/c.xcassets/older.colorset");
    }
    const uint64_t before = digest_of("outside", NULL);
    dyncolor_error error = fresh_error();
    const dyncolor_status status = dyncolor_theme_write_n(
        theme, in_root("home/c.xcassets"), NUL, &catalog, NULL, &error);
    /* A file takes the place of a link; what would be written into a folder is refused. */
    const bool is_folder = round == 0 || round == 1 || round == 4;
    CHECK(status == (is_folder ? DYNCOLOR_ERROR_OUTSIDE : DYNCOLOR_OK));
    if (status != DYNCOLOR_OK) CHECK(strstr(error.context, is_link[round]) != NULL);
    CHECK(digest_of("outside", NULL) == before);
    remove_all("home/c.xcassets");
  }
  static const struct {
    const char *link;
    dyncolor_format format;
  } folders[] = {{"home/t/tokens", DYNCOLOR_FORMAT_DESIGN_TOKENS},
                 {"home/t/theme.resolver.json", DYNCOLOR_FORMAT_DESIGN_TOKENS},
                 {"home/t/gtk.css", DYNCOLOR_FORMAT_GTK},
                 {"home/t/gtk-dark.css", DYNCOLOR_FORMAT_GTK}};
  for (size_t i = 0; i < COUNT(folders); i++) {
    make_folder("home/t");
    make_link(i == 0 ? "../../outside" : "../../outside/secret.css", folders[i].link);
    const uint64_t before = digest_of("outside", NULL);
    write_to(theme, "home/t", folders[i].format);
    CHECK(digest_of("outside", NULL) == before);
    remove_all("home/t");
  }
  dyncolor_theme_release(theme);
  remove_all("home");
  remove_all("outside");
}

/* ---- Meanwhile ------------------------------------------------------------------------------- */

typedef struct exchange {
  char a[512], b[512];
  atomic_bool is_over;
  size_t times;
} exchange;

/* Lets a folder and a link that leads out change places, over and over. */
static void *keep_exchanging(void *data) {
  exchange *swapped = data;
  while (!atomic_load(&swapped->is_over)) {
    /* RENAME_EXCHANGE */
    swapped->times += syscall(SYS_renameat2, AT_FDCWD, swapped->a, AT_FDCWD, swapped->b, 2) == 0;
    /* Sometimes several times within one load, and sometimes once in a few. */
    usleep((useconds_t)(swapped->times % 32 * swapped->times % 32 * 20));
  }
  return NULL;
}

static void start_exchanging(exchange *swapped, pthread_t *thread, const char *a, const char *b) {
  snprintf(swapped->a, sizeof swapped->a, "%s", in_root(a));
  snprintf(swapped->b, sizeof swapped->b, "%s", in_root(b));
  CHECK(pthread_create(thread, NULL, keep_exchanging, swapped) == 0);
}

static void end_exchanging(exchange *swapped, pthread_t thread) {
  atomic_store(&swapped->is_over, true);
  pthread_join(thread, NULL);
  CHECK(swapped->times > 0);
}

static int rounds = 200;

/* Each load is of what is in the folder, or fails; what lies outside it never has. */
static void exchanged_while_reading(void) {
  exchange swapped = {.times = 0};
  pthread_t thread;
  size_t loaded = 0, failed = 0;
  make_outside();
  make_folder("home");
  make_folder("home/c.xcassets");
  make_folder("home/c.xcassets/Group");
  make_folder("home/c.xcassets/Group/own.colorset");
  make_file("home/c.xcassets/Group/own.colorset/Contents.json", set);
  make_link(in_root("outside"), "home/link");
  start_exchanging(&swapped, &thread, "home/c.xcassets/Group", "home/link");
  const time_t deadline = time(NULL) + 20;
  /* Until both have been met, however seldom the thread that exchanges gets a processor. */
  for (int i = 0; i < rounds || ((loaded == 0 || failed == 0) && time(NULL) < deadline); i++) {
    dyncolor_theme *theme = new_theme();
    const dyncolor_status status =
        dyncolor_theme_load_n(theme, in_root("home/c.xcassets"), NUL, NULL, NULL, NULL);
    dyncolor_id id;
    CHECK(dyncolor_theme_find_n(theme, "secret", NUL, &id, NULL) != DYNCOLOR_OK);
    CHECK(dyncolor_theme_find_n(theme, "Group/secret", NUL, &id, NULL) != DYNCOLOR_OK);
    const bool has_own = dyncolor_theme_find_n(theme, "own", NUL, &id, NULL) == DYNCOLOR_OK;
    CHECK(!has_own || status == DYNCOLOR_OK);
    loaded += has_own;
    failed += !has_own;
    dyncolor_theme_release(theme);
  }
  end_exchanging(&swapped, thread);
  CHECK(loaded > 0 && failed > 0);
  remove_all("home");
  remove_all("outside");
}

/* Nothing is ever written, replaced or removed outside. */
static void exchanged_while_writing(void) {
  static const char *const first[] = {"Group/own", "a"}, *const second[] = {"Group/secret", "b"};
  dyncolor_theme *themes[2] = {theme_of(first, 2), theme_of(second, 2)};
  exchange swapped = {.times = 0};
  pthread_t thread;
  size_t written = 0, refused = 0;
  make_outside();
  make_folder("home");
  make_folder("home/c.xcassets");
  make_folder("home/c.xcassets/Group");
  make_link(in_root("outside"), "home/link");
  /* With something else in it the folder stays, and files are replaced one by one. */
  make_file("home/c.xcassets/notes.txt", "mine");
  const uint64_t before = digest_of("outside", NULL);
  start_exchanging(&swapped, &thread, "home/c.xcassets/Group", "home/link");
  const time_t deadline = time(NULL) + 20;
  for (int i = 0; i < rounds || ((written == 0 || refused == 0) && time(NULL) < deadline); i++) {
    const dyncolor_status status =
        write_to(themes[i % 2], "home/c.xcassets", DYNCOLOR_FORMAT_ASSET_CATALOG);
    written += status == DYNCOLOR_OK;
    refused += status == DYNCOLOR_ERROR_OUTSIDE;
    CHECK(digest_of("outside", NULL) == before);
  }
  end_exchanging(&swapped, thread);
  CHECK(written > 0 && refused > 0);
  for (int i = 0; i < 2; i++) dyncolor_theme_release(themes[i]);
  remove_all("home");
  remove_all("outside");
}

int main(int count, char **arguments) {
  if (is_to_be_brief(count, arguments)) rounds = 20;
  if (mkdtemp(root) == NULL) return 1;
  CLAIM("no color name leads outside the target", names_lead_nowhere);
  CLAIM("links inside the target are not followed when writing", links_are_not_written_through);
  CLAIM("a folder that is swapped with a link is not followed when reading",
        exchanged_while_reading);
  CLAIM("a folder that is swapped with a link is not followed when writing",
        exchanged_while_writing);
  remove_all(".");
  rmdir(root);
  return CHECK_RESULT;
}
