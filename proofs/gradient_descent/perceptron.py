"""The Perceptron's mistake bound (1), for any stream: the norm of w_M from above and from below, and what it gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Max, Rational, Sum, sqrt

from numeric import bounds
from numeric.learners.perceptron import perceptron_update
from numeric.reference import bounds as reference_bounds
from numeric.reference import perceptron as reference
from verify.claims import Claim, Conformance, Searched, Sharpness
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import (
    KernelError,
    Theorem,
    assume,
    cases,
    combine,
    generalize,
    identity,
    instantiate,
    telescope,
    witness,
)
from verify.lemmas import at_most_by_squares, cauchy_schwarz, magnitude_bounds
from verify.terms import (
    EUCLIDEAN,
    Inner,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    ge,
    gt,
    integer,
    le,
    nonnegative,
    norm,
    real,
    vector,
    vectors,
)

m, M = integer("m M")
X, H = nonnegative("X H")
y = family("y")
u = vector("u")


def w(m: Any) -> Vec:
    """The weights after m mistakes."""
    return Vec(VecHead("w"), EUCLIDEAN, m)


def x(m: Any) -> Vec:
    """The instance of the m-th mistake."""
    return Vec(VecHead("x"), EUCLIDEAN, m)


def hinge(z: Any) -> Expr:
    """The hinge loss [1 − z]₊."""
    return Max(0, 1 - z)


def mistakes(term: Any) -> Expr:
    """The sum over the mistakes m = 1, …, M."""
    return Sum(term, (m, 1, M))


MISTAKE = [ge(m, 1), ge(M, m)]
START = eq(w(0), 0)
UPDATE = forall(m, eq(w(m), w(m - 1) + y(m) * x(m)), MISTAKE)
WRONG = forall(m, ge(0, y(m) * Inner(w(m - 1), x(m))), MISTAKE)
LABELS = forall(m, eq(y(m) ** 2, 1), MISTAKE)
BOUNDED = forall(m, ge(X**2, Inner(x(m), x(m))), MISTAKE)
COUNT = ge(M, 0)
HINGES = mistakes(hinge(y(m) * Inner(u, x(m))))

READING = (
    "The M mistaken rounds are numbered 1, …, M: x(m) and y(m) ∈ {−1, 1} are the example of the m-th mistake and "
    "w(m) the "
    "weights after it, w(m) = w(m − 1) + y(m)x(m), from w(0) = 0, in any dimension. "
)

NORM = Claim(
    "gradient_descent/perceptron-norm",
    at="page 1",
    printed="‖w_M‖ ≤ X√M (times ‖u‖ on both sides)",
    given=[START, UPDATE, WRONG, LABELS, BOUNDED, COUNT],
    states=le(norm(w(M)), X * sqrt(M)),
    reading=READING + "A mistake means y⟨w, x⟩ ≤ 0; X ≥ 0 is at least every ‖x(m)‖.",
)


@NORM.proof
def squares_add_up(claim: Claim) -> Theorem:
    """‖w(m)‖² = ‖w(m−1)‖² + 2y⟨w(m−1), x⟩ + ‖x‖² ≤ ‖w(m−1)‖² + X²."""
    weights = {WRONG: 2, LABELS: -Inner(x(m), x(m)), BOUNDED: 1}
    slacks = [(weights[f], instantiate(assume(f), [m])) for f in claim.given if f in weights]
    moves = [instantiate(assume(f), [m]) for f in claim.given if f == UPDATE]
    length = Inner(w(m - 1), w(m - 1))
    step = combine(ge(length + X**2, Inner(w(m), w(m))), slacks, using=moves)
    added = telescope(step, m, 1, M, length)
    start = [f for f in claim.given if f == START]
    count = [f for f in claim.given if f == COUNT]
    squares = combine(ge(X**2 * M, Inner(w(M), w(M))), [(1, added)], using=start, facts=count)
    root = combine(ge((X * sqrt(M)) ** 2, norm(w(M)) ** 2), [(1, squares)], facts=count)
    return at_most_by_squares(norm(w(M)), X * sqrt(M), root, facts=count)


# --- instances on the real line ------------------------------------------------------------------------------------


def instance(
    slope: int = 1, start: int = 0, instances: Any = 1, label: int = 1, count: int = 1, comparator: Any = 1, **rest: Any
) -> dict[str, Any]:
    """How a mutant is refuted: w(m) = start + slope·m, x(m), y(m) and u constant, on the real line.

    Schemas that do not hold there are not met: the mutant must have dropped them.
    """
    path = Lambda(m, start + slope * m)
    at = {M: count, X: 1, W: path, XS: Lambda(m, instances), y: Lambda(m, label), u: comparator}
    given = [ge(m, 1), ge(count, m)]
    bound = rest.get("X", 1)
    rules = [
        (eq(path(m), path(m - 1) + label * instances), []),
        (ge(0, label * path(m - 1) * instances), [(-label * instances * start, 1), (slope, assume(ge(1, m)))]),
        (eq(label**2, 1), []),
        (ge(bound**2, instances**2), [(1, bound**2 - instances**2)]),
        (ge(label * comparator * instances, 1), [(1, label * comparator * instances - 1)]),
    ]

    def met() -> list[Theorem]:
        found = []
        for formula, terms in rules:
            with suppress(KernelError):
                found.append(generalize(combine(formula, terms), [m], given))
        return found

    return {"at": at | {NAMES[name]: value for name, value in rest.items()}, "discharge": met}


W, XS = VecHead("w"), VecHead("x")
NAMES = {"X": X, "H": H}


def without(claim: Claim, hypothesis: Any) -> Claim:
    """The claim without one of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f != hypothesis])


