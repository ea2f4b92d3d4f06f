"""Appendix A: points with the same gradient, on which any convex potential is linear; the loss is positive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Lambda, cos, exp

from proofs.general_additive.divergence import NAMES, P, divergence
from verify.audit import (
    Claim, Deriv, Hessian, Inner, Theorem, assume, cite, combine, eq, fails_as, fails_without, follows, forall, ge,
    generalize, identity, instantiate, le, partial, real, vectors,
)  # fmt: skip
from verify.axioms import DEFINITE, SLOPE_AT_THE_END

s, r, q = real("s r q")
a, b, c, d, u, v, w, x = vectors("a a′ â â′ u v w x")
UNIT = [ge(s, 0), ge(1, s)]


def form(at: Any, direction: Any) -> Any:
    """(direction)ᵀD²P(at)(direction)."""
    return Inner(Hessian(P.head, at, direction), direction)


CONVEX = forall([u, v], ge(P(u), P(v) + Inner(u - v, P.gradient(v))))
SAME, SAME_GUESS = eq(P.gradient(a), P.gradient(b)), eq(P.gradient(c), P.gradient(d))

READING = "φ = ∇P on R^k for a twice differentiable P that is convex: above its tangents. "


def above(at: Any, base: Any) -> Theorem:
    """Δ(at, base) ≥ 0, as P is convex."""
    return instantiate(assume(CONVEX), [at, base])


# --- the second argument -------------------------------------------------------------------------------------------

LINEAR = Claim(
    "general_additive/appendix-linear",
    at="Appendix A, fourth paragraph",
    printed=(
        "the gradient of P_φ is the same at a and a′, so by convexity, P_φ must be linear on the line between"
        " a and a′. In particular, P_φ(a′) − P_φ(a) = φ(a)·(a′ − a). By direct substitution into (19) we now "
        "see that Δ_φ(â, a) = Δ_φ(â, a′) holds for all â"
    ),
    given=[CONVEX, SAME],
    where=NAMES,
    states=[
        forall(s, eq(P(a + s * (b - a)), P(a) + s * Inner(P.gradient(a), b - a)), UNIT),
        eq(P(b) - P(a), Inner(P.gradient(a), b - a)),
        eq(divergence(P, c, a), divergence(P, c, b)),
    ],
    reading=READING + '"The line between" is the segment, 0 ≤ s ≤ 1. Nothing is asked of the Hessian.',
)


def flat(first: Any, second: Any, same: Any) -> Theorem:
    """P(second) − P(first) = ⟨φ(first), second − first⟩, for two points with the same gradient."""
    gap = P(second) - P(first) - Inner(P.gradient(first), second - first)
    down = follows(le(gap, 0), above(first, second), using=[same])
    return follows(eq(P(second) - P(first), Inner(P.gradient(first), second - first)), gap, above(second, first), down)


@LINEAR.proof
def between_tangent_and_tangent(claim: Claim) -> list[Theorem]:
    """P is above its tangents at both ends, which have the same slope and meet each other."""
    line, _, exchanged = claim.states
    flat_there, point = flat(a, b, SAME), a + s * (b - a)
    gap = P(point) - P(a) - s * Inner(P.gradient(a), b - a)
    down = follows(le(gap, 0), above(b, point), above(a, point), flat_there, UNIT, using=[SAME])
    straight = follows(line.body, gap, above(point, a), down)
    same = follows(exchanged, flat_there, using=[SAME])
    return [generalize(straight, [s], UNIT), flat_there, same]


# --- the first argument --------------------------------------------------------------------------------------------

EXACT = Claim(
    "general_additive/appendix-exact",
    at="Appendix A, last display",
    printed="Δ_φ(â′, a) − Δ_φ(â, a) = P(â′) − P(â) + φ(a)·(â − â′)",
    given=[CONVEX, SAME, SAME_GUESS],
    where=NAMES,
    states=[
        eq(divergence(P, d, c), 0),
        eq(divergence(P, d, a) - divergence(P, c, a), P(d) - P(c) + Inner(P.gradient(a), c - d)),
        eq(divergence(P, c, a) - divergence(P, d, b), Inner(P.gradient(a) - P.gradient(c), d - c)),
    ],
    rests_on=["general_additive/appendix-linear"],
    reading=(
        READING + "What the choice of the activations changes, for every convex P: the matching loss is well defined "
        "exactly where â′ − â is orthogonal to every φ(a) − φ(â) whenever φ(â) = φ(â′)."
    ),
)

POSITIVE = Claim(
    "general_additive/appendix-positive",
    at="Appendix A, last paragraph",
    printed="Since P_φ is convex, L_φ(y, ŷ) ≥ 0 always holds … L_φ(y, ŷ) = 0 implies y = ŷ",
    given=[CONVEX, eq(divergence(P, d, c), 0)],
    where=NAMES,
    states=[ge(divergence(P, b, a), 0), eq(P.gradient(d), P.gradient(c))],
    reading=READING + "The printed proof uses the condition on the zero space; convexity alone is enough.",
)


@EXACT.proof
def both_sides_flat(claim: Claim) -> list[Theorem]:
    """P is linear from c to d and from a to b."""
    nothing, display, difference = claim.states
    guess, label = flat(c, d, SAME_GUESS), flat(a, b, SAME)
    exchanged = follows(difference, guess, label, using=[SAME, SAME_GUESS])
    return [follows(nothing, guess), identity(display), exchanged]


@POSITIVE.proof
def slope_at_the_least(claim: Claim) -> list[Theorem]:
    """Δ(·, â) is least at â′, where its gradient is φ(â′) − φ(â)."""
    never, same = claim.states
    apart = P.gradient(d) - P.gradient(c)
    height = Lambda(s, divergence(P, d - s * apart, c))
    start = follows(eq(height(0), 0), POSITIVE.given[1])
    raised = generalize(follows(ge(height(s), 0), above(d - s * apart, c)), [s], UNIT)
    falling = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): height}, [start, raised])
    below = follows(le(Inner(apart, apart), 0), falling)
    nothing = follows(eq(Inner(apart, apart), 0), Inner(apart, apart), below)
    vanishes = instantiate(cite(DEFINITE), {DEFINITE.conclusion.lhs: apart}, [nothing])
    return [follows(never, above(b, a)), identity(same, using=[vanishes])]


# --- how each is decided -------------------------------------------------------------------------------------------

LINE, SQUARE, CUBE = Lambda(r, 3 * r), Lambda(r, r**2), Lambda(r, r**3)
FLAT, SADDLE, WAVE = Lambda((r, q), r**2), Lambda((r, q), r * q), Lambda((r, q), exp(r) * cos(q))


def met(potential: Any = SQUARE) -> Callable[[], list[Theorem]]:
    """For 3r, r² and w_1²: above its tangents; for r² also that the zero space of its Hessian is {0} everywhere."""
    numbers = real("e f g h")

    def theorems() -> list[Theorem]:
        first, second, third, fourth = numbers
        if potential == FLAT:
            goal = ge(first**2, second**2 + 2 * second * (first - second))
            return [generalize(combine(goal, [(1, (first - second) ** 2)]), [first, third, second, fourth])]
        tangent = potential(second) + (first - second) * Deriv(potential(r), r, second)
        square = (first - second) ** 2 if potential == SQUARE else 0
        convex = generalize(combine(ge(potential(first), tangent), [(1, square)]), [first, second])
        if potential == LINE:
            return [convex]
        bent = [Deriv(Deriv(potential(s), s, r), r, at) * third for at in (first, second)]
        zero = assume(eq(bent[0], 0))
        everywhere = combine(eq(bent[1] * fourth, 0), [(fourth, zero)])
        return [convex, generalize(everywhere, [first, second, third, fourth], [zero.conclusion])]

    return theorems


def case(potential: Any = SQUARE, **points: Any) -> dict[str, Any]:
    """How a mutant is refuted: at these points; the others are 0."""
    names = {"a": a, "b": b, "c": c, "d": d, "w": w, "x": x}
    size = len(potential.signature)
    origin: Any = 0 if size == 1 else (0,) * size
    found: dict[Any, Any] = {P: potential} | {names[name]: points.get(name, origin) for name in names}
    return {"at": found, "discharge": met(potential) if potential in (LINE, SQUARE, FLAT) else (lambda: [])}


fails_as(LINEAR,
    ("constant", {LINEAR.states[1]: eq(LINEAR.states[1].lhs, 2 * LINEAR.states[1].rhs)},
        "P(a′) − P(a) = 2φ(a)·(a′ − a).", case(LINE, b=1)),
    ("sign", {LINEAR.states[1]: eq(LINEAR.states[1].lhs, -LINEAR.states[1].rhs)}, "−φ(a)·(a′ − a).", case(LINE, b=1)),
)  # fmt: skip


fails_without(LINEAR,
    (CONVEX, "P need not be convex.", case(CUBE, a=1, b=-1)),
    (SAME, "φ(a) and φ(a′) may differ.", case(b=1)),
)  # fmt: skip


fails_as(EXACT,
    ("constant", {EXACT.states[1]: eq(EXACT.states[1].lhs, P(d) - P(c) + 2 * Inner(P.gradient(a), c - d))},
        "2φ(a)·(â − â′).", case(LINE, d=1)),
    ("sign", {EXACT.states[1]: eq(EXACT.states[1].lhs, P(d) - P(c) - Inner(P.gradient(a), c - d))}, "−φ(a)·(â − â′).",
        case(LINE, d=1)),
)  # fmt: skip


fails_without(EXACT,
    (CONVEX, "P need not be convex.", case(CUBE, c=1, d=-1)),
    (SAME, "φ(a) and φ(a′) may differ.", case(b=1)),
    (SAME_GUESS, "φ(â) and φ(â′) may differ.", case(d=1)),
)  # fmt: skip


fails_as(POSITIVE,
    ("constant", {POSITIVE.states[1]: eq(P.gradient(d), 2 * P.gradient(c))}, "φ(â′) = 2φ(â).", case(c=1, d=1)),
    ("sign", {POSITIVE.states[0]: le(POSITIVE.states[0].lhs, 0)}, "L_φ ≤ 0.", case(b=1)),
)  # fmt: skip


fails_without(POSITIVE,
    (POSITIVE.given[1], "The loss need not be 0.", case(d=1)),
    (CONVEX, "P need not be convex.", case(CUBE, c=1, d=-2)),
)  # fmt: skip
