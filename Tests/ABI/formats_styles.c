/* Style sheets, of CSS and of GTK, read. What browsers make of them is compared elsewhere. */
#include <dyncolor.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "archive.h"
#include "files.h"

/* Under valgrind, some of it is enough. */
static bool is_brief;

static memory_file file_of(const char *text, size_t size) {
  return (memory_file){.name = "a.css", .text = text, .size = size};
}

/* ---- What is read ---- */

static const struct row {
  const char *sheet, *name, *css, *why;
} rows[] = {
    {":root { --a: #f80 }", "a", "#ff8800", "a custom property"},
    {"html{--a:red}", "a", "#ff0000", "of html"},
    {":host{--a:red}", "a", "#ff0000", "of a component"},
    {"*{--a:red}", "a", "#ff0000", "of everything"},
    {"body{--a:red}", "a", "#ff0000", "of the body"},
    {"body{--a:red} :root{--a:blue!important}", "a", "#ff0000", "which inherits"},
    {":root{--Night\\/ink: #112233}", "Night/ink", "#112233", "a name with a slash"},
    {":root{--\\31 0:red}", "10", "#ff0000", "a name of digits"},
    {":root{--a:var(--b);--b:red}", "a", "var(--b)", "a reference"},
    {":root{--a:var(--b)}", "a", "var(--b)", "to what the theme may have"},
    {":root{--a:var(--b, #fff)}", "a", "var(--b, #ffffff)", "and if it has not"},
    {":root{--a:color-mix(in srgb, var(--b), red);--b:blue}", "a",
     "color-mix(in srgb, var(--b), #ff0000)", "references are kept within functions"},
    {":root{--b:210 40% 98%;--a:hsl(var(--b))}", "a", "hsl(210 40% 98%)", "parts of a color"},
    {":root{--b:210 40% 98%;--a:hsl(var(--b) / 0.5)}", "a", "hsl(210 40% 98% / 0.5)",
     "with an alpha"},
    {":root{--b:13, 110, 253;--a:rgba(var(--b),.5)}", "a", "rgb(13 110 253 / 0.5)",
     "parts with commas"},
    {":root{--b:210 40%;--c:var(--b) 98%;--a:hsl(var(--c))}", "a", "hsl(210 40% 98%)",
     "parts of parts"},
    {":root{--b:1 2% 3%;--a:hsl(var(--b))}.dark{--b:4 5% 6%}", "a",
     "light-dark(hsl(1 2% 3%), hsl(4 5% 6%))", "parts that depend on the scheme"},
    {":root{--a:hsl(var(--b, 1 2% 3%))}", "a", "hsl(1 2% 3%)", "what counts instead"},
    {":root{--b:initial;--a:var(--b, red)}", "a", "#ff0000", "instead of nothing"},
    {":root{--b:initial\n!important;--a:var(--b, red)}", "a", "#ff0000", "which is important"},
    {":root{--a:red}@media(prefers-color-scheme:dark){:root{--a:blue}}", "a",
     "light-dark(#ff0000, #0000ff)", "a media query"},
    {":root{--a:red;@media(prefers-color-scheme:dark){--a:blue}}", "a",
     "light-dark(#ff0000, #0000ff)", "nested"},
    {":root{--a:red}@media(prefers-color-scheme:dark){@media(prefers-contrast:more){"
     ":root{--a:blue}}}",
     "a", "--variants(any: #ff0000; dark more: #0000ff)", "one within another"},
    {":root{--a:red}@media(prefers-color-scheme:dark){:root{--a:#F00}}", "a", "#ff0000",
     "that makes no difference"},
    {":root{--a:red}[data-theme=dark]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "an attribute"},
    {":root{--a:red}[data-md-color-scheme=slate]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "in Material's words"},
    {":root{--a:red}.dark{--a:blue}", "a", "light-dark(#ff0000, #0000ff)", "a class"},
    {":root{--a:red}html.dark{--a:blue}.dark{--a:lime}", "a", "light-dark(#ff0000, #0000ff)",
     "a class of an element, which counts more"},
    {":root{--a:red}.dark.dark{--a:blue}.dark{--a:lime}", "a", "light-dark(#ff0000, #0000ff)",
     "a class twice, which counts more"},
    {":root{--a:red}.auto{--a:blue}", "a", "#ff0000", "a class that leaves it to the system"},
    {":root{--a:red;--a:url( b )}", "a", "", "a URL is no color"},
    {":root{--a:red;--a:url(b c)}", "a", "#ff0000", "a bad one is no value"},
    {":root{--a:red}.theme-dark{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "a class of a known theme"},
    {":root{--a:blue}:root:not(.dark){--a:red}", "a", "light-dark(#ff0000, #0000ff)",
     "a class that must not be there"},
    {".dark{--a:blue}", "a", "--variants(dark: #0000ff)", "only in the dark"},
    {".light{--a:blue}", "a", "--variants(light: #0000ff)", "only in the light"},
    {":root{--a:red}@media(prefers-contrast:more){:root{--a:blue}}", "a",
     "--variants(any: #ff0000; more: #0000ff)", "contrast"},
    {":root{--a:red}[data-contrast=high]{--a:blue}", "a",
     "--variants(any: #ff0000; more: #0000ff)", "in an attribute"},
    {":root{--a:red}.high-contrast{--a:blue}", "a", "--variants(any: #ff0000; more: #0000ff)",
     "in a class"},
    {":root{--a:red}[data-theme=dark-hc]{--a:blue}", "a",
     "--variants(any: #ff0000; dark more: #0000ff)", "together with the scheme"},
    {":root{--a:red}@media(color-gamut:p3){:root{--a:blue}}", "a",
     "--variants(any: #ff0000; display-p3: #0000ff; rec2020: #0000ff)",
     "a gamut, and those beyond"},
    {":root{--a:red}@media(forced-colors:active){:root{--a:blue}}", "a",
     "if(media(forced-colors: active): #0000ff; else: #ff0000)", "forced colors"},
    {":root{--a:red}[data-team=blue]{--a:blue}", "a",
     "if(style(--team: blue): #0000ff; else: #ff0000)", "an axis of the host's"},
    {":root{--a:red}.theme-sea{--a:blue}", "a", "if(style(--theme: sea): #0000ff; else: #ff0000)",
     "of classes"},
    {"[data-team=blue]{--a:blue}", "a", "if(style(--team: blue): #0000ff)", "and nothing else"},
    {":root{--a:red}.dark{--a:blue}.dark[data-team=x]{--a:lime}", "a",
     "if(style(--team: x): light-dark(#ff0000, #00ff00); else: light-dark(#ff0000, #0000ff))",
     "and the scheme"},
    {":root{--a:red}.dark{--a:blue}[data-team=x]{--a:lime}.dark[data-team=x]{--a:red}", "a",
     "if(style(--team: x): light-dark(#00ff00, #ff0000); else: light-dark(#ff0000, #0000ff))",
     "which has the first color in the dark"},
    {"@theme { --color-a: red; }", "color-a", "#ff0000", "Tailwind's theme"},
    {":root{--b:red}@theme inline{--color-a:var(--b)}", "color-a", "var(--b)", "its references"},
    {"@theme{--color-a:red}:root{--color-a:blue}", "color-a", "#0000ff", "which gives way"},
    {"@theme{--color-a:red}:root{--color-a:blue}.dark body{--color-a:lime}", "color-a",
     "light-dark(#0000ff, #00ff00)", "on the body, too"},
    {":root{--a:red;@variant dark{--a:blue}}", "a", "light-dark(#ff0000, #0000ff)",
     "its variants"},
    {"@property --a{syntax:\"<color>\";inherits:true;initial-value:red}", "a", "#ff0000",
     "a property that nobody declares"},
    {"@layer x{:root{--a:red}}@layer y{:root{--a:blue}}", "a", "#0000ff", "layers"},
    {"@layer y,x;@layer x{:root{--a:red}}@layer y{:root{--a:blue}}", "a", "#ff0000",
     "in another order"},
    {"@supports (color: red){:root{--a:red}}", "a", "#ff0000", "what is supported"},
    {"@supports (color: zzz){:root{--a:red}}", "a", "", "and what is not"},
    {":root{--a:light-dark(red, var(--b));--b:blue}", "a", "light-dark(#ff0000, var(--b))",
     "a pair"},
    {":root{--a:light-dark(red, blue)}"
     "@media(prefers-contrast:more){:root{--a:light-dark(#000,#fff)}}",
     "a", "--variants(any: #ff0000; dark: #0000ff; more: #000000; dark more: #ffffff)",
     "two pairs"},
    {":root{--a:red", "a", "#ff0000", "what is not closed"},
    {"\357\273\277:root{--a:red}", "a", "#ff0000", "a byte order mark"},
    {":root{--a:none;--b:1px;--c:Arial}", "a", "", "what is no color"},
    {".btn{--a:red}", "a", "", "what is for a part of the page"},
    {"@define-color a #f80;", "a", "#ff8800", "GTK"},
    {"@define-color a @b;@define-color b red;", "a", "var(--b)", "a reference"},
    {"@define-color a alpha(@b, 0.5);@define-color b red;", "a",
     "alpha(from var(--b) / calc(alpha * 0.5))", "alpha()"},
    {"@define-color a mix(@b, white, .25);@define-color b red;", "a",
     "color-mix(in srgb, var(--b) 75%, #ffffff 25%)", "mix()"},
    {"@define-color a shade(@b, 0.5);@define-color b red;", "a",
     "hsl(from var(--b) h max(0, min(s * 0.5, 100)) max(0, min(l * 0.5, 100)))", "shade()"},
    {"@define-color a lighter(@b);@define-color b red;", "a",
     "rgb(from hsl(from var(--b) h max(0, min(s * 1.3, 100)) max(0, min(l * 1.3, 100))) r g b)",
     "lighter(), which may come to white"},
    {"@define-color a rgba(@b, .5);@define-color b red;", "a", "alpha(from var(--b) / 0.5)",
     "a form of Sass"},
    {"@define-color a RGB(0 0 6 / 80%);", "a", "#000006cc", "a color of today's CSS"},
    {"@define-color a oklab(from @b min(l,0.5) a b);@define-color b red;", "a",
     "oklab(from var(--b) min(l, 0.5) a b)", "a relative one"},
    {"@define-color b red;:root{--c:min(l, 0.5) a b;--a:oklab(from @b var(--c))}", "a",
     "oklab(from var(--b) min(l, 0.5) a b)", "in a custom property"},
    {"@define-color a red;@media(prefers-color-scheme:dark){@define-color a blue;}", "a",
     "light-dark(#ff0000, #0000ff)", "GTK's media queries"},
    {":root{--a:red}.theme-darkmode{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "a word for darkness"},
    {":root{--a:red}[data-theme=lightmode]{--a:blue}", "a", "light-dark(#0000ff, #ff0000)",
     "a word for light"},
    {":root{--a:red}[data-theme=dark-light]{--a:blue}", "a",
     "if(style(--theme: dark-light): #0000ff; else: #ff0000)", "two words that exclude each other"},
    {":root{--a:red}[data-theme=light-dark]{--a:blue}", "a",
     "if(style(--theme: light-dark): #0000ff; else: #ff0000)", "in the other order"},
    {":root{--a:red}[data-theme=\"lightmode darkmode\"]{--a:blue}", "a",
     "if(style(--theme: lightmode\\ darkmode): #0000ff; else: #ff0000)", "with a space"},
    {":root{--a:red}[data-theme=\"darkmode lightmode\"]{--a:blue}", "a",
     "if(style(--theme: darkmode\\ lightmode): #0000ff; else: #ff0000)", "and in the other order"},
    {":root{--a:red}[data-theme=hc-low-contrast]{--a:blue}", "a",
     "if(style(--theme: hc-low-contrast): #0000ff; else: #ff0000)", "more contrast that is less"},
    {":root{--a:red}[data-theme=low-contrast-hc]{--a:blue}", "a",
     "if(style(--theme: low-contrast-hc): #0000ff; else: #ff0000)", "less contrast that is more"},
    {":root{--a:red}[data-contrast=low]{--a:blue}", "a", "--variants(any: #ff0000; less: #0000ff)",
     "less contrast"},
    {":root{--a:red}[data-contrast=standard]{--a:blue}", "a",
     "--variants(any: #0000ff; more: #ff0000; less: #ff0000)", "the usual contrast"},
    {":root{--a:red}[data-contrast=hc-low]{--a:blue}", "a",
     "if(style(--data-contrast: hc-low): #0000ff; else: #ff0000)", "no contrast that there is"},
    {":root{--a:red}[data-theme=contrast]{--a:blue}", "a",
     "if(style(--theme: contrast): #0000ff; else: #ff0000)", "contrast, but not which"},
    {":root{--a:red}[data-theme=low]{--a:blue}", "a",
     "if(style(--theme: low): #0000ff; else: #ff0000)", "low, but not what"},
    {":root{--a:red}[data-theme=dark-default]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "the usual darkness"},
    {":root{--a:red}[data-theme=srgb]{--a:blue}", "a",
     "--variants(any: #0000ff; display-p3: #ff0000; rec2020: #ff0000)", "the least gamut"},
    {":root{--a:red}[data-theme=display-p3]{--a:blue}", "a",
     "--variants(any: #ff0000; display-p3: #0000ff)", "a gamut"},
    {":root{--a:red}[data-theme=rec2020]{--a:blue}", "a",
     "--variants(any: #ff0000; rec2020: #0000ff)", "the greatest gamut"},
    {":root{--a:red}[data-theme=p3-srgb]{--a:blue}", "a",
     "if(style(--theme: p3-srgb): #0000ff; else: #ff0000)", "two gamuts are none"},
    {":root{--a:red}[data-theme=srgb-p3]{--a:blue}", "a",
     "if(style(--theme: srgb-p3): #0000ff; else: #ff0000)", "in whichever order"},
    {":root{--a:red}[data-theme=srgb-rec2020]{--a:blue}", "a",
     "if(style(--theme: srgb-rec2020): #0000ff; else: #ff0000)", "and whichever they are"},
    {":root{--a:red}[data-theme=phone]{--a:blue}", "a", "--variants(any: #ff0000; phone: #0000ff)",
     "a device"},
    {":root{--a:red}[data-theme=tablet]{--a:blue}", "a",
     "--variants(any: #ff0000; tablet: #0000ff)", "a larger one"},
    {":root{--a:red}[data-theme=desktop]{--a:blue}", "a",
     "--variants(any: #ff0000; desktop: #0000ff)", "on a desk"},
    {":root{--a:red}[data-theme=tv]{--a:blue}", "a", "--variants(any: #ff0000; tv: #0000ff)",
     "on a wall"},
    {":root{--a:red}[data-theme=watch]{--a:blue}", "a", "--variants(any: #ff0000; watch: #0000ff)",
     "on a wrist"},
    {":root{--a:red}[data-theme=car]{--a:blue}", "a", "--variants(any: #ff0000; car: #0000ff)",
     "in a car"},
    {":root{--a:red}[data-theme=headset]{--a:blue}", "a",
     "--variants(any: #ff0000; headset: #0000ff)", "on a head"},
    {":root{--a:red}[data-theme=tablet-phone]{--a:blue}", "a",
     "if(style(--theme: tablet-phone): #0000ff; else: #ff0000)", "two devices are none"},
    {":root{--a:red}[data-theme=desktop-tablet]{--a:blue}", "a",
     "if(style(--theme: desktop-tablet): #0000ff; else: #ff0000)", "neither are these"},
    {":root{--a:red}[data-theme=tv-desktop]{--a:blue}", "a",
     "if(style(--theme: tv-desktop): #0000ff; else: #ff0000)", "nor these"},
    {":root{--a:red}[data-theme=watch-tv]{--a:blue}", "a",
     "if(style(--theme: watch-tv): #0000ff; else: #ff0000)", "nor these"},
    {":root{--a:red}[data-theme=car-watch]{--a:blue}", "a",
     "if(style(--theme: car-watch): #0000ff; else: #ff0000)", "nor these"},
    {":root{--a:red}[data-theme=headset-car]{--a:blue}", "a",
     "if(style(--theme: headset-car): #0000ff; else: #ff0000)", "nor these"},
    {":root{--a:red}[data-theme=phone-headset]{--a:blue}", "a",
     "if(style(--theme: phone-headset): #0000ff; else: #ff0000)", "nor these"},
    {":root{--a:red}[data-theme=auto]{--a:blue}", "a", "#0000ff", "what the system says"},
    {":root{--a:red}[data-theme=auto]{--a:blue}[data-theme=dark]{--a:lime}", "a",
     "light-dark(#0000ff, #00ff00)", "which is not dark"},
    {":root{--a:red}[data-theme=auto-dark]{--a:blue}", "a",
     "if(style(--theme: auto-dark): #0000ff; else: #ff0000)", "the system says nothing more"},
    {":root{--a:red}[data-dark]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "an attribute that is there in the dark"},
    {":root{--a:red}[data-high-contrast]{--a:blue}", "a",
     "--variants(any: #ff0000; more: #0000ff)", "or where contrast is high"},
    {":root{--a:red}[data-dark=true]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "an attribute that is on"},
    {":root{--a:red}[data-dark=yes]{--a:blue}[data-dark=no]{--a:lime}", "a",
     "light-dark(#00ff00, #0000ff)", "or off"},
    {":root{--a:red}[theme=dark]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "an attribute without a prefix"},
    {":root{--a:red}[contrast=more]{--a:blue}", "a", "--variants(any: #ff0000; more: #0000ff)",
     "another"},
    {":root{--a:red}[lang=dark]{--a:blue}", "a", "#ff0000", "one that is not about looks"},
    {":root{--a:red}[data-theme]{--a:blue}[data-theme=dark]{--a:lime}", "a",
     "light-dark(#0000ff, #00ff00)", "whatever its value"},
    {":root{--a:red}[data-theme^=da]{--a:blue}[data-theme=dark]{--b:lime}", "a",
     "light-dark(#ff0000, #0000ff)", "what it begins with"},
    {":root{--a:red}[data-theme$=rk]{--a:blue}[data-theme=dark]{--b:lime}", "a",
     "light-dark(#ff0000, #0000ff)", "what it ends with"},
    {":root{--a:red}[data-theme*=ar]{--a:blue}[data-theme=dark]{--b:lime}", "a",
     "light-dark(#ff0000, #0000ff)", "what is in it"},
    {":root{--a:red}[data-theme*=ax]{--a:blue}[data-theme=dark]{--b:lime}", "a", "#ff0000",
     "what is not"},
    {":root{--a:red}[data-theme^=\"\"]{--a:blue}[data-theme=dark]{--b:lime}", "a", "#ff0000",
     "nothing is in nothing"},
    {":root{--a:red}[data-theme*=\"\"]{--a:blue}[data-theme=dark]{--b:lime}", "a", "#ff0000",
     "or anything"},
    {":root{--a:red}[data-theme|=dark]{--a:blue}[data-theme=dark-hc]{--b:lime}", "a",
     "--variants(any: #ff0000; dark more: #0000ff)", "a first word"},
    {":root{--a:red}[data-theme~=dark]{--a:blue}[data-theme=\"hc dark\"]{--b:lime}", "a",
     "--variants(any: #ff0000; dark more: #0000ff)", "any word"},
    {":root{--a:red}[data-theme~=ark]{--a:blue}[data-theme=\"hc dark\"]{--b:lime}", "a", "#ff0000",
     "a part of one"},
    {":root{--a:red}[data-theme=DARK i]{--a:blue}[data-theme=dark]{--b:lime}", "a",
     "light-dark(#ff0000, #0000ff)", "in capitals"},
    {":root{--a:red}[data-theme=dark s]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)", "just so"},
    {":root{--a:red}[data-theme=dark x]{--a:blue}", "a", "#ff0000", "a letter that says nothing"},
    {":root{--a:red}[class=dark]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "a class as an attribute"},
    {":root{--a:red}[class~=dark]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "one of several"},
    {":root{--a:red}[class^=dark]{--a:blue}", "a", "#ff0000", "a part of one, which is not known"},
    {":root{--a:red}[data-theme=\"da\\\r\nrk\"]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "a string on two lines"},
    {":root{--a:red}[data-theme=\"da\\\rrk\"]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "as old systems end lines"},
    {":root{--a:red}[data-theme=\"\\64 ark\"]{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "with a letter escaped"},
    {":root{--a:red}@media(prefers-contrast){:root{--a:blue}}", "a",
     "if(media(forced-colors: active): #0000ff; else: "
     "--variants(any: #ff0000; more: #0000ff; less: #0000ff))",
     "any wish for contrast"},
    {":root{--a:red}@media(prefers-contrast:custom){:root{--a:blue}}", "a",
     "if(media(forced-colors: active): "
     "--variants(any: #0000ff; more: #ff0000; less: #ff0000); else: #ff0000)",
     "forced colors, by another name"},
    {":root{--a:red}@media(prefers-contrast:no-preference){:root{--a:blue}}", "a",
     "if(media(forced-colors: active): #ff0000; else: "
     "--variants(any: #0000ff; more: #ff0000; less: #ff0000))",
     "no wish for contrast"},
    {":root{--a:red}@media(prefers-contrast:less){:root{--a:blue}}", "a",
     "--variants(any: #ff0000; less: #0000ff)", "less contrast"},
    {":root{--a:red}@media(prefers-contrast:low){:root{--a:blue}}", "a",
     "--variants(any: #ff0000; less: #0000ff)", "as it was once called"},
    {":root{--a:red}@media(prefers-color-scheme){:root{--a:blue}}", "a", "#0000ff", "any scheme"},
    {":root{--a:red}@media not (prefers-color-scheme:dark){:root{--a:blue}}", "a",
     "light-dark(#0000ff, #ff0000)", "not dark"},
    {":root{--a:red}@media not print and (prefers-color-scheme:dark){:root{--a:blue}}", "a",
     "#0000ff", "not on paper"},
    {":root{--a:red}@media not screen and (prefers-color-scheme:dark){:root{--a:blue}}", "a",
     "light-dark(#0000ff, #ff0000)", "not both"},
    {":root{--a:red}@media (monochrome){:root{--a:blue}}", "a", "#ff0000",
     "a screen without colors"},
    {":root{--a:red}@media not (monochrome){:root{--a:blue}}", "a", "#0000ff", "with colors"},
    {":root{--a:red}@media not(monochrome){:root{--a:blue}}", "a", "#ff0000",
     "no function is called not"},
    {":root{--a:red}@media selector(a){:root{--a:blue}}", "a", "#ff0000",
     "a question that is not asked here"},
    {":root{--a:red}@supports selector(:has(a)){:root{--a:blue}}", "a", "#0000ff", "but here"},
    {":root{--a:red}@supports font-tech(color-COLRv1){:root{--a:blue}}", "a", "#ff0000", "fonts"},
    {":root{--a:red}@supports (color: var(--x)){:root{--a:blue}}", "a", "#0000ff",
     "a value that is not known yet"},
    {":root{--a:red}@supports (margin-trim: block){:root{--a:blue}}", "a", "#ff0000",
     "what few have"},
    {":root{--a:red;@variant contrast-more{--a:blue}}", "a",
     "--variants(any: #ff0000; more: #0000ff)", "Tailwind's variants"},
    {":root{--a:red;@variant contrast-less{--a:blue}}", "a",
     "--variants(any: #ff0000; less: #0000ff)", "of contrast"},
    {":root{--a:red;@variant forced-colors{--a:blue}}", "a",
     "if(media(forced-colors: active): #0000ff; else: #ff0000)", "of forced colors"},
    {":root{--a:red;@variant hover{--a:blue}}", "a", "#ff0000", "of what a page is not"},
    {"@layer{:root{--a:blue}}@layer{:root{--a:red}}", "a", "#ff0000", "layers without names"},
    {"@layer x{@layer y{:root{--a:blue}}:root{--a:red}}", "a", "#ff0000", "a layer within one"},
    {"@layer x{@layer y{:root{--a:blue!important}}:root{--a:red!important}}", "a", "#0000ff",
     "what is important in it"},
    {"@layer x.y.z{:root{--a:blue}}@layer x.y{:root{--a:red}}@layer x{:root{--a:lime}}", "a",
     "#00ff00", "three deep"},
    {"@layer x.y{:root{--a:blue}}@layer x.z{:root{--a:red}}", "a", "#ff0000", "side by side"},
    {"@layer x{:root{--a:red}}:root{--a:revert-layer}", "a", "#ff0000", "what a layer takes back"},
    {"@layer x{:root{--a:red}}:root{--a:revert-layer}.dark{--a:blue}", "a",
     "light-dark(#ff0000, #0000ff)", "but not in the dark"},
    {":root{--a:revert-layer}", "a", "", "with nothing below"},
    {":root{--a:red}body{--a:revert}", "a", "#ff0000", "what is taken back to the root's"},
    {":root{--a:red}body{--a:inherit}", "a", "#ff0000", "what is the root's"},
    {":root{--a:revert}", "a", "", "with nothing above"},
    {":root{--a:red}:root:read-only{--a:blue}", "a", "#0000ff", "what every page is"},
    {":root{--a:red}:root:not(:hover){--a:blue}", "a", "#0000ff", "what no page is"},
    {":root{--a:red}:root:xyz{--a:blue}", "a", "#ff0000", "what nothing is"},
    {":root{--a:red}:root:-webkit-any-link{--a:blue}", "a", "#ff0000", "what one browser has"},
    {":root{--a:red}:is(){--a:blue}", "a", "#ff0000", "one of none"},
    {":root{--a:red}:is(::before,.dark){--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "one of two, if one is wrong"},
    {":root{--a:red}:not(.dark;){--a:blue}", "a", "#ff0000", "which must be right here"},
    {":root{--a:red}:not(.dark !){--a:blue}", "a", "#ff0000", "in all of it"},
    {":root{--a:red}:host(.dark){--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "a component in the dark"},
    {":root{--a:red}:host(.dark){--a:blue}html.dark{--a:lime}", "a", "light-dark(#ff0000, #0000ff)",
     "a component in the dark, which counts more than an element"},
    {":root{--a:red}:host(.dark.x .y){--a:blue}", "a", "#ff0000", "a part of it"},
    {":root{--a:red}:host{--a:blue}", "a", "#0000ff", "a component, which counts as the page does"},
    {":host{--a:red}html{--a:blue}", "a", "#ff0000", "and more than an element"},
    {":root{--a:red}.dark{:is(:root),& i{--a:blue}}", "a", "#ff0000",
     "a page within another, whatever is nested behind it"},
    {":root{--a:red}*|*{--a:blue}", "a", "#ff0000", "everything, which counts less"},
    {":root{--a:red}|html{--a:blue}", "a", "#ff0000", "an element of no namespace"},
    {"|html{--a:red}", "a", "", "which the page has not"},
    {"|*{--a:red}", "a", "", "nor anything on it"},
    {"*|html{--a:red}", "a", "#ff0000", "one of whichever namespace"},
    {":root{--a:red}svg|root{--a:blue}", "a", "#ff0000", "of another"},
    {":root{--a:red}.{--a:blue}", "a", "#ff0000", "no class"},
    {":root{--a:red}.5{--a:blue}", "a", "#ff0000", "a number for one"},
    {":root{--a:red}:root,{--a:blue}", "a", "#ff0000", "no selector"},
    {":root{--a:red}a ~ :root{--a:blue}", "a", "#ff0000", "what nothing stands before"},
    {":root{--a:red;--b:url(x y);--c:url( a );--d:url(\"x\")}", "a", "#ff0000",
     "addresses, of which one is wrong"},
    {":root{--a:red;--b:url(x(y);--c:1}:root{--a:blue}", "a", "#0000ff", "another that is"},
    {":root{--a:red;--b:url(x\\);\n--a:blue;y)}", "a", "#ff0000", "one that ends later"},
    {":root{--a:red;--b:\"x\\\r\ny\"}:root{--a:blue}", "a", "#0000ff",
     "a string on two lines as a value"},
    {":root{--a:red;--b:\"x\r\ny\"}:root{--a:blue}", "a", "#ff0000", "one that ends with its line"},
    {":root{--a:var(--b,var(--c,))}", "a", "", "nothing instead of nothing"},
    {":root{--a:rgb(var(--b,var(--b)))}", "a", "", "what is not there, twice"},
    {":root{--a:var(--b)var(--c);--b:#ff;--c:0000}", "a", "",
     "what is only put together in the text"},
    {"@charset \"utf-8\";:root{--a:red}", "a", "#ff0000", "an encoding"},
    {"@property --a{syntax:\"*\";inherits:false;initial-value:red}", "a", "#ff0000",
     "a property of any kind"},
    {"@property --a{syntax:\"<color>\";inherits:true}", "a", "", "one that lacks a value"},
    {"@property a{syntax:\"*\";inherits:false;initial-value:red}", "a", "", "one without dashes"},
    {"@define-color a shade(red);", "a", "", "a shade without a factor"},
    {"@define-color a shade(@b, x);", "a", "", "or with a word for one"},
    {"@define-color a rgba(@b);", "a", "", "an alpha that is not there"},
    {"@define-color a alpha(red 1);", "a", "", "without a comma"},
    {"@define-color a mix(x, y, 1);", "a", "", "what is no color"},
    {"@define-color a rgba(@b,);", "a", "", "an alpha that is left out"},
    {":root{--a:red}.theme-sea{--a:blue}[data-theme=sea]{--b:lime}", "b",
     "if(style(--theme: sea): #00ff00)", "a value of an axis, as a class and as an attribute"},
    {".theme-sea.btn,:root{--a:red}", "a", "#ff0000", "a theme of a part, which decides nothing"},
    {":root{--a:red}[theme]{--a:blue}[theme=dark]{--b:lime}", "a", "#0000ff",
     "an attribute that is always there, without a prefix"},
    {"@property --a{syntax:\"*\";inherits:false;initial-value:initial}", "a", "",
     "a property that is nothing to begin with"},
    {"@property --a{syntax:\"*\";inherits:false}:root{--a:red}", "a", "#ff0000",
     "a property that has no value to begin with"},
    {"@layer x{:root{--a:red}@layer y{:root{--a:blue}}}", "a", "#ff0000",
     "a layer before the one within it, wherever they stand"},
    {"@layer x{:root{--a:red}}@layer z{@layer y{:root{--a:blue}}}", "a", "#0000ff",
     "a layer within a later one"},
    {"@layer z,x;@layer x{:root{--a:red}}@layer z{@layer y{:root{--a:blue}}}", "a", "#ff0000",
     "a layer within an earlier one"},
    {"@layer z,x;@layer x.y{:root{--a:red}}@layer z.w{:root{--a:blue}}", "a", "#ff0000",
     "layers within layers of another order"},
    {"@layer x{:root{--a:red}}@media(prefers-color-scheme:dark){@layer x{:root{--a:blue}}}", "a",
     "light-dark(#ff0000, #0000ff)", "a layer in a condition"},
    {":root{--a:red}@media not [a]{:root{--a:blue}}", "a", "#ff0000", "a question that is none"},
    {":root{--a:red}@media screen and not (prefers-color-scheme:dark){:root{--a:blue}}", "a",
     "light-dark(#0000ff, #ff0000)", "on a screen that is not dark"},
    {":root{--a:red}@media screen and (color) and (prefers-color-scheme:dark){:root{--a:blue}}",
     "a", "light-dark(#ff0000, #0000ff)", "on one that is, and has colors"},
    {":root{--a:red}@media screen and (color) and not (monochrome){:root{--a:blue}}", "a",
     "#ff0000", "nothing is denied behind something else"},
    {":root{--a:red}@media screen and not (monochrome) and (color){:root{--a:blue}}", "a",
     "#ff0000", "a denial has nothing behind it"},
    {":root{--a:red}@media screen and (color) or (color){:root{--a:blue}}", "a", "#ff0000",
     "there is no choice behind a medium"},
    {":root{--color-a:red}@theme inline{--color-a:var(--color-a)}", "color-a", "#ff0000",
     "a variable that is said to be one of the theme's"},
    {":root{--a:red}#1,.dark{--a:blue}", "a", "#ff0000", "a number for the name of an element"},
    {":root{--a:red}:root::part(x),.dark{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "a part of a component, or the dark"},
    {":root{--a:red}::-webkit-scrollbar,.dark{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "what one browser has, or the dark"},
    {":root{--a:red}:lang(de),.dark{--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "a language, or the dark"},
    {":root{--a:red}:is(:xyz(a, b),.dark){--a:blue}", "a", "light-dark(#ff0000, #0000ff)",
     "what nothing is, or the dark"},
    {":root{--a:red;--a:url(x y", "a", "#ff0000", "an address that is wrong and does not end"},
    {":root{--a:red;--a:url(x", "a", "", "one that only does not end"},
};

static void forms(void) {
  for (size_t i = 0; i < COUNT(rows); i++) {
    memory_file file = file_of(rows[i].sheet, strlen(rows[i].sheet));
    check_read(&file, rows[i].name, rows[i].css, rows[i].why);
  }
}

static void later_names(void) {
  dyncolor_theme *theme = new_theme();
  const char *text = "@define-color a red; :root { --a: blue }";
  memory_file file = file_of(text, strlen(text));
  dyncolor_report *report = NULL;
  CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK);
  size_t count;
  dyncolor_report_findings(report, &count);
  CHECK(count == 1 && is_made(theme, "a", "#0000ff"));
  CHECK(dyncolor_report_colors(report) == 1);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* The same queries several times in a row, right and wrong ones. */
static void repeated_queries(void) {
  dyncolor_theme *theme = new_theme();
  const char *text =
      ":root { --a: red; --b: red }\n"
      "@media (prefers-color-scheme: dark) { :root { --a: blue } }\n"
      "@media (prefers-color-scheme: dark) {\n"
      "  @media (prefers-contrast: high) { p { margin: 0 } }\n"
      "  @media (prefers-contrast: high) { p { margin: 0 } }\n"
      "  @media (prefers-contrast: more) { :root { --b: lime } }\n"
      "  @media (prefers-contrast: more) { :root { --c: lime } }\n"
      "}\n"
      "@media (prefers-colr-scheme: dark) { :root { --a: lime } }\n"
      "@media (prefers-colr-scheme: dark) { :root { --b: lime } }\n"
      "@media (prefers-color-scheme: dark) { :root { --d: blue } }\n"
      ":root { --c: red; --d: red }\n";
  memory_file file = file_of(text, strlen(text));
  dyncolor_report *report = NULL;
  CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK);
  CHECK(is_made(theme, "a", "light-dark(#ff0000, #0000ff)"));
  CHECK(is_made(theme, "b", "--variants(any: #ff0000; dark more: #00ff00)"));
  CHECK(is_made(theme, "c", "#ff0000") && is_made(theme, "d", "#ff0000"));
  size_t count, warnings = 0;
  const dyncolor_finding *findings = dyncolor_report_findings(report, &count);
  const unsigned lines[] = {4, 5, 9, 10};
  for (size_t i = 0; i < count; i++)
    if (findings[i].severity == DYNCOLOR_SEVERITY_WARNING) {
      CHECK(warnings < COUNT(lines) && findings[i].line == lines[warnings]);
      warnings++;
    }
  CHECK(warnings == COUNT(lines));
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* ---- What is told ---- */

static const struct finding_row {
  const char *sheet;
  int32_t severity;
  int32_t status;
  uint32_t line, column;
  const char *message, *context;
} finding_rows[] = {
    {":root{--a:#12345}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 12,
     "expected 3, 4, 6 or 8 hexadecimal digits", "#12345"},
    {":root {\n  --a: rgb(1 2);\n}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 2, 15,
     "the third component is missing", "rgb(1 2)"},
    {"a:hov{--a:red}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 3,
     "unknown pseudo-class", "a:hov"},
    {":root,{--a:red}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 7,
     "expected a selector", ":root,"},
    {"@media (prefers-contrast: high){}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 27,
     "prefers-contrast has no value high or low; write more or less", "(prefers-contrast: high)"},
    {"@import 'x.css';", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_OUTSIDE, 1, 1,
     "only one file was passed; it cannot load others", "x.css"},
    {"@import 'tailwindcss';", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_FILE, 1, 1,
     "only files of the folder are imported; packages and URLs are skipped",
     "@import 'tailwindcss'"},
    {"@import url(https://x.org/a.css);", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_FILE, 1, 1,
     "only files of the folder are imported; packages and URLs are skipped",
     "@import url(https://x.org/a.css)"},
    {"@import '/a.css';", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_FILE, 1, 1,
     "only files of the folder are imported; packages and URLs are skipped", "@import '/a.css'"},
    {"@import '../a.css';", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_OUTSIDE, 1, 1,
     "the style sheet is outside the folder that is loaded; this import is skipped", "../a.css"},
    {"@import a.css;", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 1,
     "expected the URL of a style sheet", "@import a.css"},
    {"@import 'a.css' layer(1);", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 23,
     "expected the name of a layer", "@import 'a.css' layer(1)"},
    {":root{--a:red}@import 'x.css';", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 15,
     "@import must come before all other rules; it is ignored", "@import 'x.css'"},
    {"@media print{@import 'x.css';}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 14,
     "@import must come before all other rules; it is ignored", "@import 'x.css'"},
    {":root{\n  --a: red\n  --b: blue;\n}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 3, 3,
     "expected a semicolon before this declaration", "--b"},
    {":root{--a: red --b: blue}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 16,
     "expected a semicolon before this declaration", "--b"},
    {":root{--a: red\ncolor: blue}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 2, 1,
     "expected a semicolon before this declaration", "color"},
    {":root{color: red\n--b: blue}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 2, 1,
     "expected a semicolon before this declaration", "--b"},
    {"@define-color a red\n@define-color b blue;", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 2, 1, "expected a semicolon before this declaration",
     "@define-color b blue"},
    {":root{--a:#12345g}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 17,
     "expected a hexadecimal digit", "#12345g"},
    {":root{--a:#ggg}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 12,
     "expected a hexadecimal digit", "#ggg"},
    {"@property --a{syntax:'<color>'}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 15,
     "@property needs valid descriptors syntax, inherits and initial-value", "--a"},
    {"@layer 1;", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 8,
     "expected the names of layers", "1"},
    {":root{--a:red)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 14,
     "this parenthesis closes nothing", "--a:red)"},
    {":root{\n--a: rgb(1 2 3;\n--b: red;\n}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 2, 9,
     "this parenthesis is not closed; the rest of the file is read as its contents",
     "--a: rgb(1 2 3;"},
    {":root{--a: color-mix(in oklab, rgb(1 2 3), red;}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 1, 21,
     "this parenthesis is not closed; the rest of the file is read as its contents",
     "--a: color-mix(in oklab, rgb(1 2 3), red;}"},
    {"@define-color a rgb(1 2 3;\n@define-color b [red);}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 2, 17,
     "this parenthesis is not closed; the rest of the file is read as its contents",
     "@define-color a rgb(1 2 3; @define-color b [red);}"},
    {":root{--a:url(a'b)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 11,
     "invalid URL; put it in quotes", "--a:url(a'b)"},
    {":root{--a:'b\n}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 11,
     "this string is not closed in its line", "--a:'b"},
    {":root{--a:red !x}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 7,
     "expected a value", "--a:red !x"},
    {":root{--a:red !important x}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 26,
     "expected !important at the end of the value", "--a:red !important x"},
    {":root{--a:var(b)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 15,
     "expected the name of a property, after two hyphens", "--a:var(b)"},
    {":root{--a:var(--b c)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 19,
     "expected a comma or a closing parenthesis", "--a:var(--b c)"},
    {":root{--a:var(--b/c)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 18,
     "a slash in a name must be written \\/ (in a JSON string, \\\\/)", "--a:var(--b/c)"},
    {":root{--a:if(media(prefers-color-scheme: drak): red; else: blue)}",
     DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 20,
     "an unknown condition in media() never holds",
     "prefers-color-scheme: drak; did you mean \"dark\"?"},
    {":root{--a:if(meda(prefers-contrast): red; else: blue)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 14,
     "an unknown condition never holds; write media(), style() or supports()",
     "meda(prefers-contrast); did you mean \"media\"?"},
    {":root{--a:if(style(--team red): red; else: blue)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 20,
     "an unknown condition in style() never holds; write style(--axis) or style(--axis: value)",
     "--team red"},
    {":root{--a:if(style(team): red; else: blue)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 20,
     "an unknown condition in style() never holds; write style(--axis) or style(--axis: value)",
     "team"},
    {":root{--a:if(style(--b) red; else: blue)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 1, 25,
     "expected \":\" after the condition, or \"and\" or \"or\" before another condition",
     "if(style(--b) red; else: blue)"},
    {":root{--a:if(media(print): rebecapurple; else: blue)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 1, 28, "unknown color name",
     "rebecapurple; did you mean \"rebeccapurple\"?"},
    {":root{--a:--first(var(--b), rebecapurple)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 1, 29, "unknown color name",
     "rebecapurple; did you mean \"rebeccapurple\"?"},
    {":root{--a:--level(bluee, primary)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1,
     19, "unknown color name", "bluee; did you mean \"blue\"?"},
    {":root{--a:rebecapurple}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 11,
     "unknown color name", "rebecapurple; did you mean \"rebeccapurple\"?"},
    {":root{--a:bleu}", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1, 11, "not a color",
     "bleu; did you mean \"blue\"?"},
    {":root{--a:rde}", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1, 11, "not a color",
     "rde; did you mean \"red\"?"},
    {":root{--a:/**/ Reed}", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1, 16, "not a color",
     "Reed; did you mean \"red\"?"},
    {":root{--a:bleu}.dark{--a:blue}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 11,
     "unknown color name", "bleu; did you mean \"blue\"?"},
    {":root{--a:lightdark(red, blue)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 11,
     "unknown color function", "lightdark; did you mean \"light-dark\"?"},
    {":root{--a:--coverd()}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 11,
     "unknown color function", "--coverd; did you mean \"--covered\"?"},
    {":root{--a:colour-mix(red, blue)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 11,
     "unknown color function", "colour-mix; did you mean \"color-mix\"?"},
    {":root{--a:hsl(1dge 2% 3%)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 16,
     "unknown unit; write a plain number, \"%\" or an angle (deg, grad, rad, turn)",
     "dge; did you mean \"deg\"?"},
    {":root{--h:1dge;--a:hsl(var(--h) 2% 3%)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1,
     12, "unknown unit; write a plain number, \"%\" or an angle (deg, grad, rad, turn)",
     "dge, in the value of --h in hsl(var(--h) 2% 3%); did you mean \"deg\"?"},
    {":root{--a:rgb(clac(1) 2 3)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 15,
     "unknown math function", "clac; did you mean \"calc\"?"},
    {":root{--hue:1;--a:hsl(var(--hu) 2% 3%)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 27, "reference to an undeclared property",
     "--hu; did you mean \"--hue\"?"},
    {":root{--ink:1px;\n--a:color-mix(in oklab, var(--ink), white 20%)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 1, 13, "expected a percentage",
     "1px, the value of --ink in color-mix(in oklab, var(--ink), white 20%)"},
    {":root{--ink:\n 1px;--b:var(--ink);--a:color-mix(in srgb, red, var(--b))}",
     DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 2, 2, "expected a percentage",
     "var(--ink), the value of --b in color-mix(in srgb, red, var(--b))"},
    {":root{--n:1;--a:rgb(var(--n) x 3)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 30,
     "expected a number, a percentage or none", "rgb(var(--n) x 3)"},
    {":root{--n:1;--a:rgb(var(--n), 2, x)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1,
     34, "expected a number", "rgb(var(--n), 2, x)"},
    {":root{--n:1 2;--a:rgb(var(--n))}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 31,
     "the third component is missing", "rgb(var(--n))"},
    {":root{--n:1px;--a:rgb(2 3 var(--m, var(--n)))}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_SYNTAX, 1, 11, "expected a number, a percentage or none",
     "1px, the value of --n in rgb(2 3 var(--m, var(--n)))"},
    {":root{x}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 7, "expected a declaration",
     "x"},
    {":root", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 1,
     "expected a block in braces", ":root"},
    {".btn{--a:red}", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1, 1,
     "the rule is not for the whole page; it is skipped", ".btn"},
    {"@property --a{syntax:'<color>';inherits:true;initial-value:red}:root{--a:a word}",
     DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 74,
     "unknown color name", "a word"},
    {"@media(width>9px){:root{--a:red}}", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1, 19,
     "the rule depends on something that an environment does not have; it is skipped", ":root"},
    {"@container (width>9px){:root{--a:red}}", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1, 1,
     "the rule depends on something that an environment does not have; it is skipped",
     "@container (width>9px)"},
    {"@define-color a;", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 1,
     "expected a name and a color", "@define-color a"},
    {"@define-color a nocolor;", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 17,
     "unknown color name", "nocolor"},
    {"@define-color a shade(red);", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 17,
     "expected a comma", "shade(red)"},
    {":root{--a:var(--b)}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 15,
     "reference to an unknown color", "b"},
    {":root{--a:light-dark(red,\n var(--Night\\/ink))}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 2, 6, "reference to an unknown color", "Night/ink"},
    {":root{--a:red}.dark{--a:color-mix(in oklab, var(--bb), var(--b))}",
     DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 49,
     "reference to an unknown color", "bb"},
    {"@define-color a mix(red, @nope, 0.5);", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 26, "reference to an unknown color", "nope"},
    {":root{--a:if(style(--palette: wintr): red; else: blue)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 31,
     "no palette has this name; it is not declared, and no color is in it", "palette: wintr"},
    {":root{--a:if(style(--tem): red; else: blue)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 20, "no axis has this name", "tem"},
    {":root{--a:if(style(--scheme: drak): red; else: blue)}", DYNCOLOR_SEVERITY_WARNING,
     DYNCOLOR_ERROR_UNKNOWN_NAME, 1, 30, "the axis has no value of this name",
     "scheme: drak; did you mean \"dark\"?"},
    {"@define-color a red;:root{--a:red}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 27,
     "another property gives a color of the same name; the last one is used", "a"},
    {":root{--a:red}.dark{--a:1px}", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 1, 25,
     "expected a color", "1px"},
    {":root{--a:var(--b);--b:var(--a)}", DYNCOLOR_SEVERITY_ERROR, DYNCOLOR_ERROR_CYCLE, 1, 7,
     "the color refers to itself", "a → b → a"},
    {":root{--a:\377}", DYNCOLOR_SEVERITY_ERROR, DYNCOLOR_ERROR_INVALID_UTF8, 1, 11,
     "the text is not valid UTF-8", ""},
};

static void findings(void) {
  for (size_t i = 0; i < COUNT(finding_rows); i++) {
    const struct finding_row *row = &finding_rows[i];
    memory_file file = file_of(row->sheet, strlen(row->sheet));
    check_told(&file, &(dyncolor_finding){.severity = row->severity, .status = row->status,
                                          .line = row->line, .column = row->column,
                                          .path = "a.css", .message = row->message,
                                          .context = row->context}, row->sheet);
  }
}

/* The end of a file closes everything, as in CSS. But there is one warning, at what was open. */
static void ends_are_told(void) {
  static const struct {
    const char *sheet;
    unsigned column;
    const char *context, *why;
  } cut[] = {
      {":root{--a:red", 6, "{--a:red", "a block"},
      {":root{--a:red;", 6, "{--a:red;", "a block after a semicolon"},
      {":root{--a:red;} @media (prefers-color-scheme:dark){.x{color:red}", 51, "{.x{color:red}",
       "the block of a condition"},
      {":root{--a:red;} .x{.y{color:red}", 19, "{.y{color:red}", "the outer one of two blocks"},
      {":root{--a:red;} .x{.y{color:red", 22, "{color:red", "the inner one of two blocks"},
      {":root{--a:red;} @font-face{src:local(x)", 27, "{src:local(x)", "a block that is skipped"},
      {":root{--a:red;} @container x{.y{--b:red", 32, "{--b:red",
       "a block that is skipped with a note"},
      {":root{--a:red;} @property --b{syntax:'*';inherits:true", 30, "{syntax:'*';inherits:true",
       "the block of a property"},
      {":root{--a:red;--b:light-dark(red,#222", 29, "(red,#222", "a function of a color"},
      {":root{--a:red;--b:calc(1*(2", 26, "(2", "the inner one of two parentheses"},
      {":root{--a:red} .x{color:rgb(1 2", 28, "(1 2", "a function elsewhere"},
      {":root{--a:red} @media (min-width:1px", 23, "(min-width:1px", "a condition"},
      {":root{--a:red;--b:[x", 19, "[x", "a bracket"},
      {":root{--a:red;--b:{x", 19, "{x", "a brace in a value"},
      {":root{--a:red;--b:'x", 19, "'x", "a string"},
      {":root{--a:red;--b:\"x\\", 19, "\"x\\", "a string, and half an escape"},
      {":root{--a:red;--b:url( x", 19, "url( x", "a URL"},
      {":root{--a:red;--b:url('x", 23, "'x", "the string of a URL"},
      {":root{--a:red}/* x", 15, "/* x", "a comment"},
      {":root{--a:red}/*/", 15, "/*/", "a comment that has only begun"},
      {":root{--a:red;/* x *", 15, "/* x *", "a comment in a block"},
      {":root{--a:red /* x", 15, "/* x", "a comment in a value"},
      {":root{--a:red;--b", 15, "--b", "a declaration without a colon"},
      {":root{--a:red} .x,:is(", 16, ".x,:is(", "a selector"},
      {":root{--a:red} @define-color b shade(red", 32, "shade(red", "a color of GTK"},
  };
  for (size_t i = 0; i < COUNT(cut); i++) {
    memory_file file = file_of(cut[i].sheet, strlen(cut[i].sheet));
    const dyncolor_finding wanted = {.severity = DYNCOLOR_SEVERITY_WARNING,
                                     .status = DYNCOLOR_ERROR_SYNTAX, .line = 1,
                                     .column = cut[i].column, .context = cut[i].context};
    check_told(&file, &wanted, cut[i].why);
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK && is_made(theme, "a", "#ff0000"));
    size_t count = 0, warnings = 0;
    const dyncolor_finding *all = dyncolor_report_findings(report, &count);
    for (size_t k = 0; k < count; k++) warnings += all[k].severity == DYNCOLOR_SEVERITY_WARNING;
    CHECK(warnings == 1);
    if (warnings != 1) printf("# %s: %zu warnings\n", cut[i].why, warnings);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }

  /* What the end of the file closes without harm. */
  static const char *const whole[] = {
      ":root{--a:red}", ":root{--a:red}\n", ":root{--a:red}/* x */", ":root{--a:red}/***/",
      ":root{--a:red}/**/", ":root{--a:red} @layer x;", "@define-color a red", ":root{--a:red}-->",
      ":root{--a:red;--b:'x'}", ":root{--a:red;--b:url(x)}", ":root{--a:red;--b:'{('}",
  };
  for (size_t i = 0; i < COUNT(whole); i++) {
    memory_file file = file_of(whole[i], strlen(whole[i]));
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    size_t count = 0;
    CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK && is_made(theme, "a", "#ff0000"));
    dyncolor_report_findings(report, &count);
    CHECK(count == 0);
    if (count != 0) printf("# %s\n", whole[i]);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

/* A sheet without any custom property gets a note, unless something else is reported. */
static void missing_properties_are_told(void) {
  static const struct {
    const char *sheet, *context;
    int32_t severity, status;
    unsigned column;
    const char *message;
  } sheets[] = {
      {":root{a:red}", "", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1,
       "found no custom property; write a color as --name: value"},
      {"", "", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1,
       "found no custom property; write a color as --name: value"},
      {"p{--a:red}", "p", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 1,
       "the rule is not for the whole page; it is skipped"},
      {":root{--a:bleu}", "bleu; did you mean \"blue\"?", DYNCOLOR_SEVERITY_NOTE, DYNCOLOR_OK, 11,
       "not a color"},
      {":root{--a}", "--a", DYNCOLOR_SEVERITY_WARNING, DYNCOLOR_ERROR_SYNTAX, 7,
       "expected a declaration"},
  };
  for (size_t i = 0; i < COUNT(sheets); i++) {
    memory_file file = file_of(sheets[i].sheet, strlen(sheets[i].sheet));
    const dyncolor_finding wanted = {.severity = sheets[i].severity, .status = sheets[i].status,
                                     .line = 1, .column = sheets[i].column,
                                     .message = sheets[i].message, .context = sheets[i].context};
    check_told(&file, &wanted, sheets[i].sheet);
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    size_t count = 0;
    CHECK(load_file(theme, &file, &report, NULL) == DYNCOLOR_OK);
    dyncolor_report_findings(report, &count);
    CHECK(count == 1);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
}

static dyncolor_status load_strictly(dyncolor_theme *theme, const char *sheet,
                                     dyncolor_report **report) {
  const dyncolor_load_options options = {.size = sizeof options, .flags = DYNCOLOR_LOAD_STRICT};
  return dyncolor_theme_load_memory_n(theme, "a.css", NUL, sheet, strlen(sheet), &options, report,
                                      NULL);
}

/* Words that are often values are not taken for misspelled colors, and a misspelled color that may
 * be something else is not an error. */
static void words_are_no_colors(void) {
  static const char *const words[] = {
      "bold", "none", "auto", "solid", "block", "blink", "grid", "line", "linear", "wheel", "Inter",
      "system-ui", "red1", "bleu gren", "bl", "1bleu", "'bleu'", "bleu()",
  };
  char sheet[64];
  for (size_t i = 0; i < COUNT(words); i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    size_t count = 0;
    snprintf(sheet, sizeof sheet, ":root{--a:red;--b:%s}", words[i]);
    CHECK(load_strictly(theme, sheet, &report) == DYNCOLOR_OK);
    dyncolor_report_findings(report, &count);
    CHECK(count == 0);
    if (count != 0) printf("# %s\n", words[i]);
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
  }
  dyncolor_theme *theme = new_theme();
  CHECK(load_strictly(theme, ":root{--a:red;--b:bleu}", NULL) == DYNCOLOR_OK);
  dyncolor_theme_release(theme);
}

/* ---- Imports ---- */

/* Loads the first of some files, of the host's. The names and the texts take turns. */
static dyncolor_status load_sheets(dyncolor_theme *theme, char **sheets, size_t count,
                                   uint32_t flags, dyncolor_report **report) {
  entry entries[8];
  for (size_t i = 0; i < count / 2; i++)
    entries[i] = (entry){sheets[2 * i], sheets[2 * i + 1], strlen(sheets[2 * i + 1])};
  const archive files = {.count = count / 2, .entries = entries};
  const dyncolor_files host = files_of(&files);
  const dyncolor_load_options options = {.size = sizeof options, .files = &host, .flags = flags};
  return dyncolor_theme_load_n(theme, sheets[0], NUL, &options, report, NULL);
}

enum { MOST_SHEETS = 8 };

static const struct {
  const char *sheets[MOST_SHEETS], *name, *css, *why;
} imports[] = {
    {{"a.css", "@import 'b.css';", "b.css", ":root{--a:red}"}, "a", "#ff0000", "a file"},
    {{"a.css", "@import url(b.css); :root{--b:var(--a)}", "b.css", ":root{--a:red}"}, "b",
     "var(--a)", "that is referred to"},
    {{"a.css", "@import url( \"b.css\" );:root{--a:blue}", "b.css", ":root{--a:red}"}, "a",
     "#0000ff", "which what comes later wins over"},
    {{"x/a.css", "@import '../y/b.css';", "y/b.css", "@import \"./c.css\";", "y/c.css",
      ":root{--a:red}"}, "a", "#ff0000", "relative to the file"},
    {{"a.css", "@import './b';", "b", ":root{--a:red}"}, "a", "#ff0000", "without an extension"},
    {{"a.css", "@import 'my%20b.css?v=2#x';", "my b.css", ":root{--a:red}"}, "a", "#ff0000",
     "with what URLs have"},
    {{"a.css", "@import 'b.css' (prefers-color-scheme: dark); :root{--c:lime}", "b.css",
      ":root{--c:red}@media (prefers-contrast: more){:root{--a:red}}"}, "c", "#00ff00",
     "with a condition, before the rest"},
    {{"a.css", "@import 'b.css'; @import 'c.css' (prefers-color-scheme: dark);", "b.css",
      ":root{--a:red}", "c.css", ":root{--a:blue}"}, "a", "light-dark(#ff0000, #0000ff)",
     "for dark alone"},
    {{"a.css", "@import 'b.css'; @import 'c.css' screen and (prefers-color-scheme: dark);", "b.css",
      ":root{--a:red}", "c.css", "@media (prefers-contrast: more){:root{--a:blue}}"}, "a",
     "--variants(any: #ff0000; dark more: #0000ff)", "with a condition within it"},
    {{"a.css", "@import 'b.css' print; @import 'c.css';", "b.css", ":root{--b:red}", "c.css",
      ":root{--a:blue}"}, "a", "#0000ff", "and one for paper"},
    {{"a.css", "@import 'b.css'; @import 'c.css' layer(x);", "b.css", ":root{--a:red}", "c.css",
      ":root{--a:blue}"}, "a", "#ff0000", "in a layer"},
    {{"a.css", "@layer y, x; @import 'b.css' layer(x); @import 'c.css' layer(y);", "b.css",
      ":root{--a:red}", "c.css", ":root{--a:blue}"}, "a", "#ff0000", "in two layers"},
    {{"a.css", "@import 'b.css' layer(x.y); @layer x{:root{--a:blue}}", "b.css", ":root{--a:red}"},
     "a", "#0000ff", "in a layer within one"},
    {{"a.css", "@import 'b.css' layer; @import 'c.css' layer;", "b.css", ":root{--a:red}", "c.css",
      ":root{--a:blue}"}, "a", "#0000ff", "in layers without names"},
    {{"a.css", "@import 'b.css'; @import 'c.css' supports(color: nocolor);", "b.css",
      ":root{--a:red}", "c.css", ":root{--a:blue}"}, "a", "#ff0000", "if something is supported"},
    {{"a.css", "@import 'b.css' layer(x) supports(not (color: nocolor)) (prefers-contrast: more);"
      ":root{--b:lime}", "b.css", ":root{--a:red}"}, "a", "--variants(more: #ff0000)",
     "with all of it"},
    {{"a.css", "@charset 'UTF-8'; @layer x; @theme{--a:red} @tailwind base; @import 'b.css';",
      "b.css", ":root{--b:red}"}, "b", "#ff0000", "behind what browsers do not know"},
    {{"a.css", "@import 'b.css'; @import 'b.css' (prefers-color-scheme: dark);", "b.css",
      ":root{--a:red}"}, "a", "#ff0000", "twice"},
    {{"a.css", "@import 'b.css'; :root{--b:var(--a)}", "b.css", "\357\273\277:root{--a:red"}, "b",
     "var(--a)", "with a block that is not closed"},
};

static size_t sheet_count(const char *const *sheets) {
  size_t count = 0;
  while (count < MOST_SHEETS && sheets[count] != NULL) count++;
  return count;
}

static void sheets_are_imported(void) {
  for (size_t i = 0; i < COUNT(imports); i++) {
    dyncolor_theme *theme = new_theme();
    const dyncolor_status status =
        load_sheets(theme, (char **)(uintptr_t)imports[i].sheets, sheet_count(imports[i].sheets), 0,
                    NULL);
    const bool is_right =
        status == DYNCOLOR_OK && is_made(theme, imports[i].name, imports[i].css);
    CHECK(is_right);
    if (!is_right) printf("# %s: %s: %d\n", imports[i].why, imports[i].sheets[1], (int)status);
    dyncolor_theme_release(theme);
  }
}

static void mistakes_in_imports_are_told(void) {
  static const struct {
    const char *sheets[MOST_SHEETS];
    int32_t severity, status;
    uint32_t line, column;
    const char *path, *context;
  } told[] = {
      {{"a.css", ":root{--a:red}\n", "b.css", ""}, 0, 0, 0, 0, "", ""},
      {{"a.css", "@import 'a.css';:root{--a:red}"}, 2, DYNCOLOR_ERROR_CYCLE, 1, 1, "a.css",
       "a.css"},
      {{"a.css", "@import 'b.css';", "b.css", ":root{--a:red}@x;\n", "", ""}, 0, 0, 0, 0, "", ""},
      {{"a.css", "@import 'b.css';:root{--a:red}", "b.css", "\n:root{--b:red"}, 2,
       DYNCOLOR_ERROR_SYNTAX, 2, 6, "b.css", "{--b:red"},
      {{"a.css", "@import 'b.css", "b.css", ":root{--b:red}"}, 2, DYNCOLOR_ERROR_SYNTAX, 1, 9,
       "a.css", "'b.css"},
      {{"a.css", "@import 'b.css';", "b.css", ":root{b:red}"}, 1, 0, 1, 1, "a.css", ""},
      {{"a.css", "@import 'b.css';", "b.css", "@layer x;\n@import './a.css';:root{--a:red}"}, 2,
       DYNCOLOR_ERROR_CYCLE, 2, 1, "b.css", "./a.css"},
      {{"a.css", "@import 'b.css';:root{--a:red}"}, 2, DYNCOLOR_ERROR_FILE, 1, 1, "a.css",
       "b.css"},
      {{"a.css", "@import '../b.css';:root{--a:red}"}, 2, DYNCOLOR_ERROR_OUTSIDE, 1, 1, "a.css",
       "../b.css"},
      {{"a.css", "@import 'b.css';:root{--a:#123}", "b.css", ":root{\n--b:#1234567}"}, 2,
       DYNCOLOR_ERROR_SYNTAX, 2, 6, "b.css", "#1234567"},
      {{"a.css", "@import 'b.css';:root{--a:\n#12345}", "b.css", ":root{--b:red}"}, 2,
       DYNCOLOR_ERROR_SYNTAX, 2, 2, "a.css", "#12345"},
      {{"a.css", "@import 'b.css';", "b.css", "\n:root{--b:\xff}"}, 3,
       DYNCOLOR_ERROR_INVALID_UTF8, 2, 11, "b.css", ""},
      {{"a.css", "@import 'b.css';:root{--a:var(--b)}", "b.css", ":root{--b:var(--a)}"}, 3,
       DYNCOLOR_ERROR_CYCLE, 1, 23, "a.css", "a → b → a"},
      {{"a.css", "@import 'b.css';", "b.css", ".x{--b:red}"}, 1, 0, 1, 1, "b.css", ".x"},
  };
  for (size_t i = 0; i < COUNT(told); i++) {
    dyncolor_theme *theme = new_theme();
    dyncolor_report *report = NULL;
    const dyncolor_status status = load_sheets(theme, (char **)(uintptr_t)told[i].sheets,
                                               sheet_count(told[i].sheets), 0, &report);
    CHECK(status == (told[i].severity == 3 ? told[i].status : DYNCOLOR_OK));
    if (told[i].severity == 0) {
      size_t count = 0;
      dyncolor_report_findings(report, &count);
      CHECK(count == 0);
    } else {
      const dyncolor_finding wanted = {.severity = told[i].severity, .status = told[i].status,
                                       .line = told[i].line, .column = told[i].column,
                                       .path = told[i].path, .context = told[i].context};
      CHECK(is_told(report, &wanted));
    }
    dyncolor_report_release(report);
    dyncolor_theme_release(theme);
    theme = new_theme();
    CHECK((load_sheets(theme, (char **)(uintptr_t)told[i].sheets, sheet_count(told[i].sheets),
                       DYNCOLOR_LOAD_STRICT, NULL) == DYNCOLOR_OK) == (told[i].severity < 2));
    dyncolor_theme_release(theme);
  }
}

/* Imports that multiply are refused, and such as are nested too deeply. */
static dyncolor_status read_bomb(void *data, const char *path, dyncolor_sink *sink) {
  char text[128];
  const int number = path[0] - 'a', is_deep = *(int *)data;
  const int size = is_deep
                       ? snprintf(text, sizeof text, "@import '%c%s';:root{--a:red}", path[0] ^ 1,
                                  path)
                       : snprintf(text, sizeof text, "@import '%c.css';@import '%c.css' print;",
                                  path[0] + 1, path[0] + 1);
  if (!is_deep && number == 20) return dyncolor_sink_append(sink, ":root{--a:red}", 14);
  return dyncolor_sink_append(sink, text, (size_t)size);
}

static void imports_have_limits(void) {
  for (int is_deep = 0; is_deep < 2; is_deep++) {
    dyncolor_files files = {.size = sizeof files, .user_data = &is_deep, .read = read_bomb};
    const dyncolor_load_options options = {.size = sizeof options, .files = &files};
    dyncolor_theme *theme = new_theme();
    CHECK(dyncolor_theme_load_n(theme, "a.css", NUL, &options, NULL, NULL) ==
          DYNCOLOR_ERROR_TOO_COMPLEX);
    CHECK(dyncolor_theme_count(theme) == 0);
    dyncolor_theme_release(theme);
  }
}

static dyncolor_status import_as_call(dyncolor_theme *theme, const void *data) {
  const size_t i = *(const size_t *)data;
  return load_sheets(theme, (char **)(uintptr_t)imports[i].sheets, sheet_count(imports[i].sheets),
                     0, NULL);
}

static void imports_without_memory(void) {
  for (size_t i = 0; i < COUNT(imports); i += is_brief ? 5 : 1)
    for (size_t allocations = 0, is_short = 1; is_short; allocations++) {
      short_heap heap = {.left = SIZE_MAX};
      dyncolor_theme *theme = new_theme_in(&heap);
      is_short = runs_short(&heap, allocations, theme, import_as_call, &i);
      dyncolor_theme_release(theme);
      CHECK(heap.taken == 0);
    }
}

static void damaged_imports(void) {
  for (size_t i = 0; i < COUNT(imports); i++) {
    const char *text = imports[i].sheets[1];
    char *sheets[MOST_SHEETS];
    memcpy(sheets, imports[i].sheets, sizeof sheets);
    for (size_t length = 0; length < strlen(text); length++) {
      dyncolor_theme *theme = new_theme();
      sheets[1] = strndup(text, length);
      CHECK(load_sheets(theme, sheets, sheet_count(imports[i].sheets), 0, NULL) == DYNCOLOR_OK);
      free(sheets[1]);
      dyncolor_theme_release(theme);
    }
  }
}

/* ---- What is hostile ---- */

static void must_come_to(dyncolor_status expected, const char *text, size_t size,
                         const char *why) {
  memory_file file = file_of(text, size);
  dyncolor_status status = load_or_leave(&file);
  CHECK(status == expected);
  if (status != expected) printf("# %s: %d\n", why, (int)status);
}

static void truncations(void) {
  static const char text[] =
      "@charset \"UTF-8\"; <!-- @layer a.b, c; :root, [data-theme=\"li\\67ht\" i] > body:not(.x) {"
      "\n"
      "--a: #f80 !important; --Night\\/b: var(--a, hsl(var(--p) / 50%)); --p: 1 2% 3%; & .y {"
      "--c: url( x\\)y ) } @media not screen and (prefers-contrast: more), (color-gamut: p3) {"
      "--d: light-dark(var(--a), rgb(1 2 3)) } } -->/* \303\244 */ @supports not ((color: red) or"
      "selector(a > b)) { *|* { --e: {[()]} 'a\\\nb' } } @property --f { syntax: \"<color>\";"
      "inherits: true; initial-value: oklch(0.5 0.1 20deg) } @define-color g mix(shade(@h, 1.2),"
      "alpha(darker(@i), .5), 0.25); @theme inline { --color-*: initial; --color-j: #123 }";
  const size_t size = sizeof text - 1;
  for (size_t length = 0; length <= size; length += is_brief ? 7 : 1) {
    memory_file cut = file_of(text, length);
    dyncolor_status status = load_or_leave(&cut);
    CHECK(status == DYNCOLOR_OK || status == DYNCOLOR_ERROR_INVALID_UTF8);
  }
  /* Each byte as something else. */
  static const char others[] = "(){}[]\"'\\;:,@!/*\n\0\377";
  char damaged[sizeof text];
  for (size_t n = 0; n < size * (sizeof others - 1); n += is_brief ? 59 : 1) {
    memcpy(damaged, text, size);
    damaged[n / (sizeof others - 1)] = others[n % (sizeof others - 1)];
    memory_file file = file_of(damaged, size);
    load_or_leave(&file);
  }
}

/* Text that is made of a part, many times over. */
static char *repeated(const char *start, const char *part, size_t count, const char *end,
                      size_t *size) {
  size_t length = strlen(part);
  *size = strlen(start) + length * count + strlen(end);
  char *text = malloc(*size + 1), *place = text + strlen(start);
  strcpy(text, start);
  for (size_t i = 0; i < count; i++, place += length) memcpy(place, part, length);
  strcpy(place, end);
  return text;
}

static void excesses(void) {
  static const struct {
    const char *start, *part;
    size_t count;
    const char *end;
    dyncolor_status status;
  } excess[] = {
      {":root{--", "a", 1 << 20, ":red}", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--", "a", 1023, ":red}", DYNCOLOR_OK},
      {":root{--", "a", 1024, ":red}", DYNCOLOR_ERROR_TOO_COMPLEX},
      {"[data-x=", "a", 1 << 20, "]{--a:red}", DYNCOLOR_OK},
      {".", "a", 1 << 20, "{--a:red}", DYNCOLOR_OK},
      {"", ":root{", 63, "--a:red", DYNCOLOR_OK},
      {"", ":root{", 1000, "--a:red", DYNCOLOR_ERROR_TOO_COMPLEX},
      {"", "@media all{", 1 << 16, ":root{--a:red", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--a:", "(", 1 << 18, "}", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root", ":is(:root", 1000, "{--a:red}", DYNCOLOR_ERROR_TOO_COMPLEX},
      {"@media ", "(not ", 1000, "{:root{--a:red}}", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--a:", "rgb(from ", 1000, "red r g b", DYNCOLOR_ERROR_TOO_COMPLEX},
      {"@define-color a ", "shade(", 1000, "red", DYNCOLOR_ERROR_TOO_COMPLEX},
      {"@layer ", "a.", 1000, "b{:root{--a:red}}", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root", ",:root", 1 << 16, "{--a:red}", DYNCOLOR_OK},
      {"", "a", 1 << 22, "", DYNCOLOR_OK},
      {"", "a:b;", 1 << 20, "", DYNCOLOR_OK},
      {"@media all{", "a:b{}", 1 << 18, "", DYNCOLOR_OK},
      {":root{", "--a:var(--a);", 1 << 10, "", DYNCOLOR_ERROR_CYCLE},
      {":root{", "--a:red;", 1 << 16, "", DYNCOLOR_OK},
      {"@property --", "a", 1 << 20, "{syntax:'*';inherits:false}", DYNCOLOR_ERROR_TOO_COMPLEX},
      {"@define-color ", "a", 1 << 12, " red;", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--a:var(--", "a", 1 << 12, ")}", DYNCOLOR_OK},
      {"", "@layer{", 63, ":root{--a:red", DYNCOLOR_OK},
      {"", "@layer{", 65, ":root{--a:red", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--a:", "var(--x,", 63, "red", DYNCOLOR_OK},
      {":root{--a:", "var(--x,", 64, "red", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--b:red;--a:", "x x x x x x x x x x ", 4000, "var(--b)x}",
       DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--a:var(--b);--b:", "x x x x x x x x x x ", 4000, "}", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--b:red;--a:", "lighter(", 31, "@b", DYNCOLOR_OK},
      {":root{--b:red;--a:", "lighter(", 32, "@b", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--b:red;--a:var(--x,", "lighter(", 33, "@b", DYNCOLOR_ERROR_TOO_COMPLEX},
      {":root{--a:light-dark(red,", "calc(", 62, "blue", DYNCOLOR_OK},
  };
  for (size_t i = 0; i < COUNT(excess); i++) {
    /* What is much stays too much, with a 64th of it. */
    const size_t shortened = is_brief && excess[i].count > 1 << 12 ? 6 : 0;
    size_t size;
    char *text = repeated(excess[i].start, excess[i].part, excess[i].count >> shortened,
                          excess[i].end, &size);
    must_come_to(excess[i].status, text, size, excess[i].part);
    free(text);
  }
}

/* Properties that each have another several times: what they come to doubles with each. */
static void laughs(void) {
  char *text = malloc(1 << 16), *end = text;
  end += sprintf(end, ":root{--x0:1 2 3;");
  for (int i = 1; i < 64; i++) end += sprintf(end, "--x%d:var(--x%d) var(--x%d);", i, i - 1, i - 1);
  end += sprintf(end, "--a:rgb(var(--x63))}");
  must_come_to(DYNCOLOR_ERROR_TOO_COMPLEX, text, (size_t)(end - text), "doubling");

  /* The same with nested selectors, and with axes. How many selectors are too many is found only
   * by going through as many: in brief, they stay fewer. */
  const int depth = is_brief ? 8 : 60;
  end = text;
  for (int i = 0; i < depth; i++) end += sprintf(end, "&,&,&{");
  end += sprintf(end, "--a:red");
  must_come_to(is_brief ? DYNCOLOR_OK : DYNCOLOR_ERROR_TOO_COMPLEX, text, (size_t)(end - text),
               "nesting");
  end = text;
  for (int axis = 0; axis < 9; axis++)
    for (int value = 0; value < 30; value++)
      end += sprintf(end, "[data-a%d=v%d]{--a:#0%d%d}", axis, value, axis, value % 10);
  must_come_to(DYNCOLOR_ERROR_TOO_COMPLEX, text, (size_t)(end - text), "axes");

  /* A long chain is no matter. */
  free(text);
  text = malloc(1 << 22);
  end = text + sprintf(text, ":root{");
  const int links = is_brief ? 5000 : 50000;
  for (int i = 0; i < links; i++) end += sprintf(end, "--y%d:var(--y%d);", i, i + 1);
  end += sprintf(end, "--y%d:red}", links);
  dyncolor_theme *theme = new_theme();
  memory_file file = file_of(text, (size_t)(end - text));
  CHECK(load_file(theme, &file, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_count(theme) == (size_t)links + 1);
  dyncolor_theme_release(theme);
  free(text);
}

/* Attributes, each with a value that a property has a color of its own for; of others, many values
 * of one attribute. */
static size_t put_attributes(char *text, int count, int value_count) {
  char *end = text + sprintf(text, ":root{--a:red}");
  for (int i = 0; i < count; i++) end += sprintf(end, "[data-a%d=x]{--a:#0%02x}", i, i);
  for (int i = 0; i < value_count; i++)
    end += sprintf(end, "[data-v=v%d]{--b:#%03x}", i, i);
  return (size_t)(end - text);
}

static void attributes(void) {
  char *text = malloc(1 << 17);
  /* A property may depend on so many attributes, */
  must_come_to(DYNCOLOR_OK, text, put_attributes(text, 8, 0), "8 attributes");
  /* of which even the expression would be too large, the states with both schemes too many, and
   * those without them. */
  for (int count = 15; count <= 17; count++)
    must_come_to(DYNCOLOR_ERROR_TOO_COMPLEX, text, put_attributes(text, count, 0),
                 "many attributes");
  /* One attribute may have 255 values, or fewer if it has some that are no axis of the host's. */
  must_come_to(DYNCOLOR_OK, text, put_attributes(text, 0, 255), "255 values");
  must_come_to(DYNCOLOR_ERROR_TOO_COMPLEX, text, put_attributes(text, 0, 256), "256 values");
  size_t size = put_attributes(text, 0, 254);
  size += (size_t)sprintf(text + size, "[data-v=dark]{--c:red}");
  must_come_to(DYNCOLOR_OK, text, size, "254 values, and darkness");
  size += (size_t)sprintf(text + size, "[data-v=other]{--c:red}");
  must_come_to(DYNCOLOR_ERROR_TOO_COMPLEX, text, size, "255 values, and darkness");
  /* There may be 27 axes of the host's, a class among them; each is for a property of its own. */
  for (int count = 26; count <= 27; count++) {
    char *end = text;
    for (int i = 0; i < count; i++) end += sprintf(end, "[data-a%d=x]{--a%d:red}", i, i);
    end += sprintf(end, ".theme-sea{--b:red}");
    size = (size_t)(end - text);
    must_come_to(count == 26 ? DYNCOLOR_ERROR_TOO_MANY_AXES : DYNCOLOR_ERROR_TOO_COMPLEX, text,
                 size, "axes");
    if (count == 27) continue;
    end += sprintf(end, "[data-z=x]{--b:red}");
    must_come_to(DYNCOLOR_ERROR_TOO_COMPLEX, text, (size_t)(end - text), "an attribute too many");
  }
  free(text);
}

/* What is put into a value again and again, for each of many states. */
static void labor(void) {
  char *text = malloc(1 << 18), *end = text + sprintf(text, ":root{--a:var(--b);--b:");
  for (int i = 0; i < 6000; i++) end += sprintf(end, "x x x x x ");
  end += sprintf(end, "}");
  for (int i = 0; i < 13; i++) end += sprintf(end, "[data-a%d=x]{--a:var(--b)}", i);
  must_come_to(DYNCOLOR_ERROR_TOO_COMPLEX, text, (size_t)(end - text), "labor");
  free(text);
}

static void tells_once(const char *text, size_t size, dyncolor_status status,
                       const char *message) {
  memory_file file = file_of(text, size);
  dyncolor_theme *theme = new_theme();
  dyncolor_report *report = NULL;
  CHECK(load_file(theme, &file, &report, NULL) == status);
  size_t count = 0;
  const dyncolor_finding *found = dyncolor_report_findings(report, &count);
  CHECK(count == 1 && strcmp(found[0].message, message) == 0);
  dyncolor_report_release(report);
  dyncolor_theme_release(theme);
}

/* What is too much is told once, though it is too much in two ways; and a rule that counts nowhere,
 * though it has two colors. */
static void told_once(void) {
  char text[1 << 10], *end = text + sprintf(text, "@layer ");
  for (int i = 0; i < 70; i++) end += sprintf(end, "a.");
  for (int i = 0; i < 70; i++) end += sprintf(end, "a(");
  tells_once(text, (size_t)(end - text), DYNCOLOR_ERROR_TOO_COMPLEX,
             "layers are nested too deeply; at most DYNCOLOR_MAX_NESTING levels are allowed");
  /* A name that is too long is not nested. */
  char named[1100];
  for (int length = 1020; length <= 1021; length++) {
    size_t size = (size_t)sprintf(named, "@layer %0*d{:root{--a:red}}", length, 0);
    /* Names begin with letters. */
    memset(named + 7, 'a', (size_t)length);
    if (length == 1021) {
      tells_once(named, size, DYNCOLOR_ERROR_TOO_COMPLEX,
                 "the name of a layer is too long; at most 1,020 bytes are allowed");
    } else {
      memory_file file = file_of(named, size);
      dyncolor_theme *theme = new_theme();
      CHECK(load_file(theme, &file, NULL, NULL) == DYNCOLOR_OK);
      dyncolor_theme_release(theme);
    }
  }
  const char rule[] = ":root{--c:red}.btn{--a:red;--b:blue}";
  tells_once(rule, sizeof rule - 1, DYNCOLOR_OK,
             "the rule is not for the whole page; it is skipped");
}

/* As many declarations, selectors and rules as there may be, and more. Only going through as many
 * tells. */
static void counts(void) {
  static const struct {
    const char *start, *part, *end;
  } many[] = {{":root{", "--a:1;", "}"}, {"*", ",*", "{--a:red}"}, {"", "*{}", ":root{--a:red}"}};
  for (size_t i = 0; i < COUNT(many) && !is_brief; i++) {
    size_t size;
    char *text = repeated(many[i].start, many[i].part, (1 << 20) + 1, many[i].end, &size);
    must_come_to(DYNCOLOR_ERROR_TOO_COMPLEX, text, size, many[i].part);
    free(text);
  }
}

static void cycles(void) {
  static const char *const sheets[] = {
      ":root{--a:var(--a)}", ":root{--a:var(--b);--b:var(--c, var(--a))}",
      ":root{--a:light-dark(red, var(--b));--b:var(--a)}", "@define-color a @a;",
      "@define-color a shade(@b, 1); @define-color b alpha(@a, 0.5);"};
  for (size_t i = 0; i < COUNT(sheets); i++)
    must_come_to(DYNCOLOR_ERROR_CYCLE, sheets[i], strlen(sheets[i]), sheets[i]);
  /* What is no color in a circle is nothing. */
  const char *text = ":root{--a:1px var(--b);--b:2px var(--a);--c:red}";
  memory_file file = file_of(text, strlen(text));
  dyncolor_theme *theme = new_theme();
  CHECK(load_file(theme, &file, NULL, NULL) == DYNCOLOR_OK);
  CHECK(dyncolor_theme_count(theme) == 1);
  dyncolor_theme_release(theme);
}

/* ---- Memory ---- */

static dyncolor_status load_sheet(dyncolor_theme *theme, const void *file) {
  return load_file(theme, file, NULL, NULL);
}

/* The next allocation, or all from it on. */
static void check_shortage(const char *text, size_t size) {
  for (int stays_short = 0; stays_short < 2; stays_short++) {
    const memory_file file = file_of(text, size);
    bool is_short = true;
    size_t failing = 0;
    while (is_short) {
      short_heap heap = {.left = SIZE_MAX, .stays_short = stays_short != 0};
      dyncolor_theme *theme = new_theme_in(&heap);
      is_short = runs_short(&heap, failing++, theme, load_sheet, &file);
      dyncolor_theme_release(theme);
      CHECK(heap.taken == 0);
    }
    CHECK(failing > 20);
  }
}

static void shortage(void) {
  static const char unknown[] = "@define-color x red;@define-color y lighter(darker(@z));";
  static const char elsewhere[] = "p{--a:oklch(.5 .1 20)}@media(min-width:1px){:root{--b:red}}";
  static const char text[] =
      ":root{--a:hsl(var(--p)/.5);--p:1 2% 3%;--b:var(--a)}.dark{--p:4 5% 6%}[data-x=y]{--b:red}"
      "@layer z{@media(prefers-contrast:more){.theme-q{--b:blue;&:not(.light){--c:#12345}}}}"
      "@property --d{syntax:'<color>';inherits:true;initial-value:red}"
      "@define-color e shade(@a,.5);";
  check_shortage(text, sizeof text - 1);
  check_shortage(elsewhere, sizeof elsewhere - 1);
  check_shortage(unknown, sizeof unknown - 1);
}

static int claims(int count, char **arguments) {
  is_brief = is_to_be_brief(count, arguments);
  CLAIM("style sheets: all forms are read", forms);
  CLAIM("style sheets: of two colors with one name the later counts", later_names);
  CLAIM("style sheets: queries that repeat hold alike, and each wrong one is reported",
        repeated_queries);
  CLAIM("style sheets: errors and omissions are reported with their position", findings);
  CLAIM("style sheets: a file that ends in a block, a function, a string or a comment gets one "
        "warning", ends_are_told);
  CLAIM("style sheets: a file without custom properties gets a note", missing_properties_are_told);
  CLAIM("style sheets: words that are often values are not taken for colors", words_are_no_colors);
  CLAIM("style sheets: relative imports are read in their place, with layers and conditions",
        sheets_are_imported);
  CLAIM("style sheets: mistakes in imports are reported in the file that has them",
        mistakes_in_imports_are_told);
  CLAIM("style sheets: imports that multiply or nest too deeply are refused", imports_have_limits);
  CLAIM("style sheets: every failing allocation while importing is an error only",
        imports_without_memory);
  CLAIM("style sheets: imports truncated anywhere do no harm", damaged_imports);
  CLAIM("style sheets: truncated anywhere, or with any byte changed, they do no harm", truncations);
  CLAIM("style sheets: what exceeds a limit of length, depth or size is refused", excesses);
  CLAIM("style sheets: exponential growth is refused, a long chain is not", laughs);
  CLAIM("style sheets: attributes and their values have limits", attributes);
  CLAIM("style sheets: what takes too many steps is refused", labor);
  CLAIM("style sheets: what exceeds two limits, or is unused for two reasons, is reported once",
        told_once);
  CLAIM("style sheets: declarations, selectors and rules have limits", counts);
  CLAIM("style sheets: cycles of colors are refused", cycles);
  CLAIM("style sheets: a failing allocation changes nothing", shortage);
  return CHECK_RESULT;
}

int main(int count, char **arguments) { return on_small_stack(claims, count, arguments); }
