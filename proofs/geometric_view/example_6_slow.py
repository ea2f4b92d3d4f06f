"""Example 6, sharper: the bound at every rate so slow that w⋆ is not reached, where the printed one is not attained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Abs, Lambda, Rational

from numeric import bounds
from numeric.reference import bounds as reference
from proofs.geometric_view._prediction_losses import (
    CONVEX, GIVEN, NEAR, REGRET, SHORT, SLOW, SOME, START, UPDATE, R, U, Z, best, derivative, dropped, eta, k, line,
    loss, slope, square, t, w, x,
)  # fmt: skip
from proofs.geometric_view.example_6 import READING, any_rate, travelled
from verify.audit import (
    Claim, Conformance, Inner, Searched, Sharpness, Theorem, assume, at, at_most_by_squares, by_induction,
    cauchy_schwarz, combine, eq, fails_as, fails_without, follows, ge, generalize, identity, instantiate, le, norm,
    real, vectors,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import VecHead

UNREACHED = le(k * eta * Z * R, U)


def slow(rate: Any) -> Any:
    """kR₂ZU − (η/2)k(k − 1)Z²R₂²."""
    return k * R * Z * U - rate / 2 * k * (k - 1) * Z**2 * R**2


BOUND = Claim(
    "geometric_view/example-6-bound.slow",
    at="Example 6, sharper",
    says="For η ≤ U/(kR₂Z), Loss(A) − Loss(w⋆) ≤ kR₂ZU − (η/2)k(k − 1)Z²R₂².",
    given=[*GIVEN, UNREACHED],
    states=le(REGRET, slow(eta)),
    reading=READING + " The steps are too short to reach the comparator; the printed bound is larger by "
    "(U − ηkR₂Z)²/(2η). For η ≥ U/(kR₂Z) and k ≥ 2 that one is attained, in the plane.",
)

u, v = vectors("u v")


def triangle() -> Theorem:
    """‖u + v‖ ≤ ‖u‖ + ‖v‖."""
    square_of_sum = combine(ge((norm(u) + norm(v)) ** 2, norm(u + v) ** 2), [(2, cauchy_schwarz(u, v))])
    total = combine(ge(norm(u) + norm(v), 0), [(1, norm(u)), (1, norm(v))])
    return at_most_by_squares(norm(u + v), norm(u) + norm(v), square_of_sum, facts=[total])


def near_the_start() -> Theorem:
    """‖w_k‖ ≤ kηR₂Z."""

    def step(here: Theorem) -> Theorem:
        last = [assume(ge(t, 0)), follows(ge(k - 1, t), ge(k, t + 1))]
        moves, short, steep = (at(schema, t, by=last) for schema in (UPDATE, SHORT, SLOW))
        move = instantiate(triangle(), {u: w(t), v: -eta * derivative(t) * x(t)})
        size = combine(ge(Z * R, Abs(derivative(t)) * norm(x(t))), [(steep, R), (short, Abs(derivative(t)))])
        longer = follows(le(norm(w(t + 1)), norm(w(t)) + eta * Abs(derivative(t)) * norm(x(t))), move, using=[moves])
        return combine(le(norm(w(t + 1)), (t + 1) * eta * Z * R), [(1, longer), (1, here), (eta, size)])

    return by_induction(le(norm(w(t)), t * eta * Z * R), t, 0, base=[START], step=step, until=k)


@BOUND.proof
def short_of_the_comparator(claim: Claim) -> Theorem:
    """2⟨w_k, w⋆⟩ − ‖w_k‖² ≤ 2‖w_k‖U − ‖w_k‖², which rises with ‖w_k‖ ≤ kηR₂Z ≤ U."""
    far = k * eta * Z * R
    ends = instantiate(near_the_start(), {t: k}, [combine(ge(k, 0), [(1, assume(SOME)), (1, 1)])])
    below = combine(ge(2 * U - far - norm(w(k)), 0), [(2, assume(UNREACHED)), (1, ends)])
    rises = combine(le(2 * norm(w(k)) * U - square(w(k)), 2 * far * U - far**2), [(ends, below)])
    products = [(2, cauchy_schwarz(w(k), best)), (2 * norm(w(k)), assume(NEAR))]
    product = combine(le(2 * Inner(w(k), best), 2 * norm(w(k)) * U), products)
    terms = [(1, travelled(list(claim.given))), (1 / (2 * eta), rises), (1 / (2 * eta), product)]
    return combine(claim.states[0], terms, using=[assume(START)], facts=[SOME])


# --- how it is decided ----------------------------------------------------------------------------------------------

q, HALF, QUARTER = real("q"), Rational(1, 2), Rational(1, 4)
TWO = line(count=2, eta=QUARTER)
"""L = x on the line, from 0 to −½ at η = ¼ in two trials, with w⋆ = −1: attained."""


fails_as(BOUND,
    ("constant", le(REGRET, slow(2 * eta)), "−ηk(k − 1)Z²R₂².", TWO),
    ("constant", le(REGRET, slow(eta) - k * R * Z * U / 10), "9/10 of kR₂ZU.", TWO),
    ("sign", le(REGRET, slow(eta) - 2 * k * R * Z * U), "−kR₂ZU.", TWO),
)  # fmt: skip


dropped(BOUND, "not_convex", CONVEX, "The losses need not be convex.", **line(cost=10))
dropped(BOUND, "any_start", START, "w_0 may be anything.", **line(start=5))
dropped(BOUND, "compared_far_away", NEAR, "U may be smaller than ‖w⋆‖.", **line(u=-5))
dropped(BOUND, "long_instances", SHORT, "R may be smaller than ‖x_t‖.", **line(R=HALF))
dropped(BOUND, "steep_losses", SLOW, "Z may be smaller than |L′_t|.", **line(Z=HALF))
dropped(BOUND, "no_steps", UPDATE, "The algorithm may stay.", **line(still=True, count=2, eta=QUARTER))

TO_AND_FRO = line(count=2, eta=2)["at"] | {
    loss: Lambda((t, q), (1 - 2 * t) * q),
    slope: Lambda((t, q), 1 - 2 * t),
    VecHead("w"): Lambda(t, -2 * t * (2 - t)),
}
"""L_0 = x and L_1 = −x with η = 2, through −2 back to 0: the regret is 2, and the right-hand side 0."""


def to_and_fro() -> list[Theorem]:
    """Linear losses are convex, and 1 − 2t is ±1 in both trials."""
    r, s = real("r s")
    trial = [ge(t, 0), ge(1, t)]
    convex = follows(ge((1 - 2 * t) * r, (1 - 2 * t) * s + (1 - 2 * t) * (r - s)))
    moves = identity(eq(-2 * (t + 1) * (1 - t), -2 * t * (2 - t) - 2 * (1 - 2 * t)))
    return [generalize(convex, [t, r, s], trial), generalize(moves, [t], trial)]


fails_without(BOUND, (UNREACHED, "η may be larger.", TO_AND_FRO, to_and_fro))


@BOUND.extremal("k", range(1, 4))
def always_the_same_way(trials: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x on the line with η = ¼ and w⋆ = −1: attained."""
    found = line(count=trials, eta=QUARTER)
    return found["at"], found["discharge"]()


