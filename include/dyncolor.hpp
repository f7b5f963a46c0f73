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
 *   there are only the latter. Then test a handle after you have made it: `if (!theme) ...`.
 * - Handles. `theme` and `snapshot` share what they stand for when they are copied; `explanation`,
 *   `report`, `watch`, `desktop` and `observation` can only be moved. `theme_ref` is a theme that
 *   somebody else owns, such as that of a callback. A handle that was moved from is empty.
 * - Text is a std::string_view, and need not end with a NUL. An empty name stands for no name.
 * - Names that have numbers: `palettes`, `locales`, `subtypes`, `owners`, `layers` and `axes` of a
 *   theme, and the `values` of an axis. All are declared, found, counted and listed alike:
 *
 *     const auto team = theme.axes().declare("team");
 *     const auto red = theme.values(team).declare("red");
 *     theme.add_variants("mark", {"gray", dyncolor::variant("crimson").when(team, red)});
 *     dyncolor::environment in = dyncolor::dark();
 *     dyncolor::set(in, team, red);
 *     for (auto value : theme.values(team)) menu.add(value.name, value.number);
 *
 * These functions are left to C, where a call is as short as it could be in C++:
 *
 * - Those that cannot fail and return their result: dyncolor_version, dyncolor_version_string,
 *   dyncolor_status_name, dyncolor_color_equal, dyncolor_color_hash, dyncolor_color_is_in_gamut,
 *   dyncolor_color_is_near, dyncolor_id_equal, dyncolor_id_hash and dyncolor_snapshot_is_derived.
 * - That of another model beside simulate_vision: dyncolor_color_simulate_vision_vienot.
 * - Those on arrays with a stride, which a span does not have: dyncolor_color_parse_list,
 *   dyncolor_color_format_list, dyncolor_color_convert_list, dyncolor_color_map_to_gamut_list,
 *   dyncolor_color_mix_list, dyncolor_color_mix_many, dyncolor_color_difference_list,
 *   dyncolor_color_contrast_list, dyncolor_color_ensure_contrast_list,
 *   dyncolor_color_ensure_contrast_many, dyncolor_color_grade_contrast, dyncolor_color_blend_list,
 *   dyncolor_color_simulate_vision_list, dyncolor_color_pack_list, dyncolor_color_unpack_list,
 *   dyncolor_pixels_convert, dyncolor_pixels_blend, dyncolor_snapshot_copy and
 *   dyncolor_snapshot_mix. Likewise those on untyped memory, dyncolor_color_pack,
 *   dyncolor_color_unpack, dyncolor_pixels_dominant and dyncolor_pixels_seeds, and on several
 *   arrays of one length, dyncolor_theme_redefine and dyncolor_theme_bind.
 * - dyncolor_register, whose structs say more than arguments can. `add` does what
 *   dyncolor_register_color, dyncolor_register_css and dyncolor_register_alias do.
 * - Hex text, which CSS text includes: dyncolor_color_parse_hex, dyncolor_color_format_hex and
 *   dyncolor_register_hex.
 * - dyncolor_builtin_at, which fills a plain struct.
 * - dyncolor_desktop_retain: a `desktop` has one owner.
 * - What callbacks of C use: dyncolor_sink_append and dyncolor_sink_add, for files of the host's
 *   own, and dyncolor_theme_write_files.
 */
#ifndef DYNCOLOR_HPP
#define DYNCOLOR_HPP

#include <dyncolor.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
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

/* Sets the value of an axis in an environment, by the number of the axis. A number that is no axis,
 * or a value that does not fit, makes the environment invalid: what resolves with it fails. */
inline void set(environment &in, std::uint32_t axis, std::uint32_t value) noexcept {
  if (dyncolor_environment_set(&in, axis, value) != DYNCOLOR_OK) in.reserved[0] = 1;
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
  /* `source` is the text in which the error is, if it is at hand. */
  explicit error(const dyncolor_error &detail, std::string_view source = {})
      : detail_(std::make_shared<const dyncolor_error>(detail)),
        text_(std::make_shared<const std::string>(format(detail, source))) {}

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
inline void fail(const dyncolor_error &error, std::string_view source = {}) {
  if (error.status == DYNCOLOR_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
  throw dyncolor::error(error, source);
}

/* The text of a part; empty if the part is not a text. */
inline std::string_view source(const dyncolor_part &part) noexcept {
  if (part.css == nullptr) return {};
  return {part.css, part.css_length == DYNCOLOR_NUL_TERMINATED ? std::strlen(part.css)
                                                               : part.css_length};
}
inline std::string_view source(const dyncolor_variant &variant) noexcept {
  return source(variant.part);
}

#if defined(__GNUC__)
[[noreturn, gnu::cold, gnu::noinline]]
#else
[[noreturn]]
#endif
inline void fail(const dyncolor_error &error, const dyncolor_part &part) {
  fail(error, source(part));
}

/* The argument that an error is in: `parts[2]` if the context is `rgb(1 2), in parts[2]`. */
inline const char *place(const dyncolor_error &error) noexcept {
  const char *found = error.context;
  while (const char *next = std::strstr(found, ", in ")) found = next + 5;
  return found;
}

/* The text of the element that an error is in. */
template <class Element>
std::string_view source(
    const dyncolor_error &error, const Element *first, std::size_t count) noexcept {
  const char *bracket = std::strchr(place(error), '[');
  const std::size_t index = bracket == nullptr ? count : std::strtoul(bracket + 1, nullptr, 10);
  return index < count ? source(first[index]) : std::string_view();
}

/* Calls a function of the library with an error, and throws what it fails with. */
template <class Call>
DYNCOLOR_INLINED void checked(Call &&call) {
  dyncolor_error error;
  error.size = sizeof error;
  if (call(&error) != DYNCOLOR_OK) fail(error);
}

/* What a function of the library makes, or a throw. */
template <class T, class Call>
DYNCOLOR_INLINED T made(Call &&call) {
  T made{};
  checked([&](dyncolor_error *error) { return call(&made, error); });
  return made;
}

/* The same, of a text. `find` returns the text in which an error is, and is called only then. */
template <class T, class Call, class Find>
DYNCOLOR_INLINED T made(Call &&call, Find &&find) {
  T made{};
  dyncolor_error error;
  error.size = sizeof error;
  if (call(&made, &error) != DYNCOLOR_OK) fail(error, find(error));
  return made;
}

/* The value that a function whose name begins with `try_` returns, or a throw. */
template <class Call>
DYNCOLOR_INLINED auto value(Call &&call) {
  dyncolor_error error;
  error.size = sizeof error;
  auto outcome = call(&error);
  if (!outcome) fail(error);
  return *std::move(outcome);
}
#endif

/* Calls a function of the library with a place for its result. */
template <class T, class Call>
DYNCOLOR_INLINED result<T> tried(Call &&call) noexcept {
  T made{};
  const dyncolor::status outcome = call(&made);
  return {outcome, std::move(made)};
}

/* An empty text as NULL, which stands for no name. */
inline const char *text(std::string_view text) noexcept {
  return text.empty() ? nullptr : text.data();
}

/* A text that the library has. */
template <class Call>
DYNCOLOR_INLINED result<std::string_view> made_view(Call &&call) noexcept {
  const char *text = "";
  const dyncolor::status outcome = call(&text);
  return {outcome, text};
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
  return detail::tried<color>([&](color *made) {
    return dyncolor_color_parse_n(css.data(), css.size(), made, error);
  });
}
/* The same color in another space. */
inline result<color> try_convert(
    const color &from, dyncolor_space space, dyncolor_error *error = nullptr) noexcept {
  return detail::tried<color>([&](color *made) {
    return dyncolor_color_convert(&from, space, made, error);
  });
}
inline result<color> try_map_to_gamut(
    const color &from, dyncolor_space gamut,
    dyncolor_gamut_method method = DYNCOLOR_GAMUT_METHOD_EXACT,
    dyncolor_error *error = nullptr) noexcept {
  return detail::tried<color>([&](color *made) {
    return dyncolor_color_map_to_gamut(&from, gamut, method, made, error);
  });
}
/* `amount` is the share of `b`. Without a space, colors are mixed as by color-mix() in CSS. */
inline result<color> try_mix(
    const color &a, const color &b, double amount = 0.5, dyncolor_space space = {},
    dyncolor_hue hue = {}, dyncolor_error *error = nullptr) noexcept {
  return detail::tried<color>([&](color *made) {
    return dyncolor_color_mix(&a, &b, amount, space, hue, made, error);
  });
}
inline result<color> try_blend(
    const color &source, const color &backdrop,
    dyncolor_blend_mode mode = DYNCOLOR_BLEND_MODE_NORMAL,
    dyncolor_space space = DYNCOLOR_SPACE_SRGB,
    dyncolor_error *error = nullptr) noexcept {
  return detail::tried<color>([&](color *made) {
    return dyncolor_color_blend(&source, &backdrop, mode, space, made, error);
  });
}
inline result<double> try_difference(
    const color &a, const color &b, dyncolor_metric metric = DYNCOLOR_METRIC_OK,
    dyncolor_error *error = nullptr) noexcept {
  return detail::tried<double>([&](double *made) {
    return dyncolor_color_difference(&a, &b, metric, made, error);
  });
}
inline result<double> try_contrast(
    const color &foreground, const color &background,
    dyncolor_contrast_method method = DYNCOLOR_CONTRAST_METHOD_WCAG,
    dyncolor_error *error = nullptr) noexcept {
  return detail::tried<double>([&](double *made) {
    return dyncolor_color_contrast(&foreground, &background, method, made, error);
  });
}
inline result<color> try_ensure_contrast(
    const color &from, const color &background, double wanted,
    dyncolor_contrast_method method = DYNCOLOR_CONTRAST_METHOD_WCAG,
    dyncolor_error *error = nullptr) noexcept {
  return detail::tried<color>([&](color *made) {
    return dyncolor_color_ensure_contrast(&from, &background, wanted, method, made, nullptr, error);
  });
}

/* What a person with this color vision sees; the severity is from 0 to 1. */
inline result<color> try_simulate_vision(
    const color &from, dyncolor_vision vision, double severity = 1,
    dyncolor_error *error = nullptr) noexcept {
  return detail::tried<color>([&](color *made) {
    return dyncolor_color_simulate_vision(&from, vision, severity, made, error);
  });
}

/* A color as text in CSS. */
inline result<std::string> try_format(const color &value, dyncolor_error *error = nullptr) {
  return detail::made_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
    return dyncolor_color_format(&value, DYNCOLOR_NOTATION_EXACT, buffer, capacity, length,
                                 error);
  });
}

