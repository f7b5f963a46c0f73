"""Searches the loops of the pixel kernels for calls and scalar instructions.

    vectors.py OBJECT [--objdump PROGRAM]

The loops are the functions `convert`, `composite` and `reorder` of an object of kernels, each
compiled for many kinds of pixels. They must compute with vectors: an instruction on a single float,
or an integer division, shows that the compiler has split a vector.
"""
import re
import subprocess
import sys

LOOP = re.compile(r"^[0-9a-f]+ <(\$e7Kernels(7convert|9composite|7reorder)y.*)>:$")
# Instructions on single floats, of x86-64 and aarch64, except moves and broadcasts.
SINGLE = re.compile(
    r"^(v?(add|sub|mul|div|sqrt|min|max|cmp\w*|ucomi|comi)s[sd]|vf\w+s[sd]|cvt\w+s[sd]\w*)\s"
    r"|^(fadd|fsub|fmul|fdiv|fsqrt|fmadd|fmsub|fcmp|fcsel)\s+[sd]\d")
DIVISION = re.compile(r"^(i?div[lq]?|[us]div)\s")
CALL = re.compile(r"^(call|bl\s|blr\s)")
# Instructions on whole vectors.
VECTOR = re.compile(r"^v?\w+ps\s|^\w+\s+v\d+\.(4s|16b|8h)|^v?p(add|sub|mul|or|and|s[lr]l)\w*\s")
LOOPS = 30


def main() -> int:
    arguments = sys.argv[1:]
    objdump = arguments[2] if arguments[1:2] == ["--objdump"] else "objdump"
    text = subprocess.run([objdump, "-d", "-w", "--no-show-raw-insn", arguments[0]], check=True,
                          capture_output=True, text=True).stdout
    loops: dict[str, list[str]] = {}
    name = None
    for line in text.splitlines():
        if match := re.match(r"^[0-9a-f]+ <(.*)>:$", line):
            name = match.group(1) if LOOP.match(line) else None
            if name:
                loops[name] = []
        elif name and (match := re.match(r"\s*[0-9a-f]+:\s+(\S.*)$", line)):
            loops[name].append(re.sub(r"\s+", " ", match.group(1)))
    faults = 0
    for name, code in loops.items():
        for instruction in code:
            for what, pattern in (("a call", CALL), ("a single number", SINGLE),
                                  ("a division", DIVISION)):
                if pattern.match(instruction):
                    print(f"{name}: {instruction}: {what}")
                    faults += 1
        if not any(VECTOR.match(instruction) for instruction in code):
            print(f"{name} has no vectors")
            faults += 1
    print(f"{len(loops)} loops, of up to {max(map(len, loops.values()), default=0)} instructions")
    return 1 if faults or len(loops) < LOOPS else 0


sys.exit(main())
