/*
 * libdyncolor: colors that depend on their surroundings.
 *
 * SPDX-License-Identifier: MIT
 *
 * This file is the contract and the manual: everything the library promises is written here, and
 * nothing else is promised.
 *
 *     #include <dyncolor.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       dyncolor_theme *theme;
 *       dyncolor_id accent;
 *       dyncolor_rgba color;
 *       dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
 *       dyncolor_error error = DYNCOLOR_ERROR_INIT;
 *
 *       if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;
 *       if (dyncolor_register_hex(theme, "accent", DYNCOLOR_NUL_TERMINATED,
 *                                 "#0461be", DYNCOLOR_NUL_TERMINATED,
 *                                 "#81d0ff", DYNCOLOR_NUL_TERMINATED, &accent, &error) < 0) {
 *         fprintf(stderr, "%u:%u: %s: %s\n", error.line, error.column, error.message,
 *                 error.context);
 *         return 1;
 *       }
 *       dyncolor_resolve(theme, accent, &dark, &color, NULL);
 *       printf("%g %g %g %g\n", color.r, color.g, color.b, color.a);
 *       dyncolor_theme_release(theme);
 *       return 0;
 *     }
 *
 * Compile with `cc program.c $(pkg-config --cflags --libs dyncolor)`.
 *
 *
 * THE RULES, ONCE
 *
 * Nouns. A color is a value. An environment is what a color may depend on: light or dark, standard
 * or high contrast, and so on. A theme is a registry of dynamic colors, each of which is a function
 * from an environment to a color. A snapshot is a theme resolved for one environment. Functions are
 * named dyncolor_<noun>_<verb>; what one does with a theme is dyncolor_register… and
 * dyncolor_resolve….
 *
 * Status. Every function that can fail returns a dyncolor_status: DYNCOLOR_OK, which is 0, or a
 * negative DYNCOLOR_ERROR_…. Numbers are never reassigned; later versions may add new ones, so
 * treat any negative value as a failure. A function that fails changes nothing: outputs keep the
 * bytes they had.
 *
 * Errors in detail. Such a function also takes a `dyncolor_error *error`, last, which may be NULL.
 * On failure it is filled in; on success it is not touched.
 *
 * Arguments. No argument, however wrong, crashes the library or the host, as long as pointers that
 * are not NULL point to memory of the size they stand for. A NULL where a value is needed, an enum
 * value that is not listed, a reserved byte that is not 0: DYNCOLOR_ERROR_INVALID_ARGUMENT, whose
 * context names the argument. An output may be the same object as an input.
 *
 * Numbers. NaN and infinity as arguments are errors. Results are always finite: what would overflow
 * becomes the largest finite value of its sign. Components outside 0…1 are legal colors, outside
 * the gamut of their space, and are kept; alpha lies in 0…1.
 *
 * Text in is UTF-8, as a pointer and a length in bytes; it needs no NUL at its end. The length
 * DYNCOLOR_NUL_TERMINATED means "up to the first NUL". NULL with length 0 is the empty text. A
 * length above PTRDIFF_MAX is an invalid argument. Text is read only during the call. Keywords are
 * compared without regard to ASCII case, whatever the locale.
 *
 * Text out comes in two ways. A `const char *` that a function hands out is NUL-terminated, belongs
 * to the library and must not be freed; each function says how long it lives. Text that is made for
 * the call is written to the caller's buffer by the two-call rule: give a buffer, its capacity in
 * bytes and a place for the length; call with capacity 0 (the buffer may then be NULL) to learn the
 * length. The text is always NUL-terminated; the length does not count the NUL. If it does not fit,
 * the status is DYNCOLOR_ERROR_BUFFER_TOO_SMALL, the buffer is untouched, and the length, the one
 * output that is written on failure, says what is needed: capacity must be at least length + 1.
 *
 * Structs. Plain values (dyncolor_color, dyncolor_rgba, dyncolor_environment) never change their
 * layout. Structs that may grow begin with `size_t size`, to be set to the sizeof that the caller
 * was compiled with (the _INIT macros do); they grow only at their end. Options that an older
 * caller does not have count as 0; options that an older library does not know must be 0.
 *
 * Callbacks come as three: the function, a `void *user_data` which it is given back, and a destroy
 * function for that data, which may be NULL. Destroy is called exactly once for each time that the
 * three are given to the library, after the last call, also when the function that they are given
 * to fails. It may be called before that function returns. Leaving a callback by longjmp, by a C++
 * exception or in any way but returning is forbidden.
 *
 * Threads. Every function may be called from any thread at any time, unless its description says
 * otherwise. Functions on values (everything on colors and environments) use no state at all: they
 * are thread-safe, reentrant, safe in a signal handler, and never allocate memory.
 *
 * The library starts no thread, installs no handler, reads no locale, no file and no environment
 * variable unless asked, and prints nothing. (If it ever finds itself broken, it writes one line to
 * standard error and aborts. That is a bug: please report it.)
 */
#ifndef DYNCOLOR_H
#define DYNCOLOR_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define DYNCOLOR_API __attribute__((visibility("default")))
#else
#define DYNCOLOR_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version -------------------------------------------------------------------------------- */

/* The version of this header. A library is compatible with every header of the same major version
 * that is not newer than itself. Where it matters, check once, at start:
 *     assert(dyncolor_version() >= DYNCOLOR_VERSION);
 */
#define DYNCOLOR_VERSION_MAJOR 1
#define DYNCOLOR_VERSION_MINOR 0
#define DYNCOLOR_VERSION_PATCH 0
#define DYNCOLOR_VERSION_STRING "1.0.0"

/* A version as one number that compares as versions do. */
#define DYNCOLOR_VERSION_ENCODE(major, minor, patch) \
  ((uint32_t)(major) * 1000000u + (uint32_t)(minor) * 1000u + (uint32_t)(patch))
