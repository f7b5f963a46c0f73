/*
 * libdyncolor: dynamic colors for C, C++ and every language that can call C.
 *
 * SPDX-License-Identifier: MIT
 *
 * A dynamic color is a color that depends on the environment: on the light or dark scheme, the
 * contrast, the palette, and whatever else your program declares. You register dynamic colors in a
 * theme, and resolve them for an environment:
 *
 *     #include <dyncolor.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       dyncolor_theme *theme = NULL;
 *       dyncolor_id accent;
 *       dyncolor_rgba color;
 *       dyncolor_environment dark = DYNCOLOR_ENVIRONMENT_INIT;
 *       dyncolor_error error = DYNCOLOR_ERROR_INIT;
 *
 *       dark.scheme = DYNCOLOR_SCHEME_DARK;
 *       if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK ||
 *           dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error) != 0 ||
 *           dyncolor_resolve(theme, accent, &dark, &color, &error) != DYNCOLOR_OK) {
 *         char line[1024];
 *         if (dyncolor_error_format(&error, NULL, line, sizeof line, NULL) == DYNCOLOR_OK)
 *           fprintf(stderr, "%s\n", line);
 *         dyncolor_theme_release(theme);
 *         return 1;
 *       }
 *       printf("%g %g %g %g\n", color.r, color.g, color.b, color.a);
 *       dyncolor_theme_release(theme);
 *       return 0;
 *     }
 *
 * Compile it with `cc program.c $(pkg-config --cflags --libs dyncolor)`.
 *
 * This file is the manual and the contract: everything the library promises is written here, and
 * nothing else is promised.
 *
 *
 * CONTENTS
 *
 *    How everything works          rules that hold for all functions
 *  1 Version                       which library is running
 *  2 Status and errors             what failed, where, and as a line to print
 *  3 Text, memory and callbacks    your own allocator; types that other sections use
 *  4 Colors                        values: spaces, hex digits, CSS text
 *  5 Pixels                        colors in the layout that your graphics library wants
 *  6 Environments                  scheme, contrast, palette, ...: what colors depend on
 *  7 Themes                        create, release, defaults
 *  8 Registering                   pairs, variants, CSS, aliases, levels, fallbacks
 *  9 Resolving                     one color, a list, all of them
 * 10 Snapshots                     all colors for one environment, immutable; cross-fades
 * 11 Providers                     colors that your callback computes
 * 12 Palettes                      the same roles in several sets of colors
 * 13 Axes of your own              what else your colors depend on; menus of axes and values
 * 14 Layers                        what covers what: defaults, theme, brand, user
 * 15 Finding                       by name; what a color is made of; equality
 * 16 Notes on colors               descriptions, deprecations, annotations
 * 17 Changes                       what to repaint: observers, polling, differences
 * 18 Explaining                    why a color has the value it has
 * 19 Loading files                 asset catalogs, design tokens, style sheets, JSON, ...
 * 20 Writing files                 the same, and C, Tailwind, GTK, terminals, previews
 * 21 Watching files                live reloading
 * 22 Following the desktop         the user's scheme, contrast, accent color and motion
 * 23 Images                        a theme as bytes
 * 24 Built-in palettes             colors of CSS, Apple and GNOME
 * 25 Calculating with colors       convert, mix, blend; contrast, and text that can be read; lists
 * 26 Deriving                      the dark variants and the contrast that a theme lacks
 * 27 Auditing                      what is hard to read, never chosen, missing or alike
 * 28 Reference: colors in CSS      the whole grammar
 * 29 Reference: file formats       what each format can say, read and written
 * 30 Bodies of the inline functions
 *
 *
 * HOW EVERYTHING WORKS
 *
 * Nouns.
 *
 *   color         a value: a space, three components, alpha
 *   environment   what a color may depend on: scheme, contrast, palette and so on
 *   theme         a registry of dynamic colors
 *   id            a registered color: a function from an environment to a color
 *   snapshot      a theme resolved for one environment
 *   host          the program that uses the library: yours
 *
 * Functions are named dyncolor_<noun>_<verb>. What is used most has no noun:
 * dyncolor_register..., dyncolor_unregister and dyncolor_resolve.... A color is found by its name
 * with dyncolor_theme_find.
 *
 * Status. Every function that can fail returns a dyncolor_status: DYNCOLOR_OK, which is 0, or a
 * negative DYNCOLOR_ERROR_....
 * - A function that fails changes nothing. Its outputs keep the bytes they had, except for those
 *   whose comment says that they are also written on failure: for instance a length or a count that
 *   tells how much room is needed, and the report of a load.
 * - Later versions may add numbers: treat every negative value as a failure. Numbers are never
 *   reassigned.
 * - Details are in the last argument, a `dyncolor_error *`, which may be NULL. It is filled in on
 *   failure and not touched on success.
 * - Five functions have no such argument: dyncolor_environment_set, dyncolor_error_format,
 *   dyncolor_finding_format, dyncolor_sink_append and dyncolor_sink_add. After one of them has
 *   failed, your dyncolor_error still has what an earlier failure wrote.
 * - Any function can fail with DYNCOLOR_ERROR_INVALID_ARGUMENT for its arguments. What needs memory
 *   can fail with DYNCOLOR_ERROR_OUT_OF_MEMORY. This is not repeated at each function.
 *
 * Arguments. No argument, however wrong, crashes the library or your program, as long as pointers
 * that are not NULL point to memory of the size they stand for.
 * - DYNCOLOR_ERROR_INVALID_ARGUMENT is the status for NULL where a value is needed, for an enum
 *   value that is not listed, and for a reserved byte that is not 0. The error's context names the
 *   argument.
 * - An output may be the same object as an input.
 *
 * Numbers. NaN and infinity as arguments are errors. Results are always finite: a result that
 * would overflow becomes the largest finite value of its sign. Color components outside 0 to 1 are
 * legal; they are colors outside the gamut of their space, and are kept. Alpha is 0 to 1.
 *
 * Text that you pass is UTF-8, in a C string. To pass no text, pass NULL.
 * - Each function that takes text has a second form, whose name ends in _n. It takes a pointer and
 *   a length in bytes, and needs no NUL. The library exports these; the plain forms are inline
 *   functions of this header.
 * - In the _n form, the length DYNCOLOR_NUL_TERMINATED means "up to the first NUL". To pass no
 *   text, pass NULL and 0. A length above PTRDIFF_MAX is an invalid argument.
 * - Text is read only during the call.
 * - Keywords are compared without regard to ASCII case, in every locale.
 *
 * Text that you get comes in two ways.
 * - A `const char *` that a function gives you ends with a NUL and belongs to the library. Do not
 *   free it. Each function says how long it lives.
 * - Text that is made for the call goes into your buffer, by the TWO-CALL RULE. You pass the
 *   buffer, its capacity in bytes, and a place for the length. Call with capacity 0 (the buffer may
 *   then be NULL) to get the length; it does not count the NUL. Then call with a capacity of at
 *   least length + 1. If the text does not fit, the status is DYNCOLOR_ERROR_BUFFER_TOO_SMALL, the
 *   buffer is untouched, and the length, the only output written on failure, says what is needed.
 *   So does the error's context, for the whole buffer: `needs 23 bytes`. Text that fits always ends
 *   with a NUL.
 *
 * Structs without a field `size` never change their layout: those that you fill in
 * (dyncolor_color, dyncolor_rgba, dyncolor_environment, dyncolor_part, dyncolor_variant,
 * dyncolor_adjustment, dyncolor_answer, dyncolor_audit_pair), and those that you only read
 * (dyncolor_source, dyncolor_palette_gap, dyncolor_step, dyncolor_finding, dyncolor_builtin,
 * dyncolor_audit_finding, dyncolor_audit_sums). Most have no _INIT macro. Begin with zeros, `= {0}`
 * in C and `= {}` in C++, and then set the fields that you need:
 * in C, `dyncolor_variant variants[3] = {{0}};`, and in C++, `dyncolor_variant variants[3] = {};`.
 * (C++17 has no `{.scheme = ...}`, and g++ -Wextra warns about `{{0}}`.)
 *
 * All other structs begin with `size_t size`. The library sets it in a dyncolor_change. In those
 * that you fill in:
 * - Set it to the sizeof that you compiled with. Each such struct has a macro ending in _INIT that
 *   does this, in C and in C++.
 * - They grow only at their end. Fields that your program does not know count as 0. Fields that
 *   the library does not know must be 0.
 * - A size of 0 is an error, since the fields behind it would be ignored; except in a
 *   dyncolor_error, where it stands for the size in version 1.0.
 * - A text has a field for its length, such as `name_length` for `name`. If the text is not NULL,
 *   a length of 0 is an error, since it has probably been forgotten: set the length, or set it to
 *   DYNCOLOR_NUL_TERMINATED. To pass no text, set the text to NULL and its length to 0.
 *
 * Callbacks come as three arguments: the function, a `void *user_data` that it is given, and a
 * `destroy` function for that data, which may be NULL.
 * - `destroy` is called exactly once for each time that you pass the three, after the last call of
 *   the callback. If the function that takes the three fails, it calls `destroy` before it returns.
 *   It may do so when it succeeds, too: if a name occurs twice in dyncolor_register, for instance,
 *   the first of its definitions is not needed.
 * - A callback must return. Leaving it by longjmp, by a C++ exception or in any other way is
 *   forbidden.
 *
 * Threads. Every function may be called from any thread at any time, unless its comment says
 * otherwise.
 * - Functions on values (all functions on colors and environments) use no state. They are
 *   thread-safe, reentrant and safe in a signal handler, and they never allocate memory.
 * - A theme has one lock. Resolving a color that has been resolved before does not take it, and
 *   neither does finding a name: both never wait.
 * - What takes the lock holds it for less than a millisecond at a time, in a theme of 100,000
 *   colors. Longer work is done in parts, and other threads get the lock between them. All parts
 *   see the theme as it was when the work began.
 * - The exception is a change of many colors at once, because they all take effect together:
 *   dyncolor_register, dyncolor_theme_redefine, a load, dyncolor_layer_clear and
 *   dyncolor_owner_clear. They hold the lock in proportion to the number of colors: about half a
 *   microsecond for each color that is registered or loaded, and a tenth of that for each that is
 *   redefined. If that is too long for you, make several changes of fewer colors.
 * - Saving, writing files, fingerprints and lists start again if names, notes, layers or
 *   declarations change meanwhile. The fourth attempt keeps the lock until it is done.
 *
 * Stack. Every function needs at most 48 KiB of stack, however deeply its input is nested. What
 * your callbacks need comes on top, together with the functions of the library that they call.
 *
 * Processes. After fork(), the child may use values, snapshots, its own themes, and themes that no
 * other thread was using. A theme that another thread had locked stays locked in the child. Use a
 * watch or a desktop only in the process that made it. The library frees nothing when the process
 * exits, so that code which runs then can still use it.
 *
 * The library starts no thread, installs no handler, and prints nothing. It reads no locale, no
 * file and no environment variable unless you ask it to. (If it ever finds an internal error, it
 * writes one line to standard error and aborts. That is a bug: please report it.)
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

/* ---- 1. Version ------------------------------------------------------------------------------ */

/* A library works with every header of the same major version that is not newer than the library.
 * Where it matters, check once at start:
 *
 *     assert(dyncolor_version() >= DYNCOLOR_VERSION);
 */

/* The version of this header. */
#define DYNCOLOR_VERSION_MAJOR 1
#define DYNCOLOR_VERSION_MINOR 0
#define DYNCOLOR_VERSION_PATCH 0
#define DYNCOLOR_VERSION_STRING "1.0.0"

/* A version as one number. A later version is a greater number. */
#define DYNCOLOR_VERSION_ENCODE(major, minor, patch) \
  ((uint32_t)(major) * 1000000u + (uint32_t)(minor) * 1000u + (uint32_t)(patch))
#define DYNCOLOR_VERSION \
  DYNCOLOR_VERSION_ENCODE(DYNCOLOR_VERSION_MAJOR, DYNCOLOR_VERSION_MINOR, DYNCOLOR_VERSION_PATCH)

/* BUILDS WITHOUT FILE FORMATS. A library that was built with the option DYNCOLOR_FORMATS=OFF of
 * CMake exports the same functions and has less than two thirds of the size. What loads, watches,
 * writes and checks files, derives, audits and repairs fails with DYNCOLOR_ERROR_UNSUPPORTED,
 * whatever its arguments. All else is the same.
 *
 *     if (dyncolor_theme_load(theme, "theme.css", NULL, NULL, &error) ==
 *         DYNCOLOR_ERROR_UNSUPPORTED)
 *       dyncolor_register_hex(theme, "paper", "#ffffff", "#1e1e1e", NULL, &error);
 */

/* Returns the version of the running library, encoded. Cannot fail. Since 1.0. */
DYNCOLOR_API uint32_t dyncolor_version(void);

/* Returns the version of the running library as text, such as "1.0.0". The text lives as long as
 * the library. Cannot fail. Since 1.0. */
DYNCOLOR_API const char *dyncolor_version_string(void);

/* ---- 2. Status and errors -------------------------------------------------------------------- */

/* A status says what kind of failure it was. A dyncolor_error says the rest: what was expected,
 * which argument or name it is about, and where in which text.
 *
 *     dyncolor_error error = DYNCOLOR_ERROR_INIT;
 *     char line[1024];
 *     if (dyncolor_register_css(theme, "ink", css, NULL, &error) != DYNCOLOR_OK &&
 *         dyncolor_error_format(&error, css, line, sizeof line, NULL) == DYNCOLOR_OK)
 *       fprintf(stderr, "%s\n", line);
 */

typedef enum dyncolor_status {
  DYNCOLOR_OK = 0,

  /* An argument is NULL, out of its range, not finite, or of an impossible size. */
  DYNCOLOR_ERROR_INVALID_ARGUMENT = -1,

  /* There is not enough memory. */
  DYNCOLOR_ERROR_OUT_OF_MEMORY = -2,

  /* Text does not follow its grammar. The error says where and what was expected. */
  DYNCOLOR_ERROR_SYNTAX = -3,

  /* Text is not UTF-8. The error says where. */
  DYNCOLOR_ERROR_INVALID_UTF8 = -4,

  /* The caller's buffer is too small for the result. */
  DYNCOLOR_ERROR_BUFFER_TOO_SMALL = -5,

  /* Nothing has this name: no color, palette, axis or whatever is looked for. A color that is
   * referred to by name, as by var(), fails with this status. Or there is no name for a value. */
  DYNCOLOR_ERROR_UNKNOWN_NAME = -6,

  /* The color of this id has been unregistered, or was declared and never registered. A color that
   * is referred to by id fails with this status. */
  DYNCOLOR_ERROR_STALE_ID = -7,

  /* The theme never gave out this id: it belongs to another theme, or is made up. The context has
   * the id, as in `id 12345`. */
  DYNCOLOR_ERROR_FOREIGN_ID = -8,

  /* Another color has this name. Or you declare an axis, and its name is that of an axis which
   * every theme has, such as `scheme`. */
  DYNCOLOR_ERROR_NAME_TAKEN = -9,

  /* A color refers to itself. The context names the colors of the cycle. */
  DYNCOLOR_ERROR_CYCLE = -10,

  /* Providers that resolve colors of other providers are nested too deeply. */
  DYNCOLOR_ERROR_TOO_DEEP = -11,

  /* The color has no value in this environment: no variant matches, or the palettes lack it. */
  DYNCOLOR_ERROR_NO_VALUE = -12,

  /* The snapshot was made before the theme gave out the id. */
  DYNCOLOR_ERROR_NOT_IN_SNAPSHOT = -13,

  /* The theme already has DYNCOLOR_MAX_COLORS colors. */
  DYNCOLOR_ERROR_TOO_MANY_COLORS = -14,

  /* The theme already has DYNCOLOR_MAX_CUSTOM_AXES axes of your own. */
  DYNCOLOR_ERROR_TOO_MANY_AXES = -15,

  /* The theme already has DYNCOLOR_MAX_PALETTES palettes. */
  DYNCOLOR_ERROR_TOO_MANY_PALETTES = -16,

  /* A provider failed without a status of its own. */
  DYNCOLOR_ERROR_PROVIDER = -17,

  /* Text is nested more than DYNCOLOR_MAX_NESTING deep, or something exceeds a limit. The error
   * says where. */
  DYNCOLOR_ERROR_TOO_COMPLEX = -18,

  /* Text that must be one color depends on an environment or a theme. The error says where. */
  DYNCOLOR_ERROR_DYNAMIC = -19,

  /* An axis already has 255 named values. */
  DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES = -20,

  /* Bytes are not an image of a theme, or are damaged, or are of another version. The error has the
   * offset. */
  DYNCOLOR_ERROR_BAD_IMAGE = -21,

  /* The theme already has DYNCOLOR_MAX_LAYERS layers. */
  DYNCOLOR_ERROR_TOO_MANY_LAYERS = -22,

  /* The theme already has DYNCOLOR_MAX_OWNERS owners. */
  DYNCOLOR_ERROR_TOO_MANY_OWNERS = -23,

  /* The theme already has 65,535 locales. */
  DYNCOLOR_ERROR_TOO_MANY_LOCALES = -24,

  /* The theme already has 255 subtypes. */
  DYNCOLOR_ERROR_TOO_MANY_SUBTYPES = -25,

  /* A file or a folder cannot be read or written. The error has its path. */
  DYNCOLOR_ERROR_FILE = -26,

  /* A file is in no format that can be read, or the format for writing is not known. */
  DYNCOLOR_ERROR_UNKNOWN_FORMAT = -27,

  /* Your progress callback cancelled the load. */
  DYNCOLOR_ERROR_CANCELLED = -28,

  /* A file refers to another outside the folder that is loaded, or a name leads out of the folder
   * that is written. The context has the path. */
  DYNCOLOR_ERROR_OUTSIDE = -29,

  /* Only of a finding: a format cannot express what a color depends on, so the nearest thing was
   * written. */
  DYNCOLOR_ERROR_NOT_EXACT = -30,

  /* The library was built without what you call: see section 1. */
  DYNCOLOR_ERROR_UNSUPPORTED = -31,

  DYNCOLOR_STATUS_MAX_ENUM = 0x7fffffff
} dyncolor_status;

/* Returns the name of a status, such as "DYNCOLOR_ERROR_SYNTAX". Returns "unknown status" for other
 * numbers, also for those that only your providers return (see section 11). The text lives as long
 * as the library. Cannot fail. Since 1.0. */
DYNCOLOR_API const char *dyncolor_status_name(dyncolor_status status);

/* What went wrong, in detail. You own it, and set its size:
 *
 *     dyncolor_error error = DYNCOLOR_ERROR_INIT;
 *
 * The library writes the fields within `size` and no byte beyond it. It cuts `context` and `path`
 * to the room there is, and never writes `size`. A size of 0 stands for the size in version 1.0, so
 * {0} works, too. */
typedef struct dyncolor_error {
  size_t size;

  /* The dyncolor_status that the function returned. */
  int32_t status;

  /* The place in a text. Lines and columns count from 1; columns count code points. Lines end at
   * LF, CR, CR LF or FF, as in CSS. Both are 0 if the error is not about a text. */
  uint32_t line;
  uint32_t column;

  /* The same place in bytes from the start of the text; or the place in an image. */
  size_t offset;

  /* What is wrong or was expected and, after "; ", what to do about it or what follows from it:
   * constant English text without a full stop. NULL in DYNCOLOR_ERROR_INIT, and never NULL after a
   * failure. The text lives as long as the library. */
  const char *message;

  /* What was found: the name of an argument, a name that is unknown, the text at fault. After an
   * unknown name, a similar one may follow: `Wintr; did you mean "Winter"?`. UTF-8, ends with a
   * NUL, empty if there is nothing to add. */
  char context[256];

  /* The file that it is about, so that `path:line:column` can be opened: the path that you gave
   * and, if that is a folder, a slash and the path within it. A watch makes relative paths
   * absolute. The bytes are those of the file system; they end with a NUL. Empty if no file is
   * concerned. */
  char path[1024];
} dyncolor_error;

/* The initial value of a dyncolor_error. */
#define DYNCOLOR_ERROR_INIT {sizeof(dyncolor_error), 0, 0u, 0u, 0u, NULL, {0}, {0}}

/* Writes an error as a line for people, `path:line:column: message: context`, without the parts
 * that it does not have and without a line feed at the end.
 *
 * The context comes before the first "; " of the message, so that what was found is followed by
 * what to do: `no layer has this name: xyz; declare a new one with dyncolor_layer_declare()`.
 * If the context ends with a question, what to do is in parentheses:
 * `no layer has this name: brnad; did you mean "brand"? (declare a new one with
 * dyncolor_layer_declare())`.
 *
 * If you pass the text that the error is about as `source`, its line, indented by two spaces, and a
 * caret follow:
 *
 *     theme.css:3:16: expected a hexadecimal digit
 *         --ink: #0461bg;
 *                      ^
 *
 * - `source` may be NULL. It is shown only if the line and column, and the offset, point to the
 *   same place in it. Of a long line, the part around the place is shown.
 * - The context is left out where it would repeat the text at the caret, or the path. Control
 *   characters become spaces.
 * - The text follows the two-call rule. `length` may be NULL.
 *
 * Fails only with DYNCOLOR_ERROR_INVALID_ARGUMENT and DYNCOLOR_ERROR_BUFFER_TOO_SMALL. Allocates no
 * memory. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_error_format(
    const dyncolor_error *error, const char *source, char *buffer, size_t capacity,
    size_t *length);
DYNCOLOR_API dyncolor_status dyncolor_error_format_n(
    const dyncolor_error *error, const char *source, size_t source_length, char *buffer,
    size_t capacity, size_t *length);

/* ---- 3. Text, memory and callbacks ----------------------------------------------------------- */

/* Types that other sections use. */

/* The length of a text that ends with a NUL. */
#define DYNCOLOR_NUL_TERMINATED ((size_t)-1)

/* Called once with the user data of a callback, when the library no longer needs it. */
typedef void (*dyncolor_destroy_function)(void *user_data);

/* Your allocator, for dyncolor_theme_options: one function that allocates, resizes and frees.
 *
 *   memory   old_size   new_size   what it does
 *   NULL     0          n          allocates n bytes
 *   p        n          m          resizes, and keeps the bytes that both sizes share
 *   p        n          0          frees, and returns NULL
 *
 * - Memory must be aligned to 16 bytes.
 * - NULL for a `new_size` above 0 means that there is no memory. `memory` is then still valid, and
 *   the library reports DYNCOLOR_ERROR_OUT_OF_MEMORY. Shrinking may fail, too.
 * - Addresses must have at most 48 bits, without a tag in the others. The name of a color at
 *   another address is refused: DYNCOLOR_ERROR_OUT_OF_MEMORY.
 * - It may be called from any thread that calls the library, also while the library holds a lock.
 *   It must not call the library. */
typedef void *(*dyncolor_resize_function)(
    void *user_data, void *memory, size_t old_size, size_t new_size);

/* ---- 4. Colors ------------------------------------------------------------------------------- */

/* A color is a value: a space, three components and alpha. Functions read it from text, write it as
 * text, compare and hash it; section 25 calculates with it.
 *
 *     dyncolor_color color;
 *     char css[DYNCOLOR_COLOR_TEXT_SIZE];
 *     if (dyncolor_color_parse("oklch(70% 0.1 200)", &color, &error) == DYNCOLOR_OK)
 *       dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, css, sizeof css, NULL, NULL);
 */

/* A color space: what the three components of a color mean.
 *
 *   components                            range
 *   red, green, blue; X, Y, Z; gray       0 to 1
 *   hue                                   an angle in degrees
 *   the others of HSL, HWB, HSV, Okhsl    0 to 100, percent as CSS writes it
 *   and Okhsv
 *   lightness of Lab and LCH              0 to 100
 *   chroma of HCT                         from 0 on; 100 % is 100
 *   tone of HCT                           0 to 100
 *   lightness of Oklab and OKLCH          0 to 1
 *
 * Numbers beyond a range are legal: colors outside a gamut, or brighter than white. */
typedef enum dyncolor_space {
  /* Red, green and blue as in CSS `rgb()` and hex text, but from 0 to 1. */
  DYNCOLOR_SPACE_SRGB = 1,

  /* The same primaries, linear in light. */
  DYNCOLOR_SPACE_SRGB_LINEAR = 2,

  /* CSS `display-p3`: a wider gamut, with the transfer function of sRGB. */
  DYNCOLOR_SPACE_DISPLAY_P3 = 3,

  /* The same primaries, linear in light. */
  DYNCOLOR_SPACE_DISPLAY_P3_LINEAR = 4,

  /* CSS `a98-rgb` and `prophoto-rgb`: still wider gamuts. */
  DYNCOLOR_SPACE_A98_RGB = 5,
  DYNCOLOR_SPACE_PROPHOTO_RGB = 6,

  /* CSS `rec2020`: as displays show it, with the transfer function of BT.1886, an exponent of 2.4.
   */
  DYNCOLOR_SPACE_REC2020 = 7,

  /* The same primaries as cameras see them, with the transfer function of BT.2020 itself, which CSS
   * meant earlier. */
  DYNCOLOR_SPACE_REC2020_OETF = 8,

  /* CIE XYZ with the white point D65, and with D50, adapted by Bradford's transform. */
  DYNCOLOR_SPACE_XYZ_D65 = 9,
  DYNCOLOR_SPACE_XYZ_D50 = 10,

  /* Of sRGB: hue, saturation, lightness; hue, whiteness, blackness; hue, saturation, value. */
  DYNCOLOR_SPACE_HSL = 11,
  DYNCOLOR_SPACE_HWB = 12,
  DYNCOLOR_SPACE_HSV = 13,

  /* CIE Lab with the white point D50, and the same as lightness, chroma, hue. */
  DYNCOLOR_SPACE_LAB = 14,
  DYNCOLOR_SPACE_LCH = 15,

  /* Oklab, and the same as lightness, chroma, hue. */
  DYNCOLOR_SPACE_OKLAB = 16,
  DYNCOLOR_SPACE_OKLCH = 17,

  /* Okhsl and Okhsv of Björn Ottosson: HSL and HSV with the even steps of Oklab. A saturation of
   * 100 is the edge of sRGB's gamut. */
  DYNCOLOR_SPACE_OKHSL = 18,
  DYNCOLOR_SPACE_OKHSV = 19,

  /* Gray with the exponent 2.2, in c[0]; the library writes 0 to c[1] and c[2]. A color that is
   * converted to it keeps its luminance. */
  DYNCOLOR_SPACE_GRAY_GAMMA_22 = 20,

  /* The numbers of SRGB and SRGB_LINEAR, but without a gamut: no color is outside. */
  DYNCOLOR_SPACE_EXTENDED_SRGB = 21,
  DYNCOLOR_SPACE_EXTENDED_SRGB_LINEAR = 22,

  /* HCT of Material Design: hue and chroma of CAM16 in its viewing conditions, and tone, which is
   * CIE lightness with the white D65. It describes colors of sRGB. Another color, or a chroma that
   * sRGB does not have at that hue and tone, is converted to the most chromatic color of sRGB that
   * has the hue and the tone. A gray has the chroma 0. */
  DYNCOLOR_SPACE_HCT = 23,

  DYNCOLOR_SPACE_MAX_ENUM = 0x7fffffff
} dyncolor_space;

/* Bits of dyncolor_color.missing. A missing component is CSS's `none`: it counts as 0 where a
 * number is needed, and takes the number of the other color where two are mixed. */
typedef enum dyncolor_missing {
  DYNCOLOR_MISSING_C0 = 1,
  DYNCOLOR_MISSING_C1 = 2,
  DYNCOLOR_MISSING_C2 = 4,
  DYNCOLOR_MISSING_ALPHA = 8,

  /* Not a component, but a mark: the color was written as hex digits, as a name, or as rgb(), hsl()
   * or hwb() without `none`.
   * - CSS mixes two colors with this mark in sRGB unless told otherwise, and all others in Oklab.
   * - The mark does not count when colors are compared.
   * - Only colors of SRGB, HSL and HWB have it. A conversion to another space removes it. */
  DYNCOLOR_LEGACY_NOTATION = 16,

  DYNCOLOR_MISSING_MAX_ENUM = 0x7fffffff
} dyncolor_missing;

/* A color. 40 bytes. The library ignores the number of a missing component, and writes 0 there. */
typedef struct dyncolor_color {
  uint32_t space;   /* a dyncolor_space */
  uint32_t missing; /* bits of dyncolor_missing */
  double c[3];
  double alpha; /* 0 to 1, not premultiplied */
} dyncolor_color;

/* A color ready to be painted: extended sRGB, gamma-encoded, alpha not premultiplied, always
 * finite. Components outside 0 to 1 are colors outside the gamut of sRGB. 16 bytes. */
typedef struct dyncolor_rgba {
  float r, g, b, a;
} dyncolor_rgba;

/* Converts a resolved color to a dyncolor_color of DYNCOLOR_SPACE_SRGB. NaN and infinity are an
 * error.
 *
 * As text, the result is `color(srgb ...)`, since its components need not be whole bytes. For
 * `#000080`, use dyncolor_color_format_hex. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_color_from_rgba(
    const dyncolor_rgba *pixel, dyncolor_color *color, dyncolor_error *error);

/* Converts a color to what is painted: extended sRGB, with 0 for missing components. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_color_to_rgba(
    const dyncolor_color *color, dyncolor_rgba *pixel, dyncolor_error *error);

/* Reads a color from hex digits: rgb, rgba, rrggbb or rrggbbaa, with or without a `#`.
 *
 *     dyncolor_color_parse_hex("f80", DYNCOLOR_SPACE_DISPLAY_P3, 0.5, &color, NULL);
 *
 * - The digits are components of `space`, with ff for 1. It must be a space of red, green and blue.
 * - The alpha of the result is that of the digits, or 1, times `alpha`, which is 0 to 1.
 * - In DYNCOLOR_SPACE_SRGB the color has DYNCOLOR_LEGACY_NOTATION, so it is written as hex again.
 *
 * Fails with DYNCOLOR_ERROR_SYNTAX, and the place, for any other text. White space is not allowed.
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_color_parse_hex(
    const char *text, dyncolor_space space, double alpha, dyncolor_color *color,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_color_parse_hex_n(
    const char *text, size_t length, dyncolor_space space, double alpha, dyncolor_color *color,
    dyncolor_error *error);

/* Writes a color as hex digits: `#rrggbb`, or `#rrggbbaa` if alpha is not ff.
 *
 *     char hex[10];
 *     dyncolor_color_format_hex(&color, DYNCOLOR_SPACE_SRGB, hex, sizeof hex, NULL, NULL);
 *
 * - The color is converted to `space`, which must be one of red, green and blue. Components are cut
 *   to 0 to 1 and rounded to the nearest byte, halves upward. Missing components count as 0.
 * - The text follows the two-call rule; 10 bytes are always enough. `length` may be NULL.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_format_hex(
    const dyncolor_color *color, dyncolor_space space, char *buffer, size_t capacity,
    size_t *length, dyncolor_error *error);

/* Returns 1 if two colors are the same value, otherwise 0.
 *
 * - They are if they have the same space, the same missing components, and equal numbers in the
 *   others. Zero equals minus zero.
 * - The same color in two spaces is not the same value; see dyncolor_color_is_near for that.
 * - Two invalid colors are equal if their numbers are. NaN equals nothing, and NULL equals nothing.
 *
 * Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_color_equal(const dyncolor_color *a, const dyncolor_color *b);

/* Returns a hash of a color: equal colors have equal hashes. 0 for NULL.
 *
 * The hash is the same on every machine and in every process of one version of the library. Another
 * version may have other hashes. Cannot fail. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_color_hash(const dyncolor_color *color);

/* The depth to which parentheses may be nested in text, and arrays and objects in JSON. */
#define DYNCOLOR_MAX_NESTING 64

/* Reads a color in CSS: hex digits, a name, rgb(), oklch(), color(), color-mix() and whatever else
 * CSS Color 4 and 5 have. Section 28 has the whole grammar.
 *
 *     dyncolor_color_parse("oklch(70% 0.1 200)", &color, &error);
 *
 * - The color has the space that it was written in: rgb() gives SRGB, hsl() gives HSL.
 * - Colors written as hex digits, as a name, or as rgb(), hsl() or hwb() without `none` have
 *   DYNCOLOR_LEGACY_NOTATION.
 * - Needs less than 5 KiB of stack if no parentheses are nested, or less than 8 KiB for
 *   --ensure-contrast().
 *
 * Fails with
 * - DYNCOLOR_ERROR_SYNTAX if the text is not a color. The place is that of the first byte that is
 *   wrong, and the message says what could be there.
 * - DYNCOLOR_ERROR_DYNAMIC if only a theme knows the color: light-dark(), var(), if() with media()
 *   or style(), currentcolor, system colors, --level(), --palette(), --variants(), --covered(),
 *   --grade-contrast(), --standalone(), --material(), --scale(). Register such a text with
 *   dyncolor_register_css.
 * - DYNCOLOR_ERROR_TOO_COMPLEX for more than DYNCOLOR_MAX_NESTING nested parentheses, or for a mix
 *   of more than some 150 colors.
 * - DYNCOLOR_ERROR_INVALID_UTF8.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_color_parse(
    const char *text, dyncolor_color *color, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_color_parse_n(
    const char *text, size_t length, dyncolor_color *color, dyncolor_error *error);

/* Reads `count` colors in CSS, as dyncolor_color_parse does.
 *
 * - `lengths` has the length of each text, or is NULL if all texts end with a NUL.
 * - The colors lie `stride` bytes apart, which is at least the size of one.
 * - With `statuses`, which has room for `count`, each text gets a status of its own, and the
 *   function succeeds. The place of a text that is not a color keeps the bytes it had.
 * - With `statuses` NULL, the first text that is not a color fails the call, and nothing is
 *   written. Each text is then read twice.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_parse_list(
    const char *const *texts, const size_t *lengths, size_t count, dyncolor_color *colors,
    size_t stride, dyncolor_status *statuses, dyncolor_error *error);

/* What the text of a color is for. */
typedef enum dyncolor_notation {
  /* For reading it again: dyncolor_color_parse gives an equal color, in the same space, with the
   * same components missing. Numbers have the fewest digits that do this. A color with
   * DYNCOLOR_LEGACY_NOTATION is written as hex digits if its components are whole bytes, and
   * otherwise as rgb(), hsl() or hwb() if these can say exactly its numbers. */
  DYNCOLOR_NOTATION_EXACT = 1,

  /* For showing it, and for comparing it with browsers: CSS Color 4, "Serializing". Legacy colors
   * are rgb() or rgba() with commas, rounded to bytes. Others are color(), lab() and so on, with
   * six digits: color(srgb ...) for a resolved color, see dyncolor_color_format_hex for `#000080`.
   * Spaces that browsers lack are converted to one that they have. */
  DYNCOLOR_NOTATION_BROWSER = 2,

  DYNCOLOR_NOTATION_MAX_ENUM = 0x7fffffff
} dyncolor_notation;

/* Enough bytes for the text of any color, with its NUL. */
#define DYNCOLOR_COLOR_TEXT_SIZE 160

/* Writes a color as CSS.
 *
 *     char css[DYNCOLOR_COLOR_TEXT_SIZE];
 *     dyncolor_color_format(&color, DYNCOLOR_NOTATION_EXACT, css, sizeof css, NULL, NULL);
 *
 * The text follows the two-call rule; DYNCOLOR_COLOR_TEXT_SIZE bytes are always enough. `length`
 * may be NULL. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_format(
    const dyncolor_color *color, dyncolor_notation notation, char *buffer, size_t capacity,
    size_t *length, dyncolor_error *error);

/* Writes `count` colors as CSS.
 *
 * - The colors lie `stride` bytes apart; with a stride of 0 all are the same one.
 * - The texts begin `buffer_stride` bytes apart. Each ends with a NUL.
 *
 * Fails with DYNCOLOR_ERROR_BUFFER_TOO_SMALL if one text does not fit into `buffer_stride` bytes.
 * Nothing is written then. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_format_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_notation notation,
    char *buffer, size_t buffer_stride, dyncolor_error *error);

/* The way around the hue circle from one color to another. */
typedef enum dyncolor_hue {
  DYNCOLOR_HUE_SHORTER = 1,
  DYNCOLOR_HUE_LONGER = 2,
  DYNCOLOR_HUE_INCREASING = 3,
  DYNCOLOR_HUE_DECREASING = 4,
  DYNCOLOR_HUE_MAX_ENUM = 0x7fffffff
} dyncolor_hue;

/* ---- 5. Pixels ------------------------------------------------------------------------------- */

/* A layout says how a color lies in memory, so that it can be passed to a graphics library as it
 * is. It is a format, with flags joined by `|`: also in C++, where this header has an operator for
 * it.
 *
 *     uint32_t pixel;
 *     dyncolor_color_pack(&color, DYNCOLOR_LAYOUT_ARGB_WORD | DYNCOLOR_LAYOUT_PREMULTIPLIED,
 *                         &pixel, sizeof pixel, NULL);
 *
 * Formats of components, in the order in which they lie in memory:
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
 * Formats of one word of 32 bits. The number is the same on machines of every byte order:
 *
 *     ARGB_WORD  0xAARRGGBB          cairo, Qt's QRgb, SkColor, SDL_PIXELFORMAT_ARGB8888, pixels of
 *                                    X11 and Wayland
 *     RGBA_WORD  0xRRGGBBAA          SDL_PIXELFORMAT_RGBA8888, raylib's ColorToInt
 *     ABGR_WORD  0xAABBGGRR          SDL_PIXELFORMAT_ABGR8888, ImGui's ImU32
 *     BGRA_WORD  0xBBGGRRAA          SDL_PIXELFORMAT_BGRA8888
 *
 * Numbers of more than a byte have the byte order of the machine. Pixels need no alignment.
 *
 * Without flags, components are those of sRGB, gamma-encoded, and not multiplied by alpha. Flags:
 *
 *     PREMULTIPLIED  components are multiplied by alpha, as they are encoded; with LINEAR, the
 *                    linear ones. What compositing wants: CAIRO_FORMAT_ARGB32 (ARGB_WORD with this
 *                    flag), Qt's Format_ARGB32_Premultiplied, GTK's default memory format, colors
 *                    of Wayland and XRender. Not with RGB8 and BGR8.
 *     LINEAR         components are linear in light. What a shader wants that writes to a *_SRGB or
 *                    GL_SRGB8_ALPHA8 target, which encodes them, and Blender's COLOR properties.
 *                    Alpha is never encoded.
 *     DISPLAY_P3     components of Display P3; with LINEAR, its linear kind
 *     OKLAB          components l a b of DYNCOLOR_SPACE_OKLAB in the places of r g b; only with
 *                    FLOAT4, HALF4 and DOUBLE4, and perhaps PREMULTIPLIED
 *     OKLCH          components l c h of DYNCOLOR_SPACE_OKLCH, the hue in degrees; only with
 *                    FLOAT4, HALF4 and DOUBLE4, and no other flag
 *
 * How numbers are rounded:
 * - Integers hold 0 to 1 in 255 or 65,535 steps. A component is cut to 0 to 1, multiplied by the
 *   number of steps (with PREMULTIPLIED, also by the exact alpha) as a double, and then rounded
 *   once, halves upward.
 * - HALF4, FLOAT4 and DOUBLE4 also hold components outside 0 to 1. They are rounded once, from the
 *   exact component or product, to the nearest number, halves to even, and cut to the largest
 *   finite number.
 * - Reading divides integers by 255 or 65,535. RGB8 and BGR8 are opaque. With PREMULTIPLIED,
 *   components are divided by alpha, so they may be greater than 1; those of transparent pixels
 *   become 0. An alpha of HALF4, FLOAT4 or DOUBLE4 that is outside 0 to 1 is cut to that range, but
 *   only after the components were divided by it. */
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

