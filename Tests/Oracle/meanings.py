"""Compares dyncolor_id_equal and dyncolor_id_hash with meanings: the values of a color in every
environment that a small theme can distinguish."""
import ctypes
from itertools import product

from axes import CONTRAST, CUSTOM, ELEVATION, FORCED_COLORS, GAMUT, IDIOM, LIGHT, SCHEME
from axes import Environment
from binding import DISPLAY_P3, OK, SRGB
from colors import Color, paint
from evaluator import Variants, outcome
from expressions import Constant, Else, If, Level, Media, PaletteColor, Reference, Style
from expressions import Table, Variant
from growing import Grower
from lockstep import Lockstep, differ
from programs import ReadsAll

SAME = "{n} pairs of colors that mean the same everywhere are equal, also of two themes"
DIFFERENT = "{n} pairs of colors that differ in some environment are not equal, also of two themes"
HASHES = "{n} pairs of colors that are equal have the same hash"
WAYS = "{n} colors written in two ways, also with levels and fallbacks, are equal"
GONE = "ids that are not registered equal nothing and have the hash 0"

COLORS = [Color(SRGB, (1.0, 0.0, 0.0)), Color(SRGB, (0.0, 0.0, 1.0), 0.5),
          Color(DISPLAY_P3, (0.0, 1.0, 0.0), 1.0, 4), Color(SRGB, (0.5, -0.0, 0.25))]

# The tables below know two idioms and one team; all others are like none.
IDIOMS, TEAMS = (0, 1, 2), (0, 1)
PLACES = list(product((1, 2), (1, 101, 201), (1, 2), (1, 2, 3), IDIOMS, TEAMS))
ENVIRONMENTS = [
    Environment.of(dict(zip((SCHEME, CONTRAST, ELEVATION, GAMUT, IDIOM, CUSTOM[0]), place)))
    for place in PLACES]
# Of what else expressions ask for, some.
FURTHER = [Environment.of(dict(zip((SCHEME, FORCED_COLORS, CUSTOM[0]), place)))
           for place in product((1, 2), (1, 2), (0, 1))]


class Known(Grower):
    """Grows nothing that is not known: whether what never holds is a part of the meaning, the
    header leaves open."""
    unknown = Grower.media


def compare(library, callbacks, evidence, rng, themes):
    for index in range(themes):
        evidence.where = f"meanings {index}"
        pair = [Lockstep(library, callbacks, evidence, rng, first_key=1 + 1000 * i, budget=0)
                for i in range(2)]
        expressions = _expressions(rng)
        rows = [row for lockstep in pair for row in _colors(lockstep, rng, expressions)]
        for a, row in enumerate(rows):
            for other in rows[a:]:
                _compare_pair(library, evidence, rng, row, other)
        for lockstep in pair:
            _compare_ways(lockstep, rng)
            _compare_gone(library, evidence, lockstep)
            lockstep.end()


def _compare_pair(library, evidence, rng, one, other):
    if rng.random() < 0.5:
        one, other = other, one
    theme, model, id, meaning, painted = one
    other_theme, other_model, other_id, other_meaning, other_painted = other
    equal = library.id_equal(theme, id, other_theme, other_id)
    expected = _verdict(meaning, other_meaning)
    # In another theme an expression may say the same of other colors.
    if model is other_model and any(differ(p, q) for p, q in zip(painted, other_painted)):
        expected = 0

    def told():
        return f"{equal}: {model.colors[id]} and {other_model.colors[other_id]}"
    if expected is not None:
        evidence.check(SAME if expected else DIFFERENT, equal == expected, told)
    if equal or expected:
        hashes = library.id_hash(theme, id), library.id_hash(other_theme, other_id)
        evidence.check(HASHES, hashes[0] == hashes[1], lambda: f"{hashes}, {told()}")


