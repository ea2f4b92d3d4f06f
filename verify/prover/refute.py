"""Counterexamples: floats and many digits propose points, exact arithmetic and balls decide.

`violation` is what is trusted: it says of one exact point whether it meets every condition, whether everything is
defined there, and by how much the claim fails. Everything below it only proposes points: at random, near the ends of
every range down to 10⁻³⁰, near diagonals, far out, at the bottom of descents. Finding nothing proves nothing.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import mpmath
import numpy as np
import sympy
from flint import arb
from mpmath import mp
from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, S, Symbol, nan, oo, zoo

from verify.balls.evaluate import Undefined, Unsupported, enclose
from verify.balls.tape import Tape
from verify.prover.goal import Goal, Inequality
from verify.prover.language import Requirement, text
from verify.prover.statement import ALLOWED, bounds, linear_row, sign_of

Point = Mapping[Symbol, Expr]
Place = tuple[Fraction, ...]


@dataclass(frozen=True)
class Counterexample:
    """An exact point that meets all conditions and where the claim certainly fails.

    `violation` is a decimal enclosure of the claim's expression there: negative, or 0 where it was to be positive.
    """

    point: Point
    violation: str

    def __str__(self) -> str:
        return ", ".join(f"{x} = {text(v)}" for x, v in self.point.items()) + f": {self.violation}"


# --- what decides -----------------------------------------------------------------------------------------------------

_PRECISIONS = (64, 256, 1024, 4096)
_LONGEST_POWER = 100


def violation(goal: Goal, requirements: Iterable[Requirement], point: Point) -> str | None:
    """The enclosure of the claim's expression at the point if it certainly is a counterexample, else None.

    The point must give each variable an exact real value; every condition and requirement must certainly hold, every
    term must certainly be defined, and the claim must certainly fail.
    """
    if set(point) != set(goal.variables) or any(sign_of(v) is None for v in point.values()):
        return None
    exprs = [goal.shows.expr, *(g.expr for g in goal.given)]
    needed = {(r.kind, r.expr) for r in requirements}
    exprs += [expr for _, expr in needed]
    for expr in exprs:
        needed |= set(_needs(expr))
    for kind, expr in sorted(needed, key=lambda n: sympy.count_ops(n[1])):
        sign = _sign_at(expr, point)
        if sign is None or not ALLOWED[kind](sign):
            return None
    if not all(_holds_at(g, point) for g in goal.given):
        return None
    sign = _sign_at(goal.shows.expr, point)
    if sign == -1:
        return _decimal(goal.shows.expr, point)
    return "0" if sign == 0 and goal.shows.strict else None


def _holds_at(given: Inequality, point: Point) -> bool:
    sign = _sign_at(given.expr, point)
    return sign is not None and (sign > 0 or (sign == 0 and not given.strict))


def _needs(expr: Expr) -> Iterator[tuple[Any, Expr]]:
    """What the nodes of the term need to be defined as real numbers."""
    for node in sympy.preorder_traversal(expr):
        if isinstance(node, Pow):
            base, exponent = node.args
            if isinstance(exponent, Integer):
                if exponent < 0:
                    yield "!=0", base
            elif isinstance(exponent, Rational):
                yield (">=0" if exponent > 0 else ">0"), base
            else:
                yield ">0", base
        elif isinstance(node, sympy.log):
            yield ">0", node.args[0]
        elif isinstance(node, sympy.asin | sympy.acos):
            yield ">=0", 1 - node.args[0]
            yield ">=0", 1 + node.args[0]
        elif isinstance(node, sympy.acosh):
            yield ">=0", node.args[0] - 1
        elif isinstance(node, sympy.atanh):
            yield ">0", 1 - node.args[0]
            yield ">0", 1 + node.args[0]
        elif isinstance(node, sympy.tan):
            yield "!=0", sympy.cos(node.args[0])


def _sign_at(expr: Expr, point: Point) -> int | None:
    """The sign of the term at the point; None where it is not certain."""
    exact = None
    for precision in _PRECISIONS:
        found = _ball_at(expr, point, precision)
        if found is not None and found != 0 and (found > 0 or found < 0):
            return 1 if found > 0 else -1
        if precision >= 256:
            exact = exact if exact is not None else _put_in(expr, point)
            if precision == 256 and (sign := sign_of(exact)) is not None:
                return sign
    return None


def _put_in(expr: Expr, point: Point) -> Expr:
    """The constant that the term is at the point; nan if it is no real number, or too long to be written out."""
    for node in expr.atoms(Pow):
        if not node.exp.free_symbols:
            continue
        size = _ball_at(node.exp, point, 64)
        if size is None or not abs(size) <= _LONGEST_POWER:
            return S.NaN
    found = expr.xreplace(dict(point))
    return S.NaN if found.has(nan, zoo, oo, -oo, S.ImaginaryUnit) else found


def _ball_at(expr: Expr, point: Point, precision: int) -> arb | None:
    """An enclosure of the term at the point, if it can be evaluated at this precision."""
    try:
        return enclose(expr, {x: enclose(v, {}, precision) for x, v in point.items()}, precision)
    except (Undefined, Unsupported, OverflowError):
        pass
    try:  # √0 is only certain once it is exact
        return enclose(_put_in(expr, point), {}, precision) if point else None
    except (Undefined, Unsupported, OverflowError):
        return None


def _decimal(expr: Expr, point: Point) -> str | None:
    """A decimal enclosure of at least ten digits."""
    for precision in _PRECISIONS:
        found = _ball_at(expr, point, precision)
        if found is not None and found < 0 and found.rel_accuracy_bits() >= 50:
            return str(found.str(12))
    return None


# --- two arithmetics for proposals ------------------------------------------------------------------------------------


class _Doubles:
    """numpy's doubles, whole arrays at once; what is undefined is nan."""

    _HEADS: Mapping[Any, Any] = {
        sympy.exp: np.exp, sympy.log: np.log, sympy.sin: np.sin, sympy.cos: np.cos, sympy.tan: np.tan,
        sympy.sinc: lambda x: np.sinc(x / np.pi), sympy.sinh: np.sinh, sympy.cosh: np.cosh, sympy.tanh: np.tanh,
        sympy.asin: np.arcsin, sympy.acos: np.arccos, sympy.atan: np.arctan, sympy.asinh: np.arcsinh,
        sympy.acosh: np.arccosh, sympy.atanh: np.arctanh, sympy.Abs: np.abs,
        sympy.Max: lambda *xs: reduce(np.maximum, xs), sympy.Min: lambda *xs: reduce(np.minimum, xs),
    }  # fmt: skip

    @staticmethod
    def key() -> Any:
        """What the value of a constant depends on."""
        return "doubles"

    @staticmethod
    def rational(p: int, q: int = 1) -> Any:
        try:
            return np.float64(p / q)
        except OverflowError:
            return np.float64(np.inf if p > 0 else -np.inf)

    @staticmethod
    def pi() -> Any:
        return np.float64(np.pi)

    @staticmethod
    def power(x: Any, n: int) -> Any:
        return np.power(x, float(n))

    @staticmethod
    def rational_power(x: Any, p: int, q: int) -> Any:
        return np.power(x, p / q)

    @classmethod
    def function(cls, head: Any, *arguments: Any) -> Any:
        return cls._HEADS[head](*arguments)

    @staticmethod
    def finite(x: Any) -> Any:
        return x