#define DYNCOLOR_VERSION \
  DYNCOLOR_VERSION_ENCODE(DYNCOLOR_VERSION_MAJOR, DYNCOLOR_VERSION_MINOR, DYNCOLOR_VERSION_PATCH)

/* The version of the library that is running, encoded. Cannot fail. Since 1.0. */
DYNCOLOR_API uint32_t dyncolor_version(void);

/* The same as text, "1.0.0". Cannot fail; the text lives as long as the library. Since 1.0. */
DYNCOLOR_API const char *dyncolor_version_string(void);

/* ---- Status and errors ---------------------------------------------------------------------- */

typedef enum dyncolor_status {
  DYNCOLOR_OK = 0,

  /* An argument is NULL, out of its range, not finite, or of an impossible size. */
  DYNCOLOR_ERROR_INVALID_ARGUMENT = -1,

  /* Memory could not be had. */
  DYNCOLOR_ERROR_OUT_OF_MEMORY = -2,

  /* Text does not follow its grammar; the error says where and what was expected. */
  DYNCOLOR_ERROR_SYNTAX = -3,

  /* Text is not UTF-8; the error says where. */
  DYNCOLOR_ERROR_INVALID_UTF8 = -4,

  /* The caller's buffer is too small for the result. */
  DYNCOLOR_ERROR_BUFFER_TOO_SMALL = -5,

  /* A name is not known, or there is no name for a value. */
  DYNCOLOR_ERROR_UNKNOWN_NAME = -6,

  /* The color of this id has been unregistered, or was declared and never registered. */
  DYNCOLOR_ERROR_STALE_ID = -7,

  /* The theme never gave out this id: it is another theme's, or made up. */
  DYNCOLOR_ERROR_FOREIGN_ID = -8,

  /* Another color has this name. */
  DYNCOLOR_ERROR_NAME_TAKEN = -9,

  /* A color refers to itself; the context names the colors it goes through. */
  DYNCOLOR_ERROR_CYCLE = -10,

  /* Providers that resolve colors of other providers are nested too deeply. */
  DYNCOLOR_ERROR_TOO_DEEP = -11,

  /* In this environment the color has no value: no variant matches, or the palettes lack it. */
  DYNCOLOR_ERROR_NO_VALUE = -12,

  /* The snapshot was made before the theme gave out the id. */
  DYNCOLOR_ERROR_NOT_IN_SNAPSHOT = -13,

  /* The theme has DYNCOLOR_MAX_COLORS colors already. */
  DYNCOLOR_ERROR_TOO_MANY_COLORS = -14,

  /* The theme has DYNCOLOR_MAX_CUSTOM_AXES axes of the host's already. */
  DYNCOLOR_ERROR_TOO_MANY_AXES = -15,

  /* The theme has DYNCOLOR_MAX_PALETTES palettes already. */
  DYNCOLOR_ERROR_TOO_MANY_PALETTES = -16,

  /* A provider failed without a status of its own. */
  DYNCOLOR_ERROR_PROVIDER = -17,

  DYNCOLOR_STATUS_MAX_ENUM = 0x7fffffff
} dyncolor_status;

/* The name of a status, "DYNCOLOR_ERROR_SYNTAX" for instance, or "unknown status". Cannot fail; the
 * text lives as long as the library. Since 1.0. */
DYNCOLOR_API const char *dyncolor_status_name(dyncolor_status status);

/* What went wrong, in detail. The caller owns it and sets its size:
 *     dyncolor_error error = DYNCOLOR_ERROR_INIT;
 * A library writes the fields that lie within `size` and no byte beyond; the context is cut to the
 * room there is. `size` itself is not written.
 */
typedef struct dyncolor_error {
  size_t size;

  /* The dyncolor_status that the function returned. */
  int32_t status;

  /* Where in a text: line and column, counted from 1, the column in code points. Lines end at LF,
   * CR, CR LF or FF, as in CSS. Both are 0 where no text is concerned. */
  uint32_t line;
  uint32_t column;

  /* The same place as a number of bytes from the start of the text. */
  size_t offset;

  /* What was expected or what is wrong: constant text that lives as long as the library, never
   * NULL, in English, without a full stop. */
  const char *message;

  /* What varies: the name of an argument, a name that was not found, the text at fault. UTF-8,
   * NUL-terminated, empty where there is nothing to add. */
  char context[256];
} dyncolor_error;

/* The initial value of a dyncolor_error. */
#define DYNCOLOR_ERROR_INIT {sizeof(dyncolor_error), 0, 0u, 0u, 0u, NULL, {0}}

/* ---- Text, memory and callbacks -------------------------------------------------------------- */

/* The length of a text that ends with a NUL. */
#define DYNCOLOR_NUL_TERMINATED ((size_t)-1)

/* Called once with the user data of a callback when the library no longer needs it. */
typedef void (*dyncolor_destroy_function)(void *user_data);

/* All memory management in one function. It allocates when `memory` is NULL and `old_size` is 0,
 * frees when `new_size` is 0 (and then returns NULL), and otherwise resizes, keeping the bytes that
 * both sizes share. Memory must be aligned to 16 bytes. NULL for a `new_size` above 0 means that
 * there is none: `memory` is then still valid, and the library reports
 * DYNCOLOR_ERROR_OUT_OF_MEMORY. Shrinking may fail too. The function may be called from any thread
 * that calls the library, also under a lock of the library's, and must not call the library. */
typedef void *(*dyncolor_resize_function)(
    void *user_data, void *memory, size_t old_size, size_t new_size);

/* ---- Colors --------------------------------------------------------------------------------- */

/* A color space: what the three components of a color mean. */
typedef enum dyncolor_space {
  /* Red, green and blue as in CSS `rgb()` and hex text, here with 1 for full. */
  DYNCOLOR_SPACE_SRGB = 1,

  /* The same primaries, linear in light. */
  DYNCOLOR_SPACE_SRGB_LINEAR = 2,

  /* Red, green and blue of a wider gamut, with sRGB's transfer function: CSS `display-p3`. */
  DYNCOLOR_SPACE_DISPLAY_P3 = 3,

  /* The same primaries, linear in light. */
  DYNCOLOR_SPACE_DISPLAY_P3_LINEAR = 4,

  DYNCOLOR_SPACE_MAX_ENUM = 0x7fffffff
} dyncolor_space;

