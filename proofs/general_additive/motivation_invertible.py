"""Section 3: for invertible ψ and φ the solution of (22) minimises U (21), and (23) a U with the loss made linear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, KroneckerDelta, Lambda, Rational, Sum

from numeric.learners.implicit import implicit_update
from numeric.learners.losses import SquaredLoss
from numeric.manifolds import Euclidean
from numeric.reference import implicit as reference
from proofs.general_additive._line import BASIS
from proofs.general_additive.algorithm import CONVEX, OUTPUTS, ROW, STANDARD_BASIS, Phi, e, eta, family, j, k, rows
from proofs.general_additive.divergence import divergence
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, assume, at, combine, eq, fails_as, fails_without, follows, forall,
    function, ge, generalize, holds_at, identity, in_domain, instantiate, integer, le, partial, real, telescope,
    vectors,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Vec, VecHead

p, r, s, u = real("p r s u")
q = integer("q")
x, v, w, z = vectors("x v w z")
weight, new, other = family("ω"), family("ω̃"), family("ω̂")
Q = partial("Q")
"""The potential of ψ⁻¹, on the range of ψ."""


def output(name: str) -> Vec:
    """A vector of R^k."""
    return Vec(VecHead(name), OUTPUTS)


desired, present, activation, elsewhere, FIRST, SECOND = map(output, ("a", "â", "ã", "b", "u", "v"))


def miss(at: Any, j: Any) -> Expr:
    """φ_j − y_j at these activations."""
    return Inner(Phi.gradient(at) - Phi.gradient(desired), e(j))


def moved(row: Any) -> Expr:
    """Δ_{ψ⁻¹}(Ω̃, Ω), summed over the rows."""
    return rows(divergence(Q, row(j), weight(j)))


def goal(row: Any, at: Any) -> Expr:
    """U (21): Δ_{ψ⁻¹}(Ω̃, Ω) + ηΔ_φ(Ω̃x, φ⁻¹(y)), for weights and their activation."""
    return moved(row) + eta * divergence(Phi, at, desired)


def linear_goal(row: Any, at: Any) -> Expr:
    """U with the loss replaced by its tangent at the present weights, whose activation is â."""
    tangent = Inner(Phi.gradient(present) - Phi.gradient(desired), at - present)
    return moved(row) + eta * (divergence(Phi, present, desired) + tangent)


def nudged(j: Any) -> Expr:
    """The weights, with sv added to row q."""
    return new(j) + KroneckerDelta(j, q) * s * v


def solution(at: Any) -> Any:
    """ψ⁻¹(ω̃_j) = ψ⁻¹(ω_j) − η(φ_j − y_j)x: (22) for the new activation, (23) for the old one."""
    return forall(j, eq(Q.gradient(new(j)), Q.gradient(weight(j)) - eta * miss(at, j) * x), ROW)


def activates(row: Any, at: Any) -> Any:
    """The activation of these weights is Ωx."""
    return forall(j, eq(Inner(at, e(j)), Inner(row(j), x)), ROW)


U = function("U")
NAMES = {
    function("Δ_φ")(FIRST, SECOND): divergence(Phi, FIRST, SECOND),
    function("Δ_{ψ⁻¹}")(w, z): divergence(Q, w, z),
}
"""What the divergences are called where statements are shown."""

DEFINED = [forall(j, in_domain(Q, row(j)), ROW) for row in (weight, new, other)]
CONVEX_INVERSE = forall([w, z], ge(Q(w), Q(z) + Inner(w - z, Q.gradient(z))), [in_domain(Q, w), in_domain(Q, z)])
READING = (
    "ψ⁻¹ = ∇Q on the range of ψ, an open set, and φ = ∇Φ on R^k; y = φ(a), and L_φ(y, φ(ã)) = Δ_φ(ã, a) by (18), "
    "general_additive/duality. ω_j, ω̃_j and ω̂_j are the k rows of the weights Ω before, Ω̃ after the update and of any "
    "others in the range of ψ, with the activations â = Ωx, ã = Ω̃x and b = Ω̂x; e is the standard basis of R^k. "
)

GRADIENT = Claim(
    "general_additive/motivation-invertible",
    at="(21), (22)",
    printed="∇_{ω̃_j}U(Ω̃) = ψ⁻¹(ω̃_j) − ψ⁻¹(ω_j) + η(φ_j(Ω̃x) − y_j)x, zero when θ̃_j = θ_j − η(φ_j(Ω̃x) − y_j)x",
    given=[*DEFINED[:2], ge(q, 1), ge(k, q)],
    where={U(s): goal(nudged, activation + s * Inner(v, x) * e(q)), **NAMES},
    states=[
        eq(
            Deriv(U(s), s, 0),
            Inner(Q.gradient(new(q)) - Q.gradient(weight(q)) + eta * miss(activation, q) * x, v),
        )
    ],
    rests_on=["general_additive/gradient", "general_additive/duality"],
    reading=(
        READING + "Moving row q by sv moves ã by s⟨v, x⟩e_q. The gradient in row q is read as in "
        "general_additive/gradient; with θ = ψ⁻¹(ω) it is zero exactly when (22) holds for that row."
    ),
)

MINIMUM = Claim(
    "general_additive/motivation-minimum",
    at="(21), (22)",
    printed="U is convex and we can minimize it by setting its derivatives to zero",
    given=[
        *DEFINED,
        CONVEX_INVERSE,
        CONVEX,
        STANDARD_BASIS,
        activates(new, activation),
        activates(other, elsewhere),
        solution(activation),
    ],
    where=NAMES,
    states=ge(goal(other, elsewhere), goal(new, activation)),
    rests_on=["general_additive/motivation-invertible"],
    reading=(
        READING + "Q and Φ are convex: above their tangents (for Q between points of the range of ψ, which is Δ_ψ ≥ 0; "
        "the range need not be convex). Weights that solve (22) have the least U of all. That (22) has a solution is "
        "not claimed."
    ),
)

APPROXIMATION = Claim(
    "general_additive/motivation-approximation",
    at="(23)",
    printed="as an approximate solution to the minimization problem we get θ̃_j = θ_j − η(ŷ_j − y_j)x",
    given=[
        *DEFINED,
        CONVEX_INVERSE,
        STANDARD_BASIS,
        activates(weight, present),
        activates(new, activation),
        activates(other, elsewhere),
        solution(present),
    ],
    idle={activates(weight, present): "it says what the present activation is; its loss is compared by value"},
    where=NAMES,
    states=ge(linear_goal(other, elsewhere), linear_goal(new, activation)),
    rests_on=["general_additive/motivation-minimum"],
    reading=(
        READING + "In what sense (23) is approximate: it is the exact solution where the loss is replaced by its "
        "tangent at the present weights. How near the two solutions are is not claimed in the text."
    ),
)


@GRADIENT.proof
def only_one_row_moves(claim: Claim) -> Theorem:
    """(3) for ψ⁻¹ and for φ."""
    return identity(claim.states[0], facts=list(claim.given))


def by_rows(claim: Claim, at: Any) -> list[tuple[Any, Theorem]]:
    """Σ_j (Δ(ω̂_j, ω_j) − Δ(ω̃_j, ω_j)) ≥ −η⟨φ − y, b − ã⟩, with φ at the activation that solves for Ω̃."""
    given = list(claim.given)
    inside = [instantiate(assume(f), [j]) for f in given if f in DEFINED]
    rules = [
        instantiate(assume(f), [j]) for f in given if f in (activates(new, activation), activates(other, elsewhere))
    ]
    solved = [instantiate(assume(f), [j], inside) for f in given if f == solution(at)]
    convex = [instantiate(assume(f), [other(j), new(j)], inside) for f in given if f == CONVEX_INVERSE]
    gap = divergence(Q, other(j), weight(j)) - divergence(Q, new(j), weight(j))
    row = follows(
        ge(gap, -eta * miss(at, j) * (Inner(elsewhere, e(j)) - Inner(activation, e(j)))),
        convex,
        inside,
        using=[*solved, *rules],
    )
    pair = [Phi.gradient(at) - Phi.gradient(desired), elsewhere - activation]
    basis = [(eta, instantiate(assume(f), pair)) for f in given if f == STANDARD_BASIS]
    return [(1, telescope(row, j, 1, k)), *basis]


@MINIMUM.proof
def three_points_in_each_row(claim: Claim) -> Theorem:
    """Both parts of U lie above their tangents at Ω̃, which cancel by (22)."""
    convex = [(eta, at(CONVEX, elsewhere, activation))]
    return combine(claim.states[0], [*by_rows(claim, activation), *convex], facts=DEFINED)


@APPROXIMATION.proof
def the_same_without_the_loss(claim: Claim) -> Theorem:
    """The tangent of the loss is the same everywhere, so that only the rows count."""
    return combine(claim.states[0], by_rows(claim, present), facts=DEFINED)


# --- how each is decided -------------------------------------------------------------------------------------------


def case(inverse: Any, transfer: Any, *rows: Any, rate: Any = 1) -> dict[str, Any]:
    """One row, one input x = 1 and y = 0, for Q = inverse·ω²/2, Φ = transfer·a²/2, and ω, ω̃ and ω̂."""
    heads = [("ω", present), ("ω̃", activation), ("ω̂", elsewhere)]
    found = {Q: Lambda(r, inverse * r**2 / 2), Phi: Lambda(r, transfer * r**2 / 2), eta: rate, k: 1, q: 1, x: 1, v: 1}
    found |= {BASIS: Lambda(j, 1), desired: 0}
    for (name, there), value_at in zip(heads, rows, strict=True):
        found |= {VecHead(name): Lambda(j, value_at), there: value_at}
    return {"at": found, "discharge": lambda: _met(inverse, transfer, rows, rate)}


def _met(inverse: Any, transfer: Any, rows: Any, rate: Any) -> list[Theorem]:
    """The schemas that hold at such an instance."""
    before, after, _ = rows
    here = [ge(j, 1), ge(1, j)]
    equations: list[tuple[Any, ...]] = [(p * u, Sum(p * u, (j, 1, 1)), [p, u], [])]
    equations += [(value_at, value_at, [j], here) for value_at in rows]
    equations += [
        (inverse * after, inverse * before - rate * transfer * found, [j], here)
        for found in (before, after)
        if inverse * after == inverse * before - rate * transfer * found
    ]
    found = [generalize(identity(eq(a, b)), variables, given) for a, b, variables, given in equations]
    for factor in (inverse, transfer):
        if factor > 0:
            above = ge(factor * p**2 / 2, factor * u**2 / 2 + (p - u) * Deriv(factor * r**2 / 2, r, u))
            found.append(generalize(combine(above, [(Rational(factor) / 2, (p - u) ** 2)]), [p, u]))
    return found


HALF = Rational(1, 2)
SOLVED_ROW = case(1, 1, 1, HALF, 0)
"""ω = 1, ω̃ = ½ and ω̂ = 0: (22) holds with η = 1."""
UPDATED_ROW = case(1, 1, 1, 0, 1)
"""ω = 1, ω̃ = 0 and ω̂ = 1: (23) holds with η = 1."""
NEITHER = case(1, 1, 0, 1, 0)
"""ω = 0, ω̃ = 1 and ω̂ = 0."""


def moved_by(rate: Any) -> Any:
    """The gradient in a row, along v, with another rate than η."""
    return Inner(Q.gradient(new(q)) - Q.gradient(weight(q)) + rate * miss(activation, q) * x, v)


fails_as(GRADIENT,
    ("constant", eq(GRADIENT.states[0].lhs, moved_by(2 * eta)), "2η in place of η.", NEITHER),
    ("sign", eq(GRADIENT.states[0].lhs, moved_by(-eta)), "−η(φ_j − y_j)x.", NEITHER),
)  # fmt: skip


fails_as(MINIMUM, ("sign", le(MINIMUM.states[0].lhs, MINIMUM.states[0].rhs), "U(Ω̂) ≤ U(Ω̃).", SOLVED_ROW))


fails_without(MINIMUM,
    (solution(activation), "Ω̃ need not solve (22).", NEITHER),
    (CONVEX, "Φ need not be convex.", case(1, -2, 0, 0, 1)),
    (CONVEX_INVERSE, "Q need not be convex.", case(-1, 1, 0, 0, 1, rate=Rational(1, 4))),
)  # fmt: skip


fails_as(APPROXIMATION,
    ("sign", le(APPROXIMATION.states[0].lhs, APPROXIMATION.states[0].rhs), "At most, in place of at least.",
        UPDATED_ROW),
)  # fmt: skip


fails_without(APPROXIMATION, (solution(present), "Ω̃ need not be given by (23).", NEITHER))


AT_SOLVED, AT_UPDATED = case(1, 1, 1, HALF, HALF), case(1, 1, 1, HALF, HALF, rate=HALF)
holds_at(MINIMUM, ("Ω̂ = Ω̃ = ½ from ω = 1, with η = 1: U = ¼.", AT_SOLVED["at"], AT_SOLVED["discharge"]))
holds_at(APPROXIMATION, ("Ω̂ = Ω̃ = ½ from ω = 1, with η = ½: U = ⅛.", AT_UPDATED["at"], AT_UPDATED["discharge"]))


# --- the code ------------------------------------------------------------------------------------------------------

RATE = 0.25
y = real("y")
SOLVED = w - eta * (Inner(w, x) - y) / (1 + eta * Inner(x, x)) * x
"""The solution of (22) for ψ and φ the identity and one output."""

SOLVES = Claim(
    "general_additive/motivation-solved",
    at="(22)",
    says="for ψ and φ the identity (22) has a closed form (in the print, it does not quite give one, for any ψ and φ)",
    given=[],
    states=eq(SOLVED, w - eta * (Inner(SOLVED, x) - y) * x),
    rests_on=["general_additive/motivation-minimum"],
    reading=(
        "For ψ and φ the identity and one output (22) is linear and has a closed form: (23) with the rate η/(1 + "
        "η‖x‖²). Here θ is called w. For other ψ and φ nothing is claimed."
    ),
)


@SOLVES.proof
def shrink_the_error(claim: Claim) -> Theorem:
    """⟨ω̃, x⟩ − y = (⟨ω, x⟩ − y)/(1 + η‖x‖²)."""
    return identity(claim.states[0])


POINT = {w: 1, x: 1, y: 0, eta: 1}


FULL = w - eta * (Inner(w, x) - y) * x
"""(23)."""

fails_as(SOLVES,
    ("constant", eq(FULL, w - eta * (Inner(FULL, x) - y) * x), "(23) as the solution of (22).", POINT),
    ("sign", eq(SOLVED, w + eta * (Inner(SOLVED, x) - y) * x), "η in place of −η.", POINT),
)  # fmt: skip


def examples() -> list[tuple[Any, Any, float]]:
    """Weights, inputs and outcomes for 1 to 20 inputs."""
    rng = np.random.default_rng(22)
    return [(rng.normal(0, 1, n), rng.normal(0, 1, n), float(rng.normal())) for n in (1, 2, 5, 20) for _ in range(4)]


@SOLVES.conformance
def code_solves() -> Iterator[Conformance]:
    """The implicit update of the loss (y − ω·x)², whose rate is half of η, solves (22)."""
    return conformance(
        examples(),
        formula=lambda point: value(SOLVED, {w: point[0], x: point[1], y: point[2], eta: RATE}),
        code=lambda point: implicit_update(Euclidean(), SquaredLoss(), point[0], point[1], point[2], RATE / 2).point,
        reference=lambda point: reference.on_a_line(point[0], point[1], lambda a: a - mp.mpf(point[2]), RATE, 1000),
        ulps=8.0,
    )
