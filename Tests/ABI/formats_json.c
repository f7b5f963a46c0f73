/* Themes in JSON, schemes of base16 and color schemes of KDE, read. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdlib.h>

#include "files.h"

/* Themes in JSON are told from schemes of base16 by what is asked for. */
static memory_file file_of(const char *name, const char *text, size_t size) {
  const bool is_json = strcmp(name, "a.json") == 0;
  return (memory_file){.name = name, .text = text, .size = size,
                       .format = is_json ? DYNCOLOR_FORMAT_JSON : 0};
}

static dyncolor_status load(dyncolor_theme *theme, const char *name, const char *text, size_t size,
                            uint32_t flags, dyncolor_report **report) {
  memory_file file = file_of(name, text, size);
  file.flags = flags;
  return load_file(theme, &file, report, NULL);
}

/* ---- What is read ---- */

static const struct row {
  const char *json, *name, *css, *why;
} rows[] = {
    {"{'a': '#f80'}", "a", "#ff8800", "a color"},
    {"{'a': 'oklch(0.5 0.1 200 / 50%)'}", "a", "oklch(0.5 0.1 200 / 0.5)", "in any notation"},
    {"{'a': 'var(--b)', 'b': 'red'}", "a", "var(--b)", "that refers to another"},
    {"{'a': 'light-dark(red, var(--b))', 'b': 'red'}", "a",
     "light-dark(#ff0000, var(--b))", "with both schemes"},
    {"{'a': [53, 132, 228]}", "a", "#3584e4", "an array"},
    {"{'a': [53, 132, 228, 0.5]}", "a", "rgb(53 132 228 / 0.5)", "an array with alpha"},
    {"{'a': [0, 0, 0, 1]}", "a", "#000000", "alpha is from 0 to 1"},
    {"{'a': {'light': 'red', 'dark': 'blue'}}", "a",
     "light-dark(#ff0000, #0000ff)", "a pair"},
    {"{'a': {'dark': 'blue', 'light': [255, 0, 0]}}", "a",
     "light-dark(#ff0000, #0000ff)", "a pair in any order"},
    {"{'a': {'value': 'red', 'dark': 'blue'}}", "a",
     "light-dark(#ff0000, #0000ff)", "a default and the dark one"},
    {"{'a': {'default': 'red', 'light': 'blue'}}", "a",
     "light-dark(#0000ff, #ff0000)", "a default and the light one"},
    {"{'a': {'light': 'var(--b)', 'dark': 'color-mix(in srgb, var(--b), white)'}, 'b': 'red'}",
     "a", "light-dark(var(--b), color-mix(in srgb, var(--b), #ffffff))",
     "a pair of what is computed"},
    {"{'a': {'light': 'red', 'dark': 'blue', 'light-high-contrast': 'white',"
     " 'dark-high-contrast': 'black'}}",
     "a",
     "--variants(light: #ff0000; dark: #0000ff; light more: #ffffff; "
     "dark more: #000000)",
     "with more contrast"},
    {"{'a': {'lightHighContrast': 'red', 'Dark_High_Contrast': 'blue', 'light': 'red',"
     " 'dark': 'blue'}}",
     "a",
     "--variants(light: #ff0000; dark: #0000ff; light more: #ff0000; "
     "dark more: #0000ff)",
     "however they are spelt"},
    {"{'a': {'value': 'red', 'high-contrast': 'blue'}}", "a",
     "--variants(any: #ff0000; more: #0000ff)", "with more contrast in any scheme"},
    {"{'a': {'light': {'value': 'red', 'high-contrast': 'blue'}, 'dark': 'white'}}", "a",
     "--variants(light: #ff0000; dark: #ffffff; light more: #0000ff)",
     "one mode within the other"},
    {"{'a': {'b': {'c': 'red'}}}", "a/b/c", "#ff0000", "groups"},
    {"{'a/b': {'c': 'red'}}", "a/b/c", "#ff0000", "a name with a slash"},
    {"{'': {'c': 'red'}}", "/c", "#ff0000", "a group without a name"},
    {"{'': {'light': {'c': 'red'}, 'd': 'blue'}}", "/light/c", "#ff0000", "a group in it"},
    {"{'$$': {'c': 'blue'}, '/': 'red'}", "/c", "#0000ff", "the same with dollar signs"},
    {"{'a': {'value': 'red', 'b': 'blue'}}", "a", "#ff0000", "a color that is a group, too"},
    {"{'a': {'DEFAULT': 'red', 'b': 'blue'}}", "a", "#ff0000", "the same as Tailwind has it"},
    {"{'a': {'DEFAULT': 'red', 'b': 'blue'}}", "a/b", "#0000ff", "what is in it"},
    {"{'a': {'light': 'red', 'main': 'lime', 'dark': 'blue'}}", "a/light", "#ff0000",
     "beside other shades, light is one"},
    {"{'light': 'red', 'dark': 'blue'}", "dark", "#0000ff", "at the root, dark is a name"},
    {"{'light': {'a': 'red'}, 'dark': {'a': 'blue'}}", "a",
     "light-dark(#ff0000, #0000ff)", "all of light, then all of dark"},
    {"{'name': 'Sea', 'type': 'dark', 'light': {'x': {'a': 'red'}}, 'dark': {'x': {'a': 'blue'}}}",
     "x/a", "light-dark(#ff0000, #0000ff)", "the same with groups and a name"},
    {"{'x': {'light': {'a': 'red'}, 'dark': {'a': 'blue'}}, 'y': 'red'}", "x/a",
     "light-dark(#ff0000, #0000ff)", "the same within a group"},
    {"{'$$light': {'light': 'red', 'dark': 'blue'}}", "light",
     "light-dark(#ff0000, #0000ff)", "a name that would be a mode"},
    {"{'$$$x': 'red'}", "$x", "#ff0000", "a name with a dollar sign"},
    {"{'name': 'tan'}", "name", "#d2b48c", "what is a color is one"},
    {"{'$axes': {'team': ['red', 'blue']}, 'a': 'if(style(--team: red): red; else: blue)'}", "a",
     "if(style(--team: red): #ff0000; else: #0000ff)", "an axis of the host's"},
    {"{'$locales': ['fr'], '$subtypes': ['x'],"
     " 'a': '--variants(locale(fr): red; subtype(x): blue; any: lime)'}",
     "a",
     "--variants(locale(fr): #ff0000; subtype(x): #0000ff; any: #00ff00)",
     "locales and subtypes"},
    {"{'$palettes': ['Night'], 'Night/a': 'red', 'a': '--palette(a, blue)'}", "a",
     "--palette(a, #0000ff)", "palettes"},
    {"{'a': 'red',} // yes", "a", "#ff0000", "what people write by hand"},
    {"{'a': [0xFF, 0X0, -0x0]}", "a", "#ff0000", "hexadecimal numbers"},
    {"{'a': [1., +0, .0]}", "a", "#010000", "numbers as JSON5 has them"},
    {"{'a': 're\\x64'}", "a", "#ff0000", "an escape of JSON5"},
    {"{'a': 'red\\\n'}", "a", "#ff0000", "a line that goes on"},
    {"{'a': 'red\\\r\n'}", "a", "#ff0000", "as other systems end lines"},
    {"{'a':\v'red'}", "a", "#ff0000", "spaces of JSON5"},
    {"{a1: 'blue', \303\251: 'red', a: 'red'}", "a", "#ff0000", "keys without quotes"},
    {"{'a':\302\240'red'}", "a", "#ff0000", "a space that does not break"},
    {"{'a':\342\200\250\343\200\200'red'}", "a", "#ff0000", "spaces of other scripts"},
    {"{\342\202\254\342\200\203: 'blue', \303\251\302\240: 'blue', a: 'red'}", "a",
     "#ff0000", "behind keys without quotes"},
    {"{'a': '\\u006cight-dark(red, blue)'}", "a", "light-dark(#ff0000, #0000ff)",
     "a letter that is escaped, and a text behind it"},
    {"\357\273\277{'a': 'red'}", "a", "#ff0000", "a byte order mark"},
    {"{'a': null, 'b': 'red'}", "b", "#ff0000", "null is no color"},
    {"{'version': 'if(styla(--teamzXre`); red; els?e:ue)', 'a': 'red'}", "a", "#ff0000",
     "with a version that is no color"},
    {"{'name': 'Sea', 'version': 2, 'author': 'A. N.', 'a': 'red'}", "a", "#ff0000",
     "what themes say of themselves"},
    {"{'a': {'hex': '#dc8a78', 'name': 'Tan', 'order': 1, 'rgb': {'r': 220, 'g': 138, 'b': 120}}}",
     "a", "#dc8a78", "an object that says its color in hex"},
    {"{'a': {'hex': 'DC8A7880'}}", "a", "#dc8a7880", "without a number sign"},
    {"{'a': {'hex': '#f00', 'alpha': 0.6}}", "a", "#ff000099", "hex with an alpha beside it"},
    {"{'a': {'hex': '#ff000099', 'alpha': 0.2}}", "a", "#ff000099", "the alpha of the digits"},
    {"{'a': {'color': 'red', 'label': 'A word', 'weight': 2}}", "a", "#ff0000", "in color"},
    {"{'a': {'color': 'red', 'back': 'blue'}}", "a/color", "#ff0000",
     "beside another color that is a name"},
    {"{'a': {'color': {'hex': '#123'}}}", "a", "#112233", "one object in another"},
    {"{'a': {'colorSpace': 'oklch', 'components': [0.5, 'none', 20], 'alpha': 0.5, 'hex': '#123'}}",
     "a", "oklch(0.5 none 20 / 0.5)", "in components"},
    {"{'a': {'r': 220, 'g': 138, 'b': 0}}", "a", "#dc8a00", "in red, green and blue"},
    {"{'a': {'red': 0.2, 'green': 1, 'blue': 0, 'alpha': 0.4}}", "a", "#33ff0066", "from 0 to 1"},
    {"{'a': {'light': {'hex': '#fff'}, 'dark': {'hex': '#000'}, 'label': 'A word'}}", "a",
     "light-dark(#ffffff, #000000)", "in each mode"},
    {"{'f': {'name': 'Black', 'dark': false, 'colors': {'a': {'name': 'Red', 'hex': '#111'}}}}",
     "f/colors/a", "#111111", "a flavor, with names that are those of colors"},
    {"{'name': 'X', 'type': 'dark', 'colors': {'editor.background': '#1e1e1e', 'b': null},"
     " 'tokenColors': [{'scope': ['a'], 'settings': {'foreground': '#fff'}}]}",
     "colors/editor.background", "#1e1e1e", "a color theme of an editor"},
    {"{'hex': '#111', 'color': '#222'}", "hex", "#111111", "at the root, these are names"},
    {"{'a': 'red', 'font': 'Inter', 'radius': '0.5rem', 'ease': 'cubic-bezier(0, 0, 1, 1)'}", "a",
     "#ff0000", "what is no color beside colors"},
};

