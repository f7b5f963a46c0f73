"""The C object of a theme: how it is made, shared with C programs, saved and released."""
from __future__ import annotations

from _operator import index
from ctypes import byref, c_size_t, c_void_p, create_string_buffer, sizeof

from ._calls import BUFFER_TOO_SMALL, check, details, raise_error
from ._declarations import IMAGE_MEMORIES, SCHEMES, ThemeOptions, word_value
from ._library import bare_held, bare_released, held, released

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from typing_extensions import Self

    from ._declarations import Scheme
    from ._memory import Buffer


class ThemeHandle:
    """The base class of `Theme`: a `dyncolor_theme`, and the Python objects that it uses.

    Colors, layers, snapshots and providers only need this part of a theme, and so their modules do
    not import `Theme`.
    """

    __slots__ = ("__weakref__", "_c", "_find", "_handle", "_image", "_is_shared", "_observers",
                 "_pointer", "_providers", "_release", "_resolve", "_resolve_all")

    def __init__(self, *, default_scheme: Scheme = "light", memory_budget: int = 0) -> None:
        options = _options(
            word_value("default_scheme", SCHEMES, default_scheme), memory_budget)
        theme, error = c_void_p(), details()
        check(held.dyncolor_theme_create(byref(options), byref(theme), error), error)
        self._adopt(theme.value or 0, is_shared=False)

    def _adopt(self, handle: int, *, is_shared: bool) -> None:
        """Take over a reference to a `dyncolor_theme`."""
        self._handle = handle
        self._pointer: Any = c_void_p.from_param(handle)
        self._is_shared = is_shared
        # While only Python uses the theme, no call ever waits for another thread, and short calls
        # keep the GIL. C programs may hold the theme's lock while they wait for the GIL, so calls
        # on a shared theme release it.
        self._c = released if is_shared else held
        bare = bare_released if is_shared else bare_held
        self._find, self._resolve = bare.dyncolor_find, bare.dyncolor_resolve
        self._resolve_all = bare_released.dyncolor_resolve_all
        self._release = self._c.dyncolor_theme_release
        # The memory of a borrowed image.
        self._image: memoryview[Any] | None = None
        # The Providers and Observers whose addresses C has.
        self._providers: set[Any] = set()
        self._observers: set[Any] = set()

    @classmethod
    def from_address(cls, address: int) -> Self:
        """Return the theme of a C program, from its `dyncolor_theme *`. It takes a reference."""
        if not 0 < index(address) < 1 << 64:
            raise ValueError(f"a theme cannot have the address {address}")
        theme = object.__new__(cls)
        theme._adopt(released.dyncolor_theme_retain(address), is_shared=True)
        return theme

    @property
    def address(self) -> int:
        """The `dyncolor_theme *`, for C programs.

        It is valid as long as this object exists. C programs that keep it longer take a reference
        of their own. Python's providers must not be called once Python has ended.
        """
        if not self._is_shared:
            providers, observers = list(self._providers), list(self._observers)
            self._is_shared = True
            self._c = released
            self._find = bare_released.dyncolor_find
            self._resolve = bare_released.dyncolor_resolve
            for provider in providers:
                provider.share()
            for observer in observers:
                observer.share()
        return self._handle

    def save(self) -> bytes:
        """Save the theme as bytes, from which `from_image` makes it again.

        >>> theme = Theme()
        >>> _ = theme.register("accent", light="#0461be", dark="#81d0ff")
        >>> again = Theme.from_image(theme.save())
        >>> again["accent"].css, again.fingerprint() == theme.fingerprint()
        ('light-dark(#0461be, #81d0ff)', True)

        Providers are functions and cannot be saved. Their names become declared names, as by
        `declare`.
        """
        size = c_size_t()
        while True:
            image, error = create_string_buffer(size.value), details()
            status = released.dyncolor_theme_save(
                self._handle, image, size.value, byref(size), error)
            if not status:
                return image.raw[:size.value]
            # Another thread may have made the theme larger: try again with the new size.
            if status != BUFFER_TOO_SMALL:
                raise_error(status, error)

    @classmethod
    def from_image(
        cls, image: Buffer, *, borrow: bool = False, default_scheme: Scheme | None = None,
        memory_budget: int = 0,
    ) -> Self:
        """Make a theme from an image that `save` made.

        With `borrow=True` the theme uses the memory of the image instead of a copy, and keeps it
        alive. That memory must not change: use bytes, or a file mapped into memory.

        Raises BadImageError, with the offset, if the image is invalid.
        """
        from ._memory import address_of
        view = memoryview(image)  # type: ignore[arg-type]
        if not view.c_contiguous:
            raise ValueError("the bytes of an image must lie side by side")
        options = _options(
            0 if default_scheme is None else word_value(
                "default_scheme", SCHEMES, default_scheme), memory_budget)
        memory = IMAGE_MEMORIES["borrowed" if borrow else "copied"]
        made, error = c_void_p(), details()
        check(released.dyncolor_theme_load(
            byref(options), address_of(view), view.nbytes, memory, byref(made), error), error)
        theme = object.__new__(cls)
        theme._adopt(made.value or 0, is_shared=False)
        if borrow:
            theme._image = view
        return theme

    def __del__(self) -> None:
        # The attribute is missing if the constructor failed.
        if hasattr(self, "_release"):
            # If this object is freed together with others that refer to it, their __del__ may still
            # call methods of it. Those then fail instead of using freed memory.
            handle, self._handle, self._pointer = self._handle, 0, None
            self._release(handle)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a theme cannot be copied or pickled")

    @property
    def rows(self) -> int:
        """The number of rows in a table of all colors."""
        rows: int = self._c.dyncolor_rows(self._handle)
        return rows

    @property
    def generation(self) -> int:
        """The number of changes so far. Every change makes it larger."""
        generation: int = self._c.dyncolor_theme_generation(self._handle)
        return generation

    def fingerprint(self) -> int:
        """Return a hash of everything that is registered."""
        fingerprint: int = released.dyncolor_theme_fingerprint(self._handle)
        return fingerprint


def _options(default_scheme: int, memory_budget: int) -> ThemeOptions:
    if not 0 <= memory_budget < 1 << 63:
        raise ValueError("memory_budget must be a number of bytes")
    options = ThemeOptions(sizeof(ThemeOptions))
    options.default_scheme = default_scheme
    options.memory_budget = memory_budget
    return options
