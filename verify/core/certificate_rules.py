"""The rules of certificates that take a goal apart; those with covers and polynomials have their own modules.

Each rule is a function of a node that refuses, or returns: then what the node says is true, if what its parts say is.
Unless a docstring says otherwise the argument is about one point at which `node.known` is true: the conditions of the
node hold there, and the goal is defined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from math import comb
from typing import Any, Final

from verify.core.balls import ground_sign
from verify.core.definedness import conditions
from verify.core.nodes import Refused, Term
from verify.core.nodes import node as node_of
from verify.core.obligations import (
    MOST_POWER, Known, Node, check_term, check_variable, is_plain, joined, needed, ranges, rational, says,
)  # fmt: skip
from verify.core.polynomials import (
    canonical, difference, inverse, light, minus, negative, product, raised_to, total,
)  # fmt: skip
from verify.core.rational import Undecided
from verify.core.segment_rules import concave, monotone
from verify.core.signs import POSITIVE
from verify.core.terms import MINUS_ONE, ONE, ZERO, number, relation, replaced, sides, substitute, walk

_HALF: Final = number(Fraction(1, 2))
_PI: Final = node_of("pi")
_MOST_MULTIPLE: Final = 24
_MOST_ROWS: Final = 1000


def _term(node: Node, name: str) -> Term:
    return check_term(node.data.get(name), node.variables)


def _rows(value: Any, length: int, name: str) -> list[Any]:
    if (
        type(value) is not list
        or len(value) > _MOST_ROWS
        or any(type(r) is not list or len(r) != length for r in value)
    ):
        raise Refused(f"{name}: must be a list of rows of {length}")
    return value


def _at_least(term: Term) -> Term:
    return relation("≥", term)


def _above(term: Term) -> Term:
    return relation(">", term)


# --- plain, and by parts ----------------------------------------------------------------------------------------------


def plain(node: Node) -> None:
    """The goal is plain from the conditions."""
    if not is_plain(node.term, node.strict, node.known):
        raise Undecided(f"it is not plain that {node.certificate.shows!r}")


def contradiction(node: Node) -> None:
    """Condition number `condition`, or what is known besides, does not hold: −g > 0 (≥ 0 if g is strict).

    Sound: then there is no point at which all conditions hold.
    """
    n = node.data.get("condition")
    if type(n) is not int or not 0 <= n < len(node.conditions) or sides(node.conditions[n])[0] not in ("≥", ">"):
        raise Refused(f"condition: must be the number of an inequality, not {n!r}")
    g = node.conditions[n]
    node.must(negative(difference(g)), sides(g)[0] == "≥")


def products(node: Node) -> None:
    """The goal's term is ∏ fᵢ^nᵢ, with a sign for each factor; rows [f, n, "+" or "-" or ""], "" for an even power.

    Sound: the factors are defined, those with negative powers are not zero. Odd powers have the sign of their factor,
    even ones are not negative, and positive where the factor is not zero; the signs multiply to +.
    """
    minuses, whole = 0, []
    for f, n, sign in _rows(node.data.get("factors"), 3, "factors"):
        check_term(f, node.variables)
        if type(n) is not int or n == 0 or abs(n) > MOST_POWER or sign not in ("+", "-", ""):
            raise Refused(f"factors: must be rows [factor, power, sign], not {n!r}, {sign!r}")
        power = raised_to(f, number(n))
        node.must_be_defined(power if n < 0 else f, what=f"the factor {f!r}")
        whole.append(power)
        if sign == "":
            if n % 2 or (node.strict and n > 0):
                raise Refused(f"the factor {f!r} needs a sign")
        else:
            minuses += n if sign == "-" else 0
            node.must(f if sign == "+" else negative(f), node.strict and n > 0, what="the sign of a factor")
    if minuses % 2:
        raise Refused("the signs of the factors multiply to -")
    node.must_equal(product(*whole))


def sums(node: Node) -> None:
    """The goal's term is Σ tᵢ with every tᵢ ≥ 0, and tₖ > 0 for k = `strict` if the goal is strict."""
    terms, positive = node.data.get("terms"), node.data.get("strict")
    if type(terms) is not list or len(terms) > _MOST_ROWS:
        raise Refused("terms: must be a list of terms")
    if node.strict and not (type(positive) is int and 0 <= positive < len(terms)):
        raise Refused(f"strict: must be the number of a term, not {positive!r}")
    for n, t in enumerate(terms):
        node.must_be_defined(check_term(t, node.variables), what="a part of the sum")
        node.must(t, node.strict and n == positive, what="a part of the sum")
    node.must_equal(total(*terms))


