"""Signs that are plain from how a term is made and from the ranges of its variables."""

from __future__ import annotations

from collections.abc import Mapping

import sympy
from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol

from verify.balls.evaluate import is_positive
from verify.prover.bounds import Range

Signs = frozenset[int]
"""The signs that a term can have where it is defined, a subset of {−1, 0, 1}."""

ANY: Signs = frozenset({-1, 0, 1})
POSITIVE: Signs = frozenset({1})
NOT_NEGATIVE: Signs = frozenset({0, 1})
_LIKE_ARGUMENT = (sympy.sinh, sympy.tanh, sympy.atan, sympy.asin, sympy.asinh, sympy.atanh)
_DEEPEST = 30


def signs_of(term: Expr, bounds: Mapping[Symbol, Range], depth: int = 0) -> Signs:
    """The signs that the term may have; `ANY` where nothing is plain."""
    if depth > _DEEPEST:
        return ANY
    if not term.free_symbols:
        return _constant(term)
    if isinstance(term, Symbol):
        return _variable(bounds.get(term))
    if isinstance(term, Add):
        return _add([signs_of(t, bounds, depth + 1) for t in term.args])
    if isinstance(term, Mul):
        found = POSITIVE
        for t in term.args:
            found = frozenset(a * b for a in found for b in signs_of(t, bounds, depth + 1))
        return found
    if isinstance(term, Pow):
        return _power(term, bounds, depth)
    if isinstance(term, sympy.exp | sympy.cosh):
        return POSITIVE
    if isinstance(term, sympy.Abs | sympy.acos | sympy.acosh):
        return NOT_NEGATIVE
    if isinstance(term, sympy.Max):
        return NOT_NEGATIVE if any(signs_of(t, bounds, depth + 1) <= NOT_NEGATIVE for t in term.args) else ANY
    if isinstance(term, _LIKE_ARGUMENT):
        return signs_of(term.args[0], bounds, depth + 1)
    if isinstance(term, sympy.log):
        return signs_of(term.args[0] - 1, bounds, depth + 1)
    return ANY


def _constant(term: Expr) -> Signs:
    if isinstance(term, Rational):
        return frozenset({int(sympy.sign(term))})
    for sign in (1, -1):
        if is_positive(sign * term, max_precision=256) is True:
            return frozenset({sign})
    return ANY


def _variable(r: Range | None) -> Signs:
    found = ANY
    if r is not None and r.lo is not None and -1 not in (low := _constant(r.lo)):
        found = POSITIVE if low == POSITIVE or r.open_lo else NOT_NEGATIVE
    if r is not None and r.hi is not None and 1 not in (high := _constant(r.hi)):
        found &= frozenset({-1}) if 0 not in high or r.open_hi else frozenset({-1, 0})
    return found or ANY


def _add(parts: list[Signs]) -> Signs:
    for sign in (1, -1):
        if all(-sign not in s for s in parts):
            return frozenset({sign}) if any(0 not in s for s in parts) else frozenset({0, sign})
    return ANY


def _power(term: Pow, bounds: Mapping[Symbol, Range], depth: int) -> Signs:
    base, exponent = term.args
    signs = signs_of(base, bounds, depth + 1)
    if not isinstance(exponent, Integer):
        rising = isinstance(exponent, Rational) and exponent > 0
        return NOT_NEGATIVE if rising and 0 in signs else POSITIVE
    if exponent < 0:  # where the power is defined, its base is not zero
        signs -= frozenset({0})
    return frozenset(s ** (2 if exponent % 2 == 0 else 1) for s in signs)
