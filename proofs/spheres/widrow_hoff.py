"""Section 3.1: the Widrow–Hoff update is the gradient step (4) for the square loss (7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr

from numeric.learners.gradient_descent import lms_update
from numeric.reference import gradient_descent as reference
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, Inner, eq, forall, positive, real, vector, vectors

s, y = real("s y")
eta = positive("η")
p, x, v, g, q = vectors("p x v g q")


def square_loss(p: Any) -> Expr:
    """(⟨p, x⟩ − y)², (7)."""
    return (Inner(p, x) - y) ** 2


def widrow_hoff(p: Any) -> Any:
    """p − 2η(⟨p, x⟩ − y)x."""
    return p - 2 * eta * (Inner(p, x) - y) * x


PARTIALS = forall(v, eq(Deriv(square_loss(p + s * v), s, 0), Inner(g, v)))

WIDROW_HOFF = Claim(
    "spheres/widrow-hoff",
    at="(4), section 3.1",
    printed="p_{t+1} = p_t − η ∂_pL(p_t, (x_t, y_t)) … The Widrow-Hoff learning algorithm 4 takes the familiar form "
    "p_{t+1} = p_t − 2η(⟨p, x_t⟩ − y_t)x_t",
    given=[PARTIALS],
    states=eq(p - eta * g, widrow_hoff(p)),
    reading=(
        "g is the vector ∂_pL of partial derivatives of the loss (7) at p: its product with every v is the "
        "derivative along "
        "v. In every dimension; the p in the printed form is p_t."
    ),
)


def partial_derivatives(claim: Claim) -> list[Theorem]:
    """g = 2(⟨p, x⟩ − y)x: their difference has product 0 with every vector, so with itself."""
    found = []
    for schema in (f for f in claim.given if f == PARTIALS):
        rest = g - 2 * (Inner(p, x) - y) * x
        tested = instantiate(assume(schema), [rest])
        slope = identity(eq(Deriv(square_loss(p + s * rest), s, 0), Inner(2 * (Inner(p, x) - y) * x, rest)))
        square = combine(eq(Inner(rest, rest), 0), [(-1, tested), (1, slope)])
        zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square])
        found.append(identity(eq(g, 2 * (Inner(p, x) - y) * x), using=[zero]))
    return found


@WIDROW_HOFF.proof
def put_in(claim: Claim) -> Theorem:
    """p − ηg with g = 2(⟨p, x⟩ − y)x."""
    return identity(claim.states[0], using=partial_derivatives(claim))


ON_THE_LINE = {p: 1, x: 1, y: 0, g: 2, eta: 1, q: -1}


def slope_of_a_square() -> list[Theorem]:
    """d(1 + sv)²/ds = 2v at s = 0."""
    c = real("c")
    return [generalize(identity(eq(Deriv((1 + s * c) ** 2, s, 0), 2 * c)), [c])]


fails_as(WIDROW_HOFF,
    ("constant", eq(p - eta * g, p - eta * (Inner(p, x) - y) * x), "η in place of 2η.", ON_THE_LINE,
        slope_of_a_square),
    ("sign", eq(p - eta * g, p + 2 * eta * (Inner(p, x) - y) * x), "+2η.", ON_THE_LINE, slope_of_a_square),
)  # fmt: skip


fails_without(WIDROW_HOFF, (PARTIALS, "g may be anything.", {**ON_THE_LINE, g: 5}))


def steps() -> list[Any]:
    """A parameter, data, a label and a rate, in 1 to 20 dimensions."""
    rng = np.random.default_rng(31)
    return [
        (rng.standard_normal(k), rng.standard_normal(k), float(rng.standard_normal()), 0.125)
        for k in (1, 3, 20)
        for _ in range(4)
    ]


def at_step(step: Any) -> dict[Any, Any]:
    """The variables at one of these."""
    return {p: step[0], x: step[1], y: step[2], eta: step[3]}


@WIDROW_HOFF.conformance
def code_follows_widrow_hoff() -> Iterator[Conformance]:
    """The LMS update and its reference, in 1 to 20 dimensions."""
    return conformance(
        steps(),
        formula=lambda step: value(widrow_hoff(p), at_step(step)),
        code=lambda step: lms_update(*step),
        reference=lambda step: reference.lms_update(*step),
        ulps=3.0,
    )
