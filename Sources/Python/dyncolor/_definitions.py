"""Structs for definitions of colors.

They are apart from `_library` because making each class takes time: plain texts are registered
without them.
"""
from __future__ import annotations

from ctypes import Structure, c_char_p, c_size_t, c_uint8, c_uint16, c_uint32, c_void_p

from ._color_value import ColorValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes


class PartValue(Structure):
    """dyncolor_part."""
    _fields_ = [
        ("css", c_char_p), ("css_length", c_size_t), ("id", c_uint32), ("reserved", c_uint32),
        ("color", ColorValue)]
    css: bytes | None
    css_length: int
    id: int
    color: ColorValue


class VariantValue(Structure):
    """dyncolor_variant."""
    _fields_ = [
        ("scheme", c_uint8), ("contrast", c_uint8), ("elevation", c_uint8), ("gamut", c_uint8),
        ("idiom", c_uint8), ("subtype", c_uint8), ("locale", c_uint16), ("custom", c_uint8 * 8),
        ("palette", c_uint16), ("state", c_uint8), ("vision", c_uint8), ("reserved", c_uint32),
        ("part", PartValue)]
    custom: ctypes.Array[c_uint8]
    part: PartValue


class Definition(Structure):
    """dyncolor_definition."""
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("name_length", c_size_t), ("kind", c_uint32),
        ("layer", c_uint16), ("owner", c_uint16), ("variants", c_void_p),
        ("variant_count", c_size_t), ("semantic", c_char_p), ("semantic_length", c_size_t),
        ("provider", c_void_p), ("user_data", c_void_p), ("destroy", c_void_p), ("css", c_char_p),
        ("css_length", c_size_t)]
    name: bytes | None
    name_length: int
    kind: int
    layer: int
    owner: int
    variants: int | None
    variant_count: int
    semantic: bytes | None
    semantic_length: int
    provider: int | None
    user_data: int | None
    destroy: int | None
    css: bytes | None
    css_length: int
