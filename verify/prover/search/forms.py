"""Moves that keep the variables: factors, logarithms, roots and quotients taken apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy
from sympy import Abs, Expr, Max, Min, Poly, PolynomialError, S, Symbol, factor_list, fraction, together

from verify.prover.goal import Goal, Inequality
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_ALGEBRAIC_SLOPE = (sympy.log, sympy.atan, sympy.asin, sympy.acos, sympy.asinh, sympy.acosh, sympy.atanh)
_TRANSCENDENTAL = (sympy.log, sympy.exp, sympy.atan, sympy.asin, sympy.acos, sympy.asinh, sympy.acosh, sympy.atanh)


def kinks(goal: Goal) -> Iterator[Move]:
    """Absolute values, maxima and minima, one at a time."""
    for term in (goal.shows.expr, *(g.expr for g in goal.given)):
        nodes = term.atoms(Abs, Max, Min)
        if nodes:
            yield "unfold", {"node": min(nodes, key=lambda n: (n.count_ops(), str(n)))}
            return


def identities(goal: Goal, samples: Samples) -> Iterator[Move]:
    """0, or what a condition says of, for a term that is the same everywhere, as far as seen."""
    f = goal.shows.expr
    if f == 0 or samples.are_equal(f, S.Zero):
        if f != 0 and not goal.shows.strict:
            yield "rewrite", {"shows": S.Zero}
        return
    known = [g.expr for g in goal.given if g.strict or not goal.shows.strict]
    for other in known:
        if other.free_symbols == f.free_symbols and other.has(sympy.Function) and samples.are_equal(f, other):
            yield "rewrite", {"shows": other}
            return


def factored(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The term as a product of factors with a sign."""
    f = goal.shows.expr.replace(sympy.tan, lambda u: sympy.sin(u) / sympy.cos(u))
    if not f.has(sympy.sin, sympy.cos):
        f = f.replace(sympy.tanh, lambda u: sympy.sinh(u) / sympy.cosh(u))
    try:
        top, bottom = fraction(together(f))
        constant, rows = factor_list(top)
        below, under = factor_list(bottom)
    except (PolynomialError, NotImplementedError, ValueError, TypeError):
        return
    if len(rows) == 1 and rows[0][1] == 1:  # as it stands it is easier to enclose than multiplied out
        rows, constant = [(top, 1)], S.One
    factors = [_whole(p, n) for p, n in rows] + [_whole(p, -n) for p, n in under]
    scale = constant / below
    if len(factors) < 2 and (not factors or abs(factors[0][1]) == 1) and scale in (1, -1):
        return
    table: list[list[Any]] = []
    for p, n in factors:
        signs = samples.signs(p)
        if n % 2 == 0 and (n < 0 or not goal.shows.strict):
            table.append([p, int(n), ""])
        elif signs <= {0, 1}:
            table.append([p, int(n), "+"])
        elif signs <= {-1, 0}:
            table.append([p, int(n), "-"])
        else:
            return
    if scale != 1:
        table.append([scale, 1, "+" if scale.is_positive else "-"])
    yield "product", {"factors": table}


def _whole(p: Expr, n: Any) -> tuple[Expr, int]:
    """A power with an integer exponent."""
    n = sympy.sympify(n)
    return (p, int(n)) if n.is_Integer else (p ** abs(n), 1 if n > 0 else -1)


def is_isolated(goal: Goal) -> bool:
    """Whether some derivative of the term is algebraic: then its logarithms stand apart, and are best left so."""
    f = goal.shows.expr
    if not f.atoms(*_ALGEBRAIC_SLOPE) or f.has(Abs, Max, Min):
        return False
    return any(_is_algebraic(f.diff(x)) for x in f.free_symbols)


def _is_algebraic(term: Expr) -> bool:
    powers = all(p.exp.is_Rational for p in term.atoms(sympy.Pow))
    return powers and not any(n.free_symbols for n in term.atoms(sympy.Function, sympy.exp))


