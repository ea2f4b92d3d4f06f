"""Section 3: the updates as stationary points of U, (21) to (25), and what the residual in the kernel of Dψ does."""

from __future__ import annotations

from typing import Any

from sympy import Expr, KroneckerDelta, Lambda, Sum

from proofs.general_additive.algorithm import NAMES, OUTPUTS, Phi, Psi, e, eta, family, j, k, rows
from proofs.general_additive.divergence import divergence
from verify.audit import (
    Claim, Deriv, Hessian, Inner, Theorem, at, cite, combine, eq, fails_as, fails_without, follows, forall, function,
    ge, generalize, identity, instantiate, integer, partial, real, vectors,
)  # fmt: skip
from verify.axioms import DEFINITE, ZERO_DERIVATIVE
from verify.language.terms import Vec, VecHead

s, r, v_ = real("s r v")
q = integer("q")
x, v, w, step, parameters = vectors("x v w r θ")
old, new, other = family("θ"), family("θ̃"), family("ω̂")
desired, activation = Vec(VecHead("a"), OUTPUTS), Vec(VecHead("ã"), OUTPUTS)

HERE = [ge(q, 1), ge(k, q)]
MISS = Inner(Phi.gradient(activation) - Phi.gradient(desired), e(q))
"""φ_q(ã) − y_q."""


def nudged(j: Any) -> Expr:
    """The parameters, with sv added to row q."""
    return new(j) + KroneckerDelta(j, q) * s * v


NUDGED_ACTIVATION = activation + Inner(Psi.gradient(new(q) + s * v) - Psi.gradient(new(q)), x) * e(q)
GOAL = rows(divergence(Psi, old(j), nudged(j))) + eta * divergence(Phi, NUDGED_ACTIVATION, desired)
"""U (24), with the row q of Θ̃ moved by sv."""
RESIDUAL = new(q) - old(q) + eta * MISS * x
"""r_q of (25): θ̃_q = θ_q − η(φ_q(ã) − y_q)x + r_q."""

SLOPE = Deriv(GOAL, s, 0)
U = function("U")
U_NAMES = {U(s, v): GOAL, **NAMES}

READING = (
    "ψ = ∇Ψ on R^n and φ = ∇Φ on R^k, Ψ and Φ twice differentiable; θ_j and θ̃_j are the k rows of Θ and Θ̃, e the "
    "standard basis of R^k, so that the weights ψ(θ̃_q + sv) in the place of row q move ã = ψ(Θ̃)x by "
    "⟨ψ(θ̃_q + sv) − ψ(θ̃_q), x⟩e_q. L_φ(y, φ(ã)) is Δ_φ(ã, a) for y = φ(a). "
)

MOTIVATION_GENERAL = Claim(
    "general_additive/motivation-general",
    at="(24)",
    printed="∇_{θ̃_j}U(Θ̃) = Dψ(θ̃_j)(θ̃_j − θ_j + η(φ_j(ã) − y_j)x)",
    given=HERE,
    where=U_NAMES,
    states=eq(Deriv(U(s, v), s, 0), Inner(Hessian(Psi.head, new(q), RESIDUAL), v)),
    rests_on=["general_additive/gradient", "general_additive/gradient-a"],
    reading=READING + "The gradient in row q is read as in general_additive/gradient, for every 1 ≤ q ≤ k and v.",
)

STATIONARY = forall(v, eq(SLOPE, 0))

RESIDUAL_CLAIM = Claim(
    "general_additive/motivation-residual",
    at="(25)",
    printed=(
        "for Θ̃ such that all the partial derivatives ∂U(Θ̃)/∂θ̃_{ji} are zero we have θ̃_j = θ_j − η(φ_j(ã) "
        "− y_j)x + r_j (25) where the residual r_j is an arbitrary vector with the property Dψ(θ̃_j)r_j = 0"
    ),
    given=[*HERE, forall(v, eq(Deriv(U(s, v), s, 0), 0))],
    where=U_NAMES,
    states=eq(Hessian(Psi.head, new(q), RESIDUAL), 0),
    rests_on=["general_additive/motivation-general"],
    reading=READING + "(25) defines r_q = θ̃_q − θ_q + η(φ_q(ã) − y_q)x; that it is in the kernel is the claim. "
    "Just below it the print has â = ψ(Θ), for â = ψ(Θ)x.",
)

KERNEL = forall([w, v], eq(Inner(Hessian(Psi.head, w, step), v), 0))

KERNEL_CLAIM = Claim(
    "general_additive/motivation-kernel",
    at="after (25)",
    printed="In this case Dψ(θ)r = 0 implies ψ(θ) = ψ(θ + r) for all θ",
    given=[KERNEL],
    states=eq(Psi.gradient(parameters + step), Psi.gradient(parameters)),
    rests_on=["general_additive/motivation-residual"],
    reading=(
        "ψ = ∇Ψ on R^n for a twice differentiable Ψ; the zero space of Dψ is the same everywhere and contains r, so "
        "that Dψ(w)r = 0 for every w (its product with every v is 0). Then ψ(θ + r) = ψ(θ) at every θ."
    ),
)


@MOTIVATION_GENERAL.proof
def chain_rule(claim: Claim) -> Theorem:
    """Only row q moves, and Dψ is symmetric."""
    return identity(claim.states[0], facts=list(claim.given))


