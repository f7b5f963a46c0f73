"""Reads the pixels of a window on an X display, with xwd.

    screen.py WINDOW FILE.png            saves a picture of it
    screen.py WINDOW X,Y=rrggbb...       waits until it has these colors at these places
    screen.py WINDOW X,Y~rrggbb...       the same, within the rounding of blended colors
"""
import re
import struct
import subprocess
import sys
import time
import zlib

PATIENCE = 30  # seconds
ROUNDING = 2  # steps of a byte: one for each time that a pixel is blended


class Screenshot:
    def __init__(self, window):
        dump = subprocess.run(["xwd", "-silent", "-id", window], check=True,
                              capture_output=True).stdout
        header = struct.unpack_from(">25I", dump)
        self.width, self.height = header[4], header[5]
        self.order = "big" if header[7] else "little"
        self.pixel, self.row = header[11] // 8, header[12]
        self.pixels = dump[header[0] + 12 * header[19]:]

    def __getitem__(self, place):
        x, y = place
        start = y * self.row + x * self.pixel
        value = int.from_bytes(self.pixels[start:start + self.pixel], self.order)
        return (value >> 16 & 255, value >> 8 & 255, value & 255)

    def png(self):
        def chunk(kind, data):
            return (struct.pack(">I", len(data)) + kind + data
                    + struct.pack(">I", zlib.crc32(kind + data)))

        rows = b"".join(b"\0" + b"".join(bytes(self[x, y]) for x in range(self.width))
                        for y in range(self.height))
        return (b"\x89PNG\r\n\x1a\n"
                + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def differences(shot, expected):
    for text in expected:
        x, y, relation, color = re.fullmatch(r"(\d+),(\d+)([=~])([0-9a-f]{6})", text).groups()
        found = shot[int(x), int(y)]
        steps = max(abs(a - b) for a, b in zip(found, bytes.fromhex(color)))
        if steps > (ROUNDING if relation == "~" else 0):
            yield f"{text}, but it is {bytes(found).hex()}"


def main(window, *arguments):
    if arguments[0].endswith(".png"):
        with open(arguments[0], "wb") as file:
            file.write(Screenshot(window).png())
        return 0
    deadline = time.monotonic() + PATIENCE
    while wrong := list(differences(Screenshot(window), arguments)):
        if time.monotonic() > deadline:
            print("\n".join(wrong))
            return 1
        time.sleep(0.05)
    return 0


sys.exit(main(*sys.argv[1:]))