/* Writes a color as a pixel.
 *
 * - Missing components, and a missing alpha, count as 0.
 * - `capacity` is the number of bytes at `pixel`.
 *
 * Fails with DYNCOLOR_ERROR_BUFFER_TOO_SMALL if the layout has more bytes. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_pack(
    const dyncolor_color *color, dyncolor_layout layout, void *pixel, size_t capacity,
    dyncolor_error *error);

/* Reads a color from a pixel.
 *
 * - The color has the space of the layout: DYNCOLOR_SPACE_SRGB, or what the flags make of it.
 * - `capacity` is the number of bytes at `pixel`.
 * - Packed again, the color gives the same pixel. Exceptions are premultiplied pixels with a
 *   component greater than their alpha, alphas outside 0 to 1, and the last bit of a premultiplied
 *   DOUBLE4.
 * - NaN and infinity in a pixel are an error.
 *
 * Fails with DYNCOLOR_ERROR_BUFFER_TOO_SMALL if the layout has more bytes. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_unpack(
    const void *pixel, size_t capacity, dyncolor_layout layout, dyncolor_color *color,
    dyncolor_error *error);

/* Writes `count` colors as pixels: all of them, or on failure none.
 *
 * - The colors lie `stride` bytes apart, the pixels `pixel_stride`. With a stride of 0 one color is
 *   written again and again. Other strides are at least the size of a color, and of a pixel.
 * - The pixels may take the place of the colors if both strides are the same.
 * - The error's context names the color that is invalid, as `colors[17]`.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_pack_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_layout layout,
    void *pixels, size_t pixel_stride, dyncolor_error *error);

/* Reads `count` colors from pixels: dyncolor_color_pack_list the other way round. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_unpack_list(
    const void *pixels, size_t pixel_stride, size_t count, dyncolor_layout layout,
    dyncolor_color *colors, size_t stride, dyncolor_error *error);

/* Converts `count` pixels to another layout, also of another space: whole images, with vector
 * instructions.
 *
 *     dyncolor_pixels_convert(image, 4, width * height, DYNCOLOR_LAYOUT_BGRA8, floats, 16,
 *                             DYNCOLOR_LAYOUT_FLOAT4 | DYNCOLOR_LAYOUT_OKLAB, NULL);
 *
 * - With a stride of 0 one pixel is written again and again. Other strides are at least the size of
 *   a pixel. The result may take the place of the pixels if both strides are the same.
 * - Pixels need not be finite: NaN counts as 0, infinity as the greatest float.
 * - It fails only for its arguments.
 *
 * How exact it is:
 * - Bytes are equal, to the bit, to what dyncolor_color_pack makes of what dyncolor_color_unpack
 *   reads. If a float in another space comes within a thousandth of a step to the middle of two
 *   bytes, the result is one of the two bytes.
 * - The following holds for FLOAT4, and before numbers are rounded to HALF4 and RGBA16. If
 *   components are only encoded or decoded, the error is at most a millionth of the component. For
 *   Oklab and linear components it is two millionths, and from Oklab four, of the greatest
 *   component or of 1. Other components are encoded from linear ones, and their error follows from
 *   that of the linear ones. A hue is as exact as its components.
 * - The last bits may differ between processors.
 * - From and to DOUBLE4, pixels are converted one by one, in double precision.
 * - Between layouts of one space, numbers are only rounded. If both are premultiplied, nothing is
 *   divided.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_pixels_convert(
    const void *pixels, size_t stride, size_t count, dyncolor_layout layout, void *converted,
    size_t converted_stride, dyncolor_layout converted_layout, dyncolor_error *error);

/* The most colors that are found in a picture. */
#define DYNCOLOR_MAX_PICTURE_COLORS 128

/* Finds the colors that a picture has most of, at most `wanted`, the most frequent first.
 *
 *     dyncolor_color colors[5];
 *     double shares[5];
 *     size_t found;
 *     dyncolor_pixels_dominant(image, 4, width * height, DYNCOLOR_LAYOUT_RGBA8, colors, shares, 5,
 *                              &found, &error);
 *
 * - `wanted` is from 1 to DYNCOLOR_MAX_PICTURE_COLORS. `colors` has room for as many, and so has
 *   `shares`, which may be NULL. It gets the share of the picture that each color has, 0 to 1.
 * - `found` gets the number of colors. It is less than `wanted` if the picture has fewer.
 * - Pixels with an alpha below one half are left out, and so they have no share. The alpha of
 *   others does not count. Colors are cut to sRGB, and rounded to 8 bits.
 * - A picture with at most DYNCOLOR_MAX_PICTURE_COLORS different colors has these colors.
 *   Otherwise, similar colors are put into that many groups, and the color of a group is the mean
 *   of its pixels.
 * - Of more than 32,768 pixels, only as many are looked at: one of each of 32,768 parts of equal
 *   size. So it takes some 20 milliseconds at most. The same pixels always have the same result.
 * - NaN counts as 0, and infinity as the greatest float. It fails only for its arguments.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_pixels_dominant(
    const void *pixels, size_t stride, size_t count, dyncolor_layout layout,
    dyncolor_color *colors, double *shares, size_t wanted, size_t *found, dyncolor_error *error);

/* Finds the colors of a picture that are the best seeds of a color scheme, at most `wanted`, the
 * best first.
 *
 *     dyncolor_color seed;
 *     size_t found;
 *     if (dyncolor_pixels_seeds(image, 4, width * height, DYNCOLOR_LAYOUT_RGBA8, &seed, 1, &found,
 *                               &error) == DYNCOLOR_OK && found == 1)
 *       dyncolor_register_color(theme, "seed", &seed, NULL, &error);
 *
 * The colors are those of dyncolor_pixels_dominant. They are scored as in Material Design, by the
 * share of the picture that has their hue, and by their chroma in HCT.
 *
 * - Colors are left out if their chroma is below 5, or if at most 1 % of the picture has a similar
 *   hue. So a picture of grays has no seeds, and `found` is 0: take a color of your own then.
 * - The hues of the seeds differ by 90 degrees, or by less, down to 15, if there are fewer than
 *   `wanted` otherwise.
 * - Arguments, limits and time are as for dyncolor_pixels_dominant.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_pixels_seeds(
    const void *pixels, size_t stride, size_t count, dyncolor_layout layout,
    dyncolor_color *seeds, size_t wanted, size_t *found, dyncolor_error *error);

/* ---- 6. Environments ------------------------------------------------------------------------- */

/* An environment says what surrounds a color when it is painted: one value for each axis. 0 means
 * unspecified, so an empty environment leaves everything to the theme's defaults.
 *
 *     dyncolor_environment environment = DYNCOLOR_ENVIRONMENT_INIT;
 *     environment.scheme = DYNCOLOR_SCHEME_DARK;
 *     environment.contrast = DYNCOLOR_CONTRAST_MORE;
 *     dyncolor_resolve(theme, accent, &environment, &color, &error);
 */

/* A registered color, by number. 0 is no color. */
typedef uint32_t dyncolor_id;

#define DYNCOLOR_ID_NONE ((dyncolor_id)0)

/* Light or dark. */
typedef enum dyncolor_scheme {
  DYNCOLOR_SCHEME_UNSPECIFIED = 0,
  DYNCOLOR_SCHEME_LIGHT = 1,
  DYNCOLOR_SCHEME_DARK = 2,
  DYNCOLOR_SCHEME_MAX_ENUM = 0x7fffffff
} dyncolor_scheme;

/* How much contrast the user wants. Contrast is graded: 1 to 201 stand for -100 to 100 percent. */
typedef enum dyncolor_contrast {
  DYNCOLOR_CONTRAST_UNSPECIFIED = 0,
  DYNCOLOR_CONTRAST_LESS = 1,
  DYNCOLOR_CONTRAST_STANDARD = 101,
  DYNCOLOR_CONTRAST_MORE = 201,
  DYNCOLOR_CONTRAST_MAX_ENUM = 0x7fffffff
} dyncolor_contrast;

/* A contrast between the named steps, in percent: -100 is less, 0 is standard, 100 is more. A color
 * that has variants for two steps changes evenly from one to the other. */
#define DYNCOLOR_CONTRAST_PERCENT(percent) ((uint8_t)(101 + (percent)))

/* Whether the surface lies above others, such as a dialog. */
typedef enum dyncolor_elevation {
  DYNCOLOR_ELEVATION_UNSPECIFIED = 0,
  DYNCOLOR_ELEVATION_BASE = 1,
  DYNCOLOR_ELEVATION_ELEVATED = 2,
  DYNCOLOR_ELEVATION_MAX_ENUM = 0x7fffffff
} dyncolor_elevation;

/* The gamut of the display. It chooses variants. If an environment names a gamut, resolved colors
 * are also brought into it, by DYNCOLOR_GAMUT_METHOD_EXACT; they are still extended sRGB. */
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

/* How far that vision deviates, in percent: 0 is typical, 100 is a missing cone. */
#define DYNCOLOR_VISION_SEVERITY_PERCENT(percent) ((uint8_t)(1 + (percent)))

/* The state of the control that is painted. */
typedef enum dyncolor_state {
  DYNCOLOR_STATE_UNSPECIFIED = 0,
  DYNCOLOR_STATE_NORMAL = 1,
  DYNCOLOR_STATE_HOVERED = 2,
  DYNCOLOR_STATE_FOCUSED = 3,
  DYNCOLOR_STATE_PRESSED = 4,
  DYNCOLOR_STATE_SELECTED = 5,
  DYNCOLOR_STATE_INACTIVE = 6, /* its window does not have the focus */
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

/* What a dynamic color may depend on. 32 bytes of plain data without padding: you may copy it,
 * compare it with memcmp and use it as a key.
 *
 * - 0 means unspecified, for each axis. {0} is an environment without any value.
 * - A value that is not listed, and a reserved byte that is not 0, are invalid arguments.
 * - Functions that use an environment or variants with a theme, such as dyncolor_resolve, check the
 *   numbers in it:
 *    - `palette`, `locale` and `subtype` must be numbers that the theme gave out, `foreground` and
 *      `accent` ids that it gave out. Anything else is an invalid argument. The id of a color that
 *      has been unregistered since is allowed.
 *    - A value in `custom` whose axis is not declared is an invalid argument. All values of a
 *      declared axis are allowed, whether or not they have a name.
 *    - The context names the field, as in `environment.palette` or `environment.custom[0]`.
 * - Functions that only make or change environments do not check numbers. */
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

  uint8_t custom[8]; /* your own axes: custom[axis - DYNCOLOR_AXIS_CUSTOM] */
} dyncolor_environment;

/* An environment without any value, for C and C++. */
#define DYNCOLOR_ENVIRONMENT_INIT \
  {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0}, 0, 0, {0, 0, 0, 0, 0, 0, 0, 0}}

/* The axes of environments, by number. The axes that you declare follow, from
 * DYNCOLOR_AXIS_CUSTOM; see section 13. */
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
  DYNCOLOR_AXIS_CUSTOM = 14, /* to 21: your own eight axes */
  DYNCOLOR_AXIS_MAX_ENUM = 0x7fffffff
} dyncolor_axis;

/* Sets one axis of an environment, by the number of the axis: one of dyncolor_axis, or what
 * dyncolor_axis_declare gave.
 *
 *     dyncolor_environment_set(&environment, DYNCOLOR_AXIS_SCHEME, DYNCOLOR_SCHEME_DARK);
 *     dyncolor_environment_set(&environment, season, winter);
 *
 * - 0 makes the axis unspecified.
 * - It does not check whether the axis has the value. The functions that take the environment do.
 *
 * Fails with DYNCOLOR_ERROR_INVALID_ARGUMENT for NULL, for a number that is no axis, and for values
 * that do not fit into the field of the axis (1 byte; 2 for PALETTE and LOCALE, 4 for FOREGROUND
 * and ACCENT). Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_environment_set(
    dyncolor_environment *environment, uint32_t axis, uint32_t value);

/* Returns the value of one axis of an environment, by the number of the axis. 0 if it is
 * unspecified, for a number that is no axis, and for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_INLINE uint32_t dyncolor_environment_get(
    const dyncolor_environment *environment, uint32_t axis);

/* Fills each axis that `child` leaves unspecified with the value of `parent`, as a nested view
 * inherits from the view around it. Each of the eight custom axes counts by itself. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_environment_inherit(
    const dyncolor_environment *child, const dyncolor_environment *parent,
    dyncolor_environment *environment, dyncolor_error *error);

/* A registry of dynamic colors: see section 7, Themes. */
typedef struct dyncolor_theme dyncolor_theme;

/* How dyncolor_environment_adjust changes an axis. */
typedef enum dyncolor_policy {
  /* Sets the value if the axis is unspecified: "dark, unless somebody wants light". */
  DYNCOLOR_POLICY_PREFER = 1,

  /* Sets the value, whatever the axis was. 0 makes the axis unspecified. */
  DYNCOLOR_POLICY_FORCE = 2,

  /* Sets the opposite of what the axis is. The value must be 0.
   * - SCHEME: light and dark change places. ELEVATION and FORCED_COLORS: their two values do.
   * - CONTRAST is mirrored around standard. This lowers the contrast of a person who needs more:
   *   to make a surface stand out, invert the scheme and leave the contrast alone.
   * - An unspecified axis counts as its default: the theme's default scheme and default contrast,
   *   base, none. In a theme whose default contrast is more, an unspecified contrast becomes less.
   * - Other axes have no opposite: DYNCOLOR_ERROR_INVALID_ARGUMENT. */
  DYNCOLOR_POLICY_INVERT = 3,
  DYNCOLOR_POLICY_MAX_ENUM = 0x7fffffff
} dyncolor_policy;

/* A change of one axis. */
typedef struct dyncolor_adjustment {
  uint32_t axis;   /* the number of an axis */
  uint32_t policy; /* a dyncolor_policy */
  uint32_t value;  /* one of the axis */
} dyncolor_adjustment;

/* Changes axes of an environment, one after the other: for an inverted part of a window, or for a
 * wish of the application or the user.
 *
 *     const dyncolor_adjustment tooltip[] = {
 *         {DYNCOLOR_AXIS_SCHEME, DYNCOLOR_POLICY_INVERT, 0},
 *         {DYNCOLOR_AXIS_ELEVATION, DYNCOLOR_POLICY_FORCE, DYNCOLOR_ELEVATION_ELEVATED},
 *     };
 *     dyncolor_environment_adjust(&environment, theme, tooltip, 2, &environment, NULL);
 *
 * - `environment` may be NULL, for an empty one.
 * - `theme` says what the default scheme and the default contrast are, if one that is unspecified
 *   is inverted. This takes a short lock. NULL stands for a new theme: light, standard contrast.
 * - It does not check whether the theme has given out the numbers. The functions that resolve do.
 * - The error's context names the adjustment that is wrong, as `adjustments[1]`.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_environment_adjust(
    const dyncolor_environment *environment, dyncolor_theme *theme,
    const dyncolor_adjustment *adjustments, size_t count, dyncolor_environment *result,
    dyncolor_error *error);

/* Whose words name an appearance. */
typedef enum dyncolor_vocabulary {
  DYNCOLOR_VOCABULARY_APPKIT = 1,
  DYNCOLOR_VOCABULARY_UIKIT = 2,
  DYNCOLOR_VOCABULARY_CSS = 3,
  DYNCOLOR_VOCABULARY_GTK = 4,
  DYNCOLOR_VOCABULARY_MAX_ENUM = 0x7fffffff
} dyncolor_vocabulary;

/* Writes the environment that the name of an appearance stands for, such as "dark" or
 * "Adwaita-dark". These names are known, in any ASCII case:
 *
 *   AppKit   aqua, darkAqua, vibrantLight, vibrantDark, accessibilityHighContrastAqua,
 *            accessibilityHighContrastDarkAqua, accessibilityHighContrastVibrantLight,
 *            accessibilityHighContrastVibrantDark, and the strings behind them,
 *            NSAppearanceNameAqua ... NSAppearanceNameAccessibilityVibrantDark; the catalogs'
 *            NSAppearanceNameSystem and NSAppearanceNameAccessibilitySystem
 *   UIKit    UIUserInterfaceStyleUnspecified, ...Light, ...Dark and unspecified, light, dark;
 *            UIAccessibilityContrastNormal, ...High; UIUserInterfaceLevelBase, ...Elevated; the
 *            catalogs' UIAppearanceAny, ...Light, ...Dark, UIAppearanceHighContrastAny, ...Light,
 *            ...Dark
 *   CSS      of color-scheme: normal, light, dark, `light dark`, `dark light`, only light, only
 *            dark; of prefers-contrast: no-preference, more, less, custom (which is forced colors);
 *            and whole media features: prefers-color-scheme: dark, prefers-contrast: more,
 *            forced-colors: active, color-gamut: p3, ...
 *   GTK      default, prefer-light, prefer-dark, force-light, force-dark; the themes Adwaita,
 *            Adwaita-dark, Adwaita-hc, Adwaita-hc-dark, Default, Default-dark, Default-hc,
 *            Default-hc-dark, HighContrast, HighContrastInverse, and Adwaita:dark, as in GTK_THEME
 *
 * - An axis that the name says nothing about is unspecified.
 * - Vibrancy is a material and not a color: vibrantDark is the same environment as darkAqua.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if the name is not known; it never guesses. If you set
 * `environment` to an empty one before the call, you can go on with that. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_environment_from_name(
    const char *name, dyncolor_environment *environment, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_environment_from_name_n(
    const char *name, size_t length, dyncolor_environment *environment, dyncolor_error *error);

/* Writes the name that a vocabulary has for the scheme and the contrast of an environment.
 *
 *   APPKIT, UIKIT   a string that begins with NS or UI
 *   CSS             a word of color-scheme or prefers-contrast, or the condition
 *                   `(prefers-color-scheme: dark) and (prefers-contrast: more)`
 *   GTK             default, prefer-light, prefer-dark, or a high-contrast theme
 *
 * - The contrast counts as its nearest named step; in the middle between two, as the greater one.
 * - Other axes are ignored.
 * - The text lives as long as the library.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if the vocabulary has no name for the combination. Since
 * 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_environment_to_name(
    const dyncolor_environment *environment, dyncolor_vocabulary vocabulary, const char **name,
    dyncolor_error *error);

/* ---- 7. Themes ------------------------------------------------------------------------------- */

/* A theme is a registry of dynamic colors. A program makes one when it starts, registers its colors
 * in it, and releases it at the end.
 *
 *     dyncolor_theme *theme;
 *     if (dyncolor_theme_create(NULL, &theme, &error) != DYNCOLOR_OK) return 1;
 *     dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error);
 *     dyncolor_resolve(theme, accent, &dark, &color, &error);
 *     dyncolor_theme_release(theme);
 *
 * - A theme is an opaque object with a reference count. Whoever creates or retains it releases it.
 * - All functions on a theme may be called from any thread, at any time, also from a provider.
 * - No opaque object may be used after it has been released. One that is lent for a call, such as
 *   a dyncolor_context, may not be used after that call.
 * - The library does not usually notice such misuse. A library that was built with
 *   DYNCOLOR_CHECKING does: it writes a line to standard error that says which object was misused
 *   and how, and ends the process. To these checks, a theme is still in use as long as a watch of
 *   it exists, and while its provider or observer is being called. */

/* A theme resolved for one environment: an immutable table. Opaque, with a reference count; may be
 * used from any thread. See section 10, Snapshots. */
typedef struct dyncolor_snapshot dyncolor_snapshot;

/* What a theme can hold. A name is at most DYNCOLOR_MAX_NAME bytes of UTF-8 without a NUL. */
#define DYNCOLOR_MAX_COLORS 1048575
#define DYNCOLOR_MAX_PALETTES 65535
#define DYNCOLOR_MAX_CUSTOM_AXES 8
#define DYNCOLOR_MAX_LAYERS 4096
#define DYNCOLOR_MAX_OWNERS 65535
#define DYNCOLOR_MAX_NAME 1023
#define DYNCOLOR_MAX_VARIANTS 4096
#define DYNCOLOR_MAX_BACKGROUNDS 8

/* How deeply providers of a theme may resolve colors of other providers, in one thread. */
#define DYNCOLOR_MAX_DEPTH 64

/* The options of a new theme. In each field, 0 or NULL stands for the default.
 *
 *     dyncolor_theme_options options = DYNCOLOR_THEME_OPTIONS_INIT;
 *     options.default_scheme = DYNCOLOR_SCHEME_DARK;
 *     dyncolor_theme_create(&options, &theme, &error); */
typedef struct dyncolor_theme_options {
  size_t size;

  /* The allocator of all memory of the theme, and of everything that the theme hands out. NULL for
   * the C heap. */
  dyncolor_resize_function resize;
  void *resize_user_data;

  /* How many bytes cached colors may take, for all environments together; 0 for 32 MiB. When the
   * budget is used up, the environments that are used least are evicted. The last four tables that
   * were made for snapshots or by dyncolor_resolve_all do not count. They are kept until the next
   * change. */
  size_t memory_budget;

  /* The dyncolor_scheme of an environment that leaves it unspecified; 0 for light. */
  uint32_t default_scheme;
  uint32_t reserved; /* 0 */
} dyncolor_theme_options;

#define DYNCOLOR_THEME_OPTIONS_INIT {sizeof(dyncolor_theme_options), NULL, NULL, 0, 0, 0}

/* Creates an empty theme with one reference. `options` may be NULL. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_create(
    const dyncolor_theme_options *options, dyncolor_theme **theme, dyncolor_error *error);

/* Adds a reference to a theme, and returns the theme. NULL gives NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API dyncolor_theme *dyncolor_theme_retain(dyncolor_theme *theme);

/* Removes a reference from a theme. NULL is allowed, and does nothing.
 *
 * - The last reference frees the theme, and calls the destroy functions of its providers. These
 *   must not use the theme any more.
 * - A provider, and a destroy function that is called while a function works on the theme, must not
 *   release the last reference to it.
 *
 * Cannot fail. Since 1.0. */
DYNCOLOR_API void dyncolor_theme_release(dyncolor_theme *theme);

/* Returns the generation of a theme: the number of its published changes.
 *
 * It grows with each successful call that changes which colors there are or what they resolve to,
 * and with each that declares a new axis, value, locale, subtype, or palette without colors. It
 * does not grow when a color, a layer or an owner is declared, nor when a palette that already has
 * colors is declared, or is looked up for the first time, although it then gets a number (see
 * section 12). A program that polls it calls dyncolor_theme_changes to learn what has changed.
 * Returns 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_theme_generation(const dyncolor_theme *theme);

/* Returns a hash of everything that is registered in a theme.
 *
 * - It covers all layers: names and forwarded names, recipes, owners, declared palettes, axes with
 *   the names of their values, layers in their order, notes and defaults. A palette that has colors
 *   is covered by their names, whether it is declared or not.
 * - The same registrations give the same fingerprint in every theme and every process of one
 *   version of the library. With providers, this is so only if their addresses are the same.
 * - It takes time in proportion to the theme.
 *
 * Returns 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_theme_fingerprint(const dyncolor_theme *theme);

/* Sets the five opacities of levels: the factors by which the alpha of a color is multiplied (see
 * dyncolor_register_level).
 *
 * `opacities` has five numbers in 0…1. The first one must be 1, since the primary level is the
 * color itself. NULL restores the defaults: 1, 0.5, 0.25, 0.18 and 0.18. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_level_opacities(
    dyncolor_theme *theme, const double *opacities, dyncolor_error *error);

/* Writes the five opacities of levels. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_level_opacities(
    const dyncolor_theme *theme, double *opacities, dyncolor_error *error);

/* Sets the theme's default scheme: that of environments that leave the scheme unspecified. To read
 * it, call dyncolor_axis_default. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_default_scheme(
    dyncolor_theme *theme, dyncolor_scheme scheme, dyncolor_error *error);

/* Sets the theme's default contrast: that of environments that leave the contrast unspecified. It
 * is a dyncolor_contrast, or a step between, and standard in a new theme. To read it, call
 * dyncolor_axis_default.
 *
 * Everything that asks for the contrast follows it: variants, conditions, levels of the content
 * style, dyncolor_context_axis, and DYNCOLOR_POLICY_INVERT.
 *
 * It is for what the user of a program wants, so neither images, files nor fingerprints have it.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_default_contrast(
    dyncolor_theme *theme, uint8_t contrast, dyncolor_error *error);

/* ---- 8. Registering -------------------------------------------------------------------------- */

/* Registering gives a theme a color: a value, CSS text, a table of variants, or something made of
 * other colors. The id that you get back is what you resolve later.
 *
 *     dyncolor_id accent, link;
 *     dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error);
 *     dyncolor_register_css(theme, "hover", "color-mix(in oklab, var(--accent) 80%, white)", NULL,
 *                           &error);
 *     dyncolor_register_alias(theme, "link", accent, &link, &error);
 *
 * Names and ids:
 * - A registered color has an id. Other colors refer to it by its id, or by its name if it has one.
 * - In the functions below, `name` may be NULL for a color without a name; it must not be empty.
 *   `id` may be NULL.
 * - A name belongs to one id until the color is renamed. Registering the name again redefines the
 *   color. Its id stays the same, so all colors that refer to it follow. What another layer has for
 *   the name does not change: see section 14, Layers.
 * - Unregistering makes the id stale. Registering the name again makes the same id valid again.
 * - The id of a color without a name is never valid again after that color has been unregistered.
 *   The place that the color had in tables of all colors, its row (see DYNCOLOR_ROW), may be given
 *   to another color, which gets another id.
 *
 * Changes:
 * - A change is complete when its function returns, for all threads: whatever begins to resolve
 *   afterwards sees it. A batch (dyncolor_register) is published as one change.
 * - Registering a color as what it already is in that layer changes nothing: the generation stays
 *   the same, and no observer is called. There are two exceptions. A provider counts as changed
 *   each time, since only the host knows what it depends on; and so does each color of
 *   dyncolor_theme_redefine.
 * - The dyncolor_register_... functions register one color in the theme's own layer, except
 *   dyncolor_register_material and dyncolor_register_scale. For other layers, see
 *   dyncolor_layer_register; for many colors at once, dyncolor_register. */

/* A color as a part of another: CSS text, a registered color, or a value.
 *
 *     dyncolor_part light = dyncolor_part_css("white"), dark = dyncolor_part_id(night);
 *     dyncolor_register_pair(theme, "paper", &light, &dark, &paper, &error);
 *
 * Set one of the three, and leave the others 0. The functions dyncolor_part_css, dyncolor_part_id
 * and dyncolor_part_color do that.
 *
 * - CSS text is whatever dyncolor_register_css reads. It may depend on the environment and on other
 *   colors. It is read only during the call.
 * - A registered color is resolved in the same environment, so a part may be a dynamic color.
 * - Parts that are values or registered colors cost nothing: resolving is as fast as if there were
 *   only values.
 * - If a part is wrong, the context of the error names it (`light`, `dark`, `part`, `fallback`,
 *   `parts[2]` or `variants[3].part`). If the mistake is in its text, the text or the wrong word
 *   comes first, as in `bluue, in variants[3].part; did you mean "blue"?`. The context names a
 *   wrong condition of a variant as `variants[2].custom[1]`. */
typedef struct dyncolor_part {
  const char *css;
  size_t css_length;
  dyncolor_id id;
  uint32_t reserved; /* 0 */
  dyncolor_color color;
} dyncolor_part;

/* Returns a part that is CSS text. The text must stay valid until the call that takes the part.
 * Cannot fail. Since 1.0. */
DYNCOLOR_INLINE dyncolor_part dyncolor_part_css(const char *css);

/* Returns a part that is a registered color. Cannot fail. Since 1.0. */
DYNCOLOR_INLINE dyncolor_part dyncolor_part_id(dyncolor_id id);

/* Returns a part that is a value. Cannot fail. Since 1.0. */
DYNCOLOR_INLINE dyncolor_part dyncolor_part_color(const dyncolor_color *color);

/* Registers a color that is the same in every environment. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_color(
    dyncolor_theme *theme, const char *name, const dyncolor_color *color, dyncolor_id *id,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_color_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_color *color,
    dyncolor_id *id, dyncolor_error *error);

/* Registers a light and a dark color from hex text in sRGB.
 *
 *     dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error);
 *
 * `dark` may be NULL; then the color is the light one everywhere. When the color is written as CSS
 * or to a file, it is written in hex digits again. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_hex(
    dyncolor_theme *theme, const char *name, const char *light, const char *dark, dyncolor_id *id,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_hex_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *light,
    size_t light_length, const char *dark, size_t dark_length, dyncolor_id *id,
    dyncolor_error *error);

/* Registers a light and a dark color, both of which may be dynamic themselves.
 *
 * `dark` may be NULL; then the color is the light one everywhere. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_pair(
    dyncolor_theme *theme, const char *name, const dyncolor_part *light,
    const dyncolor_part *dark, dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_pair_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_part *light,
    const dyncolor_part *dark, dyncolor_id *id, dyncolor_error *error);

/* Registers a color that is written in CSS. It may depend on the environment and on other colors.
 *
 *     dyncolor_register_css(theme, "paper", "light-dark(white, #1d1d20)", NULL, &error);
 *     dyncolor_register_css(theme, "text", "contrast-color(var(--paper))", NULL, &error);
 *     dyncolor_register_css(theme, "label", "--ensure-contrast(gray, on var(--paper), 4.5)", NULL,
 *                           &error);
 *     dyncolor_register_css(theme, "night", "var(--Night\\/accent, var(--text))", NULL, &error);
 *
 * - It reads whatever dyncolor_color_parse reads, and var(), light-dark(), if(), system colors and
 *   more, alone or inside of other functions. Section 28, Reference: colors in CSS, lists it all.
 * - var() looks a color up when it is resolved. That color may be registered later, and redefined
 *   at any time.
 * - A slash in a name needs a backslash in CSS, and `\\` in a C string.
 * - A function whose arguments are all constant is computed when it is registered, and only its
 *   value is kept. `color-mix(in oklab, red, white)` becomes a constant, and so does
 *   `--ensure-contrast(gray, on white, 4.5)`, alone or inside of light-dark(). dyncolor_id_css and
 *   dyncolor_explanation_create then show the value, and not how it was computed. Expressions that
 *   depend on the environment or the theme are kept: those with var(), system colors, --level() and
 *   the like. To have a calculation explained, register one of its constants as a color, and write
 *   var(), as `label` does above with `paper`.
 *
 * Fails with
 * - DYNCOLOR_ERROR_SYNTAX if the text is no color; the error has the place;
 * - DYNCOLOR_ERROR_INVALID_UTF8;
 * - DYNCOLOR_ERROR_CYCLE if the color refers to itself, so that it would never have a value. The
 *   context has the cycle, and section 28 the rules;
 * - DYNCOLOR_ERROR_TOO_COMPLEX beyond DYNCOLOR_MAX_NESTING parentheses, or if the expression takes
 *   more than 65,536 words of 8 bytes (a color takes 5, a function or a number 2 or 3).
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_css(
    dyncolor_theme *theme, const char *name, const char *css, dyncolor_id *id,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_css_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *css,
    size_t css_length, dyncolor_id *id, dyncolor_error *error);

/* Registers a color that always has the value of `target`, which is another color. It has a name
 * and an id of its own. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_alias(
    dyncolor_theme *theme, const char *name, dyncolor_id target, dyncolor_id *id,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_alias_n(
    dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id target,
    dyncolor_id *id, dyncolor_error *error);

/* One variant of a color: the environments that it is for, and what the color is there. A field
 * that is 0 means "any".
 *
 *     dyncolor_variant variants[3] = {{0}}; // in C++: = {}
 *     variants[0].part = dyncolor_part_css("#06c");
 *     variants[1].scheme = DYNCOLOR_SCHEME_DARK;
 *     variants[1].part = dyncolor_part_id(sky);
 *     variants[2].custom[season - DYNCOLOR_AXIS_CUSTOM] = winter;
 *     variants[2].part = dyncolor_part_css("white");
 *     dyncolor_register_variants(theme, "link", variants, 3, &link, &error);
 *
 * How a variant is chosen:
 *
 * 1. What the environment leaves unspecified counts as its default: the theme's default scheme,
 *    default contrast and default palette; base elevation, sRGB, typical vision, the normal state.
 *    Idiom, subtype, locale and custom axes have no default.
 * 2. A variant applies if each of its fields that is not 0 has the environment's value, with two
 *    exceptions:
 *    - `gamut`: every value applies.
 *    - `contrast`: a variant applies if its contrast lies between standard and the environment's
 *      contrast, both included. For DYNCOLOR_CONTRAST_PERCENT(60) these are the variants for 0 %
 *      to 60 %. A variant whose contrast is 0 always applies.
 * 3. Of the variants that apply, the best one is chosen. These are compared in this order, and the
 *    first difference decides:
 *     1. vision: a variant that names it comes before one for any
 *     2. state, likewise
 *     3. palette, likewise
 *     4. custom axes, likewise, in the order of their numbers
 *     5. idiom, likewise
 *     6. gamut: the environment's gamut, then any, then another gamut
 *     7. scheme: a variant that names it comes before one for any
 *     8. contrast: the nearest to that of the environment; a variant for any contrast is last
 *     9. elevation: a variant that names it comes before one for any
 *    10. subtype, likewise
 *    11. locale, likewise
 *    12. the place in the table: the earlier one
 * 4. Contrast is graded. If the chosen variant has another contrast than the environment, the color
 *    may be a mix, in Oklab, of that variant and a second one.
 *    - In this step, a variant for any contrast counts as one for standard contrast.
 *    - The second variant is one that step 2 rejects only for its contrast. It is for more contrast
 *      than the environment has or, if the environment has less than standard, for less.
 *    - It ranks the same as the chosen variant, or higher, in points 1 to 7 of step 3, from vision
 *      to scheme. Of several, the one with the nearest contrast is taken, and of these the one that
 *      ranks best. If there is none, the color is that of the chosen variant.
 *    - The amounts follow from where the environment's contrast lies between the two. With a
 *      variant for any contrast and one for DYNCOLOR_CONTRAST_MORE, an environment of
 *      DYNCOLOR_CONTRAST_PERCENT(30) gets 30 % of the variant for more contrast.
 *    - What is equal in both variants is not mixed, and stays exactly as it is.
 * 5. If no variant applies, the color has no value there: DYNCOLOR_ERROR_NO_VALUE. */
typedef struct dyncolor_variant {
  /* The environments that this variant is for; 0 means any. */
  uint8_t scheme;
  uint8_t contrast;
  uint8_t elevation;
  uint8_t gamut;
  uint8_t idiom;
  uint8_t subtype;   /* a number that the theme gave out */
  uint16_t locale;   /* a number that the theme gave out */
  uint8_t custom[8]; /* custom[axis - DYNCOLOR_AXIS_CUSTOM], of axes that are declared */
  uint16_t palette;  /* a number that the theme gave out */
  uint8_t state;
  uint8_t vision;

  uint32_t reserved; /* 0 */
  dyncolor_part part;
} dyncolor_variant;

/* Registers a color with a table of variants. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_variants(
    dyncolor_theme *theme, const char *name, const dyncolor_variant *variants, size_t variant_count,
    dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_variants_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_variant *variants,
    size_t variant_count, dyncolor_id *id, dyncolor_error *error);

/* Registers a color that is taken from a palette: the color that is called `semantic` in the
 * palette of the environment.
 *
 *     dyncolor_register_css(theme, "Winter/primary", "#bfe3ff", NULL, &error);
 *     dyncolor_register_semantic(theme, "button", "primary", NULL, &button, &error);
 *
 * If that palette lacks the color, the default palette is tried, and then `fallback`. `fallback`
 * may be NULL for none. See section 12, Palettes. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_semantic(
    dyncolor_theme *theme, const char *name, const char *semantic, const dyncolor_part *fallback,
    dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_semantic_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *semantic,
    size_t semantic_length, const dyncolor_part *fallback, dyncolor_id *id,
    dyncolor_error *error);

/* The levels of a color: a design has them for content that is less and less important. */
typedef enum dyncolor_level {
  DYNCOLOR_LEVEL_PRIMARY = 0, /* the color itself */
  DYNCOLOR_LEVEL_SECONDARY = 1,
  DYNCOLOR_LEVEL_TERTIARY = 2,
  DYNCOLOR_LEVEL_QUATERNARY = 3,
  DYNCOLOR_LEVEL_QUINARY = 4,
  DYNCOLOR_LEVEL_MAX_ENUM = 0x7fffffff
} dyncolor_level;

