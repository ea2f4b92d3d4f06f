"""Section 4.3: (13) is AdaBoost's step, for eigenvalues between −1 and 1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mpmath import mp
from sympy import exp, log, sqrt

from numeric.learners.adaboost import AdaBoost
from numeric.reference import adaboost as reference
from proofs.matrix_eg import LOST
from proofs.matrix_eg._adaboost import HALF, a, beta, rounds
from proofs.matrix_eg.approximate_alpha import chord_bound, high, low, printed_ratio, printed_step, r, ratio, step
from verify.audit import (
    Claim, Conformance, Theorem, at, combine, decided, eq, fails_as, fails_without, follows, forall, ge, generalize, gt,
    instantiate, le, real, vanishes_with_its_square,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

shift = real("u")

MINIMAL = forall(beta, ge(chord_bound(beta, r, -1, 1), chord_bound(a, r, -1, 1)))
"""α minimises ½((1 − r)e^β + (1 + r)e^(−β)), which bounds Z_t(β)."""

ENDS = [eq(low, -1), eq(high, 1)]
INSIDE = [gt(r, -1), gt(1, r)]

ALPHA = Claim(
    "matrix_eg/adaboost-alpha",
    at="section 4.3",
    printed="The approximate solution of α_t (13) is described as α_t = ½ log((1 + r_t)/(1 − r_t))",
    given=[*ENDS, *INSIDE, MINIMAL],
    reconstructed=True,
    states=[
        eq(a, printed_step(r, low, high)),
        eq(a, step(r, low, high)),
        eq(a, log((1 + r) / (1 - r)) / 2),
    ],
    rests_on=["matrix_eg/approximate-alpha-minimises.repaired"],
    reading=LOST
    + (
        "λ_max = 1, λ_min = −1 and −1 < r < 1. α is a step that minimises the bound of which (13) is the minimiser, "
        "here ½((1 − r)e^α + (1 + r)e^(−α)): then it is (13) as printed, (13) repaired, which agree for λ_min = "
        "−λ_max, and AdaBoost's step. That the bound is Z_t itself for hypotheses with values ±1 is "
        "matrix_eg/adaboost-exact; what the text says of r is matrix_eg/adaboost-error."
    ),
)


@ALPHA.proof
def unit_interval(claim: Claim) -> list[Theorem]:
    """At u = α − ½ ln((1 + r)/(1 − r)) the bound is ½√(1 − r²)(e^u + e^(−u)) with e^u + e^(−u) ≥ 2 + u²."""
    best = log((1 + r) / (1 - r)) / 2
    u = a - best
    flat = instantiate(decided(ge(exp(shift) + exp(-shift), 2 + shift**2)), {shift: u})
    minimal = (2 / sqrt(1 - r**2), at(MINIMAL, best))
    square = combine(le(u**2, 0), [minimal, (1, flat)], facts=INSIDE)
    equal = vanishes_with_its_square(u, combine(eq(u**2, 0), [(1, u**2)], facts=[square]))
    known = [*INSIDE, *(follows(gt(term, 0), 1, using=ENDS) for term in (-low, high))]
    for term in (1 + r / low, high - r, printed_ratio(r, low, high), ratio(r, low, high)):
        known.append(follows(gt(term, 0), 1 - r, (1 + r) / (1 - r), using=ENDS, facts=known))
    return [follows(state, equal, using=ENDS, facts=known) for state in claim.states]


def least_step(**changes: Any) -> dict[str, Any]:
    """r = ½, where the bound is ¼(e^β + 3e^(−β)) and ½ ln 3 its minimiser."""

    def met() -> list[Theorem]:
        root = (exp(beta / 2) - sqrt(3) * exp(-beta / 2)) ** 2
        body = ge(chord_bound(beta, HALF, -1, 1), chord_bound(log(3) / 2, HALF, -1, 1))
        return [generalize(follows(body, root), [beta])]

    return {"at": {low: -1, high: 1, r: HALF, a: log(3) / 2} | changes.get("at", {}), "discharge": met}


fails_as(ALPHA,
    ("constant", {ALPHA.states[2]: eq(a, log((1 + r) / (1 - r)))}, "ln((1 + r)/(1 − r)).", least_step()),
    ("sign", {ALPHA.states[2]: eq(a, log((1 - r) / (1 + r)) / 2)}, "½ ln((1 − r)/(1 + r)).", least_step()),
)  # fmt: skip
fails_without(ALPHA,
    (MINIMAL, "α need not be a minimiser.", {low: -1, high: 1, r: HALF, a: 1}),
    (ENDS[1], "λ_max may be 2 in (13), where the bound has 1.", least_step(at={high: 2})),
)  # fmt: skip


@ALPHA.conformance
def code_follows_the_step() -> Iterator[Conformance]:
    """½ ln((1 + r)/(1 − r)) at the edge of random weights and hypotheses."""

    def edge(case: Any) -> Any:
        weights, margins = ([mp.mpf(float(x)) for x in part] for part in case)
        return mp.fdot(weights, margins) / mp.fsum(weights)

    def taken(case: Any) -> float:
        learner = AdaBoost(case[0])
        learner.learn_one(case[1])
        return learner.alpha_

    return conformance(
        rounds(),
        formula=lambda case: value(ALPHA.states[2].rhs, {r: edge(case)}),
        code=taken,
        reference=lambda case: reference.alpha(edge(case)),
        ulps=8.0,
    )
