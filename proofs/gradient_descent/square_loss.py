"""Online gradient descent on the square loss: the bound on its gradient, and (8) with it."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, sqrt

from proofs.gradient_descent.projected_ogd import (
    BOUND,
    BOUNDED,
    CONVEX,
    INSIDE,
    ROUND,
    SOME,
    G,
    T,
    U,
    loss,
    rounds,
    t,
    u,
    w,
)  # fmt: skip
from verify.claims import Claim
from verify.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.lemmas import at_most_by_squares, cauchy_schwarz
from verify.terms import (
    EUCLIDEAN,
    Deriv,
    Inner,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    ge,
    le,
    norm,
    positive,
    real,
    substitute,
    vectors,
)  # fmt: skip

s, y = real("s y")
X = positive("X")
p, z, v = vectors("p z v")
label = family("y")
a, b = VecHead("a"), VecHead("b")


def data(t: Any) -> Vec:
    """The instance x_t."""
    return Vec(VecHead("x"), EUCLIDEAN, t)


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


def square_loss(w: Any, x: Any, y: Any) -> Expr:
    """(wᵀx − y)²."""
    return (Inner(w, x) - y) ** 2


def gradient(w: Any, x: Any, y: Any) -> Expr:
    """2(wᵀx − y)x."""
    return 2 * (Inner(w, x) - y) * x


WITHIN, SHORT, SMALL = ge(U**2, square(p)), ge(X**2, square(z)), ge((U * X) ** 2, y**2)

GRADIENT_BOUND = Claim(
    "gradient_descent/gradient-bound",
    at="after (8)",
    printed="‖∇ℓ_t(w_t)‖ ≤ 2|wᵀx_t − y_t|‖x_t‖ ≤ 2(‖w_t‖‖x_t‖ + |y_t|)‖x_t‖ ≤ 4UX²",
    given=[WITHIN, SHORT, SMALL],
    states=[
        eq(Deriv(square_loss(p + s * v, z, y), s, 0), Inner(gradient(p, z, y), v)),
        le(norm(gradient(p, z, y)), 4 * U * X**2),
    ],
    reading=(
        "ℓ(w) = (wᵀx − y)² with ‖w‖ ≤ U, ‖x‖ ≤ X and |y| ≤ UX, for w = p and x = z in any dimension. Its gradient is "
        "2(wᵀx − y)x, by its products with all v, and has length at most 4UX²."
    ),
)


@GRADIENT_BOUND.proof
def prediction_and_label_are_small(claim: Claim) -> list[Theorem]:
    """(wᵀx)² ≤ ‖w‖²‖x‖² ≤ (UX)², so (wᵀx − y)² ≤ 2(wᵀx)² + 2y² ≤ (2UX)²."""
    derivative = claim.states[0]
    given = list(claim.given)
    product = combine(ge(square(p) * square(z), Inner(p, z) ** 2), [(cauchy_schwarz(p, z), cauchy_schwarz(-p, z))])
    sizes = [(square(z), assume(f)) for f in given if f == WITHIN] + [(U**2, assume(f)) for f in given if f == SHORT]
    prediction = combine(ge((U * X) ** 2, Inner(p, z) ** 2), [(1, product), *sizes])
    labels = [(2, assume(f)) for f in given if f == SMALL]
    error = combine(ge((2 * U * X) ** 2, square_loss(p, z, y)), [(2, prediction), *labels, (1, (Inner(p, z) + y) ** 2)])
    lengths = [(4 * (2 * U * X) ** 2, assume(f)) for f in given if f == SHORT]
    squares = combine(ge((4 * U * X**2) ** 2, norm(gradient(p, z, y)) ** 2), [(4 * square(z), error), *lengths])
    return [identity(derivative), at_most_by_squares(norm(gradient(p, z, y)), 4 * U * X**2, squares)]


SQUARES = {
    loss: Lambda((t, a), square_loss(Vec(a), data(t), label(t))),
    VecHead("∇ℓ"): Lambda((t, b), gradient(Vec(b), data(t), label(t))),
}
STEEPEST = 4 * U * X**2
INSTANCES = forall(t, ge(X**2, square(data(t))), ROUND)
LABELS = forall(t, ge((U * X) ** 2, label(t) ** 2), ROUND)


def on_squares(formula: Any) -> Any:
    """A hypothesis of (8) with the square losses, and with 4UX² for G."""
    names = {getattr(k, "head", k): v for k, v in SQUARES.items()}
    return substitute(formula, {**names, G: STEEPEST})


SQUARE_LOSS_BOUND = Claim(
    "gradient_descent/square-loss-bound",
    at="after (8)",
    printed="(1/T) Σ ℓ_t(w_t) ≤ min (1/T) Σ ℓ_t(u) + 8(UX)²√(2/T)",
    given=[*(on_squares(f) for f in BOUND.given if f not in (CONVEX, BOUNDED)), INSTANCES, LABELS],
    states=le(
        rounds(square_loss(w(t), data(t), label(t))) / T,
        rounds(square_loss(u, data(t), label(t))) / T + 8 * (U * X) ** 2 * sqrt(2 / T),
    ),
    rests_on=["gradient_descent/ogd-bound", "gradient_descent/gradient-bound"],
    reading=(
        "As gradient_descent/ogd-bound for ℓ_t(w) = (wᵀx_t − y_t)² with ‖x_t‖ ≤ X and |y_t| ≤ UX; the rate is "
        "that of (8) "
        "for G = 4UX², η = √2/(4X²). Convexity and the bound on the gradients are not assumed but proved."
    ),
)


@SQUARE_LOSS_BOUND.proof
def with_this_gradient(claim: Claim) -> Theorem:
    """(8) for these losses: convex as ⟨a − b, x⟩² ≥ 0, and with gradients of length at most 4UX²."""
    given = list(claim.given)
    first, second = Vec(a), Vec(b)
    above = ge(
        square_loss(first, data(t), label(t)),
        square_loss(second, data(t), label(t)) + Inner(gradient(second, data(t), label(t)), first - second),
    )
    convex = generalize(combine(above, [(1, Inner(first - second, data(t)) ** 2)]), [t, first, second], ROUND)
    place = {p: w(t), z: data(t), y: label(t)}
    known = [instantiate(assume(f), [t]) for f in given if f in (INSIDE, INSTANCES, LABELS)]
    short = instantiate(GRADIENT_BOUND.theorem(GRADIENT_BOUND.states[1]), place, known)
    size = norm(gradient(w(t), data(t), label(t)))
    squares = combine(ge(STEEPEST**2, size**2), [(short, STEEPEST + size)])
    bounded = generalize(squares, [t], ROUND)
    general = BOUND.theorem(BOUND.states[0])
    there = instantiate(general, {**SQUARES, G: STEEPEST}, [convex, bounded])
    return combine(claim.states[0], [(1, there)], facts=[f for f in given if f == SOME])
