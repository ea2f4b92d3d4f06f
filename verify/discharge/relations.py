"""Equations and inequalities in open variables: by the zero test, by signs, by a multiplier, by the prover."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sympy import Integral, KroneckerDelta, Max, Min, Sum, Symbol, cancel

from verify.author.kernel import Theorem, assume, cases, certify, combine, identity, instantiate
from verify.discharge.absurdity import from_nothing
from verify.discharge.normal import plain
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import Deriv, Formula, Fun, Head, Relation, difference, eq, ge, gt, substitute
from verify.normal_forms.facts import Facts
from verify.prover.proving import certificate

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents


def at_once(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """What needs no search: an identity, a sign that is settled, a multiple of a condition."""
    if goal.op == "=":
        return _first(
            lambda: identity(goal),
            lambda: _with_few(lambda facts: identity(goal, facts=facts), given),
            *(lambda g=g: _multiple(goal, g, given) for g in given if isinstance(g, Relation) and g.op == "="),
        )
    if Facts(given).holds(goal):
        return _with_few(lambda facts: instantiate(assume(goal), {}, [assume(f) for f in facts]), given)
    return _first(  # a maximum has a sign as it is written, and none where it is spelt out
        *(
            lambda gap=gap: _with_few(lambda facts: combine(goal, [(1, gap)], facts=facts), given)
            for gap in _gaps(goal, given)
        )
    )


def _gaps(goal: Relation, given: Sequence[Formula]) -> Iterator[Any]:
    """The difference of the sides in normal form, and before that as it is, where it has extremes."""
    gap = difference(goal)
    if gap.has(Max, Min):
        yield gap
    yield plain(gap, given)


def _with_few(rule: Callable[[Sequence[Formula]], Theorem], given: Sequence[Formula]) -> Theorem:
    """What the rule proves from the conditions, with those left out, the longest first, that it does not need."""
    theorem = rule(given)
    kept = list(given)
    for fact in sorted(given, key=lambda g: -g.count_ops()):
        fewer = [k for k in kept if k != fact]
        try:
            other = rule(fewer)
        except GIVES_UP:
            continue
        if set(other.hypotheses) < set(theorem.hypotheses):
            theorem, kept = other, fewer
    return theorem


def _first(*attempts: Any) -> Theorem | None:
    for attempt in attempts:
        try:
            found: Theorem | None = attempt()
        except GIVES_UP:
            continue
        if found is not None:
            return found
    return None


def _multiple(goal: Relation, equation: Relation, given: Sequence[Formula]) -> Theorem:
    """An equation that is another one, times a factor."""
    ratio = cancel(plain(difference(goal), given) / plain(difference(equation), given))
    return combine(goal, [(ratio, assume(equation))], facts=[g for g in given if g != equation])


def with_effort(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """An inequality by a certificate; an equation or an inequation by two or one of these."""
    if goal.op == "≠":
        return _apart(goal, given, search)
    if goal.op == "=":
        return _between(goal, given, search)
    seconds = min(search.patience, search.left / 2)
    return _certified(goal, given, seconds) if seconds > 0 else None


def _apart(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """An inequation: one side is the larger one, or the conditions do not let them be equal."""
    gap = difference(goal)
    for sign in (1, -1):
        larger = search.formula(gt(sign * gap, 0), given)
        if larger is not None:
            return instantiate(assume(goal), {}, [larger])
    absurd = search.contradiction((*given, eq(gap, 0)))
    if absurd is None:
        return None
    on = [gt(gap, 0), eq(gap, 0), gt(-gap, 0)]
    larger, smaller = (instantiate(assume(goal), {}, [assume(case)]) for case in on[::2])
    return cases([larger, from_nothing(goal, absurd), smaller], on)


def _between(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """An equation, as neither side can be the larger one."""
    if not given:
        return None
    gap, parts = difference(goal), []
    on = [gt(gap, 0), gt(-gap, 0), eq(gap, 0)]
    for case in on[:2]:
        absurd = search.contradiction((*given, case))
        if absurd is None:
            return None
        parts.append(from_nothing(goal, absurd))
    return cases([*parts, combine(goal, [(1, assume(on[2]))])], on)


def _certified(goal: Relation, given: Sequence[Formula], seconds: float) -> Theorem | None:
    """An inequality from those among the conditions, by the prover, with atoms it does not know as variables."""
    spelt = _Spelt(given)
    strict = goal.op == ">"
    shows = spelt(difference(goal))
    conditions = [r for g in given if isinstance(g, Relation) for r in spelt.conditions(g)]
    conditions += spelt.signs()
    theorem = certify(certificate((gt if strict else ge)(shows, 0), conditions, budget=seconds))
    theorem = instantiate(theorem, spelt.back) if spelt.back else theorem
    return combine(goal, [(1, theorem)])


class _Spelt:
    """Terms in normal form, in real variables alone: anything else is given a name, and its sign as a condition."""

    def __init__(self, given: Sequence[Formula]) -> None:
        self._given = given
        self._names: dict[Any, Symbol] = {}

    @property
    def back(self) -> dict[Symbol, Any]:
        """What the names stand for."""
        return {name: atom for atom, name in self._names.items()}

    def __call__(self, term: Any) -> Any:
        spelt = term if not term.has(Deriv, Sum, Fun, KroneckerDelta) else plain(term, self._given)
        for atom in sorted(spelt.atoms(Fun, KroneckerDelta, Sum, Integral), key=lambda a: -a.count_ops()):
            spelt = spelt.xreplace({atom: self._name(atom)}) if spelt.has(atom) else spelt
        signed = [s for s in spelt.free_symbols if not isinstance(s, Head) and s._assumptions_orig != {"real": True}]
        return substitute(spelt, {s: self._name(s) for s in signed if s not in self._names.values()})

    def conditions(self, relation: Relation) -> list[Relation]:
        """The inequalities that a relation says."""
        if any(isinstance(side, Symbol) and isinstance(side, Head) for side in (relation.lhs, relation.rhs)):
            return []
        gap = self(difference(relation))
        if relation.op == "≠":
            return [gt(gap**2, 0)]
        if relation.op == "=":
            return [ge(gap, 0), ge(-gap, 0)]
        return [Relation(relation.op, gap, 0)]

    def signs(self) -> list[Relation]:
        """The declared signs of what has a name."""
        found = []
        for atom, name in self._names.items():
            if atom.is_positive:
                found.append(gt(name, 0))
            elif atom.is_nonnegative:
                found.append(ge(name, 0))
        return found

    def _name(self, atom: Any) -> Symbol:
        return self._names.setdefault(atom, Symbol(f"a{len(self._names)}", real=True))
