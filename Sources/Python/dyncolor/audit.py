"""Audits: what is hard to read, never chosen, missing or alike in the colors of a theme."""
from __future__ import annotations

import sys
from ctypes import addressof, byref, c_size_t, c_uint32, c_void_p, create_string_buffer, sizeof
from dataclasses import dataclass
from typing import NamedTuple

from ._calls import (
    BUFFER_TOO_SMALL, check, expect, flag, listed, new_error, raise_pending, real,
    runs_providers, whole, wrong_type)
from ._color_data import unpack_fields
from ._library import VISIONS, EnvironmentValue, no_gil, with_gil, word_value
from ._structures import (
    AUDIT_FLAGS, AUDIT_FORMATS, AUDIT_KINDS, SEVERITIES, AuditFindingValue, AuditOptions,
    AuditPairValue, AuditSums, RepairCountsValue)
from .color import color_of
from .dynamic_color import DynamicColor, id_of
from .environment import Environment
from .loading import path_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, NoReturn, Union

    from .color import Color
    from .theme_base import ThemeBase
    from .words import AuditKind, Path, Severity, Vision

    Pair = Union[
        tuple[Union[DynamicColor, str], Union[DynamicColor, str]],
        tuple[Union[DynamicColor, str], Union[DynamicColor, str], float]]


@dataclass(frozen=True)
class AuditFinding:
    """Something that an audit has found: see `Theme.audit`. `str` is the whole line to print.

    - `color` and `other`: the color that the finding is about, and its background or a color that
      looks like it. None if findings of this kind are not about such a color.
    - `found` and `required`: the worst value in any environment, such as the least contrast, and
      the value that is required.
    - `environment`: the environment with the value `found`; `where` is the same in words.
    - `examined` and `failing`: how many environments were examined, and in how many of them there
      is the problem.
    - `detail`: for `contrast`, 1 if `required` is only expected in environments with more contrast,
      -1 if only in those with less, and otherwise 0; for `unreachable-variant`, which variant, from
      0 (the message counts from 1); for `palette-gap`, the number of the palette; for `no-value`,
      the status in C.
    - `vision`: for the kind of findings `vision`, the kind of color vision, such as `deutan`.
    - `suggested` and `suggestion`: for `vision`, which of the two colors could change, and what it
      could be; None if there is no suggestion.
    """

    kind: AuditKind
    severity: Severity
    message: str
    color: DynamicColor | None
    other: DynamicColor | None
    # The names of `color` and `other`; for `palette-gap`, the missing name and that of the palette.
    name: str
    other_name: str
    found: float
    required: float
    environment: Environment
    where: str
    examined: int
    failing: int
    detail: int
    vision: Vision | None
    suggested: DynamicColor | None
    suggestion: Color | None

    def __str__(self) -> str:
        return f"{self.severity}: {self.message}"