/* Registers a level of another color, or of the content style.
 *
 *     dyncolor_register_level(theme, "caption", DYNCOLOR_ID_NONE, DYNCOLOR_LEVEL_SECONDARY,
 *                             &caption, &error);
 *     environment.foreground = accent;
 *     dyncolor_resolve(theme, caption, &environment, &color, &error);
 *
 * - A level is the color with its alpha multiplied: by 1, 0.5, 0.25, 0.18 and 0.18, or by the
 *   numbers of dyncolor_theme_set_level_opacities.
 * - Levels add up. The secondary level of the secondary level of a color is the tertiary level of
 *   that color. This is so for direct references, and through aliases, variants, palettes and
 *   conditions.
 * - A color that is computed from others, or that a provider answers, is a color of its own. Its
 *   alpha is multiplied.
 *
 * With DYNCOLOR_ID_NONE for `base`, it is a level of the content style: what text and symbols are
 * painted with, `currentcolor` in CSS. It is the first of these that exists:
 * 1. the environment's `foreground`;
 * 2. the theme's color with the name `CanvasText`;
 * 3. a built-in color. It has its own alpha at each level, and more alpha with more contrast. From
 *    standard to the most contrast, the alpha changes evenly:
 *
 *     level          light                      dark
 *     primary        black, 1                   white, 1
 *     secondary      rgb(60 60 67), 0.6...0.8   rgb(235 235 245), 0.6...0.7
 *     tertiary       rgb(60 60 67), 0.3...0.7   rgb(235 235 245), 0.3...0.55
 *     quaternary     rgb(60 60 67), 0.18...0.55 rgb(235 235 245), 0.16...0.4
 *     quinary        black, 0.05...0.08137255   white, 0.05...0.08137255
 *
 * A `foreground` that refers to the content style itself resolves to DYNCOLOR_ERROR_CYCLE.
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_level(
    dyncolor_theme *theme, const char *name, dyncolor_id base, dyncolor_level level,
    dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_level_n(
    dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id base,
    dyncolor_level level, dyncolor_id *id, dyncolor_error *error);

/* How many parts dyncolor_register_fallbacks accepts. */
#define DYNCOLOR_MAX_FALLBACKS 256

/* Registers the first of several colors that has a value in the environment: `--first()` in CSS.
 *
 *     const dyncolor_part parts[] = {dyncolor_part_css("var(--brand)"), dyncolor_part_id(accent)};
 *     dyncolor_register_fallbacks(theme, "button", parts, 2, &button, &error);
 *
 * - A part is passed over if its color is unregistered, has no variant for the environment, is
 *   missing from the palettes, or has a provider that fails.
 * - If a provider has failed, the result is not cached.
 * - If all parts fail, the status is that of the last one.
 * - A cycle is an error, and is not passed over.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_fallbacks(
    dyncolor_theme *theme, const char *name, const dyncolor_part *parts, size_t count,
    dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_fallbacks_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_part *parts,
    size_t count, dyncolor_id *id, dyncolor_error *error);

/* Registers a mix of several colors, as color-mix() of CSS. The parts may be values, CSS text or
 * registered colors. The mix follows its parts when they change.
 *
 *     const dyncolor_part parts[] = {dyncolor_part_id(accent), dyncolor_part_css("white")};
 *     const double weights[] = {3, 1};
 *     dyncolor_register_mix(theme, "tint", parts, weights, 2, DYNCOLOR_SPACE_OKLAB,
 *                           DYNCOLOR_HUE_SHORTER, &tint, &error);
 *
 * - `parts` and `weights` have `count` elements, at least one. Weights are finite, not negative and
 *   not all 0. Only their ratios matter. `weights` may be NULL for equal weights.
 * - The colors are mixed as dyncolor_color_mix_many mixes them. 0 for `space` is OKLAB, whatever
 *   the notation of the parts. 0 for `hue` is SHORTER; spaces without a hue ignore `hue`.
 * - If all parts are values, the mix is computed at once and registered as a value.
 * - dyncolor_id_css writes color-mix() with percentages that add up to 100. A registered color with
 *   a name is var() there, and one without a name is written out.
 * - If a part has no value, the mix has none: resolving fails with the status of that part.
 *
 * Fails with
 * - DYNCOLOR_ERROR_CYCLE if a part is the mix itself. Other cycles are found when the mix is
 *   resolved.
 * - DYNCOLOR_ERROR_TOO_COMPLEX if the expression is too large: see dyncolor_register_css. A
 *   registered color takes 3 words in it.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_mix(
    dyncolor_theme *theme, const char *name, const dyncolor_part *parts, const double *weights,
    size_t count, dyncolor_space space, dyncolor_hue hue, dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_mix_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const dyncolor_part *parts,
    const double *weights, size_t count, dyncolor_space space, dyncolor_hue hue, dyncolor_id *id,
    dyncolor_error *error);

/* The variants of the color schemes of Material Design: how colorful a scheme is. */
typedef enum dyncolor_material {
  DYNCOLOR_MATERIAL_TONAL_SPOT = 0,  /* calm; what Android uses */
  DYNCOLOR_MATERIAL_MONOCHROME = 1,  /* without chroma */
  DYNCOLOR_MATERIAL_NEUTRAL = 2,     /* nearly without */
  DYNCOLOR_MATERIAL_VIBRANT = 3,     /* the primary color is as colorful as can be */
  DYNCOLOR_MATERIAL_EXPRESSIVE = 4,  /* playful: the primary color has another hue than the seed */
  DYNCOLOR_MATERIAL_FIDELITY = 5,    /* primary-container is the seed; tertiary, its complement */
  DYNCOLOR_MATERIAL_CONTENT = 6,     /* primary-container is the seed; tertiary is near it */
  DYNCOLOR_MATERIAL_RAINBOW = 7,     /* colorful accents on grays */
  DYNCOLOR_MATERIAL_FRUIT_SALAD = 8, /* the primary color has a hue beside that of the seed */
  DYNCOLOR_MATERIAL_MAX_ENUM = 0x7fffffff
} dyncolor_material;

/* Registers the color scheme that Material Design derives from one color, the seed, in a layer and
 * in one change: a color for each role, or none.
 *
 *     dyncolor_part seed = dyncolor_part_css("AccentColor");
 *     dyncolor_register_material(theme, &seed, DYNCOLOR_MATERIAL_TONAL_SPOT, "md/", 0, &error);
 *     dyncolor_register_css(theme, "title", "var(--md\\/on-surface)", NULL, &error);
 *
 * Each color is --material(seed, role, variant): see section 28. So it has a value for light, dark
 * and every contrast, as Material Design specifies it: with less contrast, a text may have a ratio
 * of 3. It follows a seed that changes, such as the accent of the desktop.
 *
 * - The roles, and the names of the colors, after `prefix`:
 *    - background, on-background;
 *    - surface, surface-dim, surface-bright, surface-container-lowest, surface-container-low,
 *      surface-container, surface-container-high, surface-container-highest, surface-variant,
 *      surface-tint, on-surface, on-surface-variant;
 *    - outline, outline-variant, inverse-surface, inverse-on-surface, inverse-primary, shadow,
 *      scrim;
 *    - primary, on-primary, primary-container, on-primary-container, primary-fixed,
 *      primary-fixed-dim, on-primary-fixed, on-primary-fixed-variant; and the same with `secondary`
 *      and `tertiary` instead of `primary`;
 *    - error, on-error, error-container, on-error-container.
 * - Rounded to 8 bits, the colors are those of Material Design's specification of 2021. It has no
 *   contrast for some pairs that an audit (section 27) examines: with less contrast,
 *   `on-surface-variant` has less than 3 on `surface-variant`, for instance.
 * - Names that are registered are redefined.
 * - `prefix` may be NULL or "", for none. If it ends in a slash, the palette that it names gets a
 *   number.
 * - If `seed` is wrong, the error is as for dyncolor_register_pair.
 *
 * Fails with
 * - DYNCOLOR_ERROR_UNKNOWN_NAME if there is no such layer.
 * - DYNCOLOR_ERROR_CYCLE if the seed is one of the colors itself.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_material(
    dyncolor_theme *theme, const dyncolor_part *seed, dyncolor_material variant, const char *prefix,
    uint16_t layer, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_material_n(
    dyncolor_theme *theme, const dyncolor_part *seed, dyncolor_material variant, const char *prefix,
    size_t prefix_length, uint16_t layer, dyncolor_error *error);

/* Registers a scale of twelve colors that are derived from a seed, in a layer and in one change.
 *
 *     dyncolor_part seed = dyncolor_part_css("AccentColor");
 *     dyncolor_register_scale(theme, &seed, "accent-", 0, &error);
 *     dyncolor_register_css(theme, "border", "var(--accent-7)", NULL, &error);
 *
 * The color of a step is --scale(seed, step). Its name is `prefix` and the number:
 *
 *     1, 2       backgrounds
 *     3, 4, 5    backgrounds of components; of those that are hovered; of those that are pressed
 *     6, 7, 8    borders: faint, usual, strong
 *     9, 10      the solid color, which is the seed; the same where it is hovered
 *     11, 12     texts: faint and usual
 *
 * - All are in sRGB and opaque, and have the hue of the seed in OKLCH. A seed outside sRGB is first
 *   mapped into it.
 * - The lightness falls from 1 to 8 and from 9 to 12; in the dark scheme, it rises.
 * - Text 11 has at least a contrast of 4.5 by WCAG with each of the steps 1 to 5, and text 12 has
 *   one of 7. With more contrast in the environment, these become 7 and 11, and borders become
 *   stronger.
 * - Layer, prefix and failures are as for dyncolor_register_material.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_scale(
    dyncolor_theme *theme, const dyncolor_part *seed, const char *prefix, uint16_t layer,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_scale_n(
    dyncolor_theme *theme, const dyncolor_part *seed, const char *prefix, size_t prefix_length,
    uint16_t layer, dyncolor_error *error);

/* Writes the id that a name has or will have, so that colors can refer to one that is registered
 * later.
 *
 * Until the color is registered, resolving it fails with DYNCOLOR_ERROR_STALE_ID. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_theme_declare(
    dyncolor_theme *theme, const char *name, dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_theme_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id *id,
    dyncolor_error *error);

/* Removes a color from all layers. The destroy functions of its providers are called.
 *
 * Until its name is registered again:
 * - a color that refers to it by its id fails with DYNCOLOR_ERROR_STALE_ID;
 * - a color that refers to it by its name, as var() does, uses its fallback, or fails with
 *   DYNCOLOR_ERROR_UNKNOWN_NAME if it has none.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_unregister(
    dyncolor_theme *theme, dyncolor_id id, dyncolor_error *error);

/* Gives a registered color another name, or a name if it had none, in all layers. Its id stays.
 *
 * The old name is free afterwards. For programs that still use the old name, forward it with
 * dyncolor_theme_forward.
 * Fails with DYNCOLOR_ERROR_NAME_TAKEN if another color is registered or declared under the new
 * name. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_id_rename(
    dyncolor_theme *theme, dyncolor_id id, const char *name, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_id_rename_n(
    dyncolor_theme *theme, dyncolor_id id, const char *name, size_t name_length,
    dyncolor_error *error);

/* Gives registered colors new values, which are the same in every environment: the fast way to
 * change many colors at once.
 *
 * - `colors` has one value for each of the `count` ids. If an id occurs twice, its last value
 *   counts.
 * - The colors become constants, whatever they were before. Each changes in the highest layer that
 *   has it. Derived definitions and repairs (sections 26 and 27) do not count: the definition below
 *   changes, and they follow it.
 * - Either all colors change, or, on any failure, none.
 * - It holds the theme's lock for a time in proportion to `count`.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_redefine(
    dyncolor_theme *theme, const dyncolor_id *ids, const dyncolor_color *colors, size_t count,
    dyncolor_error *error);

/* What a provider may ask about the environment; valid only during its call. */
typedef struct dyncolor_context dyncolor_context;

/* What a provider answers: a color, or the id of one, which is then resolved in the same
 * environment. Set one of the two. */
typedef struct dyncolor_answer {
  dyncolor_id id;
  uint32_t reserved; /* 0 */
  dyncolor_color color;
} dyncolor_answer;

/* A provider: a function of the host that computes a color. Its rules are in section 11,
 * Providers. */
typedef dyncolor_status (*dyncolor_provider_function)(
    dyncolor_context *context, dyncolor_answer *answer, void *user_data);

/* What a definition consists of. */
typedef enum dyncolor_kind {
  /* A table of variants. A single variant that is for any environment makes a constant or, with an
   * id, an alias. */
  DYNCOLOR_KIND_VARIANTS = 1,

  /* The color with the name `semantic` of the environment's palette. If that palette has no color
   * of this name, the one of the default palette is used. If that palette has none either, the
   * variants are used. There may be no variants. */
  DYNCOLOR_KIND_PALETTE = 2,

  /* A provider. */
  DYNCOLOR_KIND_PROVIDER = 3,

  /* CSS text, as for dyncolor_register_css. */
  DYNCOLOR_KIND_CSS = 4,

  DYNCOLOR_KIND_MAX_ENUM = 0x7fffffff
} dyncolor_kind;

