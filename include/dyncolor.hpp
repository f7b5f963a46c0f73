/*
 * libdyncolor for C++17: handles that release themselves, std::string_view, spans, and errors as
 * exceptions or as results.
 *
 * SPDX-License-Identifier: MIT
 *
 *     #include <dyncolor.hpp>
 *     #include <iostream>
 *
 *     int main() try {
 *       dyncolor::theme theme;
 *       auto night = theme.add("night", "#81d0ff");
 *       auto accent = theme.add_pair("accent", "#0461be", night);
 *       dyncolor::rgba color = theme.resolve(accent, dyncolor::dark());
 *       std::cout << color.r << ' ' << color.g << ' ' << color.b << '\n';
 *     } catch (const dyncolor::error &error) {
 *       std::cerr << error.what() << '\n';
 *     }
 *
 * Everything is inline, and costs what the same calls in C cost. What a function does, and what it
 * promises, is said in dyncolor.h, at the C function that it calls.
 *
 * - Errors. A function that can fail throws dyncolor::error. Its twin whose name begins with `try_`
 *   returns a dyncolor::result instead, and does not throw. Without exceptions (-fno-exceptions)
 *   there are only the latter, and constructors that are followed by a test of the handle.
 * - Handles. `theme` and `snapshot` share what they stand for when they are copied; `explanation`,
 *   `report`, `watch` and `observation` can only be moved. `theme_ref` is a theme that somebody
 *   else owns, such as that of a callback. A handle that was moved from is empty.
 * - Text is a std::string_view, and need not end with a NUL. An empty name stands for no name.
 */
#ifndef DYNCOLOR_HPP
#define DYNCOLOR_HPP

#include <dyncolor.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__cpp_exceptions)
#define DYNCOLOR_HAS_EXCEPTIONS 1
#else
#define DYNCOLOR_HAS_EXCEPTIONS 0
#endif

/* So that nothing is left but the call of the library. */
#if defined(__GNUC__)
#define DYNCOLOR_INLINED [[gnu::always_inline]] inline
#else
#define DYNCOLOR_INLINED inline
#endif

namespace dyncolor {

using status = dyncolor_status;
using color = dyncolor_color;
using rgba = dyncolor_rgba;
using environment = dyncolor_environment;
using id = dyncolor_id;
using layout = dyncolor_layout;

inline constexpr id no_id = DYNCOLOR_ID_NONE;

/* Environments of one scheme, with all else left to the theme. */
constexpr environment light() noexcept {
  environment made{};
  made.scheme = DYNCOLOR_SCHEME_LIGHT;
  return made;
}
constexpr environment dark() noexcept {
  environment made{};
  made.scheme = DYNCOLOR_SCHEME_DARK;
  return made;
}

/* ---- Spans ---------------------------------------------------------------------------------- */

/* Elements of somebody else's, side by side. */
template <class T>
class span {
 public:
  using value_type = std::remove_cv_t<T>;

  constexpr span() noexcept = default;
  constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
  template <std::size_t N>
  constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}

  /* A container, such as std::vector or std::array. */
  template <class C, class = std::enable_if_t<std::is_convertible_v<
                         decltype(std::declval<C &>().data()), T *>>>
  constexpr span(C &&container) noexcept : data_(container.data()), size_(container.size()) {}

  constexpr T *data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T *begin() const noexcept { return data_; }
  constexpr T *end() const noexcept { return data_ + size_; }
  constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

 private:
  T *data_ = nullptr;
  std::size_t size_ = 0;
};

/* ---- Errors --------------------------------------------------------------------------------- */

/* An error as a line of text, with the line of the source and a caret if there is one. */
inline std::string format(const dyncolor_error &detail, std::string_view source = {}) {
  std::size_t length = 0;
  dyncolor_error_format_n(&detail, source.data(), source.size(), nullptr, 0, &length);
  std::string text(length, '\0');
  dyncolor_error_format_n(&detail, source.data(), source.size(), text.data(), length + 1, nullptr);
  return text;
}

