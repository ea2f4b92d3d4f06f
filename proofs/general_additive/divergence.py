"""Matching divergences (19): what they are, their gradients, and the three-point identity of Proposition 1."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational

from numeric.manifolds import Simplex
from numeric.matching import Rho, Softmax
from numeric.reference import matching as reference
from numeric.reference import simplex as reference_simplex
from verify.audit import (
    Claim, Conformance, Deriv, Hessian, Inner, Searched, Theorem, eq, fails_as, field, follows, forall, function, ge,
    gt, identity, ne, real, vectors,
)  # fmt: skip
from verify.claims.concrete import ConcreteField, value
from verify.claims.conformance import conformance
from verify.lemmas import at_value

s, r, x, y = real("s r x y")
P = field("P")
a, b, c, u, v = vectors("a â c u v")


def divergence(potential: Any, at: Any, base: Any) -> Expr:
    """Δ_φ(â, a) = P(â) − P(a) − ⟨â − a, ∇P(a)⟩ (19), the right-hand side of (2) and (16)."""
    return potential(at) - potential(base) - Inner(at - base, potential.gradient(base))


def slope(term: Expr) -> Expr:
    """The derivative at s = 0."""
    return Deriv(term, s, 0)


NAMES = {function("Δ")(u, v): divergence(P, u, v)}
"""What the divergence of P is called where statements are shown."""

CONVEX = forall([u, v], ge(P(u), P(v) + Inner(u - v, P.gradient(v))))

SQUARE = Lambda(x, x**2)
QUARTIC = Lambda(x, x**4)

# --- the gradients -------------------------------------------------------------------------------------------------

GRADIENT = Claim(
    "general_additive/gradient",
    at="(3)",
    printed="∇_â L_φ(φ(a), φ(â)) = φ(â) − φ(a)",
    given=[],
    states=eq(slope(divergence(P, b + s * v, a)), Inner(P.gradient(b) - P.gradient(a), v)),
    reading=(
        "φ = ∇P on R^k for a differentiable potential P, and L_φ(φ(a), φ(â)) is (2). That a vector is the gradient in "
        "â means that its product with every v is the derivative along v. Neither convexity nor invertibility is used."
    ),
)


@GRADIENT.proof
def differentiate_along_a_line(claim: Claim) -> Theorem:
    """d/ds [P(â + sv) − ⟨â + sv, φ(a)⟩] at s = 0."""
    return identity(claim.states[0])


fails_as(GRADIENT,
    ("sign", eq(GRADIENT.states[0].lhs, Inner(P.gradient(a) - P.gradient(b), v)), "φ(a) − φ(â).",
        {P: SQUARE, a: 0, b: 1, v: 1}),
    ("constant", eq(GRADIENT.states[0].lhs, GRADIENT.states[0].rhs / 2), "½(φ(â) − φ(a)).",
        {P: SQUARE, a: 0, b: 1, v: 1}),
)  # fmt: skip


GRADIENT_A = Claim(
    "general_additive/gradient-a",
    at="after (16)",
    printed="∇_a L_φ(φ(a), φ(â)) = … = Dφ(a)(a − â)",
    given=[],
    states=eq(slope(divergence(P, b, a + s * v)), Inner(Hessian(P.head, a, a - b), v)),
    reading=(
        "P is twice differentiable; Dφ(a) is the Hessian of P, which is symmetric. The gradient is read as in "
        "general_additive/gradient."
    ),
)


@GRADIENT_A.proof
def product_rule(claim: Claim) -> Theorem:
    """The terms with φ(a) cancel, and the Hessian is symmetric."""
    return identity(claim.states[0])


fails_as(GRADIENT_A,
    ("sign", eq(GRADIENT_A.states[0].lhs, Inner(Hessian(P.head, a, b - a), v)), "Dφ(a)(â − a).",
        {P: SQUARE, a: 0, b: 1, v: 1}),
    ("constant", eq(GRADIENT_A.states[0].lhs, Inner(Hessian(P.head, b, a - b), v)), "Dφ(â) in place of Dφ(a).",
        {P: QUARTIC, a: 1, b: 0, v: 1}),
)  # fmt: skip


# --- Proposition 1 -------------------------------------------------------------------------------------------------


a1, a2, a3 = vectors("a₁ a₂ a₃")
DELTA = function("Δ")


def three_points(sign: int = 1, factor: Any = 1) -> Any:
    """Δ(a₁, a₃) = Δ(a₁, a₂) + Δ(a₂, a₃) + ⟨a₁ − a₂, φ(a₂) − φ(a₃)⟩, the last term with a sign and a factor."""
    correction = sign * factor * Inner(a1 - a2, P.gradient(a2) - P.gradient(a3))
    return eq(DELTA(a1, a3), DELTA(a1, a2) + DELTA(a2, a3) + correction)


PROP_1 = Claim(
    "general_additive/prop-1",
    at="Proposition 1",
    printed="Δ_φ(a₁, a₃) = Δ_φ(a₁, a₂) + Δ_φ(a₂, a₃) + (a₁ − a₂)·(φ(a₂) − φ(a₃))",
    given=[],
    where=NAMES,
    states=three_points(),
    reading="φ = ∇P for every differentiable potential P on R^k, every k, and all a₁, a₂, a₃; P may be convex or not.",
)


@PROP_1.proof
def cancel(claim: Claim) -> Theorem:
    """The values of P cancel; what is left is bilinear."""
    return identity(claim.states[0])


fails_as(PROP_1,
    ("sign", three_points(-1), "The correction term is subtracted.", {P: SQUARE, a1: 0, a2: 1, a3: 3}),
    ("constant", three_points(factor=Rational(1, 2)), "Half the correction term.", {P: SQUARE, a1: 0, a2: 1, a3: 3}),
)  # fmt: skip


# --- what the definition gives -------------------------------------------------------------------------------------


def on_the_line(f: Lambda, at: Any, base: Any) -> Expr:
    """The divergence of a potential on the real line."""
    return f(at) - f(base) - (at - base) * Deriv(f(r), r, base)


DEFINITION = Claim(
    "general_additive/definition",
    at="(2)",
    printed=(
        "L_φ(y, y) = 0 for y in the range of φ … L_φ is in general not symmetrical, and does not satisfy the "
        "triangle inequality"
    ),
    given=[],
    states=[
        forall(u, eq(divergence(P, u, a), 0), [eq(u, a)]),
        ne(on_the_line(QUARTIC, 0, 1), on_the_line(QUARTIC, 1, 0)),
        gt(on_the_line(SQUARE, 2, 0), on_the_line(SQUARE, 2, 1) + on_the_line(SQUARE, 1, 0)),
    ],
    reading=(
        "φ = ∇P for a differentiable potential P. That the loss is positive for ŷ ≠ y is "
        "general_additive/appendix-strict-positive. That symmetry and "
        "the triangle inequality fail in general is shown by x⁴ (1 against 3) and x² (4 against 1 + 1), on the line."
    ),
)


@DEFINITION.proof
def above_the_tangent(claim: Claim) -> list[Theorem]:
    """Δ_φ(â, a) is the height of P above its tangent at a: 0 at a itself."""
    at_itself, not_symmetric, no_triangle = claim.states
    return [
        at_value(at_itself),
        follows(not_symmetric),
        follows(no_triangle),
    ]


fails_as(DEFINITION,
    ("constant",
        [DEFINITION.states[0], ne(on_the_line(SQUARE, 1, 0), on_the_line(SQUARE, 0, 1)), DEFINITION.states[2]],
        "x² in place of x⁴ as the potential without symmetry.", {P: SQUARE, a: 0}),
)  # fmt: skip


def activations() -> list[tuple[Any, Any]]:
    """Pairs of random activations in 2 to 20 dimensions, some close to each other."""
    rng = np.random.default_rng(3)
    pairs = [(rng.normal(0, 3, n), rng.normal(0, 3, n)) for n in (2, 5, 20) for _ in range(4)]
    return pairs + [(first, first + 1e-6 * second) for first, second in pairs]


def field_of(name: str) -> ConcreteField:
    """A transfer function of the mpmath reference, with its potential."""
    return ConcreteField(partial(reference.potential, name), partial(reference.transfer, name))


def _divergence_of(name: str, pair: Any) -> Any:
    return value(divergence(P, b, a), {P: field_of(name), b: pair[0], a: pair[1]})


@DEFINITION.conformance
def code_follows_the_definition() -> Iterator[Conformance]:
    """The divergences of softmax and of ρ against (19)."""
    for name, transfer in (("softmax", Softmax()), ("rho", Rho())):
        yield from conformance(
            activations(),
            formula=partial(_divergence_of, name),
            code=partial(_apply, transfer.divergence),
            reference=partial(_apply, partial(reference.divergence, name)),
            ulps=4.0,
        )


def _apply(function: Any, pair: Any) -> Any:
    return function(*pair)


def _gap(transfer: Any, pair: Any) -> list[Any]:
    return [y - z for y, z in zip(transfer(pair[0]), transfer(pair[1]), strict=True)]


@GRADIENT.conformance
def code_follows_the_gradient() -> Iterator[Conformance]:
    """The gradient of the softmax loss in the activation, ŷ − y."""
    return conformance(
        activations()[:12],
        formula=lambda pair: value(P.gradient(b) - P.gradient(a), {P: field_of("softmax"), b: pair[0], a: pair[1]}),
        code=partial(_gap, Softmax().transfer),
        reference=partial(_gap, partial(reference.transfer, "softmax")),
        ulps=16.0,
    )


@DEFINITION.search
def never_negative() -> Iterator[Searched]:
    """‖y − ŷ‖²/(2cL_φ(y, ŷ)), which is at most 1 only where the loss is positive."""
    rng = np.random.default_rng(2)
    first = rng.normal(0, 3, (50_000, 3))
    second = first + rng.normal(0, 1, first.shape) * 10.0 ** rng.uniform(-3, 1, (50_000, 1))
    for transfer in (Softmax(), Rho()):
        gap = transfer.transfer(first) - transfer.transfer(second)
        ratio = np.sum(gap**2, axis=1) / (2.0 * transfer.c(3).value * transfer.divergence(second, first))
        place = int(np.argmax(np.where(ratio >= 0.0, ratio, np.inf)))
        where = f"a = {np.round(first[place], 3)}"
        name = type(transfer).__name__.lower()
        yield Searched(name, len(ratio), float(ratio[place]), where, allowed=1.0 + 1e-9)


@PROP_1.conformance
def code_follows_the_three_points() -> Iterator[Conformance]:
    """Δ(a₁, a₃) of softmax in the code, against the three terms through a₂."""
    rng = np.random.default_rng(4)
    points = [tuple(rng.normal(0, 3, (3, n))) for n in (2, 5, 20) for _ in range(4)]
    softmax = field_of("softmax")
    return conformance(
        points,
        formula=lambda three: value(PROP_1.states[0].rhs, {P: softmax} | dict(zip((a1, a2, a3), three, strict=True))),
        code=lambda three: Softmax().divergence(three[0], three[2]),
        reference=lambda three: reference.divergence("softmax", three[0], three[2]),
        ulps=4.0,
    )


def _derivatives_in_the_activation(pair: Any) -> list[Any]:
    """The derivatives of Δ(â, a) in the components of a, by differences in many digits."""
    many, guess = {"dps": 240}, pair[1]
    softmax = ConcreteField(
        partial(reference.potential, "softmax", **many), partial(reference.transfer, "softmax", **many)
    )

    def moved(index: int, by: Any) -> list[Any]:
        return [mp.mpf(x) + (by if k == index else 0) for k, x in enumerate(pair[0])]

    def loss(index: int, by: Any) -> Any:
        return value(divergence(P, b, a), {P: softmax, b: guess, a: moved(index, by)}, digits=240)

    with mp.workdps(120):
        return [mp.diff(partial(loss, index), 0) for index in range(len(guess))]


@GRADIENT_A.conformance
def code_follows_the_gradient_in_the_outcome() -> Iterator[Conformance]:
    """Dσ(a)(a − â) is the gradient of the simplex at σ(a) of the partial derivatives a − â."""
    rng = np.random.default_rng(16)
    outputs = partial(reference.transfer, "softmax")
    return conformance(
        [tuple(rng.normal(0, 2, (2, n))) for n in (2, 5) for _ in range(3)],
        formula=_derivatives_in_the_activation,
        code=lambda pair: Simplex().egrad2rgrad(Softmax().transfer(pair[0]), pair[0] - pair[1]),
        reference=lambda pair: reference_simplex.egrad2rgrad(
            outputs(pair[0]), [mp.mpf(x) - mp.mpf(y) for x, y in zip(*pair, strict=True)]
        ),
        ulps=16.0,
    )
