"""Moves by what the conditions settle: variables that an equation gives, branches that are known, contradictions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import sympy
from sympy import Abs, Expr, Max, Min, Pow, S, Symbol

from verify.balls.arithmetic import Arb
from verify.prover.bounds import ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.rules.plain import follows
from verify.prover.search.forms import tidy
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.statement import bounds, sign_of

_LARGEST = 80
"""Operations of a term that is multiplied out where it may be a difference of logarithms."""
_LARGEST_POWER = 12
"""Logarithms times more than this one, all together, are not made into powers."""


def solved(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A variable in terms of the others, where an equation has it in the first degree, times a factor of one sign.

    What the term is divided by is told again in the others, if it has angles: sin(π − b − c) is written sin(b + c)
    then, of which it is no longer plain that it is not zero.
    """
    for u in equations(goal):
        for x in sorted(u.free_symbols & goal.shows.expr.free_symbols, key=str):
            slope = sympy.expand(u).diff(x)
            if x in slope.free_symbols or not (samples.signs(slope) in ({1}, {-1}) or slope.is_Rational):
                continue
            value = sympy.factor(x - u / slope)
            if x not in value.free_symbols:
                divisors = {d.subs(x, value) for d in _divisors(goal.shows.expr, x)}
                signs = {d: samples.signs(d) for d in divisors}
                told = [[-d if signs[d] == {-1} else d, True] for d in sorted(divisors, key=str) if len(signs[d]) == 1]
                yield "substitute", {"forward": [[x, value]], "inverse": [], "given": told}
                return


def pinned(goal: Goal) -> Iterator[Move]:
    """A number for a variable that conditions hold at it, as in the case x <= 0 of x >= 0."""
    for u in equations(goal):
        for x in u.free_symbols & goal.shows.expr.free_symbols if len(u.free_symbols) == 1 else ():
            slope = sympy.diff(u, x)
            if slope.is_Rational:
                yield "substitute", {"forward": [[x, sympy.expand(x - u / slope)]], "inverse": []}
                return


def cleared(goal: Goal) -> Iterator[Move]:
    """An equation of quotients times their denominators, which are plainly positive: p + q = pq for 1/p + 1/q = 1."""
    for u in equations(goal):
        top, bottom = sympy.fraction(sympy.together(u)) if not u.is_polynomial(*goal.variables) else (u, S.One)
        if not bottom.free_symbols or not top.is_polynomial(*goal.variables):
            continue
        if any(x not in sympy.expand(u).diff(x).free_symbols for x in u.free_symbols):
            continue  # it is solved for that one as it stands
        if not follows(Goal(goal.variables, goal.given, Inequality(bottom, True)), Arb):
            continue
        for g in goal.given:
            if not g.strict and (sign := _ratio_of_signs(g.expr, u)) and goal.shows.expr == sign * top:
                yield "product", {"factors": [[g.expr, 1, "+"], [bottom, 1, "+"]]}
                return
        kept = [[g.expr, g.strict] for g in goal.given if g.strict or not _ratio_of_signs(g.expr, u)]
        yield "rewrite", {"given": [*kept, [top, False], [-top, False]]}
        return


def _ratio_of_signs(term: Expr, other: Expr) -> int:
    """1 for equal terms, −1 for opposite ones, 0 for others."""
    return next((sign for sign in (1, -1) if sympy.expand(term - sign * other) == 0), 0)


def _divisors(f: Expr, x: Symbol) -> set[Expr]:
    """What the term is divided by, and the cosines of tangents, where that has an angle with the variable."""
    bases = {p.base for p in f.atoms(Pow) if p.exp.is_negative}
    cosines = {sympy.cos(t.args[0]) for t in f.atoms(sympy.tan)}
    return {d for d in bases | cosines if any(x in w.free_symbols for w in d.atoms(sympy.sin, sympy.cos))}


