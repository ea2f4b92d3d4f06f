"""Theorem 8: the loss bound of the implicit update; false for L_t(w_t) as printed, true for L_t(w_{t+1})."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from sympy import Abs, Expr, Lambda, Rational, S

from numeric import bounds
from numeric.learners.geodesic import implicit_update_line
from numeric.manifolds import Euclidean
from numeric.reference import bounds as reference
from proofs.geometric_view._hyperbolic import APPROACH, approach_met
from proofs.geometric_view._instances import convex_on_the_line, one_name
from proofs.geometric_view._trials import TRIAL, best, divergence, eta, grad, k, loss, q, t, trials, v, w
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, telescope, witness
from verify.axioms import (
    COVERING, DIST, DISTANCE_AT_MOST_LENGTH, DISTANCE_NOT_NEGATIVE, EXP, HINGE, LIFT_ARRIVES, NO_DISTANCE, REAL_LINE,
    complete, nonpositive_curvature, same_point,
)  # fmt: skip
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, Tangent, Vec, VecHead, eq, forall, ge, le, norm, real
from verify.lemmas import with_some


def promise(comparator: Any) -> Expr:
    """The right-hand side of (16)."""
    travelled = divergence(w(0), comparator) - divergence(w(k), comparator)
    return trials(loss(t, comparator)) + travelled / eta - trials(divergence(w(t + 1), w(t))) / eta


U = Vec(VecHead("U"), Tangent(v))
MANIFOLD, CURVATURE = complete(), nonpositive_curvature()
CONVEX = forall([t, v, U, q], ge(loss(t, q), loss(t, v) + Inner(grad(t, v), U)), [*TRIAL, same_point(EXP(v, U), q)])
STEP = eta * grad(t, w(t + 1))
TOWARD = Vec(VecHead("W"), Tangent(w(t + 1)))
IMPLICIT = forall(t, eq(EXP(w(t + 1), STEP), w(t)), TRIAL)
MINIMISING = forall(t, eq(DIST(w(t + 1), w(t)), norm(STEP)), TRIAL)
GIVEN = [MANIFOLD, CURVATURE, CONVEX, IMPLICIT, MINIMISING, ge(k, 1)]

CONVEXITY = (
    "The loss of each of the k ≥ 1 trials is differentiable and convex along every geodesic: L_t(q) ≥ L_t(v) + ⟨grad "
    "L_t(v), U⟩ where Exp_v(U) is q. "
)
"""In words, for every claim with that hypothesis."""
READING = (
    "Points and tangent vectors are those of a complete connected manifold with curvature ≤ 0, D = ½dist²; points at "
    "the distance 0 are one point, which may have several names, as an angle has. "
    + CONVEXITY
    + "The implicit update (9) is Exp⁻¹ of w_t at w_{t+1} = η grad L_t(w_{t+1}): the geodesic from w_{t+1} with that "
    "velocity ends at w_t, and is as long as their distance. w⋆ is any point and η > 0."
)

THEOREM_8 = Claim(
    "geometric_view/theorem-8",
    at="Theorem 8, (16)",
    printed="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (1/η) Σ D(w_t,w_{t+1})",
    given=GIVEN,
    states=le(trials(loss(t, w(t))), promise(best)),
    rests_on=["geometric_view/theorem-8-substitution"],
    reading=READING,
    weight="error",
    slip="The loss before the update, L_t(w_t), stands where the proof has the loss after it, L_t(w_{t+1}), as its "
    "third line confuses the two. So the theorem bounds no loss of a prediction, and all that Section 5 derives from "
    "it has to change.",
)

ARRIVING, LEAVING = (Vec(VecHead(name), Tangent(w(t + 1))) for name in ("U", "σ̇"))
UPDATED = eq(LEAVING, STEP)

THEOREM_8_SUBSTITUTION = Claim(
    "geometric_view/theorem-8-substitution",
    at="proof of Theorem 8, third line",
    printed="L_t(w_{t+1}) + ⟨grad L_t(w_{t+1}), γ̇(0)⟩ = L_t(w_t) + (1/η)⟨σ̇(0), γ̇(0)⟩",
    given=[*GIVEN, *TRIAL, eq(EXP(w(t + 1), ARRIVING), best), UPDATED],
    states=eq(
        loss(t, w(t + 1)) + Inner(grad(t, w(t + 1)), ARRIVING),
        loss(t, w(t)) + Inner(LEAVING, ARRIVING) / eta,
    ),
    reading=(
        "Where the proof breaks: the update turns grad L_t(w_{t+1}) into σ̇(0)/η, but the line also replaces "
        "L_t(w_{t+1}) by L_t(w_t). γ̇(0) is the velocity U at w_{t+1} of the geodesic to w⋆, and σ̇(0) that of the "
        "geodesic to w_t, which is η grad L_t(w_{t+1}) by (9)."
    ),
    face_of="geometric_view/theorem-8",
)

THEOREM_8_SUBSTITUTION_REPAIRED = Claim(
    "geometric_view/theorem-8-substitution.repaired",
    at="proof of Theorem 8, third line",
    says="L_t(w_{t+1}) + ⟨grad L_t(w_{t+1}), γ̇(0)⟩ = L_t(w_{t+1}) + (1/η)⟨σ̇(0), γ̇(0)⟩",
    given=[UPDATED],
    states=eq(THEOREM_8_SUBSTITUTION.states[0].lhs, loss(t, w(t + 1)) + Inner(LEAVING, ARRIVING) / eta),
    repairs="geometric_view/theorem-8-substitution",
    reading="The line with the loss left where it was, which needs the update (9), σ̇(0) = η grad L_t(w_{t+1}), "
    "alone; the rest of the printed proof then gives the repaired bound.",
)

THEOREM_8_REPAIRED = Claim(
    "geometric_view/theorem-8.repaired",
    at="Theorem 8, (16)",
    says="Σ L_t(w_{t+1}) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (1/η) Σ D(w_t,w_{t+1})",
    given=GIVEN,
    states=le(trials(loss(t, w(t + 1))), promise(best)),
    repairs="geometric_view/theorem-8",
    reading=READING + " Only the left-hand side differs from the print: the loss is taken after the update.",
)


def on_the_real_line() -> dict[Any, Any]:
    """M = R, L(w) = w², η = ½, w⋆ = 0: the implicit update halves w, so w_t = 2^{−t} from w_0 = 1; one trial."""
    x = real("x")
    return {
        **REAL_LINE.values,
        loss: Lambda((t, x), x**2),
        VecHead("grad"): Lambda((t, x), 2 * x),
        w.head: Lambda(t, Rational(2) ** (-t)),
        best: Rational(0),
        eta: Rational(1, 2),
        k: 1,
    }


def meets_the_hypotheses() -> list[Theorem]:
    """The schemas of the claim, proved for the real line."""
    trial = [ge(t, 0), ge(0, t)]
    square = convex_on_the_line(HALVING[loss], HALVING[VecHead("grad")], trial, [(1, real("U") ** 2)])
    after, before = Rational(2) ** (-t - 1), Rational(2) ** (-t)
    lands = identity(eq(after + Rational(1, 2) * (2 * after), before))
    distance = identity(eq(Abs(after - before), Abs(Rational(1, 2) * 2 * after)))
    return [*REAL_LINE.facts("curvature ≤ 0"), square, generalize(lands, [t], trial), generalize(distance, [t], trial)]


X, Y = real("x y")
TRIAL_ZERO = [ge(t, 0), ge(0, t)]
HALVING = on_the_real_line()
LINEAR = {**HALVING, loss: Lambda((t, X), X), VecHead("grad"): Lambda((t, X), 1), w.head: Lambda(t, 1 - t / 2)}
CONCAVE = {
    **HALVING,
    loss: Lambda((t, X), -(X**2)),
    VecHead("grad"): Lambda((t, X), -2 * X),
    w.head: Lambda(t, Rational(2) ** t),
    best: 10,
    eta: Rational(1, 4),
}
NO_MOTION = {
    **HALVING,
    EXP.head: Lambda((X, Y), X),
    loss: Lambda((t, X), X),
    VecHead("grad"): Lambda((t, X), 0),
    w.head: Lambda(t, 1),
}


def linear_losses() -> list[Theorem]:
    """L(w) = w, w_t = 1 − t/2 and η = ½ on the real line."""
    convex = convex_on_the_line(LINEAR[loss], LINEAR[VecHead("grad")], TRIAL_ZERO)
    lands = identity(eq(1 - (t + 1) / 2 + Rational(1, 2), 1 - t / 2))
    distance = identity(eq(Abs((1 - (t + 1) / 2) - (1 - t / 2)), Rational(1, 2)))
    return [*REAL_LINE.facts("curvature ≤ 0"), convex, *(generalize(f, [t], TRIAL_ZERO) for f in (lands, distance))]


def concave_losses() -> list[Theorem]:
    """L(w) = −w², w_t = 2^t and η = ¼ on the real line: the implicit update doubles w."""
    after, before = Rational(2) ** (t + 1), Rational(2) ** t
    lands = identity(eq(after + Rational(1, 4) * (-2 * after), before))
    distance = identity(eq(Abs(after - before), Abs(Rational(1, 4) * (-2 * after))))
    return [
        *REAL_LINE.facts("curvature ≤ 0"),
        generalize(lands, [t], TRIAL_ZERO),
        generalize(distance, [t], TRIAL_ZERO),
    ]


def no_motion() -> list[Theorem]:
    """Exp_v(U) = v, L(w) = w with gradient 0, and w_t = 1."""
    v, q = real("v q")
    stays = instantiate(one_name(), {})
    return [generalize(combine(ge(q, v), [], using=[stays]), [t, v, real("U"), q], [*TRIAL_ZERO, eq(Abs(v - q), 0)])]


@THEOREM_8_SUBSTITUTION_REPAIRED.proof
def linearity(claim: Claim) -> Theorem:
    """⟨η grad, U⟩/η = ⟨grad, U⟩."""
    return identity(claim.states[0], using=claim.given)


HERE = {**LINEAR, t: 0, VecHead("U"): Rational(-1, 2), VecHead("σ̇"): Rational(1, 2)}


fails_as(THEOREM_8_SUBSTITUTION_REPAIRED,
    ("constant", eq(THEOREM_8_SUBSTITUTION_REPAIRED.states[0].lhs, loss(t, w(t + 1)) + Inner(LEAVING, ARRIVING)),
        "The factor 1/η is lost.", HERE),
)  # fmt: skip


fails_without(THEOREM_8_SUBSTITUTION_REPAIRED, (UPDATED, "σ̇(0) may be anything.", HERE | {VecHead("σ̇"): 1}))


fails_as(THEOREM_8_SUBSTITUTION_REPAIRED,
    ("sign", eq(THEOREM_8_SUBSTITUTION_REPAIRED.states[0].lhs, loss(t, w(t + 1)) - Inner(LEAVING, ARRIVING) / eta),
        "The product is subtracted.", HERE),
)  # fmt: skip


@THEOREM_8_REPAIRED.proof
def hinge_and_telescope(claim: Claim) -> Theorem:
    """Convexity towards w⋆ and the hinge at w_{t+1} bound each trial; the distances to w⋆ telescope."""
    given = list(claim.given)
    lands = [_at_trial(f) for f in given if f in (IMPLICIT, MINIMISING)]
    one = one_trial(given, divergence(w(t + 1), w(t)), lands)
    added = telescope(one, t, 0, k - 1, divergence(w(t), best) / eta)
    return combine(claim.states[0], [(1, added)], facts=[f for f in given if f == ge(k, 1)])


def one_trial(given: Sequence[Any], moved: Any, lands: Sequence[Theorem]) -> Theorem:
    """The bound of one trial, in which ½‖ηgrad‖² is `moved` by what is known of the step."""
    here, d = w(t + 1), divergence
    place = {v: here, q: best, VecHead("U"): STEP, VecHead("W"): TOWARD}
    arrives = instantiate(cite(LIFT_ARRIVES), place)
    below = [instantiate(assume(f), [t, here, TOWARD, best], [arrives]) for f in given if f == CONVEX]
    longer = [(1 / (2 * eta), instantiate(cite(HINGE), place)), (1 / (2 * eta), reaches(TOWARD, best, arrives))]
    goal = ge(loss(t, best) + (d(w(t), best) - d(here, best) - moved) / eta, loss(t, here))
    step = combine(goal, [*((1, f) for f in below), *longer], using=lands)
    return with_some(COVERING, {v: here, q: best, VecHead("U"): STEP}, TOWARD, step)


def _at_trial(schema: Any) -> Theorem:
    """The schema at trial t."""
    return instantiate(assume(schema), [t])


def same(p: Any, q: Any, equations: Sequence[Theorem]) -> Theorem:
    """p and q are one point, as by the equations they have one name."""
    return identity(same_point(p, q), using=[*equations, instantiate(cite(NO_DISTANCE), {v: q})])


def reaches(velocity: Any, end: Any, arrives: Theorem) -> Theorem:
    """‖U‖² ≥ dist(w_{t+1}, q)², from ‖U‖ ≥ dist ≥ 0, where Exp of the velocity U at w_{t+1} is the point q."""
    here = w(t + 1)
    length, reach = norm(velocity), DIST(here, end)
    longer = instantiate(cite(DISTANCE_AT_MOST_LENGTH), {v: here, q: end, VecHead("U"): velocity}, [arrives])
    sign = instantiate(cite(DISTANCE_NOT_NEGATIVE), {v: here, q: end})
    return combine(ge(length**2, reach**2), [(longer, length), (longer, sign)])


@THEOREM_8.counterexample
def one_step_on_the_line(claim: Claim) -> Theorem:
    """R, L(w) = w², η = ½, w_0 = 1, w_1 = ½, w⋆ = 0, one trial: loss 1, bound ½."""
    return witness(list(claim.given), claim.states[0], on_the_real_line(), discharge=meets_the_hypotheses())


@THEOREM_8_SUBSTITUTION.counterexample
def the_same_step(claim: Claim) -> Theorem:
    """R, L(w) = w², η = ½, w_0 = 1, w_1 = ½, w⋆ = 0: −¼ on the left, ½ on the right."""
    values = on_the_real_line() | {VecHead("U"): Rational(-1, 2), VecHead("σ̇"): Rational(1, 2), t: 0}
    return witness(list(claim.given), claim.states[0], values, discharge=meets_the_hypotheses())


@THEOREM_8_REPAIRED.mutant("constant", at=LINEAR, discharge=linear_losses)
def movement_counted_twice(claim: Claim) -> Claim:
    """The movement Σ D(w_t, w_{t+1}) subtracted twice."""
    twice = promise(best) - trials(divergence(w(t + 1), w(t))) / eta
    return claim.replace(states=le(trials(loss(t, w(t + 1))), twice))


fails_as(THEOREM_8_REPAIRED,
    ("sign", le(trials(loss(t, w(t))), promise(best)), "The print: the loss taken before the update.", LINEAR,
        linear_losses),
)  # fmt: skip


fails_without(THEOREM_8_REPAIRED,
    ((MANIFOLD, CURVATURE), "Exp and dist may be anything.", NO_MOTION, no_motion),
    (CONVEX, "The losses need not be convex.", CONCAVE, concave_losses),
)  # fmt: skip


def _runs() -> list[tuple[list[Any], Any, float]]:
    """Iterates of the implicit update in R^n on random square losses, a comparator, and the losses it has."""
    rng = np.random.default_rng(5)
    found = []
    for n, rate in ((1, 0.5), (3, 0.01), (3, 8.0), (20, 0.5)):
        path, losses, comparator = [rng.standard_normal(n)], [], rng.standard_normal(n)
        for _ in range(6):
            data, label = rng.standard_normal(n), float(rng.standard_normal())
            path.append(implicit_update_line(path[-1], data, label, rate))
            losses.append(float((comparator @ data - label) ** 2))
        found.append((path, (comparator, losses), rate))
    return found


def _distances(path: list[Any], comparator: Any, dist: Any) -> tuple[list[Any], list[Any]]:
    return [dist(u, comparator) for u in path], [dist(u, v) for u, v in pairwise(path)]


@THEOREM_8_REPAIRED.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """The right-hand side of (16) on runs of the implicit update in R^n with square losses."""

    def exactly(run: Any) -> Any:
        path, (comparator, losses), rate = run
        at = {
            w: lambda t: path[int(t)],
            best: comparator,
            loss: lambda t, _: losses[int(t)],
            eta: rate,
            k: len(losses),
        }
        return value(promise(best), {**at, DIST: reference.distance})

    def in_floats(run: Any) -> float:
        path, (comparator, losses), rate = run
        to_best, moved = _distances(path, comparator, Euclidean().dist)
        return bounds.implicit_bound(rate, losses, to_best, moved)

    def in_mpmath(run: Any) -> Any:
        path, (comparator, losses), rate = run
        return reference.implicit_bound(rate, losses, *_distances(path, comparator, reference.distance))

    return conformance(_runs(), formula=exactly, code=in_floats, reference=in_mpmath, ulps=16.0)


DESCENT = {**LINEAR, best: 0}


@THEOREM_8.extremal("k", range(1, 4))
def losses_before_the_update(trials: int) -> dict[Any, Any]:
    """L = x², halved in each trial: how far the printed bound is exceeded."""
    return {**HALVING, k: trials}


@THEOREM_8_REPAIRED.extremal("k", range(1, 4))
def linear_losses_over_trials(trials: int) -> dict[Any, Any]:
    """L = x on the line, from 1 + k/2 down to 1."""
    return {**DESCENT, k: trials, w.head: Lambda(t, 1 + (trials - t) / S(2))}


@THEOREM_8_REPAIRED.instance
def a_step_towards_a_line() -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    return APPROACH, approach_met()