def rewrite(node: Node) -> None:
    """The goal with an equal term, `shows`, and further conditions that follow, `given`.

    Sound: the new conditions are defined and true at the point, the new term is defined and equal.
    """
    known = node.known
    new = node.data.get("given", [])
    if type(new) is not list:
        raise Refused("given: must be a list of relations")
    for g in new:
        if type(g) is not Term or g.kind != "relation":
            raise Refused("given: must be a list of relations")
        for side in g.args[1:]:
            check_term(side, node.variables)
        known = node.must_hold([g], known, "a new condition")
    shows = _term(node, "shows") if "shows" in node.data else node.term
    known = node.must_be_defined(shows, known, "the new term")
    node.must_vanish(minus(node.term, shows), known)
    node.must(shows, node.strict, known)


def surd(node: Node) -> None:
    """The goal's term is `a` + `b`·√`c`, by squares: `larger` is "a" or "b".

    Sound: a ≥ 0 and a² ≥ b²c give a ≥ |b|√c; b ≥ 0 and b²c ≥ a² give b√c ≥ |a|. Strict likewise.
    """
    a, b, c = (_term(node, name) for name in "abc")
    whole = total(a, product(b, raised_to(c, _HALF)))
    node.must_equal(whole)
    two = number(2)
    gap = minus(raised_to(a, two), product(raised_to(b, two), c))
    if node.data.get("larger") not in ("a", "b"):
        raise Refused("larger: must be a or b")
    first, second = (a, gap) if node.data["larger"] == "a" else (b, negative(gap))
    node.must(first, False, what="the larger side")
    node.must(second, node.strict, what="the squares")


# --- alternatives -----------------------------------------------------------------------------------------------------


def split(node: Node) -> None:
    """Where the term `by` is ≥ 0, and where it is < 0 (≤ 0 if `closed`). Sound: it is defined, so it is one of both."""
    by = _term(node, "by")
    known = node.must_be_defined(by, what="what the cases are told by")
    second = (_at_least if node.data.get("closed") is True else _above)(negative(by))
    for case in (_at_least(by), second):
        node.must(node.term, node.strict, joined((*known, case)), "a case")


def unfold(node: Node) -> None:
    """One absolute value, maximum or minimum, `node`, replaced by each of its branches under the branch's condition.

    Sound: the node is part of the goal or of a condition, so it is defined at the point; there it equals a branch whose
    condition holds, and what it stands in has the same value with that branch in its place.
    """
    t = _term(node, "node")
    everything = (*node.conditions, node.certificate.shows)
    if not any(t in set(walk(f)) for f in everything):
        raise Refused(f"{t!r} is no part of the goal")
    cases: list[tuple[Term, list[Term]]]
    if t.kind == "abs":
        u = t.args[0]
        cases = [(u, [_at_least(u)]), (negative(u), [_above(negative(u))])]
    elif t.kind in ("max", "min"):
        sign = ONE if t.kind == "max" else MINUS_ONE
        cases = [(a, [_at_least(product(sign, minus(a, b))) for b in t.args if b is not a]) for a in t.args]
    else:
        raise Refused(f"{t!r} is no absolute value, maximum or minimum")
    for value, extra in cases:
        known = joined((*(replaced(f, t, value) for f in node.known), *extra))
        node.must(replaced(node.term, t, value), node.strict, known, "a branch")


def order(node: Node) -> None:
    """Two variables that may be exchanged, `pair`, are put in order: the first is not below the second.

    Sound: the conditions, with the two exchanged, are the conditions again and are defined; so is the goal's term. So
    at a point with the pair the other way round, the exchanged point meets the conditions, is in order, and the term
    has the same value at both.
    """
    pair = node.data.get("pair")
    if type(pair) is not list or len(pair) != 2 or pair[0] is pair[1] or not set(pair) <= set(node.variables):
        raise Refused("pair: must be two variables of the node")
    x, y = pair
    swap = {x: y, y: x}
    here = {_meaning(g) for g in node.conditions}
    exchanged = [substitute(g, swap) for g in node.conditions]
    if any(_meaning(g) not in here for g in exchanged):
        raise Refused(f"the conditions change when {x!r} and {y!r} are exchanged")
    known = node.known
    for g in exchanged:
        known = node.must_hold(conditions(g), known, "an exchanged condition is defined")
    other = substitute(node.term, swap)
    known = node.must_be_defined(other, known, "the exchanged term")
    node.must_vanish(minus(node.term, other), known)
    node.must(node.term, node.strict, joined((*node.known, _at_least(minus(x, y)))), "the pair in order")


