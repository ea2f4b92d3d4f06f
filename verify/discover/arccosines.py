"""Arccosines of terms that are the cosine of an angle in sight: arccos(cos θ) = θ for 0 ≤ θ ≤ π."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from sympy import Basic, S, acos, cos, sin

from verify.author.kernel import KernelError, combine, identity
from verify.discover.facts import Context, Fact, open_terms, share_of
from verify.discover.lemmas import lemma_of_facts
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import equations, from_facts
from verify.language.terms import IllFormed, Relation, difference, eq, ge
from verify.lemmas.circular import arccosine_of_cosine

MOST_ANGLES = 4
"""Angles in sight of which the sums and differences of two are tried too."""


def without_arccosines(goal: Relation, context: Context) -> Fact | None:
    """The goal with angles in the place of arccosines of their cosines, from the facts."""
    found = list(of_arccosines([goal, *context.conclusions], context))
    plain = goal.xreplace({a.relation.lhs: a.relation.rhs for a, _ in found})
    if not found or plain == goal:
        return None
    whole = difference(goal)
    shares = [-share_of(whole, a.relation.lhs) for a, _ in found]
    terms = [(share, Slack.of(a)) for share, (a, _) in zip(shares, found, strict=True) if share != 0]
    if plain.lhs != plain.rhs:
        made = from_facts(plain, context)
        if made is None:
            return None
        terms.append((S.One, Slack.of(made)))
    elif goal.op not in ("=", "≥"):
        return None
    return combined(goal, context, terms, (), [bound for _, bounds in found for bound in bounds])


def of_arccosines(terms: Sequence[Basic], context: Context) -> Iterator[tuple[Fact, list[Fact]]]:
    """What the arccosines in the terms are, each with what shows that it is defined.

    Args:
        terms: where arccosines, cosines and sines are looked for.
        context: what shows that a term is a cosine, and that its angle is between 0 and π.
    """
    nodes = open_terms(terms, (acos,))
    angles = list(dict.fromkeys(node.args[0] for node in open_terms(terms, (cos, sin))))[:MOST_ANGLES]
    pairs = [angle for a, b in combinations(angles, 2) for angle in (a + b, a - b, b - a)]
    using, _ = equations(context.relations)
    for node in nodes:
        term = node.args[0]
        for angle in [*angles, *pairs]:
            cosine = _is_cosine(term, angle, using, context)
            if cosine is None:
                continue
            bounds = [_bound(term, angle, sign, cosine, context) for sign in (1, -1)]
            sides = [cosine, *(b for b in bounds if b is not None), *context.sides]
            make = partial(arccosine_of_cosine, term, angle, [f.theorem for f in sides])
            found = list(lemma_of_facts(context, "arccosine_of_cosine", [term, angle], [sides], make))
            if found:
                yield found[0], [b for b in bounds if b is not None]
                break


def _is_cosine(term: Any, angle: Any, using: Sequence[Fact], context: Context) -> Fact | None:
    """That a term is the cosine of an angle, by equations that are known."""
    goal, sides = eq(term, cos(angle)), context.sides
    try:
        theorem = identity(goal, [f.theorem for f in using], [f.theorem for f in sides])
    except (KernelError, IllFormed):
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        put_in, rest = names[: len(using)], names[len(using) :]
        return f"identity({spell(goal)}, [{', '.join(put_in)}], [{', '.join(rest)}])"

    return context.settled(Fact(theorem, code, (*using, *sides)))


def _bound(term: Any, angle: Any, sign: int, cosine: Fact, context: Context) -> Fact | None:
    """That a cosine is at most 1, or with the other sign at least −1."""
    goal = ge(1 - sign * term, 0)
    square = (sin(angle / 2) if sign > 0 else cos(angle / 2)) ** 2
    try:
        theorem = combine(goal, [(2, square), (-sign, cosine.theorem)])
    except (KernelError, IllFormed):
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"combine({spell(goal)}, [(2, {spell(square)}), ({-sign}, {names[0]})])"

    return context.settled(Fact(theorem, code, (cosine,)))
