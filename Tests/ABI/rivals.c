/* What other systems document of their dynamic colors, each way of making one as the table of
 * variants that says the same, in every environment that the system tells apart. */
#include "tables.h"

/* ---- The square ------------------------------------------------------------------------------ */

/* Light and dark, in standard and in more contrast: the expectations are of light, dark, light with
 * more contrast, dark with more contrast. */
static const char *const square[] = {"light", "dark", "light more", "dark more"};

typedef struct {
  const char *what;
  const char *variants;
  const char *expected[8];
} rival;

/* Asset catalogs, and so UIColor(named:) and NSColor(named:): in increased contrast that of the
 * scheme and high contrast, then that of the scheme, then that of any appearance and high contrast,
 * then any. A slot of the catalog that is left empty is no variant. */
static const rival catalogs[] = {
    {"any appearance alone", "any: a", {"a", "a", "a", "a"}},
    {"any and dark", "any: a; dark: b", {"a", "b", "a", "b"}},
    {"any, light and dark", "any: a; light: b; dark: c", {"b", "c", "b", "c"}},
    {"any, and any in high contrast", "any: a; more: b", {"a", "a", "b", "b"}},
    {"dark has no high contrast", "any: a; dark: b; more: c", {"a", "b", "c", "b"}},
    {"light has no high contrast", "any: a; dark: b; dark more: c", {"a", "b", "a", "c"}},
    {"dark in high contrast alone", "any: a; dark more: b", {"a", "a", "a", "b"}},
    {"light in high contrast alone", "any: a; light more: b", {"a", "a", "b", "a"}},
    {"any and dark, each in high contrast", "any: a; dark: b; more: c; dark more: d",
     {"a", "b", "c", "d"}},
    {"all six", "any: a; light: b; dark: c; more: d; light more: e; dark more: f",
     {"b", "c", "e", "f"}},
    {"light, without high contrast", "any: a; light: b; more: c", {"b", "a", "b", "c"}},
    {"the slot of any is empty", "dark: b", {"!NO_VALUE", "b", "!NO_VALUE", "b"}},
    {"only high contrast is filled", "more: c", {"!NO_VALUE", "!NO_VALUE", "c", "c"}},
    {"the order of the slots", "dark more: d; more: c; dark: b; any: a", {"a", "b", "c", "d"}},
};

/* React Native's DynamicColorIOS: light and dark are needed; highContrastLight falls back to light,
 * highContrastDark to dark. */
static const rival react_native[] = {
    {"light, dark", "light: a; dark: b", {"a", "b", "a", "b"}},
    {"highContrastLight too", "light: a; dark: b; light more: c", {"a", "b", "c", "b"}},
    {"highContrastDark too", "light: a; dark: b; dark more: d", {"a", "b", "a", "d"}},
    {"all four", "light: a; dark: b; light more: c; dark more: d", {"a", "b", "c", "d"}},
};

/* Visual Studio Code's registerColor: each of light, dark, hcDark and hcLight is a kind of theme of
 * its own; null is no color at all. In what extensions contribute, high contrast falls back to
 * dark and to light. */
static const rival code[] = {
    {"one color for all", "any: a", {"a", "a", "a", "a"}},
    {"all four", "light: a; dark: b; dark more: c; light more: d", {"a", "b", "d", "c"}},
    {"no color in high contrast", "light: a; dark: b; light more: -; dark more: -",
     {"a", "b", "!NO_VALUE", "!NO_VALUE"}},
    {"a border in high contrast alone", "light more: c; dark more: d",
     {"!NO_VALUE", "!NO_VALUE", "c", "d"}},
    {"contributed, without high contrast", "light: a; dark: b", {"a", "b", "a", "b"}},
    {"contributed, with highContrast", "light: a; dark: b; dark more: c", {"a", "b", "a", "c"}},
    {"contributed, with highContrastLight", "light: a; dark: b; light more: c",
     {"a", "b", "c", "b"}},
};

/* XAML's ThemeDictionaries: HighContrast takes the place of the scheme; Default stands for what has
 * no dictionary. */
static const rival xaml[] = {
    {"Light, Dark and HighContrast", "light: a; dark: b; light more: c; dark more: c",
     {"a", "b", "c", "c"}},
    {"Light and Default", "any: a; light: b", {"b", "a", "b", "a"}},
    {"Default and HighContrast", "any: a; more: c", {"a", "a", "c", "c"}},
    {"Light, Default and HighContrast", "any: a; light: b; light more: c; more: c",
     {"b", "a", "c", "c"}},
};

/* Flutter's MaterialApp: theme, darkTheme, highContrastTheme, highContrastDarkTheme; the last two
 * fall back to the scheme's, and darkTheme to theme. */
