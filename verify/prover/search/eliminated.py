"""What an equation says of a term: bounds of variables, and the term without those that the equation takes away."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add, Expr, Poly, PolynomialError, Pow, S, Symbol, cancel, expand, factor, oo, together

from verify.prover.bounds import ranges
from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.statement import bounds

_MOST_VARIABLES = 5


def ends(goal: Goal) -> Iterator[Move]:
    """Bounds of variables that even powers in an equation give, as conditions of their own: x ≤ 1 for x² + y² = 1."""
    if not any(u.is_polynomial(*goal.variables) for u in equations(goal)):
        return
    plain, found = ranges(goal), bounds(goal)
    positive = {x for x, r in plain.items() if r.lo == 0 and r.open_lo}
    more = []
    for x in sorted(goal.shows.expr.free_symbols, key=str):
        lo, _, hi, _ = found[x]
        strict = positive >= set(goal.variables) - {x}  # where it is at its end the others are zero
        more += [[x - lo, strict]] if plain[x].lo is None and lo != -oo else []
        more += [[hi - x, strict]] if plain[x].hi is None and hi != oo else []
    if more:
        yield "rewrite", {"given": [*([g.expr, g.strict] for g in goal.given), *more]}


def alone(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = g + (f − g), where an equation says that f is g, which has two variables less; or so for each summand of f.

    The equation is solved for a power of a variable that stands in a term in multiples of this power only: b² + c² is
    1 − a² where a² + b² + c² = 1. That f − g is zero has the equation as a factor.
    """
    f = goal.shows.expr
    if not 3 <= len(f.free_symbols) <= _MOST_VARIABLES or samples.are_equal(f, S.Zero):
        return
    for u in equations(goal):
        for parts in ([f], list(Add.make_args(f))):
            found = {t: _shortest(t, u, samples) for t in parts if len(t.free_symbols) > 1}
            gaps = [factor(together(t - g)) for t, g in found.items() if g is not None]
            if gaps and len(gaps) == len(found):
                g = Add(*(found.get(t) or t for t in parts))
                strict = {"strict": 0} if goal.shows.strict else {}
                yield "sum", {"terms": [g, *gaps], **strict}
                return


def _shortest(term: Expr, u: Expr, samples: Samples) -> Expr | None:
    """The term by the equation u = 0, with two variables less."""
    for y in sorted(u.free_symbols & term.free_symbols, key=str):
        g = _without(term, u, y)
        if g is not None and len(g.free_symbols) <= len(term.free_symbols) - 2 + _is_pair(term) and samples.defined(g):
            return g
    return None


def _is_pair(term: Expr) -> bool:
    """Whether a variable less is all that can be hoped for."""
    return len(term.free_symbols) == 2


def _without(term: Expr, u: Expr, y: Symbol) -> Expr | None:
    """The term in which the one power of the variable that the equation has is replaced by what it is."""
    try:
        rows = Poly(u, y).all_terms()
    except PolynomialError:
        return None
    powers = [(int(n), c) for (n,), c in rows if n and c != 0]
    if len(powers) != 1 or powers[0][1].free_symbols:
        return None
    ((n, c),) = powers
    value = expand(-u.subs(y, 0) / c)
    whole = {p: value ** (p.exp / n) for p in term.atoms(Pow) if p.base == y and p.exp.is_Integer and p.exp % n == 0}
    g = term.xreplace(whole | ({y: value} if n == 1 else {}))
    if y in g.free_symbols:
        return None
    g = g.replace(lambda p: isinstance(p, Pow), lambda p: expand(p.base) ** p.exp)
    return cancel(g) if g.is_rational_function() else g
