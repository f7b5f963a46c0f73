"""Calls of the library: arguments checked and converted, statuses as exceptions, exceptions raised
inside callbacks."""
from __future__ import annotations

from _thread import get_ident
from ctypes import byref, c_double, c_size_t, sizeof

from ._library import LIMITS, ErrorDetails, suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import CodeType, FrameType
    from typing import Any, NoReturn, TypeVar

    from .errors import Error

    AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])
    AnyClass = TypeVar("AnyClass", bound=type[Any])
    AnyElement = TypeVar("AnyElement")

# Statuses that callers handle instead of raising.
INVALID_ARGUMENT, BUFFER_TOO_SMALL, UNKNOWN_NAME, DYNAMIC = -1, -5, -6, -19

# Passed to C in place of a length in bytes, this says that the text ends at its first NUL.
NUL_TERMINATED = c_size_t(-1).value

# In the functions below, `what` is what errors call an argument, `takes` says what the argument may
# be, and `given` is what it is.


def utf8(text: object, what: str = "an argument") -> bytes:
    """Encode text for the library, which itself reports text that is not valid UTF-8."""
    if not isinstance(text, str):
        raise wrong_type(what, "a text", text)
    return text.encode("utf-8", "surrogatepass")


def length_field(data: bytes) -> int:
    """The length of a text, as a field of a struct. An empty text gets NUL_TERMINATED, because 0
    would stand for a missing length."""
    return len(data) or NUL_TERMINATED


def wrong_type(what: str, takes: str, given: object, hint: str = "") -> TypeError:
    """Make the error for an argument of a wrong type. It says which types the argument takes."""
    got = repr(given) if given is None or isinstance(given, str) else type(given).__name__
    return TypeError(f"{what} must be {takes}; got {got}{hint and f'. {hint}'}")


def expect(what: str, takes: str, given: object, kind: type) -> None:
    """Raise a TypeError unless an argument has a type."""
    if not isinstance(given, kind):
        raise wrong_type(what, takes, given)


def real(what: str, given: Any) -> c_double:
    """Return a number for C."""
    try:
        return c_double(given)
    except TypeError:
        raise wrong_type(what, "a number", given) from None


def whole(what: str, takes: str, given: Any, limit: int, hint: str = "") -> int:
    """Return a whole number from 0 to `limit`."""
    try:
        number: int = given.__index__()
    except (AttributeError, TypeError):
        raise wrong_type(what, takes, given, hint) from None
    if not 0 <= number <= limit:
        raise ValueError(f"{what} must be from 0 to {limit}, not {given!r}")
    return number


def listed(what: str, takes: str, given: Iterable[AnyElement]) -> list[AnyElement]:
    """Return the elements of a list. Raises a TypeError for a single text."""
    if isinstance(given, str):
        raise wrong_type(what, takes, given, "For a single one, put it in a list")
    try:
        return list(given)
    except TypeError:
        # If `given` can be iterated over, its own code has raised this error.
        if hasattr(given, "__iter__") or hasattr(given, "__getitem__"):
            raise
    raise wrong_type(what, takes, given)


def flag(what: str, given: object) -> bool:
    """Return an argument that must be True or False."""
    if not isinstance(given, bool):
        raise TypeError(f"{what} must be True or False; got {given!r}")
    return given


def real_within(what: str, given: object, least: float, most: float) -> float:
    """Return a number that must lie in a range."""
    number: float = real(what, given).value
    if not least <= number <= most:
        from .errors import InvalidArgumentError
        raise InvalidArgumentError(
            f"{what} must be from {least} to {most}; got {given!r}")
    return number


def checked_contrast(contrast: object, method: str) -> float:
    """Return a contrast that must lie in the range of its method."""
    return real_within("contrast", contrast, *((0, 100) if method == "lightness" else (1, 21)))


# ---- Keywords ------------------------------------------------------------------------------------


def public_name(name: str) -> Callable[[AnyClass], AnyClass]:
    """Decorate a base class, so that its methods have qualified names of the public class.

    Python's messages then say `Theme.load() got an unexpected keyword argument`, and not the name
    of the base class, which users do not know.
    """
    def rename(base: AnyClass) -> AnyClass:
        for member, value in vars(base).items():
            # The type of `public_name` is that of all functions. Methods taken from a class of
            # Python, such as `Sequence.index`, keep their names.
            if isinstance(value, type(public_name)) and value.__module__ == base.__module__:
                value.__qualname__ = f"{name}.{member}"
                if hasattr(value, "__wrapped__"):
                    value.__wrapped__.__qualname__ = value.__qualname__
        return base
    return rename


def advises(**advice: str) -> Callable[[AnyFunction], AnyFunction]:
    """Decorate a function, so that the error for an unexpected keyword argument says which argument
    was meant. `advice` says what to write in place of keywords that users may expect; its `any` is
    for all other keywords that resemble no argument.

    The decorator makes calls slower: a function that must be fast takes `**keywords` instead, and
    calls `refuse_keyword`.
    """
    def decorate(function: AnyFunction) -> AnyFunction:
        # At the end, `wrapper` gets the globals of the decorated function. So it cannot use a
        # global of this module.
        check = check_keywords

        def wrapper(*arguments: Any, **keywords: Any) -> Any:
            try:
                return function(*arguments, **keywords)
            except TypeError as error:
                # If the traceback has no second frame, no code of the function has run: the call
                # itself has failed, because of its arguments.
                if keywords and getattr(error.__traceback__, "tb_next", error) is None:
                    check(function, keywords, advice)
                raise

        # Doctest finds the examples of a function only if the function has the globals of its
        # module. So the wrapper is made again, with the globals of the decorated function.
        make: Any = type(wrapper)
        made = make(
            wrapper.__code__, function.__globals__, function.__name__, None, wrapper.__closure__)
        for attribute in "__doc__", "__qualname__", "__annotations__":
            setattr(made, attribute, getattr(function, attribute))
        made.__wrapped__ = function
        decorated: AnyFunction = made
        return decorated
    return decorate


