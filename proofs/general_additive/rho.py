"""Example 3: softmax with its last activation fixed, which is invertible, and its link to softmax."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial as bind
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda, Rational, Sum, exp, log

from numeric.matching import Rho
from numeric.reference import matching as reference
from proofs.general_additive.c_softmax import i, j, k
from proofs.general_additive.softmax_loss import excess, excess_is_not_negative
from proofs.general_additive.softmax_potential import along, entropy_term_inequality
from verify.audit import (
    Claim, Conformance, Deriv, Theorem, assume, cases, combine, eq, fails_as, fails_without, family, follows, forall,
    function, ge, generalize, gt, identity, instantiate, integer, le, positive, real, substitute, telescope,
    vanishes_with_its_square,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

s, each = real("s"), integer("p")
a, b, v = family("a"), family("â"), family("v")
y, x = family("y", positive=True), family("ŷ", positive=True)
logits = family("l")


def over_first(term: Any, index: Any = i) -> Expr:
    """The sum over the first k − 1 outputs."""
    return Sum(term, (index, 1, k - 1))


def whole(a: Any) -> Expr:
    """1 + Σ_{p<k} exp(a_p)."""
    return 1 + over_first(exp(a(each)), each)


def rho(a: Any, i: Any = i) -> Expr:
    """ρ_i(a) = exp(a_i)/(1 + Σ_{j<k} exp(a_j))."""
    return exp(a(i)) / whole(a)


def rest(y: Any) -> Expr:
    """1 − Σ_{j<k} y_j, what is left for the last output."""
    return 1 - over_first(y(j), j)


def inverse(y: Any) -> Lambda:
    """ρ⁻¹_i(y) = ln y_i − ln(1 − Σ_{j<k} y_j)."""
    return Lambda(i, log(y(i)) - log(rest(y)))


def outputs(a: Any) -> Lambda:
    """ρ(a), as a function of the index."""
    return Lambda(i, rho(a))


def divergence(b: Any, a: Any) -> Expr:
    """Δ_ρ(â, a) (19)."""
    return log(whole(b)) - log(whole(a)) - over_first((b(i) - a(i)) * rho(a))


RHO = function("ρ")
INSIDE = gt(rest(y), 0)
SOME = ge(k, 1)
LINK = forall(i, eq(logits(i), inverse(y)(i)))
"""So named, as sympy would make exp(ln y) to y before it is put to the core."""

EXAMPLE_3 = Claim(
    "general_additive/example-3",
    at="Example 3",
    printed=(
        "the function ρ that maps the (k − 1)-dimensional space R^{k−1} into the (k − 1) dimensional set {y ∈"
        " [0, 1]^{k−1} | Σ_i y_i ≤ 1} … has a strictly convex potential function P_ρ given by P_ρ(a) = ln(1 +"
        " Σ_j e^{a_j}) and an inverse given by ρ⁻¹_i(y) = ln y_i − ln(1 − Σ_j y_j)"
    ),
    given=[INSIDE, LINK],
    where={RHO(i): rho(a)},
    states=[
        gt(RHO(i), 0),
        gt(rest(RHO), 0),
        eq(Deriv(log(whole(along(a, v))), s, 0), over_first(RHO(i) * v(i))),
        eq(inverse(RHO)(i), a(i)),
        eq(rho(logits), y(i)),
    ],
    reading=(
        "For every k ≥ 1 and all a, with sums over 1 ≤ j ≤ k − 1. The range of ρ is the open set y_i > 0, Σ y_j < 1: "
        "ρ(a) is in it, ρ⁻¹(ρ(a)) = a, and ρ(l) = y for l = ρ⁻¹(y) and every y in it. It lies in the closed set that "
        "is printed; where an outcome is 0, or they add up to 1, there is no inverse. The derivative of P_ρ along "
        "every v is ⟨ρ(a), v⟩. That P_ρ is strictly convex is general_additive/example-3-strictly-convex."
    ),
)


@EXAMPLE_3.proof
def exponentials_and_logarithms(claim: Claim) -> list[Theorem]:
    """1 − Σ ρ_j(a) = 1/(1 + Σ e^{a_j})."""
    inside, below, gradient, left, right = claim.states
    return [
        follows(inside, rho(a)),
        follows(below, 1 / whole(a)),
        identity(gradient),
        identity(left, facts=[follows(below, 1 / whole(a))]),
        identity(right, using=[LINK], facts=[INSIDE]),
    ]


HALVES = {k: 2, i: 1, a: Lambda(i, 0), b: Lambda(i, 1), v: Lambda(i, 1), y: Lambda(i, Rational(1, 2))}
THIRDS = {**HALVES, y: Lambda(i, Rational(1, 3)), logits: Lambda(i, -log(2))}


def link_at_a_third() -> list[Theorem]:
    """ρ⁻¹(⅓) = ln ⅓ − ln ⅔ = −ln 2."""
    third = Lambda(i, Rational(1, 3))
    link = identity(substitute(eq(-log(2), inverse(third)(i)), {k: 2}))
    return [generalize(link, [i])]


def with_state(claim: Claim, index: int, new: Any) -> Claim:
    """The claim with one of its formulas replaced."""
    return claim.replace(states=[new if n == index else f for n, f in enumerate(claim.states)])


fails_as(EXAMPLE_3,
    ("constant", {EXAMPLE_3.states[2]: eq(EXAMPLE_3.states[2].lhs, EXAMPLE_3.states[2].rhs / 2)},
        "The gradient is ρ/2.", THIRDS, link_at_a_third),
    ("sign", {EXAMPLE_3.states[2]: eq(EXAMPLE_3.states[2].lhs, -EXAMPLE_3.states[2].rhs)}, "The gradient is −ρ.",
        THIRDS, link_at_a_third),
    ("constant", {EXAMPLE_3.states[4]: eq(rho(Lambda(i, 2 * logits(i))), y(i))}, "The inverse is twice as large.",
        THIRDS, link_at_a_third),
    ("sign", {EXAMPLE_3.states[4]: eq(rho(Lambda(i, -logits(i))), y(i))}, "The inverse has the other sign.", THIRDS,
        link_at_a_third),
)  # fmt: skip


fails_without(EXAMPLE_3, (LINK, "l need not be ρ⁻¹(y).", {**THIRDS, logits: Lambda(i, 0)}))


@EXAMPLE_3.conformance
def code_follows_rho() -> Iterator[Conformance]:
    """ρ and P_ρ in 1 to 12 dimensions, and ρ⁻¹ at outputs of the open simplex."""
    rng = np.random.default_rng(3)
    points = [rng.normal(0, 3, n).tolist() for n in (1, 2, 3, 12) for _ in range(3)]
    inside = [(rng.integers(1, 2**20, n) / 2.0**24).tolist() for n in (1, 2, 3, 12) for _ in range(3)]

    def components(term: Any, name: Any) -> Any:
        return lambda w: [value(term, {name: w, k: len(w) + 1, i: n + 1}) for n in range(len(w))]

    cases_of = [
        (points, components(rho(a), a), Rho().transfer, reference.transfer),
        (inside, components(inverse(y)(i), y), Rho().inverse, reference.inverse),
        (points, lambda w: value(log(whole(a)), {a: w, k: len(w) + 1}), Rho().potential, reference.potential),
    ]
    for tried, formula, code, mirrored in cases_of:
        yield from conformance(tried, formula=formula, code=code, reference=bind(mirrored, "rho"), ulps=8.0)


# --- strictly convex -----------------------------------------------------------------------------------------------

APART = gt((b(i) - a(i)) ** 2, 0)
INDEX = [ge(i, 1), ge(k - 1, i)]

STRICTLY_CONVEX = Claim(
    "general_additive/example-3-strictly-convex",
    at="Example 3",
    printed="This function has a strictly convex potential function P_ρ",
    given=[APART, *INDEX],
    states=gt(divergence(b, a), 0),
    rests_on=["general_additive/example-3"],
    reading=(
        "P_ρ(â) > P_ρ(a) + ⟨ρ(a), â − a⟩ for all a and â that differ in some component 1 ≤ i ≤ k − 1, for every k."
    ),
)


@STRICTLY_CONVEX.proof
def entropy_of_all_outputs(claim: Claim) -> Theorem:
    """The divergence is Σ_{j<k} of excesses and that of the rest: if it were 0, all components would agree."""
    sides, zero = [gt(divergence(b, a), 0), le(divergence(b, a), 0)], assume(le(divergence(b, a), 0))
    outcome, guess, last, other = rho(a), rho(b), 1 / whole(a), 1 / whole(b)
    there = instantiate(excess_is_not_negative(), {y: outputs(a), x: outputs(b), i: j})
    others = follows(ge((1 - KroneckerDelta(i, j)) * excess(rho(a, j), rho(b, j)), 0), there)
    added = telescope(others, j, 1, k - 1)
    two = follows(ge(divergence(b, a), excess(outcome, guess) + excess(last, other)), added, INDEX)
    signs = [instantiate(_excess_sign(), {p: own, q: his}) for own, his in ((outcome, guess), (last, other))]
    equal = []
    for (own, his), spare in zip(((outcome, guess), (last, other)), reversed(signs), strict=True):
        none = follows(ge(0, excess(own, his)), two, zero, spare)
        equal.append(instantiate(_no_excess(), {p: own, q: his}, discharge=[none]))
    logarithms = identity(eq(log(p) - log(q), log(P) - log(Q)), using=[eq(p, P), eq(q, Q)])
    same = instantiate(logarithms, {p: outcome, P: guess, q: last, Q: other}, discharge=equal)
    nothing = follows(ge(0, (b(i) - a(i)) ** 2), same)
    absurd = instantiate(anything(), {real_p: divergence(b, a), real_q: (b(i) - a(i)) ** 2}, [nothing, assume(APART)])
    return cases([assume(sides[0]), absurd], sides)


p, q, P, Q = positive("p q p′ q′")
real_p, real_q = real("d e")


def _excess_sign() -> Theorem:
    """p ln(p/q) − p + q ≥ 0."""
    return instantiate(excess_is_not_negative(), {y: Lambda(i, p), x: Lambda(i, q)})


def _no_excess() -> Theorem:
    """p = q, where p ln(p/q) − p + q ≤ 0."""
    none = ge(0, excess(p, q))
    term = instantiate(entropy_term_inequality(), {y: Lambda(i, p), x: Lambda(i, q)})
    below = follows(ge(0, (p - q) ** 2), term, none)
    square = follows(eq((p - q) ** 2, 0), (p - q) ** 2, below)
    return follows(eq(p, q), vanishes_with_its_square(p - q, square))


def anything() -> Theorem:
    """d > 0, from e > 0 and e ≤ 0."""
    above, below = assume(gt(real_q, 0)), assume(ge(0, real_q))
    never = follows(ge(-(real_q**2), 0), above, below)
    half = Rational(1, 2)
    parts = [(1, (real_p + half) ** 2), (1, 3 * half**2), ((real_p**2 + 1) / real_q**2, never)]
    return instantiate(combine(gt(real_p, 0), parts), {}, discharge=[above])


BESIDE = {k: 2, a: Lambda(i, 0), b: Lambda(i, i - 1)}


fails_without(STRICTLY_CONVEX,
    (APART, "a and â may agree.", {**BESIDE, i: 1}),
    (INDEX[1], "They may differ only in a component that is none.", {**BESIDE, i: 2}),
    (INDEX[0], "They may differ only in component 0.", {**BESIDE, i: 0}),
)  # fmt: skip


fails_as(STRICTLY_CONVEX,
    ("sign", gt(0, STRICTLY_CONVEX.states[0].lhs), "The divergence is negative.", {**HALVES}),
    ("constant", gt(STRICTLY_CONVEX.states[0].lhs, 1), "The divergence is larger than 1.", {**HALVES}),
)  # fmt: skip
