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
 *       if (dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error) < 0) {
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
 * named dyncolor_<noun>_<verb>; the noun `id` is a registered color. What is done most stands
 * without a noun: dyncolor_register…, dyncolor_unregister and dyncolor_resolve….
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
 * Text in is UTF-8, as a C string: up to the first NUL, and NULL for no text. Each function that
 * takes it exists again under a name that ends in _n, for text as a pointer and a length in bytes,
 * which needs no NUL at its end; there, the length DYNCOLOR_NUL_TERMINATED means "up to the first
 * NUL", NULL with length 0 is no text, and a length above PTRDIFF_MAX is an invalid argument. Only
 * the latter are exported by the library, for bindings; the former are functions of this header.
 * Text is read only during the call. Keywords are compared without regard to ASCII case, whatever
 * the locale.
 *
 * Text out comes in two ways. A `const char *` that a function hands out is NUL-terminated, belongs
 * to the library and must not be freed; each function says how long it lives. Text that is made for
 * the call is written to the caller's buffer by the two-call rule: give a buffer, its capacity in
 * bytes and a place for the length; call with capacity 0 (the buffer may then be NULL) to learn the
 * length. The text is always NUL-terminated; the length does not count the NUL. If it does not fit,
 * the status is DYNCOLOR_ERROR_BUFFER_TOO_SMALL, the buffer is untouched, and the length, the one
 * output that is written on failure, says what is needed: capacity must be at least length + 1.
 *
 * Structs. Plain values (dyncolor_color, dyncolor_rgba, dyncolor_environment, dyncolor_part) never
 * change their layout. Structs that may grow begin with `size_t size`, to be set to the sizeof that
 * the caller was compiled with; each has a macro ending in _INIT that does. They grow only at
 * their end. Options that an older caller does not have count as 0; options that an older library
 * does not know must be 0. A size of 0 is an error, since what follows may be options that would
 * be ignored; except in a dyncolor_error, where it stands for the size in version 1.0.
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
 * A theme has one lock. A color that has been resolved before is found without it, and so is a
 * name: neither ever waits. What takes the lock holds it for less than a millisecond at a time, in
 * a theme of 100,000 colors: longer work is done in parts, all of which see the theme as it was
 * when the work began, and other threads get the lock between the parts. The exception is a change
 * of many colors at once, which all take effect together: by dyncolor_register,
 * dyncolor_theme_redefine, a load, dyncolor_layer_clear or dyncolor_owner_clear. It holds the lock
 * for a time in proportion to the colors that it has: about half a microsecond for each that is
 * registered or loaded, and a tenth of that for each that is redefined. Where that is too long,
 * make several changes of fewer colors. A save, a fingerprint, a list or a file that is written
 * begins again if names, notes, layers or declarations change meanwhile; at the fourth attempt it
 * keeps the lock to its end.
 *
 * Stack. Every function needs at most 48 KiB of stack, however deeply its input is nested. What a
 * callback needs, with the functions of the library that it calls, comes on top of that.
 *
 * Processes. After fork() the child may use values, snapshots, themes of its own, and themes that
 * no other thread was using; one that another thread had locked stays locked in the child. A watch
 * is for the process that made it. Nothing of the library is taken down when a process exits, so
 * that whatever runs then may still use it.
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
#define DYNCOLOR_API __attribute__((visibility("default"), nothrow))
#else
#define DYNCOLOR_API
#endif

/* A function that is compiled into the program. */
#if defined(__GNUC__)
#define DYNCOLOR_INLINE static __inline__ __attribute__((unused))
#else
#define DYNCOLOR_INLINE static inline
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

  /* No color, or nothing else that is looked for, has this name; or there is no name for a value.
   * What is looked up by its name, as by var(), fails with this status. */
  DYNCOLOR_ERROR_UNKNOWN_NAME = -6,

  /* The color of this id has been unregistered, or was declared and never registered. What is
   * referred to by its id fails with this status. */
  DYNCOLOR_ERROR_STALE_ID = -7,

  /* The theme never gave out this id: it is another theme's, or made up. The context has the id, as
   * in `id 12345`. */
  DYNCOLOR_ERROR_FOREIGN_ID = -8,

  /* Another color has this name, or, of an axis to be declared, an axis that every theme has. */
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

  /* Text is nested more than DYNCOLOR_MAX_NESTING deep, or says too much; the error says where. */
  DYNCOLOR_ERROR_TOO_COMPLEX = -18,

  /* Text that is to be one color depends on an environment or a theme; the error says where. */
  DYNCOLOR_ERROR_DYNAMIC = -19,

  /* An axis has 255 values with names already. */
  DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES = -20,

  /* Bytes are no image of a theme, or a damaged one, or one of another version; the error has the
   * offset at which that shows. */
  DYNCOLOR_ERROR_BAD_IMAGE = -21,

  /* The theme has DYNCOLOR_MAX_LAYERS layers already. */
  DYNCOLOR_ERROR_TOO_MANY_LAYERS = -22,

  /* The theme has DYNCOLOR_MAX_OWNERS owners already. */
  DYNCOLOR_ERROR_TOO_MANY_OWNERS = -23,

  /* The theme has 65,535 locales already. */
  DYNCOLOR_ERROR_TOO_MANY_LOCALES = -24,

  /* The theme has 255 subtypes already. */
  DYNCOLOR_ERROR_TOO_MANY_SUBTYPES = -25,

  /* A file or a folder cannot be read or written; the error has its path. */
  DYNCOLOR_ERROR_FILE = -26,

  /* A file is in no format that can be read, or there is none for what is to be written. */
  DYNCOLOR_ERROR_UNKNOWN_FORMAT = -27,

  /* The host wanted no more of it. */
  DYNCOLOR_ERROR_CANCELLED = -28,

  /* A file names one outside the folder that is loaded, or a name leads out of the folder that is
   * written; the context has the path. */
  DYNCOLOR_ERROR_OUTSIDE = -29,

  /* Of a finding alone: a format has no word for what a color depends on, so that it is written as
   * what comes nearest. */
  DYNCOLOR_ERROR_NOT_EXACT = -30,

  DYNCOLOR_STATUS_MAX_ENUM = 0x7fffffff
} dyncolor_status;

/* The name of a status, "DYNCOLOR_ERROR_SYNTAX" for instance, or "unknown status". Cannot fail; the
 * text lives as long as the library. Since 1.0. */
DYNCOLOR_API const char *dyncolor_status_name(dyncolor_status status);

/* What went wrong, in detail. The caller owns it and sets its size:
 *     dyncolor_error error = DYNCOLOR_ERROR_INIT;
 * A library writes the fields that lie within `size` and no byte beyond; context and path are cut
 * to the room there is. `size` itself is not written. A size of 0 stands for the size in version
 * 1.0, so that {0} is as good.
 */
typedef struct dyncolor_error {
  size_t size;

  /* The dyncolor_status that the function returned. */
  int32_t status;

  /* Where in a text: line and column, counted from 1, the column in code points. Lines end at LF,
   * CR, CR LF or FF, as in CSS. Both are 0 where no text is concerned. */
  uint32_t line;
  uint32_t column;

  /* The same place as a number of bytes from the start of the text; or a place in an image. */
  size_t offset;

  /* What was expected or what is wrong: constant text that lives as long as the library, never
   * NULL, in English, without a full stop. */
  const char *message;

  /* What varies: the name of an argument, a name that was not found, the text at fault. UTF-8,
   * NUL-terminated, empty where there is nothing to add. */
  char context[256];

  /* The file that the failure is about, so that `path:line:column` can be opened: the path that
   * the host gave and, if that is a folder, a slash and the path within it. A watch makes relative
   * paths absolute. NUL-terminated, the bytes as they are; empty where no file is concerned. */
  char path[1024];
} dyncolor_error;

/* The initial value of a dyncolor_error. */
#define DYNCOLOR_ERROR_INIT {sizeof(dyncolor_error), 0, 0u, 0u, 0u, NULL, {0}, {0}}

/* Writes an error as text for people: `path:line:column: message: context`, without what it does
 * not have and without a line feed at the end. With the text that the error is about, `source`, the
 * line and a caret under the place follow:
 *
 *     theme.css:3:18: unknown unit
 *         --ink: rgb(4 97 19O);
 *                          ^
 *
 * `source` may be NULL, with length 0. It is shown only if the error's line, column and offset are
 * one place in it; of a long line the part around the place is. The context is left out if the line
 * has it where the caret points, and control characters are shown as spaces. A context that is the
 * path, or the end of it, is left out, too. Text by the two-call rule; `length` may be
 * NULL. Fails with DYNCOLOR_ERROR_INVALID_ARGUMENT and DYNCOLOR_ERROR_BUFFER_TOO_SMALL only. Needs
 * no memory. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_error_format_n(
    const dyncolor_error *error, const char *source, size_t source_length, char *buffer,
    size_t capacity, size_t *length);

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

/* A color space: what the three components of a color mean.
 *
 * Of red, green, blue and XYZ, 1 is full. Hues are angles in degrees. What else HSL, HWB, HSV,
 * Okhsl and Okhsv have is in percent, 0 to 100, as CSS writes it. The lightness of Lab and LCH is 0
 * to 100, that of Oklab and OKLCH 0 to 1. Numbers beyond are legal: colors outside a gamut, or
 * brighter than white. */
typedef enum dyncolor_space {
  /* Red, green and blue as in CSS `rgb()` and hex text, here with 1 for full. */
  DYNCOLOR_SPACE_SRGB = 1,

  /* The same primaries, linear in light. */
  DYNCOLOR_SPACE_SRGB_LINEAR = 2,

  /* Red, green and blue of a wider gamut, with sRGB's transfer function: CSS `display-p3`. */
  DYNCOLOR_SPACE_DISPLAY_P3 = 3,

  /* The same primaries, linear in light. */
  DYNCOLOR_SPACE_DISPLAY_P3_LINEAR = 4,

  /* Red, green and blue of still wider gamuts: CSS `a98-rgb` and `prophoto-rgb`. */
  DYNCOLOR_SPACE_A98_RGB = 5,
  DYNCOLOR_SPACE_PROPHOTO_RGB = 6,

  /* CSS `rec2020`: as displays show it, with the transfer function of BT.1886, which is the
   * exponent 2.4. And as cameras see it, with that of BT.2020 itself, which is what CSS once
   * meant. */
  DYNCOLOR_SPACE_REC2020 = 7,
  DYNCOLOR_SPACE_REC2020_OETF = 8,

  /* CIE XYZ, with the white D65 and, adapted by Bradford's transform, D50. */
  DYNCOLOR_SPACE_XYZ_D65 = 9,
  DYNCOLOR_SPACE_XYZ_D50 = 10,

  /* Hue, saturation and lightness; hue, whiteness and blackness; hue, saturation and value: of
   * sRGB. */
  DYNCOLOR_SPACE_HSL = 11,
  DYNCOLOR_SPACE_HWB = 12,
  DYNCOLOR_SPACE_HSV = 13,

  /* CIE Lab, with the white D50, and the same as lightness, chroma and hue. */
  DYNCOLOR_SPACE_LAB = 14,
  DYNCOLOR_SPACE_LCH = 15,

  /* Oklab, and the same as lightness, chroma and hue. */
  DYNCOLOR_SPACE_OKLAB = 16,
  DYNCOLOR_SPACE_OKLCH = 17,

  /* Björn Ottosson's Okhsl and Okhsv: HSL and HSV with the even steps of Oklab. 100 % saturation is
   * the edge of sRGB's gamut. */
  DYNCOLOR_SPACE_OKHSL = 18,
  DYNCOLOR_SPACE_OKHSV = 19,

  /* Gray, with the exponent 2.2, in c[0]; c[1] and c[2] are written as 0. A color that is converted
   * to it keeps its luminance. */
  DYNCOLOR_SPACE_GRAY_GAMMA_22 = 20,

  /* The numbers of SRGB and SRGB_LINEAR, without a gamut: nothing is ever outside. */
  DYNCOLOR_SPACE_EXTENDED_SRGB = 21,
  DYNCOLOR_SPACE_EXTENDED_SRGB_LINEAR = 22,

  DYNCOLOR_SPACE_MAX_ENUM = 0x7fffffff
} dyncolor_space;

/* Bits of dyncolor_color.missing. A missing component is CSS's `none`: it counts as 0 where a
 * number is needed, and takes the other color's number where two are mixed. */
