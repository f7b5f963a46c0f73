"""Why a color is deprecated."""
from __future__ import annotations

from typing import Any, NamedTuple


class Deprecation(NamedTuple):
    """Why a color should no longer be used, and the DynamicColor to use instead, or None."""

    note: str
    # A DynamicColor. This module cannot import that class: dynamic_color.py depends on this module.
    replacement: Any


Deprecation.note.__doc__ = "The reason, or an empty text."
Deprecation.replacement.__doc__ = "The DynamicColor to use instead, or None."
