"""Dynamic colors: registered once, resolved for light or dark, for contrast, for any environment.

>>> from dyncolor import Color, Environment, Theme
>>> theme = Theme()
>>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
>>> hover = theme.register("hover", "oklch(from var(--accent) calc(l + 0.1) c h)")
>>> accent.resolve(Environment(scheme="dark"))
Color('#81d0ff')

A `Theme` is a registry of `DynamicColor`s, each of which is a function from an `Environment` to a
`Color`. A `Snapshot` is a theme resolved for one environment. What goes wrong is an `Error`.

A `Color` is a value of its own, which needs no theme; `Colors` are an array of them.

>>> Color("oklch(70% 0.15 250)").mix("white", 0.5).to_gamut("srgb").css
'color(srgb 0.662506 0.824425 0.994686)'

The shared library is loaded when it is first used: see `load`.
"""
from ._library import load
from .color import Color
from .environment import Environment
from .theme import DynamicColor, Layer, Semantic, Theme, Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._memory import Pixels
    from .colors import Colors, mix
    from .errors import (
        BadImageError, BufferTooSmallError, CancelledError, CycleError, DynamicColorError, Error,
        FileError, ForeignIdError, InvalidArgumentError, NameTakenError, NotExactError,
        NotInSnapshotError, NoValueError, OutOfMemoryError, OutsideError, ProviderError,
        StaleIdError, TextEncodingError, TextSyntaxError, TooComplexError, TooDeepError,
        TooManyAxesError, TooManyAxisValuesError, TooManyColorsError, TooManyLayersError,
        TooManyLocalesError, TooManyOwnersError, TooManyPalettesError, TooManySubtypesError,
        UnknownFormatError, UnknownNameError)
    from .files import Finding, Report, Watch
    from .observer import Change, Observation
    from .palettes import Builtin, Deprecation, Gap, builtins
    from .explanation import Explanation, Step
    from .provider import Context
    from .snapshot import Snapshot
else:
    # What not every program needs.
    def __getattr__(name):
        if name in ("Colors", "mix"):
            from . import colors as module
        elif name.endswith("Error") and name in __all__:
            from . import errors as module
        elif name in ("Builtin", "Deprecation", "Gap", "builtins"):
            from . import palettes as module
        elif name in ("Finding", "Report", "Watch"):
            from . import files as module
        elif name == "Pixels":
            from . import _memory as module
        elif name == "Snapshot":
            from . import snapshot as module
        elif name in ("Change", "Observation"):
            from . import observer as module
        elif name in ("Explanation", "Step"):
            from . import explanation as module
        elif name == "Context":
            from . import provider as module
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(module, name)
        return value

__version__ = "1.0.0"

__all__ = [
    "BadImageError", "BufferTooSmallError", "Builtin", "CancelledError", "Change", "Color",
    "Colors", "Context", "CycleError", "Deprecation", "DynamicColor", "DynamicColorError",
    "Environment", "Error", "Explanation", "FileError", "Finding", "ForeignIdError", "Gap",
    "InvalidArgumentError", "Layer", "NameTakenError", "NoValueError", "NotExactError",
    "NotInSnapshotError", "Observation", "OutOfMemoryError", "OutsideError", "Pixels",
    "ProviderError", "Report", "Semantic", "Snapshot", "StaleIdError", "Step",
    "TextEncodingError", "TextSyntaxError", "Theme", "TooComplexError", "TooDeepError",
    "TooManyAxesError", "TooManyAxisValuesError", "TooManyColorsError", "TooManyLayersError",
    "TooManyLocalesError", "TooManyOwnersError", "TooManyPalettesError", "TooManySubtypesError",
    "UnknownFormatError", "UnknownNameError", "Variant", "Watch", "builtins", "load", "mix",
]
