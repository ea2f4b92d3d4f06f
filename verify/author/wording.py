"""How reasons, and what is missing among them, are said in a refusal: what is missing first, and all of it short."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final

from sympy import Expr, S, Symbol

from verify.author.kernel import Theorem
from verify.author.reasons import is_put_in
from verify.language.terms import ForAll, Formula, Head, VecHead, sort_of, text
from verify.language.words import so_many

LONGEST: Final = 72
"""Characters of a reason that are said; of a longer one its beginning and its end."""
LONGEST_GOAL: Final = 160
MOST_NAMED: Final = 8
"""Reasons that are said one by one."""


def shortened(said: str, longest: int = LONGEST) -> str:
    """The text, or its beginning and its end.

    >>> shortened("a long text with an end", 13)
    'a lon … n end'
    """
    kept = (longest - 3) // 2
    return said if len(said) <= longest else f"{said[:kept]} … {said[-kept:]}"


def named(term: Expr) -> str:
    """A term in words, in which bound variables have names that an author could have given them."""
    taken = {v.name for v in term.atoms(Symbol)}
    free = (name for n in count() for letter in "ijk" if (name := f"{letter}{n or ''}") not in taken)
    inner = sorted((v for v in term.atoms(Symbol) if v.name.startswith("ι")), key=str)
    return text(term.xreplace({v: Symbol(next(free), integer=v.is_integer) for v in inner}))


def said(item: Any) -> str:
    """A reason in brackets."""
    return f"({shortened(str(item.conclusion) if isinstance(item, Theorem) else text(item))})"


def listed(items: Sequence[Any]) -> str:
    """Reasons, each in brackets."""
    more = len(items) - MOST_NAMED
    rest = f" and {so_many(more, 'other')}" if more > 0 else ""
    return ", ".join(map(said, items[:MOST_NAMED])) + rest or "nothing"


def misplaced(v: Symbol, value: Any) -> str:
    """What a variable is, if it is a number or a vector and the value is not."""
    if not isinstance(value, Expr | int) or isinstance(v, Head) != isinstance(v, VecHead):
        return ""
    sort = sort_of(S(value))
    if isinstance(v, VecHead):
        return "a vector" if sort in ("scalar", "point") else ""
    if sort not in ("scalar", "zero"):
        return "an integer" if v.is_integer else "a number"
    return "an integer" if v.is_integer and not S(value).is_integer else ""


def of_undefined(said: str) -> str:
    """A refusal, where a term is what sympy makes of what is not defined, with what that may come of."""
    undefined = said.startswith(("NaN has no normal form", "ComplexInfinity has no normal form"))
    return "a term is not defined: a derivative at a corner, as of |s| at 0, or a division by 0" if undefined else said


def unopened(reasons: Sequence[Any]) -> str:
    """What to do about reasons "for all …" that count at no values."""
    conclusions = [item.conclusion for item in reasons if isinstance(item, Theorem)]
    closed = [f for f in conclusions if isinstance(f, ForAll) and not is_put_in(f)]
    if not closed:
        return ""
    first, names = shortened(str(closed[0])), ", ".join(v.name for v in closed[0].variables)
    more = f", and {so_many(len(closed) - 1, 'other')}," if len(closed) > 1 else ""
    return f"; ({first}){more} counts at values only: at(…, values of {names}) is a reason"


def missing(rest: Expr, op: str, goal: Formula, reasons: Sequence[Any], settles: Callable[[str, Any], bool]) -> str:
    """What is missing, whether it can be there at all, and of what the goal would be a combination with it.

    `settles` says of a sign and a term whether what is known settles that the term and 0 are so related.
    """
    what = f"{shortened(named(rest), 3 * LONGEST_GOAL)} {op} 0 is missing"
    if settles(">", -rest) or (op == "=" and settles(">", rest)) or (op == ">" and settles("≥", -rest)):
        sign = "positive" if settles(">", rest) else "negative" if op != ">" else "never positive"
        what += f", and cannot be: it is {sign}, so the goal is perhaps false"
    elif op != "=" and settles("≥", -rest):
        what += " and is never positive, so the goal is perhaps false"
    short = shortened(str(goal), LONGEST_GOAL)
    return f"{what}; with a reason for it {short} would be a combination of {listed(reasons)}"
