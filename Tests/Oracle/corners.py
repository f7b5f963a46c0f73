"""Cases that random themes hardly contain: long chains, deep nesting, providers that resolve
themselves or change the theme, ids that are used up."""
import ctypes
from ctypes import byref

import binding as c
from axes import CONTRAST, CUSTOM, DARK, FOREGROUND, LIGHT, MORE, SCHEME, STANDARD, Environment
from binding import OK
from callbacks import text
from colors import Color
from evaluator import Answer
from expressions import Blend, Channel, Constant, Contrasting, CurrentColor, Else, EnsureContrast
from expressions import First, If, Level, LightDark, Mix, Mode, PaletteColor, Table
from expressions import Number, Percentage, Reference, Relative, Seen, Style, Variant, WithAlpha
from lockstep import Lockstep, agrees, floats_agree
from programs import Derives, Reads, Refers
from registry import DEFAULTS, THEME

CHAIN = "a chain of 20,000 aliases resolves to the color at its end, also after that changes"
LONG_CYCLE = "a cycle of 20,000 aliases is found, and reported in one error"
CYCLE_NAMES = "the error of a cycle names its colors"
DEPTH = "providers nest to the documented depth, and no deeper"
SELF = "a provider that resolves itself gets a cycle error, and may still answer"
BAD_ANSWER = "invalid answers of providers are failures, not colors"
IGNORED = "where there is an id, the color beside it is ignored"
WORN = "ids of 10,000 colors without names, registered and removed in turn, are all different"
CHANGING = "a provider may register and unregister colors, its own too, during its call"
NULL = "NULL as an environment is the empty environment"
TOO_MANY = "a ninth custom axis is refused, and changes nothing"
RINGS = "cycles of any length and of any kind of reference are found"
WIDE = "an expression may depend on hundreds of colors, and others on it"
RECOVERING = "a fallback used because a provider failed is not cached: a later success counts"
LAST = "if a name is twice in a batch, the last counts, under one id"

GREY = Color(c.SRGB, (0.5, 0.5, 0.5))
RED = Color(c.SRGB, (1.0, 0.0, 0.0))
EMPTY = Environment(bytes(32))


def compare(library, callbacks, evidence, rng):
    for corner in (_chain, _cycle_names, _depth, _meets_itself, _bad_answers, _ignored, _worn,
                   _changing, _null, _too_many, _rings, _wide, _recovering, _last):
        evidence.where = corner.__name__.strip("_")
        lockstep = Lockstep(library, callbacks, evidence, rng, budget=0)
        corner(lockstep)
        lockstep.end()


def _is(lockstep, claim, id, color, environment=EMPTY, what=""):
    """Claims that an id resolves to a color, or, if `color` is a number, fails with this status."""
    status = lockstep.library.resolve(
        lockstep.theme, id, environment.bytes, lockstep.out, byref(lockstep.error))
    if isinstance(color, int):
        holds = status == color
    else:
        holds = status == OK and floats_agree(
            lockstep.out, 0, lockstep.model.paint(color, environment))
    lockstep.check(claim, holds, lambda: f"{what} {id:#x}: {lockstep.named(status)} "
                   f"{lockstep.out.raw.hex()}, not {color}")


