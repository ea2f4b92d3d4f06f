"""Lemmas 4 and 5 and Theorem 3 for outcomes on the boundary of the transfer function's range."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Expr, Integer, Lambda, Rational

from proofs.general_additive._line import HALF, gradient_descent, halving, met, p, q, w
from proofs.general_additive._moves import B_BOUND, CONVEX_PSI, SLOW, away_at_the_end, b, c
from proofs.general_additive.algorithm import (
    ACTIVATION, COMPARED, CONVEX, NAMES, OUTPUTS, ROW, STANDARD_BASIS, TRIAL, Phi, Psi, a, away, best, e, eta, family,
    j, k, length, moved, t, target, theta, trials, x,
)  # fmt: skip
from proofs.general_additive.divergence import divergence
from proofs.general_additive.lemma_5 import bound
from verify.audit import (
    Claim, Deriv, Inner, Theorem, above_tangent, assume, at, combine, eq, fails_as, fails_without, family as numbers,
    follows, forall, function, ge, generalize, gt, identity, le, real, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import Vec, VecHead

y = family("y", OUTPUTS)
offset = numbers("h")
s = real("s")
u = Vec(VecHead("u"), OUTPUTS)


def loss(activation: Any, t: Any) -> Expr:
    """L_φ(y_t, φ(a)) = Φ(a) − a·y_t + h_t."""
    return Phi(activation) - Inner(activation, y(t)) + offset(t)


def error(t: Any) -> Expr:
    """ŷ_t − y_t."""
    return Phi.gradient(a(t)) - y(t)


UPDATE = forall([t, j], eq(theta(t + 1, j), theta(t, j) - eta * Inner(error(t), e(j)) * x(t)), [*TRIAL, *ROW])
C_BOUND = forall([t, u], ge(2 * c * loss(u, t), Inner(Phi.gradient(u) - y(t), Phi.gradient(u) - y(t))), TRIAL)
RULES = [STANDARD_BASIS, ACTIVATION, COMPARED, UPDATE, ge(length, 0)]
LOSS_NAMES = {function("L")(t, u): loss(u, t), **NAMES}
LOSS, COMPARED_LOSS = trials(loss(a(t), t)), trials(loss(target(t), t))
READING = (
    "As in general_additive/lemma-4, for any outcomes y_t in R^k, also on the boundary of the range of φ or beyond it. "
    "Where y_t = φ(a_t), L(t, a) = L_φ(y_t, φ(a)) is Φ(a) − a·y_t + h_t with h_t = a_t·y_t − Φ(a_t); on the boundary "
    "h_t is the limit of these numbers, as in Section 2. "
)

LEMMA_4 = Claim(
    "general_additive/lemma-4-boundary",
    at="Lemma 4, proof",
    printed="For the more general case y_t ∈ V̄_φ the claim follows by continuity",
    given=[CONVEX, *RULES],
    where=LOSS_NAMES,
    states=le(LOSS, COMPARED_LOSS + (away(1) - away(length + 1)) / eta + trials(moved(t + 1, t)) / eta),
    reading=READING + "No limit is needed: the proof uses y_t in (3) only, and any numbers h_t will do.",
)

LEMMA_5 = Claim(
    "general_additive/lemma-5-boundary",
    at="Lemma 5, (34)",
    says="(34) for y_t in the closure of V_φ",
    given=[CONVEX, *RULES, CONVEX_PSI, B_BOUND, C_BOUND, SLOW],
    where=LOSS_NAMES,
    states=le(LOSS, bound(COMPARED_LOSS, away(1), eta)),
    rests_on=["general_additive/lemma-4-boundary"],
    reading=READING + "c bounds ‖ŷ − y_t‖²/(2L_φ(y_t, ŷ)) for the outcomes of the trials, which (29) includes.",
)


@LEMMA_4.proof
def progress_of_each_row(claim: Claim) -> Theorem:
    """As Lemma 4: Φ lies above its tangent at the prediction, and y_t enters linearly."""
    convex = at(CONVEX, target(t), a(t))
    rules = [at(f, t, j) for f in (ACTIVATION, COMPARED, UPDATE)]
    gap = Inner(error(t), e(j)) * (Inner(target(t), e(j)) - Inner(a(t), e(j)))
    here, later = divergence(Psi, theta(t, j), best(j)), divergence(Psi, theta(t + 1, j), best(j))
    row = identity(eq(eta * gap, later - here - divergence(Psi, theta(t + 1, j), theta(t, j))), using=rules)
    basis = at(STANDARD_BASIS, error(t), target(t) - a(t))
    step = follows(
        ge(loss(target(t), t) + (away(t) - away(t + 1) + moved(t + 1, t)) / eta, loss(a(t), t)),
        convex,
        basis,
        telescope(row, j, 1, k),
        ge(length, 0),
    )
    return follows(claim.states[0], telescope(step, t, 1, length, away(t) / eta), ge(length, 0))


def small_steps() -> Theorem:
    """Δ_ψ(θ_{t+1,j}, θ_{t,j}) ≤ ½bη²(ŷ_{t,j} − y_{t,j})², by Taylor's theorem along the step."""
    size = Inner(error(t), e(j))
    step = -eta * size * x(t)
    f = Lambda(s, b * eta**2 * size**2 * s**2 / 2 - Psi(theta(t, j) + s * step))

    def convex(goal: Any, s: Any) -> Theorem:
        return follows(goal, at(B_BOUND, t, theta(t, j) + s * step))

    moves = at(UPDATE, t, j)
    goal = ge(b * eta**2 * size**2 / 2, divergence(Psi, theta(t + 1, j), theta(t, j)))
    return follows(goal, above_tangent(f, 0, 1, convex), using=[moves])


