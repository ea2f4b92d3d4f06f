"""Example 3 and Corollary 5: the explicit update on the simplex, where it stays there, and where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mpmath import mp
from sympy import Abs, Expr, Lambda, Rational, cos, pi, sin, sqrt

from numeric.learners.geodesic import explicit_update
from numeric.manifolds import Simplex, Sphere
from numeric.reference import geodesic as reference
from numeric.reference import simplex as reference_simplex
from numeric.reference import sphere as reference_sphere
from proofs.geometric_view.push_forward import (
    ON_SIMPLEX, at_distribution, d, distributions_and_partials, i, isometry, j, mean, n, p, pushed_gradient, total,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, combine, identity, instantiate, witness
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, eq, function, ge, gt, positive, real

s, q, r = real("s q r")
HALF = Rational(1, 2)
eta, size = positive("η ‖V‖")


def pushed_component(i: Any) -> Expr:
    """Vⁱ = (f⋆grad L)ⁱ (geometric_view/push-forward)."""
    return pushed_gradient(p(i), d(i), mean(p, d))


def root_after(i: Any, s: Any = 1) -> Expr:
    """√pⁱ cos(sη‖V‖/2) − Vⁱ/‖V‖ sin(sη‖V‖/2), the right-hand side of the printed update at s = 1."""
    angle = s * eta * size / 2
    return sqrt(p(i)) * cos(angle) - pushed_component(i) / size * sin(angle)


def after(i: Any) -> Expr:
    """pⁱ_{t+1}, the square of it."""
    return root_after(i) ** 2


def on_the_sphere(i: Any, s: Any) -> Expr:
    """wⁱ(s), the geodesic of the sphere of radius 2 from f(p) with velocity −ηV."""
    return 2 * root_after(i, s)


new, great, root, pushed, average = function("p′"), function("w"), function("root"), function("V"), real("m̄")
NAMES = {
    new(i): root(i, 1) ** 2,
    great(i, s): 2 * root(i, s),
    root(i, s): sqrt(p(i)) * cos(s * eta * size / 2) - pushed(i) / size * sin(s * eta * size / 2),
    pushed(i): pushed_gradient(p(i), d(i), average),
    average: mean(p, d),
}
"""p′ is the update, w the great circle from f(p), V = f⋆grad L and m̄ the mean of the partial derivatives."""

SIZE = eq(total(pushed_component(j) ** 2), size**2)
INSIDE = gt(root_after(i), 0)
GIVEN = [ON_SIMPLEX, SIZE]
WRITTEN = [ON_SIMPLEX, eq(total(pushed(j) ** 2), size**2)]
"""The same, as it is shown."""

PRINTED = eq(sqrt(new(i)), root(i, 1))
ON_THE_SIMPLEX = [gt(new(i), 0), eq(total(new(j)), 1)]
GEODESIC = [
    eq(total(great(j, s) ** 2), 4),
    eq(Deriv(great(i, q), q, 0), -eta * pushed(i)),
    eq(Deriv(Deriv(great(i, q), q, r), r, s), -((eta * size / 2) ** 2) * great(i, s)),
]

SETTING = (
    "p is in the open simplex of Rⁿ⁺¹, every n; V has the components of geometric_view/push-forward and the norm ‖V‖ > "
    "0 (where V = 0 the formula is 0/0). p_{t+1} is the point whose components are the squares of the printed "
    "right-hand sides. "
)

UPDATE = Claim(
    "geometric_view/simplex-update",
    at="Example 3",
    printed="√pⁱ_{t+1} = √pⁱ_t cos(η‖V‖/2) − (Vⁱ/‖V‖) sin(η‖V‖/2)",
    given=WRITTEN,
    where=NAMES,
    states=PRINTED,
    rests_on=["geometric_view/push-forward", "geometric_view/simplex-norm"],
    reading=SETTING + "No bound on η is printed. A root is not negative, so neither may the right-hand sides be.",
    weight="gap",
    slip="The formula is the exponential map only as long as the great circle stays in the open orthant; past its "
    "boundary a right-hand side is negative, and no root. For steps short enough it is true, and the paper has no "
    "bound on them.",
)

UPDATE_REPAIRED = Claim(
    "geometric_view/simplex-update.repaired",
    at="Example 3",
    says="√pⁱ_{t+1} = √pⁱ_t cos(η‖V‖/2) − (Vⁱ/‖V‖) sin(η‖V‖/2), where every right-hand side is positive",
    given=[*WRITTEN, gt(root(i, 1), 0)],
    where=NAMES,
    states=[PRINTED, *ON_THE_SIMPLEX, eq(isometry(new(i)), great(i, 1)), *GEODESIC],
    repairs="geometric_view/simplex-update",
    rests_on=["geometric_view/simplex-isometry"],
    reading=SETTING
    + (
        "Where the right-hand sides are positive, p_{t+1} is in the open simplex and satisfies the print. f(p_{t+1}) "
        "is then w(1), and w is the geodesic of the sphere of radius 2 that leaves f(p) = w(0) with the velocity −ηV = "
        "−η f⋆grad L: on the sphere for all s, with an acceleration along w, so normal to the sphere. So p_{t+1} = "
        "Exp_p(−η grad L) wherever w(s) has positive components for 0 ≤ s ≤ 1 (each s in the place of 1 is the update "
        "with sη). How far that is: geometric_view/completeness-reach."
    ),
)

TWO = {n: 1, p: Lambda(j, Rational(1, 2)), d: Lambda(j, 3 - 2 * j), size: 1, i: 1}
"""p = (½, ½) and ∂L = (1, −1): V = (√½, −√½)."""


@UPDATE.counterexample
def past_the_boundary(claim: Claim) -> Theorem:
    """p = (½, ½), ∂L = (1, −1), η = π: the right-hand side is (−√½, √½)."""
    return witness(claim.given, claim.states[0], TWO | {eta: pi})


def square_of_the_norm(claim: Claim) -> Theorem:
    """Σ (√p cos − V/‖V‖ sin)² = cos² + sin², as Σ √pV = 0."""
    simplex = [h for h in claim.given if h == ON_SIMPLEX]
    sizes = [h for h in claim.given if h == SIZE]
    angle = s * eta * size / 2
    goal = eq(total(root_after(j, s) ** 2), 1)
    crossed = total(sqrt(p(j)) * pushed_component(j))
    orthogonal = identity(eq(crossed, 0), using=simplex)
    expanded = identity(
        eq(
            total(root_after(j, s) ** 2),
            total(p(j)) * cos(angle) ** 2
            - 2 / size * cos(angle) * sin(angle) * crossed
            + sin(angle) ** 2 / size**2 * total(pushed_component(j) ** 2),
        )
    )
    terms = [(sin(angle) ** 2 / size**2, assume(h)) for h in sizes] + [(cos(angle) ** 2, assume(h)) for h in simplex]
    return combine(goal, [(1, expanded), (-2 / size * cos(angle) * sin(angle), orthogonal), *terms])


def _own_magnitudes(inside: list[Theorem]) -> list[Theorem]:
    """√(x²) = x for the right-hand side x > 0."""
    x = real("x")
    own = identity(eq(Abs(x), x), facts=[gt(x, 0)])
    return [instantiate(own, {x: root_after(i)}, [h]) for h in inside]


@UPDATE_REPAIRED.proof
def great_circle(claim: Claim) -> list[Theorem]:
    """The root of a square of a positive number, and cos² + sin² = 1."""
    inside = [h for h in claim.given if h == INSIDE]
    printed, positive_after, _, lands, length, leaves, bends = claim.states
    one, own = square_of_the_norm(claim), _own_magnitudes([assume(h) for h in inside])
    squares = [(assume(h), assume(h)) for h in inside]
    return [
        combine(printed, [(1, t) for t in own]),
        combine(positive_after, squares),
        instantiate(one, {s: 1}),
        combine(lands, [(2, t) for t in own]),
        combine(length, [(4, one)]),
        *(identity(goal) for goal in (leaves, bends)),
    ]


QUARTER = TWO | {eta: pi / 3, s: 1}


@UPDATE_REPAIRED.mutant("constant", at=QUARTER)
def full_angle(claim: Claim) -> Claim:
    """The angle η‖V‖ of the unit sphere."""
    other = sqrt(p(i)) * cos(eta * size) - pushed_component(i) / size * sin(eta * size)
    return claim.replace(states=[eq(sqrt(after(i)), other), *claim.states[1:]])


@UPDATE_REPAIRED.mutant("sign", at=QUARTER)
def uphill(claim: Claim) -> Claim:
    """+V/‖V‖."""
    other = sqrt(p(i)) * cos(eta * size / 2) + pushed_component(i) / size * sin(eta * size / 2)
    return claim.replace(states=[eq(sqrt(after(i)), other), *claim.states[1:]])


fails_without(UPDATE_REPAIRED,
    (INSIDE, "The right-hand sides may be negative: the print.", TWO | {eta: pi, s: 1}),
    (ON_SIMPLEX, "p may have any sum.", QUARTER | {p: Lambda(j, 1), size: sqrt(2)}),
    (SIZE, "‖V‖ may be any number.", QUARTER | {size: 2}),
)  # fmt: skip


REFLECTS = Claim(
    "geometric_view/simplex-update-reflects",
    at="Example 3, past the boundary",
    says="where a right-hand side is negative, p_{t+1} is f⁻¹ of the geodesic's end, reflected into the orthant",
    given=WRITTEN,
    where=NAMES,
    states=[ON_THE_SIMPLEX[1], ge(new(i), 0), eq(isometry(after(i)), Abs(on_the_sphere(i, 1)))],
    rests_on=["geometric_view/simplex-update.repaired"],
    reading=SETTING
    + (
        "Without a bound on η: the squares are a point of the closed simplex, and f of it is the end w(1) of the "
        "geodesic with its negative components turned positive. So the formula reflects the great circle at the "
        "coordinate hyperplanes; Exp_p is not defined there."
    ),
)


@REFLECTS.proof
def roots_of_squares(claim: Claim) -> list[Theorem]:
    """√x² = |x|."""
    _, weakly, folded = claim.states
    one = instantiate(square_of_the_norm(claim), {s: 1})
    return [one, combine(weakly, [(1, root_after(i) ** 2)]), identity(folded)]


fails_as(REFLECTS,
    ("constant", [*REFLECTS.states[:2], eq(REFLECTS.states[2].lhs, REFLECTS.states[2].rhs / 2)],
        "Half of the folded geodesic.", TWO | {eta: pi}),
    ("sign", [*REFLECTS.states[:2], eq(REFLECTS.states[2].lhs, on_the_sphere(i, 1))], "Without the magnitude.",
        TWO | {eta: pi}),
)  # fmt: skip


fails_without(REFLECTS,
    (ON_SIMPLEX, "p may have any sum.", QUARTER | {p: Lambda(j, 1), size: sqrt(2)}),
    (SIZE, "‖V‖ may be any number.", QUARTER | {size: 2}),
)  # fmt: skip


# --- Corollary 5 ----------------------------------------------------------------------------------------------------

IN_THE_ORTHANT = gt(on_the_sphere(i, 1), 0)

COROLLARY_5 = Claim(
    "geometric_view/corollary-5",
    at="Corollary 5",
    printed="The two explicit algorithms, in the positive orthant of the sphere Sⁿ₂ of radius 2 (Example 2) and in "
    "the open simplex Δⁿ (Example 3) are equivalent",
    given=[*WRITTEN, gt(great(i, 1), 0)],
    where=NAMES,
    states=[eq(isometry(new(i)), great(i, 1)), eq(total(great(j, 1) ** 2), 4)],
    rests_on=["geometric_view/lemma-4", "geometric_view/example-2", "geometric_view/simplex-update.repaired"],
    reading=SETTING
    + (
        "Equivalent (Definition 3) through f: f of the update p′ of Example 3 is the update w(1) of Example 2, at "
        "radius 2, of f(p), for every p, loss and η with which the update of Example 2 is in the positive orthant, "
        "where the corollary has it. A great circle can leave the orthant; then there is no update there, and the "
        "squares p′ of the printed right-hand sides belong to the circle reflected at the faces "
        "(geometric_view/simplex-update-reflects): neither algorithm is a map of all of its space to itself, as "
        "Definition 3 asks of both. (That f is one-to-one and onto with a smooth inverse is "
        "geometric_view/simplex-isometry.)"
    ),
)


@COROLLARY_5.proof
def through_the_isometry(claim: Claim) -> list[Theorem]:
    """2√(x²) = 2x for x > 0."""
    lands, length = claim.states
    one = instantiate(square_of_the_norm(claim), {s: 1})
    inside = [combine(INSIDE, [(HALF, assume(h))]) for h in claim.given if h == IN_THE_ORTHANT]
    return [combine(lands, [(2, t) for t in _own_magnitudes(inside)]), combine(length, [(4, one)])]


fails_as(COROLLARY_5,
    ("constant", [eq(COROLLARY_5.states[0].lhs, root_after(i)), *COROLLARY_5.states[1:]], "The sphere of radius 1.",
        QUARTER),
    ("sign", [eq(COROLLARY_5.states[0].lhs, -on_the_sphere(i, 1)), *COROLLARY_5.states[1:]], "−w.", QUARTER),
)  # fmt: skip


fails_without(COROLLARY_5,
    (IN_THE_ORTHANT, "The update of Example 2 may leave the orthant: f(p′) = (√2, √2), and w(1) = (−√2, √2).",
        TWO | {eta: pi}),
    (ON_SIMPLEX, "p may have any sum.", QUARTER | {p: Lambda(j, 1), size: sqrt(2)}),
    (SIZE, "‖V‖ may be any number.", QUARTER | {size: 2}),
)  # fmt: skip


RATE = 2.0**-10


def _by_formula(pair: Any) -> list[Any]:
    """The squares of the printed right-hand sides, with ‖V‖ from its components."""
    at = at_distribution(pair)
    components = [value(pushed_component(i), {**at, i: k + 1}) for k in range(len(pair[0]))]
    length = mp.sqrt(mp.fsum(c**2 for c in components))
    return [value(after(i), {**at, i: k + 1, eta: RATE, size: length}) for k in range(len(pair[0]))]


@UPDATE_REPAIRED.conformance
def code_follows_the_update() -> Iterator[Conformance]:
    """The explicit update of any manifold, on the simplex, and its reference, for short steps."""
    return conformance(
        distributions_and_partials(),
        formula=_by_formula,
        code=lambda pair: explicit_update(Simplex(), pair[0], pair[1], RATE),
        reference=lambda pair: reference.explicit_update_simplex(pair[0], pair[1], mp.mpf(RATE)),
        ulps=8.0,
    )


def _on_the_sphere(pair: Any) -> Any:
    """The update of Example 2 at radius 2, of f(p) and the partial derivatives of L∘f⁻¹, brought back by f⁻¹."""
    simplex = Simplex()
    w = simplex.isometry(pair[0])
    return simplex.inverse_isometry(explicit_update(Sphere(2.0), w, pair[1] * w / 2.0, RATE))


def _reference_on_the_sphere(pair: Any) -> Any:
    w, gradient = reference_simplex.isometry(pair[0]), reference_simplex.push_forward_gradient(*pair)
    return reference_simplex.inverse_isometry(reference_sphere.exp(w, [-RATE * v for v in gradient], radius=2))


@COROLLARY_5.conformance
def the_sphere_gives_the_same() -> Iterator[Conformance]:
    """The algorithm on the sphere of radius 2 against the formula of Example 3, to 50 digits in the reference."""
    return conformance(
        distributions_and_partials(),
        formula=_by_formula,
        code=_on_the_sphere,
        reference=_reference_on_the_sphere,
        ulps=16.0,
    )
