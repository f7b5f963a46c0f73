"""Structs and words that few programs need, apart from `_library`: making them takes time."""
from __future__ import annotations

from ctypes import (
    Structure, c_char_p, c_double, c_int32, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64,
    c_void_p)

from ._color_value import ColorValue
from ._library import EnvironmentValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from typing import Final

# ---- Words ---------------------------------------------------------------------------------------

# Enumerations, as in `_library`: each word of Python with its number in C.
ROLES: Final = {"background": 1, "text": 2, "border": 3, "tint": 4, "accent": 5, "none": 6}
DERIVE_FLAGS: Final = {"scheme": 1, "contrast": 2}
MATERIAL_VARIANTS: Final = {
    "tonal-spot": 0, "monochrome": 1, "neutral": 2, "vibrant": 3, "expressive": 4, "fidelity": 5,
    "content": 6, "rainbow": 7, "fruit-salad": 8}
STEP_KINDS: Final = {
    "color": 1, "constant": 2, "variant": 3, "reference": 4, "fallback": 5, "palette": 6,
    "system-color": 7, "foreground": 8, "scheme": 9, "condition": 10, "provider": 11,
    "transform": 12, "operand": 13, "level": 14, "contrast": 15, "gamut": 16, "result": 17,
    "more": 18}
TRANSFORMS: Final = {
    "mix": 1, "relative": 2, "alpha": 3, "contrast-color": 4, "blend": 5, "ensure-contrast": 6,
    "first": 7, "graded": 8, "vision": 9, "standalone": 10,
    "tone": 11, "dark-of": 12, "light-of": 13, "material": 14, "scale": 15,
    "grade-contrast": 16}
ORIGINS: Final = {"environment": 1, "theme": 2, "built-in": 3}
LOAD_FLAGS: Final = {"strict": 1, "allow-outside": 2, "watch-anyway": 4}
WRITE_FLAGS: Final = {"classes": 1}
AUDIT_KINDS: Final = {
    "contrast": 1, "gamut": 2, "unreachable-variant": 3, "palette-gap": 4, "vision": 5,
    "unreviewed": 6, "no-value": 7}
AUDIT_FLAGS: Final = {"declared-only": 1, "passing": 2}
AUDIT_FORMATS: Final = {"text": 1, "json": 2, "sarif": 3}
SEVERITIES: Final = {"note": 1, "warning": 2, "error": 3}
SETTINGS: Final = {"scheme": 1, "contrast": 2, "accent": 4, "motion": 8}
MOTIONS: Final = {"standard": 1, "reduced": 2}
SETTING_SOURCES: Final = {
    "portal": 1, "gtk": 2, "kde": 3, "terminal": 4, "variable": 5, "host": 6}
ACCENTS: Final = {
    "blue": 1, "teal": 2, "green": 3, "yellow": 4, "orange": 5, "red": 6, "pink": 7, "purple": 8,
    "slate": 9}
DESKTOP_FLAGS: Final = {
    "no-portal": 1, "no-gtk": 2, "no-kde": 4, "ask-terminal": 8, "allow-variable": 16}

# ---- Structs -------------------------------------------------------------------------------------

# dyncolor.h says what the fields mean. Those that Python code reads by name have annotations.


class ThemeOptions(Structure):
    """dyncolor_theme_options."""
    _fields_ = [
        ("size", c_size_t), ("resize", c_void_p), ("resize_user_data", c_void_p),
        ("memory_budget", c_size_t), ("default_scheme", c_uint32), ("reserved", c_uint32)]


class DesktopOptions(Structure):
    """dyncolor_desktop_options."""
    _fields_ = [
        ("size", c_size_t), ("resize", c_void_p), ("resize_user_data", c_void_p),
        ("flags", c_uint32), ("reserved", c_uint32)]


class AdjustmentValue(Structure):
    """dyncolor_adjustment."""
    _fields_ = [("axis", c_uint32), ("policy", c_uint32), ("value", c_uint32)]


class AnswerValue(Structure):
    """dyncolor_answer."""
    _fields_ = [("id", c_uint32), ("reserved", c_uint32), ("color", ColorValue)]
    id: int
    color: ColorValue


class ChangeValue(Structure):
    """dyncolor_change."""
    _fields_ = [("size", c_size_t), ("generation", c_uint64), ("ids", c_void_p),
                ("count", c_size_t)]
    generation: int
    ids: int | None
    count: int


class PaletteGapValue(Structure):
    """dyncolor_palette_gap."""
    _fields_ = [
        ("palette", c_uint16), ("reserved", c_uint16), ("example", c_uint32),
        ("semantic", c_char_p)]
    palette: int
    example: int
    semantic: bytes


class BuiltinValue(Structure):
    """dyncolor_builtin."""
    _fields_ = [
        ("name", c_char_p), ("version", c_char_p), ("description", c_char_p), ("count", c_size_t)]
    name: bytes
    version: bytes
    description: bytes
    count: int


class SourceValue(Structure):
    """dyncolor_source."""
    _fields_ = [("layer", c_uint16), ("owner", c_uint16), ("kind", c_uint32)]
    layer: int
    owner: int
    kind: int


class ColorRoleValue(Structure):
    """dyncolor_color_role."""
    _fields_ = [("id", c_uint32), ("role", c_uint32)]