static void json_is_read(void) {
  char text[1 << 10];
  for (size_t i = 0; i < COUNT(rows); i++) {
    memory_file file = file_of("a.json", text, quoted(rows[i].json, text));
    check_read(&file, rows[i].name, rows[i].css, rows[i].why);
  }
}

/* ---- What is told ---- */

static const struct told {
  const char *name, *text;
  int32_t severity, status;
  unsigned line, column;
  const char *context, *why;
} told[] = {
    {"a.json", "{'a': 'rde'}", 3, -3, 1, 8, "rde; did you mean \"red\"?", "no color"},
    {"a.json", "{'a': 'red',\n 'b': 'light-dark(red, blu)'}", 3, -3, 2, 24,
     "blu; did you mean \"blue\"?", "no color within"},
    {"a.json", "{'a': 'var(--\\u00e9\\ud83d\\ude00\\\\/c, blu)'}", 3, -3, 1, 38,
     "blu; did you mean \"blue\"?", "no color behind escapes"},
    {"a.json", "{'a': [1, 2]}", 3, -3, 1, 7, "", "two numbers"},
    {"a.json", "{'a': [1, 2, 256]}", 3, -3, 1, 7, "", "a number too large"},
    {"a.json", "{'a': [0.5, 0, 0]}", 3, -3, 1, 7, "", "a fraction"},
    {"a.json", "{'a': [0, 0, 0, 255]}", 3, -3, 1, 7, "", "alpha as a byte"},
    {"a.json", "{'a': ['0', 0, 0]}", 3, -3, 1, 7, "", "a string among numbers"},
    {"a.json", "{'a': [0, 0, 0, 1, 1]}", 3, -3, 1, 7, "", "five numbers"},
    {"a.json", "{'a': []}", 3, -3, 1, 7, "", "no number"},
    {"a.json", "{'a': 'red' 'b': 'red'}", 3, -3, 1, 13, "", "no comma"},
    {"a.json", "{'a': '\xff'}", 3, -4, 1, 8, "", "no UTF-8"},
    {"a.json", "['red']", 3, -3, 1, 1, "", "an array of colors"},
    {"a.json", "", 3, -3, 1, 1, "", "nothing"},
    {"a.json", "{'a': {'light': {'dark': 'red'}}}", 3, -3, 1, 18, "", "dark within light"},
    {"a.json", "{'$axes': 'team', 'a': 'red'}", 3, -3, 1, 11, "", "axes that are none"},
    {"a.json", "{'$palettes': [1], 'a': 'red'}", 3, -3, 1, 16, "", "a palette that is a number"},
    {"a.json", "{'a': 'var(--a)'}", 3, -10, 1, 7, "a → a",
     "a color that is itself"},
    {"a.json", "{'a': 'var(--b)'}", 2, -6, 1, 12, "b", "a color that is not there"},
    {"a.json", "{'a': {'dark': 'red'}}", 2, -3, 1, 16, "a", "dark alone"},
    {"a.json", "{'a': 'red', 'a': 'blue'}", 2, -3, 1, 14, "a", "a key twice"},
    {"a.json",
     "{'a': 'red', 'a': 'blue', 'b': {'light': 'red', 'light': 'blue', 'dark': 'red'}}", 2, -3, 1,
     14, "a", "a key twice, and later another within a color"},
    {"a.json", "{'a': 'red', 'b': 'red', 'c': 'red', 'd': 'red', 'e': 'red', 'f': 'red',"
     " 'g': 'red', 'h': 'red', 'i': 'red', 'd': 'red'}", 2, -3, 1, 110, "d",
     "a key twice among many"},
    {"a.json", "{'a': {'value': 'red', 'extensions': 1}}", 2, -3, 1, 38, "",
     "extensions that are a number"},
    {"a.json", "{'$axes': {'a': ['x'], 'b': ['x'], 'c': ['x'], 'd': ['x'], 'e': ['x'], 'f': ['x'],"
     " 'g': ['x'], 'h': ['x'], 'i': ['x']}, 'a': 'var(--a)'}", 3, -15, 0, 0, "i",
     "more axes than a theme has, and a color that is itself"},
    {"a.json", "{'a/b': 'red', 'a': {'b': 'blue'}}", 2, -3, 1, 22, "a/b", "a name twice"},
    {"a.json", "{'a': 1}", 3, -3, 1, 7, "a", "nothing but a number"},
    {"a.json", "{'a': true}", 3, -3, 1, 7, "a", "nothing but a truth"},
    {"a.json", "{'a': {}}", 3, -3, 1, 1, "", "nothing but a group"},
    {"a.json", "{'a': {'x': null}, '$palettes': []}", 3, -3, 1, 13, "x", "nothing but null"},
    {"a.json", "{'name': 'Sea'}", 3, -3, 1, 1, "", "nothing but a name"},
    {"a.json", "{'b': 'red', 'a': 1}", 1, -3, 1, 19, "a", "a number beside a color"},
    {"a.json", "{'b': 'red', 'a': 'snwo'}", 3, -3, 1, 20, "snwo; did you mean \"snow\"?",
     "a misspelled color beside a color"},
    {"a.json", "{'a': 'yelow', 'style': 'x', 'c': {'a': 'red'}, 'b': 'red'}", 3, -3, 1, 8,
     "yelow; did you mean \"yellow\"?", "a misspelled color beside a color, a style and a group"},
    {"a.json", "{'a': {'b': 'red', 'c': 'wite'}}", 3, -3, 1, 26, "wite; did you mean \"white\"?",
     "a misspelled color in a group"},
    {"a.json", "{'b': 'red', 'a': {'value': 'bleu'}}", 3, -3, 1, 30, "bleu; did you mean \"blue\"?",
     "a misspelled color under value"},
    {"a.json", "{'a': {'lihgt': 'red'}}", 2, -6, 1, 8, "lihgt; did you mean \"light\"?",
     "a misspelled mode alone"},
    {"a.json", "{'a': {'description': 'x', 'drak': [0, 0, 0]}}", 2, -6, 1, 28,
     "drak; did you mean \"dark\"?", "a misspelled mode with a description"},
    {"a.json", "{'x': '--palette( accent)'}", 2, -6, 1, 19, "accent",
     "a color that no palette has"},
    {"a.json", "{'P/accent': 'red', 'x': '--palette(acent)'}", 2, -6, 1, 37,
     "acent; did you mean \"accent\"?", "a misspelled color of palettes"},
    {"a.json", "{'b': 'red', 'a': '#12345'}", 3, -3, 1, 21, "#12345",
     "a text that begins like a color"},
    {"a.json", "{'b': 'red', 'a': 'rgb(1 2'}", 3, -3, 1, 27, "rgb(1 2",
     "a function that begins like a color"},
    {"a.json", "{'b': 'red', 'a': [1, 'x', 2]}", 3, -3, 1, 19, "",
     "an array that begins with a number"},
    {"a.json", "{'a': {'r': 256, 'g': 0, 'b': 0}}", 3, -3, 1, 7, "", "red that is too much"},
    {"a.json", "{'a': {'r': 25.5, 'g': 0, 'b': 0}}", 3, -3, 1, 7, "", "red that is a part"},
    {"a.json", "{'a': {'colorSpace': 'x', 'components': [0, 0, 0]}}", 3, -3, 1, 22, "x",
     "a space that there is not"},
    {"a.json", "{'a': {'colorSpace': 'srgb', 'components': [0, 0]}}", 3, -3, 1, 44, "",
     "two components"},
    {"a.json", "{'a': {'hex': '#12', 'name': 'x'}}", 3, -3, 1, 17, "#12", "hex that is none"},
    {"a.json", "{'$x': 1, 'a': 'red'}", 2, -3, 1, 2, "$x", "an unknown key"},
    {"a.json", "{'light': {'$palettes': ['N'], 'a': 'red'}, 'dark': {'a': 'blue'}}", 2, -3, 1, 12,
     "$palettes", "a declaration within a mode of the root"},
    {"a.json", "{'': {'light': 'red', 'dark': 'blue'}}", 3, -3, 1, 16, "",
     "a color without a name"},
    {"a.json", "{'a': 'red',}", 2, -3, 1, 12, "", "a comma at the end"},
    {"a.json", "{'a': 'var(--\\u0061, b lu)'}", 3, -3, 1, 22, "var(--a, b lu)",
     "no color behind a letter that is escaped"},
    {"a.json", "{'a': 'var(--\\u20ac, blu)'}", 3, -3, 1, 22, "blu; did you mean \"blue\"?",
     "behind a letter of three bytes"},
    {"a.json", "{'a': 'var(--b, \\'blu)'}", 3, -3, 1, 17, "var(--b, \"blu)",
     "behind a quote that is escaped"},
    {"a.json", "{'a': 'red\\09'}", 3, -3, 1, 11, "", "an octal escape"},
    {"a.json", "{'a': '\\q'}", 3, -3, 1, 8, "", "an escape that there is not"},
    {"a.json", "{'a': '\\xg0'}", 3, -3, 1, 10, "", "an escape without digits"},
    {"a.json", "{'a': '\\ud83d'}", 3, -3, 1, 8, "", "half of a pair"},
    {"a.json", "{'a': '\\ud83d\\u0041'}", 3, -3, 1, 8, "", "half of a pair and another letter"},
    {"a.json", "{'a': '\\ude00'}", 3, -3, 1, 8, "", "the other half"},
    {"a.json", "{-: 'red'}", 3, -3, 1, 2, "", "a key that is none"},
    {"a.json", "{a", 3, -3, 1, 3, "", "a key and no more"},
    {"a.json", "{'a': [0x, 0, 0]}", 3, -3, 1, 10, "", "hexadecimal without digits"},
    {"a.json", "{'a': [0x11223344556677889, 0, 0]}", 3, -3, 1, 10, "",
     "too many hexadecimal digits"},
    {"a.json", "{'a': [1e, 0, 0]}", 3, -3, 1, 10, "", "an exponent without digits"},
    {"a.json", "{'a': [1e999, 0, 0]}", 3, -3, 1, 8, "", "a number that is too large for any"},
    {"a.json", "{'a': [01, 0, 0]}", 3, -3, 1, 8, "", "a leading zero"},
    {"a.json", "{'a': [-, 0, 0]}", 3, -3, 1, 9, "", "a sign alone"},
    {"a.json", "{'a': 'red'} /* x", 3, -3, 1, 18, "", "a comment that does not end"},
    {"a.json", "{'a':\302\241'red'}", 3, -3, 1, 6, "", "a letter in place of a value"},
    {"a.json", "{'a': 'red'} /", 3, -3, 1, 14, "", "a slash"},
    {"a.json", "{'a': {'value': 'red', 'deprecated': 1}}", 2, -3, 1, 38, "deprecated",
     "a deprecation that is a number"},
    {"a.json", "// a\n{'a': 'red'}", 2, -3, 1, 1, "", "a comment"},
    {"a.json", "{a: 'red'}", 2, -3, 1, 2, "", "a key without quotes"},
    {"a.json", "{'a': {'value': 'red', 'description': 1}}", 2, -3, 1, 39, "description",
     "a description that is a number"},
    {"a.yaml", "base00: '000000'\nbase01: '000000'", 3, -3, 1, 1, "base02", "too few colors"},
    {"a.yaml", "base00: #000000", 3, -3, 1, 9, "base00", "a comment for a color"},
    {"a.yaml", "base00: '000000", 3, -3, 1, 9, "'000000", "a quote that is not closed"},
    {"a.yaml", "base00: '00000g'", 3, -3, 1, 9, "00000g", "no digits"},
    {"a.yaml", "base00: [0, 0, 0]", 3, -3, 1, 9, "[0, 0, 0]", "a list"},
    {"a.yaml", "\tbase00: '000000'", 3, -3, 1, 1, "", "a tab"},
    {"a.yaml", "base00", 3, -3, 1, 1, "", "no colon"},
    {"a.yaml", "palette: {}", 3, -3, 1, 10, "", "a mapping on the line"},
    {"a.yaml", "palette:\n  base00: '000000'\n   base01: '000000'", 3, -3, 3, 4, "",
     "too deep by one"},
    {"a.yaml", "base00: '\xff'", 3, -4, 1, 10, "", "no UTF-8"},
    {"a.colors", "[Colors:View]\nBackgroundNormal=1,2", 3, -3, 2, 18, "1,2", "two numbers"},
    {"a.colors", "[Colors:View]\nBackgroundNormal=1,2,256", 3, -3, 2, 18, "1,2,256",
     "a number too large"},
    {"a.colors", "[Colors:View]\nBackgroundNormal=1,2,3,4,5", 3, -3, 2, 18, "1,2,3,4,5",
     "five numbers"},
    {"a.colors", "[Colors:View]\nBackgroundNormal=", 3, -3, 2, 18, "", "nothing"},
    {"a.colors", "[Colors:View]\nBackgroundNormal= ", 3, -3, 2, 18, "", "a space"},
    {"a.colors", "[Colors:View]\nBackgroundNormal", 3, -3, 2, 1, "BackgroundNormal", "no value"},
    {"a.colors", "[Colors:View\nBackgroundNormal=1,2,3", 3, -3, 1, 1, "[Colors:View",
     "half a bracket"},
    {"a.colors", "[Colors:View]\nA=1,2,3\nA=3,2,1", 2, -3, 3, 1, "View/A", "a color twice"},
    {"a.colors", "[Colors:View]\nA=1,2,3\n[KDE]\ncontrast=4", 1, 0, 4, 1, "KDE/contrast",
     "no color"},
};

