"""Random themes: makes the same changes to a theme of the library and to one of the evaluator, and
compares all queries of both after some of them."""
import ctypes
import math
import struct
from collections import Counter
from ctypes import byref

import binding as c
from axes import ACCENT, CONTRAST, CUSTOM, DARK, FOREGROUND, GAMUT, GREATEST, LIGHT, LOCALE
from axes import PALETTE, SCHEME, STANDARD, SUBTYPE, Environment
from binding import OK
from callbacks import FLOATS, c_color, c_part, c_variants, text
from colors import Color
from evaluator import OPACITIES, Css, Fallbacks, LevelOf, MixOf, Provider, Semantic, Theme
from evaluator import Variants, outcome
from expressions import Constant, Else, Failure, If, Mix, PaletteColor, Reference, SystemColor
from expressions import Table, Target, Variant, always_refers, within
from growing import Grower
from judging import Judge
from programs import Branches, Derives, Fails, LooksElsewhere, Reads, ReadsAll, Recovers, Refers
from registry import THEME, Entry
from spelling import spelled
from wrong import SPOILERS

NAMES = [
    "accent", "Accent", "background", "label/primary", "größe", "色", "n" * c.MAX_NAME, " ", "/",
    "Night/primary", "Night/secondary", "Night/", "Day/primary", "Day/secondary", "Day/B/primary",
    "A/primary", "A/B/primary", "A/B/secondary", "A/B", "A/B/B/primary", "夜/primary",
    "night/primary", "Canvas", "Canvas", "CanvasText", "AccentColor",
]
PALETTES = ["Night", "Day", "A", "A/B", "夜"]
SEMANTICS = ["primary", "secondary", "B/primary"]
AXES = ["team", "mood", "größe", "4", "season", "größer", "7", "8"]
VALUES = ["red", "größe", "2x", "Night", "rec2020"]  # of those axes
LOCALES = ["de", "色", "en-GB"]
SUBTYPES = ["kiosk", "größe"]
LAYERS = ["brand", "defaults", "Night", "色", "theme", "user"]
OWNERS = ["plugin", "größe"]
# Where the nearest named step changes, and the ends.
CONTRASTS = [1, 2, 50, 51, 52, 100, 101, 102, 149, 150, 151, 152, 200, 201]
# What variants are for besides the named steps.
STEPS = [21, 51, 126, 151, 176]

# Not the header's number, which has no limit but the memory budget. The library finds environments
# by hash, each in one of 8 places: with more there may be none left, and a color is not kept.
FEW = 8

MARK = b"\xa5" * 16
TRANSPARENT = (0.0, 0.0, 0.0, 0.0)


# ---- Random values ------------------------------------------------------------------------------

def random_color(rng):
    space = rng.choice((c.SRGB, c.SRGB, c.SRGB_LINEAR, c.DISPLAY_P3, c.DISPLAY_P3_LINEAR))
    kind = rng.random()
    if kind < 0.2:
        components = [rng.randrange(256) / 255 for _ in range(3)]
    elif kind < 0.75:
        components = [rng.random() for _ in range(3)]
    elif kind < 0.9:
        components = [rng.uniform(-0.5, 1.5) for _ in range(3)]
    elif kind < 0.98:
        components = [rng.uniform(-100, 100) for _ in range(3)]
    else:
        # Too large for a float; where a matrix would make noise of it, it is left out.
        space = c.SRGB
        components = [rng.choice((-1e300, -1e39, 3e38, 1e39, 1.7e308)) for _ in range(3)]
    missing = rng.randrange(16) if rng.random() < 0.2 else 0
    alpha = rng.choice((0.0, 1.0, 1.0, rng.random()))
    return Color(space, tuple(components), alpha, missing)


def random_environment(rng, theme=None):
    values = {}
    for axis, greatest in GREATEST.items():
        if rng.random() < 0.55:
            values[axis] = rng.randint(0, min(greatest, 300))
    if rng.random() < 0.5:
        values[CONTRAST] = rng.choice(CONTRASTS)
    if theme is not None:
        # Only numbers that the theme gave out; a color may be gone since.
        values[PALETTE] = rng.choice((0, 0, *range(1, len(theme.palettes) + 1)))
        for axis in (FOREGROUND, ACCENT):
            values[axis] = rng.choice((0, *[rng.choice(theme.given or [0])] * 3))
        values[LOCALE] = rng.randint(0, len(theme.locales))
        values[SUBTYPE] = rng.randint(0, len(theme.subtypes))
        for place, axis in enumerate(CUSTOM):
            values[axis] = rng.choice((0, 1, 2, 3, rng.randrange(256)))
            if place >= len(theme.axes):
                values[axis] = 0
    if rng.random() < 0.05:
        values = {}
    return Environment.of(values)


def random_axis(rng):
    """An axis of the host's; mostly one of a few, so that what is asked for is there."""
    return rng.choice(AXES[:3] if rng.random() < 0.7 else AXES)


def random_id(rng, theme):
    """The id of a color, or of what was one, or of nothing."""
    return rng.choice((0, *[rng.choice(theme.given or [0])] * 3, rng.getrandbits(32)))


# ---- Comparing ----------------------------------------------------------------------------------

def near(value, expected):
    """NaN is expected where a number is of no certainty: any will do."""
    return abs(value - expected) <= 1e-5 * max(1.0, abs(expected)) or (
        expected != expected and math.isfinite(value))


def floats_agree(data, offset, rgba):
    values = FLOATS.unpack_from(data, offset)
    return values == rgba or all(near(v, e) for v, e in zip(values, rgba))


def agreement(numbers, steps=0, order=(0, 1, 2, 3), premultiplied=False, tolerance=0.0):
    """What tells whether the numbers of a pixel are those of a color: of integers the nearest
    steps; a hair beyond the middle either will do. Any number is that of NaN."""
    layout = struct.Struct(numbers)
    lowest, greatest = (0.0, 1.0) if steps else (-65504.0, 65504.0) if "e" in numbers else (
        -math.inf, math.inf)

    def agree(data, offset, rgba):
        values = layout.unpack_from(data, offset)
        for value, channel in zip(values, order):
            expected = min(max(rgba[channel], lowest), greatest)
            if premultiplied and channel < 3:
                expected *= rgba[3]
            if abs(expected * steps - value) > 0.5 + steps * 6e-6 if steps else (
                    abs(expected - value) > tolerance * max(1.0, abs(expected))):
                return False
        return True
    return layout.size, agree


def agrees(outcome, status, data):
    """Whether the library says what is expected."""
    return outcome.allows(status) and (
        status != OK or not outcome.is_color or floats_agree(data, 0, outcome.rgba))


BACKWARD = (2, 1, 0, 3)
LAYOUTS = {
    c.FLOAT4: (16, floats_agree), c.RGBA8: agreement("4B", 255),
    c.BGRA8: agreement("4B", 255, BACKWARD), c.ARGB8: agreement("4B", 255, (3, 0, 1, 2)),
    c.ABGR8: agreement("4B", 255, (3, 2, 1, 0)), c.RGB8: agreement("3B", 255),
    c.BGR8: agreement("3B", 255, BACKWARD), c.RGBA16: agreement("=4H", 65535),
    c.HALF4: agreement("=4e", tolerance=1e-3), c.DOUBLE4: agreement("=4d", tolerance=5e-6),
    c.BGRA8 | c.PREMULTIPLIED: agreement("4B", 255, BACKWARD, True),
    c.FLOAT4 | c.PREMULTIPLIED: agreement("=4f", premultiplied=True, tolerance=5e-6)}

# What CSS says may be one of the other kinds, too.
KINDS = {Variants: (c.KIND_VARIANTS,), Semantic: (c.KIND_PALETTE,), Provider: (c.KIND_PROVIDER,),
         Css: (c.KIND_CSS, c.KIND_VARIANTS, c.KIND_PALETTE), LevelOf: (c.KIND_CSS,),
         Fallbacks: (c.KIND_CSS,), MixOf: (c.KIND_CSS,)}

