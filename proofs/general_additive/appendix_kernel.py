"""Appendix A: a zero space of the Hessian that is the same everywhere makes the matching loss well defined."""

from __future__ import annotations

from typing import Any

from sympy import Add, Lambda, cos, exp, pi, sin

from proofs.general_additive.appendix_linear import (
    CONVEX, EXACT, FLAT, READING, SADDLE, SAME, SAME_GUESS, UNIT, WAVE, a, above, b, c, case, d, form, r, s, v, w, x,
)  # fmt: skip
from proofs.general_additive.divergence import NAMES, P, divergence
from proofs.general_additive.prop_2 import PROP_2, some_point, theta
from proofs.general_additive.prop_2 import x as step
from verify.audit import (
    Claim, Deriv, Hessian, Inner, Theorem, assume, at, cite, combine, decided_by, eq, fails_as, fails_without, follows,
    forall, ge, generalize, identity, instantiate, le, partial, real, substitute, vanishes_with_its_square, vector,
)  # fmt: skip
from verify.axioms import CURVATURE_AT_A_MINIMUM, DEFINITE, ZERO_DERIVATIVE
from verify.language.exists import ANYTHING

u = vector("u")
CONSTANT_KERNEL = forall([u, v, x, w], eq(Inner(Hessian(P.head, v, x), w), 0), [eq(Hessian(P.head, u, x), 0)])

ZERO_SPACE = Claim(
    "general_additive/appendix-zero-space",
    at="Appendix A, fifth paragraph",
    printed=(
        "Since we assume all the corresponding Eigenvalues to be nonnegative, using this representation shows us that "
        "xᵀD²P_φ(a′)x = 0 implies D²P_φ(a′)x = 0"
    ),
    given=[CONVEX, eq(form(a, x), 0)],
    states=[ge(form(a, w), 0), eq(Hessian(P.head, a, x), 0)],
    reading=(
        READING
        + "The eigenvectors of the sentence before are those at a, and the form is at a′; both are meant at one "
        "point, which is called a here."
    ),
)

DIRECTION = forall([v, w], eq(Inner(Hessian(P.head, v, x), w), 0))

CONSTANT_COMPONENT = Claim(
    "general_additive/appendix-component",
    at="Appendix A, before the last display",
    printed="the component of the gradient φ(a) in the direction of â′ − â is constant with respect to a",
    given=[DIRECTION],
    states=eq(Inner(P.gradient(a) - P.gradient(b), x), 0),
    reading="x = â′ − â is in the zero space of the Hessian everywhere; a and a′ are any two points.",
)

KERNEL = Claim(
    "general_additive/appendix-kernel",
    at="Appendix A",
    printed=(
        "if the zero space Z_φ(a) of the Hessian is the same for all a, then φ(â) = φ(â′) and φ(a) = φ(a′) implies "
        "Δ_φ(â, a) = Δ_φ(â′, a′)"
    ),
    given=[CONVEX, CONSTANT_KERNEL, SAME, SAME_GUESS],
    where=NAMES,
    states=eq(divergence(P, c, a), divergence(P, d, b)),
    rests_on=[
        "general_additive/prop-2",
        "general_additive/appendix-exact",
        "general_additive/appendix-zero-space",
        "general_additive/appendix-component",
    ],
    reading=(
        READING + "The zero space is the same everywhere: D²P(u)x = 0 for one u implies D²P(v)x = 0 for every v (its "
        "product with every w is 0). The error term of the printed proof lacks the factor ½ of Proposition 2, which "
        "changes nothing, as the term is 0. The condition is sufficient; it is not necessary: "
        "general_additive/appendix-not-necessary."
    ),
)


