"""Divergences as sums over outcomes, which are shown apart, with their shares of what the probabilities add up to."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import (
    Add,
    Dummy,
    Expr,
    Poly,
    PolynomialError,
    Pow,
    S,
    Symbol,
    apart,
    cancel,
    expand,
    expand_mul,
    fraction,
    log,
    simplify,
    together,
)

from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_LARGEST = 120
"""Operations of a term that is taken apart."""
_ONE_PAIR = 2
_MOST_VARIABLES = 8

Part = tuple[Expr, tuple[Expr, Expr]]
"""What belongs to one outcome, and its probabilities under the two distributions."""


def outcomes(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ g(pᵢ, qᵢ), where the pᵢ add up to a number, and the qᵢ, as terms g(p, q) − λp − μq of one outcome each.

    The multipliers λ and μ are 0, or have the slopes vanish on the diagonal p = q, where divergences are zero. Of two
    outcomes the second has the probabilities 1 − p and 1 − q.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if goal.shows.strict or not _is_bent(f) or f.count_ops() > _LARGEST or not samples.points:
        return
    if not _ONE_PAIR <= len(used) <= _MOST_VARIABLES or len(used) % 2:
        return
    parts = _of_two(f, used) if len(used) == _ONE_PAIR else _of_several(goal, f, used)
    for sloped in (False, True) if parts else ():
        terms, sums = [], dict.fromkeys(equations(goal), S.Zero)
        for part, pair in parts or ():
            slopes = _slopes_on_the_diagonal(part, pair) if sloped else [S.Zero, S.Zero]
            if slopes is None:
                return
            terms.append(part - slopes[0] * pair[0] - slopes[1] * pair[1])
            for slope, x in zip(slopes, pair, strict=True):
                sums |= {u: slope / c for u in sums if (c := u.diff(x)).is_Rational and c != 0}
        rest = expand(f - Add(*terms) - Add(*(c * u for u, c in sums.items())))
        rest = cancel(together(rest)) if rest.is_rational_function() else rest
        if (
            len(terms) >= _ONE_PAIR
            and not rest.free_symbols
            and all(-1 not in samples.signs(t) for t in (*terms, rest))
        ):
            yield "sum", {"terms": [t for t in (*terms, *(c * u for u, c in sums.items()), rest) if t != 0]}
            return


def second(goal: Goal, samples: Samples) -> Iterator[Move]:
    """1 − u and 1 − v for p and q, where the term has forms of these in its logarithms, roots and denominators only."""
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    bases = [base for t in _summands(f) for base in _bases(t)] if len(used) == _ONE_PAIR else []
    if bases and _is_bent(f) and all(_is_of_first(base, used) is False for base in bases):
        data: dict[str, list[list[Expr | bool]]] = {"forward": [], "inverse": []}
        for x in used:
            u = new_variable(goal, x, (row[0] for row in data["inverse"]))
            data["forward"].append([x, 1 - u])
            data["inverse"].append([u, 1 - x])
        yield "substitute", data


def _is_bent(f: Expr) -> bool:
    """Whether there are roots or logarithms."""
    return f.has(log) or any(p.base.free_symbols and not p.exp.is_Integer for p in f.atoms(Pow))


def _slopes_on_the_diagonal(part: Expr, pair: tuple[Expr, Expr]) -> list[Expr] | None:
    """The slopes in both probabilities where these are equal, if they are the same all along."""
    u, v = (Dummy(positive=True) for _ in pair)
    back = {x: w if p == x else 1 - w for p, w in zip(pair, (u, v), strict=True) for x in p.free_symbols}
    f = part.subs(back, simultaneous=True)
    slopes = [simplify(f.diff(w).subs(v, u)) for w in (u, v)]
    return None if any(slope.free_symbols or not slope.is_finite for slope in slopes) else slopes


def _summands(f: Expr) -> list[Expr]:
    """What a term is the sum of, with products of sums multiplied out, but not inside of functions."""
    return [u for t in Add.make_args(f) for u in Add.make_args(expand_mul(t, deep=False))]


def _of_several(goal: Goal, f: Expr, used: list[Symbol]) -> list[Part] | None:
    """The summands that have a pair of variables, one of each of two equations, and no others."""
    tied = [u for u in equations(goal) if u.is_polynomial(*used) and Poly(u, *used).total_degree() == 1]
    if len(tied) != _ONE_PAIR or len(used) != sum(len(u.free_symbols) for u in tied):
        return None
    found: dict[frozenset[Symbol], Expr] = {}
    for term in _summands(f):
        if len(term.free_symbols) == _ONE_PAIR:
            found[frozenset(term.free_symbols)] = found.get(frozenset(term.free_symbols), S.Zero) + term
    pairs = {symbols: tuple(x for u in tied for x in used if x in symbols & u.free_symbols) for symbols in found}
    if sorted((x for symbols in found for x in symbols), key=str) != sorted(used, key=str):
        return None
    for term in _summands(f):
        if len(term.free_symbols) == 1:
            (symbols,) = (s for s in found if term.free_symbols <= s)
            found[symbols] += term
        elif len(term.free_symbols) > _ONE_PAIR:
            return None
    return [(part, (pairs[s][0], pairs[s][1])) for s, part in found.items()]


def _of_two(f: Expr, used: list[Symbol]) -> list[Part] | None:
    """What has p and q in roots, logarithms and denominators, and what 1 − p and 1 − q; of the rest each has half."""
    terms = _summands(f)
    rational = Add(*(t for t in terms if t.is_rational_function(*used)))
    try:
        for x in () if rational.is_polynomial(*used) else used:
            rational = Add(*(apart(together(t), x) for t in Add.make_args(rational)))
    except (PolynomialError, NotImplementedError):
        return None
    shares = {True: S.Zero, False: S.Zero}
    for term in (
        *(t for t in terms if not t.is_rational_function(*used)),
        *Add.make_args(expand(rational, deep=False)),
    ):
        if not term.free_symbols:
            continue
        owners = {_is_of_first(base, used) for base in _bases(term)}
        if len(owners) > 1 or None in owners:
            return None
        for owner in shares:
            shares[owner] += term / 2 if not owners else term if owner in owners else S.Zero
    return [(shares[True], (used[0], used[1])), (shares[False], (1 - used[0], 1 - used[1]))]


def _bases(term: Expr) -> list[Expr]:
    """What logarithms, roots and denominators of a summand are taken of."""
    powers = [p for p in term.atoms(Pow) if not (p.exp.is_Integer and p.exp.is_positive)]
    return [n.args[0] for n in (*term.atoms(log), *powers) if n.args[0].free_symbols]


def _is_of_first(base: Expr, used: list[Symbol]) -> bool | None:
    """Whether it is a form of p and q, or one of 1 − p and 1 − q; None for neither."""
    rows = [t for t in fraction(together(base)) if t.free_symbols]
    for owner, at in ((True, 0), (False, 1)):
        if all(expand(t.subs(dict.fromkeys(used, at))) == 0 for t in rows):
            return owner
    return None


MOVES = (outcomes, second)
