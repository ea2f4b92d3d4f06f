"""Linear losses: that (8) cannot be improved by more than the factor √8, and what is not linear although called so."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Add, Expr, Lambda, Rational, S, Tuple, sqrt

from proofs.gradient_descent.ogd_setting import ROUND, G, T, U, rounds, t, u, w
from proofs.gradient_descent.projected_ogd import SOME
from verify.claims import Claim, Sharpness
from verify.few_rounds import each_round
from verify.kernel import Theorem, assume, cases, combine, generalize, identity, instantiate, telescope, witness
from verify.lemmas import cauchy_schwarz, magnitude_bounds
from verify.terms import EUCLIDEAN, Inner, Vec, VecHead, eq, forall, ge, gt, integer, le, real, vectors
from verify.tightness.instances import listed

i, j = integer("i j")
y = real("y")
p, q, z = vectors("p q z")


def slope(t: Any) -> Vec:
    """The gradient of the linear loss of round t."""
    return Vec(VecHead("g"), EUCLIDEAN, t)


def regret() -> Expr:
    """The average regret against u."""
    return rounds(Inner(slope(t), w(t)) - Inner(slope(t), u)) / T


UNSEEN = forall(t, ge(Inner(slope(t), w(t)), 0), ROUND)
AGAINST = forall(t, eq(Inner(slope(t), u), -U * G / sqrt(T)), ROUND)

LOWER = Claim(
    "gradient_descent/linear-tight",
    at="page 5",
    printed="It can be shown that (8) can not be significantly improved if the loss functions are all linear",
    given=[UNSEEN, AGAINST, SOME],
    states=ge(regret(), U * G / sqrt(T)),
    reading=(
        "Not significantly: by no more than the factor √8. Against any algorithm, in dimension d ≥ T, an "
        "adversary takes "
        "for round t the linear loss with gradient g(t) = ±G e(t), e an orthonormal basis, with the sign that makes "
        "⟨g(t), w(t)⟩ ≥ 0; u = −(U/(G√T)) Σ g(t) has length U and ⟨g(t), u⟩ = −UG/√T. The average regret against "
        "it is at "
        "least UG/√T, for every T ≥ 1, where (8) promises √8 UG/√T."
    ),
)


@LOWER.proof
def each_round_costs(claim: Claim) -> Theorem:
    """Each round costs at least UG/√T more than u."""
    given = list(claim.given)
    unseen = [(1, instantiate(assume(f), [t])) for f in given if f == UNSEEN]
    against = [instantiate(assume(f), [t]) for f in given if f == AGAINST]
    some = [f for f in given if f == SOME]
    goal = ge(Inner(slope(t), w(t)) - Inner(slope(t), u), U * G / sqrt(T))
    step = combine(goal, unseen, using=against, facts=some)
    added = telescope(step, t, 1, T)
    return combine(claim.states[0], [(1 / T, added)], facts=some)


ONE_ROUND = {T: 1, U: 1, G: 1, u: -1, VecHead("g"): Lambda(t, 1), VecHead("w"): Lambda(t, 0)}


def met() -> list[Theorem]:
    """One round on the line: g = 1, w = 0 and u = −1."""
    here = [ge(t, 1), ge(1, t)]
    return [generalize(combine(ge(0, 0), []), [t], here), generalize(identity(eq(-1 + 0 * t, -1)), [t], here)]


@LOWER.mutant("constant", at=ONE_ROUND, discharge=met)
def a_little_more(claim: Claim) -> Claim:
    """11/10 UG/√T: this adversary does no better in one round."""
    return claim.replace(states=ge(regret(), Rational(11, 10) * U * G / sqrt(T)))


@LOWER.mutant("sign", at=ONE_ROUND, discharge=met)
def at_most(claim: Claim) -> Claim:
    """The average regret is at most ½UG/√T."""
    return claim.replace(states=le(regret(), U * G / (2 * sqrt(T))))


@LOWER.mutant("hypothesis", at={**ONE_ROUND, VecHead("w"): Lambda(t, -1)}, discharge=met)
def seen_in_advance(claim: Claim) -> Claim:
    """The algorithm may know the gradient."""
    return claim.replace(given=[f for f in claim.given if f != UNSEEN])


@LOWER.mutant("hypothesis", at={**ONE_ROUND, u: 0}, discharge=met)
def another_comparator(claim: Claim) -> Claim:
    """u may be anything."""
    return claim.replace(given=[f for f in claim.given if f != AGAINST])


@LOWER.sharp
def one_round() -> Sharpness:
    """From w_1 = 0 one linear loss costs −⟨g, u⟩ ≤ ‖g‖‖u‖ ≤ GU."""
    return Sharpness("the worst regret at T = 1, where (8) promises √8 UG", "UG, exactly", cauchy_schwarz(-slope(1), u))


@LOWER.extremal("T", range(1, 5))
def nothing_is_learnt(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """An algorithm that stays at 0, against the gradients −e(1), …, −e(T): its regret is UG√T exactly."""
    axes = [tuple(-S.One if i == k else S.Zero for i in range(count)) for k in range(count)]
    gradients = listed(axes, t) if count > 1 else Lambda(t, -1)
    nowhere = Lambda(t, Tuple(*[0] * count)) if count > 1 else Lambda(t, 0)
    comparator = (1 / sqrt(count),) * count if count > 1 else 1
    at = {T: count, U: 1, G: 1, u: comparator, VecHead("g"): gradients, VecHead("w"): nowhere}
    path = gradients.expr if count > 1 else [gradients.expr]
    onto = Add(*path) / sqrt(count)
    return at, [each_round(ge(0, 0), t, last=count), each_round(eq(onto, -1 / sqrt(count)), t, last=count)]


# --- an example that is not linear ---------------------------------------------------------------------------------


def absolute_loss(w: Any) -> Expr:
    """|y − wᵀx|."""
    return Abs(y - Inner(w, z))


EXAMPLE = Claim(
    "gradient_descent/linear-example",
    at="page 5",
    printed="linear functions such as ℓ_t(w) = |y_t − wᵀx_t|",
    given=[],
    states=eq(absolute_loss((p + q) / 2), (absolute_loss(p) + absolute_loss(q)) / 2),
    reading="An affine function is at the middle of two points the mean of its values there, for x = z and any y.",
)

EXAMPLE_REPAIRED = Claim(
    "gradient_descent/linear-example.repaired",
    at="page 5",
    printed="|y_t − wᵀx_t| is convex (and is linear in the prediction on each side of y_t)",
    given=[],
    states=le(absolute_loss((p + q) / 2), (absolute_loss(p) + absolute_loss(q)) / 2),
    repairs="gradient_descent/linear-example",
    reading="Midpoint convex, and continuous, hence convex; it is not differentiable where wᵀx = y, as (8) demands.",
)


@EXAMPLE.counterexample
def on_both_sides(claim: Claim) -> Theorem:
    """x = 1, y = 0: 0 at the middle of 1 and −1, where it is 1."""
    return witness([], claim.states[0], {z: 1, y: 0, p: 1, q: -1})


@EXAMPLE_REPAIRED.proof
def triangle_inequality(claim: Claim) -> Theorem:
    """|c + d| ≤ |c| + |d|: both c + d and −(c + d) are."""
    c, d = real("c d")
    goal = ge(Abs(c) + Abs(d), Abs(c + d))
    parts = []
    for sign, case in ((-1, ge(c + d, 0)), (1, gt(0, c + d))):
        parts.append(combine(goal, [(1, magnitude_bounds(c, sign)), (1, magnitude_bounds(d, sign))], facts=[case]))
    triangle = cases(parts, [ge(c + d, 0), gt(0, c + d)])
    sides = instantiate(triangle, {c: y - Inner(p, z), d: y - Inner(q, z)})
    return combine(claim.states[0], [(Rational(1, 2), sides)])


@EXAMPLE_REPAIRED.mutant("sign", at={z: 1, y: 0, p: 1, q: -1})
def concave(claim: Claim) -> Claim:
    """≥ in place of ≤."""
    return claim.replace(states=ge(claim.states[0].rhs, claim.states[0].lhs))


@EXAMPLE_REPAIRED.mutant("constant", at={z: 1, y: 0, p: 1, q: 1})
def a_quarter(claim: Claim) -> Claim:
    """A quarter of the sum in place of half of it."""
    return claim.replace(states=le(absolute_loss((p + q) / 2), (absolute_loss(p) + absolute_loss(q)) / 4))