/* Bits of dyncolor_color.missing. A missing component is CSS's `none`: it counts as 0 where a
 * number is needed. */
typedef enum dyncolor_missing {
  DYNCOLOR_MISSING_C0 = 1,
  DYNCOLOR_MISSING_C1 = 2,
  DYNCOLOR_MISSING_C2 = 4,
  DYNCOLOR_MISSING_ALPHA = 8,
  DYNCOLOR_MISSING_MAX_ENUM = 0x7fffffff
} dyncolor_missing;

/* A color: a space, three components, any of which may be missing, and alpha. 40 bytes. The value
 * of a missing component is not looked at; the library writes 0 there. */
typedef struct dyncolor_color {
  uint32_t space;   /* a dyncolor_space */
  uint32_t missing; /* bits of dyncolor_missing */
  double c[3];
  double alpha; /* not premultiplied */
} dyncolor_color;

/* A color ready to be painted: extended sRGB, gamma-encoded, alpha not premultiplied, always
 * finite. Components outside 0…1 are colors outside sRGB's gamut. 16 bytes. */
typedef struct dyncolor_rgba {
  float r, g, b, a;
} dyncolor_rgba;

/* How a color is laid out in memory. Pixels need no alignment. */
typedef enum dyncolor_layout {
  /* Four floats, a dyncolor_rgba. 16 bytes. */
  DYNCOLOR_LAYOUT_FLOAT4 = 1,

  /* Red, green, blue and alpha in a byte each, in this order in memory. Extended sRGB, cut to 0…1
   * and rounded to the nearest of 255 steps, halves upward. 4 bytes. */
  DYNCOLOR_LAYOUT_RGBA8 = 2,

  DYNCOLOR_LAYOUT_MAX_ENUM = 0x7fffffff
} dyncolor_layout;

/* Reads a color from hex text: 3, 4, 6 or 8 digits, with or without a `#` before them: rgb, rgba,
 * rrggbb or rrggbbaa. The digits are components of `space`, so that FF is 1. The result's alpha is
 * that of the digits, or 1, multiplied by `alpha`, which must lie in 0…1.
 * Anything else in the text, white space too, is DYNCOLOR_ERROR_SYNTAX with its place.
 *     dyncolor_color_parse_hex("f80", 3, DYNCOLOR_SPACE_DISPLAY_P3, 0.5, &color, NULL);
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_parse_hex(
    const char *text, size_t length, dyncolor_space space, double alpha, dyncolor_color *color,
    dyncolor_error *error);

/* Writes a color as hex text, `#rrggbb`, or `#rrggbbaa` where the alpha byte is not ff. The color
 * is converted to `space`, cut to 0…1 and rounded to the nearest byte, halves upward; missing
 * components count as 0. Text by the two-call rule; 10 bytes are always enough.
 *     char hex[10];
 *     dyncolor_color_format_hex(&color, DYNCOLOR_SPACE_SRGB, hex, sizeof hex, NULL, NULL);
 * `length` may be NULL. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_format_hex(
    const dyncolor_color *color, dyncolor_space space, char *buffer, size_t capacity,
    size_t *length, dyncolor_error *error);

/* Converts a color to another space: the same color in other numbers, unless what they would be is
 * too large for a double. Nothing is cut to a gamut. To the space it has, a color converts to
 * itself; to any other, missing components count as 0 and are no longer missing, while a missing
 * alpha stays missing. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_convert(
    const dyncolor_color *color, dyncolor_space space, dyncolor_color *converted,
    dyncolor_error *error);

/* Writes a color as a pixel. Missing components and a missing alpha count as 0. `capacity` is the
 * number of bytes at `pixel`; fewer than the layout has are DYNCOLOR_ERROR_BUFFER_TOO_SMALL.
 *     dyncolor_rgba rgba;
 *     dyncolor_color_pack(&color, DYNCOLOR_LAYOUT_FLOAT4, &rgba, sizeof rgba, NULL);
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_pack(
    const dyncolor_color *color, dyncolor_layout layout, void *pixel, size_t capacity,
    dyncolor_error *error);

/* Whether two colors are the same value: 1 if they have the same space, the same components
 * missing, and equal numbers in those that are not; otherwise 0. Zero equals minus zero; the same
 * color in two spaces is not the same value. Two invalid colors are equal if their numbers are; NaN
 * equals nothing, and NULL equals nothing. Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_color_equal(const dyncolor_color *a, const dyncolor_color *b);

/* A hash of a color: equal colors have equal hashes. It is the same on every machine and in every
 * process of one version of the library, but may change between versions. 0 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_color_hash(const dyncolor_color *color);

/* ---- Environments --------------------------------------------------------------------------- */

/* A registered color, by number. 0 is no color. */
typedef uint32_t dyncolor_id;

#define DYNCOLOR_ID_NONE ((dyncolor_id)0)

typedef enum dyncolor_scheme {
  DYNCOLOR_SCHEME_UNSPECIFIED = 0,
  DYNCOLOR_SCHEME_LIGHT = 1,
  DYNCOLOR_SCHEME_DARK = 2,
  DYNCOLOR_SCHEME_MAX_ENUM = 0x7fffffff
} dyncolor_scheme;

/* Contrast is graded: 1 to 201 stand for −1 to 1 in hundredths. */
typedef enum dyncolor_contrast {
  DYNCOLOR_CONTRAST_UNSPECIFIED = 0,
  DYNCOLOR_CONTRAST_LESS = 1,
  DYNCOLOR_CONTRAST_STANDARD = 101,
  DYNCOLOR_CONTRAST_MORE = 201,
  DYNCOLOR_CONTRAST_MAX_ENUM = 0x7fffffff
} dyncolor_contrast;

