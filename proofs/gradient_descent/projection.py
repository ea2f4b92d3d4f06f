"""Projection (6): the closest point of a ball is no further from any point of the ball than what is projected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Lambda, Rational

from numeric.learners.gradient_descent import project_to_ball
from numeric.reference import gradient_descent as reference
from verify.audit import (
    Claim, Conformance, Inner, Theorem, assume, at, at_most_by_squares, cauchy_schwarz, cite, combine, eq, fails_as,
    fails_without, follows, forall, ge, generalize, gt, identity, instantiate, le, norm, partial, positive, real,
    vector, vectors, witness,
)  # fmt: skip
from verify.axioms import DEFINITE, SLOPE_AT_THE_END
from verify.claims.concrete import value
from verify.claims.conformance import conformance

s, x = real("s x")
U = positive("U")
u, v = vectors("u v")
w, p = vectors("w w′")


def square(term: Any) -> Any:
    """‖·‖²."""
    return Inner(term, term)


INSIDE, COMPARED = ge(U**2, square(w)), ge(U**2, square(u))
CLOSEST = forall(v, ge(square(v - p), square(w - p)), [ge(U**2, square(v))])
READING = (
    "w is the point of the ball {v: ‖v‖ ≤ U} that is closest to w′: it is in the ball and no point v of the ball is "
    "closer; u is any point of the ball. In any dimension. "
)

PROJECTION_SHARP = Claim(
    "gradient_descent/projection.sharp",
    at="(6), sharper",
    says="‖w − u‖² + ‖w − w′‖² ≤ ‖w′ − u‖², for the point w of the ball closest to w′ and any u of the ball",
    given=[INSIDE, CLOSEST, COMPARED],
    states=le(square(w - u) + square(w - p), square(p - u)),
    reading=READING + "What the projection moves is gained.",
    sharpens="gradient_descent/projection",
)

PROJECTION = Claim(
    "gradient_descent/projection",
    at="(6)",
    says="projecting w′ onto the ball ‖v‖ ≤ U does not increase the distance to any u of the ball",
    given=[INSIDE, CLOSEST, COMPARED],
    states=le(norm(w - u), norm(p - u)),
    rests_on=["gradient_descent/projection.sharp"],
    repairs="gradient_descent/projection-sphere",
    reading=READING + "The text says sphere where it means the ball, to which its algorithm projects.",
)


@PROJECTION_SHARP.proof
def first_variation(claim: Claim) -> Theorem:
    """‖w + s(u − w) − w′‖² − ‖w − w′‖² starts at zero and is not negative, so ⟨w − w′, u − w⟩ ≥ 0."""
    unit = [ge(s, 0), ge(1, s)]
    along = w + s * (u - w)
    terms = [((1 - s), INSIDE), (s, COMPARED), (s * (1 - s), square(u - w))]
    stays = combine(ge(U**2, square(along)), terms, facts=unit)
    gap = square(along - p) - square(w - p)
    above = generalize(follows(ge(gap, 0), at(CLOSEST, along, by=[stays])), [s], unit)
    axiom = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(s, gap)})
    return follows(claim.states[0], instantiate(axiom, {}, [identity(eq(gap.subs(s, 0), 0)), above]))


@PROJECTION.proof
def roots(claim: Claim) -> Theorem:
    """The squares are ordered, so the lengths are."""
    sharper = PROJECTION_SHARP.theorem(PROJECTION_SHARP.states[0])
    squares = follows(ge(norm(p - u) ** 2, norm(w - u) ** 2), sharper, square(w - p))
    return at_most_by_squares(norm(w - u), norm(p - u), squares)


ON_THE_SPHERE = Claim(
    "gradient_descent/projection-sphere",
    at="(6), read literally",
    printed=(
        "u belong to the sphere of radius U centered at the origin. Hence, by projecting w′_{t+1} onto this sphere, "
        "the distance to u can not increase"
    ),
    given=[
        eq(square(w), U**2),
        forall(v, ge(square(v - p), square(w - p)), [eq(square(v), U**2)]),
        eq(square(u), U**2),
    ],
    states=le(norm(w - u), norm(p - u)),
    weight="reading",
    slip=(
        "The algorithm leaves w′ where it is if ‖w′‖ ≤ U: what it calls a sphere is the ball, in which the step is "
        "right. Read as the sphere itself, which is not convex, a projection from inside can take a point away from u."
    ),
    reading="The printed words: u and the projection are on the sphere ‖v‖ = U, which is not convex.",
)


@ON_THE_SPHERE.counterexample
def from_inside(claim: Claim) -> Theorem:
    """On the real line, U = 1, w′ = ½ goes to w = 1; u = −1 was 3/2 away and is 2 away."""
    apart = ge((x - Rational(1, 2)) ** 2, Rational(1, 4))
    sphere = eq(x**2, 1)
    closer = combine(apart, [(Rational(1, 2), (1 - x) ** 2), (Rational(1, 2), assume(sphere))])
    at = {U: 1, w: 1, p: Rational(1, 2), u: -1}
    return witness(list(claim.given), claim.states[0], at, [generalize(closer, [x], [sphere])])


def from_outside(place: Any = 1, best: Any = 0, slack: Any = 0) -> dict[str, Any]:
    """How a mutant is refuted: w′ = 2, the unit ball of the line, and a w that is closer than any v, by `slack`."""
    ball, goal = ge(1, x**2), ge((x - 2) ** 2, (place - 2) ** 2)

    def met() -> list[Theorem]:
        terms = [(2, (1 - x) ** 2), (1, assume(ball)), (slack, 1)]
        return [generalize(combine(goal, terms), [x], [ball])]

    return {"at": {U: 1, p: 2, w: place, u: best}, "discharge": met}


fails_as(PROJECTION_SHARP,
    ("constant", le(square(w - u) + 2 * square(w - p), square(p - u)), "2‖w − w′‖².", from_outside(best=1)),
    ("sign", ge(square(w - u) + square(w - p), square(p - u)), "≥ in place of ≤.", from_outside()),
)  # fmt: skip


@PROJECTION_SHARP.extremal("w′", [2])
def onto_u(_: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """On the line u = 1 is where w′ = 2 is projected to."""
    found = from_outside(best=1)
    return found["at"], found["discharge"]()


BEYOND = Rational(5, 2)


fails_without(PROJECTION_SHARP,
    (INSIDE, "w need not be in the ball.", from_outside(BEYOND, 0, Rational(3, 4))),
    (CLOSEST, "w may be any point of the ball.", {U: 1, p: 2, w: -1, u: 1}),
    (COMPARED, "u need not be in the ball.", from_outside(best=5)),
)  # fmt: skip


fails_as(PROJECTION,
    ("constant", le(norm(w - u), norm(p - u) / 2), "Half the distance of w′.", from_outside(best=-1)),
    ("sign", ge(norm(w - u), norm(p - u)), "≥ in place of ≤.", from_outside(best=-1)),
)  # fmt: skip


fails_without(PROJECTION,
    (INSIDE, "w need not be in the ball.", from_outside(BEYOND, 0, Rational(3, 4))),
    (CLOSEST, "w may be any point of the ball.", {U: 1, p: 2, w: -1, u: 1}),
    (COMPARED, "u need not be in the ball.", from_outside(best=5)),
)  # fmt: skip


# --- what the projection is ----------------------------------------------------------------------------------------

BALL_POINT = ge(U**2, square(p))
OUTSIDE = gt(norm(p), U)
WITHIN = ge(U**2, square(v))

INNER_POINT = Claim(
    "gradient_descent/projected-ogd",
    at="page 3, step 2",
    printed="If ‖w′_{t+1}‖ ≤ U, then w_{t+1} = w′_{t+1}",
    given=[INSIDE, CLOSEST, BALL_POINT],
    states=eq(w, p),
    idle={INSIDE: "a part of what a projection is; where w′ is in the ball, it follows"},
    reading=READING + "A point of the ball is its own projection.",
)

OUTER_POINT = Claim(
    "gradient_descent/projected-ogd-outside",
    at="page 3, step 2",
    says="the argmin of step 2 is U w′/‖w′‖, where ‖w′‖ > U",
    given=[INSIDE, CLOSEST, OUTSIDE],
    states=eq(w, U / norm(p) * p),
    rests_on=["gradient_descent/projection.sharp"],
    reading=READING + "The argmin of the algorithm is unique: a point outside is scaled to length U.",
)

EXISTS = Claim(
    "gradient_descent/projected-ogd-exists",
    at="page 3, step 2, existence",
    printed="we project w′_{t+1} in an Euclidean sphere of radius U",
    given=[OUTSIDE, WITHIN],
    states=[
        eq(square(U / norm(p) * p), U**2),
        ge(square(v - p), square(U / norm(p) * p - p)),
    ],
    reading=(
        "For ‖w′‖ > U, the point U w′/‖w′‖ is in the ball ‖v‖ ≤ U and no point v of it is closer to w′: the argmin of "
        "step 2 exists."
    ),
)


@INNER_POINT.proof
def nothing_is_closer(claim: Claim) -> Theorem:
    """w is at least as close to w′ as w′ itself."""
    near = follows(ge(0, square(w - p)), at(CLOSEST, p, by=[BALL_POINT]))
    zero = combine(eq(square(w - p), 0), [(1, square(w - p))], facts=[near])
    return identity(claim.states[0], using=[instantiate(cite(DEFINITE), {vector("x"): w - p}, [zero])])


def moving() -> Theorem:
    """‖w′‖² > 0, where ‖w′‖ > U."""
    return combine(gt(square(p), 0), [(assume(OUTSIDE), norm(p) + U), (U, U)], facts=[OUTSIDE])


@OUTER_POINT.proof
def scaled(claim: Claim) -> Theorem:
    """The sharper (6) at u = U w′/‖w′‖, and ‖w‖ ≤ U, leave no distance between w and u."""
    size, moves = norm(p), moving()
    target = U / size * p
    inside = combine(ge(U**2, square(target)), [], facts=[moves])
    sharper = instantiate(PROJECTION_SHARP.theorem(PROJECTION_SHARP.states[0]), {u: target}, [inside, moves])
    terms = [(U / (size + U), sharper), ((size - U) / (size + U), INSIDE)]
    near = combine(ge(0, square(w - target)), terms, facts=[OUTSIDE, moves])
    zero = combine(eq(square(w - target), 0), [(1, square(w - target))], facts=[near, moves])
    same = instantiate(cite(DEFINITE), {vector("x"): w - target}, [zero, moves])
    return identity(claim.states[0], using=[same], facts=[moves])


@EXISTS.proof
def no_point_is_closer(claim: Claim) -> list[Theorem]:
    """‖v − w′‖² − (‖w′‖ − U)² ≥ (U − ‖v‖)(2‖w′‖ − U − ‖v‖), by Cauchy–Schwarz."""
    on_ball, closest = claim.states
    moves = moving()
    shorter = at_most_by_squares(norm(v), U, follows(ge(U**2, norm(v) ** 2), WITHIN))
    longer = follows(ge(2 * norm(p) - U - norm(v), 0), OUTSIDE, shorter)
    terms = [(2, cauchy_schwarz(v, p)), (shorter, longer)]
    return [identity(on_ball, facts=[moves]), combine(closest, terms, facts=[moves])]


@INNER_POINT.mutant("constant", **from_outside())
def twice(claim: Claim) -> Claim:
    """w = 2w′, for any w′."""
    return claim.replace(given=[INSIDE, CLOSEST], states=eq(w, 2 * p))


@INNER_POINT.mutant("sign", **from_outside())
def reflected(claim: Claim) -> Claim:
    """w = −w′, for any w′."""
    return claim.replace(given=[INSIDE, CLOSEST], states=eq(w, -p))


fails_without(INNER_POINT,
    (BALL_POINT, "w′ may be outside.", from_outside()),
    (CLOSEST, "w may be any point of the ball.", {U: 1, p: 0, w: 1}),
)  # fmt: skip


fails_as(OUTER_POINT,
    ("constant", eq(w, U / (2 * norm(p)) * p), "Half of the scaled point.", from_outside()),
    ("sign", eq(w, -U / norm(p) * p), "The opposite point.", from_outside()),
)  # fmt: skip


fails_without(OUTER_POINT,
    (CLOSEST, "w may be any point of the ball.", {U: 1, p: 2, w: -1}),
    (INSIDE, "w need not be in the ball.", from_outside(BEYOND, 0, Rational(3, 4))),
)  # fmt: skip


fails_as(EXISTS,
    ("constant", [eq(square(U / (2 * norm(p)) * p), U**2), EXISTS.states[1]], "Half of the scaled point.",
        {U: 1, p: 2, v: 0}),
    ("sign", [EXISTS.states[0], ge(square(v - p), square(-U / norm(p) * p - p))], "The opposite point of the sphere.",
        {U: 1, p: 2, v: 1}),
)  # fmt: skip


@EXISTS.extremal("v", [1], formula=1)
def the_point_itself(place: Any) -> dict[Any, Any]:
    """v may be the closest point."""
    return {U: 1, p: 2, v: place}


fails_without(EXISTS,
    ({OUTSIDE: gt(norm(p), 0)}, "w′ may be inside the ball.", {U: 1, p: Rational(1, 2), v: Rational(1, 2)}),
    (WITHIN, "v may be any point.", {U: 1, p: 2, v: 2}),
)  # fmt: skip


def _points() -> list[tuple[Any, float]]:
    rng = np.random.default_rng(19)
    return [(scale * rng.standard_normal(n), 1.5) for n in (1, 3, 20) for scale in (5.0, 10.0, 1e6)]


@OUTER_POINT.conformance
def code_follows_the_projection() -> Iterator[Conformance]:
    """The projection onto the ball and its reference against U w′/‖w′‖, for points outside."""
    outside = [case for case in _points() if np.linalg.norm(case[0]) > case[1]]
    return conformance(
        outside,
        formula=lambda case: value(U / norm(p) * p, {p: case[0], U: case[1]}),
        code=lambda case: project_to_ball(*case),
        reference=lambda case: reference.project_to_ball(*case),
        ulps=3.0,
    )