# The claims that random themes are evidence for.
FIRST = "{n} resolutions of random themes equal the reference evaluator's"
AGAIN = "{n} of them, resolved again, are identical to the bit"
OTHERWISE = "{n} colors of lists, tables and snapshots are identical to single resolutions"
KEPT = "{n} colors, in few environments, call no provider when they are resolved again"
LEVELS = "{n} levels of colors and of the content style equal the evaluator's"
ERRORS = "of {n} resolutions failures set the status and no output, successes no error"
SNAPSHOT = "{n} colors and statuses of snapshots equal the evaluator's"
OLD_SNAPSHOT = "{n} colors of snapshots do not change when the theme is changed or released"
LIST = "{n} pixels and statuses of lists equal the evaluator's"
TABLE = "{n} pixels of whole tables equal the evaluator's"
FOUND = "{n} names, ids, lists and counts match the registrations"
IDS = "{n} ids are new for new colors, and the same for the same name"
CHANGES = "{n} registrations, declarations, removals, renamings and settings succeed"
TRACELESS = "{n} failed batches change nothing: generation, fingerprint, rows and ids stay"
GENERATION = "{n} changes of colors, and no failures, increase the generation"
BLAMED = "errors of {n} batches name the invalid color"
FINGERPRINT = "fingerprints differ after {n} changes, and return when these are undone"
AXES_NAMED = "{n} axes that change a color are among its reported axes"
INSIDE = "{n} colors that do not depend on the gamut are exactly within sRGB"
DIFFERENCE = "{n} differences between environments are exactly the colors that differ"
CHANGED = "{n} lists of changed colors lack no color that has changed"
EQUAL_SELF = "{n} colors equal themselves, and aliases what they refer to"
EQUAL_DIFFERENT = "{n} pairs of colors that differ somewhere are not equal"
EQUAL_HASH = "{n} pairs of equal colors have equal hashes"
DESTROYED = "the data of {n} providers are destroyed once, and not before their colors are removed"
CALLBACKS = "{n} calls of providers pass their theme and an empty answer"


class Keeping:
    """What an evaluator says of colors, kept while nothing changes: so that it is not asked again
    and again for those that many others need."""
    kept = None

    def color(self, id, environment, path):
        if self.kept is None or id in path.ids:
            return super().color(id, environment, path)
        key = id, path.level, environment.bytes
        known = self.kept.get(key)
        if known is None:
            try:
                known = super().color(id, environment, path), None
            except Failure as failure:
                known = None, failure
            # What a circle is depends on where one enters it.
            if known[1] is None or c.CYCLE not in known[1].statuses:
                self.kept[key] = known
        if id in self.passed_over:
            self.passed_over.update(path.ids)
        color, failure = known
        if failure is not None:
            raise failure
        return color

    def keep(self):
        self.kept = {}
        self.passed_over.clear()


def keeping(model):
    return type(model.__name__, (Keeping, model), {})