def semidefinite(at: Any, direction: Any) -> Theorem:
    """directionᵀD²P(at)direction ≥ 0: the height above the tangent at a point is least there."""
    height = Lambda(s, P(at + s * direction) - P(at) - s * Inner(P.gradient(at), direction))
    raised = follows(ge(height(s), 0), above(at + s * direction, at))
    axiom = instantiate(cite(CURVATURE_AT_A_MINIMUM), {partial("f"): height})
    curved = instantiate(axiom, {}, [identity(eq(height(0), 0)), generalize(raised, [s])])
    return follows(ge(form(at, direction), 0), curved)


def in_the_zero_space(at: Any, direction: Any, zero: Theorem) -> Theorem:
    """D²P(at)x = 0 from xᵀD²P(at)x = 0: the form at x − tD²P(at)x is not negative for t = N/(F + 1)."""
    general = semidefinite(at, w)
    image = Hessian(P.head, at, direction)
    bent = instantiate(general, {w: image})
    size, curvature = Inner(image, image), form(at, image)
    below = instantiate(general, {w: direction - size / (curvature + 1) * image}, [bent])
    factor = (curvature + 1) ** 2 / (curvature + 2)
    square = combine(le(size**2, 0), [(factor, below), (-factor, zero)], facts=[bent])
    nothing = vanishes_with_its_square(size, follows(eq(size**2, 0), size**2, square))
    return instantiate(cite(DEFINITE), {DEFINITE.conclusion.lhs: image}, [nothing])


@ZERO_SPACE.proof
def least_where_it_vanishes(claim: Claim) -> list[Theorem]:
    """The form is nowhere negative, and 0 at x, so that its slope there is 0."""
    return [semidefinite(a, w), in_the_zero_space(a, x, assume(ZERO_SPACE.given[1]))]


@CONSTANT_COMPONENT.proof
def no_slope_along_the_segment(claim: Claim) -> Theorem:
    """⟨φ(b + s(a − b)), x⟩ has the derivative ⟨D²P(·)x, a − b⟩ = 0."""
    along = Lambda(s, Inner(P.gradient(b + s * (a - b)), x))
    flat = at(DIRECTION, b + s * (a - b), a - b)
    still = generalize(follows(eq(Deriv(along(r), r, s), 0), flat), [s], UNIT)
    constant = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): along}, [still])
    return follows(claim.states[0], constant)


LINEAR = {P: Lambda(r, r), x: 1}


def flat() -> list[Theorem]:
    """Of r on the line the second derivative is 0."""
    q, t = real("q t")
    return [generalize(identity(eq(Deriv(Deriv(r, r, q), q, s) * t, 0)), [s, t])]


@CONSTANT_COMPONENT.instance
def a_linear_potential() -> tuple[dict[Any, Any], list[Theorem]]:
    """P(r) = r on the line, whose zero space is the line everywhere."""
    return LINEAR | {a: 0, b: 1}, flat()


@KERNEL.proof
def as_printed(claim: Claim) -> Theorem:
    """By Taylor's theorem the form of â′ − â vanishes at a point of the segment, and then everywhere."""
    gap = divergence(P, c, a) - divergence(P, d, b)
    exact = [EXACT.theorem(state) for state in EXACT.states]
    taylor = some_point().formulas[-1]
    here = {theta: c, step: d - c}
    equation = substitute(taylor, {key.args[0]: term for key, term in here.items()})
    flat_form = follows(eq(form(c + s * (d - c), d - c), 0), equation, exact[0])
    there, direction = c + s * (d - c), d - c
    semidefinite_there, vanishing = map(ZERO_SPACE.theorem, ZERO_SPACE.states)
    bent = instantiate(semidefinite_there, {a: there, w: Hessian(P.head, there, direction)})
    kernel = instantiate(vanishing, {a: there, x: direction}, [flat_form, bent])
    everywhere = generalize(at(CONSTANT_KERNEL, there, v, direction, w, by=[kernel]), [v, w])
    component = instantiate(
        CONSTANT_COMPONENT.theorem(CONSTANT_COMPONENT.states[0]), {x: direction, b: c}, [everywhere]
    )
    found = []
    for sign in (1, -1):
        nothing = follows(ge(sign * gap, 0), exact[2], component)
        met = generalize(nothing, [s], [*UNIT, equation])
        proposition = PROP_2.theorem(PROP_2.states[0])
        found.append(instantiate(proposition, {**here, ANYTHING: sign * gap}, [met]))
    return follows(claim.states[0], gap, found)