#if DYNCOLOR_HAS_EXCEPTIONS
DYNCOLOR_INLINED color parse(std::string_view css) {
  return detail::made<color>(
      [&](color *made, dyncolor_error *error) {
        return dyncolor_color_parse_n(css.data(), css.size(), made, error);
      },
      [&](const dyncolor_error &) { return css; });
}
DYNCOLOR_INLINED color convert(const color &from, dyncolor_space space) {
  return detail::made<color>([&](color *made, dyncolor_error *error) {
    return dyncolor_color_convert(&from, space, made, error);
  });
}
DYNCOLOR_INLINED color map_to_gamut(
    const color &from, dyncolor_space gamut,
    dyncolor_gamut_method method = DYNCOLOR_GAMUT_METHOD_EXACT) {
  return detail::made<color>([&](color *made, dyncolor_error *error) {
    return dyncolor_color_map_to_gamut(&from, gamut, method, made, error);
  });
}
DYNCOLOR_INLINED color mix(
    const color &a, const color &b, double amount = 0.5, dyncolor_space space = {},
    dyncolor_hue hue = {}) {
  return detail::made<color>([&](color *made, dyncolor_error *error) {
    return dyncolor_color_mix(&a, &b, amount, space, hue, made, error);
  });
}
DYNCOLOR_INLINED color blend(
    const color &source, const color &backdrop,
    dyncolor_blend_mode mode = DYNCOLOR_BLEND_MODE_NORMAL,
    dyncolor_space space = DYNCOLOR_SPACE_SRGB) {
  return detail::made<color>([&](color *made, dyncolor_error *error) {
    return dyncolor_color_blend(&source, &backdrop, mode, space, made, error);
  });
}
DYNCOLOR_INLINED double difference(
    const color &a, const color &b, dyncolor_metric metric = DYNCOLOR_METRIC_OK) {
  return detail::made<double>([&](double *made, dyncolor_error *error) {
    return dyncolor_color_difference(&a, &b, metric, made, error);
  });
}
DYNCOLOR_INLINED double contrast(
    const color &foreground, const color &background,
    dyncolor_contrast_method method = DYNCOLOR_CONTRAST_METHOD_WCAG) {
  return detail::made<double>([&](double *made, dyncolor_error *error) {
    return dyncolor_color_contrast(&foreground, &background, method, made, error);
  });
}
DYNCOLOR_INLINED color ensure_contrast(
    const color &from, const color &background, double wanted,
    dyncolor_contrast_method method = DYNCOLOR_CONTRAST_METHOD_WCAG) {
  return detail::made<color>([&](color *made, dyncolor_error *error) {
    return dyncolor_color_ensure_contrast(&from, &background, wanted, method, made, nullptr, error);
  });
}
DYNCOLOR_INLINED color simulate_vision(
    const color &from, dyncolor_vision vision, double severity = 1) {
  return detail::made<color>([&](color *made, dyncolor_error *error) {
    return dyncolor_color_simulate_vision(&from, vision, severity, made, error);
  });
}
inline std::string format(const color &value) {
  return detail::value([&](dyncolor_error *error) { return try_format(value, error); });
}
#endif

/* ---- Environments --------------------------------------------------------------------------- */

/* The environment of an appearance name of AppKit, UIKit, CSS or GTK, such as `darkAqua`. */
inline result<environment> try_environment_named(
    std::string_view name, dyncolor_error *error = nullptr) noexcept {
  return detail::tried<environment>([&](environment *made) {
    return dyncolor_environment_from_name_n(name.data(), name.size(), made, error);
  });
}
/* The appearance name of an environment, which lives as long as the library. */
inline result<std::string_view> try_appearance_name(
    const environment &of, dyncolor_vocabulary vocabulary,
    dyncolor_error *error = nullptr) noexcept {
  return detail::made_view([&](const char **made) {
    return dyncolor_environment_to_name(&of, vocabulary, made, error);
  });
}
/* The child, with what it leaves unspecified taken from the parent. */
inline result<environment> try_inherit(
    const environment &child, const environment &parent, dyncolor_error *error = nullptr) noexcept {
  return detail::tried<environment>([&](environment *made) {
    return dyncolor_environment_inherit(&child, &parent, made, error);
  });
}
inline result<environment> try_adjust(
    const environment &in, span<const dyncolor_adjustment> adjustments,
    dyncolor_theme *theme = nullptr, dyncolor_error *error = nullptr) noexcept {
  return detail::tried<environment>([&](environment *made) {
    return dyncolor_environment_adjust(
        &in, theme, adjustments.data(), adjustments.size(), made, error);
  });
}

#if DYNCOLOR_HAS_EXCEPTIONS
inline environment environment_named(std::string_view name) {
  return detail::made<environment>([&](environment *made, dyncolor_error *error) {
    return dyncolor_environment_from_name_n(name.data(), name.size(), made, error);
  });
}
inline std::string_view appearance_name(const environment &of, dyncolor_vocabulary vocabulary) {
  return detail::value([&](dyncolor_error *error) {
    return try_appearance_name(of, vocabulary, error);
  });
}
inline environment inherit(const environment &child, const environment &parent) {
  return detail::made<environment>([&](environment *made, dyncolor_error *error) {
    return dyncolor_environment_inherit(&child, &parent, made, error);
  });
}
inline environment adjust(
    const environment &in, span<const dyncolor_adjustment> adjustments,
    dyncolor_theme *theme = nullptr) {
  return detail::made<environment>([&](environment *made, dyncolor_error *error) {
    return dyncolor_environment_adjust(
        &in, theme, adjustments.data(), adjustments.size(), made, error);
  });
}
#endif

