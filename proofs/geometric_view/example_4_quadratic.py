"""Example 4: the inequality between the losses of gradient descent and of w⋆, from any start."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Lambda, Rational, sqrt

from proofs.geometric_view._square import (
    EVEN_NONE, SOME, TRIAL, best, cauchy_schwarz_of_sums, data, error, eta, from_zero, gradient, k, label, loss, of,
    product_at_most_magnitudes, square, t, trials, w,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, combine, identity, instantiate, telescope
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import VecHead, eq, forall, ge, le, real

HALF = Rational(1, 2)
X = real("X")
UPDATE = forall(t, eq(w(t + 1), w(t) - eta * gradient(t, w(t))), TRIAL)
BOUNDED = forall(t, ge(X**2, square(data(t))), TRIAL)
LOSS, COMPARED = trials(loss(t, w(t))), trials(loss(t, best))
NAMES = {real("Loss_A"): LOSS, real("Loss_w⋆"): COMPARED}
SETTING = (
    "Weights and instances are vectors of R^n, labels are real, ‖x_t‖² ≤ X² for each of the k ≥ 1 trials, η > 0 and w⋆ "
    "is any vector. "
)
COVERED = (square(best - w(0)) - square(best - w(k))) / (4 * eta)

QUADRATIC = Claim(
    "geometric_view/example-4-quadratic",
    at="Example 4",
    printed="Σ L_t(w_t) ≤ (1/4η)‖w⋆ − w_0‖² + ηX² Σ L_t(w_t) + (Σ L_t(w⋆))^½ (Σ L_t(w_t))^½",
    given=[UPDATE, BOUNDED, SOME],
    where=NAMES,
    states=[
        le(
            LOSS,
            COMPARED
            + square(best - w(0)) / (2 * eta)
            + trials(2 * eta**2 * loss(t, w(t)) * square(data(t))) / eta
            - (COMPARED + LOSS - 2 * trials(sqrt(loss(t, best) * loss(t, w(t))))),
        ),
        le(LOSS, COVERED + eta * X**2 * LOSS + sqrt(COMPARED) * sqrt(LOSS)),
        le(LOSS, square(best - w(0)) / (4 * eta) + eta * X**2 * LOSS + sqrt(COMPARED) * sqrt(LOSS)),
    ],
    reading=SETTING
    + "The two displayed inequalities before the quadratic one, from any start w_0 and for every η > 0; between "
    "them the "
    "second one with −‖w⋆ − w_k‖²/(4η), which the paper drops.",
)


def one_trial(update: list[Any]) -> Theorem:
    """(‖w⋆ − w_t‖² − ‖w⋆ − w_{t+1}‖²)/(4η) + ηL_t(w_t)‖x_t‖² + |r||s| ≥ L_t(w_t), with the errors r and s."""
    step = instantiate(assume(UPDATE), [t]) if update else assume(SOME)
    r, s = error(t, best), error(t, w(t))
    covered = (square(best - w(t)) - square(best - w(t + 1))) / (4 * eta)
    return combine(
        ge(covered + eta * s**2 * square(data(t)) + Abs(r) * Abs(s), s**2),
        [(1, product_at_most_magnitudes(r, s))],
        using=[step],
    )


@QUADRATIC.proof
def three_steps(claim: Claim) -> list[Theorem]:
    """The step's cross term is 4η s(s − r); telescope, ‖x_t‖ ≤ X, and Cauchy–Schwarz for the sum of |r||s|."""
    displayed, exact, dropped = claim.states
    trial = one_trial(of(claim, UPDATE))
    potential = square(best - w(t)) / (4 * eta)
    some = of(claim, SOME, EVEN_NONE)
    added = telescope(trial, t, 0, k - 1, potential)
    first = combine(displayed, [(2, added), (HALF / eta, square(best - w(k)))], facts=some)
    r, s = error(t, best), error(t, w(t))
    bounds = [instantiate(assume(f), [t]) for f in of(claim, BOUNDED)]
    rest = [(eta * s**2, f) for f in bounds]
    covered = potential - square(best - w(t + 1)) / (4 * eta)
    short = combine(ge(covered + eta * X**2 * s**2 + Abs(r) * Abs(s), s**2), [(1, trial), *rest])
    summed = telescope(short, t, 0, k - 1, potential)
    products = cauchy_schwarz_of_sums(Abs(r), Abs(s))
    second = combine(exact, [(1, summed), (1, products)], facts=some)
    last = combine(dropped, [(1, second), (1 / (4 * eta), square(best - w(k)))], facts=some)
    return [first, second, last]


