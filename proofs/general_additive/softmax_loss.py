"""The matching loss of softmax (5): the relative entropy, whatever the activations, zero only for equal outputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda, Rational

from numeric.matching import Softmax
from numeric.reference import matching as reference
from proofs.general_additive.c_softmax import i, j, k, over_outputs, relative_entropy_term
from proofs.general_additive.c_softmax import softmax_loss as relative_entropy
from proofs.general_additive.softmax_potential import (
    SOME_OUTPUT, a, b, entropy_gap, entropy_term_inequality, partition, softmax, softmax_divergence, x, y,
)  # fmt: skip
from verify.audit import (
    Claim, Conformance, Theorem, assume, at, combine, eq, fails_as, fails_without, family, follows, forall, ge,
    generalize, gt, identity, instantiate, positive, real, telescope, vanishes_with_its_square,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

c, d = family("a′"), family("â′")
p, q, P, Q = positive("p q p′ q′")
INDEX = [ge(i, 1), ge(k, i)]


def outputs(a: Any) -> Lambda:
    """σ(a), as a function of the index."""
    return Lambda(i, softmax(a))


SOFTMAX_LOSS = Claim(
    "general_additive/softmax-loss",
    at="(5), Example 2",
    printed=(
        "we can write L_σ(y, ŷ) = Σ_j y_j ln(y_j/ŷ_j). The relative entropy is the matching loss function for"
        " the softmax function"
    ),
    given=[SOME_OUTPUT],
    where={real("Z"): partition(a), real("Ẑ"): partition(b)},
    states=eq(softmax_divergence(b, a), relative_entropy(outputs(a), outputs(b))),
    reading=(
        "For every number k ≥ 1 of outputs and all activations a and â; y = σ(a) and ŷ = σ(â) are positive. What the "
        "formula means where an output is zero is general_additive/softmax-loss-at-zero."
    ),
)


@SOFTMAX_LOSS.proof
def logarithms_of_quotients(claim: Claim) -> Theorem:
    """ln(σ_j(a)/σ_j(â)) = a_j − â_j + P_σ(â) − P_σ(a), and Σ σ_j(a) = 1."""
    return identity(claim.states[0], facts=list(claim.given))


ZERO_AND_ONE = {k: 2, i: 1, a: Lambda(i, 0), b: Lambda(i, i), c: Lambda(i, 0), d: Lambda(i, i + 1)}


fails_as(SOFTMAX_LOSS,
    ("sign", eq(SOFTMAX_LOSS.states[0].lhs, -SOFTMAX_LOSS.states[0].rhs), "−Σ y ln(y/ŷ).", ZERO_AND_ONE),
    ("constant", eq(SOFTMAX_LOSS.states[0].lhs, relative_entropy(outputs(b), outputs(a))), "Σ ŷ ln(ŷ/y).",
        ZERO_AND_ONE),
)  # fmt: skip


@SOFTMAX_LOSS.conformance
def code_follows_the_entropy_of_outputs() -> Iterator[Conformance]:
    """The loss of outputs, for 2 to 20 of them, some pairs close: Σ y ln(y/ŷ) with outputs that sum to one exactly."""
    rng = np.random.default_rng(5)
    points = []
    for n in (2, 3, 20):
        for _ in range(4):
            first, second = (rng.integers(1, 2**20, n - 1) / 2.0**26 for _ in range(2))
            points.append(tuple([*u.tolist(), 1.0 - float(u.sum())] for u in (first, second)))
    return conformance(
        points,
        formula=lambda pair: value(relative_entropy(y, x), {y: pair[0], x: pair[1], k: len(pair[0])}),
        code=lambda pair: Softmax().matching_loss(*pair),
        reference=lambda pair: reference.matching_loss("softmax", *pair),
        ulps=4.0,
    )


# --- whatever activations are chosen -------------------------------------------------------------------------------

SAME_OUTCOME = forall(i, eq(softmax(c), softmax(a)), INDEX)
SAME_PREDICTION = forall(i, eq(softmax(d), softmax(b)), INDEX)

SOFTMAX_LOSS_CHOICE = Claim(
    "general_additive/softmax-loss-choice",
    at="(5), Example 2",
    printed="Δ_σ(â, a) = Δ_σ(â′, a′) whenever σ(â) = σ(â′) and σ(a) = σ(a′): the matching loss is uniquely defined",
    given=[SOME_OUTPUT, SAME_OUTCOME, SAME_PREDICTION],
    where={real(name): partition(w) for name, w in zip(["Z", "Ẑ", "Z′", "Ẑ′"], (a, b, c, d), strict=True)},
    states=eq(softmax_divergence(d, c), softmax_divergence(b, a)),
    rests_on=["general_additive/softmax-loss"],
    reading="For every number k ≥ 1 of outputs; the two outputs agree in each component 1 ≤ i ≤ k.",
)


@SOFTMAX_LOSS_CHOICE.proof
def outputs_decide(claim: Claim) -> Theorem:
    """Both divergences are the relative entropy of the outputs, which are equal term by term."""
    schemas = [f for f in claim.given if f != SOME_OUTPUT]
    loss = SOFTMAX_LOSS.theorem(SOFTMAX_LOSS.states[0])
    other = instantiate(loss, {a: c.head, b: d.head})
    rows = [at(f, i) for f in schemas]
    equal = identity(eq(relative_entropy_term(P, Q), relative_entropy_term(p, q)), using=[eq(P, p), eq(Q, q)])
    values = {p: softmax(a), q: softmax(b), P: softmax(c), Q: softmax(d)}
    term = instantiate(equal, values, discharge=[*rows, *map(assume, [SOME_OUTPUT])])
    terms = [(1, telescope(term, i, 1, k)), (1, other), (-1, loss)]
    return combine(claim.states[0], terms, facts=[SOME_OUTPUT])


EQUAL = {k: 2, a: Lambda(i, 0), b: Lambda(i, i), c: Lambda(i, 1), d: Lambda(i, i + 1)}


def equal_outputs() -> list[Theorem]:
    """The softmax of (1, 1) is that of (0, 0), and the softmax of (2, 3) that of (1, 2)."""
    index = [ge(i, 1), ge(2, i)]
    pairs = [(EQUAL[c], EQUAL[a]), (EQUAL[d], EQUAL[b])]
    return [generalize(identity(eq(_of_two(w), _of_two(z))), [i], index) for w, z in pairs]


def _of_two(w: Lambda) -> Expr:
    return softmax(w).subs(k, 2)


fails_as(SOFTMAX_LOSS_CHOICE,
    ("constant", eq(SOFTMAX_LOSS_CHOICE.states[0].lhs, 2 * SOFTMAX_LOSS_CHOICE.states[0].rhs), "Twice the loss.",
        EQUAL, equal_outputs),
    ("sign", eq(SOFTMAX_LOSS_CHOICE.states[0].lhs, -SOFTMAX_LOSS_CHOICE.states[0].rhs),
        "The loss with the other sign.", EQUAL, equal_outputs),
)  # fmt: skip


fails_without(SOFTMAX_LOSS_CHOICE,
    (SAME_PREDICTION, "σ(â′) need not be σ(â).", {**EQUAL, d: Lambda(i, 0)}, equal_outputs),
    (SAME_OUTCOME, "σ(a′) need not be σ(a).", {**EQUAL, c: Lambda(i, i)}, equal_outputs),
)  # fmt: skip


# --- not negative, and zero only for equal outputs -----------------------------------------------------------------

SIMPLEX = [eq(over_outputs(y(j), j), 1), eq(over_outputs(x(j), j), 1)]
NO_LOSS = ge(0, relative_entropy(y, x))

SOFTMAX_LOSS_SIGN = Claim(
    "general_additive/softmax-loss-sign",
    at="Example 2",
    printed="for y_j, ŷ_j > 0 and Σ y_j = Σ ŷ_j = 1, L_σ(y, ŷ) is nonnegative",
    given=SIMPLEX,
    states=ge(relative_entropy(y, x), 0),
    reading="For every k; y and ŷ are families of positive numbers.",
)

SOFTMAX_LOSS_ZERO = Claim(
    "general_additive/softmax-loss-zero",
    at="Example 2",
    printed="the relative entropy L_σ(y, ŷ) is nonnegative and zero only for y = ŷ",
    given=[*SIMPLEX, NO_LOSS, *INDEX],
    states=eq(y(i), x(i)),
    rests_on=["general_additive/softmax-loss-sign"],
    reading="For every k: where L_σ(y, ŷ) ≤ 0 the outputs agree in each component 1 ≤ i ≤ k.",
)


def excess(y: Any, x: Any) -> Expr:
    """y ln(y/ŷ) − y + ŷ, the summand of the loss of outputs with equal sums."""
    return relative_entropy_term(y, x) - y + x


def excess_is_not_negative() -> Theorem:
    """y_i ln(y_i/ŷ_i) − y_i + ŷ_i ≥ 0."""
    gap = entropy_gap(y(i), x(i))
    return follows(ge(excess(y(i), x(i)), 0), entropy_term_inequality(), gap)


@SOFTMAX_LOSS_SIGN.proof
def above_the_tangent(claim: Claim) -> Theorem:
    """Σ y ln(y/ŷ) ≥ Σ (y − ŷ) = 0."""
    added = telescope(excess_is_not_negative(), i, 1, k)
    return follows(claim.states[0], added, using=SIMPLEX)


@SOFTMAX_LOSS_ZERO.proof
def every_excess_vanishes(claim: Claim) -> Theorem:
    """The excess of one component is at most the sum of all, which is the loss; it exceeds a multiple of (y − ŷ)²."""
    simplex, index, loss = (part for part in (SIMPLEX, INDEX, [NO_LOSS]))
    there = instantiate(excess_is_not_negative(), {i: j})
    others = follows(ge((1 - KroneckerDelta(i, j)) * excess(y(j), x(j)), 0), there)
    added = telescope(others, j, 1, k)
    one = follows(ge(relative_entropy(y, x), excess(y(i), x(i))), added, index, using=simplex)
    mass, apart = 2 * (y(i) + 2 * x(i)) / 3, (y(i) - x(i)) ** 2
    terms = [(mass, one), (mass, entropy_term_inequality()), *((mass, assume(f)) for f in loss)]
    below = combine(ge(0, apart), terms)
    square = follows(eq(apart, 0), apart, below)
    return follows(claim.states[0], vanishes_with_its_square(y(i) - x(i), square))


EVEN = {k: 2, i: 1, y: Lambda(i, Rational(1, 2)), x: Lambda(i, Rational(1, 2))}
ELSEWHERE = Lambda(i, Rational(1, 2) + (i - 1) ** 2 * (i - 2) ** 2)
UNEVEN = Lambda(i, Rational(2, 3) / 2 ** (i - 1))


fails_as(SOFTMAX_LOSS_SIGN,
    ("sign", ge(0, SOFTMAX_LOSS_SIGN.states[0].lhs), "L_σ ≤ 0.", {**EVEN, y: UNEVEN}),
    ("constant", gt(SOFTMAX_LOSS_SIGN.states[0].lhs, 0), "L_σ > 0, also for y = ŷ.", EVEN),
)  # fmt: skip


fails_without(SOFTMAX_LOSS_SIGN,
    (SIMPLEX[0], "y need not have sum one.", {**EVEN, y: Lambda(i, Rational(1, 4))}),
    (SIMPLEX[1], "ŷ need not have sum one.", {**EVEN, x: Lambda(i, 1)}),
)  # fmt: skip


fails_as(SOFTMAX_LOSS_ZERO,
    ("constant", eq(y(i), 2 * x(i)), "y = 2ŷ.", EVEN),
    ("sign", eq(y(i), -x(i)), "y = −ŷ.", EVEN),
)  # fmt: skip


fails_without(SOFTMAX_LOSS_ZERO,
    (NO_LOSS, "The loss need not be zero.", {**EVEN, y: UNEVEN}),
    (SIMPLEX[0], "y need not have sum one.", {**EVEN, y: Lambda(i, Rational(1, 4))}),
    (SIMPLEX[1], "ŷ need not have sum one.", {**EVEN, x: Lambda(i, 1)}),
    (INDEX[1], "i may exceed k.", {**EVEN, i: 3, x: ELSEWHERE}),
    (INDEX[0], "i may be 0.", {**EVEN, i: 0, x: ELSEWHERE}),
)  # fmt: skip
