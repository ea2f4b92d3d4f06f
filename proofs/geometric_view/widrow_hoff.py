"""The Widrow–Hoff update (1), with any loss and with the square loss (4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Lambda

from numeric.learners.gradient_descent import lms_update
from numeric.reference import gradient_descent as reference
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, Inner, eq, field, forall, positive, real, vector, vectors

s, r, q, y = real("s r q y")
eta = positive("η")
w, x, v, g, after, velocity, f, b = vectors("w x v g w₊ V f b")
L = field("L")


def square_loss(w: Any) -> Any:
    """(y − ⟨w, x⟩)², (4)."""
    return (y - Inner(w, x)) ** 2


def widrow_hoff(w: Any, gradient: Any) -> Any:
    """w − η ∂_wL, (1)."""
    return w - eta * gradient


def square_loss_gradient(w: Any) -> Any:
    """2(⟨w, x⟩ − y)x, the partial derivatives of (4)."""
    return 2 * (Inner(w, x) - y) * x


PARTIALS = forall(v, eq(Deriv(L(w + s * v), s, 0), Inner(g, v)))
SQUARE_PARTIALS = forall(v, eq(Deriv(square_loss(w + s * v), s, 0), Inner(b, v)))

WIDROW_HOFF = Claim(
    "geometric_view/widrow-hoff",
    at="(1)",
    printed="w_{t+1} = w_t − η ∂_wL(w_t, (x_t, y_t))",
    given=[PARTIALS, SQUARE_PARTIALS],
    states=[
        eq(widrow_hoff(w, g), widrow_hoff(w, L.gradient(w))),
        eq(widrow_hoff(w, b), widrow_hoff(w, square_loss_gradient(w))),
    ],
    reading=(
        "The update is a definition; what is decided is what it computes. g is the vector of partial derivatives of a "
        "differentiable loss L at w: its product with every v is the derivative of L along v. It is the gradient of "
        "the flat metric. For the squared error (4), with b in the place of g, the step is −2η(⟨w, x⟩ − y)x. Any "
        "dimension; η > 0."
    ),
)


def _only_one(found: Any, wanted: Any, slope: Any, schemas: list[Any]) -> list[Theorem]:
    """found = wanted, where both have the same product with their difference."""
    made = []
    for schema in schemas:
        rest = found - wanted
        tested = instantiate(assume(schema), [rest])
        known = identity(eq(Deriv(slope(w + s * rest), s, 0), Inner(wanted, rest)))
        square = combine(eq(Inner(rest, rest), 0), [(-1, tested), (1, known)])
        zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square])
        made.append(identity(eq(found, wanted), using=[zero]))
    return made


@WIDROW_HOFF.proof
def one_vector_of_partial_derivatives(claim: Claim) -> list[Theorem]:
    """g − ∇L(w) has product 0 with every vector, so with itself."""
    anyone = _only_one(g, L.gradient(w), L, [h for h in claim.given if h == PARTIALS])
    square = _only_one(b, square_loss_gradient(w), square_loss, [h for h in claim.given if h == SQUARE_PARTIALS])
    return [identity(goal, using=known) for goal, known in zip(claim.states, (anyone, square), strict=True)]


c = real("c")
LINE = {w: 1, x: 1, y: 0, g: 2, b: 2, eta: 1, L: Lambda(c, c**2)}


def slopes_of_a_square() -> list[Theorem]:
    """d(1 + sc)²/ds = 2c at s = 0."""
    both = (1 + s * c) ** 2, (0 - (1 + s * c)) ** 2
    return [generalize(identity(eq(Deriv(term, s, 0), 2 * c)), [c]) for term in both]


@WIDROW_HOFF.mutant("constant", at=LINE, discharge=slopes_of_a_square)
def half_the_step(claim: Claim) -> Claim:
    """η in the place of 2η."""
    wrong = widrow_hoff(w, square_loss_gradient(w) / 2)
    return claim.replace(states=[claim.states[0], eq(claim.states[1].lhs, wrong)])


fails_as(WIDROW_HOFF,
    ("sign", [eq(WIDROW_HOFF.states[0].lhs, w + eta * L.gradient(w)), WIDROW_HOFF.states[1]], "+η.", LINE,
        slopes_of_a_square),
)  # fmt: skip


fails_without(WIDROW_HOFF,
    (PARTIALS, "g may be anything.", LINE | {g: 5}, slopes_of_a_square),
    (SQUARE_PARTIALS, "b may be anything.", LINE | {b: 5}, slopes_of_a_square),
)  # fmt: skip


def steps() -> list[Any]:
    """Weights, an instance, a label and a rate, in 1 to 20 dimensions."""
    rng = np.random.default_rng(41)
    return [
        (rng.standard_normal(n), rng.standard_normal(n), float(rng.standard_normal()), 0.125)
        for n in (1, 3, 20)
        for _ in range(4)
    ]


def at_step(step: Any) -> dict[Any, Any]:
    """The values that a step stands for."""
    return {w: step[0], x: step[1], y: step[2], eta: step[3]}


@WIDROW_HOFF.conformance
def code_follows_widrow_hoff() -> Iterator[Conformance]:
    """The LMS update and its reference."""
    return conformance(
        steps(),
        formula=lambda step: value(widrow_hoff(w, square_loss_gradient(w)), at_step(step)),
        code=lambda step: lms_update(*step),
        reference=lambda step: reference.lms_update(*step),
        ulps=3.0,
    )
