"""Dynamic colors: registered once, resolved for light or dark, for contrast, for any environment.

A theme is a registry of dynamic colors. Each is a function from an environment to a color, and may
depend on other colors of the theme.

>>> from dyncolor import Color, Environment, Theme
>>> theme = Theme()
>>> accent = theme.register("accent", light="#0461be", dark="#81d0ff")
>>> hover = theme.register("hover", "color-mix(in oklab, var(--accent), white 20%)")
>>> accent.resolve("dark")
Color('#81d0ff')
>>> theme.resolve("hover", Environment(scheme="light", contrast="more")).hex
'#4682cd'
>>> theme.load("app.json", {"paper": {"light": "snow", "dark": "#222"}, "ink": "gray"})
<Report of 2 colors, 0 findings>
>>> theme.snapshot("dark")["paper"].contrast("white") > 15
True
>>> Color("oklch(70% 0.15 250)").mix("white", 0.5).to_gamut("srgb").css
'color(srgb 0.662506 0.824425 0.994686)'

Where to read on, for instance by `help(dyncolor.Theme.load)`:

| Task | Read |
| --- | --- |
| register colors | `Theme.register`, `Theme.register_all`, `Variant`, `Semantic`, `ColorObject` |
| find and list colors | `Theme`, `DynamicColor`, `Theme.bind`, `Theme.forward` |
| say what colors are resolved for | `Environment`, `Theme.environment`, `NamedEnvironment` |
| resolve one color or several | `DynamicColor.resolve`, `Theme.resolve`, `Theme.resolve_list` |
| resolve all colors | `Theme.snapshot`, `Snapshot`, `Theme.resolve_all`, `Pixels` |
| calculate with colors | `Color`, `Colors`, `mix` |
| see colors as others do | `Color.simulate_vision` |
| make a tone of a color, or its dark counterpart | `Color` |
| keep text readable | `Color.ensure_contrast`, `Color.grade_contrast`, `Color.contrast` |
| draw pixels with a toolkit | `Pixels`, `Layout`, `Theme.resolve_all`, `Snapshot.copy_to` |
| cross-fade between environments | `Snapshot.mix_to`, `Snapshot.mix` |
| compute a color by a function | `Theme.provider`, `DynamicColor.provider`, `Context`, `Theme.refresh` |
| list axes and values, for menus | `Theme.axes`, `Theme.custom_axes`, `Axes`, `Axis`, `Theme.palettes`, `Names` |
| declare names for environments | `Theme.axis`, `Theme.palette`, `Theme.default_palette` |
| derive dark colors and contrast | `Theme.derive`, `Derived`, `DynamicColor.is_derived` |
| find text that is hard to read | `Theme.audit`, `Audit`, `AuditFinding` |
| repair what an audit has found | `Theme.repair`, `Repaired` |
| find what palettes lack | `Theme.gaps`, `Gap` |
| let users override colors | `Theme.layer`, `Layer`, `Layers`, `Theme.provenance` |
| load and write files | `Theme.load`, `Theme.write`, `Report`, `Finding`, `Theme.check` |
| follow files that change | `Theme.watch`, `Watch` |
| follow the user's desktop | `Desktop` |
| repaint after changes | `Theme.observe`, `Observation`, `Change`, `Theme.changes`, `Theme.diff` |
| see why a color is as it is | `Theme.explain`, `Explanation`, `Step` |
| start with known palettes | `builtins`, `Builtin`, `Theme.load_builtin` |
| derive a scheme from a color or a picture | `Theme.register_material`, `Pixels.seeds`, `Pixels.dominant` |
| leave notes on colors | `DynamicColor.description`, `DynamicColor.deprecate`, `Deprecation` |
| save a theme, share it with C | `Theme.save`, `Theme.from_image`, `Theme.address` |
| handle errors | `Error`, of which the others are subclasses |
| list the words that an argument takes | its type: `Layout`, `Scheme`, `Format`, `Severity`, ... |
| use another library file | `load` |

These names are types for annotations, about which `help` says little:

| Type | What it stands for |
| --- | --- |
| `Recipe` | whatever `Theme.register` takes as a color |
| `ProviderFunction` | a function that takes a `Context` and returns an `Answer` |
| `Answer` | a Color, CSS text of a constant color, or a DynamicColor |
| `ObserverFunction` | a function that takes a `Change`: see `Theme.observe` |
| `Path` | a text, or an object such as pathlib.Path |
| `Files` | a dict of contents by paths, or a `FileReader`: see `Theme.load` |
| `Progress` | a function that takes a path and a number of colors: see `Theme.load` |
| `Buffer`, `WritableBuffer` | bytes, a bytearray, a memoryview, an array; the second can change |

Two programs come with the package; `--help` says how to use them. `python3 -m dyncolor.explain`
explains how the colors that you name are computed: it takes a theme in a Python module, and names
of colors, as in `python3 -m dyncolor.explain app.colors:theme accent`. `python3 -m dyncolor.names`
makes identifiers of the names of all colors, in C and in Python.
"""
# The modules are in six groups. Each module imports only from its own group and from the groups
# that precede it in this list, never in a cycle:
#
# - C: what the header declares, the library, and its errors.
# - Values: colors, pixels and environments, which need no theme.
# - Parts of a theme: its base class, names, dynamic colors, recipes, snapshots, observers.
# - Files: loading, writing and watching them; following the desktop.
# - Theme: the classes `Layer` and `Theme`, which offer all of this.
# - Programs: this module, and those that are run by `python3 -m`.
#
# If an attribute has a class of a later group, such as the `theme` of a color, its type is Any.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._library import load
    from .audit import Audit, AuditFinding, Repaired
    from .color import Color, Colors
    from .deprecation import Deprecation
    from .deriving import Derived
    from .desktop import Desktop
    from .dynamic_color import DynamicColor
    from .environment import Environment
    from .errors import (
        BadImageError, BufferTooSmallError, CancelledError, CycleError, DynamicColorError, Error,
        FileError, ForeignIdError, InvalidArgumentError, MissingFileError, NameTakenError,
        NotExactError, NotInSnapshotError, NoValueError, OutOfMemoryError, OutsideError,
        ProviderError, StaleIdError, TextEncodingError, TextSyntaxError, TooComplexError,
        TooDeepError, TooManyAxesError, TooManyAxisValuesError, TooManyColorsError,
        TooManyLayersError, TooManyLocalesError, TooManyOwnersError, TooManyPalettesError,
        TooManySubtypesError, UnknownFormatError, UnknownNameError,
        UnsupportedError)
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
        Accent, AuditKind, BlendMode, Buffer, ColorObject, Contrast, ContrastMethod, Elevation,
        FileReader, Files, ForcedColors, Format, Gamut, GamutMethod, Hue, Idiom, Invertible, Layout,
        Level, MaterialVariant, Metric, Motion, Notation, Path, PixelSpace, Progress, Role, Scheme,
        SettingSource, Severity, Space, State, Vision, VisionModel, Vocabulary,
        WritableBuffer)
