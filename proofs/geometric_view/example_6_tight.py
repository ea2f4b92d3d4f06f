"""Example 6: that its bound R₂ZU√k is attained, for every number of trials."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Tuple, sqrt

from proofs.geometric_view._prediction_losses import (
    ROUND,
    SOME,
    START,
    R,
    U,
    Z,
    best,
    dropped,
    eta,
    i,
    j,
    k,
    line,
    m,
    rounds,
    t,
    w,
    x,
)
from verify.claims import Claim
from verify.kernel import Theorem, assume, combine, generalize, identity, induct, instantiate, telescope
from verify.terms import Inner, VecHead, eq, forall, ge, real

ONE_TRIAL = line()

LINEAR_STEP = forall(t, eq(w(t + 1), w(t) - eta * Z * x(t)), ROUND)
ORTHOGONAL = forall([i, j], eq(Inner(x(i), x(j)), 0), [ge(i, 0), ge(j, i + 1), ge(k - 1, j)])
AGAINST = forall(t, eq(Inner(best, x(t)), -R * U / sqrt(k)), ROUND)

TIGHT = Claim(
    "geometric_view/example-6-tight",
    at="Example 6, sharpness",
    says="The bound R₂ZU√k of Example 6 is attained, for every number of trials.",
    given=[START, LINEAR_STEP, ORTHOGONAL, AGAINST, SOME],
    states=eq(rounds(Z * Inner(w(t), x(t))) - rounds(Z * Inner(best, x(t))), R * Z * U * sqrt(k)),
    reading=(
        "Linear losses Z⟨w, x_t⟩ with orthogonal instances of length R, in dimension n ≥ k, and w⋆ = −(U/(R√k)) Σ x_t, "
        "of length U, so that ⟨w⋆, x_t⟩ = −RU/√k: the regret is R₂ZU√k exactly, for every k ≥ 1 and at every rate, so "
        "no smaller right-hand side is true in all dimensions."
    ),
)


@TIGHT.proof
def nothing_learnt_about_the_next(claim: Claim) -> Theorem:
    """⟨w_t, x_m⟩ = 0 for all m ≥ t, by induction: the algorithm has no loss, and w⋆ has −RZU/√k each trial."""
    given = list(claim.given)
    start, steps, apart, against = ([f for f in given if f == g] for g in (START, LINEAR_STEP, ORTHOGONAL, AGAINST))
    later = [ge(m, t), ge(k - 1, m)]
    unseen = forall(m, eq(Inner(w(t), x(m)), 0), later)
    nothing = identity(eq(Inner(w(0), x(m)), 0), using=start)
    beyond = [ge(t, 0), ge(m, t + 1), ge(k - 1, m)]
    here = combine(ge(k - 1, t), [(1, assume(beyond[2])), (1, assume(beyond[1])), (1, 1)])
    before = combine(ge(m, t), [(1, assume(beyond[1])), (1, 1)])
    moves = [instantiate(assume(f), [t], discharge=[here]) for f in steps]
    crossed = [instantiate(assume(f), [t, m]) for f in apart]
    old = instantiate(assume(unseen), [m], discharge=[before])
    after = identity(eq(Inner(w(t + 1), x(m)), 0), using=[*moves, old, *crossed], facts=beyond)
    by_steps = induct(
        generalize(nothing, [m], [ge(m, 0), ge(k - 1, m)]), generalize(after, [m], beyond[1:]), unseen, t, 0
    )
    still = instantiate(by_steps, [t], discharge=[combine(ge(t, t), [])])
    costs = [instantiate(assume(f), [t]) for f in against]
    some = [f for f in given if f == SOME]
    cost = eq(Z * Inner(w(t), x(t)) - Z * Inner(best, x(t)), Z * R * U / sqrt(k))
    each = identity(cost, using=[still, *costs], facts=[*ROUND, *some])
    added = telescope(each, t, 0, k - 1)
    return combine(claim.states[0], [(1, added)], facts=some)


def _between(low: Theorem, high: Theorem, term: Any) -> Theorem:
    """term = 0, from term ≥ 0 and 0 ≥ term."""
    a = real("a")
    return instantiate(combine(eq(a, 0), [(1, a)], facts=[ge(a, 0), ge(0, a)]), {a: term}, [low, high])


def no_pairs() -> list[Theorem]:
    """With one trial there are no two instances: 0 ≤ i, i + 1 ≤ j ≤ 0 is impossible."""
    none = [ge(i, 0), ge(j, i + 1), ge(0, j)]
    impossible = combine(ge(0, 1), [(1, assume(f)) for f in none])
    return [generalize(_between(combine(ge(1, 0), [(1, 1)]), impossible, 1), [i, j], none), *ONE_TRIAL["discharge"]()]


def two_trials(first: Any = (0, 0), second: Any = (-1, 0)) -> dict[str, Any]:
    """Two trials in the plane with x_0 = (1, 0), x_1 = (0, 1), R = Z = η = 1, U = √2, w⋆ = (−1, −1)."""
    path = Tuple(*(a + t * (b - a) for a, b in zip(first, second, strict=True)))
    at = {
        **{k: 2, R: 1, Z: 1, U: sqrt(2), eta: 1, best: (-1, -1)},
        VecHead("w"): Lambda(t, path),
        VecHead("x"): Lambda(t, Tuple(1 - t, t)),
    }

    def met() -> list[Theorem]:
        ends, here = [ge(i, 0), ge(j, i + 1), ge(1, j)], [ge(t, 0), ge(1, t)]
        is_zero = _between(assume(ends[0]), combine(ge(0, i), [(1, assume(ends[1])), (1, assume(ends[2]))]), i)
        is_one = _between(
            combine(ge(j - 1, 0), [(1, assume(ends[0])), (1, assume(ends[1]))]),
            combine(ge(0, j - 1), [(1, assume(ends[2]))]),
            j - 1,
        )
        apart = identity(eq((1 - i) * (1 - j) + i * j, 0), using=[is_zero, combine(eq(j, 1), [(1, is_one)])])
        return [generalize(apart, [i, j], ends), generalize(identity(eq(-(1 - t) - t, -1)), [t], here)]

    return {"at": at, "discharge": met}


dropped(TIGHT, "any_start_of_the_run", START, "w_0 may be anything.", at=line(start=5)["at"], discharge=no_pairs)
dropped(TIGHT, "any_comparator", AGAINST, "w⋆ may be anything.", at=line(u=0)["at"], discharge=no_pairs)
dropped(TIGHT, "steps_of_any_kind", LINEAR_STEP, "The algorithm may know x_1.", **two_trials(second=(0, -1)))
dropped(TIGHT, "one_instance_twice", ORTHOGONAL, "The instances may agree.", **line(u=-sqrt(2) / 2, count=2))


@TIGHT.mutant("constant", at=ONE_TRIAL["at"], discharge=no_pairs)
def twice_the_regret(claim: Claim) -> Claim:
    """2R₂ZU√k."""
    return claim.replace(states=eq(claim.states[0].lhs, 2 * claim.states[0].rhs))


@TIGHT.mutant("sign", at=ONE_TRIAL["at"], discharge=no_pairs)
def negative_regret(claim: Claim) -> Claim:
    """−R₂ZU√k."""
    return claim.replace(states=eq(claim.states[0].lhs, -claim.states[0].rhs))
