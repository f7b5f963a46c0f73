"""Suggestions for names that are misspelled."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Comparing a name with more names than this would take longer than a message is worth.
MOST_NAMES = 1000


def suggestion(given: object, known: Iterable[str]) -> str:
    """Return `; did you mean "…"?` with the nearest of some names, or an empty text."""
    names = [*known]
    if not isinstance(given, str) or not 0 < len(names) <= MOST_NAMES:
        return ""
    # Only for errors, because importing difflib takes long.
    from difflib import get_close_matches
    near = [name for name in names if name.casefold() == given.casefold()] or (
        get_close_matches(given, names, 1, 0.7))
    return f'; did you mean "{near[0]}"?' if near and near[0] != given else ""
