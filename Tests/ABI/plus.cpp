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
  const std::uint32_t team = theme.axes().declare("team");
  const dyncolor::id asked = theme.add_provider("asked", [team](dyncolor::context context) {
    const double red = context.axis(team) / 255.0;
    return dyncolor::color{DYNCOLOR_SPACE_SRGB, 0, {red, 0, 0}, 1};
  });
  const dyncolor_adjustment adjustment = {team, DYNCOLOR_POLICY_FORCE, 7};
  CHECK(is_red(theme.resolve(asked, dyncolor::adjust({}, {&adjustment, 1})), 7));
  dyncolor::environment seven = dyncolor::adjust({}, {&adjustment, 1});
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

/* Palettes, locales, subtypes, owners, layers, axes and values are alike. */
template <class Kind>
static void check_names(dyncolor::names<Kind> names) {
  const std::size_t before = names.count();
  const auto number = names.declare("one");
  CHECK(names.declare("one") == number && names.declare("two") != number);
  CHECK(names.count() == before + 2 && names.find("one") == number && names.name(number) == "one");
  CHECK(names.try_find("three").status() == DYNCOLOR_ERROR_UNKNOWN_NAME);
  CHECK(!names.try_name(200) && *names.try_name(number) == "one" && *names.try_declare("two") > 0);
  std::size_t listed = 0;
  bool is_listed = false;
  for (const auto value : names) {
    listed++;
    is_listed = is_listed || (value.number == number && value.name == "one");
  }
  CHECK(is_listed && listed >= 2);
}

static void names_have_numbers() {
  dyncolor::theme theme;
  check_names(theme.palettes());
  check_names(theme.locales());
  check_names(theme.subtypes());
  check_names(theme.owners());
  check_names(theme.axes());
  check_names(theme.values(theme.axes().find("two")));
  CHECK(theme.axes().find("one") == DYNCOLOR_AXIS_CUSTOM);
  CHECK(theme.axes().find("scheme") == DYNCOLOR_AXIS_SCHEME);
  CHECK(theme.values(DYNCOLOR_AXIS_SCHEME).find("dark") == DYNCOLOR_SCHEME_DARK);
  CHECK(!theme.values(DYNCOLOR_AXIS_SCHEME).try_declare("dim"));
  CHECK(!theme.axes().try_declare("scheme"));
  /* A menu of contrasts has only those with names. */
  std::string menu;
  for (const auto value : theme.values(DYNCOLOR_AXIS_CONTRAST)) menu.append(value.name) += ' ';
  CHECK(menu == "less standard more ");
  const std::uint16_t brand = theme.layers().declare("brand", DYNCOLOR_LAYER_USER);
  CHECK(theme.layers().name(brand) == "brand" && theme.layers().find("brand") == brand);
  CHECK(theme.layer_order().size() == theme.layers().count() && theme.layers().count() == 4);
  CHECK(theme.layer_order()[2] == brand);
  const dyncolor::id ink = theme.add(brand, "ink", "#010000");
  CHECK(theme.sources(ink)[0].layer == brand);
  theme.remove(brand, ink);
  CHECK(!theme.try_resolve(ink));
}

static void variants_are_for_everything() {
  dyncolor::theme theme;
  const std::uint32_t team = theme.axes().declare("team");
  const std::uint32_t red = theme.values(team).declare("red");
  const std::uint16_t night = theme.palettes().declare("Night");
  const dyncolor::id mark = theme.add_variants(
      "mark", {"#010000", dyncolor::variant("#020000").when(team, red),
               dyncolor::variant("#030000").when(DYNCOLOR_STATE_PRESSED),
               dyncolor::variant("#040000").in_palette(night),
               dyncolor::variant("#050000").when(DYNCOLOR_IDIOM_TV).when(DYNCOLOR_SCHEME_DARK)});
  dyncolor::environment in{};
  CHECK(is_red(theme.resolve(mark), 1));
  dyncolor::set(in, team, red);
  CHECK(is_red(theme.resolve(mark, in), 2));
  in.palette = night;
  CHECK(is_red(theme.resolve(mark, in), 4));
  in.state = DYNCOLOR_STATE_PRESSED;
  CHECK(is_red(theme.resolve(mark, in), 3));
  in = dyncolor::dark();
  in.idiom = DYNCOLOR_IDIOM_TV;
  CHECK(is_red(theme.resolve(mark, in), 5));
  CHECK(theme.axes_of(mark) & 1u << team);

  /* What is no value of a custom axis is refused. */
  for (const auto &wrong : {dyncolor::variant("#fff").when(team, 256),
                            dyncolor::variant("#fff").when(DYNCOLOR_AXIS_SCHEME, 1u)})
    CHECK(theme.try_add_variants("wrong", {&wrong, 1}).status() ==
          DYNCOLOR_ERROR_INVALID_ARGUMENT);
  dyncolor::set(in, DYNCOLOR_AXIS_ACCENT, 1);
  CHECK(theme.try_resolve(mark, in).status() == DYNCOLOR_ERROR_INVALID_ARGUMENT);
}

