"""After Corollary 5: the canonical link of any exponential family keeps Fisher's metric, the Hessian of P."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, exp, log

from proofs.geometric_view.canonical_links import a, curve, s, theta, u, v
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Deriv, Hessian, Inner, VecHead, eq, field, forall, real, vector

P = field("P")


def fisher(u: Any, v: Any) -> Expr:
    """Fisher's metric at θ, the second derivative of the cumulant function."""
    return Inner(Hessian(P.head, theta, u), v)


STARTS = eq(curve(0), theta)
MOVES = forall(v, eq(Deriv(Inner(P.gradient(curve(s)), v), s, 0), Inner(a, v)))
PUSHED = eq(a, Hessian(P.head, theta, u))
velocity = Deriv(curve(s), s, 0)

EVERY = Claim(
    "geometric_view/canonical-links-every-family",
    at="after Corollary 5",
    says="The canonical link of an exponential family on any outcomes keeps the lengths of Fisher's metric",
    given=[STARTS, MOVES, PUSHED],
    states=eq(fisher(velocity, velocity), fisher(u, u)),
    where={vector("c′"): velocity},
    rests_on=["geometric_view/canonical-links"],
    reading=(
        "For a family of densities e^{⟨θ, T⟩ − P(θ)} on any outcomes, normal, Poisson or other ones: the canonical "
        "link is θ ↦ μ(θ) = ∇P(θ), and Fisher's metric at θ is the second derivative of P, written D∇P (E. L. "
        "Lehmann, G. Casella, Theory of Point Estimation, 2nd ed., Springer 1998, Sections 1.5 and 2.5); for "
        "finitely many outcomes both are computed in geometric_view/canonical-links. a is the image of u under the "
        "link, and c(s) are natural parameters of a curve of expectation parameters with velocity a: then c′ = c′(0) "
        "is as long as u. Only values of P near θ matter, so that it may be taken to be smooth on all of Rᵏ."
    ),
)


@EVERY.proof
def symmetric(claim: Claim) -> Theorem:
    """⟨Hc′, v⟩ = ⟨a, v⟩ = ⟨Hu, v⟩ for all v, at v = c′ and v = u; and H is symmetric."""
    both = velocity + u
    starts, pushed = ([h for h in claim.given if h == g] for g in (STARTS, PUSHED))
    moves = [instantiate(assume(h), [both]) for h in claim.given if h == MOVES]
    along = Deriv(Inner(P.gradient(curve(s)), both), s, 0)
    slope = identity(eq(along, fisher(velocity, both)), using=starts)
    return combine(claim.states[0], [(-1, slope), *((1, h) for h in moves)], using=pushed)


r = real("r")
STRAIGHT: dict[Any, Any] = {P: Lambda(r, exp(r)), theta: 0, u: 1, a: 1, VecHead("c"): Lambda(s, s)}
"""The Poisson family, P(θ) = e^θ, at θ = 0, where μ = 1 and μ′ = 1."""


def moves(rate: Any = 1, slope: Any = 1) -> list[Theorem]:
    """d/ds e^{rate·s}v = slope·v at s = 0."""
    return [generalize(identity(eq(Deriv(exp(rate * s) * r, s, 0), slope * r)), [r])]


fails_as(EVERY,
    ("constant", eq(EVERY.states[0].lhs, 2 * EVERY.states[0].rhs), "Twice Fisher's metric.", STRAIGHT, moves),
    ("sign", eq(EVERY.states[0].lhs, -EVERY.states[0].rhs), "Minus Fisher's metric.", STRAIGHT, moves),
)  # fmt: skip


fails_without(EVERY,
    (MOVES, "c need not have those expectation parameters.", STRAIGHT | {VecHead("c"): Lambda(s, 5 * s)}),
    (PUSHED, "a need not be the image of u.", STRAIGHT | {u: 2}, moves),
    (STARTS, "c need not start at θ.", STRAIGHT | {theta: log(2), a: 2, VecHead("c"): Lambda(s, 2 * s)},
        lambda: moves(2, 2)),
)  # fmt: skip