inline std::string format(const dyncolor_finding &finding, std::string_view source = {}) {
  std::size_t length = 0;
  dyncolor_finding_format_n(&finding, source.data(), source.size(), nullptr, 0, &length);
  std::string text(length, '\0');
  dyncolor_finding_format_n(&finding, source.data(), source.size(), text.data(), length + 1,
                            nullptr);
  return text;
}

/* What a function throws. */
class error : public std::exception {
 public:
  explicit error(const dyncolor_error &detail)
      : detail_(std::make_shared<const dyncolor_error>(detail)),
        text_(std::make_shared<const std::string>(format(detail))) {}

  const char *what() const noexcept override { return text_->c_str(); }
  dyncolor::status status() const noexcept {
    return static_cast<dyncolor::status>(detail_->status);
  }
  const dyncolor_error &detail() const noexcept { return *detail_; }
  std::string_view message() const noexcept { return detail_->message; }
  std::string_view context() const noexcept { return detail_->context; }
  std::string_view path() const noexcept { return detail_->path; }
  std::uint32_t line() const noexcept { return detail_->line; }
  std::uint32_t column() const noexcept { return detail_->column; }

 private:
  /* Shared, since copying an exception must not throw. */
  std::shared_ptr<const dyncolor_error> detail_;
  std::shared_ptr<const std::string> text_;
};

/* What a function returns that does not throw: a value, or the status of why there is none. */
template <class T>
class [[nodiscard]] result {
 public:
  result(dyncolor::status outcome, T value) noexcept(std::is_nothrow_move_constructible_v<T>)
      : value_(std::move(value)), status_(outcome) {}

  dyncolor::status status() const noexcept { return status_; }
  explicit operator bool() const noexcept { return status_ == DYNCOLOR_OK; }

  /* Only if there is a value. */
  T &operator*() & noexcept { return value_; }
  const T &operator*() const & noexcept { return value_; }
  T &&operator*() && noexcept { return std::move(value_); }
  T *operator->() noexcept { return &value_; }

  T value_or(T other) && { return *this ? std::move(value_) : std::move(other); }

 private:
  T value_;
  dyncolor::status status_;
};

