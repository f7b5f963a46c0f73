/* Asset catalogs, read from the host's own files and written to the host. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdlib.h>

#include "archive.h"
#include "files.h"

/* Under valgrind, some of it is enough. */
static bool is_brief;

static void add(archive *files, const char *path, const char *text) {
  CHECK(archive_write(files, path, text, strlen(text)) == DYNCOLOR_OK);
}

static dyncolor_status load(dyncolor_theme *theme, const archive *from, const char *path,
                            const char *version, dyncolor_report **report) {
  dyncolor_files files = files_of(from);
  dyncolor_load_options options = {.size = sizeof options, .files = &files};
  options.system_version = version;
  options.system_version_length = NUL;
  return dyncolor_theme_load_n(theme, path, NUL, &options, report, NULL);
}

/* The findings of a severity. Ends the report. */
static size_t count_found(dyncolor_report *report, dyncolor_severity severity) {
  size_t count = 0, found = 0;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++) found += findings[i].severity == (int32_t)severity;
  dyncolor_report_release(report);
  return found;
}

/* Writes a theme. How many warnings there are. */
static size_t write_to(archive *written, dyncolor_theme *theme) {
  dyncolor_write_options options = {.size = sizeof options};
  options.format = DYNCOLOR_FORMAT_ASSET_CATALOG;
  dyncolor_report *report = NULL;
  written->folder = "Written.xcassets";
  CHECK(dyncolor_theme_write_files(theme, &options, archive_write, written, &report, NULL) ==
        DYNCOLOR_OK);
  return count_found(report, DYNCOLOR_SEVERITY_WARNING);
}

/* ---- Catalogs ---- */

#define COLOR(r, g, b) \
  "{\"color-space\":\"srgb\",\"components\":{\"red\":\"" r "\",\"green\":\"" g \
  "\",\"blue\":\"" b "\",\"alpha\":\"1.000\"}}"
#define SET(entries) "{\"colors\":[" entries "],\"info\":{\"author\":\"xcode\",\"version\":1}}"
#define RED COLOR("0xFF", "0x00", "0x00")
#define BLUE COLOR("0x00", "0x00", "0xFF")
#define NAMESPACE "{\"properties\":{\"provides-namespace\":true}}"
#define DARK "\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"dark\"}]"

static archive make_catalog(void) {
  archive made = {.folder = "App/A.xcassets"};
  add(&made, "Contents.json", "{}");
  add(&made, "Night/Contents.json", NAMESPACE);
  add(&made, "Night/text.colorset/Contents.json",
      SET("{\"idiom\":\"universal\",\"color\":" RED "},{\"idiom\":\"universal\",\"color\":" BLUE
          "," DARK "}"));
  add(&made, "Plain/Contents.json", "{\"info\":{\"version\":1}}");
  add(&made, "Plain/link.colorset/Contents.json",
      SET("{\"idiom\":\"universal\",\"color\":{\"platform\":\"ios\","
          "\"reference\":\"systemRedColor\"}}"));
  add(&made, "icon.imageset/Contents.json", "no JSON");
  add(&made, "phone.colorset/Contents.json",
      SET("{\"idiom\":\"universal\",\"color\":" RED "},{\"idiom\":\"iphone\",\"color\":" BLUE
          ",\"display-gamut\":\"display-P3\"},{\"idiom\":\"universal\"," DARK "}"));
  return made;
}