typedef enum dyncolor_missing {
  DYNCOLOR_MISSING_C0 = 1,
  DYNCOLOR_MISSING_C1 = 2,
  DYNCOLOR_MISSING_C2 = 4,
  DYNCOLOR_MISSING_ALPHA = 8,

  /* No component, but a mark: that the color was written as hex text, as a name, or as rgb(), hsl()
   * or hwb() with nothing missing. CSS mixes such colors in sRGB unless it is told otherwise, and
   * others in Oklab. The mark plays no part in comparing colors, and is lost in other spaces than
   * SRGB, HSL and HWB and in any conversion. */
  DYNCOLOR_LEGACY_NOTATION = 16,

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

/* Reads a color from hex text: 3, 4, 6 or 8 digits, with or without a `#` before them: rgb, rgba,
 * rrggbb or rrggbbaa. The digits are components of `space`, so that FF is 1; it must be a space of
 * red, green and blue. The result's alpha is that of the digits, or 1, multiplied by `alpha`, which
 * must lie in 0…1. In SRGB it has DYNCOLOR_LEGACY_NOTATION, so that it is written in digits again.
 * Anything else in the text, white space too, is DYNCOLOR_ERROR_SYNTAX with its place.
 *     dyncolor_color_parse_hex("f80", DYNCOLOR_SPACE_DISPLAY_P3, 0.5, &color, NULL);
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_parse_hex_n(
    const char *text, size_t length, dyncolor_space space, double alpha, dyncolor_color *color,
    dyncolor_error *error);

/* Writes a color as hex text, `#rrggbb`, or `#rrggbbaa` where the alpha byte is not ff. The color
 * is converted to `space`, which must be one of red, green and blue, cut to 0…1 and rounded to the
 * nearest byte, halves upward; missing components count as 0. Text by the two-call rule; 10 bytes
 * are always enough.
 *     char hex[10];
 *     dyncolor_color_format_hex(&color, DYNCOLOR_SPACE_SRGB, hex, sizeof hex, NULL, NULL);
 * `length` may be NULL. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_format_hex(
    const dyncolor_color *color, dyncolor_space space, char *buffer, size_t capacity,
    size_t *length, dyncolor_error *error);

/* Whether two colors are the same value: 1 if they have the same space, the same components
 * missing, and equal numbers in those that are not; otherwise 0. Zero equals minus zero; the same
 * color in two spaces is not the same value. Two invalid colors are equal if their numbers are; NaN
 * equals nothing, and NULL equals nothing. Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_color_equal(const dyncolor_color *a, const dyncolor_color *b);

/* A hash of a color: equal colors have equal hashes. It is the same on every machine and in every
 * process of one version of the library, but may change between versions. 0 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_color_hash(const dyncolor_color *color);

/* ---- Colors as text ------------------------------------------------------------------------- */

/* How deep parentheses may be nested in text, and arrays and objects in JSON. */
#define DYNCOLOR_MAX_NESTING 64

/* Reads a color in CSS, as of CSS Color 4 and 5, whatever the letters' case:
 *
 *   #f80   #ff8800   #ff8800cc             hexadecimal digits, with or without alpha
 *   orange   transparent                   one of 148 names, or transparent black
 *   rgb(255 136 0)   rgb(100% 53% 0 / 80%) red, green and blue up to 255; after a slash the alpha
 *   rgba(255, 136, 0, 0.8)                 the same as it was written earlier; also hsl()
 *   hsl(32 100% 50%)   hwb(32deg 0% 0%)    a hue in degrees, or in grad, rad or turn
 *   lab(70 40 70)   lch(70% 80 60)         CIE Lab, with numbers or percentages
 *   oklab(0.8 0 0.15)   oklch(80% 0.15 70)
 *   color(display-p3 1 0.5 0)              also srgb, srgb-linear, display-p3-linear, a98-rgb,
 *                                          prophoto-rgb, rec2020, xyz, xyz-d65, xyz-d50
 *   color(--okhsl 60 100 75)               what CSS has no word for: --hsv, --okhsl, --okhsv,
 *                                          --rec2020-oetf, --extended-srgb, --extended-srgb-linear,
 *                                          --gray-gamma-22 (of one number); and, without bounds,
 *                                          --hsl, --hwb, --lab, --lch, --oklab, --oklch
 *   hsl(none 0% 50%)                       without a hue: it is missing
 *   color-mix(in oklch longer hue, red 30%, blue, white)
 *                                          any number of colors; in oklab if it is not said
 *   oklch(from #08f calc(l * 0.8) c h)     made of the components of another color
 *   alpha(from #08f / 40%)                 another color with this alpha
 *   contrast-color(#08f)                   white or black, whichever is read better on it
 *   rgb(calc(255 * sin(30deg)) 0 0)        the mathematics of CSS Values 4: + - * / and min, max,
 *                                          clamp, round, mod, rem, sin, cos, tan, asin, acos, atan,
 *                                          atan2, pow, sqrt, hypot, log, exp, abs, sign, progress;
 *                                          e, pi, infinity, NaN
 *   if(supports(color: lab(0 0 0)): teal; else: navy)
 *   --blend(multiply in display-p3, #08f, orange)
 *                                          what is seen where the first color lies over the other,
 *                                          as of dyncolor_color_blend; in srgb if it is not said
 *   --ensure-contrast(#08f, on white, 4.5) as of dyncolor_color_ensure_contrast, by WCAG
 *   --first(#08f, red)                     the first that has a value
 *
 * Space, comments, escapes and parentheses that the end of the text closes are as in CSS.
 *
 * The color has the space in which it was written: that of rgb() is SRGB, that of hsl() is HSL.
 * The bounds that CSS sets are kept: an alpha is cut to 0…1, rgb() to its 255, the lightness of
 * lab() and its like to 0…100 %, a chroma or the saturation of hsl() to what is not negative, and
 * a hue is brought into 0…360. What is infinite becomes the largest number, what is none becomes 0.
 * Colors written as hex, by name, or as rgb(), hsl() or hwb() without `none` have
 * DYNCOLOR_LEGACY_NOTATION.
 *
 * DYNCOLOR_ERROR_SYNTAX if the text is none of that: offset, line and column are those of the first
 * byte that cannot be, and the message says what could be there. DYNCOLOR_ERROR_DYNAMIC for what
 * only a theme can tell: light-dark(), var(), if() with media() or style(), currentcolor, system
 * colors, --level(), --palette() and --variants(); see dyncolor_register_css_n.
 * DYNCOLOR_ERROR_TOO_COMPLEX beyond DYNCOLOR_MAX_NESTING parentheses, or for a mix of more than
 * some 150 colors. DYNCOLOR_ERROR_INVALID_UTF8.
 *     dyncolor_color_parse("oklch(70% 0.1 200)", &color, &error);
 * Needs less than 5 KiB of stack where no parentheses are nested. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_parse_n(
    const char *text, size_t length, dyncolor_color *color, dyncolor_error *error);

/* Reads `count` colors. `lengths` has the length of each text, or is NULL if all end with a NUL.
 * With `statuses`, which then has room for `count`, each text gets a status of its own, and the
 * function succeeds: what is no color leaves the bytes in its place as they were. Without, the
 * first text that is no color fails the call, and nothing is written; each text is then read twice.
 * The colors lie `stride` bytes apart, at least the size of one. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_parse_list(
    const char *const *texts, const size_t *lengths, size_t count, dyncolor_color *colors,
    size_t stride, dyncolor_status *statuses, dyncolor_error *error);

/* What the text of a color is for. */
typedef enum dyncolor_notation {
  /* Being read again: dyncolor_color_parse_n makes an equal color of it, in the same space,
  with the
   * same components missing. Numbers have the fewest digits that do so. A color with
   * DYNCOLOR_LEGACY_NOTATION is hex if its components are whole bytes, and otherwise rgb(), hsl()
   * or hwb(), wherever those have the very numbers. */
  DYNCOLOR_NOTATION_EXACT = 1,

  /* Being shown, and compared with what browsers say: CSS Color 4, "Serializing". Legacy colors are
   * rgb() or rgba() with commas, rounded to bytes; others are color(), lab() and so on with six
   * digits. Spaces that browsers lack are converted to one that they have. */
  DYNCOLOR_NOTATION_BROWSER = 2,

  DYNCOLOR_NOTATION_MAX_ENUM = 0x7fffffff
} dyncolor_notation;

/* As many bytes as the text of any color needs, with its NUL. */
#define DYNCOLOR_COLOR_TEXT_SIZE 160

/* Writes a color as text in CSS, by the two-call rule; DYNCOLOR_COLOR_TEXT_SIZE bytes are always
 * enough. `length` may be NULL.
 *     char css[DYNCOLOR_COLOR_TEXT_SIZE];
 *     dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, css, sizeof css, NULL, NULL);
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_format(
    const dyncolor_color *color, dyncolor_notation notation, char *buffer, size_t capacity,
    size_t *length, dyncolor_error *error);

/* Writes `count` colors, which lie `stride` bytes apart (0 for one color over and over), as texts,
 * each ended by a NUL, that begin `buffer_stride` bytes apart. If one does not fit into so many
 * bytes, the status is DYNCOLOR_ERROR_BUFFER_TOO_SMALL, and nothing is written. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_format_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_notation notation,
    char *buffer, size_t buffer_stride, dyncolor_error *error);

/* ---- Calculating with colors ---------------------------------------------------------------- */

/* What follows works on values alone. Each function has a twin for lists, whose name ends in _list:
 * it does the same for each of `count` elements that lie `stride` bytes apart. An input stride of 0
 * gives the same element to all; other strides are at least the size of an element. Lists need no
 * alignment. All elements are checked before the first result is written, and an error's context
 * names the one at fault, as `colors[17]`. Results may take the place of an input that has the same
 * stride. */

/* Converts a color to another space: the same color in other numbers. Nothing is cut to a gamut,
 * but components beyond 1e100 count as 1e100.
 *
 * To the space it has, a color converts to itself. To any other, missing components count as 0. As
 * CSS has it, they are missing from the result, too, where it has analogous ones: red, green and
 * blue are analogous to those of other spaces and to x, y and z; lightness to lightness; hue to
 * hue; chroma and saturation to each other; a and b of Lab to those of Oklab; alpha to alpha. What
 * is left of both spaces' components is analogous as a set: if all of one's are missing, so are all
 * of the other's. A hue is missing, besides, where the color is so gray that it has none. (So a
 * color that lacks components may look another when it has been converted. What is painted is the
 * color with 0 for them in the space it is given in.) Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_convert(
    const dyncolor_color *color, dyncolor_space space, dyncolor_color *converted,
    dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_convert_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_space space,
    dyncolor_color *converted, size_t converted_stride, dyncolor_error *error);

/* Whether a color lies within the gamut of a space: 1 if, converted to it, each component lies in
 * 0…1, or its amount of light is beyond by no more than conversions and floats err, which is a
 * millionth. For HSL, HWB, HSV, Okhsl and Okhsv that is asked of SRGB; in the gamut of
 * GRAY_GAMMA_22 are grays. In spaces without a gamut (XYZ, Lab, LCH, Oklab, OKLCH and the extended
 * ones) every color is. 0 if `color` or `gamut` is none. Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_color_is_in_gamut(const dyncolor_color *color, dyncolor_space gamut);

/* How a color that is outside a gamut is brought into it. */
typedef enum dyncolor_gamut_method {
  /* Takes as much of its chroma as must be, and keeps lightness and hue in OKLCH as they are. The
   * chroma is solved for exactly. The best unless there are reasons for another. */
  DYNCOLOR_GAMUT_METHOD_EXACT = 1,

  /* CSS Color 4's ray trace: an approximation of that, whose hue is off by some degrees at most. */
  DYNCOLOR_GAMUT_METHOD_RAY_TRACE = 2,

  /* CSS Color 4's binary search with local MINDE: keeps more chroma, at the cost of lightness and,
   * with colors far outside, of the hue. */
  DYNCOLOR_GAMUT_METHOD_BINARY_SEARCH = 3,

  /* Cuts each component to 0…1, which changes the hue. */
  DYNCOLOR_GAMUT_METHOD_CLIP = 4,

  DYNCOLOR_GAMUT_METHOD_MAX_ENUM = 0x7fffffff
} dyncolor_gamut_method;

/* Converts a color to a space and brings it into its gamut. A color that is within it is only
 * converted. What is as light as white in OKLCH, or lighter, becomes white, and what is as dark as
 * black black; unless it is cut. Alpha stays as it is. To spaces without a gamut (see
 * dyncolor_color_is_in_gamut) the color is only converted. Missing components count as 0, and are
 * not missing from the result unless the color is in the space already. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_map_to_gamut(
    const dyncolor_color *color, dyncolor_space gamut, dyncolor_gamut_method method,
    dyncolor_color *mapped, dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_map_to_gamut_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_space gamut,
    dyncolor_gamut_method method, dyncolor_color *mapped, size_t mapped_stride,
    dyncolor_error *error);

/* Which way a hue takes around the circle from one color to another. */
typedef enum dyncolor_hue {
  DYNCOLOR_HUE_SHORTER = 1,
  DYNCOLOR_HUE_LONGER = 2,
  DYNCOLOR_HUE_INCREASING = 3,
  DYNCOLOR_HUE_DECREASING = 4,
  DYNCOLOR_HUE_MAX_ENUM = 0x7fffffff
} dyncolor_hue;

/* Mixes two colors as CSS interpolates them. `amount` is how much there is of `b`: 0 for all of
 * `a`, 1 for all of `b`. The mixture is a color of `space`; with 0 for a space, of SRGB if both
 * colors have DYNCOLOR_LEGACY_NOTATION, and otherwise of OKLAB. `hue` matters only in spaces with a
 * hue; 0 is DYNCOLOR_HUE_SHORTER.
 *
 * Both are converted to the space. A component that one of them lacks it takes from the other; what
 * both lack the mixture lacks. All but hues are multiplied by alpha before, and divided after.
 * Nothing is cut to a gamut. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_mix(
    const dyncolor_color *a, const dyncolor_color *b, double amount, dyncolor_space space,
    dyncolor_hue hue, dyncolor_color *mixed, dyncolor_error *error);

/* An `amount_stride` of 0 mixes all pairs by one amount. */
DYNCOLOR_API dyncolor_status dyncolor_color_mix_list(
    const dyncolor_color *a, size_t a_stride, const dyncolor_color *b, size_t b_stride,
    const double *amounts, size_t amount_stride, size_t count, dyncolor_space space,
    dyncolor_hue hue, dyncolor_color *mixed, size_t mixed_stride, dyncolor_error *error);

/* Mixes `count` colors, at least one, into one: as CSS's color-mix() does, the first with the
 * second, that with the third and so on, each by its weight and the sum of those before it. Weights
 * are finite and not negative, and not all 0; `weights` may be NULL for weights that are all the
 * same. Space and hue as above, where all colors must have the notation. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_mix_many(
    const dyncolor_color *colors, size_t stride, const double *weights, size_t weight_stride,
    size_t count, dyncolor_space space, dyncolor_hue hue, dyncolor_color *mixed,
    dyncolor_error *error);

/* How the difference of two colors is measured. */
typedef enum dyncolor_metric {
  /* The distance in Oklab. From black to white it is 1; 0.02 is about what can be noticed. */
  DYNCOLOR_METRIC_OK = 1,

  /* CIEDE2000, of CIE Lab with the white D50. From black to white it is 100; 2 is about what can be
   * noticed. */
  DYNCOLOR_METRIC_CIEDE2000 = 2,

  DYNCOLOR_METRIC_MAX_ENUM = 0x7fffffff
} dyncolor_metric;

/* Measures how different two colors look. Alpha plays no part. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_difference(
    const dyncolor_color *a, const dyncolor_color *b, dyncolor_metric metric, double *difference,
    dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_difference_list(
    const dyncolor_color *a, size_t a_stride, const dyncolor_color *b, size_t b_stride,
    size_t count, dyncolor_metric metric, double *differences, size_t difference_stride,
    dyncolor_error *error);

/* How contrast is measured. */
typedef enum dyncolor_contrast_method {
  /* The contrast ratio of WCAG 2.2, from 1 to 21. Text needs 4.5, large text 3; never round up. */
  DYNCOLOR_CONTRAST_METHOD_WCAG = 1,

  /* The difference of CIE lightness L*, from 0 to 100, of luminances with the white D65. */
  DYNCOLOR_CONTRAST_METHOD_LIGHTNESS = 2,

  DYNCOLOR_CONTRAST_METHOD_MAX_ENUM = 0x7fffffff
} dyncolor_contrast_method;

/* Measures how well a color can be read on another. What is not opaque is composited in SRGB first,
 * as browsers do. If the background itself is not, what lies behind it is unknown: the contrast is
 * the least that any opaque backdrop leaves. (If the text is lighter than the background on black
 * and darker on white, it vanishes on some gray, and there is none.) Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_contrast(
    const dyncolor_color *foreground, const dyncolor_color *background,
    dyncolor_contrast_method method, double *contrast, dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_contrast_list(
    const dyncolor_color *foregrounds, size_t foreground_stride,
    const dyncolor_color *backgrounds, size_t background_stride, size_t count,
    dyncolor_contrast_method method, double *contrasts, size_t contrast_stride,
    dyncolor_error *error);

/* The color that is nearest to another and can be read: `color` itself, if it has the `contrast`
 * with `background`, measured by `method` (from 1 to 21, or of lightness from 0 to 100). Otherwise
 * its lightness in OKLCH is raised or lowered, whichever leaves less difference in Oklab, until it
 * has; hue and alpha are kept, and of the chroma as much as sRGB has at that lightness. The result
 * is then a color of OKLCH within sRGB, and has the contrast also when it is painted with 8 bits;
 * its lightness is the nearest one with which that is so, to within 1/4096. If not even white or
 * black has the contrast with that alpha, the result is white or black, opaque, whichever has more.
 * `achieved`, which may be NULL, gets the contrast that the result has.
 *     dyncolor_color_ensure_contrast(&accent, &background, 4.5, DYNCOLOR_CONTRAST_METHOD_WCAG,
 *                                    &text, NULL, NULL);
 * In a theme: --ensure-contrast(); see dyncolor_register_css_n. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_ensure_contrast(
    const dyncolor_color *color, const dyncolor_color *background, double contrast,
    dyncolor_contrast_method method, dyncolor_color *result, double *achieved,
    dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_ensure_contrast_list(
    const dyncolor_color *colors, size_t color_stride, const dyncolor_color *backgrounds,
    size_t background_stride, size_t count, double contrast, dyncolor_contrast_method method,
    dyncolor_color *results, size_t result_stride, double *achieved, size_t achieved_stride,
    dyncolor_error *error);

/* How a color is blended with what it lies over: the blend modes of W3C's Compositing and Blending,
 * which CSS, SVG and PDF have. */
typedef enum dyncolor_blend_mode {
  DYNCOLOR_BLEND_MODE_NORMAL = 1,
  DYNCOLOR_BLEND_MODE_MULTIPLY = 2,
  DYNCOLOR_BLEND_MODE_SCREEN = 3,
  DYNCOLOR_BLEND_MODE_OVERLAY = 4,
  DYNCOLOR_BLEND_MODE_DARKEN = 5,
  DYNCOLOR_BLEND_MODE_LIGHTEN = 6,
  DYNCOLOR_BLEND_MODE_COLOR_DODGE = 7,
  DYNCOLOR_BLEND_MODE_COLOR_BURN = 8,
  DYNCOLOR_BLEND_MODE_HARD_LIGHT = 9,
  DYNCOLOR_BLEND_MODE_SOFT_LIGHT = 10,
  DYNCOLOR_BLEND_MODE_DIFFERENCE = 11,
  DYNCOLOR_BLEND_MODE_EXCLUSION = 12,
  DYNCOLOR_BLEND_MODE_HUE = 13,
  DYNCOLOR_BLEND_MODE_SATURATION = 14,
  DYNCOLOR_BLEND_MODE_COLOR = 15,
  DYNCOLOR_BLEND_MODE_LUMINOSITY = 16,
  DYNCOLOR_BLEND_MODE_MAX_ENUM = 0x7fffffff
} dyncolor_blend_mode;

/* The color that is seen where `source` lies over `backdrop`: blended by a mode in a space of red,
 * green and blue, and composited with both alphas (source-over). The result is a color of that
 * space, with nothing missing; missing components count as 0. What browsers paint is blended in
 * SRGB; lights add up in a linear space. Colors outside the gamut of the space are not cut; HUE,
 * SATURATION, COLOR and LUMINOSITY bring what they blend into it. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_blend(
    const dyncolor_color *source, const dyncolor_color *backdrop, dyncolor_blend_mode mode,
    dyncolor_space space, dyncolor_color *blended, dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_blend_list(
    const dyncolor_color *sources, size_t source_stride, const dyncolor_color *backdrops,
    size_t backdrop_stride, size_t count, dyncolor_blend_mode mode, dyncolor_space space,
    dyncolor_color *blended, size_t blended_stride, dyncolor_error *error);

/* Whether two colors are equivalent, as CSS Color 4 compares them: 1 if they are the same but for
 * rounding. Colors of one space are if each component is missing from both, or differs by no more
 * than a hundred-thousandth of its scale; a hue that has no power over its color counts as missing.
 * Colors of two spaces are compared in Oklab, and must have nothing missing. HSL and HWB count as
 * SRGB. NULL and what is no color are near nothing. Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_color_is_near(const dyncolor_color *a, const dyncolor_color *b);

/* ---- Pixels --------------------------------------------------------------------------------- */

/* How colors are laid out in memory: a format, and flags that are or-ed in.
 *
 *     format   in memory             is, among others
 *     FLOAT4   r g b a, floats       dyncolor_rgba; SDL_FColor, GdkRGBA, Godot's Color, ImVec4,
 *                                    SkColor4f, a vec4 of OpenGL and Vulkan, numpy's float32
 *     RGBA8    r g b a, bytes        SDL_Color, raylib's Color, ImU32, GL_RGBA with
 *                                    GL_UNSIGNED_BYTE, VK_FORMAT_R8G8B8A8_*, pygame, Pillow
 *     BGRA8    b g r a, bytes        SDL_PIXELFORMAT_BGRA32, VK_FORMAT_B8G8R8A8_*
 *     ARGB8    a r g b, bytes        SDL_PIXELFORMAT_ARGB32
 *     ABGR8    a b g r, bytes        SDL_PIXELFORMAT_ABGR32
 *     RGB8     r g b, bytes          Pillow's RGB, palettes of images, what terminals take
 *     BGR8     b g r, bytes          OpenCV, LVGL's lv_color_t
 *     RGBA16   r g b a, uint16_t     Qt's QRgba64, XRenderColor, VK_FORMAT_R16G16B16A16_UNORM
 *     HALF4    r g b a, 16 bits      VK_FORMAT_R16G16B16A16_SFLOAT, GL_HALF_FLOAT, Qt's and SDL's
 *                                    formats for high dynamic range, numpy's float16
 *     DOUBLE4  r g b a, doubles      the arguments of cairo_set_source_rgba, matplotlib
 *
 * and words of 32 bits, which are the same numbers on machines of every byte order:
 *
 *     ARGB_WORD  0xAARRGGBB          cairo and Qt's QRgb, SkColor, SDL_PIXELFORMAT_ARGB8888, X11's
 *                                    and Wayland's pixels
 *     RGBA_WORD  0xRRGGBBAA          SDL_PIXELFORMAT_RGBA8888, raylib's ColorToInt
 *     ABGR_WORD  0xAABBGGRR          SDL_PIXELFORMAT_ABGR8888, ImGui's ImU32
 *     BGRA_WORD  0xBBGGRRAA          SDL_PIXELFORMAT_BGRA8888
 *
 * So CAIRO_FORMAT_ARGB32 is ARGB_WORD with PREMULTIPLIED. Numbers of more than a byte have the byte
 * order of the machine. Pixels need no alignment.
 *
 * Without flags the components are those of sRGB, gamma-encoded, and not multiplied by alpha.
 *
 * PREMULTIPLIED multiplies the components by alpha, as they are encoded: what compositing wants,
 * and cairo's CAIRO_FORMAT_ARGB32 (ARGB_WORD with this flag), Qt's
 * Format_ARGB32_Premultiplied, GTK's default memory format, Wayland's and XRender's colors are. It
 * does not go with RGB8 and BGR8.
 *
 * LINEAR stands for components that are linear in light: what a shader wants that writes to a
 * *_SRGB or GL_SRGB8_ALPHA8 target, which encodes by itself, and Blender's COLOR properties. Alpha
 * is never encoded. With PREMULTIPLIED, the linear components are multiplied.
 *
 * DISPLAY_P3 stands for components of Display P3; with LINEAR, of its linear kind.
 *
 * OKLAB stands for the components of DYNCOLOR_SPACE_OKLAB, l a b, and OKLCH for those of
 * DYNCOLOR_SPACE_OKLCH, l c h, with a hue in degrees, in the places of r g b. They go with FLOAT4,
 * HALF4 and DOUBLE4; OKLAB with PREMULTIPLIED, OKLCH with no other flag.
 *
 * Integers hold 0 to 1, in 255 or 65,535 steps: components are cut to that, and the double that is
 * so many times theirs is rounded to the nearest integer, halves upward. HALF4, FLOAT4 and DOUBLE4
 * hold components beyond, too; they are rounded to the nearest number, halves to even, once, from
 * the exact component or product, and cut to the largest finite number.
 *
 * Read back, integers are divided by 255 or 65,535, and RGB8 and BGR8 are opaque. With
 * PREMULTIPLIED, components are divided by alpha, which may make them greater than 1; those of
 * transparent pixels become 0. Alpha of floating point is cut to 0…1 afterwards. */
typedef enum dyncolor_layout {
  DYNCOLOR_LAYOUT_FLOAT4 = 1,  /* 16 bytes */
  DYNCOLOR_LAYOUT_RGBA8 = 2,   /* 4 bytes */
  DYNCOLOR_LAYOUT_BGRA8 = 3,   /* 4 bytes */
  DYNCOLOR_LAYOUT_ARGB8 = 4,   /* 4 bytes */
  DYNCOLOR_LAYOUT_ABGR8 = 5,   /* 4 bytes */
  DYNCOLOR_LAYOUT_RGB8 = 6,    /* 3 bytes */
  DYNCOLOR_LAYOUT_BGR8 = 7,    /* 3 bytes */
  DYNCOLOR_LAYOUT_RGBA16 = 8,  /* 8 bytes */
  DYNCOLOR_LAYOUT_HALF4 = 9,   /* 8 bytes */
  DYNCOLOR_LAYOUT_DOUBLE4 = 10, /* 32 bytes */

  DYNCOLOR_LAYOUT_RGBA_WORD = 11, /* 4 bytes, as all words */
  DYNCOLOR_LAYOUT_BGRA_WORD = 12,
  DYNCOLOR_LAYOUT_ARGB_WORD = 13,
  DYNCOLOR_LAYOUT_ABGR_WORD = 14,

  DYNCOLOR_LAYOUT_PREMULTIPLIED = 0x100,
  DYNCOLOR_LAYOUT_LINEAR = 0x200,
  DYNCOLOR_LAYOUT_DISPLAY_P3 = 0x400,
  DYNCOLOR_LAYOUT_OKLAB = 0x800,
  DYNCOLOR_LAYOUT_OKLCH = 0x1000,

  DYNCOLOR_LAYOUT_MAX_ENUM = 0x7fffffff
} dyncolor_layout;

/* Writes a color as a pixel. Missing components and a missing alpha count as 0. `capacity` is the
 * number of bytes at `pixel`; fewer than the layout has are DYNCOLOR_ERROR_BUFFER_TOO_SMALL.
 *     uint32_t pixel;
 *     dyncolor_color_pack(&color, DYNCOLOR_LAYOUT_BGRA8 | DYNCOLOR_LAYOUT_PREMULTIPLIED, &pixel,
 *                         sizeof pixel, NULL);
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_pack(
    const dyncolor_color *color, dyncolor_layout layout, void *pixel, size_t capacity,
    dyncolor_error *error);

/* Reads a color from a pixel. It is one of the layout's space: DYNCOLOR_SPACE_SRGB, or what the
 * flags make of it. `capacity` is the number of bytes at `pixel`; fewer than the layout has are
 * DYNCOLOR_ERROR_BUFFER_TOO_SMALL. Packed again, the color is the same pixel, unless that has a
 * component greater than its alpha, though it is premultiplied, or an alpha outside 0…1; a
 * premultiplied DOUBLE4 may differ in the last bit. NaN and infinity in a pixel are an error.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_unpack(
    const void *pixel, size_t capacity, dyncolor_layout layout, dyncolor_color *color,
    dyncolor_error *error);

/* Writes `count` colors, which lie `stride` bytes apart, as pixels that lie `pixel_stride` bytes
 * apart: all, or on failure none. With a stride of 0 one color is written again and again; other
 * strides are at least the size of a color, and of a pixel. The pixels may take the place of the
 * colors if both strides are the same. The error's context names the color that is none, as
 * `colors[17]`. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_pack_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_layout layout,
    void *pixels, size_t pixel_stride, dyncolor_error *error);

/* Reads `count` colors from pixels: the same the other way round. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_unpack_list(
    const void *pixels, size_t pixel_stride, size_t count, dyncolor_layout layout,
    dyncolor_color *colors, size_t stride, dyncolor_error *error);

/* Writes `count` pixels as pixels of another layout, which may be of another space: images, at the
 * speed of vector instructions. With a stride of 0 one pixel is written again and again; other
 * strides are at least the size of a pixel. What is converted may take the place of the pixels if
 * both strides are the same.
 *     dyncolor_pixels_convert(image, 4, width * height, DYNCOLOR_LAYOUT_BGRA8, floats, 16,
 *                             DYNCOLOR_LAYOUT_FLOAT4 | DYNCOLOR_LAYOUT_OKLAB, NULL);
 *
 * Bytes are, to the bit, what dyncolor_color_pack makes of what dyncolor_color_unpack reads; of
 * floats in another space that come within a thousandth of a step to the middle of two, one of
 * them. To FLOAT4, and before they are rounded to HALF4 and RGBA16, components that are encoded or
 * decoded and no more are within a millionth of themselves; those of Oklab, and linear ones,
 * within two millionths, or from Oklab four, of the greatest component, or of 1; and others that
 * are encoded, as far from what is exact as so much light moves them. A hue is as exact as that
 * makes it. The last bits may differ between processors. From and to DOUBLE4 pixels are converted
 * one by one, in double precision. Between layouts of one space numbers are only rounded, and if
 * both are premultiplied, nothing is divided.
 *
 * Pixels need not be finite: NaN counts as 0, infinity as the greatest float. Cannot fail but by
 * its arguments. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_pixels_convert(
    const void *pixels, size_t stride, size_t count, dyncolor_layout layout, void *converted,
    size_t converted_stride, dyncolor_layout converted_layout, dyncolor_error *error);

/* What is seen where pixels lie over others: each blended by a mode, and composited with both
 * alphas, as dyncolor_color_blend does it, in the space of the layout that all three have. It must
 * be one of red, green and blue. With a stride of 0 one pixel stands for all. What is blended may
 * take the place of the sources or the backdrops if their strides are the same.
 *
 * NORMAL is at the speed of vector instructions in FLOAT4 and the formats of four bytes. With
 * PREMULTIPLIED it divides nothing: each number is that of the source, and that of the backdrop
 * times what the source's alpha leaves of 1. Bytes are the nearest to what is exact; FLOAT4 is
 * within a millionth of the greatest component, or of 1. NaN and infinity are as above. Since
 * 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_pixels_blend(
    const void *sources, size_t source_stride, const void *backdrops, size_t backdrop_stride,
    size_t count, dyncolor_blend_mode mode, dyncolor_layout layout, void *blended,
    size_t blended_stride, dyncolor_error *error);

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

/* A contrast between the named steps, in percent: −100 is less, 0 is standard, 100 is more. A color
 * that has variants for two steps changes evenly from one to the other. */
#define DYNCOLOR_CONTRAST_PERCENT(percent) ((uint8_t)(101 + (percent)))

typedef enum dyncolor_elevation {
  DYNCOLOR_ELEVATION_UNSPECIFIED = 0,
  DYNCOLOR_ELEVATION_BASE = 1,
  DYNCOLOR_ELEVATION_ELEVATED = 2,
  DYNCOLOR_ELEVATION_MAX_ENUM = 0x7fffffff
} dyncolor_elevation;

/* The gamut of the display. It chooses variants; and if an environment names one, what colors
 * resolve to is brought into it, by DYNCOLOR_GAMUT_METHOD_EXACT. That is still extended sRGB. */
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
 * A value that is not listed, or a reserved byte that is not 0, is an invalid argument.
 *
 * So is a number that the theme never gave out, wherever a theme is given an environment or
 * variants: of a palette, a locale, a subtype or a color (one that has been unregistered was given
 * out), and any value of an axis of the host's that is not declared. All values of a declared axis
 * are allowed, whether they have a name or not. The context names the field, as
 * `environment.palette`. Functions on environments alone do not check numbers. */
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
  DYNCOLOR_AXIS_FOREGROUND = 12,
  DYNCOLOR_AXIS_ACCENT = 13,
  DYNCOLOR_AXIS_CUSTOM = 14, /* to 21: the eight axes of the host */
  DYNCOLOR_AXIS_MAX_ENUM = 0x7fffffff
} dyncolor_axis;