namespace detail {

#if DYNCOLOR_HAS_EXCEPTIONS
#if defined(__GNUC__)
[[noreturn, gnu::cold, gnu::noinline]]
#else
[[noreturn]]
#endif
inline void fail(const dyncolor_error &error) {
  if (error.status == DYNCOLOR_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
  throw dyncolor::error(error);
}

/* Calls a function of the library with an error, and throws what it fails with. */
template <class Call>
DYNCOLOR_INLINED void checked(Call &&call) {
  dyncolor_error error;
  error.size = sizeof error;
  if (call(&error) != DYNCOLOR_OK) fail(error);
}
#endif

/* An empty text as NULL, which stands for no name. */
inline const char *text(std::string_view text) noexcept {
  return text.empty() ? nullptr : text.data();
}

/* A text by the two-call rule. */
template <class Call>
inline result<std::string> made_text(Call &&call) {
  std::string text(64, '\0');
  for (;;) {
    std::size_t length = 0;
    dyncolor::status outcome = call(text.data(), text.size(), &length);
    if (outcome != DYNCOLOR_ERROR_BUFFER_TOO_SMALL) {
      text.resize(outcome == DYNCOLOR_OK ? length : 0);
      return {outcome, std::move(text)};
    }
    text.resize(length + 1);
  }
}

/* A list by the rule of dyncolor_theme_colors. */
template <class T, class Call>
inline result<std::vector<T>> made_list(Call &&call) {
  std::vector<T> list;
  for (;;) {
    std::size_t count = 0;
    dyncolor::status outcome = call(list.data(), list.size(), &count);
    list.resize(outcome == DYNCOLOR_OK || outcome == DYNCOLOR_ERROR_BUFFER_TOO_SMALL ? count : 0);
    if (outcome != DYNCOLOR_ERROR_BUFFER_TOO_SMALL) return {outcome, std::move(list)};
  }
}

/* An object that can only be moved. */
template <class T, void (*Release)(T *)>
class unique_handle {
 public:
  unique_handle() noexcept = default;
  explicit unique_handle(T *owned) noexcept : object_(owned) {}
  unique_handle(unique_handle &&other) noexcept : object_(other.release()) {}
  unique_handle &operator=(unique_handle &&other) noexcept {
    unique_handle(std::move(other)).swap(*this);
    return *this;
  }
  ~unique_handle() {
    if (object_) Release(object_);
  }

  T *get() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  /* Gives the object up, for the caller to release. */
  T *release() noexcept { return std::exchange(object_, nullptr); }
  /* Where a function of the library puts an object. */
  T **out() noexcept {
    unique_handle().swap(*this);
    return &object_;
  }
  void swap(unique_handle &other) noexcept { std::swap(object_, other.object_); }

 private:
  T *object_ = nullptr;
};

/* An object that copies share. */
template <class T, T *(*Retain)(T *), void (*Release)(T *)>
class shared_handle : public unique_handle<T, Release> {
 public:
  using unique_handle<T, Release>::unique_handle;
  shared_handle() noexcept = default;
  shared_handle(const shared_handle &other) noexcept
      : unique_handle<T, Release>(Retain(other.get())) {}
  shared_handle(shared_handle &&) noexcept = default;
  shared_handle &operator=(const shared_handle &other) noexcept {
    shared_handle(other).swap(*this);
    return *this;
  }
  shared_handle &operator=(shared_handle &&) noexcept = default;
};

}  // namespace detail

/* ---- Colors --------------------------------------------------------------------------------- */

inline result<color> try_parse(std::string_view css, dyncolor_error *error = nullptr) noexcept {
  color parsed{};
  dyncolor::status outcome = dyncolor_color_parse_n(css.data(), css.size(), &parsed, error);
  return {outcome, parsed};
}

/* A color as text in CSS. */
inline result<std::string> try_format(const color &value) {
  return detail::made_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
    return dyncolor_color_format(&value, DYNCOLOR_NOTATION_EXACT, buffer, capacity, length,
                                 nullptr);
  });
}

#if DYNCOLOR_HAS_EXCEPTIONS
inline color parse(std::string_view css) {
  color parsed{};
  detail::checked([&](dyncolor_error *error) {
    return dyncolor_color_parse_n(css.data(), css.size(), &parsed, error);
  });
  return parsed;
}
#endif

/* ---- Parts ---------------------------------------------------------------------------------- */

/* A color as a part of another: CSS text, a registered color, or a value. */
class part : public dyncolor_part {
 public:
  part(const char *text) noexcept : part(std::string_view(text)) {}
  part(std::string_view text) noexcept : dyncolor_part{} {
    /* An empty text is no color, and must not look like no text. */
    css = text.data() ? text.data() : "";
    css_length = text.size();
  }
  part(const std::string &text) noexcept : part(std::string_view(text)) {}
  part(dyncolor::id registered) noexcept : dyncolor_part{} { id = registered; }
  part(const dyncolor::color &value) noexcept : dyncolor_part{} { color = value; }
};

/* A variant of a color: `variant("#6af").dark().more()`. */
class variant : public dyncolor_variant {
 public:
  variant(const dyncolor::part &made_of) noexcept : dyncolor_variant{} { part = made_of; }
  template <class Color, class = std::enable_if_t<std::is_convertible_v<Color, dyncolor::part>>>
  variant(const Color &made_of) noexcept : variant(dyncolor::part(made_of)) {}

