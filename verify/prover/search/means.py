"""Polynomials as sums of arithmetic means less geometric ones: every monomial with a minus sign is below a mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import lcm, prod
from typing import Any

import sympy
from flint import fmpq
from sympy import Add, Expr, Mul, Poly, Rational, Symbol, log

from verify.prover.goal import Goal, Inequality
from verify.prover.polynomial.reading import read, to_json
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.simplex import nonnegative

_MOST_WEIGHTS = 48
_MOST_VARIABLES = 8
_STEPS = 60
_LARGEST_POWER = 60
_FEWEST = 4
"""With fewer variables a mean less a monomial is left to sums of squares."""

Exponents = tuple[int, ...]
Terms = dict[Exponents, fmpq]


def means(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ c(Σ λᵢmᵢ − m) + what is left, with weights λ of means: the exponents of m are the mean of those of the mᵢ.

    The monomials mᵢ are not negative. All of them are taken to be equal where f vanishes: where all variables are 1, or
    where f is seen to touch zero.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if not 2 <= len(used) <= _MOST_VARIABLES or not f.is_polynomial(*used):
        return
    poly = Poly(f, *used)
    if not all(c.is_Rational for c in poly.coeffs()):
        return
    terms: Terms = {e: fmpq(int(c.p), int(c.q)) for e, c in poly.terms()}
    even = [not any(g.expr == x for g in goal.given) for x in used]
    for point in _points(samples, used) if not goal.shows.strict else ():
        if (parts := _parts(_scaled(terms, point), even)) is not None:
            back = [fmpq(1) / p for p in point]
            sums = [_expression(_scaled(part, back), used) for part in parts]
            if len(sums) > 1:
                yield "sum", {"terms": sums}
            elif (squares := _of_cubes(goal, terms, used)) is not None:
                yield "polynomial", {"method": "squares", "data": {"terms": squares}}
            elif len(used) >= _FEWEST and set(point) == {fmpq(1)}:
                yield from _by_logarithms(goal, terms, used)
            return
    yield from _by_logarithms(goal, terms, used)


def _of_cubes(goal: Goal, terms: Terms, used: list[Symbol]) -> list[dict[str, Any]] | None:
    """c(p³ + q³ + r³ − 3pqr)/3 as c(p + q + r)((p − q)² + (q − r)² + (r − p)²)/6, for monomials p, q, r ≥ 0 (Hurwitz).

    A monomial is a square times variables of which a condition says that they are not negative.
    """
    below = [(e, -c) for e, c in terms.items() if c < 0]
    weights = [(e, 3 * c / below[0][1]) for e, c in terms.items() if c > 0] if len(below) == 1 else []
    if any(w.q != 1 for _, w in weights) or any(k % 3 for e, _ in weights for k in e):
        return None
    numbers = [tuple(k // 3 for k in e) for e, w in weights for _ in range(int(w.p))]
    system = read(goal)
    if len(numbers) != 3 or not all(m in used for m in system.meanings):
        return None
    places = [used.index(m) for m in system.meanings]
    roots = [system.ring.from_dict({tuple(e[n] for n in places): fmpq(1)}) for e in numbers]
    gaps = [u - v for u, v in combinations(roots, 2) if u != v]
    known = [g.polynomial for g in system.known]
    found = []
    for e in numbers:
        odd = [x for x, n in zip(system.ring.gens(), places, strict=True) if e[n] % 2]
        if not all(x in known for x in odd):
            return None
        half = system.ring.from_dict({tuple(e[n] // 2 for n in places): fmpq(1)})
        gram = [[str(below[0][1] / 6) if i == j else "0" for j in range(len(gaps))] for i in range(len(gaps))]
        basis = [to_json(half * gap) for gap in gaps]
        found.append({"weight": [known.index(x) for x in odd], "basis": basis, "gram": gram})
    return found


def _by_logarithms(goal: Goal, terms: Terms, used: list[Symbol]) -> Iterator[Move]:
    """Σ cᵢmᵢ − cm = cm·Σ λᵢ(vᵢ − 1 − log vᵢ) + cm·Σ λᵢ·log(cᵢ/(λᵢc)), where vᵢ = cᵢmᵢ/(λᵢcm) and m is ∏ mᵢ^λᵢ.

    So is every mean with weights λ decided, wherever it is zero. That is where all variables are positive; where one
    may be zero, the cases are told apart first.
    """
    below = [e for e, c in terms.items() if c < 0]
    if len(below) != 1 or not all(any(g.expr == x for g in goal.given) for x in used):
        return
    found = next(_decided(terms, below[0]), None)
    if found is None or (goal.shows.strict and found[1] == 1):
        return
    for x in used:
        if Inequality(x, True) not in goal.given:
            yield "split", {"by": -x}
            return
    weights, rate = found
    m = _expression({below[0]: -terms[below[0]]}, used)
    gaps: list[Expr] = []
    for exponents, weight in weights.items():
        v = _expression({exponents: terms[exponents] / weight}, used) / m
        gaps.append(_rational(weight) * m * (v - 1 - log(v)))
    if rate > 1:
        gaps.append(m * log(_rational(rate)) / _steps(weights))
    gaps += [_expression({e: c}, used) for e, c in terms.items() if c > 0 and e not in weights]
    yield "sum", {"terms": gaps, **({"strict": len(weights)} if goal.shows.strict else {})}


def _decided(terms: Terms, below: Exponents) -> Iterator[tuple[Terms, fmpq]]:
    """Weights λ of monomials of which the one with a minus sign is the mean, and ∏ (cᵢ/(λᵢc))^(nλᵢ) ≥ 1 with whole nλᵢ.

    First those in proportion to the coefficients, which are right where all monomials are equal.
    """
    c = -terms[below]
    above = {e: a for e, a in terms.items() if a > 0}
    rows: list[tuple[list[int | fmpq], int | fmpq]] = [([1] * len(above), 1)]
    rows += [([e[n] for e in above], k) for n, k in enumerate(below)]
    solved = nonnegative(rows, _STEPS)
    for weights in ([a / c for a in above.values()], solved or []):
        chosen = {e: w for e, w in zip(above, weights, strict=False) if w > 0}
        if not chosen or any(sum(k * w for k, w in zip(row, weights, strict=True)) != value for row, value in rows):
            continue
        n = _steps(chosen)
        if n <= _LARGEST_POWER:
            rate = prod(((terms[e] / (w * c)) ** int(w * n) for e, w in chosen.items()), start=fmpq(1))
            if rate >= 1:
                yield chosen, rate


def _steps(weights: Terms) -> int:
    """The number whose products with all the weights are whole."""
    return lcm(*(int(w.q) for w in weights.values()))


def _rational(q: fmpq) -> Rational:
    return Rational(int(q.p), int(q.q))


def _points(samples: Samples, used: list[Symbol]) -> Iterator[list[fmpq]]:
    yield [fmpq(1)] * len(used)
    for place in samples.touched or []:
        values = [place[x] for x in used]
        if all(v.is_Rational and v > 0 for v in values) and set(values) != {sympy.S.One}:
            yield [fmpq(int(v.p), int(v.q)) for v in values]


def _scaled(terms: Terms, by: list[fmpq]) -> Terms:
    """The polynomial in variables that are 1 at the place."""
    found: Terms = {}
    for exponents, c in terms.items():
        scale = fmpq(1)
        for e, b in zip(exponents, by, strict=True):
            scale *= b**e
        found[exponents] = c * scale
    return found


def _parts(terms: Terms, even: list[bool]) -> list[Terms] | None:
    """A mean less a monomial for each that may be negative, and what is left of the others; None if there are none."""
    above = {e: c for e, c in terms.items() if c > 0 and not any(k % 2 and v for k, v in zip(e, even, strict=True))}
    below = {e: abs(c) for e, c in terms.items() if e not in above}
    if not below or len(above) * len(below) > _MOST_WEIGHTS:
        return None
    pairs = [(b, a) for b in below for a in above]
    rows: list[tuple[list[int | fmpq], int | fmpq]] = []
    for b, c in below.items():
        for n in range(len(b) + 1):  # the exponents, and the weights themselves
            row: list[int | fmpq] = [(1 if n == len(b) else a[n]) if other == b else 0 for other, a in pairs]
            rows.append((row + [0] * len(above), c * (1 if n == len(b) else b[n])))
    for k, (a, c) in enumerate(above.items()):
        shared: list[int | fmpq] = [int(other == a) for _, other in pairs]
        rows.append((shared + [int(n == k) for n in range(len(above))], c))
    weights = nonnegative(rows, _STEPS)
    if weights is None:
        return None
    found = []
    for b in below:
        mean = {a: w for (other, a), w in zip(pairs, weights, strict=False) if other == b and w != 0}
        found.append({**mean, b: terms[b]})
    rest = {a: w for a, w in zip(above, weights[len(pairs) :], strict=True) if w != 0}
    return found + ([rest] if rest else [])


def _expression(terms: Terms, used: list[Symbol]) -> Expr:
    return Add(
        *(_rational(c) * Mul(*(x**e for x, e in zip(used, exponents, strict=True))) for exponents, c in terms.items())
    )
