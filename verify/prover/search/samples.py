"""Points of a domain, and the signs that terms have there: what the search looks at before it tries to prove."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import mpmath
from sympy import Add, Expr, Mul, Poly, Pow, Symbol, degree, expand, fraction, together

from verify.prover.bounds import Range, ranges
from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.compiled import in_floats, in_mpmath

Floats = Callable[[Sequence[float]], list[float] | None]

DIGITS = 60
_POINTS = 60
_AT_ENDS = 3
_SAME = 1e-20
_CANCELLED = 1e-6
"""A sum that is less than this share of its largest summand is not left to floats."""
_LEAST_RATIOS = 5
"""A quotient that has one value at fewer points is not taken for constant."""
_TRIES = 4000
_HOPELESS = 300
"""After so many tries without a point that meets the conditions no more are made."""
TINY = mpmath.mpf(10) ** -45


class Samples:
    """Points that meet the conditions of a goal, inside and close to the ends of each variable's range."""

    def __init__(self, goal: Goal, seed: int = 0, *, like: Samples | None = None) -> None:
        """
        Args:
            goal: whose conditions the points meet.
            seed: of chance.
            like: samples of a goal with the same variables and conditions, if there are some: the points are those.
        """
        self.goal, self._like = goal, like
        self._random = random.Random(seed)
        self._known: dict[Expr, list[Any]] = {} if like is None else like._known
        self._seen: dict[Expr, list[int | None]] = {} if like is None else like._seen
        self.touched: list[dict[Symbol, Expr]] | None = None
        """Where the goal's term touches zero, once that was looked for."""
        self.curves: dict[Symbol, Expr | None] = {}
        """Along which curve, solved for a variable, once that was looked for."""

    @cached_property
    def points(self) -> list[tuple[Any, ...]]:
        """The points, as tuples in the order of the goal's variables."""
        if self._like is not None:
            return self._like.points
        with mpmath.workdps(DIGITS):
            bounds = ranges(self.goal)
            rows = [_Axis(bounds[x]) for x in self.goal.variables]
            equations = _equations(self.goal)
            given = [g for g in self.goal.given if not any(e.stands_for(g.expr) for e in equations)]
            conditions = [_Condition(g.expr, self.goal.variables, strict=g.strict) for g in given]
            found: list[tuple[Any, ...]] = []
            for n in range(_TRIES):
                if n == _HOPELESS and not found:  # as on a curve, which chance does not hit
                    break
                drawn = [(axis, *axis.draw(self._random, n)) for axis in rows]
                point = self._on_all(equations, _exactly(drawn)) if equations else None
                numbers = _roughly(drawn) if point is None else [float(c) for c in point]
                unsure = _not_seen(conditions, numbers)
                if unsure is None:
                    continue
                point = point or _exactly(drawn)
                if all(e.is_met(point) for e in equations) and all(c.is_met(point) for c in unsure):
                    found.append(point)
                if len(found) >= _POINTS:
                    break
            return found

    def _on_all(self, equations: Sequence[_Equation], point: tuple[Any, ...]) -> tuple[Any, ...]:
        for equation in equations:
            point = equation.met(point, self._random)
        return point

    def values(self, term: Expr) -> list[Any]:
        """The term's value at each point; None where it is undefined."""
        if term not in self._known:
            f = function(term, self.goal.variables)
            with mpmath.workdps(DIGITS):
                self._known[term] = [value_of(f, p) for p in self.points]
        return self._known[term]

    def signs(self, term: Expr) -> set[int]:
        """The signs that were seen; values too small to have one count as 0."""
        return {sign for sign in self._signs(term) if sign is not None}

    def _signs(self, term: Expr) -> list[int | None]:
        """The term's sign at each point; None where it is undefined. Floats say it but where summands cancel."""
        if term not in self._seen:
            roughly = _RoughSign(term, self.goal.variables)
            exactly: Any = None
            found: list[int | None] = []
            for numbers, point in zip(self._floats, self.points, strict=True):
                sign = roughly(numbers)
                if sign is None:
                    exactly = exactly or [function(part, self.goal.variables) for part in Add.make_args(term)]
                    with mpmath.workdps(DIGITS):
                        sign = _sign_of_sum([value_of(part, point) for part in exactly])
                found.append(sign)
            self._seen[term] = found
        return self._seen[term]

    @cached_property
    def _floats(self) -> list[list[float]]:
        if self._like is not None:
            return self._like._floats
        return [[float(c) for c in p] for p in self.points]

    def refutes(self, term: Expr) -> bool:
        """Whether the term was negative somewhere, by more than what its summands lose in cancelling."""
        seen = [point for sign, point in zip(self._signs(term), self.points, strict=True) if sign == -1]
        parts = [function(part, self.goal.variables) for part in Add.make_args(term)] if seen else []
        with mpmath.workdps(DIGITS):
            return any(_sign_of_sum([value_of(f, point) for f in parts]) == -1 for point in seen)

    def reaches_zero(self, term: Expr) -> bool:
        """Whether the term was not positive at an end that the conditions allow."""
        f = function(term, self.goal.variables)
        with mpmath.workdps(DIGITS):
            return any(v is not None and v <= 0 for v in (value_of(f, p) for p in self._at_ends))

    @cached_property
    def _at_ends(self) -> list[tuple[Any, ...]]:
        """Points of the domain at an end of one variable's range."""
        bounds = ranges(self.goal)
        conditions = [_Condition(g.expr, self.goal.variables, strict=g.strict) for g in self.goal.given]
        found: list[tuple[Any, ...]] = []
        with mpmath.workdps(DIGITS):
            for n, x in enumerate(self.goal.variables):
                r = bounds[x]
                closed = [
                    end for end, is_open in ((r.lo, r.open_lo), (r.hi, r.open_hi)) if end is not None and not is_open
                ]
                for end in (e for e in closed if e.is_Rational):
                    for p in self.points[:_AT_ENDS]:
                        there = (*p[:n], mpmath.mpf(end.p) / end.q, *p[n + 1 :])
                        if all(condition.is_met(there) for condition in conditions):
                            found.append(there)
        return found

    def side(self, term: Expr) -> int | None:
        """On which side of zero, or at it, the term is at all points; None where it is on both."""
        signs = self.signs(term)
        return None if signs >= {-1, 1} else 1 if 1 in signs else -1

    def ratio(self, top: Expr, bottom: Expr) -> Any | None:
        """The number, not zero, that the quotient of two terms is at all points; None if there is none."""
        pairs = zip(self.values(top), self.values(bottom), strict=True)
        with mpmath.workdps(DIGITS):
            found = [u / v for u, v in pairs if u is not None and v]
            if len(found) < _LEAST_RATIOS or not found[0] or max(found) - min(found) > _SAME * max(map(abs, found)):
                return None
            whole = mpmath.nint(found[0])
            return whole if abs(found[0] - whole) <= _SAME else found[0]

    def are_equal(self, term: Expr, other: Expr) -> bool:
        """Whether the terms had the same value at most points; large values may be lost in cancelling."""
        pairs = [(u, v) for u, v in zip(self.values(term), self.values(other), strict=True) if u is not None]
        same = sum(v is not None and abs(u - v) <= TINY for u, v in pairs)
        return bool(pairs) and 2 * same > len(pairs)

    def defined(self, term: Expr) -> bool:
        """Whether the term was defined at every point."""
        return all(sign is not None for sign in self._signs(term))