/* Fills each axis that `child` leaves unspecified with that of `parent`, as a nested view inherits
 * from the one around it. Each of the eight custom axes is an axis of its own. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_environment_inherit(
    const dyncolor_environment *child, const dyncolor_environment *parent,
    dyncolor_environment *environment, dyncolor_error *error);

/* A registry of dynamic colors: see "Themes". */
typedef struct dyncolor_theme dyncolor_theme;

/* What becomes of an axis. */
typedef enum dyncolor_policy {
  /* The value, if the axis is unspecified: "dark, unless somebody wants light". */
  DYNCOLOR_POLICY_PREFER = 1,

  /* The value, whatever the axis was. 0 makes it unspecified. */
  DYNCOLOR_POLICY_FORCE = 2,

  /* The opposite of what the axis is; the value must be 0. SCHEME becomes dark where it was light
   * and light where it was dark, ELEVATION and FORCED_COLORS their other value. CONTRAST is
   * mirrored around standard, which stays: that lowers the contrast of somebody who needs more, so
   * surfaces that are only to stand out invert their scheme and leave the contrast alone. An
   * unspecified axis counts as what it resolves to: the theme's default scheme, standard contrast,
   * base, none. Other axes have no opposites: DYNCOLOR_ERROR_INVALID_ARGUMENT. */
  DYNCOLOR_POLICY_INVERT = 3,
  DYNCOLOR_POLICY_MAX_ENUM = 0x7fffffff
} dyncolor_policy;

/* A change of one axis. */
typedef struct dyncolor_adjustment {
  uint32_t axis;   /* a dyncolor_axis; CUSTOM + N for the axis N of the host's */
  uint32_t policy; /* a dyncolor_policy */
  uint32_t value;  /* one of the axis */
} dyncolor_adjustment;

/* Changes axes of an environment, one after the other: for a part of a window whose surroundings
 * are the inverse of what lies around it, or for the wish of an application or of a user.
 *     const dyncolor_adjustment tooltip[] = {
 *         {.axis = DYNCOLOR_AXIS_SCHEME, .policy = DYNCOLOR_POLICY_INVERT},
 *         {DYNCOLOR_AXIS_ELEVATION, DYNCOLOR_POLICY_FORCE, DYNCOLOR_ELEVATION_ELEVATED},
 *     };
 *     dyncolor_environment_adjust(&window, theme, tooltip, 2, &environment, NULL);
 * `environment` may be NULL, for {0}. `theme` is asked for its default scheme, under a short lock,
 * if an unspecified scheme is inverted; NULL stands for one whose default is light. The error's
 * context names the adjustment that is at fault, as `adjustments[1]`. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_environment_adjust(
    const dyncolor_environment *environment, dyncolor_theme *theme,
    const dyncolor_adjustment *adjustments, size_t count, dyncolor_environment *result,
    dyncolor_error *error);

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
DYNCOLOR_API dyncolor_status dyncolor_environment_from_name_n(
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

/* A theme, dyncolor_theme, is a registry of dynamic colors. It is opaque, and counted: whoever
 * creates or retains it releases it. All functions on a theme may be called from any thread, at any
 * time, also from a provider.
 *
 * What is opaque must not be used when it was released, or when the call that it was given for has
 * ended. Ordinarily that is not noticed. A library that was built with DYNCOLOR_CHECKING ends the
 * process with a line on standard error which says what was misused, and how; there, a theme is
 * also kept in use by a watch of it, and by a call of a provider or an observer. */

/* A theme resolved for one environment: an immutable table. Opaque, counted, for any thread. */
typedef struct dyncolor_snapshot dyncolor_snapshot;

/* What a theme can hold. A name is at most DYNCOLOR_MAX_NAME bytes of UTF-8 without a NUL. */
#define DYNCOLOR_MAX_COLORS 1048575
#define DYNCOLOR_MAX_PALETTES 65535
#define DYNCOLOR_MAX_CUSTOM_AXES 8
#define DYNCOLOR_MAX_LAYERS 4096
#define DYNCOLOR_MAX_OWNERS 65535
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
 * what colors there are or what they resolve to. Who polls it asks dyncolor_theme_changes what has
 * changed since. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_theme_generation(const dyncolor_theme *theme);

/* A hash of all that is registered, in all layers: names, forwarded ones too, recipes, owners,
 * palettes, axes with the names of their values, layers in their order, notes and defaults. The
 * same registrations give the same fingerprint in every theme and process of one version of the
 * library (with providers only where their addresses are the same). 0 for NULL. Cannot fail. Takes
 * time in proportion to the theme. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_theme_fingerprint(const dyncolor_theme *theme);

/* Sets what the alpha of a color is multiplied with at each of its five levels: numbers in 0…1, of
 * which the first is 1, since the primary level is the color itself. NULL for 1, 0.5, 0.25, 0.18
 * and 0.18. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_level_opacities(
    dyncolor_theme *theme, const double *opacities, dyncolor_error *error);

/* Writes the five opacities of levels. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_level_opacities(
    const dyncolor_theme *theme, double *opacities, dyncolor_error *error);

/* Sets the scheme that environments have which leave it unspecified; dyncolor_axis_default tells
 * it. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_default_scheme(
    dyncolor_theme *theme, dyncolor_scheme scheme, dyncolor_error *error);

/* ---- Registering ---------------------------------------------------------------------------- */

/* Names and ids. A registered color has an id, by which it is resolved and referred to, and may
 * have a name. A name belongs to one id until the color is renamed: registering a name again
 * redefines the color, whose id stays what it is, so that all that refers to it follows. (What
 * another layer has for the name stays: see "Layers".)
 * Unregistering makes the id stale; registering the name again revives it. The id of a color
 * without a name is never revived; its place may be given to another color, with another id.
 *
 * To register a color as what it already is in that layer changes nothing: the generation stays,
 * and observers are not called. A provider is the exception, since only its host knows what it
 * depends on, and so is dyncolor_theme_redefine.
 *
 * Publishing. A change is complete when its function returns, for all threads: what begins to
 * resolve afterwards sees it. A batch is published as a whole. */

/* A color as a part of another: CSS text, a registered color, or a value. Set one of the three and
 * leave the others 0; that is what dyncolor_part_css(), dyncolor_part_id() and
 * dyncolor_part_color() do.
 *     dyncolor_part light = dyncolor_part_css("white"), dark = dyncolor_part_id(night);
 *     dyncolor_register_pair_n(theme, "paper", 5, &light, &dark, &paper, &error);
 *
 * - CSS text is whatever dyncolor_register_css_n reads. It may depend on the environment and on
 *   other colors, and is read only during the call.
 * - A registered color is resolved in the same environment, so a part may be a dynamic color.
 * - Parts that are values or registered colors cost nothing: resolving is as fast as if there were
 *   only values. */
typedef struct dyncolor_part {
  const char *css;
  size_t css_length;
  dyncolor_id id;
  uint32_t reserved; /* 0 */
  dyncolor_color color;
} dyncolor_part;

/* One variant of a color: when it applies, and what the color then is.
 *     dyncolor_variant variants[] = {
 *         {.part = dyncolor_part_css("#06c")},
 *         {.scheme = DYNCOLOR_SCHEME_DARK, .part = dyncolor_part_id(sky)},
 *     }; */
typedef struct dyncolor_variant {
  /* The environments that this variant is for; 0 means any. */
  uint8_t scheme;
  uint8_t contrast;
  uint8_t elevation;
  uint8_t gamut;
  uint8_t idiom;
  uint8_t subtype;   /* a number that the theme gave out */
  uint16_t locale;   /* a number that the theme gave out */
  uint8_t custom[8]; /* values of the host's axes, which the theme must have declared */
  uint16_t palette;  /* a number that the theme gave out */
  uint8_t state;
  uint8_t vision;

  uint32_t reserved; /* 0 */
  dyncolor_part part;
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

  /* Text in CSS, as for dyncolor_register_css_n. */
  DYNCOLOR_KIND_CSS = 4,

  DYNCOLOR_KIND_MAX_ENUM = 0x7fffffff
} dyncolor_kind;

/* A dynamic color to be registered. All it points to is copied. */
typedef struct dyncolor_definition {
  size_t size;

  /* The name; NULL and 0 for a color without one. It must not be empty otherwise. */
  const char *name;
  size_t name_length;

  uint32_t kind;  /* a dyncolor_kind */
  uint16_t layer; /* DYNCOLOR_LAYER_THEME, which is 0, or another layer */
  uint16_t owner; /* 0, or a number that dyncolor_owner_declare_n gave */

  /* VARIANTS and PALETTE. Of the variants that apply to an environment, that is taken which fits
   * best: one that names the vision before one for any, then likewise the state, the palette, and
   * the host's axes in the order of their numbers; then an exact idiom before any; then the exact
   * gamut before any, and any before another; then the scheme before any; then the nearest
   * contrast; then elevation before any; then the subtype and then the locale before any; and of
   * equals the first. What an environment leaves unspecified counts as the default scheme, as
   * standard contrast, base elevation and sRGB, as typical vision, the normal state and the default
   * palette, and as no idiom, subtype, locale or value of the host's axes.
   *
   * A variant for any contrast counts as one for standard contrast, and comes after those. An
   * environment of more contrast than that takes variants for standard contrast and for more than
   * that, up to its own; one of less, likewise. If its contrast lies beyond that of the variant it
   * takes, and there is another for a contrast beyond its own that fits no worse in all that comes
   * before contrast, the color lies between the two, mixed in Oklab: with a variant for any
   * contrast and one for MORE, in an environment of DYNCOLOR_CONTRAST_PERCENT(30) there is 30 % of
   * the latter. What is equal in both is not mixed, and stays what it is.
   */
  const dyncolor_variant *variants;
  size_t variant_count;

  /* PALETTE */
  const char *semantic;
  size_t semantic_length;

  /* PROVIDER */
  dyncolor_provider_function provider;
  void *user_data;
  dyncolor_destroy_function destroy;

  /* CSS */
  const char *css;
  size_t css_length;
} dyncolor_definition;

/* The initial value of a dyncolor_definition; the kind is to be set. */
#define DYNCOLOR_DEFINITION_INIT \
  {sizeof(dyncolor_definition), NULL, 0, 0, 0, 0, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL, 0}

/* Registers a batch of colors, or redefines those whose names are registered: all, or on any
 * failure none. `ids`, which may be NULL, has room for `count`. Definitions lie `definitions->size`
 * bytes apart. Destroy functions are called on failure too. If the same name occurs twice in a
 * layer, the last one counts. A layer or an owner that the theme does not have is
 * DYNCOLOR_ERROR_UNKNOWN_NAME. On failure the context of the error names the color. Holds the
 * theme's lock for a time in proportion to `count`. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register(
    dyncolor_theme *theme, const dyncolor_definition *definitions, size_t count, dyncolor_id *ids,
    dyncolor_error *error);

/* The functions below each register one color, in the theme's own layer; see
 * dyncolor_layer_register for others. `name` may be NULL, with length 0, for a color without a
 * name; a name that is not NULL must not be empty. `id` may be NULL. */