_LARGEST = mp.mpf(10) ** 8


def _real(function: Callable[..., Any], inside: Callable[[Any], bool] = lambda x: True) -> Callable[..., Any]:
    def value(x: Any) -> Any:
        if not inside(x):
            raise Undefined("outside of the domain")
        return function(x)

    return value


class _Digits:
    """mpmath's numbers at its working precision; what is undefined or beyond all size raises Undefined."""

    _HEADS: Mapping[Any, Any] = {
        sympy.exp: _real(mp.exp, lambda x: abs(x) < _LARGEST), sympy.log: _real(mp.log, lambda x: x > 0),
        sympy.sin: _real(mp.sin), sympy.cos: _real(mp.cos), sympy.tan: _real(mp.tan), sympy.sinc: _real(mp.sinc),
        sympy.sinh: _real(mp.sinh, lambda x: abs(x) < _LARGEST),
        sympy.cosh: _real(mp.cosh, lambda x: abs(x) < _LARGEST),
        sympy.tanh: _real(mp.tanh, lambda x: abs(x) < _LARGEST), sympy.asin: _real(mp.asin, lambda x: abs(x) <= 1),
        sympy.acos: _real(mp.acos, lambda x: abs(x) <= 1), sympy.atan: _real(mp.atan),
        sympy.asinh: _real(mp.asinh), sympy.acosh: _real(mp.acosh, lambda x: x >= 1),
        sympy.atanh: _real(mp.atanh, lambda x: abs(x) < 1), sympy.Abs: abs, sympy.Max: max, sympy.Min: min,
    }  # fmt: skip

    @staticmethod
    def key() -> Any:
        """What the value of a constant depends on."""
        return "digits", mp.prec

    @staticmethod
    def rational(p: int, q: int = 1) -> Any:
        return mp.mpf(p) / q

    @staticmethod
    def pi() -> Any:
        return +mp.pi

    @staticmethod
    def power(x: Any, n: int) -> Any:
        return x**n

    @staticmethod
    def rational_power(x: Any, p: int, q: int) -> Any:
        if x < 0 or (x == 0 and p < 0):
            raise Undefined("a root of a negative number")
        return mp.root(x, q) ** p if x else x

    @classmethod
    def function(cls, head: Any, *arguments: Any) -> Any:
        return cls._HEADS[head](*arguments)

    @staticmethod
    def finite(x: Any) -> Any:
        if not mpmath.isfinite(x):
            raise Undefined("infinite")
        return x