/* ---- Parts ---------------------------------------------------------------------------------- */

/* A color as a part of another: CSS text, a registered color, or a value. */
class part : public dyncolor_part {
 public:
  part(const char *text) noexcept : part(std::string_view(text)) {}
  part(std::string_view text) noexcept : dyncolor_part{} {
    /* An empty text is no color. It must look neither like no text, nor like a text whose length
     * has been forgotten. */
    css = text.empty() ? "" : text.data();
    css_length = text.empty() ? DYNCOLOR_NUL_TERMINATED : text.size();
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

  variant &when(dyncolor_scheme wanted) noexcept { return put(scheme, wanted); }
  variant &when(dyncolor_contrast wanted) noexcept { return put(contrast, wanted); }
  variant &when(dyncolor_elevation wanted) noexcept { return put(elevation, wanted); }
  variant &when(dyncolor_gamut wanted) noexcept { return put(gamut, wanted); }
  variant &when(dyncolor_vision wanted) noexcept { return put(vision, wanted); }
  variant &when(dyncolor_state wanted) noexcept { return put(state, wanted); }
  variant &when(dyncolor_idiom wanted) noexcept { return put(idiom, wanted); }
  variant &in_palette(std::uint16_t number) noexcept { palette = number; return *this; }
  variant &in_locale(std::uint16_t number) noexcept { locale = number; return *this; }
  variant &on_subtype(std::uint8_t number) noexcept { subtype = number; return *this; }
  /* A value of an axis of your own, which the theme declares. With another axis, or a value above
   * 255, the variant cannot be registered. */
  variant &when(std::uint32_t axis, std::uint32_t value) noexcept {
    const std::uint32_t place = axis - DYNCOLOR_AXIS_CUSTOM;
    if (place < sizeof custom && value <= 255)
      custom[place] = static_cast<std::uint8_t>(value);
    else
      reserved = 1;
    return *this;
  }

 private:
  variant &put(std::uint8_t &field, unsigned wanted) noexcept {
    field = static_cast<std::uint8_t>(wanted);
    return *this;
  }
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

  /* The generation of the theme, and the environment, that it was made of. */
  std::uint64_t generation() const noexcept {
    std::uint64_t made_at = 0;
    dyncolor_snapshot_origin(get(), &made_at, nullptr);
    return made_at;
  }
  dyncolor::environment environment() const noexcept {
    dyncolor::environment made_for{};
    dyncolor_snapshot_origin(get(), nullptr, &made_for);
    return made_for;
  }
  std::uint64_t fingerprint() const noexcept { return dyncolor_snapshot_fingerprint(get()); }

  result<rgba> try_resolve(dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    rgba value{};
    dyncolor::status outcome = dyncolor_snapshot_resolve(get(), which, &value, error);
    return {outcome, value};
  }
  /* The colors whose rows differ. */
  result<std::vector<id>> try_diff(const snapshot &other, dyncolor_error *error = nullptr) const {
    return detail::made_list<id>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_snapshot_diff(get(), other.get(), list, capacity, count, error);
    });
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  DYNCOLOR_INLINED rgba resolve(dyncolor::id which) const {
    rgba value{};
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_snapshot_resolve(get(), which, &value, error);
    });
    return value;
  }
  std::vector<id> diff(const snapshot &other) const {
    return detail::value([&](dyncolor_error *error) { return try_diff(other, error); });
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

/* What an audit of a theme has found. */
class audit : public detail::unique_handle<dyncolor_audit, dyncolor_audit_release> {
 public:
  using unique_handle::unique_handle;

  span<const dyncolor_audit_finding> findings() const noexcept {
    std::size_t count = 0;
    const dyncolor_audit_finding *first = dyncolor_audit_findings(get(), &count);
    return {first, count};
  }
  dyncolor_audit_sums sums() const noexcept {
    dyncolor_audit_sums found;
    dyncolor_audit_total(get(), &found);
    return found;
  }
  /* The findings as text. `path` is the file of the theme, for SARIF. */
  result<std::string> try_text(dyncolor_audit_format format, std::string_view path = {},
                               dyncolor_error *error = nullptr) const {
    return detail::made_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return dyncolor_audit_write_n(
          get(), format, path.data(), path.size(), buffer, capacity, length, error);
    });
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  std::string text(dyncolor_audit_format format = DYNCOLOR_AUDIT_FORMAT_TEXT,
                   std::string_view path = {}) const {
    return detail::value([&](dyncolor_error *error) { return try_text(format, path, error); });
  }
#endif
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

  /* Whether this call has loaded the files. False also if there was nothing to do. */
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

/* ---- Names that have numbers ---------------------------------------------------------------- */

namespace detail {

/* The functions of the library for one kind of names. `First` is the first number. */
template <class Number, Number First, auto Declare, auto Find, auto Name, auto Count>
struct kind_of_names {
  using number = Number;
  static constexpr number first = First;
  dyncolor_theme *theme;

  /* With a number, an error and, of layers, the layer that it lies below before them. */
  template <class... Arguments>
  dyncolor::status declare(std::string_view name, Arguments... arguments) const noexcept {
    return Declare(theme, name.data(), name.size(), arguments...);
  }
  dyncolor::status find(std::string_view name, number *found,
                        dyncolor_error *error) const noexcept {
    return Find(theme, name.data(), name.size(), found, error);
  }
  dyncolor::status name(number which, const char **text, dyncolor_error *error) const noexcept {
    return Name(theme, which, text, error);
  }
  std::size_t count() const noexcept { return Count(theme); }
};

using palette_names =
    kind_of_names<std::uint16_t, 1, dyncolor_palette_declare_n, dyncolor_palette_find_n,
                  dyncolor_palette_name, dyncolor_palette_count>;
using locale_names =
    kind_of_names<std::uint16_t, 1, dyncolor_locale_declare_n, dyncolor_locale_find_n,
                  dyncolor_locale_name, dyncolor_locale_count>;
using subtype_names =
    kind_of_names<std::uint8_t, 1, dyncolor_subtype_declare_n, dyncolor_subtype_find_n,
                  dyncolor_subtype_name, dyncolor_subtype_count>;
using owner_names =
    kind_of_names<std::uint16_t, 1, dyncolor_owner_declare_n, dyncolor_owner_find_n,
                  dyncolor_owner_name, dyncolor_owner_count>;
using layer_names =
    kind_of_names<std::uint16_t, 0, dyncolor_layer_declare_n, dyncolor_layer_find_n,
                  dyncolor_layer_name, dyncolor_layer_count>;

using axis_names = kind_of_names<std::uint32_t, 0, dyncolor_axis_declare_n, dyncolor_axis_find_n,
                                 dyncolor_axis_name, dyncolor_axis_count>;

struct value_names {
  using number = std::uint32_t;
  static constexpr number first = 1;
  dyncolor_theme *theme;
  std::uint32_t axis;

  dyncolor::status find(std::string_view name, number *found,
                        dyncolor_error *error) const noexcept {
    return dyncolor_axis_find_value_n(theme, axis, name.data(), name.size(), found, error);
  }
  dyncolor::status name(number which, const char **text, dyncolor_error *error) const noexcept {
    return dyncolor_axis_value_name(theme, axis, which, text, error);
  }
  std::size_t count() const noexcept { return dyncolor_axis_value_count(theme, axis); }
  dyncolor::status declare(std::string_view name, number *made,
                           dyncolor_error *error) const noexcept {
    std::uint8_t value = 0;
    const dyncolor::status outcome = dyncolor_axis_declare_value_n(
        theme, axis, name.data(), name.size(), &value, error);
    if (outcome == DYNCOLOR_OK) *made = value;
    return outcome;
  }
};

}  // namespace detail

/* The names of one kind that a theme has, and their numbers. Texts live as long as the theme. */
template <class Kind>
class names {
 public:
  using number_type = typename Kind::number;
  struct value_type {
    number_type number;
    std::string_view name;
  };

  constexpr explicit names(Kind kind) noexcept : kind_(kind) {}

  /* How many numbers there are. A few of them may have no name: see begin(). */
  std::size_t count() const noexcept { return kind_.count(); }

  result<number_type> try_find(std::string_view name,
                               dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<number_type>(
        [&](number_type *found) { return kind_.find(name, found, error); });
  }
  result<std::string_view> try_name(number_type which,
                                    dyncolor_error *error = nullptr) const noexcept {
    return detail::made_view([&](const char **text) { return kind_.name(which, text, error); });
  }
  /* The number of a name, which is declared if it is new. */
  result<number_type> try_declare(std::string_view name,
                             dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<number_type>(
        [&](number_type *made) { return kind_.declare(name, made, error); });
  }
  /* Of layers: a new one lies directly below the layer `below`. */
  result<number_type> try_declare(std::string_view name, number_type below,
                             dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<number_type>(
        [&](number_type *made) { return kind_.declare(name, below, made, error); });
  }
#if DYNCOLOR_HAS_EXCEPTIONS
  DYNCOLOR_INLINED number_type find(std::string_view name) const {
    return detail::made<number_type>([&](number_type *found, dyncolor_error *error) {
      return kind_.find(name, found, error);
    });
  }
  std::string_view name(number_type which) const {
    return detail::value([&](dyncolor_error *error) { return try_name(which, error); });
  }
  number_type declare(std::string_view name) const {
    return detail::made<number_type>([&](number_type *made, dyncolor_error *error) {
      return kind_.declare(name, made, error);
    });
  }
  number_type declare(std::string_view name, number_type below) const {
    return detail::value([&](dyncolor_error *error) { return try_declare(name, below, error); });
  }
#endif

  /* All numbers that have a name, in their order, for a range-based for statement. */
  class iterator {
   public:
    iterator(const Kind &kind, std::size_t at, std::size_t end) noexcept
        : kind_(kind), at_(at), end_(end) {
      skip();
    }
    value_type operator*() const noexcept { return {static_cast<number_type>(at_), name_}; }
    iterator &operator++() noexcept {
      at_++;
      skip();
      return *this;
    }
    bool operator!=(const iterator &other) const noexcept { return at_ != other.at_; }

   private:
    void skip() noexcept {
      for (; at_ < end_; at_++) {
        name_ = "";
        kind_.name(static_cast<number_type>(at_), &name_, nullptr);
        if (*name_) return;
      }
    }

    Kind kind_;
    std::size_t at_;
    std::size_t end_;
    const char *name_ = "";
  };
  iterator begin() const noexcept { return {kind_, Kind::first, end_number()}; }
  iterator end() const noexcept { return {kind_, end_number(), end_number()}; }

 private:
  std::size_t end_number() const noexcept { return kind_.count() + Kind::first; }

  Kind kind_;
};

/* ---- Themes --------------------------------------------------------------------------------- */

/* Why a color should not be used any more, and its replacement. Both may be missing. */
struct deprecation {
  const char *note = "";
  dyncolor::id replacement = no_id;
};

/* What the alpha of a color is multiplied with at its five levels. */
using opacities = std::array<double, 5>;

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

  names<detail::palette_names> palettes() const noexcept { return named<detail::palette_names>(); }
  names<detail::locale_names> locales() const noexcept { return named<detail::locale_names>(); }
  names<detail::subtype_names> subtypes() const noexcept { return named<detail::subtype_names>(); }
  names<detail::owner_names> owners() const noexcept { return named<detail::owner_names>(); }
  /* By their numbers; `layer_order` has them from the lowest to the highest. */
  names<detail::layer_names> layers() const noexcept { return named<detail::layer_names>(); }
  /* By the numbers of dyncolor_axis: those that every theme has, and those of this one. */
  names<detail::axis_names> axes() const noexcept { return named<detail::axis_names>(); }
  names<detail::value_names> values(std::uint32_t axis) const noexcept {
    return names<detail::value_names>({theme_, axis});
  }
  /* The value that counts where an environment leaves an axis unspecified. */
  std::uint32_t default_of(std::uint32_t axis) const noexcept {
    return dyncolor_axis_default(theme_, axis);
  }

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
  result<id> try_add_variants(
      std::string_view name, span<const variant> variants,
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<id>([&](id *made) {
      return dyncolor_register_variants_n(
          theme_, detail::text(name), name.size(), variants.data(), variants.size(), made, error);
    });
  }
  /* The first that has a value. */
  result<id> try_add_fallbacks(
      std::string_view name, span<const part> parts,
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<id>([&](id *made) {
      return dyncolor_register_fallbacks_n(
          theme_, detail::text(name), name.size(), parts.data(), parts.size(), made, error);
    });
  }
  /* A color of the environment's palette. */
  result<id> try_add_semantic(
      std::string_view name, std::string_view semantic,
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<id>([&](id *made) {
      return dyncolor_register_semantic_n(
          theme_, detail::text(name), name.size(), semantic.data(), semantic.size(), nullptr, made,
          error);
    });
  }
  result<id> try_add_semantic(
      std::string_view name, std::string_view semantic, const part &fallback,
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<id>([&](id *made) {
      return dyncolor_register_semantic_n(
          theme_, detail::text(name), name.size(), semantic.data(), semantic.size(), &fallback,
          made, error);
    });
  }
  result<id> try_add_level(
      std::string_view name, dyncolor::id base, dyncolor_level level,
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<id>([&](id *made) {
      return dyncolor_register_level_n(
          theme_, detail::text(name), name.size(), base, level, made, error);
    });
  }
  /* Registers the colors of a built-in palette under its name, and returns how many they are. */
  result<std::size_t> try_add_builtin(
      std::string_view name, std::string_view version = {},
      std::uint16_t layer = DYNCOLOR_LAYER_THEME, dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<std::size_t>([&](std::size_t *made) {
      return dyncolor_builtin_load_n(
          theme_, name.data(), name.size(), version.data(), version.size(), nullptr, 0, layer, made,
          error);
    });
  }
  /* Registers the color scheme that Material Design derives from a seed. */
  dyncolor::status try_add_material(
      const part &seed, dyncolor_material variant = DYNCOLOR_MATERIAL_TONAL_SPOT,
      std::string_view prefix = {}, std::uint16_t layer = DYNCOLOR_LAYER_THEME,
      dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_register_material_n(
        theme_, &seed, variant, prefix.data(), prefix.size(), layer, error);
  }
  /* Registers a scale of twelve colors that are derived from a seed. */
  dyncolor::status try_add_scale(
      const part &seed, std::string_view prefix = {}, std::uint16_t layer = DYNCOLOR_LAYER_THEME,
      dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_register_scale_n(theme_, &seed, prefix.data(), prefix.size(), layer, error);
  }
  /* The id of a name that is registered later. */
  result<id> try_declare(std::string_view name, dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<id>([&](id *made) {
      return dyncolor_theme_declare_n(theme_, name.data(), name.size(), made, error);
    });
  }
  dyncolor::status try_rename(
      dyncolor::id which, std::string_view name, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_id_rename_n(theme_, which, name.data(), name.size(), error);
  }
  /* Discards the cached answers of a color's providers, which would answer something else now. */
  dyncolor::status try_refresh(
      dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_id_refresh(theme_, which, error);
  }
  dyncolor::status try_remove(dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_unregister(theme_, which, error);
  }
  /* Removes what one layer has for a color. */
  dyncolor::status try_remove(
      std::uint16_t layer, dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_layer_unregister(theme_, layer, which, error);
  }
  dyncolor::status try_clear_layer(
      std::uint16_t layer, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_layer_clear(theme_, layer, error);
  }
  dyncolor::status try_clear_owner(
      std::uint16_t owner, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_owner_clear(theme_, owner, error);
  }
  /* Lets an old name stand for a new one. An empty new name ends that. */
  dyncolor::status try_forward(
      std::string_view old, std::string_view name, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_theme_forward_n(
        theme_, old.data(), old.size(), detail::text(name), name.size(), error);
  }
  /* The name that a name is forwarded to. */
  result<std::string_view> try_forwarded(
      std::string_view name, dyncolor_error *error = nullptr) const noexcept {
    return detail::made_view([&](const char **made) {
      return dyncolor_theme_forwarded_n(theme_, name.data(), name.size(), made, error);
    });
  }
  /* The name of a color, empty if it has none. It lives as long as the theme. */
  result<std::string_view> try_name(
      dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return detail::made_view([&](const char **made) {
      return dyncolor_id_name(theme_, which, made, error);
    });
  }
  /* All registered colors. */
  result<std::vector<id>> try_ids(dyncolor_error *error = nullptr) const {
    return detail::made_list<id>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_theme_colors(theme_, list, capacity, count, error);
    });
  }
  result<std::vector<id>> try_palette_colors(
      std::uint16_t palette, dyncolor_error *error = nullptr) const {
    return detail::made_list<id>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_palette_colors(theme_, palette, list, capacity, count, error);
    });
  }
  result<std::vector<dyncolor_palette_gap>> try_palette_gaps(
      dyncolor_error *error = nullptr) const {
    using element = dyncolor_palette_gap;
    return detail::made_list<element>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_palette_gaps(theme_, list, capacity, count, error);
    });
  }
  /* The layers that define a color, the highest first. */
  result<std::vector<dyncolor_source>> try_sources(
      dyncolor::id which, dyncolor_error *error = nullptr) const {
    using element = dyncolor_source;
    return detail::made_list<element>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_id_sources(theme_, which, list, capacity, count, error);
    });
  }
  /* The axes that a color depends on, as bits: `1u << axis`. */
  result<std::uint32_t> try_axes_of(
      dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<std::uint32_t>([&](std::uint32_t *made) {
      return dyncolor_id_axes(theme_, which, made, error);
    });
  }
  result<std::string> try_css(dyncolor::id which, dyncolor_error *error = nullptr) const {
    return detail::made_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return dyncolor_id_css(theme_, which, buffer, capacity, length, error);
    });
  }
  /* The numbers of the layers, from the lowest to the highest. */
  result<std::vector<std::uint16_t>> try_layer_order(dyncolor_error *error = nullptr) const {
    using element = std::uint16_t;
    return detail::made_list<element>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_theme_layers(theme_, list, capacity, count, error);
    });
  }
  result<std::string_view> try_description(
      dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return detail::made_view([&](const char **made) {
      return dyncolor_id_description(theme_, which, made, error);
    });
  }
  dyncolor::status try_set_description(
      dyncolor::id which, std::string_view text, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_id_set_description_n(theme_, which, text.data(), text.size(), error);
  }
  result<dyncolor::deprecation> try_deprecation(
      dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<dyncolor::deprecation>([&](dyncolor::deprecation *made) {
      return dyncolor_id_deprecation(theme_, which, &made->note, &made->replacement, error);
    });
  }
  dyncolor::status try_set_deprecation(
      dyncolor::id which, std::string_view note, dyncolor::id replacement = no_id,
      dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_id_set_deprecation_n(
        theme_, which, note.data(), note.size(), replacement, error);
  }
  result<std::string_view> try_annotation(
      dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return detail::made_view([&](const char **made) {
      return dyncolor_id_annotation(theme_, which, made, error);
    });
  }
  dyncolor::status try_set_annotation(
      dyncolor::id which, std::string_view json, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_id_set_annotation_n(theme_, which, json.data(), json.size(), error);
  }
  dyncolor::status try_set_default_contrast(
      std::uint8_t contrast, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_theme_set_default_contrast(theme_, contrast, error);
  }
  dyncolor::status try_set_default_scheme(
      dyncolor_scheme scheme, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_theme_set_default_scheme(theme_, scheme, error);
  }
  /* 0 for none. */
  dyncolor::status try_set_default_palette(
      std::uint16_t palette, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_theme_set_default_palette(theme_, palette, error);
  }
  dyncolor::status try_set_level_opacities(
      const opacities &levels, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_theme_set_level_opacities(theme_, levels.data(), error);
  }
  result<opacities> try_level_opacities(dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<opacities>([&](opacities *made) {
      return dyncolor_theme_level_opacities(theme_, made->data(), error);
    });
  }
  result<rgba> try_resolve_level(
      dyncolor::id which, dyncolor_level level, const environment &in = {},
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<rgba>([&](rgba *made) {
      return dyncolor_resolve_level(theme_, which, level, &in, made, error);
    });
  }
  /* Resolves all colors into an array by DYNCOLOR_ROW, which has room for rows() or more. */
  dyncolor::status try_resolve_all(
      const environment &in, span<rgba> colors, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_resolve_all(
        theme_, &in, DYNCOLOR_LAYOUT_FLOAT4, colors.data(), colors.size(), sizeof(rgba), error);
  }
  dyncolor::status try_prepare(
      const environment &in = {}, dyncolor_error *error = nullptr) const noexcept {
    return dyncolor_theme_prepare(theme_, &in, error);
  }
  result<dyncolor::explanation> try_explain(
      dyncolor::id which, const environment &in = {},
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<dyncolor::explanation>([&](dyncolor::explanation *made) {
      return dyncolor_explanation_create(theme_, which, &in, made->out(), error);
    });
  }
  /* Derives the variants that the colors lack. */
  result<dyncolor_derive_counts> try_derive(
      const dyncolor_derive_options *options = nullptr,
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<dyncolor_derive_counts>([&](dyncolor_derive_counts *made) {
      return dyncolor_theme_derive(theme_, options, made, error);
    });
  }
  result<bool> try_is_derived(
      dyncolor::id which, const environment &in = {},
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<bool>([&](bool *made) {
      int found = 0;
      const status tried = dyncolor_id_is_derived(theme_, which, &in, &found, error);
      *made = found != 0;
      return tried;
    });
  }
  /* Registers what mends the findings of an audit. */
  result<dyncolor_repair_counts> try_repair(
      const dyncolor::audit &audit, dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<dyncolor_repair_counts>([&](dyncolor_repair_counts *made) {
      return dyncolor_theme_repair(theme_, audit.get(), made, error);
    });
  }
  result<dyncolor::audit> try_audit(
      const dyncolor_audit_options *options = nullptr,
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<dyncolor::audit>([&](dyncolor::audit *made) {
      return dyncolor_theme_audit(theme_, options, made->out(), error);
    });
  }
  /* The colors that differ between two environments. */
  result<std::vector<id>> try_diff(
      const environment &a, const environment &b, dyncolor_error *error = nullptr) const {
    return detail::made_list<id>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_theme_diff(theme_, &a, &b, list, capacity, count, error);
    });
  }
  /* What has changed since a generation, and, if asked for, up to which one. */
  result<std::vector<id>> try_changes(
      std::uint64_t since, std::uint64_t *generation = nullptr,
      dyncolor_error *error = nullptr) const {
    return detail::made_list<id>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_theme_changes(theme_, since, list, capacity, count, generation, error);
    });
  }
  /* Finds names that nobody knows. */
  result<dyncolor::report> try_check(dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<dyncolor::report>([&](dyncolor::report *made) {
      return dyncolor_theme_check(theme_, made->out(), error);
    });
  }
  result<dyncolor::report> try_write(
      std::string_view path, const dyncolor_write_options *options = nullptr,
      dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<dyncolor::report>([&](dyncolor::report *made) {
      return dyncolor_theme_write_n(theme_, path.data(), path.size(), options, made->out(), error);
    });
  }
  /* The theme as bytes, for theme::from_image. */
  result<std::vector<unsigned char>> try_image(dyncolor_error *error = nullptr) const {
    using element = unsigned char;
    return detail::made_list<element>([&](auto *list, std::size_t capacity, std::size_t *count) {
      return dyncolor_theme_to_image(theme_, list, capacity, count, error);
    });
  }
  /* The text of the single file that would be written. */
  result<std::string> try_written(const dyncolor_write_options &options,
                                  dyncolor_error *error = nullptr) const {
    return detail::made_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return dyncolor_theme_write_memory(theme_, &options, buffer, capacity, length, nullptr,
                                         error);
    });
  }
  /* As add_provider and observe do. */
  template <class Provide>
  result<id> try_add_provider(std::string_view name, Provide provide,
                              dyncolor_error *error = nullptr) const {
    auto own = std::make_unique<Provide>(std::move(provide));
    return detail::tried<id>([&](id *made) {
      return dyncolor_register_provider_n(theme_, detail::text(name), name.size(), call<Provide>,
                                          own.release(), destroy<Provide>, made, error);
    });
  }
  template <class Observe>
  result<dyncolor::observation> try_observe(Observe observe,
                                            dyncolor_error *error = nullptr) const {
    auto own = std::make_unique<Observe>(std::move(observe));
    dyncolor::observation made;
    const dyncolor::status outcome = dyncolor_theme_observe(
        theme_, tell<Observe>, own.release(), destroy<Observe>, &made.number_, error);
    if (outcome == DYNCOLOR_OK) made.theme_ = dyncolor_theme_retain(theme_);
    return {outcome, std::move(made)};
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  /* ---- Registering ---- */

  /* Registers a color in the theme's own layer: CSS text, a value, or an alias. */
  DYNCOLOR_INLINED id add(std::string_view name, const part &value) const {
    return add(DYNCOLOR_LAYER_THEME, name, value);
  }
  DYNCOLOR_INLINED id add(std::uint16_t layer, std::string_view name, const part &value) const {
    id made = no_id;
    dyncolor_error error;
    error.size = sizeof error;
    if (dyncolor_layer_register_n(theme_, layer, detail::text(name), name.size(), &value, &made,
                                  &error) != DYNCOLOR_OK)
      detail::fail(error, value);
    return made;
  }
  id add_pair(std::string_view name, const part &light, const part &dark) const {
    return detail::made<id>(
        [&](id *made, dyncolor_error *error) {
          return dyncolor_register_pair_n(theme_, detail::text(name), name.size(), &light, &dark,
                                          made, error);
        },
        [&](const dyncolor_error &error) {
          return detail::source(std::strncmp(detail::place(error), "dark", 4) == 0 ? dark : light);
        });
  }
  id add_variants(std::string_view name, std::initializer_list<variant> variants) const {
    return add_variants(name, span<const variant>(variants.begin(), variants.size()));
  }
  id add_fallbacks(std::string_view name, std::initializer_list<part> parts) const {
    return add_fallbacks(name, span<const part>(parts.begin(), parts.size()));
  }
  id add_variants(std::string_view name, span<const variant> variants) const {
    return detail::made<id>(
        [&](id *made, dyncolor_error *error) {
          return dyncolor_register_variants_n(
              theme_, detail::text(name), name.size(), variants.data(), variants.size(), made,
              error);
        },
        [&](const dyncolor_error &error) {
          return detail::source(error, variants.data(), variants.size());
        });
  }
  id add_fallbacks(std::string_view name, span<const part> parts) const {
    return detail::made<id>(
        [&](id *made, dyncolor_error *error) {
          return dyncolor_register_fallbacks_n(
              theme_, detail::text(name), name.size(), parts.data(), parts.size(), made, error);
        },
        [&](const dyncolor_error &error) {
          return detail::source(error, parts.data(), parts.size());
        });
  }
  /* A mix of colors, by weights that are equal unless there is one for each part. */
  id add_mix(std::string_view name, std::initializer_list<part> parts,
             std::initializer_list<double> weights = {}, dyncolor_space space = dyncolor_space{},
             dyncolor_hue hue = dyncolor_hue{}) const {
    if (weights.size() != 0 && weights.size() != parts.size())
      throw std::invalid_argument("a mix needs a weight for each part, or none");
    return detail::made<id>(
        [&](id *made, dyncolor_error *error) {
          return dyncolor_register_mix_n(
              theme_, detail::text(name), name.size(), parts.begin(),
              weights.size() == 0 ? nullptr : weights.begin(), parts.size(), space, hue, made,
              error);
        },
        [&](const dyncolor_error &error) {
          return detail::source(error, parts.begin(), parts.size());
        });
  }
  id add_semantic(std::string_view name, std::string_view semantic) const {
    return detail::made<id>([&](id *made, dyncolor_error *error) {
      return dyncolor_register_semantic_n(
          theme_, detail::text(name), name.size(), semantic.data(), semantic.size(), nullptr, made,
          error);
    });
  }
  id add_semantic(std::string_view name, std::string_view semantic, const part &fallback) const {
    return detail::made<id>(
        [&](id *made, dyncolor_error *error) {
          return dyncolor_register_semantic_n(
              theme_, detail::text(name), name.size(), semantic.data(), semantic.size(), &fallback,
              made, error);
        },
        [&](const dyncolor_error &) { return detail::source(fallback); });
  }
  id add_level(std::string_view name, dyncolor::id base, dyncolor_level level) const {
    return detail::made<id>([&](id *made, dyncolor_error *error) {
      return dyncolor_register_level_n(
          theme_, detail::text(name), name.size(), base, level, made, error);
    });
  }
  std::size_t add_builtin(
      std::string_view name, std::string_view version = {},
      std::uint16_t layer = DYNCOLOR_LAYER_THEME) const {
    return detail::made<std::size_t>([&](std::size_t *made, dyncolor_error *error) {
      return dyncolor_builtin_load_n(
          theme_, name.data(), name.size(), version.data(), version.size(), nullptr, 0, layer, made,
          error);
    });
  }
  void add_material(
      const part &seed, dyncolor_material variant = DYNCOLOR_MATERIAL_TONAL_SPOT,
      std::string_view prefix = {}, std::uint16_t layer = DYNCOLOR_LAYER_THEME) const {
    detail::checked([&](dyncolor_error *error) {
      return try_add_material(seed, variant, prefix, layer, error);
    });
  }
  void add_scale(
      const part &seed, std::string_view prefix = {},
      std::uint16_t layer = DYNCOLOR_LAYER_THEME) const {
    detail::checked(
        [&](dyncolor_error *error) { return try_add_scale(seed, prefix, layer, error); });
  }
  id declare(std::string_view name) const {
    return detail::made<id>([&](id *made, dyncolor_error *error) {
      return dyncolor_theme_declare_n(theme_, name.data(), name.size(), made, error);
    });
  }
  void rename(dyncolor::id which, std::string_view name) const {
    detail::checked([&](dyncolor_error *error) { return try_rename(which, name, error); });
  }
  void refresh(dyncolor::id which) const {
    detail::checked([&](dyncolor_error *error) { return try_refresh(which, error); });
  }
  void remove(dyncolor::id which) const {
    detail::checked([&](dyncolor_error *error) { return try_remove(which, error); });
  }
  void remove(std::uint16_t layer, dyncolor::id which) const {
    detail::checked([&](dyncolor_error *error) { return try_remove(layer, which, error); });
  }
  void clear_layer(std::uint16_t layer) const {
    detail::checked([&](dyncolor_error *error) { return try_clear_layer(layer, error); });
  }
  void clear_owner(std::uint16_t owner) const {
    detail::checked([&](dyncolor_error *error) { return try_clear_owner(owner, error); });
  }
  void forward(std::string_view old, std::string_view name) const {
    detail::checked([&](dyncolor_error *error) { return try_forward(old, name, error); });
  }
  /* A color that `provide(dyncolor_context *)` computes: a color, or the id of one. What it throws
   * is DYNCOLOR_ERROR_PROVIDER, or the status of a dyncolor::error, for whoever resolves. */
  template <class Provide>
  id add_provider(std::string_view name, Provide provide) const {
    return detail::value([&](dyncolor_error *error) {
      return try_add_provider(name, std::move(provide), error);
    });
  }

  /* ---- Finding and resolving ---- */

  DYNCOLOR_INLINED id find(std::string_view name) const {
    return detail::made<id>([&](id *found, dyncolor_error *error) {
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
  std::string_view forwarded(std::string_view name) const {
    return detail::value([&](dyncolor_error *error) { return try_forwarded(name, error); });
  }
  std::string_view name(dyncolor::id which) const {
    return detail::value([&](dyncolor_error *error) { return try_name(which, error); });
  }
  std::vector<id> ids() const {
    return detail::value([&](dyncolor_error *error) { return try_ids(error); });
  }
  std::vector<id> palette_colors(std::uint16_t palette) const {
    return detail::value([&](dyncolor_error *error) { return try_palette_colors(palette, error); });
  }
  std::vector<dyncolor_palette_gap> palette_gaps() const {
    return detail::value([&](dyncolor_error *error) { return try_palette_gaps(error); });
  }
  std::vector<dyncolor_source> sources(dyncolor::id which) const {
    return detail::value([&](dyncolor_error *error) { return try_sources(which, error); });
  }
  std::uint32_t axes_of(dyncolor::id which) const {
    return detail::made<std::uint32_t>([&](std::uint32_t *made, dyncolor_error *error) {
      return dyncolor_id_axes(theme_, which, made, error);
    });
  }
  rgba resolve_level(dyncolor::id which, dyncolor_level level, const environment &in = {}) const {
    return detail::made<rgba>([&](rgba *made, dyncolor_error *error) {
      return dyncolor_resolve_level(theme_, which, level, &in, made, error);
    });
  }
  void resolve_all(const environment &in, span<rgba> colors) const {
    detail::checked([&](dyncolor_error *error) { return try_resolve_all(in, colors, error); });
  }
  void prepare(const environment &in = {}) const {
    detail::checked([&](dyncolor_error *error) { return try_prepare(in, error); });
  }
  dyncolor::explanation explain(dyncolor::id which, const environment &in = {}) const {
    return detail::made<dyncolor::explanation>([&](auto *made, dyncolor_error *error) {
      return dyncolor_explanation_create(theme_, which, &in, made->out(), error);
    });
  }
  dyncolor_derive_counts derive(const dyncolor_derive_options *options = nullptr) const {
    return detail::value([&](dyncolor_error *error) { return try_derive(options, error); });
  }
  bool is_derived(dyncolor::id which, const environment &in = {}) const {
    return detail::value([&](dyncolor_error *error) { return try_is_derived(which, in, error); });
  }
  dyncolor_repair_counts repair(const dyncolor::audit &audit) const {
    return detail::value([&](dyncolor_error *error) { return try_repair(audit, error); });
  }
  dyncolor::audit audit(const dyncolor_audit_options *options = nullptr) const {
    return detail::made<dyncolor::audit>([&](auto *made, dyncolor_error *error) {
      return dyncolor_theme_audit(theme_, options, made->out(), error);
    });
  }
  std::vector<id> diff(const environment &a, const environment &b) const {
    return detail::value([&](dyncolor_error *error) { return try_diff(a, b, error); });
  }
  std::vector<id> changes(std::uint64_t since, std::uint64_t *generation = nullptr) const {
    return detail::value([&](dyncolor_error *error) {
      return try_changes(since, generation, error);
    });
  }
  std::string css(dyncolor::id which) const {
    return detail::value([&](dyncolor_error *error) { return try_css(which, error); });
  }
  std::vector<std::uint16_t> layer_order() const {
    return detail::value([&](dyncolor_error *error) { return try_layer_order(error); });
  }

  /* ---- Notes and defaults ---- */

  std::string_view description(dyncolor::id which) const {
    return detail::value([&](dyncolor_error *error) { return try_description(which, error); });
  }
  void set_description(dyncolor::id which, std::string_view text) const {
    detail::checked([&](dyncolor_error *error) { return try_set_description(which, text, error); });
  }
  dyncolor::deprecation deprecation(dyncolor::id which) const {
    return detail::made<dyncolor::deprecation>([&](auto *made, dyncolor_error *error) {
      return dyncolor_id_deprecation(theme_, which, &made->note, &made->replacement, error);
    });
  }
  void set_deprecation(
      dyncolor::id which, std::string_view note, dyncolor::id replacement = no_id) const {
    detail::checked([&](dyncolor_error *error) {
      return try_set_deprecation(which, note, replacement, error);
    });
  }
  std::string_view annotation(dyncolor::id which) const {
    return detail::value([&](dyncolor_error *error) { return try_annotation(which, error); });
  }
  void set_annotation(dyncolor::id which, std::string_view json) const {
    detail::checked([&](dyncolor_error *error) { return try_set_annotation(which, json, error); });
  }
  void set_default_contrast(std::uint8_t contrast) const {
    detail::checked([&](dyncolor_error *error) {
      return try_set_default_contrast(contrast, error);
    });
  }
  void set_default_scheme(dyncolor_scheme scheme) const {
    detail::checked([&](dyncolor_error *error) { return try_set_default_scheme(scheme, error); });
  }
  void set_default_palette(std::uint16_t palette) const {
    detail::checked([&](dyncolor_error *error) { return try_set_default_palette(palette, error); });
  }
  void set_level_opacities(const opacities &levels) const {
    detail::checked([&](dyncolor_error *error) { return try_set_level_opacities(levels, error); });
  }
  opacities level_opacities() const {
    return detail::made<opacities>([&](opacities *made, dyncolor_error *error) {
      return dyncolor_theme_level_opacities(theme_, made->data(), error);
    });
  }

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
    dyncolor_error error;
    error.size = sizeof error;
    if (dyncolor_theme_load_memory_n(theme_, name.data(), name.size(), bytes.data(), bytes.size(),
                                     options, found.out(), &error) != DYNCOLOR_OK)
      detail::fail(error, name == error.path ? std::string_view(bytes.data(), bytes.size())
                                             : std::string_view());
    return found;
  }
  dyncolor::report check() const {
    return detail::made<dyncolor::report>([&](dyncolor::report *made, dyncolor_error *error) {
      return dyncolor_theme_check(theme_, made->out(), error);
    });
  }
  dyncolor::report write(
      std::string_view path, const dyncolor_write_options *options = nullptr) const {
    return detail::made<dyncolor::report>([&](dyncolor::report *made, dyncolor_error *error) {
      return dyncolor_theme_write_n(theme_, path.data(), path.size(), options, made->out(), error);
    });
  }
  std::vector<unsigned char> image() const {
    return detail::value([&](dyncolor_error *error) { return try_image(error); });
  }
  std::string written(const dyncolor_write_options &options) const {
    return detail::value([&](dyncolor_error *error) { return try_written(options, error); });
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
    return detail::value([&](dyncolor_error *error) {
      return try_observe(std::move(observe), error);
    });
  }
#endif

 protected:
  dyncolor_theme *theme_;

 private:
  template <class Kind>
  names<Kind> named() const noexcept {
    return names<Kind>({theme_});
  }

  template <class F>
  static void destroy(void *own) {
    delete static_cast<F *>(own);
  }

  static void answer(dyncolor_answer *given, const dyncolor::color &value) noexcept {
    given->color = value;
  }
  static void answer(dyncolor_answer *given, dyncolor::id which) noexcept { given->id = which; }

  template <class Provide>
  static dyncolor::status call(dyncolor_context *context, dyncolor_answer *given, void *own) {
#if DYNCOLOR_HAS_EXCEPTIONS
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
#else
    answer(given, (*static_cast<Provide *>(own))(context));
    return DYNCOLOR_OK;
#endif
  }

  template <class Observe>
  static void tell(dyncolor_theme *theme, const dyncolor_change *change, void *own) noexcept {
    (*static_cast<Observe *>(own))(theme_ref(theme), *change);
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  /* Fails as for an array that is too small. */
  static dyncolor::status fail_small(dyncolor_error *error) noexcept {
    dyncolor_color black{DYNCOLOR_SPACE_SRGB, 0, {0, 0, 0}, 1};
    char none;
    return dyncolor_color_pack(&black, DYNCOLOR_LAYOUT_FLOAT4, &none, 0, error);
  }
#endif
};

/* What a provider sees: `provide` may take this in place of a dyncolor_context *. */
class context {
 public:
  context(dyncolor_context *seen) noexcept : context_(seen) {}

  dyncolor_context *get() const noexcept { return context_; }
  theme_ref theme() const noexcept { return dyncolor_context_theme(context_); }
  /* The value of an axis, by the numbers of dyncolor_axis. */
  std::uint32_t axis(std::uint32_t number) const noexcept {
    return dyncolor_context_axis(context_, number);
  }
  result<dyncolor::environment> try_environment(dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<dyncolor::environment>([&](dyncolor::environment *made) {
      return dyncolor_context_environment(context_, made, error);
    });
  }
  result<rgba> try_resolve(dyncolor::id which, dyncolor_error *error = nullptr) const noexcept {
    return detail::tried<rgba>([&](rgba *made) {
      return dyncolor_context_resolve(context_, which, made, error);
    });
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  dyncolor::environment environment() const {
    return detail::made<dyncolor::environment>([&](auto *made, dyncolor_error *error) {
      return dyncolor_context_environment(context_, made, error);
    });
  }
  rgba resolve(dyncolor::id which) const {
    return detail::made<rgba>([&](rgba *made, dyncolor_error *error) {
      return dyncolor_context_resolve(context_, which, made, error);
    });
  }
#endif

 private:
  dyncolor_context *context_;
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
  /* Makes a theme from the bytes of image(). With DYNCOLOR_IMAGE_MEMORY_BORROWED they must stay as
   * they are while the theme exists. */
  static result<theme> try_from_image(
      span<const unsigned char> image, dyncolor_image_memory memory = DYNCOLOR_IMAGE_MEMORY_COPIED,
      const dyncolor_theme_options *options = nullptr, dyncolor_error *error = nullptr) noexcept {
    dyncolor_theme *made = nullptr;
    const dyncolor::status outcome = dyncolor_theme_from_image(
        options, image.data(), image.size(), memory, &made, error);
    return {outcome, theme(made, 0)};
  }
#if DYNCOLOR_HAS_EXCEPTIONS
  static theme from_image(span<const unsigned char> image,
                          dyncolor_image_memory memory = DYNCOLOR_IMAGE_MEMORY_COPIED,
                          const dyncolor_theme_options *options = nullptr) {
    return detail::value([&](dyncolor_error *error) {
      return try_from_image(image, memory, options, error);
    });
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

/* What the user has set on the desktop. */
class desktop : public detail::unique_handle<dyncolor_desktop, dyncolor_desktop_release> {
 public:
  using unique_handle::unique_handle;

  static result<desktop> try_open(const dyncolor_desktop_options *options = nullptr,
                                  dyncolor_error *error = nullptr) noexcept {
    desktop made;
    const dyncolor::status outcome = dyncolor_desktop_open(options, made.out(), error);
    return {outcome, std::move(made)};
  }

  int descriptor() const noexcept { return dyncolor_desktop_descriptor(get()); }
  dyncolor_motion motion() const noexcept { return dyncolor_desktop_motion(get()); }
  dyncolor_setting_source source(dyncolor_setting setting) const noexcept {
    return dyncolor_desktop_setting_source(get(), setting);
  }

  /* The settings that have changed, as bits of dyncolor_setting. */
  result<std::uint32_t> try_pump(dyncolor_error *error = nullptr) noexcept {
    std::uint32_t changes = 0;
    const dyncolor::status outcome = dyncolor_desktop_pump(get(), &changes, error);
    return {outcome, changes};
  }
  result<std::uint32_t> try_wait(std::uint32_t milliseconds,
                                 dyncolor_error *error = nullptr) noexcept {
    std::uint32_t changes = 0;
    const dyncolor::status outcome = dyncolor_desktop_wait(get(), milliseconds, &changes, error);
    return {outcome, changes};
  }
  result<dyncolor::environment> try_environment(dyncolor_error *error = nullptr) const noexcept {
    dyncolor::environment found{};
    const dyncolor::status outcome = dyncolor_desktop_environment(get(), &found, error);
    return {outcome, found};
  }
  /* DYNCOLOR_ERROR_NO_VALUE if there is none. */
  result<color> try_accent(dyncolor_error *error = nullptr) const noexcept {
    color found{};
    const dyncolor::status outcome = dyncolor_desktop_accent(get(), &found, error);
    return {outcome, found};
  }
  dyncolor::status try_override(dyncolor_setting setting, dyncolor_policy policy,
                                std::uint32_t value, dyncolor_error *error = nullptr) noexcept {
    return dyncolor_desktop_override(get(), setting, policy, value, error);
  }
  /* NULL removes the override. */
  dyncolor::status try_override_accent(dyncolor_policy policy, const color *accent,
                                       dyncolor_error *error = nullptr) noexcept {
    return dyncolor_desktop_override_accent(get(), policy, accent, error);
  }
  dyncolor::status try_bind(theme_ref bound, std::uint16_t layer = DYNCOLOR_LAYER_DEFAULTS,
                            dyncolor_error *error = nullptr) noexcept {
    return dyncolor_desktop_bind(get(), bound.get(), layer, error);
  }
  dyncolor::status try_unbind(theme_ref bound, dyncolor_error *error = nullptr) noexcept {
    return dyncolor_desktop_unbind(get(), bound.get(), error);
  }

#if DYNCOLOR_HAS_EXCEPTIONS
  static desktop open(const dyncolor_desktop_options *options = nullptr) {
    desktop made;
    detail::checked([&](dyncolor_error *error) {
      return dyncolor_desktop_open(options, made.out(), error);
    });
    return made;
  }
  std::uint32_t pump() {
    return detail::value([&](dyncolor_error *error) { return try_pump(error); });
  }
  std::uint32_t wait(std::uint32_t milliseconds) {
    return detail::value([&](dyncolor_error *error) { return try_wait(milliseconds, error); });
  }
  dyncolor::environment environment() const {
    return detail::value([&](dyncolor_error *error) { return try_environment(error); });
  }
  color accent() const {
    return detail::value([&](dyncolor_error *error) { return try_accent(error); });
  }
  void override_setting(dyncolor_setting setting, dyncolor_policy policy, std::uint32_t value) {
    detail::checked([&](dyncolor_error *error) {
      return try_override(setting, policy, value, error);
    });
  }
  void override_accent(dyncolor_policy policy, const color *accent) {
    detail::checked([&](dyncolor_error *error) {
      return try_override_accent(policy, accent, error);
    });
  }
  void bind(theme_ref bound, std::uint16_t layer = DYNCOLOR_LAYER_DEFAULTS) {
    detail::checked([&](dyncolor_error *error) { return try_bind(bound, layer, error); });
  }
  void unbind(theme_ref bound) {
    detail::checked([&](dyncolor_error *error) { return try_unbind(bound, error); });
  }
#endif
};

/* The accent color of GNOME that is nearest to a color. */
inline result<dyncolor_accent> try_nearest_accent(const color &of,
                                                  dyncolor_error *error = nullptr) noexcept {
  dyncolor_accent found = DYNCOLOR_ACCENT_SLATE;
  const dyncolor::status outcome = dyncolor_color_nearest_accent(&of, &found, error);
  return {outcome, found};
}
#if DYNCOLOR_HAS_EXCEPTIONS
inline dyncolor_accent nearest_accent(const color &of) {
  return detail::value([&](dyncolor_error *error) { return try_nearest_accent(of, error); });
}
#endif

}  // namespace dyncolor

#undef DYNCOLOR_INLINED

#endif
