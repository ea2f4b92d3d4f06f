"""After Example 1: the softmax loss has no continuous extension to the closure; with ŷ inside it has one."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, exp, log, sqrt

from proofs.general_additive.c_softmax import ratio_inequality, relative_entropy_term
from proofs.general_additive.c_softmax import u as ratio
from verify.audit import (
    Claim, Theorem, assume, at, combine, eq, exists, fails_as, fails_without, follows, forall, ge, generalize, gt,
    holds_at, instantiate, positive, real, witness,
)  # fmt: skip
from verify.language.exists import NOTHING_EXISTS
from verify.lemmas import at_value

limit, other = real("M N")
y, x, delta, epsilon, c, q, t = positive("y ŷ δ ε c q t")
p0, q0, d0 = positive("p q d")


def two_outputs(y: Any, x: Any) -> Expr:
    """L_σ at (y, 1 − y) and (ŷ, 1 − ŷ), with ln y − ln ŷ for ln(y/ŷ)."""
    return y * (log(y) - log(x)) + (1 - y) * (log(1 - y) - log(1 - x))


NEAR = [gt(1, p0), gt(1, q0), gt(d0, p0), gt(d0, q0)]
CLOSE = forall([p0, q0], gt(Rational(1, 16), (two_outputs(p0, q0) - limit) ** 2), NEAR)

EXTENSION = Claim(
    "general_additive/closure-extension",
    weight="gap",
    slip=(
        "The loss has no limit where both arguments tend to the same face of the simplex; what the paper "
        "needs, an extension in y alone, exists."
    ),
    at="after Example 1",
    printed=(
        "In certain situations it is useful to extend L_φ to the domain V̄_φ × V̄_φ … The resulting extended "
        "L_φ should still be continuous. In the examples we consider such a continuous extension is easily "
        "seen to exist"
    ),
    states=exists([limit, d0], [CLOSE]),
    reading=(
        "For softmax with two outputs (Example 2; for ρ of Example 3 and the logistic it is the same function) "
        "at y = ŷ = (0, 1). A continuous extension has a value M there, and L_σ is within ¼ of M at all pairs in the "
        "open simplex closer than some d > 0. M = ∞ is no way out, as L_σ = 0 where y = ŷ."
    ),
)


def along(c: Any, epsilon: Any) -> Expr:
    """ŷ = ε e^{−c/ε}, for which the first term of the loss at y = ε is c."""
    return epsilon * exp(-c / epsilon)


SMALL = gt(1, epsilon)
guess = positive("ŷ")
LIMITS = Claim(
    "general_additive/closure-extension-limits",
    at="after Example 1, Example 2",
    says="0 ln(0/0) = 0 is a convention and no limit: every number c ≥ 0 is a limit of the loss",
    given=[SMALL],
    states=[
        ge(two_outputs(epsilon, along(c, epsilon)), c - epsilon),
        ge(c, two_outputs(epsilon, along(c, epsilon))),
        forall(guess, eq(two_outputs(epsilon, guess), 0), [eq(guess, epsilon)]),
    ],
    reading=(
        "y = (ε, 1 − ε) and ŷ = (εe^{−c/ε}, 1 − εe^{−c/ε}) both tend to (0, 1) as ε → 0, and the loss to c; with "
        "ŷ = y it is 0. So L_σ is discontinuous at ((0, 1), (0, 1)) whatever its value there."
    ),
)


def entropy_is_at_least(term: Any, facts: Any = ()) -> Theorem:
    """u ln u ≥ u − 1."""
    rough = follows(ge(ratio * log(ratio), ratio - 1), ratio_inequality(), 3 * (ratio - 1) ** 2 / (2 * (ratio + 2)))
    return instantiate(rough, {ratio: term}, discharge=facts)


@LIMITS.proof
def logarithms_near_one(claim: Claim) -> list[Theorem]:
    """(1 − ε) ln((1 − ε)/(1 − ŷ)) is at most 0 and at least (1 − ε) ln(1 − ε) ≥ −ε, for 0 < ŷ < ε."""
    above, below, equal = claim.states
    smaller, inside, outside = _places()
    near = along(c, epsilon)
    above_guess = follows(gt(exp(c / epsilon) - epsilon, 0), outside)
    facts = [smaller, inside, outside, above_guess]
    own = entropy_is_at_least(1 - epsilon, [inside])
    rest = entropy_is_at_least(1 / (1 - near), [outside])
    wider = (1 - near) / (1 - epsilon)
    quotient = entropy_is_at_least(wider, [inside, outside])
    share = 1 - epsilon
    lower = [(1, own), (share * (1 - near), rest), (share, near)]
    upper = [(share / wider, quotient), (1 / wider, epsilon - near)]
    return [
        combine(above, lower, facts=facts),
        combine(below, upper, facts=facts),
        at_value(equal, facts=[*facts, *_same_places(equal, inside)]),
    ]


def _same_places(equal: Any, inside: Theorem) -> list[Theorem]:
    """1 − ŷ > 0 where ŷ = ε."""
    return [follows(gt(1 - guess, 0), inside, using=equal.given)]


def _places() -> tuple[Theorem, Theorem, Theorem]:
    """ε > ŷ, 1 − ε > 0 and 1 − ŷ > 0."""
    falls = entropy_is_at_least(exp(-c / epsilon))
    smaller = follows(gt(epsilon, along(c, epsilon)), falls, exp(-c / epsilon))
    inside = follows(gt(1 - epsilon, 0), SMALL)
    outside = follows(gt(1 - along(c, epsilon), 0), inside, smaller)
    return smaller, inside, outside


@EXTENSION.counterexample
def values_apart(claim: Claim) -> Theorem:
    """Within every d there are outputs with loss 0, and others with loss at least ½."""
    return witness(list(claim.given), claim.states[0], NOTHING_EXISTS, discharge=[no_extension()])


def no_extension() -> Theorem:
    """From a value M to which L_σ is close within d, −1 ≥ 0 follows: at ε = d/(2 + 2d)."""
    step = d0 / (2 + 2 * d0)
    half, within = follows(gt(Rational(1, 2), step)), follows(gt(d0, step), 1 + 2 * d0)
    absurd = instantiate(_two_values(), {epsilon: step}, discharge=[half, within])
    return generalize(absurd, [limit, d0], [CLOSE])


def _two_values() -> Theorem:
    """−1 ≥ 0, from 0 < ε < ½, ε < d and `CLOSE`: at y = ε the loss is 0 for ŷ = ε, and at least ½ for c = 1."""
    small, within = assume(gt(Rational(1, 2), epsilon)), assume(gt(d0, epsilon))
    below_one, guess = follows(SMALL, small), along(1, epsilon)
    places = [instantiate(f, {c: 1}, discharge=[below_one]) for f in _places()]
    smaller, _, outside = places
    lower = LIMITS.theorem(LIMITS.states[0])
    above = instantiate(lower, {c: 1}, discharge=[below_one])
    far = follows(ge(two_outputs(epsilon, guess), Rational(1, 2)), above, small, places)
    ends = [follows(gt(d0, guess), within, smaller), follows(gt(1, guess), outside)]
    known = [below_one, within, *ends]
    at_zero, at_one = (instantiate(at(CLOSE, epsilon, end), {}, discharge=known) for end in (epsilon, guess))
    zero = follows(gt(Rational(1, 16), limit**2), at_zero, known)
    absurd = instantiate(_far_and_close(), {other: two_outputs(epsilon, guess)}, discharge=[zero, at_one, far])
    return instantiate(absurd, {}, discharge=[*places, *known])


def _far_and_close() -> Theorem:
    """−1 ≥ 0, from M² < 1/16, (N − M)² < 1/16 and N ≥ ½."""
    room = Rational(1, 16) - limit**2
    near = [gt(Rational(1, 16), limit**2), gt(Rational(1, 16), (other - limit) ** 2)]
    half = Rational(1, 2)
    below = follows(ge(-room, 0), near[1], (2 * limit - other) ** 2, (other - half) ** 2, ge(other, half))
    above = follows(gt(room, 0), near[0])
    never = follows(ge(-(room**2), 0), above, below)
    return instantiate(combine(ge(-1, 0), [(1 / room**2, never)]), {}, discharge=[above])


holds_at(LIMITS, ("Near the face.", {epsilon: Rational(1, 1000), c: 1}))


fails_as(LIMITS,
    ("constant", {LIMITS.states[0]: ge(LIMITS.states[0].lhs, 2 * c - epsilon)}, "At least 2c − ε.",
        {epsilon: Rational(1, 10), c: 1}),
    ("sign", {LIMITS.states[1]: ge(LIMITS.states[1].rhs, LIMITS.states[1].lhs)}, "At least c.",
        {epsilon: Rational(1, 10), c: 1}),
)  # fmt: skip


# --- where ŷ stays inside ------------------------------------------------------------------------------------------

BOX = [ge(1, y), ge(x, q), ge(1, x)]
SMALL_ENOUGH = [ge(exp(2) * epsilon**2, 4 * y), ge(epsilon, y * (1 - log(q)))]

EXTENSION_REPAIRED = Claim(
    "general_additive/closure-extension.repaired",
    at="after Example 1, Example 2",
    says="y ln(y/ŷ) → 0 as y → 0, uniformly in ŷ ≥ q > 0: so L_σ extends continuously to V̄_σ × V_σ, with 0 ln 0 = 0",
    given=[*BOX, *SMALL_ENOUGH],
    states=[ge(relative_entropy_term(y, x), -epsilon), ge(epsilon, relative_entropy_term(y, x))],
    repairs="general_additive/closure-extension",
    reading=(
        "Each term y ln(y/ŷ) tends to 0 as y → 0, uniformly in ŷ from any q > 0 to 1: it is within ε of 0 once "
        "4y ≤ (eε)² and y(1 − ln q) ≤ ε. So with 0 for the term where y_j = 0 the loss, a sum of k such terms that are "
        "continuous elsewhere, is continuous on the pairs with y in the closed and ŷ in the open simplex: all that "
        "section 4 needs, whose predictions are values of φ. What happens as ŷ_j → 0 is "
        "general_additive/softmax-loss-at-zero."
    ),
)


@EXTENSION_REPAIRED.proof
def roots_and_logarithms(claim: Claim) -> list[Theorem]:
    """y ln y = 2y ln √y ≥ −2√y/e ≥ −ε, as u ln u ≥ u − 1 for u = e√y; y ln y ≤ 0 and −y ln ŷ ≤ −y ln q ≤ ε."""
    root = sqrt(y)
    lower, upper = claim.states
    least = combine(ge(t**2 * log(t**2), -2 * t * exp(-1)), [(2 * t * exp(-1), entropy_is_at_least(exp(1) * t))])
    own, most = instantiate(least, {t: root}), 2 * root * exp(-1)
    short = combine(ge(epsilon - most, 0), [(exp(-2) / (epsilon + most), assume(SMALL_ENOUGH[0]))])
    x_logarithm = follows(ge(-log(x), 0), entropy_is_at_least(1 / x), BOX[2])
    y_logarithm = follows(ge(-log(y), 0), entropy_is_at_least(1 / y), BOX[0])
    ahead = follows(ge(log(x) - log(q), 0), entropy_is_at_least(x / q), BOX[1])
    return [follows(lower, own, x_logarithm, short), follows(upper, y_logarithm, ahead, SMALL_ENOUGH[1], y)]


INSTANCE = {y: Rational(1, 100), x: Rational(1, 2), q: Rational(1, 2), epsilon: Rational(1, 4)}


@EXTENSION_REPAIRED.instance
def a_small_outcome() -> dict[Any, Any]:
    """y = 1/100, ŷ = q = 1/2, ε = 1/4."""
    return INSTANCE


holds_at(EXTENSION_REPAIRED,
    ("y = e⁻², ŷ = 1 and ε = 2e⁻², which is −y ln y.", {y: exp(-2), x: 1, q: 1, epsilon: 2 * exp(-2)}),
    ("y = 1 and ŷ = q = e⁻²⁰⁰: ε is 1 more than 200.", {y: 1, x: exp(-200), q: exp(-200), epsilon: 201}),
)  # fmt: skip


fails_without(EXTENSION_REPAIRED,
    (BOX[0], "y may exceed 1.", {y: 4, x: 1, q: 1, epsilon: 4}),
    (BOX[1], "ŷ may be less than q.", {**INSTANCE, x: exp(-100)}),
    (BOX[2], "ŷ may exceed 1.", {**INSTANCE, x: exp(100)}),
    (SMALL_ENOUGH[0], "4y may exceed (eε)².", {y: Rational(1, 4), x: 1, q: 1, epsilon: Rational(1, 4)}),
    (SMALL_ENOUGH[1], "y(1 − ln q) may exceed ε.",
        {y: Rational(1, 100), x: exp(-100), q: exp(-100), epsilon: Rational(1, 5)}),
)  # fmt: skip


@EXTENSION_REPAIRED.mutant("constant", at={y: Rational(1, 4), x: 1, q: 1, epsilon: Rational(1, 3)})
def a_larger_root(claim: Claim) -> Claim:
    """4y/9 ≤ ε² in place of 4y/e² ≤ ε²."""
    return claim.replace(given=[*BOX, ge(epsilon**2, y * Rational(4, 9)), SMALL_ENOUGH[1]])


fails_as(EXTENSION_REPAIRED,
    ("sign", {EXTENSION_REPAIRED.states[1]: ge(EXTENSION_REPAIRED.states[1].rhs, EXTENSION_REPAIRED.states[1].lhs)},
        "The term is at least ε.", INSTANCE),
)  # fmt: skip
