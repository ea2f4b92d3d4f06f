"""Proposition 4 with one ξ for every starting point: false, and true of a loss with a quadratic bound."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, sqrt

from proofs.spheres.prop_4 import SIZES, at, eta, loss_at, xi
from proofs.spheres.single_step import eta as rate
from verify.author.kernel import Theorem, assume, cases, combine, generalize, instantiate, witness
from verify.axioms import EXP
from verify.claims import Claim, fails_without
from verify.language.exists import NOTHING_EXISTS, exists
from verify.language.terms import (
    Inner, Tangent, Vec, VecHead, eq, field, forall, ge, gt, le, lt, point, positive, real, vectors,
)  # fmt: skip

loss_of = field("L")
w, centre = vectors("w c")

ONE_CRITICAL_POINT = forall(w, eq(w, centre), [eq(loss_of.gradient(w), 0)])
STEPS_FALL = forall([w, eta], ge(loss_of(w), loss_of(w - eta * loss_of.gradient(w))), SIZES)
UNIFORM = exists(xi, [gt(xi, 0), STEPS_FALL])

PROP_4_UNIFORM = Claim(
    "spheres/prop-4-uniform",
    weight="reading",
    slip=(
        "One ξ for every p_t is more than the hypotheses give. The printed proof chooses ξ at a given "
        "p_t, and so read the proposition is true."
    ),
    at="Proposition 4",
    printed="there exists ξ > 0 such that for any learning rate 0 < η < ξ L_t(p_{t+1}) ≤ L_t(p_t)",
    given=[ONE_CRITICAL_POINT],
    states=UNIFORM,
    reading=(
        "The other reading of the order of the words: one ξ for the manifold and the loss, whatever p_t is. Already on "
        "M = Rⁿ, which is complete, with Exp_w(V) = w + V, and a differentiable loss L with one critical point."
    ),
)


@PROP_4_UNIFORM.counterexample
def fourth_power(claim: Claim) -> Theorem:
    """L(w) = w⁴ on R: for every ξ, η = ξ/2 takes w = √(3/(2ξ)) to −2w, and the loss grows 16 times."""
    return witness(claim.given, claim.states[0], FOURTH_POWER, discharge=no_rate_for_all())


y = real("w")
FOURTH_POWER = {loss_of: Lambda(y, y**4), centre: 0, **NOTHING_EXISTS}


def no_rate_for_all() -> list[Theorem]:
    """w = 0 where 4w³ = 0; and no ξ > 0 serves all w."""
    flat, goal = eq(4 * y**3, 0), eq(y, 0)
    sides = []
    for side in (gt(y, 0), lt(y, 0)):
        square = combine(gt(y**2, 0), [(1, y**2)], facts=[side])
        sides.append(instantiate(combine(goal, [(1 / (4 * y**2), assume(flat))], facts=[square]), {}, [square]))
    only = generalize(cases([sides[0], assume(goal), sides[1]], [gt(y, 0), goal, lt(y, 0)]), [y], [flat])
    steps, large = forall([y, eta], ge(y**4, (y - eta * 4 * y**3) ** 4), SIZES), gt(xi, 0)
    start = sqrt(Rational(3, 2) / xi)
    half = [combine(size, [(Rational(1, 2), assume(large))]) for size in (gt(xi / 2, 0), gt(xi, xi / 2))]
    falls = instantiate(assume(steps), [start, xi / 2], [*half, assume(large)])
    never = combine(ge(-1, 0), [(1 / (15 * start**4), falls)], facts=[large])
    return [only, generalize(never, [xi], [large, steps])]


# --- with a quadratic bound -------------------------------------------------------------------------------------------

bound = positive("Λ")
here = point("v")
TANGENT_HERE = Vec(VecHead("U"), Tangent(here))


def gradient_at(v: Any) -> Vec:
    """grad L at the point v."""
    return Vec(VecHead("grad"), Tangent(v), v)


def quadratic(v: Any, U: Any) -> Any:
    """L(v) + ⟨grad L(v), U⟩ + ½Λ‖U‖²."""
    return loss_at(v) + Inner(gradient_at(v), U) + bound / 2 * Inner(U, U)


SMOOTH = forall([here, TANGENT_HERE], le(loss_at(EXP(here, TANGENT_HERE)), quadratic(here, TANGENT_HERE)))
NEXT_POINT = EXP(at, -rate * gradient_at(at))
SLOPE = Inner(gradient_at(at), gradient_at(at))
SLOW = lt(rate, 2 / bound)

PROP_4_UNIFORM_REPAIRED = Claim(
    "spheres/prop-4-uniform.repaired",
    at="Proposition 4",
    says="if L(Exp_v U) ≤ L(v) + ⟨grad L(v), U⟩ + ½Λ‖U‖² always, then ξ = 2/Λ serves every p_t",
    given=[SMOOTH, SLOW],
    states=[
        ge(loss_at(at) - loss_at(NEXT_POINT), rate * (1 - bound * rate / 2) * SLOPE),
        ge(loss_at(at), loss_at(NEXT_POINT)),
    ],
    repairs="spheres/prop-4-uniform",
    reading=(
        "On any manifold with an exponential map that is defined everywhere: if L lies below its quadratic bound with "
        "one constant Λ > 0 (as a loss with a Λ-Lipschitz gradient does), then ξ = 2/Λ. As 1 − Λη/2 > 0, the loss is "
        "equal only where grad L(p_t) = 0, where p_{t+1} = p_t. The critical points may be as many as they like."
    ),
)


@PROP_4_UNIFORM_REPAIRED.proof
def quadratic_bound(claim: Claim) -> list[Theorem]:
    """The bound at U = −η grad L(p)."""
    falls, weakly = claim.states
    tangent = -rate * gradient_at(at)
    below = [instantiate(assume(g), [at, tangent]) for g in claim.given if g == SMOOTH]
    room = combine(ge(1 - bound * rate / 2, 0), [(bound / 2, assume(g)) for g in claim.given if g == SLOW])
    first = combine(falls, [(1, k) for k in below])
    return [first, combine(weakly, [(1, first), (room, rate * SLOPE)])]


v, step_length = real("v U")
PARABOLA = {
    EXP.head: Lambda((v, step_length), v + step_length),
    loss_at: Lambda(v, v**2),
    VecHead("grad"): Lambda(v, 2 * v),
    at: 1,
    bound: 2,
    rate: Rational(1, 2),
}
"""M = R, L(v) = v², Λ = 2, p = 1."""


def its_own_bound() -> list[Theorem]:
    """(v + U)² ≤ v² + 2vU + U²."""
    goal = le((v + step_length) ** 2, v**2 + 2 * v * step_length + step_length * step_length)
    return [generalize(combine(goal, []), [v, step_length])]


@PROP_4_UNIFORM_REPAIRED.mutant("constant", at=PARABOLA | {rate: Rational(5, 4)}, discharge=its_own_bound)
def three_over_the_bound(claim: Claim) -> Claim:
    """ξ = 3/Λ."""
    return claim.replace(given=[SMOOTH, lt(rate, 3 / bound)])


@PROP_4_UNIFORM_REPAIRED.mutant("sign", at=PARABOLA, discharge=its_own_bound)
def more_than_linear(claim: Claim) -> Claim:
    """1 + Λη/2 in place of 1 − Λη/2."""
    wrong = rate * (1 + bound * rate / 2) * SLOPE
    return claim.replace(states=[ge(claim.states[0].lhs, wrong), claim.states[1]])


fails_without(PROP_4_UNIFORM_REPAIRED,
    (SMOOTH, "L need not have the quadratic bound.",
        PARABOLA | {loss_at: Lambda(v, v**4), VecHead("grad"): Lambda(v, 4 * v**3)}),
    (SLOW, "η may be anything.", PARABOLA | {rate: Rational(5, 4)}, its_own_bound),
)  # fmt: skip


@PROP_4_UNIFORM_REPAIRED.extremal("η", [Rational(9, 10), Rational(99, 100), Rational(999, 1000)], formula=1)
def almost_to_the_other_side(step: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Near 2/Λ = 1: from 1 to nearly −1, where the loss would be the same again."""
    return PARABOLA | {rate: step}, its_own_bound()