def _verdict(meaning, other):
    """1 or 0 as the header has it; None where it leaves room: colors that look the same but are not
    the same value, semantic colors with two fallbacks, expressions that say other things and may
    come to the same, failures."""
    verdict = 1
    for a, b in zip(meaning, other):
        if "open" in (a[0], b[0]):
            verdict = None
            continue
        if a == b and a[0] != "status":
            continue
        if a[0] != b[0] and {a[0], b[0]} != {"color", "expression"}:
            return 0
        if a[0] == b[0] == "color" and differ(
                *(outcome(OK, paint(_as_color(x[1]))) for x in (a, b))):
            return 0
        if a[0] == "provider" or a[0] == "semantic" and a[1] != b[1]:
            return 0
        verdict = None
    return verdict


def _as_color(value):
    space, components, alpha = value
    return Color(space, tuple(x or 0.0 for x in components), alpha or 0.0)


def _expressions(rng):
    """Trees that both themes register, each in a spelling of its own."""
    names = ["nobody", *(f"constant {i}" for i in range(len(COLORS))), "provider", "role",
             "table 0", "other words 1", "alias"]
    grower = Known(rng, lambda: rng.choice(COLORS), lambda: rng.choice(names), ["Night"],
                   lambda: "team", ["red"], ["primary"], lambda: _random_conditions(rng))
    grown = [grower.color(rng.randint(0, 2)) for _ in range(6)]
    asking = [If(((query, grower.constant()), (Else(), grower.constant())))
              for query in (Style("team", "red"), Media("forced-colors"))]
    return [Constant(COLORS[2]), *grown, *asking, grower.light_dark(0)]


def _colors(lockstep, rng, expressions):
    """Registers colors, many of which mean the same in other words."""
    model, library = lockstep.model, lockstep.library
    team, red = ctypes.c_uint32(), ctypes.c_uint8()
    library.axis_declare_n(lockstep.theme, b"team", 4, ctypes.byref(team), None)
    library.axis_declare_value_n(lockstep.theme, team, b"red", 3, ctypes.byref(red), None)
    model.axes.append("team")
    model.axis_values["team"] = ["red"]
    lockstep.register_table("nothing in the dark", (Variant(scheme=LIGHT, color=COLORS[0]),))
    model.default_scheme = LIGHT
    library.theme_set_default_scheme(lockstep.theme, LIGHT, None)
    ids = [lockstep.register_constant(f"constant {i}", color) for i, color in enumerate(COLORS)]
    shared = lockstep.new_provider(ReadsAll())
    ids += [lockstep.register_function("provider", shared),
            lockstep.register_function("the same provider", shared),
            lockstep.register_function("other data", lockstep.new_provider(ReadsAll())),
            lockstep.register_function("other function", shared._replace(
                function=lockstep.callbacks.functions[1])),
            lockstep.register_role("role", "primary", 0),
            lockstep.register_role("the same role", "primary", 0),
            lockstep.register_role("other role", "secondary", 0),
            lockstep.register_role("role with a fallback", "primary", ids[0]),
            lockstep.register_role("the same fallback", "primary", ids[0])]
    for i in range(8):
        ids.append(lockstep.register_table(f"table {i}", _random_table(rng, ids)))
    for i in range(8):
        ids.append(lockstep.register_table(f"other words {i}", _other_words(rng, model, ids)))
    ids.append(lockstep.register_reference("alias", rng.choice(ids)))
    ids.append(lockstep.register_reference("alias of an alias", ids[-1]))
    for i, expression in enumerate(expressions):
        lockstep.register_expression(f"expression {i}", expression)
    return [(lockstep.theme, model, id, [model.leaf(id, e) for e in ENVIRONMENTS],
             [model.resolve(id, e) for e in (*FURTHER, *ENVIRONMENTS)]) for id in model.colors]


def _random_conditions(rng):
    def axis(values):
        return rng.choice(values) if rng.random() < 0.3 else 0
    return Variant(axis((1, 2)), axis((1, 101, 201)), axis((1, 2)), axis((1, 2, 3)),
                   axis((1, 2)) if rng.random() < 0.3 else 0, custom=_custom(axis(TEAMS)))


def _custom(team):
    return (team, 0, 0, 0, 0, 0, 0, 0)


