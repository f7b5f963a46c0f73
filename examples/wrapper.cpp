/* The library from C++17: a wrapper of fifty lines gives RAII, exceptions, colors in standard
 * containers, and lambdas as providers.
 *
 *     c++ -std=c++17 wrapper.cpp $(pkg-config --cflags --libs dyncolor) && ./a.out
 */
#include <dyncolor.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

/* ---- The wrapper ---------------------------------------------------------------------------- */

/* Colors are values already; now they compare and hash as C++ expects. */
inline bool operator==(const dyncolor_color &a, const dyncolor_color &b) {
  return dyncolor_color_equal(&a, &b) != 0;
}
template <>
struct std::hash<dyncolor_color> {
  std::size_t operator()(const dyncolor_color &color) const noexcept {
    return dyncolor_color_hash(&color);
  }
};

/* A call that failed: what is wrong, with its status, and where in a text. */
struct failure : std::runtime_error {
  explicit failure(const dyncolor_error &error)
      : runtime_error(std::string(error.message) + ": " + error.context),
        status(error.status), line(error.line), column(error.column) {}
  int status;
  unsigned line, column;
};

/* What a provider threw, on its way past the library to the caller. */
inline thread_local std::exception_ptr thrown;

/* Calls any function that takes an error last, and throws if it fails. */
template <typename Function, typename... Arguments>
void call(Function function, Arguments... arguments) {
  dyncolor_error error = DYNCOLOR_ERROR_INIT;
  const dyncolor_status status = function(arguments..., &error);
  const std::exception_ptr passed = std::exchange(thrown, nullptr);
  if (status == DYNCOLOR_OK) return;
  if (passed) std::rethrow_exception(passed);
  throw failure(error);
}

/* A theme that releases itself. */
struct release {
  void operator()(dyncolor_theme *theme) const { dyncolor_theme_release(theme); }
};
using theme_pointer = std::unique_ptr<dyncolor_theme, release>;

inline theme_pointer make_theme() {
  dyncolor_theme *theme;
  call(dyncolor_theme_create, nullptr, &theme);
  return theme_pointer(theme);
}

/* Registers anything that makes a color of a context. The theme owns it; no exception leaves it. */
template <typename Callable>
dyncolor_id provide(dyncolor_theme *theme, std::string_view name, Callable callable) {
  const auto ask = [](dyncolor_context *context, dyncolor_answer *answer, void *data) noexcept {
    try {
      answer->color = (*static_cast<Callable *>(data))(context);
      return DYNCOLOR_OK;
    } catch (...) {
      thrown = std::current_exception();
      return DYNCOLOR_ERROR_PROVIDER;
    }
  };
  const auto destroy = [](void *data) { delete static_cast<Callable *>(data); };
  dyncolor_id id;
  call(dyncolor_register_provider_n, theme, name.data(), name.size(), ask,
       new Callable(std::move(callable)), destroy, &id);
  return id;
}

/* ---- Its use -------------------------------------------------------------------------------- */

static dyncolor_color parse(std::string_view text) {
  dyncolor_color color;
  call(dyncolor_color_parse_hex_n, text.data(), text.size(), DYNCOLOR_SPACE_SRGB, 1.0, &color);
  return color;
}

static dyncolor_color srgb(const dyncolor_rgba &color, double alpha) {
  return {DYNCOLOR_SPACE_SRGB, 0, {color.r, color.g, color.b}, alpha};
}

static dyncolor_color resolve(dyncolor_theme *theme, dyncolor_id id, dyncolor_scheme scheme) {
  dyncolor_environment environment{};
  dyncolor_rgba color;
  environment.scheme = static_cast<std::uint8_t>(scheme);
  call(dyncolor_resolve, theme, id, &environment, &color);
  return srgb(color, color.a);
}

static void show(const dyncolor_color &color, const std::string &text) {
  unsigned char p[4];
  call(dyncolor_color_pack, &color, DYNCOLOR_LAYOUT_RGBA8, p, sizeof p);
  std::printf("    \033[48;2;%d;%d;%dm      \033[0m #%02x%02x%02x%02x  %s\n", p[0], p[1], p[2],
              p[0], p[1], p[2], p[3], text.c_str());
}

int main() try {
  std::printf("  values\n");
  static const std::pair<const char *, const char *> stylesheet[] = {
      {"accent", "#0461be"}, {"link", "0461BE"}, {"shadow", "#000c"}, {"scrim", "#000000cc"}};
  std::unordered_map<dyncolor_color, std::string> names;
  for (const auto &[name, text] : stylesheet) {
    const auto [known, is_new] = names.emplace(parse(text), name);
    show(known->first, is_new ? name : name + (", the same as " + known->second));
  }

  std::printf("  lambdas\n");
  const theme_pointer owner = make_theme();
  dyncolor_theme *const theme = owner.get();
  dyncolor_id accent;
  call(dyncolor_register_hex_n, theme, "accent", 6, "#0461be", 7, "#81d0ff", 7, &accent);

  const double strength = 0.2;
  const dyncolor_id tint = provide(theme, "tint", [=](dyncolor_context *context) {
    dyncolor_rgba color;
    call(dyncolor_context_resolve, context, accent, &color);
    return srgb(color, strength);
  });
  const dyncolor_id moon = provide(theme, "moon", [](dyncolor_context *context) {
    if (dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) != DYNCOLOR_SCHEME_DARK)
      throw std::domain_error("there is no moon by day");
    return parse("#f4f1de");
  });
  show(resolve(theme, tint, DYNCOLOR_SCHEME_LIGHT), "tint, light");
  show(resolve(theme, tint, DYNCOLOR_SCHEME_DARK), "tint, dark");
  show(resolve(theme, moon, DYNCOLOR_SCHEME_DARK), "moon, dark");

  std::printf("  exceptions\n");
  try {
    show(resolve(theme, moon, DYNCOLOR_SCHEME_LIGHT), "moon, light");
  } catch (const std::domain_error &error) {
    std::printf("    %s\n", error.what());
  }
  try {
    show(parse("#0461bg"), "no color");
  } catch (const failure &error) {
    std::printf("    %u:%u: %s\n", error.line, error.column, error.what());
  }
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
