"""Theorem 8 for the losses before the update: they pay for the gradients as in Theorem 6."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Abs, Lambda, Rational, Tuple

from proofs.geometric_view._hyperbolic import APPROACH, BESIDE, START, approach_met, step_back
from proofs.geometric_view._instances import convex_on_the_line
from proofs.geometric_view._trials import TRIAL, best, divergence, eta, grad, k, loss, t, trials, w
from proofs.geometric_view.theorem_8 import (
    CONCAVE, CONVEX, GIVEN, IMPLICIT, LINEAR, THEOREM_8_REPAIRED, hinge_and_telescope, same,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate, telescope
from verify.axioms import DIST, EXP, REAL_LINE
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, Tangent, Vec, VecHead, eq, forall, ge, le, norm, real

HALF = Rational(1, 2)


def backwards(t: Any) -> Vec:
    """The velocity at w_t of the step's geodesic, run from w_t to w_{t+1}."""
    return Vec(VecHead("R"), Tangent(w(t)), t)


RETURNS = forall(t, eq(EXP(w(t), backwards(t)), w(t + 1)), TRIAL)
AS_LONG = forall(t, eq(norm(backwards(t)), DIST(w(t + 1), w(t))), TRIAL)
SLOPES = trials(Inner(grad(t, w(t)), grad(t, w(t))))


def promise(times: Any = 1) -> Any:
    """Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) + (η/2) Σ ‖grad L_t(w_t)‖²."""
    return trials(loss(t, best)) + (divergence(w(0), best) - divergence(w(k), best)) / eta + times * eta / 2 * SLOPES


PREDICTIVE = Claim(
    "geometric_view/theorem-8.predictive",
    at="Theorem 8, (16)",
    says="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) + (η/2) Σ ‖grad L_t(w_t)‖²",
    given=[*GIVEN, RETURNS, AS_LONG],
    states=le(trials(loss(t, w(t))), promise()),
    repairs="geometric_view/theorem-8",
    rests_on=["geometric_view/theorem-8.repaired"],
    reading="What (16) becomes for the losses that it prints, those of the predictions: with the hypotheses of the "
    "repaired Theorem 8, the bound that Theorem 6 has. The step's shortest path is run backwards, from w_t with the "
    "velocity R to w_{t+1}; it is as long as their distance.",
)


@PREDICTIVE.proof
def what_a_step_can_gain(claim: Claim) -> Theorem:
    """L_t(w_t) − L_t(w_{t+1}) ≤ −⟨grad L_t(w_t), R⟩ ≤ (η/2)‖grad‖² + ‖R‖²/(2η), and ½‖R‖² = D(w_t,w_{t+1})."""
    given = list(claim.given)
    after = hinge_and_telescope(THEOREM_8_REPAIRED.replace(given=[h for h in given if h in GIVEN]))
    velocity, slope = backwards(t), grad(t, w(t))
    returns, lengths = ([instantiate(assume(h), [t]) for h in given if h == g] for g in (RETURNS, AS_LONG))
    lands = same(EXP(w(t), velocity), w(t + 1), returns)
    below = [instantiate(assume(h), [t, w(t), velocity, w(t + 1)], [lands]) for h in given if h == CONVEX]
    reach = DIST(w(t + 1), w(t))
    square = [combine(eq(Inner(velocity, velocity), reach**2), [(norm(velocity) + reach, h)]) for h in lengths]
    error = eta * slope + velocity
    gain = combine(
        ge(loss(t, w(t + 1)) + eta / 2 * Inner(slope, slope) + divergence(w(t + 1), w(t)) / eta, loss(t, w(t))),
        [*((1, h) for h in below), (1 / (2 * eta), Inner(error, error)), *((-1 / (2 * eta), h) for h in square)],
    )
    total = telescope(gain, t, 0, k - 1)
    return combine(claim.states[0], [(1, after), (1, total)], facts=[h for h in given if h == ge(k, 1)])


# --- on the real line -----------------------------------------------------------------------------------------------

X, Y = real("x y")
FALLING = {**LINEAR, best: 0, VecHead("R"): Lambda(t, -HALF)}
"""L = x, w_t = 1 − t/2 and η = ½: one trial from 1 to ½, and an equation."""


def met_by(instance: dict[Any, Any], gap: Any = None, *, lands: bool = True) -> Callable[[], list[Theorem]]:
    """What meets the schemas at an instance: convexity with a gap to spare, the update, and the way back."""

    def theorems() -> list[Theorem]:
        value, slope, path, rate = (instance[h] for h in (loss, VecHead("grad"), w.head, eta))
        back, trial = instance[VecHead("R")], [ge(t, 0), ge(0, t)]
        here, after, step = path(t), path(t + 1), rate * slope(t, path(t + 1))
        shown = [eq(after + step, here)] if lands else []
        shown += [eq(Abs(after - here), Abs(step)), eq(here + back(t), after)]
        shown.append(eq(Abs(back(t)), Abs(after - here)))
        found = REAL_LINE.facts("curvature ≤ 0")
        if gap is not None:
            found.append(convex_on_the_line(value, slope, trial, gap))
        return [*found, *(generalize(identity(f), [t], trial) for f in shown)]

    return theorems


FALLS = met_by(FALLING, [])


fails_as(PREDICTIVE,
    ("constant", le(PREDICTIVE.states[0].lhs, promise(HALF)), "(η/4) Σ ‖grad‖².", FALLING, FALLS),
    ("sign", le(PREDICTIVE.states[0].lhs, promise(-1)), "−(η/2) Σ ‖grad‖².", FALLING, FALLS),
)  # fmt: skip


RISING = {**CONCAVE, VecHead("R"): Lambda(t, 2**t)}


fails_without(PREDICTIVE, (CONVEX, "The losses need not be convex.", RISING, met_by(RISING)))


UPWARDS = {**FALLING, w.head: Lambda(t, 1 + t / 2), VecHead("R"): Lambda(t, HALF), best: -10}


fails_without(PREDICTIVE,
    (IMPLICIT, "The update may go anywhere, as far as it should.", UPWARDS, met_by(UPWARDS, [], lands=False)),
)  # fmt: skip


@PREDICTIVE.extremal("k", range(1, 4))
def linear_losses(trials: int) -> dict[Any, Any]:
    """L = x on the line, from 1 + k/2 down to 1."""
    return {**FALLING, k: trials, w.head: Lambda(t, 1 + (trials - t) * HALF)}


@PREDICTIVE.instance
def and_back() -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    back = {VecHead("R"): Lambda(t, Tuple(-1, 0))}
    return APPROACH | back, [*approach_met(), step_back(START, BESIDE, 1)]
