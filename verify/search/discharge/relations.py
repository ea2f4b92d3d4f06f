"""Equations and inequalities in open variables: by the zero test, by signs, by a multiplier, by the prover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sympy import Integral, KroneckerDelta, Sum, Symbol, cancel

from verify.kernel import Theorem, assume, cases, certify, combine, identity, instantiate
from verify.lemmas import from_absurdity
from verify.normal_forms.facts import Facts
from verify.prover.proving import certificate
from verify.search.discharge.normal import plain
from verify.search.discharge.stumbles import GIVES_UP
from verify.terms import Deriv, Formula, Fun, Head, Relation, difference, eq, ge, gt, substitute

if TYPE_CHECKING:
    from verify.search.discharge.sequents import Sequents

PATIENCE = 6.0
"""Seconds that the prover may take for one inequality."""


def at_once(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """What needs no search: an identity, a sign that is settled, a multiple of a condition."""
    gap = difference(goal)
    if goal.op == "=":
        return _first(
            lambda: identity(goal),
            lambda: identity(goal, facts=given),
            *(lambda g=g: _multiple(goal, g, given) for g in given if isinstance(g, Relation) and g.op == "="),
        )
    if Facts(given).holds(goal):
        return instantiate(assume(goal), {}, search.known(given))
    return combine(goal, [(1, plain(gap, given))], facts=given)


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


def decided_by_prover(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """An inequality by a certificate; an equation or an inequation by two or one of these."""
    gap = difference(goal)
    if goal.op == "≠":
        for sign in (1, -1):
            apart = search.formula(gt(sign * gap, 0), given)
            if apart is not None:
                return instantiate(assume(goal), {}, [apart])
        return None
    if goal.op == "=":
        return _between(goal, given, search)
    return _certified(goal, given, min(PATIENCE, search.left / 2))


def _between(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """An equation, as neither side can be the larger one."""
    from verify.search.discharge.contradictions import contradiction  # noqa: PLC0415  # each needs the other

    if not given:
        return None
    gap, parts, on = difference(goal), [], [gt(difference(goal), 0), gt(-difference(goal), 0)]
    for case in on:
        absurd = contradiction((*given, case), search)
        if absurd is None:
            return None
        parts.append(from_absurdity(goal, absurd))
    return cases([*parts, assume(eq(gap, 0))] if goal.rhs == 0 else [*parts, assume(goal)], [*on, eq(gap, 0)])


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
