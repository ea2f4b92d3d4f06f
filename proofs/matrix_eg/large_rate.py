"""Footnote 2: for a large learning rate the update (2) is nearly the Bregman projection onto tr(WX_t) = y_t."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational

from proofs.matrix_eg.stationarity import PLANE, SPACE, TRACE_ZERO, V1, V2, F, V, W, W_t, X, eta, label, objective, one
from verify.audit import (
    Claim, Inner, Theorem, assume, at, cite, combine, eq, fails_as, fails_without, forall, ge, generalize, identity,
    instantiate, le, partial, real, vectors,
)  # fmt: skip
from verify.axioms import SLOPE_AT_THE_END

(P,) = vectors("P")
lam, s = real("λ s")


def divergence(first: Any, second: Any) -> Expr:
    """Δ_F(first, second)."""
    return F(first) - F(second) - Inner(first - second, F.gradient(second))


SAME_TRACE = [eq(Inner(one, W), Inner(one, W_t)), eq(Inner(one, P), Inner(one, W_t))]
SMALLEST = forall(V, ge(objective(V), objective(W)), [eq(Inner(one, V), Inner(one, W_t))])
ON_THE_PLANE = eq(Inner(P, X), label)
PROJECTION = forall(V, eq(Inner(V, F.gradient(P) - F.gradient(W_t)), lam * Inner(V, X)), [TRACE_ZERO])
CONVEX = ge(divergence(W, P), 0)
MISSED = Inner(W, X) - label

LARGE_RATE = Claim(
    "matrix_eg/large-rate",
    at="footnote 2",
    printed=(
        "Note that if η is large then the on-line update (2) becomes a Bregman projection subject to a single equality "
        "constraint tr(WX_t) = y_t"
    ),
    given=[*SAME_TRACE, SMALLEST, ON_THE_PLANE, PROJECTION, CONVEX],
    states=[le(divergence(W, P), lam**2 / (4 * eta)), le(MISSED**2, lam**2 / eta**2)],
    rests_on=["matrix_eg/stationarity"],
    reconstructed=True,
    reading=SPACE
    + (
        "F is convex, which is used as Δ_F(W, P) ≥ 0. W is a minimiser of (2), among the "
        "matrices of the trace of W_t, and P the Bregman projection of W_t onto the plane tr(PX_t) = y_t in them: "
        "f(P) − f(W_t) is λX_t up to a multiple of I. Becomes: in the limit, and the rate is shown. Δ_F(W, P) is at "
        "most λ²/(4η) and tr(WX_t) misses y_t by at most |λ|/η, where λ does not depend on η. It is said of (2), and "
        "not of (4), which for η → ∞ and ŷ_t ≠ y_t leaves weight on one extreme eigenspace of X_t alone."
    ),
)


@LARGE_RATE.proof
def compared_with_the_projection(claim: Claim) -> list[Theorem]:
    """For e = tr(WX) − y: Δ(W, P) + λe = Δ(W, W_t) − Δ(P, W_t) ≤ −ηe², and −ηe² − λe ≤ λ²/(4η)."""
    near, hit = claim.states
    traces, plane, convex = [assume(f) for f in SAME_TRACE], assume(ON_THE_PLANE), assume(CONVEX)
    less = at(SMALLEST, P, by=[traces[1]])
    apart = combine(eq(Inner(one, W - P), 0), [(1, traces[0]), (-1, traces[1])])
    slope = at(PROJECTION, W - P, by=[apart])
    room = combine(
        le(divergence(W, P), -eta * MISSED**2 - lam * MISSED),
        [(1, less), (1, slope)],
        using=[plane],
    )
    square = (lam + 2 * eta * MISSED) ** 2
    inside = combine(ge(-MISSED * (lam + eta * MISSED), 0), [(1, room), (1, convex)])
    return [
        combine(near, [(1, room), (1 / (4 * eta), square)]),
        combine(hit, [(1 / eta**2, (lam + eta * MISSED) ** 2), (2 / eta, inside)]),
    ]


SYMMETRIC = divergence(W, P) + divergence(P, W)

SHARP = Claim(
    "matrix_eg/large-rate.sharp",
    at="footnote 2, sharper",
    says="Δ_F(W, P) + Δ_F(P, W) ≤ λ²/(8η), and tr(WX_t) misses y_t by at most |λ|/(2η)",
    given=[*LARGE_RATE.given, ge(divergence(P, W), 0)],
    states=[le(SYMMETRIC, lam**2 / (8 * eta)), le(MISSED**2, lam**2 / (4 * eta**2))],
    rests_on=["matrix_eg/stationarity"],
    sharpens="matrix_eg/large-rate",
    reading=LARGE_RATE.reading
    + (
        " Both bounds are half of those of matrix_eg/large-rate, and the first is on the sum of both divergences; "
        "convexity gives Δ_F(P, W) ≥ 0 too."
    ),
)


def slope_towards_the_projection() -> Theorem:
    """⟨P − W, f(W) − f(W_t)⟩ ≥ 2ηe², as (2) does not fall from W towards P."""
    there = W + s * (P - W)
    traces = [(1 - s, assume(SAME_TRACE[0])), (s, assume(SAME_TRACE[1]))]
    kept = combine(eq(Inner(one, there), Inner(one, W_t)), traces)
    grows = combine(ge(objective(there) - objective(W), 0), [(1, at(SMALLEST, there, by=[kept]))])
    rise = Lambda(s, objective(there) - objective(W))
    schema = generalize(grows, [s], [ge(s, 0), ge(1, s)])
    axiom = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): rise}, [identity(eq(rise(0), 0)), schema])
    goal = ge(Inner(P - W, F.gradient(W) - F.gradient(W_t)), 2 * eta * MISSED**2)
    return combine(goal, [(1, axiom)], using=[ON_THE_PLANE])


@SHARP.proof
def from_both_sides(claim: Claim) -> list[Theorem]:
    """Δ(W, P) + Δ(P, W) = ⟨W − P, f(W) − f(P)⟩ ≤ −2ηe² − λe ≤ λ²/(8η), for e = tr(WX) − y."""
    near, hit = claim.states
    apart = combine(eq(Inner(one, W - P), 0), [(1, SAME_TRACE[0]), (-1, SAME_TRACE[1])])
    slope = at(PROJECTION, W - P, by=[apart])
    goal = le(SYMMETRIC, -2 * eta * MISSED**2 - lam * MISSED)
    room = combine(goal, [(1, slope_towards_the_projection()), (1, slope)], using=[ON_THE_PLANE])
    convex = [assume(f) for f in claim.given if f in (CONVEX, ge(divergence(P, W), 0))]
    inside = combine(ge(-MISSED * (lam + 2 * eta * MISSED), 0), [(1, room), *((1, f) for f in convex)])
    return [
        combine(near, [(1, room), (1 / (8 * eta), (lam + 4 * eta * MISSED) ** 2)]),
        combine(hit, [(1 / (4 * eta**2), (lam + 2 * eta * MISSED) ** 2), (1 / eta, inside)]),
    ]


QUARTER = Rational(1, 4)
MET = PLANE | {W: (QUARTER, 1 - QUARTER), P: (0, 1), lam: -1}
"""F = ½‖·‖² in R², I = (1, 1), W_t = I/2, X = (1, 0), y = 0 and η = 1: P = (0, 1), λ = −1 and W = (1/4, 3/4)."""


def facts(best: Any = QUARTER, rate: Any = 1) -> list[Theorem]:
    """(2) at (v, 1 − v) is (v − ½)² + ηv², and f(P) − f(W_t) is −X_t + I/2."""
    half, line = Rational(1, 2), eq(V1 + V2, 1)
    here = (best - half) ** 2 + rate * best**2
    value = (V1 - half) ** 2 / 2 + (V2 - half) ** 2 / 2 + rate * V1**2
    found = []
    if best == half / (1 + rate):
        least = combine(ge(value, here), [(1 + rate, (V1 - best) ** 2), ((V2 - V1) / 2, assume(line))])
        found.append(generalize(least, [V1, V2], [line]))
    kept = eq(V1 + V2, 0)
    product = eq(-V1 * half + V2 * half, -V1)
    return [*found, generalize(combine(product, [(half, assume(kept))]), [V1, V2], [kept])]


NEAR, HIT = LARGE_RATE.states

fails_as(LARGE_RATE,
    ("constant", {NEAR: le(divergence(W, P), lam**2 / (32 * eta))}, "λ²/(32η).", MET, facts),
    ("constant", {HIT: le(MISSED**2, lam**2 / (25 * eta**2))}, "tr(WX_t) misses y_t by |λ|/(5η).", MET, facts),
    ("sign", {NEAR: le(divergence(W, P), -(lam**2) / (4 * eta))}, "−λ²/(4η).", MET, facts),
)  # fmt: skip
fails_without(LARGE_RATE,
    (SMALLEST, "W need not be a minimiser of (2).", MET | {W: (1, 0)}, lambda: facts(1)),
    (PROJECTION, "P need not be the projection.", MET | {lam: 0}, facts),
)  # fmt: skip


def at_rate(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same at the rate η, where W = (v, 1 − v) for v = ½/(1 + η)."""
    best = Rational(1, 2) / (1 + rate)
    return MET | {eta: rate, W: (best, 1 - best)}, facts(best, rate)


BOTH, MISS = SHARP.states

fails_as(SHARP,
    ("constant", {BOTH: le(SYMMETRIC, lam**2 / (9 * eta))}, "λ²/(9η).", MET, facts),
    ("constant", {MISS: le(MISSED**2, lam**2 / (17 * eta**2))}, "tr(WX_t) misses y_t by |λ|/(√17·η).", MET, facts),
    ("sign", {BOTH: le(SYMMETRIC, -(lam**2) / (8 * eta))}, "−λ²/(8η).", MET, facts),
)  # fmt: skip
fails_without(SHARP,
    (SMALLEST, "W need not be a minimiser of (2).", MET | {W: (1, 0)}, lambda: facts(1)),
    (PROJECTION, "P need not be the projection.", MET | {lam: 0}, facts),
)  # fmt: skip


@SHARP.extremal("η", [Rational(1, 4), 1, 4])
def both_divergences(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """F = ½‖·‖² in R², X = (1, 0) and y = 0: the ratio is 4η/(1 + η)², attained at η = 1."""
    return at_rate(rate)


@SHARP.extremal("η", [1, 16, 256], formula=1)
def what_is_missed(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same: the ratio is (η/(1 + η))², and tends to 1 as η → ∞."""
    return at_rate(rate)