static void values_are_calculated() {
  using dyncolor::parse;
  CHECK(dyncolor::format(dyncolor::mix(parse("black"), parse("white"), 0.5,
                                       DYNCOLOR_SPACE_SRGB)) == "color(srgb 0.5 0.5 0.5)");
  CHECK(dyncolor::contrast(parse("black"), parse("white")) == 21);
  CHECK(dyncolor::difference(parse("red"), parse("red")) == 0);
  CHECK(dyncolor::convert(parse("red"), DYNCOLOR_SPACE_OKLCH).space == DYNCOLOR_SPACE_OKLCH);
  const dyncolor::color wide = parse("color(display-p3 0 1 0)");
  CHECK(dyncolor_color_is_in_gamut(&wide, DYNCOLOR_SPACE_SRGB) == 0);
  const dyncolor::color mapped = dyncolor::map_to_gamut(wide, DYNCOLOR_SPACE_SRGB);
  CHECK(dyncolor_color_is_in_gamut(&mapped, DYNCOLOR_SPACE_SRGB) == 1);
  CHECK(dyncolor::format(dyncolor::blend(parse("red"), parse("blue"))).find("1 0 0") !=
        std::string::npos);
  CHECK(dyncolor::contrast(dyncolor::ensure_contrast(parse("gray"), parse("gray"), 3),
                           parse("gray")) >= 3);
  CHECK(dyncolor::simulate_vision(parse("red"), DYNCOLOR_VISION_DEUTAN).c[1] > 0.5);
  CHECK(!dyncolor::try_simulate_vision(parse("red"), DYNCOLOR_VISION_DEUTAN, 2));
  CHECK(!dyncolor::try_mix(parse("red"), parse("blue"), 2));

  const dyncolor::environment more = dyncolor::environment_named("prefers-contrast: more");
  CHECK(more.contrast == DYNCOLOR_CONTRAST_MORE);
  CHECK(dyncolor::inherit(more, dyncolor::dark()).scheme == DYNCOLOR_SCHEME_DARK);
  CHECK(dyncolor::appearance_name(dyncolor::dark(), DYNCOLOR_VOCABULARY_CSS) == "dark");
  CHECK(!dyncolor::try_environment_named("drak"));
}

