"""Lemma 5 for rates from 1/(bc) to 2/(bc), sharper: the best bound over the factors of the comparator's loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Lambda, Rational

from numeric.learners.general_additive import square_loss_bound
from proofs.general_additive import _balance as balance
from proofs.general_additive._balance import balanced, largest, quadratic
from proofs.general_additive._line import HALF, gradient_descent
from proofs.general_additive._moves import B_BOUND, STABLE, away_at_the_start
from proofs.general_additive._moves import C_BOUND as PREDICTIONS
from proofs.general_additive._runs import at_a_fast_rate, runs, worst
from proofs.general_additive.algorithm import Phi, a, away, eta, length, t, target
from proofs.general_additive.boundary_outcomes import COMPARED_LOSS, C_BOUND, LOSS, LOSS_NAMES, loss, y
from proofs.general_additive.lemma_5_every_rate import ABOUT, COMMON, LEFT, RATE, case, damped, traded, v
from verify.audit import (
    Claim, Inner, Searched, Theorem, assume, at, fails_as, fails_without, follows, ge, generalize, instantiate, le,
    telescope,
)  # fmt: skip

FAST = Claim(
    "general_additive/lemma-5-fast",
    at="Lemma 5, (34), sharper",
    says=(
        "√Loss(GA, S) ≤ (√L⋆ + √(L⋆ + (2 − r)Δ_ψ(Θ_1, Θ⋆)/η))/(2 − r) with L⋆ = Loss(ψ(Θ⋆), S), since (2 − r)L ≤ "
        "2√(L·L⋆) + Δ_ψ(Θ_1, Θ⋆)/η for L = Loss(GA, S): for every rate with 1 ≤ r = bcη < 2"
    ),
    given=[*COMMON, STABLE, ge(RATE, 1)],
    where=LOSS_NAMES,
    states=[
        le(LOSS, largest(COMPARED_LOSS, away(1) / eta, LEFT)),
        quadratic(LOSS, COMPARED_LOSS, away(1) / eta, LEFT),
    ],
    rests_on=["general_additive/lemma-5-every-rate"],
    reading=ABOUT
    + "The least over p of the bounds of general_additive/lemma-5-every-rate, for every n, k and ℓ, at rates for which "
    "(34) says nothing. Where Θ⋆ has no loss it is Δ_ψ(Θ_1, Θ⋆)/(η(2 − r)), which is bcΔ_ψ(Θ_1, Θ⋆) at r = 1. For the "
    "square loss it holds at every rate below 2/b: general_additive/square-loss-every-rate.",
)


def not_negative(activation: Any) -> Theorem:
    """A loss is at least ‖ŷ − y_t‖²/(2c), in every trial."""
    gap = Phi.gradient(activation) - y(t)
    each = follows(ge(loss(activation, t), 0), at(C_BOUND, t, activation), Inner(gap, gap))
    return telescope(each, t, 1, length)


@FAST.proof
def the_best_trade(claim: Claim) -> list[Theorem]:
    """The bounds with 0 < v ≤ 1, of which the best is at v = (2 − r)√Loss⋆/(√Loss⋆ + √(Loss⋆ + (2 − r)Δ/η))."""
    enough = follows(ge(v + RATE, 1), claim.given[-1], v)
    trades = generalize(instantiate(traded(), {}, [enough]), [v], [ge(1, v)])
    values = {balance.loss: LOSS, balance.compared: COMPARED_LOSS, balance.start: away(1) / eta, balance.left: LEFT}
    start = follows(ge(away(1) / eta, 0), away_at_the_start())
    signs = [not_negative(a(t)), not_negative(target(t)), start, assume(STABLE)]
    small = follows(ge(2, LEFT), RATE)
    product, root = (instantiate(f, values, [trades, small, *signs]) for f in balanced())
    return [follows(f, there, signs, ge(length, 0)) for f, there in zip(claim.states, (root, product), strict=True)]


# --- how each is decided ---------------------------------------------------------------------------------------------


def fast(rate: Any, damping: Any, trials: int) -> dict[str, Any]:
    """A damped run, without p."""
    return case(damped(Rational(rate), Rational(damping), trials))


TURNING = fast(Rational(5, 4), HALF, 5)


def fast_bound(compared: Any, start: Any) -> dict[Any, Any]:
    """The first bound with other factors of √Loss⋆ and Δ."""
    return {FAST.states[0]: le(LOSS, largest(compared**2 * COMPARED_LOSS, start * away(1) / eta, LEFT))}


fails_as(FAST,
    ("constant", fast_bound(Rational(98, 100), 1), "98/100 of √Loss⋆.", TURNING),
    ("constant", fast_bound(1, Rational(97, 100)), "97/100 of Δ.", TURNING),
    ("constant", {FAST.states[1]: quadratic(LOSS, COMPARED_LOSS, Rational(97, 100) * away(1) / eta, LEFT)},
        "97/100 of Δ, in the other form.", TURNING),
    ("sign", {FAST.states[1]: quadratic(LOSS, COMPARED_LOSS, -away(1) / eta, LEFT)}, "−Δ/η.", TURNING),
)  # fmt: skip


fails_without(FAST,
    (STABLE, "Any rate from 1/(bc) on.", case(gradient_descent(lambda t: 7 - 6 * t, 0, 3, desired=Lambda(t, -1)))),
    (B_BOUND, "b may be anything.", case(damped(Rational(3, 2), Rational(5, 8), 4), b_value=Rational(2, 3))),
    ([C_BOUND, PREDICTIONS], "c may be anything.",
        case(damped(Rational(3, 2), Rational(5, 8), 4), c_value=Rational(2, 3))),
)  # fmt: skip


@FAST.extremal("bcη", [1, Rational(5, 4), Rational(3, 2)])
def fast_damped_runs(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials with θ_{t+1} = −(5/8)θ_t: within 1 % of the bound."""
    found = fast(rate, Rational(5, 8), 6)
    return found["at"], found["discharge"]()


@FAST.extremal("Loss⋆", [0])
def nothing_is_lost(_: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial at η = 1 from θ_1 = 1 to the comparator 0, with y = 0: both sides are ½."""
    found = fast(1, 0, 1)
    return found["at"], found["discharge"]()


@FAST.search
def random_fast_runs() -> Iterator[Searched]:
    """Losses against the bound, for rates with 1 ≤ bcη < 2."""

    return worst(runs(at_a_fast_rate), lambda run: square_loss_bound(run.compared, run.start, run.b * run.c, run.eta))
