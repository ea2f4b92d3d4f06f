"""Example 7: when a loss that is convex in the prediction is geodesically convex on the positive orthant."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Lambda, Rational, exp, log

from proofs.geometric_view.example_7 import COMPONENT, components, i, j, link, n, r, s, t, x
from verify.author.kernel import Theorem, assume, certify, combine, generalize, instantiate, telescope, witness
from verify.claims import Claim, fails_without
from verify.language.terms import Relation, family, forall, function, ge, gt
from verify.prover.proving import certificate

P, Q = family("u", positive=True), family("v", positive=True)
f, prime = function("ℓ"), function("ℓ′")
CONVEX_IN_THE_PREDICTION = forall([r, s], ge(f(r), f(s) + prime(s) * (r - s)))


def on_geodesic(u: Any, v: Any) -> Relation:
    """L(u) ≥ L(v) + ⟨grad L(v), Exp_v⁻¹ u⟩ for L(w) = ℓ(⟨w, x⟩)."""
    there, here = components(u(i) * x(0, i)), components(v(i) * x(0, i))
    return ge(f(there), f(here) + prime(here) * components(x(0, i) * v(i) * (link(u(i)) - link(v(i)))))


CONVEXITY = Claim(
    "geometric_view/example-7-convexity",
    at="Example 7",
    printed="For a convex loss function we derive an upper bound of the total loss of this algorithm (Theorem 6)",
    weight="reading",
    slip=(
        "Section 4 defines convex functions on a manifold by its geodesics, and so meant the sentence is right. Read "
        "as in Example 6, convex in the prediction, it is not: the square loss is not geodesically convex here."
    ),
    given=[CONVEX_IN_THE_PREDICTION],
    states=on_geodesic(P, Q),
    reading=(
        "Read as Example 6 has it, ℓ convex in the prediction ⟨w, x⟩, and asked whether the loss is then geodesically "
        "convex on (R₊)ⁿ, as Theorem 6 needs it: above its tangents along the geodesics v exp(s ln(u/v))."
    ),
)

RISING = forall(i, ge(prime(components(Q(j) * x(0, j), j)) * x(0, i), 0), COMPONENT)

CONVEXITY_REPAIRED = Claim(
    "geometric_view/example-7-convexity.repaired",
    at="Example 7",
    says="A loss that is convex in ⟨w, x⟩ and rises with each weight is geodesically convex.",
    given=[CONVEX_IN_THE_PREDICTION, RISING],
    states=on_geodesic(P, Q),
    repairs="geometric_view/example-7-convexity",
    reading="∂ᵢL(v) = ℓ′xⁱ ≥ 0 for every i, at the point v of the tangent; for x ≥ 0 the square loss only where "
    "⟨v, x⟩ ≥ y.",
)


SQUARE_LOSS = {
    n: 1,
    x: Lambda((t, i), 1),
    P: Lambda(i, exp(Integer(-1))),
    Q: Lambda(i, 1),
    f: Lambda(r, (r - 2) ** 2),
    prime: Lambda(r, 2 * (r - 2)),
}
FALLING_LINE = {**SQUARE_LOSS, P: Lambda(i, exp(Integer(1))), f: Lambda(r, -r), prime: Lambda(r, -1)}


@CONVEXITY.counterexample
def square_loss_below_its_target(claim: Claim) -> Theorem:
    """n = 1, L(w) = (w − 2)², v = 1, u = 1/e: (2 − 1/e)² = 2.66… ≥ 3."""
    parabola = combine(ge((r - 2) ** 2, (s - 2) ** 2 + 2 * (s - 2) * (r - s)), [(1, (r - s) ** 2)])
    return witness(list(claim.given), claim.states[0], SQUARE_LOSS, discharge=[generalize(parabola, [r, s])])


@CONVEXITY_REPAIRED.proof
def logarithm_below_its_tangent(claim: Claim) -> Theorem:
    """u − v ≥ v ln(u/v) in each component, times ∂ᵢL ≥ 0."""
    given = list(claim.given)
    there, here = components(P(i) * x(0, i)), components(Q(i) * x(0, i))
    convex = [(1, instantiate(assume(g), [there, here])) for g in given if g == CONVEX_IN_THE_PREDICTION]
    ratio = P(i) / Q(i)
    below = instantiate(tangent_of_the_logarithm(), {r: ratio}, [combine(gt(ratio, 0), [(1, ratio)])])
    rising = [instantiate(assume(g), [i]) for g in given if g == RISING]
    d = prime(here) * x(0, i)
    rows = _row(rising, below, d)
    added = telescope(rows, i, 1, n)
    return combine(claim.states[0], [*convex, (1, added)])


def _row(rising: list[Theorem], below: Theorem, d: Any) -> Theorem:
    """∂ᵢL (u − v) ≥ ∂ᵢL v ln(u/v)."""
    height = combine(ge(P(i) - Q(i), Q(i) * (link(P(i)) - link(Q(i)))), [(Q(i), below)])
    return combine(ge(d * (P(i) - Q(i)), d * Q(i) * (link(P(i)) - link(Q(i)))), [(g, height) for g in rising])


def tangent_of_the_logarithm() -> Theorem:
    """a − 1 ≥ ln a for a > 0."""
    return certify(certificate(ge(r - 1 - log(r), 0), [gt(r, 0)]))


RISING_LINE = {**FALLING_LINE, f: Lambda(r, r), prime: Lambda(r, 1)}


def rising_line() -> list[Theorem]:
    """ℓ(q) = q at x = 1."""
    return [
        generalize(combine(ge(r, r), []), [r, s]),
        generalize(combine(ge(1, 0), [(1, 1)]), [i], [ge(i, 1), ge(1, i)]),
    ]


def falling_line() -> list[Theorem]:
    """ℓ(q) = −q."""
    return [generalize(combine(ge(-r, -r), []), [r, s])]


fails_without(CONVEXITY_REPAIRED, (RISING, "The loss may fall with a weight.", FALLING_LINE, falling_line))


CONCAVE = {**RISING_LINE, f: Lambda(r, -(r**2)), prime: Lambda(r, 1)}


fails_without(CONVEXITY_REPAIRED,
    (CONVEX_IN_THE_PREDICTION, "ℓ need not be convex.", CONCAVE, lambda: rising_line()[1:]),
)  # fmt: skip


@CONVEXITY_REPAIRED.mutant("constant", at=RISING_LINE, discharge=rising_line)
def twice_the_slope(claim: Claim) -> Claim:
    """Twice the gradient."""
    state, here = claim.states[0], f(components(Q(i) * x(0, i)))
    return claim.replace(states=ge(state.lhs, 2 * state.rhs - here))


@CONVEXITY_REPAIRED.mutant("sign", at={**RISING_LINE, P: Lambda(i, exp(Integer(-1)))}, discharge=rising_line)
def slope_subtracted(claim: Claim) -> Claim:
    """The gradient with the other sign."""
    state, here = claim.states[0], f(components(Q(i) * x(0, i)))
    return claim.replace(states=ge(state.lhs, 2 * here - state.rhs))


@CONVEXITY_REPAIRED.extremal("h", [Rational(1, 2), Rational(1, 10), Rational(1, 100)])
def steps_along_the_line(height: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """ℓ(q) = q with n = x = v = 1 and u = eʰ: the ratio (1 + h)/eʰ tends to 1 as h does to 0."""
    return {**RISING_LINE, P: Lambda(i, exp(height))}, rising_line()
