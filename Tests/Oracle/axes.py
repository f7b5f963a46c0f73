"""Environments: the 32 bytes, and their values on each axis."""
import struct

SCHEME, CONTRAST, ELEVATION, GAMUT, VISION, VISION_SEVERITY, STATE, IDIOM = range(8)
PALETTE, LOCALE, SUBTYPE, FORCED_COLORS = range(8, 12)
FOREGROUND, ACCENT = 12, 13
CUSTOM = range(14, 22)

LIGHT, DARK = 1, 2
LESS, STANDARD, MORE = 1, 101, 201
BASE, ELEVATED = 1, 2
GAMUT_SRGB = 1
FORCED = 2
TYPICAL = 1
NORMAL = 1

# The greatest value of each axis: where all smaller ones are listed too, or any number is legal.
GREATEST = {
    SCHEME: 2, CONTRAST: 201, ELEVATION: 2, GAMUT: 3, VISION: 5, VISION_SEVERITY: 101, STATE: 7,
    IDIOM: 7, PALETTE: 0xFFFF, LOCALE: 0xFFFF, SUBTYPE: 0xFF, FORCED_COLORS: 2,
    FOREGROUND: 0xFFFF_FFFF, ACCENT: 0xFFFF_FFFF, **{axis: 0xFF for axis in CUSTOM},
}

_BYTES = struct.Struct("<8B 2H 2B H 2I 8B")
assert _BYTES.size == 32
_RESERVED = 12  # the place of the reserved bytes among the values of the struct


class Environment:
    """The 32 bytes, and what they say on each axis."""

    def __init__(self, data):
        self.bytes = bytes(data)
        values = _BYTES.unpack(self.bytes)
        self._reserved = values[_RESERVED]
        self._values = values[:_RESERVED] + values[_RESERVED + 1:]

    @classmethod
    def of(cls, values):
        """The environment with these values of these axes."""
        given = [values.get(axis, 0) for axis in range(22)]
        return cls(_BYTES.pack(*given[:_RESERVED], 0, *given[_RESERVED:]))

    def __getitem__(self, axis):
        return self._values[axis] if axis in GREATEST else 0

    def replacing(self, axis, value):
        return Environment.of({**{a: self[a] for a in GREATEST}, axis: value})

    @property
    def is_valid(self):
        return self._reserved == 0 and all(
            self[axis] <= greatest for axis, greatest in GREATEST.items())

    def __repr__(self):
        return "{" + ", ".join(f"{a}: {self[a]}" for a in GREATEST if self[a]) + "}"
