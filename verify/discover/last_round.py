"""Few instances: what holds of the last round in sight, and of fields only at gradients that something speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Basic

from verify.discover.facts import Context, Fact, applications
from verify.discover.instances import instance, suggested
from verify.discover.slacks import from_facts
from verify.language.terms import ForAll, Gradient, Relation, substitute

ROUNDS = 2
"""Of instances, each at terms that the last ones brought in."""


def of_last_round(goal: Relation, context: Context) -> Fact | None:
    """A combination of the facts, of what schemas on indices say of the last round, and of few others."""
    there, rounds = context.inside([]), dict[Fact, Any]()
    for _ in range(ROUNDS):
        before = len(there.facts)
        pairs = suggested(there, [goal, *there.conclusions])
        for schema, values in _latest_first([p for p in pairs if _is_of_indices(p[0].schema)]):
            last = rounds.get(schema, values[0])
            if not (last - values[0]).is_positive and instance(there, schema, values) is not None:
                rounds[schema] = values[0]
        spoken = _gradients([goal, *there.conclusions])
        for schema, values in pairs:
            said = substitute(schema.schema.body, dict(zip(schema.schema.variables, values, strict=True)))
            if not _is_of_indices(schema.schema) and _gradients([said]) <= spoken:
                instance(there, schema, values)
        if len(there.facts) == before:
            return None
        found = from_facts(goal, there)
        if found is not None:
            return found
    return None


def _is_of_indices(schema: ForAll) -> bool:
    return all(v.is_integer for v in schema.variables)


def _latest_first(pairs: Sequence[tuple[Fact, list[Any]]]) -> list[tuple[Fact, list[Any]]]:
    """In an order in which no instance of a schema comes after one that is known to be of an earlier round."""

    def later(pair: tuple[Fact, list[Any]]) -> int:
        schema, (own, *_) = pair
        return sum(bool((values[0] - own).is_positive) for other, values in pairs if other is schema)

    return sorted(pairs, key=later)


def _gradients(terms: Sequence[Basic]) -> set[Any]:
    return {a for a in applications(terms) if isinstance(a, Gradient)}
