"""Conditions that something without a sign vanishes, as a distance: they give one variable as a term in the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sympy import Abs, Add, Expr, Min, Mul, Pow, Rational, S

from verify.author.kernel import Theorem, assume, cases, combine, instantiate
from verify.discharge.absurdity import clash, from_nothing
from verify.discharge.normal import expanded
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import Formula, Relation, difference, eq, free_variables, ge, gt, real, substitute
from verify.lemmas import vanishes_with_its_square
from verify.normal_forms.facts import Facts

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

_gap = real("gap")


def where_equal(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """The goal with a variable replaced, where a condition says that a term vanishes that has no sign.

    That is a magnitude, a root, a square, a sum of such terms, or the least of two of them; and inside of it is a term
    that has the variable with a factor 1 or −1.
    """
    for condition in given:
        if not isinstance(condition, Relation) or condition.op != "=":
            continue
        rest, found = [g for g in given if g != condition], list(_nothings(assume(condition)))[1:]
        for nothing in found:
            term = difference(nothing.conclusion)
            if isinstance(term, Min) and len(term.args) == 2:
                return _for_each(goal, rest, nothing, search)
        equations = sorted(
            filter(None, map(_solved, found)), key=lambda e: e.conclusion.lhs not in free_variables(goal)
        )
        for equation in equations[:1]:
            x, value = equation.conclusion.lhs, equation.conclusion.rhs
            others = [e for e in equations if e.conclusion.lhs != x and x not in free_variables(e.conclusion)]
            rest = [g for g in (*rest, *(e.conclusion for e in others)) if x not in free_variables(g)]
            theorem = search.formula(substitute(goal, {x: value}), rest)
            if theorem is None:
                return None
            return combine(goal, [(1, instantiate(theorem, {}, others))], using=[equation])
    return None


def _solved(nothing: Theorem) -> Theorem | None:
    """A variable is a term in the others, where one has a factor 1 or −1 in what vanishes."""
    term = difference(nothing.conclusion)
    for x in sorted(free_variables(term), key=str, reverse=True):
        slope = expanded(term).coeff(x)
        if slope in (1, -1) and x not in free_variables(value := expanded(x - term / slope)):
            return combine(eq(x, value), [(1 / slope, nothing)])
    return None


def _nothings(theorem: Theorem) -> Iterator[Theorem]:
    """It, and what else vanishes where the term does that it says to be zero."""
    yield theorem
    term = difference(theorem.conclusion)
    for inside in _inside(term, theorem):
        yield from _nothings(inside)


def _inside(term: Any, theorem: Theorem) -> Iterator[Theorem]:
    """What is one function further inside of a term that vanishes, and vanishes with it."""
    if isinstance(term, Abs):
        (part,) = term.args
        square = combine(eq(_gap**2, 0), [(Abs(_gap), assume(eq(Abs(_gap), 0)))])
        yield instantiate(vanishes_with_its_square(_gap, square), {_gap: part}, [theorem])
    elif isinstance(term, Pow) and term.exp == S.Half:
        yield combine(eq(term.base, 0), [(term, theorem)])
    elif isinstance(term, Pow) and term.exp == 2:
        yield instantiate(vanishes_with_its_square(_gap, assume(eq(_gap**2, 0))), {_gap: term.base}, [theorem])
    elif isinstance(term, Mul) and isinstance(term.args[0], Rational):
        yield combine(eq(term / term.args[0], 0), [(1 / term.args[0], theorem)])
    elif isinstance(term, Add) and all(Facts([]).signs(a) <= {0, 1} for a in term.args):
        for part in term.args:
            try:
                yield _alone(part, term, theorem)
            except GIVES_UP:
                continue


def _alone(part: Expr, term: Expr, theorem: Theorem) -> Theorem:
    """A part of a sum without a sign vanishes where the sum does, as the others are not below zero."""
    goal, rest = eq(part, 0), term - part
    above, below = combine(ge(part, 0), [(1, part)]), combine(ge(-part, 0), [(-1, theorem), (1, rest)])
    on = [gt(part, 0), goal, gt(-part, 0)]
    larger, smaller = clash(assume(on[0]), below), clash(assume(on[2]), combine(ge(part, 0), [(1, above)]))
    return cases([from_nothing(goal, larger), assume(goal), from_nothing(goal, smaller)], on)


def _for_each(goal: Relation, rest: Sequence[Formula], nothing: Theorem, search: Sequents) -> Theorem | None:
    """The goal, where the least of two terms vanishes: the one does, or the other, as their product is zero."""
    term = difference(nothing.conclusion)
    first, second = term.args
    here, otherwise = (search.formula(goal, [*rest, eq(part, 0)]) for part in (first, second))
    if here is None or otherwise is None:
        return None
    product = combine(eq(first * second, 0), [(first + second - term, nothing)])
    on = [gt(first, 0), eq(first, 0), gt(-first, 0)]
    above, below = (
        instantiate(otherwise, {}, [combine(eq(second, 0), [(1 / first, product)], facts=[case])]) for case in on[::2]
    )
    return cases([above, here, below], on)
