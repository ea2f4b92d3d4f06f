"""On the line (8) can be improved by ½ ln T, which is the true second-order term there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Rational, S, log, sqrt

from numeric import bounds
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent import _line_round
from proofs.gradient_descent._line_round import ABOVE, BELOW, D, Q, b, k
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, SOME, nearer
from proofs.gradient_descent._worst_case_runs import EXTREMAL, Run
from proofs.gradient_descent.best_constant import FAMILY
from proofs.gradient_descent.ogd_bound import BEST_RATE, BOUND
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, DECREASING, READING_ETA, STANDING, room, sliding, to_the_edge
from proofs.gradient_descent.ogd_setting import (
    CONVEX, REGRET, ROUND, START, G, T, U, eta, loss, moved, rounds, square, t, u, w,
)  # fmt: skip
from proofs.gradient_descent.sums import HARMONIC_SUM, SQRT_SUM_SHARP, logarithm_below_tangent, x
from proofs.gradient_descent.worst_case_line import FROM_THE_OTHER_END, LINE, TO_THE_END, on_the_line, parallel
from verify.audit import (
    Claim, Conformance, Inner, Searched, Sharpness, Theorem, at, at_most_by_squares, by_induction, cases, combine,
    fails_as, fails_without, ge, gt, instantiate, le, norm, substitute, telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

STEPS = substitute(DECREASING, {eta: BEST_RATE})


def less(saved: Any, sign: int = 1) -> Any:
    """(8) with ½UG times what is saved taken away; or with another sign."""
    promise = U * G * (sign * sqrt(8 / T) - saved / (2 * T))
    return le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + promise)


ON_A_LINE = Claim(
    "gradient_descent/ogd-bound-line",
    at="(8), sharper, d = 1",
    says=(
        "on the line (1/T) Σ ℓ_t(w_t) ≤ (1/T) Σ ℓ_t(u) + UG(√(8/T) − (Σ_{t=1}^T 1/t + 3/2)/(2T)), for η = (U/G)√2; "
        "the sum is at least ln(T + 1)"
    ),
    given=[*BOUND.given, LINE],
    states=[less(HARMONIC_SUM + Rational(3, 2)), less(log(T + 1) + Rational(3, 2))],
    rests_on=["gradient_descent/projection.sharp", "gradient_descent/sqrt-sum.sharp"],
    loose="it is approached only as T grows: gradient_descent/ogd-best-constant has runs that cost 5 UG less",
    reading=READING_ETA
    + (
        " η = (U/G)√2 as in (8), and the dimension is 1, which is said by: any two vectors are parallel. Then the "
        "regret is at most UG(√(8T) − ½ ln(T + 1) − ¾), for every T ≥ 1, and there are runs that cost "
        "UG(√(8T) − ½ ln T − 5) or more (gradient_descent/ogd-best-constant): ½ ln T is the second-order term. In the "
        "plane there is none that grows (gradient_descent/ogd-best-constant-plane)."
    ),
)


def short(bound: Any, vector: Any, most: Any) -> Theorem:
    """‖v‖ ≤ most, from ‖v‖² ≤ most²."""
    return at_most_by_squares(norm(vector), most, combine(ge(most**2, norm(vector) ** 2), [(1, bound)]))


def cost(t: Any) -> Expr:
    """What is left of a round over UG, beside what telescopes."""
    root = sqrt(t)
    return 1 / (sqrt(2) * root) - 1 / (2 * t) + 5 / (16 * sqrt(2) * t * root)


def one_round() -> Theorem:
    """What a round costs, by cases on whether the step is towards u."""
    here, step, there = w(t) - u, moved(t + 1) - w(t), w(t + 1) - u
    update, product = at(STEPS, t), Inner(step, here)
    within = [
        combine(ge(4 * U**2, square(w(n) - u)), [(2, at(INSIDE, n)), (2, COMPARED), (1, square(w(n) + u))], facts=ROUND)
        for n in (t, t + 1)
    ]
    steep = (2 * U**2 / (G**2 * t), at(BOUNDED, t))
    size = combine(ge(2 * U**2 / t, square(step)), [steep], using=[update], facts=ROUND)
    near, longest = short(within[0], here, 2 * U), short(size, step, sqrt(2) * U / sqrt(t))
    lengths = {D: norm(here) / U, k: norm(step) / U, Q: square(there) / U**2, b: product / U**2}
    met = [combine(ge(lengths[v], 0), [(1 / U, norm(of))]) for v, of in ((D, here), (k, step))]
    met += [combine(ge(2, lengths[D]), [(1 / U, near)]), combine(ge(sqrt(2) / sqrt(t), lengths[k]), [(1 / U, longest)])]
    met.append(combine(ge(lengths[Q], 0), [(1 / U**2, square(there))]))
    met.append(combine(ge(4, lengths[Q]), [(1 / U**2, within[1])]))
    met.append(combine(ge(lengths[D] ** 2 + lengths[k] ** 2 + 2 * lengths[b], lengths[Q]), [(1 / U**2, nearer())]))
    line = at(LINE, step, here)
    gain = G / (2 * sqrt(2) * U) * (ABOVE * room(t + 1) - BELOW * room(t))
    goal = le(loss(t, w(t)) - loss(t, u), gain + U * G * cost(t))
    sides = []
    for side in (-1, 1):
        sign = ge(side * product, 0)
        squares = combine(ge((side * product) ** 2, (norm(here) * norm(step)) ** 2), [(1, line)])
        along = at_most_by_squares(norm(here) * norm(step), side * product, squares, facts=[sign])
        turned = combine(ge((norm(here) * norm(step)) ** 2, (side * product) ** 2), [(-1, line)])
        back = at_most_by_squares(side * product, norm(here) * norm(step), turned, facts=[sign])
        facts = [combine(ge(side * lengths[b], lengths[D] * lengths[k]), [(1 / U**2, along)])]
        facts.append(combine(ge(lengths[D] * lengths[k], side * lengths[b]), [(1 / U**2, back)]))
        lemma = instantiate(_line_round.one_round(side), lengths, [*met, *facts])
        sides.append(combine(goal, [(1, at(CONVEX, t, u, w(t))), (U * G, lemma)], using=[update], facts=ROUND))
    return cases(sides, [ge(-product, 0), ge(product, 0)])


def inverse_powers() -> Theorem:
    """Σ_{t=1}^T 1/(t√t) ≤ 3 − 2/√T, as 2/√T − 2/√(T+1) ≥ 1/((T+1)√(T+1))."""
    root, after = sqrt(T), sqrt(T + 1)
    slack = (2 * after + root) / (root * after**3 * (after + root) ** 2)
    goal = le(rounds(1 / (t * sqrt(t))), 3 - 2 / root)

    def step(here: Theorem) -> Theorem:
        return combine(substitute(goal, {T: T + 1}), [(1, here), (slack, 1)], facts=[SOME])

    return by_induction(goal, T, 1, base=combine(substitute(goal, {T: S.One}), []), step=step)


def logarithm() -> Theorem:
    """ln(T + 1) ≤ Σ_{t=1}^T 1/t, as ln x ≤ x − 1 at x = (T + 2)/(T + 1), and at 2."""
    goal = le(log(T + 1), HARMONIC_SUM)
    first = instantiate(logarithm_below_tangent(), {x: 2})

    def step(here: Theorem) -> Theorem:
        ratio = (T + 2) / (T + 1)
        positive = combine(gt(ratio, 0), [(1, ratio)], facts=[SOME])
        below = instantiate(logarithm_below_tangent(), {x: ratio}, [positive])
        return combine(substitute(goal, {T: T + 1}), [(1, here), (1, below)], facts=[SOME])

    return by_induction(goal, T, 1, base=combine(substitute(goal, {T: S.One}), [(1, first)]), step=step)


def added_up() -> Theorem:
    """R_T(u) ≤ UG Σ(…) + (G/(2√2 U))(√(T + ½)E_{T+1} − √½ E_1)."""
    return telescope(one_round(), t, 1, T, -BELOW * G / (2 * sqrt(2) * U) * room(t))


@ON_A_LINE.proof
def halfway_weights(claim: Claim) -> list[Theorem]:
    """With √(t − ½) in the place of √(t − 1) the distances of two rounds in a row are paid for: one is short."""
    by_sum, by_logarithm = claim.states
    half, root = sqrt(T + Rational(1, 2)), sqrt(T)
    bound = root + 1 / (4 * root)
    near = combine(ge(bound - half, 0), [(1 / (16 * T * (bound + half)), 1)], facts=[SOME])
    last, scale = square(w(T + 1) - u), U * G / sqrt(2)
    terms = [
        (1, instantiate(added_up(), {}, [combine(ge(T + 1, 1), [(1, SOME), (1, 1)])])),
        (G * half / (2 * sqrt(2) * U), last),
        (sqrt(2) * U * G, near),
        (scale, SQRT_SUM_SHARP.theorem(SQRT_SUM_SHARP.states[0])),
        (5 * scale / 16, inverse_powers()),
        (G / (4 * U), COMPARED),
        (scale / 16, 1),
        (scale / (8 * root), 1),
    ]
    goal = le(REGRET, U * G * (sqrt(8 * T) - HARMONIC_SUM / 2 - Rational(3, 4)))
    whole = combine(goal, terms, using=[START], facts=[SOME])
    first = combine(by_sum, [(1 / T, whole)], facts=[SOME])
    return [first, combine(by_logarithm, [(1, first), (U * G / (2 * T), logarithm())], facts=[SOME])]


@ON_A_LINE.sharp
def the_second_order_term() -> Sharpness:
    """The bound, and the runs of T = 2q² − 1 rounds for which 4q − 5 − ln q is more than √(8T) − ½ ln T − 5."""
    return Sharpness(
        "the c for which the worst regret on a line is UG(√(8T) − c ln T), but for a multiple of UG",
        "½, exactly: the multiple is between −¾ and −5 for T = 2q² − 1",
        [ON_A_LINE.theorem(ON_A_LINE.states[1]), FAMILY.theorem(FAMILY.states[-1])],
    )


@ON_A_LINE.extremal("T", [1, 3], formula=1)
def worst_runs_under_the_logarithm(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same runs."""
    return worst_runs(count)