@NORM.mutant("constant", **instance())
def nine_tenths(claim: Claim) -> Claim:
    """Nine tenths of the bound."""
    return claim.replace(states=le(norm(w(M)), Rational(9, 10) * X * sqrt(M)))


@NORM.mutant("sign", **instance())
def negative(claim: Claim) -> Claim:
    """−X√M."""
    return claim.replace(states=le(norm(w(M)), -X * sqrt(M)))


@NORM.mutant("hypothesis", **instance(start=-5))
def any_start(claim: Claim) -> Claim:
    """w(0) may be anything."""
    return without(claim, START)


@NORM.mutant("hypothesis", **instance(slope=5))
def any_update(claim: Claim) -> Claim:
    """The weights may be anything."""
    return without(claim, UPDATE)


@NORM.mutant("hypothesis", **instance(count=2))
def also_without_a_mistake(claim: Claim) -> Claim:
    """The update is made also where the prediction is right."""
    return without(claim, WRONG)


@NORM.mutant("hypothesis", **instance(slope=2, label=2))
def any_label(claim: Claim) -> Claim:
    """Labels of any size."""
    return without(claim, LABELS)


@NORM.mutant("hypothesis", **instance(X=Rational(1, 2)))
def any_length(claim: Claim) -> Claim:
    """X may be anything."""
    return without(claim, BOUNDED)


# --- the lower bound -----------------------------------------------------------------------------------------------

LOWER = Claim(
    "gradient_descent/perceptron-lower",
    at="page 2, before (1)",
    printed="‖w_M‖‖u‖ ≥ M + Σ [1 − y⟨u, x⟩]₊ over the mistaken rounds",
    given=[START, UPDATE, WRONG, LABELS, COUNT],
    states=ge(norm(w(M)) * norm(u), M + HINGES),
    reading=READING + "u is any vector; the sign of the sum is as printed.",
)

LOWER_REPAIRED = Claim(
    "gradient_descent/perceptron-lower.repaired",
    at="page 2, before (1)",
    printed="‖w_M‖‖u‖ ≥ M − Σ [1 − y⟨u, x⟩]₊ over the mistaken rounds",
    given=[START, UPDATE, COUNT],
    states=ge(norm(w(M)) * norm(u), M - HINGES),
    repairs="gradient_descent/perceptron-lower",
    reading=READING + "u is any vector; the sum is subtracted, as the chain of inequalities above it and (1) have it.",
)