  variant &light() noexcept { scheme = DYNCOLOR_SCHEME_LIGHT; return *this; }
  variant &dark() noexcept { scheme = DYNCOLOR_SCHEME_DARK; return *this; }
  variant &less() noexcept { contrast = DYNCOLOR_CONTRAST_LESS; return *this; }
  variant &more() noexcept { contrast = DYNCOLOR_CONTRAST_MORE; return *this; }
  variant &elevated() noexcept { elevation = DYNCOLOR_ELEVATION_ELEVATED; return *this; }
};
static_assert(sizeof(part) == sizeof(dyncolor_part) && sizeof(variant) == sizeof(dyncolor_variant),
              "arrays of them are arrays of the structs");

/* ---- What is made of themes ----------------------------------------------------------------- */

/* A theme resolved for one environment. */
class snapshot : public detail::shared_handle<dyncolor_snapshot, dyncolor_snapshot_retain,
                                              dyncolor_snapshot_release> {
 public:
  using shared_handle::shared_handle;

  /* All colors, by DYNCOLOR_ROW. */
  span<const rgba> colors() const noexcept {
    std::size_t rows = 0;
    const rgba *first = dyncolor_snapshot_colors(get(), &rows);
    return {first, rows};
  }

  result<rgba> try_resolve(dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    rgba value{};
    dyncolor::status outcome = dyncolor_snapshot_resolve(get(), which, &value, error);
    return {outcome, value};
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  DYNCOLOR_INLINED rgba resolve(dyncolor::id which) const {
    rgba value{};
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_snapshot_resolve(get(), which, &value, error);
    });
    return value;
  }
#endif
};

/* How the color of an id came about. */
class explanation
    : public detail::unique_handle<dyncolor_explanation, dyncolor_explanation_release> {
 public:
  using unique_handle::unique_handle;

  std::string_view text() const noexcept { return dyncolor_explanation_text(get()); }
  span<const dyncolor_step> steps() const noexcept {
    std::size_t count = 0;
    const dyncolor_step *first = dyncolor_explanation_steps(get(), &count);
    return {first, count};
  }
};

/* What was found on loading or writing. */
class report : public detail::unique_handle<dyncolor_report, dyncolor_report_release> {
 public:
  using unique_handle::unique_handle;

  span<const dyncolor_finding> findings() const noexcept {
    std::size_t count = 0;
    const dyncolor_finding *first = dyncolor_report_findings(get(), &count);
    return {first, count};
  }
  std::size_t omitted() const noexcept { return dyncolor_report_omitted(get()); }
  std::size_t colors() const noexcept { return dyncolor_report_colors(get()); }
};

/* Files that are loaded again whenever they change. */
class watch : public detail::unique_handle<dyncolor_watch, dyncolor_watch_release> {
 public:
  using unique_handle::unique_handle;

  int descriptor() const noexcept { return dyncolor_watch_descriptor(get()); }

  /* Whether the theme now has what is in the files. */
  result<bool> try_pump(dyncolor::report *found = nullptr,
                        dyncolor_error *error = nullptr) noexcept {
    int did_load = 0;
    dyncolor::status outcome =
        dyncolor_watch_pump(get(), &did_load, found ? found->out() : nullptr, error);
    return {outcome, did_load != 0};
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  bool pump(dyncolor::report *found = nullptr) {
    int did_load = 0;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_watch_pump(get(), &did_load, found ? found->out() : nullptr, error);
    });
    return did_load != 0;
  }
#endif
};

/* An observation, which ends with this, or with the theme. */
class observation {
 public:
  observation() noexcept = default;
  observation(observation &&other) noexcept
      : theme_(std::exchange(other.theme_, nullptr)), number_(other.number_) {}
  observation &operator=(observation &&other) noexcept {
    observation taken(std::move(other));
    std::swap(theme_, taken.theme_);
    std::swap(number_, taken.number_);
    return *this;
  }
  ~observation() { end(); }

  void end() noexcept {
    if (!theme_) return;
    dyncolor_theme_unobserve(theme_, number_, nullptr);
    dyncolor_theme_release(std::exchange(theme_, nullptr));
  }
  explicit operator bool() const noexcept { return theme_ != nullptr; }

