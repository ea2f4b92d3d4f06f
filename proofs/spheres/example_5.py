"""Example 5: in Rⁿ the explicit update (10) is the Widrow–Hoff update."""

from __future__ import annotations

from collections.abc import Iterator

from numeric.learners.gradient_descent import lms_update
from numeric.reference import gradient_descent as reference
from proofs.spheres.widrow_hoff import (
    ON_THE_LINE, PARTIALS, at_step, eta, g, p, partial_derivatives, q, slope_of_a_square, steps, v, widrow_hoff, x, y,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, identity, instantiate
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq, vector

w = vector("w")

EXAMPLE_5 = Claim(
    "spheres/example-5",
    at="Example 5",
    printed="Exp⁻¹_{p_t} p_{t+1} = p_{t+1} − p_t. The explicit update (10) then becomes "
    "−(p_{t+1} − p_t) = η ∂_pL_t(p_t), which is precisely the Widrow-Hoff learning algorithm",
    given=[PARTIALS, eq(q - p, -eta * g)],
    states=eq(q, widrow_hoff(p)),
    rests_on=["spheres/widrow-hoff"],
    reading=(
        "In Rⁿ geodesics are lines and Exp_p(V) = p + V, so Exp⁻¹_p q = q − p. q = p_{t+1} with q − p = −η∂L, "
        "(10), is the "
        "Widrow–Hoff update."
    ),
)


@EXAMPLE_5.proof
def lines(claim: Claim) -> Theorem:
    """q = p − ηg."""
    sums = identity(eq(v, w + x), using=[assume(eq(v - w, x))])
    moves = [f for f in claim.given if f != PARTIALS]
    arrives = [instantiate(sums, {v: q, w: p, x: -eta * g}, [assume(f)]) for f in moves]
    return identity(claim.states[0], using=[*arrives, *partial_derivatives(claim)])


fails_as(EXAMPLE_5,
    ("constant", eq(q, p - eta * (Inner(p, x) - y) * x), "η in place of 2η.", ON_THE_LINE, slope_of_a_square),
    ("sign", eq(q, p + 2 * eta * (Inner(p, x) - y) * x), "+2η.", ON_THE_LINE, slope_of_a_square),
)  # fmt: skip


fails_without(EXAMPLE_5, (EXAMPLE_5.given[1], "q may be anything.", {**ON_THE_LINE, q: 0}, slope_of_a_square))


@EXAMPLE_5.conformance
def code_follows_example_5() -> Iterator[Conformance]:
    """The LMS update is the explicit update in Rⁿ."""
    return conformance(
        steps(),
        formula=lambda step: value(widrow_hoff(p), at_step(step)),
        code=lambda step: lms_update(*step),
        reference=lambda step: reference.lms_update(*step),
        ulps=3.0,
    )
