/* The header for C++: handles, text, spans, parts, and errors as exceptions and as results. It is
 * compiled from what was installed. */
#include <dyncolor.hpp>

#include <cstdio>
#include <cstring>
#include <stdexcept>

static int failures;

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      failures++; \
      std::printf("# %s:%d: %s\n", __FILE__, __LINE__, #condition); \
    } \
  } while (0)

/* Memory that counts what is taken of it. */
static std::size_t taken;

static void *count_memory(void *, void *memory, std::size_t old_size, std::size_t new_size) {
  taken += new_size - old_size;
  if (new_size > 0) return std::realloc(memory, new_size);
  std::free(memory);
  return nullptr;
}

static bool is_red(const dyncolor::rgba &color, int red) {
  return static_cast<int>(color.r * 255 + 0.5f) == red;
}

static void colors_of_every_kind(dyncolor::theme_ref theme) {
  const dyncolor::id night = theme.add("night", "#0a0000");
  const dyncolor::id pair = theme.add_pair("pair", dyncolor::color{1, 0, {1, 0, 0}, 1}, night);
  CHECK(is_red(theme.resolve(pair), 255) && is_red(theme.resolve(pair, dyncolor::dark()), 10));
  CHECK(is_red(theme.resolve("pair", dyncolor::dark()), 10));
  CHECK(theme.css(pair) == "light-dark(color(srgb 1 0 0), var(--night))");
  const dyncolor::id table = theme.add_variants(
      "table", {std::string_view("#010000"), dyncolor::variant(night).dark(),
                dyncolor::variant("#020000").dark().more()});
  dyncolor::environment more = dyncolor::dark();
  more.contrast = DYNCOLOR_CONTRAST_MORE;
  CHECK(is_red(theme.resolve(table), 1) && is_red(theme.resolve(table, more), 2));
  const dyncolor::id list = theme.add_fallbacks("list", {"var(--nobody)", night});
  CHECK(is_red(theme.resolve(list), 10));
  const dyncolor::id mix = theme.add_mix("mix", {night, "#1e0000"}, {3, 1}, DYNCOLOR_SPACE_SRGB);
  CHECK(is_red(theme.resolve(mix), 15));
  CHECK(theme.css(mix) == "color-mix(in srgb, var(--night) 75%, #1e0000 25%)");
  try {
    theme.add_mix("mix", {night, "white"}, {1});
    CHECK(false);
  } catch (const std::invalid_argument &) {
  }
  const dyncolor::id semantic = theme.add_semantic("semantic", "ink", night);
  CHECK(is_red(theme.resolve(semantic), 10));
  const dyncolor::id unnamed = theme.add({}, "#030000");
  CHECK(theme.name(unnamed).empty() && theme.name(pair) == "pair");

  /* Axes of the host's need no casts. */
  std::uint32_t team = 0;
  CHECK(dyncolor_axis_declare_n(theme.get(), "team", 4, &team, nullptr) == DYNCOLOR_OK);
  const dyncolor::id asked = theme.add_provider("asked", [team](dyncolor_context *context) {
    const double red = dyncolor_context_axis(context, team) / 255.0;
    return dyncolor::color{DYNCOLOR_SPACE_SRGB, 0, {red, 0, 0}, 1};
  });
  const dyncolor_adjustment adjustment = {team, DYNCOLOR_POLICY_FORCE, 7};
  dyncolor::environment seven{};
  CHECK(dyncolor_environment_adjust(&seven, nullptr, &adjustment, 1, &seven, nullptr) ==
        DYNCOLOR_OK);
  CHECK(is_red(theme.resolve(asked, seven), 7));
  CHECK(dyncolor_environment_get(&seven, team) == 7);
  CHECK(dyncolor_environment_set(&seven, team, 9) == DYNCOLOR_OK && seven.custom[0] == 9);

  const auto word = theme.pixel<std::uint32_t>(night, {}, DYNCOLOR_LAYOUT_ARGB_WORD);
  CHECK(word == 0xFF0A0000u);
  const dyncolor::id ids[] = {night, pair};
  std::vector<dyncolor::rgba> all(2);
  theme.resolve(ids, dyncolor::dark(), all);
  CHECK(is_red(all[0], 10) && is_red(all[1], 10));
  CHECK(theme.ids().size() == theme.count());
}

static void handles_are_released() {
  dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
  options.resize = count_memory;
  dyncolor::snapshot kept;
  {
    dyncolor::theme theme(&options);
    dyncolor::theme other = theme, moved = std::move(theme);
    CHECK(!theme && other.get() == moved.get());
    colors_of_every_kind(moved);
    dyncolor::snapshot taken_now = moved.snapshot(dyncolor::dark());
    kept = taken_now;
    CHECK(taken_now.colors().size() == moved.rows());
    CHECK(is_red(taken_now.resolve(moved.find("night")), 10));
    CHECK(moved.explain(moved.find("pair")).text().find("pair") == 0);
    int changes = 0;
    {
      auto observation =
          moved.observe([&](dyncolor::theme_ref changed, const dyncolor_change &change) {
            CHECK(changed.get() == other.get() && change.count > 0);
            changes++;
          });
      moved.add("night", "#0b0000");
      moved.add("night", "#0b0000");
      CHECK(changes == 1);
    }
    moved.add("night", "#0c0000");
    CHECK(changes == 1);
    const char text[] = "{\"ink\": \"black\"}";
    dyncolor::report report = moved.load("theme.json", {text, sizeof text - 1});
    CHECK(report.colors() == 1 && report.findings().empty() && moved.try_find("ink"));
    theme = other;
    CHECK(taken > 0);
  }
  CHECK(!kept.colors().empty());
  kept = {};
  CHECK(taken == 0);
}

static void errors_are_exceptions() {
  dyncolor::theme theme;
  try {
    theme.add("broken", "rgb(4 97 19O)");
    CHECK(false);
  } catch (const dyncolor::error &error) {
    CHECK(error.status() == DYNCOLOR_ERROR_SYNTAX && error.line() == 1 && error.column() > 1);
    CHECK(std::strstr(error.what(), "19O") != nullptr);
    CHECK(dyncolor::format(error.detail(), "rgb(4 97 19O)").find('^') != std::string::npos);
  }
  try {
    theme.load("/nonexistent/theme.json");
    CHECK(false);
  } catch (const std::exception &error) {
    CHECK(std::strncmp(error.what(), "/nonexistent/theme.json: ", 25) == 0);
  }
  const dyncolor::id thrower = theme.add_provider(
      "thrower", [](dyncolor_context *) -> dyncolor::id { throw std::runtime_error("no"); });
  CHECK(theme.try_resolve(thrower).status() == DYNCOLOR_ERROR_PROVIDER);

  /* And results. */
  const auto found = theme.try_find("nobody");
  CHECK(!found && found.status() == DYNCOLOR_ERROR_UNKNOWN_NAME);
  dyncolor_error detail = DYNCOLOR_ERROR_INIT;
  CHECK(!theme.try_add("broken", "bluue", &detail) && detail.status == DYNCOLOR_ERROR_SYNTAX);
  CHECK(theme.try_add("fine", "blue") && theme.try_resolve(*theme.try_find("fine")));
  CHECK(dyncolor::try_parse("oklch(0.5 0.1 20)")->space == DYNCOLOR_SPACE_OKLCH);
  CHECK(*dyncolor::try_format(dyncolor::parse("#123456")) == "#123456");
}

int main() {
  handles_are_released();
  errors_are_exceptions();
  if (failures == 0) std::puts("ok");
  return failures != 0;
}