def check_keywords(
    function: Callable[..., Any], keywords: Iterable[str], advice: dict[str, str]
) -> None:
    """Raise a TypeError for the first keyword that a function does not take."""
    code = function.__code__
    names = code.co_varnames[
        code.co_posonlyargcount:code.co_argcount + code.co_kwonlyargcount]
    for keyword in keywords:
        if keyword not in names:
            refuse_keyword(
                function.__qualname__, keyword, [name for name in names if name != "self"], advice)


def refuse_keyword(
    function: str, keyword: str, names: Iterable[str], advice: dict[str, str]
) -> NoReturn:
    """Raise the TypeError for a keyword that a function does not take."""
    hint = f"; {advice[keyword]}" if keyword in advice else suggestion(keyword, names)
    if not hint and "any" in advice:
        hint = f"; {advice['any']}"
    raise TypeError(
        f"{function.removesuffix('.__init__')}() got an unexpected keyword argument "
        f"{keyword!r}{hint}") from None


# ---- Errors --------------------------------------------------------------------------------------


def new_error() -> ErrorDetails:
    """Make an empty dyncolor_error, for the library to fill."""
    return ErrorDetails(sizeof(ErrorDetails))


def error_of(status: int, error: ErrorDetails) -> Error:
    """Make the exception for a status."""
    from .errors import error_class
    message = with_limit_values(error.message.decode() if error.message else "")
    return error_class(status, message)(
        message, error.context.decode("utf-8", "replace"), line=error.line, column=error.column,
        offset=error.offset, status=status, path=error.path.decode("utf-8", "replace"))


def with_limit_values(message: str) -> str:
    """Return a message of the library with the value of each limit, such as 8, in place of its name
    in C, such as `DYNCOLOR_MAX_BACKGROUNDS`."""
    if "DYNCOLOR_MAX_" not in message:
        return message
    import re
    return re.sub(
        "DYNCOLOR_MAX_([A-Z_]+)",
        lambda found: str(LIMITS[found[1]]) if found[1] in LIMITS else found[0], message)


def raise_error(status: int, error: ErrorDetails) -> NoReturn:
    """Raise the exception for a status."""
    raise error_of(status, error)


def check(status: int, error: ErrorDetails) -> None:
    """Raise the exception for a status, unless it is 0 (success)."""
    if status:
        raise error_of(status, error)


def unknown_name(message: str, context: str, names: Sequence[str] = ()) -> Error:
    """Make an UnknownNameError."""
    from .errors import UnknownNameError
    return UnknownNameError(message, context, names=names)


def call(function: Callable[..., int], *arguments: object) -> None:
    """Call a function of `bare_with_gil` or `bare_no_gil` (see `_library`). If it fails, call it
    again for the details of the error, and raise the error."""
    if function(*arguments, None):
        error = new_error()
        raise_error(function(*arguments, byref(error)), error)


def list_all(kind: Any, room: int, fill: Callable[..., int]) -> Any:
    """Call a function of C that fills an array with all there is, and return the array's elements.

    `fill` calls the function with the array, its capacity, where to put the number of elements, and
    the error. If that number is larger than the capacity, `fill` is called again with a larger
    array. `room` is the first capacity, and `kind` the type of the elements.
    """
    while True:
        array, count, error = (kind * room)(), c_size_t(), new_error()
        status = fill(array, room, byref(count), error)
        if status == 0:
            return array[:count.value]
        # If the array was large enough, the call failed for another reason.
        if count.value <= room:
            raise_error(status, error)
        room = count.value


# ---- Exceptions raised inside callbacks ----------------------------------------------------------

# C cannot pass on a Python exception. So an exception that a provider raises is stored here. The
# function of this package that called C raises it after the call. The dict has a list for each
# thread. An element consists of the frame of that function, the exception, and whether it is an
# Error of this package. Calls may be nested: the outermost one comes first.
pending_exceptions: dict[int, list[tuple[FrameType, BaseException, bool]]] = {}
# The code objects of the functions that raise pending exceptions.
raising_functions: set[CodeType] = set()


def runs_providers(function: AnyFunction) -> AnyFunction:
    """Decorate a function whose C call may run providers. After the C call, the function must call
    `raise_pending`: an exception that a provider raises waits until then."""
    raising_functions.add(function.__code__)
    return function


def raise_pending(frame: FrameType, *, drops_errors: bool = False) -> None:
    """Raise the exception that a provider raised during the C call made from `frame`.

    With `drops_errors=True`, an Error of this package is not raised, but dropped. That is for
    functions that resolve many colors: an Error only means that one of these has no value.
    """
    pending = pending_exceptions.get(get_ident(), [])
    for index, (caller, error, is_ours) in enumerate(pending):
        if caller is frame:
            # Later entries belong to calls nested in this one, which have ended.
            del pending[index:]
            if not pending:
                del pending_exceptions[get_ident()]
            try:
                if not (drops_errors and is_ours):
                    raise error
            finally:
                # The traceback refers to this frame: break the reference cycle.
                del caller, error
            return
