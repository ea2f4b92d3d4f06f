"""Which losses a trial can have at a distance from p⋆, and that the logarithm of the turn is convex in the loss."""

from __future__ import annotations

from typing import Any

from sympy import Rational, log, sqrt

from proofs.spheres._cosine_gain import BEFORE_COSINE
from proofs.spheres._turn import RATES, WITHIN, between_ends, convex, h, w
from proofs.spheres.lemma_9_progress import LOSS
from proofs.spheres.single_step import SOLVES, UNIT, UNIT_BEST, UNIT_DATA, best, p, x
from verify.author.kernel import Theorem, assume, combine, identity
from verify.claims import Claim, holds_at
from verify.language.terms import Deriv, Inner, eq, ge, le, real, vectors

a, b, r, s, z, L, c = real("a b r s z L c")
u, v = vectors("u v")

LEMMA_9_LOSSES = Claim(
    "spheres/lemma-9-losses",
    at="proof of Lemma 9",
    says="0 ≤ L ≤ sin² c, c = dist(p_t, p⋆)",
    given=[UNIT, UNIT_DATA, UNIT_BEST, SOLVES],
    states=[ge(LOSS, 0), le(LOSS, 1 - BEFORE_COSINE**2)],
    reading="p and p⋆ are unit vectors of any dimension and x is a unit vector with ⟨p⋆, x⟩ = 0; ⟨p, p⋆⟩ = cos c.",
)

SPLIT = [eq(p, z * best + r * u), eq(Inner(u, u), 1), eq(Inner(u, best), 0)]
AWAY = [eq(Inner(v, v), 1), eq(Inner(v, best), 0), eq(Inner(v, u), 0)]
SHARES = eq(a**2 + b**2, 1)

LEMMA_9_LOSSES_IN_SPACE = Claim(
    "spheres/lemma-9-losses-in-space",
    at="proof of Lemma 9",
    says="in three dimensions or more every loss from 0 to sin² c is that of some trial",
    given=[*SPLIT, *AWAY, SHARES],
    states=[
        eq(Inner(a * u + b * v, a * u + b * v), 1),
        eq(Inner(a * u + b * v, best), 0),
        eq(Inner(p, a * u + b * v) ** 2, a**2 * r**2),
    ],
    reading=(
        "p = cos c p⋆ + sin c u with u ⊥ p⋆, here z = cos c and r = sin c, and v a unit vector orthogonal to both, "
        "which there is from dimension 3 on. Then x = a u + b v with a² + b² = 1 is a trial that p⋆ solves, and its "
        "loss is a² sin² c: any number from 0 to sin² c, by the choice of a."
    ),
)

LEMMA_9_LOSSES_IN_THE_PLANE = Claim(
    "spheres/lemma-9-losses-in-the-plane",
    at="proof of Lemma 9",
    says="in the plane the loss is sin² c",
    given=[UNIT_DATA, UNIT_BEST, SOLVES, UNIT, eq(p, z * best + r * x)],
    states=eq(LOSS, 1 - BEFORE_COSINE**2),
    reading="In the plane p is a combination of p⋆ and x, which are orthogonal unit vectors: there is only one loss.",
)

LEMMA_9_CONVEX = Claim(
    "spheres/lemma-9-convex",
    at="proof of Lemma 9, sharper",
    says="ln(cos b + 2ηL sinc b) with b = 2η√(L(1 − L)) is convex in L",
    given=[*WITHIN, *RATES],
    states=ge(Deriv(Deriv(log(between_ends(c, h)), c, s), s, w), 0),
    reading=(
        "For 0 < L < 1 (here w) and 0 < η ≤ 1 (here h) the second derivative is not negative; sin b/b stands for "
        "sinc b, as b > 0. This is the logarithm of cos dist(p_{t+1}, p⋆)/cos dist(p_t, p⋆) as a function of the loss."
    ),
)


@LEMMA_9_LOSSES.proof
def part_along_x(claim: Claim) -> list[Theorem]:
    """The part of p that is orthogonal to x and p⋆ has a squared length of 1 − L − cos² c."""
    apart = p - Inner(p, x) * x - BEFORE_COSINE * best
    first, second = claim.states
    return [combine(first, [(1, LOSS)]), combine(second, [(1, Inner(apart, apart))], using=list(claim.given))]


@LEMMA_9_LOSSES.instance
def at_the_solution() -> dict[Any, Any]:
    """p = p⋆ = (1, 0) and x = (0, 1)."""
    return {p: (1, 0), best: (1, 0), x: (0, 1)}


holds_at(LEMMA_9_LOSSES, ("On a great circle.", {p: (0, 1), best: (1, 0), x: (0, 1)}))


COSINE, SINE = Rational(3, 5), Rational(4, 5)


@LEMMA_9_LOSSES_IN_SPACE.instance
def along_the_axes() -> dict[Any, Any]:
    """p⋆, u and v are the axes, and cos c = 3/5."""
    axes = {best: (1, 0, 0), u: (0, 1, 0), v: (0, 0, 1)}
    return {**axes, p: (COSINE, SINE, 0), z: COSINE, r: SINE, a: 1, b: 0}


@LEMMA_9_LOSSES_IN_THE_PLANE.instance
def along_two_axes() -> dict[Any, Any]:
    """p⋆ and x are the axes, and cos c = 3/5."""
    return {best: (1, 0), x: (0, 1), p: (COSINE, SINE), z: COSINE, r: SINE}


@LEMMA_9_LOSSES_IN_SPACE.proof
def directions_around(claim: Claim) -> list[Theorem]:
    """⟨p, a u + b v⟩ = ra."""
    length, solved, loss = claim.states
    known = list(claim.given)
    return [
        combine(length, [(1, assume(SHARES))], using=known[1:-1]),
        identity(solved, using=known[1:-1]),
        identity(loss, using=known[:-1]),
    ]


@LEMMA_9_LOSSES_IN_THE_PLANE.proof
def nothing_left(claim: Claim) -> Theorem:
    """⟨p, x⟩ = r, ⟨p, p⋆⟩ = z, and z² + r² = 1."""
    unit, split = UNIT, claim.given[-1]
    squares = identity(eq(Inner(p, p), z**2 + r**2), using=[split, UNIT_DATA, UNIT_BEST, SOLVES])
    total = combine(eq(z**2 + r**2, 1), [(-1, squares), (1, assume(unit))])
    return combine(claim.states[0], [(1, total)], using=[split, UNIT_DATA, UNIT_BEST, SOLVES])


@LEMMA_9_CONVEX.proof
def by_series(claim: Claim) -> Theorem:
    """With the series of cos b and sin b the determinant TT″ − T′² is η³ times a positive polynomial."""
    return convex()


@LEMMA_9_LOSSES.extremal("cos c", [Rational(3, 5)], formula=1)
def in_the_plane(cosine: Any) -> dict[Any, Any]:
    """In the plane L = sin² c."""
    return {best: (1, 0), x: (0, 1), p: (cosine, sqrt(1 - cosine**2))}
