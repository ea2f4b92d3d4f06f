"""Roots removed: by powers of both sides, by squares, by new variables, by what they are between."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from sympy import (
    Add,
    Expr,
    Mul,
    Poly,
    PolynomialError,
    Pow,
    Rational,
    Symbol,
    exp,
    expand,
    factor,
    fraction,
    log,
    rem,
    sqrt,
    together,
)  # fmt: skip

from verify.balls.arithmetic import Arb
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.rules.plain import follows
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_LARGEST_POWER, _MOST_IN_LOGARITHMS = 6, 12
"""Of both sides, as it is multiplied out, and where logarithms are compared."""
_LONGEST = 400
"""Operations of a sum that is still taken apart by one of its roots: of longer ones factors take seconds."""


def whole_powers(goal: Goal, samples: Samples) -> Iterator[Move]:
    """u − v as (uⁿ − vⁿ) over uⁿ⁻¹ + uⁿ⁻²v + …, where u or v is a product of roots that this makes whole.

    Where v is not positive it is a case of its own. Square roots of which there is one alone are left to surds, which
    ask for no sign of the other side; but for one of a term with exponentials or logarithms, which surds multiply out.
    """
    f = goal.shows.expr
    terms = Add.make_args(f)
    if goal.shows.strict and f.is_Pow and f.exp == 2 and f.base.is_Add and _under_roots(f):
        yield "product", {"factors": [[f.base, 2, "+"]]}  # as is left of a quotient that is to be defined
        return
    if len(terms) < 2 or not _under_roots(f) or equations(goal):
        return
    if goal.shows.strict and all(samples.signs(t) == {1} for t in terms):
        yield "sum", {"terms": list(terms), "strict": 0}
        return
    like = {t: sum(samples.signs(u) == samples.signs(t) for u in terms) for t in terms}
    apart = sorted(terms, key=lambda t: (like[t], *_of_sums_first(t)))  # alone on its side: then all are positive
    for term in apart if len(terms) > 2 else apart[:1]:  # of two each is the rest of the other
        rest = f - term
        n = math.lcm(_index(term), _index(rest))
        signs = samples.signs(term)
        is_between_roots = min(_index(term), _index(rest)) > 1
        bent = any(b.has(exp, log) for b in _under_roots(term))
        most = _MOST_IN_LOGARITHMS if is_between_roots else _LARGEST_POWER
        if not (2 if bent else 3) <= n <= most or signs >= {-1, 1}:
            continue
        u, v = (term, -rest) if signs <= {0, 1} else (rest, -term)
        if -1 in samples.signs(u):
            continue
        below = Inequality(-v, goal.shows.strict)
        if below in goal.given or (bent and follows(Goal(goal.variables, goal.given, below), Arb)):
            yield "sum", {"terms": [u, -v], "strict": 1}
            continue
        positive = Goal(goal.variables, goal.given, Inequality(v, True))
        if is_between_roots and (n > _LARGEST_POWER or not follows(positive, Arb)):
            yield "logs", {"larger": u, "smaller": v}
            continue
        gap = u**n - expand(v**n) if bent else _power(u, n) - _power(v, n)
        if len(_under_roots(gap)) >= len(_under_roots(f)):
            continue
        if not follows(positive, Arb):
            least = [x for x in goal.variables if x in v.free_symbols and _may_be_zero(goal, x)]
            for by in least[:1] if _under_roots(v) else [v]:  # where that is zero, so may be all
                yield "split", {"by": -by}
            if least and _under_roots(v):
                continue
        if -1 not in samples.signs(v):
            over = Add(*(u ** (n - 1 - k) * v**k for k in range(n)))
            yield "product", {"factors": [[gap, 1, "+"], [over, -1, "+"]]}
        if is_between_roots:
            yield "logs", {"larger": u, "smaller": v}


def _of_sums_first(term: Expr) -> tuple[int, int, str]:
    """Roots of sums have to be alone to go; powers of roots of variables are polynomials in these."""
    bases = _under_roots(term)
    return -sum(not b.is_Symbol for b in bases), -len(bases), str(term)


def _power(term: Expr, n: int) -> Expr:
    """The power multiplied out, but for the denominator of a quotient."""
    top, bottom = fraction(together(term))
    return expand(top**n) / bottom**n


def _may_be_zero(goal: Goal, x: Symbol) -> bool:
    return Inequality(x, False) in goal.given and Inequality(x, True) not in goal.given


def of_powers(goal: Goal) -> Iterator[Move]:
    """tᵏ for the n-th root of tⁿᵏ, where a condition says that t is not negative."""
    signed = {g.expr for g in goal.given}
    f = goal.shows.expr
    roots = [p for p in f.atoms(Pow) if p.exp.is_Rational and isinstance(p.base, Pow) and p.base.base in signed]
    new = {p: p.base.base ** (p.base.exp * p.exp) for p in roots if p.base.exp.is_Rational}
    if new:
        yield "rewrite", {"shows": f.xreplace(new)}


def linear_radicands(goal: Goal) -> Iterator[Move]:
    """x = (tⁿ − b)/a for a root of ax + b of an order above 2, with what is not negative as the new variable t.

    That leaves a polynomial where there is one such root. Square roots are left to surds and to certificates of
    polynomials, which remove them as they stand.
    """
    f = goal.shows.expr
    powers = [p for p in f.atoms(Pow) if p.exp.is_Rational and not p.exp.is_Integer and p.base.free_symbols]
    order = {base: math.lcm(*(p.exp.q for p in powers if p.base == base)) for base in {p.base for p in powers}}
    for base in sorted((b for b, n in order.items() if 2 < n <= _LARGEST_POWER and b.is_Add), key=str):
        n = order[base]
        for x in sorted(base.free_symbols, key=str):
            a = base.diff(x)
            if a.is_Rational and not any(x in other.free_symbols for other in order if other != base):
                t: Symbol = new_variable(goal, x)
                back = [[t, base ** Rational(1, n)]]
                value = expand((t**n - base) / a + x)
                yield "substitute", {"forward": [[x, value]], "inverse": back, "given": [[t, False]]}
                return


def signs_told(goal: Goal) -> Iterator[Move]:
    """That variables are positive of which there is a root of a product, where x > 0 is plain from 0 < y <= x.

    So that √(xy) is read as √x·√y, of which the conditions have to say it in as many words.
    """
    bases = [b for b in _under_roots(goal.shows.expr) if b.is_Mul]
    factors = {x for b in bases for x in (f.as_base_exp()[0] for f in Mul.make_args(b)) if x.is_Symbol}
    told = {g.expr for g in goal.given}
    unsaid = [Inequality(x, True) for x in goal.variables if x in factors - told]
    new = [g for g in unsaid if follows(Goal(goal.variables, goal.given, g), Arb)]
    if new:
        yield "rewrite", {"given": [[g.expr, g.strict] for g in (*goal.given, *new)]}


def apart(goal: Goal) -> Iterator[Move]:
    """√(uv) as √u·√v, where there are √u and √v as well: √(1 − x²) beside √(1 + x) and √(1 − x)."""
    f = goal.shows.expr
    roots = [p for p in f.atoms(Pow) if p.exp.is_Rational and not p.exp.is_Integer and p.base.free_symbols]
    bases = {p.base for p in roots}
    new: dict[Expr, Expr] = {}
    for p in roots:
        rest = bases - {p.base}
        pair = next(((u, v) for u, v in combinations(sorted(rest, key=str), 2) if expand(u * v - p.base) == 0), None)
        if pair is not None:
            new[p] = Mul(*(u**p.exp for u in pair))
    if new:
        yield "rewrite", {"shows": f.xreplace(new)}


def zeros(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A variable that may be zero, where a root of several then vanishes, as a case of its own: slopes end there."""
    bases = [b for b in _under_roots(goal.shows.expr) if len(b.free_symbols) > 1]
    for x in goal.variables:
        if _may_be_zero(goal, x) and any(b.subs(x, 0) == 0 for b in bases if x in b.free_symbols):
            yield "split", {"by": -x}
            return


