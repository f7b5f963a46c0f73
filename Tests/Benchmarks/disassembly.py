"""Searches the fast path of a function for forbidden instructions: calls, locks, fences.

    disassembly.py LIBRARY FUNCTION

The fast path is every instruction that can be reached from the function's entry, and from which a
return of the function itself can be reached. Code that ends in a jump to another function (a tail
call) is not part of it: that is how a function enters its slow path. A call after which the
function returns is part of it. If a function is only a jump, its body is the target of the jump.
"""

import re
import subprocess
import sys

PREFIXES = {"lock", "rep", "repz", "repnz", "notrack", "bnd", "cs", "data16"}
# Instructions that do not return.
ENDLESS = re.compile(r"trap|abort|stack_chk_fail|unreachable")
FENCES = {"mfence", "lfence", "sfence"}
# Instructions that lock without a prefix if an operand is memory.
EXCHANGE = re.compile(r"xchg[bwlq]?$")


class Instruction:
    def __init__(self, address, text):
        self.address = address
        words = text.split()
        self.prefixes = []
        while len(words) > 1 and words[0] in PREFIXES:
            self.prefixes.append(words.pop(0))
        self.mnemonic = words[0]
        self.operands = " ".join(words[1:])
        self.text = text
        self.next = None

    @property
    def target(self):
        """The target of a direct jump, or None."""
        match = re.match(r"([0-9a-f]+)(\s|$)", self.operands)
        return int(match.group(1), 16) if match else None

    @property
    def is_call(self):
        return self.mnemonic.startswith("call")

    @property
    def is_jump(self):
        return self.mnemonic.startswith("j")

    @property
    def is_return(self):
        return self.mnemonic.startswith("ret")

    @property
    def touches_memory(self):
        return "(" in self.operands or re.search(r"%[c-gs]s:", self.operands) is not None

    @property
    def writes_memory(self):
        """Whether the last operand is memory outside the function's own frame."""
        return re.search(r"\((%(?!rsp|rbp)\w+)[^()]*\)$", self.operands.split(" #")[0]) is not None


def fail(text):
    print(text)
    sys.exit(1)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(library, *options):
    """The names, first addresses and sizes of the library's functions."""
    for line in run("nm", "-S", "--defined-only", *options, library).splitlines():
        fields = line.split()
        if len(fields) == 4:
            yield fields[3].split("@")[0], int(fields[0], 16), int(fields[1], 16)


def disassemble(library, start, size):
    text = run("objdump", "-d", "-w", "--no-show-raw-insn", f"--start-address={start}",
               f"--stop-address={start + size}", library)
    found = {}
    last = None
    for line in text.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\s+(\S.*)$", line)
        if not match:
            continue
        instruction = Instruction(int(match.group(1), 16), match.group(2).strip())
        if last:
            last.next = instruction.address
        found[instruction.address] = last = instruction
    if start not in found:
        fail(f"objdump shows nothing at {start:#x}")
    return found


def body(library, function):
    """The address at which the function's body begins, and its instructions."""
    for name, start, size in symbols(library, "-D"):
        if name == function:
            break
    else:
        fail(f"{library} does not export {function}")
    code = disassemble(library, start, size)
    if code[start].mnemonic != "jmp":
        return start, code
    target = code[start].target
    for name, start, size in symbols(library):
        if start == target:
            return start, disassemble(library, start, size)
    fail(f"{function} is elsewhere, where the library has no symbol")


def followers(instruction, code):
    """The successors of an instruction within the function."""
    if instruction.is_return or instruction.mnemonic in {"ud2", "hlt", "int3"}:
        return []
    if instruction.is_call and ENDLESS.search(instruction.operands):
        return []
    if not instruction.is_jump:
        return [instruction.next] if instruction.next else []
    if instruction.target is None:
        fail(f"{instruction.address:x}: {instruction.text}: where this goes cannot be followed")
    ways = [instruction.target]
    if instruction.mnemonic != "jmp" and instruction.next:
        ways.append(instruction.next)
    return [way for way in ways if way in code]


def way_to_return(code, start):
    """The instructions of the fast path."""
    before = {}  # from an address to those it can be reached from
    pending, reached = [start], {start}
    while pending:
        address = pending.pop()
        for way in followers(code[address], code):
            before.setdefault(way, []).append(address)
            if way not in reached:
                reached.add(way)
                pending.append(way)
    pending = [address for address in reached if code[address].is_return]
    on_the_way = set(pending)
    while pending:
        for address in before.get(pending.pop(), []):
            if address not in on_the_way:
                on_the_way.add(address)
                pending.append(address)
    return [code[address] for address in sorted(on_the_way)]


def fault(instruction):
    """Why an instruction is forbidden, or None."""
    if instruction.is_call:
        return "a call"
    if "lock" in instruction.prefixes:
        return "a lock prefix"
    if EXCHANGE.match(instruction.mnemonic) and instruction.touches_memory:
        return "an exchange with memory"
    if instruction.mnemonic in FENCES:
        return "a fence"
    return None


def main():
    library, function = sys.argv[1:]
    start, code = body(library, function)
    way = way_to_return(code, start)
    if not way:
        fail(f"{function} never returns by itself")
    # The path must not be empty: it must write the color.
    stores = [i for i in way if i.mnemonic.startswith(("mov", "vmov")) and i.writes_memory]
    if not stores:
        fail(f"{function} writes no color on its way to a return")
    faults = [(i, fault(i)) for i in way if fault(i)]
    for instruction, what in faults:
        print(f"{instruction.address:x}: {instruction.text}: {what}")
    print(f"{function}: {len(code)} instructions, {len(way)} of them on the way to a return")
    sys.exit(1 if faults else 0)


main()
