"""Example 1 for a singular matrix: the loss on its range, by any matrix that inverts it on the eigenvectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Lambda, Rational, Sum

from numeric.matching import Linear
from numeric.reference import linear as reference
from proofs.general_additive.divergence import divergence
from proofs.general_additive.linear_transfer import (
    EXAMPLE_1, GIVEN, MATRIX, POTENTIAL, SYMMETRIC, P, X, Y, a, b, equal_vectors, image, on_the_line, p,
    potential_rules, q, quadratic, symmetric, v, w, x, y,
)  # fmt: skip
from verify.audit import (
    Claim, Conformance, Inner, Theorem, assume, at, cases, combine, eq, fails_as, fails_without, family, follows,
    forall, ge, generalize, gt, identity, instantiate, integer, le, ne, telescope,
)  # fmt: skip
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Vec, VecHead

j, k = integer("j k")
PSEUDO, TRANSPOSE, EIGENVECTOR = VecHead("S"), VecHead("Sᵀ"), VecHead("e")
eigenvalue = family("λ")


def e(j: Any) -> Vec:
    """The normalised eigenvectors."""
    return Vec(EIGENVECTOR, EUCLIDEAN, j)


INDEX = [ge(j, 1), ge(k, j)]
BASIS = forall([p, q], eq(Inner(p, q), Sum(Inner(p, e(j)) * Inner(q, e(j)), (j, 1, k))))
EIGENVECTORS = forall(j, eq(image(MATRIX, e(j)), eigenvalue(j) * e(j)), INDEX)
NOT_NEGATIVE = forall(j, ge(eigenvalue(j), 0), INDEX)
INVERTS = forall(j, eq(image(PSEUDO, e(j)), e(j) / eigenvalue(j)), [*INDEX, gt(eigenvalue(j), 0)])
TRANSPOSED = forall([p, q], eq(Inner(image(PSEUDO, p), q), Inner(p, image(TRANSPOSE, q))))
SPECTRUM = [BASIS, EIGENVECTORS, NOT_NEGATIVE, INVERTS, TRANSPOSED]

EXAMPLE_1_SINGULAR = Claim(
    "general_additive/example-1-singular",
    at="Example 1",
    printed=(
        "For any y and ŷ in this range V_φ we can write L_φ(y, ŷ) = ½(y − ŷ)ᵀA*(y − ŷ) where A* is any matrix"
        " such that A*x_j = (1/λ_j)x_j whenever λ_j > 0"
    ),
    given=[*GIVEN, *SPECTRUM],
    states=eq(divergence(P, b, a), quadratic(PSEUDO, Y - X)),
    rests_on=["general_additive/example-1"],
    reading=(
        "y = Aa and ŷ = Aâ, for any a and â. The eigenvectors x_j are normalised to an orthonormal basis e_1, …, e_k "
        "with ⟨p, q⟩ = Σ ⟨p, e_j⟩⟨q, e_j⟩, and λ_j ≥ 0. A*, here S, is a matrix, so it has a transpose Sᵀ; what it "
        "does to eigenvectors with λ_j = 0 is left open, and it need not be symmetric."
    ),
)

IN_SPAN = forall(j, eq(Inner(v, e(j)), 0), [*INDEX, eq(eigenvalue(j), 0)])

EXAMPLE_1_RANGE = Claim(
    "general_additive/example-1-range",
    at="Example 1",
    printed="the range of φ is the space spanned by the eigenvectors corresponding to the positive eigenvalues of A",
    given=[SYMMETRIC, *SPECTRUM, IN_SPAN],
    states=eq(image(MATRIX, image(PSEUDO, v)), v),
    reading=(
        "In the setting of general_additive/example-1-singular: a v that is orthogonal to eigenvectors with λ_j = 0, "
        "so spanned by the others, is the value of φ at Sv. The converse is general_additive/"
        "example-1-range-converse, and general_additive/example-1-range-combination."
    ),
)

EXAMPLE_1_RANGE_CONVERSE = Claim(
    "general_additive/example-1-range-converse",
    at="Example 1",
    printed="the range of φ is the space spanned by the eigenvectors corresponding to the positive eigenvalues of A",
    given=[SYMMETRIC, EIGENVECTORS, *INDEX, eq(eigenvalue(j), 0)],
    states=eq(Inner(Y, e(j)), 0),
    reading=(
        "A value Aa is orthogonal to every eigenvector e_j with λ_j = 0; of which eigenvectors it is a combination is "
        "general_additive/example-1-range-combination."
    ),
)

COMBINATION = Claim(
    "general_additive/example-1-range-combination",
    at="Example 1",
    says="φ(a) = Aa = Σ_j λ_j(a·e_j)e_j, so it is in the space spanned by the eigenvectors with λ_j ≠ 0",
    given=[SYMMETRIC, BASIS, EIGENVECTORS],
    states=eq(Inner(Y, v), Sum(eigenvalue(j) * Inner(a, e(j)) * Inner(v, e(j)), (j, 1, k))),
    reading=(
        "For every a, against every vector v, in the orthonormal basis e_1, …, e_k of general_additive/"
        "example-1-singular: where λ_j = 0 the coefficient is 0. For a positive semidefinite A "
        "these are the eigenvectors with λ_j > 0."
    ),
)


@EXAMPLE_1_RANGE_CONVERSE.proof
def symmetric_product(claim: Claim) -> Theorem:
    """⟨Aa, e_j⟩ = ⟨a, Ae_j⟩ = 0."""
    return follows(claim.states[0], symmetric(a, e(j)), INDEX, using=[EIGENVECTORS, eq(eigenvalue(j), 0)])


@COMBINATION.proof
def coordinates(claim: Claim) -> Theorem:
    """⟨Aa, e_j⟩ = ⟨a, Ae_j⟩ = λ_j⟨a, e_j⟩."""
    goal = eq(Inner(Y, e(j)) * Inner(v, e(j)), eigenvalue(j) * Inner(a, e(j)) * Inner(v, e(j)))
    each = follows(goal, symmetric(a, e(j)), INDEX, using=[at(EIGENVECTORS, j)])
    return follows(claim.states[0], at(BASIS, Y, v), telescope(each, j, 1, k))


def pseudo_inverse(u: Any, w: Any, outside: Theorem) -> Theorem:
    """⟨ASu, w⟩ = ⟨u, w⟩, where `outside` says that ⟨u, e_j⟩ = 0 if λ_j = 0."""
    there, backwards = image(MATRIX, w), image(TRANSPOSE, image(MATRIX, w))
    moved = at(TRANSPOSED, e(j), there).conclusion
    moves = follows(eq(Inner(u, e(j)) * (moved.lhs - moved.rhs), 0), at(TRANSPOSED, e(j), there))
    sums = [telescope(one, j, 1, k) for one in (moves, _on_each_eigenvector(u, w, outside))]
    turned = [symmetric(image(PSEUDO, u), w), at(TRANSPOSED, u, there)]
    return follows(eq(Inner(image(MATRIX, image(PSEUDO, u)), w), Inner(u, w)), turned, at(BASIS, u, backwards),
        at(BASIS, u, w), sums)  # fmt: skip


def _on_each_eigenvector(u: Any, w: Any, outside: Theorem) -> Theorem:
    """⟨u, e_j⟩⟨Se_j, Aw⟩ = ⟨u, e_j⟩⟨w, e_j⟩: either Se_j = e_j/λ_j, or ⟨u, e_j⟩ = 0."""
    goal = eq(Inner(u, e(j)) * Inner(image(PSEUDO, e(j)), image(MATRIX, w)), Inner(u, e(j)) * Inner(w, e(j)))
    sides = [gt(eigenvalue(j), 0), le(eigenvalue(j), 0)]
    turned, rules = symmetric(e(j), w), [at(INVERTS, j), at(EIGENVECTORS, j)]
    inside = combine(goal, [(-Inner(u, e(j)) / eigenvalue(j), turned)], using=rules, facts=[*INDEX, sides[0]])
    zero = follows(eq(eigenvalue(j), 0), eigenvalue(j), at(NOT_NEGATIVE, j), sides[1])
    beside = follows(goal, instantiate(outside, {}, discharge=[zero]), INDEX)
    return cases([inside, beside], sides)


@EXAMPLE_1_RANGE.proof
def invert_on_the_eigenvectors(claim: Claim) -> Theorem:
    """⟨ASv, w⟩ = ⟨v, w⟩ for every w, such as w = ASv − v."""
    product = pseudo_inverse(v, w, at(IN_SPAN, j))
    there = image(MATRIX, image(PSEUDO, v))
    return equal_vectors(there, v, follows(eq(Inner(there - v, w), 0), product))


@EXAMPLE_1_SINGULAR.proof
def on_the_range(claim: Claim) -> Theorem:
    """½⟨Ad, SAd⟩ = ½⟨ASAd, d⟩ = ½⟨Ad, d⟩ for d = a − â."""
    d, rules = a - b, potential_rules()
    u = image(MATRIX, d)
    outside = follows(eq(Inner(u, e(j)), 0), symmetric(d, e(j)), INDEX, using=[EIGENVECTORS, eq(eigenvalue(j), 0)])
    product = pseudo_inverse(u, d, outside)
    loss, turned = EXAMPLE_1.theorem(EXAMPLE_1.states[2]), symmetric(d, image(PSEUDO, u))
    shape = identity(eq(quadratic(PSEUDO, Y - X), Inner(u, image(PSEUDO, u)) / 2), using=rules)
    return follows(claim.states[0], loss, shape, turned, product)


# --- instances on the line -----------------------------------------------------------------------------------------

TWICE = {
    MATRIX: Lambda(x, 2 * x),
    P.head: Lambda(x, x**2),
    PSEUDO: Lambda(x, x / 2),
    TRANSPOSE: Lambda(x, x / 2),
    EIGENVECTOR: Lambda(j, 1),
    eigenvalue.head: Lambda(j, 2),
}
UNSCALED = {**TWICE, PSEUDO: Lambda(x, x), TRANSPOSE: Lambda(x, x)}
NEGATIVE = {**UNSCALED, MATRIX: Lambda(x, -2 * x), P.head: Lambda(x, -(x**2)), eigenvalue.head: Lambda(j, -2)}
ONE = {**UNSCALED, MATRIX: Lambda(x, x), P.head: Lambda(x, x**2 / 2), eigenvalue.head: Lambda(j, 1)}
CUBE = {**ONE, MATRIX: Lambda(x, x**3), P.head: Lambda(x, x**4 / 2)}
SQUARED = {**ONE, PSEUDO: Lambda(x, x**2)}
NOTHING = {**UNSCALED, MATRIX: Lambda(x, 0), P.head: Lambda(x, 0), eigenvalue.head: Lambda(j, j - 1)}
NO_BASIS = {**UNSCALED, EIGENVECTOR: Lambda(j, 0)}
ENDS = {a: 0, b: 2, v: 2, k: 1}
PRINTED = [*GIVEN, *SPECTRUM, IN_SPAN]


def met(rules: dict[Any, Any]) -> Any:
    """What proves the schemas that hold for these maps of the line and one output."""
    return lambda: on_the_line({**rules, k: 1, v.args[0]: 2}, PRINTED)


fails_as(EXAMPLE_1_SINGULAR,
    ("constant", eq(EXAMPLE_1_SINGULAR.states[0].lhs, 2 * EXAMPLE_1_SINGULAR.states[0].rhs), "Without the ½.",
        {**TWICE, **ENDS}, met(TWICE)),
    ("sign", eq(EXAMPLE_1_SINGULAR.states[0].lhs, -EXAMPLE_1_SINGULAR.states[0].rhs), "The loss with the other sign.",
        {**TWICE, **ENDS}, met(TWICE)),
)  # fmt: skip


def nothing_to_invert() -> list[Theorem]:
    """Se_j = e_j/λ_j for all j with 1 ≤ j ≤ 1 and λ_j = j − 1 > 0, of which there are none; and j ≠ 1 for them."""
    index, ahead = [ge(j, 1), ge(1, j)], gt(j - 1, 0)
    never = combine(ge(-((j - 1) ** 2), 0), [(assume(ahead), assume(index[1]))])
    gap, half = 1 - 1 / (j - 1), Rational(1, 2)
    sides = []
    for sign in (1, -1):
        parts = [(1, (sign * gap + half) ** 2), (1, 3 * half**2), ((gap**2 + 1) / (j - 1) ** 2, never)]
        sides.append(combine(ge(sign * gap, 0), parts, facts=[ahead]))
    equal = combine(eq(x, y), [(1, x - y)], facts=[ge(x, y), ge(y, x)])
    made = instantiate(equal, {x: 1, y: 1 / (j - 1)}, discharge=sides)
    apart = combine(ne(j - 1, 0), [(1, assume(ahead))])
    made = instantiate(made, {}, discharge=[assume(ahead)])
    return [generalize(theorem, [j], [*index, ahead]) for theorem in (made, apart)]


SPECTRAL = {
    "any_map": (SYMMETRIC, CUBE, "A need not be symmetric, nor linear."),
    "no_basis": (BASIS, NO_BASIS, "The eigenvectors need not be a basis."),
    "not_eigenvalues": (EIGENVECTORS, {**UNSCALED, eigenvalue.head: Lambda(j, 1)}, "λ_j need not be eigenvalues."),
    "negative_eigenvalues": (NOT_NEGATIVE, NEGATIVE, "Eigenvalues may be negative."),
    "any_pseudo_inverse": (INVERTS, UNSCALED, "A* need not invert A on the eigenvectors."),
    "pseudo_inverse_not_linear": (TRANSPOSED, SQUARED, "A* need not be linear."),
}
FAILING = {
    EXAMPLE_1_SINGULAR: SPECTRAL
    | {"any_potential": (POTENTIAL, {**TWICE, P.head: Lambda(x, 5 * x**2)}, "P need not be aᵀAa/2.")},
    EXAMPLE_1_RANGE: SPECTRAL | {"outside_the_span": (IN_SPAN, NOTHING, "v need not be in the span.")},
}
"""For each claim the hypotheses that are needed, with maps of the line for which it fails without."""


def _drop(claim: Claim, name: str) -> None:
    formula, rules, summary = FAILING[claim][name]

    def mutant(claim: Claim) -> Claim:
        return claim.replace(given=[f for f in claim.given if f != formula])

    mutant.__name__, mutant.__doc__ = name, summary
    theorems = (lambda: [*met(rules)(), *nothing_to_invert()]) if rules is NOTHING else met(rules)
    claim.mutant("hypothesis", at={**rules, **ENDS}, discharge=theorems)(mutant)


for _claim, _found in FAILING.items():
    for _name in _found:
        _drop(_claim, _name)


fails_as(EXAMPLE_1_RANGE,
    ("constant", eq(EXAMPLE_1_RANGE.states[0].lhs, 2 * v), "φ(Sv) = 2v.", {**TWICE, **ENDS}, met(TWICE)),
    ("sign", eq(EXAMPLE_1_RANGE.states[0].lhs, -v), "φ(Sv) = −v.", {**TWICE, **ENDS}, met(TWICE)),
)  # fmt: skip


fails_as(COMBINATION,
    ("constant", eq(COMBINATION.states[0].lhs, 2 * COMBINATION.states[0].rhs), "Twice the combination.",
        {**TWICE, **ENDS, a: 2}, met(TWICE)),
    ("sign", eq(COMBINATION.states[0].lhs, -COMBINATION.states[0].rhs), "The opposite combination.",
        {**TWICE, **ENDS, a: 2}, met(TWICE)),
)  # fmt: skip


fails_without(COMBINATION,
    (SYMMETRIC, "A need not be symmetric, nor linear: it takes the third power.", {**CUBE, **ENDS, a: 2}, met(CUBE)),
    (BASIS, "The eigenvectors need not be a basis.", {**NO_BASIS, **ENDS, a: 2}, met(NO_BASIS)),
)  # fmt: skip


OTHER_NUMBERS = {**TWICE, eigenvalue.head: Lambda(j, 1)}


fails_without(COMBINATION,
    (EIGENVECTORS, "λ_j need not be eigenvalues.", {**OTHER_NUMBERS, **ENDS, a: 2}, met(OTHER_NUMBERS)),
)  # fmt: skip


STEPS = {**NOTHING, **ENDS, a: 2, j: 1}


fails_as(EXAMPLE_1_RANGE_CONVERSE,
    ("constant", eq(EXAMPLE_1_RANGE_CONVERSE.states[0].lhs, 1), "⟨Aa, e_j⟩ = 1.", STEPS, met(NOTHING)),
)  # fmt: skip


BENT = {**NOTHING, MATRIX: Lambda(x, x**3 - x)}


fails_without(EXAMPLE_1_RANGE_CONVERSE,
    (SYMMETRIC, "A need not be symmetric, nor linear.", {**STEPS, **BENT}, met(BENT)),
    (EIGENVECTORS, "e_j need not be an eigenvector.", {**STEPS, MATRIX: Lambda(x, x)}, met(ONE)),
    (eq(eigenvalue(j), 0), "λ_j may be positive.", {**TWICE, **ENDS, a: 2, j: 1}, met(TWICE)),
)  # fmt: skip


BESIDE = {**TWICE, EIGENVECTOR: Lambda(j, j - 1), eigenvalue.head: Lambda(j, 0)}


fails_without(EXAMPLE_1_RANGE_CONVERSE,
    (INDEX[1], "j may exceed k.", {**BESIDE, **ENDS, a: 2, j: 2}, met(BESIDE)),
    (INDEX[0], "j may be 0.", {**BESIDE, **ENDS, a: 2, j: 0}, met(BESIDE)),
)  # fmt: skip


@EXAMPLE_1_SINGULAR.conformance
def code_follows_the_form() -> Iterator[Conformance]:
    """The loss of a matrix of rank 2 in 3 and 6 dimensions, of whole numbers, against ½(a − â)ᵀA(a − â)."""
    rng = np.random.default_rng(1)
    points = []
    for n in (3, 6):
        for _ in range(4):
            rows = rng.integers(-4, 5, (2, n)).astype(float)
            points.append((rows.T @ rows, *rng.integers(-9, 10, (2, n)).astype(float)))
    return conformance(
        points,
        formula=lambda point: reference.divergence(*(part.tolist() for part in point)),
        code=lambda point: Linear(point[0]).matching_loss(point[0] @ point[1], point[0] @ point[2]),
        reference=_loss_in_mpmath,
        ulps=16.0,
    )


def _loss_in_mpmath(point: Any) -> Any:
    matrix, first, second = point
    return reference.matching_loss(matrix.tolist(), (matrix @ first).tolist(), (matrix @ second).tolist(), 2)
