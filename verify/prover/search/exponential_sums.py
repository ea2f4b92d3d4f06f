"""Sums of exponentials with variable rates: over one of them, and then by a slope with one term less.

That is how Laguerre shows Descartes' rule of signs: where r is a rate beside a change of sign, the slope of f/exp rx
has one change of sign less than f. From x = 0 on, where f vanishes, it says which sign f has. Sums of powers of a
variable with variable exponents are such sums of its logarithm.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sympy import Add, Expr, Mul, Pow, S, Symbol, exp, expand, log

from verify.prover.goal import Goal
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_FEWEST, _MOST = 3, 6
"""Two terms are compared by their logarithms."""

Terms = dict[Expr, Expr]
"""Coefficients by rates."""


def of_logarithm(goal: Goal, samples: Samples) -> Iterator[Move]:
    """x = exp t for a positive variable of powers only, whose sum vanishes at 1; first, on which side of 1 it is."""
    f = goal.shows.expr
    for x in sorted(f.free_symbols, key=str) if samples.points and f.has(Pow) else ():
        terms = _terms(f, x, powers=True) if samples.signs(x) == {1} else None
        if terms is None or not samples.are_equal(Add(*terms.values()), S.Zero):
            continue
        side = samples.side(x - 1)
        if side is None:
            yield "split", {"by": x - 1, "closed": True}
            return
        t = new_variable(goal, x)
        strict = any(g.strict and expand(g.expr - side * (x - 1)) == 0 for g in goal.given)
        data = {"forward": [[x, exp(t)]], "inverse": [[t, log(x)]], "given": [[side * t, strict]]}
        yield "substitute", data
        return


def over_one(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = exp rx·g, and g from 0 on, where it vanishes and its slope has one sign; first, which rates are larger."""
    f = goal.shows.expr
    for x in sorted(f.free_symbols, key=str) if samples.points and f.has(exp) else ():
        terms = _terms(f, x, powers=False) if samples.signs(x) in ({1}, {-1}) else None
        if terms is None or not samples.are_equal(Add(*terms.values()), S.Zero):
            continue
        rates: list[Expr] = list(terms)
        mixed = [d - e for d, e in combinations(rates, 2) if samples.signs(d - e) >= {-1, 1}]
        if mixed:
            yield "split", {"by": mixed[0], "closed": True}
            return
        side = 1 if 1 in samples.signs(x) else -1
        order = sorted(rates, key=lambda d: sum(1 in samples.signs(d - e) for e in rates))
        found = [r for r in _beside_changes(order, terms, samples) if _slope_has_sign(x, terms, r, side, samples)]
        if S.Zero in found:
            strict = {"strict": "slope"} if goal.shows.strict else {}
            yield "monotone", {"variable": x, "end": S.Zero, "side": side, **strict}
        elif found:
            g = Add(*(c * exp(expand((r - found[0]) * x)) for r, c in terms.items()))
            yield "product", {"factors": [[exp(found[0] * x), 1, "+"], [g, 1, "+"]]}
        return


def _beside_changes(order: list[Expr], terms: Terms, samples: Samples) -> list[Expr]:
    """The rates of terms with a neighbour of the other sign; none where a coefficient has no sign."""
    signs = [samples.signs(terms[r]) for r in order]
    if any(s not in ({1}, {-1}) for s in signs):
        return []
    changes = [n for n in range(1, len(signs)) if signs[n - 1] != signs[n]]
    return [order[k] for k in sorted({k for n in changes for k in (n - 1, n)})]


def _slope_has_sign(x: Symbol, terms: Terms, rate: Expr, side: int, samples: Samples) -> bool:
    """Whether f/exp rx is seen to rise with the distance from 0."""
    slope = Add(*(c * (r - rate) * exp(expand((r - rate) * x)) for r, c in terms.items()))
    return samples.defined(slope) and -side not in samples.signs(slope)


def _terms(f: Expr, x: Symbol, *, powers: bool) -> Terms | None:
    """The sum as one of exponentials of multiples of x, or of powers of x; None where it is none or no rate varies."""
    found: Terms = {}
    for term in Add.make_args(expand(f)):
        own = [n for n in Mul.make_args(term) if x in n.free_symbols]
        if powers:
            rows = [n.as_base_exp() for n in own]
            if any(base != x or x in e.free_symbols for base, e in rows):
                return None
            rate = expand(Add(*(e for _, e in rows)))
        else:
            whole = expand(Add(*(n.args[0] for n in own if isinstance(n, exp))))
            rate = whole.coeff(x, 1)
            if not all(isinstance(n, exp) for n in own) or expand(whole - rate * x) != 0:
                return None
        found[rate] = found.get(rate, S.Zero) + Mul(*(n for n in Mul.make_args(term) if n not in own))
    found = {r: c for r, c in found.items() if c != 0}
    return found if _FEWEST <= len(found) <= _MOST and any(r.free_symbols for r in found) else None


MOVES = (of_logarithm, over_one)