/* A color that is the same everywhere. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_color_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_color *color,
    dyncolor_id *id, dyncolor_error *error);

/* A light and a dark color, both of which may be dynamic themselves. `dark` may be NULL, and is
 * then the light one. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_pair_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_part *light,
    const dyncolor_part *dark, dyncolor_id *id, dyncolor_error *error);

/* The same from hex text in sRGB. `dark` may be NULL, with length 0, and is then the light one. In
 * CSS and in files, the color is written in hex digits again.
 *     dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error);
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_hex_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *light,
    size_t light_length, const char *dark, size_t dark_length, dyncolor_id *id,
    dyncolor_error *error);

/* A table of variants. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_variants_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_variant *variants,
    size_t variant_count, dyncolor_id *id, dyncolor_error *error);

/* Another color under another name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_alias_n(
    dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id target,
    dyncolor_id *id, dyncolor_error *error);

/* A color of the environment's palette, looked up by the name `semantic`; if the palette and the
 * default palette lack it, the color `fallback`, which may be NULL for none. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_semantic_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *semantic,
    size_t semantic_length, const dyncolor_part *fallback, dyncolor_id *id,
    dyncolor_error *error);

/* A color that is written in CSS: whatever dyncolor_color_parse_n reads, and what depends on the
 * environment or on other colors of the theme, alone or anywhere within:
 *
 *   light-dark(#0461be, #81d0ff)           the one in the light scheme, the other in the dark one
 *   var(--accent)                          the theme's color of the name `accent`
 *   var(--Night\/accent, rgb(0 90 200))    the same for `Night/accent`; if there is none, the other
 *   color-mix(in oklch, var(--accent) 30%, white)
 *   oklch(from var(--accent) calc(l * 0.8) c h)
 *   alpha(from var(--accent) / 40%)
 *   contrast-color(var(--accent))          white or black, whichever is read better on the color
 *   currentcolor                           the color that is the environment's `foreground`
 *   AccentColor, Canvas, LinkText, …       a system color
 *   if(media(prefers-color-scheme: dark) and media(prefers-contrast: more): #fff;
 *      style(--team: red): #c00; else: #06c)
 *   --variants(any: #06c; dark: #6af; dark more phone: #fff)
 *   --level(var(--accent), secondary)      a level of a color: see dyncolor_register_level_n
 *   --palette(accent, var(--blue))         a color of the environment's palette, or another
 *   --first(var(--brand), var(--accent))   the first that has a value
 *   --covered(red)                         the color that this one overrides, or another
 *   --blend(light-dark(multiply, screen), var(--tint), Canvas)
 *   --ensure-contrast(var(--accent), on Canvas, if(media(prefers-contrast: more): 7; else: 4.5))
 *
 * Names. var() looks a color up when it is resolved, so that it need not exist before, and may be
 * another later. Without a color of that name and without a fallback, resolving fails with
 * DYNCOLOR_ERROR_UNKNOWN_NAME; colors that refer to each other in a circle, with
 * DYNCOLOR_ERROR_CYCLE. What is not taken, by light-dark() or by if(), is not looked up.
 *
 * A color that would refer to itself in every environment is not registered: it fails at once, with
 * DYNCOLOR_ERROR_CYCLE and the cycle as context (`accent → accent`). That is text with var() of the
 * color's own name, without a fallback, or with the system color of that name, whether it stands
 * alone or is an operand of color-mix(), a relative color, alpha(), contrast-color(), --level(),
 * --blend() or --ensure-contrast(). What light-dark(), if() and --variants() choose between,
 * candidates of --first(), and fallbacks do not count, nor do references by id. Cycles through
 * several colors are found only when they are resolved: registering one of these colors again may
 * break the cycle.
 *
 * A system color, and currentcolor where the environment has no foreground, is the theme's color of
 * that very name if it has one (`Canvas`; for currentcolor `CanvasText`), and else what browsers
 * have on a desktop. AccentColor is the environment's `accent`, if it has one, before that.
 *
 * Values. Another color is taken over with its space, and with components that are missing; that of
 * a provider as what is painted.
 *
 * Conditions. media() takes prefers-color-scheme (light, dark), prefers-contrast (no-preference,
 * more, less; custom, for forced colors in standard contrast), color-gamut (srgb, p3, rec2020, each
 * of which has those before it) and forced-colors (none, active), each also without a value; others
 * are not known, so that neither they hold nor what negates them. style(--axis: value) holds if an
 * axis has a value: an axis of the host's own, with the name of a value or its number; or one of
 * scheme, contrast, elevation, gamut, vision, state, idiom and forced-colors with one of the names
 * of its enum, in lowercase and with hyphens, as in style(--gamut: display-p3); or palette, locale
 * or subtype, with the name of one. What the environment leaves unspecified counts as for variants,
 * and as typical vision, the normal state and no forced colors. style(--axis) holds if the axis has
 * any value. supports(color: …) holds if the color can be read. They are joined by `not`, `and`,
 * `or` and parentheses. If no condition holds and there is no `else`, the color has no value there.
 *
 * Variants. Before each colon stand the conditions of a variant in any order: light or dark; less,
 * standard, more, or a contrast between them from -100% to 100%, which are less and more; base or
 * elevated; srgb, display-p3 or rec2020; phone, tablet, desktop, tv, watch, car or headset;
 * typical, protan, deutan, tritan or achromat; normal, hovered, focused, pressed, selected,
 * inactive or disabled; subtype(name), locale(name) and palette(name), with names that the theme
 * has declared; and axes of the host's that it has declared, with the name of a value or its
 * number, as in team(red); at most one of each, or none of all, which is `any`. They are chosen as
 * those of dyncolor_register_variants_n. A table of nothing but constants is one, and resolves as
 * fast.
 *     --variants(any: #06c; locale(de): #c00; dark subtype(folded): #6af)
 *     --variants(any: #06c; pressed: #048; team(red): #c00; team(red) dark more: #f88)
 *
 * Fallbacks. --palette() looks in the environment's palette, then in the default palette, and comes
 * to its second argument if both lack the color. --first() is dyncolor_register_fallbacks_n.
 *     --first(var(--brand), --palette(accent), AccentColor)
 *
 * Overriding. --covered() is the color's definition in the next lower layer that has one, in the
 * same environment. It follows every change of that definition. If no lower layer defines the
 * color, it is the argument, and without one DYNCOLOR_ERROR_NO_VALUE. The argument is not used if
 * the lower definition has no value: that is what --first() is for. A lower definition may itself
 * use --covered(). A color without a name cannot: DYNCOLOR_ERROR_INVALID_ARGUMENT.
 *     color-mix(in oklab, --covered(), white 20%)
 *
 * Blending and contrast. The mode of --blend() is one of normal, multiply, screen, overlay, darken,
 * lighten, color-dodge, color-burn, hard-light, soft-light, difference, exclusion, hue, saturation,
 * color and luminosity, and the space one of red, green and blue. The ratio of --ensure-contrast()
 * is a number from 1 to 21. Both may be light-dark() or if() of such, as deep as one likes: the
 * environment chooses.
 *     --blend(if(style(--state: pressed): multiply; else: normal) in srgb-linear, red, var(--key))
 *
 * DYNCOLOR_ERROR_SYNTAX with the place if the text is no color; DYNCOLOR_ERROR_TOO_COMPLEX beyond
 * DYNCOLOR_MAX_NESTING parentheses, or if the expression takes more than 65,536 words of 8 bytes (a
 * color takes 5, a function or a number 2 or 3). Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_css_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *css,
    size_t css_length, dyncolor_id *id, dyncolor_error *error);

/* The levels of a color, as a style has them for what is less and less important. */
typedef enum dyncolor_level {
  DYNCOLOR_LEVEL_PRIMARY = 0, /* the color itself */
  DYNCOLOR_LEVEL_SECONDARY = 1,
  DYNCOLOR_LEVEL_TERTIARY = 2,
  DYNCOLOR_LEVEL_QUATERNARY = 3,
  DYNCOLOR_LEVEL_QUINARY = 4,
  DYNCOLOR_LEVEL_MAX_ENUM = 0x7fffffff
} dyncolor_level;

/* A level of another color, or, with DYNCOLOR_ID_NONE for `base`, of the content style: what text
 * and symbols are painted with, `currentcolor` in CSS.
 *
 * A level is the color with its alpha multiplied: by 1, 0.5, 0.25, 0.18 and 0.18, unless
 * dyncolor_theme_set_level_opacities says otherwise. Levels add up: the secondary level of what is
 * the secondary level of a color is the tertiary level of that color, whether it is referred to
 * directly or through aliases, variants, palettes or conditions. What is computed of other colors,
 * and what a provider answers, is a color of its own: its alpha is multiplied.
 *
 * The content style is the environment's `foreground`, if it has one; then the theme's color of the
 * name `CanvasText`, if there is one; and otherwise, for light and dark, black and white for the
 * primary level, rgb(60 60 67) and rgb(235 235 245) for the next three, with an alpha of 0.6, 0.3,
 * and 0.18 or 0.16, and black and white with 0.05. At the most contrast the alphas are 0.8 and 0.7,
 * 0.7 and 0.55, 0.55 and 0.4, and 0.08137255.
 *     dyncolor_register_level(theme, "caption", DYNCOLOR_ID_NONE, DYNCOLOR_LEVEL_SECONDARY,
 *                             &caption, NULL);
 *     environment.foreground = accent;
 *     dyncolor_resolve(theme, caption, &environment, &color, NULL);
 * A foreground that refers to the content style is DYNCOLOR_ERROR_CYCLE. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_level_n(
    dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id base,
    dyncolor_level level, dyncolor_id *id, dyncolor_error *error);

/* How many colors dyncolor_register_fallbacks_n can be given. */
#define DYNCOLOR_MAX_FALLBACKS 256

/* The first of several colors that has a value where it is resolved: `--first()` in CSS. Those
 * before it may be unregistered, lack a variant or a palette's color, or have a provider that
 * fails; what is reached past a provider's failure is not kept. If all fail, the status is that of
 * the last. A circle is an error, and is not passed over. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_fallbacks_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_part *parts,
    size_t count, dyncolor_id *id, dyncolor_error *error);

/* A color that the host computes. `destroy` may be NULL. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register_provider_n(
    dyncolor_theme *theme, const char *name, size_t name_length,
    dyncolor_provider_function provider, void *user_data, dyncolor_destroy_function destroy,
    dyncolor_id *id, dyncolor_error *error);

/* Makes registered colors constant, whatever they were: all of them, or on any failure none. This
 * is the fast way to give many colors new values. `colors` has one for each of the `count` ids; if
 * an id occurs twice, the last one counts. Each changes in the highest layer that has it. Holds the
 * theme's lock for a time in proportion to `count`. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_redefine(
    dyncolor_theme *theme, const dyncolor_id *ids, const dyncolor_color *colors, size_t count,
    dyncolor_error *error);

/* The id that a name has or will have: so that colors can refer to one that is registered later.
 * Until then it resolves to DYNCOLOR_ERROR_STALE_ID. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id *id,
    dyncolor_error *error);

/* Takes a color out, of all layers. Until its name is registered again, what refers to it by its id
 * fails with DYNCOLOR_ERROR_STALE_ID, and what refers to it by its name, as var() does, with
 * DYNCOLOR_ERROR_UNKNOWN_NAME or takes its fallback. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_unregister(
    dyncolor_theme *theme, dyncolor_id id, dyncolor_error *error);

/* Gives a registered color another name, or a name if it had none, in all layers; its id stays. The
 * old name is free: for those who still know the color by it, forward it
 * (dyncolor_theme_forward_n). DYNCOLOR_ERROR_NAME_TAKEN if another color is registered or declared
 * under the new name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_rename_n(
    dyncolor_theme *theme, dyncolor_id id, const char *name, size_t name_length,
    dyncolor_error *error);

/* ---- Layers --------------------------------------------------------------------------------- */

/* A color can be defined several times, in layers that lie one over the other. The highest layer
 * that defines it says what it is; what lower layers have for it is covered, and shows again when
 * nothing lies over it any more. From the lowest up there are the defaults, the theme's own layer,
 * which is where colors are registered unless it is said, those that the host declares, and what
 * the user has chosen for himself.
 *
 *     dyncolor_part choice = dyncolor_part_css("rebeccapurple");
 *     dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "accent", &choice, NULL, &error);
 *     ...
 *     dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, &error);
 *
 * A color has one id, one name and one row, whatever layers define it, and each layer may have
 * another kind of definition for it. References are to what the color is: an `accent` in the user's
 * layer that is made of var(--accent) refers to itself, which is a cycle. What it covers is
 * --covered():
 *
 *     dyncolor_part lighter = dyncolor_part_css("color-mix(in oklab, --covered(), white 20%)");
 *     dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "accent", &lighter, NULL, &error);
 *
 * A provider that is covered is called only for --covered(). It is not destroyed either way: it may
 * show again. To register what is covered from the start is a change that the generation counts,
 * though values change only if --covered() reads it.
 *
 * An owner is somebody on whose behalf the host registers colors, such as a plugin, so that they
 * can be taken out together. In each layer a color is owned by who registered it there last. */

/* The layers that every theme has. Others are numbers that the theme gives out. */
typedef enum dyncolor_layer {
  DYNCOLOR_LAYER_THEME = 0,
  DYNCOLOR_LAYER_DEFAULTS = 1,
  DYNCOLOR_LAYER_USER = 2,
  DYNCOLOR_LAYER_MAX_ENUM = 0x7fffffff
} dyncolor_layer;

/* The number of a layer, by its name; "theme", "defaults" and "user" are names, too. A layer that
 * is new comes directly beneath `above`, a layer that there is, so that of two that are declared
 * beneath the same one the later lies over the earlier:
 *     dyncolor_layer_declare(theme, "brand", DYNCOLOR_LAYER_USER, &brand, &error);
 *     dyncolor_layer_declare(theme, "season", DYNCOLOR_LAYER_USER, &season, &error);
 * makes season cover brand. One that is not new stays where it is. DYNCOLOR_ERROR_UNKNOWN_NAME if
 * `above` is no layer, DYNCOLOR_ERROR_TOO_MANY_LAYERS. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t above, uint16_t *layer,
    dyncolor_error *error);

/* The name of a layer. The text lives as long as the theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_name(
    const dyncolor_theme *theme, uint16_t layer, const char **name, dyncolor_error *error);

/* How many layers there are, numbered from 0. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_layer_count(const dyncolor_theme *theme);

/* The number of the layer with a name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *layer,
    dyncolor_error *error);

/* All layers, from the lowest up. Writes them and, to `count`, how many there are; with room for
 * fewer than that the status is DYNCOLOR_ERROR_BUFFER_TOO_SMALL, and only `count` is written. Since
 * 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_layers(
    const dyncolor_theme *theme, uint16_t *layers, size_t capacity, size_t *count,
    dyncolor_error *error);

/* Registers a color in a layer: a value, CSS text, or an alias of a registered color. `name` may be
 * NULL, with length 0, for a color without a name, and `id` may be NULL. Definitions of other kinds
 * take their layer in dyncolor_register. DYNCOLOR_ERROR_UNKNOWN_NAME if there is no such layer.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_register_n(
    dyncolor_theme *theme, uint16_t layer, const char *name, size_t name_length,
    const dyncolor_part *part, dyncolor_id *id, dyncolor_error *error);

/* Takes all colors out of a layer, in one change. Colors that lower layers have are what those say
 * again; others are unregistered. The layer stays, and may be filled again. Takes time in
 * proportion to the theme, and holds its lock for a time in proportion to the colors of the layer.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_clear(
    dyncolor_theme *theme, uint16_t layer, dyncolor_error *error);

/* Takes one color out of one layer. It is what the highest layer that is left says, or unregistered
 * if there is none. DYNCOLOR_ERROR_UNKNOWN_NAME if the layer does not define it. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_unregister(
    dyncolor_theme *theme, uint16_t layer, dyncolor_id id, dyncolor_error *error);

/* The number of an owner, for dyncolor_definition.owner; a name that is new gets the next one, from
 * 1. DYNCOLOR_ERROR_TOO_MANY_OWNERS. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_owner_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *owner,
    dyncolor_error *error);

/* The name of an owner. The text lives as long as the theme. 0, which is nobody in particular, has
 * none: DYNCOLOR_ERROR_UNKNOWN_NAME. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_owner_name(
    const dyncolor_theme *theme, uint16_t owner, const char **name, dyncolor_error *error);

/* How many owners there are, numbered from 1. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_owner_count(const dyncolor_theme *theme);

/* The number of the owner with a name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_owner_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *owner,
    dyncolor_error *error);

/* Takes out all that an owner has, in every layer, in one change, as dyncolor_layer_clear does.
 * DYNCOLOR_ERROR_UNKNOWN_NAME if nobody has the number, 0 included. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_owner_clear(
    dyncolor_theme *theme, uint16_t owner, dyncolor_error *error);

/* Where a color is defined. */
typedef struct dyncolor_source {
  uint16_t layer;
  uint16_t owner; /* 0 for nobody in particular */

  /* A dyncolor_kind. What CSS says in a table of variants, which is a constant or a pair for light
   * and dark, counts as VARIANTS. */
  uint32_t kind;
} dyncolor_source;

/* The layers that define a color, the highest, which says what it is, first.
 *     dyncolor_source top[1];
 *     size_t count;
 *     dyncolor_id_sources(theme, id, top, 1, &count, &error);
 * is enough for a color that nothing covers. Writes them and, to `count`, how many there are; with
 * room for fewer than that the status is DYNCOLOR_ERROR_BUFFER_TOO_SMALL, and only `count` is
 * written. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_sources(
    const dyncolor_theme *theme, dyncolor_id id, dyncolor_source *sources, size_t capacity,
    size_t *count, dyncolor_error *error);

/* ---- Finding -------------------------------------------------------------------------------- */

/* The id of the registered color that has a name. Takes no lock. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_find_n(
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
 *     if (dyncolor_theme_bind(theme, names, 2, ids, NULL, &error) < 0) puts(error.context);
 * `python3 -m dyncolor.names` writes such tables: a struct of ids with a member for each name, so
 * that a typing error is one for the compiler. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_bind(
    const dyncolor_theme *theme, const char *const *names, size_t count, dyncolor_id *ids,
    dyncolor_status *statuses, dyncolor_error *error);

/* Forwards a name to another: what is looked for under the old one, and is not there, is found
 * under the new one. That goes for dyncolor_theme_find_n, dyncolor_theme_bind and
 * dyncolor_theme_declare_n, for var() and for the colors of palettes, by their whole names. So a
 * theme can rename its colors from one version to the next, and programs that were written for the
 * old names still find them:
 *     dyncolor_id_rename(theme, id, "surface", &error);
 *     dyncolor_theme_forward(theme, "ground", "surface", &error);
 *
 * A color that is registered under the old name itself is found there first. The new name may be
 * registered later, or never, and may itself be forwarded; DYNCOLOR_ERROR_CYCLE if that would lead
 * back to the old one: the context then names all on the way. A name that is forwarded already is
 * forwarded anew; an empty `name` (NULL, with length 0) ends that. Ids are not forwarded: one that
 * was declared under the old name is still that of the old name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_forward_n(
    dyncolor_theme *theme, const char *old, size_t old_length, const char *name,
    size_t name_length, dyncolor_error *error);

/* The name to which another has been forwarded: of several, one after the other, the first that a
 * color has, or else the last; also while a color has the old one. DYNCOLOR_ERROR_UNKNOWN_NAME if
 * it has not been forwarded. The text lives as long as the theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_forwarded_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, const char **current,
    dyncolor_error *error);

/* The name of a color, or the empty text if it has none. A color that has been unregistered still
 * has its name, so that an observer can tell which one is gone, and so has one that is only
 * declared. DYNCOLOR_ERROR_STALE_ID if its row has been given to another color. The text lives as
 * long as the theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_name(
    const dyncolor_theme *theme, dyncolor_id id, const char **name, dyncolor_error *error);

/* The ids of all registered colors, in the order of their rows (see DYNCOLOR_ROW). Writes them and,
 * to `count`, how many there are; with room for fewer than that the status is
 * DYNCOLOR_ERROR_BUFFER_TOO_SMALL, and only `count` is written. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_colors(
    const dyncolor_theme *theme, dyncolor_id *ids, size_t capacity, size_t *count,
    dyncolor_error *error);

/* How many colors are registered. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_theme_count(const dyncolor_theme *theme);

/* What a color is made of, as CSS that dyncolor_register_css_n makes an equal color of: an
 * expression, a color, light-dark() of a pair, --variants() of another table, --palette() of a
 * palette's color. Another color is var() with its name; one without a name is written out where it
 * is referred to. DYNCOLOR_ERROR_UNKNOWN_NAME for providers, for what refers to a provider or to an
 * unregistered color without a name, or to itself without one, and for what nobody could read,
 * since it would be nested beyond DYNCOLOR_MAX_NESTING. The same color has always the same text.
 *     char css[256];
 *     dyncolor_id_css(theme, label, css, sizeof css, NULL, NULL);
 *     puts(css);                         light-dark(#000000, #ffffff)
 * Text by the two-call rule; `length` may be NULL. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_css(
    const dyncolor_theme *theme, dyncolor_id id, char *buffer, size_t capacity, size_t *length,
    dyncolor_error *error);

/* The axes that a color's value depends on, as a set: bit N stands for the axis with the number N
 * in dyncolor_axis. The gamut is among them if the color may lie outside sRGB. For providers it is
 * what they have read so far; they may read more. The set never lacks an axis that has mattered; it
 * may have one too many. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_axes(
    const dyncolor_theme *theme, dyncolor_id id, uint32_t *axes, dyncolor_error *error);

/* Whether two colors, of one theme or of two, mean the same: 1 if in every environment they take
 * the same color, the same provider (function and user data) or the same semantic color; else 0,
 * also if an id is not registered. Names play no part, and an alias equals what it refers to.
 * Expressions that reckon with other colors, or ask for axes by which variants are not chosen, are
 * equal if they say the same in whatever spelling, the names of those colors included; those with
 * --covered(), if what they cover does so, too. Subtypes, locales, palettes and values of the
 * host's axes count by their numbers.
 *
 * Comparing takes no more than about a millisecond. Colors that would take longer, such as tables
 * for hundreds of locales or mixes of hundreds of colors, are equal only if, aliases aside, they
 * are made of the same: the same variants in the same order, or the same expression; and in two
 * themes, if no other colors are among that. Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_id_equal(
    const dyncolor_theme *theme, dyncolor_id id, const dyncolor_theme *other_theme,
    dyncolor_id other_id);

/* A hash of a color's meaning: equal colors have equal hashes. 0 if the id is not registered. Takes
 * no more than about a millisecond. Cannot fail. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_id_hash(const dyncolor_theme *theme, dyncolor_id id);

/* ---- Notes on colors ------------------------------------------------------------------------ */

/* What a theme says of its colors to those who choose among them: nothing is resolved by it, and
 * dyncolor_theme_generation does not grow.
 *     dyncolor_id_set_description(theme, ground, "Behind all that is written.", NULL);
 *     dyncolor_id_set_deprecation(theme, paper, "Too bright in the dark.", ground, NULL);
 *     const char *why;
 *     dyncolor_id instead;
 *     dyncolor_id_deprecation(theme, paper, &why, &instead, NULL);
 *
 * Notes stay with the id: through redefining and renaming, and also when the color is unregistered,
 * if it has a name, so that they are there again when it is. Those of a color without a name go
 * with it. A color that has only been declared can have notes, too. Notes are UTF-8 without a NUL,
 * of any length. */

