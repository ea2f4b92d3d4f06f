"""Exponentials above and logarithms below their tangents, with a remainder that is easier to decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from sympy import S, exp, log

from verify.author.kernel import Theorem, assume, cases, certify, combine, instantiate
from verify.discharge.absurdity import clash, from_nothing
from verify.discharge.normal import expanded, plain
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import Formula, Relation, difference, eq, ge, gt, real
from verify.normal_forms.facts import Facts
from verify.prover.proving import certificate

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

_BUDGET = 30.0
_a, _b, _x = real("a b x")


@cache
def exponential(strict: bool) -> Theorem:
    """e^b ≥ e^a (1 + b − a); with strict, (b − a)² > 0 ⊢ e^b > e^a (1 + b − a)."""
    above = certify(certificate(ge(exp(_x), 1 + _x), budget=_BUDGET))
    if strict:
        on = [gt(_x, 0), gt(-_x, 0), eq(_x, 0)]
        goal = gt(exp(_x) - 1 - _x, 0)
        sides = [combine(goal, [(1, certify(certificate(goal, [side], budget=_BUDGET)))]) for side in on[:2]]
        none = clash(assume(gt(_x**2, 0)), combine(ge(-(_x**2), 0), [(-_x, assume(on[2]))]))
        above = cases([*sides, from_nothing(goal, none)], on)
    moved = instantiate(above, {_x: _b - _a})
    tangent = exp(_a) * (1 + _b - _a)
    return combine((gt if strict else ge)(exp(_b) - tangent, 0), [(exp(_a), moved)])


@cache
def logarithm() -> Theorem:
    """b > 0, a > 0 ⊢ ln b − ln a + x ≥ 1 − e^{−x} a/b; one side is positive where the other is."""
    below = certify(certificate(ge(_x - 1 - log(_x), 0), [gt(_x, 0)], budget=_BUDGET))
    both, ratio = [gt(_a, 0), gt(_b, 0)], exp(-_x) * _a / _b
    some = combine(gt(ratio, 0), [(_a, exp(-_x) / _b)], facts=both)
    moved = instantiate(below, {_x: ratio}, [some])
    return combine(ge(log(_b) - log(_a) + _x - 1 + ratio, 0), [(1, moved)], facts=both)


def by_tangents(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """An inequality, as an exponential lies above, or a logarithm below, its tangent at another one's place."""
    if goal.op not in ("≥", ">"):
        return None
    gap = expanded(plain(difference(goal), given))
    for weight, tangent in (*_exponentials(gap, given, goal.op == ">"), *_logarithms(gap, given)):
        rest = expanded(gap - weight * difference(tangent.conclusion))
        try:
            if rest == 0:
                return combine(goal, [(weight, tangent)], facts=given)
            remainder = search.formula(Relation(goal.op, rest, 0), given)
            if remainder is not None:
                return combine(goal, [(weight, tangent), (1, remainder)], facts=given)
        except GIVES_UP:
            continue
    return None


def _exponentials(gap: Any, given: Sequence[Formula], strict: bool) -> Iterator[tuple[Any, Theorem]]:
    """Tangents of exponentials that the term has a multiple of which is not negative, if they leave fewer of them."""
    facts = Facts(given)
    for a, b in permutations([p.args[0] for p in sorted(gap.atoms(exp), key=str)], 2):
        weight = gap.coeff(exp(b))
        if weight != 0 and facts.signs(weight) <= {0, 1}:
            for exactly in (False, True) if strict else (False,):
                yield weight, instantiate(exponential(exactly), {_a: a, _b: b})


def _logarithms(gap: Any, given: Sequence[Formula]) -> Iterator[tuple[Any, Theorem]]:
    """The tangent of the only two logarithms that are no numbers, which leaves none."""
    places, facts = sorted((q.args[0] for q in gap.atoms(log) if not q.is_number), key=str), Facts(given)
    for a, b in permutations(places, 2) if len(places) == 2 else ():
        weight = gap.coeff(log(b))
        if weight != 0 and gap.coeff(log(a)) == -weight and facts.signs(weight) <= {0, 1}:
            rest = expanded(gap / weight - log(b) + log(a)) if weight.is_Rational else S.Zero
            yield weight, instantiate(logarithm(), {_a: a, _b: b, _x: rest})
