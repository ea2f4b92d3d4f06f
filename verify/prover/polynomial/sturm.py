"""Polynomials in one variable: their sign on the line is decided, cell by cell between their real roots.

The roots of all the polynomials of a goal cut the line into points and open intervals on which no polynomial changes
its sign. The check isolates the roots, evaluates every sign exactly, and needs no data but the precision at which
constants such as π are rounded (outward: the conditions are weakened).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import lcm
from typing import Any

from flint import arb, fmpq, fmpq_mpoly_ctx, fmpz, fmpz_poly
from sympy import Expr, I, Rational, Symbol, nan, oo, sqrt, zoo

from verify.balls.evaluate import Undefined, Unsupported, enclose, is_positive, working_precision
from verify.prover.goal import Goal, Inequality
from verify.prover.polynomial.reading import Polynomial, Sign, System, Unreadable, rational, rational_bounds, read
from verify.prover.polynomial.reading import evaluate as value_at
from verify.prover.rejected import Rejected

_PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)
_LARGEST_DEGREE = 200
_DIGITS = (15, 60)


@dataclass(frozen=True)
class Cell:
    """A point (`root` of an irreducible factor, or a rational one) or an open interval of the line."""

    sample: fmpq | None
    root: int | None = None


class Line:
    """The polynomials of a goal in one variable, and the real roots that cut the line."""

    def __init__(self, system: System, digits: int, outward: bool = True) -> None:
        axes = [i for i in range(len(system.meanings)) if i not in system.constants]
        used = [i for i in axes if i in _variables(system.shows)]
        if len(used) > 1:
            raise Unreadable("what is to be shown has more than one variable")
        self.axis = used[0] if used else axes[0] if axes else 0
        self.system = system
        self._digits = digits
        self._outward = outward
        self.shows = system.shows
        if not self._on_the_line(self.shows):
            raise Unreadable("what is to be shown has constants that are not algebraic")
        self.given: list[Sign] = []
        self.dropped = False
        for sign in system.known:
            simpler = self._rounded(sign)
            if simpler is None:
                self.dropped = True
            elif self.axis in _variables(simpler.polynomial):
                self.given.append(simpler)
            elif _variables(simpler.polynomial) <= set(system.constants):
                continue  # a fact about the constants
            else:
                self.dropped = True
        self._polynomials = [self.shows, *(g.polynomial for g in self.given)]
        self._norms = [self._norm(p) for p in self._polynomials]
        self.factors: list[fmpz_poly] = []
        for n in self._norms:
            if n.degree() > _LARGEST_DEGREE:
                raise Unreadable(f"degree {n.degree()} is above {_LARGEST_DEGREE}")
            for f, _ in n.factor()[1]:
                if f.degree() > 0 and f not in self.factors:
                    self.factors.append(f)
        self.roots: list[tuple[int, int]] = []
        """Ascending: which factor, and which of its real roots."""
        self._isolate()

    def _on_the_line(self, polynomial: Polynomial) -> bool:
        constants = self.system.constants
        return all(i == self.axis or constants.get(i, (None, None))[1] is not None for i in _variables(polynomial))

    def _rounded(self, sign: Sign) -> Sign | None:
        """The condition, with a bound that is not algebraic rounded; None where it is to be dropped."""
        if self._on_the_line(sign.polynomial):
            return sign
        slopes: dict[int, fmpq] = {}
        constant = rational(fmpq(0))
        for exponents, c in sign.polynomial.to_dict().items():
            if exponents[self.axis]:
                if sum(exponents) != exponents[self.axis]:
                    return None
                slopes[exponents[self.axis]] = c
            else:
                term = rational(c)
                for i, e in enumerate(exponents):
                    if e and i not in self.system.constants:
                        return None
                    term = term * self.system.meanings[i] ** int(e) if e else term
                constant += term
        try:
            lo, hi = rational_bounds(constant, self._digits)
        except (Undefined, Unsupported):
            return None
        x = self.system.ring.gens()[self.axis]
        whole = self.system.ring.constant(hi if self._outward else lo)
        return Sign(sum((c * x**k for k, c in slopes.items()), whole), sign.strict)

    def _norm(self, polynomial: Polynomial) -> fmpz_poly:
        """A polynomial over the integers that vanishes wherever this one does, and is not identically zero."""
        if polynomial.is_zero():
            return fmpz_poly([1])  # its sign is zero everywhere, whatever the cell
        found = polynomial
        for i, (_, vanishing) in sorted(self.system.constants.items(), reverse=True):
            if i in _variables(found) and vanishing is not None:
                found = found.resultant(vanishing, i)
        if found.is_zero() or not _variables(found) <= {self.axis}:
            raise Unreadable("the norm over the algebraic constants vanishes")
        return _integral(found, self.axis)

    def _isolate(self) -> None:
        for precision in _PRECISIONS:
            with working_precision(precision):
                found = [(r, i, j) for i, f in enumerate(self.factors) for j, r in enumerate(_real_roots(f))]
                found.sort(key=lambda item: _exact(item[0].mid()))
                if all(a[0] < b[0] for a, b in pairwise(found)):
                    self.roots = [(i, j) for _, i, j in found]
                    return
        raise Unreadable("the real roots could not be told apart")

    def cells(self) -> Iterator[Cell]:
        """All cells from left to right: intervals at even places, points at odd ones."""
        with working_precision(_PRECISIONS[1] if len(self.roots) < 50 else _PRECISIONS[2]):
            balls = [_real_roots(self.factors[i])[j] for i, j in self.roots]
            if not all(a < b for a, b in pairwise(balls)):
                raise Unreadable("the real roots are too close")
            ends = [(_exact(b.lower()), _exact(b.upper())) for b in balls]
        if not ends:
            yield Cell(fmpq(0))
            return
        yield Cell(simplest_between(None, ends[0][0]))
        for n, (i, _) in enumerate(self.roots):
            f = self.factors[i]
            yield Cell(fmpq(-f[0], f[1]) if f.degree() == 1 else None, n)
            yield Cell(simplest_between(ends[n][1], ends[n + 1][0] if n + 1 < len(ends) else None))

    def sign(self, which: int, cell: Cell) -> int | None:
        """The sign of the polynomial on the cell (0 is what is to be shown), None where it is undecided."""
        p = self._polynomials[which]
        if p.is_zero():
            return 0
        has_constants = bool(_variables(p) - {self.axis})
        if cell.sample is not None and not has_constants:
            value = value_at(p, [cell.sample if i == self.axis else fmpq(0) for i in range(len(self.system.meanings))])
            return (value > 0) - (value < 0)
        if cell.root is not None and not has_constants:
            factor = self.factors[self.roots[cell.root][0]]
            if (self._norms[which] % factor).degree() < 0:
                return 0
        zero_below: fmpq | None = None
        for precision in _PRECISIONS:
            with working_precision(precision):
                value = value_at(p, [self._ball(i, cell, precision) for i in range(len(self.system.meanings))])
                if value > 0:
                    return 1
                if value < 0:
                    return -1
                if precision >= _PRECISIONS[1]:
                    zero_below = zero_below or self._least_size(p, cell)
                    if abs(value) < zero_below:
                        return 0
        return None

    def _least_size(self, polynomial: Polynomial, cell: Cell) -> fmpq:
        """A bound below which the value at the cell is zero, if it is smaller in size.

        The value is a root of the resultant of t − polynomial with the equations of the constants and of the point;
        a nonzero root of t^k·(c₀ + c₁t + …), c₀ ≠ 0, is at least |c₀|/(|c₀| + max |cᵢ|) in size.
        """
        size = len(self.system.meanings)
        ring = fmpq_mpoly_ctx.get([f"v{i}" for i in range(size)] + ["t"], "lex")
        found = ring.gens()[size] - _into(ring, polynomial)
        for i, (_, vanishing) in sorted(self.system.constants.items(), reverse=True):
            # Backwards: the equation of a nested root names the inner ones, which come earlier.
            if vanishing is not None and i in _variables(found):
                found = found.resultant(_into(ring, vanishing), i)
        x = ring.gens()[self.axis]
        if cell.sample is not None:
            found = found.resultant(x - cell.sample, self.axis)
        else:
            assert cell.root is not None
            factor = self.factors[self.roots[cell.root][0]]
            found = found.resultant(sum((int(factor[k]) * x**k for k in range(factor.degree() + 1)), x * 0), self.axis)
        if _variables(found) != {size}:
            return fmpq(0)
        sizes = [abs(c) for _, c in sorted((int(e[size]), c) for e, c in found.to_dict().items())]
        return sizes[0] / (sizes[0] + max(sizes))

    def _ball(self, i: int, cell: Cell, precision: int) -> arb:
        if i in self.system.constants:
            return enclose(self.system.constants[i][0], {}, precision)
        if i != self.axis:
            return arb(0)
        if cell.sample is not None:
            return arb(cell.sample)
        assert cell.root is not None
        factor, j = self.roots[cell.root]
        return _real_roots(self.factors[factor])[j]

    def meets_conditions(self, cell: Cell) -> bool | None:
        """Whether the cell lies in the domain."""
        certain = True
        for n, g in enumerate(self.given, 1):
            sign = self.sign(n, cell)
            if sign is None:
                certain = False
            elif sign < 0 or (g.strict and sign == 0):
                return False
        return True if certain else None


def _variables(polynomial: Polynomial) -> set[int]:
    return {i for exponents in polynomial.to_dict() for i, e in enumerate(exponents) if e}


def _into(ring: Any, polynomial: Polynomial) -> Polynomial:
    """The polynomial in a ring with one more variable at the end."""
    return ring.from_dict({(*e, 0): c for e, c in polynomial.to_dict().items()})


def _integral(polynomial: Polynomial, axis: int) -> fmpz_poly:
    coefficients = {int(e[axis]): c for e, c in polynomial.to_dict().items()}
    scale = reduce(lcm, (int(c.q) for c in coefficients.values()), 1)
    return fmpz_poly([int(fmpq(coefficients.get(k, 0)) * scale) for k in range(max(coefficients) + 1)])


def _real_roots(f: fmpz_poly) -> list[arb]:
    """Enclosures of the real roots of an irreducible polynomial, ascending, at the working precision."""
    if f.degree() == 1:
        return [arb(fmpq(-f[0], f[1]))]
    roots: Any = f.complex_roots()
    return sorted((r.real for r, _ in roots if r.imag == 0), key=lambda r: _exact(r.mid()))


def _exact(value: arb) -> fmpq:
    mantissa, exponent = value.man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def simplest_between(lo: fmpq | None, hi: fmpq | None) -> fmpq:
    """The rational number of least denominator, then of least size, in the open interval; None is infinite."""
    if (lo is None or lo < 0) and (hi is None or hi > 0):
        return fmpq(0)
    if lo is None or lo < 0:
        return -simplest_between(None if hi is None else -hi, None if lo is None else -lo)
    whole = fmpz(lo.p // lo.q)
    if hi is None or whole + 1 < hi:
        return fmpq(whole + 1)
    # now whole <= lo < hi <= whole + 1
    top = None if lo == whole else 1 / (lo - whole)
    return whole + 1 / simplest_between(1 / (hi - whole), top)


def propose(goal: Goal) -> dict[str, Any] | None:
    """The data with which the check accepts, if the goal has one variable and holds."""
    for digits in _DIGITS:
        try:
            check(goal, {"digits": digits})
        except Rejected:
            continue
        return {"digits": digits}
    return None


def decides(system: System) -> bool:
    """Whether there is one variable and nothing else, so that what has no proof here has none of any kind."""
    return len(system.meanings) == 1 and not system.constants and system.shows.total_degree() <= _LARGEST_DEGREE


def check(goal: Goal, data: dict[str, Any]) -> None:
    """Decides the goal again.

    Raises:
        Rejected: naming the cell where it is not certain to hold.
    """
    if set(data) != {"digits"} or type(data["digits"]) is not int or not 1 <= data["digits"] <= 200:
        raise Rejected(f"sturm: the data must be a number of digits from 1 to 200, not {data!r}")
    try:
        line = Line(read(goal), data["digits"])
        cells = list(line.cells())
    except Unreadable as error:
        raise Rejected(f"sturm: {error}") from None
    signs = [line.sign(0, c) for c in cells]
    for n, cell in enumerate(cells):
        sign = signs[n]
        if sign is not None and (sign > 0 or (sign == 0 and not line.system.strict)):
            continue
        if line.meets_conditions(cell) is False:
            continue
        if sign is None and not line.system.strict and cell.root is not None:
            # It is undecided only whether the value at the point is zero: the sign beside it is that of the limit.
            beside = signs[n - 1], signs[n + 1]
            if any(s is not None and s >= 0 for s in beside):
                continue
        raise Rejected(f"sturm: the sign is not certain at {_describe(line, cell)}")


def _describe(line: Line, cell: Cell) -> str:
    meaning = line.system.meanings[line.axis]
    if cell.sample is not None:
        return f"{meaning} = {cell.sample}"
    assert cell.root is not None
    return f"{meaning} = {_real_roots(line.factors[line.roots[cell.root][0]])[line.roots[cell.root][1]].str(10)}"


def refute(goal: Goal) -> dict[Symbol, Expr] | None:
    """A point, as simple as can be, that meets all conditions and where what is to be shown fails."""
    if len(goal.variables) != 1:
        return None
    for digits in _DIGITS:
        try:
            line = Line(read(goal), digits, outward=False)
            cells = list(line.cells())
        except Unreadable:
            return None
        found: list[tuple[tuple[int, int, int], Expr]] = []
        for n, cell in enumerate(cells):
            sign = line.sign(0, cell)
            if sign is None or sign > 0 or (sign == 0 and not line.system.strict):
                continue
            if line.meets_conditions(cell) is False:
                continue
            point = _point(line, cell, n)
            if point is not None:
                order = line.system.order[line.axis]
                candidate = {goal.variables[0]: point**order}
                if refutes(goal, candidate):
                    size = cell.sample if cell.sample is not None else fmpq(0)
                    found.append(((int(cell.sample is None), int(size.q), abs(int(size.p))), point**order))
        if found:
            return {goal.variables[0]: min(found, key=lambda item: item[0])[1]}
    return None


def _point(line: Line, cell: Cell, n: int) -> Expr | None:
    if cell.sample is not None:
        return rational(cell.sample)
    assert cell.root is not None
    factor, j = line.roots[cell.root]
    f = line.factors[factor]
    if f.degree() == 2:
        c, b, a = (int(f[k]) for k in range(3))
        side = 1 if (j == 1) == (a > 0) else -1
        return (-b + side * sqrt(b * b - 4 * a * c)) / (2 * a)
    if all(f[k] == 0 for k in range(1, f.degree())):
        size = Rational(abs(int(f[0])), abs(int(f[f.degree()]))) ** Rational(1, f.degree())
        return size if (f.degree() % 2 == 0 and j == 1) or (f.degree() % 2 == 1 and f[0] * f[f.degree()] < 0) else -size
    return None


def refutes(goal: Goal, point: dict[Symbol, Expr]) -> bool:
    """Whether the point certainly meets every condition and certainly violates what is to be shown."""

    def sign_is(relation: Inequality, wanted: bool) -> bool:
        value = relation.expr.subs(point)
        if value.is_finite is False or value.has(*_NOT_NUMBERS) or value.free_symbols:
            return False
        if value.is_Rational:
            return bool(value > 0 or (value == 0 and not relation.strict)) is wanted
        if relation.strict is not wanted and value.equals(0):
            return (not relation.strict) is wanted
        return is_positive(value if wanted else -value) is True

    relations = (goal.shows, *goal.given)
    try:
        values = {x: value if value.is_Rational else enclose(value, {}, _PRECISIONS[2]) for x, value in point.items()}
        for r in relations:
            enclose(r.expr, values, _PRECISIONS[2])  # every term is defined there, as a real number
    except (Undefined, Unsupported):
        return False
    return all(sign_is(g, True) for g in goal.given) and sign_is(goal.shows, False)


_NOT_NUMBERS = (I, nan, oo, -oo, zoo)