/* Describes a color, in place of what described it before; an empty text, or NULL with length 0,
 * takes the description away. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_set_description_n(
    dyncolor_theme *theme, dyncolor_id id, const char *text, size_t length, dyncolor_error *error);

/* The description of a color; the empty text, if it has none. The text lives until the description
 * is replaced or taken away, or the theme is freed. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_description(
    const dyncolor_theme *theme, dyncolor_id id, const char **text, dyncolor_error *error);

/* Says that a color should not be used any more: why, and which color of the theme should instead,
 * of which one may be missing: NULL with length 0, or DYNCOLOR_ID_NONE. Without both it is no
 * longer deprecated. It resolves as before. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_set_deprecation_n(
    dyncolor_theme *theme, dyncolor_id id, const char *note, size_t note_length,
    dyncolor_id replacement, dyncolor_error *error);

/* Why a color should not be used, and which should instead: the empty text and DYNCOLOR_ID_NONE, if
 * it is not deprecated. The id is the one that was given, though its color may be unregistered
 * since. `replacement` may be NULL. The text lives as that of a description. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_deprecation(
    const dyncolor_theme *theme, dyncolor_id id, const char **note, dyncolor_id *replacement,
    dyncolor_error *error);

/* What formats carry along of a color for others, and what they write again: a JSON object as text,
 * with a key for each vendor, as the `$extensions` of design tokens. NULL or "" with length 0 takes
 * it away. It is not looked at. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_set_annotation_n(
    dyncolor_theme *theme, dyncolor_id id, const char *json, size_t length, dyncolor_error *error);

/* The annotation of a color, "" without one. Borrowed until the color is annotated again, or the
 * theme ends. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_annotation(
    const dyncolor_theme *theme, dyncolor_id id, const char **json, dyncolor_error *error);

/* ---- Palettes and axes ---------------------------------------------------------------------- */

/* Palettes need not be declared. The colors of the palette `Night` are those whose names begin with
 * `Night/`, and one such color is enough: registering `Night/primary`, by a call or from a file,
 * gives `Night` the semantic color `primary`. What stands before any slash of a name is a palette
 * in this sense: `color/blue/100` is `blue/100` of `color`, and `100` of `color/blue`.
 *
 * A palette has a number, for dyncolor_environment.palette, from when it is first declared or
 * found, by a call or by a file that lists it: numbers count from 1, in that order. So groups of
 * names that nobody uses as palettes cost nothing. dyncolor_palette_count and the functions that
 * take numbers know the palettes that have one.
 *
 * What has a name and a number can be counted, named by number, and found by name, which never
 * declares anything: palettes, axes and their values, locales, subtypes, layers and owners. A name
 * that is not found is DYNCOLOR_ERROR_UNKNOWN_NAME. Names live as long as the theme. */

/* The number of a palette, also if it has no colors yet. A name that is new gets the next number.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *palette,
    dyncolor_error *error);

/* The name of a palette. The text lives as long as the theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_name(
    const dyncolor_theme *theme, uint16_t palette, const char **name, dyncolor_error *error);

/* How many palettes have numbers, which count from 1. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_palette_count(const dyncolor_theme *theme);

/* The number of a palette that has been declared, or has a color.
 *     dyncolor_register_css(theme, "Winter/primary", "#bfe3ff", NULL, &error);
 *     dyncolor_palette_find(theme, "Winter", &environment.palette, &error);
 * The first time, if the palette was not declared, this takes time in proportion to the theme.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_find_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *palette,
    dyncolor_error *error);

/* The ids of the registered colors of a palette, in the order of their rows,
as dyncolor_theme_colors gives
 * those of the theme. DYNCOLOR_ERROR_UNKNOWN_NAME for a number that the theme never gave out.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_colors(
    const dyncolor_theme *theme, uint16_t palette, dyncolor_id *ids, size_t capacity,
    size_t *count, dyncolor_error *error);

/* A name that a palette lacks. */
typedef struct dyncolor_palette_gap {
  uint16_t palette;
  uint16_t reserved; /* 0 */

  /* A color that has the name, of the palette with the lowest number of those that have it; or, if
   * none has, the first color that looks it up. */
  dyncolor_id example;

  /* The name, without that of a palette. The text lives as long as the theme. */
  const char *semantic;
} dyncolor_palette_gap;

/* What palettes lack: each name that another palette has, or that a semantic color or --palette()
 * looks up, and that the palette does not have; by the number of the palette, and then by the row
 * of the example. Written as dyncolor_theme_colors does. Where a palette has a gap, a semantic
 * color falls back: this is for finding those that were forgotten.
 *     dyncolor_palette_gap gaps[100];
 *     size_t count;
 *     if (dyncolor_palette_gaps(theme, gaps, 100, &count, &error) == DYNCOLOR_OK)
 *       for (size_t i = 0; i < count; i++)
 *         printf("palette %u lacks %s\n", gaps[i].palette, gaps[i].semantic);
 * Takes time in proportion to the names of palettes times the palettes. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_gaps(
    dyncolor_theme *theme, dyncolor_palette_gap *gaps, size_t capacity, size_t *count,
    dyncolor_error *error);

/* Sets the palette of environments that leave it unspecified, to which those that lack a semantic
 * color fall back, too. 0 for none. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_default_palette(
    dyncolor_theme *theme, uint16_t palette, dyncolor_error *error);

/* The place in dyncolor_environment.custom, from 0, of an axis of the host's; a name that is new
 * gets the next one. What its values 1 to 255 mean is the host's business. An expression can ask
 * for it: `if(style(--season: 2): …)`. DYNCOLOR_ERROR_NAME_TAKEN if every theme has an axis of this
 * name, such as `scheme` (see dyncolor_axis_name). Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint32_t *custom,
    dyncolor_error *error);

/* The number, 1 to 255, of a value of an axis of the host's, by a name; a name that is new gets the
 * next number. Then an expression can ask for it: `if(style(--season: winter): …)`. `custom` is
 * what dyncolor_axis_declare_n gave; a number that it never gave is DYNCOLOR_ERROR_UNKNOWN_NAME.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_declare_value_n(
    dyncolor_theme *theme, uint32_t custom, const char *name, size_t name_length, uint8_t *value,
    dyncolor_error *error);

/* The axes that environments of a theme have are numbered as dyncolor_axis says:
 * DYNCOLOR_AXIS_CUSTOM + N is the host's axis with the place N. This lists them all, with the names
 * of their values:
 *     for (uint32_t axis = 0; axis < dyncolor_axis_count(theme); axis++) {
 *       const char *name;
 *       if (dyncolor_axis_name(theme, axis, &name, NULL) < 0) continue;
 *       puts(name);
 *       for (uint32_t value = 1; value <= dyncolor_axis_value_count(theme, axis); value++)
 *         if (dyncolor_axis_value_name(theme, axis, value, &name, NULL) == 0) puts(name);
 *     }
 * One more than the greatest number of an axis. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_axis_count(const dyncolor_theme *theme);

/* The name of an axis: the one by which style() asks for it. Every theme has scheme, contrast,
 * elevation, gamut, vision, vision-severity, state, idiom, palette, locale, subtype, forced-colors,
 * foreground and accent. DYNCOLOR_ERROR_UNKNOWN_NAME if no axis has the number. The text lives as
 * long as the theme and the library. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_name(
    const dyncolor_theme *theme, uint32_t axis, const char **name, dyncolor_error *error);

/* The number of the axis with a name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint32_t *axis,
    dyncolor_error *error);

/* The value that counts where an environment leaves an axis unspecified: the theme's default scheme
 * and palette, standard contrast, base elevation, sRGB, typical vision, the normal state, no forced
 * colors. 0 for other axes, for an axis that does not exist and for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API uint32_t dyncolor_axis_default(const dyncolor_theme *theme, uint32_t axis);

/* How many values an axis has, which are numbered from 1: those that the header lists (201 of
 * contrast), and of palettes, locales, subtypes and the host's axes those that have names. 0 for
 * foreground and accent, whose values are colors, for an axis that does not exist and for NULL.
 * Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_axis_value_count(const dyncolor_theme *theme, uint32_t axis);

/* The name of a value of an axis: the one by which style() asks for it; the empty text if it has
 * none, such as a contrast between the named steps. DYNCOLOR_ERROR_UNKNOWN_NAME for a number
 * that is 0 or beyond dyncolor_axis_value_count. The text lives as long as the theme and the
 * library. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_value_name(
    const dyncolor_theme *theme, uint32_t axis, uint32_t value, const char **name,
    dyncolor_error *error);

/* The number of the value of an axis with a name; of palettes, as dyncolor_palette_find does it.
 *     uint32_t axis, value;
 *     dyncolor_axis_find(theme, "team", &axis, &error);
 *     dyncolor_axis_find_value(theme, axis, "red", &value, &error);
 *     environment.custom[axis - DYNCOLOR_AXIS_CUSTOM] = (uint8_t)value;
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_find_value_n(
    dyncolor_theme *theme, uint32_t axis, const char *name, size_t name_length, uint32_t *value,
    dyncolor_error *error);

/* The number of a locale, for dyncolor_environment.locale and for variants; a name that is new gets
 * the next one, from 1. What the names are, `de` or `zh-Hant`, is the host's business. An
 * expression can ask for it: `if(style(--locale: de): …)`.
 *     uint16_t german;
 *     dyncolor_locale_declare(theme, "de", &german, &error);
 *     dyncolor_environment environment = {.locale = german};
 * DYNCOLOR_ERROR_TOO_MANY_LOCALES when 65,535 have been declared. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_locale_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *locale,
    dyncolor_error *error);

/* The name of a locale; DYNCOLOR_ERROR_UNKNOWN_NAME for a number that the theme never gave out. The
 * text lives as long as the theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_locale_name(
    const dyncolor_theme *theme, uint16_t locale, const char **name, dyncolor_error *error);

/* How many locales there are, numbered from 1. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_locale_count(const dyncolor_theme *theme);

/* The number of the locale with a name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_locale_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *locale,
    dyncolor_error *error);

/* The number of a subtype, a finer kind of device than an idiom, for dyncolor_environment.subtype
 * and for variants, likewise: `if(style(--subtype: foldable): …)`.
 * DYNCOLOR_ERROR_TOO_MANY_SUBTYPES when 255 have been declared. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_subtype_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint8_t *subtype,
    dyncolor_error *error);

/* The name of a subtype, likewise. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_subtype_name(
    const dyncolor_theme *theme, uint8_t subtype, const char **name, dyncolor_error *error);

/* How many subtypes there are, numbered from 1. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_subtype_count(const dyncolor_theme *theme);

/* The number of the subtype with a name. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_subtype_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint8_t *subtype,
    dyncolor_error *error);

/* ---- Built-in palettes ---------------------------------------------------------------------- */

/* Colors of other systems that the library knows, for a theme to load by name and version:
 *
 *   css         4     the 19 system colors of CSS Color 4, as they are where the theme has none of
 *                     its own: AccentColor, Canvas, CanvasText, …
 *   apple       13    of iOS 13 to 18, also for increased contrast: the tints systemRedColor, and
 *                     likewise Orange, Yellow, Green, Mint, Teal, Cyan, Blue, Indigo, Purple,
 *                     Pink, Brown and Gray; labelColor, secondaryLabelColor, and likewise
 *                     tertiary, quaternary and quinary; systemFillColor,
 *                     secondarySystemFillColor, and likewise tertiary and quaternary
 *   apple       26    of iOS 26 and later, by the names by which asset catalogs refer to them: the
 *                     same tints, labels and fills, systemBackgroundColor and its kin,
 *                     separatorColor, linkColor, systemGray2Color to systemGray6Color, …
 *   libadwaita  1.6   the nine accents of GNOME, blue, teal, green, yellow, orange, red, pink,
 *                     purple and slate, as backgrounds, and as blue-standalone, … the same where
 *                     they stand alone, light and dark
 *
 * What a version has never changes. Later versions of the library may know more.
 *     dyncolor_builtin_load(theme, "apple", "13", NULL, 0, NULL, &error);
 *     dyncolor_register_css(theme, "danger", "var(--apple\\/systemRedColor)", NULL, &error);
 */
typedef struct dyncolor_builtin {
  /* Constant texts that live as long as the library. */
  const char *name;
  const char *version;
  const char *description;

  /* How many colors it has. */
  size_t count;
} dyncolor_builtin;

/* The palettes that are built in, one after the other, from 0; DYNCOLOR_ERROR_UNKNOWN_NAME behind
 * the last. Versions of one name come in their order. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_builtin_at(
    size_t index, dyncolor_builtin *builtin, dyncolor_error *error);

/* Registers the colors of a palette that is built in, all or none, in one change; names that are
 * registered are redefined. Without a version (NULL or "", with length 0) it is the newest. Each
 * color has the name `prefix` and its own; with NULL and 0 for the prefix, `name` and a slash
 * before it, and with "" and 0 only its own. If the prefix ends in a slash, the palette before it
 * gets a number. `layer` is the layer that they are registered in. `count`, which may be NULL, gets
 * the number of colors.
 * DYNCOLOR_ERROR_UNKNOWN_NAME if nothing is built in under that name and version, or there is no
 * such layer. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_builtin_load_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *version,
    size_t version_length, const char *prefix, size_t prefix_length, uint16_t layer, size_t *count,
    dyncolor_error *error);

/* ---- Resolving ------------------------------------------------------------------------------ */

/* Resolves a color for an environment. `environment` may be NULL, for {0}.
 * What has been resolved before is found again without a lock, an allocation or a call, within the
 * memory budget, for up to 4,096 environments. The first time takes a short lock, and may call
 * providers. The value was the color's at some instant between call and return. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve(
    dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color, dyncolor_error *error);

/* Resolves a color as a pixel in any layout. `capacity` is the number of bytes at `pixel`; fewer
 * than the layout has are DYNCOLOR_ERROR_BUFFER_TOO_SMALL.
 *     uint32_t word;
 *     dyncolor_resolve_pixel(theme, accent, &dark,
 *                            DYNCOLOR_LAYOUT_ARGB_WORD | DYNCOLOR_LAYOUT_PREMULTIPLIED, &word,
 *                            sizeof word, &error);
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_pixel(
    dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_layout layout, void *pixel, size_t capacity, dyncolor_error *error);

/* Resolves a level of a color, or, with DYNCOLOR_ID_NONE, of the content style, which need not be
 * registered: see dyncolor_register_level_n. It is computed each time. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_level(
    dyncolor_theme *theme, dyncolor_id id, dyncolor_level level,
    const dyncolor_environment *environment, dyncolor_rgba *color, dyncolor_error *error);

/* Resolves `count` colors into pixels that lie `stride` bytes apart, at least the size of one. All
 * are resolved for the same state of the theme. A color that cannot be resolved becomes transparent
 * black.
 *
 * - With `statuses` NULL, the function then fails with the status of the first such color, and the
 *   error's context names it, as `ids[3] of accent`. The pixels are written all the same.
 * - Otherwise `statuses` has room for `count`, each color gets a status of its own, and the
 *   function succeeds.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_list(
    dyncolor_theme *theme, const dyncolor_id *ids, size_t count,
    const dyncolor_environment *environment, dyncolor_layout layout, void *pixels, size_t stride,
    dyncolor_status *statuses, dyncolor_error *error);

/* The row of a color in tables of all colors: rows are numbered from 0, and a color keeps its row
 * as long as its id is valid. Only for ids that a theme gave out. */
#define DYNCOLOR_ROW(id) (((id) >> 12) - 1)

/* How many rows a table of all colors has: one for every id that was ever given out, some of which
 * may be empty. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_theme_rows(const dyncolor_theme *theme);

/* Resolves all colors into a table of `rows` pixels that lie `stride` bytes apart. Rows that are
 * empty, whose color cannot be resolved, or beyond the theme's, become transparent black; rows of
 * the theme beyond `rows` are left out. In layouts of other spaces than sRGB the pixels are what
 * dyncolor_pixels_convert makes of FLOAT4. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_all(
    dyncolor_theme *theme, const dyncolor_environment *environment, dyncolor_layout layout,
    void *pixels, size_t rows, size_t stride, dyncolor_error *error);

/* Resolves all colors for an environment ahead of time, so that dyncolor_resolve finds them. It
 * succeeds also if some cannot be resolved, or the memory budget does not hold them. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_prepare(
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

/* Mixes the colors of two snapshots, row by row, into a table: what a theme looks like on the way
 * from one environment, or from one state of it, to another. `amount` is how much there is of `b`,
 * 0…1; with 0 and 1 the table is what dyncolor_snapshot_copy makes of `a` and of `b`.
 *     for (int frame = 1; frame <= 12; frame++)
 *       dyncolor_snapshot_mix(light, dark, frame / 12.0, DYNCOLOR_LAYOUT_RGBA8, pixels, rows, 4,
 *                             NULL);
 * Colors are mixed in Oklab, premultiplied, as dyncolor_color_mix does it, but most in single
 * precision: components of extended sRGB differ from its by less than 0.00005. A row that is equal
 * in both stays as it is. One that only one of them has a color for comes out of, or goes into,
 * transparency, and keeps its color. Snapshots of two themes are mixed by row, too. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_mix(
    const dyncolor_snapshot *a, const dyncolor_snapshot *b, double amount, dyncolor_layout layout,
    void *pixels, size_t rows, size_t stride, dyncolor_error *error);

/* A hash of what a snapshot shows: of each row the color, or the status of why there is none. It
 * does not depend on ids, on the environment or on the process: what was made from the same colors
 * in the same rows has the same fingerprint. 0 for NULL. Cannot fail. Takes time in proportion to
 * the rows. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_snapshot_fingerprint(const dyncolor_snapshot *snapshot);

/* The generation of the theme at that instant, and the environment. 0 and {0} for NULL; either
 * output may be NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API void dyncolor_snapshot_origin(
    const dyncolor_snapshot *snapshot, uint64_t *generation, dyncolor_environment *environment);

/* ---- Changes -------------------------------------------------------------------------------- */

/* A program that has painted wants to know what to paint again: after a change of the theme, from
 * an observer or by polling; and when its surroundings change, by comparing environments.
 *
 *     static void repaint(dyncolor_theme *theme, const dyncolor_change *change, void *user_data) {
 *       for (size_t i = 0; i < change->count; i++) invalidate(user_data, change->ids[i]);
 *     }
 *
 *     uint64_t observation;
 *     dyncolor_theme_observe(theme, repaint, window, NULL, &observation, &error);
 *     dyncolor_register_hex(theme, "accent", "#c00", NULL, NULL, &error);
 *     dyncolor_theme_unobserve(theme, observation, &error);
 *
 * The last but one calls `repaint` with the id of `accent` and the ids of all colors that refer to
 * it, before it returns.
 *
 * What refers to a color. An alias, a variant, an expression with var(), and a semantic color refer
 * to those that they name, on whatever condition, by id or by name, and to what these refer to.
 * `currentcolor` and `AccentColor` may be any color of the theme, and refer to all. A provider
 * refers to those that it has so far answered with or resolved by dyncolor_context_resolve; if
 * these are more than 8, to all. What else it depends on, it announces by registering the color
 * again.
 *
 * Functions that list ids do so in the order of their rows (see DYNCOLOR_ROW). They write the ids
 * and, to `count`, how many there are; with room for fewer than that the status is
 * DYNCOLOR_ERROR_BUFFER_TOO_SMALL, and only `count` is written. Room for dyncolor_theme_rows ids is
 * always enough, as long as the theme does not grow meanwhile. `ids` may be NULL if `capacity` is
 * 0. */