 private:
  friend class theme_ref;
  dyncolor_theme *theme_ = nullptr;
  std::uint64_t number_ = 0;
};

/* ---- Themes --------------------------------------------------------------------------------- */

/* A theme that somebody else owns. */
class theme_ref {
 public:
  constexpr theme_ref(dyncolor_theme *theme) noexcept : theme_(theme) {}

  dyncolor_theme *get() const noexcept { return theme_; }
  explicit operator bool() const noexcept { return theme_ != nullptr; }

  std::size_t count() const noexcept { return dyncolor_theme_count(theme_); }
  std::size_t rows() const noexcept { return dyncolor_theme_rows(theme_); }
  std::uint64_t generation() const noexcept { return dyncolor_theme_generation(theme_); }
  std::uint64_t fingerprint() const noexcept { return dyncolor_theme_fingerprint(theme_); }

  /* ---- Without exceptions ---- */

  result<id> try_add(std::string_view name, const part &value,
                     dyncolor_error *error = nullptr) const noexcept {
    return try_add(DYNCOLOR_LAYER_THEME, name, value, error);
  }
  result<id> try_add(std::uint16_t layer, std::string_view name, const part &value,
                     dyncolor_error *error = nullptr) const noexcept {
    id made = no_id;
    dyncolor::status outcome = dyncolor_layer_register_n(theme_, layer, detail::text(name),
                                                        name.size(), &value, &made, error);
    return {outcome, made};
  }
  result<id> try_add_pair(std::string_view name, const part &light, const part &dark,
                          dyncolor_error *error = nullptr) const noexcept {
    id made = no_id;
    dyncolor::status outcome = dyncolor_register_pair_n(theme_, detail::text(name), name.size(),
                                                     &light, &dark, &made, error);
    return {outcome, made};
  }
  result<id> try_find(std::string_view name, dyncolor_error *error = nullptr) const noexcept {
    id found = no_id;
    dyncolor::status outcome =
        dyncolor_theme_find_n(theme_, name.data(), name.size(), &found, error);
    return {outcome, found};
  }
  result<rgba> try_resolve(dyncolor::id which, const environment &in = {},
                           dyncolor_error *error = nullptr) const noexcept {
    rgba value{};
    dyncolor::status outcome = dyncolor_resolve(theme_, which, &in, &value, error);
    return {outcome, value};
  }
  dyncolor::status try_resolve(dyncolor::id which, const environment &in, rgba &value,
                               dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_resolve(theme_, which, &in, &value, error);
  }
  template <class Pixel>
  result<Pixel> try_pixel(dyncolor::id which, const environment &in, dyncolor::layout as,
                          dyncolor_error *error = nullptr) const noexcept {
    static_assert(std::is_trivially_copyable_v<Pixel>, "a pixel is plain data");
    Pixel pixel{};
    dyncolor::status outcome =
        dyncolor_resolve_pixel(theme_, which, &in, as, &pixel, sizeof pixel, error);
    return {outcome, pixel};
  }
  result<dyncolor::snapshot> try_snapshot(const environment &in = {},
                                          dyncolor_error *error = nullptr) const noexcept {
    dyncolor::snapshot made;
    dyncolor::status outcome = dyncolor_snapshot_create(theme_, &in, made.out(), error);
    return {outcome, std::move(made)};
  }
  dyncolor::status try_load(std::string_view path, const dyncolor_load_options *options = nullptr,
                            dyncolor::report *found = nullptr,
                            dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_theme_load_n(theme_, path.data(), path.size(), options,
                              found ? found->out() : nullptr, error);
  }
  result<dyncolor::watch> try_watch(std::string_view path,
                                    const dyncolor_load_options *options = nullptr,
                                    dyncolor::report *found = nullptr,
                                    dyncolor_error *error = nullptr) const noexcept {
    dyncolor::watch made;
    dyncolor::status outcome =
        dyncolor_watch_create_n(theme_, path.data(), path.size(), options, made.out(),
                              found ? found->out() : nullptr, error);
    return {outcome, std::move(made)};
  }
  dyncolor::status try_remove(dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_unregister(theme_, which, error);
  }

