"""Section 4: of the level sets of the loss on the sphere only the equator has great circles in it."""

from __future__ import annotations

from typing import Any

from sympy import Expr, cos, pi, sin

from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, forall, real, vectors
from verify.lemmas import vanishes_with_its_square

s, r, c = real("s r c")
p, V, x = vectors("p V x")


def circle(s: Any) -> Expr:
    """p cos s + V sin s: for orthogonal unit vectors p and V the great circle from p in the direction V."""
    return p * cos(s) + V * sin(s)


LEVEL = forall(s, eq(Inner(circle(s), x) ** 2, c))

ONLY_THE_EQUATOR = Claim(
    "spheres/only-the-equator",
    at="section 4",
    printed=(
        "Only the solution set, at the equator for a given data sample x_t, is both a geodesic and a level set of the "
        "cost function"
    ),
    given=[LEVEL],
    states=eq(Inner(circle(r), x), 0),
    rests_on=["spheres/strong-compatibility", "spheres/exponential-map"],
    reading=(
        "The cost function is ⟨p, x⟩² (8). A great circle p cos s + V sin s on which it is constant, c, lies in the "
        "equator of x, where it is 0; of any dimension, and for any p and V, so for orthogonal unit vectors, which "
        "the great circles are made of. A parallel ⟨p, x⟩ = h ≠ 0 is thus no geodesic, nor are two of them. In S² the "
        "equator is a great circle; that in higher dimensions the geodesics that start along it stay in it is "
        "spheres/strong-compatibility."
    ),
)


@ONLY_THE_EQUATOR.proof
def three_points(claim: Claim) -> Theorem:
    """⟨p, x⟩² = ⟨V, x⟩² = c, and at s = π/4 ½(⟨p, x⟩ + ⟨V, x⟩)² = c: the product of both is 0, and so is c²."""
    first, second = Inner(p, x), Inner(V, x)
    at = [instantiate(assume(f), [value]) for f in claim.given if f == LEVEL for value in (0, pi / 2, pi / 4)]
    signed = list(zip((-1, -1, 2), at, strict=False))
    product = combine(eq(2 * first * second, 0), signed)
    zero = []
    for one, same in ((first, 1), (second, -1)):
        ends = [(same * sign * one**2, f) for sign, f in zip((1, -1), at, strict=False)]
        fourth = combine(eq(one**4, 0), [(first * second / 2, product), *ends])
        zero.append(vanishes_with_its_square(one, vanishes_with_its_square(one**2, fourth)))
    return combine(claim.states[0], [(cos(r), zero[0]), (sin(r), zero[1])])


AROUND = {p: (1, 0, 0), V: (0, 1, 0), x: (0, 0, 1), c: 0, r: 0}


def on_the_equator() -> list[Theorem]:
    """0² = 0."""
    return [generalize(identity(eq(0 * s, 0)), [s])]


fails_as(ONLY_THE_EQUATOR,
    ("constant", eq(ONLY_THE_EQUATOR.states[0].lhs, 1), "The circle lies at the height 1.", AROUND, on_the_equator),
)  # fmt: skip


fails_without(ONLY_THE_EQUATOR, (LEVEL, "The loss need not be constant.", {p: (1, 0), V: (0, 1), x: (1, 0), r: 0}))


@ONLY_THE_EQUATOR.mutant("hypothesis", at={p: (1, 0), V: (0, 1), x: (1, 1), r: 0, c: 1})
def at_quarters(claim: Claim) -> Claim:
    """The loss need only be the same at the four points ±p and ±V."""
    quarters = [eq(Inner(circle(n * pi / 2), x) ** 2, c) for n in range(4)]
    return claim.replace(given=quarters)
