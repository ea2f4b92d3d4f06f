"""Section 4: the squared distance to a solution set, and where it is compatible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Lambda, Rational

from verify.author.kernel import Theorem, assume, combine, generalize, instantiate, witness
from verify.claims import Claim, fails_without
from verify.language.terms import Inner, eq, field, forall, ge, real, vector, vectors

r, s = real("r s")
p, q, u, v = vectors("p q u v")
anywhere = vector("z")
f = field("f")


def squared_distance(p: Any, q: Any) -> Expr:
    """‖p − q‖²."""
    return Inner(p - q, p - q)


def nearest(q: Any, p: Any) -> list[Any]:
    """q is a solution, f(q) = 0, and no solution is nearer to p."""
    return [
        eq(f(q), 0),
        forall(anywhere, ge(squared_distance(anywhere, p), squared_distance(q, p)), [eq(f(anywhere), 0)]),
    ]


FURTHER, TOWARDS = p + s * (p - q), p + s * (q - p)

COMPATIBLE = Claim(
    "spheres/distance-loss-compatible",
    weight="gap",
    slip=(
        "A geodesic that leaves one solution may come nearer to another, and there it meets the level sets of the "
        "distance at an angle. It is true for both examples of the paper, and in general on the way to the nearest "
        "solution."
    ),
    at="section 4",
    printed=(
        "This loss function is a least squares distance loss based on geodesic distance to the solution set. It is "
        "clear that a loss function defined in this way will be compatible with the underlying PMC"
    ),
    given=[*nearest(q, p), *nearest(u, FURTHER)],
    where={vector("γ"): FURTHER},
    states=eq(Inner(FURTHER - u, p - q) ** 2, squared_distance(FURTHER, u) * squared_distance(p, q)),
    rests_on=["spheres/distance-gradient-euclid"],
    reading=(
        "M = Rⁿ, and f(p) = y − f_p(x) for any continuously differentiable model f_p. L(p) = min ‖p − q‖² over the "
        "solutions, f(q) = 0. Where one solution q is the nearest, L has the gradient 2(p − q), so that p − q is "
        "orthogonal to the level set through p. The geodesic p + s(p − q) starts in that direction. Compatible would "
        "say that at γ = p + s(p − q), to which the solution u is nearest, it is orthogonal to the level set too: p − "
        "q is a multiple of γ − u."
    ),
)

SHARE = [ge(s, 0), ge(1, s)]

COMPATIBLE_REPAIRED = Claim(
    "spheres/distance-loss-compatible.repaired",
    at="section 4",
    says="on the geodesic from p to its nearest solution q, q stays the nearest solution",
    given=[*nearest(q, p), *SHARE, eq(f(v), 0)],
    idle={eq(f(q), 0): "q is the nearest solution; that it is one is what makes ‖p − q‖² the loss at p"},
    where={vector("γ"): TOWARDS},
    states=ge(squared_distance(v, TOWARDS), squared_distance(q, TOWARDS)),
    repairs="spheres/distance-loss-compatible",
    reading=(
        "The same in Rⁿ for the geodesic γ = p + s(q − p), 0 ≤ s ≤ 1, along which the explicit update goes as long as "
        "it does not pass q: no solution v is nearer to any of its points than q, so that it stays in the direction "
        "of the gradient."
    ),
)


@COMPATIBLE_REPAIRED.proof
def the_same_foot(claim: Claim) -> Theorem:
    """‖v − γ‖² − ‖q − γ‖² = (1 − s)(‖v − p‖² − ‖q − p‖²) + s‖v − q‖²."""
    closest = [instantiate(assume(g), [v], [assume(eq(f(v), 0))]) for g in claim.given if g == nearest(q, p)[1]]
    upper, lower = ([assume(g) for g in claim.given if g == bound] for bound in reversed(SHARE))
    terms = [*((a, c) for a in upper for c in closest), *((a, squared_distance(v, q)) for a in lower)]
    return combine(claim.states[0], terms)


def foot_on_parabola(point: tuple[Rational, Rational], foot: Rational) -> Theorem:
    """No point (a, a²) is nearer to this point than (foot, foot²): (a − foot)² times a sum of squares is left."""
    a, c = real("a c")
    on_it = eq(c - a**2, 0)
    away = (a - point[0]) ** 2 + (c - point[1]) ** 2
    least = (foot - point[0]) ** 2 + (foot**2 - point[1]) ** 2
    rest = 2 * foot**2 + 1 - 2 * point[1]
    terms = [((a - foot) ** 2, (a + foot) ** 2), ((a - foot) ** 2, rest)]
    onto = [(c + a**2 - 2 * point[1], assume(on_it))]
    return generalize(combine(ge(away, least), [*terms, *onto]), [a, c], [on_it])


PARABOLA = Lambda((r, s), s - r**2)
START, PAST = (Rational(1, 2), Rational(5, 4)), (-Rational(5, 8), Rational(29, 16))
BENT = {f: PARABOLA, p: START, q: (1, 1), s: Rational(9, 4), u: (-Rational(5, 4), Rational(25, 16))}


@COMPATIBLE.counterexample
def across_a_parabola(claim: Claim) -> Theorem:
    """f(p) = p₂ − p₁², of which 0 is a regular value: q = (1, 1) is nearest to p = (1/2, 5/4), and u = (−5/4, 25/16) to
    γ = (−5/8, 29/16), which is on the line from q through p; γ − u = (5/8, 1/4) is no multiple of p − q = (−1/2, 1/4).
    """
    met = [foot_on_parabola(START, Rational(1)), foot_on_parabola(PAST, -Rational(5, 4))]
    return witness(claim.given, claim.states[0], BENT, met)


ACROSS = (-Rational(5, 4), Rational(25, 16))
HALF_WAY = {f: PARABOLA, p: START, q: (1, 1), v: ACROSS, s: Rational(1, 2)}


def foot_at_one(point: tuple[Rational, Rational] = START) -> Callable[[], list[Theorem]]:
    """(1, 1) is the solution nearest to the point."""
    return lambda: [foot_on_parabola(point, Rational(1))]


@COMPATIBLE_REPAIRED.mutant("constant", at=HALF_WAY | {v: (1, 1)}, discharge=foot_at_one())
def twice_as_near(claim: Claim) -> Claim:
    """Every solution is twice as far as q."""
    goal = claim.states[0]
    return claim.replace(states=ge(goal.lhs, 4 * goal.rhs))


@COMPATIBLE_REPAIRED.mutant("sign", at=HALF_WAY, discharge=foot_at_one())
def the_farthest(claim: Claim) -> Claim:
    """No solution is farther than q."""
    goal = claim.states[0]
    return claim.replace(states=ge(goal.rhs, goal.lhs))


fails_without(COMPATIBLE_REPAIRED,
    (SHARE[0], "The geodesic may go away from q.", HALF_WAY | {s: -Rational(9, 4)}, foot_at_one()),
)  # fmt: skip


OUTSIDE = (Rational(3, 2), Rational(3, 4))


fails_without(COMPATIBLE_REPAIRED,
    (SHARE[1], "The geodesic may pass q.", HALF_WAY | {p: OUTSIDE, s: Rational(17, 4)}, foot_at_one(OUTSIDE)),
    (eq(f(v), 0), "v need not be a solution.", HALF_WAY | {v: (Rational(3, 4), Rational(9, 8))}, foot_at_one()),
    (nearest(q, p)[1], "q need not be the nearest.", HALF_WAY | {q: ACROSS, v: (1, 1), s: Rational(1, 10)}),
)  # fmt: skip
