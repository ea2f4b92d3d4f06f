"""The worst regret of projected OGD at the rate of (8): exactly for T ≤ 3, and to four digits for T ≤ 8."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sympy import Rational, S, sqrt

from numeric.learners.gradient_descent import projected_step
from proofs.gradient_descent._projected import COMPARED
from proofs.gradient_descent._worst_case_runs import EXTREMAL, NEAR, Run
from proofs.gradient_descent._worst_cases import (
    ABOVE, BELOW, by_multipliers, first_round, given, of_losses, regret, two_rounds_on,
)  # fmt: skip
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, READING_ETA
from proofs.gradient_descent.ogd_setting import CONVEX, START, G, T, U, u, w
from verify.author.kernel import Theorem, cases, witness
from verify.claims import Claim, Searched, Sharpness
from verify.language.terms import ForAll, Inner, ge, gt, le, substitute

BOUNDS = {
    1: S.One,
    2: Rational(3, 2),
    3: 3 - 1 / sqrt(2),
    4: Rational("2.9552"),
    5: Rational("3.5085"),
    6: Rational("4.0930"),
    7: Rational("4.6270"),
    8: Rational("5.0991"),
}
"""What the regret is at most, in units of UG."""

REACHED = BOUNDS | {
    4: Rational("2.9548"),
    5: Rational("3.5083"),
    6: Rational("4.0926"),
    7: Rational("4.6266"),
    8: Rational("5.0986"),
}
"""What it is at least for some run, in the same units."""

WORDS = {1: "UG", 2: "(3/2) UG", 3: "(3 − 1/√2) UG"}
NEEDED = [substitute(f, {T: S.One}) for f in (CONVEX, START, COMPARED, BOUNDED)]
"""What the bound for one round rests on."""
NO_SECOND = "the algorithm projects; nothing is predicted after the only round"

HOW = (
    " η = (U/G)√2 as in (8), which promises √(8T) UG. The first step is treated exactly, by the side of ⟨w(2), u⟩; the "
    "multipliers are those of a semidefinite program over the later steps, which knows of a projection only that it is "
    "closer to u, to 0 and to the predictors and their opposites, and loses "
    "nothing that four digits show: an exact run comes as close to the bound (sharpness)."
)


def worst_case(last: int) -> Claim:
    """The claim for a number of rounds, with all that decides it."""
    bound, run, hypotheses = BOUNDS[last], (EXTREMAL | NEAR)[last], given(last)
    claim = Claim(
        f"gradient_descent/ogd-worst-case-{last}",
        at=f"(8), sharper, T = {last}",
        says=f"R_{last}(u) ≤ {WORDS.get(last) or f'{float(bound):.4f} UG'}, for η = (U/G)√2",
        given=hypotheses,
        states=le(regret(last), bound * U * G),
        rests_on=["gradient_descent/projection.sharp", "gradient_descent/projected-ogd"],
        idle={f: NO_SECOND for f in hypotheses if last == 1 and f not in NEEDED},
        reading=READING_ETA + (HOW if last > 1 else " η = (U/G)√2 as in (8), which promises √8 UG."),
    )
    claim.proof(_multipliers_of(last))
    claim.sharp(_bracket(claim, last, run))
    claim.extremal("T", [last])(_extremal(run))
    claim.search(_runs_nearby(last, run))
    _mutants(claim, last, run)
    return claim


def _multipliers_of(last: int) -> Callable[[Claim], Theorem]:
    def by_the_side_of_the_second_predictor(claim: Claim) -> Theorem:
        """On each side of ⟨w(2), u⟩ = 0, multipliers of what is known and a sum of squares."""
        bound = claim.states[0].lhs.subs({U: 1, G: 1})
        if last == 1:
            return first_round(bound)
        below = two_rounds_on(bound) if last == 3 else by_multipliers(last, BELOW, bound)
        sides = [(BELOW, below), (ABOVE, by_multipliers(last, ABOVE, bound))]
        product = Inner(w(2), u)
        return cases([of_losses(last, side, later) for side, later in sides], [ge(0, product), ge(product, 0)])

    return by_the_side_of_the_second_predictor


def attained(last: int) -> Theorem:
    """A run whose regret is not below what is reached."""
    found = (EXTREMAL | NEAR)[last].instance()
    return witness(given(last), gt(REACHED[last] * U * G, regret(last)), found["at"], found["discharge"]())


def _bracket(claim: Claim, last: int, run: Run) -> Callable[[], Sharpness]:
    def from_both_sides() -> Sharpness:
        """The bound, and an exact run that comes that close to it."""
        low, high = REACHED[last], BOUNDS[last]
        share = f"{float(high / sqrt(8 * last)):.3f} of what (8) promises"
        size = f"{len(run.comparator)} dimension{'s' if len(run.comparator) > 1 else ''}"
        value = f"{high}, attained" if low == high else f"[{float(low):.4f}, {float(high):.4f}], reached by a run"
        label = f"the worst regret over UG at T = {last}"
        return Sharpness(label, f"{value} in {size}; {share}", [claim.theorem(claim.states[0]), attained(last)])

    return from_both_sides


def _extremal(run: Run) -> Callable[[Any], tuple[dict[Any, Any], list[Theorem]]]:
    def the_run(_: Any) -> tuple[dict[Any, Any], list[Theorem]]:
        """The run with the largest regret, or almost that."""
        found = run.instance(lossless=True)
        return found["at"], run.schemas

    return the_run


def _runs_nearby(last: int, run: Run) -> Callable[[], Searched]:
    def the_learner_makes_the_steps() -> Searched:
        """The run by the learner in floats, and runs with gradients near to it."""
        rng = np.random.default_rng(last)
        near = run.gradients_in_floats()
        worst = exact = worst_of(near)
        for _ in range(200):
            moved = near + rng.normal(0.0, 10.0 ** rng.uniform(-6, -1), near.shape)
            moved /= np.maximum(1.0, np.linalg.norm(moved, axis=1))[:, None]
            worst = max(worst, worst_of(moved))
        return Searched(
            "regret over the bound, linear losses",
            201,
            worst / float(BOUNDS[last]),
            f"near the exact run, whose regret the learner makes {exact:.6f} UG",
            allowed=1.0 + 1e-9,
        )

    return the_learner_makes_the_steps


def worst_of(gradients: Any) -> float:
    """The regret of a run on linear losses with U = G = 1 against the best u, in floats; gradients: shape (T, n)."""
    point, total = np.zeros(gradients.shape[1]), 0.0
    for n, gradient in enumerate(gradients, 1):
        total += float(gradient @ point)
        point = projected_step(point, gradient, float(np.sqrt(2.0)), n, 1.0)
    return total + float(np.linalg.norm(gradients.sum(axis=0)))


def _mutants(claim: Claim, last: int, run: Run) -> None:
    goal = regret(last)

    def one_per_cent_less(claim: Claim) -> Claim:
        """99/100 of the bound."""
        return claim.replace(states=le(goal, Rational(99, 100) * BOUNDS[last] * U * G))

    def negative(claim: Claim) -> Claim:
        """The regret is negative."""
        return claim.replace(states=le(goal, -BOUNDS[last] * U * G))

    def not_convex(claim: Claim) -> Claim:
        """The losses need not be convex."""
        convex = [f for f in claim.given if isinstance(f, ForAll) and len(f.variables) == 3]
        return claim.replace(given=[f for f in claim.given if f not in convex])

    def compared_outside(claim: Claim) -> Claim:
        """u may be outside the ball."""
        return claim.replace(given=[f for f in claim.given if f != COMPARED])

    claim.mutant("constant", **run.instance())(one_per_cent_less)
    if last > 3:  # the other changes are refuted as for few rounds
        return
    claim.mutant("sign", **run.instance())(negative)
    claim.mutant("hypothesis", **run.instance(scale=10))(not_convex)
    claim.mutant("hypothesis", **run.instance(compared=5))(compared_outside)


WORST_CASES = {last: worst_case(last) for last in BOUNDS}
