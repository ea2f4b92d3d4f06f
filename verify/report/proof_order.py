"""The steps of a proof in the order of reading: each before what it follows from, the main line last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verify.claims.records import ProofRecord, StepRecord


@dataclass(frozen=True)
class Place:
    """Where a step stands on the page.

    `depth` counts the side arguments around it. A premise is `below` when it stands there for this step, and not
    elsewhere, for an earlier one.
    """

    node: int
    depth: int
    below: frozenset[int]


def reading_order(proof: ProofRecord) -> list[Place]:
    """Every step once, beginning with the conclusions.

    What a step follows from comes after it, the longest argument last and at the same depth, the others one deeper.
    """
    nodes = proof["nodes"]
    weights = _weights(nodes)
    depths: dict[int, int] = {}
    parents: dict[int, int] = {}
    pending = [(root, 0, -1) for root in reversed(proof["roots"])]
    while pending:
        node, depth, parent = pending.pop()
        if node in depths:
            continue
        depths[node] = depth
        parents[node] = parent
        premises = sorted(dict.fromkeys(nodes[node]["premises"]), key=lambda premise: weights[premise])
        sides, line = premises[:-1], premises[-1:]
        if line and not nodes[line[0]]["premises"]:
            sides, line = premises, []  # nothing goes on from here
        pending += [(premise, depth, node) for premise in line]
        pending += [(premise, depth + 1, node) for premise in reversed(sides)]
    below: dict[int, set[int]] = {node: set() for node in depths}
    for node, parent in parents.items():
        if parent >= 0:
            below[parent].add(node)
    return [Place(node, depth, frozenset(below[node])) for node, depth in depths.items()]


def _weights(nodes: Sequence[StepRecord]) -> list[int]:
    """How many steps the argument for each step has, written out in full; premises come before what they prove."""
    weights: list[int] = []
    for node in nodes:
        weights.append(1 + sum(weights[premise] for premise in node["premises"]))
    return weights


def references(place: Place, node: StepRecord) -> Iterator[tuple[int, bool]]:
    """The premises of a step, and whether each stands elsewhere."""
    yield from ((premise, premise not in place.below) for premise in node["premises"])
