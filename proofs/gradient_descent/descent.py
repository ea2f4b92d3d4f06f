"""Gradient descent on one function: which direction falls fastest, and when the gradient is not zero."""

from __future__ import annotations

from typing import Any

from sympy import Lambda

from proofs.gradient_descent.first_order import CONVEX, FIRST_ORDER, convex_square
from proofs.gradient_descent.first_order import f as convex_f
from proofs.gradient_descent.first_order import u as lower
from proofs.gradient_descent.first_order import w as current
from verify.author.kernel import Theorem, assume, cases, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Deriv, Inner, eq, field, forall, ge, gt, le, lt, norm, real, vector, vectors
from verify.lemmas import cauchy_schwarz

s, x = real("s x")
w, v, u = vectors("w v u")
f = field("f")
SLOPE = f.gradient(w)


def square(term: Any) -> Any:
    """‖·‖²."""
    return Inner(term, term)


def fall(direction: Any) -> Any:
    """The derivative of f at w in a direction."""
    return Deriv(f(w + s * direction), s, 0)


STEEPEST = -SLOPE / norm(SLOPE)
MOVES = gt(square(SLOPE), 0)
UNIT = eq(square(v), 1)

FASTEST = Claim(
    "gradient_descent/steepest-descent",
    at="page 3",
    printed=(
        "w_{t+1} − w_t points in the direction opposite to ∇f(w_t), which is —by definition of gradient— the direction "
        "where f decreases the most when moving away from w_t"
    ),
    given=[MOVES, UNIT],
    states=[
        ge(fall(v), -norm(SLOPE)),
        eq(square(STEEPEST), 1),
        eq(fall(STEEPEST), -norm(SLOPE)),
        forall(u, eq(u, STEEPEST), [eq(square(u), 1), eq(fall(u), -norm(SLOPE))]),
    ],
    reading=(
        "f: R^d → R is differentiable, with a continuous gradient, as a convex one has, and ∇f(w) ≠ 0. How much f "
        "decreases in a direction v of length 1 is its derivative there, that is, for moves from w in the limit of "
        "short ones: it is at least −‖∇f(w)‖, and is that in the direction −∇f(w)/‖∇f(w)‖ and in no other. For a step "
        "of some length another direction may be better."
    ),
)


@FASTEST.proof
def cauchy_schwarz_with_equality(claim: Claim) -> list[Theorem]:
    """⟨∇f, v⟩ ≥ −‖∇f‖‖v‖; and where ⟨∇f, v⟩ = −‖∇f‖ for ‖v‖ = 1, ‖v + ∇f/‖∇f‖‖² = 2 − 2 = 0."""
    bound, unit, attained, only = claim.states
    moves = [h for h in claim.given if h == MOVES]
    units = [h for h in claim.given if h == UNIT]
    least = combine(bound, [(1, cauchy_schwarz(-SLOPE, v))], using=units, facts=moves)
    length, slope = only.given
    apart = u - STEEPEST
    zero = combine(eq(square(apart), 0), [(1, assume(length)), (2 / norm(SLOPE), assume(slope))], facts=[*moves])
    same = instantiate(cite(DEFINITE), {vector("x"): apart}, [zero])
    alone = identity(only.body, using=[same], facts=moves)
    return [least, identity(unit, facts=moves), identity(attained, facts=moves), generalize(alone, [u], only.given)]


ON_THE_LINE = {f: Lambda(x, x**2), w: 1, v: -1}


fails_as(FASTEST, ("constant", [ge(fall(v), -norm(SLOPE) / 2), *FASTEST.states[1:]], "−½‖∇f(w)‖.", ON_THE_LINE))


@FASTEST.mutant("sign", at=ON_THE_LINE)
def along_the_gradient(claim: Claim) -> Claim:
    """+∇f(w)/‖∇f(w)‖."""
    rising = eq(fall(-STEEPEST), -norm(SLOPE))
    return claim.replace(states=[*claim.states[:2], rising, claim.states[3]])


fails_without(FASTEST, (UNIT, "v may be of any length.", {**ON_THE_LINE, v: -2}))


LOWER_THERE = gt(convex_f(current), convex_f(lower))
GRADIENT = convex_f.gradient(current)

NOT_A_MINIMUM = Claim(
    "gradient_descent/not-a-minimum",
    at="page 3",
    printed="If the current point w_t is not a minimum of f, then ∇f(w_t) ≠ 0",
    given=[CONVEX, LOWER_THERE],
    states=[
        gt(square(GRADIENT), 0),
        lt(Deriv(convex_f(current - s * GRADIENT), s, 0), 0),
    ],
    rests_on=["gradient_descent/first-order"],
    reading=(
        "f: R^d → R is differentiable and convex, and f(u) < f(w) for some u. Then ‖∇f(w)‖² > 0, and f falls along "
        "w − s∇f(w) at s = 0."
    ),
)


@NOT_A_MINIMUM.proof
def no_tangent_is_flat(claim: Claim) -> list[Theorem]:
    """Where ∇f(w) = 0, (2) says f(w) ≤ f(u)."""
    moves, falls = claim.states
    still = le(square(GRADIENT), 0)
    nothing = combine(eq(square(GRADIENT), 0), [(1, square(GRADIENT))], facts=[still])
    zero = instantiate(cite(DEFINITE), {vector("x"): GRADIENT}, [nothing])
    tangent = [(1, FIRST_ORDER.theorem(FIRST_ORDER.states[0]))] if CONVEX in claim.given else []
    higher = [(1, assume(h)) for h in claim.given if h == LOWER_THERE]
    flat = combine(moves, [*tangent, *higher], using=[zero])
    moving = cases([assume(moves), flat], [moves, still])
    return [moving, combine(falls, [(1, moving)])]


DOWNHILL = {convex_f: Lambda(x, x**2), current: 1, lower: 0}


fails_as(NOT_A_MINIMUM,
    ("constant", [gt(square(GRADIENT), 4), NOT_A_MINIMUM.states[1]], "‖∇f(w)‖² > 4.", DOWNHILL, convex_square),
)  # fmt: skip


@NOT_A_MINIMUM.mutant("sign", at=DOWNHILL, discharge=convex_square)
def uphill(claim: Claim) -> Claim:
    """f rises along w − s∇f(w)."""
    falls = claim.states[1]
    return claim.replace(states=[claim.states[0], gt(falls.rhs, falls.lhs)])


fails_without(NOT_A_MINIMUM,
    (CONVEX, "f need not be convex: x³ is flat at 0.", {convex_f: Lambda(x, x**3), current: 0, lower: -1}),
    (LOWER_THERE, "w may be a minimum.", {**DOWNHILL, current: 0}, convex_square),
)  # fmt: skip
