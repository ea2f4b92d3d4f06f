"""The Perceptron's step on a mistake, as defined and as computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr

from numeric.learners.perceptron import perceptron_update
from numeric.reference import perceptron as reference
from verify.author.kernel import Theorem, assume, combine, identity
from verify.claims import Claim, Conformance, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq, real, vectors

y = real("y")
w, x, u = vectors("w x u")
LABEL = eq(y**2, 1)


def step(w: Any, x: Any, y: Any) -> Expr:
    """w + yx."""
    return w + y * x


STEP = Claim(
    "gradient_descent/perceptron-step",
    at="page 1",
    printed=(
        "the example (x_{t_M}, y_{t_M}) in the stream that caused the M-th mistake w_M = w_{M−1} + y_{t_M} x_{t_M}"
    ),
    given=[LABEL],
    states=[
        eq(y * Inner(step(w, x, y), x), y * Inner(w, x) + Inner(x, x)),
        eq(Inner(step(w, x, y), u), Inner(w, u) + y * Inner(u, x)),
        eq(Inner(step(w, x, y), step(w, x, y)), Inner(w, w) + 2 * y * Inner(w, x) + Inner(x, x)),
    ],
    reading=(
        "A definition: where y⟨w, x⟩ ≤ 0, ties included, the weights become w + yx, and else they stay. What it does: "
        "the margin y⟨w, x⟩ of the example grows by ‖x‖², the product with any u by y⟨u, x⟩, and the squared length by "
        "2y⟨w, x⟩ + ‖x‖². (That a step takes time Θ(d), as page 1 says, is not formalised.)"
    ),
)


@STEP.proof
def expand(claim: Claim) -> list[Theorem]:
    """The products are bilinear, and y² = 1."""
    margin, product, length = claim.states
    label = [(Inner(x, x), assume(f)) for f in claim.given if f == LABEL]
    return [combine(margin, label), identity(product), combine(length, label)]


ON_THE_LINE = {w: -1, x: 2, y: 1, u: 3}


@STEP.mutant("constant", at=ON_THE_LINE)
def twice_the_example(claim: Claim) -> Claim:
    """w + 2yx."""
    longer = step(w, 2 * x, y)
    return claim.replace(states=[eq(y * Inner(longer, x), claim.states[0].rhs), *claim.states[1:]])


@STEP.mutant("sign", at=ON_THE_LINE)
def away(claim: Claim) -> Claim:
    """w − yx."""
    wrong = step(w, -x, y)
    return claim.replace(states=[eq(y * Inner(wrong, x), claim.states[0].rhs), *claim.states[1:]])


fails_without(STEP, (LABEL, "y may be anything.", {w: -1, x: 2, y: 3, u: 3}))


def examples() -> Iterator[tuple[Any, Any, float]]:
    """Random weights, examples and labels, some orthogonal and some whose product cancels."""
    rng = np.random.default_rng(11)
    for case in range(60):
        n = int(rng.integers(1, 12))
        weights, example = rng.standard_normal(n), rng.standard_normal(n) * 10.0 ** rng.uniform(-8, 8)
        if case % 3 == 1:
            weights = np.zeros(n)
        if case % 3 == 2 and n > 1:
            example = example - (example @ weights) / (weights @ weights) * weights
        yield weights, example, float(rng.choice([-1.0, 1.0]))


def by_definition(at: tuple[Any, Any, float]) -> Any:
    """The step where y⟨w, x⟩ ≤ 0, else the weights."""
    place = {w: list(at[0]), x: list(at[1]), y: at[2]}
    return value(step(w, x, y), place) if value(y * Inner(w, x), place) <= 0 else value(w, place)


@STEP.conformance
def code_follows_the_step() -> Iterator[Conformance]:
    """The step, or none, at random examples."""
    yield from conformance(
        list(examples()),
        formula=by_definition,
        code=lambda at: perceptron_update(*at),
        reference=lambda at: reference.perceptron_update(*at),
        ulps=1.0,
    )
