"""Linearly separable streams: a separator is scaled to margin 1 on any finite number of rounds, and not on all."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, Sum

from proofs.gradient_descent._perceptron import hinge, y
from proofs.gradient_descent.perceptron_rounds import ROUND, T, t, x
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, VecHead, eq, family, forall, ge, gt, integer, le, real, vectors
from verify.lemmas import sum_above_member

s, n = integer("s n")
r = real("r")
u, v = vectors("u v")
m = family("m", positive=True)

SCALE = Sum(1 / m(s), (s, 1, T))
SEPARATES = forall(t, eq(y(t) * Inner(v, x(t)), m(t)), ROUND)
SCALED = eq(u, SCALE * v)


def margin(t: Any) -> Any:
    """y_t⟨u, x_t⟩."""
    return y(t) * Inner(u, x(t))


MARGIN = Claim(
    "gradient_descent/perceptron-margin",
    at="page 2",
    printed=(
        "When the sequence is linearly separable, then there exists u ∈ R^d such that y_t uᵀx_t ≥ 1 for all t, which "
        "in turn implies h_t(u) = 0 for all t"
    ),
    given=[SEPARATES, SCALED, *ROUND],
    states=[ge(margin(t), 1), eq(hinge(margin(t)), 0)],
    reading=(
        "A sequence of T examples is linearly separable where some v has positive margins m_t = y_t⟨v, x_t⟩ on all of "
        "them. Then u = (Σ_s 1/m_s) v is such a vector for every t and T. The sequence is one of finite length, as the "
        "T of the bound says."
    ),
)


@MARGIN.proof
def no_term_exceeds_the_sum(claim: Claim) -> list[Theorem]:
    """y_t⟨u, x_t⟩ = m_t Σ_s 1/m_s ≥ m_t/m_t, as no term of the sum is negative; so 1 − y_t⟨u, x_t⟩ ≤ 0."""
    wide, lossless = claim.states
    facts = [f for f in claim.given if f in ROUND]
    above = instantiate(sum_above_member(SCALE, t, facts), {s: t})
    separates = [(SCALE, instantiate(assume(f), [t])) for f in claim.given if f == SEPARATES]
    scaled = [f for f in claim.given if f == SCALED]
    one = combine(wide, [(m(t), above), *separates], using=scaled, facts=facts)
    wider = combine(ge(margin(t), 1), [(1, one)])
    below = identity(eq(hinge(r), lossless.rhs), facts=[ge(r, 1)])
    return [one, instantiate(below, {r: margin(t)}, [wider])]


def one_example(example: Any = 1, **other: Any) -> dict[Any, Any]:
    """One round with x = y = 1 and v = 2, so that u = 1; `example` is x_t as a function of t."""
    names = {"t": t, "u": u, "v": v}
    at = {T: 1, t: 1, v: 2, u: 1, VecHead("x"): Lambda(t, example), y: Lambda(t, 1), m: Lambda(t, 2)}
    return at | {names[name]: value for name, value in other.items()}


fails_as(MARGIN,
    ("constant", [ge(margin(t), Rational(11, 10)), MARGIN.states[1]], "A margin of 11/10.", one_example()),
    ("sign", [le(margin(t), -1), MARGIN.states[1]], "A margin of at most −1.", one_example()),
)  # fmt: skip


fails_without(MARGIN,
    (SEPARATES, "v need not separate.", one_example(v=-2, u=-1)),
    (SCALED, "u may be anything.", one_example(u=0)),
    (ROUND[0], "t may be smaller than 1.", one_example(2 * t - 1, t=0)),
    (ROUND[1], "t may be larger than T.", one_example(3 - 2 * t, t=2)),
)  # fmt: skip


@MARGIN.sharp
def not_for_ever() -> Sharpness:
    """u/(n + 1) < 1 for u ≤ n."""
    place = [ge(n, 1), ge(n, r)]
    below = combine(gt(1, r / (n + 1)), [(1 / (n + 1), assume(place[1])), (1 / (n + 1), 1)], facts=place)
    return Sharpness(
        "for how many rounds a separator can be scaled to margin 1",
        "for any number, and not for all of an infinite stream: v = 1 separates x_t = 1/t, y_t = 1 on the line, and "
        "whatever u is, its margin in round n + 1 is below 1 for every n ≥ max(u, 1)",
        [MARGIN.theorem(MARGIN.states[0]), generalize(below, [r, n], place)],
    )