class Audit:
    """The result of `Theme.audit`: the `findings`, in order, and what was examined.

    >>> from dyncolor import Theme
    >>> theme = Theme()
    >>> accent = theme.register("accent", light="#777", dark="#00f")
    >>> text = theme.register("on-accent", "white")
    >>> audit = theme.audit()
    >>> audit
    <Audit of 2 colors, 1 pair, 1 finding>
    >>> [finding.color.name for finding in audit.of("contrast")]
    ['on-accent']

    Iterating gives the findings. `errors`, `warnings` and `notes` are how many findings have each
    severity. Only the first 10,000 findings are kept; `omitted` is how many more there were.
    `colors` and `pairs` are the numbers of colors and of pairs of text and background. `examined`
    is the number of environments that were examined, added up over all colors and pairs. `complete`
    is False if environments are missing because the audit reached its `limit`.
    """

    __slots__ = (
        "_handle", "colors", "complete", "errors", "examined", "findings", "notes", "omitted",
        "pairs", "warnings")

    def __init__(self, theme: ThemeBase, handle: c_void_p) -> None:
        self._handle = handle
        count, sums = c_size_t(), AuditSums()
        address = with_gil.dyncolor_audit_findings(handle, byref(count))
        table: Any = (
            (AuditFindingValue * count.value).from_address(address) if count.value else ())
        self.findings = tuple(_finding(value, theme) for value in table)
        with_gil.dyncolor_audit_total(handle, byref(sums))
        self.errors, self.warnings, self.notes = sums.errors, sums.warnings, sums.notes
        self.omitted, self.colors, self.pairs = sums.omitted, sums.colors, sums.pairs
        self.examined, self.complete = sums.examined, bool(sums.complete)

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)
        if handle is not None:
            with_gil.dyncolor_audit_release(handle)

    def of(self, *kinds: AuditKind) -> list[AuditFinding]:
        """Return the findings of some kinds.

        >>> from dyncolor import Theme
        >>> theme = Theme()
        >>> table = theme.register("ink", "--variants(light: black; dark: white; any: gray)")
        >>> [str(finding) for finding in theme.audit().of("unreachable-variant")]
        ['warning: ink: variant 3 (any) is never chosen; another variant wins wherever it applies']
        """
        for kind in kinds:
            word_value("a kind of findings", AUDIT_KINDS, kind)
        return [finding for finding in self.findings if finding.kind in kinds]

    def text(self) -> str:
        """Return a line for each finding, and one with the sums.

        >>> from dyncolor import Theme
        >>> theme = Theme()
        >>> ink, paper = theme.register("text", "#777"), theme.register("background", "white")
        >>> print(theme.audit().text(), end="")
        error: text on background: contrast 4.47, expected at least 4.50
        1 error, 0 warnings, 0 notes; 2 colors, 1 pair, 3 environments examined
        """
        return self._written("text", b"")

    def json(self) -> str:
        """Return a JSON object with `findings` and `sums`.

        >>> from dyncolor import Theme
        >>> import json
        >>> theme = Theme()
        >>> ink = theme.register("ink", "--variants(dark: white)")
        >>> json.loads(theme.audit().json())["findings"][0]["message"]
        'ink: no value in light (1 of 2 environments)'
        """
        return self._written("json", b"")

    def sarif(self, path: Path = "") -> str:
        """Return a log in SARIF 2.1.0, for code review.

        >>> from dyncolor import Theme
        >>> import json
        >>> theme = Theme()
        >>> ink = theme.register("ink", "--variants(dark: white)")
        >>> log = json.loads(theme.audit().sarif("colors/theme.json"))
        >>> log["runs"][0]["results"][0]["ruleId"]
        'no-value'

        `path` is the file that the theme is kept in, relative to the root of the project.
        """
        return self._written("sarif", path_bytes(path, "path") if path else b"")

    def _written(self, format: str, path: bytes) -> str:
        """Return the audit as text in a format. `path` is for SARIF; see `sarif`."""
        number, length = AUDIT_FORMATS[format], c_size_t()
        # The first call has no room for the text, and sets its length.
        while True:
            buffer, error = create_string_buffer(length.value + 1), new_error()
            status = no_gil.dyncolor_audit_write_n(
                self._handle, number, path, len(path), buffer, len(buffer), byref(length), error)
            if status != BUFFER_TOO_SMALL:
                check(status, error)
                return buffer.raw[:length.value].decode()

    def __iter__(self) -> Iterator[AuditFinding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __bool__(self) -> bool:
        """True, even without findings."""
        return True

    def __str__(self) -> str:
        return self.text().removesuffix("\n")

    def __repr__(self) -> str:
        counts = ", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in (
            (self.colors, "color"), (self.pairs, "pair"), (len(self), "finding")))
        return f"<Audit of {counts}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("an audit cannot be copied or pickled")


_kinds: dict[int, Any] = {number: word for word, number in AUDIT_KINDS.items()}
_severities: dict[int, Any] = {number: word for word, number in SEVERITIES.items()}
_visions: dict[int, Any] = {number: word for word, number in VISIONS.items()}


def _finding(value: AuditFindingValue, theme: ThemeBase) -> AuditFinding:
    """Convert a dyncolor_audit_finding."""
    def color(id: int) -> DynamicColor | None:
        return DynamicColor(theme, id) if id else None

    kind = _kinds[value.kind]
    name, other_name, where, message = (
        text.decode("utf-8", "replace")
        for text in (value.name, value.other_name, value.where, value.message))
    suggestion = value.suggestion
    return AuditFinding(
        kind, _severities[value.severity], message, color(value.id), color(value.other), name,
        other_name, value.found, value.required,
        Environment._from(EnvironmentValue.from_buffer_copy(value.environment)), where,
        value.examined, value.failing, value.detail,
        _visions[value.detail] if kind == "vision" else None, color(value.suggested),
        color_of(unpack_fields(suggestion)) if suggestion.space else None)


