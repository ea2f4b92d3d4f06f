"""Example 5: the implicit update on the square loss. (19) and what is solved from it fail; with 1 + ηX² they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Abs, Expr, Lambda, Rational, sqrt

from numeric.learners.geodesic import implicit_update_line
from proofs.geometric_view._searches import regressions
from proofs.geometric_view._square import (
    SOME,
    TRIAL,
    best,
    cauchy_schwarz_of_sums,
    data,
    error,
    eta,
    gradient,
    k,
    label,
    larger_root,
    loss,
    of,
    product_at_most_magnitudes,
    solved,
    square,
    t,
    trials,
    w,
    without,
)  # fmt: skip
from verify.claims import Claim, Searched, Sharpness
from verify.kernel import Theorem, assume, combine, identity, induct, instantiate, telescope, witness
from verify.lemmas import at_most_by_squares, vanishes_with_its_square
from verify.terms import Inner, VecHead, eq, forall, ge, gt, le, norm, real, substitute, vectors

HALF = Rational(1, 2)
y = real("y")
p, q, x = vectors("p q x")

# --- one step -------------------------------------------------------------------------------------------------------


def square_loss(v: Any) -> Expr:
    """(⟨v, x⟩ − y)²."""
    return (Inner(v, x) - y) ** 2


STEP = eq(p, q + eta * 2 * (Inner(q, x) - y) * x)

CONTRACTION_SHARP = Claim(
    "geometric_view/example-5-contraction.sharp",
    at="Example 5",
    printed="L_t(w_{t+1}) = L_t(w_t)/(1 + 2η‖x_t‖²)²",
    given=[STEP],
    states=eq(square_loss(q), square_loss(p) / (1 + 2 * eta * square(x)) ** 2),
    reading="p = w_t and q = w_{t+1}, with p − q = η∂L(q) as (9) asks.",
)

CONTRACTION = Claim(
    "geometric_view/example-5-contraction",
    at="Example 5",
    printed="0 ≤ L_t(w_{t+1}) ≤ L_t(w_t)/(1 + 4η‖x_t‖²)",
    given=[STEP],
    states=[ge(square_loss(q), 0), le(square_loss(q), square_loss(p) / (1 + 4 * eta * square(x)))],
    rests_on=["geometric_view/example-5-contraction.sharp"],
    reading="p = w_t and q = w_{t+1}, with p − q = η∂L(q) as (9) asks. The exact factor is (1 + 2η‖x_t‖²)².",
)


@CONTRACTION_SHARP.proof
def error_shrinks(claim: Claim) -> Theorem:
    """⟨p, x⟩ − y = (1 + 2η‖x‖²)(⟨q, x⟩ − y)."""
    return identity(claim.states[0], using=of(claim, STEP))


@CONTRACTION.proof
def smaller_factor(claim: Claim) -> list[Theorem]:
    """(1 + 2η‖x‖²)² = 1 + 4η‖x‖² + 4η²‖x‖⁴."""
    above, below = claim.states
    growth = eta * square(x)
    rest = [(4 * growth**2 / (1 + 4 * growth), square_loss(q))]
    return [
        combine(above, [(1, square_loss(q))], facts=of(claim, STEP)),
        combine(below, rest, using=of(claim, STEP)),
    ]


HALVED = {p: 1, q: HALF, x: 1, y: 0, eta: HALF}


@CONTRACTION_SHARP.mutant("constant", at=HALVED)
def rate_once(claim: Claim) -> Claim:
    """1 + η‖x‖²."""
    return claim.replace(states=eq(square_loss(q), square_loss(p) / (1 + eta * square(x)) ** 2))


@CONTRACTION_SHARP.mutant("sign", at=HALVED | {q: 2, eta: Rational(1, 4), p: 3})
def it_grows(claim: Claim) -> Claim:
    """1 − 2η‖x‖²."""
    return claim.replace(states=eq(square_loss(q), square_loss(p) / (1 - 2 * eta * square(x)) ** 2))


@CONTRACTION_SHARP.mutant("hypothesis", at=HALVED | {q: 3})
def any_other_point(claim: Claim) -> Claim:
    """q may be anything."""
    return without(claim, STEP)


@CONTRACTION.mutant("constant", at=HALVED)
def six_times(claim: Claim) -> Claim:
    """1 + 8η‖x‖²."""
    return claim.replace(states=[CONTRACTION.states[0], le(square_loss(q), square_loss(p) / (1 + 8 * eta * square(x)))])


@CONTRACTION.mutant("sign", at={**HALVED, p: 3, q: 2, eta: Rational(1, 4), x: 1})
def below_zero(claim: Claim) -> Claim:
    """L(w_{t+1}) ≤ −L(w_t)/(1 + 4η‖x‖²)."""
    return claim.replace(
        states=[CONTRACTION.states[0], le(square_loss(q), -square_loss(p) / (1 + 4 * eta * square(x)))]
    )


@CONTRACTION.mutant("hypothesis", at=HALVED | {q: 3})
def any_point(claim: Claim) -> Claim:
    """q may be anything."""
    return without(claim, STEP)


# --- (19) -----------------------------------------------------------------------------------------------------------

X = real("X")
UPDATE = forall(t, eq(w(t), w(t + 1) + eta * gradient(t, w(t + 1))), TRIAL)
LONG = forall(t, ge(square(data(t)), X**2), TRIAL)
START = eq(w(0), 0)
PERFECT = eq(trials(loss(t, best)), 0)
LOSS, AFTER, COMPARED = trials(loss(t, w(t))), trials(loss(t, w(t + 1))), trials(loss(t, best))
PRODUCT = sqrt(COMPARED) * sqrt(AFTER)
FROM_START = square(best - w(0)) / (2 * eta)
READING = (
    "Weights and instances are vectors of R^n, labels are real, ‖x_t‖² ≥ X² for each of the k ≥ 1 trials, η > 0, w⋆ is "
    "any vector, and w_t − w_{t+1} = η∂L_t(w_{t+1}) (9). Loss(A) is the loss before, Loss(A⁺) after each update. "
)


def promise(growth: Any = 2) -> Expr:
    """The right-hand side of (19)."""
    return FROM_START - (1 + growth * eta * X**2) * AFTER + 2 * PRODUCT


def solution(times: Any) -> Expr:
    """(P + √(P² + ‖w⋆‖²c/η))/(2c), for c = 1 + times·ηX² and P = √Loss(w⋆)."""
    return larger_root(1 + times * eta * X**2, sqrt(COMPARED), square(best) / (4 * eta))


def quotient(times: Any) -> Expr:
    """‖w⋆‖²/(2η(√(P² + ‖w⋆‖²c/η) − P)), the same where w⋆ ≠ 0."""
    root = sqrt(COMPARED + square(best) * (1 + times * eta * X**2) / eta)
    return square(best) / (2 * eta * (root - sqrt(COMPARED)))


BOUND = Claim(
    "geometric_view/example-5-bound",
    at="Example 5, (19)",
    printed="Loss(A) ≤ (1/2η)‖w⋆ − w_0‖² − (1 + 2ηX²)Loss(A⁺) + 2√Loss(w⋆)√Loss(A⁺), where X ≤ ‖x_t‖",
    given=[UPDATE, LONG, SOME],
    states=le(LOSS, promise()),
    reading=READING + "It inherits Loss(A) in the place of Loss(A⁺) from (17).",
)

BOUND_REPAIRED = Claim(
    "geometric_view/example-5-bound.repaired",
    at="Example 5, (19)",
    printed="Loss(A⁺) ≤ (1/2η)‖w⋆ − w_0‖² − (1 + 2ηX²)Loss(A⁺) + 2√Loss(w⋆)√Loss(A⁺); Loss(A⁺) ≤ Loss(A)/(1 + 4ηX²)",
    given=[UPDATE, LONG, SOME],
    states=[le(AFTER, promise()), le(AFTER, LOSS / (1 + 4 * eta * X**2))],
    repairs="geometric_view/example-5-bound",
    rests_on=["geometric_view/example-5-contraction"],
    reading=READING
    + "The loss is taken after the updates; the second formula is the line after (19), true as printed.",
)

SOLUTION = Claim(
    "geometric_view/example-5-solution",
    at="Example 5, after (19)",
    printed="√Loss(A⁺) ≤ ‖w⋆‖²/(2η(√(Loss(w⋆) + ‖w⋆‖²(1 + 3ηX²)/η) − √Loss(w⋆)))",
    given=[UPDATE, LONG, SOME, START],
    states=le(sqrt(AFTER), quotient(3)),
    reading=READING
    + "w_0 = 0. Read as a fraction with the difference of the roots below, which is what solves the quadratic "
    "inequality "
    "and what the last line of the example agrees with (as a product it does not).",
)

SOLUTION_REPAIRED = Claim(
    "geometric_view/example-5-solution.repaired",
    at="Example 5, after (19)",
    printed="√Loss(A⁺) ≤ (√Loss(w⋆) + √(Loss(w⋆) + ‖w⋆‖²(1 + ηX²)/η))/(2(1 + ηX²))",
    given=[UPDATE, LONG, SOME, START],
    states=le(sqrt(AFTER), solution(1)),
    repairs="geometric_view/example-5-solution",
    rests_on=["geometric_view/example-5-bound.repaired"],
    reading=READING
    + "w_0 = 0; 1 + ηX² in the place of 1 + 3ηX². The larger root of the quadratic equation, which for w⋆ ≠ 0 is the "
    "printed fraction and for w⋆ = 0 is not 0/0.",
)
SOLUTION_PRODUCT = Claim(
    "geometric_view/example-5-solution.product",
    at="Example 5, after (19)",
    printed="√Loss(A⁺) ≤ (‖w⋆‖²/2η)(√(Loss(w⋆) + ‖w⋆‖²(1 + 3ηX²)/η) − √Loss(w⋆))",
    given=[UPDATE, LONG, SOME, START],
    states=le(
        sqrt(AFTER),
        square(best) / (2 * eta) * (sqrt(COMPARED + square(best) * (1 + 3 * eta * X**2) / eta) - sqrt(COMPARED)),
    ),
    reading=READING + "w_0 = 0. The same line read as a product.",
)

FRACTION = Claim(
    "geometric_view/example-5-solution.fraction",
    at="Example 5, after (19)",
    printed="(P + √(P² + ‖w⋆‖²c/η))/(2c) = ‖w⋆‖²/(2η(√(P² + ‖w⋆‖²c/η) − P))",
    given=[gt(square(best), 0)],
    states=eq(solution(1), quotient(1)),
    reading="The larger root and the printed form of it, with c = 1 + ηX² and P = √Loss(w⋆), are equal for w⋆ ≠ 0.",
)

REALIZABLE = Claim(
    "geometric_view/example-5-realizable",
    at="Example 5, last line",
    printed="If Loss(w⋆) = 0 then √Loss(A⁺) ≤ ‖w⋆‖/(2√(η(1 + 3ηX²)))",
    given=[UPDATE, LONG, SOME, START, PERFECT],
    states=le(sqrt(AFTER), norm(best) / (2 * sqrt(eta * (1 + 3 * eta * X**2)))),
    reading=READING + "w_0 = 0 and Loss(w⋆) = 0.",
)

REALIZABLE_REPAIRED = Claim(
    "geometric_view/example-5-realizable.repaired",
    at="Example 5, last line",
    printed="If Loss(w⋆) = 0 then √Loss(A⁺) ≤ ‖w⋆‖/(2√(η(1 + ηX²)))",
    given=REALIZABLE.given,
    states=le(sqrt(AFTER), norm(best) / (2 * sqrt(eta * (1 + eta * X**2)))),
    repairs="geometric_view/example-5-realizable",
    rests_on=["geometric_view/example-5-bound.repaired"],
    reading=READING + "w_0 = 0 and Loss(w⋆) = 0. The same example again and again attains it in the limit.",
)


def run(start: Any, end: Any, **values: Any) -> dict[Any, Any]:
    """One trial on the line from `start` to `end`, with w⋆, x, y, X and η."""
    found = {"best": 1, "x": 1, "y": 1, "X": 1, "rate": 1, "trials": 1} | values
    return {
        k: found["trials"],
        VecHead("w"): Lambda(t, start + t * (end - start)),
        best: found["best"],
        VecHead("x"): Lambda(t, found["x"]),
        label: Lambda(t, found["y"]),
        X: found["X"],
        eta: found["rate"],
    }


LEARNS = run(0, Rational(2, 3))
"""w_0 = 0, w_1 = ⅔ towards w⋆ = x = y = X = 1 with η = 1: the loss is 1 before, 1/9 after."""


@BOUND.counterexample
def loss_before(claim: Claim) -> Theorem:
    """w_0 = 0, w⋆ = x = y = X = η = 1, one trial: 1 against ½ − 3/9 = 1/6."""
    return witness(list(claim.given), claim.states[0], LEARNS)


@SOLUTION.counterexample
def three_times(claim: Claim) -> Theorem:
    """The same trial: ⅓ against ¼."""
    return witness(list(claim.given), claim.states[0], LEARNS)


@SOLUTION_PRODUCT.counterexample
def small_comparator(claim: Claim) -> Theorem:
    """w⋆ = y = 1/10, x = X = η = 1, w_0 = 0, one trial: 1/30 against 1/1000."""
    tenth = Rational(1, 10)
    return witness(list(claim.given), claim.states[0], run(0, Rational(2, 3) * tenth, best=tenth, y=tenth))


@FRACTION.proof
def difference_of_squares(claim: Claim) -> Theorem:
    """(R − P)(R + P) = ‖w⋆‖²c/η > 0 for the root R."""
    known = of(claim, *FRACTION.given)
    p = sqrt(COMPARED)
    step = square(best) * (1 + eta * X**2) / eta
    root = sqrt(COMPARED + step)
    total = combine(gt(root + p, 0), [(1, root), (1, p)], facts=known)
    apart = combine(gt(root - p, 0), [(1 / (root + p), step)], facts=[*known, total])
    return identity(claim.states[0], facts=[*known, apart])


@REALIZABLE.counterexample
def three_times_again(claim: Claim) -> Theorem:
    """The same trial: ⅓ against ¼."""
    return witness(list(claim.given), claim.states[0], LEARNS)


def one_trial(claim: Claim) -> Theorem:
    """(‖w⋆ − w_t‖² − ‖w⋆ − w_{t+1}‖²)/(4η) + |r||s| ≥ (1 + ηX²)L_t(w_{t+1}), with the errors r and s."""
    step = [instantiate(assume(f), [t]) for f in of(claim, UPDATE)]
    longer = [instantiate(assume(f), [t]) for f in of(claim, LONG)]
    r, s = error(t, best), error(t, w(t + 1))
    covered = (square(best - w(t)) - square(best - w(t + 1))) / (4 * eta)
    products = product_at_most_magnitudes(r, s)
    goal = ge(covered + Abs(r) * Abs(s), (1 + eta * X**2) * s**2)
    return combine(goal, [(1, products), *((eta * s**2, f) for f in longer)], using=step)


def quadratic(claim: Claim) -> Theorem:
    """(1 + ηX²)Loss(A⁺) − √Loss(w⋆)√Loss(A⁺) ≤ ‖w⋆ − w_0‖²/(4η)."""
    summed = telescope(one_trial(claim), t, 0, k - 1, square(best - w(t)) / (4 * eta))
    products = cauchy_schwarz_of_sums(Abs(error(t, best)), Abs(error(t, w(t + 1))))
    goal = ge(square(best - w(0)) / (4 * eta), (1 + eta * X**2) * AFTER - PRODUCT)
    dropped = (1 / (4 * eta), square(best - w(k)))
    return combine(goal, [(1, summed), (1, products), dropped], facts=of(claim, SOME))


@BOUND_REPAIRED.proof
def errors_after_the_update(claim: Claim) -> list[Theorem]:
    """‖w⋆ − w_t‖² − ‖w⋆ − w_{t+1}‖² = 4ηs(s − r) + 4η²s²‖x_t‖² for the errors s of w_{t+1} and r of w⋆; telescope."""
    bound, contraction = claim.states
    step = [instantiate(assume(f), [t]) for f in of(claim, UPDATE)]
    longer = [instantiate(assume(f), [t]) for f in of(claim, LONG)]
    growth, after = eta * square(data(t)), loss(t, w(t + 1))
    goal = ge(loss(t, w(t)), (1 + 4 * eta * X**2) * after)
    shrinks = combine(goal, [(4 * growth**2, after), *((4 * eta * after, f) for f in longer)], using=step)
    summed = telescope(shrinks, t, 0, k - 1)
    return [
        combine(bound, [(2, quadratic(claim))], facts=of(claim, SOME)),
        combine(contraction, [(1 / (1 + 4 * eta * X**2), summed)], facts=of(claim, SOME)),
    ]


@SOLUTION_REPAIRED.proof
def larger_root_of_it(claim: Claim) -> Theorem:
    """The larger root of (1 + ηX²)Q² − PQ = ‖w⋆‖²/(4η)."""
    from_zero = square(best) / (4 * eta)
    goal = ge(from_zero, (1 + eta * X**2) * AFTER - PRODUCT)
    start = combine(goal, [(1, quadratic(claim))], using=of(claim, START))
    root = solved(1 + eta * X**2, sqrt(COMPARED), sqrt(AFTER), from_zero, [start])
    return combine(claim.states[0], [(1, root)], facts=of(claim, SOME))


@REALIZABLE_REPAIRED.proof
def no_product(claim: Claim) -> Theorem:
    """(1 + ηX²)Loss(A⁺) ≤ ‖w⋆‖²/(4η), as Loss(w⋆) = 0; the root of both sides."""
    root = sqrt(COMPARED)
    nothing = vanishes_with_its_square(root, combine(eq(root**2, 0), [(1, assume(f)) for f in of(claim, PERFECT)]))
    growth = 1 + eta * X**2
    goal = ge(square(best) / (4 * eta), growth * AFTER)
    below = combine(
        goal, [(1, quadratic(claim)), (-sqrt(AFTER), nothing)], using=of(claim, START), facts=of(claim, SOME)
    )
    smaller, larger = sqrt(AFTER), claim.states[0].lhs
    squares = combine(ge(larger**2, smaller**2), [(1 / growth, below)])
    return at_most_by_squares(smaller, larger, squares, facts=of(claim, SOME))


AFAR = run(0, 5)
OFF = run(4, 2)
SHORT = run(0, Rational(2, 3), X=3)
EMPTY = "for k = 0 the sums are empty; that their terms are defined is not settled"


@BOUND_REPAIRED.mutant("constant", at=LEARNS)
def growth_of_four(claim: Claim) -> Claim:
    """1 + 4ηX² in place of 1 + 2ηX²."""
    return claim.replace(states=[le(AFTER, promise(4)), claim.states[1]])


@BOUND_REPAIRED.mutant("constant", at=LEARNS)
def shorter_way(claim: Claim) -> Claim:
    """(1/4η)‖w⋆ − w_0‖² in place of (1/2η)‖w⋆ − w_0‖²."""
    return claim.replace(states=[le(AFTER, promise() - FROM_START / 2), claim.states[1]])


@BOUND_REPAIRED.mutant("constant", at=run(0, Rational(2, 3), best=0))
def product_once(claim: Claim) -> Claim:
    """√√ in place of 2√√."""
    return claim.replace(states=[le(AFTER, promise() - PRODUCT), claim.states[1]])


@BOUND_REPAIRED.mutant("constant", at=LEARNS)
def stronger_contraction(claim: Claim) -> Claim:
    """1 + 9ηX² in place of 1 + 4ηX²."""
    return claim.replace(states=[claim.states[0], le(AFTER, LOSS / (1 + 9 * eta * X**2))])


@BOUND_REPAIRED.mutant("sign", at=LEARNS)
def before_the_update(claim: Claim) -> Claim:
    """The print: Loss(A)."""
    return claim.replace(states=[le(LOSS, promise()), claim.states[1]])


@BOUND_REPAIRED.mutant("hypothesis", at=AFAR)
def any_algorithm(claim: Claim) -> Claim:
    """The weights may move as they like."""
    return without(claim, UPDATE)


@BOUND_REPAIRED.mutant("hypothesis", at=SHORT)
def short_instances(claim: Claim) -> Claim:
    """The instances may be shorter than X."""
    return without(claim, LONG)


@BOUND_REPAIRED.mutant("hypothesis", undecided=EMPTY)
def no_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


@SOLUTION_REPAIRED.mutant("constant", at=LEARNS)
def three_times_the_growth(claim: Claim) -> Claim:
    """The print: 1 + 3ηX²."""
    return claim.replace(states=le(sqrt(AFTER), solution(3)))


@SOLUTION_REPAIRED.mutant("constant", at=LEARNS)
def half_of_it(claim: Claim) -> Claim:
    """Half the bound."""
    return claim.replace(states=le(sqrt(AFTER), solution(1) / 2))


@SOLUTION_REPAIRED.mutant("sign", at=LEARNS)
def growth_subtracted(claim: Claim) -> Claim:
    """The smaller root."""
    return claim.replace(states=le(sqrt(AFTER), sqrt(COMPARED) / (1 + eta * X**2) - solution(1)))


@SOLUTION_REPAIRED.mutant("hypothesis", at=AFAR)
def moves_freely(claim: Claim) -> Claim:
    """The weights may move as they like."""
    return without(claim, UPDATE)


@SOLUTION_REPAIRED.mutant("hypothesis", at=SHORT)
def shorter_instances(claim: Claim) -> Claim:
    """The instances may be shorter than X."""
    return without(claim, LONG)


@SOLUTION_REPAIRED.mutant("hypothesis", at=OFF)
def any_start(claim: Claim) -> Claim:
    """w_0 may be anything."""
    return without(claim, START)


@SOLUTION_REPAIRED.mutant("hypothesis", undecided=EMPTY)
def nothing_seen(claim: Claim) -> Claim:
    """k may be 0."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


