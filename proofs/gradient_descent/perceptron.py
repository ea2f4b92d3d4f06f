"""The Perceptron's mistake bound (1), for any stream: the norm of w_M from above and from below, and what it gives."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Add, Lambda, Rational, S, sqrt

from numeric import bounds
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent._orthonormal import orthonormal_run
from proofs.gradient_descent._perceptron import (
    BOUNDED, COUNT, HINGES, LABELS, MISTAKE, READING, START, UPDATE, WRONG, M, X, hinge, hinge_is_larger,
    hinge_is_not_negative, m, u, w, x, y,
)  # fmt: skip
from proofs.gradient_descent._streams import Run, search
from proofs.gradient_descent.perceptron_tight import TIGHT
from verify import best_constant
from verify.audit import (
    Claim, Conformance, Inner, Searched, Sharpness, Theorem, at, at_most_by_squares, cases, cauchy_schwarz, certify,
    combine, decided_by, fails_as, fails_without, follows, forall, ge, gt, instantiate, le, nonnegative, norm, real,
    telescope, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import difference

H = nonnegative("H")

NORM = Claim(
    "gradient_descent/perceptron-norm",
    at="page 1",
    printed="‖w_M‖‖u‖ ≤ ‖u‖(max_{t=1,…,m} ‖x_t‖)√M",
    given=[START, UPDATE, WRONG, LABELS, BOUNDED, COUNT],
    states=le(norm(w(M)), X * sqrt(M)),
    reading=(
        READING
        + "A mistake means y⟨w, x⟩ ≤ 0; X ≥ 0 is at least every ‖x(m)‖. Without the factor ‖u‖ of both sides, which "
        "may be 0; the maximum, printed up to an m that nothing names, is over the examples of the stream."
    ),
)


@NORM.proof
def squares_add_up(claim: Claim) -> Theorem:
    """‖w(m)‖² = ‖w(m−1)‖² + 2y⟨w(m−1), x⟩ + ‖x‖² ≤ ‖w(m−1)‖² + X²."""
    length = Inner(w(m - 1), w(m - 1))
    goal = ge(length + X**2, Inner(w(m), w(m)))
    step = follows(goal, at(WRONG, m), at(LABELS, m), at(BOUNDED, m), using=[at(UPDATE, m)])
    added = telescope(step, m, 1, M, length)
    squares = follows(ge((X * sqrt(M)) ** 2, norm(w(M)) ** 2), added, COUNT, using=[START])
    return at_most_by_squares(norm(w(M)), X * sqrt(M), squares, facts=[COUNT])


# --- instances on the real line --------------------------------------------------------------------------------------


def instance(slope: int = 1, start: int = 0, label: int = 1, count: int = 1, comparator: Any = 1) -> dict[Any, Any]:
    """On the real line w(m) = start + slope·m, and x(m) = 1, y(m) and u are constant."""
    path = {w: Lambda(m, start + slope * m), x: Lambda(m, 1), y: Lambda(m, label)}
    return {M: count, X: 1, H: 0, u: comparator, **path}


fails_as(NORM,
    ("constant", le(norm(w(M)), Rational(9, 10) * X * sqrt(M)), "Nine tenths of the bound.", instance()),
    ("sign", le(norm(w(M)), -X * sqrt(M)), "−X√M.", instance()),
)  # fmt: skip

fails_without(NORM,
    (START, "w(0) may be anything.", instance(start=-5)),
    (UPDATE, "The weights may be anything.", instance(slope=5)),
    (WRONG, "The update is made also where the prediction is right.", instance(count=2)),
    (LABELS, "Labels of any size.", instance(slope=2, label=2)),
    (BOUNDED, "X may be anything.", instance() | {X: Rational(1, 2)}),
)  # fmt: skip


# --- the lower bound -------------------------------------------------------------------------------------------------

LOWER = Claim(
    "gradient_descent/perceptron-lower",
    at="page 2, before (1)",
    printed="Iterating M times we get ‖w_M‖‖u‖ ≥ M + Σ_{i=1}^M [1 − y_{t_i} uᵀx_{t_i}]₊",
    given=[START, UPDATE, WRONG, LABELS, COUNT],
    states=ge(norm(w(M)) * norm(u), M + HINGES),
    weight="misprint",
    slip="The chain of inequalities above it subtracts the hinge losses, and (1) follows from the sum subtracted only.",
    reading=READING + "u is any vector; the sign of the sum is as printed.",
)

LOWER_REPAIRED = Claim(
    "gradient_descent/perceptron-lower.repaired",
    at="page 2, before (1)",
    says="‖w_M‖‖u‖ ≥ M − Σ [1 − y⟨u, x⟩]₊ over the mistaken rounds",
    given=[START, UPDATE, COUNT],
    states=ge(norm(w(M)) * norm(u), M - HINGES),
    repairs="gradient_descent/perceptron-lower",
    reading=READING + "u is any vector; the sum is subtracted, as the chain of inequalities above it and (1) have it.",
)


@LOWER.counterexample
def zero_comparator(claim: Claim) -> Theorem:
    """One mistake with x = y = 1, and u = 0: 0 ≥ 1 + 1."""
    return witness(list(claim.given), claim.states[0], instance(comparator=0))


@LOWER_REPAIRED.proof
def margins_add_up(claim: Claim) -> Theorem:
    """⟨w(m), u⟩ = ⟨w(m−1), u⟩ + y⟨u, x⟩ ≥ ⟨w(m−1), u⟩ + 1 − [1 − y⟨u, x⟩]₊, and Cauchy–Schwarz."""
    margin, before = y(m) * Inner(u, x(m)), Inner(w(m - 1), u)
    gain = ge(Inner(w(m), u), before + 1 - hinge(margin))
    added = telescope(follows(gain, hinge_is_larger(margin), using=[at(UPDATE, m)]), m, 1, M, -before)
    return follows(claim.states[0], added, cauchy_schwarz(w(M), u), COUNT, using=[START])


def without_any_mistake(claim: Claim) -> Theorem:
    """For M < 0 the sum is empty, and ‖w_M‖‖u‖ ≥ 0 > M."""
    losses = telescope(hinge_is_not_negative(y(m) * Inner(u, x(m))), m, 1, M)
    negative = follows(claim.states[0], norm(w(M)) * norm(u), losses, gt(0, M))
    return cases([LOWER_REPAIRED.theorem(LOWER_REPAIRED.states[0]), negative], [COUNT, gt(0, M)])


@LOWER_REPAIRED.extremal("u", [1])
def one_mistake(comparator: Any) -> dict[Any, Any]:
    """One mistake with x = y = 1, and u along it."""
    return instance(comparator=comparator)


fails_as(LOWER_REPAIRED,
    ("constant", ge(norm(w(M)) * norm(u), 2 * M - HINGES), "2M in place of M.", instance()),
    ("sign", ge(norm(w(M)) * norm(u), M + HINGES), "The sum is added.", instance(comparator=0)),
)  # fmt: skip


fails_without(LOWER_REPAIRED,
    (START, "w(0) may be anything.", instance(start=-1)),
    (UPDATE, "The weights may be anything.", instance(slope=0)),
    (COUNT, "M may be any integer.", decided_by(proof=without_any_mistake)),
)  # fmt: skip


# --- the mistake bounds ----------------------------------------------------------------------------------------------

MISTAKES = Claim(
    "gradient_descent/perceptron-1",
    at="(1)",
    printed="Combining upper and lower bound we obtain M ≤ Σ_{i=1}^M [1 − y_{t_i} uᵀx_{t_i}]₊ + ‖u‖X√M",
    given=NORM.given,
    states=le(M, HINGES + norm(u) * X * sqrt(M)),
    rests_on=["gradient_descent/perceptron-norm", "gradient_descent/perceptron-lower.repaired"],
    reading=READING + "u is any vector, X ≥ 0 at least every ‖x(m)‖, and a mistake means y⟨w, x⟩ ≤ 0.",
)


@MISTAKES.proof
def above_and_below(claim: Claim) -> Theorem:
    """M − Σ hinge ≤ ‖w_M‖‖u‖ ≤ X√M‖u‖."""
    upper, lower = NORM.theorem(NORM.states[0]), LOWER_REPAIRED.theorem(LOWER_REPAIRED.states[0])
    return follows(claim.states[0], lower, upper, COUNT)


fails_as(MISTAKES,
    ("constant", le(M, HINGES + Rational(9, 10) * norm(u) * X * sqrt(M)), "Nine tenths of ‖u‖X√M.", instance()),
    ("sign", le(M, norm(u) * X * sqrt(M) - HINGES), "The hinge losses are subtracted.", instance(comparator=0)),
)  # fmt: skip


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


SEPARATED = forall(m, ge(y(m) * Inner(u, x(m)), 1), MISTAKE)

SEPARABLE = Claim(
    "gradient_descent/perceptron-separable",
    at="page 2",
    printed=(
        "y_t uᵀx_t ≥ 1 for all t … Hence, the bound reduces to the one already proved in the Perceptron convergence "
        "theorem, M_T ≤ (‖u‖X)²"
    ),
    given=[*NORM.given, SEPARATED],
    states=le(M, SIZE**2),
    rests_on=["gradient_descent/perceptron-norm"],
    reading=READING + "u has margin at least 1 on the mistaken examples; whether on others too does not matter.",
)


@SEPARABLE.proof
def margin_against_norm(claim: Claim) -> Theorem:
    """M ≤ ⟨w_M, u⟩ ≤ ‖u‖X√M, so r² ≤ ar for r = √M."""
    before = Inner(w(m - 1), u)
    step = follows(ge(Inner(w(m), u), before + 1), at(SEPARATED, m), using=[at(UPDATE, m)])
    added = telescope(step, m, 1, M, -before)
    upper = combine(ge(norm(u) * X * sqrt(M), norm(u) * norm(w(M))), [(norm(u), NORM.theorem(NORM.states[0]))])
    product = cauchy_schwarz(w(M), u)
    quadratic = follows(ge(SIZE * sqrt(M), sqrt(M) ** 2), added, product, upper, COUNT, using=[START])
    bound = instantiate(larger_root(), {a: SIZE, r: sqrt(M), h: 0}, [quadratic])
    return follows(claim.states[0], quadratic, bound, COUNT)


fails_as(SEPARABLE,
    ("constant", le(M, Rational(99, 100) * SIZE**2),
        "99/100 of (‖u‖X)²: the bound is attained by one mistake on x = 1 with u = 1.", instance()),
    ("sign", le(M, -(SIZE**2)), "−(‖u‖X)².", instance()),
)  # fmt: skip


fails_without(SEPARABLE, (SEPARATED, "u need not separate.", instance(comparator=0)))


# --- the hypotheses, dropped in turn ---------------------------------------------------------------------------------


def also_before_the_first(claim: Claim) -> Theorem:
    """For M < 0 the left-hand side is negative, and the right-hand side never is."""
    original = next(c for c in (SOLVED_SHARP, SOLVED, SEPARABLE) if c.states == claim.states)
    negative = follows(claim.states[0], gt(0, M), *Add.make_args(difference(claim.states[0]) + M))
    return cases([original.theorem(original.states[0]), negative], [COUNT, gt(0, M)])


for bound in (MISTAKES, SOLVED_SHARP, SOLVED, SEPARABLE):
    fails_without(bound,
        (START, "w(0) may be anything.", instance(start=-5, count=3)),
        (UPDATE, "The weights may be anything.", instance(slope=0, count=4)),
        (WRONG, "The update is made also where it is right.", instance(count=2)),
        (LABELS, "Labels of any size.", instance(slope=2, label=2, comparator=Rational(1, 2))),
        (BOUNDED, "X may be anything.", instance() | {X: Rational(1, 2)}),
    )  # fmt: skip

for bound in (SOLVED_SHARP, SOLVED, SEPARABLE):
    fails_without(bound,
        (COUNT, "M may be any integer: the bound holds for a negative one too.",
            decided_by(proof=also_before_the_first)),
    )  # fmt: skip


# --- how sharp the bounds are ----------------------------------------------------------------------------------------

ATTAINED = "1, for every M: M orthonormal examples, each a mistake"


def attained(place: int) -> Theorem:
    """The equation that orthonormal examples make of a bound."""
    return TIGHT.theorem(TIGHT.states[place])


@NORM.sharp
def norm_is_attained() -> Sharpness:
    """‖w_M‖ = X√M."""
    return Sharpness("the largest ‖w_M‖/(X√M)", ATTAINED, [attained(0), attained(1)])


@LOWER_REPAIRED.sharp
def product_is_attained() -> Sharpness:
    """‖w_M‖‖u‖ = M − Σ hinge."""
    words = "1, for every M: M orthonormal examples and u = c w(M), 0 ≤ c ≤ 1"
    return Sharpness("the largest (M − Σ hinge)/(‖w_M‖‖u‖)", words, [attained(0), attained(2)])


@MISTAKES.sharp
def first_bound_is_attained() -> Sharpness:
    """M = Σ hinge + ‖u‖X√M."""
    words = "1, for every M: M orthonormal examples and u = c w(M), 0 ≤ c ≤ 1"
    return Sharpness("the largest M/(Σ hinge + ‖u‖X√M)", words, [attained(0), attained(3)])


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


@SEPARABLE.sharp
def separable_bound_is_attained() -> Sharpness:
    """M = (‖u‖X)²."""
    return Sharpness("the largest M/(‖u‖X)²", f"{ATTAINED}, and u = w(M)", [attained(0), attained(4)])


MARGINS = [Rational(k, 4) for k in range(5)]


@NORM.extremal("M", range(1, 5))
def orthonormal_examples(count: int) -> dict[Any, Any]:
    """M orthonormal examples."""
    return orthonormal_run(count)


@MISTAKES.extremal("M", range(1, 5))
def orthonormal_mistakes(count: int) -> dict[Any, Any]:
    """M orthonormal examples, each a mistake, and u = w(M)."""
    return orthonormal_run(count)


@SOLVED_SHARP.extremal("c", MARGINS)
def margins_on_orthonormal_examples(margin: Any) -> dict[Any, Any]:
    """Two orthonormal examples, and u = c w(2): the hinge loss is 2(1 − c)."""
    return orthonormal_run(2, margin) | {H: 2 * (1 - Rational(margin))}


@SOLVED.extremal("c", MARGINS)
def margins_under_the_printed_bound(margin: Any) -> dict[Any, Any]:
    """Two orthonormal examples, and u = c w(2): the hinge loss is 2(1 − c)."""
    return orthonormal_run(2, margin) | {H: 2 * (1 - Rational(margin))}


@SEPARABLE.extremal("M", range(1, 5))
def separated_orthonormal_examples(count: int) -> dict[Any, Any]:
    """M orthonormal examples, each a mistake, separated by u = w(M) with margin 1."""
    return orthonormal_run(count)


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


# --- searches in floats ----------------------------------------------------------------------------------------------


@NORM.search
def norm_on_streams() -> Iterator[Searched]:
    """‖w_M‖ over X√M."""

    def ratio(stream: Run) -> float:
        return float(np.linalg.norm(stream.w)) / (stream.longest * math.sqrt(stream.mistakes))

    return search("‖w_M‖ / (X√M)", ratio, 1)


@LOWER_REPAIRED.search
def product_on_streams() -> Iterator[Searched]:
    """M over ‖w_M‖‖u‖ + Σ hinge."""

    def ratio(stream: Run) -> float:
        product = float(np.linalg.norm(stream.w) * np.linalg.norm(stream.u))
        return stream.mistakes / (product + float(stream.hinges[stream.wrong].sum()))

    return search("M / (‖w_M‖‖u‖ + Σ hinge)", ratio, 2)


@MISTAKES.search
def first_bound_on_streams() -> Iterator[Searched]:
    """M over the right-hand side of (1)."""

    def ratio(stream: Run) -> float:
        promised = float(stream.hinges[stream.wrong].sum()) + stream.size * math.sqrt(stream.mistakes)
        return stream.mistakes / promised

    return search("M / (Σ hinge + ‖u‖X√M)", ratio, 3)


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


@SEPARABLE.search
def separable_bound_on_streams() -> Iterator[Searched]:
    """M over (‖u‖X)², with u scaled to margin 1 where it separates, and 0 where it does not."""

    def ratio(stream: Run) -> float:
        least = float(np.min(stream.Y * (stream.X @ stream.u)))
        return stream.mistakes * (least / stream.size) ** 2 if least > 0.0 else 0.0

    return search("M / (‖u‖X)²", ratio, 6)
