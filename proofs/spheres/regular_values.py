"""Definition 1: the regular values of the model on the sphere, all but those at its poles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Rational

from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.exists import ANYTHING, NOTHING_EXISTS, exists
from verify.language.terms import Deriv, Inner, eq, ge, gt, ne, real, vectors
from verify.lemmas import product_with_null

s, y, k, r = real("s y k r")
p, x, V, U = vectors("p x V U")


def residual(p: Any) -> Expr:
    """y − f_p(x) = y − ⟨p, x⟩, the number λ of the generalised solution set S(λ) that p is in."""
    return y - Inner(p, x)


def tangential(p: Any) -> Expr:
    """x − ⟨p, x⟩p: the gradient of f at p on the sphere."""
    return x - Inner(p, x) * p


UNIT, TANGENT = eq(Inner(p, p), 1), eq(Inner(p, V), 0)

level, value = real("λ r")
IN_LEVEL, INSIDE = eq(level, residual(p)), ne((y - level) ** 2, Inner(x, x))


def leads_to(U: Any) -> list[Any]:
    """U is tangent at p, and dg(U) = r."""
    return [eq(Inner(U, p), 0), eq(Deriv(residual(p + s * U), s, 0), value)]


REGULAR = Claim(
    "spheres/regular-values",
    at="Definition 1",
    says="on the sphere, with f_p(x) = ⟨p, x⟩, λ is a regular value where |y − λ| ≠ ‖x‖",
    given=[UNIT, IN_LEVEL, INSIDE],
    states=exists(U, leads_to(U)),
    reading=(
        "p is any point of S(λ) on the sphere, and r any real number: dg maps a tangent vector U at p to r, so that it "
        "is onto R. As g(p) = y − ⟨p, x⟩ is affine, dg(U) is its slope along p + sU. With ‖x‖ = 1 and y = 0, the "
        "condition is that λ is neither 1 nor −1. (Beyond, S(λ) is empty and every λ is regular for want of points.)"
    ),
)

IRREGULAR = Claim(
    "spheres/regular-values-poles",
    at="Definition 1",
    says="λ is a regular value if dg_t is surjective at any p in the preimage of λ (the others: |y − λ| = ‖x‖)",
    given=[UNIT, eq(Inner(p, x) ** 2, Inner(x, x)), TANGENT],
    states=eq(Inner(V, x), 0),
    reading="Where ⟨p, x⟩² = ‖x‖² the differential of g vanishes on every tangent vector V: λ is not regular.",
)


@REGULAR.proof
def length_of_the_gradient(claim: Claim) -> Theorem:
    """U = −r(x − ⟨p, x⟩p)/(‖x‖² − ⟨p, x⟩²); the denominator is ‖x − ⟨p, x⟩p‖², and not 0."""
    unit, here, apart = ([f for f in claim.given if f == g] for g in (UNIT, IN_LEVEL, INSIDE))
    gap, shown = Inner(x, x) - Inner(p, x) ** 2, Inner(x, x) - (y - level) ** 2
    not_negative = combine(ge(shown, 0), [(1, Inner(tangential(p), tangential(p)))], using=[*unit, *here])
    positive = combine(gt(shown, 0), [(1, shown)], facts=[not_negative, *apart])
    long = combine(gt(gap, 0), [(1, positive)], using=here)
    onto = -value * tangential(p) / gap
    met = [identity(f, using=using, facts=[long]) for f, using in zip(leads_to(onto), (unit, unit), strict=True)]
    promise = [assume(f) for f in claim.given if f not in (UNIT, IN_LEVEL, INSIDE)]
    return instantiate(promise[0], [onto], [*met, long])


AT_THE_POLE = {p: 1, x: 1, y: 0, level: -1, value: 1, **NOTHING_EXISTS}


def only_zero_is_tangent(along: int) -> Callable[[], list[Theorem]]:
    """On the line U p = 0 says U = 0, so that the slope is 0, and not 1: `along` is p."""
    tangent, slope = eq(k * along, 0), eq(-k, 1)
    never = combine(ge(-1, 0), [(Rational(1, along), assume(tangent)), (1, assume(slope))])
    return lambda: [generalize(never, [k], [tangent, slope])]


@REGULAR.instance
def across() -> tuple[dict[Any, Any], list[Theorem]]:
    """p = (1, 0), x = (3/5, 4/5), y = 0: λ = −3/5."""
    at = {p: (1, 0), x: (Rational(3, 5), Rational(4, 5)), y: 0, level: -Rational(3, 5), value: 1, ANYTHING: 0}
    first, second = eq(r, 0), eq(-Rational(3, 5) * r - Rational(4, 5) * k, 1)
    return at, [generalize(combine(ge(0, 0), []), [r, k], [first, second])]


fails_without(REGULAR,
    (INSIDE, "|y − λ| may be ‖x‖.", AT_THE_POLE, only_zero_is_tangent(1)),
    (UNIT, "p need not be a unit vector.", {**AT_THE_POLE, p: 2, level: -2}, only_zero_is_tangent(2)),
    (IN_LEVEL, "p need not be in S(λ).", {**AT_THE_POLE, level: 0}, only_zero_is_tangent(1)),
)  # fmt: skip


@REGULAR.mutant("constant", at=AT_THE_POLE, discharge=only_zero_is_tangent(1))
def from_the_equator_on(claim: Claim) -> Claim:
    """|y − λ| ≠ 0 in the place of ‖x‖."""
    return claim.replace(given=[ne((y - level) ** 2, 0) if f == INSIDE else f for f in claim.given])


@REGULAR.mutant("sign", at=AT_THE_POLE, discharge=only_zero_is_tangent(1))
def opposite_condition(claim: Claim) -> Claim:
    """(y − λ)² ≠ −‖x‖²."""
    return claim.replace(given=[ne((y - level) ** 2, -Inner(x, x)) if f == INSIDE else f for f in claim.given])


@IRREGULAR.proof
def no_tangential_part(claim: Claim) -> Theorem:
    """x − ⟨p, x⟩p has length 0."""
    unit = [f for f in claim.given if f == UNIT]
    pole = [(-1, assume(f)) for f in claim.given if f.op == "=" and f not in (UNIT, TANGENT)]
    square = combine(eq(Inner(tangential(p), tangential(p)), 0), pole, using=unit)
    part = product_with_null(V, tangential(p), square)
    tangent = [(Inner(p, x), assume(f)) for f in claim.given if f == TANGENT]
    return combine(claim.states[0], [(1, part), *tangent])


fails_without(IRREGULAR,
    (IRREGULAR.given[1], "p may be any point of the sphere.", {p: (1, 0), x: (0, 1), V: (0, 1)}),
    (TANGENT, "V need not be tangent.", {p: 1, x: 1, V: 1}),
)  # fmt: skip


fails_as(IRREGULAR, ("constant", eq(Inner(V, x), 1), "The differential is 1.", {p: (1, 0), x: (1, 0), V: (0, 1)}))
