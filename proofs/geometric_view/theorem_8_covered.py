"""Theorem 8 (17) where M need not be simply connected: along the geodesic that is lifted together with the step."""

from __future__ import annotations

from typing import Any

from proofs.geometric_view._trials import TRIAL, best, divergence, eta, loss, t, w
from proofs.geometric_view.theorem_8 import CURVATURE, IMPLICIT, MANIFOLD, STEP, reaches
from proofs.geometric_view.theorem_8_lambda import (
    AFTER, AROUND, AWAY, AWAY_MET, BESIDE, CONCAVE, CONCAVE_MET, EVEN_NONE, HALF, HERE, LAMBDA_CONVEX, PARABOLA,
    PARABOLA_MET, PLACE, SETTING, SOME, STEEPER, STEEPER_MET, TOWARD, USED, X, added_up, around_met, bend_added,
    beside_met, covered, from_zero, half_the_way, hinge, met_by, of, on_the_line, promise, steps, strength,
    three_times_the_bend, twice_the_movement,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, cite, combine, instantiate
from verify.axioms import DIST, LIFT_ARRIVES, lifted
from verify.claims import Claim, fails_without
from verify.language.terms import forall, ge, le

LIFTED = forall(t, lifted(HERE, STEP, best, TOWARD), TRIAL)
NOT_STEEP = forall(t, ge(1 + 2 * eta * strength(t), 0), TRIAL)
WITH_THE_STEP = (
    "γ_{t+1} is the geodesic from w_{t+1} to w⋆ that ends, in the tangent space there, where the lift that starts at η "
    "grad L_t(w_{t+1}) of a shortest path from w_t to w⋆ ends. "
) + USED

COVERED = Claim(
    "geometric_view/theorem-8-lambda.covered",
    at="Theorem 8, (17)",
    says=(
        "for λ_t ≥ −1/(2η), and L_t λ_t-convex on the geodesic to w⋆ that is lifted together with the step, Σ "
        "L_t(w_{t+1}) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (1/η) Σ D(w_t,w_{t+1}) − 2 Σ λ_tD(w_{t+1},w⋆)"
    ),
    given=[MANIFOLD, CURVATURE, LIFTED, LAMBDA_CONVEX, NOT_STEEP, IMPLICIT, SOME],
    states=le(AFTER, promise()),
    repairs="geometric_view/theorem-8-lambda.circle",
    rests_on=["geometric_view/lambda-convex"],
    reading=SETTING
    + WITH_THE_STEP
    + "λ_t ≥ −1/(2η); the manifold need not be simply connected. It has to be this geodesic: for "
    "another one, such as the shortest, see geometric_view/theorem-8-lambda.circle.",
)


@COVERED.proof
def longer_geodesics_bend_more(claim: Claim) -> Theorem:
    """(λ_t + 1/(2η))(‖γ̇‖² − dist(w_{t+1}, w⋆)²) ≥ 0."""
    lift = [instantiate(assume(f), [t]) for f in of(claim, LIFTED)]
    longer = reaches(TOWARD, best, instantiate(cite(LIFT_ARRIVES), PLACE, lift))
    weight = ge(strength(t) + 1 / (2 * eta), 0)
    signs = [combine(weight, [(1 / (2 * eta), instantiate(assume(f), [t]))]) for f in of(claim, NOT_STEEP)]
    convex = [instantiate(assume(f), [t]) for f in of(claim, LAMBDA_CONVEX)]
    bend = strength(t) * DIST(HERE, best) ** 2
    goal = ge(loss(t, best) + covered() - divergence(HERE, w(t)) / eta - bend, loss(t, HERE))
    terms = [*((1, f) for f in convex), (1 / (2 * eta), hinge(claim, lift)), (1 / (2 * eta), steps(claim))]
    trial = combine(goal, [*terms, *((f, longer) for f in signs)])
    return combine(claim.states[0], [(1, added_up(trial))], facts=of(claim, SOME, EVEN_NONE))


@COVERED.instance
def the_only_geodesic() -> tuple[dict[Any, Any], list[Theorem]]:
    """The hyperbolic plane, which is curved: one step along a perpendicular of the line to w⋆."""
    return BESIDE, beside_met()


@COVERED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def movement_twice(claim: Claim) -> Claim:
    """−(2/η) Σ D(w_t,w_{t+1})."""
    return twice_the_movement(claim)


@COVERED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def way_halved(claim: Claim) -> Claim:
    """(1/2η)(D(w⋆,w_0) − D(w⋆,w_k))."""
    return half_the_way(claim)


@COVERED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def bend_three_times(claim: Claim) -> Claim:
    """−3 Σ λ_tD(w_{t+1},w⋆)."""
    return three_times_the_bend(claim)


@COVERED.mutant("sign", at=CONCAVE, discharge=CONCAVE_MET)
def bend_with_plus(claim: Claim) -> Claim:
    """+2 Σ λ_tD(w_{t+1},w⋆)."""
    return bend_added(claim)


fails_without(COVERED,
    (LAMBDA_CONVEX, "λ_t may be anything.", STEEPER, STEEPER_MET),
    (IMPLICIT, "The update may go anywhere.", AWAY, AWAY_MET),
    (NOT_STEEP, "λ_t may be smaller: on the cylinder, with λ = −8/5 < −½.", AROUND, around_met),
)  # fmt: skip


@COVERED.mutant("hypothesis", proof=longer_geodesics_bend_more)
def no_trials_at_all(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


@COVERED.extremal("η", [HALF / 2, HALF, HALF + 1])
def parabolas(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x² and λ = 1, from 1 to 1/(1 + 2η) towards 0: attained at every rate."""
    found = on_the_line((1 + 2 * rate) ** -t, X**2, 2 * X, 1, rate=rate)
    return found, met_by(found)()