class Sampled:
    """Samples of goals, each made once, and points of each domain drawn once."""

    def __init__(self) -> None:
        self._made: dict[Goal, Samples] = {}
        self._first: dict[tuple[Any, ...], Samples] = {}

    def of(self, goal: Goal) -> Samples:
        """The samples of the goal."""
        if goal not in self._made:
            domain = goal.variables, goal.given
            self._made[goal] = Samples(goal, like=self._first.get(domain))
            self._first.setdefault(domain, self._made[goal])
        return self._made[goal]


class _RoughSign:
    """The sign of a product of sums by floats; None where a sum may have cancelled, or has no value."""

    def __init__(self, term: Expr, variables: tuple[Symbol, ...]) -> None:
        self._rows: list[tuple[int, int, bool]] = []
        parts: list[Expr] = []
        for factor in Mul.make_args(term):
            base, power = factor.as_base_exp() if isinstance(factor, Pow) and factor.exp.is_Integer else (factor, 1)
            summands = Add.make_args(base)
            self._rows.append((len(parts), len(parts) + len(summands), bool(power % 2)))
            parts += summands
        self._at = floats(parts, variables)

    def __call__(self, point: Sequence[float]) -> int | None:
        values = self._at(point)
        if values is None:
            return None
        sign = 1
        for start, end, is_odd in self._rows:
            total, largest = sum(values[start:end]), max(map(abs, values[start:end]))
            if abs(total) <= _CANCELLED * largest:
                return None
            sign *= -1 if total < 0 and is_odd else 1
        return sign


class _Condition:
    """term > 0 if strict, else term ≥ 0."""

    def __init__(self, term: Expr, variables: tuple[Symbol, ...], *, strict: bool) -> None:
        self._term, self._variables, self._strict = term, variables, strict
        self.sign = _RoughSign(term, variables)

    @cached_property
    def _value(self) -> Any:
        return function(self._term, self._variables)

    def is_met(self, point: tuple[Any, ...]) -> bool:
        """Whether it holds as far as the digits say."""
        value = value_of(self._value, point)
        return value is not None and (value > 0 if self._strict else value >= 0)


