"""Derivatives: of terms with respect to a variable, and every derivative in a term carried out.

Each answer comes with conditions. What is promised: where they hold, where the term has a value, and where the uses of
the theorem are met (`verify.core.uses` asks of each head that is differentiated that its derivative exists), the term
is continuously differentiable near the place, and has this derivative there. So the conditions are open: what they say
at a place they say of all places near it, since they are strict inequalities between terms that are continuous there.
Where no condition is met, the answer still agrees with the derivative wherever both have values.

The derivative of a vector that depends on a number, γ(u), has no name of its own: it stays the term
`derivative(γ(x) by x, at u)`, which counts as an atom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from verify.core.definedness import conditions_nearby, no_jumps, under, within
from verify.core.nodes import INTEGERS, REAL, VECTOR, Refused, Term, is_scalar, is_vector, node
from verify.core.polynomials import inverse, minus, negative, product, raised_to, total
from verify.core.terms import (
    HEADED, MINUS_ONE, ONE, ZERO, binding, has, local, number, opened, opened_binding, opened_formula, predicate,
    relation, substitute, the_term,
)  # fmt: skip

Derivative = tuple[Term, tuple[Term, ...]]
"""A term, and the conditions of what is said of it."""

_TWO: Final = number(2)
_MINUS_HALF: Final = number(Fraction(-1, 2))


def _square(u: Term) -> Term:
    return raised_to(u, _TWO)


def _inside(u: Term) -> tuple[Term, ...]:
    """−1 < u < 1."""
    return (relation(">", minus(ONE, u)), relation(">", total(ONE, u)))


ELEMENTARY: Final[dict[str, Callable[[Term], Derivative]]] = {
    "exp": lambda u: (node("exp", u), ()),
    "log": lambda u: (inverse(u), (relation(">", u),)),
    "sin": lambda u: (node("cos", u), ()),
    "cos": lambda u: (negative(node("sin", u)), ()),
    "tan": lambda u: (total(ONE, _square(node("tan", u))), (relation("≠", node("cos", u)),)),
    "sinh": lambda u: (node("cosh", u), ()),
    "cosh": lambda u: (node("sinh", u), ()),
    "tanh": lambda u: (minus(ONE, _square(node("tanh", u))), ()),
    "asin": lambda u: (raised_to(minus(ONE, _square(u)), _MINUS_HALF), _inside(u)),
    "acos": lambda u: (negative(raised_to(minus(ONE, _square(u)), _MINUS_HALF)), _inside(u)),
    "atan": lambda u: (inverse(total(ONE, _square(u))), ()),
    "asinh": lambda u: (raised_to(total(ONE, _square(u)), _MINUS_HALF), ()),
    "acosh": lambda u: (raised_to(total(_square(u), MINUS_ONE), _MINUS_HALF), (relation(">", minus(u, ONE)),)),
    "atanh": lambda u: (inverse(minus(ONE, _square(u))), _inside(u)),
    "abs": lambda u: (product(u, inverse(node("abs", u))), (relation("≠", u),)),
}
"""The derivative of each elementary function, and where it is continuously differentiable; not of sinc, max, min."""

_evaluated: dict[Term, Derivative] = {}
_differentiated: dict[tuple[Term, Term], Derivative] = {}


def derivative(t: Term, v: Term) -> Derivative:
    """The derivative of the closed term with respect to the free real variable v, and conditions.

    Raises:
        Refused: where there is no rule.
    """
    plain, needed = evaluated(the_term(t))
    nearby: tuple[Term, ...] = ()
    if has(t, "derivative") and v in t.free:  # what a derivative inside does away with must have values nearby too
        nearby = conditions_nearby(t, v)
        if any(not _places(c, v) <= _places(plain, v) for c in nearby):
            raise Refused(f"what {t!r} needs near {v!r} is said of a function that need not be continuous")
    answer, more = _derivative(plain, the_term(v))
    return answer, _once(*nearby, *needed, *more)


@lru_cache(1 << 10)
def _places(t: Term, v: Term) -> frozenset[Term]:
    """The values in the term of functions, vectors and points that speak of the variable, each in a formula.

    That has the binders around it, with the range of each: two sums differentiate the same values only if they add up
    over the same integers, of which there may be none.
    """
    if v not in t.free:
        return frozenset()
    variables: Sequence[Term] = ()
    given: Sequence[Term] = ()
    inside: Sequence[Term] = ()
    beside = [a for a in t.args if type(a) is Term]
    if t.kind in ("sum", "integral", "derivative"):
        i, body = opened_binding(t)
        variables, inside, beside = [i], [body], beside[1:]
        given = () if t.kind == "derivative" else within(i, beside[0], beside[1], t.kind == "sum")
    elif t.kind == "forall":
        variables, given, body = opened_formula(t)
        inside, beside = [*given, body], []
    elif t.kind == "lambda":
        variables = local(t, *t.args[0])
        inside, beside = [opened(t.args[1], variables)], []
    there = (under(variables, given, _places(a, v)) for a in inside)
    own = [predicate("stands there", t)] if t.kind in HEADED else []
    return frozenset(own).union(*there, *(_places(a, v) for a in beside))


def evaluated(t: Term) -> Derivative:
    """The term, or the relation, with every derivative carried out, and conditions.

    Raises:
        Refused: where there is no rule, and for a derivative under "for all" or in a `lambda`.
    """
    if t not in _evaluated:
        if the_term(t).open:
            raise Refused(f"{t!r} speaks of a bound variable outside its binder")
        answer, needed = _carried_out(t) if has(t, "derivative") else (t, ())
        _evaluated[t] = answer, _once(*needed)
    return _evaluated[t]


def _once(*formulas: Term) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(formulas))


def _carried_out(t: Term) -> Derivative:
    if t.kind == "derivative":
        v, body = opened_binding(t)
        at, outer = evaluated(t.args[1])
        answer, inner = derivative(body, v)
        return substitute(answer, {v: at}), (*(substitute(c, {v: at}) for c in inner), *outer)
    if t.kind in ("sum", "integral"):
        v, body = opened_binding(t)
        answer, inner = evaluated(body)
        (low, first), (high, second) = evaluated(t.args[1]), evaluated(t.args[2])
        inner = under([v], within(v, t.args[1], t.args[2], t.kind == "sum"), inner)
        return binding(t.kind, v, answer, low, high), (*first, *second, *inner)
    if t.kind in ("forall", "lambda"):
        raise Refused(f"the derivatives under the binder of {t!r} are not carried out")
    parts = [evaluated(a) if type(a) is Term else (a, ()) for a in t.args]
    args, needed = [part for part, _ in parts], tuple(c for _, more in parts for c in more)
    if t.kind == "power":
        return raised_to(*args), needed
    made = total(*args) if t.kind == "add" else product(*args) if t.kind == "mul" else node(t.kind, *args)
    if t.kind in ("gradient", "hessian") and made.sort is not t.sort:
        raise Refused(f"{t!r}: a gradient at 0 would be one of another space")
    return made, needed


def _derivative(t: Term, v: Term) -> Derivative:
    """As `derivative`, for a term in which all derivatives are carried out."""
    if v not in t.free:
        return ZERO, ()
    if t is v:
        return ONE, ()
    key = (t, v)
    if key not in _differentiated:
        answer, needed = _by_rule(t, v)
        _differentiated[key] = answer, _once(*needed)
    return _differentiated[key]


def _by_rule(t: Term, v: Term) -> Derivative:
    args = t.args
    if t.kind == "add":
        parts = [_derivative(a, v) for a in args]
        return total(*(d for d, _ in parts)), tuple(c for _, needed in parts for c in needed)
    if t.kind == "mul":
        parts = [_derivative(a, v) for a in args]
        terms = [product(*args[:i], d, *args[i + 1 :]) for i, (d, _) in enumerate(parts) if d is not ZERO]
        return total(*terms), tuple(c for _, needed in parts for c in needed)
    if t.kind == "power":
        return _of_power(t, v)
    if t.kind in ELEMENTARY:
        outer, needed = ELEMENTARY[t.kind](args[0])
        inner, more = _derivative(args[0], v)
        return product(outer, inner), (*needed, *more)
    if t.kind == "inner":  # bilinear and continuous
        (left, needed), (right, more) = _derivative(args[0], v), _derivative(args[1], v)
        terms = [node("inner", a, b) for a, b in ((left, args[1]), (args[0], right)) if ZERO not in (a, b)]
        return total(*terms), (*needed, *more)
    if t.kind == "sum" and v not in args[1].free | args[2].free:
        k, body = opened_binding(t)
        answer, needed = _derivative(body, v)
        whole = binding("sum", k, answer, args[1], args[2])
        return whole, under([k], within(k, args[1], args[2], integer=True), needed)
    if t.kind == "integral" and v not in args[0].free:
        return _of_integral(t, v)
    if t.kind in ("apply", "vector", "gradient", "derivative"):
        return _of_head(t, v)
    raise Refused(f"there is no rule for the derivative of {t!r} by {v!r}")


def _of_power(t: Term, v: Term) -> Derivative:
    base, exponent = t.args
    inner, needed = _derivative(base, v)
    if exponent.kind == "number":
        q = exponent.args[0]
        if q == 0:
            return ZERO, needed
        where = relation(">", base) if q.denominator != 1 else relation("≠", base)
        answer = product(exponent, raised_to(base, number(q - 1)), inner)
        return answer, needed if q.denominator == 1 and q > 0 else (*needed, where)
    slope, more = _derivative(exponent, v)
    answer = product(t, total(product(slope, node("log", base)), product(exponent, inner, inverse(base))))
    return answer, (*needed, *more, relation(">", base))


def _of_integral(t: Term, v: Term) -> Derivative:
    """∫ₐᵇ f has the derivative f(b) b′ − f(a) a′, if f does not depend on v.

    That the integral has a value makes f continuous between the bounds; that f has values near a bound that moves makes
    it so a little beyond. So the integral exists nearby, and is continuously differentiable by the bound.
    """
    w, body = opened_binding(t)
    no_jumps(body, w)
    terms, needed = [], []
    for bound, sign in ((t.args[1], MINUS_ONE), (t.args[2], ONE)):
        if v in bound.free:
            slope, more = _derivative(bound, v)
            terms.append(product(sign, opened(t.args[0], [bound]), slope))
            needed += [*more, *(substitute(c, {w: bound}) for c in conditions_nearby(body, w))]
    return total(*terms), tuple(needed)


def _of_head(t: Term, v: Term) -> Derivative:
    """The chain rule; that the head is differentiable is one of the uses."""
    outer, u = of_head(t, v)
    inner, needed = _derivative(u, v)
    if outer.kind in ("apply", "derivative"):
        return product(outer, inner), needed
    if inner is ZERO:
        return ZERO, needed
    if outer.kind == "gradient":
        return node("inner", outer, inner), needed
    return node("hessian", *t.args, inner), needed


def of_head(t: Term, v: Term) -> tuple[Term, Term]:
    """The derivative of a head that the chain rule needs for the derivative by v, and the argument that moves.

    Of a gradient it is the hessian, in the direction 0: in every direction it exists if it does in one.

    Raises:
        Refused: where there is no rule.
    """
    *before, u = t.args
    moving = [i for i, a in enumerate(t.args) if type(a) is Term and v in a.free]
    if t.kind == "apply" and len(t.args) == 3 and t.args[0].args[1] != INTEGERS:
        if is_scalar(u):
            return node("apply", before[0], before[1] + 1, u), u
        if is_vector(u):
            return node("gradient", before[0], u), u
    if t.kind == "gradient" and is_vector(u):
        return node("hessian", *t.args, ZERO), u
    curve = t.kind == "vector" and t.args[0].args[1] == VECTOR and moving[0] > 1
    if len(moving) == 1 and (curve or (t.kind == "derivative" and moving == [1])):
        (place,) = moving
        if is_scalar(t.args[place]):
            (x,) = local(t, REAL)
            family = node(t.kind, *(x if i == place else a for i, a in enumerate(t.args)))
            return binding("derivative", x, family, t.args[place]), t.args[place]
    raise Refused(f"there is no rule for the derivative of {t!r} by {v!r}")
