"""Sums of square roots by the inequality of Cauchy and Schwarz: Σ √u ≤ √(Σ p · Σ u/p), with weights p to be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import sympy
from sympy import Add, Expr, Pow, S, Symbol, factor, sqrt, together

from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_ROOTS = (2, 3, 4)


def below_one_root(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = r − Σ √u, where r is seen to be at least √(PQ) with P = Σ p and Q = Σ u/p.

    It is r − √P·√Q and, for each root, (p·√Q/√P + u/p·√P/√Q)/2 − √u, which is half of a square. Where an equation says
    that Q is a number, that takes its place.
    """
    return _below(goal, samples, only_numbers=False)


def below_a_number(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The same where an equation says that Q is a number, so that no other root takes the place of those that go."""
    return _below(goal, samples, only_numbers=True)


def _below(goal: Goal, samples: Samples, *, only_numbers: bool) -> Iterator[Move]:
    f = goal.shows.expr
    terms = Add.make_args(f)
    if goal.shows.strict or not samples.points:
        return
    less = [t for t in terms if _has_roots(t) and samples.signs(t) <= {-1, 0}]
    rest = f - Add(*less)
    squares = [factor(t**2) for t in less]
    if len(less) not in _ROOTS or any(_has_roots(u) for u in squares) or -1 in samples.signs(rest):
        return
    for weights in _weights(goal, len(less), samples):
        p = together(Add(*weights))
        q = factor(together(Add(*(u / w for u, w in zip(squares, weights, strict=True)))))
        number = _number(q, samples)
        if number is None and only_numbers:
            continue
        top = sqrt(q if number is None else number)
        level = rest - sqrt(p) * top
        if samples.defined(level) and -1 not in samples.signs(level):
            gaps = [
                (w * top / sqrt(p) + u / w * sqrt(p) / top) / 2 + t
                for w, u, t in zip(weights, squares, less, strict=True)
            ]
            equal = [] if number is None else [sqrt(p) * (number - q) / (2 * top)]
            yield "sum", {"terms": [*gaps, level, *equal]}
            return


def _number(q: Expr, samples: Samples) -> Expr | None:
    """The rational number that a term is by an equation, if it is seen to be one."""
    value = samples.ratio(q, S.One) if q.free_symbols and equations(samples.goal) else None
    return None if value is None else next((c for c in closed_forms(value) if c.is_Rational), None)


def _weights(goal: Goal, count: int, samples: Samples) -> Iterator[list[Expr]]:
    """All 1; the variables, or the sums of all but one of them, in every order."""
    yield [S.One] * count
    used: list[Symbol] = [x for x in goal.variables if x in goal.shows.expr.free_symbols]
    if len(used) != count or any(samples.signs(x) != {1} for x in used):
        return
    for family in (list[Expr](used), [sympy.Add(*used) - x for x in used], [1 / x for x in used]):
        yield from map(list, permutations(family))


def _has_roots(term: Expr) -> bool:
    return any(p.exp.is_Rational and not p.exp.is_Integer and p.base.free_symbols for p in term.atoms(Pow))