@ON_A_LINE.extremal("T", [1, 3])
def worst_runs(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The worst runs of one round and of three, which are on a line."""
    at_run, met = EXTREMAL[count].lossless()
    return at_run, [*met, parallel()]


def of(run: Run, **changed: Any) -> dict[str, Any]:
    """The instance of a run on the line, with its number of rounds."""
    found = on_the_line(run, **changed)
    return {"at": found["at"] | {T: run.rounds}, "discharge": found["discharge"]}


def too(changed: Any) -> dict[str, Any]:
    """An instance on the line, with what says that it is one."""
    if isinstance(changed, dict):
        return {"at": changed, "discharge": lambda: [parallel()]}
    return {"at": changed.at, "discharge": lambda: [*changed.discharge(), parallel()]}


FEW = HARMONIC_SUM + Rational(27, 10), log(T + 1) + Rational(27, 10)

fails_as(ON_A_LINE,
    ("constant", [less(FEW[0]), ON_A_LINE.states[1]], "27/10 in place of 3/2.", of(EXTREMAL[1])),
    ("constant", [ON_A_LINE.states[0], less(log(T + 1) + 3)], "3 in place of 3/2.", of(EXTREMAL[1])),
    ("sign", [less(HARMONIC_SUM, -1), ON_A_LINE.states[1]], "−√(8/T).", of(EXTREMAL[1])),
)  # fmt: skip

fails_without(ON_A_LINE,
    (CONVEX, "The losses need not be convex.", of(TO_THE_END, scale=10)),
    (START, "w(1) may be any point of the ball: from −1 with u = 1, two rounds cost 4 − √2.", of(FROM_THE_OTHER_END)),
    (COMPARED, "u may be outside the ball.", of(EXTREMAL[1], compared=5)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.", too(to_the_edge(sqrt(2)))),
    (CLOSEST, "w(t + 1) may be any point of the ball, and stay at 0: ten rounds cost 10.", too(sliding(sqrt(2)))),
    (STEPS, "The algorithm may stay where it is.", too(STANDING)),
)  # fmt: skip


@ON_A_LINE.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """UG(√(8/T) − (ln(T + 1) + 3/2)/(2T)) as a function of U, G and T."""
    rows = np.random.default_rng(20).uniform(0.1, 9, (12, 2))
    formula = ON_A_LINE.states[1].lhs - rounds(loss(t, u)) / T
    return conformance(
        [(*map(float, row), int(last)) for row, last in zip(rows, range(1, 40, 3), strict=False)],
        formula=lambda case: value(formula, dict(zip((U, G, T), case, strict=True))),
        code=lambda case: bounds.line_projected_regret_bound(*case),
        reference=lambda case: reference_bounds.line_projected_regret_bound(*case),
        ulps=8.0,
    )


@ON_A_LINE.search
def runs_on_the_line() -> Searched:
    """Regret against the bound, for gradients 1 or −1 by turns of random length, and those that lead to −1 and stay."""
    rng = np.random.default_rng(21)
    worst, where, cases = 0.0, "no run", 0
    for trial in range(120):
        last, share = int(rng.integers(1, 400)), float(rng.uniform(0, 1))
        place, total, cost, slope = 0.0, 0.0, 0.0, 1.0
        for count in range(1, last + 1):
            if trial % 2:
                slope = -slope if rng.uniform() < share else slope
            else:  # to and fro at −1, and back at the end
                full = (place + 1.0) * math.sqrt(count) / math.sqrt(2.0)
                slope = -1.0 if count > last - 1 - math.sqrt(2.0 * last) or full == 0.0 else min(full, 1.0)
            cost, total = cost + slope * place, total + slope
            place = min(max(place - math.sqrt(2.0 / count) * slope, -1.0), 1.0)
        cases += 1
        ratio = (cost + abs(total)) / (last * bounds.line_projected_regret_bound(1.0, 1.0, last))
        if ratio > worst:
            worst, where = ratio, f"T = {last}, kind {trial % 2}"
    return Searched("regret over the bound, on the line", cases, worst, where)