# --- how each is decided -------------------------------------------------------------------------------------------


fails_as(ZERO_SPACE,
    ("constant", {ZERO_SPACE.states[0]: ge(form(a, w), 3 * Inner(w, w))}, "wᵀD²P(a)w ≥ 3‖w‖².",
        case(FLAT, w=(1, 0), x=(0, 1))),
    ("sign", {ZERO_SPACE.states[0]: le(form(a, w), 0)}, "wᵀD²P(a)w ≤ 0.", case(FLAT, w=(1, 0), x=(0, 1))),
)  # fmt: skip


fails_without(ZERO_SPACE,
    (CONVEX, "P need not be convex.", case(SADDLE, x=(1, 0))),
    (ZERO_SPACE.given[1], "xᵀD²P(a)x need not be 0.", case(FLAT, x=(1, 0))),
)  # fmt: skip


fails_without(CONSTANT_COMPONENT, (DIRECTION, "x need not be in the zero space.", case(a=1, x=1)))


fails_as(KERNEL,
    ("constant", eq(KERNEL.states[0].lhs, 2 * KERNEL.states[0].rhs), "Δ(â, a) = 2Δ(â′, a′).", case(a=1, b=1)),
    ("sign", eq(KERNEL.states[0].lhs, -KERNEL.states[0].rhs), "Δ(â, a) = −Δ(â′, a′).", case(a=1, b=1)),
)  # fmt: skip


fails_without(KERNEL,
    (SAME, "φ(a) and φ(a′) may differ.", case(a=1)),
    (SAME_GUESS, "φ(â) and φ(â′) may differ.", case(a=1, b=1, d=1)),
    (CONSTANT_KERNEL, "The zero space may change.", decided_by(
            undecided=("false for P″(a) = max(0, a) on the line, which is flat for a ≤ 0 only: φ(−1) = φ(0) = 0, "
                "and Δ(−1, 1) ≠ Δ(0, 1); no term of the language is twice differentiable and flat on a part"
                " of the line")
        )),
)  # fmt: skip


def wave_is_never_flat() -> list[Theorem]:
    """The Hessian of e^r cos q is e^r times a reflection: D²P x = 0 only for x = 0."""
    r1, q1, r2, q2, x1, x2, w1, w2 = real("k l m n o p t u")

    def image(at: tuple[Any, Any]) -> list[Any]:
        scale, co, si = exp(at[0]), cos(at[1]), sin(at[1])
        return [scale * (co * x1 - si * x2), scale * (-si * x1 - co * x2)]

    first = image((r1, q1))
    zero = [assume(eq(part, 0)) for part in first]
    co, si, scale = cos(q1), sin(q1), exp(-r1)
    still = [
        combine(eq(x1, 0), [(scale * co, zero[0]), (-scale * si, zero[1])]),
        combine(eq(x2, 0), [(-scale * si, zero[0]), (-scale * co, zero[1])]),
    ]
    body = Add(*(part * w_ for part, w_ in zip(image((r2, q2)), (w1, w2), strict=True)))
    given = [one.conclusion for one in zero]
    return [generalize(identity(eq(body, 0), using=still), [r1, q1, r2, q2, x1, x2, w1, w2], given)]


TURNING = {**case(WAVE, a=(0, pi / 2), b=(0, pi / 2), d=(0, 2 * pi))["at"]}


fails_without(KERNEL,
    (CONVEX, "P need not be convex: e^r cos q has the same gradient at (0, 0) and (0, 2π).", TURNING,
        wave_is_never_flat),
)  # fmt: skip