class Lockstep:
    """A theme of the library and one of the evaluator, changed and asked together."""

    def __init__(self, library, callbacks, evidence, rng, model=Theme, first_key=1, budget=None):
        self.library, self.callbacks, self.evidence, self.rng = library, callbacks, evidence, rng
        default = rng.choice((0, LIGHT, DARK))
        self.budget = rng.choice((0, 0, 0, 1, 4096, 65536)) if budget is None else budget
        self.model = keeping(model)(default or LIGHT)
        self.model.judge = Judge(library, evidence)
        self.theme = ctypes.c_void_p()
        options = c.ThemeOptions(ctypes.sizeof(c.ThemeOptions), None, None, self.budget, default, 0)
        status = library.theme_create(byref(options), byref(self.theme), None)
        if status != OK:
            raise RuntimeError(f"dyncolor_theme_create: {library.status_name(status)}")
        self.next_key = first_key
        self.keys = Counter()  # how often each user data is to be destroyed in the end
        self.alive = {}  # by id and layer: the user data that is destroyed when that is gone
        self.texts = {}  # by id: how it is spelled, if it is in CSS
        self.bits = {}  # by id: the color in the environment that is being looked at
        self.ambiguous = set()  # names whose owner the header leaves open
        self.fixed = []  # ids of colors that never change
        self.fixed_layer = None  # and the layer that they are in
        self.snapshots = []
        self.error = c.Error(size=ctypes.sizeof(c.Error))
        self.callbacks.environments.clear()
        self.out = ctypes.create_string_buffer(16)
        self.id_out = ctypes.c_uint32()
        self.grower = Grower(
            rng, lambda: random_color(rng), self.pick_mention, PALETTES, lambda: random_axis(rng),
            VALUES, SEMANTICS, self.random_conditions)

    def check(self, claim, holds, detail):
        self.evidence.check(claim, holds, detail)

    def named(self, status):
        return self.library.status_name(status)

    # -- Random definitions

    def pick_id(self):
        return self.rng.choice(self.model.given)

    def foreign_id(self):
        """An id that the theme never gave out: of a row of its own, or of one that it has not."""
        while True:
            id = self.rng.choice((0, 1, self.rng.getrandbits(32), self.rng.getrandbits(13),
                                  self.rng.choice(self.model.given) ^ 1 << self.rng.randrange(12)))
            if id not in self.model.given:
                return id

    def pick_name(self):
        """A name, or none. Not one of those whose owner is open."""
        return None if self.rng.random() < 0.12 else self.pick_real_name()

    def pick_real_name(self):
        return self.rng.choice([name for name in NAMES if name not in self.ambiguous])

    def pick_mention(self):
        """A name to refer to; mostly one that is registered."""
        names = [name for name, id in self.model.ids.items() if id in self.model.colors]
        if self.rng.random() < 0.7:
            return self.rng.choice(names)
        return self.rng.choice((*NAMES, "nobody"))

    def random_variants(self, least=1):
        rng = self.rng
        variants = []
        for _ in range(rng.choice((least, 1, 2, 3, 4, 6, 12))):
            target = self.pick_id() if rng.random() < 0.3 else 0
            variants.append(self.random_conditions()._replace(
                id=target, color=None if target else random_color(rng)))
        return tuple(variants)

    def random_conditions(self):
        """A variant without a color."""
        rng = self.rng

        def axis(*values):
            return rng.choice(values) if rng.random() < 0.4 else 0
        return Variant(
            axis(1, 2), axis(1, 101, 201, *STEPS), axis(1, 2), axis(1, 2, 3),
            rng.randint(1, 7) if rng.random() < 0.15 else 0,
            rng.randint(0, len(self.model.subtypes)) if rng.random() < 0.3 else 0,
            rng.randint(0, len(self.model.locales)) if rng.random() < 0.3 else 0,
            vision=rng.randint(1, 5) if rng.random() < 0.1 else 0,
            state=rng.randint(1, 7) if rng.random() < 0.1 else 0,
            palette=rng.randint(0, len(self.model.palettes)) if rng.random() < 0.2 else 0,
            custom=self.random_custom())

    def random_custom(self):
        """Values of the axes that have been declared, in few variants."""
        declared = len(self.model.axes) if self.rng.random() < 0.3 else 0
        return tuple(self.rng.randint(0, 3) if i < declared and self.rng.random() < 0.5 else 0
                     for i in range(8))

    def random_program(self, depth=0):
        rng = self.rng
        kind = rng.randrange(9 if depth == 0 else 7)
        if kind == 0:
            return Reads(tuple(rng.choice((SCHEME, CONTRAST, PALETTE, rng.choice(
                (*GREATEST, 22, 23, 31, -1)))) for _ in range(3)))
        if kind == 1:
            return ReadsAll()
        if kind == 2:
            return Derives(tuple(self.pick_id() for _ in range(rng.randint(1, 2))))
        if kind == 3:
            return Refers(rng.choice(list(GREATEST)), tuple(self.pick_id() for _ in range(3)))
        if kind == 4:
            return LooksElsewhere(rng.choice(self.fixed), random_environment(rng, self.model))
        if kind == 5:
            return Fails(rng.choice((-1, -7, -10, -12, -17, -1000, -2**31, 1, 2**31 - 1)))
        if kind == 6:
            return Recovers(self.pick_id(), Reads((SCHEME,)))
        return Branches(rng.choice(list(GREATEST)),
                        tuple(self.random_program(depth + 1) for _ in range(rng.randint(2, 3))))

    def random_provider(self):
        """A provider and its destroy function. A few share what they are with an earlier one."""
        known = [d for d in self.model.colors.values() if isinstance(d, Provider)]
        if known and self.rng.random() < 0.15:
            provider = self.rng.choice(known)
        else:
            provider = self.new_provider(self.random_program(), self.rng.randrange(2))
        destroy = self.rng.choice((None, self.callbacks.destroy, self.callbacks.destroy))
        return provider, destroy

    def expect_destroy(self, definition, destroy, id=None, layer=THEME):
        """A definition was given to the library; if it was taken, it is now the one of `id`."""
        user_data = definition.user_data if isinstance(definition, Provider) and destroy else None
        if user_data is not None:
            self.keys[user_data] += 1
        if id is not None:
            self.alive[id, layer] = user_data

    def few_providers(self):
        return sum(isinstance(d, Provider) for d in self.model.colors.values()) < 8

    def random_definition(self):
        kind = self.rng.random()
        if kind < 0.15 and self.few_providers():
            return self.random_provider()
        if kind < 0.4:
            return Css(self.grower.color()), None
        if kind < 0.55:
            return Semantic(self.rng.choice(SEMANTICS), self.random_variants(0)), None
        return Variants(self.random_variants()), None

    # -- Changes

    def adopt(self, name, id):
        """The library's choice of an id for a name, judged."""
        expected = self.model.expected_id(name)
        good = id == expected if expected is not None else self.model.is_new(id)
        self.check(IDS, good, lambda: f"{name!r} got {id:#x}, not {expected and hex(expected)}"
                   " (None is any new one)")

    def registered(self, status, name, definition, what, destroy=None, layer=THEME, owner=0):
        """After a call that registers one color."""
        self.check(CHANGES, status == OK, lambda: f"{what} {name!r}: {self.named(status)}")
        if status != OK:
            return None
        id = self.id_out.value
        self.adopt(name, id)
        self.model.register(name, id, definition, layer, owner)
        self.expect_destroy(definition, destroy, id, layer)
        self.texts.pop(id, None)
        return id

    def growing(self, change):
        """Makes a change, with which the generation must grow unless all is as before."""
        before = self.library.theme_generation(self.theme)
        fingerprint = self.library.theme_fingerprint(self.theme)
        result = change()
        after = self.library.theme_generation(self.theme)
        is_same = self.library.theme_fingerprint(self.theme) == fingerprint
        self.check(GENERATION, after > before or after == before and is_same,
                   lambda: f"{before}, then {after}")
        return result

    def is_itself(self, name, ids):
        """Whether a color of this name that is one of these is always itself."""
        own = None if name is None else self.model.ids.get(name)
        return own is not None and len(ids) > 0 and all(id == own for id in ids)

    def refused(self, status, name, what):
        """After a call that would register a color that always refers to itself."""
        self.check(CHANGES, status == c.CYCLE,
                   lambda: f"{what} {name!r} of itself: {self.named(status)}")

    def register_constant(self, name=None, color=None):
        name, color = name or self.pick_name(), color or random_color(self.rng)
        status = self.library.register_color_n(
            self.theme, *text(name), c_color(color), byref(self.id_out), None)
        return self.registered(status, name, Variants((Variant(color=color),)), "register_color")

    def register_pair(self):
        name, light, dark = self.pick_name(), random_color(self.rng), random_color(self.rng)
        alone = self.rng.random() < 0.2
        status = self.library.register_pair_n(
            self.theme, *text(name), byref(c_part(light)), None if alone else byref(c_part(dark)),
            byref(self.id_out), None)
        variants = (Variant(color=light),) if alone else (
            Variant(scheme=LIGHT, color=light), Variant(scheme=DARK, color=dark))
        return self.registered(status, name, Variants(variants), "register_pair")

    def register_hex(self, name=None):
        name = name or self.pick_name()
        light, dark = [bytes(self.rng.randrange(256) for _ in range(4)) for _ in range(2)]
        alone = self.rng.random() < 0.2
        dark_text = (None, 0) if alone else text("#" + dark.hex())
        status = self.library.register_hex_n(
            self.theme, *text(name), *text(light.hex()), *dark_text, byref(self.id_out), None)

        def color(data):
            return Color(c.SRGB, tuple(x / 255 for x in data[:3]), data[3] / 255)
        variants = (Variant(color=color(light)),) if alone else (
            Variant(scheme=LIGHT, color=color(light)), Variant(scheme=DARK, color=color(dark)))
        return self.registered(status, name, Variants(variants), "register_hex")

    def register_variants(self):
        return self.register_table(self.pick_name(), self.random_variants())

    def register_table(self, name, variants):
        status = self.library.register_variants_n(
            self.theme, *text(name), c_variants(variants), len(variants), byref(self.id_out), None)
        if self.is_itself(name, [variant.id for variant in variants]):
            return self.refused(status, name, "register_variants")
        return self.registered(status, name, Variants(variants), "register_variants")

    def register_alias(self):
        return self.register_reference(self.pick_name(), self.pick_id())

    def register_reference(self, name, target):
        status = self.library.register_alias_n(
            self.theme, *text(name), target, byref(self.id_out), None)
        if self.is_itself(name, (target,)):
            return self.refused(status, name, "register_alias")
        return self.registered(status, name, Variants((Variant(id=target),)), "register_alias")

    def register_semantic(self):
        fallback = self.rng.choice((0, self.pick_id(), self.pick_id()))
        return self.register_role(self.pick_name(), self.rng.choice(SEMANTICS), fallback)

    def register_level(self, name=None, id=None):
        name, level = name or self.pick_name(), self.rng.randrange(5)
        base = self.rng.choice((0, self.pick_id(), self.pick_id())) if id is None else id
        status = self.library.register_level_n(
            self.theme, *text(name), base, level, byref(self.id_out), None)
        if self.is_itself(name, (base,)):
            return self.refused(status, name, "register_level")
        return self.registered(status, name, LevelOf(base, level), "register_level")

    def register_fallbacks(self, name=None, ids=None):
        name = name or self.pick_name()
        ids = ids or tuple(self.pick_id() for _ in range(self.rng.randint(1, 4)))
        status = self.library.register_fallbacks_n(
            self.theme, *text(name), (c.Part * len(ids))(*[c_part(id) for id in ids]), len(ids),
            byref(self.id_out), None)
        if self.is_itself(name, ids):
            return self.refused(status, name, "register_fallbacks")
        return self.registered(status, name, Fallbacks(ids), "register_fallbacks")

    def register_mix(self, name=None, ids=None):
        name = name or self.pick_name()
        ids = ids or tuple(self.pick_id() for _ in range(self.rng.randint(1, 3)))
        weights = [self.rng.choice((0.5, 1, 2)) for _ in ids]
        space = self.rng.choice((c.SRGB, c.SRGB_LINEAR, c.OKLAB))
        status = self.library.register_mix_n(
            self.theme, *text(name), (c.Part * len(ids))(*[c_part(id) for id in ids]),
            (ctypes.c_double * len(ids))(*weights), len(ids), space, 1, byref(self.id_out), None)
        if self.model.ids.get(name) in ids:
            return self.refused(status, name, "register_mix")
        shares = tuple(100 * weight / sum(weights) for weight in weights)
        return self.registered(status, name, MixOf(space, ids, shares), "register_mix")

    def register_role(self, name, semantic, fallback):
        status = self.library.register_semantic_n(
            self.theme, *text(name), *text(semantic),
            byref(c_part(fallback)) if fallback else None, byref(self.id_out), None)
        variants = (Variant(id=fallback),) if fallback else ()
        return self.registered(status, name, Semantic(semantic, variants), "register_semantic")

    def register_css(self):
        return self.register_expression(self.pick_name(), self.grower.color(self.rng.randint(0, 3)))

    def register_expression(self, name, expression):
        css = self.spelled(expression)
        data, length = text(css)
        status = self.library.register_css_n(
            self.theme, *text(name), data, self.rng.choice((length, c.NUL_TERMINATED)),
            byref(self.id_out), byref(self.error))
        if name is not None and always_refers(expression, name):
            self.check(CHANGES, status == c.CYCLE, lambda: f"register_css {name!r}, {css!r}, which "
                       f"refers to itself: {self.named(status)}")
            return None
        id = self.registered(status, name, Css(expression), f"register_css {css!r}")
        self.texts[id] = css
        return id

    def spelled(self, expression):
        return spelled(expression, self.rng, self.model)

    def register_provider(self):
        if self.few_providers():
            self.register_function(self.pick_name(), *self.random_provider())

    def new_provider(self, program, function=0):
        provider = Provider(program, self.callbacks.functions[function], self.next_key)
        self.callbacks.programs[self.next_key] = program
        self.callbacks.themes[self.next_key] = self.theme.value
        self.next_key += 1
        return provider

    def register_function(self, name, provider, destroy=None):
        status = self.library.register_provider_n(
            self.theme, *text(name), provider.function, provider.user_data, destroy,
            byref(self.id_out), None)
        return self.registered(status, name, provider, "register_provider", destroy)

    def is_refused(self, name, definition):
        if isinstance(definition, Css):
            return always_refers(definition.expression, name)
        return isinstance(definition, Variants) and self.is_itself(
            name, [variant.id for variant in definition.variants])

    def batch(self, count):
        """Random definitions: their bytes, what these point to, the structs, the meanings."""
        rows, kept = [], []
        # Larger structs are those of a later header, whose options are not used.
        stride = ctypes.sizeof(c.Definition) + self.rng.choice((0, 0, 8, 24))
        data = ctypes.create_string_buffer(stride * (count + 1))
        structs = [c.Definition.from_buffer(data, i * stride) for i in range(count)]
        for struct in structs:
            name, (definition, destroy) = self.pick_name(), self.random_definition()
            while self.is_refused(name, definition):
                definition, destroy = self.random_definition()
            struct.layer, struct.owner = self.random_layer(), self.random_owner()
            rows.append((name, definition, destroy, struct.layer, struct.owner))
            struct.size = stride
            if name is not None:
                struct.name, struct.name_length = text(name)
            if isinstance(definition, Provider):
                struct.kind = c.KIND_PROVIDER
                struct.provider, struct.user_data = definition.function, definition.user_data
                struct.destroy = destroy
                continue
            if isinstance(definition, Css):
                css = ctypes.create_string_buffer(self.spelled(definition.expression).encode())
                kept.append(css)
                struct.kind, struct.css = c.KIND_CSS, ctypes.cast(css, ctypes.c_char_p)
                struct.css_length = self.rng.choice((len(css) - 1, c.NUL_TERMINATED))
                continue
            variants = c_variants(definition.variants)
            kept.append(variants)
            struct.kind = c.KIND_VARIANTS
            struct.variants = ctypes.cast(variants, ctypes.POINTER(c.Variant))
            struct.variant_count = len(definition.variants)
            if isinstance(definition, Semantic):
                struct.kind = c.KIND_PALETTE
                struct.semantic, struct.semantic_length = text(definition.semantic)
        return data, kept, structs, rows

    def register_definitions(self, data, count, ids):
        return self.library.register(
            self.theme, ctypes.cast(data, ctypes.POINTER(c.Definition)), count, ids,
            byref(self.error))

    def register_batch(self):
        data, kept, _, rows = self.batch(self.rng.randint(0, 6))
        ids = (ctypes.c_uint32 * (len(rows) + 1))()
        status = self.register_definitions(data, len(rows), ids)
        self.check(CHANGES, status == OK, lambda: f"register {rows}: {self.named(status)}")
        if status != OK:
            return
        for pointed_to in kept:  # All was copied.
            ctypes.memset(pointed_to, 0xA5, ctypes.sizeof(pointed_to))
        for id, (name, definition, destroy, layer, owner) in zip(ids, rows):
            self.adopt(name, id)
            self.model.register(name, id, definition, layer, owner)  # The last of a name counts.
            self.expect_destroy(definition, destroy, id, layer)
            self.texts.pop(id, None)

    def state(self):
        library, theme = self.library, self.theme
        count = ctypes.c_size_t()
        ids = (ctypes.c_uint32 * (len(self.model.given) + 16))()
        library.theme_colors(theme, ids, len(ids), byref(count), None)
        return (library.theme_generation(theme), library.theme_fingerprint(theme),
                library.theme_rows(theme), library.theme_count(theme), tuple(ids[:count.value]))

    def fail_batch(self):
        """A batch of which one definition is wrong."""
        data, kept, structs, rows = self.batch(self.rng.randint(1, 6))
        index = self.rng.randrange(len(rows))
        why, spoil = self.rng.choice(SPOILERS)
        if isinstance(rows[index][1], (Provider, Css)):
            # Made again as a color, for what is wrong with variants; and whether a definition that
            # is no provider has its data destroyed is not what this is about.
            name, *_ = rows[index]
            rows[index] = name, None, None, THEME, 0
            wrong, size = structs[index], structs[index].size
            ctypes.memset(byref(wrong), 0, ctypes.sizeof(wrong))
            wrong.size, wrong.kind = size, c.KIND_VARIANTS
            if name is not None:
                wrong.name, wrong.name_length = text(name)
        kept.append(spoil(structs[index]))
        for _, definition, destroy, _, _ in rows:
            self.expect_destroy(definition, destroy)
        ids = (ctypes.c_uint32 * len(rows))(*[0xA5A5A5A5] * len(rows))
        before = self.state()
        self.error.status = 77
        status = self.register_definitions(data, len(rows), ids)
        after = self.state()
        self.check(TRACELESS, status < 0 and self.error.status == status and before == after
                   and set(ids) == {0xA5A5A5A5},
                   lambda: f"{why} at {index} of {len(rows)}: {self.named(status)}, error "
                   f"{self.error.status}, {before} then {after}, ids {list(ids)}")
        if rows[index][0] is not None and "name" not in why:
            # So much of a name as fits into any context.
            self.check(BLAMED, rows[index][0].encode()[:20] in self.error.context,
                       lambda: f"{why} of {rows[index][0]!r}, {index} of {len(rows)}: "
                       f"{self.error.context}")

    def register_doubtful(self):
        """What the header neither allows nor forbids: refused without a trace, or taken at its
        word."""
        if self.rng.random() < 0.7:
            definition = Variants((Variant(id=self.foreign_id() or 1),))
        else:
            definition = Variants(())
        variants = c_variants(definition.variants)
        name = self.pick_name()
        before = self.state()
        status = self.library.register_variants_n(
            self.theme, *text(name), variants, len(definition.variants), byref(self.id_out), None)
        if status == OK:
            self.registered(status, name, definition, "register_variants")
        else:
            self.check(TRACELESS, before == self.state() and status in (
                c.INVALID_ARGUMENT, c.FOREIGN_ID),
                lambda: f"{definition}: {self.named(status)}, {before} then {self.state()}")

    def declare(self):
        name = self.pick_real_name()
        status = self.library.theme_declare_n(self.theme, *text(name), byref(self.id_out), None)
        self.check(CHANGES, status == OK, lambda: f"declare {name!r}: {self.named(status)}")
        name = self.model.current(name)
        if status == OK:
            self.adopt(name, self.id_out.value)
            self.model.declare(name, self.id_out.value)

    def any_id(self):
        """An id to change: not one of those that are to stay as they are."""
        while True:
            id = self.foreign_id() if self.rng.random() < 0.1 else self.pick_id()
            if id not in self.fixed:
                return id

    def unregister(self):
        id = self.any_id()
        before = self.library.theme_generation(self.theme)
        status = self.library.unregister(self.theme, id, None)
        expected = self.model.unregister(id)
        self.check(CHANGES, status == expected, lambda: f"unregister {id:#x}: "
                   f"{self.named(status)}, not {self.named(expected)}")
        after = self.library.theme_generation(self.theme)
        self.check(GENERATION, after > before if expected == OK else after == before,
                   lambda: f"unregister, {self.named(expected)}: {before}, then {after}")

    def rename(self):
        id, name = self.any_id(), self.pick_real_name()
        owner = self.model.ids.get(name)
        allowed = [self.model.status_of(id)]
        if allowed == [OK] and owner not in (None, id):
            if owner in self.model.colors or owner in self.model.declared_only:
                allowed = [c.NAME_TAKEN]
            else:  # Unregistered: the color comes back with its name, or the name is free.
                allowed = [OK, c.NAME_TAKEN]
        status = self.library.id_rename_n(self.theme, id, *text(name), None)
        self.check(CHANGES, status in allowed, lambda: f"rename {id:#x} {name!r}: "
                   f"{self.named(status)}, not {[self.named(s) for s in allowed]}")
        if status == OK and allowed[0] == OK:
            if owner not in (None, id):
                self.ambiguous.add(name)
            self.model.rename(id, name)

    def declare_palette(self):
        name = self.rng.choice(PALETTES)
        number = ctypes.c_uint16()
        status = self.library.palette_declare_n(self.theme, *text(name), byref(number), None)
        if name not in self.model.palettes:
            self.model.palettes.append(name)
        expected = self.model.palettes.index(name) + 1
        self.check(CHANGES, (status, number.value) == (OK, expected), lambda: f"palette_declare "
                   f"{name!r}: {self.named(status)}, {number.value}, not {expected}")

    def declare_axis(self):
        name, place = random_axis(self.rng), ctypes.c_uint32()
        status = self.library.axis_declare_n(self.theme, *text(name), byref(place), None)
        if name not in self.model.axes:
            self.model.axes.append(name)
            self.model.axis_values.setdefault(name, [])
        expected = CUSTOM[0] + self.model.axes.index(name)
        self.check(CHANGES, (status, place.value) == (OK, expected), lambda: f"axis_declare "
                   f"{name!r}: {self.named(status)}, {place.value}, not {expected}")

    def declare_value(self):
        axis, name = self.rng.choice((-1, 0, 0, 1, 1, 2)), self.rng.choice(VALUES[:3] + VALUES)
        value = ctypes.c_uint8(77)
        status = self.library.axis_declare_value_n(
            self.theme, CUSTOM[0] + axis, *text(name), byref(value), None)
        expected = c.UNKNOWN_NAME, 77
        if 0 <= axis < len(self.model.axes):
            names = self.model.axis_values[self.model.axes[axis]]
            if name not in names:
                names.append(name)
            expected = OK, names.index(name) + 1
        self.check(CHANGES, (status, value.value) == expected, lambda: f"axis_declare_value {axis} "
                   f"{name!r}: {self.named(status)}, {value.value}, not {expected}")

    def set_default_palette(self):
        number = self.rng.randint(0, len(self.model.palettes))
        status = self.library.theme_set_default_palette(self.theme, number, None)
        self.check(CHANGES, status == OK,
                   lambda: f"set_default_palette {number}: {self.named(status)}")
        self.model.default_palette = number

    def declare_locale(self):
        self.declare_number("locale_declare_n", ctypes.c_uint16(), LOCALES, self.model.locales)

    def declare_subtype(self):
        self.declare_number("subtype_declare_n", ctypes.c_uint8(), SUBTYPES, self.model.subtypes)

    def declare_owner(self):
        self.declare_number("owner_declare_n", ctypes.c_uint16(), OWNERS, self.model.owners)

    def declare_number(self, function, number, names, known):
        name = self.rng.choice(names)
        status = getattr(self.library, function)(self.theme, *text(name), byref(number), None)
        if name not in known:
            known.append(name)
        expected = known.index(name) + 1
        self.check(CHANGES, (status, number.value) == (OK, expected), lambda: f"{function} "
                   f"{name!r}: {self.named(status)}, {number.value}, not {expected}")

    def set_level_opacities(self):
        values = self.rng.choice((None, [1, *(self.rng.random() for _ in range(4))],
                                  [1, 0.8, 0.6, 0.4, 0]))
        status = self.library.theme_set_level_opacities(
            self.theme, values and (ctypes.c_double * 5)(*values), None)
        self.check(CHANGES, status == OK, lambda: f"set_level_opacities: {self.named(status)}")
        self.model.opacities = values or OPACITIES

    # -- Layers

    def random_layer(self):
        """Mostly the one in which colors are registered that name none."""
        return THEME if self.rng.random() < 0.6 else self.rng.choice(self.model.order)

    def random_owner(self):
        return self.rng.choice((0, 0, *range(len(self.model.owners) + 1)))

    def declare_layer(self, name=None):
        name, above = name or self.rng.choice(LAYERS), self.rng.choice(self.model.order)
        number = ctypes.c_uint16()
        status = self.library.layer_declare_n(self.theme, *text(name), above, byref(number), None)
        expected = self.model.declare_layer(name, above)
        self.check(CHANGES, (status, number.value) == (OK, expected), lambda: f"layer_declare "
                   f"{name!r}: {self.named(status)}, {number.value}, not {expected}")
        return number.value

    def pick_layer(self):
        """One that may be emptied: not that of the colors that never change."""
        return self.rng.choice([x for x in self.model.order if x != self.fixed_layer])

    def drop_layer(self):
        layer = self.pick_layer()
        status = self.library.layer_clear(self.theme, layer, None)
        self.model.drop(layer)
        self.check(CHANGES, status == OK, lambda: f"layer_drop {layer}: {self.named(status)}")

    def unregister_in_layer(self):
        layer, id = self.pick_layer(), self.any_id()
        status = self.library.layer_unregister(self.theme, layer, id, None)
        expected = self.model.unregister_in(layer, id)
        self.check(CHANGES, status == expected, lambda: f"layer_unregister {layer} {id:#x}: "
                   f"{self.named(status)}, not {self.named(expected)}")

    def unregister_owner(self):
        if self.model.owners:
            owner = self.rng.randint(1, len(self.model.owners))
            status = self.library.owner_clear(self.theme, owner, None)
            self.model.unregister_owner(owner)
            self.check(CHANGES, status == OK,
                       lambda: f"unregister_owner {owner}: {self.named(status)}")

    def register_in(self, name, layer, color, id=0):
        """Registers a constant or an alias in a layer."""
        variants = Variant(id=id, color=color),
        rows = c_variants(variants)
        definition = c.Definition(size=ctypes.sizeof(c.Definition), kind=c.KIND_VARIANTS,
                                  layer=layer, variants=rows, variant_count=1)
        definition.name, definition.name_length = text(name)
        status = self.library.register(self.theme, definition, 1, byref(self.id_out), None)
        if self.is_itself(name, (id,)):
            return self.refused(status, name, "register")
        return self.registered(status, name, Variants(variants), "register", layer=layer)

    def redefine(self):
        """Makes the highest entries constant."""
        known = [id for id in self.model.colors if id not in self.fixed]
        ids = [self.rng.choice(known) for _ in range(self.rng.randint(1, 3) if known else 0)]
        values = [random_color(self.rng) for _ in ids]
        status = self.library.theme_redefine(
            self.theme, (ctypes.c_uint32 * len(ids))(*ids),
            (c.Color * len(ids))(*map(c_color, values)), len(ids), None)
        self.check(CHANGES, status == OK, lambda: f"redefine: {self.named(status)}")
        for id, color in zip(ids, values):
            layer = self.model.highest(self.model.entries[id])
            owner = self.model.entries[id][layer].owner
            self.model.register(None, id, Variants((Variant(color=color),)), layer, owner)
            self.alive[id, layer] = None
            self.texts.pop(id, None)

    def refresh(self):
        """Lets the providers of a color answer something else, and announces that for each color
        that shares them."""
        id = self.any_id()
        programs = {entry.definition.user_data: self.random_program()
                    for entry in self.model.entries.get(id, {}).values()
                    if isinstance(entry.definition, Provider)}
        self.callbacks.programs.update(programs)
        changed = {id}
        for each, entries in self.model.entries.items():
            for layer, (owner, definition) in entries.items():
                if isinstance(definition, Provider) and definition.user_data in programs:
                    program = programs[definition.user_data]
                    entries[layer] = Entry(owner, definition._replace(program=program))
                    changed.add(each)
        for each in sorted(changed):
            if each in self.model.entries:
                self.model.show(each)
            before = self.library.theme_generation(self.theme)
            status = self.library.id_refresh(self.theme, each, None)
            expected = self.model.status_of(each)
            if expected == OK and not programs:
                expected = c.INVALID_ARGUMENT
            self.check(CHANGES, status == expected, lambda: f"refresh {each:#x}: "
                       f"{self.named(status)}, not {self.named(expected)}")
            after = self.library.theme_generation(self.theme)
            self.check(GENERATION, after == before + (expected == OK),
                       lambda: f"refresh, {self.named(expected)}: {before}, then {after}")

    def forward(self):
        old, name = self.pick_real_name(), self.rng.choice((None, *[self.pick_real_name()] * 4))
        status = self.library.theme_forward_n(self.theme, *text(old), *text(name), None)
        expected = c.CYCLE if name and self.model.comes_back(old, name) else OK
        self.check(CHANGES, status == expected, lambda: f"forward {old!r} {name!r}: "
                   f"{self.named(status)}, not {self.named(expected)}")
        if expected == OK:
            self.model.forward(old, name)

    def set_default_scheme(self):
        scheme = self.rng.choice((LIGHT, DARK))
        status = self.library.theme_set_default_scheme(self.theme, scheme, None)
        self.check(CHANGES, status == OK,
                   lambda: f"set_default_scheme {scheme}: {self.named(status)}")
        self.model.default_scheme = scheme

    def undo(self):
        """Two changes and back again: the fingerprint tells each, and comes back."""
        def fingerprint():
            return self.library.theme_fingerprint(self.theme)
        name = "to be undone"
        one, other = Color(c.SRGB, (0.1, 0.2, 0.3)), Color(c.SRGB, (0.1, 0.2, 0.4))
        register = self.register_constant
        if self.rng.random() < 0.5:
            one, other = (Mix(c.SRGB, ((Constant(x), 30), (Reference("a"), None)))
                          for x in (one, other))
            register = self.register_expression
        prints = [fingerprint()]
        for meaning in (one, other, one):
            id = self.growing(lambda meaning=meaning: register(name, meaning))
            prints.append(fingerprint())
        if id is None:
            return
        self.library.unregister(self.theme, id, None)
        self.model.unregister(id)
        prints.append(fingerprint())
        a, b, d, e, f = prints
        self.check(FINGERPRINT, (b, a) == (e, f) and len({a, b, d}) == 3,
                   lambda: f"nothing, one, other, one, nothing: {[hex(p) for p in prints]}")

    EDITS = [
        (6, register_constant), (4, register_pair), (3, register_hex), (12, register_variants),
        (6, register_alias), (6, register_semantic), (5, register_provider), (14, register_css),
        (6, register_batch), (3, fail_batch), (1, register_doubtful), (3, declare), (5, unregister),
        (5, rename), (3, declare_palette), (2, declare_axis), (2, declare_value),
        (2, set_default_palette), (1, set_default_scheme), (1, undo), (2, redefine),
        (3, refresh),
        (4, register_level), (4, register_fallbacks), (4, register_mix),
        (1, set_level_opacities),
        (1, declare_locale), (1, declare_subtype), (2, declare_owner), (2, declare_layer),
        (2, drop_layer), (2, unregister_in_layer), (1, unregister_owner), (3, forward),
    ]
    def begin(self):
        """Colors that never change, and some that do."""
        self.fixed_layer = self.declare_layer("fixed")
        for name in ("fixed", "fixed too"):
            id = self.register_in(name, self.fixed_layer, random_color(self.rng))
            if id is not None:
                self.fixed.append(id)
        for _ in range(2):
            for declare in (self.declare_palette, self.declare_axis, self.declare_layer,
                            self.declare_owner, self.declare_locale, self.declare_subtype):
                declare()
        for _ in range(4):
            self.declare_value()
        self.set_default_palette()
        for _ in range(3):
            self.register_constant()

    def change(self):
        self.pick_change()(self)

    def pick_change(self, but=()):
        edits = [(weight, edit) for weight, edit in self.EDITS if edit not in but]
        return self.rng.choices([edit for _, edit in edits], [weight for weight, _ in edits])[0]

    # -- Questions

    def compare(self, environment):
        """Everything in one environment."""
        ids = list(self.model.given) + [self.foreign_id(), self.foreign_id()]
        self.rng.shuffle(ids)
        self.model.keep()
        expected = {id: self.model.resolve(id, environment) for id in ids}
        self.bits.clear()
        questions = [self.compare_list, self.compare_table, self.compare_snapshot]
        self.rng.shuffle(questions)
        if self.rng.random() < 0.2:
            status = self.library.theme_prepare(self.theme, environment.bytes, None)
            self.check(CHANGES, status == OK, lambda: f"prepare: {self.named(status)}")
        early = self.rng.random() < 0.3
        if early:
            questions.pop()(environment, expected)
        for id in ids:
            self.compare_color(id, environment, expected[id])
        for question in questions:
            question(environment, expected)
        self.compare_levels(environment)
        self.model.kept = None

    def compare_levels(self, environment):
        for _ in range(8):
            id, level = random_id(self.rng, self.model), self.rng.randrange(5)
            expected = self.model.resolve_level(id, level, environment)
            self.out.raw = MARK
            status = self.library.resolve_level(
                self.theme, id, level, environment.bytes, self.out, None)
            self.check(LEVELS, agrees(expected, status, self.out) and (
                status == OK or self.out.raw == MARK), lambda: f"level {level} of " + self.told(
                    id, environment, expected, status, self.out.raw))

    def told(self, id, environment, expected, status, data):
        actual = FLOATS.unpack(data[:16]) if status == OK else None
        return (f"{id:#x} {self.model.names.get(id)!r} in {environment}: {self.named(status)} "
                f"{actual}, not {[self.named(x) for x in expected.statuses]} {expected.rgba}; "
                f"it is {self.texts.get(id)} {self.model.colors.get(id)}, palettes "
                f"{self.model.palettes}, defaults {self.model.default_scheme} "
                f"{self.model.default_palette}, axes {self.model.axis_values}, opacities "
                f"{self.model.opacities}, forwards {self.model.forwards}")

    def compare_bits(self, id, data):
        """A color in the environment at hand, however it was asked for."""
        known = self.bits.setdefault(id, data)
        self.check(OTHERWISE, data == known, lambda: f"{id:#x}: {FLOATS.unpack(known)}, then "
                   f"{FLOATS.unpack(data)}; it is {self.texts.get(id)} {self.model.colors[id]}")

    def ask(self, id, environment):
        status = self.library.resolve(
            self.theme, id, environment.bytes, self.out, byref(self.error))
        return status, self.out.raw

    def compare_color(self, id, environment, expected):
        error, out = self.error, self.out
        answers, environments = [], self.callbacks.environments
        environments.add(environment.bytes)
        for time in range(2):
            out.raw, error.status = MARK, 77
            calls = self.callbacks.calls
            answers.append(self.ask(id, environment))
            status, _ = answers[-1]
            if time == 0:
                self.check(FIRST, agrees(expected, status, out), lambda: self.told(
                    id, environment, expected, status, answers[0][1]))
            elif status == OK and self.budget == 0 and len(environments) <= FEW and (
                    expected.is_color and id not in self.model.passed_over):
                self.check(KEPT, self.callbacks.calls == calls,
                           lambda: f"{id:#x} in {environment}: {self.callbacks.calls - calls} "
                           f"calls; it is {self.model.colors[id]}")
            self.check(ERRORS, error.status == 77 if status == OK else (
                out.raw == MARK and error.status == status and error.message),
                lambda: f"{self.named(status)}, error {error.status} {error.message}, {out.raw}")
        self.check(AGAIN, answers[0] == answers[1], lambda: f"{id:#x} in {environment}: {answers}")
        if status == OK:
            self.compare_bits(id, out.raw)

    def pixels(self, layout, rows):
        """Room for some rows, with a stride, all marked, and what a row in it is to be."""
        size, agree = LAYOUTS[layout]
        stride = size + self.rng.choice((0, 0, 1, 4, 16))
        data = ctypes.create_string_buffer(b"\xa5" * (stride * (rows + 1)), stride * (rows + 1))

        def holds(row, outcome):
            rgba = outcome.rgba if outcome and outcome.is_color else TRANSPARENT
            pixel = data[row * stride:(row + 1) * stride]
            if outcome and not outcome.statuses:
                return pixel[size:].strip(b"\xa5") == b""
            exact = rgba is not TRANSPARENT or not any(pixel[:size])
            return exact and agree(pixel, 0, rgba) and pixel[size:].strip(b"\xa5") == b""
        return data, stride, holds

    def compare_list(self, environment, expected):
        ids = [self.rng.choice(list(expected)) for _ in range(self.rng.randint(0, 40))]
        layout = self.rng.choice(list(LAYOUTS))
        data, stride, holds = self.pixels(layout, len(ids))
        statuses = (ctypes.c_int * (len(ids) + 1))(*[77] * (len(ids) + 1))
        wanted = self.rng.random() < 0.8
        status = self.library.resolve_list(
            self.theme, (ctypes.c_uint32 * len(ids))(*ids), len(ids), environment.bytes, layout,
            data, stride, statuses if wanted else None, None)
        # Without statuses, the list fails as its first color does that fails.
        first = next((expected[id] for id in ids if not expected[id].is_color), None)
        allowed = status == OK if wanted or first is None else first.allows(status)
        self.check(LIST, allowed and statuses[len(ids)] == 77,
                   lambda: f"resolve_list: {self.named(status)}, not {first}")
        for place, id in enumerate(ids):
            outcome = expected[id]
            self.check(LIST, holds(place, outcome) and (
                outcome.allows(statuses[place]) if wanted else statuses[place] == 77),
                       lambda: f"{id:#x} {outcome}, not {self.named(statuses[place])}, "
                       f"{bytes(data.raw[place * stride:(place + 1) * stride])}")
            if layout == c.FLOAT4 and outcome.is_color:
                self.compare_bits(id, data[place * stride:place * stride + 16])

    def table(self, expected):
        return {c.row(id): expected[id] for id in self.model.colors}

    def compare_table(self, environment, expected):
        table, layout = self.table(expected), self.rng.choice(list(LAYOUTS))
        all_rows = self.library.theme_rows(self.theme)
        rows = max(0, all_rows + self.rng.randint(-3, 3))
        data, stride, holds = self.pixels(layout, rows)
        status = self.library.resolve_all(
            self.theme, environment.bytes, layout, data, rows, stride, None)
        self.check(TABLE, status == OK, lambda: f"resolve_all: {self.named(status)}")
        for row in range(rows):
            self.check(TABLE, holds(row, table.get(row)), lambda: f"row {row}: {table.get(row)}, "
                       f"not {bytes(data.raw[row * stride:(row + 1) * stride])}")
        self.check(TABLE, data.raw[rows * stride:].strip(b"\xa5") == b"",
                   lambda: "a row too many")
        for id in self.model.colors if layout == c.FLOAT4 else ():
            if c.row(id) < rows and expected[id].is_color:
                place = c.row(id) * stride
                self.compare_bits(id, data[place:place + 16])

    def compare_snapshot(self, environment, expected):
        snapshot = ctypes.c_void_p()
        status = self.library.snapshot_create(
            self.theme, environment.bytes, byref(snapshot), None)
        self.check(SNAPSHOT, status == OK, lambda: f"snapshot_create: {self.named(status)}")
        if status != OK:
            return
        generation, origin = ctypes.c_uint64(), ctypes.create_string_buffer(32)
        self.library.snapshot_origin(snapshot, byref(generation), origin)
        self.check(SNAPSHOT, (generation.value, origin.raw) == (
            self.library.theme_generation(self.theme), environment.bytes),
            lambda: f"origin {generation.value}, {origin.raw}, not of {environment}")
        kept = snapshot, environment, dict(expected), self.table(expected), set(self.model.given)
        self.look_at_snapshot(SNAPSHOT, *kept)
        if len(self.snapshots) < 3 and self.rng.random() < 0.3:
            self.snapshots.append(kept)
        else:
            self.library.snapshot_release(snapshot)

    def look_at_snapshot(self, claim, snapshot, environment, expected, table, given):
        out, error = self.out, self.error
        for id in {**expected, **dict.fromkeys(self.model.given)}:
            out.raw, error.status = MARK, 77
            status = self.library.snapshot_resolve(snapshot, id, out, byref(error))
            if id not in given:
                # A snapshot cannot know what its theme has given out since.
                allowed = (c.NOT_IN_SNAPSHOT,) if id in self.model.given else (
                    c.NOT_IN_SNAPSHOT, c.FOREIGN_ID)
                good = status in allowed
            else:
                good = agrees(expected[id], status, out)
            good = good and (error.status == 77 if status == OK else (
                out.raw == MARK and error.status == status))
            self.check(claim, good, lambda: "snapshot: " + self.told(
                id, environment, expected.get(id) or outcome(c.NOT_IN_SNAPSHOT), status,
                out.raw))
        rows = ctypes.c_size_t()
        colors = self.library.snapshot_colors(snapshot, byref(rows))
        raw = ctypes.string_at(colors, rows.value * 16) if rows.value else b""
        layout = self.rng.choice(list(LAYOUTS))
        data, stride, holds = self.pixels(layout, rows.value + 1)
        status = self.library.snapshot_copy(
            snapshot, layout, data, rows.value + 1, stride, None)
        self.check(claim, status == OK and max(table, default=-1) < rows.value,
                   lambda: f"snapshot_copy: {self.named(status)}, {rows.value} rows")
        if status != OK or max(table, default=-1) >= rows.value:
            return
        for row in range(rows.value + 1):
            told = table.get(row)
            rgba = told.rgba if told and told.is_color else TRANSPARENT
            self.check(claim, holds(row, told) and (
                row == rows.value or told and not told.statuses
                or floats_agree(raw, row * 16, rgba)),
                lambda: f"row {row} of a snapshot is not {told}")
        if claim is SNAPSHOT:
            for id in self.model.colors:
                if expected[id].is_color:
                    self.compare_bits(id, raw[c.row(id) * 16:c.row(id) * 16 + 16])

    def look_at_old_snapshots(self):
        for snapshot in self.snapshots:
            self.look_at_snapshot(OLD_SNAPSHOT, *snapshot)

    def compare_names(self):
        library, theme, model, id_out = self.library, self.theme, self.model, self.id_out
        for name in (*NAMES, "fixed", "nobody", "accen"):
            id_out.value = 0xA5A5A5A5
            status = library.theme_find_n(theme, *text(name), byref(id_out), None)
            id = model.find(name)
            expected = (c.UNKNOWN_NAME, 0xA5A5A5A5) if id is None else (OK, id)
            self.check(FOUND, (status, id_out.value) == expected, lambda: f"find {name!r}: "
                       f"{self.named(status)} {id_out.value:#x}, not {expected}")
        out = ctypes.c_char_p()
        for name in NAMES:
            out.value = b"untouched"
            status = library.theme_forwarded_n(theme, *text(name), byref(out), None)
            current = model.forwarded(name)
            expected = (OK, current.encode()) if current else (c.UNKNOWN_NAME, b"untouched")
            self.check(FOUND, (status, out.value) == expected, lambda: f"forwarded {name!r}: "
                       f"{self.named(status)} {out.value}, not {expected}")
        for id in (*model.given, self.foreign_id()):
            out.value = b"untouched"
            status = library.id_name(theme, id, byref(out), None)
            expected = model.status_of_name(id), b"untouched"
            if expected[0] == OK:
                expected = OK, (model.names.get(id) or "").encode()
            self.check(FOUND, (status, out.value) == expected, lambda: f"name {id:#x}: "
                       f"{self.named(status)} {out.value}, not {expected}")
            self.compare_provenance(id)
        for number, name in enumerate(model.palettes, 1):
            status = library.palette_name(theme, number, byref(out), None)
            self.check(FOUND, (status, out.value) == (OK, name.encode()),
                       lambda: f"palette_name {number}: {self.named(status)} {out.value}")
        number = self.rng.choice((0, len(model.palettes) + 1, 0xFFFF))
        status = library.palette_name(theme, number, byref(out), None)
        self.check(FOUND, status < 0, lambda: f"palette_name {number}: {out.value}")
        ids, count = model.list(), ctypes.c_size_t()
        self.check(FOUND, library.theme_count(theme) == len(ids),
                   lambda: f"count {library.theme_count(theme)}, not {len(ids)}")
        for capacity in {0, max(0, len(ids) - 1), len(ids), len(ids) + 2}:
            room = (ctypes.c_uint32 * (capacity + 1))(*[0xA5A5A5A5] * (capacity + 1))
            status = library.theme_colors(theme, room, capacity, byref(count), None)
            fits = capacity >= len(ids)
            expected = (ids if fits else []) + [0xA5A5A5A5] * (
                capacity + 1 - len(ids) if fits else capacity + 1)
            self.check(FOUND, (status, count.value, list(room)) == (
                OK if fits else c.BUFFER_TOO_SMALL, len(ids), expected),
                lambda: f"list with room for {capacity}: {self.named(status)}, {count.value}, "
                f"{[hex(i) for i in room]}, not {[hex(i) for i in expected]}")
        rows = library.theme_rows(theme)
        least = max((c.row(id) + 1 for id in model.given), default=0)
        self.check(FOUND, least <= rows <= len(model.given),
                   lambda: f"{rows} rows, {least} in use, {len(model.given)} ids")

    def compare_provenance(self, id):
        sources, count = (c.Source * 8)(), ctypes.c_size_t(77)
        status = self.library.id_sources(self.theme, id, sources, 8, byref(count), None)
        expected = self.model.provenance(id)
        told = [(s.layer, s.owner, s.kind) for s in sources[:count.value]]
        self.check(FOUND, status == self.model.status_of(id) and (
            status != OK or count.value == len(expected) and all(
                (layer, owner) == wanted[:2] and kind in KINDS[type(wanted[2])]
                for (layer, owner, kind), wanted in zip(told, expected))), lambda:
            f"provenance {id:#x}: {self.named(status)} {count.value} {told}, not {expected}")

    def answers(self, environment):
        """What the library says of each color."""
        self.callbacks.environments.add(environment.bytes)
        return {id: self.library.resolve(
            self.theme, id, environment.bytes, self.out, None) or self.out.raw
            for id in self.model.given}

    def listed(self, function, *arguments):
        """The ids that a function lists."""
        ids, count = (ctypes.c_uint32 * (len(self.model.given) + 1))(), ctypes.c_size_t()
        generation = ctypes.c_uint64()
        further = (byref(generation),) if function == self.library.theme_changes else ()
        status = function(self.theme, *arguments, ids, len(ids), byref(count), *further, None)
        self.check(FOUND, status == OK, lambda: f"{function}: {self.named(status)}")
        return ids[:count.value], generation.value

    def compare_difference(self, environment, other):
        """dyncolor_theme_diff against what each color is in both environments."""
        before, after = self.answers(environment), self.answers(other)
        listed, _ = self.listed(self.library.theme_diff, environment.bytes, other.bytes)
        open = self.undecided(environment) | self.undecided(other)
        listed, expected = ([id for id in ids if id not in open] for ids in (
            listed, [id for id in self.model.list() if before[id] != after[id]]))
        self.check(DIFFERENCE, listed == expected, lambda: f"{environment} and {other}: "
                   f"{[hex(x) for x in listed]}, not {[hex(x) for x in expected]}")

    def undecided(self, environment):
        """The colors that fail in several ways, or perhaps: which of them is told depends on what
        was asked before."""
        return {id for id in self.model.colors
                if len(self.model.resolve(id, environment).statuses) != 1}

    def instant(self, environment):
        return (self.library.theme_generation(self.theme), self.answers(environment),
                self.undecided(environment))

    def compare_changes(self, before, environment):
        """dyncolor_theme_changes against what each color was before, and what it is."""
        (since, known, earlier), (generation, answers, now) = before, self.instant(environment)
        listed, complete = self.listed(self.library.theme_changes, since)
        rows = {c.row(id) for id in listed}  # of which each is listed once
        missing = [id for id, answer in known.items()
                   if answer != answers[id] and c.row(id) not in rows
                   and id not in earlier | now]
        self.check(CHANGED, complete == generation and not missing, lambda:
                   f"since {since} of {generation} in {environment}: " + ", ".join(
                       f"{id:#x} {self.model.colors.get(id)}" for id in missing))

    def compare_axes(self, environment):
        """Changes each axis of an environment, alone: what changes a color, it depends on."""
        said = [id for id, d in self.model.colors.items() if isinstance(d, (Css, LevelOf))]
        ids = {*self.rng.sample(said, min(5, len(said))),
               *self.rng.sample(list(self.model.colors), min(4, len(self.model.colors)))}
        base = {id: self.model.resolve(id, environment) for id in ids}
        for axis, greatest in GREATEST.items():
            value = self.other_value(axis, greatest)
            other = environment.replacing(axis, value)
            for id in ids:
                outcome = self.model.resolve(id, other)
                for e in (environment, other):
                    self.callbacks.environments.add(e.bytes)
                    self.library.resolve(self.theme, id, e.bytes, self.out, None)
                if same(outcome, base[id]):
                    continue
                axes = ctypes.c_uint32()
                status = self.library.id_axes(self.theme, id, byref(axes), None)
                self.check(AXES_NAMED, status == OK and axes.value >> axis & 1, lambda:
                           f"{id:#x} with axis {axis} of {environment} as {value}: "
                           f"{self.named(status)} {axes.value:#b}; it is {self.model.colors[id]}")
        for id in (*self.model.given, self.foreign_id()):
            axes = ctypes.c_uint32(0xA5A5A5A5)
            resolved, data = self.ask(id, environment)
            status, expected = self.library.id_axes(
                self.theme, id, byref(axes), None), self.model.status_of(id)
            self.check(AXES_NAMED, status == expected and (
                axes.value < 1 << 22 if status == OK else axes.value == 0xA5A5A5A5),
                lambda: f"{id:#x}: {self.named(status)} {axes.value:#x}")
            if resolved == OK and not axes.value >> GAMUT & 1:
                rgba = FLOATS.unpack(data)
                self.check(INSIDE, all(0 <= x <= 1 for x in rgba), lambda:
                           f"{id:#x} is {rgba} in {environment}; it is {self.model.colors[id]}")

    def other_value(self, axis, greatest):
        if axis == CONTRAST:
            return self.rng.choice(CONTRASTS)
        if axis in (FOREGROUND, ACCENT):
            return self.rng.choice((0, *self.model.given))
        names = {PALETTE: self.model.palettes, LOCALE: self.model.locales,
                 SUBTYPE: self.model.subtypes}
        limit = len(names[axis]) if axis in names else 300
        if axis in CUSTOM:
            limit = 4 if CUSTOM.index(axis) < len(self.model.axes) else 0
        return self.rng.randint(0, min(greatest, limit))

    def compare_meanings(self, environments):
        """dyncolor_id_equal and dyncolor_id_hash against what colors are in some environments."""
        library, theme, model = self.library, self.theme, self.model
        ids = self.rng.sample(model.given, min(12, len(model.given)))
        painted = {id: [model.resolve(id, e) for e in environments] for id in ids}
        hashes = {id: library.id_hash(theme, id) for id in ids}
        for id in ids:
            definition = model.colors.get(id)
            if definition is None:
                self.check(EQUAL_SELF,
                           hashes[id] == 0 and not library.id_equal(theme, id, theme, id),
                           lambda: f"{id:#x} is not registered, hash {hashes[id]:#x}")
            # A color that has no value somewhere may be equal to nothing.
            elif sound(id, model):
                self.check(EQUAL_SELF, library.id_equal(theme, id, theme, id) == 1,
                           lambda: f"{id:#x} is not equal to itself: {definition}")
                target = self.target(definition)
                if target:
                    self.check(EQUAL_SELF, library.id_equal(theme, id, theme, target) == 1
                               and hashes[id] == library.id_hash(theme, target),
                               lambda: f"alias {id:#x} is not equal to {target:#x}, "
                               f"{model.colors[target]}")
        for a in ids:
            for b in ids:
                equal = library.id_equal(theme, a, theme, b)
                if any(differ(p, q) for p, q in zip(painted[a], painted[b])):
                    self.check(EQUAL_DIFFERENT, equal == 0, lambda: f"{a:#x} equals {b:#x}: "
                               f"{model.colors[a]}, {model.colors[b]}")
                if equal:
                    self.check(EQUAL_HASH, hashes[a] == hashes[b], lambda: f"{a:#x} {b:#x}: "
                               f"{hashes[a]:#x} {hashes[b]:#x}")

    def target(self, definition):
        """What a color refers to, if it does nothing else."""
        match definition:
            case Variants((Variant(0, 0, 0, 0, 0, 0, 0, id),)):
                return id
            case Css(Reference(name, None)):
                return self.model.find(name)

    # -- The end

    def end(self):
        alive = Counter(self.alive[id, layer] for id, entries in self.model.entries.items()
                        for layer in entries)
        for key, count in self.keys.items():
            self.check(DESTROYED, self.callbacks.destroyed[key] <= count - alive[key], lambda:
                       f"provider {key}: {self.callbacks.destroyed[key]} times, with {alive[key]} "
                       f"of {count} still registered")
        self.library.theme_release(self.theme)
        self.look_at_old_snapshots()
        for snapshot, *_ in self.snapshots:
            self.library.snapshot_release(snapshot)
        for key, count in self.keys.items():
            self.check(DESTROYED, self.callbacks.destroyed[key] == count, lambda:
                       f"provider {key}: {self.callbacks.destroyed[key]} times, not {count}")
            self.callbacks.destroyed.pop(key, None)
            self.callbacks.programs.pop(key, None)
        self.evidence.looked[CALLBACKS] += self.callbacks.calls
        self.callbacks.calls = 0
        for error in self.callbacks.errors:
            self.evidence.fail(CALLBACKS, f"{self.evidence.where}: {error}")
        self.callbacks.errors.clear()


