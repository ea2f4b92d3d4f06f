"""Example 4: λ_t of the square loss, and the terms of the bound; one of the two printed equations is false."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Rational, sqrt

from proofs.geometric_view._square import eta, of, product_at_most_magnitudes, square  # fmt: skip
from verify.author.kernel import Theorem, assume, combine, identity, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, function, ge, gt, le, norm, real, vectors
from verify.lemmas import at_most_by_squares

a, b, s, y, lam = real("a b s y λ")
strength = real("λ_t")
p, q, x = vectors("p q x")
HALF = Rational(1, 2)

# --- λ_t ------------------------------------------------------------------------------------------------------------

APART = gt(square(q - p), 0)
LENGTH = norm(q - p)
CONVEXITY = Inner(q - p, x) ** 2 / LENGTH**2


def along(s: Any) -> Expr:
    """The loss at the point s of the segment from p to q, which is parametrised by arc length."""
    return (Inner(p + s / LENGTH * (q - p), x) - y) ** 2


def less_parabola(s: Any, strength: Any) -> Expr:
    """(L∘γ)(s) − λs²."""
    return along(s) - strength * s**2


def chord(strength: Any, a: Any, b: Any, s: Any) -> tuple[Expr, Expr]:
    """The chord of (L∘γ)(s) − λs² from a to b, and the function below it."""
    ends = (1 - s) * less_parabola(a, strength) + s * less_parabola(b, strength)
    return ends, less_parabola((1 - s) * a + s * b, strength)


LAMBDA = Claim(
    "geometric_view/example-4-lambda",
    at="Example 4",
    printed="L_t|γ_t, the restriction to the image of γ_t, is λ_t-convex, where λ_t = ⟨w⋆ − w_t, x_t⟩²/ℓ_t². It is "
    "easy to check that L_t|l is λ_t-convex for any line segment l contained in the image of γ_t",
    given=[APART],
    where={function("f")(s): less_parabola(s, strength), function("Lγ")(s): along(s), strength: CONVEXITY},
    states=eq(*chord(strength, a, b, s)),
    rests_on=["geometric_view/lambda-convex"],
    reading=(
        "p = w_t, q = w⋆, γ(s) = p + s(q − p)/‖q − p‖ with q ≠ p, Lγ = L∘γ. f(s) = (L∘γ)(s) − λ_ts² lies on its "
        "chords, between any two points a and b and beyond them: it is affine, hence convex, on γ and on all its "
        "segments. That a shifted or reversed parameter changes nothing is geometric_view/lambda-convex."
    ),
)

LAMBDA_SHARP = Claim(
    "geometric_view/example-4-lambda.sharp",
    at="Example 4",
    says="The square loss on γ_t is λ-convex for no larger λ than λ_t.",
    given=[APART, ge(*chord(lam, 0, LENGTH, HALF))],
    states=le(lam, CONVEXITY),
    reading="A λ with which (L∘γ)(s) − λs² is not above its chord at the middle of γ is at most λ_t.",
    sharpens="geometric_view/example-4-lambda",
)


@LAMBDA.proof
def affine_in_s(claim: Claim) -> Theorem:
    """The prediction is affine in s with slope ⟨q − p, x⟩/ℓ."""
    return identity(claim.states[0], facts=of(claim, APART))


ACROSS = {p: (0, 0), q: (1, 0), x: (1, 1), y: 0, a: 0, b: 1, s: HALF}


fails_as(LAMBDA,
    ("constant", eq(*chord(2 * CONVEXITY, a, b, s)), "2λ_t.", ACROSS),
    ("sign", eq(*chord(Inner(q + 2 * p, x) ** 2 / LENGTH**2, a, b, s)),
        "⟨w⋆ + 2w_t, x_t⟩ in place of the difference.", ACROSS | {p: (1, 0), q: (0, 0)}),
)  # fmt: skip


@LAMBDA_SHARP.proof
def middle_of_the_chord(claim: Claim) -> Theorem:
    """At the middle the chord is above by (λ_t − λ)ℓ²/4."""
    apart, below = (of(claim, f) for f in LAMBDA_SHARP.given)
    return combine(claim.states[0], [(4 / LENGTH**2, assume(f)) for f in below], facts=apart)


fails_as(LAMBDA_SHARP,
    ("constant", le(lam, CONVEXITY / 2), "λ ≤ λ_t/2.", {p: 0, q: 1, x: 1, y: 0, lam: 1}),
    ("sign", ge(lam, CONVEXITY), "λ ≥ λ_t.", {p: 0, q: 1, x: 1, y: 0, lam: 0}),
)  # fmt: skip


fails_without(LAMBDA_SHARP, (LAMBDA_SHARP.given[1], "Any λ.", {p: 0, q: 1, x: 1, y: 0, lam: 2}))


# --- the terms ------------------------------------------------------------------------------------------------------

STEP = eq(q, p - eta * 2 * (Inner(p, x) - y) * x)
z = vectors("z u")[0]


def square_loss(v: Any) -> Expr:
    """(⟨v, x⟩ − y)²."""
    return (Inner(v, x) - y) ** 2


STRENGTH = Inner(z - p, x) ** 2 / norm(z - p) ** 2
ELSEWHERE = gt(square(z - p), 0)
MOVED = eq(square(p - q) / 2, 2 * eta**2 * square_loss(p) * square(x))
CURVED = 2 * STRENGTH * (square(p - z) / 2)
MIXED = square_loss(z) + square_loss(p) - 2 * sqrt(square_loss(z) * square_loss(p))
SAME_SIGN = ge((Inner(p, x) - y) * (Inner(z, x) - y), 0)

TERMS_READING = (
    "p = w_t, q = w_{t+1} = p − ηgrad, z = w⋆, and D is half the squared distance (8): with L = (⟨w, x⟩ − y)² the "
    "gradient has length 2√L‖x‖, so 2η²L‖x‖² is right. "
)

TERMS = Claim(
    "geometric_view/example-4-terms",
    at="Example 4",
    printed="D(w_t,w_{t+1}) = … = 2η²L_t(w_t)‖x_t‖² and 2λ_tD(w_t,w⋆) = ⟨w⋆ − w_t, x_t⟩² = ((⟨w⋆, x_t⟩ − y_t) − "
    "(⟨w_t, x_t⟩ − y_t))² = L_t(w⋆) + L_t(w_t) − 2√(L_t(w⋆)L_t(w_t))",
    weight="gap",
    slip=(
        "The last = takes the errors of w_t and w⋆ to have the same sign, (r − s)² = (|r| − |s|)². In general "
        "it is ≥, which is the direction that the bound needs: what follows in Example 4 stands."
    ),
    given=[STEP, ELSEWHERE],
    states=[MOVED, eq(CURVED, MIXED)],
    reading=TERMS_READING
    + "The second equation is false where the errors of w_t and w⋆ have opposite signs; Example 5 repeats it.",
)

TERMS_REPAIRED = Claim(
    "geometric_view/example-4-terms.repaired",
    at="Example 4",
    says="D(w_t,w_{t+1}) = 2η²L_t(w_t)‖x_t‖² and 2λ_tD(w_t,w⋆) ≥ L_t(w⋆) + L_t(w_t) − 2√(L_t(w⋆)L_t(w_t)).",
    given=[STEP, ELSEWHERE],
    states=[MOVED, eq(CURVED, Inner(z - p, x) ** 2), ge(CURVED, MIXED)],
    repairs="geometric_view/example-4-terms",
    reading=TERMS_READING + "The inequality is the one that the bound needs, so what follows in Example 4 stands.",
)

TERMS_SAME_SIGN = Claim(
    "geometric_view/example-4-terms.same-sign",
    at="Example 4",
    says="2λ_tD(w_t,w⋆) = L_t(w⋆) + L_t(w_t) − 2√(L_t(w⋆)L_t(w_t)) where the two errors have the same sign.",
    given=[ELSEWHERE, SAME_SIGN],
    states=eq(CURVED, MIXED),
    reading="The equation as printed, under the hypothesis that makes it one: the errors have the same sign.",
)


def magnitudes() -> Theorem:
    """|r||s| ≥ rs for the two errors."""
    return product_at_most_magnitudes(Inner(p, x) - y, Inner(z, x) - y)


@TERMS.counterexample
def opposite_errors(claim: Claim) -> Theorem:
    """w_t = 2, w⋆ = 0, x = y = 1 on the line: 4 against 0."""
    return witness(list(claim.given), claim.states[1], {p: 2, q: 0, z: 0, x: 1, y: 1, eta: 1})


@TERMS_REPAIRED.proof
def squares_of_errors(claim: Claim) -> list[Theorem]:
    """⟨w⋆ − w_t, x⟩ is the difference r − s of the errors, and (r − s)² ≥ (|r| − |s|)²."""
    apart = of(claim, ELSEWHERE)
    moved, curved, mixed = claim.states
    return [
        identity(moved, using=of(claim, STEP)),
        identity(curved, facts=apart),
        combine(mixed, [(2, magnitudes())], facts=apart),
    ]


@TERMS_SAME_SIGN.proof
def one_sign(claim: Claim) -> Theorem:
    """|r||s| = rs, as neither is larger and rs ≥ 0."""
    product = (Inner(p, x) - y) * (Inner(z, x) - y)
    size = Abs(Inner(p, x) - y) * Abs(Inner(z, x) - y)
    sign = of(claim, SAME_SIGN)
    smaller = at_most_by_squares(size, product, combine(ge(product**2, size**2), []), facts=sign)
    equal = combine(eq(size, product), [(1, size - product)], facts=[smaller, magnitudes()])
    return combine(claim.states[0], [(2, equal)], facts=of(claim, ELSEWHERE))


OPPOSITE = {p: 2, q: 0, z: 0, x: 1, y: 1, eta: 1}


fails_as(TERMS_REPAIRED,
    ("constant", [eq(MOVED.lhs, 2 * MOVED.rhs), *TERMS_REPAIRED.states[1:]],
        "4η² in place of 2η²: the squared distance itself.", OPPOSITE),
    ("constant", [*TERMS_REPAIRED.states[:2], ge(CURVED, MIXED + sqrt(square_loss(z) * square_loss(p)))],
        "√ in place of 2√.", OPPOSITE | {z: 3}),
    ("sign", [*TERMS_REPAIRED.states[:2], le(CURVED, MIXED)], "≤.", OPPOSITE),
)  # fmt: skip


fails_without(TERMS_REPAIRED, (STEP, "w_{t+1} may be anything.", OPPOSITE | {q: 1}))


fails_as(TERMS_SAME_SIGN,
    ("constant", eq(CURVED, MIXED + sqrt(square_loss(z) * square_loss(p))), "√ in place of 2√.",
        {p: 2, z: 3, x: 1, y: 1}),
    ("sign", eq(CURVED, MIXED + 4 * sqrt(square_loss(z) * square_loss(p))), "+2√.", {p: 2, z: 3, x: 1, y: 1}),
)  # fmt: skip


fails_without(TERMS_SAME_SIGN, (SAME_SIGN, "The errors may have any signs.", {p: 2, z: 0, x: 1, y: 1}))


@TERMS_REPAIRED.extremal("w⋆", [3, 5], formula=2)
def errors_of_one_sign(comparator: Any) -> dict[Any, Any]:
    """w_t = 2, x = y = 1 on the line, and w⋆ on the same side of y: attained."""
    return OPPOSITE | {z: comparator}


@LAMBDA_SHARP.extremal("x", [1, 2, 3])
def as_convex_as_it_is(first: Any) -> dict[Any, Any]:
    """From (0, 0) to (1, 0), with the λ_t = x² of the instance (x, 1): attained."""
    return ACROSS | {x: (first, 1), lam: first**2}