/* What is left out with a note, and what a strict load tells of it. */
static const struct omitted {
  const char *text;
  unsigned column;
  const char *context;
  unsigned strict_column;
  const char *strict_context, *why;
} omitted[] = {
    {"{'b': 'red', 'a': 'x', 'c': {'a': 'y'}}", 19, "a", 20, "x",
     "a word beside a color, and another under the same key"},
    {"{'b': 'red', 'a': 'pnk'}", 19, "a", 20, "pnk; did you mean \"pink\"?",
     "a word that may be another"},
    {"{'b': 'red', 'a': 'range'}", 19, "a", 20, "range; did you mean \"orange\"?",
     "a known word"},
    {"{'b': 'red', 'a': 'grey1'}", 19, "a", 20, "grey1; did you mean \"grey\"?",
     "a name with a digit"},
    {"{'b': 'red', 'fontStyle': 'bleu'}", 27, "fontStyle", 28, "bleu; did you mean \"blue\"?",
     "a misspelled color under a key that is not a color's"},
    {"{'b': 'red', 'a': 'x', 'c': 'bleu'}", 19, "a", 20, "x",
     "a misspelled color beside another word"},
    {"{'b': 'red', 'c': {'a': 'bleu', 'x': 1}}", 25, "a: bleu; did you mean \"blue\"?", 26,
     "bleu; did you mean \"blue\"?", "a misspelled color beside a number"},
    {"{'b': 'red', 'a': ['x']}", 19, "a", 19, "",
     "a list of words beside a color"},
    {"{'b': 'red', 'a': null}", 19, "a", 19, "a", "null beside a color"},
    {"{'b': 'red', 'c': {'hsl': [10, 50, 50]}}", 27, "hsl", 27, "hsl", "numbers of HSL"},
    {"{'b': 'red', 'c': {'components': [1, 0, 0]}}", 34, "components", 34, "components",
     "components without a color space"},
};