static void catalogs_are_read(void) {
  archive files = make_catalog();
  static const char *const paths[] = {"App/A.xcassets", "App/A.xcassets/"};
  for (size_t i = 0; i < 2; i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    CHECK(load(theme, &files, paths[i], "13", &report) == DYNCOLOR_OK);
    CHECK(dyncolor_report_colors(report) == 3);
    CHECK(count_found(report, DYNCOLOR_SEVERITY_WARNING) == 0);
    CHECK(is_made(theme, "Night/text", "light-dark(#ff0000, #0000ff)"));
    CHECK(is_made(theme, "phone", "--variants(any: #ff0000; display-p3 phone: #0000ff)"));
    CHECK(is_made(theme, "link",
                  "var(--apple\\/systemRedColor, --variants(any: #ff3b30; dark: #ff453a; "
                  "more: #d70015; dark more: #ff6961))"));
    CHECK(dyncolor_palette_count(theme) == 1);
    dyncolor_theme_release(theme);
  }
  dyncolor_theme *theme = new_theme();
  CHECK(load(theme, &files, "App/A.xcassets/Night/text.colorset", "", NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "text", "light-dark(#ff0000, #0000ff)"));
  dyncolor_theme_release(theme);
  /* By its own file, too. */
  theme = new_theme();
  static const char set[] = SET("{\"idiom\":\"universal\",\"color\":" RED "},{\"idiom\":"
                                "\"universal\",\"color\":" BLUE "," DARK "}");
  const dyncolor_load_options options = {
      .size = sizeof options, .format = DYNCOLOR_FORMAT_ASSET_CATALOG};
  CHECK(dyncolor_theme_load_memory_n(theme, "Night/text.colorset/Contents.json", NUL, set,
                                     sizeof set - 1, &options, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "text", "light-dark(#ff0000, #0000ff)") && dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);
  archive_clear(&files);
}

