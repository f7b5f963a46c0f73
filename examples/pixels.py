"""One color in the pixel formats of graphics libraries.

Shows: how to get a color as a native pixel, with the alpha multiplied where the library wants that;
and how to get a table with all colors of a theme.

    python3 pixels.py
"""
from array import array

from dyncolor import Theme

theme = Theme()
accent = theme.register("accent", "light-dark(#0461be80, #81d0ff80)")
color = accent.resolve("dark")

# A word of 32 bits: 0xAARRGGBB on machines of every byte order.
word, = array("I", color.pack("argb-word", premultiplied=True))
print(f"cairo, X11, Wayland    0x{word:08x}")

print("SDL, raylib           ", *color.pack("rgba8"))

# Linear light, for a shader that writes to an sRGB target.
floats = array("f", color.pack("float4", space="srgb-linear"))
print("OpenGL, Vulkan        ", *(f"{number:.3f}" for number in floats))

# All colors at once, as a table that color.row indexes.
table = array("I", theme.snapshot("dark").pack("argb-word"))
print(f"the row of the table   0x{table[accent.row]:08x}")
