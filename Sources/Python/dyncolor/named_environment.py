"""Environments that are made and shown with the names that are declared in a theme."""
from __future__ import annotations

from _weakref import ref

from ._library import EnvironmentValue
from .dynamic_color import color_name, id_of
from .environment import AXIS_NAMES, Environment, environment_of, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Protocol

    from .theme_base import ThemeBase
    from .words import (
        Contrast, Elevation, ForcedColors, Gamut, HasId, Idiom, Scheme, State, Vision)

    class TakesNames(Protocol):
        """A method that takes all that `Theme.environment` takes."""

        def __call__(
            self, *, scheme: Scheme | None = None, contrast: Contrast | float | None = None,
            elevation: Elevation | None = None, gamut: Gamut | None = None,
            vision: Vision | None = None, vision_severity: float | None = None,
            state: State | None = None, idiom: Idiom | None = None,
            palette: str | int | None = None, locale: str | int | None = None,
            subtype: str | int | None = None, forced_colors: ForcedColors | None = None,
            foreground: HasId | str | int | None = None, accent: HasId | str | int | None = None,
            custom: Iterable[int] | str | None = None, **values: str | int | None,
        ) -> NamedEnvironment: ...

# The axes whose values have names, and the attribute of a Theme with these names.
_named_axes = {"palette": "palettes", "locale": "locales", "subtype": "subtypes"}
# The axes whose values are colors, by their ids.
_color_axes = ("foreground", "accent")


class NamedEnvironment(Environment):
    """An `Environment` that knows the names of the theme that made it.

    >>> theme = Theme()
    >>> team = theme.axis("team", "red", "blue")
    >>> night_number = theme.palette("Night")
    >>> red = theme.environment("dark", team="red")
    >>> red.replace(team="blue", palette="Night")
    theme.environment(scheme='dark', palette='Night', team='blue')

    `Theme.environment` makes it. `replace`, `prefer` and `force` take all that `Theme.environment`
    takes: names of palettes, locales, subtypes and colors, and custom axes by their names. Once the
    theme no longer exists, these methods only take numbers. `custom_name` returns the name of the
    value that a custom axis has.
    """

    __slots__ = ("_theme",)

    def __init__(self, theme: ref[ThemeBase], value: EnvironmentValue) -> None:
        self._theme = theme
        self._adopt(value)

    def _changed(self, value: EnvironmentValue) -> NamedEnvironment:
        return NamedEnvironment(self._theme, value)

    def _fill(self, value: EnvironmentValue, axes: Mapping[str, Any]) -> None:
        theme = self._theme()
        if theme is not None:
            fill_by_names(theme, value, axes)
        elif any(isinstance(axes.get(axis), str) for axis in (*_named_axes, *_color_axes)):
            raise ReferenceError("the theme, which knows the names, no longer exists")
        else:
            fill(value, axes)

    if TYPE_CHECKING:
        replace: TakesNames  # pyright: ignore[reportIncompatibleMethodOverride]
        prefer: TakesNames  # pyright: ignore[reportIncompatibleMethodOverride]
        force: TakesNames  # pyright: ignore[reportIncompatibleMethodOverride]

    def custom_name(self, axis: str) -> str | None:
        """Return the name of a custom axis's value; None if there is no value, or it has no name.

        >>> theme = Theme()
        >>> season_axis = theme.axis("season", "summer", "winter")
        >>> theme.environment("dark", season="winter").custom_name("season")
        'winter'
        """
        theme = self._theme()
        if theme is None:
            raise ReferenceError("the theme, which knows the names, no longer exists")
        values = theme.custom_axes[axis]
        # 0 stands for no value.
        number = self.custom[values._custom_index]
        return values._name(number) or None if number else None

    # Type checkers report unknown attributes themselves.
    if not TYPE_CHECKING:
        def __getattr__(self, name):
            # Only called for a name that is not an attribute.
            theme = None if name[:1] == "_" else self._theme()
            hint = (f"; its value is environment.custom_name({name!r})"
                    if theme is not None and name in theme.custom_axes else "")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")

    def __repr__(self) -> str:
        theme = self._theme()
        if theme is None:
            return super().__repr__()
        axes = self._shown()
        is_named = False
        for axis, names in _named_axes.items():
            if name := axes.get(axis) and getattr(theme, names)._name(axes[axis]):
                axes[axis], is_named = name, True
        for axis in _color_axes:
            if axis in axes:
                if name := color_name(theme, axes[axis]):
                    axes[axis], is_named = name, True
        custom = axes.pop("custom", ())
        for name, values in theme.custom_axes.items():
            if number := custom[values._custom_index] if custom else 0:
                axes[name], is_named = values._name(number) or number, True
        if any(custom[len(theme.custom_axes):]) or not is_named:
            # Show numbers if a custom axis that is not declared has a value, or if no value has a
            # name.
            return super().__repr__()
        return f"theme.environment({', '.join(f'{axis}={axes[axis]!r}' for axis in axes)})"


def named(theme: ThemeBase, value: EnvironmentValue) -> NamedEnvironment:
    """Return an environment that knows the names of a theme."""
    return NamedEnvironment(ref(theme), value)


def fill_by_names(theme: ThemeBase, value: EnvironmentValue, axes: Mapping[str, Any]) -> None:
    """Set axes of an environment in C by the names of a theme. None makes an axis unspecified."""
    numbers: dict[str, Any] = {}
    custom: dict[str, Any] = {}
    for axis, given in axes.items():
        if axis in _named_axes:
            numbers[axis] = (
                getattr(theme, _named_axes[axis])[given] if isinstance(given, str) else given)
        elif axis in _color_axes:
            numbers[axis] = (
                given if given is None or isinstance(given, int) else id_of(theme, given, axis))
        # The argument `custom` is a list with the numbers of all custom axes. But if it is a single
        # name or number, it is the value of a custom axis with the name "custom".
        elif axis in AXIS_NAMES or axis == "custom" and not isinstance(given, (str, int)):
            numbers[axis] = given
        else:
            custom[axis] = given
    fill(value, numbers)
    for axis, given in custom.items():
        values = theme.custom_axes[axis]
        value.custom[values._custom_index] = 0 if given is None else values.number_of(given)


def environment_for(
    theme: ThemeBase, base: Environment | str, axes: Mapping[str, Any]
) -> NamedEnvironment:
    """Return an environment in which axes are set by the names of a theme. None leaves an axis as
    it is in `base`."""
    value = EnvironmentValue.from_buffer_copy(bytes(environment_of(base, "base")))
    for axis, given in axes.items():
        if given is None and axis not in AXIS_NAMES:
            theme.custom_axes[axis]  # Raises an error for an unknown name, also without a value.
    fill_by_names(
        theme, value, {axis: given for axis, given in axes.items() if given is not None})
    return named(theme, value)
