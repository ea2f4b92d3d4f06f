"""Before (17): the Jacobian of φ⁻¹ at φ(a) inverts that of φ at a, from both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Lambda, exp, log

from proofs.general_additive.duality import DEFINED, INVERSE, SMOOTH, P, Q, transfer
from verify.audit import (
    Claim, Hessian, Inner, Theorem, at, cite, combine, eq, fails_as, fails_without, follows, forall, ge, generalize,
    identity, in_domain, instantiate, partial, real, vectors,
)  # fmt: skip
from verify.axioms import DEFINITE, SLOPE_AT_THE_END

r, s = real("r s")
a, u, v = vectors("a u v")
NEAR = [ge(s, 0), ge(1, s)]


def moved(s: Any) -> Expr:
    """The output φ(a) + su."""
    return transfer(a) + s * u


NEARBY = forall(s, in_domain(Q, moved(s)), NEAR)
ONTO = forall(s, eq(transfer(Q.gradient(moved(s))), moved(s)), NEAR)


def forwards(direction: Any) -> Expr:
    """Dφ(a) applied to a direction."""
    return Hessian(P.head, a, direction)


def backwards(direction: Any) -> Expr:
    """Dφ⁻¹(φ(a)) applied to a direction."""
    return Hessian(Q.head, transfer(a), direction)


INVERSES = Claim(
    "general_additive/inverse-jacobian",
    at="before (17)",
    printed="the fact Dφ⁻¹(y) = (Dφ(a))⁻¹ for y = φ(a)",
    given=[SMOOTH, DEFINED, INVERSE, NEARBY, ONTO],
    states=[eq(backwards(forwards(v)), v), eq(forwards(backwards(u)), u)],
    reading=(
        "φ = ∇P on R^k, for any k, is differentiable, and its inverse φ⁻¹ = ∇Q on an open set that contains the range "
        "of φ: φ⁻¹(φ(v)) = v for all v, and φ(φ⁻¹(y)) = y for y = φ(a) + su, 0 ≤ s ≤ 1, which are in the range where "
        "it is open and u small enough. Both Jacobians are linear: Dφ⁻¹(φ(a))Dφ(a)v = v, and Dφ(a)Dφ⁻¹(φ(a))u = u."
    ),
)


def is_zero(rest: Any, gap: Any, facts: list[Any], inverse: Callable[[Any], list[Any]], at_zero: list[Any]) -> Theorem:
    """rest = 0, where ⟨rest, rest⟩ is the derivative at 0 of a gap that is 0 for 0 ≤ s ≤ 1 by an inverse."""
    found = []
    for sign in (1, -1):
        height = Lambda(s, sign * gap(s))
        start = identity(eq(height(0), 0), using=inverse(0), facts=facts)
        flat = identity(eq(height(s), 0), using=inverse(s), facts=facts)
        level = generalize(follows(ge(height(s), 0), flat), [s], NEAR)
        there = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): height}, [start, level])
        found.append(combine(ge(sign * Inner(rest, rest), 0), [(1, there)], using=at_zero, facts=facts))
    nothing = follows(eq(Inner(rest, rest), 0), Inner(rest, rest), found)
    return instantiate(cite(DEFINITE), {DEFINITE.conclusion.lhs: rest}, [nothing])


@INVERSES.proof
def derivative_of_the_identity(claim: Claim) -> list[Theorem]:
    """⟨φ⁻¹(φ(a + sv)) − a − sv, w⟩ is 0, and so is its derivative at s = 0, for every w; φ⁻¹ and φ likewise."""
    defined = [SMOOTH, DEFINED]
    first, second = claim.states
    there = Lambda(s, Inner(Q.gradient(transfer(a + s * v)) - a - s * v, first.lhs - v))
    left = is_zero(first.lhs - v, there, defined, lambda _: [INVERSE], [])
    back = Lambda(s, Inner(transfer(Q.gradient(moved(s))) - moved(s), second.lhs - u))
    right = is_zero(second.lhs - u, back, [*defined, NEARBY], lambda place: [at(ONTO, place)], [INVERSE])
    return [identity(first, using=[left]), identity(second, using=[right])]


EXPONENTIAL = {P: Lambda(r, exp(r)), Q: Lambda(r, r * log(r) - r), a: (0,), u: (1,), v: (1,)}
OPPOSITE = {P: Lambda(r, r**2 / 2), Q: Lambda(r, -(r**2) / 2), a: (0,), u: (1,), v: (1,)}


def near_one() -> list[Theorem]:
    """e^{ln(1 + s)} = 1 + s."""
    return [generalize(identity(eq(exp(log(1 + s)), 1 + s), facts=NEAR), [s], NEAR)]


fails_as(INVERSES,
    ("constant", [eq(INVERSES.states[0].lhs, 2 * v), INVERSES.states[1]], "Dφ⁻¹Dφ = 2.", EXPONENTIAL, near_one),
    ("sign", [INVERSES.states[0], eq(INVERSES.states[1].lhs, -u)], "DφDφ⁻¹ = −1.", EXPONENTIAL, near_one),
)  # fmt: skip


fails_without(INVERSES, ((INVERSE, ONTO), "∇Q need not invert ∇P.", OPPOSITE))
