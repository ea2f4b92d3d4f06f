"""Theorem 6 (13): the loss bound of the explicit update for λ_t-convex losses, curvature ≥ 0."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sympy import Abs, Integer, Lambda, Rational, Tuple, sinh, sqrt

from proofs.geometric_view._hyperbolic import mean_at_one, unit_step
from proofs.geometric_view._searches import FLAT, Run, runs
from proofs.geometric_view._trials import TRIAL, best, divergence, eta, grad, k, loss, t, trials, w
from proofs.geometric_view.theorem_6 import (
    CURVATURE, EXPLICIT, FROM_EXP, HALF, LOSS, MINIMISING, SOME, STEPPED, X, Y, added_up, of, on_the_line, promise,
    shortest_steps, trial,
)  # fmt: skip
from proofs.geometric_view.theorem_8 import MANIFOLD
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.axioms import DIST, EXP, HYPERBOLIC_DIST, HYPERBOLIC_EXP, HYPERBOLIC_PLANE, REAL_LINE, same_point
from verify.claims import Claim, Searched, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, Tangent, Vec, VecHead, eq, family, forall, ge, le, real

strength = family("λ")


def velocity(t: Any) -> Vec:
    """γ̇_t(0), of a geodesic from w_t to w⋆."""
    return Vec(VecHead("γ̇"), Tangent(w(t)), t)


TOWARD = velocity(t)
ARRIVES = forall(t, same_point(EXP(w(t), TOWARD), best), TRIAL)
SHORTEST = forall(t, eq(Inner(TOWARD, TOWARD), DIST(w(t), best) ** 2), TRIAL)
BEND = 2 * trials(strength(t) * divergence(w(t), best))


def chord(length: Any) -> Any:
    """L_t(w⋆) ≥ L_t(w_t) + ⟨grad L_t(w_t), γ̇⟩ + λ_tℓ², with ℓ² as given."""
    return forall(t, ge(loss(t, best), loss(t, w(t)) + Inner(grad(t, w(t)), TOWARD) + strength(t) * length), TRIAL)


LAMBDA_CONVEX = chord(Inner(TOWARD, TOWARD))
READING = (
    "Points and tangent vectors are those of a complete connected manifold with curvature ≥ 0, D = ½dist², w⋆ is any "
    "point and η > 0; points at the distance 0 are one point, which may have several names, as an angle has. For each "
    "of the k ≥ 1 trials γ_t is a minimising geodesic from w_t to w⋆, of length ℓ, and L_t is differentiable at w_t "
    "and λ_t-convex on γ_t, of which L_t(w⋆) ≥ L_t(w_t) + ⟨grad L_t(w_t), γ̇(0)⟩ + λ_tℓ² is used "
    "(geometric_view/lambda-convex gives it); λ_t may have any sign. Elsewhere L_t may be anything: so with λ_t = 0 "
    "this is (12) also on Sⁿ, on which no other losses than constants are convex along all geodesics, and on the "
    "simplex as a part of a sphere, as long as the updates stay in it. "
)

THEOREM_6_LAMBDA_REPAIRED = Claim(
    "geometric_view/theorem-6-lambda.repaired",
    at="Theorem 6, (13)",
    says="(13), where every step is a shortest path from w_t to w_{t+1}",
    given=[MANIFOLD, CURVATURE, ARRIVES, SHORTEST, LAMBDA_CONVEX, EXPLICIT, MINIMISING, SOME],
    states=le(LOSS, promise(extra=BEND)),
    repairs="geometric_view/theorem-6-lambda",
    rests_on=["geometric_view/lambda-convex", "geometric_view/theorem-6-lambda.sharp"],
    reading=READING + FROM_EXP + ", and is as short as their distance. Where it is longer, (13) fails: "
    "geometric_view/theorem-6-lambda.",
)

THEOREM_6_LAMBDA_SHARP = Claim(
    "geometric_view/theorem-6-lambda.sharp",
    at="Theorem 6, (13)",
    says="(13) with (η/2) Σ ‖grad L_t(w_t)‖² in the place of (1/η) Σ D(w_t,w_{t+1})",
    given=[MANIFOLD, CURVATURE, ARRIVES, SHORTEST, LAMBDA_CONVEX, EXPLICIT, SOME],
    states=le(LOSS, promise(STEPPED, BEND)),
    repairs="geometric_view/theorem-6-lambda",
    rests_on=["geometric_view/lambda-convex"],
    reading=READING + FROM_EXP + ", however long.",
    sharpens="geometric_view/theorem-6-lambda.repaired",
)


def all_trials(claim: Claim) -> Theorem:
    """The proof of Theorem 6 with λ_t dist(w_t, w⋆)² = 2λ_tD(w_t, w⋆) to spare in each trial."""
    path = [instantiate(assume(f), [t]) for f in of(claim, ARRIVES, SHORTEST)]
    extra = strength(t) * DIST(w(t), best) ** 2
    goal = ge(loss(t, best), loss(t, w(t)) + Inner(grad(t, w(t)), TOWARD) + extra)
    lengths = [(strength(t), f) for f in path if f.conclusion == SHORTEST.body]
    below = [combine(goal, [(1, instantiate(assume(f), [t])), *lengths]) for f in of(claim, LAMBDA_CONVEX)]
    return added_up(instantiate(trial(claim, TOWARD, below, extra), {}, path))


@THEOREM_6_LAMBDA_SHARP.proof
def tangent_and_hinge(claim: Claim) -> Theorem:
    """Convexity along γ_t and the hinge at w_t bound each trial; the distances to w⋆ telescope."""
    return combine(claim.states[0], [(1, all_trials(claim))], facts=of(claim, SOME))


@THEOREM_6_LAMBDA_REPAIRED.proof
def the_step_is_shortest(claim: Claim) -> Theorem:
    """½‖ηgrad‖² = D(w_t, w_{t+1})."""
    terms = [(1, all_trials(claim)), (1 / eta, shortest_steps(claim))]
    return combine(claim.states[0], terms, facts=of(claim, SOME))


def bent(path: Any, curve: Any, slope: Any, bend: Any, **values: Any) -> dict[Any, Any]:
    """One trial on the line with a λ, and γ the segment."""
    instance = on_the_line(path, curve, slope, **values)
    return instance | {strength: Lambda(t, bend), VecHead("γ̇"): Lambda(t, instance[best] - path)}


PARABOLA = bent(HALF**t, X**2, 2 * X, 1, rate=Rational(1, 4))
"""L = x² and λ = 1, from 1 to ½ towards 0: (13) is an equation."""
CONCAVE = bent(2**t, -(X**2), -2 * X, -1)
"""L = −x² and λ = −1, from 1 to 2 away from 0: (13) is an equation."""
STEEPER = PARABOLA | {strength: Lambda(t, 2)}
AWAY = bent(Rational(3, 2) ** t, X**2, 2 * X, 1, rate=Rational(1, 4))
BESIDE = {
    **HYPERBOLIC_PLANE.values,
    loss: Lambda((t, X, Y), -X),
    VecHead("grad"): Lambda((t, X, Y), Tuple(-sqrt(1 + X**2), 0)),
    VecHead("γ̇"): Lambda(t, Tuple(0, 1)),
    strength: Lambda(t, 0),
    w.head: Lambda(t, Tuple(t * sinh(1), 0)),
    best: (0, sinh(1)),
    eta: 1,
    k: 1,
}
"""The hyperbolic plane, L = −x, which is 0 on the line x = 0 of γ from w_0 = (0, 0) to w⋆ = (0, sinh 1)."""
BACKWARDS = bent(-t / 2, -X, 1, 0, best=1) | {VecHead("γ̇"): Lambda(t, -t / 2 - 1)}
"""A velocity that points away from w⋆."""


def met_by(
    instance: dict[Any, Any], *, convex: bool = True, lands: bool = True, arrives: bool = True
) -> Callable[[], list[Theorem]]:
    """What meets the schemas at an instance: equality in the chord, the update, and the length of its step."""

    def theorems() -> list[Theorem]:
        value, slope, path, rate, bend = (instance[h] for h in (loss, VecHead("grad"), w.head, eta, strength))
        trial, goal, here = [ge(t, 0), ge(0, t)], instance[best], path(t)
        step = -rate * slope(t, here)
        tangent = value(t, here) + slope(t, here) * (goal - here) + bend(t) * (goal - here) ** 2
        shown = [identity(eq(Abs(here - path(t + 1)), Abs(step)))]
        shown += [combine(ge(value(t, goal), tangent), [])] if convex else []
        shown += [identity(eq(here + step, path(t + 1)))] if lands else []
        toward = instance[VecHead("γ̇")](t)
        shown += [identity(eq(toward**2, Abs(here - goal) ** 2))]
        shown += [identity(eq(Abs(here + toward - goal), 0))] if arrives else []
        return [*REAL_LINE.facts("curvature ≥ 0"), *(generalize(f, [t], trial) for f in shown)]

    return theorems


def beside_met() -> list[Theorem]:
    """One step of length 1 across the line from (0, 0) to (0, sinh 1), a geodesic of length 1."""
    arrives = HYPERBOLIC_DIST(*HYPERBOLIC_EXP(0, 0, 0, 1), 0, sinh(1))
    path = [identity(eq(arrives, 0), using=[mean_at_one()]), identity(eq(1, HYPERBOLIC_DIST(0, 0, 0, sinh(1)) ** 2))]
    return [*HYPERBOLIC_PLANE.facts("curvature ≤ 0"), *path, unit_step(Integer(0), Integer(1), 1)]


PARABOLA_MET, CONCAVE_MET = met_by(PARABOLA), met_by(CONCAVE)
STEEPER_MET, AWAY_MET = met_by(STEEPER, convex=False), met_by(AWAY, lands=False)


def moved(claim: Claim) -> Any:
    """What stands for the movement in this claim or in a changed copy of it."""
    return STEPPED if MINIMISING not in claim.given else trials(divergence(w(t), w(t + 1)))


@THEOREM_6_LAMBDA_REPAIRED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def half_the_movement(claim: Claim) -> Claim:
    """(1/2η) Σ D(w_t,w_{t+1})."""
    return claim.replace(states=le(LOSS, promise(moved(claim) / 2, BEND)))


@THEOREM_6_LAMBDA_REPAIRED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def half_the_way(claim: Claim) -> Claim:
    """(1/2η)(D(w⋆,w_0) − D(w⋆,w_k))."""
    return claim.replace(states=le(LOSS, promise(moved(claim), BEND, HALF)))


@THEOREM_6_LAMBDA_REPAIRED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def three_times_the_bend(claim: Claim) -> Claim:
    """−3 Σ λ_tD(w_t,w⋆)."""
    return claim.replace(states=le(LOSS, promise(moved(claim), 3 * BEND / 2)))


@THEOREM_6_LAMBDA_REPAIRED.mutant("sign", at=CONCAVE, discharge=CONCAVE_MET)
def bend_added(claim: Claim) -> Claim:
    """+2 Σ λ_tD(w_t,w⋆)."""
    return claim.replace(states=le(LOSS, promise(moved(claim), -BEND)))


fails_as(THEOREM_6_LAMBDA_REPAIRED,
    ("sign", le(LOSS, promise(-moved(THEOREM_6_LAMBDA_REPAIRED), BEND)), "−(1/η) Σ D(w_t,w_{t+1}).", PARABOLA,
        PARABOLA_MET),
)  # fmt: skip


fails_without(THEOREM_6_LAMBDA_REPAIRED,
    (CURVATURE, "Any curvature: on the hyperbolic plane, at a right angle to the geodesic to w⋆.", BESIDE, beside_met),
    (LAMBDA_CONVEX, "λ_t may be anything.", STEEPER, STEEPER_MET),
    (EXPLICIT, "The update may go anywhere, as far as it should.", AWAY, AWAY_MET),
)  # fmt: skip


def empty_run_too(claim: Claim) -> Theorem:
    """The proof itself, where k may be 0."""
    terms: list[Any] = [(1, all_trials(claim))]
    if MINIMISING in claim.given:
        terms.append((1 / eta, shortest_steps(claim)))
    return combine(claim.states[0], terms, facts=[ge(k, 0)])


@THEOREM_6_LAMBDA_REPAIRED.mutant("hypothesis", proof=empty_run_too)
def no_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


@THEOREM_6_LAMBDA_SHARP.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def quarter_of_the_gradients(claim: Claim) -> Claim:
    """(η/4) Σ ‖grad‖²."""
    return half_the_movement(claim)


@THEOREM_6_LAMBDA_SHARP.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def half_the_distances(claim: Claim) -> Claim:
    """(1/2η)(D(w⋆,w_0) − D(w⋆,w_k))."""
    return half_the_way(claim)


@THEOREM_6_LAMBDA_SHARP.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def bend_three_times(claim: Claim) -> Claim:
    """−3 Σ λ_tD(w_t,w⋆)."""
    return three_times_the_bend(claim)


@THEOREM_6_LAMBDA_SHARP.mutant("sign", at=CONCAVE, discharge=CONCAVE_MET)
def bend_with_plus(claim: Claim) -> Claim:
    """+2 Σ λ_tD(w_t,w⋆)."""
    return bend_added(claim)


fails_without(THEOREM_6_LAMBDA_SHARP,
    (CURVATURE, "Any curvature: on the hyperbolic plane, at a right angle to the geodesic to w⋆.", BESIDE, beside_met),
    (LAMBDA_CONVEX, "λ_t may be anything.", STEEPER, STEEPER_MET),
    (EXPLICIT, "The update may go anywhere.", AWAY, AWAY_MET),
)  # fmt: skip


@THEOREM_6_LAMBDA_SHARP.mutant("hypothesis", proof=empty_run_too)
def not_one_trial(claim: Claim) -> Claim:
    """k may be 0."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