class Repaired(NamedTuple):
    """What `Theme.repair` has done: how many colors have a definition in the layer `repair`, and
    how many errors and warnings of the audit are left.

    >>> from dyncolor import Theme
    >>> theme = Theme()
    >>> theme.repair(theme.audit())
    Repaired(repaired=0, left=0)
    """

    repaired: int
    left: int


Repaired.repaired.__doc__ = "The number of colors that have a definition in the layer `repair`."
Repaired.left.__doc__ = "The number of errors and warnings that are not mended."


def repair(theme: ThemeBase, audit: Audit) -> Repaired:
    """Register colors in the layer `repair` that mend the findings of an audit."""
    expect("audit", "an Audit", audit, Audit)
    counts, error = RepairCountsValue(), new_error()
    check(no_gil.dyncolor_theme_repair(
        theme._handle, audit._handle, byref(counts), error), error)
    return Repaired(counts.repaired, counts.left)


class AuditRequest(NamedTuple):
    """What an audit looks for: see `Theme.audit`."""

    kinds: Iterable[AuditKind]
    pairs: Iterable[Pair]
    # Sets of colors that should not look alike.
    sets: Iterable[Iterable[DynamicColor | str]]
    # The color behind translucent backgrounds.
    page: DynamicColor | str | None
    ratio: float
    ratio_more: float
    ratio_less: float
    # Whether only `pairs`, `sets` and `page` are used, and no pairs and sets are found by names.
    declared_only: bool
    # Whether pairs with enough contrast are listed, too.
    passing: bool
    # How many colors may be resolved and pairs compared, in all environments together.
    limit: int


@runs_providers
def audit(theme: ThemeBase, request: AuditRequest) -> Audit:
    """Audit a theme."""
    options = AuditOptions(sizeof(AuditOptions))
    options.flags = (AUDIT_FLAGS["declared-only"] * flag("declared_only", request.declared_only)
                     | AUDIT_FLAGS["passing"] * flag("passing", request.passing))
    for kind in listed("kinds", "a list of kinds of findings", request.kinds):
        # Each kind is a bit of `kinds`.
        options.kinds |= 1 << word_value("a kind of findings", AUDIT_KINDS, kind)
    options.ratio = real("ratio", request.ratio)
    options.ratio_more = real("ratio_more", request.ratio_more)
    options.ratio_less = real("ratio_less", request.ratio_less)
    options.limit = whole(
        "limit", "a number of resolved colors and compared pairs", request.limit, 2**64 - 1)
    if request.page is not None:
        options.page = id_of(theme, request.page, "page")
    pairs = [_pair(theme, f"pairs[{index}]", pair) for index, pair in enumerate(
        listed("pairs", "a list of tuples of a text and a background", request.pairs))]
    pair_array = (AuditPairValue * len(pairs))(*pairs)
    ids: list[int] = []
    for index, colors in enumerate(listed("sets", "a list of lists of colors", request.sets)):
        what = f"sets[{index}]"
        ids += [id_of(theme, color, what) for color in listed(what, "a list of colors", colors)]
        # A 0 ends each set.
        ids.append(0)
    id_array = (c_uint32 * len(ids))(*ids)
    options.pairs, options.pair_count = addressof(pair_array), len(pairs)
    options.sets, options.set_length = addressof(id_array), len(ids)
    handle, error = c_void_p(), new_error()
    check(no_gil.dyncolor_theme_audit(theme._handle, byref(options), byref(handle), error), error)
    found = Audit(theme, handle)
    # Raise what a provider raised during the audit, but not an Error: it is one of the findings.
    raise_pending(sys._getframe(), drops_errors=True)
    return found


def _pair(theme: ThemeBase, what: str, pair: Iterable[Any]) -> AuditPairValue:
    """Return a dyncolor_audit_pair. `what` is what errors call the pair."""
    parts = listed(what, "a text, its background, and perhaps a ratio", pair)
    if len(parts) not in (2, 3):
        raise wrong_type(what, "a text, its background, and perhaps a ratio", pair)
    # 0 stands for the ratio that the audit requires of pairs without a ratio of their own.
    ratio = parts[2] if len(parts) == 3 else 0
    return AuditPairValue(
        id_of(theme, parts[0], what), id_of(theme, parts[1], what), real(what, ratio))
