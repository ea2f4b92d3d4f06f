"""Values that may be the best, proposed by numbers from a point where the statement fails slightly."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice, pairwise, product
from typing import Any

import mpmath
from sympy import Expr, Integer, Rational, Symbol, nan, oo, zoo

from verify.prover.alarm import OutOfTime, limited
from verify.prover.best.constant import Point
from verify.prover.best.family import Family
from verify.prover.bounds import ranges
from verify.prover.goal import Goal
from verify.prover.language import text
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.order import STUMBLES
from verify.prover.search.samples import Samples, function, value_of
from verify.prover.search.slopes import ends

_ROOT = 10.0
"""Seconds after which a root is given up: far from it the steps may go where numbers have no end."""


@dataclass(frozen=True)
class Candidate:
    """A value that may be the best, and the point where the statement fails first beyond it.

    `point` gives numbers and closed forms, the latter perhaps with the parameter; `ray` a direction if the point is
    only a limit.
    """

    value: Any
    point: Mapping[Symbol, Any]
    exact: Expr | None = None
    ray: Mapping[Symbol, Rational] = field(default_factory=dict)

    def points(self, parameter: Symbol, beyond: Expr, places: int) -> Iterator[Point]:
        """Exact points close to the worst one, to be tried where the parameter is slightly beyond the value."""
        if self.ray:
            for bits in (2 * places, 4 * places, places, 7 * places):
                t = Rational(1, 2**bits)
                yield {
                    x: self.ray[x] / t if v == oo else v + self.ray[x] * t if self.ray[x] else v
                    for x, v in self.point.items()
                }
            return
        fixed = {x: v.subs(parameter, beyond) for x, v in self.point.items() if isinstance(v, Expr)}
        free = {x: v for x, v in self.point.items() if x not in fixed}
        forms = [[*closed_forms(v)[:2], decimals(v, places + 10)] for v in free.values()]
        for chosen in islice(product(*forms), 12):
            yield {**fixed, **dict(zip(free, chosen, strict=True))}
        rounded = {x: decimals(v, places + 10) for x, v in free.items()}
        step = Rational(1, 10 ** (2 * places + 4))
        for signs in islice(product(*((0, 1, -1) for _ in fixed)), 1, 30):
            yield {**rounded, **{x: v + s * step for (x, v), s in zip(fixed.items(), signs, strict=True)}}


def candidates(
    family: Family, good: Rational, bad: Rational, worst: Point, digits: int, seconds: float
) -> list[Candidate]:
    """Values of the parameter between a good and a bad one where something happens, the most likely first.

    `seconds` is what the numbers of one goal may take, of which most take a small part.
    """
    found: list[Candidate] = []
    with mpmath.workdps(digits + 10):
        near = mpmath.mpf(bad.p) / bad.q
        width = abs(mpmath.mpf((bad - good).p) / (bad - good).q)
        for goal in family.open.goals:
            proposer = _Proposer(family.symbol, goal, worst, near)
            for candidate in _in_time(chain(proposer.corners(), proposer.limits()), seconds):
                gap = (near - candidate.value) * (1 if bad > good else -1)
                if -width * 1e-9 <= gap <= 20 * width + (1 + abs(near)) / 10:
                    found.append(candidate)
        simple = _simplest(min(good, bad), max(good, bad))
        if simple.q <= 12:
            found.append(Candidate(mpmath.mpf(simple.p) / simple.q, worst, simple))
        unique: dict[str, Candidate] = {}
        for candidate in found:
            key = mpmath.nstr(candidate.value, 20)
            if key not in unique:
                unique[key] = candidate
            elif unique[key].exact is None:  # the earlier one knows its worst point better
                unique[key] = replace(unique[key], exact=candidate.exact)
        # the first to fail is the furthest from the bad value, unless it is no more than spurious
        return sorted(unique.values(), key=lambda k: (abs(k.value - near) > 2 * width, -abs(k.value - near)))


def _in_time(proposed: Iterator[Candidate], seconds: float) -> list[Candidate]:
    """Those that are proposed before the time is over: a root may be sought without end."""
    found: list[Candidate] = []
    with contextlib.suppress(OutOfTime), limited(seconds):
        found.extend(proposed)
    return found


def _simplest(low: Rational, high: Rational) -> Rational:
    """The rational number with the smallest denominator in an interval."""
    for q in range(1, 13):
        p = -((-low.p * q) // low.q)
        if Rational(int(p), q) <= high:
            return Rational(int(p), q)
    return low


class _Proposer:
    """Proposes values of the parameter where one goal begins to fail, from a point where it fails slightly."""

    def __init__(self, parameter: Symbol, goal: Goal, worst: Point, near: Any) -> None:
        self.c, self.goal, self.near = parameter, goal, near
        self.variables = tuple(x for x in goal.variables if x != parameter and x in worst)
        self.start = {x: mpmath.mpf(mpmath.mpmathify(worst[x].evalf(mpmath.mp.dps))) for x in self.variables}
        f = goal.shows.expr
        slope = f.diff(parameter)
        # where the term is a − b·C, the parameter that makes it zero is a/b
        self.ratio = (parameter - f / slope).subs(parameter, 0) if slope != 0 and not slope.has(parameter) else None

    def corners(self) -> Iterator[Candidate]:
        """Points where each variable is at an end of its range or critical, and the term is zero."""
        samples = Samples(self.goal)
        choices = [[None, *dict.fromkeys(end for end, _ in ends(self.goal, x, samples))] for x in self.variables]
        for chosen in islice(product(*choices), 100):
            ended = {x: end for x, end in zip(self.variables, chosen, strict=True) if end is not None}
            f = self.goal.shows.expr
            try:
                for _ in ended:  # ends may be made of other variables
                    f = f.subs(ended)
                    ended = {x: end.subs({y: e for y, e in ended.items() if y != x}) for x, end in ended.items()}
            except STUMBLES:
                continue
            free = tuple(x for x in self.variables if x not in ended)
            if f.has(nan, zoo, oo) or self.c not in f.free_symbols or f.free_symbols - {*free, self.c}:
                continue
            if not free and self.ratio is not None and self.c not in f.diff(self.c).free_symbols:
                exact = (-f.subs(self.c, 0) / f.diff(self.c)).simplify()
                value = value_of(function(exact, ()), ())
                if value is not None and _has_text(exact):
                    yield Candidate(value, ended, exact)
                    continue
            yield from self._solved(f, free, ended)

    def _solved(self, f: Expr, free: tuple[Symbol, ...], ended: dict[Symbol, Expr]) -> Iterator[Candidate]:
        """Where f and its derivatives vanish; of a homogeneous f one variable is kept."""
        for kept in (None, *free) if len(free) > 1 else (None,):
            at = {kept: decimals(self.start[kept], 3)} if kept is not None else {}
            g, rest = f.subs(at), tuple(x for x in free if x != kept)
            unknown = (*rest, self.c)
            functions = [function(g, unknown), *(function(g.diff(x), unknown) for x in rest)]
            start = (*(self.start[x] for x in rest), self.near)
            try:
                with limited(_ROOT):
                    root = mpmath.findroot(
                        lambda *point, functions=functions: [h(*point) for h in functions],
                        start,
                        tol=mpmath.mpf(10) ** (20 - 2 * mpmath.mp.dps),
                        maxsteps=40,
                    )
            except (OutOfTime, *STUMBLES):
                continue
            values = [mpmath.re(v) for v in (root if isinstance(root, mpmath.matrix) else [root])]
            point = {**dict(zip(rest, values, strict=False)), **at, **ended}
            if self._meets(point, values[-1]):
                yield Candidate(values[-1], point)
                return

    def _meets(self, point: Mapping[Symbol, Any], value: Any) -> bool:
        """Whether a point lies in the closed domain, as far as numbers tell."""
        numbers = {x: v for x, v in point.items() if not isinstance(v, Expr)}
        unknown = (*numbers, self.c)
        for x, v in point.items():
            if isinstance(v, Expr):
                number = value_of(function(v, unknown), (*numbers.values(), value))
                if number is None:
                    return False
                numbers = {**numbers, x: number}
                unknown = (*numbers, self.c)
        for g in self.goal.given:
            gap = value_of(function(g.expr, unknown), (*numbers.values(), value))
            if gap is None or gap < -(mpmath.mpf(10) ** -20):
                return False
        return True

    def limits(self) -> Iterator[Candidate]:
        """Limits towards a point on a ray: simple ones close by, ends of ranges, and infinity."""
        if not self.variables or any(self.c in g.expr.free_symbols for g in self.goal.given):
            return
        for point in islice(product(*(self._simple(x) for x in self.variables)), 30):
            towards = dict(zip(self.variables, point, strict=True))
            for ray in self._rays(towards):
                value = self._limit(towards, ray)
                if value is not None:
                    yield Candidate(value, towards, None, ray)
                    break

    def _simple(self, x: Symbol) -> list[Any]:
        """Simple values close to where the statement fails."""
        here, r = self.start[x], ranges(self.goal)[x]
        found: list[Any] = []
        for end in (r.lo, r.hi):
            if end is not None and abs(here - mpmath.mpmathify(end.evalf(30))) < 0.1 * (1 + abs(here)):
                found.append(end)
        if (r.hi if here > 0 else r.lo) is None:
            found.append(oo)
        near = Fraction(mpmath.nstr(here, 15)).limit_denominator(6)
        if abs(here - mpmath.mpf(near.numerator) / near.denominator) < 0.05 * (1 + abs(here)):
            found.append(Rational(near.numerator, near.denominator))
        return list(dict.fromkeys([*found, decimals(here, 3)]))

    def _rays(self, towards: Mapping[Symbol, Any]) -> Iterator[dict[Symbol, Rational]]:
        """Directions from a point: to where the statement fails, and along each axis."""
        steps = {}
        for x, v in towards.items():
            gap = self.start[x] if v == oo else self.start[x] - mpmath.mpmathify(v.evalf(mpmath.mp.dps))
            steps[x] = gap
        size = max(abs(v) for x, v in steps.items())
        if size > mpmath.mpf(10) ** -15:
            yield {
                x: Integer(1 if v > 0 else -1) if towards[x] == oo else decimals(v / size, 2) for x, v in steps.items()
            }
        for axis in self.variables:
            for s in (1, -1):
                yield {x: Integer(s if x == axis else 0) for x in self.variables}

    def _limit(self, towards: Mapping[Symbol, Any], ray: Mapping[Symbol, Rational]) -> Any | None:
        """The limit of the parameter at which the term is zero, extrapolated."""
        digits = mpmath.mp.dps
        f = function(self.ratio if self.ratio is not None else self.goal.shows.expr, (*self.variables, self.c))
        inside = [(function(g.expr, self.variables), g.strict) for g in self.goal.given]
        terms: list[Any] = []
        with mpmath.workdps(6 * digits):
            at = {x: v if v == oo else mpmath.mpmathify(v.evalf(6 * digits)) for x, v in towards.items()}
            steps = {x: mpmath.mpf(r.p) / r.q for x, r in ray.items()}
            guess = self.near
            for k in range(6, 26):
                t = mpmath.mpf(2) ** -k
                point = tuple(steps[x] / t if v == oo else v + steps[x] * t for x, v in at.items())
                for g, strict in inside:
                    gap = value_of(g, point)
                    if gap is None or (gap <= 0 if strict else gap < 0):
                        return None
                value = value_of(f, (*point, mpmath.mpf(0))) if self.ratio is not None else _root(f, point, guess)
                if value is None:
                    return None
                guess = value
                terms.append(value)
            return _extrapolated(terms)


def _root(f: Any, point: tuple[Any, ...], near: Any) -> Any | None:
    """The parameter close to a value at which f is zero at a point."""
    try:
        return mpmath.re(mpmath.findroot(lambda c: f(*point, c), near, tol=0, verify=False, maxsteps=40))
    except STUMBLES:
        return None


def _extrapolated(terms: list[Any]) -> Any | None:
    """The limit of a sequence with a power series in 2⁻ᵏ, or of one that Shanks's transformation sums."""
    rows = list(terms)
    previous = rows[-1]
    for j in range(1, len(terms)):
        rows = [b + (b - a) / (2**j - 1) for a, b in pairwise(rows)]
        if abs(rows[-1] - previous) < mpmath.mpf(10) ** -35:
            return rows[-1]
        previous = rows[-1]
    try:
        table = mpmath.shanks(terms)
        limit, other = table[-1][-1], table[-2][-1]
    except STUMBLES:
        return None
    return limit if abs(limit - other) < mpmath.mpf(10) ** -25 else None


def _has_text(term: Expr) -> bool:
    try:
        text(term)
    except ValueError:
        return False
    return True


def decimals(value: Any, places: int) -> Rational:
    """A number to this many decimals."""
    with mpmath.workdps(places + 30):
        return Rational(int(mpmath.nint(value * mpmath.mpf(10) ** places)), 10**places)