  /* The name of a color, empty if it has none. It lives as long as the theme. */
  result<std::string_view> try_name(dyncolor::id which,
                                    dyncolor_error *error = nullptr) const noexcept {
    const char *name = "";
    dyncolor::status outcome = dyncolor_id_name(theme_, which, &name, error);
    return {outcome, name};
  }
  result<std::string> try_css(dyncolor::id which) const {
    return detail::made_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return dyncolor_id_css(theme_, which, buffer, capacity, length, nullptr);
    });
  }
  result<std::vector<id>> try_ids() const {
    return detail::made_list<id>([&](id *ids, std::size_t capacity, std::size_t *count) {
      return dyncolor_theme_colors(theme_, ids, capacity, count, nullptr);
    });
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  /* ---- Registering ---- */

  /* Registers a color in the theme's own layer: CSS text, a value, or an alias. */
  DYNCOLOR_INLINED id add(std::string_view name, const part &value) const {
    return add(DYNCOLOR_LAYER_THEME, name, value);
  }
  DYNCOLOR_INLINED id add(std::uint16_t layer, std::string_view name, const part &value) const {
    return made([&](id *made, dyncolor_error *error) {
      return dyncolor_layer_register_n(theme_, layer, detail::text(name), name.size(), &value,
                                       made, error);
    });
  }
  id add_pair(std::string_view name, const part &light, const part &dark) const {
    return made([&](id *made, dyncolor_error *error) {
      return dyncolor_register_pair_n(theme_, detail::text(name), name.size(), &light, &dark, made,
                                    error);
    });
  }
  id add_variants(std::string_view name, span<const variant> variants) const {
    return made([&](id *made, dyncolor_error *error) {
      return dyncolor_register_variants_n(theme_, detail::text(name), name.size(), variants.data(),
                                        variants.size(), made, error);
    });
  }
  id add_variants(std::string_view name, std::initializer_list<variant> variants) const {
    return add_variants(name, span<const variant>(variants.begin(), variants.size()));
  }
  /* The first that has a value. */
  id add_fallbacks(std::string_view name, std::initializer_list<part> parts) const {
    return made([&](id *made, dyncolor_error *error) {
      return dyncolor_register_fallbacks_n(theme_, detail::text(name), name.size(), parts.begin(),
                                         parts.size(), made, error);
    });
  }
  /* A mix of colors, by weights that are equal unless there is one for each part. */
  id add_mix(std::string_view name, std::initializer_list<part> parts,
             std::initializer_list<double> weights = {}, dyncolor_space space = dyncolor_space{},
             dyncolor_hue hue = dyncolor_hue{}) const {
    if (weights.size() != 0 && weights.size() != parts.size())
      throw std::invalid_argument("a mix needs a weight for each part, or none");
    return made([&](id *made, dyncolor_error *error) {
      return dyncolor_register_mix_n(theme_, detail::text(name), name.size(), parts.begin(),
                                     weights.size() == 0 ? nullptr : weights.begin(), parts.size(),
                                     space, hue, made, error);
    });
  }
  /* A color of the environment's palette. */
  id add_semantic(std::string_view name, std::string_view semantic) const {
    return made([&](id *made, dyncolor_error *error) {
      return dyncolor_register_semantic_n(theme_, detail::text(name), name.size(), semantic.data(),
                                        semantic.size(), nullptr, made, error);
    });
  }
  id add_semantic(std::string_view name, std::string_view semantic, const part &fallback) const {
    return made([&](id *made, dyncolor_error *error) {
      return dyncolor_register_semantic_n(theme_, detail::text(name), name.size(), semantic.data(),
                                        semantic.size(), &fallback, made, error);
    });
  }
  /* A color that `provide(dyncolor_context *)` computes: a color, or the id of one. What it throws
   * is DYNCOLOR_ERROR_PROVIDER, or the status of a dyncolor::error, for whoever resolves. */
  template <class Provide>
  id add_provider(std::string_view name, Provide provide) const {
    auto own = std::make_unique<Provide>(std::move(provide));
    return made([&](id *made, dyncolor_error *error) {
      return dyncolor_register_provider_n(theme_, detail::text(name), name.size(), call<Provide>,
                                        own.release(), destroy<Provide>, made, error);
    });
  }
  void remove(dyncolor::id which) const {
    detail::checked(
        [&](dyncolor_error *error) { return dyncolor_unregister(theme_, which, error); });
  }

  /* ---- Finding and resolving ---- */

  DYNCOLOR_INLINED id find(std::string_view name) const {
    return made([&](id *found, dyncolor_error *error) {
      return dyncolor_theme_find_n(theme_, name.data(), name.size(), found, error);
    });
  }
  DYNCOLOR_INLINED rgba resolve(dyncolor::id which, const environment &in = {}) const {
    rgba value{};
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_resolve(theme_, which, &in, &value, error);
    });
    return value;
  }
  rgba resolve(std::string_view name, const environment &in = {}) const {
    return resolve(find(name), in);
  }
  template <class Pixel>
  DYNCOLOR_INLINED Pixel pixel(dyncolor::id which, const environment &in,
                               dyncolor::layout as) const {
    static_assert(std::is_trivially_copyable_v<Pixel>, "a pixel is plain data");
    Pixel pixel{};
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_resolve_pixel(theme_, which, &in, as, &pixel, sizeof pixel, error);
    });
    return pixel;
  }
  /* Resolves colors into an array that has room for as many. */
  void resolve(span<const dyncolor::id> ids, const environment &in, span<rgba> colors) const {
    detail::checked([&](dyncolor_error *error) {
      if (colors.size() < ids.size()) return fail_small(error);
      return dyncolor_resolve_list(theme_, ids.data(), ids.size(), &in, DYNCOLOR_LAYOUT_FLOAT4,
                                   colors.data(), sizeof(rgba), nullptr, error);
    });
  }
  dyncolor::snapshot snapshot(const environment &in = {}) const {
    dyncolor::snapshot made;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_snapshot_create(theme_, &in, made.out(), error);
    });
    return made;
  }
  dyncolor::explanation explain(dyncolor::id which, const environment &in = {}) const {
    dyncolor::explanation made;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_explanation_create(theme_, which, &in, made.out(), error);
    });
    return made;
  }
  std::string_view name(dyncolor::id which) const {
    const char *name = "";
    detail::checked(
        [&](dyncolor_error *error) { return dyncolor_id_name(theme_, which, &name, error); });
    return name;
  }
  std::string css(dyncolor::id which) const {
    result<std::string> text = try_css(which);
    /* Once more, for the error. */
    if (!text)
      detail::checked([&](dyncolor_error *error) {
        return dyncolor_id_css(theme_, which, nullptr, 0, nullptr, error);
      });
    return *std::move(text);
  }
  std::vector<id> ids() const { return *try_ids(); }

  /* ---- Files and changes ---- */

  dyncolor::report load(std::string_view path,
                        const dyncolor_load_options *options = nullptr) const {
    dyncolor::report found;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_theme_load_n(theme_, path.data(), path.size(), options, found.out(), error);
    });
    return found;
  }
  dyncolor::report load(std::string_view name, span<const char> bytes,
                        const dyncolor_load_options *options = nullptr) const {
    dyncolor::report found;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_theme_load_memory_n(theme_, name.data(), name.size(), bytes.data(),
                                          bytes.size(), options, found.out(), error);
    });
    return found;
  }
  dyncolor::report write(std::string_view path,
                         const dyncolor_write_options *options = nullptr) const {
    dyncolor::report found;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_theme_write_n(theme_, path.data(), path.size(), options, found.out(), error);
    });
    return found;
  }
  dyncolor::watch watch(std::string_view path,
                        const dyncolor_load_options *options = nullptr) const {
    dyncolor::watch made;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_watch_create_n(theme_, path.data(), path.size(), options, made.out(), nullptr,
                                   error);
    });
    return made;
  }
  /* Calls `observe(theme_ref, const dyncolor_change &)` after every change, as long as what this
   * returns lives. What it throws ends the program. */
  template <class Observe>
  [[nodiscard]] dyncolor::observation observe(Observe observe) const {
    auto own = std::make_unique<Observe>(std::move(observe));
    dyncolor::observation made;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_theme_observe(theme_, tell<Observe>, own.release(), destroy<Observe>,
                              &made.number_, error);
    });
    made.theme_ = dyncolor_theme_retain(theme_);
    return made;
  }
