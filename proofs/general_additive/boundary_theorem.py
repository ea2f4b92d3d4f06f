"""Theorem 3 (30)–(32) for outcomes on the boundary of the transfer function's range, such as one of k classes."""

from __future__ import annotations

from typing import Any

from sympy import Rational, sqrt

from proofs.general_additive._line import HALF, halving
from proofs.general_additive._moves import B_BOUND, SLOW, b, c
from proofs.general_additive.algorithm import away, eta
from proofs.general_additive.boundary_outcomes import COMPARED_LOSS, LEMMA_5, LOSS, LOSS_NAMES, READING
from proofs.general_additive.boundary_outcomes import case as on_the_line
from proofs.general_additive.h_inequality import (
    H_SHARP, best_rate, rate_is_below_one, rate_is_inside, rate_is_positive, z,
)  # fmt: skip
from proofs.general_additive.theorem_3 import SLOWER, TUNED, K, R, at_rate, two_thirds
from verify.audit import (
    Claim, Theorem, assume, combine, eq, fails_as, fails_without, follows, gt, identity, instantiate, le,
)  # fmt: skip

COMMON = [f for f in LEMMA_5.given if f != SLOW]
WITHIN = [le(COMPARED_LOSS, K), le(away(1), R)]


def factor_2(compared: Any, start: Any) -> Any:
    """(30) with other factors."""
    return le(LOSS, compared * COMPARED_LOSS + start * b * c * away(1))


def tuned(root: Any, linear: Any) -> Any:
    """(32) with other constants."""
    return le(LOSS, COMPARED_LOSS + root * sqrt(K * b * c * R) + linear * b * c * R)


FACTOR_2 = Claim(
    "general_additive/theorem-3-factor-2-boundary",
    at="(30)",
    says="(30) for y_t in the closure of V_φ",
    given=at_rate(COMMON, SLOWER),
    where=LOSS_NAMES,
    states=factor_2(2, 4),
    rests_on=["general_additive/lemma-5-boundary"],
    reading=READING + "c is as in general_additive/lemma-5-boundary, and the learning rate 1/(2bc).",
)

THEOREM_3_TUNED = Claim(
    "general_additive/theorem-3-tuned-boundary",
    at="(31), (32)",
    says="(32) for y_t in the closure of V_φ",
    given=at_rate([*COMMON, *WITHIN], TUNED),
    where=LOSS_NAMES,
    states=tuned(2, 4),
    rests_on=["general_additive/lemma-5-boundary", "general_additive/h-inequality.sharp"],
    reading=(
        READING + "c is as in general_additive/lemma-5-boundary, K > 0 and R > 0 bound the comparator's loss and "
        "Δ_ψ(Θ_1, Θ⋆), and the learning rate is (31)."
    ),
)


@FACTOR_2.proof
def half_way_to_the_edge(claim: Claim) -> Theorem:
    """(34) at η = 1/(2bc), where 1 − bcη = ½."""
    slow = follows(gt(1 - b * c * SLOWER, 0))
    there = instantiate(LEMMA_5.theorem(LEMMA_5.states[0]), {eta: SLOWER}, discharge=[slow])
    return follows(claim.states[0], there)


@THEOREM_3_TUNED.proof
def the_rate_that_minimises_h(claim: Claim) -> Theorem:
    """(34) with r = bcη and z = bcR/K: Loss⋆ ≤ K, Δ ≤ R, and h(r, z) = 2z + 2√(z² + z) ≤ 2√z + 4z."""
    ratio = b * c * R / K
    inside = [instantiate(f(), {z: ratio}) for f in (rate_is_positive, rate_is_below_one, rate_is_inside)]
    rate = identity(eq(b * c * TUNED, best_rate(ratio)))
    slow = follows(gt(1 - b * c * TUNED, 0), inside[1], rate)
    positive_rate = follows(gt(TUNED, 0), inside[0], rate)
    above = follows(gt(sqrt((b * c * R) ** 2 + K * b * c * R) - b * c * R, 0), positive_rate)
    room = follows(gt(TUNED - b * c * TUNED**2, 0), positive_rate, slow)
    there = instantiate(LEMMA_5.theorem(LEMMA_5.states[0]), {eta: TUNED}, discharge=[slow, positive_rate, room])
    exact = instantiate(H_SHARP.theorem(H_SHARP.states[0]), {z: ratio}, discharge=inside)
    root, total = sqrt((b * c * R) ** 2 + K * b * c * R), b * c * R + sqrt(K * b * c * R)
    shorter = combine(le(root, total), [(1 / (root + total), 2 * b * c * R * sqrt(K * b * c * R))])
    r = b * c * TUNED
    within = [(r / (1 - r), assume(WITHIN[0])), (1 / (TUNED * (1 - r)), assume(WITHIN[1]))]
    terms = [(1, there), *within, (-K, exact), (2, shorter)]
    return combine(claim.states[0], terms, facts=[slow, positive_rate, above, *inside])


def case(path: Any, comparator: Any, rate: Any, **values: Any) -> dict[str, Any]:
    """Gradient descent on the line with y_t = 0 and h_t = 0, at a rate that the claim has instead of η."""
    found = on_the_line(
        path, comparator, rate, **{f"{name}_value": values.pop(name) for name in "bc" if name in values}
    )
    place = {key: value for key, value in found["at"].items() if key != eta}
    return found | {"at": place | {{"K": K, "R": R}[name]: value for name, value in values.items()}}


fails_as(FACTOR_2,
    ("constant", factor_2(1, 4), "Loss(ψ(Θ⋆), S) in place of twice that.", case(halving, Rational(2, 3), HALF)),
    ("sign", factor_2(2, -4), "−4bcΔ_ψ(Θ_1, Θ⋆).", case(halving, Rational(1, 3), HALF)),
)  # fmt: skip


fails_without(FACTOR_2, (B_BOUND, "b may be anything.", case(lambda t: 3 - 2 * t, HALF, 2, b=Rational(1, 4))))


fails_as(THEOREM_3_TUNED,
    ("sign", tuned(-2, 0), "−2√(KbcR), without the other term.", case(two_thirds, HALF, Rational(1, 3), K=3, R=1)),
)  # fmt: skip


fails_without(THEOREM_3_TUNED,
    (WITHIN, "Δ_ψ(Θ_1, Θ⋆) may be larger than R, and the comparator's loss larger than K.",
        case(two_thirds, HALF, Rational(1, 3), K=Rational(3, 100), R=Rational(1, 100))),
)  # fmt: skip
