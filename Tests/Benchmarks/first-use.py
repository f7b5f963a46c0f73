"""Says which functions of a library ran, or in how much of its code they are.

    first-use.py names PROFILE LIBRARY           prints their names, sorted
    first-use.py regions PROFILE LIBRARY MOST    fails if they are in more regions than that

PROFILE is what callgrind wrote with --dump-instr=yes, --demangle=no and nothing compressed. A
region has 64 KiB, which is what Linux maps at once when a page is missing.
"""

import re
import subprocess
import sys

REGION = 64 * 1024


def read_profile(path, library):
    """The names of the library's functions that ran, and the addresses of their instructions."""
    names, addresses = set(), set()
    is_inside = False
    with open(path) as lines:
        for line in lines:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "ob":
                is_inside = value == library
            elif key == "fn" and is_inside:
                names.add(value.split("'")[0])
            elif is_inside and (match := re.match(r"0x([0-9a-f]+) ", line)):
                addresses.add(int(match.group(1), 16))
    return names, addresses


def code(library):
    """The address of the first function, the size of the code, and the names of its functions."""
    sections = subprocess.run(["readelf", "-SW", library], check=True, capture_output=True,
                              text=True).stdout
    address, size = re.search(r" \.text +PROGBITS +(\w+) \w+ (\w+)", sections).groups()
    symbols = subprocess.run(["nm", "--defined-only", library], check=True, capture_output=True,
                             text=True).stdout
    names = {line.split()[2].split("@")[0] for line in symbols.splitlines()}
    return int(address, 16), int(size, 16), names


def main(action, profile, library, most=None):
    ran, addresses = read_profile(profile, library)
    start, size, names = code(library)
    if not addresses:
        sys.exit(f"{profile} has nothing of {library}")
    if action == "names":
        print("\n".join(sorted(ran & names)))
        return
    inside = [address for address in addresses if start <= address < start + size]
    regions = {address // REGION for address in inside}
    pages = {address // 4096 for address in inside}
    print(f"{len(ran)} functions on {len(pages)} pages in {len(regions)} of "
          f"{-(-size // REGION)} regions")
    if len(regions) > int(most):
        sys.exit("Tests/Benchmarks/first-use FOLDER --write lists the functions anew; then build.")


main(*sys.argv[1:])