static const rival material[] = {
    {"theme", "any: a", {"a", "a", "a", "a"}},
    {"theme and darkTheme", "any: a; dark: b", {"a", "b", "a", "b"}},
    {"highContrastTheme, without darkTheme", "any: a; light more: c", {"a", "a", "c", "a"}},
    {"highContrastDarkTheme too", "any: a; dark: b; dark more: d", {"a", "b", "a", "d"}},
};

/* CSS: light-dark() and a style sheet with prefers-contrast after one with prefers-color-scheme. */
static const rival style_sheets[] = {
    {"light-dark()", "light: a; dark: b", {"a", "b", "a", "b"}},
    {"prefers-contrast: more, whatever the scheme",
     "light: a; dark: b; light more: c; dark more: c", {"a", "b", "c", "c"}},
};

/* ---- The cube -------------------------------------------------------------------------------- */

/* The square, and the same for what is elevated. */
static const char *const cube[] = {"light",          "dark",
                                   "light more",     "dark more",
                                   "light elevated", "dark elevated",
                                   "light more elevated", "dark more elevated"};

/* Flutter's CupertinoDynamicColor has eight colors; those of its constructors that take fewer copy
 * them. */
static const rival cupertino[] = {
    {"a color that is none", "any: a", {"a", "a", "a", "a", "a", "a", "a", "a"}},
    {"withBrightness", "any: a; dark: b", {"a", "b", "a", "b", "a", "b", "a", "b"}},
    {"withBrightnessAndContrast", "any: a; dark: b; more: c; dark more: d",
     {"a", "b", "c", "d", "a", "b", "c", "d"}},
    {"all eight",
     "any: a; dark: b; more: c; dark more: d; elevated: e; dark elevated: f; more elevated: g; "
     "dark more elevated: h",
     {"a", "b", "c", "d", "e", "f", "g", "h"}},
    {"all eight, each for its own corner",
     "light standard base: a; dark standard base: b; light more base: c; dark more base: d; "
     "light standard elevated: e; dark standard elevated: f; light more elevated: g; "
     "dark more elevated: h",
     {"a", "b", "c", "d", "e", "f", "g", "h"}},
    {"elevation alone", "any: a; elevated: e", {"a", "a", "a", "a", "e", "e", "e", "e"}},
};

/* SAP Fiori's HexColor: what is given for light fills all eight; for dark, the four of dark;
 * elevated colors fill those of high contrast, too; colors of high contrast fill nothing else. */
static const rival fiori[] = {
    {"light", "any: a", {"a", "a", "a", "a", "a", "a", "a", "a"}},
    {"light, dark", "any: a; dark: b", {"a", "b", "a", "b", "a", "b", "a", "b"}},
    {"elevatedLight", "any: a; dark: b; light elevated: e",
     {"a", "b", "a", "b", "e", "b", "e", "b"}},
    {"elevatedLight, elevatedDark", "any: a; dark: b; light elevated: e; dark elevated: f",
     {"a", "b", "a", "b", "e", "f", "e", "f"}},
    {"contrastLight", "any: a; dark: b; light more base: c",
     {"a", "b", "c", "b", "a", "b", "a", "b"}},
    {"contrastLight, contrastDark", "any: a; dark: b; light more base: c; dark more base: d",
     {"a", "b", "c", "d", "a", "b", "a", "b"}},
    {"elevated and contrast",
     "any: a; dark: b; light elevated: e; dark elevated: f; light more base: c; dark more base: d",
     {"a", "b", "c", "d", "e", "f", "e", "f"}},
    {"elevatedContrastLight", "any: a; dark: b; light more elevated: g",
     {"a", "b", "a", "b", "a", "b", "g", "b"}},
    {"all eight",
     "any: a; dark: b; light elevated: e; dark elevated: f; light more base: c; dark more base: d; "
     "light more elevated: g; dark more elevated: h",
     {"a", "b", "c", "d", "e", "f", "g", "h"}},
};

/* UITraitCollection: a base color for what is not elevated, in asset catalogs' words by an alias
 * for each level; a dynamic provider's `switch` over style, contrast and level. */
static const rival traits[] = {
    {"system backgrounds: only dark is elevated", "any: a; dark: b; dark elevated: f",
     {"a", "b", "a", "b", "a", "f", "a", "f"}},
    {"a switch over the level first", "elevated: e; any: a; dark base: b",
     {"a", "b", "a", "b", "e", "e", "e", "e"}},
};

/* ---- Devices and displays -------------------------------------------------------------------- */

/* Asset catalogs again: a slot for the device comes before that of all devices, whatever else it is
 * for; then one for the display's gamut before one for any and one for another. */