def settled_branches(goal: Goal) -> Iterator[Move]:
    """Absolute values, maxima and minima of which the conditions say plainly which branch they are.

    Where maxima and minima are nested, they are told apart by splits until all is settled: a branch that takes the
    place of one alone may be absorbed by what is around it, which is more than a rule can see.
    """
    f = goal.shows.expr
    needed: list[Expr] = []
    known: dict[Expr, tuple[Expr, list[Expr]]] = {}
    nested = any(inner.atoms(Max, Min) for node in f.atoms(Max, Min) for inner in node.args)
    while nodes := [
        n for n in sorted(f.atoms(Abs, Max, Min), key=str) if not any(a.has(Abs, Max, Min) for a in n.args)
    ]:
        few = [n for n in nodes if nested or len(n.args) <= 2]
        known = {n: branch for n in few if (branch := _branch(goal, n)) is not None}
        f = f.xreplace({n: value for n, (value, _) in known.items()})
        needed += [term for _, terms in known.values() for term in terms if term.free_symbols]
        if not nested or len(known) < len(nodes):
            break
    if f != goal.shows.expr and not (nested and nodes):
        new = [
            term for term in dict.fromkeys(needed) if not {Inequality(term, s) for s in (True, False)} & {*goal.given}
        ]
        kept = [[g.expr, g.strict] for g in goal.given]
        yield "rewrite", {"given": [*kept, *([term, False] for term in new)]} if new else {"shows": f}
    elif nested:
        gaps = [a - b for n in nodes if n not in known and not isinstance(n, Abs) for a, b in combinations(n.args, 2)]
        for gap in gaps:
            if not is_settled(goal, gap) and not is_settled(goal, -gap):
                yield "split", {"by": gap, "closed": True}
                return


def _branch(goal: Goal, node: Expr) -> tuple[Expr, list[Expr]] | None:
    """The branch of the node that the conditions settle, and what is not negative then: all pairs in order."""
    if isinstance(node, Abs):
        (u,) = node.args
        return next(((value, [value]) for value in (u, -u) if is_settled(goal, value)), None)
    sign = 1 if isinstance(node, Max) else -1
    needed, best = [], node.args[0]
    for a, b in combinations(node.args, 2):
        gap = next((gap for gap in (a - b, b - a) if is_settled(goal, gap)), None)
        if gap is None:
            return None
        needed.append(gap)
    for a in node.args[1:]:
        best = a if sign * (a - best) in needed else best
    return best, needed


def is_settled(goal: Goal, term: Expr) -> bool:
    """Whether the term is plainly not negative, or equations bound it below by 0."""
    if follows(Goal(goal.variables, goal.given, Inequality(term, False)), Arb):
        return True
    if not equations(goal):
        return False
    place = Symbol("place_", real=True)
    equal = (Inequality(place - term, False), Inequality(term - place, False))
    low = bounds(Goal((*goal.variables, place), (*goal.given, *equal), goal.shows))[place][0]
    return sign_of(low) in (0, 1)


def is_linear(term: Expr) -> bool:
    """Whether the term is linear in its variables, of which there are some: it has one sign on each side of a plane."""
    return bool(term.free_symbols) and all(term.diff(x).is_number for x in term.free_symbols)


def apart(goal: Goal) -> Iterator[Move]:
    """Cases for d² > 0, with d linear in its variables: d > 0 or d < 0."""
    for g in goal.given:
        d = g.expr.base if g.strict and isinstance(g.expr, Pow) and g.expr.exp == 2 else S.Zero
        if not is_linear(d):
            continue
        sign = next((s for s in (d, -d) if {Inequality(s, True), Inequality(s, False)} & {*goal.given}), None)
        if sign is None:
            pair = sorted(d.free_symbols, key=str)
            if len(pair) == 2 and d in (pair[0] - pair[1], pair[1] - pair[0]):
                yield "order", {"pair": pair}  # where they may be exchanged
            yield "split", {"by": d}
            return
        if goal.shows == Inequality(sign, True):  # which polynomials show
            return
        rest = [[other.expr, other.strict] for other in goal.given if other.expr not in (g.expr, sign)]
        yield "rewrite", {"given": [*rest, [sign, True]]}
        return