/* The definition of a color, for dyncolor_register. Everything that it points to is copied. */
typedef struct dyncolor_definition {
  size_t size;

  /* The name; NULL and 0 for a color without one. Otherwise it must not be empty. */
  const char *name;
  size_t name_length;

  uint32_t kind;  /* a dyncolor_kind */
  uint16_t layer; /* DYNCOLOR_LAYER_THEME, which is 0, or another layer */
  uint16_t owner; /* 0, or a number that dyncolor_owner_declare gave */

  /* VARIANTS and PALETTE. See dyncolor_variant for how a variant is chosen. */
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

/* The initial value of a dyncolor_definition. Set at least its kind. */
#define DYNCOLOR_DEFINITION_INIT \
  {sizeof(dyncolor_definition), NULL, 0, 0, 0, 0, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL, 0}

/* Registers many colors in one change, or redefines those whose names are registered.
 *
 *     dyncolor_definition definitions[2] = {DYNCOLOR_DEFINITION_INIT, DYNCOLOR_DEFINITION_INIT};
 *     for (int i = 0; i < 2; i++) {
 *       definitions[i].kind = DYNCOLOR_KIND_CSS;
 *       definitions[i].name = names[i];
 *       definitions[i].name_length = DYNCOLOR_NUL_TERMINATED;
 *       definitions[i].css = texts[i];
 *       definitions[i].css_length = DYNCOLOR_NUL_TERMINATED;
 *     }
 *     dyncolor_register(theme, definitions, 2, NULL, &error);
 *
 * - Either all colors are registered, or, on any failure, none. Then the context of the error names
 *   the color that is at fault.
 * - `ids` may be NULL; otherwise it has room for `count`.
 * - Definitions lie `definitions->size` bytes apart.
 * - If a name occurs twice in a layer, its last definition counts.
 * - Destroy functions are called on failure, too; but not those of definitions whose `size` is
 *   wrong, since nothing is known of their fields, nor any if `count` is greater than
 *   DYNCOLOR_MAX_COLORS.
 * - It holds the theme's lock for a time in proportion to `count`.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if the theme does not have a layer or an owner, and with
 * the statuses of dyncolor_register_css. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_register(
    dyncolor_theme *theme, const dyncolor_definition *definitions, size_t count, dyncolor_id *ids,
    dyncolor_error *error);

/* ---- 9. Resolving ---------------------------------------------------------------------------- */

/* Resolving computes the value of a registered color in an environment.
 *
 *     dyncolor_environment dark = DYNCOLOR_ENVIRONMENT_INIT;
 *     dyncolor_rgba color;
 *     dark.scheme = DYNCOLOR_SCHEME_DARK;
 *     if (dyncolor_resolve(theme, accent, &dark, &color, &error) != DYNCOLOR_OK)
 *       fprintf(stderr, "%s: %s\n", error.message, error.context);
 *
 * - `environment` may be NULL. This means {0}: every axis is unspecified.
 * - Results are cached, for up to 65,536 environments and within the memory budget of the theme
 *   (see section 7, Themes). A cache hit takes no lock, allocates nothing, and calls no provider.
 * - A cache miss takes the theme's lock for a short time, and may call providers.
 * - Other threads may change the theme during the call. The result is the value that the color
 *   had at one instant between call and return.
 * - To calculate with the result, or to write it as text, convert it: dyncolor_color_from_rgba.
 *   Then dyncolor_color_format_hex writes it as `#rrggbb`.
 * - A resolved color is four floats, also where it becomes a pixel or a snapshot. A component that
 *   lies halfway between two bytes may be rounded down where the double of dyncolor_color_parse is
 *   rounded up: color-mix(in srgb, #008000, white 50%) is `#80bf80` if it is resolved, and
 *   `#80c080` if it is parsed.
 *
 * A color can fail to resolve for these reasons:
 *
 *     DYNCOLOR_ERROR_FOREIGN_ID     the theme never gave out the id
 *     DYNCOLOR_ERROR_STALE_ID       the color, or one that it refers to by id, is not registered
 *     DYNCOLOR_ERROR_UNKNOWN_NAME   the color refers to a name, as with var(), that no color has
 *     DYNCOLOR_ERROR_CYCLE          the color refers to itself
 *     DYNCOLOR_ERROR_NO_VALUE       no variant or condition matches, or the palettes lack the color
 *     DYNCOLOR_ERROR_TOO_DEEP       providers that resolve other providers are nested too deeply
 *     DYNCOLOR_ERROR_PROVIDER       a provider failed; it may also return a status of its own
 *
 * The failure of a provider is not cached: the provider is called again each time the color is
 * resolved. See section 11. */

/* Resolves a color in an environment.
 *
 *     dyncolor_resolve(theme, accent, NULL, &color, &error);
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve(
    dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_rgba *color, dyncolor_error *error);

/* Resolves a color as a pixel in any layout (see section 5, Pixels).
 *
 *     uint32_t pixel;
 *     dyncolor_layout layout = DYNCOLOR_LAYOUT_ARGB_WORD | DYNCOLOR_LAYOUT_PREMULTIPLIED;
 *     dyncolor_resolve_pixel(theme, accent, &dark, layout, &pixel, sizeof pixel, &error);
 *
 * - `capacity` is the number of bytes at `pixel`. If that is less than one pixel of the layout, it
 *   fails with DYNCOLOR_ERROR_BUFFER_TOO_SMALL. The error's context says how many are needed, as in
 *   `needs 4 bytes`.
 * - The pixel is made of floats: see the beginning of this section for how halves are rounded.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_pixel(
    dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_layout layout, void *pixel, size_t capacity, dyncolor_error *error);

/* Resolves a level of a color, for instance its secondary level, without registering it.
 *
 * With DYNCOLOR_ID_NONE for `id` it resolves a level of the content style: see
 * dyncolor_register_level. The level itself is not cached but computed at each call. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_level(
    dyncolor_theme *theme, dyncolor_id id, dyncolor_level level,
    const dyncolor_environment *environment, dyncolor_rgba *color, dyncolor_error *error);

/* Resolves `count` colors into an array of pixels.
 *
 * - All colors are resolved against the same version of the theme.
 * - The pixels lie `stride` bytes apart. `stride` is at least the size of one pixel.
 * - A color that cannot be resolved becomes transparent black.
 * - If `statuses` is NULL, such a color makes the function fail: with the status of the first one.
 *   The error's context names it, as in `ids[3] of accent`, and if there is more to say, why it has
 *   no value, as in `ids[3]: accent → var(--brand)`. All pixels are written nevertheless.
 * - If `statuses` is not NULL, it has room for `count` statuses. Each color gets its own status
 *   there, and the function succeeds.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_list(
    dyncolor_theme *theme, const dyncolor_id *ids, size_t count,
    const dyncolor_environment *environment, dyncolor_layout layout, void *pixels, size_t stride,
    dyncolor_status *statuses, dyncolor_error *error);

/* The row of a color: its index in a table of all colors of a theme, from 0.
 *
 * A color keeps its row as long as its id is valid. Use the macro only for ids that a theme gave
 * out. For the way back, from a row to the color and its name, see dyncolor_theme_colors and
 * dyncolor_id_name. */
#define DYNCOLOR_ROW(id) (((id) >> 12) - 1)

/* Returns how many rows a table of all colors has.
 *
 * - A color with a name has a row from the time when the name is first registered or declared. The
 *   row stays when the color is unregistered, and is empty then.
 * - A color without a name has a row as long as it is registered. Afterwards the row is empty, and
 *   a later color without a name may get it.
 * - Returns 0 for NULL.
 *
 * Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_theme_rows(const dyncolor_theme *theme);

/* Resolves all colors of a theme into a table: an array of pixels, one for each row.
 *
 *     size_t rows = dyncolor_theme_rows(theme);
 *     dyncolor_rgba *table = calloc(rows, sizeof *table);
 *     dyncolor_resolve_all(theme, &dark, DYNCOLOR_LAYOUT_FLOAT4, table, rows, sizeof *table,
 *                          &error);
 *     color = table[DYNCOLOR_ROW(accent)];
 *
 * - The table has `rows` pixels that lie `stride` bytes apart. It needs no alignment, but RGBA8 and
 *   FLOAT4 are copied fastest to an address that is a multiple of 32.
 * - A row becomes transparent black if it is empty, if its color cannot be resolved, or if the
 *   theme has no such row. Rows of the theme that are beyond `rows` are left out.
 * - To learn which colors cannot be resolved, use dyncolor_snapshot_resolve, or
 *   dyncolor_resolve_list with `statuses`.
 * - In layouts of other spaces than sRGB, the pixels are those that dyncolor_pixels_convert makes
 *   of FLOAT4.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_resolve_all(
    dyncolor_theme *theme, const dyncolor_environment *environment, dyncolor_layout layout,
    void *pixels, size_t rows, size_t stride, dyncolor_error *error);

/* Fills the cache: resolves all colors for an environment, so that dyncolor_resolve finds them.
 *
 * It also succeeds if some colors cannot be resolved, or if the memory budget does not hold all of
 * them. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_prepare(
    dyncolor_theme *theme, const dyncolor_environment *environment, dyncolor_error *error);

/* ---- 10. Snapshots --------------------------------------------------------------------------- */

/* A snapshot is an immutable table of all colors of a theme, resolved for one environment at one
 * instant. Use it where all colors must belong together, or to animate between two environments.
 *
 *     dyncolor_snapshot *snapshot;
 *     if (dyncolor_snapshot_create(theme, &dark, &snapshot, &error) == DYNCOLOR_OK) {
 *       dyncolor_snapshot_resolve(snapshot, accent, &color, NULL);
 *       dyncolor_snapshot_release(snapshot);
 *     }
 *
 * - A snapshot is reference-counted, and may be used from any thread.
 * - It owns its memory and outlives its theme.
 * - Its rows are those of the theme: see DYNCOLOR_ROW. */

/* Creates a snapshot of a theme for an environment, with one reference.
 *
 * `environment` may be NULL, for {0}. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_create(
    dyncolor_theme *theme, const dyncolor_environment *environment, dyncolor_snapshot **snapshot,
    dyncolor_error *error);

/* Adds a reference, and returns the snapshot. Returns NULL for NULL. Since 1.0. */
DYNCOLOR_API dyncolor_snapshot *dyncolor_snapshot_retain(dyncolor_snapshot *snapshot);

/* Gives up a reference. The last one frees the snapshot. Does nothing for NULL. Since 1.0. */
DYNCOLOR_API void dyncolor_snapshot_release(dyncolor_snapshot *snapshot);

/* Looks up a color in a snapshot. Takes no lock.
 *
 * - Fails with the status with which the color could not be resolved.
 * - Fails with DYNCOLOR_ERROR_NOT_IN_SNAPSHOT if the theme had not given out the id when the
 *   snapshot was created, whether it gave it out later or never.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_resolve(
    const dyncolor_snapshot *snapshot, dyncolor_id id, dyncolor_rgba *color,
    dyncolor_error *error);

/* Returns all colors of a snapshot as an array, by row.
 *
 * - A color that could not be resolved is transparent black.
 * - `rows` gets the length of the array. It may be NULL.
 * - The array is owned by the snapshot and valid as long as it. It is aligned to 64 bytes.
 * - Returns NULL, with 0 rows, for NULL.
 *
 * Cannot fail. Since 1.0. */
DYNCOLOR_API const dyncolor_rgba *dyncolor_snapshot_colors(
    const dyncolor_snapshot *snapshot, size_t *rows);

/* Copies all colors of a snapshot into a table, as dyncolor_resolve_all does. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_copy(
    const dyncolor_snapshot *snapshot, dyncolor_layout layout, void *pixels, size_t rows,
    size_t stride, dyncolor_error *error);

/* Mixes two snapshots, row by row, into a table. This makes the frames of an animation.
 *
 *     for (int frame = 1; frame <= 12; frame++) {
 *       dyncolor_snapshot_mix(before, after, frame / 12.0, DYNCOLOR_LAYOUT_RGBA8, pixels, rows,
 *                             4, NULL);
 *       draw(pixels);
 *     }
 *
 * - The snapshots may be of two environments, of two versions of a theme, or of two themes. Rows
 *   are mixed by their number.
 * - `amount` says how much there is of `b`, from 0 to 1. At 0 and at 1, the table is exactly what
 *   dyncolor_snapshot_copy makes of `a` and of `b`.
 * - `layout`, `pixels`, `rows` and `stride` are as for dyncolor_resolve_all.
 * - Colors are mixed in Oklab, premultiplied. The components of the results, in extended sRGB,
 *   differ by less than 0.00005 from those that dyncolor_color_mix computes in double precision.
 * - A row that is equal in both does not change.
 * - A row that has a color in only one of them fades in or out. Its color stays the same.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_mix(
    const dyncolor_snapshot *a, const dyncolor_snapshot *b, double amount, dyncolor_layout layout,
    void *pixels, size_t rows, size_t stride, dyncolor_error *error);

/* Returns a hash of the colors in a snapshot.
 *
 * - It is made of each row's color or, if that could not be resolved, its status. It does not
 *   depend on ids, on the environment or on the process: the same colors in the same rows have the
 *   same fingerprint.
 * - Takes time in proportion to the rows.
 * - Returns 0 for NULL.
 *
 * Cannot fail. Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_snapshot_fingerprint(const dyncolor_snapshot *snapshot);

/* Gets the generation of the theme, and the environment, that a snapshot was made for.
 *
 * Either output may be NULL. For NULL they are 0 and {0}. Cannot fail. Since 1.0. */
DYNCOLOR_API void dyncolor_snapshot_origin(
    const dyncolor_snapshot *snapshot, uint64_t *generation, dyncolor_environment *environment);

/* ---- 11. Providers --------------------------------------------------------------------------- */

/* A provider is a function of the host that computes a color. It is for what neither CSS nor a
 * table of variants can express, such as a color that depends on a temperature.
 *
 *     static dyncolor_status heat(dyncolor_context *context, dyncolor_answer *answer,
 *                                 void *user_data) {
 *       const int *celsius = user_data;
 *       const uint32_t scheme = dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME);
 *       const char *cold = scheme == DYNCOLOR_SCHEME_DARK ? "skyblue" : "navy";
 *       if (*celsius < -273) return (dyncolor_status)-1000;  // there is no such temperature
 *       return dyncolor_color_parse(*celsius > 30 ? "orangered" : cold, &answer->color, NULL);
 *     }
 *
 *     dyncolor_register_provider(theme, "heat", heat, &celsius, NULL, &id, &error);
 *     celsius = 35;
 *     dyncolor_id_refresh(theme, id, &error);
 *
 * The last call says that the provider answers something else from now on. The types
 * dyncolor_answer, with its fields, and dyncolor_provider_function are declared in section 8, just
 * before dyncolor_kind.
 *
 * - Answer: all bytes of `answer` are 0. The provider sets its `color` or its `id`, and returns
 *   DYNCOLOR_OK. With neither, resolving fails with DYNCOLOR_ERROR_INVALID_ARGUMENT.
 * - Failure: it returns a negative number, which becomes the status of the call that resolves. A
 *   failure is not cached: the provider is called again each time the color is resolved. If that
 *   takes long, let it answer with a color instead.
 * - A status of its own: the numbers from -1000 downward are the host's. No version of the library
 *   gives them a meaning. They need a cast, as in the example, and dyncolor_status_name returns
 *   "unknown status" for them. A positive number becomes DYNCOLOR_ERROR_PROVIDER.
 * - The context of the error names the color whose provider failed, and then what the provider
 *   returned, as in `heat: its provider returned -1000`. That may be another color than the one
 *   that was asked for.
 * - Cache: the answer is cached for exactly this environment until the next change of the theme.
 *   Every change counts, also one of a color that has nothing to do with the provider. A provider
 *   that reads only the scheme is still called for each environment that differs in anything. The
 *   axes that it reads are recorded only for dyncolor_id_axes, observers and dyncolor_theme_diff.
 * - If the color depends on something besides the environment, call dyncolor_id_refresh when that
 *   changes.
 * - Registering the name again in the same layer replaces the provider, even by the same one: the
 *   old destroy function is called, with the old user data. So never register the same user data
 *   again if its destroy function frees it. dyncolor_unregister calls it, too.
 * - Threads: a provider is called on the thread that resolves, without a lock held. Several threads
 *   may call it at once, also while the host changes what the provider reads.
 * - Calls: it may call all functions on the theme. It may resolve other colors, register and
 *   unregister, even its own color. To have other colors recorded as its dependencies, resolve them
 *   with dyncolor_context_resolve.
 * - Cycles: a provider that comes back to itself, in the same environment, gets
 *   DYNCOLOR_ERROR_CYCLE. Beyond DYNCOLOR_MAX_DEPTH providers that resolve each other, it gets
 *   DYNCOLOR_ERROR_TOO_DEEP. */

/* Registers a color that a provider computes.
 *
 * `destroy` may be NULL. It is called also if this function fails, as with all callbacks.
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_register_provider(
    dyncolor_theme *theme, const char *name, dyncolor_provider_function provider, void *user_data,
    dyncolor_destroy_function destroy, dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_register_provider_n(
    dyncolor_theme *theme, const char *name, size_t name_length,
    dyncolor_provider_function provider, void *user_data, dyncolor_destroy_function destroy,
    dyncolor_id *id, dyncolor_error *error);

/* Discards the cached answers of a color's providers, so that they are called again. It is for a
 * provider that would answer something else now, because something besides the environment has
 * changed: see the example at the beginning of this section.
 *
 * - It is a change of the color: the generation grows, and observers get the color and all its
 *   dependents.
 * - The providers, their user data and their layers stay. No destroy function is called.
 * - It does not call the providers. They are called when the color is resolved again.
 * - The providers in all layers of the color are refreshed. If they are all overridden, and
 *   --covered() reads none of them, no value changes. The generation grows nevertheless, and
 *   observers are called with an empty list of colors.
 * - It may be called from providers and observers. A provider that is being called meanwhile, in
 *   whatever thread, returns its answer to its caller, but the answer is not cached. So a provider
 *   that refreshes its own color at each call is called each time.
 *
 * Fails with
 * - DYNCOLOR_ERROR_INVALID_ARGUMENT if the color has no provider in any layer. A color that refers
 *   to one with a provider has none itself: refresh the other, and both change.
 * - DYNCOLOR_ERROR_STALE_ID if the color is not registered.
 * - DYNCOLOR_ERROR_OUT_OF_MEMORY; then nothing changes.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_refresh(
    dyncolor_theme *theme, dyncolor_id id, dyncolor_error *error);

/* The functions below take the context that a provider was given. They may be called only during
 * the provider's call, and on its thread. What the provider reads through them is recorded as what
 * its color depends on. */

/* Returns the value of an axis in the environment. `axis` is a dyncolor_axis, or the number of a
 * custom axis (see section 13).
 *
 * For an unspecified scheme or contrast it returns the theme's default scheme or default contrast.
 * Returns 0 for other axes that are unspecified, and for an axis that does not exist. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API uint32_t dyncolor_context_axis(dyncolor_context *context, uint32_t axis);

/* Writes the environment, as the resolver was given it. This counts as reading every axis.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_context_environment(
    dyncolor_context *context, dyncolor_environment *environment, dyncolor_error *error);

/* Resolves another color in the same environment. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_context_resolve(
    dyncolor_context *context, dyncolor_id id, dyncolor_rgba *color, dyncolor_error *error);

/* Returns the theme, without adding a reference. Returns NULL for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API dyncolor_theme *dyncolor_context_theme(dyncolor_context *context);

/* ---- 12. Palettes ---------------------------------------------------------------------------- */

/* A palette is a named set of colors for the same roles: `Winter` and `Night` both have a
 * `primary`. A semantic color names a role, and takes the color from the palette of the
 * environment.
 *
 *     dyncolor_register_css(theme, "Winter/primary", "#bfe3ff", NULL, &error);
 *     dyncolor_register_css(theme, "Night/primary", "#224", NULL, &error);
 *     dyncolor_register_semantic(theme, "button", "primary", NULL, &button, &error);
 *     dyncolor_palette_find(theme, "Winter", &environment.palette, &error);
 *     dyncolor_resolve(theme, button, &environment, &color, &error);
 *
 * - A color belongs to the palette whose name stands before a slash of its own name.
 *   `Night/primary` is the color `primary` of `Night`. `color/blue/100` belongs to two palettes: to
 *   `color` as `blue/100`, and to `color/blue` as `100`.
 * - Declare the palettes of your program when it starts, before or after their colors:
 *   `dyncolor_palette_declare(theme, "Winter", &winter, &error)`. Then they have numbers, which
 *   count from 1, in an order that you choose.
 * - A palette exists as soon as there is one color of it, registered by a call or read from a file,
 *   even if it is not declared. It needs a number only where it is named by number: in
 *   `environment.palette`, as the default palette, and in menus and dyncolor_palette_count.
 * - A palette that is not declared gets the next number when it is first needed: when a call looks
 *   it up, when a condition of a variant names it, when dyncolor_palette_gaps examines it, or from
 *   a file that lists it. Groups of names that nobody uses as palettes get none, and cost nothing.
 * - That a palette with colors gets a number is no change of the theme: neither its generation nor
 *   its fingerprint changes, and no observer is called. But the number is saved, in images of the
 *   theme (section 23) and in files.
 *
 * The rules for everything that has a name and a number, which are palettes, axes and their values,
 * locales, subtypes, layers and owners:
 * - A ..._declare function writes the number of a name. A new name gets the next number.
 * - A ..._find function writes the number of a name, too. If there is no such name, it declares
 *   nothing and fails with DYNCOLOR_ERROR_UNKNOWN_NAME.
 * - A ..._name function writes the name of a number. It fails with DYNCOLOR_ERROR_UNKNOWN_NAME for
 *   a number that the theme never gave out. The text is valid until the theme is freed.
 * - A ..._count function returns how many numbers there are. It returns 0 for NULL. */

/* Writes the number of a palette, which need not have colors yet. A new name gets the next number.
 *
 * Fails with DYNCOLOR_ERROR_TOO_MANY_PALETTES if the theme has DYNCOLOR_MAX_PALETTES already.
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_palette_declare(
    dyncolor_theme *theme, const char *name, uint16_t *palette, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_palette_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *palette,
    dyncolor_error *error);

/* Writes the name of a palette. The text is valid until the theme is freed. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_name(
    const dyncolor_theme *theme, uint16_t palette, const char **name, dyncolor_error *error);

/* Returns how many palettes have numbers, which count from 1. Returns 0 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API size_t dyncolor_palette_count(const dyncolor_theme *theme);

/* Finds the number of a palette that has been declared or has a color.
 *
 * The first call for an undeclared palette takes time in proportion to the theme.
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if there is no such palette. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_palette_find(
    dyncolor_theme *theme, const char *name, uint16_t *palette, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_palette_find_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *palette,
    dyncolor_error *error);

/* Lists the ids of the registered colors of a palette. See section 17 for functions that list ids.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME for a number that the theme never gave out. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_colors(
    const dyncolor_theme *theme, uint16_t palette, dyncolor_id *ids, size_t capacity,
    size_t *count, dyncolor_error *error);

/* A name that a palette lacks. */
typedef struct dyncolor_palette_gap {
  uint16_t palette;
  uint16_t reserved; /* 0 */

  /* A color that has the name. If several palettes have one, it is that of the palette with the
   * lowest number; if none has, it is the first color that looks the name up. */
  dyncolor_id example;

  /* The name, without that of a palette. The text is valid until the theme is freed. */
  const char *semantic;
} dyncolor_palette_gap;

/* Lists the names that palettes lack, to find colors that were forgotten.
 *
 *     dyncolor_palette_gap gaps[100];
 *     size_t count;
 *     if (dyncolor_palette_gaps(theme, gaps, 100, &count, &error) == DYNCOLOR_OK)
 *       for (size_t i = 0; i < count; i++)
 *         printf("palette %u lacks %s\n", gaps[i].palette, gaps[i].semantic);
 *
 * - A palette lacks a name if it has no color for it, although another palette has one, or although
 *   a semantic color or --palette() looks the name up. Such a color falls back to the default
 *   palette, or to its own fallback.
 * - Palettes that have a number are examined, so declare yours. Any other group of names, such as
 *   `Night/ink` and `Night/paper`, is taken for a palette only if a semantic color or --palette()
 *   looks up one of its names, as in --palette(ink). It then gets a number, and is examined, too.
 * - Gaps are sorted by the number of the palette, and then by the row of the example.
 * - `count` gets the number of gaps. If `capacity` is less, the call fails with
 *   DYNCOLOR_ERROR_BUFFER_TOO_SMALL and writes only `count`. `gaps` may be NULL if `capacity` is 0.
 * - It takes time in proportion to the names of palettes times the palettes.
 *
 * Fails with DYNCOLOR_ERROR_TOO_MANY_PALETTES if there are no more numbers: then no palette has got
 * one. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_palette_gaps(
    dyncolor_theme *theme, dyncolor_palette_gap *gaps, size_t capacity, size_t *count,
    dyncolor_error *error);

/* Sets the default palette: that of environments that leave it unspecified. Environments whose
 * palette lacks a semantic color fall back to it, too. 0 for none.
 *
 * The palette must have a number: declare or find it first. Fails with DYNCOLOR_ERROR_UNKNOWN_NAME
 * for a number that the theme never gave out. (In `environment.palette`, such a number is an
 * invalid argument, as any wrong field of an environment is.) Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_set_default_palette(
    dyncolor_theme *theme, uint16_t palette, dyncolor_error *error);

/* ---- 13. Axes of your own -------------------------------------------------------------------- */

/* A program can add axes of its own to the environment, such as the season or the team of a player.
 * It can also add its own values to the axes locale and subtype.
 *
 *     uint32_t season;
 *     uint8_t winter;
 *     dyncolor_axis_declare(theme, "season", &season, &error);
 *     dyncolor_axis_declare_value(theme, season, "winter", &winter, &error);
 *     dyncolor_register_css(theme, "ground", "if(style(--season: winter): white; else: green)",
 *                           &ground, &error);
 *     dyncolor_environment_set(&environment, season, winter);
 *
 * - An axis has one number in all functions. Those that every theme has are in dyncolor_axis. Your
 *   own have the numbers from DYNCOLOR_AXIS_CUSTOM on, and their values are in
 *   `custom[axis - DYNCOLOR_AXIS_CUSTOM]` of environments and variants.
 * - Every theme has the axes scheme, contrast, elevation, gamut, vision, vision-severity, state,
 *   idiom, palette, locale, subtype, forced-colors, foreground and accent. An axis of your own has
 *   none of these names, nor vision_severity or forced_colors, as the two are written in C.
 * - The values of an axis are numbered from 1. 0 means unspecified. Numbers of values are uint8_t
 *   for custom axes and subtypes, and uint16_t for palettes and locales. Functions for axes of all
 *   kinds take uint32_t.
 * - A misspelled name in style() is allowed, since it may be declared later: use
 *   dyncolor_theme_check to find it. That does not find style(season: winter), without hyphens:
 *   registering drops the branch of if() with this condition, since it never holds.
 * - Names of axes and of values are those by which style() asks for them: see section 28.
 * - The ..._declare, ..._find, ..._name and ..._count functions follow the rules of section 12,
 *   Palettes. */

/* Declares a custom axis, and writes its number. A new name gets the next one.
 *
 * What its values 1 to 255 mean is up to you. Values need not be declared; without a name
 * they are written as numbers, as in `if(style(--season: 2): white; else: green)`.
 *
 * Fails with
 * - DYNCOLOR_ERROR_NAME_TAKEN for the name of an axis that every theme has, such as `scheme`, and
 *   for `vision_severity` and `forced_colors` with an underscore;
 * - DYNCOLOR_ERROR_TOO_MANY_AXES if the theme has DYNCOLOR_MAX_CUSTOM_AXES already.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_axis_declare(
    dyncolor_theme *theme, const char *name, uint32_t *axis, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_axis_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint32_t *axis,
    dyncolor_error *error);

/* Declares a named value of a custom axis, and writes its number, 1 to 255. A new name gets the
 * next number. A name that the axis has already keeps its number.
 *
 * Then an expression can ask for the value: `if(style(--season: winter): white; else: green)`.
 *
 * Fails with
 * - DYNCOLOR_ERROR_UNKNOWN_NAME if dyncolor_axis_declare never gave this axis, or if it is one that
 *   every theme has, whose values are fixed;
 * - DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES if all values of the axis have names.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_axis_declare_value(
    dyncolor_theme *theme, uint32_t axis, const char *name, uint8_t *value,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_axis_declare_value_n(
    dyncolor_theme *theme, uint32_t axis, const char *name, size_t name_length, uint8_t *value,
    dyncolor_error *error);

/* Returns one more than the greatest number of an axis.
 *
 * This prints all axes of a theme, with their values that have names:
 *
 *     for (uint32_t axis = 0; axis < dyncolor_axis_count(theme); axis++) {
 *       const char *name;
 *       if (dyncolor_axis_name(theme, axis, &name, NULL) < 0) continue;
 *       puts(name);
 *       for (uint32_t value = 1; value <= dyncolor_axis_value_count(theme, axis); value++)
 *         if (dyncolor_axis_value_name(theme, axis, value, &name, NULL) == 0 && name[0] != '\0')
 *           puts(name);
 *     }
 *
 * In this version, each number below the count is that of an axis. A later version may leave out
 * numbers; dyncolor_axis_name fails for these, and the example skips them.
 *
 * Returns 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_axis_count(const dyncolor_theme *theme);

/* Writes the name of an axis: the one by which style() asks for it.
 *
 * The text is valid as long as the theme and the library.
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if no axis has this number. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_name(
    const dyncolor_theme *theme, uint32_t axis, const char **name, dyncolor_error *error);

/* Finds the number of an axis by its name. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_axis_find(
    const dyncolor_theme *theme, const char *name, uint32_t *axis, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_axis_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint32_t *axis,
    dyncolor_error *error);

/* Returns the value that counts where an environment leaves an axis unspecified.
 *
 *     axis                         default
 *     scheme, contrast, palette    the theme's default scheme, default contrast, default palette
 *     elevation                    base
 *     gamut                        sRGB
 *     vision                       typical
 *     state                        normal
 *     forced-colors                none
 *     any other                    0
 *
 * Returns 0 also for an axis that does not exist, and for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API uint32_t dyncolor_axis_default(const dyncolor_theme *theme, uint32_t axis);

/* Returns how many values an axis has. They are numbered from 1.
 *
 * - Of palettes, locales, subtypes and custom axes, only the values that have names count.
 * - Of other axes, all values that this header lists count, with or without names: 201 of contrast,
 *   and 101 of vision severity.
 * - It is 0 for foreground and accent, whose values are colors.
 *
 * Returns 0 also for an axis that does not exist, and for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_axis_value_count(const dyncolor_theme *theme, uint32_t axis);

/* Writes the name of a value of an axis: the one by which style() asks for it.
 *
 * It is the empty text if the value has no name, as a contrast between the named steps. The text is
 * valid as long as the theme and the library.
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME for 0, and for a number beyond dyncolor_axis_value_count.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_axis_value_name(
    const dyncolor_theme *theme, uint32_t axis, uint32_t value, const char **name,
    dyncolor_error *error);

/* Finds the number of a value of an axis by its name.
 *
 *     uint32_t axis, value;
 *     if (dyncolor_axis_find(theme, "team", &axis, &error) == DYNCOLOR_OK &&
 *         dyncolor_axis_find_value(theme, axis, "red", &value, &error) == DYNCOLOR_OK)
 *       dyncolor_environment_set(&environment, axis, value);
 *
 * Palettes are found as dyncolor_palette_find finds them. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_axis_find_value(
    dyncolor_theme *theme, uint32_t axis, const char *name, uint32_t *value,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_axis_find_value_n(
    dyncolor_theme *theme, uint32_t axis, const char *name, size_t name_length, uint32_t *value,
    dyncolor_error *error);

/* Declares a locale, for environments and variants, and writes its number. A new name gets the next
 * one, from 1.
 *
 *     dyncolor_locale_declare(theme, "de", &environment.locale, &error);
 *
 * - What the names are, such as `de` or `zh-Hant`, is up to you.
 * - An expression asks for a locale by its name: `if(style(--locale: de): gold; else: red)`.
 *
 * Fails with DYNCOLOR_ERROR_TOO_MANY_LOCALES when 65,535 have been declared. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_locale_declare(
    dyncolor_theme *theme, const char *name, uint16_t *locale, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_locale_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *locale,
    dyncolor_error *error);

/* Writes the name of a locale. The text is valid until the theme is freed.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME for a number that the theme never gave out. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_locale_name(
    const dyncolor_theme *theme, uint16_t locale, const char **name, dyncolor_error *error);

/* Returns how many locales there are, numbered from 1. Returns 0 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API size_t dyncolor_locale_count(const dyncolor_theme *theme);

/* Finds the number of a locale by its name. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_locale_find(
    const dyncolor_theme *theme, const char *name, uint16_t *locale, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_locale_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *locale,
    dyncolor_error *error);

/* Declares a subtype, which is a finer kind of device than an idiom, and writes its number. A new
 * name gets the next one, from 1.
 *
 * An expression asks for a subtype by its name: `if(style(--subtype: foldable): gold; else: red)`.
 * Fails with DYNCOLOR_ERROR_TOO_MANY_SUBTYPES when 255 have been declared. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_subtype_declare(
    dyncolor_theme *theme, const char *name, uint8_t *subtype, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_subtype_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint8_t *subtype,
    dyncolor_error *error);

/* Writes the name of a subtype. The text is valid until the theme is freed.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME for a number that the theme never gave out. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_subtype_name(
    const dyncolor_theme *theme, uint8_t subtype, const char **name, dyncolor_error *error);

/* Returns how many subtypes there are, numbered from 1. Returns 0 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API size_t dyncolor_subtype_count(const dyncolor_theme *theme);

/* Finds the number of a subtype by its name. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_subtype_find(
    const dyncolor_theme *theme, const char *name, uint8_t *subtype, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_subtype_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint8_t *subtype,
    dyncolor_error *error);

/* ---- 14. Layers ------------------------------------------------------------------------------ */

/* A color can be defined in several layers, which lie one over the other. The highest layer that
 * defines it decides what it is, and overrides the others.
 *
 *     dyncolor_part choice = dyncolor_part_css("rebeccapurple");
 *     dyncolor_register_hex(theme, "accent", "#0461be", "#81d0ff", &accent, &error);
 *     dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "accent", &choice, NULL, &error);
 *     // Later, the user goes back to the colors of the theme:
 *     dyncolor_layer_clear(theme, DYNCOLOR_LAYER_USER, &error);
 *
 * After the last call, `accent` is what it was before.
 *
 * - The order, from the lowest layer up: the defaults; the theme's own layer, where colors are
 *   registered unless the call names another layer; the user's layer, for what the user has chosen.
 *   A layer that the host declares lies directly below the layer that the host names.
 * - A color has one id, one name and one row, whatever layers define it. Each layer may have a
 *   different kind of definition for it.
 * - A definition that is overridden stays, and counts again when no higher layer defines the color
 *   any more.
 * - A reference means the color as it is, in its highest layer. So an `accent` in the user's layer
 *   that uses var(--accent) refers to itself, which is a cycle. --covered() is the definition that
 *   is overridden:
 *
 *     dyncolor_part lighter = dyncolor_part_css("color-mix(in oklab, --covered(), white 20%)");
 *     dyncolor_layer_register(theme, DYNCOLOR_LAYER_USER, "accent", &lighter, NULL, &error);
 *
 * - A provider that is overridden is called only for --covered(). It is not destroyed, since it may
 *   count again.
 * - Registering a definition that is overridden is a change, too: the generation grows. But values
 *   change only if --covered() reads the definition.
 * - An owner is somebody for whom the host registers colors, such as a plugin. All colors of an
 *   owner can be removed at once. In each layer, a color is owned by whoever registered it there
 *   last.
 * - The ..._declare, ..._find, ..._name and ..._count functions follow the rules of section 12,
 *   Palettes. */

/* The layers that every theme has. Other layers have numbers that the theme gives out. */
typedef enum dyncolor_layer {
  DYNCOLOR_LAYER_THEME = 0,
  DYNCOLOR_LAYER_DEFAULTS = 1,
  DYNCOLOR_LAYER_USER = 2,
  DYNCOLOR_LAYER_MAX_ENUM = 0x7fffffff
} dyncolor_layer;

/* Declares a layer, and writes its number.
 *
 *     dyncolor_layer_declare(theme, "brand", DYNCOLOR_LAYER_USER, &brand, &error);
 *     dyncolor_layer_declare(theme, "season", DYNCOLOR_LAYER_USER, &season, &error);
 *
 * - A new layer is put directly below the layer `below`. The first call of the example puts brand
 *   below user, the second one puts season between brand and user. So season overrides brand, and
 *   user overrides both.
 * - A layer that exists stays where it is.
 * - "theme", "defaults" and "user" are names of layers, too.
 *
 * Fails with
 * - DYNCOLOR_ERROR_UNKNOWN_NAME if `below` is no layer;
 * - DYNCOLOR_ERROR_TOO_MANY_LAYERS if the theme has DYNCOLOR_MAX_LAYERS already.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_layer_declare(
    dyncolor_theme *theme, const char *name, uint16_t below, uint16_t *layer,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_layer_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t below, uint16_t *layer,
    dyncolor_error *error);

/* Writes the name of a layer. The text is valid until the theme is freed. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_name(
    const dyncolor_theme *theme, uint16_t layer, const char **name, dyncolor_error *error);

/* Returns how many layers there are, numbered from 0. Returns 0 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API size_t dyncolor_layer_count(const dyncolor_theme *theme);

/* Finds the number of a layer by its name. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_layer_find(
    const dyncolor_theme *theme, const char *name, uint16_t *layer, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_layer_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *layer,
    dyncolor_error *error);

/* Lists all layers, from the lowest up.
 *
 * `count` gets the number of layers. If `capacity` is less, the call fails with
 * DYNCOLOR_ERROR_BUFFER_TOO_SMALL and writes only `count`. `layers` may be NULL if `capacity` is 0.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_layers(
    const dyncolor_theme *theme, uint16_t *layers, size_t capacity, size_t *count,
    dyncolor_error *error);

/* Registers a color in a layer: a value, CSS text, or an alias of a registered color.
 *
 * - `name` may be NULL for a color without a name. `id` may be NULL.
 * - For definitions of other kinds, set the field `layer` of a dyncolor_definition, and call
 *   dyncolor_register.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if there is no such layer. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_layer_register(
    dyncolor_theme *theme, uint16_t layer, const char *name, const dyncolor_part *part,
    dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_layer_register_n(
    dyncolor_theme *theme, uint16_t layer, const char *name, size_t name_length,
    const dyncolor_part *part, dyncolor_id *id, dyncolor_error *error);

/* Removes all colors from a layer, in one change.
 *
 * - A color that other layers define as well becomes what the highest of those layers says. Colors
 *   that no other layer defines are unregistered.
 * - The layer itself stays, and may be filled again.
 * - It takes time in proportion to the theme. It holds the theme's lock for a time in proportion to
 *   the colors of the layer.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_clear(
    dyncolor_theme *theme, uint16_t layer, dyncolor_error *error);

/* Removes one color from one layer. The color becomes what the highest layer that is left says, or
 * is unregistered if none is left.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if the layer does not define the color. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_layer_unregister(
    dyncolor_theme *theme, uint16_t layer, dyncolor_id id, dyncolor_error *error);

/* Declares an owner, and writes its number, for the field `owner` of a dyncolor_definition. A new
 * name gets the next number, from 1.
 *
 * Fails with DYNCOLOR_ERROR_TOO_MANY_OWNERS if the theme has DYNCOLOR_MAX_OWNERS already.
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_owner_declare(
    dyncolor_theme *theme, const char *name, uint16_t *owner, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_owner_declare_n(
    dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *owner,
    dyncolor_error *error);

/* Writes the name of an owner. The text is valid until the theme is freed.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME also for 0, which is nobody in particular. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_owner_name(
    const dyncolor_theme *theme, uint16_t owner, const char **name, dyncolor_error *error);

/* Returns how many owners there are, numbered from 1. Returns 0 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API size_t dyncolor_owner_count(const dyncolor_theme *theme);

/* Finds the number of an owner by its name. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_owner_find(
    const dyncolor_theme *theme, const char *name, uint16_t *owner, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_owner_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, uint16_t *owner,
    dyncolor_error *error);

/* Removes all colors of an owner from every layer, in one change. The rules are those of
 * dyncolor_layer_clear.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if no owner has this number, as for 0. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_owner_clear(
    dyncolor_theme *theme, uint16_t owner, dyncolor_error *error);

/* One of the definitions of a color. */
typedef struct dyncolor_source {
  uint16_t layer;
  uint16_t owner; /* 0 for nobody in particular */

  /* A dyncolor_kind. CSS text that is a table of variants counts as VARIANTS: a constant, a pair of
   * constants for light and dark, or --variants() of constants. */
  uint32_t kind;
} dyncolor_source;

/* Lists the layers that define a color, from the highest down. The first one decides what the color
 * is.
 *
 *     dyncolor_source sources[4];
 *     size_t count;
 *     if (dyncolor_id_sources(theme, accent, sources, 4, &count, &error) == DYNCOLOR_OK)
 *       printf("layer %u decides, and overrides %zu\n", sources[0].layer, count - 1);
 *
 * `count` gets the number of layers. If `capacity` is less, the call fails with
 * DYNCOLOR_ERROR_BUFFER_TOO_SMALL and writes only `count`. `sources` may be NULL if `capacity` is
 * 0. A capacity of 1 is enough for a color that is defined in one layer. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_sources(
    const dyncolor_theme *theme, dyncolor_id id, dyncolor_source *sources, size_t capacity,
    size_t *count, dyncolor_error *error);

/* ---- 15. Finding ----------------------------------------------------------------------------- */

/* These functions find colors by their names, list them, and say what a color depends on or
 * consists of.
 *
 *     dyncolor_id accent;
 *     char css[256];
 *     if (dyncolor_theme_find(theme, "accent", &accent, &error) == DYNCOLOR_OK &&
 *         dyncolor_id_css(theme, accent, css, sizeof css, NULL, &error) == DYNCOLOR_OK)
 *       puts(css);
 *
 * - Names can be forwarded: what is looked for under an old name is then found under a new one. See
 *   dyncolor_theme_forward.
 * - A color that has been unregistered is not found, but its id still has its name. */

/* Finds the id of the registered color that has a name. Takes no lock.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if no registered color has the name. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_theme_find(
    const dyncolor_theme *theme, const char *name, dyncolor_id *id, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_theme_find_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, dyncolor_id *id,
    dyncolor_error *error);

/* Finds all colors that a program uses, in one call. A program that does so when it starts learns
 * of every missing name before it paints.
 *
 *     static const char *const names[] = {"accent", "text"};
 *     dyncolor_id ids[2];
 *     if (dyncolor_theme_bind(theme, names, 2, ids, NULL, &error) < 0) puts(error.context);
 *
 * - `names` has `count` NUL-terminated texts, and `ids` has room for `count`. All names are looked
 *   up at one instant.
 * - `statuses` may be NULL. Otherwise it has room for `count`, and says for each name whether it
 *   was found, also if the function fails because of a missing name.
 * - `python3 -m dyncolor.names` writes C code that binds a list of names: a struct with an id for
 *   each name, so that the compiler finds a misspelled name.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if names are missing. Then no id is written, and the
 * error's context lists the missing names, as many as fit. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_bind(
    const dyncolor_theme *theme, const char *const *names, size_t count, dyncolor_id *ids,
    dyncolor_status *statuses, dyncolor_error *error);

/* Forwards an old name to a new one: whoever looks for the old name finds the color of the new one.
 * So a theme can rename its colors from one version to the next, and programs that were written for
 * the old names still work.
 *
 *     dyncolor_id_rename(theme, id, "surface", &error);
 *     dyncolor_theme_forward(theme, "ground", "surface", &error);
 *
 * - It works for dyncolor_theme_find, dyncolor_theme_bind, dyncolor_theme_declare, var(), and for
 *   the colors of palettes, by their whole names.
 * - If a color is registered under the old name itself, that color is found first.
 * - The new name may be registered later, or never. It may itself be forwarded.
 * - Forwarding the same name again replaces the new name. NULL as the `name` ends the forwarding.
 * - Ids are not forwarded. An id that was declared under the old name still belongs to the old
 *   name.
 *
 * Fails with DYNCOLOR_ERROR_CYCLE if the new name leads back to the old one. The context then lists
 * all names of the cycle. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_theme_forward(
    dyncolor_theme *theme, const char *old, const char *name, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_theme_forward_n(
    dyncolor_theme *theme, const char *old, size_t old_length, const char *name,
    size_t name_length, dyncolor_error *error);

/* Writes the name that a name has been forwarded to, also while a color has the old name itself.
 *
 * If that name is forwarded, too, it is the first name of the chain that a color has, or the last
 * one if no color has any. The text is valid until the theme is freed.
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if the name has not been forwarded. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_theme_forwarded(
    const dyncolor_theme *theme, const char *name, const char **current, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_theme_forwarded_n(
    const dyncolor_theme *theme, const char *name, size_t name_length, const char **current,
    dyncolor_error *error);

/* Writes the name of a color, or the empty text if it has none.
 *
 * - A color that has been unregistered keeps its name, so that an observer can say which color is
 *   gone. A color that has only been declared has its name, too.
 * - The text is valid until the theme is freed.
 *
 * Fails with DYNCOLOR_ERROR_STALE_ID if the row of the id has been given to another color.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_name(
    const dyncolor_theme *theme, dyncolor_id id, const char **name, dyncolor_error *error);

/* Lists the ids of all registered colors. See section 17 for functions that list ids. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_colors(
    const dyncolor_theme *theme, dyncolor_id *ids, size_t capacity, size_t *count,
    dyncolor_error *error);

/* Returns how many colors are registered. Returns 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_theme_count(const dyncolor_theme *theme);

/* Writes the definition of a color as CSS. dyncolor_register_css makes an equal color of it.
 *
 *     char css[256];
 *     dyncolor_id_css(theme, label, css, sizeof css, NULL, NULL);
 *     puts(css); // light-dark(#000000, #ffffff)
 *
 *     what the color is                              how it is written
 *     a constant                                     the color
 *     a light and a dark color                       light-dark()
 *     another table of variants                      --variants()
 *     a color of a palette                           --palette()
 *     an expression that depends on something        the expression
 *     an expression of constants only                its value: a constant
 *     a reference to a color that has a name         var()
 *     a reference to a color without a name          the definition of that color
 *
 * - The same color always has the same text.
 * - What is computed when a color is registered is written as its value, also within an expression:
 *   `--ensure-contrast(gray, on white, 4.5)` as `oklch(...)`. See dyncolor_register_css.
 * - The text follows the two-call rule. `length` may be NULL.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME for
 * - a provider, and a color that refers to a provider without a name;
 * - a color that refers to an unregistered color without a name;
 * - a color that refers to itself, without a name;
 * - a color whose text could not be read, since it would be nested beyond DYNCOLOR_MAX_NESTING.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_css(
    const dyncolor_theme *theme, dyncolor_id id, char *buffer, size_t capacity, size_t *length,
    dyncolor_error *error);

/* Writes the axes that a color's value depends on, as a set of bits: bit N stands for the axis with
 * the number N (see dyncolor_axis).
 *
 * - The gamut is in the set if the color may lie outside sRGB.
 * - For a provider, the set has the axes that it has read so far. It may read more later.
 * - The set never lacks an axis that has mattered. It may have one too many.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_axes(
    const dyncolor_theme *theme, dyncolor_id id, uint32_t *axes, dyncolor_error *error);

/* Returns 1 if two colors, of one theme or of two, mean the same, and otherwise 0.
 *
 * - Two colors mean the same if they come to the same in every environment: the same value, the
 *   same provider (function and user data), or the same semantic color.
 * - Names do not matter. An alias equals the color that it refers to.
 * - Some expressions are equal only if they are written in the same way: those that compute with
 *   other colors, those with a style() condition, and those that depend on graded contrast (as
 *   --grade-contrast()), on forced colors, on the foreground, on the accent or on the severity of a
 *   vision. Spelling does not matter, but the
 *   names of the other colors do.
 * - Expressions with --covered() must also override definitions that say the same.
 * - Subtypes, locales, palettes and values of custom axes are compared by their numbers.
 * - Returns 0 if an id is not registered.
 *
 * Comparing takes no more than about a millisecond. Colors that would take longer, such as tables
 * for hundreds of locales or mixes of hundreds of colors, are compared by their definitions, after
 * aliases have been followed. They are equal only if both definitions have the same variants in the
 * same order, or are the same expression; and, if the colors are of two themes, only if neither
 * definition contains other colors. Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_id_equal(
    const dyncolor_theme *theme, dyncolor_id id, const dyncolor_theme *other_theme,
    dyncolor_id other_id);

/* Returns a hash of what a color means: equal colors (dyncolor_id_equal) have equal hashes.
 *
 * Takes no more than about a millisecond. Returns 0 if the id is not registered. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API uint64_t dyncolor_id_hash(const dyncolor_theme *theme, dyncolor_id id);

/* ---- 16. Notes on colors --------------------------------------------------------------------- */

/* Notes are what a theme says about its colors to people who choose among them: a description, a
 * deprecation, and an annotation for other programs.
 *
 *     const char *why;
 *     dyncolor_id instead;
 *     dyncolor_id_set_description(theme, ground, "Behind all text.", &error);
 *     dyncolor_id_set_deprecation(theme, paper, "Too bright in the dark.", ground, &error);
 *     dyncolor_id_deprecation(theme, paper, &why, &instead, &error);
 *
 * - Notes do not affect resolving, and dyncolor_theme_generation does not grow.
 * - Notes stay with the id when the color is redefined or renamed.
 * - If a color with a name is unregistered, its notes stay, and are there again when it is
 *   registered again. The notes of a color without a name are removed with it.
 * - A color that has only been declared can have notes, too.
 * - Notes are UTF-8 without a NUL, of any length.
 * - The text of a note is owned by the theme. It is valid until that note is replaced or removed,
 *   or the theme is freed. */

/* Sets the description of a color, in place of the one before. An empty text, or NULL, removes it.
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_id_set_description(
    dyncolor_theme *theme, dyncolor_id id, const char *text, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_id_set_description_n(
    dyncolor_theme *theme, dyncolor_id id, const char *text, size_t length, dyncolor_error *error);

/* Writes the description of a color, or the empty text if it has none. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_description(
    const dyncolor_theme *theme, dyncolor_id id, const char **text, dyncolor_error *error);

/* Deprecates a color: says why it should no longer be used, and which color of the theme to use
 * instead.
 *
 * - One of the two may be missing: `note` NULL or empty, or `replacement` DYNCOLOR_ID_NONE. Without
 *   both, the color is no longer deprecated.
 * - A deprecated color resolves as before.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_id_set_deprecation(
    dyncolor_theme *theme, dyncolor_id id, const char *note, dyncolor_id replacement,
    dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_id_set_deprecation_n(
    dyncolor_theme *theme, dyncolor_id id, const char *note, size_t note_length,
    dyncolor_id replacement, dyncolor_error *error);

/* Writes why a color should no longer be used, and which color to use instead.
 *
 * - For a color that is not deprecated, these are the empty text and DYNCOLOR_ID_NONE.
 * - The replacement is the id that was given. Its color may have been unregistered since.
 * - `replacement` may be NULL.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_deprecation(
    const dyncolor_theme *theme, dyncolor_id id, const char **note, dyncolor_id *replacement,
    dyncolor_error *error);

/* Sets the annotation of a color: what other programs have stored in a file with it, so that it can
 * be written again.
 *
 * It is a JSON object as text, with a key for each vendor, as `$extensions` of design tokens. The
 * library does not look at it, except that an audit looks for the key `reviewed` (see
 * DYNCOLOR_AUDIT_KIND_UNREVIEWED). An empty text, or NULL, removes it. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_id_set_annotation(
    dyncolor_theme *theme, dyncolor_id id, const char *json, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_id_set_annotation_n(
    dyncolor_theme *theme, dyncolor_id id, const char *json, size_t length, dyncolor_error *error);

/* Writes the annotation of a color, or the empty text if it has none. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_annotation(
    const dyncolor_theme *theme, dyncolor_id id, const char **json, dyncolor_error *error);

/* ---- 17. Changes ----------------------------------------------------------------------------- */

/* These functions tell a program what to paint again after a change.
 *
 *     what changes                      what to call
 *     the theme (be told at once)       dyncolor_theme_observe
 *     the theme (ask now and then)      dyncolor_theme_generation and dyncolor_theme_changes
 *     the environment                   dyncolor_theme_diff, with the old one and the new one
 *     the snapshot                      dyncolor_snapshot_diff, with the old one and the new one
 *
 * With an observer:
 *
 *     static void repaint(dyncolor_theme *theme, const dyncolor_change *change, void *window) {
 *       for (size_t i = 0; i < change->count; i++) invalidate(window, change->ids[i]);
 *     }
 *
 *     uint64_t observation;
 *     dyncolor_theme_observe(theme, repaint, window, NULL, &observation, &error);
 *     dyncolor_register_hex(theme, "accent", "#c00", NULL, NULL, &error);
 *     dyncolor_theme_unobserve(theme, observation, &error);
 *
 * Here dyncolor_register_hex calls `repaint` before it returns, with the ids of `accent` and of all
 * its dependents.
 *
 * The ids are of colors that may have changed, in some environment. The change does not say what
 * their values were. If you need the old values, keep a snapshot, such as `before` in this example:
 *
 *     dyncolor_rgba was, is;
 *     dyncolor_snapshot *now = NULL;
 *     size_t count;
 *     dyncolor_id ids[1000];
 *     dyncolor_register_hex(theme, "accent", "#c00", NULL, NULL, &error);
 *     if (dyncolor_snapshot_create(theme, NULL, &now, &error) == DYNCOLOR_OK &&
 *         dyncolor_snapshot_diff(before, now, ids, 1000, &count, &error) == DYNCOLOR_OK)
 *       for (size_t i = 0; i < count; i++)
 *         if (dyncolor_snapshot_resolve(before, ids[i], &was, NULL) == DYNCOLOR_OK &&
 *             dyncolor_snapshot_resolve(now, ids[i], &is, NULL) == DYNCOLOR_OK)
 *           invalidate(window, ids[i]);  // `was` is the old value, and `is` the new one
 *     if (now) {
 *       dyncolor_snapshot_release(before);
 *       before = now;
 *     }
 *
 * Rules for functions that list ids:
 * - They write the ids in the order of their rows (see DYNCOLOR_ROW), and their number to `count`.
 * - If `capacity` is less than their number, they fail with DYNCOLOR_ERROR_BUFFER_TOO_SMALL and
 *   write only `count`. `ids` may be NULL if `capacity` is 0.
 * - Room for dyncolor_theme_rows ids is always enough, as long as the theme does not grow
 *   meanwhile.
 *
 * Dependents. A change of a color also changes the colors that depend on it, directly or through
 * others:
 *
 *     a color with                   depends on
 *     an alias, variants, var(),     the colors that it names, also in branches that are not chosen
 *     a system color
 *     a name in palettes             the colors of this name in all palettes
 *     currentcolor, AccentColor      all colors, since the environment may choose any
 *     a provider                     the colors that it has answered with so far, and those that it
 *                                    has resolved by dyncolor_context_resolve; if there are more
 *                                    than 8, all colors
 *
 * If a provider depends on anything else, the host calls dyncolor_id_refresh when that changes. */

/* Lists the colors that look different in two environments: their values differ, or they have no
 * value for different reasons.
 *
 * - `a` and `b` may be NULL, for {0}.
 * - Both environments are resolved against the same version of the theme.
 * - Only these colors are resolved: those that depend on an axis in which the environments differ
 *   (see dyncolor_id_axes), and providers that have not been called since they were registered or
 *   refreshed.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_diff(
    dyncolor_theme *theme, const dyncolor_environment *a, const dyncolor_environment *b,
    dyncolor_id *ids, size_t capacity, size_t *count, dyncolor_error *error);

/* Lists the colors whose values may have changed since a generation of the theme.
 *
 *     size_t count;
 *     dyncolor_id ids[1000];
 *     if (dyncolor_theme_generation(theme) != seen &&
 *         dyncolor_theme_changes(theme, seen, ids, 1000, &count, &seen, &error) == DYNCOLOR_OK)
 *       for (size_t i = 0; i < count; i++) invalidate(window, ids[i]);
 *
 * - It lists the colors that were registered, redefined, refreshed, unregistered or renamed, and
 *   all dependents of these. A change in a layer that another one covers is listed only if
 *   --covered() reads it.
 * - A change of the default scheme, of the default contrast, of levels, palettes or axes, or of a
 *   forwarded name, lists the colors that depend on it.
 * - An unregistered color is listed with its old id. If its row has been given to another color,
 *   the row is listed once, with the new id.
 * - `since` must be a generation that the theme has had.
 * - `generation` gets the generation up to which the list is complete. Pass it as `since` to the
 *   next call. It may be NULL.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_changes(
    const dyncolor_theme *theme, uint64_t since, dyncolor_id *ids, size_t capacity, size_t *count,
    uint64_t *generation, dyncolor_error *error);

/* Lists exactly the colors that differ between two snapshots: their values differ, or they failed
 * to resolve for different reasons.
 *
 * - Snapshots are compared row by row, even if they are of different themes. A row that one of them
 *   lacks counts as empty there.
 * - The ids are those of `b`. For rows that `b` lacks, they are those of `a`.
 * - Takes no lock and allocates nothing.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_snapshot_diff(
    const dyncolor_snapshot *a, const dyncolor_snapshot *b, dyncolor_id *ids, size_t capacity,
    size_t *count, dyncolor_error *error);

/* A change of a theme, as an observer gets it. */
typedef struct dyncolor_change {
  size_t size;

  /* The generation of the theme after this change. */
  uint64_t generation;

  /* The colors whose values may have changed, listed as by dyncolor_theme_changes. There may be
   * none. The list is valid only during the call. */
  const dyncolor_id *ids;
  size_t count;
} dyncolor_change;

/* An observer: is called after a change of `theme`.
 *
 * - No lock is held during the call. The observer may call every function: resolve, change the
 *   theme, begin observations, and end them, its own too.
 * - It may release references to the theme, even the last one. The theme lives until the observer
 *   returns. */
typedef void (*dyncolor_observer_function)(
    dyncolor_theme *theme, const dyncolor_change *change, void *user_data);

/* Calls `observer` after every change of the theme from now on.
 *
 * - What one change is: one call that makes the generation grow. A batch is one change.
 * - Order: changes arrive one by one, in the order of their generations. Each change goes to all
 *   observers, in the order in which they were added, before the next change does.
 * - Thread: normally, observers run on the thread that made the change, before that call returns.
 *   But while another thread is calling observers, that thread delivers this change as well, and
 *   the call that made the change returns at once.
 * - Changes that an observer makes are delivered after the current one. Changes that a provider
 *   makes are delivered when the outermost provider on its thread has returned.
 * - The theme may have changed further by the time an observer runs.
 * - `observation` gets the number for dyncolor_theme_unobserve, which is never 0. It is written
 *   before the observer can be called.
 * - `destroy` may be NULL. It is called once, without a lock held: when the observation has ended
 *   and no call of the observer is running, or when the theme is freed. It must not use a theme
 *   that is being freed.
 * - Memory: a change of an observed theme allocates memory for the notification. If there is none,
 *   the change fails with DYNCOLOR_ERROR_OUT_OF_MEMORY, and nothing is changed.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_observe(
    dyncolor_theme *theme, dyncolor_observer_function observer, void *user_data,
    dyncolor_destroy_function destroy, uint64_t *observation, dyncolor_error *error);

/* Ends an observation. When this returns, no new call of the observer begins.
 *
 * - A call of the observer that is already running goes on: on another thread, or around this call.
 * - `destroy` is called when the running call has ended or, if none is running, before this
 *   returns.
 * - Changes that have not been delivered to the observer yet are not delivered to it any more.
 * - Fails with DYNCOLOR_ERROR_INVALID_ARGUMENT if the observation has already ended or never was.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_unobserve(
    dyncolor_theme *theme, uint64_t observation, dyncolor_error *error);

/* ---- 18. Explaining -------------------------------------------------------------------------- */

/* An explanation shows, step by step, how a color was resolved in an environment. It is for
 * inspectors and for debugging.
 *
 *     dyncolor_explanation *explanation;
 *     if (dyncolor_explanation_create(theme, hover, &dark, &explanation, &error) == DYNCOLOR_OK) {
 *       fputs(dyncolor_explanation_text(explanation), stdout);
 *       dyncolor_explanation_release(explanation);
 *     }
 *
 * For a `hover` that is color-mix(in srgb, var(--accent), white), this prints:
 *
 *     hover = color(srgb 0.752941 0.907843 1): color-mix(in srgb, var(--accent), #ffffff)
 *       50%: accent = #81d0ff: variant 2 of 2 (dark)
 *       50%: #ffffff
 *
 * - How an expression of constants was computed is not explained: a `hover` that is
 *   color-mix(in srgb, #81d0ff, white) is computed when it is registered, and is then a constant.
 *   See dyncolor_register_css.
 * - An explanation never changes, owns its memory and outlives the theme.
 * - It has the same content in two forms: a text for people, and an array of steps. */

/* What happened in a step, and what the fields of its dyncolor_step mean.
 *
 * For every kind, `color` is the value at that step, if there is one, and `status` says why there
 * is none. All fields that are not mentioned are 0, or the empty text. */
typedef enum dyncolor_step_kind {
  /* The explanation of a registered color begins.
   * id, layer, owner: the color and where it is defined; layer 0 is DYNCOLOR_LAYER_THEME
   * text: its name
   * detail: its dyncolor_kind
   * count: the dyncolor_level that is asked for
   * index: 1 if the color was explained by an earlier step, and is not explained again */
  DYNCOLOR_STEP_KIND_COLOR = 1,

  /* A color value.
   * text: its CSS */
  DYNCOLOR_STEP_KIND_CONSTANT = 2,

  /* A variant was chosen.
   * index: which one, from 0; the text of the explanation counts from 1
   * count: of how many
   * scheme to vision: its conditions. The light color of a light/dark pair has none.
   * If none matches the environment, there are only `status` and `count`. */
  DYNCOLOR_STEP_KIND_VARIANT = 3,

  /* A reference to another color.
   * id: the color, or DYNCOLOR_ID_NONE if no color has the name
   * text: the name, or empty if the reference is by id
   * detail: 1 for --covered(). Then `id` is the color itself, and the next COLOR step is its
   *   definition in a lower layer. */
  DYNCOLOR_STEP_KIND_REFERENCE = 4,

  /* A fallback is used, because a reference or a palette had no color.
   * In a list of fallbacks, as in --first():
   * index: which one, from 0
   * count: of how many
   * status: why it was passed over */
  DYNCOLOR_STEP_KIND_FALLBACK = 5,

  /* A color is looked up in a palette.
   * index: the number of the palette
   * text: the name that is looked up
   * id: what was found, or DYNCOLOR_ID_NONE
   * detail: DYNCOLOR_ORIGIN_ENVIRONMENT, or DYNCOLOR_ORIGIN_THEME for the default palette */
  DYNCOLOR_STEP_KIND_PALETTE = 6,

  /* A system color.
   * text: its name
   * detail: its dyncolor_origin in this environment */
  DYNCOLOR_STEP_KIND_SYSTEM_COLOR = 7,

  /* The content style.
   * count: the dyncolor_level
   * detail: the dyncolor_origin */
  DYNCOLOR_STEP_KIND_FOREGROUND = 8,

  /* light-dark() was decided.
   * index: 0 for the light color, 1 for the dark one */
  DYNCOLOR_STEP_KIND_SCHEME = 9,

  /* if() was decided.
   * index: which condition holds, from 0
   * count: of how many
   * text: the condition
   * If none holds, there are only `status` and `count`.
   *
   * Where light-dark() or if() chooses the mode of --blend(), or the ratio of --ensure-contrast()
   * or --grade-contrast(), its SCHEME or CONDITION step follows the TRANSFORM step, at the same
   * depth. So does the SCHEME step of --standalone(), --material() and --scale(). */
  DYNCOLOR_STEP_KIND_CONDITION = 10,

  /* A provider.
   * detail: the set of axes that it has read so far
   * index: 1 if its answer came from the cache */
  DYNCOLOR_STEP_KIND_PROVIDER = 11,

  /* A color is computed from other colors. Their steps follow, one level deeper.
   * detail: a dyncolor_transform
   * text: the expression in CSS
   * numbers[0]: for GRADED, how much there is of the second color; for VISION, the severity, from 0
   *   to 1; for TONE, the tone; for MATERIAL and SCALE, the
   *   contrast, from -1 to 1
   * numbers[1]: for SCALE, the step
   * index: for BLEND, the dyncolor_blend_mode; for VISION, the dyncolor_vision */
  DYNCOLOR_STEP_KIND_TRANSFORM = 12,

  /* One of the colors that a TRANSFORM computes with. Its steps follow.
   * index: which one, from 0
   * count: of how many
   * numbers[0]: its weight in a mix, 0 to 1 */
  DYNCOLOR_STEP_KIND_OPERAND = 13,

  /* Alpha was multiplied, for a level.
   * detail: the dyncolor_level
   * numbers[0]: the factor
   * before: the color before */
  DYNCOLOR_STEP_KIND_LEVEL = 14,

  /* A color was made to have enough contrast. If it already had enough, the step is there, too, and
   * `color` is equal to `before`.
   * before: the color before
   * numbers[0]: the contrast of `before`
   * numbers[1]: the contrast that was asked for
   * numbers[2]: the contrast of `color`, before or after rounding to 8 bits, whichever is less */
  DYNCOLOR_STEP_KIND_CONTRAST = 15,

  /* A color is brought into a gamut.
   * detail: the dyncolor_gamut
   * before: the color before */
  DYNCOLOR_STEP_KIND_GAMUT = 16,

  /* The result: always the last step.
   * color: what is painted
   * status: why there is no color
   * text: what that status is about, as in the context of an error */
  DYNCOLOR_STEP_KIND_RESULT = 17,

  /* There are more steps than DYNCOLOR_MAX_STEPS. They are left out, and only RESULT follows. */
  DYNCOLOR_STEP_KIND_MORE = 18,

  DYNCOLOR_STEP_KIND_MAX_ENUM = 0x7fffffff
} dyncolor_step_kind;

/* How a color is computed from others. */
typedef enum dyncolor_transform {
  DYNCOLOR_TRANSFORM_MIX = 1,             /* color-mix() */
  DYNCOLOR_TRANSFORM_RELATIVE = 2,        /* oklch(from ...) and the like */
  DYNCOLOR_TRANSFORM_ALPHA = 3,           /* alpha() */
  DYNCOLOR_TRANSFORM_CONTRAST_COLOR = 4,  /* contrast-color() */
  DYNCOLOR_TRANSFORM_BLEND = 5,           /* --blend() */
  DYNCOLOR_TRANSFORM_ENSURE_CONTRAST = 6, /* --ensure-contrast() */
  DYNCOLOR_TRANSFORM_FIRST = 7,           /* --first() */
  DYNCOLOR_TRANSFORM_GRADED = 8,          /* a mix of the variants for two contrasts */
  DYNCOLOR_TRANSFORM_VISION = 9,          /* --vision() */
  DYNCOLOR_TRANSFORM_STANDALONE = 10,     /* --standalone() */
  DYNCOLOR_TRANSFORM_TONE = 11,           /* --tone() */
  DYNCOLOR_TRANSFORM_DARK_OF = 12,        /* --dark-of() */
  DYNCOLOR_TRANSFORM_LIGHT_OF = 13,       /* --light-of() */
  DYNCOLOR_TRANSFORM_MATERIAL = 14,       /* --material() */
  DYNCOLOR_TRANSFORM_SCALE = 15,          /* --scale() */
  DYNCOLOR_TRANSFORM_GRADE_CONTRAST = 16, /* --grade-contrast() */
  DYNCOLOR_TRANSFORM_MAX_ENUM = 0x7fffffff
} dyncolor_transform;

/* Where a system color, the content style or a palette comes from. */
typedef enum dyncolor_origin {
  DYNCOLOR_ORIGIN_ENVIRONMENT = 1, /* `foreground`, `accent` or `palette` of the environment */
  DYNCOLOR_ORIGIN_THEME = 2,       /* the theme: its color of this name, or its default palette */
  DYNCOLOR_ORIGIN_BUILT_IN = 3,    /* the library's own default */
  DYNCOLOR_ORIGIN_MAX_ENUM = 0x7fffffff
} dyncolor_origin;

/* A step of an explanation. What the fields mean depends on the kind: see dyncolor_step_kind. */
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

  /* The conditions of a variant, as in dyncolor_variant. */
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
  dyncolor_color color;  /* space 0: there is none */
  dyncolor_color before; /* likewise */
  const char *text;      /* valid as long as the explanation; never NULL */
} dyncolor_step;