@BOUND.sharp
def below_the_printed_one() -> Sharpness:
    """A square over 2η."""
    less = follows(eq(any_rate(eta) - slow(eta), (U - eta * k * R * Z) ** 2 / (2 * eta)))
    return Sharpness("the promise of geometric_view/example-6-bound less this one", "(U − ηkR₂Z)²/(2η)", less)


@BOUND.search
def random_streams() -> Searched:
    """Runs on linear losses that lean to one side, at rates up to U/(kR₂Z)."""
    rng, worst, where, cases = np.random.default_rng(26), 0.0, "no run", 400
    for _ in range(cases):
        count, n = int(rng.integers(1, 20)), int(rng.integers(1, 5))
        rows = rng.standard_normal((count, n)) * rng.choice([0.1, 1.0]) + np.eye(n)[0]
        comparator = -np.sum(rows, axis=0) + 0.1 * rng.standard_normal(n)
        length, radius = float(np.linalg.norm(comparator)), float(np.max(np.linalg.norm(rows, axis=1)))
        rate = length / (count * radius) * float(rng.uniform(0.01, 1.0))
        weights = -rate * np.vstack([np.zeros(n), np.cumsum(rows, axis=0)[:-1]])
        regret = float(np.sum(rows * (weights - comparator)))
        promised = bounds.slow_prediction_regret_bound(length, radius, 1.0, rate, count)
        if regret / promised > worst:
            worst, where = regret / promised, f"k = {count}, n = {n}"
    return Searched("regret over the bound at slow rates", cases, worst, where, 1.0 + 1e-12)


@BOUND.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """kR₂ZU − (η/2)k(k − 1)Z²R₂² as a function of U, R, Z, η and k."""
    rng = np.random.default_rng(27)
    cases = []
    for count, (u, r, z, part) in enumerate(rng.uniform(0.1, 1.0, (12, 4)).tolist(), 1):
        cases.append((u, r, z, part * u / (count * r * z), count))
    return conformance(
        cases,
        formula=lambda case: value(slow(eta), dict(zip((U, R, Z, eta, k), case, strict=True))),
        code=lambda case: bounds.slow_prediction_regret_bound(*case),
        reference=lambda case: reference.slow_prediction_regret_bound(*case),
        ulps=6.0,
    )