def _meaning(formula: Term) -> tuple[str, Term]:
    return sides(formula)[0], canonical(difference(formula))


# --- other variables --------------------------------------------------------------------------------------------------


def _instance(node: Node, values: Mapping[Term, Term], known: Known, what: str) -> None:
    """Refuses unless a part says the goal when these values, which are defined, take the place of its new variables.

    Sound: the part speaks of all real values of its variables, so of these.
    """
    for part in node.parts:
        if part.variables and set(part.variables) <= {*node.variables, *values}:
            there = joined(substitute(f, values) for f in needed(part))
            if says(there, substitute(part.shows, values), node.term, node.strict, known):
                return
    raise Undecided(f"{what}: no part says it")


def change(node: Node) -> None:
    """Variables x = φ(y) for new variables y with conditions E.

    `forward`: φ, rows [x, term in y and what stays]; `inverse`: ψ, rows [y, term in x]; `given`: E. Variables that are
    not in `forward` stay.
    Sound: at a point x of the domain, ψ(x), φ(ψ(x)) and E at ψ(x) are defined and E holds, and φ(ψ(x)) = x. So at the
    new point y = ψ(x) all that was known and the old term, with φ in them, have the values that they had at x.
    """
    forward = dict(_rows(node.data.get("forward"), 2, "forward"))
    inverse_map = dict(_rows(node.data.get("inverse"), 2, "inverse"))
    new = [check_variable(y) for y in inverse_map]
    if not set(forward) <= set(node.variables) or set(new) & set(node.variables):
        raise Refused("forward must name variables of the node, and inverse new ones")
    beyond = (*(v for v in node.variables if v not in forward), *new)
    for t in forward.values():
        check_term(t, beyond)
    extra = node.data.get("given", [])
    for g in extra:
        if type(g) is not Term or g.kind != "relation":
            raise Refused("given: must be a list of relations")
        for side in g.args[1:]:
            check_term(side, beyond)
    known = node.known
    for t in inverse_map.values():
        known = node.must_be_defined(check_term(t, node.variables), known, "the inverse")
    for x, t in forward.items():
        there = substitute(t, inverse_map)
        known = node.must_hold([substitute(c, inverse_map) for c in conditions(t)], known, f"{x!r} at the inverse")
        known = node.must_be_defined(there, known, f"{x!r} at the inverse")
        node.must_vanish(minus(there, x), known, f"{x!r} at the inverse")
    for g in extra:
        formulas = [substitute(f, inverse_map) for f in (*conditions(g), g)]
        known = node.must_hold(formulas, known, "a new condition at the inverse")
    moved = [substitute(f, forward) for f in node.known]
    own = [c for f in (*forward.values(), *extra) for c in conditions(f)]
    node.must(substitute(node.term, forward), node.strict, joined((*own, *extra, *moved)), "in the new variables")


def abstract(node: Node) -> None:
    """Terms replaced by new variables, `nodes`: rows [term, variable], of which what is always true is known.

    Sound: the terms are defined at the point, and their values meet what is always true of such terms.
    """
    rows = _rows(node.data.get("nodes"), 2, "nodes")
    values: dict[Term, Term] = {}
    known = node.known
    for t, y in rows:
        check_term(t, node.variables)
        if check_variable(y) in values or y in node.variables:
            raise Refused("nodes: the variables must be new ones, each once")
        values[y] = t
        known = node.must_be_defined(t, known, "a term that becomes a variable")
    for t in values.values():
        known = joined((*known, *_known_of(t), *_between_ends(t, node.known)))
        other = node_of("cos", t.args[0]) if t.kind == "sin" else None
        if other in values.values():
            gap = total(raised_to(t, number(2)), raised_to(node_of("cos", t.args[0]), number(2)), MINUS_ONE)
            known = joined((*known, _at_least(gap), _at_least(negative(gap))))
    _instance(node, values, known, "with the new variables")


