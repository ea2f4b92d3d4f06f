"""The identity transfer function: half the squared distance, which decouples into one problem an output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Sum

from numeric.matching import Identity
from numeric.reference import matching as reference
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, assume, at, combine, eq, fails_as, fails_without, family, follows,
    forall, ge, generalize, holds_at, identity, induct, instantiate, integer, real, telescope, vectors,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Vec, VecHead

s = real("s")
t, j, k, length = integer("t j k ℓ")
a, b, v = vectors("a â v")


def potential(a: Any) -> Expr:
    """P(a) = ‖a‖²/2."""
    return Inner(a, a) / 2


def divergence(P: Callable[[Any], Expr], b: Any, a: Any) -> Expr:
    """P(â) − P(a) − ⟨â − a, ∇P(a)⟩ (2), the last term as the derivative of P at a along â − a."""
    return P(b) - P(a) - Deriv(P(a + s * (b - a)), s, 0)


IDENTITY_LOSS = Claim(
    "general_additive/identity-loss",
    at="section 1, after (3)",
    printed=(
        "For the identity function φ(a) = a, the potential function is given by P_φ(a) = ‖a‖₂²/2, and the "
        "matching loss is the squared Euclidean distance L_φ(y, ŷ) = ‖y − ŷ‖₂²/2"
    ),
    given=[],
    states=[
        eq(Deriv(potential(a + s * v), s, 0), Inner(a, v)),
        eq(divergence(potential, b, a), Inner(a - b, a - b) / 2),
    ],
    reading="On R^k for every k; y = a and ŷ = â. The derivative of P at a along every v is ⟨a, v⟩, so ∇P(a) = a.",
)


@IDENTITY_LOSS.proof
def expand_the_squares(claim: Claim) -> list[Theorem]:
    """Both are identities of inner products."""
    return [identity(f) for f in claim.states]


PLANE = {a: (1, 0), b: (0, 1), v: (1, 2)}


fails_as(IDENTITY_LOSS,
    ("constant", [IDENTITY_LOSS.states[0], eq(divergence(potential, b, a), Inner(a - b, a - b))], "‖y − ŷ‖².", PLANE),
    ("sign", [eq(IDENTITY_LOSS.states[0].lhs, -IDENTITY_LOSS.states[0].rhs), IDENTITY_LOSS.states[1]],
        "‖y + ŷ‖²/2 at (1, 1) and (0, 1).", PLANE),
)  # fmt: skip


@IDENTITY_LOSS.conformance
def code_follows_half_the_square() -> Iterator[Conformance]:
    """The loss of 1 to 20 outputs, summed, against ‖y − ŷ‖²/2."""
    rng = np.random.default_rng(1)
    points = [(rng.normal(0, 3, n).tolist(), rng.normal(0, 3, n).tolist()) for n in (1, 3, 20) for _ in range(4)]
    return conformance(
        points,
        formula=lambda pair: value(Inner(a - b, a - b) / 2, {a: pair[0], b: pair[1]}),
        code=lambda pair: float(np.sum(Identity().matching_loss(*pair))),
        reference=lambda pair: mp.fsum(reference.matching_loss("identity", *both) for both in zip(*pair, strict=True)),
        ulps=8.0,
    )


# --- k independent problems ----------------------------------------------------------------------------------------


def row(name: str) -> Callable[[Any], Vec]:
    """The rows of a weight matrix."""
    return lambda j: Vec(VecHead(name), EUCLIDEAN, j)


omega, best, x = row("ω"), row("ω⋆"), row("x")
w = vectors("w v")[0]
y = family("y")


def one_output(weights: Any, j: Any) -> Expr:
    """Σ_t (y_{t,j} − ω·x_t)²/2, the loss of the one-dimensional problem of output j."""
    return Sum((y(t, j) - Inner(weights, x(t))) ** 2 / 2, (t, 1, length))


def all_outputs(rows: Callable[[Any], Any]) -> Expr:
    """Σ_t ‖y_t − Ωx_t‖²/2."""
    return Sum(Sum((y(t, j) - Inner(rows(j), x(t))) ** 2 / 2, (j, 1, k)), (t, 1, length))


SEPARATELY = forall([j, w], ge(one_output(w, j), one_output(best(j), j)), [ge(j, 1), ge(k, j)])

DECOUPLING = Claim(
    "general_additive/identity-loss-decouples",
    at="section 1, after (3)",
    printed=(
        "the linear regression problem with k-dimensional outputs decomposes into k independent problems with "
        "one-dimensional output"
    ),
    given=[SEPARATELY, ge(length, 0)],
    states=[
        eq(all_outputs(omega), Sum(one_output(omega(j), j), (j, 1, k))),
        ge(all_outputs(omega), all_outputs(best)),
    ],
    reading=(
        "For all k and ℓ: the loss of Ω on the trials is the sum of the losses of its rows ω_j, each on its output, "
        "and rows that minimise their own losses make a matrix that minimises the whole."
    ),
)


term = family("f")


def sums_exchange() -> Theorem:
    """Σ_t Σ_j f(t, j) = Σ_j Σ_t f(t, j), by induction on the number of trials."""
    goal = eq(Sum(Sum(term(t, j), (j, 1, k)), (t, 1, length)), Sum(Sum(term(t, j), (t, 1, length)), (j, 1, k)))
    base = identity(eq(*(side.subs(length, 0) for side in (goal.lhs, goal.rhs))))
    after = eq(*(side.subs(length, length + 1) for side in (goal.lhs, goal.rhs)))
    step = follows(after, goal, ge(length, 0))
    return induct(base, step, goal, length, 0)


@DECOUPLING.proof
def exchange_the_sums(claim: Claim) -> list[Theorem]:
    """Finite sums are exchanged; then the rows are compared one by one."""
    decomposed, minimal = claim.states
    sizes = [assume(f) for f in claim.given if f != SEPARATELY]
    sums = sums_exchange()

    def loss(rows: Callable[[Any], Any]) -> Theorem:
        summand = Lambda((t, j), (y(t, j) - Inner(rows(j), x(t))) ** 2 / 2)
        return instantiate(sums, {term: summand}, discharge=sizes)

    rows = [at(SEPARATELY, j, omega(j))]
    added = [(1, telescope(r, j, 1, k)) for r in rows]
    first = loss(omega)
    return [
        follows(decomposed, first),
        combine(minimal, [(1, first), (-1, loss(best)), *added]),
    ]


LINE = {
    k: 1,
    length: 1,
    omega(j).args[0]: Lambda(j, 1),
    best(j).args[0]: Lambda(j, 0),
    x(t).args[0]: Lambda(t, 1),
    y: Lambda((t, j), 0),
}


def zero_is_best() -> list[Theorem]:
    """(0 − w)²/2 ≥ 0."""
    z = real("w")
    return [generalize(combine(ge(z**2 / 2, 0), [(1, z**2 / 2)]), [j, z], [ge(j, 1), ge(1, j)])]


fails_without(DECOUPLING,
    (SEPARATELY, "The rows need not minimise their own losses.",
        {**LINE, omega(j).args[0]: Lambda(j, 0), best(j).args[0]: Lambda(j, 1)}),
)  # fmt: skip


fails_as(DECOUPLING,
    ("constant", {DECOUPLING.states[0]: eq(DECOUPLING.states[0].lhs, 2 * DECOUPLING.states[0].rhs)},
        "Twice the sum of the parts.", LINE, zero_is_best),
    ("sign", {DECOUPLING.states[1]: ge(DECOUPLING.states[1].rhs, DECOUPLING.states[1].lhs)},
        "The rows make a matrix with the largest loss.", LINE, zero_is_best),
)  # fmt: skip


NOISY = {
    k: 2,
    length: 2,
    omega(j).args[0]: Lambda(j, j),
    best(j).args[0]: Lambda(j, j),
    x(t).args[0]: Lambda(t, 1),
    y: Lambda((t, j), j + 2 * t - 3),
}
"""Two trials with x = 1, in which y_j is j − 1 and j + 1: the best rows are ω⋆_j = j, and lose 1 each."""


def means_are_best() -> list[Theorem]:
    """Σ_t (y_{t,j} − w)²/2 = 1 + (j − w)²."""
    z, outputs = real("w"), [ge(j, 1), ge(2, j)]

    def lost(weight: Any) -> Expr:
        return Sum((j + 2 * t - 3 - weight) ** 2 / 2, (t, 1, 2))

    return [generalize(combine(ge(lost(z), lost(j)), [(1, (j - z) ** 2)]), [j, z], outputs)]


holds_at(DECOUPLING, ("Ω = Ω⋆, where no weights are without loss.", NOISY, means_are_best))
