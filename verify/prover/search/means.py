"""Polynomials as sums of arithmetic means less geometric ones: every monomial with a minus sign is below a mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
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
    if goal.shows.strict or not 2 <= len(used) <= _MOST_VARIABLES or not f.is_polynomial(*used):
        return
    poly = Poly(f, *used)
    if not all(c.is_Rational for c in poly.coeffs()):
        return
    terms: Terms = {e: fmpq(int(c.p), int(c.q)) for e, c in poly.terms()}
    even = [not any(g.expr == x for g in goal.given) for x in used]
    for point in _points(samples, used):
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
    """Σ cᵢmᵢ − m·Σ cᵢ = Σ cᵢm(vᵢ − 1 − log vᵢ), where vᵢ = mᵢ/m, and Σ cᵢ·log vᵢ is zero as m is the mean.

    That is where all variables are positive; where one may be zero, the cases are told apart first.
    """
    below = [e for e, c in terms.items() if c < 0]
    if len(below) != 1 or not all(any(g.expr == x for g in goal.given) for x in used):
        return
    for x in used:
        if Inequality(x, True) not in goal.given:
            yield "split", {"by": -x}
            return
    m = Mul(*(x**e for x, e in zip(used, below[0], strict=True)))
    gaps = []
    for exponents, c in terms.items():
        if c > 0:
            weight = Rational(int(c.p), int(c.q))
            v = Mul(*(x**e for x, e in zip(used, exponents, strict=True))) / m
            gaps.append(weight * m * (v - 1 - log(v)))
    yield "sum", {"terms": gaps}


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
        *(
            Rational(int(c.p), int(c.q)) * Mul(*(x**e for x, e in zip(used, exponents, strict=True)))
            for exponents, c in terms.items()
        )
    )
