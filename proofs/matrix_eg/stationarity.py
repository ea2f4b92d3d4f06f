"""Section 3: the stationary points of (2), and of its approximation with trace one, which the update (4) solves."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational

from verify.audit import (
    Claim, Deriv, Inner, Theorem, assume, at, cite, combine, eq, fails_as, fails_without, field, forall, generalize,
    gt, identity, instantiate, positive, real, vectors,
)  # fmt: skip
from verify.axioms import DEFINITE
from verify.language.terms import EUCLIDEAN, Vec, VecHead

s, label, q = real("s y X")
eta = positive("η")
F = field("F")
W, W_t, X, V, Y, one, vector_x = vectors("W W_t X V Y I x")


def divergence(at: Any) -> Expr:
    """Δ_F(W, W_t)."""
    return F(at) - F(W_t) - Inner(at - W_t, F.gradient(W_t))


def objective(at: Any) -> Expr:
    """Δ_F(W, W_t) + η(tr(WX_t) − y_t)² (2)."""
    return divergence(at) + eta * (Inner(at, X) - label) ** 2


def slope(term: Expr) -> Expr:
    """The derivative at s = 0."""
    return Deriv(term, s, 0)


SPACE = (
    "The symmetric matrices are an inner-product space with ⟨A, B⟩ = tr(AB), and F is a differentiable function on it "
    "with the gradient f = ∇F; y is the label. "
)
STATIONARY = forall(V, eq(slope(objective(W + s * V)), 0))
LOSS_GRADIENT = 2 * (Inner(W, X) - label) * X

STATIONARITY = Claim(
    "matrix_eg/stationarity",
    at="(2), (3)",
    printed=(
        "Setting the derivative with respect to W to zero, we have f(W_{t+1}) − f(W_t) + "
        "η∇[(tr(W_{t+1}X_t) − y_t)²] = 0"
    ),
    given=[STATIONARY],
    states=eq(F.gradient(W) - F.gradient(W_t) + eta * LOSS_GRADIENT, 0),
    reading=SPACE
    + (
        "The derivative of (2) vanishes at W = W_{t+1} in every direction V. ∇(tr(WX) − y)² is 2(tr(WX) − y)X, which "
        "is what the derivative along V shows. Whether (2) has a minimum is not asked. The learning rate η before the "
        "gradient is reconstructed."
    ),
    reconstructed=True,
)

CONVERSE = Claim(
    "matrix_eg/stationarity-converse",
    at="(2), (3)",
    says="(3) holds exactly where the derivative of (2) is zero",
    given=[eq(F.gradient(W) - F.gradient(W_t) + eta * LOSS_GRADIENT, 0)],
    states=eq(slope(objective(W + s * V)), 0),
    reading=SPACE + "Where (3) holds at W = W_{t+1}, the derivative of (2) at W is zero in every direction V.",
)


def product_of_nothing(term: Any, square: Theorem) -> Theorem:
    """term = 0, from ⟨term, term⟩ = 0."""
    return instantiate(cite(DEFINITE), {vector_x: term}, [square])


@STATIONARITY.proof
def along_the_residual(claim: Claim) -> Theorem:
    """The derivative along the left side of (3) is its square."""
    residual = claim.states[0].lhs
    along = at(STATIONARY, residual)
    return product_of_nothing(residual, combine(eq(Inner(residual, residual), 0), [(1, along)]))


@CONVERSE.proof
def linear_in_the_direction(claim: Claim) -> Theorem:
    """The derivative along V is the product of V with the left side of (3)."""
    return combine(claim.states[0], [], using=[assume(f) for f in claim.given])


TRACE_ZERO = eq(Inner(one, V), 0)
ERROR = Inner(W_t, X) - label
NOT_NULL = gt(Inner(one, one), 0)
STEP = F.gradient(W) - F.gradient(W_t) + 2 * eta * ERROR * X
CONSTRAINED = forall(V, eq(Inner(V, STEP), 0), [TRACE_ZERO])
FREE = forall(V, eq(Inner(V, STEP), 0))


def inverse(at: Any) -> Any:
    """f⁻¹(at)."""
    return Vec(VecHead("f⁻¹"), EUCLIDEAN, at)


INVERSE = forall([V, Y], eq(inverse(Y), V), [eq(F.gradient(V), Y)])

UNCONSTRAINED = Claim(
    "matrix_eg/update-unconstrained",
    at="before (4)",
    printed=(
        "A common way to avoid this problem is to approximate tr(W_{t+1}X_t) by tr(W_tX_t) [5]. Then, we have the "
        "following update: W_{t+1} = f⁻¹(f(W_t) − 2η(ŷ_t − y_t)X_t)"
    ),
    given=[FREE, INVERSE],
    states=eq(W, inverse(F.gradient(W_t) - 2 * eta * ERROR * X)),
    rests_on=["matrix_eg/stationarity"],
    reading=SPACE
    + (
        "W = W_{t+1}, with ŷ_t = ⟨W_t, X_t⟩ in the place of ⟨W, X_t⟩ in the gradient of the loss: the derivative of "
        "(2) along V is then ⟨V, f(W) − f(W_t) + 2η(ŷ_t − y_t)X_t⟩, and it vanishes for all V. f⁻¹ is any map with "
        "f⁻¹(Y) = V where f(V) = Y; for f = log it is exp, as the text says. η and the signs are put back."
    ),
    reconstructed=True,
)

CONSTRAINT = Claim(
    "matrix_eg/update-constraint",
    at="before (4)",
    printed=(
        "A common way to avoid this problem is to approximate tr(W_{t+1}X_t) by tr(W_tX_t) … We also "
        "augment (2) with the constraint tr(W) = 1, leading to the following Matrix Exponential Gradient (MEG) Update"
    ),
    given=[CONSTRAINED, NOT_NULL],
    states=eq(STEP, Inner(one, STEP) / Inner(one, one) * one),
    rests_on=["matrix_eg/stationarity"],
    reading=SPACE
    + (
        "W = W_{t+1}, with ŷ_t = ⟨W_t, X_t⟩ in the place of ⟨W, X_t⟩ in the gradient of the loss: the "
        "derivative of (2) along V is then ⟨V, f(W) − f(W_t) + 2η(ŷ_t − y_t)X_t⟩, and it vanishes for all V with "
        "tr V = ⟨I, V⟩ = 0, I ≠ 0, which are the directions that keep the trace. Then "
        "f(W_{t+1}) = f(W_t) − 2η(ŷ_t − y_t)X_t + cI for the number c that is written out: with f = log, (4) up to the "
        "factor e^c, which matrix_eg/update determines."
    ),
)


@CONSTRAINT.proof
def along_the_rest(claim: Claim) -> Theorem:
    """The part of the left side that is orthogonal to I has trace zero, and the derivative along it is its square."""
    rest = STEP - Inner(one, STEP) / Inner(one, one) * one
    no_trace = combine(eq(Inner(one, rest), 0), [], facts=[NOT_NULL])
    along = at(CONSTRAINED, rest, by=[no_trace, assume(NOT_NULL)])
    square = combine(eq(Inner(rest, rest), 0), [(1, along)], facts=[NOT_NULL])
    return product_of_nothing(rest, square)


SQUARE = Lambda(q, q**2 / 2)
LINE = {F: SQUARE, W_t: 0, X: 1, label: 1, eta: 1}
"""F(W) = W²/2 on the line, W_t = 0, X = y = η = 1: (2) is W²/2 + (W − 1)², with its minimum at W = 2/3."""


def every_direction(found: Any, bend: Any = 1) -> Theorem:
    """At W = `found` the derivative of (2), for F(W) = bend W²/2, vanishes in every direction."""
    moved = found + s * q
    term = bend * moved**2 / 2 + (moved - 1) ** 2
    return generalize(combine(eq(slope(term), 0), []), [q])


fails_as(STATIONARITY,
    ("constant", eq(F.gradient(W) - F.gradient(W_t) + eta * LOSS_GRADIENT / 2, 0), "Half of the gradient of the loss.",
        LINE | {W: Rational(2, 3)}, lambda: [every_direction(Rational(2, 3))]),
    ("sign", eq(F.gradient(W) - F.gradient(W_t) - eta * LOSS_GRADIENT, 0), "Minus the gradient of the loss.",
        LINE | {W: Rational(2, 3)}, lambda: [every_direction(Rational(2, 3))]),
)  # fmt: skip
fails_without(STATIONARITY, (STATIONARY, "W need not be stationary.", LINE | {W: 1}))


fails_as(CONVERSE,
    ("constant", eq(CONVERSE.states[0].lhs, 1), "The derivative is 1.", LINE | {W: Rational(2, 3), V: 1}),
)  # fmt: skip
fails_without(CONVERSE, (CONVERSE.given[0], "(3) need not hold.", LINE | {W: 1, V: 1}))


@UNCONSTRAINED.proof
def inverted(claim: Claim) -> Theorem:
    """The derivative along f(W) − f(W_t) + 2η(ŷ_t − y_t)X_t is its square; so it is 0, and f⁻¹ takes f(W) to W."""
    along = at(FREE, STEP)
    nothing = product_of_nothing(STEP, combine(eq(Inner(STEP, STEP), 0), [(1, along)]))
    new = F.gradient(W_t) - 2 * eta * ERROR * X
    moved = identity(eq(F.gradient(W), new), using=[nothing])
    return combine(claim.states[0], [], using=[at(INVERSE, W, new, by=[moved])])


FIRST, SECOND = real("V1 Y1")


def doubled(found: Any = 2) -> dict[str, Any]:
    """F(W) = W²/2 on the line, f = f⁻¹ = id, W_t = 0, X = y = η = 1: W = 2, or other."""

    def met() -> list[Theorem]:
        same = eq(FIRST, SECOND)
        back = generalize(combine(eq(SECOND, FIRST), [(-1, assume(same))]), [FIRST, SECOND], [same])
        return [back, generalize(combine(eq(q * (found - 2), q * (found - 2)), []), [q])]

    return {"at": LINE | {W: found, VecHead("f⁻¹"): Lambda(q, q)}, "discharge": met}


fails_as(UNCONSTRAINED,
    ("constant", eq(W, inverse(F.gradient(W_t) - eta * ERROR * X)), "f(W_t) − η(ŷ_t − y_t)X_t.", doubled()),
    ("sign", eq(W, inverse(F.gradient(W_t) + 2 * eta * ERROR * X)), "f(W_t) + 2η(ŷ_t − y_t)X_t.", doubled()),
)  # fmt: skip
fails_without(UNCONSTRAINED, (FREE, "W need not be stationary.", doubled(1)))


V1, V2, A1, A2 = real("V1 V2 A1 A2")
PLANE = {
    F: Lambda((A1, A2), (A1**2 + A2**2) / 2),
    W_t: (Rational(1, 2), Rational(1, 2)),
    W: (0, 1),
    X: (1, 0),
    one: (1, 1),
    label: 0,
    eta: 1,
}
"""F = ½‖·‖² in R², I = (1, 1), W_t = I/2, X = (1, 0), y = 0 and η = 1: then W = (0, 1)."""


def without_trace() -> list[Theorem]:
    """At PLANE the derivative along V is (V1 + V2)/2."""
    half, kept = Rational(1, 2), eq(V1 + V2, 0)
    body = eq(-V1 * half + V2 * half + V1, 0)
    return [generalize(combine(body, [(half, assume(kept))]), [V1, V2], [kept])]


def multiple_of_one(factor: Any) -> Any:
    """f(W_{t+1}) − f(W_t) + `factor`·η(ŷ_t − y_t)X_t is a multiple of I."""
    step = F.gradient(W) - F.gradient(W_t) + factor * eta * ERROR * X
    return eq(step, Inner(one, step) / Inner(one, one) * one)


fails_as(CONSTRAINT,
    ("constant", multiple_of_one(1), "f(W_{t+1}) − f(W_t) + η(ŷ_t − y_t)X_t is a multiple of I.", PLANE, without_trace),
    ("sign", multiple_of_one(-2), "f(W_{t+1}) − f(W_t) − 2η(ŷ_t − y_t)X_t is a multiple of I.", PLANE, without_trace),
)  # fmt: skip
fails_without(CONSTRAINT, (CONSTRAINED, "W need not be stationary.", PLANE | {W: (1, 0)}))