/* A contrast between the named steps, in percent: −100 is less, 0 is standard, 100 is more. */
#define DYNCOLOR_CONTRAST_PERCENT(percent) ((uint8_t)(101 + (percent)))

typedef enum dyncolor_elevation {
  DYNCOLOR_ELEVATION_UNSPECIFIED = 0,
  DYNCOLOR_ELEVATION_BASE = 1,
  DYNCOLOR_ELEVATION_ELEVATED = 2,
  DYNCOLOR_ELEVATION_MAX_ENUM = 0x7fffffff
} dyncolor_elevation;

/* The gamut of the display. */
typedef enum dyncolor_gamut {
  DYNCOLOR_GAMUT_UNSPECIFIED = 0,
  DYNCOLOR_GAMUT_SRGB = 1,
  DYNCOLOR_GAMUT_DISPLAY_P3 = 2,
  DYNCOLOR_GAMUT_REC2020 = 3,
  DYNCOLOR_GAMUT_MAX_ENUM = 0x7fffffff
} dyncolor_gamut;

/* The color vision of the person who looks. */
typedef enum dyncolor_vision {
  DYNCOLOR_VISION_UNSPECIFIED = 0,
  DYNCOLOR_VISION_TYPICAL = 1,
  DYNCOLOR_VISION_PROTAN = 2,
  DYNCOLOR_VISION_DEUTAN = 3,
  DYNCOLOR_VISION_TRITAN = 4,
  DYNCOLOR_VISION_ACHROMAT = 5,
  DYNCOLOR_VISION_MAX_ENUM = 0x7fffffff
} dyncolor_vision;

/* How far that vision deviates, in percent of the most: 0 is typical, 100 is a missing cone. */
#define DYNCOLOR_VISION_SEVERITY_PERCENT(percent) ((uint8_t)(1 + (percent)))

/* The state of what is painted. */
typedef enum dyncolor_state {
  DYNCOLOR_STATE_UNSPECIFIED = 0,
  DYNCOLOR_STATE_NORMAL = 1,
  DYNCOLOR_STATE_HOVERED = 2,
  DYNCOLOR_STATE_FOCUSED = 3,
  DYNCOLOR_STATE_PRESSED = 4,
  DYNCOLOR_STATE_SELECTED = 5,
  DYNCOLOR_STATE_INACTIVE = 6, /* its window has not the user's attention */
  DYNCOLOR_STATE_DISABLED = 7,
  DYNCOLOR_STATE_MAX_ENUM = 0x7fffffff
} dyncolor_state;

/* The kind of device. */
typedef enum dyncolor_idiom {
  DYNCOLOR_IDIOM_UNSPECIFIED = 0,
  DYNCOLOR_IDIOM_PHONE = 1,
  DYNCOLOR_IDIOM_TABLET = 2,
  DYNCOLOR_IDIOM_DESKTOP = 3,
  DYNCOLOR_IDIOM_TV = 4,
  DYNCOLOR_IDIOM_WATCH = 5,
  DYNCOLOR_IDIOM_CAR = 6,
  DYNCOLOR_IDIOM_HEADSET = 7,
  DYNCOLOR_IDIOM_MAX_ENUM = 0x7fffffff
} dyncolor_idiom;

/* Whether the user has replaced all colors by a small set of their own, as with CSS's
 * `forced-colors: active`. */
typedef enum dyncolor_forced_colors {
  DYNCOLOR_FORCED_COLORS_UNSPECIFIED = 0,
  DYNCOLOR_FORCED_COLORS_NONE = 1,
  DYNCOLOR_FORCED_COLORS_ACTIVE = 2,
  DYNCOLOR_FORCED_COLORS_MAX_ENUM = 0x7fffffff
} dyncolor_forced_colors;

/* What a dynamic color may depend on. 32 bytes of plain data, without padding: it may be copied,
 * compared with memcmp and used as a key as it stands. Zero means unspecified, for each axis:
 * `dyncolor_environment environment = {0};` leaves everything to the theme's defaults.
 * A value that is not listed, or a reserved byte that is not 0, is an invalid argument. */
typedef struct dyncolor_environment {
  uint8_t scheme;    /* a dyncolor_scheme */
  uint8_t contrast;  /* a dyncolor_contrast, or a step between: 1 to 201 */
  uint8_t elevation; /* a dyncolor_elevation */
  uint8_t gamut;     /* a dyncolor_gamut */

  uint8_t vision;          /* a dyncolor_vision */
  uint8_t vision_severity; /* 1 to 101, for 0 to 100 percent */
  uint8_t state;           /* a dyncolor_state */
  uint8_t idiom;           /* a dyncolor_idiom */

  uint16_t palette; /* a number that the theme gave out */
  uint16_t locale;  /* a number that the theme gave out */

  uint8_t subtype;       /* a number that the theme gave out */
  uint8_t forced_colors; /* a dyncolor_forced_colors */
  uint8_t reserved[2];   /* 0 */

  /* Colors of the theme, so that they may be dynamic themselves. */
  dyncolor_id foreground;
  dyncolor_id accent;

  uint8_t custom[8]; /* axes that the host declared */
} dyncolor_environment;

/* Fills each axis that `child` leaves unspecified with that of `parent`, as a nested view inherits
 * from the one around it. Each of the eight custom axes is an axis of its own. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_environment_inherit(
    const dyncolor_environment *child, const dyncolor_environment *parent,
    dyncolor_environment *environment, dyncolor_error *error);

/* Whose words an appearance is named in. */
typedef enum dyncolor_vocabulary {
  DYNCOLOR_VOCABULARY_APPKIT = 1,
  DYNCOLOR_VOCABULARY_UIKIT = 2,
  DYNCOLOR_VOCABULARY_CSS = 3,
  DYNCOLOR_VOCABULARY_GTK = 4,
  DYNCOLOR_VOCABULARY_MAX_ENUM = 0x7fffffff
} dyncolor_vocabulary;

