"""First-order condition (2): a convex function that is once differentiable lies above its tangents."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import SLOPE_AT_THE_END
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, field, forall, ge, le, partial, real, vectors

s, r, c, d = real("s r c d")
u, w, p, q = vectors("u w p q")
f = field("f")
x = real("x")

UNIT = [ge(s, 0), ge(1, s)]
CONVEX = forall([p, q, s], le(f(s * p + (1 - s) * q), s * f(p) + (1 - s) * f(q)), UNIT)

FIRST_ORDER = Claim(
    "gradient_descent/first-order",
    at="(2)",
    printed=(
        "f(w) − f(u) ≤ ∇f(w)ᵀ(w − u). This actually holds for any convex and differentiable f (i.e., f need not be "
        "twice differentiable)"
    ),
    given=[CONVEX],
    states=le(f(w) - f(u), Inner(f.gradient(w), w - u)),
    reading=(
        "f: R^d → R is differentiable and convex: below its chords, f(sp + (1 − s)q) ≤ s f(p) + (1 − s)f(q) for "
        "0 ≤ s ≤ 1. It need not be twice differentiable. (A convex function that is differentiable everywhere has a "
        "continuous gradient, as derivatives in a claim do.)"
    ),
)


@FIRST_ORDER.proof
def chord_minus_function(claim: Claim) -> Theorem:
    """s f(u) + (1 − s)f(w) − f(w + s(u − w)) starts at zero and is not negative, so it does not start downwards."""
    along = s * u + (1 - s) * w
    gap = s * f(u) + (1 - s) * f(w) - f(along)
    given = [g for g in claim.given if g == CONVEX]
    above = [combine(ge(gap, 0), [(1, instantiate(assume(g), [u, w, s]))]) for g in given]
    axiom = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(s, gap)})
    start = identity(eq(gap.subs(s, 0), 0))
    slope = instantiate(axiom, {}, [start, *(generalize(t, [s], UNIT) for t in above)])
    return combine(claim.states[0], [(1, slope)])


SQUARE = {f: Lambda(x, x**2)}


def convex_square() -> list[Theorem]:
    """s c² + (1 − s)d² − (sc + (1 − s)d)² = s(1 − s)(c − d)²."""
    mixed = le((s * c + (1 - s) * d) ** 2, s * c**2 + (1 - s) * d**2)
    return [generalize(combine(mixed, [(s * (1 - s), (c - d) ** 2)], facts=UNIT), [c, d, s], UNIT)]


fails_as(FIRST_ORDER,
    ("constant", le(f(w) - f(u), Inner(f.gradient(w), w - u) / 3), "Half the gradient.", {**SQUARE, w: 1, u: 0},
        convex_square),
    ("sign", le(f(w) - f(u), -Inner(f.gradient(w), w - u)), "−∇f(w).", {**SQUARE, w: 1, u: 0}, convex_square),
)  # fmt: skip


fails_without(FIRST_ORDER, (CONVEX, "f need not be convex.", {f: Lambda(x, -(x**2)), w: 1, u: 0}))


@FIRST_ORDER.extremal("u", [0, Rational(1, 2), Rational(99, 100)])
def near_the_point(end: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """f(x) = x² at w = 1, and u that comes close."""
    return {**SQUARE, w: 1, u: end}, convex_square()
