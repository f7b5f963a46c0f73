"""Dynamic colors: registered once, resolved for light or dark, for contrast, for any environment.

    from dyncolor import Environment, Theme

    theme = Theme()
    accent = theme.register("accent", light="#0461be", dark="#81d0ff")
    print(accent.resolve(Environment(scheme="dark")))

A `Theme` is a registry of `DynamicColor`s, each of which is a function from an `Environment` to a
`Color`. A `Snapshot` is a theme resolved for one environment. What goes wrong is an `Error`.

The shared library is loaded when it is first used: see `load`.
"""
from ._library import load
from ._memory import Pixels
from .color import Color
from .environment import Environment
from .errors import (
    BufferTooSmallError, CycleError, Error, ForeignIdError, InvalidArgumentError, NameTakenError,
    NotInSnapshotError, NoValueError, OutOfMemoryError, ProviderError, StaleIdError,
    TextEncodingError, TextSyntaxError, TooDeepError, TooManyAxesError, TooManyColorsError,
    TooManyPalettesError, UnknownNameError)
from .snapshot import Snapshot
from .theme import DynamicColor, Semantic, Theme, Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .provider import Context
else:
    # A third of a millisecond that programs without providers do not need.
    def __getattr__(name):
        if name != "Context":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from .provider import Context
        return Context

__version__ = "1.0.0"

__all__ = [
    "BufferTooSmallError", "Color", "Context", "CycleError", "DynamicColor", "Environment",
    "Error", "ForeignIdError", "InvalidArgumentError", "NameTakenError", "NoValueError",
    "NotInSnapshotError", "OutOfMemoryError", "Pixels", "ProviderError", "Semantic", "Snapshot",
    "StaleIdError", "TextEncodingError", "TextSyntaxError", "Theme", "TooDeepError",
    "TooManyAxesError", "TooManyColorsError", "TooManyPalettesError", "UnknownNameError",
    "Variant", "load"]
