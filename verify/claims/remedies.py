"""What Python says of a slip in a claim's module, with what to write in its place."""

from __future__ import annotations

import builtins
import re
import sys
import traceback
from collections.abc import Collection, Mapping
from typing import Any, Final

from verify.language.words import so_many
from verify.usage import nearest

_ALL: Final = "verify.audit"
"""The module that has all that an audit is written with, where it was loaded."""
_FLOATING: Final = re.compile(r"cannot convert expression to float|must be real number, not \w+|loop of ufunc", re.I)

_SAID: Final = [
    (
        TypeError,
        re.compile(r"unsupported operand type\(s\) for \^"),
        "powers are written x**2, not x^2",
    ),
    (
        TypeError,
        re.compile(r"'(Symbol|Add|Mul|Pow|Fun)' object cannot be interpreted as an integer"),
        "a term is no number to count to: a sum over rounds is Sum(…, (t, 1, T)), a statement for each forall(t, …)",
    ),
    (
        TypeError,
        re.compile(r"Claim\.\w+\(\) missing 1 required positional argument: 'function'"),
        "it is written without brackets, as @CLAIM.proof above a function",
    ),
    (
        AttributeError,
        re.compile(r"'(list|tuple)' object has no attribute 'sort_key'"),
        "a list stands where a term is to be: norm(u), not norm([u])",
    ),
]
"""Kinds of exceptions, words of their messages, and what to write."""
_CALLED: Final = {
    "takes 0 positional arguments but 1 was given": "it is called with the claim: def {name}(claim)",
    "missing 1 required positional argument": "it is called without the claim: def {name}()",
}
"""What Python says of the call of a step with the wrong arguments."""


def explained(error: BaseException) -> str:
    """The kind of an exception, the first line of its message, and what to do about it where that is known."""
    said, more = one_line(error), _remedy(error)
    return f"{said}; {more}" if more else said


def one_line(error: BaseException) -> str:
    """The kind of an exception and the first line of its message."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _remedy(error: BaseException) -> str:
    said = str(error)
    if isinstance(error, NameError) and error.name:
        return _unknown(error.name, _seen(error))
    if isinstance(error, ImportError) and (found := re.match(r"cannot import name '(\w+)' from '([\w.]+)'", said)):
        return _near(found[1], vars(sys.modules.get(found[2], builtins)))
    if isinstance(error, TypeError) and "truth value of Relational" in said:
        return "Python joins relations by `and`, so each needs to be one of its own: ge(x, 0), le(x, 1)"
    if isinstance(error, ValueError) and "integer string conversion" in said:
        return "a number of so many digits is shown nowhere: put a smaller one, or a variable, in its place"
    if isinstance(error, TypeError) and _FLOATING.search(said):
        return "functions of terms, as log, are those of sympy, not of math or numpy: from sympy import log"
    if isinstance(error, IndexError):
        return _places(error)
    if isinstance(error, TypeError) and (name := _step(error)):
        return next((remedy.format(name=name) for words, remedy in _CALLED.items() if words in said), "")
    return next((remedy for kind, words, remedy in _SAID if isinstance(error, kind) and words.search(said)), "")


def _step(error: BaseException) -> str:
    """The name of the step whose call failed, if it was the toolkit that called it."""
    frames = traceback.extract_tb(error.__traceback__)
    found = re.match(r"(?:.*\.)?(\w+)\(\) ", str(error))
    return found[1] if found and frames and ".function(" in (frames[-1].line or "") else ""


def _places(error: IndexError) -> str:
    """How many hypotheses or formulas the claim has, of which one more was asked for in the line."""
    frames = list(traceback.walk_tb(error.__traceback__))
    line = traceback.extract_tb(error.__traceback__)[-1].line if frames else ""
    for name, which, place in re.findall(r"(\w+)\.(given|states)\[([^\]]*)\]", line or ""):
        there = len(getattr(_seen(error).get(name), which, ()))
        if there and not (place.lstrip("-").isdecimal() and -there <= int(place) < there):
            last = f"the last of which is {which}[{there - 1}]"
            return f"{name}.{which}[{place}]: it has {so_many(there, 'formula')}, {last}"
        if not there:
            return f"{name}.{which}[{place}]: it has no formulas"
    return ""


def _seen(error: BaseException) -> Mapping[str, Any]:
    """The names that are known where the error was raised."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)][-1:]
    return {name: value for frame in frames for name, value in (*frame.f_globals.items(), *frame.f_locals.items())}


def _unknown(name: str, seen: Mapping[str, Any]) -> str:
    if name in getattr(sys.modules.get(_ALL), "__all__", ()):
        return f"from {_ALL} import {name}"
    if len(name) > 1 and name in vars(sys.modules.get("sympy", builtins)):
        return f"from sympy import {name}"
    return _near(name, seen)


def _near(name: str, known: Collection[str]) -> str:
    return nearest(name, [other for other in known if not other.startswith("_")])