def contradictions(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A condition that does not hold where the others do, if no point was found that meets all of them."""
    if not samples.points and not goal.shows.expr.is_Rational:
        for n, g in enumerate(goal.given):
            if -g.expr not in [other.expr for other in goal.given]:
                yield "contradiction", {"condition": n}


def opposed(goal: Goal) -> Iterator[Move]:
    """A condition that says the opposite of another one, word for word, as of branches of |u| where u ≥ 0 is known."""
    terms = {g.expr for g in goal.given}
    for n, g in enumerate(goal.given):
        if g.strict and -g.expr in terms:
            yield "contradiction", {"condition": n}
            return


def turned_around(goal: Goal, samples: Samples) -> Iterator[tuple[Move, Move]]:
    """Cases by the goal itself, and of the one where it fails, which condition of higher degree fails then too.

    Not where no point is known to meet the conditions, as then one of these is contradicted as it is.
    """
    f = goal.shows.expr
    failing = Inequality(-f, not goal.shows.strict)
    if not samples.points or not f.is_polynomial(*goal.variables) or failing in goal.given:
        return
    for n, g in enumerate(goal.given):
        if g.expr.is_polynomial(*goal.variables) and _degree(g.expr, goal) > _degree(f, goal):
            yield ("split", {"by": -f if goal.shows.strict else f}), ("contradiction", {"condition": n})


def _degree(term: Expr, goal: Goal) -> int:
    return int(sympy.Poly(term, *goal.variables).total_degree())


def compared_exponents(goal: Goal) -> Iterator[Move]:
    """From a·exp u ≥ b·exp v, that u − v + log a/b ≥ 0; and that by cases, as the other one contradicts it."""
    found = [(n, gap) for n, g in enumerate(goal.given) if (gap := _exponents(g.expr)) is not None]
    for n, gap in found:
        if sympy.expand(gap - goal.shows.expr) == 0 and (goal.given[n].strict or not goal.shows.strict):
            yield "split", {"by": gap}
            return
    kept = [[g.expr, g.strict] for g in goal.given]
    new = [[gap, goal.given[n].strict] for n, gap in found if Inequality(gap, goal.given[n].strict) not in goal.given]
    if new:
        yield "rewrite", {"given": [*kept, *new]}


def _exponents(condition: Expr) -> Expr | None:
    """What the logarithms of the two sides differ by, for a difference of two exponentials with rational factors."""
    rows = [term.as_coeff_Mul() for term in sympy.Add.make_args(sympy.expand(condition))]
    rows = sorted(rows, key=lambda row: row[0], reverse=True) if all(c.is_Rational for c, _ in rows) else []
    if len(rows) != 2 or not rows[0][0] > 0 > rows[1][0]:
        return None
    (a, u), (b, v) = rows
    if not all(e == 1 or isinstance(e, sympy.exp) for e in (u, v)) or u == v:
        return None
    return sympy.expand(sympy.log(u) - sympy.log(v) + sympy.log(-a / b))


def compared_logarithms(goal: Goal, samples: Samples) -> Iterator[Move]:
    """From U ≥ V, that log U − log V ≥ 0: U/V − 1 ≥ 0 is shown first, and what contradicts it is a case of its own."""
    f = goal.shows.expr
    n = _multiple(f)
    over = without_logarithms(n * f) or _between_ends(goal, n * f)
    if over is None or over.has(sympy.log) or any(p.exp.free_symbols for p in over.atoms(Pow)):
        return
    if samples.points and tidy(f, samples) != f:
        return
    if n != 1:
        yield "product", {"factors": [[sympy.expand(n * f), 1, "+"], [1 / n, 1, "+"]]}
        return
    condition = Inequality(over - 1, goal.shows.strict)
    if condition not in goal.given:
        yield "rewrite", {"given": [[g.expr, g.strict] for g in (*goal.given, condition)]}
    elif Inequality(-f, not goal.shows.strict) in goal.given:
        rest = tuple(g for g in goal.given if g != condition)
        positive = sorted((Inequality(u.args[0], True) for u in f.atoms(sympy.log) if u.free_symbols), key=str)
        unsaid = [g for g in positive if not follows(Goal(goal.variables, rest, g), Arb)]
        if unsaid:  # else nothing would say that there are these logarithms
            yield "rewrite", {"given": [[g.expr, g.strict] for g in (*goal.given, *unsaid)]}
        else:
            yield "contradiction", {"condition": goal.given.index(condition)}
    else:
        yield "split", {"by": -f if goal.shows.strict else f}


def known_logarithms(goal: Goal) -> Iterator[Move]:
    """Logarithms of both sides of U ≥ V, where a condition says that log U − log V ≥ 0."""
    for g in goal.given if goal.shows.expr.is_polynomial(*goal.variables) else ():
        over = without_logarithms(g.expr) if g.expr.has(sympy.log) and (g.strict or not goal.shows.strict) else None
        if over is not None:
            u, v = sympy.fraction(sympy.together(over))
            if sympy.expand(u - v - goal.shows.expr) == 0:
                yield "logs", {"larger": u, "smaller": v}


def _multiple(f: Expr) -> Expr:
    """The positive number that makes the rational factors of logarithms integers without a common divisor."""
    rows = (term.as_coeff_Mul() for term in sympy.Add.make_args(sympy.expand(f)))
    numbers = [c for c, rest in rows if c.is_Rational and isinstance(rest, sympy.log)]
    common = math.gcd(*(int(c.p) for c in numbers)) or 1
    return S(math.lcm(1, *(int(c.q) for c in numbers))) / common


def without_logarithms(f: Expr) -> Expr | None:
    """U/V for log U − log V, a sum of multiples of logarithms and of variables, if it is rational in exponentials.

    Else there was a reason to take the logarithm; not where it stands alone.
    """
    alone, node = f.as_coeff_Mul()
    if isinstance(node, sympy.log) and alone in (1, -1):
        return node.args[0] ** alone
    if f.count_ops() > _LARGEST or any(p.exp.free_symbols for p in f.atoms(Pow)):
        return None
    terms = sympy.Add.make_args(sympy.expand(f))
    quotient: Expr = S.One
    power, exponents = 0, {x for n in f.atoms(sympy.exp) for x in n.free_symbols}
    for factor, rest in (term.as_coeff_Mul() for term in terms):
        if isinstance(rest, sympy.log) and factor.is_Integer and _is_rational(rest.args[0]):
            quotient *= rest.args[0] ** factor
            power += abs(factor) if rest.free_symbols else 0
        elif rest == 1 or rest.is_Symbol:
            quotient *= sympy.exp(factor * rest)
            exponents |= rest.free_symbols
        else:
            return None
    bases = quotient.replace(sympy.exp, lambda _: S.One).free_symbols
    return quotient if 1 <= power <= _LARGEST_POWER and not exponents & bases else None


def _between_ends(goal: Goal, f: Expr) -> Expr | None:
    """∏ uᵏ·exp(r) for Σ k·log u + r in one variable with both ends, if a u is transcendental and r is a polynomial.

    As log(x/sin x), which has no Taylor series at 0 that is seen, where x and sin x have.
    """
    used = f.free_symbols
    if len(used) != 1 or not all(ranges(goal)[x].finite for x in used):
        return None
    rows = [term.as_coeff_Mul() for term in sympy.Add.make_args(sympy.expand(f))]
    logs = [(k, u.args[0]) for k, u in rows if isinstance(u, sympy.log) and k.is_Integer and u.free_symbols]
    rest = f - sympy.Add(*(k * sympy.log(u) for k, u in logs))
    waves = [u for _, u in logs if u.has(sympy.Function)]
    if not waves or not sympy.expand(rest).is_polynomial() or sum(abs(k) for k, _ in logs) > _LARGEST_POWER:
        return None
    return sympy.Mul(sympy.exp(rest), *(u**k for k, u in logs))


def _is_rational(base: Expr) -> bool:
    """Whether a term has no logarithms and no powers but integer ones, exponentials apart."""
    return not base.has(sympy.log) and all(p.exp.is_Integer for p in base.atoms(sympy.Pow))
