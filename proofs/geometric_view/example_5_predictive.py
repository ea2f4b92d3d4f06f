"""Example 5, sharper: the implicit update on the square loss has a bound on Loss(A) itself, at every learning rate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Add, Expr, KroneckerDelta, Lambda, Rational, S, Sum, Tuple, sqrt

from numeric import bounds
from numeric.learners.geodesic import implicit_update_line
from numeric.reference import bounds as reference
from proofs.geometric_view._searches import regressions
from proofs.geometric_view._square import (
    EVEN_NONE, SOME, TRIAL, best, data, error, eta, k, label, loss, of, square, t, w,
)  # fmt: skip
from proofs.geometric_view.example_4_quadratic import BOUNDED
from proofs.geometric_view.example_5 import AFAR, COMPARED, LOSS, NAMES, RATES, UPDATE, X, landing, repeated, run
from verify.audit import (
    Claim, Conformance, Searched, Sharpness, Theorem, assume, at, combine, decided_by, eq, fails_as, fails_without,
    follows, integer, le, nonnegative, sum_above_member, telescope, vanishes_with_its_square,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, VecHead

HALF = Rational(1, 2)
i = integer("i")
COVERED = (square(best - w(0)) - square(best - w(k))) / (2 * eta)
RATIO = 2 * eta * X**2
READING = (
    "Weights and instances are vectors of R^n, of any dimension, labels are real, ‖x_t‖² ≤ X² for each of the k ≥ 1 "
    "trials, η > 0, w⋆ is any vector, and w_t − w_{t+1} = η∂L_t(w_{t+1}) (9). Loss(A) is the loss before the updates, "
    "that of the predictions. "
)


def promise(compared: Any = 1, covered: Any = 1, growth: Any = 1) -> Expr:
    """(1 + 2ηX²)(Loss(w⋆) + (‖w⋆ − w_0‖² − ‖w⋆ − w_k‖²)/(2η)), with factors of three of its terms."""
    return (1 + growth * RATIO) * (compared * COMPARED + covered * COVERED)


PREDICTIVE = Claim(
    "geometric_view/example-5-predictive",
    at="Example 5, (19), sharper",
    says="For every η > 0, Loss(A) ≤ (1 + 2ηX²)(Loss(w⋆) + (‖w⋆ − w_0‖² − ‖w⋆ − w_k‖²)/(2η)), where X ≥ ‖x_t‖.",
    given=[UPDATE, BOUNDED, SOME],
    where=NAMES,
    states=le(LOSS, promise()),
    reading=READING + "Theorem 8 for the losses of the predictions, geometric_view/theorem-8.predictive, has "
    "1/(1 − 2ηX²) in the place of the first factor, and says something for 2ηX² < 1 only.",
)


def fall() -> Expr:
    """(‖w⋆ − w_t‖² − ‖w⋆ − w_{t+1}‖²)/(2η)."""
    return (square(best - w(t)) - square(best - w(t + 1))) / (2 * eta)


def added_up(trial: Theorem, factor: Any) -> Theorem:
    """The sum of the trials; the distances to w⋆ telescope."""
    return telescope(trial, t, 0, k - 1, factor * square(best - w(t)) / (2 * eta))


@PREDICTIVE.proof
def square_of_the_errors(claim: Claim) -> Theorem:
    """(1 + 2ηX²)(r² + fall) − L_t(w_t) = 2η(X² − ‖x_t‖²)(r² + fall) + (1 + g)(r − s)², for g = 2η‖x_t‖².

    The errors are r of w⋆, s of w_{t+1} and (1 + g)s of w_t, and r² + fall = (r − s)² + (1 + g)s².
    """
    r, s, growth = error(t, best), error(t, w(t + 1)), 1 + 2 * eta * square(data(t))
    longer = [(2 * eta * ((r - s) ** 2 + growth * s**2), at(h, t)) for h in of(claim, BOUNDED)]
    goal = le(error(t, w(t)) ** 2, (1 + RATIO) * (r**2 + fall()))
    trial = combine(goal, [(growth, (r - s) ** 2), *longer], using=[at(h, t) for h in of(claim, UPDATE)])
    return follows(claim.states[0], added_up(trial, 1 + RATIO), of(claim, SOME, EVEN_NONE))


# --- the best rate, and no loss at all ------------------------------------------------------------------------------

K, U = nonnegative("K U")
WITHIN = [le(COMPARED, K), le(square(best - w(0)), U**2)]
RATE = eq(2 * eta * X * sqrt(K), U)

TUNED = Claim(
    "geometric_view/example-5-predictive-rate",
    at="Example 5, sharper",
    says="If Loss(w⋆) ≤ K and ‖w⋆ − w_0‖ ≤ U, then Loss(A) ≤ (UX + √K)² at η = U/(2X√K).",
    given=[UPDATE, BOUNDED, SOME, *WITHIN, RATE],
    where=NAMES,
    states=le(LOSS, (U * X + sqrt(K)) ** 2),
    rests_on=["geometric_view/example-5-predictive"],
    reading=READING + "K ≥ 0 and U ≥ 0. The rate is said without a quotient, 2ηX√K = U. From w_0 = 0 and with "
    "K = Loss(w⋆), U = ‖w⋆‖ the bound is (‖w⋆‖X + √Loss(w⋆))², the one that (15) has for the explicit update.",
)

PERFECT = eq(COMPARED, 0)
REALIZABLE = Claim(
    "geometric_view/example-5-predictive-realizable",
    at="Example 5, last line, sharper",
    says="If Loss(w⋆) = 0, then Loss(A) ≤ (X² + 1/(4η(1 + ηX²)))(‖w⋆ − w_0‖² − ‖w⋆ − w_k‖²).",
    given=[UPDATE, BOUNDED, SOME, PERFECT],
    states=le(LOSS, (X**2 + 1 / (4 * eta * (1 + eta * X**2))) * 2 * eta * COVERED),
    reading=READING + "Loss(w⋆) = 0. The factor falls as η grows, to X²: then each prediction is corrected fully.",
)


@TUNED.proof
def equal_ratios(claim: Claim) -> Theorem:
    """(UX + √K)² − (1 + 2ηX²)(K + U²/(2η)) is −(U − 2ηX√K)²/(2η), and at this rate 0."""
    general = square_of_the_errors(PREDICTIVE.replace(given=of(claim, *PREDICTIVE.given, EVEN_NONE)))
    factors = {WITHIN[0]: 1 + RATIO, WITHIN[1]: (1 + RATIO) / (2 * eta), RATE: (U - 2 * eta * X * sqrt(K)) / (2 * eta)}
    known = [(factors[h], assume(h)) for h in of(claim, *WITHIN, RATE)]
    left = ((1 + RATIO) / (2 * eta), square(best - w(k)))
    return combine(claim.states[0], [(1, general), *known, left], facts=of(claim, SOME, EVEN_NONE))


@REALIZABLE.proof
def no_error_to_learn(claim: Claim) -> Theorem:
    """With r = 0, f(a)(2 + g)s² ≥ (1 + g)²s² for f(a) = (1 + a)²/(2 + a), g = 2η‖x_t‖² ≤ a = 2ηX²: f rises."""
    s, g, a = error(t, w(t + 1)), 2 * eta * square(data(t)), RATIO
    member = sum_above_member(Sum(loss(i, best), (i, 0, k - 1)), t, TRIAL)
    least = [follows(le(loss(t, best), 0), member, h) for h in of(claim, PERFECT)]
    zero = [vanishes_with_its_square(error(t, best), follows(eq(loss(t, best), 0), loss(t, best), h)) for h in least]
    none = [follows(eq(label(t), Inner(best, data(t))), h) for h in zero]
    longer = [(2 * eta * s**2 * (3 + 2 * (a + g) + a * g) / (2 + a), at(h, t)) for h in of(claim, BOUNDED)]
    goal = le(error(t, w(t)) ** 2, (1 + a) ** 2 / (2 + a) * fall())
    trial = combine(goal, longer, using=[*none, *(at(h, t) for h in of(claim, UPDATE))])
    return follows(claim.states[0], added_up(trial, (1 + a) ** 2 / (2 + a)), of(claim, SOME, EVEN_NONE))


# --- how each is decided --------------------------------------------------------------------------------------------


LANDS, LESS = landing(1), Rational(99, 100)


fails_as(PREDICTIVE,
    ("constant", le(LOSS, promise(compared=LESS)), "99/100 of Loss(w⋆).", LANDS),
    ("constant", le(LOSS, promise(covered=LESS)), "99/100 of the way towards w⋆.", LANDS),
    ("constant", le(LOSS, promise(growth=LESS)), "99/100 of 2ηX².", LANDS),
    ("sign", le(LOSS, promise(growth=-1)), "1 − 2ηX².", LANDS),
)  # fmt: skip


fails_without(PREDICTIVE,
    (UPDATE, "The weights may move as they like.", AFAR),
    (BOUNDED, "The instances may be longer than X.", LANDS | {X: 0}),
)  # fmt: skip


def tuned(instance: dict[Any, Any]) -> dict[Any, Any]:
    """With K = ¼ and U = X = 1, for which the rate is 1 and the bound 9/4."""
    return instance | {K: Rational(1, 4), U: 1}


fails_as(TUNED,
    ("constant", le(LOSS, (LESS * U * X + sqrt(K)) ** 2), "99/100 of UX.", tuned(LANDS)),
    ("constant", le(LOSS, (U * X + LESS * sqrt(K)) ** 2), "99/100 of √K.", tuned(LANDS)),
    ("sign", le(LOSS, (U * X - sqrt(K)) ** 2), "The square of the difference.", tuned(LANDS)),
)  # fmt: skip


fails_without(TUNED,
    (UPDATE, "The weights may move as they like.", tuned(run(0, -9, trials=2))),
    (BOUNDED, "The instances may be longer than X.", tuned(run(0, Rational(8, 9), x=2, y=2))),
    (WITHIN[0], "Loss(w⋆) may be more than K.", tuned(run(0, 2, y=3))),
    (WITHIN[1], "w⋆ may be further than U from w_0.", tuned(run(0, 2, y=3, best=3))),
    (RATE, "η may be anything.", tuned(repeated(4, Rational(1, 100)))),
)  # fmt: skip


def realizable(long: Any = 1, slow: Any = 1) -> Any:
    """The bound where Loss(w⋆) = 0, with factors of its two terms."""
    return le(LOSS, (long * X**2 + slow / (4 * eta * (1 + eta * X**2))) * 2 * eta * COVERED)


fails_as(REALIZABLE,
    ("constant", realizable(long=LESS), "99/100 of X².", repeated(1)),
    ("constant", realizable(slow=LESS), "99/100 of 1/(4η(1 + ηX²)).", repeated(1)),
    ("sign", realizable(slow=-1), "−1/(4η(1 + ηX²)).", repeated(1)),
)  # fmt: skip


fails_without(REALIZABLE,
    (UPDATE, "The weights may move as they like.", AFAR),
    (BOUNDED, "The instances may be longer than X.", repeated(1) | {X: 0}),
    (PERFECT, "The comparator may have a loss.", LANDS),
)  # fmt: skip


fails_without(PREDICTIVE, ({SOME: EVEN_NONE}, "k may be 0.", decided_by(proof=square_of_the_errors)))


fails_without(TUNED, ({SOME: EVEN_NONE}, "k may be 0.", decided_by(proof=equal_ratios)))


fails_without(REALIZABLE, ({SOME: EVEN_NONE}, "k may be 0.", decided_by(proof=no_error_to_learn)))


# --- how sharp they are ---------------------------------------------------------------------------------------------


@PREDICTIVE.extremal("η", RATES)
def landing_on_the_comparator(rate: Any) -> dict[Any, Any]:
    """One trial from 0 to w_1 = w⋆: attained at every rate."""
    return landing(rate)


@PREDICTIVE.extremal("k", range(1, 4))
def orthonormal_instances(number: int) -> dict[Any, Any]:
    """x_t = e_t, y = 2, η = ½ and w⋆ = Σ e_t: each trial sets one coordinate to 1."""
    seen = [Add(*(KroneckerDelta(t, m) for m in range(n, number + 1))) for n in range(1, number + 1)]
    inputs = [KroneckerDelta(t, n) for n in range(number)]
    families = {VecHead("w"): Lambda(t, Tuple(*seen)), VecHead("x"): Lambda(t, Tuple(*inputs))}
    return {**landing(HALF), **families, k: number, best: Tuple(*[1] * number)}


@TUNED.extremal("η", RATES)
def landing_at_the_rate(rate: Any) -> dict[Any, Any]:
    """The same trial, with U = 1 and K = 1/(4η²): attained for every K and U."""
    return landing(rate) | {K: 1 / (4 * S(rate) ** 2), U: 1}


@REALIZABLE.extremal("k", range(1, 4))
def the_same_example_again(number: int) -> dict[Any, Any]:
    """w⋆ = x = y = X = 1 in every trial, at η = ½: attained for every number of trials."""
    return repeated(number, HALF)


@PREDICTIVE.sharp
def below_theorem_8() -> Sharpness:
    """(1 − 2ηX²)(1 + 2ηX²)B ≤ B for B ≥ 0."""
    b = nonnegative("B")
    less = follows(le((1 - RATIO) * (1 + RATIO) * b, b), RATIO**2 * b)
    return Sharpness("the promise over B/(1 − 2ηX²), that of Theorem 8 where 2ηX² < 1", "1 − 4η²X⁴ at most", less)


# --- runs -----------------------------------------------------------------------------------------------------------


def loss_of_the_implicit_update(rows: Any, labels: Any, rate: float) -> float:
    """Loss(A) from w_0 = 0, in floats."""
    weights, lost = np.zeros(rows.shape[1]), 0.0
    for row, aim in zip(rows, labels, strict=True):
        lost += float(weights @ row - aim) ** 2
        weights = implicit_update_line(weights, row, aim, rate)
    return lost


@PREDICTIVE.search
def random_regressions() -> Searched:
    """The implicit update on random streams."""

    def ratio(rows: Any, labels: Any, target: Any, rate: float) -> float:
        longest, away = float(np.max(np.linalg.norm(rows, axis=1))), float(np.linalg.norm(target))
        missed = float(np.sum((rows @ target - labels) ** 2))
        promised = bounds.implicit_square_loss_bound(missed, away, longest, rate)
        return loss_of_the_implicit_update(rows, labels, rate) / promised

    return regressions(ratio, "Loss(A) over the bound")


@TUNED.search
def random_regressions_at_the_rate() -> Searched:
    """The implicit update on random streams, at the rate of each."""

    def ratio(rows: Any, labels: Any, target: Any, _: float) -> float:
        longest, away = float(np.max(np.linalg.norm(rows, axis=1))), float(np.linalg.norm(target))
        missed = float(np.sum((rows @ target - labels) ** 2)) + 1e-6
        rate = away / (2 * longest * missed**0.5)
        promised = bounds.tuned_implicit_square_loss_bound(missed, away, longest)
        return loss_of_the_implicit_update(rows, labels, rate) / promised

    return regressions(ratio, "Loss(A) over the bound at the best rate")


@REALIZABLE.search
def random_realizable_regressions() -> Searched:
    """The implicit update on random streams that the comparator predicts."""

    def ratio(rows: Any, _: Any, target: Any, rate: float) -> float:
        longest, away = float(np.max(np.linalg.norm(rows, axis=1))), float(np.linalg.norm(target))
        promised = bounds.realizable_implicit_square_loss_bound(away, longest, rate)
        return loss_of_the_implicit_update(rows, rows @ target, rate) / promised

    return regressions(ratio, "Loss(A) over the bound, realizable")


def _settings() -> list[tuple[float, ...]]:
    """K, U, X and η."""
    rng = np.random.default_rng(25)
    return [tuple(map(float, row)) for row in rng.uniform(0.1, 9.0, (12, 4))]


@PREDICTIVE.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """(1 + 2ηX²)(K + U²/(2η)) as a function of K, U, X and η."""
    return conformance(
        _settings(),
        formula=lambda case: value((1 + RATIO) * (K + U**2 / (2 * eta)), dict(zip((K, U, X, eta), case, strict=True))),
        code=lambda case: bounds.implicit_square_loss_bound(*case),
        reference=lambda case: reference.implicit_square_loss_bound(*case),
        ulps=6.0,
    )


@TUNED.conformance
def code_follows_the_tuned_bound() -> Iterator[Conformance]:
    """(UX + √K)² as a function of K, U and X."""
    return conformance(
        [case[:3] for case in _settings()],
        formula=lambda case: value((U * X + sqrt(K)) ** 2, dict(zip((K, U, X), case, strict=True))),
        code=lambda case: bounds.tuned_implicit_square_loss_bound(*case),
        reference=lambda case: reference.tuned_implicit_square_loss_bound(*case),
        ulps=6.0,
    )


@REALIZABLE.conformance
def code_follows_the_realizable_bound() -> Iterator[Conformance]:
    """U²(X² + 1/(4η(1 + ηX²))) as a function of U, X and η."""
    promised = U**2 * (X**2 + 1 / (4 * eta * (1 + eta * X**2)))
    return conformance(
        [case[1:] for case in _settings()],
        formula=lambda case: value(promised, dict(zip((U, X, eta), case, strict=True))),
        code=lambda case: bounds.realizable_implicit_square_loss_bound(*case),
        reference=lambda case: reference.realizable_implicit_square_loss_bound(*case),
        ulps=6.0,
    )
