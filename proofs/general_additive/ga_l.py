"""(35): the general additive algorithm GA_L for losses that do not match the transfer function, with one output."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Integer, Lambda, Rational, S, sqrt

from proofs.general_additive import linearised
from proofs.general_additive._one_output import met, on_the_line
from proofs.general_additive._runs import one_output
from proofs.general_additive.algorithm import NAMES, Psi, eta, length, t, trials
from proofs.general_additive.divergence import divergence
from proofs.general_additive.linearised import B_BOUND, CONVEX_PSI, SOME, START, TRIAL, Z, activation, b, best, theta
from verify.audit import (
    Claim, Deriv, Searched, Sharpness, Theorem, assume, at, combine, decided_by, fails_as, fails_without, family,
    follows, forall, ge, generalize, gt, instantiate, le, listed, real, substitute, witness,
)  # fmt: skip
from verify.language.terms import VecHead

p, q, r, w, z = real("p q r w z")
L, dL = family("L"), family("∂L")


def slope(t: Any) -> Expr:
    """∂L(y_t, φ(a))/∂a at the activation of the algorithm."""
    return dL(t, activation(theta(t), t))


def loss(t: Any) -> Expr:
    """The algorithm's loss."""
    return L(t, activation(theta(t), t))


def compared(t: Any) -> Expr:
    """The comparator's loss."""
    return L(t, activation(best, t))


CONVEX = forall([t, p, q], ge(L(t, p), L(t, q) + (p - q) * dL(t, q)), TRIAL)
UPDATE = linearised.updates(slope)
BOUNDED = linearised.bounded(slope)
READING = (
    "One output: θ_t in R^n, ψ = ∇Ψ, the activation is ⟨ψ(θ_t), x_t⟩, and L(t, a) stands for L(y_t, φ(a)), another "
    "function in each trial, with the derivative ∂L(t, a); convex means that it lies above its tangents, and where it "
    "has no derivative any slope of a line below it will do. The update is (35). For every n, ℓ and θ⋆. "
)

GA_L = Claim(
    "general_additive/ga-l",
    at="after (35)",
    printed=(
        "Lemma 4 remains true if we replace GA by GA_L and Loss_φ by Loss_{L,φ} where L satisfies the "
        "convexity condition given above"
    ),
    given=[CONVEX, UPDATE, SOME],
    where=NAMES,
    states=linearised.progress(loss, compared, linearised.APART),
    reading=READING + "(33) with these losses, for any η > 0; Ψ need not be convex.",
)

GA_L_RATE = Claim(
    "general_additive/ga-l-rate",
    at="after (35)",
    printed="|∂L/∂a| ≤ Z: Loss(GA_L, S) ≤ Loss(ψ(θ⋆), S) + Δ_ψ(θ_1, θ⋆)/η + ½ℓηZ²b",
    given=[CONVEX, UPDATE, SOME, CONVEX_PSI, B_BOUND, BOUNDED],
    where=NAMES,
    states=linearised.at_rate(loss, compared, Z**2 * b / 2),
    rests_on=["general_additive/ga-l"],
    reading=READING + "Ψ is convex, b bounds ⟨Dψ(w)x_t, x_t⟩, and Z > 0 the slopes at the algorithm's activations.",
)

RATE = linearised.tuned_rate(Z)
APART, ONE = gt(START, 0), ge(length, 1)

GA_L_TUNED = Claim(
    "general_additive/ga-l-tuned",
    at="after (35)",
    printed="η = √(2Δ_ψ(θ_1, θ⋆)/(ℓb))/Z: Loss(GA_L, S) ≤ Loss(ψ(θ⋆), S) + Z√(2ℓΔ_ψ(θ_1, θ⋆)b)",
    given=[CONVEX, substitute(UPDATE, {eta: RATE}), ONE, CONVEX_PSI, B_BOUND, BOUNDED, APART],
    where=NAMES,
    states=le(trials(loss(t)), trials(compared(t)) + Z * sqrt(2 * length * START * b)),
    rests_on=["general_additive/ga-l-rate"],
    reading=READING
    + "As general_additive/ga-l-rate at this rate, for ℓ ≥ 1 and Δ_ψ(θ_1, θ⋆) > 0, without which η would be 0. In the "
    "text Z stands under the root and ℓb has no brackets; the bound is that of the rate √(2Δ/(ℓb))/Z, which is meant.",
)


@GA_L.proof
def tangent_at_the_prediction(claim: Claim) -> Theorem:
    """The loss lies above its tangent at the algorithm's activation."""
    tangent = at(CONVEX, t, activation(best, t), activation(theta(t), t))
    line = follows(linearised.below_a_line(loss, compared, slope), tangent)
    return linearised.progress_of_lines(line, at(UPDATE, t), loss, compared, slope)