@REALIZABLE_REPAIRED.mutant("constant", at=LEARNS)
def thrice(claim: Claim) -> Claim:
    """The print: 1 + 3ηX²."""
    return claim.replace(states=REALIZABLE.states)


@REALIZABLE_REPAIRED.mutant("constant", at=LEARNS)
def a_quarter(claim: Claim) -> Claim:
    """‖w⋆‖/4 in place of ‖w⋆‖/2."""
    return claim.replace(states=le(sqrt(AFTER), claim.states[0].lhs / 2))


@REALIZABLE_REPAIRED.mutant("sign", at=LEARNS)
def negative(claim: Claim) -> Claim:
    """−‖w⋆‖."""
    return claim.replace(states=le(sqrt(AFTER), -claim.states[0].lhs))


@REALIZABLE_REPAIRED.mutant("hypothesis", at=AFAR)
def freely_moved(claim: Claim) -> Claim:
    """The weights may move as they like."""
    return without(claim, UPDATE)


@REALIZABLE_REPAIRED.mutant("hypothesis", at=SHORT)
def too_short(claim: Claim) -> Claim:
    """The instances may be shorter than X."""
    return without(claim, LONG)


@REALIZABLE_REPAIRED.mutant("hypothesis", at=OFF)
def started_anywhere(claim: Claim) -> Claim:
    """w_0 may be anything."""
    return without(claim, START)