#endif

 protected:
  dyncolor_theme *theme_;

 private:
  template <class F>
  static void destroy(void *own) {
    delete static_cast<F *>(own);
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  template <class Call>
  DYNCOLOR_INLINED static id made(Call &&call) {
    id made = no_id;
    detail::checked([&](dyncolor_error *error) { return call(&made, error); });
    return made;
  }

  /* Fails as for an array that is too small. */
  static dyncolor::status fail_small(dyncolor_error *error) noexcept {
    dyncolor_color black{DYNCOLOR_SPACE_SRGB, 0, {0, 0, 0}, 1};
    char none;
    return dyncolor_color_pack(&black, DYNCOLOR_LAYOUT_FLOAT4, &none, 0, error);
  }

  static void answer(dyncolor_answer *given, const dyncolor::color &value) noexcept {
    given->color = value;
  }
  static void answer(dyncolor_answer *given, dyncolor::id which) noexcept { given->id = which; }

  template <class Provide>
  static dyncolor::status call(dyncolor_context *context, dyncolor_answer *given, void *own) {
    try {
      answer(given, (*static_cast<Provide *>(own))(context));
      return DYNCOLOR_OK;
    } catch (const dyncolor::error &error) {
      return error.status();
    } catch (const std::bad_alloc &) {
      return DYNCOLOR_ERROR_OUT_OF_MEMORY;
    } catch (...) {
      return DYNCOLOR_ERROR_PROVIDER;
    }
  }

  template <class Observe>
  static void tell(dyncolor_theme *theme, const dyncolor_change *change, void *own) noexcept {
    (*static_cast<Observe *>(own))(theme_ref(theme), *change);
  }
#endif
};