/* The greatest number of steps. */
#define DYNCOLOR_MAX_STEPS 4096

/* An explanation. Opaque. */
typedef struct dyncolor_explanation dyncolor_explanation;

/* Explains the value that dyncolor_resolve gives for a color in an environment.
 *
 * - `environment` may be NULL, for {0}.
 * - It also succeeds if the color has no value. Then the last step, RESULT, says why.
 * - It resolves the color, and calls providers like dyncolor_resolve does. A provider whose answer
 *   is cached is not called again.
 *
 * Fails with DYNCOLOR_ERROR_FOREIGN_ID for an id that the theme never gave out. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_explanation_create(
    dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
    dyncolor_explanation **explanation, dyncolor_error *error);

/* Returns the steps, in the order in which they happened. There is at least one.
 *
 * The array is valid as long as the explanation. `count` gets its length, and may be NULL. Returns
 * NULL, with the count 0, for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API const dyncolor_step *dyncolor_explanation_steps(
    const dyncolor_explanation *explanation, size_t *count);

/* Returns the explanation as English text: one line for each color that takes part.
 *
 * - The operands of a function are indented below it by two spaces. An operand that refers to a
 *   color has that color in its own line, as `50%: accent = ...` in the example above.
 * - Any other color that was referred to has the next line, with the same indentation:
 *
 *     link = #81d0ff: the color in the next line
 *     accent = #81d0ff: variant 2 of 2 (dark)
 *
 * - Where a provider fails, the text has the name of the status, as in `a provider, which fails
 *   with DYNCOLOR_ERROR_NO_VALUE`, or the number of a status that only the host knows.
 * - Each line ends with a line feed, also the last one.
 * - Do not parse the text: its wording may change in a later version.
 *
 * Valid as long as the explanation.
 * Returns the empty text for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API const char *dyncolor_explanation_text(const dyncolor_explanation *explanation);

/* Frees an explanation. Does nothing for NULL. Since 1.0. */
DYNCOLOR_API void dyncolor_explanation_release(dyncolor_explanation *explanation);

/* ---- 19. Loading files ----------------------------------------------------------------------- */

/* Loading reads colors from a file or a folder and registers them in a theme. A load is one change:
 * all colors are registered or, if it fails, none.
 *
 *     dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
 *     options.flags = DYNCOLOR_LOAD_STRICT;
 *     char line[2048], source[65536] = "";
 *     if (dyncolor_theme_load(theme, "theme.css", &options, NULL, &error) != DYNCOLOR_OK) {
 *       FILE *mistaken = fopen(error.path, "rb");
 *       if (mistaken) {
 *         source[fread(source, 1, sizeof source - 1, mistaken)] = 0;
 *         fclose(mistaken);
 *       }
 *       if (dyncolor_error_format(&error, source, line, sizeof line, NULL) == DYNCOLOR_OK)
 *         fprintf(stderr, "%s\n", line);
 *     }
 *
 * Rules for all loads:
 * - Without DYNCOLOR_LOAD_STRICT, formats are read as their own programs read them. In a style
 *   sheet, a mistake is then only a warning in the report, and that declaration is left out, as
 *   browsers do.
 * - With DYNCOLOR_LOAD_STRICT, every warning fails the load. In a style sheet, a value that may be
 *   meant for another program is no mistake: a word that is not like the name of a color, such as
 *   `--font: monospace`, and any word of at most 7 letters, even `--ink: bleu`. But
 *   `--ink: rebeccapurpel` is one. Section 29 has the rules of each format.
 * - As the example shows, dyncolor_error_format adds the line of the mistake and a caret if it gets
 *   the text of the file `error.path` as its source.
 * - Unknown references, and colors that refer to themselves, are looked for last, and only if there
 *   is no error so far. With DYNCOLOR_LOAD_STRICT, each warning is an error. So after you have
 *   mended all mistakes in a report, the next load may find unknown references.
 * - Names that are registered in the layer are redefined. Colors that are the same as before are
 *   not touched.
 * - Nothing is unregistered. If you load a file again, colors that are not in it any more, or that
 *   are left out because of a mistake, stay as they were. Only a watch unregisters them (see
 *   section 21, Watching files). To reload a file without a watch, load it into a layer or for an
 *   owner of its own, and call dyncolor_layer_clear or dyncolor_owner_clear first. If the load then
 *   fails, the colors are gone.
 * - If a name comes twice, the later color counts:
 *    - with a warning in ASSET_CATALOG, JSON, BASE16, KDE, and DESIGN_TOKENS without a resolver;
 *    - without a warning in a STYLE_SHEET, as in CSS, where declarations override others; but there
 *      is a warning if a custom property and a @define-color have one name;
 *    - without a warning in later sets of a resolver.
 *   In a GIMP_PALETTE, both colors stay: the second one gets a number after its name, with a note.
 * - Colors may refer to colors of the theme. A reference to a color that neither the files nor the
 *   theme have is a warning, and so are other unknown names: see dyncolor_theme_check.
 * - The load fails with DYNCOLOR_ERROR_CYCLE if colors of the files refer to each other in a cycle,
 *   even in only one scheme, one contrast or one value of a custom axis. The context names them.
 * - Descriptions, deprecations and annotations become notes (see section 16, Notes on colors).
 * - No path within what is loaded leads outside it, neither by `..` nor by a symbolic link, unless
 *   DYNCOLOR_LOAD_ALLOW_OUTSIDE is set. The path that you pass may be anything.
 * - No file may have more than 64 MiB, and no load more than 65,536 files. Otherwise it fails with
 *   DYNCOLOR_ERROR_TOO_COMPLEX.
 * - Files are read without a lock. Only the change itself takes the theme's lock, for a time in
 *   proportion to the colors that are loaded. */

/* File formats. What is read and written in each is described in section 29.
 *
 *     format          extension of the path                    read   write
 *     ASSET_CATALOG   .xcassets, .colorset (folders)           yes    yes, as a folder
 *     DESIGN_TOKENS   .tokens, .tokens.json, .resolver.json    yes    yes, as a file or a folder
 *     STYLE_SHEET     .css                                     yes    yes
 *     JSON            .json                                    yes    yes
 *     BASE16          .yaml, .yml                              yes    no
 *     KDE             .colors                                  yes    yes
 *     TAILWIND        any; set `format`                        no     yes
 *     GTK             any; set `format`                        no     yes, as a folder
 *     GTK_MEDIA       any; set `format`                        no     yes
 *     C_HEADER        .h                                       no     yes
 *     PREVIEW         .html, .htm                              no     yes
 *     SHEET           .svg                                     no     yes
 *     GIMP_PALETTE    .gpl                                     yes    yes
 *     XRESOURCES      .Xresources, .Xdefaults                  no     yes
 *     KITTY           .conf                                    no     yes
 *     ALACRITTY       .toml                                    no     yes
 *
 * - Extensions are compared without regard to ASCII case.
 * - To read, the extension decides and, for .json and unknown extensions, the first line of this
 *   table that is true of the content, of which 64 KiB are looked at:
 *
 *     the content                                              is read as
 *     begins with `{`, and has a key `$value` or `$ref`, or    DESIGN_TOKENS
 *       `resolutionOrder` at the root
 *     begins with `{`, and has a key `base00` at the root or   BASE16
 *       in `palette`
 *     begins with `{`                                          JSON
 *     begins with `GIMP Palette`                               GIMP_PALETTE
 *     contains `[Colors:`                                      KDE
 *     contains `base00:`                                       BASE16
 *     contains `{` or `@define-color`                          STYLE_SHEET
 *     anything else, if the name ends in .json                 JSON, which fails
 *     anything else                                            DYNCOLOR_ERROR_UNKNOWN_FORMAT
 *
 *   Text that begins with a comment is read as if it began with `{`, if it contains a quotation
 *   mark and neither `@` nor a semicolon.
 * - So a program or a manual with braces is read as a style sheet without colors. Without
 *   DYNCOLOR_LOAD_STRICT this succeeds, mostly with warnings. If a load must find colors, see
 *   whether dyncolor_report_colors returns 0. There may be no finding, as for
 *   `:root { --font: serif }`.
 * - STYLE_SHEET also reads the style sheets of Tailwind and GTK.
 * - A folder without one of these extensions is read as design tokens if it directly contains a
 *   file with an extension of theirs, and otherwise as a folder of asset catalogs. */
typedef enum dyncolor_format {
  /* .xcassets, .colorset; read and written. Asset catalogs of Xcode. */
  DYNCOLOR_FORMAT_ASSET_CATALOG = 1,
  /* .tokens, .tokens.json, .resolver.json; read and written. Design tokens, DTCG 2025.10. */
  DYNCOLOR_FORMAT_DESIGN_TOKENS = 2,
  /* .css; read and written. Custom properties of CSS. Reads GTK's @define-color, too. */
  DYNCOLOR_FORMAT_STYLE_SHEET = 3,
  /* .json; read and written. Names and colors. Holds everything that a theme has but providers. */
  DYNCOLOR_FORMAT_JSON = 4,
  /* .yaml, .yml; read only. Schemes of base16 and base24. */
  DYNCOLOR_FORMAT_BASE16 = 5,
  /* .colors; read and written. Color schemes of KDE. */
  DYNCOLOR_FORMAT_KDE = 6,
  /* Written only. A style sheet for Tailwind 4. */
  DYNCOLOR_FORMAT_TAILWIND = 7,
  /* Written only. A folder with gtk.css and gtk-dark.css, for every GTK 4. */
  DYNCOLOR_FORMAT_GTK = 8,
  /* Written only. The same as one style sheet, for GTK 4.20 and later. */
  DYNCOLOR_FORMAT_GTK_MEDIA = 9,
  /* .h; written only. A C header with a table of all colors for each environment. */
  DYNCOLOR_FORMAT_C_HEADER = 10,
  /* .html, .htm; written only. An HTML page that shows all colors. */
  DYNCOLOR_FORMAT_PREVIEW = 11,
  /* .svg; written only. An overview of all colors as one SVG page. */
  DYNCOLOR_FORMAT_SHEET = 12,
  /* .gpl; read and written. Palettes of GIMP, also for Inkscape, Krita and Aseprite. */
  DYNCOLOR_FORMAT_GIMP_PALETTE = 13,
  /* .Xresources, .Xdefaults; written only. A color scheme for terminals, as X resources. */
  DYNCOLOR_FORMAT_XRESOURCES = 14,
  /* .conf; written only. A color scheme for kitty. */
  DYNCOLOR_FORMAT_KITTY = 15,
  /* .toml; written only. A color scheme for Alacritty. */
  DYNCOLOR_FORMAT_ALACRITTY = 16,

  DYNCOLOR_FORMAT_MAX_ENUM = 0x7fffffff
} dyncolor_format;

/* Flags of dyncolor_load_options. */
typedef enum dyncolor_load_flags {
  /* Makes each finding whose status is not DYNCOLOR_OK an error:
   * - all warnings;
   * - the note for a member of JSON that is not a color and was left out.
   * All other notes have the status DYNCOLOR_OK and stay notes.
   *
   * Not every misspelled color is a warning. In a style sheet, a word of at most 7 letters may be
   * meant for another program. So `--ink: bleu` is only a note: a strict load succeeds, and there
   * is no color `ink`.
   * A strict watch rejects it if `ink` was a color in the last load that succeeded. See section
   * 29. */
  DYNCOLOR_LOAD_STRICT = 1,

  /* Files may refer to files outside the folder that is loaded, and symbolic links are followed. */
  DYNCOLOR_LOAD_ALLOW_OUTSIDE = 2,

  /* Only for dyncolor_watch_create: the watch begins even if the files cannot be loaded yet. */
  DYNCOLOR_LOAD_WATCH_ANYWAY = 4,

  DYNCOLOR_LOAD_FLAGS_MAX_ENUM = 0x7fffffff
} dyncolor_load_flags;

/* Reports the progress of a load: the file or color set that is about to be read, and the number
 * of colors so far. Return 0 to go on. Any other value cancels the load, which then fails with
 * DYNCOLOR_ERROR_CANCELLED. */
typedef int (*dyncolor_progress_function)(void *user_data, const char *path, size_t colors);

/* Receives what the callbacks of dyncolor_files read. Opaque. Valid only during the callback. */
typedef struct dyncolor_sink dyncolor_sink;

/* Files that the host reads itself, for instance from an archive.
 *
 *     static dyncolor_status read_entry(void *archive, const char *path, dyncolor_sink *sink) {
 *       struct entry *entry = find_entry(archive, path);
 *       if (!entry) return DYNCOLOR_ERROR_FILE;
 *       return dyncolor_sink_append(sink, entry->bytes, entry->size);
 *     }
 *
 * - The callbacks run on the thread that loads. They may call the library.
 * - A callback returns DYNCOLOR_OK, or a negative status if there is no such file or folder.
 * - Paths have slashes between names and none at the start. They never contain `.` or `..`. The
 *   path of the root folder is empty. */
typedef struct dyncolor_files {
  size_t size;
  void *user_data;

  /* Gives all bytes of a file to `sink`, with one or more calls of dyncolor_sink_append. */
  dyncolor_status (*read)(void *user_data, const char *path, dyncolor_sink *sink);

  /* Gives all entries of a folder to `sink`, with calls of dyncolor_sink_add. May be NULL if no
   * folder is loaded. */
  dyncolor_status (*list)(void *user_data, const char *path, dyncolor_sink *sink);
} dyncolor_files;

/* The initial value of a dyncolor_files. Set `read`. */
#define DYNCOLOR_FILES_INIT {sizeof(dyncolor_files), NULL, NULL, NULL}

/* Gives bytes of a file to the library. For the `read` callback of dyncolor_files.
 *
 * Fails with DYNCOLOR_ERROR_TOO_COMPLEX if the file is too large, or with
 * DYNCOLOR_ERROR_OUT_OF_MEMORY. Then the load fails too. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_sink_append(
    dyncolor_sink *sink, const void *bytes, size_t size);

/* Gives an entry of a folder to the library. For the `list` callback of dyncolor_files.
 *
 * `name` is the name of the entry alone, without a path. `is_folder` is 1 for a folder and 0 for a
 * file. Entries may come in any order. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_sink_add(
    dyncolor_sink *sink, const char *name, int is_folder);
DYNCOLOR_API dyncolor_status dyncolor_sink_add_n(
    dyncolor_sink *sink, const char *name, size_t name_length, int is_folder);

/* Options of a load. 0 and NULL are good defaults for all fields but `size`. Each text has a length
 * in bytes, which may be DYNCOLOR_NUL_TERMINATED; the length 0 is an error unless the text is NULL.
 *
 *     dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
 *     options.prefix = "web/";
 *     options.prefix_length = DYNCOLOR_NUL_TERMINATED;
 *     dyncolor_theme_load(theme, "theme.css", &options, NULL, &error);
 */
typedef struct dyncolor_load_options {
  size_t size;

  /* A dyncolor_format. 0: the extension, or else the content, decides. */
  uint32_t format;

  /* Bits of dyncolor_load_flags. */
  uint32_t flags;

  /* Where the colors are registered: see section 14, Layers. */
  uint16_t layer;
  uint16_t owner;
  uint32_t reserved; /* 0 */

  /* Text that is put before all names, also where the loaded colors refer to each other. If it ends
   * in a slash, the palette that it names gets a number. */
  const char *prefix;
  size_t prefix_length;

  /* The version of the built-in palette `apple`. References of asset catalogs to system colors use
   * it. NULL: the newest version. */
  const char *system_version;
  size_t system_version_length;

  /* The host's own files. NULL: the file system. */
  const dyncolor_files *files;

  /* Is called as the load goes on. May be NULL. */
  dyncolor_progress_function progress;
  void *progress_user_data;
} dyncolor_load_options;

/* The initial value of a dyncolor_load_options. */
#define DYNCOLOR_LOAD_OPTIONS_INIT \
  {sizeof(dyncolor_load_options), 0, 0, 0, 0, 0, NULL, 0, NULL, 0, NULL, NULL, NULL}

/* What was found in files while they were loaded, checked or written: a list of findings. Opaque.
 * Release it with dyncolor_report_release. */
typedef struct dyncolor_report dyncolor_report;

/* Loads the colors of a file or a folder into a theme, in one change.
 *
 * - `options` may be NULL.
 * - `report` may be NULL. Otherwise it gets a report, also if the load fails, except if an argument
 *   is invalid or memory runs out.
 * - If the load fails, the status and `error` are those of the first error in the report, unless
 *   your progress callback cancelled the load.
 *
 * Fails with DYNCOLOR_ERROR_FILE, DYNCOLOR_ERROR_UNKNOWN_FORMAT, DYNCOLOR_ERROR_OUTSIDE,
 * DYNCOLOR_ERROR_CANCELLED, or the status that says what is wrong in a file. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_theme_load(
    dyncolor_theme *theme, const char *path, const dyncolor_load_options *options,
    dyncolor_report **report, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_theme_load_n(
    dyncolor_theme *theme, const char *path, size_t path_length,
    const dyncolor_load_options *options, dyncolor_report **report, dyncolor_error *error);

/* Loads a file that is in memory. Otherwise like dyncolor_theme_load.
 *
 *     const char *css = ":root { --ink: light-dark(black, white) }";
 *     dyncolor_theme_load_memory(theme, "ink.css", css, strlen(css), NULL, NULL, &error);
 *
 * - `name` is how findings call the file. Its extension may decide the format. It may be NULL.
 * - The file can refer to other files only if the options have the host's own `files`.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_theme_load_memory(
    dyncolor_theme *theme, const char *name, const void *bytes, size_t size,
    const dyncolor_load_options *options, dyncolor_report **report, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_theme_load_memory_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const void *bytes, size_t size,
    const dyncolor_load_options *options, dyncolor_report **report, dyncolor_error *error);

/* How serious a finding is. */
typedef enum dyncolor_severity {
  /* For information. Nobody has to do anything. */
  DYNCOLOR_SEVERITY_NOTE = 1,

  /* Something is not correct but was read, is not used, or cannot be written exactly. */
  DYNCOLOR_SEVERITY_WARNING = 2,

  /* Nothing was loaded, or written, because of it. */
  DYNCOLOR_SEVERITY_ERROR = 3,
  DYNCOLOR_SEVERITY_MAX_ENUM = 0x7fffffff
} dyncolor_severity;

/* One thing that was found. All texts are NUL-terminated, never NULL, and valid as long as the
 * report. */
typedef struct dyncolor_finding {
  int32_t severity; /* a dyncolor_severity */
  int32_t status;   /* a dyncolor_status: what kind of thing was found */

  /* The place in the file, as in a dyncolor_error. 0 where no text is concerned. */
  uint32_t line;
  uint32_t column;
  size_t offset;

  /* The file, as in a dyncolor_error. The path that you passed, for an error that is in no file;
   * empty for other findings that are in no file. */
  const char *path;

  const char *message; /* what is wrong, or was expected; as in a dyncolor_error */
  const char *context; /* what was found: a name, a text, a path */
} dyncolor_finding;

/* Returns the findings of a report. Those of a load are sorted: file by file as they were read,
 * within a file by place, and at last those without a place.
 *
 *     size_t count;
 *     const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
 *     char line[1024];
 *     for (size_t i = 0; i < count; i++)
 *       if (dyncolor_finding_format(&findings[i], NULL, line, sizeof line, NULL) == DYNCOLOR_OK)
 *         fprintf(stderr, "%s\n", line);
 *
 * - A report keeps the first 1,000 findings, and the first error in any case. The others are only
 *   counted: see dyncolor_report_omitted.
 * - `count` gets their number. It may be NULL.
 * - The array is valid as long as the report.
 * - Returns NULL, with the count 0, for NULL and if there are no findings.
 *
 * Cannot fail. Since 1.0. */
DYNCOLOR_API const dyncolor_finding *dyncolor_report_findings(
    const dyncolor_report *report, size_t *count);

/* Writes a finding as text for people, as in `theme.css:3:18: warning: ...`.
 *
 * It works like dyncolor_error_format, with the severity before the message. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_finding_format(
    const dyncolor_finding *finding, const char *source, char *buffer, size_t capacity,
    size_t *length);
DYNCOLOR_API dyncolor_status dyncolor_finding_format_n(
    const dyncolor_finding *finding, const char *source, size_t source_length, char *buffer,
    size_t capacity, size_t *length);

/* Returns how many findings were not kept, because there were too many. 0 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API size_t dyncolor_report_omitted(const dyncolor_report *report);

/* Returns how many colors were loaded or written. 0 for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API size_t dyncolor_report_colors(const dyncolor_report *report);

/* Frees a report. Does nothing for NULL. Since 1.0. */
DYNCOLOR_API void dyncolor_report_release(dyncolor_report *report);

/* Finds unknown names in the colors of a theme. They are allowed, since they may be declared later,
 * but most are typing errors.
 *
 * Each is a warning with DYNCOLOR_ERROR_UNKNOWN_NAME. Its context has the color, the name and the
 * known name that is most like it:
 *
 *     warm: taem; did you mean "team"?
 *
 * - In style(): axes, values of axes, and palettes that are neither declared nor have a color.
 * - In var() and --palette() without a fallback: colors that the theme, or its palettes, do not
 *   have.
 * - Colors without a name are not checked.
 * - Unknown conditions of if(), as in media(prefers-contrast: high) and style(season: winter), are
 *   not found here. They never hold, as in CSS, so registering a color drops its branches with such
 *   conditions.
 * - A load checks the colors that it loads in the same way. It also finds unknown conditions of
 *   if(), misspelled queries of @media, as in (prefers-color-scheme: drak), and misspelled modes in
 *   JSON, as in {"ink": {"ligth": "black", "dark": "white"}}. With DYNCOLOR_LOAD_STRICT all of
 *   these are errors.
 * - Takes time in proportion to the theme.
 *
 * `report` gets the findings. Release it with dyncolor_report_release. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_check(
    dyncolor_theme *theme, dyncolor_report **report, dyncolor_error *error);

/* ---- 20. Writing files ----------------------------------------------------------------------- */

/* Writing saves all named colors of a theme in one of the formats that the table in section 19
 * marks with "write": to a path, to the host, or to memory.
 *
 *     dyncolor_write_options options = DYNCOLOR_WRITE_OPTIONS_INIT;
 *     options.format = DYNCOLOR_FORMAT_TAILWIND;
 *     if (dyncolor_theme_write(theme, "theme.css", &options, NULL, &error) != DYNCOLOR_OK)
 *       fprintf(stderr, "%s: %s\n", error.path, error.message);
 *
 * - All colors are written as they are at one instant.
 * - What a format cannot express, for instance a provider, is written as what comes nearest. For
 *   each such color there is a finding: a warning with DYNCOLOR_ERROR_NOT_EXACT. If the color
 *   depends on axes that are lost, the context of the finding names them after the color, as in
 *   `button: vision, state`.
 * - Palettes need no numbers to be written. A palette without one is written if it makes a
 *   difference: if it has a color for a name that a semantic color or --palette() looks up, or if
 *   it has colors and style() asks for it. The theme does not give it a number for that.
 * - `report` is as for loading: it may be NULL. Release it with dyncolor_report_release.
 * - What each format contains is described in section 29. */

/* The greatest number of environments in dyncolor_write_options. */
#define DYNCOLOR_MAX_WRITTEN_ENVIRONMENTS 256

/* Flags of dyncolor_write_options. */
typedef enum dyncolor_write_flags {
  /* For STYLE_SHEET and TAILWIND: dark colors are for pages with the class `dark`, instead of for
   * readers who prefer a dark color scheme. */
  DYNCOLOR_WRITE_CLASSES = 1,

  DYNCOLOR_WRITE_FLAGS_MAX_ENUM = 0x7fffffff
} dyncolor_write_flags;

/* Options of writing. 0 and NULL are good defaults for all fields but `size` and, if there is no
 * path, `format`. `name` has a length in bytes, which may be DYNCOLOR_NUL_TERMINATED. */
typedef struct dyncolor_write_options {
  size_t size;

  /* A dyncolor_format. 0: the extension of the path decides. */
  uint32_t format;

  /* Bits of dyncolor_write_flags. */
  uint32_t flags;

  /* The name of the collection, in formats that have one, and the prefix of names in C. NULL: the
   * name of the file in previews, palettes and color schemes, and `theme` in C and in resolvers. */
  const char *name;
  size_t name_length;

  /* The environments that are written: all of them in C headers, and the first one in formats for a
   * single environment, which are KDE, GIMP_PALETTE, XRESOURCES, KITTY and ALACRITTY. Other formats
   * do not use them. NULL with the count 0: light, dark, and both with more contrast in C headers,
   * and light in formats for a single environment. */
  const dyncolor_environment *environments;

  /* The names of the environments, each NUL-terminated. May be NULL. */
  const char *const *environment_names;
  size_t environment_count;

  /* For C headers: a dyncolor_layout with its flags. 0: floats and words. */
  uint32_t layout;
  uint32_t reserved; /* 0 */
} dyncolor_write_options;

/* The initial value of a dyncolor_write_options. */
#define DYNCOLOR_WRITE_OPTIONS_INIT \
  {sizeof(dyncolor_write_options), 0, 0, NULL, 0, NULL, NULL, 0, 0, 0}

/* Receives a file that was written.
 *
 * - `path` is the path within the folder. It never contains `..`. It is empty if the format has
 *   only one file.
 * - `bytes` are valid only during the call.
 * - Return DYNCOLOR_OK to go on. A negative status ends the writing. */
typedef dyncolor_status (*dyncolor_file_function)(
    void *user_data, const char *path, const void *bytes, size_t size);

/* Writes all named colors of a theme to a path.
 *
 * - `options` may be NULL. Then the extension of the path decides the format.
 * - The path need not exist. Missing folders on the way are created.
 * - The file, or the folder, is written beside the path, and takes its place when it is complete
 *   and on the disk. Nobody ever sees a part of it. If writing fails, nothing is left behind, and
 *   nothing has changed.
 * - If the path is a symbolic link, the link stays, and its target is replaced.
 * - Permissions are kept and, if that is allowed, the owner.
 * - A device, such as /dev/stdout of a terminal, is written to directly.
 *
 * If a folder is written and contains other files:
 * - They stay. The only exception: in a folder that ends in `.xcassets`, color sets that are not of
 *   the theme are deleted.
 * - The files are then replaced one by one, not the folder as a whole.
 * - Symbolic links within the folder are not followed. A file replaces a link. If a link stands in
 *   the place of a folder that must be written into, the function fails with
 *   DYNCOLOR_ERROR_OUTSIDE.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_FORMAT if neither the options nor the extension name a format
 * that can be written, and with DYNCOLOR_ERROR_FILE if the disk refuses. Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_theme_write(
    dyncolor_theme *theme, const char *path, const dyncolor_write_options *options,
    dyncolor_report **report, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_theme_write_n(
    dyncolor_theme *theme, const char *path, size_t path_length,
    const dyncolor_write_options *options, dyncolor_report **report, dyncolor_error *error);

/* Writes all named colors of a theme by giving each file to a function of the host.
 *
 * `function` is called when all files are ready, without any lock held. If it returns a negative
 * status, this fails with DYNCOLOR_ERROR_FILE. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_write_files(
    dyncolor_theme *theme, const dyncolor_write_options *options, dyncolor_file_function function,
    void *user_data, dyncolor_report **report, dyncolor_error *error);

/* Writes all named colors of a theme to memory, in a format of one file.
 *
 *     char css[4096];
 *     options.format = DYNCOLOR_FORMAT_STYLE_SHEET;
 *     if (dyncolor_theme_write_memory(theme, &options, css, sizeof css, NULL, NULL, &error) ==
 *         DYNCOLOR_OK)
 *       puts(css);
 *
 * - The text follows the two-call rule. If the theme changes between the two
 *   calls, the text may be longer in the second.
 * - Fails with DYNCOLOR_ERROR_UNKNOWN_FORMAT for ASSET_CATALOG and GTK, which have several files.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_write_memory(
    dyncolor_theme *theme, const dyncolor_write_options *options, char *buffer, size_t capacity,
    size_t *length, dyncolor_report **report, dyncolor_error *error);

/* ---- 21. Watching files ---------------------------------------------------------------------- */

/* A watch loads a file or a folder, and loads it again whenever it has changed. It starts no
 * thread: the host waits for a file descriptor, together with everything else that it waits for,
 * and calls dyncolor_watch_pump.
 *
 *     static void show(dyncolor_report *report) {
 *       size_t count;
 *       const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
 *       char line[1024];
 *       for (size_t i = 0; i < count; i++)
 *         if (dyncolor_finding_format(&findings[i], NULL, line, sizeof line, NULL) == DYNCOLOR_OK)
 *           fprintf(stderr, "%s\n", line);
 *       dyncolor_report_release(report);
 *     }
 *
 *     dyncolor_load_options options = DYNCOLOR_LOAD_OPTIONS_INIT;
 *     options.flags = DYNCOLOR_LOAD_STRICT;
 *     dyncolor_watch *watch = NULL;
 *     if (dyncolor_watch_create(theme, "theme.css", &options, &watch, NULL, &error) != DYNCOLOR_OK)
 *       return error.status;
 *     struct pollfd waiting = {dyncolor_watch_descriptor(watch), POLLIN, 0};
 *     while (poll(&waiting, 1, -1) >= 0) {
 *       dyncolor_report *report = NULL;
 *       dyncolor_watch_pump(watch, NULL, &report, &error);
 *       show(report);
 *     }
 *     dyncolor_watch_release(watch);
 *
 * The report of a load that fails has all errors; `error` is the first of them. The report of a
 * load that succeeds has warnings and notes, for instance about a value that was probably meant as
 * a color.
 *
 * What is watched:
 * - The path, with all files and folders that were read for it.
 * - It is the path that is watched, not the file that is there now. The file, each folder and each
 *   symbolic link on the way may be replaced, deleted and created again, or moved away and back.
 * - A relative path is resolved against the working directory at the time of the call.
 * - If the path is a folder, new files in it are loaded too.
 *
 * What a load changes:
 * - Colors that the load before read, and that are not in the files any more, are unregistered in
 *   the layer of the watch. This includes those that you have redefined there since, but not those
 *   that have another owner by now.
 * - Colors that are the same as before are not touched. Observers are notified of real changes
 *   only, and once for each load.
 * - If a load fails, the theme keeps the colors of the last load that succeeded.
 * - If a property of a style sheet was a color in the last load that succeeded, and now has a value
 *   that is no color, such as `--paper: biege` or `--paper: 1px`, this is an error with
 *   DYNCOLOR_LOAD_STRICT: the load fails, and the theme keeps the color. Without that flag it is a
 *   warning: the color is left out, and unregistered, as with other mistakes in a style sheet. The
 *   same holds for keys of a KDE file outside its color sets. In color sets it is always an error.
 * - A color whose declaration is gone (deleted, renamed, or moved to a rule for a part of the page)
 *   is unregistered, also by a strict watch: that is no mistake. */

/* A watch of a file or a folder. Opaque. */
typedef struct dyncolor_watch dyncolor_watch;

/* Loads a file or a folder, as dyncolor_theme_load does, and starts to watch it.
 *
 * - `options` are used for each load. Their texts are copied. `files` must be NULL: files of the
 *   host's own cannot be watched.
 * - The watch keeps a reference to the theme.
 * - If the load fails, this fails, and nothing is watched.
 * - With DYNCOLOR_LOAD_WATCH_ANYWAY the watch begins even if the load fails, for files that contain
 *   a mistake or do not exist yet. `report` gets the findings. Soon after, the descriptor is
 *   readable, and dyncolor_watch_pump fails with the mistake, so that a program reports it where it
 *   reports the mistakes of later edits.
 * - Each watched folder takes one of the watches that the system allows the user. Fails with
 *   DYNCOLOR_ERROR_FILE if there is none left.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_watch_create(
    dyncolor_theme *theme, const char *path, const dyncolor_load_options *options,
    dyncolor_watch **watch, dyncolor_report **report, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_watch_create_n(
    dyncolor_theme *theme, const char *path, size_t path_length,
    const dyncolor_load_options *options, dyncolor_watch **watch, dyncolor_report **report,
    dyncolor_error *error);

/* Returns the file descriptor to wait for, with poll() or the like. When it is readable, call
 * dyncolor_watch_pump.
 *
 * The descriptor is owned by the watch: do not read or close it. Returns -1 for NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API int dyncolor_watch_descriptor(const dyncolor_watch *watch);

/* Loads the files again if they have changed. Never waits.
 *
 * - It may be called at any time and from any thread, also by observers. While one call is at work,
 *   others return without doing anything.
 * - `did_load` gets 1 if this call loaded the files, and 0 if it did not, or tried to and failed.
 *   It may be NULL.
 * - `report` gets the findings of the load, also if the load failed. It gets NULL if this call did
 *   not try to load anything, and if memory runs out. `report` may be NULL.
 *
 * When files are loaded (debouncing):
 * - Many changes make one load.
 * - A file that was written counts as complete when it has been closed and nothing has followed for
 *   40 milliseconds. A file that was deleted is waited for, since editors delete a file and write
 *   it anew.
 * - If a file is still open or gone, and nothing has followed for 100 milliseconds, it is read as
 *   it then is. Two seconds after the first change, all files are read as they are.
 * - Files that change while they are read are read again.
 * - The descriptor becomes readable when there is something to do: a file has changed, or a load is
 *   due. A call may therefore return without having loaded anything: wait again.
 *
 * If the files cannot be loaded any more, because they contain a mistake or are gone:
 * - One call fails, with the status and `error` of the load.
 * - The files are loaded again as soon as something has changed that may solve the problem.
 * - After DYNCOLOR_ERROR_OUT_OF_MEMORY, after DYNCOLOR_ERROR_CANCELLED, and if the system cannot
 *   watch the files, the next call tries again.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_watch_pump(
    dyncolor_watch *watch, int *did_load, dyncolor_report **report, dyncolor_error *error);

/* Ends a watch. The colors stay in the theme.
 *
 * The descriptor is closed as soon as no dyncolor_watch_pump is at work any more. Does nothing for
 * NULL. Since 1.0. */
