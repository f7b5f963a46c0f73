/* Asset catalogs, read from the host's own files and written to the host. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdlib.h>

#include "check.h"

#define NUL DYNCOLOR_NUL_TERMINATED

/* ---- An archive with files, as engines have them ---- */

enum { MAX_FILES = 64 };

struct file {
  char path[600];
  char *text;
  size_t size;
};

struct archive {
  struct file files[MAX_FILES];
  size_t count;
};

static void add(struct archive *archive, const char *path, const char *text) {
  struct file *file = &archive->files[archive->count++];
  strcpy(file->path, path);
  file->size = strlen(text);
  file->text = malloc(file->size + 1);
  strcpy(file->text, text);
}

static void clear(struct archive *archive) {
  for (size_t i = 0; i < archive->count; i++) free(archive->files[i].text);
  archive->count = 0;
}

static const struct file *find(const struct archive *archive, const char *path) {
  for (size_t i = 0; i < archive->count; i++)
    if (strcmp(archive->files[i].path, path) == 0) return &archive->files[i];
  return NULL;
}

static dyncolor_status read_file(void *data, const char *path, dyncolor_sink *sink) {
  const struct file *file = find(data, path);
  if (file == NULL) return DYNCOLOR_ERROR_FILE;
  return dyncolor_sink_append(sink, file->text, file->size);
}

static dyncolor_status list_folder(void *data, const char *path, dyncolor_sink *sink) {
  const struct archive *archive = data;
  size_t length = strlen(path);
  char last[600] = "";
  for (size_t i = 0; i < archive->count; i++) {
    const char *rest = archive->files[i].path;
    if (strncmp(rest, path, length) != 0 || (length > 0 && rest[length] != '/')) continue;
    rest += length + (length > 0);
    size_t end = strcspn(rest, "/");
    /* The files of a folder stand beside each other. */
    if (strlen(last) == end && strncmp(last, rest, end) == 0) continue;
    memcpy(last, rest, end);
    last[end] = 0;
    dyncolor_status status = dyncolor_sink_add(sink, rest, end, rest[end] == '/');
    if (status != DYNCOLOR_OK) return status;
  }
  return DYNCOLOR_OK;
}

static dyncolor_status load(dyncolor_theme *theme, struct archive *archive, const char *path,
                            const char *version, dyncolor_report **report) {
  dyncolor_files files = {sizeof files, archive, read_file, list_folder};
  dyncolor_load_options options = {.size = sizeof options, .files = &files};
  options.system_version = version;
  options.system_version_length = strlen(version);
  return dyncolor_load_path(theme, path, NUL, &options, report, NULL);
}

static dyncolor_status keep(void *data, const char *path, const void *bytes, size_t size) {
  struct archive *archive = data;
  char full[600];
  snprintf(full, sizeof full, "Written.xcassets/%s", path);
  char *text = malloc(size + 1);
  memcpy(text, bytes, size);
  text[size] = 0;
  add(archive, full, text);
  free(text);
  return DYNCOLOR_OK;
}

/* The findings of a severity. Ends the report. */
static size_t count_found(dyncolor_report *report, dyncolor_severity severity) {
  size_t count = 0, found = 0;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++) found += findings[i].severity == (int32_t)severity;
  dyncolor_report_release(report);
  return found;
}

/* ---- Themes ---- */

static dyncolor_theme *new_theme(void) {
  dyncolor_theme *theme = NULL;
  CHECK(dyncolor_theme_create(NULL, &theme, NULL) == DYNCOLOR_OK);
  return theme;
}

static bool is_made(dyncolor_theme *theme, const char *name, const char *expected) {
  static char text[1 << 12];
  dyncolor_id id = 0;
  text[0] = 0;
  if (dyncolor_find(theme, name, NUL, &id, NULL) == DYNCOLOR_OK)
    CHECK(dyncolor_css(theme, id, text, sizeof text, NULL, NULL) == DYNCOLOR_OK);
  if (strcmp(text, expected) == 0) return true;
  printf("# %s is %s, not %s\n", name, text, expected);
  return false;
}

#define COLOR(r, g, b) \
  "{\"color-space\":\"srgb\",\"components\":{\"red\":\"" r "\",\"green\":\"" g \
  "\",\"blue\":\"" b "\",\"alpha\":\"1.000\"}}"
#define SET(entries) "{\"colors\":[" entries "],\"info\":{\"author\":\"xcode\",\"version\":1}}"
#define RED COLOR("0xFF", "0x00", "0x00")
#define BLUE COLOR("0x00", "0x00", "0xFF")
#define NAMESPACE "{\"properties\":{\"provides-namespace\":true}}"
#define DARK "\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"dark\"}]"

static void make_catalog(struct archive *archive) {
  archive->count = 0;
  add(archive, "App/A.xcassets/Contents.json", "{}");
  add(archive, "App/A.xcassets/Night/Contents.json", NAMESPACE);
  add(archive, "App/A.xcassets/Night/text.colorset/Contents.json",
      SET("{\"idiom\":\"universal\",\"color\":" RED "},{\"idiom\":\"universal\",\"color\":" BLUE
          "," DARK "}"));
  add(archive, "App/A.xcassets/Plain/link.colorset/Contents.json",
      SET("{\"idiom\":\"universal\",\"color\":{\"platform\":\"ios\","
          "\"reference\":\"systemRedColor\"}}"));
  add(archive, "App/A.xcassets/icon.imageset/Contents.json", "no JSON");
  add(archive, "App/A.xcassets/phone.colorset/Contents.json",
      SET("{\"idiom\":\"universal\",\"color\":" RED "},{\"idiom\":\"iphone\",\"color\":" BLUE
          ",\"display-gamut\":\"display-P3\"},{\"idiom\":\"universal\"," DARK "}"));
}