def the_inequality(claim: Claim) -> Theorem:
    """The last of the three, for k ≥ 1 or, where the claim says no more, for k ≥ 0."""
    return QUADRATIC.theorem(QUADRATIC.states[2]) if SOME in claim.given else three_steps(from_zero(QUADRATIC))[2]


def one_step(start: Any, end: Any, **values: Any) -> dict[Any, Any]:
    """One trial on the line from `start` to `end`, with w⋆, x, y, X and η."""
    found = {"best": 0, "x": 1, "y": 0, "X": 1, "rate": HALF} | values
    return {
        k: 1,
        w(0).args[0]: Lambda(t, start + t * (end - start)),
        best: found["best"],
        VecHead("x"): Lambda(t, found["x"]),
        label: Lambda(t, found["y"]),
        X: found["X"],
        eta: found["rate"],
    }


fails_as(QUADRATIC,
    ("constant", [
            *QUADRATIC.states[:2],
            le(LOSS, square(best - w(0)) / (4 * eta) + eta * X**2 * LOSS / 2 + sqrt(COMPARED * LOSS)),
        ], "½ηX² in place of ηX².", one_step(1, -1, rate=Rational(1, 4), X=2, x=2)),
)  # fmt: skip


@QUADRATIC.mutant("constant", at=one_step(1, 0))
def an_eighth(claim: Claim) -> Claim:
    """1/(8η) in place of 1/(4η)."""
    last = le(LOSS, square(best - w(0)) / (8 * eta) + eta * X**2 * LOSS + sqrt(COMPARED) * sqrt(LOSS))
    return claim.replace(states=[*claim.states[:2], last])


@QUADRATIC.mutant("sign", at=one_step(1, 0))
def rate_subtracted(claim: Claim) -> Claim:
    """−ηX²."""
    last = le(LOSS, square(best - w(0)) / (4 * eta) - eta * X**2 * LOSS + sqrt(COMPARED) * sqrt(LOSS))
    return claim.replace(states=[*claim.states[:2], last])


@QUADRATIC.mutant("sign", at=one_step(1, 0, best=Rational(1, 2), y=0))
def without_the_product(claim: Claim) -> Claim:
    """The product of the roots is subtracted."""
    last = le(LOSS, square(best - w(0)) / (4 * eta) + eta * X**2 * LOSS - sqrt(COMPARED) * sqrt(LOSS))
    return claim.replace(states=[*claim.states[:2], last])


fails_without(QUADRATIC,
    (UPDATE, "The weights may move as they like.", one_step(1, 10)),
    (BOUNDED, "The instances may be longer than X.", one_step(1, 0, X=0)),
)  # fmt: skip


@QUADRATIC.mutant("hypothesis", proof=three_steps)
def no_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


@QUADRATIC.sharp
def equality() -> Sharpness:
    """One trial on the line from a, with w⋆ = y = 0 and x = X = 1: the second formula is an equation for every η."""
    a, rate = real("a η")
    moved = a - rate * 2 * a
    goal = eq(4 * rate * a**2, a**2 - moved**2 + 4 * rate**2 * a**2)
    return Sharpness("the loss less the second bound, times 4η, for one trial with w⋆ = y = 0", "0", identity(goal))


SLOW_RATES = [Rational(1, 8), Rational(1, 4), Rational(3, 8)]


@QUADRATIC.extremal("η", SLOW_RATES, formula=2)
def landing(rate: Any) -> dict[Any, Any]:
    """One trial from 0 to w_1 = w⋆ = 1 with x = X = 1: attained, where the errors have one sign, η < ½."""
    return one_step(0, 1, best=1, y=1 / (2 * rate), rate=rate)


@QUADRATIC.extremal("η", [Rational(1, 8), HALF, 2], formula=1)
def any_step(rate: Any) -> dict[Any, Any]:
    """One trial from 1 with w⋆ = y = 0 and x = X = 1: attained at every rate."""
    return one_step(1, 1 - 2 * rate, rate=rate)
