"""Environments that are made and shown with the names that are declared in a theme."""
from __future__ import annotations

from _weakref import ref

from ._library import EnvironmentValue
from .dynamic_color import color_name, id_of
from .environment import AXIS_NAMES, Environment, environment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .theme_base import ThemeBase

_named = {"palette": "palettes", "locale": "locales", "subtype": "subtypes"}
_colors = ("foreground", "accent")


class NamedEnvironment(Environment):
    """An environment whose repr has the names of a theme, as long as the theme exists."""

    __slots__ = ("_theme",)
    _theme: ref[ThemeBase]

    def _changed(self, value: EnvironmentValue) -> Environment:
        theme = self._theme()
        return Environment._from(value) if theme is None else named(theme, value)

    def __repr__(self) -> str:
        theme = self._theme()
        if theme is None:
            return super().__repr__()
        axes = self._shown()
        is_named = False
        for axis, names in _named.items():
            if name := axes.get(axis) and getattr(theme, names)._name(axes[axis]):
                axes[axis], is_named = name, True
        for axis in _colors:
            if axis in axes:
                if name := color_name(theme, axes[axis]):
                    axes[axis], is_named = name, True
        custom = axes.pop("custom", ())
        for name, values in theme.axes.items():
            if number := custom[values.place] if custom else 0:
                axes[name], is_named = values._name(number) or number, True
        if any(custom[len(theme.axes):]) or not is_named:
            # Some axis has no name, or no name is one of the theme.
            return super().__repr__()
        return f"theme.environment({', '.join(f'{axis}={axes[axis]!r}' for axis in axes)})"


def named(theme: ThemeBase, value: EnvironmentValue) -> Environment:
    """Return an environment whose repr has the names of a theme."""
    environment = object.__new__(NamedEnvironment)
    environment._theme = ref(theme)
    environment._adopt(value)
    return environment


def environment_for(
    theme: ThemeBase, base: Environment | str, axes: Mapping[str, Any]
) -> Environment:
    """Return an environment with axes set by the names of a theme."""
    value = EnvironmentValue.from_buffer_copy(bytes(environment_of(base, "base")))
    numbers: dict[str, Any] = {}
    for axis, given in axes.items():
        if given is None:
            continue
        if axis in _named:
            if isinstance(given, str):
                given = getattr(theme, _named[axis])[given]
            numbers[axis] = given
        elif axis in _colors:
            numbers[axis] = given if isinstance(given, int) else id_of(theme, given, axis)
        elif axis in AXIS_NAMES:
            numbers[axis] = given
        else:
            values = theme.axes[axis]
            value.custom[values.place] = values.number_of(given)
    Environment._fill(value, numbers)
    return named(theme, value)