static void catalogs_are_read(void) {
  static struct archive archive;
  make_catalog(&archive);
  static const char *const paths[] = {"App/A.xcassets", "App/A.xcassets/"};
  for (size_t i = 0; i < 2; i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    CHECK(load(theme, &archive, paths[i], "13", &report) == DYNCOLOR_OK);
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
  CHECK(load(theme, &archive, "App/A.xcassets/Night/text.colorset", "", NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "text", "light-dark(#ff0000, #0000ff)"));
  dyncolor_theme_release(theme);
  clear(&archive);
}

static void catalogs_come_back(void) {
  static struct archive archive, written;
  make_catalog(&archive);
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  CHECK(load(theme, &archive, "App/A.xcassets", "", NULL) == DYNCOLOR_OK);
  dyncolor_write_options options = {.size = sizeof options};
  options.format = DYNCOLOR_FORMAT_ASSET_CATALOG;
  dyncolor_report *report = NULL;
  written.count = 0;
  CHECK(dyncolor_write_files(theme, &options, keep, &written, &report, NULL) == DYNCOLOR_OK);
  CHECK(count_found(report, DYNCOLOR_SEVERITY_WARNING) == 0);
  CHECK(written.count == 5);
  CHECK(find(&written, "Written.xcassets/Night/text.colorset/Contents.json") != NULL);
  CHECK(load(other, &written, "Written.xcassets", "", NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(theme) == dyncolor_theme_fingerprint(other));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
  clear(&archive);
  clear(&written);
}

/* What a catalog cannot say is told, and no name leads out of it. */
static void approximations_are_told(void) {
  static struct archive written;
  dyncolor_theme *theme = new_theme(), *other = new_theme();
  CHECK(dyncolor_register_css(theme, "../up", NUL, "#123456", NUL, NULL, NULL) == DYNCOLOR_OK);
  const char *mix = "color-mix(in srgb, light-dark(red, blue), lime)";
  CHECK(dyncolor_register_css(theme, "mixed", NUL, mix, NUL, NULL, NULL) == DYNCOLOR_OK);
  dyncolor_write_options options = {.size = sizeof options};
  options.format = DYNCOLOR_FORMAT_ASSET_CATALOG;
  dyncolor_report *report = NULL;
  written.count = 0;
  CHECK(dyncolor_write_files(theme, &options, keep, &written, &report, NULL) == DYNCOLOR_OK);
  CHECK(count_found(report, DYNCOLOR_SEVERITY_WARNING) == 2);
  for (size_t i = 0; i < written.count; i++)
    CHECK(strstr(written.files[i].path, "..") == NULL);
  CHECK(load(other, &written, "Written.xcassets", "", NULL) == DYNCOLOR_OK);
  CHECK(is_made(other, "../up", "#123456"));
  CHECK(is_made(other, "mixed",
                "light-dark(color(srgb 0.5 0.5 0), color(srgb 0 0.5 0.5))"));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(other);
  clear(&written);
}

/* A catalog that is damaged in any byte of a color set is refused or read, and nothing else. */
static void damage_is_refused(void) {
  static struct archive archive;
  make_catalog(&archive);
  struct file *file = NULL;
  for (size_t i = 0; i < archive.count; i++)
    if (strstr(archive.files[i].path, "phone.colorset") != NULL) file = &archive.files[i];
  CHECK(file != NULL);
  if (file == NULL) return;
  dyncolor_theme *theme = new_theme();
  CHECK(dyncolor_register_css(theme, "b", 1, "red", NUL, NULL, NULL) == DYNCOLOR_OK);
  uint64_t before = dyncolor_theme_fingerprint(theme);
  size_t whole = file->size;
  for (size_t size = 0; size < whole; size++) {
    file->size = size;
    CHECK(load(theme, &archive, "App/A.xcassets", "", NULL) != DYNCOLOR_OK);
    CHECK(dyncolor_theme_fingerprint(theme) == before);
  }
  file->size = whole;
  unsigned random = 1;
  for (int round = 0; round < 3000; round++) {
    random = random * 1664525 + 1013904223;
    char *byte = &file->text[(random >> 8) % whole], kept = *byte;
    *byte = (char)(random >> 24);
    dyncolor_theme *other = new_theme();
    uint64_t empty = dyncolor_theme_fingerprint(other);
    if (load(other, &archive, "App/A.xcassets", "", NULL) != DYNCOLOR_OK)
      CHECK(dyncolor_theme_fingerprint(other) == empty);
    dyncolor_theme_release(other);
    *byte = kept;
  }
  dyncolor_theme_release(theme);
  clear(&archive);
}

int main(void) {
  CLAIM("catalogs are read from the host's own files, with groups, references and empty slots",
        catalogs_are_read);
  CLAIM("a catalog that is written is read as the same theme", catalogs_come_back);
  CLAIM("what a catalog cannot say is told, and no name leads out of it",
        approximations_are_told);
  CLAIM("a catalog that is cut off or damaged is refused, or read, and nothing else",
        damage_is_refused);
  return CHECK_RESULT;
}