@REALIZABLE_REPAIRED.mutant("hypothesis", at=run(0, Rational(2, 3), best=0))
def imperfect(claim: Claim) -> Claim:
    """The comparator may have a loss."""
    return without(claim, PERFECT)


@REALIZABLE_REPAIRED.mutant("hypothesis", undecided=EMPTY)
def no_rounds(claim: Claim) -> Claim:
    """k may be 0."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


def losses_of_one_example() -> Theorem:
    """Σ (1 + 2η)^{−2(t+1)} = (1 − (1 + 2η)^{−2k})/(4η(1 + η)): the example w⋆ = x = y = 1 on the line, k times."""
    base = 1 + 2 * eta
    state = eq(trials(base ** (-2 * (t + 1))), (1 - base ** (-2 * k)) / (4 * eta * (1 + eta)))
    first = identity(substitute(state, {k: 1}))
    after = combine(substitute(state, {k: k + 1}), [(1, assume(state))], facts=[SOME])
    return induct(first, after, state, k, 1)


@REALIZABLE_REPAIRED.sharp
def the_same_example_again() -> Sharpness:
    """With w⋆ = x = y = X = 1 the losses add up to 1/(4η(1 + η)) as k grows: no larger growth than 1 + ηX² will do."""
    return Sharpness(
        "the largest 4η(1 + ηX²)Loss(A⁺)/‖w⋆‖²",
        "1, approached as 1 − (1 + 2η)^{−2k} by k times the example w⋆ = x = y = X = 1",
        losses_of_one_example(),
    )


@FRACTION.mutant("constant", at=LEARNS)
def another_growth(claim: Claim) -> Claim:
    """1 + 2ηX² on the right."""
    return claim.replace(states=eq(solution(1), quotient(2)))


@FRACTION.mutant("sign", at=LEARNS)
def negative_fraction(claim: Claim) -> Claim:
    """Minus the fraction."""
    return claim.replace(states=eq(solution(1), -quotient(1)))


@FRACTION.mutant("hypothesis", undecided="for w⋆ = 0 the fraction is 0/0, so the statement is undefined")
def no_comparator(claim: Claim) -> Claim:
    """w⋆ may be zero."""
    return without(claim, *FRACTION.given)


@SOLUTION_REPAIRED.search
def random_regressions() -> Searched:
    """The implicit update on random streams."""

    def ratio(rows: Any, labels: Any, target: Any, rate: float) -> float:
        shortest = float(np.min(np.linalg.norm(rows, axis=1)))
        weights, lost = np.zeros(rows.shape[1]), 0.0
        for row, aim in zip(rows, labels, strict=True):
            weights = implicit_update_line(weights, row, aim, rate)
            lost += float(weights @ row - aim) ** 2
        growth = 1 + rate * shortest**2
        p, n = float(np.linalg.norm(rows @ target - labels)), float(np.linalg.norm(target))
        return float(np.sqrt(lost) / ((p + np.sqrt(p**2 + n**2 * growth / rate)) / (2 * growth)))

    return regressions(ratio, "√Loss(A⁺) over the repaired bound")