def complements(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Arctangents of large numbers by those of small ones."""
    for node in sorted(goal.shows.expr.atoms(sympy.atan), key=str):
        top, bottom = fraction(together(node.args[0]))
        if bottom.free_symbols and not top.free_symbols and samples.signs(node.args[0]) == {1}:
            yield "complement", {"node": node}


def quotients(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The term over the coefficient of one of its logarithms, exponentials, …: the next derivative is without it."""
    f = goal.shows.expr
    for node in sorted(f.atoms(*_TRANSCENDENTAL), key=lambda n: (n.count_ops(), str(n))):
        place = Symbol("place_", real=True)
        try:
            poly = Poly(f.xreplace({node: place}), place)
        except PolynomialError:
            continue
        if poly.degree() != 1:
            continue
        b = sympy.factor(poly.coeff_monomial(place)) * (node if isinstance(node, sympy.exp) else 1)
        if not b.free_symbols:
            continue
        signs = samples.signs(b)
        if len(signs) != 1 or 0 in signs:
            continue
        quotient = sympy.expand(sympy.together(poly.coeff_monomial(1) / b)) + (
            1 if isinstance(node, sympy.exp) else node
        )
        sign = "+" if signs == {1} else "-"
        yield "product", {"factors": [[b, 1, sign], [quotient, 1, sign]]}


def surds(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Squares for a sum with one square root."""
    f = goal.shows.expr
    roots = {p.base for p in f.atoms(sympy.Pow) if p.exp.is_Rational and p.exp.q == 2 and p.base.free_symbols}
    for c in sorted(roots, key=lambda n: (n.count_ops(), str(n))):
        place = Symbol("place_", real=True)
        g = f.replace(
            lambda n, c=c: isinstance(n, sympy.Pow) and n.base == c and n.exp.is_Rational and n.exp.q == 2,
            lambda n, place=place: place**n.exp.p,
        )
        try:
            top, bottom = fraction(together(g))
            remainder = sympy.rem(Poly(top, place), Poly(place**2 - c, place)).as_expr()
            under = sympy.rem(Poly(bottom, place), Poly(place**2 - c, place)).as_expr()
        except (PolynomialError, NotImplementedError):
            continue
        if place in under.free_symbols:
            under, remainder = bottom.subs(place, sympy.sqrt(c)), remainder.subs(place, sympy.sqrt(c))
            signs = samples.signs(under)
            if len(signs) == 1 and 0 not in signs:
                sign = "+" if signs == {1} else "-"
                yield "product", {"factors": [[remainder, 1, sign], [under, -1, sign]]}
            continue
        b = sympy.factor(sympy.expand(remainder).coeff(place, 1) / under)
        a = sympy.factor(sympy.expand(remainder).coeff(place, 0) / under)
        if -1 not in samples.signs(a):
            yield "surd", {"a": a, "b": b, "c": c, "larger": "a"}
        if -1 not in samples.signs(b):
            yield "surd", {"a": a, "b": b, "c": c, "larger": "b"}
        for term in (a, b):
            numerator = fraction(term)[0]
            if samples.signs(numerator) >= {-1, 1} and numerator.is_polynomial(*goal.variables):
                yield "split", {"by": numerator}


def tidied(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms and powers of products taken apart, and polynomial conditions kept that have to do with the term."""
    f = tidy(goal.shows.expr, samples)
    given = [g for g in _connected(goal) if g.expr.is_polynomial(*goal.variables)]
    if f != goal.shows.expr or len(given) < len(goal.given):
        yield "rewrite", {"shows": f, "given": [[g.expr, g.strict] for g in given]}


def _connected(goal: Goal) -> list[Inequality]:
    """The conditions that speak of a variable of the term, or of one that such a condition speaks of, and so on."""
    reached = set(goal.shows.expr.free_symbols)
    found = [] if reached else list(goal.given)
    while more := [g for g in goal.given if g not in found and g.expr.free_symbols & reached]:
        found += more
        reached = reached.union(*(g.expr.free_symbols for g in more))
    return [g for g in goal.given if g in found]


def tidy(term: Expr, samples: Samples) -> Expr:
    """The term with logarithms and roots of products taken apart into those of positive factors."""

    def log_apart(u: Expr) -> Expr:
        rows = _positive_factors(u, samples)
        return sympy.log(u) if rows is None else sympy.Add(*(n * sympy.log(p) for p, n in rows))

    def power_apart(node: Expr) -> Expr:
        rows = _positive_factors(node.base, samples)
        if rows is None:
            return node
        return sympy.Mul(*(p ** (n * node.exp) for p, n in rows))

    term = term.replace(sympy.log, log_apart)
    term = term.replace(lambda n: isinstance(n, sympy.Pow) and n.exp.is_Rational and not n.exp.is_Integer, power_apart)
    return term.replace(sympy.exp, lambda u: sympy.exp(sympy.expand(u)))


def _positive_factors(u: Expr, samples: Samples) -> list[tuple[Expr, Expr]] | None:
    """u as a product of powers of terms that seem positive, if it is more than one term."""
    try:
        top, bottom = fraction(together(u))
        constant, rows = factor_list(top)
        below, under = factor_list(bottom)
    except (PolynomialError, NotImplementedError, ValueError, TypeError):
        return None
    found: list[tuple[Expr, Expr]] = []
    scale = constant / below
    for p, n in [*rows, *((p, -n) for p, n in under)]:
        signs = samples.signs(p)
        if signs == {-1}:
            found.append((-p, sympy.sympify(n)))
            scale *= (-1) ** n
        elif signs <= {0, 1}:
            found.append((p, sympy.sympify(n)))
        else:
            return None
    if not scale.is_positive:
        return None
    found += [(scale, S.One)] if scale != 1 else []
    return found if len(found) > 1 or (found and found[0][1] != 1) else None


def logarithms(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms of both sides, where one is a product of powers."""
    f = goal.shows.expr
    terms = sympy.Add.make_args(f)
    if len(terms) < 2 or not any(_is_power(n) for n in f.atoms(sympy.Pow, sympy.exp, sympy.cosh, sympy.sinh)):
        return
    larger, smaller = [], []
    for term in terms:
        signs = samples.signs(term)
        if signs <= {0, 1}:
            larger.append(term)
        elif signs <= {-1, 0}:
            smaller.append(-term)
        else:
            yield from _by_the_sign_of_the_rest(f, terms, samples)
            return
    if larger and smaller and (len(larger) == 1 or len(smaller) == 1):
        u, v = (sympy.factor(sympy.Add(*side)) for side in (larger, smaller))
        yield "logs", {"larger": u, "smaller": v}


def _by_the_sign_of_the_rest(f: Expr, terms: tuple[Expr, ...], samples: Samples) -> Iterator[Move]:
    """A sum of a positive product of powers and a rest: where that is positive there is nothing to show."""
    for term in terms:
        if samples.signs(term) == {1} and any(_is_power(n) for n in term.atoms(sympy.Pow, sympy.exp)):
            rest = sympy.factor(term - f)
            if samples.signs(rest) >= {-1, 1}:
                yield "split", {"by": rest, "closed": True}


def powers(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms of both sides, where a variable stands in an exponent of something else than e."""
    if any(p.exp.free_symbols and p.base != sympy.E for p in goal.shows.expr.atoms(sympy.Pow)):
        yield from logarithms(goal, samples)


def _is_power(node: Expr) -> bool:
    return not (isinstance(node, sympy.Pow) and node.exp.is_Integer)


def other_forms(goal: Goal) -> Iterator[Move]:
    """The term with trigonometric functions expanded, or hyperbolic ones as exponentials."""
    f = goal.shows.expr
    seen = {f}
    forms = []
    if f.has(sympy.sin, sympy.cos):
        forms.append(sympy.expand_trig(f))
    if f.has(sympy.sinh, sympy.cosh, sympy.tanh):
        forms.append(sympy.expand(f.rewrite(sympy.exp)))
    for form in forms:
        if form not in seen:
            seen.add(form)
            yield "rewrite", {"shows": form}
