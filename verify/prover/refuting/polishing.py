"""Places of doubles improved to many digits: where the claim's expression is least, also at corners and on boundaries.

Near such a place some terms vanish: what an absolute value or an even power is of, the difference of what a maximum is
of, what a condition bounds. Either they alone determine the place, by Gauss and Newton's method, or it is stationary
where the corners and boundaries among them vanish, by Newton's method for Lagrange's multipliers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import sympy
from mpmath import mp
from sympy import Abs, Expr, Integer, Max, Min, Pow, Symbol

from verify.balls.evaluate import Undefined
from verify.balls.tape import Tape
from verify.prover.arithmetics import Digits, approximate, fraction, weight_of
from verify.prover.refuting.problem import Problem

_DIGITS = 130
_ACTIVE = 1e-4
"""A term that is this small against its summands may vanish nearby."""
_STEPS = 25
_LARGEST = mp.mpf(10) ** 100
_SMALLEST = mp.mpf(10) ** -100
_NEAR = 1e-2
_DERIVING, _SOLVING = 6e-3, 3e-5
"""Work of a derivative, and of linear equations, for each coefficient."""
_COMPILING, _OPERATION = 1e-4, 1e-5
"""Work for each operation of a term, when it is prepared and when it is evaluated."""
_MOST_ACTIVE = 12
_INSIDE = (0, 40, 20, 12, 8)
_STUMBLES = (Undefined, ZeroDivisionError, ValueError, OverflowError, TypeError, NotImplementedError)


class Polisher:
    """Improves places of a problem; the derivatives are made once."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.free = problem, problem.free
        self.tapes: dict[Expr, Tape] = {}
        self.derivatives: dict[tuple[Expr, Symbol], Expr] = {}
        value = problem.value
        self.corners = [u for node in value.atoms(Abs, Max, Min) for u in _differences(node)]
        powers = [p.base for p in value.atoms(Pow) if isinstance(p.exp, Integer) and p.exp > 0 and p.exp % 2 == 0]
        self.squares = sorted((u for u in powers if u.free_symbols), key=sympy.default_sort_key)
        self.corners.sort(key=sympy.default_sort_key)
        self.boundaries = [g.expr for g in problem.given]

    def improved(self, start: Sequence[float]) -> Iterator[list[Fraction]]:
        """Places near the start in many digits; on a boundary, also some that are a little inside."""
        with mp.workdps(_DIGITS):
            at = [mp.mpf(float(c)) for c in start]
            try:
                corners = self._active(self.corners, at)
                boundaries = self._active(self.boundaries, at)
                squares = self._active(self.squares, at)
                smooth = self._smooth(self.problem.value, at)
            except _STUMBLES:
                return
            kinds = [(list(dict.fromkeys([*corners, *squares, *boundaries])), None)] if corners or squares else []
            kinds += [(list(dict.fromkeys([*corners, *boundaries])), smooth)]
            kinds += [([*corners], smooth)] if boundaries else []
            for vanishing, least in kinds:
                try:
                    place = self._newton(at, vanishing[:_MOST_ACTIVE], least)
                    if place is None:
                        continue
                    inside = self._inward(place, boundaries) if boundaries else None
                except _STUMBLES:
                    continue
                for k in _INSIDE if inside is not None else (0,):
                    step = inside if inside is not None and k else [mp.zero] * len(place)
                    moved = [c + s * mp.mpf(10) ** -k for c, s in zip(place, step, strict=True)]
                    if all(abs(c) < _LARGEST for c in moved):
                        yield [self._end(x, _rounded(c)) for x, c in zip(self.free, moved, strict=True)]

    def _end(self, x: Symbol, value: Fraction) -> Fraction:
        """The value, or the end of the range that it is very close to."""
        lo, _, hi, _ = self.problem.chart.ends[x]
        for end in (lo, hi):
            if end.is_Rational and abs(approximate(end) - value) < Fraction(1, 10**50):
                return approximate(end)
        return value

    def _value(self, term: Expr, at: Sequence[Any]) -> Any:
        if term not in self.tapes:
            self.tapes[term] = Tape(term, self.free)
            self.problem.allowed.spend(_COMPILING * (1 + len(self.tapes[term])))
        self.problem.allowed.spend(_OPERATION * (1 + len(self.tapes[term])))
        return self.tapes[term](Digits, list(at))

    def _slope(self, term: Expr, x: Symbol) -> Expr:
        if (term, x) not in self.derivatives:
            self.problem.allowed.spend(_DERIVING)
            self.derivatives[term, x] = term.diff(x)
        return self.derivatives[term, x]

    def _active(self, terms: Sequence[Expr], at: Sequence[Any]) -> list[Expr]:
        """Terms that are small at the place, each as it is on one side of its own corners."""
        small = [t for t in terms if abs(self._value(t, at)) <= _ACTIVE * self._value(weight_of(t), at) + 1e-12]
        return list(dict.fromkeys(self._smooth(t, at) for t in small))

    def _smooth(self, term: Expr, at: Sequence[Any]) -> Expr:
        """The term as it is on one side of every corner."""
        if not term.has(Abs, Max, Min):
            return term
        if isinstance(term, Abs):
            inner = self._smooth(term.args[0], at)
            return inner if self._value(term.args[0], at) >= 0 else -inner
        if isinstance(term, Max | Min):
            choose = max if isinstance(term, Max) else min
            args = sorted(term.args, key=sympy.default_sort_key)
            return self._smooth(choose(args, key=lambda a: self._value(a, at)), at)
        return term.func(*(self._smooth(a, at) for a in term.args))

    def _newton(self, start: Sequence[Any], vanishing: list[Expr], least: Expr | None) -> list[Any] | None:
        """A place near the start where the terms vanish and, of these, the other one is stationary."""
        n, m = len(self.free), len(vanishing)
        unknowns = n + m if least is not None else n
        at, multipliers = list(start), [mp.zero] * m
        if not n + m or (least is None and not m):
            return None
        previous = None
        for step in range(_STEPS):
            values = [self._value(t, at) for t in vanishing]
            slopes: Any = mp.matrix(m, n) if m else None
            for j, t in enumerate(vanishing):
                for i, x in enumerate(self.free):
                    slopes[j, i] = self._value(self._slope(t, x), at)
            if least is None:
                matrix, residual = slopes, mp.matrix(values)
            else:
                gradient = mp.matrix([self._value(self._slope(least, x), at) for x in self.free])
                if m and not step:
                    multipliers = list(_least_squares(slopes.T, gradient))
                matrix, residual = mp.matrix(unknowns, unknowns), mp.matrix(unknowns, 1)
                for i, x in enumerate(self.free):
                    residual[i] = gradient[i] - sum(multipliers[j] * slopes[j, i] for j in range(m))
                    for k, y in enumerate(self.free):
                        bends = [self._value(self._slope(self._slope(t, x), y), at) for t in vanishing]
                        matrix[i, k] = self._value(self._slope(self._slope(least, x), y), at) - sum(
                            c * b for c, b in zip(multipliers, bends, strict=True)
                        )
                    for j in range(m):
                        matrix[i, n + j], matrix[n + j, i] = -slopes[j, i], slopes[j, i]
                for j in range(m):
                    residual[n + j] = values[j]
            self.problem.allowed.spend(_SOLVING * (1 + unknowns) ** 2)
            move = _least_squares(matrix, residual)
            for i in range(n):
                at[i] -= move[i]
            for j in range(unknowns - n):
                multipliers[j] -= move[n + j]
            size = mp.norm(mp.matrix([move[i] for i in range(n)]))
            if any(abs(a - c) > _NEAR * (1 + abs(c)) for a, c in zip(at, start, strict=True)):
                return None
            if size < mp.mpf(10) ** -70 or (previous is not None and step > 6 and size > previous * 0.9):
                break
            previous = size
        return at

    def _inward(self, place: Sequence[Any], boundaries: list[Expr]) -> list[Any] | None:
        """A direction in which all boundaries are left behind at the same rate."""
        slopes = mp.matrix([[self._value(self._slope(b, x), place) for x in self.free] for b in boundaries])
        return list(_least_squares(slopes, mp.matrix([1] * len(boundaries))))


def _rounded(x: Any) -> Fraction:
    """The number; 0 if it is as close to it as Newton's method comes."""
    return fraction(x) if abs(x) > _SMALLEST else Fraction(0)


def _least_squares(matrix: Any, right: Any) -> Any:
    """The shortest of the solutions that are best, nearly: normal equations with a little added to the diagonal."""
    square = matrix.T * matrix
    size = max((square[i, i] for i in range(square.rows)), default=mp.zero)
    if not size:
        raise ZeroDivisionError
    for i in range(square.rows):
        square[i, i] += size * mp.mpf(10) ** (-_DIGITS // 2)
    return mp.lu_solve(square, matrix.T * right)


def _differences(node: Expr) -> list[Expr]:
    """What vanishes where the absolute value, maximum or minimum has a corner."""
    if isinstance(node, Abs):
        return [node.args[0]]
    return [a - b for a, b in itertools.combinations(sorted(node.args, key=sympy.default_sort_key), 2)]
