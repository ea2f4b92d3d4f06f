"""The displays after (7): what the three facts make of it, and the telescopic sum simplified."""

from __future__ import annotations

from typing import Any

from proofs.gradient_descent._on_the_line import HALF, closest_on_the_line, instance
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, READING, SOME
from proofs.gradient_descent.ogd_bound_eta import BOUNDED
from proofs.gradient_descent.ogd_setting import (
    CONVEX, REGRET, ROUND, START, G, T, U, moved, rate, rounds, square, t, u, w,
)  # fmt: skip
from proofs.gradient_descent.telescope import NEXT, TELESCOPE, stays
from verify.audit import (
    Claim, Theorem, at, combine, eq, fails_as, fails_without, follows, forall, ge, identity, le, telescope,
)  # fmt: skip

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
    first, second = claim.states
    early, move = [ge(t, 1), ge(T - 1, t)], square(moved(t + 1) - w(t))
    step = combine(
        ge(G**2 * rate(t) - move / rate(t), 0), [(rate(t), at(BOUNDED, t))], using=[at(NEXT, t)], facts=ROUND
    )
    short = telescope(step, t, 1, T)
    near = follows(ge(4 * U**2 - square(w(t + 1) - u), 0), at(INSIDE, t + 1), COMPARED, square(w(t + 1) + u), early)
    grows = combine(ge(GROWTH, 0), [(1 / (rate(t) * rate(t + 1)), at(SHRINKING, t))], facts=early)
    spare = combine(ge((4 * U**2 - square(w(t + 1) - u)) * GROWTH, 0), [(near, grows)], facts=early)
    terms = [(HALF, short), (HALF, telescope(spare, t, 1, T - 1)), (1 / (2 * rate(1)), COMPARED)]
    seven = (1, TELESCOPE.theorem(TELESCOPE.states[0]))
    substituted = combine(first, [seven, *terms], using=[START], facts=[SOME])
    sums = telescope(identity(eq(rate(t), rate(t))), t, 1, T - 1, 1 / rate(t))
    simpler = [(1, substituted), (-2 * U**2, sums), (LAST / (2 * rate(T)), 1)]
    return [substituted, combine(second, simpler, facts=[SOME])]


def restated(share: Any) -> Any:
    """The first display with a factor on the sum of the step sizes."""
    return {FACTS.states[0]: ge(FACTS.states[0].lhs + (share - 1) * SIZES, REGRET)}


fails_as(FACTS,
    ("constant", restated(HALF), "G²/4 in place of G²/2.", instance(step=HALF)),
    ("sign", restated(-1), "−G²/2.", instance(step=HALF)),
)  # fmt: skip


@FACTS.extremal("η", [HALF, 1])
def one_step(step: Any) -> dict[Any, Any]:
    """One round on the line, to the edge of the ball at the most."""
    return instance(step=step)


@FACTS.extremal("η", [1], formula=1)
def to_the_edge(step: Any) -> dict[Any, Any]:
    """One round on the line, from 0 to the edge of the ball."""
    return instance(step=step)


GROWING = instance(path=[0, -HALF, -1], before=[0, -HALF, -3 * HALF]) | {rate: [HALF, 1]}
"""Two rounds with the steps ½ and 1 to the left: to −½, and to −3/2, which is projected to −1."""

fails_without(FACTS,
    (CONVEX, "The losses need not be convex.", instance(value=10, step=HALF)),
    (START, "w(1) may be any point of the ball: for U²/(2η_1), unlike for the bound with η/√t, it is used.",
        instance(step=HALF, path=[1, HALF])),
    (NEXT, "The algorithm may stay where it is.", stays(0, 0, step=HALF)),
    (CLOSEST, "w(t + 1) may be any point of the ball: 0, in the place of −½.", stays(0, -HALF, step=HALF)),
    (COMPARED, "u may be outside the ball.", instance(step=HALF, u=-5)),
    (BOUNDED, "G may be anything.", instance(step=HALF, G=HALF)),
    (SHRINKING, "The step sizes may grow.", GROWING, lambda: [closest_on_the_line(GROWING[w], GROWING[moved])]),
)  # fmt: skip