@RESIDUAL_CLAIM.proof
def against_itself(claim: Claim) -> Theorem:
    """The derivative in the direction Dψ(θ̃_q)r_q is the square of its length."""
    image = claim.states[0].lhs
    slope = instantiate(MOTIVATION_GENERAL.theorem(MOTIVATION_GENERAL.states[0]), {v: image})
    still = [at(STATIONARY, image)]
    square = combine(eq(Inner(image, image), 0), [(-1, slope), *((1, f) for f in still)])
    return instantiate(cite(DEFINITE), {x: image}, [square])


@KERNEL_CLAIM.proof
def constant_along_the_residual(claim: Claim) -> Theorem:
    """⟨ψ(θ + sr), d⟩ has the derivative ⟨Dψ(θ + sr)r, d⟩ = 0; with d = ψ(θ + r) − ψ(θ) it follows that d = 0."""
    gap = Psi.gradient(parameters + step) - Psi.gradient(parameters)
    along = Lambda(s, Inner(Psi.gradient(parameters + s * step), gap))
    rules = [at(KERNEL, parameters + s * step, gap)]
    still = follows(eq(Deriv(along(r), r, s), 0), rules)
    constant = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): along}, [generalize(still, [s], [ge(s, 0), ge(1, s)])])
    zero = instantiate(cite(DEFINITE), {x: gap}, [follows(eq(Inner(gap, gap), 0), constant)])
    return identity(claim.states[0], using=[zero])


# --- how each is decided -------------------------------------------------------------------------------------------

SQUARE, QUARTIC = Lambda(r, r**2 / 2), Lambda(r, r**4)
HEADS = {name: family(0).args[0] for name, family in (("old", old), ("new", new), ("e", e))}
LINE = {Psi: SQUARE, Phi: SQUARE, HEADS["e"]: Lambda(j, 1), k: 1, q: 1, eta: 1, x: 1, v: 1, desired: 0}
LINE |= {HEADS["old"]: Lambda(j, 0), HEADS["new"]: Lambda(j, 1), activation: 1}
"""ψ and φ the identity, x = 1, y = 0, η = 1, from θ = 0 to θ̃ = 1 = ã: the derivative is 2."""


def slope_equals(residual: Any) -> Any:
    """The derivative as Dψ(θ̃_q) of another vector."""
    return eq(SLOPE, Inner(Hessian(Psi.head, new(q), residual), v))


fails_as(MOTIVATION_GENERAL,
    ("constant", slope_equals(RESIDUAL + eta * MISS * x), "2η in place of η.", LINE),
    ("sign", slope_equals(new(q) - old(q) - eta * MISS * x), "−η(φ_j(ã) − y_j)x.", LINE),
)  # fmt: skip


fails_without(MOTIVATION_GENERAL, (HERE[1], "q may be larger than k.", {**LINE, q: 2}))


SOLVED = {**LINE, HEADS["old"]: Lambda(j, 2)}
"""θ = 2, where θ̃ = 1 = ã solves (22)."""


def stationary_on_the_line() -> list[Theorem]:
    """½(2 − 1 − sv)² + ½(1 + sv)² has the derivative −v + v = 0 at s = 0."""
    moved = 1 + s * KroneckerDelta(j, 1) * v_
    first = Sum(2 - moved**2 / 2 - (2 - moved) * moved, (j, 1, 1))
    second = (1 + s * v_) ** 2 / 2
    return [generalize(identity(eq(Deriv(first + second, s, 0), 0)), [v_])]


fails_as(RESIDUAL_CLAIM,
    ("constant", eq(Hessian(Psi.head, new(q), RESIDUAL + eta * MISS * x), 0), "2η in place of η.", SOLVED,
        stationary_on_the_line),
    ("sign", eq(Hessian(Psi.head, new(q), new(q) - old(q) - eta * MISS * x), 0), "−η in place of η.", SOLVED,
        stationary_on_the_line),
)  # fmt: skip


fails_without(RESIDUAL_CLAIM, (STATIONARY, "Θ̃ need not be stationary.", LINE))


SOMEWHERE = forall(v, eq(Inner(Hessian(Psi.head, parameters, step), v), 0))


def flat_at_zero() -> list[Theorem]:
    """The second derivative of w⁴ at 0 is 0."""
    return [generalize(identity(eq(Deriv(Deriv(s**4, s, r), r, 0) * v_, 0)), [v_])]


fails_without(KERNEL_CLAIM,
    ({KERNEL: SOMEWHERE}, "r is in the zero space at θ and need not be elsewhere: w⁴ at 0.",
        {Psi: QUARTIC, parameters: 0, step: 1}, flat_at_zero),
)  # fmt: skip


FLAT = {Psi: Lambda((r, s), r**2), step: (0, 1), parameters: (1, 0)}


def flat_along_the_second() -> list[Theorem]:
    """For w_1² the Hessian takes (0, 1) to 0."""
    a, b, c, d = real("a b c d")
    return [generalize(identity(eq(0 * c + 0 * d + 0 * a * b, 0)), [a, b, c, d])]


fails_as(KERNEL_CLAIM,
    ("constant", eq(Psi.gradient(parameters + step), 2 * Psi.gradient(parameters)), "2ψ(θ) in place of ψ(θ).", FLAT,
        flat_along_the_second),
    ("sign", eq(Psi.gradient(parameters + step), -Psi.gradient(parameters)), "−ψ(θ).", FLAT, flat_along_the_second),
)  # fmt: skip
