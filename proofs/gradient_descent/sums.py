"""The sums of step sizes: Σ 1/√t ≤ 2√T and Σ 1/t ≤ 1 + ln T, for every T."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, Sum, log, sqrt

from verify.audit import (
    Claim, Theorem, assume, by_induction, cases, combine, decided, decided_by, eq, fails_as, fails_without, follows,
    ge, generalize, gt, harmonic_sum, instantiate, integer, le, ne, real,
)  # fmt: skip

t, T = integer("t T")
x = real("x")


def up_to(term: Any, last: Any = T, first: Any = 1) -> Expr:
    """The sum over the rounds."""
    return Sum(term, (t, first, last))


ROOTS, HARMONIC_SUM = up_to(1 / sqrt(t)), up_to(1 / t)
SOME = ge(T, 1)

SQRT_SUM_SHARP = Claim(
    "gradient_descent/sqrt-sum.sharp",
    at="after (7), sharper",
    says="Σ_{t=1}^T 1/√t ≤ 2√T − 1",
    given=[SOME],
    states=le(ROOTS, 2 * sqrt(T) - 1),
    reading="For every T ≥ 1; equality at T = 1.",
    sharpens="gradient_descent/sqrt-sum",
)

SQRT_SUM = Claim(
    "gradient_descent/sqrt-sum",
    at="after (7)",
    printed="Σ_{t=1}^T 1/√t ≤ 2√T",
    given=[SOME],
    states=le(ROOTS, 2 * sqrt(T)),
    rests_on=["gradient_descent/sqrt-sum.sharp"],
    reading="For every T ≥ 1.",
)

HARMONIC_SHARP = Claim(
    "gradient_descent/harmonic.sharp",
    at="last page, sharper",
    says="1 + ½ + ⅓ + ⋯ + 1/T ≤ 1 + ln((2T + 1)/3) ≤ 1 + ln T",
    given=[SOME],
    states=[le(HARMONIC_SUM, 1 + log((2 * T + 1) / 3)), le(1 + log((2 * T + 1) / 3), 1 + log(T))],
    reading="For every T ≥ 1; equality at T = 1.",
    sharpens="gradient_descent/harmonic",
)

HARMONIC = Claim(
    "gradient_descent/harmonic",
    at="last page",
    printed=(
        "(G²/(2σ)) Σ_{t=1}^T 1/t ≤ (G²/(2σ))(1 + ln T) where we used a simple logarithmic upper bound to the harmonic "
        "sum 1 + ½ + ⅓ + ⋯ + 1/T"
    ),
    given=[SOME],
    states=le(HARMONIC_SUM, 1 + log(T)),
    reading="The bound on the harmonic sum itself, for every T ≥ 1; equality at T = 1.",
)


@SQRT_SUM_SHARP.proof
def difference_of_roots(claim: Claim) -> Theorem:
    """Each term is at most the step 2√(T+1) − 2√T, as (√(T+1) − √T)² ≥ 0."""
    return by_induction(claim.states[0], T, 1, base=[1], step=[(sqrt(T + 1) - sqrt(T)) ** 2])


@SQRT_SUM.proof
def one_less(claim: Claim) -> Theorem:
    """2√T − 1 ≤ 2√T."""
    return follows(claim.states[0], SQRT_SUM_SHARP.theorem(SQRT_SUM_SHARP.states[0]), SOME)


@HARMONIC.proof
def logarithm_above_its_chord(claim: Claim) -> Theorem:
    """ln(T+1) − ln T = −ln(1 − 1/(T+1)) ≥ 1/(T+1), as ln x ≤ x − 1."""
    return harmonic_sum(T, [SOME])


@HARMONIC_SHARP.proof
def chord_of_the_logarithm(claim: Claim) -> list[Theorem]:
    """ln((2T + 3)/(2T + 1)) = ln((1 + x)/(1 − x)) ≥ 2x for x = 1/(2T + 2)."""
    bound, compared = claim.states
    half = 1 / (2 * T + 2)
    inside = [combine(ge(half, 0), [(1, half)], facts=[SOME])]
    inside += [combine(le(half, Rational(1, 2)), [(T / (2 * T + 2), 1)], facts=[SOME])]
    quotient = decided(ge(log((1 + x) / (1 - x)), 2 * x), ge(x, 0), le(x, Rational(1, 2)))
    above = instantiate(quotient, {x: half}, discharge=inside)
    step = ge(log((2 * T + 3) / 3) - log((2 * T + 1) / 3), 1 / (T + 1))
    grows = by_induction(bound, T, 1, step=[combine(step, [(1, above)], facts=[SOME])])
    ratio = (2 * T + 1) / (3 * T)
    positive = combine(gt(ratio, 0), [(1, ratio)], facts=[SOME])
    below = instantiate(logarithm_below_tangent(), {x: ratio}, discharge=[positive])
    return [grows, combine(compared, [(1, below), (1 / (3 * T), SOME)], facts=[SOME])]


def logarithm_below_tangent() -> Theorem:
    """x − 1 − ln x ≥ 0 for x > 0."""
    return decided(ge(x - 1 - log(x), 0), gt(x, 0))


fails_as(SQRT_SUM_SHARP,
    ("constant", le(ROOTS, 2 * sqrt(T) - Rational(11, 10)), "11/10 is taken away in place of 1.", {T: 1}),
    ("constant", le(ROOTS, Rational(3, 2) * sqrt(T) - 1), "3/2 in place of the factor 2.", {T: 16}),
    ("sign", le(ROOTS, -2 * sqrt(T) - 1), "−2√T − 1.", {T: 1}),
)  # fmt: skip


fails_without(SQRT_SUM_SHARP, ({SOME: ge(T, 0)}, "T may be 0, where the empty sum exceeds −1.", {T: 0}))


fails_as(SQRT_SUM,
    ("constant", le(ROOTS, Rational(3, 2) * sqrt(T)), "3/2 in place of the factor 2.", {T: 16}),
    ("sign", le(ROOTS, -2 * sqrt(T)), "−2√T.", {T: 1}),
)  # fmt: skip


def without_terms(claim: Claim) -> Theorem:
    """For T = 0 both sides are 0."""
    below = gt(1, T)
    none = combine(eq(T, 0), [(1, T)], facts=[*claim.given, below])
    empty = combine(claim.states[0], [], using=[none], facts=list(claim.given))
    return cases([SQRT_SUM.theorem(SQRT_SUM.states[0]), empty], [SOME, below])


fails_without(SQRT_SUM, ({SOME: ge(T, 0)}, "T may be 0: true too.", decided_by(proof=without_terms)))


fails_as(HARMONIC,
    ("constant", le(HARMONIC_SUM, Rational(1, 2) + log(T)), "½ in place of 1.", {T: 1}),
    ("constant", le(HARMONIC_SUM, 1 + log(T) / 2), "½ ln T in place of ln T.", {T: 10}),
    ("sign", le(HARMONIC_SUM, 1 - log(T)), "1 − ln T.", {T: 2}),
)  # fmt: skip


fails_as(HARMONIC_SHARP,
    ("constant", [le(HARMONIC_SUM, 1 + log((2 * T + 1) / 4)), HARMONIC_SHARP.states[1]], "1 + ln((2T + 1)/4).",
        {T: 1}),
    ("sign", [le(HARMONIC_SUM, 1 - log((2 * T + 1) / 3)), HARMONIC_SHARP.states[1]], "1 − ln((2T + 1)/3).", {T: 2}),
)  # fmt: skip


def defined_without_terms() -> list[Theorem]:
    """For all t with 1 ≤ t ≤ 0, t ≠ 0: the terms of the empty sum are defined."""
    empty = [ge(t, 1), ge(0, t)]
    return [generalize(combine(ne(t, 0), [(1, assume(empty[0])), (1, 1)]), [t], empty)]


fails_without(HARMONIC_SHARP,
    ({SOME: ge(T, 0)}, "T may be 0, where the empty sum exceeds 1 − ln 3.", {T: 0}, defined_without_terms),
)  # fmt: skip


@SQRT_SUM.extremal("T", [2**n for n in range(6)])
def roots(last: int) -> dict[Any, Any]:
    """The sum to T; its ratio to 2√T tends to 1."""
    return {T: last}


@SQRT_SUM_SHARP.extremal("T", [2**n for n in range(6)])
def roots_from_one_on(last: int) -> dict[Any, Any]:
    """The sum to T: attained at T = 1, and again in the limit."""
    return {T: last}


@HARMONIC.extremal("T", [4**n for n in range(4)])
def harmonic_numbers(last: int) -> dict[Any, Any]:
    """The sum to T."""
    return {T: last}


@HARMONIC_SHARP.extremal("T", [4**n for n in range(4)])
def harmonic_numbers_under_the_sharper(last: int) -> dict[Any, Any]:
    """The sum to T."""
    return {T: last}
