"""Section 4: the bounds on how far the parameters move in one trial, Δ_ψ(θ_{t+1}, θ_t), for GA, GA_L and GA^Y."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from proofs.general_additive import ga_clipped, ga_l, linearised
from proofs.general_additive._line import gradient_descent, halving
from proofs.general_additive._moves import B_BOUND, C_BOUND, b, c, move_of_all_rows
from proofs.general_additive._needed import case
from proofs.general_additive.algorithm import (
    NAMES, STANDARD_BASIS, TRIAL, UPDATE, Psi, a, desired, error, eta, j, matching_loss, moved, t,
)  # fmt: skip
from proofs.general_additive.divergence import divergence
from verify.audit import Claim, Inner, Theorem, assume, at, fails_as, fails_without, follows, le

HALF = Rational(1, 2)
MOVED = moved(t + 1, t)
SQUARE = b * eta**2 * Inner(error(t), error(t)) / 2
BY_LOSS = b * c * eta**2 * matching_loss(a(t), t)
READING = (
    "ψ = ∇Ψ for a twice differentiable Ψ, convex or not; y_t = φ(a_t), ŷ_t = φ(â_t) and φ = ∇Φ. Δ_ψ(Θ_{t+1}, Θ_t) is "
    "the sum over the k rows, which move by (20); e_1, …, e_k is an orthonormal basis of R^k. b > 0 bounds "
    "⟨Dψ(w)x_t, x_t⟩ for every w in R^n (28). For every η > 0, every n and k, and every trial t. "
)

BY_SQUARE_CLAIM = Claim(
    "general_additive/lemma-5-move",
    at="proof of Lemma 5",
    printed="Δ_ψ(Θ_{t+1}, Θ_t) = … ≤ (b/2)η²(y_t − ŷ_t)²",
    given=[STANDARD_BASIS, UPDATE, B_BOUND, *TRIAL],
    where=NAMES,
    states=le(MOVED, SQUARE),
    reading=READING + "(y_t − ŷ_t)² is the square of the norm. Any activations â_t will do.",
)

BY_LOSS_CLAIM = Claim(
    "general_additive/lemma-5-move-loss",
    at="proof of Lemma 5",
    printed="Δ_ψ(Θ_{t+1}, Θ_t) = … ≤ bc_φη²L_φ(y_t, ŷ_t)",
    given=[*BY_SQUARE_CLAIM.given, C_BOUND],
    where=NAMES,
    states=le(MOVED, BY_LOSS),
    rests_on=["general_additive/lemma-5-move"],
    reading=READING + "c > 0 is at least c_φ (29): ‖φ(u) − φ(v)‖² ≤ 2cΔ_φ(u, v). Any activations â_t will do.",
)

MOVED_ONE = divergence(Psi, linearised.theta(t + 1), linearised.theta(t))
ROW_B, ROW_NAMES = linearised.B_BOUND, linearised.NAMES

GA_L_MOVE = Claim(
    "general_additive/ga-l-move",
    at="after (35)",
    printed="assume a bound |∂L(y_t, φ(a))/∂a| ≤ Z … we get Δ_ψ(θ_{t+1}, θ_t) ≤ η²Z²b/2",
    given=[ga_l.UPDATE, ga_l.BOUNDED, ROW_B, *TRIAL],
    where=ROW_NAMES,
    states=le(MOVED_ONE, eta**2 * linearised.Z**2 * b / 2),
    reading=(
        "One output. L(t, a) stands for L(y_t, φ(a)), with the derivative ∂L(t, a), which need not be convex in a. The "
        "update is (35), with any η > 0; Z > 0 bounds the slopes at the algorithm's activations, and b > 0 bounds "
        "⟨Dψ(w)x_t, x_t⟩ for every w in R^n. ψ = ∇Ψ for a twice differentiable Ψ, convex or not; every n and trial t."
    ),
)

GA_CLIPPED_MOVE = Claim(
    "general_additive/ga-clipped-move",
    at="end of section 4",
    printed="Δ_ψ(θ_{t+1}, θ_t) ≤ 2bη²Y², assuming |y_t| ≤ Y",
    given=[*(f for f in ga_clipped.CLIPPED if f != ga_clipped.CONVEX), ga_clipped.UPDATE, ROW_B, *TRIAL],
    where=ga_clipped.NAMES,
    states=le(MOVED_ONE, 2 * b * eta**2 * ga_clipped.Y**2),
    reading=ga_clipped.READING + "b > 0 bounds ⟨Dψ(w)x_t, x_t⟩. That Φ is convex is not used, and Ψ need not be.",
)


@BY_SQUARE_CLAIM.proof
def taylor_in_each_row(claim: Claim) -> Theorem:
    """Each row by Taylor's theorem along its step; the squares of the errors add up to ‖ŷ_t − y_t‖²."""
    return follows(claim.states[0], move_of_all_rows())


@BY_LOSS_CLAIM.proof
def the_square_is_paid_for(claim: Claim) -> Theorem:
    """‖ŷ_t − y_t‖² ≤ 2cL_φ(y_t, ŷ_t)."""
    by_square = BY_SQUARE_CLAIM.theorem(BY_SQUARE_CLAIM.states[0])
    losses = [at(C_BOUND, a(t), desired(t))]
    return follows(claim.states[0], by_square, losses)


