"""Points of a domain, and the signs that terms have there: what the search looks at before it tries to prove."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

import mpmath
from sympy import Add, Expr, Poly, Symbol, degree, expand, lambdify

from verify.prover.bounds import Range, ranges
from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations

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
            equations = _equations(self.goal)
            tests = [
                (function(g.expr, self.goal.variables), g.strict)
                for g in self.goal.given
                if not any(e.stands_for(g.expr) for e in equations)
            ]
            found: list[tuple[Any, ...]] = []
            for n in range(_TRIES):
                if n == _HOPELESS and not found:  # as on a curve, which chance does not hit
                    break
                point = tuple(axis.draw(self._random, n) for axis in rows)
                for equation in equations:
                    point = equation.met(point, self._random)
                if all(e.is_met(point) for e in equations) and all(
                    _meets(test, point, strict) for test, strict in tests
                ):
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

    def refutes(self, term: Expr) -> bool:
        """Whether the term was negative somewhere, by more than what its summands lose in cancelling."""
        for n, v in enumerate(self.values(term)):
            if v is not None and v < -TINY:
                parts = [self.values(part)[n] for part in Add.make_args(term)]
                if v < -TINY * max((abs(p) for p in parts if p is not None), default=mpmath.mpf(1)):
                    return True
        return False

    def are_equal(self, term: Expr, other: Expr) -> bool:
        """Whether the terms had the same value at most points; large values may be lost in cancelling."""
        pairs = [(u, v) for u, v in zip(self.values(term), self.values(other), strict=True) if u is not None]
        same = sum(v is not None and abs(u - v) <= TINY for u, v in pairs)
        return bool(pairs) and 2 * same > len(pairs)

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


class _Equation:
    """u = 0, which is of degree 1 or 2 in variable number `place`: it is solved for this one."""

    def __init__(self, term: Expr, place: int, variables: tuple[Symbol, ...]) -> None:
        self.terms = {expand(term), expand(-term)}
        self.place = place
        self._value = function(term, variables)
        rows = Poly(term, variables[place]).all_coeffs()
        self._coefficients = [function(c, variables) for c in rows]

    def stands_for(self, term: Expr) -> bool:
        """Whether a condition is one of the two that the equation is made of."""
        return expand(term) in self.terms

    def is_met(self, point: tuple[Any, ...]) -> bool:
        """Whether it holds as far as the digits say."""
        value = value_of(self._value, point)
        return value is not None and abs(value) <= TINY

    def met(self, point: tuple[Any, ...], source: random.Random) -> tuple[Any, ...]:
        """The point with the variable set to a root, if there is one."""
        *first, b, c = (value_of(f, point) for f in self._coefficients)
        root = None
        if b is not None and c is not None and not first and b:
            root = -c / b
        elif b is not None and c is not None and first and first[0] and b * b >= 4 * first[0] * c:
            root = (-b + source.choice((1, -1)) * mpmath.sqrt(b * b - 4 * first[0] * c)) / (2 * first[0])
        return point if root is None else (*point[: self.place], root, *point[self.place + 1 :])


def _equations(goal: Goal) -> list[_Equation]:
    """The equations that are polynomials of a low degree in a variable that no other one has."""
    terms = [u for u in equations(goal) if u.is_polynomial(*goal.variables)]
    found = []
    for u in terms:
        for place, x in enumerate(goal.variables):
            others = [v for v in terms if v is not u and x in v.free_symbols]
            if x in u.free_symbols and not others and 1 <= degree(u, x) <= 2:
                found.append(_Equation(u, place, goal.variables))
                break
    return found


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
