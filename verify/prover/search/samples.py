"""Points of a domain, and the signs that terms have there: what the search looks at before it tries to prove."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

import mpmath
from sympy import Expr, Symbol, lambdify

from verify.prover.bounds import Range, ranges
from verify.prover.goal import Goal

DIGITS = 60
_POINTS = 60
_TRIES = 4000
_HOPELESS = 300
"""After so many tries without a point that meets the conditions no more are made."""
TINY = mpmath.mpf(10) ** -45


class Samples:
    """Points that meet the conditions of a goal, inside and close to the ends of each variable's range."""

    def __init__(self, goal: Goal, seed: int = 0) -> None:
        self.goal = goal
        self._random = random.Random(seed)
        self._known: dict[Expr, list[Any]] = {}

    @cached_property
    def points(self) -> list[tuple[Any, ...]]:
        """The points, as tuples in the order of the goal's variables."""
        with mpmath.workdps(DIGITS):
            bounds = ranges(self.goal)
            rows = [_Axis(bounds[x]) for x in self.goal.variables]
            tests = [(function(g.expr, self.goal.variables), g.strict) for g in self.goal.given]
            found = []
            for n in range(_TRIES):
                if n == _HOPELESS and not found:  # as on a curve, which chance does not hit
                    break
                point = tuple(axis.draw(self._random, n) for axis in rows)
                if all(_meets(test, point, strict) for test, strict in tests):
                    found.append(point)
                    if len(found) >= _POINTS:
                        break
            return found

    def values(self, term: Expr) -> list[Any]:
        """The term's value at each point; None where it is undefined."""
        if term not in self._known:
            f = function(term, self.goal.variables)
            with mpmath.workdps(DIGITS):
                self._known[term] = [value_of(f, p) for p in self.points]
        return self._known[term]

    def signs(self, term: Expr) -> set[int]:
        """The signs that were seen; values too small to have one count as 0."""
        return {(v > TINY) - (v < -TINY) for v in self.values(term) if v is not None}

    def defined(self, term: Expr) -> bool:
        """Whether the term was defined at every point."""
        return all(v is not None for v in self.values(term))


def function(term: Expr, variables: tuple[Symbol, ...]) -> Any:
    """The term as a function of mpmath numbers; one that fails everywhere if it cannot be made one."""
    try:
        return lambdify(variables, term, modules="mpmath")
    except (ValueError, TypeError, NotImplementedError, RecursionError, SyntaxError, KeyError):
        return _nowhere


def _nowhere(*point: Any) -> Any:
    raise ValueError


def value_of(f: Any, point: tuple[Any, ...]) -> Any | None:
    """The real value of a function at a point, or None."""
    try:
        value = f(*point)
    except (ValueError, TypeError, ArithmeticError, NameError):  # a derivative may have what mpmath has no name for
        return None
    if isinstance(value, mpmath.mpc):
        if abs(value.imag) > TINY:
            return None
        value = value.real
    value = mpmath.mpf(value)
    return value if mpmath.isfinite(value) else None


def _meets(test: Any, point: tuple[Any, ...], strict: bool) -> bool:
    value = value_of(test, point)
    return value is not None and (value > 0 if strict else value >= 0)


class _Axis:
    """Draws from one variable's range."""

    def __init__(self, r: Range) -> None:
        self.lo = None if r.lo is None else mpmath.mpf(mpmath.mpmathify(r.lo.evalf(DIGITS)))
        self.hi = None if r.hi is None else mpmath.mpf(mpmath.mpmathify(r.hi.evalf(DIGITS)))

    def draw(self, source: random.Random, n: int) -> Any:
        """A point inside; every third close to an end, or far out."""
        u = mpmath.mpf(source.random())
        small = mpmath.mpf(10) ** (-4 * source.random())
        if self.lo is not None and self.hi is not None:
            if n % 3 == 1:
                u = u * small
            elif n % 3 == 2:
                u = 1 - u * small
            return self.lo + (self.hi - self.lo) * u
        size = mpmath.mpf(10) ** (4 * source.random() - 3) * (mpmath.mpf(10) ** (n % 3 - 1))
        if self.lo is not None:
            return self.lo + size
        if self.hi is not None:
            return self.hi - size
        return size if source.random() < 0.5 else -size