@GA_L_MOVE.proof
def taylor_along_the_step(claim: Claim) -> Theorem:
    """Taylor's theorem along the step, whose length is η times the slope."""
    move, steep = (at(f, t) for f in (ga_l.UPDATE, ga_l.BOUNDED))
    small = linearised.small_move(move, steep, assume(ROW_B), linearised.Z, ga_l.slope)
    return follows(claim.states[0], small)


@GA_CLIPPED_MOVE.proof
def at_most_twice_the_range(claim: Claim) -> Theorem:
    """Outcome and prediction are within [−Y, Y], so that they differ by at most 2Y."""
    move, most = at(ga_clipped.UPDATE, t), ga_clipped.differ_by_at_most()
    small = linearised.small_move(move, most, assume(ROW_B), 2 * ga_clipped.Y, ga_clipped.slope)
    return follows(claim.states[0], small)


# --- Lemma 5: x_t = 1, y_t = 0, θ_1 = 1 and θ_2 = ½ for η = ½ attain both bounds ------------------------------------


def first_trial(found: dict[str, Any]) -> dict[str, Any]:
    """The same instance, and its first trial."""
    return {**found, "at": {**found["at"], t: 1}}


HALVED = first_trial(case(gradient_descent(halving, 0)))


def far(t: Any) -> Any:
    """Nothing before and after the first trial, and much before and after that."""
    return Rational(17, 4) * (t - 1) * (t - 2)


def outside(found: dict[str, Any], trial: int) -> dict[str, Any]:
    """The same instance, and a t that is none of its trials."""
    return {**found, "at": {**found["at"], t: trial}}


def is_attained(claim: Claim, tight: dict[str, Any], *needed: Any) -> None:
    """The claim with less of the bound, at an instance that attains it, and without a hypothesis."""
    move, _, most = claim.states[0].written
    fails_as(claim,
        ("constant", le(move, most / 2), "Half of the bound.", tight),
        ("sign", le(move, -most), "The bound with the other sign.", tight),
    )  # fmt: skip
    fails_without(claim, *needed)


def in_a_trial(found: dict[str, Any]) -> list[Any]:
    """What fails where t is no trial."""
    return [(TRIAL[0], "t may be 0.", outside(found, 0)), (TRIAL[1], "t may exceed ℓ.", outside(found, 2))]


FAR_OFF = case(gradient_descent(lambda t: 1 - (t - 1) / 2 + far(t), 0))
FOR_ROWS = [
    (B_BOUND, "b may be anything.", first_trial(case(gradient_descent(halving, 0), HALF))),
    (UPDATE, "The parameters may be anything.", first_trial(case(gradient_descent(lambda t: 3 - 2 * t, 0)))),
    (STANDARD_BASIS, "The vectors e_j need not be orthonormal.",
        first_trial(case(gradient_descent(lambda t: 2 - t, 0, basis=Lambda(j, 2))))),
    *in_a_trial(FAR_OFF),
]  # fmt: skip
is_attained(BY_SQUARE_CLAIM, HALVED, *FOR_ROWS)
is_attained(BY_LOSS_CLAIM, HALVED, *FOR_ROWS,
    (C_BOUND, "c may be anything.", first_trial(case(gradient_descent(halving, 0), 1, HALF))))  # fmt: skip

# --- one output: a step of −1 from θ_1 = 0 for a loss of slope 1, or from θ_1 = 1 for ŷ_1 = 1, y_1 = −1 and η = ½ -----


def linear(path: Any, steep: Any = 1, curved: Any = 1) -> dict[str, Any]:
    """A linear loss of slope 1 with η = 1, Z = `steep` and b = `curved`."""
    return first_trial(ga_l.instance(path, 0, eta=1, Z=steep, b=curved))


def clipped(path: Any, prediction: Any, outcome: Any, curved: Any = 1) -> dict[str, Any]:
    """φ the identity, Y = 1, η = ½ and b = `curved`."""
    return first_trial(ga_clipped.instance(path, 0, prediction, outcome, eta=HALF, b=curved))


is_attained(GA_L_MOVE, linear(1 - t),
    (ROW_B, "b may be anything.", linear(1 - t, curved=HALF)),
    (ga_l.BOUNDED, "Z may be anything.", linear(1 - t, steep=HALF)),
    (ga_l.UPDATE, "The parameters may be anything.", linear(3 - 3 * t)),
    *in_a_trial(linear(1 - t + far(t))),
)  # fmt: skip
is_attained(GA_CLIPPED_MOVE, clipped(2 - t, 1, -1),
    (ROW_B, "b may be anything.", clipped(2 - t, 1, -1, curved=HALF)),
    (ga_clipped.UPDATE, "The parameters may be anything.", clipped(5 - 4 * t, 1, -1)),
    (ga_clipped.OUTCOMES[0], "y_t may exceed Y.", clipped(2 * t, 1, 5)),
    (ga_clipped.OUTCOMES[1], "y_t may be below −Y.", clipped(-2 * t, -1, -5)),
    (ga_clipped.ABOVE, "Any prediction where φ(â_t) > Y.", clipped(5 - 3 * t, 5, -1)),
    (ga_clipped.BELOW, "Any prediction where φ(â_t) < −Y.", clipped(3 * t - 5, -5, 1)),
    (ga_clipped.WITHIN, "Any prediction where |φ(â_t)| ≤ Y.", clipped(Rational(5, 2) - 5 * t / 2, 5, 0)),
    *in_a_trial(clipped(2 - t + far(t), 1, -1)),
)  # fmt: skip