@LEMMA_5.proof
def movement_is_paid_for_by_the_loss(claim: Claim) -> Theorem:
    """As Lemma 5: ‖ŷ_t − y_t‖² ≤ 2cL_t, so that the movement is at most bcη² times the loss."""
    basis = at(STANDARD_BASIS, error(t), error(t))
    by_loss = at(C_BOUND, t, a(t))
    here = follows(
        ge(b * c * eta**2 * loss(a(t), t), moved(t + 1, t)), telescope(small_steps(), j, 1, k), basis, by_loss
    )
    lemma = LEMMA_4.theorem(LEMMA_4.states[0])
    scaled = follows(
        ge(COMPARED_LOSS + away(1) / eta, (1 - b * c * eta) * LOSS),
        lemma,
        telescope(here, t, 1, length),
        away_at_the_end(),
        ge(length, 0),
    )
    slow = assume(SLOW)
    room = follows(gt(eta - b * c * eta**2, 0), slow)
    return follows(claim.states[0], scaled, slow, room)


# --- instances on the line, with y_t = 0 and h_t = 0 ---------------------------------------------------------------


def case(
    path: Any, comparator: Any, rate: Any = HALF, b_value: Any = 1, c_value: Any = 1, **other: Any
) -> dict[str, Any]:
    """Gradient descent on the line, as an instance of these claims."""
    found = gradient_descent(path, comparator, rate, **other)
    place = {VecHead("y"): Lambda(t, 0), offset: Lambda(t, 0), b: b_value, c: c_value}

    def discharge() -> list[Theorem]:
        phi = 2 * found[Phi](1)
        bend = Deriv(phi * q**2 / 2, q, p)
        theorems = met(found, b_value, c_value)()
        with suppress(KernelError):
            quadratic = combine(ge(c_value * phi * p**2, bend**2), [(phi * (c_value - phi), p**2)])
            theorems.append(generalize(quadratic, [t, p], [ge(t, 1), ge(found[length], t)]))
        return theorems

    return {"at": {**found, **place}, "discharge": discharge}


def with_movement(factor: Any) -> Any:
    """(33) with a factor on its last term."""
    progress = (away(1) - away(length + 1)) / eta
    return le(LOSS, COMPARED_LOSS + progress + factor * trials(moved(t + 1, t)) / eta)


fails_as(LEMMA_4,
    ("constant", with_movement(HALF), "Half of the term with Δ_ψ(Θ_{t+1}, Θ_t).", case(halving, Rational(3, 4))),
    ("sign", with_movement(-1), "The term with Δ_ψ(Θ_{t+1}, Θ_t) is subtracted.", case(halving, Rational(3, 4))),
)  # fmt: skip


fails_without(LEMMA_4,
    (CONVEX, "Φ need not be convex.", case(lambda t: Rational(3, 2) ** (t - 1), 10, Phi=Lambda(w, -(w**2) / 2))),
    (UPDATE, "The parameters may be anything.", case(lambda _: Integer(1), 0)),
)  # fmt: skip


fails_as(LEMMA_5,
    ("constant", le(LOSS, COMPARED_LOSS + away(1) / (eta - b * c * eta**2)),
        "The comparator's loss is not divided by 1 − bcη.", case(halving, Rational(4, 5))),
    ("sign", le(LOSS, bound(COMPARED_LOSS, -away(1), eta)), "The term with Δ_ψ(Θ_1, Θ⋆) is subtracted.",
        case(halving, Rational(1, 3))),
)  # fmt: skip


fails_without(LEMMA_5,
    (SLOW, "Any η > 0.", case(halving, 0, b_value=4)),
    (B_BOUND, "b may be anything.", case(halving, Rational(2, 3), b_value=HALF)),
    (C_BOUND, "c may be anything.", case(halving, Rational(2, 3), c_value=HALF)),
)  # fmt: skip