/* The colors whose values differ between two environments, or have no value for different reasons,
 * all for the theme as it is at one instant. `a` and `b` may be NULL, for {0}. Only those are
 * resolved that depend on an axis in which the environments differ, as dyncolor_id_axes tells,
 * and providers that were never asked. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_diff(
    dyncolor_theme *theme, const dyncolor_environment *a, const dyncolor_environment *b,
    dyncolor_id *ids, size_t capacity, size_t *count, dyncolor_error *error);

/* The colors whose values may have changed since a generation of the theme: those that were
 * registered, redefined, unregistered or renamed, in the highest layer that has them, and all that
 * refer to them; after a change of the default scheme, of levels, palettes or axes, or of what a
 * name is forwarded to, those that depend on these. Unregistered colors are listed by the ids that
 * they had; a row that was given to another color is listed once, by the id that it has now. It
 * writes the generation to which the list is complete, and with which the next call goes on, to
 * `generation`, which may be NULL.
 *
 *     size_t count;
 *     dyncolor_id ids[1000];
 *     if (dyncolor_theme_generation(theme) != seen &&
 *         dyncolor_theme_changes(theme, seen, ids, 1000, &count, &seen, &error) == DYNCOLOR_OK) ...
 *
 * `since` must be a generation that the theme has had. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_changes(
    const dyncolor_theme *theme, uint64_t since, dyncolor_id *ids, size_t capacity, size_t *count,
    uint64_t *generation, dyncolor_error *error);

/* The colors that two snapshots resolved to different values, or failed to resolve for different
 * reasons: exactly these. Snapshots are compared row by row, also those of different themes; a row
 * that one of them lacks counts as empty there. The ids are those that `b` has for the rows or, if
 * it lacks them, `a`. Takes no lock, and no memory. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_diff(
    const dyncolor_snapshot *a, const dyncolor_snapshot *b, dyncolor_id *ids, size_t capacity,
    size_t *count, dyncolor_error *error);

/* A change that has been published. */
typedef struct dyncolor_change {
  size_t size;

  /* The generation of the theme that the change made. */
  uint64_t generation;

  /* The colors whose values may have changed,
  as dyncolor_theme_changes lists them. There may be none.
   * The list is valid only during the call. */
  const dyncolor_id *ids;
  size_t count;
} dyncolor_change;

/* Told of a change. It is called without a lock held, and may call all functions: resolve, change
 * the theme, begin and end observations, its own included. It may give references to the theme up,
 * the last one, too: the theme lives until it returns. */
typedef void (*dyncolor_observer_function)(
    dyncolor_theme *theme, const dyncolor_change *change, void *user_data);

/* Lets a function be told of every change that is published from now on, once, in the order of
 * their generations: one call of the library that the generation grows with is one change, a batch
 * as well.
 *
 * Who changes the theme tells the observers before its function returns. But only one thread at a
 * time tells: what is changed meanwhile, by another thread or by an observer, it tells afterwards,
 * and the function that made that change returns at once. What a provider changes is told when the
 * outermost provider of its thread has returned. All observers are told of a change, in the order
 * in which they began, before any is told of the next. When they are told, the theme may have
 * changed further.
 *
 * Changing an observed theme takes memory for the news: if it cannot be had, the change fails with
 * DYNCOLOR_ERROR_OUT_OF_MEMORY, and nothing is changed.
 *
 * `observation` is a number for dyncolor_theme_unobserve, never 0. It is written before the
 * function can be called. `destroy`, which may be NULL, is called once, without a lock held: when
 * the observation has ended and no call is in flight, or with the theme, which it then must not use
 * any more. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_observe(
    dyncolor_theme *theme, dyncolor_observer_function observer, void *user_data,
    dyncolor_destroy_function destroy, uint64_t *observation, dyncolor_error *error);

/* Ends an observation. The function is not called any more after this has returned, except for a
 * call in flight on another thread, or around this one; when that is over, or otherwise before this
 * returns, the user data is destroyed. Changes that it has not been told of yet it will not be. An
 * observation that has ended, or never was, is an invalid argument. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_unobserve(
    dyncolor_theme *theme, uint64_t observation, dyncolor_error *error);

/* ---- Explaining ----------------------------------------------------------------------------- */

/* How the color of an id came about in an environment: for inspectors, and for whoever wonders.
 *
 *     dyncolor_explanation *explanation;
 *     if (dyncolor_explanation_create(theme, hover, &dark, &explanation, &error) == DYNCOLOR_OK) {
 *       puts(dyncolor_explanation_text(explanation));
 *       dyncolor_explanation_release(explanation);
 *     }
 *
 * prints, for a color that is mixed of `accent`,
 *
 *     hover = #c0e8ff: color-mix(in srgb, var(--accent), #ffffff)
 *       50%: accent = #81d0ff: variant 2 of 2 (dark)
 *       50%: #ffffff
 */

/* What a step tells of. Of the fields of dyncolor_step that are not mentioned, `color` is the value
 * at that step, if there is one, and `status` why there is none. */
typedef enum dyncolor_step_kind {
  /* A color of the theme: `id`, `layer`, `owner`; `detail` is its dyncolor_kind, `count` the
   * dyncolor_level at which it is asked for, `text` its name. `index` is 1 if it has been told
   * about before, and then nothing more is said of it. */
  DYNCOLOR_STEP_KIND_COLOR = 1,

  /* A color that is written there: `text` is its CSS. */
  DYNCOLOR_STEP_KIND_CONSTANT = 2,

  /* The variant that was chosen: `index` of `count`, and what it is for, `scheme` to `vision`; or,
   * if none is for the environment, a `status` and the `count`. */
  DYNCOLOR_STEP_KIND_VARIANT = 3,

  /* Another color is referred to: `id`, which is DYNCOLOR_ID_NONE if there is none of this name;
   * `text` is the name, or empty if it is referred to by its id. `detail` is 1 for --covered():
   * then `id` is the color itself, and the step of a color that follows is its definition in a
   * lower layer. */
  DYNCOLOR_STEP_KIND_REFERENCE = 4,

  /* What to fall back to: of a reference or a palette, because that has led to nothing; or, of a
   * list of colors, `index` of `count`, where `status` is why it was passed over. */
  DYNCOLOR_STEP_KIND_FALLBACK = 5,

  /* A palette is looked in: `index` is its number, `detail` is DYNCOLOR_ORIGIN_ENVIRONMENT, or
   * DYNCOLOR_ORIGIN_THEME for the default palette; `text` is the name that is looked up, and `id`
   * what was found, or DYNCOLOR_ID_NONE. */
  DYNCOLOR_STEP_KIND_PALETTE = 6,

  /* A system color, by the name in `text`; `detail` is the dyncolor_origin that it has here. */
  DYNCOLOR_STEP_KIND_SYSTEM_COLOR = 7,

  /* The color of the content at the level `count`; `detail` is the dyncolor_origin. */
  DYNCOLOR_STEP_KIND_FOREGROUND = 8,

  /* light-dark(): `index` is 0 for the light one, 1 for the dark one. */
  DYNCOLOR_STEP_KIND_SCHEME = 9,

  /* if(): the condition that holds, `index` of `count`, and as text; or, if none does, a `status`
   * and the `count`. */
  DYNCOLOR_STEP_KIND_CONDITION = 10,

  /* A provider: `detail` is the set of axes that it has read so far, `index` 1 if it has answered
   * before, and was not asked again. */
  DYNCOLOR_STEP_KIND_PROVIDER = 11,

  /* A color is made of others: `detail` is a dyncolor_transform, `text` is it in CSS, and what is
   * needed follows, one deeper. `numbers[0]` is, for GRADED, how much there is of the second;
   * `index` is, for BLEND, the dyncolor_blend_mode. */
  DYNCOLOR_STEP_KIND_TRANSFORM = 12,

  /* One of the others, `index` of `count`, begins; `numbers[0]` is its weight in a mix, 0 to 1. */
  DYNCOLOR_STEP_KIND_OPERAND = 13,

  /* Alpha was multiplied, for the dyncolor_level in `detail`, with `numbers[0]`. The color was
   * `before`. */
  DYNCOLOR_STEP_KIND_LEVEL = 14,

  /* The contrast of `before` was `numbers[0]`, `numbers[1]` was wanted, and `numbers[2]` is that of
   * `color`. */
  DYNCOLOR_STEP_KIND_CONTRAST = 15,

  /* The color was `before`, and is brought into the dyncolor_gamut in `detail`. */
  DYNCOLOR_STEP_KIND_GAMUT = 16,

  /* The end: `color` is what is painted; or `status` is why nothing is, and `text` what that is
   * about, as in the context of an error. */
  DYNCOLOR_STEP_KIND_RESULT = 17,

  /* There is more to tell than DYNCOLOR_MAX_STEPS. Only the result follows. */
  DYNCOLOR_STEP_KIND_MORE = 18,

  DYNCOLOR_STEP_KIND_MAX_ENUM = 0x7fffffff
} dyncolor_step_kind;

/* How one color is made of others. */
typedef enum dyncolor_transform {
  DYNCOLOR_TRANSFORM_MIX = 1,             /* color-mix() */
  DYNCOLOR_TRANSFORM_RELATIVE = 2,        /* oklch(from …), and its like */
  DYNCOLOR_TRANSFORM_ALPHA = 3,           /* alpha() */
  DYNCOLOR_TRANSFORM_CONTRAST_COLOR = 4,  /* contrast-color() */
  DYNCOLOR_TRANSFORM_BLEND = 5,           /* --blend() */
  DYNCOLOR_TRANSFORM_ENSURE_CONTRAST = 6, /* --ensure-contrast() */
  DYNCOLOR_TRANSFORM_FIRST = 7,           /* --first() */
  DYNCOLOR_TRANSFORM_GRADED = 8,          /* a mix of the variants for two contrasts */
  DYNCOLOR_TRANSFORM_MAX_ENUM = 0x7fffffff
} dyncolor_transform;

/* Where a color comes from for which there is a word. */
typedef enum dyncolor_origin {
  DYNCOLOR_ORIGIN_ENVIRONMENT = 1, /* its `foreground`, `accent` or `palette` */
  DYNCOLOR_ORIGIN_THEME = 2,       /* a color of the theme's that has this name */
  DYNCOLOR_ORIGIN_BUILT_IN = 3,    /* what is painted where nothing else is said */
  DYNCOLOR_ORIGIN_MAX_ENUM = 0x7fffffff
} dyncolor_origin;

/* A step. What a kind has no use for is 0, `text` then the empty text. */
typedef struct dyncolor_step {
  uint32_t kind;  /* a dyncolor_step_kind */
  uint32_t depth; /* 0, and one more within each transform */
  int32_t status; /* a dyncolor_status */
  dyncolor_id id;
  uint16_t layer;
  uint16_t owner;
  uint32_t detail;
  uint32_t index;
  uint32_t count;

  /* The environments that a variant is for, as in dyncolor_variant. */
  uint8_t scheme;
  uint8_t contrast;
  uint8_t elevation;
  uint8_t gamut;
  uint8_t idiom;
  uint8_t subtype;
  uint16_t locale;
  uint8_t custom[8];
  uint16_t palette;
  uint8_t state;
  uint8_t vision;
  uint32_t reserved; /* 0 */

  double numbers[3];
  dyncolor_color color;  /* with the space 0 if there is none */
  dyncolor_color before; /* likewise */
  const char *text;      /* lives as long as the explanation; never NULL */
} dyncolor_step;

/* How many steps are told at most. */
#define DYNCOLOR_MAX_STEPS 4096

/* What happened, in the order in which it happened, and as text. Opaque; it never changes, owns its
 * memory and outlives the theme. */
typedef struct dyncolor_explanation dyncolor_explanation;

/* Explains the value that dyncolor_resolve gives in an environment, which may be NULL, for {0}.
 * Succeeds also if there is no value: the last step, which is the result, then tells why. It fails
 * for an id that the theme never gave out, and without memory. It resolves the color, and calls
 * providers as that does: those whose answer is kept are not asked again. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_explanation_create(
    dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_explanation **explanation, dyncolor_error *error);

/* The steps, of which there is at least one. They live as long as the explanation. `count` may be
 * NULL. NULL and 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API const dyncolor_step *dyncolor_explanation_steps(
    const dyncolor_explanation *explanation, size_t *count);

/* The same as text in English, a line for each color that takes part, and what it is made of below
 * it, indented by two spaces. It is for people, and may be worded differently in a later version.
 * It lives as long as the explanation. The empty text for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API const char *dyncolor_explanation_text(const dyncolor_explanation *explanation);

/* Frees an explanation. NULL is harmless. Since 1.0. */
DYNCOLOR_API void dyncolor_explanation_release(dyncolor_explanation *explanation);

/* ---- Images --------------------------------------------------------------------------------- */

/* A theme as bytes, for a file, for another process, or to be compiled into a program: compact,
 * versioned, and checked.
 *     size_t size = 0;
 *     dyncolor_theme_to_image(theme, NULL, 0, &size, NULL);
 *     void *image = malloc(size);
 *     if (dyncolor_theme_to_image(theme, image, size, &size, &error) == DYNCOLOR_OK)
 *       fwrite(image, 1, size, file);
 * and later, of a file that has been read or mapped into memory:
 *     if (dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_BORROWED, &theme,
 *                             &error) == DYNCOLOR_ERROR_BAD_IMAGE)
 *       fprintf(stderr, "damaged at byte %zu\n", error.offset);
 *
 * An image holds all that is registered, with its names, layers, owners and notes, in the rows
 * that it has, what was declared or forwarded, and the defaults; but not what has been resolved. It
 * has no providers, which are functions: a color that a provider makes is in it as if its name had
 * only been declared, or as what its lower layers say, until a provider is registered again. One
 * without a name is lost.
 *
 * The theme that is made of an image has other ids, as every theme does, but the same rows, and,
 * where there are no providers, the same fingerprint; and so have its snapshots. As long as nothing
 * changes, images of a theme are the same, byte for byte. The format has a version of its own, 1:
 * an image of another is DYNCOLOR_ERROR_BAD_IMAGE, at offset 8. */

/* What becomes of the bytes that a theme is made of. */
typedef enum dyncolor_image_memory {
  /* They are copied, and may be changed and freed once the function has returned. They may lie
   * anywhere. */
  DYNCOLOR_IMAGE_MEMORY_COPIED = 1,

  /* Names and expressions are used where they lie: the bytes must neither change nor go away until
   * the theme is freed, which is when its last reference is released. They must be aligned to 8
   * bytes. */
  DYNCOLOR_IMAGE_MEMORY_BORROWED = 2,
  DYNCOLOR_IMAGE_MEMORY_MAX_ENUM = 0x7fffffff
} dyncolor_image_memory;

/* Writes an image of a theme, as it is at one instant, and its size. `image` has room for
 * `capacity` bytes, and `size` may be NULL; with too little room the status is
 * DYNCOLOR_ERROR_BUFFER_TOO_SMALL, and only `size` is written. Takes time in proportion to the
 * theme, and, for a theme of many colors, memory of the size of the image. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_to_image(
    dyncolor_theme *theme, void *image, size_t capacity, size_t *size, dyncolor_error *error);

/* Makes a theme of an image of `size` bytes, with one reference; its generation is 1. `options` may
 * be NULL, and are as with dyncolor_theme_create; a default scheme among them takes the place of
 * the one that was saved.
 *
 * The bytes may be anything. All of them are checked, each number and each expression; what is not
 * good is DYNCOLOR_ERROR_BAD_IMAGE with the offset. (The checksum among them is against accidents;
 * it keeps nobody from forging a good image.) Time and memory are in proportion to the size.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_from_image(
    const dyncolor_theme_options *options, const void *image, size_t size,
    dyncolor_image_memory memory, dyncolor_theme **theme, dyncolor_error *error);

/* ---- Theme files: loading -------------------------------------------------------------------- */

/* What people already have, and what they want to have: formats of files with colors in them. */
typedef enum dyncolor_format {
  /* Asset catalogs: a .xcassets folder, a folder with several of them, or a single .colorset.
   *
   * Read: each color set is a color, and the names of groups that are namespaces stand before its
   * own, as in `Night/text`; those are palettes. Idioms, light and dark, high contrast, gamuts,
   * subtypes and locales are conditions of variants, and an empty slot leaves its place to what
   * fits next. Text in hexadecimal digits, or an integer, is a 255th part; text with a point is
   * rounded to a float, as Xcode's compiler does; a JSON number is itself. A bare "1" is 1/255,
   * but as an alpha, or beside another channel that has a point, it is 1, which is a warning. A
   * reference to a color of the system is `var(--apple\/systemBlueColor, …)`, which falls back to
   * the built-in palette `apple`, and of a name that has not, with a warning, to a gray.
   *
   * Written: as Xcode writes it, variants as they are. What depends on something that catalogs
   * have no words for is written for light and dark, both contrasts, screens of Display P3 and the
   * idioms it names, as far as those differ. A name that no folder can have gets another; the
   * color set says which it was, and it is read again as that. */
  DYNCOLOR_FORMAT_ASSET_CATALOG = 1,

  /* Design tokens as of DTCG 2025.10: .tokens and .tokens.json files, a folder of them, or a
   * .resolver.json, whose modifiers become axes of the environment.
   *
   * Read: each token that is a color, by its path, as in `color/blue/100`; the `$root` of a group
   * has the name of the group. Aliases and a `$ref` to a whole token are references, so that they
   * follow what becomes of it; a `$ref` into a value, and into other files of the folder, is
   * followed once. What a group takes over by `$extends` refers to where it stands. Types and
   * deprecations are those of groups where tokens have none, and `$extensions` become the color's
   * annotation. Tokens of other types are left out.
   *
   * A modifier whose contexts are all made of words such as light, dark, hc, high-contrast, p3 or
   * tv (`dark-hc`, `lightHighContrast`, and one `default`) is bound to the axes that every
   * environment has; any other is an axis of the host's, whose values are its contexts, the default
   * first. If only some contexts of a modifier are made of such words, it is an axis of the host's,
   * and as long as an environment has no value of that axis, these contexts follow the built-in
   * axes as well: of light, dark and dim, dark applies in a dark scheme unless the axis says
   * otherwise. A note tells how each modifier and each mode was bound. One theme so has all
   * permutations:
   *     {"resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"}], "sets": {
   *      "base": {"sources": [{"$ref": "base.tokens.json"}]}}, "modifiers": {"theme": {"contexts":
   *      {"light": [], "dark": [{"$ref": "dark.tokens.json"}]}}}, "version": "2025.10"}
   * A context in which a color has no token leaves it without a value.
   *
   * With a warning: colors as CSS, missing types of what can be nothing but a color, the `value`
   * and `type` of Style Dictionary; and, where no resolver is read, the modes of Terrazzo 1 and of
   * Primer, and its alpha beside values. Modes bind as contexts do; the others are values of an
   * axis `mode`.
   *
   * Written, by the path:
   * - .tokens or .tokens.json: one file of tokens, each with its value by default. Colors that have
   *   other values are NOT_EXACT.
   * - .resolver.json, any other .json, or memory: one file, a resolver that contains the tokens.
   * - any other path: a folder with a resolver, and in `tokens` a file with what is so everywhere
   *   and one for each appearance with what differs.
   * What tokens have no word for is there as what it comes to, with CSS that says it exactly under
   * the extension `org.dyncolor`, from which it is read again. */
  DYNCOLOR_FORMAT_DESIGN_TOKENS = 2,

  /* Style sheets: the custom properties of CSS, and GTK's @define-color. */
  DYNCOLOR_FORMAT_STYLE_SHEET = 3,

  /* JSON of the obvious kind: names of colors, and what they are. */
  DYNCOLOR_FORMAT_JSON = 4,

  /* Schemes of base16 and base24. They can be read only. */
  DYNCOLOR_FORMAT_BASE16 = 5,

  /* Color schemes of KDE: .colors. */
  DYNCOLOR_FORMAT_KDE = 6,

  /* The following can be written only. A style sheet for Tailwind 4. */
  DYNCOLOR_FORMAT_TAILWIND = 7,

  /* Style sheets for any GTK 4: a folder with gtk.css and gtk-dark.css. */
  DYNCOLOR_FORMAT_GTK = 8,

  /* The same as one file, for GTK 4.20 and later. */
  DYNCOLOR_FORMAT_GTK_MEDIA = 9,

  /* A header in C with a table of all colors for each environment. */
  DYNCOLOR_FORMAT_C_HEADER = 10,

  /* A page in HTML to look at, and a sheet in SVG. */
  DYNCOLOR_FORMAT_PREVIEW = 11,
  DYNCOLOR_FORMAT_SHEET = 12,

  /* Palettes of GIMP, which Inkscape, Krita and Aseprite share: .gpl. They can be read, too. */
  DYNCOLOR_FORMAT_GIMP_PALETTE = 13,

  /* Color schemes for terminals: .Xresources and .Xdefaults, .conf of kitty, .toml of Alacritty. */
  DYNCOLOR_FORMAT_XRESOURCES = 14,
  DYNCOLOR_FORMAT_KITTY = 15,
  DYNCOLOR_FORMAT_ALACRITTY = 16,

  DYNCOLOR_FORMAT_MAX_ENUM = 0x7fffffff
} dyncolor_format;

