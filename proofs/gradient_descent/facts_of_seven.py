"""The displays after (7): what the three facts make of it, and the telescopic sum simplified."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from proofs.gradient_descent.ogd_setting import (
    CONVEX,
    REGRET,
    ROUND,
    START,
    G,
    T,
    U,
    loss,
    moved,
    rate,
    rounds,
    square,
    t,
    u,
    w,
)
from proofs.gradient_descent.projected_ogd import (
    BOUNDED,
    CLOSEST,
    COMPARED,
    HALF,
    INSIDE,
    NEXT,
    READING,
    SOME,
    TELESCOPE,
    instance,
    q,
    r,
    stays,
)
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate, telescope
from verify.claims import Claim, fails_without
from verify.language.terms import VecHead, eq, forall, ge, le
from verify.lemmas.few_rounds import each_round

SHRINKING = forall(t, ge(rate(t), rate(t + 1)), [ge(t, 1), ge(T - 1, t)])
LAST = square(w(T + 1) - u)
GROWTH = 1 / rate(t + 1) - 1 / rate(t)
SIZES = G**2 / 2 * rounds(rate(t))

FACTS = Claim(
    "gradient_descent/telescope-facts",
    at="after (7)",
    printed=(
        "Substituting these relations in (7), and choosing G so that ‖∇ℓ_t(w_t)‖ ≤ G for all t ≤ T, we obtain "
        "R_T(u) ≤ U²/(2η_1) − ‖w_{T+1} − u‖²/(2η_{T+1}) + 2U² Σ_{t=1}^{T−1} (1/η_{t+1} − 1/η_t) + "
        "‖w_{T+1} − u‖²/(2η_{T+1}) − ‖w_{T+1} − u‖²/(2η_T) + (G²/2) Σ η_t. We proceed by simplifying the telescopic "
        "sum, deleting terms with opposite signs, and dropping the term −‖w_{T+1} − u‖²/(2η_T), "
        "R_T(u) ≤ U²/(2η_1) + 2U²/η_T − 2U²/η_1 + (G²/2) Σ η_t"
    ),
    given=[CONVEX, START, NEXT, INSIDE, CLOSEST, COMPARED, BOUNDED, SHRINKING, SOME],
    states=[
        le(
            REGRET,
            U**2 / (2 * rate(1))
            - LAST / (2 * rate(T + 1))
            + 2 * U**2 * rounds(GROWTH, T - 1)
            + LAST / (2 * rate(T + 1))
            - LAST / (2 * rate(T))
            + SIZES,
        ),
        le(REGRET, U**2 / (2 * rate(1)) + 2 * U**2 / rate(T) - 2 * U**2 / rate(1) + SIZES),
    ],
    rests_on=["gradient_descent/telescope"],
    reading=(
        READING + "w(1) = 0, G is a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T, and the step sizes η_t are positive and do not "
        "increase up to round T, as η/√t does not. T ≥ 1. The two terms with η_{T+1} of the first display cancel, and "
        "so do not show in the formula."
    ),
)


@FACTS.proof
def the_three_facts(claim: Claim) -> list[Theorem]:
    """‖w_{t+1} − u‖² ≤ 4U² for t < T, where 1/η_{t+1} ≥ 1/η_t; ‖w′_{t+1} − w_t‖² ≤ η_t²G²; and ‖u‖² ≤ U²."""
    given = list(claim.given)
    some, compared = [f for f in given if f == SOME], [assume(f) for f in given if f == COMPARED]
    moves = [instantiate(assume(f), [t]) for f in given if f == NEXT]
    steep = [(rate(t), instantiate(assume(f), [t])) for f in given if f == BOUNDED]
    move = square(moved(t + 1) - w(t))
    short = telescope(combine(ge(G**2 * rate(t) - move / rate(t), 0), steep, using=moves, facts=ROUND), t, 1, T)
    early = [ge(t, 1), ge(T - 1, t)]
    later = [
        combine(ge(t + 1, 1), [(1, assume(early[0])), (1, 1)]),
        combine(ge(T + 1, t + 1), [(1, assume(early[1])), (1, 1)]),
    ]
    inside = [instantiate(assume(f), [t + 1], later) for f in given if f == INSIDE]
    near = combine(
        ge(4 * U**2 - square(w(t + 1) - u), 0), [*((2, f) for f in (*inside, *compared)), (1, square(w(t + 1) + u))]
    )
    shrinks = [(1 / (rate(t) * rate(t + 1)), instantiate(assume(f), [t])) for f in given if f == SHRINKING]
    grows = combine(ge(GROWTH, 0), shrinks, facts=early)
    spare = combine(ge((4 * U**2 - square(w(t + 1) - u)) * GROWTH, 0), [(near, grows)], facts=early)
    wide = telescope(spare, t, 1, T - 1)
    first, second = claim.states
    seven = TELESCOPE.theorem(TELESCOPE.states[0])
    start = [f for f in given if f == START]
    terms = [(1, seven), (HALF, short), (HALF, wide), *((1 / (2 * rate(1)), f) for f in compared)]
    substituted = combine(first, terms, using=start, facts=some)
    sums = telescope(identity(eq(rate(t), rate(t))), t, 1, T - 1, 1 / rate(t))
    simpler = [(1, substituted), (-2 * U**2, sums), (LAST / (2 * rate(T)), 1)]
    return [substituted, combine(second, simpler, facts=some)]


def restated(claim: Claim, share: Any) -> Claim:
    """The first display with a factor on the sum of the step sizes."""
    return claim.replace(states=[ge(claim.states[0].lhs + (share - 1) * SIZES, REGRET), claim.states[1]])


HALF_STEP = instance(rate_value=HALF)


@FACTS.mutant("constant", **HALF_STEP)
def half_of_the_sizes(claim: Claim) -> Claim:
    """G²/4 in place of G²/2."""
    return restated(claim, HALF)


@FACTS.mutant("sign", **HALF_STEP)
def sizes_subtracted(claim: Claim) -> Claim:
    """−G²/2."""
    return restated(claim, -1)


fails_without(FACTS,
    (CONVEX, "The losses need not be convex.", instance(value=10, rate_value=HALF)),
    (START, "w(1) may be any point of the ball: for U²/(2η_1), unlike for the bound with η/√t, it is used.",
        instance(rate_value=HALF, path=lambda t: (3 - t) / 2)),
    (NEXT, "The algorithm may stay where it is.",
        instance(path=lambda t: 0 * t, before=lambda t: 0 * t, rate_value=HALF)),
    (CLOSEST, "w(t + 1) may be any point of the ball: 0, in the place of −½.", stays(0, -HALF, rate_value=HALF)),
    (COMPARED, "u may be outside the ball.", instance(rate_value=HALF, u=-5)),
    (BOUNDED, "G may be anything.", instance(rate_value=HALF, G=HALF)),
)  # fmt: skip


GROWING = {
    T: 2,
    U: 1,
    G: 1,
    u: -1,
    rate: Lambda(t, (1 + (t - 1) ** 2) / 2),
    loss: Lambda((t, q), q),
    VecHead("∇ℓ"): Lambda((t, q), 1),
    VecHead("w"): Lambda(t, (1 - t) / 2),
    VecHead("w′"): Lambda(t, -(t - 1) * (t + 1) / 4 + (t - 1) / 4),
}
"""Two rounds with the steps ½ and 1 to the left: to −½, and to −3/2, which is projected to −1."""


def met_by_growing_steps() -> list[Theorem]:
    """The hypotheses of those two rounds."""
    ball, here, place, early = (
        ge(1, q**2),
        [ge(t, 1), ge(2, t)],
        GROWING[VecHead("w")].expr,
        GROWING[VecHead("w′")].expr,
    )
    after, raw = place.subs(t, t + 1), early.subs(t, t + 1)
    left = Rational(3, 2)
    slacks = {1: [(1, (q - raw.subs(t, 1)) ** 2)], 2: [(left, (1 + q) ** 2), (left - 1, assume(ball))]}
    return [
        generalize(combine(ge(q, r + (q - r)), []), [t, q, r], here),
        each_round(eq(raw, place - GROWING[rate].expr), t),
        each_round(ge(1, place**2), t, lambda n: [(1 - place.subs(t, n) ** 2, 1)], last=3),
        each_round(ge((q - raw) ** 2, (after - raw) ** 2), t, lambda n: slacks[n], more=[q], given=[ball]),
        generalize(combine(ge(1, 1), []), [t], here),
    ]


fails_without(FACTS, (SHRINKING, "The step sizes may grow.", GROWING, met_by_growing_steps))
