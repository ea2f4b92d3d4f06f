"""What the statement of a claim has to say, made from the claim's terms: formulas, where they are defined, smoothness.

Terms are brought to the form in which they come back from Rocq's text: a root and an inverse are nodes of their own,
sums and products group to the left. What the language of the core has no formula for is a predicate with the words that
Rocq has for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from verify.core.nodes import DOMAIN, PARTIAL, Term, is_vector, node
from verify.core.terms import (
    HEADED, MINUS_ONE, ONE, ZERO, forall, function, number, opened_binding, opened_formula, power, predicate,
    relation,
)  # fmt: skip
from verify.core.uses import uses_of

INTEGRAL, NEARBY, POWER_DEFINED, CONTINUOUS = "Int", "locally", "pw_defined", "continuous"


def canonical(t: Term) -> Term:
    """The term as it comes back from Rocq's text."""
    args = [canonical(a) if type(a) is Term else a for a in t.args]
    if t.kind == "power" and args[1].kind == "number":
        return _power(args[0], args[1].args[0])
    if t.kind == "exp" and args[0] is ONE:
        return node("e")
    if t.kind == "mul":
        args = [a for a in args if not is_vector(a)] + [a for a in args if is_vector(a)]
    if t.kind in ("add", "mul", "max", "min"):
        while args and args[0].kind == t.kind:
            args[:1] = args[0].args
        if not args:
            return ZERO if t.kind == "add" else ONE
        if len(args) == 1:
            return args[0]
    return node(t.kind, *args)


def _power(base: Term, q: Fraction) -> Term:
    if q.denominator > 1:
        base = power(base, number(Fraction(1, q.denominator)))
    if abs(q.numerator) != 1:
        base = power(base, number(abs(q.numerator)))
    return power(base, MINUS_ONE) if q < 0 else base


def said(formulas: Sequence[Term]) -> list[Term]:
    """Of each formula where it is defined, then the formula itself; nothing twice."""
    return list(dict.fromkeys(canonical(p) for f in formulas for p in (*defined(f), f)))


# --- where terms are defined ------------------------------------------------------------------------------------------


def defined(t: Term) -> Iterator[Term]:
    """Formulas that together say that a term or a formula is defined, in the sense of the ten sentences."""
    if t.kind in ("sum", "integral", "derivative"):
        yield from _inside(t)
    elif t.kind == "forall":
        variables, given, body = opened_formula(t)
        for n, f in enumerate((*given, body)):
            yield from (forall(variables, given[:n], d) for d in defined(f))
    else:
        first = 1 if t.kind in HEADED or t.kind == "predicate" else 0
        for a in t.args[first:]:
            if type(a) is Term and a.kind not in ("variable", "bound"):
                yield from defined(a)
        yield from _own(t)


def _inside(t: Term) -> Iterator[Term]:
    v, body = opened_binding(t)
    for bound in t.args[1:]:
        yield from defined(bound)
    if t.kind == "sum":
        within = [relation("≤", t.args[1], v), relation("≤", v, t.args[2])]
        yield from (forall([v], within, d) for d in defined(body))
    elif t.kind == "integral":
        low, high = (node(kind, *t.args[1:]) for kind in ("min", "max"))
        within = [relation("≤", low, v), relation("≤", v, high)]
        yield from (forall([v], within, d) for d in defined(body))
        yield forall([v], within, predicate(CONTINUOUS, function([v], body), v))
    else:
        yield from (forall([v], [predicate(NEARBY, t.args[1], v)], d) for d in defined(body))
        yield predicate("vsmooth_near" if is_vector(t) else "smooth_near", ONE, function([v], body), t.args[1])


def _own(t: Term) -> Iterator[Term]:
    kind, args = t.kind, t.args
    if kind in HEADED and args[0].args[1] == PARTIAL:
        yield predicate(DOMAIN, args[0], *(args[1:2] if kind in ("gradient", "hessian") else args[HEADED[kind] :]))
    if kind not in ("power", "log", "acosh", "tan", "acos", "asin", "atanh"):
        return
    u = args[0]
    plain = u.kind == "number" and u.args[0] > 0
    if kind == "power" and args[1].kind != "number":
        yield predicate(POWER_DEFINED, u, args[1])
    elif kind == "power" and not plain:
        q = args[1].args[0]
        if q.denominator > 1:
            yield relation("<" if q < 0 else "≤", ZERO, u)
        elif q < 0:
            yield relation("≠", u, ZERO)
    elif kind == "log" and not plain:
        yield relation("<", ZERO, u)
    elif kind == "acosh":
        yield relation("≤", ONE, u)
    elif kind == "tan":
        yield relation("≠", node("cos", u), ZERO)
    elif kind in ("acos", "asin", "atanh"):
        sign = "<" if kind == "atanh" else "≤"
        yield from (relation(sign, MINUS_ONE, u), relation(sign, u, ONE))


# --- how smooth functions are -----------------------------------------------------------------------------------------

Smooth = tuple[Any, str, int]
"""A function, in what sense it is smooth, and how often it is differentiated; not at all if it is only integrated."""


def smoothness(formulas: Sequence[Term]) -> set[Smooth]:
    """What the kernel says that a claim asks of its functions."""
    uses = uses_of(formulas)
    found: set[Smooth] = set()
    for (head, by), order in uses.orders_by().items():
        sense = "number" if by == "number" else "curve" if isinstance(by, tuple) else "field"
        found.add((head, sense, order))
    for head, _, (value, argument) in uses.places:
        sense = "curve" if value is not None else "field" if isinstance(argument, Term) else "number"
        found.add((head, sense, 0))
    return found
