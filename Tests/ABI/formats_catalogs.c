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
  options.system_version_length = strlen(version);
  return dyncolor_load_path(theme, path, NUL, &options, report, NULL);
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
  CHECK(dyncolor_write_files(theme, &options, archive_write, written, &report, NULL) ==
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
  archive_clear(&files);
}

static void catalogs_come_back(void) {
  archive files = make_catalog(), written = {0};
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  CHECK(load(theme, &files, "App/A.xcassets", "", NULL) == DYNCOLOR_OK);
  CHECK(write_to(&written, theme) == 0);
  CHECK(written.count == 5);
  CHECK(archive_find(&written, "Written.xcassets/Night/text.colorset/Contents.json") != NULL);
  CHECK(load(other, &written, "Written.xcassets", "", NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == dyncolor_theme_fingerprint(other));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
  archive_clear(&files);
  archive_clear(&written);
}

/* What a catalog cannot say is told, and no name leads out of it. */
static void approximations_are_told(void) {
  archive written = {0};
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  CHECK(dyncolor_register_css(theme, "../up", NUL, "#123456", NUL, NULL, NULL) == DYNCOLOR_OK);
  const char *mix = "color-mix(in srgb, light-dark(red, blue), lime)";
  CHECK(dyncolor_register_css(theme, "mixed", NUL, mix, NUL, NULL, NULL) == DYNCOLOR_OK);
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

/* A catalog that is damaged in any byte of a color set is refused or read, and nothing else. */
static void damage_is_refused(void) {
  archive files = make_catalog();
  entry *file = NULL;
  for (size_t i = 0; i < files.count; i++)
    if (strstr(files.entries[i].path, "phone.colorset") != NULL) file = &files.entries[i];
  CHECK(file != NULL);
  if (file == NULL) return;
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_register_css(theme, "b", 1, "red", NUL, NULL, NULL) == DYNCOLOR_OK);
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

int main(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("catalogs are read from the host's own files, with groups, references and empty slots",
        catalogs_are_read);
  CLAIM("a catalog that is written is read as the same theme", catalogs_come_back);
  CLAIM("what a catalog cannot say is told, and no name leads out of it",
        approximations_are_told);
  CLAIM("a catalog that is cut off or damaged is refused, or read, and nothing else",
        damage_is_refused);
  return CHECK_RESULT;
}