/* Style sheets are read as a browser reads them: what is wrong is skipped as CSS says, with a
 * warning. Each custom property that is a color of the page as a whole (`:root`, `html`, `:host`,
 * `body`, `*`) is a color, whose name has no hyphens at its start: `--Night\/ink` is `Night/ink`.
 * Layers, specificity, order and `!important` decide in each environment which declaration counts:
 *     @media (prefers-color-scheme: dark)    the axes of environments: scheme, contrast, gamut and
 *     @media (prefers-contrast: more)        forced colors
 *     .dark  [data-theme=dark]               the same, if all words are known: light, dark, high,
 *     [data-contrast=high]                   contrast, hc, p3, phone and the like
 *     [data-palette=Winter]                  a palette, which is declared
 *     .theme-sea  [data-team=red]            a value of an axis of the host's: `theme`, `team`
 * One rule for all attributes `data-NAME` decides, in this order: known words describe the
 * environment, values of `data-palette` are palettes, and all others are values of the host's axis
 * NAME. If an environment has a value of such an axis, the attribute has that value, and no other.
 * A dark environment is one in which all that says so holds at once, queries and attributes.
 * References to properties that are colors are kept. Others are replaced by what they come to, so
 * that hsl(var(--bg) / 0.5) is a color if `--bg` is 210 40% 98%. @property and Tailwind's @theme
 * are understood. What is for parts of a page, or depends on what no environment says, is left out
 * with a note. An @import of a relative path that begins with a period or ends in .css is read,
 * from within the folder that is loaded, with its layer and its conditions; a style sheet that
 * imports itself, one that there is not, a package or a URL is a warning. So is a declaration
 * without a semicolon before it, a parenthesis that is not closed, and a value that is no color but
 * begins like one or is a misspelled one. GTK's @define-color with shade(), alpha(), mix(),
 * lighter(), darker() and @references is read as recipes that come to what GTK makes of it. */

/* JSON of the obvious kind is an object of names, each with a color: text in CSS, as for
 * dyncolor_register_css_n; an array of red, green and blue from 0 to 255, and perhaps alpha from 0
 * to 1; or an object of colors for modes, which are `default`, `light`, `dark`, `high-contrast`,
 * `light-high-contrast` and `dark-high-contrast`; or an object that says its color, see below. Any
 * other object is a group, whose colors have its name and a slash before theirs:
 *     {"ink": "black", "paper": {"light": "snow", "dark": [34, 34, 34]},
 *      "button": {"ground": "var(--paper)", "hover": "color-mix(in oklab, var(--paper), gray)"},
 *      "old": {"value": "red", "description": "Not for text.", "deprecated": "Hard to read.",
 *              "replacement": "ink", "extensions": {"com.example": 1}}}
 * The modes may also be outside, {"light": {"ink": …}, "dark": {"ink": …}}. If there are other
 * colors beside them in an object, `light` and `dark` are names as others are.
 *
 * An object says its color in `value` or Tailwind's `DEFAULT`; in `hex`, with or without a number
 * sign; in `color`, unless there are other colors beside it; in `colorSpace` and `components`, as
 * design tokens have them; or in `r`, `g` and `b` or `red`, `green` and `blue`, from 0 to 1, or to
 * 255 if one is greater than 1. What is no color is left out with a note for each key, so that
 * palettes of other programs and color themes of editors can be read; a text that begins like a
 * color, with a number sign or a color function, and is none, is an error, and so is a misspelled
 * color of a mode, and a file without any color. With DYNCOLOR_LOAD_STRICT all of that is an error.
 *
 * Palettes, axes, subtypes and locales are declared at the root, and so is all else that a theme
 * has besides colors:
 *     {"$palettes": ["Night"], "$axes": {"team": ["red", "blue"]}, "$subtypes": ["mac-catalyst"],
 *      "$locales": ["fr"], "$defaultScheme": "dark", "$defaultPalette": "Night",
 *      "$levels": [1, 0.5, 0.25, 0.18, 0.18], "$forwards": {"ground": "paper"}, "$$light": "snow",
 *      "$owners": ["plugin"], "paper": {"value": "snow", "$owner": "plugin"},
 *      "$layers": {"defaults": {"ink": "black"}, "theme": {}, "brand": {}, "user": {}}}
 * The layers come from the lowest to the highest; a new one is declared beneath the one that
 * follows it. Their colors are registered in them, whatever the load's options say, and those at
 * the root in the layer of the options. Behind two dollar signs there is a name, whatever it is. A
 * `name`, a `version`, an `author` and the like at the root are passed over if they are no colors.
 * Comments, commas at the end and JSON5 are read with a warning. A theme that is written is read
 * again as the same, with equal colors (dyncolor_id_equal) of the same names. Only providers are
 * written as they are for light and dark, with and without more contrast, and colors without a name
 * where others refer to them.
 *
 * Schemes of base16 and base24 are read as `base00` to `base0F` or `base17`, from the YAML of old,
 * from that with a `palette`, or from JSON.
 *
 * Color schemes of KDE have names like `Window/BackgroundNormal` for the sets of colors,
 * `WM/activeBackground` and `ColorEffects:Disabled/Color`. What a set has for inactive windows is
 * its color in the state `inactive`. Written is what the colors of such names are in one
 * environment; others are told of. Settings that are no colors are not kept.
 *
 * Palettes of GIMP have a name for each color; one without a name is `color-3` if it is the third,
 * and a name that is taken gets that number behind it. Written are all colors as they are in one
 * environment, without alpha.
 *
 * Color schemes for terminals are written of the colors in one environment whose names say what
 * they are. A name is taken as its words, which end at `/`, `.`, `-`, `_`, spaces, capitals and
 * digits, without `terminal`, `term`, `ansi`, `color`, `colors` and `normal`. What is left is
 *     black  red  green  yellow  blue  magenta (or purple)  cyan  white
 *     the same with `bright` before or behind it
 *     a number from 0 to 15, if `ansi`, `color` or `colors` was left out
 *     foreground, fg or text; background or bg; cursor (or cursor foreground); cursor text (or
 *     cursor background); selection (or selection background); selection text (or selection
 *     foreground)
 * so that `color9`, `bright-red`, `ansi/red/bright` and `terminal.ansiBrightRed` are the same. The
 * first color of such a name counts. Places that are left are those of a base16 or base24 scheme:
 * base00 is the background, base05 the foreground, and base08, 0B, 0A, 0D, 0E and 0C are red to
 * cyan. Colors without a place are told of. */

/* Takes what a host reads for the library, while its function is called. */
typedef struct dyncolor_sink dyncolor_sink;

/* Adds bytes of a file. DYNCOLOR_ERROR_OUT_OF_MEMORY or DYNCOLOR_ERROR_TOO_COMPLEX if there is no
 * room for them; then the load will fail. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_sink_append(
    dyncolor_sink *sink, const void *bytes, size_t size);

/* Adds an entry of a folder: its name alone, and 1 if it is a folder itself, or 0. The order does
 * not matter. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_sink_add_n(
    dyncolor_sink *sink, const char *name, size_t name_length, int is_folder);

/* Files of the host's own, in an archive for instance. Paths have slashes between their names,
 * begin with none, and never have `.` or `..` in them; that of the root is empty. A function
 * returns DYNCOLOR_OK, or a negative status if there is no such file. They are called on the
 * thread that loads, and may call the library.
 *     static dyncolor_status read_entry(void *data, const char *path, dyncolor_sink *sink) {
 *       struct entry *entry = archive_find(data, path);
 *       if (!entry) return DYNCOLOR_ERROR_FILE;
 *       return dyncolor_sink_append(sink, entry->bytes, entry->size);
 *     }
 */
typedef struct dyncolor_files {
  size_t size;
  void *user_data;

  /* Gives all bytes of a file to the sink, in one call of dyncolor_sink_append or several. */
  dyncolor_status (*read)(void *user_data, const char *path, dyncolor_sink *sink);

  /* Gives all entries of a folder to the sink. May be NULL, if no folder is loaded. */
  dyncolor_status (*list)(void *user_data, const char *path, dyncolor_sink *sink);
} dyncolor_files;

/* The initial value of a dyncolor_files; `read` is to be set. */
#define DYNCOLOR_FILES_INIT {sizeof(dyncolor_files), NULL, NULL, NULL}

/* Tells how far a load is: the file that is about to be read, or the color set, and how many colors
 * there are so far. The load goes on if it returns 0; otherwise it ends with
 * DYNCOLOR_ERROR_CANCELLED. */
typedef int (*dyncolor_progress_function)(void *user_data, const char *path, size_t colors);

typedef enum dyncolor_load_flags {
  /* What is read out of leniency is an error, not a warning. So is what is left out because the
   * format has no such thing, which is a note whose status is an error. */
  DYNCOLOR_LOAD_STRICT = 1,

  /* Files may refer to others outside the folder that is loaded, and links are followed. */
  DYNCOLOR_LOAD_ALLOW_OUTSIDE = 2,

  /* Only for dyncolor_watch_create_n: the watch begins also if the files cannot be loaded yet. */
  DYNCOLOR_LOAD_WATCH_ANYWAY = 4,

  DYNCOLOR_LOAD_FLAGS_MAX_ENUM = 0x7fffffff
} dyncolor_load_flags;

/* How to load. Zeros are good, but for `size`:
 *     dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
 *     options.prefix = "web/";
 *     options.prefix_length = 4;
 */
typedef struct dyncolor_load_options {
  size_t size;

  /* A dyncolor_format; 0 where the extension of the name, or else the text, is to say it. */
  uint32_t format;

  /* Bits of dyncolor_load_flags. */
  uint32_t flags;

  /* Where the colors are registered: see "Layers". */
  uint16_t layer;
  uint16_t owner;
  uint32_t reserved;

  /* What is put before all names, also where colors of the files refer to each other. If it ends in
   * a slash, the palette before it gets a number. */
  const char *prefix;
  size_t prefix_length;

  /* The version of the built-in palette `apple` that references of asset catalogs to system colors
   * mean; without one, the newest. */
  const char *system_version;
  size_t system_version_length;

  /* The host's own files, or NULL for those of the system. */
  const dyncolor_files *files;

  /* Called as the load goes on, or NULL. */
  dyncolor_progress_function progress;
  void *progress_user_data;
} dyncolor_load_options;

/* The initial value of a dyncolor_load_options. */
#define DYNCOLOR_LOAD_OPTIONS_INIT \
  {sizeof(dyncolor_load_options), 0, 0, 0, 0, 0, NULL, 0, NULL, 0, NULL, NULL, NULL}

typedef enum dyncolor_severity {
  /* Nobody need do anything. */
  DYNCOLOR_SEVERITY_NOTE = 1,

  /* Something was read out of leniency, or is not used; or cannot be written as it is. */
  DYNCOLOR_SEVERITY_WARNING = 2,

  /* Nothing was loaded because of it. */
  DYNCOLOR_SEVERITY_ERROR = 3,
  DYNCOLOR_SEVERITY_MAX_ENUM = 0x7fffffff
} dyncolor_severity;

/* Something that was found in files, or on writing them. All texts are NUL-terminated, never NULL,
 * and live as long as the report. */
typedef struct dyncolor_finding {
  int32_t severity; /* a dyncolor_severity */
  int32_t status;   /* the dyncolor_status that says what kind of thing it is */

  /* Where in the file, as in a dyncolor_error; 0 where no text is concerned. */
  uint32_t line;
  uint32_t column;
  size_t offset;

  const char *path;    /* of the file, as in a dyncolor_error; empty if it concerns none */
  const char *message; /* what was expected or what is wrong: constant, in English */
  const char *context; /* what varies: a name, a text, a path */
} dyncolor_finding;

/* What was found on loading or writing. */
typedef struct dyncolor_report dyncolor_report;

/* The findings, of which 1,000 are kept at most. Those of a load are sorted: file by file as they
 * were read, and within a file by place; those without a place come last. `count`, which may be
 * NULL, gets their number. NULL and 0 if there are none, or for NULL. They live as long as the
 * report. Since 1.0. */
DYNCOLOR_API const dyncolor_finding *dyncolor_report_findings(
    const dyncolor_report *report, size_t *count);

/* Writes a finding as text for people, as dyncolor_error_format does with an error, with its
 * severity before the message: `theme.css:3:18: warning: …`. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_finding_format_n(
    const dyncolor_finding *finding, const char *source, size_t source_length, char *buffer,
    size_t capacity, size_t *length);

/* How many more there were that were not kept. 0 for NULL. Since 1.0. */
DYNCOLOR_API size_t dyncolor_report_omitted(const dyncolor_report *report);

/* How many colors were loaded or written. 0 for NULL. Since 1.0. */
DYNCOLOR_API size_t dyncolor_report_colors(const dyncolor_report *report);

/* Ends a report. NULL is harmless. Since 1.0. */
DYNCOLOR_API void dyncolor_report_release(dyncolor_report *report);

/* Loads the colors of a file or a folder into a theme: wholly, in one change, or not at all. Names
 * that are registered in the layer are redefined; colors that are the same as before are not
 * touched.
 *     dyncolor_report *report = NULL;
 *     dyncolor_status status = dyncolor_theme_load(theme, "Assets.xcassets", NULL, &report,
 *                                                  &error);
 *     size_t count;
 *     const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
 *     char line[1024];
 *     for (size_t i = 0; i < count; i++)
 *       if (dyncolor_finding_format(&findings[i], NULL, line, sizeof line, NULL) == DYNCOLOR_OK)
 *         fprintf(stderr, "%s\n", line);
 *     dyncolor_report_release(report);
 *
 * `options` may be NULL. `report`, which may be NULL, gets what was found, also if the load fails,
 * unless an argument is invalid or memory runs out; end it with dyncolor_report_release. If the
 * load fails, the status and `error` are those of the first error in the report.
 *
 * Paths within what is loaded lead nowhere else: neither `..` nor symbolic links, unless the flags
 * allow it; the path that is given itself may be anything. No file may have more than 64 MiB, and
 * no load more than 65,536 files: that is DYNCOLOR_ERROR_TOO_COMPLEX.
 *
 * A reference to a color that neither the files nor the theme have is a warning, and so are other
 * names that nobody knows: see dyncolor_theme_check. Colors that refer to themselves are
 * DYNCOLOR_ERROR_CYCLE. A name that comes twice is that of the later color, with
 * a warning. Descriptions, deprecations and annotations of the files become the colors' notes.
 * The file is read without any lock; only the change itself takes one, for a time in proportion to
 * the colors that are loaded. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_load_n(
    dyncolor_theme *theme, const char *path, size_t path_length,
    const dyncolor_load_options *options, dyncolor_report **report, dyncolor_error *error);

/* The same for a file that is in memory. `name` is what findings call it, and its extension may
 * tell its format; it may be NULL with length 0. Other files can be referred to only if the options
 * have the host's. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_load_memory_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const void *bytes, size_t size,
    const dyncolor_load_options *options, dyncolor_report **report, dyncolor_error *error);

/* Finds names in the definitions of colors that nobody knows, which are allowed, since they may be
 * declared later, but are mostly typing errors. Each is a warning with DYNCOLOR_ERROR_UNKNOWN_NAME,
 * whose context names the color and the name, and the known name that is most like it:
 *     warm: taem; did you mean "team"?
 * That is: in style(), axes, values of axes, and palettes that are neither declared nor have a
 * color; var() and --palette() without a fallback, of colors that the theme or its palettes do not
 * have. Colors without a name are not looked at.
 *
 * A load finds the same in what it loads, and moreover conditions of if() that are not known, and
 * objects of JSON in which modes stand beside names that are like modes. With
 * DYNCOLOR_LOAD_STRICT these are errors. `report` gets the findings; end it with
 * dyncolor_report_release. Takes time in proportion to the theme. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_check(
    dyncolor_theme *theme, dyncolor_report **report, dyncolor_error *error);

/* ---- Theme files: writing -------------------------------------------------------------------- */

/* What DYNCOLOR_FORMAT_PREVIEW writes is one file of HTML, which needs no other, and no network. It
 * shows all colors in light and dark, with standard and with more contrast: in groups by their
 * names, palettes side by side, the levels of colors, and how well what is to be read can be read
 * on what it stands on, by WCAG 2.2. Those pairs are what --ensure-contrast() and contrast-color()
 * say, and names by custom, as `on-accent` and `accent`, `card-foreground` and `card`, `viewText`
 * and `viewBackground`. Where scripts run, what is pointed at tells what it is made of and what is
 * made of it, a click copies a value, and a filter, the schemes, palettes and values of the host's
 * axes can be chosen. It can be printed. DYNCOLOR_FORMAT_SHEET writes an image in SVG of the
 * proportions of A4, with the names and values of all colors, light to the left and dark to the
 * right. Colors that sRGB lacks are color(display-p3 …) in both, with the nearest of sRGB for those
 * who do not know that. In both, names are text and nothing else; control characters in them, and
 * what would turn the text around, are shown as U+FFFD. */

/* How many environments can be chosen for what is written. */
#define DYNCOLOR_MAX_WRITTEN_ENVIRONMENTS 256

typedef enum dyncolor_write_flags {
  /* Style sheets, also those for Tailwind, have dark colors for a class `dark` of the page, and not
   * for what its reader prefers. */
  DYNCOLOR_WRITE_CLASSES = 1,

  DYNCOLOR_WRITE_FLAGS_MAX_ENUM = 0x7fffffff
} dyncolor_write_flags;

/* How to write. Zeros are good, but for `size` and, without a path, `format`. */
typedef struct dyncolor_write_options {
  size_t size;

  /* A dyncolor_format; 0 where the extension of the path is to say it. */
  uint32_t format;

  /* Bits of dyncolor_write_flags. */
  uint32_t flags;

  /* What the collection is called, in formats that have a word for that, and what names in C begin
   * with. If it is not said, previews, palettes and schemes have the name of the file, and names in
   * C and resolvers `theme`. */
  const char *name;
  size_t name_length;

  /* The environments of tables in C, and, the first of them, that of a format whose files are for
   * one: KDE's, GIMP's and those for terminals. NULL with 0 for light and dark, and both with more
   * contrast; of formats for one, light. */
  const dyncolor_environment *environments;

  /* Their names, each NUL-terminated, or NULL. */
  const char *const *environment_names;
  size_t environment_count;

  /* A dyncolor_layout with its flags, for tables in C; 0 for floats and words. */
  uint32_t layout;
  uint32_t reserved; /* 0 */
} dyncolor_write_options;

/* The initial value of a dyncolor_write_options. */
#define DYNCOLOR_WRITE_OPTIONS_INIT \
  {sizeof(dyncolor_write_options), 0, 0, NULL, 0, NULL, NULL, 0, 0, 0}

/* Takes a file that was written: its path within the folder, which has no `..` in it, empty if
 * there is only one file; and its bytes, which live as long as the call. A negative status ends the
 * writing. */
typedef dyncolor_status (*dyncolor_file_function)(
    void *user_data, const char *path, const void *bytes, size_t size);

