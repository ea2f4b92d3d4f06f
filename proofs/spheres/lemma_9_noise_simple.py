"""Lemma 9 with noise, in a form that is known before the run: 1 takes the place of its last cosine."""

from __future__ import annotations

from sympy import Rational, sqrt

from proofs.spheres._noise import E, root_split, simple_noise_bound
from proofs.spheres._one_trial import HALF_RATE, meets, one_trial, stepped
from proofs.spheres._runs import CUMULATIVE, DATA, NAMES, START, UPDATES, k, parameter, t
from proofs.spheres.lemma_7_sign import BELOW_ONE
from proofs.spheres.lemma_9_noise import (
    COMPARED, KAPPA, NOISE, READING, RISE, START_AT, VALUES, closed, met, quadratic, rates, unit_at, with_noise,
)  # fmt: skip
from proofs.spheres.single_step import UNIT_BEST, best, eta
from verify.audit import (
    Claim, Inner, Theorem, eq, fails_as, fails_without, follows, ge, generalize, identity, instantiate, le, within_one,
)  # fmt: skip
from verify.language.terms import real

STARTS_AT = Inner(parameter(0), best)
BOUND = simple_noise_bound(COMPARED, KAPPA, 1 - STARTS_AT)

SIMPLE = Claim(
    "spheres/lemma-9-noise.simple",
    at="Lemma 9, sharper",
    says="with noise, known before the run: √loss_k ≤ √L⋆/((1 − η)κ) + √((1 − z_0)/(2η(1 − η)κ))",
    given=NOISE.given,
    where=NAMES | {real("L⋆"): COMPARED, real("κ"): KAPPA},
    states=le(sqrt(CUMULATIVE), BOUND),
    rests_on=["spheres/lemma-9-noise"],
    reading=READING + "0 < η < 1, and κ² = z_0² − ηL⋆/(1 − η) as in spheres/lemma-9-noise. As z_k ≤ 1 and the root of "
    "a sum is at most the sum of the roots, that bound is no more than this one, which does not mention where the run "
    "ends.",
)


@SIMPLE.proof
def split_the_root(claim: Claim) -> Theorem:
    """√(L⋆ + 2(1 − η)κ(z_k − z_0)/η) ≤ √L⋆ + √(2(1 − η)κ(1 − z_0)/η)."""
    (simple,) = claim.states
    root, known = quadratic()
    left = 1 - STARTS_AT
    end = within_one(parameter(k), best, [instantiate(unit_at(k), {}, rates()), UNIT_BEST])
    start = within_one(parameter(0), best, [START, UNIT_BEST])
    known = [*known, follows(ge(left, RISE), end), follows(ge(left, 0), start)]
    split = instantiate(root_split(), {**VALUES, E: left}, known)
    return closed(follows(simple, root, split, facts=known))


HALF = Rational(1, 2)
NOISY = with_noise(HALF)[0]
LONG_START = stepped((Rational(3, 5), 4), (0, 1), HALF)
LONG_DATA = stepped(START_AT, (0, 12), HALF)
TOO_FAST = stepped((1, 0), (Rational(3, 5), Rational(4, 5)), 2)
"""From p⋆, where the bound of η = 2 is less than 0."""
RESTS = one_trial(START_AT, (0, 1), (1, 0), HALF) | {k: 4}
"""Four trials, in which nothing moves."""


def the_same_datum() -> list[Theorem]:
    """x_t = (0, 1) in four trials."""
    return [generalize(identity(eq(1, 1)), [t], [ge(t, 0), ge(3, t)])]


fails_as(SIMPLE,
    ("constant", le(sqrt(CUMULATIVE), BOUND / 2), "Half of it.", HALF_RATE, lambda: met(HALF_RATE)[1]),
    ("sign", le(sqrt(CUMULATIVE), BOUND - 2 * sqrt(COMPARED) / ((1 - eta) * KAPPA)), "−√L⋆ in the place of √L⋆.",
        NOISY, lambda: met(NOISY)[1]),
)  # fmt: skip


fails_without(SIMPLE,
    (START, "p_0 need not be a unit vector.", LONG_START, lambda: meets(LONG_START, (DATA, UPDATES))),
    (DATA, "The data need not be unit vectors.", LONG_DATA, lambda: meets(LONG_DATA, (UPDATES,))),
    (BELOW_ONE, "Any η > 0.", TOO_FAST, lambda: meets(TOO_FAST, (DATA, UPDATES))),
    (UPDATES, "Any run: it stays where p_0 is.", RESTS, the_same_datum),
)  # fmt: skip
