"""How claims hang together: what rests on what, what repairs what, and what is wrong with that."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping

from sympy import expand

from verify.claims.claim import Claim
from verify.claims.registry import Problem, Registry
from verify.language.binding import sort_of
from verify.language.terms import Formula, Relation
from verify.usage import nearest
from verify.verdicts.rows import LinkedRow, Repair
from verify.verdicts.verdict import Outcome


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
    """Ids that no claim has, where they are asked for, with the nearest that another claim has."""
    found = []
    for claim in claims:
        for what, ids in (
            ("rests on", claim.rests_on),
            ("repairs", [claim.repairs] if claim.repairs else []),
            ("sharpens", claim.sharpens),
            ("is a face of", [claim.face_of] if claim.face_of else []),
        ):
            for id in ids:
                if id not in registry:
                    near = nearest(id, [other.id for other in registry.all_claims if other is not claim])
                    said = f"{claim.id}: it {what} {id}, which no claim has as its id{near and f'; {near}'}"
                    found.append(Problem(str(claim.source), said))
    return found


def with_others(registry: Registry, claim: Claim, outcome: Outcome) -> Outcome:
    """The outcome, with what is wrong with how the claim hangs together with others as its failures.

    A claim which rests on, repairs or sharpens itself, through others or not, is open. One that repairs what is proved,
    or promises more than what it sharpens, keeps its verdict.
    """
    circles = {
        "rests on": _cycle(claim.id, lambda id: registry.claim(id).rests_on if id in registry else ()),
        "repairs": _cycle(claim.id, lambda id: [registry.claim(id).repairs] if id in registry else ()),
        "sharpens": _cycle(claim.id, lambda id: registry.claim(id).sharpens if id in registry else ()),
    }
    failures = [f"it {what} itself: {' → '.join(circle)}" for what, circle in circles.items() if circle]
    if failures:
        outcome = dataclasses.replace(outcome, verdict="open")
    elif claim.repairs in registry and (said := _needs_no_repair(registry.claim(claim.repairs))):
        failures = [f"{claim.source}: {said}"]
    others = [registry.claim(id) for id in claim.sharpens if id in registry]
    failures += [f"{claim.source}: {said}" for other in others for said in _promises_more(claim, other)]
    return dataclasses.replace(outcome, failures=[*outcome.failures, *failures]) if failures else outcome


def _needs_no_repair(claim: Claim) -> str:
    """That a claim which is to be repaired is not refuted, as its steps alone show; else empty.

    One that nothing decides may be repaired: a true statement is of use before the false one is shown to be.
    """
    kinds = {step.kind for step in claim.steps}
    proofs = sorted(kinds & {"proof", "citation"})
    if "counterexample" in kinds or not proofs:
        return ""
    return f"{claim.id}, which it repairs, is not refuted: it has a {proofs[-1]}, and no counterexample"


def _promises_more(claim: Claim, other: Claim) -> Iterator[str]:
    """That all bounds of a term are above the one that they are said to sharpen, where their difference shows it.

    Not where the claim does without a hypothesis: then it says more in another way.
    """
    if not set(other.given) <= set(claim.given):
        return
    for known in other.states:
        above = [_is_above(formula, known) for formula in claim.states]
        if True in above and False not in above:
            yield f"{other.id}, which it sharpens, promises less: {known}"


def _is_above(formula: Formula, known: Formula) -> bool | None:
    """Whether a bound is seen to be larger than another one; None where they are not of one term."""
    if not all(isinstance(f, Relation) and f.op == "≥" for f in (formula, known)):
        return None
    (larger, smaller), (bound, same) = formula.args[1:], known.args[1:]
    if smaller != same or sort_of(smaller) != "scalar":
        return None
    return bool(expand(larger - bound).is_positive)


def _cycle(start: str, leads_to: Callable[[str], Iterable[str]]) -> list[str]:
    """A path from the claim back to itself, if there is one."""
    paths, seen = [[start]], set()
    while paths:
        path = paths.pop()
        for id in leads_to(path[-1]):
            if id == start:
                return [*path, id]
            if id not in seen:
                seen.add(id)
                paths.append([*path, id])
    return []


def with_links(registry: Registry, outcomes: Mapping[str, Outcome]) -> dict[str, LinkedRow]:
    """Each outcome as data, with what it has to do with the others."""

    def found(claims: Iterable[Claim]) -> list[Repair]:
        return [{"id": c.id, "verdict": outcomes[c.id].verdict if c.id in outcomes else "open"} for c in claims]

    return {
        id: {
            **outcome.to_json(),
            "rests_on_refuted": _refuted_below(outcomes, id),
            "used_by": [claim.id for claim in registry.all_claims if id in claim.rests_on],
            "repaired_by": found(claim for claim in registry.all_claims if claim.repairs == id),
            "sharpened_by": found(claim for claim in registry.all_claims if id in claim.sharpens),
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
