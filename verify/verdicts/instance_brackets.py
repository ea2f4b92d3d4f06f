"""How sharp a bound is at the instances that its claim has anyway: its own, and those at which changed claims fail.

The latter meet the hypotheses too, where a constant or a sign was changed and they were not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from verify.author.kernel import KernelError, Theorem
from verify.claims.claim import Claim
from verify.claims.records import ProofRecord
from verify.language.terms import Relation, alpha
from verify.prover.rejected import Resists
from verify.tightness.brackets import bracket, ratio
from verify.tightness.records import INSTANCE, TightnessData
from verify.tightness.sweep import record
from verify.verdicts import instances
from verify.verdicts.bounds import bounds_of


class _Instance(NamedTuple):
    words: str
    at: dict[Any, Any]
    met: Callable[[], Any]


def instance_brackets(claim: Claim) -> Iterator[TightnessData[ProofRecord]]:
    """For each bound of the claim without a family of its own the bracket of the largest ratio there, if there is one.

    Raises:
        NotKept: where an instance that a changed claim leaves to be sought is not kept.
    """
    own = {step.over.formula for step in claim.steps if step.over}
    wanted = [number for number in bounds_of(claim) if number not in own]
    found = list(_instances(claim)) if wanted else []
    for number in wanted:
        data = _best(claim, cast(Relation, claim.states[number]), found)
        if data is not None:
            yield data | {"formula": number}


def _instances(claim: Claim) -> Iterator[_Instance]:
    """Instances that are said to meet the claim's hypotheses, or to break a claim with the same hypotheses."""
    hypotheses = set(map(alpha, claim.given))
    for step in claim.steps:
        if step.kind == "instance":
            returned = step.function()
            at, met = returned if isinstance(returned, tuple) else (returned, [])
            yield _Instance(step.summary or step.name, dict(at), partial(list, met))
        elif step.kind == "mutant" and step.decision.ways in (["at"], []):
            changed: Claim = step.function(claim)
            if set(map(alpha, changed.given)) == hypotheses:  # at the others the kernel finds one that is not met
                at, discharge = step.decision.at, step.decision.discharge
                if at is None:
                    at = instances.failing(changed, step.summary).conclusion.assignment
                yield _Instance(step.name.replace("_", " "), dict(at), discharge or list)


def _best(claim: Claim, bound: Relation, found: Sequence[_Instance]) -> TightnessData[ProofRecord] | None:
    ratios = []
    for place, instance in enumerate(found):
        try:
            ratios.append((ratio(bound, instance.at), -place))
        except (KernelError, ValueError):
            continue
    for _, place in sorted(ratios, reverse=True):
        instance = found[-place]
        try:
            near = bracket(claim.given, bound, instance.at, _listed(instance.met()), plainly=True)
        except (KernelError, Resists, ValueError):
            continue
        point = record(near, instance.words, float(-place + 1))
        return {"parameter": INSTANCE, "formula": 0, "points": [point]}
    return None


def _listed(met: Any) -> Sequence[Theorem]:
    return [met] if isinstance(met, Theorem) else list(met)