/* A theme. Copies are the same theme. */
class theme : public theme_ref {
 public:
#if DYNCOLOR_HAS_EXCEPTIONS
  explicit theme(const dyncolor_theme_options *options = nullptr) : theme_ref(nullptr) {
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_theme_create(options, &theme_, error);
    });
  }
#else
  /* Empty if there is no memory for it. */
  explicit theme(const dyncolor_theme_options *options = nullptr) noexcept : theme_ref(nullptr) {
    dyncolor_theme_create(options, &theme_, nullptr);
  }
#endif
  /* Takes over a reference. */
  static theme adopted(dyncolor_theme *owned) noexcept { return theme(owned, 0); }
  /* Takes a reference of its own. */
  static theme shared(theme_ref other) noexcept {
    return theme(dyncolor_theme_retain(other.get()), 0);
  }

  theme(const theme &other) noexcept : theme_ref(dyncolor_theme_retain(other.theme_)) {}
  theme(theme &&other) noexcept : theme_ref(std::exchange(other.theme_, nullptr)) {}
  theme &operator=(theme other) noexcept {
    std::swap(theme_, other.theme_);
    return *this;
  }
  ~theme() { dyncolor_theme_release(theme_); }

 private:
  theme(dyncolor_theme *owned, int) noexcept : theme_ref(owned) {}
};

}  // namespace dyncolor

#undef DYNCOLOR_INLINED

#endif