static const char *const devices[] = {"srgb phone",   "p3 phone",   "srgb tablet",
                                      "p3 tablet",    "srgb phone dark", "p3 phone dark",
                                      "srgb tablet dark", "p3 tablet dark"};

static const rival slots[] = {
    {"universal", "any: a; dark: b", {"a", "a", "a", "a", "b", "b", "b", "b"}},
    {"two gamuts", "srgb: a; p3: b", {"a", "b", "a", "b", "a", "b", "a", "b"}},
    {"one gamut for all displays", "p3: b", {"b", "b", "b", "b", "b", "b", "b", "b"}},
    {"any gamut, and a wide one", "any: a; p3: b", {"a", "b", "a", "b", "a", "b", "a", "b"}},
    {"two gamuts, each dark too", "srgb: a; p3: b; srgb dark: c; p3 dark: d",
     {"a", "b", "a", "b", "c", "d", "c", "d"}},
    {"the gamut before the scheme", "srgb: a; p3: b; srgb dark: c",
     {"a", "b", "a", "b", "c", "b", "c", "b"}},
    {"a device of its own", "any: a; phone: b", {"b", "b", "a", "a", "b", "b", "a", "a"}},
    {"the device before the scheme", "any: a; dark: c; phone: b",
     {"b", "b", "a", "a", "b", "b", "c", "c"}},
    {"the device before the gamut", "srgb: a; p3: c; phone: b",
     {"b", "b", "a", "c", "b", "b", "a", "c"}},
    {"device, gamut and scheme", "any: a; phone: b; phone p3: c; phone p3 dark: d; dark: e",
     {"b", "c", "a", "a", "b", "d", "e", "e"}},
    {"no universal slot", "phone: b; phone dark: c",
     {"b", "b", "!NO_VALUE", "!NO_VALUE", "c", "c", "!NO_VALUE", "!NO_VALUE"}},
};

/* ---------------------------------------------------------------------------------------------- */

static void check_rivals(const rival *rivals, size_t count, const char *const *environments,
                         size_t environment_count) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id nothing;
  CHECK(dyncolor_register_css_n(theme, "nothing", NUL, "if(style(--none): red)", NUL, &nothing,
                                NULL) == DYNCOLOR_OK);
  for (size_t row = 0; row < count; row++) {
    dyncolor_id id = variants_of(theme, rivals[row].variants);
    for (size_t column = 0; column < environment_count; column++) {
      dyncolor_environment environment = environment_of(theme, environments[column]);
      int holds = resolves_to(theme, id, &environment, rivals[row].expected[column]);
      CHECK(holds);
      if (!holds)
        printf("# %s: %s in %s\n", rivals[row].what, rivals[row].variants, environments[column]);
    }
  }
  dyncolor_theme_release(theme);
}

static void the_catalogs(void) { check_rivals(catalogs, COUNT(catalogs), square, 4); }
static void react_native_s(void) { check_rivals(react_native, COUNT(react_native), square, 4); }
static void codes(void) { check_rivals(code, COUNT(code), square, 4); }
static void xamls(void) { check_rivals(xaml, COUNT(xaml), square, 4); }
static void materials(void) { check_rivals(material, COUNT(material), square, 4); }
static void the_style_sheets(void) { check_rivals(style_sheets, COUNT(style_sheets), square, 4); }
static void cupertinos(void) { check_rivals(cupertino, COUNT(cupertino), cube, 8); }
static void fioris(void) { check_rivals(fiori, COUNT(fiori), cube, 8); }
static void the_traits(void) { check_rivals(traits, COUNT(traits), cube, 8); }
static void the_slots(void) { check_rivals(slots, COUNT(slots), devices, 8); }

int main(void) {
  CLAIM("asset catalogs: a table for each set of slots, in the square of scheme and contrast",
        the_catalogs);
  CLAIM("DynamicColorIOS of React Native: a table for each set of keys", react_native_s);
  CLAIM("colors of Visual Studio Code: a table for what is registered and contributed", codes);
  CLAIM("theme dictionaries of XAML: a table for each set of keys", xamls);
  CLAIM("themes of Flutter's MaterialApp: a table for each set of themes", materials);
  CLAIM("light-dark() and media queries of CSS: a table for each", the_style_sheets);
  CLAIM("CupertinoDynamicColor of Flutter: a table for each constructor, in all eight environments",
        cupertinos);
  CLAIM("HexColor of SAP Fiori: a table for each cascade, in all eight environments", fioris);
  CLAIM("trait collections of UIKit: tables of elevation, in all eight environments", the_traits);
  CLAIM("asset catalogs: a table for each set of devices and gamuts", the_slots);
  return CHECK_RESULT;
}