def _random_table(rng, ids):
    rows = [_random_conditions(rng) for _ in range(rng.randint(0, 3))]
    rows.insert(rng.randint(0, len(rows)), Variant())  # so that there is a value everywhere
    return tuple(row._replace(id=rng.choice(ids)) if rng.random() < 0.3
                 else row._replace(color=rng.choice(COLORS)) for row in rows)


def _other_words(rng, model, ids):
    """A table that means the same as one there is, if the rules are what they are."""
    tables = [d.variants for id in ids if isinstance(d := model.colors[id], Variants)]
    variants = list(rng.choice(tables))
    way = rng.randrange(5)
    if way == 0:  # Constants by their ids.
        constants = {id: d.variants[0].color for id in ids[:len(COLORS)]
                     if (d := model.colors[id])}
        for i, variant in enumerate(variants):
            for id, color in constants.items():
                if variant.color == color:
                    variants[i] = variant._replace(id=id, color=None)
    elif way == 1:  # Of equals the first: the others do not matter.
        variants.append(rng.choice(variants)._replace(id=0, color=rng.choice(COLORS)))
    elif way == 2:  # The order matters among equals only, which some of these are.
        rng.shuffle(variants)
    elif way == 3:  # An axis that is spelled out. Whether this means the same, the leaves tell.
        i = rng.randrange(len(variants))
        if variants[i].scheme == 0:
            variants[i:i + 1] = [variants[i]._replace(scheme=s) for s in (1, 2)]
    else:  # A row for every place.
        variants = [Variant(*place, id=best.id, color=best.color, custom=_custom(team))
                    for (*place, team), environment in zip(PLACES, ENVIRONMENTS)
                    if (best := model.best(tuple(variants), environment))]
    return tuple(variants)


def _compare_ways(lockstep, rng):
    """What can be said by registering and in CSS, or in one step and in several, is the same."""
    library, theme, ids = lockstep.library, lockstep.theme, lockstep.model.ids
    constant, role, gone = ids["constant 0"], ids["role"], lockstep.register_constant("gone")
    library.unregister(theme, gone, None)
    lockstep.model.unregister(gone)
    half = lockstep.register_constant("half", COLORS[0]._replace(alpha=0.5))
    level = lockstep.register_expression("level", Level(Reference("constant 0"), 1))
    rows = tuple(_random_conditions(rng)._replace(color=rng.choice(COLORS)) for _ in range(4))
    table = lockstep.register_table("constants", rows)
    in_css = Table(tuple(row._replace(color=Constant(row.color)) for row in rows))
    named = Reference("constant 0")
    for one, other in (
            (level, half), (table, lockstep.register_expression("in css", in_css)),
            (lockstep.register_expression("twice", Level(Reference("level"), 1)),
             lockstep.register_expression("at once", Level(named, 2))),
            (lockstep.register_fallbacks("fallbacks", (gone, constant)), constant),
            (lockstep.register_expression("semantic", PaletteColor("primary")), role),
            (lockstep.register_expression("with a fallback", PaletteColor("primary", named)),
             ids["role with a fallback"])):
        equal = library.id_equal(theme, one, theme, other)
        hashes = library.id_hash(theme, one), library.id_hash(theme, other)
        lockstep.check(WAYS, equal == 1 and hashes[0] == hashes[1], lambda: f"{equal} {hashes}: "
                       f"{lockstep.model.colors[one]} and {lockstep.model.colors[other]}")


def _compare_gone(library, evidence, lockstep):
    theme, id = lockstep.theme, lockstep.model.ids["alias"]
    lockstep.library.unregister(theme, id, None)
    lockstep.model.unregister(id)
    for other in lockstep.model.given:
        evidence.check(GONE, not library.id_equal(theme, id, theme, other)
                       and not library.id_equal(theme, other, theme, id), lambda: hex(other))
    for gone in (id, 0, lockstep.foreign_id()):
        evidence.check(GONE, library.id_hash(theme, gone) == 0, lambda: hex(gone))
    one = lockstep.model.ids["constant 0"]
    evidence.check(GONE, not library.id_equal(None, one, theme, one)
                   and not library.id_equal(theme, one, None, one)
                   and library.id_hash(None, one) == 0,
                   lambda: "NULL")
