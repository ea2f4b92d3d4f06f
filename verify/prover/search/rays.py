"""Surfaces that each ray meets once: F is positive beyond F = 0, as is seen once the goal's bound makes it a form.

Let F be a polynomial whose terms of low degree are negative and those of high degree positive, and all variables not
negative. Where a form L is above 1, L^m·F is at least the homogeneous sum H of the F_d·L^(D − d), termwise if m is
between. So a + b + c <= 3 on a² + b² + c² + abc = 4, as 27·F(3v/(a + b + c)) is a form, and not negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sympy import Add, Expr, Mul, Poly, Symbol, expand

from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_MOST_VARIABLES, _LARGEST_DEGREE = 5, 12


class _Compared(NamedTuple):
    """L^m·F = H + |L − 1|·rest, with a rest that is not negative where L and the variables are not."""

    power: int
    form: Expr
    rest: Expr


def turned_around(goal: Goal, samples: Samples) -> Iterator[tuple[Move, Move]]:
    """Cases by a goal L <= 1 or L >= 1, and that the equation does not hold on the other side."""
    f = goal.shows.expr
    row = _bound(f) if not goal.shows.strict and equations(goal) else None
    if row is None or not samples.points:
        return
    for n, g in enumerate(goal.given):
        if not g.strict and {expand(g.expr), expand(-g.expr)} & {*equations(goal)}:
            compared = _compared(-g.expr, row._replace(above=not row.above), goal)
            if compared is not None and -1 not in samples.signs(compared.form):
                yield ("split", {"by": f}), ("contradiction", {"condition": n})


def beyond(goal: Goal, samples: Samples) -> Iterator[Move]:
    """F = (H + |L − 1|·rest)/L^m, where a condition says on which side of 1 L is."""
    for g in goal.given if goal.shows.strict else ():
        row = _bound(g.expr) if g.strict else None
        compared = None if row is None else _compared(goal.shows.expr, row, goal)
        if row is not None and compared is not None and -1 not in samples.signs(compared.form):
            over, beside = row.form**-compared.power, row.form - 1 if row.above else 1 - row.form
            yield "sum", {"terms": [compared.form * over, beside * compared.rest * over], "strict": 1}
            return


def forms(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The form H without a power of L that it is divided by, and without conditions that are no forms."""
    f = goal.shows.expr
    rows = [] if goal.shows.strict else [_bound(g.expr) for g in goal.given if g.strict]
    form = next((row.form for row in rows if row is not None), None)
    if form is None or not f.is_rational_function(*_used(f)):
        return
    powers = [p for p in Mul.make_args(f) if p.is_Pow and p.base == form and p.exp.is_negative]
    if powers:
        (p,) = powers
        yield "product", {"factors": [[f / p, 1, "+"], [form, int(p.exp), "+"]]}
    elif _is_form(f, _used(f)):
        rest = [g for g in goal.given if _is_form(g.expr, _used(g.expr))]
        yield "rewrite", {"given": [[g.expr, g.strict] for g in rest]}


def _is_form(f: Expr, used: list[Symbol]) -> bool:
    return bool(f.is_polynomial(*used) and Poly(f, *used).is_homogeneous)


class _Bound(NamedTuple):
    """L − 1 if `above`, else 1 − L, but for a positive factor."""

    form: Expr
    above: bool


def _bound(f: Expr) -> _Bound | None:
    """How a term compares a form with positive coefficients to a number."""
    used = _used(f)
    if not 2 <= len(used) <= _MOST_VARIABLES or not f.is_polynomial(*used):
        return None
    poly = Poly(f, *used)
    constant = poly.coeff_monomial(1)
    if not constant.is_Rational or constant == 0:
        return None
    form = Poly(1 - f / constant, *used)
    if not form.is_homogeneous or not all(c.is_Rational and c > 0 for c in form.coeffs()):
        return None
    return _Bound(form.as_expr(), above=bool(constant < 0))


def _compared(f: Expr, bound: _Bound, goal: Goal) -> _Compared | None:
    """The comparison for a polynomial F that is positive on that side, as far as degrees and signs say.

    Below 1, where L may vanish, it is one without a power of L.
    """
    form, used = bound.form, _used(f)
    signed = all({Inequality(x, True), Inequality(x, False)} & {*goal.given} for x in used)
    if not signed or set(used) != set(_used(form)) or not f.is_polynomial(*used):
        return None
    poly = Poly(f, *used)
    step, top = int(Poly(form, *used).total_degree()), int(poly.total_degree())
    parts: dict[int, list[Expr]] = {}
    for exponents, c in poly.terms():
        if not c.is_Rational or top > _LARGEST_DEGREE or (top - sum(exponents)) % step:
            return None
        monomial = Mul(c, *(x**n for x, n in zip(used, exponents, strict=True)))
        parts.setdefault((top - sum(exponents)) // step, []).append(monomial)
    signs = {k: {bool(m.as_coeff_Mul()[0] > 0) for m in ms} for k, ms in parts.items()}
    if any(len(s) > 1 for s in signs.values()) or len(parts) < 2:
        return None
    positive, negative = ([k for k, s in signs.items() if s == {side}] for side in (True, False))
    if not positive or not negative or (max(positive) > min(negative) if bound.above else max(negative) > 0):
        return None
    power = max(positive) if bound.above else 0
    whole = {k: Add(*ms) for k, ms in parts.items()}
    rest = [
        (u if k in positive else -u) * Add(*(form**n for n in range(min(k, power), max(k, power))))
        for k, u in whole.items()
    ]
    return _Compared(power, expand(Add(*(u * form**k for k, u in whole.items()))), Add(*rest))


def _used(f: Expr) -> list[Symbol]:
    return sorted(f.free_symbols, key=str)


MOVES = (forms, beyond)
"""Once a goal is turned around, in this order."""
