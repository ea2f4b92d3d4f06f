"""Example 6: the constant c of a transfer function is the supremum of the curvatures of its potential: sup φ′."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, exp, log

from numeric.matching import Logistic, Tanh
from proofs.general_additive.divergence import P, a, b, divergence, u, v
from verify.audit import (
    Claim, Deriv, Hessian, Inner, Searched, Sharpness, Theorem, above_tangent, at, cite, combine, eq, fails_as,
    fails_without, follows, forall, ge, generalize, identity, instantiate, partial, positive, real, vectors,
)  # fmt: skip
from verify.axioms import CURVATURE_AT_A_MINIMUM
from verify.language.terms import ForAll, Relation

Z, c = positive("Z c")
r, s, x, y = real("r s x y")
p, z = vectors("p z")


def square(w: Any) -> Expr:
    """‖w‖²."""
    return Inner(w, w)


def curvature(at: Any, along: Any) -> Expr:
    """⟨Dφ(at)·along, along⟩, which is φ′(at)·along² for one output."""
    return Inner(Hessian(P.head, at, along), along)


def outputs_apart(first: Any, second: Any) -> Expr:
    """‖φ(first) − φ(second)‖²."""
    return square(P.gradient(first) - P.gradient(second))


RISING = forall([u, v], ge(curvature(u, v), 0))
AT_MOST_Z = forall([u, v], ge(Z * square(v), curvature(u, v)))

C_SCALAR = Claim(
    "general_additive/c-scalar",
    at="Example 6",
    printed=(
        "Let Z be a bound such that 0 < φ′(z) ≤ Z holds for all z … L_φ(φ(a), φ(â)) ≥ … (1/(2Z))(φ(â) − φ(a))² … "
        "Hence, we have c_φ ≤ Z"
    ),
    given=[RISING, AT_MOST_Z],
    states=ge(2 * Z * divergence(P, b, a), outputs_apart(b, a)),
    reading=(
        "φ = ∇P on R^k for a twice differentiable P; for one output, k = 1, the hypotheses are 0 ≤ φ′ ≤ Z. Proved for "
        "every k, with 0 ≤ ⟨Dφ(u)v, v⟩ ≤ Z‖v‖² for all u and v, and without an inverse: φ need not be strictly "
        "increasing."
    ),
)

BOUND_BY_C = forall([u, v], ge(2 * c * divergence(P, u, v), outputs_apart(u, v)))

C_SCALAR_SHARP = Claim(
    "general_additive/c-scalar.sharp",
    at="Example 6",
    says="c_φ ≥ sup φ′, so that c_φ = sup φ′ with general_additive/c-scalar",
    given=[BOUND_BY_C],
    states=ge(c * square(z), curvature(p, z)),
    rests_on=["general_additive/c-scalar"],
    reading=(
        "The converse: any c > 0 with ‖φ(u) − φ(v)‖² ≤ 2cΔ_φ(u, v) for all activations is at least ⟨Dφ(p)z, z⟩/‖z‖² at "
        "every p, for every k. With general_additive/c-scalar, c_φ is the supremum of φ′, for k outputs that of the "
        "largest eigenvalue of Dφ: ¼ for the logistic function, 1 for tanh, ½ for softmax, none for exp."
    ),
    sharpens="general_additive/c-scalar",
)


def above_its_tangent(start: Any, end: Any, known: ForAll, sign: int = 1, bend: Any = 0) -> Theorem:
    """(bend/2)‖end − start‖² + sign·Δ_φ(end, start) ≥ 0: its second derivative along the segment is not negative."""
    step = end - start
    f = Lambda(r, bend * r**2 * square(step) / 2 + sign * P(start + r * step))

    def convex(goal: Relation, s: Any) -> Theorem:
        return follows(goal, at(known, start + s * step, step))

    goal = ge(bend * square(step) / 2 + sign * divergence(P, end, start), 0)
    return follows(goal, above_tangent(f, 0, 1, convex))


@C_SCALAR.proof
def one_step_down(claim: Claim) -> Theorem:
    """At â − (φ(â) − φ(a))/Z the potential is below its parabola at â, and above its tangent at a."""
    lower = b - (P.gradient(b) - P.gradient(a)) / Z
    return follows(claim.states[0], above_its_tangent(b, lower, AT_MOST_Z, -1, Z), above_its_tangent(a, lower, RISING))


@C_SCALAR_SHARP.proof
def both_ways_round(claim: Claim) -> Theorem:
    """Δ(u, v) = ⟨φ(u) − φ(v), u − v⟩ − Δ(v, u) ≤ c‖u − v‖²/2, and then the second derivatives at u = v."""
    step = s * z
    gap = P.gradient(p + step) - P.gradient(p)
    h = Lambda(s, c * s**2 * square(z) / 2 - P(p + s * z) + P(p) + s * Inner(z, P.gradient(p)))
    below = follows(ge(h(s), 0), at(BOUND_BY_C, p, p + step), square(step - gap / c))
    axiom = instantiate(cite(CURVATURE_AT_A_MINIMUM), {partial("f"): h})
    curved = instantiate(axiom, {}, [identity(eq(h(0), 0)), generalize(below, [s])])
    return follows(claim.states[0], curved)


# --- instances: the potential f·r²/2 on the line, whose transfer function is f·r -------------------------------------


def parabola(factor: Any, **values: Any) -> dict[Any, Any]:
    """P(r) = factor·r²/2."""
    names: dict[str, Any] = {"Z": Z, "c": c, "a": a, "b": b, "p": p, "z": z}
    return {P: Lambda(r, factor * r**2 / 2)} | {names[name]: place for name, place in values.items()}


def parabola_meets(factor: Any, most: Any = 1, bound: Any = 1) -> Any:
    """The theorems that meet the schemas for `parabola(factor)`, as far as they hold, with Z = most and c = bound."""
    f = Rational(factor)
    bend = Deriv(Deriv(f * r**2 / 2, r, s), s, x)

    def theorems() -> list[Theorem]:
        found = []
        if f >= 0:
            found.append(generalize(combine(ge(y**2 * bend, 0), [(f, y**2)]), [x, y]))
        if f <= most:
            found.append(generalize(combine(ge(most * y**2, y**2 * bend), [(most - f, y**2)]), [x, y]))
        if 0 <= f <= bound:
            loss = f * x**2 / 2 - f * y**2 / 2 - (x - y) * Deriv(f * r**2 / 2, r, y)
            apart = (Deriv(f * r**2 / 2, r, x) - Deriv(f * r**2 / 2, r, y)) ** 2
            goal = ge(2 * bound * loss, apart)
            found.append(generalize(combine(goal, [(f * (bound - f), (x - y) ** 2)]), [x, y]))
        return found

    return theorems


fails_as(C_SCALAR,
    ("constant", ge(Z * divergence(P, b, a), outputs_apart(b, a)), "L ≥ (φ(â) − φ(a))²/Z.",
        parabola(1, Z=1, a=0, b=1), parabola_meets(1)),
    ("sign", ge(C_SCALAR.states[0].rhs, C_SCALAR.states[0].lhs), "≤ in place of ≥.",
        parabola(Rational(1, 2), Z=1, a=0, b=1), parabola_meets(Rational(1, 2))),
)  # fmt: skip


fails_without(C_SCALAR,
    (RISING, "φ may fall.", parabola(-1, Z=1, a=0, b=1), parabola_meets(-1)),
    (AT_MOST_Z, "φ′ may exceed Z.", parabola(2, Z=1, a=0, b=1), parabola_meets(2)),
)  # fmt: skip


fails_as(C_SCALAR_SHARP,
    ("constant", ge(c * square(z) / 2, curvature(p, z)), "c/2 is at least φ′.", parabola(1, c=1, p=0, z=1),
        parabola_meets(1)),
    ("sign", ge(curvature(p, z), c * square(z)), "φ′ ≥ c.", parabola(Rational(1, 2), c=1, p=0, z=1),
        parabola_meets(Rational(1, 2))),
)  # fmt: skip


fails_without(C_SCALAR_SHARP, (BOUND_BY_C, "Any c.", parabola(2, c=1, p=0, z=1), parabola_meets(2)))


# --- sharp instances -------------------------------------------------------------------------------------------------


@C_SCALAR.extremal("s", [4, 2, 1, Rational(1, 2)])
def logistic_outputs(apart: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The logistic function, with Z = ¼, at the activations ±s/2: the ratio tends to 1 as s → 0."""
    logistic = Lambda(r, log(1 + exp(r)))
    bend = Deriv(Deriv(logistic(r), r, s), s, x)
    above = combine(ge(y**2 / 4, y**2 * bend), [(1 / (4 * (1 + exp(x)) ** 2), (y * (1 - exp(x))) ** 2)])
    rises = combine(ge(y**2 * bend, 0), [(exp(x) / (1 + exp(x)) ** 2, y**2)])
    half = Rational(apart) / 2
    at = {P: logistic, Z: Rational(1, 4), a: -half, b: half}
    return at, [generalize(shown, [x, y]) for shown in (rises, above)]


