"""Appendix A, third paragraph: along fixed directions P is linear, along all others strictly convex."""

from __future__ import annotations

from typing import Any

from proofs.general_additive.appendix_kernel import CONSTANT_KERNEL, ZERO_SPACE
from proofs.general_additive.appendix_linear import CONVEX, FLAT, READING, UNIT, a, case, form, met, s, v, w, x
from proofs.general_additive.divergence import P, divergence
from proofs.general_additive.prop_2 import HALF, PROP_2, some_point, theta
from proofs.general_additive.prop_2 import x as step
from verify.audit import (
    Claim, Hessian, Inner, Theorem, assume, at, cases, combine, eq, fails_as, fails_without, follows, ge, generalize,
    gt, instantiate, le, real, substitute,
)  # fmt: skip
from verify.language.exists import ANYTHING

ALONG = eq(Hessian(P.head, a, x), 0)
ACROSS = gt(Inner(Hessian(P.head, a, v), Hessian(P.head, a, v)), 0)

DIRECTIONS = Claim(
    "general_additive/appendix-directions",
    at="Appendix A, third paragraph",
    printed=(
        "there is a fixed set of directions along which P_φ is linear, and along any other direction P_φ is strictly "
        "convex"
    ),
    given=[CONVEX, CONSTANT_KERNEL, ALONG, ACROSS],
    rests_on=["general_additive/prop-2", "general_additive/appendix-zero-space"],
    states=[eq(divergence(P, w + x, w), 0), gt(divergence(P, w + v, w), 0)],
    reading=(
        READING + "The zero space is the same everywhere, as in general_additive/appendix-kernel; x is in it, at a and "
        "so everywhere, and v is not: D²P(a)v ≠ 0. From every point w, P(w + x) = P(w) + ⟨φ(w), x⟩, and P(w + v) is "
        "strictly above the tangent at w; as x and v may have any length, P is linear along x and strictly convex "
        "along v."
    ),
)


def at_the_point(along: Any, factor: Any) -> Any:
    """Δ(w + along, w) = factor·form(w + s·along, along), for s of the segment."""
    equation = some_point(factor).formulas[-1]
    return substitute(equation, {theta.args[0]: w, step.args[0]: along})


@DIRECTIONS.proof
def taylor_along_each(claim: Claim) -> list[Theorem]:
    """By Taylor's theorem Δ(w + v, w) is half the form somewhere, and a form of 0 puts v into the zero space."""
    kernel, along, across = DIRECTIONS.given[1:]
    taylor = PROP_2.theorem(PROP_2.states[0])

    found = []
    for sign in (1, -1):
        gap = sign * divergence(P, w + x, w)
        flat = at(kernel, a, w + s * x, x, x, by=[along])
        equation = at_the_point(x, HALF)
        here = follows(ge(gap, 0), equation, flat)
        everywhere = generalize(here, [s], [*UNIT, equation])
        found.append(instantiate(taylor, {theta: w, step: x, ANYTHING: gap}, [everywhere]))
    linear = follows(claim.states[0], divergence(P, w + x, w), found)

    rise = divergence(P, w + v, w)
    equation, low = at_the_point(v, HALF), le(rise, 0)
    there, size = w + s * v, Inner(Hessian(P.head, a, v), Hessian(P.head, a, v))
    level = follows(le(form(there, v), 0), low, equation)
    semidefinite, vanishing = map(ZERO_SPACE.theorem, ZERO_SPACE.states)
    above, bent = (instantiate(semidefinite, {a: there, w: end}) for end in (v, Hessian(P.head, there, v)))
    zero = follows(eq(form(there, v), 0), form(there, v), level, above)
    inside = instantiate(vanishing, {a: there, x: v}, [zero, bent])
    nothing = at(kernel, there, a, v, Hessian(P.head, a, v), by=[inside])
    absurd = combine(le(0, -1), [(-1 / size, nothing)], facts=[across])
    everywhere = generalize(absurd, [s], [*UNIT, equation])
    never = instantiate(taylor, {theta: w, step: v, ANYTHING: -1}, [everywhere])
    upwards = combine(claim.states[1], [(1 - rise, never), (1, 1)], facts=[low])
    return [linear, cases([upwards, assume(gt(rise, 0))], [low, gt(rise, 0)])]


FLAT_HERE: dict[Any, Any] = case(FLAT, x=(0, 1))["at"] | {v: (1, 0)}


def flat_in_one_direction() -> list[Theorem]:
    """w_1² is above its tangents, and the zero space of its Hessian is {0} × R everywhere."""
    names = real("e f g h k l m n")
    still = [assume(eq(2 * names[4], 0)), assume(eq(0, 0))]
    everywhere = combine(eq(2 * names[4] * names[6], 0), [(names[6], still[0])])
    given = [one.conclusion for one in still]
    return [*met(FLAT)(), generalize(everywhere, list(names), given)]


fails_as(DIRECTIONS,
    ("constant", {DIRECTIONS.states[1]: gt(DIRECTIONS.states[1].lhs, Inner(v, v))},
        "P(w + v) is more than ‖v‖² above the tangent.", FLAT_HERE | {w: (1, 0)}, flat_in_one_direction),
    ("sign", {DIRECTIONS.states[1]: gt(0, DIRECTIONS.states[1].lhs)}, "P is strictly concave along v.", FLAT_HERE,
        flat_in_one_direction),
)  # fmt: skip


fails_without(DIRECTIONS,
    (ALONG, "x may be any direction.", FLAT_HERE | {x: (1, 0)}, flat_in_one_direction),
    (ACROSS, "v may be any direction.", FLAT_HERE | {v: (0, 1)}, flat_in_one_direction),
)  # fmt: skip
