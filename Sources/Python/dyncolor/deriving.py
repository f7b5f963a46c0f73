"""Deriving the variants that a theme lacks: dark (or light), and for more and less contrast."""
from __future__ import annotations

from ctypes import addressof, byref, sizeof
from typing import TYPE_CHECKING, Any, NamedTuple

from ._calls import check, flag, new_error
from ._library import no_gil, word_value
from ._structures import DERIVE_FLAGS, ROLES, ColorRoleValue, DeriveCountsValue, DeriveOptions
from .dynamic_color import id_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .dynamic_color import DynamicColor
    from .theme_base import ThemeBase
    from .words import Role


class Derived(NamedTuple):
    """How many colors `Theme.derive` has derived, and why others were not derived: `complete`
    colors lack nothing, `following` ones refer to other colors and change with them, and `skipped`
    ones are those of a provider, or have the role `none`.

    >>> theme = Theme()
    >>> paper, card = theme.register("background", "white"), theme.register("card", "CanvasText")
    >>> theme.derive().derived
    1
    """

    derived: int
    complete: int
    following: int
    skipped: int


Derived.derived.__doc__ = "The number of colors with derived definitions."
Derived.complete.__doc__ = "The number of colors that lack nothing."
Derived.following.__doc__ = "The number of colors that consist of others, and follow these."
Derived.skipped.__doc__ = "The number of providers, and of colors with the role `none`."


def derive(
    theme: ThemeBase, background: DynamicColor | str | None,
    roles: Mapping[Any, Role] | None, scheme: bool, contrast: bool,
) -> Derived:
    """Derive the variants that the colors of a theme lack: with `scheme`, for the dark or the light
    scheme, and with `contrast`, for more and less contrast."""
    given = roles or {}
    values = (ColorRoleValue * len(given))(*(
        ColorRoleValue(id_of(theme, color, "roles"), word_value("roles", ROLES, role))
        for color, role in given.items()))
    what = (DERIVE_FLAGS["scheme"] * flag("scheme", scheme)
            | DERIVE_FLAGS["contrast"] * flag("contrast", contrast))
    if what == 0:
        raise ValueError("nothing is to be derived; leave scheme or contrast True")
    options = DeriveOptions(
        sizeof(DeriveOptions), what, 0 if background is None else id_of(theme, background),
        addressof(values) if given else None, len(given))
    counts, error = DeriveCountsValue(), new_error()
    check(no_gil.dyncolor_theme_derive(
        theme._handle, byref(options), byref(counts), error), error)
    return Derived(counts.derived, counts.complete, counts.following, counts.skipped)

