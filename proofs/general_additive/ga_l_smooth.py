"""After (35): the losses for which GA_L keeps the bounds of GA at every rate: smooth, convex and not negative."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sympy import Expr, Lambda, Rational

from proofs.general_additive import linearised
from proofs.general_additive._line import HALF
from proofs.general_additive._moves import c
from proofs.general_additive._one_output import met, on_the_line
from proofs.general_additive.algorithm import Psi, eta, length, t, trials
from proofs.general_additive.divergence import divergence
from proofs.general_additive.lemma_5_every_rate import FACTORS, LEFT, RATE, ROOT, factor, p, v, with_factor
from proofs.general_additive.ga_l import UPDATE, L, compared, dL, loss, slope
from proofs.general_additive.linearised import B_BOUND, CONVEX_PSI, NAMES, SOME, START, TRIAL, activation, best, theta
from verify.audit import (
    Claim, Theorem, assume, at, combine, fails_as, fails_without, follows, forall, ge, generalize, le, listed, real,
    telescope,
)  # fmt: skip

q, s = real("q s")
SMOOTH = forall([t, q, s], ge(2 * c * (L(t, q) - L(t, s) - (q - s) * dL(t, s)), (dL(t, q) - dL(t, s)) ** 2), TRIAL)
NOT_NEGATIVE = forall([t, q], ge(L(t, q), 0), TRIAL)
LOSS, COMPARED_LOSS = trials(loss(t)), trials(compared(t))


def bound(compared: Any = 1, start: Any = 1) -> Expr:
    """p·Loss⋆ + 2Δ/(η(2 − r + √((2 − r)² − 4/p))) for r = bcη, with factors on both terms."""
    return compared * p * COMPARED_LOSS + start * 2 / (eta * (LEFT + ROOT)) * START


CLAIM = Claim(
    "general_additive/ga-l-smooth",
    at="after (35), sharper",
    says=(
        "Loss(GA_L, S) ≤ p Loss(ψ(θ⋆), S) + 2Δ_ψ(θ_1, θ⋆)/(η(2 − r + √((2 − r)² − 4/p))) for losses that are convex, "
        "smooth with the constant c and not negative, for every rate with r = bcη < 2 and every p ≥ 4/(2 − r)², where "
        "p ≤ 1/(1 − r) if r < 1"
    ),
    given=[SMOOTH, NOT_NEGATIVE, UPDATE, SOME, CONVEX_PSI, B_BOUND, *FACTORS],
    where=NAMES,
    states=le(LOSS, bound()),
    rests_on=["general_additive/lemma-5-every-rate"],
    reading=(
        "As general_additive/ga-l-rate, with another loss L(t, a) in each trial, which need not match the transfer "
        "function: ∂L(t, a) is its derivative in the activation, and 2c(L(t, q) − L(t, s) − (q − s)∂L(t, s)) ≥ (∂L(t, "
        "q) − ∂L(t, s))² says of a differentiable function that it is convex and that its derivative changes by at "
        "most c times the change of a. b > 0 bounds ⟨Dψ(w)x_t, x_t⟩ (28), Ψ is convex, and the update is (35), for "
        "every n, ℓ and θ⋆. Among such losses are the square, Huber's, the squared hinge and, for one output, every "
        "matching loss with c_φ ≤ c; the Hellinger loss of general_additive/ga-l-hellinger is not convex, and the "
        "absolute loss is not smooth, so that ga-l-rate is left for it. In that bound the losses may be as large as "
        "ℓ; here the algorithm loses nothing but the start where θ⋆ loses nothing. No smaller factor of Δ will do, by "
        "general_additive/lemma-5-damped."
    ),
)


@CLAIM.proof
def smooth_losses_are_like_matching_ones(claim: Claim) -> Theorem:
    """(∂L)² ≤ 2cL, from a step of −∂L/c, and the rest is as for matching losses."""
    here, there = activation(theta(t), t), activation(best, t)
    own, compared_slope = slope(t), dL(t, there)

    def self_bounded(a: Any) -> Theorem:
        steep = dL(t, a)
        lower = a - steep / c
        known = [at(SMOOTH, t, a, lower), at(NOT_NEGATIVE, t, lower)]
        return follows(ge(2 * c * L(t, a), steep**2), known, dL(t, lower) ** 2)

    move = at(UPDATE, t)
    away, later = (divergence(Psi, theta(now), best) for now in (t, t + 1))
    small = linearised.small_move(move, follows(ge(own**2, own**2)), assume(B_BOUND), own, slope)
    within = [ge(v + RATE, 1), ge(1, v)]
    left = v * (compared_slope - own) + (1 - v) * compared_slope
    goal = ge(compared(t) / v + (away - later) / eta, (LEFT - v) * loss(t))
    terms = [
        (-1 / eta, linearised.three_points(move, slope)),
        (1 / eta, small),
        ((RATE + v - 1) / (2 * c), self_bounded(here)),
        ((1 / v - 1) / (2 * c), self_bounded(there)),
        (1 / (2 * c), at(SMOOTH, t, there, here)),
        (1 / (2 * c * v), left**2),
    ]
    each = combine(goal, terms, facts=[*within, follows(ge(1 / v - 1, 0), within[1])])
    whole = ge(COMPARED_LOSS / v + START / eta, (LEFT - v) * LOSS)
    apart = linearised.not_negative(assume(CONVEX_PSI))
    trades = follows(whole, telescope(each, t, 1, length, away / eta), apart, within, SOME)
    return with_factor(claim.states[0], trades)


# --- instances: gradient descent on the line with the losses ½(a − y_t)², from θ_1 = 1 to the comparator 0 -----------


def case(path: Any, outcomes: Any, factor: Any, bound: Any = 1, smooth: Any = 1, **other: Any) -> dict[str, Any]:
    """θ_t along a path at η = ½, or another rate, with outcomes; `lower` is taken from every loss."""
    rate, lower, rounds = other.get("rate", HALF), other.get("lower", 0), other.get("rounds", 4)
    at = on_the_line(path, 0, psi=other.get("psi", 1), rounds=rounds, eta=rate, b=bound)
    at |= {L: Lambda((t, q), (q - outcomes) ** 2 / 2 - lower), dL: Lambda((t, q), q - outcomes), c: smooth, p: factor}
    trial = [ge(t, 1), ge(rounds, t)]

    def close() -> Theorem:
        halves = (q - outcomes) ** 2 / 2 - (s - outcomes) ** 2 / 2 - (q - s) * (s - outcomes)
        return generalize(
            combine(ge(2 * smooth * halves, (q - s) ** 2), [(smooth - 1, (q - s) ** 2)]), [t, q, s], trial
        )

    def above() -> Theorem:
        least = combine(ge((q - outcomes) ** 2 / 2 - lower, 0), [(HALF, (q - outcomes) ** 2), (-lower, 1)])
        return generalize(least, [t, q], trial)

    return {"at": at, "discharge": met(at, other.get("psi", 1) * path - outcomes, rate, close, above)}


def damped(rate: Any, damping: Any, trials: int, **other: Any) -> dict[str, Any]:
    """θ_{t+1} = −μθ_t, and p as in general_additive/lemma-5-every-rate unless given."""
    path = [(-damping) ** n for n in range(trials + 1)]
    outcomes = [here - (here - then) / rate for here, then in pairwise(path)]
    chosen = other.pop("factor", None) or factor(rate, damping)
    return case(listed(path, t)(t), listed(outcomes, t)(t), chosen, rate=rate, rounds=trials, **other)


TURNING = damped(HALF, HALF, 4)


fails_as(CLAIM,
    ("constant", le(LOSS, bound(compared=Rational(98, 100))), "98/100 of the term with Loss⋆.", TURNING),
    ("constant", le(LOSS, bound(start=Rational(98, 100))), "98/100 of the term with Δ.", TURNING),
    ("sign", le(LOSS, bound(start=-1)), "The term with Δ is subtracted.", TURNING),
)  # fmt: skip


fails_without(CLAIM,
    (SMOOTH, "The losses need not be smooth with the constant c.",
        damped(HALF, HALF, 4, smooth=Rational(1, 4), factor=Rational(8, 7))),
    (NOT_NEGATIVE, "The losses may be negative.", damped(HALF, HALF, 4, lower=10)),
    (B_BOUND, "b may be anything.", damped(HALF, HALF, 4, bound=Rational(1, 4), factor=Rational(8, 7))),
    (UPDATE, "The parameters may be anything.", case(1 + 0 * t, 0 * t, 2, rounds=20)),
    (FACTORS[0], "Any η > 0.", case(Rational(2) ** (1 - t), 0 * t, 4, bound=6, rounds=1)),
    (CONVEX_PSI, "Ψ need not be convex.", case(Rational(3, 2) ** (t - 1), 0 * t, 2, psi=-1, rounds=1)),
)  # fmt: skip


@CLAIM.extremal("μ", [0, Rational(1, 4), HALF, Rational(5, 8)])
def damped_runs(damping: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials at η = ½ with θ_{t+1} = −μθ_t, and p from 1/(1 − r) on: within μ¹²."""
    found = damped(HALF, Rational(damping), 6)
    return found["at"], found["discharge"]()


@CLAIM.extremal("bcη", [1, Rational(5, 4), Rational(3, 2)])
def fast_runs(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials with μ = 5/8."""
    found = damped(Rational(rate), Rational(5, 8), 6)
    return found["at"], found["discharge"]()
