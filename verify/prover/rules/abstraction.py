"""Rules that replace functions by what is known of them: new variables with bounds, logarithms, half angles."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr, I, Integer, Poly, PolynomialError, Rational, Symbol, cos, expand, im, log, pi, re, sin, tan

from verify.balls.evaluate import is_positive
from verify.prover.bounds import Range, ranges
from verify.prover.defined import needs
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.rules.defined_goals import as_defined, is_real_variable, mapped, nonzero
from verify.prover.rules.plain import vanishes

_MOST_MULTIPLE = 24


def abstract(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """Terms replaced by new variables, `nodes`: rows [term, variable], of which what is always true of them is kept.

    Sound: the values of the terms meet the conditions on the new variables, at every point where they are defined.
    """
    rows = data.get("nodes")
    if not isinstance(rows, list) or not rows:
        raise Rejected("nodes: must be a list of rows [term, variable]")
    new = [y for _, y in rows]
    if len(set(new)) < len(new) or set(new) & set(goal.variables) or not all(is_real_variable(y) for y in new):
        raise Rejected("nodes: the variables must be new real ones")
    for node, _ in rows:
        if not node.free_symbols <= set(goal.variables):
            raise Rejected(f"nodes: {node} has other variables than the goal")
        if not any(term.has(node) for term in (goal.shows.expr, *(g.expr for g in goal.given))):
            raise Rejected(f"nodes: {node} is no part of the goal")
    mapping = dict(rows)
    bounds = ranges(goal)

    def change(term: Expr) -> Expr:
        return term.xreplace(mapping)

    given = [Inequality(mapped(g.expr, change), g.strict) for g in goal.given]
    for node, y in rows:
        given += [Inequality(mapped(term, change), strict) for term, strict in _known_of(node, y)]
        given += _between_ends(node, y, bounds)
        if isinstance(node, sin) and cos(node.args[0]) in mapping:
            gap = y**2 + mapping[cos(node.args[0])] ** 2 - 1
            given += [Inequality(gap, False), Inequality(-gap, False)]
    shows = Inequality(mapped(goal.shows.expr, change), goal.shows.strict)
    used = shows.expr.free_symbols.union(*(g.expr.free_symbols for g in given))
    variables = tuple(x for x in (*goal.variables, *new) if x in used or x in goal.variables)
    return [Goal(variables, tuple(given), shows)]


def _known_of(node: Any, y: Symbol) -> list[tuple[Expr, bool]]:
    """What is true of the value y of a term, as rows [term that is not negative, whether it is positive]."""
    u: Any = node.args[0] if getattr(node, "args", ()) else None
    if isinstance(node, sin | cos):
        return [(1 - y, False), (1 + y, False)]
    if isinstance(node, sympy.exp):
        return [
            (y, True),
            *((y - sympy.Add(*(u**k / sympy.factorial(k) for k in range(n + 1))), False) for n in (1, 3, 5)),
        ]
    if isinstance(node, sympy.atan):
        return [(pi / 2 - y, True), (y + pi / 2, True)]
    if isinstance(node, sympy.tanh):
        return [(1 - y, True), (1 + y, True)]
    if isinstance(node, sympy.log):
        return [(u - 1 - y, False)]
    if isinstance(node, sympy.cosh):
        return [(y - 1 - u**2 / 2, False)]
    if isinstance(node, sympy.sinh):
        return []
    raise Rejected(f"nodes: nothing is known here of {node}")


_RISING = (sympy.exp, sympy.atan, sympy.tanh, sympy.log, sympy.sinh)


def _between_ends(node: Any, y: Symbol, bounds: dict[Symbol, Range]) -> list[Inequality]:
    """What a function that rises has between the ends of its variable's range."""
    if not isinstance(node, _RISING) or node.args[0] not in bounds:
        return []
    r = bounds[node.args[0]]
    found = []
    if r.lo is not None and not (isinstance(node, sympy.log) and is_positive(r.lo) is not True):
        found.append(Inequality(y - node.func(r.lo), r.open_lo))
    if r.hi is not None and not (isinstance(node, sympy.log) and is_positive(r.hi) is not True):
        found.append(Inequality(node.func(r.hi) - y, r.open_hi))
    return found