class DeriveOptions(Structure):
    """dyncolor_derive_options."""
    _fields_ = [
        ("size", c_size_t), ("what", c_uint32), ("background", c_uint32), ("roles", c_void_p),
        ("role_count", c_size_t)]


class DeriveCountsValue(Structure):
    """dyncolor_derive_counts."""
    _fields_ = [
        ("derived", c_size_t), ("complete", c_size_t), ("following", c_size_t),
        ("skipped", c_size_t)]
    derived: int
    complete: int
    following: int
    skipped: int


class RepairCountsValue(Structure):
    """dyncolor_repair_counts."""
    _fields_ = [("repaired", c_size_t), ("left", c_size_t)]
    repaired: int
    left: int


class StepValue(Structure):
    """dyncolor_step."""
    _fields_ = [
        ("kind", c_uint32), ("depth", c_uint32), ("status", c_int32), ("id", c_uint32),
        ("layer", c_uint16), ("owner", c_uint16), ("detail", c_uint32), ("index", c_uint32),
        ("count", c_uint32), ("scheme", c_uint8), ("contrast", c_uint8), ("elevation", c_uint8),
        ("gamut", c_uint8), ("idiom", c_uint8), ("subtype", c_uint8), ("locale", c_uint16),
        ("custom", c_uint8 * 8), ("palette", c_uint16), ("state", c_uint8), ("vision", c_uint8),
        ("reserved", c_uint32), ("numbers", c_double * 3), ("color", ColorValue),
        ("before", ColorValue), ("text", c_char_p)]
    kind: int
    depth: int
    status: int
    id: int
    layer: int
    owner: int
    detail: int
    index: int
    count: int
    custom: ctypes.Array[c_uint8]
    numbers: ctypes.Array[c_double]
    color: ColorValue
    before: ColorValue
    text: bytes | None


class FilesValue(Structure):
    """dyncolor_files."""
    _fields_ = [("size", c_size_t), ("user_data", c_void_p), ("read", c_void_p),
                ("list", c_void_p)]


class LoadOptions(Structure):
    """dyncolor_load_options."""
    _fields_ = [
        ("size", c_size_t), ("format", c_uint32), ("flags", c_uint32), ("layer", c_uint16),
        ("owner", c_uint16), ("reserved", c_uint32), ("prefix", c_char_p),
        ("prefix_length", c_size_t), ("system_version", c_char_p),
        ("system_version_length", c_size_t), ("files", c_void_p), ("progress", c_void_p),
        ("progress_user_data", c_void_p)]


class FindingValue(Structure):
    """dyncolor_finding."""
    _fields_ = [
        ("severity", c_int32), ("status", c_int32), ("line", c_uint32), ("column", c_uint32),
        ("offset", c_size_t), ("path", c_char_p), ("message", c_char_p), ("context", c_char_p)]
    severity: int
    status: int
    line: int
    column: int
    offset: int
    path: bytes
    message: bytes
    context: bytes


class WriteOptions(Structure):
    """dyncolor_write_options."""
    _fields_ = [
        ("size", c_size_t), ("format", c_uint32), ("flags", c_uint32), ("name", c_char_p),
        ("name_length", c_size_t), ("environments", c_void_p), ("environment_names", c_void_p),
        ("environment_count", c_size_t), ("layout", c_uint32), ("reserved", c_uint32)]


class AuditPairValue(Structure):
    """dyncolor_audit_pair."""
    _fields_ = [("text", c_uint32), ("background", c_uint32), ("ratio", c_double)]


class AuditOptions(Structure):
    """dyncolor_audit_options."""
    _fields_ = [
        ("size", c_size_t), ("flags", c_uint32), ("kinds", c_uint32), ("ratio", c_double),
        ("ratio_more", c_double), ("ratio_less", c_double), ("pairs", c_void_p),
        ("pair_count", c_size_t), ("sets", c_void_p), ("set_length", c_size_t), ("limit", c_uint64),
        ("page", c_uint32), ("reserved", c_uint32)]


class AuditFindingValue(Structure):
    """dyncolor_audit_finding."""
    _fields_ = [
        ("kind", c_uint32), ("severity", c_int32), ("id", c_uint32), ("other", c_uint32),
        ("found", c_double), ("required", c_double), ("examined", c_uint64),
        ("failing", c_uint64), ("environment", EnvironmentValue), ("detail", c_int32),
        ("suggested", c_uint32), ("suggestion", ColorValue), ("layer", c_uint16),
        ("owner", c_uint16), ("reserved", c_uint32), ("name", c_char_p), ("other_name", c_char_p),
        ("where", c_char_p), ("message", c_char_p)]
    kind: int
    severity: int
    id: int
    other: int
    found: float
    required: float
    examined: int
    failing: int
    environment: EnvironmentValue
    detail: int
    suggested: int
    suggestion: ColorValue
    name: bytes
    other_name: bytes
    where: bytes
    message: bytes


class AuditSums(Structure):
    """dyncolor_audit_sums."""
    _fields_ = [
        ("errors", c_uint64), ("warnings", c_uint64), ("notes", c_uint64), ("omitted", c_uint64),
        ("colors", c_uint64), ("pairs", c_uint64), ("examined", c_uint64), ("complete", c_uint64)]
    errors: int
    warnings: int
    notes: int
    omitted: int
    colors: int
    pairs: int
    examined: int
    complete: int
