"""Update (5): the Widrow–Hoff update of the parameters θ = f(w) of a link function f."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, exp, log

from numeric.learners.link_function import reparametrised_update
from numeric.manifolds import Log
from numeric.reference import link_function as reference
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import (
    EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, family, field, forall, integer, positive, real, vectors,
)  # fmt: skip

s, q = real("s q")
eta = positive("η")
w, u, v, transposed = vectors("w u v g")
L = field("L")


def jacobian(u: Any) -> Vec:
    """Df(w)u."""
    return Vec(VecHead("Df"), EUCLIDEAN, u)


def curve(s: Any) -> Vec:
    """The weights f⁻¹(f(w) + sv)."""
    return Vec(VecHead("c"), EUCLIDEAN, s)


VELOCITY = Deriv(curve(q), q, 0)


STARTS = eq(curve(0), w)
MOVES = eq(jacobian(VELOCITY), v)
TRANSPOSED = forall(u, eq(Inner(jacobian(u), transposed), Inner(u, L.gradient(w))))

i, n = integer("i n")
weight, partial_of = family("p", positive=True), family("∂L")


def logarithmic(i: Any) -> Expr:
    """pⁱ e^{−η pⁱ ∂ᵢL}, the update (5) for the link fⁱ(p) = ln pⁱ of positive weights p."""
    return weight(i) * exp(-eta * weight(i) * partial_of(i))


SLOPE = Deriv(log(q), q, weight(i))

LINK_UPDATE = Claim(
    "geometric_view/link-update",
    at="(5)",
    printed="f(w_{t+1}) = f(w_t) − η Df(w_t)^{−T} ∂L_t(w_t)",
    given=[STARTS, MOVES, TRANSPOSED],
    states=[
        eq(Deriv(L(curve(s)), s, 0), Inner(transposed, v)),
        eq(SLOPE * (log(logarithmic(i)) - log(weight(i))), -eta * partial_of(i)),
    ],
    reading=(
        "The Widrow–Hoff update with respect to θ = f(w) goes down the gradient of θ ↦ L(f⁻¹(θ)). That this gradient "
        "at f(w) is g = Df(w)^{−T}∂L(w), the vector with Dfᵀg = ∂L, that is ⟨Df u, g⟩ = ⟨u, ∂L⟩ for all u: its product "
        "with every v is the derivative of L along c(s) = f⁻¹(f(w) + sv), for which c(0) = w and Df(w)c′(0) = v. L is "
        "differentiable, f has an invertible differential, any dimension. The right-hand side of (5) must be a value "
        "of f. For the componentwise logarithm, where Df is diagonal with 1/pⁱ "
        "at the weights p, (5) gives pⁱe^{−ηpⁱ∂ᵢL}."
    ),
)


@LINK_UPDATE.proof
def chain_rule(claim: Claim) -> list[Theorem]:
    """⟨∂L, c′⟩ = ⟨Dfᵀg, c′⟩ = ⟨g, Df c′⟩ = ⟨g, v⟩."""
    starts = [h for h in claim.given if h == STARTS]
    moves = [h for h in claim.given if h == MOVES]
    turned = [instantiate(assume(h), [VELOCITY]) for h in claim.given if h == TRANSPOSED]
    slope = identity(eq(Deriv(L(curve(s)), s, 0), Inner(L.gradient(w), VELOCITY)), using=starts)
    ends = [combine(eq(Inner(v, transposed), Inner(VELOCITY, L.gradient(w))), [(1, h)], using=moves) for h in turned]
    chain, example = claim.states
    return [combine(chain, [(1, slope), *((-1, h) for h in ends)]), identity(example)]


r = real("r")
SCALED = {
    VecHead("Df"): Lambda(r, 2 * r),
    VecHead("c"): Lambda(r, 1 + r / 2),
    w: 1,
    v: 1,
    VecHead("g"): 1,
    L: Lambda(r, r**2),
    weight: Lambda(i, 1),
    partial_of: Lambda(i, 1),
    i: 1,
    eta: 1,
}
"""f(w) = 2w, L(w) = w², w = 1: ∂L = 2 and Df^{−T}∂L = 1."""


def twice() -> list[Theorem]:
    """⟨2u, 1⟩ = ⟨u, 2⟩."""
    return [generalize(identity(eq(2 * r * 1, r * 2)), [r])]


fails_as(LINK_UPDATE,
    ("constant", [eq(LINK_UPDATE.states[0].lhs, 2 * LINK_UPDATE.states[0].rhs), LINK_UPDATE.states[1]],
        "Twice the product.", SCALED, twice),
    ("sign", [LINK_UPDATE.states[0], eq(LINK_UPDATE.states[1].lhs, eta * partial_of(i))], "+η for the logarithm.",
        SCALED, twice),
)  # fmt: skip


def five_times() -> list[Theorem]:
    """∂L(5) = 10 and Df^{−T}∂L = 5."""
    return [generalize(identity(eq(2 * r * 5, r * 10)), [r])]


fails_without(LINK_UPDATE,
    (STARTS, "c need not start at w.", SCALED | {w: 5, VecHead("g"): 5}, five_times),
    (MOVES, "c need not leave with Df c′(0) = v.", SCALED | {v: 3}, twice),
    (TRANSPOSED, "g may be ∂L itself.", SCALED | {VecHead("g"): 2}),
)  # fmt: skip


def _steps() -> list[tuple[Any, Any]]:
    """Positive weights and partial derivatives."""
    rng = np.random.default_rng(47)
    return [(np.exp(rng.standard_normal(m)), rng.standard_normal(m)) for m in (1, 3, 20) for _ in range(4)]


RATE = 0.375


def _by_formula(step: Any) -> list[Any]:
    at = {weight: [mp.mpf(c) for c in step[0]], partial_of: [mp.mpf(c) for c in step[1]], eta: RATE}
    return [value(logarithmic(i), {**at, i: k + 1}) for k in range(len(step[0]))]


@LINK_UPDATE.conformance
def code_follows_the_update() -> Iterator[Conformance]:
    """The update (5) through the logarithm, and its reference, whose Df is taken by differences."""
    return conformance(
        _steps(),
        formula=_by_formula,
        code=lambda step: reparametrised_update(Log(), step[0], step[1], RATE),
        reference=lambda step: reference.reparametrised_update("log", step[0], step[1], mp.mpf(RATE)),
        ulps=8.0,
    )