def differ(a, b):
    """Whether two outcomes are colors, and nobody would call them the same."""
    return a.is_color and b.is_color and any(
        abs(x - y) > 1e-3 * max(1.0, abs(x), abs(y)) for x, y in zip(a.rgba, b.rgba))


def same(a, b):
    """Whether two outcomes are the same, as far as can be said: what is a hair outside a gamut for
    the evaluator, and is cut, may be a hair inside for the library."""
    if a.is_color and b.is_color:
        return all(x != x or near(x, y) for x, y in zip(a.rgba, b.rgba))
    return not a.statuses or not b.statuses or bool(a.statuses & b.statuses)


def sound(id, model, known=None):
    """Whether a color can be followed to colors and providers wherever it leads: no cycle, no id
    that is not registered, and a variant or a condition for every environment."""
    known = {} if known is None else known
    if id not in known:
        known[id] = False  # until it is known: so a cycle is not sound
        definition = model.colors.get(id)
        known[id] = isinstance(definition, Provider) or definition is not None and all(
            sound_node(node, model, known) for node in within(model.expression(definition)))
    return known[id]


def sound_node(node, model, known):
    match node:
        case Target(id):
            return sound(id, model, known)
        case Reference(name, fallback):
            id = model.find(name)
            return sound(id, model, known) if id else fallback is not None
        case PaletteColor(name, fallback):
            return fallback is not None and all(
                sound(id, model, known) for palette in model.palettes
                if (id := model.find(palette + "/" + name)) is not None)
        case SystemColor(name):
            id = model.find(name)
            return id is None or sound(id, model, known)
        case If(branches):
            return any(condition == Else() for condition, _ in branches)
        case Table(variants):
            return all(v.id == 0 or sound(v.id, model, known) for v in variants) and any(
                v.contrast in (0, STANDARD) and v._replace(contrast=0, gamut=0, id=0, color=None)
                == Variant() for v in variants)
    return True
