"""Predicates, by the axioms that say of a model that it has the property."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sympy import Lambda, Symbol, Tuple, linsolve

from verify.author.kernel import Axiom, Theorem, cite, instantiate
from verify.axioms import every_axiom
from verify.language.terms import ForAll, Formula, Fun, Head, Predicate, alpha, free_variables, fresh, substitute

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

Binding = dict[Symbol, Any]


def modelled(goal: Predicate, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """The property, by an axiom that states it of these functions and numbers, with its hypotheses proved."""
    for axiom in _stating(goal.words):
        theorem = cite(axiom)
        conclusion = axiom.conclusion
        if isinstance(conclusion, ForAll):
            names = [fresh(v) for v in conclusion.variables]
            conclusion = substitute(conclusion.body, dict(zip(conclusion.variables, names, strict=True)))
        else:
            names = []
        binding = _matched(conclusion.args[1:], goal.args[1:])
        if binding is None:
            continue
        values = {v: value for v, value in binding.items() if v not in names}
        theorem = instantiate(theorem, values) if values else theorem
        if names:
            if not set(names) <= set(binding):
                continue
            theorem = instantiate(theorem, [binding[v] for v in names])
        if alpha(theorem.conclusion) == alpha(goal):
            settled = search.settled(theorem, given)
            if settled is not None:
                return settled
    return None


_axioms = cache(every_axiom)


def _stating(words: str) -> Iterator[Axiom]:
    """The axioms that conclude such a property, those with the fewest hypotheses first."""
    found = []
    for axiom in _axioms():
        says = axiom.conclusion.body if isinstance(axiom.conclusion, ForAll) else axiom.conclusion
        if isinstance(says, Predicate) and says.words == words:
            found.append(axiom)
    yield from sorted(found, key=lambda a: len(a.hypotheses))


def _matched(patterns: Sequence[Any], targets: Sequence[Any]) -> Binding | None:
    """Values of the free variables of the patterns that make them the targets, as far as is plain."""
    if len(patterns) != len(targets):
        return None
    found: Binding = {}
    for pattern, target in zip(patterns, targets, strict=True):
        is_variable = isinstance(pattern, Head) or (isinstance(pattern, Symbol) and not isinstance(target, Lambda))
        if is_variable and found.setdefault(pattern, target) != target:
            return None
    for pattern, target in zip(patterns, targets, strict=True):
        if isinstance(pattern, Lambda) and isinstance(target, Lambda):
            more = _coefficients(substitute(pattern, found), target)
            if more is None:
                return None
            found |= more
    return found


def _coefficients(pattern: Lambda, target: Lambda) -> Binding | None:
    """The numbers in a pattern, where these are linear in it, that make it the target."""
    if len(pattern.signature) != len(target.signature):
        return None
    unknown = sorted(free_variables(pattern), key=str)
    if not unknown:
        return {}
    if pattern.expr.atoms(Fun):
        return None
    at = dict(zip(target.signature, pattern.signature, strict=True))
    left, right = (list(e) if isinstance(e, Tuple) else [e] for e in (pattern.expr, substitute(target.expr, at)))
    if len(left) != len(right) or isinstance(pattern.expr, Tuple) is not isinstance(target.expr, Tuple):
        return None
    gaps = [(a - b).expand().as_poly(*pattern.signature) for a, b in zip(left, right, strict=True)]
    solutions = () if None in gaps else linsolve([c for gap in gaps for c in gap.coeffs()], unknown)
    return next((dict(zip(unknown, s, strict=True)) for s in solutions if not s.free_symbols), None)
