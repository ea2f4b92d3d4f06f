"""Example 3: isometries preserve gradients."""

from __future__ import annotations

from typing import Any

from sympy import Lambda

from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE, OTHER_TANGENT, SLOPE_AT_THE_END
from verify.claims import Claim, decided_by, fails_as, fails_without
from verify.language.terms import (
    EUCLIDEAN, Deriv, ForAll, Inner, Vec, VecHead, eq, field, forall, function, ge, partial, point, points, positive,
    real, vector, vectors,
)  # fmt: skip

s, a = real("s a")
eta = positive("η")
u, v, g = vectors("u v g")
other, pushed_v = Vec(VecHead("g̃"), OTHER_TANGENT), Vec(VecHead("v"), OTHER_TANGENT)
loss, other_loss = function("L"), function("L̃")
along, other_along = field("ℓ"), field("ℓ̃")
phi, chart = points("φ"), points("χ")
x, w = point("x"), point("w")


def push(u: Any) -> Vec:
    """φ⋆u, in the tangent space at φ(w)."""
    return Vec(VecHead("φ⋆"), OTHER_TANGENT, u)


def pull(v: Any) -> Vec:
    """The u with φ⋆u = v."""
    return Vec(VecHead("φ⋆⁻¹"), EUCLIDEAN, v)


SAME_LOSS = forall(x, eq(other_loss(phi(x)), loss(x)))
ON_CURVES = [forall(u, eq(along(u), loss(chart(u)))), forall(u, eq(other_along(u), other_loss(phi(chart(u)))))]
GRADIENT = forall(u, eq(Deriv(along(s * u), s, 0), Inner(g, u)))
OTHER_GRADIENT = forall(u, eq(Deriv(other_along(s * u), s, 0), Inner(other, push(u))))
ISOMETRIC = forall([u, v], eq(Inner(push(u), push(v)), Inner(u, v)))
ONTO = forall(pushed_v, eq(push(pull(pushed_v)), pushed_v))
GIVEN = [SAME_LOSS, *ON_CURVES, GRADIENT, OTHER_GRADIENT, ISOMETRIC, ONTO]

SETTING = (
    "φ: M₁ → M₂ is an isometry and φ⋆ its differential at the point w: it keeps inner products and maps the tangent "
    "space at w onto that at φ(w). L̃(φ(x)) = L(x) for all x. A differential is the derivative along curves: χ(su) is "
    "a curve from w with velocity u, such as Exp_w(su), so that φ(χ(su)) is one from φ(w) with velocity φ⋆u; ℓ(u) = "
    "L(χ(u)) and ℓ̃(u) = L̃(φ(χ(u))) are differentiable; and g and g̃ are the gradients: dL(u) = ⟨g, u⟩, dL̃(φ⋆u) = "
    "⟨g̃, φ⋆u⟩. "
)

GRADIENT_ISOMETRY = Claim(
    "geometric_view/gradient-isometry",
    at="Example 3",
    printed="isometries preserve gradient: f⋆grad L_t = grad L̃_t",
    given=GIVEN,
    states=eq(push(g), other),
    reading=SETTING + "Then φ⋆g = g̃. Manifolds of any dimension; φ = f in Example 3.",
)


@GRADIENT_ISOMETRY.proof
def equal_slopes(claim: Claim) -> Theorem:
    """ℓ = ℓ̃, so ⟨g, u⟩ = ⟨g̃, φ⋆u⟩ = ⟨φ⋆⁻¹g̃, u⟩ for all u."""
    return pushed_gradient(claim, claim.states[0])


def pushed_gradient(claim: Claim, goal: Any) -> Theorem:
    """φ⋆g = g̃, the goal, from the hypotheses of this claim that the changed or longer claim has."""
    given = list(claim.given)
    curves = [h for h in given if h in (SAME_LOSS, *ON_CURVES)]
    reached = [instantiate(assume(h), [other]) for h in given if h == ONTO]
    back = pull(other)
    rest = g - back
    isometric = [instantiate(assume(h), [back, rest]) for h in given if h == ISOMETRIC]
    slopes = [instantiate(assume(h), [rest]) for h in given if h == GRADIENT]
    others = [instantiate(assume(h), [rest]) for h in given if h == OTHER_GRADIENT]
    moved = [combine(eq(Inner(other, push(rest)), Inner(back, rest)), [(1, t)], using=reached) for t in isometric]
    agree = instantiate(_same_slope(curves), {u: rest})
    signed = [(1, agree), *((-1, t) for t in slopes), *((1, t) for t in others), *((1, t) for t in moved)]
    square = combine(eq(Inner(rest, rest), 0), signed)
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square])
    equal = identity(eq(g, back), using=[zero])
    return identity(goal, using=[equal, *reached])


def _same_slope(curves: list[Any]) -> Theorem:
    """d/ds ℓ(su) = d/ds ℓ̃(su) at s = 0: neither ℓ − ℓ̃ nor ℓ̃ − ℓ, both 0, falls."""
    gap, sides = along(s * u) - other_along(s * u), []
    slope = Deriv(along(s * u), s, 0) - Deriv(other_along(s * u), s, 0)
    for sign in (1, -1):
        line = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(s, sign * gap)})
        level = identity(eq(along(s * u), other_along(s * u)), using=curves)
        start = instantiate(level, {s: 0})
        (schema,) = [h for h in line.hypotheses if isinstance(h, ForAll)]
        (at_zero,) = [h for h in line.hypotheses if h != schema]
        nothing = combine(at_zero, [(sign, start)])
        never = generalize(combine(ge(sign * gap, 0), [(sign, level)]), [s], schema.given)
        sides.append(combine(ge(sign * slope, 0), [(1, instantiate(line, {}, [nothing, never]))]))
    return combine(eq(Deriv(along(s * u), s, 0), Deriv(other_along(s * u), s, 0)), [(1, slope)], facts=sides)