@THEOREM_6_LAMBDA_REPAIRED.sharp
def equality() -> Sharpness:
    """L = λw² on the line makes (13) an equation in every trial."""
    a, b, rate, bend = real("a b η λ")
    here = a - rate * 2 * bend * a
    covered = ((a - b) ** 2 - (here - b) ** 2 + (a - here) ** 2) / 2
    goal = eq(rate * (bend * a**2 - bend * b**2 + bend * (a - b) ** 2), covered)
    return Sharpness("the loss less the right-hand side of (13), times η, for L = λw² on the line", "0", identity(goal))


@THEOREM_6_LAMBDA_REPAIRED.search
def squared_distances() -> Iterator[Searched]:
    """Losses ½dist(·, x_t)² on flat manifolds, which are ½-convex: an equation."""

    def score(run: Run) -> float:
        return run.explicit(0.5)

    yield from runs(FLAT, score, implicit=False, cases=40)


@THEOREM_6_LAMBDA_REPAIRED.extremal("k", range(1, 4))
def parabolas(trials: int) -> dict[Any, Any]:
    """L = x² and λ = 1, halved in each trial."""
    return PARABOLA | {k: trials}


@THEOREM_6_LAMBDA_SHARP.extremal("k", range(1, 4))
def parabolas_under_the_sharper(trials: int) -> dict[Any, Any]:
    """L = x² and λ = 1, halved in each trial."""
    return PARABOLA | {k: trials}
