"""Example 6: the constant c of the softmax function is 1/2, not 1/4, for every number of outputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from sympy import Abs, Expr, KroneckerDelta, Lambda, Rational, Sum, Symbol, log

from numeric.matching import Softmax
from numeric.reference import matching as reference
from verify.audit import (
    Claim, Conformance, Searched, Theorem, above_tangent, cases, combine, eq, fails_as, fails_without, family, follows,
    ge, generalize, gt, instantiate, integer, lt, magnitude_bounds, positive, real, telescope, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Relation

i, j, k = integer("i j k")
y, x = family("y", positive=True), family("ŷ", positive=True)
u = positive("u")
s = real("s")


def over_outputs(term: Any, index: Any = i) -> Expr:
    """The sum over the k outputs."""
    return Sum(term, (index, 1, k))


def relative_entropy_term(y: Any, x: Any) -> Expr:
    """y ln(y/x)."""
    return y * log(y / x)


def softmax_loss(y: Any, x: Any) -> Expr:
    """L_σ(y, ŷ) = Σ y_j ln(y_j/ŷ_j) (5), for outputs given as functions of the index."""
    return over_outputs(relative_entropy_term(y(i), x(i)))


def squared_distance(y: Any, x: Any) -> Expr:
    """‖y − ŷ‖₂²."""
    return over_outputs((y(i) - x(i)) ** 2)


def simplex(y: Any) -> list[Relation]:
    """Σ y_j = Σ ŷ_j = 1."""
    return [eq(over_outputs(y(j), j), 1), eq(over_outputs(x(j), j), 1)]


SIMPLEX = simplex(y)
OUTPUTS = ge(k, 2)

C_SOFTMAX = Claim(
    "general_additive/c-softmax",
    weight="constant",
    slip=(
        "The relative entropy is at least the squared distance, and twice that is too much: c is ½, not ¼, "
        "and with it the constants of (30) and (32) change."
    ),
    at="Example 6",
    printed="L_σ(y, ŷ) ≥ 2‖y − ŷ‖₂². Hence, we have c_φ ≤ 1/4",
    given=[*SIMPLEX, OUTPUTS],
    states=ge(softmax_loss(y, x), 2 * squared_distance(y, x)),
    reading=(
        "y and ŷ are in the range of the softmax function with k ≥ 2 outputs, the open simplex: positive, with sum "
        "one. The logarithm is natural and c_σ = sup ‖y − ŷ‖²/(2 L_σ(y, ŷ)) (29), so the claim is c_σ ≤ 1/4."
    ),
)

C_SOFTMAX_REPAIRED = Claim(
    "general_additive/c-softmax.repaired",
    at="Example 6",
    says="L_σ(y, ŷ) ≥ ‖y − ŷ‖₂², hence c_σ ≤ 1/2",
    given=[*SIMPLEX, OUTPUTS],
    idle={OUTPUTS: "the paper has at least two outputs; with one the loss is zero"},
    states=ge(softmax_loss(y, x), squared_distance(y, x)),
    repairs="general_additive/c-softmax",
    reading=(
        "As printed, with 1 in place of 2: c_σ ≤ 1/2 for every k, y and ŷ in the open simplex; where outcomes are 0 it "
        "is general_additive/c-softmax-boundary. No smaller constant will do, for any k: "
        "general_additive/c-softmax-exact."
    ),
)


@C_SOFTMAX.counterexample
def two_outputs(claim: Claim) -> Theorem:
    """k = 2, y = (3/4, 1/4), ŷ = (1/2, 1/2): the loss is 0.1308…, twice the squared distance 1/4."""
    values = {k: 2, y: Lambda(i, Rational(9, 4) / 3**i), x: Lambda(i, Rational(1, 2))}
    return witness(list(claim.given), claim.states[0], values)


# --- ‖y − ŷ‖² ≤ L_σ(y, ŷ) ------------------------------------------------------------------------------------------


def scalar_gap(u: Any) -> Expr:
    """u ln u − u + 1 − 3(u − 1)²/(2(u + 2)), for the ratio u = y/ŷ."""
    return u * log(u) - u + 1 - 3 * (u - 1) ** 2 / (2 * (u + 2))


def _on_segment_from_one() -> Theorem:
    """1 + s(u − 1) > 0 for 0 ≤ s ≤ 1 and u > 0."""
    goal, inside = gt(1 + s * (u - 1), 0), [ge(s, 0), ge(1, s)]
    above = follows(goal, ge(u - 1, 0), inside)
    below = follows(goal, u, ge(1, s), gt(1 - u, 0), inside)
    return generalize(cases([above, below], [ge(u - 1, 0), lt(u - 1, 0)]), [s], inside)


def ratio_inequality() -> Theorem:
    """u ln u − u + 1 ≥ 3(u − 1)²/(2(u + 2)) for u > 0: value and slope vanish at 1, and the gap is convex."""
    on_segment = _on_segment_from_one()

    def convex(goal: Relation, s: Symbol) -> Theorem:
        here = 1 + s * (u - 1)
        return follows(goal, here + 8, instantiate(on_segment, [s]))

    r = real("r")
    above = above_tangent(Lambda(r, scalar_gap(r)), 1, u, convex, discharge=[on_segment])
    return follows(ge(scalar_gap(u), 0), above)


def _term_inequality() -> Theorem:
    """ŷ times the ratio inequality at u = y/ŷ, for each output."""
    gap = instantiate(ratio_inequality(), {u: y(i) / x(i)})
    mass = y(i) + 2 * x(i)
    right = y(i) - x(i) + 3 * (y(i) - x(i)) ** 2 / (2 * mass)
    return follows(ge(relative_entropy_term(y(i), x(i)), right), gap)


def _no_component_exceeds_half(y: Any) -> Theorem:
    """2|v_i| ≤ Σ|v_j| for v = y − ŷ, as Σ v_j = 0."""
    total = over_outputs(Abs(y(j) - x(j)), j)
    here, there = y(i) - x(i), y(j) - x(j)
    index = [ge(i, 1), ge(k, i)]
    goal = ge(total, 2 * Abs(here))
    parts = []
    for sign, case in ((1, ge(here, 0)), (-1, lt(here, 0))):
        larger = follows(ge(Abs(there) + sign * there, 0), magnitude_bounds(there, sign))
        other = follows(ge((1 - KroneckerDelta(i, j)) * (Abs(there) + sign * there), 0), larger)
        added = telescope(other, j, 1, k)
        parts.append(follows(goal, added, index, case, using=simplex(y)))
    return cases(parts, [ge(here, 0), lt(here, 0)])


def squares_below(y: Any, loss: Any, each: Theorem, claim: Claim, facts: Sequence[Theorem] = ()) -> Theorem:
    """Σ loss_i ≥ ‖y − ŷ‖², where each loss_i ≥ v + 3v²/(2(y_i + 2ŷ_i)) for v = y_i − ŷ_i.

    First Σ loss_i ≥ N²/2 with N = Σ|v_j|, then 2|v_i| ≤ N. The facts show that no y_i is negative.
    """
    here, mass = y(i) - x(i), y(i) + 2 * x(i)
    total = over_outputs(Abs(y(j) - x(j)), j)
    quotient = follows(
        ge(3 * here**2 / (2 * mass), total * Abs(here) - total**2 * mass / 6),
        (Abs(here) - total * mass / 3) ** 2,
        facts,
    )
    term = follows(ge(loss, here + total * Abs(here) - total**2 * mass / 6), each, quotient, facts)
    known = simplex(y)
    entropy = follows(ge(over_outputs(loss), total**2 / 2), telescope(term, i, 1, k), using=known)
    bounded = combine(ge(total * Abs(here) / 2, here**2), [(Abs(here) / 2, _no_component_exceeds_half(y))])
    squares = telescope(bounded, i, 1, k)
    return follows(claim.states[0], entropy, squares, OUTPUTS)


@C_SOFTMAX_REPAIRED.proof
def pinsker_for_the_euclidean_norm(claim: Claim) -> Theorem:
    """Term by term against 3v²/(2(y + 2ŷ)), then N²/2 with N = Σ|v_j|, then 2|v_i| ≤ N."""
    return squares_below(y, relative_entropy_term(y(i), x(i)), _term_inequality(), claim)


EVEN = {k: 2, x: Lambda(i, Rational(1, 2))}


def two_outputs_near(first: Any, second: Any) -> dict[Any, Any]:
    """ŷ = (1/2, 1/2), and y in the ratio first : second."""
    return {**EVEN, y: Lambda(i, Rational(first, first + second) * Rational(second, first) ** (i - 1))}


fails_as(C_SOFTMAX_REPAIRED,
    ("constant", ge(softmax_loss(y, x), 2 * squared_distance(y, x)), "The printed constant 2.",
        two_outputs_near(9, 3)),
    ("constant", ge(softmax_loss(y, x), Rational(101, 100) * squared_distance(y, x)), "The constant 101/100.",
        two_outputs_near(9, 7)),
    ("sign", ge(squared_distance(y, x), softmax_loss(y, x)), "≤ in place of ≥.", two_outputs_near(7, 1)),
)  # fmt: skip


fails_without(C_SOFTMAX_REPAIRED, (SIMPLEX[0], "y need not sum to one.", {**EVEN, y: Lambda(i, Rational(1, 8))}))


NEARER = [Rational(1, 4), Rational(1, 8), Rational(1, 64)]


def moved_by(mass: Any) -> dict[Any, Any]:
    """ŷ = (1/2, 1/2) and y = (1/2 + ε, 1/2 − ε)."""
    return two_outputs_near(Rational(1, 2) + mass, Rational(1, 2) - mass)


@C_SOFTMAX.extremal("ε", NEARER)
def more_than_the_loss(mass: Any) -> dict[Any, Any]:
    """Two equal outputs, and ε moved between them: what is printed is too much by a factor that tends to 2."""
    return moved_by(mass)


@C_SOFTMAX_REPAIRED.extremal("ε", NEARER)
def a_little_mass_moved(mass: Any) -> dict[Any, Any]:
    """Two equal outputs, and ε moved between them: the ratio tends to 1 as ε → 0."""
    return moved_by(mass)


def masses(rest: Any, first: Any, second: Any) -> Lambda:
    """Outputs of these masses, all from the third on alike."""
    return Lambda(i, rest * (first / rest) ** KroneckerDelta(i, 1) * (second / rest) ** KroneckerDelta(i, 2))


@C_SOFTMAX_REPAIRED.extremal("k", [2, 3, 5])
def many_outputs(count: int) -> dict[Any, Any]:
    """All but 1/100 of ŷ on two equal outputs, and 1/64 moved between them: the ratio is near 1 for every k."""
    rest, moved = Rational(1, 100 * (count - 1)), Rational(1, 64)
    half = (1 - (count - 2) * rest) / 2
    return {k: count, x: masses(rest, half, half), y: masses(rest, half + moved, half - moved)}


@C_SOFTMAX_REPAIRED.conformance
def code_follows_the_relative_entropy() -> Iterator[Conformance]:
    """The softmax loss from activations, 2 to 20 outputs, some predictions close to the outcomes."""
    rng = np.random.default_rng(6)
    points = [(rng.normal(0, 2, n), rng.normal(0, 2, n)) for n in (2, 3, 20) for _ in range(4)]
    points += [(first, first + 1e-6 * second) for first, second in points]

    def at(pair: Any) -> dict[Any, Any]:
        outcome, guess = (reference.transfer("softmax", activation) for activation in pair)
        return {y: outcome, x: guess, k: len(pair[0])}

    return conformance(
        points,
        formula=lambda pair: value(softmax_loss(y, x), at(pair)),
        code=lambda pair: Softmax().divergence(pair[1], pair[0]),
        reference=lambda pair: reference.divergence("softmax", pair[1], pair[0]),
        ulps=4.0,
    )


@C_SOFTMAX_REPAIRED.search
def near_and_far() -> Iterator[Searched]:
    """‖y − ŷ‖²/L_σ(y, ŷ) for random outputs, close to each other and not, near two equal outputs and not."""
    rng = np.random.default_rng(29)
    for size in (2, 3, 8):
        first = rng.normal(0, 1, (20_000, size)) * 10.0 ** rng.uniform(-2, 1, (20_000, 1))
        second = first + rng.normal(0, 1, (20_000, size)) * 10.0 ** rng.uniform(-3, 1, (20_000, 1))
        transfer = Softmax()
        gap = transfer.transfer(first) - transfer.transfer(second)
        ratio = np.sum(gap**2, axis=1) / transfer.divergence(second, first)
        place = int(np.argmax(ratio))
        where = f"y = {np.round(transfer.transfer(first[place]), 3)}"
        yield Searched(f"{size} outputs", len(ratio), float(ratio[place]), where, allowed=1.0 + 1e-9)