/* The environment that an appearance name of another system stands for. All names are known at
 * once, in any ASCII case:
 *
 *   AppKit   aqua, darkAqua, vibrantLight, vibrantDark, accessibilityHighContrastAqua,
 *            accessibilityHighContrastDarkAqua, accessibilityHighContrastVibrantLight,
 *            accessibilityHighContrastVibrantDark, and the strings behind them,
 *            NSAppearanceNameAqua … NSAppearanceNameAccessibilityVibrantDark; the catalogs'
 *            NSAppearanceNameSystem and NSAppearanceNameAccessibilitySystem
 *   UIKit    UIUserInterfaceStyleUnspecified, …Light, …Dark and unspecified, light, dark;
 *            UIAccessibilityContrastNormal, …High; UIUserInterfaceLevelBase, …Elevated; the
 *            catalogs' UIAppearanceAny, …Light, …Dark, UIAppearanceHighContrastAny, …Light, …Dark
 *   CSS      of color-scheme: normal, light, dark, `light dark`, `dark light`, only light, only
 *            dark; of prefers-contrast: no-preference, more, less, custom (which is forced colors);
 *            and whole media features: prefers-color-scheme: dark, prefers-contrast: more,
 *            forced-colors: active, color-gamut: p3, …
 *   GTK      default, prefer-light, prefer-dark, force-light, force-dark; the themes Adwaita,
 *            Adwaita-dark, Adwaita-hc, Adwaita-hc-dark, Default, Default-dark, Default-hc,
 *            Default-hc-dark, HighContrast, HighContrastInverse, and Adwaita:dark, as in GTK_THEME
 *
 * An axis that a name says nothing about stays unspecified. Vibrancy is a material, not a color:
 * vibrantDark is the same environment as darkAqua.
 * A name that is not known is DYNCOLOR_ERROR_UNKNOWN_NAME, never a guess. The default to go on with
 * is the empty environment: set `environment` to {0} before the call, and after this error it still
 * is. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_environment_from_name(
    const char *name, size_t length, dyncolor_environment *environment, dyncolor_error *error);

/* The name that a vocabulary has for an environment's scheme and contrast, in its canonical form:
 * for AppKit and UIKit the strings that begin with NS or UI, for CSS a word of color-scheme or of
 * prefers-contrast or the condition `(prefers-color-scheme: dark) and (prefers-contrast: more)`,
 * for GTK default, prefer-light, prefer-dark, or a high-contrast theme. Contrast counts as its
 * nearest named step, a tie as the greater; the other axes are not looked at.
 * DYNCOLOR_ERROR_UNKNOWN_NAME if the vocabulary has no name for the combination. The text lives as
 * long as the library. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_environment_to_name(
    const dyncolor_environment *environment, dyncolor_vocabulary vocabulary, const char **name,
    dyncolor_error *error);

/* ---- Themes --------------------------------------------------------------------------------- */

/* A registry of dynamic colors. Opaque, and counted: whoever creates or retains it releases it. All
 * functions on a theme may be called from any thread, at any time, also from a provider. */
typedef struct dyncolor_theme dyncolor_theme;

/* A theme resolved for one environment: an immutable table. Opaque, counted, for any thread. */
typedef struct dyncolor_snapshot dyncolor_snapshot;

/* What a theme can hold. A name is at most DYNCOLOR_MAX_NAME bytes of UTF-8 without a NUL. */
#define DYNCOLOR_MAX_COLORS 1048575
#define DYNCOLOR_MAX_PALETTES 65535
#define DYNCOLOR_MAX_CUSTOM_AXES 8
#define DYNCOLOR_MAX_NAME 1023
#define DYNCOLOR_MAX_VARIANTS 4096

/* How deeply providers of a theme may resolve colors of providers, in one thread. */
#define DYNCOLOR_MAX_DEPTH 64

/* How a theme is made. Zero stands for the default everywhere:
 *     dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
 *     options.default_scheme = DYNCOLOR_SCHEME_DARK; */
typedef struct dyncolor_theme_options {
  size_t size;

  /* Where all memory of the theme, and of what it hands out, comes from; NULL for the C heap. */
  dyncolor_resize_function resize;
  void *resize_user_data;

  /* How many bytes resolved colors may take, for all environments together; 0 for 32 MiB. When they
   * are used up, the environments used least make room. The last four tables that were made for
   * snapshots or by dyncolor_resolve_all, which are kept until the next change, do not count. */
  size_t memory_budget;

  /* The dyncolor_scheme of an environment that leaves it unspecified; 0 for light. */
  uint32_t default_scheme;
  uint32_t reserved; /* 0 */
} dyncolor_theme_options;

#define DYNCOLOR_THEME_OPTIONS_INIT {sizeof(dyncolor_theme_options), NULL, NULL, 0, 0, 0}

/* Makes an empty theme, with one reference. `options` may be NULL. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_create(
    const dyncolor_theme_options *options, dyncolor_theme **theme, dyncolor_error *error);

/* Takes another reference, and returns the theme. NULL gives NULL. Since 1.0. */
DYNCOLOR_API dyncolor_theme *dyncolor_theme_retain(dyncolor_theme *theme);

/* Gives a reference up. With the last one the theme is freed, and the destroy functions of its
 * providers are called, which must not use it any more. NULL is harmless. A provider must not
 * release the last reference to the theme that is calling it. Since 1.0. */
DYNCOLOR_API void dyncolor_theme_release(dyncolor_theme *theme);