def _chain(lockstep):
    count = 20_000
    end = lockstep.register_constant("end", GREY)
    ids = [end]
    for _ in range(count):
        status = lockstep.library.register_alias_n(
            lockstep.theme, None, 0, ids[-1], byref(lockstep.id_out), None)
        ids.append(lockstep.id_out.value)
        lockstep.check(CHAIN, status == OK, lambda: lockstep.named(status))
    for color in (GREY, RED, GREY):
        lockstep.register_constant("end", color)
        for id in (ids[-1], ids[count // 2], ids[1], end):
            _is(lockstep, CHAIN, id, color)
    lockstep.library.unregister(lockstep.theme, end, None)
    _is(lockstep, CHAIN, ids[-1], c.STALE_ID)
    lockstep.register_reference("end", ids[-1])
    for id in (ids[-1], ids[1], end):
        _is(lockstep, LONG_CYCLE, id, c.CYCLE)
        lockstep.check(LONG_CYCLE, lockstep.error.status == c.CYCLE and lockstep.error.message,
                       lambda: f"{lockstep.error.status}")
    lockstep.library.id_equal(lockstep.theme, end, lockstep.theme, ids[-1])
    lockstep.library.id_hash(lockstep.theme, end)
    axes = ctypes.c_uint32()
    lockstep.library.id_axes(lockstep.theme, end, byref(axes), None)
    lockstep.register_constant("end", RED)
    _is(lockstep, LONG_CYCLE, ids[-1], RED)


def _cycle_names(lockstep):
    names = ("first", "second", "third")
    status = lockstep.library.theme_declare_n(
        lockstep.theme, *text("third"), byref(lockstep.id_out), None)
    lockstep.model.declare("third", lockstep.id_out.value)
    lockstep.check(CYCLE_NAMES, status == OK, lambda: lockstep.named(status))
    first = lockstep.register_reference("first", lockstep.id_out.value)
    second = lockstep.register_reference("second", first)
    lockstep.register_reference("third", second)
    for id in (first, second):
        _is(lockstep, CYCLE_NAMES, id, c.CYCLE)
        lockstep.check(CYCLE_NAMES, all(n.encode() in lockstep.error.context for n in names),
                       lambda: f"{lockstep.error.context}")


def _depth(lockstep):
    """Whether the depth counts the first provider too is left open: so one more or less is."""
    for depth, expected in ((2, OK), (c.MAX_DEPTH - 2, OK), (c.MAX_DEPTH + 2, c.TOO_DEEP),
                            (1000, c.TOO_DEEP)):
        id, color = lockstep.register_constant(f"bottom of {depth}", GREY), GREY
        for level in range(depth):
            id = lockstep.register_function(
                f"{level} of {depth}", lockstep.new_provider(Derives((id,))))
            color = Color(c.SRGB, tuple(x / 2 + 0.25 for x in color.c), color.alpha / 2)
        _is(lockstep, DEPTH, id, color if expected == OK else expected, what=f"{depth} deep")
    # What was too deep from above is not so from within.
    _is(lockstep, DEPTH, lockstep.model.ids["0 of 1000"], Color(c.SRGB, (0.5, 0.5, 0.5), 0.5))


def _meets_itself(lockstep):
    def stubborn(context):
        outcome = context.resolve(lockstep.model.ids["target"])
        return Answer(color=RED if outcome.status == c.CYCLE else GREY)
    target = ctypes.c_uint32()
    lockstep.library.theme_declare_n(lockstep.theme, b"target", 6, byref(target), None)
    lockstep.model.declare("target", target.value)
    id = lockstep.register_function("stubborn", lockstep.new_provider(stubborn))
    _is(lockstep, SELF, id, GREY, what="its target is stale")
    between = lockstep.register_reference("between", id)
    lockstep.register_reference("target", between)
    # From the provider, and then from outside, where the cycle must not be remembered.
    for asked in (id, target.value, between, id):
        _is(lockstep, SELF, asked, RED, what="an alias leads back")
    lockstep.register_reference("target", id)
    for asked in (target.value, between, id):
        _is(lockstep, SELF, asked, RED, what="an alias leads back at once")
    lockstep.register_constant("target", GREY)
    _is(lockstep, SELF, id, GREY, what="nothing leads back")

    def outside(context):
        outcome = context.resolve_elsewhere(lockstep.model.ids["outside"], EMPTY)
        return Answer(color=RED if outcome.status == c.CYCLE else GREY)
    id = lockstep.register_function("outside", lockstep.new_provider(outside))
    _is(lockstep, SELF, id, RED, what="through dyncolor_resolve")

    def refers_to_itself(context):
        return Answer(id=lockstep.model.ids["itself"])
    id = lockstep.register_function("itself", lockstep.new_provider(refers_to_itself))
    _is(lockstep, SELF, id, c.CYCLE, what="answers with itself")


def _bad_answers(lockstep):
    nan = float("nan")
    for what, color in (("nothing filled in", None), ("NaN", Color(c.SRGB, (nan, 0.0, 0.0))),
                        ("infinity", Color(c.DISPLAY_P3, (0.0, float("inf"), 0.0))),
                        ("an unknown space", Color(24, (0.0, 0.0, 0.0))),
                        ("an alpha of 2", Color(c.SRGB, (0.0, 0.0, 0.0), 2.0)),
                        ("an unknown bit of missing", Color(c.SRGB, (0.0, 0.0, 0.0), 1.0, 32))):
        id = lockstep.register_function(
            what, lockstep.new_provider(lambda context, color=color: Answer(color=color)))
        alias = lockstep.register_reference("alias of " + what, id)
        for asked in (id, alias):
            status = lockstep.library.resolve(
                lockstep.theme, asked, EMPTY.bytes, lockstep.out, None)
            lockstep.check(BAD_ANSWER, status in (c.INVALID_ARGUMENT, c.PROVIDER),
                           lambda: f"{what}: {lockstep.named(status)}")
    gone = lockstep.register_constant("gone", GREY)
    lockstep.library.unregister(lockstep.theme, gone, None)
    for what, id, status in (("a made-up id", 0xFFFFFFFF, c.FOREIGN_ID),
                             ("a stale id", gone, c.STALE_ID)):
        provider = lockstep.new_provider(lambda context, id=id: Answer(id=id))
        _is(lockstep, BAD_ANSWER, lockstep.register_function(what, provider), status, what=what)


def _ignored(lockstep):
    target = lockstep.register_constant("target", RED)
    provider = lockstep.new_provider(
        lambda context: Answer(id=target, color=Color(99, (float("nan"),) * 3, 7.0)))
    _is(lockstep, IGNORED, lockstep.register_function("answer", provider), RED, what="an answer")


def _worn(lockstep):
    ids = []
    for _ in range(10_000):
        status = lockstep.library.register_color_n(
            lockstep.theme, None, 0, c.Color(c.SRGB, 0, (1, 0, 0), 1), byref(lockstep.id_out), None)
        ids.append(lockstep.id_out.value)
        if status == OK:
            status = lockstep.library.unregister(lockstep.theme, ids[-1], None)
        lockstep.check(WORN, status == OK, lambda: lockstep.named(status))
    lockstep.check(WORN, len(set(ids)) == len(ids),
                   lambda: f"{len(set(ids))} of {len(ids)} ids are different")
    for id in (ids[0], ids[5000], ids[-1]):
        _is(lockstep, WORN, id, c.STALE_ID)


def _changing(lockstep):
    library, theme = lockstep.library, lockstep.theme
    made = ctypes.c_uint32()

    def registers(context):
        status = library.register_color_n(
            theme, b"made", 4, c.Color(c.SRGB, 0, (1, 0, 0), 1), byref(made), None)
        return Answer(status, id=made.value)
    id = lockstep.register_function("registers", lockstep.new_provider(registers))
    _is(lockstep, CHANGING, id, RED, what="answers with what it registered")
    _is(lockstep, CHANGING, made.value, RED, what="what it registered")

    def looks(context):
        library.register_color_n(theme, b"seen", 4, c.Color(c.SRGB, 0, (1, 0, 0), 1), byref(made),
                               None)
        outcomes = context.resolve(made.value), context.resolve_elsewhere(made.value, EMPTY)
        return Answer(min(o.status for o in outcomes), color=RED)
    id = lockstep.register_function("looks", lockstep.new_provider(looks))
    _is(lockstep, CHANGING, id, RED, what="resolves what it registered")

    def replaces(context):
        library.register_color_n(theme, b"replaces", 8, c.Color(c.SRGB, 0, (0.5, 0.5, 0.5), 1),
                               None, None)
        return Answer(color=RED)
    provider = lockstep.new_provider(replaces)
    id = lockstep.register_function("replaces", provider, lockstep.callbacks.destroy)
    lockstep.alive[id, THEME] = None
    status = library.resolve(theme, id, EMPTY.bytes, lockstep.out, None)
    # Both were its color at some instant of the call.
    lockstep.check(CHANGING, status == OK and any(
        floats_agree(lockstep.out, 0, lockstep.model.paint(x, EMPTY)) for x in (RED, GREY)),
        lambda: f"replaces itself: {lockstep.named(status)}")
    _is(lockstep, CHANGING, id, GREY, what="replaced itself")

    def leaves(context):
        status = library.unregister(theme, lockstep.model.ids["leaves"], None)
        return Answer(status, color=RED)
    provider = lockstep.new_provider(leaves)
    id = lockstep.register_function("leaves", provider, lockstep.callbacks.destroy)
    lockstep.alive[id, THEME] = None
    status = library.resolve(theme, id, EMPTY.bytes, lockstep.out, None)
    lockstep.check(CHANGING, status in (OK, c.STALE_ID),
                   lambda: f"unregisters itself: {lockstep.named(status)}")
    _is(lockstep, CHANGING, id, c.STALE_ID, what="unregistered itself")

    def edits_another(context):
        library.register_color_n(theme, b"edited", 6, c.Color(c.SRGB, 0, (1, 0, 0), 1), None, None)
        return Answer(color=RED)
    edited = lockstep.register_constant("edited", GREY)
    _is(lockstep, CHANGING, edited, GREY)
    id = lockstep.register_function("edits another", lockstep.new_provider(edits_another))
    _is(lockstep, CHANGING, id, RED, what="edits another")
    _is(lockstep, CHANGING, edited, RED, what="edited by it")


def _null(lockstep):
    for scheme, color in ((1, RED), (2, GREY)):
        lockstep.library.theme_set_default_scheme(lockstep.theme, scheme, None)
        lockstep.model.default_scheme = scheme
        id = lockstep.register_table(
            "pair", (Variant(scheme=1, color=RED), Variant(scheme=2, color=GREY)))
        status = lockstep.library.resolve(lockstep.theme, id, None, lockstep.out, None)
        lockstep.check(NULL, status == OK and floats_agree(
            lockstep.out, 0, lockstep.model.paint(color, EMPTY)), lambda: lockstep.named(status))
        reads = lockstep.register_function("reads", lockstep.new_provider(Reads(tuple(range(23)))))
        expected = lockstep.model.resolve(reads, EMPTY)
        status = lockstep.library.resolve(lockstep.theme, reads, None, lockstep.out, None)
        lockstep.check(NULL, status == OK and floats_agree(lockstep.out, 0, expected.rgba),
                       lambda: lockstep.named(status))


def _too_many(lockstep):
    place = ctypes.c_uint32(77)
    for i in range(c.MAX_CUSTOM_AXES):
        status = lockstep.library.axis_declare_n(
            lockstep.theme, *text(f"axis {i}"), byref(place), None)
        lockstep.check(TOO_MANY, (status, place.value) == (OK, CUSTOM[i]),
                       lambda: f"{lockstep.named(status)} {place.value}, not {CUSTOM[i]}")
    place.value, before = 77, lockstep.state()
    status = lockstep.library.axis_declare_n(lockstep.theme, *text("ninth"), byref(place), None)
    lockstep.check(TOO_MANY, (status, place.value, lockstep.state()) == (
        c.TOO_MANY_AXES, 77, before), lambda: f"{lockstep.named(status)} {place.value}")


# How a color can refer to another: each registers one under a name, for the name or id of the next.
_LINKS = [
    lambda lockstep, name, next, id: lockstep.register_reference(name, id),
    lambda lockstep, name, next, id: lockstep.register_role(name, "nothing", id),
    lambda lockstep, name, next, id: lockstep.register_table(
        name, (Variant(id=id), Variant(scheme=DARK, color=RED))),
    lambda lockstep, name, next, id: lockstep.register_table(
        name, (Variant(color=RED), Variant(contrast=MORE, id=id))),
    lambda lockstep, name, next, id: lockstep.register_level(name, id),
    lambda lockstep, name, next, id: lockstep.register_fallbacks(name, (id,)),
    lambda lockstep, name, next, id: lockstep.register_mix(name, (id,)),
    lambda lockstep, name, next, id: lockstep.register_in(name, DEFAULTS, None, id),
    *(lambda lockstep, name, next, id, expression=expression: lockstep.register_expression(
        name, expression(Reference(next)))
      for expression in (
          lambda color: color, lambda color: LightDark(color, Constant(RED)),
          lambda color: Reference("nobody", color),
          lambda color: Level(color, 2), lambda color: First((color, Constant(RED))),
          lambda color: First((Reference("nobody"), color)),
          lambda color: PaletteColor("nobody", color),
          lambda color: Table((Variant(color=color), Variant(scheme=DARK, color=Constant(RED)))),
          lambda color: Table((Variant(color=Constant(RED)), Variant(contrast=MORE, color=color))),
          lambda color: Blend(c.SRGB, Mode("screen"), Constant(GREY), color),
          lambda color: EnsureContrast(Constant(GREY), (color,), Number(3)),
          lambda color: EnsureContrast(Constant(GREY), (Constant(RED), color), Number(3)),
          lambda color: EnsureContrast(color, (Constant(GREY),), Number(3)),
          lambda color: Mix(c.SRGB, ((Constant(GREY), None), (color, 40))),
          lambda color: Relative(color, (Channel(2), Channel(1), Channel(0), Channel(3))),
          lambda color: WithAlpha(color, Percentage(50)), Contrasting,
          lambda color: Seen(color, "protan", 100),
          lambda color: If(((Style("scheme", "dark"), Constant(RED)), (Else(), color))))),
]


def _in_palette(lockstep, name, next, id):
    """A color of the default palette, which refers to the next."""
    lockstep.register_reference(f"Night/{name}", id)
    return lockstep.register_role(name, name, 0)


def _current(lockstep, name, next, id):
    """Refers to the color that the environment says is next."""
    return lockstep.register_expression(name, WithAlpha(CurrentColor(), Channel(3)))


_RARE_LINKS = [
    _current,
    lambda lockstep, name, next, id: lockstep.register_function(
        name, lockstep.new_provider(Derives((id,)))),
    lambda lockstep, name, next, id: lockstep.register_function(
        name, lockstep.new_provider(Refers(SCHEME, (id,)))),
]


def _rings(lockstep):
    rng, number = lockstep.rng, ctypes.c_uint16()
    lockstep.library.palette_declare_n(lockstep.theme, *text("Night"), byref(number), None)
    lockstep.library.theme_set_default_palette(lockstep.theme, number, None)
    lockstep.model.palettes.append("Night")
    lockstep.model.default_palette = number.value
    for length in (*range(1, 13), 17, 33, 500):
        names = [f"{i} of {length}" for i in range(length)]
        ids = []
        for name in names:
            lockstep.library.theme_declare_n(
                lockstep.theme, *text(name), byref(lockstep.id_out), None)
            lockstep.model.declare(name, lockstep.id_out.value)
            ids.append(lockstep.id_out.value)
        ways = [rng.choice((*_LINKS, _in_palette)) for _ in names]
        for way in rng.sample(_RARE_LINKS, rng.randint(0, len(_RARE_LINKS))):
            ways[rng.randrange(length)] = way
        values = {SCHEME: LIGHT, CONTRAST: STANDARD + 50}
        is_refused = False
        for i, way in enumerate(ways):
            following = (i + 1) % length
            made = way(lockstep, names[i], names[following], ids[following])
            is_refused = is_refused or made is None
            if way is _current:
                values[FOREGROUND] = ids[following]
        if is_refused:  # A color that always refers to itself is not registered.
            lockstep.check(RINGS, length == 1, lambda: f"a ring of {length} was refused")
            continue
        environment = Environment.of(values)
        asked = rng.sample(ids, min(length, 5))
        for id in asked:
            _is(lockstep, RINGS, id, c.CYCLE, environment, f"of {length}")
        # Where it is opened, all that refers to it follows.
        lockstep.register_constant(rng.choice(names), RED)
        for id in asked:
            _agrees(lockstep, RINGS, id, environment)


def _wide(lockstep):
    rng, names = lockstep.rng, [f"part {i}" for i in range(300)]
    for i, name in enumerate(names):
        if i % 50 == 7:
            lockstep.register_function(name, lockstep.new_provider(Reads((SCHEME,))))
        else:
            lockstep.register_constant(name)
    wide = Mix(c.SRGB, tuple((Reference(name), rng.choice((None, 1))) for name in names))
    lockstep.register_expression("wide", wide)
    twice = Mix(c.SRGB, ((Reference("wide"), None), (WithAlpha(Reference("wide"), Number(1)), 20)))
    for id in (lockstep.register_expression("twice", twice), lockstep.model.ids["wide"]):
        for scheme in (LIGHT, DARK):
            _agrees(lockstep, WIDE, id, Environment.of({SCHEME: scheme}))


def _recovering(lockstep):
    failing = [True]

    def moody(context):
        return Answer(-1234) if failing[0] else Answer(color=RED)
    provider = lockstep.register_function("moody", lockstep.new_provider(moody))
    other = lockstep.register_constant("other", GREY)
    ids = [lockstep.register_fallbacks("fallbacks", (provider, other))]
    for expression in (First((Reference("moody"), Reference("other"))),
                       First((Mix(c.SRGB, ((Reference("moody"), None),)), Constant(GREY))),
                       Mix(c.SRGB, ((Reference("fallbacks"), None), (Reference("fallbacks"), 20)))):
        ids.append(lockstep.register_expression(f"expression {len(ids)}", expression))
    ids.append(lockstep.register_reference("alias", ids[0]))
    for failing[0] in (True, False):
        for id in ids * 2:
            _is(lockstep, RECOVERING, id, GREY if failing[0] else RED)
    # A success is kept.
    failing[0] = True
    for id in ids:
        _is(lockstep, RECOVERING, id, RED)


def _agrees(lockstep, claim, id, environment):
    """The claim that an id is what the evaluator says."""
    expected = lockstep.model.resolve(id, environment)
    status, data = lockstep.ask(id, environment)
    lockstep.check(claim, agrees(expected, status, data),
                   lambda: lockstep.told(id, environment, expected, status, data))


def _last(lockstep):
    structs, ids, kept = (c.Definition * 3)(), (ctypes.c_uint32 * 3)(), []
    for struct, color in zip(structs, (RED, GREY, RED)):
        variants = (c.Variant * 1)()
        variants[0].part.color = c.Color(color.space, 0, color.c, 1)
        kept.append(variants)
        struct.size, struct.kind = ctypes.sizeof(c.Definition), c.KIND_VARIANTS
        struct.name, struct.name_length = b"twice", 5
        struct.variants = ctypes.cast(variants, ctypes.POINTER(c.Variant))
        struct.variant_count = 1
    structs[2].name, structs[2].name_length = None, 0
    status = lockstep.library.register(lockstep.theme, structs, 3, ids, None)
    lockstep.check(LAST, status == OK and ids[0] == ids[1] != ids[2], lambda: f"{list(ids)}")
    _is(lockstep, LAST, ids[0], GREY)
    _is(lockstep, LAST, ids[2], RED)
    lockstep.check(LAST, lockstep.library.theme_count(lockstep.theme) == 2, lambda: "count")
