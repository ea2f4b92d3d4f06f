"""Sections 2 and 3: Widrow–Hoff, natural gradient and link updates, the projection heuristic, scale invariance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Abs, Expr, Lambda, Rational, Sum, exp, log

from numeric.learners.exponentiated_gradient import eg_update
from numeric.learners.gradient_descent import lms_update
from numeric.learners.natural_gradient import natural_gradient
from numeric.learners.project_back import project_back_update
from numeric.manifolds import Sphere
from numeric.matching import Softmax
from numeric.reference import exponentiated_gradient as eg_reference
from numeric.reference import gradient_descent as reference
from numeric.reference import matching as matching_reference
from numeric.reference import natural_gradient as natural_reference
from numeric.reference import sphere as sphere_reference
from proofs.spheres.gradient import pairs_of_unit_vectors
from verify.author.kernel import KernelError, Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import (
    EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, family, field, forall, ge, gt, integer, le, norm, positive, real,
    vector, vectors,
)  # fmt: skip
from verify.lemmas import cauchy_schwarz

s, y, alpha = real("s y α")
eta = positive("η")
p, x, v, g, best, q, w = vectors("p x v g p⋆ q w")
i, j, n = integer("i j n")


def square_loss(p: Any) -> Expr:
    """(⟨p, x⟩ − y)², (7)."""
    return (Inner(p, x) - y) ** 2


def widrow_hoff(p: Any) -> Any:
    """p − 2η(⟨p, x⟩ − y)x."""
    return p - 2 * eta * (Inner(p, x) - y) * x


# --- Widrow–Hoff and the natural gradient --------------------------------------------------------------------------

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

EXAMPLE_5 = Claim(
    "spheres/example-5",
    at="Example 5",
    printed="Exp⁻¹_{p_t} p_{t+1} = p_{t+1} − p_t. The explicit update (10) then becomes "
    "−(p_{t+1} − p_t) = η ∂_pL_t(p_t), which is precisely the Widrow-Hoff learning algorithm",
    given=[PARTIALS, eq(q - p, -eta * g)],
    states=eq(q, widrow_hoff(p)),
    rests_on=["spheres/widrow-hoff"],
    reading=(
        "In Rⁿ geodesics are lines and Exp_p(V) = p + V, so Exp⁻¹_p q = q − p. q = p_{t+1} with q − p = −η∂L, "
        "(10), is the "
        "Widrow–Hoff update."
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


@EXAMPLE_5.proof
def lines(claim: Claim) -> Theorem:
    """q = p − ηg."""
    sums = identity(eq(v, w + x), using=[assume(eq(v - w, x))])
    moves = [f for f in claim.given if f != PARTIALS]
    arrives = [instantiate(sums, {v: q, w: p, x: -eta * g}, [assume(f)]) for f in moves]
    return identity(claim.states[0], using=[*arrives, *partial_derivatives(claim)])


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


fails_as(EXAMPLE_5,
    ("constant", eq(q, p - eta * (Inner(p, x) - y) * x), "η in place of 2η.", ON_THE_LINE, slope_of_a_square),
    ("sign", eq(q, p + 2 * eta * (Inner(p, x) - y) * x), "+2η.", ON_THE_LINE, slope_of_a_square),
)  # fmt: skip


fails_without(EXAMPLE_5, (EXAMPLE_5.given[1], "q may be anything.", {**ON_THE_LINE, q: 0}, slope_of_a_square))


def _steps() -> list[Any]:
    rng = np.random.default_rng(31)
    return [
        (rng.standard_normal(k), rng.standard_normal(k), float(rng.standard_normal()), 0.125)
        for k in (1, 3, 20)
        for _ in range(4)
    ]


def _at(step: Any) -> dict[Any, Any]:
    return {p: step[0], x: step[1], y: step[2], eta: step[3]}


@WIDROW_HOFF.conformance
def code_follows_widrow_hoff() -> Iterator[Conformance]:
    """The LMS update and its reference, in 1 to 20 dimensions."""
    return conformance(
        _steps(),
        formula=lambda step: value(widrow_hoff(p), _at(step)),
        code=lambda step: lms_update(*step),
        reference=lambda step: reference.lms_update(*step),
        ulps=3.0,
    )


def metric(u: Any) -> Vec:
    """Gu."""
    return Vec(VecHead("G"), EUCLIDEAN, u)


INVERSE = forall(v, eq(Inner(metric(w), v), Inner(g, v)))
FLAT = forall(v, eq(metric(v), v))

NATURAL = Claim(
    "spheres/natural-gradient",
    at="(5)",
    printed="p_{t+1} = p_t − η G⁻¹ ∂_pL",
    given=[INVERSE],
    states=eq(metric(w), g),
    reading=(
        "w = G⁻¹∂L is the gradient for the metric ⟨Gu, v⟩: its product ⟨Gw, v⟩ with every v is the derivative "
        "⟨∂L, v⟩ along "
        "v. Then Gw = ∂L, in every dimension, and the update is p − ηw."
    ),
)

NATURAL_FLAT = Claim(
    "spheres/natural-gradient-flat",
    at="(4), (5)",
    says="the update (5) in the flat metric, G = 1, is (4)",
    given=[INVERSE, FLAT],
    states=eq(p - eta * w, p - eta * g),
    rests_on=["spheres/natural-gradient"],
    reading="With G the identity the natural gradient is ∂L, and (5) is (4).",
)


@NATURAL.proof
def difference_has_no_length(claim: Claim) -> Theorem:
    """Gw − ∂L has product 0 with itself."""
    rest = metric(w) - g
    tested = [instantiate(assume(f), [rest]) for f in claim.given if f == INVERSE]
    square = combine(eq(Inner(rest, rest), 0), [(1, t) for t in tested])
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square])
    return identity(claim.states[0], using=[zero])


@NATURAL_FLAT.proof
def the_identity_metric(claim: Claim) -> Theorem:
    """w = Gw = ∂L."""
    a, b, c = vectors("a b c")
    chain = identity(eq(b, c), using=[assume(eq(b, a)), assume(eq(a, c))])
    flat = [identity(eq(w, metric(w)), using=[f]) for f in claim.given if f == FLAT]
    first = NATURAL.theorem(NATURAL.states[0])
    same = instantiate(chain, {b: w, a: metric(w), c: g}, [*flat, first])
    return identity(claim.states[0], using=[same])


def doubling() -> list[Theorem]:
    """⟨2w, v⟩ = ⟨g, v⟩ for w = 1 and g = 2 on the line."""
    c = real("c")
    return [generalize(identity(eq(2 * c, 2 * c)), [c])]


DOUBLED = {VecHead("G"): Lambda(s, 2 * s), w: 1, g: 2, p: 0, eta: 1}


fails_as(NATURAL, ("constant", eq(metric(w), g / 2), "Gw = ½∂L.", DOUBLED, doubling))


fails_without(NATURAL, (INVERSE, "w may be anything.", {**DOUBLED, g: 5}))


def flat_too() -> list[Theorem]:
    """For G = 1 and w = g = 1."""
    c = real("c")
    return [generalize(identity(eq(c, c)), [c])]


fails_as(NATURAL_FLAT,
    ("sign", eq(NATURAL_FLAT.states[0].lhs, p + eta * g), "+η.",
        {VecHead("G"): Lambda(s, s), w: 1, g: 1, p: 0, eta: 1}, flat_too),
)  # fmt: skip


fails_without(NATURAL_FLAT, (FLAT, "The metric may be anything.", DOUBLED, doubling))


# --- link updates --------------------------------------------------------------------------------------------------

weight, partial_of = family("p", positive=True), family("∂L")
theta = family("θ")
INDEX = [ge(i, 1), ge(n, i)]


def normaliser(activation: Any) -> Expr:
    """Σ_j e^{θ_j}."""
    return Sum(exp(activation(j)), (j, 1, n))


def softmax(activation: Any, i: Any) -> Expr:
    """The i-th component of the softmax function."""
    return exp(activation(i)) / normaliser(activation)


def linked(i: Any) -> Expr:
    """h(p) − η∂L with the logarithm as the link."""
    return log(weight(i)) - eta * partial_of(i)


def exponentiated_gradient(i: Any) -> Expr:
    """p_i e^{−η∂_iL} / Σ_j p_j e^{−η∂_jL}."""
    return weight(i) * exp(-eta * partial_of(i)) / Sum(weight(j) * exp(-eta * partial_of(j)), (j, 1, n))


ON_SIMPLEX = eq(Sum(weight(j), (j, 1, n)), 1)
LINKED = forall(j, eq(theta(j), linked(j)))
link = family("h")
LOGARITHMS = forall(j, eq(link(j), log(weight(j))))
"""h(p), the componentwise logarithm."""
SOME = ge(n, 1)

SOFTMAX_LINK = Claim(
    "spheres/softmax-link",
    at="section 2",
    printed=(
        "the link h is essentially a componentwise logarithm and the inverse h⁻¹ the softmax function … "
        "the resulting update (the EG update)"
    ),
    given=[ON_SIMPLEX, LOGARITHMS, LINKED, SOME],
    states=[
        eq(softmax(link, i), weight(i)),
        eq(softmax(theta, i), exponentiated_gradient(i)),
    ],
    reading=(
        "p is a point of the open simplex with n ≥ 1 components, h = h(p) its componentwise logarithm, and "
        "θ = h(p) − η∂L. The softmax function of h(p) is p, "
        "and (6) with this pair multiplies p_i by e^{−η∂_iL} and "
        "normalises: EG. Essentially an inverse: the "
        "logarithm "
        "maps the simplex to a hypersurface of Rⁿ, so softmax undoes it, but log softmax(θ) is θ up to a constant only."
    ),
)

membership = field("m")


def linked_vector(u: Any) -> Vec:
    """h(u)."""
    return Vec(VecHead("h"), EUCLIDEAN, u)


def unlinked(u: Any) -> Vec:
    """h⁻¹(u)."""
    return Vec(VecHead("h⁻¹"), EUCLIDEAN, u)


def reached(u: Any) -> Vec:
    """A parameter whose link is u."""
    return Vec(VecHead("r"), EUCLIDEAN, u)


INVERTED = forall(v, eq(unlinked(linked_vector(v)), v), [eq(membership(v), 0)])
ONTO = [forall(v, eq(membership(reached(v)), 0)), forall(v, eq(linked_vector(reached(v)), v))]
LINK_STEP = linked_vector(p) - eta * g

LINK_UPDATE = Claim(
    "spheres/link-update",
    at="(6)",
    printed=(
        "A suitable link function has M as its domain and Rⁿ as its range … Since h⁻¹ is applied at the end, the "
        "updated parameter stays in M"
    ),
    given=[INVERTED, *ONTO],
    where={vector("θ"): LINK_STEP},
    states=eq(membership(unlinked(LINK_STEP)), 0),
    reading=(
        "M is any subset of Rⁿ, the zeros of a function m (0 on M, 1 elsewhere). h maps M onto Rⁿ: every v is h(r(v)) "
        "for some r(v) in M. h⁻¹(h(v)) = v for every v in M. Then h⁻¹(θ) is in M for θ = h(p) − η∂L, whatever p, η "
        "and ∂L = g are. The link of the simplex, the logarithm, does not have Rⁿ as its range: "
        "spheres/link-update-simplex."
    ),
)

LINK_UPDATE_SIMPLEX = Claim(
    "spheres/link-update-simplex",
    at="(6)",
    says="for the logarithm and the softmax function the updated parameter stays in the open simplex",
    given=[SOME, *INDEX],
    states=[gt(softmax(theta, i), 0), eq(Sum(softmax(theta, i), (i, 1, n)), 1)],
    reading=(
        "Whatever vector θ ∈ Rⁿ the step h(p) − η∂L leads to, its softmax has positive components with the sum one. "
        "The logarithm maps the simplex to a hypersurface of dimension n − 1, not onto Rⁿ as spheres/link-update asks; "
        "that the softmax function is defined on all of Rⁿ is what matters."
    ),
)


@SOFTMAX_LINK.proof
def exponents_add(claim: Claim) -> list[Theorem]:
    """e^{ln p − η∂L} = p e^{−η∂L}."""
    simplex = [f for f in claim.given if f == ON_SIMPLEX]
    steps = [f for f in claim.given if f == LINKED]
    logarithms = [f for f in claim.given if f == LOGARITHMS]
    some = [f for f in claim.given if f == SOME]
    return [
        identity(claim.states[0], using=[*logarithms, *simplex], facts=some),
        identity(claim.states[1], using=steps, facts=some),
    ]


@LINK_UPDATE.proof
def what_is_reached(claim: Claim) -> Theorem:
    """h⁻¹(θ) = h⁻¹(h(r(θ))) = r(θ), which is in M."""
    there = reached(LINK_STEP)
    kept = {h: assume(h) for h in claim.given}
    inside = [instantiate(kept[h], [LINK_STEP]) for h in ONTO[:1] if h in kept]
    links = [instantiate(kept[h], [LINK_STEP]) for h in ONTO[1:] if h in kept]
    back = [instantiate(kept[INVERTED], [there], inside)] if INVERTED in kept else []
    a, b, c = vectors("a b c")
    follows = identity(eq(membership(unlinked(a)), membership(c)), using=[eq(a, b), eq(unlinked(b), c)])
    turned = [instantiate(identity(eq(a, b), using=[eq(b, a)]), {a: LINK_STEP, b: linked_vector(there)}, links)]
    same = instantiate(follows, {a: LINK_STEP, b: linked_vector(there), c: there}, [*turned, *back])
    return combine(claim.states[0], [(1, same), *((1, t) for t in inside)])


DOUBLING = {VecHead("h"): Lambda(s, 2 * s), VecHead("h⁻¹"): Lambda(s, s / 2), VecHead("r"): Lambda(s, s / 2)}
EVERYTHING = {**DOUBLING, membership: Lambda(s, 0), p: 1, g: 1, eta: 1}


def met(at: dict[Any, Any]) -> Callable[[], list[Theorem]]:
    """The schemas on h, h⁻¹ and r, as far as they hold for these functions of the real line."""

    def found() -> list[Theorem]:
        c = real("c")
        link, back, start, inside = at[VecHead("h")], at[VecHead("h⁻¹")], at[VecHead("r")], at[membership]
        wanted = [
            (eq(back(link(c)), c), [eq(inside(c), 0)]),
            (eq(inside(start(c)), 0), []),
            (eq(link(start(c)), c), []),
        ]
        made = []
        for goal, given in wanted:
            with suppress(KernelError):
                made.append(generalize(identity(goal, using=given), [c], given))
        return made

    return found


@LINK_UPDATE.instance
def all_of_the_line() -> tuple[dict[Any, Any], list[Theorem]]:
    """M = R and h(p) = 2p."""
    return EVERYTHING, met(EVERYTHING)()


ONLY_ZERO = {VecHead("h"): Lambda(s, s), VecHead("h⁻¹"): Lambda(s, s), membership: Lambda(s, s), p: 0, g: 1, eta: 1}
FROM_ZERO, OUT_OF_ZERO = ONLY_ZERO | {VecHead("r"): Lambda(s, 0)}, ONLY_ZERO | {VecHead("r"): Lambda(s, s)}
HALF_LINE = {
    VecHead("h"): Lambda(s, log(s)), VecHead("h⁻¹"): Lambda(s, s), VecHead("r"): Lambda(s, exp(s)),
    membership: Lambda(s, Abs(s) - s), p: 1, g: 1, eta: 1,
}  # fmt: skip


fails_without(LINK_UPDATE,
    (ONTO[1], "M = {0}: h need not reach every vector.", FROM_ZERO, met(FROM_ZERO)),
    (ONTO[0], "M = {0}: h may reach them from outside of M.", OUT_OF_ZERO, met(OUT_OF_ZERO)),
    (INVERTED, "h = ln on the half-line: h⁻¹ need not undo it.", HALF_LINE, met(HALF_LINE)),
)  # fmt: skip


fails_as(LINK_UPDATE,
    ("constant", eq(LINK_UPDATE.states[0].lhs, 1), "m is 1, which is not in M.", EVERYTHING, met(EVERYTHING)),
)  # fmt: skip


@LINK_UPDATE_SIMPLEX.proof
def normalised(claim: Claim) -> list[Theorem]:
    """Exponentials are positive, and so is their sum."""
    index = [f for f in claim.given if f in (SOME, *INDEX)]
    some = [f for f in claim.given if f == SOME]
    first, second = claim.states
    return [combine(first, [(1, softmax(theta, i))], facts=index), identity(second, facts=some)]


# --- section 2: losses and heuristics ------------------------------------------------------------------------------

FLAT_LOSS = Claim(
    "spheres/flat-square-loss",
    at="section 2",
    printed="L(p_t, (x_t, y_t)) = ‖x_t‖²⟨p⋆ − p_t, x_t/‖x_t‖⟩²",
    given=[eq(y, Inner(best, x)), gt(Inner(x, x), 0)],
    states=eq((y - Inner(p, x)) ** 2, Inner(x, x) * Inner(best - p, x / norm(x)) ** 2),
    reading="With y = ⟨p⋆, x⟩ and x ≠ 0, by which the text divides; in every dimension. At x = 0 both sides mean 0.",
)


@FLAT_LOSS.proof
def project(claim: Claim) -> Theorem:
    """⟨p⋆ − p, x⟩² = (y − ⟨p, x⟩)²."""
    label = [f for f in claim.given if f.op == "="]
    return identity(claim.states[0], using=label, facts=[f for f in claim.given if f.op != "="])


ONE = {p: 1, x: 2, best: 3, y: 6}


fails_as(FLAT_LOSS,
    ("constant", eq(FLAT_LOSS.states[0].lhs, norm(x) * Inner(best - p, x / norm(x)) ** 2), "‖x‖ in place of ‖x‖².",
        ONE),
    ("sign", eq(FLAT_LOSS.states[0].lhs, Inner(x, x) * Inner(best + p, x / norm(x)) ** 2), "p⋆ + p.", ONE),
)  # fmt: skip


fails_without(FLAT_LOSS, (FLAT_LOSS.given[0], "y may be anything.", {**ONE, y: 0}))


HEURISTIC = Claim(
    "spheres/projection-heuristic",
    at="section 2",
    printed="Replace the intermediate parameter p′_t by the point p_{t+1} on the sphere that is closest to p′_t",
    given=[gt(Inner(w, w), 0), eq(Inner(q, q), 1)],
    states=[
        eq(Inner(w / norm(w), w / norm(w)), 1),
        ge(Inner(q - w, q - w), Inner(w / norm(w) - w, w / norm(w) - w)),
    ],
    reading=(
        "w = p′_t ≠ 0 is anywhere in Rⁿ, and q any unit vector: w/‖w‖ is a unit vector, and no q is closer to w. "
        "At w = 0, "
        "which a gradient step can reach, all points of the sphere are equally close and the heuristic says nothing."
    ),
)


@HEURISTIC.proof
def normalise(claim: Claim) -> list[Theorem]:
    """The difference of the squared distances is 2(‖w‖ − ⟨q, w⟩), by Cauchy–Schwarz."""
    moving = [f for f in claim.given if f.op == ">"]
    unit = [f for f in claim.given if f.op == "="]
    product = combine(ge(norm(w), Inner(q, w)), [(1, cauchy_schwarz(q, w))], using=unit, facts=moving)
    return [
        identity(claim.states[0], facts=moving),
        combine(claim.states[1], [(2, product)], using=unit, facts=moving),
    ]


@HEURISTIC.mutant("sign", at={w: 2, q: -1})
def the_farthest(claim: Claim) -> Claim:
    """No q is farther."""
    last = claim.states[1]
    return claim.replace(states=[claim.states[0], le(last.lhs, last.rhs)])


@HEURISTIC.mutant("constant", at={w: 2, q: 1})
def strictly_closer(claim: Claim) -> Claim:
    """Every q is farther by 1/10."""
    last = claim.states[1]
    return claim.replace(states=[claim.states[0], ge(last.lhs, last.rhs + Rational(1, 10))])


fails_without(HEURISTIC, (HEURISTIC.given[1], "q need not be on the sphere.", {w: 2, q: 2}))


scale = real("s")
SCALED = forall(scale, eq(Inner(best, scale * x), Inner(best, x)))

SCALE = Claim(
    "spheres/scale-invariance",
    at="section 3.2",
    printed="⟨p⋆, αx_t⟩ = ⟨p⋆, x_t⟩ and consequently ⟨p⋆, x_t⟩ = 0 … Clearly, any αp⋆ for α ∈ R is also a valid "
    "estimate of the parametric model … p = 0 will generate a perfect estimate of the true output",
    given=[SCALED],
    states=[eq(Inner(best, x), 0), eq(Inner(alpha * best, x), 0)],
    reading=(
        "If scaling the data by any s leaves the output, the output is 0; and then αp⋆ predicts 0 too, for every α: "
        "for α = 0 it is the p = 0 that the norm constraint excludes."
    ),
)


@SCALE.proof
def at_zero(claim: Claim) -> list[Theorem]:
    """α = 0."""
    nothing = [(-1, instantiate(assume(f), [0])) for f in claim.given if f == SCALED]
    zero = combine(claim.states[0], nothing)
    return [zero, combine(claim.states[1], [(alpha, zero)])]


def orthogonal_data() -> list[Theorem]:
    """p⋆ = (1, 0) and x = (0, 1): ⟨p⋆, αx⟩ = 0."""
    return [generalize(identity(eq(0 * alpha, 0)), [alpha])]


fails_as(SCALE,
    ("constant", [eq(Inner(best, x), 1), SCALE.states[1]], "The output is 1.", {best: (1, 0), x: (0, 1), alpha: 1},
        orthogonal_data),
)  # fmt: skip


fails_without(SCALE, (SCALED, "The output may change with the scale.", {best: 1, x: 1, alpha: 1}))


TWO = {
    n: 2, i: 1, weight: Lambda(j, Rational(3) ** (j - 1) / 4), partial_of: Lambda(j, j), eta: 1,
    link: Lambda(j, log(Rational(3) ** (j - 1) / 4)), theta: Lambda(j, log(Rational(3) ** (j - 1) / 4) - j),
}  # fmt: skip


def linked_to(weights: Expr) -> list[Theorem]:
    """h_j = ln p_j and θ_j = ln p_j − j for these weights p_j, by the meaning of h and θ."""
    return [generalize(identity(eq(values, values)), [j]) for values in (log(weights), log(weights) - j)]


def linked_in_two() -> list[Theorem]:
    """For p_j = 3^{j−1}/4."""
    return linked_to(Rational(3) ** (j - 1) / 4)


@SOFTMAX_LINK.mutant("sign", at=TWO, discharge=linked_in_two)
def uphill_in_exponents(claim: Claim) -> Claim:
    """+η∂L on the right."""
    up = Sum(weight(j) * exp(eta * partial_of(j)), (j, 1, n))
    return claim.replace(states=[claim.states[0], eq(softmax(theta, i), weight(i) * exp(eta * partial_of(i)) / up)])


@SOFTMAX_LINK.mutant("constant", at=TWO, discharge=linked_in_two)
def twice_the_rate(claim: Claim) -> Claim:
    """2η on the right."""
    twice = Sum(weight(j) * exp(-2 * eta * partial_of(j)), (j, 1, n))
    last = eq(softmax(theta, i), weight(i) * exp(-2 * eta * partial_of(i)) / twice)
    return claim.replace(states=[claim.states[0], last])


def linked_to_large_weights() -> list[Theorem]:
    """For p_j = 3^{j−1}."""
    return linked_to(Rational(3) ** (j - 1))


fails_without(SOFTMAX_LINK,
    (ON_SIMPLEX, "p need not sum to one.", {
            **TWO,
            weight: Lambda(j, Rational(3) ** (j - 1)),
            link: Lambda(j, log(Rational(3) ** (j - 1))),
            theta: Lambda(j, log(Rational(3) ** (j - 1)) - j),
        }, linked_to_large_weights),
)  # fmt: skip


ZERO_ACTIVATIONS = {n: 2, i: 1, theta: Lambda(j, 0)}


fails_as(LINK_UPDATE_SIMPLEX,
    ("constant", [LINK_UPDATE_SIMPLEX.states[0], eq(LINK_UPDATE_SIMPLEX.states[1].lhs, 2)],
        "The components sum to 2.", ZERO_ACTIVATIONS),
    ("sign", [gt(0, softmax(theta, i)), LINK_UPDATE_SIMPLEX.states[1]], "The components are negative.",
        ZERO_ACTIVATIONS),
)  # fmt: skip


def _weights() -> list[Any]:
    """EG steps: weights of the simplex, an instance, a label and a rate."""
    rng = np.random.default_rng(32)
    found = []
    for k in (2, 3, 20):
        for _ in range(3):
            start = rng.gamma(1.0, size=k) + 1e-3
            found.append((start / start.sum(), rng.standard_normal(k), float(rng.standard_normal()), 0.125))
    return found


def _eg_by_formula(step: Any) -> list[Any]:
    with mp.workdps(60):
        start = [mp.mpf(z) for z in step[0]]
        error = mp.fdot(start, map(mp.mpf, step[1])) - step[2]
        slopes = [2 * error * mp.mpf(z) for z in step[1]]
        at = {weight: start, partial_of: slopes, eta: step[3], n: len(start)}
        return [value(exponentiated_gradient(i), {**at, i: k + 1}) for k in range(len(start))]


@SOFTMAX_LINK.conformance
def code_follows_the_exponentiated_gradient() -> Iterator[Conformance]:
    """EG with the square loss, and its reference."""
    return conformance(
        _weights(),
        formula=_eg_by_formula,
        code=lambda step: eg_update(*step),
        reference=lambda step: eg_reference.eg_update(*step),
        ulps=8.0,
    )


def _project_back(pair: Any) -> Any:
    flat = 2.0 * np.dot(*pair) * pair[1]
    return project_back_update(Sphere(), pair[0], flat, 0.25)


@HEURISTIC.conformance
def code_follows_the_heuristic() -> Iterator[Conformance]:
    """One step of the heuristic on the loss ⟨p, x⟩², its reference, and the formula w/‖w‖ for w = p − η∂L."""
    return conformance(
        pairs_of_unit_vectors(),
        formula=lambda pair: value(w / norm(w), {w: _flat_step(pair)}),
        code=_project_back,
        reference=lambda pair: sphere_reference.projx(_flat_step(pair)),
        ulps=8.0,
    )


def _flat_step(pair: Any) -> list[Any]:
    flat = 2.0 * np.dot(*pair) * pair[1]
    return [mp.mpf(a) - mp.mpf(0.25) * mp.mpf(b) for a, b in zip(pair[0], flat, strict=True)]


@EXAMPLE_5.conformance
def code_follows_example_5() -> Iterator[Conformance]:
    """The LMS update is the explicit update in Rⁿ."""
    return conformance(
        _steps(),
        formula=lambda step: value(widrow_hoff(p), _at(step)),
        code=lambda step: lms_update(*step),
        reference=lambda step: reference.lms_update(*step),
        ulps=3.0,
    )


def _metrics() -> list[tuple[Any, Any]]:
    """Well-conditioned metrics and derivatives."""
    rng = np.random.default_rng(33)
    found = []
    for k in (1, 3, 8):
        root = rng.standard_normal((k, k)) / 4
        found.append((root @ root.T + np.eye(k), rng.standard_normal(k)))
    return found


def _solved(pair: Any) -> list[Any]:
    """The w with Gw = ∂L, by elimination."""
    with mp.workdps(60):
        return list(mp.lu_solve(mp.matrix(pair[0].tolist()), mp.matrix(pair[1].tolist())))


@NATURAL.conformance
def code_solves_for_the_natural_gradient() -> Iterator[Conformance]:
    """The natural gradient and its reference against Gw = ∂L."""
    return conformance(
        _metrics(),
        formula=_solved,
        code=lambda pair: natural_gradient(*pair),
        reference=lambda pair: natural_reference.natural_gradient(pair[0].tolist(), pair[1]),
        ulps=16.0,
    )


def _softmax_by_formula(activation: Any) -> list[Any]:
    size = len(activation)
    return [value(softmax(theta, i), {theta: list(map(mp.mpf, activation)), n: size, i: k + 1}) for k in range(size)]


@LINK_UPDATE_SIMPLEX.conformance
def code_follows_the_softmax() -> Iterator[Conformance]:
    """The softmax function and its reference, in 1 to 20 dimensions."""
    rng = np.random.default_rng(34)
    return conformance(
        [rng.normal(0, 4, size) for size in (1, 2, 5, 20) for _ in range(3)],
        formula=_softmax_by_formula,
        code=lambda activation: Softmax().transfer(activation),
        reference=lambda activation: matching_reference.transfer("softmax", activation),
        ulps=4.0,
    )
