"""Lemma 1, Taylor's formula: the remainder is half the Hessian form somewhere on the segment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Lambda, Rational

from verify import axioms
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import CURVATURE_AT_A_MINIMUM
from verify.claims import Claim, fails_as, fails_without
from verify.language.exists import ANYTHING, NOTHING_EXISTS, exists
from verify.language.terms import Deriv, Hessian, Inner, eq, field, forall, ge, le, partial, real, vectors

r, s, x = real("r s x")
u, w, p, q, v = vectors("u w p q v")
f = field("f")

HALF = Rational(1, 2)
SEGMENT = [ge(s, 0), ge(1, s)]


def form(at: Any, direction: Any) -> Any:
    """(direction)ᵀ∇²f(at)(direction)."""
    return Inner(Hessian(f.head, at, direction), direction)


REMAINDER = f(u) - f(w) - Inner(f.gradient(w), u - w)


def somewhere(factor: Any = HALF, segment: Sequence[Any] = tuple(SEGMENT)) -> Any:
    """There is a ξ = w + s(u − w) at which the remainder is half the form."""
    at = form(w + s * (u - w), u - w)
    return exists(s, [*segment, eq(REMAINDER, factor * at)])


TAYLOR = Claim(
    "gradient_descent/taylor",
    at="Lemma 1",
    says=(
        "for a twice continuously differentiable f: R^d → R and all w, u there is a point ξ on the segment from w to u "
        "with f(u) = f(w) + ∇f(w)ᵀ(u − w) + ½(u − w)ᵀ∇²f(ξ)(u − w)"
    ),
    states=somewhere(),
    reading=(
        "ξ = w + s(u − w). The lemma is printed for every twice differentiable f. Two derivatives in a claim are "
        "continuous ones, so of an f whose Hessian is not continuous nothing is said here; Taylor's theorem, on which "
        "this rests, does not need it to be."
    ),
)

SEMIDEFINITE = Claim(
    "gradient_descent/taylor-convex",
    at="after Lemma 1",
    printed="If f is convex, then ∇²f is positive semidefinite",
    given=[forall([p, q], ge(f(p), f(q) + Inner(f.gradient(q), p - q)))],
    states=ge(form(w, v), 0),
    rests_on=["gradient_descent/first-order"],
    reading=(
        "f is twice continuously differentiable and above its tangents (2), as a convex function is; at every w, for "
        "every v."
    ),
)


@TAYLOR.proof
def along_the_segment(claim: Claim) -> Theorem:
    """Taylor's theorem for s ↦ f(w + s(u − w)) on [0, 1]."""
    along, curved = Lambda(s, f(w + s * (u - w))), Lambda(s, form(w + s * (u - w), u - w))
    second = identity(eq(Deriv(Deriv(along(x), x, r), r, s), curved(s)))
    (there,) = claim.given
    here = generalize(instantiate(assume(there), [s]), [s], [*SEGMENT, there.given[-1]])
    values = {partial("f"): along, partial("k"): curved, axioms.TAYLOR.conclusion.lhs: ANYTHING}
    return instantiate(cite(axioms.TAYLOR), values, [generalize(second, [s], SEGMENT), here])


@SEMIDEFINITE.proof
def minimum_of_the_height(claim: Claim) -> Theorem:
    """The height of f above its tangent at w is 0 at w and nowhere negative."""
    h = Lambda(s, f(w + s * v) - f(w) - s * Inner(f.gradient(w), v))
    above = [combine(ge(h(s), 0), [(1, instantiate(assume(g), [w + s * v, w]))]) for g in claim.given]
    axiom = instantiate(cite(CURVATURE_AT_A_MINIMUM), {partial("f"): h})
    curved = instantiate(axiom, {}, [identity(eq(h(0), 0)), *(generalize(a, [s]) for a in above)])
    return combine(claim.states[0], [(1, curved)])


PARABOLA = {f: Lambda(x, x**2), w: 0, u: 1, **NOTHING_EXISTS}


def never(factor: Any) -> Any:
    """For x² from 0 to 1 the form is 2 everywhere and the remainder is 1: no ξ has another factor than ½."""

    def theorems() -> list[Theorem]:
        wrong = assume(eq(1, factor * 2))
        absurd = combine(ge(-1, 0), [(1 / (2 * Rational(factor) - 1), wrong)])
        return [generalize(absurd, [s], [*SEGMENT, wrong.conclusion])]

    return theorems


@TAYLOR.mutant("constant", at=PARABOLA, discharge=never(1))
def the_whole_form(claim: Claim) -> Claim:
    """The form in place of half of it."""
    return claim.replace(states=somewhere(1))


@TAYLOR.mutant("sign", at=PARABOLA, discharge=never(-HALF))
def negative_form(claim: Claim) -> Claim:
    """−½ in place of ½."""
    return claim.replace(states=somewhere(-HALF))


AT_THE_END = [ge(s, 1), ge(1, s)]


def not_at_the_end() -> list[Theorem]:
    """For x³ from 0 to 1 the form is 6s and the remainder 1: ξ is not u."""
    third = eq(1, 3 * s)
    absurd = combine(ge(-1, 0), [(Rational(1, 2), assume(third)), (Rational(3, 2), assume(AT_THE_END[0]))])
    return [generalize(absurd, [s], [*AT_THE_END, third])]


@TAYLOR.mutant("hypothesis", at=PARABOLA | {f: Lambda(x, x**3)}, discharge=not_at_the_end)
def only_at_u(claim: Claim) -> Claim:
    """ξ must be u."""
    return claim.replace(states=somewhere(segment=AT_THE_END))


@TAYLOR.instance
def nothing_asked() -> tuple[dict[Any, Any], list[Theorem]]:
    """What follows is 0 ≥ 0, which anything is."""
    return PARABOLA | {ANYTHING: 0}, [generalize(combine(ge(0, 0), []), [s], [*SEGMENT, eq(1, 1)])]


def square_above_tangents() -> list[Theorem]:
    """x² is above its tangents."""
    c, d = real("c d")
    return [generalize(combine(ge(c**2, d**2 + 2 * d * (c - d)), [(1, (c - d) ** 2)]), [c, d])]


fails_as(SEMIDEFINITE,
    ("constant", ge(form(w, v), 3 * Inner(v, v)), "At least 3‖v‖².", {f: Lambda(x, x**2), w: 0, v: 1},
        square_above_tangents),
    ("sign", le(form(w, v), 0), "At most 0.", {f: Lambda(x, x**2), w: 0, v: 1}, square_above_tangents),
)  # fmt: skip


fails_without(SEMIDEFINITE, (SEMIDEFINITE.given[0], "f need not be convex.", {f: Lambda(x, -(x**2)), w: 0, v: 1}))