/* Writes all colors of a theme that have names to a path, which need not exist: folders on the way
 * are made. A file, or the folder of a format that has one, is written beside it and takes its
 * place when it is complete and on the disk, so that nobody ever sees a part of it; if that fails,
 * nothing is left and nothing has changed. If the path is a symbolic link, that stays, and what it
 * leads to is replaced; permissions are kept, and the owner, if that is allowed. A device,
 * /dev/stdout of a terminal for instance, is written to as it is.
 *
 * What else is in a folder stays, but for color sets of a folder that ends in `.xcassets`, which
 * are those of the theme in the end. Then the files are replaced one by one, and not the folder. No
 * link within it is followed: a file takes the place of one, and where one stands for a folder that
 * is to be written into, that is DYNCOLOR_ERROR_OUTSIDE.
 *     dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
 *     options.format = DYNCOLOR_FORMAT_TAILWIND;
 *     dyncolor_theme_write(theme, "theme.css", &options, NULL, &error);
 *
 * What a format has no word for, a provider for instance, is written as what comes nearest, and
 * that is a finding with DYNCOLOR_ERROR_NOT_EXACT, and a warning. `report` is as for loading. All
 * colors are those of one instant.
 *
 * Style sheets have a custom property for each color, and keep references, pairs, mixes and
 * relative colors as they are. Where contrast, gamut, a palette or one value of a host's axis make
 * a difference, a rule has what is then different: `@media (prefers-contrast: more)`,
 * `:root[data-palette="Winter"]`, `:root[data-team="red"]`. A color of the palette is `var()` of
 * the palette's color. Of an attribute that is read as something else, `[data-mode="dark"]`
 * for instance, a finding tells. Names that Tailwind, GTK and C cannot have get others in the place
 * of single letters, and a number if there are several. GTK and C get colors that have been
 * resolved. A header has, for a name of `app`, `enum app_color`, `enum app_environment`, and arrays
 * of both: `app_color_floats`, `app_color_bytes` as 0xRRGGBBAA, and `app_color_names` by color. A
 * color that depends on a palette, on an axis of the host's or on another axis of which no
 * environment has a value is there as without one, and NOT_EXACT.
 * With a layout in the options it has `app_color_pixels` in place of the first two arrays: words of
 * 32 bits as `uint32_t`, right on every byte order, and other pixels as arrays of their components.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_write_n(
    dyncolor_theme *theme, const char *path, size_t path_length,
    const dyncolor_write_options *options, dyncolor_report **report, dyncolor_error *error);

/* The same to a function of the host's, which is called for each file when all are written, without
 * any lock. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_write_files(
    dyncolor_theme *theme, const dyncolor_write_options *options, dyncolor_file_function function,
    void *user_data, dyncolor_report **report, dyncolor_error *error);

/* The same to memory, by the two-call rule, for formats of one file: all but asset catalogs and
 * GTK's two files, which are DYNCOLOR_ERROR_UNKNOWN_FORMAT. If the theme changes between the two
 * calls, the text may be longer than it was. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_write_memory(
    dyncolor_theme *theme, const dyncolor_write_options *options, char *buffer, size_t capacity,
    size_t *length, dyncolor_report **report, dyncolor_error *error);

/* ---- Theme files: watching ------------------------------------------------------------------- */

/* A file or a folder that has been loaded, and is loaded again whenever it has changed. */
typedef struct dyncolor_watch dyncolor_watch;

/* Loads the colors of a file or a folder, as dyncolor_theme_load_n does,
and watches it from then on,
 * with all other files and folders that were read for it. No thread is started: the host waits for
 * a descriptor, together with all else that it waits for, and calls dyncolor_watch_pump.
 *     dyncolor_watch *watch = NULL;
 *     if (dyncolor_watch_create(theme, "theme.css", NULL, &watch, NULL, &error) != DYNCOLOR_OK)
 *       return complain(&error);
 *     struct pollfd waiting = {dyncolor_watch_descriptor(watch), POLLIN, 0};
 *     while (poll(&waiting, 1, -1) >= 0)
 *       if (dyncolor_watch_pump(watch, NULL, NULL, &error) != DYNCOLOR_OK) complain(&error);
 *
 * What is watched is the path, not the file that is there now: it may be replaced, deleted and made
 * anew, moved away and back, and so may each folder and each symbolic link on the way to it. A
 * relative path is meant as seen from where the process is now. If the path leads to a folder, what
 * comes to it is loaded as well.
 *
 * Colors that a file has no more are unregistered, if the watch has registered them, in its layer.
 * Those that are the same as before are not touched: observers are told only of what has changed,
 * and in one change. The options are used again for each load, with copies of their texts; files of
 * the host's own cannot be watched. The watch keeps a reference to the theme.
 *
 * If the load fails, so does this, and nothing is watched. With DYNCOLOR_LOAD_WATCH_ANYWAY the
 * watch begins all the same, for files with a mistake in them or that are not there yet: `report`
 * has what was found, and the descriptor is readable at once, so that the first
 * dyncolor_watch_pump reports the mistake as any other. DYNCOLOR_ERROR_FILE also if the system
 * allows the user no more watches: each folder takes one. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_watch_create_n(
    dyncolor_theme *theme, const char *path, size_t path_length,
    const dyncolor_load_options *options, dyncolor_watch **watch, dyncolor_report **report,
    dyncolor_error *error);

/* What to wait for until it is readable, by poll or the like; then there is something to do for
 * dyncolor_watch_pump. It is the watch's: do not read or close it. −1 for NULL. Since 1.0. */
DYNCOLOR_API int dyncolor_watch_descriptor(const dyncolor_watch *watch);

/* Loads again if something has changed. Never waits, and may be called at any time and from any
 * thread, also by observers; while it is at work, other calls of it do nothing. `did_load` gets 1
 * if the theme now has what is in the files, and otherwise 0; `report` what was found, or NULL if
 * nothing was loaded. Both may be NULL.
 *
 * Many changes are one load. An edit that is under way is left to end: what is written to a file
 * counts when the file is closed and nothing has followed for 40 milliseconds, and a file that is
 * gone may come back. But what has rested for a tenth of a second counts as it is, and everything
 * does after two seconds. Files that change while they are read are read again. The descriptor
 * becomes readable when something is due.
 *
 * If the files cannot be loaded any more, because of a mistake in them or because they are gone,
 * the status and `error` are those of the load, once; the theme keeps what was loaded last. As soon
 * as something has changed that could be the remedy, they are loaded again. After
 * DYNCOLOR_ERROR_OUT_OF_MEMORY and DYNCOLOR_ERROR_CANCELLED, and if the system cannot watch the
 * files, the next call tries the same again. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_watch_pump(
    dyncolor_watch *watch, int *did_load, dyncolor_report **report, dyncolor_error *error);

/* Ends a watch: the descriptor is closed, as soon as no pump is at work any more. The colors stay.
 * NULL is harmless. Since 1.0. */
DYNCOLOR_API void dyncolor_watch_release(dyncolor_watch *watch);

/* ---- For providers -------------------------------------------------------------------------- */

/* These take the context that a provider was given, and are for the thread and the time of its
 * call. What the provider reads through them is recorded as what it depends on. */

/* The value of an axis: a dyncolor_axis, or DYNCOLOR_AXIS_CUSTOM + N. An unspecified scheme is the
 * theme's default, an unspecified contrast standard; other axes are 0 where they are unspecified,
 * and for an axis that does not exist. Cannot fail. Since 1.0. */
DYNCOLOR_API uint32_t dyncolor_context_axis(dyncolor_context *context, uint32_t axis);

/* The environment as the resolver was given it. This counts as reading every axis. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_context_environment(
    dyncolor_context *context, dyncolor_environment *environment, dyncolor_error *error);

/* Resolves another color in the same environment. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_context_resolve(
    dyncolor_context *context, dyncolor_id id, dyncolor_rgba *color, dyncolor_error *error);

/* The theme, not retained. NULL for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API dyncolor_theme *dyncolor_context_theme(dyncolor_context *context);

/* ---- Parts and values ------------------------------------------------------------------------ */

/* A resolved color as a color of DYNCOLOR_SPACE_SRGB. NaN and infinity are an error. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_color_from_rgba(
    const dyncolor_rgba *pixel, dyncolor_color *color, dyncolor_error *error) {
  return dyncolor_color_unpack(pixel, sizeof *pixel, DYNCOLOR_LAYOUT_FLOAT4, color, error);
}

/* A color as it is painted: in extended sRGB, with 0 for components that are missing. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_color_to_rgba(
    const dyncolor_color *color, dyncolor_rgba *pixel, dyncolor_error *error) {
  return dyncolor_color_pack(color, DYNCOLOR_LAYOUT_FLOAT4, pixel, sizeof *pixel, error);
}

/* A part that is CSS text, which must stay valid until the call that takes the part. Since 1.0. */
DYNCOLOR_INLINE dyncolor_part dyncolor_part_css(const char *css) {
  dyncolor_part part = {css, 0, DYNCOLOR_ID_NONE, 0, {0, 0, {0, 0, 0}, 0}};
  if (css) part.css_length = DYNCOLOR_NUL_TERMINATED;
  return part;
}

/* A part that is a registered color. Since 1.0. */
DYNCOLOR_INLINE dyncolor_part dyncolor_part_id(dyncolor_id id) {
  dyncolor_part part = {NULL, 0, id, 0, {0, 0, {0, 0, 0}, 0}};
  return part;
}

/* A part that is a value. Since 1.0. */
DYNCOLOR_INLINE dyncolor_part dyncolor_part_color(const dyncolor_color *color) {
  dyncolor_part part = {NULL, 0, DYNCOLOR_ID_NONE, 0, {0, 0, {0, 0, 0}, 0}};
  if (color) part.color = *color;
  return part;
}

/* ---- The same for C strings ------------------------------------------------------------------ */

/* Each function whose name ends in `_n` takes text as a pointer and a length. These take text that
 * ends with a NUL in its place; NULL is no text. They are part of this header, not of the library.
 */

DYNCOLOR_INLINE size_t dyncolor_text_length(const char *text) {
  return text == NULL ? 0 : DYNCOLOR_NUL_TERMINATED;
}

DYNCOLOR_INLINE dyncolor_status dyncolor_error_format(
    const dyncolor_error *error, const char *source, char *buffer, size_t capacity,
    size_t *length) {
  return dyncolor_error_format_n(
      error, source, dyncolor_text_length(source), buffer, capacity, length);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_finding_format(
    const dyncolor_finding *finding, const char *source, char *buffer, size_t capacity,
    size_t *length) {
  return dyncolor_finding_format_n(
      finding, source, dyncolor_text_length(source), buffer, capacity, length);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_layer_register(
    dyncolor_theme *theme, uint16_t layer, const char *name, const dyncolor_part *part,
    dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_layer_register_n(
      theme, layer, name, dyncolor_text_length(name), part, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_color_parse_hex(
    const char *text, dyncolor_space space, double alpha, dyncolor_color *color,
    dyncolor_error *error) {
  return dyncolor_color_parse_hex_n(text, dyncolor_text_length(text), space, alpha, color, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_color_parse(
    const char *text, dyncolor_color *color, dyncolor_error *error) {
  return dyncolor_color_parse_n(text, dyncolor_text_length(text), color, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_environment_from_name(
    const char *name, dyncolor_environment *environment, dyncolor_error *error) {
  return dyncolor_environment_from_name_n(name, dyncolor_text_length(name), environment, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_color(
    dyncolor_theme *theme, const char *name, const dyncolor_color *color, dyncolor_id *id,
    dyncolor_error *error) {
  return dyncolor_register_color_n(theme, name, dyncolor_text_length(name), color, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_pair(
    dyncolor_theme *theme, const char *name, const dyncolor_part *light,
    const dyncolor_part *dark, dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_register_pair_n(theme, name, dyncolor_text_length(name), light, dark, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_hex(
    dyncolor_theme *theme, const char *name, const char *light, const char *dark, dyncolor_id *id,
    dyncolor_error *error) {
  return dyncolor_register_hex_n(theme, name, dyncolor_text_length(name), light,
                                 dyncolor_text_length(light), dark, dyncolor_text_length(dark), id,
                                 error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_variants(
    dyncolor_theme *theme, const char *name, const dyncolor_variant *variants, size_t variant_count,
    dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_register_variants_n(theme, name, dyncolor_text_length(name), variants,
                                      variant_count, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_alias(
    dyncolor_theme *theme, const char *name, dyncolor_id target, dyncolor_id *id,
    dyncolor_error *error) {
  return dyncolor_register_alias_n(theme, name, dyncolor_text_length(name), target, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_semantic(
    dyncolor_theme *theme, const char *name, const char *semantic, const dyncolor_part *fallback,
    dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_register_semantic_n(theme, name, dyncolor_text_length(name), semantic,
                                      dyncolor_text_length(semantic), fallback, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_css(
    dyncolor_theme *theme, const char *name, const char *css, dyncolor_id *id,
    dyncolor_error *error) {
  return dyncolor_register_css_n(theme, name, dyncolor_text_length(name), css,
                                 dyncolor_text_length(css), id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_level(
    dyncolor_theme *theme, const char *name, dyncolor_id base, dyncolor_level level,
    dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_register_level_n(theme, name, dyncolor_text_length(name), base, level, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_fallbacks(
    dyncolor_theme *theme, const char *name, const dyncolor_part *parts, size_t count,
    dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_register_fallbacks_n(theme, name, dyncolor_text_length(name), parts, count, id,
                                       error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_provider(
    dyncolor_theme *theme, const char *name, dyncolor_provider_function provider, void *user_data,
    dyncolor_destroy_function destroy, dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_register_provider_n(theme, name, dyncolor_text_length(name), provider, user_data,
                                      destroy, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_theme_declare(
    dyncolor_theme *theme, const char *name, dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_theme_declare_n(theme, name, dyncolor_text_length(name), id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_id_rename(
    dyncolor_theme *theme, dyncolor_id id, const char *name, dyncolor_error *error) {
  return dyncolor_id_rename_n(theme, id, name, dyncolor_text_length(name), error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_layer_declare(
    dyncolor_theme *theme, const char *name, uint16_t above, uint16_t *layer,
    dyncolor_error *error) {
  return dyncolor_layer_declare_n(theme, name, dyncolor_text_length(name), above, layer, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_layer_find(
    const dyncolor_theme *theme, const char *name, uint16_t *layer, dyncolor_error *error) {
  return dyncolor_layer_find_n(theme, name, dyncolor_text_length(name), layer, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_owner_declare(
    dyncolor_theme *theme, const char *name, uint16_t *owner, dyncolor_error *error) {
  return dyncolor_owner_declare_n(theme, name, dyncolor_text_length(name), owner, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_owner_find(
    const dyncolor_theme *theme, const char *name, uint16_t *owner, dyncolor_error *error) {
  return dyncolor_owner_find_n(theme, name, dyncolor_text_length(name), owner, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_theme_find(
    const dyncolor_theme *theme, const char *name, dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_theme_find_n(theme, name, dyncolor_text_length(name), id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_theme_forward(
    dyncolor_theme *theme, const char *old, const char *name, dyncolor_error *error) {
  return dyncolor_theme_forward_n(theme, old, dyncolor_text_length(old), name,
                                  dyncolor_text_length(name), error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_theme_forwarded(
    const dyncolor_theme *theme, const char *name, const char **current, dyncolor_error *error) {
  return dyncolor_theme_forwarded_n(theme, name, dyncolor_text_length(name), current, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_id_set_description(
    dyncolor_theme *theme, dyncolor_id id, const char *text, dyncolor_error *error) {
  return dyncolor_id_set_description_n(theme, id, text, dyncolor_text_length(text), error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_id_set_deprecation(
    dyncolor_theme *theme, dyncolor_id id, const char *note, dyncolor_id replacement,
    dyncolor_error *error) {
  return dyncolor_id_set_deprecation_n(theme, id, note, dyncolor_text_length(note), replacement,
                                       error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_id_set_annotation(
    dyncolor_theme *theme, dyncolor_id id, const char *json, dyncolor_error *error) {
  return dyncolor_id_set_annotation_n(theme, id, json, dyncolor_text_length(json), error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_palette_declare(
    dyncolor_theme *theme, const char *name, uint16_t *palette, dyncolor_error *error) {
  return dyncolor_palette_declare_n(theme, name, dyncolor_text_length(name), palette, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_palette_find(
    dyncolor_theme *theme, const char *name, uint16_t *palette, dyncolor_error *error) {
  return dyncolor_palette_find_n(theme, name, dyncolor_text_length(name), palette, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_axis_declare(
    dyncolor_theme *theme, const char *name, uint32_t *custom, dyncolor_error *error) {
  return dyncolor_axis_declare_n(theme, name, dyncolor_text_length(name), custom, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_axis_declare_value(
    dyncolor_theme *theme, uint32_t custom, const char *name, uint8_t *value,
    dyncolor_error *error) {
  return dyncolor_axis_declare_value_n(theme, custom, name, dyncolor_text_length(name), value,
                                       error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_axis_find(
    const dyncolor_theme *theme, const char *name, uint32_t *axis, dyncolor_error *error) {
  return dyncolor_axis_find_n(theme, name, dyncolor_text_length(name), axis, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_axis_find_value(
    dyncolor_theme *theme, uint32_t axis, const char *name, uint32_t *value,
    dyncolor_error *error) {
  return dyncolor_axis_find_value_n(
      theme, axis, name, dyncolor_text_length(name), value, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_locale_declare(
    dyncolor_theme *theme, const char *name, uint16_t *locale, dyncolor_error *error) {
  return dyncolor_locale_declare_n(theme, name, dyncolor_text_length(name), locale, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_locale_find(
    const dyncolor_theme *theme, const char *name, uint16_t *locale, dyncolor_error *error) {
  return dyncolor_locale_find_n(theme, name, dyncolor_text_length(name), locale, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_subtype_declare(
    dyncolor_theme *theme, const char *name, uint8_t *subtype, dyncolor_error *error) {
  return dyncolor_subtype_declare_n(theme, name, dyncolor_text_length(name), subtype, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_subtype_find(
    const dyncolor_theme *theme, const char *name, uint8_t *subtype, dyncolor_error *error) {
  return dyncolor_subtype_find_n(theme, name, dyncolor_text_length(name), subtype, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_builtin_load(
    dyncolor_theme *theme, const char *name, const char *version, const char *prefix,
    uint16_t layer, size_t *count, dyncolor_error *error) {
  return dyncolor_builtin_load_n(theme, name, dyncolor_text_length(name), version,
                                 dyncolor_text_length(version), prefix,
                                 dyncolor_text_length(prefix), layer, count, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_sink_add(
    dyncolor_sink *sink, const char *name, int is_folder) {
  return dyncolor_sink_add_n(sink, name, dyncolor_text_length(name), is_folder);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_theme_load(
    dyncolor_theme *theme, const char *path, const dyncolor_load_options *options,
    dyncolor_report **report, dyncolor_error *error) {
  return dyncolor_theme_load_n(theme, path, dyncolor_text_length(path), options, report, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_theme_load_memory(
    dyncolor_theme *theme, const char *name, const void *bytes, size_t size,
    const dyncolor_load_options *options, dyncolor_report **report, dyncolor_error *error) {
  return dyncolor_theme_load_memory_n(theme, name, dyncolor_text_length(name), bytes, size, options,
                                      report, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_theme_write(
    dyncolor_theme *theme, const char *path, const dyncolor_write_options *options,
    dyncolor_report **report, dyncolor_error *error) {
  return dyncolor_theme_write_n(theme, path, dyncolor_text_length(path), options, report, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_watch_create(
    dyncolor_theme *theme, const char *path, const dyncolor_load_options *options,
    dyncolor_watch **watch, dyncolor_report **report, dyncolor_error *error) {
  return dyncolor_watch_create_n(theme, path, dyncolor_text_length(path), options, watch, report,
                                 error);
}

#ifdef __cplusplus
}

/* A format with its flags. In C they are or-ed as they are. */
inline dyncolor_layout operator|(dyncolor_layout a, dyncolor_layout b) {
  return static_cast<dyncolor_layout>(static_cast<int>(a) | static_cast<int>(b));
}
#endif

#endif