def _weight(expr: Expr) -> Expr:
    """What the value is small against, if its summands nearly cancel."""
    if isinstance(expr, Add):
        return Add(*(_weight(a) for a in expr.args))
    if isinstance(expr, Mul):
        return Mul(*(_weight(a) for a in expr.args))
    if isinstance(expr, Pow) and isinstance(expr.exp, Integer) and expr.exp > 0:
        return Pow(_weight(expr.base), expr.exp)
    return Abs(expr)


# --- the search -------------------------------------------------------------------------------------------------------

_MANY = 20_000
_BEST = 24
_POLISH = 0.3
"""Seconds for making a counterexample simpler."""
_HOPELESS = 1e-6
"""A sum that is this large against its summands is not about to change its sign."""
_LADDER = (1, 2, 3, 4, 6, 10, 20, 50, 100, 1000, 10**4, 10**6, 10**9, 10**12, 10**16, 10**20, 10**24, 10**30, 10**36)


def find_counterexample(
    goal: Goal, requirements: Iterable[Requirement] = (), deadline: float | None = None
) -> Counterexample | None:
    """An exact point that meets the conditions and where the claim fails, if the search finds one.

    Args:
        goal: what is claimed.
        requirements: what must hold for the formulas, as they were written, to be defined.
        deadline: when to stop, as a value of `time.monotonic()`; 5 seconds from now if it is not given.
    """
    until = deadline if deadline is not None else time.monotonic() + 5
    needed = tuple(requirements)
    if not goal.variables:
        found = violation(goal, needed, {})
        return Counterexample({}, found) if found else None
    with np.errstate(all="ignore"):
        try:
            return _Search(goal, needed, until).run()
        except Unsupported:
            return None


