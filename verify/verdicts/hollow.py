"""Statements that say nothing: true as they stand, or said already by one hypothesis.

A statement is hollow when its two sides are one term, when it is one of the hypotheses, a rearrangement of one, or an
instance of one, "for all v with γ: φ", at values where the conditions γ are hypotheses too; that something exists is
hollow when each formula of it is, or when hypotheses say them all of one thing. What is proved of such a statement is
nothing that its claim did not suppose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from sympy import Add, Mul, Symbol, expand

from verify.claims.claim import Claim
from verify.language.exists import AT_LEAST_NOTHING
from verify.language.terms import (
    EUCLIDEAN,
    ForAll,
    Formula,
    Head,
    Pt,
    Relation,
    Vec,
    alpha,
    difference,
    sort_of,
    substitute,
)

MOST_PERMUTED = 5
"""Longer sums and products are matched in their own order only."""

Binding = dict[Symbol, Any]


def hollow(claim: Claim) -> list[str]:
    """What is hollow among the formulas that a claim states, one line each."""
    found = []
    for position, states in enumerate(claim.states):
        reason = _says_nothing(states, claim.given)
        if reason:
            found.append(f"states[{position}] says nothing: {reason}: {states}")
    return found


def _says_nothing(states: Formula, given: Sequence[Formula]) -> str:
    if alpha(states) in map(alpha, given):
        return "it is a hypothesis"
    while isinstance(states, ForAll):
        states, given = states.body, [*given, *states.given]
    if isinstance(states, Relation) and states.lhs == states.rhs:
        return "its two sides are one term"
    known = {alpha(formula) for formula in given}
    if alpha(states) in known:
        return "it is a hypothesis"
    if states == AT_LEAST_NOTHING:
        return next(filter(None, (_exists_anyway(formula, given) for formula in given)), "")
    for formula in given:
        if _rearranges(states, formula):
            return f"it rearranges the hypothesis {formula}"
        if isinstance(formula, ForAll) and _is_instance(states, formula, known):
            return f"it is an instance of the hypothesis {formula}"
    return ""


def _exists_anyway(promise: Formula, given: Sequence[Formula]) -> str:
    """What is hollow where this is the schema that stands for an ∃."""
    if not isinstance(promise, ForAll) or promise.body != AT_LEAST_NOTHING:
        return ""
    if all(_says_nothing(formula, given) for formula in promise.given):
        return "what is said to exist is asked for nothing"
    first, *rest = promise.given
    known = set(map(alpha, given))
    bindings = (b for other in given for b in _matches(first, other, frozenset(promise.variables), {}))
    if any(all(alpha(substitute(formula, binding)) in known for formula in rest) for binding in bindings):
        return "what is said to exist is named in the hypotheses"
    return ""


def _rearranges(states: Formula, given: Formula) -> bool:
    """Whether the difference of the one relation is a number times that of the other, of the sign that it needs."""
    if not isinstance(states, Relation) or not isinstance(given, Relation) or states.op != given.op:
        return False
    if {sort_of(states.lhs), sort_of(given.lhs)} == {"point"}:
        return {states.lhs, states.rhs} == {given.lhs, given.rhs}
    ours, theirs = expand(difference(states)), expand(difference(given))
    if 0 in (ours, theirs):
        return False
    rest, others = ours.primitive()[1], theirs.primitive()[1]  # what is left of each by a positive number
    return bool(rest == others or (states.op in "=≠" and rest == expand(-others)))


def _is_instance(states: Formula, schema: ForAll, known: set[Any]) -> bool:
    variables, conditions, body = list(schema.variables), list(schema.given), schema.body
    while isinstance(body, ForAll):
        variables, conditions, body = [*variables, *body.variables], [*conditions, *body.given], body.body
    return any(
        all(alpha(substitute(condition, binding)) in known for condition in conditions)
        for binding in _matches(body, states, frozenset(variables), {})
    )


def _matches(pattern: Any, term: Any, variables: frozenset[Any], binding: Binding) -> Iterator[Binding]:
    """The ways to make a pattern the term by putting values in the place of the variables."""
    if pattern in variables and not isinstance(pattern, Head):
        if binding.get(pattern, term) == term:
            yield binding | {pattern: term}
        return
    if isinstance(pattern, Vec | Pt) and pattern.args[0] in variables and len(pattern.args) == len(_bare(pattern)):
        if sort_of(term) == sort_of(pattern) and binding.get(pattern.args[0], term) == term:
            yield binding | {pattern.args[0]: term}
        return
    if isinstance(pattern, Head) and pattern in variables:
        if type(term) is type(pattern) and binding.get(pattern, term) == term:
            yield binding | {pattern: term}
        return
    if pattern == term:
        yield binding
        return
    parts: Sequence[Any] = getattr(pattern, "args", ())
    others: Sequence[Any] = getattr(term, "args", ())
    if type(pattern) is not type(term) or not parts or len(parts) != len(others):
        return
    orders: Any = [others]
    if isinstance(pattern, Add | Mul) and len(parts) <= MOST_PERMUTED:
        orders = permutations(others)
    elif isinstance(pattern, Relation) and pattern.op in "=≠":
        sign, left, right = others
        orders = [others, (sign, right, left)]
    for order in orders:
        yield from _all_match(parts, order, variables, dict(binding))


def _all_match(
    parts: Sequence[Any], others: Sequence[Any], variables: frozenset[Any], binding: Binding
) -> Iterator[Binding]:
    if not parts:
        yield binding
        return
    for found in _matches(parts[0], others[0], variables, binding):
        yield from _all_match(parts[1:], others[1:], variables, dict(found))


def _bare(term: Vec | Pt) -> tuple[Any, ...]:
    """The arguments that a vector or point has when it is no member of a family."""
    return (term.args[0],) if isinstance(term, Pt) else (term.args[0], EUCLIDEAN)