@GA_L_RATE.proof
def every_move_is_small(claim: Claim) -> Theorem:
    """Δ_ψ(θ_{t+1}, θ_t) ≤ ½η²Z²b by Proposition 2."""
    lemma = GA_L.theorem(GA_L.states[0])
    move, steep = (at(f, t) for f in (UPDATE, BOUNDED))
    small = linearised.small_move(move, steep, assume(B_BOUND), Z, slope)
    apart = linearised.not_negative(assume(CONVEX_PSI))
    return linearised.bound_at_rate(lemma, small, apart, loss, compared, Z)


@GA_L_TUNED.proof
def both_terms_are_equal(claim: Claim) -> Theorem:
    """Δ/η = ½ℓηZ²b = Z√(ℓΔb/2)."""
    general = GA_L_RATE.theorem(GA_L_RATE.states[0])
    there = instantiate(general, {eta: RATE}, [follows(SOME, ONE), *map(assume, GA_L_TUNED.given)])
    return follows(claim.states[0], there, APART, ONE)


# --- instances on the line --------------------------------------------------------------------------------------------


def instance(path: Any, comparator: Any, bend: Any = 0, steep: Any = 1, **values: Any) -> dict[str, Any]:
    """L(t, a) = bend·a²/2 + steep·a along a path, with the rate η that is given or that of the tuned bound."""
    at = on_the_line(path, comparator, **values)
    at |= {L: Lambda((t, r), bend * r**2 / 2 + steep * r), dL: Lambda((t, r), bend * r + steep)}
    moved = values.get("psi", 1) * path
    away = path.subs(t, 1) - comparator
    start = (path.subs(t, 1) ** 2 - comparator**2) / 2 - away * Deriv(r**2 / 2, r, comparator)
    rate = at.get(eta, sqrt(2 * start / at[length]) / sqrt(S(at[b])) / at[Z])

    def convex() -> Theorem:
        line = bend * q**2 / 2 + steep * q + (p - q) * (bend * q + steep)
        goal = ge(bend * p**2 / 2 + steep * p, line)
        return generalize(combine(goal, [(Rational(bend) / 2, (p - q) ** 2)]), [t, p, q], [ge(t, 1), ge(at[length], t)])

    return {"at": at, "discharge": met(at, bend * moved + steep, rate, convex, apart=(start, away**2 / 2))}


FALLING = 1 - t
"""θ_1 = 0 and then a step of −1 in each trial."""
ONE_STEP = instance(FALLING, -1, eta=1, Z=1, b=1)


def bound(*factors: Any) -> Any:
    """(33) with factors on the term with the divergences and on that with the moves."""
    away = START - divergence(Psi, theta(length + 1), best)
    moved = trials(divergence(Psi, theta(t + 1), theta(t)))
    return le(trials(loss(t)), trials(compared(t)) + factors[0] * away / eta + factors[1] * moved / eta)


fails_as(GA_L,
    ("constant", bound(1, Rational(1, 2)), "Half of the term with Δ_ψ(θ_{t+1}, θ_t).", ONE_STEP),
    ("sign", bound(1, -1), "The term with Δ_ψ(θ_{t+1}, θ_t) is subtracted.", ONE_STEP),
)  # fmt: skip


fails_without(GA_L,
    (CONVEX, "The loss need not be convex in the activation.",
        instance(2 ** (t - 1), 0, bend=-1, steep=0, eta=1, Z=1, b=1)),
    (UPDATE, "The parameters may be anything.", instance(S.One + 0 * t, 0, bend=1, steep=0, eta=1, Z=1, b=1)),
)  # fmt: skip


def rate_bound(start: Any, cost: Any) -> Any:
    """The bound at a rate, with other factors."""
    return le(trials(loss(t)), trials(compared(t)) + start * START / eta + cost * Z**2 * b * eta * length)


fails_as(GA_L_RATE,
    ("constant", rate_bound(Rational(1, 2), Rational(1, 2)), "Half of Δ_ψ(θ_1, θ⋆)/η.", ONE_STEP),
    ("constant", rate_bound(1, Rational(1, 3)), "⅓ℓηZ²b in place of ½ℓηZ²b.", ONE_STEP),
    ("sign", rate_bound(1, -Rational(1, 2)), "−½ℓηZ²b.", ONE_STEP),
)  # fmt: skip


fails_without(GA_L_RATE,
    (CONVEX, "The loss need not be convex in the activation.",
        instance(2 ** (t - 1), 2, bend=-1, steep=0, eta=1, Z=1, b=1)),
    (UPDATE, "The parameters may be anything.", instance(S.One + 0 * t, -1, eta=1, Z=1, b=1, rounds=2)),
    (BOUNDED, "Z may be anything.", instance(FALLING, -1, eta=1, Z=Rational(1, 2), b=1)),
    (B_BOUND, "b may be anything.", instance(FALLING, -1, eta=1, Z=1, b=Rational(1, 2))),
    (CONVEX_PSI, "Ψ need not be convex.", instance(FALLING, 10, psi=-1, eta=1, Z=1, b=1)),
)  # fmt: skip