DYNCOLOR_API void dyncolor_watch_release(dyncolor_watch *watch);

/* ---- 22. Following the desktop --------------------------------------------------------------- */

/* A desktop follows what the user has set: the scheme, the contrast, the accent color and whether
 * motion is reduced. It starts no thread and never waits: the host waits for a file descriptor,
 * together with everything else that it waits for, and calls dyncolor_desktop_pump.
 *
 *     dyncolor_desktop *desktop = NULL;
 *     if (dyncolor_desktop_open(NULL, &desktop, &error) != DYNCOLOR_OK) return error.status;
 *     dyncolor_desktop_bind(desktop, theme, DYNCOLOR_LAYER_DEFAULTS, &error);
 *     struct pollfd waiting = {dyncolor_desktop_descriptor(desktop), POLLIN, 0};
 *     while (poll(&waiting, 1, -1) >= 0)
 *       if (dyncolor_desktop_pump(desktop, NULL, &error) != DYNCOLOR_OK) puts(error.message);
 *     dyncolor_desktop_release(desktop);
 *
 * A theme that is bound to a desktop has its scheme and contrast as defaults, and its accent color
 * as `AccentColor`, and observers hear of the changes. Without binding, ask for the environment and
 * the accent color after each dyncolor_desktop_pump.
 *
 * Where to put the descriptor, and call dyncolor_desktop_pump when it is readable:
 *
 *   GLib, GTK   g_unix_fd_add(descriptor, G_IO_IN, pump, desktop)
 *   Qt          new QSocketNotifier(descriptor, QSocketNotifier::Read), its signal `activated`
 *   SDL         there is no place for it: call dyncolor_desktop_pump once for each frame; without
 *               news, that takes a microsecond
 *   libuv       uv_poll_init and uv_poll_start with UV_READABLE
 *   systemd     sd_event_add_io with EPOLLIN
 *   asyncio     loop.add_reader(desktop, desktop.pump), in Python
 *   poll()      a struct pollfd beside the others, as above
 *   no loop     dyncolor_desktop_wait once, when the program starts
 *
 * Each setting is that of the first of these sources that knows it:
 * 1. For testers, the environment variable DYNCOLOR_DESKTOP, if
 *    DYNCOLOR_DESKTOP_ALLOW_VARIABLE is among the flags.
 * 2. For programs in a terminal, its background, if DYNCOLOR_DESKTOP_ASK_TERMINAL is: the scheme
 *    only.
 * 3. The Settings portal of the session, which GNOME, KDE and most others have. It reports changes.
 *    Its keys are color-scheme, contrast, accent-color and reduced-motion of
 *    org.freedesktop.appearance and, for the contrast, GNOME's high-contrast.
 * 4. GTK's settings: the environment variable GTK_THEME or, if it is not set, the files
 *    gtk-4.0/settings.ini and gtk-3.0/settings.ini. The name of the GTK theme tells the scheme and
 *    the contrast, as `Adwaita:dark` and `HighContrast` do.
 * 5. KDE's file kdeglobals: the scheme, by the background of windows, and the accent color.
 *
 * - Sources 4 and 5 are read once, when the desktop is opened. Files are in the folder that
 *   XDG_CONFIG_HOME names, or else in ~/.config. To take over all colors of KDE, and to follow
 *   them, watch kdeglobals with dyncolor_watch_create and the format DYNCOLOR_FORMAT_KDE.
 * - The portal is asked over the session bus, at the address in DBUS_SESSION_BUS_ADDRESS or at
 *   $XDG_RUNTIME_DIR/bus. It answers later: until then, what it says is not known. A portal that
 *   hangs makes nothing wait.
 * - If the portal or the bus goes away, what it said last still counts. If it has gone away or was
 *   never there, it is tried again after a second, and then after twice as long each time, up to
 *   some four minutes; the descriptor becomes readable then.
 * - Over all this are the wishes of the host: see dyncolor_desktop_override. */

/* What the library knows of the user's settings. Opaque, with a reference count. */
typedef struct dyncolor_desktop dyncolor_desktop;

/* The settings that are followed; bits. */
typedef enum dyncolor_setting {
  DYNCOLOR_SETTING_SCHEME = 1,   /* a dyncolor_scheme */
  DYNCOLOR_SETTING_CONTRAST = 2, /* a dyncolor_contrast, or a step between */
  DYNCOLOR_SETTING_ACCENT = 4,   /* a color */
  DYNCOLOR_SETTING_MOTION = 8,   /* a dyncolor_motion */
  DYNCOLOR_SETTING_MAX_ENUM = 0x7fffffff
} dyncolor_setting;

/* Whether animations are wanted. */
typedef enum dyncolor_motion {
  DYNCOLOR_MOTION_UNSPECIFIED = 0,
  DYNCOLOR_MOTION_STANDARD = 1,
  DYNCOLOR_MOTION_REDUCED = 2,
  DYNCOLOR_MOTION_MAX_ENUM = 0x7fffffff
} dyncolor_motion;

/* Where the value of a setting comes from. */
typedef enum dyncolor_setting_source {
  /* Nobody has said anything about the setting yet. */
  DYNCOLOR_SETTING_SOURCE_NONE = 0,
  DYNCOLOR_SETTING_SOURCE_PORTAL = 1,
  DYNCOLOR_SETTING_SOURCE_GTK = 2,
  DYNCOLOR_SETTING_SOURCE_KDE = 3,
  DYNCOLOR_SETTING_SOURCE_TERMINAL = 4,
  /* The environment variable DYNCOLOR_DESKTOP. */
  DYNCOLOR_SETTING_SOURCE_VARIABLE = 5,
  /* The host, by dyncolor_desktop_override. */
  DYNCOLOR_SETTING_SOURCE_HOST = 6,
  DYNCOLOR_SETTING_SOURCE_MAX_ENUM = 0x7fffffff
} dyncolor_setting_source;

/* Bits of dyncolor_desktop_options.flags: which sources count. */
typedef enum dyncolor_desktop_flags {
  DYNCOLOR_DESKTOP_NO_PORTAL = 1,
  DYNCOLOR_DESKTOP_NO_GTK = 2,
  DYNCOLOR_DESKTOP_NO_KDE = 4,

  /* The program draws in a terminal, whose background decides about the scheme.
   * - The terminal is asked in dyncolor_desktop_wait, once; see there.
   * - Until it has answered, and if it does not, the environment variable COLORFGBG counts. */
  DYNCOLOR_DESKTOP_ASK_TERMINAL = 8,

  /* Testers can set the environment variable DYNCOLOR_DESKTOP, as in
   * `scheme=dark contrast=more accent=#ff0000 motion=reduced`.
   * - All four may be left out. A value may be `none`, for a user without a preference.
   * - The words are light, dark; less, more; standard, reduced; and a color in CSS without white
   *   space. */
  DYNCOLOR_DESKTOP_ALLOW_VARIABLE = 16,
  DYNCOLOR_DESKTOP_FLAGS_MAX_ENUM = 0x7fffffff
} dyncolor_desktop_flags;

/* The options of a desktop. In each field, 0 or NULL stands for the default. */
typedef struct dyncolor_desktop_options {
  size_t size;

  /* The allocator of all memory of the desktop. NULL for the C heap. */
  dyncolor_resize_function resize;
  void *resize_user_data;

  uint32_t flags;    /* bits of dyncolor_desktop_flags */
  uint32_t reserved; /* 0 */
} dyncolor_desktop_options;

#define DYNCOLOR_DESKTOP_OPTIONS_INIT {sizeof(dyncolor_desktop_options), NULL, NULL, 0, 0}

/* Begins to follow the user's settings. Reads environment variables and files as said above, and
 * connects to the session bus, without waiting for an answer.
 *
 * - `options` may be NULL.
 * - What environment variables and files say is known at once: no later call reports it as a
 *   change. The portal answers in dyncolor_desktop_pump or dyncolor_desktop_wait.
 * - Without a session bus, the desktop opens, too, and waits for one.
 * - The desktop has one reference, which you release with dyncolor_desktop_release.
 *
 * Fails with
 * - DYNCOLOR_ERROR_SYNTAX if DYNCOLOR_DESKTOP counts and has a mistake; the context is the word;
 * - DYNCOLOR_ERROR_FILE if the process has too many open files.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_open(
    const dyncolor_desktop_options *options, dyncolor_desktop **desktop, dyncolor_error *error);

/* Adds a reference to a desktop, and returns the desktop. NULL gives NULL. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API dyncolor_desktop *dyncolor_desktop_retain(dyncolor_desktop *desktop);

/* Removes a reference from a desktop. The last one ends it: bound themes keep what they have. Does
 * nothing for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API void dyncolor_desktop_release(dyncolor_desktop *desktop);

/* Returns the file descriptor to wait for, with poll() or the like. When it is readable, call
 * dyncolor_desktop_pump.
 *
 * The descriptor is owned by the desktop: do not read or close it. Returns -1 for NULL. Cannot
 * fail. Since 1.0. */
DYNCOLOR_API int dyncolor_desktop_descriptor(const dyncolor_desktop *desktop);

/* Takes in what has been said since the last call, and sets the bound themes. Never waits.
 *
 * - `changes` gets the settings that have another value or another source, as bits of
 *   dyncolor_setting. It may be NULL.
 * - After dyncolor_desktop_open, settings change only in this function and in
 *   dyncolor_desktop_wait. They are read with the functions below.
 * - It may be called at any time and from any thread, also by observers. While one call is at work,
 *   others return without doing anything.
 * - If a bound theme cannot be set, the call fails with the status of that. The next one tries
 *   again, and reports the changes.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_pump(
    dyncolor_desktop *desktop, uint32_t *changes, dyncolor_error *error);

/* Does what dyncolor_desktop_pump does, and waits until everything that was asked has answered, at
 * most for some milliseconds. For programs without a loop, and before the first frame:
 *
 *     dyncolor_desktop_wait(desktop, 200, NULL, NULL);
 *
 * - It returns at once if the portal has answered, or if there is none.
 * - With DYNCOLOR_DESKTOP_ASK_TERMINAL, the first call asks the controlling terminal for its
 *   background. The terminal then shows nothing that is typed, and what is typed is lost. Its
 *   settings are put back before the function returns. Signals for this thread are delivered after
 *   that. Nothing is asked if the process is in the background of the terminal.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_wait(
    dyncolor_desktop *desktop, uint32_t milliseconds, uint32_t *changes, dyncolor_error *error);

/* Writes an environment with the scheme and the contrast of a desktop. What is not known, or what
 * the user has no preference for, is unspecified. Other axes are unspecified, too. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_environment(
    const dyncolor_desktop *desktop, dyncolor_environment *environment, dyncolor_error *error);

/* Writes the accent color, exactly as it was set. From the portal, it is sRGB.
 *
 *     dyncolor_accent name;
 *     if (dyncolor_desktop_accent(desktop, &color, NULL) == DYNCOLOR_OK)
 *       dyncolor_color_nearest_accent(&color, &name, NULL);
 *
 * Fails with DYNCOLOR_ERROR_NO_VALUE if none is known or set. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_accent(
    const dyncolor_desktop *desktop, dyncolor_color *color, dyncolor_error *error);

/* The accent colors that GNOME has names for. */
typedef enum dyncolor_accent {
  DYNCOLOR_ACCENT_BLUE = 1,
  DYNCOLOR_ACCENT_TEAL = 2,
  DYNCOLOR_ACCENT_GREEN = 3,
  DYNCOLOR_ACCENT_YELLOW = 4,
  DYNCOLOR_ACCENT_ORANGE = 5,
  DYNCOLOR_ACCENT_RED = 6,
  DYNCOLOR_ACCENT_PINK = 7,
  DYNCOLOR_ACCENT_PURPLE = 8,
  DYNCOLOR_ACCENT_SLATE = 9,
  DYNCOLOR_ACCENT_MAX_ENUM = 0x7fffffff
} dyncolor_accent;

/* Writes the accent color of GNOME that is nearest to a color, by the rule of libadwaita: a chroma
 * below 0.04 in OKLCH is slate, and otherwise the hue decides. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_nearest_accent(
    const dyncolor_color *color, dyncolor_accent *accent, dyncolor_error *error);

/* Returns whether animations are wanted. DYNCOLOR_MOTION_UNSPECIFIED if that is not known, if the
 * user has no preference, and for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API dyncolor_motion dyncolor_desktop_motion(const dyncolor_desktop *desktop);

/* Returns where the value of a setting comes from.
 *
 * A source that says that the user has no preference is a source, too: the value is then
 * unspecified. Returns DYNCOLOR_SETTING_SOURCE_NONE for NULL and for unknown settings. Cannot fail.
 * Since 1.0. */
DYNCOLOR_API dyncolor_setting_source dyncolor_desktop_setting_source(
    const dyncolor_desktop *desktop, dyncolor_setting setting);

/* Sets what the host wants for a setting other than the accent color, as a menu with the entries
 * "system", "light" and "dark" does.
 *
 *     dyncolor_desktop_override(desktop, DYNCOLOR_SETTING_SCHEME, DYNCOLOR_POLICY_FORCE,
 *                               DYNCOLOR_SCHEME_DARK, &error);
 *
 * The last three columns are what the setting is if the user has set dark, light or no preference:
 *
 *   policy                   value   dark    light   no preference
 *   DYNCOLOR_POLICY_FORCE    dark    dark    dark    dark
 *   DYNCOLOR_POLICY_FORCE    light   light   light   light
 *   DYNCOLOR_POLICY_PREFER   dark    dark    light   dark
 *   DYNCOLOR_POLICY_PREFER   light   dark    light   light
 *   either                   0       dark    light   unspecified
 *
 * - These are the rules of libadwaita. Contrast and motion follow the same ones.
 * - It counts from the next dyncolor_desktop_pump or dyncolor_desktop_wait on. The descriptor
 *   becomes readable at once.
 * - An override replaces the one before of that setting; 0 removes it.
 *
 * Fails with DYNCOLOR_ERROR_INVALID_ARGUMENT for DYNCOLOR_POLICY_INVERT and for a value that the
 * setting does not have. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_override(
    dyncolor_desktop *desktop, dyncolor_setting setting, dyncolor_policy policy, uint32_t value,
    dyncolor_error *error);

/* Sets what the host wants for the accent color, as dyncolor_desktop_override does for other
 * settings. NULL removes the override. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_override_accent(
    dyncolor_desktop *desktop, dyncolor_policy policy, const dyncolor_color *color,
    dyncolor_error *error);

/* Binds a theme to a desktop: sets the theme to the settings now, and in each dyncolor_desktop_pump
 * that changes them.
 *
 * - The user's scheme and contrast become the defaults of the theme: they count in environments
 *   that leave the scheme or the contrast unspecified. Where the user has no preference, the
 *   defaults are those that the theme had when it was bound.
 * - The accent color becomes the color `AccentColor` of `layer`. In DYNCOLOR_LAYER_DEFAULTS, a
 *   color `AccentColor` that the theme registers covers it. In DYNCOLOR_LAYER_USER, it covers that
 *   of the theme. If the user sets none any more, it is removed from the layer.
 * - To use the accent color, write `AccentColor` in CSS text: that always has a value. A color with
 *   the name `AccentColor` can be found only while the desktop, or the theme, has one.
 * - If a setting has another value, observers hear of one change, on the thread of the call. Its
 *   list of colors may be empty: see section 17. It may also have colors whose value in your
 *   environment is the same as before.
 * - If another thread is in dyncolor_desktop_pump, that thread sets the theme, perhaps after this
 *   function has returned.
 * - The desktop keeps a reference to the theme.
 *
 * Fails with
 * - DYNCOLOR_ERROR_INVALID_ARGUMENT if the theme is bound to this desktop already;
 * - DYNCOLOR_ERROR_UNKNOWN_NAME if `layer` is no layer.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_bind(
    dyncolor_desktop *desktop, dyncolor_theme *theme, uint16_t layer, dyncolor_error *error);

/* Ends the binding of a theme, which keeps the defaults that it has, and the color.
 *
 * Fails with DYNCOLOR_ERROR_INVALID_ARGUMENT if the theme is not bound to this desktop.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_desktop_unbind(
    dyncolor_desktop *desktop, dyncolor_theme *theme, dyncolor_error *error);

/* ---- 23. Images ------------------------------------------------------------------------------ */

/* An image is a theme as bytes: for a file, for another process, or to compile into a program. It
 * is compact, versioned, and checked when it is read.
 *
 *     size_t size = 0;
 *     dyncolor_theme_to_image(theme, NULL, 0, &size, NULL);
 *     void *image = malloc(size);
 *     if (dyncolor_theme_to_image(theme, image, size, &size, &error) == DYNCOLOR_OK)
 *       fwrite(image, 1, size, file);
 *
 * And to read it, after the file has been read or mapped into memory:
 *
 *     dyncolor_theme *loaded;
 *     if (dyncolor_theme_from_image(NULL, image, size, DYNCOLOR_IMAGE_MEMORY_COPIED, &loaded,
 *                                   &error) == DYNCOLOR_ERROR_BAD_IMAGE)
 *       fprintf(stderr, "damaged at byte %zu\n", error.offset);
 *
 * - An image holds everything that is registered, declared or forwarded, with names, layers,
 *   owners, notes, rows and defaults. It does not hold resolved values.
 * - It holds no providers, since these are functions. A color whose definition is a provider is, in
 *   the new theme, what lower layers define or, without them, a declared name, until you register
 *   the provider again. A provider without a name is lost.
 * - The new theme has other ids, as every theme does, but the same rows. If there are no providers,
 *   it has the same fingerprint, and so have its snapshots.
 * - As long as a theme does not change and no palette gets a number, its images are the same, byte
 *   for byte.
 * - The format has a version of its own, which is 1. An image of another version is refused with
 *   DYNCOLOR_ERROR_BAD_IMAGE, at offset 8. */

/* Who owns the bytes of an image while its theme is in use. */
typedef enum dyncolor_image_memory {
  /* The bytes are copied. You may change or free them after the call. They need no alignment. */
  DYNCOLOR_IMAGE_MEMORY_COPIED = 1,

  /* The theme uses names and expressions where they lie. The bytes must neither change nor be freed
   * before the last reference to the theme is released. They must be aligned to 8 bytes. */
  DYNCOLOR_IMAGE_MEMORY_BORROWED = 2,
  DYNCOLOR_IMAGE_MEMORY_MAX_ENUM = 0x7fffffff
} dyncolor_image_memory;

/* Writes an image of a theme, as it is at one instant.
 *
 * - `image` has room for `capacity` bytes. `size` gets the size of the image, and may be NULL.
 * - Fails with DYNCOLOR_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. Then only `size` is
 *   written. `image` may be NULL if `capacity` is 0.
 * - Takes time in proportion to the theme and, for a theme of many colors, memory of the size of
 *   the image.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_to_image(
    dyncolor_theme *theme, void *image, size_t capacity, size_t *size, dyncolor_error *error);

/* Creates a theme from an image of `size` bytes, with one reference. Its generation is 1.
 *
 * - `options` are as for dyncolor_theme_create, and may be NULL. A default scheme among them
 *   replaces the one in the image.
 * - The bytes may come from anywhere: each number and each expression in them is checked. The
 *   checksum in an image protects against accidents, not against forgery.
 * - Takes time and memory in proportion to the size.
 *
 * Fails with DYNCOLOR_ERROR_BAD_IMAGE if the bytes are not a good image. The error has the offset.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_from_image(
    const dyncolor_theme_options *options, const void *image, size_t size,
    dyncolor_image_memory memory, dyncolor_theme **theme, dyncolor_error *error);

/* ---- 24. Built-in palettes ------------------------------------------------------------------- */

/* The library contains colors of other systems, which a theme can load by name and version.
 *
 *     dyncolor_builtin_load(theme, "apple", "13", NULL, 0, NULL, &error);
 *     dyncolor_register_css(theme, "danger", "var(--apple\\/systemRedColor)", NULL, &error);
 *
 *     name        version  colors
 *     css         4        The 19 system colors of CSS Color 4, with the values that they have if a
 *                          theme does not define them: AccentColor, Canvas, CanvasText, ...
 *     apple       13       iOS 13 to 18, also for increased contrast. The tints systemRedColor, and
 *                          likewise Orange, Yellow, Green, Mint, Teal, Cyan, Blue, Indigo, Purple,
 *                          Pink, Brown and Gray. labelColor and secondaryLabelColor, and likewise
 *                          tertiary, quaternary and quinary. systemFillColor and
 *                          secondarySystemFillColor, and likewise tertiary and quaternary.
 *     apple       26       iOS 26 and later, with the names that asset catalogs use. The same
 *                          tints, labels and fills, systemBackgroundColor and its kin,
 *                          separatorColor, linkColor, systemGray2Color to systemGray6Color, ...
 *     libadwaita  1.6      The nine accents of GNOME: blue, teal, green, yellow, orange, red, pink,
 *                          purple and slate, which are backgrounds; and blue-standalone, ..., the
 *                          same accents where they stand alone, in light and dark.
 *
 * - The colors of a version never change. Later versions of the library may contain more palettes
 *   and versions. */
typedef struct dyncolor_builtin {
  /* Constant texts that live as long as the library. */
  const char *name;
  const char *version;
  const char *description;

  /* The number of colors. */
  size_t count;
} dyncolor_builtin;

/* Lists the built-in palettes: writes the one with an index, from 0.
 *
 *     dyncolor_builtin palette;
 *     for (size_t i = 0; dyncolor_builtin_at(i, &palette, NULL) == DYNCOLOR_OK; i++)
 *       printf("%s %s: %s\n", palette.name, palette.version, palette.description);
 *
 * The versions of a palette come from the oldest to the newest. Fails with
 * DYNCOLOR_ERROR_UNKNOWN_NAME after the last palette. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_builtin_at(
    size_t index, dyncolor_builtin *builtin, dyncolor_error *error);

/* Registers the colors of a built-in palette in a layer, in one change: all of them, or none.
 *
 * - Names that are registered are redefined.
 * - `version` may be NULL or "", for the newest.
 * - `prefix` is put before the name of each color. NULL stands for the name of the palette and a
 *   slash, as in `apple/systemRedColor`. "" stands for no prefix. If the prefix ends in a slash,
 *   the palette that it names gets a number.
 * - `count` gets the number of colors. It may be NULL.
 *
 * Fails with DYNCOLOR_ERROR_UNKNOWN_NAME if there is no such palette, version or layer. Since
 * 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_builtin_load(
    dyncolor_theme *theme, const char *name, const char *version, const char *prefix,
    uint16_t layer, size_t *count, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_builtin_load_n(
    dyncolor_theme *theme, const char *name, size_t name_length, const char *version,
    size_t version_length, const char *prefix, size_t prefix_length, uint16_t layer, size_t *count,
    dyncolor_error *error);

/* ---- 25. Calculating with colors ------------------------------------------------------------- */

/* These functions convert, mix, compare and blend color values. They need no theme.
 *
 *     dyncolor_color a, b, half;
 *     dyncolor_color_parse("#08f", &a, &error);
 *     dyncolor_color_parse("orange", &b, &error);
 *     dyncolor_color_mix(&a, &b, 0.5, DYNCOLOR_SPACE_OKLAB, DYNCOLOR_HUE_SHORTER, &half, &error);
 *
 * Rules for functions whose names end in _list:
 * - They do the same as the function without _list, for each of `count` elements.
 * - Elements lie `stride` bytes apart. The stride of an output is at least the size of an element.
 *   The stride of an input is that too, or 0 to use one element for all.
 * - Arrays need no alignment.
 * - All elements are checked before the first result is written. The error's context names the one
 *   that is wrong, as in `colors[17]`.
 * - An output may be the same array as an input that has the same stride. */

/* Converts a color to another space: the same color, in other numbers.
 *
 * - Nothing is cut to a gamut, except by HCT, which has only colors of SRGB (see
 *   DYNCOLOR_SPACE_HCT); but components beyond 1e100 become 1e100.
 * - A color is not changed by a conversion to its own space.
 *
 * Missing components, in a conversion to another space:
 * - They count as 0. So a color with missing components may look different after a conversion. The
 *   color that is painted is the one with 0 for them in its own space.
 * - As in CSS, a component is missing from the result if an analogous one is missing from the
 *   color. Analogous are:
 *     red, green, blue of all spaces, and x, y, z
 *     lightness, and the tone of HCT, to each other
 *     hue to hue
 *     chroma and saturation to each other
 *     a and b of Lab to a and b of Oklab
 *     alpha to alpha
 * - Components that have no analogous one count together: if all of them are missing from the
 *   color, all that have none in the other space are missing from the result.
 * - A hue is also missing from the result if the color is so gray that it has none.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_convert(
    const dyncolor_color *color, dyncolor_space space, dyncolor_color *converted,
    dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_convert_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_space space,
    dyncolor_color *converted, size_t converted_stride, dyncolor_error *error);

/* Returns 1 if a color lies within the gamut of a space, and otherwise 0.
 *
 *     gamut                            which colors are within it
 *     HSL, HWB, HSV, OKHSL, OKHSV,     those within SRGB
 *     HCT
 *     GRAY_GAMMA_22                    grays
 *     XYZ, Lab, LCH, Oklab, OKLCH,     all
 *     and the extended spaces
 *     any other                        those whose components in that space lie in 0 to 1
 *
 * Rounding errors are tolerated: the light of a component may be beyond 0 to 1 by a millionth.
 * Returns 0 if `color` or `gamut` is not valid. Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_color_is_in_gamut(const dyncolor_color *color, dyncolor_space gamut);

/* Methods of bringing a color into a gamut. */
typedef enum dyncolor_gamut_method {
  /* Keeps lightness and hue in OKLCH, and reduces the chroma as much as needed. The chroma is
   * solved for exactly. Use this unless you have a reason for another one. */
  DYNCOLOR_GAMUT_METHOD_EXACT = 1,

  /* The ray trace of CSS Color 4: an approximation of EXACT. The hue is off by some degrees at
   * most. */
  DYNCOLOR_GAMUT_METHOD_RAY_TRACE = 2,

  /* The binary search with local MINDE of CSS Color 4. Keeps more chroma, but changes lightness
   * and, for colors far outside, the hue. */
  DYNCOLOR_GAMUT_METHOD_BINARY_SEARCH = 3,

  /* Cuts each component to 0 to 1, which changes the hue. */
  DYNCOLOR_GAMUT_METHOD_CLIP = 4,

  DYNCOLOR_GAMUT_METHOD_MAX_ENUM = 0x7fffffff
} dyncolor_gamut_method;

/* Converts a color to a space and brings it into the gamut of that space.
 *
 * - A color that is within the gamut is only converted. So is every color if the space has no gamut
 *   (see dyncolor_color_is_in_gamut).
 * - Except with CLIP, a color as light as white in OKLCH, or lighter, becomes white, and one as
 *   dark as black becomes black.
 * - Alpha does not change.
 * - Missing components count as 0, and are not missing from the result, unless the color is in the
 *   space already.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_map_to_gamut(
    const dyncolor_color *color, dyncolor_space gamut, dyncolor_gamut_method method,
    dyncolor_color *mapped, dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_map_to_gamut_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_space gamut,
    dyncolor_gamut_method method, dyncolor_color *mapped, size_t mapped_stride,
    dyncolor_error *error);

/* Mixes two colors in a space, as color-mix() of CSS does.
 *
 * - `amount` says how much there is of `b`: 0 gives `a`, and 1 gives `b`.
 * - The result is a color of `space`. 0 stands for SRGB if both colors have
 *   DYNCOLOR_LEGACY_NOTATION, and otherwise for OKLAB.
 * - `hue` matters only in spaces with a hue. 0 stands for DYNCOLOR_HUE_SHORTER.
 * - Both colors are converted to the space. A component that is missing from one of them is taken
 *   from the other. What is missing from both is missing from the result.
 * - All components but hues are premultiplied by alpha while they are mixed.
 * - Nothing is cut to a gamut.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_mix(
    const dyncolor_color *a, const dyncolor_color *b, double amount, dyncolor_space space,
    dyncolor_hue hue, dyncolor_color *mixed, dyncolor_error *error);

/* Mixes pairs of colors. An `amount_stride` of 0 uses one amount for all. */
DYNCOLOR_API dyncolor_status dyncolor_color_mix_list(
    const dyncolor_color *a, size_t a_stride, const dyncolor_color *b, size_t b_stride,
    const double *amounts, size_t amount_stride, size_t count, dyncolor_space space,
    dyncolor_hue hue, dyncolor_color *mixed, size_t mixed_stride, dyncolor_error *error);

/* Mixes `count` colors into one, as color-mix() of CSS does: the first with the second, the result
 * with the third, and so on, each by its weight and the sum of the weights before it.
 *
 * - `count` is at least 1.
 * - Weights are finite, not negative, and not all 0. `weights` may be NULL for equal weights.
 * - `space` and `hue` are as for dyncolor_color_mix. For the space 0 to stand for SRGB, all colors
 *   must have DYNCOLOR_LEGACY_NOTATION.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_mix_many(
    const dyncolor_color *colors, size_t stride, const double *weights, size_t weight_stride,
    size_t count, dyncolor_space space, dyncolor_hue hue, dyncolor_color *mixed,
    dyncolor_error *error);

/* Measures of the difference of two colors. */
typedef enum dyncolor_metric {
  /* The distance in Oklab. Black and white differ by 1. About 0.02 is just noticeable. */
  DYNCOLOR_METRIC_OK = 1,

  /* CIEDE2000, of CIE Lab with the white D50. Black and white differ by 100. About 2 is just
   * noticeable. */
  DYNCOLOR_METRIC_CIEDE2000 = 2,

  DYNCOLOR_METRIC_MAX_ENUM = 0x7fffffff
} dyncolor_metric;

/* Measures how different two colors look. Ignores alpha. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_difference(
    const dyncolor_color *a, const dyncolor_color *b, dyncolor_metric metric, double *difference,
    dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_difference_list(
    const dyncolor_color *a, size_t a_stride, const dyncolor_color *b, size_t b_stride,
    size_t count, dyncolor_metric metric, double *differences, size_t difference_stride,
    dyncolor_error *error);

/* Measures of contrast. */
typedef enum dyncolor_contrast_method {
  /* The contrast ratio of WCAG 2.2, from 1 to 21. Text needs 4.5, and large text 3. Never round it
   * up. */
  DYNCOLOR_CONTRAST_METHOD_WCAG = 1,

  /* The difference of CIE lightness L*, from 0 to 100, of luminances with the white D65. */
  DYNCOLOR_CONTRAST_METHOD_LIGHTNESS = 2,

  DYNCOLOR_CONTRAST_METHOD_MAX_ENUM = 0x7fffffff
} dyncolor_contrast_method;

/* Measures the contrast of a foreground color with a background: how well text can be read.
 *
 *     double ratio;
 *     dyncolor_color_contrast(&ink, &paper, DYNCOLOR_CONTRAST_METHOD_WCAG, &ratio, &error);
 *
 * - A foreground that is not opaque is composited with the background first, in SRGB, as browsers
 *   do it.
 * - If the background is not opaque, what lies behind it is unknown. The result is then the least
 *   contrast over all opaque backdrops, with which it is composited in SRGB, too. If the foreground
 *   is lighter than the background on a black backdrop, but darker on a white one, then on some
 *   gray the two are equal: no contrast at all.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_contrast(
    const dyncolor_color *foreground, const dyncolor_color *background,
    dyncolor_contrast_method method, double *contrast, dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_contrast_list(
    const dyncolor_color *foregrounds, size_t foreground_stride,
    const dyncolor_color *backgrounds, size_t background_stride, size_t count,
    dyncolor_contrast_method method, double *contrasts, size_t contrast_stride,
    dyncolor_error *error);

/* Changes a color as little as possible so that it can be read on a background.
 *
 *     dyncolor_color_ensure_contrast(&ink, &paper, 4.5, DYNCOLOR_CONTRAST_METHOD_WCAG, &text, NULL,
 *                                    &error);
 *
 * - `contrast` is what `method` measures: a ratio from 1 to 21, or a lightness from 0 to 100.
 * - Rounding to 8 bits does not lose the contrast. A color has it only if all of four pairs do: the
 *   exact color and the rounded one, each on the exact background and on the rounded one.
 * - If `color` has the contrast, it is the result.
 * - Otherwise the result is the nearest color that has it, of all colors within sRGB with that hue
 *   in OKLCH and that alpha. Lightness and chroma change. "Nearest" is by DYNCOLOR_METRIC_OK, to
 *   within 0.001 if `color` is opaque. The result is a color of OKLCH. It often has a little more
 *   than `contrast`, because of the rounding.
 * - If no color with that hue and alpha has the contrast, the result is opaque white or opaque
 *   black, whichever has more contrast. This is the best that there is.
 * - `achieved` gets the contrast of the result, before or after rounding, whichever is less. It is
 *   less than `contrast` if that cannot be reached. `achieved` may be NULL.
 *
 * In a theme, use --ensure-contrast(): see section 28. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_ensure_contrast(
    const dyncolor_color *color, const dyncolor_color *background, double contrast,
    dyncolor_contrast_method method, dyncolor_color *result, double *achieved,
    dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_ensure_contrast_list(
    const dyncolor_color *colors, size_t color_stride, const dyncolor_color *backgrounds,
    size_t background_stride, size_t count, double contrast, dyncolor_contrast_method method,
    dyncolor_color *results, size_t result_stride, double *achieved, size_t achieved_stride,
    dyncolor_error *error);

/* Changes a color as little as possible so that it can be read on each of several backgrounds.
 *
 *     dyncolor_color surfaces[] = {paper, tint};
 *     double least;
 *     dyncolor_color_ensure_contrast_many(&ink, surfaces, sizeof *surfaces, 2, 4.5,
 *                                         DYNCOLOR_CONTRAST_METHOD_WCAG, &text, &least, &error);
 *     if (least < 4.5) puts("No color can be read on both: this is the best there is.");
 *
 * - `count` is from 1 to DYNCOLOR_MAX_BACKGROUNDS.
 * - What dyncolor_color_ensure_contrast says of its background holds for each background.
 * - If no color with that hue and alpha has the contrast with all backgrounds, the result is opaque
 *   white or opaque black, whichever has the greater least contrast.
 * - `achieved` gets the least contrast of the result with a background. It may be NULL.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_ensure_contrast_many(
    const dyncolor_color *color, const dyncolor_color *backgrounds, size_t background_stride,
    size_t count, double contrast, dyncolor_contrast_method method, dyncolor_color *result,
    double *achieved, dyncolor_error *error);

/* Gives a color more contrast with its backgrounds, or less.
 *
 *     dyncolor_color_grade_contrast(&ink, &paper, sizeof paper, 1, 0.5, 7, &text, NULL, &error);
 *
 * - `degree` is from -1, for less contrast, to 1, for more. At 0, the result is `color`. Between
 *   them, each step of the degree multiplies the contrast by the same factor.
 * - `contrast` is a ratio of WCAG, from 1 to 21. At the degree 1, the result has this ratio or 14/9
 *   of the ratio of `color`, whichever is greater. (14/9 is the step from 4.5 to 7, the ratios that
 *   WCAG requires of text at the levels AA and AAA.)
 * - At the degree -1, the result has 9/14 of the ratio of `color`, but not less than 4.5. A ratio
 *   that is less than 4.5 to begin with stays.
 * - A color that is lighter than all backgrounds stays so if it can have the ratio there, and a
 *   darker one stays darker. If no color has the ratio, the result is white or black, whichever has
 *   more contrast.
 * - More contrast is given as dyncolor_color_ensure_contrast_many does it. For less, the color is
 *   mixed in Oklab with the background that it has the least contrast with, and the result is a
 *   color of OKLCH.
 * - `count` is from 1 to DYNCOLOR_MAX_BACKGROUNDS. `achieved` gets the least contrast of the result
 *   with a background. It may be NULL.
 *
 * In a theme, use --grade-contrast(), whose degree is the contrast of the environment.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_grade_contrast(
    const dyncolor_color *color, const dyncolor_color *backgrounds, size_t background_stride,
    size_t count, double degree, double contrast, dyncolor_color *result, double *achieved,
    dyncolor_error *error);

/* Computes how a person with a color vision sees a color, to check whether colors can still be told
 * apart.
 *
 *     dyncolor_color_simulate_vision(&ink, DYNCOLOR_VISION_DEUTAN, 1, &simulated, &error);
 *
 * - `severity` is how far the vision deviates: 0 is typical, and 1 is a missing cone.
 * - PROTAN, DEUTAN and TRITAN use the matrices of Machado, Oliveira and Fernandes (2009), in linear
 *   sRGB. They are published for tenths of severity; what lies between two is interpolated.
 * - ACHROMAT mixes the color with the gray of the same luminance.
 * - The result is a color of SRGB, which may be outside its gamut. Alpha does not change. Missing
 *   components count as 0, and are not missing from the result.
 * - With TYPICAL or a severity of 0, the result is `color` itself. UNSPECIFIED is not allowed.
 *
 * In a theme, use --vision(): see section 28. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_simulate_vision(
    const dyncolor_color *color, dyncolor_vision vision, double severity,
    dyncolor_color *simulated, dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_simulate_vision_list(
    const dyncolor_color *colors, size_t stride, size_t count, dyncolor_vision vision,
    double severity, dyncolor_color *simulated, size_t simulated_stride, dyncolor_error *error);

/* Does the same by the model of Viénot, Brettel and Mollon (1999), which many tools for checking
 * pictures use. Red and green become the same yellow or gray.
 *
 * - `vision` is PROTAN or DEUTAN: the authors published no rule for others.
 * - The model is for a missing cone, the severity 1. A lower severity mixes its result with `color`
 *   in linear sRGB.
 *
 * The vision of an environment, --vision() and audits use the model of Machado and others.
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_simulate_vision_vienot(
    const dyncolor_color *color, dyncolor_vision vision, double severity,
    dyncolor_color *simulated, dyncolor_error *error);

/* Blend modes: those of W3C's Compositing and Blending, which CSS, SVG and PDF use. */
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