/* One mistake has one warning, whatever a name is that comes twice. */
static void repeated_names_are_told_once(void) {
  static const struct {
    const char *name, *text;
    size_t count;
    unsigned columns[2];
    const char *contexts[2], *why;
  } repeated[] = {
      {"a.json", "{'a': 'red', 'a': 'blue'}", 1, {14}, {"a"}, "a key"},
      {"a.json", "{'a': {'b': 'red'}, 'a': {'b': 'blue'}}", 1, {21}, {"a"}, "a group"},
      {"a.json", "{'a': {'light': 'red', 'light': 'blue', 'dark': 'red'}}", 1, {24}, {"light"},
       "a mode"},
      {"a.json", "{'a/b': 'red', 'a': {'b': 'blue'}}", 1, {22}, {"a/b"},
       "a name that is written in two ways"},
      {"a.json", "{'a': 'red', 'a': 'blue', 'b': 'red', 'b': 'blue'}", 2, {14, 39}, {"a", "b"},
       "two keys"},
      {"a.json", "{'a': 'red', 'a': 'blue', 'c/d': 'red', 'c': {'d': 'blue'}}", 2, {14, 47},
       {"a", "c/d"}, "a key, and a name that is written in two ways"},
      {"a.tokens.json",
       "{'$type': 'color', 'a': {'$value': {'colorSpace': 'srgb', 'components': [1, 0, 0]}},"
       " 'a': {'$value': {'colorSpace': 'srgb', 'components': [0, 0, 1]}}}", 1, {86}, {"a"},
       "a token"},
  };
  char text[1 << 10];
  for (size_t i = 0; i < COUNT(repeated); i++) {
    const memory_file file = {.name = repeated[i].name, .text = text,
                              .size = quoted(repeated[i].text, text)};
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    size_t count = 0;
    CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK);
    const dyncolor_finding *all = dyncolor_report_findings(report, &count);
    bool is_right = count == repeated[i].count;
    for (size_t k = 0; is_right && k < count; k++)
      is_right = all[k].severity == DYNCOLOR_SEVERITY_WARNING &&
                 all[k].column == repeated[i].columns[k] &&
                 strcmp(all[k].context, repeated[i].contexts[k]) == 0;
    CHECK(is_right);
    if (!is_right) printf("# %s: %zu findings\n", repeated[i].why, count);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

/* In a scheme of base16, too. */
static void repeated_keys_of_schemes_are_told_once(void) {
  char text[1 << 10];
  size_t size = 0;
  for (int i = 0; i <= 16; i++)
    size += (size_t)snprintf(text + size, sizeof text - size, "%s\"base%02X\": \"112233\"",
                             i == 0 ? "{" : ", ", i & 15);
  text[size++] = '}';
  const memory_file file = {.name = "a.json", .text = text, .size = size,
                            .format = DYNCOLOR_FORMAT_BASE16};
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  size_t count = 0;
  CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK);
  const dyncolor_finding *all = dyncolor_report_findings(report, &count);
  CHECK(count == 1 && strcmp(all->context, "base00") == 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

static void findings_are_told(void) {
  char text[1 << 10];
  for (size_t i = 0; i < COUNT(told); i++) {
    const struct told *row = &told[i];
    size_t size = quoted(row->text, text);
    const bool is_json = strcmp(row->name, "a.json") == 0;
    memory_file file = file_of(row->name, is_json ? text : row->text, size);
    const dyncolor_finding wanted = {.severity = row->severity, .status = row->status,
                                     .line = row->line, .column = row->column,
                                     .context = row->context};
    check_told(&file, &wanted, row->why);
  }
  for (size_t i = 0; i < COUNT(omitted); i++) {
    const struct omitted *row = &omitted[i];
    memory_file file = file_of("a.json", text, quoted(row->text, text));
    check_finding(&file, false,
                  &(dyncolor_finding){.severity = DYNCOLOR_SEVERITY_NOTE,
                                      .status = DYNCOLOR_ERROR_SYNTAX, .line = 1,
                                      .column = row->column, .context = row->context},
                  row->why);
    check_finding(&file, true,
                  &(dyncolor_finding){.severity = DYNCOLOR_SEVERITY_ERROR,
                                      .status = DYNCOLOR_ERROR_SYNTAX, .line = 1,
                                      .column = row->strict_column,
                                      .context = row->strict_context},
                  row->why);
  }
}

static void what_is_not_read_is_not_told(void) {
  static const char *const texts[] = {
      "base00", "\tbase00: '000000'", "palette: {}", "palette:\n  base00: '000000'\n   base01"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    size_t count = 0;
    CHECK(load(theme, "a.yaml", texts[i], strlen(texts[i]), 0, &report) == DYNCOLOR_ERROR_SYNTAX);
    dyncolor_report_findings(report, &count);
    CHECK(count == 1);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

/* Where there is no color behind what only JSON5 has, which is told as well. */
static void places_are_those_of_the_text(void) {
  static const struct {
    const char *text;
    unsigned line, column;
  } places[] = {
      {"{\"a\": \"var(--\\x61, b lu)\"}", 1, 20},
      {"{\"a\": \"var(--\\xe9, b lu)\"}", 1, 20},
      {"{\"a\": \"var(--\\\na, b lu)\"}", 2, 4},
      {"{\"a\": \"var(--\\\r\na, b lu)\"}", 2, 4},
      {"{\"a\": 'var(--b, /*\\'*/ b lu)'}", 1, 24},
  };
  for (size_t i = 0; i < COUNT(places); i++) {
    memory_file file = file_of("a.json", places[i].text, strlen(places[i].text));
    dyncolor_theme *theme = new_theme();
    dyncolor_error error = fresh_error();
    CHECK(load_file(theme, &file, NULL, &error) == DYNCOLOR_ERROR_SYNTAX);
    CHECK(error.line == places[i].line && error.column == places[i].column);
    if (error.line != places[i].line || error.column != places[i].column)
      printf("# %s: %u:%u\n", places[i].text, error.line, error.column);
    dyncolor_theme_release(theme);
  }
}

/* What comes without a name that says so is read as what it looks like. */
static void formats_are_recognized(void) {
  static const struct {
    const char *text, *name, *css;
  } texts[] = {
      {"{\"a\": {\"$type\": \"color\", \"$value\": \"#ff0000\"}}", "a", "#ff0000"},
      {"{\"a\": {\"$ref\": \"#/b\"}, \"b\": {\"$type\": \"color\", \"$value\": \"#f00\"}}", "b",
       "#ff0000"},
      {"/* a */ {\"a\": \"red\"}", "a", "#ff0000"},
      {"// a\n{\"a\": \"red\"}", "a", "#ff0000"},
      {"/* a */ :root { --a: red; }", "a", "#ff0000"},
      {"\357\273\277 {\"a\": \"red\"}", "a", "#ff0000"},
      {"\357\273\277[Colors:View]\nA=255,0,0\n", "View/A", "#ff0000"},
  };
  for (size_t i = 0; i < COUNT(texts); i++) {
    memory_file file = file_of("x", texts[i].text, strlen(texts[i].text));
    check_read(&file, texts[i].name, texts[i].css, "recognized");
  }
  static const char *const unknown[] = {"", "hello", "/"};
  for (size_t i = 0; i < COUNT(unknown); i++) {
    memory_file file = file_of("x", unknown[i], strlen(unknown[i]));
    CHECK(load_or_leave(&file) == DYNCOLOR_ERROR_UNKNOWN_FORMAT);
  }
}

/* Of many findings a thousand are kept, and the first error. */
static void findings_have_a_limit(void) {
  char *text = malloc(1 << 16), *end = text + sprintf(text, "{");
  for (int i = 0; i < 1200; i++) end += sprintf(end, "\"a%d\": \"var(--gone)\", ", i);
  end += sprintf(end, "\"b\": \"var(--b)\", \"c\": \"var(--c)\"}");
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  CHECK(load(theme, "a.json", text, (size_t)(end - text), 0, &report) == DYNCOLOR_ERROR_CYCLE);
  size_t count = 0;
  const dyncolor_finding *found = dyncolor_report_findings(report, &count);
  CHECK(count == 1001 && dyncolor_report_omitted(report) == 201);
  CHECK(found[999].severity == DYNCOLOR_SEVERITY_WARNING);
  CHECK(strcmp(found[999].context, "gone") == 0);
  CHECK(found[1000].severity == DYNCOLOR_SEVERITY_ERROR);
  CHECK(strcmp(found[1000].context, "b → b") == 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
  free(text);
}

/* What is left out is told once for each key. */
static void omissions_are_told_once(void) {
  static const char text[] =
      "{\"name\": \"Sea\", \"a\": {\"hex\": \"#111\", \"name\": \"A\", \"order\": 1},\n"
      " \"b\": {\"hex\": \"#222\", \"name\": \"B\", \"order\": 2, \"accent\": true}}";
  static const char *const keys[] = {"name", "order", "accent"};
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  size_t count = 0;
  CHECK(load(theme, "a.json", text, sizeof text - 1, 0, &report) == DYNCOLOR_OK);
  CHECK(dyncolor_report_colors(report) == 2);
  const dyncolor_finding *found = dyncolor_report_findings(report, &count);
  CHECK(count == COUNT(keys));
  for (size_t i = 0; i < count && i < COUNT(keys); i++)
    CHECK(found[i].severity == DYNCOLOR_SEVERITY_NOTE && strcmp(found[i].context, keys[i]) == 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* ---- Notes ---- */

static void notes_are_read(void) {
  static const char text[] =
      "{\"a\": {\"value\": \"red\", \"description\": \"Behind \\u00e9.\", \"deprecated\": \"Too "
      "red.\", \"replacement\": \"b\", \"extensions\": {\"com.x\": [1, {}]}},\n"
      " \"b\": {\"light\": \"red\", \"dark\": \"blue\", \"deprecated\": true},\n"
      " \"c\": {\"value\": \"red\", \"deprecated\": false}, \"d\": {\"description\": \"A group.\","
      " \"e\": \"red\"},\n"
      " \"f\": {\"value\": {\"light\": \"red\", \"dark\": \"blue\"},"
      " \"description\": \"Outside.\"},\n"
      " \"g\": {\"value\": {\"light\": \"red\", \"dark\": \"blue\","
      " \"description\": \"Inside.\"}}}";
  dyncolor_theme *theme = new_theme();
  CHECK(load(theme, "a.json", text, sizeof text - 1, DYNCOLOR_LOAD_STRICT, NULL) == DYNCOLOR_OK);
  dyncolor_id a = 0, b = 0, c = 0, replacement = 0;
  const char *said = NULL;
  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "b", NUL, &b, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "c", NUL, &c, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_description(theme, a, &said, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(said, "Behind \303\251.") == 0);
  CHECK(dyncolor_id_deprecation(theme, a, &said, &replacement, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(said, "Too red.") == 0 && replacement == b);
  CHECK(dyncolor_id_annotation(theme, a, &said, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(said, "{\"com.x\": [1, {}]}") == 0);
  CHECK(dyncolor_id_deprecation(theme, b, &said, &replacement, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(said, "deprecated") == 0 && replacement == DYNCOLOR_ID_NONE);
  CHECK(dyncolor_id_deprecation(theme, c, &said, &replacement, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(said, "") == 0 && replacement == DYNCOLOR_ID_NONE);
  CHECK(is_made(theme, "d/e", "#ff0000") && is_made(theme, "d", ""));
  /* The object that has a note may be outside or inside of the object with the modes. */
  CHECK(dyncolor_theme_find(theme, "f", &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_description(theme, a, &said, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(said, "Outside.") == 0);
  CHECK(dyncolor_theme_find(theme, "g", &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_description(theme, a, &said, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(said, "Inside.") == 0);
  dyncolor_theme_release(theme);

  /* What is not quite JSON becomes JSON. */
  static const char lenient[] =
      "{\"a\": {\"value\": \"red\", \"extensions\": {x: [null, true, false, 1.50, {}, []],"
      " 'y': 'z\\x41',},}}";
  theme = new_theme();
  CHECK(load(theme, "a.json", lenient, sizeof lenient - 1, 0, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(theme, "a", NUL, &a, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_annotation(theme, a, &said, NULL) == DYNCOLOR_OK);
  CHECK(strcmp(said, "{\"x\": [null, true, false, 1.5, {}, []], \"y\": \"zA\"}") == 0);
  dyncolor_theme_release(theme);
}

/* ---- base16 ---- */

static const char *const base16_forms[][2] = {
    {"as of old",
     "scheme: \"It's: old\"\nauthor: A. N. (http://x)\nbase00: \"181818\"\nbase01: '282828'\n"
     "base02: 383838 # a comment\nbase03: \"585858\"\nbase04: \"b8b8b8\"\nbase05: \"d8d8d8\"\n"
     "base06: \"e8e8e8\"\nbase07: \"f8f8f8\"\nbase08: \"ab4642\"\nbase09: \"dc9656\"\n"
     "base0A: \"f7ca88\"\nbase0B: \"a1b56c\"\nbase0C: \"86c1b9\"\nbase0D: \"7cafc2\"\n"
     "base0E: \"ba8baf\"\nbase0F: \"a16946\"\n"},
    {"as of now, with all that YAML has",
     "%YAML 1.2\n---\n# a comment\nsystem: base16\nname: \"Default\n  Dark\"\nslug: x\n"
     "description: |\n  base00: \"ffffff\"\n  is not it\nsupports:\n  - a\n  - b\ntags:\n- c\n- d\n"
     "variant: dark\npalette:   # below\n\n    \"base00\": \"#181818\"\n    base01: \"#282828\"\n"
     "    base02: '#383838'\n    # base02: '#ffffff'\n    base03: 585858\n    base04: \"#B8B8B8\"\n"
     "    base05: \"#d8d8d8\"\n    base06: \"#e8e8e8\"\n    base07: \"#f8f8f8\"\n"
     "    base08: \"#ab4642\"\n    base09: \"#dc9656\"\n    base0a: \"#f7ca88\"\n"
     "    base0B: \"#a1b56c\"\n    base0C: \"#86c1b9\"\n    base0D: \"#7cafc2\"\n"
     "    base0E: \"#ba8baf\"\n    base0F: \"#a16946\"\nauthor: A. N.\n...\nbase00: \"ffffff\"\n"},
    {"as JSON",
     "{\"scheme\": \"x\", \"base00\": \"181818\", \"base01\": \"282828\", \"base02\": \"383838\","
     " \"base03\": \"585858\", \"base04\": \"b8b8b8\", \"base05\": \"d8d8d8\","
     " \"base06\": \"e8e8e8\", \"base07\": \"f8f8f8\", \"base08\": \"ab4642\","
     " \"base09\": \"dc9656\", \"base0A\": \"f7ca88\", \"base0B\": \"a1b56c\","
     " \"base0C\": \"86c1b9\", \"base0D\": \"7cafc2\", \"base0E\": \"ba8baf\","
     " \"base0F\": \"a16946\"}"},
};

static void base16_is_read(void) {
  uint64_t first = 0;
  for (size_t i = 0; i < COUNT(base16_forms); i++) {
    const char *text = base16_forms[i][1];
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    CHECK(load(theme, "", text, strlen(text), DYNCOLOR_LOAD_STRICT, &report) == DYNCOLOR_OK);
    CHECK(dyncolor_report_colors(report) == 16);
    CHECK(is_made(theme, "base00", "#181818"));
    CHECK(is_made(theme, "base02", "#383838"));
    CHECK(is_made(theme, "base0A", "#f7ca88"));
    CHECK(is_made(theme, "base0F", "#a16946"));
    if (i == 0) first = dyncolor_theme_fingerprint(theme);
    CHECK(dyncolor_theme_fingerprint(theme) == first);
    if (check_failures_in_claim > 0) printf("# %s\n", base16_forms[i][0]);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }

  /* A byte order mark is no part of it, and what is no palette is told. */
  for (size_t i = 0; i < COUNT(base16_forms); i++) {
    char marked[1 << 11];
    const size_t size = (size_t)sprintf(marked, "\357\273\277%s", base16_forms[i][1]);
    dyncolor_theme *theme = new_theme();
    CHECK(load(theme, "", marked, size, DYNCOLOR_LOAD_STRICT, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_fingerprint(theme) == first);
    dyncolor_theme_release(theme);
  }
  check_told(&(memory_file){.name = "a", .text = "{\"palette\": 1}", .size = 14,
                            .format = DYNCOLOR_FORMAT_BASE16},
             &(dyncolor_finding){.severity = 3, .status = DYNCOLOR_ERROR_SYNTAX, .line = 1,
                                 .column = 13, .context = ""}, "a palette that is a number");

  /* The eight colors that base24 has more, in CR LF, and then one of them missing. */
  for (int last = 0x17; last >= 0x16; last--) {
    char text[1 << 10];
    size_t size = (size_t)sprintf(text, "palette:\r\n");
    for (int i = 0; i <= last; i++)
      size += (size_t)sprintf(text + size, " base%02X: \"%02x%02x%02x\"\r\n", i, i, 2 * i, 3 * i);
    dyncolor_theme *theme = new_theme();
    dyncolor_status status = load(theme, "a.yml", text, size, DYNCOLOR_LOAD_STRICT, NULL);
    CHECK(last == 0x17 ? status == DYNCOLOR_OK : status == DYNCOLOR_ERROR_SYNTAX);
    if (last == 0x17) CHECK(is_made(theme, "base17", "#172e45"));
    dyncolor_theme_release(theme);
  }
}

/* ---- KDE ---- */

static void kde_is_read(void) {
  static const char text[] =
      "# a comment\n"
      "[ColorEffects:Disabled]\nColor=56,56,56\nColorAmount=0\n\n"
      "[Colors:Header][Inactive]\nBackgroundNormal=239,240,241\nForegroundNormal = 1, 2, 3\n"
      "[Colors:Header]\nBackgroundNormal=222,224,226\n"
      "[Colors:View]\r\nBackgroundNormal=255,255,255\r\nForegroundLink[$i]=41,128,185,127\r\n"
      "DecorationFocus=#3daee9\nDecorationHover=#803daee9\n"
      "[General]\nColorScheme=Breeze\nName=Breeze\nName[de]=Brise\n"
      "[KDE]\ncontrast=4\n"
      "[WM]\nactiveBackground=227,229,231";
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  CHECK(load(theme, "a.colors", text, sizeof text - 1, DYNCOLOR_LOAD_STRICT, &report) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_report_colors(report) == 8);
  CHECK(is_made(theme, "View/BackgroundNormal", "#ffffff"));
  CHECK(is_made(theme, "View/ForegroundLink", "#2980b97f"));
  CHECK(is_made(theme, "View/DecorationFocus", "#3daee9"));
  CHECK(is_made(theme, "View/DecorationHover", "#3daee980"));
  CHECK(is_made(theme, "WM/activeBackground", "#e3e5e7"));
  CHECK(is_made(theme, "ColorEffects:Disabled/Color", "#383838"));
  CHECK(is_made(theme, "Header/BackgroundNormal",
                "if(style(--state: inactive): #eff0f1; else: #dee0e2)"));
  CHECK(is_made(theme, "Header/ForegroundNormal",
                "if(style(--state: inactive): #010203)"));
  dyncolor_report_release(report);

  dyncolor_environment inactive = {.state = DYNCOLOR_STATE_INACTIVE};
  dyncolor_rgba color = {0};
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find_n(theme, "Header/BackgroundNormal", NUL, &id, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, &inactive, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.r == 239 / 255.0f && color.g == 240 / 255.0f && color.b == 241 / 255.0f);
  CHECK(dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK);
  CHECK(color.r == 222 / 255.0f);
  dyncolor_theme_release(theme);
}

/* ---- What is written ---- */

/* The text of a theme in a format, and how many findings there are, all of which must be of what is
 * not exact. */
static const char *written(dyncolor_theme *theme, uint32_t format,
                           const dyncolor_environment *environment, size_t *findings) {
  static char text[1 << 13];
  dyncolor_write_options options = {.size = sizeof options, .format = format, .name = "Sea",
                                    .name_length = 3, .environments = environment,
                                    .environment_count = environment != NULL};
  dyncolor_report *report = NULL;
  size_t length = 0, count = 0;
  text[0] = 0;
  CHECK(dyncolor_theme_write_memory(theme, &options, text, sizeof text, &length, &report, NULL) ==
        DYNCOLOR_OK);
  CHECK(length == strlen(text));
  const dyncolor_finding *found = dyncolor_report_findings(report, &count);
  for (size_t i = 0; i < count; i++)
    CHECK(found[i].severity == DYNCOLOR_SEVERITY_WARNING &&
          found[i].status == DYNCOLOR_ERROR_NOT_EXACT);
  if (findings != NULL) *findings = count;
  dyncolor_report_release(report);
  return text;
}

static bool is_text(const char *found, const char *expected) {
  if (strcmp(found, expected) == 0) return true;
  printf("# found %s\n# not %s\n", found, expected);
  return false;
}

static void json_is_written(void) {
  static const char text[] =
      "{\n"
      "  \"$palettes\": [\"Night\"],\n"
      "  \"$axes\": {\"team\": [\"red\", \"b\\\"\"], \"none\": []},\n"
      "  \"$subtypes\": [\"x\"],\n"
      "  \"$locales\": [\"fr\"],\n"
      "  \"Night/a\": \"#ff0000\",\n"
      "  \"$$light\": \"#0000ff\",\n"
      "  \"$$Dark-High_Contrast\": \"#0000ff80\",\n"
      "  \"$$$q\": \"rgb(1 2 3 / 0.3)\",\n"
      "  \"value\": \"oklch(0.5 0.1 20)\",\n"
      "  \"name\": \"#d2b48c\",\n"
      "  \"p\": {\"light\": \"#ff0000\", \"dark\": \"var(--Night\\\\/a)\", \"description\": "
      "\"d\\\"\\n\"},\n"
      "  \"h\": {\"light\": \"#ff0000\", \"dark\": \"#0000ff\", \"dark-high-contrast\": "
      "\"#ffffff\"},\n"
      "  \"m\": {\"default\": \"#ff0000\", \"high-contrast\": \"#ffffff\"},\n"
      "  \"alone\": \"--variants(dark: #ff0000)\",\n"
      "  \"order\": \"--variants(dark more: #ff0000; dark: #0000ff; any: #ffffff)\",\n"
      "  \"w\": \"if(style(--team: red): #ff0000; else: color-mix(in oklab, var(--p), "
      "#ffffff))\",\n"
      "  \"l\": \"--variants(locale(fr): #ff0000; dark subtype(x): #0000ff; any: #00ff00)\",\n"
      "  \"n\": {\"value\": \"#ff0000\", \"deprecated\": \"x\", \"replacement\": \"p\", "
      "\"extensions\": {\"a\":1}}\n"
      "}\n";
  dyncolor_theme *theme = new_theme(), *again = new_theme();
  size_t findings;
  CHECK(load(theme, "a.json", text, sizeof text - 1, DYNCOLOR_LOAD_STRICT, NULL) == DYNCOLOR_OK);
  CHECK(is_text(written(theme, DYNCOLOR_FORMAT_JSON, NULL, &findings), text) && findings == 0);
  CHECK(load(again, "a.json", text, sizeof text - 1, 0, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(again) == dyncolor_theme_fingerprint(theme));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(again);

  theme = new_theme();
  CHECK(is_text(written(theme, DYNCOLOR_FORMAT_JSON, NULL, &findings), "{}\n"));
  dyncolor_theme_release(theme);
}

static dyncolor_status contrasting(dyncolor_context *context, dyncolor_answer *answer,
                                   void *user_data) {
  bool dark = dyncolor_context_axis(context, DYNCOLOR_AXIS_SCHEME) == DYNCOLOR_SCHEME_DARK;
  bool more = dyncolor_context_axis(context, DYNCOLOR_AXIS_CONTRAST) == DYNCOLOR_CONTRAST_MORE;
  (void)user_data;
  answer->color.space = DYNCOLOR_SPACE_SRGB;
  answer->color.c[0] = dark ? 0.3 : 1;
  answer->color.c[1] = more ? 1 : 0;
  answer->color.alpha = 1;
  return DYNCOLOR_OK;
}

static dyncolor_status answerless(dyncolor_context *context, dyncolor_answer *answer,
                                  void *user_data) {
  (void)context, (void)answer, (void)user_data;
  return DYNCOLOR_ERROR_PROVIDER;
}

static void json_leaves_out(void) {
  dyncolor_theme *theme = new_theme();
  dyncolor_id noted = 0;
  CHECK(dyncolor_register_provider_n(theme, "p", 1, answerless, NULL, NULL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "noted", NUL, "red", NUL, &noted, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_annotation_n(theme, noted, "{", 1, NULL) == DYNCOLOR_OK);
  size_t findings;
  const char *text = written(theme, DYNCOLOR_FORMAT_JSON, NULL, &findings);
  CHECK(is_text(text, "{\n  \"noted\": {\"value\": \"#ff0000\"}\n}\n") && findings == 2);
  dyncolor_theme_release(theme);

  /* What would be nested too deeply to be read again is written as what it comes to. */
  char css[1 << 10], *end = css + sprintf(css, "light-dark(rgb(from var(--x) ");
  for (int i = 0; i < 40; i++) end += sprintf(end, "clamp(0, ");
  end += sprintf(end, "r");
  for (int i = 0; i < 40; i++) end += sprintf(end, ", 255)");
  sprintf(end, " g b), blue)");
  theme = new_theme();
  CHECK(dyncolor_register_css_n(theme, "x", NUL, "red", NUL, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "deep", NUL, css, NUL, NULL, NULL) == DYNCOLOR_OK);
  text = written(theme, DYNCOLOR_FORMAT_JSON, NULL, &findings);
  CHECK(is_text(text, "{\n  \"x\": \"#ff0000\",\n"
                      "  \"deep\": {\"light\": \"#ff0000\", \"dark\": \"#0000ff\"}\n}\n"));
  CHECK(findings == 1);
  dyncolor_theme_release(theme);

  /* In a layer below, it is left out, and so is a provider. Each is told as what it is. */
  theme = new_theme();
  CHECK(dyncolor_register_css_n(theme, "x", NUL, "red", NUL, NULL, NULL) == DYNCOLOR_OK);
  dyncolor_definition lower[2] = {DYNCOLOR_DEFINITION_INIT, DYNCOLOR_DEFINITION_INIT};
  lower[0].kind = DYNCOLOR_KIND_CSS, lower[0].css = css, lower[0].css_length = NUL;
  lower[1].kind = DYNCOLOR_KIND_PROVIDER, lower[1].provider = answerless;
  for (int i = 0; i < 2; i++) {
    lower[i].layer = DYNCOLOR_LAYER_DEFAULTS;
    lower[i].name = i == 0 ? "deep" : "p", lower[i].name_length = NUL;
    CHECK(dyncolor_register_css_n(theme, lower[i].name, NUL, "red", NUL, NULL, NULL) ==
          DYNCOLOR_OK);
  }
  CHECK(dyncolor_register(theme, lower, 2, NULL, NULL) == DYNCOLOR_OK);
  dyncolor_write_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON};
  dyncolor_report *report = NULL;
  char out[1 << 10];
  CHECK(dyncolor_theme_write_memory(theme, &options, out, sizeof out, NULL, &report, NULL) ==
        DYNCOLOR_OK);
  const dyncolor_finding *found = dyncolor_report_findings(report, &findings);
  CHECK(findings == 2);
  for (size_t i = 0; i < findings; i++)
    CHECK(is_text(found[i].message,
                  strcmp(found[i].context, "deep") == 0
                      ? "a definition in a lower layer cannot be written as CSS; it is left out"
                      : "a provider in a lower layer cannot be written; it is left out"));
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

static void json_comes_near(void) {
  dyncolor_theme *theme = new_theme(), *again = new_theme();
  dyncolor_id id = 0, same = 0, noted = 0;
  CHECK(dyncolor_register_provider_n(theme, "p", 1, contrasting, NULL, NULL, &id, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "missing", NUL, "var(--nothing)", NUL, NULL, NULL) ==
        DYNCOLOR_OK);
  CHECK(dyncolor_register_css_n(theme, "noted", NUL, "red", NUL, &noted, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_id_set_annotation_n(theme, noted, "[1]", 3, NULL) == DYNCOLOR_OK);
  size_t findings;
  const char *text = written(theme, DYNCOLOR_FORMAT_JSON, NULL, &findings);
  CHECK(findings == 2);
  CHECK(is_text(text,
                "{\n  \"p\": {\"light\": \"#ff0000\", \"dark\": \"color(srgb 0.3 0 0)\", "
                "\"light-high-contrast\": \"#ffff00\", "
                "\"dark-high-contrast\": \"color(srgb 0.3 1 0)\"},\n"
                "  \"missing\": \"var(--nothing)\",\n  \"noted\": {\"value\": \"#ff0000\"}\n}\n"));
  CHECK(load(again, "a.json", text, strlen(text), 0, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_find_n(again, "p", 1, &same, NULL) == DYNCOLOR_OK);
  for (uint8_t scheme = 1; scheme <= 2; scheme++)
    for (int contrast = DYNCOLOR_CONTRAST_STANDARD; contrast <= DYNCOLOR_CONTRAST_MORE;
         contrast += DYNCOLOR_CONTRAST_MORE - DYNCOLOR_CONTRAST_STANDARD) {
      dyncolor_environment environment = {.scheme = scheme, .contrast = (uint8_t)contrast};
      dyncolor_rgba a = {0}, b = {1, 1, 1, 1};
      CHECK(dyncolor_resolve(theme, id, &environment, &a, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_resolve(again, same, &environment, &b, NULL) == DYNCOLOR_OK);
      CHECK(memcmp(&a, &b, sizeof a) == 0);
    }
  dyncolor_theme_release(theme);
  dyncolor_theme_release(again);
}

static void kde_is_written(void) {
  static const char text[] =
      "[Colors:Button]\nBackgroundNormal=1,2,3\n"
      "[Colors:Header]\nBackgroundNormal=222,224,226\nForegroundNormal=0,0,0,128\n"
      "[Colors:Header][Inactive]\nBackgroundNormal=239,240,241\n"
      "[Colors:Window]\nBackgroundAlternate=9,9,9\nBackgroundNormal=7,8,9\n"
      "[WM]\nactiveBackground=227,229,231\n"
      "[ColorEffects:Disabled]\nColor=56,56,56\n"
      "[General]\nColorScheme=Sea\nName=Sea\n";
  dyncolor_theme *theme = new_theme(), *again = new_theme();
  size_t findings;
  CHECK(load(theme, "a.colors", text, sizeof text - 1, 0, NULL) == DYNCOLOR_OK);
  const char *out = written(theme, DYNCOLOR_FORMAT_KDE, NULL, &findings);
  CHECK(is_text(out, text) && findings == 0);
  CHECK(load(again, "a.colors", out, strlen(out), 0, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_fingerprint(again) == dyncolor_theme_fingerprint(theme));
  dyncolor_theme_release(theme);
  dyncolor_theme_release(again);

  /* What is no constant of bytes is told of, and so is what has no name of KDE's. */
  static const char *const colors[][2] = {
      {"View/BackgroundNormal", "light-dark(white, black)"},
      {"View/ForegroundNormal", "color(srgb 0.3 0.5 2 / 0.5)"},
      {"View/ForegroundLink", "if(style(--state: inactive): red; else: var(--accent))"},
      {"View/ForegroundActive", "var(--nothing)"},
      {"accent", "blue"},
      {"View", "blue"},
      {"View/a b", "blue"},
      {"View/a/b", "blue"},
      {"View/", "blue"},
      {"Views/a", "blue"},
  };
  theme = new_theme();
  for (size_t i = 0; i < COUNT(colors); i++)
    CHECK(dyncolor_register_css_n(theme, colors[i][0], NUL, colors[i][1], NUL, NULL, NULL) ==
          DYNCOLOR_OK);
  dyncolor_environment dark = {.scheme = DYNCOLOR_SCHEME_DARK};
  for (int i = 0; i < 2; i++) {
    char expected[1 << 9];
    sprintf(expected,
            "[Colors:View]\nBackgroundNormal=%s\nForegroundNormal=77,128,255,128\n"
            "ForegroundLink=0,0,255\n[Colors:View][Inactive]\nForegroundLink=255,0,0\n"
            "[General]\nColorScheme=Sea\nName=Sea\n",
            i == 0 ? "255,255,255" : "0,0,0");
    out = written(theme, DYNCOLOR_FORMAT_KDE, i == 0 ? NULL : &dark, &findings);
    CHECK(is_text(out, expected) && findings == 10);
  }
  dyncolor_theme_release(theme);
}

/* What the colors of inactive windows depend on besides is told of, too. */
static void kde_is_exact(void) {
  static const struct {
    const char *css, *expected;
    bool is_inactive;
    size_t findings;
  } forms[] = {
      {"if(style(--state: inactive): #010203)", "[Colors:View]\na=1,2,3\n", true, 0},
      {"if(style(--state: inactive): #010203)", "[Colors:View][Inactive]\na=1,2,3\n", false, 1},
      {"if(style(--state: inactive): var(--b, red); else: blue)",
       "[Colors:View]\na=0,0,255\n[Colors:View][Inactive]\na=255,0,0\n", false, 1},
      {"if(media(forced-colors: active): red; else: blue)", "[Colors:View]\na=0,0,255\n", false, 1},
      {"if(style(--state: hover): red; else: blue)", "[Colors:View]\na=0,0,255\n", false, 1},
      {"if(style(--state: inactive): red; else: #010203)",
       "[Colors:View]\na=1,2,3\n[Colors:View][Inactive]\na=255,0,0\n", false, 0},
  };
  const dyncolor_environment inactive = {.state = DYNCOLOR_STATE_INACTIVE};
  for (size_t i = 0; i < COUNT(forms); i++) {
    dyncolor_theme *theme = new_theme();
    char expected[1 << 8];
    size_t findings = 0;
    CHECK(dyncolor_register_css_n(theme, "View/a", NUL, forms[i].css, NUL, NULL, NULL) ==
          DYNCOLOR_OK);
    const char *text =
        written(theme, DYNCOLOR_FORMAT_KDE, forms[i].is_inactive ? &inactive : NULL, &findings);
    sprintf(expected, "%s[General]\nColorScheme=Sea\nName=Sea\n", forms[i].expected);
    CHECK(is_text(text, expected) && findings == forms[i].findings);
    dyncolor_theme_release(theme);
  }
}

/* Writes a theme with each allocation failing, and returns how often that was an error. What is
 * only kept for later may lack memory, and then the text is the same. */
static size_t write_shortly(dyncolor_theme *theme, short_heap *heap, uint32_t format) {
  const dyncolor_write_options options = {.size = sizeof options, .format = format};
  static char whole[1 << 13], text[1 << 13];
  size_t length = 0, refusals = 0;
  CHECK(dyncolor_theme_write_memory(theme, &options, whole, sizeof whole, &length, NULL, NULL) ==
        DYNCOLOR_OK);
  bool is_short = true;
  for (size_t allocations = 0; is_short; allocations++) {
    heap->left = allocations;
    heap->failures = 0;
    text[0] = 0;
    const dyncolor_status status =
        dyncolor_theme_write_memory(theme, &options, text, sizeof text, &length, NULL, NULL);
    heap->left = SIZE_MAX;
    is_short = heap->failures > 0;
    refusals += status == DYNCOLOR_ERROR_OUT_OF_MEMORY;
    CHECK(status == DYNCOLOR_OK ? strcmp(text, whole) == 0
                                : is_short && status == DYNCOLOR_ERROR_OUT_OF_MEMORY);
  }
  return refusals;
}

static void writing_without_memory(void) {
  for (int stays_short = 0; stays_short < 2; stays_short++) {
    short_heap heap = {.left = SIZE_MAX, .stays_short = stays_short != 0};
    dyncolor_theme *theme = new_theme_in(&heap);
    dyncolor_id id = 0;
    CHECK(dyncolor_register_css_n(theme, "a", NUL, "color-mix(in oklab, var(--b), red)", NUL, &id,
                                  NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_id_set_annotation_n(theme, id, "{\"x\": [1]}", NUL, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_register_css_n(theme, "b", NUL, "--variants(any: red; more: var(--c, blue))",
                                  NUL, NULL, NULL) == DYNCOLOR_OK);
    CHECK(write_shortly(theme, &heap, DYNCOLOR_FORMAT_JSON) > 10);
    dyncolor_theme_release(theme);
    CHECK(heap.taken == 0);
  }
  /* Names of all lengths, so that memory runs short within each part of a line. */
  for (int digits = 2; digits <= 17; digits++) {
    short_heap heap = {.left = SIZE_MAX};
    dyncolor_theme *theme = new_theme_in(&heap);
    for (int i = 0; i < 40; i++) {
      char name[64];
      sprintf(name, "View/a%0*d", digits, i);
      CHECK(dyncolor_register_css_n(theme, name, NUL, "#102030", NUL, NULL, NULL) == DYNCOLOR_OK);
    }
    CHECK(write_shortly(theme, &heap, DYNCOLOR_FORMAT_KDE) > 10);
    dyncolor_theme_release(theme);
    CHECK(heap.taken == 0);
  }
}

/* ---- What is cut off or damaged ---- */

static void damage_is_refused(void) {
  static const char json[] =
      "{\"$axes\": {\"t\": [\"a\"]}, \"a\": {\"light\": \"red\", \"dark\": [1, 2, 3], "
      "\"description\": \"\\u00e9\", \"extensions\": {}}, \"b\": {\"c\": \"var(--a)\"}}";
  const char *texts[] = {json, base16_forms[0][1], base16_forms[1][1],
                         "[Colors:View]\nA=1,2,3\n[Colors:View][Inactive]\nA=#123456\n"};
  const char *names[] = {"a.json", "a.yaml", "a.yaml", "a.colors"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    const size_t size = strlen(texts[i]);
    for (size_t length = 0; length < size; length++) {
      memory_file cut = file_of(names[i], texts[i], length);
      dyncolor_status status = load_or_leave(&cut);
      if (i == 0) CHECK(status == DYNCOLOR_ERROR_SYNTAX || status == DYNCOLOR_ERROR_INVALID_UTF8);
    }
    char *damaged = malloc(size);
    unsigned random = 1;
    for (int round = 0; round < 3000; round++) {
      memcpy(damaged, texts[i], size);
      damage(damaged, size, &random);
      memory_file file = file_of(names[i], damaged, size);
      load_or_leave(&file);
    }
    free(damaged);
  }
}

/* Wherever it is among others, of which eight are looked at at once. */
static void control_characters_are_refused(void) {
  for (int place = 0; place < 24; place++)
    for (int byte = 0; byte <= 0x20; byte++) {
      char text[64];
      const int size = snprintf(text, sizeof text, "{\"a\": \"red%24s\"}", "");
      text[10 + place] = (char)byte;
      const memory_file file = file_of("a.json", text, (size_t)size);
      dyncolor_theme *theme = new_theme();
      const dyncolor_status status = load_file(theme, &file, NULL, NULL);
      CHECK(status == (byte == 0x20 ? DYNCOLOR_OK : DYNCOLOR_ERROR_SYNTAX));
      dyncolor_theme_release(theme);
    }
}

/* ---- Without memory ---- */

static dyncolor_status load_as_call(dyncolor_theme *theme, const void *data) {
  return load_file(theme, data, NULL, NULL);
}

static void memory_runs_out(void) {
  char text[1 << 12];
  size_t failures = 0;
  for (size_t i = 0; i < COUNT(rows); i++)
    for (int stays_short = 0; stays_short < 2; stays_short++) {
      const size_t size = quoted(rows[i].json, text);
      const memory_file file = file_of("a.json", text, size);
      bool is_short = true;
      for (size_t allocations = 0; is_short; allocations++) {
        short_heap heap = {.left = SIZE_MAX, .stays_short = stays_short != 0};
        dyncolor_theme *theme = new_theme_in(&heap);
        is_short = runs_short(&heap, allocations, theme, load_as_call, &file);
        failures += is_short;
        dyncolor_theme_release(theme);
        CHECK(heap.taken == 0);
      }
    }
  CHECK(failures > 20 * COUNT(rows));

  /* Whether that is a color is not known without memory. */
  static const char about[] = "{\"version\": \"if(style(--a`); red; b)\", \"a\": \"red\"}";
  const memory_file version = file_of("a.json", about, sizeof about - 1);
  for (size_t allocations = 0, is_short = 1; is_short; allocations++) {
    short_heap heap = {.left = SIZE_MAX};
    dyncolor_theme *theme = new_theme_in(&heap);
    is_short = runs_short(&heap, allocations, theme, load_as_call, &version);
    dyncolor_theme_release(theme);
  }

  /* A circle is found, or there is too little memory to find it. */
  static const char circle[] = "{\"a\": \"light-dark(red, var(--b))\", \"b\": \"var(--a)\"}";
  const memory_file file = file_of("a.json", circle, sizeof circle - 1);
  for (size_t allocations = 0, is_short = 1; is_short; allocations++) {
    short_heap heap = {.left = SIZE_MAX};
    dyncolor_theme *theme = new_theme_in(&heap);
    heap.left = allocations;
    const dyncolor_status status = load_file(theme, &file, NULL, NULL);
    heap.left = SIZE_MAX;
    is_short = heap.failures > 0;
    CHECK(status == DYNCOLOR_ERROR_CYCLE ||
          (is_short && status == DYNCOLOR_ERROR_OUT_OF_MEMORY));
    CHECK(dyncolor_theme_count(theme) == 0);
    dyncolor_theme_release(theme);
    CHECK(heap.taken == 0);
  }
}

/* ---- Size ---- */

/* With a long prefix before each of its references, a color would be too much: it refers to what
 * has the names without it, and others to what they should. */
static void prefixes_may_be_too_long(void) {
  enum { REFERENCES = 700 };
  char *text = malloc(16 * REFERENCES), prefix[1001], expected[1100];
  size_t size = (size_t)sprintf(text, "{\"a\": \"--first(var(--b)");
  for (int i = 1; i < REFERENCES; i++) size += (size_t)sprintf(text + size, ", var(--b)");
  size += (size_t)sprintf(text + size, ")\", \"b\": \"red\", \"c\": \"var(--b)\"}");
  memset(prefix, 'p', sizeof prefix - 1);
  prefix[sizeof prefix - 1] = 0;
  dyncolor_theme *theme = new_theme(), *again = NULL;
  dyncolor_load_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON,
                                   .prefix = prefix, .prefix_length = NUL};
  CHECK(dyncolor_theme_load_memory_n(theme, "a.json", NUL, text, size, &options, NULL, NULL) ==
        DYNCOLOR_OK);
  sprintf(expected, "var(--%sb)", prefix);
  char name[1100];
  sprintf(name, "%sc", prefix);
  CHECK(is_made(theme, name, expected));
  size_t image_size = 0;
  dyncolor_theme_to_image(theme, NULL, 0, &image_size, NULL);
  void *image = malloc(image_size);
  CHECK(dyncolor_theme_to_image(theme, image, image_size, &image_size, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_from_image(NULL, image, image_size, DYNCOLOR_IMAGE_MEMORY_COPIED, &again,
                                  NULL) ==
        DYNCOLOR_OK);
  dyncolor_theme_release(again);
  dyncolor_theme_release(theme);
  free(image);
  free(text);
}

/* Names that only the theme has declared, in conditions. */
static void names_of_the_theme_are_known(void) {
  static const char text[] =
      "{\"a\": \"--variants(any: red; team(blue): blue; subtype(tv): lime; locale(fr): white)\"}";
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  CHECK(load(theme, "a.json", text, sizeof text - 1, 0, &report) == DYNCOLOR_ERROR_SYNTAX);
  dyncolor_report_release(report);
  uint32_t other, team;
  uint16_t locale;
  uint8_t red, blue, subtype;
  /* In the file, the axis is the first one, and blue its first value. */
  CHECK(dyncolor_axis_declare(theme, "season", &other, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare(theme, "team", &team, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value(theme, team, "red", &red, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_axis_declare_value(theme, team, "blue", &blue, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_subtype_declare(theme, "tv", &subtype, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_locale_declare(theme, "fr", &locale, NULL) == DYNCOLOR_OK);
  CHECK(load(theme, "a.json", text, sizeof text - 1, DYNCOLOR_LOAD_STRICT, NULL) == DYNCOLOR_OK);
  dyncolor_id id = 0;
  CHECK(dyncolor_theme_find(theme, "a", &id, NULL) == DYNCOLOR_OK);
  dyncolor_environment environment = {0};
  dyncolor_rgba color;
  CHECK(dyncolor_environment_set(&environment, team, red) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK && color.r == 1);
  CHECK(dyncolor_environment_set(&environment, team, blue) == DYNCOLOR_OK);
  CHECK(dyncolor_resolve(theme, id, &environment, &color, NULL) == DYNCOLOR_OK && color.b == 1 &&
        color.r == 0);
  dyncolor_theme_release(theme);
}

/* References to names that a file or the theme forwards. */
static void forwards_lead_to_colors(void) {
  static const struct {
    const char *text, *prefix, *name, *css; /* css is NULL if the file is refused */
  } cases[] = {
      {"{'$forwards': {'old': 'paper'}, 'paper': 'red', 'a': 'var(--old)'}", "", "a", "var(--old)"},
      {"{'$forwards': {'old': 'older', 'older': 'paper'}, 'paper': 'red', 'a': 'var(--old)'}",
       "p-", "p-a", "var(--p-old)"},
      {"{'$forwards': {'old': 'ink'}, 'a': 'var(--old)'}", "p-", "p-a", "var(--p-old)"},
      {"{'$forwards': {'old': 'nothing'}, 'a': 'var(--old)'}", "", NULL, NULL},
      {"{'$forwards': {'old': 'a'}, 'a': 'var(--old)'}", "", NULL, NULL},
      {"{'$forwards': {'ink': 'a'}, 'a': 'var(--ink)'}", "", "a", "var(--ink)"},
      {"{'paper': 'red', 'a': 'var(--ground)'}", "", "a", "var(--ground)"},
      {"{'a': 'var(--ground)'}", "", NULL, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[200];
    size_t size = (size_t)sprintf(text, "%s", cases[i].text);
    for (size_t j = 0; j < size; j++)
      if (text[j] == '\'') text[j] = '"';
    dyncolor_theme *theme = new_theme();
    CHECK(dyncolor_register_hex(theme, "ink", "#000", NULL, NULL, NULL) == DYNCOLOR_OK);
    CHECK(dyncolor_theme_forward(theme, "ground", "paper", NULL) == DYNCOLOR_OK);
    dyncolor_load_options options = {.size = sizeof options, .format = DYNCOLOR_FORMAT_JSON,
                                     .flags = DYNCOLOR_LOAD_STRICT,
                                     .prefix = cases[i].prefix, .prefix_length = NUL};
    dyncolor_status status =
        dyncolor_theme_load_memory_n(theme, "a.json", NUL, text, size, &options, NULL, NULL);
    CHECK((status == DYNCOLOR_OK) == (cases[i].css != NULL));
    if (cases[i].css != NULL) {
      dyncolor_id id = 0;
      dyncolor_rgba color;
      CHECK(is_made(theme, cases[i].name, cases[i].css));
      CHECK(dyncolor_theme_find(theme, cases[i].name, &id, NULL) == DYNCOLOR_OK);
      CHECK(dyncolor_resolve(theme, id, NULL, &color, NULL) == DYNCOLOR_OK);
    }
    dyncolor_theme_release(theme);
  }
}

static void names_have_a_limit(void) {
  char *text = malloc(1 << 21);
  for (size_t length = 1022; length <= 1 << 20; length = length < 1024 ? length + 1 : length * 4) {
    size_t size = 0;
    text[size++] = '{';
    text[size++] = '"';
    memset(text + size, 'x', length);
    size += length;
    size += (size_t)sprintf(text + size, "\": \"red\"}");
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    dyncolor_status status = load(theme, "a.json", text, size, 0, &report);
    CHECK(length <= DYNCOLOR_MAX_NAME ? status == DYNCOLOR_OK
                                      : status == DYNCOLOR_ERROR_TOO_COMPLEX);
    /* What is too long has its place, also if it is too long by one byte. */
    size_t count = 0;
    const dyncolor_finding *found = dyncolor_report_findings(report, &count);
    CHECK(count == (length > DYNCOLOR_MAX_NAME));
    for (size_t i = 0; i < count; i++) CHECK(found[i].line == 1 && found[i].column > 1);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
  free(text);
}

static int claims(int count, char **arguments) {
  (void)count, (void)arguments;
  CLAIM("JSON of the simplest form is read", json_is_read);
  CLAIM("errors in JSON, base16 and KDE files have line and column; strict loads fail",
        findings_are_told);
  CLAIM("a name that comes twice in JSON has one warning", repeated_names_are_told_once);
  CLAIM("a key that comes twice in a scheme of JSON has one warning",
        repeated_keys_of_schemes_are_told_once);
  CLAIM("after a fatal error in a scheme, the rest is not reported", what_is_not_read_is_not_told);
  CLAIM("errors after JSON5 syntax are reported with their position", places_are_those_of_the_text);
  CLAIM("file formats are recognized by content", formats_are_recognized);
  CLAIM("a report keeps a thousand findings, and the first error", findings_have_a_limit);
  CLAIM("what JSON themes have beside colors is reported once for each key",
        omissions_are_told_once);
  CLAIM("conditions may name what only the theme has declared", names_of_the_theme_are_known);
  CLAIM("references lead through the forwards of a file and of the theme, also with a prefix",
        forwards_lead_to_colors);
  CLAIM("descriptions, deprecations and extensions in JSON become notes", notes_are_read);
  CLAIM("base16 and base24 are read in all their forms", base16_is_read);
  CLAIM("KDE's color schemes are read, with the colors of inactive windows", kde_is_read);
  CLAIM("a theme is written in JSON with a line for each color, and read again as the same",
        json_is_written);
  CLAIM("what JSON cannot express is written approximately, and reported", json_comes_near);
  CLAIM("what JSON has no form for is omitted, or written as resolved colors", json_leaves_out);
  CLAIM("KDE color schemes are written for one environment, and losses are reported",
        kde_is_written);
  CLAIM("a KDE color scheme of one color has all that the format can express", kde_is_exact);
  CLAIM("every failing allocation while writing is an error only", writing_without_memory);
  CLAIM("files truncated or damaged anywhere are refused or read, without harm", damage_is_refused);
  CLAIM("control characters are refused everywhere", control_characters_are_refused);
  CLAIM("every failing allocation while reading JSON is an error only", memory_runs_out);
  CLAIM("a color that would be too large with a prefix keeps its references without it",
        prefixes_may_be_too_long);
  CLAIM("names in JSON have the length limit of all names", names_have_a_limit);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
