"""Invalid definitions, each with one error."""
import ctypes

import binding as c


def _variant(**fields):
    """Spoils a definition by a variant with these fields, and a good color unless they have one."""
    def spoil(definition):
        variants = (c.Variant * 2)()
        for variant in variants:
            variant.part.color = c.Color(c.SRGB, 0, (0.1, 0.2, 0.3), 1)
        for name, value in fields.items():
            setattr(variants[1].part if hasattr(c.Part, name) else variants[1], name, value)
        definition.variants = ctypes.cast(variants, ctypes.POINTER(c.Variant))
        definition.variant_count = 2
        return variants
    return spoil


def _fields(**fields):
    """Spoils these fields of a definition whose variants are good."""
    def spoil(definition):
        variants = _variant()(definition)
        for name, value in fields.items():
            setattr(definition, name, value)
        return variants
    return spoil


def _unknown_option(definition):
    """Sets an option of a later header; where there is none, one that there is."""
    if definition.size > ctypes.sizeof(c.Definition):
        ctypes.memset(ctypes.addressof(definition) + definition.size - 1, 1, 1)
    else:
        definition.kind = 77


def _too_many_variants(definition):
    count = c.MAX_VARIANTS + 1
    variants = (c.Variant * count)()
    for variant in variants:
        variant.part.color.space = c.SRGB
    definition.variants = ctypes.cast(variants, ctypes.POINTER(c.Variant))
    definition.variant_count = count
    return variants


_NAN, _INFINITY = float("nan"), float("inf")
# What is wrong, and the function that makes a definition so; it returns what must be kept alive.
SPOILERS = [
    ("no kind", _fields(kind=0)),
    ("an unknown kind", _fields(kind=5)),
    ("an unknown layer", _fields(layer=77)),
    ("an unknown owner", _fields(owner=77)),
    ("no variants at all", _fields(variants=None, variant_count=1)),
    ("an option that is not known", _unknown_option),
    ("too many variants", _too_many_variants),
    ("a name too long", _fields(name=b"n" * (c.MAX_NAME + 1), name_length=c.MAX_NAME + 1)),
    ("a name with a NUL", _fields(name=b"a\0b", name_length=3)),
    ("a name that is not UTF-8", _fields(name=b"a\xffb", name_length=3)),
    ("a name of an impossible length", _fields(name=b"a", name_length=2**63)),
    ("a NULL name with a length", _fields(name=None, name_length=3)),
    ("a NULL semantic with a length",
     _fields(kind=c.KIND_PALETTE, semantic=None, semantic_length=3)),
    ("NULL for CSS", _fields(kind=c.KIND_CSS, css=None, css_length=3)),
    ("CSS of an impossible length", _fields(kind=c.KIND_CSS, css=b"red", css_length=2**63)),
    ("no color in CSS", _fields(kind=c.KIND_CSS, css=b"", css_length=0)),
    ("a name for a color", _fields(kind=c.KIND_CSS, css=b"var(x)", css_length=6)),
    ("CSS that goes on", _fields(kind=c.KIND_CSS, css=b"light-dark(red, var(--x)) blue",
                                 css_length=c.NUL_TERMINATED)),
    ("CSS that is not UTF-8", _fields(kind=c.KIND_CSS, css=b"var(--a\xff)", css_length=9)),
    ("CSS that is nested too deeply", _fields(
        kind=c.KIND_CSS, css=b"light-dark(currentcolor," * 65 + b"red" + b")" * 65,
        css_length=c.NUL_TERMINATED)),
    ("no provider", _fields(kind=c.KIND_PROVIDER, provider=None)),
    ("an unknown scheme", _variant(scheme=3)),
    ("a contrast beyond more", _variant(contrast=202)),
    ("an unknown elevation", _variant(elevation=3)),
    ("an unknown gamut", _variant(gamut=4)),
    ("an unknown idiom", _variant(idiom=8)),
    ("a subtype that the theme has not given out", _variant(subtype=255)),
    ("a locale that the theme has not given out", _variant(locale=65535)),
    ("a reserved word of a part", _variant(reserved=1)),
    ("a part that is a value and a registered color", _variant(id=4096)),
    ("an unknown vision", _variant(vision=6)),
    ("an unknown state", _variant(state=8)),
    ("a palette that the theme has not given out", _variant(palette=65535)),
    ("an axis that the theme has not declared", _variant(custom=(ctypes.c_uint8 * 8)(*[0] * 7, 1))),
    ("a color without a space", _variant(color=c.Color(0, 0, (0, 0, 0), 1))),
    ("an unknown space", _variant(color=c.Color(24, 0, (0, 0, 0), 1))),
    ("an unknown bit of missing", _variant(color=c.Color(1, 32, (0, 0, 0), 1))),
    ("NaN", _variant(color=c.Color(1, 0, (0, _NAN, 0), 1))),
    ("infinity", _variant(color=c.Color(1, 0, (0, 0, -_INFINITY), 1))),
    ("an alpha above 1", _variant(color=c.Color(1, 0, (0, 0, 0), 1.01))),
    ("an alpha below 0", _variant(color=c.Color(1, 0, (0, 0, 0), -0.01))),
    ("an alpha of NaN", _variant(color=c.Color(1, 0, (0, 0, 0), _NAN))),
]
