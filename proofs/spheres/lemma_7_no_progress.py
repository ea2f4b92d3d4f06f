"""Lemma 7, where β = π/2: the distance to p⋆ stays as it is."""

from __future__ import annotations

from proofs.spheres._cosine_gain import AFTER_COSINE, BEFORE_COSINE, DISTANCE_AFTER, DISTANCE_BEFORE, ONE_STEP
from proofs.spheres._one_step import FOUR, ON_THE_EQUATOR_OF_P_STAR, PLAIN, RATE, THREE, scalar_free
from proofs.spheres.single_step import NAMES, SOLVES, best, eta, p, x
from verify.author.kernel import Theorem, combine, identity
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, ge

LEMMA_7_NO_PROGRESS = Claim(
    "spheres/lemma-7-no-progress",
    at="Lemma 7",
    printed="If β = π/2 then the algorithm makes no progress, that is dist(p_{t+1}, p⋆) = dist(p_t, p⋆)",
    given=[SOLVES, eq(BEFORE_COSINE, 0)],
    where=NAMES,
    states=[eq(AFTER_COSINE, 0), eq(DISTANCE_AFTER, DISTANCE_BEFORE)],
    reading=(
        ONE_STEP
        + "β = π/2 is ⟨p, p⋆⟩ = sin d cos β = 0. True for every η > 0, also where p = ±x and β is undefined, and "
        "for vectors of any length."
    ),
)


@LEMMA_7_NO_PROGRESS.proof
def equator_is_kept(claim: Claim) -> list[Theorem]:
    """⟨p, p⋆⟩ and ⟨V, p⋆⟩ = −2⟨p, x⟩²⟨p, p⋆⟩ vanish, so ⟨p_{t+1}, p⋆⟩ does."""
    stays, distance = claim.states
    zero = [f for f in claim.given if f in (SOLVES, eq(BEFORE_COSINE, 0))]
    after = identity(stays, using=zero)
    within = [combine(ge(1 - sign * AFTER_COSINE, 0), [(1, 1), (-sign, after)]) for sign in (1, -1)]
    return [after, identity(distance, using=zero, facts=within)]


fails_without(LEMMA_7_NO_PROGRESS,
    (SOLVES, "p⋆ may have a loss.", {p: (1, 0), x: (THREE, FOUR), best: (0, 1), eta: RATE}),
    (LEMMA_7_NO_PROGRESS.given[1], "⟨p, p⋆⟩ may be anything.", scalar_free(PLAIN)),
)  # fmt: skip


fails_as(LEMMA_7_NO_PROGRESS,
    ("constant", [LEMMA_7_NO_PROGRESS.states[0], eq(DISTANCE_AFTER, DISTANCE_BEFORE / 2)], "The distance is halved.",
        scalar_free(ON_THE_EQUATOR_OF_P_STAR)),
    ("sign", [LEMMA_7_NO_PROGRESS.states[0], eq(DISTANCE_AFTER, -DISTANCE_BEFORE)], "The distance changes its sign.",
        scalar_free(ON_THE_EQUATOR_OF_P_STAR)),
)  # fmt: skip
