"""Loads the shared library and declares its functions.

The library is loaded on first use, from the first of these that is given: the path passed to
`load`, the environment variable DYNCOLOR_LIBRARY, the folder of this package.
"""
from __future__ import annotations

import os
from ctypes import CDLL, PyDLL

from ._declarations import SIGNATURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

SONAME: Final = "libdyncolor.so.1"

# The version of the C interface that this package was written for.
VERSION: Final = 1_000_000

_library: CDLL | None = None
_opened: dict[type[CDLL], CDLL] = {}


def load(path: str | os.PathLike[str] | None = None) -> str:
    """Load the shared library now, and return the path it was loaded from.

    You rarely need to call this: the library is loaded when it is first used. Without a path it is
    the file that the environment variable DYNCOLOR_LIBRARY names, or else the one beside the
    package. A path without a slash is looked up by the dynamic linker, so
    `load("libdyncolor.so.1")` loads the library that is installed in the system.

    Raises ImportError if the file is missing, is not the library, is too old, or if another file
    was loaded before.
    """
    global _library
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), SONAME)
    if _library is not None:
        if path is not None and os.fspath(path) != _library._name:
            raise ImportError(f"dyncolor has already been loaded from {_library._name}")
        return _library._name
    chosen = os.fspath(path) if path is not None else os.environ.get("DYNCOLOR_LIBRARY") or beside
    try:
        library = CDLL(chosen)
    except OSError as error:
        raise ImportError(
            f"cannot load {SONAME} ({error}). Build it with CMake and set the environment variable "
            "DYNCOLOR_LIBRARY to its path, or call dyncolor.load(path), or install the package "
            "with pip, which builds it.") from error
    try:
        version = int(library.dyncolor_version())
    except AttributeError:
        raise ImportError(f"{chosen} is not {SONAME}") from None
    if version < VERSION or version // 1_000_000 != VERSION // 1_000_000:
        raise ImportError(f"{chosen} has the version {version}, and {VERSION} is needed")
    _library = library
    return chosen


class Functions:
    """The library's functions as attributes, each declared on first use."""

    def __init__(self, kind: type[CDLL], *, converts: bool = True) -> None:
        self._kind = kind
        self._converts = converts

    def __getattr__(self, name: str) -> Callable[..., Any]:
        signature = SIGNATURES.get(name)
        if signature is None:
            raise AttributeError(f"the library has no function {name!r}")
        opened = _opened.get(self._kind)
        if opened is None:
            path = load()
            assert _library is not None
            opened = _opened[self._kind] = self._kind(path, handle=_library._handle)
        function = opened[name]
        function.restype = signature[0]
        if self._converts:
            function.argtypes = signature[1:]
        setattr(self, name, function)
        return function


# Release the interpreter lock (GIL) during the call, so that other threads run.
released: Final = Functions(CDLL)

# Keep the GIL, for calls shorter than releasing and taking it again.
held: Final = Functions(PyDLL)

# The same two without argument conversion, which would take as long as the rest of a short call.
# Arguments must be ready for C: a `byref`, an array, an instance of the very ctypes type, or the
# result of its `from_param`. Only a c_int or c_uint32 may be passed as an int.
bare_released: Final = Functions(CDLL, converts=False)
bare_held: Final = Functions(PyDLL, converts=False)