SLOPES = [Rational(1, 4), Rational(1, 2), 1]


@C_SCALAR.extremal("φ′/Z", SLOPES)
def linear_outputs(slope: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """φ(r) = φ′·r and Z = 1: the ratio is φ′/Z at every distance."""
    return parabola(slope, Z=1, a=0, b=1), parabola_meets(slope)()


@C_SCALAR_SHARP.extremal("φ′/c", SLOPES)
def constants_above_the_slope(slope: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """φ(r) = φ′·r and c = 1."""
    return parabola(slope, c=1, p=0, z=1), parabola_meets(slope)()


# --- the code --------------------------------------------------------------------------------------------------------


@C_SCALAR.search
def steepest_quotients() -> Iterator[Searched]:
    """(y − ŷ)²/(2 L(y, ŷ)) against sup φ′, for random and for close activations, where φ is steepest and elsewhere."""
    rng = np.random.default_rng(26)
    near = rng.normal(0, 1, 50_000) * 10.0 ** rng.uniform(-3, 1, 50_000)
    far = near + rng.normal(0, 1, near.size) * 10.0 ** rng.uniform(-3, 1, near.size)
    for transfer in (Logistic(), Tanh()):
        steepest = transfer.c(1).value
        y, guess = transfer.transfer(near), transfer.transfer(far)
        loss = transfer.divergence(far, near)
        ratio = (y - guess) ** 2 / (2.0 * steepest * loss)
        worst = int(np.argmax(ratio))
        where = f"a = {near[worst]:.3g}, â = {far[worst]:.3g}"
        yield Searched(type(transfer).__name__.lower(), near.size, float(ratio[worst]), where, allowed=1.0 + 1e-9)


@C_SCALAR.sharp
def the_supremum_of_the_derivative() -> Iterator[Sharpness]:
    """No constant below sup φ′ will do."""
    theorem = C_SCALAR_SHARP.theorem(C_SCALAR_SHARP.states[0])
    yield Sharpness("smallest c with ‖φ(u) − φ(v)‖² ≤ 2cΔ_φ(u, v)", "sup φ′", theorem)
