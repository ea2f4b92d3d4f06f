"""Example 6: that its bound R₂ZU√k is attained, for every number of trials."""

from __future__ import annotations

from typing import Any

from sympy import KroneckerDelta, Lambda, Sum, Tuple, sqrt

from proofs.geometric_view._prediction_losses import (
    ROUND, SOME, START, R, U, Z, best, dropped, eta, i, j, k, line, m, rounds, square, t, w, x,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, cases, combine, generalize, identity, induct, instantiate, telescope
from verify.claims import Claim, fails_as
from verify.language.terms import Inner, VecHead, eq, forall, ge, gt, real, vector

ONE_TRIAL = line()

v = vector("v")
LINEAR_STEP = forall(t, eq(w(t + 1), w(t) - eta * Z * x(t)), ROUND)
ORTHOGONAL = forall(
    [i, j], eq(Inner(x(i), x(j)), R**2 * KroneckerDelta(i, j)), [ge(i, 0), ge(k - 1, i), ge(j, 0), ge(k - 1, j)]
)
AGAINST = forall(v, eq(Inner(best, v), -U / (R * sqrt(k)) * rounds(Inner(x(t), v))))

TIGHT = Claim(
    "geometric_view/example-6-tight",
    at="Example 6, sharpness",
    says="The bound R₂ZU√k of Example 6 is attained, for every number of trials.",
    given=[START, LINEAR_STEP, ORTHOGONAL, AGAINST, SOME],
    states=[
        eq(rounds(Z * Inner(w(t), x(t))) - rounds(Z * Inner(best, x(t))), R * Z * U * sqrt(k)),
        eq(square(best), U**2),
    ],
    reading=(
        "Linear losses Z⟨w, x_t⟩, whose slope is Z, with orthogonal instances of length R, as there are in every "
        "dimension n ≥ k, and w⋆ = −(U/(R√k)) Σ x_t, which is said by its inner products. The length of w⋆ is U, so "
        "that R₂ = R, Z and U are what Example 6 asks for, and the regret is R₂ZU√k exactly, for every k ≥ 1 and at "
        "every rate: no smaller right-hand side is true in all dimensions."
    ),
)


@TIGHT.proof
def nothing_learnt_about_the_next(claim: Claim) -> list[Theorem]:
    """⟨w_t, x_m⟩ = 0 for all m ≥ t, by induction: the algorithm has no loss, and w⋆ has −RZU/√k each trial."""
    given = list(claim.given)
    start, steps, apart, against, some = (
        [f for f in given if f == g] for g in (START, LINEAR_STEP, ORTHOGONAL, AGAINST, SOME)
    )
    later = [ge(m, t), ge(k - 1, m)]
    unseen = forall(m, eq(Inner(w(t), x(m)), 0), later)
    nothing = identity(eq(Inner(w(0), x(m)), 0), using=start)
    beyond = [ge(t, 0), ge(m, t + 1), ge(k - 1, m)]
    here = combine(ge(k - 1, t), [(1, assume(beyond[2])), (1, assume(beyond[1])), (1, 1)])
    there = combine(ge(m, 0), [(1, assume(beyond[1])), (1, assume(beyond[0])), (1, 1)])
    before = combine(ge(m, t), [(1, assume(beyond[1])), (1, 1)])
    moves = [instantiate(assume(f), [t], discharge=[here]) for f in steps]
    crossed = [instantiate(assume(f), [t, m], discharge=[here, there]) for f in apart]
    old = instantiate(assume(unseen), [m], discharge=[before])
    after = identity(eq(Inner(w(t + 1), x(m)), 0), using=[*moves, old, *crossed], facts=beyond)
    by_steps = induct(
        generalize(nothing, [m], [ge(m, 0), ge(k - 1, m)]), generalize(after, [m], beyond[1:]), unseen, t, 0
    )
    still = instantiate(by_steps, [t], discharge=[combine(ge(t, t), [])])
    regret, length = claim.states
    cost = _cost_of_the_comparator(apart, against, some)
    each = eq(Z * Inner(w(t), x(t)) - Z * Inner(best, x(t)), Z * R * U / sqrt(k))
    added = telescope(combine(each, [(Z, still), (-Z, cost)], facts=[*ROUND, *some]), t, 0, k - 1)
    own = [(1, instantiate(assume(f), [best])) for f in against]
    compared = telescope(cost, t, 0, k - 1)
    return [
        combine(regret, [(1, added)], facts=some),
        combine(length, [*own, (-U / (R * sqrt(k)), compared)], facts=some),
    ]


def _cost_of_the_comparator(apart: list[Any], against: list[Any], some: list[Any]) -> Theorem:
    """⟨w⋆, x_t⟩ = −RU/√k: of the sum of ⟨x_j, x_t⟩ one term is R², and the others are 0."""
    each = [instantiate(assume(f), [j, t]) for f in apart]
    added = [telescope(f, j, 0, k - 1) for f in each]
    costs = [(1, instantiate(assume(f), [x(t)])) for f in against]
    terms = [*costs, *((-U / (R * sqrt(k)), f) for f in added)]
    return combine(eq(Inner(best, x(t)), -R * U / sqrt(k)), terms, facts=[*ROUND, *some])


a, b = real("a b")


def is_number(index: Any, low: Any, high: Any, number: int) -> Theorem:
    """index = number, from two bounds that leave no other integer."""
    return combine(eq(index, number), [(1, index - number)], facts=[low, high])


def first_only() -> list[Theorem]:
    """With one trial i = j = 0, and w⋆ = −x_0."""
    ends = [ge(i, 0), ge(0, i), ge(j, 0), ge(0, j)]
    both = [is_number(i, ends[0], ends[1], 0), is_number(j, ends[2], ends[3], 0)]
    alike = generalize(identity(eq(1, KroneckerDelta(i, j)), using=both), [i, j], ends)
    against = generalize(identity(eq(-a, -Sum(a, (t, 0, 0)))), [a])
    return [alike, against, *ONE_TRIAL["discharge"]()]


def two_trials(first: Any = (0, 0), second: Any = (-1, 0)) -> dict[str, Any]:
    """Two trials in the plane with x_0 = (1, 0), x_1 = (0, 1), R = Z = η = 1, U = √2, w⋆ = (−1, −1)."""
    path = Tuple(*(a + t * (b - a) for a, b in zip(first, second, strict=True)))
    at = {
        **{k: 2, R: 1, Z: 1, U: sqrt(2), eta: 1, best: (-1, -1)},
        VecHead("w"): Lambda(t, path),
        VecHead("x"): Lambda(t, Tuple(1 - t, t)),
    }

    def met() -> list[Theorem]:
        against = eq(-a - b, -sqrt(2) / sqrt(2) * Sum((1 - t) * a + t * b, (t, 0, 1)))
        return [axes_of_the_plane(), generalize(identity(against), [a, b])]

    return {"at": at, "discharge": met}


def repeated() -> dict[str, Any]:
    """x_0 = x_1 = 1, and w⋆ = −√2: the regret is 2√2 − 1."""
    instance = line(u=-sqrt(2), count=2)
    against = eq(-sqrt(2) * a, -1 / sqrt(2) * Sum(a, (t, 0, 1)))
    met = instance["discharge"]
    return {"at": instance["at"], "discharge": lambda: [generalize(identity(against), [a]), *met()]}


def axes_of_the_plane() -> Theorem:
    """(1 − i)(1 − j) + ij = δ(i, j) for 0 ≤ i, j ≤ 1."""
    ends = [ge(i, 0), ge(1, i), ge(j, 0), ge(1, j)]
    goal = eq((1 - i) * (1 - j) + i * j, KroneckerDelta(i, j))

    def fixed(index: Any, number: int) -> Theorem:
        low, high = (f for f in ends if index in f.free_symbols)
        return is_number(index, low, ge(0, index), 0) if number == 0 else is_number(index, gt(index, 0), high, 1)

    first = [
        cases([identity(goal, using=[fixed(i, m), fixed(j, n)]) for n in (0, 1)], [ge(0, j), gt(j, 0)]) for m in (0, 1)
    ]
    return generalize(cases(first, [ge(0, i), gt(i, 0)]), [i, j], ends)


dropped(TIGHT, "any_start_of_the_run", START, "w_0 may be anything.", at=line(start=5)["at"], discharge=first_only)
dropped(TIGHT, "any_comparator", AGAINST, "w⋆ may be anything.", at=line(u=0)["at"], discharge=first_only)
dropped(TIGHT, "steps_of_any_kind", LINEAR_STEP, "The algorithm may know x_1.", **two_trials(second=(0, -1)))
dropped(TIGHT, "one_instance_twice", ORTHOGONAL, "The instances may agree.", **repeated())


fails_as(TIGHT,
    ("constant", [eq(TIGHT.states[0].lhs, 2 * TIGHT.states[0].rhs), TIGHT.states[1]], "2R₂ZU√k.", ONE_TRIAL["at"],
        first_only),
    ("constant", [TIGHT.states[0], eq(square(best), 2 * U**2)], "‖w⋆‖² = 2U².", ONE_TRIAL["at"], first_only),
    ("sign", [eq(TIGHT.states[0].lhs, -TIGHT.states[0].rhs), TIGHT.states[1]], "−R₂ZU√k.", ONE_TRIAL["at"],
        first_only),
)  # fmt: skip
