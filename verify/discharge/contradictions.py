"""Conditions that nothing meets: −1 ≥ 0 follows, and from that whatever is claimed under them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.discharge import closure, elimination, instances, jointly
from verify.discharge.absurdity import clash, from_nothing
from verify.discharge.normal import plain
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import ForAll, Formula, Relation, difference, eq, ge, gt
from verify.normal_forms.ground import decided

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

_NEGATED = {"≥": ">", ">": "≥"}


def nothing_meets(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """A goal that is false, or under a condition that is, because nothing meets the conditions."""
    if decided(goal) is not False and not any(decided(g) is False for g in given if isinstance(g, Relation)):
        return None
    absurd = search.contradiction(given)
    return None if absurd is None else from_nothing(goal, absurd)


def contradiction(given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """−1 ≥ 0, from conditions of which one denies what the others say, or an instance of one does."""
    methods = (_denies_at_once, elimination.eliminated, closure.closed, jointly.combined, _instance_denied, _denies)
    for method in methods:
        found = method(given, search)
        if found is not None:
            return found
    return None


def _denies(given: Sequence[Formula], search: Sequents) -> Theorem | None:
    for condition in _suspects(given):
        rest = [g for g in given if g != condition]
        found = denied(assume(condition), condition, rest, search)
        if found is not None:
            return found
    return None


def _denies_at_once(given: Sequence[Formula], search: Sequents) -> Theorem | None:
    with search.patient(0.0):
        return _denies(given, search)


def _instance_denied(given: Sequence[Formula], search: Sequents) -> Theorem | None:
    for schema in given:
        if isinstance(schema, ForAll) and isinstance(schema.body, Relation):
            found = _at_an_instance(schema, [g for g in given if g != schema], search)
            if found is not None:
                return found
    return None


def _suspects(given: Sequence[Formula]) -> Iterator[Relation]:
    """The relations, first those that are false as they stand, then equations, then those with most to say."""
    found = [g for g in given if isinstance(g, Relation)]
    yield from sorted(found, key=lambda g: (decided(g) is not False, g.op != "=", -g.count_ops()))


def denied(theorem: Theorem, says: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """−1 ≥ 0, from a relation and a proof of its opposite, where one is found."""
    gap = plain(difference(says), given)
    if gap == 0 and says.op in (">", "≠"):  # it denies itself, as it is written
        gap = difference(says)
    if gap == 0:
        return None
    if says.op == "=":
        for sign in (1, -1):
            apart = search.formula(gt(sign * gap, 0), given)
            if apart is not None:
                return clash(apart, combine(ge(-sign * gap, 0), [(-sign, theorem)]))
        return None
    if says.op == "≠":
        equal = search.formula(eq(gap, 0), given)
        if equal is None:
            return None
        apart = combine(gt(gap**2, 0), [(1, gap**2)], facts=[theorem])
        return clash(apart, combine(ge(-(gap**2), 0), [(-gap, equal)]))
    opposite = search.formula(Relation(_NEGATED[says.op], -gap, 0), given)
    if opposite is None:
        return None
    itself = combine(Relation(says.op, gap, 0), [(1, theorem)])
    return clash(opposite, itself) if says.op == "≥" else clash(itself, opposite)


def _at_an_instance(schema: ForAll, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """−1 ≥ 0, from an instance of a schema that cannot hold."""
    for values in instances.refuting(schema, given):
        if search.left <= 0:
            return None
        try:
            found = _denied_instance(schema, values, given, search)
        except GIVES_UP:
            continue
        if found is not None:
            return found
    return None


def _denied_instance(schema: ForAll, values: Any, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    theorem: Theorem | None = instantiate(assume(schema), values)
    theorem = None if theorem is None else search.settled(theorem, [*given, schema])
    if theorem is None or not isinstance(theorem.conclusion, Relation):
        return None
    return denied(theorem, theorem.conclusion, given, search)