static void themes_are_kept_and_compared() {
  dyncolor::theme theme;
  const dyncolor::id ink = theme.add_pair("ink", "#010000", "#020000");
  const dyncolor::id paper = theme.add("paper", "#030000");
  CHECK(theme.diff(dyncolor::light(), dyncolor::dark()) == std::vector<dyncolor::id>{ink});
  const dyncolor::snapshot light = theme.snapshot(dyncolor::light());
  CHECK(light.environment().scheme == DYNCOLOR_SCHEME_LIGHT);
  CHECK(light.generation() == theme.generation());
  CHECK(light.diff(theme.snapshot(dyncolor::dark())) == std::vector<dyncolor::id>{ink});
  CHECK(light.fingerprint() != theme.snapshot(dyncolor::dark()).fingerprint());
  std::vector<dyncolor::rgba> table(theme.rows());
  theme.resolve_all(dyncolor::dark(), table);
  CHECK(is_red(table[DYNCOLOR_ROW(ink)], 2) && is_red(table[DYNCOLOR_ROW(paper)], 3));
  theme.prepare(dyncolor::dark());

  theme.set_description(ink, "For text.");
  theme.set_annotation(ink, "{\"a\": 1}");
  theme.set_deprecation(paper, "Too dark.", ink);
  theme.set_default_scheme(DYNCOLOR_SCHEME_DARK);
  theme.set_default_palette(theme.palettes().declare("Night"));
  theme.set_level_opacities({1, 0.75, 0.5, 0.25, 0});
  theme.forward("text", "ink");
  const dyncolor::theme again = dyncolor::theme::from_image(theme.image());
  const dyncolor::id text = again.find("text"), ground = again.find("paper");
  CHECK(again.fingerprint() == theme.fingerprint() && again.forwarded("text") == "ink");
  CHECK(again.description(text) == "For text." && !again.annotation(text).empty());
  CHECK(again.deprecation(ground).replacement == text);
  CHECK(std::strcmp(again.deprecation(ground).note, "Too dark.") == 0);
  CHECK(again.default_of(DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK);
  CHECK(again.default_of(DYNCOLOR_AXIS_PALETTE) == 1 && again.level_opacities()[1] == 0.75);
  CHECK(again.resolve_level(text, DYNCOLOR_LEVEL_TERTIARY).a == 0.5f);
  CHECK(!dyncolor::theme::try_from_image({}));

  const std::uint64_t seen = theme.generation();
  theme.rename(paper, "ground");
  std::uint64_t now = 0;
  CHECK(theme.changes(seen, &now) == std::vector<dyncolor::id>{paper} && now > seen);
  const dyncolor::id later = theme.declare("later");
  CHECK(theme.try_resolve(later).status() == DYNCOLOR_ERROR_STALE_ID);
  const dyncolor::id half = theme.add_level("half", ink, DYNCOLOR_LEVEL_SECONDARY);
  CHECK(theme.resolve(half).a == 0.75f);
  const dyncolor::id moon = theme.add("Night/moon", "#fff");
  CHECK(theme.palette_colors(1) == std::vector<dyncolor::id>{moon} && theme.palette_gaps().empty());
  CHECK(theme.add_builtin("css") == 19 && theme.check().findings().empty());
  theme.add_material(dyncolor::part("teal"), DYNCOLOR_MATERIAL_VIBRANT, "md/");
  CHECK(theme.find("md/on-primary-container") != dyncolor::id());
  theme.add_scale(dyncolor::part("teal"), "teal-");
  CHECK(theme.resolve(theme.find("teal-9")).g == 128 / 255.f);
  CHECK(theme.try_add_scale(dyncolor::part("tael")) == DYNCOLOR_ERROR_SYNTAX);
  CHECK(theme.try_add_material(dyncolor::part("tael")) == DYNCOLOR_ERROR_SYNTAX);
  theme.clear_layer(DYNCOLOR_LAYER_USER);
  theme.clear_owner(theme.owners().declare("mail"));
  dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
  options.format = DYNCOLOR_FORMAT_JSON;
  CHECK(theme.written(options).find("\"ground\"") != std::string::npos);
  CHECK(theme.derive().derived > 0 && theme.derive().derived > 0);
  CHECK(!theme.is_derived(theme.find("teal-9"), dyncolor::dark()));
  CHECK(theme.try_is_derived(dyncolor::id()).status() == DYNCOLOR_ERROR_FOREIGN_ID);
  const dyncolor::audit audit = theme.audit();
  CHECK(theme.repair(audit).left + theme.try_repair(audit)->left > 0);
  CHECK(audit.findings().size() == audit.sums().errors + audit.sums().warnings +
                                       audit.sums().notes);
  CHECK(audit.text().rfind("examined\n") != std::string::npos && audit.sums().complete == 1);
  CHECK(theme.try_audit() && audit.text(DYNCOLOR_AUDIT_FORMAT_SARIF, "a b").find("a%20b") > 0);
  CHECK(!audit.try_text(dyncolor_audit_format(99)));
  CHECK(theme.explain(ink).steps().size() > 0 && !theme.try_explain(dyncolor::id{4096u << 12}));

  /* And without exceptions. */
  CHECK(theme.try_add_provider("p", [](dyncolor::context context) -> dyncolor::id {
    return context.theme().find("ink");
  }));
  int red = 1;
  const dyncolor::id host = theme.add_provider("host", [&red](dyncolor::context) {
    return dyncolor::color{DYNCOLOR_SPACE_SRGB, 0, {red / 255.0, 0, 0}, 1};
  });
  CHECK(is_red(theme.resolve(host), 1));
  red = 2;
  CHECK(is_red(theme.resolve(host), 1));
  theme.refresh(host);
  CHECK(is_red(theme.resolve(host), 2));
  CHECK(theme.try_refresh(ink) == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  CHECK(theme.resolve("p", dyncolor::light()).r == theme.resolve(ink, dyncolor::light()).r);
  const auto observed = theme.try_observe([](dyncolor::theme_ref, const dyncolor_change &) {});
  CHECK(observed && theme.try_rename(ink, "half") == DYNCOLOR_ERROR_NAME_TAKEN);
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

/* The line, and a caret under the mistake. */
template <class Call>
static void errors_show_their_text(Call &&call) {
  try {
    call();
    CHECK(false);
  } catch (const dyncolor::error &error) {
    const std::string shown = "\n  rgb(4 97 19O)\n             ^";
    const std::string what = error.what();
    CHECK(what.size() > shown.size() && what.substr(what.size() - shown.size()) == shown);
    if (what.find(shown) == std::string::npos) std::printf("# %s\n", error.what());
  }
}

static void errors_are_exceptions() {
  dyncolor::theme theme;
  try {
    theme.add("broken", "rgb(4 97 19O)");
    CHECK(false);
  } catch (const dyncolor::error &error) {
    CHECK(error.status() == DYNCOLOR_ERROR_SYNTAX && error.line() == 1 && error.column() > 1);
    CHECK(std::strstr(error.what(), "19O") != nullptr);
    CHECK(dyncolor::format(error.detail(), "rgb(4 97 19O)") == error.what());
  }
  try {
    const std::string sheet = ":root {\n  --a: var(--b);\n  --b: var(--a);\n}";
    theme.load("cycle.css", dyncolor::span<const char>(sheet.data(), sheet.size()));
    CHECK(false);
  } catch (const dyncolor::error &error) {
    CHECK(std::strchr(error.what(), '^') != nullptr);
    if (std::strchr(error.what(), '^') == nullptr) std::printf("# %s\n", error.what());
  }
  errors_show_their_text([] { dyncolor::parse("rgb(4 97 19O)"); });
  errors_show_their_text([&] { theme.add("broken", "rgb(4 97 19O)"); });
  errors_show_their_text([&] { theme.add_pair("broken", "rgb(4 97 19O)", "red"); });
  errors_show_their_text([&] { theme.add_pair("broken", "red", "rgb(4 97 19O)"); });
  errors_show_their_text([&] { theme.add_variants("broken", {"red", "rgb(4 97 19O)"}); });
  errors_show_their_text([&] { theme.add_fallbacks("broken", {"red", "rgb(4 97 19O)"}); });
  errors_show_their_text([&] { theme.add_mix("broken", {"red", "rgb(4 97 19O)"}); });
  errors_show_their_text([&] { theme.add_semantic("broken", "ink", "rgb(4 97 19O)"); });
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

static void desktops_are_followed() {
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  options.flags = DYNCOLOR_DESKTOP_NO_PORTAL | DYNCOLOR_DESKTOP_NO_GTK | DYNCOLOR_DESKTOP_NO_KDE;
  dyncolor::theme theme;
  const dyncolor::color accent = dyncolor::parse("#e62d42");
  dyncolor::desktop desktop = dyncolor::desktop::open(&options);
  CHECK(desktop.descriptor() >= 0 && desktop.wait(1000) == 0);
  desktop.bind(theme);
  desktop.override_setting(DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE, DYNCOLOR_SCHEME_DARK);
  desktop.override_accent(DYNCOLOR_POLICY_PREFER, &accent);
  CHECK(desktop.pump() == (DYNCOLOR_SETTING_SCHEME | DYNCOLOR_SETTING_ACCENT));
  CHECK(desktop.environment().scheme == DYNCOLOR_SCHEME_DARK);
  CHECK(desktop.motion() == DYNCOLOR_MOTION_UNSPECIFIED);
  CHECK(desktop.source(DYNCOLOR_SETTING_SCHEME) == DYNCOLOR_SETTING_SOURCE_HOST);
  CHECK(dyncolor::nearest_accent(desktop.accent()) == DYNCOLOR_ACCENT_RED);
  CHECK(is_red(theme.resolve("AccentColor"), 0xe6));
  desktop.unbind(theme);
  theme.set_default_contrast(DYNCOLOR_CONTRAST_MORE);
  try {
    desktop.unbind(theme);
    CHECK(false);
  } catch (const dyncolor::error &error) {
    CHECK(error.status() == DYNCOLOR_ERROR_INVALID_ARGUMENT);
  }
}

int main() {
  handles_are_released();
  names_have_numbers();
  variants_are_for_everything();
  values_are_calculated();
  themes_are_kept_and_compared();
  errors_are_exceptions();
  desktops_are_followed();
  if (failures == 0) std::puts("ok");
  return failures != 0;
}