class _Search:
    """One search; `free` are the variables that are left when equations among the conditions are solved."""

    def __init__(self, goal: Goal, requirements: tuple[Requirement, ...], until: float) -> None:
        self.goal, self.requirements, self.until = goal, requirements, until
        self.solved = _solve_equations(goal)
        self.free = tuple(x for x in goal.variables if x not in self.solved)
        given = [Inequality(self._reduced(g.expr), g.strict) for g in goal.given]
        self.given = [g for g in given if g.expr.free_symbols]
        self.value = self._reduced(goal.shows.expr)
        self.rows = [r for g in self.given if (r := linear_row(g, self.free)) is not None]
        self.approximate = [(r, _approximate(r.constant)) for r in self.rows]
        needed = [(r.kind, self._reduced(r.expr)) for r in requirements]
        kinds: list[tuple[str, Expr]] = [(">0" if g.strict else ">=0", g.expr) for g in self.given]
        self.tapes = [(kind, Tape(expr, self.free)) for kind, expr in kinds + needed]
        self.tape = Tape(self.value, self.free)
        self.weight = Tape(_weight(self.value), self.free)
        self.rng = random.Random(1)
        self.tried: set[Any] = set()
        self.ends = self._ends()

    def run(self) -> Counterexample | None:
        """The first counterexample of all stages."""
        if not self.free:
            return self.check(())
        for stage in (self.special, self.scattered, self.structured, self.polished, self.scattered, self.structured):
            if self.late():
                return None
            found = stage()
            if found is not None:
                return self.simplified(found)
        return None

    def simplified(self, found: Counterexample) -> Counterexample:
        """A counterexample with shorter numbers, if there is one nearby; otherwise the one that was found."""
        best, stop = found, min(self.until, time.monotonic() + _POLISH)
        for x in self.free:
            value = best.point[x]
            if not isinstance(value, Rational):
                continue
            here = Fraction(int(value.p), int(value.q))
            for other in sorted(set(_simpler(here)), key=lambda v: (_length(v), v)):
                if _length(other) >= _length(here) or time.monotonic() > stop:
                    break
                if better := self.check([_exact(other) if y == x else best.point[y] for y in self.free]):
                    best = better
                    break
        return best

    def late(self) -> bool:
        return time.monotonic() > self.until

    def _reduced(self, expr: Expr) -> Expr:
        for x, value in self.solved.items():
            expr = expr.xreplace({x: value})
        return expr

    def _ends(self) -> list[Expr]:
        """Ends of ranges that are not rational, as values that a coordinate may have exactly."""
        found = []
        for lo, _, hi, _ in bounds(self.goal).values():
            found += [e for e in (lo, hi) if e not in (oo, -oo) and not isinstance(e, Rational)]
        return list(dict.fromkeys(found))

    # --- deciding on one point ---

    def check(self, coordinates: Sequence[Expr | Fraction]) -> Counterexample | None:
        """The counterexample at the point, if it certainly is one."""
        exact = tuple(_exact(c) for c in coordinates)
        if exact in self.tried:
            return None
        self.tried.add(exact)
        if not self.suspect(exact):
            return None
        values = dict(zip(self.free, exact, strict=True))
        point = {x: values[x] if x in values else self._value_of(x, values) for x in self.goal.variables}
        found = violation(self.goal, self.requirements, point)
        return Counterexample(point, found) if found else None

    def _value_of(self, x: Symbol, values: dict[Symbol, Expr]) -> Expr:
        found = self._reduced(x).xreplace(values)
        return sympy.radsimp(found) if not isinstance(found, Rational) else found

    def suspect(self, point: Sequence[Expr]) -> bool:
        """Whether many digits say that the point is a counterexample, or do not say that it is none."""
        sign = self.sign(point)
        return sign is not None and (sign < 0 or (sign == 0 and self.goal.shows.strict))

    def sign(self, point: Sequence[Expr]) -> int | None:
        """The sign of the claim's expression in enough digits, 0 if they never suffice; None where it is undefined."""
        for digits in (40, 150, 450):
            with mp.workdps(digits):
                small = mp.mpf(10) ** (10 - digits)
                try:
                    values = [_Digits.finite(Tape(c, ())(_Digits, [])) for c in point]
                    if digits == 40 and not self._allowed(values, small):
                        return None
                    value, weight = self.tape(_Digits, values), self.weight(_Digits, values)
                except (Undefined, OverflowError, ValueError, ZeroDivisionError):
                    return None
            if abs(value) > small * weight:
                return 1 if value > 0 else -1
        return 0

    def _allowed(self, values: list[Any], small: Any) -> bool:
        for kind, tape in self.tapes:
            value = tape(_Digits, values)
            if kind != "!=0" and (value < -small or (kind == ">0" and value <= 0 and value < -small)):
                return False
        return True

    def simplest(self, place: Sequence[Fraction]) -> Counterexample | None:
        """A counterexample at simple numbers near the place."""
        for most in _LADDER:
            if self.late():
                return None
            if found := self.check([c.limit_denominator(most) for c in place]):
                return found
            if most in (20, 10**4) and len(place) <= 3:
                forms = [_forms(c, self.ends) for c in place]
                if any(forms):
                    choices = [[c.limit_denominator(100), *f] for c, f in zip(place, forms, strict=True)]
                    for choice in _mixed(choices):
                        if found := self.check(choice):
                            return found
        return self.check(list(place))

    # --- stages ---

    def special(self) -> Counterexample | None:
        """Simple numbers and the ends of the ranges themselves."""
        values: list[Expr] = [*self.ends, *map(Rational, ("0", "1", "1/2", "2", "-1", "1/4", "3", "1/3", "10", "-2"))]
        values += [sympy.pi / 2, sympy.pi / 4, sympy.pi / 3, sympy.pi, sympy.E]
        for lo, _, hi, _ in bounds(self.goal).values():
            values += [e for e in (lo, hi) if isinstance(e, Rational)]
            if isinstance(lo, Rational) and isinstance(hi, Rational):
                values.append((lo + hi) / 2)
        values = list(dict.fromkeys(values))
        n = len(self.free)
        points: Iterable[Sequence[Expr]] = ([v] * n for v in values)
        if n == 2:
            points = [(a, b) for a in values for b in values]
        elif n > 2:
            points = [*points, *(self.rng.choices(values, k=n) for _ in range(200))]
        stop = min(self.until, time.monotonic() + 1)
        for point in points:
            if time.monotonic() > stop:
                return None
            if found := self.check(point):
                return found
        return None

    def scattered(self) -> Counterexample | None:
        """Many random points in doubles, the best of them improved by small random steps."""
        places = self._random(_MANY)
        ratios = self._ratios(places)
        for best in self._descend(places, ratios):
            if self.late():
                return None
            if found := self.simplest([Fraction(float(c)) for c in best]):
                return found
        return None

    def structured(self) -> Counterexample | None:
        """Exact points near the ends of ranges (down to 10⁻³⁰), far out, and near diagonals."""
        stop = min(self.until, time.monotonic() + 2)
        for count, place in enumerate(self._near_ends()):
            if time.monotonic() > stop or count > 1500:
                return None
            if self.suspect([_exact(c) for c in place]) and (found := self.simplest(place)):
                return found
        return None

    def polished(self) -> Counterexample | None:
        """Minima found in doubles, improved by Newton's method to many digits."""
        try:
            slopes = [self.value.diff(x) for x in self.free]
            tapes = [Tape(s, self.free) for s in slopes]
            bends = [[Tape(s.diff(x), self.free) for x in self.free] for s in slopes]
        except (Unsupported, NotImplementedError, ValueError):
            return None
        places = self._random(_MANY // 4)
        for best in self._descend(places, self._ratios(places))[:6]:
            if self.late():
                return None
            place = self._newton([float(c) for c in best], tapes, bends)
            if place is not None and (found := self.simplest(place)):
                return found
        return None

    # --- proposing ---

    def _ratios(self, places: Any) -> Any:
        """The claim's expression against its summands at each place; inf where conditions fail."""
        columns = list(places.T)
        value = np.broadcast_to(self.tape(_Doubles, columns), places.shape[:1])
        weight = np.broadcast_to(self.weight(_Doubles, columns), places.shape[:1])
        ratios = value / np.where(weight > 0, weight, 1)
        allowed = np.isfinite(ratios)
        for kind, tape in self.tapes:
            found = tape(_Doubles, columns)
            allowed = allowed & ((found > 0) if kind == ">0" else (found >= -1e-14) if kind == ">=0" else (found != 0))
        return np.where(allowed, ratios, np.inf)

    def _random(self, count: int) -> Any:
        """Points that meet the linear conditions: one variable after the other, in the range that the others leave."""
        rng = np.random.default_rng(self.rng.randrange(2**32))
        order = list(range(len(self.free)))
        self.rng.shuffle(order)
        places = np.zeros((count, len(order)))
        for step, i in enumerate(order):
            lo, hi = np.full(count, -np.inf), np.full(count, np.inf)
            for coefficients, constant in self._usable(order[: step + 1], i):
                end = -(float(constant) + sum(float(coefficients[j]) * places[:, j] for j in order[:step]))
                end = end / float(coefficients[i])
                if coefficients[i] > 0:
                    lo = np.maximum(lo, end)
                else:
                    hi = np.minimum(hi, end)
            places[:, i] = _spread(rng, lo, hi)
            if step:
                same = rng.random(count)
                near = places[:, order[step - 1]] * (1 + np.where(same < 0.05, 0, 10.0 ** rng.uniform(-8, 0, count)))
                places[:, i] = np.where((same < 0.15) & (near >= lo) & (near <= hi), near, places[:, i])
        return places

    def _usable(self, known: Sequence[int], i: int) -> list[tuple[tuple[Fraction, ...], Fraction]]:
        """Rows that bound variable i by the known ones, the constant bounds among them."""
        found = []
        for row, constant in self.approximate:
            if row.coefficients[i] and all(c == 0 or j in known for j, c in enumerate(row.coefficients)):
                found.append((row.coefficients, constant))
        lo, _, hi, _ = bounds(self.goal)[self.free[i]]
        for end, side in ((lo, 1), (hi, -1)):
            if end not in (oo, -oo):
                unit = tuple(Fraction(side * (j == i)) for j in range(len(self.free)))
                found.append((unit, _approximate(-side * end)))
        return found

    def _descend(self, places: Any, ratios: Any) -> Any:
        """Places where the ratio is small, different ones first, after a descent by random steps."""
        rng = np.random.default_rng(self.rng.randrange(2**32))
        if not np.isfinite(ratios).any():
            return []
        order = np.argsort(ratios)
        best = places[np.concatenate([order[: _BEST // 2], rng.choice(order[: _BEST * 40], _BEST // 2)])]
        value = self._ratios(best)
        scale = 0.3
        for _ in range(60):
            steps = rng.standard_normal((8, *best.shape)) * scale
            steps *= rng.random(steps.shape) < max(0.5, 1 / best.shape[1])
            sizes = np.where(rng.random(steps.shape) < 0.5, np.abs(best), 1 + np.abs(best))
            trials = (best + steps * sizes).reshape(-1, best.shape[1])
            found = self._ratios(trials).reshape(8, -1)
            pick = found.argmin(axis=0)
            better = found[pick, np.arange(len(best))] < value
            trials = trials.reshape(8, *best.shape)
            best = np.where(better[:, None], trials[pick, np.arange(len(best))], best)
            value = np.where(better, found[pick, np.arange(len(best))], value)
            scale *= 1.1 if better.mean() > 0.3 else 0.75
        promising = [i for i in np.argsort(value) if value[i] < _HOPELESS]
        kept: list[Any] = []
        for i in promising:
            if all(np.abs(best[i] - k).max() > 1e-6 * (1 + np.abs(k).max()) for k in kept):
                kept.append(best[i])
        return kept[:8]

    def _near_ends(self) -> Iterator[Place]:
        """Exact points: each coordinate at 10⁻ᵏ from an end of its range, far out, or near another coordinate."""
        n = len(self.free)
        if n == 1:
            for move in _MOVES:
                place = self._place([0], lambda lo, hi, before, move=move: move(lo, hi))
                if place is not None:
                    yield place
            return
        for _ in range(3000):
            order = self.rng.sample(range(n), n)
            power = self.rng.choice(_POWERS)

            def choose(lo: Fraction | None, hi: Fraction | None, before: list[Fraction], k: int = power) -> Fraction:
                if before and self.rng.random() < 0.3:
                    return self.rng.choice(before) * (1 + self.rng.choice((-1, 0, 1)) * Fraction(1, 10**k))
                if self.rng.random() < 0.4:
                    return _step(lo, hi, Fraction(1, 10**k), self.rng.random() < 0.5)
                return self.rng.choice(_MOVES)(lo, hi)

            place = self._place(order, choose)
            if place is not None:
                yield place

    def _place(self, order: Sequence[int], choose: Callable[..., Fraction]) -> Place | None:
        values: dict[int, Fraction] = {}
        for step, i in enumerate(order):
            lo: Fraction | None = None
            hi: Fraction | None = None
            for coefficients, constant in self._usable(order[: step + 1], i):
                end = -(constant + sum(coefficients[j] * values[j] for j in order[:step])) / coefficients[i]
                if coefficients[i] > 0:
                    lo = end if lo is None else max(lo, end)
                else:
                    hi = end if hi is None else min(hi, end)
            if lo is not None and hi is not None and lo > hi:
                return None
            values[i] = choose(lo, hi, list(values.values()))
        return tuple(values[i] for i in range(len(order)))

    def _newton(self, start: list[float], slopes: list[Tape], bends: list[list[Tape]]) -> list[Fraction] | None:
        """A point near the start where the free derivatives vanish; coordinates at an end of their range stay there."""
        fixed: dict[int, Fraction] = {}
        for i, x in enumerate(self.free):
            lo, _, hi, _ = bounds(self.goal)[x]
            for end in (lo, hi):
                if end not in (oo, -oo) and abs(float(end) - start[i]) < 1e-7 * (1 + abs(start[i])):
                    fixed[i] = _approximate(end)
        moving = [i for i in range(len(start)) if i not in fixed]
        with mp.workdps(60):
            at = [mp.mpf(fixed[i].numerator) / fixed[i].denominator if i in fixed else mp.mpf(c)
                  for i, c in enumerate(start)]  # fmt: skip
            try:
                for _ in range(12 if moving else 0):
                    slope = mp.matrix([slopes[i](_Digits, at) for i in moving])
                    bend = mp.matrix([[bends[i][j](_Digits, at) for j in moving] for i in moving])
                    step = mp.lu_solve(bend, slope)
                    for n, i in enumerate(moving):
                        at[i] -= step[n]
                    if mp.norm(step) < mp.mpf(10) ** -45:
                        break
            except (Undefined, ZeroDivisionError, ValueError, OverflowError):
                return None
            if any(abs(a - c) > 1e-3 * (1 + abs(c)) for a, c in zip(at, start, strict=True)):
                return None
            return [fixed[i] if i in fixed else _fraction(a) for i, a in enumerate(at)]


# --- numbers ----------------------------------------------------------------------------------------------------------

_POWERS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
_FAR = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 10**2, 300, 10**3, 10**4, 10**5, 10**6, 10**9, 10**12)


def _step(lo: Fraction | None, hi: Fraction | None, size: Fraction, up: bool) -> Fraction:
    """`size` of the way from one end to the other, or that far from the only end."""
    if lo is not None and hi is not None:
        return lo + (hi - lo) * size if up else hi - (hi - lo) * size
    if lo is not None:
        return lo + size
    return hi - size if hi is not None else (size if up else -size)


def _moves() -> list[Callable[[Fraction | None, Fraction | None], Fraction]]:
    sizes = [Fraction(1, 10**k) for k in range(1, 31)] + [Fraction(i, 10) for i in range(11)]
    found: list[Any] = [lambda lo, hi, s=s, up=up: _step(lo, hi, s, up) for s in sizes for up in (True, False)]

    def far(lo: Fraction | None, hi: Fraction | None, s: int, up: bool) -> Fraction:
        if lo is not None and hi is not None:
            return lo + (hi - lo) * (Fraction(1, s + 1) if up else Fraction(s, s + 1))
        return _step(lo, hi, Fraction(s), up)

    return found + [lambda lo, hi, s=s, up=up: far(lo, hi, s, up) for s in _FAR for up in (True, False)]


_MOVES = _moves()


def _spread(rng: Any, lo: Any, hi: Any) -> Any:
    """A random number in each range: even, or close to an end on a logarithmic scale, or an end, or far out."""
    count = len(lo)
    kind = rng.random(count)
    part = np.where(kind < 0.5, rng.random(count), 10.0 ** rng.uniform(-10, 0, count))
    part = np.where(kind > 0.97, 0.0, part)
    width = np.where(np.isfinite(hi - lo), hi - lo, 1.0)
    inside = np.where(kind < 0.75, lo + part * width, hi - part * width)
    size = np.where(kind < 0.5, 10.0 ** rng.uniform(-2, 2, count), 10.0 ** rng.uniform(-10, 7, count))
    free = np.where(rng.random(count) < 0.5, size, -size)
    below, above = np.isfinite(lo), np.isfinite(hi)
    return np.where(below & above, inside, np.where(below, lo + size, np.where(above, hi - size, free)))


def _approximate(constant: Expr) -> Fraction:
    """The constant if it is rational, else a rational number a little below it."""
    if isinstance(constant, Rational):
        return Fraction(int(constant.p), int(constant.q))
    with mp.workdps(80):
        value = Tape(constant, ())(_Digits, [])
        scale = 10**60
        return Fraction(int(mp.floor(value * scale)), scale)


def _fraction(x: Any) -> Fraction:
    sign, mantissa, exponent, _ = x._mpf_
    return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)


def _exact(value: Expr | Fraction) -> Expr:
    return Rational(value.numerator, value.denominator) if isinstance(value, Fraction) else value


_LARGEST_DOUBLE = 10**300


def _length(value: Fraction) -> int:
    """How long the number is when it is written."""
    return len(str(abs(value)))


def _simpler(value: Fraction) -> Iterator[Fraction]:
    """Numbers near the value, or further from what it is close to, that are shorter to write."""
    for most in _LADDER:
        yield value.limit_denominator(most)
    sign = 1 if value > 0 else -1
    for digits in (1, 2, 3):
        if abs(value) < _LARGEST_DOUBLE:
            yield Fraction(f"{float(value):.{digits - 1}e}")
    for k in range(1, 16):
        if 10**k < abs(value):
            yield sign * Fraction(10**k)
    for anchor in {value.limit_denominator(most) for most in (1, 2, 3, 4, 10)}:
        for k in range(1, 40):
            if Fraction(1, 10**k) >= abs(value - anchor) > 0:
                yield anchor + (1 if value > anchor else -1) * Fraction(1, 10**k)


def _quadratic(value: Fraction) -> list[Expr]:
    """The root of a quadratic equation with small integer coefficients that the value is very close to."""
    if not Fraction(1, 1000) < abs(value) < 1000:
        return []
    with mp.workdps(15):
        found = mpmath.findpoly(mp.mpf(value.numerator) / value.denominator, 2, maxcoeff=30, tol=1e-11)
    if not found or len(found) < 3:
        return []
    a, b, c = map(int, found)
    roots = [(-b + s * sympy.sqrt(b * b - 4 * a * c)) / (2 * a) for s in (1, -1)] if b * b >= 4 * a * c else []
    return sorted(roots, key=lambda r: abs(float(r) - float(value)))[:1]


def _forms(value: Fraction, ends: list[Expr]) -> list[Expr]:
    """Simple exact numbers that are not rational, close to the value: ends of ranges, multiples of π, square roots."""
    if abs(value) > _LARGEST_DOUBLE:
        return []
    near = float(value)
    found = []
    for tolerance, largest in ((1e-6, 50), (3e-3, 8)):  # a place that is only roughly known is near few simple numbers
        close = tolerance * (1 + abs(near))
        found += [e for e in ends if abs(float(e) - near) < close]
        turns, square = (Fraction(v).limit_denominator(largest) for v in (near / math.pi, near * near))
        if turns and abs(float(turns) * math.pi - near) < close:
            found.append(_exact(turns) * sympy.pi)
        if square and abs(math.sqrt(square) - abs(near)) < tolerance:
            found.append((1 if near > 0 else -1) * sympy.sqrt(_exact(square)))
    found += _quadratic(value)
    return [f for f in dict.fromkeys(found) if not isinstance(f, Rational)]


def _mixed(choices: list[list[Any]]) -> Iterator[list[Any]]:
    """All ways to choose one each, the first ones only once all others were tried."""
    if not choices:
        yield []
        return
    for rest in _mixed(choices[1:]):
        for c in reversed(choices[0]):
            yield [c, *rest]


# --- equations among the conditions -----------------------------------------------------------------------------------


def _solve_equations(goal: Goal) -> dict[Symbol, Expr]:
    """Variables in terms of others, from conditions u ≥ 0 and −u ≥ 0 with u of degree 1 in one of them; in order."""
    solved: dict[Symbol, Expr] = {}
    loose = [g.expr for g in goal.given if not g.strict]
    for u in loose:
        if sympy.expand(-u) not in map(sympy.expand, loose):
            continue
        reduced = u
        for x, value in solved.items():
            reduced = reduced.xreplace({x: value})
        reduced = sympy.expand(reduced)
        for x in sorted(reduced.free_symbols, key=goal.variables.index, reverse=True):
            slope = sympy.expand(reduced.diff(x))
            if slope != 0 and x not in slope.free_symbols:
                solved[x] = -reduced.xreplace({x: S.Zero}) / slope
                break
    return solved