@LOWER.counterexample
def zero_comparator(claim: Claim) -> Theorem:
    """One mistake with x = y = 1, and u = 0: 0 ≥ 1 + 1."""
    found = instance(comparator=0)
    return witness(list(claim.given), claim.states[0], found["at"], found["discharge"]())


def hinge_is_larger(z: Any) -> Theorem:
    """[1 − z]₊ ≥ 1 − z."""
    return combine(ge(hinge(z), 1 - z), [(Rational(1, 2), magnitude_bounds(1 - z, -1))])


@LOWER_REPAIRED.proof
def margins_add_up(claim: Claim) -> Theorem:
    """⟨w(m), u⟩ = ⟨w(m−1), u⟩ + y⟨u, x⟩ ≥ ⟨w(m−1), u⟩ + 1 − [1 − y⟨u, x⟩]₊, and Cauchy–Schwarz."""
    moves = [instantiate(assume(f), [m]) for f in claim.given if f == UPDATE]
    margin = y(m) * Inner(u, x(m))
    before, after = Inner(w(m - 1), u), Inner(w(m), u)
    step = combine(ge(after, before + 1 - hinge(margin)), [(1, hinge_is_larger(margin))], using=moves)
    added = telescope(step, m, 1, M, -before)
    start = [f for f in claim.given if f == START]
    count = [f for f in claim.given if f == COUNT]
    return combine(claim.states[0], [(1, added), (1, cauchy_schwarz(w(M), u))], using=start, facts=count)


@LOWER_REPAIRED.mutant("constant", **instance())
def twice_the_mistakes(claim: Claim) -> Claim:
    """2M in place of M."""
    return claim.replace(states=ge(norm(w(M)) * norm(u), 2 * M - HINGES))


@LOWER_REPAIRED.mutant("sign", **instance(comparator=0))
def as_printed(claim: Claim) -> Claim:
    """The sum is added."""
    return claim.replace(states=ge(norm(w(M)) * norm(u), M + HINGES))


@LOWER_REPAIRED.mutant("hypothesis", **instance(start=-1))
def lower_from_any_start(claim: Claim) -> Claim:
    """w(0) may be anything."""
    return without(claim, START)


@LOWER_REPAIRED.mutant("hypothesis", **instance(slope=0))
def lower_for_any_update(claim: Claim) -> Claim:
    """The weights may be anything."""
    return without(claim, UPDATE)


# --- the mistake bounds --------------------------------------------------------------------------------------------

MISTAKES = Claim(
    "gradient_descent/perceptron-1",
    at="(1)",
    printed="M ≤ Σ [1 − y⟨u, x⟩]₊ + ‖u‖X√M",
    given=NORM.given,
    states=le(M, HINGES + norm(u) * X * sqrt(M)),
    rests_on=["gradient_descent/perceptron-norm", "gradient_descent/perceptron-lower.repaired"],
    reading=READING + "u is any vector, X ≥ 0 at least every ‖x(m)‖, and a mistake means y⟨w, x⟩ ≤ 0.",
)


@MISTAKES.proof
def above_and_below(claim: Claim) -> Theorem:
    """M − Σ hinge ≤ ‖w_M‖‖u‖ ≤ X√M‖u‖."""
    upper, lower = NORM.theorem(NORM.states[0]), LOWER_REPAIRED.theorem(LOWER_REPAIRED.states[0])
    return combine(claim.states[0], [(1, lower), (norm(u), upper)], facts=[f for f in claim.given if f == COUNT])


@MISTAKES.mutant("constant", **instance())
def nine_tenths_of_the_root(claim: Claim) -> Claim:
    """Nine tenths of ‖u‖X√M."""
    return claim.replace(states=le(M, HINGES + Rational(9, 10) * norm(u) * X * sqrt(M)))


@MISTAKES.mutant("sign", **instance(comparator=0))
def hinge_subtracted(claim: Claim) -> Claim:
    """The hinge losses are subtracted."""
    return claim.replace(states=le(M, norm(u) * X * sqrt(M) - HINGES))


