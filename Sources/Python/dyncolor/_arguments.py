"""Checks of arguments: flags, ranges, and keywords that a function does not take."""
from __future__ import annotations

from ._calls import real
from ._library import suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn, TypeVar

    AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])
    AnyClass = TypeVar("AnyClass", bound=type[Any])


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
            # The type of `public_name` is that of all functions.
            if isinstance(value, type(public_name)):
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
        # `call` is given the globals of the decorated function below, so it cannot use a global of
        # this module.
        check = check_keywords

        def call(*arguments: Any, **keywords: Any) -> Any:
            try:
                return function(*arguments, **keywords)
            except TypeError as error:
                # If the traceback has no second frame, no code of the function has run: the call
                # itself has failed, because of its arguments.
                if keywords and getattr(error.__traceback__, "tb_next", error) is None:
                    check(function, keywords, advice)
                raise

        # With the globals of the function, so that doctest finds its examples.
        make: Any = type(call)
        made = make(
            call.__code__, function.__globals__, function.__name__, None, call.__closure__)
        for attribute in "__doc__", "__module__", "__qualname__", "__annotations__":
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
