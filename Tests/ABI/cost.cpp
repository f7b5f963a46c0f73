/* What the header for C++ compiles to. Of each pair of functions, one calls the library as C does,
 * and the other through the header: Tests/ABI/hosts compares their instructions. */
#include <dyncolor.hpp>

using dyncolor::detail::fail;

#define PAIR(name, arguments, plain, through) \
  extern "C" auto plain_##name arguments plain \
  extern "C" auto header_##name arguments through

PAIR(resolve, (dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *in,
               dyncolor_rgba *color), -> dyncolor_status {
  return dyncolor_resolve(theme, id, in, color, nullptr);
}, -> dyncolor_status {
  return dyncolor::theme_ref(theme).try_resolve(id, *in, *color);
})

PAIR(find, (dyncolor_theme *theme, const char *name, std::size_t length), -> dyncolor_id {
  dyncolor_id id = DYNCOLOR_ID_NONE;
  dyncolor_status status = dyncolor_theme_find_n(theme, name, length, &id, nullptr);
  return status == DYNCOLOR_OK ? id : 77;
}, -> dyncolor_id {
  return dyncolor::theme_ref(theme).try_find({name, length}).value_or(77);
})

PAIR(resolve_or_throw, (dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *in),
     -> float {
  dyncolor_rgba color{};
  dyncolor_error error;
  error.size = sizeof error;
  if (dyncolor_resolve(theme, id, in, &color, &error) != DYNCOLOR_OK) fail(error);
  return color.r;
}, -> float {
  return dyncolor::theme_ref(theme).resolve(id, *in).r;
})

PAIR(pixel, (dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *in),
     -> std::uint32_t {
  std::uint32_t word{};
  dyncolor_error error;
  error.size = sizeof error;
  if (dyncolor_resolve_pixel(theme, id, in, DYNCOLOR_LAYOUT_ARGB_WORD, &word, sizeof word,
                             &error) != DYNCOLOR_OK)
    fail(error);
  return word;
}, -> std::uint32_t {
  return dyncolor::theme_ref(theme).pixel<std::uint32_t>(id, *in, DYNCOLOR_LAYOUT_ARGB_WORD);
})

PAIR(sum, (dyncolor_snapshot *snapshot), -> float {
  std::size_t rows = 0;
  const dyncolor_rgba *colors = dyncolor_snapshot_colors(snapshot, &rows);
  float sum = 0;
  for (const dyncolor_rgba *color = colors; color != colors + rows; color++) sum += color->r;
  if (snapshot != nullptr) dyncolor_snapshot_release(snapshot);
  return sum;
}, -> float {
  dyncolor::snapshot owned(snapshot);
  float sum = 0;
  for (const dyncolor::rgba &color : owned.colors()) sum += color.r;
  return sum;
})

PAIR(add, (dyncolor_theme *theme, const char *name, std::size_t length, dyncolor_id other),
     -> dyncolor_id {
  dyncolor_part part{};
  part.id = other;
  dyncolor_id id = DYNCOLOR_ID_NONE;
  dyncolor_error error;
  error.size = sizeof error;
  if (dyncolor_layer_register_n(theme, DYNCOLOR_LAYER_THEME, length == 0 ? nullptr : name, length,
                                &part, &id, &error) != DYNCOLOR_OK)
    fail(error, part); /* shows the line of a mistake in the part's text */
  return id;
}, -> dyncolor_id {
  return dyncolor::theme_ref(theme).add({name, length}, other);
})

PAIR(set, (dyncolor_environment *in, std::uint32_t axis, std::uint32_t value), -> void {
  if (dyncolor_environment_set(in, axis, value) != DYNCOLOR_OK) in->reserved[0] = 1;
}, -> void {
  dyncolor::set(*in, axis, value);
})

PAIR(find_value, (dyncolor_theme *theme, std::uint32_t axis, const char *name,
                  std::size_t length), -> std::uint32_t {
  std::uint32_t value = 0;
  dyncolor_error error;
  error.size = sizeof error;
  if (dyncolor_axis_find_value_n(theme, axis, name, length, &value, &error) != DYNCOLOR_OK)
    fail(error);
  return value;
}, -> std::uint32_t {
  return dyncolor::theme_ref(theme).values(axis).find({name, length});
})

PAIR(count, (dyncolor_theme *theme), -> std::size_t {
  return dyncolor_palette_count(theme);
}, -> std::size_t {
  return dyncolor::theme_ref(theme).palettes().count();
})

PAIR(mix, (const dyncolor_color *a, const dyncolor_color *b), -> dyncolor_color {
  dyncolor_color mixed{};
  dyncolor_error error;
  error.size = sizeof error;
  if (dyncolor_color_mix(a, b, 0.5, dyncolor_space{}, dyncolor_hue{}, &mixed, &error) !=
      DYNCOLOR_OK)
    fail(error);
  return mixed;
}, -> dyncolor_color {
  return dyncolor::mix(*a, *b);
})
