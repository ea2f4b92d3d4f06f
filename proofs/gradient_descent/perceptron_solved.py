"""The Perceptron's mistake bound (1) solved for M, exactly and as printed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Rational, S, sqrt

from numeric import bounds
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent._orthonormal import orthonormal_run
from proofs.gradient_descent._perceptron import COUNT, HINGES, READING, M, X, u
from proofs.gradient_descent._perceptron_line import H, attained, fails_without_each, holds_without_count, instance
from proofs.gradient_descent._streams import Run, search
from proofs.gradient_descent.perceptron_1 import MISTAKES
from proofs.gradient_descent.perceptron_norm import NORM
from verify import best_constant
from verify.audit import (
    Claim, Conformance, Searched, Sharpness, Theorem, at_most_by_squares, cases, certify, combine, decided_by, fails_as,
    fails_without, follows, ge, gt, instantiate, le, nonnegative, norm, real,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

TOTAL = ge(H, HINGES)
SIZE = norm(u) * X
ROOT = sqrt(SIZE**2 + 4 * H)

SOLVED_SHARP = Claim(
    "gradient_descent/perceptron-solved.sharp",
    at="page 2, solved exactly",
    says="M ≤ Σ h_t(u) + (‖u‖X)²/2 + ‖u‖X√((‖u‖X)²/4 + Σ h_t(u))",
    given=[*NORM.given, TOTAL],
    states=le(M, H + SIZE**2 / 2 + SIZE * ROOT / 2),
    rests_on=["gradient_descent/perceptron-1"],
    reading=(
        READING
        + "H is the hinge loss of u over all T rounds, which is at least that over the mistaken ones as no term "
        "is negative. This is (1) solved for √M without overapproximating."
    ),
    sharpens="gradient_descent/perceptron-solved",
)

SOLVED = Claim(
    "gradient_descent/perceptron-solved",
    at="page 2",
    printed=(
        "Solving with respect to M and overapproximating, we get M ≤ Σ h_t(u) + (‖u‖X)² + ‖u‖X√(Σ h_t(u)) for all "
        "u ∈ R^d"
    ),
    given=[*NORM.given, TOTAL],
    states=le(M, H + SIZE**2 + SIZE * sqrt(H)),
    rests_on=["gradient_descent/perceptron-solved.sharp"],
    reading=READING + "H is the hinge loss of u over all T rounds, at least that over the mistaken ones.",
)


a, r, h = nonnegative("a r h")


def larger_root() -> Theorem:
    """From r² ≤ ar + h: r ≤ (a + √(a² + 4h))/2, for a, r, h not negative."""
    root = sqrt(a**2 + 4 * h)
    quadratic = ge(a * r + h, r**2)
    small, large = ge(a - 2 * r, 0), gt(2 * r - a, 0)
    squares = follows(ge(root**2, (2 * r - a) ** 2), quadratic)
    beyond = at_most_by_squares(2 * r - a, root, squares, facts=[large])
    goal = le(r, (a + root) / 2)
    return cases([follows(goal, small, root), follows(goal, beyond)], [small, large])


@SOLVED_SHARP.proof
def the_quadratic(claim: Claim) -> Theorem:
    """√M is at most the larger root of r² = ‖u‖X r + H."""
    first = MISTAKES.theorem(MISTAKES.states[0])
    quadratic = follows(ge(SIZE * sqrt(M) + H, sqrt(M) ** 2), first, TOTAL, COUNT)
    bound = instantiate(larger_root(), {a: SIZE, r: sqrt(M), h: H}, [quadratic])
    return follows(claim.states[0], quadratic, bound, COUNT)


def shorter_root() -> Theorem:
    """√(a² + 4H) ≤ a + 2√H, for a = ‖u‖X."""
    squares = combine(ge((SIZE + 2 * sqrt(H)) ** 2, ROOT**2), [(4 * SIZE, sqrt(H))])
    return at_most_by_squares(ROOT, SIZE + 2 * sqrt(H), squares)


@SOLVED.proof
def root_of_a_sum(claim: Claim) -> Theorem:
    """√(a² + 4H) ≤ a + 2√H."""
    return follows(claim.states[0], SOLVED_SHARP.theorem(SOLVED_SHARP.states[0]), shorter_root())


fails_as(SOLVED_SHARP,
    ("constant", le(M, H + Rational(9, 20) * SIZE**2 + SIZE * ROOT / 2), "9/20 of (‖u‖X)² in place of its half.",
        instance()),
    ("sign", le(M, SIZE**2 / 2 + SIZE * ROOT / 2 - H), "H is subtracted.", instance(comparator=0) | {H: 1}),
)  # fmt: skip


fails_without(SOLVED_SHARP, (TOTAL, "H may be anything.", instance(comparator=0)))


def half_of_the_root_is_enough(claim: Claim) -> Theorem:
    """a√H ≤ (a² + H)/2."""
    printed = SOLVED.theorem(SOLVED.states[0])
    return follows(claim.states[0], printed, (SIZE - sqrt(H)) ** 2)


fails_as(SOLVED,
    ("constant", le(M, H + Rational(9, 10) * SIZE**2 + SIZE * sqrt(H)), "Nine tenths of (‖u‖X)².", instance()),
    ("constant", le(M, H + SIZE**2 + Rational(9, 10) * SIZE * sqrt(H)), "Nine tenths of ‖u‖X√H.",
        instance(comparator=Rational(1, 10)) | {H: Rational(9, 10)}),
    ("constant", le(M, Rational(3, 2) * (H + SIZE**2)),
        "3/2 of H and of the square, without the mixed term, in place of 1, 1 and 1: true too.",
        decided_by(proof=half_of_the_root_is_enough)),
    ("sign", le(M, SIZE**2 + SIZE * sqrt(H) - H), "H is subtracted.", instance(comparator=0) | {H: 1}),
)  # fmt: skip


fails_without(SOLVED, (TOTAL, "H may be anything.", instance(comparator=0)))


for bound in (SOLVED_SHARP, SOLVED):
    fails_without_each(bound)
    holds_without_count(bound)


# --- how sharp the bounds are -----------------------------------------------------------------------------------------


@SOLVED_SHARP.sharp
def exact_solution_is_attained() -> Sharpness:
    """M is the exact solution, for every ratio of H to (‖u‖X)²."""
    words = "1, for every M: M orthonormal examples and u = c w(M), H = (1 − c)M and ‖u‖X = c√M, 0 ≤ c ≤ 1"
    return Sharpness("the largest M over the bound", words, [attained(0), attained(4)])


def less_of_the_mixed_term() -> Theorem:
    """For 0 ≤ k < 1 and c = (1 − k)/2: 1 > (1 − c) + c² + kc√(1 − c), where H = 1 − c and ‖u‖X = c of M = 1."""
    k = real("k")
    c, given = (1 - k) / 2, [ge(k, 0), gt(1, k)]
    root = sqrt(1 - c)
    short = at_most_by_squares(root, S.One, combine(ge(1, root**2), [(1, c)], facts=given), facts=given)
    return combine(gt(1, (1 - c) + c**2 + k * c * root), [(c, c), (c * k, short)], facts=given)


@SOLVED.sharp
def what_overapproximating_costs() -> Iterator[Sharpness]:
    """With s = √H/(‖u‖X): (1 + s + s²)/(½ + s² + ½√(1 + 4s²)) at most."""
    ratio = best_constant("s^2 + 1 + s <= C*(s^2 + 1/2 + sqrt(1 + 4*s^2)/2)", "0 <= s, s <= oo", "C")
    proved = [certify(certificate) for certificate in ratio.proof.certificates]
    yield Sharpness(
        "the largest factor between the printed bound and the exact solution of (1), which is attained",
        f"{ratio.digits}, for ‖u‖X > 0; the bound itself is attained for c = 1 and for u = 0",
        [*proved, attained(4)],
    )
    yield Sharpness(
        "the smallest k for which M ≤ H + (‖u‖X)² + k‖u‖X√H on every stream",
        "1, exactly: for every k < 1 it fails for M = 1, H = 1 − c and ‖u‖X = c = (1 − k)/2, which one example attains",
        [less_of_the_mixed_term(), attained(4), SOLVED.theorem(SOLVED.states[0])],
    )


MARGINS = [Rational(k, 4) for k in range(5)]


@SOLVED_SHARP.extremal("c", MARGINS)
def margins_on_orthonormal_examples(margin: Any) -> dict[Any, Any]:
    """Two orthonormal examples, and u = c w(2): the hinge loss is 2(1 − c)."""
    return orthonormal_run(2, margin) | {H: 2 * (1 - Rational(margin))}


@SOLVED.extremal("c", MARGINS)
def margins_under_the_printed_bound(margin: Any) -> dict[Any, Any]:
    """Two orthonormal examples, and u = c w(2): the hinge loss is 2(1 − c)."""
    return orthonormal_run(2, margin) | {H: 2 * (1 - Rational(margin))}


# --- in floats --------------------------------------------------------------------------------------------------------


@SOLVED.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """The bound as a function of H, ‖u‖ and X, over many orders of magnitude."""
    rng = np.random.default_rng(13)
    length = nonnegative("s")
    yield from conformance(
        [tuple(row) for row in 10.0 ** rng.uniform(-9, 9, (40, 3))],
        formula=lambda at: value(
            H + (length * X) ** 2 + length * X * sqrt(H), dict(zip((H, length, X), at, strict=True))
        ),
        code=lambda at: bounds.perceptron_bound(*at),
        reference=lambda at: reference_bounds.perceptron_bound(*at),
        ulps=4.0,
    )


@SOLVED.search
def solved_bound_on_streams() -> Iterator[Searched]:
    """M over the bound, with the hinge losses of all rounds."""

    def ratio(stream: Run) -> float:
        return stream.mistakes / bounds.perceptron_bound(float(stream.hinges.sum()), stream.size, 1.0)

    return search("M / (H + (‖u‖X)² + ‖u‖X√H)", ratio, 4)


@SOLVED_SHARP.search
def sharp_bound_on_streams() -> Iterator[Searched]:
    """M over the exact solution of (1)."""

    def ratio(stream: Run) -> float:
        total, size = float(stream.hinges.sum()), stream.size
        return stream.mistakes / (total + size * (size + math.sqrt(size * size + 4.0 * total)) / 2.0)

    return search("M / (H + (‖u‖X)²/2 + ‖u‖X√((‖u‖X)² + 4H)/2)", ratio, 5)
