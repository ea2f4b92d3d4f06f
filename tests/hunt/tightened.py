"""Claims tightened past the best constant: 99/100 of the promise is left where an instance shows that all is needed.

Where the promise is not positive the tightened bound says no more than the claim, so that only instances at which both
sides are positive, and within one per cent, break it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sympy import Rational

from verify.claims import Claim, registry
from verify.commands.tightness import measure
from verify.hunt.hunting import Hunt, hunt
from verify.language.terms import ge, gt
from verify.session.kept_hunts import KeptHunts
from verify.tasks import Local
from verify.tightness import sweep

SHARE = Rational(99, 100)
"""Of the promise that is left."""

ATTAINED = 0.999
"""A ratio that is certified from below by an instance, from which on the constant counts as attained."""


@dataclass(frozen=True)
class Tightened:
    """A bound of a claim with less than its best constant: the formula, the claim, and the ratio that was certified."""

    formula: int
    claim: Claim
    ratio: float

    @property
    def name(self) -> str:
        """The claim's id, with the place of the formula unless it is the first."""
        return f"{self.claim.id} {self.formula}" if self.formula else self.claim.id


def tightened(claim: Claim, formula: int) -> Claim:
    """An unregistered copy that states 99/100·promise ≥ truth of this formula, and nothing else."""
    bound = claim.states[formula]
    return claim.replace(states=(gt if bound.op == ">" else ge)(SHARE * bound.lhs, bound.rhs))


def attained(claims: Iterable[Claim]) -> Iterator[Tightened]:
    """The bounds that an instance certifies as attained, but for those of claims that a counterexample refutes."""
    for claim in claims:
        if any(step.kind == "counterexample" for step in claim.steps):
            continue
        best: dict[int, float] = {}
        for family in measure(claim, sweep.families(claim), None, Local(), lambda line: None):
            ratios = [point["ratio"] for point in family["points"] if not point["message"]]
            best[family["formula"]] = max([best.get(family["formula"], 0.0), *ratios])
        for formula, ratio in best.items():
            if ratio >= ATTAINED:
                yield Tightened(formula, tightened(claim, formula), ratio)


def hunted(claim: Claim, kept: KeptHunts, budget: float | None = 60.0, cases: int | None = None) -> Hunt:
    """A hunt, in this process, of a claim that no module declares."""
    with registry.using(registry.Registry()) as known:
        known.add_claim(claim)
        return hunt(claim, budget=budget, cases=cases, kept=kept)