fails_as(GA_L_TUNED,
    ("constant", le(trials(loss(t)), trials(compared(t)) + Z * sqrt(length * START * b)),
        "√(ℓΔb) in place of √(2ℓΔb).", instance(FALLING, -1, Z=1, b=1)),
    ("sign", le(trials(loss(t)), trials(compared(t)) - Z * sqrt(2 * length * START * b)), "−Z√(2ℓΔb).",
        instance(FALLING, -1, Z=1, b=1)),
)  # fmt: skip


fails_without(GA_L_TUNED,
    (BOUNDED, "Z may be anything.", instance(FALLING, -Rational(3, 4), Z=Rational(1, 2), b=Rational(9, 4))),
    (B_BOUND, "b may be anything.", instance(FALLING, -Rational(3, 4), Z=1, b=Rational(9, 16))),
)  # fmt: skip


STILL = "with Δ_ψ(θ_1, θ⋆) = 0 the rate is 0 and both predict alike, which convexity of Ψ alone makes so: true as well"


fails_without(GA_L_TUNED, (APART, "Δ_ψ(θ_1, θ⋆) may be 0.", decided_by(undecided=STILL)))


@GA_L_TUNED.sharp
def attained_in_one_trial() -> Iterator[Sharpness]:
    """θ_1 = 0, θ⋆ = −1, the loss a: both sides are 0; for every ℓ in general_additive/ga-l-attained."""
    found = instance(FALLING, -1, Z=1, b=1)
    root = Rational(999, 1000) * Z * sqrt(2 * length * START * b)
    less = le(trials(loss(t)), trials(compared(t)) + root)
    fails = witness(list(GA_L_TUNED.given), less, found["at"], found["discharge"]())
    yield Sharpness("best constant before √(ℓΔb), over Z (one thousandth less fails)", "√2", fails)


@GA_L_RATE.search
def absolute_losses() -> Iterator[Searched]:
    """The absolute loss, whose slope is at most 1, with the identity as transfer function."""
    return one_output(clipped=False)


# --- sharp instances -------------------------------------------------------------------------------------------------


@GA_L.extremal("L″", [0, Rational(1, 4), Rational(1, 2), 1])
def curved_losses(bend: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial with a quadratic loss of slope 1 at θ_1 = 1, and θ⋆ = 0: attained by a linear loss, else 1 − L″/2."""
    found = instance(2 - t, 0, bend, 1 - bend, eta=1, Z=1, b=1)
    return found["at"], found["discharge"]()


@GA_L_RATE.extremal("ℓ", [1, 2, 5, 20])
def to_the_comparator(rounds: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The loss a at η = ½ from θ_1 = 1 + ℓ/2, and θ⋆ = θ_{ℓ+1} = 1: attained for every number of trials."""
    found = instance(1 + (rounds + 1 - t) / Integer(2), 1, eta=Rational(1, 2), Z=1, b=1, rounds=rounds)
    return found["at"], found["discharge"]()


@GA_L_RATE.extremal("η", [Rational(1, 100), 1, 10])
def at_any_rate(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The loss a in two trials from θ_1 = 1 + 2η, and θ⋆ = θ_3 = 1: attained at every rate."""
    found = instance(1 + rate * (3 - t), 1, eta=rate, Z=1, b=1, rounds=2)
    return found["at"], found["discharge"]()


def orthonormal_inputs(count: int) -> dict[Any, Any]:
    """ψ the identity on R^ℓ, ℓ ≥ 2 orthonormal inputs, the losses 2 + a, and θ⋆ = −(1, …, 1)/√ℓ, so that Δ = ½."""
    step = 1 / sqrt(S(count))
    units = [tuple(int(place == trial) for place in range(count)) for trial in range(count)]
    path = [tuple(-step if place < trial else S.Zero for place in range(count)) for trial in range(count + 1)]
    names = real(" ".join(f"r{place}" for place in range(count)))
    return {
        Psi: Lambda(names, sum(name**2 for name in names) / 2),
        VecHead("θ"): listed(path, t),
        VecHead("x"): listed(units, t),
        best: (-step,) * count,
        length: count,
        Z: 1,
        b: 1,
        L: Lambda((t, r), 2 + r),
        dL: Lambda((t, r), S.One),
    }


@GA_L_TUNED.extremal("ℓ", [2, 3])
def every_input_is_new(count: int) -> dict[Any, Any]:
    """Orthonormal inputs and linear losses: attained for every number of trials."""
    return orthonormal_inputs(count)