else:
    import sys as _sys

    # Importing the package imports none of its modules. A module is imported when one of its names
    # is used for the first time.
    _modules = {
        "Accent": "words", "Answer": "recipe_types", "Audit": "audit", "AuditFinding": "audit",
        "AuditKind": "words", "Axes": "vocabulary", "Axis": "vocabulary", "BlendMode": "words",
        "Buffer": "words", "Builtin": "palettes", "Change": "observer", "Color": "color",
        "ColorObject": "words", "Colors": "color", "Context": "provider", "Contrast": "words",
        "ContrastMethod": "words", "Deprecation": "deprecation", "Derived": "deriving",
        "Desktop": "desktop", "DynamicColor": "dynamic_color", "Elevation": "words",
        "Environment": "environment", "Explanation": "explanation", "FileReader": "words",
        "Files": "words", "Finding": "reports", "ForcedColors": "words", "Format": "words",
        "Gamut": "words", "GamutMethod": "words", "Gap": "palettes", "Hue": "words",
        "Idiom": "words", "Invertible": "words", "Layer": "layer", "Layers": "layer",
        "Layout": "words", "Level": "words", "MaterialVariant": "words", "Metric": "words",
        "Motion": "words", "NamedEnvironment": "named_environment", "Names": "vocabulary",
        "Notation": "words", "Observation": "observer", "ObserverFunction": "observer",
        "Path": "words", "PixelSpace": "words", "Pixels": "pixels", "Progress": "words",
        "ProviderFunction": "recipe_types", "Recipe": "recipe_types", "Repaired": "audit",
        "Report": "reports", "Role": "words", "Scheme": "words", "Semantic": "recipe",
        "SettingSource": "words", "Severity": "words", "Snapshot": "snapshot", "Space": "words",
        "State": "words", "Step": "explanation", "Theme": "theme", "Variant": "recipe",
        "Vision": "words", "VisionModel": "words", "Vocabulary": "words", "Watch": "watch",
        "WritableBuffer": "words", "builtins": "palettes", "load": "_library", "mix": "mixing"}

    def __getattr__(name):
        module = _modules.get(name)
        if module is None:
            if not (name.endswith("Error") and name in __all__):
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            module = "errors"
        end_pause = _pause_collector()
        try:
            # __import__ is faster than importlib, which would have to be imported itself.
            found = __import__(f"{__name__}.{module}", fromlist=(name,))
            value = globals()[name] = getattr(found, name)
            # If a module that evaluates annotations is already loaded, the new module of this
            # package needs the names in its annotations now.
            if not _EVALUATING.isdisjoint(_sys.modules):
                _name_annotations()
        finally:
            end_pause()
        return value

    # Python's modules that evaluate annotations. They need the names in the annotations.
    _EVALUATING = frozenset({"annotationlib", "inspect", "typing"})

    class _AnnotationsHook:
        """An import hook, which leaves finding modules to the other hooks.

        Just before Python imports a module that evaluates annotations, the hook defines the names
        in annotations, in each module of this package. Few programs need these names. In all
        others, defining them would only delay the first color.
        """

        @staticmethod
        def find_spec(name, path=None, target=None):
            if name in _EVALUATING:
                _name_annotations()

    _sys.meta_path.insert(0, _AnnotationsHook)

    def _name_annotations():
        from ._annotations import name_all
        name_all(__all__)

    def _pause_collector():
        """Disable the garbage collector, and return the function that enables it again. Importing
        makes thousands of objects and no garbage: collecting would take a fifth of the time.

        Do nothing if the collector is disabled already, or while there are other threads, which
        might disable it in the meantime.
        """
        import gc
        threading = _sys.modules.get("threading")
        if not gc.isenabled() or threading is not None and threading.active_count() > 1:
            return lambda: None
        gc.disable()
        return gc.enable

    def __dir__():
        return sorted({*globals(), *__all__})

