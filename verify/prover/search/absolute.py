"""Absolute values of functions that have the sign of a simpler term, as atan u that of u: the sign of that as cases."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Abs, Add, Expr, S, asin, asinh, atan, atanh, erf, exp, log, sinh, tanh

from verify.prover.goal import Goal, Inequality
from verify.prover.search.equations import is_settled
from verify.prover.search.moves import Move

_ODD = (asin, asinh, atan, atanh, erf, sinh, tanh)
"""Functions that are odd and rise."""
_RISING = (*_ODD, exp, log)


def signs_of_arguments(goal: Goal) -> Iterator[Move]:
    """Cases by u for |h(u)| where h(u) has the sign of u; where that is told, the sign of h(u).

    The branches of |h(u)| itself would say no more than h(u) ≥ 0, from which no range of a variable can be read.
    """
    terms = (goal.shows.expr, *(g.expr for g in goal.given))
    nodes = sorted(set[Expr]().union(*(t.atoms(Abs) for t in terms)), key=lambda n: (n.count_ops(), str(n)))
    for (value,) in (n.args for n in nodes):
        u, side = _of_one_sign_with(value)
        if u == value or not u.free_symbols:
            continue
        told = next((s for s in (1, -1) if is_settled(goal, s * u)), None)
        if told is None:
            yield "split", {"by": u}
            return
        known = Inequality(told * side * value, Inequality(told * u, True) in goal.given)
        if not {known, Inequality(known.expr, True)} & {*goal.given}:
            yield "rewrite", {"given": [[g.expr, g.strict] for g in (*goal.given, known)]}
            return


def _of_one_sign_with(term: Expr) -> tuple[Expr, int]:
    """A simpler term and 1 if it has the same sign everywhere, −1 if it has the opposite one."""
    factor, rest = term.as_coeff_Mul()
    if factor.is_negative:
        u, side = _of_one_sign_with(-term)
        return u, -side
    if isinstance(rest, _ODD):
        return _of_one_sign_with(rest.args[0])
    if isinstance(rest, log):
        return _of_one_sign_with(rest.args[0] - 1)
    rows = [(c, *_value(part)) for c, part in (part.as_coeff_Mul() for part in Add.make_args(rest))]
    if len(rows) == 2:  # a·(h(u) − h(v))
        (a, h, u), (b, other, v) = rows
        if a == -b and h is other and h is not None:
            return _of_one_sign_with(a * (u - v))
    return rest, 1


def _value(term: Expr) -> tuple[type | None, Expr]:
    """The function that rises and its argument; 1 is exp 0."""
    if term == 1:
        return exp, S.Zero
    return (type(term), term.args[0]) if isinstance(term, _RISING) else (None, term)
