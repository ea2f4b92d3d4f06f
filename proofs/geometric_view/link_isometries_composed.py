"""(21): a link function and a rigid motion of Rⁿ after it are another link function, with the same algorithm."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sympy import Abs, Lambda, Rational

from proofs.geometric_view.link_isometries import ISOMETRY, ONTO, a, dist, f, inverse, p, q, square
from verify.author.kernel import KernelError, Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, fails_as
from verify.language.terms import (
    EUCLIDEAN, Inner, Tangent, Vec, VecHead, eq, forall, function, point, points, positive, real, vector, vectors,
)  # fmt: skip

r, s, x, y = real("r s x y")
eta = positive("η")
w, after = point("w"), point("w′")
shift, covector, other = vectors("b c c̃")
B, e = Vec(VecHead("B"), Tangent(w)), vector("e")
slope = function("dL")


def turned(a: Any) -> Vec:
    """Qa."""
    return Vec(VecHead("Q"), EUCLIDEAN, a)


def turned_back(a: Any) -> Vec:
    """Q⁻¹a."""
    return Vec(VecHead("Q⁻¹"), EUCLIDEAN, a)


def motion(a: Any) -> Any:
    """ϕ(a) = Qa + b."""
    return turned(a) + shift


def pushed(B: Any) -> Vec:
    """Df(w)B."""
    return Vec(VecHead("Df"), EUCLIDEAN, B)


def pulled(e: Any) -> Vec:
    """Df(w)⁻¹e."""
    return Vec(VecHead("Df⁻¹"), Tangent(w), e)


LINEAR = forall([r, s, a, e], eq(turned(r * a + s * e), r * turned(a) + s * turned(e)))
ORTHOGONAL = forall([a, e], eq(Inner(turned(a), turned(e)), Inner(a, e)))
TURNS_BACK = forall(a, eq(turned(turned_back(a)), a))
INVERTIBLE = forall(e, eq(pushed(pulled(e)), e))
COVECTOR = forall(B, eq(Inner(covector, pushed(B)), slope(B)))
OTHER = forall(B, eq(Inner(other, turned(pushed(B))), slope(B)))
UPDATE = eq(f(after), f(w) - eta * covector)

COMPOSED = Claim(
    "geometric_view/link-isometry-class-composed",
    at="(21)",
    printed="if ϕ: Rⁿ → Rⁿ is an isometry of Rⁿ, i.e., it is a composition of an orthogonal linear operator and a "
    "translation, then ϕ∘f is another link function leading to an equivalent algorithm",
    given=[ISOMETRY, ONTO, LINEAR, ORTHOGONAL, TURNS_BACK, INVERTIBLE, COVECTOR, OTHER, UPDATE],
    where={Vec(VecHead("φ"), EUCLIDEAN, a): motion(a)},
    states=[
        eq(square(motion(f(p)) - motion(f(q))), dist(p, q) ** 2),
        eq(motion(f(inverse(turned_back(a - shift)))), a),
        eq(motion(f(after)), motion(f(w)) - eta * other),
    ],
    reading=(
        "φ(a) = Qa + b with Q linear, orthogonal and invertible. f maps M onto Rⁿ and keeps distances. φ∘f then keeps "
        "the distances of M too (first formula), and takes every value a (second): it is a link function of the same "
        "metric. c = Df^{−T}∂L at w is the vector with ⟨c, Df B⟩ = dL(B) for all tangent vectors B, and c̃ = "
        "(Q·Df)^{−T}∂L the one with ⟨c̃, Q Df B⟩ = dL(B), where Q·Df is the differential of φ∘f. If w′ is the update "
        "(5) of w through f, then it is the update through φ∘f (third), at every rate: the two algorithms are the "
        "same."
    ),
)


@COMPOSED.proof
def orthogonal_to_everything(claim: Claim) -> list[Theorem]:
    """⟨c̃ − Qc, Q Df B⟩ = dL(B) − dL(B) = 0 for all B, so that c̃ = Qc; and φ(f(w) − ηc) = φ(f(w)) − ηQc."""

    def known(formula: Any, *values: Any) -> list[Theorem]:
        return [instantiate(assume(h), list(values)) for h in claim.given if h == formula]

    keeps, onto, update = claim.states
    apart = f(p) - f(q)
    straight = known(LINEAR, 1, -1, f(p), f(q))
    same = identity(eq(motion(f(p)) - motion(f(q)), turned(apart)), using=straight)
    lengths = [(1, h) for formula in ((ORTHOGONAL, apart, apart), (ISOMETRY, p, q)) for h in known(*formula)]
    kept = combine(keeps, lengths, using=[same])
    reached = identity(onto, using=[h for h in claim.given if h in (ONTO, TURNS_BACK)])
    gap = other - turned(covector)
    back = pulled(turned_back(gap))
    image = identity(eq(turned(pushed(back)), gap), using=[h for h in claim.given if h in (INVERTIBLE, TURNS_BACK)])
    terms = [(1, h) for h in known(OTHER, back)]
    terms += [(-1, h) for h in (*known(COVECTOR, back), *known(ORTHOGONAL, covector, pushed(back)))]
    across = combine(eq(Inner(gap, turned(pushed(back))), 0), terms)
    nothing = combine(eq(Inner(gap, gap), 0), [(1, across)], using=[image])
    vanishes = instantiate(cite(DEFINITE), {vector("x"): gap}, [nothing])
    moved = known(LINEAR, 1, -eta, f(w), covector)
    steps = [h for h in claim.given if h == UPDATE]
    return [kept, reached, identity(update, using=[*steps, *moved, vanishes])]


LINE: dict[Any, Any] = {
    VecHead("f"): Lambda(x, -x),
    points("f⁻¹").head: Lambda(x, -x),
    dist: Lambda((x, y), Abs(x - y)),
    VecHead("Q"): Lambda(x, -x),
    VecHead("Q⁻¹"): Lambda(x, -x),
    VecHead("Df"): Lambda(x, -x),
    VecHead("Df⁻¹"): Lambda(x, -x),
    slope: Lambda(x, x),
    **{covector: -1, other: 1, shift: 3, w: 0, after: -1, eta: 1, p: 1, q: 0, a: 1},
}
"""M = R, f(w) = −w, ϕ(a) = 3 − a, L(w) = w: w′ = w − η."""


def met(
    turn: Any = -1, link: Any = -1, dual: Any = -1, other_dual: Any = 1, rate: Any = 1, push: Any = -1
) -> Callable[[], list[Theorem]]:
    """The schemas for Q = turn·a, f = link·w, Df = push·B, c, c̃ and dL = rate·B, those of them that hold."""
    a, e, r, s, x, y = real("a e r s x y")
    parts = [
        (eq((link * x - link * y) ** 2, Abs(x - y) ** 2), [x, y]),
        (eq(x, x), [x]),
        (eq(turn * (r * a + s * e), r * turn * a + s * turn * e), [r, s, a, e]),
        (eq(turn * a * turn * e, a * e), [a, e]),
        (eq(dual * push * x, rate * x), [x]),
        (eq(other_dual * turn * push * x, rate * x), [x]),
    ]

    def found() -> list[Theorem]:
        theorems = []
        for goal, variables in parts:
            with suppress(KernelError):
                theorems.append(generalize(identity(goal), variables))
        return theorems

    return found


def dropped(name: str, words: str, hypothesis: Any, change: dict[Any, Any], **numbers: Any) -> None:
    """A changed claim without one hypothesis, with what changes in the instance."""

    def changed(claim: Claim) -> Claim:
        return claim.replace(given=[h for h in claim.given if h != hypothesis])

    changed.__name__, changed.__doc__ = name, words
    COMPOSED.mutant("hypothesis", at=LINE | change, discharge=met(**numbers))(changed)


HALF = Rational(1, 2)
STRETCHED = {VecHead("f"): Lambda(x, -2 * x), points("f⁻¹").head: Lambda(x, -x / 2), after: -HALF}
TWICE = {VecHead("Q"): Lambda(x, -2 * x), VecHead("Q⁻¹"): Lambda(x, -x / 2), other: HALF}
FLAT = {VecHead("Df"): Lambda(x, 0), slope: Lambda(x, 0), other: 5}
dropped("f_may_stretch", "f need not keep distances.", ISOMETRY, STRETCHED, link=-2)
dropped("not_onto", "f⁻¹ need not be the inverse of f.", ONTO, {points("f⁻¹").head: Lambda(x, 2 * x)})
dropped("not_orthogonal", "Q may stretch.", ORTHOGONAL, TWICE, turn=-2, other_dual=HALF)
dropped("not_the_inverse", "Q⁻¹ may be anything.", TURNS_BACK, {VecHead("Q⁻¹"): Lambda(x, 2 * x)})
dropped("singular", "Df need not be invertible.", INVERTIBLE, FLAT, rate=0, push=0, other_dual=5)
dropped("any_covector", "c may be anything.", COVECTOR, {covector: 5, after: 5}, dual=5)
dropped("any_other_covector", "c̃ may be anything.", OTHER, {other: 5}, other_dual=5)
dropped("any_step", "w′ may be anything.", UPDATE, {after: 0})


fails_as(COMPOSED,
    ("constant", [eq(COMPOSED.states[0].lhs, 2 * COMPOSED.states[0].rhs), *COMPOSED.states[1:]], "2dist².", LINE,
        met()),
    ("sign", [*COMPOSED.states[:2], eq(motion(f(after)), motion(f(w)) + eta * other)], "+ηc̃.", LINE, met()),
)  # fmt: skip