/* Blends `source` over `backdrop`, and composites the two with their alphas (source-over).
 *
 *     dyncolor_color_blend(&tint, &paper, DYNCOLOR_BLEND_MODE_MULTIPLY, DYNCOLOR_SPACE_SRGB,
 *                          &blended, &error);
 *
 * - `space` is a space of red, green and blue. Browsers blend in SRGB. To add up light, use a
 *   linear space.
 * - The result is a color of that space, with nothing missing. Missing components count as 0.
 * - Colors outside the gamut of the space are not cut. But HUE, SATURATION, COLOR and LUMINOSITY
 *   bring what they blend into the gamut.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_color_blend(
    const dyncolor_color *source, const dyncolor_color *backdrop, dyncolor_blend_mode mode,
    dyncolor_space space, dyncolor_color *blended, dyncolor_error *error);

DYNCOLOR_API dyncolor_status dyncolor_color_blend_list(
    const dyncolor_color *sources, size_t source_stride, const dyncolor_color *backdrops,
    size_t backdrop_stride, size_t count, dyncolor_blend_mode mode, dyncolor_space space,
    dyncolor_color *blended, size_t blended_stride, dyncolor_error *error);

/* Returns 1 if two colors are the same but for rounding, as CSS Color 4 compares colors, and
 * otherwise 0.
 *
 * - Colors of one space: each component is missing from both, or differs by no more than a
 *   hundred-thousandth of its scale. A hue that has no effect on its color counts as missing.
 * - Colors of two spaces are compared in Oklab, and must have no missing components.
 * - HSL and HWB count as SRGB.
 * - NULL, and a color that is not valid, is near nothing.
 *
 * Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_color_is_near(const dyncolor_color *a, const dyncolor_color *b);

/* Blends arrays of pixels over others, as dyncolor_color_blend does with colors.
 *
 * - All three arrays have the same layout. It is of a space of red, green and blue, in which the
 *   pixels are blended.
 * - Strides are as for lists: an input stride of 0 uses one pixel for all. The output may be the
 *   same array as an input that has the same stride.
 * - NORMAL runs at the speed of vector instructions in FLOAT4 and the formats of four bytes. With
 *   PREMULTIPLIED nothing is divided: each number of the result is that of the source, plus that of
 *   the backdrop times 1 minus the alpha of the source.
 * - Bytes are the nearest to the exact result. FLOAT4 is exact to within a millionth of the
 *   greatest component, or of 1.
 * - NaN counts as 0, and infinity as the greatest float, as for dyncolor_pixels_convert.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_pixels_blend(
    const void *sources, size_t source_stride, const void *backdrops, size_t backdrop_stride,
    size_t count, dyncolor_blend_mode mode, dyncolor_layout layout, void *blended,
    size_t blended_stride, dyncolor_error *error);

/* ---- 26. Deriving ---------------------------------------------------------------------------- */

/* Derives what the authors of a theme have not defined: the dark variants of a theme that is light,
 * or the light ones of a dark theme, and more or less contrast.
 *
 *     dyncolor_derive_counts counts;
 *     dyncolor_register_hex(theme, "background", "#ffffff", NULL, NULL, &error);
 *     dyncolor_register_hex(theme, "text", "#1f2328", NULL, NULL, &error);
 *     if (dyncolor_theme_derive(theme, NULL, &counts, &error) == DYNCOLOR_OK)
 *       printf("%zu colors have variants for the dark scheme and for more contrast\n",
 *              counts.derived);
 *
 * - Derived definitions are in the layer `derived`, and belong to the owner `derived`. So they go
 *   through files and images, are explained, and are told from authored ones. Write them to a file,
 *   look at them, and correct what you do not like by registering the color in a layer above.
 *   dyncolor_layer_clear drops them all.
 * - The layer is declared below the user's, so that it lies above what your program and its files
 *   define. Declare it before if it should lie elsewhere. Colors of a layer that you declare below
 *   the user's later, and so above this one, get no derived variants.
 * - Each definition contains --covered(), the authored one, and follows its changes. There are two
 *   exceptions. The other scheme of an expression with other colors, such as
 *   `color-mix(in oklab, var(--brand), white)`, is derived from its present value; and a contrast
 *   that is kept is the number that it is now.
 * - If colors or variants are added to the theme, or such an expression has another value, derive
 *   again: the definitions that are no longer needed are removed, those that have become necessary
 *   are added, and contrasts are kept as they are then.
 * - To change an authored color later, register it again, or use dyncolor_theme_redefine. */

/* What a color is for. */
typedef enum dyncolor_role {
  DYNCOLOR_ROLE_UNKNOWN = 0, /* the name, or else the chroma, decides */
  DYNCOLOR_ROLE_BACKGROUND = 1,
  DYNCOLOR_ROLE_TEXT = 2,
  DYNCOLOR_ROLE_BORDER = 3,
  DYNCOLOR_ROLE_TINT = 4,
  DYNCOLOR_ROLE_ACCENT = 5,
  DYNCOLOR_ROLE_NONE = 6, /* nothing is derived */
  DYNCOLOR_ROLE_MAX_ENUM = 0x7fffffff
} dyncolor_role;

/* The role of a color. */
typedef struct dyncolor_color_role {
  dyncolor_id id;
  uint32_t role; /* a dyncolor_role */
} dyncolor_color_role;

/* What is derived. */
typedef enum dyncolor_derive_flags {
  DYNCOLOR_DERIVE_SCHEME = 1,   /* the other scheme */
  DYNCOLOR_DERIVE_CONTRAST = 2, /* more and less contrast */
  DYNCOLOR_DERIVE_FLAGS_MAX_ENUM = 0x7fffffff
} dyncolor_derive_flags;

/* Options of deriving. 0 and NULL are good defaults for all fields but `size`. */
typedef struct dyncolor_derive_options {
  size_t size;

  /* Bits of dyncolor_derive_flags. 0: all of them. */
  uint32_t what;

  /* The color that is behind all others. DYNCOLOR_ID_NONE: the first of these that is registered:
   * page-background, background, window_bg_color, window-background, Canvas, page, window, bg,
   * canvas, surface, base, paper; or else the system color Canvas. */
  dyncolor_id background;

  /* Roles of colors whose names do not say them, or say them wrongly. May be NULL. */
  const dyncolor_color_role *roles;
  size_t role_count;
} dyncolor_derive_options;

/* The initial value of a dyncolor_derive_options. */
#define DYNCOLOR_DERIVE_OPTIONS_INIT {sizeof(dyncolor_derive_options), 0, 0, NULL, 0}

/* How many colors were derived, and why the others were not. */
typedef struct dyncolor_derive_counts {
  size_t derived;
  size_t complete;  /* lack nothing */
  size_t following; /* consist of other colors, and follow these */
  size_t skipped;   /* providers, and colors with DYNCOLOR_ROLE_NONE */
} dyncolor_derive_counts;

/* Derives what the named colors of a theme lack, in one change.
 *
 * The other scheme, for a color whose authored definition does not depend on the scheme:
 * - It is the dark one if the theme's default scheme is light, and otherwise the light one.
 * - The variant is --dark-of() or --light-of(), for the role of the color.
 * - A text, a border or an accent keeps the contrast that it has with its backgrounds, on their
 *   variants, by --ensure-contrast(). Of a contrast above 7 for a text, 3 for a border or 4.5 for
 *   an accent, only so much is kept.
 * - An accent that is the background of a text keeps its color. It changes only if its contrast
 *   with its own background would be less than 3. A text on it, such as `on-accent`, keeps its
 *   color, too.
 * - A reference to another color, also at a level or with another alpha, follows that color. An
 *   expression with other colors is computed in the authored scheme, and the variant is derived
 *   from the result; but if it depends on a palette or another axis, it follows those colors.
 *
 * Contrast, for a text, a border or an accent whose authored definition does not depend on the
 * contrast:
 * - It is --grade-contrast() on the backgrounds: at DYNCOLOR_CONTRAST_MORE, at least 7 for a text,
 *   and for an accent that has texts on it, 4.5 for any other accent, and 3 for a border.
 *
 * The backgrounds of a color are found as in an audit: they are in its expression, as in
 * --ensure-contrast(), or its name suggests one, by the table in section 27. For other texts,
 * borders and accents it is the background of the options. A background that depends on the color
 * itself is left out.
 *
 * The role of a color is that of the options. Without one, the words of its name decide. If there
 * are words of several roles, as in `accent-text`, the role that comes first here counts:
 *
 *   text         text foreground fg ink label title heading caption icon glyph symbol content; and
 *                `on` at the beginning
 *   border       border outline divider separator stroke line rule hairline ring edge
 *   tint         tint container subtle soft selection hover muted
 *   background   background bg surface canvas window page paper base card popover sidebar header
 *                view panel field fill backdrop sheet dialog body
 *   accent       accent primary secondary tertiary brand success warning error danger info positive
 *                negative destructive link focus
 *
 * With a chroma above 0.1 in OKLCH, a background, a tint or a color without a role is an accent.
 * But a color whose name has a number, such as `blue-500`, is a step of a scale.
 *
 * - What an author has defined is never replaced: in the authored scheme, and at the standard
 *   contrast, each color has the value that it had.
 * - The definitions of an earlier call are replaced.
 * - `options` and `counts` may be NULL. The counts are of the colors that a layer below `derived`
 *   defines.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_derive(
    dyncolor_theme *theme, const dyncolor_derive_options *options, dyncolor_derive_counts *counts,
    dyncolor_error *error);

/* Writes 1 if the value of a color in an environment was derived, and 0 if it was authored.
 *
 * `environment` may be NULL, for {0}. Only the definition of the color itself counts: a color that
 * an author has defined as a reference to a derived color is authored. A derived color that was
 * repaired (section 27) is derived. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_id_is_derived(
    const dyncolor_theme *theme, dyncolor_id id, const dyncolor_environment *environment,
    int *is_derived, dyncolor_error *error);

/* Returns 1 if the value of a color in a snapshot was derived, and otherwise 0, also if the
 * snapshot does not have the color. Takes no lock. Cannot fail. Since 1.0. */
DYNCOLOR_API int dyncolor_snapshot_is_derived(
    const dyncolor_snapshot *snapshot, dyncolor_id id);

/* ---- 27. Auditing ---------------------------------------------------------------------------- */

/* An audit examines the colors of a theme in every environment that makes a difference to them, and
 * lists what would be found only by looking at each: text that is hard to read in one of them,
 * variants that are never chosen, colors that look alike to some people.
 *
 *     dyncolor_audit *audit;
 *     if (dyncolor_theme_audit(theme, NULL, &audit, &error) == DYNCOLOR_OK) {
 *       size_t count;
 *       const dyncolor_audit_finding *findings = dyncolor_audit_findings(audit, &count);
 *       for (size_t i = 0; i < count; i++)
 *         printf("%s\n", findings[i].message);
 *       dyncolor_audit_release(audit);
 *     }
 *
 * This prints lines such as `label on button: contrast 3.98 in dark, expected at least 4.50 (1 of 2
 * environments)`.
 *
 * - A color, or a pair, is examined in all combinations of the values of those axes that it depends
 *   on, as dyncolor_id_axes tells them: for a `button` with variants for the scheme and a `label`
 *   with one for a state, these are 2 * 7 environments. All other axes are unspecified. The
 *   foreground and the accent are, too: colors that follow them, by currentColor or AccentColor,
 *   are examined as they are without.
 * - The values of an axis are all those that dyncolor.h lists for it. For the contrast, they are
 *   less, standard and more, and those in the conditions of variants. For the palette, they are all
 *   palettes that have a number. For the locale, the subtype and axes of your own, they are all
 *   that are declared or in conditions, and 0. The idiom can be 0, too, and the gamut, since only
 *   then a color outside sRGB stays as it is. The severity of a vision stays unspecified.
 * - A provider is called for each environment, once the audit knows which axes it reads.
 * - All colors are examined as they are at one instant, and other threads can use the theme
 *   meanwhile. An audit changes neither the theme nor its caches.
 * - The result never changes, owns its memory and outlives the theme. Several threads may read it
 *   at the same time. */

/* The pairs of a text and a background that names suggest, if both colors are in the same folder,
 * such as `Night/`. X stands for any text, or for none. The first row
 * whose background exists counts.
 *
 *     text                                         background
 *     --------------------------------------------------------------------------------------
 *     text-on-X   on-X   on_X   onX                X
 *     inverse-on-X                                 inverse-X
 *     ForegroundX, as of KDE                       BackgroundX, or BackgroundNormal
 *     Xforeground   XForeground                    Xbackground   XBackground
 *     Xfg_color   Xfg   XFg                        Xbg_color   Xbg   XBg
 *     Xtext   XText                                Xbackground or Xbg   XBackground
 *     X-foreground   X_foreground   XForeground    X
 *     X-text   X_text   XText                      X
 *     X-label   X_label   XLabel   X-content       X
 *     Xtext                                        Xsurface, Xwindow or Xpage
 *     Xforeground                                  Xsurface or Xwindow
 *     names of nothing but the words below         the page
 *
 * The words are text, foreground, fg, ink, title, subtitle, heading, caption and label, at least
 * one of them; and primary, secondary, muted, subtle, subdued, strong, body, base, default, normal,
 * main, regular, dim, soft, large, medium, small and color. So `text-muted` and `secondaryLabel`
 * are on the page, also with numbers, as `heading-1`, and `tooltip-text` is not. The names of the
 * page are those in dyncolor_derive_options. `text/muted` is on `background`, too, since its folder
 * is one of the words. */

/* What a finding is about, and what its fields mean. All fields that are not mentioned are 0, or
 * the empty text. */
typedef enum dyncolor_audit_kind {
  /* Text has too little contrast with its background. An error. With DYNCOLOR_AUDIT_PASSING, there
   * is such a finding for each other pair as well, which is a note.
   *
   * - Pairs are those of the options; those of --ensure-contrast() and contrast-color(), whose
   *   backgrounds are in the expression; and those that names suggest, by the table above.
   * - Translucent text lies over its background. A translucent background lies over the background
   *   of the page; if that is unknown or translucent, the contrast is that over the worst backdrop,
   *   as dyncolor_color_contrast computes it.
   * - If a pair depends on the contrast, there can be three findings: one for environments whose
   *   contrast is nearest to DYNCOLOR_CONTRAST_MORE, one for those where it is nearest to
   *   DYNCOLOR_CONTRAST_LESS, and one for all others.
   *
   * id, other: the text and the background
   * found, required: the least contrast ratio of WCAG 2.2, and the ratio that is expected
   * detail: 1 if that ratio is only expected in environments whose contrast is nearest to
   *   DYNCOLOR_CONTRAST_MORE, -1 if it is only expected where the contrast is nearest to
   *   DYNCOLOR_CONTRAST_LESS, otherwise 0 */
  DYNCOLOR_AUDIT_KIND_CONTRAST = 1,

  /* A color is outside sRGB in an environment that names no gamut. A warning. In environments that
   * name one, the library brings colors into it.
   *
   * id: the color
   * found: by how much a component is below 0 or above 1 */
  DYNCOLOR_AUDIT_KIND_GAMUT = 2,

  /* A variant is never chosen, because in each environment in which it applies, another one is
   * better. A warning.
   *
   * id: the color
   * detail: which variant of the color, or of a --variants() in its expression, from 0; in the
   *   message, variants are counted from 1
   * where: its conditions */
  DYNCOLOR_AUDIT_KIND_UNREACHABLE_VARIANT = 3,

  /* A palette lacks a name: see dyncolor_palette_gaps. Only palettes that have a number count. A
   * warning.
   *
   * id: the example of dyncolor_palette_gap
   * detail: the number of the palette
   * name, other_name: the name that is missing, and the name of the palette */
  DYNCOLOR_AUDIT_KIND_PALETTE_GAP = 4,

  /* Two colors of a set look alike to people with a color vision deficiency. A warning.
   *
   * - Their difference in Oklab is at least 0.04 with typical vision, and less than 0.02 with a
   *   deficiency of 100 percent.
   * - Sets are those of the options, and those that names suggest: names that differ only in a word
   *   for a status (`success`, `warning`, `danger` ...) or a hue (`red`, `green`, `blue` ...), or
   *   in the number after `chart`, `series` or `category`. Hues with numbers, such as `red-500`,
   *   are steps of scales, and are in no set. Two colors that several sets have are listed once.
   *
   * id, other: the colors
   * detail: the dyncolor_vision
   * found, required: the least difference, and 0.02
   * suggested, suggestion: the color of the two that needs the smaller change of its lightness in
   *   OKLCH, and what it could be, so that both look different with every vision, and the others of
   *   the set not more alike than before, unless they differ enough. Within sRGB, it is rounded to
   *   8 bits. Only the first 500 findings have suggestions, and sets of 64 colors or fewer. */
  DYNCOLOR_AUDIT_KIND_VISION = 5,

  /* Nobody has looked at a derived color (see section 26): its annotation (see section 16) is not
   * a JSON object with the key `reviewed`, such as {"reviewed": true}. The annotation stays when
   * the color changes. A note.
   *
   * id: the color */
  DYNCOLOR_AUDIT_KIND_UNREVIEWED = 6,

  /* A color has no value. A warning. Pairs are not examined there.
   *
   * id: the color
   * detail: the dyncolor_status that says why */
  DYNCOLOR_AUDIT_KIND_NO_VALUE = 7,

  DYNCOLOR_AUDIT_KIND_MAX_ENUM = 0x7fffffff
} dyncolor_audit_kind;

/* How text is expected to be read: a text color on a background. */
typedef struct dyncolor_audit_pair {
  dyncolor_id text;
  dyncolor_id background;
  /* 1 to 21: the least contrast in all environments. 0: the ratios of the options. A pair with 1
   * is left out, also if names suggest it. */
  double ratio;
} dyncolor_audit_pair;

/* Flags of dyncolor_audit_options. */
typedef enum dyncolor_audit_flags {
  /* Only the pairs, the sets and the page of the options count, not those that names and
   * expressions suggest. */
  DYNCOLOR_AUDIT_DECLARED_ONLY = 1,

  /* There is a note for each pair that has enough contrast, too. */
  DYNCOLOR_AUDIT_PASSING = 2,

  DYNCOLOR_AUDIT_FLAGS_MAX_ENUM = 0x7fffffff
} dyncolor_audit_flags;

/* Options of an audit. In each field but `size`, 0 or NULL stands for the default. */
typedef struct dyncolor_audit_options {
  size_t size;

  /* Bits of dyncolor_audit_flags. */
  uint32_t flags;

  /* The kinds of findings to look for, as bits: 1 << kind for each. 0: all. */
  uint32_t kinds;

  /* The least contrast ratio of text, that in environments whose contrast is nearest to
   * DYNCOLOR_CONTRAST_MORE, and that in those whose contrast is nearest to DYNCOLOR_CONTRAST_LESS:
   * 1 to 21. 0: 4.5 and 7, as WCAG expects for its levels AA and AAA, and 3, which is what it
   * expects for large text. */
  double ratio;
  double ratio_more;
  double ratio_less;

  /* Pairs of text and background, besides those that are found. */
  const dyncolor_audit_pair *pairs;
  size_t pair_count;

  /* Sets of colors that must be told apart, besides those that are found. Each set but the last one
   * is followed by DYNCOLOR_ID_NONE. */
  const dyncolor_id *sets;
  size_t set_length;

  /* How many colors may be resolved and pairs compared, as a bound of time: an audit of simple
   * colors does some millions in a second, and one of colors that take long to compute fewer. A
   * color with a long expression counts several times. If the limit is too small, not all
   * environments are examined, and `complete` in dyncolor_audit_sums is 0. 0: 50 million. */
  uint64_t limit;

  /* The background of the page. DYNCOLOR_ID_NONE: the color whose name says so, as for
   * dyncolor_derive_options. */
  dyncolor_id page;
  uint32_t reserved; /* 0 */
} dyncolor_audit_options;

/* The initial value of a dyncolor_audit_options. */
#define DYNCOLOR_AUDIT_OPTIONS_INIT \
  {sizeof(dyncolor_audit_options), 0, 0, 0, 0, 0, NULL, 0, NULL, 0, 0, DYNCOLOR_ID_NONE, 0}

/* Something that an audit has found. What the fields mean depends on the kind. */
typedef struct dyncolor_audit_finding {
  uint32_t kind;    /* a dyncolor_audit_kind */
  int32_t severity; /* a dyncolor_severity */
  dyncolor_id id;
  dyncolor_id other;
  double found;
  double required;

  /* How many environments were examined, and in how many of them there is the problem. */
  uint64_t examined;
  uint64_t failing;

  /* The environment in which `found` is reached; of several, the first one. */
  dyncolor_environment environment;

  int32_t detail;
  dyncolor_id suggested;
  dyncolor_color suggestion; /* space 0: there is none */

  /* The layer and the owner of the color: see section 14. */
  uint16_t layer;
  uint16_t owner;
  uint32_t reserved; /* 0 */

  /* Texts, valid as long as the audit and never NULL: the names of the two colors, the environment
   * in words, such as `dark more`, and the whole finding as a sentence. A color without a name has
   * the empty name. */
  const char *name;
  const char *other_name;
  const char *where;
  const char *message;
} dyncolor_audit_finding;

/* What an audit has examined. */
typedef struct dyncolor_audit_sums {
  /* The numbers of findings, including those that were left out. */
  uint64_t errors;
  uint64_t warnings;
  uint64_t notes;

  uint64_t omitted;  /* the number of findings that were left out */
  uint64_t colors;   /* the number of colors */
  uint64_t pairs;    /* the number of pairs of text and background */
  uint64_t examined; /* the environments that were examined, added up over all colors and pairs */
  uint64_t complete; /* 1 if these are all, otherwise 0 */
} dyncolor_audit_sums;

/* The greatest number of findings. Others are left out, but counted. */
#define DYNCOLOR_MAX_AUDIT_FINDINGS 10000

/* The result of an audit. Opaque. */
typedef struct dyncolor_audit dyncolor_audit;

/* Audits a theme.
 *
 *     dyncolor_audit_pair pairs[] = {{label, ground, 3}};
 *     dyncolor_audit_options options = DYNCOLOR_AUDIT_OPTIONS_INIT;
 *     options.pairs = pairs;
 *     options.pair_count = 1;
 *     if (dyncolor_theme_audit(theme, &options, &audit, &error) == DYNCOLOR_OK)
 *       dyncolor_audit_release(audit);
 *
 * `options` may be NULL. Release the audit with dyncolor_audit_release.
 *
 * Fails with DYNCOLOR_ERROR_STALE_ID or DYNCOLOR_ERROR_FOREIGN_ID if a color of the options is not
 * registered. Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_audit(
    dyncolor_theme *theme, const dyncolor_audit_options *options, dyncolor_audit **audit,
    dyncolor_error *error);

/* Returns the findings of an audit: ordered by kind, and within a kind by the row of the color, or
 * in the order of the pairs.
 *
 * The array is valid as long as the audit. `count` gets its length, and may be NULL. Returns NULL
 * if there are no findings, and, with the count 0, for NULL. Cannot fail. Since 1.0. */
DYNCOLOR_API const dyncolor_audit_finding *dyncolor_audit_findings(
    const dyncolor_audit *audit, size_t *count);

/* Writes what an audit has examined. `sums` may be NULL. For NULL instead of an audit, all is 0.
 * Cannot fail. Since 1.0. */
DYNCOLOR_API void dyncolor_audit_total(const dyncolor_audit *audit, dyncolor_audit_sums *sums);

/* How an audit is written. */
typedef enum dyncolor_audit_format {
  /* For people: a line for each finding, such as `error: label on button: contrast 3.98 in dark,
   * ...`, and a line with the sums. Numbers have two decimals, and are rounded down. Do not parse
   * it: its wording may change in a later version. */
  DYNCOLOR_AUDIT_FORMAT_TEXT = 1,

  /* For programs: a JSON object with the key `findings`, an array of objects, and the key `sums`.
   * The keys are the fields of dyncolor_audit_finding and dyncolor_audit_sums. Colors have their
   * names, and the suggestion is CSS. Kinds are `contrast`, `gamut`, `unreachable-variant`,
   * `palette-gap`, `vision`, `unreviewed` and `no-value`. What a kind does not have is left out. */
  DYNCOLOR_AUDIT_FORMAT_JSON = 2,

  /* For code review: SARIF 2.1.0, a log with one run. The kinds are the rules. The logical location
   * of a result is the color; if there is a path, it is the artifact of the physical location. */
  DYNCOLOR_AUDIT_FORMAT_SARIF = 3,

  DYNCOLOR_AUDIT_FORMAT_MAX_ENUM = 0x7fffffff
} dyncolor_audit_format;

/* Writes the findings of an audit as text.
 *
 *     char lines[4096];
 *     if (dyncolor_theme_audit(theme, NULL, &audit, &error) == DYNCOLOR_OK) {
 *       if (dyncolor_audit_write(audit, DYNCOLOR_AUDIT_FORMAT_TEXT, NULL, lines, sizeof lines,
 *                                NULL, &error) == DYNCOLOR_OK)
 *         fputs(lines, stdout);
 *       dyncolor_audit_release(audit);
 *     }
 *
 * - The text follows the two-call rule.
 * - `path` is the file that the theme is kept in, relative to the root of the project, for SARIF.
 *   NULL: none. Other formats do not use it.
 *
 * Since 1.0. */
DYNCOLOR_INLINE dyncolor_status dyncolor_audit_write(
    const dyncolor_audit *audit, dyncolor_audit_format format, const char *path, char *buffer,
    size_t capacity, size_t *length, dyncolor_error *error);
DYNCOLOR_API dyncolor_status dyncolor_audit_write_n(
    const dyncolor_audit *audit, dyncolor_audit_format format, const char *path,
    size_t path_length, char *buffer, size_t capacity, size_t *length, dyncolor_error *error);

/* How many colors were repaired. */
typedef struct dyncolor_repair_counts {
  size_t repaired;
  size_t left; /* errors and warnings that are not mended */
} dyncolor_repair_counts;

/* Mends what an audit has found by the smallest changes that do: by definitions in the layer
 * `repair`. They take effect at once. Look at them, and clear the layer if you do not like them.
 *
 *     dyncolor_repair_counts counts;
 *     uint16_t layer;
 *     if (dyncolor_theme_audit(theme, NULL, &audit, &error) == DYNCOLOR_OK) {
 *       if (dyncolor_theme_repair(theme, audit, &counts, &error) == DYNCOLOR_OK && counts.left > 0)
 *         puts("Not all of it could be mended.");
 *       dyncolor_audit_release(audit);
 *     }
 *     // If you do not like the result:
 *     if (dyncolor_layer_find(theme, "repair", &layer, &error) == DYNCOLOR_OK)
 *       dyncolor_layer_clear(theme, layer, &error);
 *
 * - CONTRAST: the text becomes --ensure-contrast() of what it was, on its backgrounds, with the
 *   greatest ratio that is expected on one of them. Where it has enough contrast, it does not
 *   change. Audit with DYNCOLOR_AUDIT_PASSING if texts are to keep the contrast with their other
 *   backgrounds, too, and if less than `ratio` is enough with less contrast.
 * - VISION: the color that is suggested is made lighter or darker by as much as the suggestion is,
 *   in every environment.
 * - Other findings are left, and so are those of colors without a name, of colors that only the
 *   user's layer defines, of texts with more than DYNCOLOR_MAX_BACKGROUNDS backgrounds, and of
 *   backgrounds that depend on the text.
 * - A text whose contrast no color reaches counts as repaired, and becomes black or white. Audit
 *   again to see what is left.
 * - The audit must be one of this theme. A finding about a color that has been unregistered since
 *   is left. Fails with DYNCOLOR_ERROR_FOREIGN_ID for an audit of another theme.
 * - The definitions contain --covered(), the definition that they mend. They belong to the owner
 *   `repair`, and the layer is declared below the user's, above derived definitions. Those of an
 *   earlier repair stay, except for colors that are repaired again.
 * - `counts` may be NULL.
 *
 * Since 1.0. */
DYNCOLOR_API dyncolor_status dyncolor_theme_repair(
    dyncolor_theme *theme, const dyncolor_audit *audit, dyncolor_repair_counts *counts,
    dyncolor_error *error);

/* Frees an audit. Does nothing for NULL. Since 1.0. */
DYNCOLOR_API void dyncolor_audit_release(dyncolor_audit *audit);

/* ---- 28. Reference: colors in CSS ------------------------------------------------------------ */

/* Everything that dyncolor_register_css reads, and every other function that takes CSS for a theme.
 * dyncolor_color_parse reads only "Values" and "Functions of colors", since it has no environment
 * and no theme.
 *
 *
 * TEXT
 *
 * - White space, comments and escapes are those of CSS. Parentheses that are still open at the end
 *   of the text are closed there.
 * - Keywords and names of functions may be in any ASCII case. Names that the host has given, to
 *   colors, axes or values, may not: `accent` and `Accent` are two names.
 * - A function that takes a color takes any of the colors below, nested as deep as one likes within
 *   the limits at the end.
 *
 *
 * VALUES: CSS Color 4
 *
 *   #f80   #ff8800   #ff8800cc             hexadecimal digits, with or without alpha
 *   orange   transparent                   one of 148 names, or transparent black
 *   rgb(255 136 0)   rgb(100% 53% 0 / 80%) red, green and blue up to 255; after a slash the alpha
 *   rgba(255, 136, 0, 0.8)                 the same in the older syntax; also hsl() and hsla()
 *   hsl(32 100% 50%)   hwb(32deg 0% 0%)    a hue in degrees, or in grad, rad or turn
 *   lab(70 40 70)   lch(70% 80 60)         CIE Lab, with numbers or percentages
 *   oklab(0.8 0 0.15)   oklch(80% 0.15 70)
 *   color(display-p3 1 0.5 0)              also srgb, srgb-linear, display-p3-linear, a98-rgb,
 *                                          prophoto-rgb, rec2020, xyz, xyz-d65, xyz-d50
 *   color(--okhsl 60 100 75)               spaces for which CSS has no word: --hsv, --okhsl,
 *                                          --okhsv, --hct, --rec2020-oetf, --extended-srgb,
 *                                          --extended-srgb-linear, and --gray-gamma-22, which
 *                                          takes one number
 *   color(from red --hct h c 90)           the components of HCT are h, c and t
 *   color(--oklch 0.7 -0.1 60)             without the bounds below: --hsl, --hwb, --lab, --lch,
 *                                          --oklab, --oklch
 *   hsl(none 0% 50%)                       `none`: this component is missing
 *   rgb(calc(255 * sin(30deg)) 0 0)        the mathematics of CSS Values 4: + - * / and min, max,
 *                                          clamp, round, mod, rem, sin, cos, tan, asin, acos, atan,
 *                                          atan2, pow, sqrt, hypot, log, exp, abs, sign, progress;
 *                                          e, pi, infinity, NaN
 *
 * - The color has the space in which it was written: that of rgb() is SRGB, that of hsl() is HSL.
 * - The bounds of CSS hold. Alpha is cut to 0...1, rgb() to its 255, and the lightness of lab() and
 *   its like to 0...100 %. A chroma, and the saturation of hsl(), is never negative. A hue is
 *   brought into 0...360.
 * - An infinite number becomes the largest number, and NaN becomes 0.
 * - Colors that are written as hex, by name, or as rgb(), hsl() or hwb() without `none` have
 *   DYNCOLOR_LEGACY_NOTATION.
 *
 *
 * FUNCTIONS OF COLORS
 *
 *   color-mix(in oklch longer hue, red 30%, blue, white)
 *                                          a mix of any number of colors; without `in`, in oklab
 *   oklch(from #08f calc(l * 0.8) c h)     made of the components of another color
 *   alpha(from #08f / 40%)                 another color with this alpha
 *   contrast-color(#08f)                   white or black, whichever is read better on the color
 *   if(supports(color: lab(0 0 0)): teal; else: navy)
 *                                          see "Conditions"
 *   --blend(multiply in display-p3, #08f, orange)
 *                                          what is seen where the first color lies over the second,
 *                                          as of dyncolor_color_blend; without `in`, in srgb
 *   --ensure-contrast(#08f, on white, 4.5) as of dyncolor_color_ensure_contrast, by WCAG
 *   --ensure-contrast(#08f, on white, on #eee, 4.5)
 *                                          as of dyncolor_color_ensure_contrast_many
 *   --first(#08f, red)                     the first color that has a value
 *   --tone(#08f, 40)                       the tone of a tonal palette of Material Design: the hue
 *                                          and chroma of the color in HCT, with this tone, or with
 *                                          as much of the chroma as sRGB has at that tone
 *   --dark-of(#eef)   --light-of(#223)     the counterpart in a dark scheme of a color of a light
 *                                          one, and the other way round
 *   --dark-of(#08f, accent)                the same for a role: background, text, border, tint or
 *                                          accent; without one, that of a step of a scale
 *   --vision(#08f, protan 60%)             what a person with that vision sees, as of
 *                                          dyncolor_color_simulate_vision; without a severity,
 *                                          100 %
 *
 * - The modes of --blend() are normal, multiply, screen, overlay, darken, lighten, color-dodge,
 *   color-burn, hard-light, soft-light, difference, exclusion, hue, saturation, color and
 *   luminosity. The space must be one of red, green and blue.
 * - The ratio of --ensure-contrast(), and of --grade-contrast() below, is a number from 1 to 21. Up
 *   to DYNCOLOR_MAX_BACKGROUNDS backgrounds stand before it, each after the word `on`, and with a
 *   comma after it.
 * - The tone of --tone() is a number from 0 to 100: black is 0, and white 100. The result is a
 *   color of SRGB, within its gamut. In 8 bits, it is that of Material Design's TonalPalette; tone
 *   99 of a yellow, which is a mean of two others there, may be rounded another way.
 * - --dark-of() and --light-of() keep the hue in OKLCH and alpha, and change the tone: CIE's
 *   lightness L*, which depends on the luminance alone, as contrast does. Backgrounds, tints, and
 *   colors that have no role, swap light and dark: the tones 0, 20, 40, 60, 80 and 100 become 100,
 *   88.5, 67.5, 49.5, 30.5 and 9.5. Texts become 96, 89.5, 70, 59.5, 33.5 and 15.5; borders 100,
 *   91, 61.5, 54, 30 and 8.5. For the dark scheme, their chroma is multiplied by 1.05, 1.2, 1.3,
 *   1.4, 1.7 and 2.25; --light-of() is the inverse. An accent keeps its chroma: its tones become
 *   30, 41.5, 56, 59, 82.5 and 99 in the dark scheme, and 0, 30, 47, 53, 68 and 89.5 in the light
 *   one. Between these tones, all numbers are interpolated. A color within sRGB stays there, with
 *   as much of the chroma as sRGB has. The numbers are a fit to the colors that design systems
 *   publish for both schemes. A color that identifies something in both schemes, such as a brand,
 *   is an accent.
 * - The visions of --vision() are typical, protan, deutan, tritan and achromat, each with its
 *   severity as a percentage from 0% to 100%.
 * - In a theme, the mode and the ratio may also be light-dark() or if(), nested in any way, so that
 *   the environment chooses:
 *     --blend(if(style(--state: pressed): multiply; else: normal) in srgb-linear, red, var(--key))
 *     --ensure-contrast(var(--accent), on Canvas, if(media(prefers-contrast: more): 7; else: 4.5))
 *
 *
 * WHAT DEPENDS ON THE ENVIRONMENT OR ON THE THEME
 *
 * dyncolor_color_parse fails with DYNCOLOR_ERROR_DYNAMIC for these, except --first() of values:
 *
 *   light-dark(#0461be, #81d0ff)           the first in the light scheme, the second in the dark
 *   var(--accent)                          the theme's color with the name `accent`
 *   var(--accent, rgb(0 90 200))           the same; if there is no such color, the fallback
 *   AccentColor, Canvas, LinkText, ...     a system color
 *   currentcolor                           the environment's `foreground`
 *   if(media(prefers-color-scheme: dark) and media(prefers-contrast: more): #fff;
 *      style(--team: red): #c00; else: #06c)
 *                                          the color after the first condition that holds
 *   --variants(any: #06c; dark: #6af; dark more phone: #fff)
 *                                          a table of variants
 *   --level(var(--accent), secondary)      a level of a color: see dyncolor_register_level
 *   --palette(accent, var(--blue))         the color `accent` of the environment's palette, or the
 *                                          fallback
 *   --first(var(--brand), var(--accent))   the first that has a value
 *   --covered(red)                         the color that this one overrides, or the fallback
 *   --grade-contrast(#555, on white, 7)    as of dyncolor_color_grade_contrast; the degree is the
 *                                          contrast of the environment, so that #555 has the ratio
 *                                          7 at DYNCOLOR_CONTRAST_MORE
 *   --standalone(AccentColor)              an accent color for text and symbols, as libadwaita
 *                                          derives it: in the light scheme a lightness in Oklab
 *                                          above 0.5 becomes 0.5, in the dark one a lightness below
 *                                          0.85 becomes 0.85, and the result is cut to sRGB
 *   --material(AccentColor, on-primary)    a color of the scheme that Material Design derives from
 *   --material(var(--seed), surface, vibrant)
 *                                          a seed, by its role and a variant
 *   --scale(AccentColor, 9)                a color of a scale that is derived from a seed, by its
 *                                          step, 1 to 12: see dyncolor_register_scale
 *
 * - The roles of --material() are those of dyncolor_register_material. The variants are tonal-spot,
 *   which may be left out, monochrome, neutral, vibrant, expressive, fidelity, content, rainbow and
 *   fruit-salad.
 * - The result is a color of SRGB, within its gamut, with the alpha of the seed. The seed counts as
 *   the nearest color of 8 bits; one outside sRGB is first mapped into it.
 * - The contrast of the environment counts as graded: -100 %, 0 %, 50 % and 100 % are the low,
 *   standard, medium and high contrast of Material Design, and between them its tones are mixed.
 * - In the variants fidelity and content, the colors of `tertiary` take longer to compute than all
 *   others, for a search through all hues.
 *
 *
 * NAMES, AND NAMES WITH SLASHES
 *
 * A color's name follows two hyphens: `accent` is var(--accent). Letters, digits, `-`, `_` and
 * all characters beyond ASCII are written as they are. Any other character needs a backslash. In a
 * C string, the backslash is written twice:
 *
 *     name                in CSS                     in a C string
 *     Night/accent        var(--Night\/accent)       "var(--Night\\/accent)"
 *     color/blue/100      var(--color\/blue\/100)    "var(--color\\/blue\\/100)"
 *     my color            var(--my\ color)           "var(--my\\ color)"
 *
 * A name in --palette(), palette(), locale() and subtype(), and a value in style(), has no hyphens
 * before it. A digit at its start needs an escape: the color `100` of a palette is
 * --palette(\31 00).
 *
 * - var() looks the color up when it is resolved. The color need not exist before, and may be
 *   another one later.
 * - If there is no color of that name and no fallback, resolving fails with
 *   DYNCOLOR_ERROR_UNKNOWN_NAME.
 * - What light-dark() and if() do not choose is not looked up.
 * - The color that var() refers to keeps its space and its missing components. But a provider's
 *   color is converted first, to extended sRGB without missing components.
 *
 *
 * SYSTEM COLORS
 *
 *   AccentColor  AccentColorText  ActiveText  ButtonBorder  ButtonFace  ButtonText  Canvas
 *   CanvasText  Field  FieldText  GrayText  Highlight  HighlightText  LinkText  Mark  MarkText
 *   SelectedItem  SelectedItemText  VisitedText
 *
 * A deprecated name of CSS is the color that CSS names in its place: `Window` is `Canvas`.
 *
 * The value is the first of these that exists:
 * 1. for currentcolor the environment's `foreground`, for AccentColor its `accent`;
 * 2. the theme's color with that very name, such as `Canvas`; for currentcolor, `CanvasText`;
 * 3. the color that browsers have on a desktop; for currentcolor, the content style (see
 *    dyncolor_register_level).
 *
 *
 * CONDITIONS: if()
 *
 * A condition is one of the three functions below, or several of them with `not`, `and`, `or` and
 * parentheses. If no condition holds and there is no `else`, the color has no value there:
 * DYNCOLOR_ERROR_NO_VALUE.
 *
 *   media(prefers-color-scheme: dark)      light, dark
 *   media(prefers-contrast: more)          more, less, no-preference, custom: see the table
 *   media(color-gamut: p3)                 srgb, p3, rec2020; each holds in a wider gamut, too
 *   media(forced-colors: active)           none, active
 *   style(--axis: value)                   the axis has this value
 *   style(--axis)                          the axis has any value
 *   supports(color: lab(0 0 0))            the color can be read
 *
 * Contrast is graded. Conditions ask for the named step that is nearest, and a contrast in the
 * middle counts as the greater step:
 *
 *     DYNCOLOR_CONTRAST_PERCENT    prefers-contrast    with forced colors    style(--contrast)
 *     -100 to -51                  less                less                  less
 *     -50 to 49                    no-preference       custom                standard
 *     50 to 100                    more                more                  more
 *
 * - A media feature without a value, as in media(prefers-contrast), holds for all values but `none`
 *   and `no-preference`.
 * - The media types `screen` and `all` hold, and `print` does not. Other media queries are unknown:
 *   neither they nor their negations hold.
 * - The axes of style() are
 *    - a custom axis, with the name of a value, or its number: style(--team: red);
 *    - scheme, contrast, elevation, gamut, vision, state, idiom and forced-colors, with a name of
 *      their enum in lowercase and with hyphens: style(--gamut: display-p3);
 *    - palette, locale and subtype, with a name that the theme has: style(--locale: de).
 * - Anything else in style(), as in style(team: red) or style(--team = red), is a condition that
 *   never holds, as in CSS. Only the load of a file warns of it.
 * - What the environment leaves unspecified counts as for variants: see dyncolor_variant. Forced
 *   colors that are unspecified count as none.
 *
 *
 * VARIANTS: --variants()
 *
 *     --variants(any: #06c; locale(de): #c00; dark subtype(folded): #6af)
 *     --variants(any: #06c; pressed: #048; team(red): #c00; team(red) dark more: #f88)
 *
 * Before each colon stand the conditions of a variant, in any order, at most one of each kind; or
 * `any` for none:
 *
 *     scheme       light, dark
 *     contrast     less, standard, more, or whole percents from -100% (less) to 100% (more)
 *     elevation    base, elevated
 *     gamut        srgb, display-p3, rec2020
 *     idiom        phone, tablet, desktop, tv, watch, car, headset
 *     vision       typical, protan, deutan, tritan, achromat
 *     state        normal, hovered, focused, pressed, selected, inactive, disabled
 *     subtype      subtype(name), with a name that the theme, or the JSON file, has declared
 *     locale       locale(name), likewise
 *     palette      palette(name), with a name that has been declared, or of which the theme has a
 *                  color, such as `name/accent`
 *     team         team(red), for a custom axis that the theme, or the JSON file, has declared,
 *                  with the name of a value or its number
 *
 * In a style sheet, subtype(), locale(), palette() and custom axes are not understood, even if the
 * theme has declared the names: write style(--team: red) in if() instead.
 *
 * A variant is chosen by the rules at dyncolor_variant. A table of constants is the same as one of
 * dyncolor_register_variants, and resolves as fast.
 *
 *
 * FALLBACKS AND OVERRIDING
 *
 *     --first(var(--brand), --palette(accent), AccentColor)
 *     color-mix(in oklab, --covered(), white 20%)
 *
 * - --palette() looks in the environment's palette, and then in the default palette. If both lack
 *   the color, it is the second argument.
 * - --first() follows the rules of dyncolor_register_fallbacks.
 * - --covered() is the color's definition in the next lower layer that has one, in the same
 *   environment. It follows every change of that definition, which may itself use --covered().
 *    - If no lower layer defines the color, it is the argument. Without an argument, resolving
 *      fails with DYNCOLOR_ERROR_NO_VALUE.
 *    - If the lower definition has no value, the argument is not used. Use --first() for that.
 *    - Registering a color without a name that uses it fails with DYNCOLOR_ERROR_INVALID_ARGUMENT.
 *
 *
 * CYCLES
 *
 * A color that would refer to itself in every environment is not registered, by any function. That
 * fails with DYNCOLOR_ERROR_CYCLE, and the context has the cycle (`accent → accent`).
 *
 * - Three things refer to the color itself: its own id, var() of its own name without a fallback,
 *   and the system color of its name, except AccentColor, since the environment may have an accent.
 * - It is a cycle if one of them is
 *    - the whole text of the color;
 *    - an operand of color-mix(), of a relative color, or of alpha(), contrast-color(), --level(),
 *      --blend(), --ensure-contrast(), --grade-contrast(), --tone(), --dark-of(), --light-of(),
 *      --vision(), --standalone(), --material() or --scale();
 *    - in each branch of light-dark(), if(), --variants() or --first(), or in each color of a pair,
 *      of a table of variants or of a list of fallbacks. One branch without it is enough to break
 *      the cycle.
 * - It is no cycle if it is only in a fallback of var(), --palette() or --covered().
 * - Cycles through several colors are found only when they are resolved, which then fails with
 *   DYNCOLOR_ERROR_CYCLE. Registering one of these colors again may break the cycle.
 * - Loading files is stricter: see the rules for all loads in section 19.
 *
 *
 * LIMITS AND ERRORS
 *
 * - DYNCOLOR_ERROR_SYNTAX: the text is no color. Offset, line and column are those of the first
 *   byte that is wrong, and the message says what could be there.
 * - DYNCOLOR_ERROR_INVALID_UTF8: the text is not UTF-8. The error says where.
 * - DYNCOLOR_ERROR_DYNAMIC: dyncolor_color_parse was given something that only a theme can tell.
 * - DYNCOLOR_ERROR_TOO_COMPLEX:
 *    - if parentheses are nested more than DYNCOLOR_MAX_NESTING deep;
 *    - in dyncolor_color_parse, for a mix of more than some 150 colors;
 *    - in a theme, if the expression takes more than 65,536 words of 8 bytes (a color takes 5, a
 *      function or a number 2 or 3);
 *    - if --variants() has more than DYNCOLOR_MAX_VARIANTS variants, or --ensure-contrast() or
 *      --grade-contrast() more than DYNCOLOR_MAX_BACKGROUNDS backgrounds. */

