"""Example 5, after (19): with 1 + 3ηX² the bounds on Loss(A⁺) fail, with 1 + ηX² they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Expr, Rational, sqrt

from proofs.geometric_view._searches import regressions
from proofs.geometric_view._square import (
    EVEN_NONE, SOME, best, eta, from_zero, k, larger_root, loss, of, solved, square, t, trials,
)  # fmt: skip
from proofs.geometric_view.example_5 import (
    AFAR, AFTER, COMPARED, LEARNS, LONG, NAMES, OFF, PRODUCT, RATES, READING, SHORT, START, UPDATE, X, implicit_loss,
    landing, quadratic, repeated, run,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, combine, identity, induct, witness
from verify.claims import Claim, Searched, Sharpness, fails_as, fails_without
from verify.language.terms import eq, ge, gt, le, norm, substitute
from verify.lemmas import at_most_by_squares, vanishes_with_its_square

PERFECT = eq(trials(loss(t, best)), 0)


def solution(times: Any) -> Expr:
    """(P + √(P² + ‖w⋆‖²c/η))/(2c), for c = 1 + times·ηX² and P = √Loss(w⋆)."""
    return larger_root(1 + times * eta * X**2, sqrt(COMPARED), square(best) / (4 * eta))


def quotient(times: Any) -> Expr:
    """‖w⋆‖²/(2η(√(P² + ‖w⋆‖²c/η) − P)), the same where w⋆ ≠ 0."""
    root = sqrt(COMPARED + square(best) * (1 + times * eta * X**2) / eta)
    return square(best) / (2 * eta * (root - sqrt(COMPARED)))


SOLUTION = Claim(
    "geometric_view/example-5-solution",
    at="Example 5, after (19)",
    printed="Take w_0 = 0, then by solving the above inequality one derives the following bound for Loss(A⁺) "
    "(Loss(A⁺))^½ ≤ ‖w⋆‖²/(2η(√(Loss(w⋆) + ‖w⋆‖²(1 + 3ηX²)/η) − √Loss(w⋆)))",
    face_of="geometric_view/theorem-8",
    given=[UPDATE, LONG, SOME, START],
    where=NAMES,
    states=le(sqrt(AFTER), quotient(3)),
    reading=READING
    + "w_0 = 0. 1 + 3ηX² comes from (19) and the line after it, so from Loss(A) in the place of Loss(A⁺). Read as a "
    "fraction with the difference of the roots below, which is what solves the quadratic "
    "inequality "
    "and what the last line of the example agrees with (as a product it does not).",
)

SOLUTION_REPAIRED = Claim(
    "geometric_view/example-5-solution.repaired",
    at="Example 5, after (19)",
    says="√Loss(A⁺) ≤ (√Loss(w⋆) + √(Loss(w⋆) + ‖w⋆‖²(1 + ηX²)/η))/(2(1 + ηX²)).",
    given=[UPDATE, LONG, SOME, START],
    where=NAMES,
    states=le(sqrt(AFTER), solution(1)),
    repairs="geometric_view/example-5-solution",
    rests_on=["geometric_view/example-5-bound.repaired"],
    reading=READING
    + "w_0 = 0; 1 + ηX² in the place of 1 + 3ηX². The larger root of the quadratic equation, which for w⋆ ≠ 0 is the "
    "printed fraction and for w⋆ = 0 is not 0/0.",
)

NONZERO = gt(square(best), 0)

FRACTION = Claim(
    "geometric_view/example-5-solution.fraction",
    at="Example 5, after (19)",
    says="√Loss(A⁺) ≤ ‖w⋆‖²/(2η(√(Loss(w⋆) + ‖w⋆‖²(1 + ηX²)/η) − √Loss(w⋆))), where w⋆ ≠ 0.",
    given=[UPDATE, LONG, SOME, START, NONZERO],
    where=NAMES,
    states=[eq(solution(1), quotient(1)), le(sqrt(AFTER), quotient(1))],
    rests_on=["geometric_view/example-5-solution.repaired"],
    reading=READING
    + "w_0 = 0 and w⋆ ≠ 0. The printed form, as a fraction and with 1 + ηX² in the place of 1 + 3ηX²: it is the larger "
    "root.",
)

REALIZABLE = Claim(
    "geometric_view/example-5-realizable",
    at="Example 5, last line",
    printed="If Loss(w⋆) = 0 then simply (Loss(A⁺))^½ ≤ ‖w⋆‖/(2√(η(1 + 3ηX²)))",
    face_of="geometric_view/theorem-8",
    given=[UPDATE, LONG, SOME, START, PERFECT],
    states=le(sqrt(AFTER), norm(best) / (2 * sqrt(eta * (1 + 3 * eta * X**2)))),
    reading=READING + "w_0 = 0 and Loss(w⋆) = 0.",
)

REALIZABLE_REPAIRED = Claim(
    "geometric_view/example-5-realizable.repaired",
    at="Example 5, last line",
    says="If Loss(w⋆) = 0 then √Loss(A⁺) ≤ ‖w⋆‖/(2√(η(1 + ηX²))).",
    given=REALIZABLE.given,
    states=le(sqrt(AFTER), norm(best) / (2 * sqrt(eta * (1 + eta * X**2)))),
    repairs="geometric_view/example-5-realizable",
    rests_on=["geometric_view/example-5-bound.repaired"],
    reading=READING + "w_0 = 0 and Loss(w⋆) = 0. The same example again and again attains it in the limit.",
)


@SOLUTION.counterexample
def three_times(claim: Claim) -> Theorem:
    """w_0 = 0, w⋆ = x = y = X = η = 1, one trial: w_1 = ⅔, and ⅓ against ¼."""
    return witness(list(claim.given), claim.states[0], LEARNS)


@FRACTION.proof
def difference_of_squares(claim: Claim) -> list[Theorem]:
    """(R − P)(R + P) = ‖w⋆‖²c/η > 0 for the root R."""
    equal, bound = claim.states
    known = of(claim, NONZERO)
    p = sqrt(COMPARED)
    step = square(best) * (1 + eta * X**2) / eta
    root = sqrt(COMPARED + step)
    total = combine(gt(root + p, 0), [(1, root), (1, p)], facts=known)
    apart = combine(gt(root - p, 0), [(1 / (root + p), step)], facts=[*known, total])
    same = identity(equal, facts=[*known, apart])
    below = larger_root_of_it(claim.replace(states=SOLUTION_REPAIRED.states))
    return [same, combine(bound, [(1, below), (-1, same)], facts=[*known, apart])]


@REALIZABLE.counterexample
def three_times_again(claim: Claim) -> Theorem:
    """w_0 = 0, w⋆ = x = y = X = η = 1, one trial: w_1 = ⅔, and ⅓ against ¼."""
    return witness(list(claim.given), claim.states[0], LEARNS)


@SOLUTION_REPAIRED.proof
def larger_root_of_it(claim: Claim) -> Theorem:
    """The larger root of (1 + ηX²)Q² − PQ = ‖w⋆‖²/(4η)."""
    from_zero = square(best) / (4 * eta)
    goal = ge(from_zero, (1 + eta * X**2) * AFTER - PRODUCT)
    start = combine(goal, [(1, quadratic(claim))], using=of(claim, START))
    root = solved(1 + eta * X**2, sqrt(COMPARED), sqrt(AFTER), from_zero, [start])
    return combine(claim.states[0], [(1, root)], facts=of(claim, SOME, EVEN_NONE))


@REALIZABLE_REPAIRED.proof
def no_product(claim: Claim) -> Theorem:
    """(1 + ηX²)Loss(A⁺) ≤ ‖w⋆‖²/(4η), as Loss(w⋆) = 0; the root of both sides."""
    root = sqrt(COMPARED)
    nothing = vanishes_with_its_square(root, combine(eq(root**2, 0), [(1, assume(f)) for f in of(claim, PERFECT)]))
    growth = 1 + eta * X**2
    goal = ge(square(best) / (4 * eta), growth * AFTER)
    below = combine(
        goal, [(1, quadratic(claim)), (-sqrt(AFTER), nothing)], using=of(claim, START), facts=of(claim, SOME, EVEN_NONE)
    )
    smaller, larger = sqrt(AFTER), claim.states[0].lhs
    squares = combine(ge(larger**2, smaller**2), [(1 / growth, below)])
    return at_most_by_squares(smaller, larger, squares, facts=of(claim, SOME, EVEN_NONE))


fails_as(SOLUTION_REPAIRED,
    ("constant", le(sqrt(AFTER), solution(3)), "The print: 1 + 3ηX².", LEARNS),
    ("constant", le(sqrt(AFTER), solution(1) / 2), "Half the bound.", LEARNS),
    ("sign", le(sqrt(AFTER), sqrt(COMPARED) / (1 + eta * X**2) - solution(1)), "The smaller root.", LEARNS),
)  # fmt: skip


fails_without(SOLUTION_REPAIRED,
    (UPDATE, "The weights may move as they like.", AFAR),
    (LONG, "The instances may be shorter than X.", SHORT),
    (START, "w_0 may be anything.", OFF),
)  # fmt: skip


@SOLUTION_REPAIRED.mutant("hypothesis", proof=larger_root_of_it)
def nothing_seen(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


fails_as(REALIZABLE_REPAIRED,
    ("constant", REALIZABLE.states, "The print: 1 + 3ηX².", LEARNS),
    ("constant", le(sqrt(AFTER), REALIZABLE_REPAIRED.states[0].lhs / 2), "‖w⋆‖/4 in place of ‖w⋆‖/2.", LEARNS),
    ("sign", le(sqrt(AFTER), -REALIZABLE_REPAIRED.states[0].lhs), "−‖w⋆‖.", LEARNS),
)  # fmt: skip


fails_without(REALIZABLE_REPAIRED,
    (UPDATE, "The weights may move as they like.", AFAR),
    (LONG, "The instances may be shorter than X.", SHORT),
    (START, "w_0 may be anything.", OFF),
    (PERFECT, "The comparator may have a loss.", run(0, Rational(2, 3), best=0)),
)  # fmt: skip


@REALIZABLE_REPAIRED.mutant("hypothesis", proof=no_product)
def no_rounds(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


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


fails_as(FRACTION,
    ("constant", [eq(solution(1), quotient(2)), FRACTION.states[1]], "1 + 2ηX² on the right.", LEARNS),
    ("constant", [FRACTION.states[0], le(sqrt(AFTER), quotient(3))], "The print: 1 + 3ηX².", LEARNS),
    ("sign", [FRACTION.states[0], le(sqrt(AFTER), -quotient(1))], "Minus the fraction.", LEARNS),
)  # fmt: skip


fails_without(FRACTION,
    (UPDATE, "The weights may move as they like.", AFAR),
    (LONG, "The instances may be shorter than X.", SHORT),
    (START, "w_0 may be anything.", OFF),
)  # fmt: skip


@SOLUTION_REPAIRED.search
def random_regressions() -> Searched:
    """The implicit update on random streams."""

    def ratio(rows: Any, labels: Any, target: Any, rate: float) -> float:
        shortest = float(np.min(np.linalg.norm(rows, axis=1)))
        lost = implicit_loss(rows, labels, rate)
        growth = 1 + rate * shortest**2
        p, n = float(np.linalg.norm(rows @ target - labels)), float(np.linalg.norm(target))
        return float(np.sqrt(lost) / ((p + np.sqrt(p**2 + n**2 * growth / rate)) / (2 * growth)))

    return regressions(ratio, "√Loss(A⁺) over the repaired bound")


@FRACTION.mutant("hypothesis", proof=difference_of_squares)
def no_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


@REALIZABLE_REPAIRED.search
def random_realizable_regressions() -> Searched:
    """The implicit update on random streams that the comparator predicts."""

    def ratio(rows: Any, _: Any, target: Any, rate: float) -> float:
        shortest = float(np.min(np.linalg.norm(rows, axis=1)))
        lost = implicit_loss(rows, rows @ target, rate)
        return float(np.sqrt(lost) * 2.0 * np.sqrt(rate * (1.0 + rate * shortest**2)) / np.linalg.norm(target))

    return regressions(ratio, "√Loss(A⁺) over the repaired bound, realizable")


@REALIZABLE_REPAIRED.extremal("k", range(1, 4))
def losses_of_the_same_example(trials: int) -> dict[Any, Any]:
    """w⋆ = x = y = X = η = 1 in every trial: the ratio tends to 1."""
    return repeated(trials)


@SOLUTION_REPAIRED.extremal("η", RATES)
def landing_on_the_comparator(rate: Any) -> dict[Any, Any]:
    """One trial from 0 to w_1 = w⋆, which has a loss: attained at every rate."""
    return landing(rate)


@FRACTION.extremal("η", RATES, formula=1)
def landing_there_again(rate: Any) -> dict[Any, Any]:
    """The same trial."""
    return landing(rate)
