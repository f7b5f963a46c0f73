"""Environments with every value of every byte, and with random bytes: refused exactly where the
header says so, and otherwise resolved as the evaluator says."""
import ctypes
from ctypes import byref

import binding as c
from axes import ACCENT, CONTRAST, FOREGROUND, GREATEST, LOCALE, PALETTE, SUBTYPE, Environment
from binding import OK
from colors import Color
from expressions import Variant
from lockstep import LAYOUTS, MARK, Lockstep, floats_agree, random_environment
from programs import Reads, ReadsAll

EVERY_BYTE = "{n} environments with one byte changed are refused or resolved as the evaluator says"
RANDOM = "{n} environments of random bytes are refused or resolved as the evaluator says"
REFUSED = "functions refuse invalid environments, and write no output"


def compare(library, callbacks, evidence, rng, count):
    evidence.where = "environments"
    lockstep = Lockstep(library, callbacks, evidence, rng)
    ids = _colors(lockstep)

    def look(claim, data):
        environment = Environment(data)
        # One by turns, and one that shows every byte.
        for id in (ids[rng.randrange(len(ids))], ids[-1]):
            lockstep.out.raw = MARK
            status = library.resolve(lockstep.theme, id, data, lockstep.out, None)
            if environment.is_valid and lockstep.model.knows(environment):
                expected = lockstep.model.resolve(id, environment)
                evidence.check(claim, status == expected.status and (
                    status != OK or floats_agree(lockstep.out, 0, expected.rgba)),
                    lambda: lockstep.told(id, environment, expected, status, lockstep.out.raw))
            else:
                evidence.check(claim, status == c.INVALID_ARGUMENT and lockstep.out.raw == MARK,
                               lambda: f"{data.hex(' ')}: {lockstep.named(status)}")

    for base in (bytes(32), _full(rng, lockstep.model).bytes):
        for place in range(32):
            for value in range(256):
                look(EVERY_BYTE, base[:place] + bytes([value]) + base[place + 1:])
    for _ in range(count):
        look(RANDOM, rng.randbytes(32))
        data = bytearray(random_environment(rng, lockstep.model).bytes)
        for _ in range(rng.randint(0, 2)):
            data[rng.randrange(32)] = rng.randrange(256)
        look(RANDOM, bytes(data))
    _compare_refusals(lockstep, ids)
    lockstep.end()


def _colors(lockstep):
    """A table of all axes, a semantic color, and providers that show all that they see."""
    colors = [Color(c.SRGB, (i / 64, 0.5, 1 - i / 64)) for i in range(64)]
    rows = [Variant(scheme, contrast, elevation, gamut, idiom)
            for scheme in (0, 2) for contrast in (0, 1, 201) for elevation in (0, 2)
            for gamut in (0, 2) for idiom in (0, 5)]
    table = lockstep.register_table(
        "table", tuple(row._replace(color=color) for row, color in zip(rows, colors)))
    for name in ("Night", "Day"):
        number = ctypes.c_uint16()
        lockstep.library.palette_declare_n(
            lockstep.theme, name.encode(), len(name), byref(number), None)
        lockstep.model.palettes.append(name)
        lockstep.register_constant(name + "/primary", colors[number.value])
    for _ in range(40):
        lockstep.declare_axis()
        lockstep.declare_locale()
        lockstep.declare_subtype()
    role = lockstep.register_role("role", "primary", table)
    axes = lockstep.register_function("axes", lockstep.new_provider(Reads(tuple(GREATEST))))
    whole = lockstep.register_function("whole", lockstep.new_provider(ReadsAll()))
    return [table, role, axes, lockstep.register_reference("alias", whole)]


def _full(rng, model):
    """An environment that leaves nothing unspecified."""
    values = {axis: rng.randint(1, greatest) for axis, greatest in GREATEST.items()}
    return Environment.of({
        **values, CONTRAST: 201, PALETTE: len(model.palettes), LOCALE: len(model.locales),
        SUBTYPE: len(model.subtypes), FOREGROUND: rng.choice(model.given),
        ACCENT: rng.choice(model.given)})


def _compare_refusals(lockstep, ids):
    library, theme = lockstep.library, lockstep.theme
    for place in range(32):
        data = bytes(place) + b"\xff" + bytes(31 - place)
        if Environment(data).is_valid:
            continue
        marked = MARK * 8
        pixels = ctypes.create_string_buffer(marked, len(marked))
        statuses = (ctypes.c_int * 2)(77, 77)
        snapshot = ctypes.c_void_p(77)
        answers = [
            library.resolve_list(theme, (ctypes.c_uint32 * 2)(*ids[:2]), 2, data, c.FLOAT4,
                                 pixels, LAYOUTS[c.FLOAT4][0], statuses, None),
            library.resolve_all(theme, data, c.RGBA8, pixels, 2, 4, None),
            library.theme_prepare(theme, data, None),
            library.snapshot_create(theme, data, byref(snapshot), None)]
        lockstep.check(REFUSED, answers == [c.INVALID_ARGUMENT] * 4 and pixels.raw == marked
                       and list(statuses) == [77, 77] and snapshot.value == 77,
                       lambda: f"byte {place}: {answers}")
