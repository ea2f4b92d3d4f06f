"""Moves that keep the variables: factors, logarithms, roots and quotients taken apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import mpmath
import sympy
from sympy import Abs, Expr, Max, Min, Poly, PolynomialError, S, Symbol, fraction, together

from verify.balls.arithmetic import Arb
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.abstraction import logarithm
from verify.prover.rules.plain import follows
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.exponentials import by_one_each
from verify.prover.search.factors import factors, has_variables
from verify.prover.search.logarithm_forms import weighted
from verify.prover.search.moves import Move
from verify.prover.search.samples import DIGITS, Samples

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


def independent(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The term without a variable that cancels out of it, as far as seen."""
    f = goal.shows.expr
    for x in sorted(f.free_symbols, key=str):
        if samples.are_equal(f.diff(x), S.Zero):
            for value in (S.One, S.Zero):
                there = f.subs(x, value)
                if samples.defined(there) and samples.are_equal(f, there):
                    yield "rewrite", {"shows": there}
                    return


def scaled(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The term without a power of a positive variable that is a factor of it, as far as seen."""
    f = goal.shows.expr
    for x in sorted(f.free_symbols, key=str):
        if Inequality(x, True) not in goal.given or len(f.free_symbols) < 2 or f.is_Mul:
            continue
        ratio = samples.ratio(f.subs(x, 2 * x), f)
        with mpmath.workdps(DIGITS):
            found = closed_forms(mpmath.log(ratio, 2)) if ratio is not None and ratio > 0 else []
        for power in (c for c in found if c.is_Rational and c != 0):
            yield "product", {"factors": [[x**power, 1, "+"], [f.subs(x, 1), 1, "+"]]}
            return


def factored(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The term as a product of factors with a sign."""
    f = goal.shows.expr.replace(sympy.tan, lambda u: sympy.sin(u) / sympy.cos(u))
    if not f.has(sympy.sin, sympy.cos):
        f = f.replace(sympy.tanh, lambda u: sympy.sinh(u) / sympy.cosh(u))
    f, back = by_one_each(f)
    try:
        top, bottom = fraction(together(f))
        constant, rows = factors(top)
        below, under = factors(bottom)
    except (PolynomialError, NotImplementedError, ValueError, TypeError):
        return
    if len(rows) == 1 and rows[0][1] == 1:  # as it stands it is easier to enclose than multiplied out
        rows, constant = [(top, 1)], S.One
    rows, under = ([(p.xreplace(back), n) for p, n in those] for those in (rows, under))
    parts = [_whole(p, n) for p, n in rows] + [_whole(p, -n) for p, n in under]
    scale = constant / below
    if len(parts) < 2 and (not parts or abs(parts[0][1]) == 1) and scale in (1, -1):
        return
    table: list[list[Any]] = []
    turning: list[Expr] = []
    for p, n in parts:
        signs = samples.signs(p)
        if n % 2 == 0 and (n < 0 or not goal.shows.strict):
            table.append([p, int(n), ""])
        elif signs <= {0, 1}:
            table.append([p, int(n), "+"])
        elif signs <= {-1, 0}:
            table.append([p, int(n), "-"])
        else:
            turning.append(p)
    if turning:
        found = filter(None, (_power_that_turns(p, samples) for p in turning if len(parts) > 1))
        yield from (("split", {"by": by, "closed": True}) for by in islice(found, 1))
        return
    if scale != 1:
        table.append([scale, 1, "+" if scale.is_positive else "-"])
    yield "product", {"factors": table}


def _power_that_turns(term: Expr, samples: Samples) -> Expr | None:
    """u − v for uᵉ − vᵉ, and u − 1 for uᵉ − 1, with a variable in the exponent: what has its sign or the other one."""
    terms = sympy.Add.make_args(term)
    if len(terms) != 2 or not any(has_variables(n) for n in term.atoms(sympy.Pow)):
        return None
    u, v = terms if samples.signs(terms[0]) == {1} else terms[::-1]
    if samples.signs(u) != {1} or samples.signs(v) != {-1}:
        return None
    gap = sympy.expand(logarithm(u) - logarithm(-v))
    nodes = sorted(gap.atoms(sympy.log), key=str)
    if len(nodes) == 1 and sympy.expand(gap - gap.coeff(nodes[0]) * nodes[0]) == 0:
        return nodes[0].args[0] - 1
    return nodes[0].args[0] - nodes[1].args[0] if _is_one_power(gap) else None


def _whole(p: Expr, n: Any) -> tuple[Expr, int]:
    """A power with an integer exponent; any other one is a part of the base."""
    n = sympy.sympify(n)
    if n.is_Integer:
        return p, int(n)
    return (p**n, 1) if n.free_symbols else (p ** abs(n), 1 if n > 0 else -1)


def is_isolated(goal: Goal) -> bool:
    """Whether what stands apart in the term is best left so: a common denominator would mix it with the rest.

    That is where some derivative is without logarithms, or has its variable in exponentials only, and where exponents
    of several variables are beside one that bends, as logarithms of both sides are better then.
    """
    f = goal.shows.expr
    if f.has(Abs, Max, Min):
        return False
    exponentials = f.atoms(sympy.exp)
    if f.is_Add and len(f.free_symbols) > 1 and len(exponentials) > 2 and any(_bends_alone(n) for n in exponentials):
        return True
    if f.atoms(*_ALGEBRAIC_SLOPE) and any(not f.diff(x).has(*_ALGEBRAIC_SLOPE) for x in f.free_symbols):
        return True
    return f.has(sympy.exp) and any(
        not _in_exponentials(f, x) and _in_exponentials(f.diff(x), x) for x in f.free_symbols
    )


def _in_exponentials(f: Expr, x: Symbol) -> bool:
    """Whether the variable stands in exponentials only, and does there."""
    place = sympy.Dummy()
    return f.has(sympy.exp) and x in f.free_symbols and x not in f.replace(sympy.exp, lambda _: place).free_symbols


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


def differences(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A term in logarithms as a sum of weights by differences, or their squares, of which none seems negative."""
    terms = None if goal.shows.strict else weighted(goal)
    if terms is not None and all(-1 not in samples.signs(t) for t in terms):
        yield "sum", {"terms": terms}


def tidied(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms and powers of products taken apart, and polynomial conditions kept that have to do with the term."""
    f = tidy(goal.shows.expr, samples)
    given = [g for g in _connected(goal) if g.expr.is_polynomial(*goal.variables) or _is_end(g, goal)]
    if f != goal.shows.expr or len(given) < len(goal.given):
        yield "rewrite", {"shows": f, "given": [[g.expr, g.strict] for g in given]}
    inside = {n.args[0] for n in f.atoms(sympy.log)} - {n.args[0] for n in goal.shows.expr.atoms(sympy.log)}
    waves = [Inequality(u, True) for u in sorted(inside, key=str) if u.has(sympy.sin, sympy.cos)]
    if unsaid := [g for g in waves if not follows(Goal(goal.variables, goal.given, g), Arb)]:  # the first may need it
        yield "rewrite", {"given": [[g.expr, g.strict] for g in (*goal.given, *unsaid)]}


def _is_end(g: Inequality, goal: Goal) -> bool:
    """Whether the condition bounds a variable of the term by a function of others."""
    slopes = (g.expr.diff(x) for x in sorted(g.expr.free_symbols & goal.shows.expr.free_symbols, key=str))
    return len(g.expr.free_symbols) > 1 and any(slope.is_Rational and slope != 0 for slope in slopes)


def _connected(goal: Goal) -> list[Inequality]:
    """The conditions that speak of a variable of the term, or of one that such a condition speaks of, and so on."""
    reached = set(goal.shows.expr.free_symbols)
    found = [] if reached else list(goal.given)
    rest = _without_what_follows(goal)
    while more := [g for g in rest if g not in found and g.expr.free_symbols & reached]:
        found += more
        reached = reached.union(*(g.expr.free_symbols for g in more))
    return [g for g in goal.given if g in found]


def _without_what_follows(goal: Goal) -> list[Inequality]:
    """The conditions but those of products that the signs of their factors settle, as a change of variables leaves.

    Of one variable these are the ones that are not linear, along which nothing is known to rise or to fall.
    """
    found = list(goal.given)
    for g in goal.given:
        others = tuple(other for other in found if other is not g)
        if g.expr.is_polynomial(*goal.variables) and (len(g.expr.free_symbols) > 1 or _bends(g.expr)):
            product = sympy.factor(g.expr)
            if product.is_Mul and follows(Goal(goal.variables, others, Inequality(product, g.strict)), Arb):
                found = list(others)
    return found


def tidy(term: Expr, samples: Samples) -> Expr:
    """The term with logarithms and powers of products taken apart into those of positive factors.

    Powers are those with an exponent that is no whole number; of a term that stands there once more, a number that is
    added to such an exponent becomes a factor, so that the powers of one base differ in their factors only.
    """

    if term.has(sympy.sin, sympy.cos):  # so that all logarithms are of these
        term = term.replace(sympy.log, lambda u: sympy.log(u.replace(sympy.tan, lambda w: sympy.sin(w) / sympy.cos(w))))

    def log_apart(u: Expr) -> Expr:
        rows = _positive_factors(u, samples)
        return sympy.log(u) if rows is None else sympy.Add(*(n * log_apart(p) for p, n in rows))

    def power_apart(node: Expr) -> Expr:
        rows = _positive_factors(node.base, samples)
        return node if rows is None else sympy.Mul(*(p ** (n * node.exp) for p, n in rows))

    term = term.replace(sympy.log, log_apart)
    term = term.replace(_is_bent, power_apart)
    term = _without_quotients_that_cancel(_exponents_apart(term, samples))
    return term.replace(sympy.exp, lambda u: sympy.exp(sympy.expand(u)))


def _without_quotients_that_cancel(term: Expr) -> Expr:
    """The sum with the number that those of its terms are together that are rational, if they are one."""
    rational = [part for part in sympy.Add.make_args(term) if part.is_rational_function()]
    if len(rational) < 2 or all(part.is_polynomial() for part in rational):
        return term
    together_ = sympy.cancel(sympy.Add(*rational))
    return term - sympy.Add(*rational) + together_ if together_.is_number else term


def _is_bent(node: Expr) -> bool:
    """Whether it is a power whose exponent is no whole number."""
    return isinstance(node, sympy.Pow) and ((node.exp.is_Rational and not node.exp.is_Integer) or has_variables(node))


def _exponents_apart(term: Expr, samples: Samples) -> Expr:
    """b·bᵖ for bᵖ⁺¹, where b stands outside of that power as well, and bᵖ·b^q for bᵖ⁺ᵠ beside bᵖ."""
    nodes = sorted((n for n in term.atoms(sympy.Pow) if has_variables(n)), key=str)
    summands = {node: sympy.Add.make_args(sympy.expand(node.exp)) for node in nodes}
    apart = {}
    for node in nodes:
        if len(summands[node]) < 2 or samples.signs(node.base) != {1}:
            continue
        beside = term.xreplace({node: sympy.Dummy()})
        others = {_unit(e) for other in nodes if other != node and other.base == node.base for e in summands[other]}
        others |= {S.One} if node.base in beside.atoms(type(node.base)) else set()
        if others & {_unit(e) for e in summands[node]}:
            apart[node] = sympy.Mul(*(node.base**e for e in summands[node]))
    return term.xreplace(apart)


def _unit(exponent: Expr) -> Expr:
    """What it is a rational multiple of."""
    return exponent.as_coeff_Mul()[1]


def _positive_factors(u: Expr, samples: Samples) -> list[tuple[Expr, Expr]] | None:
    """u as a product of powers of terms that seem positive, if it is more than one term."""
    try:
        top, bottom = fraction(together(u))
        constant, rows = factors(top)
        below, under = factors(bottom)
    except (PolynomialError, NotImplementedError, ValueError, TypeError):
        return None
    found: list[tuple[Expr, Expr]] = []
    scale = constant / below
    for p, n in [*rows, *((p, -n) for p, n in under)]:
        if has_variables(p) and samples.signs(p.base) == {1}:
            found.append((p.base, n * p.exp))
            continue
        signs = samples.signs(p)
        if signs == {-1}:
            found.append((-p, sympy.sympify(n)))
            scale *= S.NegativeOne**n
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
        u, v = (_of_positive_factors(sympy.factor(sympy.Add(*side)), samples) for side in (larger, smaller))
        yield "logs", {"larger": u, "smaller": v}


def _of_positive_factors(term: Expr, samples: Samples) -> Expr:
    """A product whose factors are positive, as far as seen: two that are negative are turned."""
    return sympy.Mul(*((-n if samples.signs(n) == {-1} else n) for n in sympy.Mul.make_args(term)))


def _by_the_sign_of_the_rest(f: Expr, terms: tuple[Expr, ...], samples: Samples) -> Iterator[Move]:
    """A sum of a positive product of powers and a rest: where that is positive there is nothing to show."""
    for term in terms:
        if samples.signs(term) == {1} and any(_is_power(n) for n in term.atoms(sympy.Pow, sympy.exp)):
            rest = sympy.factor(term - f)
            if samples.signs(rest) >= {-1, 1}:
                yield "split", {"by": _turning(rest, samples), "closed": True}


def _turning(term: Expr, samples: Samples) -> Expr:
    """What has the sign of the term: its only factor that changes it; u − 1 for log u."""
    turning = [factor for factor in sympy.Mul.make_args(term) if samples.signs(factor) >= {-1, 1}]
    rest = [factor for factor in sympy.Mul.make_args(term) if factor not in turning]
    if len(turning) != 1 or not all(samples.signs(factor) == {1} for factor in rest):
        return term
    return turning[0].args[0] - 1 if isinstance(turning[0], sympy.log) else turning[0]


def powers(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms of both sides, where an exponent of something else than e has a variable, or any bends.

    Not where the smaller side is a sum of such powers: a logarithm of such a sum bends the wrong way.
    """
    f = goal.shows.expr
    if any(map(_bends_alone, f.atoms(sympy.exp))) or any(map(has_variables, f.atoms(sympy.Pow))):
        for rule, data in logarithms(goal, samples):
            if rule != "logs" or not _is_sum_of_powers(data["smaller"]):
                yield rule, data


def products_of_powers(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms of both sides, where the exponent of e has logarithms: that is a product of powers, as a mean may be.

    The exponent is left as it is, so that what cancels in it is still seen to.
    """
    terms = sympy.Add.make_args(goal.shows.expr)
    rows = [t for t in terms if any(u.args[0].has(sympy.log) and u.free_symbols for u in t.atoms(sympy.exp))]
    if len(rows) != 1 or len(terms) < 2:
        return
    power, rest = rows[0], sympy.factor(rows[0] - goal.shows.expr)
    for u, v in ((power, rest), (-rest, -power)):
        if samples.signs(u) == samples.signs(v) == {1} and not _is_sum_of_powers(v):
            larger, smaller = (_of_positive_factors(side, samples) for side in (u, v))
            yield "logs", {"larger": larger, "smaller": smaller}


def _is_sum_of_powers(side: Expr) -> bool:
    """Whether a factor of it is a sum in which an exponent has a variable."""
    sums = (factor for factor in sympy.Mul.make_args(side) if isinstance(factor, sympy.Add))
    return any(has_variables(n) for factor in sums for n in factor.atoms(sympy.Pow))


def _bends_alone(node: Expr) -> bool:
    return len(node.args[0].free_symbols) == 1 and _bends(node.args[0])


def _bends(u: Expr) -> bool:
    return bool(u.is_polynomial()) and any(u.diff(x, 2) != 0 for x in u.free_symbols)


def compared(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms of both sides, where these are products of powers and what is left is algebraic."""
    f = goal.shows.expr
    terms = sympy.Add.make_args(f)
    if len(terms) != 2 or not f.free_symbols:
        return
    known = [g.expr for g in goal.given if g.expr.has(sympy.log) and (g.strict or not goal.shows.strict)]
    for u, v in (terms, terms[::-1]):
        gap = logarithm(u) - logarithm(-v)
        seen = samples.signs(u) == {1} and samples.signs(v) == {-1}
        simpler = seen and not _is_algebraic(f) and (_is_algebraic(gap) or (u.is_Pow and v == -1))
        if simpler or (seen and _is_one_power(gap)) or any(sympy.expand(term - gap) == 0 for term in known):
            yield "logs", {"larger": u, "smaller": -v}


def _is_one_power(gap: Expr) -> bool:
    """Whether it is e·(log u − log v), where an exponent e with variables leaves u and v to be compared."""
    nodes = gap.atoms(sympy.log)
    exponents = {node: sympy.expand(gap).coeff(node) for node in nodes if len(nodes) == 2}
    rest = sympy.expand(gap - sympy.Add(*(c * node for node, c in exponents.items())))
    bent = [c for c in exponents.values() if c.free_symbols]
    return len(bent) == 2 and rest == 0 and sympy.expand(sympy.Add(*bent)) == 0


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