def _known_of(t: Term) -> list[Term]:
    """What is true of a function wherever its argument is a number of its domain.

    |sin|, |cos| ≤ 1, |tanh| < 1, |atan| < π/2, log u ≤ u − 1, cosh u ≥ 1 + u²/2, and exp u is at least its Taylor
    polynomials of odd degree, as the remainder exp(ξ)·uⁿ⁺¹/(n + 1)! has an even power.
    """
    u = t.args[0] if t.args and type(t.args[0]) is Term else ZERO
    if t.kind in ("sin", "cos"):
        return [_at_least(minus(ONE, t)), _at_least(total(ONE, t))]
    if t.kind == "exp":
        found, taylor, term = [_above(t)], ONE, ONE
        for k in range(1, 6):
            term = product(term, u, number(Fraction(1, k)))
            taylor = total(taylor, term)
            if k % 2:
                found.append(_at_least(minus(t, taylor)))
        return found
    if t.kind == "atan":
        quarter = product(_HALF, _PI)
        return [_above(minus(quarter, t)), _above(total(quarter, t))]
    if t.kind == "tanh":
        return [_above(minus(ONE, t)), _above(total(ONE, t))]
    if t.kind == "log":
        return [_at_least(total(u, MINUS_ONE, negative(t)))]
    if t.kind == "cosh":
        return [_at_least(total(t, MINUS_ONE, product(number(Fraction(-1, 2)), raised_to(u, number(2)))))]
    return []


def _between_ends(t: Term, known: Known) -> list[Term]:
    """What a function that rises has between the ends of its variable's range, where it is defined at them."""
    if t.kind not in ("exp", "atan", "tanh", "log", "sinh") or t.args[0] not in ranges(known):
        return []
    r = ranges(known)[t.args[0]]
    found = []
    for end, is_open, side in ((r.low, r.open_low, 1), (r.high, r.open_high, -1)):
        if end is not None and (t.kind != "log" or ground_sign(end) == POSITIVE):
            gap = product(number(side), minus(t, node_of(t.kind, end)))
            found.append((_above if is_open else _at_least)(gap))
    return found


def complement(node: Node) -> None:
    """An arctangent of a positive term u, `node`, as π/2 − arctan 1/u. Sound: they are equal where u > 0."""
    t = _term(node, "node")
    if t.kind != "atan":
        raise Refused(f"{t!r} is no arctangent")
    u = t.args[0]
    known = node.must_be_defined(t)
    node.must(u, True, known, "the argument of the arctangent")
    other = minus(product(_HALF, _PI), node_of("atan", inverse(u)))
    node.must(replaced(node.term, t, other), node.strict, joined((*known, _above(u))))


def logs(node: Node) -> None:
    """The goal's term is u − v with u, v > 0: log u − log v has its sign; `larger`: u, `smaller`: v.

    Sound: all bases in u and v are positive, so the sums of their logarithms are log u and log v; the logarithm rises.
    """
    u, v = _term(node, "larger"), _term(node, "smaller")
    node.must_equal(minus(u, v))
    known = node.must_be_defined(v, node.must_be_defined(u))
    above, bases = logarithm_parts(u)
    below, more = logarithm_parts(v)
    for base in (*bases, *more):
        node.must(base, True, known, "a term whose logarithm is taken")
    node.must(minus(above, below), node.strict, joined((*known, *map(_above, (*bases, *more)))), "the logarithms")


def logarithm_parts(term: Term) -> tuple[Term, list[Term]]:
    """The logarithm of a product of powers, as a sum, and the bases that must be positive for that."""
    if term.kind == "exp":
        return term.args[0], []
    if term.kind == "e":
        return ONE, []
    if term.kind == "mul":
        parts = [logarithm_parts(t) for t in term.args]
        return total(*(s for s, _ in parts)), [b for _, bases in parts for b in bases]
    if term.kind == "power":
        inner, bases = logarithm_parts(term.args[0])
        return product(term.args[1], inner), bases
    return node_of("log", term), [term]


