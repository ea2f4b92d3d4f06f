"""Lemma 4: isometries carry the explicit and the implicit update from one manifold to the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Lambda, Rational

from numeric.learners.geodesic import explicit_update
from numeric.manifolds import Simplex, Sphere
from numeric.reference import geodesic as geodesic_reference
from numeric.reference import simplex as simplex_reference
from proofs.geometric_view.gradient_isometry import (
    GIVEN, GRADIENT, ISOMETRIC, MIRROR, ONTO, OTHER_GRADIENT, SAME_LOSS, SETTING, UNRELATED, along, eta, g, loss,
    mirrored, other, other_along, other_loss, phi, pull, push, pushed_gradient, r, s, u, unrelated, v, w,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import (
    DEFINITE, LINE_EXP, LINE_REACHES, LINE_REFLECTION, NATURALITY, ONE_END, OTHER_TANGENT, isometry_at, reaches,
)  # fmt: skip
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, Inner, Vec, VecHead, eq, forall, point, points, vector

first_exp, second_exp = points("Exp₁"), points("Exp₂")
after, before, end = point("q"), point("o"), point("z")
ISOMETRY = isometry_at(phi.head, w, VecHead("φ⋆"), first_exp.head, second_exp.head)


def explicit(exponential: Any, start: Any, gradient: Any, end: Any) -> Any:
    """The formula: the explicit update (10) from the start is defined and is the end."""
    return reaches(exponential.head, start, -eta * gradient, end)


def implicit(exponential: Any, end: Any, gradient: Any, start: Any) -> Any:
    """The formula: the end satisfies the implicit update (9) from the start, with its own gradient."""
    return reaches(exponential.head, end, eta * gradient, start)


UPDATED, IMPLICITLY = explicit(first_exp, w, g, after), implicit(first_exp, w, g, before)
ON_THE_OTHER = explicit(second_exp, phi(w), other, end)

LEMMA_4 = Claim(
    "geometric_view/lemma-4",
    at="Lemma 4",
    printed="Let ϕ: M₁ → M₂ be an isometry between the two parameter spaces … L̃(ϕ(w), (x_t, y_t)) = L(w, (x_t, y_t)) "
    "… Then the geometric implicit (explicit) rule derives equivalent algorithms",
    given=[ISOMETRY, *GIVEN],
    states=[
        forall(after, explicit(second_exp, phi(w), other, phi(after)), [UPDATED]),
        forall(before, implicit(second_exp, phi(w), other, phi(before)), [IMPLICITLY]),
    ],
    rests_on=["geometric_view/gradient-isometry"],
    reading=SETTING
    + (
        "Explicit: whatever q is the update (10) of w on M₁, Exp_w(−ηg) = q, φ(q) is that of φ(w) on M₂. Implicit: if "
        "w solves (9) from o, Exp_w(ηg) = o, then φ(w) solves it from φ(o); as (9) may have several solutions, and "
        "Exp⁻¹ several values, equivalence is that of relations. The converse is the same statement for φ⁻¹, which is "
        "an isometry from M₂ to M₁. Every η > 0. M₁ need not be complete: the update is defined on M₂ where it is on "
        "M₁. That isometries map geodesics to geodesics is the classical theorem cited."
    ),
)

LEMMA_4_END = Claim(
    "geometric_view/lemma-4-end",
    at="Lemma 4",
    says="the explicit update of φ(w) on M₂ ends nowhere else than at φ of the end of the update of w on M₁",
    given=[ISOMETRY, *GIVEN, UPDATED, ON_THE_OTHER],
    states=eq(end, phi(after)),
    rests_on=["geometric_view/lemma-4"],
    reading="As geometric_view/lemma-4: q is the update of w on M₁ and z that of φ(w) on M₂.",
)


def _image(claim: Claim, rate: Any, reached: Any, known: Theorem) -> Theorem:
    """φ takes the geodesic from w with velocity (rate) g, which ends at a point, to that from φ(w)."""
    given = list(claim.given)
    pushed = pushed_gradient(claim, eq(push(g), other))
    velocity = identity(eq(rate * other, push(rate * g)), using=[_homogeneous(given, rate), pushed])
    place = {vector("U"): rate * g, Vec(VecHead("V"), OTHER_TANGENT): rate * other, point("q"): reached}
    isometry = [assume(h) for h in given if h == ISOMETRY]
    return instantiate(cite(NATURALITY), place, [velocity, *isometry, known])


@LEMMA_4.proof
def commutative_diagram(claim: Claim) -> list[Theorem]:
    """φ⋆(∓ηg) = ∓ηg̃, and isometries map geodesics to geodesics."""
    ahead = _image(claim, -eta, after, assume(UPDATED))
    back = _image(claim, eta, before, assume(IMPLICITLY))
    return [generalize(ahead, [after], [UPDATED]), generalize(back, [before], [IMPLICITLY])]


@LEMMA_4.instance
def halves_on_the_line() -> tuple[dict[Any, Any], list[Theorem]]:
    """The reflection of R, and the gradients of a loss and of its reflection."""
    return {v: value for v, value in LINE.items() if v not in (after, before, end)}, on_the_line()


UNDECIDED = "What is stated is a schema; the same change is false at an exact instance in geometric_view/lemma-4-end."


@LEMMA_4.mutant("sign", undecided=UNDECIDED)
def towards_the_other_side(claim: Claim) -> Claim:
    """φ(w) moves with the velocity +ηg̃."""
    back = claim.states[1]
    wrong = implicit(second_exp, phi(w), other, phi(after))
    return claim.replace(states=[forall(after, wrong, [UPDATED]), back])


@LEMMA_4_END.proof
def one_end(claim: Claim) -> Theorem:
    """A geodesic has one end: φ(q), by the first part, and z."""
    updated, there = ([assume(h) for h in claim.given if h == known] for known in (UPDATED, ON_THE_OTHER))
    arrives = [_image(claim, -eta, after, known) for known in updated]
    place = {Vec(VecHead("V"), OTHER_TANGENT): -eta * other, point("q"): phi(after), w: phi(w)}
    return instantiate(cite(ONE_END), place, [*arrives, *there])


def _homogeneous(given: list[Any], rate: Any) -> Theorem:
    """φ⋆(cg) = cφ⋆g: the u with φ⋆u = cφ⋆g has the products of cg with all vectors."""
    image = rate * push(g)
    back = pull(image)
    rest = back - rate * g
    reached = [instantiate(assume(h), [image]) for h in given if h == ONTO]
    isometric = [instantiate(assume(h), [first, rest]) for h in given if h == ISOMETRIC for first in (back, g)]
    moved = [combine(eq(Inner(image, push(rest)), Inner(back, rest)), [(1, t)], using=reached) for t in isometric[:1]]
    signed = [*((-1, t) for t in moved), *((rate, t) for t in isometric[1:])]
    square = combine(eq(Inner(rest, rest), 0), signed)
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square])
    equal = identity(eq(rate * g, back), using=[zero])
    arrives = identity(eq(push(u), push(v)), using=[eq(u, v)])
    same = instantiate(arrives, {u: rate * g, v: back}, [equal])
    return identity(eq(push(rate * g), image), using=[same, *reached])


LINE = MIRROR | {
    first_exp: LINE_EXP,
    second_exp: LINE_EXP,
    eta: Rational(1, 4),
    after: Rational(1, 2),
    before: Rational(3, 2),
    end: Rational(-1, 2),
}


def on_the_line() -> list[Theorem]:
    """The reflection of R, and its geodesics."""
    reflection = instantiate(cite(LINE_REFLECTION), [1])
    ends = [(1, Rational(-1, 2)), (1, Rational(1, 2)), (-1, Rational(1, 2))]
    return [*mirrored(), reflection, *(instantiate(cite(LINE_REACHES), list(pair)) for pair in ends)]


fails_as(LEMMA_4_END,
    ("sign", eq(end, after), "z is −φ(q): on the line, q.", LINE, on_the_line),
    ("constant", eq(end, before), "z is 2φ(q): on the line, −2q.", LINE, on_the_line),
)  # fmt: skip


fails_without(LEMMA_4_END,
    (ON_THE_OTHER, "z may be anything.", LINE | {end: 5}, on_the_line),
    (UPDATED, "q may be anything.", LINE | {after: 5}, on_the_line),
)  # fmt: skip


CURVED = LINE | {
    phi: Lambda(r, -(r**3) / 3 - Rational(2, 3)),
    loss: Lambda(r, -(r**3) / 3 - Rational(2, 3)),
    other_loss: Lambda(r, r),
    along: Lambda(r, -((r + 1) ** 3) / 3 - Rational(2, 3)),
    other_along: Lambda(r, -((r + 1) ** 3) / 3 - Rational(2, 3)),
    g: -1,
    VecHead("g̃"): 1,
    after: Rational(5, 4),
    before: Rational(3, 4),
    end: Rational(-5, 4),
}
"""φ(x) = −x³/3 − 2/3, whose differential at 1 is −1 all the same, and L̃(y) = y."""


def curved() -> list[Theorem]:
    """The schemas for that φ, and geodesics of R."""
    height, line = -((r + 1) ** 3) / 3 - Rational(2, 3), -((s * r + 1) ** 3) / 3 - Rational(2, 3)
    ends = [(1, Rational(1, 4)), (1, Rational(-1, 4)), (-1, Rational(-1, 4))]
    return [
        generalize(identity(eq(-(r**3) / 3 - Rational(2, 3), -(r**3) / 3 - Rational(2, 3))), [r]),
        generalize(identity(eq(height, height)), [r]),
        generalize(identity(eq(Deriv(line, s, 0), -1 * r)), [r]),
        generalize(identity(eq(Deriv(line, s, 0), 1 * -r)), [r]),
        *mirrored(),
        *(instantiate(cite(LINE_REACHES), list(pair)) for pair in ends),
    ]


fails_without(LEMMA_4_END, (ISOMETRY, "φ need not be an isometry beyond its differential at w.", CURVED, curved))


FASTER = LINE | {VecHead("g̃"): 5, end: Rational(-9, 4)}


def faster() -> list[Theorem]:
    """The geodesic of R from −1 with velocity −5/4."""
    return [*on_the_line(), instantiate(cite(LINE_REACHES), [-1, Rational(-5, 4)])]


fails_without(LEMMA_4_END, (OTHER_GRADIENT, "g̃ may be anything.", FASTER, faster))


SLOWER = LINE | {g: 4, after: 0, before: 2}


def slower() -> list[Theorem]:
    """The geodesics of R from 1 with velocities ∓1."""
    return [*on_the_line(), *(instantiate(cite(LINE_REACHES), [1, c]) for c in (-1, 1))]


fails_without(LEMMA_4_END, (GRADIENT, "g may be anything.", SLOWER, slower))


OTHER_LOSS = LINE | UNRELATED | {end: Rational(-3, 4)}


def other_loss_on_the_line() -> list[Theorem]:
    """g̃ = −1: the geodesic of R from −1 with velocity ¼."""
    return [*on_the_line(), *unrelated(), instantiate(cite(LINE_REACHES), [-1, Rational(1, 4)])]


fails_without(LEMMA_4_END, (SAME_LOSS, "L̃ need not correspond to L.", OTHER_LOSS, other_loss_on_the_line))


def _updates() -> list[tuple[Any, Any]]:
    """Points of the simplex and partial derivatives."""
    rng = np.random.default_rng(45)
    found = []
    for n in (2, 3, 10):
        for _ in range(4):
            weights = rng.gamma(1.0, size=n) + 0.1
            found.append((weights / weights.sum(), rng.standard_normal(n)))
    return found


RATE = 2.0**-6


def _on_the_sphere(pair: Any) -> Any:
    """f⁻¹ of the update of the sphere of radius 2 from f(p), with ∂L̃ = ∂L √p."""
    start, partials = pair
    moved = explicit_update(Sphere(2.0), 2.0 * np.sqrt(start), partials * np.sqrt(start), RATE)
    return Simplex().inverse_isometry(moved)


def _reference_on_the_sphere(pair: Any) -> Any:
    at = simplex_reference.isometry(pair[0])
    partials = [mp.mpf(c) * h / 2 for c, h in zip(pair[1], at, strict=True)]
    return simplex_reference.inverse_isometry(geodesic_reference.explicit_update_sphere(at, partials, RATE, radius=2))


@LEMMA_4.conformance
def code_is_equivariant() -> Iterator[Conformance]:
    """The explicit update on the sphere of radius 2, carried back, against that of the simplex."""
    return conformance(
        _updates(),
        formula=lambda pair: geodesic_reference.explicit_update_simplex(pair[0], pair[1], mp.mpf(RATE)),
        code=_on_the_sphere,
        reference=_reference_on_the_sphere,
        ulps=16.0,
    )