@MISTAKES.mutant("hypothesis", **instance(count=2))
def updates_without_mistakes(claim: Claim) -> Claim:
    """The update is made also where the prediction is right."""
    return without(claim, WRONG)


@MISTAKES.mutant("hypothesis", **instance(X=Rational(1, 2)))
def longer_instances(claim: Claim) -> Claim:
    """X may be anything."""
    return without(claim, BOUNDED)


TOTAL = ge(H, HINGES)
SIZE = norm(u) * X
ROOT = sqrt(SIZE**2 + 4 * H)

SOLVED_SHARP = Claim(
    "gradient_descent/perceptron-solved.sharp",
    at="page 2, solved exactly",
    printed="M ≤ Σ h_t(u) + (‖u‖X)²/2 + ‖u‖X√((‖u‖X)²/4 + Σ h_t(u))",
    given=[*NORM.given, TOTAL],
    states=le(M, H + SIZE**2 / 2 + SIZE * ROOT / 2),
    rests_on=["gradient_descent/perceptron-1"],
    reading=(
        READING
        + "H is the hinge loss of u over all T rounds, which is at least that over the mistaken ones as no term "
        "is negative. This is (1) solved for √M without overapproximating."
    ),
)

SOLVED = Claim(
    "gradient_descent/perceptron-solved",
    at="page 2",
    printed="M ≤ Σ h_t(u) + (‖u‖X)² + ‖u‖X√(Σ h_t(u))",
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
    squares = combine(ge(root**2, (2 * r - a) ** 2), [(4, assume(quadratic))])
    beyond = at_most_by_squares(2 * r - a, root, squares, facts=[large])
    goal = le(r, (a + root) / 2)
    first = combine(goal, [(Rational(1, 2), assume(small)), (Rational(1, 2), root)])
    second = combine(goal, [(Rational(1, 2), beyond)])
    return cases([first, second], [small, large])


@SOLVED_SHARP.proof
def the_quadratic(claim: Claim) -> Theorem:
    """√M is at most the larger root of r² = ‖u‖X r + H."""
    first = MISTAKES.theorem(MISTAKES.states[0])
    known = [f for f in claim.given if f in (COUNT, TOTAL)]
    quadratic = combine(
        ge(SIZE * sqrt(M) + H, sqrt(M) ** 2),
        [(1, first), *((1, assume(f)) for f in known if f == TOTAL)],
        facts=[f for f in known if f == COUNT],
    )
    bound = instantiate(larger_root(), {a: SIZE, r: sqrt(M), h: H}, discharge=[quadratic])
    return combine(claim.states[0], [(1, quadratic), (SIZE, bound)], facts=known)


@SOLVED.proof
def root_of_a_sum(claim: Claim) -> Theorem:
    """√(a² + 4H) ≤ a + 2√H."""
    sharper = SOLVED_SHARP.theorem(SOLVED_SHARP.states[0])
    squares = combine(ge((SIZE + 2 * sqrt(H)) ** 2, ROOT**2), [(4 * SIZE, sqrt(H))])
    shorter = at_most_by_squares(ROOT, SIZE + 2 * sqrt(H), squares)
    return combine(claim.states[0], [(1, sharper), (SIZE / 2, shorter)])


@SOLVED_SHARP.mutant("constant", **instance(H=0))
def nine_tenths_of_the_square(claim: Claim) -> Claim:
    """9/20 of (‖u‖X)² in place of its half."""
    return claim.replace(states=le(M, H + Rational(9, 20) * SIZE**2 + SIZE * ROOT / 2))


@SOLVED_SHARP.mutant("sign", **instance(comparator=0, H=1))
def loss_subtracted(claim: Claim) -> Claim:
    """H is subtracted."""
    return claim.replace(states=le(M, SIZE**2 / 2 + SIZE * ROOT / 2 - H))


@SOLVED_SHARP.mutant("hypothesis", **instance(comparator=0, H=0))
def smaller_loss(claim: Claim) -> Claim:
    """H may be anything."""
    return without(claim, TOTAL)


@SOLVED.mutant("constant", **instance(H=0))
def nine_tenths_of_the_whole_square(claim: Claim) -> Claim:
    """Nine tenths of (‖u‖X)²."""
    return claim.replace(states=le(M, H + Rational(9, 10) * SIZE**2 + SIZE * sqrt(H)))


def half_of_the_root_is_enough(claim: Claim) -> Theorem:
    """a√H ≤ (a² + H)/2."""
    printed = SOLVED.theorem(SOLVED.states[0])
    return combine(claim.states[0], [(1, printed), (Rational(1, 2), (SIZE - sqrt(H)) ** 2)])


@SOLVED.mutant("constant", proof=half_of_the_root_is_enough)
def none_of_the_root(claim: Claim) -> Claim:
    """3/2 of H and of the square, without the mixed term, in place of 1, 1 and 1: true too."""
    return claim.replace(states=le(M, Rational(3, 2) * (H + SIZE**2)))


@SOLVED.mutant("sign", **instance(comparator=0, H=1))
def loss_subtracted_again(claim: Claim) -> Claim:
    """H is subtracted."""
    return claim.replace(states=le(M, SIZE**2 + SIZE * sqrt(H) - H))


@SOLVED.mutant("hypothesis", **instance(comparator=0, H=0))
def any_loss(claim: Claim) -> Claim:
    """H may be anything."""
    return without(claim, TOTAL)


@SOLVED.mutant("hypothesis", **instance(count=2, H=0))
def solved_without_mistakes(claim: Claim) -> Claim:
    """The update is made also where the prediction is right."""
    return without(claim, WRONG)


SEPARATED = forall(m, ge(y(m) * Inner(u, x(m)), 1), MISTAKE)

SEPARABLE = Claim(
    "gradient_descent/perceptron-separable",
    at="page 2",
    printed="y_t⟨u, x_t⟩ ≥ 1 for all t implies M ≤ (‖u‖X)²",
    given=[*NORM.given, SEPARATED],
    states=le(M, SIZE**2),
    rests_on=["gradient_descent/perceptron-norm"],
    reading=READING + "u has margin at least 1 on the mistaken examples; whether on others too does not matter.",
)


@SEPARABLE.proof
def margin_against_norm(claim: Claim) -> Theorem:
    """M ≤ ⟨w_M, u⟩ ≤ ‖u‖X√M, so r² ≤ ar for r = √M."""
    moves = [instantiate(assume(f), [m]) for f in claim.given if f == UPDATE]
    margins = [(1, instantiate(assume(f), [m])) for f in claim.given if f == SEPARATED]
    before = Inner(w(m - 1), u)
    step = combine(ge(Inner(w(m), u), before + 1), margins, using=moves)
    added = telescope(step, m, 1, M, -before)
    start = [f for f in claim.given if f == START]
    count = [f for f in claim.given if f == COUNT]
    upper = NORM.theorem(NORM.states[0])
    quadratic = combine(
        ge(SIZE * sqrt(M), sqrt(M) ** 2),
        [(1, added), (1, cauchy_schwarz(w(M), u)), (norm(u), upper)],
        using=start,
        facts=count,
    )
    bound = instantiate(larger_root(), {a: SIZE, r: sqrt(M), h: 0}, discharge=[quadratic])
    return combine(claim.states[0], [(1, quadratic), (SIZE, bound)], facts=count)


@SEPARABLE.mutant("constant", **instance())
def not_quite_the_square(claim: Claim) -> Claim:
    """99/100 of (‖u‖X)²: the bound is attained by one mistake on x = 1 with u = 1."""
    return claim.replace(states=le(M, Rational(99, 100) * SIZE**2))


@SEPARABLE.mutant("sign", **instance())
def minus_the_square(claim: Claim) -> Claim:
    """−(‖u‖X)²."""
    return claim.replace(states=le(M, -(SIZE**2)))


@SEPARABLE.mutant("hypothesis", **instance(comparator=0))
def any_comparator(claim: Claim) -> Claim:
    """u need not separate."""
    return without(claim, SEPARATED)


@SEPARABLE.mutant("hypothesis", **instance(count=2))
def separable_without_mistakes(claim: Claim) -> Claim:
    """The update is made also where the prediction is right."""
    return without(claim, WRONG)


@SEPARABLE.mutant("hypothesis", **instance(X=Rational(1, 2)))
def separable_and_longer(claim: Claim) -> Claim:
    """X may be anything."""
    return without(claim, BOUNDED)


# --- one step, and runs --------------------------------------------------------------------------------------------

z, v, after = vectors("z v w")
sign = real("y")

STEP = Claim(
    "gradient_descent/perceptron-step",
    at="page 1",
    printed="w_M = w_{M−1} + y_{t_M} x_{t_M} on a mistake",
    given=[eq(after, v + sign * z), eq(sign**2, 1)],
    states=[
        eq(sign * Inner(after, z), sign * Inner(v, z) + Inner(z, z)),
        eq(Inner(after, after), Inner(v, v) + 2 * sign * Inner(v, z) + Inner(z, z)),
    ],
    reading=(
        "With v = w_{M−1} before and w after the mistake on x = z with the label y ∈ {−1, 1}: the margin of the "
        "example "
        "grows by ‖x‖², and the squared length changes by 2y⟨v, x⟩ + ‖x‖², at most ‖x‖² on a mistake. One inner "
        "product "
        "and one sum of vectors: Θ(d) operations."
    ),
)


@STEP.proof
def both_by_bilinearity(claim: Claim) -> list[Theorem]:
    """y² = 1."""
    moves = [f for f in claim.given if f.op == "=" and f.lhs == after]
    label = [assume(f) for f in claim.given if f.lhs == sign**2]
    return [combine(f, [(Inner(z, z), t) for t in label], using=moves) for f in claim.states]


ON_A_MISTAKE = {v: -1, z: 1, sign: 1, after: 0}


@STEP.mutant("constant", at=ON_A_MISTAKE)
def twice_the_length(claim: Claim) -> Claim:
    """The margin grows by 2‖x‖²."""
    return claim.replace(states=[eq(claim.states[0].lhs, claim.states[0].rhs + Inner(z, z)), claim.states[1]])


@STEP.mutant("sign", at=ON_A_MISTAKE)
def margin_shrinks(claim: Claim) -> Claim:
    """The margin shrinks by ‖x‖²."""
    return claim.replace(states=[eq(claim.states[0].lhs, claim.states[0].rhs - 2 * Inner(z, z)), claim.states[1]])


@STEP.mutant("hypothesis", at={**ON_A_MISTAKE, sign: 2, after: 1})
def other_labels(claim: Claim) -> Claim:
    """y may be any number."""
    return claim.replace(given=[f for f in claim.given if f.lhs == after])


@STEP.mutant("hypothesis", at={**ON_A_MISTAKE, after: 5})
def other_steps(claim: Claim) -> Claim:
    """w may be anything."""
    return claim.replace(given=[f for f in claim.given if f.lhs != after])


def _mistakes() -> list[tuple[Any, Any, float]]:
    """Weights, instances and labels on which the weights are wrong."""
    rng = np.random.default_rng(7)
    found = []
    for n in (1, 3, 20):
        for _ in range(5):
            before, data = rng.standard_normal(n), rng.standard_normal(n)
            found.append((before, data, -1.0 if before @ data > 0 else 1.0))
    return found


@STEP.conformance
def code_follows_the_step() -> Iterator[Conformance]:
    """The Perceptron's update and its reference against w + yx, on mistakes."""
    return conformance(
        _mistakes(),
        formula=lambda case: value(v + sign * z, {v: case[0], z: case[1], sign: case[2]}),
        code=lambda case: perceptron_update(*case),
        reference=lambda case: reference.perceptron_update(*case),
        ulps=1.0,
    )


def _streams() -> Iterator[tuple[Any, Any, Any]]:
    """Random streams with a comparator: noisy labels, separable ones, and one that repeats hard examples."""
    rng = np.random.default_rng(12)
    for trial in range(24):
        n, length = int(rng.integers(1, 8)), 200
        comparator = rng.standard_normal(n)
        data = rng.standard_normal((length, n)) / np.sqrt(n)
        margins = data @ comparator
        labels = np.where(margins >= 0, 1.0, -1.0)
        if trial % 3 == 1:
            labels *= np.where(rng.random(length) < 0.2, -1.0, 1.0)
        if trial % 3 == 2:
            kept = np.abs(margins) > 0.3
            data, labels, margins = data[kept], labels[kept], margins[kept]
            comparator = comparator / np.abs(margins).min()
        yield data, labels, comparator


def _worst(separable: bool) -> Iterator[Searched]:
    worst, cases, where = 0.0, 0, "no stream"
    for data, labels, comparator in _streams():
        losses = np.maximum(0.0, 1.0 - labels * (data @ comparator))
        if separable and losses.any():
            continue
        weights, wrong = np.zeros(data.shape[1]), 0
        for instance_, label in zip(data, labels, strict=True):
            if label * (weights @ instance_) <= 0:
                weights, wrong = weights + label * instance_, wrong + 1
        size, radius = float(np.linalg.norm(comparator)), float(np.linalg.norm(data, axis=1).max())
        promise = bounds.perceptron_bound(float(losses.sum()), size, radius)
        cases += 1
        if wrong / promise > worst:
            worst, where = wrong / promise, f"{data.shape[1]} dimensions, {wrong} mistakes"
    yield Searched("mistakes over the bound, random streams", cases, worst, where)


@SOLVED.search
def random_streams() -> Iterator[Searched]:
    """Mistakes on random streams against the printed bound."""
    return _worst(separable=False)


@SEPARABLE.search
def separable_streams() -> Iterator[Searched]:
    """Mistakes on separable streams against (‖u‖X)²."""
    return _worst(separable=True)


@SEPARABLE.sharp
def one_mistake() -> Sharpness:
    """One example x = 1 with y = 1 and u = 1."""
    return Sharpness("the constant of (‖u‖X)²", "1, attained by one mistake: x = y = u = 1", identity(eq(1**2, 1)))


def _solved_bounds() -> list[Any]:
    rng = np.random.default_rng(13)
    return [tuple(row) for row in rng.uniform(0, 10, (20, 3))]


@SOLVED.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """The bound as a function of the hinge loss, ‖u‖ and X."""
    hinge_loss, size, radius = nonnegative("H s X")
    formula = hinge_loss + (size * radius) ** 2 + size * radius * sqrt(hinge_loss)
    return conformance(
        _solved_bounds(),
        formula=lambda case: value(formula, dict(zip((hinge_loss, size, radius), case, strict=True))),
        code=lambda case: bounds.perceptron_bound(*case),
        reference=lambda case: reference_bounds.perceptron_bound(*case),
        ulps=4.0,
    )


def _norms() -> Iterator[Searched]:
    """‖w_M‖ against X√M, and M against Σ hinge + ‖u‖X√M, on the same streams."""
    longest, most, cases = 0.0, 0.0, 0
    for data, labels, comparator in _streams():
        weights, wrong, hinges = np.zeros(data.shape[1]), 0, 0.0
        radius, size = float(np.linalg.norm(data, axis=1).max()), float(np.linalg.norm(comparator))
        for instance_, label in zip(data, labels, strict=True):
            if label * (weights @ instance_) <= 0:
                weights, wrong = weights + label * instance_, wrong + 1
                hinges += max(0.0, 1.0 - label * float(comparator @ instance_))
        cases += 1
        longest = max(longest, float(np.linalg.norm(weights)) / (radius * wrong**0.5))
        most = max(most, wrong / (hinges + size * radius * wrong**0.5))
    yield Searched("length over X√M, random streams", cases, longest, "any of the streams")
    yield Searched("mistakes over the right-hand side of (1), random streams", cases, most, "any of the streams")


@NORM.search
def lengths_on_random_streams() -> Searched:
    """The length of the weights against X√M."""
    return next(iter(_norms()))


@MISTAKES.search
def mistakes_on_random_streams() -> Searched:
    """Mistakes against (1)."""
    return list(_norms())[1]
