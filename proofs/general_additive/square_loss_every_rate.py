"""The square loss, sharper: at every rate below 2/b, √Loss ≤ (√Loss⋆ + √(Loss⋆ + (2 − bη)Δ/η))/(2 − bη)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Integer, Lambda, Rational

from numeric.learners.general_additive import square_loss_bound
from numeric.matching import Identity
from proofs.general_additive import _balance as balance
from proofs.general_additive._balance import balanced, largest, quadratic
from proofs.general_additive._line import DESIRED, HALF, gradient_descent, halving, met
from proofs.general_additive._needed import RISING
from proofs.general_additive._moves import B_BOUND, CONVEX_PSI, away_at_the_end, away_at_the_start, b
from proofs.general_additive._runs import PAIRS, runs, swiftly, worst
from proofs.general_additive._trials import progress, updates
from proofs.general_additive.algorithm import (
    ACTIVATION, COMPARED, OUTPUTS, STANDARD_BASIS, Phi, a, away, eta, family, j, length, t, target, trials,
)  # fmt: skip
from proofs.general_additive.lemma_5_every_rate import damped
from proofs.general_additive.linearised import NAMES
from verify.audit import (
    Claim, Inner, Searched, Theorem, assume, combine, fails_as, fails_without, follows, ge,
    generalize, gt, instantiate, le, positive, telescope,
)  # fmt: skip
from verify.language.terms import VecHead

y = family("y", OUTPUTS)
v = positive("v")
LEFT = 2 - b * eta


def error(t: Any) -> Any:
    """ŷ_t − y_t, where ŷ_t = â_t."""
    return a(t) - y(t)


def square(miss: Any) -> Any:
    """Half the square."""
    return Inner(miss, miss) / 2


UPDATE, STABLE = updates(error), gt(LEFT, 0)
LOSS, COMPARED_LOSS = trials(square(error(t))), trials(square(target(t) - y(t)))
START = away(1) / eta

EVERY = Claim(
    "general_additive/square-loss-every-rate",
    at="Lemma 5, (34), sharper, with the identity as transfer function",
    says=(
        "√Loss(GA, S) ≤ (√L⋆ + √(L⋆ + (2 − bη)Δ_ψ(Θ_1, Θ⋆)/η))/(2 − bη) with L⋆ = Loss(ψ(Θ⋆), S), since (2 − bη)L ≤ "
        "2√(L·L⋆) + Δ_ψ(Θ_1, Θ⋆)/η for L = Loss(GA, S): for the square loss and every rate below 2/b"
    ),
    given=[STANDARD_BASIS, ACTIVATION, COMPARED, UPDATE, ge(length, 0), CONVEX_PSI, B_BOUND, STABLE],
    where=NAMES,
    states=[le(LOSS, largest(COMPARED_LOSS, START, LEFT)), quadratic(LOSS, COMPARED_LOSS, START, LEFT)],
    rests_on=["general_additive/lemma-4"],
    reading=(
        "φ the identity, so that c = 1 and the loss of a trial is ½‖â_t − y_t‖², for any outcomes y_t in R^k; ψ = ∇Ψ "
        "for any convex twice differentiable Ψ on R^n, and b > 0 bounds ⟨Dψ(w)x_t, x_t⟩ for every trial and every w "
        "(28). Activations, the standard basis e of R^k and the update are as in general_additive/lemma-4, for all n, "
        "k and ℓ. One bound for every rate 0 < η < 2/b and every Θ⋆: the least of p·Loss⋆ + qΔ over p ≥ 4/(2 − bη)², "
        "with the q of general_additive/lemma-5-every-rate, here also beyond p = 1/(1 − bη). Where Θ⋆ has no loss it "
        "is Δ/(η(2 − bη)). For Loss⋆ = K and Δ = R it is (√K + √(bR))² at the rate √(bR)/(b(√K + √(bR))), as in "
        "general_additive/theorem-3-best-rate, and so it says what another rate costs. At every rate, and for every "
        "ratio of Loss⋆ to Δ, the runs of general_additive/lemma-5-damped come as near to it as you like."
    ),
)


@cache
def traded() -> Theorem:
    """(2 − bη − v)Loss ≤ Loss⋆/v + Δ/η for every v > 0: in each trial ‖v(ŷ_t − y_t) − (a⋆_t − y_t)‖²/(2v) is left."""
    own, compared = error(t), target(t) - y(t)
    left = v * own - compared
    goal = ge(square(compared) / v + (away(t) - away(t + 1)) / eta, (LEFT - v) * square(own))
    each = combine(goal, [(1 / eta, progress(error)), (1 / (2 * v), Inner(left, left))])
    whole = ge(COMPARED_LOSS / v + START, (LEFT - v) * LOSS)
    return follows(whole, telescope(each, t, 1, length, away(t) / eta), away_at_the_end(), ge(length, 0))


@EVERY.proof
def the_best_trade(claim: Claim) -> list[Theorem]:
    """The best of the bounds is at v = (2 − bη)√Loss⋆/(√Loss⋆ + √(Loss⋆ + (2 − bη)Δ/η)), which is at most 1."""
    misses = error(t), target(t) - y(t)
    signs = [telescope(follows(ge(square(miss), 0), square(miss)), t, 1, length) for miss in misses]
    trades = generalize(traded(), [v], [ge(1, v)])
    values = {balance.loss: LOSS, balance.compared: COMPARED_LOSS, balance.start: START, balance.left: LEFT}
    facts = [*signs, follows(ge(START, 0), away_at_the_start()), assume(STABLE), follows(ge(2, LEFT), b * eta)]
    product, root = (instantiate(f, values, [trades, *facts]) for f in balanced())
    return [follows(f, there, signs, ge(length, 0)) for f, there in zip(claim.states, (root, product), strict=True)]


# --- instances: gradient descent on the line, with θ_{t+1} = −μθ_t ---------------------------------------------------


def case(run: dict[Any, Any], b_value: Any = 1) -> dict[str, Any]:
    """A run of gradient descent on the line, whose desired activations are its outcomes, as an instance."""
    place = {key: value for key, value in run.items() if key != Phi}
    return {"at": place | {VecHead("y"): run[DESIRED], b: b_value}, "discharge": met(run, b_value)}


def near(rate: Any, damping: Any, trials: int) -> dict[str, Any]:
    """A damped run."""
    return case(damped(Rational(rate), Rational(damping), trials))


def root_bound(compared: Any, start: Any) -> dict[Any, Any]:
    """The first bound with other factors of √Loss⋆ and Δ."""
    return {EVERY.states[0]: le(LOSS, largest(compared**2 * COMPARED_LOSS, start * START, LEFT))}


def product_bound(compared: Any, start: Any) -> dict[Any, Any]:
    """The second bound with other factors of √Loss⋆ and Δ."""
    return {EVERY.states[1]: quadratic(LOSS, compared**2 * COMPARED_LOSS, start * START, LEFT)}


TURNING = near(HALF, HALF, 4)


fails_as(EVERY,
    ("constant", root_bound(Rational(98, 100), 1), "98/100 of √Loss⋆.", TURNING),
    ("constant", root_bound(1, Rational(98, 100)), "98/100 of Δ.", TURNING),
    ("constant", product_bound(Rational(98, 100), 1), "98/100 of √Loss⋆, in the other form.", TURNING),
    ("constant", product_bound(1, Rational(98, 100)), "98/100 of Δ, in the other form.", TURNING),
    ("sign", product_bound(1, -1), "−Δ/η.", TURNING),
)  # fmt: skip


fails_without(EVERY,
    (STABLE, "Any η > 0.", case(gradient_descent(lambda t: 7 - 6 * t, 0, 3, desired=Lambda(t, -1)))),
    (B_BOUND, "b may be anything.", case(damped(HALF, HALF, 4), Rational(1, 4))),
    (CONVEX_PSI, "Ψ need not be convex.", case(RISING)),
    (UPDATE, "The parameters may be anything.", case(gradient_descent(lambda _: Integer(1), 0, HALF, 20))),
    (ACTIVATION, "The algorithm's activations may be anything.",
        case(gradient_descent(lambda t: 6 - 5 * t, 1, predicted=Lambda(t, 10)))),
    (COMPARED, "The comparator's activations may be anything.",
        case(gradient_descent(halving, 1, comparator=Lambda(t, 0)))),
    (STANDARD_BASIS, "The vectors e need not be a basis.",
        case(gradient_descent(lambda _: Integer(1), 0, HALF, 20, basis=Lambda(j, 0), inputs=Lambda(t, 0)))),
)  # fmt: skip


@EVERY.extremal("μ", [Rational(-2, 5), Rational(-1, 4), 0, Rational(1, 4), HALF])
def damped_runs(damping: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials at η = ½ with θ_{t+1} = −μθ_t: at each μ another ratio of Loss⋆ to Δ."""
    found = near(HALF, damping, 6)
    return found["at"], found["discharge"]()


@EVERY.extremal("bη", [Rational(1, 10), HALF, 1, Rational(3, 2)])
def rates(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials with μ = 5/8."""
    found = near(rate, Rational(5, 8), 6)
    return found["at"], found["discharge"]()


@EVERY.search
def random_runs() -> Iterator[Searched]:
    """Losses against the bound, for rates with bη < 2 and both ψ."""
    found = {name: some for name, some in runs(swiftly).items() if isinstance(PAIRS[name][1], Identity)}
    return worst(found, lambda run: square_loss_bound(run.compared, run.start, run.b, run.eta))
