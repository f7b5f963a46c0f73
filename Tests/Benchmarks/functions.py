"""Prints the functions of the library that profiles of callgrind spend instructions in.

    python3 functions.py PROFILE...

A profile is of one case of the benchmarks. Each line has the greatest share that a function has of
the instructions of a case, the function, and that case.
"""
import re
import sys
from collections import Counter

# The least share that is printed.
LEAST = 0.0025


def read(path: str) -> tuple[str, Counter[str]]:
    """Return the case that a profile is of, and the instructions of each function of the library,
    without those of the functions that it calls."""
    case, costs = "", Counter[str]()
    # Names and files have numbers: a name is written only once.
    names: dict[str, str] = {}
    function = library = ""
    is_call = False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if match := re.match(r"desc: Trigger: Client Request: \d+\|(.*)", line):
                case = match[1]
            elif match := re.match(r"(c?fn|c?ob)=(\(\d+\))(?: (.*))?", line):
                key = match[1].lstrip("c") + match[2]
                if match[3] is not None:
                    names[key] = match[3]
                if match[1] == "fn":
                    # A recursive function has a name for each depth: 'name, 'name'2.
                    function = names[key].split("'")[0]
                elif match[1] == "ob":
                    library = names[key]
            elif line.startswith("calls="):
                is_call = True
            elif line[0] in "0123456789+-*":
                # The line after that of a call has the instructions of what is called.
                if not is_call and "libdyncolor" in library:
                    costs[function] += int(line.split()[1])
                is_call = False
            elif match := re.match(r"summary: (\d+)", line):
                costs[""] = int(match[1])
    return case, costs


def main() -> None:
    greatest: dict[str, tuple[float, str]] = {}
    for path in sys.argv[1:]:
        case, costs = read(path)
        total = costs.pop("", 0)
        if not case or total == 0:
            continue
        for function, cost in costs.items():
            greatest[function] = max(greatest.get(function, (0.0, "")), (cost / total, case))
    for function, (share, case) in sorted(greatest.items(), key=lambda item: -item[1][0]):
        if share >= LEAST:
            print(f"{share:7.2%}  {function}  {case}")


main()
