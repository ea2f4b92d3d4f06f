"""How claims hang together: what rests on what, what repairs what, and what is wrong with that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verify.claims import Claim
from verify.registry import Problem, Registry
from verify.verdicts import Outcome


def closure(registry: Registry, claims: Iterable[Claim]) -> list[Claim]:
    """The claims with all that they rest on and all that repairs them, in reading order."""
    wanted: set[str] = set()
    pending = list(claims)
    while pending:
        claim = pending.pop()
        if claim.id in wanted:
            continue
        wanted.add(claim.id)
        pending += [registry.claim(id) for id in claim.rests_on if id in registry]
        pending += [other for other in registry.all_claims if other.repairs == claim.id]
    return [claim for claim in registry.all_claims if claim.id in wanted]


def problems(registry: Registry, claims: Iterable[Claim]) -> list[Problem]:
    """Ids that no claim has, and claims that rest on themselves."""
    found = []
    for claim in claims:
        for what, ids in (
            ("rests on", claim.rests_on),
            ("repairs", [claim.repairs] if claim.repairs else []),
        ):
            found += [
                Problem(claim.id, f"it {what} {id}, which no claim has as its id") for id in ids if id not in registry
            ]
        cycle = _cycle(registry, claim.id)
        if cycle:
            found.append(Problem(claim.id, f"it rests on itself: {' → '.join(cycle)}"))
    return found


def _cycle(registry: Registry, start: str) -> list[str]:
    """A path from the claim back to itself, if there is one."""
    paths, seen = [[start]], set()
    while paths:
        path = paths.pop()
        for id in registry.claim(path[-1]).rests_on:
            if id == start:
                return [*path, id]
            if id in registry and id not in seen:
                seen.add(id)
                paths.append([*path, id])
    return []


def with_links(registry: Registry, outcomes: Mapping[str, Outcome]) -> dict[str, dict[str, Any]]:
    """Each outcome as data, with what it has to do with the others.

    `rests_on_refuted` holds the refuted claims among all that it rests on, `used_by` the claims that rest on
    it, `repaired_by` the claims that repair it with their verdicts, `command` what examines it anew.
    """
    return {
        id: outcome.to_json()
        | {
            "rests_on_refuted": _refuted_below(outcomes, id),
            "used_by": [claim.id for claim in registry.all_claims if id in claim.rests_on],
            "repaired_by": [
                {"id": other.id, "verdict": outcomes[other.id].verdict if other.id in outcomes else "open"}
                for other in registry.all_claims
                if other.repairs == id
            ],
            "command": registry.command("run", id, "--fresh"),
        }
        for id, outcome in outcomes.items()
    }


def _refuted_below(outcomes: Mapping[str, Outcome], id: str) -> list[str]:
    seen: set[str] = set()
    pending = list(outcomes[id].rests_on)
    while pending:
        below = pending.pop()
        if below in outcomes and below not in seen:
            seen.add(below)
            pending += outcomes[below].rests_on
    return sorted(below for below in seen if outcomes[below].verdict == "refuted" and below != id)
