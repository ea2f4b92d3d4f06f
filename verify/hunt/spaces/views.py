"""An inequality seen otherwise: one part of what is promised, against what is left of what happens.

Where both sides come to the same because nothing happens, as a regret does where the learner starts at the best point,
their ratio is nearly 1, and a search that climbs it stays there. The share of one part of a bound that is used up is
above 1 at the same instances, and not near it there.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add

from verify.language.terms import Relation

MOST_PARTS = 4
"""Of a sum that is promised; a longer one is not taken apart."""


def views(relation: Relation) -> Iterator[Relation]:
    """For each part of a sum on the left of ≥ or >, that part on the left, the others taken from the right."""
    parts = Add.make_args(relation.lhs) if relation.op in ("≥", ">") else ()
    if 1 < len(parts) <= MOST_PARTS:
        yield from (Relation(relation.op, part, relation.rhs - (relation.lhs - part)) for part in parts)