/* The number of changes that have been published: it grows with each successful call that changes
 * what colors there are or what they resolve to. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_theme_generation(const dyncolor_theme *theme);

/* A hash of all that is registered: names, recipes, palettes, axes and defaults. The same
 * registrations give the same fingerprint in every theme and process of one version of the library
 * (with providers only where their addresses are the same). 0 for NULL. Cannot fail. Takes time in
 * proportion to the theme. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_theme_fingerprint(const dyncolor_theme *theme);

/* Sets the scheme that environments have which leave it unspecified. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_default_scheme(
    dyncolor_theme *theme, dyncolor_scheme scheme, dyncolor_error *error);

/* ---- Registering ---------------------------------------------------------------------------- */

/* Names and ids. A registered color has an id, by which it is resolved and referred to, and may
 * have a name. A name belongs to one id until the color is renamed: registering a name again
 * redefines the color, whose id stays what it is, so that all that refers to it follows.
 * Unregistering makes the id stale; registering the name again revives it. The id of a color
 * without a name is never revived; its place may be given to another color, with another id.
 *
 * Publishing. A change is complete when its function returns, for all threads: what begins to
 * resolve afterwards sees it. A batch is published as a whole. */

/* One variant of a color: when it applies, and what the color then is. */
typedef struct dyncolor_variant {
  /* The environments that this variant is for; 0 means any. Contrast is one of the named steps. */
  uint8_t scheme;
  uint8_t contrast;
  uint8_t elevation;
  uint8_t gamut;
  uint8_t idiom;
  uint8_t reserved[3]; /* 0 */

  /* The color to be resolved, in the same environment; or DYNCOLOR_ID_NONE, and then `color`. */
  dyncolor_id id;
  uint32_t reserved2; /* 0 */
  dyncolor_color color;
} dyncolor_variant;

/* A provider sees the environment through this; it is valid only during the call. */
typedef struct dyncolor_context dyncolor_context;

/* What a provider answers: a color, or the id of one, to be resolved in the same environment. */
typedef struct dyncolor_answer {
  dyncolor_id id;
  uint32_t reserved; /* 0 */
  dyncolor_color color;
} dyncolor_answer;

/* A color that the host computes. It looks at the environment through `context`, fills `answer`,
 * of which all bytes are 0, and returns DYNCOLOR_OK; or it returns a negative number, which becomes
 * the status of the call that resolves (a positive one becomes DYNCOLOR_ERROR_PROVIDER). Numbers
 * from −1000 downward are the host's: no version of the library gives them a meaning. The error's
 * context names the color whose provider failed, which is perhaps not the one that was asked for.
 * The answer is kept for the environment until the theme changes: what the provider depends on
 * besides the environment, it announces by registering the color again. A failure is not kept.
 * It is called without a lock held, on the thread that resolves, and perhaps on several at once. It
 * may call all functions on the theme: resolve other colors, register, unregister, itself included.
 * A provider that comes back to itself, in the same environment, gets DYNCOLOR_ERROR_CYCLE. */
typedef dyncolor_status (*dyncolor_provider_function)(
    dyncolor_context *context, dyncolor_answer *answer, void *user_data);

/* What a definition is made of. */
typedef enum dyncolor_kind {
  /* A table of variants. A single one that is for any environment is a constant or, with an id, an
   * alias. */
  DYNCOLOR_KIND_VARIANTS = 1,

  /* A color of the environment's palette, looked up by the name `semantic`; if that palette lacks
   * it, of the default palette; if that lacks it too, the variants, of which there may be none. */
  DYNCOLOR_KIND_PALETTE = 2,

  /* A callback. */
  DYNCOLOR_KIND_PROVIDER = 3,

  DYNCOLOR_KIND_MAX_ENUM = 0x7fffffff
} dyncolor_kind;

/* A dynamic color to be registered. All it points to is copied. */
typedef struct dyncolor_definition {
  size_t size;

  /* The name; NULL and 0 for a color without one. */
  const char *name;
  size_t name_length;

  uint32_t kind;     /* a dyncolor_kind */
  uint32_t reserved; /* 0 */

  /* VARIANTS and PALETTE. Of the variants that apply to an environment, that is taken which fits
   * best: an exact idiom before any; then the exact gamut before any, and any before another; then
   * the scheme before any; then contrast before any; then elevation before any; and of equals the
   * first. An environment of more (or less) contrast also takes variants for standard contrast,
   * like those for any. What an environment leaves unspecified counts as the default scheme, as
   * standard contrast, base elevation and sRGB, and as no idiom. */
  const dyncolor_variant *variants;
  size_t variant_count;

  /* PALETTE */
  const char *semantic;
  size_t semantic_length;

  /* PROVIDER */
  dyncolor_provider_function provider;
  void *user_data;
  dyncolor_destroy_function destroy;
} dyncolor_definition;

/* The initial value of a dyncolor_definition; the kind is to be set. */
#define DYNCOLOR_DEFINITION_INIT \
  {sizeof(dyncolor_definition), NULL, 0, 0, 0, NULL, 0, NULL, 0, NULL, NULL, NULL}

/* Registers a batch of colors, or redefines those whose names are registered: all, or on any
 * failure none. `ids`, which may be NULL, has room for `count`. Definitions lie `definitions->size`
 * bytes apart. Destroy functions are called on failure too. If the same name occurs twice, the last
 * one counts. On failure the context of the error names the color. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register(
    dyncolor_theme *theme, const dyncolor_definition *definitions, size_t count, dyncolor_id *ids,
    dyncolor_error *error);

/* The functions below each register one color. `name` may be NULL, with length 0, for a color
 * without a name; `id` may be NULL. */

