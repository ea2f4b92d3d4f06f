"""What a hypothesis "for all t …" says at an instance: numbers for each t of a short range, or it with the values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from sympy import Integer, Lambda, S, Symbol, Tuple

from verify.author import kernel
from verify.author.kernel import KernelError
from verify.language.terms import ForAll, IllFormed, Relation, eq, substitute
from verify.normal_forms import ground

MOST = 6
"""As many values of the indices are told one by one."""

MOST_TRIED = 100
"""As many are looked at for those that the conditions leave."""


def at_each(schema: ForAll, values: Mapping[Any, Any]) -> str | None:
    """`t = 1: 0 ≥ 0; t = 2: 1 ≥ 0`, or the formula with the values; None where neither can be said."""
    return _told(schema, tuple(values.items()))


@lru_cache(1000)
def _told(schema: ForAll, values: tuple[tuple[Any, Any], ...]) -> str | None:
    """Of many changes of a claim one instance is told."""
    return _numbers(schema, dict(values)) or _put_in(schema, dict(values))


def _numbers(schema: ForAll, values: Mapping[Any, Any]) -> str | None:
    found = _each(schema, values) if isinstance(schema.body, Relation) else None
    if not found:
        return None
    false = eq(S.Zero, S.One)  # of which each instance of its hypotheses is a counterexample
    try:
        bodies = [substitute(schema.body, there) for there in found]
        lines = kernel.witness(bodies, false, values, explained=False).conclusion.lines
    except (KernelError, IllFormed):  # it was met by a theorem, and not by its numbers
        return None
    said = []
    for there, body, line in zip(found, bodies, lines, strict=False):
        indices = ", ".join(f"{v} = {n}" for v, n in there.items())
        said.append(f"{indices}: {str(line).removeprefix(f'{body}: ')}")
    return "; ".join(said)


def _each(schema: ForAll, values: Mapping[Any, Any]) -> list[dict[Symbol, Integer]] | None:
    """The values of the indices that the conditions leave, where these are few and each condition is decided."""
    numbers = {v: x for v, x in values.items() if type(v) is Symbol and v not in schema.variables}
    conditions = [substitute(f, numbers) for f in schema.given]
    ranges = []
    for v in schema.variables:
        ends = ground.integers(v, conditions)
        if ends is None:
            return None
        ranges.append(range(ends[0], ends[1] + 1))
    if prod(map(len, ranges)) > MOST_TRIED:
        return None
    found: list[dict[Symbol, Integer]] = []
    for point in product(*ranges):
        there = dict(zip(schema.variables, map(Integer, point), strict=True))
        holds = [ground.decided(substitute(f, there)) for f in conditions]
        if None in holds:
            return None
        if all(holds):
            found.append(there)
    return found if len(found) <= MOST else None


def _put_in(schema: ForAll, values: Mapping[Any, Any]) -> str | None:
    parts = [x.expr if isinstance(x, Lambda) else x for x in values.values()]
    if any(x.has(Tuple) for x in parts):  # coordinates do not take the places of vectors in terms
        return None
    try:
        return str(substitute(schema, values))
    except IllFormed:
        return None
