"""After Lemma 9: for which rate its first bound is least, 1 or a smaller one."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Rational, sqrt

from proofs.spheres._runs import TRIALS, k
from proofs.spheres.lemma_7_sign import AT_MOST_ONE
from proofs.spheres.lemma_9_bound_1 import first_bound
from proofs.spheres.single_step import eta
from verify.audit import (
    Claim, Theorem, assume, at_most_by_squares, combine, decided, fails_as, fails_without, follows, ge, gt,
    instantiate, le, lt, positive, real,
)  # fmt: skip

s, z = positive("s"), real("z")
GAINED = Rational(3, 4) * k * s**2
READING = (
    "s = √(4D/(3k)) for D = dist(p_0, p⋆)² − dist(p_k, p⋆)² > 0, so that D = 3ks²/4, with k ≥ 1 trials; at the rate 1 "
    "the first bound of Lemma 9 is √(3kD)/2 = 3ks/4 (spheres/lemma-9-bound-1.sharp). "
)
LARGE, SMALL = ge(s, 1), lt(s, 1)

RATE_ONE = Claim(
    "spheres/lemma-9-optimal-bound-1.one",
    at="after Lemma 9",
    says="for D ≥ 3k/4 no rate 0 < η ≤ 1 has a smaller first bound than η = 1, where it is √(3kD)/2",
    given=[TRIALS, LARGE, AT_MOST_ONE],
    states=ge(first_bound(GAINED, eta), first_bound(GAINED, 1)),
    rests_on=["spheres/lemma-9-bound-1.sharp"],
    reading=READING + "D ≥ 3k/4 is s ≥ 1.",
)

SMALLER_RATE = Claim(
    "spheres/lemma-9-optimal-bound-1.below-one",
    at="after Lemma 9",
    says="for 0 < D < 3k/4 the rate √(4D/(3k)) < 1 has a smaller first bound than η = 1",
    given=[TRIALS, SMALL],
    states=lt(first_bound(GAINED, s), first_bound(GAINED, 1)),
    rests_on=["spheres/lemma-9-bound-1"],
    reading=READING + "With spheres/lemma-9-optimal-bound-1.one: the rate 1 is the best for the first bound exactly if "
    "D ≥ 3k/4.",
)


def under_root(rate: Any) -> Expr:
    """(1 − η)² + (2/3k)(3 − (2 − η)η)D = (1 − η)² + (3 − (2 − η)η)s²/2."""
    return (1 - rate) ** 2 + (3 - (2 - rate) * rate) * s**2 / 2


def denominator(rate: Any) -> Expr:
    """1 − η + √…."""
    return 1 - rate + sqrt(under_root(rate))


@cache
def not_negative() -> Theorem:
    """`under_root` is not negative: 3 − (2 − η)η = 2 + (1 − η)²."""
    return combine(gt(under_root(eta), 0), [(1, (1 - eta) ** 2), (s**2 / 2, (1 - eta) ** 2), (1, s**2)])


@RATE_ONE.proof
def root_at_most(claim: Claim) -> Theorem:
    """η(1 − η + √…) ≤ s: with e = 1 − η, (s/η − e)² less what is under the root is es/η² times sP − 2(1 − e).

    Here P = 2 − 3e/2 + e² − e³/2 ≥ 2(1 − e), and s ≥ 1.
    """
    e, inside = 1 - eta, under_root(eta)
    large, rate = assume(LARGE), assume(AT_MOST_ONE)
    slack = 2 - 3 * z / 2 + z**2 - z**3 / 2
    unit, share = [ge(z, 0), le(z, 1)], [follows(ge(e, 0), rate), follows(le(e, 1), eta)]
    factor, rest = decided(ge(slack, 0), *unit), decided(ge(slack - 2 * (1 - z), 0), *unit)
    factor, rest = (instantiate(theorem, {z: e}, share) for theorem in (factor, rest))
    more = combine(ge(s * slack.subs(z, e), 2 * eta), [(factor, large), (1, rest)])
    weight = combine(ge(s * e / eta**2, 0), [(s / eta**2, rate)])
    square = combine(ge((s / eta - e) ** 2, inside), [(weight, more)])
    start = combine(ge(s / eta - e, 0), [(1 / eta, large), (1 / eta, rate), (1, eta)])
    defined = follows(ge(inside, 0), not_negative())
    root = at_most_by_squares(sqrt(inside), s / eta - e, square, [start, defined])
    some = combine(gt(denominator(eta), 0), [(1, rate), (1, sqrt(inside))], facts=[not_negative()])
    bound = combine(
        claim.states[0], [(Rational(3, 4) * k * s / denominator(eta), root)], facts=[some, TRIALS, not_negative()]
    )
    return instantiate(bound, {}, [defined, some])


@SMALLER_RATE.proof
def root_more_than(claim: Claim) -> Theorem:
    """At η = s the square root is more than s, so that η(1 − η + √…) > s."""
    inside, small = under_root(s), assume(SMALL)
    positive_inside = instantiate(not_negative(), {eta: s})
    larger = combine(gt(inside, s**2), [(1 - s, small), (s**2 / 2 * (1 - s), small)], facts=[SMALL])
    total = combine(gt(sqrt(inside) + s, 0), [(1, s), (1, sqrt(inside))], facts=[positive_inside])
    root = combine(gt(sqrt(inside), s), [(1 / (sqrt(inside) + s), larger)], facts=[total, positive_inside])
    some = combine(gt(denominator(s), 0), [(1, small), (1, sqrt(inside))], facts=[positive_inside])
    weight = Rational(3, 4) * k * s / denominator(s)
    found = combine(claim.states[0], [(weight, root)], facts=[some, TRIALS, positive_inside])
    return instantiate(found, {}, [some, follows(ge(inside, 0), positive_inside)])


# --- what happens when something is changed -------------------------------------------------------------------------

AT_ONE = {k: 1, s: 1, eta: 1}


@RATE_ONE.extremal("η", [Rational(1, 2), 1])
def up_to_rate_one(rate: Any) -> dict[Any, Any]:
    """With s = 1, D = 3/4 and one trial."""
    return {**AT_ONE, eta: rate}


fails_as(RATE_ONE,
    ("constant", ge(first_bound(GAINED, eta), Rational(11, 10) * first_bound(GAINED, 1)), "11/10 of it.", AT_ONE),
    ("sign", le(first_bound(GAINED, eta), first_bound(GAINED, 1)), "The rate 1 has the largest bound.",
        {**AT_ONE, eta: Rational(1, 2)}),
)  # fmt: skip
fails_without(RATE_ONE,
    (LARGE, "D may be small.", {k: 1, s: Rational(1, 2), eta: Rational(1, 2)}),
    (AT_MOST_ONE, "Any η > 0.", {**AT_ONE, eta: 2}),
    (TRIALS, "k may be negative.", {k: -1, s: 1, eta: Rational(1, 2)}),
)  # fmt: skip

HALF = {k: 1, s: Rational(1, 2)}
fails_as(SMALLER_RATE,
    ("constant", lt(first_bound(GAINED, s), Rational(9, 10) * first_bound(GAINED, 1)), "Less than nine tenths of it.",
        {k: 1, s: Rational(99, 100)}),
    ("sign", gt(first_bound(GAINED, s), first_bound(GAINED, 1)), "It has a larger one.", HALF),
)  # fmt: skip
fails_without(SMALLER_RATE,
    (SMALL, "D may be large.", {k: 1, s: 1}),
    (TRIALS, "k may be negative.", {k: -1, s: Rational(1, 2)}),
)  # fmt: skip
