"""Section 5: the instance matrix of a distance gives half the squared distance; its spectrum, and that of C_j."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Integer, KroneckerDelta, Lambda, Rational, Sum, sqrt

from numeric import spectral
from numeric.data import distance_instance
from numeric.experiments.projection_kernel import constraint_matrix
from numeric.reference import spectral as reference
from proofs.matrix_eg import LOST
from verify.audit import (
    Claim, Conformance, Inner, Theorem, assume, at, combine, eq, fails_as, fails_without, family, forall, ge,
    identity, instantiate, integer, le, listed, ne, real, substitute, telescope, vectors, witness,
)  # fmt: skip
from verify.claims.concrete import DIGITS, value
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Vec, VecHead

i, j, a, b, d = integer("i j a b d")
eps = real("ε")
HALF = Rational(1, 2)


def point(i: Any) -> Vec:
    """x_i, the object i in the feature space: [W]_ij = ⟨x_i, x_j⟩."""
    return Vec(VecHead("x"), EUCLIDEAN, i)


def entry(i: Any, j: Any, size: Any = HALF) -> Expr:
    """The entry (i, j) of X_t: `size` at (a, a) and (b, b), −size at (a, b) and (b, a), else 0."""
    at_a, at_b = (KroneckerDelta(i, a), KroneckerDelta(j, a)), (KroneckerDelta(i, b), KroneckerDelta(j, b))
    return size * (at_a[0] - at_b[0]) * (at_a[1] - at_b[1])


def trace(size: Any = HALF) -> Expr:
    """tr(WX_t) = Σ_ij [W]_ij [X_t]_ij."""
    return Sum(Inner(point(i), point(j)) * entry(i, j, size), (i, 1, d), (j, 1, d))


def squared_distance() -> Expr:
    """‖x_a − x_b‖²."""
    return Inner(point(a) - point(b), point(a) - point(b))


def mass() -> Expr:
    """tr W."""
    return Sum(Inner(point(i), point(i)), (i, 1, d))


HALVES = {d: 2, a: 1, b: 2, VecHead("x"): listed(((1 / sqrt(2), 0), (0, 1 / sqrt(2))), i)}
"""W = I/2, definite and of trace one: the points e_1/√2 and e_2/√2."""

PLACES = [ge(a, 1), ge(d, a), ge(b, 1), ge(d, b)]
OBJECTS = [*PLACES, ne(a, b)]

INSTANCE = Claim(
    "matrix_eg/distance-instance",
    weight="constant",
    slip=(
        "The X_t that is printed gives half the squared distance. With entries ±1 it is the whole; then r is 2, and "
        "the rate 2/r² of section 5 is ½."
    ),
    at="section 5",
    printed=(
        "the total loss incurred by this sequence is Σ_t (‖x_a − x_b‖² − y_t)² = Σ_t (tr(W_tX_t) − y_t)²,"
        " … where X_t is a symmetric matrix whose (a_t, a_t) and (b_t, b_t) elements are 0.5, (a_t, b_t) "
        "and (b_t, a_t) elements are −0.5, and all the other elements are zero"
    ),
    given=OBJECTS,
    reconstructed=True,
    states=eq(trace(), squared_distance()),
    reading=LOST
    + (
        "The two forms of the total loss agree term by term, for all labels. [W]_ij = ⟨x_i, x_j⟩ for points of the "
        "feature space, a and b are two of the d objects, and the trace of the product is the sum of the products of "
        "the entries."
    ),
)

INSTANCE_REPAIRED = Claim(
    "matrix_eg/distance-instance.repaired",
    at="section 5",
    says=("tr(W_tX_t) = ½‖x_a − x_b‖²; with the entries 1 and −1 in the place of 0.5 and −0.5 it is ‖x_a − x_b‖²"),
    given=PLACES,
    states=[eq(trace(), squared_distance() / 2), eq(trace(1), squared_distance())],
    repairs="matrix_eg/distance-instance",
    reading=(
        "[W]_ij = ⟨x_i, x_j⟩ for points of the feature space, a and b are two of the d objects, and the entries of "
        "X_t are 0.5 and −0.5 as printed, in the first formula, and 1 and −1 in the second; for a = b all "
        "entries are 0, and both sides. For every d."
    ),
)


@INSTANCE.counterexample
def two_points(claim: Claim) -> Theorem:
    """d = 2 and W = I/2, the first W_1 of the paper: x_1 = e_1/√2, x_2 = e_2/√2, and tr(WX) = ½ for a distance of 1."""
    return witness(list(claim.given), claim.states[0], HALVES)


@INSTANCE_REPAIRED.proof
def entry_by_entry(claim: Claim) -> list[Theorem]:
    """Only four entries are not zero."""
    return [identity(state, facts=list(claim.given)) for state in claim.states]


CONSTRAINT = Claim(
    "matrix_eg/projection-constraint",
    face_of="matrix_eg/distance-instance",
    at="section 5",
    printed=(
        "the inequality constraints are constructed as ‖x_a − x_b‖ ≤ ε … If X_j is defined as in the "
        "previous section and C_j = X_j − εI, the inequalities are then rewritten as tr(WC_j) ≤ 0"
    ),
    given=[*OBJECTS, eq(mass(), 1), le(trace() - eps * mass(), 0)],
    reconstructed=True,
    states=le(squared_distance(), eps),
    reading=LOST
    + (
        "tr W = Σ ‖x_i‖² = 1 and tr(WC_j) = tr(WX_j) − ε tr W, with the printed X_j. The text shows no square, and the "
        "formula has one, ‖x_a − x_b‖² ≤ ε, as the distance values of the paragraph before have: without it the two "
        "sides differ in more than a factor, and the statement fails at the same instance."
    ),
)

CONSTRAINT_REPAIRED = Claim(
    "matrix_eg/projection-constraint.repaired",
    at="section 5",
    says="tr(WC_j) = ½‖x_a − x_b‖² − ε, and so tr(WC_j) ≤ 0 means ‖x_a − x_b‖² ≤ 2ε",
    given=[*PLACES, eq(mass(), 1)],
    states=eq(trace() - eps * mass(), squared_distance() / 2 - eps),
    repairs="matrix_eg/projection-constraint",
    rests_on=["matrix_eg/distance-instance.repaired"],
    reading=(
        "[W]_ij = ⟨x_i, x_j⟩, tr W = Σ ‖x_i‖² = 1, a and b are two of the d objects, and C_j = X_j − εI with the "
        "printed X_j: the constraints are those of twice the threshold. For every d."
    ),
)


@CONSTRAINT.counterexample
def two_of_two_points(claim: Claim) -> Theorem:
    """W = I/2, x_1 = e_1/√2 and x_2 = e_2/√2, ε = ½: tr(WC) = ½ − ½ = 0, but ‖x_1 − x_2‖² = 1 > ½."""
    return witness(list(claim.given), claim.states[0], {**HALVES, eps: HALF})


@CONSTRAINT_REPAIRED.proof
def half_less_epsilon(claim: Claim) -> Theorem:
    """tr(WX_j) is half the squared distance, tr W is one."""
    unit = [f for f in claim.given if f == eq(mass(), 1)]
    half = INSTANCE_REPAIRED.theorem(INSTANCE_REPAIRED.states[0])
    return combine(claim.states[0], [(1, half), *((-eps, assume(f)) for f in unit)])


# --- the comparator of the experiment --------------------------------------------------------------------------------

t, T = integer("t T")
pair_a, pair_b = family("a", integer=True), family("b", integer=True)
label = family("y")


def of_trial(term: Any) -> Any:
    """The term for the objects a_t and b_t."""
    return substitute(term, {a: pair_a(t), b: pair_b(t)})


ROUND = [ge(t, 1), ge(T, t)]
WITHIN = [forall(t, of_trial(f), ROUND) for f in PLACES]
SEEN = [*WITHIN, forall(t, of_trial(ne(a, b)), ROUND)]
FROM_THE_TARGET = forall(t, eq(label(t), of_trial(squared_distance())), ROUND)


def loss(size: Any = HALF) -> Expr:
    """L_U(S), for the X_t with the entries ±size."""
    return Sum((of_trial(trace(size)) - label(t)) ** 2, (t, 1, T))


TARGET = Claim(
    "matrix_eg/target-loss",
    at="section 5",
    printed=(
        "When the comparison matrix U is set to the target matrix, L_U(S) = 0 and ℓ_max = 0, because all the distance "
        "examples are derived from the target matrix"
    ),
    given=[*SEEN, eq(mass(), 1), FROM_THE_TARGET],
    reconstructed=True,
    states=eq(loss(), 0),
    face_of="matrix_eg/distance-instance",
    reading=LOST
    + (
        "[U]_ij = ⟨x_i, x_j⟩ is the target, of trace one, y_t = ‖x_{a_t} − x_{b_t}‖² the squared distance of two of "
        "the d objects in the feature space, as the distance example at time t is said to be, and X_t is as printed. "
        "L_U(S) = Σ_{t≤T} (tr(UX_t) − y_t)²."
    ),
)

TARGET_REPAIRED = Claim(
    "matrix_eg/target-loss.repaired",
    at="section 5",
    says="L_U(S) = Σ y_t²/4 for the X_t as printed, and 0 for the entries ±1 in the place of ±0.5",
    given=[*WITHIN, FROM_THE_TARGET],
    states=[eq(loss(), Sum(label(t) ** 2, (t, 1, T)) / 4), eq(loss(1), 0)],
    repairs="matrix_eg/target-loss",
    rests_on=["matrix_eg/distance-instance.repaired"],
    reading=(
        "U is the target, y_t = ‖x_{a_t} − x_{b_t}‖² with its points, and tr(UX_t) = y_t/2 for the printed X_t. "
        "L_U(S) = 0 for labels y_t/2 too, with which the printed X_t and η = 2 go together."
    ),
)


def one_trial(labelled: Any = 1) -> dict[str, Any]:
    """U = I/2, x_1 = e_1/√2 and x_2 = e_2/√2, and one trial, with these two objects."""
    at = {name: value for name, value in HALVES.items() if name not in (a, b)}
    at |= {T: 1, pair_a.head: Lambda(t, 1), pair_b.head: Lambda(t, 2), label.head: Lambda(t, labelled)}
    return {"at": at, "discharge": list}


@TARGET.counterexample
def one_pair(claim: Claim) -> Theorem:
    """U = I/2, x_1 = e_1/√2 and x_2 = e_2/√2, one trial: y = 1, tr(UX) = ½, and L_U = ¼."""
    return witness(list(claim.given), claim.states[0], one_trial()["at"])


@TARGET_REPAIRED.proof
def trial_by_trial(claim: Claim) -> list[Theorem]:
    """tr(UX_t) is half the squared distance, or the whole, and y_t is the squared distance."""
    inside = [assume(f) for f in ROUND]
    objects = [at(f, t, by=inside) for f in claim.given if f in WITHIN]
    exact = [at(f, t, by=inside) for f in claim.given if f == FROM_THE_TARGET]
    found = []
    for goal, state, share in zip(claim.states, INSTANCE_REPAIRED.states, (HALF, Integer(1)), strict=True):
        traced = instantiate(INSTANCE_REPAIRED.theorem(state), {a: pair_a(t), b: pair_b(t)}, objects)
        whole = share * label(t)
        term = traced.conclusion.lhs
        same = combine(eq(term, whole), [(1, traced), *((-share, f) for f in exact)])
        missed = combine(eq((term - label(t)) ** 2, (whole - label(t)) ** 2), [(term + whole - 2 * label(t), same)])
        found.append(combine(goal, [(1, telescope(missed, t, 1, T))]))
    return found


# --- the spectrum ----------------------------------------------------------------------------------------------------

e_a, e_b, v = vectors("e_a e_b v")
ORTHONORMAL = [eq(Inner(e_a, e_a), 1), eq(Inner(e_b, e_b), 1), eq(Inner(e_a, e_b), 0)]


def applied(v: Any, size: Any = HALF) -> Expr:
    """X_t v = ½(v_a − v_b)(e_a − e_b)."""
    return size * (Inner(e_a, v) - Inner(e_b, v)) * (e_a - e_b)


def constraint(v: Any) -> Expr:
    """C_j v = X_j v − εv."""
    return applied(v) - eps * v


SPECTRUM = Claim(
    "matrix_eg/distance-spectrum",
    at="section 5",
    says=("The X_t as printed has the eigenvalues 1 and 0 and no others, so that the least r of Lemma 3.1 is 1"),
    given=ORTHONORMAL,
    states=[
        eq(applied(e_a - e_b), e_a - e_b),
        eq(applied(e_a + e_b), 0),
        eq(applied(applied(v)), applied(v)),
        le(Inner(v, applied(v)), Inner(v, v)),
        ge(Inner(v, applied(v)), 0),
    ],
    reading=LOST
    + (
        "X_t as printed: ½(e_a − e_b)(e_a − e_b)ᵀ with e_a, e_b of an orthonormal basis of R^d, d ≥ 2. 1 and 0 are "
        "eigenvalues (of e_a − e_b and e_a + e_b); X_t² = X_t, so that there are no others; and 0 ≤ X_t ≤ I. So the "
        "least r of Lemma 3.1 is 1, as η = 2 of section 5 needs. With the entries ±1 it is 2."
    ),
)

PROJECTION_SPECTRUM = Claim(
    "matrix_eg/projection-spectrum",
    at="section 5",
    printed="The largest and smallest eigenvalues of any C_j are 1 − ε and −ε, respectively",
    given=ORTHONORMAL,
    reconstructed=True,
    states=[
        eq(constraint(e_a - e_b), (1 - eps) * (e_a - e_b)),
        eq(constraint(e_a + e_b), -eps * (e_a + e_b)),
        le(Inner(v, constraint(v)), (1 - eps) * Inner(v, v)),
        ge(Inner(v, constraint(v)), -eps * Inner(v, v)),
    ],
    rests_on=["matrix_eg/distance-spectrum"],
    reading=LOST
    + (
        "C_j = X_j − εI with the printed X_j, for every d ≥ 2 and every real ε: both are eigenvalues, with the "
        "eigenvectors e_a ∓ e_b, and every vᵀC_jv/vᵀv lies between them."
    ),
)


def gap() -> Expr:
    """⟨v − X_tv, v − X_tv⟩, where X_t is a projection."""
    return Inner(v - applied(v), v - applied(v))


@SPECTRUM.proof
def orthogonal_projection(claim: Claim) -> list[Theorem]:
    """X_t is the orthogonal projection on e_a − e_b."""
    unit = [f for f in claim.given if f in ORTHONORMAL]
    *equations, largest, smallest = claim.states
    found = [identity(state, using=unit) for state in equations]
    found.append(combine(largest, [(1, gap())], using=unit))
    return [*found, combine(smallest, [(1, Inner(applied(v), applied(v)))], using=unit)]


@PROJECTION_SPECTRUM.proof
def shifted(claim: Claim) -> list[Theorem]:
    """The eigenvalues of X_j less ε."""
    unit = [f for f in claim.given if f in ORTHONORMAL]
    *equations, largest, smallest = claim.states
    found = [identity(state, using=unit) for state in equations]
    found.append(combine(largest, [(1, gap())], using=unit))
    return [*found, combine(smallest, [(1, Inner(applied(v), applied(v)))], using=unit)]


# --- mutants ---------------------------------------------------------------------------------------------------------

PAIR = {d: 2, a: 1, b: 2, VecHead("x"): Lambda(i, i)}


fails_as(INSTANCE_REPAIRED,
    ("constant", [eq(trace(), squared_distance() / 3), INSTANCE_REPAIRED.states[1]],
        "A third of the squared distance.", PAIR),
)  # fmt: skip


@INSTANCE_REPAIRED.mutant("sign", at=PAIR)
def positive_off_the_diagonal(claim: Claim) -> Claim:
    """½ at (a, b) and (b, a)."""
    here = (KroneckerDelta(i, a) + KroneckerDelta(i, b)) * (KroneckerDelta(j, a) + KroneckerDelta(j, b)) / 2
    total = Sum(Inner(point(i), point(j)) * here, (i, 1, d), (j, 1, d))
    return claim.replace(states=[eq(total, squared_distance() / 2), claim.states[1]])


fails_without(INSTANCE_REPAIRED, (ge(d, b), "b may be above d.", {**PAIR, b: 3}))


fails_as(CONSTRAINT_REPAIRED,
    ("constant", eq(trace() - eps * mass(), squared_distance() / 2 - 2 * eps), "2ε in place of ε.",
        {**PAIR, VecHead("x"): Lambda(i, i - 1), eps: 1}),
    ("sign", eq(trace() - eps * mass(), squared_distance() / 2 + eps), "ε is added.",
        {**PAIR, VecHead("x"): Lambda(i, i - 1), eps: 1}),
)  # fmt: skip
fails_without(CONSTRAINT_REPAIRED, (CONSTRAINT_REPAIRED.given[4], "W may have any trace.", {**PAIR, eps: 1}))


STARTED = TARGET_REPAIRED.states[0]

fails_as(TARGET_REPAIRED,
    ("constant", {STARTED: eq(STARTED.lhs, STARTED.rhs / 2)}, "Σ y_t²/8.", one_trial()),
    ("sign", {STARTED: eq(STARTED.lhs, -STARTED.rhs)}, "−Σ y_t²/4.", one_trial()),
)  # fmt: skip
fails_without(TARGET_REPAIRED, (FROM_THE_TARGET, "The labels may be anything.", one_trial(2)))


PLANE = {e_a: (1, 0), e_b: (0, 1), v: (1, 2)}


fails_as(SPECTRUM,
    ("constant", [eq(applied(e_a - e_b, 1), e_a - e_b), *SPECTRUM.states[1:]],
        "1 is an eigenvalue for the entries ±1: it is 2.", PLANE),
    ("sign", [*SPECTRUM.states[:-1], le(Inner(v, applied(v)), 0)], "X_t ≤ 0.", PLANE),
)  # fmt: skip
fails_without(SPECTRUM,
    (ORTHONORMAL[0], "e_a need not have unit length.", {**PLANE, e_a: (2, 0)}),
    (ORTHONORMAL[1], "e_b need not have unit length.", {**PLANE, e_b: (0, 2)}),
    (ORTHONORMAL[2], "e_a and e_b need not be orthogonal.", {**PLANE, e_b: (Rational(3, 5), Rational(4, 5))}),
)  # fmt: skip


fails_as(PROJECTION_SPECTRUM,
    ("constant", [eq(constraint(e_a - e_b), (1 - 2 * eps) * (e_a - e_b)), *PROJECTION_SPECTRUM.states[1:]],
        "1 − 2ε is the largest.", {**PLANE, eps: HALF}),
    ("sign", [*PROJECTION_SPECTRUM.states[:3], ge(Inner(v, constraint(v)), eps * Inner(v, v))], "ε is the smallest.",
        {**PLANE, eps: HALF}),
)  # fmt: skip
fails_without(PROJECTION_SPECTRUM,
    (ORTHONORMAL[0], "e_a need not have unit length.", {**PLANE, e_a: (2, 0), eps: HALF}),
)  # fmt: skip


@SPECTRUM.extremal("v_b", [-Rational(1, 2), -1], formula=3)
def along_the_difference(second: Any) -> dict[Any, Any]:
    """v = (1, v_b): attained at e_a − e_b."""
    return {**PLANE, v: (1, second)}


@PROJECTION_SPECTRUM.extremal("v_b", [-Rational(1, 2), -1], formula=2)
def along_the_largest(second: Any) -> dict[Any, Any]:
    """ε = 1/2: attained at e_a − e_b."""
    return {**PLANE, v: (1, second), eps: HALF}


@PROJECTION_SPECTRUM.extremal("v_b", [Rational(1, 2), 1], formula=3)
def along_the_smallest(second: Any) -> dict[Any, Any]:
    """ε = −1, where both sides are positive: attained at e_a + e_b."""
    return {**PLANE, v: (1, second), eps: -1}


# --- code ------------------------------------------------------------------------------------------------------------


def _points() -> list[Any]:
    """Small integer points, so that their kernel is exact, with a pair of them."""
    rng = np.random.default_rng(5)
    found = []
    for n in (2, 3, 7, 20):
        first, second = rng.choice(n, 2, replace=False)
        found.append((rng.integers(-9, 9, (n, 4)), int(first), int(second)))
    return found


@INSTANCE_REPAIRED.conformance
def code_follows_the_trace() -> Iterator[Conformance]:
    """tr(WX_t) for kernels of integer points."""

    def at(case: Any) -> dict[Any, Any]:
        rows = case[0].tolist()
        return {d: len(rows), a: case[1] + 1, b: case[2] + 1, VecHead("x"): lambda n: [*map(int, rows[int(n) - 1])]}

    def matrices(case: Any) -> tuple[Any, Any]:
        kernel = (case[0] @ case[0].T).astype(float)
        return kernel, constraint_matrix(len(kernel), case[1], case[2], 0.0)

    return conformance(
        _points(),
        formula=lambda case: value(trace(), at(case)),
        code=lambda case: float(np.sum(matrices(case)[0] * matrices(case)[1])),
        reference=lambda case: reference.inner(*map(reference.matrix, matrices(case))),
        ulps=1.0,
    )


@PROJECTION_SPECTRUM.conformance
def code_follows_the_spectrum() -> Iterator[Conformance]:
    """The extreme eigenvalues of C_j, d from 2 to 20, against −ε and 1 − ε."""
    cases = [(n, epsilon) for n in (2, 5, 20) for epsilon in (0.0, 2.0**-7, 0.875)]

    def extremes(case: Any) -> list[float]:
        found = spectral.eigen(constraint_matrix(case[0], 0, case[0] - 1, case[1])).values
        return [float(found[0]), float(found[-1])]

    def in_mpmath(case: Any) -> list[Any]:
        with mp.workdps(DIGITS):
            found = sorted(mp.eigsy(reference.matrix(constraint_matrix(case[0], 0, case[0] - 1, case[1])))[0])
            return [found[0], found[-1]]

    return conformance(
        cases,
        formula=lambda case: [-mp.mpf(case[1]), 1 - mp.mpf(case[1])],
        code=extremes,
        reference=in_mpmath,
        ulps=4.0,
    )


@SPECTRUM.conformance
def code_follows_the_spectrum_of_an_instance() -> Iterator[Conformance]:
    """All eigenvalues of X_t, d from 2 to 20: one 1 and zeros."""

    def in_mpmath(size: int) -> list[Any]:
        with mp.workdps(DIGITS):
            return sorted(mp.eigsy(reference.matrix(distance_instance(size, 0, size - 1)))[0])

    return conformance(
        (2, 5, 20),
        formula=lambda size: [mp.mpf(0)] * (size - 1) + [mp.mpf(1)],
        code=lambda size: spectral.eigen(distance_instance(size, 0, size - 1)).values,
        reference=in_mpmath,
        ulps=4.0,
    )