/* ---- 29. Reference: file formats ------------------------------------------------------------- */

/* What the library reads and writes in each format of dyncolor_format.
 *
 * Words that are used below:
 * - "With a warning" means: with a warning, or, with DYNCOLOR_LOAD_STRICT, as an error.
 * - "Inexact" means: written as what comes nearest, with a warning whose status is
 *   DYNCOLOR_ERROR_NOT_EXACT.
 * - A custom axis is an axis that the host, or a file, has declared: see section 13.
 *
 * Names with slashes. In CSS, a slash in a name needs a backslash before it. A C string, and a JSON
 * string, needs two:
 *
 *     the name                    Night/accent
 *     declared in a style sheet   --Night\/accent: #bfe3ff;
 *     a reference in CSS          var(--Night\/accent)
 *     the same in C and in JSON   "var(--Night\\/accent)" */

/* ASSET_CATALOG: asset catalogs of Xcode.
 *
 * Read: a `.xcassets` folder, a folder with several of them, or a single `.colorset`.
 * - Each color set is a color. The names of groups that are namespaces stand before its own name,
 *   as in `Night/text`. So a group that is a namespace is a palette.
 * - Idioms, light and dark, high contrast, gamuts, subtypes and locales become conditions of
 *   variants. An empty slot is not a variant: the next best one applies.
 * - Components:
 *     component                           is read as
 *     text of hexadecimal digits, or of   that many 255ths
 *     an integer
 *     text of a number with a point       that number, rounded to a float as by Xcode's compiler
 *     the text "1"                        1/255; but 1, with a warning, if it is an alpha or if
 *                                         another component has a point
 *     a JSON number                       that number
 * - A reference to a system color becomes `var(--apple\/systemBlueColor, ...)`. Its fallback is the
 *   color of the built-in palette `apple`. If that has no such color, the fallback is a gray, with
 *   a warning.
 *
 * Written: a folder, as Xcode writes it.
 * - Variants are written as they are.
 * - A color that depends on something that catalogs cannot express is written resolved: for light
 *   and dark, both contrasts, Display P3, and the idioms that it mentions, as far as these differ.
 *   A color that depends on other axes is inexact.
 * - A name that no folder can have is replaced. The color set contains the original name, which is
 *   used when it is read again. */

/* DESIGN_TOKENS: design tokens of DTCG 2025.10.
 *
 * Read: a file of tokens, a folder of such files, or a resolver.
 * - Each token that is a color becomes a color. Its name is its path, as in `color/blue/100`. The
 *   `$root` of a group has the name of the group. Tokens of other types are left out.
 * - An alias, and a `$ref` to a whole token, becomes a reference, so it follows later changes. So
 *   does a token that a group inherits by `$extends`: it refers to the original token.
 * - A `$ref` into a value, or to another file of the folder, is replaced by what it refers to.
 * - A color in `srgb` is read as its `hex` if that has exactly the same components. It is then
 *   written as hex in CSS.
 * - Tokens without a type or a deprecation take those of their group. `$extensions` become the
 *   annotation of the color.
 * - If a context of a modifier has no token for a color, the color has no value there.
 *
 * The modifiers of a resolver become axes of the environment, so one theme has all permutations:
 *
 *     {"version": "2025.10",
 *      "sets": {"base": {"sources": [{"$ref": "base.tokens.json"}]}},
 *      "modifiers": {"theme": {"contexts": {"light": [], "dark": [{"$ref": "dark.tokens.json"}]}}},
 *      "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"}]}
 *
 * Known words are light, dark, hc, high-contrast, p3, tv and the like, also combined, as in
 * `dark-hc` or `lightHighContrast`.
 *     contexts of the modifier   what it becomes
 *     only known words, perhaps  conditions on the built-in axes
 *     with one `default`
 *     no known words             a custom axis. Its values are the contexts, the default first.
 *     some known words           a custom axis too. While an environment has no value of that
 *                                axis, the contexts with known words follow the built-in axes. For
 *                                example, a modifier has the contexts light, dark and dim, where
 *                                dim is no known word. If the environment has no value of its
 *                                axis, dark applies in the dark scheme, and light in the light
 *                                one.
 * A note in the report says how each modifier and each mode was bound.
 *
 * Read with a warning, though it is not in the format:
 * - colors as CSS text; tokens without a type that can be nothing but colors;
 * - `value` and `type` of Style Dictionary;
 * - if no resolver is read: the modes of Terrazzo 1 and of Primer, and Primer's alpha beside
 *   values. Modes are bound like contexts. If they are not known words, they are values of a custom
 *   axis `mode`.
 *
 * Written, by the path:
 *     .tokens, .tokens.json         one file of tokens with the default value of each color. Colors
 *                                   that have other values are inexact.
 *     .resolver.json, any other     one file: a resolver that contains the tokens
 *     .json, or memory
 *     any other path, or the host   a folder with a resolver. Its folder `tokens` has one file with
 *                                   what is the same everywhere, and one file for each appearance
 *                                   with what differs.
 * - What tokens cannot express is written as its value, with CSS that expresses it exactly in the
 *   extension `org.dyncolor`. That CSS is used when the file is read again. */

/* STYLE_SHEET: custom properties in CSS.
 *
 * Read: as a browser reads it.
 * - Each custom property that is a color of the page as a whole (of `:root`, `html`, `:host`,
 *   `body` or `*`) becomes a color. Its name has no hyphens at the start: `--Night\/ink` is
 *   `Night/ink`.
 * - What is wrong is skipped as CSS says, with a warning.
 * - There is also a warning for a missing semicolon before a declaration, for a parenthesis that is
 *   not closed, and for a value that is no color but begins like one or is a misspelled one.
 * - There is a warning if the file ends in a block, a function, another parenthesis or bracket, a
 *   string, a URL or a comment. A file that is cut off usually does, as `:root { --ink: red`. The
 *   colors are read, since CSS closes everything at the end.
 * - A style sheet without any custom property gets a note, unless it has another finding:
 *   `:root { ink: red }` has no color, since the hyphens are missing.
 * - A word of at most 7 letters may be something else than a misspelled color. So there is only a
 *   note for `--ink: bleu`, which DYNCOLOR_LOAD_STRICT does not make an error. In a watch it is
 *   more than a note if `ink` was a color before: see section 21.
 * - A reference to a property that is no color is replaced by its text, with any mistake in it.
 *   In `:root { --ink: #22; --link: color-mix(in oklab, var(--ink), white) }`, both colors are left
 *   out, and each has a warning. Both warnings give the place of `#22`. The context of the one for
 *   `--link` is `#22, the value of --ink in color-mix(in oklab, var(--ink), white)`.
 * - Layers, specificity, order and `!important` decide, in each environment, which declaration
 *   counts. These are conditions on an environment:
 *     @media (prefers-color-scheme: dark)    the scheme; also prefers-contrast, color-gamut and
 *                                            forced-colors, for contrast, gamut and forced colors
 *     .dark  [data-theme=dark]               the same, if all words are known: light, dark, high,
 *     [data-contrast=high]                   contrast, hc, p3, phone and the like
 *     [data-palette=Winter]                  a palette, which is declared
 *     .theme-sea  [data-team=red]            a value of a custom axis, here `theme` and `team`
 * - All attributes `data-NAME` follow one rule, in this order: known words are conditions on the
 *   built-in axes, as long as the custom axis NAME has no value; other values of `data-palette` are
 *   palettes; and everything else is a value of the custom axis NAME. So [data-palette=dark] is the
 *   dark scheme, and no palette.
 * - An attribute has one value in each environment. If the axis `team` has the value `red` there,
 *   [data-team=red] applies, but [data-team=blue] and [data-team=dark] do not. If the axis has no
 *   value, the attribute has the known words that fit the environment best.
 * - In a dark environment, everything that says dark holds at once, queries as well as attributes.
 * - References to properties that are colors stay references. Other references are replaced by
 *   their values: hsl(var(--bg) / 0.5) is a color if `--bg` is `210 40% 98%`.
 * - @property, and @theme of Tailwind, are understood.
 * - Rules for parts of a page, and conditions on anything that an environment does not have, are
 *   left out with a note. If a condition of @media is like a known one, as
 *   (prefers-color-scheme: drak) is, there is a warning instead of the note.
 * - An @import is read, with its layer and its conditions, if it is a relative path that begins
 *   with a period or ends in `.css`, and lies within the folder that is loaded. A warning is given
 *   for a style sheet that imports itself, for a missing one, a package and a URL.
 * - GTK's @define-color, with shade(), alpha(), mix(), lighter(), darker() and @references, becomes
 *   expressions that have the values that GTK computes.
 *
 * Written: a custom property for each color.
 * - References, light and dark pairs, mixes and relative colors are kept as they are.
 * - Where contrast, gamut, forced colors, a palette or a value of a custom axis makes a difference,
 *   a rule contains what differs: `@media (prefers-contrast: more)`,
 *   `@media (forced-colors: active)`, `:root[data-palette="Winter"]`, `:root[data-team="red"]`.
 * - There is no rule for a combination of forced colors, a palette and values of custom axes. A
 *   color that depends on two of these, or on another axis, is inexact.
 * - A color that is looked up in palettes becomes `var()` of the palette's color.
 * - There is a warning for an attribute that would be read as something else, for instance
 *   `[data-mode="dark"]`.
 * - DYNCOLOR_WRITE_CLASSES makes dark colors depend on the class `dark`. */

/* JSON: names and colors.
 *
 *     {"ink": "black",
 *      "paper": {"light": "snow", "dark": [34, 34, 34]},
 *      "button": {"ground": "var(--paper)", "hover": "color-mix(in oklab, var(--paper), gray)"},
 *      "old": {"value": "red", "description": "Not for text.", "deprecated": "Hard to read.",
 *              "replacement": "ink", "extensions": {"com.example": 1}}}
 *
 * Read: an object of names. The value of a name is one of these.
 *     text                             CSS, as for dyncolor_register_css
 *     an array                         red, green and blue from 0 to 255, and perhaps alpha from 0
 *                                      to 1. Within an object, an array with a key such as `hsl`,
 *                                      `lab` or `components` is not a color: write CSS text.
 *     an object with modes             a color for each mode. Modes are `default`, `light`, `dark`,
 *                                      `high-contrast`, `light-high-contrast` and
 *                                      `dark-high-contrast`.
 *     an object that states a color    see below
 *     any other object                 a group: its name and a slash stand before the names in it
 * - Modes may also be outside: {"light": {"ink": ...}, "dark": {"ink": ...}}.
 * - If an object has other colors beside `light` and `dark`, these two are ordinary names. So
 *   {"tab": {"light": "white", "dark": "black", "hovr": "gray"}} has the colors `tab/light`,
 *   `tab/dark` and `tab/hovr`. There is a note at `light`, which is an error with
 *   DYNCOLOR_LOAD_STRICT, since `hovr` may be a misspelled mode. There is no note if `light` and
 *   `dark` are keys of the whole file.
 * - An object states its color in one of these ways:
 *     `value`, or `DEFAULT` as in Tailwind
 *     `hex`, with or without a number sign, and `alpha`, unless the digits have one
 *     `color`, unless there are other colors beside it
 *     `colorSpace` and `components`, as in design tokens
 *     `r`, `g` and `b`, or `red`, `green` and `blue`: from 0 to 1 or, if one is greater than 1, to
 *     255
 * - Palettes of other programs and color themes of editors can be read, although not all of their
 *   members are colors. A value that is not a color, such as null, is
 *    - left out, if it may be meant for another program. If several such values of the file have
 *      the same key, only the first gets a note, but each text that is similar to the name of a
 *      color gets one;
 *    - an error, with DYNCOLOR_LOAD_STRICT;
 *    - always an error, if it is
 *       - text that begins like a color, with a number sign or a color function;
 *       - a misspelled name of a color as the value of a mode, if another mode beside it has a
 *         color, as in {"paper": {"light": "snwo", "dark": "black"}};
 *       - a misspelled name as the value of `value` or `DEFAULT`, or of another key that states the
 *         color of its object, as in {"paper": {"value": "snwo"}};
 *       - a misspelled name under another key, if it is in a list of colors, as in
 *         {"ink": "black", "paper": "snwo"}. In a list of colors, at least one value is a text or
 *         an array that is a color, and all others are colors or misspelled names, too. Objects
 *         and null do not count. So it is no error in {"ink": "black", "paper": "snwo", "size": 4},
 *         because 4 is neither.
 *   A file with members, but without any color, is an error, too. Members that declare something,
 *   which are listed below, do not count. (Files of other formats may have no color: style sheets
 *   and design tokens are often divided into several files, and only some of them have colors.)
 * - How different from a color's name a misspelled one may be, there and in suggestions:
 *     a name of           difference
 *     3 or 4 letters      two neighbors exchanged, or a letter doubled
 *     5 to 7 letters      also one letter too many, too few or wrong
 *     8 letters or more   up to two of these
 *   Keys such as `name`, `type`, `style` and `fontStyle` are never taken for those of colors.
 * - `name`, `version`, `author` and the like at the root are ignored if they are not colors.
 * - Comments, trailing commas and JSON5 are read with a warning.
 *
 * The root may also declare everything else that a theme has:
 *
 *     {"$palettes": ["Night"], "$axes": {"team": ["red", "blue"]},
 *      "$subtypes": ["mac-catalyst"], "$locales": ["fr"],
 *      "$defaultScheme": "dark", "$defaultPalette": "Night",
 *      "$levels": [1, 0.5, 0.25, 0.18, 0.18],
 *      "$forwards": {"ground": "paper"},
 *      "$owners": ["plugin"], "paper": {"value": "snow", "$owner": "plugin"},
 *      "$layers": {"defaults": {"ink": "black"}, "theme": {}, "brand": {}, "user": {}},
 *      "$$light": "snow"}
 *
 * - Layers are listed from the lowest to the highest. A new one is declared beneath the one that
 *   follows it. Their colors are registered in them, whatever the options of the load say. Colors
 *   at the root are registered in the layer of the options.
 * - Two dollar signs make any name an ordinary name: `$$light` is a color with the name `light`.
 *
 * Written: everything. A theme that is read again is the same: colors of the same name are equal,
 * as by dyncolor_id_equal. There are two exceptions:
 * - Providers are written as their values in light and dark, with and without more contrast.
 * - Colors without a name are written into the colors that refer to them. */

/* BASE16: schemes of base16 and base24.
 *
 * Read: as colors `base00` to `base0F`, or to `base17`. From the old YAML, from the YAML with a
 * `palette`, or from JSON.
 *
 * Written: never. */

/* KDE: color schemes of KDE.
 *
 * Read: as colors with names like `Window/BackgroundNormal` for the color sets,
 * `WM/activeBackground` and `ColorEffects:Disabled/Color`. A color of a set for inactive windows is
 * the color in the state `inactive`.
 *
 * Written: the colors that have such names, as they are in one environment, and in the state
 * `inactive`. All others are inexact: they are not written. A color is inexact, too, if it depends
 * on another axis, is computed, or needs more than 8 bits for a channel. Settings that are not
 * colors are not kept. */

/* GIMP_PALETTE: palettes of GIMP.
 *
 * Read: one color for each entry, by its name. An entry without a name is `color-3` if it is the
 * third. If the name is taken, that number is appended to it.
 *
 * Written: all colors as they are in one environment, without alpha. A color is inexact if it
 * depends on an axis, has alpha, is computed, or needs more than 8 bits for a channel. */

/* TAILWIND: a style sheet for Tailwind 4.
 *
 * Read: as STYLE_SHEET.
 *
 * Written: like STYLE_SHEET, with the colors declared for Tailwind. In a name that Tailwind cannot
 * have, the letters that are not allowed are replaced; if that makes two names the same, one gets a
 * number. */

/* GTK, GTK_MEDIA: style sheets for GTK 4, with @define-color.
 *
 * Read: as STYLE_SHEET.
 *
 * Written: the resolved colors. Names are replaced as for TAILWIND. A color that depends on another
 * axis than the scheme or, in GTK_MEDIA, the contrast, is inexact.
 * - GTK: a folder with gtk.css for light and gtk-dark.css for dark, for every GTK 4.
 * - GTK_MEDIA: one file, for GTK 4.20 and later, for schemes and contrasts. */

/* C_HEADER: a header in C with tables of resolved colors.
 *
 * Read: never.
 *
 * Written: for the `name` "app", the header declares
 *     enum app_color             a constant for each color
 *     enum app_environment       a constant for each environment of the options
 *     app_color_floats           the colors as floats, by environment and color
 *     app_color_bytes            the same as 0xRRGGBBAA
 *     app_color_names            the names of the colors, by color
 *     app_color_pixels           with a `layout` in the options, in place of the floats and bytes:
 *                                words of 32 bits are `uint32_t`, which is right on every byte
 *                                order, and other pixels are arrays of their components
 * - Names are replaced as for TAILWIND.
 * - A color may depend on a palette, a custom axis or another axis that none of the environments
 *   specifies. It is written as it is without, and is inexact. */

/* PREVIEW: an HTML page that shows all colors.
 *
 * Read: never.
 *
 * Written: one file, which needs no other file and no network.
 * - It shows all colors in light and dark, with standard and with more contrast: in groups by their
 *   names, with palettes side by side and with levels.
 * - A color that depends on another axis than the scheme, the contrast, the palette and custom axes
 *   is inexact. So is one that depends on two of the last, because one palette, or one value of a
 *   custom axis, is shown at a time; and at most 24 of them are.
 * - It shows how well text can be read on its background, by WCAG 2.2. The pairs of text and
 *   background are those of --ensure-contrast() and contrast-color(), and those that names suggest,
 *   such as `on-accent` and `accent`, `card-foreground` and `card`, `viewText` and
 *   `viewBackground`.
 * - It lists what an audit finds (section 27), with a link to each color, errors first. So that
 *   writing does not take long, the audit does not examine all environments of a theme that has too
 *   many, and a long list is cut. The page says so.
 * - With scripts, pointing at a color shows what it is made of and what is made of it. A click
 *   copies its value. A filter, schemes, palettes and values of custom axes can be chosen.
 * - It can be printed.
 * - Colors outside sRGB are color(display-p3 ...), with the nearest color of sRGB for programs that
 *   do not know this.
 * - Names are always text, never markup. Control characters in them, and characters that change the
 *   direction of text, are shown as U+FFFD. */

/* SHEET: an overview of all colors as one SVG page with the proportions of A4.
 *
 * Read: never.
 *
 * Written: the names and values of all colors, light to the left and dark to the right, and below
 * them with more contrast. Colors outside sRGB and names are written as for PREVIEW. A color that
 * depends on another axis is inexact. */

/* XRESOURCES, KITTY, ALACRITTY: color schemes for terminals.
 *
 * Read: never.
 *
 * Written: the colors whose names say which color of a terminal they are, as they are in one
 * environment. A name is split into words at `/`, `.`, `-`, `_`, spaces, capitals and digits. The
 * words `terminal`, `term`, `ansi`, `color`, `colors` and `normal` are ignored. The rest must be
 * one of these:
 *     black  red  green  yellow  blue  magenta (or purple)  cyan  white
 *     the same with `bright` before or after it
 *     a number from 0 to 15, if the name has one of the words `ansi`, `color` and `colors`
 *     foreground, fg or text
 *     background or bg
 *     cursor, or cursor foreground
 *     cursor text, or cursor background
 *     selection, or selection background
 *     selection text, or selection foreground
 * - So `color9`, `bright-red`, `ansi/red/bright` and `terminal.ansiBrightRed` are the same.
 * - If several names stand for the same color of the terminal, only the first of them is written.
 * - Colors of a terminal that the theme does not name are taken from a base16 or base24 scheme in
 *   the theme: base00 is the background, base05 the foreground, and base08, base0B, base0A, base0D,
 *   base0E and base0C are red to cyan.
 * - All other colors are inexact: they are not written. */

/* ---- 30. Bodies of the inline functions ------------------------------------------------------ */

DYNCOLOR_INLINE size_t dyncolor_text_length(const char *text) {
  return text == NULL ? 0 : DYNCOLOR_NUL_TERMINATED;
}

DYNCOLOR_INLINE dyncolor_status dyncolor_color_from_rgba(
    const dyncolor_rgba *pixel, dyncolor_color *color, dyncolor_error *error) {
  return dyncolor_color_unpack(pixel, sizeof *pixel, DYNCOLOR_LAYOUT_FLOAT4, color, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_color_to_rgba(
    const dyncolor_color *color, dyncolor_rgba *pixel, dyncolor_error *error) {
  return dyncolor_color_pack(color, DYNCOLOR_LAYOUT_FLOAT4, pixel, sizeof *pixel, error);
}

DYNCOLOR_INLINE dyncolor_part dyncolor_part_css(const char *css) {
  dyncolor_part part = {css, 0, DYNCOLOR_ID_NONE, 0, {0, 0, {0, 0, 0}, 0}};
  if (css) part.css_length = DYNCOLOR_NUL_TERMINATED;
  return part;
}

DYNCOLOR_INLINE dyncolor_part dyncolor_part_id(dyncolor_id id) {
  dyncolor_part part = {NULL, 0, id, 0, {0, 0, {0, 0, 0}, 0}};
  return part;
}

DYNCOLOR_INLINE dyncolor_part dyncolor_part_color(const dyncolor_color *color) {
  dyncolor_part part = {NULL, 0, DYNCOLOR_ID_NONE, 0, {0, 0, {0, 0, 0}, 0}};
  if (color) part.color = *color;
  return part;
}

DYNCOLOR_INLINE dyncolor_status dyncolor_error_format(
    const dyncolor_error *error, const char *source, char *buffer, size_t capacity,
    size_t *length) {
  return dyncolor_error_format_n(
      error, source, dyncolor_text_length(source), buffer, capacity, length);
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

DYNCOLOR_INLINE dyncolor_status dyncolor_environment_set(
    dyncolor_environment *environment, uint32_t axis, uint32_t value) {
  const uint32_t greatest = axis == DYNCOLOR_AXIS_FOREGROUND || axis == DYNCOLOR_AXIS_ACCENT
                                ? 0xFFFFFFFF
                            : axis == DYNCOLOR_AXIS_PALETTE || axis == DYNCOLOR_AXIS_LOCALE ? 0xFFFF
                                                                                           : 0xFF;
  if (!environment || value > greatest) return DYNCOLOR_ERROR_INVALID_ARGUMENT;
  switch (axis) {
    case DYNCOLOR_AXIS_SCHEME: environment->scheme = (uint8_t)value; break;
    case DYNCOLOR_AXIS_CONTRAST: environment->contrast = (uint8_t)value; break;
    case DYNCOLOR_AXIS_ELEVATION: environment->elevation = (uint8_t)value; break;
    case DYNCOLOR_AXIS_GAMUT: environment->gamut = (uint8_t)value; break;
    case DYNCOLOR_AXIS_VISION: environment->vision = (uint8_t)value; break;
    case DYNCOLOR_AXIS_VISION_SEVERITY: environment->vision_severity = (uint8_t)value; break;
    case DYNCOLOR_AXIS_STATE: environment->state = (uint8_t)value; break;
    case DYNCOLOR_AXIS_IDIOM: environment->idiom = (uint8_t)value; break;
    case DYNCOLOR_AXIS_PALETTE: environment->palette = (uint16_t)value; break;
    case DYNCOLOR_AXIS_LOCALE: environment->locale = (uint16_t)value; break;
    case DYNCOLOR_AXIS_SUBTYPE: environment->subtype = (uint8_t)value; break;
    case DYNCOLOR_AXIS_FORCED_COLORS: environment->forced_colors = (uint8_t)value; break;
    case DYNCOLOR_AXIS_FOREGROUND: environment->foreground = value; break;
    case DYNCOLOR_AXIS_ACCENT: environment->accent = value; break;
    default:
      if (axis - DYNCOLOR_AXIS_CUSTOM > 7) return DYNCOLOR_ERROR_INVALID_ARGUMENT;
      environment->custom[axis - DYNCOLOR_AXIS_CUSTOM] = (uint8_t)value;
  }
  return DYNCOLOR_OK;
}

DYNCOLOR_INLINE uint32_t dyncolor_environment_get(
    const dyncolor_environment *environment, uint32_t axis) {
  if (!environment) return 0;
  switch (axis) {
    case DYNCOLOR_AXIS_SCHEME: return environment->scheme;
    case DYNCOLOR_AXIS_CONTRAST: return environment->contrast;
    case DYNCOLOR_AXIS_ELEVATION: return environment->elevation;
    case DYNCOLOR_AXIS_GAMUT: return environment->gamut;
    case DYNCOLOR_AXIS_VISION: return environment->vision;
    case DYNCOLOR_AXIS_VISION_SEVERITY: return environment->vision_severity;
    case DYNCOLOR_AXIS_STATE: return environment->state;
    case DYNCOLOR_AXIS_IDIOM: return environment->idiom;
    case DYNCOLOR_AXIS_PALETTE: return environment->palette;
    case DYNCOLOR_AXIS_LOCALE: return environment->locale;
    case DYNCOLOR_AXIS_SUBTYPE: return environment->subtype;
    case DYNCOLOR_AXIS_FORCED_COLORS: return environment->forced_colors;
    case DYNCOLOR_AXIS_FOREGROUND: return environment->foreground;
    case DYNCOLOR_AXIS_ACCENT: return environment->accent;
    default:
      return axis - DYNCOLOR_AXIS_CUSTOM > 7 ? 0 : environment->custom[axis - DYNCOLOR_AXIS_CUSTOM];
  }
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

DYNCOLOR_INLINE dyncolor_status dyncolor_register_material(
    dyncolor_theme *theme, const dyncolor_part *seed, dyncolor_material variant, const char *prefix,
    uint16_t layer, dyncolor_error *error) {
  return dyncolor_register_material_n(
      theme, seed, variant, prefix, dyncolor_text_length(prefix), layer, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_scale(
    dyncolor_theme *theme, const dyncolor_part *seed, const char *prefix, uint16_t layer,
    dyncolor_error *error) {
  return dyncolor_register_scale_n(theme, seed, prefix, dyncolor_text_length(prefix), layer, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_theme_declare(
    dyncolor_theme *theme, const char *name, dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_theme_declare_n(theme, name, dyncolor_text_length(name), id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_id_rename(
    dyncolor_theme *theme, dyncolor_id id, const char *name, dyncolor_error *error) {
  return dyncolor_id_rename_n(theme, id, name, dyncolor_text_length(name), error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_mix(
    dyncolor_theme *theme, const char *name, const dyncolor_part *parts, const double *weights,
    size_t count, dyncolor_space space, dyncolor_hue hue, dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_register_mix_n(theme, name, dyncolor_text_length(name), parts, weights, count,
                                 space, hue, id, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_register_provider(
    dyncolor_theme *theme, const char *name, dyncolor_provider_function provider, void *user_data,
    dyncolor_destroy_function destroy, dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_register_provider_n(theme, name, dyncolor_text_length(name), provider, user_data,
                                      destroy, id, error);
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
    dyncolor_theme *theme, const char *name, uint32_t *axis, dyncolor_error *error) {
  return dyncolor_axis_declare_n(theme, name, dyncolor_text_length(name), axis, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_axis_declare_value(
    dyncolor_theme *theme, uint32_t axis, const char *name, uint8_t *value,
    dyncolor_error *error) {
  return dyncolor_axis_declare_value_n(theme, axis, name, dyncolor_text_length(name), value,
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

DYNCOLOR_INLINE dyncolor_status dyncolor_layer_declare(
    dyncolor_theme *theme, const char *name, uint16_t below, uint16_t *layer,
    dyncolor_error *error) {
  return dyncolor_layer_declare_n(theme, name, dyncolor_text_length(name), below, layer, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_layer_find(
    const dyncolor_theme *theme, const char *name, uint16_t *layer, dyncolor_error *error) {
  return dyncolor_layer_find_n(theme, name, dyncolor_text_length(name), layer, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_layer_register(
    dyncolor_theme *theme, uint16_t layer, const char *name, const dyncolor_part *part,
    dyncolor_id *id, dyncolor_error *error) {
  return dyncolor_layer_register_n(
      theme, layer, name, dyncolor_text_length(name), part, id, error);
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

DYNCOLOR_INLINE dyncolor_status dyncolor_sink_add(
    dyncolor_sink *sink, const char *name, int is_folder) {
  return dyncolor_sink_add_n(sink, name, dyncolor_text_length(name), is_folder);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_finding_format(
    const dyncolor_finding *finding, const char *source, char *buffer, size_t capacity,
    size_t *length) {
  return dyncolor_finding_format_n(
      finding, source, dyncolor_text_length(source), buffer, capacity, length);
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

DYNCOLOR_INLINE dyncolor_status dyncolor_audit_write(
    const dyncolor_audit *audit, dyncolor_audit_format format, const char *path, char *buffer,
    size_t capacity, size_t *length, dyncolor_error *error) {
  return dyncolor_audit_write_n(
      audit, format, path, dyncolor_text_length(path), buffer, capacity, length, error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_watch_create(
    dyncolor_theme *theme, const char *path, const dyncolor_load_options *options,
    dyncolor_watch **watch, dyncolor_report **report, dyncolor_error *error) {
  return dyncolor_watch_create_n(theme, path, dyncolor_text_length(path), options, watch, report,
                                 error);
}

DYNCOLOR_INLINE dyncolor_status dyncolor_builtin_load(
    dyncolor_theme *theme, const char *name, const char *version, const char *prefix,
    uint16_t layer, size_t *count, dyncolor_error *error) {
  return dyncolor_builtin_load_n(theme, name, dyncolor_text_length(name), version,
                                 dyncolor_text_length(version), prefix,
                                 dyncolor_text_length(prefix), layer, count, error);
}

#ifdef __cplusplus
}

/* A format with its flags. In C they are or-ed as they are. */
inline dyncolor_layout operator|(dyncolor_layout a, dyncolor_layout b) {
  return static_cast<dyncolor_layout>(static_cast<int>(a) | static_cast<int>(b));
}
#endif

#endif