/* A color that is the same everywhere. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_color(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_color *color,
    dyncolor_id *id, dyncolor_error *error);

/* A light and a dark color. `dark` may be NULL, and is then the light one. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_pair(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_color *light,
    const dyncolor_color *dark, dyncolor_id *id, dyncolor_error *error);

/* The same from hex text in sRGB. `dark` may be NULL, with length 0, and is then the light one.
 *     dyncolor_register_hex(theme, "accent", 6, "#0461be", 7, "#81d0ff", 7, &accent, &error);
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_hex(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *light,
    size_t light_length, const char *dark, size_t dark_length, dyncolor_id *id,
    dyncolor_error *error);

/* A table of variants. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_variants(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_variant *variants,
    size_t variant_count, dyncolor_id *id, dyncolor_error *error);

/* Another color under another name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_alias(
    dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id target,
    dyncolor_id *id, dyncolor_error *error);

/* A color of the environment's palette, looked up by the name `semantic`; if the palette and the
 * default palette lack it, the color `fallback`, which may be DYNCOLOR_ID_NONE. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_semantic(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *semantic,
    size_t semantic_length, dyncolor_id fallback, dyncolor_id *id, dyncolor_error *error);

/* A color that the host computes. `destroy` may be NULL. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_provider(
    dyncolor_theme *theme, const char *name, size_t name_length,
    dyncolor_provider_function provider, void *user_data, dyncolor_destroy_function destroy,
    dyncolor_id *id, dyncolor_error *error);

/* Makes registered colors constant, whatever they were: all of them, or on any failure none. This
 * is the fast way to give many colors new values. `colors` has one for each of the `count` ids; if
 * an id occurs twice, the last one counts. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_redefine(
    dyncolor_theme *theme, const dyncolor_id *ids, const dyncolor_color *colors, size_t count,
    dyncolor_error *error);

/* The id that a name has or will have: so that colors can refer to one that is registered later.
 * Until then it resolves to DYNCOLOR_ERROR_STALE_ID. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_declare(
    dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id *id,
    dyncolor_error *error);

/* Takes a color out. What refers to it then fails with DYNCOLOR_ERROR_STALE_ID, until its name is
 * registered again. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_unregister(
    dyncolor_theme *theme, dyncolor_id id, dyncolor_error *error);

/* Gives a registered color another name, or a name if it had none; its id stays. The old name is
 * free. DYNCOLOR_ERROR_NAME_TAKEN if another color is registered or declared under the new name.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_rename(
    dyncolor_theme *theme, dyncolor_id id, const char *name, size_t name_length,
    dyncolor_error *error);

/* ---- Finding -------------------------------------------------------------------------------- */

/* The id of the registered color that has a name. Takes no lock. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_find(
    const dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id *id,
    dyncolor_error *error);

/* Finds the colors that a program names, all at once: when it starts, so that it learns of every
 * name that is missing before it paints with any. `names` are `count` NUL-terminated texts, `ids`
 * has room for as many; all are looked up at one instant. If names are missing, the status is
 * DYNCOLOR_ERROR_UNKNOWN_NAME, no id is written, and the error's context lists them, as many as
 * fit. `statuses`, which may be NULL and otherwise has room for `count`, tells for each name
 * whether it was found, also in this case.
 *     static const char *const names[] = {"accent", "text"};
 *     dyncolor_id ids[2];
 *     if (dyncolor_bind(theme, names, 2, ids, NULL, &error) < 0) puts(error.context);
 * `python3 -m dyncolor.names` writes such tables: a struct of ids with a member for each name, so
 * that a typing error is one for the compiler. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_bind(
    const dyncolor_theme *theme, const char *const *names, size_t count, dyncolor_id *ids,
    dyncolor_status *statuses, dyncolor_error *error);

/* The name of a registered color, or the empty text if it has none. The text lives as long as the
 * theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_name(
    const dyncolor_theme *theme, dyncolor_id id, const char **name, dyncolor_error *error);

/* The ids of all registered colors, in the order of their rows (see DYNCOLOR_ROW). Writes them and,
 * to `count`, how many there are; with room for fewer than that the status is
 * DYNCOLOR_ERROR_BUFFER_TOO_SMALL, and only `count` is written. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_list(
    const dyncolor_theme *theme, dyncolor_id *ids, size_t capacity, size_t *count,
    dyncolor_error *error);

/* How many colors are registered. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_count(const dyncolor_theme *theme);

/* The axes that a color's value depends on, as a set: bit N stands for the axis with the number N
 * in dyncolor_axis. For providers it is what they have read so far; they may read more. The set
 * never lacks an axis that has mattered; it may have one too many. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_depends_on(
    const dyncolor_theme *theme, dyncolor_id id, uint32_t *axes, dyncolor_error *error);

/* Whether two colors, of one theme or of two, mean the same: 1 if in every environment they take
 * the same color, the same provider (function and user data) or the same semantic color; else 0,
 * also if an id is not registered. Names play no part, and an alias equals what it refers to.
 * Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_equal(
    const dyncolor_theme *theme, dyncolor_id id, const dyncolor_theme *other_theme,
    dyncolor_id other_id);

/* A hash of a color's meaning: equal colors have equal hashes. 0 if the id is not registered.
 * Cannot fail. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_hash(const dyncolor_theme *theme, dyncolor_id id);

/* ---- Palettes and axes ---------------------------------------------------------------------- */

/* The number of a palette, for dyncolor_environment.palette; a name that is new gets the next one,
 * from 1. The colors of the palette `Night` are those whose names begin with `Night/`: registering
 * `Night/primary` gives it the semantic color `primary`. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_declare(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *palette,
    dyncolor_error *error);

/* The name of a palette. The text lives as long as the theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_name(
    const dyncolor_theme *theme, uint16_t palette, const char **name, dyncolor_error *error);

/* Sets the palette of environments that leave it unspecified, to which those that lack a semantic
 * color fall back, too. 0 for none. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_default_palette(
    dyncolor_theme *theme, uint16_t palette, dyncolor_error *error);

/* The axes of environments. */
typedef enum dyncolor_axis {
  DYNCOLOR_AXIS_SCHEME = 0,
  DYNCOLOR_AXIS_CONTRAST = 1,
  DYNCOLOR_AXIS_ELEVATION = 2,
  DYNCOLOR_AXIS_GAMUT = 3,
  DYNCOLOR_AXIS_VISION = 4,
  DYNCOLOR_AXIS_VISION_SEVERITY = 5,
  DYNCOLOR_AXIS_STATE = 6,
  DYNCOLOR_AXIS_IDIOM = 7,
  DYNCOLOR_AXIS_PALETTE = 8,
  DYNCOLOR_AXIS_LOCALE = 9,
  DYNCOLOR_AXIS_SUBTYPE = 10,
  DYNCOLOR_AXIS_FORCED_COLORS = 11,
  DYNCOLOR_AXIS_FOREGROUND = 13,
  DYNCOLOR_AXIS_ACCENT = 14,
  DYNCOLOR_AXIS_CUSTOM = 15, /* to 22: the eight axes of the host */
  DYNCOLOR_AXIS_MAX_ENUM = 0x7fffffff
} dyncolor_axis;

