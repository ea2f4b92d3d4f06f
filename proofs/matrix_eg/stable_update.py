"""Section 3.2: the unwrapped update (7) is the iterated update (4), whatever the multiple of I in the exponent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational, Tuple, exp, log

from numeric.learners.matrix_eg import DirectMatrixEG, MatrixEG
from numeric.reference import matrix_eg as reference
from numeric.reference import spectral
from proofs.matrix_eg._instances import RATE, adaptive, adaptively, one_number, one_trial
from proofs.matrix_eg._matrices import d, form, i, k, m, of, total, x
from proofs.matrix_eg._progress import new_trace
from proofs.matrix_eg._run import DURING, at_trial, during
from proofs.matrix_eg._trial import (
    NAMES, T, Z, eta, gamma, instance, log_parameter, omega, starts, surprise, t, trials, update, v,
)  # fmt: skip
from proofs.matrix_eg.update import gamma as exponent_of
from proofs.matrix_eg.update import updated
from verify.audit import (
    Claim, Conformance, Inner, Sharpness, Theorem, assume, at, combine, eq, exists, exponential_above_tangent,
    fails_as, fails_without, family, forall, ge, generalize, gt, instantiate, le, real, substitute, sum_above_member,
    telescope,
)  # fmt: skip
from verify.claims.concrete import DIGITS, value
from verify.claims.conformance import conformance
from verify.language.exists import ANYTHING, AT_LEAST_NOTHING, NOTHING_EXISTS
from verify.language.terms import ForAll, VecHead
from verify.lemmas.few_rounds import each_round

c = real("c")
NORMALISERS = trials(log(Z(t)))


def unwrapped(at: Any) -> Expr:
    """The form of cI + log W_1 − 2η Σ (ŷ_s − y_s)X_s, the exponent of (7)."""
    return c * Inner(at, at) + log_parameter(1, at) - 2 * eta * trials(surprise(t) * instance(t, at))


def eigenvalue(k: Any) -> Expr:
    """An eigenvalue of the exponent of (7), with the eigenvector v(T+1, k): log ω(T+1, k) + c + Σ log Z_s."""
    return log(omega(T + 1, k)) + c + NORMALISERS


AT_K, AT_M = [ge(k, 1), ge(d, k)], [ge(m, 1), ge(d, m)]
BASES = during(starts(t), T + 1)
RUN = [ge(d, 1), ge(T, 1), *BASES, *during(update(t))]
kappa = family("κ")
EXPONENT = forall(x, eq(form(kappa, of(v, T + 1), x), unwrapped(x)))
"""The exponent of (7) has the eigenvalues κ, with the eigenvectors of W_{T+1}."""

STABLE = Claim(
    "matrix_eg/stable-update",
    at="(7)",
    printed=(
        "W_{t+1} = (1/Z̃_t) exp(c_tI + log W_1 − 2η Σ_{s≤t} (ŷ_s − y_s)X_s), where the constant Z̃_t "
        "normalizes the trace of W_{t+1} to one. … Note that the update is independent of the choice of "
        "c_t ∈ R"
    ),
    given=[*RUN, EXPONENT, *AT_K],
    where=NAMES,
    states=[
        eq(form(eigenvalue, of(v, T + 1), x), unwrapped(x)),
        eq(exp(kappa(k)) / total(exp(kappa(m)), m), omega(T + 1, k)),
    ],
    rests_on=["matrix_eg/update"],
    reading=(
        "After T = t trials of (4), from any positive definite W_1. First: the exponent of (7) has the eigenvectors "
        "v(T+1, k) of W_{T+1}, and eigenvalues that are written out, so that there are κ as in the hypothesis. Second: "
        "let κ be its eigenvalues with these eigenvectors. Then e^κ over the sum of all, which are the eigenvalues of "
        "the right-hand side of (7), are those of W_{T+1}, whatever the number c = c_t. η and the sums of (7), which "
        "the text has lost, are put back."
    ),
    reconstructed=True,
)

exponent_value = family("γ")
LARGEST = forall(i, ge(exponent_value(k), exponent_value(i)), [ge(i, 1), ge(d, i)])


def chosen(least: Any = 1, most: Any = d, top: Any = 0) -> Any:
    """There is a c with 0 as the largest of the γ + c, and with least ≤ Σ e^(γ + c) ≤ most."""
    shifted = total(exp(exponent_value(i) + c))
    none_above = forall(m, le(exponent_value(m) + c, 0), AT_M)
    return exists(c, [none_above, eq(exponent_value(k) + c, top), ge(shifted, least), le(shifted, most)])


RANGE = Claim(
    "matrix_eg/stable-update-range",
    at="after (7)",
    printed="the constant c_t is chosen so that the maximum eigenvalue of the above is zero",
    given=[*AT_K, LARGEST],
    states=chosen(),
    rests_on=["matrix_eg/stable-update"],
    reading=(
        "γ are the eigenvalues of log W_1 − 2η Σ_{s≤t} (ŷ_s − y_s)X_s, the k-th one a largest, and those of the "
        "exponent of (7) are γ + c, c = c_t. There is such a choice. What it is for, and holds with it: 1 ≤ tr "
        "exp(Λ_t) ≤ d, so that nothing overflows, and nothing is divided by a number that underflows. W_{t+1} does "
        "not depend on c: matrix_eg/stable-update."
    ),
)


@cache
def one_step() -> Theorem:
    """log W_{t+1} = log W_t − 2η(ŷ_t − y_t)X_t − log Z_t I, in its form at x, at each trial."""
    moved, shrunk, _ = (h for h in at_trial(during(update(t)), t))
    longer = [
        combine(ge(t + 1, 1), [(1, assume(ge(t, 1))), (1, 1)]),
        combine(ge(T + 1, t + 1), [(1, assume(DURING[1]))]),
    ]
    parseval = instantiate(at(during(starts(t), T + 1)[1], t + 1, by=longer), [x])
    there, each = instantiate(moved, [x]), instantiate(shrunk, [k])
    square = Inner(v(t + 1, k), x) ** 2
    exponents = combine(eq((log(omega(t + 1, k)) - gamma(t, k) + log(Z(t))) * square, 0), [], using=[each])
    added = telescope(exponents, k, 1, d)
    goal = eq(
        log_parameter(t + 1, x) - log_parameter(t, x),
        -2 * eta * surprise(t) * instance(t, x) - log(Z(t)) * Inner(x, x),
    )
    return combine(goal, [(1, added), (1, there), (log(Z(t)), parseval)])


def trace_at_the_end() -> Theorem:
    """tr W_{T+1} = 1, by the last update."""
    known = [assume(ge(T, 1)), combine(ge(T, T), [])]
    last = [at(h, T, by=known) for h in during(update(t))]
    return instantiate(new_trace(), {t: T}, last)


@STABLE.proof
def unwrap(claim: Claim) -> list[Theorem]:
    """The steps add up; so κ = log ω + C, and e^C cancels in the quotient, as the eigenvalues ω have the sum one."""
    exponent, weights = claim.states
    added = telescope(one_step(), t, 1, T, -log_parameter(t, x))
    after = [combine(ge(T + 1, 1), [(1, assume(ge(T, 1))), (1, 1)]), combine(ge(T + 1, T + 1), [])]
    parseval = instantiate(instantiate(assume(during(starts(t), T + 1)[1]), [T + 1], after), [x])
    constant = c + NORMALISERS
    sums = combine(exponent, [(1, added), (-constant, parseval)])
    unit = instantiate(assume(BASES[0]), [T + 1], after)
    same_form = combine(
        eq(form(kappa, of(v, T + 1), x), exponent.lhs), [(1, instantiate(assume(EXPONENT), [x])), (-1, sums)]
    )

    def grown(n: Any) -> Theorem:
        """e^κ = e^C ω, by the form at the eigenvector."""
        at = instantiate(same_form, {x: v(T + 1, n)})
        same = combine(eq(kappa(n), eigenvalue(n)), [(1, at)], using=[unit], facts=[ge(n, 1), ge(d, n)])
        return combine(eq(exp(kappa(n)), exp(constant) * omega(T + 1, n)), [], using=[same])

    whole = total(exp(kappa(m)), m)
    some = combine(gt(whole, 0), [(1, whole)], facts=[ge(d, 1)])
    share = omega(T + 1, k) / whole
    terms = [
        (1 / whole, grown(k)),
        (-share, telescope(grown(m), m, 1, d)),
        (-share * exp(constant), trace_at_the_end()),
    ]
    return [sums, combine(weights, terms, facts=[some])]


@RANGE.proof
def one_of_them(claim: Claim) -> Theorem:
    """c = −γ_k: Σ e^(γ + c) ≥ e^0, as the others are positive, and each is at most 1."""
    promise = next(f for f in claim.given if isinstance(f, ForAll) and f.body == AT_LEAST_NOTHING)
    best = -exponent_value(k)
    there = at(promise, best)
    below = [at(f, i) for f in claim.given if f == LARGEST]
    entry = exp(exponent_value(i) + best)
    terms = [(entry, exponential_above_tangent(-exponent_value(i) - best)), *((entry, f) for f in below)]
    at_most = telescope(combine(le(entry, 1), terms), i, 1, d)
    at_least = sum_above_member(total(entry), k, AT_K)
    none_above = [
        generalize(combine(le(exponent_value(m) + best, 0), [(1, instantiate(f, {i: m}))]), [m], AT_M) for f in below
    ]
    some = combine(ge(d, 1), [(1, assume(f)) for f in AT_K])
    ends = [combine(ge(total(entry), 1), [(1, at_least)]), combine(le(total(entry), d), [(1, at_most)], facts=[some])]
    return instantiate(there, {}, [*none_above, combine(eq(exponent_value(k) + best, 0), []), *ends])


def line(y: Any, rate: Any = RATE, **changes: Any) -> dict[str, Any]:
    """How a mutant is refuted by one trial with 1 × 1 matrices, at k = x = c = 1."""
    values = {f: part for f, part in one_number(y, rate=rate).items() if f != t}
    values |= {k: 1, x: 1, c: 1, kappa.head: Lambda(i, 1 + values[gamma.head](1, 1))}
    return {"at": values | changes.get("with_", {}), "discharge": lambda: one_trial(values)}


EXPONENT_IS, STEP = STABLE.states[0], eta * trials(surprise(t) * instance(t, x))

fails_as(STABLE,
    ("constant", {EXPONENT_IS: eq(EXPONENT_IS.lhs, EXPONENT_IS.rhs + STEP)}, "−η Σ (ŷ_s − y_s)X_s.", line(2)),
    ("sign", {EXPONENT_IS: eq(EXPONENT_IS.lhs, EXPONENT_IS.rhs + 4 * STEP)}, "+2η Σ (ŷ_s − y_s)X_s.", line(2)),
)  # fmt: skip
fails_without(STABLE,
    (during(update(t)), "The matrices need not come from the update.", line(2, with_={Z.head: Lambda(t, 1)})),
    (during(starts(t), T + 1), "The vectors of W_t need not be orthonormal.", line(
            4,
            with_={
                VecHead("v"): Lambda((t, i), 2),
                Z.head: Lambda(t, 1),
                gamma.head: Lambda((t, i), 0),
                kappa.head: Lambda(i, Rational(1, 4)),
            },
        )),
)  # fmt: skip


STILL = adaptive(0, 0, Rational(1, 2), rate=1)
"""W_1 = W_2 = I/2, as the first prediction is right."""


fails_without(STABLE,
    (EXPONENT, "κ may be anything: 1 and 2, where W_{T+1} = I/2.",
        STILL | {k: 1, x: Tuple(1, 0), c: 0, kappa.head: Lambda(i, i)}, lambda: adaptively(STILL)),
)  # fmt: skip


FLAT = {d: 1, k: 1, exponent_value.head: Lambda(i, 0)}


def never(least: Any, most: Any, top: Any, absurd: Any) -> Callable[[], list[Theorem]]:
    """−1 ≥ 0 for every c with what `chosen` says at FLAT, by the combination `absurd` of its formulas."""

    def theorems() -> list[Theorem]:
        same = [ge(exp(c), least), le(exp(c), most)]
        given = [forall(m, le(c, 0), [ge(m, 1), ge(1, m)]), eq(c, top), *same]
        return [
            each_round(ge(0, 0), i, last=1),
            generalize(combine(ge(-1, 0), absurd(*map(assume, given[1:])), using=[assume(given[1])]), [c], given),
        ]

    return theorems


@RANGE.instance
def one_eigenvalue() -> tuple[dict[Any, Any], list[Theorem]]:
    """γ = 0, with c = 0."""
    promise = substitute(chosen().promise, FLAT)
    return FLAT | {ANYTHING: 1}, [
        each_round(ge(0, 0), i, last=1),
        generalize(combine(ge(1, 0), [(1, 1)]), promise.variables, promise.given),
    ]


fails_as(RANGE,
    ("constant", chosen(least=2), "Σ e^(γ + c) ≥ 2.", {**FLAT, **NOTHING_EXISTS},
        never(2, 1, 0, lambda _, low, __: [(1, low)])),
    ("constant", chosen(most=d / 2), "Σ e^(γ + c) ≤ d/2.", {**FLAT, **NOTHING_EXISTS},
        never(1, Rational(1, 2), 0, lambda _, __, up: [(2, up)])),
)  # fmt: skip


def runs() -> list[tuple[Any, Any, Any, float]]:
    """W_1, instances x xᵀ near a fixed direction, labels that none reaches and η: the eigenvalues vanish."""
    rng = np.random.default_rng(12)
    found = []
    for n, length in ((2, 20), (3, 60), (4, 200)):
        fixed = rng.normal(size=n)
        vectors = fixed / np.linalg.norm(fixed) + 0.1 * rng.normal(size=(length, n))
        found.append((np.eye(n) / n, np.einsum("ti,tj->tij", vectors, vectors), np.full(length, -0.5), 0.5))
    return found


def _exactly(run: Any) -> tuple[list[Any], Any]:
    """The eigenvalues of W_{T+1} by (7), ascending, and its entries, from predictions in mpmath."""
    start, matrices, labels, rate = run
    exponent = spectral.logarithm(start)
    for matrix, wanted in zip(matrices, labels, strict=True):
        given = spectral.matrix(matrix)
        values, vectors = mp.eigsy(exponent)
        now = vectors * mp.diag(_weights(values)) * vectors.T
        exponent = exponent - 2 * mp.mpf(rate) * (spectral.inner(now, given) - mp.mpf(wanted)) * given
    values, vectors = mp.eigsy(exponent)
    return _weights(values), list(vectors * mp.diag(_weights(values)) * vectors.T)


def _weights(exponents: Any) -> list[Any]:
    return [
        value(updated(k), {exponent_of: list(exponents), k: n + 1, d: len(exponents)}) for n in range(len(exponents))
    ]


def learnt(run: Any) -> MatrixEG:
    """The learner after the run."""
    start, matrices, labels, rate = run
    return MatrixEG(start, rate).partial_fit(matrices, labels)


@STABLE.conformance
def code_follows_the_unwrapped_update() -> Iterator[Conformance]:
    """W after 20, 60 and 200 trials, normwise, as its eigenvalues vanish; and its logarithms of eigenvalues."""
    tests = runs()
    with mp.workdps(DIGITS):
        known = {id(run): _exactly(run) for run in tests}

    def by_reference(run: Any) -> Any:
        start, matrices, labels, rate = run
        return list(reference.unwrapped(start, list(matrices), list(labels), rate)[0])

    yield from conformance(
        tests,
        formula=lambda run: known[id(run)][1],
        code=lambda run: learnt(run).coef_.ravel().tolist(),
        reference=by_reference,
        ulps=256.0,
    )
    yield from conformance(
        tests,
        formula=lambda run: [mp.log(w) for w in known[id(run)][0]],
        code=lambda run: np.log(learnt(run).eigenvalues_).tolist(),
        reference=_logarithms,
        ulps=256.0,
    )


def _logarithms(run: Any) -> list[Any]:
    """Those of the eigenvalues of the reference's matrix, which needs digits for the small ones."""
    start, matrices, labels, rate = run
    with mp.workdps(240):
        matrix = reference.unwrapped(start, list(matrices), list(labels), rate, dps=240)[0]
        return [mp.log(w) for w in mp.eigsy(matrix, eigvals_only=True)]


@STABLE.sharp
def where_the_direct_update_ends() -> Iterator[Sharpness]:
    """(4) as printed, in float64, on the same runs: the trial at which W is singular, and its least eigenvalue then."""
    for run in runs():
        start, matrices, labels, rate = run
        direct, unwrapped_run = DirectMatrixEG(start, rate), MatrixEG(start, rate)
        ended = len(labels)
        for n, (matrix, wanted) in enumerate(zip(matrices, labels, strict=True)):
            try:
                direct.learn_one(matrix, float(wanted))
            except ValueError:
                ended = n
                break
            unwrapped_run.learn_one(matrix, float(wanted))
        least = float(unwrapped_run.eigenvalues_.min())
        yield Sharpness(f"trials of (4) in float64 at d = {len(start)}", f"{ended}, least eigenvalue {least:.1e}")