def numerators(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The numerator of a quotient with roots: to remove a root from it takes lower powers than from the whole.

    So it is with what an equation makes of a term, of which the denominator has more variables than the numerator.
    """
    f = goal.shows.expr
    if not (_under_roots(f) if f.is_Add else equations(goal)):
        return
    top, bottom = fraction(together(f))
    if bottom.free_symbols:
        signs = samples.signs(bottom)
        if signs in ({1}, {-1}):
            sign = "+" if signs == {1} else "-"
            yield "product", {"factors": [[top, 1, sign], [bottom, -1, sign]]}


def between(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Geometric means of two by the smaller of these, where it is known which that is, and where that is enough.

    So √(pq) + √((1 − p)(1 − q)) is at least q + (1 − p) for p >= q.
    """
    for f in dict.fromkeys((goal.shows.expr, goal.shows.expr.expand())):
        terms = []
        for term in Add.make_args(f):
            number, root = term.as_coeff_Mul()
            bases = _of_root(root)
            least = _lesser(goal, *bases) if len(bases) == 2 and number.is_positive else None
            if least is not None:
                terms.append(number * (root - least))
        rest = f - Add(*terms)
        if terms and len(_under_roots(rest)) < len(_under_roots(f)) and -1 not in samples.signs(rest):
            yield "sum", {"terms": [rest, *terms], **({"strict": 0} if goal.shows.strict else {})}
            return


def surds(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Squares for a sum with one square root."""
    f = goal.shows.expr
    if f.count_ops() > _LONGEST:
        return
    roots = {p.base for p in f.atoms(Pow) if p.exp.is_Rational and p.exp.q == 2 and p.base.free_symbols}
    for c in sorted(roots, key=lambda n: (n.count_ops(), str(n))):
        place = Symbol("place_", real=True)
        g = f.replace(
            lambda n, c=c: isinstance(n, Pow) and n.base == c and n.exp.is_Rational and n.exp.q == 2,
            lambda n, place=place: place**n.exp.p,
        )
        try:
            top, bottom = fraction(together(g))
            remainder = rem(Poly(top, place), Poly(place**2 - c, place)).as_expr()
            under = rem(Poly(bottom, place), Poly(place**2 - c, place)).as_expr()
        except (PolynomialError, NotImplementedError):
            continue
        if place in under.free_symbols:
            under, remainder = bottom.subs(place, sqrt(c)), remainder.subs(place, sqrt(c))
            signs = samples.signs(under)
            if len(signs) == 1 and 0 not in signs:
                sign = "+" if signs == {1} else "-"
                yield "product", {"factors": [[remainder, 1, sign], [under, -1, sign]]}
            continue
        b = factor(expand(remainder).coeff(place, 1) / under)
        a = factor(expand(remainder).coeff(place, 0) / under)
        if -1 not in samples.signs(a):
            yield "surd", {"a": a, "b": b, "c": c, "larger": "a"}
        if -1 not in samples.signs(b):
            yield "surd", {"a": a, "b": b, "c": c, "larger": "b"}
        for term in (a, b):
            numerator = fraction(term)[0]
            if samples.signs(numerator) >= {-1, 1} and numerator.is_polynomial(*goal.variables):
                yield "split", {"by": numerator}


def _of_root(root: Expr) -> tuple[Expr, ...]:
    """The factors under a square root, as of √(pq) or √p·√q."""
    powers = [p.as_base_exp() for p in Mul.make_args(root)]
    if any(k != Rational(1, 2) for _, k in powers):
        return ()
    return tuple(factor for base, _ in powers for factor in Mul.make_args(base))


def _lesser(goal: Goal, u: Expr, v: Expr) -> Expr | None:
    """The one of two terms that a condition says is at most the other one."""
    known = {expand(g.expr) for g in goal.given}
    return next((b for a, b in ((u, v), (v, u)) if expand(a - b) in known and b.is_polynomial()), None)


def are_several(goal: Goal) -> bool:
    """Whether there are several square roots in the term, or any where all is in one variable.

    Polynomials lose these one after the other, in fewer terms than surds.
    """
    f = goal.shows.expr
    roots = {p.base for p in f.atoms(Pow) if p.exp.is_Rational and p.exp.q == 2 and p.base.free_symbols}
    return len(roots) > 1 or bool(roots and len(f.free_symbols) == 1)


def _under_roots(term: Expr) -> set[Expr]:
    """The terms with variables of which there are roots."""
    return {p.base for p in term.atoms(Pow) if p.exp.is_Rational and not p.exp.is_Integer and p.base.free_symbols}


def _index(term: Expr) -> int:
    """The least power of a product that has no roots of terms with variables; 1 for a sum."""
    powers = [p.as_base_exp() for p in Mul.make_args(term)]
    return math.lcm(1, *(int(e.q) for base, e in powers if e.is_Rational and base.free_symbols))


MOVES = (zeros, whole_powers)
"""Those that are tried early, in this order."""