def complement(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """An arctangent of a positive term u, `node`, as π/2 − arctan 1/u."""
    node = data.get("node")
    if not isinstance(node, sympy.atan):
        raise Rejected(f"node: must be an arctangent, not {node!r}")
    u = node.args[0]
    other = mapped(goal.shows.expr, lambda t: t.xreplace({node: pi / 2 - sympy.atan(1 / u)}), [nonzero(u)])
    positive = Goal(goal.variables, goal.given, Inequality(u, True))
    return [positive, Goal(goal.variables, goal.given, Inequality(other, goal.shows.strict))]


def logs(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """shows = u − v with u, v > 0: log u − log v has its sign; `larger`: u, `smaller`: v.

    Sound: the logarithm rises.
    """
    u, v = data.get("larger"), data.get("smaller")
    if not isinstance(u, Expr) or not isinstance(v, Expr):
        raise Rejected("larger, smaller: must be terms")
    if not vanishes(goal.shows.expr - (u - v), goal):
        raise Rejected(f"it is not certain that {goal.shows.expr} is {u} - ({v})")
    gap = logarithm(u) - logarithm(v)
    positive = [Goal(goal.variables, goal.given, Inequality(t, True)) for t in _bases(u) + _bases(v)]
    left = Goal(goal.variables, goal.given, Inequality(gap, goal.shows.strict))
    return [*as_defined(goal, [*needs(u), *needs(v)]), *positive, left]


def logarithm(term: Expr) -> Expr:
    """The logarithm of a product of powers of positive terms, as a sum."""
    if isinstance(term, sympy.exp):
        return term.args[0]
    if isinstance(term, sympy.Mul):
        return sympy.Add(*(logarithm(t) for t in term.args))
    if isinstance(term, sympy.Pow):
        return term.exp * logarithm(term.base)
    return log(term)


def _bases(term: Expr) -> list[Expr]:
    """The terms whose logarithms `logarithm` takes."""
    if isinstance(term, sympy.exp) or (term.is_Number and term.is_positive):
        return []
    if isinstance(term, sympy.Mul):
        return [b for t in term.args for b in _bases(t)]
    if isinstance(term, sympy.Pow):
        return _bases(term.base)
    return [term]


def half_angle(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """Sines and cosines of multiples of θ = `variable`/`scale` by t = tan θ/2, the new variable `new`.

    With z = (1 + it)²/(1 + t²), cos nθ and sin nθ are the parts of zⁿ. The conditions on the variable must bound it
    within (−π·scale, π·scale), where t rises with it, and speak of nothing else. With `everywhere` they are forgotten,
    but for those in sines and cosines, and the goal is left to prove also as it is at odd multiples of π.
    Sound: every such x is 2·scale·arctan t of one t; with `everywhere`, up to multiples of 2π·scale, or it is π·scale.
    """
    x, scale, t = data.get("variable"), data.get("scale"), data.get("new")
    if x not in goal.variables or not is_real_variable(t) or t in goal.variables:
        raise Rejected("variable, new: must be a variable of the goal and a new real one")
    if not isinstance(scale, Rational) or not scale.is_positive:
        raise Rejected(f"scale: must be a positive rational number, not {scale!r}")
    shows = Inequality(mapped(goal.shows.expr, lambda u: in_half_angle(u, x, scale, t)), goal.shows.strict)
    variables = tuple(t if y == x else y for y in goal.variables)
    if data.get("everywhere") is True:
        others = [g for g in goal.given if x not in g.expr.free_symbols]
        waves = [g for g in goal.given if x in g.expr.free_symbols and _is_in_angle(g.expr, x, scale, t)]
        at_rim, at_t = (
            [Inequality(mapped(g.expr, change), g.strict) for g in (*waves, goal.shows)]
            for change in (lambda u: u.subs(x, pi * scale), lambda u: in_half_angle(u, x, scale, t))
        )
        at_t[:-1] = [Inequality(mapped(g.expr, lambda u: _as_it_is(u, x, scale, t)), g.strict) for g in waves]
        return [
            Goal(tuple(y for y in goal.variables if y != x), (*others, *at_rim[:-1]), at_rim[-1]),
            Goal(variables, (*others, *at_t[:-1]), at_t[-1]),
        ]
    given, inside = [], {1: False, -1: False}
    for g in goal.given:
        if x not in g.expr.free_symbols:
            given.append(g)
            continue
        try:
            poly = Poly(g.expr, x)
        except PolynomialError:
            raise Rejected(f"the condition {g} is not a bound of {x}") from None
        if poly.degree() != 1 or any(c.free_symbols for c in poly.coeffs()):
            raise Rejected(f"the condition {g} is not a bound of {x}")
        a, b = poly.all_coeffs()
        side = 1 if is_positive(a) else -1
        end = sympy.expand(-b / a)
        rim = pi * scale
        if end == -side * rim:
            if not g.strict:
                raise Rejected(f"{x} may be {end}, where there is no half angle")
        elif is_positive(rim - end) and is_positive(rim + end):
            given.append(Inequality(side * (t - tan(end / (2 * scale))), g.strict))
        else:
            raise Rejected(f"{x} may leave the range from -{rim} to {rim}")
        inside[side] = True
    if not all(inside.values()):
        raise Rejected(f"{x} must be bounded on both sides")
    return [Goal(variables, tuple(given), shows)]


def _is_in_angle(term: Expr, x: Symbol, scale: Rational, t: Symbol) -> bool:
    try:
        in_half_angle(term, x, scale, t)
    except Rejected:
        return False
    return True


def in_half_angle(term: Expr, x: Symbol, scale: Rational, t: Symbol) -> Expr:
    """The term with the sines and cosines of multiples of x/scale as rational functions of t."""
    return sympy.factor(_as_it_is(term, x, scale, t))


def _as_it_is(term: Expr, x: Symbol, scale: Rational, t: Symbol) -> Expr:
    """The same, not made simpler, so that it is seen at once of a condition that it says the same."""

    def rational(u: Expr) -> tuple[Expr, Expr]:
        n = expand(u * scale / x)
        if not isinstance(n, Integer) or abs(n) > _MOST_MULTIPLE:
            raise Rejected(f"{u} is not a small multiple of {x}/{scale}")
        power = expand((1 + I * t) ** (2 * abs(n)))
        below = (1 + t**2) ** abs(n)
        return re(power) / below, sympy.sign(n) * im(power) / below

    for node in sorted(term.atoms(sin, cos, tan), key=str):
        if x in node.free_symbols:
            c, s = rational(node.args[0])
            term = term.xreplace({node: {sin: s, cos: c, tan: s / c}[node.func]})
    if x in term.free_symbols:
        raise Rejected(f"{x} also stands outside of sines and cosines")
    return term
