"""Points of a chart, and what many digits and exact arithmetic say of one: whether the claim fails there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from mpmath import mp
from sympy import Expr, Rational, Symbol, oo

from verify.balls.evaluate import Undefined
from verify.balls.tape import Tape
from verify.prover.allowance import Allowance
from verify.prover.arithmetics import Digits, Doubles, approximate, weight_of
from verify.prover.language import Requirement
from verify.prover.refuting.charts import Chart
from verify.prover.refuting.simple_numbers import exact_number
from verify.prover.statement import linear_row
from verify.prover.violation import FailingPoint, violation

_WORKING = (40, 150, 450)
"""Digits in which a point is looked at, one after the other until they suffice."""
_CHART, _COMPILING = 5e-3, 1e-4
"""Work of preparing a chart, and for each of its operations."""
_DOUBLES, _DOUBLE = 3e-6, 1e-8
"""Work of an operation on doubles, and for each of the doubles."""
_DIGITS, _DIGIT = 5e-6, 5e-8
"""Work of an operation on a number of many digits, and for each of the digits."""
_EXACTLY = 3e-3
"""Work of deciding exactly about a point."""
_LONGEST = 60
"""Operations in a coordinate whose roots are put into one form."""


@dataclass(frozen=True)
class Found:
    """A counterexample, and the coordinates of the chart that it was found at."""

    failing: FailingPoint
    coordinates: tuple[Expr, ...]


class Problem:
    """A goal in the coordinates of a chart.

    Args:
        chart: the coordinates.
        requirements: what must hold for the formulas of the goal, as they were written, to be defined.
        allowed: the work that may be done.

    Raises:
        Unsupported: for terms that have no arithmetic.
    """

    def __init__(self, chart: Chart, requirements: tuple[Requirement, ...], allowed: Allowance) -> None:
        self.chart, self.goal, self.requirements, self.allowed = chart, chart.goal, requirements, allowed
        self.free = chart.free
        self.given = chart.inside.given
        self.value = chart.inside.shows.expr
        needed = [(r.kind, chart.put_in(r.expr)) for r in requirements]
        kinds: list[tuple[str, Expr]] = [(">0" if g.strict else ">=0", g.expr) for g in self.given]
        self.tapes = [(kind, Tape(expr, self.free)) for kind, expr in kinds + needed]
        self.tape = Tape(self.value, self.free)
        self.weight = Tape(weight_of(self.value), self.free)
        self._length = sum(map(len, (self.tape, self.weight, *(tape for _, tape in self.tapes))))
        allowed.spend(_CHART + _COMPILING * self._length)
        self.rows = self._rows()
        self.tried: set[Any] = set()
        self.irrational = [
            e for lo, _, hi, _ in chart.ends.values() for e in (lo, hi) if not (e in (oo, -oo) or e.is_Rational)
        ]
        self.constants = _constants(self.value)

    def _rows(self) -> list[tuple[tuple[Fraction, ...], Fraction]]:
        """Coefficients and constants of the linear conditions and the constant bounds, the constants roughly."""
        rows = [r for g in self.given if (r := linear_row(g, self.free)) is not None]
        found = [(r.coefficients, r.constant) for r in rows]
        for i, x in enumerate(self.free):
            lo, _, hi, _ = self.chart.ends[x]
            for end, side in ((lo, 1), (hi, -1)):
                if end not in (oo, -oo):
                    found.append((tuple(Fraction(side * (j == i)) for j in range(len(self.free))), -side * end))
        written = []
        for coefficients, constant in found:
            try:
                written.append((coefficients, approximate(constant)))
            except (Undefined, OverflowError):  # a bound that is out of reach is none
                continue
        return written

    def usable(self, known: Sequence[int], i: int) -> list[tuple[tuple[Fraction, ...], Fraction]]:
        """Rows that bound coordinate i by the known ones, the constant bounds among them."""
        return [(c, k) for c, k in self.rows if c[i] and all(a == 0 or j in known for j, a in enumerate(c))]

    def ratios(self, places: Any, plain: bool = False) -> Any:
        """The claim's expression against its summands at each row of doubles; inf where conditions fail.

        With `plain` it is the expression itself.
        """
        self.allowed.spend(self._length * (_DOUBLES + _DOUBLE * len(places)))
        columns = list(places.T)
        value = np.broadcast_to(self.tape(Doubles, columns), places.shape[:1])
        weight = np.broadcast_to(self.weight(Doubles, columns), places.shape[:1])
        ratios = value / np.where((weight > 0) & ~np.bool_(plain), weight, 1)
        allowed = np.isfinite(ratios)
        for kind, tape in self.tapes:
            found = tape(Doubles, columns)
            allowed = allowed & ((found > 0) if kind == ">0" else (found >= -1e-14) if kind == ">=0" else (found != 0))
        return np.where(allowed, ratios, np.inf)

    # --- one point ---

    def check(self, coordinates: Sequence[Expr | Fraction]) -> Found | None:
        """The counterexample at the coordinates, if it certainly is one and they were not tried before."""
        exact = tuple(exact_number(c) for c in coordinates)
        if exact in self.tried:
            return None
        self.tried.add(exact)
        if not self.suspect(exact):
            return None
        values = dict(zip(self.free, exact, strict=True))
        point = {x: values[x] if x in values else self._value_of(x, values) for x in self.goal.variables}
        self.allowed.spend(_EXACTLY)
        found = violation(self.goal, self.requirements, point)
        return Found(FailingPoint(point, found), exact) if found else None

    def _value_of(self, x: Symbol, values: Mapping[Symbol, Expr]) -> Expr:
        """The variable's value, without roots below: among exponentials, as exp(10⁶), that takes for ever."""
        found = self.chart.put_in(x).xreplace(dict(values))
        plain = isinstance(found, Rational) or found.count_ops() > _LONGEST or found.has(sympy.exp)
        return found if plain else sympy.radsimp(found)

    def suspect(self, point: Sequence[Expr]) -> bool:
        """Whether many digits say that the point is a counterexample, or do not say that it is none."""
        sign = self.sign(point)
        return sign is not None and (sign < 0 or (sign == 0 and self.goal.shows.strict))

    def sign(self, point: Sequence[Expr]) -> int | None:
        """The sign of the claim's expression in enough digits, 0 if they never suffice; None where it is undefined."""
        found: int | None = None
        for digits in _WORKING:
            self.allowed.spend(self._length * (_DIGITS + _DIGIT * digits))
            with mp.workdps(digits):
                small = mp.mpf(10) ** (10 - digits)
                try:
                    values = [Digits.finite(Tape(c, ())(Digits, [])) for c in point]
                    if found is None and not self._allowed(values, small):
                        return None
                    value, weight = self.tape(Digits, values), self.weight(Digits, values)
                except (Undefined, ZeroDivisionError):  # what is close to an end may be rounded to it
                    continue
                except (OverflowError, ValueError):
                    return None
            found = 0
            if abs(value) > small * weight:
                return 1 if value > 0 else -1
        return found

    def _allowed(self, values: list[Any], small: Any) -> bool:
        return all(kind == "!=0" or tape(Digits, values) >= -small for kind, tape in self.tapes)


def _constants(term: Expr) -> list[Expr]:
    """Irrational numbers and rational bases of powers in the term, the innermost first."""
    found: dict[Expr, None] = {}
    for node in sympy.postorder_traversal(term):
        if not node.free_symbols and isinstance(node, Expr) and not node.is_Rational and not node.is_Add:
            found[node.as_coeff_Mul(rational=True)[1]] = None
        elif isinstance(node, sympy.Pow) and node.base.is_Rational and node.exp.free_symbols:
            found[node.base] = None
    return list(found)[:6]