/* What is written of a theme says all of it, and is read as an equal one. */
static void check_comes_back(dyncolor_theme *theme, archive *written) {
  dyncolor_theme *other = new_theme();
  CHECK(write_to(written, theme) == 0);
  CHECK(load(other, written, "Written.xcassets", "", NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == dyncolor_theme_fingerprint(other));
  dyncolor_theme_release(other);
}

static void catalogs_come_back(void) {
  archive files = make_catalog(), written = {0};
  dyncolor_theme *theme = new_theme();
  CHECK(load(theme, &files, "App/A.xcassets", "", NULL) == DYNCOLOR_OK);
  check_comes_back(theme, &written);
  CHECK(written.count == 5);
  CHECK(archive_find(&written, "Written.xcassets/Night/text.colorset/Contents.json") != NULL);
  dyncolor_theme_release(theme);
  archive_clear(&files);
  archive_clear(&written);
}

/* What a catalog cannot say is told, and no name leads out of it. */
static void approximations_are_told(void) {
  archive written = {0};
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  CHECK(dyncolor_register_css_n(theme, "../up", NUL, "#123456", NUL, NULL, NULL) == DYNCOLOR_OK);
  const char *mix = "color-mix(in srgb, light-dark(red, blue), lime)";
  CHECK(dyncolor_register_css_n(theme, "mixed", NUL, mix, NUL, NULL, NULL) == DYNCOLOR_OK);
  CHECK(write_to(&written, theme) == 2);
  for (size_t i = 0; i < written.count; i++)
    CHECK(strstr(written.entries[i].path, "..") == NULL);
  CHECK(load(other, &written, "Written.xcassets", "", NULL) == DYNCOLOR_OK);
  CHECK(is_made(other, "../up", "#123456"));
  CHECK(is_made(other, "mixed",
                "light-dark(color(srgb 0.5 0.5 0), color(srgb 0 0.5 0.5))"));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
  archive_clear(&written);
}

/* ---- What is not as it should be ---- */

/* Loads a catalog that has one file besides. */
static dyncolor_status load_with(dyncolor_theme *theme, const char *path, const char *text,
                                 dyncolor_report **report) {
  archive files = {.folder = "A.xcassets"};
  add(&files, path, text);
  dyncolor_status status = load(theme, &files, "A.xcassets", "", report);
  archive_clear(&files);
  return status;
}

#define ENTRY(more) "{\"idiom\":\"universal\",\"color\":" RED more "}"
#define RED_OF(red) \
  "{\"idiom\":\"universal\",\"color\":" COLOR(red, "0x00", "0x00") "}"

#define TWICE(first, second) \
  ",\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"" first \
  "\"},{\"appearance\":\"luminosity\",\"value\":\"" second "\"}]"

static void what_is_wrong_is_told(void) {
  static const struct {
    const char *path, *text;
    int32_t severity, status;
    const char *context;
  } rows[] = {
      {"G/Contents.json", "{", 3, DYNCOLOR_ERROR_SYNTAX, ""},
      {"\377.colorset/Contents.json", SET(ENTRY("")), 3, DYNCOLOR_ERROR_INVALID_UTF8,
       "A.xcassets/\357\277\275.colorset"},
      {"a.colorset/Contents.json", SET(ENTRY(",\"locale\":\"\"")), 3, DYNCOLOR_ERROR_SYNTAX, ""},
      {"a.colorset/Contents.json", SET(ENTRY("") "," ENTRY(TWICE("light", "dark"))), 3,
       DYNCOLOR_ERROR_SYNTAX, "dark"},
      {"a.colorset/Contents.json", SET(RED_OF("0x")), 3, DYNCOLOR_ERROR_SYNTAX, "\"0x\""},
      {"a.colorset/Contents.json", SET(RED_OF("0x123456789")), 3, DYNCOLOR_ERROR_SYNTAX,
       "\"0x123456789\""},
      {"a.colorset/Contents.json", SET("{\"idiom\":\"universal\",\"color\":null}," ENTRY("," DARK)),
       1, DYNCOLOR_OK, ""},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    dyncolor_status status = load_with(theme, rows[i].path, rows[i].text, &report);
    size_t count = 0;
    const dyncolor_finding *found = dyncolor_report_findings(report, &count);
    /* A note is behind the warning that is about the whole file. */
    if (count > 1 && rows[i].severity == DYNCOLOR_SEVERITY_NOTE) found++;
    bool is_right = count > 0 && found->severity == rows[i].severity &&
                    found->status == rows[i].status && status == rows[i].status &&
                    strcmp(found->context, rows[i].context) == 0;
    CHECK(is_right);
    if (!is_right)
      printf("# %zu: %d %d %s\n", i, (int)status, count > 0 ? found->status : 1,
             count > 0 ? found->context : "");
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

/* A name that is noted, but is none, is not taken. */
static void names_that_are_none_are_not_taken(void) {
  dyncolor_theme *theme = new_theme();
  CHECK(load_with(theme, "a.colorset/Contents.json",
                  "{\"colors\":[" ENTRY("") "],\"org.dyncolor\":{\"name\":\"\",\"of\":\"a\"}}",
                  NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "a", "#ff0000"));
  dyncolor_theme_release(theme);
}

/* A set of so many entries, each with what `part` is with its number. */
static dyncolor_status load_many(dyncolor_theme *theme, size_t count, const char *part,
                                 const char *more) {
  char *text = malloc(count * (strlen(part) + strlen(more) + 32) + 64), *end = text;
  end += sprintf(end, "{\"colors\":[");
  for (size_t i = 0; i < count; i++)
    end += sprintf(end, "%s{%s%04zu%s}", i == 0 ? "" : ",", part, i, more);
  strcpy(end, "]}");
  dyncolor_report *report = NULL;
  dyncolor_status status = load_with(theme, "a.colorset/Contents.json", text, &report);
  dyncolor_report_release(report);
  free(text);
  return status;
}

static void too_much_is_refused(void) {
  if (is_brief) return;
  dyncolor_theme *theme = new_theme();
  uint64_t before = dyncolor_theme_fingerprint(theme);
  CHECK(load_many(theme, 4097, "\"idiom\":\"", "\"") == DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK(load_many(theme, 256, "\"subtype\":\"", "\",\"color\":" RED) ==
        DYNCOLOR_ERROR_TOO_COMPLEX);
  /* Each name of 1000 bytes. */
  char more[1100];
  size_t length = (size_t)snprintf(more, sizeof more,
                                   "\",\"color\":{\"platform\":\"ios\",\"reference\":\"");
  memset(more + length, 'n', 1000);
  strcpy(more + length + 1000, "\"}");
  CHECK(load_many(theme, 1000, "\"locale\":\"", more) == DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK(dyncolor_theme_fingerprint(theme) == before);
  CHECK(load_many(theme, 255, "\"subtype\":\"", "\",\"color\":" RED) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

/* A host whose folder has three hundred others, each of which has as many. */
static dyncolor_status list_many(void *data, const char *path, dyncolor_sink *sink) {
  const char *first = strchr(path, '/');
  const bool is_last = first != NULL && strchr(first + 1, '/') != NULL;
  dyncolor_status status = DYNCOLOR_OK;
  for (int i = 0; i < 300 && !is_last && status == DYNCOLOR_OK; i++) {
    char name[16];
    status = dyncolor_sink_add_n(sink, name, (size_t)snprintf(name, sizeof name, "%d", i), true);
  }
  ++*(size_t *)data;
  return status;
}

static dyncolor_status read_none(void *data, const char *path, dyncolor_sink *sink) {
  (void)data, (void)path, (void)sink;
  return DYNCOLOR_ERROR_FILE;
}

static void folders_have_an_end(void) {
  if (is_brief) return;
  size_t listed = 0;
  dyncolor_files files = {.size = sizeof files, .user_data = &listed, .read = read_none,
                          .list = list_many};
  dyncolor_load_options options = {.size = sizeof options, .files = &files,
                                   .format = DYNCOLOR_FORMAT_ASSET_CATALOG};
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_theme_load_n(theme, "A.xcassets", NUL, &options, NULL, NULL) ==
        DYNCOLOR_ERROR_TOO_COMPLEX);
  CHECK(listed > 300 && listed <= 65536);
  dyncolor_theme_release(theme);
}

/* ---- What is kept ---- */

/* Names of groups get a prefix; those of subtypes and locales do not. */
static void names_get_a_prefix(void) {
  archive files = make_catalog(), written = {0};
  add(&files, "Night/more.colorset/Contents.json",
      SET(ENTRY("") "," ENTRY(",\"subtype\":\"s1\"") "," ENTRY(",\"locale\":\"de\"")));
  dyncolor_files from = files_of(&files);
  dyncolor_load_options options = {.size = sizeof options, .files = &from, .prefix = "web-",
                                   .prefix_length = 4};
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_theme_load_n(theme, "App/A.xcassets", NUL, &options, NULL, NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "web-Night/text", "light-dark(#ff0000, #0000ff)"));
  CHECK(strstr(css_of(theme, "web-Night/more"), "s1") != NULL);
  CHECK(strstr(css_of(theme, "web-Night/more"), "de") != NULL);
  const char *name = NULL;
  CHECK(dyncolor_palette_count(theme) == 1);
  CHECK(dyncolor_palette_name(theme, 1, &name, NULL) == DYNCOLOR_OK);
  CHECK(name != NULL && strcmp(name, "web-Night") == 0);
  check_comes_back(theme, &written);
  dyncolor_theme_release(theme);
  archive_clear(&files);
  archive_clear(&written);
}

/* What entries say that is not known is kept with the color, but is not written, since it is not
 * known of which entry it would be; what else the set says is. */
static void what_is_not_known_is_kept(void) {
  static const char text[] =
      "{\"colors\":[" ENTRY(",\"odd\":1") "],\"more\":{\"a\":[1]}}";
  archive written = {0};
  dyncolor_theme *theme = new_theme();
  dyncolor_id id = 0;
  const char *note = NULL;
  CHECK(load_with(theme, "a.colorset/Contents.json", text, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_annotation(theme, id, &note, NULL) == DYNCOLOR_OK);
  CHECK(strstr(note, "\"odd\":1") != NULL && strstr(note, "\"more\":{\"a\":[1]}") != NULL);
  write_to(&written, theme);
  const entry *set = archive_find(&written, "Written.xcassets/a.colorset/Contents.json");
  CHECK(set != NULL && strstr(set->bytes, "odd") == NULL);
  CHECK(set != NULL && strstr(set->bytes, "\"more\" : {\"a\":[1]}") != NULL);
  /* Whatever is no JSON is not written. */
  archive_clear(&written);
  CHECK(dyncolor_id_set_annotation_n(theme, id, "no JSON", NUL, NULL) == DYNCOLOR_OK);
  write_to(&written, theme);
  set = archive_find(&written, "Written.xcassets/a.colorset/Contents.json");
  CHECK(set != NULL && strstr(set->bytes, "no JSON") == NULL);
  dyncolor_theme_release(theme);
  archive_clear(&written);
}

/* Names that would be the same folder get numbers, which others may have as a name. */
static void names_stay_apart(void) {
  static const char *const names[] = {"a-b", "a-b-2", "a:b"};
  archive written = {0};
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  for (size_t i = 0; i < COUNT(names); i++) {
    char css[8];
    snprintf(css, sizeof css, "#00000%u", (unsigned)i % 10);
    CHECK(dyncolor_register_css_n(theme, names[i], NUL, css, NUL, NULL, NULL) == DYNCOLOR_OK);
  }
  write_to(&written, theme);
  CHECK(archive_find(&written, "Written.xcassets/a-b-3.colorset/Contents.json") != NULL);
  CHECK(load(other, &written, "Written.xcassets", "", NULL) == DYNCOLOR_OK);
  CHECK(is_made(other, "a-b", "#000000"));
  CHECK(is_made(other, "a-b-2", "#000001"));
  CHECK(is_made(other, "a:b", "#000002"));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
  archive_clear(&written);
}

/* What chooses between a color and one of the system is written as these, where they differ. */
static void colors_of_the_system_stay(void) {
  archive written = {0};
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  const char *css = "if(media(prefers-color-scheme: dark): #ff0000; "
                    "else: var(--apple\\/systemBlueColor, #0000ff))";
  CHECK(dyncolor_register_css_n(theme, "link", NUL, css, NUL, NULL, NULL) == DYNCOLOR_OK);
  write_to(&written, theme);
  const entry *set = archive_find(&written, "Written.xcassets/link.colorset/Contents.json");
  CHECK(set != NULL && strstr(set->bytes, "systemBlueColor") != NULL);
  CHECK(set != NULL && strstr(set->bytes, "\"red\" : \"1.000\"") != NULL);
  CHECK(load(other, &written, "Written.xcassets", "", NULL) == DYNCOLOR_OK);
  CHECK(strstr(css_of(other, "link"), "dark") != NULL);
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
  archive_clear(&written);
}

/* A catalog that is damaged in any byte of a color set is refused or read, and nothing else. */
static void damage_is_refused(void) {
  archive files = make_catalog();
  entry *file = NULL;
  for (size_t i = 0; i < files.count; i++)
    if (strstr(files.entries[i].path, "phone.colorset") != NULL) file = &files.entries[i];
  CHECK(file != NULL);
  if (file == NULL) return;
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_register_css_n(theme, "b", 1, "red", NUL, NULL, NULL) == DYNCOLOR_OK);
  uint64_t before = dyncolor_theme_fingerprint(theme);
  const size_t whole = file->size;
  for (size_t size = 0; size < whole; size += is_brief ? 7 : 1) {
    file->size = size;
    CHECK(load(theme, &files, "App/A.xcassets", "", NULL) != DYNCOLOR_OK);
    CHECK(dyncolor_theme_fingerprint(theme) == before);
  }
  file->size = whole;
  char *text = malloc(whole);
  memcpy(text, file->bytes, whole);
  unsigned random = 1;
  for (int round = 0; round < (is_brief ? 300 : 3000); round++) {
    damage(file->bytes, whole, &random);
    dyncolor_theme *other = new_theme();
    uint64_t empty = dyncolor_theme_fingerprint(other);
    if (load(other, &files, "App/A.xcassets", "", NULL) != DYNCOLOR_OK)
      CHECK(dyncolor_theme_fingerprint(other) == empty);
    dyncolor_theme_release(other);
    memcpy(file->bytes, text, whole);
  }
  free(text);
  dyncolor_theme_release(theme);
  archive_clear(&files);
}

static int claims(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("catalogs are read from the host's own files, with groups, references and empty slots",
        catalogs_are_read);
  CLAIM("a catalog that is written is read as the same theme", catalogs_come_back);
  CLAIM("what a catalog cannot express is reported, and no name leads out of it",
        approximations_are_told);
  CLAIM("errors in a catalog are reported", what_is_wrong_is_told);
  CLAIM("an invalid name in org.dyncolor is ignored", names_that_are_none_are_not_taken);
  CLAIM("a color set over the limits is refused", too_much_is_refused);
  CLAIM("however many folders a host has, reading them ends", folders_have_an_end);
  CLAIM("names of colors and groups get the prefix, other names do not", names_get_a_prefix);
  CLAIM("unknown keys of a set are kept, and written again if they are JSON",
        what_is_not_known_is_kept);
  CLAIM("names that would share a folder stay separate", names_stay_apart);
  CLAIM("system colors are written as such, also in conditions", colors_of_the_system_stay);
  CLAIM("a truncated or damaged catalog is refused or read, without harm", damage_is_refused);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