__version__ = "1.0.0"

__all__ = [
    "Accent", "Answer", "Audit", "AuditFinding", "AuditKind", "Axes", "Axis", "BadImageError",
    "BlendMode", "Buffer", "BufferTooSmallError", "Builtin", "CancelledError", "Change", "Color",
    "ColorObject", "Colors", "Context", "Contrast", "ContrastMethod", "CycleError", "Deprecation",
    "Derived", "Desktop", "DynamicColor", "DynamicColorError", "Elevation", "Environment", "Error",
    "Explanation", "FileError", "FileReader", "Files", "Finding", "ForcedColors", "ForeignIdError",
    "Format", "Gamut", "GamutMethod", "Gap", "Hue", "Idiom", "InvalidArgumentError", "Invertible",
    "Layer", "Layers", "Layout", "Level", "MaterialVariant", "Metric", "MissingFileError", "Motion",
    "NameTakenError", "NamedEnvironment", "Names", "NoValueError", "NotExactError",
    "NotInSnapshotError", "Notation", "Observation", "ObserverFunction", "OutOfMemoryError",
    "OutsideError", "Path", "PixelSpace", "Pixels", "Progress", "ProviderError", "ProviderFunction",
    "Recipe", "Repaired", "Report", "Role", "Scheme", "Semantic", "SettingSource", "Severity",
    "Snapshot", "Space", "StaleIdError", "State", "Step", "TextEncodingError", "TextSyntaxError",
    "Theme", "TooComplexError", "TooDeepError", "TooManyAxesError", "TooManyAxisValuesError",
    "TooManyColorsError", "TooManyLayersError", "TooManyLocalesError", "TooManyOwnersError",
    "TooManyPalettesError", "TooManySubtypesError", "UnknownFormatError", "UnknownNameError",
    "UnsupportedError", "Variant", "Vision", "VisionModel", "Vocabulary", "Watch", "WritableBuffer",
    "builtins", "load", "mix",
]
