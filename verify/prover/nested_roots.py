"""Roots of products with roots in them, as ∛(u·√v): a goal with such roots made of one without, by logarithms.

sympy writes (u·√v)^(1/3) as u^(1/3)·v^(1/6). For the core that is another term, as it holds of what is positive only;
but its rule of logarithms, which asks for that, shows that the two do not differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import is_

from sympy import Rational, factorrat

from verify.core.certificate import Certificate
from verify.core.nodes import Term, node
from verify.core.polynomials import difference, minus, negative, product, total
from verify.core.terms import MINUS_ONE, ZERO, add, mul, number, power, relation, replaced, sides, walk


def rewritten(part: Certificate, given: tuple[Term, ...], goal: Term) -> Certificate:
    """The goal, whose term is equal to that of the part."""
    data = {"shows": difference(part.shows), "given": list(part.given)}
    return Certificate(part.variables, given, goal, "rewrite", data, (part,))


def flattened(part: Certificate, given: tuple[Term, ...], goal: Term) -> Certificate | None:
    """The goal by way of one without nested roots, that both the part's term and the goal's differ from by nothing.

    None if no summand of the goal has any.
    """
    op = sides(goal)[0]
    text = list(_summands(_with_roots(difference(goal))))
    flat = list(map(_flat, text))
    if all(map(is_, text, flat)):
        return None
    shown = list(_summands(difference(part.shows)))
    plain = list(map(_flat, shown))
    if not all(map(is_, shown, plain)):
        part = _moved(rewritten(part, given, relation(op, total(*shown))), shown, plain)
    part = rewritten(part, given, relation(op, total(*flat)))
    return rewritten(_moved(part, flat, text), given, goal)


def _moved(part: Certificate, old: Sequence[Term], new: Sequence[Term]) -> Certificate:
    """The sum of the new terms as that of the old ones and of what they differ by: u − v = 0, as log u = log v."""
    parts = [part]
    for u, v in zip(old, new, strict=True):
        if u is not v:
            larger, smaller = (negative(u), negative(v)) if _is_negative(v) else (v, u)
            shows = relation("≥", minus(larger, smaller))
            parts.append(Certificate(part.variables, part.given, shows, "logs", {"larger": larger, "smaller": smaller}))
    data = {"terms": [difference(p.shows) for p in parts], "strict": 0}
    shows = relation(sides(part.shows)[0], total(*new))
    return Certificate(part.variables, part.given, shows, "sum", data, tuple(parts))


def _with_roots(term: Term) -> Term:
    """The term with u^(1/n) for the odd root max(0, u)^(1/n) − max(0, −u)^(1/n), as it is for u ≥ 0."""
    while (found := next(_odd_roots(term), None)) is not None:
        term = replaced(term, *found)
    return term


def _odd_roots(term: Term) -> Iterator[tuple[Term, Term]]:
    parts = list(walk(term))
    for root in (t for t in parts if _is_root(t) and t.args[0].kind == "max" and t.args[0].args[0] is ZERO):
        u, exponent = root.args[0].args[1], root.args[1]
        below = power(node("max", ZERO, mul(MINUS_ONE, u)), exponent)
        if (odd := add(root, mul(MINUS_ONE, below))) in parts:
            yield odd, power(u, exponent)


def _summands(term: Term, factor: Term | None = None) -> Iterator[Term]:
    """The summands, where numbers are multiplied out."""
    if term.kind == "add":
        for t in term.args:
            yield from _summands(t, factor)
        return
    numbers = [t for t in term.args if t.kind == "number"] if term.kind == "mul" else []
    others = [t for t in term.args if t.kind != "number"] if numbers else []
    if len(others) == 1 and others[0].kind == "add":
        yield from _summands(others[0], product(*numbers, *((factor,) if factor else ())))
    else:
        yield product(term, factor) if factor else term


def _is_negative(term: Term) -> bool:
    return term.kind == "mul" and any(t.kind == "number" and t.args[0] < 0 for t in term.args)


def _flat(term: Term) -> Term:
    """The product with one power of each factor of what a root is taken of, where that has roots as well."""
    if term.kind == "mul":
        return product(*map(_flat, term.args))
    if not _is_root(term) or not any(map(_is_root, walk(term.args[0]))):
        return term
    exponents: dict[Term, Fraction] = {}
    for u, k in _factors(term, Fraction(1)):
        exponents[u] = exponents.get(u, Fraction(0)) + k
    return product(*(power(u, number(k)) for u, k in exponents.items()))


def _is_root(term: Term) -> bool:
    """Whether it is a power whose exponent is a number, but not a whole one."""
    return term.kind == "power" and term.args[1].kind == "number" and term.args[1].args[0].denominator > 1


def _factors(term: Term, exponent: Fraction) -> Iterator[tuple[Term, Fraction]]:
    if term.kind == "mul":
        for t in term.args:
            yield from _factors(t, exponent)
    elif term.kind == "power" and term.args[1].kind == "number":
        yield from _factors(term.args[0], exponent * term.args[1].args[0])
    elif term.kind == "number" and term.args[0] > 0:
        for p, k in factorrat(Rational(str(term.args[0]))).items():
            yield number(int(p)), exponent * k
    else:
        yield term, exponent