def half_angle(node: Node) -> None:
    """Sines and cosines of multiples of θ = `variable`/`scale` by t = tan θ/2, the new variable `new`.

    With z = (1 + it)²/(1 + t²), cos nθ and sin nθ are the parts of zⁿ.
    Sound: the variable lies strictly within (−π·scale, π·scale), so t is defined at the point and rises with it. A
    condition that bounds the variable by an end that is certainly inside gives a bound of t; conditions that do not
    speak of the variable stay; the others are forgotten. With `everywhere` t is defined but for odd multiples of π,
    where sin nθ = tan nθ = 0 and cos nθ = (−1)ⁿ. Both cases are owed, with what they make of conditions that have sines
    and cosines only; bounds of the variable are forgotten.
    """
    x, t = node.data.get("variable"), check_variable(node.data.get("new"))
    scale = rational(node.data.get("scale"))
    if type(x) is not Term or x not in node.variables or t in node.variables or scale <= 0:
        raise Refused("variable, new, scale: must be a variable of the node, a new one, and a positive number")
    rim = product(number(scale), _PI)
    halved = number(1 / (2 * scale))
    known = [f for f in node.known if x not in f.free]
    bounding = [g for g in node.conditions if x in g.free]
    if node.data.get("everywhere") is True:
        bounding = []
        at_rim = [*known, *_all_in_angle(node.known, x, scale, None)]
        node.must(_in_angle(node.term, x, scale, None), node.strict, joined(at_rim), "at odd multiples of π")
        known += _all_in_angle(node.known, x, scale, t)
    else:
        node.must(minus(rim, x), True, what="the upper rim")
        node.must(total(rim, x), True, what="the lower rim")
    for g in bounding:
        r = ranges((g,)).get(x)
        if r is not None and g.free == {x}:
            for end, is_open, side in ((r.low, r.open_low, 1), (r.high, r.open_high, -1)):
                if end is not None and _is_inside(end, rim):
                    gap = product(number(side), minus(t, node_of("tan", product(halved, end))))
                    known.append((_above if is_open else _at_least)(gap))
    node.must(_in_angle(node.term, x, scale, t), node.strict, joined(known), "in the half angle")


def _is_inside(end: Term, rim: Term) -> bool:
    return ground_sign(minus(rim, end)) == POSITIVE and ground_sign(total(rim, end)) == POSITIVE


def _in_angle(term: Term, x: Term, scale: Fraction, t: Term | None) -> Term:
    """The term with the sines and cosines of multiples of x/scale as rational functions of t, defined where it is.

    Without t it is the term at odd multiples of π.
    """
    for wave in [w for w in walk(term) if w.kind in ("sin", "cos", "tan") and x in w.free]:
        argument = light(wave.args[0])
        n = argument.get(((x, Fraction(1)),), Fraction(0)) * scale
        if len(argument) != 1 or n.denominator != 1 or not 1 <= abs(n) <= _MOST_MULTIPLE:
            raise Refused(f"{wave.args[0]!r} is not a small multiple of {x!r}/{scale}")
        if t is None:
            term = replaced(term, wave, number((-1) ** abs(int(n))) if wave.kind == "cos" else ZERO)
            continue
        m, sign = 2 * abs(int(n)), 1 if n > 0 else -1
        # (1 + it)^m: powers of t with the signs of the powers of i
        real = total(*(product(number(comb(m, k) * (-1) ** (k // 2)), _natural(t, k)) for k in range(0, m + 1, 2)))
        odd = (product(number(sign * comb(m, k) * (-1) ** (k // 2)), _natural(t, k)) for k in range(1, m + 1, 2))
        imaginary = total(*odd)
        below = raised_to(total(ONE, raised_to(t, number(2))), number(-(m // 2)))
        values = {
            "cos": product(real, below),
            "sin": product(imaginary, below),
            "tan": product(imaginary, inverse(real)),
        }
        term = replaced(term, wave, values[wave.kind])
    if x in term.free:
        raise Refused(f"{x!r} also stands outside of sines and cosines")
    return term


def _all_in_angle(formulas: Known, x: Term, scale: Fraction, t: Term | None) -> list[Term]:
    """The formulas that speak of x, and in sines and cosines of whole multiples of x/scale only, in the half angle."""
    found = []
    for f in formulas:
        with suppress(Refused):
            found += [_in_angle(f, x, scale, t)] if x in f.free else []
    return found


def _natural(t: Term, k: int) -> Term:
    return raised_to(t, number(k)) if k else ONE


RULES: Final[dict[str, Callable[[Node], None]]] = {
    "obvious": plain, "constant": plain, "contradiction": contradiction, "product": products, "sum": sums,
    "rewrite": rewrite, "surd": surd, "split": split, "unfold": unfold, "order": order, "substitute": change,
    "monotone": monotone, "concave": concave, "abstract": abstract, "logs": logs, "complement": complement,
    "half angle": half_angle,
}  # fmt: skip
"""The rules, by the names that certificates give them."""