/* The place in dyncolor_environment.custom, from 0, of an axis of the host's; a name that is new
 * gets the next one. What its values 1 to 255 mean is the host's business. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_declare(
    dyncolor_theme *theme, const char *name, size_t name_length, uint32_t *custom,
    dyncolor_error *error);

/* ---- Resolving ------------------------------------------------------------------------------ */

/* Resolves a color for an environment. `environment` may be NULL, for {0}.
 * What has been resolved before is found again without a lock, an allocation or a call, within the
 * memory budget: for eight environments in any case, and for at most 64. The first time takes a
 * short lock, and may call providers. The value was the color's at some instant between call and
 * return. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve(
    dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color, dyncolor_error *error);

/* Resolves `count` colors into pixels that lie `stride` bytes apart, at least the size of one. All
 * are resolved for the same state of the theme. A color that cannot be resolved becomes transparent
 * black; its status is written to `statuses`, which may be NULL and otherwise has room for `count`.
 * The function itself then still succeeds. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_list(
    dyncolor_theme *theme, const dyncolor_id *ids, size_t count,
    const dyncolor_environment *environment, dyncolor_layout layout, void *pixels, size_t stride,
    dyncolor_status *statuses, dyncolor_error *error);

/* The row of a color in tables of all colors: rows are numbered from 0, and a color keeps its row
 * as long as its id is valid. Only for ids that a theme gave out. */
#define DYNCOLOR_ROW(id) (((id) >> 12) - 1)

/* How many rows a table of all colors has: one for every id that was ever given out, some of which
 * may be empty. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_rows(const dyncolor_theme *theme);

/* Resolves all colors into a table of `rows` pixels that lie `stride` bytes apart. Rows that are
 * empty, whose color cannot be resolved, or beyond the theme's, become transparent black; rows of
 * the theme beyond `rows` are left out. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_all(
    dyncolor_theme *theme, const dyncolor_environment *environment, dyncolor_layout layout,
    void *pixels, size_t rows, size_t stride, dyncolor_error *error);

/* Resolves all colors for an environment ahead of time, so that dyncolor_resolve finds them. It
 * succeeds also if some cannot be resolved, or the memory budget does not hold them. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_prepare(
    dyncolor_theme *theme, const dyncolor_environment *environment, dyncolor_error *error);

/* ---- Snapshots ------------------------------------------------------------------------------ */

/* Resolves all colors for an environment, at one instant, into a table that never changes, with one
 * reference. It owns its memory and outlives the theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_create(
    dyncolor_theme *theme, const dyncolor_environment *environment, dyncolor_snapshot **snapshot,
    dyncolor_error *error);

/* Takes another reference, and returns the snapshot. NULL gives NULL. Since 1.0. */
DYNCOLOR_API dyncolor_snapshot *dyncolor_snapshot_retain(dyncolor_snapshot *snapshot);

/* Gives a reference up. NULL is harmless. Since 1.0. */
DYNCOLOR_API void dyncolor_snapshot_release(dyncolor_snapshot *snapshot);

/* The color of an id, or the status with which it could not be resolved. An id that the theme had
 * not given out by then, whether it has since or never will, is DYNCOLOR_ERROR_NOT_IN_SNAPSHOT.
 * Takes no lock. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_resolve(
    const dyncolor_snapshot *snapshot, dyncolor_id id, dyncolor_rgba *color,
    dyncolor_error *error);

/* All colors, as floats, by row; what could not be resolved is transparent black. Valid as long as
 * the snapshot. `rows` may be NULL. NULL and 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API const dyncolor_rgba *dyncolor_snapshot_colors(
    const dyncolor_snapshot *snapshot, size_t *rows);

/* Copies all colors into a table, as dyncolor_resolve_all does. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_copy(
    const dyncolor_snapshot *snapshot, dyncolor_layout layout, void *pixels, size_t rows,
    size_t stride, dyncolor_error *error);

/* The generation of the theme at that instant, and the environment. 0 and {0} for NULL; either
 * output may be NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API void dyncolor_snapshot_origin(
    const dyncolor_snapshot *snapshot, uint64_t *generation, dyncolor_environment *environment);

/* ---- For providers -------------------------------------------------------------------------- */

/* These take the context that a provider was given, and are for the thread and the time of its
 * call. What the provider reads through them is recorded as what it depends on. */

/* The value of an axis. An unspecified scheme is the theme's default, an unspecified contrast
 * standard; other axes are 0 where they are unspecified, and for an axis that does not exist.
 * Cannot fail. Since 1.0. */
DYNCOLOR_API uint32_t dyncolor_context_axis(dyncolor_context *context, dyncolor_axis axis);

/* The environment as the resolver was given it. This counts as reading every axis. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_context_environment(
    dyncolor_context *context, dyncolor_environment *environment, dyncolor_error *error);

/* Resolves another color in the same environment. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_context_resolve(
    dyncolor_context *context, dyncolor_id id, dyncolor_rgba *color, dyncolor_error *error);

/* The theme, not retained. NULL for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API dyncolor_theme *dyncolor_context_theme(dyncolor_context *context);

#ifdef __cplusplus
}
#endif

#endif