r, q = real("r q")
MIRROR: dict[Any, Any] = {
    phi: Lambda(r, -r),
    VecHead("φ⋆"): Lambda(r, -r),
    VecHead("φ⋆⁻¹"): Lambda(r, -r),
    chart: Lambda(r, r + 1),
    w: 1,
    loss: Lambda(r, r**2),
    other_loss: Lambda(r, r**2),
    along: Lambda(r, (r + 1) ** 2),
    other_along: Lambda(r, (r + 1) ** 2),
    g: 2,
    VecHead("g̃"): -2,
}
"""M₁ = M₂ = R, φ(x) = −x, L(x) = x² and w = 1: the gradients are 2 and −2."""


def mirrored() -> list[Theorem]:
    """The schemas for φ(x) = −x."""
    line = (s * r + 1) ** 2
    return [
        generalize(identity(eq((r + 1) ** 2, (r + 1) ** 2)), [r]),
        generalize(identity(eq((-r) ** 2, r**2)), [r]),
        generalize(identity(eq((r + 1) ** 2, (-(r + 1)) ** 2)), [r]),
        generalize(identity(eq(Deriv(line, s, 0), 2 * r)), [r]),
        generalize(identity(eq(Deriv(line, s, 0), -2 * -r)), [r]),
        generalize(identity(eq(-r * -q, r * q)), [r, q]),
        generalize(identity(eq(r, r)), [r]),
    ]


fails_as(GRADIENT_ISOMETRY,
    ("constant", eq(push(g), 2 * other), "φ⋆g = 2g̃.", MIRROR, mirrored),
    ("sign", eq(push(g), -other), "φ⋆g = −g̃.", MIRROR, mirrored),
)  # fmt: skip


DOUBLED = MIRROR | {
    VecHead("φ⋆"): Lambda(r, 2 * r),
    VecHead("φ⋆⁻¹"): Lambda(r, r / 2),
    phi: Lambda(r, 2 * r),
    other_loss: Lambda(r, r**2 / 4),
    VecHead("g̃"): 1,
}


def doubled() -> list[Theorem]:
    """The schemas for φ(x) = 2x, L̃(x) = x²/4."""
    line = (s * r + 1) ** 2
    return [
        generalize(identity(eq((r + 1) ** 2, (r + 1) ** 2)), [r]),
        generalize(identity(eq((2 * r) ** 2 / 4, r**2)), [r]),
        generalize(identity(eq((r + 1) ** 2, (2 * (r + 1)) ** 2 / 4)), [r]),
        generalize(identity(eq(Deriv(line, s, 0), 2 * r)), [r]),
        generalize(identity(eq(Deriv(line, s, 0), 1 * (2 * r))), [r]),
        generalize(identity(eq(2 * (r / 2), r)), [r]),
    ]


fails_without(GRADIENT_ISOMETRY,
    (ISOMETRIC, "φ may be any diffeomorphism: φ(x) = 2x.", DOUBLED, doubled),
    (OTHER_GRADIENT, "g̃ may be anything.", MIRROR | {VecHead("g̃"): 5}, mirrored),
    (GRADIENT, "g may be anything.", MIRROR | {g: 5}, mirrored),
    (ONTO, "φ⋆ need not be onto: then g̃ may have a part that no curve of φ(M₁) feels.",
        decided_by(undecided="the vectors of one instance have one dimension, in which an isometric φ⋆ is onto")),
)  # fmt: skip


OTHERWISE = MIRROR | {other_along: Lambda(r, r + 1), VecHead("g̃"): -1}


def otherwise() -> list[Theorem]:
    """ℓ̃(u) = 1 + u has the derivative u = ⟨−1, φ⋆u⟩."""
    return [*mirrored(), generalize(identity(eq(Deriv(s * r + 1, s, 0), -1 * -r)), [r])]


fails_without(GRADIENT_ISOMETRY, (ON_CURVES[1], "ℓ̃ may be anything.", OTHERWISE, otherwise))


FIRST_CURVES = MIRROR | {along: Lambda(r, r + 1), g: 1}


def first_otherwise() -> list[Theorem]:
    """ℓ(u) = 1 + u."""
    return [*mirrored(), generalize(identity(eq(Deriv(s * r + 1, s, 0), r)), [r])]


fails_without(GRADIENT_ISOMETRY, (ON_CURVES[0], "ℓ may be anything.", FIRST_CURVES, first_otherwise))


UNRELATED = OTHERWISE | {other_loss: Lambda(r, -r)}


def unrelated() -> list[Theorem]:
    """L̃(x) = −x."""
    return [*otherwise(), generalize(identity(eq(r + 1, r + 1)), [r])]


fails_without(GRADIENT_ISOMETRY, (SAME_LOSS, "L̃ need not correspond to L.", UNRELATED, unrelated))
