"""Lemma 1, Taylor's formula: the remainder lies between the least and the largest Hessian form on the segment."""

from __future__ import annotations

from typing import Any

from sympy import Lambda

from verify.axioms import CURVATURE_AT_A_MINIMUM
from verify.claims import Claim
from verify.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.lemmas import above_tangent
from verify.terms import Hessian, Inner, Relation, eq, field, forall, function, ge, le, real, vectors

s, x = real("s x")
low, high = real("m M")
u, w, p, q, v = vectors("u w p q v")
f = field("f")

SEGMENT = [ge(s, 0), ge(1, s)]


def form(at: Any, direction: Any) -> Any:
    """(direction)ᵀ∇²f(at)(direction)."""
    return Inner(Hessian(f.head, at, direction), direction)


ABOVE = forall(s, ge(form(w + s * (u - w), u - w), low), SEGMENT)
BELOW = forall(s, ge(high, form(w + s * (u - w), u - w)), SEGMENT)
REMAINDER = f(u) - f(w) - Inner(f.gradient(w), u - w)

TAYLOR = Claim(
    "gradient_descent/taylor",
    at="Lemma 1",
    printed="f(u) = f(w) + ∇f(w)ᵀ(u − w) + ½(u − w)ᵀ∇²f(ξ)(u − w) for a ξ on the segment joining u and w",
    given=[ABOVE, BELOW],
    states=[ge(REMAINDER, low / 2), le(REMAINDER, high / 2)],
    reading=(
        "f is twice differentiable on R^d. That some ξ attains the value is read as: whatever bounds m and M the form "
        "(u − w)ᵀ∇²f(ξ)(u − w) has for all ξ on the segment, twice the remainder is between them. The form is a "
        "derivative "
        "in s along the segment, and so takes every value between its bounds (Darboux): the two readings are the same."
    ),
)

SEMIDEFINITE = Claim(
    "gradient_descent/taylor-convex",
    at="after Lemma 1",
    printed="If f is convex, then ∇²f is positive semidefinite",
    given=[forall([p, q], ge(f(p), f(q) + Inner(f.gradient(q), p - q)))],
    states=ge(form(w, v), 0),
    rests_on=["gradient_descent/first-order"],
    reading="f is twice differentiable and above its tangents (2), as a convex function is; at every w, for every v.",
)


@TAYLOR.proof
def convex_after_a_parabola(claim: Claim) -> list[Theorem]:
    """f − ms²/2 and Ms²/2 − f are convex along the segment, so above their tangents at w."""
    least, largest = claim.states
    found = []
    for goal, bound, sign, hypothesis in ((least, low, 1, ABOVE), (largest, high, -1, BELOW)):
        along = Lambda(s, sign * (f(w + s * (u - w)) - bound * s**2 / 2))
        known = [assume(h) for h in claim.given if h == hypothesis]

        def convex(wanted: Relation, s: Any, known: list[Theorem] = known) -> Theorem:
            return combine(wanted, [(1, instantiate(k, [s])) for k in known])

        found.append(combine(goal, [(1, above_tangent(along, 0, 1, convex))]))
    return found


@SEMIDEFINITE.proof
def minimum_of_the_height(claim: Claim) -> Theorem:
    """The height of f above its tangent at w is 0 at w and nowhere negative."""
    h = Lambda(s, f(w + s * v) - f(w) - s * Inner(f.gradient(w), v))
    above = [combine(ge(h(s), 0), [(1, instantiate(assume(g), [w + s * v, w]))]) for g in claim.given]
    axiom = instantiate(cite(CURVATURE_AT_A_MINIMUM), {function("f"): h})
    curved = instantiate(axiom, {}, [identity(eq(h(0), 0)), *(generalize(a, [s]) for a in above)])
    return combine(claim.states[0], [(1, curved)])


PARABOLA = {f: Lambda(x, x**2), w: 0, u: 1, low: 2, high: 2}


def constant_form() -> list[Theorem]:
    """For x² the form is 2 everywhere."""
    return [generalize(combine(ge(2, 2), []), [s], SEGMENT)]


@TAYLOR.mutant("constant", at=PARABOLA, discharge=constant_form)
def the_whole_form(claim: Claim) -> Claim:
    """m in place of m/2."""
    return claim.replace(states=[ge(REMAINDER, low), claim.states[1]])


@TAYLOR.mutant("sign", at=PARABOLA, discharge=constant_form)
def below_the_negative(claim: Claim) -> Claim:
    """−M/2 in place of M/2."""
    return claim.replace(states=[claim.states[0], le(REMAINDER, -high / 2)])


@TAYLOR.mutant("hypothesis", at={**PARABOLA, low: 3}, discharge=constant_form)
def no_lower_bound(claim: Claim) -> Claim:
    """m may be anything."""
    return claim.replace(given=[BELOW])


@TAYLOR.mutant("hypothesis", at={**PARABOLA, high: 1}, discharge=constant_form)
def no_upper_bound(claim: Claim) -> Claim:
    """M may be anything."""
    return claim.replace(given=[ABOVE])


def square_above_tangents() -> list[Theorem]:
    """x² is above its tangents."""
    c, d = real("c d")
    return [generalize(combine(ge(c**2, d**2 + 2 * d * (c - d)), [(1, (c - d) ** 2)]), [c, d])]


@SEMIDEFINITE.mutant("constant", at={f: Lambda(x, x**2), w: 0, v: 1}, discharge=square_above_tangents)
def at_least_three(claim: Claim) -> Claim:
    """At least 3‖v‖²."""
    return claim.replace(states=ge(form(w, v), 3 * Inner(v, v)))


@SEMIDEFINITE.mutant("sign", at={f: Lambda(x, x**2), w: 0, v: 1}, discharge=square_above_tangents)
def negative_semidefinite(claim: Claim) -> Claim:
    """At most 0."""
    return claim.replace(states=le(form(w, v), 0))


@SEMIDEFINITE.mutant("hypothesis", at={f: Lambda(x, -(x**2)), w: 0, v: 1})
def not_convex(claim: Claim) -> Claim:
    """f need not be convex."""
    return claim.replace(given=[])
