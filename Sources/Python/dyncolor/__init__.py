"""Dynamic colors: registered once, resolved for light or dark, for contrast, for any environment.

>>> from dyncolor import Color, Environment, Theme
>>> theme = Theme()
>>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
>>> hover = theme.register("hover", "oklch(from var(--accent) calc(l + 0.1) c h)")
>>> accent.resolve(Environment(scheme="dark"))
Color('#81d0ff')

- A `Theme` is a registry of `DynamicColor`s. Each is a function from an `Environment` to a `Color`.
- A `Snapshot` is a theme resolved for one environment.
- A `Color` is a value that needs no theme, and `Colors` are an array of them.
- All errors are subclasses of `Error`.

>>> Color("oklch(70% 0.15 250)").mix("white", 0.5).to_gamut("srgb").css
'color(srgb 0.662506 0.824425 0.994686)'

The shared library is loaded when it is first used: see `load`.
"""
# Each module imports only from its own layer and the layers below, never in a cycle:
#
# - C: what the header declares, the library, and its errors.
# - Values: colors, pixels and environments, which need no theme.
# - Parts of a theme: its base class, names, dynamic colors, recipes, snapshots, observers.
# - Files: loading, writing and watching them.
# - Theme: the classes `Layer` and `Theme`, which offer all of this.
# - Programs: this module, and those that are run by `python3 -m`.
#
# An attribute that refers to a higher layer, such as the `theme` of a color, has the type Any.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._library import load
    from .color import Color, Colors
    from .deprecation import Deprecation
    from .dynamic_color import DynamicColor
    from .environment import Environment
    from .errors import (
        BadImageError, BufferTooSmallError, CancelledError, CycleError, DynamicColorError, Error,
        FileError, ForeignIdError, InvalidArgumentError, MissingFileError, NameTakenError,
        NotExactError, NotInSnapshotError, NoValueError, OutOfMemoryError, OutsideError,
        ProviderError, StaleIdError, TextEncodingError, TextSyntaxError, TooComplexError,
        TooDeepError, TooManyAxesError, TooManyAxisValuesError, TooManyColorsError,
        TooManyLayersError, TooManyLocalesError, TooManyOwnersError, TooManyPalettesError,
        TooManySubtypesError, UnknownFormatError, UnknownNameError)
    from .explanation import Explanation, Step
    from .layer import Layer, Layers
    from .mixing import mix
    from .named_environment import NamedEnvironment
    from .observer import Change, Observation, ObserverFunction
    from .palettes import Builtin, Gap, builtins
    from .pixels import Pixels
    from .provider import Context
    from .recipe import Answer, ProviderFunction, Recipe, Semantic, Variant
    from .reports import Finding, Report
    from .snapshot import Snapshot
    from .theme import Theme
    from .vocabulary import Axes, Axis, Names
    from .watch import Watch
    from .words import (
        BlendMode, Contrast, ContrastMethod, Elevation, FileReader, Files, ForcedColors, Format,
        Gamut, GamutMethod, Hue, Idiom, Invertible, Layout, Level, Metric, Notation, PixelSpace,
        Progress, Scheme, Severity, Space, State, Vision, Vocabulary)
else:
    # Importing the package imports none of its modules. Each is imported with its first name.
    _modules = {
        "Answer": "recipe", "Axes": "vocabulary", "Axis": "vocabulary", "BlendMode": "words",
        "Builtin": "palettes", "Change": "observer", "Color": "color", "Colors": "color",
        "Context": "provider", "Contrast": "words", "ContrastMethod": "words",
        "Deprecation": "deprecation", "DynamicColor": "dynamic_color", "Elevation": "words",
        "Environment": "environment", "Explanation": "explanation", "FileReader": "words",
        "Files": "words", "Finding": "reports", "ForcedColors": "words", "Format": "words",
        "Gamut": "words", "GamutMethod": "words", "Gap": "palettes", "Hue": "words",
        "Idiom": "words", "Invertible": "words", "Layer": "layer", "Layers": "layer",
        "Layout": "words", "Level": "words", "Metric": "words",
        "NamedEnvironment": "named_environment", "Names": "vocabulary", "Notation": "words",
        "Observation": "observer", "ObserverFunction": "observer",
        "PixelSpace": "words", "Pixels": "pixels", "Progress": "words",
        "ProviderFunction": "recipe", "Recipe": "recipe", "Report": "reports", "Scheme": "words",
        "Semantic": "recipe", "Severity": "words", "Snapshot": "snapshot", "Space": "words",
        "State": "words", "Step": "explanation", "Theme": "theme", "Variant": "recipe",
        "Vision": "words", "Vocabulary": "words", "Watch": "watch", "builtins": "palettes",
        "load": "_library", "mix": "mixing"}

    def __getattr__(name):
        module = _modules.get(name)
        if module is None:
            if not (name.endswith("Error") and name in __all__):
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            module = "errors"
        # __import__ is faster than importlib, which would have to be imported itself.
        found = __import__(f"{__name__}.{module}", fromlist=(name,))
        value = globals()[name] = getattr(found, name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})

__version__ = "1.0.0"

__all__ = [
    "Answer", "Axes", "Axis", "BadImageError", "BlendMode", "BufferTooSmallError", "Builtin",
    "CancelledError", "Change", "Color", "Colors", "Context", "Contrast", "ContrastMethod",
    "CycleError", "Deprecation", "DynamicColor", "DynamicColorError", "Elevation",
    "Environment", "Error", "Explanation", "FileError", "FileReader", "Files", "Finding",
    "ForcedColors", "ForeignIdError", "Format", "Gamut", "GamutMethod", "Gap", "Hue", "Idiom",
    "InvalidArgumentError", "Invertible", "Layer", "Layers", "Layout", "Level", "Metric",
    "MissingFileError", "NameTakenError", "NamedEnvironment", "Names", "NoValueError",
    "NotExactError", "NotInSnapshotError", "Notation", "Observation", "ObserverFunction",
    "OutOfMemoryError", "OutsideError", "PixelSpace", "Pixels", "Progress", "ProviderError",
    "ProviderFunction", "Recipe", "Report", "Scheme", "Semantic", "Severity", "Snapshot",
    "Space", "StaleIdError", "State", "Step", "TextEncodingError", "TextSyntaxError", "Theme",
    "TooComplexError", "TooDeepError", "TooManyAxesError", "TooManyAxisValuesError",
    "TooManyColorsError", "TooManyLayersError", "TooManyLocalesError", "TooManyOwnersError",
    "TooManyPalettesError", "TooManySubtypesError", "UnknownFormatError", "UnknownNameError",
    "Variant", "Vision", "Vocabulary", "Watch", "builtins", "load", "mix",
]