def _not_seen(conditions: Sequence[_Condition], numbers: Sequence[float]) -> list[_Condition] | None:
    """The conditions of which floats do not say whether they hold; None where they say that one does not."""
    unsure = []
    for condition in conditions:
        sign = condition.sign(numbers)
        if sign == -1:
            return None
        if sign is None:
            unsure.append(condition)
    return unsure


def function(term: Expr, variables: tuple[Symbol, ...]) -> Any:
    """The term as a function of mpmath numbers; one that fails everywhere if it cannot be made one."""
    try:
        return in_mpmath(term, variables)
    except ValueError:
        return _nowhere


def floats(terms: Sequence[Expr], variables: tuple[Symbol, ...]) -> Floats:
    """The terms as one function of floats, which is None where one of them has no value."""
    try:
        f = in_floats(terms, variables)
    except ValueError:
        return lambda _: None

    def at(point: Sequence[float]) -> list[float] | None:
        try:
            values = f(*point)
        except (ValueError, TypeError, ArithmeticError, NameError):
            return None
        real = all(isinstance(v, int | float) and math.isfinite(v) for v in values)
        return [float(v) for v in values] if real else None

    return at


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


def _sign_of_sum(values: list[Any]) -> int | None:
    """The sign of a sum, 0 where no more than the last digits are left of it; None if a summand has no value."""
    if any(v is None for v in values):
        return None
    total, small = sum(values), TINY * max(1, *map(abs, values))
    return (total > small) - (total < -small)


class _Equation:
    """u = 0, with a numerator of degree 1 or 2 in variable number `place`: it is solved for this one."""

    def __init__(self, term: Expr, place: int, variables: tuple[Symbol, ...]) -> None:
        self.terms = {expand(term), expand(-term)}
        self.place = place
        self._value = function(term, variables)
        rows = Poly(_numerator(term), variables[place]).all_coeffs()
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
    """The rational equations whose numerators are of a low degree in a variable that no other one has."""
    terms = [u for u in equations(goal) if u.is_rational_function(*goal.variables)]
    found = []
    for u in terms:
        for place, x in enumerate(goal.variables):
            others = [v for v in terms if v is not u and x in v.free_symbols]
            if x in u.free_symbols and not others and 1 <= degree(_numerator(u), x) <= 2:
                found.append(_Equation(u, place, goal.variables))
                break
    return found


def _numerator(term: Expr) -> Expr:
    return expand(fraction(together(term))[0])


class _Axis:
    """Draws from one variable's range: from which of its ends, and how far; the point is worked out if it is needed."""

    def __init__(self, r: Range) -> None:
        lo: Any
        hi: Any
        lo, hi = (None if end is None else mpmath.mpf(mpmath.mpmathify(end.evalf(DIGITS))) for end in (r.lo, r.hi))
        self._ends, self._is_finite = (lo, hi), lo is not None and hi is not None
        start = mpmath.mpf(0) if lo is None else lo
        reach = hi - lo if self._is_finite else mpmath.mpf(1)
        self._lines = (start, reach), (hi, -reach)
        self._rough = [(float(u), float(v)) for u, v in self._lines if u is not None]

    def draw(self, source: random.Random, n: int) -> tuple[int, float]:
        """From which end, 0 or 1, and how far: every third point is close to an end, or far out."""
        u = source.random()
        if self._is_finite:
            return int(n % 3 == 2), u * _size(source, -14, -1) if n % 3 else u
        size = _size(source, -10, 3) * (0.125, 1.0, 8.0)[n % 3]
        if self._ends == (None, None):
            return 0, size if u < 0.5 else -size
        return int(self._ends[0] is None), size

    def exactly(self, end: int, far: float) -> Any:
        """The point, to all digits."""
        start, reach = self._lines[end]
        return start + reach * far

    def roughly(self, end: int, far: float) -> float:
        """The same in floats."""
        start, reach = self._rough[end]
        return start + reach * far


def _exactly(drawn: Sequence[tuple[_Axis, int, float]]) -> tuple[Any, ...]:
    return tuple(axis.exactly(end, far) for axis, end, far in drawn)


def _roughly(drawn: Sequence[tuple[_Axis, int, float]]) -> list[float]:
    return [axis.roughly(end, far) for axis, end, far in drawn]


def _size(source: random.Random, least: int, most: int) -> float:
    """A number between powers of 2, each as likely as the next; the same on every machine."""
    return math.ldexp(1 + source.random(), source.randrange(least, most))
